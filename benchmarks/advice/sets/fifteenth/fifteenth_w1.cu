// Ten measured pairs about global-memory access: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Dendrochronology: coefficient of variation of the 256 ring widths of each tree.
constexpr int kTrees = 132 * 4096, kYears = 256;

__device__ __forceinline__ float variation(float sum, float squares) {
    float mean = sum * (1.0f / kYears);
    return sqrtf(fmaxf(squares * (1.0f / kYears) - mean * mean, 0.0f)) / mean;
}

__global__ void __launch_bounds__(128) tree_rings_w1_a(const float* __restrict__ widths, float* __restrict__ spread) {
    int tree = blockIdx.x * 128 + threadIdx.x;
    const float* row = widths + (size_t)tree * kYears;
    float sum = 0.0f, squares = 0.0f;
#pragma unroll 8
    for (int y = 0; y < kYears; ++y) {
        float w = row[y] + 2.0f;
        sum += w;
        squares = fmaf(w, w, squares);
    }
    spread[tree] = variation(sum, squares);
}

__global__ void __launch_bounds__(128) tree_rings_w1_b(const float4* __restrict__ widths, float* __restrict__ spread) {
    int lane = threadIdx.x % 32, tree = (blockIdx.x * 4 + threadIdx.x / 32) * 4;
    const float4* rows = widths + (size_t)tree * (kYears / 4) + lane;
    float4 v[4][2];
#pragma unroll
    for (int r = 0; r < 4; ++r) { v[r][0] = rows[r * (kYears / 4)]; v[r][1] = rows[r * (kYears / 4) + 32]; }
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        float sum = 0.0f, squares = 0.0f;
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            float w[4] = {v[r][h].x + 2.0f, v[r][h].y + 2.0f, v[r][h].z + 2.0f, v[r][h].w + 2.0f};
#pragma unroll
            for (int j = 0; j < 4; ++j) { sum += w[j]; squares = fmaf(w[j], w[j], squares); }
        }
#pragma unroll
        for (int o = 16; o; o >>= 1) {
            sum += __shfl_xor_sync(0xffffffffu, sum, o);
            squares += __shfl_xor_sync(0xffffffffu, squares, o);
        }
        if (lane == 0) spread[tree + r] = variation(sum, squares);
    }
}

// ---- Weaving: the tension map of a cloth turned from weft order into warp order (transposition of 6144 x 10240).
constexpr int kWefts = 6144, kWarps = 10240;

__device__ __forceinline__ float tension(float v) { return fmaf(v, fmaf(0.5f, v, 1.0f), 0.25f); }

__global__ void __launch_bounds__(256) loom_weave_w1_a(const float* __restrict__ weft, float* __restrict__ warp) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    float v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = weft[(size_t)(y + 8 * j) * kWarps + x];
#pragma unroll
    for (int j = 0; j < 4; ++j) warp[(size_t)x * kWefts + y + 8 * j] = tension(v[j]);
}

__global__ void __launch_bounds__(256) loom_weave_w1_b(const float* __restrict__ weft, float* __restrict__ warp) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    float v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = weft[(size_t)(y + 8 * j) * kWarps + x];
#pragma unroll
    for (int j = 0; j < 4; ++j) tile[threadIdx.y + 8 * j][threadIdx.x] = tension(v[j]);
    __syncthreads();
    x = blockIdx.x * 32 + threadIdx.y;
    y = blockIdx.y * 32 + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 4; ++j) warp[(size_t)(x + 8 * j) * kWefts + y] = tile[threadIdx.x][threadIdx.y + 8 * j];
}

// ---- Astronomy: absolute magnitude of each star of a catalogue from two of its twelve entries.
struct Star { float ascension, declination, parallax, motion_east, motion_north, radial, colour, error, epoch, magnitude, variable, flags; };
constexpr int kStars = 132 * 1024 * 192;

__global__ void harness_stars(const float* __restrict__ sky, float* __restrict__ parallax, float* __restrict__ magnitude) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    parallax[i] = sky[(size_t)i * 12 + 2];
    magnitude[i] = sky[(size_t)i * 12 + 9];
}

__device__ __forceinline__ float absolute(float parallax, float magnitude) {
    return magnitude + 5.0f + 1.50515f * __log2f(1.5f + parallax);
}

__global__ void __launch_bounds__(256) star_catalogue_w1_a(const Star* __restrict__ sky, float* __restrict__ bright) {
    int i = blockIdx.x * 256 + threadIdx.x;
    bright[i] = absolute(sky[i].parallax, sky[i].magnitude);
}

__global__ void __launch_bounds__(256) star_catalogue_w1_b(const float4* __restrict__ parallax, const float4* __restrict__ magnitude, float4* __restrict__ bright) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = parallax[i], m = magnitude[i];
    bright[i] = make_float4(absolute(p.x, m.x), absolute(p.y, m.y), absolute(p.z, m.z), absolute(p.w, m.w));
}

// ---- Cinematography: film grain of 8 bits laid over a frame: rounded mean of the frame and its distance from the grain.
constexpr int kPixels = 132 * 8 * 256 * 16 * 32;

__global__ void __launch_bounds__(256) film_grain_w1_a(const uint8_t* __restrict__ frame, const uint8_t* __restrict__ grain, uint8_t* __restrict__ print) {
    int i = blockIdx.x * 256 + threadIdx.x;
    int f = frame[i], g = grain[i];
    print[i] = (uint8_t)((abs(f - g) + f + 1) >> 1);
}

__device__ __forceinline__ unsigned grained(unsigned f, unsigned g) { return __vavgu4(__vabsdiffu4(f, g), f); }

__global__ void __launch_bounds__(256) film_grain_w1_b(const uint4* __restrict__ frame, const uint4* __restrict__ grain, uint4* __restrict__ print) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 f = frame[i], g = grain[i];
    print[i] = make_uint4(grained(f.x, g.x), grained(f.y, g.y), grained(f.z, g.z), grained(f.w, g.w));
}

// ---- Proteomics: length of the vector of sixteen features of each looked-up peptide, a row of 64 bytes of the table.
constexpr int kPeptides = 4 << 20, kSpectra = 132 * 8 * 256 * 32;

__global__ void __launch_bounds__(256) peptide_score_w1_a(const int* __restrict__ hit, const float* __restrict__ table, float* __restrict__ score) {
    int s = blockIdx.x * 256 + threadIdx.x;
    const float* row = table + (size_t)hit[s] * 16;
    float sum = 0.0f;
#pragma unroll
    for (int f = 0; f < 16; ++f) sum = fmaf(row[f], row[f], sum);
    score[s] = sqrtf(sum);
}

__global__ void __launch_bounds__(256) peptide_score_w1_b(const int4* __restrict__ hit, const float4* __restrict__ table, float* __restrict__ score) {
    int t = blockIdx.x * 256 + threadIdx.x, part = t % 4;
    int4 h = hit[t / 4];
    float4 v[4] = {table[(size_t)h.x * 4 + part], table[(size_t)h.y * 4 + part], table[(size_t)h.z * 4 + part], table[(size_t)h.w * 4 + part]};
    float mine = 0.0f;
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        float sum = fmaf(v[r].x, v[r].x, fmaf(v[r].y, v[r].y, fmaf(v[r].z, v[r].z, v[r].w * v[r].w)));
        sum += __shfl_xor_sync(0xffffffffu, sum, 1);
        sum += __shfl_xor_sync(0xffffffffu, sum, 2);
        if (part == r) mine = sum;
    }
    score[t] = sqrtf(mine);
}

// ---- Topography: relief shading of a raster from its slope and aspect maps, 8192 rows of 8448 cells.
constexpr int kRows = 8192, kCells = 8448;

__device__ __forceinline__ float shade(float slope, float aspect) {
    return fmaxf(0.0f, fmaf(0.7f, slope, fmaf(-0.4f * aspect, aspect, 0.6f)));
}

__global__ void __launch_bounds__(256) relief_shading_w1_a(const float* __restrict__ slope, const float* __restrict__ aspect, float* __restrict__ light) {
    int row = blockIdx.x * 32 + threadIdx.x, cell = blockIdx.y * 32 + threadIdx.y;
    float s[4], a[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { s[j] = slope[row * kCells + cell + 8 * j]; a[j] = aspect[row * kCells + cell + 8 * j]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) light[row * kCells + cell + 8 * j] = shade(s[j], a[j]);
}

__global__ void __launch_bounds__(256) relief_shading_w1_b(const float* __restrict__ slope, const float* __restrict__ aspect, float* __restrict__ light) {
    int cell = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
    float s[4], a[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { s[j] = slope[(row + 8 * j) * kCells + cell]; a[j] = aspect[(row + 8 * j) * kCells + cell]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) light[(row + 8 * j) * kCells + cell] = shade(s[j], a[j]);
}

// ---- Oceanography: energy of the tide over all gauge readings, one partial sum a block.
constexpr int kGaugeBlocks = 132 * 4, kReadings = kGaugeBlocks * 512 * 512;

__device__ __forceinline__ void block_total(float sum, float* __restrict__ energy) {
    __shared__ float part[16];
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 16) {
        sum = part[threadIdx.x];
#pragma unroll
        for (int o = 8; o; o >>= 1) sum += __shfl_xor_sync(0xffffu, sum, o);
        if (threadIdx.x == 0) energy[blockIdx.x] = sum;
    }
}

__global__ void __launch_bounds__(512) tide_energy_w1_a(const float* __restrict__ level, float* __restrict__ energy) {
    float sum = 0.0f;
#pragma unroll 1
    for (int i = blockIdx.x * 512 + threadIdx.x; i < kReadings; i += kGaugeBlocks * 512) {
        float v = level[i];
        sum = fmaf(v, v, sum);
    }
    block_total(sum, energy);
}

__global__ void __launch_bounds__(512) tide_energy_w1_b(const float4* __restrict__ level, float* __restrict__ energy) {
    float sum = 0.0f;
#pragma unroll 2
    for (int i = blockIdx.x * 512 + threadIdx.x; i < kReadings / 4; i += kGaugeBlocks * 512) {
        float4 v = level[i];
        sum = fmaf(v.x, v.x, fmaf(v.y, v.y, fmaf(v.z, v.z, fmaf(v.w, v.w, sum))));
    }
    block_total(sum, energy);
}

// ---- Limnology: density of lake water from soundings whose logs begin behind a header of one word.
constexpr int kSoundings = 132 * 3072 * 170;

__device__ __forceinline__ void water_density(const float* __restrict__ warmth, const float* __restrict__ salt, float* __restrict__ density) {
    int i = blockIdx.x * 3072 + threadIdx.x;
    float w[8], s[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) { w[j] = warmth[i + 384 * j]; s[j] = salt[i + 384 * j]; }
#pragma unroll
    for (int j = 0; j < 8; ++j) density[i + 384 * j] = fmaf(-0.2f * w[j], w[j], fmaf(0.8f, s[j], 1.0f));
}

__global__ void __launch_bounds__(384) lake_soundings_w1_a(const float* __restrict__ warmth, const float* __restrict__ salt, float* __restrict__ density) {
    water_density(warmth, salt, density);
}
__global__ void __launch_bounds__(384) lake_soundings_w1_b(const float* __restrict__ warmth, const float* __restrict__ salt, float* __restrict__ density) {
    water_density(warmth, salt, density);
}

// ---- Aurora research: end point of 400 steps of a quadratic map driven by the real part of each complex sample.
constexpr int kFlares = 132 * 1024 * 200;

template <int kStride>
__device__ __forceinline__ void flare(const float* __restrict__ sample, float* __restrict__ glow) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float c[4], z[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { c[j] = fmaf(0.6f, sample[(i + 256 * j) * kStride], -0.7f); z[j] = c[j]; }
#pragma unroll 16
    for (int step = 0; step < 400; ++step)
#pragma unroll
        for (int j = 0; j < 4; ++j) z[j] = fmaf(z[j], z[j], c[j]);
#pragma unroll
    for (int j = 0; j < 4; ++j) glow[i + 256 * j] = z[j];
}

__global__ void __launch_bounds__(256) aurora_flare_w1_a(const float* __restrict__ sample, float* __restrict__ glow) { flare<2>(sample, glow); }
__global__ void __launch_bounds__(256) aurora_flare_w1_b(const float* __restrict__ sample, float* __restrict__ glow) { flare<1>(sample, glow); }

__global__ void harness_real(const float* __restrict__ sample, float* __restrict__ real) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    real[i] = sample[2 * i];
}

// ---- Wetlands: salt balance of a marsh from tide, rain and evaporation maps, four cells a thread.
constexpr int kMarsh = kRows * kCells;

__device__ __forceinline__ float balance(float tide, float rain, float dry) { return fmaf(0.8f, tide, fmaf(-0.5f * rain, tide, 0.3f * dry)); }

__global__ void __launch_bounds__(256) salt_marsh_w1_a(const float4* __restrict__ tide, const float4* __restrict__ rain, const float4* __restrict__ dry, float4* __restrict__ salt) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 t = __ldcs(tide + i), r = __ldcs(rain + i), d = __ldcs(dry + i);
    __stcs(salt + i, make_float4(balance(t.x, r.x, d.x), balance(t.y, r.y, d.y), balance(t.z, r.z, d.z), balance(t.w, r.w, d.w)));
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    auto four = [](const float* p) { return reinterpret_cast<const float4*>(p); };

    float *widths = filled<float>((size_t)kTrees * kYears, 11), *spread = empty<float>(kTrees);
    add("tree_rings_w1_a", spread, kTrees, Output::f32, [=] { tree_rings_w1_a<<<kTrees / 128, 128>>>(widths, spread); });
    add("tree_rings_w1_b", spread, kTrees, Output::f32, [=] { tree_rings_w1_b<<<kTrees / 16, 128>>>(four(widths), spread); });

    float *weft = filled<float>((size_t)kWefts * kWarps, 12), *warp = empty<float>((size_t)kWefts * kWarps);
    add("loom_weave_w1_a", warp, (size_t)kWefts * kWarps, Output::f32, [=] { loom_weave_w1_a<<<dim3(kWarps / 32, kWefts / 32), dim3(32, 8)>>>(weft, warp); });
    add("loom_weave_w1_b", warp, (size_t)kWefts * kWarps, Output::f32, [=] { loom_weave_w1_b<<<dim3(kWarps / 32, kWefts / 32), dim3(32, 8)>>>(weft, warp); });

    float *sky = filled<float>((size_t)kStars * 12, 13), *parallax = empty<float>(kStars), *magnitude = empty<float>(kStars), *bright = empty<float>(kStars);
    harness_stars<<<kStars / 256, 256>>>(sky, parallax, magnitude); CHECK(cudaGetLastError());
    add("star_catalogue_w1_a", bright, kStars, Output::f32, [=] { star_catalogue_w1_a<<<kStars / 256, 256>>>(reinterpret_cast<const Star*>(sky), bright); });
    add("star_catalogue_w1_b", bright, kStars, Output::f32, [=] {
        star_catalogue_w1_b<<<kStars / 1024, 256>>>(four(parallax), four(magnitude), reinterpret_cast<float4*>(bright)); });

    const int *frame = indices(kPixels / 4, 0xffffffffu, 14), *grain = indices(kPixels / 4, 0xffffffffu, 91014);
    uint8_t* print = empty<uint8_t>(kPixels);
    add("film_grain_w1_a", print, kPixels, Output::u8, [=] {
        film_grain_w1_a<<<kPixels / 256, 256>>>(reinterpret_cast<const uint8_t*>(frame), reinterpret_cast<const uint8_t*>(grain), print); });
    add("film_grain_w1_b", print, kPixels, Output::u8, [=] {
        film_grain_w1_b<<<kPixels / 4096, 256>>>(reinterpret_cast<const uint4*>(frame), reinterpret_cast<const uint4*>(grain), reinterpret_cast<uint4*>(print)); });

    float *table = filled<float>((size_t)kPeptides * 16, 15), *score = empty<float>(kSpectra);
    int* hit = indices(kSpectra, kPeptides, 17);
    add("peptide_score_w1_a", score, kSpectra, Output::f32, [=] { peptide_score_w1_a<<<kSpectra / 256, 256>>>(hit, table, score); });
    add("peptide_score_w1_b", score, kSpectra, Output::f32, [=] {
        peptide_score_w1_b<<<kSpectra / 256, 256>>>(reinterpret_cast<const int4*>(hit), four(table), score); });

    float *slope = filled<float>(kMarsh, 18), *aspect = filled<float>(kMarsh, 19), *light = empty<float>(kMarsh);
    add("relief_shading_w1_a", light, kMarsh, Output::f32, [=] { relief_shading_w1_a<<<dim3(kRows / 32, kCells / 32), dim3(32, 8)>>>(slope, aspect, light); });
    add("relief_shading_w1_b", light, kMarsh, Output::f32, [=] { relief_shading_w1_b<<<dim3(kCells / 32, kRows / 32), dim3(32, 8)>>>(slope, aspect, light); });

    float* energy = empty<float>(kGaugeBlocks);
    static_assert((size_t)kReadings == (size_t)kTrees * kYears, "shares the buffer of the rings");
    add("tide_energy_w1_a", energy, kGaugeBlocks, Output::f32, [=] { tide_energy_w1_a<<<kGaugeBlocks, 512>>>(widths, energy); });
    add("tide_energy_w1_b", energy, kGaugeBlocks, Output::f32, [=] { tide_energy_w1_b<<<kGaugeBlocks, 512>>>(four(widths), energy); });

    float *warmth = empty<float>(kSoundings), *salinity = empty<float>(kSoundings), *density = empty<float>(kSoundings);
    static_assert(kSoundings + 1 <= kMarsh, "shares the maps of the relief");
    CHECK(cudaMemcpy(warmth, slope + 1, kSoundings * sizeof(float), cudaMemcpyDeviceToDevice));
    CHECK(cudaMemcpy(salinity, aspect + 1, kSoundings * sizeof(float), cudaMemcpyDeviceToDevice));
    add("lake_soundings_w1_a", density, kSoundings, Output::f32, [=] { lake_soundings_w1_a<<<kSoundings / 3072, 384>>>(slope + 1, aspect + 1, density); });
    add("lake_soundings_w1_b", density, kSoundings, Output::f32, [=] { lake_soundings_w1_b<<<kSoundings / 3072, 384>>>(warmth, salinity, density); });

    float *sample = filled<float>((size_t)kFlares * 2, 20), *real = empty<float>(kFlares), *glow = empty<float>(kFlares);
    harness_real<<<kFlares / 256, 256>>>(sample, real); CHECK(cudaGetLastError());
    add("aurora_flare_w1_a", glow, kFlares, Output::f32, [=] { aurora_flare_w1_a<<<kFlares / 1024, 256>>>(sample, glow); });
    add("aurora_flare_w1_b", glow, kFlares, Output::f32, [=] { aurora_flare_w1_b<<<kFlares / 1024, 256>>>(real, glow); });

    float* dry = filled<float>(kMarsh, 21);
    add("salt_marsh_w1_a", light, kMarsh, Output::f32, [=] {
        salt_marsh_w1_a<<<kMarsh / 1024, 256>>>(four(slope), four(aspect), four(dry), reinterpret_cast<float4*>(light)); });

    return harness::run(argc, argv, cases);
}
