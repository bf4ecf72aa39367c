// Eight measured cases from astronomy, finance, recommendation, animation, seismology, acoustics, chemistry and limnology: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>
#include <mma.h>

using harness::Case;
using harness::Output;
namespace wmma = nvcuda::wmma;

__device__ __forceinline__ void copy16(void* to, const void* from) {
    unsigned at = (unsigned)__cvta_generic_to_shared(to);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(from) : "memory");
}
__device__ __forceinline__ void copy_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int kPending>
__device__ __forceinline__ void copy_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(kPending) : "memory"); }

// ---- Astronomy: a sky plate convolved with the measured 11 x 11 point spread function of the telescope.
constexpr int kSkyWide = 2112, kSkyHigh = 512, kSpread = 11, kSkyPitch = 2144;  // the plate has a rim of 5 pixels

__constant__ float spread_weight[kSpread * kSpread];

__global__ void __launch_bounds__(256) quince_lantern_ag5_a(const float* __restrict__ plate, float* __restrict__ seen) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const float* corner = plate + y * kSkyPitch + x;
    float sum = 0.0f;
#pragma unroll
    for (int dy = 0; dy < kSpread; ++dy)
#pragma unroll
        for (int dx = 0; dx < kSpread; ++dx) sum = fmaf(spread_weight[dy * kSpread + dx], corner[dy * kSkyPitch + dx], sum);
    seen[y * kSkyWide + x] = sum;
}

__global__ void __launch_bounds__(256) quince_lantern_ag5_b(const float* __restrict__ plate, float* __restrict__ seen) {
    constexpr int kRows = 8, kTileHigh = 8 * kRows + kSpread - 1, kTileQuads = 11, kTileWide = 4 * kTileQuads;
    __shared__ __align__(16) float tile[kTileHigh * kTileWide];
    int tx = threadIdx.x, ty = threadIdx.y, t = ty * 32 + tx, left = blockIdx.x * 32, top = blockIdx.y * (8 * kRows);
#pragma unroll
    for (int n = 0; n < (kTileHigh * kTileQuads + 255) / 256; ++n) {
        int i = t + 256 * n;
        if (i < kTileHigh * kTileQuads) {
            int r = i / kTileQuads, c = i % kTileQuads * 4;
            *reinterpret_cast<float4*>(tile + r * kTileWide + c) = *reinterpret_cast<const float4*>(plate + (top + r) * kSkyPitch + left + c);
        }
    }
    __syncthreads();
    float sum[kRows];
#pragma unroll
    for (int o = 0; o < kRows; ++o) sum[o] = 0.0f;
    const float* corner = tile + ty * kRows * kTileWide + tx;
#pragma unroll
    for (int dx = 0; dx < kSpread; ++dx) {
        float v[kRows + kSpread - 1];
#pragma unroll
        for (int i = 0; i < kRows + kSpread - 1; ++i) v[i] = corner[i * kTileWide + dx];
#pragma unroll
        for (int dy = 0; dy < kSpread; ++dy)
#pragma unroll
            for (int o = 0; o < kRows; ++o) sum[o] = fmaf(spread_weight[dy * kSpread + dx], v[o + dy], sum[o]);
    }
#pragma unroll
    for (int o = 0; o < kRows; ++o) seen[(top + ty * kRows + o) * kSkyWide + left + tx] = sum[o];
}

// ---- Finance: gain of 3072 instruments in 2816 market scenarios, from the scenarios' 512 risk factors and the instruments' exposures.
constexpr int kScenarios = 2816, kInstruments = 3072, kFactors = 512;

__global__ void __launch_bounds__(256) walrus_teapot_ag5_a(const float* __restrict__ scenario, const float* __restrict__ exposure, float* __restrict__ gain) {
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    const float *s = scenario + row * kFactors, *e = exposure + col;
    float sum = 0.0f;
#pragma unroll 8
    for (int k = 0; k < kFactors; ++k) sum = fmaf(s[k], e[k * kInstruments], sum);
    gain[row * kInstruments + col] = sum;
}

__global__ void __launch_bounds__(256, 2) walrus_teapot_ag5_b(const float* __restrict__ scenario, const float* __restrict__ exposure, float* __restrict__ gain) {
    constexpr int kDeep = 8;
    __shared__ __align__(16) float sa[2][kDeep][132], sb[2][kDeep][128];
    int t = threadIdx.x, ty = t / 16, tx = t % 16;
    int ar = t / 2, ak = t % 2 * 4, br = t / 32, bc = t % 32 * 4;
    const float* from_a = scenario + (size_t)(blockIdx.y * 128 + ar) * kFactors + ak;
    const float* from_b = exposure + (size_t)br * kInstruments + blockIdx.x * 128 + bc;
    float4 a, b;
    float sum[8][8];
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) sum[i][j] = 0.0f;

    auto fetch = [&](int k0) {
        a = *reinterpret_cast<const float4*>(from_a + k0);
        b = *reinterpret_cast<const float4*>(from_b + (size_t)k0 * kInstruments);
    };
    auto keep = [&](int slot) {
        sa[slot][ak][ar] = a.x; sa[slot][ak + 1][ar] = a.y; sa[slot][ak + 2][ar] = a.z; sa[slot][ak + 3][ar] = a.w;
        *reinterpret_cast<float4*>(&sb[slot][br][bc]) = b;
    };
    fetch(0);
    keep(0);
    __syncthreads();
    for (int step = 0; step < kFactors / kDeep; ++step) {
        int slot = step & 1;
        bool more = step + 1 < kFactors / kDeep;
        if (more) fetch((step + 1) * kDeep);
#pragma unroll
        for (int k = 0; k < kDeep; ++k) {
            float4 a0 = *reinterpret_cast<const float4*>(&sa[slot][k][ty * 4]), a1 = *reinterpret_cast<const float4*>(&sa[slot][k][ty * 4 + 64]);
            float4 b0 = *reinterpret_cast<const float4*>(&sb[slot][k][tx * 4]), b1 = *reinterpret_cast<const float4*>(&sb[slot][k][tx * 4 + 64]);
            float va[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w}, vb[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(va[i], vb[j], sum[i][j]);
        }
        if (more) keep(slot ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        int row = blockIdx.y * 128 + i / 4 * 64 + ty * 4 + i % 4;
        float* to = gain + (size_t)row * kInstruments + blockIdx.x * 128 + tx * 4;
        *reinterpret_cast<float4*>(to) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
        *reinterpret_cast<float4*>(to + 64) = make_float4(sum[i][4], sum[i][5], sum[i][6], sum[i][7]);
    }
}

// ---- Recommendation: first dense layer with ReLU, 1408 shoppers with 512 features each into 1536 hidden units, half in, float out.
constexpr int kShoppers = 1408, kHidden = 1536, kTraits = 512;
constexpr int kShopA = 128 * 40, kShopB = 32 * 136, kShopStage = kShopA + kShopB, kShopStages = 3;  // halves, rows padded by 8
constexpr int kShopBytes = kShopStages * kShopStage * 2;

__device__ __forceinline__ void shop_stage(const half* __restrict__ trait, const half* __restrict__ weight, half* stage, int k0) {
#pragma unroll
    for (int h = 0; h < 2; ++h) {
        int c = threadIdx.x + 256 * h;
        copy16(stage + c / 4 * 40 + c % 4 * 8, trait + (size_t)(blockIdx.y * 128 + c / 4) * kTraits + k0 + c % 4 * 8);
        copy16(stage + kShopA + c / 16 * 136 + c % 16 * 8, weight + (size_t)(k0 + c / 16) * kHidden + blockIdx.x * 128 + c % 16 * 8);
    }
}

__device__ __forceinline__ void eight_floats(const half* from, float* to) {
    uint4 raw = *reinterpret_cast<const uint4*>(from);
    half2 pair[4];
    memcpy(pair, &raw, 16);
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        float2 f = __half22float2(pair[i]);
        to[2 * i] = f.x; to[2 * i + 1] = f.y;
    }
}

__global__ void __launch_bounds__(256) copper_thimble_ag5_a(const half* __restrict__ trait, const half* __restrict__ weight, float* __restrict__ active) {
    extern __shared__ __align__(128) unsigned char pool[];
    half* ring = reinterpret_cast<half*>(pool);
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    float sum[8][8];
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) sum[i][j] = 0.0f;
    constexpr int kSteps = kTraits / 32;
#pragma unroll
    for (int s = 0; s < kShopStages - 1; ++s) { shop_stage(trait, weight, ring + s * kShopStage, s * 32); copy_commit(); }
    for (int step = 0; step < kSteps; ++step) {
        copy_wait<kShopStages - 2>();
        __syncthreads();
        int next = step + kShopStages - 1;
        if (next < kSteps) shop_stage(trait, weight, ring + next % kShopStages * kShopStage, next * 32);
        copy_commit();
        const half *as = ring + step % kShopStages * kShopStage, *bs = as + kShopA;
#pragma unroll
        for (int k = 0; k < 32; k += 8) {
            half rows[8][8];
#pragma unroll
            for (int i = 0; i < 8; ++i) {
                uint4 raw = *reinterpret_cast<const uint4*>(as + (ty + 16 * i) * 40 + k);
                memcpy(rows[i], &raw, 16);
            }
#pragma unroll
            for (int kk = 0; kk < 8; ++kk) {
                float b[8];
                eight_floats(bs + (k + kk) * 136 + tx * 8, b);
#pragma unroll
                for (int i = 0; i < 8; ++i) {
                    float a = __half2float(rows[i][kk]);
#pragma unroll
                    for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(a, b[j], sum[i][j]);
                }
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* to = active + (size_t)(blockIdx.y * 128 + ty + 16 * i) * kHidden + blockIdx.x * 128 + tx * 8;
#pragma unroll
        for (int j = 0; j < 8; j += 4)
            *reinterpret_cast<float4*>(to + j) = make_float4(fmaxf(sum[i][j], 0.0f), fmaxf(sum[i][j + 1], 0.0f), fmaxf(sum[i][j + 2], 0.0f),
                                                             fmaxf(sum[i][j + 3], 0.0f));
    }
}

__global__ void __launch_bounds__(256) copper_thimble_ag5_b(const half* __restrict__ trait, const half* __restrict__ weight, float* __restrict__ active) {
    extern __shared__ __align__(128) unsigned char pool[];
    half* ring = reinterpret_cast<half*>(pool);
    int warp = threadIdx.x / 32, wm = warp / 4 * 64, wn = warp % 4 * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[4][2];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
    constexpr int kSteps = kTraits / 32;
#pragma unroll
    for (int s = 0; s < kShopStages - 1; ++s) { shop_stage(trait, weight, ring + s * kShopStage, s * 32); copy_commit(); }
    for (int step = 0; step < kSteps; ++step) {
        copy_wait<kShopStages - 2>();
        __syncthreads();
        int next = step + kShopStages - 1;
        if (next < kSteps) shop_stage(trait, weight, ring + next % kShopStages * kShopStage, next * 32);
        copy_commit();
        const half *as = ring + step % kShopStages * kShopStage, *bs = as + kShopA;
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a[4];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b[2];
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(a[i], as + (wm + 16 * i) * 40 + k, 40);
#pragma unroll
            for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(b[j], bs + k * 136 + wn + 16 * j, 136);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 2; ++j) wmma::mma_sync(sum[i][j], a[i], b[j], sum[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) {
#pragma unroll
            for (int e = 0; e < sum[i][j].num_elements; ++e) sum[i][j].x[e] = fmaxf(sum[i][j].x[e], 0.0f);
            wmma::store_matrix_sync(active + (size_t)(blockIdx.y * 128 + wm + 16 * i) * kHidden + blockIdx.x * 128 + wn + 16 * j, sum[i][j], kHidden,
                                    wmma::mem_row_major);
        }
}

// ---- Animation: learned cloth correction, 2816 poses of 2048 joint features each onto 3072 vertex offsets, leaky at negative values.
constexpr int kPoses = 2816, kOffsets = 3072, kJoints = 2048;
constexpr int kPoseA = 128 * 40, kPoseB = 32 * 264, kPoseStage = kPoseA + kPoseB, kPoseStages = 4;  // halves, rows padded by 8

__device__ __forceinline__ void pose_products(const half* as, const half* bs, wmma::fragment<wmma::accumulator, 16, 16, 16, float> (&sum)[4][4]) {
    int warp = threadIdx.x / 32, wm = warp / 4 * 64, wn = warp % 4 * 64;
#pragma unroll
    for (int k = 0; k < 32; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(a[i], as + (wm + 16 * i) * 40 + k, 40);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
            wmma::load_matrix_sync(b, bs + k * 264 + wn + 16 * j, 264);
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::mma_sync(sum[i][j], a[i], b, sum[i][j]);
        }
    }
}

__device__ __forceinline__ void pose_finish(float* __restrict__ offset, wmma::fragment<wmma::accumulator, 16, 16, 16, float> (&sum)[4][4]) {
    int warp = threadIdx.x / 32, wm = warp / 4 * 64, wn = warp % 4 * 64;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
#pragma unroll
            for (int e = 0; e < sum[i][j].num_elements; ++e) sum[i][j].x[e] = fmaxf(sum[i][j].x[e], 0.1f * sum[i][j].x[e]);
            wmma::store_matrix_sync(offset + (size_t)(blockIdx.y * 128 + wm + 16 * i) * kOffsets + blockIdx.x * 256 + wn + 16 * j, sum[i][j], kOffsets,
                                    wmma::mem_row_major);
        }
}

__global__ void __launch_bounds__(256, 1) juniper_saddle_ag5_a(const half* __restrict__ joint, const half* __restrict__ basis, float* __restrict__ offset) {
    extern __shared__ __align__(128) unsigned char pool[];
    half *as = reinterpret_cast<half*>(pool), *bs = as + kPoseA;
    int t = threadIdx.x;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
    for (int k0 = 0; k0 < kJoints; k0 += 32) {
        uint4 a[2], b[4];
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            int c = t + 256 * h;
            a[h] = *reinterpret_cast<const uint4*>(joint + (size_t)(blockIdx.y * 128 + c / 4) * kJoints + k0 + c % 4 * 8);
        }
#pragma unroll
        for (int h = 0; h < 4; ++h) {
            int c = t + 256 * h;
            b[h] = *reinterpret_cast<const uint4*>(basis + (size_t)(k0 + c / 32) * kOffsets + blockIdx.x * 256 + c % 32 * 8);
        }
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            int c = t + 256 * h;
            *reinterpret_cast<uint4*>(as + c / 4 * 40 + c % 4 * 8) = a[h];
        }
#pragma unroll
        for (int h = 0; h < 4; ++h) {
            int c = t + 256 * h;
            *reinterpret_cast<uint4*>(bs + c / 32 * 264 + c % 32 * 8) = b[h];
        }
        __syncthreads();
        pose_products(as, bs, sum);
        __syncthreads();
    }
    pose_finish(offset, sum);
}

__device__ __forceinline__ void pose_stage(const half* __restrict__ joint, const half* __restrict__ basis, half* stage, int k0) {
#pragma unroll
    for (int h = 0; h < 2; ++h) {
        int c = threadIdx.x + 256 * h;
        copy16(stage + c / 4 * 40 + c % 4 * 8, joint + (size_t)(blockIdx.y * 128 + c / 4) * kJoints + k0 + c % 4 * 8);
    }
#pragma unroll
    for (int h = 0; h < 4; ++h) {
        int c = threadIdx.x + 256 * h;
        copy16(stage + kPoseA + c / 32 * 264 + c % 32 * 8, basis + (size_t)(k0 + c / 32) * kOffsets + blockIdx.x * 256 + c % 32 * 8);
    }
}

__global__ void __launch_bounds__(256, 1) juniper_saddle_ag5_b(const half* __restrict__ joint, const half* __restrict__ basis, float* __restrict__ offset) {
    extern __shared__ __align__(128) unsigned char pool[];
    half* ring = reinterpret_cast<half*>(pool);
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
    constexpr int kSteps = kJoints / 32;
#pragma unroll
    for (int s = 0; s < kPoseStages - 1; ++s) { pose_stage(joint, basis, ring + s * kPoseStage, s * 32); copy_commit(); }
    for (int step = 0; step < kSteps; ++step) {
        copy_wait<kPoseStages - 2>();
        __syncthreads();
        int next = step + kPoseStages - 1;
        if (next < kSteps) pose_stage(joint, basis, ring + next % kPoseStages * kPoseStage, next * 32);
        copy_commit();
        const half* as = ring + step % kPoseStages * kPoseStage;
        pose_products(as, as + kPoseA, sum);
    }
    pose_finish(offset, sum);
}

// ---- Seismology: likeness of every waveform of one station with those of another up to 65 groups of 128 waveforms later, summed over each pair of groups.
constexpr int kQuakeGroups = 132, kLags = 66, kTrace = 2560;
constexpr int kQuakePanel = 128 * 72, kQuakeStage = 2 * kQuakePanel, kQuakeStages = 4;  // halves, rows padded by 8
constexpr int kQuakeBytes = kQuakeStages * kQuakeStage * 2;

__device__ __forceinline__ void quake_stage(const half* __restrict__ near, const half* __restrict__ far, half* stage, int k0) {
#pragma unroll
    for (int h = 0; h < 4; ++h) {
        int c = threadIdx.x + 256 * h, r = c / 8, q = c % 8 * 8;
        copy16(stage + r * 72 + q, near + (size_t)r * kTrace + k0 + q);
        copy16(stage + kQuakePanel + r * 72 + q, far + (size_t)r * kTrace + k0 + q);
    }
}

__device__ __forceinline__ void quake_likeness(const half* __restrict__ near, const half* __restrict__ far, float* __restrict__ likeness, int group, int lag) {
    extern __shared__ __align__(128) unsigned char pool[];
    __shared__ float share[8];
    half* ring = reinterpret_cast<half*>(pool);
    int warp = threadIdx.x / 32, wm = warp / 4 * 64, wn = warp % 4 * 32;
    near += (size_t)group * 128 * kTrace;
    far += (size_t)((group + lag) % kQuakeGroups) * 128 * kTrace;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[4][2];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
    constexpr int kSteps = kTrace / 64;
#pragma unroll
    for (int s = 0; s < kQuakeStages - 1; ++s) { quake_stage(near, far, ring + s * kQuakeStage, s * 64); copy_commit(); }
    for (int step = 0; step < kSteps; ++step) {
        copy_wait<kQuakeStages - 2>();
        __syncthreads();
        int next = step + kQuakeStages - 1;
        if (next < kSteps) quake_stage(near, far, ring + next % kQuakeStages * kQuakeStage, next * 64);
        copy_commit();
        const half *as = ring + step % kQuakeStages * kQuakeStage, *bs = as + kQuakePanel;
#pragma unroll
        for (int k = 0; k < 64; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a[4];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b[2];
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(a[i], as + (wm + 16 * i) * 72 + k, 72);
#pragma unroll
            for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(b[j], bs + (wn + 16 * j) * 72 + k, 72);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 2; ++j) wmma::mma_sync(sum[i][j], a[i], b[j], sum[i][j]);
        }
    }
    float mine = 0.0f;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
#pragma unroll
            for (int e = 0; e < sum[i][j].num_elements; ++e) mine += fmaxf(sum[i][j].x[e] - 20.0f, 0.0f);
#pragma unroll
    for (int o = 16; o; o >>= 1) mine += __shfl_xor_sync(0xffffffffu, mine, o);
    if (threadIdx.x % 32 == 0) share[warp] = mine;
    __syncthreads();
    if (threadIdx.x == 0) {
        float all = 0.0f;
#pragma unroll
        for (int w = 0; w < 8; ++w) all += share[w];
        likeness[lag * kQuakeGroups + group] = all;
    }
}

__global__ void __launch_bounds__(256, 1) marble_heron_ag5_a(const half* __restrict__ near, const half* __restrict__ far, float* __restrict__ likeness) {
    quake_likeness(near, far, likeness, blockIdx.x % kQuakeGroups, blockIdx.x / kQuakeGroups);
}

__global__ void __launch_bounds__(256, 1) marble_heron_ag5_b(const half* __restrict__ near, const half* __restrict__ far, float* __restrict__ likeness) {
    int patch = blockIdx.x / 132, in = blockIdx.x % 132;  // patches of 12 groups and 11 lags
    quake_likeness(near, far, likeness, patch % 11 * 12 + in % 12, patch / 11 * 11 + in / 12);
}

// ---- Acoustics: eighth-order Laplacian of the pressure in a hall, 64 x 16 columns a block walking up through the planes.
constexpr int kHallX = 704, kHallY = 192, kHallZ = 24, kHallPitch = 736, kHallRows = kHallY + 8, kHallPlanes = kHallZ + 8;  // rim of 4 cells
constexpr int kHallBytes = 8 * 24 * 72 * 4;

__device__ __forceinline__ void hall_plane(const float* __restrict__ from, float (*plane)[72], int p) {
    int t = threadIdx.x;
    if (t < 24 * 18) copy16(&plane[t / 18][t % 18 * 4], from + (size_t)p * (kHallRows * kHallPitch) + t / 18 * kHallPitch + t % 18 * 4);
}

template <int kAhead>
__device__ __forceinline__ void hall_laplacian(const float* __restrict__ pressure, float* __restrict__ curve) {
    extern __shared__ __align__(128) unsigned char pool[];
    float(*ring)[24][72] = reinterpret_cast<float(*)[24][72]>(pool);
    constexpr float c0 = -8.5416667f, c1 = 1.6f, c2 = -0.2f, c3 = 0.025396825f, c4 = -0.0017857143f;
    int tx = threadIdx.x % 64, ty = threadIdx.x / 64;
    const float* from = pressure + (size_t)blockIdx.y * 16 * kHallPitch + blockIdx.x * 64;
    float* to = curve + (size_t)(blockIdx.y * 16 + ty) * kHallX + blockIdx.x * 64 + tx;
    float q[9];
#pragma unroll
    for (int i = 0; i < 9; ++i) q[i] = 0.0f;
#pragma unroll
    for (int p = 0; p < kAhead; ++p) { hall_plane(from, ring[p], p); copy_commit(); }
    auto arrive = [&](int s) {
        if (kAhead == 0) { hall_plane(from, ring[s % 8], s); copy_commit(); }
        copy_wait<(kAhead > 0 ? kAhead - 1 : 0)>();
        __syncthreads();
        if (kAhead > 0) {
            if (s + kAhead < kHallPlanes) hall_plane(from, ring[(s + kAhead) % 8], s + kAhead);
            copy_commit();
        }
#pragma unroll
        for (int i = 0; i < 8; ++i) q[i] = q[i + 1];
        q[8] = ring[s % 8][ty + 4][tx + 4];
    };
#pragma unroll
    for (int s = 0; s < 8; ++s) arrive(s);
#pragma unroll 8
    for (int s = 8; s < kHallPlanes; ++s) {
        arrive(s);
        const float(*plane)[72] = ring[(s + 4) % 8];
        const float* row = &plane[ty + 4][tx + 4];
        float l1 = q[3] + q[5] + row[-1] + row[1] + (row[-72] + row[72]), l2 = q[2] + q[6] + row[-2] + row[2] + (row[-144] + row[144]);
        float l3 = q[1] + q[7] + row[-3] + row[3] + (row[-216] + row[216]), l4 = q[0] + q[8] + row[-4] + row[4] + (row[-288] + row[288]);
        to[(size_t)(s - 8) * (kHallX * kHallY)] = fmaf(c0, q[4], fmaf(c1, l1, fmaf(c2, l2, fmaf(c3, l3, c4 * l4))));
    }
}

__global__ void __launch_bounds__(1024) velvet_anchor_ag5_a(const float* __restrict__ pressure, float* __restrict__ curve) { hall_laplacian<0>(pressure, curve); }
__global__ void __launch_bounds__(1024) velvet_anchor_ag5_b(const float* __restrict__ pressure, float* __restrict__ curve) { hall_laplacian<3>(pressure, curve); }

// ---- Chemistry: field and potential of 12288 softened charges at 33792 probe points, in eight slices of charges.
constexpr int kProbes = 132 * 256, kCharges = 12288, kSlices = 8, kSlice = kCharges / kSlices;

struct Pull { float x, y, z, potential; };

__device__ __forceinline__ void pull_of(float3 at, float4 charge, Pull& sum) {
    float dx = charge.x - at.x, dy = charge.y - at.y, dz = charge.z - at.z;
    float inv = rsqrtf(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f)))), v = charge.w * inv, f = v * inv * inv;
    sum.x = fmaf(f, dx, sum.x); sum.y = fmaf(f, dy, sum.y); sum.z = fmaf(f, dz, sum.z);
    sum.potential += v;
}

__device__ __forceinline__ void probe_finish(float4* __restrict__ field, int first, const Pull& p, const Pull& q) {
    float4* to = field + blockIdx.y * kProbes + first;
    to[0] = make_float4(p.x, p.y, p.z, p.potential);
    to[128] = make_float4(q.x, q.y, q.z, q.potential);
}

__global__ void __launch_bounds__(128, 8) pumpkin_oboe_ag5_a(const float4* __restrict__ probe, const float4* __restrict__ charge, float4* __restrict__ field) {
    __shared__ float4 tile[128];
    int t = threadIdx.x, first = blockIdx.x * 256 + t;
    float4 a = probe[first], b = probe[first + 128];
    float3 pa = make_float3(a.x, a.y, a.z), pb = make_float3(b.x, b.y, b.z);
    Pull sa = {0.0f, 0.0f, 0.0f, a.w}, sb = {0.0f, 0.0f, 0.0f, b.w};
    const float4* from = charge + blockIdx.y * kSlice + t;
    for (int k0 = 0; k0 < kSlice; k0 += 128) {
        tile[t] = from[k0];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 128; ++k) {
            float4 c = tile[k];
            pull_of(pa, c, sa);
            pull_of(pb, c, sb);
        }
        __syncthreads();
    }
    probe_finish(field, first, sa, sb);
}

__global__ void __launch_bounds__(128, 8) pumpkin_oboe_ag5_b(const float4* __restrict__ probe, const float4* __restrict__ charge, float4* __restrict__ field) {
    __shared__ float4 tile[2][128];
    int t = threadIdx.x, first = blockIdx.x * 256 + t;
    float4 a = probe[first], b = probe[first + 128];
    float3 pa = make_float3(a.x, a.y, a.z), pb = make_float3(b.x, b.y, b.z);
    Pull sa = {0.0f, 0.0f, 0.0f, a.w}, sb = {0.0f, 0.0f, 0.0f, b.w};
    const float4* from = charge + blockIdx.y * kSlice + t;
    copy16(&tile[0][t], from);
    copy_commit();
    for (int k0 = 0; k0 < kSlice; k0 += 128) {
        int slot = k0 / 128 % 2;
        copy_wait<0>();
        __syncthreads();
        if (k0 + 128 < kSlice) copy16(&tile[slot ^ 1][t], from + k0 + 128);
        copy_commit();
#pragma unroll 8
        for (int k = 0; k < 128; ++k) {
            float4 c = tile[slot][k];
            pull_of(pa, c, sa);
            pull_of(pb, c, sb);
        }
    }
    probe_finish(field, first, sa, sb);
}

// ---- Limnology: one step of heat spreading over the surface of a lake, four columns a thread and 32 rows a block.
constexpr int kLakeWide = 8192, kLakeHigh = 8448, kLakeQuads = kLakeWide / 4, kLakeRows = 32, kLakeBatch = 4;

__device__ __forceinline__ float lake_cell(float c, float l, float r, float u, float d) { return fmaf(0.125f, (l + r) + (u + d), 0.5f * c); }

__global__ void __launch_bounds__(256) gravel_sonnet_ag5_a(const float* __restrict__ warm, float* __restrict__ next) {
    int lane = threadIdx.x % 32, quad = blockIdx.x * 256 + threadIdx.x, y0 = blockIdx.y * kLakeRows;
    const float4* in = reinterpret_cast<const float4*>(warm) + quad;
    float4* out = reinterpret_cast<float4*>(next) + quad;
    int side = lane == 0 ? max(quad * 4 - 1, 0) : min(quad * 4 + 4, kLakeWide - 1);  // the column that no lane of this warp holds
    bool edge = lane == 0 || lane == 31;
    float4 row[kLakeBatch + 2];
    row[0] = in[(size_t)max(y0 - 1, 0) * kLakeQuads];
    row[1] = in[(size_t)y0 * kLakeQuads];
    for (int y = y0; y < y0 + kLakeRows; y += kLakeBatch) {
        float beyond[kLakeBatch];
#pragma unroll
        for (int j = 0; j < kLakeBatch; ++j) row[j + 2] = in[(size_t)min(y + j + 1, kLakeHigh - 1) * kLakeQuads];
#pragma unroll
        for (int j = 0; j < kLakeBatch; ++j) beyond[j] = edge ? warm[(size_t)(y + j) * kLakeWide + side] : 0.0f;
#pragma unroll
        for (int j = 0; j < kLakeBatch; ++j) {
            float4 u = row[j], c = row[j + 1], d = row[j + 2];
            float left = __shfl_up_sync(0xffffffffu, c.w, 1), right = __shfl_down_sync(0xffffffffu, c.x, 1);
            if (lane == 0) left = beyond[j];
            if (lane == 31) right = beyond[j];
            __stcs(out + (size_t)(y + j) * kLakeQuads, make_float4(lake_cell(c.x, left, c.y, u.x, d.x), lake_cell(c.y, c.x, c.z, u.y, d.y),
                                                                   lake_cell(c.z, c.y, c.w, u.z, d.z), lake_cell(c.w, c.z, right, u.w, d.w)));
        }
        row[0] = row[kLakeBatch];
        row[1] = row[kLakeBatch + 1];
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch) { cases.push_back({name, launch, out, count, Output::f32}); };

    {
        float weight[kSpread * kSpread];
        for (int i = 0; i < kSpread * kSpread; ++i) {
            float dx = i % kSpread - 5.2f, dy = i / kSpread - 4.9f;
            weight[i] = 0.022f * std::exp(-(0.07f * dx * dx + 0.06f * dy * dy + 0.01f * dx * dy));
        }
        CHECK(cudaMemcpyToSymbol(spread_weight, weight, sizeof(weight)));
        float *plate = filled<float>((size_t)kSkyPitch * (kSkyHigh + 10), 51), *seen = empty<float>((size_t)kSkyWide * kSkyHigh);
        add("quince_lantern_ag5_a", seen, (size_t)kSkyWide * kSkyHigh,
            [=] { quince_lantern_ag5_a<<<dim3(kSkyWide / 32, kSkyHigh / 8), dim3(32, 8)>>>(plate, seen); });
        add("quince_lantern_ag5_b", seen, (size_t)kSkyWide * kSkyHigh,
            [=] { quince_lantern_ag5_b<<<dim3(kSkyWide / 32, kSkyHigh / 64), dim3(32, 8)>>>(plate, seen); });
    }
    {
        size_t count = (size_t)kScenarios * kInstruments;
        float *scenario = filled<float>((size_t)kScenarios * kFactors, 52), *exposure = filled<float>((size_t)kFactors * kInstruments, 53);
        float* gain = empty<float>(count);
        add("walrus_teapot_ag5_a", gain, count,
            [=] { walrus_teapot_ag5_a<<<dim3(kInstruments / 32, kScenarios / 8), dim3(32, 8)>>>(scenario, exposure, gain); });
        add("walrus_teapot_ag5_b", gain, count, [=] { walrus_teapot_ag5_b<<<dim3(kInstruments / 128, kScenarios / 128), 256>>>(scenario, exposure, gain); });
    }
    {
        size_t count = (size_t)kShoppers * kHidden;
        half *trait = filled<half>((size_t)kShoppers * kTraits, 54), *weight = filled<half>((size_t)kTraits * kHidden, 55);
        float* active = empty<float>(count);
        CHECK(cudaFuncSetAttribute(copper_thimble_ag5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kShopBytes));
        CHECK(cudaFuncSetAttribute(copper_thimble_ag5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kShopBytes));
        dim3 grid(kHidden / 128, kShoppers / 128);
        add("copper_thimble_ag5_a", active, count, [=] { copper_thimble_ag5_a<<<grid, 256, kShopBytes>>>(trait, weight, active); });
        add("copper_thimble_ag5_b", active, count, [=] { copper_thimble_ag5_b<<<grid, 256, kShopBytes>>>(trait, weight, active); });
    }
    {
        size_t count = (size_t)kPoses * kOffsets;
        half *joint = filled<half>((size_t)kPoses * kJoints, 56), *basis = filled<half>((size_t)kJoints * kOffsets, 57);
        float* offset = empty<float>(count);
        constexpr int one = kPoseStage * 2, all = kPoseStages * kPoseStage * 2;
        CHECK(cudaFuncSetAttribute(juniper_saddle_ag5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, all));
        dim3 grid(kOffsets / 256, kPoses / 128);
        add("juniper_saddle_ag5_a", offset, count, [=] { juniper_saddle_ag5_a<<<grid, 256, one>>>(joint, basis, offset); });
        add("juniper_saddle_ag5_b", offset, count, [=] { juniper_saddle_ag5_b<<<grid, 256, all>>>(joint, basis, offset); });
    }
    {
        constexpr int pairs = kQuakeGroups * kLags;
        half *near = filled<half>((size_t)kQuakeGroups * 128 * kTrace, 58), *far = filled<half>((size_t)kQuakeGroups * 128 * kTrace, 59);
        float* likeness = empty<float>(pairs);
        CHECK(cudaFuncSetAttribute(marble_heron_ag5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kQuakeBytes));
        CHECK(cudaFuncSetAttribute(marble_heron_ag5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kQuakeBytes));
        add("marble_heron_ag5_a", likeness, pairs, [=] { marble_heron_ag5_a<<<pairs, 256, kQuakeBytes>>>(near, far, likeness); });
        add("marble_heron_ag5_b", likeness, pairs, [=] { marble_heron_ag5_b<<<pairs, 256, kQuakeBytes>>>(near, far, likeness); });
    }
    {
        size_t count = (size_t)kHallX * kHallY * kHallZ;
        float *pressure = filled<float>((size_t)kHallPitch * kHallRows * kHallPlanes, 60), *curve = empty<float>(count);
        CHECK(cudaFuncSetAttribute(velvet_anchor_ag5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kHallBytes));
        CHECK(cudaFuncSetAttribute(velvet_anchor_ag5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kHallBytes));
        dim3 grid(kHallX / 64, kHallY / 16);
        add("velvet_anchor_ag5_a", curve, count, [=] { velvet_anchor_ag5_a<<<grid, 1024, kHallBytes>>>(pressure, curve); });
        add("velvet_anchor_ag5_b", curve, count, [=] { velvet_anchor_ag5_b<<<grid, 1024, kHallBytes>>>(pressure, curve); });
    }
    {
        size_t count = (size_t)kSlices * kProbes * 4;
        float4 *probe = reinterpret_cast<float4*>(filled<float>((size_t)kProbes * 4, 61)), *charge = reinterpret_cast<float4*>(filled<float>(kCharges * 4, 62));
        float4* field = reinterpret_cast<float4*>(empty<float>(count));
        dim3 grid(kProbes / 256, kSlices);
        add("pumpkin_oboe_ag5_a", field, count, [=] { pumpkin_oboe_ag5_a<<<grid, 128>>>(probe, charge, field); });
        add("pumpkin_oboe_ag5_b", field, count, [=] { pumpkin_oboe_ag5_b<<<grid, 128>>>(probe, charge, field); });
    }
    {
        size_t count = (size_t)kLakeWide * kLakeHigh;
        float *warm = filled<float>(count, 63), *next = empty<float>(count);
        add("gravel_sonnet_ag5_a", next, count, [=] { gravel_sonnet_ag5_a<<<dim3(kLakeQuads / 256, kLakeHigh / kLakeRows), 256>>>(warm, next); });
    }

    return harness::run(argc, argv, cases);
}
