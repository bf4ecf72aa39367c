// Launches told of by the tool though their pairs saved little, written as they are (_a) and as it advises (_b); set advisedsixth, suffix cke.
#include "harness.cuh"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
using harness::Output;
static std::vector<harness::Case> cases;
static void add(const char* n, std::function<void()> f, const void* out, size_t c, Output t = Output::f32) { cases.push_back({n, f, out, c, t}); }

// ---- RMS norm of bf16 token rows and rotary embedding of their heads
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

__global__ void __launch_bounds__(256) hollow_ribbon_cke_a(const Eight* __restrict__ x, const Eight* __restrict__ g,
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

// the same with accesses of 16 bytes that are loaded and stored whole
__device__ __forceinline__ Eight whole(const Eight* p) { const uint4 v = __ldg((const uint4*)p); Eight e; *(uint4*)&e = v; return e; }
__device__ __forceinline__ void rotate_whole(const Eight& lo, const Eight& hi, float scale, const Eight& glo, const Eight& ghi, const __half2* cs, Eight* dlo, Eight* dhi) {
    Eight a, b;
    rotate_store(lo, hi, scale, glo, ghi, cs, &a, &b);
    *(uint4*)dlo = *(uint4*)&a; *(uint4*)dhi = *(uint4*)&b;
}
__global__ void __launch_bounds__(256) hollow_ribbon_cke_b(const Eight* __restrict__ x, const Eight* __restrict__ g,
    const __half2* __restrict__ cs, Eight* __restrict__ o) {
    __shared__ float part[256];
    const int row = blockIdx.x, c = threadIdx.x % 8, at = threadIdx.x / 8 * 16 + c;
    const size_t base = (size_t)row * (HIDDEN / 8);
    const Eight lo = whole(x + base + at), hi = whole(x + base + at + 8);
    part[threadIdx.x] = squares(lo) + squares(hi);
    __syncthreads();
    for (int d = 128; d; d >>= 1) {
        if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];
        __syncthreads();
    }
    const float scale = rsqrtf(part[0] * (1.0f / HIDDEN) + 1e-5f);
    rotate_whole(lo, hi, scale, whole(g + at), whole(g + at + 8), cs + (row % SPAN) * (HEAD / 2) + c * 8, o + base + at, o + base + at + 8);
}

// angles worked out in place, against a table of them; accesses whole in both
__global__ void __launch_bounds__(256) marble_spoon_cke_a(const Eight* __restrict__ x, const Eight* __restrict__ g, Eight* __restrict__ o) {
    __shared__ float part[8];
    const int row = blockIdx.x, c = threadIdx.x % 8, at = threadIdx.x / 8 * 16 + c, pos = row % SPAN;
    const size_t base = (size_t)row * (HIDDEN / 8);
    const Eight lo = whole(x + base + at), hi = whole(x + base + at + 8), glo = whole(g + at), ghi = whole(g + at + 8);
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
    *(uint4*)(o + base + at) = *(uint4*)&a; *(uint4*)(o + base + at + 8) = *(uint4*)&b;
}

__global__ void __launch_bounds__(256) marble_spoon_cke_b(const Eight* __restrict__ x, const Eight* __restrict__ g,
    const __half2* __restrict__ cs, Eight* __restrict__ o) {
    __shared__ float part[8];
    const int row = blockIdx.x, c = threadIdx.x % 8, at = threadIdx.x / 8 * 16 + c;
    const size_t base = (size_t)row * (HIDDEN / 8);
    const Eight lo = whole(x + base + at), hi = whole(x + base + at + 8);
    const float scale = rsqrtf(block_sum_256(squares(lo) + squares(hi), part) * (1.0f / HIDDEN) + 1e-5f);
    rotate_whole(lo, hi, scale, whole(g + at), whole(g + at + 8), cs + (row % SPAN) * (HEAD / 2) + c * 8, o + base + at, o + base + at + 8);
}

// ---- 15-tap low-pass filter of an audio track
constexpr int FIn = 1 << 26;
struct Taps { float h[15]; };
__global__ void __launch_bounds__(256) nimble_quarry_cke_a(const float* __restrict__ x, float* __restrict__ y, Taps taps) {
    __shared__ float tile[1024 + 14];
    const int t = threadIdx.x, base = blockIdx.x * 1024;
    float in[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) in[k] = x[base + k * 256 + t];
    if (t < 14) tile[t] = base ? x[base - 14 + t] : 0.f;
    __syncthreads();  // head written
#pragma unroll
    for (int k = 0; k < 4; ++k) tile[14 + k * 256 + t] = in[k];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float s = 0.f;
#pragma unroll
        for (int j = 0; j < 15; ++j) s += taps.h[j] * tile[k * 256 + t + j];
        y[base + k * 256 + t] = s;
    }
    __syncthreads();  // tile free again
}
// four neighbouring outputs a thread from five accesses of 16 bytes to the tile
__global__ void __launch_bounds__(256) nimble_quarry_cke_b(const float4* __restrict__ x, float4* __restrict__ y, Taps taps) {
    __shared__ float4 tile[256 + 4];
    const int t = threadIdx.x, base = blockIdx.x * 256;
    tile[4 + t] = x[base + t];
    if (t < 4) tile[t] = base ? x[base - 4 + t] : make_float4(0.f, 0.f, 0.f, 0.f);
    __syncthreads();
    float w[20], s[4] = {};
#pragma unroll
    for (int k = 0; k < 5; ++k) { float4 v = tile[t + k]; w[4 * k] = v.x; w[4 * k + 1] = v.y; w[4 * k + 2] = v.z; w[4 * k + 3] = v.w; }
#pragma unroll
    for (int k = 0; k < 4; ++k)
#pragma unroll
        for (int j = 0; j < 15; ++j) s[k] += taps.h[j] * w[k + 2 + j];
    y[base + t] = make_float4(s[0], s[1], s[2], s[3]);
}

int main(int argc, char** argv) {
    const size_t n = (size_t)TOKENS * HIDDEN;
    __nv_bfloat16 *x = shifted<__nv_bfloat16>(n, 11, 1, 0.4f), *g = shifted<__nv_bfloat16>(HIDDEN, 12, 0.3f, 1);
    // the check reads the bf16 outputs as fp16: another scale, but finite and monotone
    Eight* o = (Eight*)harness::empty<__half>(n);
    __half2* cs; CHECK(cudaMalloc(&cs, (size_t)SPAN * HEAD / 2 * sizeof(__half2)));
    harness_rotary_table<<<SPAN * HEAD / 2 / 256, 256>>>(cs); CHECK(cudaGetLastError());
    const Eight *X = (const Eight*)x, *G = (const Eight*)g;
    add("hollow_ribbon_cke_a", [=] { hollow_ribbon_cke_a<<<TOKENS, 256>>>(X, G, cs, o); }, o, n, Output::f16);
    add("hollow_ribbon_cke_b", [=] { hollow_ribbon_cke_b<<<TOKENS, 256>>>(X, G, cs, o); }, o, n, Output::f16);
    add("marble_spoon_cke_a", [=] { marble_spoon_cke_a<<<TOKENS, 256>>>(X, G, o); }, o, n, Output::f16);
    add("marble_spoon_cke_b", [=] { marble_spoon_cke_b<<<TOKENS, 256>>>(X, G, cs, o); }, o, n, Output::f16);
    float *in = shifted<float>(FIn, 191, 1.0f, 0.3f), *out = harness::empty<float>(FIn);
    Taps h; for (int k = 0; k < 15; ++k) h.h[k] = 0.01f * (8 - abs(k - 7));
    add("nimble_quarry_cke_a", [=] { nimble_quarry_cke_a<<<FIn / 1024, 256>>>(in, out, h); }, out, FIn);
    add("nimble_quarry_cke_b", [=] { nimble_quarry_cke_b<<<FIn / 1024, 256>>>((const float4*)in, (float4*)out, h); }, out, FIn);
    return harness::run(argc, argv, cases);
}
