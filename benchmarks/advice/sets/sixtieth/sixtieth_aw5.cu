// Six measured cases about reuse and matrix units: before (_a) and after (_b).
#include <cuda_fp16.h>
#include <mma.h>

#include "harness.cuh"

using harness::Case;
using harness::Output;
namespace wmma = nvcuda::wmma;

__device__ __forceinline__ void async16(void* to, const void* from) {
    unsigned at = (unsigned)__cvta_generic_to_shared(to);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(at), "l"(from) : "memory");
}
__device__ __forceinline__ void async_commit() { asm volatile("cp.async.commit_group;\n" ::: "memory"); }
template <int kLeft>
__device__ __forceinline__ void async_wait() { asm volatile("cp.async.wait_group %0;\n" ::"n"(kLeft) : "memory"); }

// ---- Astronomy: a plate of the sky convolved with the 17 x 17 point spread function of the telescope (the plate has a margin of 8 on each side).
constexpr int kSky = 4096, kTaps = 17, kPlate = kSky + kTaps - 1;
__constant__ float kSpread[kTaps][kTaps];  // [x][y]

__global__ void __launch_bounds__(256) quartz_heron_aw5_a(const float* __restrict__ plate, float* __restrict__ blurred) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const float* from = plate + (size_t)y * kPlate + x;
    float sum = 0.0f;
    for (int dx = 0; dx < kTaps; ++dx) {
#pragma unroll
        for (int dy = 0; dy < kTaps; ++dy) sum = fmaf(kSpread[dx][dy], from[dy * kPlate + dx], sum);
    }
    blurred[(size_t)y * kSky + x] = sum;
}

constexpr int kDown = 8, kPatchWide = 32 + kTaps - 1, kPatchHigh = 8 * kDown + kTaps - 1;

__global__ void __launch_bounds__(256) quartz_heron_aw5_b(const float* __restrict__ plate, float* __restrict__ blurred) {
    __shared__ float patch[kPatchHigh * kPatchWide];
    int x = threadIdx.x, y = threadIdx.y * kDown, t = threadIdx.y * 32 + threadIdx.x;
    const float* from = plate + (size_t)blockIdx.y * (8 * kDown) * kPlate + blockIdx.x * 32;
    static_assert(kPatchHigh * kPatchWide % 256 == 0, "whole rounds");
#pragma unroll
    for (int r = 0; r < kPatchHigh * kPatchWide / 256; ++r) {
        int p = r * 256 + t;
        patch[p] = from[(p / kPatchWide) * kPlate + p % kPatchWide];
    }
    __syncthreads();
    float sum[kDown];
#pragma unroll
    for (int k = 0; k < kDown; ++k) sum[k] = 0.0f;
    for (int dx = 0; dx < kTaps; ++dx) {
        float column[kDown + kTaps - 1];
#pragma unroll
        for (int k = 0; k < kDown + kTaps - 1; ++k) column[k] = patch[(y + k) * kPatchWide + x + dx];
#pragma unroll
        for (int dy = 0; dy < kTaps; ++dy) {
            float w = kSpread[dx][dy];
#pragma unroll
            for (int k = 0; k < kDown; ++k) sum[k] = fmaf(w, column[k + dy], sum[k]);
        }
    }
    float* to = blurred + ((size_t)blockIdx.y * (8 * kDown) + y) * kSky + blockIdx.x * 32 + x;
#pragma unroll
    for (int k = 0; k < kDown; ++k) to[(size_t)k * kSky] = sum[k];
}

// ---- Finance: profit of 1024 books under 1024 scenarios from their exposures to 256 risk factors, in double precision.
constexpr int kBooks = 1024, kScenes = 1024, kFactors = 256;

__global__ void __launch_bounds__(256) ember_ledger_aw5_a(const double* __restrict__ exposure, const double* __restrict__ shock, double* __restrict__ profit) {
    int scene = blockIdx.x * 32 + threadIdx.x, book = blockIdx.y * 8 + threadIdx.y;
    const double* e = exposure + book * kFactors;
    double sum = 0.0;
#pragma unroll 8
    for (int f = 0; f < kFactors; ++f) sum = fma(e[f], shock[f * kScenes + scene], sum);
    profit[book * kScenes + scene] = sum;
}

constexpr int kSliceD = 16, kPitchD = 66;

__global__ void __launch_bounds__(128) ember_ledger_aw5_b(const double* __restrict__ exposure, const double* __restrict__ shock, double* __restrict__ profit) {
    __shared__ __align__(16) double books[2][kSliceD][kPitchD], scenes[2][kSliceD][kPitchD];
    int t = threadIdx.x, tx = t % 16, ty = t / 16;
    int fromBook = t / 2, fromFactor = (t % 2) * 8, shockFactor = t / 8, shockScene = (t % 8) * 2;
    const double* e = exposure + (blockIdx.y * 64 + fromBook) * kFactors + fromFactor;
    const double* s = shock + shockFactor * kScenes + blockIdx.x * 64 + shockScene;
    double2 nextE[4], nextS[4];
    auto fetch = [&](int f) {
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            nextE[j] = *reinterpret_cast<const double2*>(e + f + 2 * j);
            nextS[j] = *reinterpret_cast<const double2*>(s + f * kScenes + 16 * j);
        }
    };
    auto keep = [&](int b) {
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            books[b][fromFactor + 2 * j][fromBook] = nextE[j].x;
            books[b][fromFactor + 2 * j + 1][fromBook] = nextE[j].y;
            *reinterpret_cast<double2*>(&scenes[b][shockFactor][shockScene + 16 * j]) = nextS[j];
        }
    };
    double sum[8][4];
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) sum[i][j] = 0.0;
    fetch(0);
    keep(0);
    __syncthreads();
    for (int slice = 0; slice < kFactors / kSliceD; ++slice) {
        int b = slice % 2;
        bool more = slice + 1 < kFactors / kSliceD;
        if (more) fetch((slice + 1) * kSliceD);
#pragma unroll 8
        for (int f = 0; f < kSliceD; ++f) {
            double2 m[4], n[2];
#pragma unroll
            for (int i = 0; i < 4; ++i) m[i] = *reinterpret_cast<const double2*>(&books[b][f][ty * 8 + 2 * i]);
#pragma unroll
            for (int j = 0; j < 2; ++j) n[j] = *reinterpret_cast<const double2*>(&scenes[b][f][tx * 2 + 32 * j]);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 2; ++j) {
                    sum[2 * i][2 * j] = fma(m[i].x, n[j].x, sum[2 * i][2 * j]);
                    sum[2 * i][2 * j + 1] = fma(m[i].x, n[j].y, sum[2 * i][2 * j + 1]);
                    sum[2 * i + 1][2 * j] = fma(m[i].y, n[j].x, sum[2 * i + 1][2 * j]);
                    sum[2 * i + 1][2 * j + 1] = fma(m[i].y, n[j].y, sum[2 * i + 1][2 * j + 1]);
                }
        }
        if (more) keep(b ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
            *reinterpret_cast<double2*>(profit + (blockIdx.y * 64 + ty * 8 + i) * kScenes + blockIdx.x * 64 + tx * 2 + 32 * j) =
                make_double2(sum[i][2 * j], sum[i][2 * j + 1]);
}

// ---- Machine learning: hidden layer of a language model, relu(tokens x weights), half in and float out; a ring of three slices by cp.async.
constexpr int kTokens = 2048, kHidden = 2048, kWidth = 1024, kSlice = 32, kPitchA = kSlice + 8, kPitchB = 128 + 8, kRing = 3;
constexpr int kStageA = 128 * kPitchA, kStage = kStageA + kSlice * kPitchB, kLayerBytes = kRing * kStage * 2;

__device__ __forceinline__ void layer_fetch(half* stage, const half* __restrict__ tokens, const half* __restrict__ weights, int slice) {
    int t = threadIdx.x;
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        int c = t + 256 * j, row = c / 4, col = (c % 4) * 8;
        async16(stage + row * kPitchA + col, tokens + (size_t)(blockIdx.y * 128 + row) * kWidth + slice * kSlice + col);
    }
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        int c = t + 256 * j, row = c / 16, col = (c % 16) * 8;
        async16(stage + kStageA + row * kPitchB + col, weights + (size_t)(slice * kSlice + row) * kHidden + blockIdx.x * 128 + col);
    }
}

template <typename Work>
__device__ __forceinline__ void layer_walk(half* ring, const half* __restrict__ tokens, const half* __restrict__ weights, Work work) {
    constexpr int kSlices = kWidth / kSlice;
    layer_fetch(ring, tokens, weights, 0); async_commit();
    layer_fetch(ring + kStage, tokens, weights, 1); async_commit();
    int now = 0, next = 2;
    for (int slice = 0; slice < kSlices; ++slice) {
        async_wait<1>();
        __syncthreads();
        if (slice + 2 < kSlices) layer_fetch(ring + next * kStage, tokens, weights, slice + 2);
        async_commit();
        work(ring + now * kStage, ring + now * kStage + kStageA);
        now = now == kRing - 1 ? 0 : now + 1;
        next = next == kRing - 1 ? 0 : next + 1;
    }
}

__global__ void __launch_bounds__(256, 2) walnut_sonata_aw5_a(const half* __restrict__ tokens, const half* __restrict__ weights, float* __restrict__ hidden) {
    extern __shared__ __align__(128) unsigned char memory[];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    float sum[8][8];
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) sum[i][j] = 0.0f;
    layer_walk(reinterpret_cast<half*>(memory), tokens, weights, [&](const half* a, const half* b) {
#pragma unroll 1
        for (int k = 0; k < kSlice; k += 4) {
            uint2 rows[8];
#pragma unroll
            for (int i = 0; i < 8; ++i) rows[i] = *reinterpret_cast<const uint2*>(a + (ty + 16 * i) * kPitchA + k);
#pragma unroll
            for (int q = 0; q < 4; ++q) {
                uint4 raw = *reinterpret_cast<const uint4*>(b + (k + q) * kPitchB + tx * 8);
                const half2* pairs = reinterpret_cast<const half2*>(&raw);
                float n[8];
#pragma unroll
                for (int j = 0; j < 4; ++j) { float2 f = __half22float2(pairs[j]); n[2 * j] = f.x; n[2 * j + 1] = f.y; }
#pragma unroll
                for (int i = 0; i < 8; ++i) {
                    half2 two = *reinterpret_cast<const half2*>(q < 2 ? &rows[i].x : &rows[i].y);
                    float m = q % 2 ? __high2float(two) : __low2float(two);
#pragma unroll
                    for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(m, n[j], sum[i][j]);
                }
            }
        }
    });
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float4* to = reinterpret_cast<float4*>(hidden + (size_t)(blockIdx.y * 128 + ty + 16 * i) * kHidden + blockIdx.x * 128 + tx * 8);
        to[0] = make_float4(fmaxf(sum[i][0], 0.0f), fmaxf(sum[i][1], 0.0f), fmaxf(sum[i][2], 0.0f), fmaxf(sum[i][3], 0.0f));
        to[1] = make_float4(fmaxf(sum[i][4], 0.0f), fmaxf(sum[i][5], 0.0f), fmaxf(sum[i][6], 0.0f), fmaxf(sum[i][7], 0.0f));
    }
}

__global__ void __launch_bounds__(256, 2) walnut_sonata_aw5_b(const half* __restrict__ tokens, const half* __restrict__ weights, float* __restrict__ hidden) {
    extern __shared__ __align__(128) unsigned char memory[];
    int warp = threadIdx.x / 32, wm = (warp / 4) * 64, wn = (warp % 4) * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[4][2];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
    layer_walk(reinterpret_cast<half*>(memory), tokens, weights, [&](const half* a, const half* b) {
#pragma unroll
        for (int k = 0; k < kSlice; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> m[4];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> n[2];
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(m[i], a + (wm + 16 * i) * kPitchA + k, kPitchA);
#pragma unroll
            for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(n[j], b + k * kPitchB + wn + 16 * j, kPitchB);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 2; ++j) wmma::mma_sync(sum[i][j], m[i], n[j], sum[i][j]);
        }
    });
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) {
#pragma unroll
            for (int v = 0; v < sum[i][j].num_elements; ++v) sum[i][j].x[v] = fmaxf(sum[i][j].x[v], 0.0f);
            wmma::store_matrix_sync(hidden + (size_t)(blockIdx.y * 128 + wm + 16 * i) * kHidden + blockIdx.x * 128 + wn + 16 * j, sum[i][j], kHidden,
                                    wmma::mem_row_major);
        }
}

// ---- Shop search: score of the best of 8192 articles for each of 16896 visitors (dot products of 64 features); a block keeps 128 visitors and walks the articles.
constexpr int kVisitors = 132 * 128, kArticles = 8192, kFeatures = 64, kPitchF = kFeatures + 8, kShelf = 128 * kPitchF, kPitchBest = 36;

using Scores = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;

__device__ __forceinline__ void shelf_score(const half* visitors, const half* shelf, int wm, int wn, Scores (&best)[2][4]) {
    Scores sum[2][4];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
#pragma unroll
    for (int k = 0; k < kFeatures; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> m[2];
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> n[4];
#pragma unroll
        for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(m[i], visitors + (wm + 16 * i) * kPitchF + k, kPitchF);
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(n[j], shelf + (wn + 16 * j) * kPitchF + k, kPitchF);
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::mma_sync(sum[i][j], m[i], n[j], sum[i][j]);
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int v = 0; v < sum[i][j].num_elements; ++v) best[i][j].x[v] = fmaxf(best[i][j].x[v], sum[i][j].x[v]);
}

__device__ __forceinline__ void shelf_finish(float* scratch, int wm, int half_of, Scores (&best)[2][4], float* __restrict__ score) {
#pragma unroll
    for (int i = 0; i < 2; ++i) {
#pragma unroll
        for (int j = 1; j < 4; ++j)
#pragma unroll
            for (int v = 0; v < best[i][0].num_elements; ++v) best[i][0].x[v] = fmaxf(best[i][0].x[v], best[i][j].x[v]);
        wmma::store_matrix_sync(scratch + (wm + 16 * i) * kPitchBest + half_of * 16, best[i][0], kPitchBest, wmma::mem_row_major);
    }
    __syncthreads();
    if (threadIdx.x < 128) {
        const float* row = scratch + threadIdx.x * kPitchBest;
        float top = row[0];
#pragma unroll
        for (int c = 1; c < 32; ++c) top = fmaxf(top, row[c]);
        score[blockIdx.x * 128 + threadIdx.x] = top;
    }
}

__device__ __forceinline__ void shelf_start(Scores (&best)[2][4]) {
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(best[i][j], -3.0e38f);
}

__device__ __forceinline__ void shelf_copy(half* to, const half* __restrict__ from) {  // 128 rows through registers
    uint4 piece[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) piece[j] = reinterpret_cast<const uint4*>(from)[threadIdx.x + 256 * j];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int c = threadIdx.x + 256 * j;
        *reinterpret_cast<uint4*>(to + (c / 8) * kPitchF + (c % 8) * 8) = piece[j];
    }
}

__device__ __forceinline__ void shelf_send(half* to, const half* __restrict__ from) {  // 128 rows by cp.async
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int c = threadIdx.x + 256 * j;
        async16(to + (c / 8) * kPitchF + (c % 8) * 8, from + c * 8);
    }
}

constexpr int kShopBytesA = 2 * kShelf * 2, kShopBytesB = 3 * kShelf * 2;
static_assert(128 * kPitchBest * 4 <= kShelf * 2, "the scratch lies over a shelf");

__global__ void __launch_bounds__(256, 1) lantern_otter_aw5_a(const half* __restrict__ visitors, const half* __restrict__ articles, float* __restrict__ score) {
    extern __shared__ __align__(128) unsigned char memory[];
    half *mine = reinterpret_cast<half*>(memory), *shelf = mine + kShelf;
    int warp = threadIdx.x / 32, wm = (warp / 2) * 32, wn = (warp % 2) * 64;
    Scores best[2][4];
    shelf_start(best);
    shelf_copy(mine, visitors + (size_t)blockIdx.x * 128 * kFeatures);
    for (int from = 0; from < kArticles; from += 128) {
        shelf_copy(shelf, articles + (size_t)from * kFeatures);
        __syncthreads();
        shelf_score(mine, shelf, wm, wn, best);
        __syncthreads();
    }
    shelf_finish(reinterpret_cast<float*>(shelf), wm, warp % 2, best, score);
}

__global__ void __launch_bounds__(256, 1) lantern_otter_aw5_b(const half* __restrict__ visitors, const half* __restrict__ articles, float* __restrict__ score) {
    extern __shared__ __align__(128) unsigned char memory[];
    half *mine = reinterpret_cast<half*>(memory), *shelves = mine + kShelf;
    int warp = threadIdx.x / 32, wm = (warp / 2) * 32, wn = (warp % 2) * 64;
    Scores best[2][4];
    shelf_start(best);
    shelf_send(shelves, articles); async_commit();
    shelf_copy(mine, visitors + (size_t)blockIdx.x * 128 * kFeatures);
    int now = 0;
    for (int from = 0; from < kArticles; from += 128) {
        async_wait<0>();
        __syncthreads();
        if (from + 128 < kArticles) shelf_send(shelves + (now ^ 1) * kShelf, articles + (size_t)(from + 128) * kFeatures);
        async_commit();
        shelf_score(mine, shelves + now * kShelf, wm, wn, best);
        now ^= 1;
    }
    __syncthreads();
    shelf_finish(reinterpret_cast<float*>(shelves), wm, warp % 2, best, score);
}

// ---- Fluids: density at 135168 probes from 16384 particles with a cubic kernel of compact support.
constexpr int kProbes = 132 * 4 * 256, kParticles = 16384;

__device__ __forceinline__ float fluid_share(const float4* drops, float4 probe, float sum) {
#pragma unroll 8
    for (int k = 0; k < 256; ++k) {
        float4 d = drops[k];
        float dx = probe.x - d.x, dy = probe.y - d.y, dz = probe.z - d.z;
        float near = __saturatef(fmaf(-dx, dx, fmaf(-dy, dy, fmaf(-dz, dz, 1.0f))));
        sum = fmaf(near * near * near, d.w, sum);
    }
    return sum;
}

__global__ void __launch_bounds__(256) pebble_mantle_aw5_a(const float4* __restrict__ probes, const float4* __restrict__ particles, float* __restrict__ density) {
    __shared__ float4 drops[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float4 probe = probes[i];
    float sum = 2.0f + probe.w;
    for (int from = 0; from < kParticles; from += 256) {
        drops[t] = particles[from + t];
        __syncthreads();
        sum = fluid_share(drops, probe, sum);
        __syncthreads();
    }
    density[i] = sum;
}

__global__ void __launch_bounds__(256) pebble_mantle_aw5_b(const float4* __restrict__ probes, const float4* __restrict__ particles, float* __restrict__ density) {
    __shared__ float4 drops[2][256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t, now = 0;
    float4 probe = probes[i];
    float sum = 2.0f + probe.w;
    async16(&drops[0][t], particles + t); async_commit();
    for (int from = 0; from < kParticles; from += 256) {
        async_wait<0>();
        __syncthreads();
        if (from + 256 < kParticles) async16(&drops[now ^ 1][t], particles + from + 256 + t);
        async_commit();
        sum = fluid_share(drops[now], probe, sum);
        now ^= 1;
    }
    density[i] = sum;
}

// ---- Geology: one step of heat flow through a section of rock (five points), 128 columns and 8 rows a warp, rows kept in registers.
constexpr int kRockWide = 16384, kRockHigh = 8192, kRows = 8;

__global__ void __launch_bounds__(256) thistle_harbor_aw5_a(const float* __restrict__ heat, float* __restrict__ later) {
    int lane = threadIdx.x, x = blockIdx.x * 128 + lane * 4, y = (blockIdx.y * 8 + threadIdx.y) * kRows;
    float4 row[kRows + 2];
    float edge[kRows];
    int beside = lane == 0 ? max(x - 1, 0) : min(x + 4, kRockWide - 1);
#pragma unroll
    for (int k = 0; k < kRows + 2; ++k) {
        int at = min(max(y + k - 1, 0), kRockHigh - 1);
        row[k] = *reinterpret_cast<const float4*>(heat + (size_t)at * kRockWide + x);
    }
#pragma unroll
    for (int k = 0; k < kRows; ++k) edge[k] = lane == 0 || lane == 31 ? heat[(size_t)(y + k) * kRockWide + beside] : 0.0f;
#pragma unroll
    for (int k = 0; k < kRows; ++k) {
        float4 c = row[k + 1], u = row[k], d = row[k + 2];
        float left = __shfl_up_sync(0xffffffffu, c.w, 1), right = __shfl_down_sync(0xffffffffu, c.x, 1);
        if (lane == 0) left = edge[k];
        if (lane == 31) right = edge[k];
        float4 r = make_float4(fmaf(0.2f, left + c.y + u.x + d.x, 0.2f * c.x), fmaf(0.2f, c.x + c.z + u.y + d.y, 0.2f * c.y),
                               fmaf(0.2f, c.y + c.w + u.z + d.z, 0.2f * c.z), fmaf(0.2f, c.z + right + u.w + d.w, 0.2f * c.w));
        __stcs(reinterpret_cast<float4*>(later + (size_t)(y + k) * kRockWide + x), r);
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    float spread[kTaps][kTaps];
    for (int x = 0; x < kTaps; ++x)
        for (int y = 0; y < kTaps; ++y)
            spread[x][y] = (1.0f + 0.2f * harness::unit(x * kTaps + y + 5)) * std::exp(-0.03f * ((x - 8) * (x - 8) + (y - 8) * (y - 8))) * 0.01f;
    CHECK(cudaMemcpyToSymbol(kSpread, spread, sizeof(spread)));
    float *plate = filled<float>((size_t)kPlate * kPlate, 61), *blurred = empty<float>((size_t)kSky * kSky);
    add("quartz_heron_aw5_a", blurred, (size_t)kSky * kSky, Output::f32, [=] { quartz_heron_aw5_a<<<dim3(kSky / 32, kSky / 8), dim3(32, 8)>>>(plate, blurred); });
    add("quartz_heron_aw5_b", blurred, (size_t)kSky * kSky, Output::f32, [=] { quartz_heron_aw5_b<<<dim3(kSky / 32, kSky / (8 * kDown)), dim3(32, 8)>>>(plate, blurred); });

    double *exposure = filled<double>(kBooks * kFactors, 62), *shock = filled<double>(kFactors * kScenes, 63), *profit = empty<double>(kBooks * kScenes);
    add("ember_ledger_aw5_a", profit, kBooks * kScenes, Output::f64, [=] { ember_ledger_aw5_a<<<dim3(kScenes / 32, kBooks / 8), dim3(32, 8)>>>(exposure, shock, profit); });
    add("ember_ledger_aw5_b", profit, kBooks * kScenes, Output::f64, [=] { ember_ledger_aw5_b<<<dim3(kScenes / 64, kBooks / 64), 128>>>(exposure, shock, profit); });

    half *tokens = filled<half>((size_t)kTokens * kWidth, 64), *weights = filled<half>((size_t)kWidth * kHidden, 65);
    float* hidden = empty<float>((size_t)kTokens * kHidden);
    CHECK(cudaFuncSetAttribute(walnut_sonata_aw5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kLayerBytes));
    CHECK(cudaFuncSetAttribute(walnut_sonata_aw5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kLayerBytes));
    add("walnut_sonata_aw5_a", hidden, (size_t)kTokens * kHidden, Output::f32, [=] { walnut_sonata_aw5_a<<<dim3(kHidden / 128, kTokens / 128), 256, kLayerBytes>>>(tokens, weights, hidden); });
    add("walnut_sonata_aw5_b", hidden, (size_t)kTokens * kHidden, Output::f32, [=] { walnut_sonata_aw5_b<<<dim3(kHidden / 128, kTokens / 128), 256, kLayerBytes>>>(tokens, weights, hidden); });

    half *visitors = filled<half>((size_t)kVisitors * kFeatures, 66), *articles = filled<half>((size_t)kArticles * kFeatures, 67);
    float* score = empty<float>(kVisitors);
    CHECK(cudaFuncSetAttribute(lantern_otter_aw5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kShopBytesA));
    CHECK(cudaFuncSetAttribute(lantern_otter_aw5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kShopBytesB));
    add("lantern_otter_aw5_a", score, kVisitors, Output::f32, [=] { lantern_otter_aw5_a<<<kVisitors / 128, 256, kShopBytesA>>>(visitors, articles, score); });
    add("lantern_otter_aw5_b", score, kVisitors, Output::f32, [=] { lantern_otter_aw5_b<<<kVisitors / 128, 256, kShopBytesB>>>(visitors, articles, score); });

    float4 *probes = reinterpret_cast<float4*>(filled<float>((size_t)kProbes * 4, 68)), *particles = reinterpret_cast<float4*>(filled<float>((size_t)kParticles * 4, 69));
    float* density = empty<float>(kProbes);
    add("pebble_mantle_aw5_a", density, kProbes, Output::f32, [=] { pebble_mantle_aw5_a<<<kProbes / 256, 256>>>(probes, particles, density); });
    add("pebble_mantle_aw5_b", density, kProbes, Output::f32, [=] { pebble_mantle_aw5_b<<<kProbes / 256, 256>>>(probes, particles, density); });

    float *heat = filled<float>((size_t)kRockWide * kRockHigh, 70), *later = empty<float>((size_t)kRockWide * kRockHigh);
    add("thistle_harbor_aw5_a", later, (size_t)kRockWide * kRockHigh, Output::f32, [=] { thistle_harbor_aw5_a<<<dim3(kRockWide / 128, kRockHigh / (8 * kRows)), dim3(32, 8)>>>(heat, later); });

    return harness::run(argc, argv, cases);
}
