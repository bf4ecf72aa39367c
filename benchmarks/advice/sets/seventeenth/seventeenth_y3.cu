// Eleven measured cases about grids and launches: before (_a) and after (_b).
#include "harness.cuh"
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using harness::Case;
using harness::Output;

// ---- Port acoustics: loudness of twenty harbour bells from long recordings, by a calibration curve of degree 14.
constexpr int kBells = 20, kRinging = 33 * 65536, kStretches = 132;

__device__ __forceinline__ float calibrated(float x) {
    float p = 0.011f;
#pragma unroll
    for (int k = 0; k < 14; ++k) p = fmaf(p, x, 0.37f - 0.021f * k);
    return p * p;
}

__device__ __forceinline__ float bell_sum(const float4* __restrict__ sound, int from, int to) {
    __shared__ float part[16];
    float sum = 0.0f;
#pragma unroll 4
    for (int i = from + threadIdx.x; i < to; i += 512) {
        float4 v = sound[i];
        sum += (calibrated(v.x) + calibrated(v.y)) + (calibrated(v.z) + calibrated(v.w));
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0)
        for (int w = 1; w < 16; ++w) sum += part[w];
    return sum;
}

__global__ void __launch_bounds__(512) harbor_bells_y3_a(const float4* __restrict__ sound, float* __restrict__ loudness) {
    float sum = bell_sum(sound + (size_t)blockIdx.x * (kRinging / 4), 0, kRinging / 4);
    if (threadIdx.x == 0) loudness[blockIdx.x] = sum;
}

__global__ void __launch_bounds__(512) harbor_bells_y3_b(const float4* __restrict__ sound, float* __restrict__ loudness) {
    constexpr int stretch = kRinging / 4 / kStretches;
    float sum = bell_sum(sound + (size_t)blockIdx.y * (kRinging / 4), blockIdx.x * stretch, (blockIdx.x + 1) * stretch);
    if (threadIdx.x == 0) atomicAdd(loudness + blockIdx.y, sum);
}

// ---- Weaving: cross-correlation of 256 warp threads with 256 weft threads over 135168 samples in half precision.
constexpr int kThreadsOfSilk = 256, kPicks = 132 * 1024, kPad = 72, kStageHalves = 2 * 64 * kPad, kStages = 3;
constexpr int kLoomShared = kStages * kStageHalves * 2;

template <int kSplits>
__device__ __forceinline__ void weave(const __half* __restrict__ warps, const __half* __restrict__ wefts, float* __restrict__ cloth) {
    using namespace nvcuda;
    extern __shared__ __align__(16) unsigned char raw[];
    __half* store = reinterpret_cast<__half*>(raw);
    constexpr int steps = kPicks / kSplits / 64;
    int t = threadIdx.x, w = t / 32, wr = (w / 2) * 32, wc = (w % 2) * 32;
    const __half* a = warps + (size_t)blockIdx.y * 64 * kPicks + (size_t)blockIdx.z * (kPicks / kSplits);
    const __half* b = wefts + (size_t)blockIdx.x * 64 * kPicks + (size_t)blockIdx.z * (kPicks / kSplits);
    auto load = [&](int step) {
        __half* to = store + (step % kStages) * kStageHalves;
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            int c = t + 128 * j, row = c / 8, col = c % 8 * 8;
            __pipeline_memcpy_async(to + row * kPad + col, a + (size_t)row * kPicks + step * 64 + col, 16);
            __pipeline_memcpy_async(to + (64 + row) * kPad + col, b + (size_t)row * kPicks + step * 64 + col, 16);
        }
    };
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
    load(0); __pipeline_commit();
    load(1); __pipeline_commit();
    for (int step = 0; step < steps; ++step) {
        __pipeline_wait_prior(1);
        __syncthreads();
        if (step + 2 < steps) load(step + 2);
        __pipeline_commit();
        const __half *sa = store + (step % kStages) * kStageHalves, *sb = sa + 64 * kPad;
#pragma unroll
        for (int k = 0; k < 64; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb[2];
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                wmma::load_matrix_sync(fa[i], sa + (wr + 16 * i) * kPad + k, kPad);
                wmma::load_matrix_sync(fb[i], sb + (wc + 16 * i) * kPad + k, kPad);
            }
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 2; ++j) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
    }
    float* out = cloth + (size_t)blockIdx.y * 64 * kThreadsOfSilk + blockIdx.x * 64;
    if constexpr (kSplits == 1) {
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int j = 0; j < 2; ++j) wmma::store_matrix_sync(out + (wr + 16 * i) * kThreadsOfSilk + wc + 16 * j, acc[i][j], kThreadsOfSilk, wmma::mem_row_major);
    } else {
        float* tile = reinterpret_cast<float*>(raw);
        __pipeline_wait_prior(0);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int j = 0; j < 2; ++j) wmma::store_matrix_sync(tile + (wr + 16 * i) * 68 + wc + 16 * j, acc[i][j], 68, wmma::mem_row_major);
        __syncthreads();
        for (int c = t; c < 64 * 64; c += 128) atomicAdd(out + c / 64 * kThreadsOfSilk + c % 64, tile[c / 64 * 68 + c % 64]);
    }
}

__global__ void __launch_bounds__(128) silk_looms_y3_a(const __half* __restrict__ warps, const __half* __restrict__ wefts, float* __restrict__ cloth) { weave<1>(warps, wefts, cloth); }
__global__ void __launch_bounds__(128) silk_looms_y3_b(const __half* __restrict__ warps, const __half* __restrict__ wefts, float* __restrict__ cloth) { weave<33>(warps, wefts, cloth); }

// ---- Foam: density of 128 bubbles at 13 million probes by the smoothing kernel (h^2 - r^2)^3, a block a run of batches of 8192 probes.
constexpr int kBubbles = 128, kBatches = 1584, kProbes = kBatches * 8192;

template <int kRun>
__device__ __forceinline__ void foam(const float4* __restrict__ bubble, const float4* __restrict__ px, const float4* __restrict__ py, const float4* __restrict__ pz, float4* __restrict__ density) {
    __shared__ float4 near[kBubbles];
    if (threadIdx.x < kBubbles) near[threadIdx.x] = bubble[threadIdx.x];
    __syncthreads();
    for (int batch = 0; batch < kRun; ++batch) {
        int i = (blockIdx.x * kRun + batch) * 2048 + threadIdx.x;
        float4 x4 = px[i], y4 = py[i], z4 = pz[i], u4 = px[i + 1024], v4 = py[i + 1024], w4 = pz[i + 1024];
        float x[8] = {x4.x, x4.y, x4.z, x4.w, u4.x, u4.y, u4.z, u4.w}, y[8] = {y4.x, y4.y, y4.z, y4.w, v4.x, v4.y, v4.z, v4.w},
              z[8] = {z4.x, z4.y, z4.z, z4.w, w4.x, w4.y, w4.z, w4.w}, sum[8] = {};
#pragma unroll 2
        for (int b = 0; b < kBubbles; ++b) {
            float4 c = near[b];
#pragma unroll
            for (int j = 0; j < 8; ++j) {
                float dx = x[j] - c.x, dy = y[j] - c.y, dz = z[j] - c.z;
                float q = fmaxf(fmaf(-dx, dx, fmaf(-dy, dy, fmaf(-dz, dz, 1.5f))), 0.0f);
                sum[j] = fmaf(q * q, q * c.w, sum[j]);
            }
        }
        density[i] = make_float4(sum[0], sum[1], sum[2], sum[3]);
        density[i + 1024] = make_float4(sum[4], sum[5], sum[6], sum[7]);
    }
}

__global__ void __launch_bounds__(1024) foam_bubbles_y3_a(const float4* __restrict__ bubble, const float4* __restrict__ x, const float4* __restrict__ y, const float4* __restrict__ z, float4* __restrict__ density) {
    foam<11>(bubble, x, y, z, density);
}
__global__ void __launch_bounds__(1024) foam_bubbles_y3_b(const float4* __restrict__ bubble, const float4* __restrict__ x, const float4* __restrict__ y, const float4* __restrict__ z, float4* __restrict__ density) {
    foam<12>(bubble, x, y, z, density);
}

// ---- Choir: how strongly each entry of a voice is excited by all entries before it (a self-exciting process with a kernel of compact support).
constexpr int kEntries = 132 * 512, kRow = 256;

__device__ __forceinline__ float excite(float base, float when, float mark, float sum) {
    float w = fmaxf(fmaf(0.45f, when, base), 0.0f), w2 = w * w;
    return fmaf(w2 * w2, mark, sum);
}

template <bool kFold>
__device__ __forceinline__ void choir(const float2* __restrict__ entry, float* __restrict__ drive) {
    __shared__ float4 tile[2][kRow / 2];
    const float4* pairs = reinterpret_cast<const float4*>(entry);
    int t = threadIdx.x, half = t & 1;
    for (int pass = 0; pass < 2; ++pass) {
        int row = kFold ? (pass ? 2 * (int)gridDim.x - 1 - (int)blockIdx.x : (int)blockIdx.x) : 2 * (int)blockIdx.x + pass;
        int i = row * kRow + t / 2;
        float base = fmaf(-0.45f, entry[i].x, 1.0f), s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;
        float4 next = {};
        if (t < kRow / 2) next = pairs[t];
        for (int k = 0; k < row; ++k) {
            if (t < kRow / 2) {
                tile[k & 1][t] = next;
                next = pairs[(k + 1) * (kRow / 2) + t];
            }
            __syncthreads();
            const float4* from = tile[k & 1] + half;
#pragma unroll 8
            for (int j = 0; j < kRow / 4; j += 2) {
                float4 u = from[2 * j], v = from[2 * j + 2];
                s0 = excite(base, u.x, u.y, s0); s1 = excite(base, u.z, u.w, s1);
                s2 = excite(base, v.x, v.y, s2); s3 = excite(base, v.z, v.w, s3);
            }
        }
        for (int j = row * kRow + half; j < i; j += 2) { float2 e = entry[j]; s0 = excite(base, e.x, e.y, s0); }
        s0 = (s0 + s1) + (s2 + s3);
        s0 += __shfl_xor_sync(0xffffffffu, s0, 1);
        if (half == 0) drive[i] = s0;
        __syncthreads();
    }
}

__global__ void __launch_bounds__(512) choir_entries_y3_a(const float2* __restrict__ entry, float* __restrict__ drive) { choir<false>(entry, drive); }
__global__ void __launch_bounds__(512) choir_entries_y3_b(const float2* __restrict__ entry, float* __restrict__ drive) { choir<true>(entry, drive); }

// ---- Street market: takings of each of 3972 stalls from its list of sales; a dozen of them belong to wholesalers.
constexpr int kStalls = 3972, kSmallStall = 16384, kBigStall = 96 * 16384;

__device__ __forceinline__ float sale(float v) { return fmaf(fmaf(0.2f, v, 0.5f), v, 1.25f); }

__device__ __forceinline__ float takings(const float4* __restrict__ sales, int from, int to) {
    __shared__ float part[8];
    float sum = 0.0f;
#pragma unroll 4
    for (int i = from + threadIdx.x; i < to; i += 256) {
        float4 v = sales[i];
        sum += (sale(v.x) + sale(v.y)) + (sale(v.z) + sale(v.w));
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0)
        for (int w = 1; w < 8; ++w) sum += part[w];
    return sum;
}

__global__ void __launch_bounds__(256) market_stalls_y3_a(const float4* __restrict__ sales, const int* __restrict__ start, float* __restrict__ total) {
    float sum = takings(sales, start[blockIdx.x] / 4, start[blockIdx.x + 1] / 4);
    if (threadIdx.x == 0) total[blockIdx.x] = sum;
}

__global__ void __launch_bounds__(256) market_stalls_y3_b(const float4* __restrict__ sales, const int2* __restrict__ piece, float* __restrict__ total) {  // pieces of 16384 sales: (stall, start)
    int2 p = piece[blockIdx.x];
    float sum = takings(sales, p.y / 4, (p.y + kSmallStall) / 4);
    if (threadIdx.x == 0) atomicAdd(total + p.x, sum);
}

// ---- Candles: step of gradient descent with momentum on 28 small groups of parameters, each with a rate of its own.
constexpr int kGroups = 28, kWicks = 8192;

__device__ __forceinline__ float4 step_of(float4 w, float4 g, float4 m, float rate) {
    return make_float4(fmaf(-rate, fmaf(0.9f, m.x, g.x), w.x), fmaf(-rate, fmaf(0.9f, m.y, g.y), w.y), fmaf(-rate, fmaf(0.9f, m.z, g.z), w.z), fmaf(-rate, fmaf(0.9f, m.w, g.w), w.w));
}

__global__ void __launch_bounds__(256) candle_wicks_y3_a0(const float4* __restrict__ wick, const float4* __restrict__ slope, const float4* __restrict__ momentum, const float* __restrict__ rate, float4* __restrict__ to) {
    int i = blockIdx.x * 256 + threadIdx.x;
    to[i] = step_of(wick[i], slope[i], momentum[i], 0.01f + 0.002f * *rate);
}

__global__ void __launch_bounds__(256) candle_wicks_y3_b(const float4* __restrict__ wick, const float4* __restrict__ slope, const float4* __restrict__ momentum, const float* __restrict__ rate, float4* __restrict__ to) {
    int i = blockIdx.y * (kWicks / 4) + blockIdx.x * 256 + threadIdx.x;
    to[i] = step_of(wick[i], slope[i], momentum[i], 0.01f + 0.002f * rate[blockIdx.y]);
}

// ---- Parchment: ink of 67584 rolls of 1024 points: two exposures added, then brought to mean zero and variance one.
constexpr int kRolls = 132 * 512, kPoints = 1024;

__device__ __forceinline__ float warp_sum(float v) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}
__device__ __forceinline__ float4 plus(float4 a, float4 b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
__device__ __forceinline__ float2 spread_of(const float4 (&v)[8]) {  // mean and one over the deviation of a warp's row
    float sum = 0.0f, squares = 0.0f;
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        sum += (v[j].x + v[j].y) + (v[j].z + v[j].w);
        squares = fmaf(v[j].x, v[j].x, fmaf(v[j].y, v[j].y, fmaf(v[j].z, v[j].z, fmaf(v[j].w, v[j].w, squares))));
    }
    sum = warp_sum(sum) * (1.0f / kPoints);
    squares = warp_sum(squares) * (1.0f / kPoints);
    return make_float2(sum, rsqrtf(squares - sum * sum + 1e-5f));
}
__device__ __forceinline__ float4 evened(float4 v, float2 s, float4 g) {
    return make_float4((v.x - s.x) * s.y * g.x, (v.y - s.x) * s.y * g.y, (v.z - s.x) * s.y * g.z, (v.w - s.x) * s.y * g.w);
}

__global__ void __launch_bounds__(256) parchment_rolls_y3_a0(const float4* __restrict__ red, const float4* __restrict__ blue, float4* __restrict__ ink) {
    size_t i = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 r[4], b[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { r[j] = red[i + 256 * j]; b[j] = blue[i + 256 * j]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) ink[i + 256 * j] = plus(r[j], b[j]);
}

__global__ void __launch_bounds__(256) parchment_rolls_y3_a1(const float4* __restrict__ ink, float2* __restrict__ spread) {
    int roll = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    float4 v[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = ink[(size_t)roll * (kPoints / 4) + 32 * j + lane];
    float2 s = spread_of(v);
    if (lane == 0) spread[roll] = s;
}

__global__ void __launch_bounds__(256) parchment_rolls_y3_a2(const float4* __restrict__ ink, const float2* __restrict__ spread, const float4* __restrict__ gain, float4* __restrict__ even) {
    size_t i = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 g = gain[threadIdx.x], v[4];
    float2 s[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { v[j] = ink[i + 256 * j]; s[j] = spread[blockIdx.x * 4 + j]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) even[i + 256 * j] = evened(v[j], s[j], g);
}

__global__ void __launch_bounds__(256) parchment_rolls_y3_b(const float4* __restrict__ red, const float4* __restrict__ blue, const float4* __restrict__ gain, float4* __restrict__ even) {
    int roll = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    size_t i = (size_t)roll * (kPoints / 4) + lane;
    float4 v[8], b[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) { v[j] = red[i + 32 * j]; b[j] = blue[i + 32 * j]; }
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = plus(v[j], b[j]);
    float2 s = spread_of(v);
#pragma unroll
    for (int j = 0; j < 8; ++j) even[i + 32 * j] = evened(v[j], s, gain[32 * j + lane]);
}

// ---- Radio: equalisation of 2.16 million symbols of 64 subcarriers by the channel and by the phase of each symbol.
constexpr int kSymbols = 132 * 16384, kCarriers = 64, kPerBlock = 64;

__device__ __forceinline__ float2 turned(float2 v, float2 by) { return make_float2(fmaf(v.x, by.x, v.y * by.y), fmaf(v.y, by.x, -v.x * by.y)); }

__global__ void __launch_bounds__(kCarriers) postcard_stamps_y3_a(const float2* __restrict__ heard, const float2* __restrict__ channel, const float2* __restrict__ phase, float2* __restrict__ said) {
    int i = blockIdx.x * kCarriers + threadIdx.x;
    said[i] = turned(turned(heard[i], channel[threadIdx.x]), phase[blockIdx.x]);
}

__global__ void __launch_bounds__(4 * kCarriers) postcard_stamps_y3_b(const float2* __restrict__ heard, const float2* __restrict__ channel, const float2* __restrict__ phase, float2* __restrict__ said) {
    int carrier = threadIdx.x % kCarriers, first = blockIdx.x * kPerBlock + threadIdx.x / kCarriers;
    float2 c = channel[carrier];
#pragma unroll 4
    for (int s = 0; s < kPerBlock; s += 4) {
        int i = (first + s) * kCarriers + carrier;
        said[i] = turned(turned(heard[i], c), phase[first + s]);
    }
}

// ---- Kites: strain at the 36 quadrature points (6 x 6) of each panel of a sail: three fields with 64 coefficients and their slopes.
constexpr int kPanels = 132 * 4096, kQuad = 36, kCoefs = 64, kFields = 3, kPanelsPerBlock = 8;

__device__ __forceinline__ float strain(const float4* coef, float x, float y) {
    float energy = 0.0f;
#pragma unroll
    for (int f = 0; f < kFields; ++f) {
        float value = 0.0f, along = 0.0f, across = 0.0f;
#pragma unroll
        for (int r = 0; r < 8; ++r) {
            float4 lo = coef[f * 16 + 2 * r], hi = coef[f * 16 + 2 * r + 1];
            float c[8] = {lo.x, lo.y, lo.z, lo.w, hi.x, hi.y, hi.z, hi.w}, p = c[0], d = 0.0f;
#pragma unroll
            for (int k = 1; k < 8; ++k) { d = fmaf(d, x, p); p = fmaf(p, x, c[k]); }
            across = fmaf(across, y, value);
            value = fmaf(value, y, p);
            along = fmaf(along, y, d);
        }
        energy = fmaf(value, value, fmaf(along, along, fmaf(across, across, energy)));
    }
    return energy;
}

// All threads of the block bring the coefficients of its eight panels to shared memory; rows of 49 words of 16 bytes keep neighbours on different banks.
template <int kThreads>
__device__ __forceinline__ void fetch(const float4* __restrict__ coef, float4 (&sail)[kPanelsPerBlock][49]) {
#pragma unroll
    for (int i = threadIdx.x; i < kPanelsPerBlock * 48; i += kThreads) sail[i / 48][i % 48] = coef[(size_t)blockIdx.x * (kPanelsPerBlock * 48) + i];
    __syncthreads();
}

__global__ void __launch_bounds__(kQuad) kite_frames_y3_a(const float4* __restrict__ coef, const float2* __restrict__ point, float* __restrict__ energy) {
    __shared__ float4 sail[kPanelsPerBlock][49];
    float2 at = point[threadIdx.x];
    fetch<kQuad>(coef, sail);
    for (int e = 0; e < kPanelsPerBlock; ++e) energy[(blockIdx.x * kPanelsPerBlock + e) * kQuad + threadIdx.x] = strain(sail[e], at.x, at.y);
}

__global__ void __launch_bounds__(8 * kQuad) kite_frames_y3_b(const float4* __restrict__ coef, const float2* __restrict__ point, float* __restrict__ energy) {
    __shared__ float4 sail[kPanelsPerBlock][49];
    float2 at = point[threadIdx.x % kQuad];
    fetch<8 * kQuad>(coef, sail);
    energy[blockIdx.x * kPanelsPerBlock * kQuad + threadIdx.x] = strain(sail[threadIdx.x / kQuad], at.x, at.y);
}

// ---- Ferries: queue at each quay after 100 arrivals, a contracting recurrence; a block serves a run of 16 or 17 rows of 256 quays.
constexpr int kQueues = 132 * 8 * 561, kQuays = kQueues * 256;

template <int kRows>
__device__ __forceinline__ void serve(const float* __restrict__ load, float* __restrict__ queue) {
    for (int r = 0; r < kRows; ++r) {
        int i = (blockIdx.x * kRows + r) * 256 + threadIdx.x;
        float a = load[i], h = 0.45f * a, q = a;
#pragma unroll 20
        for (int k = 0; k < 100; ++k) q = fmaf(h, q, a);
        queue[i] = q;
    }
}

__global__ void __launch_bounds__(256, 8) ferry_queue_y3_a(const float* __restrict__ load, float* __restrict__ queue) { serve<16>(load, queue); }
__global__ void __launch_bounds__(256, 8) ferry_queue_y3_b(const float* __restrict__ load, float* __restrict__ queue) { serve<17>(load, queue); }

// ---- Beacons: drift of 69 million beacons by wind and current, with the drag of each, in resident blocks that walk over the sea.
constexpr int kBeacons = 132 * 1024 * 512;

__device__ __forceinline__ float adrift(float at, float wind, float current) { return fmaf(0.03f, wind * fabsf(wind), fmaf(0.9f, current, at)); }

__global__ void __launch_bounds__(512) beacon_drift_y3_a(const float4* __restrict__ at, const float4* __restrict__ wind, const float4* __restrict__ current, float4* __restrict__ to) {
    for (int i = blockIdx.x * 1024 + threadIdx.x; i < kBeacons / 4; i += gridDim.x * 1024) {
        float4 p[2], w[2], c[2];
#pragma unroll
        for (int j = 0; j < 2; ++j) { p[j] = __ldcs(at + i + 512 * j); w[j] = __ldcs(wind + i + 512 * j); c[j] = __ldcs(current + i + 512 * j); }
#pragma unroll
        for (int j = 0; j < 2; ++j)
            __stcs(to + i + 512 * j, make_float4(adrift(p[j].x, w[j].x, c[j].x), adrift(p[j].y, w[j].y, c[j].y), adrift(p[j].z, w[j].z, c[j].z), adrift(p[j].w, w[j].w, c[j].w)));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch) { cases.push_back({name, launch, out, count, Output::f32}); };
    auto four = [](const float* p) { return reinterpret_cast<const float4*>(p); };
    auto two = [](const float* p) { return reinterpret_cast<const float2*>(p); };
    auto four_out = [](float* p) { return reinterpret_cast<float4*>(p); };

    constexpr size_t pool = (size_t)kSymbols * kCarriers * 2;  // the largest number of floats that a case reads or writes
    static_assert(pool >= (size_t)3 * kBeacons && pool >= (size_t)2 * kRolls * kPoints && pool >= (size_t)kPanels * kFields * kCoefs && pool >= (size_t)kQuays &&
                  pool >= (size_t)kBells * kRinging, "shared");
    const float* sea = filled<float>(pool, 51);
    float* shore = empty<float>(pool);

    float* loudness = empty<float>(kBells);
    add("harbor_bells_y3_a", loudness, kBells, [=] { harbor_bells_y3_a<<<kBells, 512>>>(four(sea), loudness); });
    add("harbor_bells_y3_b", loudness, kBells, [=] {
        cudaMemsetAsync(loudness, 0, kBells * sizeof(float));
        harbor_bells_y3_b<<<dim3(kStretches, kBells), 512>>>(four(sea), loudness); });

    __half *warps = filled<__half>((size_t)kThreadsOfSilk * kPicks, 52), *wefts = filled<__half>((size_t)kThreadsOfSilk * kPicks, 53);
    float* cloth = empty<float>(kThreadsOfSilk * kThreadsOfSilk);
    CHECK(cudaFuncSetAttribute(silk_looms_y3_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kLoomShared));
    CHECK(cudaFuncSetAttribute(silk_looms_y3_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kLoomShared));
    add("silk_looms_y3_a", cloth, kThreadsOfSilk * kThreadsOfSilk, [=] { silk_looms_y3_a<<<dim3(4, 4), 128, kLoomShared>>>(warps, wefts, cloth); });
    add("silk_looms_y3_b", cloth, kThreadsOfSilk * kThreadsOfSilk, [=] {
        cudaMemsetAsync(cloth, 0, kThreadsOfSilk * kThreadsOfSilk * sizeof(float));
        silk_looms_y3_b<<<dim3(4, 4, 33), 128, kLoomShared>>>(warps, wefts, cloth); });

    const float *bubble = filled<float>(kBubbles * 4, 54), *px = sea, *py = sea + kProbes, *pz = sea + 2 * (size_t)kProbes;
    float* density = empty<float>(kProbes);
    add("foam_bubbles_y3_a", density, kProbes, [=] { foam_bubbles_y3_a<<<kBatches / 11, 1024>>>(four(bubble), four(px), four(py), four(pz), four_out(density)); });
    add("foam_bubbles_y3_b", density, kProbes, [=] { foam_bubbles_y3_b<<<kBatches / 12, 1024>>>(four(bubble), four(px), four(py), four(pz), four_out(density)); });

    float* drive = empty<float>(kEntries);
    add("choir_entries_y3_a", drive, kEntries, [=] { choir_entries_y3_a<<<kEntries / 512, 512>>>(two(sea), drive); });
    add("choir_entries_y3_b", drive, kEntries, [=] { choir_entries_y3_b<<<kEntries / 512, 512>>>(two(sea), drive); });

    std::vector<int> start(1, 0);
    std::vector<int2> piece;
    for (int s = 0; s < kStalls; ++s) {
        bool big = s % 331 == 170;
        for (int from = start.back(), to = from + (big ? kBigStall : kSmallStall); from < to; from += kSmallStall) piece.push_back(make_int2(s, from));
        start.push_back(start.back() + (big ? kBigStall : kSmallStall));
    }
    if ((size_t)start.back() > pool) { std::fprintf(stderr, "too many sales\n"); return 1; }
    const int* starts = uploaded(start);
    const int2* pieces = uploaded(piece);
    const int pieces_count = (int)piece.size();
    float* total = empty<float>(kStalls);
    add("market_stalls_y3_a", total, kStalls, [=] { market_stalls_y3_a<<<kStalls, 256>>>(four(sea), starts, total); });
    add("market_stalls_y3_b", total, kStalls, [=] {
        cudaMemsetAsync(total, 0, kStalls * sizeof(float));
        market_stalls_y3_b<<<pieces_count, 256>>>(four(sea), pieces, total); });

    const float *slope = sea + kGroups * kWicks, *momentum = sea + 2 * kGroups * kWicks, *rate = sea + 3 * kGroups * kWicks;
    float* stepped = empty<float>(kGroups * kWicks);
    add("candle_wicks_y3_a", stepped, kGroups * kWicks, [=] {
        for (int g = 0; g < kGroups; ++g)
            candle_wicks_y3_a0<<<kWicks / 1024, 256>>>(four(sea + g * kWicks), four(slope + g * kWicks), four(momentum + g * kWicks), rate + g, four_out(stepped + g * kWicks)); });
    add("candle_wicks_y3_b", stepped, kGroups * kWicks, [=] { candle_wicks_y3_b<<<dim3(kWicks / 1024, kGroups), 256>>>(four(sea), four(slope), four(momentum), rate, four_out(stepped)); });

    const float *red = sea, *blue = sea + (size_t)kRolls * kPoints, *gain = filled<float>(kPoints, 55);
    float *ink = empty<float>((size_t)kRolls * kPoints), *even = shore;
    float2* spread = reinterpret_cast<float2*>(empty<float>(kRolls * 2));
    add("parchment_rolls_y3_a", even, (size_t)kRolls * kPoints, [=] {
        parchment_rolls_y3_a0<<<kRolls / 4, 256>>>(four(red), four(blue), four_out(ink));
        parchment_rolls_y3_a1<<<kRolls / 8, 256>>>(four(ink), spread);
        parchment_rolls_y3_a2<<<kRolls / 4, 256>>>(four(ink), spread, four(gain), four_out(even)); });
    add("parchment_rolls_y3_b", even, (size_t)kRolls * kPoints, [=] { parchment_rolls_y3_b<<<kRolls / 8, 256>>>(four(red), four(blue), four(gain), four_out(even)); });

    const float *channel = filled<float>(kCarriers * 2, 56), *phase = filled<float>((size_t)kSymbols * 2, 57);
    float2* said = reinterpret_cast<float2*>(shore);
    add("postcard_stamps_y3_a", said, pool, [=] { postcard_stamps_y3_a<<<kSymbols, kCarriers>>>(two(sea), two(channel), two(phase), said); });
    add("postcard_stamps_y3_b", said, pool, [=] { postcard_stamps_y3_b<<<kSymbols / kPerBlock, 4 * kCarriers>>>(two(sea), two(channel), two(phase), said); });

    const float* point = filled<float>(kQuad * 2, 58);
    float* energy = shore;
    add("kite_frames_y3_a", energy, (size_t)kPanels * kQuad, [=] { kite_frames_y3_a<<<kPanels / kPanelsPerBlock, kQuad>>>(four(sea), two(point), energy); });
    add("kite_frames_y3_b", energy, (size_t)kPanels * kQuad, [=] { kite_frames_y3_b<<<kPanels / kPanelsPerBlock, 8 * kQuad>>>(four(sea), two(point), energy); });

    static_assert(kQueues % 16 == 0 && kQueues % 17 == 0, "runs");
    float* queue = shore;
    add("ferry_queue_y3_a", queue, kQuays, [=] { ferry_queue_y3_a<<<kQueues / 16, 256>>>(sea, queue); });
    add("ferry_queue_y3_b", queue, kQuays, [=] { ferry_queue_y3_b<<<kQueues / 17, 256>>>(sea, queue); });

    float* moved = shore;
    add("beacon_drift_y3_a", moved, kBeacons, [=] {
        beacon_drift_y3_a<<<132 * 4, 512>>>(four(sea), four(sea + kBeacons), four(sea + 2 * (size_t)kBeacons), four_out(moved)); });

    return harness::run(argc, argv, cases);
}
