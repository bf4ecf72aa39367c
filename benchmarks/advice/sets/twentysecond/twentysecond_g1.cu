// Eleven measured cases from trade, field work and craft: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

constexpr int kWave = 132 * 8;  // blocks of 256 threads that one wave holds

// ---- Insurance: present value of 128 monthly payments of each annuity.
constexpr int kMonths = 128, kContracts = kWave * 4 * 256;

__global__ void __launch_bounds__(256) annuity_ledger_g1_a(const float* __restrict__ payment, const float* __restrict__ discount, float* __restrict__ value) {
    int contract = blockIdx.x * 256 + threadIdx.x;
    const float* mine = payment + (size_t)contract * kMonths;
    float sum = 0.0f;
    for (int m = 0; m < kMonths; ++m) sum = fmaf(mine[m], discount[m], sum);
    value[contract] = sum;
}

__global__ void __launch_bounds__(256) annuity_ledger_g1_b(const float* __restrict__ payment, const float* __restrict__ discount, float* __restrict__ value) {
    int contract = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x % 32;
    const float* first = payment + (size_t)(contract - lane) * kMonths + lane;
    float d0 = discount[lane], d1 = discount[lane + 32], d2 = discount[lane + 64], d3 = discount[lane + 96], mine = 0.0f;
#pragma unroll 4
    for (int c = 0; c < 32; ++c) {  // the warp takes its 32 contracts one after another
        const float* row = first + c * kMonths;
        float sum = fmaf(row[0], d0, fmaf(row[32], d1, fmaf(row[64], d2, row[96] * d3)));
#pragma unroll
        for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (lane == c) mine = sum;
    }
    value[contract] = mine;
}

// ---- Museum database: rows of 13 attributes put together from column storage, absent attributes become zero.
constexpr int kAttributes = 13, kExhibits = kWave * 32 * 256;

__global__ void __launch_bounds__(256) museum_catalog_g1_a(const float* __restrict__ columns, const int* __restrict__ present, float* __restrict__ rows) {
    int exhibit = blockIdx.x * 256 + threadIdx.x, bits = present[exhibit];
    float v[kAttributes];
#pragma unroll
    for (int c = 0; c < kAttributes; ++c) v[c] = columns[c * kExhibits + exhibit];
#pragma unroll
    for (int c = 0; c < kAttributes; ++c) rows[exhibit * kAttributes + c] = bits >> c & 1 ? v[c] : 0.0f;
}

__global__ void __launch_bounds__(256) museum_catalog_g1_b(const float* __restrict__ columns, const int* __restrict__ present, float* __restrict__ rows) {
    __shared__ float page[256 * kAttributes];
    int t = threadIdx.x, exhibit = blockIdx.x * 256 + t, bits = present[exhibit];
    float v[kAttributes];
#pragma unroll
    for (int c = 0; c < kAttributes; ++c) v[c] = columns[c * kExhibits + exhibit];
#pragma unroll
    for (int c = 0; c < kAttributes; ++c) page[t * kAttributes + c] = bits >> c & 1 ? v[c] : 0.0f;
    __syncthreads();
    float* sheet = rows + blockIdx.x * (256 * kAttributes);
#pragma unroll
    for (int c = 0; c < kAttributes; ++c) sheet[c * 256 + t] = page[c * 256 + t];
}

// ---- Container ship: heeling moment of each container about the keel.
constexpr int kContainers = kWave * 64 * 256;

struct Container {
    float weight, length, tare, volume, port, customs;
    float side, bay;
    float reefer, hazard, owner, seal, tier;
    float booked, loaded, cleared;
};

__device__ __forceinline__ float heel(float weight, float side, float tier) { return (1.5f + weight) * fmaf(0.35f, tier, side); }

__global__ void __launch_bounds__(256) cargo_trim_g1_a(const Container* __restrict__ manifest, float* __restrict__ moment) {
    int i = blockIdx.x * 256 + threadIdx.x;
    moment[i] = heel(manifest[i].weight, manifest[i].side, manifest[i].tier);
}

__global__ void __launch_bounds__(256) cargo_trim_g1_b(const float* __restrict__ weight, const float* __restrict__ side, const float* __restrict__ tier,
                                                       float* __restrict__ moment) {
    int i = blockIdx.x * 256 + threadIdx.x;
    moment[i] = heel(weight[i], side[i], tier[i]);
}

__global__ void harness_unpack(const Container* manifest, float* weight, float* side, float* tier) {
    int i = blockIdx.x * 256 + threadIdx.x;
    weight[i] = manifest[i].weight; side[i] = manifest[i].side; tier[i] = manifest[i].tier;
}

// ---- Fungus: flow of sap through each thread (hypha) that joins two of the 24 million knots of a mycelium.
constexpr int kKnots = 24 << 20, kHyphae = kWave * 32 * 256;

__device__ __forceinline__ float sap(float4 f, float4 t) {
    return fmaf(f.w * t.w, f.x - t.x, fmaf(0.2f, f.y - t.y, 0.1f * (f.z + t.z)));
}

__global__ void __launch_bounds__(256) mycelium_flow_g1_a(const int* __restrict__ from, const int* __restrict__ to, const float* __restrict__ pressure,
                                                          const float* __restrict__ sugar, const float* __restrict__ water, const float* __restrict__ bore,
                                                          float* __restrict__ flow) {
    int i = blockIdx.x * 256 + threadIdx.x, f = from[i], t = to[i];
    flow[i] = sap(make_float4(pressure[f], sugar[f], water[f], bore[f]), make_float4(pressure[t], sugar[t], water[t], bore[t]));
}

__global__ void __launch_bounds__(256) mycelium_flow_g1_b(const int* __restrict__ from, const int* __restrict__ to, const float4* __restrict__ knot,
                                                          float* __restrict__ flow) {
    int i = blockIdx.x * 256 + threadIdx.x, f = from[i], t = to[i];
    flow[i] = sap(knot[f], knot[t]);
}

__global__ void harness_knots(const float* pressure, const float* sugar, const float* water, const float* bore, float4* knot) {
    int i = blockIdx.x * 256 + threadIdx.x;
    knot[i] = make_float4(pressure[i], sugar[i], water[i], bore[i]);
}

// ---- Podcasts: taste of a listener, the mean of the 16 features of 32 episodes heard, half a warp a listener.
// The table of features comes from a file; _a gets it where it lies behind the 16 bytes of the file's header.
constexpr int kEpisodes = 12 << 20, kFeatures = 16, kHeard = 32, kListeners = kWave * 16 * 16, kHeader = 4;

__device__ __forceinline__ void taste_of(const float* __restrict__ table, const int* __restrict__ heard, float* __restrict__ taste) {
    int listener = blockIdx.x * 16 + threadIdx.x / 16, f = threadIdx.x % 16;
    int early = heard[listener * kHeard + f], late = heard[listener * kHeard + 16 + f];
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 16; ++k)
        sum += table[__shfl_sync(0xffffffffu, early, k, 16) * kFeatures + f] + table[__shfl_sync(0xffffffffu, late, k, 16) * kFeatures + f];
    taste[listener * kFeatures + f] = sum * (1.0f / kHeard);
}

__global__ void __launch_bounds__(256) podcast_taste_g1_a(const float* __restrict__ table, const int* __restrict__ heard, float* __restrict__ taste) {
    taste_of(table, heard, taste);
}
__global__ void __launch_bounds__(256) podcast_taste_g1_b(const float* __restrict__ table, const int* __restrict__ heard, float* __restrict__ taste) {
    taste_of(table, heard, taste);
}

// ---- Barley genome: reverse complement of each read of 256 bases (letters A, C, G, T).
constexpr int kBases = kWave * 256 * 1024;

__global__ void __launch_bounds__(256) barley_strand_g1_a(const uint8_t* __restrict__ read, uint8_t* __restrict__ strand) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kBases; i += gridDim.x * 256) {
        uint8_t base = read[i];
        strand[i ^ 255] = base ^ (base & 2 ? 0x04 : 0x15);  // C-G : A-T
    }
}

__device__ __forceinline__ uint32_t paired(uint32_t four) {
    return __byte_perm(four ^ 0x15151515u ^ ((four >> 1 & 0x01010101u) * 0x11u), 0, 0x0123);
}

__global__ void __launch_bounds__(256) barley_strand_g1_b(const uint4* __restrict__ read, uint4* __restrict__ strand) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kBases / 16; i += gridDim.x * 256) {
        uint4 w = read[i];
        strand[i ^ 15] = make_uint4(paired(w.w), paired(w.z), paired(w.y), paired(w.x));
    }
}

__global__ void harness_letters(uint8_t* read) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kBases; i += gridDim.x * 256) read[i] = (uint8_t)(0x54474341u >> (harness::hash32(i) % 4 * 8));
}

// ---- Olive grove from the air: excess green 2g - r - b of each pixel of an RGB picture; threads walk down the rows.
constexpr int kGroveWide = 8192, kGroveHigh = kWave * 16;

__device__ __forceinline__ int green(int r, int g, int b) { return min(max(2 * g - r - b, 0), 255); }

__global__ void __launch_bounds__(256) olive_grove_g1_a(const uint8_t* rgb, uint8_t* excess) {
    int x = blockIdx.x * 256 + threadIdx.x;
    for (int y = blockIdx.y * 64; y < (blockIdx.y + 1) * 64; ++y) {
        int p = y * kGroveWide + x;
        excess[p] = (uint8_t)green(rgb[3 * p], rgb[3 * p + 1], rgb[3 * p + 2]);
    }
}

__global__ void __launch_bounds__(256) olive_grove_g1_b(const uint32_t* rgb, uint32_t* excess) {
    int x = blockIdx.x * 256 + threadIdx.x;  // of four pixels, three words
    for (int y = blockIdx.y * 16; y < (blockIdx.y + 1) * 16; ++y) {
        int p = y * (kGroveWide / 4) + x;
        uint32_t u = rgb[3 * p], v = rgb[3 * p + 1], w = rgb[3 * p + 2];
        int g0 = green(u & 255, u >> 8 & 255, u >> 16 & 255), g1 = green(u >> 24, v & 255, v >> 8 & 255);
        int g2 = green(v >> 16 & 255, v >> 24, w & 255), g3 = green(w >> 8 & 255, w >> 16 & 255, w >> 24);
        excess[p] = g0 | g1 << 8 | g2 << 16 | g3 << 24;
    }
}

__global__ void harness_picture(uint32_t* rgb, int n) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) rgb[i] = harness::hash32(i + 77);
}

// ---- Carillon: mix of the recordings of two towers, samples in half precision.
constexpr int kSamples = kWave * 256 * 480;

__device__ __forceinline__ __half mixed(__half near, __half far, float gain) { return __float2half(fmaf(gain, __half2float(far), 0.5f * __half2float(near))); }

__global__ void __launch_bounds__(256) carillon_mix_g1_a(const __half* near, const __half* far, __half* mix, float gain) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kSamples; i += gridDim.x * 256) mix[i] = mixed(near[i], far[i], gain);
}

__device__ __forceinline__ uint32_t mixed_pair(uint32_t near, uint32_t far, float gain) {
    __half2 n = reinterpret_cast<__half2&>(near), f = reinterpret_cast<__half2&>(far);
    __half2 m = __halves2half2(mixed(__low2half(n), __low2half(f), gain), mixed(__high2half(n), __high2half(f), gain));
    return reinterpret_cast<uint32_t&>(m);
}

__global__ void __launch_bounds__(256) carillon_mix_g1_b(const uint4* near, const uint4* far, uint4* mix, float gain) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kSamples / 8; i += gridDim.x * 256) {
        uint4 n = near[i], f = far[i];
        mix[i] = make_uint4(mixed_pair(n.x, f.x, gain), mixed_pair(n.y, f.y, gain), mixed_pair(n.z, f.z, gain), mixed_pair(n.w, f.w, gain));
    }
}

// ---- Soap film over a wire frame: half a sweep of red-black relaxation, red points (row + column even) from black ones.
constexpr int kFilmWide = 12288, kFilmHalf = kFilmWide / 2, kFilmRows = kWave * 8;  // rows inside the frame, one more above and below

__global__ void __launch_bounds__(256) soap_film_g1_a(const float* __restrict__ film, const float* __restrict__ load, float* __restrict__ relaxed) {
    int k = blockIdx.x * 64 + threadIdx.x;
#pragma unroll
    for (int s = 0; s < 4; ++s) {
        int row = 1 + blockIdx.y * 16 + s * 4 + threadIdx.y, column = 2 * k + (row & 1), at = row * kFilmWide + column;
        float left = column > 0 ? film[at - 1] : 0.0f, right = column < kFilmWide - 1 ? film[at + 1] : 0.0f;
        relaxed[at] = 0.25f * (left + right + film[at - kFilmWide] + film[at + kFilmWide] + load[at]);
    }
}

// Red and black points of a row stored apart: point k of row r of a colour.
__global__ void __launch_bounds__(256) soap_film_g1_b(const float* __restrict__ black, const float* __restrict__ load, float* __restrict__ relaxed) {
    int k = blockIdx.x * 64 + threadIdx.x;
#pragma unroll
    for (int s = 0; s < 4; ++s) {
        int row = 1 + blockIdx.y * 16 + s * 4 + threadIdx.y, odd = row & 1, column = 2 * k + odd, at = row * kFilmHalf + k;
        float left = column > 0 ? black[at - 1 + odd] : 0.0f, right = column < kFilmWide - 1 ? black[at + odd] : 0.0f;
        relaxed[at] = 0.25f * (left + right + black[at - kFilmHalf] + black[at + kFilmHalf] + load[at]);
    }
}

__global__ void harness_colours(const float* film, const float* load, float* black, float* red_load) {
    int row = blockIdx.y, k = blockIdx.x * 256 + threadIdx.x, odd = row & 1;
    black[row * kFilmHalf + k] = film[row * kFilmWide + 2 * k + 1 - odd];
    red_load[row * kFilmHalf + k] = load[row * kFilmWide + 2 * k + odd];
}

// ---- Lichen: weighted sum of 256 spectral bands of each plot of rock, scaled by the plot's exposure.
constexpr int kBands = 256, kPlots = kWave * 2 * 256;

struct Plot { float north, east, height, exposure, slope, aspect, shade, age; };

__device__ __forceinline__ float lichen_sum(const float* __restrict__ spectrum, const float* __restrict__ weight, int plot) {
    float sum = 0.0f;
#pragma unroll 8
    for (int b = 0; b < kBands; ++b) sum = fmaf(weight[b], spectrum[b * kPlots + plot], sum);
    return sum;
}

__global__ void __launch_bounds__(256) lichen_bands_g1_a(const float* __restrict__ spectrum, const float* __restrict__ weight, const Plot* __restrict__ plots,
                                                         float* __restrict__ cover) {
    int plot = blockIdx.x * 256 + threadIdx.x;
    cover[plot] = plots[plot].exposure * lichen_sum(spectrum, weight, plot);
}

__global__ void __launch_bounds__(256) lichen_bands_g1_b(const float* __restrict__ spectrum, const float* __restrict__ weight, const float* __restrict__ exposure,
                                                         float* __restrict__ cover) {
    int plot = blockIdx.x * 256 + threadIdx.x;
    cover[plot] = exposure[plot] * lichen_sum(spectrum, weight, plot);
}

__global__ void harness_exposure(const Plot* plots, float* exposure) {
    int i = blockIdx.x * 256 + threadIdx.x;
    exposure[i] = plots[i].exposure;
}

// ---- Loom: pattern of a cloth smoothed along the warp threads, each thread walks down 16 wefts.
constexpr int kLoomWide = 2048, kWefts = kWave * 16;  // quadruples a row; rows written, one more read above and below

__global__ void __launch_bounds__(256) loom_weave_g1_a(const float4* __restrict__ cloth, float4* __restrict__ smooth) {
    int x = blockIdx.x * 256 + threadIdx.x;
    const float4* in = cloth + (blockIdx.y * 16) * kLoomWide + x;
    float4* out = smooth + (blockIdx.y * 16) * kLoomWide + x;
    float4 above = in[0], here = in[kLoomWide];
#pragma unroll 4
    for (int r = 0; r < 16; ++r) {
        float4 below = in[(r + 2) * kLoomWide];
        __stcs(out + r * kLoomWide, make_float4(fmaf(0.25f, above.x + below.x, 0.5f * here.x), fmaf(0.25f, above.y + below.y, 0.5f * here.y),
                                                fmaf(0.25f, above.z + below.z, 0.5f * here.z), fmaf(0.25f, above.w + below.w, 0.5f * here.w)));
        above = here; here = below;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type}); };

    // Shared by all: two input fields and one result.
    constexpr size_t kMost = (size_t)kContainers * 16, kFilm = (size_t)(kFilmRows + 2) * kFilmWide;
    constexpr size_t kResult = (size_t)kWefts * kLoomWide * 4;
    static_assert((size_t)kContracts * kMonths <= kMost && (size_t)kEpisodes * kFeatures + kHeader <= kMost && (size_t)kBands * kPlots <= kMost &&
                  (size_t)kAttributes * kExhibits <= kMost && kFilm <= kMost && (size_t)(kWefts + 2) * kLoomWide * 4 <= kMost, "inputs are too short");
    static_assert((size_t)kAttributes * kExhibits <= kResult && kFilm <= kResult && kContainers <= kResult && kBases / 4 <= kResult && kSamples / 2 <= kResult,
                  "result is too short");
    float *one = filled<float>(kMost, 81), *two = filled<float>(kFilm, 82), *out = empty<float>(kResult);
    uint8_t* bytes = reinterpret_cast<uint8_t*>(out);

    float* discount = filled<float>(kMonths, 83);
    add("annuity_ledger_g1_a", out, kContracts, [=] { annuity_ledger_g1_a<<<kContracts / 256, 256>>>(one, discount, out); });
    add("annuity_ledger_g1_b", out, kContracts, [=] { annuity_ledger_g1_b<<<kContracts / 256, 256>>>(one, discount, out); });

    int* present = indices(kExhibits, 1u << kAttributes, 84);
    add("museum_catalog_g1_a", out, (size_t)kExhibits * kAttributes, [=] { museum_catalog_g1_a<<<kExhibits / 256, 256>>>(one, present, out); });
    add("museum_catalog_g1_b", out, (size_t)kExhibits * kAttributes, [=] { museum_catalog_g1_b<<<kExhibits / 256, 256>>>(one, present, out); });

    const Container* manifest = reinterpret_cast<const Container*>(one);
    float *weight = empty<float>(kContainers), *side = empty<float>(kContainers), *tier = empty<float>(kContainers);
    harness_unpack<<<kContainers / 256, 256>>>(manifest, weight, side, tier); CHECK(cudaGetLastError());
    add("cargo_trim_g1_a", out, kContainers, [=] { cargo_trim_g1_a<<<kContainers / 256, 256>>>(manifest, out); });
    add("cargo_trim_g1_b", out, kContainers, [=] { cargo_trim_g1_b<<<kContainers / 256, 256>>>(weight, side, tier, out); });

    int *from = indices(kHyphae, kKnots, 85), *to = indices(kHyphae, kKnots, 0x5a5a5a5a);
    float *pressure = filled<float>(kKnots, 86), *sugar = filled<float>(kKnots, 87), *water = filled<float>(kKnots, 88), *bore = filled<float>(kKnots, 89);
    float4* knot = empty<float4>(kKnots);
    harness_knots<<<kKnots / 256, 256>>>(pressure, sugar, water, bore, knot); CHECK(cudaGetLastError());
    add("mycelium_flow_g1_a", out, kHyphae, [=] { mycelium_flow_g1_a<<<kHyphae / 256, 256>>>(from, to, pressure, sugar, water, bore, out); });
    add("mycelium_flow_g1_b", out, kHyphae, [=] { mycelium_flow_g1_b<<<kHyphae / 256, 256>>>(from, to, knot, out); });

    int* heard = indices((size_t)kListeners * kHeard, kEpisodes, 90);
    float *behind = one + kHeader, *table = empty<float>((size_t)kEpisodes * kFeatures);
    CHECK(cudaMemcpy(table, behind, (size_t)kEpisodes * kFeatures * sizeof(float), cudaMemcpyDeviceToDevice));
    add("podcast_taste_g1_a", out, kListeners * kFeatures, [=] { podcast_taste_g1_a<<<kListeners / 16, 256>>>(behind, heard, out); });
    add("podcast_taste_g1_b", out, kListeners * kFeatures, [=] { podcast_taste_g1_b<<<kListeners / 16, 256>>>(table, heard, out); });

    uint8_t* read = empty<uint8_t>(kBases);
    harness_letters<<<kWave, 256>>>(read); CHECK(cudaGetLastError());
    add("barley_strand_g1_a", bytes, kBases, [=] { barley_strand_g1_a<<<kWave, 256>>>(read, bytes); }, Output::u8);
    add("barley_strand_g1_b", bytes, kBases, [=] { barley_strand_g1_b<<<kWave, 256>>>(reinterpret_cast<uint4*>(read), reinterpret_cast<uint4*>(bytes)); }, Output::u8);

    constexpr int kGrove = kGroveWide * kGroveHigh;
    uint32_t* rgb = empty<uint32_t>(kGrove / 4 * 3);
    harness_picture<<<kWave, 256>>>(rgb, kGrove / 4 * 3); CHECK(cudaGetLastError());
    add("olive_grove_g1_a", bytes, kGrove, [=] { olive_grove_g1_a<<<dim3(kGroveWide / 256, kGroveHigh / 64), 256>>>(reinterpret_cast<uint8_t*>(rgb), bytes); }, Output::u8);
    add("olive_grove_g1_b", bytes, kGrove, [=] { olive_grove_g1_b<<<dim3(kGroveWide / 1024, kGroveHigh / 16), 256>>>(rgb, reinterpret_cast<uint32_t*>(bytes)); }, Output::u8);

    __half *near = filled<__half>(kSamples, 91), *far = filled<__half>(kSamples, 92), *mix = reinterpret_cast<__half*>(out);
    auto eight = [](__half* p) { return reinterpret_cast<uint4*>(p); };
    uint4 *near8 = eight(near), *far8 = eight(far), *mix8 = eight(mix);
    add("carillon_mix_g1_a", mix, kSamples, [=] { carillon_mix_g1_a<<<kWave, 256>>>(near, far, mix, 0.375f); }, Output::f16);
    add("carillon_mix_g1_b", mix, kSamples, [=] { carillon_mix_g1_b<<<kWave, 256>>>(near8, far8, mix8, 0.375f); }, Output::f16);

    float *black = empty<float>(kFilm / 2), *red_load = empty<float>(kFilm / 2);
    harness_colours<<<dim3(kFilmHalf / 256, kFilmRows + 2), 256>>>(one, two, black, red_load); CHECK(cudaGetLastError());
    const dim3 film_grid(kFilmHalf / 64, kFilmRows / 16), film_block(64, 4);
    add("soap_film_g1_a", out, kFilm, [=] { soap_film_g1_a<<<film_grid, film_block>>>(one, two, out); });
    add("soap_film_g1_b", out, kFilm, [=] { soap_film_g1_b<<<film_grid, film_block>>>(black, red_load, out); });

    float *weights = filled<float>(kBands, 93), *exposure = empty<float>(kPlots);
    const Plot* plots = reinterpret_cast<const Plot*>(two);
    harness_exposure<<<kPlots / 256, 256>>>(plots, exposure); CHECK(cudaGetLastError());
    add("lichen_bands_g1_a", out, kPlots, [=] { lichen_bands_g1_a<<<kPlots / 256, 256>>>(one, weights, plots, out); });
    add("lichen_bands_g1_b", out, kPlots, [=] { lichen_bands_g1_b<<<kPlots / 256, 256>>>(one, weights, exposure, out); });

    const float4* cloth = reinterpret_cast<const float4*>(one);
    float4* smooth = reinterpret_cast<float4*>(out);
    add("loom_weave_g1_a", out, kResult, [=] { loom_weave_g1_a<<<dim3(kLoomWide / 256, kWefts / 16), 256>>>(cloth, smooth); });

    return harness::run(argc, argv, cases);
}
