// Eleven measured cases of tiles and products: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using harness::Case;
using harness::Output;
namespace wmma = nvcuda::wmma;

__device__ __forceinline__ float4 widen(uint2 v) {
    float2 lo = __half22float2(reinterpret_cast<const __half2&>(v.x)), hi = __half22float2(reinterpret_cast<const __half2&>(v.y));
    return make_float4(lo.x, lo.y, hi.x, hi.y);
}

// ---- Bell tower: sound of 1024 strikes over 1024 samples, each strike a mixture of the 128 partials of the bell.
constexpr int kStrikes = 1024, kPartials = 128, kSamples = 1024;

__global__ void __launch_bounds__(256) belfry_strikes_ab5_a(const float* __restrict__ share, const float* __restrict__ partial, float* __restrict__ sound) {
    int sample = blockIdx.x * 32 + threadIdx.x, strike = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.0f;
#pragma unroll 8
    for (int k = 0; k < kPartials; ++k) sum = fmaf(share[strike * kPartials + k], partial[k * kSamples + sample], sum);
    sound[strike * kSamples + sample] = sum;
}

__global__ void __launch_bounds__(128) belfry_strikes_ab5_b(const float* __restrict__ share, const float* __restrict__ partial, float* __restrict__ sound) {
    __shared__ __align__(16) float mix[32][36], wave[32][64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, sample0 = blockIdx.x * 64, strike0 = blockIdx.y * 32;
    float sum[4][4] = {};
    for (int k0 = 0; k0 < kPartials; k0 += 32) {
        float4 a[2], b[4];
#pragma unroll
        for (int i = 0; i < 2; ++i) a[i] = *reinterpret_cast<const float4*>(share + (strike0 + t / 8 + 16 * i) * kPartials + k0 + t % 8 * 4);
#pragma unroll
        for (int i = 0; i < 4; ++i) b[i] = *reinterpret_cast<const float4*>(partial + (k0 + ty + 8 * i) * kSamples + sample0 + tx * 4);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 2; ++i) *reinterpret_cast<float4*>(&mix[t / 8 + 16 * i][t % 8 * 4]) = a[i];
#pragma unroll
        for (int i = 0; i < 4; ++i) *reinterpret_cast<float4*>(&wave[ty + 8 * i][tx * 4]) = b[i];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 4) {
            float m[4][4];
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                float4 v = *reinterpret_cast<const float4*>(&mix[ty * 4 + i][k]);
                m[i][0] = v.x; m[i][1] = v.y; m[i][2] = v.z; m[i][3] = v.w;
            }
#pragma unroll
            for (int q = 0; q < 4; ++q) {
                float4 w = *reinterpret_cast<const float4*>(&wave[k + q][tx * 4]);
#pragma unroll
                for (int i = 0; i < 4; ++i) {
                    sum[i][0] = fmaf(m[i][q], w.x, sum[i][0]); sum[i][1] = fmaf(m[i][q], w.y, sum[i][1]);
                    sum[i][2] = fmaf(m[i][q], w.z, sum[i][2]); sum[i][3] = fmaf(m[i][q], w.w, sum[i][3]);
                }
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *reinterpret_cast<float4*>(sound + (strike0 + ty * 4 + i) * kSamples + sample0 + tx * 4) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

// ---- Livestock breeding: kinship of 4096 rams with 4096 ewes from 2048 markers (stored marker by marker, half precision).
constexpr int kRams = 4096, kEwes = 4096, kMarkers = 2048;

__global__ void __launch_bounds__(256, 2) flock_kinship_ab5_a(const __half* __restrict__ rams, const __half* __restrict__ ewes, float* __restrict__ kin) {
    __shared__ __align__(16) float ra[2][16][128], ew[2][16][128];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, row = t / 32, col = t % 32 * 4;
    const __half *from_r = rams + (size_t)row * kRams + blockIdx.y * 128 + col, *from_e = ewes + (size_t)row * kEwes + blockIdx.x * 128 + col;
    uint2 r[2], e[2];
    auto fetch = [&](int k0) {
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            r[i] = *reinterpret_cast<const uint2*>(from_r + (size_t)(k0 + 8 * i) * kRams);
            e[i] = *reinterpret_cast<const uint2*>(from_e + (size_t)(k0 + 8 * i) * kEwes);
        }
    };
    auto put = [&](int b) {
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            *reinterpret_cast<float4*>(&ra[b][row + 8 * i][col]) = widen(r[i]);
            *reinterpret_cast<float4*>(&ew[b][row + 8 * i][col]) = widen(e[i]);
        }
    };
    float sum[8][8] = {};
    fetch(0); put(0);
    __syncthreads();
    for (int k0 = 0, b = 0; k0 < kMarkers; k0 += 16, b ^= 1) {
        if (k0 + 16 < kMarkers) fetch(k0 + 16);
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 a0 = *reinterpret_cast<const float4*>(&ra[b][k][ty * 4]), a1 = *reinterpret_cast<const float4*>(&ra[b][k][64 + ty * 4]);
            float4 b0 = *reinterpret_cast<const float4*>(&ew[b][k][tx * 4]), b1 = *reinterpret_cast<const float4*>(&ew[b][k][64 + tx * 4]);
            float p[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w}, q[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(p[i], q[j], sum[i][j]);
        }
        if (k0 + 16 < kMarkers) put(b ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* to = kin + (size_t)(blockIdx.y * 128 + i / 4 * 64 + ty * 4 + i % 4) * kEwes + blockIdx.x * 128 + tx * 4;
        *reinterpret_cast<float4*>(to) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
        *reinterpret_cast<float4*>(to + 64) = make_float4(sum[i][4], sum[i][5], sum[i][6], sum[i][7]);
    }
}

__global__ void __launch_bounds__(256, 2) flock_kinship_ab5_b(const __half* __restrict__ rams, const __half* __restrict__ ewes, float* __restrict__ kin) {
    __shared__ __align__(128) __half ra[2][32][136], ew[2][32][136];
    int t = threadIdx.x, warp = t / 32, wm = warp / 4 * 64, wn = warp % 4 * 32, row = t / 16, col = t % 16 * 8;
    const __half *from_r = rams + (size_t)row * kRams + blockIdx.y * 128 + col, *from_e = ewes + (size_t)row * kEwes + blockIdx.x * 128 + col;
    uint4 r[2], e[2];
    auto fetch = [&](int k0) {
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            r[i] = *reinterpret_cast<const uint4*>(from_r + (size_t)(k0 + 16 * i) * kRams);
            e[i] = *reinterpret_cast<const uint4*>(from_e + (size_t)(k0 + 16 * i) * kEwes);
        }
    };
    auto put = [&](int b) {
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            *reinterpret_cast<uint4*>(&ra[b][row + 16 * i][col]) = r[i];
            *reinterpret_cast<uint4*>(&ew[b][row + 16 * i][col]) = e[i];
        }
    };
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[4][2];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
    fetch(0); put(0);
    __syncthreads();
    for (int k0 = 0, b = 0; k0 < kMarkers; k0 += 32, b ^= 1) {
        if (k0 + 32 < kMarkers) fetch(k0 + 32);
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> q[2];
#pragma unroll
            for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(q[j], &ew[b][k][wn + 16 * j], 136);
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::col_major> p;
                wmma::load_matrix_sync(p, &ra[b][k][wm + 16 * i], 136);
#pragma unroll
                for (int j = 0; j < 2; ++j) wmma::mma_sync(sum[i][j], p, q[j], sum[i][j]);
            }
        }
        if (k0 + 32 < kMarkers) put(b ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
            wmma::store_matrix_sync(kin + (size_t)(blockIdx.y * 128 + wm + 16 * i) * kEwes + blockIdx.x * 128 + wn + 16 * j, sum[i][j], kEwes, wmma::mem_row_major);
}

// ---- Hail forecast: ensemble transform, 256 new members at 49152 grid points as mixtures of 256 old members (float fields).
constexpr int kMembers = 256, kPoints = 49152;

template <int kLdW, int kLdX>
__device__ __forceinline__ void hail_stage(const float* __restrict__ weight, const float* __restrict__ field, float* w, float* x, int k0) {
    int t = threadIdx.x;
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        int row = t / 16 + 8 * i, col = t % 16 * 4;
        __pipeline_memcpy_async(w + row * kLdW + col, weight + (k0 + row) * kMembers + blockIdx.x * 64 + col, 16);
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        int row = t / 32 + 4 * i, col = t % 32 * 4;
        __pipeline_memcpy_async(x + row * kLdX + col, field + (size_t)(k0 + row) * kPoints + blockIdx.y * 128 + col, 16);
    }
    __pipeline_commit();
}

__global__ void __launch_bounds__(128, 4) hail_members_ab5_a(const float* __restrict__ weight, const float* __restrict__ field, float* __restrict__ fresh) {
    __shared__ __align__(16) float w[2][16 * 64], x[2][16 * 128];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    float sum[8][8] = {};
    hail_stage<64, 128>(weight, field, w[0], x[0], 0);
    for (int k0 = 0, b = 0; k0 < kMembers; k0 += 16, b ^= 1) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (k0 + 16 < kMembers) hail_stage<64, 128>(weight, field, w[b ^ 1], x[b ^ 1], k0 + 16);
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 a0 = *reinterpret_cast<const float4*>(&w[b][k * 64 + ty * 4]), a1 = *reinterpret_cast<const float4*>(&w[b][k * 64 + 32 + ty * 4]);
            float4 b0 = *reinterpret_cast<const float4*>(&x[b][k * 128 + tx * 4]), b1 = *reinterpret_cast<const float4*>(&x[b][k * 128 + 64 + tx * 4]);
            float p[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w}, q[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(p[i], q[j], sum[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* to = fresh + (size_t)(blockIdx.x * 64 + i / 4 * 32 + ty * 4 + i % 4) * kPoints + blockIdx.y * 128 + tx * 4;
        *reinterpret_cast<float4*>(to) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
        *reinterpret_cast<float4*>(to + 64) = make_float4(sum[i][4], sum[i][5], sum[i][6], sum[i][7]);
    }
}

__device__ __forceinline__ uint32_t tf32_of(float v) { uint32_t r; asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(v)); return r; }

__global__ void __launch_bounds__(128, 4) hail_members_ab5_b(const float* __restrict__ weight, const float* __restrict__ field, float* __restrict__ fresh) {
    __shared__ __align__(16) float w[2][16 * 72], x[2][16 * 136];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, q4 = lane % 4, wm = warp / 2 * 32, wn = warp % 2 * 64;
    float sum[2][8][4] = {};
    hail_stage<72, 136>(weight, field, w[0], x[0], 0);
    for (int k0 = 0, b = 0; k0 < kMembers; k0 += 16, b ^= 1) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (k0 + 16 < kMembers) hail_stage<72, 136>(weight, field, w[b ^ 1], x[b ^ 1], k0 + 16);
#pragma unroll
        for (int k = 0; k < 16; k += 8) {
            uint32_t p[2][4];
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int e = 0; e < 4; ++e) p[i][e] = tf32_of(w[b][(k + q4 + e / 2 * 4) * 72 + wm + 16 * i + g + e % 2 * 8]);
#pragma unroll
            for (int j = 0; j < 8; ++j) {
                uint32_t q0 = tf32_of(x[b][(k + q4) * 136 + wn + 8 * j + g]), q1 = tf32_of(x[b][(k + q4 + 4) * 136 + wn + 8 * j + g]);
#pragma unroll
                for (int i = 0; i < 2; ++i)
                    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};"
                        : "+f"(sum[i][j][0]), "+f"(sum[i][j][1]), "+f"(sum[i][j][2]), "+f"(sum[i][j][3])
                        : "r"(p[i][0]), "r"(p[i][1]), "r"(p[i][2]), "r"(p[i][3]), "r"(q0), "r"(q1));
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j)
#pragma unroll
            for (int h = 0; h < 2; ++h)
                *reinterpret_cast<float2*>(fresh + (size_t)(blockIdx.x * 64 + wm + 16 * i + g + 8 * h) * kPoints + blockIdx.y * 128 + wn + 8 * j + q4 * 2) =
                    make_float2(sum[i][j][2 * h], sum[i][j][2 * h + 1]);
}

// ---- Satellite geodesy: block of the normal equations that joins 2048 arc parameters with 4096 field coefficients, 4096 observations.
constexpr int kArcs = 2048, kCoefficients = 4096, kSightings = 4096, kLdD = 68;

__device__ __forceinline__ void geoid_stage(const double* __restrict__ arc, const double* __restrict__ coef, double* a, double* c, int k0) {
    int t = threadIdx.x, row = t / 32, col = t % 32 * 2;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        __pipeline_memcpy_async(a + (row + 4 * i) * kLdD + col, arc + (size_t)(k0 + row + 4 * i) * kArcs + blockIdx.y * 64 + col, 16);
        __pipeline_memcpy_async(c + (row + 4 * i) * kLdD + col, coef + (size_t)(k0 + row + 4 * i) * kCoefficients + blockIdx.x * 64 + col, 16);
    }
    __pipeline_commit();
}

__global__ void __launch_bounds__(128, 4) geoid_normals_ab5_a(const double* __restrict__ arc, const double* __restrict__ coef, double* __restrict__ normal) {
    __shared__ __align__(16) double a[2][16 * kLdD], c[2][16 * kLdD];
    int tx = threadIdx.x % 8, ty = threadIdx.x / 8;
    double sum[4][8] = {};
    geoid_stage(arc, coef, a[0], c[0], 0);
    for (int k0 = 0, b = 0; k0 < kSightings; k0 += 16, b ^= 1) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (k0 + 16 < kSightings) geoid_stage(arc, coef, a[b ^ 1], c[b ^ 1], k0 + 16);
#pragma unroll 2
        for (int k = 0; k < 16; ++k) {
            double p[4], q[8];
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                double2 v = *reinterpret_cast<const double2*>(&a[b][k * kLdD + ty * 2 + 32 * i]);
                p[2 * i] = v.x; p[2 * i + 1] = v.y;
            }
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                double2 v = *reinterpret_cast<const double2*>(&c[b][k * kLdD + tx * 2 + 16 * j]);
                q[2 * j] = v.x; q[2 * j + 1] = v.y;
            }
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] = fma(p[i], q[j], sum[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
            *reinterpret_cast<double2*>(normal + (size_t)(blockIdx.y * 64 + i / 2 * 32 + ty * 2 + i % 2) * kCoefficients + blockIdx.x * 64 + tx * 2 + 16 * j) =
                make_double2(sum[i][2 * j], sum[i][2 * j + 1]);
}

__global__ void __launch_bounds__(128, 4) geoid_normals_ab5_b(const double* __restrict__ arc, const double* __restrict__ coef, double* __restrict__ normal) {
    __shared__ __align__(16) double a[2][16 * kLdD], c[2][16 * kLdD];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, q4 = lane % 4, wm = warp / 2 * 32, wn = warp % 2 * 32;
    double sum[2][4][4] = {};
    geoid_stage(arc, coef, a[0], c[0], 0);
    for (int k0 = 0, b = 0; k0 < kSightings; k0 += 16, b ^= 1) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (k0 + 16 < kSightings) geoid_stage(arc, coef, a[b ^ 1], c[b ^ 1], k0 + 16);
#pragma unroll
        for (int k = 0; k < 16; k += 8) {
            double p[2][4], q[4][2];
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int e = 0; e < 4; ++e) p[i][e] = a[b][(k + q4 + e / 2 * 4) * kLdD + wm + 16 * i + g + e % 2 * 8];
#pragma unroll
            for (int j = 0; j < 4; ++j)
#pragma unroll
                for (int e = 0; e < 2; ++e) q[j][e] = c[b][(k + q4 + 4 * e) * kLdD + wn + 8 * j + g];
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j)
                    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};"
                        : "+d"(sum[i][j][0]), "+d"(sum[i][j][1]), "+d"(sum[i][j][2]), "+d"(sum[i][j][3])
                        : "d"(p[i][0]), "d"(p[i][1]), "d"(p[i][2]), "d"(p[i][3]), "d"(q[j][0]), "d"(q[j][1]));
        }
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int h = 0; h < 2; ++h)
                *reinterpret_cast<double2*>(normal + (size_t)(blockIdx.y * 64 + wm + 16 * i + g + 8 * h) * kCoefficients + blockIdx.x * 64 + wn + 8 * j + q4 * 2) =
                    make_double2(sum[i][j][2 * h], sum[i][j][2 * h + 1]);
}

// ---- Whale song: likeness of the 64 syllables of one recording with the 64 of another (64 features each), for 12672 couples of recordings.
constexpr int kCouples = 132 * 96, kSyllables = 64 * 64;

__global__ void __launch_bounds__(128) whale_verses_ab5_a(const __half* __restrict__ first, const __half* __restrict__ second, float* __restrict__ likeness) {
    __shared__ __align__(16) float f[64 * 64], s[64 * 64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16;
    size_t at = (size_t)blockIdx.x * kSyllables;
    uint2 u[8], v[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        u[i] = *reinterpret_cast<const uint2*>(first + at + (t + 128 * i) * 4);
        v[i] = *reinterpret_cast<const uint2*>(second + at + (t + 128 * i) * 4);
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        *reinterpret_cast<float4*>(f + (t + 128 * i) * 4) = widen(u[i]);
        *reinterpret_cast<float4*>(s + (t + 128 * i) * 4) = widen(v[i]);
    }
    __syncthreads();
    float sum[8][4] = {};
#pragma unroll 8
    for (int k = 0; k < 64; ++k) {
        float4 a0 = *reinterpret_cast<const float4*>(f + k * 64 + ty * 4), a1 = *reinterpret_cast<const float4*>(f + k * 64 + 32 + ty * 4);
        float4 w = *reinterpret_cast<const float4*>(s + k * 64 + tx * 4);
        float p[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w}, q[4] = {w.x, w.y, w.z, w.w};
#pragma unroll
        for (int i = 0; i < 8; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) sum[i][j] = fmaf(p[i], q[j], sum[i][j]);
    }
    float4* to = reinterpret_cast<float4*>(likeness + at) + ty * 64 + tx;  // 16 quadruples a row
#pragma unroll
    for (int i = 0; i < 8; ++i) to[(i / 4 * 32 + i % 4) * 16] = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

__global__ void __launch_bounds__(128) whale_verses_ab5_b(const __half* __restrict__ first, const __half* __restrict__ second, float* __restrict__ likeness) {
    __shared__ __align__(128) __half f[64 * 72], s[64 * 72];
    int t = threadIdx.x, warp = t / 32, wm = warp / 2 * 32, wn = warp % 2 * 32;
    size_t at = (size_t)blockIdx.x * kSyllables;
    uint4 u[4], v[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        u[i] = *reinterpret_cast<const uint4*>(first + at + (t + 128 * i) * 8);
        v[i] = *reinterpret_cast<const uint4*>(second + at + (t + 128 * i) * 8);
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        *reinterpret_cast<uint4*>(f + (t / 8 + 16 * i) * 72 + t % 8 * 8) = u[i];
        *reinterpret_cast<uint4*>(s + (t / 8 + 16 * i) * 72 + t % 8 * 8) = v[i];
    }
    __syncthreads();
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2][2];
#pragma unroll
    for (int i = 0; i < 4; ++i) wmma::fill_fragment(sum[i / 2][i % 2], 0.0f);
#pragma unroll
    for (int k = 0; k < 64; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::col_major> p[2];
        wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> q[2];
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            wmma::load_matrix_sync(p[i], f + k * 72 + wm + 16 * i, 72);
            wmma::load_matrix_sync(q[i], s + k * 72 + wn + 16 * i, 72);
        }
#pragma unroll
        for (int i = 0; i < 4; ++i) wmma::mma_sync(sum[i / 2][i % 2], p[i / 2], q[i % 2], sum[i / 2][i % 2]);
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        wmma::store_matrix_sync(likeness + at + (wm + i / 2 * 16) * 64 + wn + i % 2 * 16, sum[i / 2][i % 2], 64, wmma::mem_row_major);
}

// ---- Earthquake watch: correlation of 2048 templates with 2048 windows of the record, 768 samples each (half precision).
constexpr int kTemplates = 2048, kWindows = 2048, kTrace = 768, kLdT = 40, kSlab = 128 * kLdT;
using Accumulator = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;

__device__ __forceinline__ void quake_step(const __half* a, const __half* b, Accumulator (&sum)[4][4]) {
    int warp = threadIdx.x / 32, wm = warp / 2 * 64, wn = warp % 2 * 64;
#pragma unroll
    for (int k = 0; k < 32; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> p[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(p[i], a + (wm + 16 * i) * kLdT + k, kLdT);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> q;
            wmma::load_matrix_sync(q, b + (wn + 16 * j) * kLdT + k, kLdT);
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::mma_sync(sum[i][j], p[i], q, sum[i][j]);
        }
    }
}
__device__ __forceinline__ void quake_clear(Accumulator (&sum)[4][4]) {
#pragma unroll
    for (int i = 0; i < 16; ++i) wmma::fill_fragment(sum[i / 4][i % 4], 0.0f);
}
__device__ __forceinline__ void quake_store(float* __restrict__ likeness, Accumulator (&sum)[4][4]) {
    int warp = threadIdx.x / 32, wm = blockIdx.y * 128 + warp / 2 * 64, wn = blockIdx.x * 128 + warp % 2 * 64;
#pragma unroll
    for (int i = 0; i < 16; ++i) wmma::store_matrix_sync(likeness + (size_t)(wm + i / 4 * 16) * kWindows + wn + i % 4 * 16, sum[i / 4][i % 4], kWindows, wmma::mem_row_major);
}

__global__ void __launch_bounds__(128, 2) quake_templates_ab5_a(const __half* __restrict__ shape, const __half* __restrict__ window, float* __restrict__ likeness) {
    __shared__ __align__(128) __half a[kSlab], b[kSlab];
    int t = threadIdx.x, row = t / 4, col = t % 4 * 8;
    const __half *from_a = shape + (blockIdx.y * 128 + row) * kTrace + col, *from_b = window + (blockIdx.x * 128 + row) * kTrace + col;
    Accumulator sum[4][4];
    quake_clear(sum);
#pragma unroll 1
    for (int k0 = 0; k0 < kTrace; k0 += 32) {
        uint4 u[4], v[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            u[i] = *reinterpret_cast<const uint4*>(from_a + 32 * i * kTrace + k0);
            v[i] = *reinterpret_cast<const uint4*>(from_b + 32 * i * kTrace + k0);
        }
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            *reinterpret_cast<uint4*>(a + (row + 32 * i) * kLdT + col) = u[i];
            *reinterpret_cast<uint4*>(b + (row + 32 * i) * kLdT + col) = v[i];
        }
        __syncthreads();
        quake_step(a, b, sum);
        __syncthreads();
    }
    quake_store(likeness, sum);
}

constexpr int kStages = 3;
__global__ void __launch_bounds__(128, 2) quake_templates_ab5_b(const __half* __restrict__ shape, const __half* __restrict__ window, float* __restrict__ likeness) {
    extern __shared__ __align__(128) __half ring[];
    int t = threadIdx.x, row = t / 4, col = t % 4 * 8;
    const __half *from_a = shape + (blockIdx.y * 128 + row) * kTrace + col, *from_b = window + (blockIdx.x * 128 + row) * kTrace + col;
    auto stage = [&](int k0, int slot) {
        __half* a = ring + slot * 2 * kSlab;
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            __pipeline_memcpy_async(a + (row + 32 * i) * kLdT + col, from_a + 32 * i * kTrace + k0, 16);
            __pipeline_memcpy_async(a + kSlab + (row + 32 * i) * kLdT + col, from_b + 32 * i * kTrace + k0, 16);
        }
    };
    Accumulator sum[4][4];
    quake_clear(sum);
#pragma unroll
    for (int s = 0; s < kStages - 1; ++s) { stage(32 * s, s); __pipeline_commit(); }
    int slot = 0, next = kStages - 1;
#pragma unroll 1
    for (int k0 = 0; k0 < kTrace; k0 += 32) {
        __pipeline_wait_prior(kStages - 2);
        __syncthreads();
        if (k0 + 32 * (kStages - 1) < kTrace) stage(k0 + 32 * (kStages - 1), next);
        __pipeline_commit();
        quake_step(ring + slot * 2 * kSlab, ring + slot * 2 * kSlab + kSlab, sum);
        slot = slot + 1 == kStages ? 0 : slot + 1;
        next = next + 1 == kStages ? 0 : next + 1;
    }
    quake_store(likeness, sum);
}

// ---- Crystallography: brightest contrast of every detector pixel over the 16 frames of a group, after dark and gain correction.
// A block owns a region of 64 x 128 pixels, keeps its calibration resident and walks through the frames.
constexpr int kPanel = 1024, kRim = 4, kPitch = kPanel + 2 * kRim, kFrameSize = kPitch * kPitch, kFrames = 16, kGroups = 5;
constexpr int kTall = 72, kBroad = 136, kPixels = kTall * kBroad, kQuads = kPixels / 4;

__device__ __forceinline__ void crystal_tables(const float* __restrict__ dark, const float* __restrict__ gain, float2* table, int origin) {
    for (int i = threadIdx.x; i < kPixels; i += 512) {
        int at = origin + i / kBroad * kPitch + i % kBroad;
        table[i] = make_float2(dark[at], gain[at]);
    }
}
__device__ __forceinline__ void crystal_correct(const float2* table, float* tile) {
#pragma unroll 4
    for (int i = threadIdx.x; i < kPixels; i += 512) { float2 c = table[i]; tile[i] = (tile[i] - c.x) * c.y; }
}
__device__ __forceinline__ void crystal_contrast(const float* tile, float (&best)[16]) {
    const float* p = tile + (threadIdx.x / 128 * 16 + kRim) * kBroad + threadIdx.x % 128 + kRim;
#pragma unroll
    for (int r = 0; r < 16; ++r, p += kBroad) {
        float ring = ((p[-4] + p[4]) + (p[-4 * kBroad] + p[4 * kBroad])) + ((p[-3 * kBroad - 3] + p[-3 * kBroad + 3]) + (p[3 * kBroad - 3] + p[3 * kBroad + 3]));
        best[r] = fmaxf(best[r], fmaf(-0.125f, ring, p[0]));
    }
}
__device__ __forceinline__ int crystal_origin() { return blockIdx.x / 8 * 64 * kPitch + blockIdx.x % 8 * 128; }
__device__ __forceinline__ void crystal_store(float* __restrict__ brightest, const float (&best)[16]) {
    float* to = brightest + (size_t)blockIdx.y * kPanel * kPanel + (blockIdx.x / 8 * 64 + threadIdx.x / 128 * 16) * kPanel + blockIdx.x % 8 * 128 + threadIdx.x % 128;
#pragma unroll
    for (int r = 0; r < 16; ++r) to[r * kPanel] = best[r];
}

__global__ void __launch_bounds__(512) crystal_frames_ab5_a(const float* __restrict__ frames, const float* __restrict__ dark, const float* __restrict__ gain, float* __restrict__ brightest) {
    extern __shared__ __align__(16) float2 table[];
    float* tile = reinterpret_cast<float*>(table + kPixels);
    int t = threadIdx.x, origin = crystal_origin();
    const float* from = frames + (size_t)blockIdx.y * kFrames * kFrameSize + origin;
    float best[16];
#pragma unroll
    for (int r = 0; r < 16; ++r) best[r] = -1e30f;
    crystal_tables(dark, gain, table, origin);
    for (int frame = 0; frame < kFrames; ++frame, from += kFrameSize) {
        float4 v[5];
#pragma unroll
        for (int j = 0; j < 5; ++j) {
            int i = t + 512 * j;
            if (i < kQuads) v[j] = *reinterpret_cast<const float4*>(from + i / 34 * kPitch + i % 34 * 4);
        }
#pragma unroll
        for (int j = 0; j < 5; ++j)
            if (t + 512 * j < kQuads) *reinterpret_cast<float4*>(tile + (t + 512 * j) * 4) = v[j];
        __syncthreads();
        crystal_correct(table, tile);
        __syncthreads();
        crystal_contrast(tile, best);
        __syncthreads();
    }
    crystal_store(brightest, best);
}

__global__ void __launch_bounds__(512) crystal_frames_ab5_b(const float* __restrict__ frames, const float* __restrict__ dark, const float* __restrict__ gain, float* __restrict__ brightest) {
    extern __shared__ __align__(16) float2 table[];
    float* tiles = reinterpret_cast<float*>(table + kPixels);
    int t = threadIdx.x, origin = crystal_origin();
    const float* from = frames + (size_t)blockIdx.y * kFrames * kFrameSize + origin;
    auto stage = [&](int frame) {
        float* tile = tiles + frame % 2 * kPixels;
#pragma unroll
        for (int j = 0; j < 5; ++j) {
            int i = t + 512 * j;
            if (i < kQuads) __pipeline_memcpy_async(tile + i * 4, from + (size_t)frame * kFrameSize + i / 34 * kPitch + i % 34 * 4, 16);
        }
        __pipeline_commit();
    };
    float best[16];
#pragma unroll
    for (int r = 0; r < 16; ++r) best[r] = -1e30f;
    stage(0);
    crystal_tables(dark, gain, table, origin);
    for (int frame = 0; frame < kFrames; ++frame) {
        float* tile = tiles + frame % 2 * kPixels;
        __pipeline_wait_prior(0);
        __syncthreads();
        if (frame + 1 < kFrames) stage(frame + 1);
        crystal_correct(table, tile);
        __syncthreads();
        crystal_contrast(tile, best);
    }
    crystal_store(brightest, best);
}

// ---- Archaeology: local relief of a laser-scanned terrain, every height weighed with its 11 x 11 surroundings.
constexpr int kTerrain = 1024, kReach = 11, kGround = 1040;
__constant__ float c_relief[kReach * kReach];

__global__ void __launch_bounds__(256) barrow_relief_ab5_a(const float* __restrict__ ground, float* __restrict__ relief) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const float* p = ground + y * kGround + x;
    float sum = 0.0f;
#pragma unroll
    for (int dy = 0; dy < kReach; ++dy)
#pragma unroll
        for (int dx = 0; dx < kReach; ++dx) sum = fmaf(c_relief[dy * kReach + dx], p[dy * kGround + dx], sum);
    relief[y * kTerrain + x] = sum;
}

__global__ void __launch_bounds__(256) barrow_relief_ab5_b(const float* __restrict__ ground, float* __restrict__ relief) {
    __shared__ float tile[74][42];
    int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * 32, y0 = blockIdx.y * 64;
#pragma unroll
    for (int r = 0; r < 80; r += 8)
        if (r + ty < 74) {
            const float* p = ground + (y0 + r + ty) * kGround + x0 + tx;
            tile[r + ty][tx] = p[0];
            if (tx < 10) tile[r + ty][32 + tx] = p[32];
        }
    __syncthreads();
    float sum[8] = {};
#pragma unroll 1
    for (int dx = 0; dx < kReach; ++dx) {
        float v[18];
#pragma unroll
        for (int r = 0; r < 18; ++r) v[r] = tile[ty * 8 + r][tx + dx];
#pragma unroll
        for (int dy = 0; dy < kReach; ++dy) {
            float w = c_relief[dy * kReach + dx];
#pragma unroll
            for (int r = 0; r < 8; ++r) sum[r] = fmaf(w, v[r + dy], sum[r]);
        }
    }
#pragma unroll
    for (int r = 0; r < 8; ++r) relief[(y0 + ty * 8 + r) * kTerrain + x0 + tx] = sum[r];
}

// ---- Museum guide: taste of 393216 visitors in each of 32 galleries, the sum of the 16 exhibits they looked at (16 half features each).
constexpr int kGalleries = 32, kExhibits = 393216, kVisitors = 393216, kLooks = 16;

__device__ __forceinline__ void museum_taste(const uint4* __restrict__ exhibits, const int* __restrict__ looks, uint4* __restrict__ taste, int gallery, int group) {
    int t = threadIdx.x, visitor = group * 128 + t / 2, part = t % 2;
    const int* which = looks + (size_t)gallery * kLooks * kVisitors + visitor;
    const uint4* table = exhibits + (size_t)gallery * kExhibits * 2 + part;
    float sum[8] = {};
    int at[kLooks];
    uint4 v[kLooks];
#pragma unroll
    for (int s = 0; s < kLooks; ++s) at[s] = __ldcs(which + s * kVisitors) * 2;
#pragma unroll
    for (int s = 0; s < kLooks; ++s) v[s] = table[at[s]];
#pragma unroll
    for (int s = 0; s < kLooks; ++s) {
        float4 lo = widen(make_uint2(v[s].x, v[s].y)), hi = widen(make_uint2(v[s].z, v[s].w));
        sum[0] += lo.x; sum[1] += lo.y; sum[2] += lo.z; sum[3] += lo.w;
        sum[4] += hi.x; sum[5] += hi.y; sum[6] += hi.z; sum[7] += hi.w;
    }
    uint4 r;
    __half2 h[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) h[i] = __floats2half2_rn(sum[2 * i], sum[2 * i + 1]);
    r.x = reinterpret_cast<uint32_t&>(h[0]); r.y = reinterpret_cast<uint32_t&>(h[1]); r.z = reinterpret_cast<uint32_t&>(h[2]); r.w = reinterpret_cast<uint32_t&>(h[3]);
    __stcs(taste + ((size_t)gallery * kVisitors + visitor) * 2 + part, r);
}

__global__ void __launch_bounds__(256) museum_galleries_ab5_a(const uint4* __restrict__ exhibits, const int* __restrict__ looks, uint4* __restrict__ taste) {
    museum_taste(exhibits, looks, taste, blockIdx.x, blockIdx.y);
}
__global__ void __launch_bounds__(256) museum_galleries_ab5_b(const uint4* __restrict__ exhibits, const int* __restrict__ looks, uint4* __restrict__ taste) {
    museum_taste(exhibits, looks, taste, blockIdx.y, blockIdx.x);
}

// ---- Pollen: density of 1024 grains around each of 1.6 million places (compact kernel), two places a thread.
constexpr int kGrains = 1024, kPollenBlocks = 132 * 8 * 3, kPollenPlaces = kPollenBlocks * 512;

__device__ __forceinline__ void pollen_tile(const float4* grain, float4 p, float4 q, float& sum_p, float& sum_q) {
#pragma unroll 8
    for (int s = 0; s < 256; ++s) {
        float4 g = grain[s];
        float dx = p.x - g.x, dy = p.y - g.y, dz = p.z - g.z, near = fmaxf(fmaf(-dx, dx, fmaf(-dy, dy, fmaf(-dz, dz, 1.0f))), 0.0f);
        sum_p = fmaf(near * near, g.w * near, sum_p);
        dx = q.x - g.x; dy = q.y - g.y; dz = q.z - g.z; near = fmaxf(fmaf(-dx, dx, fmaf(-dy, dy, fmaf(-dz, dz, 1.0f))), 0.0f);
        sum_q = fmaf(near * near, g.w * near, sum_q);
    }
}

__global__ void __launch_bounds__(256) pollen_cloud_ab5_a(const float4* __restrict__ grains, const float4* __restrict__ places, float* __restrict__ density) {
    __shared__ float4 tile[256];
    int t = threadIdx.x, i = blockIdx.x * 512 + t;
    float4 p = places[i], q = places[i + 256];
    float sum_p = 0.0f, sum_q = 0.0f;
    for (int from = 0; from < kGrains; from += 256) {
        tile[t] = grains[from + t];
        __syncthreads();
        pollen_tile(tile, p, q, sum_p, sum_q);
        __syncthreads();
    }
    density[i] = sum_p * p.w; density[i + 256] = sum_q * q.w;
}

__global__ void __launch_bounds__(256) pollen_cloud_ab5_b(const float4* __restrict__ grains, const float4* __restrict__ places, float* __restrict__ density) {
    __shared__ float4 tile[2][256];
    int t = threadIdx.x, i = blockIdx.x * 512 + t;
    __pipeline_memcpy_async(&tile[0][t], grains + t, 16);
    __pipeline_commit();
    float4 p = places[i], q = places[i + 256];
    float sum_p = 0.0f, sum_q = 0.0f;
    for (int from = 0, b = 0; from < kGrains; from += 256, b ^= 1) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (from + 256 < kGrains) __pipeline_memcpy_async(&tile[b ^ 1][t], grains + from + 256 + t, 16);
        __pipeline_commit();
        pollen_tile(tile[b], p, q, sum_p, sum_q);
    }
    density[i] = sum_p * p.w; density[i + 256] = sum_q * q.w;
}

// ---- Desert: one step of sand creep on a map of 16384 x 8192 heights, four columns and eight rows a thread.
constexpr int kDuneWide = 16384, kDuneHigh = 8192, kDuneRows = 8;

__global__ void __launch_bounds__(256) dune_ripples_ab5_a(const float* __restrict__ sand, float* __restrict__ moved) {
    int lane = threadIdx.x % 32, x = (blockIdx.x * 256 + threadIdx.x) * 4, y0 = blockIdx.y * kDuneRows;
    auto row = [&](int y) { return sand + (size_t)min(max(y, 0), kDuneHigh - 1) * kDuneWide; };
    float4 h[kDuneRows + 2];
    float rim[kDuneRows];
    int beside = lane == 0 ? max(x - 1, 0) : min(x + 4, kDuneWide - 1);
#pragma unroll
    for (int r = 0; r < kDuneRows + 2; ++r) h[r] = *reinterpret_cast<const float4*>(row(y0 + r - 1) + x);
#pragma unroll
    for (int r = 0; r < kDuneRows; ++r) rim[r] = lane == 0 || lane == 31 ? row(y0 + r)[beside] : 0.0f;
#pragma unroll
    for (int r = 0; r < kDuneRows; ++r) {
        float4 c = h[r + 1], n = h[r], s = h[r + 2];
        float left = __shfl_up_sync(0xffffffffu, c.w, 1), right = __shfl_down_sync(0xffffffffu, c.x, 1);
        if (lane == 0) left = rim[r];
        if (lane == 31) right = rim[r];
        float4 o;
        o.x = fmaf(0.2f, left + c.y + n.x + s.x, 0.2f * c.x);
        o.y = fmaf(0.2f, c.x + c.z + n.y + s.y, 0.2f * c.y);
        o.z = fmaf(0.2f, c.y + c.w + n.z + s.z, 0.2f * c.z);
        o.w = fmaf(0.2f, c.z + right + n.w + s.w, 0.2f * c.w);
        __stcs(reinterpret_cast<float4*>(moved + (size_t)(y0 + r) * kDuneWide + x), o);
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    float *share = filled<float>(kStrikes * kPartials, 11), *partial = filled<float>(kPartials * kSamples, 12), *sound = empty<float>(kStrikes * kSamples);
    add("belfry_strikes_ab5_a", sound, kStrikes * kSamples, Output::f32, [=] { belfry_strikes_ab5_a<<<dim3(kSamples / 32, kStrikes / 8), dim3(32, 8)>>>(share, partial, sound); });
    add("belfry_strikes_ab5_b", sound, kStrikes * kSamples, Output::f32, [=] { belfry_strikes_ab5_b<<<dim3(kSamples / 64, kStrikes / 32), 128>>>(share, partial, sound); });

    __half *rams = filled<__half>((size_t)kMarkers * kRams, 13), *ewes = filled<__half>((size_t)kMarkers * kEwes, 14);
    float* kin = empty<float>((size_t)kRams * kEwes);
    add("flock_kinship_ab5_a", kin, (size_t)kRams * kEwes, Output::f32, [=] { flock_kinship_ab5_a<<<dim3(kEwes / 128, kRams / 128), 256>>>(rams, ewes, kin); });
    add("flock_kinship_ab5_b", kin, (size_t)kRams * kEwes, Output::f32, [=] { flock_kinship_ab5_b<<<dim3(kEwes / 128, kRams / 128), 256>>>(rams, ewes, kin); });

    float *weight = filled<float>(kMembers * kMembers, 15), *field = filled<float>((size_t)kMembers * kPoints, 16), *fresh = empty<float>((size_t)kMembers * kPoints);
    add("hail_members_ab5_a", fresh, (size_t)kMembers * kPoints, Output::f32, [=] { hail_members_ab5_a<<<dim3(kMembers / 64, kPoints / 128), 128>>>(weight, field, fresh); });
    add("hail_members_ab5_b", fresh, (size_t)kMembers * kPoints, Output::f32, [=] { hail_members_ab5_b<<<dim3(kMembers / 64, kPoints / 128), 128>>>(weight, field, fresh); });

    double *arc = filled<double>((size_t)kSightings * kArcs, 17), *coef = filled<double>((size_t)kSightings * kCoefficients, 18), *normal = empty<double>((size_t)kArcs * kCoefficients);
    add("geoid_normals_ab5_a", normal, (size_t)kArcs * kCoefficients, Output::f64, [=] { geoid_normals_ab5_a<<<dim3(kCoefficients / 64, kArcs / 64), 128>>>(arc, coef, normal); });
    add("geoid_normals_ab5_b", normal, (size_t)kArcs * kCoefficients, Output::f64, [=] { geoid_normals_ab5_b<<<dim3(kCoefficients / 64, kArcs / 64), 128>>>(arc, coef, normal); });

    __half *first = filled<__half>((size_t)kCouples * kSyllables, 19), *second = filled<__half>((size_t)kCouples * kSyllables, 20);
    float* verses = empty<float>((size_t)kCouples * kSyllables);
    add("whale_verses_ab5_a", verses, (size_t)kCouples * kSyllables, Output::f32, [=] { whale_verses_ab5_a<<<kCouples, 128>>>(first, second, verses); });
    add("whale_verses_ab5_b", verses, (size_t)kCouples * kSyllables, Output::f32, [=] { whale_verses_ab5_b<<<kCouples, 128>>>(first, second, verses); });

    __half *shape = filled<__half>(kTemplates * kTrace, 21), *window = filled<__half>(kWindows * kTrace, 22);
    float* matches = empty<float>(kTemplates * kWindows);
    constexpr int kRing = kStages * 2 * kSlab * sizeof(__half);
    CHECK(cudaFuncSetAttribute(quake_templates_ab5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kRing));
    add("quake_templates_ab5_a", matches, kTemplates * kWindows, Output::f32, [=] { quake_templates_ab5_a<<<dim3(kWindows / 128, kTemplates / 128), 128>>>(shape, window, matches); });
    add("quake_templates_ab5_b", matches, kTemplates * kWindows, Output::f32, [=] { quake_templates_ab5_b<<<dim3(kWindows / 128, kTemplates / 128), 128, kRing>>>(shape, window, matches); });

    float *frames = filled<float>((size_t)kGroups * kFrames * kFrameSize, 23), *dark = filled<float>(kFrameSize, 24), *gain = filled<float>(kFrameSize, 25);
    float* brightest = empty<float>((size_t)kGroups * kPanel * kPanel);
    constexpr int kOne = kPixels * 12, kTwo = kPixels * 16;
    CHECK(cudaFuncSetAttribute(crystal_frames_ab5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kOne));
    CHECK(cudaFuncSetAttribute(crystal_frames_ab5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kTwo));
    add("crystal_frames_ab5_a", brightest, (size_t)kGroups * kPanel * kPanel, Output::f32, [=] { crystal_frames_ab5_a<<<dim3(128, kGroups), 512, kOne>>>(frames, dark, gain, brightest); });
    add("crystal_frames_ab5_b", brightest, (size_t)kGroups * kPanel * kPanel, Output::f32, [=] { crystal_frames_ab5_b<<<dim3(128, kGroups), 512, kTwo>>>(frames, dark, gain, brightest); });

    std::vector<float> relief_weights(kReach * kReach);
    for (int i = 0; i < kReach * kReach; ++i) relief_weights[i] = 0.02f * harness::unit(i + 77);
    CHECK(cudaMemcpyToSymbol(c_relief, relief_weights.data(), relief_weights.size() * sizeof(float)));
    float *ground = filled<float>(kGround * (kTerrain + kReach - 1), 26), *relief = empty<float>(kTerrain * kTerrain);
    add("barrow_relief_ab5_a", relief, kTerrain * kTerrain, Output::f32, [=] { barrow_relief_ab5_a<<<dim3(kTerrain / 32, kTerrain / 8), dim3(32, 8)>>>(ground, relief); });
    add("barrow_relief_ab5_b", relief, kTerrain * kTerrain, Output::f32, [=] { barrow_relief_ab5_b<<<dim3(kTerrain / 32, kTerrain / 64), dim3(32, 8)>>>(ground, relief); });

    auto* exhibits = reinterpret_cast<uint4*>(filled<__half>((size_t)kGalleries * kExhibits * 16, 27));
    int* looks = harness::indices((size_t)kGalleries * kLooks * kVisitors, kExhibits, 28);
    auto* taste = reinterpret_cast<uint4*>(empty<__half>((size_t)kGalleries * kVisitors * 16));
    add("museum_galleries_ab5_a", taste, (size_t)kGalleries * kVisitors * 16, Output::f16, [=] { museum_galleries_ab5_a<<<dim3(kGalleries, kVisitors / 128), 256>>>(exhibits, looks, taste); });
    add("museum_galleries_ab5_b", taste, (size_t)kGalleries * kVisitors * 16, Output::f16, [=] { museum_galleries_ab5_b<<<dim3(kVisitors / 128, kGalleries), 256>>>(exhibits, looks, taste); });

    auto *grains = reinterpret_cast<float4*>(filled<float>(kGrains * 4, 29)), *places = reinterpret_cast<float4*>(filled<float>((size_t)kPollenPlaces * 4, 30));
    float* density = empty<float>(kPollenPlaces);
    add("pollen_cloud_ab5_a", density, kPollenPlaces, Output::f32, [=] { pollen_cloud_ab5_a<<<kPollenBlocks, 256>>>(grains, places, density); });
    add("pollen_cloud_ab5_b", density, kPollenPlaces, Output::f32, [=] { pollen_cloud_ab5_b<<<kPollenBlocks, 256>>>(grains, places, density); });

    float *sand = filled<float>((size_t)kDuneWide * kDuneHigh, 31), *moved = empty<float>((size_t)kDuneWide * kDuneHigh);
    add("dune_ripples_ab5_a", moved, (size_t)kDuneWide * kDuneHigh, Output::f32, [=] { dune_ripples_ab5_a<<<dim3(kDuneWide / 1024, kDuneHigh / kDuneRows), 256>>>(sand, moved); });

    return harness::run(argc, argv, cases);
}
