// Eight measured cases, before (_a) and after (_b): populations, particles, pictures, weights, counts and products.
#include "harness.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Logistic growth in double precision: 512 generations of each population, eight populations a thread.
constexpr int kColonies = 140 * 1024 * 8;

template <int kThreads>
__device__ __forceinline__ void grow(const double* __restrict__ start, double* __restrict__ end) {
    const int base = blockIdx.x * (kThreads * 8) + threadIdx.x;
    double x[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) x[k] = fabs(start[base + k * kThreads]);
#pragma unroll 2
    for (int year = 0; year < 512; ++year) {
#pragma unroll
        for (int k = 0; k < 8; ++k) x[k] = 3.61 * fma(-x[k], x[k], x[k]);
    }
#pragma unroll
    for (int k = 0; k < 8; ++k) end[base + k * kThreads] = x[k];
}

__global__ void __launch_bounds__(1024, 1) meadow_vole_ar3_a(const double* __restrict__ start, double* __restrict__ end) { grow<1024>(start, end); }
__global__ void __launch_bounds__(128, 8) meadow_vole_ar3_b(const double* __restrict__ start, double* __restrict__ end) { grow<128>(start, end); }

// ---- Soft overlap of every particle with all the particles of its own cell (float4: place and inverse radius squared).
constexpr int kCells = 2000, kTile = 128;

__device__ __forceinline__ void overlap(const float4* __restrict__ body, float* __restrict__ touch, float4* tile, int first, int count, int from) {
    const int t = threadIdx.x;
    const float4 me = body[first + from + t];
    float sum = 0.0f;
    for (int s = 0; s < count; s += kTile) {
        __syncthreads();
        tile[t] = body[first + s + t];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < kTile; ++k) {
            const float4 b = tile[k];
            const float dx = me.x - b.x, dy = me.y - b.y, dz = me.z - b.z;
            const float u = __saturatef(fmaf(-fmaf(dx, dx, fmaf(dy, dy, dz * dz)), fabsf(b.w), 1.0f));
            sum = fmaf(u, u, sum);
        }
    }
    touch[first + from + t] = sum;
}

__global__ void __launch_bounds__(128) pebble_jar_ar3_a(const float4* __restrict__ body, const int2* __restrict__ cell, float* __restrict__ touch) {
    __shared__ float4 tile[kTile];
    const int2 c = cell[blockIdx.x];  // first body and number of bodies
    for (int from = 0; from < c.y; from += kTile) overlap(body, touch, tile, c.x, c.y, from);
}

__global__ void __launch_bounds__(128) pebble_jar_ar3_b(const float4* __restrict__ body, const int4* __restrict__ job, float* __restrict__ touch) {
    __shared__ float4 tile[kTile];
    const int4 j = job[blockIdx.x];  // first body, number of bodies, first target
    overlap(body, touch, tile, j.x, j.y, j.z);
}

// ---- Half-precision layer tail: affine, gate, residual with a lower limit; eight elements a thread.
constexpr int kCloth = 132 * 180 * 2048;

__device__ __forceinline__ __half2 affine(__half2 x) { return __hfma2(x, __float2half2_rn(0.75f), __float2half2_rn(0.5f)); }
__device__ __forceinline__ __half2 gated(__half2 t, __half2 y) { return __hfma2(t, y, t); }
__device__ __forceinline__ __half2 limited(__half2 u, __half2 z) { return __hmax2(__hfma2(u, __float2half2_rn(0.6f), z), __float2half2_rn(0.05f)); }

struct alignas(16) Half8 { __half2 v[4]; };

__global__ void __launch_bounds__(256) linen_fold_ar3_a0(const Half8* __restrict__ x, Half8* __restrict__ t) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    Half8 a = x[i];
#pragma unroll
    for (int k = 0; k < 4; ++k) a.v[k] = affine(a.v[k]);
    t[i] = a;
}

__global__ void __launch_bounds__(256) linen_fold_ar3_a1(const Half8* __restrict__ t, const Half8* __restrict__ y, Half8* __restrict__ u) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    Half8 a = t[i];
    const Half8 b = y[i];
#pragma unroll
    for (int k = 0; k < 4; ++k) a.v[k] = gated(a.v[k], b.v[k]);
    u[i] = a;
}

__global__ void __launch_bounds__(256) linen_fold_ar3_a2(const Half8* __restrict__ u, const Half8* __restrict__ z, Half8* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    Half8 a = u[i];
    const Half8 b = z[i];
#pragma unroll
    for (int k = 0; k < 4; ++k) a.v[k] = limited(a.v[k], b.v[k]);
    out[i] = a;
}

__global__ void __launch_bounds__(256) linen_fold_ar3_b(const Half8* __restrict__ x, const Half8* __restrict__ y, const Half8* __restrict__ z,
                                                        Half8* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    Half8 a = x[i];
    const Half8 b = y[i], c = z[i];
#pragma unroll
    for (int k = 0; k < 4; ++k) a.v[k] = limited(gated(affine(a.v[k]), b.v[k]), c.v[k]);
    out[i] = a;
}

// ---- Gradient step of fourteen small weight tensors (float weights, bfloat16 gradients, a rate for each tensor), four elements a thread.
constexpr int kTensors = 14;
constexpr int kSizes[kTensors] = {9408, 64, 36864, 128, 18432, 24576, 96, 40960, 5120, 30720, 12800, 256, 27648, 10240};  // multiples of 4

__device__ __forceinline__ void step4(const float4* __restrict__ w, const uint2* __restrict__ g, float4* __restrict__ out, int i, float rate) {
    const float4 old = w[i];
    const uint2 raw = g[i];
    const float g0 = __uint_as_float(raw.x << 16), g1 = __uint_as_float(raw.x & 0xffff0000u);
    const float g2 = __uint_as_float(raw.y << 16), g3 = __uint_as_float(raw.y & 0xffff0000u);
    out[i] = make_float4(fmaf(-rate, fmaf(0.01f, old.x, g0), old.x), fmaf(-rate, fmaf(0.01f, old.y, g1), old.y),
                         fmaf(-rate, fmaf(0.01f, old.z, g2), old.z), fmaf(-rate, fmaf(0.01f, old.w, g3), old.w));
}

__global__ void __launch_bounds__(128) copper_kettle_ar3_a0(const float4* __restrict__ w, const uint2* __restrict__ g, float4* __restrict__ out, int quads,
                                                            float rate) {
    const int i = blockIdx.x * 128 + threadIdx.x;
    if (i < quads) step4(w, g, out, i, rate);
}

struct Piece { int first, last; float rate; int unused; };  // quadruples of one tensor that one block updates

__global__ void __launch_bounds__(128) copper_kettle_ar3_b(const float4* __restrict__ w, const uint2* __restrict__ g, float4* __restrict__ out,
                                                           const Piece* __restrict__ pieces) {
    const Piece p = pieces[blockIdx.x];
    const int i = p.first + threadIdx.x;
    if (i < p.last) step4(w, g, out, i, p.rate);
}

// ---- Vertical second difference of sixteen pictures of 384 rows of 640 floats; two groups of 160 threads walk down strips of rows.
constexpr int kPictures = 16, kRows = 384, kQuads = 160;

template <int kDeep>
__device__ __forceinline__ void bend(const float4* __restrict__ picture, float4* __restrict__ edge) {
    const int column = threadIdx.x % kQuads, first = (blockIdx.x * 2 + threadIdx.x / kQuads) * kDeep;
    const size_t base = (size_t)blockIdx.y * (kRows * kQuads) + column;
    float4 up = picture[base + max(first - 1, 0) * kQuads], mid = picture[base + first * kQuads];
#pragma unroll 1
    for (int row = first; row < first + kDeep; row += 8) {
        float4 down[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) down[k] = picture[base + min(row + k + 1, kRows - 1) * kQuads];
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            edge[base + (row + k) * kQuads] = make_float4(fabsf(fmaf(-2.0f, mid.x, up.x + down[k].x)), fabsf(fmaf(-2.0f, mid.y, up.y + down[k].y)),
                                                          fabsf(fmaf(-2.0f, mid.z, up.z + down[k].z)), fabsf(fmaf(-2.0f, mid.w, up.w + down[k].w)));
            up = mid;
            mid = down[k];
        }
    }
}

__global__ void __launch_bounds__(320) amber_ridge_ar3_a(const float4* __restrict__ picture, float4* __restrict__ edge) { bend<192>(picture, edge); }
__global__ void __launch_bounds__(320) amber_ridge_ar3_b(const float4* __restrict__ picture, float4* __restrict__ edge) { bend<8>(picture, edge); }

// ---- Monte Carlo: how many of 96 random points of each thread's own generator lie in the quarter circle.
constexpr int kThrowers = 3696 * 288;

template <int kThreads>
__device__ __forceinline__ void throw_points(const int* __restrict__ seed, int* __restrict__ inside) {
    const int i = blockIdx.x * kThreads + threadIdx.x;
    uint32_t s = (uint32_t)seed[i] * 2654435761u + 12345u;
    int hits = 0;
#pragma unroll 8
    for (int k = 0; k < 96; ++k) {
        s = s * 1664525u + 1013904223u;
        const uint32_t x = s >> 17;
        s = s * 1664525u + 1013904223u;
        const uint32_t y = s >> 17;
        hits += x * x + y * y < (1u << 30);
    }
    inside[i] = hits;
}

__global__ void __launch_bounds__(72) juggler_hoop_ar3_a(const int* __restrict__ seed, int* __restrict__ inside) { throw_points<72>(seed, inside); }
__global__ void __launch_bounds__(288) juggler_hoop_ar3_b(const int* __restrict__ seed, int* __restrict__ inside) { throw_points<288>(seed, inside); }

// ---- Matrix times vector in bfloat16 with a floor at zero: a warp a row of 2560.
constexpr int kLines = 12688 * 16, kWide = 320;  // rows; groups of eight a row

__device__ __forceinline__ float dot2(uint32_t a, uint32_t x, float sum) {
    sum = fmaf(__uint_as_float(a << 16), __uint_as_float(x << 16), sum);
    return fmaf(__uint_as_float(a & 0xffff0000u), __uint_as_float(x & 0xffff0000u), sum);
}

template <int kThreads>
__device__ __forceinline__ void line_dot(const uint4* __restrict__ matrix, const uint4* __restrict__ vector, float* __restrict__ result) {
    const int row = blockIdx.x * (kThreads / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    const uint4* line = matrix + (size_t)row * kWide + lane;
    float even = 0.0f, odd = 0.0f;
#pragma unroll
    for (int half = 0; half < 2; ++half) {
        uint4 a[5];
#pragma unroll
        for (int k = 0; k < 5; ++k) a[k] = line[(half * 5 + k) * 32];
#pragma unroll
        for (int k = 0; k < 5; ++k) {
            const uint4 x = vector[(half * 5 + k) * 32 + lane];
            even = dot2(a[k].x, x.x, even); odd = dot2(a[k].y, x.y, odd);
            even = dot2(a[k].z, x.z, even); odd = dot2(a[k].w, x.w, odd);
        }
    }
    float sum = even + odd;
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (lane == 0) result[row] = fmaxf(sum, 0.0f);
}

__global__ void __launch_bounds__(512, 2) walnut_gate_ar3_a(const uint4* __restrict__ matrix, const uint4* __restrict__ vector, float* __restrict__ result) {
    line_dot<512>(matrix, vector, result);
}
__global__ void __launch_bounds__(256, 4) walnut_gate_ar3_b(const uint4* __restrict__ matrix, const uint4* __restrict__ vector, float* __restrict__ result) {
    line_dot<256>(matrix, vector, result);
}

// ---- Products of complex numbers in double precision, one wave of blocks that walk over all pairs, two in flight a thread.
constexpr int kWalkers = 132 * 8 * 256, kPairs = kWalkers * 2 * 72;

__global__ void __launch_bounds__(256, 8) silver_braid_ar3_a(const double2* __restrict__ a, const double2* __restrict__ b, double2* __restrict__ c) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kPairs; i += 2 * kWalkers) {
        const double2 p = __ldcs(a + i), q = __ldcs(b + i), r = __ldcs(a + i + kWalkers), s = __ldcs(b + i + kWalkers);
        __stcs(c + i, make_double2(p.x * q.x - p.y * q.y, p.x * q.y + p.y * q.x));
        __stcs(c + i + kWalkers, make_double2(r.x * s.x - r.y * s.y, r.x * s.y + r.y * s.x));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };

    {
        const double* start = filled<double>(kColonies, 11);
        double* end = empty<double>(kColonies);
        add("meadow_vole_ar3_a", end, kColonies, Output::f64, [=] { meadow_vole_ar3_a<<<kColonies / 8192, 1024>>>(start, end); });
        add("meadow_vole_ar3_b", end, kColonies, Output::f64, [=] { meadow_vole_ar3_b<<<kColonies / 1024, 128>>>(start, end); });
    }
    {
        std::vector<int2> cell(kCells);
        std::vector<int4> job;
        int bodies = 0;
        for (int c = 0; c < kCells; ++c) {
            int count = c % 49 == 17 ? 3072 : kTile * (1 + (int)(harness::hash32(c + 5) % 3));
            cell[c] = make_int2(bodies, count);
            for (int from = 0; from < count; from += kTile) job.push_back(make_int4(bodies, count, from, 0));
            bodies += count;
        }
        std::stable_sort(job.begin(), job.end(), [](const int4& a, const int4& b) { return a.y > b.y; });
        const int jobs = (int)job.size();
        const int2* cells = uploaded(cell);
        const int4* work = uploaded(job);
        const float4* body = reinterpret_cast<const float4*>(filled<float>((size_t)bodies * 4, 12));
        float* touch = empty<float>(bodies);
        add("pebble_jar_ar3_a", touch, bodies, Output::f32, [=] { pebble_jar_ar3_a<<<kCells, kTile>>>(body, cells, touch); });
        add("pebble_jar_ar3_b", touch, bodies, Output::f32, [=] { pebble_jar_ar3_b<<<jobs, kTile>>>(body, work, touch); });
    }
    {
        const Half8 *x = reinterpret_cast<const Half8*>(filled<__half>(kCloth, 13)), *y = reinterpret_cast<const Half8*>(filled<__half>(kCloth, 14)),
                    *z = reinterpret_cast<const Half8*>(filled<__half>(kCloth, 15));
        Half8 *t = reinterpret_cast<Half8*>(empty<__half>(kCloth)), *u = reinterpret_cast<Half8*>(empty<__half>(kCloth)),
              *out = reinterpret_cast<Half8*>(empty<__half>(kCloth));
        add("linen_fold_ar3_a", out, kCloth, Output::f16, [=] {
            linen_fold_ar3_a0<<<kCloth / 2048, 256>>>(x, t);
            linen_fold_ar3_a1<<<kCloth / 2048, 256>>>(t, y, u);
            linen_fold_ar3_a2<<<kCloth / 2048, 256>>>(u, z, out); });
        add("linen_fold_ar3_b", out, kCloth, Output::f16, [=] { linen_fold_ar3_b<<<kCloth / 2048, 256>>>(x, y, z, out); });
    }
    {
        std::vector<Piece> piece;
        std::vector<int> begin(kTensors), quads(kTensors);
        std::vector<float> rate(kTensors);
        int total = 0;
        for (int k = 0; k < kTensors; ++k) {
            begin[k] = total; quads[k] = kSizes[k] / 4; rate[k] = 0.01f + 0.003f * k;
            for (int q = 0; q < quads[k]; q += 128) piece.push_back({total + q, total + std::min(q + 128, quads[k]), rate[k], 0});
            total += quads[k];
        }
        const int blocks = (int)piece.size();
        const Piece* pieces = uploaded(piece);
        const float4* w = reinterpret_cast<const float4*>(filled<float>((size_t)total * 4, 16));
        const uint2* g = reinterpret_cast<const uint2*>(filled<__nv_bfloat16>((size_t)total * 4, 17));
        float4* out = reinterpret_cast<float4*>(empty<float>((size_t)total * 4));
        add("copper_kettle_ar3_a", out, (size_t)total * 4, Output::f32, [=] {
            for (int k = 0; k < kTensors; ++k)
                copper_kettle_ar3_a0<<<(quads[k] + 127) / 128, 128>>>(w + begin[k], g + begin[k], out + begin[k], quads[k], rate[k]); });
        add("copper_kettle_ar3_b", out, (size_t)total * 4, Output::f32, [=] { copper_kettle_ar3_b<<<blocks, 128>>>(w, g, out, pieces); });
    }
    {
        constexpr size_t kPixels = (size_t)kPictures * kRows * kQuads * 4;
        const float4* picture = reinterpret_cast<const float4*>(filled<float>(kPixels, 18));
        float4* edge = reinterpret_cast<float4*>(empty<float>(kPixels));
        add("amber_ridge_ar3_a", edge, kPixels, Output::f32, [=] { amber_ridge_ar3_a<<<dim3(1, kPictures), 320>>>(picture, edge); });
        add("amber_ridge_ar3_b", edge, kPixels, Output::f32, [=] { amber_ridge_ar3_b<<<dim3(kRows / 16, kPictures), 320>>>(picture, edge); });
    }
    {
        const int* seed = harness::indices(kThrowers, 1u << 30, 19);
        int* inside = empty<int>(kThrowers);
        add("juggler_hoop_ar3_a", inside, kThrowers, Output::i32, [=] { juggler_hoop_ar3_a<<<kThrowers / 72, 72>>>(seed, inside); });
        add("juggler_hoop_ar3_b", inside, kThrowers, Output::i32, [=] { juggler_hoop_ar3_b<<<kThrowers / 288, 288>>>(seed, inside); });
    }
    {
        const uint4* matrix = reinterpret_cast<const uint4*>(filled<__nv_bfloat16>((size_t)kLines * kWide * 8, 20));
        const uint4* vector = reinterpret_cast<const uint4*>(filled<__nv_bfloat16>(kWide * 8, 21));
        float* result = empty<float>(kLines);
        add("walnut_gate_ar3_a", result, kLines, Output::f32, [=] { walnut_gate_ar3_a<<<kLines / 16, 512>>>(matrix, vector, result); });
        add("walnut_gate_ar3_b", result, kLines, Output::f32, [=] { walnut_gate_ar3_b<<<kLines / 8, 256>>>(matrix, vector, result); });
    }
    {
        const double2 *a = reinterpret_cast<const double2*>(filled<double>((size_t)kPairs * 2, 22)),
                      *b = reinterpret_cast<const double2*>(filled<double>((size_t)kPairs * 2, 23));
        double2* c = reinterpret_cast<double2*>(empty<double>((size_t)kPairs * 2));
        add("silver_braid_ar3_a", c, (size_t)kPairs * 2, Output::f64, [=] { silver_braid_ar3_a<<<132 * 8, 256>>>(a, b, c); });
    }

    return harness::run(argc, argv, cases);
}
