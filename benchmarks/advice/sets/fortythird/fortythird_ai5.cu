// Eight measured cases from astronomy, finance, language models, tomography, databases, sonar, games and heat: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>
#include <mma.h>

using harness::Case;
using harness::Output;
namespace wmma = nvcuda::wmma;

__device__ __forceinline__ void copy16(void* to, const void* from) {
    unsigned at = (unsigned)__cvta_generic_to_shared(to);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(at), "l"(from) : "memory");
}
__device__ __forceinline__ void copy_commit() { asm volatile("cp.async.commit_group;\n" ::: "memory"); }
template <int kPending>
__device__ __forceinline__ void copy_wait() { asm volatile("cp.async.wait_group %0;\n" ::"n"(kPending) : "memory"); }

// ---- Astronomy: an exposure of 2048 x 2048 pixels blurred with the 11 x 11 point spread of the telescope (frame padded by the caller).
constexpr int kSky = 2048, kSkyPitch = 2064, kSkyRows = 2064, kSpread = 11;
__constant__ float spread[kSpread * kSpread];

__global__ void __launch_bounds__(256) lantern_moss_ai5_a(const float* __restrict__ frame, float* __restrict__ blurred) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const float* corner = frame + y * kSkyPitch + x;
    float sum = 0.0f;
#pragma unroll
    for (int dy = 0; dy < kSpread; ++dy)
#pragma unroll
        for (int dx = 0; dx < kSpread; ++dx) sum = fmaf(spread[dy * kSpread + dx], __ldg(corner + dy * kSkyPitch + dx), sum);
    blurred[y * kSky + x] = sum;
}

__global__ void __launch_bounds__(256, 4) lantern_moss_ai5_b(const float* __restrict__ frame, float* __restrict__ blurred) {
    constexpr int kTile = 64, kRows = kTile + kSpread - 1, kQuads = 19;  // 76 columns, of which 74 are needed
    __shared__ float4 patch[kRows][kQuads];
    int t = threadIdx.x, x0 = blockIdx.x * kTile, y0 = blockIdx.y * kTile;
    for (int s = t; s < kRows * kQuads; s += 256) {
        int row = s / kQuads, quad = s - row * kQuads;
        patch[row][quad] = *reinterpret_cast<const float4*>(frame + (y0 + row) * kSkyPitch + x0 + quad * 4);
    }
    __syncthreads();
    int tx = t % 16, ty = t / 16;
    float sum[4][4];
#pragma unroll
    for (int o = 0; o < 4; ++o)
#pragma unroll
        for (int c = 0; c < 4; ++c) sum[o][c] = 0.0f;
#pragma unroll
    for (int j = 0; j < kSpread + 3; ++j) {
        float row[16];
#pragma unroll
        for (int q = 0; q < 4; ++q) {
            float4 v = patch[ty * 4 + j][tx + q];
            row[q * 4] = v.x; row[q * 4 + 1] = v.y; row[q * 4 + 2] = v.z; row[q * 4 + 3] = v.w;
        }
#pragma unroll
        for (int o = 0; o < 4; ++o) {
            int dy = j - o;
            if (dy >= 0 && dy < kSpread) {
#pragma unroll
                for (int dx = 0; dx < kSpread; ++dx)
#pragma unroll
                    for (int c = 0; c < 4; ++c) sum[o][c] = fmaf(spread[dy * kSpread + dx], row[c + dx], sum[o][c]);
            }
        }
    }
#pragma unroll
    for (int o = 0; o < 4; ++o)
        *reinterpret_cast<float4*>(blurred + (y0 + ty * 4 + o) * kSky + x0 + tx * 4) = make_float4(sum[o][0], sum[o][1], sum[o][2], sum[o][3]);
}

// ---- Finance: profit of 2048 portfolios in 2048 scenarios over 1024 risk factors, single precision.
constexpr int kBooks = 2048, kScenes = 2048, kFactors = 1024;

__global__ void __launch_bounds__(256) copper_heron_ai5_a(const float* __restrict__ exposure, const float* __restrict__ shock, float* __restrict__ profit) {
    int scene = blockIdx.x * 32 + threadIdx.x, book = blockIdx.y * 8 + threadIdx.y;
    const float* mine = exposure + (size_t)book * kFactors;
    const float* move = shock + scene;
    float sum = 0.0f;
#pragma unroll 16
    for (int f = 0; f < kFactors; ++f) sum = fmaf(__ldg(mine + f), __ldg(move + (size_t)f * kScenes), sum);
    profit[(size_t)book * kScenes + scene] = sum;
}

__global__ void __launch_bounds__(256, 2) copper_heron_ai5_b(const float* __restrict__ exposure, const float* __restrict__ shock, float* __restrict__ profit) {
    constexpr int kDeep = 16;
    __shared__ __align__(16) float left[2][kDeep][132];
    __shared__ __align__(16) float right[2][kDeep][128];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, book0 = blockIdx.y * 128, scene0 = blockIdx.x * 128;
    const float* from_left = exposure + (size_t)(book0 + t / 4) * kFactors + (t % 4) * 4;
    const float* from_right = shock + (size_t)(t / 32) * kScenes + scene0 + (t % 32) * 4;
    float4 a[2], b[2];
    float sum[8][8];
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) sum[i][j] = 0.0f;

    auto fetch = [&](int f) {
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            a[h] = __ldg(reinterpret_cast<const float4*>(from_left + (size_t)h * 64 * kFactors + f));
            b[h] = __ldg(reinterpret_cast<const float4*>(from_right + (size_t)(f + h * 8) * kScenes));
        }
    };
    auto place = [&](int buffer) {
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            int k = (t % 4) * 4, row = t / 4 + h * 64;
            left[buffer][k][row] = a[h].x; left[buffer][k + 1][row] = a[h].y; left[buffer][k + 2][row] = a[h].z; left[buffer][k + 3][row] = a[h].w;
            *reinterpret_cast<float4*>(&right[buffer][t / 32 + h * 8][(t % 32) * 4]) = b[h];
        }
    };

    fetch(0);
    place(0);
    __syncthreads();
    for (int f = 0; f < kFactors; f += kDeep) {
        int buffer = (f / kDeep) & 1;
        bool more = f + kDeep < kFactors;
        if (more) fetch(f + kDeep);
#pragma unroll
        for (int k = 0; k < kDeep; ++k) {
            float4 l0 = *reinterpret_cast<const float4*>(&left[buffer][k][ty * 4]), l1 = *reinterpret_cast<const float4*>(&left[buffer][k][64 + ty * 4]);
            float4 r0 = *reinterpret_cast<const float4*>(&right[buffer][k][tx * 4]), r1 = *reinterpret_cast<const float4*>(&right[buffer][k][64 + tx * 4]);
            float l[8] = {l0.x, l0.y, l0.z, l0.w, l1.x, l1.y, l1.z, l1.w}, r[8] = {r0.x, r0.y, r0.z, r0.w, r1.x, r1.y, r1.z, r1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(l[i], r[j], sum[i][j]);
        }
        if (more) place(buffer ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* row = profit + (size_t)(book0 + (i / 4) * 64 + ty * 4 + i % 4) * kScenes + scene0 + tx * 4;
        *reinterpret_cast<float4*>(row) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
        *reinterpret_cast<float4*>(row + 64) = make_float4(sum[i][4], sum[i][5], sum[i][6], sum[i][7]);
    }
}

// ---- Language models: projection of 4096 tokens (kept channel by channel, half precision) from 1024 to 1024 channels, sums in single precision.
constexpr int kTokens = 4096, kChannels = 1024, kHeads = 1024, kInDeep = 32, kInPitch = 136, kInStages = 3;
constexpr int kInTile = kInDeep * kInPitch, kInBytes = kInStages * 2 * kInTile * 2;  // halves of one tile; bytes of all

__device__ __forceinline__ void project_load(__half* stage, const __half* __restrict__ tokens, const __half* __restrict__ weights, int c0, int m0, int n0) {
#pragma unroll
    for (int s = 0; s < 2; ++s) {
        int chunk = threadIdx.x + s * 256, row = chunk / 16, col = (chunk % 16) * 8;
        copy16(stage + row * kInPitch + col, tokens + (size_t)(c0 + row) * kTokens + m0 + col);
        copy16(stage + kInTile + row * kInPitch + col, weights + (size_t)(c0 + row) * kHeads + n0 + col);
    }
}

__device__ __forceinline__ void widen(const __half* from, float (&to)[8]) {
    uint4 raw = *reinterpret_cast<const uint4*>(from);
    const __half2* pair = reinterpret_cast<const __half2*>(&raw);
#pragma unroll
    for (int i = 0; i < 4; ++i) { float2 v = __half22float2(pair[i]); to[2 * i] = v.x; to[2 * i + 1] = v.y; }
}

__global__ void __launch_bounds__(256, 2) velvet_otter_ai5_a(const __half* __restrict__ tokens, const __half* __restrict__ weights, float* __restrict__ projected) {
    extern __shared__ __align__(128) unsigned char pool[];
    __half* ring = reinterpret_cast<__half*>(pool);
    constexpr int kSteps = kChannels / kInDeep;
    int t = threadIdx.x, tx = t % 16, ty = t / 16, m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    float sum[8][8];
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) sum[i][j] = 0.0f;
#pragma unroll
    for (int s = 0; s < kInStages - 1; ++s) { project_load(ring + s * 2 * kInTile, tokens, weights, s * kInDeep, m0, n0); copy_commit(); }
    for (int step = 0; step < kSteps; ++step) {
        copy_wait<kInStages - 2>();
        __syncthreads();
        int ahead = step + kInStages - 1;
        if (ahead < kSteps) project_load(ring + (ahead % kInStages) * 2 * kInTile, tokens, weights, ahead * kInDeep, m0, n0);
        copy_commit();
        const __half* stage = ring + (step % kInStages) * 2 * kInTile;
#pragma unroll 8
        for (int k = 0; k < kInDeep; ++k) {
            float l[8], r[8];
            widen(stage + k * kInPitch + ty * 8, l);
            widen(stage + kInTile + k * kInPitch + tx * 8, r);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(l[i], r[j], sum[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* row = projected + (size_t)(m0 + ty * 8 + i) * kHeads + n0 + tx * 8;
        *reinterpret_cast<float4*>(row) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
        *reinterpret_cast<float4*>(row + 4) = make_float4(sum[i][4], sum[i][5], sum[i][6], sum[i][7]);
    }
}

__global__ void __launch_bounds__(256, 2) velvet_otter_ai5_b(const __half* __restrict__ tokens, const __half* __restrict__ weights, float* __restrict__ projected) {
    extern __shared__ __align__(128) unsigned char pool[];
    __half* ring = reinterpret_cast<__half*>(pool);
    constexpr int kSteps = kChannels / kInDeep;
    int warp = threadIdx.x / 32, wm = (warp / 4) * 64, wn = (warp % 4) * 32, m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[4][2];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
#pragma unroll
    for (int s = 0; s < kInStages - 1; ++s) { project_load(ring + s * 2 * kInTile, tokens, weights, s * kInDeep, m0, n0); copy_commit(); }
    for (int step = 0; step < kSteps; ++step) {
        copy_wait<kInStages - 2>();
        __syncthreads();
        int ahead = step + kInStages - 1;
        if (ahead < kSteps) project_load(ring + (ahead % kInStages) * 2 * kInTile, tokens, weights, ahead * kInDeep, m0, n0);
        copy_commit();
        const __half* stage = ring + (step % kInStages) * 2 * kInTile;
#pragma unroll
        for (int k = 0; k < kInDeep; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::col_major> l[4];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> r[2];
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(l[i], stage + k * kInPitch + wm + i * 16, kInPitch);
#pragma unroll
            for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(r[j], stage + kInTile + k * kInPitch + wn + j * 16, kInPitch);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 2; ++j) wmma::mma_sync(sum[i][j], l[i], r[j], sum[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
            wmma::store_matrix_sync(projected + (size_t)(m0 + wm + i * 16) * kHeads + n0 + wn + j * 16, sum[i][j], kHeads, wmma::mem_row_major);
}

// ---- Tomography: 1536 detector lines times 1408 basis images over 1024 coefficients on TF32 tensor cores, one tile of 128 x 128 an SM.
constexpr int kLines = 1536, kBasis = 1408, kCoefs = 1024, kScanDeep = 32, kScanLeft = 36, kScanRight = 136;
constexpr int kScanA = 128 * kScanLeft, kScanStage = kScanA + kScanDeep * kScanRight, kScanStages = 3;  // floats

__device__ __forceinline__ void scan_load(float* stage, const float* __restrict__ system, const float* __restrict__ basis, int k0, int m0, int n0) {
#pragma unroll
    for (int s = 0; s < 4; ++s) {
        int chunk = threadIdx.x + s * 256;
        int row = chunk / 8, col = (chunk % 8) * 4;
        copy16(stage + row * kScanLeft + col, system + (size_t)(m0 + row) * kCoefs + k0 + col);
        int deep = chunk / 32, wide = (chunk % 32) * 4;
        copy16(stage + kScanA + deep * kScanRight + wide, basis + (size_t)(k0 + deep) * kBasis + n0 + wide);
    }
}

// A warp makes 64 x 32 sums: [i][j] is the 16 x 8 tile i down and j across (operands are truncated to TF32 by the tensor cores).
__device__ __forceinline__ void scan_multiply(const float* stage, float (&sum)[4][4][4], int wm, int wn) {
    int lane = threadIdx.x % 32;
    unsigned left = (unsigned)__cvta_generic_to_shared(stage + (wm + lane % 16) * kScanLeft + (lane / 16) * 4);
    const float* right = stage + kScanA + (lane % 4) * kScanRight + wn + lane / 4;
#pragma unroll
    for (int k = 0; k < kScanDeep; k += 8) {
        unsigned l[4][4], r[4][2];
#pragma unroll
        for (int i = 0; i < 4; ++i)
            asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\n"
                         : "=r"(l[i][0]), "=r"(l[i][1]), "=r"(l[i][2]), "=r"(l[i][3])
                         : "r"(left + (unsigned)((i * 16 * kScanLeft + k) * 4))
                         : "memory");
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            r[j][0] = __float_as_uint(right[k * kScanRight + j * 8]);
            r[j][1] = __float_as_uint(right[(k + 4) * kScanRight + j * 8]);
        }
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j)
                asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\n"
                             : "+f"(sum[i][j][0]), "+f"(sum[i][j][1]), "+f"(sum[i][j][2]), "+f"(sum[i][j][3])
                             : "r"(l[i][0]), "r"(l[i][1]), "r"(l[i][2]), "r"(l[i][3]), "r"(r[j][0]), "r"(r[j][1]));
    }
}

__device__ __forceinline__ void scan_clear(float (&sum)[4][4][4]) {
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int e = 0; e < 4; ++e) sum[i][j][e] = 0.0f;
}

__device__ __forceinline__ void scan_store(float* __restrict__ image, const float (&sum)[4][4][4], int m, int n) {
    int lane = threadIdx.x % 32;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float* at = image + (size_t)(m + i * 16 + lane / 4) * kBasis + n + j * 8 + (lane % 4) * 2;
            *reinterpret_cast<float2*>(at) = make_float2(sum[i][j][0], sum[i][j][1]);
            *reinterpret_cast<float2*>(at + 8 * kBasis) = make_float2(sum[i][j][2], sum[i][j][3]);
        }
}

__global__ void __launch_bounds__(256) marble_finch_ai5_a(const float* __restrict__ system, const float* __restrict__ basis, float* __restrict__ image) {
    extern __shared__ __align__(128) unsigned char pool[];
    float* stage = reinterpret_cast<float*>(pool);
    int warp = threadIdx.x / 32, wm = (warp / 4) * 64, wn = (warp % 4) * 32, m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    float sum[4][4][4];
    scan_clear(sum);
    for (int k = 0; k < kCoefs; k += kScanDeep) {
        scan_load(stage, system, basis, k, m0, n0);
        copy_commit();
        copy_wait<0>();
        __syncthreads();
        scan_multiply(stage, sum, wm, wn);
        __syncthreads();
    }
    scan_store(image, sum, m0 + wm, n0 + wn);
}

__global__ void __launch_bounds__(256) marble_finch_ai5_b(const float* __restrict__ system, const float* __restrict__ basis, float* __restrict__ image) {
    extern __shared__ __align__(128) unsigned char pool[];
    float* ring = reinterpret_cast<float*>(pool);
    constexpr int kSteps = kCoefs / kScanDeep;
    int warp = threadIdx.x / 32, wm = (warp / 4) * 64, wn = (warp % 4) * 32, m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    float sum[4][4][4];
    scan_clear(sum);
#pragma unroll
    for (int s = 0; s < kScanStages - 1; ++s) { scan_load(ring + s * kScanStage, system, basis, s * kScanDeep, m0, n0); copy_commit(); }
    for (int step = 0; step < kSteps; ++step) {
        copy_wait<kScanStages - 2>();
        __syncthreads();
        int ahead = step + kScanStages - 1;
        if (ahead < kSteps) scan_load(ring + (ahead % kScanStages) * kScanStage, system, basis, ahead * kScanDeep, m0, n0);
        copy_commit();
        scan_multiply(ring + (step % kScanStages) * kScanStage, sum, wm, wn);
    }
    scan_store(image, sum, m0 + wm, n0 + wn);
}

// ---- Databases: join of 18432 queries with 18432 records on the similarity of their embeddings (1280 halves): for each tile of 128 x 128 pairs
// the sum of what exceeds the threshold.
constexpr int kStrips = 144, kSide = kStrips * 128, kEmbed = 1280, kJoinDeep = 64, kJoinPitch = 72, kJoinStages = 4;
constexpr int kJoinTile = 128 * kJoinPitch, kJoinBytes = kJoinStages * 2 * kJoinTile * 2;  // halves of one tile; bytes of all
constexpr int kTeam = 12;  // rows of tiles in a group

__device__ __forceinline__ void join_load(__half* stage, const __half* __restrict__ query, const __half* __restrict__ record, int k0) {
#pragma unroll
    for (int s = 0; s < 4; ++s) {
        int chunk = threadIdx.x + s * 256, row = chunk / 8, col = (chunk % 8) * 8;
        copy16(stage + row * kJoinPitch + col, query + (size_t)row * kEmbed + k0 + col);
        copy16(stage + kJoinTile + row * kJoinPitch + col, record + (size_t)row * kEmbed + k0 + col);
    }
}

__device__ __forceinline__ void join_tile(const __half* __restrict__ queries, const __half* __restrict__ records, float* __restrict__ excess, float threshold,
                                          int row, int col) {
    extern __shared__ __align__(128) unsigned char pool[];
    __shared__ float part[8];
    __half* ring = reinterpret_cast<__half*>(pool);
    constexpr int kSteps = kEmbed / kJoinDeep;
    const __half* query = queries + (size_t)row * 128 * kEmbed;
    const __half* record = records + (size_t)col * 128 * kEmbed;
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, wm = (warp / 4) * 64, wn = (warp % 4) * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[4][2];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
#pragma unroll
    for (int s = 0; s < kJoinStages - 1; ++s) { join_load(ring + s * 2 * kJoinTile, query, record, s * kJoinDeep); copy_commit(); }
    for (int step = 0; step < kSteps; ++step) {
        copy_wait<kJoinStages - 2>();
        __syncthreads();
        int ahead = step + kJoinStages - 1;
        if (ahead < kSteps) join_load(ring + (ahead % kJoinStages) * 2 * kJoinTile, query, record, ahead * kJoinDeep);
        copy_commit();
        const __half* stage = ring + (step % kJoinStages) * 2 * kJoinTile;
#pragma unroll
        for (int k = 0; k < kJoinDeep; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> l[4];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> r[2];
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(l[i], stage + (wm + i * 16) * kJoinPitch + k, kJoinPitch);
#pragma unroll
            for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(r[j], stage + kJoinTile + (wn + j * 16) * kJoinPitch + k, kJoinPitch);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 2; ++j) wmma::mma_sync(sum[i][j], l[i], r[j], sum[i][j]);
        }
    }
    float over = 0.0f;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
#pragma unroll
            for (int e = 0; e < sum[i][j].num_elements; ++e) over += fmaxf(sum[i][j].x[e] - threshold, 0.0f);
#pragma unroll
    for (int o = 16; o; o >>= 1) over += __shfl_xor_sync(0xffffffffu, over, o);
    if (lane == 0) part[warp] = over;
    __syncthreads();
    if (threadIdx.x == 0) {
        float all = 0.0f;
#pragma unroll
        for (int w = 0; w < 8; ++w) all += part[w];
        excess[row * kStrips + col] = all;
    }
}

__global__ void __launch_bounds__(256) tundra_quill_ai5_a(const __half* __restrict__ queries, const __half* __restrict__ records, float* __restrict__ excess,
                                                          float threshold) {
    int diagonal = blockIdx.x / kStrips, row = blockIdx.x % kStrips;
    join_tile(queries, records, excess, threshold, row, (row + diagonal) % kStrips);
}

__global__ void __launch_bounds__(256) tundra_quill_ai5_b(const __half* __restrict__ queries, const __half* __restrict__ records, float* __restrict__ excess,
                                                          float threshold) {
    int team = blockIdx.x / (kTeam * kStrips), within = blockIdx.x % (kTeam * kStrips);
    join_tile(queries, records, excess, threshold, team * kTeam + within % kTeam, within / kTeam);
}

// ---- Sonar: matched filter of 64 taps over a long recording, one block an SM that walks over chunks of 8192 samples.
constexpr int kTaps = 64, kChunk = 8192, kChunks = 48, kListeners = 132;
constexpr size_t kSamples = (size_t)kListeners * kChunks * kChunk;
constexpr int kQuads = (kChunk + kTaps) / 4, kEchoBuffer = kQuads + kQuads / 8;  // quadruples, one of padding after eight
__constant__ float ping[kTaps];

__device__ __forceinline__ int echo_slot(int quad) { return quad + quad / 8; }

__device__ __forceinline__ void echo_load(float4* buffer, const float* __restrict__ heard, int chunk) {
    const float4* from = reinterpret_cast<const float4*>(heard + (size_t)chunk * kChunk);
    for (int q = threadIdx.x; q < kQuads; q += 1024) copy16(buffer + echo_slot(q), from + q);
}

__device__ __forceinline__ void echo_filter(const float4* buffer, float* __restrict__ matched, int chunk) {
    int t = threadIdx.x;
    float w[12], sum[8];
#pragma unroll
    for (int o = 0; o < 8; ++o) sum[o] = 0.0f;
#pragma unroll
    for (int q = 0; q < 2; ++q) {
        float4 v = buffer[echo_slot(2 * t + q)];
        w[4 * q] = v.x; w[4 * q + 1] = v.y; w[4 * q + 2] = v.z; w[4 * q + 3] = v.w;
    }
#pragma unroll
    for (int g = 0; g < kTaps / 4; ++g) {
        float4 v = buffer[echo_slot(2 * t + 2 + g)];
        w[8] = v.x; w[9] = v.y; w[10] = v.z; w[11] = v.w;
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int o = 0; o < 8; ++o) sum[o] = fmaf(ping[4 * g + j], w[o + j], sum[o]);
#pragma unroll
        for (int i = 0; i < 8; ++i) w[i] = w[i + 4];
    }
    // Neighbouring lanes swap quadruples, so that each store fills whole sectors.
    bool odd = t & 1;
    float4 got;
    got.x = __shfl_xor_sync(0xffffffffu, odd ? sum[0] : sum[4], 1);
    got.y = __shfl_xor_sync(0xffffffffu, odd ? sum[1] : sum[5], 1);
    got.z = __shfl_xor_sync(0xffffffffu, odd ? sum[2] : sum[6], 1);
    got.w = __shfl_xor_sync(0xffffffffu, odd ? sum[3] : sum[7], 1);
    float4 low = make_float4(sum[0], sum[1], sum[2], sum[3]), high = make_float4(sum[4], sum[5], sum[6], sum[7]);
    float4* to = reinterpret_cast<float4*>(matched + (size_t)chunk * kChunk) + 2 * t;
    __stcs(odd ? to - 1 : to, odd ? got : low);
    __stcs(odd ? to + 1 : to + 2, odd ? high : got);
}

__global__ void __launch_bounds__(1024, 1) barley_comet_ai5_a(const float* __restrict__ heard, float* __restrict__ matched) {
    extern __shared__ __align__(128) unsigned char pool[];
    float4* buffer = reinterpret_cast<float4*>(pool);
    for (int i = 0; i < kChunks; ++i) {
        int chunk = blockIdx.x + i * kListeners;
        echo_load(buffer, heard, chunk);
        copy_commit();
        copy_wait<0>();
        __syncthreads();
        echo_filter(buffer, matched, chunk);
        __syncthreads();
    }
}

__global__ void __launch_bounds__(1024, 1) barley_comet_ai5_b(const float* __restrict__ heard, float* __restrict__ matched) {
    extern __shared__ __align__(128) unsigned char pool[];
    float4* buffer = reinterpret_cast<float4*>(pool);
    echo_load(buffer, heard, blockIdx.x);
    copy_commit();
    for (int i = 0; i < kChunks; ++i) {
        int chunk = blockIdx.x + i * kListeners;
        if (i + 1 < kChunks) echo_load(buffer + ((i + 1) & 1) * kEchoBuffer, heard, chunk + kListeners);
        copy_commit();
        copy_wait<1>();
        __syncthreads();
        echo_filter(buffer + (i & 1) * kEchoBuffer, matched, chunk);
        __syncthreads();
    }
}

// ---- Games: fog density at 540672 probes from 256 emitters (smooth kernel of finite reach), four probes a thread.
constexpr int kFogBlocks = 132 * 4, kProbes = kFogBlocks * 256 * 4, kEmitters = 256;

__device__ __forceinline__ void fog_add(float4 e, const float4 (&p)[4], float (&fog)[4]) {
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float dx = p[j].x - e.x, dy = p[j].y - e.y, dz = p[j].z - e.z, d2 = fmaf(dx, dx, fmaf(dy, dy, dz * dz)), near = __saturatef(fmaf(-0.7f, d2, 1.0f));
        fog[j] = fmaf(near * near * near, e.w, fog[j]);
    }
}

__device__ __forceinline__ void fog_begin(const float4* __restrict__ probes, float4 (&p)[4], float (&fog)[4], int first) {
#pragma unroll
    for (int j = 0; j < 4; ++j) { p[j] = probes[first + j * 256]; fog[j] = 0.0f; }
}

__device__ __forceinline__ void fog_end(float* __restrict__ density, const float4 (&p)[4], const float (&fog)[4], int first) {
#pragma unroll
    for (int j = 0; j < 4; ++j) density[first + j * 256] = fmaf(0.1f, p[j].w, fog[j]);
}

__global__ void __launch_bounds__(256, 4) pebble_sonnet_ai5_a(const float4* __restrict__ probes, const float4* __restrict__ emitters, float* __restrict__ density) {
    int first = blockIdx.x * 1024 + threadIdx.x;
    float4 p[4];
    float fog[4];
    fog_begin(probes, p, fog, first);
#pragma unroll 8
    for (int s = 0; s < kEmitters; ++s) fog_add(__ldg(emitters + s), p, fog);
    fog_end(density, p, fog, first);
}

__global__ void __launch_bounds__(256, 4) pebble_sonnet_ai5_b(const float4* __restrict__ probes, const float4* __restrict__ emitters, float* __restrict__ density) {
    __shared__ float4 near_by[kEmitters];
    int first = blockIdx.x * 1024 + threadIdx.x;
    float4 p[4];
    float fog[4];
    near_by[threadIdx.x] = emitters[threadIdx.x];
    fog_begin(probes, p, fog, first);
    __syncthreads();
#pragma unroll 8
    for (int s = 0; s < kEmitters; ++s) fog_add(near_by[s], p, fog);
    fog_end(density, p, fog, first);
}

// ---- Heat: one step of conduction over a plate of 8192 x 8192 cells (five-point stencil), four columns and eight rows a thread.
constexpr int kPlate = 8192, kPlatePitch = kPlate + 64, kPlateMargin = 32, kBand = 8;

__global__ void __launch_bounds__(256, 4) willow_anvil_ai5_a(const float* __restrict__ now, float* __restrict__ next) {
    int x = (blockIdx.x * 256 + threadIdx.x) * 4, y = blockIdx.y * kBand, lane = threadIdx.x % 32;
    const float* at = now + (size_t)y * kPlatePitch + kPlateMargin + x;  // the row above the band's first
    float* to = next + (size_t)y * kPlate + x;
    float4 row[kBand + 2];
    float rim[kBand];
    int side = lane == 0 ? -1 : 4;
#pragma unroll
    for (int j = 0; j < kBand + 2; ++j) row[j] = __ldg(reinterpret_cast<const float4*>(at + (size_t)j * kPlatePitch));
#pragma unroll
    for (int j = 0; j < kBand; ++j) rim[j] = lane == 0 || lane == 31 ? __ldg(at + (size_t)(j + 1) * kPlatePitch + side) : 0.0f;
#pragma unroll
    for (int j = 0; j < kBand; ++j) {
        float4 up = row[j], me = row[j + 1], down = row[j + 2];
        float left = __shfl_up_sync(0xffffffffu, me.w, 1), right = __shfl_down_sync(0xffffffffu, me.x, 1);
        if (lane == 0) left = rim[j];
        if (lane == 31) right = rim[j];
        float4 r;
        r.x = fmaf(0.2f, (up.x + down.x) + (left + me.y), 0.2f * me.x);
        r.y = fmaf(0.2f, (up.y + down.y) + (me.x + me.z), 0.2f * me.y);
        r.z = fmaf(0.2f, (up.z + down.z) + (me.y + me.w), 0.2f * me.z);
        r.w = fmaf(0.2f, (up.w + down.w) + (me.z + right), 0.2f * me.w);
        __stcs(reinterpret_cast<float4*>(to + (size_t)j * kPlate), r);
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch) { cases.push_back({name, launch, out, count, Output::f32}); };

    {
        std::vector<float> shape(kSpread * kSpread), pulse(kTaps);
        for (int i = 0; i < kSpread * kSpread; ++i) {
            float dy = float(i / kSpread - 5), dx = float(i % kSpread - 5);
            shape[i] = 0.02f * std::exp(-0.08f * (dx * dx + 1.3f * dy * dy));
        }
        for (int i = 0; i < kTaps; ++i) pulse[i] = 0.1f * std::cos(0.05f * i + 0.004f * i * i);
        CHECK(cudaMemcpyToSymbol(spread, shape.data(), shape.size() * sizeof(float)));
        CHECK(cudaMemcpyToSymbol(ping, pulse.data(), pulse.size() * sizeof(float)));
    }

    {
        float *frame = filled<float>((size_t)kSkyPitch * kSkyRows, 101), *out = empty<float>((size_t)kSky * kSky);
        add("lantern_moss_ai5_a", out, (size_t)kSky * kSky, [=] { lantern_moss_ai5_a<<<dim3(kSky / 32, kSky / 8), dim3(32, 8)>>>(frame, out); });
        add("lantern_moss_ai5_b", out, (size_t)kSky * kSky, [=] { lantern_moss_ai5_b<<<dim3(kSky / 64, kSky / 64), 256>>>(frame, out); });
    }
    {
        float *exposure = filled<float>((size_t)kBooks * kFactors, 102), *shock = filled<float>((size_t)kFactors * kScenes, 103);
        float* out = empty<float>((size_t)kBooks * kScenes);
        add("copper_heron_ai5_a", out, (size_t)kBooks * kScenes,
            [=] { copper_heron_ai5_a<<<dim3(kScenes / 32, kBooks / 8), dim3(32, 8)>>>(exposure, shock, out); });
        add("copper_heron_ai5_b", out, (size_t)kBooks * kScenes,
            [=] { copper_heron_ai5_b<<<dim3(kScenes / 128, kBooks / 128), 256>>>(exposure, shock, out); });
    }
    {
        __half *tokens = filled<__half>((size_t)kChannels * kTokens, 104), *weights = filled<__half>((size_t)kChannels * kHeads, 105);
        float* out = empty<float>((size_t)kTokens * kHeads);
        CHECK(cudaFuncSetAttribute(velvet_otter_ai5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kInBytes));
        CHECK(cudaFuncSetAttribute(velvet_otter_ai5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kInBytes));
        add("velvet_otter_ai5_a", out, (size_t)kTokens * kHeads,
            [=] { velvet_otter_ai5_a<<<dim3(kHeads / 128, kTokens / 128), 256, kInBytes>>>(tokens, weights, out); });
        add("velvet_otter_ai5_b", out, (size_t)kTokens * kHeads,
            [=] { velvet_otter_ai5_b<<<dim3(kHeads / 128, kTokens / 128), 256, kInBytes>>>(tokens, weights, out); });
    }
    {
        float *system = filled<float>((size_t)kLines * kCoefs, 106), *basis = filled<float>((size_t)kCoefs * kBasis, 107);
        float* out = empty<float>((size_t)kLines * kBasis);
        constexpr int kOne = kScanStage * 4, kAll = kScanStages * kScanStage * 4;
        CHECK(cudaFuncSetAttribute(marble_finch_ai5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kAll));
        add("marble_finch_ai5_a", out, (size_t)kLines * kBasis,
            [=] { marble_finch_ai5_a<<<dim3(kBasis / 128, kLines / 128), 256, kOne>>>(system, basis, out); });
        add("marble_finch_ai5_b", out, (size_t)kLines * kBasis,
            [=] { marble_finch_ai5_b<<<dim3(kBasis / 128, kLines / 128), 256, kAll>>>(system, basis, out); });
    }
    {
        __half *queries = filled<__half>((size_t)kSide * kEmbed, 108), *records = filled<__half>((size_t)kSide * kEmbed, 109);
        float* out = empty<float>((size_t)kStrips * kStrips);
        CHECK(cudaFuncSetAttribute(tundra_quill_ai5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kJoinBytes));
        CHECK(cudaFuncSetAttribute(tundra_quill_ai5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kJoinBytes));
        add("tundra_quill_ai5_a", out, (size_t)kStrips * kStrips,
            [=] { tundra_quill_ai5_a<<<kStrips * kStrips, 256, kJoinBytes>>>(queries, records, out, 20.0f); });
        add("tundra_quill_ai5_b", out, (size_t)kStrips * kStrips,
            [=] { tundra_quill_ai5_b<<<kStrips * kStrips, 256, kJoinBytes>>>(queries, records, out, 20.0f); });
    }
    {
        float *heard = filled<float>(kSamples + kTaps, 110), *out = empty<float>(kSamples);
        constexpr int kOne = kEchoBuffer * 16, kBoth = 2 * kOne;
        CHECK(cudaFuncSetAttribute(barley_comet_ai5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kBoth));
        add("barley_comet_ai5_a", out, kSamples, [=] { barley_comet_ai5_a<<<kListeners, 1024, kOne>>>(heard, out); });
        add("barley_comet_ai5_b", out, kSamples, [=] { barley_comet_ai5_b<<<kListeners, 1024, kBoth>>>(heard, out); });
    }
    {
        float4 *probes = reinterpret_cast<float4*>(filled<float>((size_t)kProbes * 4, 111)), *emitters = reinterpret_cast<float4*>(filled<float>(kEmitters * 4, 112));
        float* out = empty<float>(kProbes);
        add("pebble_sonnet_ai5_a", out, kProbes, [=] { pebble_sonnet_ai5_a<<<kFogBlocks, 256>>>(probes, emitters, out); });
        add("pebble_sonnet_ai5_b", out, kProbes, [=] { pebble_sonnet_ai5_b<<<kFogBlocks, 256>>>(probes, emitters, out); });
    }
    {
        float *now = filled<float>((size_t)kPlatePitch * (kPlate + 2), 113), *next = empty<float>((size_t)kPlate * kPlate);
        add("willow_anvil_ai5_a", next, (size_t)kPlate * kPlate, [=] { willow_anvil_ai5_a<<<dim3(kPlate / 1024, kPlate / kBand), 256>>>(now, next); });
    }

    return harness::run(argc, argv, cases);
}
