// Eight measured cases on the shape of launches: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Statistical physics: mean square position of noisy particles in a double well (Langevin steps), sixteen particles a thread.
constexpr int kWellThreads = 148 * 1024, kWellSteps = 256, kFlock = 16;

template <int kThreads>
__device__ __forceinline__ void double_well(const float4* __restrict__ place, float4* __restrict__ spread) {
    int i = blockIdx.x * kThreads + threadIdx.x;
    float x[kFlock], sum[kFlock];
    uint32_t seed[kFlock];
#pragma unroll
    for (int k = 0; k < kFlock; k += 4) {
        float4 p = place[i + (k / 4) * kWellThreads];
        x[k] = p.x; x[k + 1] = p.y; x[k + 2] = p.z; x[k + 3] = p.w;
    }
#pragma unroll
    for (int k = 0; k < kFlock; ++k) { sum[k] = 0.0f; seed[k] = harness::hash32(i * kFlock + k + 1); }
#pragma unroll 1
    for (int step = 0; step < kWellSteps; ++step) {
#pragma unroll
        for (int k = 0; k < kFlock; ++k) {
            seed[k] = seed[k] * 1664525u + 1013904223u;
            float kick = __uint_as_float((seed[k] >> 9) | 0x3f800000u) - 1.5f;
            float slope = fmaf(-x[k] * x[k], x[k], x[k]);
            x[k] = fmaf(0.02f, slope, fmaf(0.35f, kick, x[k]));
            sum[k] = fmaf(x[k], x[k], sum[k]);
        }
    }
    constexpr float kShare = 1.0f / kWellSteps;
#pragma unroll
    for (int k = 0; k < kFlock; k += 4)
        spread[i + (k / 4) * kWellThreads] = make_float4(sum[k] * kShare, sum[k + 1] * kShare, sum[k + 2] * kShare, sum[k + 3] * kShare);
}

__global__ void __launch_bounds__(1024) amber_lantern_av3_a(const float4* __restrict__ place, float4* __restrict__ spread) {
    double_well<1024>(place, spread);
}
__global__ void __launch_bounds__(128) amber_lantern_av3_b(const float4* __restrict__ place, float4* __restrict__ spread) {
    double_well<128>(place, spread);
}

// ---- Search engine: best score and score mass of every chunk of 2048 postings (block-max index), lists of 1 to 160 chunks.
constexpr int kLists = 3000, kChunk = 2048;

__device__ __forceinline__ float posting_score(float tf, float length) {
    float often = fabsf(tf);
    return __fdividef(2.2f * often, often + fmaf(0.45f, length, 0.75f));
}

__device__ __forceinline__ void chunk_bound(const float4* __restrict__ tf, const float4* __restrict__ length, float idf, int chunk, float2 (&part)[8],
                                            float2* __restrict__ bound) {
    int t = threadIdx.x;
    size_t at = (size_t)chunk * (kChunk / 4) + t;
    float4 f0 = tf[at], f1 = tf[at + 256], l0 = length[at], l1 = length[at + 256];
    float s[8] = {posting_score(f0.x, l0.x), posting_score(f0.y, l0.y), posting_score(f0.z, l0.z), posting_score(f0.w, l0.w),
                  posting_score(f1.x, l1.x), posting_score(f1.y, l1.y), posting_score(f1.z, l1.z), posting_score(f1.w, l1.w)};
    float best = s[0], mass = s[0];
#pragma unroll
    for (int k = 1; k < 8; ++k) { best = fmaxf(best, s[k]); mass += s[k]; }
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        best = fmaxf(best, __shfl_xor_sync(0xffffffffu, best, o));
        mass += __shfl_xor_sync(0xffffffffu, mass, o);
    }
    if (t % 32 == 0) part[t / 32] = make_float2(best, mass);
    __syncthreads();
    if (t < 8) {
        float2 v = part[t];
#pragma unroll
        for (int o = 4; o; o >>= 1) {
            v.x = fmaxf(v.x, __shfl_xor_sync(0xffu, v.x, o));
            v.y += __shfl_xor_sync(0xffu, v.y, o);
        }
        if (t == 0) bound[chunk] = make_float2(idf * v.x, idf * v.y);
    }
}

__global__ void __launch_bounds__(256) velvet_harbor_av3_a(const float4* __restrict__ tf, const float4* __restrict__ length, const float* __restrict__ rarity,
                                                           const int* __restrict__ first, float2* __restrict__ bound) {
    __shared__ float2 part[2][8];
    int list = blockIdx.x, from = first[list], to = first[list + 1];
    float idf = 2.0f + rarity[list];
    for (int chunk = from; chunk < to; ++chunk) chunk_bound(tf, length, idf, chunk, part[chunk & 1], bound);
}

__global__ void __launch_bounds__(256) velvet_harbor_av3_b(const float4* __restrict__ tf, const float4* __restrict__ length, const float* __restrict__ rarity,
                                                           const int* __restrict__ owner, float2* __restrict__ bound) {
    __shared__ float2 part[8];
    int chunk = blockIdx.x;
    chunk_bound(tf, length, 2.0f + rarity[owner[chunk]], chunk, part, bound);
}

// ---- Remote sensing: haze-corrected soil-adjusted vegetation index of a scene from two raw bands and a haze map.
constexpr int kScene = 132 * 8 * 256 * 44;  // quadruples

__device__ __forceinline__ float red_of(float raw) { return fmaf(fmaf(0.05f, raw, 0.35f), raw, 0.45f); }
__device__ __forceinline__ float nir_of(float raw) { return fmaf(fmaf(0.07f, raw, 0.40f), raw, 0.50f); }
__device__ __forceinline__ float savi_of(float red, float nir) { return 1.5f * __fdividef(nir - red, nir + red + 0.5f); }
__device__ __forceinline__ float clear_of(float savi, float haze) { return fmaf(-0.3f * haze, haze, 1.0f) * savi + 0.1f * haze; }

__global__ void __launch_bounds__(256) copper_meadow_av3_a0(const float4* __restrict__ raw_red, const float4* __restrict__ raw_nir, float4* __restrict__ red,
                                                            float4* __restrict__ nir) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 r = raw_red[i], n = raw_nir[i];
    red[i] = make_float4(red_of(r.x), red_of(r.y), red_of(r.z), red_of(r.w));
    nir[i] = make_float4(nir_of(n.x), nir_of(n.y), nir_of(n.z), nir_of(n.w));
}

__global__ void __launch_bounds__(256) copper_meadow_av3_a1(const float4* __restrict__ red, const float4* __restrict__ nir, float4* __restrict__ savi) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 r = red[i], n = nir[i];
    savi[i] = make_float4(savi_of(r.x, n.x), savi_of(r.y, n.y), savi_of(r.z, n.z), savi_of(r.w, n.w));
}

__global__ void __launch_bounds__(256) copper_meadow_av3_a2(const float4* __restrict__ savi, const float4* __restrict__ haze, float4* __restrict__ clear) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 s = savi[i], h = haze[i];
    clear[i] = make_float4(clear_of(s.x, h.x), clear_of(s.y, h.y), clear_of(s.z, h.z), clear_of(s.w, h.w));
}

__global__ void __launch_bounds__(256) copper_meadow_av3_b(const float4* __restrict__ raw_red, const float4* __restrict__ raw_nir,
                                                           const float4* __restrict__ haze, float4* __restrict__ clear) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 r = raw_red[i], n = raw_nir[i], h = haze[i];
    clear[i] = make_float4(clear_of(savi_of(red_of(r.x), nir_of(n.x)), h.x), clear_of(savi_of(red_of(r.y), nir_of(n.y)), h.y),
                           clear_of(savi_of(red_of(r.z), nir_of(n.z)), h.z), clear_of(savi_of(red_of(r.w), nir_of(n.w)), h.w));
}

// ---- Finance: 20 explicit steps of 528 American puts on grids of 512 log prices (early exercise at every step).
constexpr int kPuts = 528, kPrices = 512, kDays = 20;

struct PutWeights { float down, stay, up, payoff; };

__device__ __forceinline__ PutWeights put_weights(float vol, int j) {
    float s = fmaf(0.1f, vol, 0.3f), diffuse = 2.0f * s * s, drift = 0.02f - 0.1f * s * s;
    PutWeights w;
    w.down = 0.5f * (diffuse - drift);
    w.up = 0.5f * (diffuse + drift);
    w.stay = 0.9998f - diffuse;
    w.payoff = fmaxf(1.0f - __expf((j - 256) * 0.01f), 0.0f);
    return w;
}
__device__ __forceinline__ float put_step(const PutWeights& w, float below, float here, float above) {
    return fmaxf(w.payoff, fmaf(w.down, below, fmaf(w.up, above, w.stay * here)));
}

__global__ void __launch_bounds__(512) juniper_clock_av3_a0(const float* __restrict__ vol, const float* __restrict__ now, float* __restrict__ next) {
    int j = threadIdx.x, base = blockIdx.x * kPrices;
    PutWeights w = put_weights(vol[blockIdx.x], j);
    next[base + j] = put_step(w, now[base + max(j - 1, 0)], now[base + j], now[base + min(j + 1, kPrices - 1)]);
}

__global__ void __launch_bounds__(512) juniper_clock_av3_b(const float* __restrict__ vol, const float* __restrict__ start, float* __restrict__ end) {
    __shared__ float grid[2][kPrices];
    int j = threadIdx.x, base = blockIdx.x * kPrices, lower = max(j - 1, 0), upper = min(j + 1, kPrices - 1);
    PutWeights w = put_weights(vol[blockIdx.x], j);
    float value = start[base + j];
#pragma unroll 4
    for (int day = 0; day < kDays; ++day) {
        float* now = grid[day % 2];
        now[j] = value;
        __syncthreads();
        value = put_step(w, now[lower], value, now[upper]);
    }
    end[base + j] = value;
}

// ---- Radio astronomy: dedispersed power of 12288 samples at 22 trial dispersions over 64 channels.
constexpr int kTrials = 22, kChannels = 64, kSamples = 12288, kPitch = kSamples + 1536, kTile = 512;

__device__ __forceinline__ float dedispersed(const float* __restrict__ power, const int (&delay)[kChannels], int sample) {
    float even = 0.0f, odd = 0.0f;
#pragma unroll 8
    for (int c = 0; c < kChannels; c += 2) {
        even += power[c * kPitch + sample + delay[c]];
        odd += power[(c + 1) * kPitch + sample + delay[c + 1]];
    }
    return even + odd;
}

__global__ void __launch_bounds__(512, 4) saffron_anchor_av3_a(const float* __restrict__ power, const int* __restrict__ delays, float* __restrict__ series) {
    __shared__ int delay[kChannels];
    int trial = blockIdx.x;
    if (threadIdx.x < kChannels) delay[threadIdx.x] = delays[trial * kChannels + threadIdx.x];
    __syncthreads();
    for (int sample = threadIdx.x; sample < kSamples; sample += kTile) {
        float sum = dedispersed(power, delay, sample);
        series[trial * kSamples + sample] = sum * sum;
    }
}

__global__ void __launch_bounds__(512, 4) saffron_anchor_av3_b(const float* __restrict__ power, const int* __restrict__ delays, float* __restrict__ series) {
    __shared__ int delay[kChannels];
    int trial = blockIdx.y, sample = blockIdx.x * kTile + threadIdx.x;
    if (threadIdx.x < kChannels) delay[threadIdx.x] = delays[trial * kChannels + threadIdx.x];
    __syncthreads();
    float sum = dedispersed(power, delay, sample);
    series[trial * kSamples + sample] = sum * sum;
}

// ---- Biochemistry: product after 192 steps of inhibited enzyme kinetics in the 36 wells of each of 67584 assay plates.
constexpr int kPlates = 132 * 32 * 16, kWells = 36, kAssays = kPlates * kWells;
static_assert(kAssays % 256 == 0, "whole blocks");

__device__ __forceinline__ void assay_well(const float* __restrict__ dose, float* __restrict__ product, int at, int well) {
    float substrate = fmaf(0.5f, dose[at], 1.5f), made = 0.0f, affinity = fmaf(0.05f, (float)well, 0.2f);
#pragma unroll 8
    for (int step = 0; step < 192; ++step) {
        float free = fmaf(0.8f, made, affinity + substrate);
        float rate = __fdividef(0.03f * substrate, free);
        float loss = 0.001f * made;
        substrate = fmaf(0.5f, loss, substrate - rate);
        made += rate - loss;
    }
    product[at] = made;
}

__global__ void __launch_bounds__(36) willow_compass_av3_a(const float* __restrict__ dose, float* __restrict__ product) {
    assay_well(dose, product, blockIdx.x * kWells + threadIdx.x, threadIdx.x);
}

__global__ void __launch_bounds__(256) willow_compass_av3_b(const float* __restrict__ dose, float* __restrict__ product) {
    int at = blockIdx.x * 256 + threadIdx.x;
    assay_well(dose, product, at, at % kWells);
}

// ---- Games: six octaves of value noise on top of a coarse terrain.
constexpr int kTerrain = (132 * 4 * 24 + 40) * 512;

__device__ __forceinline__ float lattice(uint32_t x, uint32_t y) {
    uint32_t h = x * 0x9e3779b1u ^ y * 0x85ebca77u;
    h ^= h >> 15; h *= 0x2c1b3c6du; h ^= h >> 13;
    return __uint_as_float((h & 0x7fffffu) | 0x3f800000u) - 1.5f;
}

template <int kThreads>
__device__ __forceinline__ void terrain(const float* __restrict__ coarse, float* __restrict__ height) {
    int i = blockIdx.x * kThreads + threadIdx.x;
    float x = (i % 4096) * 0.0137f, y = (i / 4096) * 0.0137f, sum = coarse[i], weight = 0.5f;
#pragma unroll
    for (int octave = 0; octave < 6; ++octave) {
        float fx = floorf(x), fy = floorf(y), u = x - fx, v = y - fy;
        uint32_t cx = (uint32_t)(int)fx, cy = (uint32_t)(int)fy;
        u = u * u * fmaf(-2.0f, u, 3.0f);
        v = v * v * fmaf(-2.0f, v, 3.0f);
        float a = lattice(cx, cy), b = lattice(cx + 1, cy), c = lattice(cx, cy + 1), d = lattice(cx + 1, cy + 1);
        float low = fmaf(u, b - a, a), high = fmaf(u, d - c, c);
        sum = fmaf(weight, fmaf(v, high - low, low), sum);
        weight *= 0.5f;
        x = fmaf(2.03f, x, 11.7f);
        y = fmaf(2.03f, y, 5.3f);
    }
    height[i] = sum * sum;
}

__global__ void __launch_bounds__(512, 4) marble_sparrow_av3_a(const float* __restrict__ coarse, float* __restrict__ height) { terrain<512>(coarse, height); }
__global__ void __launch_bounds__(128, 16) marble_sparrow_av3_b(const float* __restrict__ coarse, float* __restrict__ height) { terrain<128>(coarse, height); }

// ---- Magnetic resonance: root of the sum of squares of two complex coils' images, one wave of blocks walking over all voxels.
constexpr int kLap = 132 * 8 * 256, kVoxels = kLap * 40;  // quadruples

__device__ __forceinline__ float coils_of(float a, float b, float c, float d) {
    float power = fmaf(a, a, fmaf(b, b, fmaf(c, c, fmaf(d, d, 1e-12f))));
    return power * rsqrtf(power);
}

__global__ void __launch_bounds__(256, 8) cobalt_thistle_av3_a(const float4* __restrict__ re0, const float4* __restrict__ im0, const float4* __restrict__ re1,
                                                               const float4* __restrict__ im1, float4* __restrict__ image) {
#pragma unroll 1
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kVoxels; i += kLap) {
        float4 a = __ldcs(re0 + i), b = __ldcs(im0 + i), c = __ldcs(re1 + i), d = __ldcs(im1 + i);
        __stcs(image + i, make_float4(coils_of(a.x, b.x, c.x, d.x), coils_of(a.y, b.y, c.y, d.y), coils_of(a.z, b.z, c.z, d.z),
                                      coils_of(a.w, b.w, c.w, d.w)));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch) { cases.push_back({name, launch, out, count, Output::f32}); };

    // Shared by all: four input fields, three fields for what lies between, one result.
    constexpr size_t kMost = (size_t)kScene * 4;
    float *one = filled<float>(kMost, 591), *two = filled<float>(kMost, 592), *three = filled<float>(kMost, 593), *four = filled<float>(kMost, 594);
    float *mid = empty<float>(kMost), *mid2 = empty<float>(kMost), *mid3 = empty<float>(kMost), *out = empty<float>(kMost);
    static_assert(kVoxels <= kScene && (size_t)kWellThreads * kFlock <= kMost && kTerrain <= (int)kMost && kAssays <= (int)kMost, "fields are too short");
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float4 *one4 = f4(one), *two4 = f4(two), *three4 = f4(three), *four4 = f4(four), *mid4 = f4(mid), *mid24 = f4(mid2), *mid34 = f4(mid3), *out4 = f4(out);
    float2* out2 = reinterpret_cast<float2*>(out);

    // Posting lists: most have 1 to 4 chunks, six have 160.
    std::vector<int> first_host(1, 0), owner_host;
    for (int list = 0; list < kLists; ++list) {
        int chunks = list % 500 == 250 ? 160 : 1 + (int)(harness::hash32(list + 17) % 4);
        for (int c = 0; c < chunks; ++c) owner_host.push_back(list);
        first_host.push_back((int)owner_host.size());
    }
    const int chunks = (int)owner_host.size();
    if ((size_t)chunks * kChunk > kMost) { std::fprintf(stderr, "too many postings\n"); return 1; }
    int *first = uploaded(first_host), *owner = uploaded(owner_host);

    std::vector<int> delay_host(kTrials * kChannels);
    for (int t = 0; t < kTrials; ++t)
        for (int c = 0; c < kChannels; ++c) delay_host[t * kChannels + c] = (t + 1) * c * c / 64;  // at most 1364
    int* delays = uploaded(delay_host);

    add("amber_lantern_av3_a", out, (size_t)kWellThreads * kFlock, [=] { amber_lantern_av3_a<<<kWellThreads / 1024, 1024>>>(one4, out4); });
    add("amber_lantern_av3_b", out, (size_t)kWellThreads * kFlock, [=] { amber_lantern_av3_b<<<kWellThreads / 128, 128>>>(one4, out4); });

    add("velvet_harbor_av3_a", out, (size_t)chunks * 2, [=] { velvet_harbor_av3_a<<<kLists, 256>>>(one4, two4, three, first, out2); });
    add("velvet_harbor_av3_b", out, (size_t)chunks * 2, [=] { velvet_harbor_av3_b<<<chunks, 256>>>(one4, two4, three, owner, out2); });

    add("copper_meadow_av3_a", out, kMost, [=] {
        copper_meadow_av3_a0<<<kScene / 256, 256>>>(one4, two4, mid4, mid24);
        copper_meadow_av3_a1<<<kScene / 256, 256>>>(mid4, mid24, mid34);
        copper_meadow_av3_a2<<<kScene / 256, 256>>>(mid34, three4, out4); });
    add("copper_meadow_av3_b", out, kMost, [=] { copper_meadow_av3_b<<<kScene / 256, 256>>>(one4, two4, three4, out4); });

    add("juniper_clock_av3_a", out, (size_t)kPuts * kPrices, [=] {
        for (int day = 0; day < kDays; ++day)
            juniper_clock_av3_a0<<<kPuts, kPrices>>>(two, day == 0 ? one : day % 2 ? mid : out, day % 2 ? out : mid); });
    add("juniper_clock_av3_b", out, (size_t)kPuts * kPrices, [=] { juniper_clock_av3_b<<<kPuts, kPrices>>>(two, one, out); });

    add("saffron_anchor_av3_a", out, (size_t)kTrials * kSamples, [=] { saffron_anchor_av3_a<<<kTrials, kTile>>>(four, delays, out); });
    add("saffron_anchor_av3_b", out, (size_t)kTrials * kSamples, [=] { saffron_anchor_av3_b<<<dim3(kSamples / kTile, kTrials), kTile>>>(four, delays, out); });

    add("willow_compass_av3_a", out, kAssays, [=] { willow_compass_av3_a<<<kPlates, kWells>>>(two, out); });
    add("willow_compass_av3_b", out, kAssays, [=] { willow_compass_av3_b<<<kAssays / 256, 256>>>(two, out); });

    add("marble_sparrow_av3_a", out, kTerrain, [=] { marble_sparrow_av3_a<<<kTerrain / 512, 512>>>(three, out); });
    add("marble_sparrow_av3_b", out, kTerrain, [=] { marble_sparrow_av3_b<<<kTerrain / 128, 128>>>(three, out); });

    add("cobalt_thistle_av3_a", out, (size_t)kVoxels * 4, [=] { cobalt_thistle_av3_a<<<132 * 8, 256>>>(one4, two4, three4, four4, out4); });

    return harness::run(argc, argv, cases);
}
