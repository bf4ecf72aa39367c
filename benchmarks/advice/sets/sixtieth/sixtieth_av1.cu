// Eight measured cases about memory accesses: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// Set-up only: one field of records of `width` floats as an array of its own.
__global__ void setup_field_av1(float* __restrict__ to, const float* __restrict__ from, size_t n, int width, int at) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) to[i] = from[i * width + at];
}
// Set-up only: random bytes.
__global__ void setup_bytes_av1(uint8_t* __restrict__ to, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        to[i] = (uint8_t)(harness::hash32((uint32_t)i + seed) >> 13);
}

// ---- Finance: delta-gamma profit of 16M positions under a move of one of eight risk factors.
constexpr int kPositions = 1 << 24, kFactors = 8;

__device__ __forceinline__ float position_profit(float load, float delta, float gamma, float notional, float shock) {
    float move = load * shock;
    return fabsf(notional) * fmaf(0.5f * gamma * move, move, fmaf(delta, move, 0.25f));
}

__global__ void __launch_bounds__(256) walnut_harbor_av1_a(const float* __restrict__ loadings, const float* __restrict__ delta,
                                                           const float* __restrict__ gamma, const float* __restrict__ notional,
                                                           float* __restrict__ profit, int factor, float shock) {
    int i = blockIdx.x * 256 + threadIdx.x;
    profit[i] = position_profit(loadings[(size_t)i * kFactors + factor], delta[i], gamma[i], notional[i], shock);
}

__global__ void __launch_bounds__(256) walnut_harbor_av1_b(const float* __restrict__ loadings, const float* __restrict__ delta,
                                                           const float* __restrict__ gamma, const float* __restrict__ notional,
                                                           float* __restrict__ profit, float shock) {  // loadings: of that factor alone
    int i = blockIdx.x * 256 + threadIdx.x;
    profit[i] = position_profit(loadings[i], delta[i], gamma[i], notional[i], shock);
}

// ---- Audio: 32 microphones recorded one after another, smoothed, limited and interleaved into frames of 32 samples.
constexpr int kMics = 32, kTicks = 131072;

__device__ __forceinline__ float mic_sample(const float* __restrict__ wave, float gain, int t) {
    float before = wave[max(t - 1, 0)], here = wave[t], next = wave[min(t + 1, kTicks - 1)];
    float y = gain * fmaf(0.25f, before + next, 0.5f * here);
    return __fdividef(y, 1.0f + fabsf(y)) + 0.5f;
}

__global__ void __launch_bounds__(256) velvet_osprey_av1_a(const float* __restrict__ waves, const float* __restrict__ gain, float* __restrict__ frames) {
    int t = blockIdx.x * 32 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < kMics; k += 8) {
        int mic = threadIdx.y + k;
        frames[t * kMics + mic] = mic_sample(waves + mic * kTicks, gain[mic], t);
    }
}

__global__ void __launch_bounds__(256) velvet_osprey_av1_b(const float* __restrict__ waves, const float* __restrict__ gain, float* __restrict__ frames) {
    __shared__ float tile[kMics][33];
    int first = blockIdx.x * 32, t = first + threadIdx.x;
#pragma unroll
    for (int k = 0; k < kMics; k += 8) {
        int mic = threadIdx.y + k;
        tile[mic][threadIdx.x] = mic_sample(waves + mic * kTicks, gain[mic], t);
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 32; k += 8) {
        int row = threadIdx.y + k;
        frames[(first + row) * kMics + threadIdx.x] = tile[threadIdx.x][row];
    }
}

// ---- Astronomy: absolute magnitudes of a catalogue of 25M stars.
constexpr int kStars = 3 << 23;

struct Star {  // one row of the catalogue, 64 bytes
    float ascension, declination, parallax, motion_ra, motion_dec, parallax_error, ra_error, dec_error;
    float green, blue, red, flux_error, extinction, radial, teff, gravity;
};

__device__ __forceinline__ float absolute_magnitude(float parallax, float green, float extinction) {
    float milli = fmaxf(fabsf(parallax), 1e-4f);
    return fmaf(1.50515f, __log2f(milli), 5.0f + green) - 0.86f * fabsf(extinction);  // 5 log10
}

__global__ void __launch_bounds__(256) copper_lantern_av1_a(const Star* __restrict__ stars, float* __restrict__ magnitude) {
    int i = blockIdx.x * 256 + threadIdx.x;
    magnitude[i] = absolute_magnitude(stars[i].parallax, stars[i].green, stars[i].extinction);
}

__global__ void __launch_bounds__(256) copper_lantern_av1_b(const float* __restrict__ parallax, const float* __restrict__ green,
                                                            const float* __restrict__ extinction, float* __restrict__ magnitude) {
    int i = blockIdx.x * 256 + threadIdx.x;
    magnitude[i] = absolute_magnitude(parallax[i], green[i], extinction[i]);
}

// ---- Plasma: the field of a 4096 x 2048 mesh at 16M particles, bilinear; (_b) gets the particles in the order of their cells.
constexpr int kMeshX = 4096, kMeshY = 2048, kParticles = 1 << 24;

__device__ __forceinline__ void field_at(const float2* __restrict__ mesh, const int* __restrict__ cell, const float2* __restrict__ within,
                                         float2* __restrict__ force, float charge) {
    int i = blockIdx.x * 256 + threadIdx.x, c = cell[i];
    float2 f = within[i];
    float2 a = mesh[c], b = mesh[c + 1], d = mesh[c + kMeshX], e = mesh[c + kMeshX + 1];
    float lowx = fmaf(f.x, b.x - a.x, a.x), lowy = fmaf(f.x, b.y - a.y, a.y);
    float highx = fmaf(f.x, e.x - d.x, d.x), highy = fmaf(f.x, e.y - d.y, d.y);
    force[i] = make_float2(charge * fmaf(f.y, highx - lowx, lowx), charge * fmaf(f.y, highy - lowy, lowy));
}

__global__ void __launch_bounds__(256) thistle_anchor_av1_a(const float2* __restrict__ mesh, const int* __restrict__ cell,
                                                            const float2* __restrict__ within, float2* __restrict__ force, float charge) {
    field_at(mesh, cell, within, force, charge);
}
__global__ void __launch_bounds__(256) thistle_anchor_av1_b(const float2* __restrict__ mesh, const int* __restrict__ cell,
                                                            const float2* __restrict__ within, float2* __restrict__ force, float charge) {
    field_at(mesh, cell, within, force, charge);
}

// ---- Video: cross-fade of two 3840 x 2160 grey frames through an 8-bit matte.
constexpr int kPixels = 3840 * 2160;

__device__ __forceinline__ uint32_t fade(uint32_t front, uint32_t back, uint32_t matte) {
    uint32_t v = front * matte + back * (255u - matte) + 128u;
    return (v + (v >> 8)) >> 8;  // rounded division by 255
}
__device__ __forceinline__ uint32_t fade4(uint32_t front, uint32_t back, uint32_t matte) {
    uint32_t out = 0;
#pragma unroll
    for (int s = 0; s < 32; s += 8) out |= fade((front >> s) & 255u, (back >> s) & 255u, (matte >> s) & 255u) << s;
    return out;
}

__global__ void __launch_bounds__(256) marble_cricket_av1_a(const uint8_t* __restrict__ front, const uint8_t* __restrict__ back,
                                                            const uint8_t* __restrict__ matte, uint8_t* __restrict__ shown) {
    int i = blockIdx.x * 256 + threadIdx.x;
    shown[i] = (uint8_t)fade(front[i], back[i], matte[i]);
}

__global__ void __launch_bounds__(256) marble_cricket_av1_b(const uint4* __restrict__ front, const uint4* __restrict__ back,
                                                            const uint4* __restrict__ matte, uint4* __restrict__ shown) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 f = front[i], b = back[i], m = matte[i];
    shown[i] = make_uint4(fade4(f.x, b.x, m.x), fade4(f.y, b.y, m.y), fade4(f.z, b.z, m.z), fade4(f.w, b.w, m.w));
}

// ---- Weather: vertical advection, fourth order, on six levels (ten with the margins) of 4096 x 2048 columns.
constexpr int kPlane4 = 4096 * 2048 / 4, kLevels = 6;

__device__ __forceinline__ float lift(float l2, float l1, float m, float u1, float u2) {
    float slope = fmaf(8.0f, u1 - l1, l2 - u2) * 0.0833333f;
    return fmaf(-0.3f * m, slope, m) + 0.6f;
}
__device__ __forceinline__ void advect(const float4* __restrict__ air, float4* __restrict__ next, int level, int at) {
    const float4* p = air + (size_t)level * kPlane4 + at;
    float4 a = p[0], b = p[kPlane4], c = p[2 * kPlane4], d = p[3 * kPlane4], e = p[4 * kPlane4];
    next[(size_t)level * kPlane4 + at] = make_float4(lift(a.x, b.x, c.x, d.x, e.x), lift(a.y, b.y, c.y, d.y, e.y),
                                                     lift(a.z, b.z, c.z, d.z, e.z), lift(a.w, b.w, c.w, d.w, e.w));
}

__global__ void __launch_bounds__(256) saffron_gable_av1_a(const float4* __restrict__ air, float4* __restrict__ next) {
    advect(air, next, blockIdx.y, blockIdx.x * 256 + threadIdx.x);
}
__global__ void __launch_bounds__(256) saffron_gable_av1_b(const float4* __restrict__ air, float4* __restrict__ next) {
    advect(air, next, blockIdx.x, blockIdx.y * 256 + threadIdx.x);
}

// ---- Neurology: power of calibrated electrode samples; in the recording (_a) a header word stands before the samples.
constexpr int kSamples = 1 << 25;

template <int kHeader>
__device__ __forceinline__ void sample_power(const float* __restrict__ raw, const float* __restrict__ calibration, float* __restrict__ power) {
    int first = blockIdx.x * 1024 + threadIdx.x;
    float x[4], c[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { x[k] = raw[first + k * 256 + kHeader]; c[k] = calibration[first + k * 256]; }
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float volt = fmaf(0.2f * c[k], x[k], x[k]);
        power[first + k * 256] = volt * volt;
    }
}

__global__ void __launch_bounds__(256) pewter_meadow_av1_a(const float* __restrict__ raw, const float* __restrict__ calibration, float* __restrict__ power) {
    sample_power<1>(raw, calibration, power);
}
__global__ void __launch_bounds__(256) pewter_meadow_av1_b(const float* __restrict__ raw, const float* __restrict__ calibration, float* __restrict__ power) {
    sample_power<0>(raw, calibration, power);
}

// ---- Ocean: leapfrog step of the sea level with a time filter, 32M cells.
constexpr int kSea4 = (1 << 25) / 4;

__device__ __forceinline__ float leap(float old, float now, float trend) { return fmaf(0.2f, trend, fmaf(0.1f, now, 0.9f * old)) + 1.5f; }

__global__ void __launch_bounds__(256) juniper_buckle_av1_a(const float4* __restrict__ old, const float4* __restrict__ now,
                                                            const float4* __restrict__ trend, float4* __restrict__ next) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 a = old[i], b = now[i], c = trend[i];
    next[i] = make_float4(leap(a.x, b.x, c.x), leap(a.y, b.y, c.y), leap(a.z, b.z, c.z), leap(a.w, b.w, c.w));
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // Shared by several: three streams of 32M floats and one result of as many.
    constexpr size_t kMost = 1u << 25;
    float *one = filled<float>(kMost, 11), *two = filled<float>(kMost, 12), *three = filled<float>(kMost, 13), *out = empty<float>(kMost);
    static_assert((size_t)kPositions <= kMost && (size_t)kStars <= kMost && (size_t)kParticles * 2 <= kMost && (size_t)kSamples <= kMost && (size_t)kSea4 * 4 <= kMost, "too short");
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };

    {
        constexpr int kFactor = 5;
        float *table = filled<float>((size_t)kPositions * kFactors, 21), *column = empty<float>(kPositions);
        setup_field_av1<<<2048, 256>>>(column, table, kPositions, kFactors, kFactor); CHECK(cudaGetLastError());
        add("walnut_harbor_av1_a", out, kPositions, Output::f32, [=] { walnut_harbor_av1_a<<<kPositions / 256, 256>>>(table, one, two, three, out, kFactor, 0.7f); });
        add("walnut_harbor_av1_b", out, kPositions, Output::f32, [=] { walnut_harbor_av1_b<<<kPositions / 256, 256>>>(column, one, two, three, out, 0.7f); });
    }
    {
        constexpr size_t kAll = (size_t)kMics * kTicks;
        float *waves = filled<float>(kAll, 31), *gain = filled<float>(kMics, 32), *frames = empty<float>(kAll);
        add("velvet_osprey_av1_a", frames, kAll, Output::f32, [=] { velvet_osprey_av1_a<<<kTicks / 32, dim3(32, 8)>>>(waves, gain, frames); });
        add("velvet_osprey_av1_b", frames, kAll, Output::f32, [=] { velvet_osprey_av1_b<<<kTicks / 32, dim3(32, 8)>>>(waves, gain, frames); });
    }
    {
        float* rows = filled<float>((size_t)kStars * 16, 41);
        float *parallax = empty<float>(kStars), *green = empty<float>(kStars), *extinction = empty<float>(kStars);
        setup_field_av1<<<2048, 256>>>(parallax, rows, kStars, 16, 2); CHECK(cudaGetLastError());
        setup_field_av1<<<2048, 256>>>(green, rows, kStars, 16, 8); CHECK(cudaGetLastError());
        setup_field_av1<<<2048, 256>>>(extinction, rows, kStars, 16, 12); CHECK(cudaGetLastError());
        static_assert(sizeof(Star) == 64, "a star is 64 bytes");
        const Star* stars = reinterpret_cast<const Star*>(rows);
        add("copper_lantern_av1_a", out, kStars, Output::f32, [=] { copper_lantern_av1_a<<<kStars / 256, 256>>>(stars, out); });
        add("copper_lantern_av1_b", out, kStars, Output::f32, [=] { copper_lantern_av1_b<<<kStars / 256, 256>>>(parallax, green, extinction, out); });
    }
    {
        constexpr int kMesh = kMeshX * kMeshY;
        std::vector<int> cell(kParticles), sorted(kParticles), start(kMesh + 1, 0);
        std::vector<float2> within(kParticles), packed(kParticles);
        for (int i = 0; i < kParticles; ++i) {
            uint32_t h = harness::hash32((uint32_t)i * 2654435761u + 51u), g = harness::hash32(h + 77u);
            cell[i] = (int)(g % (kMeshY - 1)) * kMeshX + (int)(h % (kMeshX - 1));
            within[i] = make_float2(0.5f * harness::unit(g + 3u) + 0.5f, 0.5f * harness::unit(h + 5u) + 0.5f);
            ++start[cell[i] + 1];
        }
        for (int c = 0; c < kMesh; ++c) start[c + 1] += start[c];
        for (int i = 0; i < kParticles; ++i) { int at = start[cell[i]]++; sorted[at] = cell[i]; packed[at] = within[i]; }
        int *cell_a = harness::uploaded(cell), *cell_b = harness::uploaded(sorted);
        float2 *within_a = harness::uploaded(within), *within_b = harness::uploaded(packed);
        const float2* mesh = reinterpret_cast<const float2*>(filled<float>((size_t)kMesh * 2, 52));
        float2* force = reinterpret_cast<float2*>(out);
        add("thistle_anchor_av1_a", out, (size_t)kParticles * 2, Output::f32, [=] { thistle_anchor_av1_a<<<kParticles / 256, 256>>>(mesh, cell_a, within_a, force, 1.7f); });
        add("thistle_anchor_av1_b", out, (size_t)kParticles * 2, Output::f32, [=] { thistle_anchor_av1_b<<<kParticles / 256, 256>>>(mesh, cell_b, within_b, force, 1.7f); });
    }
    {
        uint8_t *front = empty<uint8_t>(kPixels), *back = empty<uint8_t>(kPixels), *matte = empty<uint8_t>(kPixels), *shown = empty<uint8_t>(kPixels);
        setup_bytes_av1<<<2048, 256>>>(front, kPixels, 61); CHECK(cudaGetLastError());
        setup_bytes_av1<<<2048, 256>>>(back, kPixels, 1u << 28); CHECK(cudaGetLastError());
        setup_bytes_av1<<<2048, 256>>>(matte, kPixels, 1u << 29); CHECK(cudaGetLastError());
        auto wide = [](uint8_t* p) { return reinterpret_cast<uint4*>(p); };
        uint4 *front4 = wide(front), *back4 = wide(back), *matte4 = wide(matte), *shown4 = wide(shown);
        static_assert(kPixels % (256 * 16) == 0, "whole blocks");
        add("marble_cricket_av1_a", shown, kPixels, Output::u8, [=] { marble_cricket_av1_a<<<kPixels / 256, 256>>>(front, back, matte, shown); });
        add("marble_cricket_av1_b", shown, kPixels, Output::u8, [=] { marble_cricket_av1_b<<<kPixels / 4096, 256>>>(front4, back4, matte4, shown4); });
    }
    {
        constexpr size_t kAll = (size_t)kLevels * kPlane4 * 4;
        float *air = filled<float>((size_t)(kLevels + 4) * kPlane4 * 4, 71), *next = empty<float>(kAll);
        float4 *air4 = f4(air), *next4 = f4(next);
        add("saffron_gable_av1_a", next, kAll, Output::f32, [=] { saffron_gable_av1_a<<<dim3(kPlane4 / 256, kLevels), 256>>>(air4, next4); });
        add("saffron_gable_av1_b", next, kAll, Output::f32, [=] { saffron_gable_av1_b<<<dim3(kLevels, kPlane4 / 256), 256>>>(air4, next4); });
    }
    {
        float *raw = filled<float>((size_t)kSamples + 1, 81), *body = empty<float>(kSamples);
        CHECK(cudaMemcpy(body, raw + 1, (size_t)kSamples * sizeof(float), cudaMemcpyDeviceToDevice));
        add("pewter_meadow_av1_a", out, kSamples, Output::f32, [=] { pewter_meadow_av1_a<<<kSamples / 1024, 256>>>(raw, one, out); });
        add("pewter_meadow_av1_b", out, kSamples, Output::f32, [=] { pewter_meadow_av1_b<<<kSamples / 1024, 256>>>(body, one, out); });
    }
    {
        float4 *old = f4(one), *now = f4(two), *trend = f4(three), *next = f4(out);
        add("juniper_buckle_av1_a", out, (size_t)kSea4 * 4, Output::f32, [=] { juniper_buckle_av1_a<<<kSea4 / 256, 256>>>(old, now, trend, next); });
    }
    return harness::run(argc, argv, cases);
}
