// Eleven measured cases about where a thread keeps its things: before (_a) and after (_b).
#include "harness.cuh"

#include <numeric>

using harness::Case;
using harness::Output;

// ---- Stamp album: best similarity of each stamp (32 features) to 256 catalogue stamps, two stamps a thread.
constexpr int kAlbumBlocks = 132 * 48, kStamps = kAlbumBlocks * 512, kFeatures = 32, kCatalogue = 256, kPage = 128;

__device__ __forceinline__ void postage_album(const float* __restrict__ stamps, const float4* __restrict__ catalogue, float* __restrict__ best) {
    __shared__ float4 page[kPage * kFeatures / 4];
    int t = threadIdx.x, first = blockIdx.x * 512 + t, second = first + 256;
    float p[kFeatures], q[kFeatures];
#pragma unroll
    for (int d = 0; d < kFeatures; ++d) {
        p[d] = stamps[(size_t)d * kStamps + first];
        q[d] = stamps[(size_t)d * kStamps + second];
    }
    float top_p = -1e30f, top_q = -1e30f;
    for (int from = 0; from < kCatalogue; from += kPage) {
        __syncthreads();
        for (int k = t; k < kPage * kFeatures / 4; k += 256) page[k] = catalogue[from * kFeatures / 4 + k];
        __syncthreads();
#pragma unroll 1
        for (int c = 0; c < kPage; ++c) {
            float sp0 = 0.0f, sp1 = 0.0f, sq0 = 0.0f, sq1 = 0.0f;
#pragma unroll
            for (int d = 0; d < kFeatures; d += 4) {
                float4 f = page[c * (kFeatures / 4) + d / 4];
                sp0 = fmaf(p[d], f.x, sp0); sp1 = fmaf(p[d + 1], f.y, sp1); sp0 = fmaf(p[d + 2], f.z, sp0); sp1 = fmaf(p[d + 3], f.w, sp1);
                sq0 = fmaf(q[d], f.x, sq0); sq1 = fmaf(q[d + 1], f.y, sq1); sq0 = fmaf(q[d + 2], f.z, sq0); sq1 = fmaf(q[d + 3], f.w, sq1);
            }
            top_p = fmaxf(top_p, sp0 + sp1);
            top_q = fmaxf(top_q, sq0 + sq1);
        }
    }
    best[first] = top_p;
    best[second] = top_q;
}

__global__ void __launch_bounds__(256, 6) postage_album_aa2_a(const float* __restrict__ stamps, const float4* __restrict__ catalogue, float* __restrict__ best) {
    postage_album(stamps, catalogue, best);
}
__global__ void __launch_bounds__(256, 2) postage_album_aa2_b(const float* __restrict__ stamps, const float4* __restrict__ catalogue, float* __restrict__ best) {
    postage_album(stamps, catalogue, best);
}

// ---- Coral pools: sixteen dissolved species of each pool reacting with one another for five Runge-Kutta steps.
constexpr int kPoolBlocks = 132 * 96, kPools = kPoolBlocks * 128, kSpecies = 16, kHours = 5;

__device__ __forceinline__ void coral_rates(const float (&y)[kSpecies], float (&rate)[kSpecies]) {
#pragma unroll
    for (int s = 0; s < kSpecies; ++s) rate[s] = 0.0f;
#pragma unroll
    for (int s = 0; s < kSpecies; ++s) {
        float speed = (0.11f + 0.013f * s) * y[s] * y[(s + 5) % kSpecies];
        rate[s] -= speed;
        rate[(s + 9) % kSpecies] += speed;
        rate[(s + 3) % kSpecies] = fmaf(-0.02f * (s + 1), y[s], rate[(s + 3) % kSpecies]);
    }
}

__device__ __forceinline__ void coral_pools(const float* __restrict__ before, float* __restrict__ after) {
    int pool = blockIdx.x * 128 + threadIdx.x;
    float y[kSpecies];
#pragma unroll
    for (int s = 0; s < kSpecies; ++s) y[s] = before[(size_t)s * kPools + pool];
    constexpr float h = 0.05f;
#pragma unroll 1
    for (int hour = 0; hour < kHours; ++hour) {
        float rate[kSpecies], stage[kSpecies], sum[kSpecies];
        coral_rates(y, rate);
#pragma unroll
        for (int s = 0; s < kSpecies; ++s) { sum[s] = fmaf(h / 6, rate[s], y[s]); stage[s] = fmaf(h / 2, rate[s], y[s]); }
        coral_rates(stage, rate);
#pragma unroll
        for (int s = 0; s < kSpecies; ++s) { sum[s] = fmaf(h / 3, rate[s], sum[s]); stage[s] = fmaf(h / 2, rate[s], y[s]); }
        coral_rates(stage, rate);
#pragma unroll
        for (int s = 0; s < kSpecies; ++s) { sum[s] = fmaf(h / 3, rate[s], sum[s]); stage[s] = fmaf(h, rate[s], y[s]); }
        coral_rates(stage, rate);
#pragma unroll
        for (int s = 0; s < kSpecies; ++s) y[s] = fmaf(h / 6, rate[s], sum[s]);
    }
#pragma unroll
    for (int s = 0; s < kSpecies; ++s) after[(size_t)s * kPools + pool] = y[s];
}

__global__ void __launch_bounds__(128, 16) coral_pools_aa2_a(const float* __restrict__ before, float* __restrict__ after) { coral_pools(before, after); }
__global__ void __launch_bounds__(128) coral_pools_aa2_b(const float* __restrict__ before, float* __restrict__ after) { coral_pools(before, after); }

// ---- Puppets: accelerations of the twelve joints of each four-legged puppet from its inertia matrix (packed lower half) and torques.
constexpr int kPuppets = 132 * 4 * 128, kJoints = 12, kPacked = kJoints * (kJoints + 1) / 2;

__device__ __forceinline__ constexpr int packed(int row, int column) { return row * (row + 1) / 2 + column; }

__global__ void __launch_bounds__(128, 4) puppet_strings_aa2_a(const float* __restrict__ inertia, const float* __restrict__ torque, float* __restrict__ turn, int n) {
    int puppet = blockIdx.x * 128 + threadIdx.x;
    float m[kPacked], v[kJoints];
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k <= i; ++k) m[packed(i, k)] = inertia[packed(i, k) * kPuppets + puppet];
        m[packed(i, i)] += 9.0f;
        v[i] = torque[i * kPuppets + puppet];
    }
    for (int j = 0; j < n; ++j) {
        float inverse = __fdividef(1.0f, m[packed(j, j)]);
        for (int i = j + 1; i < n; ++i) {
            float f = m[packed(i, j)] * inverse;
            v[i] = fmaf(-f, v[j], v[i]);
            for (int k = j + 1; k <= i; ++k) m[packed(i, k)] = fmaf(-f, m[packed(k, j)], m[packed(i, k)]);
        }
    }
    for (int j = n - 1; j >= 0; --j) {
        float rest = v[j];
        for (int i = j + 1; i < n; ++i) rest = fmaf(-m[packed(i, j)], v[i], rest);
        v[j] = rest * __fdividef(1.0f, m[packed(j, j)]);
        turn[j * kPuppets + puppet] = v[j];
    }
}

template <int n>
__device__ __forceinline__ void puppet_strings(const float* __restrict__ inertia, const float* __restrict__ torque, float* __restrict__ turn) {
    int puppet = blockIdx.x * 128 + threadIdx.x;
    float m[packed(n, 0)], v[n];
#pragma unroll
    for (int i = 0; i < n; ++i) {
#pragma unroll
        for (int k = 0; k <= i; ++k) m[packed(i, k)] = inertia[packed(i, k) * kPuppets + puppet];
        m[packed(i, i)] += 9.0f;
        v[i] = torque[i * kPuppets + puppet];
    }
#pragma unroll
    for (int j = 0; j < n; ++j) {
        float inverse = __fdividef(1.0f, m[packed(j, j)]);
#pragma unroll
        for (int i = j + 1; i < n; ++i) {
            float f = m[packed(i, j)] * inverse;
            v[i] = fmaf(-f, v[j], v[i]);
#pragma unroll
            for (int k = j + 1; k <= i; ++k) m[packed(i, k)] = fmaf(-f, m[packed(k, j)], m[packed(i, k)]);
        }
    }
#pragma unroll
    for (int j = n - 1; j >= 0; --j) {
        float rest = v[j];
#pragma unroll
        for (int i = j + 1; i < n; ++i) rest = fmaf(-m[packed(i, j)], v[i], rest);
        v[j] = rest * __fdividef(1.0f, m[packed(j, j)]);
        turn[j * kPuppets + puppet] = v[j];
    }
}
__global__ void __launch_bounds__(128, 4) puppet_strings_aa2_b(const float* __restrict__ inertia, const float* __restrict__ torque, float* __restrict__ turn) {
    puppet_strings<kJoints>(inertia, torque, turn);
}

// ---- Tram wires: hum of each overhead wire through a filter of 32 taps, a thread a wire, samples as [time][wire].
constexpr int kWireBlocks = 132 * 48, kWires = kWireBlocks * 256, kSamples = 160, kTaps = 32, kAhead = 4;
__constant__ float wire_tap[kTaps];

// One sample in, one out; the next four samples are under way. `place` is the sample's place in the ring.
__device__ __forceinline__ void wire_step(const float* __restrict__ hum, float* __restrict__ clean, float (&ring)[kTaps], float (&ahead)[kAhead], int wire, int s, int place) {
    ring[place] = ahead[0];
#pragma unroll
    for (int j = 1; j < kAhead; ++j) ahead[j - 1] = ahead[j];
    ahead[kAhead - 1] = hum[(size_t)min(s + kAhead, kSamples - 1) * kWires + wire];
    float even = 0.0f, odd = 0.0f;
#pragma unroll
    for (int k = 0; k < kTaps; k += 2) {
        even = fmaf(wire_tap[k], ring[(place - k) & (kTaps - 1)], even);
        odd = fmaf(wire_tap[k + 1], ring[(place - k - 1) & (kTaps - 1)], odd);
    }
    clean[(size_t)s * kWires + wire] = even + odd;
}

__global__ void __launch_bounds__(256) tram_wires_aa2_a(const float* __restrict__ hum, float* __restrict__ clean) {
    int wire = blockIdx.x * 256 + threadIdx.x;
    float ring[kTaps], ahead[kAhead];
#pragma unroll
    for (int k = 0; k < kTaps; ++k) ring[k] = 0.0f;
#pragma unroll
    for (int j = 0; j < kAhead; ++j) ahead[j] = hum[(size_t)j * kWires + wire];
#pragma unroll 1
    for (int s = 0; s < kSamples; ++s) wire_step(hum, clean, ring, ahead, wire, s, s & (kTaps - 1));
}

__global__ void __launch_bounds__(256) tram_wires_aa2_b(const float* __restrict__ hum, float* __restrict__ clean) {
    int wire = blockIdx.x * 256 + threadIdx.x;
    float ring[kTaps], ahead[kAhead];
#pragma unroll
    for (int k = 0; k < kTaps; ++k) ring[k] = 0.0f;
#pragma unroll
    for (int j = 0; j < kAhead; ++j) ahead[j] = hum[(size_t)j * kWires + wire];
#pragma unroll 1
    for (int from = 0; from < kSamples; from += kTaps)  // one whole turn of the ring: every place in it is known to the compiler
#pragma unroll
        for (int s = 0; s < kTaps; ++s) wire_step(hum, clean, ring, ahead, wire, from + s, s);
}

// ---- Pilgrims: walks of 32 steps over a net of villages with 32 roads each, never straight back; a warp a pilgrim.
constexpr int kVillages = 160000, kPathBlocks = 132 * 64, kPilgrims = kPathBlocks * 4, kSteps = 32, kLongestTrail = 6144;

__device__ __forceinline__ void pilgrim_paths(const int* __restrict__ roads, const int* __restrict__ home, int* __restrict__ path, int steps, int capacity) {
    extern __shared__ int trails[];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, pilgrim = blockIdx.x * 4 + warp;
    int* trail = trails + warp * capacity;
    int village = home[pilgrim];
#pragma unroll 1
    for (int step = 0; step < steps; ++step) {
        if (lane == 0) trail[step] = village;
        int to = roads[village * 32 + lane], last = step ? trail[step - 1] : -1;
        unsigned wish = ((unsigned)(to + step * 977) * 2654435761u) ^ (unsigned)pilgrim * 40503u;
        wish = to == last ? (unsigned)lane : (wish & ~31u) | (unsigned)lane;
        village = __shfl_sync(0xffffffffu, to, __reduce_max_sync(0xffffffffu, wish) & 31);
    }
    __syncwarp();
    for (int step = lane; step < steps; step += 32) path[pilgrim * steps + step] = trail[step];
}

__global__ void __launch_bounds__(128) pilgrim_paths_aa2_a(const int* __restrict__ roads, const int* __restrict__ home, int* __restrict__ path, int steps, int capacity) {
    pilgrim_paths(roads, home, path, steps, capacity);
}
__global__ void __launch_bounds__(128) pilgrim_paths_aa2_b(const int* __restrict__ roads, const int* __restrict__ home, int* __restrict__ path, int steps, int capacity) {
    pilgrim_paths(roads, home, path, steps, capacity);
}

// ---- Letters: an archive in which every letter (31 words) names the letter that answers it; a warp digests a correspondence of 32 letters.
constexpr int kThreads2 = 132 * 32 * 16, kReplies = 32, kLetters = kThreads2 * kReplies;  // correspondences, letters in each, all letters

__global__ void harness_letters(int* letters, const int* next) {
    for (size_t i = blockIdx.x * (size_t)256 + threadIdx.x; i < (size_t)kLetters * 32; i += (size_t)gridDim.x * 256)
        letters[i] = i % 32 == 31 ? next[i / 32] : (int)(harness::hash32((uint32_t)i) >> 4);
}

template <int kBlock>
__device__ __forceinline__ void letter_chains(const int* __restrict__ letters, const int* __restrict__ opening, unsigned* __restrict__ digest) {
    int lane = threadIdx.x % 32, chain = blockIdx.x * (kBlock / 32) + threadIdx.x / 32;
    int letter = opening[chain];
    unsigned sum = 0;
#pragma unroll 1
    for (int reply = 0; reply < kReplies; ++reply) {
        int word = letters[letter * 32 + lane];
        letter = __shfl_sync(0xffffffffu, word, 31);
        sum = sum * 33u + (unsigned)word;
    }
    digest[chain * 32 + lane] = sum >> 4;
}

__global__ void __launch_bounds__(32) letter_chains_aa2_a(const int* __restrict__ letters, const int* __restrict__ opening, unsigned* __restrict__ digest) {
    letter_chains<32>(letters, opening, digest);
}
__global__ void __launch_bounds__(256) letter_chains_aa2_b(const int* __restrict__ letters, const int* __restrict__ opening, unsigned* __restrict__ digest) {
    letter_chains<256>(letters, opening, digest);
}

// ---- Paper boats: drift of each boat over a lake for 32 hours; the current of the hour is corrected by a small net (2-30-2) for the boat's shape.
constexpr int kLakeWide = 8192, kLakeHigh = 656, kBoats = kLakeWide * kLakeHigh, kLakeHours = 32, kHidden = 30, kWeights = kHidden * 4 + 2;
__constant__ float boat_net[kWeights];

template <class Weights>
__device__ __forceinline__ void paper_boats(const float2* __restrict__ current, const Weights& w, float2* __restrict__ shore) {
    int boat = blockIdx.x * 256 + threadIdx.x;
    float x = boat % kLakeWide + 0.5f, y = boat / kLakeWide + 0.5f;
#pragma unroll 1
    for (int hour = 0; hour < kLakeHours; ++hour) {
        int column = min(max((int)x, 0), kLakeWide - 1), row = min(max((int)y, 0), kLakeHigh - 1);
        float2 c = current[(size_t)hour * kBoats + row * kLakeWide + column];
        float dx = w[kHidden * 4], dy = w[kHidden * 4 + 1];
#pragma unroll
        for (int k = 0; k < kHidden; ++k) {
            float h = fmaxf(fmaf(w[k * 4], c.x, w[k * 4 + 1] * c.y), 0.0f);
            dx = fmaf(w[k * 4 + 2], h, dx);
            dy = fmaf(w[k * 4 + 3], h, dy);
        }
        x = fmaf(0.01f, dx, fmaf(0.15f, c.x, x));
        y = fmaf(0.01f, dy, fmaf(0.15f, c.y, y));
    }
    shore[boat] = make_float2(x - (boat % kLakeWide), y - (boat / kLakeWide));
}

__global__ void __launch_bounds__(256) paper_boats_aa2_a(const float2* __restrict__ current, const float* __restrict__ net, float2* __restrict__ shore) {
    float w[kWeights];
#pragma unroll
    for (int k = 0; k < kWeights; ++k) w[k] = net[k];
    paper_boats(current, w, shore);
}
__global__ void __launch_bounds__(256) paper_boats_aa2_b(const float2* __restrict__ current, float2* __restrict__ shore) { paper_boats(current, boat_net, shore); }

// ---- Mosaic floor: the plan of a floor turned by its diagonal, tiles of 32 x 32.
constexpr int kFloorHigh = 2112, kFloorWide = 1536;

template <int kPitch>
__device__ __forceinline__ void mosaic_floor(const float* __restrict__ plan, float* __restrict__ turned) {
    __shared__ float tile[32][kPitch];
    int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * 32, y0 = blockIdx.y * 32;
#pragma unroll
    for (int j = 0; j < 32; j += 8) tile[ty + j][tx] = plan[(y0 + ty + j) * kFloorWide + x0 + tx];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 32; j += 8) turned[(x0 + ty + j) * kFloorHigh + y0 + tx] = tile[tx][ty + j];
}

__global__ void __launch_bounds__(256) mosaic_floor_aa2_a(const float* __restrict__ plan, float* __restrict__ turned) { mosaic_floor<32>(plan, turned); }
__global__ void __launch_bounds__(256) mosaic_floor_aa2_b(const float* __restrict__ plan, float* __restrict__ turned) { mosaic_floor<33>(plan, turned); }

// ---- Rope bridge: sixteen relaxation rounds of ropes of 256 knots (position-based dynamics), a block a rope.
constexpr int kRopes = 132 * 6, kRounds = 16;

struct Knot { float x, vx, y, vy, z, vz, ease, age; };
struct PaddedKnot { float x, vx, y, vy, z, vz, ease, age, unused; };

template <class K>
__device__ __forceinline__ void rope_bridge(const float4* __restrict__ start, float4* __restrict__ end) {
    __shared__ K rope[256];
    int t = threadIdx.x, at = (blockIdx.x * 256 + t) * 2, left = max(t - 1, 0), right = min(t + 1, 255);
    float4 p = start[at], q = start[at + 1];
    float x = p.x + 0.1f * p.y + 2.0f * t, y = p.z + 0.1f * p.w, z = q.x + 0.1f * q.y, ease = 0.3f + 0.1f * q.z, ox = x, oy = y, oz = z;
    rope[t].x = x; rope[t].y = y; rope[t].z = z; rope[t].ease = ease;
    rope[t].vx = p.y; rope[t].vy = p.w; rope[t].vz = q.y; rope[t].age = q.w;
    __syncthreads();
#pragma unroll 1
    for (int round = 0; round < kRounds; ++round) {
        float lx = x - rope[left].x, ly = y - rope[left].y, lz = z - rope[left].z;
        float rx = x - rope[right].x, ry = y - rope[right].y, rz = z - rope[right].z;
        float pull = rope[left].ease * fmaf(2.0f, rsqrtf(fmaf(lx, lx, fmaf(ly, ly, fmaf(lz, lz, 1e-3f)))), -1.0f);
        float push = rope[right].ease * fmaf(2.0f, rsqrtf(fmaf(rx, rx, fmaf(ry, ry, fmaf(rz, rz, 1e-3f)))), -1.0f);
        x = fmaf(ease, fmaf(pull, lx, push * rx), x);
        y = fmaf(ease, fmaf(pull, ly, push * ry), y);
        z = fmaf(ease, fmaf(pull, lz, push * rz), z);
        __syncthreads();
        rope[t].x = x; rope[t].y = y; rope[t].z = z;
        __syncthreads();
    }
    K k = rope[t];
    end[at] = make_float4(k.x, k.vx + (k.x - ox), k.y, k.vy + (k.y - oy));
    end[at + 1] = make_float4(k.z, k.vz + (k.z - oz), k.ease, k.age + 1.0f);
}

__global__ void __launch_bounds__(256) rope_bridge_aa2_a(const float4* __restrict__ start, float4* __restrict__ end) { rope_bridge<Knot>(start, end); }
__global__ void __launch_bounds__(256) rope_bridge_aa2_b(const float4* __restrict__ start, float4* __restrict__ end) { rope_bridge<PaddedKnot>(start, end); }

// ---- Lichen survey: calibration (gain, offset) of a camera's eight bands, lines of 4096 pixels a band.
constexpr int kLines = 132 * 64, kBands = 8, kWidestCamera = 6912;  // a line of a band: 1024 float4, four a thread

__device__ __forceinline__ void lichen_survey(const float4* __restrict__ raw, const float2* __restrict__ curve, float4* __restrict__ true_light, int bands) {
    extern __shared__ float2 calibration[];
    int t = threadIdx.x;
    if (t < bands) calibration[t] = curve[t];
    __syncthreads();
    size_t at = (size_t)blockIdx.x * bands * 1024 + t;
#pragma unroll 1
    for (int band = 0; band < bands; ++band, at += 1024) {
        float2 c = calibration[band];
        float4 v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = __ldcs(raw + at + j * 256);
#pragma unroll
        for (int j = 0; j < 4; ++j)
            __stcs(true_light + at + j * 256, make_float4(fmaf(c.x, v[j].x, c.y), fmaf(c.x, v[j].y, c.y), fmaf(c.x, v[j].z, c.y), fmaf(c.x, v[j].w, c.y)));
    }
}

__global__ void __launch_bounds__(256) lichen_survey_aa2_a(const float4* __restrict__ raw, const float2* __restrict__ curve, float4* __restrict__ true_light, int bands) {
    lichen_survey(raw, curve, true_light, bands);
}
__global__ void __launch_bounds__(256) lichen_survey_aa2_b(const float4* __restrict__ raw, const float2* __restrict__ curve, float4* __restrict__ true_light, int bands) {
    lichen_survey(raw, curve, true_light, bands);
}

// ---- Orchard rows: energy and peak of each row of 16384 readings, a block a row.
constexpr int kRows = 132 * 128, kRowQuads = 4096;

__global__ void __launch_bounds__(256) orchard_rows_aa2_a(const float4* __restrict__ readings, float2* __restrict__ row) {
    __shared__ float2 part[8];
    int t = threadIdx.x;
    const float4* mine = readings + (size_t)blockIdx.x * kRowQuads + t;
    float energy[4] = {0.0f, 0.0f, 0.0f, 0.0f}, peak = 0.0f;
#pragma unroll
    for (int from = 0; from < kRowQuads; from += 8 * 256) {
        float4 v[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) v[j] = __ldcs(mine + from + j * 256);
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            energy[0] = fmaf(v[j].x, v[j].x, energy[0]); energy[1] = fmaf(v[j].y, v[j].y, energy[1]);
            energy[2] = fmaf(v[j].z, v[j].z, energy[2]); energy[3] = fmaf(v[j].w, v[j].w, energy[3]);
            peak = fmaxf(peak, fmaxf(fmaxf(fabsf(v[j].x), fabsf(v[j].y)), fmaxf(fabsf(v[j].z), fabsf(v[j].w))));
        }
    }
    float sum = (energy[0] + energy[1]) + (energy[2] + energy[3]);
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        sum += __shfl_xor_sync(0xffffffffu, sum, o);
        peak = fmaxf(peak, __shfl_xor_sync(0xffffffffu, peak, o));
    }
    if (t % 32 == 0) part[t / 32] = make_float2(sum, peak);
    __syncthreads();
    if (t < 8) {
        float2 p = part[t];
#pragma unroll
        for (int o = 4; o; o >>= 1) {
            p.x += __shfl_xor_sync(0xffu, p.x, o);
            p.y = fmaxf(p.y, __shfl_xor_sync(0xffu, p.y, o));
        }
        if (t == 0) row[blockIdx.x] = p;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // Shared by most: one long input, one long output.
    constexpr size_t kIn = (size_t)kBoats * 2 * kLakeHours, kOut = (size_t)kLines * kBands * 4096;
    static_assert((size_t)kStamps * kFeatures <= kIn && (size_t)kWires * kSamples <= kOut && kOut <= kIn && (size_t)kRows * kRowQuads * 4 <= kIn &&
                  (size_t)kPools * kSpecies <= kOut && (size_t)kBoats * 2 <= kOut, "fields are too short");
    float *in = filled<float>(kIn, 71), *out = empty<float>(kOut), *small = filled<float>(8192, 72);
    float4 *in4 = reinterpret_cast<float4*>(in), *out4 = reinterpret_cast<float4*>(out), *small4 = reinterpret_cast<float4*>(small);
    float2 *in2 = reinterpret_cast<float2*>(in), *out2 = reinterpret_cast<float2*>(out), *small2 = reinterpret_cast<float2*>(small);

    add("postage_album_aa2_a", out, kStamps, Output::f32, [=] { postage_album_aa2_a<<<kAlbumBlocks, 256>>>(in, small4, out); });
    add("postage_album_aa2_b", out, kStamps, Output::f32, [=] { postage_album_aa2_b<<<kAlbumBlocks, 256>>>(in, small4, out); });

    add("coral_pools_aa2_a", out, (size_t)kPools * kSpecies, Output::f32, [=] { coral_pools_aa2_a<<<kPoolBlocks, 128>>>(in, out); });
    add("coral_pools_aa2_b", out, (size_t)kPools * kSpecies, Output::f32, [=] { coral_pools_aa2_b<<<kPoolBlocks, 128>>>(in, out); });

    float* torque = in + (size_t)kPacked * kPuppets;
    add("puppet_strings_aa2_a", out, kPuppets * kJoints, Output::f32, [=] { puppet_strings_aa2_a<<<kPuppets / 128, 128>>>(in, torque, out, kJoints); });
    add("puppet_strings_aa2_b", out, kPuppets * kJoints, Output::f32, [=] { puppet_strings_aa2_b<<<kPuppets / 128, 128>>>(in, torque, out); });

    std::vector<float> taps(kTaps);
    for (int k = 0; k < kTaps; ++k) taps[k] = harness::unit(k + 900) * 0.2f;
    CHECK(cudaMemcpyToSymbol(wire_tap, taps.data(), sizeof(float) * kTaps));
    add("tram_wires_aa2_a", out, (size_t)kWires * kSamples, Output::f32, [=] { tram_wires_aa2_a<<<kWireBlocks, 256>>>(in, out); });
    add("tram_wires_aa2_b", out, (size_t)kWires * kSamples, Output::f32, [=] { tram_wires_aa2_b<<<kWireBlocks, 256>>>(in, out); });

    int *roads = indices((size_t)kVillages * 32, kVillages, 73), *home = indices(kPilgrims, kVillages, 74), *path = reinterpret_cast<int*>(out);
    constexpr int kTrailBytes = kLongestTrail * 4 * sizeof(int);
    CHECK(cudaFuncSetAttribute(pilgrim_paths_aa2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kTrailBytes));
    add("pilgrim_paths_aa2_a", out, kPilgrims * kSteps, Output::i32, [=] { pilgrim_paths_aa2_a<<<kPathBlocks, 128, kTrailBytes>>>(roads, home, path, kSteps, kLongestTrail); });
    add("pilgrim_paths_aa2_b", out, kPilgrims * kSteps, Output::i32,
        [=] { pilgrim_paths_aa2_b<<<kPathBlocks, 128, kSteps * 4 * sizeof(int)>>>(roads, home, path, kSteps, kSteps); });

    std::vector<int> order(kLetters), next(kLetters), opening(kThreads2);
    std::iota(order.begin(), order.end(), 0);
    for (int i = kLetters - 1; i > 0; --i) std::swap(order[i], order[harness::hash32(i + 75) % (i + 1)]);
    for (int i = 0; i < kLetters; ++i) next[order[i]] = order[(i + 1) % kLetters];
    for (int c = 0; c < kThreads2; ++c) opening[c] = order[c * kReplies];
    int *follows = uploaded(next), *openings = uploaded(opening), *letters = empty<int>((size_t)kLetters * 32);
    harness_letters<<<2048, 256>>>(letters, follows); CHECK(cudaGetLastError());
    unsigned* digest = reinterpret_cast<unsigned*>(out);
    add("letter_chains_aa2_a", out, kThreads2 * 32, Output::i32, [=] { letter_chains_aa2_a<<<kThreads2, 32>>>(letters, openings, digest); });
    add("letter_chains_aa2_b", out, kThreads2 * 32, Output::i32, [=] { letter_chains_aa2_b<<<kThreads2 / 8, 256>>>(letters, openings, digest); });

    CHECK(cudaMemcpyToSymbol(boat_net, small, sizeof(float) * kWeights, 0, cudaMemcpyDeviceToDevice));
    add("paper_boats_aa2_a", out, (size_t)kBoats * 2, Output::f32, [=] { paper_boats_aa2_a<<<kBoats / 256, 256>>>(in2, small, out2); });
    add("paper_boats_aa2_b", out, (size_t)kBoats * 2, Output::f32, [=] { paper_boats_aa2_b<<<kBoats / 256, 256>>>(in2, out2); });

    dim3 floor_grid(kFloorWide / 32, kFloorHigh / 32), floor_block(32, 8);
    add("mosaic_floor_aa2_a", out, kFloorHigh * kFloorWide, Output::f32, [=] { mosaic_floor_aa2_a<<<floor_grid, floor_block>>>(in, out); });
    add("mosaic_floor_aa2_b", out, kFloorHigh * kFloorWide, Output::f32, [=] { mosaic_floor_aa2_b<<<floor_grid, floor_block>>>(in, out); });

    add("rope_bridge_aa2_a", out, kRopes * 256 * 8, Output::f32, [=] { rope_bridge_aa2_a<<<kRopes, 256>>>(in4, out4); });
    add("rope_bridge_aa2_b", out, kRopes * 256 * 8, Output::f32, [=] { rope_bridge_aa2_b<<<kRopes, 256>>>(in4, out4); });

    constexpr int kCurveBytes = kWidestCamera * sizeof(float2);
    CHECK(cudaFuncSetAttribute(lichen_survey_aa2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kCurveBytes));
    add("lichen_survey_aa2_a", out, kOut, Output::f32, [=] { lichen_survey_aa2_a<<<kLines, 256, kCurveBytes>>>(in4, small2, out4, kBands); });
    add("lichen_survey_aa2_b", out, kOut, Output::f32, [=] { lichen_survey_aa2_b<<<kLines, 256, kBands * sizeof(float2)>>>(in4, small2, out4, kBands); });

    add("orchard_rows_aa2_a", out, kRows * 2, Output::f32, [=] { orchard_rows_aa2_a<<<kRows, 256>>>(in4, out2); });

    return harness::run(argc, argv, cases);
}
