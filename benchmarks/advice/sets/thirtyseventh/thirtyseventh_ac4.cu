// Eight measured cases from pearls, bats, glazes, seeds, land cover, dew, bells and comets: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Pearls: shade readings of a pearl at 512 points, scaled by the peak and standardised; a block a pearl.
constexpr int kPearls = 528 * 140, kPoints = 512;

__device__ __forceinline__ float pearl_sum(float* pad, float v) {
    int t = threadIdx.x;
    pad[t] = v;
    __syncthreads();
    for (int s = kPoints / 2; s > 0; s >>= 1) {
        if (t < s) pad[t] += pad[t + s];
        __syncthreads();
    }
    float total = pad[0];
    __syncthreads();
    return total;
}
__device__ __forceinline__ float pearl_max(float* pad, float v) {
    int t = threadIdx.x;
    pad[t] = v;
    __syncthreads();
    for (int s = kPoints / 2; s > 0; s >>= 1) {
        if (t < s) pad[t] = fmaxf(pad[t], pad[t + s]);
        __syncthreads();
    }
    float top = pad[0];
    __syncthreads();
    return top;
}

__global__ void __launch_bounds__(512) pearl_grading_ac4_a(const float* __restrict__ shade, float* __restrict__ grade) {
    __shared__ float pad[kPoints];
    size_t at = (size_t)blockIdx.x * kPoints + threadIdx.x;
    float v = shade[at];
    v *= __fdividef(1.0f, pearl_max(pad, fabsf(v)));
    float d = v - pearl_sum(pad, v) * (1.0f / kPoints);
    float var = pearl_sum(pad, d * d) * (1.0f / kPoints);
    grade[at] = d * rsqrtf(var + 1e-5f);
}

__device__ __forceinline__ float pearl_sum_shuffled(float4* part, float v) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    if (threadIdx.x % 32 == 0) reinterpret_cast<float*>(part)[threadIdx.x / 32] = v;
    __syncthreads();
    float4 a = part[0], b = part[1], c = part[2], d = part[3];
    return ((a.x + a.y) + (a.z + a.w)) + ((b.x + b.y) + (b.z + b.w)) + (((c.x + c.y) + (c.z + c.w)) + ((d.x + d.y) + (d.z + d.w)));
}
__device__ __forceinline__ float pearl_max_shuffled(float4* part, float v) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
    if (threadIdx.x % 32 == 0) reinterpret_cast<float*>(part)[threadIdx.x / 32] = v;
    __syncthreads();
    float top = 0.0f;
#pragma unroll
    for (int k = 0; k < 4; ++k) { float4 a = part[k]; top = fmaxf(top, fmaxf(fmaxf(a.x, a.y), fmaxf(a.z, a.w))); }
    return top;
}

__global__ void __launch_bounds__(512) pearl_grading_ac4_b(const float* __restrict__ shade, float* __restrict__ grade) {
    __shared__ float4 part[3][4];  // one row for each reduction: a single barrier each
    size_t at = (size_t)blockIdx.x * kPoints + threadIdx.x;
    float v = shade[at];
    v *= __fdividef(1.0f, pearl_max_shuffled(part[0], fabsf(v)));
    float d = v - pearl_sum_shuffled(part[1], v) * (1.0f / kPoints);
    float var = pearl_sum_shuffled(part[2], d * d) * (1.0f / kPoints);
    grade[at] = d * rsqrtf(var + 1e-5f);
}

// ---- Bats: energy of the loud calls (8 band readings each), added up by how many of the low bands are positive.
constexpr int kEars = 132 * 4 * 512, kCalls = kEars * 3, kGuilds = 5;
constexpr float kLoud = 3.8f;  // some 9% of the calls

__device__ __forceinline__ float call_energy(float4 a, float4 b) {
    float e = fmaf(a.x, a.x, fmaf(a.y, a.y, fmaf(a.z, a.z, a.w * a.w)));
    return e + fmaf(b.x, b.x, fmaf(b.y, b.y, fmaf(b.z, b.z, b.w * b.w)));
}
__device__ __forceinline__ int call_guild(float4 a) { return (a.x > 0.0f) + (a.y > 0.0f) + (a.z > 0.0f) + (a.w > 0.0f); }

__global__ void __launch_bounds__(512, 4) bat_chorus_ac4_a(const float4* __restrict__ low, const float4* __restrict__ high, float* __restrict__ total) {
#pragma unroll 1
    for (int i = blockIdx.x * 512 + threadIdx.x; i < kCalls; i += kEars) {
        float4 a = low[i], b = high[i];
        float e = call_energy(a, b);
        if (e > kLoud) atomicAdd(total + call_guild(a), e);
    }
}

__global__ void __launch_bounds__(512, 4) bat_chorus_ac4_b(const float4* __restrict__ low, const float4* __restrict__ high, float* __restrict__ total) {
    __shared__ float part[kGuilds][16];
    float sum[kGuilds] = {};
#pragma unroll 1
    for (int i = blockIdx.x * 512 + threadIdx.x; i < kCalls; i += kEars) {
        float4 a = low[i], b = high[i];
        float e = call_energy(a, b);
        int guild = e > kLoud ? call_guild(a) : -1;
#pragma unroll
        for (int k = 0; k < kGuilds; ++k) sum[k] += guild == k ? e : 0.0f;
    }
#pragma unroll
    for (int k = 0; k < kGuilds; ++k) {
#pragma unroll
        for (int o = 16; o; o >>= 1) sum[k] += __shfl_xor_sync(0xffffffffu, sum[k], o);
        if (threadIdx.x % 32 == 0) part[k][threadIdx.x / 32] = sum[k];
    }
    __syncthreads();
    if (threadIdx.x < kGuilds) {
        float s = 0.0f;
#pragma unroll
        for (int w = 0; w < 16; ++w) s += part[threadIdx.x][w];
        atomicAdd(total + threadIdx.x, s);
    }
}

// ---- Kiln: colour of each tile after firing; the glaze of a tile (one of four) decides which law of melting it follows.
constexpr int kTiles = 132 * 4 * 512 * 36;

__device__ __forceinline__ float fire_glaze(int glaze, float heat, float ash) {
    float c = ash, m = heat;
    switch (glaze) {
        case 0:  // celadon: iron diffuses towards the heat
#pragma unroll 8
            for (int s = 0; s < 48; ++s) { m = fmaf(-0.03f * m, c, m); c = fmaf(0.05f, m - c, c); }
            break;
        case 1:  // shino: crystals grow and saturate
#pragma unroll 8
            for (int s = 0; s < 48; ++s) { c = fmaf(0.04f * c, 1.0f - c * c, c); m = fmaf(0.97f, m, 0.02f * c); }
            break;
        case 2:  // tenmoku: swinging between reduction and oxidation
#pragma unroll 8
            for (int s = 0; s < 48; ++s) { c = fmaf(0.11f, m, c); m = fmaf(-0.11f, c, m); c = fminf(fmaxf(c, -1.5f), 1.5f); }
            break;
        default:  // raku: crackle, folded at the edge
#pragma unroll 8
            for (int s = 0; s < 48; ++s) { c = 1.0f - fabsf(fmaf(1.3f, c, 0.2f * m)); m = fmaf(0.6f, m, 0.3f * c); }
    }
    return fmaf(0.7f, c, 0.3f * m);
}

__global__ void __launch_bounds__(512) kiln_glazes_ac4_a(const int* __restrict__ glaze, const float* __restrict__ heat, const float* __restrict__ ash,
                                                        float* __restrict__ colour) {
    int i = blockIdx.x * 512 + threadIdx.x;
    colour[i] = fire_glaze(glaze[i], heat[i], ash[i]);
}

__global__ void __launch_bounds__(512) kiln_glazes_ac4_b(const int* __restrict__ glaze, const float* __restrict__ heat, const float* __restrict__ ash,
                                                        float* __restrict__ colour) {
    __shared__ int first[64];      // [glaze][warp]: number, then place of the first
    __shared__ int order[512];     // tiles of the block by glaze; the glaze in the upper bits
    __shared__ float warm[512], dust[512];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, i = blockIdx.x * 512 + t, kind = glaze[i];
    warm[t] = heat[i];
    dust[t] = ash[i];
    unsigned mine = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        unsigned m = __ballot_sync(0xffffffffu, kind == k);
        if (kind == k) mine = m;
        if (lane == 0) first[k * 16 + warp] = __popc(m);
    }
    __syncthreads();
    if (warp == 0) {
        int a = first[2 * lane], b = first[2 * lane + 1], sum = a + b;
#pragma unroll
        for (int o = 1; o < 32; o <<= 1) { int up = __shfl_up_sync(0xffffffffu, sum, o); if (lane >= o) sum += up; }
        first[2 * lane] = sum - a - b;
        first[2 * lane + 1] = sum - b;
    }
    __syncthreads();
    order[first[kind * 16 + warp] + __popc(mine & ((1u << lane) - 1))] = kind << 16 | t;
    __syncthreads();
    int tile = order[t] & 0xffff;
    float c = fire_glaze(order[t] >> 16, warm[tile], dust[tile]);
    warm[tile] = c;  // only this thread reads and writes the place
    __syncthreads();
    colour[i] = warm[t];
}

// ---- Seeds of a dandelion (dispersal model): Langevin flight in turbulent air; the release height fixes the number of steps.
constexpr int kSeeds = 132 * 4 * 512 * 40;

struct Air { float wind, relax, gusts, dt; };

struct Flight {
    float x, y, vx, vy;
    uint32_t rng;
    __device__ __forceinline__ float gust() {
        rng = rng * 1664525u + 1013904223u;
        return __uint_as_float(0x3f800000u | rng >> 9) - 1.5f;
    }
    __device__ __forceinline__ void step(const Air& air, float drag) {
        vx = fmaf(air.relax, air.wind - vx, vx);
        vx = fmaf(air.gusts, gust(), vx);
        vy = fmaf(air.gusts, gust(), vy - drag * vy);
        x = fmaf(air.dt, vx, x);
        y = fmaf(air.dt, vy, y);
    }
};

__device__ __forceinline__ int flight_steps(float release) { return 32 + (int)(224.0f * release * release); }

__device__ __forceinline__ float2 fly(const Air& air, float4 seed, int id, int steps) {
    Flight f{seed.x, seed.y, 0.0f, 0.0f, (uint32_t)id * 2654435761u};
    float drag = 0.05f + 0.02f * seed.z;
    for (int s = 0; s < steps; ++s) f.step(air, drag);
    return make_float2(f.x, f.y);
}

__global__ void __launch_bounds__(512) dandelion_drift_ac4_a(const float4* __restrict__ seeds, float2* __restrict__ landed, Air air) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 seed = seeds[i];
    landed[i] = fly(air, seed, i, flight_steps(seed.w));
}

__global__ void __launch_bounds__(512) dandelion_drift_ac4_b(const float4* __restrict__ seeds, float2* __restrict__ landed, Air air) {
    __shared__ int bucket[32];
    __shared__ int order[512];
    __shared__ float4 tray[512];
    int t = threadIdx.x, base = blockIdx.x * 512;
    if (t < 32) bucket[t] = 0;
    float4 seed = seeds[base + t];
    tray[t] = seed;
    __syncthreads();
    int mine = flight_steps(seed.w) / 8 - 4, rank = atomicAdd(bucket + mine, 1);
    __syncthreads();
    if (t < 32) {
        int n = bucket[t], sum = n;
#pragma unroll
        for (int o = 1; o < 32; o <<= 1) { int up = __shfl_up_sync(0xffffffffu, sum, o); if (t >= o) sum += up; }
        bucket[t] = sum - n;
    }
    __syncthreads();
    order[bucket[mine] + rank] = t;
    __syncthreads();
    int k = order[t];  // lanes of a warp now fly about equally long
    seed = tray[k];
    landed[base + k] = fly(air, seed, base + k, flight_steps(seed.w));
}

// ---- Land cover (zonal statistics of a raster): sum of the elevations of each of six cover classes in every tile of 65536 pixels.
constexpr int kMoorTiles = 132 * 8 * 5, kMoorPixels = 65536, kCovers = 6;

__global__ void harness_moor(uint16_t* elevation, uint8_t* cover, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        elevation[i] = harness::hash32((uint32_t)i) & 4095;
        cover[i] = harness::hash32((uint32_t)(i / 1500) + 77) % kCovers;  // covers come in patches
    }
}

template <typename Add>
__device__ __forceinline__ void moor_scan(const uint4* __restrict__ elevation, const uint2* __restrict__ cover, Add add) {
    size_t base = (size_t)blockIdx.x * (kMoorPixels / 8) + threadIdx.x;
    for (int r = 0; r < kMoorPixels / 8 / 256; ++r) {
        uint4 e = elevation[base + r * 256];
        uint2 c = cover[base + r * 256];
        unsigned es[4] = {e.x, e.y, e.z, e.w}, cs[2] = {c.x, c.y};
#pragma unroll
        for (int k = 0; k < 8; ++k) add(cs[k / 4] >> (8 * (k % 4)) & 255, es[k / 2] >> (16 * (k % 2)) & 65535);
    }
}

__global__ void __launch_bounds__(256) moor_covers_ac4_a(const uint4* __restrict__ elevation, const uint2* __restrict__ cover, int* __restrict__ sums) {
    __shared__ int tally[8];
    if (threadIdx.x < 8) tally[threadIdx.x] = 0;
    __syncthreads();
    moor_scan(elevation, cover, [&](unsigned c, unsigned e) { atomicAdd(tally + c, (int)e); });
    __syncthreads();
    if (threadIdx.x < 8) sums[blockIdx.x * 8 + threadIdx.x] = tally[threadIdx.x];
}

__global__ void __launch_bounds__(256) moor_covers_ac4_b(const uint4* __restrict__ elevation, const uint2* __restrict__ cover, int* __restrict__ sums) {
    __shared__ int tally[8][256];  // a column for each thread
    int t = threadIdx.x;
#pragma unroll
    for (int k = 0; k < 8; ++k) tally[k][t] = 0;
    moor_scan(elevation, cover, [&](unsigned c, unsigned e) { tally[c][t] += (int)e; });
    __syncthreads();
    int sum = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) sum += tally[t / 32][t % 32 + 32 * k];
    sum = __reduce_add_sync(0xffffffffu, sum);
    if (t % 32 == 0) sums[blockIdx.x * 8 + t / 32] = sum;
}

// ---- Dew (agricultural weather service): wet-bulb temperature by Stull's formula for every cell of a forecast grid.
constexpr int kPonds = 132 * 8 * 256 * 5;

__global__ void __launch_bounds__(256) dew_ponds_ac4_a(const float* __restrict__ t2m, const float* __restrict__ rhum, float* __restrict__ wetbulb) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float t = 15.0f + 20.0f * t2m[i];   // degrees C
    float rh = 55.0f + 40.0f * rhum[i];  // per cent
    wetbulb[i] = t * atan(0.151977 * sqrt(rh + 8.313659)) + atan(t + rh) - atan(rh - 1.676331) + 0.00391838 * pow(rh, 1.5) * atan(0.023101 * rh) - 4.686035;
}

__global__ void __launch_bounds__(256) dew_ponds_ac4_b(const float* __restrict__ t2m, const float* __restrict__ rhum, float* __restrict__ wetbulb) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float t = 15.0f + 20.0f * t2m[i];
    float rh = 55.0f + 40.0f * rhum[i];
    wetbulb[i] = t * atanf(0.151977f * sqrtf(rh + 8.313659f)) + atanf(t + rh) - atanf(rh - 1.676331f) + 0.00391838f * powf(rh, 1.5f) * atanf(0.023101f * rh) - 4.686035f;
}

// ---- Bells: recordings of a carillon, each strip of 16384 samples levelled by its own number of decibels.
constexpr int kStrips = 132 * 8 * 4, kSamples = 16384;

__device__ __forceinline__ void bell_level(const float4* __restrict__ in, float4* __restrict__ out, float gain) {
    size_t base = (size_t)blockIdx.x * (kSamples / 4) + threadIdx.x;
#pragma unroll 4
    for (int r = 0; r < kSamples / 4 / 256; ++r) {
        float4 v = in[base + r * 256];
        out[base + r * 256] = make_float4(v.x * gain, v.y * gain, v.z * gain, v.w * gain);
    }
}

__global__ void __launch_bounds__(256, 8) carillon_strips_ac4_a(const float4* __restrict__ in, const float* __restrict__ decibel, float4* __restrict__ out) {
    __shared__ float gain;
    if (threadIdx.x == 0) gain = (float)pow(10.0, 6.0 * decibel[blockIdx.x] / 20.0);
    __syncthreads();
    bell_level(in, out, gain);
}

__global__ void __launch_bounds__(256, 8) carillon_strips_ac4_b(const float4* __restrict__ in, const float* __restrict__ decibel, float4* __restrict__ out) {
    __shared__ float gain;
    if (threadIdx.x == 0) gain = powf(10.0f, 6.0f * decibel[blockIdx.x] / 20.0f);
    __syncthreads();
    bell_level(in, out, gain);
}

// ---- Comet: grains of dust counted by the octant they fly to and by eight levels of brightness.
constexpr int kWatch = 132 * 4 * 512, kGrains = kWatch * 4 * 24;

__global__ void __launch_bounds__(512, 4) comet_dust_ac4_a(const float4* __restrict__ grains, int* __restrict__ count) {
    __shared__ int bins[64];
    if (threadIdx.x < 64) bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 512 + threadIdx.x; i < kGrains; i += 4 * kWatch) {
        float4 g[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) g[j] = __ldcs(grains + i + j * kWatch);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            int octant = (g[j].x > 0.0f) | (g[j].y > 0.0f) << 1 | (g[j].z > 0.0f) << 2;
            int level = (__float_as_uint(g[j].w + 3.0f) >> 20) & 7;  // w + 3 lies in [2, 4): the upper bits of its mantissa
            atomicAdd(bins + (octant << 3 | level), 1);
        }
    }
    __syncthreads();
    if (threadIdx.x < 64) atomicAdd(count + threadIdx.x, bins[threadIdx.x]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // Shared by all: one large field of readings, a second field, one result.
    constexpr size_t kMost = (size_t)kGrains * 4, kSecond = (size_t)kTiles, kResult = (size_t)kStrips * kSamples, kMoor = (size_t)kMoorTiles * kMoorPixels;
    static_assert((size_t)kPearls * kPoints <= kMost && (size_t)kSeeds * 4 <= kMost && kResult <= kMost && (size_t)kPearls * kPoints <= kResult &&
                  (size_t)kSeeds * 2 <= kResult && (size_t)kCalls * 4 <= kSecond, "fields are too short");
    float *one = filled<float>(kMost, 41), *two = filled<float>(kSecond, 42), *out = empty<float>(kResult);
    int *glaze = indices(kTiles, 4, 43), *count = reinterpret_cast<int*>(out);
    uint16_t* elevation = empty<uint16_t>(kMoor);
    uint8_t* cover = empty<uint8_t>(kMoor);
    harness_moor<<<2048, 256>>>(elevation, cover, kMoor); CHECK(cudaGetLastError());
    const float4 *one4 = reinterpret_cast<float4*>(one), *two4 = reinterpret_cast<float4*>(two);
    float4* out4 = reinterpret_cast<float4*>(out);
    float2* out2 = reinterpret_cast<float2*>(out);
    const uint4* high = reinterpret_cast<uint4*>(elevation);
    const uint2* kinds = reinterpret_cast<uint2*>(cover);
    Air air{0.8f, 0.06f, 0.3f, 0.02f};

    constexpr size_t kPearlPoints = (size_t)kPearls * kPoints;
    add("pearl_grading_ac4_a", out, kPearlPoints, Output::f32, [=] { pearl_grading_ac4_a<<<kPearls, 512>>>(one, out); });
    add("pearl_grading_ac4_b", out, kPearlPoints, Output::f32, [=] { pearl_grading_ac4_b<<<kPearls, 512>>>(one, out); });

    add("bat_chorus_ac4_a", out, kGuilds, Output::f32, [=] { bat_chorus_ac4_a<<<kEars / 512, 512>>>(one4, two4, out); });
    add("bat_chorus_ac4_b", out, kGuilds, Output::f32, [=] { bat_chorus_ac4_b<<<kEars / 512, 512>>>(one4, two4, out); });

    add("kiln_glazes_ac4_a", out, kTiles, Output::f32, [=] { kiln_glazes_ac4_a<<<kTiles / 512, 512>>>(glaze, one, two, out); });
    add("kiln_glazes_ac4_b", out, kTiles, Output::f32, [=] { kiln_glazes_ac4_b<<<kTiles / 512, 512>>>(glaze, one, two, out); });

    add("dandelion_drift_ac4_a", out, (size_t)kSeeds * 2, Output::f32, [=] { dandelion_drift_ac4_a<<<kSeeds / 512, 512>>>(one4, out2, air); });
    add("dandelion_drift_ac4_b", out, (size_t)kSeeds * 2, Output::f32, [=] { dandelion_drift_ac4_b<<<kSeeds / 512, 512>>>(one4, out2, air); });

    add("moor_covers_ac4_a", out, kMoorTiles * 8, Output::i32, [=] { moor_covers_ac4_a<<<kMoorTiles, 256>>>(high, kinds, count); });
    add("moor_covers_ac4_b", out, kMoorTiles * 8, Output::i32, [=] { moor_covers_ac4_b<<<kMoorTiles, 256>>>(high, kinds, count); });

    add("dew_ponds_ac4_a", out, kPonds, Output::f32, [=] { dew_ponds_ac4_a<<<kPonds / 256, 256>>>(one, two, out); });
    add("dew_ponds_ac4_b", out, kPonds, Output::f32, [=] { dew_ponds_ac4_b<<<kPonds / 256, 256>>>(one, two, out); });

    add("carillon_strips_ac4_a", out, kResult, Output::f32, [=] { carillon_strips_ac4_a<<<kStrips, 256>>>(one4, two, out4); });
    add("carillon_strips_ac4_b", out, kResult, Output::f32, [=] { carillon_strips_ac4_b<<<kStrips, 256>>>(one4, two, out4); });

    add("comet_dust_ac4_a", out, 64, Output::i32, [=] { comet_dust_ac4_a<<<kWatch / 512, 512>>>(one4, count); });

    return harness::run(argc, argv, cases);
}
