// Eight measured cases about tiles, products and reuse: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using harness::Case;
using harness::Output;
namespace wmma = nvcuda::wmma;

// ---- Solar telescope: 11 x 11 point spread matched filter of one frame (padded by five pixels on every side).
constexpr int kSunW = 1024, kSunH = 1056, kSpread = 11, kSunPitch = kSunW + 32;
__constant__ float c_spread[kSpread][kSpread];  // [column][row]

__global__ void __launch_bounds__(256) tormentil_halo_af5_a(const float* __restrict__ frame, float* __restrict__ match) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.0f;
#pragma unroll 1
    for (int dx = 0; dx < kSpread; ++dx)
#pragma unroll
        for (int dy = 0; dy < kSpread; ++dy) sum = fmaf(c_spread[dx][dy], frame[(y + dy) * kSunPitch + x + dx], sum);
    match[y * kSunW + x] = sum;
}

__global__ void __launch_bounds__(256) tormentil_halo_af5_b(const float* __restrict__ frame, float* __restrict__ match) {
    constexpr int kRows = 4;  // results a thread, one below the other
    int x = blockIdx.x * 32 + threadIdx.x, y = (blockIdx.y * 8 + threadIdx.y) * kRows;
    float sum[kRows] = {};
#pragma unroll 1
    for (int dx = 0; dx < kSpread; ++dx) {
        float v[kSpread + kRows - 1];
#pragma unroll
        for (int r = 0; r < kSpread + kRows - 1; ++r) v[r] = frame[(y + r) * kSunPitch + x + dx];
#pragma unroll
        for (int dy = 0; dy < kSpread; ++dy)
#pragma unroll
            for (int r = 0; r < kRows; ++r) sum[r] = fmaf(c_spread[dx][dy], v[dy + r], sum[r]);
    }
#pragma unroll
    for (int r = 0; r < kRows; ++r) match[(y + r) * kSunW + x] = sum[r];
}

// ---- Quantum chemistry: block-sparse product, every 32 x 32 block of the result gathers two products of blocks from the pools (FP64).
constexpr int kTargets = 132 * 8, kPool = 768, kPairsPer = 2, kSide = 32, kBlockSize = kSide * kSide;

__global__ void __launch_bounds__(1024, 2) burnisher_stacks_af5_a(const double* __restrict__ left, const double* __restrict__ right, const int* __restrict__ stack,
                                                                  double* __restrict__ result) {
    int row = threadIdx.y, col = threadIdx.x;
    double sum = 0.0;
    for (int p = 0; p < kPairsPer; ++p) {
        const double* a = left + stack[(blockIdx.x * kPairsPer + p) * 2] * kBlockSize + row * kSide;
        const double* b = right + stack[(blockIdx.x * kPairsPer + p) * 2 + 1] * kBlockSize + col;
#pragma unroll 4
        for (int k = 0; k < kSide; ++k) sum = fma(a[k], b[k * kSide], sum);
    }
    result[blockIdx.x * kBlockSize + row * kSide + col] = sum;
}

__global__ void __launch_bounds__(128, 8) burnisher_stacks_af5_b(const double* __restrict__ left, const double* __restrict__ right, const int* __restrict__ stack,
                                                              double* __restrict__ result) {
    constexpr int kStrideA = kSide + 2;
    __shared__ __align__(16) double a[kSide * kStrideA], b[kBlockSize];
    int t = threadIdx.x, tx = t % 8, ty = t / 8;  // a thread: rows 2 ty and 2 ty + 1, columns 2 tx, 2 tx + 1, 16 + 2 tx, 17 + 2 tx
    double sum[2][4] = {};
    for (int p = 0; p < kPairsPer; ++p) {
        const double2* ga = reinterpret_cast<const double2*>(left + stack[(blockIdx.x * kPairsPer + p) * 2] * kBlockSize);
        const double2* gb = reinterpret_cast<const double2*>(right + stack[(blockIdx.x * kPairsPer + p) * 2 + 1] * kBlockSize);
        double2 va[4], vb[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) { va[j] = ga[t + j * 128]; vb[j] = gb[t + j * 128]; }
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            int at = t + j * 128;
            *reinterpret_cast<double2*>(a + at / 16 * kStrideA + at % 16 * 2) = va[j];
            *reinterpret_cast<double2*>(b + at * 2) = vb[j];
        }
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < kSide; k += 2) {
            double2 a0 = *reinterpret_cast<const double2*>(a + 2 * ty * kStrideA + k), a1 = *reinterpret_cast<const double2*>(a + (2 * ty + 1) * kStrideA + k);
            const double2* b0 = reinterpret_cast<const double2*>(b + k * kSide) + tx;
            const double2* b1 = reinterpret_cast<const double2*>(b + (k + 1) * kSide) + tx;
            double2 l0 = b0[0], h0 = b0[8], l1 = b1[0], h1 = b1[8];
            sum[0][0] = fma(a0.x, l0.x, sum[0][0]); sum[0][1] = fma(a0.x, l0.y, sum[0][1]); sum[0][2] = fma(a0.x, h0.x, sum[0][2]); sum[0][3] = fma(a0.x, h0.y, sum[0][3]);
            sum[1][0] = fma(a1.x, l0.x, sum[1][0]); sum[1][1] = fma(a1.x, l0.y, sum[1][1]); sum[1][2] = fma(a1.x, h0.x, sum[1][2]); sum[1][3] = fma(a1.x, h0.y, sum[1][3]);
            sum[0][0] = fma(a0.y, l1.x, sum[0][0]); sum[0][1] = fma(a0.y, l1.y, sum[0][1]); sum[0][2] = fma(a0.y, h1.x, sum[0][2]); sum[0][3] = fma(a0.y, h1.y, sum[0][3]);
            sum[1][0] = fma(a1.y, l1.x, sum[1][0]); sum[1][1] = fma(a1.y, l1.y, sum[1][1]); sum[1][2] = fma(a1.y, h1.x, sum[1][2]); sum[1][3] = fma(a1.y, h1.y, sum[1][3]);
        }
    }
#pragma unroll
    for (int r = 0; r < 2; ++r) {
        double2* to = reinterpret_cast<double2*>(result + blockIdx.x * kBlockSize + (2 * ty + r) * kSide) + tx;
        to[0] = make_double2(sum[r][0], sum[r][1]);
        to[8] = make_double2(sum[r][2], sum[r][3]);
    }
}

// ---- Ambient noise seismology: zero-lag correlation of every sensor of one array with every sensor of another (FP32), C = A^T B over the samples.
constexpr int kSensors = 4096, kNoise = 4096, kTileM = 128, kTileK = 16, kTileLd = kTileM + 8;

struct Staged { float4 a[2], b[2]; };
__device__ __forceinline__ Staged sensors_fetch(const float* __restrict__ a, const float* __restrict__ b, int k, int i0, int j0) {
    Staged s;
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        int at = threadIdx.x + j * 256, row = k + at / 32, col = at % 32 * 4;
        s.a[j] = *reinterpret_cast<const float4*>(a + (size_t)row * kSensors + i0 + col);
        s.b[j] = *reinterpret_cast<const float4*>(b + (size_t)row * kSensors + j0 + col);
    }
    return s;
}
__device__ __forceinline__ float4 rounded(float4 v) {
    return make_float4(wmma::__float_to_tf32(v.x), wmma::__float_to_tf32(v.y), wmma::__float_to_tf32(v.z), wmma::__float_to_tf32(v.w));
}

__global__ void __launch_bounds__(256, 2) kerguelen_arrays_af5_a(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c) {
    __shared__ __align__(16) float as[2][kTileK * kTileLd], bs[2][kTileK * kTileLd];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, i0 = blockIdx.y * kTileM, j0 = blockIdx.x * kTileM;
    float sum[8][8] = {};
    Staged s = sensors_fetch(a, b, 0, i0, j0);
    for (int k = 0, turn = 0; k < kNoise; k += kTileK, turn ^= 1) {
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            int at = t + j * 256, to = at / 32 * kTileLd + at % 32 * 4;
            *reinterpret_cast<float4*>(as[turn] + to) = s.a[j];
            *reinterpret_cast<float4*>(bs[turn] + to) = s.b[j];
        }
        __syncthreads();
        if (k + kTileK < kNoise) s = sensors_fetch(a, b, k + kTileK, i0, j0);
#pragma unroll
        for (int q = 0; q < kTileK; ++q) {
            float4 a0 = *reinterpret_cast<const float4*>(as[turn] + q * kTileLd + ty * 4), a1 = *reinterpret_cast<const float4*>(as[turn] + q * kTileLd + 64 + ty * 4);
            float4 b0 = *reinterpret_cast<const float4*>(bs[turn] + q * kTileLd + tx * 4), b1 = *reinterpret_cast<const float4*>(bs[turn] + q * kTileLd + 64 + tx * 4);
            float u[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w}, v[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(u[i], v[j], sum[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* to = c + (size_t)(i0 + i / 4 * 64 + ty * 4 + i % 4) * kSensors + j0 + tx * 4;
        *reinterpret_cast<float4*>(to) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
        *reinterpret_cast<float4*>(to + 64) = make_float4(sum[i][4], sum[i][5], sum[i][6], sum[i][7]);
    }
}

__device__ __forceinline__ void mma_tf32(float (&d)[4], const float (&a)[4], const float (&b)[2]) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(__float_as_uint(a[0])), "r"(__float_as_uint(a[1])), "r"(__float_as_uint(a[2])), "r"(__float_as_uint(a[3])),
                   "r"(__float_as_uint(b[0])), "r"(__float_as_uint(b[1])));
}

__global__ void __launch_bounds__(256, 2) kerguelen_arrays_af5_b(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c) {
    __shared__ __align__(16) float as[2][kTileK * kTileLd], bs[2][kTileK * kTileLd];
    int t = threadIdx.x, warp = t / 32, g = t % 32 / 4, h = t % 4, wi = warp / 4 * 64, wj = warp % 4 * 32, i0 = blockIdx.y * kTileM, j0 = blockIdx.x * kTileM;
    float sum[4][4][4] = {};
    Staged s = sensors_fetch(a, b, 0, i0, j0);
    for (int k = 0, turn = 0; k < kNoise; k += kTileK, turn ^= 1) {
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            int at = t + j * 256, to = at / 32 * kTileLd + at % 32 * 4;
            *reinterpret_cast<float4*>(as[turn] + to) = rounded(s.a[j]);
            *reinterpret_cast<float4*>(bs[turn] + to) = rounded(s.b[j]);
        }
        __syncthreads();
        if (k + kTileK < kNoise) s = sensors_fetch(a, b, k + kTileK, i0, j0);
#pragma unroll
        for (int q = 0; q < kTileK; q += 8) {
            const float *ua = as[turn] + (q + h) * kTileLd + wi + g, *vb = bs[turn] + (q + h) * kTileLd + wj + g;
            float u[4][4], v[4][2];
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                u[i][0] = ua[i * 16]; u[i][1] = ua[i * 16 + 8]; u[i][2] = ua[4 * kTileLd + i * 16]; u[i][3] = ua[4 * kTileLd + i * 16 + 8];
            }
#pragma unroll
            for (int j = 0; j < 4; ++j) { v[j][0] = vb[j * 8]; v[j][1] = vb[4 * kTileLd + j * 8]; }
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) mma_tf32(sum[i][j], u[i], v[j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float* to = c + (size_t)(i0 + wi + i * 16 + g) * kSensors + j0 + wj + j * 8 + h * 2;
            *reinterpret_cast<float2*>(to) = make_float2(sum[i][j][0], sum[i][j][1]);
            *reinterpret_cast<float2*>(to + 8 * kSensors) = make_float2(sum[i][j][2], sum[i][j][3]);
        }
}

// ---- Hand-arm vibration: four cascaded weighting filters over each accelerometer channel, energy of every 32 samples. A thread a channel.
constexpr int kWorkers = 768, kChannels = 264 * kWorkers, kLength = 512, kPiece = 32, kPieceLd = kPiece + 4, kPieces = kLength / kPiece;

struct Weighting { float s[4][2]; };
__device__ __forceinline__ float biquad(float x, float (&s)[2], float b0, float b1, float b2, float a1, float a2) {
    float y = fmaf(b0, x, s[0]);
    s[0] = fmaf(b1, x, fmaf(-a1, y, s[1]));
    s[1] = fmaf(b2, x, -a2 * y);
    return y;
}
__device__ __forceinline__ float weigh(float x, Weighting& w) {
    x = biquad(x, w.s[0], 0.9565f, -1.9131f, 0.9565f, -1.9112f, 0.9150f);
    x = biquad(x, w.s[1], 0.2066f, 0.4131f, 0.2066f, -0.3695f, 0.1958f);
    x = biquad(x, w.s[2], 0.5431f, 0.1075f, -0.3012f, -1.2043f, 0.5537f);
    return biquad(x, w.s[3], 1.0214f, -1.7325f, 0.7427f, -1.7210f, 0.7526f);
}
__device__ __forceinline__ float piece_energy(const float* mine, Weighting& w) {
    float sum = 0.0f;
#pragma unroll
    for (int q = 0; q < kPiece; q += 4) {
        float4 v = *reinterpret_cast<const float4*>(mine + q);
        float y = weigh(v.x, w); sum = fmaf(y, y, sum);
        y = weigh(v.y, w); sum = fmaf(y, y, sum);
        y = weigh(v.z, w); sum = fmaf(y, y, sum);
        y = weigh(v.w, w); sum = fmaf(y, y, sum);
    }
    return sum;
}

__global__ void __launch_bounds__(kWorkers, 1) spokeshave_tremor_af5_a(const float* __restrict__ signal, float* __restrict__ energy) {
    extern __shared__ __align__(16) float pieces[];
    int t = threadIdx.x, first = blockIdx.x * kWorkers;
    Weighting w = {};
    for (int p = 0; p < kPieces; ++p) {
        const float* from = signal + (size_t)first * kLength + p * kPiece;
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            int at = t + j * kWorkers, row = at / 8, col = at % 8 * 4;
            *reinterpret_cast<float4*>(pieces + row * kPieceLd + col) = *reinterpret_cast<const float4*>(from + row * kLength + col);
        }
        __syncthreads();
        energy[(size_t)p * kChannels + first + t] = piece_energy(pieces + t * kPieceLd, w);
        __syncthreads();
    }
}

__global__ void __launch_bounds__(kWorkers, 1) spokeshave_tremor_af5_b(const float* __restrict__ signal, float* __restrict__ energy) {
    extern __shared__ __align__(16) float pieces[];
    int t = threadIdx.x, first = blockIdx.x * kWorkers;
    auto copy = [&](int p) {
        const float* from = signal + (size_t)first * kLength + p * kPiece;
        float* to = pieces + p % 2 * (kWorkers * kPieceLd);
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            int at = t + j * kWorkers, row = at / 8, col = at % 8 * 4;
            __pipeline_memcpy_async(to + row * kPieceLd + col, from + row * kLength + col, 16);
        }
    };
    Weighting w = {};
    copy(0);
    __pipeline_commit();
    for (int p = 0; p < kPieces; ++p) {
        if (p + 1 < kPieces) copy(p + 1);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        energy[(size_t)p * kChannels + first + t] = piece_energy(pieces + p % 2 * (kWorkers * kPieceLd) + t * kPieceLd, w);
        __syncthreads();
    }
}

// ---- Column store: statistics of every row group of a table (least, largest, mean, variance, share of outliers) for the query planner. A block a group.
constexpr int kGroups = 132 * 24, kGroupQuads = 32768;
constexpr float kOutlier = 0.9f;

template <typename Combine>
__device__ __forceinline__ float block_combine(float v, Combine combine) {
    __shared__ float part[8];
#pragma unroll
    for (int o = 16; o; o >>= 1) v = combine(v, __shfl_xor_sync(0xffffffffu, v, o));
    __syncthreads();
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = part[0];
#pragma unroll
    for (int w = 1; w < 8; ++w) v = combine(v, part[w]);
    return v;
}
__device__ __forceinline__ float plus(float a, float b) { return a + b; }
__device__ __forceinline__ float lesser(float a, float b) { return fminf(a, b); }
__device__ __forceinline__ float larger(float a, float b) { return fmaxf(a, b); }
__device__ __forceinline__ float beyond(float v) { return fabsf(v) > kOutlier ? 1.0f : 0.0f; }

__global__ void __launch_bounds__(256) celandine_ledger_af5_a(const float4* __restrict__ table, float* __restrict__ stats) {
    const float4* group = table + (size_t)blockIdx.x * kGroupQuads;
    constexpr float kScale = 1.0f / (4 * kGroupQuads);
    float least = 1e30f, largest = -1e30f;
#pragma unroll 4
    for (int i = threadIdx.x; i < kGroupQuads; i += 256) {
        float4 v = group[i];
        least = fminf(fminf(least, fminf(v.x, v.y)), fminf(v.z, v.w));
        largest = fmaxf(fmaxf(largest, fmaxf(v.x, v.y)), fmaxf(v.z, v.w));
    }
    least = block_combine(least, lesser);
    largest = block_combine(largest, larger);
    float sum = 0.0f;
#pragma unroll 4
    for (int i = threadIdx.x; i < kGroupQuads; i += 256) { float4 v = group[i]; sum += (v.x + v.y) + (v.z + v.w); }
    float mean = block_combine(sum, plus) * kScale, square = 0.0f;
#pragma unroll 4
    for (int i = threadIdx.x; i < kGroupQuads; i += 256) {
        float4 v = group[i];
        float x = v.x - mean, y = v.y - mean, z = v.z - mean, w = v.w - mean;
        square += fmaf(x, x, y * y) + fmaf(z, z, w * w);
    }
    float variance = block_combine(square, plus) * kScale, count = 0.0f;
#pragma unroll 4
    for (int i = threadIdx.x; i < kGroupQuads; i += 256) { float4 v = group[i]; count += (beyond(v.x) + beyond(v.y)) + (beyond(v.z) + beyond(v.w)); }
    count = block_combine(count, plus);
    if (threadIdx.x == 0) {
        float* to = stats + blockIdx.x * 5;
        to[0] = least; to[1] = largest; to[2] = mean; to[3] = variance; to[4] = count * kScale;
    }
}

__global__ void __launch_bounds__(256) celandine_ledger_af5_b(const float4* __restrict__ table, float* __restrict__ stats) {
    const float4* group = table + (size_t)blockIdx.x * kGroupQuads;
    constexpr float kScale = 1.0f / (4 * kGroupQuads);
    float least = 1e30f, largest = -1e30f, sum = 0.0f, square = 0.0f, count = 0.0f;
#pragma unroll 4
    for (int i = threadIdx.x; i < kGroupQuads; i += 256) {
        float4 v = group[i];
        least = fminf(fminf(least, fminf(v.x, v.y)), fminf(v.z, v.w));
        largest = fmaxf(fmaxf(largest, fmaxf(v.x, v.y)), fmaxf(v.z, v.w));
        sum += (v.x + v.y) + (v.z + v.w);
        square += fmaf(v.x, v.x, v.y * v.y) + fmaf(v.z, v.z, v.w * v.w);
        count += (beyond(v.x) + beyond(v.y)) + (beyond(v.z) + beyond(v.w));
    }
    least = block_combine(least, lesser);
    largest = block_combine(largest, larger);
    float mean = block_combine(sum, plus) * kScale, variance = block_combine(square, plus) * kScale - mean * mean;
    count = block_combine(count, plus);
    if (threadIdx.x == 0) {
        float* to = stats + blockIdx.x * 5;
        to[0] = least; to[1] = largest; to[2] = mean; to[3] = variance; to[4] = count * kScale;
    }
}

// ---- Hyperspectral mineral map: score of every pixel spectrum with every library spectrum (FP16 in, FP32 out) on tensor cores, 128 x 256 tiles.
constexpr int kPixels = 4096, kMinerals = 4096, kBands = 2048, kM = 128, kN = 256, kK = 32, kLdA = kK + 8, kLdB = kN + 8;
constexpr int kSheet = kM * kLdA + kK * kLdB, kStages = 3;  // halves a stage

using Scores = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;
__device__ __forceinline__ void sheet_multiply(const half* as, const half* bs, Scores (&sum)[4][4], int wi, int wj) {
#pragma unroll
    for (int q = 0; q < kK; q += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> u[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(u[i], as + (wi + i * 16) * kLdA + q, kLdA);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> v;
            wmma::load_matrix_sync(v, bs + q * kLdB + wj + j * 16, kLdB);
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::mma_sync(sum[i][j], u[i], v, sum[i][j]);
        }
    }
}
__device__ __forceinline__ void sheet_store(float* __restrict__ c, Scores (&sum)[4][4], int i, int j) {
#pragma unroll
    for (int m = 0; m < 4; ++m)
#pragma unroll
        for (int n = 0; n < 4; ++n) wmma::store_matrix_sync(c + (size_t)(i + m * 16) * kMinerals + j + n * 16, sum[m][n], kMinerals, wmma::mem_row_major);
}

__global__ void __launch_bounds__(256, 1) damascene_sheets_af5_a(const half* __restrict__ a, const half* __restrict__ b, float* __restrict__ c) {
    __shared__ __align__(128) half as[kM * kLdA], bs[kK * kLdB];
    int t = threadIdx.x, wi = t / 128 * 64, wj = t / 32 % 4 * 64, i0 = blockIdx.y * kM, j0 = blockIdx.x * kN;
    Scores sum[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
#pragma unroll 1
    for (int k = 0; k < kBands; k += kK) {
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            int at = t + j * 256, row = at / 4, col = at % 4 * 8;
            *reinterpret_cast<uint4*>(as + row * kLdA + col) = *reinterpret_cast<const uint4*>(a + (i0 + row) * kBands + k + col);
        }
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            int at = t + j * 256, row = at / 32, col = at % 32 * 8;
            *reinterpret_cast<uint4*>(bs + row * kLdB + col) = *reinterpret_cast<const uint4*>(b + (k + row) * kMinerals + j0 + col);
        }
        __syncthreads();
        sheet_multiply(as, bs, sum, wi, wj);
        __syncthreads();
    }
    sheet_store(c, sum, i0 + wi, j0 + wj);
}

__global__ void __launch_bounds__(256, 1) damascene_sheets_af5_b(const half* __restrict__ a, const half* __restrict__ b, float* __restrict__ c) {
    extern __shared__ __align__(128) half sheets[];
    int t = threadIdx.x, wi = t / 128 * 64, wj = t / 32 % 4 * 64, i0 = blockIdx.y * kM, j0 = blockIdx.x * kN;
    auto copy = [&](int k, half* as) {
        half* bs = as + kM * kLdA;
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            int at = t + j * 256, row = at / 4, col = at % 4 * 8;
            __pipeline_memcpy_async(as + row * kLdA + col, a + (i0 + row) * kBands + k + col, 16);
        }
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            int at = t + j * 256, row = at / 32, col = at % 32 * 8;
            __pipeline_memcpy_async(bs + row * kLdB + col, b + (k + row) * kMinerals + j0 + col, 16);
        }
    };
    Scores sum[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
#pragma unroll
    for (int s = 0; s < kStages - 1; ++s) { copy(s * kK, sheets + s * kSheet); __pipeline_commit(); }
    int now = 0, next = kStages - 1;
#pragma unroll 1
    for (int k = 0; k < kBands; k += kK) {
        __pipeline_wait_prior(kStages - 2);
        __syncthreads();
        int ahead = k + (kStages - 1) * kK;
        if (ahead < kBands) copy(ahead, sheets + next * kSheet);
        __pipeline_commit();
        sheet_multiply(sheets + now * kSheet, sheets + now * kSheet + kM * kLdA, sum, wi, wj);
        now = now + 1 == kStages ? 0 : now + 1;
        next = next + 1 == kStages ? 0 : next + 1;
    }
    sheet_store(c, sum, i0 + wi, j0 + wj);
}

// ---- Tide gauges: nine-tap smoothing of long records; a block walks over eight pieces of 2048 samples (the record is padded by four at both ends).
constexpr int kGaugeQuads = 512, kGaugeWalk = 8, kGaugeBlocks = 132 * 8 * 4;

__device__ __forceinline__ void gauge_smooth(const float4* s, float4* __restrict__ to) {
    constexpr float w0 = 70.0f / 256, w1 = 56.0f / 256, w2 = 28.0f / 256, w3 = 8.0f / 256, w4 = 1.0f / 256;
#pragma unroll
    for (int q = threadIdx.x; q < kGaugeQuads; q += 256) {
        float4 l = s[q], m = s[q + 1], r = s[q + 2];
        float v[12] = {l.x, l.y, l.z, l.w, m.x, m.y, m.z, m.w, r.x, r.y, r.z, r.w}, o[4];
#pragma unroll
        for (int i = 0; i < 4; ++i)
            o[i] = fmaf(w0, v[i + 4], fmaf(w1, v[i + 3] + v[i + 5], fmaf(w2, v[i + 2] + v[i + 6], fmaf(w3, v[i + 1] + v[i + 7], w4 * (v[i] + v[i + 8])))));
        to[q] = make_float4(o[0], o[1], o[2], o[3]);
    }
}

__global__ void __launch_bounds__(256, 8) tristan_gauges_af5_a(const float4* __restrict__ record, float4* __restrict__ smooth) {
    __shared__ float4 s[kGaugeQuads + 2];
    int t = threadIdx.x;
#pragma unroll 1
    for (int p = 0; p < kGaugeWalk; ++p) {
        size_t first = ((size_t)blockIdx.x * kGaugeWalk + p) * kGaugeQuads;
        s[t] = record[first + t];
        s[t + 256] = record[first + t + 256];
        if (t < 2) s[t + 512] = record[first + t + 512];
        __syncthreads();
        gauge_smooth(s, smooth + first);
        __syncthreads();
    }
}

__global__ void __launch_bounds__(256, 8) tristan_gauges_af5_b(const float4* __restrict__ record, float4* __restrict__ smooth) {
    __shared__ float4 s[2][kGaugeQuads + 2];
    int t = threadIdx.x;
    auto copy = [&](int p) {
        size_t first = ((size_t)blockIdx.x * kGaugeWalk + p) * kGaugeQuads;
        float4* to = s[p % 2];
        __pipeline_memcpy_async(to + t, record + first + t, 16);
        __pipeline_memcpy_async(to + t + 256, record + first + t + 256, 16);
        if (t < 2) __pipeline_memcpy_async(to + t + 512, record + first + t + 512, 16);
    };
    copy(0);
    __pipeline_commit();
#pragma unroll 1
    for (int p = 0; p < kGaugeWalk; ++p) {
        if (p + 1 < kGaugeWalk) copy(p + 1);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        gauge_smooth(s[p % 2], smooth + ((size_t)blockIdx.x * kGaugeWalk + p) * kGaugeQuads);
        __syncthreads();
    }
}

// ---- Frozen ground: one explicit step of heat flow on a plate of 8448 rows of 8192; a thread walks down eight rows of four columns, the rows around it in registers.
constexpr int kPlate = 8192, kPlateQuads = kPlate / 4, kDown = 8, kPlateRows = 132 * 64;

__device__ __forceinline__ float heat_of(float c, float l, float r, float u, float d) { return fmaf(0.2f, (l + r) + (u + d) - 4.0f * c, c); }

__global__ void __launch_bounds__(256) fumitory_heat_af5_a(const float4* __restrict__ plate, float4* __restrict__ next) {
    int q = blockIdx.x * 256 + threadIdx.x, y0 = blockIdx.y * kDown, lane = threadIdx.x % 32;
    const float* flat = reinterpret_cast<const float*>(plate);
    int edge = lane == 0 ? max(q * 4 - 1, 0) : min(q * 4 + 4, kPlate - 1);  // column that only the first and the last lane read beside their own
    bool outer = lane == 0 || lane == 31;
    float4 up = plate[(size_t)max(y0 - 1, 0) * kPlateQuads + q], mid = plate[(size_t)y0 * kPlateQuads + q];
#pragma unroll
    for (int r = 0; r < kDown; ++r) {
        int y = y0 + r;
        float4 down = plate[(size_t)min(y + 1, kPlateRows - 1) * kPlateQuads + q];
        float side = outer ? flat[(size_t)y * kPlate + edge] : 0.0f;
        float left = __shfl_up_sync(0xffffffffu, mid.w, 1), right = __shfl_down_sync(0xffffffffu, mid.x, 1);
        left = lane == 0 ? side : left;
        right = lane == 31 ? side : right;
        __stcs(next + (size_t)y * kPlateQuads + q,
               make_float4(heat_of(mid.x, left, mid.y, up.x, down.x), heat_of(mid.y, mid.x, mid.z, up.y, down.y),
                           heat_of(mid.z, mid.y, mid.w, up.z, down.z), heat_of(mid.w, mid.z, right, up.w, down.w)));
        up = mid;
        mid = down;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type}); };

    constexpr size_t kTable = (size_t)kGroups * kGroupQuads * 4, kOut = (size_t)kGaugeBlocks * kGaugeWalk * kGaugeQuads * 4;
    static_assert((size_t)kChannels * kLength <= kTable && kOut + 8 <= kTable && (size_t)kPlate * kPlateRows <= kOut && (size_t)kSensors * kSensors <= kOut &&
                  (size_t)kPixels * kMinerals <= kOut && (size_t)kChannels * kPieces <= kOut, "fields are too short");
    float *table = filled<float>(kTable, 511), *other = filled<float>((size_t)kNoise * kSensors, 512), *out = empty<float>(kOut);
    float* sun = filled<float>((size_t)(kSunH + 16) * kSunPitch, 513);
    double *left = filled<double>((size_t)kPool * kBlockSize, 514), *right = filled<double>((size_t)kPool * kBlockSize, 515), *blocks = empty<double>((size_t)kTargets * kBlockSize);
    int* stack = harness::indices((size_t)kTargets * kPairsPer * 2, kPool, 516);
    half *pixels = filled<half>((size_t)kPixels * kBands, 517), *minerals = filled<half>((size_t)kBands * kMinerals, 518);
    const float4* table4 = reinterpret_cast<const float4*>(table);
    float4* out4 = reinterpret_cast<float4*>(out);

    float spread[kSpread * kSpread];
    for (int i = 0; i < kSpread * kSpread; ++i) spread[i] = 0.1f * harness::unit(i + 519);
    CHECK(cudaMemcpyToSymbol(c_spread, spread, sizeof spread));
    constexpr int kPieceBytes = kWorkers * kPieceLd * 4, kSheetBytes = kStages * kSheet * 2;
    CHECK(cudaFuncSetAttribute(spokeshave_tremor_af5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kPieceBytes));
    CHECK(cudaFuncSetAttribute(spokeshave_tremor_af5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * kPieceBytes));
    CHECK(cudaFuncSetAttribute(damascene_sheets_af5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kSheetBytes));

    add("tormentil_halo_af5_a", out, (size_t)kSunW * kSunH, [=] { tormentil_halo_af5_a<<<dim3(kSunW / 32, kSunH / 8), dim3(32, 8)>>>(sun, out); });
    add("tormentil_halo_af5_b", out, (size_t)kSunW * kSunH, [=] { tormentil_halo_af5_b<<<dim3(kSunW / 32, kSunH / 32), dim3(32, 8)>>>(sun, out); });

    add("burnisher_stacks_af5_a", blocks, (size_t)kTargets * kBlockSize, [=] { burnisher_stacks_af5_a<<<kTargets, dim3(32, 32)>>>(left, right, stack, blocks); }, Output::f64);
    add("burnisher_stacks_af5_b", blocks, (size_t)kTargets * kBlockSize, [=] { burnisher_stacks_af5_b<<<kTargets, 128>>>(left, right, stack, blocks); }, Output::f64);

    add("kerguelen_arrays_af5_a", out, (size_t)kSensors * kSensors, [=] { kerguelen_arrays_af5_a<<<dim3(32, 32), 256>>>(table, other, out); });
    add("kerguelen_arrays_af5_b", out, (size_t)kSensors * kSensors, [=] { kerguelen_arrays_af5_b<<<dim3(32, 32), 256>>>(table, other, out); });

    add("spokeshave_tremor_af5_a", out, (size_t)kChannels * kPieces, [=] { spokeshave_tremor_af5_a<<<kChannels / kWorkers, kWorkers, kPieceBytes>>>(table, out); });
    add("spokeshave_tremor_af5_b", out, (size_t)kChannels * kPieces, [=] { spokeshave_tremor_af5_b<<<kChannels / kWorkers, kWorkers, 2 * kPieceBytes>>>(table, out); });

    add("celandine_ledger_af5_a", out, (size_t)kGroups * 5, [=] { celandine_ledger_af5_a<<<kGroups, 256>>>(table4, out); });
    add("celandine_ledger_af5_b", out, (size_t)kGroups * 5, [=] { celandine_ledger_af5_b<<<kGroups, 256>>>(table4, out); });

    add("damascene_sheets_af5_a", out, (size_t)kPixels * kMinerals, [=] { damascene_sheets_af5_a<<<dim3(kMinerals / kN, kPixels / kM), 256>>>(pixels, minerals, out); });
    add("damascene_sheets_af5_b", out, (size_t)kPixels * kMinerals, [=] {
        damascene_sheets_af5_b<<<dim3(kMinerals / kN, kPixels / kM), 256, kSheetBytes>>>(pixels, minerals, out); });

    add("tristan_gauges_af5_a", out, kOut, [=] { tristan_gauges_af5_a<<<kGaugeBlocks, 256>>>(table4, out4); });
    add("tristan_gauges_af5_b", out, kOut, [=] { tristan_gauges_af5_b<<<kGaugeBlocks, 256>>>(table4, out4); });

    add("fumitory_heat_af5_a", out, (size_t)kPlate * kPlateRows, [=] { fumitory_heat_af5_a<<<dim3(kPlateQuads / 256, kPlateRows / kDown), 256>>>(table4, out4); });

    return harness::run(argc, argv, cases);
}
