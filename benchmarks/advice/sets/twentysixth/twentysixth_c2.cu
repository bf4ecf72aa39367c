// Eleven measured cases from telephony, weather, maps, accelerators and other fields: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Telephony: power of 24 signalling tones on each line over 128 samples (Goertzel resonators, one thread a line).
constexpr int kTones = 24, kLines = 132 * 20 * 256, kSamples = 128;

__constant__ float tone_turn[kTones] = {1.9021f, 1.8794f, 1.8478f, 1.8193f, 1.7820f, 1.7484f, 1.7013f, 1.6629f, 1.6180f, 1.5714f, 1.5208f, 1.4686f,
                                        1.4142f, 1.3563f, 1.2977f, 1.2361f, 1.1756f, 1.1113f, 1.0450f, 0.9816f, 0.9080f, 0.8362f, 0.7654f, 0.6892f};

__device__ __forceinline__ void dial_tones(const float* __restrict__ signal, float* __restrict__ power, int samples) {
    int line = blockIdx.x * 256 + threadIdx.x;
    float last[kTones], before[kTones];
#pragma unroll
    for (int b = 0; b < kTones; ++b) last[b] = before[b] = 0.0f;
#pragma unroll 4
    for (int s = 0; s < samples; ++s) {
        float x = signal[(size_t)s * kLines + line];
#pragma unroll
        for (int b = 0; b < kTones; ++b) {
            float now = fmaf(tone_turn[b], last[b], x - before[b]);
            before[b] = last[b];
            last[b] = now;
        }
    }
#pragma unroll
    for (int b = 0; b < kTones; ++b)
        power[(size_t)b * kLines + line] = last[b] * last[b] + before[b] * before[b] - tone_turn[b] * last[b] * before[b];
}

__global__ void __launch_bounds__(256, 5) dial_tones_c2_a(const float* __restrict__ signal, float* __restrict__ power, int samples) {
    dial_tones(signal, power, samples);
}
__global__ void __launch_bounds__(256, 3) dial_tones_c2_b(const float* __restrict__ signal, float* __restrict__ power, int samples) {
    dial_tones(signal, power, samples);
}

// ---- Weather: tenth, median and ninetieth percentile of the rain of 64 ensemble members at each grid point (bitonic network).
constexpr int kMembers = 64, kPoints = 132 * 70 * 128;

__device__ __forceinline__ void rain_quantiles(const float* __restrict__ rain, float* __restrict__ quantile) {
    int p = blockIdx.x * 128 + threadIdx.x;
    float v[kMembers];
#pragma unroll
    for (int m = 0; m < kMembers; ++m) v[m] = rain[(size_t)m * kPoints + p];
#pragma unroll
    for (int k = 2; k <= kMembers; k <<= 1)
#pragma unroll
        for (int j = k >> 1; j > 0; j >>= 1)
#pragma unroll
            for (int i = 0; i < kMembers; ++i)
                if ((i ^ j) > i) {
                    float low = fminf(v[i], v[i ^ j]), high = fmaxf(v[i], v[i ^ j]);
                    v[i] = (i & k) ? high : low;
                    v[i ^ j] = (i & k) ? low : high;
                }
    quantile[p] = v[6];
    quantile[(size_t)kPoints + p] = 0.5f * (v[31] + v[32]);
    quantile[(size_t)2 * kPoints + p] = v[57];
}

__global__ void __maxnreg__(48) rain_quantiles_c2_a(const float* __restrict__ rain, float* __restrict__ quantile) { rain_quantiles(rain, quantile); }
__global__ void __maxnreg__(96) rain_quantiles_c2_b(const float* __restrict__ rain, float* __restrict__ quantile) { rain_quantiles(rain, quantile); }

// ---- Maps: commonest of 16 land classes of each parcel in 256 surveys (eight four-bit classes to a word).
constexpr int kParcels = 132 * 8 * 256 * 4, kSurveyWords = 32, kClasses = 16;

__global__ void __launch_bounds__(256) parcel_class_c2_a(const unsigned* __restrict__ survey, int* __restrict__ commonest, int words) {
    int p = blockIdx.x * 256 + threadIdx.x;
    int seen[kClasses];
#pragma unroll
    for (int c = 0; c < kClasses; ++c) seen[c] = 0;
    for (int w = 0; w < words; ++w) {
        unsigned word = survey[(size_t)w * kParcels + p];
#pragma unroll
        for (int s = 0; s < 8; ++s) ++seen[(word >> (4 * s)) & 15];
    }
    int best = 0;
#pragma unroll
    for (int c = 0; c < kClasses; ++c) best = max(best, seen[c] * 16 + c);
    commonest[p] = best;
}

__global__ void __launch_bounds__(256) parcel_class_c2_b(const unsigned* __restrict__ survey, int* __restrict__ commonest, int words) {
    __shared__ int seen[kClasses][256];
    int t = threadIdx.x, p = blockIdx.x * 256 + t;
#pragma unroll
    for (int c = 0; c < kClasses; ++c) seen[c][t] = 0;
    for (int w = 0; w < words; ++w) {
        unsigned word = survey[(size_t)w * kParcels + p];
#pragma unroll
        for (int s = 0; s < 8; ++s) ++seen[(word >> (4 * s)) & 15][t];
    }
    int best = 0;
#pragma unroll
    for (int c = 0; c < kClasses; ++c) best = max(best, seen[c][t] * 16 + c);
    commonest[p] = best;
}

// ---- Seismology: energy of each geophone's trace after a 16-tap filter (history in a ring).
constexpr int kPhones = 132 * 160 * 128, kTrace = 128, kTaps = 16;

__constant__ float quake_tap[kTaps] = {0.011f, -0.023f, 0.041f, 0.067f, -0.102f, 0.143f, 0.181f, 0.204f, 0.204f, 0.181f, 0.143f, -0.102f, 0.067f, 0.041f, -0.023f, 0.011f};

__global__ void __launch_bounds__(128) geophone_energy_c2_a(const float* __restrict__ trace, float* __restrict__ energy, int length) {
    int g = blockIdx.x * 128 + threadIdx.x;
    float ring[kTaps], sum = 0.0f;
#pragma unroll
    for (int k = 0; k < kTaps; ++k) ring[k] = 0.0f;
    for (int s = 0; s < length; ++s) {
        ring[s % kTaps] = trace[(size_t)s * kPhones + g];
        float y = 0.0f;
#pragma unroll
        for (int k = 0; k < kTaps; ++k) y = fmaf(quake_tap[k], ring[(s + kTaps - k) % kTaps], y);
        sum = fmaf(y, y, sum);
    }
    energy[g] = sum;
}

__global__ void __launch_bounds__(128) geophone_energy_c2_b(const float* __restrict__ trace, float* __restrict__ energy, int length) {
    int g = blockIdx.x * 128 + threadIdx.x;
    float ring[kTaps], sum = 0.0f;
#pragma unroll
    for (int k = 0; k < kTaps; ++k) ring[k] = 0.0f;
    for (int from = 0; from < length; from += kTaps) {  // a turn of the ring a round: every place in it is known to the compiler
#pragma unroll
        for (int s = 0; s < kTaps; ++s) {
            ring[s] = trace[(size_t)(from + s) * kPhones + g];
            float y = 0.0f;
#pragma unroll
            for (int k = 0; k < kTaps; ++k) y = fmaf(quake_tap[k], ring[(s + kTaps - k) % kTaps], y);
            sum = fmaf(y, y, sum);
        }
    }
    energy[g] = sum;
}

// ---- Post office: how many letters of a chain of 48 sacks go to a district (a warp follows a chain; a sack is its next sack and 31 letters).
constexpr int kSacks = 1 << 22, kRoutes = 132 * 8 * 8 * 8, kSackSteps = 48, kMostDistricts = 25600;

__global__ void harness_sacks(unsigned* sack) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)kSacks * 32; i += (size_t)gridDim.x * blockDim.x)
        sack[i] = i % 32 ? harness::hash32((uint32_t)i) : ((unsigned)(i / 32) * 1664525u + 1013904223u) % kSacks;
}

__device__ __forceinline__ void mail_route(const unsigned* __restrict__ sack, const int* __restrict__ first, const int* __restrict__ wanted, int* __restrict__ letters) {
    extern __shared__ unsigned district[];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, route = blockIdx.x * 8 + warp;
    if (threadIdx.x < 8) district[threadIdx.x] = wanted[blockIdx.x * 8 + threadIdx.x];
    __syncthreads();
    unsigned mine = district[warp], at = first[route];
    int found = 0;
    for (int step = 0; step < kSackSteps; ++step) {
        unsigned v = sack[(size_t)at * 32 + lane];
        if (lane > 0 && v % 64 == mine) ++found;
        at = __shfl_sync(0xffffffffu, v, 0);
    }
    found = __reduce_add_sync(0xffffffffu, found);
    if (lane == 0) letters[route] = found;
}

__global__ void __launch_bounds__(256) mail_route_c2_a(const unsigned* __restrict__ sack, const int* __restrict__ first, const int* __restrict__ wanted,
                                                       int* __restrict__ letters) { mail_route(sack, first, wanted, letters); }
__global__ void __launch_bounds__(256) mail_route_c2_b(const unsigned* __restrict__ sack, const int* __restrict__ first, const int* __restrict__ wanted,
                                                       int* __restrict__ letters) { mail_route(sack, first, wanted, letters); }

// ---- Spices: each blend of 32 amounts scaled to unit root mean square, a warp a blend.
constexpr int kBlendWarps = 132 * 64 * 8, kBlends = kBlendWarps * 32;

template <int kThreads>
__device__ __forceinline__ void spice_blend(const float* __restrict__ amount, const float* __restrict__ taste, float* __restrict__ scaled, int blends) {
    int lane = threadIdx.x % 32, warps = gridDim.x * (kThreads / 32);
    float gain = 1.0f + 0.25f * taste[lane];
    for (int b = blockIdx.x * (kThreads / 32) + threadIdx.x / 32; b < blends; b += warps) {
        float v = amount[(size_t)b * 32 + lane], sum = v * v;
#pragma unroll
        for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        scaled[(size_t)b * 32 + lane] = v * gain * rsqrtf(fmaf(sum, 1.0f / 32, 1e-6f));
    }
}

__global__ void __launch_bounds__(32) spice_blend_c2_a(const float* __restrict__ amount, const float* __restrict__ taste, float* __restrict__ scaled, int blends) {
    spice_blend<32>(amount, taste, scaled, blends);
}
__global__ void __launch_bounds__(256) spice_blend_c2_b(const float* __restrict__ amount, const float* __restrict__ taste, float* __restrict__ scaled, int blends) {
    spice_blend<256>(amount, taste, scaled, blends);
}

// ---- Fossils: brightness along 64 adaptive steps of each ray through a scanned slab, over the detector column's dark level (mean and spread of 96 frames).
constexpr int kSlabWide = 1024, kSlabHigh = 1056, kSlabDeep = 128, kRays = kSlabWide * kSlabHigh, kDarkFrames = 96;

__global__ void harness_slab(float* slab) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)kRays * kSlabDeep; i += (size_t)gridDim.x * blockDim.x) {
        int x = i % kSlabWide, y = i / kSlabWide % kSlabHigh, z = i / kRays;
        slab[i] = 0.5f + 0.45f * __sinf(0.11f * z + 0.002f * x + 0.013f * y);
    }
}

__device__ __forceinline__ void fossil_ray(const float* __restrict__ slab, float level, float* __restrict__ bright, int ray) {
    float depth = 0.0f, sum = 0.0f;
    for (int step = 0; step < 64; ++step) {
        float v = slab[(int)depth * kRays + ray];
        sum += fmaxf(v - level, 0.0f);
        depth += 1.0f + v;
    }
    bright[ray] = sum;
}

__global__ void __launch_bounds__(256) fossil_ray_c2_a(const float* __restrict__ slab, const float* __restrict__ dark, float* __restrict__ bright) {
    int ray = blockIdx.x * 256 + threadIdx.x, column = ray % kSlabWide;
    float frame[kDarkFrames], mean = 0.0f, spread = 0.0f;
#pragma unroll
    for (int f = 0; f < kDarkFrames; ++f) { frame[f] = dark[f * kSlabWide + column]; mean += frame[f]; }
    mean *= 1.0f / kDarkFrames;
#pragma unroll
    for (int f = 0; f < kDarkFrames; ++f) spread = fmaf(frame[f] - mean, frame[f] - mean, spread);
    fossil_ray(slab, mean + 0.5f * sqrtf(spread * (1.0f / kDarkFrames)), bright, ray);
}

__global__ void __launch_bounds__(256) fossil_ray_c2_b(const float* __restrict__ slab, const float* __restrict__ dark, float* __restrict__ bright) {
    int ray = blockIdx.x * 256 + threadIdx.x, column = ray % kSlabWide;
    float mean = 0.0f, spread = 0.0f;
#pragma unroll 8
    for (int f = 0; f < kDarkFrames; ++f) mean += dark[f * kSlabWide + column];
    mean *= 1.0f / kDarkFrames;
#pragma unroll 8
    for (int f = 0; f < kDarkFrames; ++f) {  // read again rather than kept
        float off = dark[f * kSlabWide + column] - mean;
        spread = fmaf(off, off, spread);
    }
    fossil_ray(slab, mean + 0.5f * sqrtf(spread * (1.0f / kDarkFrames)), bright, ray);
}

// ---- Weaving: a pattern turned by its diagonal.
constexpr int kWarpThreads = 8448, kWeftThreads = 8192;

template <int kPitch>
__device__ __forceinline__ void loom_turn(const float* __restrict__ pattern, float* __restrict__ turned) {
    __shared__ float patch[32][kPitch];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 32, y = blockIdx.y * 32;
#pragma unroll
    for (int j = 0; j < 32; j += 8) patch[ty + j][tx] = pattern[(size_t)(y + ty + j) * kWarpThreads + x + tx];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 32; j += 8) turned[(size_t)(x + ty + j) * kWeftThreads + y + tx] = patch[tx][ty + j];
}

__global__ void __launch_bounds__(256) loom_turn_c2_a(const float* __restrict__ pattern, float* __restrict__ turned) { loom_turn<32>(pattern, turned); }
__global__ void __launch_bounds__(256) loom_turn_c2_b(const float* __restrict__ pattern, float* __restrict__ turned) { loom_turn<33>(pattern, turned); }

// ---- Storage ring: kick on each of 256 bunches of a train by the fading wakes of all bunches ahead of it, a block a train.
constexpr int kTrains = 132 * 8 * 3, kBunches = 256;

struct Bunch8 { float charge, energy, x, px, y, py, phase, width; };
struct Bunch9 { float charge, energy, x, px, y, py, phase, width, unused; };

template <typename Bunch>
__device__ __forceinline__ void bunch_wake(const float4* __restrict__ train, float2* __restrict__ kick) {
    __shared__ Bunch ring[kBunches];
    int t = threadIdx.x, at = blockIdx.x * kBunches + t;
    float4 u = train[2 * at], v = train[2 * at + 1];
    Bunch& me = ring[t];
    me.charge = u.x; me.energy = u.y; me.x = u.z; me.px = u.w; me.y = v.x; me.py = v.y; me.phase = v.z; me.width = v.w;
    __syncthreads();
    float wake = 1.0f, kx = 0.0f, ky = 0.0f;
#pragma unroll 5
    for (int k = 1; k < kBunches; ++k) {
        const Bunch& b = ring[(t + k) & (kBunches - 1)];
        float push = wake * b.charge;
        kx = fmaf(push, b.x, kx);
        ky = fmaf(push, b.y, ky);
        wake *= 0.97f;
    }
    float stiff = 1.0f / (2.0f + ring[t].energy);
    kick[at] = make_float2(kx * stiff, ky * stiff);
}

__global__ void __launch_bounds__(256) bunch_wake_c2_a(const float4* __restrict__ train, float2* __restrict__ kick) { bunch_wake<Bunch8>(train, kick); }
__global__ void __launch_bounds__(256) bunch_wake_c2_b(const float4* __restrict__ train, float2* __restrict__ kick) { bunch_wake<Bunch9>(train, kick); }

// ---- Dyeing: two baths of colour blended over a cloth, and the strongest colour of each strip.
constexpr int kStrips = 132 * 8 * 32, kCloth = kStrips * 512;  // quadruples

__device__ __forceinline__ float4 dye_of(float4 a, float4 b) {
    return make_float4(fmaf(0.7f, a.x, 0.3f * b.x), fmaf(0.7f, a.y, 0.3f * b.y), fmaf(0.7f, a.z, 0.3f * b.z), fmaf(0.7f, a.w, 0.3f * b.w));
}
__device__ __forceinline__ float most_of(float4 a) { return fmaxf(fmaxf(a.x, a.y), fmaxf(a.z, a.w)); }

__device__ __forceinline__ void cloth_dye(const float4* __restrict__ red, const float4* __restrict__ blue, float4* __restrict__ cloth, float* __restrict__ strongest) {
    extern __shared__ float strong[];
    int t = threadIdx.x, i = blockIdx.x * 512 + t;
    float4 r0 = __ldcs(red + i), r1 = __ldcs(red + i + 256), b0 = __ldcs(blue + i), b1 = __ldcs(blue + i + 256);
    float4 c0 = dye_of(r0, b0), c1 = dye_of(r1, b1);
    __stcs(cloth + i, c0);
    __stcs(cloth + i + 256, c1);
    float most = fmaxf(most_of(c0), most_of(c1));
#pragma unroll
    for (int o = 16; o; o >>= 1) most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, o));
    if (t % 32 == 0) strong[t / 32] = most;
    __syncthreads();
    if (t == 0) {
#pragma unroll
        for (int w = 1; w < 8; ++w) most = fmaxf(most, strong[w]);
        strongest[blockIdx.x] = most;
    }
}

__global__ void __launch_bounds__(256, 8) cloth_dye_c2_a(const float4* __restrict__ red, const float4* __restrict__ blue, float4* __restrict__ cloth,
                                                         float* __restrict__ strongest) { cloth_dye(red, blue, cloth, strongest); }
__global__ void __launch_bounds__(256, 8) cloth_dye_c2_b(const float4* __restrict__ red, const float4* __restrict__ blue, float4* __restrict__ cloth,
                                                         float* __restrict__ strongest) { cloth_dye(red, blue, cloth, strongest); }

// ---- Harvest: yield of each of 8448 fields, 32768 plots a field, a block a field.
constexpr int kFields = 132 * 8 * 8, kPlots = 32768;

__global__ void __launch_bounds__(256, 8) field_yield_c2_a(const float4* __restrict__ plots, float* __restrict__ yield_of) {
    __shared__ float part[8];
    int t = threadIdx.x;
    const float4* field = plots + (size_t)blockIdx.x * (kPlots / 4);
    float sum = 0.0f, more = 0.0f;
#pragma unroll 1
    for (int i = t; i < kPlots / 4; i += 1024) {
        float4 a = __ldcs(field + i), b = __ldcs(field + i + 256), c = __ldcs(field + i + 512), d = __ldcs(field + i + 768);
        sum += (a.x + a.y) + (a.z + a.w) + ((b.x + b.y) + (b.z + b.w));
        more += (c.x + c.y) + (c.z + c.w) + ((d.x + d.y) + (d.z + d.w));
    }
    sum += more;
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (t % 32 == 0) part[t / 32] = sum;
    __syncthreads();
    if (t < 8) {
        sum = part[t];
#pragma unroll
        for (int o = 4; o; o >>= 1) sum += __shfl_xor_sync(0xffu, sum, o);
        if (t == 0) yield_of[blockIdx.x] = sum;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type});
    };

    constexpr size_t kMost = (size_t)kPhones * kTrace, kCloth4 = (size_t)kCloth * 4;
    static_assert((size_t)kLines * kSamples <= kMost && (size_t)kPoints * kMembers <= kMost && (size_t)kFields * kPlots <= kMost, "the field is too short");
    static_assert((size_t)kLines * kTones <= kCloth4 && (size_t)kBlends * 32 <= kCloth4 && (size_t)kWarpThreads * kWeftThreads <= kCloth4, "the result is too short");
    float *one = filled<float>(kMost, 41), *two = filled<float>(kCloth4, 42), *out = empty<float>(kCloth4), *strongest = empty<float>(kStrips);
    unsigned* survey = reinterpret_cast<unsigned*>(indices((size_t)kParcels * kSurveyWords, 0xffffffffu, 43));
    int *first = indices(kRoutes, kSacks, 44), *wanted = indices(kRoutes, 64, 45), *found = empty<int>(kParcels);
    unsigned* sack = empty<unsigned>((size_t)kSacks * 32);
    float* slab = empty<float>((size_t)kRays * kSlabDeep);
    harness_sacks<<<2048, 256>>>(sack);
    harness_slab<<<2048, 256>>>(slab);
    CHECK(cudaGetLastError());
    CHECK(cudaFuncSetAttribute(mail_route_c2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kMostDistricts * 4));
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float4 *one4 = f4(one), *two4 = f4(two), *out4 = f4(out);
    float2* out2 = reinterpret_cast<float2*>(out);

    add("dial_tones_c2_a", out, (size_t)kLines * kTones, [=] { dial_tones_c2_a<<<kLines / 256, 256>>>(one, out, kSamples); });
    add("dial_tones_c2_b", out, (size_t)kLines * kTones, [=] { dial_tones_c2_b<<<kLines / 256, 256>>>(one, out, kSamples); });

    add("rain_quantiles_c2_a", out, (size_t)kPoints * 3, [=] { rain_quantiles_c2_a<<<kPoints / 128, 128>>>(one, out); });
    add("rain_quantiles_c2_b", out, (size_t)kPoints * 3, [=] { rain_quantiles_c2_b<<<kPoints / 128, 128>>>(one, out); });

    add("parcel_class_c2_a", found, kParcels, [=] { parcel_class_c2_a<<<kParcels / 256, 256>>>(survey, found, kSurveyWords); }, Output::i32);
    add("parcel_class_c2_b", found, kParcels, [=] { parcel_class_c2_b<<<kParcels / 256, 256>>>(survey, found, kSurveyWords); }, Output::i32);

    add("geophone_energy_c2_a", out, kPhones, [=] { geophone_energy_c2_a<<<kPhones / 128, 128>>>(one, out, kTrace); });
    add("geophone_energy_c2_b", out, kPhones, [=] { geophone_energy_c2_b<<<kPhones / 128, 128>>>(one, out, kTrace); });

    add("mail_route_c2_a", found, kRoutes, [=] { mail_route_c2_a<<<kRoutes / 8, 256, kMostDistricts * 4>>>(sack, first, wanted, found); }, Output::i32);
    add("mail_route_c2_b", found, kRoutes, [=] { mail_route_c2_b<<<kRoutes / 8, 256, 8 * 4>>>(sack, first, wanted, found); }, Output::i32);

    add("spice_blend_c2_a", out, (size_t)kBlends * 32, [=] { spice_blend_c2_a<<<kBlendWarps, 32>>>(one, two, out, kBlends); });
    add("spice_blend_c2_b", out, (size_t)kBlends * 32, [=] { spice_blend_c2_b<<<kBlendWarps / 8, 256>>>(one, two, out, kBlends); });

    add("fossil_ray_c2_a", out, kRays, [=] { fossil_ray_c2_a<<<kRays / 256, 256>>>(slab, two, out); });
    add("fossil_ray_c2_b", out, kRays, [=] { fossil_ray_c2_b<<<kRays / 256, 256>>>(slab, two, out); });

    dim3 looms(kWarpThreads / 32, kWeftThreads / 32), hands(32, 8);
    add("loom_turn_c2_a", out, (size_t)kWarpThreads * kWeftThreads, [=] { loom_turn_c2_a<<<looms, hands>>>(one, out); });
    add("loom_turn_c2_b", out, (size_t)kWarpThreads * kWeftThreads, [=] { loom_turn_c2_b<<<looms, hands>>>(one, out); });

    add("bunch_wake_c2_a", out, (size_t)kTrains * kBunches * 2, [=] { bunch_wake_c2_a<<<kTrains, kBunches>>>(one4, out2); });
    add("bunch_wake_c2_b", out, (size_t)kTrains * kBunches * 2, [=] { bunch_wake_c2_b<<<kTrains, kBunches>>>(one4, out2); });

    add("cloth_dye_c2_a", out, kCloth4, [=] { cloth_dye_c2_a<<<kStrips, 256, 48 * 1024>>>(one4, two4, out4, strongest); });
    add("cloth_dye_c2_b", out, kCloth4, [=] { cloth_dye_c2_b<<<kStrips, 256, 8 * 4>>>(one4, two4, out4, strongest); });

    add("field_yield_c2_a", out, kFields, [=] { field_yield_c2_a<<<kFields, 256>>>(one4, out); });

    return harness::run(argc, argv, cases);
}
