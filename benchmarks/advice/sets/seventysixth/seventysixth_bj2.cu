#include "harness.cuh"
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>
using namespace nvcuda;
using harness::Output;

// ---------------------------------------------------------------- robotics: joint models
__device__ __forceinline__ float joint_revolute(float q, float u) {
    float v = 0.1f * u;
    #pragma unroll 1
    for (int s = 0; s < 16; ++s) {
        float f = u - 0.8f * v - 0.3f * v * fabsf(v);
        v = fmaf(f, 0.02f, v); q = fmaf(v, 0.02f, q);
        q = fmaf(-0.001f * q, q * q, q);
    }
    return q;
}
__device__ __forceinline__ float joint_prismatic(float q, float u) {
    float v = 0.f, lo = -0.5f + 0.1f * u;
    #pragma unroll 1
    for (int s = 0; s < 18; ++s) {
        float pen = fmaxf(lo - q, 0.f);
        float f = 0.4f * u + 30.f * pen - 2.0f * v;
        v = fmaf(f, 0.015f, v); q = fmaf(v, 0.015f, q);
    }
    return q;
}
__device__ __forceinline__ float joint_ball(float q, float u) {
    float w = 1.f, x = q, y = u;
    #pragma unroll 1
    for (int s = 0; s < 12; ++s) {
        float a = fmaf(-0.02f * u, x, w), b = fmaf(0.02f * u, w, x), c = fmaf(0.01f, b, y);
        float n = rsqrtf(fmaf(a, a, fmaf(b, b, fmaf(c, c, 1e-6f))));
        w = a * n; x = b * n; y = c * n;
    }
    return x + 0.25f * y;
}
__device__ __forceinline__ float joint_screw(float q, float u) {
    float p = q, r = u;
    #pragma unroll 1
    for (int s = 0; s < 16; ++s) {
        float t = fmaf(p, p, -0.5f);
        p = fmaf(0.05f * t, r, p); r = fmaf(-0.04f, p * t, r);
        p = fminf(fmaxf(p, -2.f), 2.f);
    }
    return p - r;
}
__device__ __forceinline__ float joint_step(int j, float q, float u) {
    switch (j) {
        case 0: return joint_revolute(q, u);
        case 1: return joint_prismatic(q, u);
        case 2: return joint_ball(q, u);
        default: return joint_screw(q, u);
    }
}
__global__ void __launch_bounds__(192) copper_heron_bj2_a(const float* __restrict__ q, const float* __restrict__ u, float* __restrict__ out, int robots) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int r = t >> 2, j = t & 3;
    if (r >= robots) return;
    size_t i = (size_t)j * robots + r;
    out[i] = joint_step(j, q[i], u[i]);
}
__global__ void __launch_bounds__(192) copper_heron_bj2_b(const float* __restrict__ q, const float* __restrict__ u, float* __restrict__ out, int robots) {
    int r = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;
    if (r >= robots) return;
    size_t i = (size_t)j * robots + r;
    out[i] = joint_step(j, q[i], u[i]);
}

// ---------------------------------------------------------------- audio: feedback delay network, one voice a warp
template <bool BLOCK>
__device__ __forceinline__ void fdn(const float* __restrict__ init, float* __restrict__ out, int steps) {
    __shared__ float mix[32][32];
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5, voice = blockIdx.x * 32 + w;
    float x = init[voice * 32 + lane], e = 0.f;
    unsigned s = voice * 747796405u + 2891336453u;
    for (int t = 0; t < steps; ++t) {
        mix[w][lane] = x;
        if (BLOCK) __syncthreads(); else __syncwarp();
        float y = 0.6f * mix[w][(lane + 1) & 31] - 0.5f * mix[w][(lane + 7) & 31] + 0.55f * mix[w][(lane + 18) & 31];
        if (BLOCK) __syncthreads(); else __syncwarp();
        s = s * 1664525u + 1013904223u;
        const int n = (s >> 27) == 0 ? 24 : 2;
        float z = y;
        #pragma unroll 1
        for (int k = 0; k < n; ++k) {
            float z2 = z * z;
            z -= __fdividef(fmaf(0.2f * z, z2, z) - y, fmaf(0.6f, z2, 1.f));
        }
        x = fmaf(0.98f, z, 0.01f * (lane - 15));
        e = fmaf(x, x, e);
    }
    out[voice * 32 + lane] = e;
}
__global__ void __launch_bounds__(1024, 2) velvet_otter_bj2_a(const float* __restrict__ init, float* __restrict__ out, int steps) { fdn<true>(init, out, steps); }
__global__ void __launch_bounds__(1024, 2) velvet_otter_bj2_b(const float* __restrict__ init, float* __restrict__ out, int steps) { fdn<false>(init, out, steps); }

// ---------------------------------------------------------------- recommendation: revenue by segment
constexpr int SEG = 12, DAYS = 24;
__device__ __forceinline__ float session_value(const float* __restrict__ spend, int users, int u) {
    float s = 0.f;
    #pragma unroll
    for (int d = 0; d < DAYS; ++d) s += spend[(size_t)d * users + u];
    return 1.f + s * (1.f / DAYS);
}
__global__ void __launch_bounds__(320) maple_lantern_bj2_a(const float* __restrict__ spend, const int* __restrict__ segment, float* __restrict__ total, int users) {
    int u = blockIdx.x * blockDim.x + threadIdx.x;
    if (u >= users) return;
    atomicAdd(&total[segment[u]], session_value(spend, users, u));
}
__global__ void __launch_bounds__(320) maple_lantern_bj2_b(const float* __restrict__ spend, const int* __restrict__ segment, float* __restrict__ total, int users) {
    __shared__ float part[10][SEG];
    int u = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    float v = 0.f; int g = 0;
    if (u < users) { g = segment[u]; v = session_value(spend, users, u); }
    #pragma unroll
    for (int k = 0; k < SEG; ++k) {
        float x = g == k ? v : 0.f;
        #pragma unroll
        for (int o = 16; o; o >>= 1) x += __shfl_xor_sync(~0u, x, o);
        if (lane == k) part[w][k] = x;
    }
    __syncthreads();
    if (threadIdx.x < SEG) {
        float x = 0.f;
        #pragma unroll
        for (int k = 0; k < 10; ++k) x += part[k][threadIdx.x];
        atomicAdd(&total[threadIdx.x], x);
    }
}

// ---------------------------------------------------------------- medical imaging: list-mode events into voxels
constexpr int EV_BLOCK = 16384, WINDOW = 1024;
__device__ __forceinline__ int ev_off(unsigned e) { return (e & 511) + ((e >> 9) & 511); }
__device__ __forceinline__ int ev_w(unsigned e) { return (e >> 18) & 63; }
__global__ void __launch_bounds__(256) river_button_bj2_a(const uint4* __restrict__ ev, int* __restrict__ vox) {
    const uint4* p = ev + (size_t)blockIdx.x * (EV_BLOCK / 4);
    int* v = vox + (size_t)blockIdx.x * (WINDOW / 2);
    #pragma unroll 4
    for (int i = threadIdx.x; i < EV_BLOCK / 4; i += 256) {
        uint4 e = p[i];
        atomicAdd(v + ev_off(e.x), ev_w(e.x)); atomicAdd(v + ev_off(e.y), ev_w(e.y));
        atomicAdd(v + ev_off(e.z), ev_w(e.z)); atomicAdd(v + ev_off(e.w), ev_w(e.w));
    }
}
__global__ void __launch_bounds__(256) river_button_bj2_b(const uint4* __restrict__ ev, int* __restrict__ vox) {
    __shared__ int acc[WINDOW];
    for (int i = threadIdx.x; i < WINDOW; i += 256) acc[i] = 0;
    __syncthreads();
    const uint4* p = ev + (size_t)blockIdx.x * (EV_BLOCK / 4);
    #pragma unroll 4
    for (int i = threadIdx.x; i < EV_BLOCK / 4; i += 256) {
        uint4 e = p[i];
        atomicAdd(acc + ev_off(e.x), ev_w(e.x)); atomicAdd(acc + ev_off(e.y), ev_w(e.y));
        atomicAdd(acc + ev_off(e.z), ev_w(e.z)); atomicAdd(acc + ev_off(e.w), ev_w(e.w));
    }
    __syncthreads();
    int* v = vox + (size_t)blockIdx.x * (WINDOW / 2);
    for (int i = threadIdx.x; i < WINDOW; i += 256) if (acc[i]) atomicAdd(v + i, acc[i]);
}

// ---------------------------------------------------------------- medical imaging: bilateral smoothing of a slice
__global__ void __launch_bounds__(256) cotton_bishop_bj2_a(const float* __restrict__ img, float* __restrict__ out, int width, int height, float inv) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float c = img[(size_t)y * width + x], num = 0.f, den = 0.f;
    #pragma unroll
    for (int dy = -1; dy <= 1; ++dy)
        #pragma unroll
        for (int dx = -1; dx <= 1; ++dx) {
            int xx = min(max(x + dx, 0), width - 1), yy = min(max(y + dy, 0), height - 1);
            float v = img[(size_t)yy * width + xx], d = v - c;
            float w = exp(-0.5 * d * d * inv - 0.25 * (dx * dx + dy * dy));
            num += w * v; den += w;
        }
    out[(size_t)y * width + x] = num / den;
}
__global__ void __launch_bounds__(256) cotton_bishop_bj2_b(const float* __restrict__ img, float* __restrict__ out, int width, int height, float inv) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float c = img[(size_t)y * width + x], num = 0.f, den = 0.f;
    #pragma unroll
    for (int dy = -1; dy <= 1; ++dy)
        #pragma unroll
        for (int dx = -1; dx <= 1; ++dx) {
            int xx = min(max(x + dx, 0), width - 1), yy = min(max(y + dy, 0), height - 1);
            float v = img[(size_t)yy * width + xx], d = v - c;
            float w = expf(-0.5f * d * d * inv - 0.25f * (dx * dx + dy * dy));
            num += w * v; den += w;
        }
    out[(size_t)y * width + x] = num / den;
}

// ---------------------------------------------------------------- particle transport: free flight
__device__ __forceinline__ float uniform01(unsigned& s) {
    s = s * 1664525u + 1013904223u;
    return __uint_as_float(0x3f800000u | (s >> 9)) - 0.99999994f;
}
__global__ void __launch_bounds__(128) silver_turnip_bj2_a(const float* __restrict__ energy, float* __restrict__ depth, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float e = 1.5f + energy[i], z = 0.f, x = 0.f;
    unsigned s = i * 2654435761u + 17u;
    #pragma unroll 1
    for (int k = 0; k < steps; ++k) {
        float sigma = 0.4f + powf(e, -0.45f);
        float l = -logf(uniform01(s)) / sigma;
        float phi = 6.2831853f * uniform01(s);
        x += l * cosf(phi); z += fabsf(l * sinf(phi));
        e = 0.97f * e + 0.02f;
    }
    depth[i] = z + 0.01f * x;
}
__global__ void __launch_bounds__(128) silver_turnip_bj2_b(const float* __restrict__ energy, float* __restrict__ depth, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float e = 1.5f + energy[i], z = 0.f, x = 0.f;
    unsigned s = i * 2654435761u + 17u;
    #pragma unroll 1
    for (int k = 0; k < steps; ++k) {
        float sigma = 0.4f + __powf(e, -0.45f);
        float l = __fdividef(-__logf(uniform01(s)), sigma);
        float phi = 6.2831853f * uniform01(s);
        x += l * __cosf(phi); z += fabsf(l * __sinf(phi));
        e = 0.97f * e + 0.02f;
    }
    depth[i] = z + 0.01f * x;
}

// ---------------------------------------------------------------- recommendation: feature hashing
constexpr int TABLES = 12;
struct Moduli { unsigned long long d[TABLES], m[TABLES]; };
__global__ void __launch_bounds__(384) amber_saddle_bj2_a(const unsigned long long* __restrict__ ids, unsigned* __restrict__ sig, int n, Moduli mod) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long id = ids[i];
    unsigned h = 0;
    #pragma unroll
    for (int k = 0; k < TABLES; ++k) h = h * 31u + (unsigned)(id % mod.d[k]);
    sig[i] = h;
}
__global__ void __launch_bounds__(384) amber_saddle_bj2_b(const unsigned long long* __restrict__ ids, unsigned* __restrict__ sig, int n, Moduli mod) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long id = ids[i];
    unsigned h = 0;
    #pragma unroll
    for (int k = 0; k < TABLES; ++k) {
        unsigned long long q = __umul64hi(id, mod.m[k]);
        unsigned r = (unsigned)id - (unsigned)q * (unsigned)mod.d[k];
        unsigned d = (unsigned)mod.d[k];
        h = h * 31u + (r >= d ? r - d : r);
    }
    sig[i] = h;
}

// ---------------------------------------------------------------- particle transport: slowing down
constexpr int STOP_TABLE = 46080;  // floats
struct Stop { float c[5]; };
__device__ __forceinline__ void stage_table(float* tab, const float* __restrict__ src) {
    for (int i = threadIdx.x; i < STOP_TABLE / 4; i += blockDim.x) ((float4*)tab)[i] = ((const float4*)src)[i];
    __syncthreads();
}
template <int W>
__device__ __forceinline__ void slow_down(const float* __restrict__ e0, const int* __restrict__ mat, const float* __restrict__ src, float* __restrict__ out, int per, int steps, const Stop& c) {
    extern __shared__ float4 raw[];
    float* tab = (float*)raw;
    stage_table(tab, src);
    size_t base = (size_t)blockIdx.x * per * blockDim.x + threadIdx.x;
    for (int r = 0; r < per; r += W) {
        float e[W], s[W];
        #pragma unroll
        for (int k = 0; k < W; ++k) {
            size_t i = base + (size_t)(r + k) * blockDim.x;
            e[k] = 1.5f + e0[i]; s[k] = -0.002f * (1.5f + tab[mat[i]]);
        }
        #pragma unroll 2
        for (int t = 0; t < steps; ++t) {
            #pragma unroll
            for (int k = 0; k < W; ++k) {
                float p = fmaf(e[k], c.c[4], c.c[3]);
                p = fmaf(e[k], p, c.c[2]); p = fmaf(e[k], p, c.c[1]); p = fmaf(e[k], p, c.c[0]);
                e[k] = fmaf(s[k], p, e[k]);
            }
        }
        #pragma unroll
        for (int k = 0; k < W; ++k) out[base + (size_t)(r + k) * blockDim.x] = e[k];
    }
}
__global__ void __launch_bounds__(256) quartz_pillow_bj2_a(const float* __restrict__ e0, const int* __restrict__ mat, const float* __restrict__ src, float* __restrict__ out, int per, int steps, Stop c) { slow_down<1>(e0, mat, src, out, per, steps, c); }
__global__ void __launch_bounds__(256) quartz_pillow_bj2_b(const float* __restrict__ e0, const int* __restrict__ mat, const float* __restrict__ src, float* __restrict__ out, int per, int steps, Stop c) { slow_down<4>(e0, mat, src, out, per, steps, c); }

// ---------------------------------------------------------------- audio: matched filter energy
constexpr int TAPS = 24, PIECE = 32768, PIECES = 12, HALO4 = 7;
struct Taps { float h[TAPS]; };
__device__ __forceinline__ float filter4(const float4* w, const Taps& h, float acc) {
    float x[4 * HALO4];
    #pragma unroll
    for (int k = 0; k < HALO4; ++k) { float4 v = w[k]; x[4 * k] = v.x; x[4 * k + 1] = v.y; x[4 * k + 2] = v.z; x[4 * k + 3] = v.w; }
    float y[4] = {0.f, 0.f, 0.f, 0.f};
    #pragma unroll
    for (int k = 0; k < TAPS; ++k)
        #pragma unroll
        for (int j = 0; j < 4; ++j) y[j] = fmaf(h.h[k], x[k + j], y[j]);
    #pragma unroll
    for (int j = 0; j < 4; ++j) acc = fmaf(y[j], y[j], acc);
    return acc;
}
__global__ void __launch_bounds__(1024) walnut_comet_bj2_a(const float4* __restrict__ sig, float* __restrict__ out, Taps h) {
    extern __shared__ float4 tile[];
    const float4* p = sig + (size_t)blockIdx.x * PIECES * (PIECE / 4);
    float acc = 0.f;
    for (int t = 0; t < PIECES; ++t, p += PIECE / 4) {
        #pragma unroll
        for (int k = 0; k < 8; ++k) tile[threadIdx.x + k * 1024] = p[threadIdx.x + k * 1024];
        if (threadIdx.x < HALO4) tile[PIECE / 4 + threadIdx.x] = p[PIECE / 4 + threadIdx.x];
        __syncthreads();
        #pragma unroll 1
        for (int k = 0; k < 8; ++k) acc = filter4(tile + threadIdx.x + k * 1024, h, acc);
        __syncthreads();
    }
    out[blockIdx.x * 1024 + threadIdx.x] = acc;
}
__global__ void __launch_bounds__(1024) walnut_comet_bj2_b(const float4* __restrict__ sig, float* __restrict__ out, Taps h) {
    extern __shared__ float4 tile[];
    constexpr int HALF4 = PIECE / 8, STRIDE = HALF4 + 8;
    const float4* p = sig + (size_t)blockIdx.x * PIECES * (PIECE / 4);
    auto fetch = [&](int t) {
        float4* d = tile + (t & 1) * STRIDE; const float4* s = p + (size_t)t * HALF4;
        #pragma unroll
        for (int k = 0; k < 4; ++k) __pipeline_memcpy_async(d + threadIdx.x + k * 1024, s + threadIdx.x + k * 1024, 16);
        if (threadIdx.x < HALO4) __pipeline_memcpy_async(d + HALF4 + threadIdx.x, s + HALF4 + threadIdx.x, 16);
    };
    fetch(0); __pipeline_commit();
    float acc = 0.f;
    for (int t = 0; t < 2 * PIECES; ++t) {
        if (t + 1 < 2 * PIECES) fetch(t + 1);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        #pragma unroll 1
        for (int k = 0; k < 4; ++k) acc = filter4(tile + (t & 1) * STRIDE + threadIdx.x + k * 1024, h, acc);
        __syncthreads();
    }
    out[blockIdx.x * 1024 + threadIdx.x] = acc;
}

// ---------------------------------------------------------------- robotics: FP32 product (Jacobians by weights)
__global__ void __launch_bounds__(256) ginger_anchor_bj2_a(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int M, int N, int K) {
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (row >= M || col >= N) return;
    float acc = 0.f;
    for (int k = 0; k < K; ++k) acc = fmaf(A[(size_t)row * K + k], B[(size_t)k * N + col], acc);
    C[(size_t)row * N + col] = acc;
}
__global__ void __launch_bounds__(256) ginger_anchor_bj2_b(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int M, int N, int K) {
    __shared__ float As[2][16][68], Bs[2][16][64];
    const int t = threadIdx.y * 16 + threadIdx.x, tx = threadIdx.x * 4, ty = threadIdx.y * 4;
    const int ar = t >> 2, ak = (t & 3) * 4, bk = t >> 4, bc = (t & 15) * 4;
    const float* a = A + (size_t)(blockIdx.y * 64 + ar) * K + ak;
    const float* b = B + (size_t)bk * N + blockIdx.x * 64 + bc;
    float acc[4][4] = {};
    float4 ra = *(const float4*)a, rb = *(const float4*)b;
    int s = 0;
    for (int k = 0; k < K; k += 16, s ^= 1) {
        As[s][ak][ar] = ra.x; As[s][ak + 1][ar] = ra.y; As[s][ak + 2][ar] = ra.z; As[s][ak + 3][ar] = ra.w;
        *(float4*)&Bs[s][bk][bc] = rb;
        __syncthreads();
        if (k + 16 < K) { ra = *(const float4*)(a + k + 16); rb = *(const float4*)(b + (size_t)(k + 16) * N); }
        #pragma unroll
        for (int kk = 0; kk < 16; ++kk) {
            float4 x = *(float4*)&As[s][kk][ty], y = *(float4*)&Bs[s][kk][tx];
            float xs[4] = {x.x, x.y, x.z, x.w}, ys[4] = {y.x, y.y, y.z, y.w};
            #pragma unroll
            for (int i = 0; i < 4; ++i)
                #pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] = fmaf(xs[i], ys[j], acc[i][j]);
        }
    }
    #pragma unroll
    for (int i = 0; i < 4; ++i)
        *(float4*)&C[(size_t)(blockIdx.y * 64 + ty + i) * N + blockIdx.x * 64 + tx] = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}

// ---------------------------------------------------------------- recommendation: FP16 scores
__global__ void __launch_bounds__(256) bamboo_kettle_bj2_a(const __half* __restrict__ A, const __half* __restrict__ B, float* __restrict__ C, int M, int N, int K) {
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    if (row >= M || col >= N) return;
    float acc = 0.f;
    for (int k = 0; k < K; ++k) acc += __half2float(A[(size_t)row * K + k]) * __half2float(B[(size_t)k * N + col]);
    C[(size_t)row * N + col] = acc;
}
__global__ void __launch_bounds__(128) bamboo_kettle_bj2_b(const __half* __restrict__ A, const __half* __restrict__ B, float* __restrict__ C, int M, int N, int K) {
    __shared__ __align__(32) __half As[2][64 * 40];
    __shared__ __align__(32) __half Bs[2][32 * 72];
    const int t = threadIdx.x, w = t >> 5, wr = (w >> 1) * 32, wc = (w & 1) * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
    #pragma unroll
    for (int i = 0; i < 2; ++i)
        #pragma unroll
        for (int j = 0; j < 2; ++j) wmma::fill_fragment(acc[i][j], 0.f);
    auto fetch = [&](int s, int k) {
        #pragma unroll
        for (int q = 0; q < 2; ++q) {
            int i = t + q * 128;
            int r = i >> 2, c = (i & 3) * 8;
            __pipeline_memcpy_async(&As[s][r * 40 + c], A + (size_t)(blockIdx.y * 64 + r) * K + k + c, 16);
            int br = i >> 3, bc = (i & 7) * 8;
            __pipeline_memcpy_async(&Bs[s][br * 72 + bc], B + (size_t)(k + br) * N + blockIdx.x * 64 + bc, 16);
        }
    };
    fetch(0, 0); __pipeline_commit();
    int s = 0;
    for (int k = 0; k < K; k += 32, s ^= 1) {
        if (k + 32 < K) fetch(s ^ 1, k + 32);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        #pragma unroll
        for (int kk = 0; kk < 32; kk += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb[2];
            #pragma unroll
            for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(fa[i], &As[s][(wr + i * 16) * 40 + kk], 40);
            #pragma unroll
            for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(fb[j], &Bs[s][kk * 72 + wc + j * 16], 72);
            #pragma unroll
            for (int i = 0; i < 2; ++i)
                #pragma unroll
                for (int j = 0; j < 2; ++j) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
        __syncthreads();
    }
    #pragma unroll
    for (int i = 0; i < 2; ++i)
        #pragma unroll
        for (int j = 0; j < 2; ++j)
            wmma::store_matrix_sync(C + (size_t)(blockIdx.y * 64 + wr + i * 16) * N + blockIdx.x * 64 + wc + j * 16, acc[i][j], N, wmma::mem_row_major);
}

// ---------------------------------------------------------------- particle transport: FP64 response product
__global__ void __launch_bounds__(512) meadow_piston_bj2_a(const double* __restrict__ A, const double* __restrict__ B, double* __restrict__ C, int M, int N, int K) {
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (row >= M || col >= N) return;
    double acc = 0.0;
    for (int k = 0; k < K; ++k) acc += A[(size_t)row * K + k] * B[(size_t)k * N + col];
    C[(size_t)row * N + col] = acc;
}
__global__ void __launch_bounds__(128) meadow_piston_bj2_b(const double* __restrict__ A, const double* __restrict__ B, double* __restrict__ C, int M, int N, int K) {
    __shared__ __align__(32) double As[64 * 20];
    __shared__ __align__(32) double Bs[16 * 68];
    const int t = threadIdx.x, w = t >> 5, wr = (w >> 1) * 32, wc = (w & 1) * 32;
    wmma::fragment<wmma::accumulator, 8, 8, 4, double> acc[4][4];
    #pragma unroll
    for (int i = 0; i < 4; ++i)
        #pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(acc[i][j], 0.0);
    const double* a = A + (size_t)(blockIdx.y * 64 + (t >> 3)) * K + (t & 7) * 2;
    const double* b = B + (size_t)(t >> 5) * N + blockIdx.x * 64 + (t & 31) * 2;
    double2 ra[4], rb[4];
    #pragma unroll
    for (int q = 0; q < 4; ++q) { ra[q] = *(const double2*)(a + (size_t)q * 16 * K); rb[q] = *(const double2*)(b + (size_t)q * 4 * N); }
    for (int k = 0; k < K; k += 16) {
        #pragma unroll
        for (int q = 0; q < 4; ++q) {
            *(double2*)&As[((t >> 3) + q * 16) * 20 + (t & 7) * 2] = ra[q];
            *(double2*)&Bs[((t >> 5) + q * 4) * 68 + (t & 31) * 2] = rb[q];
        }
        __syncthreads();
        if (k + 16 < K) {
            #pragma unroll
            for (int q = 0; q < 4; ++q) {
                ra[q] = *(const double2*)(a + (size_t)q * 16 * K + k + 16);
                rb[q] = *(const double2*)(b + (size_t)(k + 16 + q * 4) * N);
            }
        }
        #pragma unroll
        for (int kk = 0; kk < 16; kk += 4) {
            wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> fa[4];
            wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::row_major> fb[4];
            #pragma unroll
            for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(fa[i], &As[(wr + i * 8) * 20 + kk], 20);
            #pragma unroll
            for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(fb[j], &Bs[kk * 68 + wc + j * 8], 68);
            #pragma unroll
            for (int i = 0; i < 4; ++i)
                #pragma unroll
                for (int j = 0; j < 4; ++j) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
        __syncthreads();
    }
    #pragma unroll
    for (int i = 0; i < 4; ++i)
        #pragma unroll
        for (int j = 0; j < 4; ++j)
            wmma::store_matrix_sync(C + (size_t)(blockIdx.y * 64 + wr + i * 8) * N + blockIdx.x * 64 + wc + j * 8, acc[i][j], N, wmma::mem_row_major);
}

// ---------------------------------------------------------------- medical imaging: intensity preparation of a volume
__device__ __forceinline__ float op_window(float v) { return fminf(fmaxf(fmaf(v, 0.55f, 0.5f), 0.f), 1.f); }
__device__ __forceinline__ float op_bias(float v, float f) { return v * fmaf(0.2f, f, 1.f); }
__device__ __forceinline__ float op_gamma(float v) { return sqrtf(v + 0.01f); }
__device__ __forceinline__ float op_norm(float v) { return (v - 0.62f) * 3.1f; }
__global__ void __launch_bounds__(256) pepper_violin_bj2_a0(const float4* __restrict__ in, float4* __restrict__ out, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n4) return;
    float4 v = in[i]; out[i] = make_float4(op_window(v.x), op_window(v.y), op_window(v.z), op_window(v.w));
}
__global__ void __launch_bounds__(256) pepper_violin_bj2_a1(const float4* __restrict__ in, const float4* __restrict__ field, float4* __restrict__ out, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n4) return;
    float4 v = in[i], f = field[i]; out[i] = make_float4(op_bias(v.x, f.x), op_bias(v.y, f.y), op_bias(v.z, f.z), op_bias(v.w, f.w));
}
__global__ void __launch_bounds__(256) pepper_violin_bj2_a2(const float4* __restrict__ in, float4* __restrict__ out, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n4) return;
    float4 v = in[i]; out[i] = make_float4(op_gamma(v.x), op_gamma(v.y), op_gamma(v.z), op_gamma(v.w));
}
__global__ void __launch_bounds__(256) pepper_violin_bj2_a3(const float4* __restrict__ in, float4* __restrict__ out, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n4) return;
    float4 v = in[i]; out[i] = make_float4(op_norm(v.x), op_norm(v.y), op_norm(v.z), op_norm(v.w));
}
__device__ __forceinline__ float op_all(float v, float f) { return op_norm(op_gamma(op_bias(op_window(v), f))); }
__global__ void __launch_bounds__(256) pepper_violin_bj2_b(const float4* __restrict__ in, const float4* __restrict__ field, float4* __restrict__ out, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n4) return;
    float4 v = in[i], f = field[i]; out[i] = make_float4(op_all(v.x, f.x), op_all(v.y, f.y), op_all(v.z, f.z), op_all(v.w, f.w));
}

// ---------------------------------------------------------------- robotics: control steps of a small fleet
__device__ __forceinline__ void control(float& q, float& v, float goal) {
    float tau = 8.f * (goal - q) - 1.5f * v - 0.4f * __sinf(q);
    v = fmaf(0.01f, tau, v); q = fmaf(0.01f, v, q);
}
__global__ void __launch_bounds__(96) tundra_whistle_bj2_a0(const float* __restrict__ goal, const float* qi, const float* vi, float* q, float* v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return;
    float a = qi[i], b = vi[i];
    control(a, b, goal[i]);
    q[i] = a; v[i] = b;
}
__global__ void __launch_bounds__(96) tundra_whistle_bj2_b(const float* __restrict__ goal, const float* qi, const float* vi, float* q, float* v, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return;
    float a = qi[i], b = vi[i], g = goal[i];
    for (int s = 0; s < steps; ++s) control(a, b, g);
    q[i] = a; v[i] = b;
}

// ---------------------------------------------------------------- audio: step attenuation
__device__ __forceinline__ float pads_loop(float v) {
    int n = (int)(fabsf(v) * 4.f);
    #pragma unroll 1
    for (int k = 0; k < n; ++k) v = fmaf(v, 0.7f, 0.01f);
    return v;
}
__device__ __forceinline__ float pads_closed(float v) {
    int n = (int)(fabsf(v) * 4.f);
    float g = ((n & 1) ? 0.7f : 1.f) * ((n & 2) ? 0.49f : 1.f) * ((n & 4) ? 0.2401f : 1.f);
    return fmaf(v - 0.033333335f, g, 0.033333335f);
}
__global__ void __launch_bounds__(512) harbor_thimble_bj2_a(const float4* __restrict__ in, float4* __restrict__ out, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n4) return;
    float4 v = in[i]; out[i] = make_float4(pads_loop(v.x), pads_loop(v.y), pads_loop(v.z), pads_loop(v.w));
}
__global__ void __launch_bounds__(512) harbor_thimble_bj2_b(const float4* __restrict__ in, float4* __restrict__ out, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n4) return;
    float4 v = in[i]; out[i] = make_float4(pads_closed(v.x), pads_closed(v.y), pads_closed(v.z), pads_closed(v.w));
}

// ---------------------------------------------------------------- recommendation: embedding rows to unit length
template <bool EXTRA>
__device__ __forceinline__ void unit_row(const float4* __restrict__ in, float4* __restrict__ out) {
    __shared__ float part[4]; __shared__ float scale;
    const int t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * 256 + t;
    float4 v = in[i], u = in[i + 128];
    float s = v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w + u.x * u.x + u.y * u.y + u.z * u.z + u.w * u.w;
    #pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    if (EXTRA) __syncthreads();
    if ((t & 31) == 0) part[t >> 5] = s;
    __syncthreads();
    float k;
    if (EXTRA) {
        if (t == 0) scale = rsqrtf(part[0] + part[1] + part[2] + part[3]);
        __syncthreads();
        k = scale;
    } else k = rsqrtf(part[0] + part[1] + part[2] + part[3]);
    out[i] = make_float4(v.x * k, v.y * k, v.z * k, v.w * k);
    out[i + 128] = make_float4(u.x * k, u.y * k, u.z * k, u.w * k);
}
__global__ void __launch_bounds__(128) island_pepper_bj2_a(const float4* __restrict__ in, float4* __restrict__ out) { unit_row<true>(in, out); }
__global__ void __launch_bounds__(128) island_pepper_bj2_b(const float4* __restrict__ in, float4* __restrict__ out) { unit_row<false>(in, out); }

// ---------------------------------------------------------------- FP32 product
__global__ void __launch_bounds__(256, 2) garnet_ladder_bj2_a(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int M, int N, int K) {
    __shared__ __align__(16) float As[2][8][132], Bs[2][8][128];
    const int t = threadIdx.x, tx = (t & 15) * 4, ty = (t >> 4) * 4;
    const int ar = t >> 1, ak = (t & 1) * 4, bk = t >> 5, bc = (t & 31) * 4;
    const float* a = A + (size_t)(blockIdx.y * 128 + ar) * K + ak;
    const float* b = B + (size_t)bk * N + blockIdx.x * 128 + bc;
    float acc[8][8] = {};
    float4 ra = *(const float4*)a, rb = *(const float4*)b;
    int s = 0;
    for (int k = 0; k < K; k += 8, s ^= 1) {
        As[s][ak][ar] = ra.x; As[s][ak + 1][ar] = ra.y; As[s][ak + 2][ar] = ra.z; As[s][ak + 3][ar] = ra.w;
        *(float4*)&Bs[s][bk][bc] = rb;
        __syncthreads();
        if (k + 8 < K) { ra = *(const float4*)(a + k + 8); rb = *(const float4*)(b + (size_t)(k + 8) * N); }
        #pragma unroll
        for (int kk = 0; kk < 8; ++kk) {
            float x[8], y[8];
            *(float4*)x = *(float4*)&As[s][kk][ty]; *(float4*)(x + 4) = *(float4*)&As[s][kk][64 + ty];
            *(float4*)y = *(float4*)&Bs[s][kk][tx]; *(float4*)(y + 4) = *(float4*)&Bs[s][kk][64 + tx];
            #pragma unroll
            for (int i = 0; i < 8; ++i)
                #pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = fmaf(x[i], y[j], acc[i][j]);
        }
    }
    #pragma unroll
    for (int i = 0; i < 8; ++i)
        #pragma unroll
        for (int h = 0; h < 2; ++h)
            *(float4*)&C[(size_t)(blockIdx.y * 128 + (i >> 2) * 64 + ty + (i & 3)) * N + blockIdx.x * 128 + h * 64 + tx] =
                make_float4(acc[i][4 * h], acc[i][4 * h + 1], acc[i][4 * h + 2], acc[i][4 * h + 3]);
}

// ---------------------------------------------------------------- softmax of rows of 2048
__device__ __forceinline__ float across(float x, float* part, bool maximum) {
    #pragma unroll
    for (int o = 16; o; o >>= 1) { float y = __shfl_xor_sync(~0u, x, o); x = maximum ? fmaxf(x, y) : x + y; }
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = x;
    __syncthreads();
    float r = part[0];
    #pragma unroll
    for (int k = 1; k < 8; ++k) r = maximum ? fmaxf(r, part[k]) : r + part[k];
    return r;
}
__global__ void __launch_bounds__(256) saffron_bell_bj2_a(const float4* __restrict__ in, float4* __restrict__ out) {
    __shared__ float pm[8], ps[8];
    size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 v = in[i], u = in[i + 256];
    float m = across(fmaxf(fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)), fmaxf(fmaxf(u.x, u.y), fmaxf(u.z, u.w))), pm, true);
    v.x = __expf(v.x - m); v.y = __expf(v.y - m); v.z = __expf(v.z - m); v.w = __expf(v.w - m);
    u.x = __expf(u.x - m); u.y = __expf(u.y - m); u.z = __expf(u.z - m); u.w = __expf(u.w - m);
    float k = __fdividef(1.f, across(v.x + v.y + v.z + v.w + u.x + u.y + u.z + u.w, ps, false));
    out[i] = make_float4(v.x * k, v.y * k, v.z * k, v.w * k);
    out[i + 256] = make_float4(u.x * k, u.y * k, u.z * k, u.w * k);
}

// ---------------------------------------------------------------- histogram of 2048 bins
constexpr int BINS = 2048;
__global__ void __launch_bounds__(1024, 2) linen_falcon_bj2_a(const uint4* __restrict__ keys, int* __restrict__ hist, int n4) {
    __shared__ int bins[BINS];
    for (int i = threadIdx.x; i < BINS; i += 1024) bins[i] = 0;
    __syncthreads();
    const int step = gridDim.x * 1024;
    int i = blockIdx.x * 1024 + threadIdx.x;
    for (; i + 3 * step < n4; i += 4 * step) {
        uint4 k[4];
        #pragma unroll
        for (int j = 0; j < 4; ++j) k[j] = keys[i + j * step];
        #pragma unroll
        for (int j = 0; j < 4; ++j) {
            atomicAdd(bins + (k[j].x & (BINS - 1)), 1); atomicAdd(bins + (k[j].y & (BINS - 1)), 1);
            atomicAdd(bins + (k[j].z & (BINS - 1)), 1); atomicAdd(bins + (k[j].w & (BINS - 1)), 1);
        }
    }
    for (; i < n4; i += step) {
        uint4 k = keys[i];
        atomicAdd(bins + (k.x & (BINS - 1)), 1); atomicAdd(bins + (k.y & (BINS - 1)), 1);
        atomicAdd(bins + (k.z & (BINS - 1)), 1); atomicAdd(bins + (k.w & (BINS - 1)), 1);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += 1024) atomicAdd(hist + b, bins[b]);
}

// ---------------------------------------------------------------- transpose of complex numbers
__global__ void __launch_bounds__(256) cedar_magnet_bj2_a(const float2* __restrict__ in, float2* __restrict__ out, int width, int height) {
    __shared__ float2 tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    #pragma unroll
    for (int k = 0; k < 32; k += 8) tile[threadIdx.y + k][threadIdx.x] = in[(size_t)(y + k) * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x; y = blockIdx.x * 32 + threadIdx.y;
    #pragma unroll
    for (int k = 0; k < 32; k += 8) out[(size_t)(y + k) * height + x] = tile[threadIdx.x][threadIdx.y + k];
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> f, const void* out, size_t count, Output type = Output::f32) { cases.push_back({name, f, out, count, type}); };

    {   const int robots = 192 * 10923; size_t n = 4ull * robots;
        float *q = filled<float>(n, 3), *u = filled<float>(n, 4), *o = empty<float>(n);
        add("copper_heron_bj2_a", [=] { copper_heron_bj2_a<<<4 * robots / 192, 192>>>(q, u, o, robots); }, o, n);
        add("copper_heron_bj2_b", [=] { copper_heron_bj2_b<<<dim3(robots / 192, 4), 192>>>(q, u, o, robots); }, o, n);
    }
    {   const int blocks = 792; size_t n = blocks * 1024;
        float *x = filled<float>(n, 5), *o = empty<float>(n);
        add("velvet_otter_bj2_a", [=] { velvet_otter_bj2_a<<<blocks, 1024>>>(x, o, 192); }, o, n);
        add("velvet_otter_bj2_b", [=] { velvet_otter_bj2_b<<<blocks, 1024>>>(x, o, 192); }, o, n);
    }
    {   const int users = 1 << 20;
        float* s = filled<float>((size_t)users * DAYS, 6); int* g = indices(users, SEG, 8); float* o = empty<float>(SEG);
        CHECK(cudaMemset(o, 0, SEG * 4));
        add("maple_lantern_bj2_a", [=] { maple_lantern_bj2_a<<<(users + 319) / 320, 320>>>(s, g, o, users); }, o, SEG);
        add("maple_lantern_bj2_b", [=] { maple_lantern_bj2_b<<<(users + 319) / 320, 320>>>(s, g, o, users); }, o, SEG);
    }
    {   const int blocks = 2112; size_t n = (size_t)(blocks + 1) * (WINDOW / 2);
        uint4* e = (uint4*)indices((size_t)blocks * EV_BLOCK, 1u << 30, 9); int* o = empty<int>(n);
        CHECK(cudaMemset(o, 0, n * 4));
        add("river_button_bj2_a", [=] { river_button_bj2_a<<<blocks, 256>>>(e, o); }, o, n, Output::i32);
        add("river_button_bj2_b", [=] { river_button_bj2_b<<<blocks, 256>>>(e, o); }, o, n, Output::i32);
    }
    {   const int W = 4096, H = 3072; size_t n = (size_t)W * H;
        float *i = filled<float>(n, 10), *o = empty<float>(n);
        add("cotton_bishop_bj2_a", [=] { cotton_bishop_bj2_a<<<dim3(W / 32, H / 8), dim3(32, 8)>>>(i, o, W, H, 0.7f); }, o, n);
        add("cotton_bishop_bj2_b", [=] { cotton_bishop_bj2_b<<<dim3(W / 32, H / 8), dim3(32, 8)>>>(i, o, W, H, 0.7f); }, o, n);
    }
    {   const int n = 1 << 21;
        float *e = filled<float>(n, 11), *o = empty<float>(n);
        add("silver_turnip_bj2_a", [=] { silver_turnip_bj2_a<<<n / 128, 128>>>(e, o, n, 20); }, o, n);
        add("silver_turnip_bj2_b", [=] { silver_turnip_bj2_b<<<n / 128, 128>>>(e, o, n, 20); }, o, n);
    }
    {   const int n = 384 * 20000;
        auto* id = (unsigned long long*)indices(2ull * n, 0x7fffffffu, 12); unsigned* o = empty<unsigned>(n);
        Moduli m; const unsigned primes[TABLES] = {1000003, 999983, 786433, 611953, 500009, 393241, 299993, 196613, 150001, 98317, 65537, 49157};
        for (int k = 0; k < TABLES; ++k) { m.d[k] = primes[k]; m.m[k] = ~0ull / primes[k]; }
        add("amber_saddle_bj2_a", [=] { amber_saddle_bj2_a<<<n / 384, 384>>>(id, o, n, m); }, o, n, Output::i32);
        add("amber_saddle_bj2_b", [=] { amber_saddle_bj2_b<<<n / 384, 384>>>(id, o, n, m); }, o, n, Output::i32);
    }
    {   const int per = 32; size_t n = 132ull * 256 * per; const int bytes = STOP_TABLE * 4;
        float *e = filled<float>(n, 13), *t = filled<float>(STOP_TABLE, 14), *o = empty<float>(n); int* m = indices(n, STOP_TABLE, 15);
        Stop c = {{0.31f, -0.12f, 0.07f, 0.021f, -0.013f}};
        CHECK(cudaFuncSetAttribute(quartz_pillow_bj2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        CHECK(cudaFuncSetAttribute(quartz_pillow_bj2_b, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        add("quartz_pillow_bj2_a", [=] { quartz_pillow_bj2_a<<<132, 256, bytes>>>(e, m, t, o, per, 256, c); }, o, n);
        add("quartz_pillow_bj2_b", [=] { quartz_pillow_bj2_b<<<132, 256, bytes>>>(e, m, t, o, per, 256, c); }, o, n);
    }
    {   const int blocks = 264; const int bytes = (PIECE + 64) * 4;
        float* s = filled<float>((size_t)blocks * PIECES * PIECE + 64, 16); float* o = empty<float>(blocks * 1024);
        Taps h; for (int k = 0; k < TAPS; ++k) h.h[k] = 0.3f * std::cos(0.4f * k) / (1 + 0.1f * k);
        CHECK(cudaFuncSetAttribute(walnut_comet_bj2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        CHECK(cudaFuncSetAttribute(walnut_comet_bj2_b, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        add("walnut_comet_bj2_a", [=] { walnut_comet_bj2_a<<<blocks, 1024, bytes>>>((const float4*)s, o, h); }, o, blocks * 1024);
        add("walnut_comet_bj2_b", [=] { walnut_comet_bj2_b<<<blocks, 1024, bytes>>>((const float4*)s, o, h); }, o, blocks * 1024);
    }
    {   const int M = 1024, N = 2048, K = 768;
        float *a = filled<float>((size_t)M * K, 17), *b = filled<float>((size_t)K * N, 18), *o = empty<float>((size_t)M * N);
        add("ginger_anchor_bj2_a", [=] { ginger_anchor_bj2_a<<<dim3(N / 16, M / 16), dim3(16, 16)>>>(a, b, o, M, N, K); }, o, (size_t)M * N);
        add("ginger_anchor_bj2_b", [=] { ginger_anchor_bj2_b<<<dim3(N / 64, M / 64), dim3(16, 16)>>>(a, b, o, M, N, K); }, o, (size_t)M * N);
    }
    {   const int M = 1536, N = 2816, K = 1024;
        __half *a = filled<__half>((size_t)M * K, 19), *b = filled<__half>((size_t)K * N, 20); float* o = empty<float>((size_t)M * N);
        add("bamboo_kettle_bj2_a", [=] { bamboo_kettle_bj2_a<<<dim3(N / 32, M / 8), dim3(32, 8)>>>(a, b, o, M, N, K); }, o, (size_t)M * N);
        add("bamboo_kettle_bj2_b", [=] { bamboo_kettle_bj2_b<<<dim3(N / 64, M / 64), 128>>>(a, b, o, M, N, K); }, o, (size_t)M * N);
    }
    {   const int M = 1536, N = 1536, K = 1280;
        double *a = filled<double>((size_t)M * K, 21), *b = filled<double>((size_t)K * N, 22), *o = empty<double>((size_t)M * N);
        add("meadow_piston_bj2_a", [=] { meadow_piston_bj2_a<<<dim3(N / 32, M / 16), dim3(32, 16)>>>(a, b, o, M, N, K); }, o, (size_t)M * N, Output::f64);
        add("meadow_piston_bj2_b", [=] { meadow_piston_bj2_b<<<dim3(N / 64, M / 64), 128>>>(a, b, o, M, N, K); }, o, (size_t)M * N, Output::f64);
    }
    {   const size_t n = 320ull * 320 * 320; const int n4 = n / 4, g = (n4 + 255) / 256;
        float4 *i = (float4*)filled<float>(n, 23), *f = (float4*)filled<float>(n, 24), *t = (float4*)empty<float>(n), *u = (float4*)empty<float>(n), *o = (float4*)empty<float>(n);
        add("pepper_violin_bj2_a", [=] {
            pepper_violin_bj2_a0<<<g, 256>>>(i, t, n4); pepper_violin_bj2_a1<<<g, 256>>>(t, f, u, n4);
            pepper_violin_bj2_a2<<<g, 256>>>(u, t, n4); pepper_violin_bj2_a3<<<g, 256>>>(t, o, n4); }, o, n);
        add("pepper_violin_bj2_b", [=] { pepper_violin_bj2_b<<<g, 256>>>(i, f, o, n4); }, o, n);
    }
    {   const int n = 96 * 40, steps = 24;
        float *g = filled<float>(n, 25), *q0 = filled<float>(n, 26), *v0 = filled<float>(n, 27), *q = empty<float>(n), *v = empty<float>(n);
        add("tundra_whistle_bj2_a", [=] { for (int s = 0; s < steps; ++s) tundra_whistle_bj2_a0<<<40, 96>>>(g, s ? q : q0, s ? v : v0, q, v, n); }, q, n);
        add("tundra_whistle_bj2_b", [=] { tundra_whistle_bj2_b<<<40, 96>>>(g, q0, v0, q, v, n, steps); }, q, n);
    }
    {   const size_t n = 48ull << 20; const int n4 = n / 4;
        float4 *i = (float4*)filled<float>(n, 28), *o = (float4*)empty<float>(n);
        add("harbor_thimble_bj2_a", [=] { harbor_thimble_bj2_a<<<n4 / 512, 512>>>(i, o, n4); }, o, n);
        add("harbor_thimble_bj2_b", [=] { harbor_thimble_bj2_b<<<n4 / 512, 512>>>(i, o, n4); }, o, n);
    }
    {   const int rows = 40000; size_t n = (size_t)rows * 1024;
        float4 *i = (float4*)filled<float>(n, 29), *o = (float4*)empty<float>(n);
        add("island_pepper_bj2_a", [=] { island_pepper_bj2_a<<<rows, 128>>>(i, o); }, o, n);
        add("island_pepper_bj2_b", [=] { island_pepper_bj2_b<<<rows, 128>>>(i, o); }, o, n);
    }
    {   const int M = 2048, N = 4096, K = 1024;
        float *a = filled<float>((size_t)M * K, 30), *b = filled<float>((size_t)K * N, 31), *o = empty<float>((size_t)M * N);
        add("garnet_ladder_bj2_a", [=] { garnet_ladder_bj2_a<<<dim3(N / 128, M / 128), 256>>>(a, b, o, M, N, K); }, o, (size_t)M * N);
    }
    {   const int rows = 30000; size_t n = (size_t)rows * 2048;
        float4 *i = (float4*)filled<float>(n, 32), *o = (float4*)empty<float>(n);
        add("saffron_bell_bj2_a", [=] { saffron_bell_bj2_a<<<rows, 256>>>(i, o); }, o, n);
    }
    {   const int n = 96 << 20; uint4* k = (uint4*)indices(n, 1u << 30, 33); int* o = empty<int>(BINS); CHECK(cudaMemset(o, 0, BINS * 4));
        add("linen_falcon_bj2_a", [=] { linen_falcon_bj2_a<<<264, 1024>>>(k, o, n / 4); }, o, BINS, Output::i32);
    }
    {   const int W = 6144, H = 4096; size_t n = (size_t)W * H;
        float2 *i = (float2*)filled<float>(2 * n, 34), *o = (float2*)empty<float>(2 * n);
        add("cedar_magnet_bj2_a", [=] { cedar_magnet_bj2_a<<<dim3(W / 32, H / 32), dim3(32, 8)>>>(i, o, W, H); }, o, 2 * n);
    }
    return run(argc, argv, cases);
}
