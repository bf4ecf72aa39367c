// Eight measured cases around global memory: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Electricity: evening bill of each household from its meter's log (24 hourly readings a row), its tariff and its standing share.
constexpr int kHomes = 1 << 24, kHours = 24, kHour = 19;

// kPitch: readings from one household to the next.
template <int kPitch>
__device__ __forceinline__ void evening_kettle(const float* __restrict__ reading, const float* __restrict__ tariff, const float* __restrict__ standing,
                                               float* __restrict__ bill) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float used[4], rate[4], fixed[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        used[j] = reading[(size_t)(i + j * 256) * kPitch];
        rate[j] = tariff[i + j * 256];
        fixed[j] = standing[i + j * 256];
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float load = 1.2f + used[j], over = fmaxf(load - 1.5f, 0.0f);  // what goes beyond the allowance costs half as much again
        bill[i + j * 256] = fmaf(fmaf(0.5f, over, load), fmaf(0.1f, rate[j], 0.3f), 0.05f * (1.0f + fixed[j]));
    }
}

__global__ void __launch_bounds__(256) evening_kettle_ag1_a(const float* __restrict__ log, const float* __restrict__ tariff,
                                                            const float* __restrict__ standing, float* __restrict__ bill) {
    evening_kettle<kHours>(log + kHour, tariff, standing, bill);
}
__global__ void __launch_bounds__(256) evening_kettle_ag1_b(const float* __restrict__ hour, const float* __restrict__ tariff,
                                                            const float* __restrict__ standing, float* __restrict__ bill) {
    evening_kettle<1>(hour, tariff, standing, bill);
}

// ---- Seismics: rectified amplitude of 2048 traces of 2048 samples, levelled by trace and by depth, handed on as time slices (all traces of one sample).
constexpr int kTraces = 2048, kSamples = 2048;

__device__ __forceinline__ float gravel_level(float sample, float coupling, float spread) {
    return fabsf(sample) * fmaf(0.5f, coupling, 1.0f) * fmaf(0.25f, spread, 2.0f);
}

__global__ void __launch_bounds__(256) gravel_echo_ag1_a(const float* __restrict__ trace, const float* __restrict__ coupling,
                                                         const float* __restrict__ spread, float* __restrict__ slice) {
    int s = blockIdx.x * 32 + threadIdx.x, g = blockIdx.y * 32 + threadIdx.y;
    float depth = spread[s], v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = gravel_level(trace[(g + 8 * j) * kSamples + s], coupling[g + 8 * j], depth);
#pragma unroll
    for (int j = 0; j < 4; ++j) slice[s * kTraces + g + 8 * j] = v[j];
}

__global__ void __launch_bounds__(256) gravel_echo_ag1_b(const float* __restrict__ trace, const float* __restrict__ coupling,
                                                         const float* __restrict__ spread, float* __restrict__ slice) {
    __shared__ float tile[32][33];
    int x = threadIdx.x, y = threadIdx.y, s = blockIdx.x * 32 + x, g = blockIdx.y * 32 + y;
    float depth = spread[s], v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = gravel_level(trace[(g + 8 * j) * kSamples + s], coupling[g + 8 * j], depth);
#pragma unroll
    for (int j = 0; j < 4; ++j) tile[y + 8 * j][x] = v[j];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) slice[(blockIdx.x * 32 + y + 8 * j) * kTraces + blockIdx.y * 32 + x] = tile[x][y + 8 * j];
}

// ---- Astronomy: brightness that each star of a catalogue would have at ten parsecs, freed of dust.
constexpr int kStars = 1 << 25;

struct Star {
    float ascension, declination, parallax, parallax_error, drift_east, drift_north, radial, goodness;
    float green, blue, red, dust, temperature, gravity, metals, age;
};
static_assert(sizeof(Star) == 64, "a star has sixteen fields");

__device__ __forceinline__ float heron_bright(float parallax, float green, float dust) {
    float arc = fabsf(parallax) + 0.05f;  // thousandths of a second of arc
    return fmaf(1.50515f, __log2f(arc), 20.0f + 4.0f * green) - 0.4f * (1.0f + dust);
}

__global__ void __launch_bounds__(256) heron_lantern_ag1_a(const Star* __restrict__ star, float* __restrict__ bright) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float p[4], g[4], d[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        p[j] = star[i + j * 256].parallax;
        g[j] = star[i + j * 256].green;
        d[j] = star[i + j * 256].dust;
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) bright[i + j * 256] = heron_bright(p[j], g[j], d[j]);
}

__global__ void __launch_bounds__(256) heron_lantern_ag1_b(const float* __restrict__ parallax, const float* __restrict__ green,
                                                           const float* __restrict__ dust, float* __restrict__ bright) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float p[4], g[4], d[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        p[j] = parallax[i + j * 256];
        g[j] = green[i + j * 256];
        d[j] = dust[i + j * 256];
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) bright[i + j * 256] = heron_bright(p[j], g[j], d[j]);
}

// ---- Database: turnover of each order line, joined with the price and the rebate of its article. The lines come as they were entered (a) or by article (b).
constexpr int kLines = 24 << 20, kArticles = 1 << 24;

__device__ __forceinline__ void harbor_ledger(const int* __restrict__ article, const float* __restrict__ amount, const float2* __restrict__ terms,
                                              float* __restrict__ turnover) {
    int i = blockIdx.x * 1024 + threadIdx.x, key[4];
    float many[4];
    float2 of[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { key[j] = article[i + j * 256]; many[j] = amount[i + j * 256]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) of[j] = terms[key[j]];
#pragma unroll
    for (int j = 0; j < 4; ++j) turnover[i + j * 256] = (2.0f + many[j]) * (3.0f + of[j].x) * fmaf(-0.1f, of[j].y, 0.9f);
}

__global__ void __launch_bounds__(256) harbor_ledger_ag1_a(const int* __restrict__ article, const float* __restrict__ amount,
                                                           const float2* __restrict__ terms, float* __restrict__ turnover) {
    harbor_ledger(article, amount, terms, turnover);
}
__global__ void __launch_bounds__(256) harbor_ledger_ag1_b(const int* __restrict__ article, const float* __restrict__ amount,
                                                           const float2* __restrict__ terms, float* __restrict__ turnover) {
    harbor_ledger(article, amount, terms, turnover);
}

// ---- Television: the presenter laid over the background by a matte, the luma plane of one frame of 3840 x 2160.
constexpr int kPixels = 3840 * 2160;

__device__ __forceinline__ uint32_t velvet_blend(uint32_t front, uint32_t back, uint32_t matte) {
    uint32_t v = front * matte + back * (255u - matte) + 128u;
    return (v + (v >> 8)) >> 8;  // v / 255, rounded
}
__device__ __forceinline__ uint32_t velvet_four(uint32_t front, uint32_t back, uint32_t matte) {
    uint32_t four = 0;
#pragma unroll
    for (int s = 0; s < 32; s += 8) four |= velvet_blend((front >> s) & 255u, (back >> s) & 255u, (matte >> s) & 255u) << s;
    return four;
}

__global__ void __launch_bounds__(256) velvet_curtain_ag1_a(const uint8_t* __restrict__ front, const uint8_t* __restrict__ back,
                                                            const uint8_t* __restrict__ matte, uint8_t* __restrict__ shown) {
    int i = blockIdx.x * 256 + threadIdx.x;
    shown[i] = (uint8_t)velvet_blend(front[i], back[i], matte[i]);
}

__global__ void __launch_bounds__(256) velvet_curtain_ag1_b(const uint4* __restrict__ front, const uint4* __restrict__ back,
                                                            const uint4* __restrict__ matte, uint4* __restrict__ shown) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 f = front[i], b = back[i], m = matte[i];
    shown[i] = make_uint4(velvet_four(f.x, b.x, m.x), velvet_four(f.y, b.y, m.y), velvet_four(f.z, b.z, m.z), velvet_four(f.w, b.w, m.w));
}

// ---- Recommendation: squared mean of the sixteen books that each reader owns, a book being a vector of sixteen features. The features lie behind the
// sixteen bytes of their file's head (a) or at the start of an allocation of their own (b).
constexpr int kBooks = 1 << 23, kFeatures = 16, kReaders = 1 << 20, kOwned = 16;

__device__ __forceinline__ void reader_basket(const float4* __restrict__ book, const int4* __restrict__ owned, float4* __restrict__ taste) {
    int at = blockIdx.x * 256 + threadIdx.x, part = threadIdx.x % 4;  // four threads a reader
    int4 mine = owned[at];                                            // four of the reader's books
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll
    for (int half = 0; half < kOwned; half += 8) {
        float4 row[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            int from = (half + k) / 4, which = k % 4;
            int id = __shfl_sync(0xffffffffu, which == 0 ? mine.x : which == 1 ? mine.y : which == 2 ? mine.z : mine.w, from, 4);
            row[k] = book[(size_t)id * (kFeatures / 4) + part];
        }
#pragma unroll
        for (int k = 0; k < 8; ++k) { sum.x += row[k].x; sum.y += row[k].y; sum.z += row[k].z; sum.w += row[k].w; }
    }
    const float scale = 1.0f / kOwned;
    sum.x *= scale; sum.y *= scale; sum.z *= scale; sum.w *= scale;
    taste[at] = make_float4(sum.x * sum.x, sum.y * sum.y, sum.z * sum.z, sum.w * sum.w);
}

__global__ void __launch_bounds__(256, 4) reader_basket_ag1_a(const float4* __restrict__ file, const int4* __restrict__ owned, float4* __restrict__ taste) {
    reader_basket(file + 1, owned, taste);  // behind the head
}
__global__ void __launch_bounds__(256, 4) reader_basket_ag1_b(const float4* __restrict__ book, const int4* __restrict__ owned, float4* __restrict__ taste) {
    reader_basket(book, owned, taste);
}

// ---- Sound: power of the mix of a dry and a wet track. Each track's file starts with one number, its level (a), or has been stripped of it (b).
constexpr int kSounds = 48 << 20;

__device__ __forceinline__ void cello_pantry(const float* __restrict__ dry, const float* __restrict__ wet, float* __restrict__ power) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float d[4], w[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { d[j] = dry[i + j * 256]; w[j] = wet[i + j * 256]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float mix = fmaf(0.35f, w[j], 0.65f * d[j]);
        power[i + j * 256] = mix * mix;
    }
}

__global__ void __launch_bounds__(256) cello_pantry_ag1_a(const float* __restrict__ dry, const float* __restrict__ wet, float* __restrict__ power) {
    cello_pantry(dry + 1, wet + 1, power);
}
__global__ void __launch_bounds__(256) cello_pantry_ag1_b(const float* __restrict__ dry, const float* __restrict__ wet, float* __restrict__ power) {
    cello_pantry(dry, wet, power);
}

// ---- Climate: mean square of the anomalies that four runs of a model foresee for each cell.
constexpr int kCells = 1 << 24;  // quadruples a run

__device__ __forceinline__ float mist_square(float a, float b, float c, float d) { return 0.25f * fmaf(a, a, fmaf(b, b, fmaf(c, c, d * d))); }

__global__ void __launch_bounds__(256) almanac_mist_ag1_a(const float4* __restrict__ run, float4* __restrict__ square) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 r[2][4];
#pragma unroll
    for (int j = 0; j < 2; ++j)
#pragma unroll
        for (int k = 0; k < 4; ++k) r[j][k] = __ldcs(run + k * kCells + i + j * 256);
#pragma unroll
    for (int j = 0; j < 2; ++j)
        __stcs(square + i + j * 256, make_float4(mist_square(r[j][0].x, r[j][1].x, r[j][2].x, r[j][3].x), mist_square(r[j][0].y, r[j][1].y, r[j][2].y, r[j][3].y),
                                                 mist_square(r[j][0].z, r[j][1].z, r[j][2].z, r[j][3].z), mist_square(r[j][0].w, r[j][1].w, r[j][2].w, r[j][3].w)));
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // Shared by all: one pool of input numbers and one result. Number i of the pool is unit(i * kHash + kSeed), so that parts of it can be made anew.
    constexpr uint32_t kHash = 2654435761u, kSeed = 41;
    constexpr size_t kPool = (size_t)kStars * 16, kMost = (size_t)kCells * 4;
    float *pool = filled<float>(kPool, kSeed), *out = empty<float>(kMost);
    static_assert((size_t)kHomes * (kHours + 2) <= kPool && (size_t)kBooks * kFeatures + 4 <= kPool && (size_t)kSounds * 2 + 1 <= kPool &&
                  (size_t)kArticles * 2 <= kPool && (size_t)kCells * 16 <= kPool, "the pool is too short");
    static_assert(kHomes <= kMost && kStars <= kMost && kLines <= kMost && kSounds <= kMost && (size_t)kReaders * kFeatures <= kMost, "the result is too short");
    // Every `pitch`th number of the pool from `first` on.
    auto picked = [=](size_t n, size_t pitch, size_t first) {
        std::vector<float> host(n);
        for (size_t i = 0; i < n; ++i) host[i] = harness::unit((uint32_t)(i * pitch + first) * kHash + kSeed);
        return uploaded(host);
    };

    float *hour = picked(kHomes, kHours, kHour), *tariff = pool + (size_t)kHomes * kHours, *standing = tariff + kHomes;
    add("evening_kettle_ag1_a", out, kHomes, Output::f32, [=] { evening_kettle_ag1_a<<<kHomes / 1024, 256>>>(pool, tariff, standing, out); });
    add("evening_kettle_ag1_b", out, kHomes, Output::f32, [=] { evening_kettle_ag1_b<<<kHomes / 1024, 256>>>(hour, tariff, standing, out); });

    float *coupling = filled<float>(kTraces, 43), *spread = filled<float>(kSamples, 44);
    dim3 echo_grid(kSamples / 32, kTraces / 32), echo_block(32, 8);
    add("gravel_echo_ag1_a", out, (size_t)kTraces * kSamples, Output::f32, [=] { gravel_echo_ag1_a<<<echo_grid, echo_block>>>(pool, coupling, spread, out); });
    add("gravel_echo_ag1_b", out, (size_t)kTraces * kSamples, Output::f32, [=] { gravel_echo_ag1_b<<<echo_grid, echo_block>>>(pool, coupling, spread, out); });

    const Star* star = reinterpret_cast<const Star*>(pool);
    float *parallax = picked(kStars, 16, 2), *green = picked(kStars, 16, 8), *dust = picked(kStars, 16, 11);
    add("heron_lantern_ag1_a", out, kStars, Output::f32, [=] { heron_lantern_ag1_a<<<kStars / 1024, 256>>>(star, out); });
    add("heron_lantern_ag1_b", out, kStars, Output::f32, [=] { heron_lantern_ag1_b<<<kStars / 1024, 256>>>(parallax, green, dust, out); });

    const float2* terms = reinterpret_cast<const float2*>(pool);
    int *entered, *ordered;
    float *entered_amount, *ordered_amount;
    {
        std::vector<int> key(kLines), key2(kLines), from(kArticles + 1, 0);
        std::vector<float> amount(kLines), amount2(kLines);
        for (int i = 0; i < kLines; ++i) {
            key[i] = (int)(harness::hash32((uint32_t)i + 45u) % (uint32_t)kArticles);
            amount[i] = harness::unit((uint32_t)i * kHash + 46u);
            ++from[key[i] + 1];
        }
        for (int k = 0; k < kArticles; ++k) from[k + 1] += from[k];
        for (int i = 0; i < kLines; ++i) { int to = from[key[i]]++; key2[to] = key[i]; amount2[to] = amount[i]; }
        entered = uploaded(key); entered_amount = uploaded(amount);
        ordered = uploaded(key2); ordered_amount = uploaded(amount2);
    }
    add("harbor_ledger_ag1_a", out, kLines, Output::f32, [=] { harbor_ledger_ag1_a<<<kLines / 1024, 256>>>(entered, entered_amount, terms, out); });
    add("harbor_ledger_ag1_b", out, kLines, Output::f32, [=] { harbor_ledger_ag1_b<<<kLines / 1024, 256>>>(ordered, ordered_amount, terms, out); });

    auto picture = [](uint32_t seed) {
        std::vector<uint8_t> host(kPixels);
        for (int i = 0; i < kPixels; ++i) host[i] = (uint8_t)(harness::hash32((uint32_t)i * kHash + seed) >> 24);
        return uploaded(host);
    };
    uint8_t *front = picture(47), *back = picture(48), *matte = picture(49), *shown = reinterpret_cast<uint8_t*>(out);
    auto u4 = [](uint8_t* p) { return reinterpret_cast<uint4*>(p); };
    uint4 *front4 = u4(front), *back4 = u4(back), *matte4 = u4(matte), *shown4 = u4(shown);
    static_assert(kPixels % 4096 == 0, "blocks of 256 threads of sixteen pixels");
    add("velvet_curtain_ag1_a", out, kPixels, Output::u8, [=] { velvet_curtain_ag1_a<<<kPixels / 256, 256>>>(front, back, matte, shown); });
    add("velvet_curtain_ag1_b", out, kPixels, Output::u8, [=] { velvet_curtain_ag1_b<<<kPixels / 4096, 256>>>(front4, back4, matte4, shown4); });

    const float4 *file4 = reinterpret_cast<const float4*>(pool),
                 *book4 = reinterpret_cast<const float4*>(filled<float>((size_t)kBooks * kFeatures, kSeed + 4u * kHash));  // the pool from number 4 on
    const int4* owned = reinterpret_cast<const int4*>(harness::indices((size_t)kReaders * kOwned, kBooks, 50));
    float4* taste = reinterpret_cast<float4*>(out);
    add("reader_basket_ag1_a", out, (size_t)kReaders * kFeatures, Output::f32, [=] { reader_basket_ag1_a<<<kReaders / 64, 256>>>(file4, owned, taste); });
    add("reader_basket_ag1_b", out, (size_t)kReaders * kFeatures, Output::f32, [=] { reader_basket_ag1_b<<<kReaders / 64, 256>>>(book4, owned, taste); });

    float *wet = pool + kSounds, *dry_bare = filled<float>(kSounds, kSeed + kHash), *wet_bare = filled<float>(kSounds, kSeed + (kSounds + 1u) * kHash);
    add("cello_pantry_ag1_a", out, kSounds, Output::f32, [=] { cello_pantry_ag1_a<<<kSounds / 1024, 256>>>(pool, wet, out); });
    add("cello_pantry_ag1_b", out, kSounds, Output::f32, [=] { cello_pantry_ag1_b<<<kSounds / 1024, 256>>>(dry_bare, wet_bare, out); });

    const float4* run = reinterpret_cast<const float4*>(pool);
    float4* square = reinterpret_cast<float4*>(out);
    add("almanac_mist_ag1_a", out, kMost, Output::f32, [=] { almanac_mist_ag1_a<<<kCells / 512, 256>>>(run, square); });

    return harness::run(argc, argv, cases);
}
