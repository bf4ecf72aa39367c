// Eleven measured cases of arithmetic: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Night harbour: brightness at each point of the water from 32 lamps seen through ripples.
constexpr int kWater = 132 * 2048 * 32, kLamps = 32;
__constant__ float4 lamps[kLamps];  // strength, ripple along x, ripple along y

__global__ void harbour_lights_i6_a(const float2* __restrict__ place, float* __restrict__ bright) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float2 p = place[i];
    float sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kLamps; ++k) {
        float4 l = lamps[k];
        sum += l.x * cosf(l.y * p.x + l.z * p.y);
    }
    bright[i] = sum;
}

__global__ void harbour_lights_i6_b(const float2* __restrict__ place, float* __restrict__ bright) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float2 p = place[i];
    float sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kLamps; ++k) {
        float4 l = lamps[k];
        sum += l.x * __cosf(l.y * p.x + l.z * p.y);
    }
    bright[i] = sum;
}

// ---- Film delivery: linear light of RGBA16F frames to the perceptual quantiser curve (SMPTE ST 2084), two pixels a thread.
constexpr int kReelPairs = 3840 * 2160 * 2;

struct ExactPower { static __device__ __forceinline__ float of(float x, float y) { return powf(x, y); } };
struct QuickPower { static __device__ __forceinline__ float of(float x, float y) { return __powf(x, y); } };

template <typename Power>
__device__ __forceinline__ float reel_curve(float light) {
    float y = Power::of(fabsf(light), 0.1593017578125f);
    return Power::of(__fdividef(fmaf(18.8515625f, y, 0.8359375f), fmaf(18.6875f, y, 1.0f)), 78.84375f);
}

template <typename Power>
__device__ __forceinline__ void reel_pair(const uint4* __restrict__ linear, uint4* __restrict__ coded) {
    int i = blockIdx.x * 192 + threadIdx.x;
    uint4 v = linear[i];
    uint32_t w[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
    for (int p = 0; p < 4; p += 2) {
        float2 rg = __half22float2(*reinterpret_cast<__half2*>(&w[p])), ba = __half22float2(*reinterpret_cast<__half2*>(&w[p + 1]));
        __half2 first = __floats2half2_rn(reel_curve<Power>(rg.x), reel_curve<Power>(rg.y)), second = __floats2half2_rn(reel_curve<Power>(ba.x), ba.y);
        w[p] = *reinterpret_cast<uint32_t*>(&first);
        w[p + 1] = *reinterpret_cast<uint32_t*>(&second);
    }
    coded[i] = make_uint4(w[0], w[1], w[2], w[3]);
}

__global__ void __launch_bounds__(192) reel_delivery_i6_a(const uint4* __restrict__ linear, uint4* __restrict__ coded) { reel_pair<ExactPower>(linear, coded); }
__global__ void __launch_bounds__(192) reel_delivery_i6_b(const uint4* __restrict__ linear, uint4* __restrict__ coded) { reel_pair<QuickPower>(linear, coded); }

// ---- Salt: electrostatic potential of 1024 ions at the points of a grid around a molecule.
constexpr int kProbes = 132 * 2048, kIons = 1024, kTray = 256;

template <bool kQuick>
__device__ __forceinline__ void salt_field(const float4* __restrict__ ions, const float4* __restrict__ probes, float* __restrict__ potential) {
    __shared__ float4 tray[kTray];
    int i = blockIdx.x * kTray + threadIdx.x;
    float4 at = probes[i];
    float sum = 0.0f;
#pragma unroll 1
    for (int from = 0; from < kIons; from += kTray) {
        __syncthreads();
        tray[threadIdx.x] = ions[from + threadIdx.x];
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < kTray; ++k) {
            float4 ion = tray[k];
            float dx = at.x - ion.x, dy = at.y - ion.y, dz = at.z - ion.z;
            float r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f)));
            if (kQuick) sum = fmaf(ion.w, rsqrtf(r2), sum);
            else sum += ion.w / sqrtf(r2);
        }
    }
    potential[i] = sum;
}

__global__ void __launch_bounds__(256, 8) salt_basin_i6_a(const float4* __restrict__ ions, const float4* __restrict__ probes, float* __restrict__ potential) {
    salt_field<false>(ions, probes, potential);
}
__global__ void __launch_bounds__(256, 8) salt_basin_i6_b(const float4* __restrict__ ions, const float4* __restrict__ probes, float* __restrict__ potential) {
    salt_field<true>(ions, probes, potential);
}

// ---- Wine trade: a column of composite keys taken apart into seven dictionary codes, each of which adds its tariff.
constexpr int kCasks = 132 * 2048 * 128, kCodes = 6;
struct Cellar { uint32_t size[kCodes]; float tariff[kCodes + 1]; };
struct FastCellar { uint32_t size[kCodes], magic[kCodes], shift[kCodes]; float tariff[kCodes + 1]; };

__global__ void cask_tariff_i6_a(const uint32_t* __restrict__ keys, float* __restrict__ duty, Cellar cellar) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    uint32_t key = keys[i];
    float sum = 0.0f;
#pragma unroll
    for (int c = 0; c < kCodes; ++c) {
        uint32_t code = key % cellar.size[c];
        key /= cellar.size[c];
        sum = fmaf(cellar.tariff[c], __uint2float_rn(code), sum);
    }
    duty[i] = fmaf(cellar.tariff[kCodes], __uint2float_rn(key), sum);
}

__global__ void cask_tariff_i6_b(const uint32_t* __restrict__ keys, float* __restrict__ duty, FastCellar cellar) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    uint32_t key = keys[i];
    float sum = 0.0f;
#pragma unroll
    for (int c = 0; c < kCodes; ++c) {
        uint32_t rest = (__umulhi(key, cellar.magic[c]) + key) >> cellar.shift[c];  // exact for keys below 2^31
        uint32_t code = key - rest * cellar.size[c];
        key = rest;
        sum = fmaf(cellar.tariff[c], __uint2float_rn(code), sum);
    }
    duty[i] = fmaf(cellar.tariff[kCodes], __uint2float_rn(key), sum);
}

// ---- Robot mapping: octree code (interleaved coordinates) of each return of a laser scanner.
constexpr int kReturns = 132 * 2048 * 64;

__device__ __forceinline__ uint32_t scan_cell(float v, float scale) { return (uint32_t)fmaf(v, scale, scale); }

__global__ void __launch_bounds__(256) quarry_scan_i6_a(const float* __restrict__ xs, const float* __restrict__ ys, const float* __restrict__ zs,
                                                        unsigned long long* __restrict__ codes, int levels) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float scale = (float)(1 << (levels - 1));
    uint32_t x = scan_cell(xs[i], scale), y = scan_cell(ys[i], scale), z = scan_cell(zs[i], scale);
    unsigned long long code = 0;
    for (int level = 0; level < levels; ++level) {
        code |= (unsigned long long)((x >> level) & 1) << (3 * level);
        code |= (unsigned long long)((y >> level) & 1) << (3 * level + 1);
        code |= (unsigned long long)((z >> level) & 1) << (3 * level + 2);
    }
    codes[i] = code;
}

__device__ __forceinline__ unsigned long long scan_spread(uint32_t v) {
    unsigned long long s = v & 0x1fffff;
    s = (s | s << 32) & 0x001f00000000ffffull;
    s = (s | s << 16) & 0x001f0000ff0000ffull;
    s = (s | s << 8) & 0x100f00f00f00f00full;
    s = (s | s << 4) & 0x10c30c30c30c30c3ull;
    return (s | s << 2) & 0x1249249249249249ull;
}

__global__ void __launch_bounds__(256) quarry_scan_i6_b(const float* __restrict__ xs, const float* __restrict__ ys, const float* __restrict__ zs,
                                                        unsigned long long* __restrict__ codes, int levels) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float scale = (float)(1 << (levels - 1));
    uint32_t x = scan_cell(xs[i], scale), y = scan_cell(ys[i], scale), z = scan_cell(zs[i], scale);
    codes[i] = scan_spread(x) | scan_spread(y) << 1 | scan_spread(z) << 2;
}

// ---- Queueing: generating function (a power series of 32768 terms) of the waiting times at each of 16896 complex arguments.
constexpr int kGuests = 132 * 128, kSeries = 32768, kPage = 4096;

__device__ __forceinline__ float2 guest_times(float2 s, float2 z, float c) {  // s * z + c
    return make_float2(fmaf(-s.y, z.y, fmaf(s.x, z.x, c)), fmaf(s.x, z.y, s.y * z.x));
}

__global__ void __launch_bounds__(128) guest_series_i6_a(const float* __restrict__ chance, const float* __restrict__ argument, float2* __restrict__ value) {
    __shared__ __align__(16) float page[kPage];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    float2 z = make_float2(fmaf(0.01f, argument[i], 0.7f), 0.68f), sum = make_float2(0.0f, 0.0f);
    for (int from = 0; from < kSeries; from += kPage) {
        __syncthreads();
#pragma unroll
        for (int k = 0; k < kPage; k += 512) *reinterpret_cast<float4*>(page + k + t * 4) = *reinterpret_cast<const float4*>(chance + from + k + t * 4);
        __syncthreads();
#pragma unroll 16
        for (int k = 0; k < kPage; k += 4) {
            float4 c = *reinterpret_cast<const float4*>(page + k);
            sum = guest_times(guest_times(guest_times(guest_times(sum, z, c.x), z, c.y), z, c.z), z, c.w);
        }
    }
    value[i] = sum;
}

__global__ void __launch_bounds__(128) guest_series_i6_b(const float* __restrict__ chance, const float* __restrict__ argument, float2* __restrict__ value) {
    __shared__ __align__(16) float page[kPage];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    float2 z = make_float2(fmaf(0.01f, argument[i], 0.7f), 0.68f), z2 = guest_times(z, z, 0.0f), z4 = guest_times(z2, z2, 0.0f), s0 = make_float2(0.0f, 0.0f), s1 = s0, s2 = s0, s3 = s0;
    for (int from = 0; from < kSeries; from += kPage) {
        __syncthreads();
#pragma unroll
        for (int k = 0; k < kPage; k += 512) *reinterpret_cast<float4*>(page + k + t * 4) = *reinterpret_cast<const float4*>(chance + from + k + t * 4);
        __syncthreads();
#pragma unroll 16
        for (int k = 0; k < kPage; k += 4) {
            float4 c = *reinterpret_cast<const float4*>(page + k);
            s0 = guest_times(s0, z4, c.x); s1 = guest_times(s1, z4, c.y); s2 = guest_times(s2, z4, c.z); s3 = guest_times(s3, z4, c.w);
        }
    }
    float2 sum = s0, rest[3] = {s1, s2, s3};
#pragma unroll
    for (int j = 0; j < 3; ++j) {
        sum = guest_times(sum, z, rest[j].x);
        sum.y += rest[j].y;
    }
    value[i] = sum;
}

// ---- Pharmacology: amounts of a drug in four compartments of each patient after 128 steps.
constexpr int kPatients = 132 * 2048 * 8;
struct Exchange { float rate[4][4]; };

struct LikeReference { static __device__ __forceinline__ float of(float a, float b, float c) { return __fadd_rn(__fmul_rn(a, b), c); } };  // as the CPU code
struct Contracted { static __device__ __forceinline__ float of(float a, float b, float c) { return __fmaf_rn(a, b, c); } };

template <typename MulAdd>
__device__ __forceinline__ void clinic_days(const float4* __restrict__ dose, float4* __restrict__ left, const Exchange& exchange) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = dose[i];
    float c[4] = {v.x, v.y, v.z, v.w};
#pragma unroll 4
    for (int step = 0; step < 128; ++step) {
        float n[4];
#pragma unroll
        for (int r = 0; r < 4; ++r) n[r] = MulAdd::of(exchange.rate[r][0], c[0], c[r]);
#pragma unroll
        for (int k = 1; k < 4; ++k)
#pragma unroll
            for (int r = 0; r < 4; ++r) n[r] = MulAdd::of(exchange.rate[r][k], c[k], n[r]);
#pragma unroll
        for (int r = 0; r < 4; ++r) c[r] = n[r];
    }
    left[i] = make_float4(c[0], c[1], c[2], c[3]);
}

__global__ void __launch_bounds__(256) clinic_ward_i6_a(const float4* __restrict__ dose, float4* __restrict__ left, Exchange exchange) {
    clinic_days<LikeReference>(dose, left, exchange);
}
__global__ void __launch_bounds__(256) clinic_ward_i6_b(const float4* __restrict__ dose, float4* __restrict__ left, Exchange exchange) {
    clinic_days<Contracted>(dose, left, exchange);
}

// ---- Seismology: envelope (fast rise, slow fall) of each of 16896 fibre channels over 2048 samples, samples interleaved by channel.
constexpr int kFibres = 132 * 128, kTime = 2048;

__device__ __forceinline__ float fibre_step(float level, float v) {
    v = fabsf(v);
    return fmaf(v > level ? 0.25f : 0.01f, v - level, level);
}

__global__ void __launch_bounds__(128) fibre_quake_i6_a(const float* trace, float* envelope, int channels, int samples) {
    int c = blockIdx.x * 128 + threadIdx.x;
    float level = 0.0f;
    for (int s = 0; s < samples; ++s) {
        level = fibre_step(level, trace[(size_t)s * channels + c]);
        envelope[(size_t)s * channels + c] = level;
    }
}

__global__ void __launch_bounds__(128) fibre_quake_i6_b(const float* trace, float* envelope, int channels, int samples) {
    int c = blockIdx.x * 128 + threadIdx.x;
    float level = 0.0f;
    for (int s = 0; s < samples; s += 16) {  // samples come in multiples of 16
        float v[16];
#pragma unroll
        for (int j = 0; j < 16; ++j) v[j] = trace[(size_t)(s + j) * channels + c];
#pragma unroll
        for (int j = 0; j < 16; ++j) {
            level = fibre_step(level, v[j]);
            envelope[(size_t)(s + j) * channels + c] = level;
        }
    }
}

// ---- Weather post-processing: a small network (16 predictors, 256 hidden units, 1 output), four stations a thread.
constexpr int kStations = 132 * 4 * 8 * 512, kPredictors = 16, kHidden = 256;

template <int kUnroll>
__device__ __forceinline__ void station_net(const float* __restrict__ predictors, const float* __restrict__ weights, const float2* __restrict__ tails,
                                            float* __restrict__ forecast) {
    __shared__ __align__(16) float w[kHidden * kPredictors];
    __shared__ float2 tail[kHidden];  // bias, output weight
    int t = threadIdx.x, i = blockIdx.x * 512 + t * 4;
#pragma unroll
    for (int k = 0; k < kHidden * kPredictors; k += 512) *reinterpret_cast<float4*>(w + k + t * 4) = *reinterpret_cast<const float4*>(weights + k + t * 4);
#pragma unroll
    for (int k = 0; k < kHidden; k += 128) tail[k + t] = tails[k + t];
    float4 in[kPredictors];
#pragma unroll
    for (int k = 0; k < kPredictors; ++k) in[k] = *reinterpret_cast<const float4*>(predictors + (size_t)k * kStations + i);
    __syncthreads();
    float4 out = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll kUnroll
    for (int h = 0; h < kHidden; ++h) {
        float2 e = tail[h];
        float4 a = make_float4(e.x, e.x, e.x, e.x);
#pragma unroll
        for (int k = 0; k < kPredictors; ++k) {
            float m = w[h * kPredictors + k];
            a.x = fmaf(m, in[k].x, a.x); a.y = fmaf(m, in[k].y, a.y); a.z = fmaf(m, in[k].z, a.z); a.w = fmaf(m, in[k].w, a.w);
        }
        out.x = fmaf(e.y, fmaxf(a.x, 0.0f), out.x); out.y = fmaf(e.y, fmaxf(a.y, 0.0f), out.y);
        out.z = fmaf(e.y, fmaxf(a.z, 0.0f), out.z); out.w = fmaf(e.y, fmaxf(a.w, 0.0f), out.w);
    }
    *reinterpret_cast<float4*>(forecast + i) = out;
}

__global__ void __launch_bounds__(128, 4) station_skill_i6_a(const float* __restrict__ predictors, const float* __restrict__ weights,
                                                             const float2* __restrict__ tails, float* __restrict__ forecast) {
    station_net<kHidden>(predictors, weights, tails, forecast);
}
__global__ void __launch_bounds__(128, 4) station_skill_i6_b(const float* __restrict__ predictors, const float* __restrict__ weights,
                                                             const float2* __restrict__ tails, float* __restrict__ forecast) {
    station_net<2>(predictors, weights, tails, forecast);
}

// ---- Pearls: lustre of each pearl from its size and its thickness of nacre, four a thread.
constexpr int kPearls = 132 * 2048 * 32;  // quadruples

__global__ void __launch_bounds__(256) pearl_lustre_i6_a(const float4* __restrict__ size, const float4* __restrict__ nacre, float4* __restrict__ lustre) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 s = size[i], n = nacre[i];
    lustre[i] = make_float4(s.x * logf(1.5f + n.x), s.y * logf(1.5f + n.y), s.z * logf(1.5f + n.z), s.w * logf(1.5f + n.w));
}
__global__ void __launch_bounds__(256) pearl_lustre_i6_b(const float4* __restrict__ size, const float4* __restrict__ nacre, float4* __restrict__ lustre) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 s = size[i], n = nacre[i];
    lustre[i] = make_float4(s.x * __logf(1.5f + n.x), s.y * __logf(1.5f + n.y), s.z * __logf(1.5f + n.z), s.w * __logf(1.5f + n.w));
}

// ---- Pottery: shrinkage of each pot as a power series of 128 terms in its temperature, four pots a thread.
constexpr int kPots = 132 * 2048 * 24, kTerms = 128;  // quadruples
__constant__ float glaze[kTerms];

__global__ void __launch_bounds__(256) kiln_shrink_i6_a(const float4* __restrict__ heat, float4* __restrict__ shrink) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 x = heat[i], p = make_float4(glaze[0], glaze[0], glaze[0], glaze[0]);
#pragma unroll
    for (int k = 1; k < kTerms; ++k) {
        float c = glaze[k];
        p.x = fmaf(p.x, x.x, c); p.y = fmaf(p.y, x.y, c); p.z = fmaf(p.z, x.z, c); p.w = fmaf(p.w, x.w, c);
    }
    shrink[i] = p;
}

__global__ void harness_positive(float* p, size_t n, float scale) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) p[i] = scale * (1.0f + p[i]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    constexpr size_t kMost = (size_t)kPearls * 4;
    static_assert((size_t)kWater * 2 <= kMost && (size_t)kReturns <= kMost && (size_t)kPots * 4 <= kMost && (size_t)kCasks <= kMost &&
                  (size_t)kPatients * 4 <= kMost && (size_t)kFibres * kTime <= kMost && (size_t)kStations * kPredictors <= kMost, "fields are too short");
    float *one = filled<float>(kMost, 61), *two = filled<float>(kMost, 62), *three = filled<float>(kReturns, 63), *out = empty<float>((size_t)kReelPairs * 4);
    static_assert((size_t)kReelPairs * 4 >= kMost && (size_t)kReelPairs * 4 >= (size_t)kReturns * 2, "result is too short");
    __half* frames = filled<__half>((size_t)kReelPairs * 8, 64);
    int* keys = harness::indices(kCasks, 0x7fffffffu, 65);
    float* chance = filled<float>(kSeries, 66);
    harness_positive<<<256, 256>>>(chance, kSeries, 0.001f); CHECK(cudaGetLastError());

    std::vector<float4> lamp(kLamps);
    for (int k = 0; k < kLamps; ++k) lamp[k] = make_float4(0.6f + 0.4f * harness::unit(3 * k), 1.5f * harness::unit(3 * k + 1), 1.5f * harness::unit(3 * k + 2), 0.0f);
    CHECK(cudaMemcpyToSymbol(lamps, lamp.data(), sizeof(float4) * kLamps));
    std::vector<float> terms(kTerms);
    for (int k = 0; k < kTerms; ++k) terms[k] = 0.05f * (1.2f + harness::unit(k + 500));
    CHECK(cudaMemcpyToSymbol(glaze, terms.data(), sizeof(float) * kTerms));

    Cellar cellar; FastCellar fast;
    const uint32_t sizes[kCodes] = {12, 31, 24, 7, 9, 5};
    for (int c = 0; c < kCodes; ++c) {
        uint32_t d = sizes[c], shift = 0;
        while ((1u << shift) < d) ++shift;
        cellar.size[c] = fast.size[c] = d;
        fast.shift[c] = shift;
        fast.magic[c] = (uint32_t)(((1ull << 32) * ((1ull << shift) - d)) / d + 1);
        cellar.tariff[c] = fast.tariff[c] = 0.25f + 0.125f * c;
    }
    cellar.tariff[kCodes] = fast.tariff[kCodes] = 0.01f;

    Exchange exchange;
    for (int r = 0; r < 4; ++r)
        for (int k = 0; k < 4; ++k) exchange.rate[r][k] = r == k ? -0.01f : 0.0029f + 0.0001f * ((r + k) % 3);

    auto f2 = [](float* p) { return reinterpret_cast<float2*>(p); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float2 *one2 = f2(one), *two2 = f2(two), *out2 = f2(out);
    float4 *one4 = f4(one), *two4 = f4(two), *out4 = f4(out);
    uint4 *frames4 = reinterpret_cast<uint4*>(frames), *out16 = reinterpret_cast<uint4*>(out);
    const uint32_t* ukeys = reinterpret_cast<const uint32_t*>(keys);
    unsigned long long* codes = reinterpret_cast<unsigned long long*>(out);

    add("harbour_lights_i6_a", out, kWater, Output::f32, [=] { harbour_lights_i6_a<<<kWater / 256, 256>>>(one2, out); });
    add("harbour_lights_i6_b", out, kWater, Output::f32, [=] { harbour_lights_i6_b<<<kWater / 256, 256>>>(one2, out); });

    static_assert(kReelPairs % 192 == 0, "blocks");
    add("reel_delivery_i6_a", out, (size_t)kReelPairs * 8, Output::f16, [=] { reel_delivery_i6_a<<<kReelPairs / 192, 192>>>(frames4, out16); });
    add("reel_delivery_i6_b", out, (size_t)kReelPairs * 8, Output::f16, [=] { reel_delivery_i6_b<<<kReelPairs / 192, 192>>>(frames4, out16); });

    add("salt_basin_i6_a", out, kProbes, Output::f32, [=] { salt_basin_i6_a<<<kProbes / kTray, kTray>>>(two4, one4, out); });
    add("salt_basin_i6_b", out, kProbes, Output::f32, [=] { salt_basin_i6_b<<<kProbes / kTray, kTray>>>(two4, one4, out); });

    add("cask_tariff_i6_a", out, kCasks, Output::f32, [=] { cask_tariff_i6_a<<<kCasks / 512, 512>>>(ukeys, out, cellar); });
    add("cask_tariff_i6_b", out, kCasks, Output::f32, [=] { cask_tariff_i6_b<<<kCasks / 512, 512>>>(ukeys, out, fast); });

    add("quarry_scan_i6_a", out, (size_t)kReturns * 2, Output::i32, [=] { quarry_scan_i6_a<<<kReturns / 256, 256>>>(one, two, three, codes, 21); });
    add("quarry_scan_i6_b", out, (size_t)kReturns * 2, Output::i32, [=] { quarry_scan_i6_b<<<kReturns / 256, 256>>>(one, two, three, codes, 21); });

    add("guest_series_i6_a", out, kGuests * 2, Output::f32, [=] { guest_series_i6_a<<<kGuests / 128, 128>>>(chance, one, out2); });
    add("guest_series_i6_b", out, kGuests * 2, Output::f32, [=] { guest_series_i6_b<<<kGuests / 128, 128>>>(chance, one, out2); });

    add("clinic_ward_i6_a", out, (size_t)kPatients * 4, Output::f32, [=] { clinic_ward_i6_a<<<kPatients / 256, 256>>>(one4, out4, exchange); });
    add("clinic_ward_i6_b", out, (size_t)kPatients * 4, Output::f32, [=] { clinic_ward_i6_b<<<kPatients / 256, 256>>>(one4, out4, exchange); });

    add("fibre_quake_i6_a", out, (size_t)kFibres * kTime, Output::f32, [=] { fibre_quake_i6_a<<<kFibres / 128, 128>>>(one, out, kFibres, kTime); });
    add("fibre_quake_i6_b", out, (size_t)kFibres * kTime, Output::f32, [=] { fibre_quake_i6_b<<<kFibres / 128, 128>>>(one, out, kFibres, kTime); });

    add("station_skill_i6_a", out, kStations, Output::f32, [=] { station_skill_i6_a<<<kStations / 512, 128>>>(one, two, two2 + 65536, out); });
    add("station_skill_i6_b", out, kStations, Output::f32, [=] { station_skill_i6_b<<<kStations / 512, 128>>>(one, two, two2 + 65536, out); });

    add("pearl_lustre_i6_a", out, kMost, Output::f32, [=] { pearl_lustre_i6_a<<<kPearls / 256, 256>>>(one4, two4, out4); });
    add("pearl_lustre_i6_b", out, kMost, Output::f32, [=] { pearl_lustre_i6_b<<<kPearls / 256, 256>>>(one4, two4, out4); });

    add("kiln_shrink_i6_a", out, (size_t)kPots * 4, Output::f32, [=] { kiln_shrink_i6_a<<<kPots / 256, 256>>>(one4, out4); });

    return harness::run(argc, argv, cases);
}
