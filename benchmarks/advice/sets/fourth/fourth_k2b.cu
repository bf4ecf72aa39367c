// Short blocks, partial warps, launches, fusion, barriers, instruction fetch, and controls: before/after pairs from unlike applications.
#include "harness.cuh"
#include <cuda_fp16.h>
#include <utility>
using harness::hash32;
constexpr int SMS = 132;
constexpr unsigned ALL = 0xffffffffu;

// ------------------------------------------------------------------------------------------------ film_grade (short blocks)
// Colour grading of float4 pixels through three 1024-entry curves held in shared memory.
__device__ __forceinline__ void film_curves(float* lut, const float4* __restrict__ curves) {
#pragma unroll
    for (int i = 0; i < 6; ++i) reinterpret_cast<float4*>(lut)[i * 128 + threadIdx.x] = curves[i * 128 + threadIdx.x];
    __syncthreads();
}
__device__ __forceinline__ float4 film_pixel(const float* lut, float4 p) {
    int r = (int)((p.x + 1.f) * 511.f), g = (int)((p.y + 1.f) * 511.f), b = (int)((p.z + 1.f) * 511.f);
    float l = 0.3f * p.x + 0.6f * p.y + 0.1f * p.z;
    return make_float4(fmaf(l, 0.1f, lut[r]), fmaf(l, 0.1f, lut[1024 + g]), fmaf(l, 0.1f, lut[2048 + b]), p.w);
}
__global__ void __launch_bounds__(128) film_grade_a(const float4* __restrict__ px, const float4* __restrict__ curves, float4* __restrict__ out, int n) {
    __shared__ __align__(16) float lut[3072];
    film_curves(lut, curves);
    int i = blockIdx.x * 128 + threadIdx.x;
    if (i < n) out[i] = film_pixel(lut, px[i]);
}
__global__ void __launch_bounds__(128) film_grade_b(const float4* __restrict__ px, const float4* __restrict__ curves, float4* __restrict__ out, int n) {
    __shared__ __align__(16) float lut[3072];
    film_curves(lut, curves);
    for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128) out[i] = film_pixel(lut, px[i]);
}

// ------------------------------------------------------------------------------------------------ rans_unpack (short blocks)
// rANS decoding, eight symbols a lane from a 128-bit packet; the 4096-slot table is rebuilt from the 256 frequencies by every block.
struct RansTable { uint8_t symbol[4096]; uint32_t range[256]; uint32_t warpSum[8]; };
__device__ __forceinline__ void rans_table(RansTable& T, const uint16_t* __restrict__ freq) {
    const int t = threadIdx.x;
    uint32_t f = freq[t], c = f;
#pragma unroll
    for (int o = 1; o < 32; o *= 2) { uint32_t v = __shfl_up_sync(ALL, c, o); if ((t & 31) >= o) c += v; }
    if ((t & 31) == 31) T.warpSum[t >> 5] = c;
    __syncthreads();
    for (int w = 0; w < (t >> 5); ++w) c += T.warpSum[w];
    T.range[t] = (c - f) << 16 | f;
    __syncthreads();
    int slot = t * 16, s = 0;
#pragma unroll
    for (int b = 128; b; b >>= 1) if ((int)(T.range[s + b] >> 16) <= slot) s += b;
    int next = s < 255 ? (int)(T.range[s + 1] >> 16) : 4096;
    uint32_t pack = 0;
    for (int i = 0; i < 16; ++i, ++slot) {
        while (slot >= next) { ++s; next = s < 255 ? (int)(T.range[s + 1] >> 16) : 4096; }
        pack = pack >> 8 | (uint32_t)s << 24;
        if ((i & 3) == 3) *reinterpret_cast<uint32_t*>(T.symbol + slot - 3) = pack;
    }
    __syncthreads();
}
__device__ __forceinline__ uint2 rans_packet(const RansTable& T, uint4 p, uint32_t seed) {
    uint32_t x = (seed & 0xffffff) | 0x10000u;
    uint32_t o[2] = {0, 0};
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        uint32_t slot = x & 4095u, s = T.symbol[slot], r = T.range[s];
        o[i >> 2] |= s << (8 * (i & 3));
        x = (r & 0xffff) * (x >> 12) + slot - (r >> 16);
        if (x < 0x10000u) {
            x = x << 16 | (p.x & 0xffffu);
            p.x = __funnelshift_r(p.x, p.y, 16); p.y = __funnelshift_r(p.y, p.z, 16); p.z = __funnelshift_r(p.z, p.w, 16); p.w >>= 16;
        }
    }
    return make_uint2(o[0], o[1]);
}
__global__ void __launch_bounds__(256) rans_unpack_a(const uint4* __restrict__ packet, const uint16_t* __restrict__ freq, uint2* __restrict__ out, int n) {
    __shared__ RansTable T;
    rans_table(T, freq);
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) out[i] = rans_packet(T, packet[i], hash32(i));
}
__global__ void __launch_bounds__(256) rans_unpack_b(const uint4* __restrict__ packet, const uint16_t* __restrict__ freq, uint2* __restrict__ out, int n) {
    __shared__ RansTable T;
    rans_table(T, freq);
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) out[i] = rans_packet(T, packet[i], hash32(i));
}

// ------------------------------------------------------------------------------------------------ tendon_patch (partial warp)
// Forty fibres of a muscle patch, each relaxed over 300 steps.
__device__ __forceinline__ void fibre(const float4* __restrict__ in, float* __restrict__ out, int i) {
    float4 p = in[i];
    float a = p.x, v = 0.1f * p.y, b = p.z, w = 0.1f * p.w;
#pragma unroll 4
    for (int s = 0; s < 300; ++s) {
        float fa = fmaf(a * a, -0.3f, -0.9f), fb = fmaf(b * b, -0.2f, -0.8f);
        v = fmaf(0.02f * fa, a, 0.999f * v); w = fmaf(0.02f * fb, b, 0.998f * w);
        a = fmaf(0.02f, v, a); b = fmaf(0.02f, w, b);
    }
    out[i] = a * b + v * w;
}
__global__ void __launch_bounds__(40) tendon_patch_a(const float4* in, float* out) { fibre(in, out, blockIdx.x * 40 + threadIdx.x); }
__global__ void __launch_bounds__(320) tendon_patch_b(const float4* in, float* out) { fibre(in, out, blockIdx.x * 320 + threadIdx.x); }

// ------------------------------------------------------------------------------------------------ layer_update (launch overhead)
// Adam-like update of 20 small parameter tensors.
__device__ __forceinline__ float adam(float p, float g, float m, float v) {
    m = fmaf(0.9f, m, 0.1f * g); v = fmaf(0.999f, v * v, 0.001f * g * g);
    return p - 0.001f * m * rsqrtf(v + 1e-8f);
}
__global__ void __launch_bounds__(256) layer_update_a(const float* __restrict__ p, const float* __restrict__ g, const float* __restrict__ m, const float* __restrict__ v, float* __restrict__ out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) out[i] = adam(p[i], g[i], m[i], v[i]);
}
__global__ void __launch_bounds__(256) layer_update_b(const float* __restrict__ p, const float* __restrict__ g, const float* __restrict__ m, const float* __restrict__ v, float* __restrict__ out, const int* __restrict__ start) {
    int from = start[blockIdx.y], to = start[blockIdx.y + 1];
    for (int i = from + blockIdx.x * 256 + threadIdx.x; i < to; i += gridDim.x * 256) out[i] = adam(p[i], g[i], m[i], v[i]);
}

// ------------------------------------------------------------------------------------------------ highway_gate (fusion, 2 launches)
__device__ __forceinline__ float blend(float x, float r) { return fmaf(0.7f, x, 0.3f * r); }
__device__ __forceinline__ float gate(float t, float g) { return t * __fdividef(1.f, 1.f + __expf(-g)); }
__global__ void __launch_bounds__(256) highway_gate_a(const float4* __restrict__ x, const float4* __restrict__ r, float4* __restrict__ t, int n) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        float4 a = x[i], b = r[i];
        t[i] = make_float4(blend(a.x, b.x), blend(a.y, b.y), blend(a.z, b.z), blend(a.w, b.w));
    }
}
__global__ void __launch_bounds__(256) highway_gate_sigmoid(const float4* __restrict__ t, const float4* __restrict__ g, float4* __restrict__ y, int n) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        float4 a = t[i], b = g[i];
        y[i] = make_float4(gate(a.x, b.x), gate(a.y, b.y), gate(a.z, b.z), gate(a.w, b.w));
    }
}
__global__ void __launch_bounds__(256) highway_gate_b(const float4* __restrict__ x, const float4* __restrict__ r, const float4* __restrict__ g, float4* __restrict__ y, int n) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        float4 a = x[i], b = r[i], c = g[i];
        y[i] = make_float4(gate(blend(a.x, b.x), c.x), gate(blend(a.y, b.y), c.y), gate(blend(a.z, b.z), c.z), gate(blend(a.w, b.w), c.w));
    }
}

// ------------------------------------------------------------------------------------------------ raw_develop (fusion, 4 launches)
__device__ __forceinline__ __half2 dev_exposure(__half2 v) { return __hmul2(v, __float2half2_rn(0.75f)); }
__device__ __forceinline__ __half2 dev_balance(__half2 v) { return __hfma2(v, __floats2half2_rn(1.125f, 0.875f), __float2half2_rn(0.0625f)); }
__device__ __forceinline__ __half2 dev_contrast(__half2 v) { return __hmul2(v, __hfma2(__habs2(v), __float2half2_rn(-0.5f), __float2half2_rn(1.5f))); }
__device__ __forceinline__ __half2 dev_shadow(__half2 v) { return __hfma2(__hmul2(v, v), __float2half2_rn(0.25f), v); }
template <typename F>
__device__ __forceinline__ void develop(const uint4* in, uint4* out, int n, F f) {
    for (int i = blockIdx.x * 512 + threadIdx.x; i < n; i += gridDim.x * 512) {
        uint4 v = in[i];
        __half2* h = reinterpret_cast<__half2*>(&v);
#pragma unroll
        for (int k = 0; k < 4; ++k) h[k] = f(h[k]);
        out[i] = v;
    }
}
__global__ void __launch_bounds__(512) raw_develop_a(const uint4* in, uint4* out, int n) { develop(in, out, n, [](__half2 v) { return dev_exposure(v); }); }
__global__ void __launch_bounds__(512) raw_develop_balance(const uint4* in, uint4* out, int n) { develop(in, out, n, [](__half2 v) { return dev_balance(v); }); }
__global__ void __launch_bounds__(512) raw_develop_contrast(const uint4* in, uint4* out, int n) { develop(in, out, n, [](__half2 v) { return dev_contrast(v); }); }
__global__ void __launch_bounds__(512) raw_develop_shadow(const uint4* in, uint4* out, int n) { develop(in, out, n, [](__half2 v) { return dev_shadow(v); }); }
__global__ void __launch_bounds__(512) raw_develop_b(const uint4* in, uint4* out, int n) { develop(in, out, n, [](__half2 v) { return dev_shadow(dev_contrast(dev_balance(dev_exposure(v)))); }); }

// ------------------------------------------------------------------------------------------------ session_replay (low achieved occupancy)
// Each warp replays one user session: a chain of event records (32 words each); sessions differ widely in length.
__device__ __forceinline__ void replay(const int* __restrict__ record, const int* __restrict__ events, float* __restrict__ out, int mask) {
    const int lane = threadIdx.x & 31, session = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, len = events[session];
    int at = hash32(session) & mask;
    float score = 0.f;
#pragma unroll 1
    for (int e = 0; e < len; ++e) {
        int v = record[(size_t)at * 32 + lane];
        score = fmaf(score, 0.96875f, (float)(v & 1023));
        at = (__shfl_sync(ALL, v, at & 31) + e) & mask;
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) score += __shfl_xor_sync(ALL, score, o);
    if (lane == 0) out[session] = score;
}
__global__ void __launch_bounds__(1024, 2) session_replay_a(const int* record, const int* events, float* out, int mask) { replay(record, events, out, mask); }
__global__ void __launch_bounds__(64, 32) session_replay_b(const int* record, const int* events, float* out, int mask) { replay(record, events, out, mask); }

// ------------------------------------------------------------------------------------------------ spectrum_standardize (barriers)
// Rows of 4096: subtract the mean, divide by the deviation, scale by the largest magnitude.
struct Plus { __device__ float operator()(float a, float b) const { return a + b; } };
struct Larger { __device__ float operator()(float a, float b) const { return fmaxf(a, b); } };
template <typename Op>
__device__ __forceinline__ float tree_reduce(float* s, float v, Op op) {
    s[threadIdx.x] = v;
    __syncthreads();
#pragma unroll
    for (int h = 512; h; h >>= 1) {
        if (threadIdx.x < h) s[threadIdx.x] = op(s[threadIdx.x], s[threadIdx.x + h]);
        __syncthreads();
    }
    v = s[0];
    __syncthreads();
    return v;
}
template <typename Op>
__device__ __forceinline__ float shuffle_reduce(float* s, float v, Op op) {  // a slot array of its own for every call: one barrier
#pragma unroll
    for (int o = 16; o; o >>= 1) v = op(v, __shfl_xor_sync(ALL, v, o));
    if ((threadIdx.x & 31) == 0) s[threadIdx.x >> 5] = v;
    __syncthreads();
    v = s[threadIdx.x & 31];
#pragma unroll
    for (int o = 16; o; o >>= 1) v = op(v, __shfl_xor_sync(ALL, v, o));
    return v;
}
template <bool TREE>
__device__ __forceinline__ void standardize(const float4* __restrict__ x, float4* __restrict__ y) {
    __shared__ float s[1024];
    const size_t i = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 v = x[i];
    float sum = v.x + v.y + v.z + v.w;
    float mean = (TREE ? tree_reduce(s, sum, Plus()) : shuffle_reduce(s, sum, Plus())) * (1.f / 4096.f);
    v.x -= mean; v.y -= mean; v.z -= mean; v.w -= mean;
    float q = v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    float inv = rsqrtf((TREE ? tree_reduce(s, q, Plus()) : shuffle_reduce(s + 32, q, Plus())) * (1.f / 4096.f));
    float m = fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w)));
    m = TREE ? tree_reduce(s, m, Larger()) : shuffle_reduce(s + 64, m, Larger());
    float k = inv * __fdividef(2.f, 1.f + m);
    y[i] = make_float4(v.x * k, v.y * k, v.z * k, v.w * k);
}
__global__ void __launch_bounds__(1024, 2) spectrum_standardize_a(const float4* x, float4* y) { standardize<true>(x, y); }
__global__ void __launch_bounds__(1024, 2) spectrum_standardize_b(const float4* x, float4* y) { standardize<false>(x, y); }

// ------------------------------------------------------------------------------------------------ guitar_string (barriers)
// Damped wave on a ring of 1024 cells, 400 steps; one instrument string per block.
__device__ __forceinline__ float string_step(float left, float mid, float right, float old) { return fmaf(0.36f, left - 2.f * mid + right, mid) + 0.999f * (mid - old); }
__global__ void __launch_bounds__(1024, 2) guitar_string_a(const float* __restrict__ in, float* __restrict__ out, int steps) {
    __shared__ float u[1024];
    const int t = threadIdx.x;
    float mid = in[blockIdx.x * 1024 + t], old = mid;
    for (int s = 0; s < steps; ++s) {
        u[t] = mid;
        __syncthreads();
        float next = string_step(u[(t - 1) & 1023], mid, u[(t + 1) & 1023], old);
        old = mid; mid = next;
        __syncthreads();
    }
    out[blockIdx.x * 1024 + t] = mid;
}
__global__ void __launch_bounds__(128) guitar_string_b(const float4* __restrict__ in, float4* __restrict__ out, int steps) {
    __shared__ float first[2][128], last[2][128];
    const int t = threadIdx.x;
    float u[8], old[8];
    float4 p = in[blockIdx.x * 256 + 2 * t], q = in[blockIdx.x * 256 + 2 * t + 1];
    u[0] = p.x; u[1] = p.y; u[2] = p.z; u[3] = p.w; u[4] = q.x; u[5] = q.y; u[6] = q.z; u[7] = q.w;
#pragma unroll
    for (int k = 0; k < 8; ++k) old[k] = u[k];
#pragma unroll 2
    for (int s = 0; s < steps; ++s) {
        first[s & 1][t] = u[0]; last[s & 1][t] = u[7];
        __syncthreads();
        float left = last[s & 1][(t - 1) & 127], right = first[s & 1][(t + 1) & 127], next[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) next[k] = string_step(k ? u[k - 1] : left, u[k], k < 7 ? u[k + 1] : right, old[k]);
#pragma unroll
        for (int k = 0; k < 8; ++k) { old[k] = u[k]; u[k] = next[k]; }
    }
    out[blockIdx.x * 256 + 2 * t] = make_float4(u[0], u[1], u[2], u[3]);
    out[blockIdx.x * 256 + 2 * t + 1] = make_float4(u[4], u[5], u[6], u[7]);
}

// ------------------------------------------------------------------------------------------------ glass_anneal (barriers)
// Simulated annealing of 1024 fully coupled spins a block: a block-wide sum and an accept decision every step.
__device__ __forceinline__ int coupling(uint32_t k, uint32_t t) { return (int)(((k * 0x9E3779B1u) ^ (t * 0x85EBCA6Bu)) * 0xC2B2AE35u >> 28) - 8; }
__device__ __forceinline__ bool accepts(int field, uint32_t r, float beta) { return field <= 0 || (r >> 8) * 5.9604645e-8f < __expf(-beta * field); }
__global__ void __launch_bounds__(1024, 2) glass_anneal_a(int* __restrict__ out, int steps) {
    __shared__ int part[32];
    __shared__ int flip;
    const int t = threadIdx.x;
    int spin = hash32(blockIdx.x * 1024 + t) & 1 ? 1 : -1;
    uint32_t r = hash32(blockIdx.x + 77);
    for (int s = 0; s < steps; ++s) {
        const uint32_t k = (r >> 5) & 1023u;
        int f = __reduce_add_sync(ALL, coupling(k, t) * spin);
        if ((t & 31) == 0) part[t >> 5] = f;
        __syncthreads();
        r = r * 1664525u + 1013904223u;
        if (t == 0) {
            int sum = 0;
#pragma unroll
            for (int w = 0; w < 32; ++w) sum += part[w];
            flip = accepts(sum, r, 0.002f + 0.00001f * s);
        }
        __syncthreads();
        if (flip && t == (int)k) spin = -spin;
    }
    int e = __reduce_add_sync(ALL, spin * (t & 63));
    if ((t & 31) == 0) out[blockIdx.x * 32 + (t >> 5)] = e;
}
__global__ void __launch_bounds__(1024, 2) glass_anneal_b(int* __restrict__ out, int steps) {
    __shared__ int part[2][32];
    const int t = threadIdx.x;
    int spin = hash32(blockIdx.x * 1024 + t) & 1 ? 1 : -1;
    uint32_t r = hash32(blockIdx.x + 77);
    for (int s = 0; s < steps; ++s) {
        const uint32_t k = (r >> 5) & 1023u;
        int f = __reduce_add_sync(ALL, coupling(k, t) * spin);
        if ((t & 31) == 0) part[s & 1][t >> 5] = f;
        __syncthreads();
        r = r * 1664525u + 1013904223u;
        int sum = __reduce_add_sync(ALL, part[s & 1][t & 31]);
        if (accepts(sum, r, 0.002f + 0.00001f * s) && t == (int)k) spin = -spin;
    }
    int e = __reduce_add_sync(ALL, spin * (t & 63));
    if ((t & 31) == 0) out[blockIdx.x * 32 + (t >> 5)] = e;
}

// ------------------------------------------------------------------------------------------------ reverb_lattice (instruction cache)
// A cascade of 3072 lattice sections; `_a` has every section's coefficients as literals in straight-line code.
constexpr int SECTIONS = 3072;
__host__ __device__ constexpr float section_k(int i, int which) { return 0.1f + 0.0001f * (float)((i * (which ? 7919 : 104729) + 13) % 2503); }
__constant__ float2 section[SECTIONS];
__device__ __forceinline__ void lattice(float& x, float& y, float& z, float& w, float a, float b) {
    x = fmaf(a, x, y); y = fmaf(-0.5f, x, b * y);
    z = fmaf(b, z, w); w = fmaf(-0.5f, z, a * w);
}
template <int S>
__device__ __forceinline__ void one_section(float4& p) { constexpr float a = section_k(S, 0), b = section_k(S, 1); lattice(p.x, p.y, p.z, p.w, a, b); }
template <int FIRST, int... K>
__device__ __forceinline__ void sixteen(float4& p, float& d, std::integer_sequence<int, K...>) {
    (one_section<FIRST + K>(p), ...);
    p.x += 0.1f; p.z -= 0.1f; d += p.x * p.w;
}
template <int... G>
__device__ __forceinline__ void all_sections(float4& p, float& d, std::integer_sequence<int, G...>) { (sixteen<G * 16>(p, d, std::make_integer_sequence<int, 16>()), ...); }
__global__ void __launch_bounds__(256) reverb_lattice_a(const float4* __restrict__ in, float* __restrict__ out, int n) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        float4 p = in[i];
        float d = 0.f;
        all_sections(p, d, std::make_integer_sequence<int, SECTIONS / 16>());
        out[i] = d;
    }
}
__global__ void __launch_bounds__(256) reverb_lattice_b(const float4* __restrict__ in, float* __restrict__ out, int n) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        float4 p = in[i];
        float d = 0.f;
#pragma unroll 1
        for (int s = 0; s < SECTIONS; s += 16) {
#pragma unroll
            for (int k = 0; k < 16; ++k) { float2 c = section[s + k]; lattice(p.x, p.y, p.z, p.w, c.x, c.y); }
            p.x += 0.1f; p.z -= 0.1f; d += p.x * p.w;
        }
        out[i] = d;
    }
}

// ------------------------------------------------------------------------------------------------ controls: mild
__device__ __forceinline__ float contour(float4 p) {  // sandstone_flow
    float a = p.x, b = p.y;
#pragma unroll 4
    for (int s = 0; s < 96; ++s) { float t = fmaf(a, a, -b * b); b = fmaf(0.9f * a, b, 0.2f * p.w); a = fmaf(0.5f, t, 0.2f * p.z); }
    return a + b;
}
__global__ void __launch_bounds__(256) sandstone_flow_a(const float4* __restrict__ in, float* __restrict__ out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) out[i] = contour(in[i]);
}
__global__ void __launch_bounds__(256) sandstone_flow_b(const float4* __restrict__ in, float* __restrict__ out, int n) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) out[i] = contour(in[i]);
}
// tide_correct: four streams, four vectors of each in flight
__device__ __forceinline__ float4 tide(float4 a, float4 b, float4 c) { return make_float4(fmaf(a.x, b.x, c.x), fmaf(a.y, b.y, c.y), fmaf(a.z, b.z, c.z), fmaf(a.w, b.w, c.w)); }
template <int B>
__device__ __forceinline__ void tides(const float4* __restrict__ a, const float4* __restrict__ b, const float4* __restrict__ c, float4* __restrict__ y, int n) {
    for (int i = blockIdx.x * (4 * B) + threadIdx.x; i < n; i += gridDim.x * (4 * B)) {
        float4 u[4], v[4], w[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) { u[k] = a[i + k * B]; v[k] = b[i + k * B]; w[k] = c[i + k * B]; }
#pragma unroll
        for (int k = 0; k < 4; ++k) y[i + k * B] = tide(u[k], v[k], w[k]);
    }
}
__global__ void __launch_bounds__(32) tide_correct_a(const float4* a, const float4* b, const float4* c, float4* y, int n) { tides<32>(a, b, c, y, n); }
__global__ void __launch_bounds__(256, 6) tide_correct_b(const float4* a, const float4* b, const float4* c, float4* y, int n) { tides<256>(a, b, c, y, n); }
// sonar_gain: automatic gain by the running peak of each warp's beam; barriers between chunks are not needed
template <bool SYNC>
__device__ __forceinline__ void sonar(const float4* __restrict__ x, float4* __restrict__ y) {
    const size_t base = (size_t)blockIdx.x * 4096 + threadIdx.x;
    float peak = 0.5f;
    for (int c = 0; c < 4; ++c) {
        float4 v[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] = x[base + c * 1024 + k * 256];
        float m = 0.f;
#pragma unroll
        for (int k = 0; k < 4; ++k) m = fmaxf(m, fmaxf(fmaxf(fabsf(v[k].x), fabsf(v[k].y)), fmaxf(fabsf(v[k].z), fabsf(v[k].w))));
        peak = fmaxf(peak * 0.9f, m);
        float g = __fdividef(1.f, peak);
#pragma unroll
        for (int k = 0; k < 4; ++k) y[base + c * 1024 + k * 256] = make_float4(v[k].x * g, v[k].y * g, v[k].z * g, v[k].w * g);
        if (SYNC) __syncthreads();
    }
}
__global__ void __launch_bounds__(256, 8) sonar_gain_a(const float4* x, float4* y) { sonar<true>(x, y); }
__global__ void __launch_bounds__(256, 8) sonar_gain_b(const float4* x, float4* y) { sonar<false>(x, y); }
// cohort_hazard: per cohort of 1850..2250 patients, or per 2048 patients
__device__ __forceinline__ void hazards(const float* __restrict__ in, float* __restrict__ out, int from, int to) {
    for (int i = from + threadIdx.x; i < to; i += 128) {
        float s = in[i], h = 0.3f, t = 0.1f;
#pragma unroll 4
        for (int k = 0; k < 80; ++k) { h = fmaf(h, 0.97f, 0.01f * s); t = fmaf(-t, h * 0.1f, t); s = fmaf(s, 0.99f, t * 0.01f); }
        out[i] = s + t;
    }
}
__global__ void __launch_bounds__(128) cohort_hazard_a(const float* in, float* out, const int* offset) { hazards(in, out, offset[blockIdx.x], offset[blockIdx.x + 1]); }
__global__ void __launch_bounds__(128) cohort_hazard_b(const float* in, float* out, int n) { hazards(in, out, blockIdx.x * 2048, min(n, blockIdx.x * 2048 + 2048)); }

// ------------------------------------------------------------------------------------------------ controls: healthy
__global__ void __launch_bounds__(512) seismic_stack_a(const float4* __restrict__ a, const float4* __restrict__ b, float4* __restrict__ y, int n) {
    const int step = gridDim.x * 512;
    for (int i = blockIdx.x * 512 + threadIdx.x; i < n; i += 2 * step) {
        const bool two = i + step < n;
        float4 u = __ldcs(a + i), v = __ldcs(b + i), p = u, q = v;
        if (two) { p = __ldcs(a + i + step); q = __ldcs(b + i + step); }
        __stcs(y + i, make_float4(0.5f * (u.x + v.x), 0.5f * (u.y + v.y), 0.5f * (u.z + v.z), 0.5f * (u.w + v.w)));
        if (two) __stcs(y + i + step, make_float4(0.5f * (p.x + q.x), 0.5f * (p.y + q.y), 0.5f * (p.z + q.z), 0.5f * (p.w + q.w)));
    }
}
__global__ void __launch_bounds__(512, 4) pendulum_map_a(const float2* __restrict__ in, float* __restrict__ out, int steps) {
    const int i = blockIdx.x * 1024 + threadIdx.x;
    float x[2], v[2];
#pragma unroll
    for (int k = 0; k < 2; ++k) { float2 p = in[i + k * 512]; x[k] = p.x; v[k] = 0.2f * p.y; }
#pragma unroll 4
    for (int s = 0; s < steps; ++s)
#pragma unroll
        for (int k = 0; k < 2; ++k) {
            float q = x[k] * x[k], f = x[k] * fmaf(q, fmaf(q, fmaf(q, -1.98e-4f, 8.33e-3f), -0.16667f), 1.f);
            v[k] = fmaf(-0.01f, f, v[k]); x[k] = fmaf(0.01f, v[k], x[k]);
        }
#pragma unroll
    for (int k = 0; k < 2; ++k) out[i + k * 512] = x[k] + v[k];
}
__global__ void __launch_bounds__(256, 1) chirp_filterbank_a(const float* __restrict__ in, float* __restrict__ out, int rounds) {
    float v[48], w[48];
    const int base = blockIdx.x * 256 * 48 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 48; ++k) { v[k] = in[base + k * 256]; w[k] = 0.5f * v[k]; }
#pragma unroll 1
    for (int r = 0; r < rounds; ++r) {
#pragma unroll
        for (int k = 0; k < 48; ++k) w[k] = fmaf(v[k], -0.031f, w[k]);
#pragma unroll
        for (int k = 0; k < 48; ++k) v[k] = fmaf(w[k], 0.031f, v[k]);
    }
#pragma unroll
    for (int k = 0; k < 48; ++k) out[base + k * 256] = v[k];
}
__global__ void __launch_bounds__(512) portfolio_exposure_a(const float4* __restrict__ w, const float4* __restrict__ r, double* __restrict__ part, unsigned* __restrict__ ticket, double* __restrict__ out, int n) {
    __shared__ double warp[16];
    __shared__ bool last;
    const int step = gridDim.x * 512;
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    int i = blockIdx.x * 512 + threadIdx.x;
    for (; i + step < n; i += 2 * step) {
        float4 a = __ldcs(w + i), b = __ldcs(r + i), c = __ldcs(w + i + step), d = __ldcs(r + i + step);
        s0 = fmaf(a.x, b.x, s0); s1 = fmaf(a.y, b.y, s1); s2 = fmaf(a.z, b.z, s2); s3 = fmaf(a.w, b.w, s3);
        s0 = fmaf(c.x, d.x, s0); s1 = fmaf(c.y, d.y, s1); s2 = fmaf(c.z, d.z, s2); s3 = fmaf(c.w, d.w, s3);
    }
    if (i < n) { float4 a = w[i], b = r[i]; s0 = fmaf(a.x, b.x, s0); s1 = fmaf(a.y, b.y, s1); s2 = fmaf(a.z, b.z, s2); s3 = fmaf(a.w, b.w, s3); }
    double s = (double)(s0 + s1) + (double)(s2 + s3);
#pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(ALL, s, o);
    if ((threadIdx.x & 31) == 0) warp[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 1; k < 16; ++k) s += warp[k];
        part[blockIdx.x] = s;
        __threadfence();
        last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x < 32) {
        s = 0;
        for (int k = threadIdx.x; k < (int)gridDim.x; k += 32) s += __ldcg(part + k);
#pragma unroll
        for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(ALL, s, o);
        if (threadIdx.x == 0) *out = s;
    }
}

int main(int argc, char** argv) {
    using namespace harness;
    const int N = SMS * 18 * 16384, N4 = N / 4;  // 38.9 million floats
    float *P = filled<float>(N, 3), *Q = filled<float>(N, 4), *R = filled<float>(N, 5), *T = empty<float>(N), *O = empty<float>(N);
    std::vector<Case> cases;
    auto f4 = [](float* p) { return (float4*)p; };

    cases.push_back({"film_grade_a", [=] { film_grade_a<<<N4 / 128, 128>>>(f4(P), f4(Q), f4(O), N4); }, O, (size_t)N});
    cases.push_back({"film_grade_b", [=] { film_grade_b<<<SMS * 16, 128>>>(f4(P), f4(Q), f4(O), N4); }, O, (size_t)N});

    std::vector<uint16_t> freq(256);
    int left = 4096 - 256;
    for (int i = 0; i < 256; ++i) { int add = std::min(left, (int)(left / 24) + (int)(hash32(i) % 3)); freq[(i * 37) & 255] = (uint16_t)(1 + add); left -= add; }
    freq[0] += (uint16_t)left;
    uint16_t* dfreq = uploaded(freq);
    const int packets = SMS * 128 * 256;
    cases.push_back({"rans_unpack_a", [=] { rans_unpack_a<<<SMS * 128, 256>>>((const uint4*)P, dfreq, (uint2*)O, packets); }, O, (size_t)packets * 8, Output::u8});
    cases.push_back({"rans_unpack_b", [=] { rans_unpack_b<<<SMS * 8, 256>>>((const uint4*)P, dfreq, (uint2*)O, packets); }, O, (size_t)packets * 8, Output::u8});

    const int patches = SMS * 32 * 6;
    cases.push_back({"tendon_patch_a", [=] { tendon_patch_a<<<patches, 40>>>(f4(P), O); }, O, (size_t)patches * 40});
    cases.push_back({"tendon_patch_b", [=] { tendon_patch_b<<<patches / 8, 320>>>(f4(P), O); }, O, (size_t)patches * 40});

    std::vector<int> start(21);
    for (int i = 0; i < 20; ++i) start[i + 1] = start[i] + 2048 + (int)(hash32(i + 1) % 24) * 1024;
    int* dstart = uploaded(start);
    cases.push_back({"layer_update_a", [=] {
        for (int i = 0; i < 20; ++i) { int s = start[i], n = start[i + 1] - s; layer_update_a<<<(n + 255) / 256, 256>>>(P + s, Q + s, R + s, P + 20000000 + s, O + s, n); }
    }, O, (size_t)start[20]});
    cases.push_back({"layer_update_b", [=] { layer_update_b<<<dim3(44, 20), 256>>>(P, Q, R, P + 20000000, O, dstart); }, O, (size_t)start[20]});

    cases.push_back({"highway_gate_a", [=] {
        highway_gate_a<<<SMS * 16, 256>>>(f4(P), f4(Q), f4(T), N4);
        highway_gate_sigmoid<<<SMS * 16, 256>>>(f4(T), f4(R), f4(O), N4);
    }, O, (size_t)N});
    cases.push_back({"highway_gate_b", [=] { highway_gate_b<<<SMS * 16, 256>>>(f4(P), f4(Q), f4(R), f4(O), N4); }, O, (size_t)N});

    const int photo8 = N4 / 2;  // vectors of 8 halves
    __half* raw = filled<__half>((size_t)photo8 * 8, 31);
    cases.push_back({"raw_develop_a", [=] {
        raw_develop_a<<<SMS * 8, 512>>>((const uint4*)raw, (uint4*)T, photo8);
        raw_develop_balance<<<SMS * 8, 512>>>((const uint4*)T, (uint4*)O, photo8);
        raw_develop_contrast<<<SMS * 8, 512>>>((const uint4*)O, (uint4*)T, photo8);
        raw_develop_shadow<<<SMS * 8, 512>>>((const uint4*)T, (uint4*)O, photo8);
    }, O, (size_t)photo8 * 8, Output::f16});
    cases.push_back({"raw_develop_b", [=] { raw_develop_b<<<SMS * 8, 512>>>((const uint4*)raw, (uint4*)O, photo8); }, O, (size_t)photo8 * 8, Output::f16});

    const int records = 524288, sessions = SMS * 64 * 16;
    int* record = indices((size_t)records * 32, 1u << 30, 9);
    std::vector<int> events(sessions);
    for (int i = 0; i < sessions; ++i) events[i] = std::min(72, 8 + (int)(-16.0 * std::log((hash32(i + 3) + 1.0) / 4294967297.0)));
    int* devents = uploaded(events);
    cases.push_back({"session_replay_a", [=] { session_replay_a<<<sessions / 32, 1024>>>(record, devents, O, records - 1); }, O, (size_t)sessions});
    cases.push_back({"session_replay_b", [=] { session_replay_b<<<sessions / 2, 64>>>(record, devents, O, records - 1); }, O, (size_t)sessions});

    cases.push_back({"spectrum_standardize_a", [=] { spectrum_standardize_a<<<N / 4096, 1024>>>(f4(P), f4(O)); }, O, (size_t)N});
    cases.push_back({"spectrum_standardize_b", [=] { spectrum_standardize_b<<<N / 4096, 1024>>>(f4(P), f4(O)); }, O, (size_t)N});
    const int strings = SMS * 16;
    cases.push_back({"guitar_string_a", [=] { guitar_string_a<<<strings, 1024>>>(P, O, 400); }, O, (size_t)strings * 1024});
    cases.push_back({"guitar_string_b", [=] { guitar_string_b<<<strings, 128>>>(f4(P), f4(O), 400); }, O, (size_t)strings * 1024});
    const int glasses = SMS * 16;
    cases.push_back({"glass_anneal_a", [=] { glass_anneal_a<<<glasses, 1024>>>((int*)O, 300); }, O, (size_t)glasses * 32, Output::i32});
    cases.push_back({"glass_anneal_b", [=] { glass_anneal_b<<<glasses, 1024>>>((int*)O, 300); }, O, (size_t)glasses * 32, Output::i32});

    std::vector<float2> sec(SECTIONS);
    for (int i = 0; i < SECTIONS; ++i) sec[i] = make_float2(section_k(i, 0), section_k(i, 1));
    CHECK(cudaMemcpyToSymbol(section, sec.data(), SECTIONS * sizeof(float2)));
    const int voices = SMS * 2048 * 2;
    cases.push_back({"reverb_lattice_a", [=] { reverb_lattice_a<<<SMS * 8, 256>>>(f4(P), O, voices); }, O, (size_t)voices});
    cases.push_back({"reverb_lattice_b", [=] { reverb_lattice_b<<<SMS * 8, 256>>>(f4(P), O, voices); }, O, (size_t)voices});

    // mild
    const int grains = (SMS * 8 * 34 + 130) * 256;
    cases.push_back({"sandstone_flow_a", [=] { sandstone_flow_a<<<grains / 256, 256>>>(f4(P), O, grains); }, O, (size_t)grains});
    cases.push_back({"sandstone_flow_b", [=] { sandstone_flow_b<<<SMS * 8, 256>>>(f4(P), O, grains); }, O, (size_t)grains});
    cases.push_back({"tide_correct_a", [=] { tide_correct_a<<<SMS * 32, 32>>>(f4(P), f4(Q), f4(R), f4(O), N4); }, O, (size_t)N});
    cases.push_back({"tide_correct_b", [=] { tide_correct_b<<<SMS * 6, 256>>>(f4(P), f4(Q), f4(R), f4(O), N4); }, O, (size_t)N});
    cases.push_back({"sonar_gain_a", [=] { sonar_gain_a<<<SMS * 16, 256>>>(f4(P), f4(O)); }, O, (size_t)SMS * 16 * 16384});
    cases.push_back({"sonar_gain_b", [=] { sonar_gain_b<<<SMS * 16, 256>>>(f4(P), f4(O)); }, O, (size_t)SMS * 16 * 16384});
    const int cohorts = SMS * 16 * 8;
    std::vector<int> offset(cohorts + 1);
    for (int c = 0; c < cohorts; ++c) offset[c + 1] = offset[c] + 1850 + (int)(hash32(c + 8) % 397);
    const int patients = offset[cohorts];
    int* doffset = uploaded(offset);
    cases.push_back({"cohort_hazard_a", [=] { cohort_hazard_a<<<cohorts, 128>>>(P, O, doffset); }, O, (size_t)patients});
    cases.push_back({"cohort_hazard_b", [=] { cohort_hazard_b<<<(patients + 2047) / 2048, 128>>>(P, O, patients); }, O, (size_t)patients});

    // healthy
    cases.push_back({"seismic_stack_a", [=] { seismic_stack_a<<<SMS * 4, 512>>>(f4(P), f4(Q), f4(O), N4); }, O, (size_t)N});
    cases.push_back({"pendulum_map_a", [=] { pendulum_map_a<<<SMS * 4 * 4, 512>>>((const float2*)P, O, 400); }, O, (size_t)SMS * 16 * 1024});
    cases.push_back({"chirp_filterbank_a", [=] { chirp_filterbank_a<<<SMS, 256>>>(P, O, 1500); }, O, (size_t)SMS * 256 * 48});
    double *part = empty<double>(SMS * 4), *answer = empty<double>(1);
    unsigned* ticket; CHECK(cudaMalloc(&ticket, 4)); CHECK(cudaMemset(ticket, 0, 4));
    cases.push_back({"portfolio_exposure_a", [=] { portfolio_exposure_a<<<SMS * 4, 512>>>(f4(P), f4(Q), part, ticket, answer, N4); }, answer, 1, Output::f64});
    return run(argc, argv, cases);
}
