// Eleven measured cases of products, tiles and their copies: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using harness::Case;
using harness::Output;
namespace wmma = nvcuda::wmma;

// ---- Ferry fares: revenue of 1536 ferries over 1024 fare plans, summed over 512 kinds of passenger (float product).
constexpr int kFerries = 1536, kPlans = 1024, kKinds = 512;

__global__ void __launch_bounds__(256) ferry_fares_aa5_a(const float* __restrict__ carried, const float* __restrict__ fare, float* __restrict__ revenue) {
    int plan = blockIdx.x * 32 + threadIdx.x, ferry = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.0f;
    for (int k = 0; k < kKinds; ++k) sum += carried[ferry * kKinds + k] * fare[k * kPlans + plan];
    revenue[ferry * kPlans + plan] = sum;
}

__global__ void __launch_bounds__(256) ferry_fares_aa5_b(const float* __restrict__ carried, const float* __restrict__ fare, float* __restrict__ revenue) {
    __shared__ __align__(16) float left[16][64 + 4], right[16][64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, plan = blockIdx.x * 64, ferry = blockIdx.y * 64;
    float sum[4][4] = {};
    for (int from = 0; from < kKinds; from += 16) {
        float4 l = *reinterpret_cast<const float4*>(carried + (ferry + t / 4) * kKinds + from + t % 4 * 4);
        float4 r = *reinterpret_cast<const float4*>(fare + (from + ty) * kPlans + plan + tx * 4);
        __syncthreads();
        left[t % 4 * 4 + 0][t / 4] = l.x; left[t % 4 * 4 + 1][t / 4] = l.y; left[t % 4 * 4 + 2][t / 4] = l.z; left[t % 4 * 4 + 3][t / 4] = l.w;
        *reinterpret_cast<float4*>(&right[ty][tx * 4]) = r;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 a = *reinterpret_cast<const float4*>(&left[k][ty * 4]), b = *reinterpret_cast<const float4*>(&right[k][tx * 4]);
            float av[4] = {a.x, a.y, a.z, a.w}, bv[4] = {b.x, b.y, b.z, b.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] = fmaf(av[i], bv[j], sum[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *reinterpret_cast<float4*>(revenue + (ferry + ty * 4 + i) * kPlans + plan + tx * 4) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

// ---- Bookshop: affinity of 8192 readers to 8192 books from half-precision embeddings of 512 features (recommender scoring).
constexpr int kReaders = 8192, kBooks = 8192, kTraits = 512, kSheet = 128;

__global__ void __launch_bounds__(256, 2) bookshop_match_aa5_a(const __half* __restrict__ reader, const __half* __restrict__ book, float* __restrict__ score) {
    __shared__ __align__(16) float rs[16][kSheet], bs[16][kSheet];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, row = t / 32 * 16 + t % 16, part = t / 16 % 2;
    const uint4* from_reader = reinterpret_cast<const uint4*>(reader + (size_t)(blockIdx.y * kSheet + row) * kTraits + part * 8);
    const uint4* from_book = reinterpret_cast<const uint4*>(book + (size_t)(blockIdx.x * kSheet + row) * kTraits + part * 8);
    float sum[8][8] = {};
    uint4 r = from_reader[0], b = from_book[0];
    for (int step = 0; step < kTraits / 16; ++step) {
        const __half2 *rh = reinterpret_cast<const __half2*>(&r), *bh = reinterpret_cast<const __half2*>(&b);
        int spot = row ^ (part << 4);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float2 rf = __half22float2(rh[j]), bf = __half22float2(bh[j]);
            rs[part * 8 + 2 * j][spot] = rf.x; rs[part * 8 + 2 * j + 1][spot] = rf.y;
            bs[part * 8 + 2 * j][spot] = bf.x; bs[part * 8 + 2 * j + 1][spot] = bf.y;
        }
        __syncthreads();
        if (step + 1 < kTraits / 16) { r = from_reader[2 * step + 2]; b = from_book[2 * step + 2]; }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float av[8], bv[8];
#pragma unroll
            for (int h = 0; h < 2; ++h) {
                *reinterpret_cast<float4*>(av + 4 * h) = *reinterpret_cast<const float4*>(&rs[k][(h * 64 + ty * 4) ^ ((k >> 3) << 4)]);
                *reinterpret_cast<float4*>(bv + 4 * h) = *reinterpret_cast<const float4*>(&bs[k][(h * 64 + tx * 4) ^ ((k >> 3) << 4)]);
            }
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(av[i], bv[j], sum[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int h = 0; h < 2; ++h)
            *reinterpret_cast<float4*>(score + (size_t)(blockIdx.y * kSheet + i / 4 * 64 + ty * 4 + i % 4) * kBooks + blockIdx.x * kSheet + h * 64 + tx * 4) =
                make_float4(sum[i][4 * h], sum[i][4 * h + 1], sum[i][4 * h + 2], sum[i][4 * h + 3]);
}

__global__ void __launch_bounds__(256, 2) bookshop_match_aa5_b(const __half* __restrict__ reader, const __half* __restrict__ book, float* __restrict__ score) {
    constexpr int kLine = 24;
    __shared__ __align__(32) __half rs[kSheet * kLine], bs[kSheet * kLine];
    int t = threadIdx.x, warp = t / 32, row = t / 32 * 16 + t % 16, part = t / 16 % 2, top = warp / 2 * 32, left = warp % 2 * 64;
    const uint4* from_reader = reinterpret_cast<const uint4*>(reader + (size_t)(blockIdx.y * kSheet + row) * kTraits + part * 8);
    const uint4* from_book = reinterpret_cast<const uint4*>(book + (size_t)(blockIdx.x * kSheet + row) * kTraits + part * 8);
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2][4];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
    uint4 r = from_reader[0], b = from_book[0];
    for (int step = 0; step < kTraits / 16; ++step) {
        *reinterpret_cast<uint4*>(rs + row * kLine + part * 8) = r;
        *reinterpret_cast<uint4*>(bs + row * kLine + part * 8) = b;
        __syncthreads();
        if (step + 1 < kTraits / 16) { r = from_reader[2 * step + 2]; b = from_book[2 * step + 2]; }
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa[2];
        wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb;
#pragma unroll
        for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(fa[i], rs + (top + i * 16) * kLine, kLine);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            wmma::load_matrix_sync(fb, bs + (left + j * 16) * kLine, kLine);
#pragma unroll
            for (int i = 0; i < 2; ++i) wmma::mma_sync(sum[i][j], fa[i], fb, sum[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
            wmma::store_matrix_sync(score + (size_t)(blockIdx.y * kSheet + top + i * 16) * kBooks + blockIdx.x * kSheet + left + j * 16, sum[i][j], kBooks,
                                    wmma::mem_row_major);
}

// ---- Quarry survey: normal-equation block of a geodetic adjustment, double precision: 768 x 384 times 384 x 1408.
constexpr int kMarks = 768, kRays = 384, kUnknowns = 1408, kLineA = 20, kLineB = 68;

struct QuarryTile {
    double2 a[2], b[2];
    __device__ __forceinline__ void fetch(const double* __restrict__ design, const double* __restrict__ weight, int from) {
        int t = threadIdx.x;
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            a[h] = *reinterpret_cast<const double2*>(design + (blockIdx.y * 64 + t / 8 + 32 * h) * kRays + from + t % 8 * 2);
            b[h] = *reinterpret_cast<const double2*>(weight + (from + t / 32 + 8 * h) * kUnknowns + blockIdx.x * 64 + t % 32 * 2);
        }
    }
    __device__ __forceinline__ void put(double* as, double* bs) const {
        int t = threadIdx.x;
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            *reinterpret_cast<double2*>(as + (t / 8 + 32 * h) * kLineA + t % 8 * 2) = a[h];
            *reinterpret_cast<double2*>(bs + (t / 32 + 8 * h) * kLineB + t % 32 * 2) = b[h];
        }
    }
};

__global__ void __launch_bounds__(256, 2) quarry_survey_aa5_a(const double* __restrict__ design, const double* __restrict__ weight, double* __restrict__ normal) {
    __shared__ __align__(16) double as[64 * kLineA], bs[16 * kLineB];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    double sum[4][4] = {};
    QuarryTile tile;
    tile.fetch(design, weight, 0);
    for (int from = 0; from < kRays; from += 16) {
        tile.put(as, bs);
        __syncthreads();
        if (from + 16 < kRays) tile.fetch(design, weight, from + 16);
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            double av[4], bv[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) { av[i] = as[(ty + 16 * i) * kLineA + k]; bv[i] = bs[k * kLineB + tx + 16 * i]; }
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] = fma(av[i], bv[j], sum[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) normal[(blockIdx.y * 64 + ty + 16 * i) * kUnknowns + blockIdx.x * 64 + tx + 16 * j] = sum[i][j];
}

__global__ void __launch_bounds__(256, 2) quarry_survey_aa5_b(const double* __restrict__ design, const double* __restrict__ weight, double* __restrict__ normal) {
    __shared__ __align__(16) double as[64 * kLineA], bs[16 * kLineB];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, group = lane / 4, member = lane % 4, top = warp / 4 * 32, left = warp % 4 * 16;
    double sum[2][2][4] = {};
    QuarryTile tile;
    tile.fetch(design, weight, 0);
    for (int from = 0; from < kRays; from += 16) {
        tile.put(as, bs);
        __syncthreads();
        if (from + 16 < kRays) tile.fetch(design, weight, from + 16);
#pragma unroll
        for (int k = 0; k < 16; k += 8) {
            double a[2][4], b[2][2];
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int v = 0; v < 4; ++v) a[i][v] = as[(top + 16 * i + group + 8 * (v % 2)) * kLineA + k + member + 4 * (v / 2)];
#pragma unroll
            for (int j = 0; j < 2; ++j)
#pragma unroll
                for (int v = 0; v < 2; ++v) b[j][v] = bs[(k + member + 4 * v) * kLineB + left + 8 * j + group];
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 2; ++j)
                    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                        : "+d"(sum[i][j][0]), "+d"(sum[i][j][1]), "+d"(sum[i][j][2]), "+d"(sum[i][j][3])
                        : "d"(a[i][0]), "d"(a[i][1]), "d"(a[i][2]), "d"(a[i][3]), "d"(b[j][0]), "d"(b[j][1]));
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
#pragma unroll
            for (int h = 0; h < 2; ++h)
                *reinterpret_cast<double2*>(normal + (blockIdx.y * 64 + top + 16 * i + group + 8 * h) * kUnknowns + blockIdx.x * 64 + left + 8 * j + member * 2) =
                    make_double2(sum[i][j][2 * h], sum[i][j][2 * h + 1]);
}

// ---- Lantern pairs: attention scores inside windows of 8 x 8 lanterns, head of 32 features, one block a window and head.
constexpr int kWindows = 132 * 12, kTokens = 64, kHead = 32;

__global__ void __launch_bounds__(256, 6) lantern_pairs_aa5_a(const __half* __restrict__ query, const __half* __restrict__ key, __half* __restrict__ glow) {
    __shared__ __align__(16) float qs[kHead][kTokens], ks[kHead][kTokens];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, token = t / 4, part = t % 4;
    uint4 q = reinterpret_cast<const uint4*>(query)[blockIdx.x * 256 + t], k4 = reinterpret_cast<const uint4*>(key)[blockIdx.x * 256 + t];
    const __half2 *qh = reinterpret_cast<const __half2*>(&q), *kh = reinterpret_cast<const __half2*>(&k4);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float2 qf = __half22float2(qh[j]), kf = __half22float2(kh[j]);
        int spot = token ^ (part << 3);
        qs[part * 8 + 2 * j][spot] = qf.x; qs[part * 8 + 2 * j + 1][spot] = qf.y;
        ks[part * 8 + 2 * j][spot] = kf.x; ks[part * 8 + 2 * j + 1][spot] = kf.y;
    }
    __syncthreads();
    float sum[4][4] = {};
#pragma unroll
    for (int k = 0; k < kHead; ++k) {
        int skew = (k >> 3) << 3;
        float4 a = *reinterpret_cast<const float4*>(&qs[k][(ty * 4) ^ skew]), b = *reinterpret_cast<const float4*>(&ks[k][(tx * 4) ^ skew]);
        float av[4] = {a.x, a.y, a.z, a.w}, bv[4] = {b.x, b.y, b.z, b.w};
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) sum[i][j] = fmaf(av[i], bv[j], sum[i][j]);
    }
    const float scale = 0.17677670f;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        __half2 lo = __floats2half2_rn(scale * sum[i][0], scale * sum[i][1]), hi = __floats2half2_rn(scale * sum[i][2], scale * sum[i][3]);
        *reinterpret_cast<uint2*>(glow + (blockIdx.x * kTokens + ty * 4 + i) * kTokens + tx * 4) =
            make_uint2(*reinterpret_cast<uint32_t*>(&lo), *reinterpret_cast<uint32_t*>(&hi));
    }
}

__global__ void __launch_bounds__(256, 6) lantern_pairs_aa5_b(const __half* __restrict__ query, const __half* __restrict__ key, __half* __restrict__ glow) {
    constexpr int kLine = 40;
    __shared__ __align__(16) __half qs[kTokens * kLine], ks[kTokens * kLine];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, group = lane / 4, member = lane % 4, top = warp / 2 * 16, left = warp % 2 * 32;
    uint4 q = reinterpret_cast<const uint4*>(query)[blockIdx.x * 256 + t], k4 = reinterpret_cast<const uint4*>(key)[blockIdx.x * 256 + t];
    *reinterpret_cast<uint4*>(qs + t / 4 * kLine + t % 4 * 8) = q;
    *reinterpret_cast<uint4*>(ks + t / 4 * kLine + t % 4 * 8) = k4;
    __syncthreads();
    float sum[4][4] = {};
    auto pair_at = [](const __half* p) { return *reinterpret_cast<const uint32_t*>(p); };
#pragma unroll
    for (int k = 0; k < kHead; k += 16) {
        const __half* from = qs + (top + group) * kLine + k + member * 2;
        uint32_t a0 = pair_at(from), a1 = pair_at(from + 8 * kLine), a2 = pair_at(from + 8), a3 = pair_at(from + 8 * kLine + 8);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const __half* other = ks + (left + 8 * j + group) * kLine + k + member * 2;
            uint32_t b0 = pair_at(other), b1 = pair_at(other + 8);
            asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                : "+f"(sum[j][0]), "+f"(sum[j][1]), "+f"(sum[j][2]), "+f"(sum[j][3])
                : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
        }
    }
    const float scale = 0.17677670f;
#pragma unroll
    for (int j = 0; j < 4; ++j)
#pragma unroll
        for (int h = 0; h < 2; ++h)
            *reinterpret_cast<__half2*>(glow + (blockIdx.x * kTokens + top + group + 8 * h) * kTokens + left + 8 * j + member * 2) =
                __floats2half2_rn(scale * sum[j][2 * h], scale * sum[j][2 * h + 1]);
}

// ---- Orchard yield: dense layer of a crop model on tensor cores, 4096 plots x 1024 readings times 1024 x 4096 weights.
constexpr int kPlots = 4096, kReadings = 1024, kFruits = 4096, kDeep = 32, kLineP = 40, kLineF = 264, kStage = 128 * kLineP + kDeep * kLineF;

using OrchardSum = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;

__device__ __forceinline__ void orchard_multiply(const __half* ps, const __half* fs, OrchardSum (&sum)[4][4], int top, int left) {
#pragma unroll
    for (int k = 0; k < kDeep; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa[4];
        wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb;
#pragma unroll
        for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(fa[i], ps + (top + 16 * i) * kLineP + k, kLineP);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            wmma::load_matrix_sync(fb, fs + k * kLineF + left + 16 * j, kLineF);
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::mma_sync(sum[i][j], fa[i], fb, sum[i][j]);
        }
    }
}

__device__ __forceinline__ void orchard_store(float* __restrict__ yield, OrchardSum (&sum)[4][4], int top, int left) {
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
            wmma::store_matrix_sync(yield + (size_t)(blockIdx.y * 128 + top + 16 * i) * kFruits + blockIdx.x * 256 + left + 16 * j, sum[i][j], kFruits,
                                    wmma::mem_row_major);
}

__global__ void __launch_bounds__(256, 1) orchard_yield_aa5_a(const __half* __restrict__ plot, const __half* __restrict__ fruit, float* __restrict__ yield) {
    __shared__ __align__(32) __half stage[kStage];
    __half *ps = stage, *fs = stage + 128 * kLineP;
    int t = threadIdx.x, top = t / 128 * 64, left = t / 32 % 4 * 64;
    OrchardSum sum[4][4];
#pragma unroll
    for (int i = 0; i < 16; ++i) wmma::fill_fragment(sum[i / 4][i % 4], 0.0f);
    const __half* from_plot = plot + (size_t)(blockIdx.y * 128 + t / 4) * kReadings + t % 4 * 8;
    const __half* from_fruit = fruit + (size_t)(t / 32) * kFruits + blockIdx.x * 256 + t % 32 * 8;
    for (int from = 0; from < kReadings; from += kDeep) {
#pragma unroll
        for (int h = 0; h < 2; ++h)
            *reinterpret_cast<uint4*>(ps + (t / 4 + 64 * h) * kLineP + t % 4 * 8) = *reinterpret_cast<const uint4*>(from_plot + 64 * h * kReadings + from);
#pragma unroll
        for (int h = 0; h < 4; ++h)
            *reinterpret_cast<uint4*>(fs + (t / 32 + 8 * h) * kLineF + t % 32 * 8) = *reinterpret_cast<const uint4*>(from_fruit + (size_t)(from + 8 * h) * kFruits);
        __syncthreads();
        orchard_multiply(ps, fs, sum, top, left);
        __syncthreads();
    }
    orchard_store(yield, sum, top, left);
}

__global__ void __launch_bounds__(256, 1) orchard_yield_aa5_b(const __half* __restrict__ plot, const __half* __restrict__ fruit, float* __restrict__ yield) {
    extern __shared__ __align__(32) __half stages[];
    int t = threadIdx.x, top = t / 128 * 64, left = t / 32 % 4 * 64;
    OrchardSum sum[4][4];
#pragma unroll
    for (int i = 0; i < 16; ++i) wmma::fill_fragment(sum[i / 4][i % 4], 0.0f);
    const __half* from_plot = plot + (size_t)(blockIdx.y * 128 + t / 4) * kReadings + t % 4 * 8;
    const __half* from_fruit = fruit + (size_t)(t / 32) * kFruits + blockIdx.x * 256 + t % 32 * 8;
    auto fetch = [&](int from, int which) {
        __half *ps = stages + which * kStage, *fs = ps + 128 * kLineP;
#pragma unroll
        for (int h = 0; h < 2; ++h) __pipeline_memcpy_async(ps + (t / 4 + 64 * h) * kLineP + t % 4 * 8, from_plot + 64 * h * kReadings + from, 16);
#pragma unroll
        for (int h = 0; h < 4; ++h) __pipeline_memcpy_async(fs + (t / 32 + 8 * h) * kLineF + t % 32 * 8, from_fruit + (size_t)(from + 8 * h) * kFruits, 16);
        __pipeline_commit();
    };
    fetch(0, 0);
    for (int from = 0, which = 0; from < kReadings; from += kDeep, which ^= 1) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (from + kDeep < kReadings) fetch(from + kDeep, which ^ 1);
        orchard_multiply(stages + which * kStage, stages + which * kStage + 128 * kLineP, sum, top, left);
    }
    orchard_store(yield, sum, top, left);
}

// ---- Canyon echo: moveout correction and stack of 32 traces of 16384 samples for each of 264 midpoints (seismic processing).
constexpr int kMidpoints = 264, kTraces = 32, kSamples = 16384;

__device__ __forceinline__ void echo_stack(const float* __restrict__ trace, float (&sum)[16], float2 slow, float offset) {
    float far = offset * offset;
#pragma unroll
    for (int j = 0; j < 16; ++j) {
        float time = (float)threadIdx.x + 1024.0f * j;
        float square = fmaf(time, time, far * fmaf(slow.y, time, slow.x));
        float when = fminf(square * rsqrtf(square + 1e-6f), kSamples - 2.0f);
        int sample = (int)when;
        float low = trace[sample], high = trace[sample + 1];
        sum[j] += fmaf(when - (float)sample, high - low, low);
    }
}

__global__ void __launch_bounds__(1024, 1) canyon_echo_aa5_a(const float4* __restrict__ traces, const float* __restrict__ offsets, float* __restrict__ stack) {
    extern __shared__ float4 samples[];
    int t = threadIdx.x;
    const float4* from = traces + (size_t)blockIdx.x * kTraces * (kSamples / 4) + t;
    float2 slow = make_float2(0.8f + 0.001f * blockIdx.x, -0.00003f);
    float sum[16] = {};
    for (int n = 0; n < kTraces; ++n, from += kSamples / 4) {
        float4 v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = from[1024 * j];
#pragma unroll
        for (int j = 0; j < 4; ++j) samples[t + 1024 * j] = v[j];
        __syncthreads();
        echo_stack(reinterpret_cast<const float*>(samples), sum, slow, 3000.0f * offsets[blockIdx.x * kTraces + n]);
        __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < 16; ++j) stack[blockIdx.x * kSamples + t + 1024 * j] = sum[j] * (1.0f / kTraces);
}

__global__ void __launch_bounds__(1024, 1) canyon_echo_aa5_b(const float4* __restrict__ traces, const float* __restrict__ offsets, float* __restrict__ stack) {
    extern __shared__ float4 samples[];
    int t = threadIdx.x;
    const float4* from = traces + (size_t)blockIdx.x * kTraces * (kSamples / 4) + t;
    float2 slow = make_float2(0.8f + 0.001f * blockIdx.x, -0.00003f);
    float sum[16] = {};
    auto fetch = [&](int n) {
#pragma unroll
        for (int j = 0; j < 4; ++j) __pipeline_memcpy_async(samples + n % 2 * (kSamples / 4) + t + 1024 * j, from + (size_t)n * (kSamples / 4) + 1024 * j, 16);
        __pipeline_commit();
    };
    fetch(0);
    for (int n = 0; n < kTraces; ++n) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (n + 1 < kTraces) fetch(n + 1);
        echo_stack(reinterpret_cast<const float*>(samples + n % 2 * (kSamples / 4)), sum, slow, 3000.0f * offsets[blockIdx.x * kTraces + n]);
    }
#pragma unroll
    for (int j = 0; j < 16; ++j) stack[blockIdx.x * kSamples + t + 1024 * j] = sum[j] * (1.0f / kTraces);
}

// ---- Telescope glow: point-spread function of 11 x 11 over a star field of 1056 x 1024 (the frame is padded by 5 all round).
constexpr int kSkyX = 1056, kSkyY = 1024, kSkyPitch = 1088, kSpread = 11;
__constant__ float kGlow[kSpread * kSpread];

__global__ void __launch_bounds__(256) telescope_glow_aa5_a(const float* __restrict__ sky, float* __restrict__ seen) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.0f;
#pragma unroll
    for (int dy = 0; dy < kSpread; ++dy)
#pragma unroll
        for (int dx = 0; dx < kSpread; ++dx) sum = fmaf(kGlow[dy * kSpread + dx], sky[(y + dy) * kSkyPitch + x + dx], sum);
    seen[y * kSkyX + x] = sum;
}

__global__ void __launch_bounds__(256) telescope_glow_aa5_b(const float* __restrict__ sky, float* __restrict__ seen) {
    __shared__ float tile[64 + kSpread - 1][32 + kSpread - 1];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 32, y = blockIdx.y * 64;
#pragma unroll
    for (int row = 0; row < 64 + kSpread - 1; row += 8)
        if (row + ty < 64 + kSpread - 1) {
            tile[row + ty][tx] = sky[(y + row + ty) * kSkyPitch + x + tx];
            if (tx < kSpread - 1) tile[row + ty][32 + tx] = sky[(y + row + ty) * kSkyPitch + x + 32 + tx];
        }
    __syncthreads();
    float sum[8] = {};
#pragma unroll
    for (int dx = 0; dx < kSpread; ++dx) {
        float column[8 + kSpread - 1];
#pragma unroll
        for (int j = 0; j < 8 + kSpread - 1; ++j) column[j] = tile[ty * 8 + j][tx + dx];
#pragma unroll
        for (int dy = 0; dy < kSpread; ++dy)
#pragma unroll
            for (int o = 0; o < 8; ++o) sum[o] = fmaf(kGlow[dy * kSpread + dx], column[o + dy], sum[o]);
    }
#pragma unroll
    for (int o = 0; o < 8; ++o) seen[(y + ty * 8 + o) * kSkyX + x + tx] = sum[o];
}

// ---- Glacier tremor: one time step of the acoustic wave equation, eighth order in space (25 points), 512 x 528 x 768 cells.
constexpr int kIceX = 512, kIceY = 528, kIceZ = 768, kReach = 4, kIcePad = 32, kIceRow = kIceX + 2 * kIcePad, kIcePlane = kIceRow * (kIceY + 2 * kReach);
constexpr size_t kIce = (size_t)kIcePlane * (kIceZ + 2 * kReach);
constexpr float kTap0 = -8.5416667f, kTap1 = 1.6f, kTap2 = -0.2f, kTap3 = 0.025396825f, kTap4 = -0.0017857143f;

__device__ __forceinline__ int ice_at(int x, int y, int z) { return (z + kReach) * kIcePlane + (y + kReach) * kIceRow + x + kIcePad; }

__global__ void __launch_bounds__(256) glacier_tremor_aa5_a(const float* __restrict__ now, const float* __restrict__ past, float* __restrict__ next) {
    int i = ice_at(blockIdx.x * 32 + threadIdx.x, blockIdx.y * 8 + threadIdx.y, blockIdx.z);
    const float tap[5] = {kTap0, kTap1, kTap2, kTap3, kTap4};
    float centre = now[i], bend = tap[0] * centre;
#pragma unroll
    for (int r = 1; r <= kReach; ++r)
        bend = fmaf(tap[r], (now[i - r] + now[i + r]) + (now[i - r * kIceRow] + now[i + r * kIceRow]) + (now[i - r * kIcePlane] + now[i + r * kIcePlane]), bend);
    next[i] = fmaf(0.1f, bend, 2.0f * centre - past[i]);
}

constexpr int kIceDeep = 96;

__global__ void __launch_bounds__(512, 3) glacier_tremor_aa5_b(const float* __restrict__ now, const float* __restrict__ past, float* __restrict__ next) {
    __shared__ float plane[2][16 + 2 * kReach][32 + 2 * kReach];
    int tx = threadIdx.x, ty = threadIdx.y, i = ice_at(blockIdx.x * 32 + tx, blockIdx.y * 16 + ty, blockIdx.z * kIceDeep);
    const float tap[5] = {kTap0, kTap1, kTap2, kTap3, kTap4};
    float column[9], above = 0.0f, below = 0.0f, west = 0.0f, east = 0.0f;
    auto edges = [&](int at) {
        if (ty < kReach) { above = now[at - kReach * kIceRow]; below = now[at + 16 * kIceRow]; }
        if (tx < kReach) { west = now[at - kReach]; east = now[at + 32]; }
    };
#pragma unroll
    for (int r = 0; r < 9; ++r) column[r] = now[i + (r - kReach) * kIcePlane];
    edges(i);
    float before = past[i];
#pragma unroll 2
    for (int z = 0; z < kIceDeep; ++z, i += kIcePlane) {
        auto& flat = plane[z % 2];
        flat[ty + kReach][tx + kReach] = column[4];
        if (ty < kReach) { flat[ty][tx + kReach] = above; flat[ty + 16 + kReach][tx + kReach] = below; }
        if (tx < kReach) { flat[ty + kReach][tx] = west; flat[ty + kReach][tx + 32 + kReach] = east; }
        __syncthreads();
        float ahead = 0.0f, old = before;
        if (z + 1 < kIceDeep) { ahead = now[i + (kReach + 1) * kIcePlane]; before = past[i + kIcePlane]; edges(i + kIcePlane); }
        float bend = tap[0] * column[4];
#pragma unroll
        for (int r = 1; r <= kReach; ++r)
            bend = fmaf(tap[r], (flat[ty + kReach][tx + kReach - r] + flat[ty + kReach][tx + kReach + r]) +
                                    (flat[ty + kReach - r][tx + kReach] + flat[ty + kReach + r][tx + kReach]) + (column[4 - r] + column[4 + r]), bend);
        next[i] = fmaf(0.1f, bend, 2.0f * column[4] - old);
#pragma unroll
        for (int r = 0; r < 8; ++r) column[r] = column[r + 1];
        column[8] = ahead;
    }
}

// ---- Harbour ledger: probe side of a radix-partitioned hash join: 64 partitions of 2^21 bills, each with its own table of 2^20 cargoes.
constexpr int kQuays = 64, kBills = 1 << 21, kCargoes = 1 << 20, kBillBlocks = kBills / 1024;

__device__ __forceinline__ void ledger_probe(const uint4* __restrict__ bills, const uint2* __restrict__ cargo, uint4* __restrict__ entry, int quay, int part) {
    size_t at = (size_t)quay * (kBills / 4) + part * 256 + threadIdx.x;
    const uint2* __restrict__ table = cargo + (size_t)quay * kCargoes;
    uint4 b = __ldcs(bills + at);
    uint2 x = table[(b.x * 2654435761u) >> 12], y = table[(b.y * 2654435761u) >> 12], z = table[(b.z * 2654435761u) >> 12], w = table[(b.w * 2654435761u) >> 12];
    __stcs(entry + at, make_uint4(x.y + (x.x == b.x), y.y + (y.x == b.y), z.y + (z.x == b.z), w.y + (w.x == b.w)));
}

__global__ void __launch_bounds__(256) harbour_ledger_aa5_a(const uint4* __restrict__ bills, const uint2* __restrict__ cargo, uint4* __restrict__ entry) {
    ledger_probe(bills, cargo, entry, blockIdx.x % kQuays, blockIdx.x / kQuays);
}
__global__ void __launch_bounds__(256) harbour_ledger_aa5_b(const uint4* __restrict__ bills, const uint2* __restrict__ cargo, uint4* __restrict__ entry) {
    ledger_probe(bills, cargo, entry, blockIdx.x / kBillBlocks, blockIdx.x % kBillBlocks);
}

// ---- Pollen drift: density of 512 flowers' pollen clouds (compact kernels) at 3.2 million places, four places a thread.
constexpr int kPlaceBlocks = 132 * 48, kFlowers = 512, kBunch = 128;

__device__ __forceinline__ void pollen_add(const float4* bunch, const float4 (&place)[4], float (&sum)[4]) {
#pragma unroll 4
    for (int s = 0; s < kBunch; ++s) {
        float4 f = bunch[s];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float dx = place[j].x - f.x, dy = place[j].y - f.y, dz = place[j].z - f.z;
            float near = __saturatef(fmaf(-0.8f, fmaf(dx, dx, fmaf(dy, dy, dz * dz)), 1.0f));
            sum[j] = fmaf(near * near, near * f.w, sum[j]);
        }
    }
}

__global__ void __launch_bounds__(128, 12) pollen_drift_aa5_a(const float4* __restrict__ places, const float4* __restrict__ flowers, float* __restrict__ density) {
    __shared__ float4 bunch[kBunch];
    int t = threadIdx.x, base = blockIdx.x * 512 + t;
    float4 place[4];
    float sum[4] = {};
#pragma unroll
    for (int j = 0; j < 4; ++j) place[j] = places[base + 128 * j];
    for (int from = 0; from < kFlowers; from += kBunch) {
        bunch[t] = flowers[from + t];
        __syncthreads();
        pollen_add(bunch, place, sum);
        __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) density[base + 128 * j] = sum[j] + place[j].w;
}

__global__ void __launch_bounds__(128, 12) pollen_drift_aa5_b(const float4* __restrict__ places, const float4* __restrict__ flowers, float* __restrict__ density) {
    __shared__ float4 bunch[2][kBunch];
    int t = threadIdx.x, base = blockIdx.x * 512 + t;
    float4 place[4];
    float sum[4] = {};
    auto fetch = [&](int from) {
        __pipeline_memcpy_async(&bunch[from / kBunch % 2][t], flowers + from + t, 16);
        __pipeline_commit();
    };
    fetch(0);
#pragma unroll
    for (int j = 0; j < 4; ++j) place[j] = places[base + 128 * j];
    for (int from = 0; from < kFlowers; from += kBunch) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (from + kBunch < kFlowers) fetch(from + kBunch);
        pollen_add(bunch[from / kBunch % 2], place, sum);
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) density[base + 128 * j] = sum[j] + place[j].w;
}

// ---- Lake ripple: one step of the wave equation on a lake of 33792 x 3072 cells (rows run on into one another), marching down rows in registers.
constexpr int kLakeX = 33792, kLakeY = 3072, kLakeRows = 32;

__global__ void __launch_bounds__(256, 6) lake_ripple_aa5_a(const float* __restrict__ now, const float* __restrict__ past, float* __restrict__ next) {
    int lane = threadIdx.x % 32, at = (blockIdx.y * kLakeRows + 1) * kLakeX + blockIdx.x * 1024 + threadIdx.x * 4;
    auto row = [&](const float* p, int i) { return *reinterpret_cast<const float4*>(p + i); };
    float4 above = row(now, at - kLakeX), here = row(now, at);
    int rim = lane == 0 ? -1 : 4;
    bool outer = lane == 0 || lane == 31;
#pragma unroll 4
    for (int y = 0; y < kLakeRows; ++y, at += kLakeX) {
        float4 below = row(now, at + kLakeX), old = __ldcs(reinterpret_cast<const float4*>(past + at));
        float shore = outer ? now[at + rim] : 0.0f;
        float west = __shfl_up_sync(0xffffffffu, here.w, 1), east = __shfl_down_sync(0xffffffffu, here.x, 1);
        if (lane == 0) west = shore;
        if (lane == 31) east = shore;
        auto step = [](float c, float w, float e, float n, float s, float o) { return fmaf(0.2f, (w + e) + (n + s) - 4.0f * c, 2.0f * c - o); };
        __stcs(reinterpret_cast<float4*>(next + at), make_float4(step(here.x, west, here.y, above.x, below.x, old.x), step(here.y, here.x, here.z, above.y, below.y, old.y),
                                                                 step(here.z, here.y, here.w, above.z, below.z, old.z), step(here.w, here.z, east, above.w, below.w, old.w)));
        above = here; here = below;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    float *carried = filled<float>(kFerries * kKinds, 11), *fare = filled<float>(kKinds * kPlans, 12), *revenue = empty<float>(kFerries * kPlans);
    add("ferry_fares_aa5_a", revenue, kFerries * kPlans, Output::f32, [=] { ferry_fares_aa5_a<<<dim3(kPlans / 32, kFerries / 8), dim3(32, 8)>>>(carried, fare, revenue); });
    add("ferry_fares_aa5_b", revenue, kFerries * kPlans, Output::f32, [=] { ferry_fares_aa5_b<<<dim3(kPlans / 64, kFerries / 64), 256>>>(carried, fare, revenue); });

    __half *reader = filled<__half>((size_t)kReaders * kTraits, 21), *book = filled<__half>((size_t)kBooks * kTraits, 22);
    float* score = empty<float>((size_t)kReaders * kBooks);
    dim3 shop(kBooks / kSheet, kReaders / kSheet);
    add("bookshop_match_aa5_a", score, (size_t)kReaders * kBooks, Output::f32, [=] { bookshop_match_aa5_a<<<shop, 256>>>(reader, book, score); });
    add("bookshop_match_aa5_b", score, (size_t)kReaders * kBooks, Output::f32, [=] { bookshop_match_aa5_b<<<shop, 256>>>(reader, book, score); });

    double *design = filled<double>(kMarks * kRays, 31), *weight = filled<double>(kRays * kUnknowns, 32), *normal = empty<double>(kMarks * kUnknowns);
    dim3 quarry(kUnknowns / 64, kMarks / 64);
    add("quarry_survey_aa5_a", normal, kMarks * kUnknowns, Output::f64, [=] { quarry_survey_aa5_a<<<quarry, 256>>>(design, weight, normal); });
    add("quarry_survey_aa5_b", normal, kMarks * kUnknowns, Output::f64, [=] { quarry_survey_aa5_b<<<quarry, 256>>>(design, weight, normal); });

    __half *query = filled<__half>(kWindows * kTokens * kHead, 41), *key = filled<__half>(kWindows * kTokens * kHead, 42), *glow = empty<__half>(kWindows * kTokens * kTokens);
    add("lantern_pairs_aa5_a", glow, kWindows * kTokens * kTokens, Output::f16, [=] { lantern_pairs_aa5_a<<<kWindows, 256>>>(query, key, glow); });
    add("lantern_pairs_aa5_b", glow, kWindows * kTokens * kTokens, Output::f16, [=] { lantern_pairs_aa5_b<<<kWindows, 256>>>(query, key, glow); });

    __half *plot = filled<__half>(kPlots * kReadings, 51), *fruit = filled<__half>(kReadings * kFruits, 52);
    float* yield = empty<float>((size_t)kPlots * kFruits);
    dim3 orchard(kFruits / 256, kPlots / 128);
    CHECK(cudaFuncSetAttribute(orchard_yield_aa5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * kStage * 2));
    add("orchard_yield_aa5_a", yield, (size_t)kPlots * kFruits, Output::f32, [=] { orchard_yield_aa5_a<<<orchard, 256>>>(plot, fruit, yield); });
    add("orchard_yield_aa5_b", yield, (size_t)kPlots * kFruits, Output::f32, [=] { orchard_yield_aa5_b<<<orchard, 256, 2 * kStage * 2>>>(plot, fruit, yield); });

    float *traces = filled<float>((size_t)kMidpoints * kTraces * kSamples, 61), *offsets = filled<float>(kMidpoints * kTraces, 62), *stack = empty<float>(kMidpoints * kSamples);
    const float4* traces4 = reinterpret_cast<const float4*>(traces);
    CHECK(cudaFuncSetAttribute(canyon_echo_aa5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kSamples * 4));
    CHECK(cudaFuncSetAttribute(canyon_echo_aa5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kSamples * 8));
    add("canyon_echo_aa5_a", stack, kMidpoints * kSamples, Output::f32, [=] { canyon_echo_aa5_a<<<kMidpoints, 1024, kSamples * 4>>>(traces4, offsets, stack); });
    add("canyon_echo_aa5_b", stack, kMidpoints * kSamples, Output::f32, [=] { canyon_echo_aa5_b<<<kMidpoints, 1024, kSamples * 8>>>(traces4, offsets, stack); });

    std::vector<float> spread(kSpread * kSpread);
    for (int i = 0; i < kSpread * kSpread; ++i) spread[i] = 0.03f * std::exp(-0.08f * ((i % kSpread - 5) * (i % kSpread - 5) + 1.2f * (i / kSpread - 5) * (i / kSpread - 5)));
    CHECK(cudaMemcpyToSymbol(kGlow, spread.data(), sizeof(float) * spread.size()));
    float *sky = filled<float>(kSkyPitch * (kSkyY + kSpread - 1), 71), *seen = empty<float>(kSkyX * kSkyY);
    add("telescope_glow_aa5_a", seen, kSkyX * kSkyY, Output::f32, [=] { telescope_glow_aa5_a<<<dim3(kSkyX / 32, kSkyY / 8), dim3(32, 8)>>>(sky, seen); });
    add("telescope_glow_aa5_b", seen, kSkyX * kSkyY, Output::f32, [=] { telescope_glow_aa5_b<<<dim3(kSkyX / 32, kSkyY / 64), dim3(32, 8)>>>(sky, seen); });

    float *ice = filled<float>(kIce, 81), *ice_past = filled<float>(kIce, 82), *ice_next = empty<float>(kIce);
    add("glacier_tremor_aa5_a", ice_next, kIce, Output::f32, [=] { glacier_tremor_aa5_a<<<dim3(kIceX / 32, kIceY / 8, kIceZ), dim3(32, 8)>>>(ice, ice_past, ice_next); });
    add("glacier_tremor_aa5_b", ice_next, kIce, Output::f32, [=] { glacier_tremor_aa5_b<<<dim3(kIceX / 32, kIceY / 16, kIceZ / kIceDeep), dim3(32, 16)>>>(ice, ice_past, ice_next); });

    constexpr size_t kAllBills = (size_t)kQuays * kBills, kAllCargoes = (size_t)kQuays * kCargoes;
    const uint4* bills = reinterpret_cast<const uint4*>(indices(kAllBills, 2000000011u, 91));
    const uint2* cargo = reinterpret_cast<const uint2*>(indices(kAllCargoes * 2, 1000003u, 92));
    int* entries = empty<int>(kAllBills);
    uint4* entries4 = reinterpret_cast<uint4*>(entries);
    add("harbour_ledger_aa5_a", entries, kAllBills, Output::i32, [=] { harbour_ledger_aa5_a<<<kQuays * kBillBlocks, 256>>>(bills, cargo, entries4); });
    add("harbour_ledger_aa5_b", entries, kAllBills, Output::i32, [=] { harbour_ledger_aa5_b<<<kQuays * kBillBlocks, 256>>>(bills, cargo, entries4); });

    const float4 *places = reinterpret_cast<const float4*>(filled<float>((size_t)kPlaceBlocks * 512 * 4, 101)), *flowers = reinterpret_cast<const float4*>(filled<float>(kFlowers * 4, 102));
    float* density = empty<float>(kPlaceBlocks * 512);
    add("pollen_drift_aa5_a", density, kPlaceBlocks * 512, Output::f32, [=] { pollen_drift_aa5_a<<<kPlaceBlocks, 128>>>(places, flowers, density); });
    add("pollen_drift_aa5_b", density, kPlaceBlocks * 512, Output::f32, [=] { pollen_drift_aa5_b<<<kPlaceBlocks, 128>>>(places, flowers, density); });

    constexpr size_t kLake = (size_t)kLakeX * (kLakeY + 2);
    float *lake = filled<float>(kLake, 111), *lake_past = filled<float>(kLake, 112), *lake_next = empty<float>(kLake);
    add("lake_ripple_aa5_a", lake_next, kLake, Output::f32, [=] { lake_ripple_aa5_a<<<dim3(kLakeX / 1024, kLakeY / kLakeRows), 256>>>(lake, lake_past, lake_next); });

    return harness::run(argc, argv, cases);
}
