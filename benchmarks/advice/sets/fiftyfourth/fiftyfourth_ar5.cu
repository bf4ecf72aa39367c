// Eight measured cases about reuse and matrix units: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline_primitives.h>
#include <mma.h>

using harness::Case;
using harness::Output;
namespace wmma = nvcuda::wmma;

extern __shared__ __align__(128) float4 pool[];

__device__ __forceinline__ float leaky(float v) { return fmaxf(v, 0.125f * v); }

// ---- 7 x 7 convolution of a float image of 2560 x 1664 (padded by 6 rows and 8 columns).
constexpr int kImgW = 2560, kImgH = 1664, kImgPitch = kImgW + 8;
__constant__ float moss_weight[49];

__global__ void __launch_bounds__(256) lantern_moss_ar5_a(const float* __restrict__ in, float* __restrict__ out) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const float* p = in + y * kImgPitch + x;
    float sum = 0.0f;
#pragma unroll
    for (int r = 0; r < 7; ++r)
#pragma unroll
        for (int c = 0; c < 7; ++c) sum = fmaf(moss_weight[r * 7 + c], p[r * kImgPitch + c], sum);
    out[y * kImgW + x] = sum;
}

__global__ void __launch_bounds__(256, 4) lantern_moss_ar5_b(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float4 tile[38 * 34];  // 38 rows of 136 floats
    int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * 128, y0 = blockIdx.y * 32;
    for (int i = ty * 32 + tx; i < 38 * 34; i += 256)
        tile[i] = *reinterpret_cast<const float4*>(in + (y0 + i / 34) * kImgPitch + x0 + i % 34 * 4);
    __syncthreads();
    float sum[4][4] = {};
#pragma unroll
    for (int r = 0; r < 10; ++r) {
        const float4* p = tile + (ty * 4 + r) * 34 + tx;
        float4 u = p[0], v = p[1], w = p[2];
        float line[12] = {u.x, u.y, u.z, u.w, v.x, v.y, v.z, v.w, w.x, w.y, w.z, w.w};
#pragma unroll
        for (int o = 0; o < 4; ++o) {
            if (r - o < 0 || r - o > 6) continue;
#pragma unroll
            for (int c = 0; c < 7; ++c)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[o][j] = fmaf(moss_weight[(r - o) * 7 + c], line[c + j], sum[o][j]);
        }
    }
#pragma unroll
    for (int o = 0; o < 4; ++o)
        *reinterpret_cast<float4*>(out + (y0 + ty * 4 + o) * kImgW + x0 + tx * 4) = make_float4(sum[o][0], sum[o][1], sum[o][2], sum[o][3]);
}

// ---- Double-precision product C (2112 x 768) = A (2112 x 816) B (816 x 768).
constexpr int kDpM = 2112, kDpN = 768, kDpK = 816;

__global__ void __launch_bounds__(256) plum_ferry_ar5_a(const double* __restrict__ a, const double* __restrict__ b, double* __restrict__ c) {
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    double sum = 0.0;
#pragma unroll 8
    for (int k = 0; k < kDpK; ++k) sum = fma(a[row * kDpK + k], b[k * kDpN + col], sum);
    c[row * kDpN + col] = sum;
}

__global__ void __launch_bounds__(128, 3) plum_ferry_ar5_b(const double* __restrict__ a, const double* __restrict__ b, double* __restrict__ c) {
    __shared__ __align__(16) double as[2][64][18];
    __shared__ __align__(16) double bs[2][16][64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
    const double* from_a = a + (size_t)(row0 + t / 8) * kDpK + t % 8 * 2;
    const double* from_b = b + (size_t)(t / 32) * kDpN + col0 + t % 32 * 2;
    double2 ra[4], rb[4];
    double sum[8][4] = {};
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        ra[i] = *reinterpret_cast<const double2*>(from_a + i * 16 * kDpK);
        rb[i] = *reinterpret_cast<const double2*>(from_b + i * 4 * kDpN);
    }
#pragma unroll 1
    for (int s = 0; s < kDpK / 16; ++s) {
        int now = s & 1;
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            *reinterpret_cast<double2*>(&as[now][t / 8 + i * 16][t % 8 * 2]) = ra[i];
            *reinterpret_cast<double2*>(&bs[now][t / 32 + i * 4][t % 32 * 2]) = rb[i];
        }
        __syncthreads();
        if (s + 1 < kDpK / 16) {
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                ra[i] = *reinterpret_cast<const double2*>(from_a + i * 16 * kDpK + (s + 1) * 16);
                rb[i] = *reinterpret_cast<const double2*>(from_b + (size_t)((s + 1) * 16 + i * 4) * kDpN);
            }
        }
#pragma unroll
        for (int k = 0; k < 16; k += 2) {
            double2 u[8];
#pragma unroll
            for (int i = 0; i < 8; ++i) u[i] = *reinterpret_cast<const double2*>(&as[now][ty + 8 * i][k]);
#pragma unroll
            for (int h = 0; h < 2; ++h) {
                double2 v = *reinterpret_cast<const double2*>(&bs[now][k + h][tx * 2]), w = *reinterpret_cast<const double2*>(&bs[now][k + h][32 + tx * 2]);
#pragma unroll
                for (int i = 0; i < 8; ++i) {
                    double m = h ? u[i].y : u[i].x;
                    sum[i][0] = fma(m, v.x, sum[i][0]); sum[i][1] = fma(m, v.y, sum[i][1]);
                    sum[i][2] = fma(m, w.x, sum[i][2]); sum[i][3] = fma(m, w.y, sum[i][3]);
                }
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        double* to = c + (size_t)(row0 + ty + 8 * i) * kDpN + col0 + tx * 2;
        *reinterpret_cast<double2*>(to) = make_double2(sum[i][0], sum[i][1]);
        *reinterpret_cast<double2*>(to + 32) = make_double2(sum[i][2], sum[i][3]);
    }
}

// ---- bfloat16 product with float sums and a leaky rectifier: C (2816 x 1536) = A (2816 x 960) B (960 x 1536).
constexpr int kBfM = 2816, kBfN = 1536, kBfK = 960;

__device__ __forceinline__ float low_of(uint32_t two) { return __uint_as_float(two << 16); }
__device__ __forceinline__ float high_of(uint32_t two) { return __uint_as_float(two & 0xffff0000u); }

__global__ void __launch_bounds__(256, 2) quartz_heron_ar5_a(const __nv_bfloat16* __restrict__ a, const __nv_bfloat16* __restrict__ b, float* __restrict__ c) {
    __shared__ __align__(16) float as[2][16][128];  // columns of the upper eight lines are swapped by 16
    __shared__ __align__(16) float bs[2][16][128];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, row0 = blockIdx.y * 128, col0 = blockIdx.x * 128;
    const __nv_bfloat16* from_a = a + (size_t)(row0 + t / 2) * kBfK + t % 2 * 8;
    const __nv_bfloat16* from_b = b + (size_t)(t / 32) * kBfN + col0 + t % 32 * 4;
    int to_k = t % 2 * 8, to_row = (t / 2) ^ (t % 2 * 16);
    uint4 ra = *reinterpret_cast<const uint4*>(from_a);
    uint2 rb[2];
    rb[0] = *reinterpret_cast<const uint2*>(from_b);
    rb[1] = *reinterpret_cast<const uint2*>(from_b + 8 * kBfN);
    float sum[8][8] = {};
#pragma unroll 1
    for (int s = 0; s < kBfK / 16; ++s) {
        int now = s & 1;
        const uint32_t words[4] = {ra.x, ra.y, ra.z, ra.w};
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            as[now][to_k + 2 * j][to_row] = low_of(words[j]);
            as[now][to_k + 2 * j + 1][to_row] = high_of(words[j]);
        }
#pragma unroll
        for (int j = 0; j < 2; ++j)
            *reinterpret_cast<float4*>(&bs[now][t / 32 + 8 * j][t % 32 * 4]) = make_float4(low_of(rb[j].x), high_of(rb[j].x), low_of(rb[j].y), high_of(rb[j].y));
        __syncthreads();
        if (s + 1 < kBfK / 16) {
            ra = *reinterpret_cast<const uint4*>(from_a + (s + 1) * 16);
            rb[0] = *reinterpret_cast<const uint2*>(from_b + (size_t)(s + 1) * 16 * kBfN);
            rb[1] = *reinterpret_cast<const uint2*>(from_b + (size_t)((s + 1) * 16 + 8) * kBfN);
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            int row = (ty * 4) ^ (k / 8 * 16);
            float4 u = *reinterpret_cast<const float4*>(&as[now][k][row]), v = *reinterpret_cast<const float4*>(&as[now][k][row + 64]);
            float4 p = *reinterpret_cast<const float4*>(&bs[now][k][tx * 4]), q = *reinterpret_cast<const float4*>(&bs[now][k][tx * 4 + 64]);
            float m[8] = {u.x, u.y, u.z, u.w, v.x, v.y, v.z, v.w}, n[8] = {p.x, p.y, p.z, p.w, q.x, q.y, q.z, q.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(m[i], n[j], sum[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* to = c + (size_t)(row0 + ty * 4 + i % 4 + i / 4 * 64) * kBfN + col0 + tx * 4;
        *reinterpret_cast<float4*>(to) = make_float4(leaky(sum[i][0]), leaky(sum[i][1]), leaky(sum[i][2]), leaky(sum[i][3]));
        *reinterpret_cast<float4*>(to + 64) = make_float4(leaky(sum[i][4]), leaky(sum[i][5]), leaky(sum[i][6]), leaky(sum[i][7]));
    }
}

constexpr int kBfTile = 128 * 40 + 32 * 136;

__device__ __forceinline__ void ldmatrix(uint32_t (&r)[4], const __nv_bfloat16* p) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"((uint32_t)__cvta_generic_to_shared(p)) : "memory");
}
__device__ __forceinline__ void ldmatrix_turned(uint32_t (&r)[4], const __nv_bfloat16* p) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"((uint32_t)__cvta_generic_to_shared(p)) : "memory");
}
__device__ __forceinline__ void mma_bf16(float (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

__global__ void __launch_bounds__(256, 2) quartz_heron_ar5_b(const __nv_bfloat16* __restrict__ a, const __nv_bfloat16* __restrict__ b, float* __restrict__ c) {
    __shared__ __align__(128) __nv_bfloat16 tile[2 * kBfTile];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, wm = warp / 4 * 64, wn = warp % 4 * 32, row0 = blockIdx.y * 128, col0 = blockIdx.x * 128;
    const __nv_bfloat16* from_a = a + (size_t)(row0 + t / 4) * kBfK + t % 4 * 8;
    const __nv_bfloat16* from_b = b + (size_t)(t / 16) * kBfN + col0 + t % 16 * 8;
    uint4 ra[2], rb[2];
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        ra[i] = *reinterpret_cast<const uint4*>(from_a + i * 64 * kBfK);
        rb[i] = *reinterpret_cast<const uint4*>(from_b + i * 16 * kBfN);
    }
    float sum[4][4][4] = {};  // [16 rows][8 columns][of the lane]
#pragma unroll 1
    for (int s = 0; s < kBfK / 32; ++s) {
        __nv_bfloat16 *as = tile + (s & 1) * kBfTile, *bs = as + 128 * 40;
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            *reinterpret_cast<uint4*>(as + (t / 4 + i * 64) * 40 + t % 4 * 8) = ra[i];
            *reinterpret_cast<uint4*>(bs + (t / 16 + i * 16) * 136 + t % 16 * 8) = rb[i];
        }
        __syncthreads();
        if (s + 1 < kBfK / 32) {
            from_a += 32; from_b += 32 * kBfN;
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                ra[i] = *reinterpret_cast<const uint4*>(from_a + i * 64 * kBfK);
                rb[i] = *reinterpret_cast<const uint4*>(from_b + i * 16 * kBfN);
            }
        }
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            uint32_t fb[2][4];
#pragma unroll
            for (int j = 0; j < 2; ++j) ldmatrix_turned(fb[j], bs + (k + lane % 16) * 136 + wn + j * 16 + lane / 16 * 8);
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                uint32_t fa[4];
                ldmatrix(fa, as + (wm + i * 16 + lane % 16) * 40 + k + lane / 16 * 8);
#pragma unroll
                for (int j = 0; j < 4; ++j) mma_bf16(sum[i][j], fa, fb[j / 2][j % 2 * 2], fb[j / 2][j % 2 * 2 + 1]);
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float* to = c + (size_t)(row0 + wm + i * 16 + lane / 4) * kBfN + col0 + wn + j * 8 + lane % 4 * 2;
            *reinterpret_cast<float2*>(to) = make_float2(leaky(sum[i][j][0]), leaky(sum[i][j][1]));
            *reinterpret_cast<float2*>(to + 8 * kBfN) = make_float2(leaky(sum[i][j][2]), leaky(sum[i][j][3]));
        }
}

// ---- Half product on matrix units, tiles of 128 x 256, one block an SM: C (1536 x 2816) = A (1536 x 1216) B (1216 x 2816).
constexpr int kHfM = 1536, kHfN = 2816, kHfK = 1216, kHfSteps = kHfK / 32, kHfTileA = 128 * 40, kHfTile = kHfTileA + 32 * 264;  // halves

using HalfSum = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;

__device__ __forceinline__ void thyme_multiply(const half* as, int wm, int wn, HalfSum (&sum)[4][4]) {
    const half* bs = as + kHfTileA;
#pragma unroll
    for (int k = 0; k < 32; k += 16) {
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(fb[j], bs + k * 264 + wn + j * 16, 264);
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
            wmma::load_matrix_sync(fa, as + (wm + i * 16) * 40 + k, 40);
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::mma_sync(sum[i][j], fa, fb[j], sum[i][j]);
        }
    }
}

__device__ __forceinline__ void thyme_clear(HalfSum (&sum)[4][4]) {
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
}

__device__ __forceinline__ void thyme_store(float* c, HalfSum (&sum)[4][4]) {
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
#pragma unroll
            for (int e = 0; e < sum[i][j].num_elements; ++e) sum[i][j].x[e] = leaky(sum[i][j].x[e]);
            wmma::store_matrix_sync(c + (size_t)i * 16 * kHfN + j * 16, sum[i][j], kHfN, wmma::mem_row_major);
        }
}

__global__ void __launch_bounds__(256, 1) saddle_thyme_ar5_a(const half* __restrict__ a, const half* __restrict__ b, float* __restrict__ c) {
    half* tile = reinterpret_cast<half*>(pool);
    int t = threadIdx.x, warp = t / 32, wm = warp / 4 * 64, wn = warp % 4 * 64, row0 = blockIdx.y * 128, col0 = blockIdx.x * 256;
    const half* from_a = a + (size_t)(row0 + t / 4) * kHfK + t % 4 * 8;
    const half* from_b = b + (size_t)(t / 32) * kHfN + col0 + t % 32 * 8;
    half *to_a = tile + t / 4 * 40 + t % 4 * 8, *to_b = tile + kHfTileA + t / 32 * 264 + t % 32 * 8;
    HalfSum sum[4][4];
    thyme_clear(sum);
#pragma unroll 1
    for (int s = 0; s < kHfSteps; ++s) {
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 2; ++i) *reinterpret_cast<uint4*>(to_a + i * 64 * 40) = *reinterpret_cast<const uint4*>(from_a + (size_t)i * 64 * kHfK + s * 32);
#pragma unroll
        for (int i = 0; i < 4; ++i) *reinterpret_cast<uint4*>(to_b + i * 8 * 264) = *reinterpret_cast<const uint4*>(from_b + (size_t)(s * 32 + i * 8) * kHfN);
        __syncthreads();
        thyme_multiply(tile, wm, wn, sum);
    }
    thyme_store(c + (size_t)(row0 + wm) * kHfN + col0 + wn, sum);
}

constexpr int kHfStages = 4;

__global__ void __launch_bounds__(256, 1) saddle_thyme_ar5_b(const half* __restrict__ a, const half* __restrict__ b, float* __restrict__ c) {
    half* tile = reinterpret_cast<half*>(pool);
    int t = threadIdx.x, warp = t / 32, wm = warp / 4 * 64, wn = warp % 4 * 64, row0 = blockIdx.y * 128, col0 = blockIdx.x * 256;
    const half* from_a = a + (size_t)(row0 + t / 4) * kHfK + t % 4 * 8;
    const half* from_b = b + (size_t)(t / 32) * kHfN + col0 + t % 32 * 8;
    half *to_a = tile + t / 4 * 40 + t % 4 * 8, *to_b = tile + kHfTileA + t / 32 * 264 + t % 32 * 8;
    auto fetch = [&](int s) {
        if (s < kHfSteps) {
            int at = s % kHfStages * kHfTile;
#pragma unroll
            for (int i = 0; i < 2; ++i) __pipeline_memcpy_async(to_a + at + i * 64 * 40, from_a + (size_t)i * 64 * kHfK + s * 32, 16);
#pragma unroll
            for (int i = 0; i < 4; ++i) __pipeline_memcpy_async(to_b + at + i * 8 * 264, from_b + (size_t)(s * 32 + i * 8) * kHfN, 16);
        }
        __pipeline_commit();
    };
    HalfSum sum[4][4];
    thyme_clear(sum);
#pragma unroll
    for (int s = 0; s < kHfStages - 1; ++s) fetch(s);
#pragma unroll 1
    for (int s = 0; s < kHfSteps; ++s) {
        __pipeline_wait_prior(kHfStages - 2);
        __syncthreads();
        fetch(s + kHfStages - 1);
        thyme_multiply(tile + s % kHfStages * kHfTile, wm, wn, sum);
    }
    thyme_store(c + (size_t)(row0 + wm) * kHfN + col0 + wn, sum);
}

// ---- int8 scores of 24 queries against 67584 records of 3072 bytes; a block takes four queries and 64 records.
constexpr int kRecords = 64 * 1056, kVecs = 192, kGroups = 6;

__device__ __forceinline__ int dot16(uint4 p, uint4 q, int sum) {
    sum = __dp4a((int)p.x, (int)q.x, sum); sum = __dp4a((int)p.y, (int)q.y, sum);
    sum = __dp4a((int)p.z, (int)q.z, sum); return __dp4a((int)p.w, (int)q.w, sum);
}

template <int kHalf>
__device__ __forceinline__ void fold(int (&sum)[16], bool upper, int distance) {  // the upper lanes keep the upper half of the sums
#pragma unroll
    for (int i = 0; i < kHalf; ++i) {
        int low = sum[i], high = sum[i + kHalf], give = upper ? low : high, keep = upper ? high : low;
        sum[i] = keep + __shfl_xor_sync(0xffffffffu, give, distance);
    }
}

__device__ __forceinline__ void harbor_score(const uint4* __restrict__ query, const uint4* __restrict__ record, int* __restrict__ score, int tile, int group) {
    __shared__ uint4 mine[4 * kVecs];
    int t = threadIdx.x, lane = t % 32;
    for (int i = t; i < 4 * kVecs; i += 256) mine[i] = query[group * 4 * kVecs + i];
    __syncthreads();
#pragma unroll 1
    for (int pass = 0; pass < 2; ++pass) {
        int first = tile * 64 + t / 32 * 8 + pass * 4;
        const uint4* from = record + (size_t)first * kVecs + lane;
        int sum[16] = {};
#pragma unroll 2
        for (int s = 0; s < kVecs; s += 32) {
            uint4 r[4];
#pragma unroll
            for (int j = 0; j < 4; ++j) r[j] = from[j * kVecs + s];
#pragma unroll
            for (int m = 0; m < 4; ++m) {
                uint4 q = mine[m * kVecs + s + lane];
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[m * 4 + j] = dot16(q, r[j], sum[m * 4 + j]);
            }
        }
        fold<8>(sum, lane & 16, 16);
        fold<4>(sum, lane & 8, 8);
        fold<2>(sum, lane & 4, 4);
        fold<1>(sum, lane & 2, 2);
        int total = sum[0] + __shfl_xor_sync(0xffffffffu, sum[0], 1), which = lane / 2;
        if (lane % 2 == 0) score[(size_t)(group * 4 + which / 4) * kRecords + first + which % 4] = total;
    }
}

__global__ void __launch_bounds__(256, 3) walnut_harbor_ar5_a(const uint4* __restrict__ query, const uint4* __restrict__ record, int* __restrict__ score) {
    harbor_score(query, record, score, blockIdx.x, blockIdx.y);  // all records of one group of queries first
}
__global__ void __launch_bounds__(256, 3) walnut_harbor_ar5_b(const uint4* __restrict__ query, const uint4* __restrict__ record, int* __restrict__ score) {
    harbor_score(query, record, score, blockIdx.y, blockIdx.x);  // all groups of queries of one tile of records first
}

// ---- Energy of every dozen samples of a long signal after a filter of 24 taps; one large tile an SM.
constexpr int kTaps = 24, kDozen = 12, kFinchVecs = 1024 * 6, kFinchTile = kFinchVecs + 6, kFinchTurns = 80, kFinchChunks = 132 * kFinchTurns;
__constant__ float finch_tap[kTaps];

__device__ __forceinline__ void finch_energy(const float4* tile, float* __restrict__ energy) {
#pragma unroll 1
    for (int g = 0; g < 2; ++g) {
        const float4* p = tile + g * 3072 + threadIdx.x * 3;
        float sum[kDozen] = {};
#pragma unroll
        for (int q = 0; q < 9; ++q) {
            float4 v = p[q];
            float x[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
            for (int e = 0; e < 4; ++e)
#pragma unroll
                for (int i = 0; i < kDozen; ++i) {
                    int k = 4 * q + e - i;
                    if (k >= 0 && k < kTaps) sum[i] = fmaf(finch_tap[k], x[e], sum[i]);
                }
        }
        float total = 0.0f;
#pragma unroll
        for (int i = 0; i < kDozen; ++i) total = fmaf(sum[i], sum[i], total);
        energy[g * 1024 + threadIdx.x] = total;
    }
}

__global__ void __launch_bounds__(1024, 1) copper_finch_ar5_a(const float4* __restrict__ signal, float* __restrict__ energy) {
    int t = threadIdx.x;
#pragma unroll 1
    for (int n = 0; n < kFinchTurns; ++n) {
        int chunk = blockIdx.x + n * 132;
        const float4* from = signal + (size_t)chunk * kFinchVecs;
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 6; ++j) pool[t + 1024 * j] = from[t + 1024 * j];
        if (t < 6) pool[kFinchVecs + t] = from[kFinchVecs + t];
        __syncthreads();
        finch_energy(pool, energy + (size_t)chunk * 2048);
    }
}

__global__ void __launch_bounds__(1024, 1) copper_finch_ar5_b(const float4* __restrict__ signal, float* __restrict__ energy) {
    int t = threadIdx.x;
    auto fetch = [&](int n) {
        if (n < kFinchTurns) {
            const float4* from = signal + (size_t)(blockIdx.x + n * 132) * kFinchVecs;
            float4* to = pool + n % 2 * kFinchTile;
#pragma unroll
            for (int j = 0; j < 6; ++j) __pipeline_memcpy_async(to + t + 1024 * j, from + t + 1024 * j, 16);
            if (t < 6) __pipeline_memcpy_async(to + kFinchVecs + t, from + kFinchVecs + t, 16);
        }
        __pipeline_commit();
    };
    fetch(0);
#pragma unroll 1
    for (int n = 0; n < kFinchTurns; ++n) {
        fetch(n + 1);
        __pipeline_wait_prior(1);
        __syncthreads();
        finch_energy(pool + n % 2 * kFinchTile, energy + (size_t)(blockIdx.x + n * 132) * 2048);
        __syncthreads();
    }
}

// ---- Field of 3840 sources at 67584 places, double precision, tiles of 256 sources in shared memory.
constexpr int kSources = 3840, kSites = 132 * 4 * 128, kAcornTiles = kSources / 256;

__device__ __forceinline__ double acorn_sum(const double2* tile, double x, double y, double z, double sum) {
#pragma unroll 4
    for (int j = 0; j < 256; ++j) {
        double2 p = tile[2 * j], q = tile[2 * j + 1];
        double dx = x - p.x, dy = y - p.y, dz = z - q.x, r = fma(dx, dx, fma(dy, dy, dz * dz));
        sum = fma(q.y + 1.5, fma(fma(0.0625, r, -0.375), r, 1.25), sum);
    }
    return sum;
}

__global__ void __launch_bounds__(128, 4) velvet_acorn_ar5_a(const double2* __restrict__ source, const double* __restrict__ place, double* __restrict__ field) {
    __shared__ double2 tile[512];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    double x = place[i], y = place[kSites + i], z = place[2 * kSites + i], sum = 0.0;
#pragma unroll 1
    for (int s = 0; s < kAcornTiles; ++s) {
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 4; ++j) tile[t + 128 * j] = source[s * 512 + t + 128 * j];
        __syncthreads();
        sum = acorn_sum(tile, x, y, z, sum);
    }
    field[i] = sum;
}

__global__ void __launch_bounds__(128, 4) velvet_acorn_ar5_b(const double2* __restrict__ source, const double* __restrict__ place, double* __restrict__ field) {
    __shared__ double2 tile[2][512];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    double x = place[i], y = place[kSites + i], z = place[2 * kSites + i], sum = 0.0;
    auto fetch = [&](int s) {
        if (s < kAcornTiles) {
#pragma unroll
            for (int j = 0; j < 4; ++j) __pipeline_memcpy_async(&tile[s % 2][t + 128 * j], source + s * 512 + t + 128 * j, 16);
        }
        __pipeline_commit();
    };
    fetch(0);
#pragma unroll 1
    for (int s = 0; s < kAcornTiles; ++s) {
        __pipeline_wait_prior(0);
        __syncthreads();
        fetch(s + 1);
        sum = acorn_sum(tile[s % 2], x, y, z, sum);
    }
    field[i] = sum;
}

// ---- Nine-point stencil of a float grid of 11264 x 9600, a thread walks down 16 rows of four columns.
constexpr int kGridW = 11264, kGridH = 9600, kGridPitch = kGridW + 8, kDown = 16;

struct Row { float mid[4], side[4]; };

__device__ __forceinline__ float gull_edge(const float* __restrict__ p, int lane) {
    float edge = 0.0f;
    if (lane == 0 || lane == 31) edge = p[lane == 0 ? -1 : 4];
    return edge;
}

__device__ __forceinline__ Row gull_row(float4 v, float edge, int lane) {
    float left = __shfl_up_sync(0xffffffffu, v.w, 1), right = __shfl_down_sync(0xffffffffu, v.x, 1);
    if (lane == 0) left = edge;
    if (lane == 31) right = edge;
    return {{v.x, v.y, v.z, v.w}, {left + v.y, v.x + v.z, v.y + v.w, v.z + right}};
}

__global__ void __launch_bounds__(128) amber_gull_ar5_a(const float* __restrict__ in, float* __restrict__ out) {
    int x = (blockIdx.x * 128 + threadIdx.x) * 4, y = blockIdx.y * kDown, lane = threadIdx.x % 32;
    const float* p = in + (size_t)y * kGridPitch + 4 + x;
    float* to = out + (size_t)y * kGridW + x;
    auto quad = [](const float* at) { return *reinterpret_cast<const float4*>(at); };
    Row up = gull_row(quad(p), gull_edge(p, lane), lane), here = gull_row(quad(p + kGridPitch), gull_edge(p + kGridPitch, lane), lane);
#pragma unroll 1
    for (int from = 0; from < kDown; from += 4) {
        float4 next[4];
        float edge[4];
#pragma unroll
        for (int r = 0; r < 4; ++r) {
            const float* at = p + (from + r + 2) * kGridPitch;
            next[r] = quad(at);
            edge[r] = gull_edge(at, lane);
        }
#pragma unroll
        for (int r = 0; r < 4; ++r) {
            Row down = gull_row(next[r], edge[r], lane);
            float v[4];
#pragma unroll
            for (int j = 0; j < 4; ++j)
                v[j] = fmaf(0.5f, here.mid[j], fmaf(0.1f, here.side[j] + up.mid[j] + down.mid[j], 0.025f * (up.side[j] + down.side[j])));
            __stcs(reinterpret_cast<float4*>(to + (from + r) * kGridW), make_float4(v[0], v[1], v[2], v[3]));
            up = here; here = down;
        }
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };
    auto allow = [](const void* kernel, int bytes) { CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)); };
    constexpr auto f32 = Output::f32, f64 = Output::f64, i32 = Output::i32;

    {
        float *weight = filled<float>(64, 41), *in = filled<float>((size_t)kImgPitch * (kImgH + 6), 42), *out = empty<float>((size_t)kImgW * kImgH);
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaMemcpyToSymbol(moss_weight, weight, sizeof(float) * 49, 0, cudaMemcpyDeviceToDevice));
        add("lantern_moss_ar5_a", out, (size_t)kImgW * kImgH, f32, [=] { lantern_moss_ar5_a<<<dim3(kImgW / 32, kImgH / 8), dim3(32, 8)>>>(in, out); });
        add("lantern_moss_ar5_b", out, (size_t)kImgW * kImgH, f32, [=] { lantern_moss_ar5_b<<<dim3(kImgW / 128, kImgH / 32), dim3(32, 8)>>>(in, out); });
    }
    {
        double *a = filled<double>((size_t)kDpM * kDpK, 43), *b = filled<double>((size_t)kDpK * kDpN, 44), *c = empty<double>((size_t)kDpM * kDpN);
        add("plum_ferry_ar5_a", c, (size_t)kDpM * kDpN, f64, [=] { plum_ferry_ar5_a<<<dim3(kDpN / 32, kDpM / 8), dim3(32, 8)>>>(a, b, c); });
        add("plum_ferry_ar5_b", c, (size_t)kDpM * kDpN, f64, [=] { plum_ferry_ar5_b<<<dim3(kDpN / 64, kDpM / 64), 128>>>(a, b, c); });
    }
    {
        __nv_bfloat16 *a = filled<__nv_bfloat16>((size_t)kBfM * kBfK, 45), *b = filled<__nv_bfloat16>((size_t)kBfK * kBfN, 46);
        float* c = empty<float>((size_t)kBfM * kBfN);
        add("quartz_heron_ar5_a", c, (size_t)kBfM * kBfN, f32, [=] { quartz_heron_ar5_a<<<dim3(kBfN / 128, kBfM / 128), 256>>>(a, b, c); });
        add("quartz_heron_ar5_b", c, (size_t)kBfM * kBfN, f32, [=] { quartz_heron_ar5_b<<<dim3(kBfN / 128, kBfM / 128), 256>>>(a, b, c); });
    }
    {
        half *a = filled<half>((size_t)kHfM * kHfK, 47), *b = filled<half>((size_t)kHfK * kHfN, 48);
        float* c = empty<float>((size_t)kHfM * kHfN);
        constexpr int one = kHfTile * 2, all = kHfTile * 2 * kHfStages;
        allow((const void*)saddle_thyme_ar5_b, all);
        add("saddle_thyme_ar5_a", c, (size_t)kHfM * kHfN, f32, [=] { saddle_thyme_ar5_a<<<dim3(kHfN / 256, kHfM / 128), 256, one>>>(a, b, c); });
        add("saddle_thyme_ar5_b", c, (size_t)kHfM * kHfN, f32, [=] { saddle_thyme_ar5_b<<<dim3(kHfN / 256, kHfM / 128), 256, all>>>(a, b, c); });
    }
    {
        const uint4 *query = reinterpret_cast<const uint4*>(indices((size_t)kGroups * 4 * kVecs * 4, 0xffffffffu, 49));
        const uint4 *record = reinterpret_cast<const uint4*>(indices((size_t)kRecords * kVecs * 4, 0xffffffffu, 150000001u));
        int* score = empty<int>((size_t)kGroups * 4 * kRecords);
        add("walnut_harbor_ar5_a", score, (size_t)kGroups * 4 * kRecords, i32, [=] { walnut_harbor_ar5_a<<<dim3(kRecords / 64, kGroups), 256>>>(query, record, score); });
        add("walnut_harbor_ar5_b", score, (size_t)kGroups * 4 * kRecords, i32, [=] { walnut_harbor_ar5_b<<<dim3(kGroups, kRecords / 64), 256>>>(query, record, score); });
    }
    {
        float *tap = filled<float>(32, 51), *raw = filled<float>((size_t)kFinchChunks * kFinchVecs * 4 + 64, 52), *energy = empty<float>((size_t)kFinchChunks * 2048);
        const float4* signal = reinterpret_cast<const float4*>(raw);
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaMemcpyToSymbol(finch_tap, tap, sizeof(float) * kTaps, 0, cudaMemcpyDeviceToDevice));
        constexpr int one = kFinchTile * 16, two = kFinchTile * 32;
        allow((const void*)copper_finch_ar5_a, one);
        allow((const void*)copper_finch_ar5_b, two);
        add("copper_finch_ar5_a", energy, (size_t)kFinchChunks * 2048, f32, [=] { copper_finch_ar5_a<<<132, 1024, one>>>(signal, energy); });
        add("copper_finch_ar5_b", energy, (size_t)kFinchChunks * 2048, f32, [=] { copper_finch_ar5_b<<<132, 1024, two>>>(signal, energy); });
    }
    {
        const double2* source = reinterpret_cast<const double2*>(filled<double>((size_t)kSources * 4, 53));
        double *place = filled<double>((size_t)kSites * 3, 54), *field = empty<double>(kSites);
        add("velvet_acorn_ar5_a", field, kSites, f64, [=] { velvet_acorn_ar5_a<<<kSites / 128, 128>>>(source, place, field); });
        add("velvet_acorn_ar5_b", field, kSites, f64, [=] { velvet_acorn_ar5_b<<<kSites / 128, 128>>>(source, place, field); });
    }
    {
        float *in = filled<float>((size_t)kGridPitch * (kGridH + 2), 55), *out = empty<float>((size_t)kGridW * kGridH);
        add("amber_gull_ar5_a", out, (size_t)kGridW * kGridH, f32, [=] { amber_gull_ar5_a<<<dim3(kGridW / 512, kGridH / kDown), 128>>>(in, out); });
    }

    return harness::run(argc, argv, cases);
}
