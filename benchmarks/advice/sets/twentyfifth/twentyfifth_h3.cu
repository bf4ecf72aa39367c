// Eleven measured cases about grids, blocks and launches: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Lichen survey: mean and 1/deviation of each of 32 groups of channels (the statistics of a group normalisation).
constexpr int kGroups = 32, kGroupQuads = 1 << 19, kSlices = 64;

__device__ __forceinline__ float2 lichen_sum(const float4* __restrict__ cell, int from, int to) {
    float s = 0.0f, q = 0.0f;
    for (int i = from + threadIdx.x; i < to; i += 2048) {
        float4 v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = cell[i + j * 512];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            s += (v[j].x + v[j].y) + (v[j].z + v[j].w);
            q = fmaf(v[j].x, v[j].x, fmaf(v[j].y, v[j].y, fmaf(v[j].z, v[j].z, fmaf(v[j].w, v[j].w, q))));
        }
    }
    __shared__ float2 warps[16];
#pragma unroll
    for (int o = 16; o; o >>= 1) { s += __shfl_down_sync(0xffffffffu, s, o); q += __shfl_down_sync(0xffffffffu, q, o); }
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = make_float2(s, q);
    __syncthreads();
    float2 sum = make_float2(0.0f, 0.0f);
    if (threadIdx.x < 32) {
        if (threadIdx.x < 16) sum = warps[threadIdx.x];
#pragma unroll
        for (int o = 8; o; o >>= 1) { sum.x += __shfl_down_sync(0xffffffffu, sum.x, o); sum.y += __shfl_down_sync(0xffffffffu, sum.y, o); }
    }
    return sum;  // valid in thread 0
}

__device__ __forceinline__ float2 lichen_moments(float2 sum) {
    constexpr float kShare = 1.0f / (4.0f * kGroupQuads);
    float mean = sum.x * kShare;
    return make_float2(mean, rsqrtf(fmaf(-mean, mean, sum.y * kShare) + 1e-5f));
}

__global__ void __launch_bounds__(512) lichen_maps_h3_a(const float4* __restrict__ cells, float2* __restrict__ moments) {
    float2 sum = lichen_sum(cells + (size_t)blockIdx.x * kGroupQuads, 0, kGroupQuads);
    if (threadIdx.x == 0) moments[blockIdx.x] = lichen_moments(sum);
}

__global__ void __launch_bounds__(512) lichen_maps_h3_b(const float4* __restrict__ cells, float2* __restrict__ moments, float2* part, unsigned* ticket) {
    int group = blockIdx.y, slice = blockIdx.x;
    constexpr int kSlice = kGroupQuads / kSlices;
    float2 sum = lichen_sum(cells + (size_t)group * kGroupQuads, slice * kSlice, (slice + 1) * kSlice);
    if (threadIdx.x >= 32) return;
    unsigned turn = 0;
    if (threadIdx.x == 0) {
        part[group * kSlices + slice] = sum;
        __threadfence();
        turn = atomicAdd(ticket + group, 1u);
    }
    if (__shfl_sync(0xffffffffu, turn, 0) != kSlices - 1) return;
    __threadfence();
    float2 one = __ldcg(part + group * kSlices + threadIdx.x), two = __ldcg(part + group * kSlices + 32 + threadIdx.x);
    one.x += two.x; one.y += two.y;
#pragma unroll
    for (int o = 16; o; o >>= 1) { one.x += __shfl_down_sync(0xffffffffu, one.x, o); one.y += __shfl_down_sync(0xffffffffu, one.y, o); }
    if (threadIdx.x == 0) { moments[group] = lichen_moments(one); ticket[group] = 0; }
}

// ---- Plankton catalogue: L1 distance of 256 measured absorption spectra from 320 reference spectra of 16640 channels.
constexpr int kSpecies = 320, kSamples = 256, kChannels = 16640, kParts = 26;

__device__ __forceinline__ void plankton_tile(const float* __restrict__ sample, const float* __restrict__ species, int from, int to, float4 (&sum)[4]) {
    __shared__ __align__(16) float sa[2][16][64], sb[2][16][64];
    int t = threadIdx.x, row = t / 4, quad = t % 4, column = row ^ (quad * 8), tx = t % 16 * 4, ty = t / 16 * 4;
    const float* a = sample + (size_t)(blockIdx.y * 64 + row) * kChannels + quad * 4;
    const float* b = species + (size_t)(blockIdx.x * 64 + row) * kChannels + quad * 4;
    float4 na = *reinterpret_cast<const float4*>(a + from), nb = *reinterpret_cast<const float4*>(b + from);
#pragma unroll
    for (int i = 0; i < 4; ++i) sum[i] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    int now = 0;
    for (int k0 = from; k0 < to; k0 += 16, now ^= 1) {
        sa[now][quad * 4][column] = na.x; sa[now][quad * 4 + 1][column] = na.y; sa[now][quad * 4 + 2][column] = na.z; sa[now][quad * 4 + 3][column] = na.w;
        sb[now][quad * 4][column] = nb.x; sb[now][quad * 4 + 1][column] = nb.y; sb[now][quad * 4 + 2][column] = nb.z; sb[now][quad * 4 + 3][column] = nb.w;
        __syncthreads();
        if (k0 + 16 < to) { na = *reinterpret_cast<const float4*>(a + k0 + 16); nb = *reinterpret_cast<const float4*>(b + k0 + 16); }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 u = *reinterpret_cast<const float4*>(&sa[now][k][ty ^ (k / 4 * 8)]), v = *reinterpret_cast<const float4*>(&sb[now][k][tx ^ (k / 4 * 8)]);
            float mine[4] = {u.x, u.y, u.z, u.w};
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                sum[i].x += fabsf(mine[i] - v.x); sum[i].y += fabsf(mine[i] - v.y); sum[i].z += fabsf(mine[i] - v.z); sum[i].w += fabsf(mine[i] - v.w);
            }
        }
    }
}

__global__ void __launch_bounds__(256, 4) plankton_nets_h3_a(const float* __restrict__ sample, const float* __restrict__ species, float* __restrict__ away) {
    float4 sum[4];
    plankton_tile(sample, species, 0, kChannels, sum);
    int row = blockIdx.y * 64 + threadIdx.x / 16 * 4, column = blockIdx.x * 64 + threadIdx.x % 16 * 4;
#pragma unroll
    for (int i = 0; i < 4; ++i) *reinterpret_cast<float4*>(away + (row + i) * kSpecies + column) = sum[i];
}

__global__ void __launch_bounds__(256, 4) plankton_nets_h3_b(const float* __restrict__ sample, const float* __restrict__ species, float* __restrict__ away) {
    float4 sum[4];
    constexpr int kPart = kChannels / kParts;
    plankton_tile(sample, species, blockIdx.z * kPart, (blockIdx.z + 1) * kPart, sum);
    int row = blockIdx.y * 64 + threadIdx.x / 16 * 4, column = blockIdx.x * 64 + threadIdx.x % 16 * 4;
#pragma unroll
    for (int i = 0; i < 4; ++i) atomicAdd(reinterpret_cast<float4*>(away + (row + i) * kSpecies + column), sum[i]);
}

// ---- Magnetic resonance: signal of each voxel of 146 slices (128 x 64) after a pulse of 128 samples, 8 isochromats a voxel (Bloch equations).
constexpr int kSlabs = 146, kVoxels = 8192, kPulse = 128;

template <int kRuns>
__device__ __forceinline__ void bell_signal(const float4* __restrict__ tissue, const float2* __restrict__ field, float2* __restrict__ signal) {
    __shared__ float2 pulse[kPulse];
    if (threadIdx.x < kPulse) pulse[threadIdx.x] = field[threadIdx.x];
    __syncthreads();
    for (int run = 0; run < kRuns; ++run) {
        int voxel = (blockIdx.x * kRuns + run) * 1024 + threadIdx.x;
        float4 me = tissue[voxel];
        float e1 = fmaf(0.001f, me.y, 0.995f), e2 = fmaf(0.002f, me.z, 0.99f), grow = (1.0f - e1) * me.w;
        float x[8], y[8], z[8], w[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) { x[k] = 0.0f; y[k] = 0.0f; z[k] = me.w; w[k] = 0.05f * me.x + 0.01f * (k - 3.5f); }
#pragma unroll 2
        for (int s = 0; s < kPulse; ++s) {
            float2 b = pulse[s];
            b.x *= 0.1f; b.y *= 0.1f;
#pragma unroll
            for (int k = 0; k < 8; ++k) {
                x[k] = fmaf(-z[k], b.y, fmaf(y[k], w[k], x[k]));
                y[k] = fmaf(z[k], b.x, fmaf(-x[k], w[k], y[k]));
                z[k] = fmaf(-y[k], b.x, fmaf(x[k], b.y, z[k]));
                x[k] *= e2; y[k] *= e2; z[k] = fmaf(z[k], e1, grow);
            }
        }
        float2 sum = make_float2(0.0f, 0.0f);
#pragma unroll
        for (int k = 0; k < 8; ++k) { sum.x += x[k]; sum.y += y[k]; }
        signal[voxel] = sum;
    }
}

__global__ void __launch_bounds__(1024) bell_echoes_h3_a(const float4* __restrict__ tissue, const float2* __restrict__ field, float2* __restrict__ signal) {
    bell_signal<8>(tissue, field, signal);
}
__global__ void __launch_bounds__(1024) bell_echoes_h3_b(const float4* __restrict__ tissue, const float2* __restrict__ field, float2* __restrict__ signal) {
    bell_signal<1>(tissue, field, signal);
}

// ---- Violin contest: for each candidate, number of earlier candidates whom both judges order alike (for Kendall's tau).
constexpr int kPlayers = 132 * 512;

__device__ __forceinline__ int violin_pair(float2 me, float other_x, float other_y) {
    return (me.x - other_x) * (me.y - other_y) > 0.0f ? 1 : 0;
}

__device__ __forceinline__ int violin_tiles(const float2* __restrict__ marks, float2 me, int strip, int from, int to) {
    __shared__ __align__(16) float2 tile[512];
    int t = threadIdx.x, score = 0, more = 0;
    for (int j = from; j < to; ++j) {
        __syncthreads();
        tile[t] = marks[j * 512 + t];
        __syncthreads();
        if (j < strip) {
#pragma unroll 8
            for (int k = 0; k < 512; k += 2) {
                float4 v = *reinterpret_cast<const float4*>(tile + k);
                score += violin_pair(me, v.x, v.y);
                more += violin_pair(me, v.z, v.w);
            }
        } else {
            for (int k = 0; k < t; ++k) score += violin_pair(me, tile[k].x, tile[k].y);
        }
    }
    return score + more;
}

__global__ void __launch_bounds__(512) violin_judges_h3_a(const float2* __restrict__ marks, int* __restrict__ score) {
    int strip = blockIdx.x, i = strip * 512 + threadIdx.x;
    score[i] = violin_tiles(marks, marks[i], strip, 0, strip + 1);
}

__global__ void __launch_bounds__(512) violin_judges_h3_b(const float2* __restrict__ marks, int* __restrict__ score) {
    int p = blockIdx.x >> 2, q = (int)((sqrtf(8.0f * p + 1.0f) - 1.0f) * 0.5f);  // equal pieces: (strip, four tiles before it)
    while (q * (q + 1) / 2 > p) --q;
    while ((q + 1) * (q + 2) / 2 <= p) ++q;
    int strip = 4 * q + (blockIdx.x & 3), from = 4 * (p - q * (q + 1) / 2), i = strip * 512 + threadIdx.x;
    atomicAdd(score + i, violin_tiles(marks, marks[i], strip, from, min(from + 4, strip + 1)));
}

// ---- Caravan: total and square load of each of 30000 caravans from the loads of its animals (ragged lists; ten caravans are huge).
constexpr int kCaravans = 30000, kLoadPiece = 1024;  // piece in 16-byte words of 8 loads

__device__ __forceinline__ float2 caravan_sum(const uint4* __restrict__ load, int from, int to) {
    float s = 0.0f, q = 0.0f;
    auto take = [&](uint4 word) {
        const __half2* h = reinterpret_cast<const __half2*>(&word);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float2 f = __half22float2(h[j]);
            s += fabsf(f.x) + fabsf(f.y);
            q = fmaf(f.x, f.x, fmaf(f.y, f.y, q));
        }
    };
    int i = from + threadIdx.x;
    for (; i + 384 < to; i += 512) {
        uint4 w[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) w[j] = load[i + j * 128];
#pragma unroll
        for (int j = 0; j < 4; ++j) take(w[j]);
    }
    for (; i < to; i += 128) take(load[i]);
    __shared__ float2 warps[4];
#pragma unroll
    for (int o = 16; o; o >>= 1) { s += __shfl_down_sync(0xffffffffu, s, o); q += __shfl_down_sync(0xffffffffu, q, o); }
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = make_float2(s, q);
    __syncthreads();
    return make_float2(warps[0].x + warps[1].x + warps[2].x + warps[3].x, warps[0].y + warps[1].y + warps[2].y + warps[3].y);
}

__global__ void __launch_bounds__(128) caravan_loads_h3_a(const uint4* __restrict__ load, const int* __restrict__ first, float2* __restrict__ total) {
    float2 sum = caravan_sum(load, first[blockIdx.x], first[blockIdx.x + 1]);
    if (threadIdx.x == 0) total[blockIdx.x] = sum;
}

__global__ void __launch_bounds__(128) caravan_loads_h3_b(const uint4* __restrict__ load, const int4* __restrict__ piece, float2* __restrict__ total) {
    int4 p = piece[blockIdx.x];  // caravan, from, to, whole
    float2 sum = caravan_sum(load, p.y, p.z);
    if (threadIdx.x == 0) {
        if (p.w) total[p.x] = sum;
        else { atomicAdd(&total[p.x].x, sum.x); atomicAdd(&total[p.x].y, sum.y); }
    }
}

// ---- X-ray detector: 32 panels of 256 x 256 pixels, raw counts to energies with each pixel's pedestal and gain and each panel's offset.
constexpr int kPanels = 32, kPanelQuads = 256 * 256 / 4;

__device__ __forceinline__ float4 panel_energy(ushort4 raw, float4 dark, float4 gain, float offset) {
    return make_float4(fmaf(raw.x - dark.x - offset, gain.x, 0.5f), fmaf(raw.y - dark.y - offset, gain.y, 0.5f),
                       fmaf(raw.z - dark.z - offset, gain.z, 0.5f), fmaf(raw.w - dark.w - offset, gain.w, 0.5f));
}

__global__ void __launch_bounds__(256) mosaic_panels_h3_a0(const ushort4* __restrict__ raw, const float4* __restrict__ dark, const float4* __restrict__ gain,
                                                           const float* __restrict__ offset, float4* __restrict__ energy) {
    int i = blockIdx.x * 256 + threadIdx.x;
    energy[i] = panel_energy(raw[i], dark[i], gain[i], offset[0]);
}

__global__ void __launch_bounds__(256) mosaic_panels_h3_b(const ushort4* __restrict__ raw, const float4* __restrict__ dark, const float4* __restrict__ gain,
                                                          const float* __restrict__ offset, float4* __restrict__ energy) {
    int i = blockIdx.y * kPanelQuads + blockIdx.x * 256 + threadIdx.x;
    energy[i] = panel_energy(raw[i], dark[i], gain[i], offset[blockIdx.y]);
}

// ---- Language model: residual sum of each token's 4096 features, its largest magnitude, and the features as 8-bit integers of that scale.
constexpr int kTokens = 32768, kTokenWords = 512;  // 16-byte words of 8 features

__device__ __forceinline__ uint4 token_add(uint4 a, uint4 b) {
    uint4 c;
    const __half2 *x = reinterpret_cast<const __half2*>(&a), *y = reinterpret_cast<const __half2*>(&b);
    __half2* z = reinterpret_cast<__half2*>(&c);
#pragma unroll
    for (int j = 0; j < 4; ++j) z[j] = __hadd2(x[j], y[j]);
    return c;
}
__device__ __forceinline__ float token_top(uint4 a) {
    const __half2* x = reinterpret_cast<const __half2*>(&a);
    __half2 m = __hmax2(__hmax2(__habs2(x[0]), __habs2(x[1])), __hmax2(__habs2(x[2]), __habs2(x[3])));
    return fmaxf(__low2float(m), __high2float(m));
}
__device__ __forceinline__ float token_scale(float top) {  // of a block of 256 threads
    __shared__ float warps[8];
#pragma unroll
    for (int o = 16; o; o >>= 1) top = fmaxf(top, __shfl_xor_sync(0xffffffffu, top, o));
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = top;
    __syncthreads();
    top = warps[0];
#pragma unroll
    for (int j = 1; j < 8; ++j) top = fmaxf(top, warps[j]);
    return 127.0f / fmaxf(top, 1e-6f);
}
__device__ __forceinline__ uint2 token_pack(uint4 a, float scale) {
    const __half2* x = reinterpret_cast<const __half2*>(&a);
    unsigned q[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        float2 u = __half22float2(x[2 * j]), v = __half22float2(x[2 * j + 1]);
        q[j] = (__float2int_rn(u.x * scale) & 255) | (__float2int_rn(u.y * scale) & 255) << 8 | (__float2int_rn(v.x * scale) & 255) << 16 |
               (unsigned)__float2int_rn(v.y * scale) << 24;
    }
    return make_uint2(q[0], q[1]);
}

__global__ void __launch_bounds__(256) harbor_tokens_h3_a0(const uint4* __restrict__ x, const uint4* __restrict__ residual, uint4* __restrict__ hidden) {
    int i = blockIdx.x * 256 + threadIdx.x;
    hidden[i] = token_add(x[i], residual[i]);
}
__global__ void __launch_bounds__(256) harbor_tokens_h3_a1(const uint4* __restrict__ hidden, float* __restrict__ scale) {
    const uint4* row = hidden + (size_t)blockIdx.x * kTokenWords;
    float s = token_scale(fmaxf(token_top(row[threadIdx.x]), token_top(row[threadIdx.x + 256])));
    if (threadIdx.x == 0) scale[blockIdx.x] = s;
}
__global__ void __launch_bounds__(256) harbor_tokens_h3_a2(const uint4* __restrict__ hidden, const float* __restrict__ scale, uint2* __restrict__ packed) {
    int i = blockIdx.x * 256 + threadIdx.x;
    packed[i] = token_pack(hidden[i], scale[i / kTokenWords]);
}
__global__ void __launch_bounds__(256) harbor_tokens_h3_b(const uint4* __restrict__ x, const uint4* __restrict__ residual, uint2* __restrict__ packed) {
    int i = blockIdx.x * kTokenWords + threadIdx.x;
    uint4 x0 = x[i], x1 = x[i + 256], r0 = residual[i], r1 = residual[i + 256];
    uint4 h0 = token_add(x0, r0), h1 = token_add(x1, r1);
    float s = token_scale(fmaxf(token_top(h0), token_top(h1)));
    packed[i] = token_pack(h0, s);
    packed[i + 256] = token_pack(h1, s);
}

// ---- Library: pages of 64 keys fetched from a paged store in the order of a page table and scaled for the search.
constexpr int kPages = 1 << 20;

__global__ void __launch_bounds__(64) library_shelves_h3_a(const float* __restrict__ store, const int* __restrict__ table, float* __restrict__ keys) {
    int page = table[blockIdx.x];
    keys[blockIdx.x * 64 + threadIdx.x] = 0.125f * store[page * 64 + threadIdx.x];
}

__global__ void __launch_bounds__(256) library_shelves_h3_b(const float* __restrict__ store, const int* __restrict__ table, float* __restrict__ keys) {
    int part = threadIdx.x / 64, key = threadIdx.x % 64, first = blockIdx.x * 32 + part;
    int page[8];
    float v[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) page[j] = table[first + j * 4];
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = store[page[j] * 64 + key];
#pragma unroll
    for (int j = 0; j < 8; ++j) keys[(first + j * 4) * 64 + key] = 0.125f * v[j];
}

// ---- Kiln: concentration after 240 steps of an oscillating reaction at the 6 x 6 nodes of each finite element of a glaze (double precision).
constexpr int kElements = 132 * 7 * 8 * 6, kNodes = 36;

__device__ __forceinline__ double2 kiln_react(double2 c, double2 rate) {
#pragma unroll 8
    for (int s = 0; s < 240; ++s) {
        double uu = c.x * c.x, burn = fma(uu, c.y, -rate.y * c.x);
        c.y = fma(-0.01, burn, c.y);
        c.x = fma(0.01, burn + (rate.x - c.x), c.x);
    }
    return c;
}

__global__ void __launch_bounds__(36) kiln_glazes_h3_a(const double2* __restrict__ start, const double2* __restrict__ rates, double2* __restrict__ end) {
    int node = threadIdx.y * 6 + threadIdx.x, at = blockIdx.x * kNodes + node;
    double2 c = start[at], r = rates[blockIdx.x];
    end[at] = kiln_react(make_double2(1.0 + 0.3 * c.x, 2.0 + 0.3 * c.y), make_double2(1.0 + 0.1 * r.x, 2.2 + 0.1 * r.y));
}

__global__ void __launch_bounds__(288) kiln_glazes_h3_b(const double2* __restrict__ start, const double2* __restrict__ rates, double2* __restrict__ end) {
    int at = blockIdx.x * 288 + threadIdx.x;
    double2 c = start[at], r = rates[at / kNodes];
    end[at] = kiln_react(make_double2(1.0 + 0.3 * c.x, 2.0 + 0.3 * c.y), make_double2(1.0 + 0.1 * r.x, 2.2 + 0.1 * r.y));
}

// ---- Comets: position from a Chebyshev series of 192 terms (an ephemeris) at four times a thread.
constexpr int kTerms = 192, kArcs = 132 * 8 * 12 + 60;  // blocks of 256 threads
__constant__ float4 comet_terms[kTerms / 4];

template <int kThreads>
__device__ __forceinline__ void comet_series(const float4* __restrict__ when, float4* __restrict__ where) {
    int i = blockIdx.x * kThreads + threadIdx.x;
    float4 at = when[i];
    float x[4] = {at.x, at.y, at.z, at.w}, b1[4] = {}, b2[4] = {};
#pragma unroll 4
    for (int k = kTerms / 4 - 1; k >= 0; --k) {
        float4 c = comet_terms[k];
        float term[4] = {c.w, c.z, c.y, c.x};
#pragma unroll
        for (int m = 0; m < 4; ++m)
#pragma unroll
            for (int j = 0; j < 4; ++j) { float b = fmaf(2.0f * x[j], b1[j], term[m] - b2[j]); b2[j] = b1[j]; b1[j] = b; }
    }
    where[i] = make_float4(fmaf(-x[0], b2[0], b1[0]), fmaf(-x[1], b2[1], b1[1]), fmaf(-x[2], b2[2], b1[2]), fmaf(-x[3], b2[3], b1[3]));
}

__global__ void __launch_bounds__(256) comet_arcs_h3_a(const float4* __restrict__ when, float4* __restrict__ where) { comet_series<256>(when, where); }
__global__ void __launch_bounds__(128) comet_arcs_h3_b(const float4* __restrict__ when, float4* __restrict__ where) { comet_series<128>(when, where); }

// ---- Twin portraits: squared difference of two image archives, partial sums of one wave of blocks that walk over all pixels.
constexpr int kWalkers = 132 * 4, kWalk = kWalkers * 256, kPortraitQuads = kWalk * 4 * 64;

__global__ void __launch_bounds__(256, 4) twin_portraits_h3_a(const float4* __restrict__ left, const float4* __restrict__ right, float* __restrict__ partial) {
    float s[4] = {};
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kPortraitQuads; i += 4 * kWalk) {
        float4 l[4], r[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) { l[j] = __ldcs(left + i + j * kWalk); r[j] = __ldcs(right + i + j * kWalk); }
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float dx = l[j].x - r[j].x, dy = l[j].y - r[j].y, dz = l[j].z - r[j].z, dw = l[j].w - r[j].w;
            s[j] = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, fmaf(dw, dw, s[j]))));
        }
    }
    __shared__ float warps[8];
    float sum = (s[0] + s[1]) + (s[2] + s[3]);
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, o);
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int j = 1; j < 8; ++j) sum += warps[j];
        partial[blockIdx.x] = sum;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // Two float fields and a result shared by all; halves, doubles and tables of their own.
    constexpr size_t kFloats = (size_t)kPortraitQuads * 4;
    static_assert(kFloats >= (size_t)kGroups * kGroupQuads * 4 && kFloats >= (size_t)kPages * 64 && kFloats >= (size_t)kArcs * 1024, "fields are too short");
    float *one = filled<float>(kFloats, 61), *two = filled<float>(kFloats, 62), *out = empty<float>((size_t)kPages * 64);
    float4 *one4 = reinterpret_cast<float4*>(one), *two4 = reinterpret_cast<float4*>(two), *out4 = reinterpret_cast<float4*>(out);
    float2 *two2 = reinterpret_cast<float2*>(two), *out2 = reinterpret_cast<float2*>(out);

    float2* part = empty<float2>(kGroups * kSlices);
    unsigned* ticket = empty<unsigned>(kGroups);
    CHECK(cudaMemset(ticket, 0, kGroups * sizeof(unsigned)));
    add("lichen_maps_h3_a", out, kGroups * 2, Output::f32, [=] { lichen_maps_h3_a<<<kGroups, 512>>>(one4, out2); });
    add("lichen_maps_h3_b", out, kGroups * 2, Output::f32, [=] { lichen_maps_h3_b<<<dim3(kSlices, kGroups), 512>>>(one4, out2, part, ticket); });

    add("plankton_nets_h3_a", out, kSamples * kSpecies, Output::f32, [=] { plankton_nets_h3_a<<<dim3(kSpecies / 64, kSamples / 64), 256>>>(one, two, out); });
    add("plankton_nets_h3_b", out, kSamples * kSpecies, Output::f32, [=] {
        CHECK(cudaMemsetAsync(out, 0, kSamples * kSpecies * sizeof(float)));
        plankton_nets_h3_b<<<dim3(kSpecies / 64, kSamples / 64, kParts), 256>>>(one, two, out); });

    add("bell_echoes_h3_a", out, (size_t)kSlabs * kVoxels * 2, Output::f32, [=] { bell_echoes_h3_a<<<kSlabs, 1024>>>(one4, two2, out2); });
    add("bell_echoes_h3_b", out, (size_t)kSlabs * kVoxels * 2, Output::f32, [=] { bell_echoes_h3_b<<<kSlabs * 8, 1024>>>(one4, two2, out2); });

    int* score = empty<int>(kPlayers);
    add("violin_judges_h3_a", score, kPlayers, Output::i32, [=] { violin_judges_h3_a<<<kPlayers / 512, 512>>>(two2, score); });
    add("violin_judges_h3_b", score, kPlayers, Output::i32, [=] {
        CHECK(cudaMemsetAsync(score, 0, kPlayers * sizeof(int)));
        violin_judges_h3_b<<<4 * 33 * 34 / 2, 512>>>(two2, score); });

    std::vector<int> first(1, 0);
    std::vector<int4> piece;
    for (int c = 0; c < kCaravans; ++c) {
        int from = first.back(), words = c % 2900 == 1700 ? 1 << 17 : 384 + (int)(harness::hash32(c) % 257), to = from + words;
        for (int p = from; p < to; p += kLoadPiece) piece.push_back(make_int4(c, p, std::min(p + kLoadPiece, to), words <= kLoadPiece));
        first.push_back(to);
    }
    __half* loads = filled<__half>((size_t)first.back() * 8, 63);
    const uint4* words = reinterpret_cast<const uint4*>(loads);
    int *start = uploaded(first), pieces = (int)piece.size();
    int4* pieces_at = uploaded(piece);
    add("caravan_loads_h3_a", out, kCaravans * 2, Output::f32, [=] { caravan_loads_h3_a<<<kCaravans, 128>>>(words, start, out2); });
    add("caravan_loads_h3_b", out, kCaravans * 2, Output::f32, [=] {
        CHECK(cudaMemsetAsync(out, 0, kCaravans * sizeof(float2)));
        caravan_loads_h3_b<<<pieces, 128>>>(words, pieces_at, out2); });

    std::vector<uint16_t> counts((size_t)kPanels * kPanelQuads * 4);
    for (size_t i = 0; i < counts.size(); ++i) counts[i] = (uint16_t)(harness::hash32((uint32_t)i) & 16383);
    const ushort4* raw = reinterpret_cast<const ushort4*>(uploaded(counts));
    float* offsets = filled<float>(kPanels, 64);
    add("mosaic_panels_h3_a", out, counts.size(), Output::f32, [=] {
        for (int p = 0; p < kPanels; ++p) {
            int at = p * kPanelQuads;
            mosaic_panels_h3_a0<<<kPanelQuads / 256, 256>>>(raw + at, one4 + at, two4 + at, offsets + p, out4 + at);
        } });
    add("mosaic_panels_h3_b", out, counts.size(), Output::f32, [=] { mosaic_panels_h3_b<<<dim3(kPanelQuads / 256, kPanels), 256>>>(raw, one4, two4, offsets, out4); });

    constexpr size_t kFeatures = (size_t)kTokens * kTokenWords * 8;
    const uint4 *x = reinterpret_cast<const uint4*>(filled<__half>(kFeatures, 65)), *residual = reinterpret_cast<const uint4*>(filled<__half>(kFeatures, 66));
    uint4* hidden = reinterpret_cast<uint4*>(empty<__half>(kFeatures));
    float* scale = empty<float>(kTokens);
    uint8_t* packed = empty<uint8_t>(kFeatures);
    uint2* packed2 = reinterpret_cast<uint2*>(packed);
    add("harbor_tokens_h3_a", packed, kFeatures, Output::u8, [=] {
        harbor_tokens_h3_a0<<<kTokens * kTokenWords / 256, 256>>>(x, residual, hidden);
        harbor_tokens_h3_a1<<<kTokens, 256>>>(hidden, scale);
        harbor_tokens_h3_a2<<<kTokens * kTokenWords / 256, 256>>>(hidden, scale, packed2); });
    add("harbor_tokens_h3_b", packed, kFeatures, Output::u8, [=] { harbor_tokens_h3_b<<<kTokens, 256>>>(x, residual, packed2); });

    int* table = harness::indices(kPages, kPages, 67);
    add("library_shelves_h3_a", out, (size_t)kPages * 64, Output::f32, [=] { library_shelves_h3_a<<<kPages, 64>>>(two, table, out); });
    add("library_shelves_h3_b", out, (size_t)kPages * 64, Output::f32, [=] { library_shelves_h3_b<<<kPages / 32, 256>>>(two, table, out); });

    constexpr size_t kAll = (size_t)kElements * kNodes;
    double *glaze = filled<double>(kAll * 2, 68), *rates = filled<double>((size_t)kElements * 2, 69), *fired = empty<double>(kAll * 2);
    const double2 *glaze2 = reinterpret_cast<const double2*>(glaze), *rates2 = reinterpret_cast<const double2*>(rates);
    double2* fired2 = reinterpret_cast<double2*>(fired);
    add("kiln_glazes_h3_a", fired, kAll * 2, Output::f64, [=] { kiln_glazes_h3_a<<<kElements, dim3(6, 6)>>>(glaze2, rates2, fired2); });
    add("kiln_glazes_h3_b", fired, kAll * 2, Output::f64, [=] { kiln_glazes_h3_b<<<kElements / 8, 288>>>(glaze2, rates2, fired2); });

    std::vector<float> terms(kTerms);
    for (int k = 0; k < kTerms; ++k) terms[k] = harness::unit(k + 70) / (1.0f + 0.2f * k);
    CHECK(cudaMemcpyToSymbol(comet_terms, terms.data(), kTerms * sizeof(float)));
    add("comet_arcs_h3_a", out, (size_t)kArcs * 1024, Output::f32, [=] { comet_arcs_h3_a<<<kArcs, 256>>>(one4, out4); });
    add("comet_arcs_h3_b", out, (size_t)kArcs * 1024, Output::f32, [=] { comet_arcs_h3_b<<<kArcs * 2, 128>>>(one4, out4); });

    add("twin_portraits_h3_a", out, kWalkers, Output::f32, [=] { twin_portraits_h3_a<<<kWalkers, 256>>>(one4, two4, out); });

    return harness::run(argc, argv, cases);
}
