// Measured pairs from imaging, acoustics, chemistry and planetary science: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using harness::Case;
using harness::Output;
namespace wmma = nvcuda::wmma;

__device__ __forceinline__ void fetch16(void* into, const void* from) { __pipeline_memcpy_async(into, from, 16); }

// ---- Film restoration network: a 1x1 convolution of 256 half channels into 256 (channel-major planes), with a rectifier behind it.
constexpr int kVelvetIn = 256, kVelvetOut = 256, kVelvetPixels = 1 << 18, kVelvetRow = 136;

__device__ __forceinline__ void velvet_fetch(__half* w, __half* x, const __half* __restrict__ weight, const __half* __restrict__ plane, int from, int out0, int pixel0) {
#pragma unroll
    for (int c = 0; c < 2; ++c) {
        int row = c * 16 + threadIdx.x / 16, part = threadIdx.x % 16 * 8;
        fetch16(w + row * kVelvetRow + part, weight + (from + row) * kVelvetOut + out0 + part);
        fetch16(x + row * kVelvetRow + part, plane + (size_t)(from + row) * kVelvetPixels + pixel0 + part);
    }
    __pipeline_commit();
}

__device__ __forceinline__ void widen(float (&to)[8], uint4 v) {
    const __half2* h = reinterpret_cast<const __half2*>(&v);
#pragma unroll
    for (int i = 0; i < 4; ++i) { float2 f = __half22float2(h[i]); to[2 * i] = f.x; to[2 * i + 1] = f.y; }
}

__global__ void __launch_bounds__(256, 2) velvet_layers_g5_a(const __half* __restrict__ weight, const __half* __restrict__ plane, float* __restrict__ out) {
    __shared__ __align__(16) __half w[2][32 * kVelvetRow], x[2][32 * kVelvetRow];
    int out0 = blockIdx.x * 128, pixel0 = blockIdx.y * 128, tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    float sum[8][8] = {};
    velvet_fetch(w[0], x[0], weight, plane, 0, out0, pixel0);
    for (int step = 0; step < kVelvetIn / 32; ++step) {
        int now = step % 2;
        __pipeline_wait_prior(0);
        __syncthreads();
        if (step + 1 < kVelvetIn / 32) velvet_fetch(w[1 - now], x[1 - now], weight, plane, (step + 1) * 32, out0, pixel0);
#pragma unroll 4
        for (int k = 0; k < 32; ++k) {
            float a[8], b[8];
            widen(a, *reinterpret_cast<const uint4*>(&w[now][k * kVelvetRow + ty * 8]));
            widen(b, *reinterpret_cast<const uint4*>(&x[now][k * kVelvetRow + tx * 8]));
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(a[i], b[j], sum[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float4* to = reinterpret_cast<float4*>(out + (size_t)(out0 + ty * 8 + i) * kVelvetPixels + pixel0 + tx * 8);
#pragma unroll
        for (int j = 0; j < 2; ++j)
            to[j] = make_float4(fmaxf(sum[i][4 * j], 0.0f), fmaxf(sum[i][4 * j + 1], 0.0f), fmaxf(sum[i][4 * j + 2], 0.0f), fmaxf(sum[i][4 * j + 3], 0.0f));
    }
}

__global__ void __launch_bounds__(256, 2) velvet_layers_g5_b(const __half* __restrict__ weight, const __half* __restrict__ plane, float* __restrict__ out) {
    __shared__ __align__(16) __half w[2][32 * kVelvetRow], x[2][32 * kVelvetRow];
    int out0 = blockIdx.x * 128, pixel0 = blockIdx.y * 128, warp = threadIdx.x / 32, m0 = warp / 4 * 64, n0 = warp % 4 * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[4][2];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
    velvet_fetch(w[0], x[0], weight, plane, 0, out0, pixel0);
    for (int step = 0; step < kVelvetIn / 32; ++step) {
        int now = step % 2;
        __pipeline_wait_prior(0);
        __syncthreads();
        if (step + 1 < kVelvetIn / 32) velvet_fetch(w[1 - now], x[1 - now], weight, plane, (step + 1) * 32, out0, pixel0);
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::col_major> a[4];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b[2];
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(a[i], &w[now][k * kVelvetRow + m0 + 16 * i], kVelvetRow);
#pragma unroll
            for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(b[j], &x[now][k * kVelvetRow + n0 + 16 * j], kVelvetRow);
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
            wmma::store_matrix_sync(out + (size_t)(out0 + m0 + 16 * i) * kVelvetPixels + pixel0 + n0 + 16 * j, sum[i][j], kVelvetPixels, wmma::mem_row_major);
        }
}

// ---- Radiance field: hidden layer (256 to 256, rectified) of a small network over 262144 sample points, in floats.
constexpr int kLanternPoints = 1 << 18, kLanternWidth = 256, kLanternA = 20, kLanternB = 136;

__device__ __forceinline__ void lantern_fetch(float* a, float* b, const float* __restrict__ point, const float* __restrict__ weight, int from, int m0, int n0) {
#pragma unroll
    for (int c = 0; c < 2; ++c) {
        int row = c * 64 + threadIdx.x / 4, part = threadIdx.x % 4 * 4;
        fetch16(a + row * kLanternA + part, point + (size_t)(m0 + row) * kLanternWidth + from + part);
        int deep = c * 8 + threadIdx.x / 32, along = threadIdx.x % 32 * 4;
        fetch16(b + deep * kLanternB + along, weight + (from + deep) * kLanternWidth + n0 + along);
    }
    __pipeline_commit();
}

__global__ void __launch_bounds__(256, 2) lantern_field_g5_a(const float* __restrict__ point, const float* __restrict__ weight, float* __restrict__ out) {
    __shared__ __align__(16) float a[2][128 * kLanternA], b[2][16 * kLanternB];
    int n0 = blockIdx.x * 128, m0 = blockIdx.y * 128, tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    float sum[8][8] = {};
    lantern_fetch(a[0], b[0], point, weight, 0, m0, n0);
    for (int step = 0; step < kLanternWidth / 16; ++step) {
        int now = step % 2;
        __pipeline_wait_prior(0);
        __syncthreads();
        if (step + 1 < kLanternWidth / 16) lantern_fetch(a[1 - now], b[1 - now], point, weight, (step + 1) * 16, m0, n0);
#pragma unroll
        for (int k = 0; k < 16; k += 2) {
            float2 u[8];
#pragma unroll
            for (int i = 0; i < 8; ++i) u[i] = *reinterpret_cast<const float2*>(&a[now][(ty + 16 * i) * kLanternA + k]);
#pragma unroll
            for (int d = 0; d < 2; ++d) {
                float4 v[2];
#pragma unroll
                for (int j = 0; j < 2; ++j) v[j] = *reinterpret_cast<const float4*>(&b[now][(k + d) * kLanternB + tx * 4 + 64 * j]);
#pragma unroll
                for (int i = 0; i < 8; ++i) {
                    float s = d ? u[i].y : u[i].x;
#pragma unroll
                    for (int j = 0; j < 2; ++j) {
                        sum[i][4 * j] = fmaf(s, v[j].x, sum[i][4 * j]);
                        sum[i][4 * j + 1] = fmaf(s, v[j].y, sum[i][4 * j + 1]);
                        sum[i][4 * j + 2] = fmaf(s, v[j].z, sum[i][4 * j + 2]);
                        sum[i][4 * j + 3] = fmaf(s, v[j].w, sum[i][4 * j + 3]);
                    }
                }
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
            *reinterpret_cast<float4*>(out + (size_t)(m0 + ty + 16 * i) * kLanternWidth + n0 + tx * 4 + 64 * j) =
                make_float4(fmaxf(sum[i][4 * j], 0.0f), fmaxf(sum[i][4 * j + 1], 0.0f), fmaxf(sum[i][4 * j + 2], 0.0f), fmaxf(sum[i][4 * j + 3], 0.0f));
}

__device__ __forceinline__ uint32_t tf32_of(float v) { uint32_t r; asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(v)); return r; }

__global__ void __launch_bounds__(256, 2) lantern_field_g5_b(const float* __restrict__ point, const float* __restrict__ weight, float* __restrict__ out) {
    __shared__ __align__(16) float a[2][128 * kLanternA], b[2][16 * kLanternB];
    int n0 = blockIdx.x * 128, m0 = blockIdx.y * 128, warp = threadIdx.x / 32, mw = warp / 4 * 64, nw = warp % 4 * 32;
    int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
    float sum[4][4][4] = {};
    lantern_fetch(a[0], b[0], point, weight, 0, m0, n0);
    for (int step = 0; step < kLanternWidth / 16; ++step) {
        int now = step % 2;
        __pipeline_wait_prior(0);
        __syncthreads();
        if (step + 1 < kLanternWidth / 16) lantern_fetch(a[1 - now], b[1 - now], point, weight, (step + 1) * 16, m0, n0);
#pragma unroll
        for (int k = 0; k < 16; k += 8) {
            uint32_t v[4][2];
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                v[j][0] = tf32_of(b[now][(k + t) * kLanternB + nw + 8 * j + g]);
                v[j][1] = tf32_of(b[now][(k + t + 4) * kLanternB + nw + 8 * j + g]);
            }
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                const float* from = &a[now][(mw + 16 * i + g) * kLanternA + k + t];
                uint32_t u0 = tf32_of(from[0]), u1 = tf32_of(from[8 * kLanternA]), u2 = tf32_of(from[4]), u3 = tf32_of(from[8 * kLanternA + 4]);
#pragma unroll
                for (int j = 0; j < 4; ++j)
                    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+f"(sum[i][j][0]), "+f"(sum[i][j][1]), "+f"(sum[i][j][2]), "+f"(sum[i][j][3])
                                 : "r"(u0), "r"(u1), "r"(u2), "r"(u3), "r"(v[j][0]), "r"(v[j][1]));
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float* to = out + (size_t)(m0 + mw + 16 * i + g) * kLanternWidth + n0 + nw + 8 * j + 2 * t;
            *reinterpret_cast<float2*>(to) = make_float2(fmaxf(sum[i][j][0], 0.0f), fmaxf(sum[i][j][1], 0.0f));
            *reinterpret_cast<float2*>(to + 8 * kLanternWidth) = make_float2(fmaxf(sum[i][j][2], 0.0f), fmaxf(sum[i][j][3], 0.0f));
        }
}

// ---- Surface hopping: overlap of the orbitals of two successive geometries, both stored orbital by orbital, in doubles.
constexpr int kOrbitals = 128 * 33, kPartners = 4096, kFunctions = 512;

template <int kRow>
__device__ __forceinline__ void twin_fetch(double* a, double* b, const double* __restrict__ now, const double* __restrict__ later, int from, int m0, int n0) {
    int row = threadIdx.x / 4, part = threadIdx.x % 4 * 2;
#pragma unroll
    for (int c = 0; c < 4; ++c) fetch16(a + (row + 32 * c) * kRow + part, now + (size_t)(m0 + row + 32 * c) * kFunctions + from + part);
#pragma unroll
    for (int c = 0; c < 2; ++c) fetch16(b + (row + 32 * c) * kRow + part, later + (size_t)(n0 + row + 32 * c) * kFunctions + from + part);
    __pipeline_commit();
}

__global__ void __launch_bounds__(128, 2) twin_orbitals_g5_a(const double* __restrict__ now, const double* __restrict__ later, double* __restrict__ overlap) {
    constexpr int kRow = 10;
    __shared__ __align__(16) double a[2][128 * kRow], b[2][64 * kRow];
    int n0 = blockIdx.x * 64, m0 = blockIdx.y * 128, tx = threadIdx.x % 8, ty = threadIdx.x / 8;
    double sum[8][8] = {};
    twin_fetch<kRow>(a[0], b[0], now, later, 0, m0, n0);
    for (int step = 0; step < kFunctions / 8; ++step) {
        int s = step % 2;
        __pipeline_wait_prior(0);
        __syncthreads();
        if (step + 1 < kFunctions / 8) twin_fetch<kRow>(a[1 - s], b[1 - s], now, later, (step + 1) * 8, m0, n0);
#pragma unroll 1
        for (int k = 0; k < 8; k += 2) {
            double2 u[8];
#pragma unroll
            for (int i = 0; i < 8; ++i) u[i] = *reinterpret_cast<const double2*>(&a[s][(ty + 16 * i) * kRow + k]);
#pragma unroll
            for (int j = 0; j < 8; ++j) {
                double2 v = *reinterpret_cast<const double2*>(&b[s][(tx + 8 * j) * kRow + k]);
#pragma unroll
                for (int i = 0; i < 8; ++i) sum[i][j] = fma(u[i].x, v.x, sum[i][j]);
#pragma unroll
                for (int i = 0; i < 8; ++i) sum[i][j] = fma(u[i].y, v.y, sum[i][j]);
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) overlap[(size_t)(m0 + ty + 16 * i) * kPartners + n0 + tx + 8 * j] = sum[i][j];
}

__global__ void __launch_bounds__(128, 2) twin_orbitals_g5_b(const double* __restrict__ now, const double* __restrict__ later, double* __restrict__ overlap) {
    constexpr int kRow = 12;
    __shared__ __align__(16) double a[2][128 * kRow], b[2][64 * kRow];
    int n0 = blockIdx.x * 64, m0 = blockIdx.y * 128, lane = threadIdx.x % 32, warp = threadIdx.x / 32, g = lane / 4, t = lane % 4;
    int mw = warp / 2 * 64, nw = warp % 2 * 32;
    double sum[4][4][4] = {};
    twin_fetch<kRow>(a[0], b[0], now, later, 0, m0, n0);
    for (int step = 0; step < kFunctions / 8; ++step) {
        int s = step % 2;
        __pipeline_wait_prior(0);
        __syncthreads();
        if (step + 1 < kFunctions / 8) twin_fetch<kRow>(a[1 - s], b[1 - s], now, later, (step + 1) * 8, m0, n0);
        double v[4][2];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            v[j][0] = b[s][(nw + 8 * j + g) * kRow + t];
            v[j][1] = b[s][(nw + 8 * j + g) * kRow + t + 4];
        }
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const double* from = &a[s][(mw + 16 * i + g) * kRow + t];
            double u0 = from[0], u1 = from[8 * kRow], u2 = from[4], u3 = from[8 * kRow + 4];
#pragma unroll
            for (int j = 0; j < 4; ++j)
                asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                             : "+d"(sum[i][j][0]), "+d"(sum[i][j][1]), "+d"(sum[i][j][2]), "+d"(sum[i][j][3])
                             : "d"(u0), "d"(u1), "d"(u2), "d"(u3), "d"(v[j][0]), "d"(v[j][1]));
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            double* to = overlap + (size_t)(m0 + mw + 16 * i + g) * kPartners + n0 + nw + 8 * j + 2 * t;
            *reinterpret_cast<double2*>(to) = make_double2(sum[i][j][0], sum[i][j][1]);
            *reinterpret_cast<double2*>(to + (size_t)8 * kPartners) = make_double2(sum[i][j][2], sum[i][j][3]);
        }
}

// ---- Video encoder: two-sided 32 x 32 transform of residual squares, rounded to half between the passes; coefficients column by column.
constexpr int kSquares = 1 << 18, kSquaresPerWarp = 4;

__global__ void __launch_bounds__(256, 2) mosaic_codes_g5_a(const uint4* __restrict__ residual, const __half* __restrict__ basis, uint4* __restrict__ codes) {
    __shared__ __align__(16) float turned[32 * 32], square[8][32 * 32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int i = threadIdx.x; i < 1024; i += 256) turned[i % 32 * 32 + i / 32] = __half2float(basis[i]);
    float mine[32];
#pragma unroll
    for (int q = 0; q < 4; ++q) {
        float part[8];
        widen(part, reinterpret_cast<const uint4*>(basis)[lane * 4 + q]);
#pragma unroll
        for (int e = 0; e < 8; ++e) mine[q * 8 + e] = part[e];
    }
    __syncthreads();
    for (int rep = 0; rep < kSquaresPerWarp; ++rep) {
        size_t at = ((size_t)(blockIdx.x * kSquaresPerWarp + rep) * 8 + warp) * 128;
        uint4 raw[4];
#pragma unroll
        for (int q = 0; q < 4; ++q) raw[q] = residual[at + q * 32 + lane];
#pragma unroll
        for (int q = 0; q < 4; ++q) {
            float part[8];
            widen(part, raw[q]);
            float4* to = reinterpret_cast<float4*>(&square[warp][(q * 32 + lane) * 8]);
            to[0] = make_float4(part[0], part[1], part[2], part[3]);
            to[1] = make_float4(part[4], part[5], part[6], part[7]);
        }
        __syncwarp();
        float code[32];
#pragma unroll
        for (int u = 0; u < 32; ++u) code[u] = 0.0f;
#pragma unroll 2
        for (int r = 0; r < 32; ++r) {
            float y[4] = {};
#pragma unroll
            for (int k = 0; k < 32; k += 4) {
                float4 x = *reinterpret_cast<const float4*>(&square[warp][r * 32 + k]);
                y[0] = fmaf(x.x, mine[k], y[0]); y[1] = fmaf(x.y, mine[k + 1], y[1]); y[2] = fmaf(x.z, mine[k + 2], y[2]); y[3] = fmaf(x.w, mine[k + 3], y[3]);
            }
            float mid = __half2float(__float2half_rn((y[0] + y[1]) + (y[2] + y[3])));
#pragma unroll
            for (int u = 0; u < 32; u += 4) {
                float4 w = *reinterpret_cast<const float4*>(&turned[r * 32 + u]);
                code[u] = fmaf(w.x, mid, code[u]); code[u + 1] = fmaf(w.y, mid, code[u + 1]); code[u + 2] = fmaf(w.z, mid, code[u + 2]); code[u + 3] = fmaf(w.w, mid, code[u + 3]);
            }
        }
        __syncwarp();
        uint4* rows = reinterpret_cast<uint4*>(square[warp]);  // 5 quadruples a column of codes
#pragma unroll
        for (int q = 0; q < 4; ++q) {
            __half2 h[4];
#pragma unroll
            for (int e = 0; e < 4; ++e) h[e] = __floats2half2_rn(code[q * 8 + 2 * e], code[q * 8 + 2 * e + 1]);
            rows[lane * 5 + q] = *reinterpret_cast<uint4*>(h);
        }
        __syncwarp();
#pragma unroll
        for (int q = 0; q < 4; ++q) codes[at + q * 32 + lane] = rows[(q * 8 + lane / 4) * 5 + lane % 4];
        __syncwarp();
    }
}

__device__ __forceinline__ void mma16(float (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
__device__ __forceinline__ uint32_t pair_of(float x, float y) { __half2 h = __floats2half2_rn(x, y); return *reinterpret_cast<uint32_t*>(&h); }

__global__ void __launch_bounds__(256, 2) mosaic_codes_g5_b(const uint4* __restrict__ residual, const __half* __restrict__ basis, uint4* __restrict__ codes) {
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, g = lane / 4, t = lane % 4;
    auto two = [&](int row, int col) { return *reinterpret_cast<const uint32_t*>(basis + row * 32 + col); };
    uint32_t left[2][2][4], right[4][2][2];
#pragma unroll
    for (int k = 0; k < 2; ++k) {
#pragma unroll
        for (int i = 0; i < 2; ++i) {  // the order of the sum over k is that in which a lane's 16 bytes of residuals lie
            left[i][k][0] = two(16 * i + g, 8 * t + 4 * k);     left[i][k][1] = two(16 * i + g + 8, 8 * t + 4 * k);
            left[i][k][2] = two(16 * i + g, 8 * t + 4 * k + 2); left[i][k][3] = two(16 * i + g + 8, 8 * t + 4 * k + 2);
        }
#pragma unroll
        for (int j = 0; j < 4; ++j) {  // columns dealt so that a lane ends with 8 neighbours
            int u = 8 * (g / 2) + 2 * j + g % 2;
            right[j][k][0] = two(u, 16 * k + 2 * t); right[j][k][1] = two(u, 16 * k + 8 + 2 * t);
        }
    }
#pragma unroll 1
    for (int rep = 0; rep < kSquaresPerWarp; ++rep) {
        size_t at = ((size_t)(blockIdx.x * kSquaresPerWarp + rep) * 8 + warp) * 128;
        uint4 raw[4];
#pragma unroll
        for (int q = 0; q < 4; ++q) raw[q] = residual[at + q * 32 + lane];
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            float y[4][4] = {}, z[4][4] = {};
#pragma unroll
            for (int j = 0; j < 4; ++j) { mma16(y[j], left[i][0], raw[j].x, raw[j].y); mma16(y[j], left[i][1], raw[j].z, raw[j].w); }
#pragma unroll
            for (int k = 0; k < 2; ++k) {
                uint32_t mid[4] = {pair_of(y[2 * k][0], y[2 * k][1]), pair_of(y[2 * k][2], y[2 * k][3]), pair_of(y[2 * k + 1][0], y[2 * k + 1][1]), pair_of(y[2 * k + 1][2], y[2 * k + 1][3])};
#pragma unroll
                for (int j = 0; j < 4; ++j) mma16(z[j], mid, right[j][k][0], right[j][k][1]);
            }
            codes[at + i * 64 + lane] = make_uint4(pair_of(z[0][0], z[0][1]), pair_of(z[1][0], z[1][1]), pair_of(z[2][0], z[2][1]), pair_of(z[3][0], z[3][1]));
            codes[at + i * 64 + 32 + lane] = make_uint4(pair_of(z[0][2], z[0][3]), pair_of(z[1][2], z[1][3]), pair_of(z[2][2], z[2][3]), pair_of(z[3][2], z[3][3]));
        }
    }
}

// ---- Shop search: scores of 3072 shoppers against 5632 parcels over 2048 half features.
constexpr int kShoppers = 256 * 12, kParcels = 128 * 44, kTraits = 2048, kParcelA = 40, kParcelB = 136;
constexpr int kParcelStage = 256 * kParcelA + 32 * kParcelB, kParcelStages = 3;  // halves

using ParcelSum = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;

__device__ __forceinline__ void parcel_multiply(ParcelSum (&sum)[4][4], const __half* a, const __half* b, int mw, int nw) {
#pragma unroll
    for (int k = 0; k < 32; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> u[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(u[i], a + (mw + 16 * i) * kParcelA + k, kParcelA);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> v;
            wmma::load_matrix_sync(v, b + k * kParcelB + nw + 16 * j, kParcelB);
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::mma_sync(sum[i][j], u[i], v, sum[i][j]);
        }
    }
}
__device__ __forceinline__ void parcel_store(ParcelSum (&sum)[4][4], float* __restrict__ score, int m, int n) {
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::store_matrix_sync(score + (size_t)(m + 16 * i) * kParcels + n + 16 * j, sum[i][j], kParcels, wmma::mem_row_major);
}

__global__ void __launch_bounds__(256, 1) parcel_scores_g5_a(const __half* __restrict__ shopper, const __half* __restrict__ parcel, float* __restrict__ score) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    __half *a = reinterpret_cast<__half*>(shared_bytes), *b = a + 256 * kParcelA;
    int m0 = blockIdx.x * 256, n0 = blockIdx.y * 128, t = threadIdx.x, warp = t / 32, mw = warp / 2 * 64, nw = warp % 2 * 64;
    ParcelSum sum[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
    for (int from = 0; from < kTraits; from += 32) {
#pragma unroll
        for (int c = 0; c < 4; ++c)
            *reinterpret_cast<uint4*>(a + (c * 64 + t / 4) * kParcelA + t % 4 * 8) = *reinterpret_cast<const uint4*>(shopper + (size_t)(m0 + c * 64 + t / 4) * kTraits + from + t % 4 * 8);
#pragma unroll
        for (int c = 0; c < 2; ++c)
            *reinterpret_cast<uint4*>(b + (c * 16 + t / 16) * kParcelB + t % 16 * 8) = *reinterpret_cast<const uint4*>(parcel + (size_t)(from + c * 16 + t / 16) * kParcels + n0 + t % 16 * 8);
        __syncthreads();
        parcel_multiply(sum, a, b, mw, nw);
        __syncthreads();
    }
    parcel_store(sum, score, m0 + mw, n0 + nw);
}

__global__ void __launch_bounds__(256, 1) parcel_scores_g5_b(const __half* __restrict__ shopper, const __half* __restrict__ parcel, float* __restrict__ score) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    __half* stages = reinterpret_cast<__half*>(shared_bytes);
    int m0 = blockIdx.x * 256, n0 = blockIdx.y * 128, t = threadIdx.x, warp = t / 32, mw = warp / 2 * 64, nw = warp % 2 * 64;
    auto fetch = [&](int step) {
        if (step < kTraits / 32) {
            __half *a = stages + step % kParcelStages * kParcelStage, *b = a + 256 * kParcelA;
#pragma unroll
            for (int c = 0; c < 4; ++c)
                fetch16(a + (c * 64 + t / 4) * kParcelA + t % 4 * 8, shopper + (size_t)(m0 + c * 64 + t / 4) * kTraits + step * 32 + t % 4 * 8);
#pragma unroll
            for (int c = 0; c < 2; ++c)
                fetch16(b + (c * 16 + t / 16) * kParcelB + t % 16 * 8, parcel + (size_t)(step * 32 + c * 16 + t / 16) * kParcels + n0 + t % 16 * 8);
        }
        __pipeline_commit();
    };
    ParcelSum sum[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
#pragma unroll
    for (int s = 0; s < kParcelStages - 1; ++s) fetch(s);
#pragma unroll 1
    for (int step = 0; step < kTraits / 32; ++step) {
        __pipeline_wait_prior(kParcelStages - 2);
        __syncthreads();
        fetch(step + kParcelStages - 1);
        const __half* a = stages + step % kParcelStages * kParcelStage;
        parcel_multiply(sum, a, a + 256 * kParcelA, mw, nw);
    }
    parcel_store(sum, score, m0 + mw, n0 + nw);
}

// ---- Towed hydrophones: power of the band-passed signal, four samples a reading; a block follows one hydrophone through time and keeps the filter's tail.
constexpr int kPhones = 132 * 4, kPassages = 24, kPassage = 8192, kTaps = 32;
__constant__ float band_taps[kTaps];

__device__ __forceinline__ void whale_power(const float* __restrict__ heard, float* __restrict__ power) {
    int t = threadIdx.x;
    float y[2][4] = {};
    float4 w[2];
#pragma unroll
    for (int h = 0; h < 2; ++h) w[h] = *reinterpret_cast<const float4*>(heard + h * (kPassage / 2) + 4 * t);
#pragma unroll
    for (int q = 0; q < kTaps / 4; ++q)
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            float4 next = *reinterpret_cast<const float4*>(heard + h * (kPassage / 2) + 4 * t + 4 * (q + 1));
            float v[8] = {w[h].x, w[h].y, w[h].z, w[h].w, next.x, next.y, next.z, next.w};
#pragma unroll
            for (int k = 0; k < 4; ++k)
#pragma unroll
                for (int o = 0; o < 4; ++o) y[h][o] = fmaf(band_taps[4 * q + k], v[k + o], y[h][o]);
            w[h] = next;
        }
#pragma unroll
    for (int h = 0; h < 2; ++h) power[h * (kPassage / 8) + t] = fmaf(y[h][0], y[h][0], y[h][1] * y[h][1]) + fmaf(y[h][2], y[h][2], y[h][3] * y[h][3]);
}

__global__ void __launch_bounds__(1024, 1) whale_listening_g5_a(const float* __restrict__ sound, float* __restrict__ power) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    float* heard = reinterpret_cast<float*>(shared_bytes);  // kTaps samples of the passage before, then this passage
    int t = threadIdx.x;
    const float4* from = reinterpret_cast<const float4*>(sound + (size_t)blockIdx.x * kPassages * kPassage);
    float* to = power + (size_t)blockIdx.x * kPassages * (kPassage / 4);
    if (t < kTaps) heard[t] = 0.0f;
    for (int p = 0; p < kPassages; ++p) {
#pragma unroll
        for (int c = 0; c < 2; ++c) reinterpret_cast<float4*>(heard + kTaps)[c * 1024 + t] = from[p * (kPassage / 4) + c * 1024 + t];
        __syncthreads();
        float tail = t < kTaps ? heard[kPassage + t] : 0.0f;
        whale_power(heard, to + p * (kPassage / 4));
        __syncthreads();
        if (t < kTaps) heard[t] = tail;
    }
}

__global__ void __launch_bounds__(1024, 1) whale_listening_g5_b(const float* __restrict__ sound, float* __restrict__ power) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    float* both = reinterpret_cast<float*>(shared_bytes);
    int t = threadIdx.x;
    const float4* from = reinterpret_cast<const float4*>(sound + (size_t)blockIdx.x * kPassages * kPassage);
    float* to = power + (size_t)blockIdx.x * kPassages * (kPassage / 4);
    auto fetch = [&](int p) {
        float4* into = reinterpret_cast<float4*>(both + p % 2 * (kTaps + kPassage) + kTaps);
#pragma unroll
        for (int c = 0; c < 2; ++c) fetch16(into + c * 1024 + t, from + p * (kPassage / 4) + c * 1024 + t);
        __pipeline_commit();
    };
    if (t < kTaps) both[t] = 0.0f;
    fetch(0);
    for (int p = 0; p < kPassages; ++p) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (p + 1 < kPassages) fetch(p + 1);
        const float* heard = both + p % 2 * (kTaps + kPassage);
        if (t < kTaps) both[(p + 1) % 2 * (kTaps + kPassage) + t] = heard[kPassage + t];
        whale_power(heard, to + p * (kPassage / 4));
    }
}

// ---- Mass spectrometry: intersection of each measured spectrum with each of a library (256 bins, stored bin by bin).
constexpr int kMeasured = 2048, kLibrary = 8192, kBins = 256;

__global__ void __launch_bounds__(256) spectra_library_g5_a(const float* __restrict__ measured, const float* __restrict__ library, float* __restrict__ shared_part) {
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.0f;
#pragma unroll 8
    for (int bin = 0; bin < kBins; ++bin) sum += fminf(measured[bin * kMeasured + i], library[bin * kLibrary + j]);
    shared_part[(size_t)i * kLibrary + j] = sum;
}

__global__ void __launch_bounds__(256, 2) spectra_library_g5_b(const float* __restrict__ measured, const float* __restrict__ library, float* __restrict__ shared_part) {
    __shared__ __align__(16) float4 p[16][32], q[16][32];
    int j0 = blockIdx.x * 128, i0 = blockIdx.y * 128, t = threadIdx.x, tx = t % 16, ty = t / 16;
    float sum[8][8] = {};
    for (int from = 0; from < kBins; from += 16) {
#pragma unroll
        for (int c = 0; c < 2; ++c) {
            int bin = c * 8 + t / 32;
            p[bin][t % 32] = *reinterpret_cast<const float4*>(measured + (from + bin) * kMeasured + i0 + t % 32 * 4);
            q[bin][t % 32] = *reinterpret_cast<const float4*>(library + (from + bin) * kLibrary + j0 + t % 32 * 4);
        }
        __syncthreads();
#pragma unroll 4
        for (int bin = 0; bin < 16; ++bin) {
            float4 u0 = p[bin][ty], u1 = p[bin][ty + 16], v0 = q[bin][tx], v1 = q[bin][tx + 16];
            float u[8] = {u0.x, u0.y, u0.z, u0.w, u1.x, u1.y, u1.z, u1.w}, v[8] = {v0.x, v0.y, v0.z, v0.w, v1.x, v1.y, v1.z, v1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] += fminf(u[i], v[j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
            *reinterpret_cast<float4*>(shared_part + (size_t)(i0 + i / 4 * 64 + ty * 4 + i % 4) * kLibrary + j0 + j * 64 + tx * 4) =
                make_float4(sum[i][4 * j], sum[i][4 * j + 1], sum[i][4 * j + 2], sum[i][4 * j + 3]);
}

// ---- Sky survey: matched filter (9 x 9 star profile) over a plate of 8192 x 8192 with a margin.
constexpr int kPlate = 8192, kPlatePitch = 8192 + 32, kPlateRows = kPlate + 8;
__constant__ float star_profile[81];

__global__ void __launch_bounds__(256) telescope_plate_g5_a(const float* __restrict__ plate, float* __restrict__ match) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const float* at = plate + (size_t)y * kPlatePitch + x;
    float sum = 0.0f;
#pragma unroll
    for (int v = 0; v < 9; ++v)
#pragma unroll
        for (int u = 0; u < 9; ++u) sum = fmaf(star_profile[v * 9 + u], at[v * kPlatePitch + u], sum);
    match[(size_t)y * kPlate + x] = sum;
}

__global__ void __launch_bounds__(256) telescope_plate_g5_b(const float* __restrict__ plate, float* __restrict__ match) {
    __shared__ __align__(16) float4 cut[40][34];
    int x0 = blockIdx.x * 128, y0 = blockIdx.y * 32, t = threadIdx.x, lane = t % 32, warp = t / 32;
#pragma unroll
    for (int c = 0; c < 5; ++c) {
        int row = c * 8 + warp;
        const float4* from = reinterpret_cast<const float4*>(plate + (size_t)(y0 + row) * kPlatePitch + x0);
        cut[row][lane] = from[lane];
        if (lane < 2) cut[row][32 + lane] = from[32 + lane];
    }
    __syncthreads();
    float sum[4][4] = {};
#pragma unroll
    for (int r = 0; r < 12; ++r) {
        float4 w0 = cut[warp * 4 + r][lane], w1 = cut[warp * 4 + r][lane + 1], w2 = cut[warp * 4 + r][lane + 2];
        float w[12] = {w0.x, w0.y, w0.z, w0.w, w1.x, w1.y, w1.z, w1.w, w2.x, w2.y, w2.z, w2.w};
#pragma unroll
        for (int i = 0; i < 4; ++i)
            if (r - i >= 0 && r - i < 9) {
#pragma unroll
                for (int u = 0; u < 9; ++u)
#pragma unroll
                    for (int j = 0; j < 4; ++j) sum[i][j] = fmaf(star_profile[(r - i) * 9 + u], w[u + j], sum[i][j]);
            }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        __stwb(reinterpret_cast<float4*>(match + (size_t)(y0 + warp * 4 + i) * kPlate + x0 + lane * 4), make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]));
}

// ---- Exoplanet air: absorption of each cell in each of 64 bands from the band's table of 131072 states x 16 quadrature points, four lanes a state.
constexpr int kBands = 64, kStates = 1 << 17, kAir = 1 << 19, kAirPerBlock = 512;

__device__ __forceinline__ void planet_haze(const float4* __restrict__ table, const int* __restrict__ state, const float4* __restrict__ weight, float* __restrict__ haze, int band, int group) {
    int t = threadIdx.x, part = t % 4;
    float4 w = weight[band * 4 + part];
    const float4* of_band = table + (size_t)band * kStates * 4 + part;
#pragma unroll
    for (int half = 0; half < 2; ++half) {
        int cell = group * kAirPerBlock + half * 256 + t / 4, row[4];
        float sum[4];
#pragma unroll
        for (int c = 0; c < 4; ++c) row[c] = state[cell + c * 64];
#pragma unroll
        for (int c = 0; c < 4; ++c) {
            float4 k = of_band[row[c] * 4];
            sum[c] = fmaf(k.x, w.x, fmaf(k.y, w.y, fmaf(k.z, w.z, k.w * w.w)));
        }
#pragma unroll
        for (int c = 0; c < 4; ++c) {
            sum[c] += __shfl_xor_sync(0xffffffffu, sum[c], 1);
            sum[c] += __shfl_xor_sync(0xffffffffu, sum[c], 2);
        }
        haze[(size_t)band * kAir + cell + part * 64] = part == 0 ? sum[0] : part == 1 ? sum[1] : part == 2 ? sum[2] : sum[3];
    }
}

__global__ void __launch_bounds__(256) planet_haze_g5_a(const float4* __restrict__ table, const int* __restrict__ state, const float4* __restrict__ weight, float* __restrict__ haze) {
    planet_haze(table, state, weight, haze, blockIdx.x, blockIdx.y);
}
__global__ void __launch_bounds__(256) planet_haze_g5_b(const float4* __restrict__ table, const int* __restrict__ state, const float4* __restrict__ weight, float* __restrict__ haze) {
    planet_haze(table, state, weight, haze, blockIdx.y, blockIdx.x);
}

// ---- Bird census: density of 2048 owl sightings (biweight kernel) at 2.4 million places of a map, four places a thread.
constexpr int kOwls = 2048, kOwlBlocks = 132 * 6 * 3;

__device__ __forceinline__ void owl_add(float (&sum)[4], const float2 (&place)[4], const float4* owls) {
#pragma unroll 8
    for (int s = 0; s < 256; ++s) {
        float4 o = owls[s];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float dx = place[k].x - o.x, dy = place[k].y - o.y;
            float near = __saturatef(fmaf(dx * dx, o.z, fmaf(dy * dy, o.z, 1.0f)));
            sum[k] = fmaf(near * near, o.w, sum[k]);
        }
    }
}

__global__ void __launch_bounds__(256, 6) owl_sightings_g5_a(const float4* __restrict__ owl, const float2* __restrict__ map, float* __restrict__ density) {
    __shared__ float4 seen[256];
    int t = threadIdx.x, at = blockIdx.x * 1024 + t;
    float2 place[4];
    float sum[4] = {};
#pragma unroll
    for (int k = 0; k < 4; ++k) place[k] = map[at + k * 256];
    for (int from = 0; from < kOwls; from += 256) {
        seen[t] = owl[from + t];
        __syncthreads();
        owl_add(sum, place, seen);
        __syncthreads();
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) density[at + k * 256] = sum[k];
}

__global__ void __launch_bounds__(256, 6) owl_sightings_g5_b(const float4* __restrict__ owl, const float2* __restrict__ map, float* __restrict__ density) {
    __shared__ float4 seen[2][256];
    int t = threadIdx.x, at = blockIdx.x * 1024 + t;
    float2 place[4];
    float sum[4] = {};
    fetch16(&seen[0][t], owl + t);
    __pipeline_commit();
#pragma unroll
    for (int k = 0; k < 4; ++k) place[k] = map[at + k * 256];
    for (int from = 0; from < kOwls; from += 256) {
        int now = from / 256 % 2;
        __pipeline_wait_prior(0);
        __syncthreads();
        if (from + 256 < kOwls) fetch16(&seen[1 - now][t], owl + from + 256 + t);
        __pipeline_commit();
        owl_add(sum, place, seen[now]);
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) density[at + k * 256] = sum[k];
}

// ---- Glacier: one step of the creep of ice thickness on a map of 16384 x 16384, eight rows of quadruples a thread.
constexpr int kIce = 16384;

__global__ void __launch_bounds__(256) glacier_creep_g5_a(const float* __restrict__ ice, float* __restrict__ next) {
    int lane = threadIdx.x % 32, x = blockIdx.x * 128 + lane * 4, y = blockIdx.y * 64 + threadIdx.x / 32 * 8;
    const float* at = ice + (size_t)y * kIce + x;  // one row of margin above and below
    float4 row[10];
#pragma unroll
    for (int r = 0; r < 10; ++r) row[r] = *reinterpret_cast<const float4*>(at + (size_t)r * kIce);
    bool left = lane == 0, edge = left || lane == 31;
    int beside = left ? (x == 0 ? 0 : -1) : (x + 4 == kIce ? 3 : 4);
    float side[8];
#pragma unroll
    for (int r = 0; r < 8; ++r) side[r] = edge ? at[(size_t)(r + 1) * kIce + beside] : 0.0f;
    float4* to = reinterpret_cast<float4*>(next + (size_t)y * kIce + x);
#pragma unroll
    for (int r = 0; r < 8; ++r) {
        float4 c = row[r + 1], n = row[r], s = row[r + 2];
        float w = __shfl_up_sync(0xffffffffu, c.w, 1), e = __shfl_down_sync(0xffffffffu, c.x, 1);
        if (lane == 0) w = side[r];
        if (lane == 31) e = side[r];
        __stcs(to + (size_t)r * (kIce / 4), make_float4(fmaf(0.2f, (w + c.y) + (n.x + s.x), 0.2f * c.x), fmaf(0.2f, (c.x + c.z) + (n.y + s.y), 0.2f * c.y),
                                                        fmaf(0.2f, (c.y + c.w) + (n.z + s.z), 0.2f * c.z), fmaf(0.2f, (c.z + e) + (n.w + s.w), 0.2f * c.w)));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // Shared by all: one field of floats that most read and one that most write.
    constexpr size_t kField = (size_t)kIce * (kIce + 2);
    float *field = filled<float>(kField, 51), *out = empty<float>(kField);
    static_assert((size_t)kLanternPoints * kLanternWidth <= kField && (size_t)kVelvetPixels * kVelvetOut <= kField && (size_t)kShoppers * kParcels <= kField, "fields are too short");
    static_assert((size_t)kPhones * kPassages * kPassage <= kField && (size_t)kPlatePitch * kPlateRows <= kField && (size_t)kBands * kStates * 16 <= kField, "fields are too short");
    static_assert((size_t)kOrbitals * kPartners * 2 <= kField && (size_t)kSquares * 512 <= kField && (size_t)kOwlBlocks * 2048 <= kField, "fields are too short");
    auto f2 = [](float* p) { return reinterpret_cast<float2*>(p); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };

    __half *planes = filled<__half>((size_t)kVelvetIn * kVelvetPixels, 52), *weights = filled<__half>(kVelvetIn * kVelvetOut, 53);
    dim3 velvet(kVelvetOut / 128, kVelvetPixels / 128);
    add("velvet_layers_g5_a", out, (size_t)kVelvetPixels * kVelvetOut, Output::f32, [=] { velvet_layers_g5_a<<<velvet, 256>>>(weights, planes, out); });
    add("velvet_layers_g5_b", out, (size_t)kVelvetPixels * kVelvetOut, Output::f32, [=] { velvet_layers_g5_b<<<velvet, 256>>>(weights, planes, out); });

    float* layer = filled<float>(kLanternWidth * kLanternWidth, 54);
    dim3 lantern(kLanternWidth / 128, kLanternPoints / 128);
    add("lantern_field_g5_a", out, (size_t)kLanternPoints * kLanternWidth, Output::f32, [=] { lantern_field_g5_a<<<lantern, 256>>>(field, layer, out); });
    add("lantern_field_g5_b", out, (size_t)kLanternPoints * kLanternWidth, Output::f32, [=] { lantern_field_g5_b<<<lantern, 256>>>(field, layer, out); });

    double *early = filled<double>((size_t)kOrbitals * kFunctions, 55), *late = filled<double>((size_t)kPartners * kFunctions, 56), *out64 = reinterpret_cast<double*>(out);
    dim3 twins(kPartners / 64, kOrbitals / 128);
    add("twin_orbitals_g5_a", out, (size_t)kOrbitals * kPartners, Output::f64, [=] { twin_orbitals_g5_a<<<twins, 128>>>(early, late, out64); });
    add("twin_orbitals_g5_b", out, (size_t)kOrbitals * kPartners, Output::f64, [=] { twin_orbitals_g5_b<<<twins, 128>>>(early, late, out64); });

    __half *residual = filled<__half>((size_t)kSquares * 1024, 57), *basis = filled<__half>(1024, 58);
    const uint4* residual4 = reinterpret_cast<const uint4*>(residual);
    uint4* codes = reinterpret_cast<uint4*>(out);
    add("mosaic_codes_g5_a", out, (size_t)kSquares * 1024, Output::f16, [=] { mosaic_codes_g5_a<<<kSquares / 8 / kSquaresPerWarp, 256>>>(residual4, basis, codes); });
    add("mosaic_codes_g5_b", out, (size_t)kSquares * 1024, Output::f16, [=] { mosaic_codes_g5_b<<<kSquares / 8 / kSquaresPerWarp, 256>>>(residual4, basis, codes); });

    __half *shoppers = filled<__half>((size_t)kShoppers * kTraits, 59), *parcels = filled<__half>((size_t)kTraits * kParcels, 60);
    dim3 scores(kShoppers / 256, kParcels / 128);
    constexpr int kOneStage = kParcelStage * 2, kAllStages = kOneStage * kParcelStages;
    CHECK(cudaFuncSetAttribute(parcel_scores_g5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kAllStages));
    add("parcel_scores_g5_a", out, (size_t)kShoppers * kParcels, Output::f32, [=] { parcel_scores_g5_a<<<scores, 256, kOneStage>>>(shoppers, parcels, out); });
    add("parcel_scores_g5_b", out, (size_t)kShoppers * kParcels, Output::f32, [=] { parcel_scores_g5_b<<<scores, 256, kAllStages>>>(shoppers, parcels, out); });

    float taps[81];
    for (int i = 0; i < 81; ++i) taps[i] = 0.2f * harness::unit(1000 + i);
    CHECK(cudaMemcpyToSymbol(band_taps, taps, sizeof(float) * kTaps));
    CHECK(cudaMemcpyToSymbol(star_profile, taps, sizeof(float) * 81));
    constexpr int kHeard = (kTaps + kPassage) * 4;
    CHECK(cudaFuncSetAttribute(whale_listening_g5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * kHeard));
    add("whale_listening_g5_a", out, (size_t)kPhones * kPassages * kPassage / 4, Output::f32, [=] { whale_listening_g5_a<<<kPhones, 1024, kHeard>>>(field, out); });
    add("whale_listening_g5_b", out, (size_t)kPhones * kPassages * kPassage / 4, Output::f32, [=] { whale_listening_g5_b<<<kPhones, 1024, 2 * kHeard>>>(field, out); });

    float *measured = field, *library = field + kBins * kMeasured;
    add("spectra_library_g5_a", out, (size_t)kMeasured * kLibrary, Output::f32, [=] { spectra_library_g5_a<<<dim3(kLibrary / 32, kMeasured / 8), dim3(32, 8)>>>(measured, library, out); });
    add("spectra_library_g5_b", out, (size_t)kMeasured * kLibrary, Output::f32, [=] { spectra_library_g5_b<<<dim3(kLibrary / 128, kMeasured / 128), 256>>>(measured, library, out); });

    add("telescope_plate_g5_a", out, (size_t)kPlate * kPlate, Output::f32, [=] { telescope_plate_g5_a<<<dim3(kPlate / 32, kPlate / 8), dim3(32, 8)>>>(field, out); });
    add("telescope_plate_g5_b", out, (size_t)kPlate * kPlate, Output::f32, [=] { telescope_plate_g5_b<<<dim3(kPlate / 128, kPlate / 32), 256>>>(field, out); });

    int* states = indices(kAir, kStates, 61);
    float4 *tables = f4(field), *quadrature = f4(layer);
    add("planet_haze_g5_a", out, (size_t)kBands * kAir, Output::f32, [=] { planet_haze_g5_a<<<dim3(kBands, kAir / kAirPerBlock), 256>>>(tables, states, quadrature, out); });
    add("planet_haze_g5_b", out, (size_t)kBands * kAir, Output::f32, [=] { planet_haze_g5_b<<<dim3(kAir / kAirPerBlock, kBands), 256>>>(tables, states, quadrature, out); });

    // Sightings: place, minus the inverse square of the reach, weight.
    std::vector<float4> owl_list(kOwls);
    for (int i = 0; i < kOwls; ++i)
        owl_list[i] = make_float4(harness::unit(4 * i), harness::unit(4 * i + 1), -4.0f - harness::unit(4 * i + 2), 1.0f + 0.5f * harness::unit(4 * i + 3));
    float4* owls = harness::uploaded(owl_list);
    float2* map = f2(field);
    add("owl_sightings_g5_a", out, (size_t)kOwlBlocks * 1024, Output::f32, [=] { owl_sightings_g5_a<<<kOwlBlocks, 256>>>(owls, map, out); });
    add("owl_sightings_g5_b", out, (size_t)kOwlBlocks * 1024, Output::f32, [=] { owl_sightings_g5_b<<<kOwlBlocks, 256>>>(owls, map, out); });

    add("glacier_creep_g5_a", out, (size_t)kIce * kIce, Output::f32, [=] { glacier_creep_g5_a<<<dim3(kIce / 128, kIce / 64), 256>>>(field, out); });

    return harness::run(argc, argv, cases);
}
