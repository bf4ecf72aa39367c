#include "harness.cuh"

#include <cuda_fp16.h>
#include <mma.h>

using harness::Case;
using harness::Output;
static std::vector<Case> cases;
static void add(const char* name, std::function<void()> launch, const void* out, size_t count, Output type = Output::f32) {
    Case c; c.name = name; c.launch = launch; c.out = out; c.count = count; c.type = type;
    cases.push_back(c);
}

// Path values of contracts ordered by maturity, 1024 contracts a group, the number of time steps given per group.
constexpr int kGroups = 2112, kPerGroup = 1024, kGroupRounds = 16;
__device__ __forceinline__ float contract_value(float s, int steps) {
    float a = s, b = 0.5f * s, c = 0.25f * s + 0.1f, d = 0.3f - s * 0.2f;
#pragma unroll 4
    for (int i = 0; i < steps; ++i) {
        a = fmaf(a, 0.991f, 0.004f * b); b = fmaf(b, 0.987f, 0.011f * c);
        c = fmaf(c, 0.993f, 0.003f * d); d = fmaf(d, 0.989f, 0.007f);
    }
    return a + b + c + d;
}
__global__ void __launch_bounds__(1024) copper_lantern_by2_a(const float* __restrict__ spot, const int* __restrict__ steps, float* __restrict__ out) {
    for (int k = 0; k < kGroupRounds; ++k) {
        int g = blockIdx.x * kGroupRounds + k, i = g * kPerGroup + threadIdx.x;
        out[i] = contract_value(spot[i], steps[g]);
    }
}
__global__ void __launch_bounds__(1024) copper_lantern_by2_b(const float* __restrict__ spot, const int* __restrict__ steps, float* __restrict__ out) {
    for (int k = 0; k < kGroupRounds; ++k) {
        int b = (k & 1) ? gridDim.x - 1 - blockIdx.x : blockIdx.x;
        int g = k * gridDim.x + b, i = g * kPerGroup + threadIdx.x;
        out[i] = contract_value(spot[i], steps[g]);
    }
}
static void setup_copper() {
    size_t n = (size_t)kGroups * kPerGroup;
    std::vector<int> s(kGroups);
    for (int g = 0; g < kGroups; ++g) s[g] = 16 + g / 4;
    float* x = harness::filled<float>(n, 11); int* steps = harness::uploaded(s); float* out = harness::empty<float>(n);
    add("copper_lantern_by2_a", [=] { copper_lantern_by2_a<<<132, 1024>>>(x, steps, out); }, out, n);
    add("copper_lantern_by2_b", [=] { copper_lantern_by2_b<<<132, 1024>>>(x, steps, out); }, out, n);
}

// Response of four interleaved sensor channels, each with a calibration law of its own.
constexpr int kSamples = 1 << 24;
__device__ __forceinline__ float channel_law(float x, int channel) {
    float y = x;
    if (channel == 0) {
#pragma unroll 8
        for (int i = 0; i < 96; ++i) { y = fmaf(y, 0.93f, 0.05f * x); x = fmaf(x, 0.98f, 0.01f); }
    } else if (channel == 1) {
#pragma unroll 8
        for (int i = 0; i < 96; ++i) { x = fmaf(-0.02f * x, fabsf(x), x); y = fmaf(x, 0.04f, 0.95f * y); }
    } else if (channel == 2) {
        float v = 0.1f;
#pragma unroll 8
        for (int i = 0; i < 96; ++i) { v = fmaf(-0.1f, y, 0.97f * v); y = fmaf(0.1f, v, y); }
    } else {
        float p = 1.0f;
#pragma unroll 8
        for (int i = 0; i < 96; ++i) { p = fmaf(p, 0.9f * x, 0.2f); y = fmaf(p, 0.05f, 0.9f * y); }
    }
    return y;
}
__global__ void __launch_bounds__(256) meadow_ribbon_by2_a(const float* __restrict__ x, float* __restrict__ out) {
    __shared__ float t[256];
    int base = blockIdx.x * 256, item = threadIdx.x;
    t[threadIdx.x] = x[base + threadIdx.x];
    __syncthreads();
    t[item] = channel_law(t[item], item & 3);
    __syncthreads();
    out[base + threadIdx.x] = t[threadIdx.x];
}
__global__ void __launch_bounds__(256) meadow_ribbon_by2_b(const float* __restrict__ x, float* __restrict__ out) {
    __shared__ float t[256];
    int base = blockIdx.x * 256, warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    int item = (warp >> 2) * 128 + lane * 4 + (warp & 3);
    t[threadIdx.x] = x[base + threadIdx.x];
    __syncthreads();
    t[item] = channel_law(t[item], warp & 3);
    __syncthreads();
    out[base + threadIdx.x] = t[threadIdx.x];
}
static void setup_meadow() {
    float* x = harness::filled<float>(kSamples, 12); float* out = harness::empty<float>(kSamples);
    add("meadow_ribbon_by2_a", [=] { meadow_ribbon_by2_a<<<kSamples / 256, 256>>>(x, out); }, out, kSamples);
    add("meadow_ribbon_by2_b", [=] { meadow_ribbon_by2_b<<<kSamples / 256, 256>>>(x, out); }, out, kSamples);
}

// Rings of 32 coupled oscillators, one ring a warp, integrated with substeps where a ring is stiff.
constexpr int kRings = 264 * 4 * 32, kMacroSteps = 64;
template <bool kWide>
__device__ __forceinline__ void ring_body(const float* __restrict__ x, float* __restrict__ out) {
    __shared__ float state[32][33];
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31, ring = blockIdx.x * 32 + warp;
    float v = x[ring * 32 + lane];
#pragma unroll 1
    for (int step = 0; step < kMacroSteps; ++step) {
        state[warp][lane] = v;
        if (kWide) __syncthreads(); else __syncwarp();
        float pull = 0.5f * (state[warp][(lane + 31) & 31] + state[warp][(lane + 1) & 31]);
        if (kWide) __syncthreads(); else __syncwarp();
        int substeps = ((step * 5 + ring) & 31) == 0 ? 96 : 2;
#pragma unroll 1
        for (int k = 0; k < substeps; ++k) {
            float a = fmaf(0.01f, pull, v); a = fmaf(a, -0.003f * fabsf(a), a);
            float b = fmaf(0.5f, a, 0.5f * v); b = fmaf(b, 0.995f, 0.002f);
            float c = fmaf(0.25f, b, 0.75f * a); c = fmaf(c, -0.001f * fabsf(c), c);
            v = fmaf(c, 0.998f, 0.001f);
        }
    }
    out[ring * 32 + lane] = v;
}
__global__ void __launch_bounds__(1024, 2) harbor_thimble_by2_a(const float* __restrict__ x, float* __restrict__ out) { ring_body<true>(x, out); }
__global__ void __launch_bounds__(1024, 2) harbor_thimble_by2_b(const float* __restrict__ x, float* __restrict__ out) { ring_body<false>(x, out); }
static void setup_harbor() {
    size_t n = (size_t)kRings * 32;
    float* x = harness::filled<float>(n, 13); float* out = harness::empty<float>(n);
    add("harbor_thimble_by2_a", [=] { harbor_thimble_by2_a<<<kRings / 32, 1024>>>(x, out); }, out, n);
    add("harbor_thimble_by2_b", [=] { harbor_thimble_by2_b<<<kRings / 32, 1024>>>(x, out); }, out, n);
}

// Energy per label: each probe has 32 readings (interleaved over the probes) and one of 16 labels.
constexpr int kProbes = 1 << 21;
__device__ __forceinline__ int probe_energy(const float4* __restrict__ r, int p) {
    float4 v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = r[(size_t)k * kProbes + p];
    int e = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k)
        e += (int)(16.0f * v[k].x * v[k].x) + (int)(16.0f * v[k].y * v[k].y) + (int)(16.0f * v[k].z * v[k].z) + (int)(16.0f * v[k].w * v[k].w);
    return e;
}
__global__ void __launch_bounds__(256) violet_compass_by2_a(const float4* __restrict__ r, const int* __restrict__ label, int* __restrict__ out) {
    int p = blockIdx.x * 256 + threadIdx.x;
    int l = label[p];
    atomicAdd(&out[l], probe_energy(r, p));
}
__global__ void __launch_bounds__(256) violet_compass_by2_b(const float4* __restrict__ r, const int* __restrict__ label, int* __restrict__ out) {
    __shared__ int part[16 * 32];
    for (int i = threadIdx.x; i < 512; i += 256) part[i] = 0;
    __syncthreads();
    int lane = threadIdx.x & 31;
    for (int q = 0; q < 4; ++q) {
        int p = (blockIdx.x * 4 + q) * 256 + threadIdx.x;
        int l = label[p];
        atomicAdd(&part[l * 32 + lane], probe_energy(r, p));
    }
    __syncthreads();
    if (threadIdx.x < 128) {
        int l = threadIdx.x >> 3, s = 0;
        for (int i = threadIdx.x & 7; i < 32; i += 8) s += part[l * 32 + i];
        for (int d = 4; d; d >>= 1) s += __shfl_xor_sync(0xffffffffu, s, d);
        if ((threadIdx.x & 7) == 0) atomicAdd(&out[l], s);
    }
}
static void setup_violet() {
    float* r = harness::filled<float>((size_t)kProbes * 32, 14); int* label = harness::indices(kProbes, 16, 15); int* out = harness::empty<int>(16);
    add("violet_compass_by2_a", [=] { violet_compass_by2_a<<<kProbes / 256, 256>>>((const float4*)r, label, out); }, out, 16, Output::i32);
    add("violet_compass_by2_b", [=] { violet_compass_by2_b<<<kProbes / 1024, 256>>>((const float4*)r, label, out); }, out, 16, Output::i32);
}

// Counts of 16384 codes in a long stream of them.
constexpr int kCodes = 16384, kStream4 = 264 * 1024 * 96;
__global__ void __launch_bounds__(1024, 2) saddle_quartz_by2_a(const int4* __restrict__ code, int* __restrict__ out) {
    for (int i = blockIdx.x * 1024 + threadIdx.x; i < kStream4; i += 2 * gridDim.x * 1024) {
        int4 a = code[i], b = code[i + gridDim.x * 1024];
        atomicAdd(&out[a.x], 1); atomicAdd(&out[a.y], 1); atomicAdd(&out[a.z], 1); atomicAdd(&out[a.w], 1);
        atomicAdd(&out[b.x], 1); atomicAdd(&out[b.y], 1); atomicAdd(&out[b.z], 1); atomicAdd(&out[b.w], 1);
    }
}
__global__ void __launch_bounds__(1024, 2) saddle_quartz_by2_b(const int4* __restrict__ code, int* __restrict__ out) {
    extern __shared__ int count[];
    for (int i = threadIdx.x; i < kCodes; i += 1024) count[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 1024 + threadIdx.x; i < kStream4; i += 2 * gridDim.x * 1024) {
        int4 a = code[i], b = code[i + gridDim.x * 1024];
        atomicAdd(&count[a.x], 1); atomicAdd(&count[a.y], 1); atomicAdd(&count[a.z], 1); atomicAdd(&count[a.w], 1);
        atomicAdd(&count[b.x], 1); atomicAdd(&count[b.y], 1); atomicAdd(&count[b.z], 1); atomicAdd(&count[b.w], 1);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < kCodes; i += 1024) {
        int j = (i + blockIdx.x * 1024) & (kCodes - 1);
        if (count[j]) atomicAdd(&out[j], count[j]);
    }
}
static void setup_saddle() {
    int* code = harness::indices((size_t)kStream4 * 4, kCodes, 16); int* out = harness::empty<int>(kCodes);
    CHECK(cudaFuncSetAttribute(saddle_quartz_by2_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kCodes * 4));
    add("saddle_quartz_by2_a", [=] { saddle_quartz_by2_a<<<264, 1024>>>((const int4*)code, out); }, out, kCodes, Output::i32);
    add("saddle_quartz_by2_b", [=] { saddle_quartz_by2_b<<<264, 1024, kCodes * 4>>>((const int4*)code, out); }, out, kCodes, Output::i32);
}

// Soft limiter applied twelve times to every sample of a long recording.
constexpr int kRecord4 = 1 << 24;
__device__ __forceinline__ float limit_wide(float x) {
#pragma unroll
    for (int i = 0; i < 12; ++i) x = x * (0.97 - 0.21 * x * x) + 0.011;
    return x;
}
__device__ __forceinline__ float limit_narrow(float x) {
#pragma unroll
    for (int i = 0; i < 12; ++i) x = x * (0.97f - 0.21f * x * x) + 0.011f;
    return x;
}
__global__ void __launch_bounds__(256) timber_falcon_by2_a(const float4* __restrict__ x, float4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = x[i];
    out[i] = make_float4(limit_wide(v.x), limit_wide(v.y), limit_wide(v.z), limit_wide(v.w));
}
__global__ void __launch_bounds__(256) timber_falcon_by2_b(const float4* __restrict__ x, float4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = x[i];
    out[i] = make_float4(limit_narrow(v.x), limit_narrow(v.y), limit_narrow(v.z), limit_narrow(v.w));
}
static void setup_timber() {
    float* x = harness::filled<float>((size_t)kRecord4 * 4, 17); float* out = harness::empty<float>((size_t)kRecord4 * 4);
    add("timber_falcon_by2_a", [=] { timber_falcon_by2_a<<<kRecord4 / 256, 256>>>((const float4*)x, (float4*)out); }, out, (size_t)kRecord4 * 4);
    add("timber_falcon_by2_b", [=] { timber_falcon_by2_b<<<kRecord4 / 256, 256>>>((const float4*)x, (float4*)out); }, out, (size_t)kRecord4 * 4);
}

// Tone curve of a picture: two gammas and a toe.
constexpr int kPixels4 = 12 << 20;
__device__ __forceinline__ float tone_full(float x, float g0, float g1, float g2) {
    float a = fabsf(x) + 0.01f;
    return powf(a, g0) + 0.5f * powf(a + 0.1f, g1) - 0.25f * powf(a + 0.3f, g2);
}
__device__ __forceinline__ float tone_short(float x, float g0, float g1, float g2) {
    float a = fabsf(x) + 0.01f;
    return __powf(a, g0) + 0.5f * __powf(a + 0.1f, g1) - 0.25f * __powf(a + 0.3f, g2);
}
__global__ void __launch_bounds__(256) pebble_organ_by2_a(const float4* __restrict__ x, float4* __restrict__ out, float g0, float g1, float g2) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = x[i];
    out[i] = make_float4(tone_full(v.x, g0, g1, g2), tone_full(v.y, g0, g1, g2), tone_full(v.z, g0, g1, g2), tone_full(v.w, g0, g1, g2));
}
__global__ void __launch_bounds__(256) pebble_organ_by2_b(const float4* __restrict__ x, float4* __restrict__ out, float g0, float g1, float g2) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = x[i];
    out[i] = make_float4(tone_short(v.x, g0, g1, g2), tone_short(v.y, g0, g1, g2), tone_short(v.z, g0, g1, g2), tone_short(v.w, g0, g1, g2));
}
static void setup_pebble() {
    size_t n = (size_t)kPixels4 * 4;
    float* x = harness::filled<float>(n, 18); float* out = harness::empty<float>(n);
    add("pebble_organ_by2_a", [=] { pebble_organ_by2_a<<<kPixels4 / 256, 256>>>((const float4*)x, (float4*)out, 0.4167f, 2.4f, 1.1f); }, out, n);
    add("pebble_organ_by2_b", [=] { pebble_organ_by2_b<<<kPixels4 / 256, 256>>>((const float4*)x, (float4*)out, 0.4167f, 2.4f, 1.1f); }, out, n);
}

// Scale and offsets by channel group, row window and column on a tensor whose shape is known at run time.
constexpr unsigned kTensor = 16u * 48u * 300u * 280u;  // 64.5M elements
struct Quick { unsigned d, m, s; };
static Quick quick(unsigned d) {  // for numerators below 2^31
    unsigned s = 0; while ((1u << s) < d) ++s;
    unsigned long long one = 1;
    unsigned m = (unsigned)(((one << (32 + s - 1)) + d - 1) / d);  // ceil(2^(31+s)/d), fits in 32 bits
    return {d, m, s - 1};
}
__device__ __forceinline__ unsigned over(unsigned n, Quick q) { return __umulhi(n, q.m) >> q.s; }
using Wide = unsigned long long;
__device__ __forceinline__ Wide over(Wide n, Wide d) { return n / d; }
__device__ __forceinline__ unsigned size_of(Quick q) { return q.d; }
__device__ __forceinline__ Wide size_of(Wide d) { return d; }
template <typename I, typename D>
__device__ __forceinline__ void shape_body(const float* __restrict__ x, const float* __restrict__ scale, const float* __restrict__ row,
                                           const float* __restrict__ col, float* __restrict__ out, D w, D h, D c, D group, D window) {
    unsigned base = blockIdx.x * 1024u + threadIdx.x;
    float v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = x[base + k * 256];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        I i = base + k * 256, t = over(i, w), iw = i - t * size_of(w), u = over(t, h), ih = t - u * size_of(h), n = over(u, c), ic = u - n * size_of(c);
        I g = over(ic, group), r = over(ih, window);
        out[i] = fmaf(v[k], scale[n * 16 + g], row[r] + col[iw]);
    }
}
__global__ void __launch_bounds__(256) winter_saucer_by2_a(const float* __restrict__ x, const float* __restrict__ scale, const float* __restrict__ row,
        const float* __restrict__ col, float* __restrict__ out, Wide w, Wide h, Wide c, Wide group, Wide window) {
    shape_body<Wide, Wide>(x, scale, row, col, out, w, h, c, group, window);
}
__global__ void __launch_bounds__(256) winter_saucer_by2_b(const float* __restrict__ x, const float* __restrict__ scale, const float* __restrict__ row,
        const float* __restrict__ col, float* __restrict__ out, Quick w, Quick h, Quick c, Quick group, Quick window) {
    shape_body<unsigned, Quick>(x, scale, row, col, out, w, h, c, group, window);
}
static void setup_winter() {
    static_assert(kTensor % 1024 == 0, "whole blocks");
    float* x = harness::filled<float>(kTensor, 19); float* scale = harness::filled<float>(256, 20);
    float* row = harness::filled<float>(512, 21); float* col = harness::filled<float>(512, 22); float* out = harness::empty<float>(kTensor);
    Quick w = quick(280), h = quick(300), c = quick(48), g = quick(3), d = quick(5);
    add("winter_saucer_by2_a", [=] { winter_saucer_by2_a<<<kTensor / 1024, 256>>>(x, scale, row, col, out, 280, 300, 48, 3, 5); }, out, kTensor);
    add("winter_saucer_by2_b", [=] { winter_saucer_by2_b<<<kTensor / 1024, 256>>>(x, scale, row, col, out, w, h, c, g, d); }, out, kTensor);
}

// A long power series at 16896 points.
constexpr int kTerms = 65536, kTermTile = 4096;
__global__ void __launch_bounds__(128) orchid_anvil_by2_a(const float* __restrict__ x, const float4* __restrict__ coef, float* __restrict__ out) {
    __shared__ float4 c[kTermTile / 4];
    float t = 0.999f * x[blockIdx.x * 128 + threadIdx.x], y = 0.0f;
    for (int tile = 0; tile < kTerms / kTermTile; ++tile) {
        __syncthreads();
        for (int i = threadIdx.x; i < kTermTile / 4; i += 128) c[i] = coef[tile * (kTermTile / 4) + i];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < kTermTile / 4; ++k) {
            float4 q = c[k];
            y = fmaf(y, t, q.x); y = fmaf(y, t, q.y); y = fmaf(y, t, q.z); y = fmaf(y, t, q.w);
        }
    }
    out[blockIdx.x * 128 + threadIdx.x] = y;
}
__global__ void __launch_bounds__(128) orchid_anvil_by2_b(const float* __restrict__ x, const float4* __restrict__ coef, float* __restrict__ out) {
    __shared__ float4 c[kTermTile / 4];
    float t = 0.999f * x[blockIdx.x * 128 + threadIdx.x], t2 = t * t, t4 = t2 * t2;
    float y0 = 0.0f, y1 = 0.0f, y2 = 0.0f, y3 = 0.0f;
    for (int tile = 0; tile < kTerms / kTermTile; ++tile) {
        __syncthreads();
        for (int i = threadIdx.x; i < kTermTile / 4; i += 128) c[i] = coef[tile * (kTermTile / 4) + i];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < kTermTile / 4; ++k) {
            float4 q = c[k];
            y0 = fmaf(y0, t4, q.x); y1 = fmaf(y1, t4, q.y); y2 = fmaf(y2, t4, q.z); y3 = fmaf(y3, t4, q.w);
        }
    }
    out[blockIdx.x * 128 + threadIdx.x] = fmaf(fmaf(fmaf(y0, t, y1), t, y2), t, y3);
}
static void setup_orchid() {
    int n = 132 * 128;
    float* x = harness::filled<float>(n, 23); float* coef = harness::filled<float>(kTerms, 24); float* out = harness::empty<float>(n);
    add("orchid_anvil_by2_a", [=] { orchid_anvil_by2_a<<<132, 128>>>(x, (const float4*)coef, out); }, out, n);
    add("orchid_anvil_by2_b", [=] { orchid_anvil_by2_b<<<132, 128>>>(x, (const float4*)coef, out); }, out, n);
}

// Product of half-precision matrices (row-major, sizes multiples of the tiles), single-precision result; 128 threads, 128 x 128 x 32 tiles.
using namespace nvcuda;
constexpr int kPitchA = 40, kPitchB = 136, kStageHalves = 128 * kPitchA + 32 * kPitchB, kStages = 4;
using Sum = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;
__device__ __forceinline__ void copy16(__half* to, const __half* from) {
    unsigned s = (unsigned)__cvta_generic_to_shared(to);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(s), "l"(from) : "memory");
}
__device__ __forceinline__ void tile_step(const __half* a, const __half* b, int wm, int wn, Sum (&sum)[4][4]) {
#pragma unroll
    for (int kk = 0; kk < 32; kk += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa[4];
        wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(fa[i], a + (wm + i * 16) * kPitchA + kk, kPitchA);
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(fb[j], b + kk * kPitchB + wn + j * 16, kPitchB);
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::mma_sync(sum[i][j], fa[i], fb[j], sum[i][j]);
    }
}
__device__ __forceinline__ void tile_store(float* __restrict__ c, int n, int m0, int n0, int wm, int wn, Sum (&sum)[4][4]) {
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
            wmma::store_matrix_sync(c + (size_t)(m0 + wm + i * 16) * n + n0 + wn + j * 16, sum[i][j], n, wmma::mem_row_major);
}
__device__ __forceinline__ void tile_place(int n, int& m0, int& n0) {  // columns of 8 tiles at a time
    int tiles_n = n / 128, per = 8 * tiles_n, band = blockIdx.x / per, in = blockIdx.x % per;
    m0 = (band * 8 + in % 8) * 128; n0 = (in / 8) * 128;
}
__device__ __forceinline__ void product_staged(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int n, int k) {
    extern __shared__ __align__(128) __half pool[];
    int m0, n0; tile_place(n, m0, n0);
    int t = threadIdx.x, wm = (t >> 6) * 64, wn = ((t >> 5) & 1) * 64, steps = k / 32;
    Sum sum[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
    auto fetch = [&](int step) {
        if (step < steps) {
            __half* sa = pool + (step % kStages) * kStageHalves; __half* sb = sa + 128 * kPitchA;
#pragma unroll
            for (int q = 0; q < 4; ++q) {
                int ra = (t >> 2) + q * 32, ca = (t & 3) * 8, rb = (t >> 4) + q * 8, cb = (t & 15) * 8;
                copy16(sa + ra * kPitchA + ca, a + (size_t)(m0 + ra) * k + step * 32 + ca);
                copy16(sb + rb * kPitchB + cb, b + (size_t)(step * 32 + rb) * n + n0 + cb);
            }
        }
        asm volatile("cp.async.commit_group;" ::: "memory");
    };
#pragma unroll
    for (int s = 0; s < kStages - 1; ++s) fetch(s);
#pragma unroll 1
    for (int step = 0; step < steps; ++step) {
        asm volatile("cp.async.wait_group %0;" ::"n"(kStages - 2) : "memory");
        __syncthreads();
        fetch(step + kStages - 1);
        const __half* sa = pool + (step % kStages) * kStageHalves;
        tile_step(sa, sa + 128 * kPitchA, wm, wn, sum);
    }
    tile_store(c, n, m0, n0, wm, wn, sum);
}
__device__ __forceinline__ void product_direct(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int n, int k) {
    __shared__ __align__(128) __half pool[kStageHalves];
    int m0, n0; tile_place(n, m0, n0);
    int t = threadIdx.x, wm = (t >> 6) * 64, wn = ((t >> 5) & 1) * 64, steps = k / 32;
    Sum sum[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
    __half* sa = pool; __half* sb = sa + 128 * kPitchA;
#pragma unroll 1
    for (int step = 0; step < steps; ++step) {
        uint4 va[4], vb[4];
#pragma unroll
        for (int q = 0; q < 4; ++q) {
            int ra = (t >> 2) + q * 32, ca = (t & 3) * 8, rb = (t >> 4) + q * 8, cb = (t & 15) * 8;
            va[q] = *(const uint4*)(a + (size_t)(m0 + ra) * k + step * 32 + ca);
            vb[q] = *(const uint4*)(b + (size_t)(step * 32 + rb) * n + n0 + cb);
        }
#pragma unroll
        for (int q = 0; q < 4; ++q) {
            int ra = (t >> 2) + q * 32, ca = (t & 3) * 8, rb = (t >> 4) + q * 8, cb = (t & 15) * 8;
            *(uint4*)(sa + ra * kPitchA + ca) = va[q];
            *(uint4*)(sb + rb * kPitchB + cb) = vb[q];
        }
        __syncthreads();
        tile_step(sa, sb, wm, wn, sum);
        __syncthreads();
    }
    tile_store(c, n, m0, n0, wm, wn, sum);
}
constexpr int kBig = 4096;
__global__ void __launch_bounds__(128, 2) walnut_beacon_by2_a(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c) { product_direct(a, b, c, kBig, kBig); }
__global__ void __launch_bounds__(128, 2) walnut_beacon_by2_b(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c) { product_staged(a, b, c, kBig, kBig); }
static void setup_walnut() {
    size_t n = (size_t)kBig * kBig;
    __half* a = harness::filled<__half>(n, 25); __half* b = harness::filled<__half>(n, 26); float* c = harness::empty<float>(n);
    CHECK(cudaFuncSetAttribute(walnut_beacon_by2_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kStages * kStageHalves * 2));
    add("walnut_beacon_by2_a", [=] { walnut_beacon_by2_a<<<1024, 128>>>(a, b, c); }, c, n);
    add("walnut_beacon_by2_b", [=] { walnut_beacon_by2_b<<<1024, 128, kStages * kStageHalves * 2>>>(a, b, c); }, c, n);
}

// Feature projection: product of half-precision matrices, 3072 x 3072 by 3072 x 2816, single-precision result.
constexpr int kSide = 3072, kWide = 2816;
__global__ void __launch_bounds__(256, 2) cinder_parcel_by2_a(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c) {
    __shared__ __align__(16) float sa[2][16][132], sb[2][16][128];
    int m0, n0; tile_place(kWide, m0, n0);
    int t = threadIdx.x, tx = t & 15, ty = t >> 4, ra = t >> 1, ca = (t & 1) * 8, rb = t >> 4, cb = (t & 15) * 8;
    const __half* pa = a + (size_t)(m0 + ra) * kSide + ca; const __half* pb = b + (size_t)rb * kWide + n0 + cb;
    float s[8][8];
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) s[i][j] = 0.0f;
    uint4 va = *(const uint4*)pa, vb = *(const uint4*)pb;
    auto put = [&](int stage) {
        const __half2* ha = (const __half2*)&va; const __half2* hb = (const __half2*)&vb;
        float2 f[4];
#pragma unroll
        for (int q = 0; q < 4; ++q) { float2 g = __half22float2(ha[q]); sa[stage][ca + 2 * q][ra] = g.x; sa[stage][ca + 2 * q + 1][ra] = g.y; f[q] = __half22float2(hb[q]); }
        *(float4*)&sb[stage][rb][cb] = make_float4(f[0].x, f[0].y, f[1].x, f[1].y);
        *(float4*)&sb[stage][rb][cb + 4] = make_float4(f[2].x, f[2].y, f[3].x, f[3].y);
    };
    put(0);
    __syncthreads();
#pragma unroll 1
    for (int step = 0; step < kSide / 16; ++step) {
        int now = step & 1;
        bool more = step + 1 < kSide / 16;
        if (more) { va = *(const uint4*)(pa + (step + 1) * 16); vb = *(const uint4*)(pb + (size_t)(step + 1) * 16 * kWide); }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float x[8], y[8];
            *(float4*)&x[0] = *(const float4*)&sa[now][k][ty * 4]; *(float4*)&x[4] = *(const float4*)&sa[now][k][64 + ty * 4];
            *(float4*)&y[0] = *(const float4*)&sb[now][k][tx * 4]; *(float4*)&y[4] = *(const float4*)&sb[now][k][64 + tx * 4];
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) s[i][j] = fmaf(x[i], y[j], s[i][j]);
        }
        if (more) put(now ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        int r = m0 + (i >> 2) * 64 + ty * 4 + (i & 3);
        *(float4*)&c[(size_t)r * kWide + n0 + tx * 4] = make_float4(s[i][0], s[i][1], s[i][2], s[i][3]);
        *(float4*)&c[(size_t)r * kWide + n0 + 64 + tx * 4] = make_float4(s[i][4], s[i][5], s[i][6], s[i][7]);
    }
}
__global__ void __launch_bounds__(128, 2) cinder_parcel_by2_b(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c) { product_staged(a, b, c, kWide, kSide); }
static void setup_cinder() {
    size_t na = (size_t)kSide * kSide, n = (size_t)kSide * kWide;
    __half* a = harness::filled<__half>(na, 27); __half* b = harness::filled<__half>(n, 28); float* c = harness::empty<float>(n);
    CHECK(cudaFuncSetAttribute(cinder_parcel_by2_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kStages * kStageHalves * 2));
    add("cinder_parcel_by2_a", [=] { cinder_parcel_by2_a<<<528, 256>>>(a, b, c); }, c, n);
    add("cinder_parcel_by2_b", [=] { cinder_parcel_by2_b<<<528, 128, kStages * kStageHalves * 2>>>(a, b, c); }, c, n);
}

// Gain, soft gate and residual of an activation tensor.
constexpr int kAct4 = 1 << 24;
__device__ __forceinline__ float gain(float x) { return fmaf(x, 1.3f, 0.1f); }
__device__ __forceinline__ float gate(float x) { return __fdividef(x, 1.0f + __expf(-1.7f * x)); }
__device__ __forceinline__ float4 gain4(float4 v) { return make_float4(gain(v.x), gain(v.y), gain(v.z), gain(v.w)); }
__device__ __forceinline__ float4 gate4(float4 v) { return make_float4(gate(v.x), gate(v.y), gate(v.z), gate(v.w)); }
__device__ __forceinline__ float4 plus4(float4 v, float4 r) { return make_float4(fmaf(0.5f, r.x, v.x), fmaf(0.5f, r.y, v.y), fmaf(0.5f, r.z, v.z), fmaf(0.5f, r.w, v.w)); }
__global__ void __launch_bounds__(256) glacier_button_by2_a(const float4* __restrict__ x, float4* __restrict__ t) { int i = blockIdx.x * 256 + threadIdx.x; t[i] = gain4(x[i]); }
__global__ void __launch_bounds__(256) glacier_button_by2_a2(const float4* __restrict__ t, float4* __restrict__ u) { int i = blockIdx.x * 256 + threadIdx.x; u[i] = gate4(t[i]); }
__global__ void __launch_bounds__(256) glacier_button_by2_a3(const float4* __restrict__ u, const float4* __restrict__ r, float4* __restrict__ out) { int i = blockIdx.x * 256 + threadIdx.x; out[i] = plus4(u[i], r[i]); }
__global__ void __launch_bounds__(256) glacier_button_by2_b(const float4* __restrict__ x, const float4* __restrict__ r, float4* __restrict__ out) { int i = blockIdx.x * 256 + threadIdx.x; out[i] = plus4(gate4(gain4(x[i])), r[i]); }
static void setup_glacier() {
    size_t n = (size_t)kAct4 * 4;
    float4* x = (float4*)harness::filled<float>(n, 29); float4* r = (float4*)harness::filled<float>(n, 30);
    float4* t = (float4*)harness::empty<float>(n); float4* u = (float4*)harness::empty<float>(n); float4* out = (float4*)harness::empty<float>(n);
    add("glacier_button_by2_a", [=] {
        glacier_button_by2_a<<<kAct4 / 256, 256>>>(x, t); glacier_button_by2_a2<<<kAct4 / 256, 256>>>(t, u); glacier_button_by2_a3<<<kAct4 / 256, 256>>>(u, r, out);
    }, out, n);
    add("glacier_button_by2_b", [=] { glacier_button_by2_b<<<kAct4 / 256, 256>>>(x, r, out); }, out, n);
}

// Fitted law of 24 segments with 256 terms each at many points; every warp starts at a segment of its own.
constexpr int kSegments = 24, kSegmentTerms = 256, kLawBlocks = 1056 * 2;
__host__ __device__ constexpr uint32_t law_mix(uint32_t x) {
    x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; x ^= x >> 16;
    return x;
}
__host__ __device__ constexpr float law_term(int k) { return (law_mix((uint32_t)k + 977u) >> 8) * (2.0f / 16777216.0f) - 1.0f; }
template <int S>
__device__ __forceinline__ void law_segment(const float4& x, float4& y) {
#pragma unroll
    for (int k = 0; k < kSegmentTerms; ++k) {
        const float c = law_term(S * kSegmentTerms + k);
        y.x = fmaf(y.x, x.x, c); y.y = fmaf(y.y, x.y, c); y.z = fmaf(y.z, x.z, c); y.w = fmaf(y.w, x.w, c);
    }
}
__global__ void __launch_bounds__(256) marble_canoe_by2_a(const float4* __restrict__ in, const float4* __restrict__ term, float4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x, seg = __shfl_sync(0xffffffffu, (i >> 5) * 7 % kSegments, 0);
    float4 x = in[i], y = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll 1
    for (int s = 0; s < kSegments; ++s) {
        switch (seg) {
#define SEGMENT(n) case n: law_segment<n>(x, y); break;
            SEGMENT(0) SEGMENT(1) SEGMENT(2) SEGMENT(3) SEGMENT(4) SEGMENT(5) SEGMENT(6) SEGMENT(7)
            SEGMENT(8) SEGMENT(9) SEGMENT(10) SEGMENT(11) SEGMENT(12) SEGMENT(13) SEGMENT(14) SEGMENT(15)
            SEGMENT(16) SEGMENT(17) SEGMENT(18) SEGMENT(19) SEGMENT(20) SEGMENT(21) SEGMENT(22) SEGMENT(23)
#undef SEGMENT
        }
        seg = seg + 1 == kSegments ? 0 : seg + 1;
    }
    out[i] = y;
}
__global__ void __launch_bounds__(256) marble_canoe_by2_b(const float4* __restrict__ in, const float4* __restrict__ term, float4* __restrict__ out) {
    __shared__ float4 law[kSegments * kSegmentTerms / 4];
    for (int j = threadIdx.x; j < kSegments * kSegmentTerms / 4; j += 256) law[j] = term[j];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x, seg = __shfl_sync(0xffffffffu, (i >> 5) * 7 % kSegments, 0);
    float4 x = in[i], y = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll 1
    for (int s = 0; s < kSegments; ++s) {
        const float4* p = law + seg * (kSegmentTerms / 4);
#pragma unroll 8
        for (int k = 0; k < kSegmentTerms / 4; ++k) {
            float4 c = p[k];
            y.x = fmaf(y.x, x.x, c.x); y.y = fmaf(y.y, x.y, c.x); y.z = fmaf(y.z, x.z, c.x); y.w = fmaf(y.w, x.w, c.x);
            y.x = fmaf(y.x, x.x, c.y); y.y = fmaf(y.y, x.y, c.y); y.z = fmaf(y.z, x.z, c.y); y.w = fmaf(y.w, x.w, c.y);
            y.x = fmaf(y.x, x.x, c.z); y.y = fmaf(y.y, x.y, c.z); y.z = fmaf(y.z, x.z, c.z); y.w = fmaf(y.w, x.w, c.z);
            y.x = fmaf(y.x, x.x, c.w); y.y = fmaf(y.y, x.y, c.w); y.z = fmaf(y.z, x.z, c.w); y.w = fmaf(y.w, x.w, c.w);
        }
        seg = seg + 1 == kSegments ? 0 : seg + 1;
    }
    out[i] = y;
}
static void setup_marble() {
    size_t n = (size_t)kLawBlocks * 256;
    std::vector<float> t(kSegments * kSegmentTerms);
    for (int k = 0; k < (int)t.size(); ++k) t[k] = law_term(k);
    const float4* x = (const float4*)harness::filled<float>(n * 4, 31); const float4* term = (const float4*)harness::uploaded(t); float4* out = (float4*)harness::empty<float>(n * 4);
    add("marble_canoe_by2_a", [=] { marble_canoe_by2_a<<<kLawBlocks, 256>>>(x, term, out); }, out, n * 4);
    add("marble_canoe_by2_b", [=] { marble_canoe_by2_b<<<kLawBlocks, 256>>>(x, term, out); }, out, n * 4);
}

// Recursive filter along frames of 32 samples, a frame a thread, 128 frames a block.
constexpr int kFrames = 1 << 21;
__device__ __forceinline__ void frame_body(const float* __restrict__ x, float* __restrict__ out, int P) {
    __shared__ float t[128 * 33];
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    size_t base = (size_t)blockIdx.x * 128 * 32;
#pragma unroll 16
    for (int k = 0; k < 32; ++k) t[(k * 4 + warp) * P + lane] = x[base + (k * 4 + warp) * 32 + lane];
    __syncthreads();
    float* own = t + threadIdx.x * P;
    float y = 0.0f;
#pragma unroll 8
    for (int k = 0; k < 32; ++k) { y = fmaf(0.8f, y, 0.2f * own[k]); own[k] = y; }
    __syncthreads();
#pragma unroll 16
    for (int k = 0; k < 32; ++k) out[base + (k * 4 + warp) * 32 + lane] = t[(k * 4 + warp) * P + lane];
}
__global__ void __launch_bounds__(128) ferry_almond_by2_a(const float* __restrict__ x, float* __restrict__ out, int pitch) { frame_body(x, out, pitch); }
__global__ void __launch_bounds__(128) ferry_almond_by2_b(const float* __restrict__ x, float* __restrict__ out, int pitch) { frame_body(x, out, pitch); }
static void setup_ferry() {
    size_t n = (size_t)kFrames * 32;
    float* x = harness::filled<float>(n, 32); float* out = harness::empty<float>(n);
    add("ferry_almond_by2_a", [=] { ferry_almond_by2_a<<<kFrames / 128, 128>>>(x, out, 32); }, out, n);
    add("ferry_almond_by2_b", [=] { ferry_almond_by2_b<<<kFrames / 128, 128>>>(x, out, 33); }, out, n);
}

// Transposition of an 8192 x 8192 matrix with a scale.
constexpr int kMat = 8192;
template <int P>
__device__ __forceinline__ void turn_body(const float* __restrict__ x, float* __restrict__ out) {
    __shared__ float t[32 * P];
    int c0 = blockIdx.x * 32, r0 = blockIdx.y * 32, lane = threadIdx.x, w = threadIdx.y;
#pragma unroll
    for (int k = 0; k < 32; k += 8) t[(w + k) * P + lane] = 1.5f * x[(size_t)(r0 + w + k) * kMat + c0 + lane];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 32; k += 8) out[(size_t)(c0 + w + k) * kMat + r0 + lane] = t[lane * P + w + k];
}
__global__ void __launch_bounds__(256) pillow_summit_by2_a(const float* __restrict__ x, float* __restrict__ out) { turn_body<34>(x, out); }
__global__ void __launch_bounds__(256) pillow_summit_by2_b(const float* __restrict__ x, float* __restrict__ out) { turn_body<33>(x, out); }
static void setup_pillow() {
    size_t n = (size_t)kMat * kMat;
    float* x = harness::filled<float>(n, 33); float* out = harness::empty<float>(n);
    add("pillow_summit_by2_a", [=] { pillow_summit_by2_a<<<dim3(kMat / 32, kMat / 32), dim3(32, 8)>>>(x, out); }, out, n);
    add("pillow_summit_by2_b", [=] { pillow_summit_by2_b<<<dim3(kMat / 32, kMat / 32), dim3(32, 8)>>>(x, out); }, out, n);
}

// Relaxation of independent cells over 75 rounds of four coupled rates.
constexpr int kCells = (1056 * 40 + 20) * 256;
template <int T>
__device__ __forceinline__ void cell_body(const float* __restrict__ x, float* __restrict__ out) {
    int i = blockIdx.x * T + threadIdx.x;
    float s = x[i], a = s, b = 0.5f * s + 0.1f, c = 0.3f - 0.4f * s, d = 0.2f;
#pragma unroll 5
    for (int k = 0; k < 75; ++k) {
        a = fmaf(a, 0.97f, 0.013f); b = fmaf(b, 0.95f, 0.021f); c = fmaf(c, 0.96f, -0.017f); d = fmaf(d, 0.94f, 0.031f);
        a = fmaf(b, 0.011f, a); b = fmaf(c, 0.007f, b); c = fmaf(d, 0.009f, c); d = fmaf(a, 0.005f, d);
    }
    out[i] = a + b + c + d;
}
__global__ void __launch_bounds__(256) acorn_turret_by2_a(const float* __restrict__ x, float* __restrict__ out) { cell_body<256>(x, out); }
__global__ void __launch_bounds__(128) acorn_turret_by2_b(const float* __restrict__ x, float* __restrict__ out) { cell_body<128>(x, out); }
static void setup_acorn() {
    float* x = harness::filled<float>(kCells, 34); float* out = harness::empty<float>(kCells);
    add("acorn_turret_by2_a", [=] { acorn_turret_by2_a<<<kCells / 256, 256>>>(x, out); }, out, kCells);
    add("acorn_turret_by2_b", [=] { acorn_turret_by2_b<<<kCells / 128, 128>>>(x, out); }, out, kCells);
}

// Nine-point smoothing of an 8192 x 8192 field, tiles of 128 x 32.
constexpr int kField = 8192;
__global__ void __launch_bounds__(256) island_kettle_by2_a(const float* __restrict__ x, float* __restrict__ out) {
    __shared__ __align__(16) float t[34][136];
    int x0 = blockIdx.x * 128, y0 = blockIdx.y * 32;
    float4 in[5];
#pragma unroll
    for (int q = 0; q < 5; ++q) {
        int e = min((int)threadIdx.x + q * 256, 34 * 34 - 1), r = e / 34, c = e - r * 34;
        int gy = min(max(y0 + r - 1, 0), kField - 1), gx = min(max(x0 + c * 4 - 4, 0), kField - 4);
        in[q] = __ldg((const float4*)(x + (size_t)gy * kField + gx));
    }
#pragma unroll
    for (int q = 0; q < 5; ++q) {
        int e = threadIdx.x + q * 256, r = e / 34, c = e - r * 34;
        if (e < 34 * 34) *(float4*)&t[r][c * 4] = in[q];
    }
    __syncthreads();
    int lane = threadIdx.x & 31, ry = (threadIdx.x >> 5) * 4;
    float4 h[6];  // horizontal 1 2 1 of six rows
#pragma unroll
    for (int r = 0; r < 6; ++r) {
        float4 m = *(const float4*)&t[ry + r][lane * 4 + 4];
        float edge = t[ry + r][lane == 0 ? 3 : 132];
        float l = __shfl_up_sync(0xffffffffu, m.w, 1), g = __shfl_down_sync(0xffffffffu, m.x, 1);
        if (lane == 0) l = edge;
        if (lane == 31) g = edge;
        h[r] = make_float4(l + 2.0f * m.x + m.y, m.x + 2.0f * m.y + m.z, m.y + 2.0f * m.z + m.w, m.z + 2.0f * m.w + g);
    }
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        float4 v = make_float4(0.0625f * (h[r].x + 2.0f * h[r + 1].x + h[r + 2].x), 0.0625f * (h[r].y + 2.0f * h[r + 1].y + h[r + 2].y),
                               0.0625f * (h[r].z + 2.0f * h[r + 1].z + h[r + 2].z), 0.0625f * (h[r].w + 2.0f * h[r + 1].w + h[r + 2].w));
        __stcs((float4*)(out + (size_t)(y0 + ry + r) * kField + x0 + lane * 4), v);
    }
}
static void setup_island() {
    size_t n = (size_t)kField * kField;
    float* x = harness::filled<float>(n, 35); float* out = harness::empty<float>(n);
    add("island_kettle_by2_a", [=] { island_kettle_by2_a<<<dim3(kField / 128, kField / 32), 256>>>(x, out); }, out, n);
}

// Blend of two signals into a third.
constexpr int kBlend4 = 1 << 24;
__global__ void __launch_bounds__(256) raven_mitten_by2_a(const float4* __restrict__ x, const float4* __restrict__ y, float4* __restrict__ out) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 a = x[i], b = y[i], c = x[i + 256], d = y[i + 256];
    out[i] = make_float4(fmaf(0.3f, b.x, a.x), fmaf(0.3f, b.y, a.y), fmaf(0.3f, b.z, a.z), fmaf(0.3f, b.w, a.w));
    out[i + 256] = make_float4(fmaf(0.3f, d.x, c.x), fmaf(0.3f, d.y, c.y), fmaf(0.3f, d.z, c.z), fmaf(0.3f, d.w, c.w));
}
static void setup_raven() {
    size_t n = (size_t)kBlend4 * 4;
    const float4* x = (const float4*)harness::filled<float>(n, 36); const float4* y = (const float4*)harness::filled<float>(n, 37); float4* out = (float4*)harness::empty<float>(n);
    add("raven_mitten_by2_a", [=] { raven_mitten_by2_a<<<kBlend4 / 512, 256>>>(x, y, out); }, out, n);
}

// Long recurrence with two coefficients at four points a thread.
constexpr int kPoints4 = 1056 * 16 * 256;
__global__ void __launch_bounds__(256) tulip_hammer_by2_a(const float4* __restrict__ x, float4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = x[i], y = v;
#pragma unroll 32
    for (int k = 0; k < 128; ++k) {
        y.x = fmaf(y.x, v.x, 0.31f); y.y = fmaf(y.y, v.y, 0.31f); y.z = fmaf(y.z, v.z, 0.31f); y.w = fmaf(y.w, v.w, 0.31f);
        y.x = fmaf(y.x, v.x, -0.27f); y.y = fmaf(y.y, v.y, -0.27f); y.z = fmaf(y.z, v.z, -0.27f); y.w = fmaf(y.w, v.w, -0.27f);
    }
    out[i] = y;
}
static void setup_tulip() {
    size_t n = (size_t)kPoints4 * 4;
    const float4* x = (const float4*)harness::filled<float>(n, 38); float4* out = (float4*)harness::empty<float>(n);
    add("tulip_hammer_by2_a", [=] { tulip_hammer_by2_a<<<kPoints4 / 256, 256>>>(x, out); }, out, n);
}

// Mean square of rows of 1024 values, a row a warp.
constexpr int kRows = 98304;
__global__ void __launch_bounds__(256) basil_trolley_by2_a(const float4* __restrict__ x, float* __restrict__ out) {
    int row = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    const float4* p = x + (size_t)row * 256 + lane;
    float4 v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = p[k * 32];
    float s = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) s += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
#pragma unroll
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(0xffffffffu, s, d);
    if (lane == 0) out[row] = s * (1.0f / 1024.0f);
}
static void setup_basil() {
    const float4* x = (const float4*)harness::filled<float>((size_t)kRows * 1024, 39); float* out = harness::empty<float>(kRows);
    add("basil_trolley_by2_a", [=] { basil_trolley_by2_a<<<kRows / 8, 256>>>(x, out); }, out, kRows);
}

int main(int argc, char** argv) {
    setup_copper(); setup_meadow(); setup_harbor(); setup_violet(); setup_saddle(); setup_timber(); setup_pebble(); setup_winter(); setup_orchid();
    setup_walnut(); setup_cinder(); setup_glacier(); setup_marble(); setup_ferry(); setup_pillow(); setup_acorn(); setup_island(); setup_raven();
    setup_tulip(); setup_basil();
    return harness::run(argc, argv, cases);
}
