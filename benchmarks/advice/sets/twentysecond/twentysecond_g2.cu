// Eleven measured cases from weather, wildlife, games and instruments: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Smog: concentrations of 20 species in each air parcel after 16 Runge-Kutta steps of a bimolecular network.
constexpr int kSpecies = 20, kNoonSteps = 16, kParcels = 132 * 256 * 18;

__device__ __forceinline__ void smog_rates(const float (&y)[kSpecies], float (&dy)[kSpecies]) {
#pragma unroll
    for (int i = 0; i < kSpecies; ++i) dy[i] = fmaf(-(0.05f + 0.004f * i), y[i], 0.01f);  // loss and emission
#pragma unroll
    for (int i = 0; i < kSpecies; ++i) {
        float r = (0.11f + 0.007f * i) * y[i] * y[(i + 7) % kSpecies];
        dy[i] -= r;
        dy[(i + 11) % kSpecies] += r;
    }
}

__device__ __forceinline__ void smog_noon(const float* __restrict__ start, float* __restrict__ end) {
    int p = blockIdx.x * 256 + threadIdx.x;
    float y[kSpecies];
#pragma unroll
    for (int i = 0; i < kSpecies; ++i) y[i] = 0.5f + 0.4f * start[i * kParcels + p];
    constexpr float h = 0.05f;
#pragma unroll 1
    for (int s = 0; s < kNoonSteps; ++s) {
        float sum[kSpecies], at[kSpecies], dy[kSpecies];
        smog_rates(y, dy);
#pragma unroll
        for (int i = 0; i < kSpecies; ++i) { sum[i] = fmaf(h / 6, dy[i], y[i]); at[i] = fmaf(h / 2, dy[i], y[i]); }
        smog_rates(at, dy);
#pragma unroll
        for (int i = 0; i < kSpecies; ++i) { sum[i] = fmaf(h / 3, dy[i], sum[i]); at[i] = fmaf(h / 2, dy[i], y[i]); }
        smog_rates(at, dy);
#pragma unroll
        for (int i = 0; i < kSpecies; ++i) { sum[i] = fmaf(h / 3, dy[i], sum[i]); at[i] = fmaf(h, dy[i], y[i]); }
        smog_rates(at, dy);
#pragma unroll
        for (int i = 0; i < kSpecies; ++i) y[i] = fmaf(h / 6, dy[i], sum[i]);
    }
#pragma unroll
    for (int i = 0; i < kSpecies; ++i) end[i * kParcels + p] = y[i];
}

__global__ void __launch_bounds__(256, 6) smog_noon_g2_a(const float* __restrict__ start, float* __restrict__ end) { smog_noon(start, end); }
__global__ void __launch_bounds__(256) smog_noon_g2_b(const float* __restrict__ start, float* __restrict__ end) { smog_noon(start, end); }

// ---- Gulls: Kalman filter of each bird's track (place, speed, acceleration, jerk in three axes) over 16 fixes.
constexpr int kGulls = 132 * 1024 * 4, kFixes = 16, kStates = 12;

__device__ __forceinline__ constexpr int tri(int i, int j) { 
    int low = i < j ? i : j, high = i < j ? j : i;
    return low * kStates - low * (low - 1) / 2 + high - low;
}

template <int kThreads>
__device__ __forceinline__ void gull_tracks(const float* __restrict__ fix, float* __restrict__ state) {
    int g = blockIdx.x * kThreads + threadIdx.x;
    constexpr float dt = 0.1f;
    float x[kStates], p[kStates * (kStates + 1) / 2];
#pragma unroll
    for (int i = 0; i < kStates; ++i) {
        x[i] = 0.0f;
#pragma unroll
        for (int j = 0; j < kStates; ++j)
            if (j >= i) p[tri(i, j)] = i == j ? 1.0f : 0.0f;
    }
#pragma unroll 1
    for (int t = 0; t < kFixes; ++t) {
        float z[3];
#pragma unroll
        for (int a = 0; a < 3; ++a) z[a] = fix[(size_t)(t * 3 + a) * kGulls + g];
#pragma unroll
        for (int i = 0; i < 9; ++i) x[i] = fmaf(dt, x[i + 3], x[i]);
#pragma unroll
        for (int i = 0; i < kStates; ++i)
#pragma unroll
            for (int j = 0; j < kStates; ++j) {
                if (j < i) continue;
                float v = p[tri(i, j)];
                if (i < 9) v = fmaf(dt, p[tri(i + 3, j)], v);
                if (j < 9) v = fmaf(dt, p[tri(i, j + 3)], v);
                if (i < 9 && j < 9) v = fmaf(dt * dt, p[tri(i + 3, j + 3)], v);
                if (i == j) v += 0.002f;
                p[tri(i, j)] = v;
            }
#pragma unroll
        for (int a = 0; a < 3; ++a) {  // one coordinate of the fix after the other
            float gain = __fdividef(1.0f, p[tri(a, a)] + 0.2f), wrong = (z[a] - x[a]) * gain, row[kStates];
#pragma unroll
            for (int i = 0; i < kStates; ++i) row[i] = p[tri(a, i)];
#pragma unroll
            for (int i = 0; i < kStates; ++i) x[i] = fmaf(row[i], wrong, x[i]);
#pragma unroll
            for (int i = 0; i < kStates; ++i) {
                float k = -row[i] * gain;
#pragma unroll
                for (int j = 0; j < kStates; ++j)
                    if (j >= i) p[tri(i, j)] = fmaf(k, row[j], p[tri(i, j)]);
            }
        }
    }
#pragma unroll
    for (int i = 0; i < kStates; ++i) state[(size_t)i * kGulls + g] = x[i];
}

__global__ void __launch_bounds__(1024) gull_tracks_g2_a(const float* __restrict__ fix, float* __restrict__ state) { gull_tracks<1024>(fix, state); }
__global__ void __launch_bounds__(128) gull_tracks_g2_b(const float* __restrict__ fix, float* __restrict__ state) { gull_tracks<128>(fix, state); }

// ---- Fibre: hum of each place along a sensing fibre passed through a filter of 32 taps, a place a thread.
constexpr int kHumTaps = 32, kMoments = 64, kFibre = 132 * 64 * 128;
__constant__ float hum_taps[kHumTaps];

__global__ void __launch_bounds__(128) fibre_hum_g2_a(const float* __restrict__ strain, float* __restrict__ quiet) {
    int c = blockIdx.x * 128 + threadIdx.x;
    float past[kHumTaps], coming = strain[c];
#pragma unroll
    for (int k = 0; k < kHumTaps; ++k) past[k] = 0.0f;
#pragma unroll 1
    for (int m = 0; m < kMoments; ++m) {
        past[m % kHumTaps] = coming;
        coming = strain[(size_t)min(m + 1, kMoments - 1) * kFibre + c];
        float sum = 0.0f;
#pragma unroll
        for (int k = kHumTaps - 1; k >= 0; --k) sum = fmaf(hum_taps[k], past[(m - k) & (kHumTaps - 1)], sum);
        quiet[(size_t)m * kFibre + c] = sum;
    }
}

__global__ void __launch_bounds__(128) fibre_hum_g2_b(const float* __restrict__ strain, float* __restrict__ quiet) {
    int c = blockIdx.x * 128 + threadIdx.x;
    float past[kHumTaps], coming = strain[c];
#pragma unroll
    for (int k = 0; k < kHumTaps; ++k) past[k] = 0.0f;
#pragma unroll 1
    for (int round = 0; round < kMoments; round += kHumTaps)
#pragma unroll
        for (int m = 0; m < kHumTaps; ++m) {
            past[m] = coming;
            coming = strain[(size_t)min(round + m + 1, kMoments - 1) * kFibre + c];
            float sum = 0.0f;
#pragma unroll
            for (int k = kHumTaps - 1; k >= 0; --k) sum = fmaf(hum_taps[k], past[(m - k) & (kHumTaps - 1)], sum);
            quiet[(size_t)(round + m) * kFibre + c] = sum;
        }
}

// ---- Ivory tiles: score of each hand of 14 tiles of 16 kinds: pairs, triplets and runs of three.
constexpr int kHands = 132 * 8 * 32 * 256;

__global__ void __launch_bounds__(256) ivory_tiles_g2_a(const uint2* __restrict__ hands, int* __restrict__ score) {
    int h = blockIdx.x * 256 + threadIdx.x;
    uint2 hand = hands[h];
    int count[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) count[k] = 0;
#pragma unroll
    for (int t = 0; t < 7; ++t) {
        ++count[(hand.x >> (4 * t)) & 15];
        ++count[(hand.y >> (4 * t)) & 15];
    }
    int points = 0;
#pragma unroll
    for (int k = 0; k < 16; ++k) {
        points += (count[k] >= 2) + 3 * (count[k] >= 3);
        if (k < 14) points += 2 * min(count[k], min(count[k + 1], count[k + 2]));
    }
    score[h] = points;
}

__global__ void __launch_bounds__(256) ivory_tiles_g2_b(const uint2* __restrict__ hands, int* __restrict__ score) {
    int h = blockIdx.x * 256 + threadIdx.x;
    uint2 hand = hands[h];
    unsigned long long tally = 0;  // four bits a kind
#pragma unroll
    for (int t = 0; t < 7; ++t) {
        tally += 1ull << (4 * ((hand.x >> (4 * t)) & 15));
        tally += 1ull << (4 * ((hand.y >> (4 * t)) & 15));
    }
    int points = 0;
#pragma unroll
    for (int k = 0; k < 16; ++k) {
        int c = (int)(tally >> (4 * k)) & 15;
        points += (c >= 2) + 3 * (c >= 3);
        if (k < 14) points += 2 * min(c, min((int)(tally >> (4 * k + 4)) & 15, (int)(tally >> (4 * k + 8)) & 15));
    }
    score[h] = points;
}

// ---- Lakes: what a reservoir spills in each of many random years, by a plan of seasonal inflow and release for each day.
constexpr int kDays = 256, kLongestPlan = 10000, kYears = 132 * 32 * 4 * 64;

__device__ __forceinline__ void lake_levels(const float2* __restrict__ plan, const int* __restrict__ seeds, float* __restrict__ spilled) {
    extern __shared__ float2 today[];
#pragma unroll
    for (int d = 0; d < kDays; d += 64) today[d + threadIdx.x] = plan[d + threadIdx.x];
    __syncthreads();
    int y = blockIdx.x * 64 + threadIdx.x;
    uint32_t s = (uint32_t)seeds[y] | 1u;
    float level = 0.5f, over = 0.0f;
#pragma unroll 4
    for (int d = 0; d < kDays; ++d) {
        s ^= s << 13; s ^= s >> 17; s ^= s << 5;
        float rain = (s >> 8) * (1.0f / 16777216.0f) * (1.0f + 0.5f * level);  // a full lake feeds its own clouds
        float2 p = today[d];
        level = fmaf(0.2f + 0.1f * p.x, rain, level);
        level = fmaf(-(0.1f + 0.05f * p.y), 1.0f - __expf(-2.0f * level), level);  // the gates pass more under a higher head
        over += fmaxf(level - 1.0f, 0.0f);
        level = fminf(level, 1.0f);
    }
    spilled[y] = over;
}

__global__ void __launch_bounds__(64) lake_levels_g2_a(const float2* __restrict__ plan, const int* __restrict__ seeds, float* __restrict__ spilled) {
    lake_levels(plan, seeds, spilled);
}
__global__ void __launch_bounds__(64) lake_levels_g2_b(const float2* __restrict__ plan, const int* __restrict__ seeds, float* __restrict__ spilled) {
    lake_levels(plan, seeds, spilled);
}

// ---- Library: shelf mark of each sought title by an index of five levels of 32-way nodes, a warp a descent.
constexpr int kIndexLevels = 5, kTitles = 1 << 25, kSought = 132 * 64 * 4 * 32;  // 32 descents a warp
constexpr size_t kIndexKeys = 32 + 1024 + 32768 + (1 << 20) + (1 << 25);

__global__ void harness_shelf_index(float* keys) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < kIndexKeys; i += (size_t)gridDim.x * blockDim.x) {
        size_t from = 0, wide = 32;
        while (i >= from + wide) { from += wide; wide *= 32; }
        size_t n = i - from;
        keys[i] = (float)((n + 0.4 * (harness::hash32((uint32_t)i) >> 8) / 16777216.0) / (double)wide * 2.0 - 1.0);
    }
}

template <int kThreads>
__device__ __forceinline__ void library_shelf(const float* __restrict__ keys, const float* __restrict__ marks, const float* __restrict__ sought,
                                              float* __restrict__ found) {
    int lane = threadIdx.x % 32, at = blockIdx.x * kThreads + threadIdx.x;
    float mine = sought[at], mark = 0.0f;
#pragma unroll 1
    for (int q = 0; q < 32; ++q) {
        float title = __shfl_sync(0xffffffffu, mine, q);
        const float* level = keys;
        int node = 0, wide = 32;
#pragma unroll
        for (int l = 0; l < kIndexLevels; ++l) {
            float key = level[node * 32 + lane];
            int below = __popc(__ballot_sync(0xffffffffu, key <= title));
            node = node * 32 + max(below - 1, 0);
            level += wide;
            wide *= 32;
        }
        float m = marks[node];
        if (lane == q) mark = m;
    }
    found[at] = mark;
}

__global__ void __launch_bounds__(32) library_shelf_g2_a(const float* __restrict__ keys, const float* __restrict__ marks, const float* __restrict__ sought,
                                                         float* __restrict__ found) { library_shelf<32>(keys, marks, sought, found); }
__global__ void __launch_bounds__(256) library_shelf_g2_b(const float* __restrict__ keys, const float* __restrict__ marks, const float* __restrict__ sought,
                                                          float* __restrict__ found) { library_shelf<256>(keys, marks, sought, found); }

// ---- Cave: light that reaches each pixel through the fog of a cave (steps as long as the fog is thin), lit by 40 lamps.
constexpr int kFog = 256, kCaveWide = 1056, kCaveTall = 1280, kFogSteps = 128, kLamps = 40;

__global__ void harness_cave_fog(float* fog) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < kFog * kFog * kFog; i += gridDim.x * blockDim.x) {
        float x = (i % kFog) * 0.07f, y = (i / kFog % kFog) * 0.06f, z = (i / (kFog * kFog)) * 0.08f;
        fog[i] = 0.5f + 0.25f * (__sinf(x) * __cosf(y) + __sinf(y) * __cosf(z));
    }
}

__device__ __forceinline__ float cave_march(const float* __restrict__ fog, float& x, float& y, float& z) {
    float depth = 0.0f;
#pragma unroll 1
    for (int s = 0; s < kFogSteps; ++s) {
        float f = fog[((int)z * kFog + (int)y) * kFog + (int)x], step = 2.2f - 1.6f * f;
        depth = fmaf(f, step, depth);
        x = fmaf(0.02f, step, x);
        y = fmaf(0.015f, step, y);
        z = fmaf(0.97f, step, z);
        if (z >= kFog) z -= kFog;
        if (y >= kFog) y -= kFog;
        if (x >= kFog) x -= kFog;
    }
    return depth;
}
__device__ __forceinline__ float cave_lamp(float4 lamp, float x, float y, float z) {
    float dx = lamp.x - x * (2.0f / kFog), dy = lamp.y - y * (2.0f / kFog), dz = lamp.z - z * (2.0f / kFog);
    return __fdividef(1.0f + 0.5f * lamp.w, fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.1f))));
}

__global__ void __launch_bounds__(128) cave_fog_g2_a(const float* __restrict__ fog, const float4* __restrict__ lamps, float* __restrict__ light) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float4 lamp[kLamps];
#pragma unroll
    for (int l = 0; l < kLamps; ++l) lamp[l] = lamps[l];
    float x = (i % kCaveWide) * (250.0f / kCaveWide), y = (i / kCaveWide) * (250.0f / kCaveTall), z = 0.0f, bright = 0.0f;
    float depth = cave_march(fog, x, y, z);
#pragma unroll
    for (int l = 0; l < kLamps; ++l) bright += cave_lamp(lamp[l], x, y, z);
    light[i] = bright * __expf(-0.02f * depth);
}

__global__ void __launch_bounds__(128) cave_fog_g2_b(const float* __restrict__ fog, const float4* __restrict__ lamps, float* __restrict__ light) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float x = (i % kCaveWide) * (250.0f / kCaveWide), y = (i / kCaveWide) * (250.0f / kCaveTall), z = 0.0f, bright = 0.0f;
    float depth = cave_march(fog, x, y, z);
#pragma unroll 4
    for (int l = 0; l < kLamps; ++l) bright += cave_lamp(lamps[l], x, y, z);
    light[i] = bright * __expf(-0.02f * depth);
}

// ---- Fields from the air: 64 colour bands of each pixel, interleaved by pixel, calibrated and laid out band after band.
constexpr int kBands = 64, kPixels = 132 * 64 * 256;

template <int kPitch>
__device__ __forceinline__ void field_colours(const float* __restrict__ cube, const float2* __restrict__ calibration, float* __restrict__ bands) {
    __shared__ float tile[32][kPitch];
    int x = threadIdx.x, first = blockIdx.x * 32, band = blockIdx.y * 32;
#pragma unroll
    for (int r = 0; r < 32; r += 8) tile[threadIdx.y + r][x] = cube[(size_t)(first + threadIdx.y + r) * kBands + band + x];
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 32; r += 8) {
        float2 c = calibration[band + threadIdx.y + r];
        bands[(size_t)(band + threadIdx.y + r) * kPixels + first + x] = fmaf(tile[x][threadIdx.y + r], c.x, c.y);
    }
}

__global__ void __launch_bounds__(256) field_colours_g2_a(const float* __restrict__ cube, const float2* __restrict__ calibration, float* __restrict__ bands) {
    field_colours<32>(cube, calibration, bands);
}
__global__ void __launch_bounds__(256) field_colours_g2_b(const float* __restrict__ cube, const float2* __restrict__ calibration, float* __restrict__ bands) {
    field_colours<33>(cube, calibration, bands);
}

// ---- Whales: time-warped distance of each call of 24 samples from a song's theme of 40, a call a thread.
constexpr int kCall = 24, kTheme = 40, kCalls = 132 * 10 * 3 * 128;

template <int kPitch>
__device__ __forceinline__ void whale_song(const float* __restrict__ calls, const float* __restrict__ theme, float* __restrict__ distance) {
    __shared__ float cost[128 * kPitch], song[kTheme];
    int t = threadIdx.x, c = blockIdx.x * 128 + t;
    if (t < kTheme) song[t] = theme[t];
    float* row = cost + t * kPitch;
    for (int j = 0; j < kTheme; ++j) row[j] = 1e9f;
    __syncthreads();
    float corner = 0.0f;
#pragma unroll 1
    for (int i = 0; i < kCall; ++i) {
        float sample = calls[(size_t)i * kCalls + c], left = 1e9f, diagonal = corner;
#pragma unroll 8
        for (int j = 0; j < kTheme; ++j) {
            float up = row[j];
            left = fabsf(sample - song[j]) + fminf(fminf(up, diagonal), left);
            diagonal = up;
            row[j] = left;
        }
        corner = 1e9f;
    }
    distance[c] = row[kTheme - 1];
}

__global__ void __launch_bounds__(128) whale_song_g2_a(const float* __restrict__ calls, const float* __restrict__ theme, float* __restrict__ distance) {
    whale_song<kTheme>(calls, theme, distance);
}
__global__ void __launch_bounds__(128) whale_song_g2_b(const float* __restrict__ calls, const float* __restrict__ theme, float* __restrict__ distance) {
    whale_song<kTheme + 1>(calls, theme, distance);
}

// ---- Line scanner: every line of a long scan of 4096 columns corrected by its own gain and dark level.
constexpr int kColumns = 4096, kLines = 16 * 2112, kSensorLines = 6000;

__device__ __forceinline__ void line_scanner(const float4* __restrict__ raw, const float2* __restrict__ levels, float4* __restrict__ clean) {
    extern __shared__ float2 level[];
    int line = blockIdx.x / 4 * 16, t = threadIdx.x;
    if (t < 16) level[t] = levels[line + t];
    __syncthreads();
    size_t at = (size_t)line * (kColumns / 4) + blockIdx.x % 4 * 256 + t;
#pragma unroll 1
    for (int r = 0; r < 16; r += 4) {
        float4 v[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] = raw[at + k * (kColumns / 4)];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float2 l = level[r + k];
            clean[at + k * (kColumns / 4)] = make_float4(fmaf(v[k].x, l.x, l.y), fmaf(v[k].y, l.x, l.y), fmaf(v[k].z, l.x, l.y), fmaf(v[k].w, l.x, l.y));
        }
        at += kColumns;
    }
}

__global__ void __launch_bounds__(256) line_scanner_g2_a(const float4* __restrict__ raw, const float2* __restrict__ levels, float4* __restrict__ clean) {
    line_scanner(raw, levels, clean);
}
__global__ void __launch_bounds__(256) line_scanner_g2_b(const float4* __restrict__ raw, const float2* __restrict__ levels, float4* __restrict__ clean) {
    line_scanner(raw, levels, clean);
}

// ---- Earthquakes: energy of each recorded window of 16384 samples, a block a window.
constexpr int kWindow = 16384, kWindows = 132 * 128;

__global__ void __launch_bounds__(256) quake_energy_g2_a(const float4* __restrict__ trace, float* __restrict__ energy) {
    __shared__ float part[8];
    int t = threadIdx.x;
    const float4* mine = trace + (size_t)blockIdx.x * (kWindow / 4) + t;
    float sum = 0.0f;
#pragma unroll 1
    for (int from = 0; from < kWindow / 4; from += 8 * 256) {
        float4 v[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) v[k] = __ldcs(mine + from + k * 256);
#pragma unroll
        for (int k = 0; k < 8; ++k) sum += fmaf(v[k].x, v[k].x, v[k].y * v[k].y) + fmaf(v[k].z, v[k].z, v[k].w * v[k].w);
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (t % 32 == 0) part[t / 32] = sum;
    __syncthreads();
    if (t < 8) {
        sum = part[t];
#pragma unroll
        for (int o = 4; o; o >>= 1) sum += __shfl_xor_sync(0xffu, sum, o);
        if (t == 0) energy[blockIdx.x] = sum;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type}); };

    // Shared by all: one long field of input, a short one, random words, one result.
    constexpr size_t kIn = (size_t)kWindow * kWindows, kOut = (size_t)kLines * kColumns;
    static_assert((size_t)kSpecies * kParcels <= kOut && (size_t)3 * kFixes * kGulls <= kIn && (size_t)kMoments * kFibre <= kOut &&
                  (size_t)kPixels * kBands <= kOut && (size_t)kCall * kCalls <= kIn && kOut <= kIn && kTitles <= kIn && kSought <= 1 << 22, "fields are too short");
    float *in = filled<float>(kIn, 41), *small = filled<float>(1 << 22, 42), *out = empty<float>(kOut);
    int* words = indices((size_t)kHands * 2, 0xffffffffu, 43);
    float *keys = empty<float>(kIndexKeys), *fog = empty<float>((size_t)kFog * kFog * kFog);
    harness_shelf_index<<<2048, 256>>>(keys); CHECK(cudaGetLastError());
    harness_cave_fog<<<2048, 256>>>(fog); CHECK(cudaGetLastError());
    float taps[kHumTaps];
    for (int k = 0; k < kHumTaps; ++k) taps[k] = std::sin(0.3f * k + 0.2f) / (k + 3.0f);
    CHECK(cudaMemcpyToSymbol(hum_taps, taps, sizeof taps));
    auto f2 = [](float* p) { return reinterpret_cast<float2*>(p); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float2* small2 = f2(small);
    float4 *in4 = f4(in), *small4 = f4(small), *out4 = f4(out);
    uint2* hands = reinterpret_cast<uint2*>(words);
    int* score = reinterpret_cast<int*>(out);

    add("smog_noon_g2_a", out, (size_t)kSpecies * kParcels, [=] { smog_noon_g2_a<<<kParcels / 256, 256>>>(in, out); });
    add("smog_noon_g2_b", out, (size_t)kSpecies * kParcels, [=] { smog_noon_g2_b<<<kParcels / 256, 256>>>(in, out); });

    add("gull_tracks_g2_a", out, (size_t)kStates * kGulls, [=] { gull_tracks_g2_a<<<kGulls / 1024, 1024>>>(in, out); });
    add("gull_tracks_g2_b", out, (size_t)kStates * kGulls, [=] { gull_tracks_g2_b<<<kGulls / 128, 128>>>(in, out); });

    add("fibre_hum_g2_a", out, (size_t)kMoments * kFibre, [=] { fibre_hum_g2_a<<<kFibre / 128, 128>>>(in, out); });
    add("fibre_hum_g2_b", out, (size_t)kMoments * kFibre, [=] { fibre_hum_g2_b<<<kFibre / 128, 128>>>(in, out); });

    add("ivory_tiles_g2_a", out, kHands, [=] { ivory_tiles_g2_a<<<kHands / 256, 256>>>(hands, score); }, Output::i32);
    add("ivory_tiles_g2_b", out, kHands, [=] { ivory_tiles_g2_b<<<kHands / 256, 256>>>(hands, score); }, Output::i32);

    constexpr int kLongest = kLongestPlan * sizeof(float2), kThisYear = kDays * sizeof(float2);
    CHECK(cudaFuncSetAttribute(lake_levels_g2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kLongest));
    add("lake_levels_g2_a", out, kYears, [=] { lake_levels_g2_a<<<kYears / 64, 64, kLongest>>>(small2, words, out); });
    add("lake_levels_g2_b", out, kYears, [=] { lake_levels_g2_b<<<kYears / 64, 64, kThisYear>>>(small2, words, out); });

    add("library_shelf_g2_a", out, kSought, [=] { library_shelf_g2_a<<<kSought / 32, 32>>>(keys, in, small, out); });
    add("library_shelf_g2_b", out, kSought, [=] { library_shelf_g2_b<<<kSought / 256, 256>>>(keys, in, small, out); });

    add("cave_fog_g2_a", out, kCaveWide * kCaveTall, [=] { cave_fog_g2_a<<<kCaveWide * kCaveTall / 128, 128>>>(fog, small4, out); });
    add("cave_fog_g2_b", out, kCaveWide * kCaveTall, [=] { cave_fog_g2_b<<<kCaveWide * kCaveTall / 128, 128>>>(fog, small4, out); });

    dim3 strip(kPixels / 32, kBands / 32), square(32, 8);
    add("field_colours_g2_a", out, (size_t)kPixels * kBands, [=] { field_colours_g2_a<<<strip, square>>>(in, small2, out); });
    add("field_colours_g2_b", out, (size_t)kPixels * kBands, [=] { field_colours_g2_b<<<strip, square>>>(in, small2, out); });

    add("whale_song_g2_a", out, kCalls, [=] { whale_song_g2_a<<<kCalls / 128, 128>>>(in, small, out); });
    add("whale_song_g2_b", out, kCalls, [=] { whale_song_g2_b<<<kCalls / 128, 128>>>(in, small, out); });

    constexpr int kSensor = kSensorLines * sizeof(float2), kBlockLines = 16 * sizeof(float2);
    add("line_scanner_g2_a", out, kOut, [=] { line_scanner_g2_a<<<kLines / 16 * 4, 256, kSensor>>>(in4, small2, out4); });
    add("line_scanner_g2_b", out, kOut, [=] { line_scanner_g2_b<<<kLines / 16 * 4, 256, kBlockLines>>>(in4, small2, out4); });

    add("quake_energy_g2_a", out, kWindows, [=] { quake_energy_g2_a<<<kWindows, 256>>>(in4, out); });

    return harness::run(argc, argv, cases);
}
