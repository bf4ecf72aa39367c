// Eight measured cases of arithmetic from science, industry and games: before (_a) and after (_b).
#include "harness.cuh"

#include <utility>

using harness::Case;
using harness::Output;

// ---- Radio astronomy: power that each pair of dishes sees of 256 sources in 16 neighbouring frequency bands.
constexpr int kSources = 256, kBands = 16, kDishPairs = 132 * 4 * 256 * 5;
constexpr float kFirstBand = 6.0f, kBandStep = 0.25f;

template <bool kTurned>
__device__ __forceinline__ void dish_power(const float2* __restrict__ pairs, const float4* __restrict__ sources, float* __restrict__ power) {
    __shared__ float4 sky[kSources];
    static_assert(kSources == 256, "one source a thread");
    sky[threadIdx.x] = sources[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 uv = pairs[i];
    float re[kBands], im[kBands];
#pragma unroll
    for (int k = 0; k < kBands; ++k) re[k] = im[k] = 0.0f;
#pragma unroll 1
    for (int s = 0; s < kSources; ++s) {
        float4 q = sky[s];  // direction cosines, flux, phase
        float delay = fmaf(uv.x, q.x, fmaf(uv.y, q.y, q.w));
        if constexpr (kTurned) {
            float sn, cs, sd, cd;
            __sincosf(delay * kFirstBand, &sn, &cs);
            __sincosf(delay * kBandStep, &sd, &cd);
            sn *= q.z; cs *= q.z;
#pragma unroll
            for (int k = 0; k < kBands; ++k) {
                re[k] += cs; im[k] += sn;
                float turned = fmaf(cs, cd, -sn * sd);
                sn = fmaf(sn, cd, cs * sd);
                cs = turned;
            }
        } else {
#pragma unroll
            for (int k = 0; k < kBands; ++k) {
                float sn, cs;
                __sincosf(delay * (kFirstBand + k * kBandStep), &sn, &cs);
                re[k] = fmaf(q.z, cs, re[k]); im[k] = fmaf(q.z, sn, im[k]);
            }
        }
    }
#pragma unroll
    for (int k = 0; k < kBands; ++k) power[(size_t)k * kDishPairs + i] = fmaf(re[k], re[k], im[k] * im[k]);
}

__global__ void __launch_bounds__(256, 4) heron_lantern_ag6_a(const float2* __restrict__ pairs, const float4* __restrict__ sources, float* __restrict__ power) {
    dish_power<false>(pairs, sources, power);
}
__global__ void __launch_bounds__(256, 4) heron_lantern_ag6_b(const float2* __restrict__ pairs, const float4* __restrict__ sources, float* __restrict__ power) {
    dish_power<true>(pairs, sources, power);
}

// ---- Drug discovery: score of a run of products of a made-on-demand library, whose numbers count scaffolds and three lists of reagents.
constexpr int kProducts = 132 * 8 * 10 * 256, kScaffolds = 2500000;
constexpr unsigned kAmines = 25771, kAcids = 1511, kHalides = 1201;

struct Shelf { unsigned long long size, inverse; };  // inverse: 2^64 / size, rounded down
struct Library { unsigned long long first; Shelf amines, acids, halides; };

template <bool kInverse>
__device__ __forceinline__ unsigned take_digit(unsigned long long& id, const Shelf& shelf) {
    if constexpr (kInverse) {
        unsigned long long q = __umul64hi(id, shelf.inverse), rest = id - q * shelf.size;  // q is right or one too small
        bool more = rest >= shelf.size;
        id = q + more;
        return (unsigned)rest - (more ? (unsigned)shelf.size : 0u);
    } else {
        unsigned long long q = id / shelf.size, rest = id - q * shelf.size;
        id = q;
        return (unsigned)rest;
    }
}

template <bool kInverse>
__device__ __forceinline__ void product_score(const Library& lib, const float* __restrict__ scaffold, const float* __restrict__ amine,
                                              const float* __restrict__ acid, const float* __restrict__ halide, float* __restrict__ score) {
    int i = blockIdx.x * 256 + threadIdx.x;
    unsigned long long id = lib.first + (unsigned)i;
    unsigned h = take_digit<kInverse>(id, lib.halides), c = take_digit<kInverse>(id, lib.acids), m = take_digit<kInverse>(id, lib.amines);
    float core = scaffold[(unsigned)id];
    score[i] = fmaf(core, halide[h], fmaf(0.5f, amine[m], acid[c])) + 2.0f;
}

__global__ void __launch_bounds__(256) quince_parcel_ag6_a(Library lib, const float* __restrict__ scaffold, const float* __restrict__ amine,
                                                           const float* __restrict__ acid, const float* __restrict__ halide, float* __restrict__ score) {
    product_score<false>(lib, scaffold, amine, acid, halide, score);
}
__global__ void __launch_bounds__(256) quince_parcel_ag6_b(Library lib, const float* __restrict__ scaffold, const float* __restrict__ amine,
                                                           const float* __restrict__ acid, const float* __restrict__ halide, float* __restrict__ score) {
    product_score<true>(lib, scaffold, amine, acid, halide, score);
}

// ---- Epidemics: chance that an outbreak has died out after 224 generations, q <- G(1 - v + v * q) with the generating function G of 56 chances
// (to infect so many others), for 16896 shares v of the susceptible, a thread a share.
constexpr int kShares = 132 * 128, kChances = 56, kGenerations = 224;
__constant__ float chance_of[kChances];

__global__ void __launch_bounds__(128) marble_almanac_ag6_a(const float* __restrict__ share, float* __restrict__ extinct) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float v = fmaf(0.45f, share[i], 0.5f), immune = 1.0f - v, q = 0.0f;
#pragma unroll 1
    for (int g = 0; g < kGenerations; ++g) {
        float x = fmaf(v, q, immune), sum = chance_of[kChances - 1];
#pragma unroll
        for (int k = kChances - 2; k >= 0; --k) sum = fmaf(sum, x, chance_of[k]);
        q = sum;
    }
    extinct[i] = q;
}

__global__ void __launch_bounds__(128) marble_almanac_ag6_b(const float* __restrict__ share, float* __restrict__ extinct) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float v = fmaf(0.45f, share[i], 0.5f), immune = 1.0f - v, q = 0.0f;
#pragma unroll 1
    for (int g = 0; g < kGenerations; ++g) {
        float x = fmaf(v, q, immune), x2 = x * x, x4 = x2 * x2, x8 = x4 * x4, part[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) part[j] = chance_of[kChances - 8 + j];
#pragma unroll
        for (int k = kChances - 16; k >= 0; k -= 8)
#pragma unroll
            for (int j = 0; j < 8; ++j) part[j] = fmaf(part[j], x8, chance_of[k + j]);
#pragma unroll
        for (int j = 0; j < 8; j += 2) part[j] = fmaf(part[j + 1], x, part[j]);
        q = fmaf(fmaf(part[6], x2, part[4]), x4, fmaf(part[2], x2, part[0]));
    }
    extinct[i] = q;
}

// ---- Speech: best of 128 Gaussians of a phoneme (diagonal, as a*x*x + b*x + c) for each frame of 8 cepstral values, eight frames a thread.
constexpr int kGaussians = 128, kCepstra = 8, kFrames = 132 * 16 * 128 * 8;

template <bool kFused>
__device__ __forceinline__ float times_plus(float a, float b, float c) {
    if constexpr (kFused) return fmaf(a, b, c);
    else return __fadd_rn(__fmul_rn(a, b), c);  // rounds as the reference on the CPU does
}

template <bool kFused>
__device__ __forceinline__ void phoneme_score(const float4* __restrict__ shapes, const float* __restrict__ weights, const float4* __restrict__ cepstra,
                                              float4* __restrict__ score) {
    __shared__ float4 shape[kGaussians * kCepstra / 2];
    __shared__ float weight[kGaussians];
    int t = threadIdx.x;
#pragma unroll
    for (int j = 0; j < kGaussians * kCepstra / 2; j += 128) {
        float4 p = shapes[j + t];
        shape[j + t] = make_float4(0.5f * p.x - 1.0f, p.y, 0.5f * p.z - 1.0f, p.w);
    }
    weight[t] = weights[t];
    static_assert(kGaussians == 128, "one weight a thread");
    float x[kCepstra][8], best[8];
    int quad = blockIdx.x * 256 + t;  // of frames; the second one lies 128 further
#pragma unroll
    for (int d = 0; d < kCepstra; ++d) {
        float4 u = cepstra[d * (kFrames / 4) + quad], v = cepstra[d * (kFrames / 4) + quad + 128];
        x[d][0] = u.x; x[d][1] = u.y; x[d][2] = u.z; x[d][3] = u.w;
        x[d][4] = v.x; x[d][5] = v.y; x[d][6] = v.z; x[d][7] = v.w;
    }
#pragma unroll
    for (int f = 0; f < 8; ++f) best[f] = -1e30f;
    __syncthreads();
#pragma unroll 1
    for (int g = 0; g < kGaussians; ++g) {
        float sum[8], w = weight[g];
#pragma unroll
        for (int f = 0; f < 8; ++f) sum[f] = w;
#pragma unroll
        for (int d = 0; d < kCepstra; d += 2) {
            float4 p = shape[g * (kCepstra / 2) + d / 2];
#pragma unroll
            for (int f = 0; f < 8; ++f) sum[f] = times_plus<kFused>(times_plus<kFused>(p.x, x[d][f], p.y), x[d][f], sum[f]);
#pragma unroll
            for (int f = 0; f < 8; ++f) sum[f] = times_plus<kFused>(times_plus<kFused>(p.z, x[d + 1][f], p.w), x[d + 1][f], sum[f]);
        }
#pragma unroll
        for (int f = 0; f < 8; ++f) best[f] = fmaxf(best[f], sum[f]);
    }
    score[quad] = make_float4(best[0], best[1], best[2], best[3]);
    score[quad + 128] = make_float4(best[4], best[5], best[6], best[7]);
}

__global__ void __launch_bounds__(128, 4) velvet_parrot_ag6_a(const float4* __restrict__ shapes, const float* __restrict__ weights,
                                                              const float4* __restrict__ cepstra, float4* __restrict__ score) {
    phoneme_score<false>(shapes, weights, cepstra, score);
}
__global__ void __launch_bounds__(128, 4) velvet_parrot_ag6_b(const float4* __restrict__ shapes, const float* __restrict__ weights,
                                                              const float4* __restrict__ cepstra, float4* __restrict__ score) {
    phoneme_score<true>(shapes, weights, cepstra, score);
}

// ---- Hydrology: level and day at which each of 33792 reservoirs spills for the first time, else its level after 192 days.
constexpr int kDams = 132 * 256, kDays = 192, kAhead = 16;
constexpr float kKeep = 0.96f, kBrim = 6.5f;

__global__ void __launch_bounds__(256, 2) copper_willow_ag6_a(const float* __restrict__ start, const float* __restrict__ inflow, float2* __restrict__ spill) {
    int i = blockIdx.x * 256 + threadIdx.x, day = 0;
    float level = start[i];
#pragma unroll 1
    for (; day < kDays && level <= kBrim; ++day) level = fmaf(kKeep, level, inflow[day * kDams + i]);
    spill[i] = make_float2(level, (float)day);
}

__global__ void __launch_bounds__(256, 2) copper_willow_ag6_b(const float* __restrict__ start, const float* __restrict__ inflow, float2* __restrict__ spill) {
    int i = blockIdx.x * 256 + threadIdx.x, day = 0;
    float level = start[i];
#pragma unroll 1
    for (int from = 0; from < kDays && level <= kBrim; from += kAhead) {
        float in[kAhead];
#pragma unroll
        for (int j = 0; j < kAhead; ++j) in[j] = inflow[(from + j) * kDams + i];
#pragma unroll
        for (int j = 0; j < kAhead; ++j) {
            bool open = level <= kBrim;
            level = open ? fmaf(kKeep, level, in[j]) : level;
            day += open;
        }
    }
    spill[i] = make_float2(level, (float)day);
}

// ---- Games: procedural wings of 32 kinds of moths, each of 40 soft spots, in patches of 128 points of one kind, a warp a patch.
constexpr int kMoths = 32, kSpots = 40, kPatches = 132 * 40 * 8;

__host__ __device__ constexpr float moth_gene(unsigned x) {  // in [0, 1)
    x ^= x >> 16; x *= 0x21f0aaadu; x ^= x >> 15; x *= 0x735a2d97u; x ^= x >> 15;
    return (x >> 8) * (1.0f / 16777216.0f);
}
__host__ __device__ constexpr float spot_x(int n) { return 2.0f * moth_gene(4 * n + 1) - 1.0f; }
__host__ __device__ constexpr float spot_y(int n) { return 2.0f * moth_gene(4 * n + 2) - 1.0f; }
__host__ __device__ constexpr float spot_sharp(int n) { return 0.5f + 4.0f * moth_gene(4 * n + 3); }
__host__ __device__ constexpr float spot_shade(int n) { return 0.25f + moth_gene(4 * n + 4); }

__device__ __forceinline__ float add_spot(float x, float y, float a, float b, float sharp, float shade, float sum) {
    float dx = x - a, dy = y - b, glow = __saturatef(fmaf(-sharp, fmaf(dx, dx, dy * dy), 1.0f));
    return fmaf(glow * glow, shade, sum);
}

template <int kSpot>
__device__ __forceinline__ void bake_spot(const float4& x, const float4& y, float4& sum) {
    constexpr float a = spot_x(kSpot), b = spot_y(kSpot), sharp = spot_sharp(kSpot), shade = spot_shade(kSpot);
    sum.x = add_spot(x.x, y.x, a, b, sharp, shade, sum.x); sum.y = add_spot(x.y, y.y, a, b, sharp, shade, sum.y);
    sum.z = add_spot(x.z, y.z, a, b, sharp, shade, sum.z); sum.w = add_spot(x.w, y.w, a, b, sharp, shade, sum.w);
}
template <int kMoth, int... kSpot>
__device__ __forceinline__ void bake_spots(const float4& x, const float4& y, float4& sum, std::integer_sequence<int, kSpot...>) {
    (bake_spot<kMoth * kSpots + kSpot>(x, y, sum), ...);
}
template <int kMoth>
__device__ __noinline__ float4 moth_wing(float4 x, float4 y) {  // one shader a kind, its spots built in
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    bake_spots<kMoth>(x, y, sum, std::make_integer_sequence<int, kSpots>());
    return sum;
}
template <int kFrom, int kTo>
__device__ __forceinline__ float4 shade_moth(int moth, const float4& x, const float4& y) {
    if constexpr (kTo - kFrom == 1) return moth_wing<kFrom>(x, y);
    else {
        constexpr int kMid = (kFrom + kTo) / 2;
        if (moth < kMid) return shade_moth<kFrom, kMid>(moth, x, y);
        return shade_moth<kMid, kTo>(moth, x, y);
    }
}

__global__ void __launch_bounds__(256) saffron_moth_ag6_a(const int* __restrict__ kind, const float4* __restrict__ across, const float4* __restrict__ along,
                                                          float4* __restrict__ shade) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 x = across[i], y = along[i];
    shade[i] = shade_moth<0, kMoths>(kind[i / 32], x, y);
}

__global__ void __launch_bounds__(256) saffron_moth_ag6_b(const int* __restrict__ kind, const float4* __restrict__ across, const float4* __restrict__ along,
                                                          const float4* __restrict__ spots, float4* __restrict__ shade) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 x = across[i], y = along[i], sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    const float4* mine = spots + kind[i / 32] * kSpots;
#pragma unroll 4
    for (int s = 0; s < kSpots; ++s) {
        float4 q = __ldg(mine + s);
        sum.x = add_spot(x.x, y.x, q.x, q.y, q.z, q.w, sum.x); sum.y = add_spot(x.y, y.y, q.x, q.y, q.z, q.w, sum.y);
        sum.z = add_spot(x.z, y.z, q.x, q.y, q.z, q.w, sum.z); sum.w = add_spot(x.w, y.w, q.x, q.y, q.z, q.w, sum.w);
    }
    shade[i] = sum;
}

// ---- Microscopy: ratio of signal to noise of each pixel of a stack from its exposure, its dark frame and its lighting, a quadruple a thread.
constexpr int kPixels = 1 << 25;  // quadruples

template <bool kQuick>
__device__ __forceinline__ float signal_to_noise(float light, float dark, float flat) {
    float signal = fmaf(-0.4f, dark, light) + 1.5f, gain = 1.5f + flat, spread = fmaf(light, light, fmaf(dark, dark, 0.5f));
    if constexpr (kQuick) return signal * gain * rsqrtf(spread);
    else return signal * gain / sqrtf(spread);
}

template <bool kQuick>
__device__ __forceinline__ void clean_pixels(const float4* __restrict__ light, const float4* __restrict__ dark, const float4* __restrict__ flat,
                                             float4* __restrict__ ratio) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 l = __ldcs(light + i), d = __ldcs(dark + i), f = __ldcs(flat + i);
    __stcs(ratio + i, make_float4(signal_to_noise<kQuick>(l.x, d.x, f.x), signal_to_noise<kQuick>(l.y, d.y, f.y),
                                  signal_to_noise<kQuick>(l.z, d.z, f.z), signal_to_noise<kQuick>(l.w, d.w, f.w)));
}

__global__ void __launch_bounds__(256) cinder_plum_ag6_a(const float4* __restrict__ light, const float4* __restrict__ dark, const float4* __restrict__ flat,
                                                         float4* __restrict__ ratio) {
    clean_pixels<false>(light, dark, flat, ratio);
}
__global__ void __launch_bounds__(256) cinder_plum_ag6_b(const float4* __restrict__ light, const float4* __restrict__ dark, const float4* __restrict__ flat,
                                                         float4* __restrict__ ratio) {
    clean_pixels<true>(light, dark, flat, ratio);
}

// ---- Oceanography: density of sea water by a polynomial of 16 x 16 terms in temperature and salinity, in double as the standard asks.
constexpr int kTerms = 16, kPairs = 4, kSamples = 132 * 42 * 256 * kPairs;  // pairs of samples; four pairs a thread

__global__ void __launch_bounds__(256) otter_brine_ag6_a(const double2* __restrict__ coefficients, const double2* __restrict__ heat,
                                                         const double2* __restrict__ salt, double2* __restrict__ density) {
    __shared__ double2 table[kTerms * kTerms / 2];
    int t = threadIdx.x, i = blockIdx.x * (256 * kPairs) + t;
    if (t < kTerms * kTerms / 2) table[t] = coefficients[t];
    double2 h[kPairs], s[kPairs], sum[kPairs];
#pragma unroll
    for (int p = 0; p < kPairs; ++p) { h[p] = heat[i + p * 256]; s[p] = salt[i + p * 256]; sum[p] = make_double2(0.0, 0.0); }
    __syncthreads();
#pragma unroll 1
    for (int row = kTerms - 1; row >= 0; --row) {
        const double2* terms = table + row * (kTerms / 2);
        double2 c = terms[kTerms / 2 - 1], r[kPairs];
#pragma unroll
        for (int p = 0; p < kPairs; ++p) r[p] = make_double2(fma(c.y, s[p].x, c.x), fma(c.y, s[p].y, c.x));
#pragma unroll
        for (int k = kTerms / 2 - 2; k >= 0; --k) {
            c = terms[k];
#pragma unroll
            for (int p = 0; p < kPairs; ++p) { r[p].x = fma(r[p].x, s[p].x, c.y); r[p].y = fma(r[p].y, s[p].y, c.y); }
#pragma unroll
            for (int p = 0; p < kPairs; ++p) { r[p].x = fma(r[p].x, s[p].x, c.x); r[p].y = fma(r[p].y, s[p].y, c.x); }
        }
#pragma unroll
        for (int p = 0; p < kPairs; ++p) { sum[p].x = fma(sum[p].x, h[p].x, r[p].x); sum[p].y = fma(sum[p].y, h[p].y, r[p].y); }
    }
#pragma unroll
    for (int p = 0; p < kPairs; ++p) density[i + p * 256] = sum[p];
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type});
    };

    {
        float2* pairs = reinterpret_cast<float2*>(filled<float>((size_t)kDishPairs * 2, 601));
        float4* sources = reinterpret_cast<float4*>(filled<float>(kSources * 4, 602));
        float* power = empty<float>((size_t)kDishPairs * kBands);
        add("heron_lantern_ag6_a", power, (size_t)kDishPairs * kBands, [=] { heron_lantern_ag6_a<<<kDishPairs / 256, 256>>>(pairs, sources, power); });
        add("heron_lantern_ag6_b", power, (size_t)kDishPairs * kBands, [=] { heron_lantern_ag6_b<<<kDishPairs / 256, 256>>>(pairs, sources, power); });
    }
    {
        auto shelf = [](unsigned size) { return Shelf{size, ~0ull / size}; };
        Library lib{(unsigned long long)(kScaffolds - 1000) * kAmines * kAcids * kHalides + 123456789ull, shelf(kAmines), shelf(kAcids), shelf(kHalides)};
        float *scaffold = filled<float>(kScaffolds, 611), *amine = filled<float>(kAmines, 612), *acid = filled<float>(kAcids, 613), *halide = filled<float>(kHalides, 614);
        float* score = empty<float>(kProducts);
        add("quince_parcel_ag6_a", score, kProducts, [=] { quince_parcel_ag6_a<<<kProducts / 256, 256>>>(lib, scaffold, amine, acid, halide, score); });
        add("quince_parcel_ag6_b", score, kProducts, [=] { quince_parcel_ag6_b<<<kProducts / 256, 256>>>(lib, scaffold, amine, acid, halide, score); });
    }
    {
        std::vector<float> chance(kChances);
        float fall = 1.0f, total = 0.0f;
        for (int k = 0; k < kChances; ++k, fall *= 0.93f) { chance[k] = fall * (1.1f + harness::unit(621 + k)); total += chance[k]; }
        for (float& c : chance) c /= total;
        CHECK(cudaMemcpyToSymbol(chance_of, chance.data(), kChances * sizeof(float)));
        float *share = filled<float>(kShares, 622), *extinct = empty<float>(kShares);
        add("marble_almanac_ag6_a", extinct, kShares, [=] { marble_almanac_ag6_a<<<kShares / 128, 128>>>(share, extinct); });
        add("marble_almanac_ag6_b", extinct, kShares, [=] { marble_almanac_ag6_b<<<kShares / 128, 128>>>(share, extinct); });
    }
    {
        float4* shapes = reinterpret_cast<float4*>(filled<float>((size_t)kGaussians * kCepstra * 2, 631));
        float* weights = filled<float>(kGaussians, 632);
        float4* cepstra = reinterpret_cast<float4*>(filled<float>((size_t)kFrames * kCepstra, 633));
        float4* score = reinterpret_cast<float4*>(empty<float>(kFrames));
        add("velvet_parrot_ag6_a", score, kFrames, [=] { velvet_parrot_ag6_a<<<kFrames / 1024, 128>>>(shapes, weights, cepstra, score); });
        add("velvet_parrot_ag6_b", score, kFrames, [=] { velvet_parrot_ag6_b<<<kFrames / 1024, 128>>>(shapes, weights, cepstra, score); });
    }
    {
        float *start = filled<float>(kDams, 641), *inflow = filled<float>((size_t)kDams * kDays, 642);
        float2* spill = reinterpret_cast<float2*>(empty<float>((size_t)kDams * 2));
        add("copper_willow_ag6_a", spill, (size_t)kDams * 2, [=] { copper_willow_ag6_a<<<kDams / 256, 256>>>(start, inflow, spill); });
        add("copper_willow_ag6_b", spill, (size_t)kDams * 2, [=] { copper_willow_ag6_b<<<kDams / 256, 256>>>(start, inflow, spill); });
    }
    {
        std::vector<float4> genes(kMoths * kSpots);
        for (int n = 0; n < kMoths * kSpots; ++n) genes[n] = make_float4(spot_x(n), spot_y(n), spot_sharp(n), spot_shade(n));
        float4* spots = harness::uploaded(genes);
        int* kind = harness::indices(kPatches, kMoths, 651);
        float4 *across = reinterpret_cast<float4*>(filled<float>((size_t)kPatches * 128, 652)), *along = reinterpret_cast<float4*>(filled<float>((size_t)kPatches * 128, 653));
        float4* shade = reinterpret_cast<float4*>(empty<float>((size_t)kPatches * 128));
        add("saffron_moth_ag6_a", shade, (size_t)kPatches * 128, [=] { saffron_moth_ag6_a<<<kPatches / 8, 256>>>(kind, across, along, shade); });
        add("saffron_moth_ag6_b", shade, (size_t)kPatches * 128, [=] { saffron_moth_ag6_b<<<kPatches / 8, 256>>>(kind, across, along, spots, shade); });
    }
    {
        float4 *light = reinterpret_cast<float4*>(filled<float>((size_t)kPixels * 4, 661)), *dark = reinterpret_cast<float4*>(filled<float>((size_t)kPixels * 4, 662));
        float4 *flat = reinterpret_cast<float4*>(filled<float>((size_t)kPixels * 4, 663)), *ratio = reinterpret_cast<float4*>(empty<float>((size_t)kPixels * 4));
        add("cinder_plum_ag6_a", ratio, (size_t)kPixels * 4, [=] { cinder_plum_ag6_a<<<kPixels / 256, 256>>>(light, dark, flat, ratio); });
        add("cinder_plum_ag6_b", ratio, (size_t)kPixels * 4, [=] { cinder_plum_ag6_b<<<kPixels / 256, 256>>>(light, dark, flat, ratio); });
    }
    {
        double2* coefficients = reinterpret_cast<double2*>(filled<double>(kTerms * kTerms, 671));
        double2 *heat = reinterpret_cast<double2*>(filled<double>((size_t)kSamples * 2, 672)), *salt = reinterpret_cast<double2*>(filled<double>((size_t)kSamples * 2, 673));
        double2* density = reinterpret_cast<double2*>(empty<double>((size_t)kSamples * 2));
        add("otter_brine_ag6_a", density, (size_t)kSamples * 2, [=] { otter_brine_ag6_a<<<kSamples / (256 * kPairs), 256>>>(coefficients, heat, salt, density); }, Output::f64);
    }

    return harness::run(argc, argv, cases);
}
