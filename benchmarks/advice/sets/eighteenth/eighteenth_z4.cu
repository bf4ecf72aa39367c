// Eleven measured cases about matrix products, tiles and what they reuse: before (_a) and after (_b).
#include "harness.cuh"
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using harness::Case;
using harness::Output;
namespace wmma = nvcuda::wmma;

// ---- Granaries: what 2048 farms earn from 1024 sorts of grain in 2048 markets.
constexpr int kFarms = 2048, kMarkets = 2048, kGrains = 1024;

__global__ void __launch_bounds__(256) granary_income_z4_a(const float* __restrict__ farm, const float* __restrict__ market, float* __restrict__ income) {
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    float s = 0.0f;
#pragma unroll 8
    for (int k = 0; k < kGrains; ++k) s = fmaf(farm[row * kGrains + k], market[k * kMarkets + col], s);
    income[row * kMarkets + col] = s;
}

__global__ void __launch_bounds__(256) granary_income_z4_b(const float* __restrict__ farm, const float* __restrict__ market, float* __restrict__ income) {
    __shared__ __align__(16) float as[16][68], bs[16][64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, row = blockIdx.y * 64, col = blockIdx.x * 64;
    float c[4][4] = {};
    for (int k0 = 0; k0 < kGrains; k0 += 16) {
        float4 a = *reinterpret_cast<const float4*>(farm + (row + t / 4) * kGrains + k0 + t % 4 * 4);
        float4 b = *reinterpret_cast<const float4*>(market + (k0 + ty) * kMarkets + col + tx * 4);
        __syncthreads();
        as[t % 4 * 4][t / 4] = a.x; as[t % 4 * 4 + 1][t / 4] = a.y; as[t % 4 * 4 + 2][t / 4] = a.z; as[t % 4 * 4 + 3][t / 4] = a.w;
        *reinterpret_cast<float4*>(&bs[ty][tx * 4]) = b;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 x = *reinterpret_cast<const float4*>(&as[k][ty * 4]), y = *reinterpret_cast<const float4*>(&bs[k][tx * 4]);
            float xs[4] = {x.x, x.y, x.z, x.w}, ys[4] = {y.x, y.y, y.z, y.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) c[i][j] = fmaf(xs[i], ys[j], c[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) *reinterpret_cast<float4*>(income + (row + ty * 4 + i) * kMarkets + col + tx * 4) = make_float4(c[i][0], c[i][1], c[i][2], c[i][3]);
}

// ---- The inner loop of a tile of 128 x 128 floats by 256 threads: rows and columns lie behind one another in `as` and `bs`.
template <int kDepth, int kPitchA, int kPitchB>
__device__ __forceinline__ void multiply_tile(const float (&as)[kDepth][kPitchA], const float (&bs)[kDepth][kPitchB], float (&c)[8][8], int tx, int ty) {
#pragma unroll
    for (int k = 0; k < kDepth; ++k) {
        float x[8], y[8];
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            float4 u = *reinterpret_cast<const float4*>(&as[k][h * 64 + ty * 4]), v = *reinterpret_cast<const float4*>(&bs[k][h * 64 + tx * 4]);
            x[4 * h] = u.x; x[4 * h + 1] = u.y; x[4 * h + 2] = u.z; x[4 * h + 3] = u.w;
            y[4 * h] = v.x; y[4 * h + 1] = v.y; y[4 * h + 2] = v.z; y[4 * h + 3] = v.w;
        }
#pragma unroll
        for (int i = 0; i < 8; ++i)
#pragma unroll
            for (int j = 0; j < 8; ++j) c[i][j] = fmaf(x[i], y[j], c[i][j]);
    }
}
__device__ __forceinline__ void store_tile(float* __restrict__ to, int pitch, const float (&c)[8][8], int tx, int ty) {
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int h = 0; h < 2; ++h)
            *reinterpret_cast<float4*>(to + (size_t)(i / 4 * 64 + ty * 4 + i % 4) * pitch + h * 64 + tx * 4) = make_float4(c[i][4 * h], c[i][4 * h + 1], c[i][4 * h + 2], c[i][4 * h + 3]);
}

// ---- Abbeys: 4096 chants mixed from 1024 voices for 4096 listeners, all in half precision.
constexpr int kChants = 4096, kListeners = 4096, kVoices = 1024;

__global__ void __launch_bounds__(256) abbey_chant_z4_a(const __half* __restrict__ chant, const __half* __restrict__ ear, float* __restrict__ heard) {
    __shared__ __align__(16) float as[16][132], bs[16][128];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, row = blockIdx.y * 128, col = blockIdx.x * 128;
    float c[8][8] = {};
    for (int k0 = 0; k0 < kVoices; k0 += 16) {
        uint4 a4 = *reinterpret_cast<const uint4*>(chant + (size_t)(row + t / 2) * kVoices + k0 + t % 2 * 8);
        uint4 b4 = *reinterpret_cast<const uint4*>(ear + (size_t)(k0 + ty) * kListeners + col + tx * 8);
        const __half2 *a = reinterpret_cast<const __half2*>(&a4), *b = reinterpret_cast<const __half2*>(&b4);
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float2 v = __half22float2(a[j]);
            as[t % 2 * 8 + 2 * j][t / 2] = v.x;
            as[t % 2 * 8 + 2 * j + 1][t / 2] = v.y;
        }
        float2 b0 = __half22float2(b[0]), b1 = __half22float2(b[1]), b2 = __half22float2(b[2]), b3 = __half22float2(b[3]);
        *reinterpret_cast<float4*>(&bs[ty][tx * 8]) = make_float4(b0.x, b0.y, b1.x, b1.y);
        *reinterpret_cast<float4*>(&bs[ty][tx * 8 + 4]) = make_float4(b2.x, b2.y, b3.x, b3.y);
        __syncthreads();
        multiply_tile<16, 132, 128>(as, bs, c, tx, ty);
    }
    store_tile(heard + (size_t)row * kListeners + col, kListeners, c, tx, ty);
}

__global__ void __launch_bounds__(256) abbey_chant_z4_b(const __half* __restrict__ chant, const __half* __restrict__ ear, float* __restrict__ heard) {
    __shared__ __align__(32) __half as[128][40], bs[32][136];
    int t = threadIdx.x, w = t / 32, wm = w / 2 * 32, wn = w % 2 * 64, row = blockIdx.y * 128, col = blockIdx.x * 128;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[2][4];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(c[i][j], 0.0f);
    for (int k0 = 0; k0 < kVoices; k0 += 32) {
        uint4 a[2], b[2];
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            int q = t + 256 * j;
            a[j] = *reinterpret_cast<const uint4*>(chant + (size_t)(row + q / 4) * kVoices + k0 + q % 4 * 8);
            b[j] = *reinterpret_cast<const uint4*>(ear + (size_t)(k0 + q / 16) * kListeners + col + q % 16 * 8);
        }
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            int q = t + 256 * j;
            *reinterpret_cast<uint4*>(&as[q / 4][q % 4 * 8]) = a[j];
            *reinterpret_cast<uint4*>(&bs[q / 16][q % 16 * 8]) = b[j];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> x[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> y[4];
#pragma unroll
            for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(x[i], &as[wm + 16 * i][k], 40);
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(y[j], &bs[k][wn + 16 * j], 136);
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) wmma::mma_sync(c[i][j], x[i], y[j], c[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
            wmma::store_matrix_sync(heard + (size_t)(row + wm + 16 * i) * kListeners + col + wn + 16 * j, c[i][j], kListeners, wmma::mem_row_major);
}

// ---- Vineyards: likeness of 4096 wines to 4096 dishes, each told by 1024 flavours of ten bits.
constexpr int kWines = 4096, kDishes = 4096, kFlavours = 1024;

__global__ void harness_ten_bits(const float* __restrict__ from, float* __restrict__ to, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) to[i] = rintf(from[i] * 1024.0f) * (1.0f / 1024.0f);
}

__global__ void __launch_bounds__(256) vineyard_dishes_z4_a(const float* __restrict__ wine, const float* __restrict__ dish, float* __restrict__ like) {
    __shared__ __align__(16) float as[8][132], bs[8][132];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, row = blockIdx.y * 128, col = blockIdx.x * 128, r = t / 2, q = t % 2 * 4;
    float c[8][8] = {};
    float4 a = *reinterpret_cast<const float4*>(wine + (size_t)(row + r) * kFlavours + q);
    float4 b = *reinterpret_cast<const float4*>(dish + (size_t)(col + r) * kFlavours + q);
    for (int k0 = 8; k0 <= kFlavours; k0 += 8) {
        __syncthreads();
        as[q][r] = a.x; as[q + 1][r] = a.y; as[q + 2][r] = a.z; as[q + 3][r] = a.w;
        bs[q][r] = b.x; bs[q + 1][r] = b.y; bs[q + 2][r] = b.z; bs[q + 3][r] = b.w;
        __syncthreads();
        if (k0 < kFlavours) {  // under way while this tile is multiplied
            a = *reinterpret_cast<const float4*>(wine + (size_t)(row + r) * kFlavours + k0 + q);
            b = *reinterpret_cast<const float4*>(dish + (size_t)(col + r) * kFlavours + k0 + q);
        }
        multiply_tile<8, 132, 132>(as, bs, c, tx, ty);
    }
    store_tile(like + (size_t)row * kDishes + col, kDishes, c, tx, ty);
}

__global__ void __launch_bounds__(256, 2) vineyard_dishes_z4_b(const float* __restrict__ wine, const float* __restrict__ dish, float* __restrict__ like) {
    __shared__ __align__(16) float as[128][20], bs[128][20];
    int t = threadIdx.x, lane = t % 32, w = t / 32, g = lane / 4, q = lane % 4, wm = w / 2 * 32, wn = w % 2 * 64, row = blockIdx.y * 128, col = blockIdx.x * 128;
    float c[2][8][4] = {};
    float4 a[2], b[2];
    auto fetch = [&](int k0) {
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            a[j] = *reinterpret_cast<const float4*>(wine + (size_t)(row + t / 4 + 64 * j) * kFlavours + k0 + t % 4 * 4);
            b[j] = *reinterpret_cast<const float4*>(dish + (size_t)(col + t / 4 + 64 * j) * kFlavours + k0 + t % 4 * 4);
        }
    };
    auto tf32 = [](float4 v) { return make_float4(wmma::__float_to_tf32(v.x), wmma::__float_to_tf32(v.y), wmma::__float_to_tf32(v.z), wmma::__float_to_tf32(v.w)); };
    fetch(0);
    for (int k0 = 16; k0 <= kFlavours; k0 += 16) {
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            *reinterpret_cast<float4*>(&as[t / 4 + 64 * j][t % 4 * 4]) = tf32(a[j]);
            *reinterpret_cast<float4*>(&bs[t / 4 + 64 * j][t % 4 * 4]) = tf32(b[j]);
        }
        __syncthreads();
        if (k0 < kFlavours) fetch(k0);
#pragma unroll
        for (int k = 0; k < 16; k += 8) {
            float x[2][4];
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int e = 0; e < 4; ++e) x[i][e] = as[wm + 16 * i + g + e % 2 * 8][k + q + e / 2 * 4];
#pragma unroll
            for (int j = 0; j < 8; ++j) {
                float y0 = bs[wn + 8 * j + g][k + q], y1 = bs[wn + 8 * j + g][k + q + 4];
#pragma unroll
                for (int i = 0; i < 2; ++i)
                    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+f"(c[i][j][0]), "+f"(c[i][j][1]), "+f"(c[i][j][2]), "+f"(c[i][j][3])
                                 : "r"(__float_as_uint(x[i][0])), "r"(__float_as_uint(x[i][1])), "r"(__float_as_uint(x[i][2])), "r"(__float_as_uint(x[i][3])),
                                   "r"(__float_as_uint(y0)), "r"(__float_as_uint(y1)));
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j)
#pragma unroll
            for (int h = 0; h < 2; ++h)
                *reinterpret_cast<float2*>(like + (size_t)(row + wm + 16 * i + g + 8 * h) * kDishes + col + wn + 8 * j + q * 2) = make_float2(c[i][j][2 * h], c[i][j][2 * h + 1]);
}

// ---- Quarries: stress at 4096 points of the rock under 2048 loads from 1024 modes, in double precision.
constexpr int kRocks = 4096, kLoads = 2048, kModes = 1024;

__global__ void __launch_bounds__(256) quarry_stress_z4_a(const double* __restrict__ rock, const double* __restrict__ mode, double* __restrict__ stress) {
    __shared__ __align__(16) double as[16][66], bs[16][64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, row = blockIdx.y * 64, col = blockIdx.x * 64, r = t / 4, q = t % 4 * 4;
    double c[4][4] = {};
    double2 a[2], b[2];
    auto fetch = [&](int k0) {
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            a[h] = *reinterpret_cast<const double2*>(rock + (row + r) * kModes + k0 + q + 2 * h);
            b[h] = *reinterpret_cast<const double2*>(mode + (k0 + ty) * kLoads + col + tx * 2 + 32 * h);
        }
    };
    fetch(0);
    for (int k0 = 16; k0 <= kModes; k0 += 16) {
        __syncthreads();
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            as[q + 2 * h][r] = a[h].x; as[q + 2 * h + 1][r] = a[h].y;
            *reinterpret_cast<double2*>(&bs[ty][tx * 2 + 32 * h]) = b[h];
        }
        __syncthreads();
        if (k0 < kModes) fetch(k0);
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            double2 x0 = *reinterpret_cast<const double2*>(&as[k][ty * 4]), x1 = *reinterpret_cast<const double2*>(&as[k][ty * 4 + 2]);
            double2 y0 = *reinterpret_cast<const double2*>(&bs[k][tx * 2]), y1 = *reinterpret_cast<const double2*>(&bs[k][tx * 2 + 32]);
            double x[4] = {x0.x, x0.y, x1.x, x1.y}, y[4] = {y0.x, y0.y, y1.x, y1.y};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) c[i][j] = fma(x[i], y[j], c[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int h = 0; h < 2; ++h)
            *reinterpret_cast<double2*>(stress + (row + ty * 4 + i) * kLoads + col + tx * 2 + 32 * h) = make_double2(c[i][2 * h], c[i][2 * h + 1]);
}

__global__ void __launch_bounds__(128, 3) quarry_stress_z4_b(const double* __restrict__ rock, const double* __restrict__ mode, double* __restrict__ stress) {
    __shared__ __align__(16) double as[64][20], bs[16][68];
    int t = threadIdx.x, lane = t % 32, w = t / 32, g = lane / 4, q = lane % 4, wm = w / 2 * 32, wn = w % 2 * 32, row = blockIdx.y * 64, col = blockIdx.x * 64;
    double c[2][4][4] = {};
    double2 a[4], b[4];
    auto fetch = [&](int k0) {
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            int p = t + 128 * j;
            a[j] = *reinterpret_cast<const double2*>(rock + (row + p / 8) * kModes + k0 + p % 8 * 2);
            b[j] = *reinterpret_cast<const double2*>(mode + (k0 + p / 32) * kLoads + col + p % 32 * 2);
        }
    };
    fetch(0);
    for (int k0 = 16; k0 <= kModes; k0 += 16) {
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            int p = t + 128 * j;
            *reinterpret_cast<double2*>(&as[p / 8][p % 8 * 2]) = a[j];
            *reinterpret_cast<double2*>(&bs[p / 32][p % 32 * 2]) = b[j];
        }
        __syncthreads();
        if (k0 < kModes) fetch(k0);
#pragma unroll
        for (int k = 0; k < 16; k += 8) {
            double x[2][4], y[4][2];
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int e = 0; e < 4; ++e) x[i][e] = as[wm + 16 * i + g + e % 2 * 8][k + q + e / 2 * 4];
#pragma unroll
            for (int j = 0; j < 4; ++j)
#pragma unroll
                for (int e = 0; e < 2; ++e) y[j][e] = bs[k + q + 4 * e][wn + 8 * j + g];
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j)
                    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+d"(c[i][j][0]), "+d"(c[i][j][1]), "+d"(c[i][j][2]), "+d"(c[i][j][3])
                                 : "d"(x[i][0]), "d"(x[i][1]), "d"(x[i][2]), "d"(x[i][3]), "d"(y[j][0]), "d"(y[j][1]));
        }
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int h = 0; h < 2; ++h)
                *reinterpret_cast<double2*>(stress + (row + wm + 16 * i + g + 8 * h) * kLoads + col + wn + 8 * j + q * 2) = make_double2(c[i][j][2 * h], c[i][j][2 * h + 1]);
}

// ---- Relays: 16896 teams, in each of them the handover of 64 runners to 64 runners over 64 habits in half precision.
constexpr int kTeams = 132 * 128;

__global__ void __launch_bounds__(256) relay_handover_z4_a(const uint4* __restrict__ giver, const uint4* __restrict__ taker, float* __restrict__ smooth) {
    __shared__ __align__(16) float as[64][68], bs[64][68];
    int t = threadIdx.x, tx = t % 16, ty = t / 16;
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        int p = t + 256 * j, r = p / 8, q = p % 8 * 8;
        uint4 a4 = giver[(size_t)blockIdx.x * 512 + p], b4 = taker[(size_t)blockIdx.x * 512 + p];
        const __half2 *a = reinterpret_cast<const __half2*>(&a4), *b = reinterpret_cast<const __half2*>(&b4);
#pragma unroll
        for (int e = 0; e < 4; e += 2) {
            float2 a0 = __half22float2(a[e]), a1 = __half22float2(a[e + 1]), b0 = __half22float2(b[e]), b1 = __half22float2(b[e + 1]);
            *reinterpret_cast<float4*>(&as[r][q + 2 * e]) = make_float4(a0.x, a0.y, a1.x, a1.y);
            *reinterpret_cast<float4*>(&bs[r][q + 2 * e]) = make_float4(b0.x, b0.y, b1.x, b1.y);
        }
    }
    __syncthreads();
    float c[4][4] = {};
#pragma unroll 4
    for (int k = 0; k < 64; k += 4) {
        float x[4][4];
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            float4 v = *reinterpret_cast<const float4*>(&as[ty * 4 + i][k]);
            x[i][0] = v.x; x[i][1] = v.y; x[i][2] = v.z; x[i][3] = v.w;
        }
#pragma unroll
        for (int e = 0; e < 4; ++e) {
            float4 y = *reinterpret_cast<const float4*>(&bs[k + e][tx * 4]);
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                c[i][0] = fmaf(x[i][e], y.x, c[i][0]); c[i][1] = fmaf(x[i][e], y.y, c[i][1]);
                c[i][2] = fmaf(x[i][e], y.z, c[i][2]); c[i][3] = fmaf(x[i][e], y.w, c[i][3]);
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        __stcs(reinterpret_cast<float4*>(smooth + (size_t)blockIdx.x * 4096 + (ty * 4 + i) * 64 + tx * 4), make_float4(c[i][0], c[i][1], c[i][2], c[i][3]));
}

__global__ void __launch_bounds__(256) relay_handover_z4_b(const uint4* __restrict__ giver, const uint4* __restrict__ taker, float* __restrict__ smooth) {
    __shared__ __align__(32) __half as[64][72], bs[64][72];
    int t = threadIdx.x, w = t / 32, wm = w / 2 * 16, wn = w % 2 * 32;
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        int p = t + 256 * j;
        uint4 a = giver[(size_t)blockIdx.x * 512 + p], b = taker[(size_t)blockIdx.x * 512 + p];
        *reinterpret_cast<uint4*>(&as[p / 8][p % 8 * 8]) = a;
        *reinterpret_cast<uint4*>(&bs[p / 8][p % 8 * 8]) = b;
    }
    __syncthreads();
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[2];
    wmma::fill_fragment(c[0], 0.0f);
    wmma::fill_fragment(c[1], 0.0f);
#pragma unroll
    for (int k = 0; k < 64; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> x;
        wmma::load_matrix_sync(x, &as[wm][k], 72);
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> y;
            wmma::load_matrix_sync(y, &bs[k][wn + 16 * j], 72);
            wmma::mma_sync(c[j], x, y, c[j]);
        }
    }
#pragma unroll
    for (int j = 0; j < 2; ++j) wmma::store_matrix_sync(smooth + (size_t)blockIdx.x * 4096 + wm * 64 + wn + 16 * j, c[j], 64, wmma::mem_row_major);
}

// ---- Canals: how well 4096 barges suit 4096 locks over 2048 traits, on tensor cores.
constexpr int kBarges = 4096, kLocks = 4096, kTraits = 2048, kStageHalves = (128 + 256) * 40;

template <int kStages>
__device__ __forceinline__ void suit(const __half* __restrict__ barge, const __half* __restrict__ lock, float* __restrict__ fit) {
    extern __shared__ __align__(128) __half stage[];
    int t = threadIdx.x, w = t / 32, wm = w / 4 * 64, wn = w % 4 * 64, row = blockIdx.y * 128, col = blockIdx.x * 256;
    auto copy = [&](int step) {
        __half *as = stage + step % kStages * kStageHalves, *bs = as + 128 * 40;
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            int p = t + 256 * j;
            __pipeline_memcpy_async(as + p / 4 * 40 + p % 4 * 8, barge + (size_t)(row + p / 4) * kTraits + step * 32 + p % 4 * 8, 16);
        }
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            int p = t + 256 * j;
            __pipeline_memcpy_async(bs + p / 4 * 40 + p % 4 * 8, lock + (size_t)(col + p / 4) * kTraits + step * 32 + p % 4 * 8, 16);
        }
    };
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(c[i][j], 0.0f);
#pragma unroll
    for (int s = 0; s < kStages - 1; ++s) { copy(s); __pipeline_commit(); }
#pragma unroll 1
    for (int step = 0; step < kTraits / 32; ++step) {
        if constexpr (kStages == 1) {
            __syncthreads();
            copy(step);
            __pipeline_commit();
            __pipeline_wait_prior(0);
            __syncthreads();
        } else {
            __pipeline_wait_prior(kStages - 2);
            __syncthreads();
            if (step + kStages - 1 < kTraits / 32) copy(step + kStages - 1);
            __pipeline_commit();
        }
        const __half *as = stage + step % kStages * kStageHalves, *bs = as + 128 * 40;
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> x[4];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> y;
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(x[i], as + (wm + 16 * i) * 40 + k, 40);
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                wmma::load_matrix_sync(y, bs + (wn + 16 * j) * 40 + k, 40);
#pragma unroll
                for (int i = 0; i < 4; ++i) wmma::mma_sync(c[i][j], x[i], y, c[i][j]);
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
            wmma::store_matrix_sync(fit + (size_t)(row + wm + 16 * i) * kLocks + col + wn + 16 * j, c[i][j], kLocks, wmma::mem_row_major);
}

__global__ void __launch_bounds__(256, 1) canal_locks_z4_a(const __half* __restrict__ barge, const __half* __restrict__ lock, float* __restrict__ fit) { suit<1>(barge, lock, fit); }
__global__ void __launch_bounds__(256, 1) canal_locks_z4_b(const __half* __restrict__ barge, const __half* __restrict__ lock, float* __restrict__ fit) { suit<3>(barge, lock, fit); }

// ---- Drums: loudness of 264 long recordings behind a filter of sixteen taps, tile by tile.
constexpr int kDrums = 132 * 2, kDrumTiles = 20, kDrumTile = 30720, kDrumThreads = 768, kDrumPitch = kDrumTiles * kDrumTile + 16;
__constant__ float drum_taps[16] = {0.011f, -0.023f, 0.037f, 0.052f, -0.071f, 0.113f, 0.196f, 0.271f, 0.263f, 0.189f, 0.107f, -0.067f, 0.049f, 0.031f, -0.019f, 0.007f};

__device__ __forceinline__ float loud(const float4* __restrict__ at, float sum) {
    float x[20];
#pragma unroll
    for (int j = 0; j < 5; ++j) { float4 v = at[j]; x[4 * j] = v.x; x[4 * j + 1] = v.y; x[4 * j + 2] = v.z; x[4 * j + 3] = v.w; }
#pragma unroll
    for (int o = 0; o < 4; ++o) {
        float y = 0.0f;
#pragma unroll
        for (int k = 0; k < 16; ++k) y = fmaf(drum_taps[k], x[o + k], y);
        sum = fmaf(y, y, sum);
    }
    return sum;
}

__global__ void __launch_bounds__(kDrumThreads) drum_filter_z4_a(const float4* __restrict__ sound, float* __restrict__ loudness) {
    extern __shared__ float4 tile[];
    int t = threadIdx.x;
    for (int k = 0; k < kDrumTiles; ++k) {
        const float4* from = sound + (size_t)blockIdx.x * (kDrumPitch / 4) + k * (kDrumTile / 4);
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 10; ++j) tile[t + kDrumThreads * j] = from[t + kDrumThreads * j];
        if (t < 4) tile[kDrumTile / 4 + t] = from[kDrumTile / 4 + t];
        __syncthreads();
        float sum = 0.0f;
#pragma unroll 2
        for (int j = 0; j < 10; ++j) sum = loud(tile + t + kDrumThreads * j, sum);
        loudness[(blockIdx.x * kDrumTiles + k) * kDrumThreads + t] = sum;
    }
}

__global__ void __launch_bounds__(kDrumThreads) drum_filter_z4_b(const float4* __restrict__ sound, float* __restrict__ loudness) {
    extern __shared__ float4 tile[];  // two halves of the tile, one on its way while the other is filtered
    constexpr int kHalf = kDrumTile / 8, kRoom = kHalf + 4;
    int t = threadIdx.x;
    const float4* from = sound + (size_t)blockIdx.x * (kDrumPitch / 4);
    auto copy = [&](int h) {
        float4* to = tile + h % 2 * kRoom;
#pragma unroll
        for (int j = 0; j < 5; ++j) __pipeline_memcpy_async(to + t + kDrumThreads * j, from + h * kHalf + t + kDrumThreads * j, 16);
        if (t < 4) __pipeline_memcpy_async(to + kHalf + t, from + h * kHalf + kHalf + t, 16);
    };
    copy(0);
    __pipeline_commit();
    float sum = 0.0f;
    for (int h = 0; h < 2 * kDrumTiles; ++h) {
        if (h + 1 < 2 * kDrumTiles) copy(h + 1);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
#pragma unroll 2
        for (int j = 0; j < 5; ++j) sum = loud(tile + h % 2 * kRoom + t + kDrumThreads * j, sum);
        if (h % 2) { loudness[(blockIdx.x * kDrumTiles + h / 2) * kDrumThreads + t] = sum; sum = 0.0f; }
        __syncthreads();
    }
}

// ---- Tapestries: a photograph of 8192 x 8192 threads seen through a lens of 7 x 7 weights.
constexpr int kCloth = 8192, kClothPitch = kCloth + 8;
__constant__ float lens[49] = {0.002f, 0.005f, 0.009f, 0.011f, 0.008f, 0.004f, 0.001f, 0.006f, 0.013f, 0.021f, 0.026f, 0.022f, 0.014f, 0.005f, 0.008f, 0.023f, 0.037f,
                               0.045f, 0.036f, 0.021f, 0.009f, 0.012f, 0.027f, 0.047f, 0.061f, 0.046f, 0.028f, 0.011f, 0.009f, 0.022f, 0.038f, 0.044f, 0.035f, 0.024f,
                               0.007f, 0.004f, 0.012f, 0.023f, 0.025f, 0.020f, 0.015f, 0.006f, 0.003f, 0.004f, 0.008f, 0.012f, 0.010f, 0.005f, 0.002f};

__global__ void __launch_bounds__(256) tapestry_lens_z4_a(const float* __restrict__ cloth, float* __restrict__ seen) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const float* from = cloth + y * kClothPitch + x;
    float s = 0.0f;
#pragma unroll
    for (int dy = 0; dy < 7; ++dy)
#pragma unroll
        for (int dx = 0; dx < 7; ++dx) s = fmaf(lens[dy * 7 + dx], from[dy * kClothPitch + dx], s);
    seen[y * kCloth + x] = s;
}

__global__ void __launch_bounds__(256) tapestry_lens_z4_b(const float* __restrict__ cloth, float* __restrict__ seen) {
    __shared__ float4 tile[38][34];
    int tx = threadIdx.x, ty = threadIdx.y, t = ty * 32 + tx;
    const float4* from = reinterpret_cast<const float4*>(cloth + blockIdx.y * 32 * kClothPitch + blockIdx.x * 128);
#pragma unroll
    for (int p = t; p < 38 * 34; p += 256) tile[p / 34][p % 34] = from[p / 34 * (kClothPitch / 4) + p % 34];
    __syncthreads();
    float s[4][4] = {};
#pragma unroll
    for (int r = 0; r < 10; ++r) {
        float v[12];
#pragma unroll
        for (int j = 0; j < 3; ++j) { float4 q = tile[ty * 4 + r][tx + j]; v[4 * j] = q.x; v[4 * j + 1] = q.y; v[4 * j + 2] = q.z; v[4 * j + 3] = q.w; }
#pragma unroll
        for (int o = 0; o < 4; ++o) {
            if (r < o || r - o > 6) continue;
#pragma unroll
            for (int c = 0; c < 4; ++c)
#pragma unroll
                for (int dx = 0; dx < 7; ++dx) s[o][c] = fmaf(lens[(r - o) * 7 + dx], v[c + dx], s[o][c]);
        }
    }
#pragma unroll
    for (int o = 0; o < 4; ++o)
        *reinterpret_cast<float4*>(seen + (blockIdx.y * 32 + ty * 4 + o) * kCloth + blockIdx.x * 128 + tx * 4) = make_float4(s[o][0], s[o][1], s[o][2], s[o][3]);
}

// ---- Caravans: quality of the water at wells that caravans visit; 32 regions with 262144 wells of eight properties, and lists of 1024 visits in a region.
constexpr int kRegions = 32, kWells = 262144, kLists = 2112;

__device__ __forceinline__ void visits(int region, int list, const int* __restrict__ visit, const float4* __restrict__ well, float* __restrict__ water) {
    size_t first = ((size_t)region * kLists + list) * 1024;
    int t = threadIdx.x, side = t % 2;  // two threads for a well
    const float4* wells = well + (size_t)region * kWells * 2 + side;
    float4 v[8];
    int i[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) i[j] = __ldcs(visit + first + j * 128 + t / 2);
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = wells[2 * i[j]];
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        float s = fmaf(v[j].x, v[j].y, v[j].z * v[j].w);
        s += __shfl_xor_sync(0xffffffffu, s, 1);
        if (side == 0) __stcs(water + first + j * 128 + t / 2, s);
    }
}

__global__ void __launch_bounds__(256) caravan_wells_z4_a(const int* __restrict__ visit, const float4* __restrict__ well, float* __restrict__ water) {
    visits(blockIdx.x % kRegions, blockIdx.x / kRegions, visit, well, water);
}
__global__ void __launch_bounds__(256) caravan_wells_z4_b(const int* __restrict__ visit, const float4* __restrict__ well, float* __restrict__ water) {
    visits(blockIdx.x / kLists, blockIdx.x % kLists, visit, well, water);
}

// ---- Planets: pull of 4096 moons on each of 270336 grains of dust.
constexpr int kDust = 132 * 2048, kMoons = 4096;

__device__ __forceinline__ void pull(const float4* __restrict__ moon, float3 at, float3& force) {
#pragma unroll 8
    for (int m = 0; m < 256; ++m) {
        float4 p = moon[m];
        float dx = p.x - at.x, dy = p.y - at.y, dz = p.z - at.z;
        float r = rsqrtf(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f)))), f = p.w * r * r * r;
        force.x = fmaf(f, dx, force.x); force.y = fmaf(f, dy, force.y); force.z = fmaf(f, dz, force.z);
    }
}

__global__ void __launch_bounds__(256) planet_dust_z4_a(const float* __restrict__ dust, const float4* __restrict__ moon, float* __restrict__ force) {
    __shared__ float4 near[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float3 at = make_float3(dust[i], dust[i + kDust], dust[i + 2 * kDust]), sum = make_float3(0.0f, 0.0f, 0.0f);
    for (int k = 0; k < kMoons; k += 256) {
        __syncthreads();
        near[t] = moon[k + t];
        __syncthreads();
        pull(near, at, sum);
    }
    force[i] = sum.x; force[i + kDust] = sum.y; force[i + 2 * kDust] = sum.z;
}

__global__ void __launch_bounds__(256) planet_dust_z4_b(const float* __restrict__ dust, const float4* __restrict__ moon, float* __restrict__ force) {
    __shared__ float4 near[2][256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    __pipeline_memcpy_async(&near[0][t], moon + t, 16);
    __pipeline_commit();
    float3 at = make_float3(dust[i], dust[i + kDust], dust[i + 2 * kDust]), sum = make_float3(0.0f, 0.0f, 0.0f);
#pragma unroll 1
    for (int k = 0; k < kMoons / 256; ++k) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (k + 1 < kMoons / 256) __pipeline_memcpy_async(&near[(k + 1) % 2][t], moon + (k + 1) * 256 + t, 16);
        __pipeline_commit();
        pull(near[k % 2], at, sum);
    }
    force[i] = sum.x; force[i + kDust] = sum.y; force[i + 2 * kDust] = sum.z;
}

// ---- Dunes: one step of the sand's creep over a desert of 8192 x 16384 cells from the four neighbours of each.
constexpr int kDuneRows = 8192, kDuneCols = 16384, kDunePitch = kDuneCols + 64;

__global__ void __launch_bounds__(256) desert_dunes_z4_a(const float* __restrict__ sand, float* __restrict__ crept) {
    int lane = threadIdx.x % 32, x = blockIdx.x * 1024 + threadIdx.x * 4, y = blockIdx.y * 8;
    const float* from = sand + y * kDunePitch + 32 + x;  // a border of one row and 32 columns
    float4 v[10];
    float edge[8] = {};
    const float* side = from + (lane == 0 ? -1 : 4);
#pragma unroll
    for (int r = 0; r < 10; ++r) v[r] = *reinterpret_cast<const float4*>(from + r * kDunePitch);
    if (lane == 0 || lane == 31) {
#pragma unroll
        for (int r = 0; r < 8; ++r) edge[r] = side[(r + 1) * kDunePitch];
    }
#pragma unroll
    for (int r = 0; r < 8; ++r) {
        float4 u = v[r], m = v[r + 1], d = v[r + 2];
        float left = __shfl_up_sync(0xffffffffu, m.w, 1), right = __shfl_down_sync(0xffffffffu, m.x, 1);
        if (lane == 0) left = edge[r];
        if (lane == 31) right = edge[r];
        float4 o = make_float4(fmaf(0.2f, u.x + d.x + left + m.y, 0.19f * m.x), fmaf(0.2f, u.y + d.y + m.x + m.z, 0.19f * m.y),
                               fmaf(0.2f, u.z + d.z + m.y + m.w, 0.19f * m.z), fmaf(0.2f, u.w + d.w + m.z + right, 0.19f * m.w));
        __stcs(reinterpret_cast<float4*>(crept + (y + r) * kDuneCols + x), o);
    }
}

__global__ void harness_half(const float* __restrict__ from, __half* __restrict__ to, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) to[i] = __float2half(from[i]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    auto four = [](const float* p) { return reinterpret_cast<const float4*>(p); };

    constexpr size_t pool = (size_t)kDrums * kDrumPitch;  // the largest number of floats that a case reads
    constexpr size_t written = (size_t)kDuneRows * kDuneCols;
    static_assert(pool >= (size_t)(kDuneRows + 2) * kDunePitch && pool >= (size_t)(kCloth + 6) * kClothPitch && pool >= 2 * (size_t)kTeams * 4096, "shared");
    static_assert(written >= (size_t)kRegions * kLists * 1024 && written >= (size_t)kTeams * 4096, "shared");
    const float* sea = filled<float>(pool, 61);
    float* land = empty<float>(written);
    constexpr size_t halves = 2 * (size_t)kTeams * 4096;
    __half* foam = reinterpret_cast<__half*>(empty<uint16_t>(halves));
    harness_half<<<2048, 256>>>(sea, foam, halves); CHECK(cudaGetLastError());

    add("granary_income_z4_a", land, (size_t)kFarms * kMarkets, Output::f32, [=] { granary_income_z4_a<<<dim3(kMarkets / 32, kFarms / 8), dim3(32, 8)>>>(sea, sea + kFarms * kGrains, land); });
    add("granary_income_z4_b", land, (size_t)kFarms * kMarkets, Output::f32, [=] { granary_income_z4_b<<<dim3(kMarkets / 64, kFarms / 64), 256>>>(sea, sea + kFarms * kGrains, land); });

    const __half* ear = foam + (size_t)kChants * kVoices;
    add("abbey_chant_z4_a", land, (size_t)kChants * kListeners, Output::f32, [=] { abbey_chant_z4_a<<<dim3(kListeners / 128, kChants / 128), 256>>>(foam, ear, land); });
    add("abbey_chant_z4_b", land, (size_t)kChants * kListeners, Output::f32, [=] { abbey_chant_z4_b<<<dim3(kListeners / 128, kChants / 128), 256>>>(foam, ear, land); });

    constexpr size_t wines = (size_t)kWines * kFlavours, dishes = (size_t)kDishes * kFlavours;
    float* wine = empty<float>(wines + dishes);
    harness_ten_bits<<<2048, 256>>>(sea, wine, wines + dishes); CHECK(cudaGetLastError());
    add("vineyard_dishes_z4_a", land, (size_t)kWines * kDishes, Output::f32, [=] { vineyard_dishes_z4_a<<<dim3(kDishes / 128, kWines / 128), 256>>>(wine, wine + wines, land); });
    add("vineyard_dishes_z4_b", land, (size_t)kWines * kDishes, Output::f32, [=] { vineyard_dishes_z4_b<<<dim3(kDishes / 128, kWines / 128), 256>>>(wine, wine + wines, land); });

    double *rock = filled<double>((size_t)kRocks * kModes, 62), *mode = filled<double>((size_t)kModes * kLoads, 63), *stress = empty<double>((size_t)kRocks * kLoads);
    add("quarry_stress_z4_a", stress, (size_t)kRocks * kLoads, Output::f64, [=] { quarry_stress_z4_a<<<dim3(kLoads / 64, kRocks / 64), 256>>>(rock, mode, stress); });
    add("quarry_stress_z4_b", stress, (size_t)kRocks * kLoads, Output::f64, [=] { quarry_stress_z4_b<<<dim3(kLoads / 64, kRocks / 64), 128>>>(rock, mode, stress); });

    const uint4 *giver = reinterpret_cast<const uint4*>(foam), *taker = giver + (size_t)kTeams * 512;
    add("relay_handover_z4_a", land, (size_t)kTeams * 4096, Output::f32, [=] { relay_handover_z4_a<<<kTeams, 256>>>(giver, taker, land); });
    add("relay_handover_z4_b", land, (size_t)kTeams * 4096, Output::f32, [=] { relay_handover_z4_b<<<kTeams, 256>>>(giver, taker, land); });

    const __half* lock = foam + (size_t)kBarges * kTraits;
    constexpr int stage = kStageHalves * 2;
    CHECK(cudaFuncSetAttribute(canal_locks_z4_a, cudaFuncAttributeMaxDynamicSharedMemorySize, stage));
    CHECK(cudaFuncSetAttribute(canal_locks_z4_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 3 * stage));
    add("canal_locks_z4_a", land, (size_t)kBarges * kLocks, Output::f32, [=] { canal_locks_z4_a<<<dim3(kLocks / 256, kBarges / 128), 256, stage>>>(foam, lock, land); });
    add("canal_locks_z4_b", land, (size_t)kBarges * kLocks, Output::f32, [=] { canal_locks_z4_b<<<dim3(kLocks / 256, kBarges / 128), 256, 3 * stage>>>(foam, lock, land); });

    constexpr int drum_a = (kDrumTile + 16) * 4, drum_b = (kDrumTile + 32) * 4;
    CHECK(cudaFuncSetAttribute(drum_filter_z4_a, cudaFuncAttributeMaxDynamicSharedMemorySize, drum_a));
    CHECK(cudaFuncSetAttribute(drum_filter_z4_b, cudaFuncAttributeMaxDynamicSharedMemorySize, drum_b));
    add("drum_filter_z4_a", land, (size_t)kDrums * kDrumTiles * kDrumThreads, Output::f32, [=] { drum_filter_z4_a<<<kDrums, kDrumThreads, drum_a>>>(four(sea), land); });
    add("drum_filter_z4_b", land, (size_t)kDrums * kDrumTiles * kDrumThreads, Output::f32, [=] { drum_filter_z4_b<<<kDrums, kDrumThreads, drum_b>>>(four(sea), land); });

    add("tapestry_lens_z4_a", land, (size_t)kCloth * kCloth, Output::f32, [=] { tapestry_lens_z4_a<<<dim3(kCloth / 32, kCloth / 8), dim3(32, 8)>>>(sea, land); });
    add("tapestry_lens_z4_b", land, (size_t)kCloth * kCloth, Output::f32, [=] { tapestry_lens_z4_b<<<dim3(kCloth / 128, kCloth / 32), dim3(32, 8)>>>(sea, land); });

    constexpr size_t visited = (size_t)kRegions * kLists * 1024;
    const int* visit = indices(visited, kWells, 64);
    add("caravan_wells_z4_a", land, visited, Output::f32, [=] { caravan_wells_z4_a<<<kRegions * kLists, 256>>>(visit, four(sea), land); });
    add("caravan_wells_z4_b", land, visited, Output::f32, [=] { caravan_wells_z4_b<<<kRegions * kLists, 256>>>(visit, four(sea), land); });

    add("planet_dust_z4_a", land, 3 * (size_t)kDust, Output::f32, [=] { planet_dust_z4_a<<<kDust / 256, 256>>>(sea, four(sea + 4 * kDust), land); });
    add("planet_dust_z4_b", land, 3 * (size_t)kDust, Output::f32, [=] { planet_dust_z4_b<<<kDust / 256, 256>>>(sea, four(sea + 4 * kDust), land); });

    add("desert_dunes_z4_a", land, written, Output::f32, [=] { desert_dunes_z4_a<<<dim3(kDuneCols / 1024, kDuneRows / 8), 256>>>(sea, land); });

    return harness::run(argc, argv, cases);
}
