// Eleven measured cases of arithmetic and waiting: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Whales: sound of a choir of 64 partials at each moment of a window (additive synthesis).
constexpr int kMoments = 132 * 8 * 256 * 16, kPartials = 64;

template <bool kFast>
__device__ __forceinline__ void whale_choir(const float4* __restrict__ partials, const float* __restrict__ moment, float* __restrict__ sound) {
    __shared__ float4 voice[kPartials];
    if (threadIdx.x < kPartials) voice[threadIdx.x] = partials[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    float t = moment[i], sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kPartials; ++k) {
        float4 v = voice[k];
        float phase = fmaf(2.0f * v.x, t, v.y);
        sum = fmaf(v.z, kFast ? __sinf(phase) : sinf(phase), sum);
    }
    sound[i] = sum;
}

__global__ void __launch_bounds__(256) whale_choir_m6_a(const float4* __restrict__ partials, const float* __restrict__ moment, float* __restrict__ sound) {
    whale_choir<false>(partials, moment, sound);
}
__global__ void __launch_bounds__(256) whale_choir_m6_b(const float4* __restrict__ partials, const float* __restrict__ moment, float* __restrict__ sound) {
    whale_choir<true>(partials, moment, sound);
}

// ---- Film grading: lift, gain and gamma of each channel, then the display's transfer curve; RGBA halves, two pixels a thread.
constexpr int kReelPairs = 7680 * 4320 / 2;

struct Grade { float3 lift, gain, gamma; };

template <bool kFast>
__device__ __forceinline__ float reel_power(float base, float exponent) { return kFast ? __powf(base, exponent) : powf(base, exponent); }

template <bool kFast>
__device__ __forceinline__ float reel_channel(float v, float lift, float gain, float gamma) {
    float linear = fmaxf(fmaf(gain, v, lift), 0.0f);
    float graded = fminf(reel_power<kFast>(linear, gamma), 1.0f);
    float curve = fmaf(1.055f, reel_power<kFast>(graded, 1.0f / 2.4f), -0.055f);
    return graded <= 0.0031308f ? 12.92f * graded : curve;
}

template <bool kFast>
__device__ __forceinline__ void matinee_reel(const uint4* __restrict__ scene, uint4* __restrict__ screen, const Grade& g) {
    int i = blockIdx.x * 192 + threadIdx.x;
    uint4 raw = scene[i];
    __half2* h = reinterpret_cast<__half2*>(&raw);
#pragma unroll
    for (int p = 0; p < 2; ++p) {
        float2 rg = __half22float2(h[2 * p]), ba = __half22float2(h[2 * p + 1]);
        rg.x = reel_channel<kFast>(fmaf(0.45f, rg.x, 0.55f), g.lift.x, g.gain.x, g.gamma.x);
        rg.y = reel_channel<kFast>(fmaf(0.45f, rg.y, 0.55f), g.lift.y, g.gain.y, g.gamma.y);
        ba.x = reel_channel<kFast>(fmaf(0.45f, ba.x, 0.55f), g.lift.z, g.gain.z, g.gamma.z);
        h[2 * p] = __float22half2_rn(rg);
        h[2 * p + 1] = __float22half2_rn(ba);
    }
    screen[i] = raw;
}

__global__ void __launch_bounds__(192) matinee_reel_m6_a(const uint4* __restrict__ scene, uint4* __restrict__ screen, Grade g) { matinee_reel<false>(scene, screen, g); }
__global__ void __launch_bounds__(192) matinee_reel_m6_b(const uint4* __restrict__ scene, uint4* __restrict__ screen, Grade g) { matinee_reel<true>(scene, screen, g); }

// ---- Salt crystal: electric potential of 512 ions on a plane above the surface, four places of a row a thread.
constexpr int kRow = 1024, kRows = 2112, kIons = 512, kIonTile = 256;

template <bool kReciprocal>
__device__ __forceinline__ void salt_lattice(const float4* __restrict__ ions, float* __restrict__ potential) {
    __shared__ float4 near[kIonTile];
    int t = threadIdx.x, at = blockIdx.x * 512 + t;
    float y = (at / kRow) * (2.0f / kRows) - 1.0f, x = (at % kRow) * (2.0f / kRow) - 1.0f, sum[4] = {};
    for (int from = 0; from < kIons; from += kIonTile) {
        __syncthreads();
        near[t] = ions[from + t];
        near[t + 128] = ions[from + t + 128];
        __syncthreads();
#pragma unroll 2
        for (int s = 0; s < kIonTile; ++s) {
            float4 ion = near[s];
            float dy = y - ion.y, dz = 1.25f - ion.z, flat = fmaf(dy, dy, dz * dz), dx = x - ion.x;
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                float d = dx + j * (256.0f / kRow), square = fmaf(d, d, flat);
                if (kReciprocal) sum[j] = fmaf(ion.w, rsqrtf(square), sum[j]);
                else sum[j] += ion.w / sqrtf(square);
            }
        }
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) potential[at + j * 128] = sum[j];
}

__global__ void __launch_bounds__(128) salt_lattice_m6_a(const float4* __restrict__ ions, float* __restrict__ potential) { salt_lattice<false>(ions, potential); }
__global__ void __launch_bounds__(128) salt_lattice_m6_b(const float4* __restrict__ ions, float* __restrict__ potential) { salt_lattice<true>(ions, potential); }

// ---- Encrypted vote: inner product of ciphertext digits and key digits, coefficient by coefficient, modulo each limb's prime (residue number system).
constexpr int kDigits = 4, kLimbs = 16, kVotes = 16, kDegree = 65536, kDegree4 = kDegree / 4;

struct Prime { uint32_t q, unused; uint64_t ratio; };  // ratio = floor(2^64 / q)

template <bool kBarrett>
__device__ __forceinline__ uint32_t ballot_product(uint32_t x, uint32_t y, const Prime& m) {
    uint64_t p = (uint64_t)x * y;
    if (!kBarrett) return (uint32_t)(p % m.q);
    uint32_t r = (uint32_t)p - (uint32_t)__umul64hi(p, m.ratio) * m.q;
    return r >= m.q ? r - m.q : r;
}

template <bool kBarrett>
__device__ __forceinline__ void sealed_ballots(const uint4* __restrict__ cipher, const uint4* __restrict__ key, const Prime* __restrict__ primes,
                                               uint4* __restrict__ tally) {
    int i = blockIdx.x * 128 + threadIdx.x, limb = blockIdx.y, vote = blockIdx.z;
    Prime m = primes[limb];
    uint4 sum = make_uint4(0, 0, 0, 0);
#pragma unroll
    for (int d = 0; d < kDigits; ++d) {
        size_t at = ((size_t)(vote * kDigits + d) * kLimbs + limb) * kDegree4 + i;
        uint4 c = cipher[at], k = key[at];
        sum.x += ballot_product<kBarrett>(c.x, k.x, m);
        sum.y += ballot_product<kBarrett>(c.y, k.y, m);
        sum.z += ballot_product<kBarrett>(c.z, k.z, m);
        sum.w += ballot_product<kBarrett>(c.w, k.w, m);
    }
    // Four residues below 2^30: at most three subtractions each.
#pragma unroll
    for (int d = 1; d < kDigits; ++d) {
        sum.x = min(sum.x, sum.x - m.q); sum.y = min(sum.y, sum.y - m.q);
        sum.z = min(sum.z, sum.z - m.q); sum.w = min(sum.w, sum.w - m.q);
    }
    tally[((size_t)vote * kLimbs + limb) * kDegree4 + i] = sum;
}

__global__ void __launch_bounds__(128) sealed_ballots_m6_a(const uint4* __restrict__ cipher, const uint4* __restrict__ key, const Prime* __restrict__ primes,
                                                           uint4* __restrict__ tally) { sealed_ballots<false>(cipher, key, primes, tally); }
__global__ void __launch_bounds__(128) sealed_ballots_m6_b(const uint4* __restrict__ cipher, const uint4* __restrict__ key, const Prime* __restrict__ primes,
                                                           uint4* __restrict__ tally) { sealed_ballots<true>(cipher, key, primes, tally); }

// ---- Coral survey: Morton code (3 x 21 bits) of each point of a scan, for the sort that builds its tree.
constexpr int kPolyps = 132 * 8 * 256 * 120;

__device__ __forceinline__ uint32_t coral_cell(float v) { return min((uint32_t)fmaf(v, 1048576.0f, 1048576.0f), 2097151u); }

__device__ __forceinline__ uint64_t coral_spread(uint32_t cell) {
    uint64_t v = cell;
    v = (v | v << 32) & 0x001f00000000ffffull;
    v = (v | v << 16) & 0x001f0000ff0000ffull;
    v = (v | v << 8) & 0x100f00f00f00f00full;
    v = (v | v << 4) & 0x10c30c30c30c30c3ull;
    return (v | v << 2) & 0x1249249249249249ull;
}

__global__ void __launch_bounds__(256) coral_atlas_m6_a(const float* __restrict__ px, const float* __restrict__ py, const float* __restrict__ pz, uint64_t* __restrict__ codes) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint32_t x = coral_cell(px[i]), y = coral_cell(py[i]), z = coral_cell(pz[i]);
    uint64_t code = 0;
    for (int bit = 0; bit < 21; ++bit) {
        code |= (uint64_t)((x >> bit) & 1) << (3 * bit);
        code |= (uint64_t)((y >> bit) & 1) << (3 * bit + 1);
        code |= (uint64_t)((z >> bit) & 1) << (3 * bit + 2);
    }
    codes[i] = code;
}

__global__ void __launch_bounds__(256) coral_atlas_m6_b(const float* __restrict__ px, const float* __restrict__ py, const float* __restrict__ pz, uint64_t* __restrict__ codes) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint32_t x = coral_cell(px[i]), y = coral_cell(py[i]), z = coral_cell(pz[i]);
    codes[i] = coral_spread(x) | coral_spread(y) << 1 | coral_spread(z) << 2;
}

// ---- Soundings: compensated sum of the distances of each of 16896 depths from 24576 chart depths (energy distance of two surveys).
constexpr int kDepths = 132 * 128, kChart = 24576, kChartTile = 8192;

template <int kChains>
__device__ __forceinline__ void shore_soundings(const float* __restrict__ depth, const float* __restrict__ chart, float* __restrict__ spread) {
    __shared__ __align__(16) float tile[kChartTile];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    float mine = depth[i], sum[kChains] = {}, lost[kChains] = {};
    for (int from = 0; from < kChart; from += kChartTile) {
        __syncthreads();
#pragma unroll 8
        for (int s = t; s < kChartTile / 4; s += 128) reinterpret_cast<float4*>(tile)[s] = reinterpret_cast<const float4*>(chart + from)[s];
        __syncthreads();
#pragma unroll 4
        for (int s = 0; s < kChartTile; s += 4) {
            float4 c = *reinterpret_cast<const float4*>(tile + s);
            float value[4] = {c.x, c.y, c.z, c.w};
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                int k = j % kChains;
                float add = fabsf(mine - value[j]) - lost[k], next = sum[k] + add;
                lost[k] = (next - sum[k]) - add;
                sum[k] = next;
            }
        }
    }
    float total = 0.0f, behind = 0.0f;
#pragma unroll
    for (int k = 0; k < kChains; ++k) { total += sum[k]; behind += lost[k]; }
    spread[i] = (total - behind) * (1.0f / kChart);
}

__global__ void __launch_bounds__(128) shore_soundings_m6_a(const float* __restrict__ depth, const float* __restrict__ chart, float* __restrict__ spread) { shore_soundings<1>(depth, chart, spread); }
__global__ void __launch_bounds__(128) shore_soundings_m6_b(const float* __restrict__ depth, const float* __restrict__ chart, float* __restrict__ spread) { shore_soundings<4>(depth, chart, spread); }

// ---- Footbridge: sway of a damped, stiffening span after 96 Runge-Kutta steps, a random start each thread.
constexpr int kSpans = 132 * 4 * 512 * 6, kSwaySteps = 96;

template <bool kFused>
__device__ __forceinline__ float mul_add(float a, float b, float c) { return kFused ? __fmaf_rn(a, b, c) : __fadd_rn(__fmul_rn(a, b), c); }

template <bool kFused>
__device__ __forceinline__ float sway_push(float x, float v) {
    float square = __fmul_rn(x, x);
    float stiff = mul_add<kFused>(square, mul_add<kFused>(square, -0.11f, -0.43f), -1.7f);
    return mul_add<kFused>(stiff, x, mul_add<kFused>(-0.08f, v, 0.31f));
}

template <bool kFused>
__device__ __forceinline__ void footbridge_sway(const float2* __restrict__ start, float2* __restrict__ end) {
    constexpr float h = 0.02f;
    int i = blockIdx.x * 512 + threadIdx.x;
    float2 s = start[i];
#pragma unroll 2
    for (int step = 0; step < kSwaySteps; ++step) {
        float a1 = sway_push<kFused>(s.x, s.y);
        float x2 = mul_add<kFused>(0.5f * h, s.y, s.x), v2 = mul_add<kFused>(0.5f * h, a1, s.y), a2 = sway_push<kFused>(x2, v2);
        float x3 = mul_add<kFused>(0.5f * h, v2, s.x), v3 = mul_add<kFused>(0.5f * h, a2, s.y), a3 = sway_push<kFused>(x3, v3);
        float x4 = mul_add<kFused>(h, v3, s.x), v4 = mul_add<kFused>(h, a3, s.y), a4 = sway_push<kFused>(x4, v4);
        float dx = mul_add<kFused>(2.0f, __fadd_rn(v2, v3), __fadd_rn(s.y, v4)), dv = mul_add<kFused>(2.0f, __fadd_rn(a2, a3), __fadd_rn(a1, a4));
        s.x = mul_add<kFused>(h / 6.0f, dx, s.x);
        s.y = mul_add<kFused>(h / 6.0f, dv, s.y);
    }
    end[i] = s;
}

__global__ void __launch_bounds__(512) footbridge_sway_m6_a(const float2* __restrict__ start, float2* __restrict__ end) { footbridge_sway<false>(start, end); }
__global__ void __launch_bounds__(512) footbridge_sway_m6_b(const float2* __restrict__ start, float2* __restrict__ end) { footbridge_sway<true>(start, end); }

// ---- Canal of a radio link: leaky average of each of 67584 subcarriers over 512 symbols (symbols are rows); the recursion leaves a thread a subcarrier.
constexpr int kCarriers = 132 * 512, kSymbols = 512, kAhead = 8;

__device__ __forceinline__ float2 canal_leak(float2 level, float2 v) {
    return make_float2(fmaf(0.125f, v.x - level.x, level.x), fmaf(0.125f, v.y - level.y, level.y));
}

__global__ void __launch_bounds__(256) canal_echoes_m6_a(const float2* symbols, float2* average) {
    int c = blockIdx.x * 256 + threadIdx.x;
    float2 level = make_float2(0.0f, 0.0f);
    for (int s = 0; s < kSymbols; ++s) {
        level = canal_leak(level, symbols[s * kCarriers + c]);
        average[s * kCarriers + c] = level;
    }
}

__global__ void __launch_bounds__(256) canal_echoes_m6_b(const float2* symbols, float2* average) {
    int c = blockIdx.x * 256 + threadIdx.x;
    float2 level = make_float2(0.0f, 0.0f);
    for (int s = 0; s < kSymbols; s += kAhead) {
        float2 v[kAhead];
#pragma unroll
        for (int j = 0; j < kAhead; ++j) v[j] = symbols[(s + j) * kCarriers + c];
#pragma unroll
        for (int j = 0; j < kAhead; ++j) {
            level = canal_leak(level, v[j]);
            average[(s + j) * kCarriers + c] = level;
        }
    }
}

// ---- Aurora: brightness of 512 emission lines of compact shape at each place of the spectra of five cameras (each with its own line profile), eight places a thread.
constexpr int kLines = 512, kPlaces = 8, kAuroraBlocks = 132 * 30, kHues = kAuroraBlocks * 128 * kPlaces;

template <int kCamera, int kUnroll>
__device__ __forceinline__ void aurora_spectrum(const float4* line, const float* __restrict__ hue, float* __restrict__ glow) {
    constexpr float edge = 1.0f - 0.03f * kCamera;
    int base = blockIdx.x * (128 * kPlaces) + threadIdx.x;
    float h[kPlaces], sum[kPlaces];
#pragma unroll
    for (int j = 0; j < kPlaces; ++j) { h[j] = hue[base + j * 128]; sum[j] = 0.0f; }
#pragma unroll kUnroll
    for (int s = 0; s < kLines; ++s) {
        float4 l = line[s];
#pragma unroll
        for (int j = 0; j < kPlaces; ++j) {
            float d = fmaf(h[j], l.x, l.y), u = __saturatef(fmaf(-d, d, edge));
            sum[j] = fmaf(u * u, u * l.z, sum[j]);
        }
    }
#pragma unroll
    for (int j = 0; j < kPlaces; ++j) glow[base + j * 128] = sum[j];
}

template <int kUnroll>
__device__ __forceinline__ void aurora_lines(const float4* __restrict__ lines, const float* __restrict__ hue, float* __restrict__ glow) {
    __shared__ float4 line[kLines];
#pragma unroll
    for (int s = threadIdx.x; s < kLines; s += 128) line[s] = lines[s];
    __syncthreads();
    switch (blockIdx.x % 5) {
        case 0: aurora_spectrum<0, kUnroll>(line, hue, glow); break;
        case 1: aurora_spectrum<1, kUnroll>(line, hue, glow); break;
        case 2: aurora_spectrum<2, kUnroll>(line, hue, glow); break;
        case 3: aurora_spectrum<3, kUnroll>(line, hue, glow); break;
        default: aurora_spectrum<4, kUnroll>(line, hue, glow);
    }
}

__global__ void __launch_bounds__(128, 8) aurora_lines_m6_a(const float4* __restrict__ lines, const float* __restrict__ hue, float* __restrict__ glow) { aurora_lines<kLines>(lines, hue, glow); }
__global__ void __launch_bounds__(128, 8) aurora_lines_m6_b(const float4* __restrict__ lines, const float* __restrict__ hue, float* __restrict__ glow) { aurora_lines<4>(lines, hue, glow); }

// ---- Plaster cast: line integrals of an X-ray scan from its counts (logarithm after the gain correction of each detector cell).
constexpr int kCast = 132 * 8 * 256 * 124;  // quadruples

template <bool kFast>
__device__ __forceinline__ float cast_integral(float count, float gain) {
    float share = fmaf(0.45f, count, 0.55f) * fmaf(0.2f, gain, 1.0f);
    return -1.3f * (kFast ? __logf(share) : logf(share));
}

template <bool kFast>
__device__ __forceinline__ void plaster_cast(const float4* __restrict__ counts, const float4* __restrict__ gains, float4* __restrict__ integral) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = counts[i], g = gains[i];
    integral[i] = make_float4(cast_integral<kFast>(v.x, g.x), cast_integral<kFast>(v.y, g.y), cast_integral<kFast>(v.z, g.z), cast_integral<kFast>(v.w, g.w));
}

__global__ void __launch_bounds__(256) plaster_cast_m6_a(const float4* __restrict__ counts, const float4* __restrict__ gains, float4* __restrict__ integral) { plaster_cast<false>(counts, gains, integral); }
__global__ void __launch_bounds__(256) plaster_cast_m6_b(const float4* __restrict__ counts, const float4* __restrict__ gains, float4* __restrict__ integral) { plaster_cast<true>(counts, gains, integral); }

// ---- Vault: fold of the ChaCha20 key streams of four counters under each of many candidate keys.
constexpr int kKeys = 132 * 8 * 256 * 8;

__device__ __forceinline__ uint32_t turn(uint32_t v, int by) { return __funnelshift_l(v, v, by); }
__device__ __forceinline__ void quarter(uint32_t& a, uint32_t& b, uint32_t& c, uint32_t& d) {
    a += b; d = turn(d ^ a, 16);
    c += d; b = turn(b ^ c, 12);
    a += b; d = turn(d ^ a, 8);
    c += d; b = turn(b ^ c, 7);
}

__global__ void __launch_bounds__(256) casino_vault_m6_a(const uint2* __restrict__ seeds, uint32_t* __restrict__ fold) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint2 seed = seeds[i];
    uint32_t mix = 0;
#pragma unroll 1
    for (uint32_t counter = 0; counter < 4; ++counter) {
        uint32_t key[8] = {seed.x, seed.y, seed.x ^ 0x9e3779b9u, seed.y ^ 0x7f4a7c15u, ~seed.x, ~seed.y, seed.x ^ 0x85ebca6bu, seed.y ^ 0xc2b2ae35u};
        uint32_t x[16] = {0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u, key[0], key[1], key[2], key[3],
                          key[4], key[5], key[6], key[7], counter, 0u, 0x4a000000u, 0u};
#pragma unroll 2
        for (int round = 0; round < 10; ++round) {
            quarter(x[0], x[4], x[8], x[12]); quarter(x[1], x[5], x[9], x[13]); quarter(x[2], x[6], x[10], x[14]); quarter(x[3], x[7], x[11], x[15]);
            quarter(x[0], x[5], x[10], x[15]); quarter(x[1], x[6], x[11], x[12]); quarter(x[2], x[7], x[8], x[13]); quarter(x[3], x[4], x[9], x[14]);
        }
        uint32_t head = (x[0] + 0x61707865u) ^ (x[1] + 0x3320646eu) ^ (x[2] + 0x79622d32u) ^ (x[3] + 0x6b206574u);
        uint32_t tail = (x[12] + counter) ^ x[13] ^ (x[14] + 0x4a000000u) ^ x[15];
#pragma unroll
        for (int k = 0; k < 8; ++k) head ^= x[4 + k] + key[k];
        mix += head ^ tail;
    }
    fold[i] = mix;
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    constexpr size_t kMost = (size_t)kCast * 4;
    static_assert((size_t)kPolyps * 2 <= kMost && (size_t)kCarriers * kSymbols * 2 <= kMost && (size_t)kReelPairs * 4 <= kMost && kMoments <= kPolyps &&
                  (size_t)kHues <= kPolyps && (size_t)kSpans * 2 <= kMost, "fields are too short");
    float *one = filled<float>(kMost, 61), *two = filled<float>(kPolyps, 62), *three = filled<float>(kPolyps, 63), *gain = filled<float>(kMost, 68), *out = empty<float>(kMost);
    __half* film = filled<__half>((size_t)kReelPairs * 8, 64);
    constexpr size_t kCoefficients = (size_t)kVotes * kDigits * kLimbs * kDegree;
    int *cipher = harness::indices(kCoefficients, 1u << 30, 65), *key = harness::indices(kCoefficients, 1u << 30, 66);
    int* seeds = harness::indices((size_t)kKeys * 2, 0x7fffffffu, 67);
    std::vector<Prime> moduli;
    for (uint32_t q = (1u << 30) - 1; (int)moduli.size() < kLimbs; q -= 2) {
        bool prime = true;
        for (uint32_t d = 3; (uint64_t)d * d <= q && prime; d += 2) prime = q % d != 0;
        if (prime) moduli.push_back({q, 0, UINT64_MAX / q});  // q does not divide 2^64
    }
    Prime* primes = harness::uploaded(moduli);
    // Emission lines: width and centre (as -centre * width), strength.
    std::vector<float4> emission(kLines);
    for (int s = 0; s < kLines; ++s) {
        float width = 1.5f + 0.5f * harness::unit(3 * s), centre = harness::unit(3 * s + 1);
        emission[s] = make_float4(width, -centre * width, 1.0f + 0.5f * harness::unit(3 * s + 2), 0.0f);
    }
    float4* lines = harness::uploaded(emission);
    Grade grade{make_float3(0.02f, 0.01f, 0.03f), make_float3(0.95f, 0.93f, 0.9f), make_float3(1.1f, 0.95f, 1.2f)};
    float2 *one2 = reinterpret_cast<float2*>(one), *out2 = reinterpret_cast<float2*>(out);
    float4 *one4 = reinterpret_cast<float4*>(one), *gain4 = reinterpret_cast<float4*>(gain), *out4 = reinterpret_cast<float4*>(out);
    const uint4 *film4 = reinterpret_cast<const uint4*>(film), *cipher4 = reinterpret_cast<const uint4*>(cipher), *key4 = reinterpret_cast<const uint4*>(key);
    const uint2* seeds2 = reinterpret_cast<const uint2*>(seeds);
    uint4* outu4 = reinterpret_cast<uint4*>(out); uint64_t* outu64 = reinterpret_cast<uint64_t*>(out); uint32_t* outu32 = reinterpret_cast<uint32_t*>(out);

    add("whale_choir_m6_a", out, kMoments, Output::f32, [=] { whale_choir_m6_a<<<kMoments / 256, 256>>>(one4, two, out); });
    add("whale_choir_m6_b", out, kMoments, Output::f32, [=] { whale_choir_m6_b<<<kMoments / 256, 256>>>(one4, two, out); });

    add("matinee_reel_m6_a", out, (size_t)kReelPairs * 8, Output::f16, [=] { matinee_reel_m6_a<<<kReelPairs / 192, 192>>>(film4, outu4, grade); });
    add("matinee_reel_m6_b", out, (size_t)kReelPairs * 8, Output::f16, [=] { matinee_reel_m6_b<<<kReelPairs / 192, 192>>>(film4, outu4, grade); });

    add("salt_lattice_m6_a", out, kRow * kRows, Output::f32, [=] { salt_lattice_m6_a<<<kRow * kRows / 512, 128>>>(one4, out); });
    add("salt_lattice_m6_b", out, kRow * kRows, Output::f32, [=] { salt_lattice_m6_b<<<kRow * kRows / 512, 128>>>(one4, out); });

    dim3 polls(kDegree4 / 128, kLimbs, kVotes);
    add("sealed_ballots_m6_a", out, (size_t)kVotes * kLimbs * kDegree, Output::i32, [=] { sealed_ballots_m6_a<<<polls, 128>>>(cipher4, key4, primes, outu4); });
    add("sealed_ballots_m6_b", out, (size_t)kVotes * kLimbs * kDegree, Output::i32, [=] { sealed_ballots_m6_b<<<polls, 128>>>(cipher4, key4, primes, outu4); });

    add("coral_atlas_m6_a", out, (size_t)kPolyps * 2, Output::i32, [=] { coral_atlas_m6_a<<<kPolyps / 256, 256>>>(one, two, three, outu64); });
    add("coral_atlas_m6_b", out, (size_t)kPolyps * 2, Output::i32, [=] { coral_atlas_m6_b<<<kPolyps / 256, 256>>>(one, two, three, outu64); });

    add("shore_soundings_m6_a", out, kDepths, Output::f32, [=] { shore_soundings_m6_a<<<kDepths / 128, 128>>>(two, one, out); });
    add("shore_soundings_m6_b", out, kDepths, Output::f32, [=] { shore_soundings_m6_b<<<kDepths / 128, 128>>>(two, one, out); });

    add("footbridge_sway_m6_a", out, (size_t)kSpans * 2, Output::f32, [=] { footbridge_sway_m6_a<<<kSpans / 512, 512>>>(one2, out2); });
    add("footbridge_sway_m6_b", out, (size_t)kSpans * 2, Output::f32, [=] { footbridge_sway_m6_b<<<kSpans / 512, 512>>>(one2, out2); });

    add("canal_echoes_m6_a", out, (size_t)kCarriers * kSymbols * 2, Output::f32, [=] { canal_echoes_m6_a<<<kCarriers / 256, 256>>>(one2, out2); });
    add("canal_echoes_m6_b", out, (size_t)kCarriers * kSymbols * 2, Output::f32, [=] { canal_echoes_m6_b<<<kCarriers / 256, 256>>>(one2, out2); });

    add("aurora_lines_m6_a", out, kHues, Output::f32, [=] { aurora_lines_m6_a<<<kAuroraBlocks, 128>>>(lines, two, out); });
    add("aurora_lines_m6_b", out, kHues, Output::f32, [=] { aurora_lines_m6_b<<<kAuroraBlocks, 128>>>(lines, two, out); });

    add("plaster_cast_m6_a", out, kMost, Output::f32, [=] { plaster_cast_m6_a<<<kCast / 256, 256>>>(one4, gain4, out4); });
    add("plaster_cast_m6_b", out, kMost, Output::f32, [=] { plaster_cast_m6_b<<<kCast / 256, 256>>>(one4, gain4, out4); });

    add("casino_vault_m6_a", out, kKeys, Output::i32, [=] { casino_vault_m6_a<<<kKeys / 256, 256>>>(seeds2, outu32); });

    return harness::run(argc, argv, cases);
}
