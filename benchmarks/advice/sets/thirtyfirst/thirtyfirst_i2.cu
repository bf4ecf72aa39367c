// Eleven cases of storage on the chip: nine pairs, a mild one and a healthy one; before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Lighthouse: 48 Chebyshev moments of each lamp's 96 brightness readings, a thread a lamp.
constexpr int kLampBlocks = 132 * 24, kLamps = kLampBlocks * 256, kReadings = 96, kMoments = 48;

__device__ __forceinline__ void lighthouse_moments(const float* __restrict__ bright, float* __restrict__ moment) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float sum[kMoments];
#pragma unroll
    for (int k = 0; k < kMoments; ++k) sum[k] = 0.0f;
#pragma unroll 1
    for (int r = 0; r < kReadings; ++r) {
        float x = bright[(size_t)r * kLamps + i], weight = fmaf(-x, x, 1.0f), before = 1.0f, now = x, twice = 2.0f * x;
#pragma unroll
        for (int k = 0; k < kMoments; ++k) {
            sum[k] = fmaf(weight, before, sum[k]);
            float next = fmaf(twice, now, -before);
            before = now; now = next;
        }
    }
#pragma unroll
    for (int k = 0; k < kMoments; ++k) moment[(size_t)k * kLamps + i] = sum[k];
}

__global__ void __launch_bounds__(256, 8) lighthouse_moments_i2_a(const float* __restrict__ bright, float* __restrict__ moment) { lighthouse_moments(bright, moment); }
__global__ void __launch_bounds__(256) lighthouse_moments_i2_b(const float* __restrict__ bright, float* __restrict__ moment) { lighthouse_moments(bright, moment); }

// ---- Geese: Kalman filter of every bird on a radar (place, size and aspect of its box and their speeds, 16 fixes each), a thread a bird.
constexpr int kGooseBlocks = 132 * 32, kGeese = kGooseBlocks * 128, kFixes = 16;

__host__ __device__ constexpr int pack(int r, int c) { return r < c ? r * 8 - r * (r - 1) / 2 + c - r : c * 8 - c * (c - 1) / 2 + r - c; }

__device__ __forceinline__ void geese_radar(const float* __restrict__ fix, const float* __restrict__ noise, float* __restrict__ state, float dt, float jerk) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float variance = 0.05f + 0.04f * noise[i], x[8], p[36];
#pragma unroll
    for (int k = 0; k < 36; ++k) p[k] = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) { x[k] = 0.0f; p[pack(k, k)] = 1.0f; }
#pragma unroll 1
    for (int s = 0; s < kFixes; ++s) {
        // predict: place += dt * speed
#pragma unroll
        for (int k = 0; k < 4; ++k) x[k] = fmaf(dt, x[k + 4], x[k]);
#pragma unroll
        for (int r = 0; r < 4; ++r)
#pragma unroll
            for (int c = r; c < 4; ++c)
                p[pack(r, c)] += dt * (p[pack(r, c + 4)] + p[pack(c, r + 4)] + dt * p[pack(r + 4, c + 4)]);
#pragma unroll
        for (int r = 0; r < 4; ++r)
#pragma unroll
            for (int c = 0; c < 4; ++c) p[pack(r, c + 4)] = fmaf(dt, p[pack(r + 4, c + 4)], p[pack(r, c + 4)]);
#pragma unroll
        for (int k = 4; k < 8; ++k) p[pack(k, k)] += jerk;
        // four scalar updates
#pragma unroll
        for (int m = 0; m < 4; ++m) {
            float z = fix[(size_t)(s * 4 + m) * kGeese + i], inverse = __fdividef(1.0f, p[pack(m, m)] + variance), off = (z - x[m]) * inverse, row[8];
#pragma unroll
            for (int k = 0; k < 8; ++k) { row[k] = p[pack(k, m)]; x[k] = fmaf(row[k], off, x[k]); }
#pragma unroll
            for (int r = 0; r < 8; ++r) {
                float gain = -row[r] * inverse;
#pragma unroll
                for (int c = r; c < 8; ++c) p[pack(r, c)] = fmaf(gain, row[c], p[pack(r, c)]);
            }
        }
    }
    float trace = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) { state[(size_t)k * kGeese + i] = x[k]; trace += p[pack(k, k)]; }
    state[(size_t)8 * kGeese + i] = trace;
}

__global__ void __launch_bounds__(128, 16) geese_radar_i2_a(const float* __restrict__ fix, const float* __restrict__ noise, float* __restrict__ state, float dt, float jerk) {
    geese_radar(fix, noise, state, dt, jerk);
}
__global__ void __launch_bounds__(128, 8) geese_radar_i2_b(const float* __restrict__ fix, const float* __restrict__ noise, float* __restrict__ state, float dt, float jerk) {
    geese_radar(fix, noise, state, dt, jerk);
}

// ---- Barley: how often each of the 16 pairs of neighbouring bases occurs in each read of 256 bases (two bits a base), a thread a read.
constexpr int kReadBlocks = 132 * 32, kReads = kReadBlocks * 256, kWords = 16;

__global__ void __launch_bounds__(256) barley_pairs_i2_a(const uint32_t* __restrict__ bases, int* __restrict__ count) {
    int i = blockIdx.x * 256 + threadIdx.x, tally[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) tally[k] = 0;
    uint32_t last = 0;
#pragma unroll 1
    for (int w = 0; w < kWords; ++w) {
        uint32_t word = bases[(size_t)w * kReads + i];
        ++tally[(last >> 30) | (word & 3) << 2];
#pragma unroll
        for (int k = 0; k < 15; ++k) ++tally[word >> (2 * k) & 15];
        last = word;
    }
#pragma unroll
    for (int k = 0; k < 16; ++k) count[(size_t)k * kReads + i] = tally[k];
}

__global__ void __launch_bounds__(256) barley_pairs_i2_b(const uint32_t* __restrict__ bases, int* __restrict__ count) {
    __shared__ int tally[16][256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
#pragma unroll
    for (int k = 0; k < 16; ++k) tally[k][t] = 0;
    uint32_t last = 0;
#pragma unroll 1
    for (int w = 0; w < kWords; ++w) {
        uint32_t word = bases[(size_t)w * kReads + i];
        ++tally[(last >> 30) | (word & 3) << 2][t];
#pragma unroll
        for (int k = 0; k < 15; ++k) ++tally[word >> (2 * k) & 15][t];
        last = word;
    }
#pragma unroll
    for (int k = 0; k < 16; ++k) count[(size_t)k * kReads + i] = tally[k][t];
}

// ---- Organ: a low-pass of 32 taps over 64 samples of every channel of a mixing desk, a thread a channel, a ring of the last samples.
constexpr int kDeskBlocks = 132 * 48, kChannels = kDeskBlocks * 128, kSamples = 64, kTaps = 32;
struct Voicing { float tap[kTaps]; };

__global__ void __launch_bounds__(128) organ_channels_i2_a(const float* __restrict__ in, float* __restrict__ out, const Voicing voicing) {
    int i = blockIdx.x * 128 + threadIdx.x, head = 0;
    float ring[kTaps];
#pragma unroll
    for (int k = 0; k < kTaps; ++k) ring[k] = 0.0f;
#pragma unroll 1
    for (int s = 0; s < kSamples; ++s) {
        ring[head] = in[(size_t)s * kChannels + i];
        float sum[2] = {0.0f, 0.0f};
#pragma unroll
        for (int k = 0; k < kTaps; ++k) sum[k % 2] = fmaf(voicing.tap[k], ring[(head - k) & (kTaps - 1)], sum[k % 2]);
        out[(size_t)s * kChannels + i] = sum[0] + sum[1];
        head = (head + 1) & (kTaps - 1);
    }
}

__global__ void __launch_bounds__(128) organ_channels_i2_b(const float* __restrict__ in, float* __restrict__ out, const Voicing voicing) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float ring[kTaps];
#pragma unroll
    for (int k = 0; k < kTaps; ++k) ring[k] = 0.0f;
#pragma unroll 1
    for (int from = 0; from < kSamples; from += kTaps) {
#pragma unroll
        for (int head = 0; head < kTaps; ++head) {  // the place in the ring is known to the compiler
            ring[head] = in[(size_t)(from + head) * kChannels + i];
            float sum[2] = {0.0f, 0.0f};
#pragma unroll
            for (int k = 0; k < kTaps; ++k) sum[k % 2] = fmaf(voicing.tap[k], ring[(head - k) & (kTaps - 1)], sum[k % 2]);
            out[(size_t)(from + head) * kChannels + i] = sum[0] + sum[1];
        }
    }
}

// ---- Parish register: look names up in a B+ tree of five levels with nodes of 32 keys, a warp a name, 128 names a block.
constexpr int kNameBlocks = 132 * 64, kNames = kNameBlocks * 128, kNodes = 1 + 32 + 1024 + 32768 + 1048576;
constexpr int kBatch = 128, kMostNames = 12800;  // names of a block: now, and the most a caller may ask for

__device__ __forceinline__ void parish_register(const int* __restrict__ tree, const int* __restrict__ names, int* __restrict__ entry, int room) {
    extern __shared__ int desk[];  // names, then entries found
    int *asked = desk, *found = desk + room, t = threadIdx.x, lane = t % 32;
    asked[t] = names[blockIdx.x * kBatch + t];
    __syncwarp();
#pragma unroll 1
    for (int k = t & ~31; k < (t & ~31) + 32; ++k) {
        int name = asked[k], node = 0;
#pragma unroll
        for (int level = 0; level < 5; ++level) {
            int key = tree[(size_t)node * 32 + lane];
            int below = __popc(__ballot_sync(0xffffffffu, key <= name));
            node = node * 32 + 1 + min(below, 31);
        }
        if (lane == 0) found[k] = node;
    }
    __syncwarp();
    entry[blockIdx.x * kBatch + t] = found[t];
}

__global__ void __launch_bounds__(128) parish_register_i2_a(const int* __restrict__ tree, const int* __restrict__ names, int* __restrict__ entry, int room) {
    parish_register(tree, names, entry, room);
}
__global__ void __launch_bounds__(128) parish_register_i2_b(const int* __restrict__ tree, const int* __restrict__ names, int* __restrict__ entry, int room) {
    parish_register(tree, names, entry, room);
}

// ---- Treasure trail: every party follows 16 notes, each of 64 numbers, and each note tells where the next one is; a warp a party.
constexpr int kParties = 132 * 64 * 24, kNoteBits = 21, kNotes = 16;

template <int kThreads>
__device__ __forceinline__ void treasure_trail(const float2* __restrict__ notes, float* __restrict__ score) {
    int party = blockIdx.x * (kThreads / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    uint32_t place = ((uint32_t)party * 2654435761u) >> (32 - kNoteBits);
    float sum = 0.0f;
#pragma unroll 4
    for (int n = 0; n < kNotes; ++n) {
        float2 v = notes[(size_t)place * 32 + lane];
        sum = fmaf(v.x, v.y, sum);
        uint32_t hint = __shfl_sync(0xffffffffu, __float_as_uint(v.x), n);
        place = ((hint ^ (uint32_t)party * 40503u) * 2654435761u) >> (32 - kNoteBits);
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (lane == 0) score[party] = sum;
}

__global__ void __launch_bounds__(32) treasure_trail_i2_a(const float2* __restrict__ notes, float* __restrict__ score) { treasure_trail<32>(notes, score); }
__global__ void __launch_bounds__(128) treasure_trail_i2_b(const float2* __restrict__ notes, float* __restrict__ score) { treasure_trail<128>(notes, score); }

// ---- Kiln: 512 explicit steps of heat and fuel of each cell of a kiln; the few stiff tiles of 32 cells end with an implicit correction.
constexpr int kKilnBlocks = 132 * 32, kKilnCells = kKilnBlocks * 128, kSpecies = 14;

__device__ __forceinline__ void kiln_firing(const float2* __restrict__ start, const float* __restrict__ stiff, const float* __restrict__ jacobian,
                                            float2* __restrict__ end, float h) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float2 cell = start[i];
    float heat = 1.0f + 0.2f * cell.x, fuel = 0.7f + 0.3f * cell.y;
#pragma unroll 4
    for (int step = 0; step < 512; ++step) {
        float burnt = fuel * __expf(fmaf(0.8f, heat, -2.0f)) * h;
        fuel -= burnt;
        heat = fmaf(-0.01f * h, heat, heat + burnt);
    }
    if (stiff[i / 32] > 0.998f) {  // a tile in a thousand
        float m[kSpecies][kSpecies], d[kSpecies];
#pragma unroll
        for (int r = 0; r < kSpecies; ++r) {
            d[r] = r % 2 ? heat : fuel;
#pragma unroll
            for (int c = 0; c < kSpecies; ++c) m[r][c] = fmaf(jacobian[r * kSpecies + c], r < c ? heat : fuel, r == c ? 16.0f : 0.0f);
        }
#pragma unroll
        for (int k = 0; k < kSpecies; ++k) {
            float inverse = __fdividef(1.0f, m[k][k]);
#pragma unroll
            for (int r = k + 1; r < kSpecies; ++r) {
                float factor = -m[r][k] * inverse;
#pragma unroll
                for (int c = k + 1; c < kSpecies; ++c) m[r][c] = fmaf(factor, m[k][c], m[r][c]);
                d[r] = fmaf(factor, d[k], d[r]);
            }
        }
#pragma unroll
        for (int k = kSpecies - 1; k >= 0; --k) {
            float v = d[k];
#pragma unroll
            for (int c = k + 1; c < kSpecies; ++c) v = fmaf(-m[k][c], d[c], v);
            d[k] = __fdividef(v, m[k][k]);
        }
#pragma unroll
        for (int k = 0; k < kSpecies; k += 2) { heat += d[k]; fuel += d[k + 1]; }
    }
    end[i] = make_float2(heat, fuel);
}

__global__ void __launch_bounds__(128) kiln_firing_i2_a(const float2* __restrict__ start, const float* __restrict__ stiff, const float* __restrict__ jacobian,
                                                        float2* __restrict__ end, float h) { kiln_firing(start, stiff, jacobian, end, h); }
__global__ void __launch_bounds__(128, 8) kiln_firing_i2_b(const float2* __restrict__ start, const float* __restrict__ stiff, const float* __restrict__ jacobian,
                                                           float2* __restrict__ end, float h) { kiln_firing(start, stiff, jacobian, end, h); }

// ---- Quilt: turn a quilt of 8192 rows of 16384 patches by its diagonal and dye every former row.
constexpr int kQuiltWide = 16384, kQuiltHigh = 8192;

template <int kRow>
__device__ __forceinline__ void quilt_turn(const float* __restrict__ quilt, const float* __restrict__ dye, float* __restrict__ turned) {
    __shared__ float tile[32][kRow];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = quilt[(size_t)(y + j) * kQuiltWide + x];
    __syncthreads();
    int row = blockIdx.y * 32 + threadIdx.x, column = blockIdx.x * 32 + threadIdx.y;
    float d = 1.5f + dye[row];
#pragma unroll
    for (int j = 0; j < 32; j += 8) turned[(size_t)(column + j) * kQuiltHigh + row] = d * tile[threadIdx.x][threadIdx.y + j];
}

__global__ void __launch_bounds__(256) quilt_turn_i2_a(const float* __restrict__ quilt, const float* __restrict__ dye, float* __restrict__ turned) { quilt_turn<32>(quilt, dye, turned); }
__global__ void __launch_bounds__(256) quilt_turn_i2_b(const float* __restrict__ quilt, const float* __restrict__ dye, float* __restrict__ turned) { quilt_turn<33>(quilt, dye, turned); }

// ---- Bell ropes: relax ropes of 256 knots by 48 rounds of position-based dynamics, a block a rope, a thread a knot.
constexpr int kRopes = 132 * 32, kKnots = kRopes * 256;
struct Knot { float x, vx, y, vy, z, vz, weight, rest; };
struct KnotPadded { float x, vx, y, vy, z, vz, weight, rest, unused; };

template <typename K>
__device__ __forceinline__ void bell_ropes(const float* __restrict__ in, float* __restrict__ out, float dt) {
    extern __shared__ float knots[];
    K* rope = reinterpret_cast<K*>(knots);
    int t = threadIdx.x, i = blockIdx.x * 256 + t, l = max(t - 1, 0), r = min(t + 1, 255);
    float x0 = 0.02f * t + 0.01f * in[i], y0 = 0.01f * in[kKnots + i], z0 = 0.01f * in[2 * kKnots + i];
    K& me = rope[t];
    me.vx = in[3 * kKnots + i]; me.vy = in[4 * kKnots + i]; me.vz = in[5 * kKnots + i];
    me.weight = 1.0f + 0.5f * in[6 * kKnots + i];
    me.rest = 0.02f + 0.002f * in[7 * kKnots + i];
    float x = x0 + dt * me.vx, y = y0 + dt * me.vy, z = z0 + dt * me.vz, weight = me.weight, rest = me.rest;
    me.x = x; me.y = y; me.z = z;
#pragma unroll 1
    for (int round = 0; round < 48; ++round) {
        __syncthreads();
        float dx = rope[l].x - x, dy = rope[l].y - y, dz = rope[l].z - z, lw = rope[l].weight;
        float ex = rope[r].x - x, ey = rope[r].y - y, ez = rope[r].z - z, rw = rope[r].weight;
        float push = 0.5f * __fdividef(lw, lw + weight) * (1.0f - rest * rsqrtf(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 1e-6f)))));
        float pull = 0.5f * __fdividef(rw, rw + weight) * (1.0f - rest * rsqrtf(fmaf(ex, ex, fmaf(ey, ey, fmaf(ez, ez, 1e-6f)))));
        x = fmaf(push, dx, fmaf(pull, ex, x)); y = fmaf(push, dy, fmaf(pull, ey, y)); z = fmaf(push, dz, fmaf(pull, ez, z));
        __syncthreads();
        me.x = x; me.y = y; me.z = z;
    }
    float back = 0.99f / dt;
    out[i] = x; out[kKnots + i] = y; out[2 * kKnots + i] = z;
    out[3 * kKnots + i] = fmaf(0.1f, me.vx, (x - x0) * back);
    out[4 * kKnots + i] = fmaf(0.1f, me.vy, (y - y0) * back);
    out[5 * kKnots + i] = fmaf(0.1f, me.vz, (z - z0) * back);
}

__global__ void __launch_bounds__(256) bell_ropes_i2_a(const float* __restrict__ in, float* __restrict__ out, float dt) { bell_ropes<Knot>(in, out, dt); }
__global__ void __launch_bounds__(256) bell_ropes_i2_b(const float* __restrict__ in, float* __restrict__ out, float dt) { bell_ropes<KnotPadded>(in, out, dt); }

// ---- Aquarelle: blend two paintings with the strength of each stripe (mild).
constexpr int kStripes = 32, kPaintBlocks = 132 * 32, kPaint = kPaintBlocks * kStripes * 256;  // quadruples

__device__ __forceinline__ void aquarelle(const float4* __restrict__ wash, const float4* __restrict__ ink, const float* __restrict__ strength, float4* __restrict__ sheet) {
    extern __shared__ float stripe[];
    if (threadIdx.x < kStripes) stripe[threadIdx.x] = strength[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * (kStripes * 256) + threadIdx.x;
#pragma unroll 1
    for (int s = 0; s < kStripes; s += 2, i += 512) {
        float4 w[2], k[2];
#pragma unroll
        for (int j = 0; j < 2; ++j) { w[j] = __ldcs(wash + i + j * 256); k[j] = __ldcs(ink + i + j * 256); }
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            float a = stripe[s + j];
            __stcs(sheet + i + j * 256, make_float4(fmaf(a, k[j].x, w[j].x), fmaf(a, k[j].y, w[j].y), fmaf(a, k[j].z, w[j].z), fmaf(a, k[j].w, w[j].w)));
        }
    }
}

__global__ void __launch_bounds__(256, 8) aquarelle_sheet_i2_a(const float4* __restrict__ wash, const float4* __restrict__ ink, const float* __restrict__ strength, float4* __restrict__ sheet) {
    aquarelle(wash, ink, strength, sheet);
}
__global__ void __launch_bounds__(256, 8) aquarelle_sheet_i2_b(const float4* __restrict__ wash, const float4* __restrict__ ink, const float* __restrict__ strength, float4* __restrict__ sheet) {
    aquarelle(wash, ink, strength, sheet);
}

// ---- Surf: energy of each of 4224 wave records of 65536 samples, a block a record (healthy).
constexpr int kRecords = 132 * 32, kRecord = 65536;

__global__ void __launch_bounds__(512, 4) surf_energy_i2_a(const float4* __restrict__ wave, float* __restrict__ energy) {
    __shared__ float part[16];
    const float4* mine = wave + (size_t)blockIdx.x * (kRecord / 4) + threadIdx.x;
    float sum = 0.0f, more = 0.0f;
#pragma unroll 1
    for (int k = 0; k < kRecord / 4 / 512; k += 4) {
        float4 v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = __ldcs(mine + (k + j) * 512);
#pragma unroll
        for (int j = 0; j < 4; ++j) { sum = fmaf(v[j].x, v[j].x, fmaf(v[j].y, v[j].y, sum)); more = fmaf(v[j].z, v[j].z, fmaf(v[j].w, v[j].w, more)); }
    }
    sum += more;
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

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type}); };

    // Shared by all: two input fields, one field of random integers, one result.
    constexpr size_t kMost = (size_t)kRecords * kRecord, kInts = 40u << 20;
    static_assert((size_t)kPaint * 4 <= kMost && (size_t)kQuiltWide * kQuiltHigh <= kMost && (size_t)64 << kNoteBits <= kMost && (size_t)kLamps * kReadings <= kMost &&
                  (size_t)kGeese * kFixes * 4 <= kMost && (size_t)kNodes * 32 <= kInts && (size_t)kReads * kWords <= kInts && kNames <= kInts, "fields are too short");
    float *one = filled<float>(kMost, 41), *two = filled<float>((size_t)kPaint * 4, 42), *out = empty<float>((size_t)kPaint * 4);
    int *numbers = harness::indices(kInts, 0x7fffffffu, 43), *names = harness::indices(kNames, 0x7fffffffu, 44), *found = reinterpret_cast<int*>(out);
    uint32_t* bases = reinterpret_cast<uint32_t*>(numbers);
    float2 *one2 = reinterpret_cast<float2*>(one), *out2 = reinterpret_cast<float2*>(out);
    float4 *one4 = reinterpret_cast<float4*>(one), *two4 = reinterpret_cast<float4*>(two), *out4 = reinterpret_cast<float4*>(out);
    Voicing voicing;
    for (int k = 0; k < kTaps; ++k) voicing.tap[k] = 0.03f + 0.02f * std::sin(0.3f * k);

    add("lighthouse_moments_i2_a", out, (size_t)kLamps * kMoments, [=] { lighthouse_moments_i2_a<<<kLampBlocks, 256>>>(one, out); });
    add("lighthouse_moments_i2_b", out, (size_t)kLamps * kMoments, [=] { lighthouse_moments_i2_b<<<kLampBlocks, 256>>>(one, out); });

    add("geese_radar_i2_a", out, (size_t)kGeese * 9, [=] { geese_radar_i2_a<<<kGooseBlocks, 128>>>(one, two, out, 0.1f, 0.01f); });
    add("geese_radar_i2_b", out, (size_t)kGeese * 9, [=] { geese_radar_i2_b<<<kGooseBlocks, 128>>>(one, two, out, 0.1f, 0.01f); });

    add("barley_pairs_i2_a", out, (size_t)kReads * 16, [=] { barley_pairs_i2_a<<<kReadBlocks, 256>>>(bases, found); }, Output::i32);
    add("barley_pairs_i2_b", out, (size_t)kReads * 16, [=] { barley_pairs_i2_b<<<kReadBlocks, 256>>>(bases, found); }, Output::i32);

    add("organ_channels_i2_a", out, (size_t)kChannels * kSamples, [=] { organ_channels_i2_a<<<kDeskBlocks, 128>>>(one, out, voicing); });
    add("organ_channels_i2_b", out, (size_t)kChannels * kSamples, [=] { organ_channels_i2_b<<<kDeskBlocks, 128>>>(one, out, voicing); });

    constexpr int kDesk = 2 * kMostNames * 4, kSmallDesk = 2 * kBatch * 4;
    CHECK(cudaFuncSetAttribute(parish_register_i2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kDesk));
    add("parish_register_i2_a", out, kNames, [=] { parish_register_i2_a<<<kNameBlocks, 128, kDesk>>>(numbers, names, found, kMostNames); }, Output::i32);
    add("parish_register_i2_b", out, kNames, [=] { parish_register_i2_b<<<kNameBlocks, 128, kSmallDesk>>>(numbers, names, found, kBatch); }, Output::i32);

    add("treasure_trail_i2_a", out, kParties, [=] { treasure_trail_i2_a<<<kParties, 32>>>(one2, out); });
    add("treasure_trail_i2_b", out, kParties, [=] { treasure_trail_i2_b<<<kParties / 4, 128>>>(one2, out); });

    add("kiln_firing_i2_a", out, (size_t)kKilnCells * 2, [=] { kiln_firing_i2_a<<<kKilnBlocks, 128>>>(one2, two, two + (1 << 20), out2, 0.01f); });
    add("kiln_firing_i2_b", out, (size_t)kKilnCells * 2, [=] { kiln_firing_i2_b<<<kKilnBlocks, 128>>>(one2, two, two + (1 << 20), out2, 0.01f); });

    add("quilt_turn_i2_a", out, (size_t)kQuiltWide * kQuiltHigh, [=] { quilt_turn_i2_a<<<dim3(kQuiltWide / 32, kQuiltHigh / 32), dim3(32, 8)>>>(one, two, out); });
    add("quilt_turn_i2_b", out, (size_t)kQuiltWide * kQuiltHigh, [=] { quilt_turn_i2_b<<<dim3(kQuiltWide / 32, kQuiltHigh / 32), dim3(32, 8)>>>(one, two, out); });

    add("bell_ropes_i2_a", out, (size_t)kKnots * 6, [=] { bell_ropes_i2_a<<<kRopes, 256, 256 * sizeof(Knot)>>>(one, out, 0.005f); });
    add("bell_ropes_i2_b", out, (size_t)kKnots * 6, [=] { bell_ropes_i2_b<<<kRopes, 256, 256 * sizeof(KnotPadded)>>>(one, out, 0.005f); });

    constexpr int kPalette = 50 * 1024, kStripeBytes = kStripes * 4;  // 50 KB: four blocks an SM
    CHECK(cudaFuncSetAttribute(aquarelle_sheet_i2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kPalette));
    add("aquarelle_sheet_i2_a", out, (size_t)kPaint * 4, [=] { aquarelle_sheet_i2_a<<<kPaintBlocks, 256, kPalette>>>(one4, two4, two, out4); });
    add("aquarelle_sheet_i2_b", out, (size_t)kPaint * 4, [=] { aquarelle_sheet_i2_b<<<kPaintBlocks, 256, kStripeBytes>>>(one4, two4, two, out4); });

    add("surf_energy_i2_a", out, kRecords, [=] { surf_energy_i2_a<<<kRecords, 512>>>(one4, out); });

    return harness::run(argc, argv, cases);
}
