// Eleven measured cases of matrices and tiles from farms, workshops and observatories: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using harness::Case;
using harness::Output;
namespace wmma = nvcuda::wmma;

// One 16-byte store; the compiler splits some plain float4 stores in four.
__device__ __forceinline__ void put4(float* to, const float (&v)[4]) {
    asm volatile("st.global.v4.f32 [%0], {%1, %2, %3, %4};" :: "l"(to), "f"(v[0]), "f"(v[1]), "f"(v[2]), "f"(v[3]) : "memory");
}

// ---- Mills: flour of each mill from each farm, farms x grains times grains x mills in FP32.
constexpr int kFarms = 4096, kMills = 2048, kGrains = 512;

__global__ void __launch_bounds__(256) mill_flour_c5_a(const float* __restrict__ crop, const float* __restrict__ yield, float* __restrict__ flour) {
    int mill = blockIdx.x * 32 + threadIdx.x, farm = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.0f;
#pragma unroll 8
    for (int k = 0; k < kGrains; ++k) sum = fmaf(crop[farm * kGrains + k], yield[k * kMills + mill], sum);
    flour[(size_t)farm * kMills + mill] = sum;
}

__global__ void __launch_bounds__(256, 2) mill_flour_c5_b(const float* __restrict__ crop, const float* __restrict__ yield, float* __restrict__ flour) {
    __shared__ __align__(16) float left[8][132], right[8][132];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, row0 = blockIdx.y * 128, col0 = blockIdx.x * 128;
    float sum[8][8] = {};
    for (int from = 0; from < kGrains; from += 8) {
        float4 a = *reinterpret_cast<const float4*>(crop + (row0 + t / 2) * kGrains + from + t % 2 * 4);
        float4 b = *reinterpret_cast<const float4*>(yield + (from + t / 32) * kMills + col0 + t % 32 * 4);
        __syncthreads();
        left[t % 2 * 4 + 0][t / 2] = a.x; left[t % 2 * 4 + 1][t / 2] = a.y;
        left[t % 2 * 4 + 2][t / 2] = a.z; left[t % 2 * 4 + 3][t / 2] = a.w;
        *reinterpret_cast<float4*>(&right[t / 32][t % 32 * 4]) = b;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            float p[8], q[8];
            *reinterpret_cast<float4*>(p) = *reinterpret_cast<float4*>(&left[k][ty * 4]);
            *reinterpret_cast<float4*>(p + 4) = *reinterpret_cast<float4*>(&left[k][64 + ty * 4]);
            *reinterpret_cast<float4*>(q) = *reinterpret_cast<float4*>(&right[k][tx * 4]);
            *reinterpret_cast<float4*>(q + 4) = *reinterpret_cast<float4*>(&right[k][64 + tx * 4]);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(p[i], q[j], sum[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
            *reinterpret_cast<float4*>(flour + (size_t)(row0 + i / 4 * 64 + ty * 4 + i % 4) * kMills + col0 + j * 64 + tx * 4) =
                make_float4(sum[i][j * 4], sum[i][j * 4 + 1], sum[i][j * 4 + 2], sum[i][j * 4 + 3]);
}

// ---- Lanterns: gradient of a paint layer, transposed strokes (samples x pigments) times glows (samples x hues), half in, float out.
constexpr int kPigments = 36 * 128, kHues = 33 * 64, kSamples = 512;

__global__ void __launch_bounds__(256, 2) lantern_paint_c5_a(const __half* __restrict__ stroke, const __half* __restrict__ glow, float* __restrict__ slope) {
    __shared__ __align__(16) float left[32][132], right[32][68];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, row0 = blockIdx.y * 128, col0 = blockIdx.x * 64;
    float sum[8][4] = {};
    for (int from = 0; from < kSamples; from += 32) {
        uint2 a[4], b[2];
#pragma unroll
        for (int j = 0; j < 4; ++j) a[j] = *reinterpret_cast<const uint2*>(stroke + (size_t)(from + j * 8 + t / 32) * kPigments + row0 + t % 32 * 4);
#pragma unroll
        for (int j = 0; j < 2; ++j) b[j] = *reinterpret_cast<const uint2*>(glow + (size_t)(from + j * 16 + t / 16) * kHues + col0 + t % 16 * 4);
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float2 u = __half22float2(*reinterpret_cast<__half2*>(&a[j].x)), v = __half22float2(*reinterpret_cast<__half2*>(&a[j].y));
            *reinterpret_cast<float4*>(&left[j * 8 + t / 32][t % 32 * 4]) = make_float4(u.x, u.y, v.x, v.y);
        }
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            float2 u = __half22float2(*reinterpret_cast<__half2*>(&b[j].x)), v = __half22float2(*reinterpret_cast<__half2*>(&b[j].y));
            *reinterpret_cast<float4*>(&right[j * 16 + t / 16][t % 16 * 4]) = make_float4(u.x, u.y, v.x, v.y);
        }
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 32; ++k) {
            float p[8], q[4];
            *reinterpret_cast<float4*>(p) = *reinterpret_cast<float4*>(&left[k][ty * 4]);
            *reinterpret_cast<float4*>(p + 4) = *reinterpret_cast<float4*>(&left[k][64 + ty * 4]);
            *reinterpret_cast<float4*>(q) = *reinterpret_cast<float4*>(&right[k][tx * 4]);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] = fmaf(p[i], q[j], sum[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
        put4(slope + (size_t)(row0 + i / 4 * 64 + ty * 4 + i % 4) * kHues + col0 + tx * 4, sum[i]);
}

__global__ void __launch_bounds__(256, 2) lantern_paint_c5_b(const __half* __restrict__ stroke, const __half* __restrict__ glow, float* __restrict__ slope) {
    __shared__ __align__(32) __half left[32][136], right[32][72];
    int t = threadIdx.x, row0 = blockIdx.y * 128, col0 = blockIdx.x * 64, wr = t / 32 % 4 * 32, wc = t / 128 * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2][2];
#pragma unroll
    for (int i = 0; i < 4; ++i) wmma::fill_fragment(sum[i / 2][i % 2], 0.0f);
    for (int from = 0; from < kSamples; from += 32) {
        uint2 a[4], b[2];
#pragma unroll
        for (int j = 0; j < 4; ++j) a[j] = *reinterpret_cast<const uint2*>(stroke + (size_t)(from + j * 8 + t / 32) * kPigments + row0 + t % 32 * 4);
#pragma unroll
        for (int j = 0; j < 2; ++j) b[j] = *reinterpret_cast<const uint2*>(glow + (size_t)(from + j * 16 + t / 16) * kHues + col0 + t % 16 * 4);
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 4; ++j) *reinterpret_cast<uint2*>(&left[j * 8 + t / 32][t % 32 * 4]) = a[j];
#pragma unroll
        for (int j = 0; j < 2; ++j) *reinterpret_cast<uint2*>(&right[j * 16 + t / 16][t % 16 * 4]) = b[j];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::col_major> p[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> q[2];
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                wmma::load_matrix_sync(p[i], &left[k][wr + i * 16], 136);
                wmma::load_matrix_sync(q[i], &right[k][wc + i * 16], 72);
            }
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::mma_sync(sum[i / 2][i % 2], p[i / 2], q[i % 2], sum[i / 2][i % 2]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        wmma::store_matrix_sync(slope + (size_t)(row0 + wr + i / 2 * 16) * kHues + col0 + wc + i % 2 * 16, sum[i / 2][i % 2], kHues, wmma::mem_row_major);
}

// ---- Cheese: how alike the aromas of two shelves of cheeses are, transposed odours x odours in FP32, prefetched double tiles.
constexpr int kWheels = 4096, kShelves = 2048, kOdours = 1024, kOdourPitch = 136;
using OdourTile = float[8][kOdourPitch];

__device__ __forceinline__ float4 odour_load(const float* __restrict__ from, int pitch) {
    return *reinterpret_cast<const float4*>(from + threadIdx.x / 32 * pitch + threadIdx.x % 32 * 4);
}

__global__ void __launch_bounds__(256, 2) cheese_aroma_c5_a(const float* __restrict__ wheel, const float* __restrict__ shelf, float* __restrict__ alike) {
    __shared__ __align__(16) OdourTile left[2], right[2];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, row0 = blockIdx.y * 128, col0 = blockIdx.x * 128;
    float4 a, b;
    auto keep = [&](int s) {
        *reinterpret_cast<float4*>(&left[s][t / 32][t % 32 * 4]) = a;
        *reinterpret_cast<float4*>(&right[s][t / 32][t % 32 * 4]) = b;
    };
    float sum[8][8] = {};
    a = odour_load(wheel + row0, kWheels); b = odour_load(shelf + col0, kShelves);
    keep(0);
    __syncthreads();
    for (int from = 0; from < kOdours; from += 8) {
        int s = from / 8 % 2;
        bool more = from + 8 < kOdours;
        if (more) { a = odour_load(wheel + (from + 8) * kWheels + row0, kWheels); b = odour_load(shelf + (from + 8) * kShelves + col0, kShelves); }
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            float p[8], q[8];
            *reinterpret_cast<float4*>(p) = *reinterpret_cast<float4*>(&left[s][k][ty * 4]);
            *reinterpret_cast<float4*>(p + 4) = *reinterpret_cast<float4*>(&left[s][k][64 + ty * 4]);
            *reinterpret_cast<float4*>(q) = *reinterpret_cast<float4*>(&right[s][k][tx * 4]);
            *reinterpret_cast<float4*>(q + 4) = *reinterpret_cast<float4*>(&right[s][k][64 + tx * 4]);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(p[i], q[j], sum[i][j]);
        }
        if (more) keep(s ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
            *reinterpret_cast<float4*>(alike + (size_t)(row0 + i / 4 * 64 + ty * 4 + i % 4) * kShelves + col0 + j * 64 + tx * 4) =
                make_float4(sum[i][j * 4], sum[i][j * 4 + 1], sum[i][j * 4 + 2], sum[i][j * 4 + 3]);
}

__global__ void __launch_bounds__(256, 2) cheese_aroma_c5_b(const float* __restrict__ wheel, const float* __restrict__ shelf, float* __restrict__ alike) {
    __shared__ __align__(16) OdourTile left[2], right[2];
    int t = threadIdx.x, g = t % 32 / 4, l = t % 4, row0 = blockIdx.y * 128, col0 = blockIdx.x * 128, wr = t / 32 % 4 * 32, wc = t / 128 * 64;
    float4 a, b;
    auto round = [](float4 v) { return make_float4(wmma::__float_to_tf32(v.x), wmma::__float_to_tf32(v.y), wmma::__float_to_tf32(v.z), wmma::__float_to_tf32(v.w)); };
    auto keep = [&](int s) {
        *reinterpret_cast<float4*>(&left[s][t / 32][t % 32 * 4]) = round(a);
        *reinterpret_cast<float4*>(&right[s][t / 32][t % 32 * 4]) = round(b);
    };
    float sum[2][8][4] = {};
    a = odour_load(wheel + row0, kWheels); b = odour_load(shelf + col0, kShelves);
    keep(0);
    __syncthreads();
    for (int from = 0; from < kOdours; from += 8) {
        int s = from / 8 % 2;
        bool more = from + 8 < kOdours;
        if (more) { a = odour_load(wheel + (from + 8) * kWheels + row0, kWheels); b = odour_load(shelf + (from + 8) * kShelves + col0, kShelves); }
        unsigned p[2][4];
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int v = 0; v < 4; ++v) p[i][v] = __float_as_uint(left[s][v / 2 * 4 + l][wr + i * 16 + v % 2 * 8 + g]);
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            unsigned q0 = __float_as_uint(right[s][l][wc + j * 8 + g]), q1 = __float_as_uint(right[s][4 + l][wc + j * 8 + g]);
#pragma unroll
            for (int i = 0; i < 2; ++i)
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                    : "+f"(sum[i][j][0]), "+f"(sum[i][j][1]), "+f"(sum[i][j][2]), "+f"(sum[i][j][3])
                    : "r"(p[i][0]), "r"(p[i][1]), "r"(p[i][2]), "r"(p[i][3]), "r"(q0), "r"(q1));
        }
        if (more) keep(s ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j)
#pragma unroll
            for (int v = 0; v < 2; ++v)
                *reinterpret_cast<float2*>(alike + (size_t)(row0 + wr + i * 16 + v * 8 + g) * kShelves + col0 + wc + j * 8 + l * 2) =
                    make_float2(sum[i][j][v * 2], sum[i][j][v * 2 + 1]);
}

// ---- Orbits: overlap of two sets of orbitals on an integration grid in FP64, transposed grid x orbitals.
constexpr int kOrbitals = 4096, kPartners = 2048, kGridPoints = 512;

struct OrbitTiles { double left[16][132], right[16][68]; };

__device__ __forceinline__ void orbit_stage(OrbitTiles& tiles, const double* __restrict__ orbital, const double* __restrict__ partner, int from, int row0, int col0) {
    int t = threadIdx.x;
    double2 a[4], b[2];
#pragma unroll
    for (int j = 0; j < 4; ++j) a[j] = *reinterpret_cast<const double2*>(orbital + (size_t)(from + j * 4 + t / 64) * kOrbitals + row0 + t % 64 * 2);
#pragma unroll
    for (int j = 0; j < 2; ++j) b[j] = *reinterpret_cast<const double2*>(partner + (size_t)(from + j * 8 + t / 32) * kPartners + col0 + t % 32 * 2);
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) *reinterpret_cast<double2*>(&tiles.left[j * 4 + t / 64][t % 64 * 2]) = a[j];
#pragma unroll
    for (int j = 0; j < 2; ++j) *reinterpret_cast<double2*>(&tiles.right[j * 8 + t / 32][t % 32 * 2]) = b[j];
    __syncthreads();
}

__global__ void __launch_bounds__(256, 2) orbit_overlap_c5_a(const double* __restrict__ orbital, const double* __restrict__ partner, double* __restrict__ overlap) {
    __shared__ __align__(16) OrbitTiles tiles;
    int t = threadIdx.x, tx = t % 16, ty = t / 16, row0 = blockIdx.y * 128, col0 = blockIdx.x * 64;
    double sum[8][4] = {};
    for (int from = 0; from < kGridPoints; from += 16) {
        orbit_stage(tiles, orbital, partner, from, row0, col0);
#pragma unroll 4
        for (int k = 0; k < 16; ++k) {
            double2 p[4], q[2];
#pragma unroll
            for (int i = 0; i < 4; ++i) p[i] = *reinterpret_cast<double2*>(&tiles.left[k][i * 32 + ty * 2]);
#pragma unroll
            for (int j = 0; j < 2; ++j) q[j] = *reinterpret_cast<double2*>(&tiles.right[k][j * 32 + tx * 2]);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 2; ++j) {
                    sum[i * 2][j * 2] = fma(p[i].x, q[j].x, sum[i * 2][j * 2]); sum[i * 2][j * 2 + 1] = fma(p[i].x, q[j].y, sum[i * 2][j * 2 + 1]);
                    sum[i * 2 + 1][j * 2] = fma(p[i].y, q[j].x, sum[i * 2 + 1][j * 2]); sum[i * 2 + 1][j * 2 + 1] = fma(p[i].y, q[j].y, sum[i * 2 + 1][j * 2 + 1]);
                }
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
            *reinterpret_cast<double2*>(overlap + (size_t)(row0 + i / 2 * 32 + ty * 2 + i % 2) * kPartners + col0 + j * 32 + tx * 2) = make_double2(sum[i][j * 2], sum[i][j * 2 + 1]);
}

__global__ void __launch_bounds__(256, 2) orbit_overlap_c5_b(const double* __restrict__ orbital, const double* __restrict__ partner, double* __restrict__ overlap) {
    __shared__ __align__(16) OrbitTiles tiles;
    int t = threadIdx.x, g = t % 32 / 4, l = t % 4, row0 = blockIdx.y * 128, col0 = blockIdx.x * 64, wr = t / 32 % 4 * 32, wc = t / 128 * 32;
    double sum[2][4][4] = {};
    for (int from = 0; from < kGridPoints; from += 16) {
        orbit_stage(tiles, orbital, partner, from, row0, col0);
#pragma unroll
        for (int k = 0; k < 16; k += 8) {
            double p[2][4], q[4][2];
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int v = 0; v < 4; ++v) p[i][v] = tiles.left[k + v / 2 * 4 + l][wr + i * 16 + v % 2 * 8 + g];
#pragma unroll
            for (int j = 0; j < 4; ++j)
#pragma unroll
                for (int v = 0; v < 2; ++v) q[j][v] = tiles.right[k + v * 4 + l][wc + j * 8 + g];
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j)
                    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                        : "+d"(sum[i][j][0]), "+d"(sum[i][j][1]), "+d"(sum[i][j][2]), "+d"(sum[i][j][3])
                        : "d"(p[i][0]), "d"(p[i][1]), "d"(p[i][2]), "d"(p[i][3]), "d"(q[j][0]), "d"(q[j][1]));
        }
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int v = 0; v < 2; ++v)
                *reinterpret_cast<double2*>(overlap + (size_t)(row0 + wr + i * 16 + v * 8 + g) * kPartners + col0 + wc + j * 8 + l * 2) =
                    make_double2(sum[i][j][v * 2], sum[i][j][v * 2 + 1]);
}

// ---- Puppets: each of 16384 puppets' 64 x 64 joint table, transposed strings x limbs of its own, bfloat16 in, float out.
constexpr int kPuppets = 16384;

__global__ void __launch_bounds__(256) puppet_joint_c5_a(const __nv_bfloat16* __restrict__ cord, const __nv_bfloat16* __restrict__ limb, float* __restrict__ joint) {
    __shared__ __align__(16) float left[64][68], right[64][68];
    int t = threadIdx.x, tx = t % 16, ty = t / 16;
    size_t base = (size_t)blockIdx.x * 4096;
    uint2 a[4], b[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        a[j] = *reinterpret_cast<const uint2*>(cord + base + j * 1024 + t * 4);
        b[j] = *reinterpret_cast<const uint2*>(limb + base + j * 1024 + t * 4);
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float2 u = __bfloat1622float2(*reinterpret_cast<__nv_bfloat162*>(&a[j].x)), v = __bfloat1622float2(*reinterpret_cast<__nv_bfloat162*>(&a[j].y));
        *reinterpret_cast<float4*>(&left[j * 16 + ty][tx * 4]) = make_float4(u.x, u.y, v.x, v.y);
        u = __bfloat1622float2(*reinterpret_cast<__nv_bfloat162*>(&b[j].x)); v = __bfloat1622float2(*reinterpret_cast<__nv_bfloat162*>(&b[j].y));
        *reinterpret_cast<float4*>(&right[j * 16 + ty][tx * 4]) = make_float4(u.x, u.y, v.x, v.y);
    }
    __syncthreads();
    float sum[4][4] = {};
#pragma unroll 16
    for (int k = 0; k < 64; ++k) {
        float p[4], q[4];
        *reinterpret_cast<float4*>(p) = *reinterpret_cast<float4*>(&left[k][ty * 4]);
        *reinterpret_cast<float4*>(q) = *reinterpret_cast<float4*>(&right[k][tx * 4]);
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) sum[i][j] = fmaf(p[i], q[j], sum[i][j]);
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) put4(joint + base + (ty * 4 + i) * 64 + tx * 4, sum[i]);
}

__global__ void __launch_bounds__(256) puppet_joint_c5_b(const __nv_bfloat16* __restrict__ cord, const __nv_bfloat16* __restrict__ limb, float* __restrict__ joint) {
    __shared__ __align__(32) __nv_bfloat16 left[64][72], right[64][72];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, wr = t / 32 % 4 * 16, wc = t / 128 * 32;
    size_t base = (size_t)blockIdx.x * 4096;
    uint2 a[4], b[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        a[j] = *reinterpret_cast<const uint2*>(cord + base + j * 1024 + t * 4);
        b[j] = *reinterpret_cast<const uint2*>(limb + base + j * 1024 + t * 4);
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        *reinterpret_cast<uint2*>(&left[j * 16 + ty][tx * 4]) = a[j];
        *reinterpret_cast<uint2*>(&right[j * 16 + ty][tx * 4]) = b[j];
    }
    __syncthreads();
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2];
    wmma::fill_fragment(sum[0], 0.0f); wmma::fill_fragment(sum[1], 0.0f);
#pragma unroll
    for (int k = 0; k < 64; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::col_major> p;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::row_major> q[2];
        wmma::load_matrix_sync(p, &left[k][wr], 72);
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(q[j], &right[k][wc + j * 16], 72);
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::mma_sync(sum[j], p, q[j], sum[j]);
    }
#pragma unroll
    for (int j = 0; j < 2; ++j) wmma::store_matrix_sync(joint + base + wr * 64 + wc + j * 16, sum[j], 64, wmma::mem_row_major);
}

// ---- Tapestry: colours of every stitch of a weave, threads x knots times knots x dyes on tensor cores, 128 x 256 tiles.
constexpr int kThreadsOfWeave = 4096, kDyes = 4096, kKnots = 1024;
struct WeaveTiles { __half left[128][40], right[32][264]; };
using WeaveSum = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;

__device__ __forceinline__ void weave_multiply(const WeaveTiles& tiles, WeaveSum (&sum)[4][4], int wr, int wc) {
#pragma unroll
    for (int k = 0; k < 32; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> p[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(p[i], &tiles.left[wr + i * 16][k], 40);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> q;
            wmma::load_matrix_sync(q, &tiles.right[k][wc + j * 16], 264);
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::mma_sync(sum[i][j], p[i], q, sum[i][j]);
        }
    }
}

__device__ __forceinline__ void weave_finish(float* __restrict__ stitch, const WeaveSum (&sum)[4][4], int row, int col) {
#pragma unroll
    for (int i = 0; i < 16; ++i)
        wmma::store_matrix_sync(stitch + (size_t)(row + i / 4 * 16) * kDyes + col + i % 4 * 16, sum[i / 4][i % 4], kDyes, wmma::mem_row_major);
}

__global__ void __launch_bounds__(256, 1) weave_colour_c5_a(const __half* __restrict__ yarn, const __half* __restrict__ dye, float* __restrict__ stitch) {
    __shared__ __align__(32) WeaveTiles tiles;
    int t = threadIdx.x, row0 = blockIdx.y * 128, col0 = blockIdx.x * 256, wr = t / 32 % 2 * 64, wc = t / 64 * 64;
    WeaveSum sum[4][4];
#pragma unroll
    for (int i = 0; i < 16; ++i) wmma::fill_fragment(sum[i / 4][i % 4], 0.0f);
    for (int from = 0; from < kKnots; from += 32) {
        uint4 a[2], b[4];
#pragma unroll
        for (int j = 0; j < 2; ++j) a[j] = *reinterpret_cast<const uint4*>(yarn + (size_t)(row0 + j * 64 + t / 4) * kKnots + from + t % 4 * 8);
#pragma unroll
        for (int j = 0; j < 4; ++j) b[j] = *reinterpret_cast<const uint4*>(dye + (size_t)(from + j * 8 + t / 32) * kDyes + col0 + t % 32 * 8);
#pragma unroll
        for (int j = 0; j < 2; ++j) *reinterpret_cast<uint4*>(&tiles.left[j * 64 + t / 4][t % 4 * 8]) = a[j];
#pragma unroll
        for (int j = 0; j < 4; ++j) *reinterpret_cast<uint4*>(&tiles.right[j * 8 + t / 32][t % 32 * 8]) = b[j];
        __syncthreads();
        weave_multiply(tiles, sum, wr, wc);
        __syncthreads();
    }
    weave_finish(stitch, sum, row0 + wr, col0 + wc);
}

constexpr int kWeaveStages = 3;

__global__ void __launch_bounds__(256, 1) weave_colour_c5_b(const __half* __restrict__ yarn, const __half* __restrict__ dye, float* __restrict__ stitch) {
    extern __shared__ __align__(128) unsigned char weave_store[];
    WeaveTiles* tiles = reinterpret_cast<WeaveTiles*>(weave_store);
    int t = threadIdx.x, row0 = blockIdx.y * 128, col0 = blockIdx.x * 256, wr = t / 32 % 2 * 64, wc = t / 64 * 64;
    auto fetch = [&](int step) {
        if (step < kKnots / 32) {
            WeaveTiles& to = tiles[step % kWeaveStages];
            int from = step * 32;
#pragma unroll
            for (int j = 0; j < 2; ++j) __pipeline_memcpy_async(&to.left[j * 64 + t / 4][t % 4 * 8], yarn + (size_t)(row0 + j * 64 + t / 4) * kKnots + from + t % 4 * 8, 16);
#pragma unroll
            for (int j = 0; j < 4; ++j) __pipeline_memcpy_async(&to.right[j * 8 + t / 32][t % 32 * 8], dye + (size_t)(from + j * 8 + t / 32) * kDyes + col0 + t % 32 * 8, 16);
        }
        __pipeline_commit();
    };
    WeaveSum sum[4][4];
#pragma unroll
    for (int i = 0; i < 16; ++i) wmma::fill_fragment(sum[i / 4][i % 4], 0.0f);
    fetch(0); fetch(1);
    for (int step = 0; step < kKnots / 32; ++step) {
        __pipeline_wait_prior(1);
        __syncthreads();
        fetch(step + 2);
        weave_multiply(tiles[step % kWeaveStages], sum, wr, wc);
    }
    weave_finish(stitch, sum, row0 + wr, col0 + wc);
}

// ---- Pulsars: each station's signal passes a matched filter of 29 taps; its power is folded at the pulsar's period of 4096 samples.
constexpr int kStations = 132 * 8, kTurns = 64, kStationQuads = kTurns * 1024 + 8;
struct Taps { float w[29]; };

__device__ __forceinline__ void pulsar_fold(const float4* strip, const Taps& taps, float4& fold) {
    float r[4] = {};
#pragma unroll
    for (int q = 0; q < 8; ++q) {
        float4 v4 = strip[threadIdx.x + q];
        float v[4] = {v4.x, v4.y, v4.z, v4.w};
#pragma unroll
        for (int s = 0; s < 4; ++s)
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                int tap = q * 4 + s - j;
                if (tap >= 0 && tap < 29) r[j] = fmaf(taps.w[tap], v[s], r[j]);
            }
    }
    fold.x = fmaf(r[0], r[0], fold.x); fold.y = fmaf(r[1], r[1], fold.y); fold.z = fmaf(r[2], r[2], fold.z); fold.w = fmaf(r[3], r[3], fold.w);
}

__global__ void __launch_bounds__(1024, 1) pulsar_clock_c5_a(const float4* __restrict__ signal, float4* __restrict__ profile, Taps taps) {
    __shared__ float4 strip[1024 + 7];
    int t = threadIdx.x;
    const float4* mine = signal + (size_t)blockIdx.x * kStationQuads;
    float4 fold = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    for (int turn = 0; turn < kTurns; ++turn) {
        float4 here = mine[turn * 1024 + t], rim;
        if (t < 7) rim = mine[turn * 1024 + 1024 + t];
        strip[t] = here;
        if (t < 7) strip[1024 + t] = rim;
        __syncthreads();
        pulsar_fold(strip, taps, fold);
        __syncthreads();
    }
    profile[blockIdx.x * 1024 + t] = fold;
}

__global__ void __launch_bounds__(1024, 1) pulsar_clock_c5_b(const float4* __restrict__ signal, float4* __restrict__ profile, Taps taps) {
    extern __shared__ __align__(128) float4 pulsar_strips[];
    int t = threadIdx.x;
    const float4* mine = signal + (size_t)blockIdx.x * kStationQuads;
    auto fetch = [&](int turn) {
        if (turn < kTurns) {
            float4* to = pulsar_strips + turn % 3 * 1032;
            __pipeline_memcpy_async(to + t, mine + turn * 1024 + t, 16);
            if (t < 7) __pipeline_memcpy_async(to + 1024 + t, mine + turn * 1024 + 1024 + t, 16);
        }
        __pipeline_commit();
    };
    float4 fold = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    fetch(0); fetch(1);
    for (int turn = 0; turn < kTurns; ++turn) {
        __pipeline_wait_prior(1);
        __syncthreads();
        fetch(turn + 2);
        pulsar_fold(pulsar_strips + turn % 3 * 1032, taps, fold);
    }
    profile[blockIdx.x * 1024 + t] = fold;
}

// ---- Mosaic: a picture of 4096 x 4096 stones seen through a lens of 15 x 15 weights.
constexpr int kStones = 4096, kLens = 15, kMosaicPitch = kStones + 32;
__constant__ float c_lens[kLens][kLens];  // column by column

__global__ void __launch_bounds__(256) mosaic_lens_c5_a(const float* __restrict__ stone, float* __restrict__ view) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.0f;
#pragma unroll
    for (int dx = 0; dx < kLens; ++dx)
#pragma unroll
        for (int dy = 0; dy < kLens; ++dy) sum = fmaf(c_lens[dx][dy], stone[(y + dy) * kMosaicPitch + x + dx], sum);
    view[(size_t)y * kStones + x] = sum;
}

__global__ void __launch_bounds__(256) mosaic_lens_c5_b(const float* __restrict__ stone, float* __restrict__ view) {
    __shared__ float tile[64 + kLens - 1][48];
    int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * 32, y0 = blockIdx.y * 64;
    for (int r = ty; r < 64 + kLens - 1; r += 8) {
        tile[r][tx] = stone[(y0 + r) * kMosaicPitch + x0 + tx];
        if (tx < kLens - 1) tile[r][32 + tx] = stone[(y0 + r) * kMosaicPitch + x0 + 32 + tx];
    }
    __syncthreads();
    float sum[8] = {};
#pragma unroll 3
    for (int dx = 0; dx < kLens; ++dx) {
        float v[8 + kLens - 1];
#pragma unroll
        for (int r = 0; r < 8 + kLens - 1; ++r) v[r] = tile[ty * 8 + r][tx + dx];
#pragma unroll
        for (int dy = 0; dy < kLens; ++dy)
#pragma unroll
            for (int j = 0; j < 8; ++j) sum[j] = fmaf(c_lens[dx][dy], v[j + dy], sum[j]);
    }
#pragma unroll
    for (int j = 0; j < 8; ++j) view[(size_t)(y0 + ty * 8 + j) * kStones + x0 + tx] = sum[j];
}

// ---- Lighthouse film: each pixel smoothed over nine pictures of a film, four pictures of 1024 pixels a block.
constexpr int kPictureQuads = 2048 * 2048 / 4, kPictures = 32, kPictureTiles = kPictureQuads / 256;

__device__ __forceinline__ void film_smooth(const float4* __restrict__ film, float4* __restrict__ calm, int tile, int group) {
    constexpr float w[9] = {0.02f, 0.06f, 0.12f, 0.18f, 0.24f, 0.18f, 0.12f, 0.06f, 0.02f};
    int at = tile * 256 + threadIdx.x, first = group * 4;
    float4 v[12];
#pragma unroll
    for (int f = 0; f < 12; ++f) v[f] = film[(size_t)(first + f) * kPictureQuads + at];
#pragma unroll
    for (int o = 0; o < 4; ++o) {
        float4 s = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll
        for (int k = 0; k < 9; ++k) {
            s.x = fmaf(w[k], v[o + k].x, s.x); s.y = fmaf(w[k], v[o + k].y, s.y); s.z = fmaf(w[k], v[o + k].z, s.z); s.w = fmaf(w[k], v[o + k].w, s.w);
        }
        calm[(size_t)(first + o) * kPictureQuads + at] = s;
    }
}

__global__ void __launch_bounds__(256) lighthouse_film_c5_a(const float4* __restrict__ film, float4* __restrict__ calm) { film_smooth(film, calm, blockIdx.x, blockIdx.y); }
__global__ void __launch_bounds__(256) lighthouse_film_c5_b(const float4* __restrict__ film, float4* __restrict__ calm) { film_smooth(film, calm, blockIdx.y, blockIdx.x); }

// ---- Fireflies: pull of 4096 fireflies on each of 270336 moths.
constexpr int kMoths = 132 * 8 * 256, kFireflies = 4096;

__device__ __forceinline__ void firefly_pull(const float4* swarm, float4 moth, float3& pull) {
#pragma unroll 8
    for (int k = 0; k < 256; ++k) {
        float4 f = swarm[k];
        float dx = f.x - moth.x, dy = f.y - moth.y, dz = f.z - moth.z, near;
        asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(near) : "f"(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f)))));
        float pulled = f.w * near * (near * near);
        pull.x = fmaf(pulled, dx, pull.x); pull.y = fmaf(pulled, dy, pull.y); pull.z = fmaf(pulled, dz, pull.z);
    }
}

__global__ void __launch_bounds__(256, 8) firefly_moth_c5_a(const float4* __restrict__ fly, const float4* __restrict__ moths, float4* __restrict__ drawn) {
    __shared__ float4 swarm[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float4 moth = moths[i];
    float3 pull = make_float3(0.0f, 0.0f, 0.0f);
    for (int from = 0; from < kFireflies; from += 256) {
        swarm[t] = fly[from + t];
        __syncthreads();
        firefly_pull(swarm, moth, pull);
        __syncthreads();
    }
    drawn[i] = make_float4(pull.x, pull.y, pull.z, moth.w);
}

__global__ void __launch_bounds__(256, 8) firefly_moth_c5_b(const float4* __restrict__ fly, const float4* __restrict__ moths, float4* __restrict__ drawn) {
    __shared__ float4 swarm[2][256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float4 moth = moths[i];
    float3 pull = make_float3(0.0f, 0.0f, 0.0f);
    __pipeline_memcpy_async(&swarm[0][t], fly + t, 16);
    __pipeline_commit();
    for (int from = 0; from < kFireflies; from += 256) {
        int s = from / 256 % 2;
        __pipeline_wait_prior(0);
        __syncthreads();
        if (from + 256 < kFireflies) __pipeline_memcpy_async(&swarm[s ^ 1][t], fly + from + 256 + t, 16);
        __pipeline_commit();
        firefly_pull(swarm[s], moth, pull);
    }
    drawn[i] = make_float4(pull.x, pull.y, pull.z, moth.w);
}

// ---- Dunes: one smoothing step of the wind over 8192 rows of 16384 sand heights; a warp holds 8 rows of 128 heights.
constexpr int kDuneWide = 16384, kDuneRows = 8192, kDunePitch = kDuneWide + 64;

__global__ void __launch_bounds__(256) dune_wind_c5_a(const float* __restrict__ sand, float* __restrict__ blown) {
    int lane = threadIdx.x, x = 32 + blockIdx.x * 128 + lane * 4, y = blockIdx.y * 64 + threadIdx.y * 8;
    const float* from = sand + (size_t)y * kDunePitch + x;  // row y of the padded field is the row above the first result
    float4 v[10];
#pragma unroll
    for (int r = 0; r < 10; ++r) v[r] = *reinterpret_cast<const float4*>(from + (size_t)r * kDunePitch);
    float side[8];
    int beside = lane == 0 ? -1 : 4;
#pragma unroll
    for (int r = 0; r < 8; ++r) side[r] = lane == 0 || lane == 31 ? from[(size_t)(r + 1) * kDunePitch + beside] : 0.0f;
    float* to = blown + (size_t)(y + 1) * kDunePitch + x;
#pragma unroll
    for (int r = 0; r < 8; ++r) {
        float4 up = v[r], me = v[r + 1], down = v[r + 2];
        float left = __shfl_up_sync(0xffffffffu, me.w, 1), right = __shfl_down_sync(0xffffffffu, me.x, 1);
        if (lane == 0) left = side[r];
        if (lane == 31) right = side[r];
        *reinterpret_cast<float4*>(to + (size_t)r * kDunePitch) =
            make_float4(fmaf(0.125f, up.x + down.x + left + me.y, 0.5f * me.x), fmaf(0.125f, up.y + down.y + me.x + me.z, 0.5f * me.y),
                        fmaf(0.125f, up.z + down.z + me.y + me.w, 0.5f * me.z), fmaf(0.125f, up.w + down.w + me.z + right, 0.5f * me.w));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) { cases.push_back({name, launch, out, count, type}); };

    constexpr size_t kBig = (size_t)kStations * kStationQuads * 4, kOut = (size_t)kDunePitch * (kDuneRows + 2);
    static_assert(kBig >= (size_t)(kPictures + 8) * kPictureQuads * 4 && kBig >= kOut && kOut >= (size_t)kPictures * kPictureQuads * 4, "fields are too short");
    static_assert(kBig >= (size_t)kMosaicPitch * (kStones + 32) && kOut >= (size_t)kPuppets * 4096, "fields are too short");
    float *big = filled<float>(kBig, 51), *two = filled<float>((size_t)8 << 20, 52), *out = empty<float>(kOut);
    __half *half1 = filled<__half>((size_t)4 << 20, 53), *half2 = filled<__half>((size_t)4 << 20, 54);
    __nv_bfloat16 *cord = filled<__nv_bfloat16>((size_t)kPuppets * 4096, 55), *limb = filled<__nv_bfloat16>((size_t)kPuppets * 4096, 56);
    double *orbital = filled<double>((size_t)kOrbitals * kGridPoints, 57), *partner = filled<double>((size_t)kPartners * kGridPoints, 58);
    double* overlap = empty<double>((size_t)kOrbitals * kPartners);
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float4 *big4 = f4(big), *two4 = f4(two), *out4 = f4(out);
    Taps taps;
    for (int i = 0; i < 29; ++i) taps.w[i] = 0.2f * std::exp(-0.03f * (i - 14) * (i - 14)) * std::cos(0.4f * (i - 14));
    float lens[kLens][kLens];
    for (int i = 0; i < kLens; ++i)
        for (int j = 0; j < kLens; ++j) lens[i][j] = 0.02f * std::exp(-0.02f * ((i - 6) * (i - 6) + (j - 8) * (j - 8)));
    CHECK(cudaMemcpyToSymbol(c_lens, lens, sizeof lens));
    constexpr int kWeaveBytes = kWeaveStages * (int)sizeof(WeaveTiles), kPulsarBytes = 3 * 1032 * 16;
    CHECK(cudaFuncSetAttribute(weave_colour_c5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kWeaveBytes));
    CHECK(cudaFuncSetAttribute(pulsar_clock_c5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kPulsarBytes));

    add("mill_flour_c5_a", out, (size_t)kFarms * kMills, [=] { mill_flour_c5_a<<<dim3(kMills / 32, kFarms / 8), dim3(32, 8)>>>(big, two, out); });
    add("mill_flour_c5_b", out, (size_t)kFarms * kMills, [=] { mill_flour_c5_b<<<dim3(kMills / 128, kFarms / 128), 256>>>(big, two, out); });

    add("lantern_paint_c5_a", out, (size_t)kPigments * kHues, [=] { lantern_paint_c5_a<<<dim3(kHues / 64, kPigments / 128), 256>>>(half1, half2, out); });
    add("lantern_paint_c5_b", out, (size_t)kPigments * kHues, [=] { lantern_paint_c5_b<<<dim3(kHues / 64, kPigments / 128), 256>>>(half1, half2, out); });

    add("cheese_aroma_c5_a", out, (size_t)kWheels * kShelves, [=] { cheese_aroma_c5_a<<<dim3(kShelves / 128, kWheels / 128), 256>>>(big, two, out); });
    add("cheese_aroma_c5_b", out, (size_t)kWheels * kShelves, [=] { cheese_aroma_c5_b<<<dim3(kShelves / 128, kWheels / 128), 256>>>(big, two, out); });

    add("orbit_overlap_c5_a", overlap, (size_t)kOrbitals * kPartners, [=] { orbit_overlap_c5_a<<<dim3(kPartners / 64, kOrbitals / 128), 256>>>(orbital, partner, overlap); }, Output::f64);
    add("orbit_overlap_c5_b", overlap, (size_t)kOrbitals * kPartners, [=] { orbit_overlap_c5_b<<<dim3(kPartners / 64, kOrbitals / 128), 256>>>(orbital, partner, overlap); }, Output::f64);

    add("puppet_joint_c5_a", out, (size_t)kPuppets * 4096, [=] { puppet_joint_c5_a<<<kPuppets, 256>>>(cord, limb, out); });
    add("puppet_joint_c5_b", out, (size_t)kPuppets * 4096, [=] { puppet_joint_c5_b<<<kPuppets, 256>>>(cord, limb, out); });

    add("weave_colour_c5_a", out, (size_t)kThreadsOfWeave * kDyes, [=] { weave_colour_c5_a<<<dim3(kDyes / 256, kThreadsOfWeave / 128), 256>>>(half1, half2, out); });
    add("weave_colour_c5_b", out, (size_t)kThreadsOfWeave * kDyes, [=] { weave_colour_c5_b<<<dim3(kDyes / 256, kThreadsOfWeave / 128), 256, kWeaveBytes>>>(half1, half2, out); });

    add("pulsar_clock_c5_a", out, (size_t)kStations * 4096, [=] { pulsar_clock_c5_a<<<kStations, 1024>>>(big4, out4, taps); });
    add("pulsar_clock_c5_b", out, (size_t)kStations * 4096, [=] { pulsar_clock_c5_b<<<kStations, 1024, kPulsarBytes>>>(big4, out4, taps); });

    add("mosaic_lens_c5_a", out, (size_t)kStones * kStones, [=] { mosaic_lens_c5_a<<<dim3(kStones / 32, kStones / 8), dim3(32, 8)>>>(big, out); });
    add("mosaic_lens_c5_b", out, (size_t)kStones * kStones, [=] { mosaic_lens_c5_b<<<dim3(kStones / 32, kStones / 64), dim3(32, 8)>>>(big, out); });

    add("lighthouse_film_c5_a", out, (size_t)kPictures * kPictureQuads * 4, [=] { lighthouse_film_c5_a<<<dim3(kPictureTiles, kPictures / 4), 256>>>(big4, out4); });
    add("lighthouse_film_c5_b", out, (size_t)kPictures * kPictureQuads * 4, [=] { lighthouse_film_c5_b<<<dim3(kPictures / 4, kPictureTiles), 256>>>(big4, out4); });

    add("firefly_moth_c5_a", out, (size_t)kMoths * 4, [=] { firefly_moth_c5_a<<<kMoths / 256, 256>>>(two4, big4, out4); });
    add("firefly_moth_c5_b", out, (size_t)kMoths * 4, [=] { firefly_moth_c5_b<<<kMoths / 256, 256>>>(two4, big4, out4); });

    add("dune_wind_c5_a", out, kOut, [=] { dune_wind_c5_a<<<dim3(kDuneWide / 128, kDuneRows / 64), dim3(32, 8)>>>(big, out); });

    return harness::run(argc, argv, cases);
}
