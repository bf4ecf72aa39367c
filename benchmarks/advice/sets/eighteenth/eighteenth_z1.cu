// Eleven measured cases about the places where a kernel keeps its data, first blind author: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Cookery: 24 flavours of each pot of broth that turn into one another, over 48 minutes.
constexpr int kPots = 132 * 256 * 6 * 8, kFlavours = 24;

__device__ __forceinline__ void simmer(const float* __restrict__ flavour, const float* __restrict__ rate, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float c[kFlavours], k[kFlavours];
#pragma unroll
    for (int f = 0; f < kFlavours; ++f) {
        c[f] = 1.0f + 0.5f * flavour[(size_t)f * kPots + i];
        k[f] = fmaf(0.005f, rate[(size_t)f * kPots + i], 0.01f);
    }
#pragma unroll 1
    for (int minute = 0; minute < 48; ++minute) {
        float last = k[kFlavours - 1] * c[kFlavours - 1] * c[4];
#pragma unroll
        for (int f = 0; f < kFlavours; ++f) {
            float away = k[f] * c[f] * c[(f + 5) % kFlavours];
            c[f] = c[f] + (last - away);
            last = away;
        }
    }
#pragma unroll
    for (int f = 0; f < kFlavours; ++f) out[(size_t)f * kPots + i] = c[f];
}

__global__ void __launch_bounds__(256, 8) broth_kettle_z1_a(const float* __restrict__ flavour, const float* __restrict__ rate, float* __restrict__ out) { simmer(flavour, rate, out); }
__global__ void __launch_bounds__(256, 3) broth_kettle_z1_b(const float* __restrict__ flavour, const float* __restrict__ rate, float* __restrict__ out) { simmer(flavour, rate, out); }

// ---- Astronomy: robust mean of 64 exposures of each dot, without the 16 darkest and the 16 brightest.
constexpr int kDots = 132 * 256 * 6 * 8, kShots = 64;

__device__ __forceinline__ void stacked(const float* __restrict__ shot, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float v[kShots];
#pragma unroll
    for (int s = 0; s < kShots; ++s) v[s] = shot[(size_t)s * kDots + i];
#pragma unroll
    for (int k = 2; k <= kShots; k *= 2) {
#pragma unroll
        for (int j = k / 2; j > 0; j /= 2) {
#pragma unroll
            for (int s = 0; s < kShots; ++s) {
                int l = s ^ j;
                if (l > s) {
                    float low = fminf(v[s], v[l]), high = fmaxf(v[s], v[l]);
                    v[s] = s & k ? high : low;
                    v[l] = s & k ? low : high;
                }
            }
        }
    }
    float sum = 0.0f;
#pragma unroll
    for (int s = kShots / 4; s < 3 * kShots / 4; ++s) sum += v[s];
    out[i] = sum * (2.0f / kShots);
}

__global__ void __launch_bounds__(256, 6) nebula_stack_z1_a(const float* __restrict__ shot, float* __restrict__ out) { stacked(shot, out); }
__global__ void __launch_bounds__(256, 2) nebula_stack_z1_b(const float* __restrict__ shot, float* __restrict__ out) { stacked(shot, out); }

// ---- Juries: winner among 16 candidates of each jury's 128 votes (four bits a vote), a jury a thread.
constexpr int kJuries = 132 * 2048 * 8, kBallots = 16;

__device__ __forceinline__ int winner(int best, int candidate, int votes) { return max(best, votes * 16 + (15 - candidate)); }

__global__ void __launch_bounds__(256) jury_votes_z1_a(const uint32_t* __restrict__ ballots, int* __restrict__ won) {
    int i = blockIdx.x * 256 + threadIdx.x, count[16];
#pragma unroll
    for (int c = 0; c < 16; ++c) count[c] = 0;
#pragma unroll 2
    for (int b = 0; b < kBallots; ++b) {
        uint32_t v = ballots[(size_t)b * kJuries + i];
#pragma unroll
        for (int s = 0; s < 8; ++s) ++count[(v >> (4 * s)) & 15];
    }
    int best = 0;
#pragma unroll
    for (int c = 0; c < 16; ++c) best = winner(best, c, count[c]);
    won[i] = best;
}

__global__ void __launch_bounds__(256) jury_votes_z1_b(const uint32_t* __restrict__ ballots, int* __restrict__ won) {
    __shared__ int count[16][256];
    int i = blockIdx.x * 256 + threadIdx.x, t = threadIdx.x;
#pragma unroll
    for (int c = 0; c < 16; ++c) count[c][t] = 0;
#pragma unroll 2
    for (int b = 0; b < kBallots; ++b) {
        uint32_t v = ballots[(size_t)b * kJuries + i];
#pragma unroll
        for (int s = 0; s < 8; ++s) ++count[(v >> (4 * s)) & 15][t];
    }
    int best = 0;
#pragma unroll
    for (int c = 0; c < 16; ++c) best = winner(best, c, count[c][t]);
    won[i] = best;
}

// ---- Dolphins: how well a whistle of 24 tones fits another when either may hurry (dynamic time warping), a pair a thread.
constexpr int kWhistles = 132 * 2048 * 4, kTones = 24;

template <int kLength>  // 0: known only at run time, at most kTones
__device__ __forceinline__ void whistles(const float* __restrict__ heard, const float* __restrict__ known, int n, float* __restrict__ distance) {
    constexpr int kUnroll = kLength ? kLength : 4;
    const int length = kLength ? kLength : n;
    int i = blockIdx.x * 256 + threadIdx.x;
    float row[kTones], tone[kTones];
#pragma unroll kUnroll
    for (int j = 0; j < length; ++j) {
        tone[j] = known[(size_t)j * kWhistles + i];
        row[j] = 1e30f;
    }
    float corner = 0.0f, left = 0.0f;
#pragma unroll 1
    for (int s = 0; s < length; ++s) {
        float h = heard[(size_t)s * kWhistles + i], diagonal = corner;
        left = corner = 1e30f;
#pragma unroll kUnroll
        for (int j = 0; j < length; ++j) {
            float above = row[j];
            left = fabsf(h - tone[j]) + fminf(fminf(above, left), diagonal);
            diagonal = above;
            row[j] = left;
        }
    }
    distance[i] = left;
}

__global__ void __launch_bounds__(256) whistle_match_z1_a(const float* __restrict__ heard, const float* __restrict__ known, int n, float* __restrict__ distance) { whistles<0>(heard, known, n, distance); }
__global__ void __launch_bounds__(256) whistle_match_z1_b(const float* __restrict__ heard, const float* __restrict__ known, int, float* __restrict__ distance) { whistles<kTones>(heard, known, kTones, distance); }

// ---- Trams: fare of each passenger who changes 32 times, from stop to stop as the network leads; the fares of the hours lie in shared memory.
constexpr int kPassengers = 132 * 2048 * 4, kStops = 4 << 20, kChanges = 32;

__device__ __forceinline__ void ride(const int* __restrict__ next, const float* __restrict__ tariff, int hours, float* __restrict__ fare) {
    extern __shared__ float tariffs[];
    int i = blockIdx.x * 128 + threadIdx.x;
    for (int h = threadIdx.x; h < hours; h += 128) tariffs[h] = tariff[h];
    __syncthreads();
    int stop = (i * 5) % kStops;
    float sum = 0.0f;
#pragma unroll 4
    for (int c = 0; c < kChanges; ++c) {
        stop = next[stop];
        sum = fmaf(tariffs[c], (float)(stop & 255), sum);
    }
    fare[i] = sum;
}

__global__ void __launch_bounds__(128) tram_changes_z1_a(const int* __restrict__ next, const float* __restrict__ tariff, int hours, float* __restrict__ fare) { ride(next, tariff, hours, fare); }
__global__ void __launch_bounds__(128) tram_changes_z1_b(const int* __restrict__ next, const float* __restrict__ tariff, int hours, float* __restrict__ fare) { ride(next, tariff, hours, fare); }

// ---- Rain gauges: after how many rows of 32 samples the rain of each log fills its barrel, a log a warp.
constexpr int kLogs = 132 * 64 * 8, kSamples = 4096;

__device__ __forceinline__ void barrel(int log, int lane, const float* __restrict__ rain, const float* __restrict__ size, int* __restrict__ full) {
    const float* from = rain + (size_t)log * kSamples + lane;
    float limit = fmaf(200.0f, size[log], 800.0f), water = 0.0f;
    int row = 0;
    for (; row < kSamples / 32; ++row) {
        float v = from[row * 32], sum = v * v;
#pragma unroll
        for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        water += sum;
        if (water > limit) break;
    }
    if (lane == 0) full[log] = row;
}

__global__ void gauge_floods_z1_a(const float* __restrict__ rain, const float* __restrict__ size, int* __restrict__ full) { barrel(blockIdx.x, threadIdx.x, rain, size, full); }
__global__ void gauge_floods_z1_b(const float* __restrict__ rain, const float* __restrict__ size, int* __restrict__ full) { barrel(blockIdx.x * 8 + threadIdx.x / 32, threadIdx.x % 32, rain, size, full); }

// ---- Pearl divers: air of each diver who follows a chain of oysters; at each depth another polynomial of twelve coefficients, in 16 depths.
constexpr int kDivers = 132 * 4096, kDepths = 16, kOrder = 12, kDives = 4;

__device__ __forceinline__ float breath(int oyster) { return (float)(oyster & 0xffff) * (1.0f / 65536.0f); }

__global__ void __launch_bounds__(128) pearl_divers_z1_a(const int* __restrict__ next, const float* __restrict__ coefficient, float* __restrict__ air) {
    int i = blockIdx.x * 128 + threadIdx.x, oyster = (i * 7) % kStops;
    float c[kDepths * kOrder], used = 0.0f;
#pragma unroll
    for (int k = 0; k < kDepths * kOrder; ++k) c[k] = coefficient[k];
#pragma unroll 1
    for (int dive = 0; dive < kDives; ++dive) {
#pragma unroll
        for (int d = 0; d < kDepths; ++d) {
            oyster = next[oyster];
            float x = breath(oyster), p = c[d * kOrder];
#pragma unroll
            for (int k = 1; k < kOrder; ++k) p = fmaf(p, x, c[d * kOrder + k]);
            used = fmaf(0.5f, used, p);
        }
    }
    air[i] = used;
}

__global__ void __launch_bounds__(128) pearl_divers_z1_b(const int* __restrict__ next, const float* __restrict__ coefficient, float* __restrict__ air) {
    __shared__ __align__(16) float c[kDepths * kOrder];
    int i = blockIdx.x * 128 + threadIdx.x, oyster = (i * 7) % kStops;
    for (int k = threadIdx.x; k < kDepths * kOrder; k += 128) c[k] = coefficient[k];
    __syncthreads();
    float used = 0.0f;
#pragma unroll 1
    for (int step = 0; step < kDives * kDepths; ++step) {
        oyster = next[oyster];
        const float* at = c + step % kDepths * kOrder;
        float x = breath(oyster), p = at[0];
#pragma unroll
        for (int k = 1; k < kOrder; ++k) p = fmaf(p, x, at[k]);
        used = fmaf(0.5f, used, p);
    }
    air[i] = used;
}

// ---- Vineyards: smoothed yield along each row of 128 vines, a warp 32 rows, each lane one of them.
constexpr int kRows = 132 * 32 * 256, kVines = 128;

template <int kPitch>
__device__ __forceinline__ void smoothed(const float* __restrict__ grapes, float* __restrict__ out) {
    __shared__ float tiles[4][32 * kPitch];
    int lane = threadIdx.x % 32, w = threadIdx.x / 32;
    float *tile = tiles[w], y = 0.0f;
    size_t first = (size_t)(blockIdx.x * 4 + w) * 32 * kVines + lane;
    for (int vine = 0; vine < kVines; vine += 32) {
#pragma unroll 16
        for (int r = 0; r < 32; ++r) tile[r * kPitch + lane] = grapes[first + vine + r * kVines];
        __syncwarp();
#pragma unroll 8
        for (int k = 0; k < 32; ++k) {
            y = fmaf(0.9f, y, 0.1f * tile[lane * kPitch + k]);
            tile[lane * kPitch + k] = y;
        }
        __syncwarp();
#pragma unroll 16
        for (int r = 0; r < 32; ++r) out[first + vine + r * kVines] = tile[r * kPitch + lane];
        __syncwarp();
    }
}

__global__ void __launch_bounds__(128) vine_rows_z1_a(const float* __restrict__ grapes, float* __restrict__ out) { smoothed<32>(grapes, out); }
__global__ void __launch_bounds__(128) vine_rows_z1_b(const float* __restrict__ grapes, float* __restrict__ out) { smoothed<33>(grapes, out); }

// ---- Herrings: turn of each fish in a shoal of 256 from the places and speeds of the 48 that follow it.
constexpr int kShoals = 132 * 8 * 8, kFish = kShoals * 256, kNear = 48;
struct Herring { float x, y, z, u, v, w, mass, age, length, fat, hunger, fear, red, depth; int school, tag; };
struct Pull { float x, y, z; };

__device__ __forceinline__ void drawn(Pull& p, float dx, float dy, float dz, float du, float dv, float dw, float mass) {
    float f = mass * rsqrtf(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.05f))));
    p.x = fmaf(f, fmaf(0.1f, du, dx), p.x);
    p.y = fmaf(f, fmaf(0.1f, dv, dy), p.y);
    p.z = fmaf(f, fmaf(0.1f, dw, dz), p.z);
}

__global__ void __launch_bounds__(256) herring_shoal_z1_a(const float* __restrict__ sea, float* __restrict__ turn) {
    __shared__ Herring fish[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    Herring me = {sea[i], sea[kFish + i], sea[2 * kFish + i], sea[3 * kFish + i], sea[4 * kFish + i], sea[5 * kFish + i], 1.5f + sea[6 * kFish + i]};
    Herring& mine = fish[t];
    mine.x = me.x; mine.y = me.y; mine.z = me.z; mine.u = me.u; mine.v = me.v; mine.w = me.w; mine.mass = me.mass;
    __syncthreads();
    Pull p = {0.0f, 0.0f, 0.0f};
#pragma unroll 4
    for (int k = 1; k <= kNear; ++k) {
        const Herring& h = fish[(t + k) & 255];
        drawn(p, h.x - me.x, h.y - me.y, h.z - me.z, h.u - me.u, h.v - me.v, h.w - me.w, h.mass);
    }
    turn[i] = p.x; turn[kFish + i] = p.y; turn[2 * kFish + i] = p.z;
}

__global__ void __launch_bounds__(256) herring_shoal_z1_b(const float* __restrict__ sea, float* __restrict__ turn) {
    __shared__ float x[256], y[256], z[256], u[256], v[256], w[256], mass[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    Herring me = {sea[i], sea[kFish + i], sea[2 * kFish + i], sea[3 * kFish + i], sea[4 * kFish + i], sea[5 * kFish + i], 1.5f + sea[6 * kFish + i]};
    x[t] = me.x; y[t] = me.y; z[t] = me.z; u[t] = me.u; v[t] = me.v; w[t] = me.w; mass[t] = me.mass;
    __syncthreads();
    Pull p = {0.0f, 0.0f, 0.0f};
#pragma unroll 4
    for (int k = 1; k <= kNear; ++k) {
        int h = (t + k) & 255;
        drawn(p, x[h] - me.x, y[h] - me.y, z[h] - me.z, u[h] - me.u, v[h] - me.v, w[h] - me.w, mass[h]);
    }
    turn[i] = p.x; turn[kFish + i] = p.y; turn[2 * kFish + i] = p.z;
}

// ---- Lanterns: glow of each lamp by the shade of its glass; the 64 shades of the palette lie in shared memory.
constexpr int kLamps = 132 * 1024 * 256;  // in groups of four

__device__ __forceinline__ void glow(const float4* __restrict__ flame, const float* __restrict__ shade, int shades, float4* __restrict__ out) {
    extern __shared__ float palette[];
    int i = blockIdx.x * 1024 + threadIdx.x;
    float4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = flame[i + 256 * j];
    for (int s = threadIdx.x; s < shades; s += 256) palette[s] = 1.5f + shade[s];
    __syncthreads();
    float g = palette[threadIdx.x & 63];
#pragma unroll
    for (int j = 0; j < 4; ++j) out[i + 256 * j] = make_float4(g * v[j].x, g * v[j].y, g * v[j].z, g * v[j].w);
}

__global__ void __launch_bounds__(256) lantern_glow_z1_a(const float4* __restrict__ flame, const float* __restrict__ shade, int shades, float4* __restrict__ out) { glow(flame, shade, shades, out); }
__global__ void __launch_bounds__(256) lantern_glow_z1_b(const float4* __restrict__ flame, const float* __restrict__ shade, int shades, float4* __restrict__ out) { glow(flame, shade, shades, out); }

// ---- Mining: distance between two surveys of a seam, a part a block.
constexpr int kCrews = 132 * 8, kSeam = kCrews * 256 * 64;  // in groups of four

__global__ void __launch_bounds__(256, 8) seam_distance_z1_a(const float4* __restrict__ old, const float4* __restrict__ fresh, float* __restrict__ part) {
    __shared__ float sums[8];
    float sum = 0.0f;
#pragma unroll 2
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kSeam; i += kCrews * 256) {
        float4 a = old[i], b = fresh[i];
        float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z, w = a.w - b.w;
        sum = fmaf(x, x, fmaf(y, y, fmaf(z, z, fmaf(w, w, sum))));
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; ++w) sum += sums[w];
        part[blockIdx.x] = sum;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };

    constexpr size_t pool = (size_t)132 * 1024 * 2048;  // the largest number of floats that a case reads
    static_assert(pool >= (size_t)kLogs * kSamples && pool >= (size_t)kSeam * 8 && pool >= (size_t)kDots * kShots && pool >= (size_t)kPots * 2 * kFlavours &&
                  pool >= (size_t)kWhistles * 2 * kTones && pool >= (size_t)kRows * kVines && pool >= (size_t)kLamps * 4 && pool >= (size_t)kFish * 7, "shared");
    const float* sea = filled<float>(pool, 51);
    const float4* sea4 = reinterpret_cast<const float4*>(sea);
    constexpr size_t most = pool / 2;
    static_assert(most >= (size_t)kRows * kVines && most >= (size_t)kPots * kFlavours && most >= (size_t)kLamps * 4 && most >= (size_t)kFish * 3, "result");
    float* result = empty<float>(most);  // every case writes here
    float4* result4 = reinterpret_cast<float4*>(result);
    int* whole = reinterpret_cast<int*>(result);

    constexpr size_t kBroth = (size_t)kPots * kFlavours;
    add("broth_kettle_z1_a", result, kBroth, Output::f32, [=] { broth_kettle_z1_a<<<kPots / 256, 256>>>(sea, sea + kBroth, result); });
    add("broth_kettle_z1_b", result, kBroth, Output::f32, [=] { broth_kettle_z1_b<<<kPots / 256, 256>>>(sea, sea + kBroth, result); });

    add("nebula_stack_z1_a", result, kDots, Output::f32, [=] { nebula_stack_z1_a<<<kDots / 256, 256>>>(sea, result); });
    add("nebula_stack_z1_b", result, kDots, Output::f32, [=] { nebula_stack_z1_b<<<kDots / 256, 256>>>(sea, result); });

    const uint32_t* ballots = reinterpret_cast<const uint32_t*>(indices((size_t)kJuries * kBallots, 0xffffffffu, 52));
    add("jury_votes_z1_a", whole, kJuries, Output::i32, [=] { jury_votes_z1_a<<<kJuries / 256, 256>>>(ballots, whole); });
    add("jury_votes_z1_b", whole, kJuries, Output::i32, [=] { jury_votes_z1_b<<<kJuries / 256, 256>>>(ballots, whole); });

    constexpr size_t kTune = (size_t)kWhistles * kTones;
    add("whistle_match_z1_a", result, kWhistles, Output::f32, [=] { whistle_match_z1_a<<<kWhistles / 256, 256>>>(sea, sea + kTune, kTones, result); });
    add("whistle_match_z1_b", result, kWhistles, Output::f32, [=] { whistle_match_z1_b<<<kWhistles / 256, 256>>>(sea, sea + kTune, kTones, result); });

    const int* next = indices(kStops, kStops, 53);
    constexpr int kTimetable = 120 * 1024;  // bytes of the longest timetable
    CHECK(cudaFuncSetAttribute(tram_changes_z1_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kTimetable));
    add("tram_changes_z1_a", result, kPassengers, Output::f32, [=] { tram_changes_z1_a<<<kPassengers / 128, 128, kTimetable>>>(next, sea, kChanges, result); });
    add("tram_changes_z1_b", result, kPassengers, Output::f32, [=] { tram_changes_z1_b<<<kPassengers / 128, 128, kChanges * 4>>>(next, sea, kChanges, result); });

    const float* barrels = sea + 12345;
    add("gauge_floods_z1_a", whole, kLogs, Output::i32, [=] { gauge_floods_z1_a<<<kLogs, 32>>>(sea, barrels, whole); });
    add("gauge_floods_z1_b", whole, kLogs, Output::i32, [=] { gauge_floods_z1_b<<<kLogs / 8, 256>>>(sea, barrels, whole); });

    add("pearl_divers_z1_a", result, kDivers, Output::f32, [=] { pearl_divers_z1_a<<<kDivers / 128, 128>>>(next, sea, result); });
    add("pearl_divers_z1_b", result, kDivers, Output::f32, [=] { pearl_divers_z1_b<<<kDivers / 128, 128>>>(next, sea, result); });

    constexpr size_t kVineyard = (size_t)kRows * kVines;
    add("vine_rows_z1_a", result, kVineyard, Output::f32, [=] { vine_rows_z1_a<<<kRows / 128, 128>>>(sea, result); });
    add("vine_rows_z1_b", result, kVineyard, Output::f32, [=] { vine_rows_z1_b<<<kRows / 128, 128>>>(sea, result); });

    add("herring_shoal_z1_a", result, (size_t)kFish * 3, Output::f32, [=] { herring_shoal_z1_a<<<kShoals, 256>>>(sea, result); });
    add("herring_shoal_z1_b", result, (size_t)kFish * 3, Output::f32, [=] { herring_shoal_z1_b<<<kShoals, 256>>>(sea, result); });

    constexpr int kPalette = 54 * 1024, kShades = 64;  // bytes of the largest palette; shades of this one
    CHECK(cudaFuncSetAttribute(lantern_glow_z1_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kPalette));
    add("lantern_glow_z1_a", result, (size_t)kLamps * 4, Output::f32, [=] { lantern_glow_z1_a<<<kLamps / 1024, 256, kPalette>>>(sea4, sea, kShades, result4); });
    add("lantern_glow_z1_b", result, (size_t)kLamps * 4, Output::f32, [=] { lantern_glow_z1_b<<<kLamps / 1024, 256, kShades * 4>>>(sea4, sea, kShades, result4); });

    add("seam_distance_z1_a", result, kCrews, Output::f32, [=] { seam_distance_z1_a<<<kCrews, 256>>>(sea4, sea4 + kSeam, result); });

    return harness::run(argc, argv, cases);
}
