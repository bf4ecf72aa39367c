// Nine measured pairs of sea, sky, money and stone, one mild pair and one kernel with nothing to mend: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Reef survey: display level of each complex sample of a side-scan sonar, companded with the exponent of its ping; four samples a thread.
constexpr int kPings = 53248, kEchoes = 8192;

__global__ void __launch_bounds__(256) reef_echo_ab6_a(const uint4* __restrict__ iq, const float* __restrict__ bottom, uint2* __restrict__ level) {
    size_t at = (size_t)blockIdx.y * (kEchoes / 4) + blockIdx.x * 256 + threadIdx.x;
    float gamma = fmaf(0.1f, bottom[blockIdx.y], 0.35f);
    union { uint4 raw; __half2 sample[4]; } in;
    union { uint2 raw; __half2 pair[2]; } out;
    in.raw = iq[at];
    float shade[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float2 z = __half22float2(in.sample[k]);
        float power = fmaf(z.x, z.x, z.y * z.y);
        shade[k] = log10f(fmaf(9.0f, powf(power, gamma), 1.0f));
    }
    out.pair[0] = __floats2half2_rn(shade[0], shade[1]);
    out.pair[1] = __floats2half2_rn(shade[2], shade[3]);
    level[at] = out.raw;
}

__global__ void __launch_bounds__(256) reef_echo_ab6_b(const uint4* __restrict__ iq, const float* __restrict__ bottom, uint2* __restrict__ level) {
    size_t at = (size_t)blockIdx.y * (kEchoes / 4) + blockIdx.x * 256 + threadIdx.x;
    float gamma = fmaf(0.1f, bottom[blockIdx.y], 0.35f);
    union { uint4 raw; __half2 sample[4]; } in;
    union { uint2 raw; __half2 pair[2]; } out;
    in.raw = iq[at];
    float shade[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float2 z = __half22float2(in.sample[k]);
        float power = fmaf(z.x, z.x, z.y * z.y);
        shade[k] = __log10f(fmaf(9.0f, __powf(power, gamma), 1.0f));
    }
    out.pair[0] = __floats2half2_rn(shade[0], shade[1]);
    out.pair[1] = __floats2half2_rn(shade[2], shade[3]);
    level[at] = out.raw;
}

// ---- Quartz: complex amplitude of each X-ray reflection, summed over the 128 atoms of the cell; a reflection a thread.
constexpr int kAtoms = 128, kSpots = 132 * 16 * 128 * 4;
constexpr float kTurn = 6.283185307f;

struct ExactWave { static __device__ __forceinline__ void of(float a, float* s, float* c) { sincosf(a, s, c); } };
struct QuickWave { static __device__ __forceinline__ void of(float a, float* s, float* c) { __sincosf(a, s, c); } };

template <typename Wave>
__device__ __forceinline__ void quartz_spots(const float4* __restrict__ order, const float4* __restrict__ atoms, float2* __restrict__ amplitude) {
    __shared__ float4 cell[kAtoms];
    cell[threadIdx.x] = atoms[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 128 + threadIdx.x;
    float4 h = order[i];
    float hx = 3.0f * kTurn * h.x, hy = 3.0f * kTurn * h.y, hz = 3.0f * kTurn * h.z, re = 0.0f, im = 0.0f;
    for (int k = 0; k < kAtoms; ++k) {
        float4 p = cell[k];
        float s, c;
        Wave::of(fmaf(hx, p.x, fmaf(hy, p.y, hz * p.z)), &s, &c);
        float f = 1.5f + p.w;
        re = fmaf(f, c, re);
        im = fmaf(f, s, im);
    }
    amplitude[i] = make_float2(re, im);
}

__global__ void __launch_bounds__(128) quartz_spots_ab6_a(const float4* __restrict__ order, const float4* __restrict__ atoms, float2* __restrict__ amplitude) {
    quartz_spots<ExactWave>(order, atoms, amplitude);
}
__global__ void __launch_bounds__(128) quartz_spots_ab6_b(const float4* __restrict__ order, const float4* __restrict__ atoms, float2* __restrict__ amplitude) {
    quartz_spots<QuickWave>(order, atoms, amplitude);
}

// ---- Caves: pull of 24 buried hollows at each station of a gravity survey.
constexpr int kHollows = 24, kStations = 3168 * 256;

__global__ void __launch_bounds__(256) hidden_caves_ab6_a(const float4* __restrict__ station, const float4* __restrict__ hollows, float4* __restrict__ pull) {
    __shared__ float4 mass[kHollows];
    if (threadIdx.x < kHollows) mass[threadIdx.x] = hollows[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = station[i];
    float gx = 0.0f, gy = 0.0f, gz = 0.0f;
    for (int k = 0; k < kHollows; ++k) {
        float4 m = mass[k];
        float dx = m.x - p.x, dy = m.y - p.y, dz = m.z - p.z - 2.5f;
        float r = sqrtf(fmaf(dx, dx, fmaf(dy, dy, dz * dz)));
        float cube = r * r * r;
        gx += m.w * dx / cube;
        gy += m.w * dy / cube;
        gz += m.w * dz / cube;
    }
    pull[i] = make_float4(gx, gy, gz, p.w);
}

__global__ void __launch_bounds__(256) hidden_caves_ab6_b(const float4* __restrict__ station, const float4* __restrict__ hollows, float4* __restrict__ pull) {
    __shared__ float4 mass[kHollows];
    if (threadIdx.x < kHollows) mass[threadIdx.x] = hollows[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = station[i];
    float gx = 0.0f, gy = 0.0f, gz = 0.0f;
    for (int k = 0; k < kHollows; ++k) {
        float4 m = mass[k];
        float dx = m.x - p.x, dy = m.y - p.y, dz = m.z - p.z - 2.5f;
        float inverse = rsqrtf(fmaf(dx, dx, fmaf(dy, dy, dz * dz)));
        float weight = m.w * (inverse * inverse * inverse);
        gx += weight * dx;
        gy += weight * dy;
        gz += weight * dz;
    }
    pull[i] = make_float4(gx, gy, gz, p.w);
}

// ---- Monsoon: an ensemble forecast kept as [member][level][latitude][longitude] is copied to any order of its axes (here level first).
constexpr int kMembers = 48, kLevels = 31, kLatitudes = 361, kLongitudes = 480, kMonsoon = kMembers * kLevels * kLatitudes * kLongitudes;
static_assert(kMonsoon % 512 == 0, "whole blocks");

struct Axes { int size[4], stride[4]; };
struct QuickAxes { unsigned size[4], stride[4], magic[4], shift[4]; };

__global__ void __launch_bounds__(512) monsoon_archive_ab6_a(const float* __restrict__ from, float* __restrict__ to, Axes axes) {
    int i = blockIdx.x * 512 + threadIdx.x, rest = i, source = 0;
#pragma unroll
    for (int d = 3; d >= 0; --d) {
        source += (rest % axes.size[d]) * axes.stride[d];
        rest /= axes.size[d];
    }
    to[i] = from[source];
}

__global__ void __launch_bounds__(512) monsoon_archive_ab6_b(const float* __restrict__ from, float* __restrict__ to, QuickAxes axes) {
    unsigned i = blockIdx.x * 512 + threadIdx.x, rest = i, source = 0;
#pragma unroll
    for (int d = 3; d >= 0; --d) {
        unsigned quotient = (__umulhi(rest, axes.magic[d]) + rest) >> axes.shift[d];
        source += (rest - quotient * axes.size[d]) * axes.stride[d];
        rest = quotient;
    }
    to[i] = from[source];
}

// ---- Ledgers: from the bitmaps of quotation marks and of commas of 64 characters each, the commas that stand outside of quotations.
constexpr int kLines = 132 * 8 * 256 * 4;
using bits64 = unsigned long long;

__global__ void __launch_bounds__(256) ledger_commas_ab6_a(const bits64* __restrict__ quotes, const bits64* __restrict__ commas, bits64* __restrict__ fields) {
    int i = blockIdx.x * 256 + threadIdx.x;
    bits64 q = quotes[i], c = commas[i], inside = 0;
    unsigned open = 0;
    for (int b = 0; b < 64; ++b) {
        open ^= (unsigned)(q >> b) & 1u;
        inside |= (bits64)open << b;
    }
    fields[i] = c & ~inside;
}

__global__ void __launch_bounds__(256) ledger_commas_ab6_b(const bits64* __restrict__ quotes, const bits64* __restrict__ commas, bits64* __restrict__ fields) {
    int i = blockIdx.x * 256 + threadIdx.x;
    bits64 inside = quotes[i], c = commas[i];
    inside ^= inside << 1;
    inside ^= inside << 2;
    inside ^= inside << 4;
    inside ^= inside << 8;
    inside ^= inside << 16;
    inside ^= inside << 32;
    fields[i] = c & ~inside;
}

// ---- Pensions: present value of 16 books of 4096 daily payments (the last day first) under each of 16896 discount rates.
constexpr int kBooks = 16, kDays = 4096, kRates = 132 * 128;

__global__ void __launch_bounds__(128) pension_rates_ab6_a(const float* __restrict__ rate, const float4* __restrict__ payment, float* __restrict__ value) {
    __shared__ float4 sheet[kDays / 4];
    int i = blockIdx.x * 128 + threadIdx.x;
    float v = fmaf(0.0004f, rate[i], 0.9995f);
    for (int book = 0; book < kBooks; ++book) {
        float sum = 0.0f;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < kDays / 4; k += 128) sheet[k + threadIdx.x] = payment[book * (kDays / 4) + k + threadIdx.x];
        __syncthreads();
#pragma unroll 16
        for (int k = 0; k < kDays / 4; ++k) {
            float4 p = sheet[k];
            sum = fmaf(sum, v, p.x);
            sum = fmaf(sum, v, p.y);
            sum = fmaf(sum, v, p.z);
            sum = fmaf(sum, v, p.w);
        }
        value[book * kRates + i] = sum;
    }
}

__global__ void __launch_bounds__(128) pension_rates_ab6_b(const float* __restrict__ rate, const float4* __restrict__ payment, float* __restrict__ value) {
    __shared__ float4 sheet[kDays / 4];
    int i = blockIdx.x * 128 + threadIdx.x;
    float v = fmaf(0.0004f, rate[i], 0.9995f), v2 = v * v, v4 = v2 * v2;
    for (int book = 0; book < kBooks; ++book) {
        float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < kDays / 4; k += 128) sheet[k + threadIdx.x] = payment[book * (kDays / 4) + k + threadIdx.x];
        __syncthreads();
#pragma unroll 16
        for (int k = 0; k < kDays / 4; ++k) {
            float4 p = sheet[k];
            sum.x = fmaf(sum.x, v4, p.x);
            sum.y = fmaf(sum.y, v4, p.y);
            sum.z = fmaf(sum.z, v4, p.z);
            sum.w = fmaf(sum.w, v4, p.w);
        }
        value[book * kRates + i] = fmaf(fmaf(fmaf(sum.x, v, sum.y), v, sum.z), v, sum.w);
    }
}

// ---- Herring: stock and hunters of each member of a fishery ensemble after 20 Runge-Kutta steps of predator and prey.
constexpr int kShoals = 132 * 8 * 256 * 4, kMonths = 20;

struct Stepwise {  // each product and each sum rounded as the reference on the host does it
    static __device__ __forceinline__ float mul(float a, float b) { return __fmul_rn(a, b); }
    static __device__ __forceinline__ float add(float a, float b) { return __fadd_rn(a, b); }
    static __device__ __forceinline__ float muladd(float a, float b, float c) { return __fadd_rn(__fmul_rn(a, b), c); }
};
struct Joined {
    static __device__ __forceinline__ float mul(float a, float b) { return __fmul_rn(a, b); }
    static __device__ __forceinline__ float add(float a, float b) { return __fadd_rn(a, b); }
    static __device__ __forceinline__ float muladd(float a, float b, float c) { return __fmaf_rn(a, b, c); }
};

template <typename Op>
__device__ __forceinline__ float2 shoal_change(float2 s, float2 rates) {
    return make_float2(Op::mul(s.x, Op::muladd(-rates.x, s.y, 1.1f)), Op::mul(s.y, Op::muladd(rates.y, s.x, -0.4f)));
}

template <typename Op>
__device__ __forceinline__ void herring_shoals(const float2* __restrict__ start, const float2* __restrict__ traits, float2* __restrict__ end) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 s = start[i], rates = traits[i];
    s = make_float2(fmaf(0.5f, s.x, 1.0f), fmaf(0.5f, s.y, 1.0f));
    rates = make_float2(fmaf(0.2f, rates.x, 0.5f), fmaf(0.1f, rates.y, 0.3f));
    constexpr float h = 0.05f;
#pragma unroll 4
    for (int month = 0; month < kMonths; ++month) {
        float2 k1 = shoal_change<Op>(s, rates);
        float2 k2 = shoal_change<Op>(make_float2(Op::muladd(0.5f * h, k1.x, s.x), Op::muladd(0.5f * h, k1.y, s.y)), rates);
        float2 k3 = shoal_change<Op>(make_float2(Op::muladd(0.5f * h, k2.x, s.x), Op::muladd(0.5f * h, k2.y, s.y)), rates);
        float2 k4 = shoal_change<Op>(make_float2(Op::muladd(h, k3.x, s.x), Op::muladd(h, k3.y, s.y)), rates);
        s.x = Op::muladd(h / 6.0f, Op::muladd(2.0f, Op::add(k2.x, k3.x), Op::add(k1.x, k4.x)), s.x);
        s.y = Op::muladd(h / 6.0f, Op::muladd(2.0f, Op::add(k2.y, k3.y), Op::add(k1.y, k4.y)), s.y);
    }
    end[i] = s;
}

__global__ void __launch_bounds__(256) herring_shoals_ab6_a(const float2* __restrict__ start, const float2* __restrict__ traits, float2* __restrict__ end) {
    herring_shoals<Stepwise>(start, traits, end);
}
__global__ void __launch_bounds__(256) herring_shoals_ab6_b(const float2* __restrict__ start, const float2* __restrict__ traits, float2* __restrict__ end) {
    herring_shoals<Joined>(start, traits, end);
}

// ---- Turbines: control chart of each vibration channel (4096 readings); it ends at the first alarm.
constexpr int kChannels = 132 * 4 * 256, kReadings = 4096;

__global__ void __launch_bounds__(256) turbine_watch_ab6_a(const float* __restrict__ reading, float* __restrict__ level, int* __restrict__ alarm, float limit) {
    int i = blockIdx.x * 256 + threadIdx.x;
    const float* at = reading + i;
    float smooth = 0.0f;
    int t = 0;
    for (; t < kReadings; ++t, at += kChannels) {
        smooth = fmaf(0.04f, *at - smooth, smooth);
        if (fabsf(smooth) > limit) break;
    }
    level[i] = smooth;
    alarm[i] = t;
}

__global__ void __launch_bounds__(256) turbine_watch_ab6_b(const float* __restrict__ reading, float* __restrict__ level, int* __restrict__ alarm, float limit) {
    int i = blockIdx.x * 256 + threadIdx.x;
    const float* at = reading + i;
    float smooth = 0.0f;
    for (int t = 0; t < kReadings; t += 8, at += 8 * kChannels) {
        float next[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) next[k] = at[(size_t)k * kChannels];
        float now = smooth;
        bool found = false;
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            now = fmaf(0.04f, next[k] - now, now);
            found |= fabsf(now) > limit;
        }
        if (found) {  // only now look which of the eight it was
            for (int k = 0; k < 8; ++k) {
                smooth = fmaf(0.04f, at[(size_t)k * kChannels] - smooth, smooth);
                if (fabsf(smooth) > limit) { level[i] = smooth; alarm[i] = t + k; return; }
            }
        }
        smooth = now;
    }
    level[i] = smooth;
    alarm[i] = kReadings;
}

// ---- Planets: density of the clouds at each point, a sum of 17 to 32 layers of value noise; a warp's patch has its own number of layers.
constexpr int kCloudPoints = 132 * 16 * 128 * 4, kFewestLayers = 17;

__device__ __forceinline__ float cloud_corner(uint32_t h) {
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    h ^= h >> 13;
    return __uint_as_float(0x3f800000u | (h >> 9));
}

__device__ __forceinline__ float cloud_layer(float x, float y, float z, uint32_t seed) {
    int ix = __float2int_rd(x), iy = __float2int_rd(y), iz = __float2int_rd(z);
    float u = x - (float)ix, v = y - (float)iy, w = z - (float)iz;
    u = u * u * fmaf(-2.0f, u, 3.0f);
    v = v * v * fmaf(-2.0f, v, 3.0f);
    w = w * w * fmaf(-2.0f, w, 3.0f);
    constexpr uint32_t px = 0x9e3779b1u, py = 0x85ebca77u, pz = 0xc2b2ae3du;
    uint32_t h = ix * px + iy * py + iz * pz + seed;
    float a = cloud_corner(h), b = cloud_corner(h + px), c = cloud_corner(h + py), d = cloud_corner(h + px + py);
    float e = cloud_corner(h + pz), f = cloud_corner(h + px + pz), g = cloud_corner(h + py + pz), k = cloud_corner(h + px + py + pz);
    float ab = fmaf(u, b - a, a), cd = fmaf(u, d - c, c), ef = fmaf(u, f - e, e), gk = fmaf(u, k - g, g);
    float low = fmaf(v, cd - ab, ab), high = fmaf(v, gk - ef, ef);
    return fmaf(w, high - low, low) - 1.5f;
}

template <int kLayers>
__device__ __forceinline__ float cloud_sum(float4 p) {
    float sum = 0.0f, weight = 1.0f, scale = 4.0f;
#pragma unroll
    for (int layer = 0; layer < kLayers; ++layer) {
        sum = fmaf(weight, cloud_layer(scale * p.x, scale * p.y, scale * p.z, layer * 0x51ed270bu), sum);
        weight *= 0.85f;
        scale *= 1.25f;
    }
    return sum;
}

__global__ void __launch_bounds__(128) planet_clouds_ab6_a(const float4* __restrict__ point, const int* __restrict__ detail, float* __restrict__ density) {
    int i = blockIdx.x * 128 + threadIdx.x, layers = detail[i / 32] + kFewestLayers;
    float4 p = point[i];
    float sum;
    switch (layers) {
        case 17: sum = cloud_sum<17>(p); break;
        case 18: sum = cloud_sum<18>(p); break;
        case 19: sum = cloud_sum<19>(p); break;
        case 20: sum = cloud_sum<20>(p); break;
        case 21: sum = cloud_sum<21>(p); break;
        case 22: sum = cloud_sum<22>(p); break;
        case 23: sum = cloud_sum<23>(p); break;
        case 24: sum = cloud_sum<24>(p); break;
        case 25: sum = cloud_sum<25>(p); break;
        case 26: sum = cloud_sum<26>(p); break;
        case 27: sum = cloud_sum<27>(p); break;
        case 28: sum = cloud_sum<28>(p); break;
        case 29: sum = cloud_sum<29>(p); break;
        case 30: sum = cloud_sum<30>(p); break;
        case 31: sum = cloud_sum<31>(p); break;
        default: sum = cloud_sum<32>(p); break;
    }
    density[i] = sum;
}

__global__ void __launch_bounds__(128) planet_clouds_ab6_b(const float4* __restrict__ point, const int* __restrict__ detail, float* __restrict__ density) {
    int i = blockIdx.x * 128 + threadIdx.x, layers = detail[i / 32] + kFewestLayers;
    float4 p = point[i];
    float sum = 0.0f, weight = 1.0f, scale = 4.0f;
#pragma unroll 1
    for (int layer = 0; layer < layers; ++layer) {
        sum = fmaf(weight, cloud_layer(scale * p.x, scale * p.y, scale * p.z, layer * 0x51ed270bu), sum);
        weight *= 0.85f;
        scale *= 1.25f;
    }
    density[i] = sum;
}

// ---- Creeks: rating curve, flow of each gauge from the logarithm of its stage and the roughness of its bed.
constexpr int kGauges = 1 << 27;

__global__ void __launch_bounds__(256) creek_levels_ab6_a(const float4* __restrict__ stage, const float4* __restrict__ bed, float4* __restrict__ flow) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 s = stage[i], b = bed[i];
    flow[i] = make_float4(fmaf(b.x, logf(1.5f + s.x), s.x), fmaf(b.y, logf(1.5f + s.y), s.y), fmaf(b.z, logf(1.5f + s.z), s.z),
                          fmaf(b.w, logf(1.5f + s.w), s.w));
}

__global__ void __launch_bounds__(256) creek_levels_ab6_b(const float4* __restrict__ stage, const float4* __restrict__ bed, float4* __restrict__ flow) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 s = stage[i], b = bed[i];
    flow[i] = make_float4(fmaf(b.x, __logf(1.5f + s.x), s.x), fmaf(b.y, __logf(1.5f + s.y), s.y), fmaf(b.z, __logf(1.5f + s.z), s.z),
                          fmaf(b.w, __logf(1.5f + s.w), s.w));
}

// ---- Magnets: high-temperature series (512 terms) of the magnetisation of a lattice, eight couplings a thread.
constexpr int kTerms = 512, kMagnetBlocks = 132 * 8 * 8;

__global__ void __launch_bounds__(256) magnet_series_ab6_a(const float4* __restrict__ coupling, const float4* __restrict__ series, float4* __restrict__ moment) {
    __shared__ float4 terms[kTerms / 4];
    if (threadIdx.x < kTerms / 4) terms[threadIdx.x] = series[threadIdx.x];
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 p = coupling[i], q = coupling[i + 256];
    float x[8] = {p.x, p.y, p.z, p.w, q.x, q.y, q.z, q.w}, y[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) { x[j] *= 0.99f; y[j] = 0.0f; }
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < kTerms / 4; ++k) {
        float4 c = terms[k];
#pragma unroll
        for (int j = 0; j < 8; ++j) y[j] = fmaf(y[j], x[j], c.x);
#pragma unroll
        for (int j = 0; j < 8; ++j) y[j] = fmaf(y[j], x[j], c.y);
#pragma unroll
        for (int j = 0; j < 8; ++j) y[j] = fmaf(y[j], x[j], c.z);
#pragma unroll
        for (int j = 0; j < 8; ++j) y[j] = fmaf(y[j], x[j], c.w);
    }
    moment[i] = make_float4(y[0], y[1], y[2], y[3]);
    moment[i + 256] = make_float4(y[4], y[5], y[6], y[7]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };
    auto f2 = [](float* p) { return reinterpret_cast<float2*>(p); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };

    // Shared by all: two long fields and a short one, one result.
    constexpr size_t kLong = (size_t)kChannels * kReadings, kOut = kMonsoon;
    static_assert((size_t)kGauges <= kOut && (size_t)kPings * kEchoes / 2 <= kOut && (size_t)kMonsoon <= kLong && (size_t)kMagnetBlocks * 2048 <= kOut &&
                  (size_t)kStations * 4 <= (size_t)kGauges && (size_t)kSpots * 4 <= (size_t)kGauges, "fields are too short");
    float *one = filled<float>(kLong, 61), *two = filled<float>(kGauges, 62), *few = filled<float>(1 << 17, 63), *out = empty<float>(kOut);
    float2 *one2 = f2(one), *two2 = f2(two), *out2 = f2(out);
    float4 *one4 = f4(one), *two4 = f4(two), *few4 = f4(few), *out4 = f4(out);

    uint4* iq = reinterpret_cast<uint4*>(filled<__half>((size_t)kPings * kEchoes * 2, 64));
    uint2* shade = reinterpret_cast<uint2*>(out);
    constexpr size_t kShown = (size_t)1 << 24;
    add("reef_echo_ab6_a", out, kShown, Output::f16, [=] { reef_echo_ab6_a<<<dim3(kEchoes / 1024, kPings), 256>>>(iq, few, shade); });
    add("reef_echo_ab6_b", out, kShown, Output::f16, [=] { reef_echo_ab6_b<<<dim3(kEchoes / 1024, kPings), 256>>>(iq, few, shade); });

    add("quartz_spots_ab6_a", out, (size_t)kSpots * 2, Output::f32, [=] { quartz_spots_ab6_a<<<kSpots / 128, 128>>>(two4, few4, out2); });
    add("quartz_spots_ab6_b", out, (size_t)kSpots * 2, Output::f32, [=] { quartz_spots_ab6_b<<<kSpots / 128, 128>>>(two4, few4, out2); });

    add("hidden_caves_ab6_a", out, (size_t)kStations * 4, Output::f32, [=] { hidden_caves_ab6_a<<<kStations / 256, 256>>>(two4, few4, out4); });
    add("hidden_caves_ab6_b", out, (size_t)kStations * 4, Output::f32, [=] { hidden_caves_ab6_b<<<kStations / 256, 256>>>(two4, few4, out4); });

    constexpr int kPlane = kLatitudes * kLongitudes;
    Axes axes = {{kLevels, kMembers, kLatitudes, kLongitudes}, {kPlane, kLevels * kPlane, kLongitudes, 1}};
    QuickAxes quick;
    for (int d = 0; d < 4; ++d) {
        unsigned size = axes.size[d], shift = 0;
        while ((1u << shift) < size) ++shift;
        quick.size[d] = size; quick.stride[d] = axes.stride[d]; quick.shift[d] = shift;
        quick.magic[d] = (unsigned)(((1ull << 32) * ((1ull << shift) - size)) / size + 1);
    }
    add("monsoon_archive_ab6_a", out, kMonsoon, Output::f32, [=] { monsoon_archive_ab6_a<<<kMonsoon / 512, 512>>>(one, out, axes); });
    add("monsoon_archive_ab6_b", out, kMonsoon, Output::f32, [=] { monsoon_archive_ab6_b<<<kMonsoon / 512, 512>>>(one, out, quick); });

    bits64 *quotes = reinterpret_cast<bits64*>(indices((size_t)kLines * 2, 0xfffffff1u, 65)), *commas = reinterpret_cast<bits64*>(indices((size_t)kLines * 2, 0xfffffff1u, 66));
    bits64* fields = reinterpret_cast<bits64*>(out);
    add("ledger_commas_ab6_a", out, (size_t)kLines * 2, Output::i32, [=] { ledger_commas_ab6_a<<<kLines / 256, 256>>>(quotes, commas, fields); });
    add("ledger_commas_ab6_b", out, (size_t)kLines * 2, Output::i32, [=] { ledger_commas_ab6_b<<<kLines / 256, 256>>>(quotes, commas, fields); });

    add("pension_rates_ab6_a", out, kBooks * kRates, Output::f32, [=] { pension_rates_ab6_a<<<kRates / 128, 128>>>(two, few4, out); });
    add("pension_rates_ab6_b", out, kBooks * kRates, Output::f32, [=] { pension_rates_ab6_b<<<kRates / 128, 128>>>(two, few4, out); });

    add("herring_shoals_ab6_a", out, (size_t)kShoals * 2, Output::f32, [=] { herring_shoals_ab6_a<<<kShoals / 256, 256>>>(one2, two2, out2); });
    add("herring_shoals_ab6_b", out, (size_t)kShoals * 2, Output::f32, [=] { herring_shoals_ab6_b<<<kShoals / 256, 256>>>(one2, two2, out2); });

    int* alarm = empty<int>(kChannels);
    add("turbine_watch_ab6_a", out, kChannels, Output::f32, [=] { turbine_watch_ab6_a<<<kChannels / 256, 256>>>(one, out, alarm, 0.95f); });
    add("turbine_watch_ab6_b", out, kChannels, Output::f32, [=] { turbine_watch_ab6_b<<<kChannels / 256, 256>>>(one, out, alarm, 0.95f); });

    int* detail = indices(kCloudPoints / 32, 16, 67);
    add("planet_clouds_ab6_a", out, kCloudPoints, Output::f32, [=] { planet_clouds_ab6_a<<<kCloudPoints / 128, 128>>>(two4, detail, out); });
    add("planet_clouds_ab6_b", out, kCloudPoints, Output::f32, [=] { planet_clouds_ab6_b<<<kCloudPoints / 128, 128>>>(two4, detail, out); });

    add("creek_levels_ab6_a", out, kGauges, Output::f32, [=] { creek_levels_ab6_a<<<kGauges / 1024, 256>>>(one4, two4, out4); });
    add("creek_levels_ab6_b", out, kGauges, Output::f32, [=] { creek_levels_ab6_b<<<kGauges / 1024, 256>>>(one4, two4, out4); });

    add("magnet_series_ab6_a", out, (size_t)kMagnetBlocks * 2048, Output::f32, [=] { magnet_series_ab6_a<<<kMagnetBlocks, 256>>>(two4, few4, out4); });

    return harness::run(argc, argv, cases);
}
