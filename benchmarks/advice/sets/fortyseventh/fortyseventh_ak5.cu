// Eight measured cases of reuse and matrix units: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_bf16.h>
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
template <int kLeft>
__device__ __forceinline__ void copy_wait() { asm volatile("cp.async.wait_group %0;\n" ::"n"(kLeft) : "memory"); }

// ---- Convolution of a float image with 11 x 11 weights, magnitude of the response.
constexpr int kHemW = 1056, kHemH = 1024, kHemPitch = 1072;
__constant__ float hem_weight[121];

__global__ void __launch_bounds__(256) velvet_hem_ak5_a(const float* __restrict__ image, float* __restrict__ out) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const float* from = image + y * kHemPitch + x;
    float sum = 0.0f;
#pragma unroll
    for (int dy = 0; dy < 11; ++dy)
#pragma unroll
        for (int dx = 0; dx < 11; ++dx) sum = fmaf(hem_weight[dy * 11 + dx], from[dy * kHemPitch + dx], sum);
    out[y * kHemW + x] = fabsf(sum);
}

__global__ void __launch_bounds__(256) velvet_hem_ak5_b(const float* __restrict__ image, float* __restrict__ out) {
    __shared__ float tile[74][44];
    int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * 32, y0 = blockIdx.y * 64;
#pragma unroll
    for (int r = 0; r < 80; r += 8)
        if (r + ty < 74) {
            const float* from = image + (y0 + r + ty) * kHemPitch + x0;
            tile[r + ty][tx] = from[tx];
            if (tx < 10) tile[r + ty][32 + tx] = from[32 + tx];
        }
    __syncthreads();
    float sum[8] = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll
    for (int dx = 0; dx < 11; ++dx) {
        float column[18];
#pragma unroll
        for (int r = 0; r < 18; ++r) column[r] = tile[ty * 8 + r][tx + dx];
#pragma unroll
        for (int dy = 0; dy < 11; ++dy)
#pragma unroll
            for (int j = 0; j < 8; ++j) sum[j] = fmaf(hem_weight[dy * 11 + dx], column[j + dy], sum[j]);
    }
#pragma unroll
    for (int j = 0; j < 8; ++j) out[(y0 + ty * 8 + j) * kHemW + x0 + tx] = fabsf(sum[j]);
}

// ---- Product of two double matrices, 704 x 600 by 600 x 768, magnitudes.
constexpr int kGateM = 704, kGateN = 768, kGateK = 600, kGateSteps = kGateK / 8;

__global__ void __launch_bounds__(256) copper_gate_ak5_a(const double* __restrict__ A, const double* __restrict__ B, double* __restrict__ C) {
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    double sum = 0.0;
#pragma unroll 8
    for (int k = 0; k < kGateK; ++k) sum = fma(A[row * kGateK + k], B[k * kGateN + col], sum);
    C[row * kGateN + col] = fabs(sum);
}

__global__ void __launch_bounds__(256) copper_gate_ak5_b(const double* __restrict__ A, const double* __restrict__ B, double* __restrict__ C) {
    __shared__ __align__(16) double as[2][8][66];
    __shared__ __align__(16) double bs[2][8][64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, m0 = blockIdx.y * 64, n0 = blockIdx.x * 64;
    int ar = t / 4, ak = (t % 4) * 2, br = t / 32, bc = (t % 32) * 2;
    const double* fa = A + (m0 + ar) * kGateK + ak;
    const double* fb = B + br * kGateN + n0 + bc;
    double2 na = *reinterpret_cast<const double2*>(fa), nb = *reinterpret_cast<const double2*>(fb);
    as[0][ak][ar] = na.x; as[0][ak + 1][ar] = na.y;
    *reinterpret_cast<double2*>(&bs[0][br][bc]) = nb;
    __syncthreads();
    double acc[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) acc[i][j] = 0.0;
    for (int s = 0; s < kGateSteps; ++s) {
        int now = s & 1;
        if (s + 1 < kGateSteps) {
            na = *reinterpret_cast<const double2*>(fa + (s + 1) * 8);
            nb = *reinterpret_cast<const double2*>(fb + (s + 1) * 8 * kGateN);
        }
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            double2 a0 = *reinterpret_cast<const double2*>(&as[now][k][ty * 4]), a1 = *reinterpret_cast<const double2*>(&as[now][k][ty * 4 + 2]);
            double2 b0 = *reinterpret_cast<const double2*>(&bs[now][k][tx * 2]), b1 = *reinterpret_cast<const double2*>(&bs[now][k][32 + tx * 2]);
            double a[4] = {a0.x, a0.y, a1.x, a1.y}, b[4] = {b0.x, b0.y, b1.x, b1.y};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] = fma(a[i], b[j], acc[i][j]);
        }
        if (s + 1 < kGateSteps) {
            as[now ^ 1][ak][ar] = na.x; as[now ^ 1][ak + 1][ar] = na.y;
            *reinterpret_cast<double2*>(&bs[now ^ 1][br][bc]) = nb;
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        double* to = C + (m0 + ty * 4 + i) * kGateN + n0 + tx * 2;
        *reinterpret_cast<double2*>(to) = make_double2(fabs(acc[i][0]), fabs(acc[i][1]));
        *reinterpret_cast<double2*>(to + 32) = make_double2(fabs(acc[i][2]), fabs(acc[i][3]));
    }
}

// ---- Product of two bfloat16 matrices, 1408 x 4096 by 4096 x 1536, float result, negative values cut.
constexpr int kRaftM = 1408, kRaftN = 1536, kRaftK = 4096, kRaftSteps = kRaftK / 32;
constexpr int kRaftA = 128 * 40, kRaftStage = kRaftA + 32 * 136, kRaftBytes = 3 * kRaftStage * 2;

__device__ __forceinline__ void raft_fetch(const __nv_bfloat16* __restrict__ A, const __nv_bfloat16* __restrict__ B, __nv_bfloat16* stage, int m0, int n0, int k0) {
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        int c = threadIdx.x + j * 256, ar = c / 4, aq = (c % 4) * 8, br = c / 16, bq = (c % 16) * 8;
        copy16(stage + ar * 40 + aq, A + (size_t)(m0 + ar) * kRaftK + k0 + aq);
        copy16(stage + kRaftA + br * 136 + bq, B + (size_t)(k0 + br) * kRaftN + n0 + bq);
    }
}
__device__ __forceinline__ float low_of(unsigned pair) { return __uint_as_float(pair << 16); }
__device__ __forceinline__ float high_of(unsigned pair) { return __uint_as_float(pair & 0xffff0000u); }

__global__ void __launch_bounds__(256) quill_raft_ak5_a(const __nv_bfloat16* __restrict__ A, const __nv_bfloat16* __restrict__ B, float* __restrict__ C) {
    extern __shared__ __align__(128) unsigned char pool[];
    __nv_bfloat16* ring = reinterpret_cast<__nv_bfloat16*>(pool);
    int t = threadIdx.x, tx = t % 16, ty = t / 16, m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    float acc[8][8];
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) acc[i][j] = 0.0f;
    raft_fetch(A, B, ring, m0, n0, 0); copy_commit();
    raft_fetch(A, B, ring + kRaftStage, m0, n0, 32); copy_commit();
    for (int s = 0; s < kRaftSteps; ++s) {
        copy_wait<1>();
        __syncthreads();
        if (s + 2 < kRaftSteps) raft_fetch(A, B, ring + (s + 2) % 3 * kRaftStage, m0, n0, (s + 2) * 32);
        copy_commit();
        const __nv_bfloat16 *as = ring + s % 3 * kRaftStage, *bs = as + kRaftA;
#pragma unroll 2
        for (int k = 0; k < 32; k += 4) {
            float a[8][4];
#pragma unroll
            for (int i = 0; i < 8; ++i) {
                uint2 v = *reinterpret_cast<const uint2*>(as + (ty + 16 * i) * 40 + k);
                a[i][0] = low_of(v.x); a[i][1] = high_of(v.x); a[i][2] = low_of(v.y); a[i][3] = high_of(v.y);
            }
#pragma unroll
            for (int q = 0; q < 4; ++q) {
                uint2 u = *reinterpret_cast<const uint2*>(bs + (k + q) * 136 + tx * 4), v = *reinterpret_cast<const uint2*>(bs + (k + q) * 136 + 64 + tx * 4);
                float b[8] = {low_of(u.x), high_of(u.x), low_of(u.y), high_of(u.y), low_of(v.x), high_of(v.x), low_of(v.y), high_of(v.y)};
#pragma unroll
                for (int i = 0; i < 8; ++i)
#pragma unroll
                    for (int j = 0; j < 8; ++j) acc[i][j] = fmaf(a[i][q], b[j], acc[i][j]);
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* to = C + (size_t)(m0 + ty + 16 * i) * kRaftN + n0 + tx * 4;
        *reinterpret_cast<float4*>(to) = make_float4(fmaxf(acc[i][0], 0.0f), fmaxf(acc[i][1], 0.0f), fmaxf(acc[i][2], 0.0f), fmaxf(acc[i][3], 0.0f));
        *reinterpret_cast<float4*>(to + 64) = make_float4(fmaxf(acc[i][4], 0.0f), fmaxf(acc[i][5], 0.0f), fmaxf(acc[i][6], 0.0f), fmaxf(acc[i][7], 0.0f));
    }
}

__global__ void __launch_bounds__(256) quill_raft_ak5_b(const __nv_bfloat16* __restrict__ A, const __nv_bfloat16* __restrict__ B, float* __restrict__ C) {
    extern __shared__ __align__(128) unsigned char pool[];
    __nv_bfloat16* ring = reinterpret_cast<__nv_bfloat16*>(pool);
    int w = threadIdx.x / 32, wm = w / 4 * 64, wn = w % 4 * 32, m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[4][2];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
    raft_fetch(A, B, ring, m0, n0, 0); copy_commit();
    raft_fetch(A, B, ring + kRaftStage, m0, n0, 32); copy_commit();
    for (int s = 0; s < kRaftSteps; ++s) {
        copy_wait<1>();
        __syncthreads();
        if (s + 2 < kRaftSteps) raft_fetch(A, B, ring + (s + 2) % 3 * kRaftStage, m0, n0, (s + 2) * 32);
        copy_commit();
        const __nv_bfloat16 *as = ring + s % 3 * kRaftStage, *bs = as + kRaftA;
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> a[4];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::row_major> b[2];
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(a[i], as + (wm + 16 * i) * 40 + k, 40);
#pragma unroll
            for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(b[j], bs + k * 136 + wn + 16 * j, 136);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 2; ++j) wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) {
#pragma unroll
            for (int e = 0; e < acc[i][j].num_elements; ++e) acc[i][j].x[e] = fmaxf(acc[i][j].x[e], 0.0f);
            wmma::store_matrix_sync(C + (size_t)(m0 + wm + 16 * i) * kRaftN + n0 + wn + 16 * j, acc[i][j], kRaftN, wmma::mem_row_major);
        }
}

// ---- Product of two half matrices on matrix units, 1536 x 960 by 960 x 2112, magnitudes, tiles of 128 x 192.
constexpr int kDrumM = 1536, kDrumN = 2112, kDrumK = 960, kDrumSteps = kDrumK / 32;
constexpr int kDrumA = 128 * 40, kDrumStage = kDrumA + 32 * 200, kDrumBytes = kDrumStage * 2;

__device__ __forceinline__ void drum_fetch(const __half* __restrict__ A, const __half* __restrict__ B, __half* stage, int m0, int n0, int k0) {
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        int c = threadIdx.x + j * 256, r = c / 4, q = (c % 4) * 8;
        copy16(stage + r * 40 + q, A + (size_t)(m0 + r) * kDrumK + k0 + q);
    }
#pragma unroll
    for (int j = 0; j < 3; ++j) {
        int c = threadIdx.x + j * 256, r = c / 24, q = (c % 24) * 8;
        copy16(stage + kDrumA + r * 200 + q, B + (size_t)(k0 + r) * kDrumN + n0 + q);
    }
}

using DrumSum = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;

__device__ __forceinline__ void drum_tile(const __half* as, const __half* bs, int wm, int wn, DrumSum (&acc)[4][3]) {
#pragma unroll
    for (int k = 0; k < 32; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a[4];
        wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b[3];
#pragma unroll
        for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(a[i], as + (wm + 16 * i) * 40 + k, 40);
#pragma unroll
        for (int j = 0; j < 3; ++j) wmma::load_matrix_sync(b[j], bs + k * 200 + wn + 16 * j, 200);
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 3; ++j) wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
    }
}

__device__ __forceinline__ void drum_store(float* __restrict__ C, int m, int n, DrumSum (&acc)[4][3]) {
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 3; ++j) {
#pragma unroll
            for (int e = 0; e < acc[i][j].num_elements; ++e) acc[i][j].x[e] = fabsf(acc[i][j].x[e]);
            wmma::store_matrix_sync(C + (size_t)(m + 16 * i) * kDrumN + n + 16 * j, acc[i][j], kDrumN, wmma::mem_row_major);
        }
}

__global__ void __launch_bounds__(256) maple_drum_ak5_a(const __half* __restrict__ A, const __half* __restrict__ B, float* __restrict__ C) {
    extern __shared__ __align__(128) unsigned char pool[];
    __half* stage = reinterpret_cast<__half*>(pool);
    int w = threadIdx.x / 32, wm = w / 4 * 64, wn = w % 4 * 48, m0 = blockIdx.y * 128, n0 = blockIdx.x * 192;
    DrumSum acc[4][3];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 3; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
#pragma unroll 1
    for (int s = 0; s < kDrumSteps; ++s) {
        drum_fetch(A, B, stage, m0, n0, s * 32);
        copy_commit();
        copy_wait<0>();
        __syncthreads();
        drum_tile(stage, stage + kDrumA, wm, wn, acc);
        __syncthreads();
    }
    drum_store(C, m0 + wm, n0 + wn, acc);
}

__global__ void __launch_bounds__(256) maple_drum_ak5_b(const __half* __restrict__ A, const __half* __restrict__ B, float* __restrict__ C) {
    extern __shared__ __align__(128) unsigned char pool[];
    __half* ring = reinterpret_cast<__half*>(pool);
    int w = threadIdx.x / 32, wm = w / 4 * 64, wn = w % 4 * 48, m0 = blockIdx.y * 128, n0 = blockIdx.x * 192;
    DrumSum acc[4][3];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 3; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
#pragma unroll
    for (int s = 0; s < 3; ++s) { drum_fetch(A, B, ring + s * kDrumStage, m0, n0, s * 32); copy_commit(); }
    for (int s = 0; s < kDrumSteps; ++s) {
        copy_wait<2>();
        __syncthreads();
        if (s + 3 < kDrumSteps) drum_fetch(A, B, ring + (s + 3) % 4 * kDrumStage, m0, n0, (s + 3) * 32);
        copy_commit();
        const __half* as = ring + s % 4 * kDrumStage;
        drum_tile(as, as + kDrumA, wm, wn, acc);
    }
    drum_store(C, m0 + wm, n0 + wn, acc);
}

// ---- Band of scores: each group of 64 vectors (1024 halves) of one table against 16 groups of another, on matrix units.
constexpr int kFoxGroups = 660, kFoxBand = 16, kFoxK = 1024, kFoxSteps = kFoxK / 64, kFoxHalf = 64 * 72, kFoxStage = 2 * kFoxHalf, kFoxBytes = 3 * kFoxStage * 2;

__device__ __forceinline__ void fox_fetch(const __half* __restrict__ A, const __half* __restrict__ B, __half* stage, int k0) {
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int c = threadIdx.x + j * 128, r = c / 8, q = (c % 8) * 8;
        copy16(stage + r * 72 + q, A + r * kFoxK + k0 + q);
        copy16(stage + kFoxHalf + r * 72 + q, B + r * kFoxK + k0 + q);
    }
}

__device__ __forceinline__ void fox_scores(const __half* __restrict__ left, const __half* __restrict__ right, float* __restrict__ score, int i, int d, __half* ring) {
    int j0 = i + d < kFoxGroups ? i + d : i + d - kFoxGroups;
    const __half *A = left + (size_t)i * 64 * kFoxK, *B = right + (size_t)j0 * 64 * kFoxK;
    int w = threadIdx.x / 32, wm = w / 2 * 32, wn = w % 2 * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
#pragma unroll
    for (int m = 0; m < 2; ++m)
#pragma unroll
        for (int n = 0; n < 2; ++n) wmma::fill_fragment(acc[m][n], 0.0f);
    fox_fetch(A, B, ring, 0); copy_commit();
    fox_fetch(A, B, ring + kFoxStage, 64); copy_commit();
    for (int s = 0; s < kFoxSteps; ++s) {
        copy_wait<1>();
        __syncthreads();
        if (s + 2 < kFoxSteps) fox_fetch(A, B, ring + (s + 2) % 3 * kFoxStage, (s + 2) * 64);
        copy_commit();
        const __half *as = ring + s % 3 * kFoxStage, *bs = as + kFoxHalf;
#pragma unroll
        for (int k = 0; k < 64; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> b[2];
#pragma unroll
            for (int m = 0; m < 2; ++m) {
                wmma::load_matrix_sync(a[m], as + (wm + 16 * m) * 72 + k, 72);
                wmma::load_matrix_sync(b[m], bs + (wn + 16 * m) * 72 + k, 72);
            }
#pragma unroll
            for (int m = 0; m < 2; ++m)
#pragma unroll
                for (int n = 0; n < 2; ++n) wmma::mma_sync(acc[m][n], a[m], b[n], acc[m][n]);
        }
    }
    float* to = score + (size_t)(i * kFoxBand + d) * 4096;
#pragma unroll
    for (int m = 0; m < 2; ++m)
#pragma unroll
        for (int n = 0; n < 2; ++n) {
#pragma unroll
            for (int e = 0; e < acc[m][n].num_elements; ++e) acc[m][n].x[e] = fmaxf(acc[m][n].x[e], 0.0f);
            wmma::store_matrix_sync(to + (wm + 16 * m) * 64 + wn + 16 * n, acc[m][n], 64, wmma::mem_row_major);
        }
}

__global__ void __launch_bounds__(128) harbor_fox_ak5_a(const __half* __restrict__ left, const __half* __restrict__ right, float* __restrict__ score) {
    extern __shared__ __align__(128) unsigned char pool[];
    fox_scores(left, right, score, blockIdx.x % kFoxGroups, blockIdx.x / kFoxGroups, reinterpret_cast<__half*>(pool));
}
__global__ void __launch_bounds__(128) harbor_fox_ak5_b(const __half* __restrict__ left, const __half* __restrict__ right, float* __restrict__ score) {
    extern __shared__ __align__(128) unsigned char pool[];
    fox_scores(left, right, score, blockIdx.x / kFoxBand, blockIdx.x % kFoxBand, reinterpret_cast<__half*>(pool));
}

// ---- City-block distances of 384 points from 1408 points in 1536 dimensions (tables stored dimension by dimension).
constexpr int kRyeM = 384, kRyeN = 1408, kRyeK = 1536, kRyeSteps = kRyeK / 8;

__device__ __forceinline__ void rye_tile(const float (&p)[8][64], const float (&q)[8][64], int tx, int ty, float (&sum)[4][4]) {
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        float4 u = *reinterpret_cast<const float4*>(&p[k][ty * 4]), v = *reinterpret_cast<const float4*>(&q[k][tx * 4]);
        float a[4] = {u.x, u.y, u.z, u.w}, b[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) sum[i][j] += fabsf(a[i] - b[j]);
    }
}

__device__ __forceinline__ void rye_store(float* __restrict__ distance, int m, int n, const float (&sum)[4][4]) {
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *reinterpret_cast<float4*>(distance + (m + i) * kRyeN + n) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

__global__ void __launch_bounds__(256) thimble_rye_ak5_a(const float* __restrict__ P, const float* __restrict__ Q, float* __restrict__ distance) {
    __shared__ __align__(16) float tile[2][8][64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, m0 = blockIdx.y * 64, n0 = blockIdx.x * 64, side = t / 128, r = t % 128 / 16, c = tx * 4;
    const float* from = side == 0 ? P + r * kRyeM + m0 + c : Q + r * kRyeN + n0 + c;
    const int step = side == 0 ? 8 * kRyeM : 8 * kRyeN;
    float sum[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) sum[i][j] = 0.0f;
#pragma unroll 1
    for (int s = 0; s < kRyeSteps; ++s) {
        *reinterpret_cast<float4*>(&tile[side][r][c]) = *reinterpret_cast<const float4*>(from + s * step);
        __syncthreads();
        rye_tile(tile[0], tile[1], tx, ty, sum);
        __syncthreads();
    }
    rye_store(distance, m0 + ty * 4, n0 + tx * 4, sum);
}

__global__ void __launch_bounds__(256) thimble_rye_ak5_b(const float* __restrict__ P, const float* __restrict__ Q, float* __restrict__ distance) {
    __shared__ __align__(16) float tile[2][2][8][64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, m0 = blockIdx.y * 64, n0 = blockIdx.x * 64, side = t / 128, r = t % 128 / 16, c = tx * 4;
    const float* from = side == 0 ? P + r * kRyeM + m0 + c : Q + r * kRyeN + n0 + c;
    const int step = side == 0 ? 8 * kRyeM : 8 * kRyeN;
    float sum[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) sum[i][j] = 0.0f;
    float4 next = *reinterpret_cast<const float4*>(from);
    *reinterpret_cast<float4*>(&tile[0][side][r][c]) = next;
    __syncthreads();
#pragma unroll 1
    for (int s = 0; s < kRyeSteps; ++s) {
        int now = s & 1;
        if (s + 1 < kRyeSteps) next = *reinterpret_cast<const float4*>(from + (s + 1) * step);
        rye_tile(tile[now][0], tile[now][1], tx, ty, sum);
        *reinterpret_cast<float4*>(&tile[now ^ 1][side][r][c]) = next;
        __syncthreads();
    }
    rye_store(distance, m0 + ty * 4, n0 + tx * 4, sum);
}

// ---- Pull of 4224 bodies on 202752 probes: size of the three components, and the potential.
constexpr int kMossProbes = 132 * 8 * 192, kMossBodies = 192 * 22;

__device__ __forceinline__ void moss_pull(float4 me, float4 b, float4& sum) {
    float dx = b.x - me.x, dy = b.y - me.y, dz = b.z - me.z;
    float inv = rsqrtf(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f)))), pull = b.w * b.w * inv, force = pull * inv * inv;
    sum.x = fmaf(force, dx, sum.x); sum.y = fmaf(force, dy, sum.y); sum.z = fmaf(force, dz, sum.z);
    sum.w += pull;
}

__global__ void __launch_bounds__(192, 8) lantern_moss_ak5_a(const float4* __restrict__ probe, const float4* __restrict__ body, float4* __restrict__ out) {
    __shared__ float4 crowd[192];
    int t = threadIdx.x, i = blockIdx.x * 192 + t;
    float4 me = probe[i], sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll 1
    for (int from = 0; from < kMossBodies; from += 192) {
        crowd[t] = body[from + t];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 192; ++k) moss_pull(me, crowd[k], sum);
        __syncthreads();
    }
    out[i] = make_float4(fabsf(sum.x), fabsf(sum.y), fabsf(sum.z), sum.w);
}

__global__ void __launch_bounds__(192, 8) lantern_moss_ak5_b(const float4* __restrict__ probe, const float4* __restrict__ body, float4* __restrict__ out) {
    __shared__ float4 crowd[2][192];
    int t = threadIdx.x, i = blockIdx.x * 192 + t;
    float4 me = probe[i], sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    copy16(&crowd[0][t], body + t);
    copy_commit();
#pragma unroll 1
    for (int from = 0, now = 0; from < kMossBodies; from += 192, now ^= 1) {
        copy_wait<0>();
        __syncthreads();
        if (from + 192 < kMossBodies) copy16(&crowd[now ^ 1][t], body + from + 192 + t);
        copy_commit();
#pragma unroll 8
        for (int k = 0; k < 192; ++k) moss_pull(me, crowd[now][k], sum);
    }
    out[i] = make_float4(fabsf(sum.x), fabsf(sum.y), fabsf(sum.z), sum.w);
}

// ---- One time step of the wave equation on 9000 rows of 12288 floats, ten rows a thread, rows kept in registers.
constexpr int kFluteW = 12288, kFluteH = 9000, kFlutePitch = kFluteW + 64, kFluteRows = 10;

__device__ __forceinline__ float flute_next(float up, float left, float mid, float right, float down, float old) {
    return fmaf(0.2f, (up + down) + (left + right) - 4.0f * mid, fmaf(2.0f, mid, -old));
}

__global__ void __launch_bounds__(512) cedar_flute_ak5_a(const float* __restrict__ now, const float* __restrict__ before, float* __restrict__ next) {
    int lane = threadIdx.x % 32, column = (blockIdx.x * 16 + threadIdx.x / 32) * 128 + lane * 4, row0 = blockIdx.y * kFluteRows;
    const float* above = now + (size_t)row0 * kFlutePitch + 32 + column;
    float4 up = *reinterpret_cast<const float4*>(above), mid = *reinterpret_cast<const float4*>(above + kFlutePitch);
#pragma unroll 5
    for (int r = 0; r < kFluteRows; ++r) {
        const float* here = above + (r + 1) * kFlutePitch;
        size_t at = (size_t)(row0 + r) * kFluteW + column;
        float4 down = *reinterpret_cast<const float4*>(here + kFlutePitch), old = __ldcs(reinterpret_cast<const float4*>(before + at));
        float left = __shfl_up_sync(0xffffffffu, mid.w, 1), right = __shfl_down_sync(0xffffffffu, mid.x, 1);
        if (lane == 0) left = here[-1];
        if (lane == 31) right = here[4];
        __stcs(reinterpret_cast<float4*>(next + at),
               make_float4(flute_next(up.x, left, mid.x, mid.y, down.x, old.x), flute_next(up.y, mid.x, mid.y, mid.z, down.y, old.y),
                           flute_next(up.z, mid.y, mid.z, mid.w, down.z, old.z), flute_next(up.w, mid.z, mid.w, right, down.w, old.w)));
        up = mid; mid = down;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    {
        float weight[121];
        for (int i = 0; i < 121; ++i) weight[i] = 0.004f * (float)(1 + (i * 37) % 13);
        CHECK(cudaMemcpyToSymbol(hem_weight, weight, sizeof(weight)));
        float *image = filled<float>((size_t)kHemPitch * (kHemH + 10), 11), *out = empty<float>((size_t)kHemW * kHemH);
        add("velvet_hem_ak5_a", out, (size_t)kHemW * kHemH, Output::f32, [=] { velvet_hem_ak5_a<<<dim3(kHemW / 32, kHemH / 8), dim3(32, 8)>>>(image, out); });
        add("velvet_hem_ak5_b", out, (size_t)kHemW * kHemH, Output::f32, [=] { velvet_hem_ak5_b<<<dim3(kHemW / 32, kHemH / 64), dim3(32, 8)>>>(image, out); });
    }
    {
        double *A = filled<double>((size_t)kGateM * kGateK, 12), *B = filled<double>((size_t)kGateK * kGateN, 13), *C = empty<double>((size_t)kGateM * kGateN);
        add("copper_gate_ak5_a", C, (size_t)kGateM * kGateN, Output::f64, [=] { copper_gate_ak5_a<<<dim3(kGateN / 32, kGateM / 8), dim3(32, 8)>>>(A, B, C); });
        add("copper_gate_ak5_b", C, (size_t)kGateM * kGateN, Output::f64, [=] { copper_gate_ak5_b<<<dim3(kGateN / 64, kGateM / 64), 256>>>(A, B, C); });
    }
    {
        CHECK(cudaFuncSetAttribute(quill_raft_ak5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kRaftBytes));
        CHECK(cudaFuncSetAttribute(quill_raft_ak5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kRaftBytes));
        __nv_bfloat16 *A = filled<__nv_bfloat16>((size_t)kRaftM * kRaftK, 14), *B = filled<__nv_bfloat16>((size_t)kRaftK * kRaftN, 15);
        float* C = empty<float>((size_t)kRaftM * kRaftN);
        add("quill_raft_ak5_a", C, (size_t)kRaftM * kRaftN, Output::f32, [=] { quill_raft_ak5_a<<<dim3(kRaftN / 128, kRaftM / 128), 256, kRaftBytes>>>(A, B, C); });
        add("quill_raft_ak5_b", C, (size_t)kRaftM * kRaftN, Output::f32, [=] { quill_raft_ak5_b<<<dim3(kRaftN / 128, kRaftM / 128), 256, kRaftBytes>>>(A, B, C); });
    }
    {
        CHECK(cudaFuncSetAttribute(maple_drum_ak5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 4 * kDrumBytes));
        __half *A = filled<__half>((size_t)kDrumM * kDrumK, 16), *B = filled<__half>((size_t)kDrumK * kDrumN, 17);
        float* C = empty<float>((size_t)kDrumM * kDrumN);
        add("maple_drum_ak5_a", C, (size_t)kDrumM * kDrumN, Output::f32, [=] { maple_drum_ak5_a<<<dim3(kDrumN / 192, kDrumM / 128), 256, kDrumBytes>>>(A, B, C); });
        add("maple_drum_ak5_b", C, (size_t)kDrumM * kDrumN, Output::f32, [=] { maple_drum_ak5_b<<<dim3(kDrumN / 192, kDrumM / 128), 256, 4 * kDrumBytes>>>(A, B, C); });
    }
    {
        CHECK(cudaFuncSetAttribute(harbor_fox_ak5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kFoxBytes));
        CHECK(cudaFuncSetAttribute(harbor_fox_ak5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kFoxBytes));
        constexpr size_t kTable = (size_t)kFoxGroups * 64 * kFoxK, kScores = (size_t)kFoxGroups * kFoxBand * 4096;
        __half *left = filled<__half>(kTable, 18), *right = filled<__half>(kTable, 19);
        float* score = empty<float>(kScores);
        add("harbor_fox_ak5_a", score, kScores, Output::f32, [=] { harbor_fox_ak5_a<<<kFoxGroups * kFoxBand, 128, kFoxBytes>>>(left, right, score); });
        add("harbor_fox_ak5_b", score, kScores, Output::f32, [=] { harbor_fox_ak5_b<<<kFoxGroups * kFoxBand, 128, kFoxBytes>>>(left, right, score); });
    }
    {
        float *P = filled<float>((size_t)kRyeM * kRyeK, 20), *Q = filled<float>((size_t)kRyeN * kRyeK, 21), *distance = empty<float>((size_t)kRyeM * kRyeN);
        add("thimble_rye_ak5_a", distance, (size_t)kRyeM * kRyeN, Output::f32, [=] { thimble_rye_ak5_a<<<dim3(kRyeN / 64, kRyeM / 64), 256>>>(P, Q, distance); });
        add("thimble_rye_ak5_b", distance, (size_t)kRyeM * kRyeN, Output::f32, [=] { thimble_rye_ak5_b<<<dim3(kRyeN / 64, kRyeM / 64), 256>>>(P, Q, distance); });
    }
    {
        float4* probe = reinterpret_cast<float4*>(filled<float>((size_t)kMossProbes * 4, 22));
        float4* body = reinterpret_cast<float4*>(filled<float>((size_t)kMossBodies * 4, 23));
        float4* out = reinterpret_cast<float4*>(empty<float>((size_t)kMossProbes * 4));
        add("lantern_moss_ak5_a", out, (size_t)kMossProbes * 4, Output::f32, [=] { lantern_moss_ak5_a<<<kMossProbes / 192, 192>>>(probe, body, out); });
        add("lantern_moss_ak5_b", out, (size_t)kMossProbes * 4, Output::f32, [=] { lantern_moss_ak5_b<<<kMossProbes / 192, 192>>>(probe, body, out); });
    }
    {
        float *now = filled<float>((size_t)kFlutePitch * (kFluteH + 2), 24), *before = filled<float>((size_t)kFluteW * kFluteH, 25);
        float* next = empty<float>((size_t)kFluteW * kFluteH);
        add("cedar_flute_ak5_a", next, (size_t)kFluteW * kFluteH, Output::f32, [=] { cedar_flute_ak5_a<<<dim3(kFluteW / 2048, kFluteH / kFluteRows), 512>>>(now, before, next); });
    }
    return harness::run(argc, argv, cases);
}
