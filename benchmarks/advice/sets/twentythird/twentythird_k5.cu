// Eleven measured cases of matrices and tiles in their plain form: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>
#include <mma.h>

using harness::Case;
using harness::Output;
namespace wm = nvcuda::wmma;

__device__ __forceinline__ void copy16(void* to, const void* from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}
__device__ __forceinline__ void copies_done() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int kLeft> __device__ __forceinline__ void await() { asm volatile("cp.async.wait_group %0;" ::"n"(kLeft) : "memory"); }

__device__ __forceinline__ void put4(float* at, float x, float y, float z, float w) {
    asm volatile("st.global.v4.f32 [%0], {%1,%2,%3,%4};" ::"l"(at), "f"(x), "f"(y), "f"(z), "f"(w) : "memory");
}

// ---- Orchards: yield of each orchard for each sort of apple: C = A B in single precision.
constexpr int kOrchards = 2048, kSorts = 2048, kTrees = 1024;

__global__ void __launch_bounds__(256) orchard_yield_k5_a(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c) {
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.0f;
    for (int k = 0; k < kTrees; ++k) sum += a[row * kTrees + k] * b[k * kSorts + col];
    c[row * kSorts + col] = sum;
}

__global__ void __launch_bounds__(256) orchard_yield_k5_b(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c) {
    __shared__ __align__(16) float sa[16][68], sb[16][64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, col0 = blockIdx.x * 64, row0 = blockIdx.y * 64;
    float sum[4][4] = {};
    for (int k0 = 0; k0 < kTrees; k0 += 16) {
        float4 x = *reinterpret_cast<const float4*>(a + (row0 + t / 4) * kTrees + k0 + t % 4 * 4);
        float4 y = *reinterpret_cast<const float4*>(b + (k0 + t / 16) * kSorts + col0 + t % 16 * 4);
        __syncthreads();
        sa[t % 4 * 4 + 0][t / 4] = x.x; sa[t % 4 * 4 + 1][t / 4] = x.y; sa[t % 4 * 4 + 2][t / 4] = x.z; sa[t % 4 * 4 + 3][t / 4] = x.w;
        *reinterpret_cast<float4*>(&sb[t / 16][t % 16 * 4]) = y;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 u = *reinterpret_cast<const float4*>(&sa[k][ty * 4]), w = *reinterpret_cast<const float4*>(&sb[k][tx * 4]);
            float us[4] = {u.x, u.y, u.z, u.w}, ws[4] = {w.x, w.y, w.z, w.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] = fmaf(us[i], ws[j], sum[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *reinterpret_cast<float4*>(c + (row0 + ty * 4 + i) * kSorts + col0 + tx * 4) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

// ---- Harbours: tides from half-precision harmonics and stations, summed in single precision.
constexpr int kHarbours = 2560, kHours = 2048, kWaves = 1024;

__global__ void __launch_bounds__(256) harbour_tides_k5_a(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c) {
    int col = blockIdx.x * 64 + threadIdx.x, row = blockIdx.y * 4 + threadIdx.y;
    float sum = 0.0f;
    for (int k = 0; k < kWaves; ++k) sum += __half2float(a[row * kWaves + k]) * __half2float(b[k * kHours + col]);
    c[row * kHours + col] = sum;
}

__global__ void __launch_bounds__(128) harbour_tides_k5_b(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c) {
    __shared__ __align__(16) __half sa[64][40], sb[32][72];
    int t = threadIdx.x, warp = t / 32, col0 = blockIdx.x * 64, row0 = blockIdx.y * 64, wr = warp / 2 * 32, wc = warp % 2 * 32;
    wm::fragment<wm::accumulator, 16, 16, 16, float> sum[2][2];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wm::fill_fragment(sum[i][j], 0.0f);
    for (int k0 = 0; k0 < kWaves; k0 += 32) {
        uint4 x[2], y[2];
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            int e = t + 128 * i;
            x[i] = *reinterpret_cast<const uint4*>(a + (row0 + e / 4) * kWaves + k0 + e % 4 * 8);
            y[i] = *reinterpret_cast<const uint4*>(b + (k0 + e / 8) * kHours + col0 + e % 8 * 8);
        }
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            int e = t + 128 * i;
            *reinterpret_cast<uint4*>(&sa[e / 4][e % 4 * 8]) = x[i];
            *reinterpret_cast<uint4*>(&sb[e / 8][e % 8 * 8]) = y[i];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wm::fragment<wm::matrix_a, 16, 16, 16, __half, wm::row_major> fa[2];
            wm::fragment<wm::matrix_b, 16, 16, 16, __half, wm::row_major> fb[2];
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                wm::load_matrix_sync(fa[i], &sa[wr + 16 * i][k], 40);
                wm::load_matrix_sync(fb[i], &sb[k][wc + 16 * i], 72);
            }
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 2; ++j) wm::mma_sync(sum[i][j], fa[i], fb[j], sum[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wm::store_matrix_sync(c + (row0 + wr + 16 * i) * kHours + col0 + wc + 16 * j, sum[i][j], kHours, wm::mem_row_major);
}

// ---- Foundries: a well-tiled single-precision product of alloys and castings; three decimals of the inputs are known.
constexpr int kAlloys = 4096, kCasts = 2048, kMetals = 2048;

__global__ void __launch_bounds__(256, 2) brass_foundry_k5_a(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c) {
    __shared__ __align__(16) float sa[16][132], sb[16][128];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, col0 = blockIdx.x * 128, row0 = blockIdx.y * 128;
    const float* pa = a + (row0 + t / 4) * kMetals + t % 4 * 4;
    const float* pb = b + (t / 32) * kCasts + col0 + t % 32 * 4;
    float sum[8][8] = {};
    float4 x[2], y[2];
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        x[i] = *reinterpret_cast<const float4*>(pa + i * 64 * kMetals);
        y[i] = *reinterpret_cast<const float4*>(pb + i * 8 * kCasts);
    }
    for (int k0 = 0; k0 < kMetals; k0 += 16) {
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            int r = t / 4 + 64 * i, k = t % 4 * 4;
            sa[k][r] = x[i].x; sa[k + 1][r] = x[i].y; sa[k + 2][r] = x[i].z; sa[k + 3][r] = x[i].w;
            *reinterpret_cast<float4*>(&sb[t / 32 + 8 * i][t % 32 * 4]) = y[i];
        }
        __syncthreads();
        if (k0 + 16 < kMetals) {
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                x[i] = *reinterpret_cast<const float4*>(pa + i * 64 * kMetals + k0 + 16);
                y[i] = *reinterpret_cast<const float4*>(pb + (k0 + 16 + i * 8) * kCasts);
            }
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float u[8], w[8];
            *reinterpret_cast<float4*>(u) = *reinterpret_cast<const float4*>(&sa[k][ty * 4]);
            *reinterpret_cast<float4*>(u + 4) = *reinterpret_cast<const float4*>(&sa[k][64 + ty * 4]);
            *reinterpret_cast<float4*>(w) = *reinterpret_cast<const float4*>(&sb[k][tx * 4]);
            *reinterpret_cast<float4*>(w + 4) = *reinterpret_cast<const float4*>(&sb[k][64 + tx * 4]);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(u[i], w[j], sum[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* out = c + (row0 + i / 4 * 64 + ty * 4 + i % 4) * kCasts + col0 + tx * 4;
        *reinterpret_cast<float4*>(out) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
        *reinterpret_cast<float4*>(out + 64) = make_float4(sum[i][4], sum[i][5], sum[i][6], sum[i][7]);
    }
}

__global__ void __launch_bounds__(256, 2) brass_foundry_k5_b(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c) {
    __shared__ __align__(16) unsigned sa[128][20], sb[16][136];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, group = lane / 4, quad = lane % 4;
    int col0 = blockIdx.x * 128, row0 = blockIdx.y * 128, wr = warp / 2 * 32, wc = warp % 2 * 64;
    const float* pa = a + (row0 + t / 4) * kMetals + t % 4 * 4;
    const float* pb = b + (t / 32) * kCasts + col0 + t % 32 * 4;
    auto rounded = [](float v) { unsigned r; asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(v)); return r; };
    float sum[2][8][4] = {};
    float4 x[2], y[2];
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        x[i] = *reinterpret_cast<const float4*>(pa + i * 64 * kMetals);
        y[i] = *reinterpret_cast<const float4*>(pb + i * 8 * kCasts);
    }
    for (int k0 = 0; k0 < kMetals; k0 += 16) {
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            *reinterpret_cast<uint4*>(&sa[t / 4 + 64 * i][t % 4 * 4]) = make_uint4(rounded(x[i].x), rounded(x[i].y), rounded(x[i].z), rounded(x[i].w));
            *reinterpret_cast<uint4*>(&sb[t / 32 + 8 * i][t % 32 * 4]) = make_uint4(rounded(y[i].x), rounded(y[i].y), rounded(y[i].z), rounded(y[i].w));
        }
        __syncthreads();
        if (k0 + 16 < kMetals) {
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                x[i] = *reinterpret_cast<const float4*>(pa + i * 64 * kMetals + k0 + 16);
                y[i] = *reinterpret_cast<const float4*>(pb + (k0 + 16 + i * 8) * kCasts);
            }
        }
#pragma unroll
        for (int k = 0; k < 16; k += 8) {
            unsigned u[2][4];
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                const unsigned* p = &sa[wr + 16 * i + group][k + quad];
                u[i][0] = p[0]; u[i][1] = p[8 * 20]; u[i][2] = p[4]; u[i][3] = p[8 * 20 + 4];
            }
#pragma unroll
            for (int j = 0; j < 8; ++j) {
                unsigned w0 = sb[k + quad][wc + 8 * j + group], w1 = sb[k + quad + 4][wc + 8 * j + group];
#pragma unroll
                for (int i = 0; i < 2; ++i)
                    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+f"(sum[i][j][0]), "+f"(sum[i][j][1]), "+f"(sum[i][j][2]), "+f"(sum[i][j][3])
                                 : "r"(u[i][0]), "r"(u[i][1]), "r"(u[i][2]), "r"(u[i][3]), "r"(w0), "r"(w1));
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j)
#pragma unroll
            for (int h = 0; h < 2; ++h)
                *reinterpret_cast<float2*>(c + (row0 + wr + 16 * i + 8 * h + group) * kCasts + col0 + wc + 8 * j + quad * 2) =
                    make_float2(sum[i][j][2 * h], sum[i][j][2 * h + 1]);
}

// ---- Alpine survey: normal equations of a triangulation in double precision, tiles of 128 x 64.
constexpr int kPeaks = 2048, kSights = 2048, kTrips = 1024;

__global__ void __launch_bounds__(256, 2) alpine_survey_k5_a(const double* __restrict__ a, const double* __restrict__ b, double* __restrict__ c) {
    __shared__ __align__(16) double sa[16][130], sb[16][64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, col0 = blockIdx.x * 64, row0 = blockIdx.y * 128;
    double sum[8][4] = {};
    for (int k0 = 0; k0 < kTrips; k0 += 16) {
        double2 x[4], y[2];
#pragma unroll
        for (int i = 0; i < 4; ++i) x[i] = *reinterpret_cast<const double2*>(a + (row0 + t / 8 + 32 * i) * kTrips + k0 + t % 8 * 2);
#pragma unroll
        for (int i = 0; i < 2; ++i) y[i] = *reinterpret_cast<const double2*>(b + (k0 + t / 32 + 8 * i) * kSights + col0 + t % 32 * 2);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 4; ++i) { sa[t % 8 * 2][t / 8 + 32 * i] = x[i].x; sa[t % 8 * 2 + 1][t / 8 + 32 * i] = x[i].y; }
#pragma unroll
        for (int i = 0; i < 2; ++i) *reinterpret_cast<double2*>(&sb[t / 32 + 8 * i][t % 32 * 2]) = y[i];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            double u[8], w[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) *reinterpret_cast<double2*>(u + 2 * i) = *reinterpret_cast<const double2*>(&sa[k][32 * i + ty * 2]);
#pragma unroll
            for (int j = 0; j < 2; ++j) *reinterpret_cast<double2*>(w + 2 * j) = *reinterpret_cast<const double2*>(&sb[k][32 * j + tx * 2]);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] = fma(u[i], w[j], sum[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
            *reinterpret_cast<double2*>(c + (size_t)(row0 + i / 2 * 32 + ty * 2 + i % 2) * kSights + col0 + 32 * j + tx * 2) =
                make_double2(sum[i][2 * j], sum[i][2 * j + 1]);
}

__global__ void __launch_bounds__(256, 2) alpine_survey_k5_b(const double* __restrict__ a, const double* __restrict__ b, double* __restrict__ c) {
    __shared__ __align__(16) double sa[128][20], sb[16][68];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, group = lane / 4, quad = lane % 4;
    int col0 = blockIdx.x * 64, row0 = blockIdx.y * 128, wr = warp / 2 * 32, wc = warp % 2 * 32;
    double sum[2][4][4] = {};
    for (int k0 = 0; k0 < kTrips; k0 += 16) {
        double2 x[4], y[2];
#pragma unroll
        for (int i = 0; i < 4; ++i) x[i] = *reinterpret_cast<const double2*>(a + (row0 + t / 8 + 32 * i) * kTrips + k0 + t % 8 * 2);
#pragma unroll
        for (int i = 0; i < 2; ++i) y[i] = *reinterpret_cast<const double2*>(b + (k0 + t / 32 + 8 * i) * kSights + col0 + t % 32 * 2);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 4; ++i) *reinterpret_cast<double2*>(&sa[t / 8 + 32 * i][t % 8 * 2]) = x[i];
#pragma unroll
        for (int i = 0; i < 2; ++i) *reinterpret_cast<double2*>(&sb[t / 32 + 8 * i][t % 32 * 2]) = y[i];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k += 8) {
            double u[2][4], w[4][2];
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                const double* p = &sa[wr + 16 * i + group][k + quad];
                u[i][0] = p[0]; u[i][1] = p[8 * 20]; u[i][2] = p[4]; u[i][3] = p[8 * 20 + 4];
            }
#pragma unroll
            for (int j = 0; j < 4; ++j) { w[j][0] = sb[k + quad][wc + 8 * j + group]; w[j][1] = sb[k + quad + 4][wc + 8 * j + group]; }
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j)
                    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+d"(sum[i][j][0]), "+d"(sum[i][j][1]), "+d"(sum[i][j][2]), "+d"(sum[i][j][3])
                                 : "d"(u[i][0]), "d"(u[i][1]), "d"(u[i][2]), "d"(u[i][3]), "d"(w[j][0]), "d"(w[j][1]));
        }
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int h = 0; h < 2; ++h)
                *reinterpret_cast<double2*>(c + (size_t)(row0 + wr + 16 * i + 8 * h + group) * kSights + col0 + wc + 8 * j + quad * 2) =
                    make_double2(sum[i][j][2 * h], sum[i][j][2 * h + 1]);
}

// ---- Bakery: 64 x 64 half-precision heat maps of each oven times those of its dough, one block an oven.
constexpr int kOvens = 16384, kSide = 64;

__global__ void __launch_bounds__(256) oven_batches_k5_a(const __half* __restrict__ heat, const __half* __restrict__ dough, float* __restrict__ bread) {
    __shared__ __align__(16) float sa[kSide][68], sb[kSide][kSide];
    int t = threadIdx.x, tx = t % 16, ty = t / 16;
    size_t base = (size_t)blockIdx.x * kSide * kSide;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        int e = t + 256 * i;
        uint2 x = *reinterpret_cast<const uint2*>(heat + base + e * 4), y = *reinterpret_cast<const uint2*>(dough + base + e * 4);
        float2 x0 = __half22float2(*reinterpret_cast<__half2*>(&x.x)), x1 = __half22float2(*reinterpret_cast<__half2*>(&x.y));
        float2 y0 = __half22float2(*reinterpret_cast<__half2*>(&y.x)), y1 = __half22float2(*reinterpret_cast<__half2*>(&y.y));
        *reinterpret_cast<float4*>(&sa[e / 16][e % 16 * 4]) = make_float4(x0.x, x0.y, x1.x, x1.y);
        *reinterpret_cast<float4*>(&sb[e / 16][e % 16 * 4]) = make_float4(y0.x, y0.y, y1.x, y1.y);
    }
    __syncthreads();
    float sum[4][4] = {};
#pragma unroll 4
    for (int k = 0; k < kSide; k += 4) {
        float u[4][4], w[4][4];
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            *reinterpret_cast<float4*>(u[i]) = *reinterpret_cast<const float4*>(&sa[ty * 4 + i][k]);
            *reinterpret_cast<float4*>(w[i]) = *reinterpret_cast<const float4*>(&sb[k + i][tx * 4]);
        }
#pragma unroll
        for (int q = 0; q < 4; ++q)
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] = fmaf(u[i][q], w[q][j], sum[i][j]);
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        put4(bread + base + (ty * 4 + i) * kSide + tx * 4, sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

__global__ void __launch_bounds__(256) oven_batches_k5_b(const __half* __restrict__ heat, const __half* __restrict__ dough, float* __restrict__ bread) {
    __shared__ __align__(16) __half sa[kSide][72], sb[kSide][72];
    int t = threadIdx.x, warp = t / 32, wr = warp / 2 * 16, wc = warp % 2 * 32;
    size_t base = (size_t)blockIdx.x * kSide * kSide;
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        int e = t + 256 * i;
        *reinterpret_cast<uint4*>(&sa[e / 8][e % 8 * 8]) = *reinterpret_cast<const uint4*>(heat + base + e * 8);
        *reinterpret_cast<uint4*>(&sb[e / 8][e % 8 * 8]) = *reinterpret_cast<const uint4*>(dough + base + e * 8);
    }
    __syncthreads();
    wm::fragment<wm::accumulator, 16, 16, 16, float> sum[2];
    wm::fill_fragment(sum[0], 0.0f); wm::fill_fragment(sum[1], 0.0f);
#pragma unroll
    for (int k = 0; k < kSide; k += 16) {
        wm::fragment<wm::matrix_a, 16, 16, 16, __half, wm::row_major> fa;
        wm::fragment<wm::matrix_b, 16, 16, 16, __half, wm::row_major> fb;
        wm::load_matrix_sync(fa, &sa[wr][k], 72);
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            wm::load_matrix_sync(fb, &sb[k][wc + 16 * j], 72);
            wm::mma_sync(sum[j], fa, fb, sum[j]);
        }
    }
#pragma unroll
    for (int j = 0; j < 2; ++j) wm::store_matrix_sync(bread + base + wr * kSide + wc + 16 * j, sum[j], kSide, wm::mem_row_major);
}

// ---- Lantern parade: light of each lantern on each window, half precision on tensor cores, tiles of 128 x 256.
constexpr int kLanterns = 4096, kWindows = 4096, kRays = 2048;
using Glow = __half[128][40];
using Pane = __half[32][264];

__device__ __forceinline__ void shine(const Glow& sa, const Pane& sb, int wr, int wc, wm::fragment<wm::accumulator, 16, 16, 16, float> (&sum)[4][4]) {
#pragma unroll
    for (int k = 0; k < 32; k += 16) {
        wm::fragment<wm::matrix_a, 16, 16, 16, __half, wm::row_major> fa[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) wm::load_matrix_sync(fa[i], &sa[wr + 16 * i][k], 40);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            wm::fragment<wm::matrix_b, 16, 16, 16, __half, wm::row_major> fb;
            wm::load_matrix_sync(fb, &sb[k][wc + 16 * j], 264);
#pragma unroll
            for (int i = 0; i < 4; ++i) wm::mma_sync(sum[i][j], fa[i], fb, sum[i][j]);
        }
    }
}
__device__ __forceinline__ void parade_out(float* __restrict__ c, int row, int col, wm::fragment<wm::accumulator, 16, 16, 16, float> (&sum)[4][4]) {
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wm::store_matrix_sync(c + (row + 16 * i) * kWindows + col + 16 * j, sum[i][j], kWindows, wm::mem_row_major);
}

__global__ void __launch_bounds__(256, 1) lantern_parade_k5_a(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c) {
    __shared__ __align__(16) Glow sa;
    __shared__ __align__(16) Pane sb;
    int t = threadIdx.x, warp = t / 32, col0 = blockIdx.x * 256, row0 = blockIdx.y * 128, wr = warp / 4 * 64, wc = warp % 4 * 64;
    wm::fragment<wm::accumulator, 16, 16, 16, float> sum[4][4];
#pragma unroll
    for (int i = 0; i < 16; ++i) wm::fill_fragment(sum[i / 4][i % 4], 0.0f);
    for (int k0 = 0; k0 < kRays; k0 += 32) {
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            int e = t + 256 * i;
            *reinterpret_cast<uint4*>(&sa[e / 4][e % 4 * 8]) = *reinterpret_cast<const uint4*>(a + (row0 + e / 4) * kRays + k0 + e % 4 * 8);
        }
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            int e = t + 256 * i;
            *reinterpret_cast<uint4*>(&sb[e / 32][e % 32 * 8]) = *reinterpret_cast<const uint4*>(b + (k0 + e / 32) * kWindows + col0 + e % 32 * 8);
        }
        __syncthreads();
        shine(sa, sb, wr, wc, sum);
        __syncthreads();
    }
    parade_out(c, row0 + wr, col0 + wc, sum);
}

__global__ void __launch_bounds__(256, 1) lantern_parade_k5_b(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c) {
    extern __shared__ __align__(16) unsigned char room[];
    Glow* sa = reinterpret_cast<Glow*>(room);
    Pane* sb = reinterpret_cast<Pane*>(room + 2 * sizeof(Glow));
    int t = threadIdx.x, warp = t / 32, col0 = blockIdx.x * 256, row0 = blockIdx.y * 128, wr = warp / 4 * 64, wc = warp % 4 * 64;
    auto fetch = [&](int step) {
        int k0 = step * 32, s = step % 2;
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            int e = t + 256 * i;
            copy16(&sa[s][e / 4][e % 4 * 8], a + (row0 + e / 4) * kRays + k0 + e % 4 * 8);
        }
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            int e = t + 256 * i;
            copy16(&sb[s][e / 32][e % 32 * 8], b + (k0 + e / 32) * kWindows + col0 + e % 32 * 8);
        }
    };
    wm::fragment<wm::accumulator, 16, 16, 16, float> sum[4][4];
#pragma unroll
    for (int i = 0; i < 16; ++i) wm::fill_fragment(sum[i / 4][i % 4], 0.0f);
    fetch(0); copies_done();
    for (int step = 0; step < kRays / 32; ++step) {
        if (step + 1 < kRays / 32) fetch(step + 1);
        copies_done(); await<1>();
        __syncthreads();
        shine(sa[step % 2], sb[step % 2], wr, wc, sum);
        __syncthreads();
    }
    parade_out(c, row0 + wr, col0 + wc, sum);
}

// ---- Canyons: energy of the echo after a filter of 17 taps; a block goes along its part of the recording slab by slab.
constexpr int kSlabs = 24, kSlab = 32768, kWalls = 132;  // floats of a slab, blocks
__constant__ float c_taps[17];

__device__ __forceinline__ float echo_energy(const float4* slab, int t) {  // of sixteen groups of four samples
    float energy = 0.0f;
#pragma unroll 2
    for (int j = 0; j < 16; ++j) {
        float v[20];
#pragma unroll
        for (int q = 0; q < 5; ++q) *reinterpret_cast<float4*>(v + 4 * q) = slab[t + 256 * j + q];
        float y[4] = {};
#pragma unroll
        for (int k = 0; k < 17; ++k)
#pragma unroll
            for (int o = 0; o < 4; ++o) y[o] = fmaf(c_taps[k], v[o + k], y[o]);
#pragma unroll
        for (int o = 0; o < 4; ++o) energy = fmaf(y[o], y[o], energy);
    }
    return energy;
}

__global__ void __launch_bounds__(256, 1) canyon_echoes_k5_a(const float4* __restrict__ sound, float* __restrict__ energy) {
    extern __shared__ __align__(16) unsigned char room[];
    float4* slab = reinterpret_cast<float4*>(room);
    int t = threadIdx.x;
    for (int s = 0; s < kSlabs; ++s) {
        int here = blockIdx.x * kSlabs + s;
        const float4* from = sound + (size_t)here * (kSlab / 4);
#pragma unroll 4
        for (int i = t; i < kSlab / 4; i += 256) slab[i] = from[i];
        if (t < 4) slab[kSlab / 4 + t] = from[kSlab / 4 + t];
        __syncthreads();
        energy[(here * 2) * 256 + t] = echo_energy(slab, t);
        energy[(here * 2 + 1) * 256 + t] = echo_energy(slab + kSlab / 8, t);
        __syncthreads();
    }
}

__global__ void __launch_bounds__(256, 1) canyon_echoes_k5_b(const float4* __restrict__ sound, float* __restrict__ energy) {
    extern __shared__ __align__(16) unsigned char room[];
    float4* slabs = reinterpret_cast<float4*>(room);
    constexpr int kHalf = kSlab / 8, kRoom = kHalf + 4;
    int t = threadIdx.x, first = blockIdx.x * kSlabs * 2;
    auto fetch = [&](int s) {
        const float4* from = sound + (size_t)(first + s) * kHalf;
        float4* to = slabs + s % 2 * kRoom;
#pragma unroll 4
        for (int i = t; i < kHalf; i += 256) copy16(to + i, from + i);
        if (t < 4) copy16(to + kHalf + t, from + kHalf + t);
    };
    fetch(0); copies_done();
    for (int s = 0; s < kSlabs * 2; ++s) {
        if (s + 1 < kSlabs * 2) fetch(s + 1);
        copies_done(); await<1>();
        __syncthreads();
        energy[(first + s) * 256 + t] = echo_energy(slabs + s % 2 * kRoom, t);
        __syncthreads();
    }
}

// ---- Window gardens: photograph through a blur of 11 x 11.
constexpr int kGardenW = 8192, kGardenH = 4096, kGardenPitch = kGardenW + 32, kBlur = 11;
__constant__ float c_blur[kBlur][kBlur];

__global__ void __launch_bounds__(256) window_garden_k5_a(const float* __restrict__ photo, float* __restrict__ soft) {
    int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    float sum = 0.0f;
#pragma unroll
    for (int i = 0; i < kBlur; ++i)
#pragma unroll
        for (int j = 0; j < kBlur; ++j) sum = fmaf(c_blur[i][j], photo[(y + i) * kGardenPitch + x + j], sum);
    soft[y * kGardenW + x] = sum;
}

__global__ void __launch_bounds__(256) window_garden_k5_b(const float* __restrict__ photo, float* __restrict__ soft) {
    __shared__ float bed[42][76];
    int tx = threadIdx.x, ty = threadIdx.y, t = ty * 64 + tx, x0 = blockIdx.x * 64, y0 = blockIdx.y * 32;
    for (int e = t; e < 42 * 74; e += 256) bed[e / 74][e % 74] = photo[(y0 + e / 74) * kGardenPitch + x0 + e % 74];
    __syncthreads();
    float sum[8] = {};
#pragma unroll
    for (int j = 0; j < kBlur; ++j) {
        float v[18];
#pragma unroll
        for (int i = 0; i < 18; ++i) v[i] = bed[ty * 8 + i][tx + j];
#pragma unroll
        for (int i = 0; i < kBlur; ++i)
#pragma unroll
            for (int o = 0; o < 8; ++o) sum[o] = fmaf(c_blur[i][j], v[o + i], sum[o]);
    }
#pragma unroll
    for (int o = 0; o < 8; ++o) soft[(y0 + ty * 8 + o) * kGardenW + x0 + tx] = sum[o];
}

// ---- Library: sums of sixteen cards (32 bytes each) a reader; every reader keeps to the cards of one shelf.
constexpr int kShelves = 128, kCards = 131072, kDesks = 384;  // cards a shelf, blocks a shelf

__device__ __forceinline__ void read_cards(int shelf, int desk, const float4* __restrict__ cards, const int4* __restrict__ lists, float4* __restrict__ notes) {
    int reader = (shelf * kDesks + desk) * 128 + threadIdx.x / 2, half = threadIdx.x % 2;
    const float4* mine = cards + (size_t)shelf * kCards * 2 + half;
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll 2
    for (int i = 0; i < 4; ++i) {
        int4 l = lists[reader * 4 + i];
        float4 p = mine[l.x * 2], q = mine[l.y * 2], r = mine[l.z * 2], s = mine[l.w * 2];
        sum.x += (p.x + q.x) + (r.x + s.x); sum.y += (p.y + q.y) + (r.y + s.y);
        sum.z += (p.z + q.z) + (r.z + s.z); sum.w += (p.w + q.w) + (r.w + s.w);
    }
    notes[reader * 2 + half] = sum;
}
__global__ void __launch_bounds__(256) library_shelves_k5_a(const float4* __restrict__ cards, const int4* __restrict__ lists, float4* __restrict__ notes) {
    read_cards(blockIdx.x % kShelves, blockIdx.x / kShelves, cards, lists, notes);
}
__global__ void __launch_bounds__(256) library_shelves_k5_b(const float4* __restrict__ cards, const int4* __restrict__ lists, float4* __restrict__ notes) {
    read_cards(blockIdx.x / kDesks, blockIdx.x % kDesks, cards, lists, notes);
}

// ---- Beehives: scent at each bee from all flowers, weight (1 - r^2)^2 within reach.
constexpr int kBees = 132 * 8 * 256, kFlowers = 8192;

__device__ __forceinline__ float smell(const float4* field, float x, float y, float z, float scent) {
#pragma unroll 8
    for (int f = 0; f < 256; ++f) {
        float4 p = field[f];
        float dx = p.x - x, dy = p.y - y, dz = p.z - z, w = fmaxf(fmaf(-dx, dx, fmaf(-dy, dy, fmaf(-dz, dz, 1.0f))), 0.0f);
        scent = fmaf(w * w, p.w, scent);
    }
    return scent;
}
__global__ void __launch_bounds__(256, 8) beehive_scent_k5_a(const float* __restrict__ bees, const float4* __restrict__ flowers, float* __restrict__ scents) {
    __shared__ float4 field[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float x = bees[i], y = bees[kBees + i], z = bees[2 * kBees + i], scent = 0.0f;
    for (int from = 0; from < kFlowers; from += 256) {
        field[t] = flowers[from + t];
        __syncthreads();
        scent = smell(field, x, y, z, scent);
        __syncthreads();
    }
    scents[i] = scent;
}
__global__ void __launch_bounds__(256, 8) beehive_scent_k5_b(const float* __restrict__ bees, const float4* __restrict__ flowers, float* __restrict__ scents) {
    __shared__ float4 field[2][256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float x = bees[i], y = bees[kBees + i], z = bees[2 * kBees + i], scent = 0.0f;
    copy16(&field[0][t], flowers + t); copies_done();
    for (int step = 0; step < kFlowers / 256; ++step) {
        if (step + 1 < kFlowers / 256) copy16(&field[(step + 1) % 2][t], flowers + (step + 1) * 256 + t);
        copies_done(); await<1>();
        __syncthreads();
        scent = smell(field[step % 2], x, y, z, scent);
        __syncthreads();
    }
    scents[i] = scent;
}

// ---- Frozen lake: one step of heat through the ice (five points), four columns a thread, marching down sixteen rows.
constexpr int kLake = 16384, kShore = kLake + 64;

__global__ void __launch_bounds__(128) frozen_lake_k5_a(const float* __restrict__ ice, float* __restrict__ next) {
    int x = (blockIdx.x * 128 + threadIdx.x) * 4, y0 = blockIdx.y * 16, lane = threadIdx.x % 32;
    const float* p = ice + (size_t)y0 * kShore + 32 + x;
    float* q = next + (size_t)y0 * kLake + x;
    float4 up = *reinterpret_cast<const float4*>(p), mid = *reinterpret_cast<const float4*>(p + kShore);
#pragma unroll 8
    for (int r = 0; r < 16; ++r) {
        p += kShore;
        float4 down = *reinterpret_cast<const float4*>(p + kShore);
        float left = __shfl_up_sync(0xffffffffu, mid.w, 1), right = __shfl_down_sync(0xffffffffu, mid.x, 1);
        if (lane == 0) left = p[-1];
        if (lane == 31) right = p[4];
        float4 o;
        o.x = fmaf(0.15f, (up.x + down.x) + (left + mid.y), 0.4f * mid.x);
        o.y = fmaf(0.15f, (up.y + down.y) + (mid.x + mid.z), 0.4f * mid.y);
        o.z = fmaf(0.15f, (up.z + down.z) + (mid.y + mid.w), 0.4f * mid.z);
        o.w = fmaf(0.15f, (up.w + down.w) + (mid.z + right), 0.4f * mid.w);
        __stcs(reinterpret_cast<float4*>(q + (size_t)r * kLake), o);
        up = mid; mid = down;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };

    float *oa = filled<float>(kOrchards * kTrees, 11), *ob = filled<float>(kTrees * kSorts, 12), *oc = empty<float>(kOrchards * kSorts);
    add("orchard_yield_k5_a", oc, kOrchards * kSorts, Output::f32, [=] { orchard_yield_k5_a<<<dim3(kSorts / 32, kOrchards / 8), dim3(32, 8)>>>(oa, ob, oc); });
    add("orchard_yield_k5_b", oc, kOrchards * kSorts, Output::f32, [=] { orchard_yield_k5_b<<<dim3(kSorts / 64, kOrchards / 64), 256>>>(oa, ob, oc); });

    __half *ha = filled<__half>(kHarbours * kWaves, 13), *hb = filled<__half>(kWaves * kHours, 14);
    float* hc = empty<float>(kHarbours * kHours);
    add("harbour_tides_k5_a", hc, kHarbours * kHours, Output::f32, [=] { harbour_tides_k5_a<<<dim3(kHours / 64, kHarbours / 4), dim3(64, 4)>>>(ha, hb, hc); });
    add("harbour_tides_k5_b", hc, kHarbours * kHours, Output::f32, [=] { harbour_tides_k5_b<<<dim3(kHours / 64, kHarbours / 64), 128>>>(ha, hb, hc); });

    float *ba = filled<float>(kAlloys * kMetals, 15), *bb = filled<float>(kMetals * kCasts, 16), *bc = empty<float>(kAlloys * kCasts);
    add("brass_foundry_k5_a", bc, kAlloys * kCasts, Output::f32, [=] { brass_foundry_k5_a<<<dim3(kCasts / 128, kAlloys / 128), 256>>>(ba, bb, bc); });
    add("brass_foundry_k5_b", bc, kAlloys * kCasts, Output::f32, [=] { brass_foundry_k5_b<<<dim3(kCasts / 128, kAlloys / 128), 256>>>(ba, bb, bc); });

    double *aa = filled<double>(kPeaks * kTrips, 17), *ab = filled<double>(kTrips * kSights, 18), *ac = empty<double>(kPeaks * kSights);
    add("alpine_survey_k5_a", ac, kPeaks * kSights, Output::f64, [=] { alpine_survey_k5_a<<<dim3(kSights / 64, kPeaks / 128), 256>>>(aa, ab, ac); });
    add("alpine_survey_k5_b", ac, kPeaks * kSights, Output::f64, [=] { alpine_survey_k5_b<<<dim3(kSights / 64, kPeaks / 128), 256>>>(aa, ab, ac); });

    constexpr size_t loaves = (size_t)kOvens * kSide * kSide;
    __half *heat = filled<__half>(loaves, 19), *dough = filled<__half>(loaves, 20);
    float* bread = empty<float>(loaves);
    add("oven_batches_k5_a", bread, loaves, Output::f32, [=] { oven_batches_k5_a<<<kOvens, 256>>>(heat, dough, bread); });
    add("oven_batches_k5_b", bread, loaves, Output::f32, [=] { oven_batches_k5_b<<<kOvens, 256>>>(heat, dough, bread); });

    __half *la = filled<__half>(kLanterns * kRays, 21), *lb = filled<__half>(kRays * kWindows, 22);
    float* lc = empty<float>(kLanterns * kWindows);
    constexpr int parade = 2 * (sizeof(Glow) + sizeof(Pane));
    CHECK(cudaFuncSetAttribute(lantern_parade_k5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, parade));
    add("lantern_parade_k5_a", lc, kLanterns * kWindows, Output::f32, [=] { lantern_parade_k5_a<<<dim3(kWindows / 256, kLanterns / 128), 256>>>(la, lb, lc); });
    add("lantern_parade_k5_b", lc, kLanterns * kWindows, Output::f32, [=] { lantern_parade_k5_b<<<dim3(kWindows / 256, kLanterns / 128), 256, parade>>>(la, lb, lc); });

    float taps[17], blur[kBlur][kBlur];
    for (int k = 0; k < 17; ++k) taps[k] = 0.2f * harness::unit(k + 900);
    for (int i = 0; i < kBlur; ++i)
        for (int j = 0; j < kBlur; ++j) blur[i][j] = 0.02f * harness::unit(1000 + i * kBlur + j);
    CHECK(cudaMemcpyToSymbol(c_taps, taps, sizeof(taps)));
    CHECK(cudaMemcpyToSymbol(c_blur, blur, sizeof(blur)));
    const float4* sound = reinterpret_cast<const float4*>(filled<float>((size_t)kWalls * kSlabs * kSlab + 16, 23));
    float* energy = empty<float>(kWalls * kSlabs * 512);
    constexpr int roomA = kSlab * 4 + 64, roomB = kSlab * 4 + 128;
    CHECK(cudaFuncSetAttribute(canyon_echoes_k5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, roomA));
    CHECK(cudaFuncSetAttribute(canyon_echoes_k5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, roomB));
    add("canyon_echoes_k5_a", energy, kWalls * kSlabs * 512, Output::f32, [=] { canyon_echoes_k5_a<<<kWalls, 256, roomA>>>(sound, energy); });
    add("canyon_echoes_k5_b", energy, kWalls * kSlabs * 512, Output::f32, [=] { canyon_echoes_k5_b<<<kWalls, 256, roomB>>>(sound, energy); });

    float *photo = filled<float>(kGardenPitch * (kGardenH + 16), 24), *soft = empty<float>(kGardenW * kGardenH);
    add("window_garden_k5_a", soft, kGardenW * kGardenH, Output::f32, [=] { window_garden_k5_a<<<dim3(kGardenW / 64, kGardenH / 4), dim3(64, 4)>>>(photo, soft); });
    add("window_garden_k5_b", soft, kGardenW * kGardenH, Output::f32, [=] { window_garden_k5_b<<<dim3(kGardenW / 64, kGardenH / 32), dim3(64, 4)>>>(photo, soft); });

    constexpr size_t readers = (size_t)kShelves * kDesks * 128;
    const float4* cards = reinterpret_cast<const float4*>(filled<float>((size_t)kShelves * kCards * 8, 25));
    const int4* lists = reinterpret_cast<const int4*>(indices(readers * 16, kCards, 26));
    float4* notes = reinterpret_cast<float4*>(empty<float>(readers * 8));
    add("library_shelves_k5_a", notes, readers * 8, Output::f32, [=] { library_shelves_k5_a<<<kShelves * kDesks, 256>>>(cards, lists, notes); });
    add("library_shelves_k5_b", notes, readers * 8, Output::f32, [=] { library_shelves_k5_b<<<kShelves * kDesks, 256>>>(cards, lists, notes); });

    float *bees = filled<float>(3 * kBees, 27), *scents = empty<float>(kBees);
    const float4* flowers = reinterpret_cast<const float4*>(filled<float>(4 * kFlowers, 28));
    add("beehive_scent_k5_a", scents, kBees, Output::f32, [=] { beehive_scent_k5_a<<<kBees / 256, 256>>>(bees, flowers, scents); });
    add("beehive_scent_k5_b", scents, kBees, Output::f32, [=] { beehive_scent_k5_b<<<kBees / 256, 256>>>(bees, flowers, scents); });

    float *ice = filled<float>((size_t)kShore * (kLake + 2), 29), *next = empty<float>((size_t)kLake * kLake);
    add("frozen_lake_k5_a", next, (size_t)kLake * kLake, Output::f32, [=] { frozen_lake_k5_a<<<dim3(kLake / 512, kLake / 16), 128>>>(ice, next); });

    return harness::run(argc, argv, cases);
}
