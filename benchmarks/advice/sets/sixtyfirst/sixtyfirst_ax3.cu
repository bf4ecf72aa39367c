// Ten measured cases from geodesy, text, dynamics, speech, scoring, imaging, search, metering, ecology and storage: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

#include <numeric>

using harness::Case;
using harness::Output;

// ---- Geodesy: root of the summed squares of the undulation of the zonal geoid along a ground track; the profile is a power series of degree 23 in sin(latitude).
constexpr int kTracks = 132 * 128, kFixes = 160, kZonal = 24;
__constant__ double zonal_part[kZonal];

__global__ void __launch_bounds__(128) heron_meadow_ax3_a(const double2* __restrict__ track, double* __restrict__ rise) {
    int i = blockIdx.x * 128 + threadIdx.x;
    double2 from = track[i];
    double at = 0.45 * from.x, step = 0.003 * from.y, sum = 0.0;
#pragma unroll 1
    for (int f = 0; f < kFixes; ++f) {
        double height = zonal_part[kZonal - 1];
#pragma unroll
        for (int n = kZonal - 2; n >= 0; --n) height = fma(height, at, zonal_part[n]);
        sum += height * height;
        at += step;
    }
    rise[i] = sqrt(sum);
}

__global__ void __launch_bounds__(128) heron_meadow_ax3_b(const double2* __restrict__ track, double* __restrict__ rise) {
    int i = blockIdx.x * 128 + threadIdx.x;
    double2 from = track[i];
    double at = 0.45 * from.x, step = 0.003 * from.y, sum = 0.0, place[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) place[k] = at + k * step;
#pragma unroll 1
    for (int f = 0; f < kFixes; f += 4) {
        double height[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) height[k] = zonal_part[kZonal - 1];
#pragma unroll
        for (int n = kZonal - 2; n >= 0; --n)
#pragma unroll
            for (int k = 0; k < 4; ++k) height[k] = fma(height[k], place[k], zonal_part[n]);
        sum += (height[0] * height[0] + height[1] * height[1]) + (height[2] * height[2] + height[3] * height[3]);
#pragma unroll
        for (int k = 0; k < 4; ++k) place[k] += 4 * step;
    }
    rise[i] = sqrt(sum);
}

// ---- Text archive: 61-bit polynomial fingerprint (modulo the Mersenne prime) of each of 16,896 documents of 5,120 bytes, stored in interleaved 16-byte pieces.
constexpr int kScrolls = 132 * 128, kPieces = 320;
constexpr unsigned long long kPrime = (1ull << 61) - 1;

__host__ __device__ __forceinline__ unsigned long long fold61(unsigned long long low, unsigned long long high) {
    unsigned long long s = (low & kPrime) + ((low >> 61) | (high << 3));
    return s >= kPrime ? s - kPrime : s;
}
__device__ __forceinline__ unsigned long long times61(unsigned long long a, unsigned long long b) { return fold61(a * b, __umul64hi(a, b)); }

__global__ void __launch_bounds__(64) cobalt_scroll_ax3_a(const uint4* __restrict__ text, unsigned long long base, int* __restrict__ print) {
    int doc = blockIdx.x * 64 + threadIdx.x;
    unsigned long long hash = 1;
    uint4 now = text[doc], soon = text[kScrolls + doc], later = text[2 * kScrolls + doc];
#pragma unroll 1
    for (int p = 0; p < kPieces; ++p) {
        uint4 last = text[(size_t)min(p + 3, kPieces - 1) * kScrolls + doc];
        unsigned word[4] = {now.x, now.y, now.z, now.w};
#pragma unroll
        for (int w = 0; w < 4; ++w)
#pragma unroll
            for (int b = 0; b < 4; ++b) hash = times61(hash, base) + ((word[w] >> (8 * b)) & 255u);
        now = soon; soon = later; later = last;
    }
    if (hash >= kPrime) hash -= kPrime;
    print[doc] = (int)(hash & 0x3fffffff);
}

__global__ void __launch_bounds__(64) cobalt_scroll_ax3_b(const uint4* __restrict__ text, unsigned long long base, unsigned long long base4,
                                                         int* __restrict__ print) {
    int doc = blockIdx.x * 64 + threadIdx.x;
    unsigned long long hash[4] = {0, 0, 0, 1};
    uint4 now = text[doc], soon = text[kScrolls + doc], later = text[2 * kScrolls + doc];
#pragma unroll 1
    for (int p = 0; p < kPieces; ++p) {
        uint4 last = text[(size_t)min(p + 3, kPieces - 1) * kScrolls + doc];
        unsigned word[4] = {now.x, now.y, now.z, now.w};
#pragma unroll
        for (int w = 0; w < 4; ++w)
#pragma unroll
            for (int b = 0; b < 4; ++b) hash[b] = times61(hash[b], base4) + ((word[w] >> (8 * b)) & 255u);
        now = soon; soon = later; later = last;
    }
    unsigned long long whole = hash[0];
#pragma unroll
    for (int b = 1; b < 4; ++b) {
        whole = times61(whole, base) + hash[b];
        if (whole >= kPrime) whole -= kPrime;
    }
    if (whole >= kPrime) whole -= kPrime;
    print[doc] = (int)(whole & 0x3fffffff);
}

// ---- Nonlinear dynamics: stroboscopic section of a driven Duffing oscillator, 48 orbits a thread, each thread with its own tally of 384 places.
constexpr int kOrbits = 48, kPeriods = 48, kTicks = 48, kPlaces = 384, kCrew = 256;
__constant__ float drive_force[kTicks];

__device__ __forceinline__ void duffing_tick(float& x, float& v, float force) {
    float bend = fmaf(-x, x, 1.0f), push = fmaf(x, bend, force);
    v = fmaf(0.05f, push, __fmul_rn(v, 0.985f));
    x = fmaf(0.05f, v, x);
}
__device__ __forceinline__ int duffing_place(float x) { return min(max((int)fmaf(x, 96.0f, 192.0f), 0), kPlaces - 1); }
__device__ __forceinline__ void duffing_total(const unsigned short* tally, int* __restrict__ section) {
    __syncthreads();
    for (int place = threadIdx.x / 32; place < kPlaces; place += kCrew / 32) {
        int sum = 0;
        for (int t = threadIdx.x % 32; t < kCrew; t += 32) sum += tally[place * kCrew + t];
#pragma unroll
        for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (threadIdx.x % 32 == 0) section[blockIdx.x * kPlaces + place] = sum;
    }
}

__global__ void __launch_bounds__(kCrew) willow_anvil_ax3_a(const float2* __restrict__ start, int* __restrict__ section) {
    extern __shared__ unsigned short tally[];
    int t = threadIdx.x, at = blockIdx.x * kCrew + t;
    for (int place = 0; place < kPlaces; ++place) tally[place * kCrew + t] = 0;
#pragma unroll 1
    for (int orbit = 0; orbit < kOrbits; ++orbit) {
        float2 s = start[orbit * gridDim.x * kCrew + at];
        float x = s.x, v = s.y;
#pragma unroll 1
        for (int period = 0; period < kPeriods; ++period) {
#pragma unroll
            for (int k = 0; k < kTicks; ++k) duffing_tick(x, v, drive_force[k]);
            tally[duffing_place(x) * kCrew + t]++;
        }
    }
    duffing_total(tally, section);
}

__global__ void __launch_bounds__(kCrew) willow_anvil_ax3_b(const float2* __restrict__ start, int* __restrict__ section) {
    extern __shared__ unsigned short tally[];
    int t = threadIdx.x, at = blockIdx.x * kCrew + t;
    for (int place = 0; place < kPlaces; ++place) tally[place * kCrew + t] = 0;
#pragma unroll 1
    for (int orbit = 0; orbit < kOrbits; orbit += 2) {
        float2 s = start[orbit * gridDim.x * kCrew + at], r = start[(orbit + 1) * gridDim.x * kCrew + at];
        float x = s.x, v = s.y, y = r.x, w = r.y;
#pragma unroll 1
        for (int period = 0; period < kPeriods; ++period) {
#pragma unroll
            for (int k = 0; k < kTicks; ++k) {
                duffing_tick(x, v, drive_force[k]);
                duffing_tick(y, w, drive_force[k]);
            }
            tally[duffing_place(x) * kCrew + t]++;
            tally[duffing_place(y) * kCrew + t]++;
        }
    }
    duffing_total(tally, section);
}

// ---- Speech: forward pass of a hidden Markov model in the log domain, a block a recording, a thread a state (128 states, 20 frames).
constexpr int kStates = 128, kFrames = 20, kSounds = 64, kTapes = 132;

__device__ __forceinline__ float log_add(float a, float b) { return fmaxf(a, b) + __logf(1.0f + __expf(-fabsf(a - b))); }

__global__ void __launch_bounds__(kStates) marble_finch_ax3_a(const float* __restrict__ move, const float* __restrict__ emit, const int* __restrict__ heard,
                                                             float* __restrict__ forward) {
    extern __shared__ __align__(16) float model[];  // [from][to], then the two frames' scores
    float* score = model + kStates * kStates;
    int j = threadIdx.x;
    for (int i = 0; i < kStates; ++i) model[i * kStates + j] = move[i * kStates + j];
    score[j] = emit[heard[blockIdx.x * kFrames] * kStates + j];
    int sound = heard[blockIdx.x * kFrames + 1];
    __syncthreads();
#pragma unroll 1
    for (int f = 1; f < kFrames; ++f) {
        float mine = emit[sound * kStates + j];
        sound = heard[blockIdx.x * kFrames + min(f + 1, kFrames - 1)];
        const float4* was = reinterpret_cast<const float4*>(score + (f - 1) % 2 * kStates);
        float sum = -1e30f;
#pragma unroll 4
        for (int i = 0; i < kStates; i += 4) {
            float4 s = was[i / 4];
            sum = log_add(sum, s.x + model[i * kStates + j]);
            sum = log_add(sum, s.y + model[(i + 1) * kStates + j]);
            sum = log_add(sum, s.z + model[(i + 2) * kStates + j]);
            sum = log_add(sum, s.w + model[(i + 3) * kStates + j]);
        }
        score[f % 2 * kStates + j] = sum + mine;
        __syncthreads();
    }
    forward[blockIdx.x * kStates + j] = score[(kFrames - 1) % 2 * kStates + j];
}

__global__ void __launch_bounds__(kStates) marble_finch_ax3_b(const float* __restrict__ move, const float* __restrict__ emit, const int* __restrict__ heard,
                                                             float* __restrict__ forward) {
    extern __shared__ __align__(16) float model[];
    float* score = model + kStates * kStates;
    int j = threadIdx.x;
    for (int i = 0; i < kStates; ++i) model[i * kStates + j] = move[i * kStates + j];
    score[j] = emit[heard[blockIdx.x * kFrames] * kStates + j];
    int sound = heard[blockIdx.x * kFrames + 1];
    __syncthreads();
#pragma unroll 1
    for (int f = 1; f < kFrames; ++f) {
        float mine = emit[sound * kStates + j];
        sound = heard[blockIdx.x * kFrames + min(f + 1, kFrames - 1)];
        const float4* was = reinterpret_cast<const float4*>(score + (f - 1) % 2 * kStates);
        float sum0 = -1e30f, sum1 = -1e30f, sum2 = -1e30f, sum3 = -1e30f;
#pragma unroll 4
        for (int i = 0; i < kStates; i += 4) {
            float4 s = was[i / 4];
            sum0 = log_add(sum0, s.x + model[i * kStates + j]);
            sum1 = log_add(sum1, s.y + model[(i + 1) * kStates + j]);
            sum2 = log_add(sum2, s.z + model[(i + 2) * kStates + j]);
            sum3 = log_add(sum3, s.w + model[(i + 3) * kStates + j]);
        }
        score[f % 2 * kStates + j] = log_add(log_add(sum0, sum1), log_add(sum2, sum3)) + mine;
        __syncthreads();
    }
    forward[blockIdx.x * kStates + j] = score[(kFrames - 1) % 2 * kStates + j];
}

// ---- Credit scoring: 64 boosted trees of depth 12 over 32 features, a thread an applicant (a night's batch of 16,896).
constexpr int kTrees = 64, kDepth = 12, kNodes = 1 << kDepth, kTraits = 32, kPeople = 132 * 128;

__global__ void __launch_bounds__(128) saffron_lantern_ax3_a(const float* __restrict__ trait, const int2* __restrict__ node, const float* __restrict__ leaf,
                                                            float* __restrict__ rating) {
    __shared__ float mine[kTraits * 128];
    int t = threadIdx.x, who = blockIdx.x * 128 + t;
#pragma unroll
    for (int f = 0; f < kTraits; ++f) mine[f * 128 + t] = trait[f * kPeople + who];
    float sum = 0.0f;
#pragma unroll 1
    for (int tree = 0; tree < kTrees; ++tree) {
        int at = 1;
#pragma unroll
        for (int level = 0; level < kDepth; ++level) {
            int2 n = __ldg(node + tree * kNodes + at);
            at = 2 * at + (mine[n.x * 128 + t] > __int_as_float(n.y));
        }
        sum += __ldg(leaf + tree * kNodes + at - kNodes);
    }
    rating[who] = sum;
}

__global__ void __launch_bounds__(128) saffron_lantern_ax3_b(const float* __restrict__ trait, const int2* __restrict__ node, const float* __restrict__ leaf,
                                                            float* __restrict__ rating) {
    __shared__ float mine[kTraits * 128];
    int t = threadIdx.x, who = blockIdx.x * 128 + t;
#pragma unroll
    for (int f = 0; f < kTraits; ++f) mine[f * 128 + t] = trait[f * kPeople + who];
    float sum = 0.0f;
#pragma unroll 1
    for (int tree = 0; tree < kTrees; tree += 4) {
        int at[4] = {1, 1, 1, 1};
#pragma unroll
        for (int level = 0; level < kDepth; ++level) {
            int2 n[4];
#pragma unroll
            for (int k = 0; k < 4; ++k) n[k] = __ldg(node + (tree + k) * kNodes + at[k]);
#pragma unroll
            for (int k = 0; k < 4; ++k) at[k] = 2 * at[k] + (mine[n[k].x * 128 + t] > __int_as_float(n[k].y));
        }
        float last[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) last[k] = __ldg(leaf + (tree + k) * kNodes + at[k] - kNodes);
#pragma unroll
        for (int k = 0; k < 4; ++k) sum += last[k];
    }
    rating[who] = sum;
}

// ---- Medical imaging: front-to-back compositing of slanted rays through a scan of 256 slices, a ray ends when nearly opaque.
constexpr int kAcross = 384, kDown = 176, kSlices = 256, kCols = 448, kRows = 192;

__device__ __forceinline__ const __half* ray_sample(const __half* __restrict__ scan, int x, int y, float sx, float sy, int k) {
    return scan + ((k * kRows + y + (int)(k * sy)) * kCols + x + (int)(k * sx));
}

__global__ void __launch_bounds__(128) velvet_harbor_ax3_a(const __half* __restrict__ scan, float* __restrict__ image) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    float sx = 0.24f / kAcross * x, sy = 0.06f / kDown * y, clear = 1.0f, glow = 0.0f;
    for (int k = 0; k < kSlices; ++k) {
        float dense = 0.05f * fmaxf(__half2float(*ray_sample(scan, x, y, sx, sy, k)), 0.0f);
        glow = fmaf(clear * dense, 1.0f - k * (0.5f / kSlices), glow);
        clear *= 1.0f - dense;
        if (clear < 0.04f) break;
    }
    image[y * kAcross + x] = glow;
}

__global__ void __launch_bounds__(128) velvet_harbor_ax3_b(const __half* __restrict__ scan, float* __restrict__ image) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    float sx = 0.24f / kAcross * x, sy = 0.06f / kDown * y, clear = 1.0f, glow = 0.0f;
    bool done = false;
    __half soon[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) soon[j] = *ray_sample(scan, x, y, sx, sy, j);
#pragma unroll 1
    for (int k0 = 0; k0 < kSlices && !done; k0 += 8) {
        __half raw[8];
        int from = min(k0 + 8, kSlices - 8);
#pragma unroll
        for (int j = 0; j < 8; ++j) { raw[j] = soon[j]; soon[j] = *ray_sample(scan, x, y, sx, sy, from + j); }
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            float dense = 0.05f * fmaxf(__half2float(raw[j]), 0.0f);
            if (!done) {
                glow = fmaf(clear * dense, 1.0f - (k0 + j) * (0.5f / kSlices), glow);
                clear *= 1.0f - dense;
                done = clear < 0.04f;
            }
        }
    }
    image[y * kAcross + x] = glow;
}

// ---- Search engine: total score of the documents of each posting list; a list is a chain of 128-byte blocks (link, then 31 documents), a warp a list.
constexpr int kLists = 132 * 8, kBlocks = 128, kDocuments = 1 << 20;

__global__ void __launch_bounds__(256) thistle_parcel_ax3_a(const int* __restrict__ first, const int* __restrict__ pool, const float* __restrict__ score,
                                                           float* __restrict__ total) {
    int list = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    float sum = 0.0f;
    int block = first[list];
    while (block >= 0) {
        int word = pool[block * 32 + lane];
        if (lane > 0) sum += score[word];
        block = __shfl_sync(0xffffffffu, word, 0);
    }
    total[list * 32 + lane] = sum;
}

__global__ void __launch_bounds__(256) thistle_parcel_ax3_b(const int* __restrict__ first, const int* __restrict__ pool, const float* __restrict__ score,
                                                           float* __restrict__ total) {
    int list = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    float sum = 0.0f;
    int word = pool[first[list] * 32 + lane];
    while (true) {
        int block = __shfl_sync(0xffffffffu, word, 0);
        int ahead = block >= 0 ? pool[block * 32 + lane] : 0;  // on its way while the scores arrive
        if (lane > 0) sum += score[word];
        if (block < 0) break;
        word = ahead;
    }
    total[list * 32 + lane] = sum;
}

// ---- Electricity metering: compensated (Kahan) sums of 260 million readings, one partial total a thread.
constexpr int kMeters = 132 * 6 * 256, kRounds = 80;  // a round: four quadruples a thread

__device__ __forceinline__ void kahan(float& sum, float& rest, float x) {
    float y = x - rest, t = sum + y;
    rest = (t - sum) - y;
    sum = t;
}

__global__ void __launch_bounds__(256, 6) pewter_orchard_ax3_a(const float4* __restrict__ reading, float* __restrict__ total) {
    int at = blockIdx.x * 256 + threadIdx.x;
    float sum = 0.0f, rest = 0.0f;
#pragma unroll 1
    for (int round = 0; round < kRounds; ++round) {
        float4 r[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) r[k] = __ldcs(reading + (size_t)(round * 4 + k) * kMeters + at);
#pragma unroll
        for (int k = 0; k < 4; ++k) { kahan(sum, rest, r[k].x); kahan(sum, rest, r[k].y); kahan(sum, rest, r[k].z); kahan(sum, rest, r[k].w); }
    }
    total[at] = sum - rest;
}

__global__ void __launch_bounds__(256, 6) pewter_orchard_ax3_b(const float4* __restrict__ reading, float* __restrict__ total) {
    int at = blockIdx.x * 256 + threadIdx.x;
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f), rest = sum;
#pragma unroll 1
    for (int round = 0; round < kRounds; ++round) {
        float4 r[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) r[k] = __ldcs(reading + (size_t)(round * 4 + k) * kMeters + at);
#pragma unroll
        for (int k = 0; k < 4; ++k) { kahan(sum.x, rest.x, r[k].x); kahan(sum.y, rest.y, r[k].y); kahan(sum.z, rest.z, r[k].z); kahan(sum.w, rest.w, r[k].w); }
    }
    kahan(sum.x, rest.x, sum.y); kahan(sum.x, rest.x, -rest.y);
    kahan(sum.x, rest.x, sum.z); kahan(sum.x, rest.x, -rest.z);
    kahan(sum.x, rest.x, sum.w); kahan(sum.x, rest.x, -rest.w);
    total[at] = sum.x - rest.x;
}

// ---- Ecology: size of each of 4.3 million populations after 160 generations of a fitted growth curve (degree 7).
constexpr int kHerds = 132 * 8 * 256 * 16, kGenerations = 160;

__global__ void __launch_bounds__(256, 8) juniper_tide_ax3_a(const float* __restrict__ size, float* __restrict__ grown) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float x = size[i];
#pragma unroll 10
    for (int g = 0; g < kGenerations; ++g) {
        float p = fmaf(-0.31f, x, 0.12f);
        p = fmaf(p, x, 0.27f);
        p = fmaf(p, x, -0.45f);
        p = fmaf(p, x, 0.18f);
        p = fmaf(p, x, -0.52f);
        p = fmaf(p, x, -0.61f);
        x = fmaf(p, x, 0.33f);
    }
    grown[i] = x;
}

// ---- Log storage: totals of 8,448 channels, each a chain of 1 KB chunks scattered over a pool of 2.2 GB; a warp a channel, all resident at once.
constexpr int kChannels = 132 * 64, kChunks = 256;

__global__ void __launch_bounds__(256, 8) russet_compass_ax3_a(const int* __restrict__ head, const int* __restrict__ next, const float4* __restrict__ chunk,
                                                              float* __restrict__ total) {
    int channel = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    float sum = 0.0f;
    for (int c = head[channel]; c >= 0;) {
        int after = __ldg(next + c);
        float4 p = __ldcs(chunk + (size_t)c * 64 + lane), q = __ldcs(chunk + (size_t)c * 64 + 32 + lane);
        sum += (p.x + p.y) + (p.z + p.w) + ((q.x + q.y) + (q.z + q.w));
        c = after;
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (lane == 0) total[channel] = sum;
}

// A random order of `n` things, the same at every run.
static std::vector<int> shuffled(int n, uint32_t seed) {
    std::vector<int> order(n);
    std::iota(order.begin(), order.end(), 0);
    for (int i = n - 1; i > 0; --i) std::swap(order[i], order[((uint64_t)harness::hash32((uint32_t)i * 2654435761u + seed) * (uint64_t)(i + 1)) >> 32]);
    return order;
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };

    {
        double part[kZonal];
        for (int n = 0; n < kZonal; ++n) part[n] = harness::unit(n * 2654435761u + 5) + 0.3;
        CHECK(cudaMemcpyToSymbol(zonal_part, part, sizeof part));
        double2* track = reinterpret_cast<double2*>(filled<double>(kTracks * 2, 11));
        double* rise = empty<double>(kTracks);
        add("heron_meadow_ax3_a", rise, kTracks, Output::f64, [=] { heron_meadow_ax3_a<<<kTracks / 128, 128>>>(track, rise); });
        add("heron_meadow_ax3_b", rise, kTracks, Output::f64, [=] { heron_meadow_ax3_b<<<kTracks / 128, 128>>>(track, rise); });
    }
    {
        uint4* text = reinterpret_cast<uint4*>(indices((size_t)kScrolls * kPieces * 4, 0xfffffff1u, 12));
        int* print = empty<int>(kScrolls);
        unsigned long long base = 0x0bcd3f91a7e45d23ull, base4 = base;
        for (int k = 1; k < 4; ++k) {
            unsigned __int128 product = (unsigned __int128)base4 * base;
            base4 = fold61((unsigned long long)product, (unsigned long long)(product >> 64));
        }
        add("cobalt_scroll_ax3_a", print, kScrolls, Output::i32, [=] { cobalt_scroll_ax3_a<<<kScrolls / 64, 64>>>(text, base, print); });
        add("cobalt_scroll_ax3_b", print, kScrolls, Output::i32, [=] { cobalt_scroll_ax3_b<<<kScrolls / 64, 64>>>(text, base, base4, print); });
    }
    {
        float force[kTicks];
        for (int k = 0; k < kTicks; ++k) force[k] = 0.35f * std::cos(6.2831853f * k / kTicks);
        CHECK(cudaMemcpyToSymbol(drive_force, force, sizeof force));
        float2* start = reinterpret_cast<float2*>(filled<float>((size_t)132 * kCrew * kOrbits * 2, 13));
        int* section = empty<int>(132 * kPlaces);
        constexpr int bytes = kPlaces * kCrew * 2;
        CHECK(cudaFuncSetAttribute(willow_anvil_ax3_a, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        CHECK(cudaFuncSetAttribute(willow_anvil_ax3_b, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        add("willow_anvil_ax3_a", section, 132 * kPlaces, Output::i32, [=] { willow_anvil_ax3_a<<<132, kCrew, bytes>>>(start, section); });
        add("willow_anvil_ax3_b", section, 132 * kPlaces, Output::i32, [=] { willow_anvil_ax3_b<<<132, kCrew, bytes>>>(start, section); });
    }
    {
        float *move = filled<float>(kStates * kStates, 14), *emit = filled<float>(kSounds * kStates, 15), *forward = empty<float>(kTapes * kStates);
        int* heard = indices(kTapes * kFrames, kSounds, 16);
        constexpr int bytes = (kStates * kStates + 2 * kStates) * 4;
        CHECK(cudaFuncSetAttribute(marble_finch_ax3_a, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        CHECK(cudaFuncSetAttribute(marble_finch_ax3_b, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        add("marble_finch_ax3_a", forward, kTapes * kStates, Output::f32, [=] { marble_finch_ax3_a<<<kTapes, kStates, bytes>>>(move, emit, heard, forward); });
        add("marble_finch_ax3_b", forward, kTapes * kStates, Output::f32, [=] { marble_finch_ax3_b<<<kTapes, kStates, bytes>>>(move, emit, heard, forward); });
    }
    {
        std::vector<int2> tests(kTrees * kNodes);
        for (int n = 0; n < kTrees * kNodes; ++n) {
            float limit = 0.6f * harness::unit(n * 2654435761u + 17);
            int bits; std::memcpy(&bits, &limit, 4);
            tests[n] = make_int2((int)(harness::hash32(n + 18) % kTraits), bits);
        }
        int2* node = uploaded(tests);
        float *trait = filled<float>(kTraits * kPeople, 19), *leaf = filled<float>(kTrees * kNodes, 20), *rating = empty<float>(kPeople);
        add("saffron_lantern_ax3_a", rating, kPeople, Output::f32, [=] { saffron_lantern_ax3_a<<<kPeople / 128, 128>>>(trait, node, leaf, rating); });
        add("saffron_lantern_ax3_b", rating, kPeople, Output::f32, [=] { saffron_lantern_ax3_b<<<kPeople / 128, 128>>>(trait, node, leaf, rating); });
    }
    {
        __half* scan = filled<__half>((size_t)kSlices * kRows * kCols, 21);
        float* image = empty<float>(kAcross * kDown);
        dim3 grid(kAcross / 32, kDown / 4), block(32, 4);
        add("velvet_harbor_ax3_a", image, kAcross * kDown, Output::f32, [=] { velvet_harbor_ax3_a<<<grid, block>>>(scan, image); });
        add("velvet_harbor_ax3_b", image, kAcross * kDown, Output::f32, [=] { velvet_harbor_ax3_b<<<grid, block>>>(scan, image); });
    }
    {
        std::vector<int> order = shuffled(kLists * kBlocks, 22), words((size_t)kLists * kBlocks * 32), heads(kLists);
        for (size_t i = 0; i < words.size(); ++i) words[i] = (int)(harness::hash32((uint32_t)i + 23) % kDocuments);
        for (int l = 0; l < kLists; ++l) {
            heads[l] = order[l * kBlocks];
            for (int b = 0; b < kBlocks; ++b) words[(size_t)order[l * kBlocks + b] * 32] = b + 1 < kBlocks ? order[l * kBlocks + b + 1] : -1;
        }
        int *first = uploaded(heads), *pool = uploaded(words);
        float *score = filled<float>(kDocuments, 24), *total = empty<float>(kLists * 32);
        add("thistle_parcel_ax3_a", total, kLists * 32, Output::f32, [=] { thistle_parcel_ax3_a<<<kLists / 8, 256>>>(first, pool, score, total); });
        add("thistle_parcel_ax3_b", total, kLists * 32, Output::f32, [=] { thistle_parcel_ax3_b<<<kLists / 8, 256>>>(first, pool, score, total); });
    }
    {
        float4* reading = reinterpret_cast<float4*>(filled<float>((size_t)kMeters * kRounds * 16, 25));
        float* total = empty<float>(kMeters);
        add("pewter_orchard_ax3_a", total, kMeters, Output::f32, [=] { pewter_orchard_ax3_a<<<kMeters / 256, 256>>>(reading, total); });
        add("pewter_orchard_ax3_b", total, kMeters, Output::f32, [=] { pewter_orchard_ax3_b<<<kMeters / 256, 256>>>(reading, total); });
    }
    {
        float *size = filled<float>(kHerds, 26), *grown = empty<float>(kHerds);
        add("juniper_tide_ax3_a", grown, kHerds, Output::f32, [=] { juniper_tide_ax3_a<<<kHerds / 256, 256>>>(size, grown); });
    }
    {
        std::vector<int> order = shuffled(kChannels * kChunks, 27), links((size_t)kChannels * kChunks), heads(kChannels);
        for (int l = 0; l < kChannels; ++l) {
            heads[l] = order[l * kChunks];
            for (int b = 0; b < kChunks; ++b) links[order[l * kChunks + b]] = b + 1 < kChunks ? order[l * kChunks + b + 1] : -1;
        }
        int *head = uploaded(heads), *next = uploaded(links);
        float4* chunk = reinterpret_cast<float4*>(filled<float>((size_t)kChannels * kChunks * 256, 28));
        float* total = empty<float>(kChannels);
        add("russet_compass_ax3_a", total, kChannels, Output::f32, [=] { russet_compass_ax3_a<<<kChannels / 8, 256>>>(head, next, chunk, total); });
    }
    return harness::run(argc, argv, cases);
}
