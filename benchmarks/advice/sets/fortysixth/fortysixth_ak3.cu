// Launch shapes: eight measured cases, before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Particles in a softening well: 256 symplectic steps of eight particles a thread, (x, y, vx, vy) in float.
constexpr int kOrbBlocks = 140, kOrbPer = 8, kOrbs = kOrbBlocks * 1024 * kOrbPer, kOrbSteps = 256;

template <int kThreads>
__device__ __forceinline__ void orb_steps(const float4* __restrict__ start, float4* __restrict__ finish) {
    const int base = blockIdx.x * (kThreads * kOrbPer) + threadIdx.x;
    float4 p[kOrbPer];
#pragma unroll
    for (int j = 0; j < kOrbPer; ++j) p[j] = start[base + j * kThreads];
#pragma unroll 2
    for (int s = 0; s < kOrbSteps; ++s) {
#pragma unroll
        for (int j = 0; j < kOrbPer; ++j) {
            float r2 = fmaf(p[j].x, p[j].x, p[j].y * p[j].y), k = fmaf(-0.003f, r2, -0.01f);
            p[j].z = fmaf(k, p[j].x, p[j].z);
            p[j].w = fmaf(k, p[j].y, p[j].w);
            p[j].x = fmaf(0.01f, p[j].z, p[j].x);
            p[j].y = fmaf(0.01f, p[j].w, p[j].y);
        }
    }
#pragma unroll
    for (int j = 0; j < kOrbPer; ++j) finish[base + j * kThreads] = p[j];
}

__global__ void __launch_bounds__(1024, 1) walnut_ferry_ak3_a(const float4* __restrict__ start, float4* __restrict__ finish) { orb_steps<1024>(start, finish); }
__global__ void __launch_bounds__(64, 18) walnut_ferry_ak3_b(const float4* __restrict__ start, float4* __restrict__ finish) { orb_steps<64>(start, finish); }

// ---- Ragged rows of half elements (sorted, longest first): sum of a polynomial of degree 24 over each row, a warp a row, four rows a warp.
constexpr int kRowBlocks = 264, kRowWarps = 32, kRowTurns = 4, kRows = kRowBlocks * kRowWarps * kRowTurns;

__device__ __forceinline__ float series24(float x) {
    float y = 0.04f;
#pragma unroll
    for (int k = 24; k > 0; --k) y = fmaf(y, x, (k & 1 ? -1.0f : 1.0f) / (k + 1));
    return y;
}
__device__ __forceinline__ __half2 half2_of(unsigned int u) { return *reinterpret_cast<__half2*>(&u); }
__device__ __forceinline__ unsigned int bits_of(__half2 h) { return *reinterpret_cast<unsigned int*>(&h); }

template <bool kDealt>
__device__ __forceinline__ void ragged_rows(const uint2* __restrict__ data, const int* __restrict__ start, float* __restrict__ out) {
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    for (int k = 0; k < kRowTurns; ++k) {
        const int row = kDealt ? (k * kRowWarps + (k % 2 ? kRowWarps - 1 - warp : warp)) * kRowBlocks + blockIdx.x
                               : (blockIdx.x * kRowWarps + warp) * kRowTurns + k;
        const int end = start[row + 1];
        float sum = 0.0f;
        for (int u = start[row]; u < end; ++u) {
            const uint2 v = data[(size_t)u * 32 + lane];
            const float2 a = __half22float2(half2_of(v.x)), b = __half22float2(half2_of(v.y));
            sum += (series24(a.x) + series24(a.y)) + (series24(b.x) + series24(b.y));
        }
#pragma unroll
        for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (lane == 0) out[row] = sum;
    }
}

__global__ void __launch_bounds__(1024, 2) pebble_choir_ak3_a(const uint2* __restrict__ data, const int* __restrict__ start, float* __restrict__ out) {
    ragged_rows<false>(data, start, out);
}
__global__ void __launch_bounds__(1024, 2) pebble_choir_ak3_b(const uint2* __restrict__ data, const int* __restrict__ start, float* __restrict__ out) {
    ragged_rows<true>(data, start, out);
}

// ---- Three elementwise steps on double: t = x + 0.37 y, u = t z, out = u u + u / 4; two double2 a thread.
constexpr int kPairThreads = 320, kPairBlocks = 25000, kPairs = kPairBlocks * kPairThreads * 2;  // double2

__device__ __forceinline__ double2 lean2(double2 x, double2 y) { return make_double2(fma(0.37, y.x, x.x), fma(0.37, y.y, x.y)); }
__device__ __forceinline__ double2 times2(double2 t, double2 z) { return make_double2(t.x * z.x, t.y * z.y); }
__device__ __forceinline__ double2 bend2(double2 u) { return make_double2(fma(u.x, u.x, 0.25 * u.x), fma(u.y, u.y, 0.25 * u.y)); }

__global__ void __launch_bounds__(320) velvet_anchor_ak3_a0(const double2* __restrict__ x, const double2* __restrict__ y, double2* __restrict__ t) {
    const int i = blockIdx.x * (kPairThreads * 2) + threadIdx.x, j = i + kPairThreads;
    const double2 x0 = x[i], x1 = x[j], y0 = y[i], y1 = y[j];
    t[i] = lean2(x0, y0);
    t[j] = lean2(x1, y1);
}
__global__ void __launch_bounds__(320) velvet_anchor_ak3_a1(const double2* __restrict__ t, const double2* __restrict__ z, double2* __restrict__ u) {
    const int i = blockIdx.x * (kPairThreads * 2) + threadIdx.x, j = i + kPairThreads;
    const double2 t0 = t[i], t1 = t[j], z0 = z[i], z1 = z[j];
    u[i] = times2(t0, z0);
    u[j] = times2(t1, z1);
}
__global__ void __launch_bounds__(320) velvet_anchor_ak3_a2(const double2* __restrict__ u, double2* __restrict__ out) {
    const int i = blockIdx.x * (kPairThreads * 2) + threadIdx.x, j = i + kPairThreads;
    const double2 u0 = u[i], u1 = u[j];
    out[i] = bend2(u0);
    out[j] = bend2(u1);
}
__global__ void __launch_bounds__(320) velvet_anchor_ak3_b(const double2* __restrict__ x, const double2* __restrict__ y, const double2* __restrict__ z,
                                                           double2* __restrict__ out) {
    const int i = blockIdx.x * (kPairThreads * 2) + threadIdx.x, j = i + kPairThreads;
    const double2 x0 = x[i], x1 = x[j], y0 = y[i], y1 = y[j], z0 = z[i], z1 = z[j];
    out[i] = bend2(times2(lean2(x0, y0), z0));
    out[j] = bend2(times2(lean2(x1, y1), z1));
}

// ---- Sixteen dense layers of width 96 with bfloat16 weights, a block a sample: 48 column pairs times 8 slices of 12 inputs.
constexpr int kWidth = 96, kLayers = 16, kSamples = 264, kSlices = 8, kDeep = kWidth / kSlices;

__device__ __forceinline__ void layer_slice(const __nv_bfloat162* __restrict__ w, const float* h, float (*part)[kWidth]) {
    const int pair = threadIdx.x % 48, slice = threadIdx.x / 48;
    float2 acc = make_float2(0.0f, 0.0f);
#pragma unroll
    for (int k = 0; k < kDeep; ++k) {
        const float2 v = __bfloat1622float2(w[(slice * kDeep + k) * 48 + pair]);
        const float in = h[slice * kDeep + k];
        acc.x = fmaf(in, v.x, acc.x);
        acc.y = fmaf(in, v.y, acc.y);
    }
    part[slice][2 * pair] = acc.x;
    part[slice][2 * pair + 1] = acc.y;
}
__device__ __forceinline__ float layer_end(float (*part)[kWidth]) {
    float s = 0.0f;
#pragma unroll
    for (int p = 0; p < kSlices; ++p) s += part[p][threadIdx.x];
    s *= 0.3f;
    return __fdividef(s, 1.0f + fabsf(s));
}

__global__ void __launch_bounds__(384) lantern_moss_ak3_a0(const __nv_bfloat162* __restrict__ w, const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float h[kWidth], part[kSlices][kWidth];
    const int t = threadIdx.x, base = blockIdx.x * kWidth;
    if (t < kWidth) h[t] = in[base + t];
    __syncthreads();
    layer_slice(w, h, part);
    __syncthreads();
    if (t < kWidth) out[base + t] = layer_end(part);
}

__global__ void __launch_bounds__(384) lantern_moss_ak3_b(const __nv_bfloat162* __restrict__ w, const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float h[kWidth], part[kSlices][kWidth];
    const int t = threadIdx.x, base = blockIdx.x * kWidth;
    if (t < kWidth) h[t] = in[base + t];
    __syncthreads();
    for (int layer = 0; layer < kLayers; ++layer) {
        layer_slice(w + layer * (kWidth * kWidth / 2), h, part);
        __syncthreads();
        if (t < kWidth) h[t] = layer_end(part);
        __syncthreads();
    }
    if (t < kWidth) out[base + t] = h[t];
}

// ---- Weighted column sums of an int8 matrix of 960 rows and 33792 columns, four columns a thread.
constexpr int kBytesRows = 960, kQuads = 8448;

__device__ __forceinline__ void add_quad(int4& acc, char4 v, int w) {
    acc.x += w * v.x;
    acc.y += w * v.y;
    acc.z += w * v.z;
    acc.w += w * v.w;
}

__global__ void __launch_bounds__(384) copper_robin_ak3_a(const char4* __restrict__ m, const int* __restrict__ weight, int4* __restrict__ out) {
    const int q = blockIdx.x * 384 + threadIdx.x;
    int4 acc = make_int4(0, 0, 0, 0);
#pragma unroll 20
    for (int r = 0; r < kBytesRows; ++r) add_quad(acc, m[r * kQuads + q], weight[r]);
    out[q] = acc;
}

__global__ void __launch_bounds__(512) copper_robin_ak3_b(const char4* __restrict__ m, const int* __restrict__ weight, int* __restrict__ out) {
    __shared__ int4 part[16][32];
    const int lane = threadIdx.x % 32, slice = threadIdx.x / 32, q = blockIdx.x * 32 + lane;
    int4 acc = make_int4(0, 0, 0, 0);
#pragma unroll 20
    for (int k = 0; k < kBytesRows / 16; ++k) {
        const int r = slice * (kBytesRows / 16) + k;
        add_quad(acc, m[r * kQuads + q], weight[r]);
    }
    part[slice][lane] = acc;
    __syncthreads();
    if (threadIdx.x < 128) {
        const int* flat = reinterpret_cast<const int*>(part);
        int s = 0;
#pragma unroll
        for (int p = 0; p < 16; ++p) s += flat[p * 128 + threadIdx.x];
        out[blockIdx.x * 128 + threadIdx.x] = s;
    }
}

// ---- Random points in a quarter circle: 64 xorshift numbers a thread.
constexpr int kDartBlocks = 64 * 745, kDarts = kDartBlocks * 68;  // a multiple of 256

template <int kThreads>
__device__ __forceinline__ void dart_hits(const int* __restrict__ seed, int* __restrict__ hits) {
    const int i = blockIdx.x * kThreads + threadIdx.x;
    uint32_t s = (uint32_t)seed[i] | 1u;
    int n = 0;
#pragma unroll 8
    for (int k = 0; k < 64; ++k) {
        s ^= s << 13;
        s ^= s >> 17;
        s ^= s << 5;
        const uint32_t u = s >> 17, v = s & 0x7fffu;
        n += u * u + v * v < (1u << 30) ? 1 : 0;
    }
    hits[i] = n;
}

__global__ void __launch_bounds__(68) thistle_barge_ak3_a(const int* __restrict__ seed, int* __restrict__ hits) { dart_hits<68>(seed, hits); }
__global__ void __launch_bounds__(256) thistle_barge_ak3_b(const int* __restrict__ seed, int* __restrict__ hits) { dart_hits<256>(seed, hits); }

// ---- Series of 96 Chebyshev terms in half2, eight elements a thread.
constexpr int kChebBlocks = 528 * 60 + 20, kChebs = kChebBlocks * 512;  // uint4 of eight halves

template <int kThreads>
__device__ __forceinline__ void cheb_terms(const uint4* __restrict__ in, uint4* __restrict__ out) {
    const int i = blockIdx.x * kThreads + threadIdx.x;
    const uint4 raw = in[i];
    const __half2 x[4] = {half2_of(raw.x), half2_of(raw.y), half2_of(raw.z), half2_of(raw.w)};
    const __half2 two = __float2half2_rn(2.0f), less = __float2half2_rn(-2.0f), even = __float2half2_rn(0.03f), odd = __float2half2_rn(0.05f);
    __half2 p[4], m[4], a[4], b[4], s[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        p[j] = __hmul2(x[j], two);
        m[j] = __hmul2(x[j], less);
        a[j] = __float2half2_rn(1.0f);
        b[j] = x[j];
        s[j] = __float2half2_rn(0.5f);
    }
#pragma unroll 4
    for (int k = 0; k < 48; ++k) {
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            a[j] = __hfma2(m[j], b[j], a[j]);
            s[j] = __hfma2(a[j], even, s[j]);
            b[j] = __hfma2(p[j], a[j], b[j]);
            s[j] = __hfma2(b[j], odd, s[j]);
        }
    }
    out[i] = make_uint4(bits_of(s[0]), bits_of(s[1]), bits_of(s[2]), bits_of(s[3]));
}

__global__ void __launch_bounds__(512, 4) amber_saddle_ak3_a(const uint4* __restrict__ in, uint4* __restrict__ out) { cheb_terms<512>(in, out); }
__global__ void __launch_bounds__(128, 16) amber_saddle_ak3_b(const uint4* __restrict__ in, uint4* __restrict__ out) { cheb_terms<128>(in, out); }

// ---- Mean of two images of uint16 samples, eight samples in 16 bytes, one wave of blocks that walks over all of them.
constexpr int kWalk = 132 * 5 * 384, kTiles = kWalk * 2 * 40;  // uint4

__device__ __forceinline__ unsigned int mean16(unsigned int a, unsigned int b) { return (a & b) + (((a ^ b) & 0xfffefffeu) >> 1); }

__global__ void __launch_bounds__(384, 5) cobalt_heron_ak3_a(const uint4* __restrict__ a, const uint4* __restrict__ b, uint4* __restrict__ out) {
    for (int i = blockIdx.x * 384 + threadIdx.x; i < kTiles; i += 2 * kWalk) {
        const uint4 a0 = __ldcs(a + i), a1 = __ldcs(a + i + kWalk), b0 = __ldcs(b + i), b1 = __ldcs(b + i + kWalk);
        __stcs(out + i, make_uint4(mean16(a0.x, b0.x), mean16(a0.y, b0.y), mean16(a0.z, b0.z), mean16(a0.w, b0.w)));
        __stcs(out + i + kWalk, make_uint4(mean16(a1.x, b1.x), mean16(a1.y, b1.y), mean16(a1.z, b1.z), mean16(a1.w, b1.w)));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };

    {
        const float4* start = reinterpret_cast<const float4*>(filled<float>((size_t)kOrbs * 4, 11));
        float4* finish = reinterpret_cast<float4*>(empty<float>((size_t)kOrbs * 4));
        add("walnut_ferry_ak3_a", finish, (size_t)kOrbs * 4, Output::f32, [=] { walnut_ferry_ak3_a<<<kOrbBlocks, 1024>>>(start, finish); });
        add("walnut_ferry_ak3_b", finish, (size_t)kOrbs * 4, Output::f32, [=] { walnut_ferry_ak3_b<<<kOrbBlocks * 16, 64>>>(start, finish); });
    }
    {
        std::vector<int> host(kRows + 1);
        int total = 0;  // in groups of 128 halves
        for (int r = 0; r < kRows; ++r) {
            const double f = 1.0 - (double)r / kRows;
            host[r] = total;
            total += 1 + (int)(31.0 * f * f * f);
        }
        host[kRows] = total;
        const int* start = uploaded<int>(host);
        const uint2* data = reinterpret_cast<const uint2*>(filled<__half>((size_t)total * 128, 12));
        float* out = empty<float>(kRows);
        add("pebble_choir_ak3_a", out, kRows, Output::f32, [=] { pebble_choir_ak3_a<<<kRowBlocks, 1024>>>(data, start, out); });
        add("pebble_choir_ak3_b", out, kRows, Output::f32, [=] { pebble_choir_ak3_b<<<kRowBlocks, 1024>>>(data, start, out); });
    }
    {
        const size_t n = (size_t)kPairs * 2;
        const double2 *x = reinterpret_cast<const double2*>(filled<double>(n, 13)), *y = reinterpret_cast<const double2*>(filled<double>(n, 14)),
                      *z = reinterpret_cast<const double2*>(filled<double>(n, 15));
        double2 *t = reinterpret_cast<double2*>(empty<double>(n)), *u = reinterpret_cast<double2*>(empty<double>(n)),
                *out = reinterpret_cast<double2*>(empty<double>(n));
        add("velvet_anchor_ak3_a", out, n, Output::f64, [=] {
            velvet_anchor_ak3_a0<<<kPairBlocks, kPairThreads>>>(x, y, t);
            velvet_anchor_ak3_a1<<<kPairBlocks, kPairThreads>>>(t, z, u);
            velvet_anchor_ak3_a2<<<kPairBlocks, kPairThreads>>>(u, out); });
        add("velvet_anchor_ak3_b", out, n, Output::f64, [=] { velvet_anchor_ak3_b<<<kPairBlocks, kPairThreads>>>(x, y, z, out); });
    }
    {
        const __nv_bfloat162* w = reinterpret_cast<const __nv_bfloat162*>(filled<__nv_bfloat16>((size_t)kLayers * kWidth * kWidth, 16));
        const float* start = filled<float>((size_t)kSamples * kWidth, 17);
        float *mid = empty<float>((size_t)kSamples * kWidth), *out = empty<float>((size_t)kSamples * kWidth);
        add("lantern_moss_ak3_a", out, (size_t)kSamples * kWidth, Output::f32, [=] {
            for (int layer = 0; layer < kLayers; ++layer) {
                const float* from = layer == 0 ? start : layer % 2 ? mid : out;
                lantern_moss_ak3_a0<<<kSamples, 384>>>(w + layer * (kWidth * kWidth / 2), from, layer % 2 ? out : mid);
            } });
        add("lantern_moss_ak3_b", out, (size_t)kSamples * kWidth, Output::f32, [=] { lantern_moss_ak3_b<<<kSamples, 384>>>(w, start, out); });
    }
    {
        const char4* m = reinterpret_cast<const char4*>(indices((size_t)kBytesRows * kQuads, 0xffffffffu, 18));
        const int* weight = indices(kBytesRows, 100, 19);
        int* out = empty<int>((size_t)kQuads * 4);
        add("copper_robin_ak3_a", out, (size_t)kQuads * 4, Output::i32, [=] { copper_robin_ak3_a<<<kQuads / 384, 384>>>(m, weight, reinterpret_cast<int4*>(out)); });
        add("copper_robin_ak3_b", out, (size_t)kQuads * 4, Output::i32, [=] { copper_robin_ak3_b<<<kQuads / 32, 512>>>(m, weight, out); });
    }
    {
        static_assert(kDarts % 256 == 0, "whole blocks");
        const int* seed = indices(kDarts, 0x7fffffffu, 20);
        int* hits = empty<int>(kDarts);
        add("thistle_barge_ak3_a", hits, kDarts, Output::i32, [=] { thistle_barge_ak3_a<<<kDartBlocks, 68>>>(seed, hits); });
        add("thistle_barge_ak3_b", hits, kDarts, Output::i32, [=] { thistle_barge_ak3_b<<<kDarts / 256, 256>>>(seed, hits); });
    }
    {
        const uint4* in = reinterpret_cast<const uint4*>(filled<__half>((size_t)kChebs * 8, 21));
        uint4* out = reinterpret_cast<uint4*>(empty<uint32_t>((size_t)kChebs * 4));
        add("amber_saddle_ak3_a", out, (size_t)kChebs * 8, Output::f16, [=] { amber_saddle_ak3_a<<<kChebBlocks, 512>>>(in, out); });
        add("amber_saddle_ak3_b", out, (size_t)kChebs * 8, Output::f16, [=] { amber_saddle_ak3_b<<<kChebBlocks * 4, 128>>>(in, out); });
    }
    {
        const uint4 *a = reinterpret_cast<const uint4*>(indices((size_t)kTiles * 4, 0xffffffffu, 22)),
                    *b = reinterpret_cast<const uint4*>(indices((size_t)kTiles * 4, 0xffffffffu, 23));
        uint4* out = reinterpret_cast<uint4*>(empty<uint32_t>((size_t)kTiles * 4));
        add("cobalt_heron_ak3_a", out, (size_t)kTiles * 4, Output::i32, [=] { cobalt_heron_ak3_a<<<132 * 5, 384>>>(a, b, out); });
    }

    return harness::run(argc, argv, cases);
}
