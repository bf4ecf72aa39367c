// Measured pairs, set hundredninetyfourth, suffix ck8: seven works, four variants each.
#include "harness.cuh"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>
using harness::Output;
static std::vector<harness::Case> cases;
static void add(const char* n, std::function<void()> f, const void* out, size_t c, Output t = Output::f32) { cases.push_back({n, f, out, c, t}); }

// ---- 1: RMS norm of token rows and rotary embedding of their heads, bf16 in and out -----------------------------------------
constexpr int TOKENS = 16384, HIDDEN = 4096, HEAD = 128, SPAN = 4096;
struct __align__(16) Eight { __nv_bfloat162 p[4]; };

template <typename T>
__global__ void harness_shifted(T* p, size_t n, uint32_t seed, float scale, float shift) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (T)(harness::unit((uint32_t)i * 2654435761u + seed) * scale + shift);
}
template <typename T>
static T* shifted(size_t n, uint32_t seed, float scale, float shift) {
    T* p; CHECK(cudaMalloc(&p, n * sizeof(T)));
    harness_shifted<T><<<2048, 256>>>(p, n, seed, scale, shift); CHECK(cudaGetLastError());
    return p;
}

static __global__ void harness_rotary_table(__half2* t) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, pos = i / (HEAD / 2), f = i % (HEAD / 2);
    float s, c;
    sincosf(pos * exp2f(-f * (13.2877124f / (HEAD / 2))), &s, &c);
    t[i] = __floats2half2_rn(c, s);
}

__device__ __forceinline__ float block_sum_256(float v, float* part) {
#pragma unroll
    for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(~0u, v, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    float s = 0;
#pragma unroll
    for (int w = 0; w < 8; ++w) s += part[w];
    return s;
}

__device__ __forceinline__ float squares(const Eight& e) {
    float s = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) { float2 v = __bfloat1622float2(e.p[i]); s = fmaf(v.x, v.x, fmaf(v.y, v.y, s)); }
    return s;
}

__device__ __forceinline__ void rotate_store(const Eight& lo, const Eight& hi, float scale, const Eight& glo, const Eight& ghi, const __half2* cs, Eight* dlo, Eight* dhi) {
    Eight a, b;
    uint4 raw[2] = {__ldg((const uint4*)cs), __ldg((const uint4*)cs + 1)};
    const __half2* t = (const __half2*)raw;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        float2 x = __bfloat1622float2(lo.p[i]), y = __bfloat1622float2(hi.p[i]), gx = __bfloat1622float2(glo.p[i]), gy = __bfloat1622float2(ghi.p[i]);
        x.x *= scale * gx.x; x.y *= scale * gx.y; y.x *= scale * gy.x; y.y *= scale * gy.y;
        float2 r0 = __half22float2(t[2 * i]), r1 = __half22float2(t[2 * i + 1]);
        a.p[i] = __floats2bfloat162_rn(x.x * r0.x - y.x * r0.y, x.y * r1.x - y.y * r1.y);
        b.p[i] = __floats2bfloat162_rn(y.x * r0.x + x.x * r0.y, y.y * r1.x + x.y * r1.y);
    }
    *dlo = a; *dhi = b;
}

__global__ void __launch_bounds__(256) timber_falcon_ck8_b(const Eight* __restrict__ x, const Eight* __restrict__ g,
    const __half2* __restrict__ cs, Eight* __restrict__ o) {
    __shared__ float part[8];
    const int row = blockIdx.x, c = threadIdx.x % 8, at = threadIdx.x / 8 * 16 + c;
    const size_t base = (size_t)row * (HIDDEN / 8);
    const Eight lo = x[base + at], hi = x[base + at + 8];
    const float scale = rsqrtf(block_sum_256(squares(lo) + squares(hi), part) * (1.0f / HIDDEN) + 1e-5f);
    rotate_store(lo, hi, scale, g[at], g[at + 8], cs + (row % SPAN) * (HEAD / 2) + c * 8, o + base + at, o + base + at + 8);
}

// the norm and the rotation as two launches
__global__ void __launch_bounds__(256) velvet_anchor_ck8_a(const Eight* __restrict__ x, const Eight* __restrict__ g, Eight* __restrict__ o) {
    __shared__ float part[8];
    const size_t base = (size_t)blockIdx.x * (HIDDEN / 8);
    Eight e[2] = {x[base + threadIdx.x], x[base + threadIdx.x + 256]};
    const float scale = rsqrtf(block_sum_256(squares(e[0]) + squares(e[1]), part) * (1.0f / HIDDEN) + 1e-5f);
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        const Eight w = g[threadIdx.x + k * 256];
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            float2 v = __bfloat1622float2(e[k].p[i]), u = __bfloat1622float2(w.p[i]);
            e[k].p[i] = __floats2bfloat162_rn(v.x * scale * u.x, v.y * scale * u.y);
        }
        o[base + threadIdx.x + k * 256] = e[k];
    }
}
__global__ void __launch_bounds__(256) velvet_anchor_ck8_a_turn(const Eight* __restrict__ x, const __half2* __restrict__ cs, Eight* __restrict__ o) {
    const int row = blockIdx.x, c = threadIdx.x % 8, at = threadIdx.x / 8 * 16 + c;
    const size_t base = (size_t)row * (HIDDEN / 8);
    const Eight lo = x[base + at], hi = x[base + at + 8];
    const __half2* t = cs + (row % SPAN) * (HEAD / 2) + c * 8;
    Eight a, b;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        float2 p = __bfloat1622float2(lo.p[i]), q = __bfloat1622float2(hi.p[i]), r0 = __half22float2(t[2 * i]), r1 = __half22float2(t[2 * i + 1]);
        a.p[i] = __floats2bfloat162_rn(p.x * r0.x - q.x * r0.y, p.y * r1.x - q.y * r1.y);
        b.p[i] = __floats2bfloat162_rn(q.x * r0.x + p.x * r0.y, q.y * r1.x + p.y * r1.y);
    }
    o[base + at] = a; o[base + at + 8] = b;
}

// angles worked out in place
__global__ void __launch_bounds__(256) marble_spoon_ck8_a(const Eight* __restrict__ x, const Eight* __restrict__ g, Eight* __restrict__ o) {
    __shared__ float part[8];
    const int row = blockIdx.x, c = threadIdx.x % 8, at = threadIdx.x / 8 * 16 + c, pos = row % SPAN;
    const size_t base = (size_t)row * (HIDDEN / 8);
    const Eight lo = x[base + at], hi = x[base + at + 8], glo = g[at], ghi = g[at + 8];
    const float scale = rsqrtf(block_sum_256(squares(lo) + squares(hi), part) * (1.0f / HIDDEN) + 1e-5f);
    Eight a, b;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        float2 p = __bfloat1622float2(lo.p[i]), q = __bfloat1622float2(hi.p[i]), u = __bfloat1622float2(glo.p[i]), w = __bfloat1622float2(ghi.p[i]);
        p.x *= scale * u.x; p.y *= scale * u.y; q.x *= scale * w.x; q.y *= scale * w.y;
        float s0, c0, s1, c1;
        const int f = c * 8 + 2 * i;
        sincosf(pos * powf(10000.0f, -f / 64.0f), &s0, &c0);
        sincosf(pos * powf(10000.0f, -(f + 1) / 64.0f), &s1, &c1);
        a.p[i] = __floats2bfloat162_rn(p.x * c0 - q.x * s0, p.y * c1 - q.y * s1);
        b.p[i] = __floats2bfloat162_rn(q.x * c0 + p.x * s0, q.y * c1 + p.y * s1);
    }
    o[base + at] = a; o[base + at + 8] = b;
}

// two bytes a load: a thread a pair of elements at a time
__global__ void __launch_bounds__(256) cactus_drum_ck8_a(const __nv_bfloat16* __restrict__ x,
    const __nv_bfloat16* __restrict__ g, const __half2* __restrict__ cs, __nv_bfloat16* __restrict__ o) {
    __shared__ float part[8];
    const int row = blockIdx.x, f = threadIdx.x % 64, head = threadIdx.x / 64;
    const size_t base = (size_t)row * HIDDEN;
    float lo[8], hi[8], sq = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        const int at = (head + 4 * k) * HEAD + f;
        lo[k] = __bfloat162float(x[base + at]); hi[k] = __bfloat162float(x[base + at + 64]);
        sq = fmaf(lo[k], lo[k], fmaf(hi[k], hi[k], sq));
    }
    const float scale = rsqrtf(block_sum_256(sq, part) * (1.0f / HIDDEN) + 1e-5f);
    const float2 r = __half22float2(cs[(row % SPAN) * (HEAD / 2) + f]);
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        const int at = (head + 4 * k) * HEAD + f;
        const float p = lo[k] * scale * __bfloat162float(g[at]), q = hi[k] * scale * __bfloat162float(g[at + 64]);
        o[base + at] = __float2bfloat16(p * r.x - q * r.y); o[base + at + 64] = __float2bfloat16(q * r.x + p * r.y);
    }
}

// the sum as a tree in shared memory, a barrier a level
__global__ void __launch_bounds__(256) hollow_ribbon_ck8_a(const Eight* __restrict__ x, const Eight* __restrict__ g,
    const __half2* __restrict__ cs, Eight* __restrict__ o) {
    __shared__ float part[256];
    const int row = blockIdx.x, c = threadIdx.x % 8, at = threadIdx.x / 8 * 16 + c;
    const size_t base = (size_t)row * (HIDDEN / 8);
    const Eight lo = x[base + at], hi = x[base + at + 8];
    part[threadIdx.x] = squares(lo) + squares(hi);
    __syncthreads();
    for (int d = 128; d; d >>= 1) {
        if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];
        __syncthreads();
    }
    const float scale = rsqrtf(part[0] * (1.0f / HIDDEN) + 1e-5f);
    rotate_store(lo, hi, scale, g[at], g[at + 8], cs + (row % SPAN) * (HEAD / 2) + c * 8, o + base + at, o + base + at + 8);
}

static void r01() {
    const size_t n = (size_t)TOKENS * HIDDEN;
    __nv_bfloat16 *x = shifted<__nv_bfloat16>(n, 11, 1, 0.4f), *g = shifted<__nv_bfloat16>(HIDDEN, 12, 0.3f, 1);
    // the check reads the bf16 outputs as fp16: another scale, but finite and monotone
    Eight *o, *mid; CHECK(cudaMalloc(&o, n * 2)); CHECK(cudaMalloc(&mid, n * 2));
    __half2* cs; CHECK(cudaMalloc(&cs, (size_t)SPAN * HEAD / 2 * sizeof(__half2)));
    harness_rotary_table<<<SPAN * HEAD / 2 / 256, 256>>>(cs); CHECK(cudaGetLastError());
    const Eight *X = (const Eight*)x, *G = (const Eight*)g;
    add("timber_falcon_ck8_b", [=] { timber_falcon_ck8_b<<<TOKENS, 256>>>(X, G, cs, o); }, o, n, Output::f16);
    add("velvet_anchor_ck8_a", [=] { velvet_anchor_ck8_a<<<TOKENS, 256>>>(X, G, mid); velvet_anchor_ck8_a_turn<<<TOKENS, 256>>>(mid, cs, o); }, o, n, Output::f16);
    add("marble_spoon_ck8_a", [=] { marble_spoon_ck8_a<<<TOKENS, 256>>>(X, G, o); }, o, n, Output::f16);
    add("cactus_drum_ck8_a", [=] { cactus_drum_ck8_a<<<TOKENS, 256>>>(x, g, cs, (__nv_bfloat16*)o); }, o, n, Output::f16);
    add("hollow_ribbon_ck8_a", [=] { hollow_ribbon_ck8_a<<<TOKENS, 256>>>(X, G, cs, o); }, o, n, Output::f16);
}

// ---- 2: beams of an antenna array: real weights by real samples, half in, float out --------------------------------------------
using namespace nvcuda;
constexpr int BEAMS = 1024, ANTENNAS = 1024, SAMPLES = 16384;

// C[BEAMS][SAMPLES] = W[BEAMS][ANTENNAS] * X[ANTENNAS][SAMPLES]; tiles of TM x TN, 32 deep, warps of WM x WN
template <int TM, int TN, int WM, int WN, int PAD, int STAGES, int THREADS>
__device__ __forceinline__ void beams(const __half* __restrict__ w, const __half* __restrict__ x, float* __restrict__ c, __half* sm) {
    constexpr int TK = 32, LA = TK + PAD, LB = TN + PAD, SA = TM * LA, SB = TK * LB, WARPS_N = TN / WN;
    const int m0 = blockIdx.x * TM, n0 = blockIdx.y * TN, warp = threadIdx.x / 32, wm = warp / WARPS_N * WM, wn = warp % WARPS_N * WN;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[WM / 16][WN / 16];
#pragma unroll
    for (int i = 0; i < WM / 16; ++i)
#pragma unroll
        for (int j = 0; j < WN / 16; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
    auto load = [&](int k0, int stage) {
        __half *a = sm + stage * (SA + SB), *b = a + SA;
#pragma unroll
        for (int i = threadIdx.x; i < TM * TK / 8; i += THREADS) {
            const int r = i / (TK / 8), q = i % (TK / 8) * 8;
            const __half* s = w + (size_t)(m0 + r) * ANTENNAS + k0 + q;
            if (STAGES > 1) __pipeline_memcpy_async(a + r * LA + q, s, 16); else *(uint4*)(a + r * LA + q) = *(const uint4*)s;
        }
#pragma unroll
        for (int i = threadIdx.x; i < TN * TK / 8; i += THREADS) {
            const int r = i / (TN / 8), q = i % (TN / 8) * 8;
            const __half* s = x + (size_t)(k0 + r) * SAMPLES + n0 + q;
            if (STAGES > 1) __pipeline_memcpy_async(b + r * LB + q, s, 16); else *(uint4*)(b + r * LB + q) = *(const uint4*)s;
        }
    };
    auto multiply = [&](int stage) {
        const __half *a = sm + stage * (SA + SB), *b = a + SA;
#pragma unroll
        for (int k = 0; k < TK; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa[WM / 16];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb[WN / 16];
#pragma unroll
            for (int i = 0; i < WM / 16; ++i) wmma::load_matrix_sync(fa[i], a + (wm + i * 16) * LA + k, LA);
#pragma unroll
            for (int j = 0; j < WN / 16; ++j) wmma::load_matrix_sync(fb[j], b + k * LB + wn + j * 16, LB);
#pragma unroll
            for (int i = 0; i < WM / 16; ++i)
#pragma unroll
                for (int j = 0; j < WN / 16; ++j) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
    };
    constexpr int STEPS = ANTENNAS / TK;
    if (STAGES > 1) {
#pragma unroll
        for (int s = 0; s < STAGES - 1; ++s) { load(s * TK, s); __pipeline_commit(); }
        for (int t = 0; t < STEPS; ++t) {
            __pipeline_wait_prior(STAGES > 1 ? STAGES - 2 : 0);
            __syncthreads();
            if (t + STAGES - 1 < STEPS) load((t + STAGES - 1) * TK, (t + STAGES - 1) % STAGES);
            __pipeline_commit();
            multiply(t % STAGES);
        }
    } else {
        for (int t = 0; t < STEPS; ++t) {
            load(t * TK, 0);
            __syncthreads();
            multiply(0);
            __syncthreads();
        }
    }
#pragma unroll
    for (int i = 0; i < WM / 16; ++i)
#pragma unroll
        for (int j = 0; j < WN / 16; ++j)
            wmma::store_matrix_sync(c + (size_t)(m0 + wm + i * 16) * SAMPLES + n0 + wn + j * 16, acc[i][j], SAMPLES, wmma::mem_row_major);
}
constexpr int beam_bytes(int tm, int tn, int pad, int stages) { return (tm * (32 + pad) + 32 * (tn + pad)) * 2 * stages; }
extern __shared__ __align__(16) unsigned char dynamic_shared[];

__global__ void __launch_bounds__(256, 2) quartz_pepper_ck8_b(const __half* w, const __half* x, float* c) { beams<128, 128, 64, 32, 8, 4, 256>(w, x, c, (__half*)dynamic_shared); }
// copies and products in turn
__global__ void __launch_bounds__(256, 2) copper_violin_ck8_a(const __half* w, const __half* x, float* c) { beams<128, 128, 64, 32, 8, 1, 256>(w, x, c, (__half*)dynamic_shared); }
// rows without padding
__global__ void __launch_bounds__(256, 2) winter_ladder_ck8_a(const __half* w, const __half* x, float* c) { beams<128, 128, 64, 32, 0, 4, 256>(w, x, c, (__half*)dynamic_shared); }
// tiles of 32 x 64
__global__ void __launch_bounds__(128) saffron_boot_ck8_a(const __half* w, const __half* x, float* c) { beams<32, 64, 16, 32, 8, 4, 128>(w, x, c, (__half*)dynamic_shared); }
// FP32 units: tiles of 128 x 128, 16 deep, 8 x 8 sums a thread, the next tile's loads ahead in registers
__global__ void __launch_bounds__(256, 2) plaster_comet_ck8_a(const __half* __restrict__ w, const __half* __restrict__ x, float* __restrict__ c) {
    __shared__ __align__(16) float a[2][16][132], b[2][16][128];
    const int t = threadIdx.x, tx = t % 16, ty = t / 16, m0 = blockIdx.x * 128, n0 = blockIdx.y * 128, ar = t / 2, ak = t % 2 * 8, bk = t / 16, bn = t % 16 * 8;
    const __half *pa = w + (size_t)(m0 + ar) * ANTENNAS + ak, *pb = x + (size_t)bk * SAMPLES + n0 + bn;
    float acc[8][8] = {};
    uint4 ra = *(const uint4*)pa, rb = *(const uint4*)pb;
    auto put = [&](int s) {
        const __half *ha = (const __half*)&ra, *hb = (const __half*)&rb;
#pragma unroll
        for (int i = 0; i < 8; ++i) a[s][ak + i][ar] = __half2float(ha[i]);
        *(float4*)&b[s][bk][bn] = make_float4(__half2float(hb[0]), __half2float(hb[1]), __half2float(hb[2]), __half2float(hb[3]));
        *(float4*)&b[s][bk][bn + 4] = make_float4(__half2float(hb[4]), __half2float(hb[5]), __half2float(hb[6]), __half2float(hb[7]));
    };
    put(0);
    __syncthreads();
    for (int k0 = 0, s = 0; k0 < ANTENNAS; k0 += 16, s ^= 1) {
        const bool more = k0 + 16 < ANTENNAS;
        if (more) { ra = *(const uint4*)(pa + k0 + 16); rb = *(const uint4*)(pb + (size_t)(k0 + 16) * SAMPLES); }
#pragma unroll 4
        for (int k = 0; k < 16; ++k) {
            const float4 u0 = *(float4*)&a[s][k][ty * 4], u1 = *(float4*)&a[s][k][64 + ty * 4], v0 = *(float4*)&b[s][k][tx * 4], v1 = *(float4*)&b[s][k][64 + tx * 4];
            const float u[8] = {u0.x, u0.y, u0.z, u0.w, u1.x, u1.y, u1.z, u1.w}, v[8] = {v0.x, v0.y, v0.z, v0.w, v1.x, v1.y, v1.z, v1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = fmaf(u[i], v[j], acc[i][j]);
        }
        if (more) put(s ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* p = c + (size_t)(m0 + ty * 4 + i % 4 + i / 4 * 64) * SAMPLES + n0 + tx * 4;
        *(float4*)p = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *(float4*)(p + 64) = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}

template <typename K>
static void roomy(K* kernel, int bytes) { CHECK(cudaFuncSetAttribute((const void*)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)); }
static void r02() {
    __half *w = shifted<__half>((size_t)BEAMS * ANTENNAS, 21, 1, 0.2f), *x = shifted<__half>((size_t)ANTENNAS * SAMPLES, 22, 1, 0.3f);
    const size_t n = (size_t)BEAMS * SAMPLES;
    float* c = harness::empty<float>(n);
    constexpr int full = beam_bytes(128, 128, 8, 4), bare = beam_bytes(128, 128, 0, 4), one = beam_bytes(128, 128, 8, 1), small = beam_bytes(32, 64, 8, 4);
    roomy(quartz_pepper_ck8_b, full); roomy(winter_ladder_ck8_a, bare);
    const dim3 grid(BEAMS / 128, SAMPLES / 128);
    add("quartz_pepper_ck8_b", [=] { quartz_pepper_ck8_b<<<grid, 256, full>>>(w, x, c); }, c, n);
    add("copper_violin_ck8_a", [=] { copper_violin_ck8_a<<<grid, 256, one>>>(w, x, c); }, c, n);
    add("winter_ladder_ck8_a", [=] { winter_ladder_ck8_a<<<grid, 256, bare>>>(w, x, c); }, c, n);
    add("saffron_boot_ck8_a", [=] { saffron_boot_ck8_a<<<dim3(BEAMS / 32, SAMPLES / 64), 128, small>>>(w, x, c); }, c, n);
    add("plaster_comet_ck8_a", [=] { plaster_comet_ck8_a<<<grid, 256>>>(w, x, c); }, c, n);
}

// ---- 3: squared distance of every scan point to the nearest vertex of each part of a model ---------------------------------------
constexpr int SCAN = 32768, PARTS = 66, VERTICES = 1024;
static __global__ void harness_vertices(const float* p, float4* v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float x = p[3 * i], y = p[3 * i + 1], z = p[3 * i + 2], s = x * x + y * y + z * z;
    v[i] = make_float4(x, y, z, s);
}

__global__ void __launch_bounds__(256) amber_kettle_ck8_b(const float4* __restrict__ scan, const float4* __restrict__ vert, float* __restrict__ o) {
    __shared__ float4 tile[VERTICES];
    const int part = blockIdx.y, first = blockIdx.x * 2048 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; ++k) tile[threadIdx.x + k * 256] = vert[part * VERTICES + threadIdx.x + k * 256];
    float x[8], y[8], z[8], s[8], best[8];
#pragma unroll
    for (int q = 0; q < 8; ++q) {
        const float4 p = scan[first + q * 256];
        x[q] = -2 * p.x; y[q] = -2 * p.y; z[q] = -2 * p.z; s[q] = p.w; best[q] = 1e30f;
    }
    __syncthreads();
#pragma unroll 4
    for (int j = 0; j < VERTICES; ++j) {
        const float4 v = tile[j];
#pragma unroll
        for (int q = 0; q < 8; ++q) best[q] = fminf(best[q], fmaf(x[q], v.x, fmaf(y[q], v.y, fmaf(z[q], v.z, v.w))));
    }
#pragma unroll
    for (int q = 0; q < 8; ++q) o[(size_t)part * SCAN + first + q * 256] = fmaxf(best[q] + s[q], 0.0f);
}

// one scan point a thread
__global__ void __launch_bounds__(256) lonely_pencil_ck8_a(const float4* __restrict__ scan, const float4* __restrict__ vert, float* __restrict__ o) {
    __shared__ float4 tile[VERTICES];
    const int part = blockIdx.y, at = blockIdx.x * 256 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; ++k) tile[threadIdx.x + k * 256] = vert[part * VERTICES + threadIdx.x + k * 256];
    const float4 p = scan[at];
    const float x = -2 * p.x, y = -2 * p.y, z = -2 * p.z;
    float best = 1e30f;
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < VERTICES; ++j) {
        const float4 v = tile[j];
        best = fminf(best, fmaf(x, v.x, fmaf(y, v.y, fmaf(z, v.z, v.w))));
    }
    o[(size_t)part * SCAN + at] = fmaxf(best + p.w, 0.0f);
}

// the least of the roots, squared at the end
__global__ void __launch_bounds__(256) brisk_walnut_ck8_a(const float4* __restrict__ scan, const float4* __restrict__ vert, float* __restrict__ o) {
    __shared__ float4 tile[VERTICES];
    const int part = blockIdx.y, first = blockIdx.x * 2048 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; ++k) tile[threadIdx.x + k * 256] = vert[part * VERTICES + threadIdx.x + k * 256];
    float x[8], y[8], z[8], best[8];
#pragma unroll
    for (int q = 0; q < 8; ++q) {
        const float4 p = scan[first + q * 256];
        x[q] = p.x; y[q] = p.y; z[q] = p.z; best[q] = 1e30f;
    }
    __syncthreads();
#pragma unroll 4
    for (int j = 0; j < VERTICES; ++j) {
        const float4 v = tile[j];
#pragma unroll
        for (int q = 0; q < 8; ++q) {
            const float dx = x[q] - v.x, dy = y[q] - v.y, dz = z[q] - v.z;
            float d; asm("sqrt.approx.f32 %0, %1;" : "=f"(d) : "f"(fmaf(dx, dx, fmaf(dy, dy, dz * dz))));
            best[q] = fminf(best[q], d);
        }
    }
#pragma unroll
    for (int q = 0; q < 8; ++q) o[(size_t)part * SCAN + first + q * 256] = best[q] * best[q];
}

// a literal of double precision in the loop
__global__ void __launch_bounds__(256) orchid_hammer_ck8_a(const float4* __restrict__ scan, const float4* __restrict__ vert, float* __restrict__ o) {
    __shared__ float4 tile[VERTICES];
    const int part = blockIdx.y, first = blockIdx.x * 2048 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; ++k) tile[threadIdx.x + k * 256] = vert[part * VERTICES + threadIdx.x + k * 256];
    float x[8], y[8], z[8], s[8], best[8];
#pragma unroll
    for (int q = 0; q < 8; ++q) {
        const float4 p = scan[first + q * 256];
        x[q] = p.x; y[q] = p.y; z[q] = p.z; s[q] = p.w; best[q] = 1e30f;
    }
    __syncthreads();
#pragma unroll 4
    for (int j = 0; j < VERTICES; ++j) {
        const float4 v = tile[j];
#pragma unroll
        for (int q = 0; q < 8; ++q) {
            const float dot = fmaf(x[q], v.x, fmaf(y[q], v.y, z[q] * v.z));
            best[q] = fminf(best[q], v.w - 2.0 * dot);
        }
    }
#pragma unroll
    for (int q = 0; q < 8; ++q) o[(size_t)part * SCAN + first + q * 256] = fmaxf(best[q] + s[q], 0.0f);
}

// the vertices straight from global memory, no tile
__global__ void __launch_bounds__(256) granite_feather_ck8_a(const float4* __restrict__ scan, const float4* __restrict__ vert,
    float* __restrict__ o) {
    const int part = blockIdx.y, first = blockIdx.x * 2048 + threadIdx.x;
    const float4* mine = vert + part * VERTICES;
    float x[8], y[8], z[8], s[8], best[8];
#pragma unroll
    for (int q = 0; q < 8; ++q) {
        const float4 p = scan[first + q * 256];
        x[q] = -2 * p.x; y[q] = -2 * p.y; z[q] = -2 * p.z; s[q] = p.w; best[q] = 1e30f;
    }
#pragma unroll 4
    for (int j = 0; j < VERTICES; ++j) {
        const float4 v = __ldg(mine + j);
#pragma unroll
        for (int q = 0; q < 8; ++q) best[q] = fminf(best[q], fmaf(x[q], v.x, fmaf(y[q], v.y, fmaf(z[q], v.z, v.w))));
    }
#pragma unroll
    for (int q = 0; q < 8; ++q) o[(size_t)part * SCAN + first + q * 256] = fmaxf(best[q] + s[q], 0.0f);
}

static void r03() {
    float4 *scan, *vert;
    CHECK(cudaMalloc(&scan, SCAN * 16)); CHECK(cudaMalloc(&vert, PARTS * VERTICES * 16));
    harness_vertices<<<SCAN / 256, 256>>>(harness::filled<float>(SCAN * 3, 31), scan, SCAN);
    harness_vertices<<<PARTS * VERTICES / 256, 256>>>(harness::filled<float>(PARTS * VERTICES * 3, 32), vert, PARTS * VERTICES);
    CHECK(cudaGetLastError());
    const size_t n = (size_t)PARTS * SCAN;
    float* o = harness::empty<float>(n);
    const dim3 grid(SCAN / 2048, PARTS);
    add("amber_kettle_ck8_b", [=] { amber_kettle_ck8_b<<<grid, 256>>>(scan, vert, o); }, o, n);
    add("lonely_pencil_ck8_a", [=] { lonely_pencil_ck8_a<<<dim3(SCAN / 256, PARTS), 256>>>(scan, vert, o); }, o, n);
    add("brisk_walnut_ck8_a", [=] { brisk_walnut_ck8_a<<<grid, 256>>>(scan, vert, o); }, o, n);
    add("orchid_hammer_ck8_a", [=] { orchid_hammer_ck8_a<<<grid, 256>>>(scan, vert, o); }, o, n);
    add("granite_feather_ck8_a", [=] { granite_feather_ck8_a<<<grid, 256>>>(scan, vert, o); }, o, n);
}

// ---- 4: column store: blocks of 1024 integers, bit-packed deltas of 6 to 14 bits, one running sum a lane ---------------------------
constexpr int COLUMN_BLOCKS = 65536;
static __global__ void harness_bits(unsigned* p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) p[i] = harness::hash32((uint32_t)i * 747796405u + 5);
}

// A warp's block: word w of lane l lies at w * 32 + l; meta = (word offset / 32, width); a lane's values come four to a store.
__global__ void __launch_bounds__(256) silver_cabin_ck8_b(const uint4* __restrict__ packed, const int2* __restrict__ meta,
    const int* __restrict__ base, int4* __restrict__ o) {
    __shared__ __align__(16) unsigned words[8][15 * 32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, b = blockIdx.x * 8 + warp;
    const int2 m = meta[b];
    const uint4* src = packed + (size_t)m.x * 8;
    uint4* dst = (uint4*)words[warp];
#pragma unroll
    for (int k = 0; k < 4; ++k) if (lane + k * 32 < m.y * 8) dst[lane + k * 32] = src[lane + k * 32];
    int value = base[b * 32 + lane];
    __syncwarp();
    const unsigned mask = (1u << m.y) - 1;
    int pos = 0;
#pragma unroll
    for (int q = 0; q < 8; ++q) {
        int r[4];
#pragma unroll
        for (int c = 0; c < 4; ++c, pos += m.y) {
            const unsigned* p = words[warp] + (pos >> 5) * 32 + lane;
            value += __funnelshift_r(p[0], p[32], pos & 31) & mask;
            r[c] = value;
        }
        o[(size_t)b * 256 + q * 32 + lane] = make_int4(r[0], r[1], r[2], r[3]);
    }
}

// a lane's 32 values side by side
__global__ void __launch_bounds__(256) muddy_trumpet_ck8_a(const uint4* __restrict__ packed, const int2* __restrict__ meta,
    const int* __restrict__ base, int* __restrict__ o) {
    __shared__ __align__(16) unsigned words[8][15 * 32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, b = blockIdx.x * 8 + warp;
    const int2 m = meta[b];
    const uint4* src = packed + (size_t)m.x * 8;
    uint4* dst = (uint4*)words[warp];
#pragma unroll
    for (int k = 0; k < 4; ++k) if (lane + k * 32 < m.y * 8) dst[lane + k * 32] = src[lane + k * 32];
    int value = base[b * 32 + lane];
    __syncwarp();
    const unsigned mask = (1u << m.y) - 1;
    int* to = o + (size_t)b * 1024 + lane * 32;
#pragma unroll 8
    for (int k = 0, pos = 0; k < 32; ++k, pos += m.y) {
        const unsigned* p = words[warp] + (pos >> 5) * 32 + lane;
        value += __funnelshift_r(p[0], p[32], pos & 31) & mask;
        to[k] = value;
    }
}

// the words straight from global memory, each when it is wanted
__global__ void __launch_bounds__(256) crystal_badger_ck8_a(const unsigned* __restrict__ packed, const int2* __restrict__ meta,
    const int* __restrict__ base, int4* __restrict__ o) {
    const int lane = threadIdx.x % 32, b = blockIdx.x * 8 + threadIdx.x / 32;
    const int2 m = meta[b];
    const unsigned* p = packed + (size_t)m.x * 32 + lane;
    int value = base[b * 32 + lane], left = 32;
    const unsigned mask = (1u << m.y) - 1;
    unsigned word = *p;
#pragma unroll 1
    for (int q = 0; q < 8; ++q) {
        int r[4];
#pragma unroll
        for (int c = 0; c < 4; ++c) {
            unsigned v = word;
            if (left < m.y) {
                p += 32;
                word = *p;
                v |= word << left;
                word >>= m.y - left;
                left += 32 - m.y;
            } else { word >>= m.y; left -= m.y; }
            value += v & mask;
            r[c] = value;
        }
        o[(size_t)b * 256 + q * 32 + lane] = make_int4(r[0], r[1], r[2], r[3]);
    }
}

// place of a value by division by the width of a word, that comes as an argument
__global__ void __launch_bounds__(256) paper_island_ck8_a(const uint4* __restrict__ packed, const int2* __restrict__ meta,
    const int* __restrict__ base, int4* __restrict__ o, long long bits, int lanes) {
    __shared__ __align__(16) unsigned words[8][15 * 32];
    const int lane = threadIdx.x % lanes, warp = threadIdx.x / lanes, b = blockIdx.x * 8 + warp;
    const int2 m = meta[b];
    const uint4* src = packed + (size_t)m.x * 8;
    uint4* dst = (uint4*)words[warp];
#pragma unroll
    for (int k = 0; k < 4; ++k) if (lane + k * 32 < m.y * 8) dst[lane + k * 32] = src[lane + k * 32];
    int value = base[b * 32 + lane];
    __syncwarp();
    const unsigned mask = (1u << m.y) - 1;
#pragma unroll 2
    for (int q = 0; q < 8; ++q) {
        int r[4];
#pragma unroll
        for (int c = 0; c < 4; ++c) {
            const long long pos = (long long)m.x * bits + (q * 4 + c) * m.y;
            const int word = (int)(pos / bits) - m.x, shift = (int)(pos % bits);
            const unsigned* p = words[warp] + word * lanes + lane;
            value += __funnelshift_r(p[0], p[lanes], shift) & mask;
            r[c] = value;
        }
        o[(size_t)b * 256 + q * 32 + lane] = make_int4(r[0], r[1], r[2], r[3]);
    }
}

// a block of threads for every block of the column
__global__ void __launch_bounds__(32) russet_thimble_ck8_a(const uint4* __restrict__ packed, const int2* __restrict__ meta,
    const int* __restrict__ base, int4* __restrict__ o) {
    __shared__ __align__(16) unsigned words[15 * 32];
    const int lane = threadIdx.x, b = blockIdx.x;
    const int2 m = meta[b];
    const uint4* src = packed + (size_t)m.x * 8;
    uint4* dst = (uint4*)words;
#pragma unroll
    for (int k = 0; k < 4; ++k) if (lane + k * 32 < m.y * 8) dst[lane + k * 32] = src[lane + k * 32];
    int value = base[b * 32 + lane];
    __syncwarp();
    const unsigned mask = (1u << m.y) - 1;
    int pos = 0;
#pragma unroll
    for (int q = 0; q < 8; ++q) {
        int r[4];
#pragma unroll
        for (int c = 0; c < 4; ++c, pos += m.y) {
            const unsigned* p = words + (pos >> 5) * 32 + lane;
            value += __funnelshift_r(p[0], p[32], pos & 31) & mask;
            r[c] = value;
        }
        o[(size_t)b * 256 + q * 32 + lane] = make_int4(r[0], r[1], r[2], r[3]);
    }
}

static void r04() {
    std::vector<int2> meta(COLUMN_BLOCKS);
    int at = 0;
    for (int b = 0; b < COLUMN_BLOCKS; ++b) { meta[b] = make_int2(at, 6 + harness::hash32(b + 99) % 9); at += meta[b].y; }
    unsigned* packed; CHECK(cudaMalloc(&packed, ((size_t)at + 2) * 128));
    harness_bits<<<2048, 256>>>(packed, ((size_t)at + 2) * 32); CHECK(cudaGetLastError());
    int2* m = harness::uploaded(meta);
    int* base = harness::indices(COLUMN_BLOCKS * 32, 1 << 24, 41);
    const size_t n = (size_t)COLUMN_BLOCKS * 1024;
    int* o = harness::empty<int>(n);
    const uint4* wide = (const uint4*)packed;
    int4* O = (int4*)o;
    constexpr int grid = COLUMN_BLOCKS / 8;
    add("silver_cabin_ck8_b", [=] { silver_cabin_ck8_b<<<grid, 256>>>(wide, m, base, O); }, o, n, Output::i32);
    add("muddy_trumpet_ck8_a", [=] { muddy_trumpet_ck8_a<<<grid, 256>>>(wide, m, base, o); }, o, n, Output::i32);
    add("crystal_badger_ck8_a", [=] { crystal_badger_ck8_a<<<grid, 256>>>(packed, m, base, O); }, o, n, Output::i32);
    add("paper_island_ck8_a", [=] { paper_island_ck8_a<<<grid, 256>>>(wide, m, base, O, 32, 32); }, o, n, Output::i32);
    add("russet_thimble_ck8_a", [=] { russet_thimble_ck8_a<<<COLUMN_BLOCKS, 32>>>(wide, m, base, O); }, o, n, Output::i32);
}

// ---- 5: edge-keeping diffusion of a volume, Tukey's weight, one step ------------------------------------------------------------------
constexpr int VX = 512, VY = 512, VZ = 256, COLUMN = 16;
constexpr size_t PLANE = (size_t)VX * VY;
__device__ __forceinline__ float flux(float d) {  // d * (1 - (d / 0.8)^2)^2 below the edge height of 0.8
    const float w = fmaxf(1.0f - d * d * 1.5625f, 0.0f);
    return d * w * w;
}

__global__ void __launch_bounds__(256) tundra_candle_ck8_b(const float* __restrict__ v, float* __restrict__ o) {
    const int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, z0 = blockIdx.z * COLUMN;
    const int xl = x > 0 ? -1 : 0, xr = x < VX - 1 ? 1 : 0, yl = y > 0 ? -VX : 0, yr = y < VY - 1 ? VX : 0;
    const float* p = v + (size_t)z0 * PLANE + y * VX + x;
    float* q = o + (size_t)z0 * PLANE + y * VX + x;
    float here = *p, below = z0 > 0 ? flux(here - p[-(long)PLANE]) : 0.0f;
#pragma unroll 4
    for (int k = 0; k < COLUMN; ++k, p += PLANE, q += PLANE) {
        const float next = z0 + k < VZ - 1 ? p[PLANE] : here;
        const float above = flux(next - here);
        const float side = flux(p[xl] - here) + flux(p[xr] - here) + flux(p[yl] - here) + flux(p[yr] - here);
        *q = here + 0.14f * (side + above - below);
        here = next; below = above;
    }
}

// weights in double precision
__global__ void __launch_bounds__(256) nimble_basket_ck8_a(const float* __restrict__ v, float* __restrict__ o) {
    const int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, z0 = blockIdx.z * COLUMN;
    const int xl = x > 0 ? -1 : 0, xr = x < VX - 1 ? 1 : 0, yl = y > 0 ? -VX : 0, yr = y < VY - 1 ? VX : 0;
    const float* p = v + (size_t)z0 * PLANE + y * VX + x;
    float* q = o + (size_t)z0 * PLANE + y * VX + x;
    auto weighted = [](float d) { const float w = fmaxf(1.0 - d * d * 1.5625, 0.0); return d * w * w; };
    float here = *p, below = z0 > 0 ? weighted(here - p[-(long)PLANE]) : 0.0f;
#pragma unroll 4
    for (int k = 0; k < COLUMN; ++k, p += PLANE, q += PLANE) {
        const float next = z0 + k < VZ - 1 ? p[PLANE] : here;
        const float above = weighted(next - here);
        const float side = weighted(p[xl] - here) + weighted(p[xr] - here) + weighted(p[yl] - here) + weighted(p[yr] - here);
        *q = here + 0.14 * (side + above - below);
        here = next; below = above;
    }
}

// neighbouring threads along y
__global__ void __launch_bounds__(256) opal_whistle_ck8_a(const float* __restrict__ v, float* __restrict__ o) {
    const int y = blockIdx.x * 64 + threadIdx.x, x = blockIdx.y * 4 + threadIdx.y, z0 = blockIdx.z * COLUMN;
    const int xl = x > 0 ? -1 : 0, xr = x < VX - 1 ? 1 : 0, yl = y > 0 ? -VX : 0, yr = y < VY - 1 ? VX : 0;
    const float* p = v + (size_t)z0 * PLANE + y * VX + x;
    float* q = o + (size_t)z0 * PLANE + y * VX + x;
    float here = *p, below = z0 > 0 ? flux(here - p[-(long)PLANE]) : 0.0f;
#pragma unroll 4
    for (int k = 0; k < COLUMN; ++k, p += PLANE, q += PLANE) {
        const float next = z0 + k < VZ - 1 ? p[PLANE] : here;
        const float above = flux(next - here);
        const float side = flux(p[xl] - here) + flux(p[xr] - here) + flux(p[yl] - here) + flux(p[yr] - here);
        *q = here + 0.14f * (side + above - below);
        here = next; below = above;
    }
}

// a voxel a thread, blocks of 8 x 8 x 8
__global__ void __launch_bounds__(512) dusty_carousel_ck8_a(const float* __restrict__ v, float* __restrict__ o) {
    const int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, z = blockIdx.z * 8 + threadIdx.z;
    const size_t at = (size_t)z * PLANE + y * VX + x;
    const float here = v[at];
    float sum = 0;
    if (x > 0) sum += flux(v[at - 1] - here);
    if (x < VX - 1) sum += flux(v[at + 1] - here);
    if (y > 0) sum += flux(v[at - VX] - here);
    if (y < VY - 1) sum += flux(v[at + VX] - here);
    if (z > 0) sum += flux(v[at - PLANE] - here);
    if (z < VZ - 1) sum += flux(v[at + PLANE] - here);
    o[at] = here + 0.14f * sum;
}

// the plane through shared memory, filled and used in turn with two barriers a plane
__global__ void __launch_bounds__(1024) maroon_tiller_ck8_a(const float* __restrict__ v, float* __restrict__ o) {
    __shared__ float plane[18][66];
    const int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 64 + tx, y = blockIdx.y * 16 + ty, z0 = blockIdx.z * COLUMN;
    const float* p = v + (size_t)z0 * PLANE + y * VX + x;
    float* q = o + (size_t)z0 * PLANE + y * VX + x;
    float below = z0 > 0 ? flux(*p - p[-(long)PLANE]) : 0.0f;
#pragma unroll 1
    for (int k = 0; k < COLUMN; ++k, p += PLANE, q += PLANE) {
        plane[ty + 1][tx + 1] = *p;
        if (tx == 0) plane[ty + 1][0] = x > 0 ? p[-1] : *p;
        if (tx == 63) plane[ty + 1][65] = x < VX - 1 ? p[1] : *p;
        if (ty == 0) plane[0][tx + 1] = y > 0 ? p[-VX] : *p;
        if (ty == 15) plane[17][tx + 1] = y < VY - 1 ? p[VX] : *p;
        __syncthreads();
        const float here = plane[ty + 1][tx + 1], next = z0 + k < VZ - 1 ? p[PLANE] : here, above = flux(next - here);
        const float side = flux(plane[ty + 1][tx] - here) + flux(plane[ty + 1][tx + 2] - here) + flux(plane[ty][tx + 1] - here) + flux(plane[ty + 2][tx + 1] - here);
        *q = here + 0.14f * (side + above - below);
        below = above;
        __syncthreads();
    }
}

static void r05() {
    const size_t n = PLANE * VZ;
    float *v = shifted<float>(n, 51, 0.5f, 1.0f), *o = harness::empty<float>(n);
    const dim3 block(64, 4), grid(VX / 64, VY / 4, VZ / COLUMN);
    add("tundra_candle_ck8_b", [=] { tundra_candle_ck8_b<<<grid, block>>>(v, o); }, o, n);
    add("nimble_basket_ck8_a", [=] { nimble_basket_ck8_a<<<grid, block>>>(v, o); }, o, n);
    add("opal_whistle_ck8_a", [=] { opal_whistle_ck8_a<<<dim3(VY / 64, VX / 4, VZ / COLUMN), block>>>(v, o); }, o, n);
    add("dusty_carousel_ck8_a", [=] { dusty_carousel_ck8_a<<<dim3(VX / 8, VY / 8, VZ / 8), dim3(8, 8, 8)>>>(v, o); }, o, n);
    add("maroon_tiller_ck8_a", [=] { maroon_tiller_ck8_a<<<dim3(VX / 64, VY / 16, VZ / COLUMN), dim3(64, 16)>>>(v, o); }, o, n);
}

// ---- 6: graph network: weighted sums of the neighbours' features, 128 half each ------------------------------------------------------
constexpr int NODES = 131072, FEATURES = 128;
__device__ __forceinline__ void gather_add(float (&acc)[8], uint4 r, float w) {
    const __half2* h = (const __half2*)&r;
#pragma unroll
    for (int i = 0; i < 4; ++i) { const float2 f = __half22float2(h[i]); acc[2 * i] = fmaf(w, f.x, acc[2 * i]); acc[2 * i + 1] = fmaf(w, f.y, acc[2 * i + 1]); }
}
// The lower half of a warp takes even edges, the upper odd ones; four edges a lane are in flight.
__device__ __forceinline__ void gather_row(int row, const int* __restrict__ start, const int2* __restrict__ edge, const uint4* __restrict__ x, float4* __restrict__ o) {
    const int lane = threadIdx.x % 32, half = lane / 16, c = lane % 16, e1 = start[row + 1];
    float acc[8] = {};
    int e = start[row] + half;
    for (; e + 6 < e1; e += 8) {
        int2 g[4]; uint4 r[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) g[k] = edge[e + 2 * k];
#pragma unroll
        for (int k = 0; k < 4; ++k) r[k] = x[(size_t)g[k].x * 16 + c];
#pragma unroll
        for (int k = 0; k < 4; ++k) gather_add(acc, r[k], __int_as_float(g[k].y));
    }
    for (; e < e1; e += 2) { const int2 g = edge[e]; gather_add(acc, x[(size_t)g.x * 16 + c], __int_as_float(g.y)); }
#pragma unroll
    for (int i = 0; i < 8; ++i) acc[i] += __shfl_xor_sync(~0u, acc[i], 16);
    o[(size_t)row * 32 + c * 2 + half] = half ? make_float4(acc[4], acc[5], acc[6], acc[7]) : make_float4(acc[0], acc[1], acc[2], acc[3]);
}
__global__ void __launch_bounds__(256) cobalt_meadow_ck8_b(const int* start, const int2* edge, const uint4* x, float4* o) {
    gather_row(blockIdx.x * 8 + threadIdx.x / 32, start, edge, x, o);
}

// an edge a warp, its products added to the row by atomics
__global__ void __launch_bounds__(256) ginger_saddle_ck8_a(const int* __restrict__ owner, const int2* __restrict__ edge,
    const uint2* __restrict__ x, float* __restrict__ o, int edges) {
    const int lane = threadIdx.x % 32, e = blockIdx.x * 8 + threadIdx.x / 32;
    if (e >= edges) return;
    const int2 g = edge[e];
    const float w = __int_as_float(g.y);
    const uint2 r = x[(size_t)g.x * 32 + lane];
    const float2 a = __half22float2(*(const __half2*)&r.x), b = __half22float2(*(const __half2*)&r.y);
    float* to = o + (size_t)owner[e] * FEATURES + lane * 4;
    atomicAdd(to, w * a.x); atomicAdd(to + 1, w * a.y); atomicAdd(to + 2, w * b.x); atomicAdd(to + 3, w * b.y);
}

// features in slices of eight, a slice of all nodes after the other
__global__ void __launch_bounds__(256) frosty_lantern_ck8_a(const int* __restrict__ start, const int2* __restrict__ edge,
    const uint4* __restrict__ x, float4* __restrict__ o) {
    const int lane = threadIdx.x % 32, half = lane / 16, c = lane % 16, row = blockIdx.x * 8 + threadIdx.x / 32, e1 = start[row + 1];
    float acc[8] = {};
    int e = start[row] + half;
    for (; e + 6 < e1; e += 8) {
        int2 g[4]; uint4 r[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) g[k] = edge[e + 2 * k];
#pragma unroll
        for (int k = 0; k < 4; ++k) r[k] = x[(size_t)c * NODES + g[k].x];
#pragma unroll
        for (int k = 0; k < 4; ++k) gather_add(acc, r[k], __int_as_float(g[k].y));
    }
    for (; e < e1; e += 2) { const int2 g = edge[e]; gather_add(acc, x[(size_t)c * NODES + g.x], __int_as_float(g.y)); }
#pragma unroll
    for (int i = 0; i < 8; ++i) acc[i] += __shfl_xor_sync(~0u, acc[i], 16);
    o[(size_t)row * 32 + c * 2 + half] = half ? make_float4(acc[4], acc[5], acc[6], acc[7]) : make_float4(acc[0], acc[1], acc[2], acc[3]);
}

// one edge at a time
__global__ void __launch_bounds__(256) walnut_mirror_ck8_a(const int* __restrict__ start, const int2* __restrict__ edge,
    const uint2* __restrict__ x, float4* __restrict__ o) {
    const int lane = threadIdx.x % 32, row = blockIdx.x * 8 + threadIdx.x / 32, e1 = start[row + 1];
    float4 acc = make_float4(0, 0, 0, 0);
#pragma unroll 1
    for (int e = start[row]; e < e1; ++e) {
        const int2 g = edge[e];
        const float w = __int_as_float(g.y);
        const uint2 r = x[(size_t)g.x * 32 + lane];
        const float2 a = __half22float2(*(const __half2*)&r.x), b = __half22float2(*(const __half2*)&r.y);
        acc.x = fmaf(w, a.x, acc.x); acc.y = fmaf(w, a.y, acc.y); acc.z = fmaf(w, b.x, acc.z); acc.w = fmaf(w, b.y, acc.w);
    }
    o[(size_t)row * 32 + lane] = acc;
}

// rows sorted by degree, an equal run of them for every block
__global__ void __launch_bounds__(256) pebble_organ_ck8_a(const int* start, const int2* edge, const uint4* x, float4* o,
    const int* __restrict__ sorted, int run) {
    const int first = blockIdx.x * run, last = min(first + run, NODES);
    for (int i = first + threadIdx.x / 32; i < last; i += 8) gather_row(sorted[i], start, edge, x, o);
}

static __global__ void harness_slices(const uint4* x, uint4* s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[(size_t)(i % 16) * NODES + i / 16] = x[i];
}
static void r06() {
    std::vector<int> start(NODES + 1), owner, sorted(NODES);
    std::vector<int2> edge;
    for (int r = 0; r < NODES; ++r) {
        const float u = 0.5f + 0.5f * harness::unit(r * 3u + 61u);
        const int degree = 6 + int(90 * u * u * u * u);
        start[r] = (int)edge.size(); sorted[r] = r;
        for (int k = 0; k < degree; ++k) {
            const uint32_t h = harness::hash32((uint32_t)edge.size() * 2654435761u + 17u);
            const float w = 0.1f + 0.9f * (h >> 17) / 32768.0f;
            int2 g; g.x = harness::hash32(h + 5u) % NODES; std::memcpy(&g.y, &w, 4);
            edge.push_back(g); owner.push_back(r);
        }
    }
    const int edges = start[NODES] = (int)edge.size();
    std::stable_sort(sorted.begin(), sorted.end(), [&](int a, int b) { return start[a + 1] - start[a] < start[b + 1] - start[b]; });
    const int *s = harness::uploaded(start), *own = harness::uploaded(owner), *order = harness::uploaded(sorted);
    const int2* g = harness::uploaded(edge);
    const uint4* x = (const uint4*)shifted<__half>((size_t)NODES * FEATURES, 62, 1, 0.3f);
    uint4* slices; CHECK(cudaMalloc(&slices, (size_t)NODES * FEATURES * 2));
    harness_slices<<<NODES * 16 / 256, 256>>>(x, slices); CHECK(cudaGetLastError());
    const size_t n = (size_t)NODES * FEATURES;
    float* o = harness::empty<float>(n);
    float4* O = (float4*)o;
    const int blocks = 132 * 6, run = (NODES + blocks - 1) / blocks;
    add("cobalt_meadow_ck8_b", [=] { cobalt_meadow_ck8_b<<<NODES / 8, 256>>>(s, g, x, O); }, o, n);
    add("ginger_saddle_ck8_a", [=] { ginger_saddle_ck8_a<<<(edges + 7) / 8, 256>>>(own, g, (const uint2*)x, o, edges); }, o, n);
    add("frosty_lantern_ck8_a", [=] { frosty_lantern_ck8_a<<<NODES / 8, 256>>>(s, g, slices, O); }, o, n);
    add("walnut_mirror_ck8_a", [=] { walnut_mirror_ck8_a<<<NODES / 8, 256>>>(s, g, (const uint2*)x, O); }, o, n);
    add("pebble_organ_ck8_a", [=] { pebble_organ_ck8_a<<<blocks, 256>>>(s, g, x, O, order, run); }, o, n);
}

// ---- 7: American puts on a binomial lattice of 511 steps, an option a warp, 16 nodes a lane -------------------------------------------
constexpr int OPTIONS = 132 * 32, LEVELS = 511;
struct Put { float spot, strike, up, keep_up, keep_down, log_up; };  // factors of a step, discount included
__device__ __forceinline__ Put terms_of(float4 t) {  // spot, strike, volatility, rate; one year
    const float dt = 1.0f / LEVELS, lu = t.z * sqrtf(dt), up = expf(lu), down = 1 / up, disc = expf(-t.w * dt), p = (1 / disc - down) / (up - down);
    return {t.x, t.y, up, disc * p, disc * (1 - p), lu};
}

__device__ __forceinline__ void step_back(float (&v)[16], float (&s)[16], const Put& a) {
    const float right = __shfl_down_sync(~0u, v[0], 1);
#pragma unroll
    for (int i = 0; i < 16; ++i) {
        s[i] *= a.up;
        v[i] = fmaxf(fmaf(a.keep_up, i < 15 ? v[i + 1] : right, a.keep_down * v[i]), a.strike - s[i]);
    }
}

__global__ void __launch_bounds__(128) linen_harbor_ck8_b(const float4* __restrict__ terms, float* __restrict__ o) {
    const int lane = threadIdx.x % 32, option = blockIdx.x * 4 + threadIdx.x / 32;
    const Put a = terms_of(terms[option]);
    float v[16], s[16];
#pragma unroll
    for (int i = 0; i < 16; ++i) { s[i] = a.spot * __expf(a.log_up * (2 * (lane * 16 + i) - LEVELS)); v[i] = fmaxf(a.strike - s[i], 0.0f); }
#pragma unroll 1
    for (int t = 0; t < LEVELS; ++t) step_back(v, s, a);
    if (lane == 0) o[option] = v[0];
}

// an option a block, a node a thread, values through shared memory
__global__ void __launch_bounds__(512) scarlet_puzzle_ck8_a(const float4* __restrict__ terms, float* __restrict__ o) {
    __shared__ float v[513];
    const int j = threadIdx.x, option = blockIdx.x;
    const Put a = terms_of(terms[option]);
    float s = a.spot * __expf(a.log_up * (2 * j - LEVELS));
    v[j] = fmaxf(a.strike - s, 0.0f);
    if (j == 0) v[512] = 0.0f;
    __syncthreads();
#pragma unroll 1
    for (int t = 0; t < LEVELS; ++t) {
        s *= a.up;
        const float now = fmaxf(fmaf(a.keep_up, v[j + 1], a.keep_down * v[j]), a.strike - s);
        __syncthreads();
        v[j] = now;
        __syncthreads();
    }
    if (j == 0) o[option] = v[0];
}

// 22 steps a launch, the lattice in global memory between
__global__ void __launch_bounds__(128) thorny_blanket_ck8_a(const float4* __restrict__ terms, float4* __restrict__ state,
    float* __restrict__ o, int from, int to) {
    const int lane = threadIdx.x % 32, option = blockIdx.x * 4 + threadIdx.x / 32;
    const Put a = terms_of(terms[option]);
    float v[16], s[16];
    float4* mine = state + (size_t)option * 128 + lane;
#pragma unroll
    for (int i = 0; i < 16; ++i) s[i] = a.spot * __expf(a.log_up * (2 * (lane * 16 + i) - (LEVELS - from)));
    if (from == 0) {
#pragma unroll
        for (int i = 0; i < 16; ++i) v[i] = fmaxf(a.strike - s[i], 0.0f);
    } else {
#pragma unroll
        for (int i = 0; i < 4; ++i) { const float4 f = mine[i * 32]; v[4 * i] = f.x; v[4 * i + 1] = f.y; v[4 * i + 2] = f.z; v[4 * i + 3] = f.w; }
    }
#pragma unroll 1
    for (int t = from; t < to; ++t) step_back(v, s, a);
    if (to == LEVELS) { if (lane == 0) o[option] = v[0]; return; }
#pragma unroll
    for (int i = 0; i < 4; ++i) mine[i * 32] = make_float4(v[4 * i], v[4 * i + 1], v[4 * i + 2], v[4 * i + 3]);
}

// the price of every node by an exponential
__global__ void __launch_bounds__(128) cedar_goblet_ck8_a(const float4* __restrict__ terms, float* __restrict__ o) {
    const int lane = threadIdx.x % 32, option = blockIdx.x * 4 + threadIdx.x / 32;
    const Put a = terms_of(terms[option]);
    float v[16];
#pragma unroll
    for (int i = 0; i < 16; ++i) v[i] = fmaxf(a.strike - a.spot * expf(a.log_up * (2 * (lane * 16 + i) - LEVELS)), 0.0f);
#pragma unroll 1
    for (int t = LEVELS - 1; t >= 0; --t) {
        const float right = __shfl_down_sync(~0u, v[0], 1);
#pragma unroll
        for (int i = 0; i < 16; ++i) {
            const float exercise = a.strike - a.spot * expf(a.log_up * (2 * (lane * 16 + i) - t));
            v[i] = fmaxf(fmaf(a.keep_up, i < 15 ? v[i + 1] : right, a.keep_down * v[i]), exercise);
        }
    }
    if (lane == 0) o[option] = v[0];
}

// the number of nodes a lane comes as an argument
__global__ void __launch_bounds__(128) hazel_propeller_ck8_a(const float4* __restrict__ terms, float* __restrict__ o, int nodes) {
    const int lane = threadIdx.x % 32, option = blockIdx.x * 4 + threadIdx.x / 32;
    const Put a = terms_of(terms[option]);
    float v[17], s[17];
    for (int i = 0; i < nodes; ++i) { s[i] = a.spot * __expf(a.log_up * (2 * (lane * nodes + i) - LEVELS)); v[i] = fmaxf(a.strike - s[i], 0.0f); }
#pragma unroll 1
    for (int t = 0; t < LEVELS; ++t) {
        v[nodes] = __shfl_down_sync(~0u, v[0], 1);
        for (int i = 0; i < nodes; ++i) {
            s[i] *= a.up;
            v[i] = fmaxf(fmaf(a.keep_up, v[i + 1], a.keep_down * v[i]), a.strike - s[i]);
        }
    }
    if (lane == 0) o[option] = v[0];
}

static void r07() {
    std::vector<float4> terms(OPTIONS);
    for (int i = 0; i < OPTIONS; ++i)
        terms[i] = make_float4(100 + 20 * harness::unit(4 * i + 71), 100 + 20 * harness::unit(4 * i + 72),
                               0.3f + 0.15f * harness::unit(4 * i + 73), 0.04f + 0.02f * harness::unit(4 * i + 74));
    const float4* t = harness::uploaded(terms);
    float* o = harness::empty<float>(OPTIONS);
    float4* state; CHECK(cudaMalloc(&state, (size_t)OPTIONS * 512 * 4));
    add("linen_harbor_ck8_b", [=] { linen_harbor_ck8_b<<<OPTIONS / 4, 128>>>(t, o); }, o, OPTIONS);
    add("scarlet_puzzle_ck8_a", [=] { scarlet_puzzle_ck8_a<<<OPTIONS, 512>>>(t, o); }, o, OPTIONS);
    add("thorny_blanket_ck8_a", [=] {
        for (int from = 0; from < LEVELS; from += 22) thorny_blanket_ck8_a<<<OPTIONS / 4, 128>>>(t, state, o, from, std::min(from + 22, LEVELS)); }, o, OPTIONS);
    add("cedar_goblet_ck8_a", [=] { cedar_goblet_ck8_a<<<OPTIONS / 4, 128>>>(t, o); }, o, OPTIONS);
    add("hazel_propeller_ck8_a", [=] { hazel_propeller_ck8_a<<<OPTIONS / 4, 128>>>(t, o, 16); }, o, OPTIONS);
}

int main(int argc, char** argv) {
    r01(); r02(); r03(); r04(); r05(); r06(); r07();
    return harness::run(argc, argv, cases);
}
