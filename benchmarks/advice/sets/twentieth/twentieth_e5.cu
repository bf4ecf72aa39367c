// Eleven measured cases about matrix products and tiles: before (_a) and after (_b).
#include "harness.cuh"
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using harness::Case;
using harness::Output;
namespace wmma = nvcuda::wmma;

__device__ __forceinline__ float4 at4(const float* p) { return *reinterpret_cast<const float4*>(p); }
__device__ __forceinline__ void copy16(void* to, const void* from) { __pipeline_memcpy_async(to, from, 16); }

// Values with ten bits of mantissa, so that they are the same in half, TF32 and single precision.
__global__ void harness_coarse(const float* __restrict__ from, float* __restrict__ to, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) to[i] = __half2float(__float2half(from[i]));
}
__global__ void harness_halves(const float* __restrict__ from, __half* __restrict__ to, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) to[i] = __float2half(from[i]);
}

// ---- Bakery: flour, butter and so on (1024 goods) of 2048 shops from their orders and the recipes of 2048 products.
constexpr int kShops = 2048, kGoods = 1024, kLoaves = 2048;

__global__ void __launch_bounds__(256) bakery_orders_e5_a(const float* __restrict__ order, const float* __restrict__ recipe, float* __restrict__ need) {
    int loaf = blockIdx.x * 32 + threadIdx.x, shop = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.0f;
#pragma unroll 8
    for (int k = 0; k < kGoods; ++k) sum = fmaf(order[shop * kGoods + k], recipe[k * kLoaves + loaf], sum);
    need[shop * kLoaves + loaf] = sum;
}

__global__ void __launch_bounds__(256) bakery_orders_e5_b(const float* __restrict__ order, const float* __restrict__ recipe, float* __restrict__ need) {
    __shared__ __align__(16) float orders[16][68], recipes[16][64];
    int t = threadIdx.x, x = t % 16, y = t / 16, loaf0 = blockIdx.x * 64, shop0 = blockIdx.y * 64;
    const float* from_order = order + (shop0 + t / 4) * kGoods + t % 4 * 4;
    const float* from_recipe = recipe + y * kLoaves + loaf0 + x * 4;
    float sum[4][4] = {};
    float4 a = at4(from_order), b = at4(from_recipe);
    for (int k0 = 0; k0 < kGoods; k0 += 16) {
        orders[t % 4 * 4][t / 4] = a.x; orders[t % 4 * 4 + 1][t / 4] = a.y; orders[t % 4 * 4 + 2][t / 4] = a.z; orders[t % 4 * 4 + 3][t / 4] = a.w;
        *reinterpret_cast<float4*>(&recipes[y][x * 4]) = b;
        __syncthreads();
        if (k0 + 16 < kGoods) { a = at4(from_order + k0 + 16); b = at4(from_recipe + (k0 + 16) * kLoaves); }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 p = at4(&orders[k][y * 4]), q = at4(&recipes[k][x * 4]);
            float u[4] = {p.x, p.y, p.z, p.w}, v[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] = fmaf(u[i], v[j], sum[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) *reinterpret_cast<float4*>(need + (shop0 + y * 4 + i) * kLoaves + loaf0 + x * 4) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

// ---- Ferries: passengers between 2048 ports and 2048 inns over 2048 routes, weights in half precision.
constexpr int kPorts = 2048;

template <bool kMatrixUnit>
__device__ __forceinline__ void ferry(const __half* __restrict__ sail, const __half* __restrict__ walk, float* __restrict__ guest) {
    __shared__ __align__(128) __half sails[64][40], walks[32][72];
    int t = threadIdx.x, w = t / 32, inn0 = blockIdx.x * 64, port0 = blockIdx.y * 64, x = t % 16, y = t / 16;
    const __half* from_sail = sail + (port0 + t / 4) * kPorts + t % 4 * 8;
    const __half* from_walk = walk + (t / 8) * kPorts + inn0 + t % 8 * 8;
    uint4 a = *reinterpret_cast<const uint4*>(from_sail), b = *reinterpret_cast<const uint4*>(from_walk);
    float sum[4][4] = {};
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> total[2];
    if (kMatrixUnit) { wmma::fill_fragment(total[0], 0.0f); wmma::fill_fragment(total[1], 0.0f); }
    for (int k0 = 0; k0 < kPorts; k0 += 32) {
        *reinterpret_cast<uint4*>(&sails[t / 4][t % 4 * 8]) = a;
        *reinterpret_cast<uint4*>(&walks[t / 8][t % 8 * 8]) = b;
        __syncthreads();
        if (k0 + 32 < kPorts) {
            a = *reinterpret_cast<const uint4*>(from_sail + k0 + 32);
            b = *reinterpret_cast<const uint4*>(from_walk + (k0 + 32) * kPorts);
        }
        if (kMatrixUnit) {
#pragma unroll
            for (int k = 0; k < 32; k += 16) {
                wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> u;
                wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> v;
                wmma::load_matrix_sync(u, &sails[w / 2 * 16][k], 40);
#pragma unroll
                for (int j = 0; j < 2; ++j) {
                    wmma::load_matrix_sync(v, &walks[k][w % 2 * 32 + j * 16], 72);
                    wmma::mma_sync(total[j], u, v, total[j]);
                }
            }
        } else {
#pragma unroll
            for (int k = 0; k < 32; k += 2) {
                float2 u[4];
                float v[2][4];
#pragma unroll
                for (int i = 0; i < 4; ++i) u[i] = __half22float2(*reinterpret_cast<const __half2*>(&sails[y * 4 + i][k]));
#pragma unroll
                for (int s = 0; s < 2; ++s) {
                    uint2 q = *reinterpret_cast<const uint2*>(&walks[k + s][x * 4]);
                    float2 lo = __half22float2(*reinterpret_cast<const __half2*>(&q.x)), hi = __half22float2(*reinterpret_cast<const __half2*>(&q.y));
                    v[s][0] = lo.x; v[s][1] = lo.y; v[s][2] = hi.x; v[s][3] = hi.y;
                }
#pragma unroll
                for (int i = 0; i < 4; ++i)
#pragma unroll
                    for (int j = 0; j < 4; ++j) sum[i][j] = fmaf(u[i].y, v[1][j], fmaf(u[i].x, v[0][j], sum[i][j]));
            }
        }
        __syncthreads();
    }
    if (kMatrixUnit) {
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::store_matrix_sync(guest + (port0 + w / 2 * 16) * kPorts + inn0 + w % 2 * 32 + j * 16, total[j], kPorts, wmma::mem_row_major);
    } else {
#pragma unroll
        for (int i = 0; i < 4; ++i) *reinterpret_cast<float4*>(guest + (port0 + y * 4 + i) * kPorts + inn0 + x * 4) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
    }
}

__global__ void __launch_bounds__(256) ferry_routes_e5_a(const __half* __restrict__ sail, const __half* __restrict__ walk, float* __restrict__ guest) { ferry<false>(sail, walk, guest); }
__global__ void __launch_bounds__(256) ferry_routes_e5_b(const __half* __restrict__ sail, const __half* __restrict__ walk, float* __restrict__ guest) { ferry<true>(sail, walk, guest); }

// ---- Vineyards: sugar of 4096 slopes in 2048 years from 2048 coarse weather readings.
constexpr int kSlopes = 4096, kYears = 2048, kReadings = 2048;

__device__ __forceinline__ void multiply_tf32(float* d, const uint32_t (&a)[4], const uint32_t (&b)[2]) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

template <bool kMatrixUnit>
__device__ __forceinline__ void vineyard(const float* __restrict__ slope, const float* __restrict__ weather, float* __restrict__ sugar) {
    __shared__ __align__(128) float slopes[16][136], years[16][136];
    int t = threadIdx.x, w = t / 32, year0 = blockIdx.x * 128, slope0 = blockIdx.y * 128, x = t % 16, y = t / 16;
    const float* from_slope = slope + (slope0 + t / 2) * kReadings + t % 2 * 8;
    const float* from_weather = weather + y * kYears + year0 + x * 4;
    float4 a[2] = {at4(from_slope), at4(from_slope + 4)}, b[2] = {at4(from_weather), at4(from_weather + 64)};
    float sum[8][8] = {};  // of FMA: eight rows by eight columns; of the matrix unit: four by four tiles of four
    int g = t % 32 / 4, q = t % 4;
    for (int k0 = 0; k0 < kReadings; k0 += 16) {
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            int k = t % 2 * 8 + h * 4;
            slopes[k][t / 2] = a[h].x; slopes[k + 1][t / 2] = a[h].y; slopes[k + 2][t / 2] = a[h].z; slopes[k + 3][t / 2] = a[h].w;
            *reinterpret_cast<float4*>(&years[y][x * 4 + 64 * h]) = b[h];
        }
        __syncthreads();
        if (k0 + 16 < kReadings)
#pragma unroll
            for (int h = 0; h < 2; ++h) { a[h] = at4(from_slope + k0 + 16 + 4 * h); b[h] = at4(from_weather + (k0 + 16) * kYears + 64 * h); }
        if (kMatrixUnit) {
#pragma unroll
            for (int k = 0; k < 16; k += 8) {
                uint32_t u[4][4], v[4][2];
#pragma unroll
                for (int i = 0; i < 4; ++i) {
                    int m = w / 4 * 64 + i * 16 + g, n = w % 4 * 32 + i * 8 + g;
                    u[i][0] = __float_as_uint(slopes[k + q][m]); u[i][1] = __float_as_uint(slopes[k + q][m + 8]);
                    u[i][2] = __float_as_uint(slopes[k + q + 4][m]); u[i][3] = __float_as_uint(slopes[k + q + 4][m + 8]);
                    v[i][0] = __float_as_uint(years[k + q][n]); v[i][1] = __float_as_uint(years[k + q + 4][n]);
                }
#pragma unroll
                for (int i = 0; i < 4; ++i)
#pragma unroll
                    for (int j = 0; j < 4; ++j) multiply_tf32(&sum[0][0] + (i * 4 + j) * 4, u[i], v[j]);
            }
        } else {
#pragma unroll
            for (int k = 0; k < 16; ++k) {
                float4 p = at4(&slopes[k][y * 4]), p2 = at4(&slopes[k][64 + y * 4]), q = at4(&years[k][x * 4]), q2 = at4(&years[k][64 + x * 4]);
                float u[8] = {p.x, p.y, p.z, p.w, p2.x, p2.y, p2.z, p2.w}, v[8] = {q.x, q.y, q.z, q.w, q2.x, q2.y, q2.z, q2.w};
#pragma unroll
                for (int i = 0; i < 8; ++i)
#pragma unroll
                    for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(u[i], v[j], sum[i][j]);
            }
        }
        __syncthreads();
    }
    if (kMatrixUnit) {
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j)
#pragma unroll
                for (int h = 0; h < 2; ++h) {
                    const float* d = &sum[0][0] + (i * 4 + j) * 4 + 2 * h;
                    *reinterpret_cast<float2*>(sugar + (slope0 + w / 4 * 64 + i * 16 + g + 8 * h) * kYears + year0 + w % 4 * 32 + j * 8 + 2 * q) = make_float2(d[0], d[1]);
                }
    } else {
#pragma unroll
        for (int i = 0; i < 8; ++i)
#pragma unroll
            for (int h = 0; h < 2; ++h)
                *reinterpret_cast<float4*>(sugar + (slope0 + i / 4 * 64 + y * 4 + i % 4) * kYears + year0 + 64 * h + x * 4) =
                    make_float4(sum[i][4 * h], sum[i][4 * h + 1], sum[i][4 * h + 2], sum[i][4 * h + 3]);
    }
}

__global__ void __launch_bounds__(256, 2) vineyard_slopes_e5_a(const float* __restrict__ slope, const float* __restrict__ weather, float* __restrict__ sugar) { vineyard<false>(slope, weather, sugar); }
__global__ void __launch_bounds__(256, 2) vineyard_slopes_e5_b(const float* __restrict__ slope, const float* __restrict__ weather, float* __restrict__ sugar) { vineyard<true>(slope, weather, sugar); }

// ---- Bridges: pull on 2048 cables under 2048 loads from 1024 modes, in double precision.
constexpr int kCables = 2048, kModes = 1024, kLoads = 2048;

__device__ __forceinline__ void multiply_double(double (&d)[4], const double (&a)[4], const double (&b)[2]) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
}

template <bool kMatrixUnit>
__device__ __forceinline__ void bridge(const double* __restrict__ cable, const double* __restrict__ load, double* __restrict__ pull) {
    __shared__ __align__(16) double cables[16][68], loads[16][68];
    int t = threadIdx.x, w = t / 32, lane = t % 32, load0 = blockIdx.x * 64, cable0 = blockIdx.y * 64, x = t % 16, y = t / 16;
    const double* from_cable = cable + (cable0 + t / 4) * kModes + t % 4;
    const double* from_load = load + y * kLoads + load0 + x * 2;
    double a[4];
    double2 b[2];
#pragma unroll
    for (int h = 0; h < 4; ++h) a[h] = from_cable[4 * h];
#pragma unroll
    for (int h = 0; h < 2; ++h) b[h] = *reinterpret_cast<const double2*>(from_load + 32 * h);
    double sum[4][4] = {};  // of FMA: four rows by four columns; of the matrix unit: two by two tiles of four
    for (int k0 = 0; k0 < kModes; k0 += 16) {
#pragma unroll
        for (int h = 0; h < 4; ++h) cables[t % 4 + 4 * h][t / 4] = a[h];
#pragma unroll
        for (int h = 0; h < 2; ++h) *reinterpret_cast<double2*>(&loads[y][x * 2 + 32 * h]) = b[h];
        __syncthreads();
        if (k0 + 16 < kModes) {
#pragma unroll
            for (int h = 0; h < 4; ++h) a[h] = from_cable[k0 + 16 + 4 * h];
#pragma unroll
            for (int h = 0; h < 2; ++h) b[h] = *reinterpret_cast<const double2*>(from_load + (k0 + 16) * kLoads + 32 * h);
        }
        if (kMatrixUnit) {
#pragma unroll
            for (int k = 0; k < 16; k += 8) {
                double u[2][4], v[2][2];
                int q = k + lane % 4, g = lane / 4;
#pragma unroll
                for (int i = 0; i < 2; ++i) {
                    int m = w / 4 * 32 + i * 16 + g;
                    u[i][0] = cables[q][m]; u[i][1] = cables[q][m + 8]; u[i][2] = cables[q + 4][m]; u[i][3] = cables[q + 4][m + 8];
                    int n = w % 4 * 16 + i * 8 + g;
                    v[i][0] = loads[q][n]; v[i][1] = loads[q + 4][n];
                }
#pragma unroll
                for (int i = 0; i < 4; ++i) multiply_double(sum[i], u[i / 2], v[i % 2]);
            }
        } else {
#pragma unroll
            for (int k = 0; k < 16; ++k) {
                double2 p = *reinterpret_cast<const double2*>(&cables[k][y * 4]), p2 = *reinterpret_cast<const double2*>(&cables[k][y * 4 + 2]);
                double2 q = *reinterpret_cast<const double2*>(&loads[k][x * 2]), q2 = *reinterpret_cast<const double2*>(&loads[k][x * 2 + 32]);
                double u[4] = {p.x, p.y, p2.x, p2.y}, v[4] = {q.x, q.y, q2.x, q2.y};
#pragma unroll
                for (int i = 0; i < 4; ++i)
#pragma unroll
                    for (int j = 0; j < 4; ++j) sum[i][j] = fma(u[i], v[j], sum[i][j]);
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            int row = kMatrixUnit ? w / 4 * 32 + i / 2 * 16 + lane / 4 + 8 * h : y * 4 + i;
            int column = kMatrixUnit ? w % 4 * 16 + i % 2 * 8 + lane % 4 * 2 : x * 2 + 32 * h;
            *reinterpret_cast<double2*>(pull + (cable0 + row) * kLoads + load0 + column) = make_double2(sum[i][2 * h], sum[i][2 * h + 1]);
        }
}

__global__ void __launch_bounds__(256) bridge_cables_e5_a(const double* __restrict__ cable, const double* __restrict__ load, double* __restrict__ pull) { bridge<false>(cable, load, pull); }
__global__ void __launch_bounds__(256) bridge_cables_e5_b(const double* __restrict__ cable, const double* __restrict__ load, double* __restrict__ pull) { bridge<true>(cable, load, pull); }

// ---- Ornithology: uncertainty of the way home of 16384 pigeons, F P F' of 64 states each in half precision, a pigeon a block.
constexpr int kPigeons = 16384, kStates = 64, kStateRow = 72;

using Square = __half[kStates][kStateRow];

// z = x y' by FMA; a thread has the rows y + 16 i and the columns x + 16 j.
__device__ __forceinline__ void turn_plain(const Square& x, const Square& y, Square& z) {
    int c = threadIdx.x % 16, r = threadIdx.x / 16;
    float sum[4][4] = {};
#pragma unroll 2
    for (int k = 0; k < kStates; k += 8) {
        uint4 u[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) u[i] = *reinterpret_cast<const uint4*>(&x[r + 16 * i][k]);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            uint4 v = *reinterpret_cast<const uint4*>(&y[c + 16 * j][k]);
            const __half2* q = reinterpret_cast<const __half2*>(&v);
#pragma unroll
            for (int s = 0; s < 4; ++s) {
                float2 f = __half22float2(q[s]);
#pragma unroll
                for (int i = 0; i < 4; ++i) {
                    float2 e = __half22float2(reinterpret_cast<const __half2*>(&u[i])[s]);
                    sum[i][j] = fmaf(e.y, f.y, fmaf(e.x, f.x, sum[i][j]));
                }
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) z[r + 16 * i][c + 16 * j] = __float2half(sum[i][j]);
}

// The same by the matrix unit; a warp has two tiles of 16 by 16.
__device__ __forceinline__ void turn_matrix(const Square& x, const Square& y, Square& z, float (&stage)[kStates][kStates + 4]) {
    int w = threadIdx.x / 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> total[2];
    wmma::fill_fragment(total[0], 0.0f); wmma::fill_fragment(total[1], 0.0f);
#pragma unroll
    for (int k = 0; k < kStates; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> u;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> v;
        wmma::load_matrix_sync(u, &x[w / 2 * 16][k], kStateRow);
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            wmma::load_matrix_sync(v, &y[w % 2 * 32 + j * 16][k], kStateRow);
            wmma::mma_sync(total[j], u, v, total[j]);
        }
    }
#pragma unroll
    for (int j = 0; j < 2; ++j) wmma::store_matrix_sync(&stage[w / 2 * 16][w % 2 * 32 + j * 16], total[j], kStates + 4, wmma::mem_row_major);
    __syncthreads();
#pragma unroll
    for (int s = 0; s < 4; ++s) {
        int i = threadIdx.x + 256 * s;
        float4 v = at4(&stage[i / 16][i % 16 * 4]);
        *reinterpret_cast<__half2*>(&z[i / 16][i % 16 * 4]) = __floats2half2_rn(v.x, v.y);
        *reinterpret_cast<__half2*>(&z[i / 16][i % 16 * 4 + 2]) = __floats2half2_rn(v.z, v.w);
    }
}

template <bool kMatrixUnit>
__device__ __forceinline__ void homing(const uint4* __restrict__ step, const uint4* __restrict__ doubt, uint4* __restrict__ after) {
    __shared__ __align__(128) Square f, p, h;
    __shared__ __align__(128) float stage[kMatrixUnit ? kStates : 1][kStates + 4];
    size_t from = (size_t)blockIdx.x * (kStates * kStates / 8);
#pragma unroll
    for (int s = 0; s < 2; ++s) {
        int i = threadIdx.x + 256 * s;
        uint4 a = step[from + i], b = doubt[from + i];
        *reinterpret_cast<uint4*>(&f[i / 8][i % 8 * 8]) = a;
        *reinterpret_cast<uint4*>(&p[i / 8][i % 8 * 8]) = b;
    }
    __syncthreads();
    if constexpr (kMatrixUnit) turn_matrix(f, p, h, stage); else turn_plain(f, p, h);
    __syncthreads();
    if constexpr (kMatrixUnit) turn_matrix(h, f, p, stage); else turn_plain(h, f, p);
    __syncthreads();
#pragma unroll
    for (int s = 0; s < 2; ++s) {
        int i = threadIdx.x + 256 * s;
        after[from + i] = *reinterpret_cast<const uint4*>(&p[i / 8][i % 8 * 8]);
    }
}

__global__ void __launch_bounds__(256) pigeon_homing_e5_a(const uint4* __restrict__ step, const uint4* __restrict__ doubt, uint4* __restrict__ after) { homing<false>(step, doubt, after); }
__global__ void __launch_bounds__(256) pigeon_homing_e5_b(const uint4* __restrict__ step, const uint4* __restrict__ doubt, uint4* __restrict__ after) { homing<true>(step, doubt, after); }

// ---- Archive: likeness of 4096 letters to 4096 hands by 4096 features, tiles of 128 by 256 by 32.
constexpr int kLetters = 4096;

struct Shelf { __half letters[128][40], hands[32][264]; };

__device__ __forceinline__ void read_shelf(const Shelf& s, wmma::fragment<wmma::accumulator, 16, 16, 16, float> (&total)[4][4]) {
    int w = threadIdx.x / 32;
#pragma unroll
    for (int k = 0; k < 32; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> u[4];
        wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> v;
#pragma unroll
        for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(u[i], &s.letters[w / 4 * 64 + i * 16][k], 40);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            wmma::load_matrix_sync(v, &s.hands[k][w % 4 * 64 + j * 16], 264);
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::mma_sync(total[i][j], u[i], v, total[i][j]);
        }
    }
}

__device__ __forceinline__ void leave_shelf(float* __restrict__ like, wmma::fragment<wmma::accumulator, 16, 16, 16, float> (&total)[4][4]) {
    int w = threadIdx.x / 32;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
            wmma::store_matrix_sync(like + (blockIdx.y * 128 + w / 4 * 64 + i * 16) * kLetters + blockIdx.x * 256 + w % 4 * 64 + j * 16, total[i][j], kLetters, wmma::mem_row_major);
}

__global__ void __launch_bounds__(256) archive_shelves_e5_a(const __half* __restrict__ letter, const __half* __restrict__ hand, float* __restrict__ like) {
    extern __shared__ __align__(128) unsigned char room[];
    Shelf& s = *reinterpret_cast<Shelf*>(room);
    int t = threadIdx.x;
    const __half* from_letter = letter + (blockIdx.y * 128 + t / 4) * kLetters + t % 4 * 8;
    const __half* from_hand = hand + (t / 32) * kLetters + blockIdx.x * 256 + t % 32 * 8;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> total[4][4];
#pragma unroll
    for (int i = 0; i < 16; ++i) wmma::fill_fragment(total[i / 4][i % 4], 0.0f);
    for (int k0 = 0; k0 < kLetters; k0 += 32) {
        uint4 a[2], b[4];
#pragma unroll
        for (int i = 0; i < 2; ++i) a[i] = *reinterpret_cast<const uint4*>(from_letter + 64 * i * kLetters + k0);
#pragma unroll
        for (int i = 0; i < 4; ++i) b[i] = *reinterpret_cast<const uint4*>(from_hand + (k0 + 8 * i) * kLetters);
#pragma unroll
        for (int i = 0; i < 2; ++i) *reinterpret_cast<uint4*>(&s.letters[t / 4 + 64 * i][t % 4 * 8]) = a[i];
#pragma unroll
        for (int i = 0; i < 4; ++i) *reinterpret_cast<uint4*>(&s.hands[t / 32 + 8 * i][t % 32 * 8]) = b[i];
        __syncthreads();
        read_shelf(s, total);
        __syncthreads();
    }
    leave_shelf(like, total);
}

__global__ void __launch_bounds__(256) archive_shelves_e5_b(const __half* __restrict__ letter, const __half* __restrict__ hand, float* __restrict__ like) {
    extern __shared__ __align__(128) unsigned char room[];
    Shelf* s = reinterpret_cast<Shelf*>(room);
    int t = threadIdx.x;
    const __half* from_letter = letter + (blockIdx.y * 128 + t / 4) * kLetters + t % 4 * 8;
    const __half* from_hand = hand + (t / 32) * kLetters + blockIdx.x * 256 + t % 32 * 8;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> total[4][4];
#pragma unroll
    for (int i = 0; i < 16; ++i) wmma::fill_fragment(total[i / 4][i % 4], 0.0f);
    auto fetch = [&](int stage, int k0) {
        if (k0 < kLetters) {
#pragma unroll
            for (int i = 0; i < 2; ++i) copy16(&s[stage].letters[t / 4 + 64 * i][t % 4 * 8], from_letter + 64 * i * kLetters + k0);
#pragma unroll
            for (int i = 0; i < 4; ++i) copy16(&s[stage].hands[t / 32 + 8 * i][t % 32 * 8], from_hand + (k0 + 8 * i) * kLetters);
        }
        __pipeline_commit();
    };
    fetch(0, 0);
    fetch(1, 32);
    int now = 0, next = 2;
    for (int k0 = 0; k0 < kLetters; k0 += 32) {
        __pipeline_wait_prior(1);
        __syncthreads();
        fetch(next, k0 + 64);
        read_shelf(s[now], total);
        now = now == 2 ? 0 : now + 1;
        next = next == 2 ? 0 : next + 1;
    }
    leave_shelf(like, total);
}

// ---- Campanology: energy of eight samples each of the sound of a bell behind a filter of 32 taps, a block a multiprocessor.
constexpr int kTile = 8192, kTurns = 128, kTowers = 132, kTaps = 32;
constexpr size_t kSound = (size_t)kTile * kTurns * kTowers;
struct Taps { float t[kTaps]; };
constexpr int kTileRoom = (kTile + kTaps) / 32 * 36;

__device__ __forceinline__ int skewed(int word) { return word + word / 32 * 4; }

__device__ __forceinline__ float ring(const float* tile, const Taps& taps) {
    float window[40];
#pragma unroll
    for (int i = 0; i < 40; i += 4) {
        float4 v = at4(tile + skewed(threadIdx.x * 8 + i));
        window[i] = v.x; window[i + 1] = v.y; window[i + 2] = v.z; window[i + 3] = v.w;
    }
    float energy = 0.0f;
#pragma unroll
    for (int s = 0; s < 8; ++s) {
        float sum = 0.0f;
#pragma unroll
        for (int k = 0; k < kTaps; ++k) sum = fmaf(taps.t[k], window[s + k + 1], sum);
        energy = fmaf(sum, sum, energy);
    }
    return energy;
}

__global__ void __launch_bounds__(1024) bell_tower_e5_a(const float* __restrict__ sound, Taps taps, float* __restrict__ energy) {
    extern __shared__ __align__(16) float tile[];
    int t = threadIdx.x;
    for (int turn = 0; turn < kTurns; ++turn) {
        size_t at = ((size_t)turn * kTowers + blockIdx.x) * kTile;
        const float4* from = reinterpret_cast<const float4*>(sound + at);
        for (int i = t; i < (kTile + kTaps) / 4; i += 1024) *reinterpret_cast<float4*>(tile + skewed(4 * i)) = from[i];
        __syncthreads();
        energy[at / 8 + t] = ring(tile, taps);
        __syncthreads();
    }
}

__global__ void __launch_bounds__(1024) bell_tower_e5_b(const float* __restrict__ sound, Taps taps, float* __restrict__ energy) {
    extern __shared__ __align__(16) float tile[];
    int t = threadIdx.x;
    auto fetch = [&](int turn) {
        if (turn < kTurns) {
            const float4* from = reinterpret_cast<const float4*>(sound + ((size_t)turn * kTowers + blockIdx.x) * kTile);
            float* to = tile + turn % 2 * kTileRoom;
            for (int i = t; i < (kTile + kTaps) / 4; i += 1024) copy16(to + skewed(4 * i), from + i);
        }
        __pipeline_commit();
    };
    fetch(0);
    for (int turn = 0; turn < kTurns; ++turn) {
        fetch(turn + 1);
        __pipeline_wait_prior(1);
        __syncthreads();
        energy[((size_t)turn * kTowers + blockIdx.x) * (kTile / 8) + t] = ring(tile + turn % 2 * kTileRoom, taps);
        __syncthreads();
    }
}

// ---- Reefs: likeness of each place of a picture of 4096 by 4096 to a polyp of 17 by 17.
constexpr int kReef = 4096, kPolyp = 17, kReefRow = kReef + kPolyp - 1;
struct Polyp { float w[kPolyp][kPolyp]; };

__global__ void __launch_bounds__(256) coral_survey_e5_a(const float* __restrict__ reef, const __grid_constant__ Polyp polyp, float* __restrict__ like) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.0f;
#pragma unroll 1
    for (int j = 0; j < kPolyp; ++j)
#pragma unroll
        for (int i = 0; i < kPolyp; ++i) sum = fmaf(polyp.w[j][i], reef[(y + j) * kReefRow + x + i], sum);
    like[y * kReef + x] = sum;
}

__global__ void __launch_bounds__(256) coral_survey_e5_b(const float* __restrict__ reef, const __grid_constant__ Polyp polyp, float* __restrict__ like) {
    __shared__ __align__(16) float tile[32 + kPolyp - 1][92];
    int t = threadIdx.x, x0 = blockIdx.x * 64, y0 = blockIdx.y * 32, x = t % 8 * 8, y = t / 8;
    for (int i = t; i < 48 * 20; i += 256) *reinterpret_cast<float4*>(&tile[i / 20][skewed(i % 20 * 4)]) = at4(reef + (y0 + i / 20) * kReefRow + x0 + i % 20 * 4);
    __syncthreads();
    float sum[8] = {};
#pragma unroll 1
    for (int j = 0; j < kPolyp; ++j) {
        float window[24];
#pragma unroll
        for (int i = 0; i < 24; i += 4) {
            float4 v = at4(&tile[y + j][skewed(x + i)]);
            window[i] = v.x; window[i + 1] = v.y; window[i + 2] = v.z; window[i + 3] = v.w;
        }
#pragma unroll
        for (int i = 0; i < kPolyp; ++i)
#pragma unroll
            for (int s = 0; s < 8; ++s) sum[s] = fmaf(polyp.w[j][i], window[s + i], sum[s]);
    }
    float4* to = reinterpret_cast<float4*>(like + (y0 + y) * kReef + x0 + x);
    to[0] = make_float4(sum[0], sum[1], sum[2], sum[3]);
    to[1] = make_float4(sum[4], sum[5], sum[6], sum[7]);
}

// ---- Old maps: brightness of a million places in 32 drawers of eight-fold features found by a hash, two lanes a place.
constexpr int kDrawers = 32, kSheets = 1 << 18, kPlaces = 1 << 20, kPlaceChunks = kPlaces / 128;

__device__ __forceinline__ void draw(int drawer, int chunk, const float2* __restrict__ place, const float4* __restrict__ sheet, float* __restrict__ bright) {
    int p = chunk * 128 + threadIdx.x / 2, half = threadIdx.x % 2;
    float2 at = place[p];
    float scale = 3000.0f + 700.0f * drawer, x = (at.x + 1.0f) * scale, y = (at.y + 1.0f) * scale, fx = x - floorf(x), fy = y - floorf(y);
    const float4* table = sheet + (size_t)drawer * kSheets * 2 + half;
    uint32_t cx = (uint32_t)x, cy = (uint32_t)y;
    float4 v[4];
#pragma unroll
    for (int c = 0; c < 4; ++c) v[c] = table[(((cx + c % 2) * 2246822519u ^ (cy + c / 2) * 2654435761u) >> 9 & (kSheets - 1)) * 2];
    float w[4] = {(1.0f - fx) * (1.0f - fy), fx * (1.0f - fy), (1.0f - fx) * fy, fx * fy}, sum = 0.0f;
#pragma unroll
    for (int c = 0; c < 4; ++c) sum = fmaf(w[c], (v[c].x + v[c].y) + (v[c].z + v[c].w), sum);
    sum += __shfl_xor_sync(0xffffffffu, sum, 1);
    if (half == 0) bright[drawer * kPlaces + p] = sum;
}

__global__ void __launch_bounds__(256) map_drawers_e5_a(const float2* __restrict__ place, const float4* __restrict__ sheet, float* __restrict__ bright) {
    draw(blockIdx.x % kDrawers, blockIdx.x / kDrawers, place, sheet, bright);
}
__global__ void __launch_bounds__(256) map_drawers_e5_b(const float2* __restrict__ place, const float4* __restrict__ sheet, float* __restrict__ bright) {
    draw(blockIdx.x / kPlaceChunks, blockIdx.x % kPlaceChunks, place, sheet, bright);
}

// ---- Harbour: pull of 16384 buoys on 65536 boats, in eight parts.
constexpr int kBoats = 65536, kBuoys = 16384, kParts = 8, kPartBuoys = kBuoys / kParts;

__device__ __forceinline__ void pulls(const float4* tile, const float4& boat, float3& pull) {
#pragma unroll 8
    for (int j = 0; j < 256; ++j) {
        float4 b = tile[j];
        float dx = b.x - boat.x, dy = b.y - boat.y, dz = b.z - boat.z;
        float r = rsqrtf(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f)))), s = b.w * r * r * r;
        pull.x = fmaf(s, dx, pull.x); pull.y = fmaf(s, dy, pull.y); pull.z = fmaf(s, dz, pull.z);
    }
}

__global__ void __launch_bounds__(256) harbour_buoys_e5_a(const float4* __restrict__ boat, const float4* __restrict__ buoy, float4* __restrict__ pull) {
    __shared__ float4 tile[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float4 b = boat[i];
    float3 sum = make_float3(0.0f, 0.0f, 0.0f);
    const float4* from = buoy + blockIdx.y * kPartBuoys + t;
    for (int j = 0; j < kPartBuoys; j += 256) {
        tile[t] = from[j];
        __syncthreads();
        pulls(tile, b, sum);
        __syncthreads();
    }
    pull[blockIdx.y * kBoats + i] = make_float4(sum.x, sum.y, sum.z, b.w);
}

__global__ void __launch_bounds__(256) harbour_buoys_e5_b(const float4* __restrict__ boat, const float4* __restrict__ buoy, float4* __restrict__ pull) {
    __shared__ float4 tile[2][256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float4 b = boat[i];
    float3 sum = make_float3(0.0f, 0.0f, 0.0f);
    const float4* from = buoy + blockIdx.y * kPartBuoys + t;
    copy16(&tile[0][t], from);
    __pipeline_commit();
    for (int j = 0; j < kPartBuoys; j += 256) {
        if (j + 256 < kPartBuoys) copy16(&tile[j / 256 % 2 ^ 1][t], from + j + 256);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        pulls(tile[j / 256 % 2], b, sum);
        __syncthreads();
    }
    pull[blockIdx.y * kBoats + i] = make_float4(sum.x, sum.y, sum.z, b.w);
}

// ---- Salt marshes: smoothed height of 8192 by 16896 places, each warp walks down 64 rows of 128 columns.
constexpr int kMarshWide = 16896, kMarshHigh = 8192, kMarshRow = kMarshWide + 8, kWalk = 64;

__global__ void __launch_bounds__(128) salt_marsh_e5_a(const float* __restrict__ height, float* __restrict__ smooth) {
    int x = blockIdx.x * 512 + threadIdx.x * 4, y0 = blockIdx.y * kWalk, lane = threadIdx.x % 32;
    const float* from = height + (size_t)y0 * kMarshRow + 4 + x;
    int edge = lane == 0 ? -1 : 4;
    bool border = lane == 0 || lane == 31;
    float4 up = at4(from), mid = at4(from + kMarshRow);
    float up_edge = border ? from[edge] : 0.0f, mid_edge = border ? from[kMarshRow + edge] : 0.0f;
    float* to = smooth + (size_t)y0 * kMarshWide + x;
#pragma unroll 8
    for (int y = 0; y < kWalk; ++y) {
        const float* row = from + (size_t)(y + 2) * kMarshRow;
        float4 down = at4(row), s;
        float down_edge = border ? row[edge] : 0.0f, e = fmaf(2.0f, mid_edge, up_edge + down_edge);
        s.x = fmaf(2.0f, mid.x, up.x + down.x); s.y = fmaf(2.0f, mid.y, up.y + down.y);
        s.z = fmaf(2.0f, mid.z, up.z + down.z); s.w = fmaf(2.0f, mid.w, up.w + down.w);
        float left = __shfl_up_sync(0xffffffffu, s.w, 1), right = __shfl_down_sync(0xffffffffu, s.x, 1);
        if (lane == 0) left = e;
        if (lane == 31) right = e;
        *reinterpret_cast<float4*>(to + (size_t)y * kMarshWide) =
            make_float4(0.0625f * fmaf(2.0f, s.x, left + s.y), 0.0625f * fmaf(2.0f, s.y, s.x + s.z), 0.0625f * fmaf(2.0f, s.z, s.y + s.w), 0.0625f * fmaf(2.0f, s.w, s.z + right));
        up = mid; mid = down;
        up_edge = mid_edge; mid_edge = down_edge;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    constexpr size_t pool = (size_t)(kMarshHigh + 2) * kMarshRow;  // the largest number of floats that a case reads or writes
    static_assert(pool >= kSound + kTaps && pool >= (size_t)kPigeons * kStates * kStates && pool >= (size_t)kDrawers * kSheets * 8, "shared");
    const float* sea = filled<float>(pool, 51);
    float *coarse = empty<float>(pool / 2), *out = empty<float>(pool);
    __half* halves = reinterpret_cast<__half*>(empty<uint16_t>((size_t)kPigeons * kStates * kStates * 2));
    harness_coarse<<<2048, 256>>>(sea, coarse, pool / 2); CHECK(cudaGetLastError());
    constexpr size_t flock = (size_t)kPigeons * kStates * kStates;
    harness_halves<<<2048, 256>>>(sea, halves, flock); CHECK(cudaGetLastError());
    harness_halves<<<2048, 256>>>(sea + 1000, halves + flock, flock); CHECK(cudaGetLastError());

    const float* recipe = sea + kShops * kGoods;
    add("bakery_orders_e5_a", out, kShops * kLoaves, Output::f32, [=] { bakery_orders_e5_a<<<dim3(kLoaves / 32, kShops / 8), dim3(32, 8)>>>(sea, recipe, out); });
    add("bakery_orders_e5_b", out, kShops * kLoaves, Output::f32, [=] { bakery_orders_e5_b<<<dim3(kLoaves / 64, kShops / 64), 256>>>(sea, recipe, out); });

    const __half *sail = halves, *walk = halves + kPorts * kPorts;
    add("ferry_routes_e5_a", out, kPorts * kPorts, Output::f32, [=] { ferry_routes_e5_a<<<dim3(kPorts / 64, kPorts / 64), 256>>>(sail, walk, out); });
    add("ferry_routes_e5_b", out, kPorts * kPorts, Output::f32, [=] { ferry_routes_e5_b<<<dim3(kPorts / 64, kPorts / 64), 256>>>(sail, walk, out); });

    const float* weather = coarse + kSlopes * kReadings;
    add("vineyard_slopes_e5_a", out, kSlopes * kYears, Output::f32, [=] { vineyard_slopes_e5_a<<<dim3(kYears / 128, kSlopes / 128), 256>>>(coarse, weather, out); });
    add("vineyard_slopes_e5_b", out, kSlopes * kYears, Output::f32, [=] { vineyard_slopes_e5_b<<<dim3(kYears / 128, kSlopes / 128), 256>>>(coarse, weather, out); });

    double *cable = filled<double>(kCables * kModes, 52), *load = filled<double>(kModes * kLoads, 53), *pull = empty<double>(kCables * kLoads);
    add("bridge_cables_e5_a", pull, kCables * kLoads, Output::f64, [=] { bridge_cables_e5_a<<<dim3(kLoads / 64, kCables / 64), 256>>>(cable, load, pull); });
    add("bridge_cables_e5_b", pull, kCables * kLoads, Output::f64, [=] { bridge_cables_e5_b<<<dim3(kLoads / 64, kCables / 64), 256>>>(cable, load, pull); });

    const uint4 *step = reinterpret_cast<const uint4*>(halves), *doubt = reinterpret_cast<const uint4*>(halves + flock);
    uint4* after = reinterpret_cast<uint4*>(out);
    add("pigeon_homing_e5_a", after, flock, Output::f16, [=] { pigeon_homing_e5_a<<<kPigeons, 256>>>(step, doubt, after); });
    add("pigeon_homing_e5_b", after, flock, Output::f16, [=] { pigeon_homing_e5_b<<<kPigeons, 256>>>(step, doubt, after); });

    const __half* hand = halves + (size_t)kLetters * kLetters;
    CHECK(cudaFuncSetAttribute(archive_shelves_e5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 3 * (int)sizeof(Shelf)));
    add("archive_shelves_e5_a", out, kLetters * kLetters, Output::f32, [=] { archive_shelves_e5_a<<<dim3(kLetters / 256, kLetters / 128), 256, sizeof(Shelf)>>>(halves, hand, out); });
    add("archive_shelves_e5_b", out, kLetters * kLetters, Output::f32, [=] { archive_shelves_e5_b<<<dim3(kLetters / 256, kLetters / 128), 256, 3 * sizeof(Shelf)>>>(halves, hand, out); });

    Taps taps;
    for (int i = 0; i < kTaps; ++i) taps.t[i] = harness::unit(i + 1) * 0.3f;
    CHECK(cudaFuncSetAttribute(bell_tower_e5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * kTileRoom * 4));
    add("bell_tower_e5_a", out, kSound / 8, Output::f32, [=] { bell_tower_e5_a<<<kTowers, 1024, kTileRoom * 4>>>(sea, taps, out); });
    add("bell_tower_e5_b", out, kSound / 8, Output::f32, [=] { bell_tower_e5_b<<<kTowers, 1024, 2 * kTileRoom * 4>>>(sea, taps, out); });

    Polyp polyp;
    for (int i = 0; i < kPolyp * kPolyp; ++i) polyp.w[i / kPolyp][i % kPolyp] = harness::unit(i + 100) * 0.2f;
    add("coral_survey_e5_a", out, kReef * kReef, Output::f32, [=] { coral_survey_e5_a<<<dim3(kReef / 32, kReef / 8), dim3(32, 8)>>>(sea, polyp, out); });
    add("coral_survey_e5_b", out, kReef * kReef, Output::f32, [=] { coral_survey_e5_b<<<dim3(kReef / 64, kReef / 32), 256>>>(sea, polyp, out); });

    const float2* place = reinterpret_cast<const float2*>(filled<float>(2 * kPlaces, 54));
    const float4* sheet = reinterpret_cast<const float4*>(sea);
    add("map_drawers_e5_a", out, (size_t)kDrawers * kPlaces, Output::f32, [=] { map_drawers_e5_a<<<kDrawers * kPlaceChunks, 256>>>(place, sheet, out); });
    add("map_drawers_e5_b", out, (size_t)kDrawers * kPlaces, Output::f32, [=] { map_drawers_e5_b<<<kDrawers * kPlaceChunks, 256>>>(place, sheet, out); });

    const float4 *boat = reinterpret_cast<const float4*>(sea), *buoy = boat + kBoats;
    float4* drag = reinterpret_cast<float4*>(out);
    add("harbour_buoys_e5_a", drag, (size_t)kParts * kBoats * 4, Output::f32, [=] { harbour_buoys_e5_a<<<dim3(kBoats / 256, kParts), 256>>>(boat, buoy, drag); });
    add("harbour_buoys_e5_b", drag, (size_t)kParts * kBoats * 4, Output::f32, [=] { harbour_buoys_e5_b<<<dim3(kBoats / 256, kParts), 256>>>(boat, buoy, drag); });

    add("salt_marsh_e5_a", out, (size_t)kMarshHigh * kMarshWide, Output::f32, [=] { salt_marsh_e5_a<<<dim3(kMarshWide / 512, kMarshHigh / kWalk), 128>>>(sea, out); });

    return harness::run(argc, argv, cases);
}
