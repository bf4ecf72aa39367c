// Eleven textbook kernels, measured before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using harness::Case;
using harness::Output;

constexpr int kSMs = 132;

// ---- saxpy with a grid-stride loop.
constexpr int kKelp = kSMs * 8 * 256 * 96;

template <int kBlocks>
__device__ __forceinline__ void saxpy(float a, const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ z) {
#pragma unroll 4
    for (int from = 0; from < kKelp; from += kBlocks * 256) {
        int i = from + blockIdx.x * 256 + threadIdx.x;
        z[i] = fmaf(a, x[i], y[i]);
    }
}
__global__ void __launch_bounds__(256) kelp_forest_k3_a(float a, const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ z) { saxpy<32>(a, x, y, z); }
__global__ void __launch_bounds__(256) kelp_forest_k3_b(float a, const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ z) { saxpy<kSMs * 8>(a, x, y, z); }

// ---- C = A B^T in half precision on tensor cores, 256 x 256 x 131072, tiles of 64 x 64, three stages of asynchronous copies.
constexpr int kSide = 256, kDeep = 131072, kStep = 64, kStages = 3, kPitch = kStep + 8, kSlices = 32;
constexpr int kKettleBytes = kStages * 2 * 64 * kPitch * (int)sizeof(half);

template <bool kAdd>
__device__ __forceinline__ void kettle(const half* __restrict__ a, const half* __restrict__ b, float* __restrict__ c, int from, int steps) {
    using namespace nvcuda;
    extern __shared__ __align__(128) half pot[];
    const int t = threadIdx.x, warp = t / 32, m0 = blockIdx.y * 64, n0 = blockIdx.x * 64;
    half *sa = pot, *sb = pot + kStages * 64 * kPitch;
    auto fetch = [&](int step) {
        if (step < steps) {
            int at = step % kStages * 64 * kPitch;
            size_t k = (size_t)from + step * kStep;
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                int piece = t + 128 * j, row = piece / 8, col = piece % 8 * 8;
                __pipeline_memcpy_async(sa + at + row * kPitch + col, a + (size_t)(m0 + row) * kDeep + k + col, 16);
                __pipeline_memcpy_async(sb + at + row * kPitch + col, b + (size_t)(n0 + row) * kDeep + k + col, 16);
            }
        }
        __pipeline_commit();
    };
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
    const int wm = warp / 2 * 32, wn = warp % 2 * 32;
    fetch(0);
    fetch(1);
    for (int step = 0; step < steps; ++step) {
        __pipeline_wait_prior(1);
        __syncthreads();
        fetch(step + 2);
        const half *ta = sa + step % kStages * 64 * kPitch, *tb = sb + step % kStages * 64 * kPitch;
#pragma unroll
        for (int k = 0; k < kStep; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb[2];
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                wmma::load_matrix_sync(fa[i], ta + (wm + 16 * i) * kPitch + k, kPitch);
                wmma::load_matrix_sync(fb[i], tb + (wn + 16 * i) * kPitch + k, kPitch);
            }
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 2; ++j) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
    }
    if (!kAdd) {
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int j = 0; j < 2; ++j)
                wmma::store_matrix_sync(c + (m0 + wm + 16 * i) * kSide + n0 + wn + 16 * j, acc[i][j], kSide, wmma::mem_row_major);
    } else {
        __pipeline_wait_prior(0);
        __syncthreads();
        float* sheet = reinterpret_cast<float*>(pot);  // 64 x 68
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int j = 0; j < 2; ++j) wmma::store_matrix_sync(sheet + (wm + 16 * i) * 68 + wn + 16 * j, acc[i][j], 68, wmma::mem_row_major);
        __syncthreads();
#pragma unroll 8
        for (int e = t; e < 64 * 64; e += 128) atomicAdd(c + (m0 + e / 64) * kSide + n0 + e % 64, sheet[e / 64 * 68 + e % 64]);
    }
}

__global__ void __launch_bounds__(128) copper_kettle_k3_a(const half* __restrict__ a, const half* __restrict__ b, float* __restrict__ c) {
    kettle<false>(a, b, c, 0, kDeep / kStep);
}
__global__ void __launch_bounds__(128) copper_kettle_k3_b(const half* __restrict__ a, const half* __restrict__ b, float* __restrict__ c) {
    kettle<true>(a, b, c, blockIdx.z * (kDeep / kSlices), kDeep / kSlices / kStep);
}

// ---- n-body: acceleration of every light body by 8192 heavy ones, staged through shared memory.
constexpr int kBodies = 148 * 2048, kHeavy = 4096;

__device__ __forceinline__ void attract(float4 q, float4 me, float3& a) {
    float dx = q.x - me.x, dy = q.y - me.y, dz = q.z - me.z;
    float r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f)));
    float inv = rsqrtf(r2), w = q.w * inv * inv * inv;
    a.x = fmaf(dx, w, a.x); a.y = fmaf(dy, w, a.y); a.z = fmaf(dz, w, a.z);
}
template <int kBlock>  // two bodies a thread
__device__ __forceinline__ void gravity(const float4* __restrict__ light, const float4* __restrict__ heavy, float4* __restrict__ pull) {
    __shared__ float4 tile[kBlock];
    int i = blockIdx.x * (2 * kBlock) + threadIdx.x;
    float4 me = light[i], you = light[i + kBlock];
    float3 a = make_float3(0.0f, 0.0f, 0.0f), b = a;
    for (int from = 0; from < kHeavy; from += kBlock) {
        __syncthreads();
        tile[threadIdx.x] = heavy[from + threadIdx.x];
        __syncthreads();
#pragma unroll 16
        for (int j = 0; j < kBlock; ++j) {
            float4 q = tile[j];
            attract(q, me, a);
            attract(q, you, b);
        }
    }
    pull[i] = make_float4(a.x, a.y, a.z, me.w);
    pull[i + kBlock] = make_float4(b.x, b.y, b.z, you.w);
}
__global__ void __launch_bounds__(1024) lantern_parade_k3_a(const float4* __restrict__ light, const float4* __restrict__ heavy, float4* __restrict__ pull) { gravity<1024>(light, heavy, pull); }
__global__ void __launch_bounds__(128) lantern_parade_k3_b(const float4* __restrict__ light, const float4* __restrict__ heavy, float4* __restrict__ pull) { gravity<128>(light, heavy, pull); }

// ---- Lower-triangular sum over pairs: row i adds a kernel of the distance to every j < i. Two strips of 384 rows a block.
constexpr int kStrip = 384, kStrips = 2 * kSMs, kHill = kStrips * kStrip;

__device__ __forceinline__ float bump(float x, float y) {
    float d = x - y, w = fmaxf(fmaf(-4.0f * d, d, 1.0f), 0.0f);
    return w * w;
}
__device__ __forceinline__ void terrace(int strip, const float* __restrict__ x, float* __restrict__ sums, float4* tile) {
    int t = threadIdx.x;
    float me = x[strip * kStrip + t], sum = 0.0f, sum2 = 0.0f;
    float* flat = reinterpret_cast<float*>(tile);
    for (int s = 0; s < strip; ++s) {
        __syncthreads();
        flat[t] = x[s * kStrip + t];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < kStrip / 4; ++j) {
            float4 q = tile[j];
            sum += bump(me, q.x); sum2 += bump(me, q.y);
            sum += bump(me, q.z); sum2 += bump(me, q.w);
        }
    }
    __syncthreads();
    flat[t] = me;
    __syncthreads();
    for (int j = 0; j < t; ++j) sum += bump(me, flat[j]);
    sums[strip * kStrip + t] = sum + sum2;
}
__global__ void __launch_bounds__(kStrip) hill_terraces_k3_a(const float* __restrict__ x, float* __restrict__ sums) {
    __shared__ float4 tile[kStrip / 4];
#pragma unroll 1
    for (int k = 0; k < 2; ++k) terrace(2 * blockIdx.x + k, x, sums, tile);
}
__global__ void __launch_bounds__(kStrip) hill_terraces_k3_b(const float* __restrict__ x, float* __restrict__ sums) {
    __shared__ float4 tile[kStrip / 4];
#pragma unroll 1
    for (int k = 0; k < 2; ++k) terrace(k == 0 ? blockIdx.x : kStrips - 1 - blockIdx.x, x, sums, tile);
}

// ---- 3 x 3 blur of a batch of small pictures.
constexpr int kCard = 160, kCards = 24;

__device__ __forceinline__ void blur(const float* __restrict__ in, float* __restrict__ out) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.0f;
#pragma unroll
    for (int dy = -1; dy <= 1; ++dy)
#pragma unroll
        for (int dx = -1; dx <= 1; ++dx) sum += in[min(max(y + dy, 0), kCard - 1) * kCard + min(max(x + dx, 0), kCard - 1)];
    out[y * kCard + x] = sum * (1.0f / 9.0f);
}
__global__ void __launch_bounds__(256) postcard_rack_k3_a(const float* __restrict__ in, float* __restrict__ out) { blur(in, out); }
__global__ void __launch_bounds__(256) postcard_rack_k3_b(const float* __restrict__ in, float* __restrict__ out) {
    blur(in + blockIdx.z * kCard * kCard, out + blockIdx.z * kCard * kCard);
}

// ---- out = relu(x * scale + shift) + residual.
constexpr int kBeads = 32 << 20;

__device__ __forceinline__ float4 scaled(float4 v, float s, float b) { return make_float4(fmaf(v.x, s, b), fmaf(v.y, s, b), fmaf(v.z, s, b), fmaf(v.w, s, b)); }
__device__ __forceinline__ float4 relu(float4 v) { return make_float4(fmaxf(v.x, 0.0f), fmaxf(v.y, 0.0f), fmaxf(v.z, 0.0f), fmaxf(v.w, 0.0f)); }
__device__ __forceinline__ float4 plus(float4 v, float4 w) { return make_float4(v.x + w.x, v.y + w.y, v.z + w.z, v.w + w.w); }

__global__ void __launch_bounds__(512) glass_beads_k3_a0(const float4* __restrict__ x, float s, float b, float4* __restrict__ y) {
    int i = blockIdx.x * 512 + threadIdx.x;
    y[i] = scaled(x[i], s, b);
}
__global__ void __launch_bounds__(512) glass_beads_k3_a1(const float4* __restrict__ x, float4* __restrict__ y) {
    int i = blockIdx.x * 512 + threadIdx.x;
    y[i] = relu(x[i]);
}
__global__ void __launch_bounds__(512) glass_beads_k3_a2(const float4* __restrict__ x, const float4* __restrict__ r, float4* __restrict__ y) {
    int i = blockIdx.x * 512 + threadIdx.x;
    y[i] = plus(x[i], r[i]);
}
__global__ void __launch_bounds__(512) glass_beads_k3_b(const float4* __restrict__ x, float s, float b, const float4* __restrict__ r, float4* __restrict__ y) {
    int i = blockIdx.x * 512 + threadIdx.x;
    y[i] = plus(relu(scaled(x[i], s, b)), r[i]);
}

// ---- Softmax along rows of 4096.
constexpr int kPools = 16384, kPool = 4096;

template <bool kMax>
__device__ __forceinline__ float whole(float v) {
    __shared__ float part[2][8];
#pragma unroll
    for (int o = 16; o; o >>= 1) { float w = __shfl_xor_sync(0xffffffffu, v, o); v = kMax ? fmaxf(v, w) : v + w; }
    if (threadIdx.x % 32 == 0) part[kMax][threadIdx.x / 32] = v;
    __syncthreads();
    v = part[kMax][0];
#pragma unroll
    for (int w = 1; w < 8; ++w) v = kMax ? fmaxf(v, part[kMax][w]) : v + part[kMax][w];
    return v;
}
__device__ __forceinline__ void load_pool(const float4* __restrict__ x, float4 (&v)[4]) {
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = x[(size_t)blockIdx.x * (kPool / 4) + threadIdx.x + 256 * j];
}
__device__ __forceinline__ float top_of(const float4 (&v)[4]) {
    float m = v[0].x;
#pragma unroll
    for (int j = 0; j < 4; ++j) m = fmaxf(m, fmaxf(fmaxf(v[j].x, v[j].y), fmaxf(v[j].z, v[j].w)));
    return m;
}
__device__ __forceinline__ void lift(float4 (&v)[4], float m) {
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = make_float4(__expf(v[j].x - m), __expf(v[j].y - m), __expf(v[j].z - m), __expf(v[j].w - m));
}
__device__ __forceinline__ float sum_of(const float4 (&v)[4]) {
    float s = 0.0f;
#pragma unroll
    for (int j = 0; j < 4; ++j) s += v[j].x + v[j].y + v[j].z + v[j].w;
    return s;
}
__device__ __forceinline__ void store_pool(float4* __restrict__ y, const float4 (&v)[4], float r) {
#pragma unroll
    for (int j = 0; j < 4; ++j) y[(size_t)blockIdx.x * (kPool / 4) + threadIdx.x + 256 * j] = make_float4(v[j].x * r, v[j].y * r, v[j].z * r, v[j].w * r);
}
__global__ void __launch_bounds__(256) tide_pools_k3_a0(const float4* __restrict__ x, float* __restrict__ tops) {
    float4 v[4];
    load_pool(x, v);
    float m = whole<true>(top_of(v));
    if (threadIdx.x == 0) tops[blockIdx.x] = m;
}
__global__ void __launch_bounds__(256) tide_pools_k3_a1(const float4* __restrict__ x, const float* __restrict__ tops, float* __restrict__ totals) {
    float4 v[4];
    load_pool(x, v);
    lift(v, tops[blockIdx.x]);
    float s = whole<false>(sum_of(v));
    if (threadIdx.x == 0) totals[blockIdx.x] = s;
}
__global__ void __launch_bounds__(256) tide_pools_k3_a2(const float4* __restrict__ x, const float* __restrict__ tops, const float* __restrict__ totals, float4* __restrict__ y) {
    float4 v[4];
    load_pool(x, v);
    lift(v, tops[blockIdx.x]);
    store_pool(y, v, 1.0f / totals[blockIdx.x]);
}
__global__ void __launch_bounds__(256) tide_pools_k3_b(const float4* __restrict__ x, float4* __restrict__ y) {
    float4 v[4];
    load_pool(x, v);
    lift(v, whole<true>(top_of(v)));
    store_pool(y, v, 1.0f / whole<false>(sum_of(v)));
}

// ---- Difference of two integer vectors.
constexpr int kCranes = kSMs * 32 * 64 * 248;

__global__ void __launch_bounds__(64) paper_cranes_k3_a(const int* __restrict__ a, const int* __restrict__ b, int* __restrict__ c) {
    int i = blockIdx.x * 64 + threadIdx.x;
    c[i] = a[i] - b[i];
}
__global__ void __launch_bounds__(64) paper_cranes_k3_b(const int* __restrict__ a, const int* __restrict__ b, int* __restrict__ c) {
#pragma unroll 4
    for (int from = 0; from < kCranes; from += kSMs * 32 * 64) {
        int i = from + blockIdx.x * 64 + threadIdx.x;
        c[i] = a[i] - b[i];
    }
}

// ---- Density map: every pixel adds a compact kernel of its distance to 512 points held in constant memory.
constexpr int kMap = 1536, kHerons = 512;
__constant__ float2 herons[kHerons];

__device__ __forceinline__ void density(float* __restrict__ map) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float px = fmaf((float)x, 2.0f / kMap, -1.0f), py = fmaf((float)y, 2.0f / kMap, -1.0f), sum = 0.0f;
#pragma unroll 16
    for (int k = 0; k < kHerons; ++k) {
        float dx = px - herons[k].x, dy = py - herons[k].y;
        float w = fmaxf(fmaf(-dx, dx, fmaf(-dy, dy, 0.25f)), 0.0f);
        sum = fmaf(w, w, sum);
    }
    map[y * kMap + x] = sum;
}
__global__ void heron_map_k3_a(float* __restrict__ map) { density(map); }
__global__ void heron_map_k3_b(float* __restrict__ map) { density(map); }

// ---- Triad on vectors of float4.
constexpr int kReed = (kSMs * 8 * 24 + 60) * 256;

__device__ __forceinline__ float4 triad(float4 a, float4 b) { return make_float4(fmaf(0.7f, b.x, a.x), fmaf(0.7f, b.y, a.y), fmaf(0.7f, b.z, a.z), fmaf(0.7f, b.w, a.w)); }
__global__ void __launch_bounds__(256, 8) reed_flute_k3_a(const float4* __restrict__ a, const float4* __restrict__ b, float4* __restrict__ c) {
    int i = blockIdx.x * 256 + threadIdx.x;
    c[i] = triad(a[i], b[i]);
}
__global__ void __launch_bounds__(256, 8) reed_flute_k3_b(const float4* __restrict__ a, const float4* __restrict__ b, float4* __restrict__ c) {
#pragma unroll 1
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kReed; i += kSMs * 8 * 256) c[i] = triad(a[i], b[i]);
}

// ---- Dot product by as many blocks as the machine holds; one partial sum a block.
constexpr int kLoom = kSMs * 8 * 256 * 4 * 48;

__global__ void __launch_bounds__(256, 8) silver_loom_k3_a(const float4* __restrict__ a, const float4* __restrict__ b, float* __restrict__ partial) {
    __shared__ float part[8];
    int t = threadIdx.x;
    float sum = 0.0f;
#pragma unroll 2
    for (int from = 0; from < kLoom / 4; from += kSMs * 8 * 256) {
        int i = from + blockIdx.x * 256 + t;
        float4 v = __ldcs(a + i), w = __ldcs(b + i);
        sum = fmaf(v.x, w.x, fmaf(v.y, w.y, fmaf(v.z, w.z, fmaf(v.w, w.w, sum))));
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (t % 32 == 0) part[t / 32] = sum;
    __syncthreads();
    if (t == 0) {
#pragma unroll
        for (int w = 1; w < 8; ++w) sum += part[w];
        partial[blockIdx.x] = sum;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };

    float *kx = filled<float>(kKelp, 11), *ky = filled<float>(kKelp, 12), *kz = empty<float>(kKelp);
    add("kelp_forest_k3_a", kz, kKelp, Output::f32, [=] { kelp_forest_k3_a<<<32, 256>>>(1.7f, kx, ky, kz); });
    add("kelp_forest_k3_b", kz, kKelp, Output::f32, [=] { kelp_forest_k3_b<<<kSMs * 8, 256>>>(1.7f, kx, ky, kz); });

    half *ca = filled<half>((size_t)kSide * kDeep, 13), *cb = filled<half>((size_t)kSide * kDeep, 14);
    float* cc = empty<float>(kSide * kSide);
    CHECK(cudaFuncSetAttribute(copper_kettle_k3_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kKettleBytes));
    CHECK(cudaFuncSetAttribute(copper_kettle_k3_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kKettleBytes));
    add("copper_kettle_k3_a", cc, kSide * kSide, Output::f32, [=] { copper_kettle_k3_a<<<dim3(4, 4), 128, kKettleBytes>>>(ca, cb, cc); });
    add("copper_kettle_k3_b", cc, kSide * kSide, Output::f32, [=] {
        CHECK(cudaMemsetAsync(cc, 0, kSide * kSide * sizeof(float)));
        copper_kettle_k3_b<<<dim3(4, 4, kSlices), 128, kKettleBytes>>>(ca, cb, cc); });

    float4 *light = f4(filled<float>((size_t)kBodies * 4, 15)), *heavy = f4(filled<float>((size_t)kHeavy * 4, 16)), *pull = f4(empty<float>((size_t)kBodies * 4));
    add("lantern_parade_k3_a", pull, (size_t)kBodies * 4, Output::f32, [=] { lantern_parade_k3_a<<<kBodies / 2048, 1024>>>(light, heavy, pull); });
    add("lantern_parade_k3_b", pull, (size_t)kBodies * 4, Output::f32, [=] { lantern_parade_k3_b<<<kBodies / 256, 128>>>(light, heavy, pull); });

    float *hx = filled<float>(kHill, 17), *hs = empty<float>(kHill);
    add("hill_terraces_k3_a", hs, kHill, Output::f32, [=] { hill_terraces_k3_a<<<kSMs, kStrip>>>(hx, hs); });
    add("hill_terraces_k3_b", hs, kHill, Output::f32, [=] { hill_terraces_k3_b<<<kSMs, kStrip>>>(hx, hs); });

    float *pin = filled<float>(kCards * kCard * kCard, 18), *pout = empty<float>(kCards * kCard * kCard);
    add("postcard_rack_k3_a", pout, kCards * kCard * kCard, Output::f32, [=] {
        for (int k = 0; k < kCards; ++k) postcard_rack_k3_a<<<dim3(kCard / 32, kCard / 8), dim3(32, 8)>>>(pin + k * kCard * kCard, pout + k * kCard * kCard); });
    add("postcard_rack_k3_b", pout, kCards * kCard * kCard, Output::f32, [=] { postcard_rack_k3_b<<<dim3(kCard / 32, kCard / 8, kCards), dim3(32, 8)>>>(pin, pout); });

    float4 *bx = f4(filled<float>(kBeads, 19)), *br = f4(filled<float>(kBeads, 20)), *bt = f4(empty<float>(kBeads)), *bu = f4(empty<float>(kBeads)), *by = f4(empty<float>(kBeads));
    add("glass_beads_k3_a0", by, kBeads, Output::f32, [=] {
        glass_beads_k3_a0<<<kBeads / 2048, 512>>>(bx, 1.3f, 0.2f, bt);
        glass_beads_k3_a1<<<kBeads / 2048, 512>>>(bt, bu);
        glass_beads_k3_a2<<<kBeads / 2048, 512>>>(bu, br, by); });
    add("glass_beads_k3_b", by, kBeads, Output::f32, [=] { glass_beads_k3_b<<<kBeads / 2048, 512>>>(bx, 1.3f, 0.2f, br, by); });

    constexpr size_t water = (size_t)kPools * kPool;
    float4 *tx = f4(filled<float>(water, 21)), *ty = f4(empty<float>(water));
    float *tops = empty<float>(kPools), *totals = empty<float>(kPools);
    add("tide_pools_k3_a0", ty, water, Output::f32, [=] {
        tide_pools_k3_a0<<<kPools, 256>>>(tx, tops);
        tide_pools_k3_a1<<<kPools, 256>>>(tx, tops, totals);
        tide_pools_k3_a2<<<kPools, 256>>>(tx, tops, totals, ty); });
    add("tide_pools_k3_b", ty, water, Output::f32, [=] { tide_pools_k3_b<<<kPools, 256>>>(tx, ty); });

    int *pa = indices(kCranes, 1 << 20, 22), *pb = indices(kCranes, 1 << 20, 5023), *pc = empty<int>(kCranes);
    add("paper_cranes_k3_a", pc, kCranes, Output::i32, [=] { paper_cranes_k3_a<<<kCranes / 64, 64>>>(pa, pb, pc); });
    add("paper_cranes_k3_b", pc, kCranes, Output::i32, [=] { paper_cranes_k3_b<<<kSMs * 32, 64>>>(pa, pb, pc); });

    std::vector<float2> places(kHerons);
    for (int k = 0; k < kHerons; ++k) places[k] = make_float2(harness::unit(2 * k + 24), harness::unit(2 * k + 25));
    CHECK(cudaMemcpyToSymbol(herons, places.data(), sizeof(float2) * kHerons));
    float* map = empty<float>(kMap * kMap);
    add("heron_map_k3_a", map, kMap * kMap, Output::f32, [=] { heron_map_k3_a<<<dim3(kMap / 6, kMap / 6), dim3(6, 6)>>>(map); });
    add("heron_map_k3_b", map, kMap * kMap, Output::f32, [=] { heron_map_k3_b<<<dim3(kMap / 8, kMap / 8), dim3(8, 8)>>>(map); });

    float4 *ra = f4(filled<float>((size_t)kReed * 4, 26)), *rb = f4(filled<float>((size_t)kReed * 4, 27)), *rc = f4(empty<float>((size_t)kReed * 4));
    add("reed_flute_k3_a", rc, (size_t)kReed * 4, Output::f32, [=] { reed_flute_k3_a<<<kReed / 256, 256>>>(ra, rb, rc); });
    add("reed_flute_k3_b", rc, (size_t)kReed * 4, Output::f32, [=] { reed_flute_k3_b<<<kSMs * 8, 256>>>(ra, rb, rc); });

    float4 *la = f4(filled<float>(kLoom, 28)), *lb = f4(filled<float>(kLoom, 29));
    float* lp = empty<float>(kSMs * 8);
    add("silver_loom_k3_a", lp, kSMs * 8, Output::f32, [=] { silver_loom_k3_a<<<kSMs * 8, 256>>>(la, lb, lp); });

    return harness::run(argc, argv, cases);
}
