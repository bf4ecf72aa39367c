// One program of measured pairs, set hundredseventysixth, suffix ci6.
#include "harness.cuh"
#include <cuda_fp16.h>
using harness::Output;
static std::vector<harness::Case> cases;
static void add(const char* n, std::function<void()> f, const void* out, size_t c, Output t = Output::f32) { cases.push_back({n, f, out, c, t}); }

__global__ void harness_transpose(const float* in, float* out, size_t rows, int cols) {
    size_t n = rows * cols;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        out[(i % cols) * rows + i / cols] = in[i];
}

// ---- k-means membership (Rodinia kmeans style): 34 features, 8 centres
constexpr int KMn = 1 << 22, KMf = 34, KMk = 8;
template <bool POINT_MAJOR>
__device__ __forceinline__ void km_body(const float* __restrict__ feat, const float* __restrict__ centre, int* __restrict__ member, float4* cs) {
    for (int i = threadIdx.x; i < KMf * KMk; i += 256) reinterpret_cast<float*>(cs)[i] = centre[i];
    __syncthreads();
    int p = blockIdx.x * 256 + threadIdx.x;
    float d[KMk];
#pragma unroll
    for (int c = 0; c < KMk; ++c) d[c] = 0.0f;
#pragma unroll 17
    for (int f = 0; f < KMf; ++f) {
        float x = POINT_MAJOR ? feat[(size_t)p * KMf + f] : feat[(size_t)f * KMn + p];
        float4 u = cs[f * 2], v = cs[f * 2 + 1];
        float t;
        t = x - u.x; d[0] += t * t; t = x - u.y; d[1] += t * t; t = x - u.z; d[2] += t * t; t = x - u.w; d[3] += t * t;
        t = x - v.x; d[4] += t * t; t = x - v.y; d[5] += t * t; t = x - v.z; d[6] += t * t; t = x - v.w; d[7] += t * t;
    }
    int best = 0; float bd = d[0];
#pragma unroll
    for (int c = 1; c < KMk; ++c) if (d[c] < bd) { bd = d[c]; best = c; }
    member[p] = best;
}
__global__ void __launch_bounds__(256) walnut_ferry_ci6_a(const float* __restrict__ feat, const float* __restrict__ centre, int* __restrict__ member) {
    __shared__ float4 cs[KMf * 2];
    km_body<true>(feat, centre, member, cs);
}
__global__ void __launch_bounds__(256) walnut_ferry_ci6_b(const float* __restrict__ feat, const float* __restrict__ centre, int* __restrict__ member) {
    __shared__ float4 cs[KMf * 2];
    km_body<false>(feat, centre, member, cs);
}
static void r01() {
    float *x = harness::filled<float>((size_t)KMn * KMf, 3), *xt = harness::empty<float>((size_t)KMn * KMf), *c = harness::filled<float>(KMf * KMk, 5);
    int* o = harness::empty<int>(KMn);
    harness_transpose<<<4096, 256>>>(x, xt, KMn, KMf); CHECK(cudaGetLastError());
    add("walnut_ferry_ci6_a", [=] { walnut_ferry_ci6_a<<<KMn / 256, 256>>>(x, c, o); }, o, KMn, Output::i32);
    add("walnut_ferry_ci6_b", [=] { walnut_ferry_ci6_b<<<KMn / 256, 256>>>(xt, c, o); }, o, KMn, Output::i32);
}

// ---- PolyBench-GPU style gemm: D = alpha A B + beta C
constexpr int GMn = 1536;
__global__ void __launch_bounds__(256) saddle_comet_ci6_a(const float* __restrict__ A, const float* __restrict__ B, const float* __restrict__ C,
                                                          float* __restrict__ D, float alpha, float beta) {
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y;
    if (i >= GMn || j >= GMn) return;
    float acc = 0.0f;
    for (int k = 0; k < GMn; ++k) acc += A[i * GMn + k] * B[k * GMn + j];
    D[i * GMn + j] = alpha * acc + beta * C[i * GMn + j];
}
__global__ void __launch_bounds__(256) saddle_comet_ci6_b(const float* __restrict__ A, const float* __restrict__ B, const float* __restrict__ C,
                                                          float* __restrict__ D, float alpha, float beta) {
    __shared__ float As[2][16][68];
    __shared__ float4 Bs[2][16][16];
    int t = threadIdx.x, tx = t & 15, ty = t >> 4;
    int i0 = blockIdx.y * 64, j0 = blockIdx.x * 64;
    int ar = t >> 2, ac = (t & 3) * 4, br = t >> 4, bc = t & 15;
    float acc[4][4] = {};
    float4 a = *reinterpret_cast<const float4*>(A + (size_t)(i0 + ar) * GMn + ac);
    float4 b = *reinterpret_cast<const float4*>(B + (size_t)br * GMn + j0 + bc * 4);
    int buf = 0;
    for (int k = 0; k < GMn; k += 16) {
        As[buf][ac][ar] = a.x; As[buf][ac + 1][ar] = a.y; As[buf][ac + 2][ar] = a.z; As[buf][ac + 3][ar] = a.w;
        Bs[buf][br][bc] = b;
        __syncthreads();
        if (k + 16 < GMn) {
            a = *reinterpret_cast<const float4*>(A + (size_t)(i0 + ar) * GMn + k + 16 + ac);
            b = *reinterpret_cast<const float4*>(B + (size_t)(k + 16 + br) * GMn + j0 + bc * 4);
        }
#pragma unroll
        for (int q = 0; q < 16; ++q) {
            float4 u = *reinterpret_cast<const float4*>(&As[buf][q][ty * 4]);
            float4 v = Bs[buf][q][tx];
            float ua[4] = {u.x, u.y, u.z, u.w}, va[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
            for (int r = 0; r < 4; ++r)
#pragma unroll
                for (int s = 0; s < 4; ++s) acc[r][s] += ua[r] * va[s];
        }
        buf ^= 1;
    }
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        size_t at = (size_t)(i0 + ty * 4 + r) * GMn + j0 + tx * 4;
        float4 c = *reinterpret_cast<const float4*>(C + at);
        *reinterpret_cast<float4*>(D + at) = make_float4(alpha * acc[r][0] + beta * c.x, alpha * acc[r][1] + beta * c.y,
                                                        alpha * acc[r][2] + beta * c.z, alpha * acc[r][3] + beta * c.w);
    }
}
static void r02() {
    size_t n = (size_t)GMn * GMn;
    float *A = harness::filled<float>(n, 11), *B = harness::filled<float>(n, 12), *C = harness::filled<float>(n, 13), *D = harness::empty<float>(n);
    add("saddle_comet_ci6_a", [=] { saddle_comet_ci6_a<<<dim3(GMn / 32, GMn / 8), dim3(32, 8)>>>(A, B, C, D, 1.5f, 0.7f); }, D, n);
    add("saddle_comet_ci6_b", [=] { saddle_comet_ci6_b<<<dim3(GMn / 64, GMn / 64), 256>>>(A, B, C, D, 1.5f, 0.7f); }, D, n);
}

// ---- Lennard-Jones energies of a cluster (LAMMPS-like lj/cut without lists); slices of the partners by blockIdx.y
constexpr int LJn = 20480, LJs = 16;
__global__ void __launch_bounds__(256) velvet_anchor_ci6_a(const float4* __restrict__ pos, float* __restrict__ energy, float sigma, float eps) {
    __shared__ float4 tile[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = pos[i];
    float e = 0;
    int j0 = blockIdx.y * (LJn / LJs);
    for (int t = 0; t < LJn / LJs; t += 256) {
        tile[threadIdx.x] = pos[j0 + t + threadIdx.x];
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < 256; ++k) {
            float4 q = tile[k];
            float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
            float r2 = dx * dx + dy * dy + dz * dz + 0.05f;
            float s2 = sigma * sigma * (1.0 / r2);
            float s6 = s2 * s2 * s2;
            e += 4.0 * eps * (s6 * s6 - s6) * q.w + 0.5 * s2;
        }
        __syncthreads();
    }
    energy[blockIdx.y * LJn + i] = e;
}
__global__ void __launch_bounds__(256) velvet_anchor_ci6_b(const float4* __restrict__ pos, float* __restrict__ energy, float sigma, float eps) {
    __shared__ float4 tile[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = pos[i];
    float e = 0;
    int j0 = blockIdx.y * (LJn / LJs);
    for (int t = 0; t < LJn / LJs; t += 256) {
        tile[threadIdx.x] = pos[j0 + t + threadIdx.x];
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < 256; ++k) {
            float4 q = tile[k];
            float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
            float r2 = dx * dx + dy * dy + dz * dz + 0.05f;
            float s2 = sigma * sigma * __fdividef(1.0f, r2);
            float s6 = s2 * s2 * s2;
            e += 4.0f * eps * (s6 * s6 - s6) * q.w + 0.5f * s2;
        }
        __syncthreads();
    }
    energy[blockIdx.y * LJn + i] = e;
}
static void r03() {
    float* p = harness::filled<float>(4 * LJn, 21); float* o = harness::empty<float>((size_t)LJn * LJs);
    add("velvet_anchor_ci6_a", [=] { velvet_anchor_ci6_a<<<dim3(LJn / 256, LJs), 256>>>((const float4*)p, o, 0.4f, 0.9f); }, o, (size_t)LJn * LJs);
    add("velvet_anchor_ci6_b", [=] { velvet_anchor_ci6_b<<<dim3(LJn / 256, LJs), 256>>>((const float4*)p, o, 0.4f, 0.9f); }, o, (size_t)LJn * LJs);
}

__global__ void harness_bits(uint32_t* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = harness::hash32((uint32_t)i * 2654435761u + seed);
}
static uint32_t* random_bits(size_t words, uint32_t seed) {
    uint32_t* p; CHECK(cudaMalloc(&p, words * 4));
    harness_bits<<<4096, 256>>>(p, words, seed); CHECK(cudaGetLastError());
    return p;
}
__global__ void harness_keys(int* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        uint32_t h = harness::hash32((uint32_t)i + seed) & 4095; p[i] = (int)((h * h) >> 18);
    }
}

// ---- group-by sum of a column (RAPIDS style): 64 groups, skewed
constexpr int GBn = 1 << 24;
__global__ void __launch_bounds__(256) pepper_glacier_ci6_a(const int4* __restrict__ key, const int4* __restrict__ val, int* __restrict__ sums) {
    int i = blockIdx.x * 256 + threadIdx.x;
    int4 k = key[i], v = val[i];
    atomicAdd(&sums[k.x], v.x >> 12);
    atomicAdd(&sums[k.y], v.y >> 12);
    atomicAdd(&sums[k.z], v.z >> 12);
    atomicAdd(&sums[k.w], v.w >> 12);
}
__global__ void __launch_bounds__(256) pepper_glacier_ci6_b(const int4* __restrict__ key, const int4* __restrict__ val, int* __restrict__ sums) {
    __shared__ int part[8][64];
    for (int i = threadIdx.x; i < 512; i += 256) (&part[0][0])[i] = 0;
    __syncthreads();
    int* mine = part[threadIdx.x >> 5];
    for (int i = blockIdx.x * 256 + threadIdx.x; i < GBn / 4; i += gridDim.x * 256) {
        int4 k = key[i], v = val[i];
        atomicAdd(&mine[k.x], v.x >> 12);
        atomicAdd(&mine[k.y], v.y >> 12);
        atomicAdd(&mine[k.z], v.z >> 12);
        atomicAdd(&mine[k.w], v.w >> 12);
    }
    __syncthreads();
    if (threadIdx.x < 64) {
        int s = 0;
#pragma unroll
        for (int w = 0; w < 8; ++w) s += part[w][threadIdx.x];
        atomicAdd(&sums[threadIdx.x], s);
    }
}
static void r04() {
    int* k = harness::empty<int>(GBn); int* o = harness::empty<int>(64);
    harness_keys<<<4096, 256>>>(k, GBn, 77); CHECK(cudaGetLastError());
    int* v = (int*)random_bits(GBn, 31);
    add("pepper_glacier_ci6_a", [=] { pepper_glacier_ci6_a<<<GBn / 1024, 256>>>((const int4*)k, (const int4*)v, o); }, o, 64, Output::i32);
    add("pepper_glacier_ci6_b", [=] { pepper_glacier_ci6_b<<<132 * 8, 256>>>((const int4*)k, (const int4*)v, o); }, o, 64, Output::i32);
}

// ---- absolute difference of two 8-bit frames (OpenCV cuda style)
constexpr int ADw = 16384, ADh = 12288;
__global__ void __launch_bounds__(256) harbor_quill_ci6_a(const uint8_t* __restrict__ a, const uint8_t* __restrict__ b, uint8_t* __restrict__ o, int w, int h, int step) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x >= w || y >= h) return;
    size_t at = (size_t)y * step + x;
    o[at] = (uint8_t)abs((int)a[at] - (int)b[at]);
}
__global__ void __launch_bounds__(256) harbor_quill_ci6_b(const uint8_t* __restrict__ a, const uint8_t* __restrict__ b, uint8_t* __restrict__ o, int w, int h, int step) {
    int x = (blockIdx.x * 32 + threadIdx.x) * 16, y = blockIdx.y * 8 + threadIdx.y;
    if (x >= w || y >= h) return;
    size_t at = (size_t)y * step + x;
    uint4 p = *reinterpret_cast<const uint4*>(a + at), q = *reinterpret_cast<const uint4*>(b + at);
    *reinterpret_cast<uint4*>(o + at) = make_uint4(__vabsdiffu4(p.x, q.x), __vabsdiffu4(p.y, q.y), __vabsdiffu4(p.z, q.z), __vabsdiffu4(p.w, q.w));
}
static void r05() {
    size_t n = (size_t)ADw * ADh;
    uint8_t *a = (uint8_t*)random_bits(n / 4, 41), *b = (uint8_t*)random_bits(n / 4, 42), *o = harness::empty<uint8_t>(n);
    add("harbor_quill_ci6_a", [=] { harbor_quill_ci6_a<<<dim3(ADw / 32, ADh / 8), dim3(32, 8)>>>(a, b, o, ADw, ADh, ADw); }, o, n, Output::u8);
    add("harbor_quill_ci6_b", [=] { harbor_quill_ci6_b<<<dim3(ADw / 512, ADh / 8), dim3(32, 8)>>>(a, b, o, ADw, ADh, ADw); }, o, n, Output::u8);
}

// ---- Gaussian elimination with Fan1 / Fan2 launches a column (Rodinia gaussian style)
constexpr int GEn = 64;
__global__ void harness_dominant(float* a, int n) { int i = threadIdx.x; a[i * n + i] += 9.0f; }
__global__ void maple_turbine_ci6_a(const float* src, float* work, int n, int t) {
    int i = t + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float* from = t == 0 ? src : work;
    work[i * n + t] = from[i * n + t] / from[t * n + t];
}
__global__ void maple_turbine_ci6_a_rows(const float* src, float* work, int n, int t) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n) return;
    if (t == 0 && i == 0) { work[j] = src[j]; return; }
    if (i <= t || j <= t) return;
    const float* from = t == 0 ? src : work;
    work[i * n + j] = from[i * n + j] - work[i * n + t] * from[t * n + j];
}
__global__ void __launch_bounds__(1024) maple_turbine_ci6_b(const float* __restrict__ src, float* __restrict__ work) {
    __shared__ float m[GEn][GEn + 1];
    int j = threadIdx.x & 63, i0 = threadIdx.x >> 6;
    for (int i = i0; i < GEn; i += 16) m[i][j] = src[i * GEn + j];
    __syncthreads();
    for (int t = 0; t < GEn - 1; ++t) {
        if (threadIdx.x > t && threadIdx.x < GEn) m[threadIdx.x][t] /= m[t][t];
        __syncthreads();
        if (j > t)
            for (int i = i0; i < GEn; i += 16) if (i > t) m[i][j] -= m[i][t] * m[t][j];
        __syncthreads();
    }
    for (int i = i0; i < GEn; i += 16) work[i * GEn + j] = m[i][j];
}
static void r06() {
    float *s = harness::filled<float>(GEn * GEn, 51), *w = harness::empty<float>(GEn * GEn);
    harness_dominant<<<1, GEn>>>(s, GEn); CHECK(cudaGetLastError());
    add("maple_turbine_ci6_a", [=] {
        for (int t = 0; t < GEn - 1; ++t) {
            maple_turbine_ci6_a<<<1, 64>>>(s, w, GEn, t);
            maple_turbine_ci6_a_rows<<<dim3(4, 4), dim3(16, 16)>>>(s, w, GEn, t);
        }
    }, w, GEn * GEn);
    add("maple_turbine_ci6_b", [=] { maple_turbine_ci6_b<<<1, 1024>>>(s, w); }, w, GEn * GEn);
}

// ---- residual add, RMS norm, scale by weights (llama.cpp style graph nodes)
constexpr int RNt = 8192, RNd = 4096;
__device__ __forceinline__ float block_sum256(float v, float* sh) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(~0u, v, o);
    if ((threadIdx.x & 31) == 0) sh[threadIdx.x >> 5] = v;
    __syncthreads();
    float s = 0;
#pragma unroll
    for (int w = 0; w < 8; ++w) s += sh[w];
    return s;
}
__global__ void __launch_bounds__(256) ribbon_canyon_ci6_a(const float4* __restrict__ x, const float4* __restrict__ r, float4* __restrict__ s) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    float4 a = x[i], b = r[i];
    s[i] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
__global__ void __launch_bounds__(256) ribbon_canyon_ci6_a_norm(const float4* __restrict__ s, float4* __restrict__ y, float eps) {
    __shared__ float sh[8];
    size_t base = (size_t)blockIdx.x * (RNd / 4);
    float4 v[4]; float q = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) { v[k] = s[base + k * 256 + threadIdx.x]; q += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w; }
    float g = rsqrtf(block_sum256(q, sh) / RNd + eps);
#pragma unroll
    for (int k = 0; k < 4; ++k) y[base + k * 256 + threadIdx.x] = make_float4(v[k].x * g, v[k].y * g, v[k].z * g, v[k].w * g);
}
__global__ void __launch_bounds__(256) ribbon_canyon_ci6_a_scale(const float4* __restrict__ y, const float4* __restrict__ w, float4* __restrict__ o) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    float4 a = y[i], b = w[i & (RNd / 4 - 1)];
    o[i] = make_float4(a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w);
}
__global__ void __launch_bounds__(256) ribbon_canyon_ci6_b(const float4* __restrict__ x, const float4* __restrict__ r, const float4* __restrict__ w,
                                                           float4* __restrict__ s, float4* __restrict__ o, float eps) {
    __shared__ float sh[8];
    size_t base = (size_t)blockIdx.x * (RNd / 4);
    float4 v[4]; float q = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float4 a = x[base + k * 256 + threadIdx.x], b = r[base + k * 256 + threadIdx.x];
        v[k] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
        s[base + k * 256 + threadIdx.x] = v[k];
        q += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
    }
    float g = rsqrtf(block_sum256(q, sh) / RNd + eps);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float4 b = w[k * 256 + threadIdx.x];
        o[base + k * 256 + threadIdx.x] = make_float4(v[k].x * g * b.x, v[k].y * g * b.y, v[k].z * g * b.z, v[k].w * g * b.w);
    }
}
static void r07() {
    size_t n = (size_t)RNt * RNd;
    float *x = harness::filled<float>(n, 61), *r = harness::filled<float>(n, 62), *w = harness::filled<float>(RNd, 63);
    float *s = harness::empty<float>(n), *y = harness::empty<float>(n), *o = harness::empty<float>(n);
    add("ribbon_canyon_ci6_a", [=] {
        ribbon_canyon_ci6_a<<<n / 1024, 256>>>((const float4*)x, (const float4*)r, (float4*)s);
        ribbon_canyon_ci6_a_norm<<<RNt, 256>>>((const float4*)s, (float4*)y, 1e-5f);
        ribbon_canyon_ci6_a_scale<<<n / 1024, 256>>>((const float4*)y, (const float4*)w, (float4*)o);
    }, o, n);
    add("ribbon_canyon_ci6_b", [=] { ribbon_canyon_ci6_b<<<RNt, 256>>>((const float4*)x, (const float4*)r, (const float4*)w, (float4*)s, (float4*)o, 1e-5f); }, o, n);
}

// ---- particle events of four kinds (Monte Carlo transport, history style against event style)
constexpr int MCn = 1 << 22;
__device__ __forceinline__ float mc_step(int kind, float4 p) {
    float e = p.x, m = p.y, a = p.z, b = p.w;
    if (kind == 0) {
#pragma unroll 4
        for (int i = 0; i < 48; ++i) { e = e * 0.97f + m * a; m = m * 0.99f - e * b * 0.1f; a = a * 0.95f + 0.01f; }
    } else if (kind == 1) {
#pragma unroll 4
        for (int i = 0; i < 44; ++i) { float t = fminf(fmaxf(e * m - a * 0.3f, -1.0f), 1.0f); e = e * 0.9f + t * 0.2f; m = m * 0.93f + t * b * 0.1f; b = b * 0.98f - 0.02f; }
    } else if (kind == 2) {
#pragma unroll 4
        for (int i = 0; i < 40; ++i) { float t = fabsf(a) * 0.5f + 0.1f; e = e * (1.0f - t) + t * m; a = a * 0.9f + e * b * 0.2f; m = fmaxf(m * 0.96f, -0.8f); }
    } else {
#pragma unroll 4
        for (int i = 0; i < 52; ++i) { float t = a * a + b * b + 0.2f; e = e * 0.92f + 0.05f * t; a = a * 0.98f - b * 0.15f; b = b * 0.98f + a * 0.15f; }
    }
    return e + m * 0.25f;
}
__global__ void __launch_bounds__(256) fossil_tambourine_ci6_a(const float4* __restrict__ part, const int* __restrict__ kind, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = mc_step(kind[i], part[i]);
}
__global__ void __launch_bounds__(256) fossil_tambourine_ci6_b(const float4* __restrict__ part, const int* __restrict__ kind, const int* __restrict__ order,
                                                               float* __restrict__ out) {
    int i = order[blockIdx.x * 256 + threadIdx.x];
    out[i] = mc_step(kind[i], part[i]);
}
static void r08() {
    std::vector<int> k(MCn), order; order.reserve(MCn);
    for (int i = 0; i < MCn; ++i) k[i] = harness::hash32(i * 7 + 3) & 3;
    for (int c = 0; c < 4; ++c) for (int i = 0; i < MCn; ++i) if (k[i] == c) order.push_back(i);
    int *kd = harness::uploaded(k), *od = harness::uploaded(order);
    float *p = harness::filled<float>((size_t)MCn * 4, 71), *o = harness::empty<float>(MCn);
    add("fossil_tambourine_ci6_a", [=] { fossil_tambourine_ci6_a<<<MCn / 256, 256>>>((const float4*)p, kd, o); }, o, MCn);
    add("fossil_tambourine_ci6_b", [=] { fossil_tambourine_ci6_b<<<MCn / 256, 256>>>((const float4*)p, kd, od, o); }, o, MCn);
}

// ---- NHWC to NCHW with mean and scale per channel (preprocessing)
constexpr int NCimg = 64, NChw = 16384, NCc = 64;
template <int PITCH>
__device__ __forceinline__ void nchw_body(const float* __restrict__ in, const float* __restrict__ mean, float* __restrict__ out, float scale, float (*tile)[PITCH]) {
    int p0 = blockIdx.x * 32, c0 = blockIdx.y * 32; size_t img = (size_t)blockIdx.z * NChw * NCc;
    float mu = mean[c0 + threadIdx.x];
#pragma unroll
    for (int r = 0; r < 32; r += 8)
        tile[threadIdx.y + r][threadIdx.x] = (in[img + (size_t)(p0 + threadIdx.y + r) * NCc + c0 + threadIdx.x] - mu) * scale;
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 32; r += 8)
        out[img + (size_t)(c0 + threadIdx.y + r) * NChw + p0 + threadIdx.x] = tile[threadIdx.x][threadIdx.y + r];
}
__global__ void __launch_bounds__(256) cinder_orchard_ci6_a(const float* __restrict__ in, const float* __restrict__ mean, float* __restrict__ out, float scale) {
    __shared__ float tile[32][32];
    nchw_body<32>(in, mean, out, scale, tile);
}
__global__ void __launch_bounds__(256) cinder_orchard_ci6_b(const float* __restrict__ in, const float* __restrict__ mean, float* __restrict__ out, float scale) {
    __shared__ float tile[32][33];
    nchw_body<33>(in, mean, out, scale, tile);
}
static void r09() {
    size_t n = (size_t)NCimg * NChw * NCc;
    float *x = harness::filled<float>(n, 81), *m = harness::filled<float>(NCc, 82), *o = harness::empty<float>(n);
    dim3 g(NChw / 32, NCc / 32, NCimg), b(32, 8);
    add("cinder_orchard_ci6_a", [=] { cinder_orchard_ci6_a<<<g, b>>>(x, m, o, 1.7f); }, o, n);
    add("cinder_orchard_ci6_b", [=] { cinder_orchard_ci6_b<<<g, b>>>(x, m, o, 1.7f); }, o, n);
}

// ---- kinetics of 12 species by RK4 (SHOC S3D style), a cell a thread
constexpr int RKn = 1 << 20, RKs = 12;
__device__ __forceinline__ void rk_rates(const float (&y)[RKs], float (&k)[RKs]) {
#pragma unroll
    for (int j = 0; j < RKs; ++j) k[j] = 0.02f - 0.05f * y[j];
#pragma unroll
    for (int j = 0; j < RKs; ++j) {
        float r = (0.3f + 0.02f * j) * y[j] * y[(j + 5) % RKs] - (0.1f + 0.01f * j) * y[(j + 7) % RKs];
        k[j] -= r; k[(j + 5) % RKs] -= r * 0.5f; k[(j + 7) % RKs] += r;
    }
}
__device__ __forceinline__ void rk_body(const float* __restrict__ in, float* __restrict__ out, float h, int steps) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float y[RKs], s[RKs], t[RKs], k[RKs];
#pragma unroll
    for (int j = 0; j < RKs; ++j) y[j] = fabsf(in[(size_t)j * RKn + i]);
#pragma unroll 1
    for (int n = 0; n < steps; ++n) {
        rk_rates(y, k);
#pragma unroll
        for (int j = 0; j < RKs; ++j) { s[j] = k[j]; t[j] = y[j] + 0.5f * h * k[j]; }
        rk_rates(t, k);
#pragma unroll
        for (int j = 0; j < RKs; ++j) { s[j] += 2.0f * k[j]; t[j] = y[j] + 0.5f * h * k[j]; }
        rk_rates(t, k);
#pragma unroll
        for (int j = 0; j < RKs; ++j) { s[j] += 2.0f * k[j]; t[j] = y[j] + h * k[j]; }
        rk_rates(t, k);
#pragma unroll
        for (int j = 0; j < RKs; ++j) y[j] += h * (1.0f / 6.0f) * (s[j] + k[j]);
    }
#pragma unroll
    for (int j = 0; j < RKs; ++j) out[(size_t)j * RKn + i] = y[j];
}
__global__ void __launch_bounds__(256, 8) thistle_monsoon_ci6_a(const float* __restrict__ in, float* __restrict__ out, float h, int steps) { rk_body(in, out, h, steps); }
__global__ void __launch_bounds__(256) thistle_monsoon_ci6_b(const float* __restrict__ in, float* __restrict__ out, float h, int steps) { rk_body(in, out, h, steps); }
static void r10() {
    size_t n = (size_t)RKn * RKs;
    float *x = harness::filled<float>(n, 91), *o = harness::empty<float>(n);
    add("thistle_monsoon_ci6_a", [=] { thistle_monsoon_ci6_a<<<RKn / 256, 256>>>(x, o, 0.05f, 20); }, o, n);
    add("thistle_monsoon_ci6_b", [=] { thistle_monsoon_ci6_b<<<RKn / 256, 256>>>(x, o, 0.05f, 20); }, o, n);
}

// ---- sparse matrix times vector, CSR-stream (256 rows a block, products staged in shared memory)
constexpr int SVn = 1 << 22;
__device__ __forceinline__ void sv_body(const int* __restrict__ ptr, const int* __restrict__ col, const float* __restrict__ val, const float* __restrict__ x,
                                        float* __restrict__ y, float* prod) {
    int row0 = blockIdx.x * 256;
    int lo = ptr[row0], hi = ptr[row0 + 256];
#pragma unroll 4
    for (int k = lo + threadIdx.x; k < hi; k += 128) prod[k - lo] = val[k] * x[col[k]];
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 256; r += 128) {
        int row = row0 + r + threadIdx.x, a = ptr[row] - lo, b = ptr[row + 1] - lo;
        float s = 0.0f;
        for (int k = a; k < b; ++k) s += prod[k];
        y[row] = s;
    }
}
__global__ void __launch_bounds__(128) bramble_satchel_ci6_a(const int* __restrict__ ptr, const int* __restrict__ col, const float* __restrict__ val,
                                                             const float* __restrict__ x, float* __restrict__ y) {
    extern __shared__ float prod[];   // 100 KB: the longest row block of the collection
    sv_body(ptr, col, val, x, y, prod);
}
__global__ void __launch_bounds__(128) bramble_satchel_ci6_b(const int* __restrict__ ptr, const int* __restrict__ col, const float* __restrict__ val,
                                                             const float* __restrict__ x, float* __restrict__ y) {
    extern __shared__ float prod[];   // 12 KB: the longest row block of this matrix
    sv_body(ptr, col, val, x, y, prod);
}
static void r11() {
    std::vector<int> ptr(SVn + 1), col; col.reserve((size_t)SVn * 9);
    for (int i = 0; i < SVn; ++i) {
        ptr[i] = (int)col.size();
        int len = 5 + (int)(harness::hash32(i + 5) % 7);
        for (int k = 0; k < len; ++k) col.push_back((i + (int)(harness::hash32(i * 16 + k) % 257) + SVn - 128) & (SVn - 1));
    }
    ptr[SVn] = (int)col.size();
    int *p = harness::uploaded(ptr), *c = harness::uploaded(col);
    float *v = harness::filled<float>(col.size(), 101), *x = harness::filled<float>(SVn, 102), *y = harness::empty<float>(SVn);
    CHECK(cudaFuncSetAttribute(bramble_satchel_ci6_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * 1024));
    CHECK(cudaFuncSetAttribute(bramble_satchel_ci6_b, cudaFuncAttributePreferredSharedMemoryCarveout, 100));
    add("bramble_satchel_ci6_a", [=] { bramble_satchel_ci6_a<<<SVn / 256, 128, 100 * 1024>>>(p, c, v, x, y); }, y, SVn);
    add("bramble_satchel_ci6_b", [=] { bramble_satchel_ci6_b<<<SVn / 256, 128, 12 * 1024>>>(p, c, v, x, y); }, y, SVn);
}

// ---- pairwise squared distances, expanded form (RAPIDS / FAISS style), points along the fast axis
constexpr int PDm = 1536, PDn = 2816, PDk = 1024;
__device__ __forceinline__ void pd_step(const float (*As)[128], const float (*Bs)[256], float (&acc)[16][8], int tx, int ty) {
#pragma unroll
    for (int q = 0; q < 8; ++q) {
        float a[16], b[8];
#pragma unroll
        for (int r = 0; r < 4; ++r) *reinterpret_cast<float4*>(a + 4 * r) = *reinterpret_cast<const float4*>(&As[q][r * 32 + ty * 4]);
#pragma unroll
        for (int s = 0; s < 2; ++s) *reinterpret_cast<float4*>(b + 4 * s) = *reinterpret_cast<const float4*>(&Bs[q][s * 128 + tx * 4]);
#pragma unroll
        for (int r = 0; r < 16; ++r)
#pragma unroll
            for (int s = 0; s < 8; ++s) acc[r][s] += a[r] * b[s];
    }
}
__device__ __forceinline__ void pd_store(const float* xn, const float* yn, float* out, const float (&acc)[16][8], int i0, int j0, int tx, int ty) {
#pragma unroll
    for (int r = 0; r < 16; ++r) {
        int i = i0 + (r >> 2) * 32 + ty * 4 + (r & 3); float n = xn[i];
#pragma unroll
        for (int s = 0; s < 2; ++s) {
            int j = j0 + s * 128 + tx * 4;
            float4 m = *reinterpret_cast<const float4*>(yn + j);
            *reinterpret_cast<float4*>(out + (size_t)i * PDn + j) = make_float4(n + m.x - 2 * acc[r][4 * s], n + m.y - 2 * acc[r][4 * s + 1],
                                                                             n + m.z - 2 * acc[r][4 * s + 2], n + m.w - 2 * acc[r][4 * s + 3]);
        }
    }
}
__global__ void __launch_bounds__(256, 1) lichen_bugle_ci6_a(const float* __restrict__ X, const float* __restrict__ Y, const float* __restrict__ xn,
                                                             const float* __restrict__ yn, float* __restrict__ out) {
    __shared__ __align__(16) float As[8][128], Bs[8][256];
    int t = threadIdx.x, tx = t & 31, ty = t >> 5, i0 = blockIdx.y * 128, j0 = blockIdx.x * 256;
    float acc[16][8] = {};
#pragma unroll 1
    for (int k = 0; k < PDk; k += 8) {
        *reinterpret_cast<float4*>(&As[t >> 5][(t & 31) * 4]) = *reinterpret_cast<const float4*>(X + (size_t)(k + (t >> 5)) * PDm + i0 + (t & 31) * 4);
#pragma unroll
        for (int u = 0; u < 2; ++u)
            *reinterpret_cast<float4*>(&Bs[u * 4 + (t >> 6)][(t & 63) * 4]) =
                *reinterpret_cast<const float4*>(Y + (size_t)(k + u * 4 + (t >> 6)) * PDn + j0 + (t & 63) * 4);
        __syncthreads();
        pd_step(As, Bs, acc, tx, ty);
        __syncthreads();
    }
    pd_store(xn, yn, out, acc, i0, j0, tx, ty);
}
__device__ __forceinline__ void cp16(void* s, const void* g) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((uint32_t)__cvta_generic_to_shared(s)), "l"(g));
}
__global__ void __launch_bounds__(256, 1) lichen_bugle_ci6_b(const float* __restrict__ X, const float* __restrict__ Y, const float* __restrict__ xn,
                                                             const float* __restrict__ yn, float* __restrict__ out) {
    __shared__ __align__(16) float As[3][8][128], Bs[3][8][256];
    int t = threadIdx.x, tx = t & 31, ty = t >> 5, i0 = blockIdx.y * 128, j0 = blockIdx.x * 256;
    float acc[16][8] = {};
    auto copy = [&](int k, int st) {
        if (k < PDk) {
            cp16(&As[st][t >> 5][(t & 31) * 4], X + (size_t)(k + (t >> 5)) * PDm + i0 + (t & 31) * 4);
#pragma unroll
            for (int u = 0; u < 2; ++u) cp16(&Bs[st][u * 4 + (t >> 6)][(t & 63) * 4], Y + (size_t)(k + u * 4 + (t >> 6)) * PDn + j0 + (t & 63) * 4);
        }
        asm volatile("cp.async.commit_group;");
    };
    copy(0, 0); copy(8, 1);
    int st = 0;
#pragma unroll 1
    for (int k = 0; k < PDk; k += 8) {
        asm volatile("cp.async.wait_group 1;" ::: "memory");
        __syncthreads();
        copy(k + 16, st == 0 ? 2 : st - 1);
        pd_step(As[st], Bs[st], acc, tx, ty);
        st = st == 2 ? 0 : st + 1;
    }
    pd_store(xn, yn, out, acc, i0, j0, tx, ty);
}
static void r12() {
    float *X = harness::filled<float>((size_t)PDm * PDk, 111), *Y = harness::filled<float>((size_t)PDn * PDk, 112);
    float *a = harness::filled<float>(PDm, 113), *b = harness::filled<float>(PDn, 114), *o = harness::empty<float>((size_t)PDm * PDn);
    dim3 g(PDn / 256, PDm / 128);
    add("lichen_bugle_ci6_a", [=] { lichen_bugle_ci6_a<<<g, 256>>>(X, Y, a, b, o); }, o, (size_t)PDm * PDn);
    add("lichen_bugle_ci6_b", [=] { lichen_bugle_ci6_b<<<g, 256>>>(X, Y, a, b, o); }, o, (size_t)PDm * PDn);
}

// ---- pairs closer than a radius, upper triangle (Parboil TPACF / Ripley style)
constexpr int TPb = 132, TPn = TPb * 512;
__global__ void __launch_bounds__(512) juniper_drawbridge_ci6_a(const float4* __restrict__ pos, int* __restrict__ count, float r2) {
    __shared__ float4 tile[512];
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 p = pos[i];
    int c = 0;
    for (int j0 = blockIdx.x * 512; j0 < TPn; j0 += 512) {
        tile[threadIdx.x] = pos[j0 + threadIdx.x];
        __syncthreads();
        int from = i - j0;   // only partners beyond i
#pragma unroll 8
        for (int k = 0; k < 512; ++k) {
            float4 q = tile[k];
            float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
            c += (dx * dx + dy * dy + dz * dz < r2) & (k > from);
        }
        __syncthreads();
    }
    count[i] = c;
}
__global__ void __launch_bounds__(512) juniper_drawbridge_ci6_b(const float4* __restrict__ pos, int* __restrict__ count, float r2) {
    __shared__ float4 tile[512];
    int t = blockIdx.x, bj = (int)((sqrtf(8.0f * t + 1.0f) - 1.0f) * 0.5f);
    while (bj * (bj + 1) / 2 > t) --bj;
    while ((bj + 1) * (bj + 2) / 2 <= t) ++bj;
    int bi = t - bj * (bj + 1) / 2;
    int i = bi * 512 + threadIdx.x;
    float4 p = pos[i];
    tile[threadIdx.x] = pos[bj * 512 + threadIdx.x];
    __syncthreads();
    int from = i - bj * 512, c = 0;
#pragma unroll 8
    for (int k = 0; k < 512; ++k) {
        float4 q = tile[k];
        float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
        c += (dx * dx + dy * dy + dz * dz < r2) & (k > from);
    }
    atomicAdd(&count[i], c);
}
static void r13() {
    float* p = harness::filled<float>((size_t)TPn * 4, 121); int* o = harness::empty<int>(TPn);
    add("juniper_drawbridge_ci6_a", [=] { juniper_drawbridge_ci6_a<<<TPb, 512>>>((const float4*)p, o, 0.09f); }, o, TPn, Output::i32);
    add("juniper_drawbridge_ci6_b", [=] { juniper_drawbridge_ci6_b<<<TPb * (TPb + 1) / 2, 512>>>((const float4*)p, o, 0.09f); }, o, TPn, Output::i32);
}

// ---- permuted copy of a 4-D tensor (llama.cpp cpy / cont style)
constexpr int PM0 = 128, PM1 = 32, PM2 = 1024, PM3 = 8;
__global__ void __launch_bounds__(256) nectar_plough_ci6_a(const float* __restrict__ src, float* __restrict__ dst, long long ne, long long ne0, long long ne1,
                                                           long long ne2, long long s1, long long s2, long long s3) {
    long long i = (long long)blockIdx.x * 256 + threadIdx.x;
    if (i >= ne) return;
    long long i3 = i / (ne0 * ne1 * ne2);
    long long i2 = (i - i3 * ne0 * ne1 * ne2) / (ne0 * ne1);
    long long i1 = (i - i3 * ne0 * ne1 * ne2 - i2 * ne0 * ne1) / ne0;
    long long i0 = i % ne0;
    dst[i] = src[i0 + i1 * s1 + i2 * s2 + i3 * s3];
}
__global__ void __launch_bounds__(256) nectar_plough_ci6_b(const float* __restrict__ src, float* __restrict__ dst, int ne0, int ne1, int ne2, size_t s1, size_t s2, size_t s3) {
    const float* s = src + blockIdx.y * s2 + blockIdx.z * s3;
    float* d = dst + ((size_t)blockIdx.z * ne2 + blockIdx.y) * ne1 * ne0;
    int i1 = blockIdx.x * 8 + threadIdx.y;
#pragma unroll
    for (int u = 0; u < 4; ++u) d[(i1 + 2 * u) * ne0 + threadIdx.x] = s[(i1 + 2 * u) * s1 + threadIdx.x];
}
static void r14() {
    // source [PM3][heads][tokens][PM0]; result [PM3][tokens][heads][PM0]
    size_t n = (size_t)PM0 * PM1 * PM2 * PM3;
    float *x = harness::filled<float>(n, 131), *o = harness::empty<float>(n);
    long long s1 = (long long)PM2 * PM0, s2 = PM0, s3 = (long long)PM0 * PM1 * PM2;
    add("nectar_plough_ci6_a", [=] { nectar_plough_ci6_a<<<n / 256, 256>>>(x, o, (long long)n, PM0, PM1, PM2, s1, s2, s3); }, o, n);
    add("nectar_plough_ci6_b", [=] { nectar_plough_ci6_b<<<dim3(PM1 / 8, PM2, PM3), dim3(128, 2)>>>(x, o, PM0, PM1, PM2, s1, s2, s3); }, o, n);
}

// ---- 16 nearest neighbours by insertion (brute force, a query a thread)
constexpr int KNq = 1 << 17, KNr = 4096, KNk = 16;
__global__ void __launch_bounds__(128) onyx_treadle_ci6_a(const float4* __restrict__ query, const float4* __restrict__ ref, float* __restrict__ out) {
    __shared__ float4 tile[512];
    float4 p = query[blockIdx.x * 128 + threadIdx.x];
    float best[KNk];
    for (int j = 0; j < KNk; ++j) best[j] = 1e30f;
    float worst = 1e30f;
    for (int t = 0; t < KNr; t += 512) {
        for (int k = threadIdx.x; k < 512; k += 128) tile[k] = ref[t + k];
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < 512; ++k) {
            float4 q = tile[k];
            float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z, dw = p.w - q.w;
            float d = dx * dx + dy * dy + dz * dz + dw * dw;
            if (d < worst) {
                int j = KNk - 1;
#pragma unroll 1
                while (j > 0 && best[j - 1] > d) { best[j] = best[j - 1]; --j; }
                best[j] = d;
                worst = best[KNk - 1];
            }
        }
        __syncthreads();
    }
    float s = 0;
    for (int j = 0; j < KNk; ++j) s += sqrtf(best[j]);
    out[blockIdx.x * 128 + threadIdx.x] = s;
}
__global__ void __launch_bounds__(128) onyx_treadle_ci6_b(const float4* __restrict__ query, const float4* __restrict__ ref, float* __restrict__ out) {
    __shared__ float4 tile[512];
    float4 p = query[blockIdx.x * 128 + threadIdx.x];
    float best[KNk];
#pragma unroll
    for (int j = 0; j < KNk; ++j) best[j] = 1e30f;
    for (int t = 0; t < KNr; t += 512) {
        for (int k = threadIdx.x; k < 512; k += 128) tile[k] = ref[t + k];
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < 512; ++k) {
            float4 q = tile[k];
            float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z, dw = p.w - q.w;
            float d = dx * dx + dy * dy + dz * dz + dw * dw;
            if (d < best[KNk - 1]) {
#pragma unroll
                for (int j = KNk - 1; j > 0; --j) best[j] = fminf(best[j], fmaxf(best[j - 1], d));
                best[0] = fminf(best[0], d);
            }
        }
        __syncthreads();
    }
    float s = 0;
#pragma unroll
    for (int j = 0; j < KNk; ++j) s += sqrtf(best[j]);
    out[blockIdx.x * 128 + threadIdx.x] = s;
}
static void r15() {
    float *q = harness::filled<float>((size_t)KNq * 4, 141), *r = harness::filled<float>((size_t)KNr * 4, 142), *o = harness::empty<float>(KNq);
    add("onyx_treadle_ci6_a", [=] { onyx_treadle_ci6_a<<<KNq / 128, 128>>>((const float4*)q, (const float4*)r, o); }, o, KNq);
    add("onyx_treadle_ci6_b", [=] { onyx_treadle_ci6_b<<<KNq / 128, 128>>>((const float4*)q, (const float4*)r, o); }, o, KNq);
}

// ---- sum of squares (SHOC reduction style): 64 blocks against a machine full
constexpr int SQn = 1 << 26;
__device__ __forceinline__ void sq_body(const float* __restrict__ x, float* __restrict__ part, float* sh) {
    float s = 0.0f;
    int stride = gridDim.x * 512;
    for (int i = blockIdx.x * 512 + threadIdx.x; i < SQn; i += stride) s += x[i] * x[i] + x[i + 256] * x[i + 256];
    s = block_sum256(s, sh);
    if (threadIdx.x == 0) part[blockIdx.x] = s;
}
__global__ void __launch_bounds__(256) pewter_sparrow_ci6_a(const float* __restrict__ x, float* __restrict__ part) { __shared__ float sh[8]; sq_body(x, part, sh); }
__global__ void __launch_bounds__(256) pewter_sparrow_ci6_b(const float* __restrict__ x, float* __restrict__ part) { __shared__ float sh[8]; sq_body(x, part, sh); }
static void r16() {
    float *x = harness::filled<float>(SQn, 151), *o = harness::empty<float>(1056);
    add("pewter_sparrow_ci6_a", [=] { pewter_sparrow_ci6_a<<<64, 256>>>(x, o); }, o, 1056);
    add("pewter_sparrow_ci6_b", [=] { pewter_sparrow_ci6_b<<<1056, 256>>>(x, o); }, o, 1056);
}

// ---- heat of a chip (Rodinia hotspot style), one step; mild: barriers without need
constexpr int HSn = 12288;
template <bool EXTRA>
__device__ __forceinline__ void hs_body(const float* __restrict__ temp, const float* __restrict__ power, float* __restrict__ out, float cx, float cy, float cz, float (*s)[132]) {
    int x = blockIdx.x * 128 + threadIdx.x, y0 = blockIdx.y * 8;
    // rows y0-1 .. y0+8, columns -1 .. 128 (clamped)
#pragma unroll
    for (int r = threadIdx.y; r < 10; r += 2) {
        int y = min(max(y0 + r - 1, 0), HSn - 1);
        s[r][threadIdx.x + 1] = temp[(size_t)y * HSn + x];
        if (threadIdx.x == 0) s[r][0] = temp[(size_t)y * HSn + max(x - 1, 0)];
        if (threadIdx.x == 127) s[r][129] = temp[(size_t)y * HSn + min(x + 1, HSn - 1)];
    }
    float pw[4], o[4];
#pragma unroll
    for (int u = 0; u < 4; ++u) pw[u] = power[(size_t)(y0 + threadIdx.y + 2 * u) * HSn + x];
    __syncthreads();
    if (EXTRA) __syncthreads();
#pragma unroll
    for (int u = 0; u < 4; ++u) {
        int r = threadIdx.y + 2 * u + 1, c = threadIdx.x + 1;
        float t = s[r][c];
        o[u] = t + cz * (pw[u] + (s[r + 1][c] + s[r - 1][c] - 2 * t) * cy + (s[r][c + 1] + s[r][c - 1] - 2 * t) * cx + (0.8f - t) * 0.01f);
        if (EXTRA) __syncthreads();
    }
#pragma unroll
    for (int u = 0; u < 4; ++u) out[(size_t)(y0 + threadIdx.y + 2 * u) * HSn + x] = o[u];
}
__global__ void __launch_bounds__(256) lagoon_pretzel_ci6_a(const float* __restrict__ temp,
        const float* __restrict__ power, float* __restrict__ out, float cx, float cy, float cz) {
    __shared__ float s[10][132];
    hs_body<true>(temp, power, out, cx, cy, cz, s);
}
__global__ void __launch_bounds__(256) lagoon_pretzel_ci6_b(const float* __restrict__ temp,
        const float* __restrict__ power, float* __restrict__ out, float cx, float cy, float cz) {
    __shared__ float s[10][132];
    hs_body<false>(temp, power, out, cx, cy, cz, s);
}
static void r17() {
    size_t n = (size_t)HSn * HSn;
    float *t = harness::filled<float>(n, 161), *p = harness::filled<float>(n, 162), *o = harness::empty<float>(n);
    dim3 g(HSn / 128, HSn / 8), b(128, 2);
    add("lagoon_pretzel_ci6_a", [=] { lagoon_pretzel_ci6_a<<<g, b>>>(t, p, o, 0.2f, 0.3f, 0.7f); }, o, n);
    add("lagoon_pretzel_ci6_b", [=] { lagoon_pretzel_ci6_b<<<g, b>>>(t, p, o, 0.2f, 0.3f, 0.7f); }, o, n);
}

// ---- apparent temperature of two columns (dataframe arithmetic); mild: double literals
constexpr int APn = 1 << 26;
__global__ void __launch_bounds__(256) tundra_whistle_ci6_a(const float* __restrict__ t, const float* __restrict__ h, float* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x;
    o[i] = 1.8 * t[i] + 0.33 * h[i] + 32.0;
}
__global__ void __launch_bounds__(256) tundra_whistle_ci6_b(const float* __restrict__ t, const float* __restrict__ h, float* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x;
    o[i] = 1.8f * t[i] + 0.33f * h[i] + 32.0f;
}
static void r18() {
    float *t = harness::filled<float>(APn, 171), *h = harness::filled<float>(APn, 172), *o = harness::empty<float>(APn);
    add("tundra_whistle_ci6_a", [=] { tundra_whistle_ci6_a<<<APn / 256, 256>>>(t, h, o); }, o, APn);
    add("tundra_whistle_ci6_b", [=] { tundra_whistle_ci6_b<<<APn / 256, 256>>>(t, h, o); }, o, APn);
}

// ---- mix of three shifted signals; mild: columns that begin off a sector
constexpr int MSn = 1 << 26;
__device__ __forceinline__ void ms_body(const float* __restrict__ a, const float* __restrict__ b, const float* __restrict__ c, float* __restrict__ o) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float u = a[i], v = a[i + 256], w = b[i], x = b[i + 256], y = c[i], z = c[i + 256];
    o[i] = 0.5f * u + 0.3f * w + y * w; o[i + 256] = 0.5f * v + 0.3f * x + z * x;
}
__global__ void __launch_bounds__(256) granite_marmalade_ci6_a(const float* __restrict__ a, const float* __restrict__ b, const float* __restrict__ c, float* __restrict__ o) {
    ms_body(a, b, c, o);
}
__global__ void __launch_bounds__(256) granite_marmalade_ci6_b(const float* __restrict__ a, const float* __restrict__ b, const float* __restrict__ c, float* __restrict__ o) {
    ms_body(a, b, c, o);
}
static void r19() {
    float *a = harness::filled<float>(MSn + 64, 181), *b = harness::filled<float>(MSn + 64, 182), *c = harness::filled<float>(MSn + 64, 183), *o = harness::empty<float>(MSn);
    float *a2 = harness::empty<float>(MSn), *b2 = harness::empty<float>(MSn);
    CHECK(cudaMemcpy(a2, a + 1, (size_t)MSn * 4, cudaMemcpyDeviceToDevice)); CHECK(cudaMemcpy(b2, b + 3, (size_t)MSn * 4, cudaMemcpyDeviceToDevice));
    add("granite_marmalade_ci6_a", [=] { granite_marmalade_ci6_a<<<MSn / 512, 256>>>(a + 1, b + 3, c, o); }, o, MSn);
    add("granite_marmalade_ci6_b", [=] { granite_marmalade_ci6_b<<<MSn / 512, 256>>>(a2, b2, c, o); }, o, MSn);
}

// ---- SwiGLU gate (llama.cpp style); mild: precise exponential and division
constexpr int SGn = 1 << 26;
__global__ void __launch_bounds__(256) parsley_rudder_ci6_a(const float4* __restrict__ g, const float4* __restrict__ u, float4* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 a = g[i], b = u[i];
    o[i] = make_float4(a.x / (1.0f + expf(-a.x)) * b.x, a.y / (1.0f + expf(-a.y)) * b.y, a.z / (1.0f + expf(-a.z)) * b.z, a.w / (1.0f + expf(-a.w)) * b.w);
}
__device__ __forceinline__ float quick_silu(float x) { return __fdividef(x, 1.0f + __expf(-x)); }
__global__ void __launch_bounds__(256) parsley_rudder_ci6_b(const float4* __restrict__ g, const float4* __restrict__ u, float4* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 a = g[i], b = u[i];
    o[i] = make_float4(quick_silu(a.x) * b.x, quick_silu(a.y) * b.y, quick_silu(a.z) * b.z, quick_silu(a.w) * b.w);
}
static void r20() {
    float *g = harness::filled<float>(SGn, 191), *u = harness::filled<float>(SGn, 192), *o = harness::empty<float>(SGn);
    add("parsley_rudder_ci6_a", [=] { parsley_rudder_ci6_a<<<SGn / 1024, 256>>>((const float4*)g, (const float4*)u, (float4*)o); }, o, SGn);
    add("parsley_rudder_ci6_b", [=] { parsley_rudder_ci6_b<<<SGn / 1024, 256>>>((const float4*)g, (const float4*)u, (float4*)o); }, o, SGn);
}

// ---- healthy: STREAM triad in double
constexpr int STn = 1 << 25;
__global__ void __launch_bounds__(256) falcon_teapot_ci6_a(const double2* __restrict__ b, const double2* __restrict__ c, double2* __restrict__ a, double q) {
    int i = blockIdx.x * 512 + threadIdx.x;
    double2 u = b[i], v = c[i], w = b[i + 256], x = c[i + 256];
    a[i] = make_double2(u.x + q * v.x, u.y + q * v.y); a[i + 256] = make_double2(w.x + q * x.x, w.y + q * x.y);
}
static void r21() {
    double *b = harness::filled<double>(STn, 201), *c = harness::filled<double>(STn, 202), *a = harness::empty<double>(STn);
    add("falcon_teapot_ci6_a", [=] { falcon_teapot_ci6_a<<<STn / 1024, 256>>>((const double2*)b, (const double2*)c, (double2*)a, 3.0); }, a, STn, Output::f64);
}

// ---- healthy: Black-Scholes (CUDA samples style)
constexpr int BSn = 1 << 25;
__device__ __forceinline__ float cnd(float d) {
    float k = __fdividef(1.0f, 1.0f + 0.2316419f * fabsf(d));
    float c = 0.39894228f * __expf(-0.5f * d * d) * (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return d > 0 ? 1.0f - c : c;
}
__device__ __forceinline__ void bs_one(float s, float x, float t, float r, float v, float& call, float& put) {
    s = 17.5f + 12.5f * s; x = 50.5f + 49.5f * x; t = 5.125f + 4.875f * t;
    float sq = __fsqrt_rn(t), d1 = __fdividef(__logf(__fdividef(s, x)) + (r + 0.5f * v * v) * t, v * sq), d2 = d1 - v * sq;
    float c1 = cnd(d1), c2 = cnd(d2), e = __expf(-r * t) * x;
    call = s * c1 - e * c2; put = e * (1.0f - c2) - s * (1.0f - c1);
}
__global__ void __launch_bounds__(128) meadow_cutlass_ci6_a(const float2* __restrict__ s, const float2* __restrict__ x, const float2* __restrict__ t,
                                                            float2* __restrict__ call, float2* __restrict__ put, float r, float v) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float2 a = s[i], b = x[i], c = t[i], p, q;
    bs_one(a.x, b.x, c.x, r, v, p.x, q.x); bs_one(a.y, b.y, c.y, r, v, p.y, q.y);
    call[i] = p; put[i] = q;
}
static void r22() {
    float *s = harness::filled<float>(BSn, 211), *x = harness::filled<float>(BSn, 212), *t = harness::filled<float>(BSn, 213);
    float *c = harness::empty<float>(BSn), *p = harness::empty<float>(BSn);
    add("meadow_cutlass_ci6_a", [=] {
        meadow_cutlass_ci6_a<<<BSn / 256, 128>>>((const float2*)s, (const float2*)x, (const float2*)t, (float2*)c, (float2*)p, 0.02f, 0.3f); }, c, BSn);
}

// ---- healthy: 7-point stencil marching along z (Parboil stencil)
constexpr int Z7 = 640;
__global__ void __launch_bounds__(256) icicle_barrow_ci6_a(const float4* __restrict__ in, float4* __restrict__ out, float c0, float c1) {
    constexpr int W = Z7 / 4;
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, z0 = blockIdx.z * 40;
    constexpr size_t P = (size_t)W * Z7;
    const float* f = reinterpret_cast<const float*>(in);
    size_t at = z0 * P + (size_t)y * W + x;
    int up = y + 1 < Z7 ? W : 0, dn = y ? W : 0, le = x ? 1 : 0, ri = x + 1 < W ? 4 : 3;
    float4 low = in[z0 ? at - P : at], mid = in[at];
#pragma unroll 4
    for (int z = z0; z < z0 + 40; ++z) {
        float4 hi = in[z + 1 < Z7 ? at + P : at], n = in[at + up], s = in[at - dn];
        float l = f[at * 4 - le], r = f[at * 4 + ri];
        out[at] = make_float4(c1 * (low.x + hi.x + n.x + s.x + l + mid.y) - c0 * mid.x, c1 * (low.y + hi.y + n.y + s.y + mid.x + mid.z) - c0 * mid.y,
                              c1 * (low.z + hi.z + n.z + s.z + mid.y + mid.w) - c0 * mid.z, c1 * (low.w + hi.w + n.w + s.w + mid.z + r) - c0 * mid.w);
        low = mid; mid = hi; at += P;
    }
}
static void r23() {
    size_t n = (size_t)Z7 * Z7 * Z7;
    float *x = harness::filled<float>(n, 221), *o = harness::empty<float>(n);
    add("icicle_barrow_ci6_a", [=] { icicle_barrow_ci6_a<<<dim3(Z7 / 128, Z7 / 8, Z7 / 40), dim3(32, 8)>>>((const float4*)x, (float4*)o, 0.9f, 0.15f); }, o, n);
}

// ---- healthy: gravity of all pairs (CUDA samples nbody style), partners in four slices
constexpr int NBn = 132 * 256;
__global__ void __launch_bounds__(256) tangerine_sextant_ci6_a(const float4* __restrict__ pos, float4* __restrict__ acc) {
    __shared__ float4 tile[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = pos[i]; float ax = 0, ay = 0, az = 0;
    int j0 = blockIdx.y * (NBn / 4);
    for (int t = 0; t < NBn / 4; t += 256) {
        tile[threadIdx.x] = pos[j0 + t + threadIdx.x];
        __syncthreads();
#pragma unroll 32
        for (int k = 0; k < 256; ++k) {
            float4 q = tile[k];
            float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
            float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), f = q.w * r * r * r;
            ax += f * dx; ay += f * dy; az += f * dz;
        }
        __syncthreads();
    }
    acc[blockIdx.y * NBn + i] = make_float4(ax, ay, az, 0.0f);
}
static void r24() {
    float *p = harness::filled<float>(4 * NBn, 231), *o = harness::empty<float>((size_t)16 * NBn);
    add("tangerine_sextant_ci6_a", [=] { tangerine_sextant_ci6_a<<<dim3(132, 4), 256>>>((const float4*)p, (float4*)o); }, o, (size_t)16 * NBn);
}

// ---- healthy: softmax of half rows of 1024, a warp a row (llama.cpp style)
constexpr int SXr = 1 << 17;
__global__ void __launch_bounds__(128) cobalt_hammock_ci6_a(const uint4* __restrict__ in, uint4* __restrict__ out, float scale) {
    size_t base = ((size_t)blockIdx.x * 4 + (threadIdx.x >> 5)) * 128 + (threadIdx.x & 31);
    uint4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = __ldcs(in + base + k * 32);
    float x[32], m = -1e30f, s = 0.0f;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const uint32_t w[4] = {v[k].x, v[k].y, v[k].z, v[k].w};
#pragma unroll
        for (int q = 0; q < 4; ++q) {
            float2 f = __half22float2(*reinterpret_cast<const __half2*>(&w[q]));
            x[k * 8 + q * 2] = f.x * scale; x[k * 8 + q * 2 + 1] = f.y * scale;
        }
    }
#pragma unroll
    for (int k = 0; k < 32; ++k) m = fmaxf(m, x[k]);
#pragma unroll
    for (int o = 16; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, o));
#pragma unroll
    for (int k = 0; k < 32; ++k) { x[k] = __expf(x[k] - m); s += x[k]; }
#pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    float g = __fdividef(1.0f, s);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        uint32_t w[4];
#pragma unroll
        for (int q = 0; q < 4; ++q) {
            __half2 h = __floats2half2_rn(x[k * 8 + q * 2] * g, x[k * 8 + q * 2 + 1] * g);
            w[q] = *reinterpret_cast<uint32_t*>(&h);
        }
        __stcs(out + base + k * 32, make_uint4(w[0], w[1], w[2], w[3]));
    }
}
static void r25() {
    size_t n = (size_t)SXr * 1024;
    __half *x = harness::filled<__half>(n, 241), *o = harness::empty<__half>(n);
    add("cobalt_hammock_ci6_a", [=] { cobalt_hammock_ci6_a<<<SXr / 4, 128>>>((const uint4*)x, (uint4*)o, 4.0f); }, o, n, Output::f16);
}

// ---- healthy: lattice Boltzmann D2Q9, pull scheme, structure of arrays
constexpr int LBw = 4096;
__global__ void __launch_bounds__(256) dahlia_viaduct_ci6_a(const float* __restrict__ f, float* __restrict__ g, float omega) {
    constexpr size_t P = (size_t)LBw * LBw;
    int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y;
    int xm = (x - 1) & (LBw - 1), xp = (x + 1) & (LBw - 1), ym = ((y - 1) & (LBw - 1)) * LBw, yp = ((y + 1) & (LBw - 1)) * LBw, yc = y * LBw;
    float c[9] = {f[yc + x], f[P + yc + xm], f[2 * P + ym + x], f[3 * P + yc + xp], f[4 * P + yp + x],
                  f[5 * P + ym + xm], f[6 * P + ym + xp], f[7 * P + yp + xp], f[8 * P + yp + xm]};
    float rho = 4.0f;
#pragma unroll
    for (int k = 0; k < 9; ++k) rho += c[k] * 0.1f;
    float inv = __fdividef(1.0f, rho);
    float u = (c[1] + c[5] + c[8] - c[3] - c[6] - c[7]) * inv, v = (c[2] + c[5] + c[6] - c[4] - c[7] - c[8]) * inv;
    float q = 1.0f - 1.5f * (u * u + v * v);
    auto relax = [&](int k, float w, float e) { g[k * P + yc + x] = c[k] + omega * (w * rho * (q + 3.0f * e + 4.5f * e * e) - c[k]); };
    relax(0, 4.0f / 9, 0.0f); relax(1, 1.0f / 9, u); relax(2, 1.0f / 9, v); relax(3, 1.0f / 9, -u); relax(4, 1.0f / 9, -v);
    relax(5, 1.0f / 36, u + v); relax(6, 1.0f / 36, v - u); relax(7, 1.0f / 36, -u - v); relax(8, 1.0f / 36, u - v);
}
static void r26() {
    size_t n = (size_t)LBw * LBw * 9;
    float *f = harness::filled<float>(n, 251), *g = harness::empty<float>(n);
    add("dahlia_viaduct_ci6_a", [=] { dahlia_viaduct_ci6_a<<<dim3(LBw / 256, LBw), 256>>>(f, g, 0.8f); }, g, n);
}

// ---- healthy: 8-bit quantised matrix times vector (llama.cpp q8_0 style), two rows a warp
constexpr int QVr = 65536, QVc = 8192;
__global__ void __launch_bounds__(256) mosaic_pulley_ci6_a(const int4* __restrict__ w, const __half* __restrict__ ws, const int4* __restrict__ x, const float* __restrict__ xs,
                                                           float* __restrict__ y) {
    int lane = threadIdx.x & 31, row = (blockIdx.x * 8 + (threadIdx.x >> 5)) * 2;
    const int4* w0 = w + (size_t)row * (QVc / 16); const int4* w1 = w0 + QVc / 16;
    const __half* s0 = ws + (size_t)row * (QVc / 32); const __half* s1 = s0 + QVc / 32;
    float a = 0.0f, b = 0.0f;
#pragma unroll 4
    for (int k = lane; k < QVc / 16; k += 32) {
        int4 p = w0[k], q = w1[k], v = x[k];
        float d = xs[k >> 1];
        int u = __dp4a(p.x, v.x, __dp4a(p.y, v.y, __dp4a(p.z, v.z, __dp4a(p.w, v.w, 0))));
        int t = __dp4a(q.x, v.x, __dp4a(q.y, v.y, __dp4a(q.z, v.z, __dp4a(q.w, v.w, 0))));
        a += __half2float(s0[k >> 1]) * d * (float)u;
        b += __half2float(s1[k >> 1]) * d * (float)t;
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) { a += __shfl_xor_sync(~0u, a, o); b += __shfl_xor_sync(~0u, b, o); }
    if (lane == 0) *reinterpret_cast<float2*>(y + row) = make_float2(a, b);
}
static void r27() {
    uint32_t *w = random_bits((size_t)QVr * QVc / 4, 261), *x = random_bits(QVc / 4, 262);
    __half* s = harness::filled<__half>((size_t)QVr * QVc / 32, 263); float *xs = harness::filled<float>(QVc / 32, 264), *y = harness::empty<float>(QVr);
    add("mosaic_pulley_ci6_a", [=] { mosaic_pulley_ci6_a<<<QVr / 16, 256>>>((const int4*)w, s, (const int4*)x, xs, y); }, y, QVr);
}

int main(int argc, char** argv) {
    r01(); r02(); r03(); r04(); r05(); r06(); r07(); r08(); r09(); r10(); r11(); r12(); r13(); r14();
    r15(); r16(); r17(); r18(); r19(); r20(); r21(); r22(); r23(); r24(); r25(); r26(); r27();
    return harness::run(argc, argv, cases);
}
