// Eleven more measured cases about the control of threads, after code of real projects: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

constexpr unsigned kAll = 0xffffffffu;
__device__ __forceinline__ unsigned lanes_below() { unsigned m; asm("mov.u32 %0, %%lanemask_lt;" : "=r"(m)); return m; }

// ---- Synthesiser: each voice has four operators (modulated sine, filtered saw, filtered noise, envelope), all of one control period.
constexpr int kOperators = 132 * 1024 * 64;

__device__ float operated(int op, float pitch, float drive) {
    float step = fmaf(0.02f, pitch, 0.03f), y = 0.1f * drive, phase = 0.5f * drive;
    switch (op) {
        case 0:
#pragma unroll 8
            for (int s = 0; s < 64; ++s) { phase = fmaf(0.05f, y, phase + step); y = __sinf(phase); }
            return y;
        case 1:
#pragma unroll 8
            for (int s = 0; s < 64; ++s) { phase += step; phase -= floorf(phase); y = fmaf(0.2f, phase - y, y); }
            return 2.0f * y - 1.0f;
        case 2: {
            unsigned seed = __float_as_uint(pitch);
#pragma unroll 8
            for (int s = 0; s < 64; ++s) { seed = seed * 1664525u + 1013904223u; y = fmaf(step, __uint_as_float(0x3f800000u | seed >> 9) - 1.5f - y, y); }
            return y;
        }
        default:
            phase = 1.0f;
#pragma unroll 8
            for (int s = 0; s < 96; ++s) { y = fmaf(step, phase - y, y); phase = fmaf(-step * phase, y, phase); }
            return y * phase;
    }
}

__global__ void __launch_bounds__(256) mill_wheels_f4_a(const float* __restrict__ pitch, const float* __restrict__ drive, float* __restrict__ sample) {
    int i = blockIdx.x * 256 + threadIdx.x, voice = i / 4;
    sample[i] = operated(i % 4, pitch[voice], drive[voice]);
}

__global__ void __launch_bounds__(256) mill_wheels_f4_b(const float* __restrict__ pitch, const float* __restrict__ drive, float* __restrict__ sample) {
    int w = threadIdx.x / 32, op = w % 4, voice = blockIdx.x * 64 + w / 4 * 32 + threadIdx.x % 32;
    sample[voice * 4 + op] = operated(op, pitch[voice], drive[voice]);
}

// ---- Molecular dynamics: energy of each atom among the 256 of its droplet; Tang-Toennies dispersion and screened charges within a cutoff.
constexpr int kAtoms = 132 * 4096, kDroplet = 256;
constexpr float kCutoff = 0.36f;  // squared

__device__ __forceinline__ float pair_energy(float r2, float qq) {
    r2 = fmaxf(r2, 0.09f);
    float inv = rsqrtf(r2), r = r2 * inv, x = 8.0f * r, e = __expf(-x), term = 1.0f, sum = 1.0f;
#pragma unroll
    for (int k = 1; k <= 6; ++k) { term *= x * (1.0f / k); sum += term; }
    float f6 = fmaf(-e, sum, 1.0f);
#pragma unroll
    for (int k = 7; k <= 8; ++k) { term *= x * (1.0f / k); sum += term; }
    float f8 = fmaf(-e, sum, 1.0f);
#pragma unroll
    for (int k = 9; k <= 10; ++k) { term *= x * (1.0f / k); sum += term; }
    float f10 = fmaf(-e, sum, 1.0f);
    float i2 = inv * inv, i6 = i2 * i2 * i2;
    float energy = fmaf(30.0f, e, -i6 * 0.01f * fmaf(i2 * 0.05f, fmaf(i2 * 0.04f, f10, f8), f6));
    float a = 1.8f * r, t = __fdividef(1.0f, fmaf(0.3275911f, a, 1.0f));
    float screen = t * fmaf(t, fmaf(t, fmaf(t, fmaf(t, 1.061405429f, -1.453152027f), 1.421413741f), -0.284496736f), 0.254829592f) * __expf(-a * a);
    energy = fmaf(qq * inv, screen, energy);
    float u = (kCutoff - r2) * (1.0f / kCutoff);
    return energy * u * u * fmaf(-2.0f, u, 3.0f);
}

__device__ __forceinline__ float apart(float4 p, float4 q) {
    float x = p.x - q.x, y = p.y - q.y, z = p.z - q.z;
    return fmaf(x, x, fmaf(y, y, z * z));
}

__global__ void __launch_bounds__(256) village_gossip_f4_a(const float4* __restrict__ atom, float* __restrict__ energy) {
    int i = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32, first = i / kDroplet * kDroplet;
    float4 me = atom[i];
    float sum = 0.0f;
#pragma unroll 1
    for (int j = first + lane; j < first + kDroplet; j += 32) {
        float4 other = atom[j];
        float r2 = apart(me, other);
        if (r2 < kCutoff && j != i) sum += pair_energy(r2, me.w * other.w);
    }
#pragma unroll
    for (int o = 16; o; o /= 2) sum += __shfl_xor_sync(kAll, sum, o);
    if (lane == 0) energy[i] = 0.5f * sum;
}

__global__ void __launch_bounds__(256) village_gossip_f4_b(const float4* __restrict__ atom, float* __restrict__ energy) {
    __shared__ float2 near_by[8][64];
    int i = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32, first = i / kDroplet * kDroplet, fill = 0;
    float2* queue = near_by[threadIdx.x / 32];
    float4 me = atom[i];
    float sum = 0.0f;
#pragma unroll 1
    for (int j = first + lane; j < first + kDroplet; j += 32) {
        float4 other = atom[j];
        float r2 = apart(me, other);
        bool close = r2 < kCutoff && j != i;
        unsigned m = __ballot_sync(kAll, close);
        if (close) queue[fill + __popc(m & lanes_below())] = make_float2(r2, me.w * other.w);
        fill += __popc(m);
        if (fill >= 32) {
            __syncwarp();
            float2 p = queue[lane], rest = queue[32 + lane];
            sum += pair_energy(p.x, p.y);
            __syncwarp();
            queue[lane] = rest;
            __syncwarp();
            fill -= 32;
        }
    }
    __syncwarp();
    if (lane < fill) { float2 p = queue[lane]; sum += pair_energy(p.x, p.y); }
#pragma unroll
    for (int o = 16; o; o /= 2) sum += __shfl_xor_sync(kAll, sum, o);
    if (lane == 0) energy[i] = 0.5f * sum;
}

// ---- Finance: knock-out options by Monte Carlo; a path ends when it falls below its barrier or after 128 days.
constexpr int kPaths = 132 * 4096 * 16, kTerm = 128;

__device__ __forceinline__ float gauss(unsigned n) {
    unsigned h = harness::hash32(n);
    float r = -2.0f * __logf(((h >> 16) + 0.5f) * (1.0f / 65536.0f));
    return r * rsqrtf(r) * __cosf((h & 0xffffu) * (6.2831853f / 65536.0f));
}
__device__ __forceinline__ float knocked(float x, int day) { return x > 0.0f ? x : -0.001f * day; }

__global__ void __launch_bounds__(256) salmon_run_f4_a(const float* __restrict__ start, float* __restrict__ payoff) {
#pragma unroll 1
    for (int j = 0; j < 16; ++j) {
        int path = blockIdx.x * 4096 + j * 256 + threadIdx.x, day = 0;
        float x = fmaf(0.1f, start[path], 0.12f);
#pragma unroll 1
        while (day < kTerm && x > 0.0f) {
            x += fmaf(0.05f, gauss(path * kTerm + day), 0.0002f);
            ++day;
        }
        payoff[path] = knocked(x, day);
    }
}

__global__ void __launch_bounds__(256) salmon_run_f4_b(const float* __restrict__ start, float* __restrict__ payoff) {
    int path = blockIdx.x * 4096 + threadIdx.x / 32 * 512, end = path + 512, next = path + 32, day = 0;
    path += threadIdx.x % 32;
    float x = fmaf(0.1f, start[path], 0.12f);
    while (true) {
#pragma unroll
        for (int q = 0; q < 4; ++q)
            if (day < kTerm && x > 0.0f) {
                x += fmaf(0.05f, gauss(path * kTerm + day), 0.0002f);
                ++day;
            }
        bool over = path < end && !(day < kTerm && x > 0.0f);
        unsigned m = __ballot_sync(kAll, over);
        if (m == 0) continue;
        if (over) {
            payoff[path] = knocked(x, day);
            path = next + __popc(m & lanes_below());
            if (path < end) { x = fmaf(0.1f, start[path], 0.12f); day = 0; }
        }
        next += __popc(m);
        if (!__any_sync(kAll, path < end)) break;
    }
}

// ---- Sorting: decks of 1024 keys, a deck a block, by the bitonic network.
constexpr int kDecks = 132 * 64, kCards = 1024;

__global__ void __launch_bounds__(1024) card_decks_f4_a(const float* __restrict__ deck, float* __restrict__ sorted) {
    __shared__ float s[2][kCards];
    int t = threadIdx.x, turn = 0;
    float key = deck[blockIdx.x * kCards + t];
#pragma unroll
    for (int k = 2; k <= kCards; k *= 2) {
#pragma unroll
        for (int j = k / 2; j; j /= 2) {
            s[turn][t] = key;
            __syncthreads();
            float other = s[turn][t ^ j];
            key = ((t & j) == 0) == ((t & k) == 0) ? fminf(key, other) : fmaxf(key, other);
            turn ^= 1;
        }
    }
    sorted[blockIdx.x * kCards + t] = key;
}

__global__ void __launch_bounds__(256) card_decks_f4_b(const float4* __restrict__ deck, float4* __restrict__ sorted) {
    __shared__ float4 s[2][kCards / 4];
    int t = threadIdx.x, turn = 0;
    float4 v = deck[blockIdx.x * (kCards / 4) + t];
    float key[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
    for (int k = 2; k <= kCards; k *= 2) {
#pragma unroll
        for (int j = k / 2; j; j /= 2) {
            if (j < 4) {  // within a thread
#pragma unroll
                for (int r = 0; r < 4; ++r)
                    if ((r & j) == 0) {
                        bool up = ((4 * t + r) & k) == 0;
                        float low = fminf(key[r], key[r | j]), high = fmaxf(key[r], key[r | j]);
                        key[r] = up ? low : high;
                        key[r | j] = up ? high : low;
                    }
            } else {
                float other[4];
                if (j < 128) {  // within a warp
#pragma unroll
                    for (int r = 0; r < 4; ++r) other[r] = __shfl_xor_sync(kAll, key[r], j / 4);
                } else {
                    s[turn][t] = make_float4(key[0], key[1], key[2], key[3]);
                    __syncthreads();
                    float4 o = s[turn][t ^ (j / 4)];
                    other[0] = o.x; other[1] = o.y; other[2] = o.z; other[3] = o.w;
                    turn ^= 1;
                }
                bool least = ((4 * t & j) == 0) == ((4 * t & k) == 0);
#pragma unroll
                for (int r = 0; r < 4; ++r) key[r] = least ? fminf(key[r], other[r]) : fmaxf(key[r], other[r]);
            }
        }
    }
    sorted[blockIdx.x * (kCards / 4) + t] = make_float4(key[0], key[1], key[2], key[3]);
}

// ---- Sorting: one pass of a radix sort groups each tile of 2048 keys by ten bits.
constexpr int kTile = 2048, kTiles = 132 * 64, kBins = 1024;

__global__ void __launch_bounds__(1024) post_office_f4_a(const uint2* __restrict__ key, uint2* __restrict__ grouped) {
    __shared__ int bin[kBins];
    __shared__ unsigned tile[kTile];
    int t = threadIdx.x;
    bin[t] = 0;
    __syncthreads();
    uint2 k = key[blockIdx.x * 1024 + t];
    int x = k.x >> 8 & kBins - 1, y = k.y >> 8 & kBins - 1;
    atomicAdd(&bin[x], 1);
    atomicAdd(&bin[y], 1);
    __syncthreads();
    if (t == 0) {
        int sum = 0;
        for (int b = 0; b < kBins; ++b) { int n = bin[b]; bin[b] = sum; sum += n; }
    }
    __syncthreads();
    tile[atomicAdd(&bin[x], 1)] = k.x;
    tile[atomicAdd(&bin[y], 1)] = k.y;
    __syncthreads();
    grouped[blockIdx.x * 1024 + t] = reinterpret_cast<const uint2*>(tile)[t];
}

__global__ void __launch_bounds__(1024) post_office_f4_b(const uint2* __restrict__ key, uint2* __restrict__ grouped) {
    __shared__ int bin[kBins], part[32];
    __shared__ unsigned tile[kTile];
    int t = threadIdx.x;
    bin[t] = 0;
    __syncthreads();
    uint2 k = key[blockIdx.x * 1024 + t];
    int x = k.x >> 8 & kBins - 1, y = k.y >> 8 & kBins - 1;
    atomicAdd(&bin[x], 1);
    atomicAdd(&bin[y], 1);
    __syncthreads();
    int lane = t % 32, own = bin[t], sum = own;
#pragma unroll
    for (int o = 1; o < 32; o *= 2) { int n = __shfl_up_sync(kAll, sum, o); if (lane >= o) sum += n; }
    if (lane == 31) part[t / 32] = sum;
    __syncthreads();
    bin[t] = sum - own + __reduce_add_sync(kAll, lane < t / 32 ? part[lane] : 0);
    __syncthreads();
    tile[atomicAdd(&bin[x], 1)] = k.x;
    tile[atomicAdd(&bin[y], 1)] = k.y;
    __syncthreads();
    grouped[blockIdx.x * 1024 + t] = reinterpret_cast<const uint2*>(tile)[t];
}

// ---- Batch normalisation: sum and sum of squares of each of 64 channels of activations in channels-last order.
constexpr int kChannels = 64, kNormBlocks = 132 * 8, kNormTurns = 144, kActivations = kNormBlocks * 256 * kNormTurns;

__global__ void __launch_bounds__(256) tide_gauges_f4_a(const float* __restrict__ x, float* __restrict__ sums) {
    int i = blockIdx.x * 1024 + threadIdx.x, c = threadIdx.x % kChannels;
    float v[4], sum = 0.0f, squares = 0.0f;
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = x[i + 256 * j];
#pragma unroll
    for (int j = 0; j < 4; ++j) { sum += v[j]; squares = fmaf(v[j], v[j], squares); }
    atomicAdd(&sums[c], sum);
    atomicAdd(&sums[kChannels + c], squares);
}

__global__ void __launch_bounds__(256) tide_gauges_f4_b(const float* __restrict__ x, float* __restrict__ sums) {
    __shared__ float part[2][256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float sum = 0.0f, squares = 0.0f;
#pragma unroll 16
    for (int turn = 0; turn < kNormTurns; ++turn, i += kNormBlocks * 256) { float v = x[i]; sum += v; squares = fmaf(v, v, squares); }
    part[0][t] = sum;
    part[1][t] = squares;
    __syncthreads();
    if (t < 2 * kChannels) {
        const float* p = part[t / kChannels] + t % kChannels;
        atomicAdd(&sums[t], p[0] + p[64] + p[128] + p[192]);
    }
}

// ---- Data frame: group-by of 4096 keys with sum and count of whole numbers.
constexpr int kRows = 132 * 2 * 1024 * 128, kGroups = 4096;

__global__ void __launch_bounds__(256) lighthouse_log_f4_a(const int4* __restrict__ key, const int4* __restrict__ amount, int* __restrict__ sum, int* __restrict__ count) {
    int i = blockIdx.x * 256 + threadIdx.x;
    int4 k = key[i], a = amount[i];
    atomicAdd(&sum[k.x], a.x); atomicAdd(&count[k.x], 1);
    atomicAdd(&sum[k.y], a.y); atomicAdd(&count[k.y], 1);
    atomicAdd(&sum[k.z], a.z); atomicAdd(&count[k.z], 1);
    atomicAdd(&sum[k.w], a.w); atomicAdd(&count[k.w], 1);
}

__global__ void __launch_bounds__(1024) lighthouse_log_f4_b(const int4* __restrict__ key, const int4* __restrict__ amount, int* __restrict__ sum, int* __restrict__ count) {
    __shared__ int own_sum[kGroups], own_count[kGroups];
    int t = threadIdx.x, i = blockIdx.x * 1024 + t;
    for (int g = t; g < kGroups; g += 1024) own_sum[g] = own_count[g] = 0;
    __syncthreads();
#pragma unroll 2
    for (int turn = 0; turn < 32; ++turn, i += 132 * 2 * 1024) {
        int4 k = key[i], a = amount[i];
        atomicAdd(&own_sum[k.x], a.x); atomicAdd(&own_count[k.x], 1);
        atomicAdd(&own_sum[k.y], a.y); atomicAdd(&own_count[k.y], 1);
        atomicAdd(&own_sum[k.z], a.z); atomicAdd(&own_count[k.z], 1);
        atomicAdd(&own_sum[k.w], a.w); atomicAdd(&own_count[k.w], 1);
    }
    __syncthreads();
    for (int g = t; g < kGroups; g += 1024) { atomicAdd(&sum[g], own_sum[g]); atomicAdd(&count[g], own_count[g]); }
}

// ---- k-means: one round over points of four coordinates and eight centres; sums and counts of each cluster.
constexpr int kPlants = 132 * 8 * 256 * 64, kPlots = 8, kTallies = kPlots * 5;

struct Plots {  // the centres in shared memory
    float4 centre[kPlots];
    float square[kPlots];
};
__device__ __forceinline__ void read_plots(Plots& plots, const float4* __restrict__ centre) {
    if (threadIdx.x < kPlots) {
        float4 c = centre[threadIdx.x];
        plots.centre[threadIdx.x] = c;
        plots.square[threadIdx.x] = 0.5f * fmaf(c.x, c.x, fmaf(c.y, c.y, fmaf(c.z, c.z, c.w * c.w)));
    }
}
__device__ __forceinline__ int nearest(const Plots& plots, float4 p) {
    int best = 0;
    float least = 1e30f;
#pragma unroll
    for (int k = 0; k < kPlots; ++k) {
        float4 c = plots.centre[k];
        float d = plots.square[k] - fmaf(p.x, c.x, fmaf(p.y, c.y, fmaf(p.z, c.z, p.w * c.w)));
        if (d < least) { least = d; best = k; }
    }
    return best;
}

__global__ void __launch_bounds__(256) garden_plots_f4_a(const float4* __restrict__ plant, const float4* __restrict__ centre, float* __restrict__ tally) {
    __shared__ Plots plots;
    __shared__ float own[kTallies];
    int t = threadIdx.x;
    read_plots(plots, centre);
    if (t < kTallies) own[t] = 0.0f;
    __syncthreads();
#pragma unroll 2
    for (int i = blockIdx.x * 256 + t; i < kPlants; i += gridDim.x * 256) {
        float4 p = __ldcs(plant + i);
        float* to = own + nearest(plots, p) * 5;
        atomicAdd(to, p.x); atomicAdd(to + 1, p.y); atomicAdd(to + 2, p.z); atomicAdd(to + 3, p.w); atomicAdd(to + 4, 1.0f);
    }
    __syncthreads();
    if (t < kTallies) atomicAdd(&tally[t], own[t]);
}

__global__ void __launch_bounds__(256) garden_plots_f4_b(const float4* __restrict__ plant, const float4* __restrict__ centre, float* __restrict__ tally) {
    __shared__ Plots plots;
    __shared__ float own[kTallies][256];  // a column a thread
    int t = threadIdx.x;
    read_plots(plots, centre);
#pragma unroll
    for (int k = 0; k < kTallies; ++k) own[k][t] = 0.0f;
    __syncthreads();
#pragma unroll 2
    for (int i = blockIdx.x * 256 + t; i < kPlants; i += gridDim.x * 256) {
        float4 p = __ldcs(plant + i);
        float* to = &own[nearest(plots, p) * 5][t];
        to[0] += p.x; to[256] += p.y; to[512] += p.z; to[768] += p.w; to[1024] += 1.0f;
    }
    __syncthreads();
    for (int k = t / 32; k < kTallies; k += 8) {
        float sum = 0.0f;
#pragma unroll
        for (int j = 0; j < 8; ++j) sum += own[k][j * 32 + t % 32];
#pragma unroll
        for (int o = 16; o; o /= 2) sum += __shfl_xor_sync(kAll, sum, o);
        if (t % 32 == 0) atomicAdd(&tally[k], sum);
    }
}

// ---- Photography: bilateral filter of 5 x 5 pixels.
constexpr int kWidth = 4096, kHeight = 132 * 16;

__global__ void __launch_bounds__(256) portrait_studio_f4_a(const float* __restrict__ photo, float* __restrict__ smooth) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float centre = photo[y * kWidth + x];
    double sum = 0.0, weights = 0.0;
#pragma unroll 1
    for (int dy = -2; dy <= 2; ++dy) {
        const float* row = photo + min(max(y + dy, 0), kHeight - 1) * kWidth;
#pragma unroll
        for (int dx = -2; dx <= 2; ++dx) {
            float v = row[min(max(x + dx, 0), kWidth - 1)];
            double d = v - centre, w = exp(-0.08 * (dx * dx + dy * dy) - 1.5 * d * d);
            sum += w * v;
            weights += w;
        }
    }
    smooth[y * kWidth + x] = (float)(sum / weights);
}

__global__ void __launch_bounds__(256) portrait_studio_f4_b(const float* __restrict__ photo, float* __restrict__ smooth) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float centre = photo[y * kWidth + x];
    float sum = 0.0f, weights = 0.0f;
#pragma unroll 1
    for (int dy = -2; dy <= 2; ++dy) {
        const float* row = photo + min(max(y + dy, 0), kHeight - 1) * kWidth;
#pragma unroll
        for (int dx = -2; dx <= 2; ++dx) {
            float v = row[min(max(x + dx, 0), kWidth - 1)];
            float d = v - centre, w = expf(-0.08f * (dx * dx + dy * dy) - 1.5f * d * d);
            sum += w * v;
            weights += w;
        }
    }
    smooth[y * kWidth + x] = sum / weights;
}

// ---- Layer normalisation, second pass: rows of 16384 activations with their sums given.
constexpr int kOvens = 132 * 64, kLoaves = 16384;

template <typename T>
__device__ __forceinline__ void bake(const float4* __restrict__ x, const float2* __restrict__ sums, float4* __restrict__ y) {
    __shared__ float2 scale;
    if (threadIdx.x == 0) {
        float2 s = sums[blockIdx.x];
        T mean = (T)s.x / kLoaves, variance = ((T)s.y + (T)1.5 * kLoaves) / kLoaves - mean * mean, rstd = (T)1.0 / sqrt(variance + (T)1e-5);
        scale = make_float2((float)rstd, (float)(-mean * rstd));
    }
    __syncthreads();
    float2 s = scale;
    int i = blockIdx.x * (kLoaves / 4) + threadIdx.x;
#pragma unroll 4
    for (int j = 0; j < kLoaves / 4; j += 256) {
        float4 v = __ldcs(x + i + j);
        __stcs(y + i + j, make_float4(fmaf(v.x, s.x, s.y), fmaf(v.y, s.x, s.y), fmaf(v.z, s.x, s.y), fmaf(v.w, s.x, s.y)));
    }
}

__global__ void __launch_bounds__(256) bakery_ovens_f4_a(const float4* __restrict__ x, const float2* __restrict__ sums, float4* __restrict__ y) { bake<double>(x, sums, y); }
__global__ void __launch_bounds__(256) bakery_ovens_f4_b(const float4* __restrict__ x, const float2* __restrict__ sums, float4* __restrict__ y) { bake<float>(x, sums, y); }

// ---- Event stream: events above a threshold (one in eight) go into a ring buffer; a place is fetched once a block.
constexpr int kApples = 132 * 1024 * 1024, kRing = 1 << 25;

__global__ void __launch_bounds__(256) orchard_pick_f4_a(const float4* __restrict__ apple, float* __restrict__ ring, unsigned* __restrict__ filled) {
    __shared__ unsigned part[8], first;
    int t = threadIdx.x, lane = t % 32, w = t / 32, i = blockIdx.x * 1024 + t;
    float v[16];
#pragma unroll
    for (int j = 0; j < 4; ++j) { float4 a = __ldcs(apple + i + 256 * j); v[4 * j] = a.x; v[4 * j + 1] = a.y; v[4 * j + 2] = a.z; v[4 * j + 3] = a.w; }
    unsigned n = 0;
#pragma unroll
    for (int k = 0; k < 16; ++k) n += __popc(__ballot_sync(kAll, v[k] > 0.75f));
    if (lane == 0) part[w] = n;
    __syncthreads();
    if (t < 32) {
        unsigned own = t < 8 ? part[t] : 0u, sum = own;
#pragma unroll
        for (int o = 1; o < 8; o *= 2) { unsigned x = __shfl_up_sync(kAll, sum, o); if (t >= o) sum += x; }
        if (t < 8) part[t] = sum - own;
        if (t == 7) first = atomicAdd(filled, sum);
    }
    __syncthreads();
    unsigned place = first + part[w];
#pragma unroll
    for (int k = 0; k < 16; ++k) {
        unsigned m = __ballot_sync(kAll, v[k] > 0.75f);
        if (v[k] > 0.75f) ring[(place + __popc(m & lanes_below())) & (kRing - 1)] = v[k];
        place += __popc(m);
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    auto four = [](const float* p) { return reinterpret_cast<const float4*>(p); };
    auto four_out = [](float* p) { return reinterpret_cast<float4*>(p); };

    constexpr size_t pool = (size_t)kApples;
    static_assert(pool == (size_t)kOvens * kLoaves && pool >= (size_t)kPlants * 4 && pool >= (size_t)kActivations && pool >= (size_t)kAtoms * 4, "shared");
    const float *field = filled<float>(pool, 411), *second = filled<float>(kPaths, 412);
    float* result = empty<float>(pool);

    add("mill_wheels_f4_a", result, kOperators, Output::f32, [=] { mill_wheels_f4_a<<<kOperators / 256, 256>>>(field, second, result); });
    add("mill_wheels_f4_b", result, kOperators, Output::f32, [=] { mill_wheels_f4_b<<<kOperators / 256, 256>>>(field, second, result); });

    add("village_gossip_f4_a", result, kAtoms, Output::f32, [=] { village_gossip_f4_a<<<kAtoms / 8, 256>>>(four(field), result); });
    add("village_gossip_f4_b", result, kAtoms, Output::f32, [=] { village_gossip_f4_b<<<kAtoms / 8, 256>>>(four(field), result); });

    add("salmon_run_f4_a", result, kPaths, Output::f32, [=] { salmon_run_f4_a<<<kPaths / 4096, 256>>>(second, result); });
    add("salmon_run_f4_b", result, kPaths, Output::f32, [=] { salmon_run_f4_b<<<kPaths / 4096, 256>>>(second, result); });

    add("card_decks_f4_a", result, (size_t)kDecks * kCards, Output::f32, [=] { card_decks_f4_a<<<kDecks, 1024>>>(field, result); });
    add("card_decks_f4_b", result, (size_t)kDecks * kCards, Output::f32, [=] { card_decks_f4_b<<<kDecks, 256>>>(four(field), four_out(result)); });

    const uint2* letters = reinterpret_cast<const uint2*>(indices((size_t)kTiles * kTile, 0x7fffffffu, 413));
    uint2* grouped = reinterpret_cast<uint2*>(empty<int>((size_t)kTiles * kTile));
    add("post_office_f4_a", grouped, (size_t)kTiles * kTile, Output::i32, [=] { post_office_f4_a<<<kTiles, 1024>>>(letters, grouped); });
    add("post_office_f4_b", grouped, (size_t)kTiles * kTile, Output::i32, [=] { post_office_f4_b<<<kTiles, 1024>>>(letters, grouped); });

    float* sums = empty<float>(2 * kChannels);
    add("tide_gauges_f4_a", sums, 2 * kChannels, Output::f32, [=] { tide_gauges_f4_a<<<kActivations / 1024, 256>>>(field, sums); });
    add("tide_gauges_f4_b", sums, 2 * kChannels, Output::f32, [=] { tide_gauges_f4_b<<<kNormBlocks, 256>>>(field, sums); });

    const int4 *key = reinterpret_cast<const int4*>(indices(kRows, kGroups, 414)), *amount = reinterpret_cast<const int4*>(indices(kRows, 1000, 415));
    int* groups = empty<int>(2 * kGroups);
    add("lighthouse_log_f4_a", groups, 2 * kGroups, Output::i32, [=] { lighthouse_log_f4_a<<<kRows / 1024, 256>>>(key, amount, groups, groups + kGroups); });
    add("lighthouse_log_f4_b", groups, 2 * kGroups, Output::i32, [=] { lighthouse_log_f4_b<<<132 * 2, 1024>>>(key, amount, groups, groups + kGroups); });

    float* tally = empty<float>(kTallies);
    add("garden_plots_f4_a", tally, kTallies, Output::f32, [=] { garden_plots_f4_a<<<132 * 8, 256>>>(four(field), four(second), tally); });
    add("garden_plots_f4_b", tally, kTallies, Output::f32, [=] { garden_plots_f4_b<<<132 * 5, 256>>>(four(field), four(second), tally); });

    add("portrait_studio_f4_a", result, (size_t)kWidth * kHeight, Output::f32, [=] { portrait_studio_f4_a<<<dim3(kWidth / 32, kHeight / 8), dim3(32, 8)>>>(field, result); });
    add("portrait_studio_f4_b", result, (size_t)kWidth * kHeight, Output::f32, [=] { portrait_studio_f4_b<<<dim3(kWidth / 32, kHeight / 8), dim3(32, 8)>>>(field, result); });

    const float2* given = reinterpret_cast<const float2*>(second);
    add("bakery_ovens_f4_a", result, pool, Output::f32, [=] { bakery_ovens_f4_a<<<kOvens, 256>>>(four(field), given, four_out(result)); });
    add("bakery_ovens_f4_b", result, pool, Output::f32, [=] { bakery_ovens_f4_b<<<kOvens, 256>>>(four(field), given, four_out(result)); });

    unsigned* places = reinterpret_cast<unsigned*>(empty<int>(1));
    float* ring = empty<float>(kRing);
    add("orchard_pick_f4_a", ring, kRing, Output::f32, [=] { orchard_pick_f4_a<<<kApples / 4096, 256>>>(four(field), ring, places); });

    return harness::run(argc, argv, cases);
}
