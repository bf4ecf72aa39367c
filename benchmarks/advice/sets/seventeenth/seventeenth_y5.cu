// Eleven more measured cases about products and tiles: before (_a) and after (_b).
#include "harness.cuh"
#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

__device__ __forceinline__ uint32_t shared_at(const void* p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void copy16(void* to, const void* from) { asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_at(to)), "l"(from) : "memory"); }
__device__ __forceinline__ void copies_end() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int kLeft>
__device__ __forceinline__ void copies_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(kLeft) : "memory"); }
__device__ __forceinline__ void load_matrices(uint32_t (&r)[4], const __half* p) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(shared_at(p)) : "memory");
}
__device__ __forceinline__ void mma_half(float (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

__global__ void harness_halves(const float* __restrict__ from, __half* __restrict__ to, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) to[i] = __float2half(from[i]);
}
__global__ void harness_grey(float* __restrict__ p, size_t n) {  // values of an eight-bit converter
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) p[i] = rintf(p[i] * 128.0f) * (1.0f / 128.0f);
}

// ---- Agronomy: yield of 2048 fields under 2048 plans of sowing from 1024 properties of the soil.
constexpr int kFields = 2048, kPlans = 2048, kSoil = 1024;

__global__ void __launch_bounds__(256) orchard_plans_y5_a(const float* __restrict__ field, const float* __restrict__ plan, float* __restrict__ yield) {
    int p = blockIdx.x * 32 + threadIdx.x, f = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.0f;
#pragma unroll 8
    for (int k = 0; k < kSoil; ++k) sum = fmaf(field[f * kSoil + k], plan[k * kPlans + p], sum);
    yield[f * kPlans + p] = sum;
}

__global__ void __launch_bounds__(256) orchard_plans_y5_b(const float* __restrict__ field, const float* __restrict__ plan, float* __restrict__ yield) {
    __shared__ __align__(16) float a[64][20], b[16][64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, f0 = blockIdx.y * 64, p0 = blockIdx.x * 64;
    float sum[4][4] = {};
    for (int k0 = 0; k0 < kSoil; k0 += 16) {
        float4 av = *reinterpret_cast<const float4*>(field + (f0 + t / 4) * kSoil + k0 + t % 4 * 4);
        float4 bv = *reinterpret_cast<const float4*>(plan + (k0 + ty) * kPlans + p0 + tx * 4);
        __syncthreads();
        *reinterpret_cast<float4*>(&a[t / 4][t % 4 * 4]) = av;
        *reinterpret_cast<float4*>(&b[ty][tx * 4]) = bv;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k += 4) {
            float4 x[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) x[i] = *reinterpret_cast<const float4*>(&a[ty * 4 + i][k]);
#pragma unroll
            for (int e = 0; e < 4; ++e) {
                float4 y = *reinterpret_cast<const float4*>(&b[k + e][tx * 4]);
#pragma unroll
                for (int i = 0; i < 4; ++i) {
                    float v = e == 0 ? x[i].x : e == 1 ? x[i].y : e == 2 ? x[i].z : x[i].w;
                    sum[i][0] = fmaf(v, y.x, sum[i][0]); sum[i][1] = fmaf(v, y.y, sum[i][1]);
                    sum[i][2] = fmaf(v, y.z, sum[i][2]); sum[i][3] = fmaf(v, y.w, sum[i][3]);
                }
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *reinterpret_cast<float4*>(yield + (f0 + ty * 4 + i) * kPlans + p0 + tx * 4) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

// ---- Libraries: fit of 4096 readers to 4096 books by 2048 traits, all in half precision, rows of traits.
constexpr int kReaders = 4096, kBooks = 4096, kTraits = 2048;

__device__ __forceinline__ void four_halves(uint2 v, float (&f)[4]) {
    float2 x = __half22float2(*reinterpret_cast<__half2*>(&v.x)), y = __half22float2(*reinterpret_cast<__half2*>(&v.y));
    f[0] = x.x; f[1] = x.y; f[2] = y.x; f[3] = y.y;
}

__global__ void __launch_bounds__(256, 2) library_fit_y5_a(const __half* __restrict__ reader, const __half* __restrict__ book, float* __restrict__ fit) {
    __shared__ __align__(16) __half a[128][36], b[128][36];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, r0 = blockIdx.y * 128, b0 = blockIdx.x * 128;
    float sum[8][8] = {};
    for (int k0 = 0; k0 < kTraits; k0 += 32) {
        uint4 av[2], bv[2];
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            int row = t / 4 + 64 * j, col = t % 4 * 8;
            av[j] = *reinterpret_cast<const uint4*>(reader + (r0 + row) * kTraits + k0 + col);
            bv[j] = *reinterpret_cast<const uint4*>(book + (b0 + row) * kTraits + k0 + col);
        }
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            int row = t / 4 + 64 * j, col = t % 4 * 8;
            *reinterpret_cast<uint2*>(&a[row][col]) = make_uint2(av[j].x, av[j].y); *reinterpret_cast<uint2*>(&a[row][col + 4]) = make_uint2(av[j].z, av[j].w);
            *reinterpret_cast<uint2*>(&b[row][col]) = make_uint2(bv[j].x, bv[j].y); *reinterpret_cast<uint2*>(&b[row][col + 4]) = make_uint2(bv[j].z, bv[j].w);
        }
        __syncthreads();
#pragma unroll 1
        for (int k = 0; k < 32; k += 4) {
            float y[8][4];
#pragma unroll
            for (int j = 0; j < 8; ++j) four_halves(*reinterpret_cast<const uint2*>(&b[tx + 16 * j][k]), y[j]);
#pragma unroll
            for (int i = 0; i < 8; ++i) {
                float x[4];
                four_halves(*reinterpret_cast<const uint2*>(&a[ty + 16 * i][k]), x);
#pragma unroll
                for (int e = 0; e < 4; ++e)
#pragma unroll
                    for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(x[e], y[j][e], sum[i][j]);
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) fit[(size_t)(r0 + ty + 16 * i) * kBooks + b0 + tx + 16 * j] = sum[i][j];
}

// A warp's 64 x 32 part of a tile of 128 x 128 from 32 columns of both operands in shared rows of 40 halves.
__device__ __forceinline__ void warp_tile(const __half (*a)[40], const __half (*b)[40], int m0, int n0, int lane, float (&sum)[4][4][4]) {
#pragma unroll 1
    for (int k = 0; k < 32; k += 16) {
        uint32_t x[4][4], y[2][4];
#pragma unroll
        for (int i = 0; i < 4; ++i) load_matrices(x[i], &a[m0 + 16 * i + lane % 16][k + lane / 16 * 8]);
#pragma unroll
        for (int j = 0; j < 2; ++j) load_matrices(y[j], &b[n0 + 16 * j + lane % 8 + lane / 16 * 8][k + lane / 8 % 2 * 8]);
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) mma_half(sum[i][j], x[i], y[j / 2][j % 2 * 2], y[j / 2][j % 2 * 2 + 1]);
    }
}

__device__ __forceinline__ void store_tile(float* __restrict__ c, int pitch, int lane, const float (&sum)[4][4][4]) {
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float* p = c + (size_t)(16 * i + lane / 4) * pitch + 8 * j + lane % 4 * 2;
            *reinterpret_cast<float2*>(p) = make_float2(sum[i][j][0], sum[i][j][1]);
            *reinterpret_cast<float2*>(p + 8 * (size_t)pitch) = make_float2(sum[i][j][2], sum[i][j][3]);
        }
}

__global__ void __launch_bounds__(256, 2) library_fit_y5_b(const __half* __restrict__ reader, const __half* __restrict__ book, float* __restrict__ fit) {
    __shared__ __align__(16) __half a[128][40], b[128][40];
    int t = threadIdx.x, lane = t % 32, w = t / 32, r0 = blockIdx.y * 128, b0 = blockIdx.x * 128, m0 = w / 4 * 64, n0 = w % 4 * 32;
    float sum[4][4][4] = {};
    for (int k0 = 0; k0 < kTraits; k0 += 32) {
        uint4 av[2], bv[2];
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            int row = t / 4 + 64 * j, col = t % 4 * 8;
            av[j] = *reinterpret_cast<const uint4*>(reader + (r0 + row) * kTraits + k0 + col);
            bv[j] = *reinterpret_cast<const uint4*>(book + (b0 + row) * kTraits + k0 + col);
        }
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            *reinterpret_cast<uint4*>(&a[t / 4 + 64 * j][t % 4 * 8]) = av[j];
            *reinterpret_cast<uint4*>(&b[t / 4 + 64 * j][t % 4 * 8]) = bv[j];
        }
        __syncthreads();
        warp_tile(a, b, m0, n0, lane, sum);
    }
    store_tile(fit + (size_t)(r0 + m0) * kBooks + b0 + n0, kBooks, lane, sum);
}

// ---- Weaving: likeness of each of 4096 patterns of 1024 grey threads to every other.
constexpr int kWeaves = 4096, kThreads = 1024;

__global__ void __launch_bounds__(256, 2) loom_likeness_y5_a(const float* __restrict__ weave, float* __restrict__ like) {
    __shared__ __align__(16) float a[16][132], b[16][132];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, i0 = blockIdx.y * 128, j0 = blockIdx.x * 128, row = t / 4, col = t % 4 * 4;
    float sum[8][8] = {};
    float4 av[2], bv[2];
    auto fetch = [&](int k0) {
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            av[j] = *reinterpret_cast<const float4*>(weave + (i0 + row + 64 * j) * kThreads + k0 + col);
            bv[j] = *reinterpret_cast<const float4*>(weave + (j0 + row + 64 * j) * kThreads + k0 + col);
        }
    };
    fetch(0);
    for (int k0 = 0; k0 < kThreads; k0 += 16) {
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            a[col][row + 64 * j] = av[j].x; a[col + 1][row + 64 * j] = av[j].y; a[col + 2][row + 64 * j] = av[j].z; a[col + 3][row + 64 * j] = av[j].w;
            b[col][row + 64 * j] = bv[j].x; b[col + 1][row + 64 * j] = bv[j].y; b[col + 2][row + 64 * j] = bv[j].z; b[col + 3][row + 64 * j] = bv[j].w;
        }
        __syncthreads();
        if (k0 + 16 < kThreads) fetch(k0 + 16);
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float x[8], y[8];
#pragma unroll
            for (int h = 0; h < 2; ++h) {
                *reinterpret_cast<float4*>(x + 4 * h) = *reinterpret_cast<const float4*>(&a[k][ty * 4 + 64 * h]);
                *reinterpret_cast<float4*>(y + 4 * h) = *reinterpret_cast<const float4*>(&b[k][tx * 4 + 64 * h]);
            }
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(x[i], y[j], sum[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int h = 0; h < 2; ++h)
            *reinterpret_cast<float4*>(like + (size_t)(i0 + ty * 4 + i % 4 + i / 4 * 64) * kWeaves + j0 + tx * 4 + 64 * h) =
                make_float4(sum[i][4 * h], sum[i][4 * h + 1], sum[i][4 * h + 2], sum[i][4 * h + 3]);
}

__global__ void __launch_bounds__(256, 2) loom_likeness_y5_b(const float* __restrict__ weave, float* __restrict__ like) {
    __shared__ __align__(16) float a[128][20], b[128][20];
    int t = threadIdx.x, lane = t % 32, w = t / 32, g = lane / 4, q = lane % 4, i0 = blockIdx.y * 128, j0 = blockIdx.x * 128;
    int m0 = w / 4 * 64, n0 = w % 4 * 32, row = t / 4, col = q * 4;
    float sum[4][4][4] = {};
    float4 av[2], bv[2];
    auto fetch = [&](int k0) {
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            av[j] = *reinterpret_cast<const float4*>(weave + (i0 + row + 64 * j) * kThreads + k0 + col);
            bv[j] = *reinterpret_cast<const float4*>(weave + (j0 + row + 64 * j) * kThreads + k0 + col);
        }
    };
    fetch(0);
    for (int k0 = 0; k0 < kThreads; k0 += 16) {
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            *reinterpret_cast<float4*>(&a[row + 64 * j][col]) = av[j];
            *reinterpret_cast<float4*>(&b[row + 64 * j][col]) = bv[j];
        }
        __syncthreads();
        if (k0 + 16 < kThreads) fetch(k0 + 16);
#pragma unroll
        for (int k = 0; k < 16; k += 8) {
            uint32_t x[4][4], y[4][2];
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int e = 0; e < 4; ++e) x[i][e] = __float_as_uint(a[m0 + 16 * i + g + e % 2 * 8][k + q + e / 2 * 4]);
#pragma unroll
            for (int j = 0; j < 4; ++j)
#pragma unroll
                for (int e = 0; e < 2; ++e) y[j][e] = __float_as_uint(b[n0 + 8 * j + g][k + q + e * 4]);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j)
                    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+f"(sum[i][j][0]), "+f"(sum[i][j][1]), "+f"(sum[i][j][2]), "+f"(sum[i][j][3])
                                 : "r"(x[i][0]), "r"(x[i][1]), "r"(x[i][2]), "r"(x[i][3]), "r"(y[j][0]), "r"(y[j][1]));
        }
    }
    store_tile(like + (size_t)(i0 + m0) * kWeaves + j0 + n0, kWeaves, lane, sum);
}

// ---- Geodesy: corrections of 2304 marks in 2816 epochs from 1024 observations in double precision.
constexpr int kMarks = 2304, kEpochs = 2816, kObserved = 1024;

__global__ void __launch_bounds__(256) survey_marks_y5_a(const double* __restrict__ weight, const double* __restrict__ seen, double* __restrict__ shift) {
    __shared__ __align__(16) double a[64][20], b[16][68];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, m0 = blockIdx.y * 64, n0 = blockIdx.x * 64;
    double sum[4][4] = {};
    double2 av[2], bv[2];
    auto fetch = [&](int k0) {
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            av[j] = *reinterpret_cast<const double2*>(weight + (m0 + t / 8 + 32 * j) * kObserved + k0 + t % 8 * 2);
            bv[j] = *reinterpret_cast<const double2*>(seen + (k0 + t / 32 + 8 * j) * kEpochs + n0 + t % 32 * 2);
        }
    };
    fetch(0);
    for (int k0 = 0; k0 < kObserved; k0 += 16) {
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            *reinterpret_cast<double2*>(&a[t / 8 + 32 * j][t % 8 * 2]) = av[j];
            *reinterpret_cast<double2*>(&b[t / 32 + 8 * j][t % 32 * 2]) = bv[j];
        }
        __syncthreads();
        if (k0 + 16 < kObserved) fetch(k0 + 16);
#pragma unroll
        for (int k = 0; k < 16; k += 2) {
            double2 x[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) x[i] = *reinterpret_cast<const double2*>(&a[ty + 16 * i][k]);
#pragma unroll
            for (int e = 0; e < 2; ++e) {
                double2 y[2];
#pragma unroll
                for (int j = 0; j < 2; ++j) y[j] = *reinterpret_cast<const double2*>(&b[k + e][tx * 2 + 32 * j]);
#pragma unroll
                for (int i = 0; i < 4; ++i)
#pragma unroll
                    for (int j = 0; j < 2; ++j) {
                        sum[i][2 * j] = fma(e ? x[i].y : x[i].x, y[j].x, sum[i][2 * j]);
                        sum[i][2 * j + 1] = fma(e ? x[i].y : x[i].x, y[j].y, sum[i][2 * j + 1]);
                    }
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
            *reinterpret_cast<double2*>(shift + (m0 + ty + 16 * i) * kEpochs + n0 + tx * 2 + 32 * j) = make_double2(sum[i][2 * j], sum[i][2 * j + 1]);
}

__global__ void __launch_bounds__(128) survey_marks_y5_b(const double* __restrict__ weight, const double* __restrict__ seen, double* __restrict__ shift) {
    __shared__ __align__(16) double a[64][20], b[16][68];
    int t = threadIdx.x, lane = t % 32, w = t / 32, g = lane / 4, q = lane % 4, m0 = blockIdx.y * 64, n0 = blockIdx.x * 64, wm = w / 2 * 32, wn = w % 2 * 32;
    double sum[2][4][4] = {};
    double2 av[4], bv[4];
    auto fetch = [&](int k0) {
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            av[j] = *reinterpret_cast<const double2*>(weight + (m0 + t / 8 + 16 * j) * kObserved + k0 + t % 8 * 2);
            bv[j] = *reinterpret_cast<const double2*>(seen + (k0 + t / 32 + 4 * j) * kEpochs + n0 + t % 32 * 2);
        }
    };
    fetch(0);
    for (int k0 = 0; k0 < kObserved; k0 += 16) {
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            *reinterpret_cast<double2*>(&a[t / 8 + 16 * j][t % 8 * 2]) = av[j];
            *reinterpret_cast<double2*>(&b[t / 32 + 4 * j][t % 32 * 2]) = bv[j];
        }
        __syncthreads();
        if (k0 + 16 < kObserved) fetch(k0 + 16);
#pragma unroll
        for (int k = 0; k < 16; k += 8) {
            double x[2][4], y[4][2];
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int e = 0; e < 4; ++e) x[i][e] = a[wm + 16 * i + g + e % 2 * 8][k + q + e / 2 * 4];
#pragma unroll
            for (int j = 0; j < 4; ++j)
#pragma unroll
                for (int e = 0; e < 2; ++e) y[j][e] = b[k + q + e * 4][wn + 8 * j + g];
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j)
                    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+d"(sum[i][j][0]), "+d"(sum[i][j][1]), "+d"(sum[i][j][2]), "+d"(sum[i][j][3])
                                 : "d"(x[i][0]), "d"(x[i][1]), "d"(x[i][2]), "d"(x[i][3]), "d"(y[j][0]), "d"(y[j][1]));
        }
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int h = 0; h < 2; ++h)
                *reinterpret_cast<double2*>(shift + (m0 + wm + 16 * i + g + 8 * h) * kEpochs + n0 + wn + 8 * j + q * 2) = make_double2(sum[i][j][2 * h], sum[i][j][2 * h + 1]);
}

// ---- Choirs: how each of 64 voices answers each of 64 others in 16896 rehearsals, from 64 features in half precision.
constexpr int kRehearsals = 132 * 128;

__device__ __forceinline__ void load_choir(const __half* __restrict__ from, __half (*to)[72]) {
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        int i = threadIdx.x + 256 * j;
        *reinterpret_cast<uint4*>(&to[i / 8][i % 8 * 8]) = reinterpret_cast<const uint4*>(from)[i];
    }
}

__global__ void __launch_bounds__(256) choir_answers_y5_a(const __half* __restrict__ call, const __half* __restrict__ reply, __half* __restrict__ answer) {
    __shared__ __align__(16) __half a[64][72], b[64][72];
    int t = threadIdx.x, tx = t % 16, ty = t / 16;
    load_choir(call + blockIdx.x * 4096, a);
    load_choir(reply + blockIdx.x * 4096, b);
    __syncthreads();
    float sum[4][4] = {};
#pragma unroll 4
    for (int k = 0; k < 64; k += 8) {
        float x[4][8];
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            uint4 v = *reinterpret_cast<const uint4*>(&a[ty * 4 + i][k]);
            const __half2* h = reinterpret_cast<const __half2*>(&v);
#pragma unroll
            for (int e = 0; e < 4; ++e) { float2 f = __half22float2(h[e]); x[i][2 * e] = f.x; x[i][2 * e + 1] = f.y; }
        }
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            uint4 v = *reinterpret_cast<const uint4*>(&b[tx + 16 * j][k]);
            const __half2* h = reinterpret_cast<const __half2*>(&v);
#pragma unroll
            for (int e = 0; e < 4; ++e) {
                float2 f = __half22float2(h[e]);
#pragma unroll
                for (int i = 0; i < 4; ++i) sum[i][j] = fmaf(x[i][2 * e + 1], f.y, fmaf(x[i][2 * e], f.x, sum[i][j]));
            }
        }
    }
    __half* to = answer + blockIdx.x * 4096;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) to[(ty * 4 + i) * 64 + tx + 16 * j] = __float2half(0.125f * sum[i][j]);
}

__global__ void __launch_bounds__(256) choir_answers_y5_b(const __half* __restrict__ call, const __half* __restrict__ reply, __half* __restrict__ answer) {
    __shared__ __align__(16) __half a[64][72], b[64][72];
    int lane = threadIdx.x % 32, w = threadIdx.x / 32, m0 = w / 2 * 16, n0 = w % 2 * 32;
    load_choir(call + blockIdx.x * 4096, a);
    load_choir(reply + blockIdx.x * 4096, b);
    __syncthreads();
    float sum[4][4] = {};
#pragma unroll
    for (int k = 0; k < 64; k += 16) {
        uint32_t x[4], y[2][4];
        load_matrices(x, &a[m0 + lane % 16][k + lane / 16 * 8]);
#pragma unroll
        for (int j = 0; j < 2; ++j) load_matrices(y[j], &b[n0 + 16 * j + lane % 8 + lane / 16 * 8][k + lane / 8 % 2 * 8]);
#pragma unroll
        for (int j = 0; j < 4; ++j) mma_half(sum[j], x, y[j / 2][j % 2 * 2], y[j / 2][j % 2 * 2 + 1]);
    }
    __half* to = answer + blockIdx.x * 4096 + (m0 + lane / 4) * 64 + n0 + lane % 4 * 2;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        *reinterpret_cast<__half2*>(to + 8 * j) = __floats2half2_rn(0.125f * sum[j][0], 0.125f * sum[j][1]);
        *reinterpret_cast<__half2*>(to + 8 * 64 + 8 * j) = __floats2half2_rn(0.125f * sum[j][2], 0.125f * sum[j][3]);
    }
}

// ---- Customs: risk of 4096 cargoes at 4096 ports by 4096 declared features in half precision.
constexpr int kCargoes = 4096, kPorts = 4096, kDeclared = 4096;
struct Stage { __half a[128][40], b[256][40]; };

template <int kStages>
__device__ __forceinline__ void customs(const __half* __restrict__ cargo, const __half* __restrict__ port, float* __restrict__ risk) {
    extern __shared__ __align__(16) uint8_t raw[];
    Stage* stage = reinterpret_cast<Stage*>(raw);
    int t = threadIdx.x, lane = t % 32, w = t / 32, c0 = blockIdx.y * 128, p0 = blockIdx.x * 256, m0 = w / 4 * 64, n0 = w % 4 * 64;
    float sum[2][4][4][4] = {};
    constexpr int kSteps = kDeclared / 32;
    auto fetch = [&](int step) {
        Stage& s = stage[step % kStages];
        int row = t / 4, col = t % 4 * 8;
#pragma unroll
        for (int j = 0; j < 2; ++j) copy16(&s.a[row + 64 * j][col], cargo + (size_t)(c0 + row + 64 * j) * kDeclared + step * 32 + col);
#pragma unroll
        for (int j = 0; j < 4; ++j) copy16(&s.b[row + 64 * j][col], port + (size_t)(p0 + row + 64 * j) * kDeclared + step * 32 + col);
    };
    auto multiply = [&](const Stage& s) {  // a warp's 64 x 64 part of the tile
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            uint32_t x[4][4], y[4][4];
#pragma unroll
            for (int i = 0; i < 4; ++i) load_matrices(x[i], &s.a[m0 + 16 * i + lane % 16][k + lane / 16 * 8]);
#pragma unroll
            for (int j = 0; j < 4; ++j) load_matrices(y[j], &s.b[n0 + 16 * j + lane % 8 + lane / 16 * 8][k + lane / 8 % 2 * 8]);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) mma_half(sum[j / 4][i][j % 4], x[i], y[j / 2][j % 2 * 2], y[j / 2][j % 2 * 2 + 1]);
        }
    };
    if (kStages == 1) {
        for (int step = 0; step < kSteps; ++step) {
            fetch(step);
            copies_end();
            copies_wait<0>();
            __syncthreads();
            multiply(stage[0]);
            __syncthreads();
        }
    } else {
        constexpr int kAhead = kStages > 1 ? kStages - 1 : 1;
#pragma unroll
        for (int step = 0; step < kAhead; ++step) { fetch(step); copies_end(); }
        for (int step = 0; step < kSteps; ++step) {
            copies_wait<kAhead - 1>();
            __syncthreads();
            if (step + kAhead < kSteps) fetch(step + kAhead);
            copies_end();
            multiply(stage[step % kStages]);
        }
    }
#pragma unroll
    for (int h = 0; h < 2; ++h) store_tile(risk + (size_t)(c0 + m0) * kPorts + p0 + n0 + 32 * h, kPorts, lane, sum[h]);
}

__global__ void __launch_bounds__(256) cargo_risk_y5_a(const __half* __restrict__ cargo, const __half* __restrict__ port, float* __restrict__ risk) { customs<1>(cargo, port, risk); }
__global__ void __launch_bounds__(256) cargo_risk_y5_b(const __half* __restrict__ cargo, const __half* __restrict__ port, float* __restrict__ risk) { customs<4>(cargo, port, risk); }

// ---- Astronomy: usual brightness (median of 16 classes, smoothed over 3 x 3) of each pixel over 256 exposures; a block keeps the counts of 64 x 32 pixels.
constexpr int kExposures = 256, kSkyX = 24, kSkyY = 11, kSkyPitch = kSkyX * 64 + 8, kSkySize = kSkyPitch * (kSkyY * 32 + 2), kPatch = 2048, kSkyTile = 34 * 72;

template <int kStages>
__device__ __forceinline__ void night_sky(const float* __restrict__ exposure, int* __restrict__ usual) {
    extern __shared__ __align__(16) uint8_t raw[];
    int* count = reinterpret_cast<int*>(raw);
    float* tiles = reinterpret_cast<float*>(count + 16 * kPatch);
    int t = threadIdx.x;
    const float* from = exposure + blockIdx.x / kSkyX * 32 * kSkyPitch + blockIdx.x % kSkyX * 64;
    auto fetch = [&](int e) {
        float* tile = tiles + e % kStages * kSkyTile;
        for (int i = t; i < kSkyTile / 4; i += 512) copy16(tile + i * 4, from + (size_t)e * kSkySize + i / 18 * kSkyPitch + i % 18 * 4);
    };
    auto add = [&](int e) {
        const float* tile = tiles + e % kStages * kSkyTile;
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            int p = t + 512 * j;
            const float* c = tile + p / 64 * 72 + p % 64 + 3;
            float v = 0.25f * c[73] + 0.125f * (c[1] + c[72] + c[74] + c[145]) + 0.0625f * (c[0] + c[2] + c[144] + c[146]);
            int bin = min(max((int)((v + 0.5f) * 16.0f), 0), 15);
            count[bin * kPatch + p] += 1;
        }
    };
    for (int i = t; i < 16 * kPatch; i += 512) count[i] = 0;
    if (kStages == 1) {
        for (int e = 0; e < kExposures; ++e) {
            fetch(e);
            copies_end();
            copies_wait<0>();
            __syncthreads();
            add(e);
            __syncthreads();
        }
    } else {
        fetch(0); copies_end();
        fetch(1); copies_end();
        for (int e = 0; e < kExposures; ++e) {
            copies_wait<1>();
            __syncthreads();
            if (e + 2 < kExposures) fetch(e + 2);
            copies_end();
            add(e);
        }
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int p = t + 512 * j, seen = 0, bin = -1;
        do seen += count[++bin * kPatch + p]; while (seen <= kExposures / 2);
        usual[blockIdx.x * kPatch + p] = bin;
    }
}

__global__ void __launch_bounds__(512) night_patches_y5_a(const float* __restrict__ exposure, int* __restrict__ usual) { night_sky<1>(exposure, usual); }
__global__ void __launch_bounds__(512) night_patches_y5_b(const float* __restrict__ exposure, int* __restrict__ usual) { night_sky<3>(exposure, usual); }

// ---- Palaeography: where a worn sign of 16 x 16 dots occurs on a scan of 4096 x 4096.
constexpr int kScan = 4096, kScanPitch = kScan + 16;
struct Sign { float dot[16][16]; };

__global__ void __launch_bounds__(256) clay_signs_y5_a(const float* __restrict__ scan, const __grid_constant__ Sign sign, float* __restrict__ match) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const float* from = scan + y * kScanPitch + x;
    float sum = 0.0f;
#pragma unroll 4
    for (int r = 0; r < 16; ++r)
#pragma unroll
        for (int c = 0; c < 16; ++c) sum = fmaf(sign.dot[r][c], from[r * kScanPitch + c], sum);
    match[y * kScan + x] = sum;
}

__global__ void __launch_bounds__(256) clay_signs_y5_b(const float* __restrict__ scan, const __grid_constant__ Sign sign, float* __restrict__ match) {
    __shared__ __align__(16) float tile[32][144];
    int tx = threadIdx.x, ty = threadIdx.y, t = ty * 32 + tx, x0 = blockIdx.x * 128, y0 = blockIdx.y * 16;
    for (int i = t; i < 31 * 36; i += 256)
        *reinterpret_cast<float4*>(&tile[i / 36][i % 36 * 4]) = *reinterpret_cast<const float4*>(scan + (y0 + i / 36) * kScanPitch + x0 + i % 36 * 4);
    __syncthreads();
    float sum[2][4] = {};
#pragma unroll 1
    for (int r = 0; r < 17; ++r) {
        float v[20];
#pragma unroll
        for (int c = 0; c < 5; ++c) *reinterpret_cast<float4*>(v + 4 * c) = *reinterpret_cast<const float4*>(&tile[ty * 2 + r][tx * 4 + 4 * c]);
        if (r < 16) {
#pragma unroll
            for (int c = 0; c < 16; ++c)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[0][j] = fmaf(sign.dot[r][c], v[c + j], sum[0][j]);
        }
        if (r > 0) {
#pragma unroll
            for (int c = 0; c < 16; ++c)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[1][j] = fmaf(sign.dot[r - 1][c], v[c + j], sum[1][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
        *reinterpret_cast<float4*>(match + (y0 + ty * 2 + i) * kScan + x0 + tx * 4) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

// ---- Linguistics: vector of each phrase of 64 words as the sum of its words' vectors of eight numbers; 64 languages with a lexicon each.
constexpr int kLanguages = 64, kWords = 1 << 18, kBatches = 512, kPhrases = kLanguages * kBatches * 64;

__device__ __forceinline__ void phrase(int language, int batch, const int4* __restrict__ word, const float2* __restrict__ lexicon, float2* __restrict__ sense) {
    int q = threadIdx.x % 4, p = (language * kBatches + batch) * 64 + threadIdx.x / 4;
    const float2* from = lexicon + (size_t)language * kWords * 4 + q;
    float2 sum = make_float2(0.0f, 0.0f);
#pragma unroll
    for (int part = 0; part < 4; ++part) {
        int4 w = word[(size_t)p * 16 + part * 4 + q];
        float2 v[16];
#pragma unroll
        for (int s = 0; s < 4; ++s) {
            v[4 * s] = from[__shfl_sync(0xffffffffu, w.x, s, 4) * 4]; v[4 * s + 1] = from[__shfl_sync(0xffffffffu, w.y, s, 4) * 4];
            v[4 * s + 2] = from[__shfl_sync(0xffffffffu, w.z, s, 4) * 4]; v[4 * s + 3] = from[__shfl_sync(0xffffffffu, w.w, s, 4) * 4];
        }
#pragma unroll
        for (int s = 0; s < 16; ++s) { sum.x += v[s].x; sum.y += v[s].y; }
    }
    sense[(size_t)p * 4 + q] = sum;
}

__global__ void __launch_bounds__(256) phrase_sense_y5_a(const int4* __restrict__ word, const float2* __restrict__ lexicon, float2* __restrict__ sense) {
    phrase(blockIdx.x % kLanguages, blockIdx.x / kLanguages, word, lexicon, sense);
}
__global__ void __launch_bounds__(256) phrase_sense_y5_b(const int4* __restrict__ word, const float2* __restrict__ lexicon, float2* __restrict__ sense) {
    phrase(blockIdx.x / kBatches, blockIdx.x % kBatches, word, lexicon, sense);
}

// ---- Planets: pull of 4096 moonlets on each of 270336 grains of a ring.
constexpr int kGrains = 132 * 8 * 256, kMoonlets = 4096;

__device__ __forceinline__ void pulls(const float4* tile, float4 me, float& x, float& y, float& z) {
#pragma unroll 8
    for (int j = 0; j < 256; ++j) {
        float4 m = tile[j];
        float dx = m.x - me.x, dy = m.y - me.y, dz = m.z - me.z;
        float inverse = rsqrtf(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f))));
        float pull = m.w * inverse * inverse * inverse;
        x = fmaf(pull, dx, x); y = fmaf(pull, dy, y); z = fmaf(pull, dz, z);
    }
}

__global__ void __launch_bounds__(256, 8) ring_grains_y5_a(const float4* __restrict__ grain, const float4* __restrict__ moonlet, float4* __restrict__ pull) {
    __shared__ float4 tile[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 me = grain[i];
    float x = 0.0f, y = 0.0f, z = 0.0f;
    for (int m = 0; m < kMoonlets; m += 256) {
        copy16(&tile[threadIdx.x], moonlet + m + threadIdx.x);
        copies_end();
        copies_wait<0>();
        __syncthreads();
        pulls(tile, me, x, y, z);
        __syncthreads();
    }
    pull[i] = make_float4(x, y, z, me.w);
}

__global__ void __launch_bounds__(256, 8) ring_grains_y5_b(const float4* __restrict__ grain, const float4* __restrict__ moonlet, float4* __restrict__ pull) {
    __shared__ float4 tile[2][256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 me = grain[i];
    float x = 0.0f, y = 0.0f, z = 0.0f;
    copy16(&tile[0][threadIdx.x], moonlet + threadIdx.x);
    copies_end();
    for (int m = 0; m < kMoonlets; m += 256) {
        copies_wait<0>();
        __syncthreads();
        if (m + 256 < kMoonlets) copy16(&tile[(m / 256 + 1) % 2][threadIdx.x], moonlet + m + 256 + threadIdx.x);
        copies_end();
        pulls(tile[m / 256 % 2], me, x, y, z);
    }
    pull[i] = make_float4(x, y, z, me.w);
}

// ---- Glaciers: one step of the spreading of meltwater over a grid of 8192 x 16384.
constexpr int kIceX = 16384, kIceY = 8192, kIceRows = 16;

__global__ void __launch_bounds__(256) melt_front_y5_a(const float* __restrict__ water, float* __restrict__ later) {
    int x = (blockIdx.x * 256 + threadIdx.x) * 4, y0 = blockIdx.y * kIceRows, lane = threadIdx.x % 32;
    auto row = [&](int y) { return *reinterpret_cast<const float4*>(water + (size_t)min(max(y, 0), kIceY - 1) * kIceX + x); };
    int edge = lane == 0 ? max(x - 1, 0) : min(x + 4, kIceX - 1);
    float4 up = row(y0 - 1), here = row(y0);
#pragma unroll 8
    for (int y = y0; y < y0 + kIceRows; ++y) {
        float4 down = row(y + 1);
        float side = lane == 0 || lane == 31 ? water[(size_t)y * kIceX + edge] : 0.0f;
        float left = __shfl_up_sync(0xffffffffu, here.w, 1), right = __shfl_down_sync(0xffffffffu, here.x, 1);
        if (lane == 0) left = side;
        if (lane == 31) right = side;
        float4 v;
        v.x = fmaf(0.2f, left + here.y + up.x + down.x - 4.0f * here.x, here.x);
        v.y = fmaf(0.2f, here.x + here.z + up.y + down.y - 4.0f * here.y, here.y);
        v.z = fmaf(0.2f, here.y + here.w + up.z + down.z - 4.0f * here.z, here.z);
        v.w = fmaf(0.2f, here.z + right + up.w + down.w - 4.0f * here.w, here.w);
        __stcs(reinterpret_cast<float4*>(later + (size_t)y * kIceX + x), v);
        up = here;
        here = down;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    constexpr size_t pool = (size_t)kIceX * kIceY;
    const float* sea = filled<float>(pool, 71);
    auto halves = [&](size_t n, size_t at) {
        __half* p = reinterpret_cast<__half*>(empty<uint16_t>(n));
        harness_halves<<<2048, 256>>>(sea + at, p, n); CHECK(cudaGetLastError());
        return p;
    };

    float* yield = empty<float>((size_t)kFields * kPlans);
    const float* plan = sea + kFields * kSoil;
    add("orchard_plans_y5_a", yield, (size_t)kFields * kPlans, Output::f32, [=] { orchard_plans_y5_a<<<dim3(kPlans / 32, kFields / 8), dim3(32, 8)>>>(sea, plan, yield); });
    add("orchard_plans_y5_b", yield, (size_t)kFields * kPlans, Output::f32, [=] { orchard_plans_y5_b<<<dim3(kPlans / 64, kFields / 64), 256>>>(sea, plan, yield); });

    const __half *reader = halves((size_t)kReaders * kTraits, 0), *book = halves((size_t)kBooks * kTraits, (size_t)kReaders * kTraits);
    float* fit = empty<float>((size_t)kReaders * kBooks);
    add("library_fit_y5_a", fit, (size_t)kReaders * kBooks, Output::f32, [=] { library_fit_y5_a<<<dim3(kBooks / 128, kReaders / 128), 256>>>(reader, book, fit); });
    add("library_fit_y5_b", fit, (size_t)kReaders * kBooks, Output::f32, [=] { library_fit_y5_b<<<dim3(kBooks / 128, kReaders / 128), 256>>>(reader, book, fit); });

    float *weave = filled<float>((size_t)kWeaves * kThreads, 72), *like = empty<float>((size_t)kWeaves * kWeaves);
    harness_grey<<<2048, 256>>>(weave, (size_t)kWeaves * kThreads); CHECK(cudaGetLastError());
    add("loom_likeness_y5_a", like, (size_t)kWeaves * kWeaves, Output::f32, [=] { loom_likeness_y5_a<<<dim3(kWeaves / 128, kWeaves / 128), 256>>>(weave, like); });
    add("loom_likeness_y5_b", like, (size_t)kWeaves * kWeaves, Output::f32, [=] { loom_likeness_y5_b<<<dim3(kWeaves / 128, kWeaves / 128), 256>>>(weave, like); });

    double *weight = filled<double>((size_t)kMarks * kObserved, 73), *seen = filled<double>((size_t)kObserved * kEpochs, 74), *shift = empty<double>((size_t)kMarks * kEpochs);
    add("survey_marks_y5_a", shift, (size_t)kMarks * kEpochs, Output::f64, [=] { survey_marks_y5_a<<<dim3(kEpochs / 64, kMarks / 64), 256>>>(weight, seen, shift); });
    add("survey_marks_y5_b", shift, (size_t)kMarks * kEpochs, Output::f64, [=] { survey_marks_y5_b<<<dim3(kEpochs / 64, kMarks / 64), 128>>>(weight, seen, shift); });

    constexpr size_t choir = (size_t)kRehearsals * 4096;
    const __half *call = halves(choir, 0), *reply = halves(choir, pool - choir);
    __half* answer = reinterpret_cast<__half*>(empty<uint16_t>(choir));
    add("choir_answers_y5_a", answer, choir, Output::f16, [=] { choir_answers_y5_a<<<kRehearsals, 256>>>(call, reply, answer); });
    add("choir_answers_y5_b", answer, choir, Output::f16, [=] { choir_answers_y5_b<<<kRehearsals, 256>>>(call, reply, answer); });

    const __half *cargo = halves((size_t)kCargoes * kDeclared, 1 << 20), *port = halves((size_t)kPorts * kDeclared, 1 << 25);
    float* risk = empty<float>((size_t)kCargoes * kPorts);
    CHECK(cudaFuncSetAttribute(cargo_risk_y5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 4 * (int)sizeof(Stage)));
    add("cargo_risk_y5_a", risk, (size_t)kCargoes * kPorts, Output::f32, [=] { cargo_risk_y5_a<<<dim3(kPorts / 256, kCargoes / 128), 256, sizeof(Stage)>>>(cargo, port, risk); });
    add("cargo_risk_y5_b", risk, (size_t)kCargoes * kPorts, Output::f32, [=] { cargo_risk_y5_b<<<dim3(kPorts / 256, kCargoes / 128), 256, 4 * sizeof(Stage)>>>(cargo, port, risk); });

    const float* exposure = filled<float>((size_t)kExposures * kSkySize, 75);
    int* usual = empty<int>(kSkyX * kSkyY * kPatch);
    constexpr int one = 16 * kPatch * 4 + kSkyTile * 4, three = one + 2 * kSkyTile * 4;
    CHECK(cudaFuncSetAttribute(night_patches_y5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, one));
    CHECK(cudaFuncSetAttribute(night_patches_y5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, three));
    add("night_patches_y5_a", usual, kSkyX * kSkyY * kPatch, Output::i32, [=] { night_patches_y5_a<<<kSkyX * kSkyY, 512, one>>>(exposure, usual); });
    add("night_patches_y5_b", usual, kSkyX * kSkyY * kPatch, Output::i32, [=] { night_patches_y5_b<<<kSkyX * kSkyY, 512, three>>>(exposure, usual); });

    Sign sign;
    for (int i = 0; i < 256; ++i) sign.dot[i / 16][i % 16] = harness::unit(900 + i);
    float* match = empty<float>((size_t)kScan * kScan);
    add("clay_signs_y5_a", match, (size_t)kScan * kScan, Output::f32, [=] { clay_signs_y5_a<<<dim3(kScan / 32, kScan / 8), dim3(32, 8)>>>(sea, sign, match); });
    add("clay_signs_y5_b", match, (size_t)kScan * kScan, Output::f32, [=] { clay_signs_y5_b<<<dim3(kScan / 128, kScan / 16), dim3(32, 8)>>>(sea, sign, match); });

    const int4* word = reinterpret_cast<const int4*>(indices((size_t)kPhrases * 64, kWords, 76));
    const float2* lexicon = reinterpret_cast<const float2*>(sea);
    static_assert((size_t)kLanguages * kWords * 8 <= pool, "lexicon");
    float2* sense = reinterpret_cast<float2*>(empty<float>((size_t)kPhrases * 8));
    add("phrase_sense_y5_a", sense, (size_t)kPhrases * 8, Output::f32, [=] { phrase_sense_y5_a<<<kLanguages * kBatches, 256>>>(word, lexicon, sense); });
    add("phrase_sense_y5_b", sense, (size_t)kPhrases * 8, Output::f32, [=] { phrase_sense_y5_b<<<kLanguages * kBatches, 256>>>(word, lexicon, sense); });

    const float4 *grain = reinterpret_cast<const float4*>(sea), *moonlet = grain + kGrains;
    float4* pull = reinterpret_cast<float4*>(empty<float>((size_t)kGrains * 4));
    add("ring_grains_y5_a", pull, (size_t)kGrains * 4, Output::f32, [=] { ring_grains_y5_a<<<kGrains / 256, 256>>>(grain, moonlet, pull); });
    add("ring_grains_y5_b", pull, (size_t)kGrains * 4, Output::f32, [=] { ring_grains_y5_b<<<kGrains / 256, 256>>>(grain, moonlet, pull); });

    float* later = empty<float>(pool);
    add("melt_front_y5_a", later, pool, Output::f32, [=] { melt_front_y5_a<<<dim3(kIceX / 1024, kIceY / kIceRows), 256>>>(sea, later); });

    return harness::run(argc, argv, cases);
}
