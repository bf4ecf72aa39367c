// Eleven measured pairs about arithmetic and latency: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Oceanography: height of the tide at many moments, a sum of 37 harmonic constituents.
constexpr int kMoments = 132 * 2048 * 24, kConstituents = 37;
__constant__ float4 kTide[kConstituents];  // height, speed, phase

__global__ void __launch_bounds__(256) tide_gauge_y6_a(const float* __restrict__ moment, float* __restrict__ level) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float t = moment[i], sum = 0.0f;
#pragma unroll 2
    for (int k = 0; k < kConstituents; ++k) {
        float4 c = kTide[k];
        sum = fmaf(c.x, cosf(fmaf(c.y, t, c.z)), sum);
    }
    level[i] = sum;
}

__global__ void __launch_bounds__(256) tide_gauge_y6_b(const float* __restrict__ moment, float* __restrict__ level) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float t = moment[i], sum = 0.0f;
#pragma unroll 2
    for (int k = 0; k < kConstituents; ++k) {
        float4 c = kTide[k];
        sum = fmaf(c.x, __cosf(fmaf(c.y, t, c.z)), sum);
    }
    level[i] = sum;
}

// ---- Jewellery: highlights of 16 lamps on a polished surface with a map of its polish.
constexpr int kFacets = 132 * 2048 * 24, kLamps = 16;
__constant__ float4 kLamp[kLamps];  // half vector and strength

template <bool kPlain>
__device__ __forceinline__ void sparkle(const float* __restrict__ tilt_x, const float* __restrict__ tilt_y, const float* __restrict__ polish, float* __restrict__ light) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float x = 0.6f * tilt_x[i], y = 0.6f * tilt_y[i], power = fmaf(12.0f, polish[i], 20.0f), sum = 0.0f;
    float z = sqrtf(1.0f - x * x - y * y);
#pragma unroll 4
    for (int k = 0; k < kLamps; ++k) {
        float4 h = kLamp[k];
        float d = fmaxf(fmaf(h.x, x, fmaf(h.y, y, h.z * z)), 0.0f);
        sum = fmaf(h.w, kPlain ? powf(d, power) : __powf(d, power), sum);
    }
    light[i] = sum;
}

__global__ void __launch_bounds__(256) gem_sparkle_y6_a(const float* __restrict__ x, const float* __restrict__ y, const float* __restrict__ polish, float* __restrict__ light) { sparkle<true>(x, y, polish, light); }
__global__ void __launch_bounds__(256) gem_sparkle_y6_b(const float* __restrict__ x, const float* __restrict__ y, const float* __restrict__ polish, float* __restrict__ light) { sparkle<false>(x, y, polish, light); }

// ---- Thunderstorms: electric potential at points of a cloud from 256 charged cells.
constexpr int kCloud = 132 * 2048 * 4, kCells = 256;

template <bool kPlain>
__device__ __forceinline__ void potential(const float* __restrict__ px, const float* __restrict__ py, const float* __restrict__ pz, const float4* __restrict__ cell, float* __restrict__ volt) {
    __shared__ float4 near[kCells];
    int i = blockIdx.x * 256 + threadIdx.x;
    near[threadIdx.x] = cell[threadIdx.x];
    float x = px[i], y = py[i], z = pz[i], sum = 0.0f;
    __syncthreads();
#pragma unroll 4
    for (int k = 0; k < kCells; ++k) {
        float4 c = near[k];
        float dx = c.x - x, dy = c.y - y, dz = c.z - z;
        float r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f)));
        if (kPlain) sum += c.w / sqrtf(r2);
        else sum = fmaf(c.w, rsqrtf(r2), sum);
    }
    volt[i] = sum;
}

__global__ void __launch_bounds__(256) storm_cells_y6_a(const float* __restrict__ x, const float* __restrict__ y, const float* __restrict__ z, const float4* __restrict__ cell, float* __restrict__ volt) { potential<true>(x, y, z, cell, volt); }
__global__ void __launch_bounds__(256) storm_cells_y6_b(const float* __restrict__ x, const float* __restrict__ y, const float* __restrict__ z, const float4* __restrict__ cell, float* __restrict__ volt) { potential<false>(x, y, z, cell, volt); }

// ---- Archives: two polynomial fingerprints of each letter of 64 words, modulo a prime chosen at run time.
constexpr int kLetters = 132 * 2048 * 2, kLetterWords = 64;

__global__ void __launch_bounds__(256) letter_seals_y6_a(const uint32_t* __restrict__ words, uint64_t prime, uint64_t base, uint64_t other, uint2* __restrict__ seal) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint64_t g = 1, h = 1;
#pragma unroll 4
    for (int w = 0; w < kLetterWords; ++w) {
        uint64_t v = words[w * kLetters + i];
        g = (g * base + v) % prime;
        h = (h * other + v) % prime;
    }
    seal[i] = make_uint2((uint32_t)g, (uint32_t)h);
}

__device__ __forceinline__ uint64_t reduced(uint64_t x, uint32_t prime, uint64_t inverse) {  // inverse: (2^64 - 1) / prime
    uint32_t r = (uint32_t)x - (uint32_t)__umul64hi(x, inverse) * prime;
    return min(r, r - prime);
}

__global__ void __launch_bounds__(256) letter_seals_y6_b(const uint32_t* __restrict__ words, uint32_t prime, uint64_t inverse, uint64_t base, uint64_t other, uint2* __restrict__ seal) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint64_t g = 1, h = 1;
#pragma unroll 4
    for (int w = 0; w < kLetterWords; ++w) {
        uint64_t v = words[w * kLetters + i];
        g = reduced(g * base + v, prime, inverse);
        h = reduced(h * other + v, prime, inverse);
    }
    seal[i] = make_uint2((uint32_t)g, (uint32_t)h);
}

// ---- Galaxies: place of every star along a space-filling curve (21 bits from each of three axes).
constexpr int kStars = 132 * 1024 * 128;

__global__ void __launch_bounds__(256) star_catalogue_y6_a(const uint32_t* __restrict__ x, const uint32_t* __restrict__ y, const uint32_t* __restrict__ z, unsigned long long* __restrict__ place) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint32_t a = x[i] & 0x1fffff, b = y[i] & 0x1fffff, c = z[i] & 0x1fffff;
    unsigned long long code = 0;
    for (int bit = 0; bit < 21; ++bit)
        code |= (unsigned long long)((a >> bit & 1) | (b >> bit & 1) << 1 | (c >> bit & 1) << 2) << (3 * bit);
    place[i] = code;
}

__device__ __forceinline__ unsigned long long spread(uint32_t v) {
    unsigned long long s = v & 0x1fffff;
    s = (s | s << 32) & 0x001f00000000ffffull;
    s = (s | s << 16) & 0x001f0000ff0000ffull;
    s = (s | s << 8) & 0x100f00f00f00f00full;
    s = (s | s << 4) & 0x10c30c30c30c30c3ull;
    return (s | s << 2) & 0x1249249249249249ull;
}

__global__ void __launch_bounds__(256) star_catalogue_y6_b(const uint32_t* __restrict__ x, const uint32_t* __restrict__ y, const uint32_t* __restrict__ z, unsigned long long* __restrict__ place) {
    int i = blockIdx.x * 256 + threadIdx.x;
    place[i] = spread(x[i]) | spread(y[i]) << 1 | spread(z[i]) << 2;
}

// ---- Rock cores: discrete Laplace transform of 8 echo trains at 16896 decay rates.
constexpr int kRates = 132 * 128, kTrains = 8, kEchoes = 8192;

template <int kChains>
__device__ __forceinline__ void decay(const float* __restrict__ rate, const float4* __restrict__ train, float* __restrict__ result) {
    __shared__ float4 echo[kEchoes / 4];
    int i = blockIdx.x * 128 + threadIdx.x;
    float r = fmaf(0.049f, rate[i], 0.95f), r2 = r * r, r4 = r2 * r2;
    for (int t = 0; t < kTrains; ++t) {
        __syncthreads();
#pragma unroll 16
        for (int k = threadIdx.x; k < kEchoes / 4; k += 128) echo[k] = train[t * (kEchoes / 4) + k];
        __syncthreads();
        float sum = 0.0f;
        if (kChains == 1) {
#pragma unroll 16
            for (int k = kEchoes / 4 - 1; k >= 0; --k) {
                float4 e = echo[k];
                sum = fmaf(sum, r, e.w); sum = fmaf(sum, r, e.z); sum = fmaf(sum, r, e.y); sum = fmaf(sum, r, e.x);
            }
        } else {
            float4 s = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll 16
            for (int k = kEchoes / 4 - 1; k >= 0; --k) {
                float4 e = echo[k];
                s.x = fmaf(s.x, r4, e.x); s.y = fmaf(s.y, r4, e.y); s.z = fmaf(s.z, r4, e.z); s.w = fmaf(s.w, r4, e.w);
            }
            sum = fmaf(fmaf(fmaf(s.w, r, s.z), r, s.y), r, s.x);
        }
        result[t * kRates + i] = sum;
    }
}

__global__ void __launch_bounds__(128) core_echoes_y6_a(const float* __restrict__ rate, const float4* __restrict__ train, float* __restrict__ result) { decay<1>(rate, train, result); }
__global__ void __launch_bounds__(128) core_echoes_y6_b(const float* __restrict__ rate, const float4* __restrict__ train, float* __restrict__ result) { decay<4>(rate, train, result); }

// ---- Telescopes: height of each ray after 24 aspheric surfaces, as the reference of the opticians rounds it.
constexpr int kRays = 132 * 2048 * 64, kSurfaces = 24, kTerms = 12;
__constant__ float kSag[kSurfaces][kTerms];

struct Apart { static __device__ __forceinline__ float go(float a, float b, float c) { return __fadd_rn(__fmul_rn(a, b), c); } };
struct Joined { static __device__ __forceinline__ float go(float a, float b, float c) { return fmaf(a, b, c); } };

template <typename Step>
__device__ __forceinline__ void trace(const float4* __restrict__ ray, float4* __restrict__ height) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = ray[i];
    float h[4] = {v.x, v.y, v.z, v.w};
#pragma unroll 1
    for (int s = 0; s < kSurfaces; ++s) {
        float q[4], p[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) { q[j] = h[j] * h[j]; p[j] = kSag[s][kTerms - 1]; }
#pragma unroll
        for (int k = kTerms - 2; k >= 0; --k)
#pragma unroll
            for (int j = 0; j < 4; ++j) p[j] = Step::go(p[j], q[j], kSag[s][k]);
#pragma unroll
        for (int j = 0; j < 4; ++j) h[j] = Step::go(0.8f, h[j], p[j]);
    }
    height[i] = make_float4(h[0], h[1], h[2], h[3]);
}

__global__ void __launch_bounds__(256) lens_rays_y6_a(const float4* __restrict__ ray, float4* __restrict__ height) { trace<Apart>(ray, height); }
__global__ void __launch_bounds__(256) lens_rays_y6_b(const float4* __restrict__ ray, float4* __restrict__ height) { trace<Joined>(ray, height); }

// ---- Greenhouses: smoothed temperature of 33792 sensors over 2048 minutes, a minute a row.
constexpr int kSensors = 132 * 256, kMinutes = 2048;

__global__ void __launch_bounds__(256) greenhouse_log_y6_a(const float* heat, const float* weight, float* smooth) {
    int s = blockIdx.x * 256 + threadIdx.x;
    float w = fmaf(0.2f, weight[s], 0.3f), y = 0.0f;
    for (int m = 0; m < kMinutes; ++m) {
        y = fmaf(w, heat[m * kSensors + s] - y, y);
        smooth[m * kSensors + s] = y;
    }
}

__global__ void __launch_bounds__(256) greenhouse_log_y6_b(const float* __restrict__ heat, const float* __restrict__ weight, float* __restrict__ smooth) {
    int s = blockIdx.x * 256 + threadIdx.x;
    float w = fmaf(0.2f, weight[s], 0.3f), y = 0.0f, v[32];
    for (int m = 0; m < kMinutes; m += 32) {
#pragma unroll
        for (int j = 0; j < 32; ++j) v[j] = heat[(m + j) * kSensors + s];
#pragma unroll
        for (int j = 0; j < 32; ++j) {
            y = fmaf(w, v[j] - y, y);
            smooth[(m + j) * kSensors + s] = y;
        }
    }
}

// ---- Flames: fitted rate of 32 chemical species, 192 terms each, at many temperatures; a warp has one species.
constexpr int kSpecies = 32, kFit = 192, kFlames = 132 * 4 * 256 * 32;  // of four temperatures

__host__ __device__ constexpr float fit(int species, int term) {  // the table of the chemists
    uint32_t h = (uint32_t)(species * kFit + term + 1) * 2654435761u;
    h ^= h >> 15; h *= 0x846ca68bu; h ^= h >> 13;
    return (float)(h >> 9) * (1.0f / 8388608.0f) - 0.5f;
}

template <int kOne>
__device__ __noinline__ float4 species_rate(float4 t) {
    float4 r = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll
    for (int k = kFit - 1; k >= 0; --k) {
        r.x = fmaf(r.x, t.x, fit(kOne, k)); r.y = fmaf(r.y, t.y, fit(kOne, k)); r.z = fmaf(r.z, t.z, fit(kOne, k)); r.w = fmaf(r.w, t.w, fit(kOne, k));
    }
    return r;
}

#define SPECIES(n) case n: r = species_rate<n>(t); break;
#define SPECIES8(n) SPECIES(n) SPECIES(n + 1) SPECIES(n + 2) SPECIES(n + 3) SPECIES(n + 4) SPECIES(n + 5) SPECIES(n + 6) SPECIES(n + 7)

__global__ void __launch_bounds__(256) flame_rates_y6_a(const float4* __restrict__ heat, float4* __restrict__ rate) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 t = heat[i], r = t;
    switch (i / 32 % kSpecies) { SPECIES8(0) SPECIES8(8) SPECIES8(16) SPECIES8(24) }
    rate[i] = r;
}

__global__ void __launch_bounds__(256) flame_rates_y6_b(const float4* __restrict__ heat, const float4* __restrict__ table, float4* __restrict__ rate) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 t = heat[i], r = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    const float4* terms = table + i / 32 % kSpecies * (kFit / 4);
#pragma unroll 4
    for (int k = kFit / 4 - 1; k >= 0; --k) {
        float4 c = terms[k];
        r.x = fmaf(r.x, t.x, c.w); r.y = fmaf(r.y, t.y, c.w); r.z = fmaf(r.z, t.z, c.w); r.w = fmaf(r.w, t.w, c.w);
        r.x = fmaf(r.x, t.x, c.z); r.y = fmaf(r.y, t.y, c.z); r.z = fmaf(r.z, t.z, c.z); r.w = fmaf(r.w, t.w, c.z);
        r.x = fmaf(r.x, t.x, c.y); r.y = fmaf(r.y, t.y, c.y); r.z = fmaf(r.z, t.z, c.y); r.w = fmaf(r.w, t.w, c.y);
        r.x = fmaf(r.x, t.x, c.x); r.y = fmaf(r.y, t.y, c.x); r.z = fmaf(r.z, t.z, c.x); r.w = fmaf(r.w, t.w, c.x);
    }
    rate[i] = r;
}

// ---- Elections: weight of each voter times the chance of a yes.
constexpr int kVoters = 132 * 2048 * 256;

template <bool kPlain>
__device__ __forceinline__ float yes(float stake, float view) {
    return kPlain ? stake / (1.0f + expf(-3.0f * view)) : __fdividef(stake, 1.0f + __expf(-3.0f * view));
}

template <bool kPlain>
__device__ __forceinline__ void poll(const float4* __restrict__ stake, const float4* __restrict__ view, float4* __restrict__ vote) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 s = stake[i], v = view[i];
    vote[i] = make_float4(yes<kPlain>(s.x, v.x), yes<kPlain>(s.y, v.y), yes<kPlain>(s.z, v.z), yes<kPlain>(s.w, v.w));
}

__global__ void __launch_bounds__(256) village_poll_y6_a(const float4* __restrict__ stake, const float4* __restrict__ view, float4* __restrict__ vote) { poll<true>(stake, view, vote); }
__global__ void __launch_bounds__(256) village_poll_y6_b(const float4* __restrict__ stake, const float4* __restrict__ view, float4* __restrict__ vote) { poll<false>(stake, view, vote); }

// ---- Couriers: key stream of ChaCha20, word by word of all blocks.
constexpr int kPads = 132 * 2048 * 16;

__device__ __forceinline__ void quarter(uint32_t& a, uint32_t& b, uint32_t& c, uint32_t& d) {
    a += b; d = __byte_perm(d ^ a, 0, 0x1032);
    c += d; b = __funnelshift_l(b ^ c, b ^ c, 12);
    a += b; d = __byte_perm(d ^ a, 0, 0x2103);
    c += d; b = __funnelshift_l(b ^ c, b ^ c, 7);
}

__global__ void __launch_bounds__(256) courier_pad_y6_a(const uint32_t* __restrict__ key, uint32_t* __restrict__ pad) {
    uint32_t i = blockIdx.x * 256 + threadIdx.x, first[16], s[16];
    first[0] = 0x61707865u; first[1] = 0x3320646eu; first[2] = 0x79622d32u; first[3] = 0x6b206574u;
#pragma unroll
    for (int k = 0; k < 8; ++k) first[4 + k] = key[k];
    first[12] = i;
#pragma unroll
    for (int k = 0; k < 3; ++k) first[13 + k] = key[8 + k];
#pragma unroll
    for (int k = 0; k < 16; ++k) s[k] = first[k];
#pragma unroll 2
    for (int round = 0; round < 10; ++round) {
        quarter(s[0], s[4], s[8], s[12]); quarter(s[1], s[5], s[9], s[13]); quarter(s[2], s[6], s[10], s[14]); quarter(s[3], s[7], s[11], s[15]);
        quarter(s[0], s[5], s[10], s[15]); quarter(s[1], s[6], s[11], s[12]); quarter(s[2], s[7], s[8], s[13]); quarter(s[3], s[4], s[9], s[14]);
    }
#pragma unroll
    for (int k = 0; k < 16; ++k) pad[(size_t)k * kPads + i] = s[k] + first[k];
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::unit; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    auto four = [](const float* p) { return reinterpret_cast<const float4*>(p); };

    constexpr size_t pool = (size_t)kVoters;  // the largest number of floats that a case reads from one array
    static_assert(pool >= (size_t)kSensors * kMinutes && pool >= (size_t)kFlames * 4 && pool >= (size_t)kRays && pool >= 3 * (size_t)kFacets, "shared");
    const float *sea = filled<float>(pool, 61), *sky = filled<float>(pool, 62);
    float* out = empty<float>(pool);
    float4* out4 = reinterpret_cast<float4*>(out);
    const uint32_t* numbers = reinterpret_cast<const uint32_t*>(indices((size_t)kLetters * kLetterWords, 0xffffffffu, 63));
    static_assert((size_t)kLetters * kLetterWords >= (size_t)kStars, "numbers");

    std::vector<float4> tide(kConstituents), lamp(kLamps);
    for (int k = 0; k < kConstituents; ++k) tide[k] = make_float4(1.0f + 0.5f * unit(4 * k), 20.0f + 12.0f * unit(4 * k + 1), 3.0f * unit(4 * k + 2), 0.0f);
    CHECK(cudaMemcpyToSymbol(kTide, tide.data(), sizeof(float4) * kConstituents));
    for (int k = 0; k < kLamps; ++k) {
        float x = 0.5f * unit(900 + 3 * k), y = 0.5f * unit(901 + 3 * k);
        lamp[k] = make_float4(x, y, std::sqrt(1.0f - x * x - y * y), 1.5f + unit(902 + 3 * k));
    }
    CHECK(cudaMemcpyToSymbol(kLamp, lamp.data(), sizeof(float4) * kLamps));
    std::vector<float> sag(kSurfaces * kTerms);
    for (size_t k = 0; k < sag.size(); ++k) sag[k] = 0.05f * unit(2000 + (uint32_t)k);
    CHECK(cudaMemcpyToSymbol(kSag, sag.data(), sizeof(float) * sag.size()));

    add("tide_gauge_y6_a", out, kMoments, Output::f32, [=] { tide_gauge_y6_a<<<kMoments / 256, 256>>>(sea, out); });
    add("tide_gauge_y6_b", out, kMoments, Output::f32, [=] { tide_gauge_y6_b<<<kMoments / 256, 256>>>(sea, out); });

    const float *tilt_x = sea, *tilt_y = sea + kFacets, *polish = sea + 2 * kFacets;
    add("gem_sparkle_y6_a", out, kFacets, Output::f32, [=] { gem_sparkle_y6_a<<<kFacets / 256, 256>>>(tilt_x, tilt_y, polish, out); });
    add("gem_sparkle_y6_b", out, kFacets, Output::f32, [=] { gem_sparkle_y6_b<<<kFacets / 256, 256>>>(tilt_x, tilt_y, polish, out); });

    const float *px = sea, *py = sea + kCloud, *pz = sea + 2 * kCloud, *cell = sea + 3 * kCloud;
    add("storm_cells_y6_a", out, kCloud, Output::f32, [=] { storm_cells_y6_a<<<kCloud / 256, 256>>>(px, py, pz, four(cell), out); });
    add("storm_cells_y6_b", out, kCloud, Output::f32, [=] { storm_cells_y6_b<<<kCloud / 256, 256>>>(px, py, pz, four(cell), out); });

    const uint64_t prime = 2147483647u, base = 1103515245u, other = 1664525013u;
    uint2* seal = reinterpret_cast<uint2*>(out);
    add("letter_seals_y6_a", seal, (size_t)kLetters * 2, Output::i32, [=] { letter_seals_y6_a<<<kLetters / 256, 256>>>(numbers, prime, base, other, seal); });
    add("letter_seals_y6_b", seal, (size_t)kLetters * 2, Output::i32, [=] { letter_seals_y6_b<<<kLetters / 256, 256>>>(numbers, (uint32_t)prime, ~0ull / prime, base, other, seal); });

    const uint32_t *nx = numbers, *ny = reinterpret_cast<const uint32_t*>(indices((size_t)kStars * 2, 0xffffffffu, 64)), *nz = ny + kStars;
    unsigned long long* place = reinterpret_cast<unsigned long long*>(out);
    add("star_catalogue_y6_a", place, (size_t)kStars * 2, Output::i32, [=] { star_catalogue_y6_a<<<kStars / 256, 256>>>(nx, ny, nz, place); });
    add("star_catalogue_y6_b", place, (size_t)kStars * 2, Output::i32, [=] { star_catalogue_y6_b<<<kStars / 256, 256>>>(nx, ny, nz, place); });

    add("core_echoes_y6_a", out, (size_t)kRates * kTrains, Output::f32, [=] { core_echoes_y6_a<<<kRates / 128, 128>>>(sea, four(sky), out); });
    add("core_echoes_y6_b", out, (size_t)kRates * kTrains, Output::f32, [=] { core_echoes_y6_b<<<kRates / 128, 128>>>(sea, four(sky), out); });

    add("lens_rays_y6_a", out, kRays, Output::f32, [=] { lens_rays_y6_a<<<kRays / 1024, 256>>>(four(sea), out4); });
    add("lens_rays_y6_b", out, kRays, Output::f32, [=] { lens_rays_y6_b<<<kRays / 1024, 256>>>(four(sea), out4); });

    add("greenhouse_log_y6_a", out, (size_t)kSensors * kMinutes, Output::f32, [=] { greenhouse_log_y6_a<<<kSensors / 256, 256>>>(sea, sky, out); });
    add("greenhouse_log_y6_b", out, (size_t)kSensors * kMinutes, Output::f32, [=] { greenhouse_log_y6_b<<<kSensors / 256, 256>>>(sea, sky, out); });

    std::vector<float> table(kSpecies * kFit);
    for (int s = 0; s < kSpecies; ++s) for (int k = 0; k < kFit; ++k) table[s * kFit + k] = fit(s, k);
    const float* terms = uploaded(table);
    add("flame_rates_y6_a", out, (size_t)kFlames * 4, Output::f32, [=] { flame_rates_y6_a<<<kFlames / 256, 256>>>(four(sea), out4); });
    add("flame_rates_y6_b", out, (size_t)kFlames * 4, Output::f32, [=] { flame_rates_y6_b<<<kFlames / 256, 256>>>(four(sea), four(terms), out4); });

    add("village_poll_y6_a", out, kVoters, Output::f32, [=] { village_poll_y6_a<<<kVoters / 1024, 256>>>(four(sea), four(sky), out4); });
    add("village_poll_y6_b", out, kVoters, Output::f32, [=] { village_poll_y6_b<<<kVoters / 1024, 256>>>(four(sea), four(sky), out4); });

    uint32_t* pad = reinterpret_cast<uint32_t*>(empty<float>((size_t)kPads * 16));
    add("courier_pad_y6_a", pad, (size_t)kPads * 16, Output::i32, [=] { courier_pad_y6_a<<<kPads / 256, 256>>>(numbers, pad); });

    return harness::run(argc, argv, cases);
}
