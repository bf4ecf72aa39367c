// Ten measured cases from instruments, records and landscapes: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Digitiser: squared significance of every sample of a shot against the mean and deviation of its own record. Records have unequal lengths
// (multiples of 8); a block keeps its record in shared memory between the passes.
constexpr int kShots = 131072, kLongestPossible = 49152, kShotThreads = 256;

__device__ __forceinline__ float block_total(float v, float* part) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    float sum = 0.0f;
#pragma unroll
    for (int w = 0; w < kShotThreads / 32; ++w) sum += part[w];
    return sum;
}

__device__ __forceinline__ float low_half(int v) { return (float)(short)(v & 0xffff); }
__device__ __forceinline__ float high_half(int v) { return (float)(v >> 16); }

__device__ __forceinline__ void shot_significance(const int* __restrict__ start, const int4* __restrict__ sample, float4* __restrict__ result) {
    extern __shared__ int4 record[];
    __shared__ float part[2][kShotThreads / 32];
    int from = start[blockIdx.x], count = start[blockIdx.x + 1] - from;  // in groups of 8 samples
    float sum = 0.0f;
    for (int k = threadIdx.x; k < count; k += kShotThreads) {
        int4 v = sample[from + k];
        record[k] = v;
        sum += (low_half(v.x) + high_half(v.x)) + (low_half(v.y) + high_half(v.y)) + (low_half(v.z) + high_half(v.z)) + (low_half(v.w) + high_half(v.w));
    }
    float scale = 1.0f / (8 * count), mean = block_total(sum, part[0]) * scale, spread = 0.0f;
    for (int k = threadIdx.x; k < count; k += kShotThreads) {
        int4 v = record[k];
        int word[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float a = low_half(word[j]) - mean, b = high_half(word[j]) - mean;
            spread = fmaf(a, a, fmaf(b, b, spread));
        }
    }
    float inverse = 1.0f / (block_total(spread, part[1]) * scale);
    const int2* half = reinterpret_cast<const int2*>(record);
    for (int k = threadIdx.x; k < 2 * count; k += kShotThreads) {
        int2 v = half[k];
        float a = low_half(v.x) - mean, b = high_half(v.x) - mean, c = low_half(v.y) - mean, d = high_half(v.y) - mean;
        result[2 * from + k] = make_float4(a * a * inverse, b * b * inverse, c * c * inverse, d * d * inverse);
    }
}

__global__ void __launch_bounds__(kShotThreads) heron_shot_ax5_a(const int* __restrict__ start, const int4* __restrict__ sample, float4* __restrict__ result) {
    shot_significance(start, sample, result);
}
__global__ void __launch_bounds__(kShotThreads) heron_shot_ax5_b(const int* __restrict__ start, const int4* __restrict__ sample, float4* __restrict__ result) {
    shot_significance(start, sample, result);
}

// ---- Particle physics: verdict of a small net (8 inputs, 12 hidden) on the detector record that each candidate points to.
constexpr int kHidden = 12, kCandidates = 132 * 12 * 128 * 42, kDetector = 1 << 19;
struct Net { float in[kHidden][8], bias[kHidden], out[kHidden]; };

__global__ void __launch_bounds__(128) quark_verdict_ax5_a(const float* __restrict__ weights, const int* __restrict__ where, const float4* __restrict__ detector,
                                                           float* __restrict__ verdict) {
    float in[kHidden][8], bias[kHidden], out[kHidden];  // the whole net at hand, read once
#pragma unroll
    for (int h = 0; h < kHidden; ++h) {
#pragma unroll
        for (int k = 0; k < 8; ++k) in[h][k] = weights[h * 8 + k];
        bias[h] = weights[kHidden * 8 + h];
        out[h] = weights[kHidden * 9 + h];
    }
#pragma unroll 1
    for (int i = blockIdx.x * 128 + threadIdx.x; i < kCandidates; i += gridDim.x * 128) {
        int at = where[i];
        float4 a = detector[2 * at], b = detector[2 * at + 1];
        float z = 0.0f;
#pragma unroll
        for (int h = 0; h < kHidden; ++h) {
            float s = bias[h];
            s = fmaf(in[h][0], a.x, s); s = fmaf(in[h][1], a.y, s); s = fmaf(in[h][2], a.z, s); s = fmaf(in[h][3], a.w, s);
            s = fmaf(in[h][4], b.x, s); s = fmaf(in[h][5], b.y, s); s = fmaf(in[h][6], b.z, s); s = fmaf(in[h][7], b.w, s);
            z = fmaf(out[h], fmaxf(s, 0.0f), z);
        }
        verdict[i] = __fdividef(1.0f, 1.0f + __expf(-z));
    }
}

__global__ void __launch_bounds__(128) quark_verdict_ax5_b(const __grid_constant__ Net net, const int* __restrict__ where, const float4* __restrict__ detector,
                                                           float* __restrict__ verdict) {
#pragma unroll 1
    for (int i = blockIdx.x * 128 + threadIdx.x; i < kCandidates; i += gridDim.x * 128) {
        int at = where[i];
        float4 a = detector[2 * at], b = detector[2 * at + 1];
        float z = 0.0f;
#pragma unroll
        for (int h = 0; h < kHidden; ++h) {
            float s = net.bias[h];
            s = fmaf(net.in[h][0], a.x, s); s = fmaf(net.in[h][1], a.y, s); s = fmaf(net.in[h][2], a.z, s); s = fmaf(net.in[h][3], a.w, s);
            s = fmaf(net.in[h][4], b.x, s); s = fmaf(net.in[h][5], b.y, s); s = fmaf(net.in[h][6], b.z, s); s = fmaf(net.in[h][7], b.w, s);
            z = fmaf(net.out[h], fmaxf(s, 0.0f), z);
        }
        verdict[i] = __fdividef(1.0f, 1.0f + __expf(-z));
    }
}

// ---- Bookkeeping: closing sum of each account, whose pages (64 entries) hang together in a chain across the store. A warp follows a chain; one wave
// of warps walks over all accounts.
constexpr int kChain = 32, kAccounts = 132 * 64 * 8, kPages = kAccounts * kChain;

template <int kThreads>
__device__ __forceinline__ void ledger_close(const int* __restrict__ head, const int* __restrict__ follow, const float2* __restrict__ entry, float* __restrict__ close) {
    int lane = threadIdx.x % 32, warp = (blockIdx.x * kThreads + threadIdx.x) / 32, warps = gridDim.x * (kThreads / 32);
    for (int account = warp; account < kAccounts; account += warps) {
        float sum = 0.0f;
        int page = head[account];
        while (page >= 0) {
            float2 e = entry[(size_t)page * 32 + lane];
            page = follow[page];
            sum += e.x * e.x + e.y;
        }
#pragma unroll
        for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (lane == 0) close[account] = sum;
    }
}

__global__ void __launch_bounds__(32) ledger_trail_ax5_a(const int* __restrict__ head, const int* __restrict__ follow, const float2* __restrict__ entry, float* __restrict__ close) {
    ledger_close<32>(head, follow, entry, close);
}
__global__ void __launch_bounds__(256) ledger_trail_ax5_b(const int* __restrict__ head, const int* __restrict__ follow, const float2* __restrict__ entry, float* __restrict__ close) {
    ledger_close<256>(head, follow, entry, close);
}

// ---- Astronomy: template flux of each star in the 36 channels of a filter wheel, shifted by the star's speed (Chebyshev series, Clenshaw).
constexpr int kStars = 132 * 8 * 8 * 8, kChannels = 36, kTerms = 96;
struct Series { double term[kTerms]; };

__device__ __forceinline__ double template_flux(const Series& series, double x) {
    double ahead = 0.0, behind = 0.0, twice = 2.0 * x;
#pragma unroll 16
    for (int k = kTerms - 1; k > 0; --k) {
        double now = fma(twice, ahead, series.term[k] - behind);
        behind = ahead;
        ahead = now;
    }
    return fma(x, ahead, series.term[0] - behind);
}

__global__ void __launch_bounds__(256) saffron_star_ax5_a(const __grid_constant__ Series series, const double* __restrict__ channel, const double* __restrict__ speed,
                                                          double* __restrict__ flux) {
    int star = blockIdx.x * 8 + threadIdx.y;
    double shift = 0.98 + 0.01 * speed[star];
    for (int c = threadIdx.x; c < kChannels; c += 32) flux[star * kChannels + c] = template_flux(series, channel[c] * shift);
}

__global__ void __launch_bounds__(256) saffron_star_ax5_b(const __grid_constant__ Series series, const double* __restrict__ channel, const double* __restrict__ speed,
                                                          double* __restrict__ flux) {
    int i = blockIdx.x * 256 + threadIdx.x, star = i / kChannels;
    double shift = 0.98 + 0.01 * speed[star];
    flux[i] = template_flux(series, channel[i - star * kChannels] * shift);
}

// ---- Film: colour matrix and display curve of a frame; the curve lies in a table in shared memory.
constexpr int kFrameWide = 3840, kFrameHigh = 2160, kCurve = 1024;

__device__ __forceinline__ void build_curve(unsigned char* curve, int t) {
#pragma unroll
    for (int k = 0; k < kCurve; k += 256) {
        float x = (k + t) * (1.0f / (kCurve - 1));
        float y = x <= 0.0031308f ? 12.92f * x : 1.055f * powf(x, 1.0f / 2.4f) - 0.055f;
        curve[k + t] = (unsigned char)(255.0f * y + 0.5f);
    }
    __syncthreads();
}

__device__ __forceinline__ int curve_slot(float v) { return (int)fminf(fmaxf(v * ((kCurve - 1) / 255.0f), 0.0f), (float)(kCurve - 1)); }

__device__ __forceinline__ uchar4 develop(uchar4 p, const unsigned char* curve) {
    float r = p.x, g = p.y, b = p.z;
    return make_uchar4(curve[curve_slot(1.20f * r - 0.14f * g - 0.06f * b)], curve[curve_slot(-0.08f * r + 1.16f * g - 0.08f * b)],
                       curve[curve_slot(-0.03f * r - 0.17f * g + 1.20f * b)], p.w);
}

__global__ void __launch_bounds__(256) lantern_frame_ax5_a(const uchar4* __restrict__ raw, uchar4* __restrict__ shown) {
    __shared__ unsigned char curve[kCurve];
    build_curve(curve, threadIdx.y * 32 + threadIdx.x);
    int at = (blockIdx.y * 8 + threadIdx.y) * kFrameWide + blockIdx.x * 32 + threadIdx.x;
    shown[at] = develop(raw[at], curve);
}

__global__ void __launch_bounds__(256) lantern_frame_ax5_b(const uchar4* __restrict__ raw, uchar4* __restrict__ shown) {
    __shared__ unsigned char curve[kCurve];
    build_curve(curve, threadIdx.y * 32 + threadIdx.x);
    int x = blockIdx.x * 32 + threadIdx.x;
#pragma unroll 4
    for (int y = blockIdx.y * 8 + threadIdx.y; y < kFrameHigh; y += gridDim.y * 8) {
        int at = y * kFrameWide + x;
        shown[at] = develop(raw[at], curve);
    }
}

// ---- Wetlands: methane that each sensor of a marsh receives from 4096 seeps (screened by distance).
constexpr int kSensors = 132 * 64, kSeeps = 4096, kParts = 16;

__device__ __forceinline__ float seep_share(float4 seep, float4 sensor) {
    float dx = seep.x - sensor.x, dy = seep.y - sensor.y, dz = seep.z - sensor.z;
    float square = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f))), inverse = rsqrtf(square);
    return fabsf(seep.w) * inverse * __expf(-0.7f * square * inverse);
}

__global__ void __launch_bounds__(64) marsh_plume_ax5_a(const float4* __restrict__ seeps, const float4* __restrict__ sensors, float* __restrict__ level) {
    int i = blockIdx.x * 64 + threadIdx.x;
    float4 sensor = sensors[i];
    float sum = 0.0f;
#pragma unroll 4
    for (int s = 0; s < kSeeps; ++s) sum += seep_share(seeps[s], sensor);
    level[i] = sum;
}

__global__ void __launch_bounds__(256) marsh_plume_ax5_b(const float4* __restrict__ seeps, const float4* __restrict__ sensors, float* __restrict__ level) {
    __shared__ float share[kParts][16];
    int mine = threadIdx.x % 16, part = threadIdx.x / 16, i = blockIdx.x * 16 + mine;
    float4 sensor = sensors[i];
    float sum = 0.0f;
    const float4* from = seeps + part * (kSeeps / kParts);
#pragma unroll 4
    for (int s = 0; s < kSeeps / kParts; ++s) sum += seep_share(from[s], sensor);
    share[part][mine] = sum;
    __syncthreads();
    if (part == 0) {
        sum = 0.0f;
#pragma unroll
        for (int p = 0; p < kParts; ++p) sum += share[p][mine];
        level[i] = sum;
    }
}

// ---- Archives: fingerprint (16 smallest hashes) of each scroll's words. The catalogue lists the scrolls by length; a warp reads a scroll, a block a shelf.
constexpr int kScrolls = 132 * 1024, kPrints = 16;

__device__ __forceinline__ void scroll_prints(const int* __restrict__ start, const unsigned* __restrict__ word, unsigned* __restrict__ print, int scroll, int lane) {
    unsigned least[kPrints];
#pragma unroll
    for (int k = 0; k < kPrints; ++k) least[k] = 0xffffffffu;
    int at = start[scroll] + lane, last = start[scroll + 1];  // a multiple of 32 words, at least 128
    unsigned next = word[at];
#pragma unroll 1
    for (; at < last; at += 32) {
        unsigned w = next;
        if (at + 32 < last) next = word[at + 32];
#pragma unroll
        for (int k = 0; k < kPrints; ++k) {
            unsigned h = w * (2654435761u + 0x3779fb4u * k) + 0x9e3779b9u * (k + 1);
            least[k] = min(least[k], h ^ (h >> 15));
        }
    }
    unsigned mine = 0;
#pragma unroll
    for (int k = 0; k < kPrints; ++k) {
        unsigned all = __reduce_min_sync(0xffffffffu, least[k]);
        if (lane == k) mine = all;
    }
    if (lane < kPrints) print[scroll * kPrints + lane] = mine >> 4;
}

__global__ void __launch_bounds__(1024) scroll_print_ax5_a(const int* __restrict__ start, const unsigned* __restrict__ word, unsigned* __restrict__ print) {
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int k = warp; k < 1024; k += 32) scroll_prints(start, word, print, blockIdx.x * 1024 + k, lane);
}
__global__ void __launch_bounds__(1024) scroll_print_ax5_b(const int* __restrict__ start, const unsigned* __restrict__ word, unsigned* __restrict__ print) {
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int k = warp; k < 1024; k += 32) scroll_prints(start, word, print, k * 132 + blockIdx.x, lane);
}

// ---- Meadows: share of white clover on each plot after 80 seasons of selection with frequency-dependent advantage.
constexpr int kPlots = 132 * 8 * 256 * 125;

template <int kThreads>
__device__ __forceinline__ void clover_share(const float* __restrict__ seed, float* __restrict__ share) {
    int i = blockIdx.x * kThreads + threadIdx.x;
    float p = fmaf(0.45f, seed[i], 0.5f);
#pragma unroll 16
    for (int season = 0; season < 80; ++season) {
        float q = 1.0f - p, gain = fmaf(-0.11f, p, 0.06f), both = p * q;
        p = fmaf(both, gain, p);
        p = fmaf(0.002f, q - p, p);
    }
    share[i] = p;
}

__global__ void __launch_bounds__(250) clover_drift_ax5_a(const float* __restrict__ seed, float* __restrict__ share) { clover_share<250>(seed, share); }
__global__ void __launch_bounds__(256) clover_drift_ax5_b(const float* __restrict__ seed, float* __restrict__ share) { clover_share<256>(seed, share); }

// ---- Climate: quantile correction of rainfall with a table of 51200 steps in shared memory, one block a multiprocessor.
constexpr int kSteps = 51200, kRainStride = 132 * 1024, kRain = kRainStride * 4 * 92;  // quadruples

__device__ __forceinline__ float corrected(const float* table, float v) { return v + 0.1f * table[(int)fmaf(v, 0.5f * (kSteps - 1), 0.5f * (kSteps - 1))]; }

__global__ void __launch_bounds__(1024) monsoon_scale_ax5_a(const float4* __restrict__ steps, const float4* __restrict__ rain, float4* __restrict__ right) {
    extern __shared__ float4 quantile[];
    const float* table = reinterpret_cast<const float*>(quantile);
    for (int k = threadIdx.x; k < kSteps / 4; k += 1024) quantile[k] = steps[k];
    __syncthreads();
    for (int i = blockIdx.x * 1024 + threadIdx.x; i < kRain; i += 4 * kRainStride) {
        float4 v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = __ldcs(rain + i + j * kRainStride);
#pragma unroll
        for (int j = 0; j < 4; ++j)
            __stcs(right + i + j * kRainStride, make_float4(corrected(table, v[j].x), corrected(table, v[j].y), corrected(table, v[j].z), corrected(table, v[j].w)));
    }
}

// ---- Timing: clock phase polynomial (448 terms, double) of a pulsar at 24 moments a thread.
constexpr int kPhases = 448, kMoments = 24, kDishes = 132 * 4 * 4;  // blocks of 128 threads
struct Clock { double term[kPhases]; };

__global__ void __launch_bounds__(128) pulsar_clock_ax5_a(const __grid_constant__ Clock clock, const double* __restrict__ moment, double* __restrict__ phase) {
    size_t at = (size_t)blockIdx.x * (128 * kMoments) + threadIdx.x;
    double x[kMoments], sum[kMoments];
#pragma unroll
    for (int m = 0; m < kMoments; ++m) { x[m] = moment[at + m * 128]; sum[m] = 0.0; }
#pragma unroll 4
    for (int k = 0; k < kPhases; ++k) {
        double c = clock.term[k];
#pragma unroll
        for (int m = 0; m < kMoments; ++m) sum[m] = fma(sum[m], x[m], c);
    }
#pragma unroll
    for (int m = 0; m < kMoments; ++m) phase[at + m * 128] = sum[m];
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::hash32; using harness::unit; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    {   // Digitiser: 1024 to 2048 samples a record.
        std::vector<int> begin(kShots + 1);
        int longest = 0;
        for (int s = 0; s < kShots; ++s) {
            int groups = 128 + hash32(s + 11) % 129;
            begin[s + 1] = begin[s] + groups;
            longest = std::max(longest, groups);
        }
        size_t groups = begin[kShots];
        int* start = uploaded(begin);
        int4* sample = reinterpret_cast<int4*>(harness::indices(groups * 4, 0xffffffffu, 5));
        float* out = empty<float>(groups * 8);
        float4* out4 = reinterpret_cast<float4*>(out);
        int room = kLongestPossible * 2, needed = longest * 16;
        CHECK(cudaFuncSetAttribute(heron_shot_ax5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, room));
        add("heron_shot_ax5_a", out, groups * 8, Output::f32, [=] { heron_shot_ax5_a<<<kShots, kShotThreads, room>>>(start, sample, out4); });
        add("heron_shot_ax5_b", out, groups * 8, Output::f32, [=] { heron_shot_ax5_b<<<kShots, kShotThreads, needed>>>(start, sample, out4); });
    }
    {   // Particle physics.
        Net net;
        std::vector<float> flat(kHidden * 10);
        for (int k = 0; k < kHidden * 10; ++k) flat[k] = unit(k * 77 + 3);
        std::memcpy(&net, flat.data(), sizeof(net));
        float *weights = uploaded(flat), *out = empty<float>(kCandidates);
        int* where = harness::indices(kCandidates, kDetector, 9);
        float4* detector = reinterpret_cast<float4*>(filled<float>((size_t)kDetector * 8, 12));
        add("quark_verdict_ax5_a", out, kCandidates, Output::f32, [=] { quark_verdict_ax5_a<<<132 * 12, 128>>>(weights, where, detector, out); });
        add("quark_verdict_ax5_b", out, kCandidates, Output::f32, [=] { quark_verdict_ax5_b<<<132 * 12, 128>>>(net, where, detector, out); });
    }
    {   // Bookkeeping: page k of account c lies at (c * kChain + k) * 1000003 mod kPages, which is a permutation.
        std::vector<int> first(kAccounts), next(kPages);
        auto place = [](long long n) { return (int)(n * 1000003LL % kPages); };
        for (int c = 0; c < kAccounts; ++c) {
            first[c] = place((long long)c * kChain);
            for (int k = 0; k < kChain; ++k) next[place((long long)c * kChain + k)] = k + 1 < kChain ? place((long long)c * kChain + k + 1) : -1;
        }
        int *head = uploaded(first), *follow = uploaded(next);
        float2* entry = reinterpret_cast<float2*>(filled<float>((size_t)kPages * 64, 14));
        float* out = empty<float>(kAccounts);
        add("ledger_trail_ax5_a", out, kAccounts, Output::f32, [=] { ledger_trail_ax5_a<<<132 * 32, 32>>>(head, follow, entry, out); });
        add("ledger_trail_ax5_b", out, kAccounts, Output::f32, [=] { ledger_trail_ax5_b<<<132 * 8, 256>>>(head, follow, entry, out); });
    }
    {   // Astronomy.
        Series series;
        for (int k = 0; k < kTerms; ++k) series.term[k] = (k == 0 ? 3.0 : 1.0) * (0.6 + 0.4 * unit(k + 900)) / (1 + k);
        double *channel = filled<double>(kChannels, 15), *speed = filled<double>(kStars, 16), *out = empty<double>((size_t)kStars * kChannels);
        add("saffron_star_ax5_a", out, (size_t)kStars * kChannels, Output::f64, [=] { saffron_star_ax5_a<<<kStars / 8, dim3(32, 8)>>>(series, channel, speed, out); });
        add("saffron_star_ax5_b", out, (size_t)kStars * kChannels, Output::f64, [=] { saffron_star_ax5_b<<<kStars * kChannels / 256, 256>>>(series, channel, speed, out); });
    }
    {   // Film.
        constexpr size_t pixels = (size_t)kFrameWide * kFrameHigh;
        uchar4* raw = reinterpret_cast<uchar4*>(harness::indices(pixels, 0xffffffffu, 17));
        uint8_t* out = empty<uint8_t>(pixels * 4);
        uchar4* shown = reinterpret_cast<uchar4*>(out);
        add("lantern_frame_ax5_a", out, pixels * 4, Output::u8, [=] { lantern_frame_ax5_a<<<dim3(kFrameWide / 32, kFrameHigh / 8), dim3(32, 8)>>>(raw, shown); });
        add("lantern_frame_ax5_b", out, pixels * 4, Output::u8, [=] { lantern_frame_ax5_b<<<dim3(kFrameWide / 32, 8), dim3(32, 8)>>>(raw, shown); });
    }
    {   // Wetlands.
        float4 *seeps = reinterpret_cast<float4*>(filled<float>(kSeeps * 4, 18)), *sensors = reinterpret_cast<float4*>(filled<float>(kSensors * 4, 19));
        float* out = empty<float>(kSensors);
        add("marsh_plume_ax5_a", out, kSensors, Output::f32, [=] { marsh_plume_ax5_a<<<kSensors / 64, 64>>>(seeps, sensors, out); });
        add("marsh_plume_ax5_b", out, kSensors, Output::f32, [=] { marsh_plume_ax5_b<<<kSensors / 16, 256>>>(seeps, sensors, out); });
    }
    {   // Archives: 128 to 4600 words a scroll, longest first.
        std::vector<int> begin(kScrolls + 1);
        for (int s = 0; s < kScrolls; ++s) {
            double u = 1.0 - (double)s / kScrolls;
            begin[s + 1] = begin[s] + 32 * (4 + (int)(140 * u * u));
        }
        int *start = uploaded(begin), *out = empty<int>((size_t)kScrolls * kPrints);
        unsigned *word = reinterpret_cast<unsigned*>(harness::indices(begin[kScrolls], 0xffffffffu, 20)), *print = reinterpret_cast<unsigned*>(out);
        add("scroll_print_ax5_a", out, (size_t)kScrolls * kPrints, Output::i32, [=] { scroll_print_ax5_a<<<132, 1024>>>(start, word, print); });
        add("scroll_print_ax5_b", out, (size_t)kScrolls * kPrints, Output::i32, [=] { scroll_print_ax5_b<<<132, 1024>>>(start, word, print); });
    }
    {   // Meadows.
        static_assert(kPlots % 250 == 0 && kPlots % 256 == 0, "whole blocks");
        float *seed = filled<float>(kPlots, 21), *out = empty<float>(kPlots);
        add("clover_drift_ax5_a", out, kPlots, Output::f32, [=] { clover_drift_ax5_a<<<kPlots / 250, 250>>>(seed, out); });
        add("clover_drift_ax5_b", out, kPlots, Output::f32, [=] { clover_drift_ax5_b<<<kPlots / 256, 256>>>(seed, out); });
    }
    {   // Climate.
        float4 *steps = reinterpret_cast<float4*>(filled<float>(kSteps, 22)), *rain = reinterpret_cast<float4*>(filled<float>((size_t)kRain * 4, 23));
        float* out = empty<float>((size_t)kRain * 4);
        float4* right = reinterpret_cast<float4*>(out);
        CHECK(cudaFuncSetAttribute(monsoon_scale_ax5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kSteps * 4));
        add("monsoon_scale_ax5_a", out, (size_t)kRain * 4, Output::f32, [=] { monsoon_scale_ax5_a<<<132, 1024, kSteps * 4>>>(steps, rain, right); });
    }
    {   // Timing.
        Clock clock;
        for (int k = 0; k < kPhases; ++k) clock.term[k] = 0.6 + 0.4 * unit(k + 4000);
        constexpr size_t moments = (size_t)kDishes * 128 * kMoments;
        double *moment = filled<double>(moments, 24), *out = empty<double>(moments);
        add("pulsar_clock_ax5_a", out, moments, Output::f64, [=] { pulsar_clock_ax5_a<<<kDishes, 128>>>(clock, moment, out); });
    }
    return harness::run(argc, argv, cases);
}
