// Measured cases from trade, search, sensing, chemistry and the sea: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using harness::Case;
using harness::Output;
namespace wmma = nvcuda::wmma;

// ---- Trade: duties of 2048 ports for 2112 goods through 1024 intermediate industries (a plain product of two tables).
constexpr int kPorts = 2048, kGoods = 2112, kTrades = 1024;

__global__ void __launch_bounds__(256) harbour_tariff_h5_a(const float* __restrict__ share, const float* __restrict__ rate, float* __restrict__ duty) {
    int good = blockIdx.x * 16 + threadIdx.x, port = blockIdx.y * 16 + threadIdx.y;
    float sum = 0.0f;
    for (int k = 0; k < kTrades; ++k) sum += share[port * kTrades + k] * rate[k * kGoods + good];
    duty[port * kGoods + good] = sum;
}

__global__ void __launch_bounds__(256) harbour_tariff_h5_b(const float* __restrict__ share, const float* __restrict__ rate, float* __restrict__ duty) {
    __shared__ __align__(16) float s[16][68], r[16][64];
    int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx, good = blockIdx.x * 64, port = blockIdx.y * 64;
    float sum[4][4] = {};
    const float* sp = share + (size_t)(port + t / 4) * kTrades + t % 4 * 4;
    const float* rp = rate + (size_t)(t / 16) * kGoods + good + t % 16 * 4;
    float4 sn = *reinterpret_cast<const float4*>(sp), rn = *reinterpret_cast<const float4*>(rp);
    for (int k0 = 0; k0 < kTrades; k0 += 16) {
        __syncthreads();
        s[t % 4 * 4][t / 4] = sn.x; s[t % 4 * 4 + 1][t / 4] = sn.y; s[t % 4 * 4 + 2][t / 4] = sn.z; s[t % 4 * 4 + 3][t / 4] = sn.w;
        *reinterpret_cast<float4*>(&r[t / 16][t % 16 * 4]) = rn;
        __syncthreads();
        if (k0 + 16 < kTrades) {
            sn = *reinterpret_cast<const float4*>(sp + k0 + 16);
            rn = *reinterpret_cast<const float4*>(rp + (size_t)(k0 + 16) * kGoods);
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 a = *reinterpret_cast<const float4*>(&s[k][ty * 4]), b = *reinterpret_cast<const float4*>(&r[k][tx * 4]);
            float av[4] = {a.x, a.y, a.z, a.w}, bv[4] = {b.x, b.y, b.z, b.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] = fmaf(av[i], bv[j], sum[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *reinterpret_cast<float4*>(duty + (size_t)(port + ty * 4 + i) * kGoods + good + tx * 4) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

// ---- Fabric search: likeness of 2048 queried swatches to 2112 catalogue swatches, half-precision features.
constexpr int kAsked = 2048, kSwatches = 2112, kTraits = 2048;

__device__ __forceinline__ void swatch_load(const __half* __restrict__ asked, const __half* __restrict__ book, int row, int col, int k0, uint4 (&a)[2], uint4& b) {
    int t = threadIdx.x;
#pragma unroll
    for (int i = 0; i < 2; ++i) a[i] = *reinterpret_cast<const uint4*>(asked + (size_t)(row + i * 64 + t / 4) * kTraits + k0 + t % 4 * 8);
    b = *reinterpret_cast<const uint4*>(book + (size_t)(k0 + t / 8) * kSwatches + col + t % 8 * 8);
}
__device__ __forceinline__ void swatch_keep(__half (&as)[128][40], __half (&bs)[32][72], const uint4 (&a)[2], const uint4& b) {
    int t = threadIdx.x;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 2; ++i) *reinterpret_cast<uint4*>(&as[i * 64 + t / 4][t % 4 * 8]) = a[i];
    *reinterpret_cast<uint4*>(&bs[t / 8][t % 8 * 8]) = b;
    __syncthreads();
}
__device__ __forceinline__ float4 widen(uint2 v) {
    float2 lo = __half22float2(*reinterpret_cast<__half2*>(&v.x)), hi = __half22float2(*reinterpret_cast<__half2*>(&v.y));
    return make_float4(lo.x, lo.y, hi.x, hi.y);
}

__global__ void __launch_bounds__(256) velvet_index_h5_a(const __half* __restrict__ asked, const __half* __restrict__ book, float* __restrict__ like) {
    __shared__ __align__(16) __half as[128][40], bs[32][72];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, col = blockIdx.x * 64, row = blockIdx.y * 128;
    float sum[8][4] = {};
    uint4 a[2], b;
    swatch_load(asked, book, row, col, 0, a, b);
    for (int k0 = 0; k0 < kTraits; k0 += 32) {
        swatch_keep(as, bs, a, b);
        if (k0 + 32 < kTraits) swatch_load(asked, book, row, col, k0 + 32, a, b);
#pragma unroll 2
        for (int k = 0; k < 32; k += 4) {
            float4 y[4];
#pragma unroll
            for (int j = 0; j < 4; ++j) y[j] = widen(*reinterpret_cast<const uint2*>(&bs[k + j][tx * 4]));
#pragma unroll
            for (int i = 0; i < 8; ++i) {
                float4 x = widen(*reinterpret_cast<const uint2*>(&as[ty + i * 16][k]));
                float xs[4] = {x.x, x.y, x.z, x.w};
#pragma unroll
                for (int j = 0; j < 4; ++j) {
                    sum[i][0] = fmaf(xs[j], y[j].x, sum[i][0]); sum[i][1] = fmaf(xs[j], y[j].y, sum[i][1]);
                    sum[i][2] = fmaf(xs[j], y[j].z, sum[i][2]); sum[i][3] = fmaf(xs[j], y[j].w, sum[i][3]);
                }
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
        *reinterpret_cast<float4*>(like + (size_t)(row + ty + i * 16) * kSwatches + col + tx * 4) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

__global__ void __launch_bounds__(256) velvet_index_h5_b(const __half* __restrict__ asked, const __half* __restrict__ book, float* __restrict__ like) {
    __shared__ __align__(16) __half as[128][40], bs[32][72];
    int warp = threadIdx.x / 32, wm = warp % 4 * 32, wn = warp / 4 * 32, col = blockIdx.x * 64, row = blockIdx.y * 128;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2][2];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
    uint4 a[2], b;
    swatch_load(asked, book, row, col, 0, a, b);
    for (int k0 = 0; k0 < kTraits; k0 += 32) {
        swatch_keep(as, bs, a, b);
        if (k0 + 32 < kTraits) swatch_load(asked, book, row, col, k0 + 32, a, b);
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> x[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> y[2];
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                wmma::load_matrix_sync(x[i], &as[wm + i * 16][k], 40);
                wmma::load_matrix_sync(y[i], &bs[k][wn + i * 16], 72);
            }
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 2; ++j) wmma::mma_sync(sum[i][j], x[i], y[j], sum[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
            wmma::store_matrix_sync(like + (size_t)(row + wm + i * 16) * kSwatches + col + wn + j * 16, sum[i][j], kSwatches, wmma::mem_row_major);
}

// ---- Quarry: cross-covariance of 4096 geophones with 4224 strain gauges over 1024 blasts (blast-major records).
constexpr int kPhones = 4096, kGauges = 4224, kBlasts = 1024, kPitch = 136;

__device__ __forceinline__ void quarry_load(const float* __restrict__ phone, const float* __restrict__ gauge, int row, int col, int k0, float4 (&a)[2], float4 (&b)[2]) {
    int t = threadIdx.x;
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        a[i] = *reinterpret_cast<const float4*>(phone + (size_t)(k0 + i * 8 + t / 32) * kPhones + row + t % 32 * 4);
        b[i] = *reinterpret_cast<const float4*>(gauge + (size_t)(k0 + i * 8 + t / 32) * kGauges + col + t % 32 * 4);
    }
}
__device__ __forceinline__ void quarry_keep(float (&as)[16][kPitch], float (&bs)[16][kPitch], const float4 (&a)[2], const float4 (&b)[2]) {
    int t = threadIdx.x;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        *reinterpret_cast<float4*>(&as[i * 8 + t / 32][t % 32 * 4]) = a[i];
        *reinterpret_cast<float4*>(&bs[i * 8 + t / 32][t % 32 * 4]) = b[i];
    }
    __syncthreads();
}

__global__ void __launch_bounds__(256, 2) granite_ledger_h5_a(const float* __restrict__ phone, const float* __restrict__ gauge, float* __restrict__ cov) {
    __shared__ __align__(16) float as[16][kPitch], bs[16][kPitch];
    int t = threadIdx.x, tx = t % 16 * 4, ty = t / 16 * 4, row = blockIdx.x * 128, col = blockIdx.y * 128;
    float sum[8][8] = {};
    float4 a[2], b[2];
    quarry_load(phone, gauge, row, col, 0, a, b);
    for (int k0 = 0; k0 < kBlasts; k0 += 16) {
        quarry_keep(as, bs, a, b);
        if (k0 + 16 < kBlasts) quarry_load(phone, gauge, row, col, k0 + 16, a, b);
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 x0 = *reinterpret_cast<const float4*>(&as[k][ty]), x1 = *reinterpret_cast<const float4*>(&as[k][64 + ty]);
            float4 y0 = *reinterpret_cast<const float4*>(&bs[k][tx]), y1 = *reinterpret_cast<const float4*>(&bs[k][64 + tx]);
            float x[8] = {x0.x, x0.y, x0.z, x0.w, x1.x, x1.y, x1.z, x1.w}, y[8] = {y0.x, y0.y, y0.z, y0.w, y1.x, y1.y, y1.z, y1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(x[i], y[j], sum[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* to = cov + (size_t)(row + i / 4 * 64 + ty + i % 4) * kGauges + col + tx;
        *reinterpret_cast<float4*>(to) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
        *reinterpret_cast<float4*>(to + 64) = make_float4(sum[i][4], sum[i][5], sum[i][6], sum[i][7]);
    }
}

__device__ __forceinline__ uint32_t to_tf32(float v) { uint32_t r; asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(v)); return r; }

__global__ void __launch_bounds__(256, 2) granite_ledger_h5_b(const float* __restrict__ phone, const float* __restrict__ gauge, float* __restrict__ cov) {
    __shared__ __align__(16) float as[16][kPitch], bs[16][kPitch];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, q = lane % 4, wm = warp % 2 * 64, wn = warp / 2 * 32;
    int row = blockIdx.x * 128, col = blockIdx.y * 128;
    float sum[4][4][4] = {};
    float4 a[2], b[2];
    quarry_load(phone, gauge, row, col, 0, a, b);
    for (int k0 = 0; k0 < kBlasts; k0 += 16) {
        quarry_keep(as, bs, a, b);
        if (k0 + 16 < kBlasts) quarry_load(phone, gauge, row, col, k0 + 16, a, b);
#pragma unroll
        for (int k = 0; k < 16; k += 8) {
            uint32_t y[4][2];
#pragma unroll
            for (int j = 0; j < 4; ++j)
#pragma unroll
                for (int e = 0; e < 2; ++e) y[j][e] = to_tf32(bs[k + q + e * 4][wn + j * 8 + g]);
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                uint32_t x[4];
#pragma unroll
                for (int e = 0; e < 4; ++e) x[e] = to_tf32(as[k + q + e / 2 * 4][wm + i * 16 + g + e % 2 * 8]);
#pragma unroll
                for (int j = 0; j < 4; ++j)
                    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                        : "+f"(sum[i][j][0]), "+f"(sum[i][j][1]), "+f"(sum[i][j][2]), "+f"(sum[i][j][3])
                        : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[j][0]), "r"(y[j][1]));
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int h = 0; h < 2; ++h)
                *reinterpret_cast<float2*>(cov + (size_t)(row + wm + i * 16 + g + h * 8) * kGauges + col + wn + j * 8 + q * 2) =
                    make_float2(sum[i][j][h * 2], sum[i][j][h * 2 + 1]);
}

// ---- Chemistry of comets: overlap of 2048 orbitals with 2112 others over 1024 grid points, in double precision.
constexpr int kLeft = 2048, kRight = 2112, kPoints = 1024;

__device__ __forceinline__ void comet_load(const double* __restrict__ left, const double* __restrict__ right, int row, int col, int k0, double2 (&a)[2], double2& b) {
    int t = threadIdx.x;
#pragma unroll
    for (int i = 0; i < 2; ++i) a[i] = *reinterpret_cast<const double2*>(left + (size_t)(k0 + i * 4 + t / 64) * kLeft + row + t % 64 * 2);
    b = *reinterpret_cast<const double2*>(right + (size_t)(k0 + t / 32) * kRight + col + t % 32 * 2);
}
__device__ __forceinline__ void comet_keep(double (&as)[8][132], double (&bs)[8][68], const double2 (&a)[2], const double2& b) {
    int t = threadIdx.x;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 2; ++i) *reinterpret_cast<double2*>(&as[i * 4 + t / 64][t % 64 * 2]) = a[i];
    *reinterpret_cast<double2*>(&bs[t / 32][t % 32 * 2]) = b;
    __syncthreads();
}

__global__ void __launch_bounds__(256, 2) comet_diary_h5_a(const double* __restrict__ left, const double* __restrict__ right, double* __restrict__ overlap) {
    __shared__ __align__(16) double as[8][132], bs[8][68];
    int t = threadIdx.x, tx = t % 16 * 2, ty = t / 16 * 8, row = blockIdx.x * 128, col = blockIdx.y * 64;
    double sum[8][4] = {};
    double2 a[2], b;
    comet_load(left, right, row, col, 0, a, b);
    for (int k0 = 0; k0 < kPoints; k0 += 8) {
        comet_keep(as, bs, a, b);
        if (k0 + 8 < kPoints) comet_load(left, right, row, col, k0 + 8, a, b);
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            double2 y0 = *reinterpret_cast<const double2*>(&bs[k][tx]), y1 = *reinterpret_cast<const double2*>(&bs[k][32 + tx]);
#pragma unroll
            for (int i = 0; i < 8; i += 2) {
                double2 x = *reinterpret_cast<const double2*>(&as[k][ty + i]);
                sum[i][0] = fma(x.x, y0.x, sum[i][0]); sum[i][1] = fma(x.x, y0.y, sum[i][1]);
                sum[i][2] = fma(x.x, y1.x, sum[i][2]); sum[i][3] = fma(x.x, y1.y, sum[i][3]);
                sum[i + 1][0] = fma(x.y, y0.x, sum[i + 1][0]); sum[i + 1][1] = fma(x.y, y0.y, sum[i + 1][1]);
                sum[i + 1][2] = fma(x.y, y1.x, sum[i + 1][2]); sum[i + 1][3] = fma(x.y, y1.y, sum[i + 1][3]);
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        double* to = overlap + (size_t)(row + ty + i) * kRight + col + tx;
        *reinterpret_cast<double2*>(to) = make_double2(sum[i][0], sum[i][1]);
        *reinterpret_cast<double2*>(to + 32) = make_double2(sum[i][2], sum[i][3]);
    }
}

__global__ void __launch_bounds__(256, 2) comet_diary_h5_b(const double* __restrict__ left, const double* __restrict__ right, double* __restrict__ overlap) {
    __shared__ __align__(16) double as[8][132], bs[8][68];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, q = lane % 4, wm = warp % 4 * 32, wn = warp / 4 * 32;
    int row = blockIdx.x * 128, col = blockIdx.y * 64;
    double sum[2][4][4] = {};
    double2 a[2], b;
    comet_load(left, right, row, col, 0, a, b);
#pragma unroll 1
    for (int k0 = 0; k0 < kPoints; k0 += 8) {
        comet_keep(as, bs, a, b);
        if (k0 + 8 < kPoints) comet_load(left, right, row, col, k0 + 8, a, b);
        double y[4][2];
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int e = 0; e < 2; ++e) y[j][e] = bs[q + e * 4][wn + j * 8 + g];
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            double x[4];
#pragma unroll
            for (int e = 0; e < 4; ++e) x[e] = as[q + e / 2 * 4][wm + i * 16 + g + e % 2 * 8];
#pragma unroll
            for (int j = 0; j < 4; ++j)
                asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                             : "+d"(sum[i][j][0]), "+d"(sum[i][j][1]), "+d"(sum[i][j][2]), "+d"(sum[i][j][3])
                             : "d"(x[0]), "d"(x[1]), "d"(x[2]), "d"(x[3]), "d"(y[j][0]), "d"(y[j][1]));
        }
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int h = 0; h < 2; ++h)
                *reinterpret_cast<double2*>(overlap + (size_t)(row + wm + i * 16 + g + h * 8) * kRight + col + wn + j * 8 + q * 2) =
                    make_double2(sum[i][j][h * 2], sum[i][j][h * 2 + 1]);
}

// ---- Lantern festival: 32768 pairs of 64 x 64 half-precision mixing tables multiplied, a block a pair.
constexpr int kLanterns = 32768;

__global__ void __launch_bounds__(256) lantern_pairs_h5_a(const __half* __restrict__ first, const __half* __restrict__ second, __half* __restrict__ mixed) {
    __shared__ __align__(16) float as[64][68], bs[64][68];
    int t = threadIdx.x, tx = t % 16 * 4, ty = t / 16 * 4;
    size_t base = (size_t)blockIdx.x * 4096;
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        int at = i * 256 + t, r = at / 8, c = at % 8 * 8;
        uint4 a = reinterpret_cast<const uint4*>(first + base)[at], b = reinterpret_cast<const uint4*>(second + base)[at];
        *reinterpret_cast<float4*>(&as[r][c]) = widen(make_uint2(a.x, a.y)); *reinterpret_cast<float4*>(&as[r][c + 4]) = widen(make_uint2(a.z, a.w));
        *reinterpret_cast<float4*>(&bs[r][c]) = widen(make_uint2(b.x, b.y)); *reinterpret_cast<float4*>(&bs[r][c + 4]) = widen(make_uint2(b.z, b.w));
    }
    __syncthreads();
    float sum[4][4] = {};
#pragma unroll 4
    for (int k = 0; k < 64; k += 4) {
        float4 y[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) y[j] = *reinterpret_cast<const float4*>(&bs[k + j][tx]);
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            float4 x = *reinterpret_cast<const float4*>(&as[ty + i][k]);
            float xs[4] = {x.x, x.y, x.z, x.w};
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                sum[i][0] = fmaf(xs[j], y[j].x, sum[i][0]); sum[i][1] = fmaf(xs[j], y[j].y, sum[i][1]);
                sum[i][2] = fmaf(xs[j], y[j].z, sum[i][2]); sum[i][3] = fmaf(xs[j], y[j].w, sum[i][3]);
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        __half2 lo = __floats2half2_rn(sum[i][0], sum[i][1]), hi = __floats2half2_rn(sum[i][2], sum[i][3]);
        *reinterpret_cast<uint2*>(mixed + base + (ty + i) * 64 + tx) = make_uint2(*reinterpret_cast<uint32_t*>(&lo), *reinterpret_cast<uint32_t*>(&hi));
    }
}

__global__ void __launch_bounds__(256) lantern_pairs_h5_b(const __half* __restrict__ first, const __half* __restrict__ second, __half* __restrict__ mixed) {
    __shared__ __align__(16) __half as[64][72], bs[64][72];
    int t = threadIdx.x, warp = t / 32, lane = t % 32, wm = warp % 4 * 16, wn = warp / 4 * 32;
    size_t base = (size_t)blockIdx.x * 4096;
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        int at = i * 256 + t, r = at / 8, c = at % 8 * 8;
        *reinterpret_cast<uint4*>(&as[r][c]) = reinterpret_cast<const uint4*>(first + base)[at];
        *reinterpret_cast<uint4*>(&bs[r][c]) = reinterpret_cast<const uint4*>(second + base)[at];
    }
    __syncthreads();
    float sum[4][4] = {};
#pragma unroll
    for (int k = 0; k < 64; k += 16) {
        uint32_t x[4], y[2][4], at = (uint32_t)__cvta_generic_to_shared(&as[wm + lane % 16][k + lane / 16 * 8]);
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3]) : "r"(at));
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            uint32_t from = (uint32_t)__cvta_generic_to_shared(&bs[k + lane % 16][wn + h * 16 + lane / 16 * 8]);
            asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(y[h][0]), "=r"(y[h][1]), "=r"(y[h][2]), "=r"(y[h][3]) : "r"(from));
        }
#pragma unroll
        for (int j = 0; j < 4; ++j)
            asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                         : "+f"(sum[j][0]), "+f"(sum[j][1]), "+f"(sum[j][2]), "+f"(sum[j][3])
                         : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[j / 2][j % 2 * 2]), "r"(y[j / 2][j % 2 * 2 + 1]));
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j)
#pragma unroll
        for (int h = 0; h < 2; ++h)
            *reinterpret_cast<__half2*>(&as[wm + lane / 4 + h * 8][wn + j * 8 + lane % 4 * 2]) = __floats2half2_rn(sum[j][h * 2], sum[j][h * 2 + 1]);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        int at = i * 256 + t;
        reinterpret_cast<uint4*>(mixed + base)[at] = *reinterpret_cast<const uint4*>(&as[at / 8][at % 8 * 8]);
    }
}

// ---- Willow mill: a linear layer, 2048 baskets of 2048 strands onto 8448 patterns (weights a row per pattern).
constexpr int kBaskets = 2048, kPatterns = 8448, kStrands = 2048, kLine = 40, kStage = (128 + 256) * kLine;

__device__ __forceinline__ void willow_fetch(const __half* __restrict__ basket, const __half* __restrict__ weight, __half* stage, int row, int col, int k0) {
    int t = threadIdx.x;
#pragma unroll
    for (int i = 0; i < 2; ++i)
        __pipeline_memcpy_async(stage + (i * 64 + t / 4) * kLine + t % 4 * 8, basket + (size_t)(row + i * 64 + t / 4) * kStrands + k0 + t % 4 * 8, 16);
#pragma unroll
    for (int i = 0; i < 4; ++i)
        __pipeline_memcpy_async(stage + (128 + i * 64 + t / 4) * kLine + t % 4 * 8, weight + (size_t)(col + i * 64 + t / 4) * kStrands + k0 + t % 4 * 8, 16);
}

__device__ __forceinline__ void willow_step(const __half* stage, int wm, int wn, int lane, float (&sum)[4][8][4]) {
#pragma unroll
    for (int k = 0; k < 32; k += 16) {
        uint32_t x[4][4], y[4][4];
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            uint32_t at = (uint32_t)__cvta_generic_to_shared(stage + (wm + i * 16 + lane % 16) * kLine + k + lane / 16 * 8);
            asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(x[i][0]), "=r"(x[i][1]), "=r"(x[i][2]), "=r"(x[i][3]) : "r"(at));
        }
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            uint32_t at = (uint32_t)__cvta_generic_to_shared(stage + (128 + wn + j * 16 + lane % 8 + lane / 16 * 8) * kLine + k + lane / 8 % 2 * 8);
            asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(y[j][0]), "=r"(y[j][1]), "=r"(y[j][2]), "=r"(y[j][3]) : "r"(at));
        }
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 8; ++j)
                asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                             : "+f"(sum[i][j][0]), "+f"(sum[i][j][1]), "+f"(sum[i][j][2]), "+f"(sum[i][j][3])
                             : "r"(x[i][0]), "r"(x[i][1]), "r"(x[i][2]), "r"(x[i][3]), "r"(y[j / 2][j % 2 * 2]), "r"(y[j / 2][j % 2 * 2 + 1]));
    }
}

__device__ __forceinline__ void willow_store(__half* __restrict__ woven, int row, int col, int lane, const float (&sum)[4][8][4]) {
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j)
#pragma unroll
            for (int h = 0; h < 2; ++h)
                *reinterpret_cast<__half2*>(woven + (size_t)(row + i * 16 + lane / 4 + h * 8) * kPatterns + col + j * 8 + lane % 4 * 2) =
                    __floats2half2_rn(sum[i][j][h * 2], sum[i][j][h * 2 + 1]);
}

__global__ void __launch_bounds__(256, 1) willow_mill_h5_a(const __half* __restrict__ basket, const __half* __restrict__ weight, __half* __restrict__ woven) {
    extern __shared__ __align__(16) __half willow_stages[];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, wm = warp % 2 * 64, wn = warp / 2 * 64, row = blockIdx.x * 128, col = blockIdx.y * 256;
    float sum[4][8][4] = {};
    for (int k0 = 0; k0 < kStrands; k0 += 32) {
        willow_fetch(basket, weight, willow_stages, row, col, k0);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        willow_step(willow_stages, wm, wn, lane, sum);
        __syncthreads();
    }
    willow_store(woven, row + wm, col + wn, lane, sum);
}

__global__ void __launch_bounds__(256, 1) willow_mill_h5_b(const __half* __restrict__ basket, const __half* __restrict__ weight, __half* __restrict__ woven) {
    extern __shared__ __align__(16) __half willow_stages[];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, wm = warp % 2 * 64, wn = warp / 2 * 64, row = blockIdx.x * 128, col = blockIdx.y * 256;
    float sum[4][8][4] = {};
#pragma unroll
    for (int s = 0; s < 3; ++s) { willow_fetch(basket, weight, willow_stages + s * kStage, row, col, s * 32); __pipeline_commit(); }
    for (int step = 0; step < kStrands / 32; ++step) {
        __pipeline_wait_prior(2);
        __syncthreads();
        if (step + 3 < kStrands / 32) willow_fetch(basket, weight, willow_stages + (step + 3) % 4 * kStage, row, col, (step + 3) * 32);
        __pipeline_commit();
        willow_step(willow_stages + step % 4 * kStage, wm, wn, lane, sum);
    }
    willow_store(woven, row + wm, col + wn, lane, sum);
}

// ---- Radio night: 256 frequency channels summed along 256 trial dispersions for every sample (32 trials x 1024 samples a block).
constexpr int kChannels = 256, kTrials = 32, kGroups = 8, kSlices = 66, kTrack = kSlices * 1024 + 10240;

__device__ __forceinline__ int night_first(int slope) { return blockIdx.x * 1024 + ((blockIdx.y * kTrials * slope) >> 8); }

__device__ __forceinline__ void night_add(const float* heard, int slope, float (&sum)[kTrials][2]) {
    const float* at = heard + (night_first(slope) & 3) + threadIdx.x;
#pragma unroll
    for (int d = 0; d < kTrials; ++d) {
        int late = (d * slope) >> 8;
        sum[d][0] += at[late];
        sum[d][1] += at[late + 512];
    }
}
__device__ __forceinline__ void night_store(float* __restrict__ power, const float (&sum)[kTrials][2]) {
#pragma unroll
    for (int d = 0; d < kTrials; ++d) {
        size_t at = (size_t)(blockIdx.y * kTrials + d) * (kSlices * 1024) + blockIdx.x * 1024 + threadIdx.x;
        power[at] = sum[d][0];
        power[at + 512] = sum[d][1];
    }
}

__global__ void __launch_bounds__(512, 1) night_signal_h5_a(const float* __restrict__ sky, const int* __restrict__ slopes, float* __restrict__ power) {
    __shared__ __align__(16) float heard[2048];
    __shared__ int slope[kChannels];
    int t = threadIdx.x;
    if (t < kChannels) slope[t] = slopes[t];
    float sum[kTrials][2] = {};
    __syncthreads();
    for (int c = 0; c < kChannels; ++c) {
        const float* from = sky + (size_t)c * kTrack + (night_first(slope[c]) & ~3);
        reinterpret_cast<float4*>(heard)[t] = reinterpret_cast<const float4*>(from)[t];
        __syncthreads();
        night_add(heard, slope[c], sum);
        __syncthreads();
    }
    night_store(power, sum);
}

__global__ void __launch_bounds__(512, 1) night_signal_h5_b(const float* __restrict__ sky, const int* __restrict__ slopes, float* __restrict__ power) {
    __shared__ __align__(16) float heard[3][2048];
    __shared__ int slope[kChannels];
    int t = threadIdx.x;
    if (t < kChannels) slope[t] = slopes[t];
    float sum[kTrials][2] = {};
    __syncthreads();
    auto fetch = [&](int c, int to) {
        const float* from = sky + (size_t)c * kTrack + (night_first(slope[c]) & ~3);
        __pipeline_memcpy_async(&heard[to][t * 4], from + t * 4, 16);
    };
    fetch(0, 0); __pipeline_commit();
    int now = 0;
    for (int c = 0; c < kChannels; ++c) {
        int next = now == 2 ? 0 : now + 1;
        if (c + 1 < kChannels) fetch(c + 1, next);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        night_add(heard[now], slope[c], sum);
        now = next;
    }
    night_store(power, sum);
}

// ---- Weather: every level of an air column smoothed with a 17-level filter (field padded by 8 levels at both ends).
constexpr int kColumns = 512 * 528, kLevels = 272, kReach = 8, kPart = 68;

__device__ __forceinline__ float cloud_weight(int k) { int d = k < kReach ? kReach - k : k - kReach; return (9 - d) * (1.0f / 81.0f); }

__global__ void __launch_bounds__(256) cloud_columns_h5_a(const float* __restrict__ air, float* __restrict__ smooth) {
    int column = blockIdx.x * 256 + threadIdx.x, level = blockIdx.y;
    const float* from = air + (size_t)level * kColumns + column;
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 2 * kReach + 1; ++k) sum = fmaf(cloud_weight(k), from[(size_t)k * kColumns], sum);
    smooth[(size_t)level * kColumns + column] = sum;
}

__global__ void __launch_bounds__(256) cloud_columns_h5_b(const float* __restrict__ air, float* __restrict__ smooth) {
    int column = blockIdx.x * 256 + threadIdx.x, level = blockIdx.y * kPart;
    const float* from = air + (size_t)level * kColumns + column;
    float* to = smooth + (size_t)level * kColumns + column;
    float w[33];
#pragma unroll
    for (int k = 0; k < 16; ++k) w[k] = from[(size_t)k * kColumns];
    from += (size_t)16 * kColumns;
    for (int l = 0; l < kPart; l += 17) {
#pragma unroll
        for (int s = 0; s < 17; ++s) w[16 + s] = from[(size_t)s * kColumns];
#pragma unroll
        for (int s = 0; s < 17; ++s) {
            float sum = 0.0f;
#pragma unroll
            for (int k = 0; k < 17; ++k) sum = fmaf(cloud_weight(k), w[s + k], sum);
            to[(size_t)s * kColumns] = sum;
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) w[k] = w[17 + k];
        from += (size_t)17 * kColumns; to += (size_t)17 * kColumns;
    }
}

// ---- Post office: 32 shelves of 262144 cards (16 numbers each); every parcel sums 128 cards of each shelf. A warp a parcel and shelf.
constexpr int kShelves = 32, kCards = 262144, kParcels = 16384;

__device__ __forceinline__ void parcel_sum(const float4* __restrict__ cards, const int4* __restrict__ slips, float4* __restrict__ sums, int shelf, int parcel) {
    int lane = threadIdx.x % 32;
    size_t bag = (size_t)shelf * kParcels + parcel;
    const float4* mine = cards + (size_t)shelf * kCards * 4 + lane % 4;
    int4 slip = slips[bag * 32 + lane];
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll
    for (int i = 0; i < 16; ++i) {
        int part = i % 4 == 0 ? slip.x : i % 4 == 1 ? slip.y : i % 4 == 2 ? slip.z : slip.w;
        int card = __shfl_sync(0xffffffffu, part, (lane & ~3) + i / 4);
        float4 v = mine[card * 4];
        sum.x += v.x; sum.y += v.y; sum.z += v.z; sum.w += v.w;
    }
#pragma unroll
    for (int o = 4; o < 32; o *= 2) {
        sum.x += __shfl_xor_sync(0xffffffffu, sum.x, o); sum.y += __shfl_xor_sync(0xffffffffu, sum.y, o);
        sum.z += __shfl_xor_sync(0xffffffffu, sum.z, o); sum.w += __shfl_xor_sync(0xffffffffu, sum.w, o);
    }
    if (lane < 4) sums[bag * 4 + lane] = sum;
}

__global__ void __launch_bounds__(256, 4) parcel_shelves_h5_a(const float4* __restrict__ cards, const int4* __restrict__ slips, float4* __restrict__ sums) {
    parcel_sum(cards, slips, sums, blockIdx.x, blockIdx.y * 8 + threadIdx.x / 32);
}
__global__ void __launch_bounds__(256, 4) parcel_shelves_h5_b(const float4* __restrict__ cards, const int4* __restrict__ slips, float4* __restrict__ sums) {
    parcel_sum(cards, slips, sums, blockIdx.y, blockIdx.x * 8 + threadIdx.x / 32);
}

// ---- Plankton: density around 132 x 16 x 512 probes from 2048 drifting clusters, two probes a thread, clusters by tiles.
constexpr int kDrifts = 2048, kProbes = 132 * 16 * 512;

__device__ __forceinline__ float swarm_near(float4 p, float4 c) {
    float dx = p.x - c.x, dy = p.y - c.y, dz = p.z - c.z;
    float q = __saturatef(fmaf(-0.5f, fmaf(dx, dx, fmaf(dy, dy, dz * dz)), 1.0f));
    return q * q * q;
}
__device__ __forceinline__ void swarm_tile(const float4* tile, float4 p, float4 r, float& sp, float& sr) {
#pragma unroll 8
    for (int k = 0; k < 256; ++k) {
        float4 c = tile[k];
        sp = fmaf(swarm_near(p, c), c.w, sp);
        sr = fmaf(swarm_near(r, c), c.w, sr);
    }
}

__global__ void __launch_bounds__(256, 8) plankton_swarm_h5_a(const float4* __restrict__ probes, const float4* __restrict__ drift, float* __restrict__ density) {
    __shared__ float4 tile[256];
    int t = threadIdx.x, i = blockIdx.x * 512 + t;
    float4 p = probes[i], r = probes[i + 256];
    float sp = 0.0f, sr = 0.0f;
    for (int from = 0; from < kDrifts; from += 256) {
        tile[t] = drift[from + t];
        __syncthreads();
        swarm_tile(tile, p, r, sp, sr);
        __syncthreads();
    }
    density[i] = sp; density[i + 256] = sr;
}

__global__ void __launch_bounds__(256, 8) plankton_swarm_h5_b(const float4* __restrict__ probes, const float4* __restrict__ drift, float* __restrict__ density) {
    __shared__ float4 tile[2][256];
    int t = threadIdx.x, i = blockIdx.x * 512 + t;
    float4 p = probes[i], r = probes[i + 256];
    float sp = 0.0f, sr = 0.0f;
    __pipeline_memcpy_async(&tile[0][t], drift + t, 16);
    __pipeline_commit();
    for (int from = 0; from < kDrifts; from += 256) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (from + 256 < kDrifts) __pipeline_memcpy_async(&tile[(from / 256 + 1) % 2][t], drift + from + 256 + t, 16);
        __pipeline_commit();
        swarm_tile(tile[from / 256 % 2], p, r, sp, sr);
    }
    density[i] = sp; density[i + 256] = sr;
}

// ---- Pond: one step of ripples on 16384 x 8192 cells (a border row above and below), eight rows of a quadruple a thread.
constexpr int kWide = 16384, kHigh = 8192;

__global__ void __launch_bounds__(256) pond_ripples_h5_a(const float* __restrict__ pond, float* __restrict__ next) {
    int lane = threadIdx.x % 32, x = (blockIdx.x * 256 + threadIdx.x) * 4, y = blockIdx.y * 8;
    const float* from = pond + (size_t)y * kWide;
    float4 row[10];
    float edge[8] = {};
#pragma unroll
    for (int j = 0; j < 10; ++j) row[j] = *reinterpret_cast<const float4*>(from + (size_t)j * kWide + x);
    if (lane == 0 || lane == 31) {
        int side = lane == 0 ? max(x - 1, 0) : min(x + 4, kWide - 1);
#pragma unroll
        for (int j = 0; j < 8; ++j) edge[j] = from[(size_t)(j + 1) * kWide + side];
    }
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        float4 up = row[j], me = row[j + 1], down = row[j + 2];
        float left = __shfl_up_sync(0xffffffffu, me.w, 1), right = __shfl_down_sync(0xffffffffu, me.x, 1);
        if (lane == 0) left = edge[j];
        if (lane == 31) right = edge[j];
        float4 v = make_float4(fmaf(0.2f, left + me.y + up.x + down.x, 0.19f * me.x), fmaf(0.2f, me.x + me.z + up.y + down.y, 0.19f * me.y),
                               fmaf(0.2f, me.y + me.w + up.z + down.z, 0.19f * me.z), fmaf(0.2f, me.z + right + up.w + down.w, 0.19f * me.w));
        __stcs(reinterpret_cast<float4*>(next + (size_t)(y + j) * kWide + x), v);
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // Shared by all: two fields of each type, the slips, the slopes and one result.
    constexpr size_t kField = (size_t)kWide * (kHigh + 2), kHalves = (size_t)kLanterns * 4096, kBags = (size_t)kShelves * kParcels;
    static_assert((size_t)kShelves * kCards * 16 <= kField && (size_t)kColumns * (kLevels + 16) <= kField && (size_t)kChannels * kTrack <= kField, "field is too short");
    static_assert((size_t)kPatterns * kStrands <= kHalves && (size_t)kGroups * kTrials * kSlices * 1024 <= kField, "field is too short");
    float *one = filled<float>(kField, 251), *two = filled<float>((size_t)kBlasts * kGauges, 252), *out = empty<float>(kField);
    __half *half1 = filled<__half>(kHalves, 253), *half2nd = filled<__half>(kHalves, 254), *outh = reinterpret_cast<__half*>(out);
    double *left = filled<double>((size_t)kPoints * kLeft, 255), *right = filled<double>((size_t)kPoints * kRight, 256), *outd = reinterpret_cast<double*>(out);
    int* slips = harness::indices(kBags * 128, kCards, 257);
    std::vector<int> steep(kChannels);
    for (int c = 0; c < kChannels; ++c) steep[c] = 31 * c + 37;  // at most 7942
    int* slopes = harness::uploaded(steep);
    const float4 *one4 = reinterpret_cast<const float4*>(one), *two4 = reinterpret_cast<const float4*>(two);
    const int4* slips4 = reinterpret_cast<const int4*>(slips);
    float4* out4 = reinterpret_cast<float4*>(out);

    dim3 square(16, 16);
    add("harbour_tariff_h5_a", out, (size_t)kPorts * kGoods, Output::f32, [=] { harbour_tariff_h5_a<<<dim3(kGoods / 16, kPorts / 16), square>>>(one, two, out); });
    add("harbour_tariff_h5_b", out, (size_t)kPorts * kGoods, Output::f32, [=] { harbour_tariff_h5_b<<<dim3(kGoods / 64, kPorts / 64), square>>>(one, two, out); });

    add("velvet_index_h5_a", out, (size_t)kAsked * kSwatches, Output::f32, [=] { velvet_index_h5_a<<<dim3(kSwatches / 64, kAsked / 128), 256>>>(half1, half2nd, out); });
    add("velvet_index_h5_b", out, (size_t)kAsked * kSwatches, Output::f32, [=] { velvet_index_h5_b<<<dim3(kSwatches / 64, kAsked / 128), 256>>>(half1, half2nd, out); });

    add("granite_ledger_h5_a", out, (size_t)kPhones * kGauges, Output::f32, [=] { granite_ledger_h5_a<<<dim3(kPhones / 128, kGauges / 128), 256>>>(one, two, out); });
    add("granite_ledger_h5_b", out, (size_t)kPhones * kGauges, Output::f32, [=] { granite_ledger_h5_b<<<dim3(kPhones / 128, kGauges / 128), 256>>>(one, two, out); });

    add("comet_diary_h5_a", out, (size_t)kLeft * kRight, Output::f64, [=] { comet_diary_h5_a<<<dim3(kLeft / 128, kRight / 64), 256>>>(left, right, outd); });
    add("comet_diary_h5_b", out, (size_t)kLeft * kRight, Output::f64, [=] { comet_diary_h5_b<<<dim3(kLeft / 128, kRight / 64), 256>>>(left, right, outd); });

    add("lantern_pairs_h5_a", out, kHalves, Output::f16, [=] { lantern_pairs_h5_a<<<kLanterns, 256>>>(half1, half2nd, outh); });
    add("lantern_pairs_h5_b", out, kHalves, Output::f16, [=] { lantern_pairs_h5_b<<<kLanterns, 256>>>(half1, half2nd, outh); });

    constexpr int kBytes = kStage * 2;
    CHECK(cudaFuncSetAttribute(willow_mill_h5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 4 * kBytes));
    add("willow_mill_h5_a", out, (size_t)kBaskets * kPatterns, Output::f16, [=] { willow_mill_h5_a<<<dim3(kBaskets / 128, kPatterns / 256), 256, kBytes>>>(half1, half2nd, outh); });
    add("willow_mill_h5_b", out, (size_t)kBaskets * kPatterns, Output::f16, [=] { willow_mill_h5_b<<<dim3(kBaskets / 128, kPatterns / 256), 256, 4 * kBytes>>>(half1, half2nd, outh); });

    add("night_signal_h5_a", out, (size_t)kGroups * kTrials * kSlices * 1024, Output::f32, [=] { night_signal_h5_a<<<dim3(kSlices, kGroups), 512>>>(one, slopes, out); });
    add("night_signal_h5_b", out, (size_t)kGroups * kTrials * kSlices * 1024, Output::f32, [=] { night_signal_h5_b<<<dim3(kSlices, kGroups), 512>>>(one, slopes, out); });

    add("cloud_columns_h5_a", out, (size_t)kColumns * kLevels, Output::f32, [=] { cloud_columns_h5_a<<<dim3(kColumns / 256, kLevels), 256>>>(one, out); });
    add("cloud_columns_h5_b", out, (size_t)kColumns * kLevels, Output::f32, [=] { cloud_columns_h5_b<<<dim3(kColumns / 256, kLevels / kPart), 256>>>(one, out); });

    add("parcel_shelves_h5_a", out, kBags * 16, Output::f32, [=] { parcel_shelves_h5_a<<<dim3(kShelves, kParcels / 8), 256>>>(one4, slips4, out4); });
    add("parcel_shelves_h5_b", out, kBags * 16, Output::f32, [=] { parcel_shelves_h5_b<<<dim3(kParcels / 8, kShelves), 256>>>(one4, slips4, out4); });

    add("plankton_swarm_h5_a", out, kProbes, Output::f32, [=] { plankton_swarm_h5_a<<<kProbes / 512, 256>>>(one4, two4, out); });
    add("plankton_swarm_h5_b", out, kProbes, Output::f32, [=] { plankton_swarm_h5_b<<<kProbes / 512, 256>>>(one4, two4, out); });

    add("pond_ripples_h5_a", out, (size_t)kWide * kHigh, Output::f32, [=] { pond_ripples_h5_a<<<dim3(kWide / 1024, kHigh / 8), 256>>>(one, out); });

    return harness::run(argc, argv, cases);
}
