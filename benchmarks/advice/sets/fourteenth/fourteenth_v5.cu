// Ten measured pairs from trades, signals and laboratories: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using harness::Case;
using harness::Output;
namespace wmma = nvcuda::wmma;

// ---- Weaving: rises of the warp and interlacements with the weft along closed cords of 128 picks of a punched design.
constexpr int kCords = 8 << 20;

__device__ __forceinline__ void follow_pick(unsigned pick, unsigned& last, int& rises, int& crossings) {
    for (int p = 0; p < 32; ++p) {
        unsigned up = (pick >> p) & 1u;
        rises += up;
        crossings += up ^ last;
        last = up;
    }
}

__global__ void __launch_bounds__(256) jacquard_cords_v5_a(const uint4* __restrict__ design, int* __restrict__ tally) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 d = design[i];
    unsigned last = d.w >> 31;
    int rises = 0, crossings = 0;
    follow_pick(d.x, last, rises, crossings);
    follow_pick(d.y, last, rises, crossings);
    follow_pick(d.z, last, rises, crossings);
    follow_pick(d.w, last, rises, crossings);
    tally[i] = crossings * 256 + rises;
}

__global__ void __launch_bounds__(256) jacquard_cords_v5_b(const uint4* __restrict__ design, int* __restrict__ tally) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 d = design[i];
    int rises = __popc(d.x) + __popc(d.y) + __popc(d.z) + __popc(d.w);
    int crossings = __popc(d.x ^ __funnelshift_l(d.w, d.x, 1)) + __popc(d.y ^ __funnelshift_l(d.x, d.y, 1)) +
                    __popc(d.z ^ __funnelshift_l(d.y, d.z, 1)) + __popc(d.w ^ __funnelshift_l(d.z, d.w, 1));
    tally[i] = crossings * 256 + rises;
}

// ---- Molecular spectroscopy: rotational partition function, 24 levels of weight 2J+1 and energy J(J+1) in units of the temperature.
constexpr int kMolecules = 32 << 20, kLevels = 24;

__device__ __forceinline__ float power_of_two(float x) {
    float y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}

__device__ __forceinline__ float levels_apart(float v) {
    float x = -1.442695f * (0.035f + 0.025f * v), sum = 1.0f;
#pragma unroll
    for (int j = 1; j < kLevels; ++j) sum += (2.0f * j + 1.0f) * power_of_two((float)(j * (j + 1)) * x);
    return sum;
}

__device__ __forceinline__ float levels_climbed(float v) {
    float x = -1.442695f * (0.035f + 0.025f * v), sum = 1.0f, step = 1.0f, weight = 1.0f, q = power_of_two(2.0f * x);
#pragma unroll
    for (int j = 1; j < kLevels; ++j) {
        step *= q;
        weight *= step;
        sum += (2.0f * j + 1.0f) * weight;
    }
    return sum;
}

__global__ void __launch_bounds__(256) rotor_partition_v5_a(const float4* __restrict__ ratio, float4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = ratio[i];
    out[i] = make_float4(levels_apart(v.x), levels_apart(v.y), levels_apart(v.z), levels_apart(v.w));
}

__global__ void __launch_bounds__(256) rotor_partition_v5_b(const float4* __restrict__ ratio, float4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = ratio[i];
    out[i] = make_float4(levels_climbed(v.x), levels_climbed(v.y), levels_climbed(v.z), levels_climbed(v.w));
}

// ---- Lightning location: received fields; those above the trigger are inverted for the distance of the stroke by 48 damped corrections.
constexpr int kFields = 24 << 20;
constexpr float kTrigger = 0.84f;

__device__ __forceinline__ float stroke_distance(float field) {
    float d = 0.5f;
#pragma unroll 4
    for (int n = 0; n < 48; ++n) {
        float loss = fmaf(d, fmaf(d, fmaf(d, 0.05f, -0.21f), 0.63f), 0.12f);
        d = fmaf(0.3f, field - loss, d);
    }
    return d;
}

__device__ __forceinline__ float background(float field) { return fmaf(0.1f * field, field, 0.05f); }
__device__ __forceinline__ float either(float field) { return field > kTrigger ? stroke_distance(field) : background(field); }

__global__ void __launch_bounds__(256) sferic_range_v5_a(const float4* __restrict__ field, float4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = field[i], r;
    r.x = either(v.x);
    r.y = either(v.y);
    r.z = either(v.z);
    r.w = either(v.w);
    out[i] = r;
}

__global__ void __launch_bounds__(256) sferic_range_v5_b(const float4* __restrict__ field, float4* __restrict__ out) {
    __shared__ float4 tile[256];
    __shared__ short list[1024];
    __shared__ int strokes;
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    if (t == 0) strokes = 0;
    float4 v = field[i];
    __syncthreads();
    tile[t] = make_float4(v.x > kTrigger ? v.x : background(v.x), v.y > kTrigger ? v.y : background(v.y),
                          v.z > kTrigger ? v.z : background(v.z), v.w > kTrigger ? v.w : background(v.w));
    if (v.x > kTrigger) list[atomicAdd(&strokes, 1)] = (short)(4 * t);
    if (v.y > kTrigger) list[atomicAdd(&strokes, 1)] = (short)(4 * t + 1);
    if (v.z > kTrigger) list[atomicAdd(&strokes, 1)] = (short)(4 * t + 2);
    if (v.w > kTrigger) list[atomicAdd(&strokes, 1)] = (short)(4 * t + 3);
    __syncthreads();
    float* flat = reinterpret_cast<float*>(tile);
    for (int s = t; s < strokes; s += 256) flat[list[s]] = stroke_distance(flat[list[s]]);
    __syncthreads();
    out[i] = tile[t];
}

// ---- Airports: mass of the baggage of each flight (65536 pieces) in each of eight classes of handling; three quarters are of class 0.
constexpr int kFlights = 1056, kPieces = 64 << 10, kClasses = 8;

__global__ void harness_label(int* pieces, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        unsigned h = harness::hash32((unsigned)i + 91u), kind = (h & 3u) ? 0u : (h >> 2) & 7u;
        pieces[i] = (int)(((h >> 8) & 255u) * 8u + kind);
    }
}

template <int kCopies>
__device__ __forceinline__ void weigh(const int4* __restrict__ pieces, int* __restrict__ mass) {
    __shared__ int hold[kClasses * kCopies];
    int t = threadIdx.x, copy = t % kCopies;
    if (t < kClasses * kCopies) hold[t] = 0;
    __syncthreads();
    const int4* mine = pieces + (size_t)blockIdx.x * (kPieces / 4) + t;
#pragma unroll 4
    for (int q = 0; q < kPieces / 1024; ++q) {
        int4 p = __ldcs(mine + q * 256);
        atomicAdd(&hold[(p.x & 7) * kCopies + copy], p.x >> 3);
        atomicAdd(&hold[(p.y & 7) * kCopies + copy], p.y >> 3);
        atomicAdd(&hold[(p.z & 7) * kCopies + copy], p.z >> 3);
        atomicAdd(&hold[(p.w & 7) * kCopies + copy], p.w >> 3);
    }
    __syncthreads();
    int lane = t % 32, part = lane < kCopies ? hold[t / 32 * kCopies + lane] : 0;
    part = __reduce_add_sync(0xffffffffu, part);
    if (lane == 0) mass[blockIdx.x * kClasses + t / 32] = part;
}

__global__ void __launch_bounds__(256, 8) luggage_mass_v5_a(const int4* __restrict__ pieces, int* __restrict__ mass) { weigh<1>(pieces, mass); }

__global__ void __launch_bounds__(256, 8) luggage_mass_v5_b(const int4* __restrict__ pieces, int* __restrict__ mass) { weigh<32>(pieces, mass); }

// ---- Perfumery: from each shelf of 1024 formulas (four descriptors each) the 64 most unlike, each the farthest from all chosen before it.
constexpr int kShelves = 132 * 2 * 8, kFormulas = 1024, kPicks = 64;

__device__ __forceinline__ unsigned farthest_tree(unsigned key, unsigned* board) {
    int t = threadIdx.x;
    board[t] = key;
    __syncthreads();
    for (int s = kFormulas / 2; s > 0; s >>= 1) {
        if (t < s) board[t] = max(board[t], board[t + s]);
        __syncthreads();
    }
    unsigned best = board[0];
    __syncthreads();
    return best;
}

__device__ __forceinline__ unsigned farthest_warps(unsigned key, unsigned* board) {
    int t = threadIdx.x;
    unsigned best = __reduce_max_sync(0xffffffffu, key);
    if (t % 32 == 0) board[t / 32] = best;
    __syncthreads();
    best = __reduce_max_sync(0xffffffffu, board[t % 32]);
    __syncthreads();
    return best;
}

template <bool kWarps>
__device__ __forceinline__ void choose(const float4* __restrict__ shelf, int* __restrict__ picks) {
    __shared__ float4 formula[kFormulas];
    __shared__ unsigned board[kWarps ? 32 : kFormulas];
    int t = threadIdx.x;
    float4 me = shelf[(size_t)blockIdx.x * kFormulas + t];
    formula[t] = me;
    __syncthreads();
    float nearest = 1e30f;
    unsigned chosen = 0;
    for (int n = 0; n < kPicks; ++n) {
        if (t == 0) picks[blockIdx.x * kPicks + n] = (int)chosen;
        float4 c = formula[chosen];
        float x = me.x - c.x, y = me.y - c.y, z = me.z - c.z, w = me.w - c.w;
        nearest = fminf(nearest, fmaf(x, x, fmaf(y, y, fmaf(z, z, w * w))));
        unsigned key = (__float_as_uint(nearest) & ~1023u) | (unsigned)t;
        chosen = (kWarps ? farthest_warps(key, board) : farthest_tree(key, board)) & 1023u;
    }
}

__global__ void __launch_bounds__(1024, 2) fragrance_picks_v5_a(const float4* __restrict__ shelf, int* __restrict__ picks) { choose<false>(shelf, picks); }

__global__ void __launch_bounds__(1024, 2) fragrance_picks_v5_b(const float4* __restrict__ shelf, int* __restrict__ picks) { choose<true>(shelf, picks); }

// ---- Hyperscanning: power of the coupling of 128 electrodes of one player with 128 of another in each window of 128 samples of a concert.
constexpr int kWindows = 132 * 3 * 10, kSide = 128, kPitch = kSide + 8, kHyperBytes = 2 * kSide * kPitch * 2;

__device__ __forceinline__ void stage_players(const __half* __restrict__ first, const __half* __restrict__ second, __half* a, __half* b) {
    size_t base = (size_t)blockIdx.x * kSide * kSide;
#pragma unroll
    for (int q = 0; q < kSide * kSide / 8 / 256; ++q) {
        int at = (q * 256 + threadIdx.x) * 8, k = at / kSide, e = at % kSide;
        *reinterpret_cast<uint4*>(a + k * kPitch + e) = *reinterpret_cast<const uint4*>(first + base + at);
        *reinterpret_cast<uint4*>(b + k * kPitch + e) = *reinterpret_cast<const uint4*>(second + base + at);
    }
    __syncthreads();
}

__device__ __forceinline__ float4 widened(const __half* p) {
    uint2 raw = *reinterpret_cast<const uint2*>(p);
    float2 lo = __half22float2(*reinterpret_cast<__half2*>(&raw.x)), hi = __half22float2(*reinterpret_cast<__half2*>(&raw.y));
    return make_float4(lo.x, lo.y, hi.x, hi.y);
}

__global__ void __launch_bounds__(256, 2) hyperscan_coupling_v5_a(const __half* __restrict__ first, const __half* __restrict__ second,
                                                                  float* __restrict__ power) {
    extern __shared__ __align__(128) __half players[];
    __half *a = players, *b = players + kSide * kPitch;
    stage_players(first, second, a, b);
    int row = threadIdx.x / 16 * 4, col = threadIdx.x % 16 * 4;
    float c[8][8] = {};
#pragma unroll 4
    for (int k = 0; k < kSide; ++k) {
        float4 a0 = widened(a + k * kPitch + row), a1 = widened(a + k * kPitch + 64 + row);
        float4 b0 = widened(b + k * kPitch + col), b1 = widened(b + k * kPitch + 64 + col);
        float u[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w}, v[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
        for (int i = 0; i < 8; ++i)
#pragma unroll
            for (int j = 0; j < 8; ++j) c[i][j] += u[i] * v[j];
    }
    float* out = power + (size_t)blockIdx.x * kSide * kSide;
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* line = out + (i / 4 * 64 + row + i % 4) * kSide + col;
        *reinterpret_cast<float4*>(line) = make_float4(c[i][0] * c[i][0], c[i][1] * c[i][1], c[i][2] * c[i][2], c[i][3] * c[i][3]);
        *reinterpret_cast<float4*>(line + 64) = make_float4(c[i][4] * c[i][4], c[i][5] * c[i][5], c[i][6] * c[i][6], c[i][7] * c[i][7]);
    }
}

__global__ void __launch_bounds__(256, 2) hyperscan_coupling_v5_b(const __half* __restrict__ first, const __half* __restrict__ second,
                                                                  float* __restrict__ power) {
    extern __shared__ __align__(128) __half players[];
    __half *a = players, *b = players + kSide * kPitch;
    stage_players(first, second, a, b);
    int row = threadIdx.x / 64 * 32, col = threadIdx.x / 32 % 2 * 64;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[2][4];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(c[i][j], 0.0f);
#pragma unroll 2
    for (int k = 0; k < kSide; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::col_major> u[2];
        wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> v[4];
#pragma unroll
        for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(u[i], a + k * kPitch + row + 16 * i, kPitch);
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(v[j], b + k * kPitch + col + 16 * j, kPitch);
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::mma_sync(c[i][j], u[i], v[j], c[i][j]);
    }
    float* out = power + (size_t)blockIdx.x * kSide * kSide;
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
#pragma unroll
            for (int e = 0; e < c[i][j].num_elements; ++e) c[i][j].x[e] *= c[i][j].x[e];
            wmma::store_matrix_sync(out + (row + 16 * i) * kSide + col + 16 * j, c[i][j], kSide, wmma::mem_row_major);
        }
}

// ---- Holography: intensity of 4096 output spots for 4224 phase masks of 2048 pixels.
constexpr int kMasks = 128 * 33, kSpots = 256 * 16, kPixels = 2048, kDeep = 32, kMaskPitch = kDeep + 8, kSpotPitch = 256 + 8;
constexpr int kSpotAt = 128 * kMaskPitch, kSlot = kSpotAt + kDeep * kSpotPitch, kSlots = 4;

using Spots = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;

__device__ __forceinline__ void spread_light(const __half* slot, Spots (&c)[4][4], int row, int col) {
#pragma unroll
    for (int k = 0; k < kDeep; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> u[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(u[i], slot + (row + 16 * i) * kMaskPitch + k, kMaskPitch);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> v;
            wmma::load_matrix_sync(v, slot + kSpotAt + k * kSpotPitch + col + 16 * j, kSpotPitch);
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::mma_sync(c[i][j], u[i], v, c[i][j]);
        }
    }
}

__device__ __forceinline__ void dark_spots(Spots (&c)[4][4]) {
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(c[i][j], 0.0f);
}

__device__ __forceinline__ void expose(float* __restrict__ intensity, Spots (&c)[4][4], int row, int col) {
    float* out = intensity + (size_t)(blockIdx.x * 128 + row) * kSpots + blockIdx.y * 256 + col;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
#pragma unroll
            for (int e = 0; e < c[i][j].num_elements; ++e) c[i][j].x[e] *= c[i][j].x[e];
            wmma::store_matrix_sync(out + (size_t)(16 * i) * kSpots + 16 * j, c[i][j], kSpots, wmma::mem_row_major);
        }
}

__global__ void __launch_bounds__(256, 1) hologram_spots_v5_a(const __half* __restrict__ masks, const __half* __restrict__ optics,
                                                              float* __restrict__ intensity) {
    extern __shared__ __align__(128) __half slots[];
    int t = threadIdx.x, row = t / 128 * 64, col = t / 32 % 4 * 64;
    const __half* mask = masks + (size_t)(blockIdx.x * 128 + t / 4) * kPixels + t % 4 * 8;
    const __half* optic = optics + (size_t)(t / 32) * kSpots + blockIdx.y * 256 + t % 32 * 8;
    __half *mask_to = slots + t / 4 * kMaskPitch + t % 4 * 8, *optic_to = slots + kSpotAt + t / 32 * kSpotPitch + t % 32 * 8;
    Spots c[4][4];
    dark_spots(c);
    for (int k = 0; k < kPixels; k += kDeep) {
        uint4 m[2], o[4];
#pragma unroll
        for (int q = 0; q < 2; ++q) m[q] = *reinterpret_cast<const uint4*>(mask + (size_t)(64 * q) * kPixels + k);
#pragma unroll
        for (int q = 0; q < 4; ++q) o[q] = *reinterpret_cast<const uint4*>(optic + (size_t)(k + 8 * q) * kSpots);
#pragma unroll
        for (int q = 0; q < 2; ++q) *reinterpret_cast<uint4*>(mask_to + 64 * q * kMaskPitch) = m[q];
#pragma unroll
        for (int q = 0; q < 4; ++q) *reinterpret_cast<uint4*>(optic_to + 8 * q * kSpotPitch) = o[q];
        __syncthreads();
        spread_light(slots, c, row, col);
        __syncthreads();
    }
    expose(intensity, c, row, col);
}

__global__ void __launch_bounds__(256, 1) hologram_spots_v5_b(const __half* __restrict__ masks, const __half* __restrict__ optics,
                                                              float* __restrict__ intensity) {
    extern __shared__ __align__(128) __half slots[];
    int t = threadIdx.x, row = t / 128 * 64, col = t / 32 % 4 * 64;
    const __half* mask = masks + (size_t)(blockIdx.x * 128 + t / 4) * kPixels + t % 4 * 8;
    const __half* optic = optics + (size_t)(t / 32) * kSpots + blockIdx.y * 256 + t % 32 * 8;
    __half *mask_to = slots + t / 4 * kMaskPitch + t % 4 * 8, *optic_to = slots + kSpotAt + t / 32 * kSpotPitch + t % 32 * 8;
    auto fetch = [&](int step) {
        if (step < kPixels / kDeep) {
            int slot = step % kSlots * kSlot, k = step * kDeep;
#pragma unroll
            for (int q = 0; q < 2; ++q) __pipeline_memcpy_async(mask_to + slot + 64 * q * kMaskPitch, mask + (size_t)(64 * q) * kPixels + k, 16);
#pragma unroll
            for (int q = 0; q < 4; ++q) __pipeline_memcpy_async(optic_to + slot + 8 * q * kSpotPitch, optic + (size_t)(k + 8 * q) * kSpots, 16);
        }
        __pipeline_commit();
    };
    Spots c[4][4];
    dark_spots(c);
    for (int s = 0; s < kSlots - 1; ++s) fetch(s);
    for (int s = 0; s < kPixels / kDeep; ++s) {
        __pipeline_wait_prior(kSlots - 2);
        __syncthreads();
        fetch(s + kSlots - 1);
        spread_light(slots + s % kSlots * kSlot, c, row, col);
    }
    expose(intensity, c, row, col);
}

// ---- Cell biology: kymographs of microtubules cleared of dark level, flat field and bleaching; a thread takes four frames of four pixels.
__device__ __forceinline__ void clear_track(const float4* __restrict__ raw, const float4* __restrict__ dark, const float4* __restrict__ flat,
                                            const float* __restrict__ bleach, float4* __restrict__ out, int quads, int group, int x) {
    float4 d = dark[x], f = flat[x], v[4];
    size_t at = (size_t)group * 4 * quads + x;
#pragma unroll
    for (int r = 0; r < 4; ++r) v[r] = raw[at + (size_t)r * quads];
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        float g = 1.5f + bleach[group * 4 + r];
        out[at + (size_t)r * quads] = make_float4((v[r].x - 0.1f * d.x + 1.2f) * g * (1.3f + 0.2f * f.x), (v[r].y - 0.1f * d.y + 1.2f) * g * (1.3f + 0.2f * f.y),
                                                  (v[r].z - 0.1f * d.z + 1.2f) * g * (1.3f + 0.2f * f.z), (v[r].w - 0.1f * d.w + 1.2f) * g * (1.3f + 0.2f * f.w));
    }
}

__global__ void __launch_bounds__(256) kymograph_track_v5_a(const float4* __restrict__ raw, const float4* __restrict__ dark, const float4* __restrict__ flat,
                                                            const float* __restrict__ bleach, float4* __restrict__ out, int quads) {
    int i = blockIdx.x * 256 + threadIdx.x;
    clear_track(raw, dark, flat, bleach, out, quads, i / quads, i % quads);
}

__global__ void __launch_bounds__(256) kymograph_track_v5_b(const float4* __restrict__ raw, const float4* __restrict__ dark, const float4* __restrict__ flat,
                                                            const float* __restrict__ bleach, float4* __restrict__ out, int quads) {
    clear_track(raw, dark, flat, bleach, out, quads, blockIdx.y, blockIdx.x * 256 + threadIdx.x);
}

// ---- Proxemics: discomfort of visitors from the overlap of their spheres with those of 2048 fixtures, two visitors a thread.
constexpr int kVisitors = 132 * 8 * 512, kFixtures = 2048;

template <bool kTwoTiles>
__device__ __forceinline__ void feel(const float4* __restrict__ fixtures, const float4* __restrict__ visitors, float* __restrict__ load) {
    __shared__ float4 tile[kTwoTiles ? 2 : 1][256];
    int t = threadIdx.x, i = blockIdx.x * 512 + t;
    float4 p = visitors[i], q = visitors[i + 256];
    float first = 0.0f, second = 0.0f;
    for (int base = 0; base < kFixtures; base += 256) {
        float4 f = fixtures[base + t];
        float4* here = tile[kTwoTiles ? base / 256 % 2 : 0];
        here[t] = make_float4(f.x, f.y, f.z, 1.5f + f.w);
        __syncthreads();
#pragma unroll 8
        for (int s = 0; s < 256; ++s) {
            float4 g = here[s];
            float x = p.x - g.x, y = p.y - g.y, z = p.z - g.z;
            float u = fmaxf(fmaf(-x, x, fmaf(-y, y, fmaf(-z, z, 1.0f))), 0.0f);
            first = fmaf(g.w * u, u, first);
            x = q.x - g.x; y = q.y - g.y; z = q.z - g.z;
            u = fmaxf(fmaf(-x, x, fmaf(-y, y, fmaf(-z, z, 1.0f))), 0.0f);
            second = fmaf(g.w * u, u, second);
        }
        if (!kTwoTiles) __syncthreads();
    }
    load[i] = first;
    load[i + 256] = second;
}

__global__ void __launch_bounds__(256) proxemic_load_v5_a(const float4* __restrict__ fixtures, const float4* __restrict__ visitors, float* __restrict__ load) {
    feel<false>(fixtures, visitors, load);
}

__global__ void __launch_bounds__(256) proxemic_load_v5_b(const float4* __restrict__ fixtures, const float4* __restrict__ visitors, float* __restrict__ load) {
    feel<true>(fixtures, visitors, load);
}

// ---- Certificate logs: parents of pairs of digests by the compression function of SHA-256, words in planes.
constexpr int kParents = 132 * 256 * 64;
__constant__ unsigned kRound[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

__device__ __forceinline__ unsigned turn(unsigned x, int n) { return __funnelshift_r(x, x, n); }

__global__ void __launch_bounds__(256) certificate_parent_v5_a(const uint4* __restrict__ children, uint4* __restrict__ parents) {
    int i = blockIdx.x * 256 + threadIdx.x;
    unsigned w[16];
#pragma unroll
    for (int q = 0; q < 4; ++q) {
        uint4 v = children[(size_t)q * kParents + i];
        w[4 * q] = v.x; w[4 * q + 1] = v.y; w[4 * q + 2] = v.z; w[4 * q + 3] = v.w;
    }
    const unsigned start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    unsigned s[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) s[j] = start[j];
#pragma unroll 1
    for (int r = 0; r < 64; r += 16) {
#pragma unroll
        for (int j = 0; j < 16; ++j) {
            unsigned a = s[-j & 7], b = s[(1 - j) & 7], c = s[(2 - j) & 7], e = s[(4 - j) & 7], f = s[(5 - j) & 7], g = s[(6 - j) & 7];
            unsigned t = s[(7 - j) & 7] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + kRound[r + j] + w[j];
            s[(3 - j) & 7] += t;
            s[(7 - j) & 7] = t + (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        }
        if (r < 48) {
#pragma unroll
            for (int j = 0; j < 16; ++j) {
                unsigned x = w[(j + 1) & 15], y = w[(j + 14) & 15];
                w[j] += (turn(x, 7) ^ turn(x, 18) ^ (x >> 3)) + w[(j + 9) & 15] + (turn(y, 17) ^ turn(y, 19) ^ (y >> 10));
            }
        }
    }
    parents[i] = make_uint4(s[0] + start[0], s[1] + start[1], s[2] + start[2], s[3] + start[3]);
    parents[(size_t)kParents + i] = make_uint4(s[4] + start[4], s[5] + start[5], s[6] + start[6], s[7] + start[7]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    auto quads = [](size_t n, uint32_t seed) { return reinterpret_cast<const float4*>(filled<float>(n, seed)); };

    const uint4* design = reinterpret_cast<const uint4*>(indices((size_t)kCords * 4, 0xffffffffu, 31));
    int* tally = empty<int>(kCords);
    add("jacquard_cords_v5_a", tally, kCords, Output::i32, [=] { jacquard_cords_v5_a<<<kCords / 256, 256>>>(design, tally); });
    add("jacquard_cords_v5_b", tally, kCords, Output::i32, [=] { jacquard_cords_v5_b<<<kCords / 256, 256>>>(design, tally); });

    const float4* ratio = quads(kMolecules, 32);
    float4* partition = reinterpret_cast<float4*>(empty<float>(kMolecules));
    add("rotor_partition_v5_a", partition, kMolecules, Output::f32, [=] { rotor_partition_v5_a<<<kMolecules / 1024, 256>>>(ratio, partition); });
    add("rotor_partition_v5_b", partition, kMolecules, Output::f32, [=] { rotor_partition_v5_b<<<kMolecules / 1024, 256>>>(ratio, partition); });

    const float4* field = quads(kFields, 33);
    float4* range = reinterpret_cast<float4*>(empty<float>(kFields));
    add("sferic_range_v5_a", range, kFields, Output::f32, [=] { sferic_range_v5_a<<<kFields / 1024, 256>>>(field, range); });
    add("sferic_range_v5_b", range, kFields, Output::f32, [=] { sferic_range_v5_b<<<kFields / 1024, 256>>>(field, range); });

    int *labels = empty<int>((size_t)kFlights * kPieces), *mass = empty<int>(kFlights * kClasses);
    harness_label<<<2048, 256>>>(labels, (size_t)kFlights * kPieces); CHECK(cudaGetLastError());
    const int4* pieces = reinterpret_cast<const int4*>(labels);
    add("luggage_mass_v5_a", mass, kFlights * kClasses, Output::i32, [=] { luggage_mass_v5_a<<<kFlights, 256>>>(pieces, mass); });
    add("luggage_mass_v5_b", mass, kFlights * kClasses, Output::i32, [=] { luggage_mass_v5_b<<<kFlights, 256>>>(pieces, mass); });

    const float4* shelf = quads((size_t)kShelves * kFormulas * 4, 34);
    int* picks = empty<int>(kShelves * kPicks);
    add("fragrance_picks_v5_a", picks, kShelves * kPicks, Output::i32, [=] { fragrance_picks_v5_a<<<kShelves, kFormulas>>>(shelf, picks); });
    add("fragrance_picks_v5_b", picks, kShelves * kPicks, Output::i32, [=] { fragrance_picks_v5_b<<<kShelves, kFormulas>>>(shelf, picks); });

    constexpr size_t samples = (size_t)kWindows * kSide * kSide;
    const __half *player1 = filled<__half>(samples, 35), *player2 = filled<__half>(samples, 36);
    float* coupling = empty<float>(samples);
    CHECK(cudaFuncSetAttribute(hyperscan_coupling_v5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kHyperBytes));
    CHECK(cudaFuncSetAttribute(hyperscan_coupling_v5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kHyperBytes));
    add("hyperscan_coupling_v5_a", coupling, samples, Output::f32, [=] {
        hyperscan_coupling_v5_a<<<kWindows, 256, kHyperBytes>>>(player1, player2, coupling); });
    add("hyperscan_coupling_v5_b", coupling, samples, Output::f32, [=] {
        hyperscan_coupling_v5_b<<<kWindows, 256, kHyperBytes>>>(player1, player2, coupling); });

    const __half *masks = filled<__half>((size_t)kMasks * kPixels, 37), *optics = filled<__half>((size_t)kPixels * kSpots, 38);
    constexpr size_t lit = (size_t)kMasks * kSpots;
    float* intensity = empty<float>(lit);
    CHECK(cudaFuncSetAttribute(hologram_spots_v5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kSlots * kSlot * 2));
    add("hologram_spots_v5_a", intensity, lit, Output::f32, [=] {
        hologram_spots_v5_a<<<dim3(kMasks / 128, kSpots / 256), 256, kSlot * 2>>>(masks, optics, intensity); });
    add("hologram_spots_v5_b", intensity, lit, Output::f32, [=] {
        hologram_spots_v5_b<<<dim3(kMasks / 128, kSpots / 256), 256, kSlots * kSlot * 2>>>(masks, optics, intensity); });

    constexpr int along = 1024, groups = 4096;  // quads of a frame, groups of four frames
    constexpr size_t film = (size_t)along * 4 * groups * 4;
    const float4 *raw = quads(film, 39), *dark = quads(along * 4, 40), *flat = quads(along * 4, 41);
    const float* bleach = filled<float>(groups * 4, 42);
    float4* track = reinterpret_cast<float4*>(empty<float>(film));
    add("kymograph_track_v5_a", track, film, Output::f32, [=] {
        kymograph_track_v5_a<<<along * groups / 256, 256>>>(raw, dark, flat, bleach, track, along); });
    add("kymograph_track_v5_b", track, film, Output::f32, [=] {
        kymograph_track_v5_b<<<dim3(along / 256, groups), 256>>>(raw, dark, flat, bleach, track, along); });

    const float4 *fixtures = quads(kFixtures * 4, 43), *visitors = quads((size_t)kVisitors * 4, 44);
    float* load = empty<float>(kVisitors);
    add("proxemic_load_v5_a", load, kVisitors, Output::f32, [=] { proxemic_load_v5_a<<<kVisitors / 512, 256>>>(fixtures, visitors, load); });
    add("proxemic_load_v5_b", load, kVisitors, Output::f32, [=] { proxemic_load_v5_b<<<kVisitors / 512, 256>>>(fixtures, visitors, load); });

    const uint4* children = reinterpret_cast<const uint4*>(indices((size_t)kParents * 16, 0xffffffffu, 45));
    uint4* parents = reinterpret_cast<uint4*>(empty<int>((size_t)kParents * 8));
    add("certificate_parent_v5_a", parents, (size_t)kParents * 8, Output::i32, [=] {
        certificate_parent_v5_a<<<kParents / 256, 256>>>(children, parents); });

    return harness::run(argc, argv, cases);
}
