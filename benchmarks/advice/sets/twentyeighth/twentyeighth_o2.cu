// Eleven measured cases from pictures, hair, geodesy, weather, genomes, mines, archives and sound: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Photo: a picture of RGBA pixels turned by a quarter, tile by tile through shared memory.
constexpr int kPhotoW = 16384, kPhotoH = 8192;

template <int kPitch>
__device__ __forceinline__ void photo_turn(const uint32_t* __restrict__ in, uint32_t* __restrict__ out) {
    __shared__ uint32_t tile[32][kPitch];
    int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * 32, y0 = blockIdx.y * 32;
#pragma unroll
    for (int j = 0; j < 32; j += 8) tile[ty + j][tx] = in[(size_t)(y0 + ty + j) * kPhotoW + x0 + tx];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 32; j += 8) out[(size_t)(x0 + ty + j) * kPhotoH + (kPhotoH - 32 - y0) + tx] = tile[31 - tx][ty + j];
}

__global__ void __launch_bounds__(256) photo_turn_o2_a(const uint32_t* __restrict__ in, uint32_t* __restrict__ out) { photo_turn<32>(in, out); }
__global__ void __launch_bounds__(256) photo_turn_o2_b(const uint32_t* __restrict__ in, uint32_t* __restrict__ out) { photo_turn<33>(in, out); }

// ---- Hair: every thread owns a strand of 16 vertices in shared memory and keeps its segments at their length (position based dynamics).
constexpr int kVertices = 16, kStrand = kVertices * 3, kHairBlocks = 132 * 72, kRelax = 6;

template <int kPitch>
__device__ __forceinline__ void hair_strand(const float* __restrict__ before, float* __restrict__ after, float rest) {
    __shared__ float strand[128 * kPitch];
    int t = threadIdx.x;
    size_t base = (size_t)blockIdx.x * (128 * kStrand);
#pragma unroll 8
    for (int i = t; i < 128 * kStrand; i += 128) strand[i / kStrand * kPitch + i % kStrand] = before[base + i];
    __syncthreads();
    float* mine = strand + t * kPitch;
#pragma unroll 1
    for (int turn = 0; turn < kRelax; ++turn) {
        float px = mine[0], py = mine[1], pz = mine[2], hold = 0.0f;  // the root does not move
#pragma unroll 1
        for (int v = 3; v < kStrand; v += 3) {
            float qx = mine[v], qy = mine[v + 1], qz = mine[v + 2];
            float dx = qx - px, dy = qy - py, dz = qz - pz;
            float f = 0.5f - 0.5f * rest * rsqrtf(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 1e-4f)))), g = f * hold;
            mine[v - 3] = fmaf(g, dx, px); mine[v - 2] = fmaf(g, dy, py); mine[v - 1] = fmaf(g, dz, pz);
            px = fmaf(-f, dx, qx); py = fmaf(-f, dy, qy); pz = fmaf(-f, dz, qz);
            hold = 1.0f;
        }
        mine[kStrand - 3] = px; mine[kStrand - 2] = py; mine[kStrand - 1] = pz;
    }
    __syncthreads();
#pragma unroll 8
    for (int i = t; i < 128 * kStrand; i += 128) after[base + i] = strand[i / kStrand * kPitch + i % kStrand];
}

__global__ void __launch_bounds__(128) hair_strand_o2_a(const float* __restrict__ before, float* __restrict__ after, float rest) { hair_strand<kStrand>(before, after, rest); }
__global__ void __launch_bounds__(128) hair_strand_o2_b(const float* __restrict__ before, float* __restrict__ after, float rest) { hair_strand<kStrand + 1>(before, after, rest); }

// ---- Geodesy: normal equations of eight parameters (offset, trend, seasons) of the height of each station, a thread a station.
constexpr int kStations = 132 * 24 * 256, kDays = 128, kPar = 8, kSums = kPar * (kPar + 1) / 2 + kPar;

__device__ __forceinline__ void station_fit(const float2* __restrict__ reading, const float4* __restrict__ model, float* __restrict__ normal) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float sum[kSums];
#pragma unroll
    for (int k = 0; k < kSums; ++k) sum[k] = 0.0f;
#pragma unroll 4
    for (int day = 0; day < kDays; ++day) {
        float2 r = reading[(size_t)day * kStations + i];
        float4 lo = __ldg(model + day * 2), hi = __ldg(model + day * 2 + 1);
        float m[kPar] = {lo.x, lo.y, lo.z, lo.w, hi.x, hi.y, hi.z, hi.w}, weight = fabsf(r.x);
        int at = 0;
#pragma unroll
        for (int j = 0; j < kPar; ++j) {
            float wm = weight * m[j];
#pragma unroll
            for (int k = j; k < kPar; ++k) { sum[at] = fmaf(wm, m[k], sum[at]); ++at; }
            sum[at] = fmaf(wm, r.y, sum[at]); ++at;
        }
    }
#pragma unroll
    for (int k = 0; k < kSums; ++k) normal[(size_t)k * kStations + i] = sum[k];
}

__global__ void __launch_bounds__(256, 8) station_fit_o2_a(const float2* __restrict__ reading, const float4* __restrict__ model, float* __restrict__ normal) { station_fit(reading, model, normal); }
__global__ void __launch_bounds__(256) station_fit_o2_b(const float2* __restrict__ reading, const float4* __restrict__ model, float* __restrict__ normal) { station_fit(reading, model, normal); }

// ---- Weather: ensemble members of the Lorenz-96 ring of 32 sites, Runge-Kutta of order four, a thread a member.
constexpr int kSites = 32, kMembers = 132 * 20 * 128, kHours = 24;

__device__ __forceinline__ void weather_ring(const float* __restrict__ start, float* __restrict__ end, float force) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float x[kSites], now[kSites], sum[kSites];
#pragma unroll
    for (int k = 0; k < kSites; ++k) { x[k] = start[(size_t)k * kMembers + i]; now[k] = x[k]; sum[k] = x[k]; }
    const float h = 0.01f;
#pragma unroll 1
    for (int hour = 0; hour < kHours; ++hour) {
#pragma unroll 1
        for (int stage = 0; stage < 4; ++stage) {
            float reach = stage < 2 ? 0.5f * h : h, share = (stage == 0 || stage == 3) ? h / 6 : h / 3;
            float first = now[0], before2 = now[kSites - 2], before1 = now[kSites - 1];
#pragma unroll
            for (int k = 0; k < kSites; ++k) {
                float here = now[k], next = k + 1 < kSites ? now[k + 1] : first;
                float slope = fmaf(next - before2, before1, force - here);
                sum[k] = fmaf(share, slope, sum[k]);
                now[k] = fmaf(reach, slope, x[k]);
                before2 = before1; before1 = here;
            }
        }
#pragma unroll
        for (int k = 0; k < kSites; ++k) { x[k] = sum[k]; now[k] = sum[k]; }
    }
#pragma unroll
    for (int k = 0; k < kSites; ++k) end[(size_t)k * kMembers + i] = x[k];
}

__global__ void __launch_bounds__(128, 10) weather_ring_o2_a(const float* __restrict__ start, float* __restrict__ end, float force) { weather_ring(start, end, force); }
__global__ void __launch_bounds__(128) weather_ring_o2_b(const float* __restrict__ start, float* __restrict__ end, float force) { weather_ring(start, end, force); }

// ---- Genome: how often each of the 16 pairs of neighbouring bases occurs in each read of 160 bases (two bits each), a thread a read.
constexpr int kReads = 132 * 8 * 256 * 8, kWords = 10;

__device__ __forceinline__ uint32_t four_bytes(uint32_t a, uint32_t b, uint32_t c, uint32_t d) { return a | b << 8 | c << 16 | d << 24; }

__global__ void __launch_bounds__(256) base_pairs_o2_a(const uint32_t* __restrict__ reads, uint4* __restrict__ census) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint32_t count[16] = {}, last = 0;
#pragma unroll 1
    for (int w = 0; w < kWords; ++w) {
        uint32_t word = reads[(size_t)w * kReads + i];
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            uint32_t base = word >> (2 * k) & 3;
            ++count[last * 4 + base];
            last = base;
        }
    }
    census[i] = make_uint4(four_bytes(count[0], count[1], count[2], count[3]), four_bytes(count[4], count[5], count[6], count[7]),
                           four_bytes(count[8], count[9], count[10], count[11]), four_bytes(count[12], count[13], count[14], count[15]));
}

__global__ void __launch_bounds__(256) base_pairs_o2_b(const uint32_t* __restrict__ reads, uint4* __restrict__ census) {
    __shared__ uint32_t count[16][256];  // a column a thread: no conflicts, no barrier
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
#pragma unroll
    for (int k = 0; k < 16; ++k) count[k][t] = 0;
    uint32_t last = 0;
#pragma unroll 1
    for (int w = 0; w < kWords; ++w) {
        uint32_t word = reads[(size_t)w * kReads + i];
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            uint32_t base = word >> (2 * k) & 3;
            ++count[last * 4 + base][t];
            last = base;
        }
    }
    census[i] = make_uint4(four_bytes(count[0][t], count[1][t], count[2][t], count[3][t]), four_bytes(count[4][t], count[5][t], count[6][t], count[7][t]),
                           four_bytes(count[8][t], count[9][t], count[10][t], count[11][t]), four_bytes(count[12][t], count[13][t], count[14][t], count[15][t]));
}

// ---- Ore: kriging weights of the 8 nearest drill holes of each block of a mine (linear variogram with nugget), elimination with pivots.
constexpr int kHoles = 8, kOre = 132 * 16 * 128 * 8;

__device__ __forceinline__ void ore_system(const float2* __restrict__ hole, int i, float nugget, float (&m)[kHoles][kHoles + 1]) {
    float2 p[kHoles];
#pragma unroll
    for (int k = 0; k < kHoles; ++k) p[k] = hole[(size_t)k * kOre + i];
#pragma unroll
    for (int r = 0; r < kHoles; ++r) {
        m[r][r] = 0.0f;
        float reach2 = fmaf(p[r].x, p[r].x, fmaf(p[r].y, p[r].y, 1e-8f));
        m[r][kHoles] = fmaf(reach2, rsqrtf(reach2), nugget);
#pragma unroll
        for (int c = r + 1; c < kHoles; ++c) {
            float dx = p[r].x - p[c].x, dy = p[r].y - p[c].y, d2 = fmaf(dx, dx, fmaf(dy, dy, 1e-8f));
            m[r][c] = m[c][r] = fmaf(d2, rsqrtf(d2), nugget);
        }
    }
}
__device__ __forceinline__ int ore_pivot(const float (&m)[kHoles][kHoles + 1], int k) {
    int p = k;
    float most = fabsf(m[k][k]);
#pragma unroll
    for (int r = k + 1; r < kHoles; ++r)
        if (fabsf(m[r][k]) > most) { most = fabsf(m[r][k]); p = r; }
    return p;
}
__device__ __forceinline__ void ore_eliminate(float (&m)[kHoles][kHoles + 1], int k) {
    float over = __fdividef(1.0f, m[k][k]);
#pragma unroll
    for (int r = k + 1; r < kHoles; ++r) {
        float f = -m[r][k] * over;
#pragma unroll
        for (int c = k + 1; c <= kHoles; ++c) m[r][c] = fmaf(f, m[k][c], m[r][c]);
    }
}
__device__ __forceinline__ void ore_back(float (&m)[kHoles][kHoles + 1], float* __restrict__ weight, int i) {
#pragma unroll
    for (int r = kHoles - 1; r >= 0; --r) {
        float v = __fdividef(m[r][kHoles], m[r][r]);
        weight[(size_t)r * kOre + i] = v;
#pragma unroll
        for (int q = 0; q < r; ++q) m[q][kHoles] = fmaf(-m[q][r], v, m[q][kHoles]);
    }
}

__global__ void __launch_bounds__(128) ore_weights_o2_a(const float2* __restrict__ hole, float* __restrict__ weight, float nugget) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float m[kHoles][kHoles + 1];
    ore_system(hole, i, nugget, m);
#pragma unroll
    for (int k = 0; k < kHoles; ++k) {
        int p = ore_pivot(m, k);
        if (p != k) {
#pragma unroll
            for (int c = k; c <= kHoles; ++c) { float keep = m[k][c]; m[k][c] = m[p][c]; m[p][c] = keep; }
        }
        ore_eliminate(m, k);
    }
    ore_back(m, weight, i);
}

__global__ void __launch_bounds__(128) ore_weights_o2_b(const float2* __restrict__ hole, float* __restrict__ weight, float nugget) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float m[kHoles][kHoles + 1];
    ore_system(hole, i, nugget, m);
#pragma unroll
    for (int k = 0; k < kHoles; ++k) {
        int p = ore_pivot(m, k);
#pragma unroll
        for (int r = k + 1; r < kHoles; ++r) {
            bool here = p == r;
#pragma unroll
            for (int c = k; c <= kHoles; ++c) { float upper = m[k][c], lower = m[r][c]; m[k][c] = here ? lower : upper; m[r][c] = here ? upper : lower; }
        }
        ore_eliminate(m, k);
    }
    ore_back(m, weight, i);
}

// ---- Parish registers: the foremother six generations back of each person; where each of 2048 parishes begins stands in shared memory.
constexpr int kSouls = 1 << 24, kParishes = 2048, kBorn = 8192, kEach = 8, kParishBlocks = 132 * 16 * 3, kPeople = kParishBlocks * 128 * kEach;

__device__ __forceinline__ void parish_line(const int* __restrict__ person, const int* __restrict__ begin, const int* __restrict__ mother, int* __restrict__ found) {
    extern __shared__ int first[];
    int t = threadIdx.x;
#pragma unroll
    for (int k = 0; k < kParishes; k += 128) first[k + t] = begin[k + t];
    __syncthreads();
#pragma unroll 1
    for (int j = 0; j < kEach; ++j) {
        int i = (blockIdx.x * kEach + j) * 128 + t, who = person[i];
        int at = first[who & (kParishes - 1)] + (who >> 11);
#pragma unroll
        for (int back = 0; back < 6; ++back) at = mother[at];
        found[i] = at;
    }
}

__global__ void __launch_bounds__(128) parish_line_o2_a(const int* __restrict__ person, const int* __restrict__ begin, const int* __restrict__ mother, int* __restrict__ found) { parish_line(person, begin, mother, found); }
__global__ void __launch_bounds__(128) parish_line_o2_b(const int* __restrict__ person, const int* __restrict__ begin, const int* __restrict__ mother, int* __restrict__ found) { parish_line(person, begin, mother, found); }

// ---- Archive: place of each signature in a sorted archive, found by descending a tree with 32 keys a node, a warp a signature, 32 in turn.
constexpr int kDepth = 5, kTreeWarps = 132 * 32 * 8;
constexpr size_t kNodes = 1 + 32 + 1024 + 32768 + (1u << 20);  // of the five levels, one after another

__device__ __forceinline__ uint32_t shelf_mark(uint32_t j) { return j * 64 + (harness::hash32(j) & 63); }
__global__ void harness_shelves(uint32_t* key) {
    uint32_t at = 0;
#pragma unroll
    for (int level = 0; level < kDepth; ++level) {
        uint32_t keys = 32u << (5 * level);
        for (uint32_t m = blockIdx.x * blockDim.x + threadIdx.x; m < keys; m += gridDim.x * blockDim.x)
            key[at + m] = m + 1 == keys ? 0xffffffffu : shelf_mark((m + 1) << (5 * (kDepth - 1 - level)));
        at += keys;
    }
}

template <int kThreads>
__device__ __forceinline__ void archive_find(const uint32_t* __restrict__ key, const int* __restrict__ sought, int* __restrict__ place) {
    int lane = threadIdx.x % 32;
    size_t at = (size_t)(blockIdx.x * (kThreads / 32) + threadIdx.x / 32) * 32 + lane;
    uint32_t mine = (uint32_t)sought[at];
    int result = 0;
#pragma unroll 1
    for (int q = 0; q < 32; ++q) {
        uint32_t want = __shfl_sync(0xffffffffu, mine, q), node = 0, shelf = 0;
#pragma unroll
        for (int level = 0; level < kDepth; ++level) {
            uint32_t mark = key[(shelf + node) * 32 + lane];
            shelf += 1u << (5 * level);
            node = node * 32 + __popc(__ballot_sync(0xffffffffu, want >= mark));
        }
        if (lane == q) result = node;
    }
    place[at] = result;
}

__global__ void __launch_bounds__(32) archive_find_o2_a(const uint32_t* __restrict__ key, const int* __restrict__ sought, int* __restrict__ place) { archive_find<32>(key, sought, place); }
__global__ void __launch_bounds__(256) archive_find_o2_b(const uint32_t* __restrict__ key, const int* __restrict__ sought, int* __restrict__ place) { archive_find<256>(key, sought, place); }

// ---- Buoy logs: each warp follows the chained pages of a log (32 readings a page) and scores them with a small recurrent net of 26 units.
constexpr int kUnits = 26, kNet = kUnits * 3, kPages = 1 << 21, kLogWarps = 132 * 64 * 6, kFollow = 24;

__global__ void __launch_bounds__(256) buoy_log_o2_a(const float* __restrict__ page, const int* __restrict__ next, const int* __restrict__ head, const float* __restrict__ net, float* __restrict__ score) {
    int lane = threadIdx.x % 32, log = blockIdx.x * 8 + threadIdx.x / 32, at = head[log];
    float w[kNet], state = 0.0f;
#pragma unroll
    for (int k = 0; k < kNet; ++k) w[k] = net[k];
#pragma unroll 1
    for (int p = 0; p < kFollow; ++p) {
        float v = page[at * 32 + lane], fresh = 0.5f * v;
        at = next[at];
#pragma unroll
        for (int u = 0; u < kUnits; ++u) fresh = fmaf(w[3 * u + 2], fmaxf(fmaf(w[3 * u], v, w[3 * u + 1] * state), 0.0f), fresh);
        state = fresh;
    }
    score[log * 32 + lane] = state;
}

__constant__ float kGate[kNet];
__global__ void __launch_bounds__(256) buoy_log_o2_b(const float* __restrict__ page, const int* __restrict__ next, const int* __restrict__ head, float* __restrict__ score) {
    int lane = threadIdx.x % 32, log = blockIdx.x * 8 + threadIdx.x / 32, at = head[log];
    float state = 0.0f;
#pragma unroll 1
    for (int p = 0; p < kFollow; ++p) {
        float v = page[at * 32 + lane], fresh = 0.5f * v;
        at = next[at];
#pragma unroll
        for (int u = 0; u < kUnits; ++u) fresh = fmaf(kGate[3 * u + 2], fmaxf(fmaf(kGate[3 * u], v, kGate[3 * u + 1] * state), 0.0f), fresh);
        state = fresh;
    }
    score[log * 32 + lane] = state;
}

// ---- Radiotherapy: dose of three beams with the weights of each slice; four or two quadruples of each beam a thread.
constexpr int kSlices = 16, kDoseBlocks = 132 * 2 * 16;  // 2048 quadruples a block

template <int kPer>
__device__ __forceinline__ void beam_dose(const float4* one, const float4* two, const float4* three, const float* plan,
                                          float4* dose) {
    int i = blockIdx.x * (512 * kPer) + threadIdx.x, slice = blockIdx.x / (4 / kPer) % kSlices;
    float4 a[kPer], b[kPer], c[kPer];
#pragma unroll
    for (int j = 0; j < kPer; ++j) { a[j] = one[i + j * 512]; b[j] = two[i + j * 512]; c[j] = three[i + j * 512]; }
    float u = plan[slice * 3], v = plan[slice * 3 + 1], w = plan[slice * 3 + 2];
#pragma unroll
    for (int j = 0; j < kPer; ++j)
        dose[i + j * 512] = make_float4(fmaf(u, a[j].x, fmaf(v, b[j].x, w * c[j].x)), fmaf(u, a[j].y, fmaf(v, b[j].y, w * c[j].y)),
                                        fmaf(u, a[j].z, fmaf(v, b[j].z, w * c[j].z)), fmaf(u, a[j].w, fmaf(v, b[j].w, w * c[j].w)));
}

__global__ void __launch_bounds__(512) beam_dose_o2_a(const float4* one, const float4* two, const float4* three, const float* plan, float4* dose) { beam_dose<4>(one, two, three, plan, dose); }
__global__ void __launch_bounds__(512) beam_dose_o2_b(const float4* one, const float4* two, const float4* three, const float* plan, float4* dose) { beam_dose<2>(one, two, three, plan, dose); }

// ---- Loudness: power and peak of a long recording, one pair a block.
constexpr int kLoudBlocks = 132 * 4, kLoudStep = kLoudBlocks * 512, kLoud = kLoudStep * 4 * 60;  // quadruples

__global__ void __launch_bounds__(512, 4) record_level_o2_a(const float4* __restrict__ sound, float2* __restrict__ level) {
    __shared__ float2 part[16];
    int t = threadIdx.x;
    float power = 0.0f, peak = 0.0f;
    for (int i = blockIdx.x * 512 + t; i < kLoud; i += 4 * kLoudStep) {
        float4 s[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) s[j] = __ldcs(sound + i + j * kLoudStep);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            power = fmaf(s[j].x, s[j].x, fmaf(s[j].y, s[j].y, fmaf(s[j].z, s[j].z, fmaf(s[j].w, s[j].w, power))));
            peak = fmaxf(peak, fmaxf(fmaxf(fabsf(s[j].x), fabsf(s[j].y)), fmaxf(fabsf(s[j].z), fabsf(s[j].w))));
        }
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        power += __shfl_xor_sync(0xffffffffu, power, o);
        peak = fmaxf(peak, __shfl_xor_sync(0xffffffffu, peak, o));
    }
    if (t % 32 == 0) part[t / 32] = make_float2(power, peak);
    __syncthreads();
    if (t < 32) {
        float2 p = t < 16 ? part[t] : make_float2(0.0f, 0.0f);
#pragma unroll
        for (int o = 8; o; o >>= 1) {
            p.x += __shfl_xor_sync(0xffffffffu, p.x, o);
            p.y = fmaxf(p.y, __shfl_xor_sync(0xffffffffu, p.y, o));
        }
        if (t == 0) level[blockIdx.x] = p;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    constexpr size_t kField = (size_t)1 << 28;
    float *one = filled<float>(kField, 41), *out = empty<float>(kField);
    static_assert((size_t)kPhotoW * kPhotoH <= kField && (size_t)kHairBlocks * 128 * kStrand <= kField && (size_t)kStations * kDays * 2 <= kField &&
                  (size_t)kOre * kHoles * 2 <= kField && (size_t)kDoseBlocks * 8192 * 3 <= kField && (size_t)kLoud * 4 <= kField && (size_t)kPages * 32 <= kField, "field is too short");
    float4 *one4 = reinterpret_cast<float4*>(one), *out4 = reinterpret_cast<float4*>(out);
    float2 *one2 = reinterpret_cast<float2*>(one), *out2 = reinterpret_cast<float2*>(out);
    int* outi = reinterpret_cast<int*>(out);

    uint32_t *pixels = reinterpret_cast<uint32_t*>(indices((size_t)kPhotoW * kPhotoH, 0x7fffffffu, 42)), *turned = reinterpret_cast<uint32_t*>(out);
    dim3 photo_grid(kPhotoW / 32, kPhotoH / 32), photo_block(32, 8);
    add("photo_turn_o2_a", out, (size_t)kPhotoW * kPhotoH, Output::i32, [=] { photo_turn_o2_a<<<photo_grid, photo_block>>>(pixels, turned); });
    add("photo_turn_o2_b", out, (size_t)kPhotoW * kPhotoH, Output::i32, [=] { photo_turn_o2_b<<<photo_grid, photo_block>>>(pixels, turned); });

    constexpr size_t kHair = (size_t)kHairBlocks * 128 * kStrand;
    add("hair_strand_o2_a", out, kHair, Output::f32, [=] { hair_strand_o2_a<<<kHairBlocks, 128>>>(one, out, 0.4f); });
    add("hair_strand_o2_b", out, kHair, Output::f32, [=] { hair_strand_o2_b<<<kHairBlocks, 128>>>(one, out, 0.4f); });

    float4* model = reinterpret_cast<float4*>(filled<float>(kDays * kPar, 43));
    add("station_fit_o2_a", out, (size_t)kStations * kSums, Output::f32, [=] { station_fit_o2_a<<<kStations / 256, 256>>>(one2, model, out); });
    add("station_fit_o2_b", out, (size_t)kStations * kSums, Output::f32, [=] { station_fit_o2_b<<<kStations / 256, 256>>>(one2, model, out); });

    add("weather_ring_o2_a", out, (size_t)kMembers * kSites, Output::f32, [=] { weather_ring_o2_a<<<kMembers / 128, 128>>>(one, out, 8.0f); });
    add("weather_ring_o2_b", out, (size_t)kMembers * kSites, Output::f32, [=] { weather_ring_o2_b<<<kMembers / 128, 128>>>(one, out, 8.0f); });

    uint4* census = reinterpret_cast<uint4*>(out);
    uint32_t* reads = reinterpret_cast<uint32_t*>(indices((size_t)kReads * kWords, 0xffffffffu, 44));
    add("base_pairs_o2_a", out, (size_t)kReads * 16, Output::u8, [=] { base_pairs_o2_a<<<kReads / 256, 256>>>(reads, census); });
    add("base_pairs_o2_b", out, (size_t)kReads * 16, Output::u8, [=] { base_pairs_o2_b<<<kReads / 256, 256>>>(reads, census); });

    add("ore_weights_o2_a", out, (size_t)kOre * kHoles, Output::f32, [=] { ore_weights_o2_a<<<kOre / 128, 128>>>(one2, out, 0.25f); });
    add("ore_weights_o2_b", out, (size_t)kOre * kHoles, Output::f32, [=] { ore_weights_o2_b<<<kOre / 128, 128>>>(one2, out, 0.25f); });

    int *person = indices(kPeople, kParishes * kBorn, 45), *mother = indices(kSouls, kSouls, 46), *begin = indices(kParishes, kSouls - kBorn, 47);
    constexpr int kRoom = 120 * 1024, kNeed = kParishes * 4;
    CHECK(cudaFuncSetAttribute(parish_line_o2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kRoom));
    add("parish_line_o2_a", out, kPeople, Output::i32, [=] { parish_line_o2_a<<<kParishBlocks, 128, kRoom>>>(person, begin, mother, outi); });
    add("parish_line_o2_b", out, kPeople, Output::i32, [=] { parish_line_o2_b<<<kParishBlocks, 128, kNeed>>>(person, begin, mother, outi); });

    uint32_t* key = reinterpret_cast<uint32_t*>(empty<int>(kNodes * 32));
    harness_shelves<<<2048, 256>>>(key); CHECK(cudaGetLastError());
    int* sought = indices((size_t)kTreeWarps * 32, 0x7fffffffu, 48);
    add("archive_find_o2_a", out, (size_t)kTreeWarps * 32, Output::i32, [=] { archive_find_o2_a<<<kTreeWarps, 32>>>(key, sought, outi); });
    add("archive_find_o2_b", out, (size_t)kTreeWarps * 32, Output::i32, [=] { archive_find_o2_b<<<kTreeWarps / 8, 256>>>(key, sought, outi); });

    std::vector<float> weights(kNet);
    for (int k = 0; k < kNet; ++k) weights[k] = 0.4f * harness::unit(k + 4900);
    float* net = uploaded(weights);
    CHECK(cudaMemcpyToSymbol(kGate, weights.data(), kNet * sizeof(float)));
    int *next = indices(kPages, kPages, 50), *head = indices(kLogWarps, kPages, 51);
    add("buoy_log_o2_a", out, (size_t)kLogWarps * 32, Output::f32, [=] { buoy_log_o2_a<<<kLogWarps / 8, 256>>>(one, next, head, net, out); });
    add("buoy_log_o2_b", out, (size_t)kLogWarps * 32, Output::f32, [=] { buoy_log_o2_b<<<kLogWarps / 8, 256>>>(one, next, head, out); });

    constexpr size_t kDose = (size_t)kDoseBlocks * 2048;
    float* plan = filled<float>(3 * kSlices, 52);
    add("beam_dose_o2_a", out, kDose * 4, Output::f32, [=] { beam_dose_o2_a<<<kDoseBlocks, 512>>>(one4, one4 + kDose, one4 + 2 * kDose, plan, out4); });
    add("beam_dose_o2_b", out, kDose * 4, Output::f32, [=] { beam_dose_o2_b<<<kDoseBlocks * 2, 512>>>(one4, one4 + kDose, one4 + 2 * kDose, plan, out4); });

    add("record_level_o2_a", out, kLoudBlocks * 2, Output::f32, [=] { record_level_o2_a<<<kLoudBlocks, 512>>>(one4, out2); });

    return harness::run(argc, argv, cases);
}
