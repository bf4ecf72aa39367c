// Eleven measured cases of matrices and tiles: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>
#include <mma.h>

using harness::Case;
using harness::Output;
namespace wmma = nvcuda::wmma;

__device__ __forceinline__ void copy_async16(void* to, const void* from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}
__device__ __forceinline__ void copy_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int kLeft>
__device__ __forceinline__ void copy_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(kLeft) : "memory"); }

// ---- Harvest: value of each farm's harvest in each of the markets (farms x crops times crops x markets).
constexpr int kFarms = 2112, kMarkets = 3072, kCrops = 768;

__global__ void __launch_bounds__(256) harvest_ledger_j5_a(const float* __restrict__ yield, const float* __restrict__ price, float* __restrict__ value) {
    int market = blockIdx.x * 32 + threadIdx.x, farm = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.0f;
    for (int c = 0; c < kCrops; ++c) sum += yield[farm * kCrops + c] * price[c * kMarkets + market];
    value[farm * kMarkets + market] = sum;
}

__global__ void __launch_bounds__(256) harvest_ledger_j5_b(const float* __restrict__ yield, const float* __restrict__ price, float* __restrict__ value) {
    __shared__ __align__(16) float ys[16][68], ps[16][64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, farm = blockIdx.y * 64, market = blockIdx.x * 64;
    float sum[4][4] = {};
    for (int c = 0; c < kCrops; c += 16) {
        float4 y = *reinterpret_cast<const float4*>(yield + (farm + t / 4) * kCrops + c + t % 4 * 4);
        float4 p = *reinterpret_cast<const float4*>(price + (c + ty) * kMarkets + market + tx * 4);
        __syncthreads();
        ys[t % 4 * 4 + 0][t / 4] = y.x; ys[t % 4 * 4 + 1][t / 4] = y.y; ys[t % 4 * 4 + 2][t / 4] = y.z; ys[t % 4 * 4 + 3][t / 4] = y.w;
        *reinterpret_cast<float4*>(&ps[ty][tx * 4]) = p;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 u = *reinterpret_cast<const float4*>(&ys[k][ty * 4]), v = *reinterpret_cast<const float4*>(&ps[k][tx * 4]);
            float a[4] = {u.x, u.y, u.z, u.w}, b[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] = fmaf(a[i], b[j], sum[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *reinterpret_cast<float4*>(value + (farm + ty * 4 + i) * kMarkets + market + tx * 4) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

// ---- Film club: liking of each member for each film from half-precision tastes of 512 traits.
constexpr int kMembers = 4224, kFilms = 2048, kTraits = 512;

__global__ void __launch_bounds__(256) film_affinity_j5_a(const half* __restrict__ taste, const half* __restrict__ trait, float* __restrict__ liking) {
    int film = blockIdx.x * 32 + threadIdx.x, member = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.0f;
    for (int k = 0; k < kTraits; ++k) sum += __half2float(taste[member * kTraits + k]) * __half2float(trait[k * kFilms + film]);
    liking[member * kFilms + film] = sum;
}

__global__ void __launch_bounds__(128) film_affinity_j5_b(const half* __restrict__ taste, const half* __restrict__ trait, float* __restrict__ liking) {
    int warp = threadIdx.x / 32, member = blockIdx.y * 64 + warp / 2 * 32, film = blockIdx.x * 64 + warp % 2 * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2][2];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
#pragma unroll 2
    for (int k = 0; k < kTraits; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a[2];
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b[2];
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            wmma::load_matrix_sync(a[i], taste + (member + i * 16) * kTraits + k, kTraits);
            wmma::load_matrix_sync(b[i], trait + k * kFilms + film + i * 16, kFilms);
        }
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int j = 0; j < 2; ++j) wmma::mma_sync(sum[i][j], a[i], b[j], sum[i][j]);
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::store_matrix_sync(liking + (member + i * 16) * kFilms + film + j * 16, sum[i][j], kFilms, wmma::mem_row_major);
}

// ---- Fresco: pointwise convolution (1 x 1) of 512 pigment planes into 512 layers, weights stored input-major.
constexpr int kLayers = 512, kPigments = 512, kSpots = 128 * 198;

struct FrescoNext { float4 w[2], x[2]; };

__device__ __forceinline__ FrescoNext fresco_fetch(const float* __restrict__ weight, const float* __restrict__ plane, int layer, int spot, int k) {
    FrescoNext n;
#pragma unroll
    for (int s = 0; s < 2; ++s) {
        int row = k + threadIdx.x / 32 + s * 8, col = threadIdx.x % 32 * 4;
        n.w[s] = *reinterpret_cast<const float4*>(weight + row * kLayers + layer + col);
        n.x[s] = *reinterpret_cast<const float4*>(plane + row * kSpots + spot + col);
    }
    return n;
}

__global__ void __launch_bounds__(256, 2) fresco_panels_j5_a(const float* __restrict__ weight, const float* __restrict__ plane, float* __restrict__ out) {
    __shared__ __align__(16) float ws[16][136], xs[16][136];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, layer = blockIdx.x * 128, spot = blockIdx.y * 128;
    float sum[8][8] = {};
    FrescoNext n = fresco_fetch(weight, plane, layer, spot, 0);
    for (int k = 0; k < kPigments; k += 16) {
        __syncthreads();
#pragma unroll
        for (int s = 0; s < 2; ++s) {
            *reinterpret_cast<float4*>(&ws[t / 32 + s * 8][t % 32 * 4]) = n.w[s];
            *reinterpret_cast<float4*>(&xs[t / 32 + s * 8][t % 32 * 4]) = n.x[s];
        }
        __syncthreads();
        if (k + 16 < kPigments) n = fresco_fetch(weight, plane, layer, spot, k + 16);
#pragma unroll
        for (int q = 0; q < 16; ++q) {
            float a[8], b[8];
            *reinterpret_cast<float4*>(a) = *reinterpret_cast<const float4*>(&ws[q][ty * 4]);
            *reinterpret_cast<float4*>(a + 4) = *reinterpret_cast<const float4*>(&ws[q][64 + ty * 4]);
            *reinterpret_cast<float4*>(b) = *reinterpret_cast<const float4*>(&xs[q][tx * 4]);
            *reinterpret_cast<float4*>(b + 4) = *reinterpret_cast<const float4*>(&xs[q][64 + tx * 4]);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(a[i], b[j], sum[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; j += 4)
            *reinterpret_cast<float4*>(out + (size_t)(layer + i / 4 * 64 + ty * 4 + i % 4) * kSpots + spot + j / 4 * 64 + tx * 4) =
                make_float4(sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]);
}

__device__ __forceinline__ float4 fresco_round(float4 v) {
    return make_float4(wmma::__float_to_tf32(v.x), wmma::__float_to_tf32(v.y), wmma::__float_to_tf32(v.z), wmma::__float_to_tf32(v.w));
}

__global__ void __launch_bounds__(256, 2) fresco_panels_j5_b(const float* __restrict__ weight, const float* __restrict__ plane, float* __restrict__ out) {
    __shared__ __align__(16) float ws[16][136], xs[16][136];
    int t = threadIdx.x, warp = t / 32, wl = warp / 4 * 64, wp = warp % 4 * 32, layer = blockIdx.x * 128, spot = blockIdx.y * 128;
    int g = t % 32 / 4, r = t % 4;
    float sum[4][4][4] = {};
    FrescoNext n = fresco_fetch(weight, plane, layer, spot, 0);
    for (int k = 0; k < kPigments; k += 16) {
        __syncthreads();
#pragma unroll
        for (int s = 0; s < 2; ++s) {
            *reinterpret_cast<float4*>(&ws[t / 32 + s * 8][t % 32 * 4]) = fresco_round(n.w[s]);
            *reinterpret_cast<float4*>(&xs[t / 32 + s * 8][t % 32 * 4]) = fresco_round(n.x[s]);
        }
        __syncthreads();
        if (k + 16 < kPigments) n = fresco_fetch(weight, plane, layer, spot, k + 16);
#pragma unroll
        for (int q = 0; q < 16; q += 8) {
            unsigned a[4][4], b[4][2];
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int e = 0; e < 4; ++e) a[i][e] = __float_as_uint(ws[q + r + e / 2 * 4][wl + i * 16 + g + e % 2 * 8]);
#pragma unroll
            for (int j = 0; j < 4; ++j)
#pragma unroll
                for (int e = 0; e < 2; ++e) b[j][e] = __float_as_uint(xs[q + r + e * 4][wp + j * 8 + g]);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j)
                    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                        : "+f"(sum[i][j][0]), "+f"(sum[i][j][1]), "+f"(sum[i][j][2]), "+f"(sum[i][j][3])
                        : "r"(a[i][0]), "r"(a[i][1]), "r"(a[i][2]), "r"(a[i][3]), "r"(b[j][0]), "r"(b[j][1]));
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int half = 0; half < 2; ++half)
                *reinterpret_cast<float2*>(out + (size_t)(layer + wl + i * 16 + half * 8 + g) * kSpots + spot + wp + j * 8 + r * 2) =
                    make_float2(sum[i][j][2 * half], sum[i][j][2 * half + 1]);
}

// ---- Lake: overlap of two sets of standing waves sampled at 1024 gauges, in double precision (X^T Y).
constexpr int kGauges = 1024, kLeftModes = 2048, kRightModes = 2112;

__device__ __forceinline__ void lake_fetch(double (*xs)[132], double (*ys)[68], const double* __restrict__ x, const double* __restrict__ y, int left, int right, int k) {
    int t = threadIdx.x;
#pragma unroll
    for (int s = 0; s < 2; ++s) copy_async16(&xs[t / 64 + s * 4][t % 64 * 2], x + (k + t / 64 + s * 4) * kLeftModes + left + t % 64 * 2);
    copy_async16(&ys[t / 32][t % 32 * 2], y + (k + t / 32) * kRightModes + right + t % 32 * 2);
}

__global__ void __launch_bounds__(256, 2) lake_modes_j5_a(const double* __restrict__ x, const double* __restrict__ y, double* __restrict__ overlap) {
    __shared__ __align__(16) double xs[2][8][132], ys[2][8][68];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, left = blockIdx.y * 128, right = blockIdx.x * 64;
    double sum[8][4] = {};
    lake_fetch(xs[0], ys[0], x, y, left, right, 0);
    copy_commit();
    for (int k = 0; k < kGauges; k += 8) {
        int now = k / 8 % 2;
        copy_wait<0>();
        __syncthreads();
        if (k + 8 < kGauges) lake_fetch(xs[now ^ 1], ys[now ^ 1], x, y, left, right, k + 8);
        copy_commit();
#pragma unroll
        for (int q = 0; q < 8; ++q) {
            double2 a[4], b[2];
#pragma unroll
            for (int i = 0; i < 4; ++i) a[i] = *reinterpret_cast<const double2*>(&xs[now][q][ty * 2 + i * 32]);
#pragma unroll
            for (int j = 0; j < 2; ++j) b[j] = *reinterpret_cast<const double2*>(&ys[now][q][tx * 2 + j * 32]);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 2; ++j) {
                    sum[2 * i][2 * j] = fma(a[i].x, b[j].x, sum[2 * i][2 * j]);
                    sum[2 * i][2 * j + 1] = fma(a[i].x, b[j].y, sum[2 * i][2 * j + 1]);
                    sum[2 * i + 1][2 * j] = fma(a[i].y, b[j].x, sum[2 * i + 1][2 * j]);
                    sum[2 * i + 1][2 * j + 1] = fma(a[i].y, b[j].y, sum[2 * i + 1][2 * j + 1]);
                }
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
            *reinterpret_cast<double2*>(overlap + (size_t)(left + i / 2 * 32 + ty * 2 + i % 2) * kRightModes + right + j * 32 + tx * 2) =
                make_double2(sum[i][2 * j], sum[i][2 * j + 1]);
}

__global__ void __launch_bounds__(256, 2) lake_modes_j5_b(const double* __restrict__ x, const double* __restrict__ y, double* __restrict__ overlap) {
    __shared__ __align__(16) double xs[2][8][132], ys[2][8][68];
    int t = threadIdx.x, left = blockIdx.y * 128, right = blockIdx.x * 64;
    int lane = t % 32, g = lane / 4, q = lane % 4, wl = t / 64 * 32, wr = t / 32 % 2 * 32;
    double sum[2][4][4] = {};
    lake_fetch(xs[0], ys[0], x, y, left, right, 0);
    copy_commit();
    for (int k = 0; k < kGauges; k += 8) {
        int now = k / 8 % 2;
        copy_wait<0>();
        __syncthreads();
        if (k + 8 < kGauges) lake_fetch(xs[now ^ 1], ys[now ^ 1], x, y, left, right, k + 8);
        copy_commit();
        double a[2][4], b[4][2];
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int e = 0; e < 4; ++e) a[i][e] = xs[now][q + e / 2 * 4][wl + i * 16 + g + e % 2 * 8];
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int e = 0; e < 2; ++e) b[j][e] = ys[now][q + e * 4][wr + j * 8 + g];
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j)
                asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                    : "+d"(sum[i][j][0]), "+d"(sum[i][j][1]), "+d"(sum[i][j][2]), "+d"(sum[i][j][3])
                    : "d"(a[i][0]), "d"(a[i][1]), "d"(a[i][2]), "d"(a[i][3]), "d"(b[j][0]), "d"(b[j][1]));
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int h = 0; h < 2; ++h)
                *reinterpret_cast<double2*>(overlap + (size_t)(left + wl + i * 16 + h * 8 + g) * kRightModes + right + wr + j * 8 + q * 2) =
                    make_double2(sum[i][j][2 * h], sum[i][j][2 * h + 1]);
}

// ---- Antennas: precoding of each of 12288 subcarriers, a 64 x 64 half-precision matrix times 64 layers' symbols of 64 moments.
constexpr int kCarriers = 12288, kPorts = 64;

__device__ __forceinline__ void antenna_stage(const half* __restrict__ steer, const half* __restrict__ symbol, half (*ss)[72], half (*ys)[72]) {
    const uint4* s = reinterpret_cast<const uint4*>(steer + (size_t)blockIdx.x * kPorts * kPorts);
    const uint4* y = reinterpret_cast<const uint4*>(symbol + (size_t)blockIdx.x * kPorts * kPorts);
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        int at = i * 256 + threadIdx.x;
        *reinterpret_cast<uint4*>(&ss[at / 8][at % 8 * 8]) = s[at];
        *reinterpret_cast<uint4*>(&ys[at / 8][at % 8 * 8]) = y[at];
    }
    __syncthreads();
}
__device__ __forceinline__ void antenna_four(const half* from, float* to) {
    uint2 raw = *reinterpret_cast<const uint2*>(from);
    float2 low = __half22float2(*reinterpret_cast<half2*>(&raw.x)), high = __half22float2(*reinterpret_cast<half2*>(&raw.y));
    to[0] = low.x; to[1] = low.y; to[2] = high.x; to[3] = high.y;
}

__global__ void __launch_bounds__(256) antenna_chorus_j5_a(const half* __restrict__ steer, const half* __restrict__ symbol, float* __restrict__ signal) {
    __shared__ __align__(32) half ss[64][72], ys[64][72];
    antenna_stage(steer, symbol, ss, ys);
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    float sum[4][4] = {};
#pragma unroll 4
    for (int k = 0; k < kPorts; k += 4) {
        float a[4][4], b[4][4];
#pragma unroll
        for (int i = 0; i < 4; ++i) { antenna_four(&ss[ty * 4 + i][k], a[i]); antenna_four(&ys[k + i][tx * 4], b[i]); }
#pragma unroll
        for (int q = 0; q < 4; ++q)
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] = fmaf(a[i][q], b[q][j], sum[i][j]);
    }
    float* to = signal + (size_t)blockIdx.x * kPorts * kPorts;
#pragma unroll
    for (int i = 0; i < 4; ++i)
        __stcg(reinterpret_cast<float4*>(to + (ty * 4 + i) * kPorts + tx * 4), make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]));
}

__global__ void __launch_bounds__(256) antenna_chorus_j5_b(const half* __restrict__ steer, const half* __restrict__ symbol, float* __restrict__ signal) {
    __shared__ __align__(32) half ss[64][72], ys[64][72];
    antenna_stage(steer, symbol, ss, ys);
    int warp = threadIdx.x / 32, row = warp / 2 * 16, col = warp % 2 * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2];
    wmma::fill_fragment(sum[0], 0.0f); wmma::fill_fragment(sum[1], 0.0f);
#pragma unroll
    for (int k = 0; k < kPorts; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
        wmma::load_matrix_sync(a, &ss[row][k], 72);
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
            wmma::load_matrix_sync(b, &ys[k][col + j * 16], 72);
            wmma::mma_sync(sum[j], a, b, sum[j]);
        }
    }
    float* to = signal + (size_t)blockIdx.x * kPorts * kPorts;
#pragma unroll
    for (int j = 0; j < 2; ++j) wmma::store_matrix_sync(to + row * kPorts + col + j * 16, sum[j], kPorts, wmma::mem_row_major);
}

// ---- Trams: passengers' hidden state times a layer's weights (half in, float out), tiles of 256 x 128 x 32 on tensor cores.
constexpr int kRides = 6144, kHidden = 2048, kStops = 4224;
constexpr int kTramA = 256 * 40, kTramB = 32 * 136, kTramStage = kTramA + kTramB;  // halves

__device__ __forceinline__ void tram_fetch(half* tile, const half* __restrict__ state, const half* __restrict__ weight, int ride, int stop, int k) {
    int t = threadIdx.x;
#pragma unroll
    for (int s = 0; s < 4; ++s) {
        int at = s * 256 + t;
        copy_async16(tile + at / 4 * 40 + at % 4 * 8, state + (ride + at / 4) * kHidden + k + at % 4 * 8);
    }
#pragma unroll
    for (int s = 0; s < 2; ++s) {
        int at = s * 256 + t;
        copy_async16(tile + kTramA + at / 16 * 136 + at % 16 * 8, weight + (k + at / 16) * kStops + stop + at % 16 * 8);
    }
}

template <int kStages>
__device__ __forceinline__ void tram_routes(const half* __restrict__ state, const half* __restrict__ weight, float* __restrict__ out) {
    extern __shared__ __align__(128) half tram_tiles[];
    int warp = threadIdx.x / 32, wr = warp / 2 * 64, ws = warp % 2 * 64, ride = blockIdx.y * 256, stop = blockIdx.x * 128;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
#pragma unroll
    for (int s = 0; s < kStages - 1; ++s) { tram_fetch(tram_tiles + s * kTramStage, state, weight, ride, stop, s * 32); copy_commit(); }
    int now = 0;
    for (int k = 0; k < kHidden; k += 32) {
        if constexpr (kStages == 1) {
            __syncthreads();
            tram_fetch(tram_tiles, state, weight, ride, stop, k);
            copy_commit();
            copy_wait<0>();
            __syncthreads();
        } else {
            copy_wait<kStages - 2>();
            __syncthreads();
            int ahead = k + (kStages - 1) * 32, slot = now == 0 ? kStages - 1 : now - 1;
            if (ahead < kHidden) tram_fetch(tram_tiles + slot * kTramStage, state, weight, ride, stop, ahead);
            copy_commit();
        }
        const half *as = tram_tiles + now * kTramStage, *bs = as + kTramA;
#pragma unroll
        for (int q = 0; q < 32; q += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(a[i], as + (wr + i * 16) * 40 + q, 40);
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
                wmma::load_matrix_sync(b, bs + q * 136 + ws + j * 16, 136);
#pragma unroll
                for (int i = 0; i < 4; ++i) wmma::mma_sync(sum[i][j], a[i], b, sum[i][j]);
            }
        }
        now = now + 1 == kStages ? 0 : now + 1;
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
            wmma::store_matrix_sync(out + (size_t)(ride + wr + i * 16) * kStops + stop + ws + j * 16, sum[i][j], kStops, wmma::mem_row_major);
}

__global__ void __launch_bounds__(256, 1) tram_routes_j5_a(const half* __restrict__ state, const half* __restrict__ weight, float* __restrict__ out) {
    tram_routes<1>(state, weight, out);
}
__global__ void __launch_bounds__(256, 1) tram_routes_j5_b(const half* __restrict__ state, const half* __restrict__ weight, float* __restrict__ out) {
    tram_routes<3>(state, weight, out);
}

// ---- Whales: energy of a hydrophone's recording behind a band filter of 32 taps, four samples a value; a block walks along its part.
constexpr int kTaps = 32, kSong = 16384, kSongTiles = 64, kSwimmers = 132;
constexpr int kSongBuffer = kTaps + kSong;  // floats
__constant__ float band[kTaps];

__device__ __forceinline__ void whale_energy(const float* tile, float* __restrict__ energy) {
    int t = threadIdx.x;
#pragma unroll 1
    for (int part = 0; part < kSong; part += 8192) {  // two parts at a time
        float y[2][4] = {};
        float4 now[2];
#pragma unroll
        for (int h = 0; h < 2; ++h) now[h] = *reinterpret_cast<const float4*>(tile + part + h * 4096 + t * 4);
#pragma unroll
        for (int q = 0; q < kTaps; q += 4)
#pragma unroll
            for (int h = 0; h < 2; ++h) {
                float4 then = *reinterpret_cast<const float4*>(tile + part + h * 4096 + t * 4 + q + 4);
                float x[7] = {now[h].y, now[h].z, now[h].w, then.x, then.y, then.z, then.w};
#pragma unroll
                for (int k = 0; k < 4; ++k)
#pragma unroll
                    for (int i = 0; i < 4; ++i) y[h][i] = fmaf(band[q + k], x[i + k], y[h][i]);
                now[h] = then;
            }
#pragma unroll
        for (int h = 0; h < 2; ++h)
            energy[(part + h * 4096) / 4 + t] = fmaf(y[h][0], y[h][0], fmaf(y[h][1], y[h][1], fmaf(y[h][2], y[h][2], y[h][3] * y[h][3])));
    }
}

__global__ void __launch_bounds__(1024, 1) whale_song_j5_a(const float* __restrict__ sound, float* __restrict__ energy) {
    extern __shared__ __align__(16) float song[];
    int t = threadIdx.x;
    for (int tile = 0; tile < kSongTiles; ++tile) {
        size_t at = (size_t)(blockIdx.x * kSongTiles + tile) * kSong;
        const float4* from = reinterpret_cast<const float4*>(sound + at);
        float4* to = reinterpret_cast<float4*>(song);
        __syncthreads();
#pragma unroll
        for (int s = 0; s < kSong / 4096; ++s) to[s * 1024 + t] = from[s * 1024 + t];
        if (t < kTaps / 4) to[kSong / 4 + t] = from[kSong / 4 + t];
        __syncthreads();
        whale_energy(song, energy + at / 4);
    }
}

__global__ void __launch_bounds__(1024, 1) whale_song_j5_b(const float* __restrict__ sound, float* __restrict__ energy) {
    extern __shared__ __align__(16) float song[];
    int t = threadIdx.x;
    auto fetch = [&](int tile) {
        const float4* from = reinterpret_cast<const float4*>(sound + (size_t)(blockIdx.x * kSongTiles + tile) * kSong);
        float4* to = reinterpret_cast<float4*>(song + tile % 2 * kSongBuffer);
#pragma unroll
        for (int s = 0; s < kSong / 4096; ++s) copy_async16(to + s * 1024 + t, from + s * 1024 + t);
        if (t < kTaps / 4) copy_async16(to + kSong / 4 + t, from + kSong / 4 + t);
    };
    fetch(0); copy_commit();
    for (int tile = 0; tile < kSongTiles; ++tile) {
        if (tile + 1 < kSongTiles) fetch(tile + 1);
        copy_commit();
        copy_wait<1>();
        __syncthreads();
        whale_energy(song + tile % 2 * kSongBuffer, energy + (size_t)(blockIdx.x * kSongTiles + tile) * (kSong / 4));
        __syncthreads();
    }
}

// ---- Star plate: a 4096 x 4096 photographic plate blurred by the telescope's measured point spread of 11 x 11.
constexpr int kPlate = 4096, kPitch = kPlate + 16, kSpread = 11;
__constant__ float spread[kSpread * kSpread];

__global__ void __launch_bounds__(256) star_plate_j5_a(const float* __restrict__ sky, float* __restrict__ plate) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.0f;
#pragma unroll
    for (int v = 0; v < kSpread; ++v)
#pragma unroll
        for (int u = 0; u < kSpread; ++u) sum = fmaf(spread[v * kSpread + u], sky[(y + v) * kPitch + x + u], sum);
    plate[y * kPlate + x] = sum;
}

__global__ void __launch_bounds__(256) star_plate_j5_b(const float* __restrict__ sky, float* __restrict__ plate) {
    __shared__ float patch[64 + kSpread - 1][32 + kSpread - 1];
    int tx = threadIdx.x, ty = threadIdx.y, left = blockIdx.x * 32, top = blockIdx.y * 64;
    for (int v = ty; v < 64 + kSpread - 1; v += 8)
        for (int u = tx; u < 32 + kSpread - 1; u += 32) patch[v][u] = sky[(top + v) * kPitch + left + u];
    __syncthreads();
    float sum[8] = {};
#pragma unroll
    for (int u = 0; u < kSpread; ++u) {
        float column[8 + kSpread - 1];
#pragma unroll
        for (int v = 0; v < 8 + kSpread - 1; ++v) column[v] = patch[ty * 8 + v][tx + u];
#pragma unroll
        for (int v = 0; v < kSpread; ++v)
#pragma unroll
            for (int r = 0; r < 8; ++r) sum[r] = fmaf(spread[v * kSpread + u], column[r + v], sum[r]);
    }
#pragma unroll
    for (int r = 0; r < 8; ++r) plate[(top + ty * 8 + r) * kPlate + left + tx] = sum[r];
}

// ---- Map sheets: ground height at points that were sorted by sheet; a sheet holds 131072 cells of 8 coefficients (4 MB); two lanes a point.
constexpr int kSheets = 64, kCells = 131072, kPoints = 1 << 20, kBatch = 512;  // points of a sheet, of a block

__device__ __forceinline__ void map_sheet(const float4* __restrict__ cells, const int* __restrict__ code, float* __restrict__ height, int sheet, int batch) {
    size_t first = (size_t)sheet * kPoints + batch * kBatch + threadIdx.x / 2;
    int part = threadIdx.x % 2;
    const float4* base = cells + (size_t)sheet * kCells * 2 + part;
    int c[4];
    float4 k[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) c[j] = __ldcs(code + first + j * 128);
#pragma unroll
    for (int j = 0; j < 4; ++j) k[j] = __ldcg(base + (c[j] >> 4) * 2);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float u = (c[j] & 15) * 0.0625f, h = fmaf(fmaf(fmaf(k[j].w, u, k[j].z), u, k[j].y), u, k[j].x);
        h = part ? h * (1.0f - u) : h;
        h += __shfl_xor_sync(0xffffffffu, h, 1);
        if (!part) __stcs(height + first + j * 128, h);
    }
}

__global__ void __launch_bounds__(256) map_sheets_j5_a(const float4* __restrict__ cells, const int* __restrict__ code, float* __restrict__ height) {
    map_sheet(cells, code, height, blockIdx.x, blockIdx.y);
}
__global__ void __launch_bounds__(256) map_sheets_j5_b(const float4* __restrict__ cells, const int* __restrict__ code, float* __restrict__ height) {
    map_sheet(cells, code, height, blockIdx.y, blockIdx.x);
}

// ---- Hills: surface through 1024 survey marks (compact radial functions), two points a thread, marks in tiles of 256.
constexpr int kHills = 132 * 8 * 512 * 2, kMarks = 1024;

__device__ __forceinline__ void hill_sum(const float4* tile, const float4& p, float2& sum) {
#pragma unroll 8
    for (int m = 0; m < 256; ++m) {
        float4 s = tile[m];
        float dx = p.x - s.x, dy = p.y - s.y, near = __saturatef(fmaf(-dx, dx, fmaf(-dy, dy, s.z)));
        float ex = p.z - s.x, ey = p.w - s.y, close = __saturatef(fmaf(-ex, ex, fmaf(-ey, ey, s.z)));
        sum.x = fmaf(near * near, s.w, sum.x);
        sum.y = fmaf(close * close, s.w, sum.y);
    }
}

__global__ void __launch_bounds__(256, 8) hill_survey_j5_a(const float4* __restrict__ point, const float4* __restrict__ mark, float2* __restrict__ surface) {
    __shared__ float4 tile[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float4 p = point[i];
    float2 sum = make_float2(0.0f, 0.0f);
    for (int from = 0; from < kMarks; from += 256) {
        __syncthreads();
        tile[t] = mark[from + t];
        __syncthreads();
        hill_sum(tile, p, sum);
    }
    surface[i] = sum;
}

__global__ void __launch_bounds__(256, 8) hill_survey_j5_b(const float4* __restrict__ point, const float4* __restrict__ mark, float2* __restrict__ surface) {
    __shared__ float4 tile[2][256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float4 p = point[i];
    float2 sum = make_float2(0.0f, 0.0f);
    copy_async16(&tile[0][t], mark + t);
    copy_commit();
    for (int from = 0; from < kMarks; from += 256) {
        int now = from / 256 % 2;
        copy_wait<0>();
        __syncthreads();
        if (from + 256 < kMarks) copy_async16(&tile[now ^ 1][t], mark + from + 256 + t);
        copy_commit();
        hill_sum(tile[now], p, sum);
    }
    surface[i] = sum;
}

// ---- Copper plate: one explicit heat step on a 16384 x 16384 plate, four rows of quadruples a thread, neighbours by shuffle.
constexpr int kSide = 16384, kQuads = kSide / 4;

__global__ void __launch_bounds__(256) copper_plate_j5_a(const float* __restrict__ warm, float* __restrict__ next) {
    int lane = threadIdx.x, quad = blockIdx.x * 32 + lane, top = (blockIdx.y * 8 + threadIdx.y) * 4;
    const float4* from = reinterpret_cast<const float4*>(warm);
    float4 row[6];
#pragma unroll
    for (int r = 0; r < 6; ++r) row[r] = from[min(max(top + r - 1, 0), kSide - 1) * kQuads + quad];
    float edge[4];
    int side = lane == 0 ? max(quad * 4 - 1, 0) : min(quad * 4 + 4, kSide - 1);
#pragma unroll
    for (int r = 0; r < 4; ++r) edge[r] = lane == 0 || lane == 31 ? warm[(top + r) * kSide + side] : 0.0f;
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        float4 c = row[r + 1], u = row[r], d = row[r + 2];
        float left = __shfl_up_sync(0xffffffffu, c.w, 1), right = __shfl_down_sync(0xffffffffu, c.x, 1);
        if (lane == 0) left = edge[r];
        if (lane == 31) right = edge[r];
        float4 o;
        o.x = fmaf(0.2f, left + c.y + u.x + d.x - 4.0f * c.x, c.x);
        o.y = fmaf(0.2f, c.x + c.z + u.y + d.y - 4.0f * c.y, c.y);
        o.z = fmaf(0.2f, c.y + c.w + u.z + d.z - 4.0f * c.z, c.z);
        o.w = fmaf(0.2f, c.z + right + u.w + d.w - 4.0f * c.w, c.w);
        __stcs(reinterpret_cast<float4*>(next) + (top + r) * kQuads + quad, o);
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type}); };

    // Shared by all: a float field, a half field each for left and right, one result of each width.
    constexpr size_t kMost = (size_t)kSide * kSide;
    float *one = filled<float>(kMost, 51), *two = filled<float>((size_t)1 << 24, 52), *out = empty<float>(kMost);
    half *left = filled<half>((size_t)kCarriers * kPorts * kPorts, 53), *right = filled<half>((size_t)kCarriers * kPorts * kPorts, 54);
    double *dx = filled<double>((size_t)kGauges * kLeftModes, 55), *dy = filled<double>((size_t)kGauges * kRightModes, 56);
    double *dout = empty<double>((size_t)kLeftModes * kRightModes);
    int* code = indices((size_t)kSheets * kPoints, kCells * 16, 57);
    static_assert((size_t)kSwimmers * kSongTiles * kSong + kTaps <= kMost && (size_t)kSheets * kCells * 8 <= kMost && (size_t)kRides * kStops <= kMost, "fields are too short");

    float taps[kTaps], blur[kSpread * kSpread];
    for (int k = 0; k < kTaps; ++k) taps[k] = std::cos(0.7f * (k - 15.5f)) * std::exp(-0.01f * (k - 15.5f) * (k - 15.5f)) * 0.2f;
    for (int k = 0; k < kSpread * kSpread; ++k) {
        float u = k % kSpread - 5.2f, v = k / kSpread - 4.9f;
        blur[k] = std::exp(-0.1f * u * u - 0.07f * v * v - 0.02f * u * v) * 0.03f;
    }
    CHECK(cudaMemcpyToSymbol(band, taps, sizeof taps));
    CHECK(cudaMemcpyToSymbol(spread, blur, sizeof blur));
    constexpr int kTramBytes = kTramStage * (int)sizeof(half), kSongBytes = kSongBuffer * (int)sizeof(float);
    CHECK(cudaFuncSetAttribute(tram_routes_j5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 3 * kTramBytes));
    CHECK(cudaFuncSetAttribute(whale_song_j5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kSongBytes));
    CHECK(cudaFuncSetAttribute(whale_song_j5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * kSongBytes));

    auto f2 = [](float* p) { return reinterpret_cast<float2*>(p); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float4 *one4 = f4(one), *two4 = f4(two);
    float2* out2 = f2(out);

    add("harvest_ledger_j5_a", out, (size_t)kFarms * kMarkets, [=] { harvest_ledger_j5_a<<<dim3(kMarkets / 32, kFarms / 8), dim3(32, 8)>>>(one, two, out); });
    add("harvest_ledger_j5_b", out, (size_t)kFarms * kMarkets, [=] { harvest_ledger_j5_b<<<dim3(kMarkets / 64, kFarms / 64), 256>>>(one, two, out); });

    add("film_affinity_j5_a", out, (size_t)kMembers * kFilms, [=] { film_affinity_j5_a<<<dim3(kFilms / 32, kMembers / 8), dim3(32, 8)>>>(left, right, out); });
    add("film_affinity_j5_b", out, (size_t)kMembers * kFilms, [=] { film_affinity_j5_b<<<dim3(kFilms / 64, kMembers / 64), 128>>>(left, right, out); });

    add("fresco_panels_j5_a", out, (size_t)kLayers * kSpots, [=] { fresco_panels_j5_a<<<dim3(kLayers / 128, kSpots / 128), 256>>>(two, one, out); });
    add("fresco_panels_j5_b", out, (size_t)kLayers * kSpots, [=] { fresco_panels_j5_b<<<dim3(kLayers / 128, kSpots / 128), 256>>>(two, one, out); });

    add("lake_modes_j5_a", dout, (size_t)kLeftModes * kRightModes, [=] { lake_modes_j5_a<<<dim3(kRightModes / 64, kLeftModes / 128), 256>>>(dx, dy, dout); }, Output::f64);
    add("lake_modes_j5_b", dout, (size_t)kLeftModes * kRightModes, [=] { lake_modes_j5_b<<<dim3(kRightModes / 64, kLeftModes / 128), 256>>>(dx, dy, dout); }, Output::f64);

    add("antenna_chorus_j5_a", out, (size_t)kCarriers * kPorts * kPorts, [=] { antenna_chorus_j5_a<<<kCarriers, 256>>>(left, right, out); });
    add("antenna_chorus_j5_b", out, (size_t)kCarriers * kPorts * kPorts, [=] { antenna_chorus_j5_b<<<kCarriers, 256>>>(left, right, out); });

    add("tram_routes_j5_a", out, (size_t)kRides * kStops, [=] { tram_routes_j5_a<<<dim3(kStops / 128, kRides / 256), 256, kTramBytes>>>(left, right, out); });
    add("tram_routes_j5_b", out, (size_t)kRides * kStops, [=] { tram_routes_j5_b<<<dim3(kStops / 128, kRides / 256), 256, 3 * kTramBytes>>>(left, right, out); });

    constexpr size_t kEnergy = (size_t)kSwimmers * kSongTiles * kSong / 4;
    add("whale_song_j5_a", out, kEnergy, [=] { whale_song_j5_a<<<kSwimmers, 1024, kSongBytes>>>(one, out); });
    add("whale_song_j5_b", out, kEnergy, [=] { whale_song_j5_b<<<kSwimmers, 1024, 2 * kSongBytes>>>(one, out); });

    add("star_plate_j5_a", out, (size_t)kPlate * kPlate, [=] { star_plate_j5_a<<<dim3(kPlate / 32, kPlate / 8), dim3(32, 8)>>>(one, out); });
    add("star_plate_j5_b", out, (size_t)kPlate * kPlate, [=] { star_plate_j5_b<<<dim3(kPlate / 32, kPlate / 64), dim3(32, 8)>>>(one, out); });

    add("map_sheets_j5_a", out, (size_t)kSheets * kPoints, [=] { map_sheets_j5_a<<<dim3(kSheets, kPoints / kBatch), 256>>>(one4, code, out); });
    add("map_sheets_j5_b", out, (size_t)kSheets * kPoints, [=] { map_sheets_j5_b<<<dim3(kPoints / kBatch, kSheets), 256>>>(one4, code, out); });

    add("hill_survey_j5_a", out, kHills, [=] { hill_survey_j5_a<<<kHills / 512, 256>>>(one4, two4, out2); });
    add("hill_survey_j5_b", out, kHills, [=] { hill_survey_j5_b<<<kHills / 512, 256>>>(one4, two4, out2); });

    add("copper_plate_j5_a", out, kMost, [=] { copper_plate_j5_a<<<dim3(kQuads / 32, kSide / 32), dim3(32, 8)>>>(one, out); });

    return harness::run(argc, argv, cases);
}
