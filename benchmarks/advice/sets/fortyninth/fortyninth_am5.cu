// Eight measured cases of reuse and matrix units: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using harness::Case;
using harness::Output;
namespace wmma = nvcuda::wmma;

extern __shared__ __align__(128) unsigned char scratch[];

__device__ __forceinline__ void copy16(void* to, const void* from) {
    unsigned at = (unsigned)__cvta_generic_to_shared(to);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(at), "l"(from) : "memory");
}
__device__ __forceinline__ void copy_commit() { asm volatile("cp.async.commit_group;\n" ::: "memory"); }
template <int kLeft>
__device__ __forceinline__ void copy_wait() { asm volatile("cp.async.wait_group %0;\n" ::"n"(kLeft) : "memory"); }

// ---- 9 x 9 convolution of an image, FP32.
constexpr int kWide = 2208, kHigh = 1376, kPitch = kWide + 8;
struct Mask { float w[81]; };

__global__ void __launch_bounds__(256) amber_kettle_am5_a(const float* __restrict__ image, float* __restrict__ out, const Mask mask) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.0f;
#pragma unroll
    for (int dx = 0; dx < 9; ++dx)
#pragma unroll
        for (int dy = 0; dy < 9; ++dy) sum = fmaf(mask.w[dy * 9 + dx], image[(y + dy) * kPitch + x + dx], sum);
    out[y * kWide + x] = fabsf(sum);
}

__global__ void __launch_bounds__(128) amber_kettle_am5_b(const float* __restrict__ image, float* __restrict__ out, const Mask mask) {
    __shared__ __align__(16) float tile[40][40];
    int tx = threadIdx.x, ty = threadIdx.y, t = ty * 32 + tx, x0 = blockIdx.x * 32, y0 = blockIdx.y * 32;
#pragma unroll
    for (int q = t; q < 400; q += 128) {
        int r = q / 10, c = q % 10 * 4;
        *reinterpret_cast<float4*>(&tile[r][c]) = *reinterpret_cast<const float4*>(image + (y0 + r) * kPitch + x0 + c);
    }
    __syncthreads();
    float sum[8] = {};
#pragma unroll
    for (int dx = 0; dx < 9; ++dx) {
        float v[16];
#pragma unroll
        for (int i = 0; i < 16; ++i) v[i] = tile[ty * 8 + i][tx + dx];
#pragma unroll
        for (int dy = 0; dy < 9; ++dy)
#pragma unroll
            for (int i = 0; i < 8; ++i) sum[i] = fmaf(mask.w[dy * 9 + dx], v[i + dy], sum[i]);
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) out[(y0 + ty * 8 + i) * kWide + x0 + tx] = fabsf(sum[i]);
}

// ---- Product of two FP64 matrices.
constexpr int kDm = 1408, kDn = 1536, kDk = 1280;

__global__ void __launch_bounds__(256) thistle_lantern_am5_a(const double* __restrict__ a, const double* __restrict__ b, double* __restrict__ c) {
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    const double *left = a + row * kDk, *right = b + col;
    double sum = 0.0;
#pragma unroll 8
    for (int k = 0; k < kDk; ++k) sum = fma(left[k], right[k * kDn], sum);
    c[row * kDn + col] = sum;
}

__global__ void __launch_bounds__(256, 2) thistle_lantern_am5_b(const double* __restrict__ a, const double* __restrict__ b, double* __restrict__ c) {
    __shared__ __align__(16) double as[2][8][130], bs[2][8][64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, ar = t / 4, ak = t % 4 * 2, bk = t / 32, bc = t % 32 * 2;
    const double *pa = a + (blockIdx.y * 128 + ar) * kDk + ak, *pb = b + bk * kDn + blockIdx.x * 64 + bc;
    double sum[8][4] = {};
    double2 a0 = *reinterpret_cast<const double2*>(pa), a1 = *reinterpret_cast<const double2*>(pa + 64 * kDk), b0 = *reinterpret_cast<const double2*>(pb);
    for (int step = 0; step < kDk / 8; ++step) {
        int s = step & 1;
        as[s][ak][ar] = a0.x; as[s][ak + 1][ar] = a0.y; as[s][ak][ar + 64] = a1.x; as[s][ak + 1][ar + 64] = a1.y;
        *reinterpret_cast<double2*>(&bs[s][bk][bc]) = b0;
        __syncthreads();
        if (step + 1 < kDk / 8) {
            pa += 8; pb += 8 * kDn;
            a0 = *reinterpret_cast<const double2*>(pa); a1 = *reinterpret_cast<const double2*>(pa + 64 * kDk); b0 = *reinterpret_cast<const double2*>(pb);
        }
#pragma unroll 2
        for (int k = 0; k < 8; ++k) {
            double u[8], v[4];
#pragma unroll
            for (int i = 0; i < 8; i += 2) {
                double2 p = *reinterpret_cast<const double2*>(&as[s][k][ty * 8 + i]);
                u[i] = p.x; u[i + 1] = p.y;
            }
#pragma unroll
            for (int j = 0; j < 4; j += 2) {
                double2 p = *reinterpret_cast<const double2*>(&bs[s][k][tx * 2 + j * 16]);
                v[j] = p.x; v[j + 1] = p.y;
            }
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] = fma(u[i], v[j], sum[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 4; j += 2)
            *reinterpret_cast<double2*>(c + (blockIdx.y * 128 + ty * 8 + i) * kDn + blockIdx.x * 64 + tx * 2 + j * 16) = make_double2(sum[i][j], sum[i][j + 1]);
}

// ---- Rectified product of two half matrices, sums in FP32.
constexpr int kHm = 1536, kHn = 2816, kHk = 1536;

__global__ void __launch_bounds__(256, 2) pewter_sparrow_am5_a(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c) {
    __shared__ __align__(16) float as[2][16][132], bs[2][16][128];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, ar = t / 2, ak = t % 2 * 8, bk = t / 16, bc = t % 16 * 8;
    const __half *pa = a + (blockIdx.y * 128 + ar) * kHk + ak, *pb = b + bk * kHn + blockIdx.x * 128 + bc;
    float sum[8][8] = {};
    uint4 qa = *reinterpret_cast<const uint4*>(pa), qb = *reinterpret_cast<const uint4*>(pb);
    for (int step = 0; step < kHk / 16; ++step) {
        int s = step & 1;
        const __half2 *ha = reinterpret_cast<const __half2*>(&qa), *hb = reinterpret_cast<const __half2*>(&qb);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float2 f = __half22float2(ha[j]);
            as[s][ak + 2 * j][ar] = f.x; as[s][ak + 2 * j + 1][ar] = f.y;
        }
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            float2 f = __half22float2(hb[2 * j]), g = __half22float2(hb[2 * j + 1]);
            *reinterpret_cast<float4*>(&bs[s][bk][bc + 4 * j]) = make_float4(f.x, f.y, g.x, g.y);
        }
        __syncthreads();
        if (step + 1 < kHk / 16) {
            pa += 16; pb += 16 * kHn;
            qa = *reinterpret_cast<const uint4*>(pa); qb = *reinterpret_cast<const uint4*>(pb);
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 u0 = *reinterpret_cast<const float4*>(&as[s][k][ty * 4]), u1 = *reinterpret_cast<const float4*>(&as[s][k][64 + ty * 4]);
            float4 v0 = *reinterpret_cast<const float4*>(&bs[s][k][tx * 4]), v1 = *reinterpret_cast<const float4*>(&bs[s][k][64 + tx * 4]);
            float u[8] = {u0.x, u0.y, u0.z, u0.w, u1.x, u1.y, u1.z, u1.w}, v[8] = {v0.x, v0.y, v0.z, v0.w, v1.x, v1.y, v1.z, v1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(u[i], v[j], sum[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* to = c + (blockIdx.y * 128 + (i / 4) * 64 + ty * 4 + i % 4) * kHn + blockIdx.x * 128 + tx * 4;
        *reinterpret_cast<float4*>(to) = make_float4(fmaxf(sum[i][0], 0.0f), fmaxf(sum[i][1], 0.0f), fmaxf(sum[i][2], 0.0f), fmaxf(sum[i][3], 0.0f));
        *reinterpret_cast<float4*>(to + 64) = make_float4(fmaxf(sum[i][4], 0.0f), fmaxf(sum[i][5], 0.0f), fmaxf(sum[i][6], 0.0f), fmaxf(sum[i][7], 0.0f));
    }
}

constexpr int kHaPitch = 40, kHbPitch = 136, kHaPart = 128 * kHaPitch, kHbPart = 32 * kHbPitch, kHsteps = kHk / 32;
constexpr int kHbytes = 3 * (kHaPart + kHbPart) * 2;

__device__ __forceinline__ void sparrow_fetch(const __half* a, const __half* b, __half* as, __half* bs, int step) {
    int t = threadIdx.x;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        int q = t + i * 128;
        copy16(as + (q / 4) * kHaPitch + q % 4 * 8, a + (q / 4) * kHk + step * 32 + q % 4 * 8);
        copy16(bs + (q / 16) * kHbPitch + q % 16 * 8, b + (step * 32 + q / 16) * kHn + q % 16 * 8);
    }
}

__global__ void __launch_bounds__(128, 2) pewter_sparrow_am5_b(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c) {
    __half *as = reinterpret_cast<__half*>(scratch), *bs = as + 3 * kHaPart;
    int warp = threadIdx.x / 32, wr = warp / 2 * 64, wc = warp % 2 * 64;
    const __half *pa = a + blockIdx.y * 128 * kHk, *pb = b + blockIdx.x * 128;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
    sparrow_fetch(pa, pb, as, bs, 0); copy_commit();
    sparrow_fetch(pa, pb, as + kHaPart, bs + kHbPart, 1); copy_commit();
    int now = 0, next = 2;
    for (int step = 0; step < kHsteps; ++step) {
        copy_wait<1>();
        __syncthreads();
        if (step + 2 < kHsteps) sparrow_fetch(pa, pb, as + next * kHaPart, bs + next * kHbPart, step + 2);
        copy_commit();
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa[4];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(fa[i], as + now * kHaPart + (wr + i * 16) * kHaPitch + k, kHaPitch);
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(fb[j], bs + now * kHbPart + k * kHbPitch + wc + j * 16, kHbPitch);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) wmma::mma_sync(sum[i][j], fa[i], fb[j], sum[i][j]);
        }
        now = now == 2 ? 0 : now + 1; next = next == 2 ? 0 : next + 1;
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
#pragma unroll
            for (int e = 0; e < sum[i][j].num_elements; ++e) sum[i][j].x[e] = fmaxf(sum[i][j].x[e], 0.0f);
            wmma::store_matrix_sync(c + (blockIdx.y * 128 + wr + i * 16) * kHn + blockIdx.x * 128 + wc + j * 16, sum[i][j], kHn, wmma::mem_row_major);
        }
}

// ---- Squared scores of 1408 queries against 3072 keys of 1344 bfloat16 features.
constexpr int kQueries = 1408, kKeys = 3072, kFeatures = 1344, kSpan = 64, kRow = kSpan + 8, kQpart = 128 * kRow, kKpart = 256 * kRow;
constexpr int kStepsF = kFeatures / kSpan;

__device__ __forceinline__ void ferry_fetch(const __nv_bfloat16* q, const __nv_bfloat16* k, __nv_bfloat16* qs, __nv_bfloat16* ks, int step) {
    int r = threadIdx.x / 8, c = threadIdx.x % 8 * 8;
#pragma unroll
    for (int i = 0; i < 128; i += 32) copy16(qs + (r + i) * kRow + c, q + (r + i) * kFeatures + step * kSpan + c);
#pragma unroll
    for (int i = 0; i < 256; i += 32) copy16(ks + (r + i) * kRow + c, k + (r + i) * kFeatures + step * kSpan + c);
    copy_commit();
}

__device__ __forceinline__ void matrices4(unsigned (&r)[4], const __nv_bfloat16* from) {
    unsigned at = (unsigned)__cvta_generic_to_shared(from);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\n" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at) : "memory");
}
__device__ __forceinline__ void multiply16816(float (&c)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\n"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

__device__ __forceinline__ void ferry_multiply(float (&sum)[4][8][4], const __nv_bfloat16* qs, const __nv_bfloat16* ks) {
    int lane = threadIdx.x % 32;
    const __nv_bfloat16 *qa = qs + lane % 16 * kRow + lane / 16 * 8, *ka = ks + (lane % 8 + lane / 16 * 8) * kRow + lane / 8 % 2 * 8;
#pragma unroll
    for (int k = 0; k < kSpan; k += 16) {
        unsigned fa[4][4], fb[4][4];
#pragma unroll
        for (int i = 0; i < 4; ++i) matrices4(fa[i], qa + i * 16 * kRow + k);
#pragma unroll
        for (int j = 0; j < 4; ++j) matrices4(fb[j], ka + j * 16 * kRow + k);
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 8; ++j) multiply16816(sum[i][j], fa[i], fb[j / 2][j % 2 * 2], fb[j / 2][j % 2 * 2 + 1]);
    }
}
__device__ __forceinline__ void ferry_store(const float (&sum)[4][8][4], float* out) {
    float* to = out + threadIdx.x % 32 / 4 * kKeys + threadIdx.x % 4 * 2;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j)
#pragma unroll
            for (int h = 0; h < 2; ++h) {
                float x = sum[i][j][2 * h], y = sum[i][j][2 * h + 1];
                *reinterpret_cast<float2*>(to + (i * 16 + h * 8) * kKeys + j * 8) = make_float2(0.01f * x * x, 0.01f * y * y);
            }
}

__global__ void __launch_bounds__(256, 1) walnut_ferry_am5_a(const __nv_bfloat16* __restrict__ query, const __nv_bfloat16* __restrict__ key, float* __restrict__ score) {
    __nv_bfloat16 *qs = reinterpret_cast<__nv_bfloat16*>(scratch), *ks = qs + kQpart;
    int warp = threadIdx.x / 32, wr = warp / 4 * 64, wc = warp % 4 * 64;
    const __nv_bfloat16 *q = query + blockIdx.y * 128 * kFeatures, *k = key + blockIdx.x * 256 * kFeatures;
    float sum[4][8][4] = {};
    for (int step = 0; step < kStepsF; ++step) {
        ferry_fetch(q, k, qs, ks, step);
        copy_wait<0>();
        __syncthreads();
        ferry_multiply(sum, qs + wr * kRow, ks + wc * kRow);
        __syncthreads();
    }
    ferry_store(sum, score + (blockIdx.y * 128 + wr) * kKeys + blockIdx.x * 256 + wc);
}

__global__ void __launch_bounds__(256, 1) walnut_ferry_am5_b(const __nv_bfloat16* __restrict__ query, const __nv_bfloat16* __restrict__ key, float* __restrict__ score) {
    __nv_bfloat16 *qs = reinterpret_cast<__nv_bfloat16*>(scratch), *ks = qs + 3 * kQpart;
    int warp = threadIdx.x / 32, wr = warp / 4 * 64, wc = warp % 4 * 64, now = 0, next = 2;
    const __nv_bfloat16 *q = query + blockIdx.y * 128 * kFeatures, *k = key + blockIdx.x * 256 * kFeatures;
    float sum[4][8][4] = {};
    ferry_fetch(q, k, qs, ks, 0);
    ferry_fetch(q, k, qs + kQpart, ks + kKpart, 1);
    for (int step = 0; step < kStepsF; ++step) {
        copy_wait<1>();
        __syncthreads();
        if (step + 2 < kStepsF) ferry_fetch(q, k, qs + next * kQpart, ks + next * kKpart, step + 2);
        else copy_commit();
        ferry_multiply(sum, qs + now * kQpart + wr * kRow, ks + now * kKpart + wc * kRow);
        now = now == 2 ? 0 : now + 1; next = next == 2 ? 0 : next + 1;
    }
    ferry_store(sum, score + (blockIdx.y * 128 + wr) * kKeys + blockIdx.x * 256 + wc);
}

// ---- A half matrix of 42240 x 3072 times eight vectors, two vectors a block.
constexpr int kRows = 42240, kCols = 3072, kSlabs = kRows / 64, kTeams = 4;

__device__ __forceinline__ void meadow_slab(const __half* __restrict__ w, const float* __restrict__ x, float* __restrict__ y, int slab, int team) {
    __shared__ __align__(16) float4 xs[2][kCols / 4];  // chunk of 256 columns, half of a lane's eight, lane
    const float4* from = reinterpret_cast<const float4*>(x) + team * 2 * (kCols / 4);
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
#pragma unroll
    for (int q = t; q < kCols / 2; q += 256) {
        int v = q / (kCols / 4), r = q % (kCols / 4);
        xs[v][(r / 64 * 2 + r % 2) * 32 + r % 64 / 2] = from[q];
    }
    __syncthreads();
    for (int pass = 0; pass < 2; ++pass) {
        int row = slab * 64 + pass * 32 + warp * 4;
        const uint4* at = reinterpret_cast<const uint4*>(w + (size_t)row * kCols) + lane;
        float sum[4][2] = {};
#pragma unroll 2
        for (int c = 0; c < kCols / 256; ++c) {
            uint4 m[4];
#pragma unroll
            for (int r = 0; r < 4; ++r) m[r] = at[r * (kCols / 8) + c * 32];
            float4 lo[2], hi[2];
#pragma unroll
            for (int v = 0; v < 2; ++v) { lo[v] = xs[v][c * 64 + lane]; hi[v] = xs[v][c * 64 + 32 + lane]; }
#pragma unroll
            for (int r = 0; r < 4; ++r) {
                const __half2* h = reinterpret_cast<const __half2*>(&m[r]);
                float2 p = __half22float2(h[0]), q = __half22float2(h[1]), s = __half22float2(h[2]), u = __half22float2(h[3]);
#pragma unroll
                for (int v = 0; v < 2; ++v) {
                    float d = sum[r][v];
                    d = fmaf(p.x, lo[v].x, d); d = fmaf(p.y, lo[v].y, d); d = fmaf(q.x, lo[v].z, d); d = fmaf(q.y, lo[v].w, d);
                    d = fmaf(s.x, hi[v].x, d); d = fmaf(s.y, hi[v].y, d); d = fmaf(u.x, hi[v].z, d); d = fmaf(u.y, hi[v].w, d);
                    sum[r][v] = d;
                }
            }
        }
#pragma unroll
        for (int r = 0; r < 4; ++r)
#pragma unroll
            for (int v = 0; v < 2; ++v)
#pragma unroll
                for (int o = 16; o; o >>= 1) sum[r][v] += __shfl_xor_sync(0xffffffffu, sum[r][v], o);
        if (lane == 0)
#pragma unroll
            for (int v = 0; v < 2; ++v)
                *reinterpret_cast<float4*>(y + (size_t)(team * 2 + v) * kRows + row) =
                    make_float4(fabsf(sum[0][v]), fabsf(sum[1][v]), fabsf(sum[2][v]), fabsf(sum[3][v]));
    }
}

__global__ void __launch_bounds__(256, 4) copper_meadow_am5_a(const __half* __restrict__ w, const float* __restrict__ x, float* __restrict__ y) {
    meadow_slab(w, x, y, blockIdx.x % kSlabs, blockIdx.x / kSlabs);
}
__global__ void __launch_bounds__(256, 4) copper_meadow_am5_b(const __half* __restrict__ w, const float* __restrict__ x, float* __restrict__ y) {
    meadow_slab(w, x, y, blockIdx.x / kTeams, blockIdx.x % kTeams);
}

// ---- Power of a signal behind a filter of 24 taps, one value for each 8 samples; a block a multiprocessor walks over chunks of 8192 samples.
constexpr int kChunk = 8192, kChunks = 132 * 120, kQuads = kChunk / 4 + 6, kBuffer = kQuads + kQuads / 8 + 1;  // a quad of padding behind each eight
struct Taps { float w[24]; };

__device__ __forceinline__ void anvil_fetch(const float* __restrict__ signal, float4* to, int chunk) {
    const float4* from = reinterpret_cast<const float4*>(signal + (size_t)chunk * kChunk);
    int t = threadIdx.x;
    copy16(to + t + t / 8, from + t);
    copy16(to + 1024 + t + (1024 + t) / 8, from + 1024 + t);
    if (t < 6) copy16(to + 2048 + t + 256, from + 2048 + t);
    copy_commit();
}

__device__ __forceinline__ float anvil_power(const float4* chunk, const Taps& taps) {
    float v[32], sum = 0.0f;
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        int q = threadIdx.x * 2 + i;
        float4 p = chunk[q + q / 8];
        v[4 * i] = p.x; v[4 * i + 1] = p.y; v[4 * i + 2] = p.z; v[4 * i + 3] = p.w;
    }
    float f[8] = {};
#pragma unroll
    for (int j = 0; j < 24; ++j)
#pragma unroll
        for (int i = 0; i < 8; ++i) f[i] = fmaf(taps.w[j], v[i + j], f[i]);
#pragma unroll
    for (int i = 0; i < 8; ++i) sum = fmaf(f[i], f[i], sum);
    return sum;
}

__global__ void __launch_bounds__(1024, 1) juniper_anvil_am5_a(const float* __restrict__ signal, float* __restrict__ power, const Taps taps) {
    float4* chunk = reinterpret_cast<float4*>(scratch);
    for (int c = blockIdx.x; c < kChunks; c += 132) {
        anvil_fetch(signal, chunk, c);
        copy_wait<0>();
        __syncthreads();
        power[c * 1024 + threadIdx.x] = anvil_power(chunk, taps);
        __syncthreads();
    }
}

__global__ void __launch_bounds__(1024, 1) juniper_anvil_am5_b(const float* __restrict__ signal, float* __restrict__ power, const Taps taps) {
    float4* chunk = reinterpret_cast<float4*>(scratch);
    int now = 0;
    anvil_fetch(signal, chunk, blockIdx.x);
    for (int c = blockIdx.x; c < kChunks; c += 132) {
        if (c + 132 < kChunks) anvil_fetch(signal, chunk + (now ^ 1) * kBuffer, c + 132);
        else copy_commit();
        copy_wait<1>();
        __syncthreads();
        power[c * 1024 + threadIdx.x] = anvil_power(chunk + now * kBuffer, taps);
        __syncthreads();
        now ^= 1;
    }
}

// ---- Density at each of 67584 particles from all others (smooth kernel of bounded reach), tiles of 256 particles.
constexpr int kParticles = 132 * 512, kTile = 256;

__device__ __forceinline__ float harbor_tile(const float4* tile, float4 me, float sum) {
#pragma unroll 8
    for (int j = 0; j < kTile; ++j) {
        float4 p = tile[j];
        float dx = p.x - me.x, dy = p.y - me.y, dz = p.z - me.z, near = __saturatef(fmaf(-0.6f, fmaf(dx, dx, fmaf(dy, dy, dz * dz)), 1.0f));
        sum = fmaf(near * near * near, fabsf(p.w), sum);
    }
    return sum;
}

__global__ void __launch_bounds__(128) velvet_harbor_am5_a(const float4* __restrict__ particle, float* __restrict__ density) {
    __shared__ float4 tile[kTile];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    float4 me = particle[i];
    float sum = 0.0f;
    for (int from = 0; from < kParticles; from += kTile) {
        tile[t] = particle[from + t];
        tile[t + 128] = particle[from + t + 128];
        __syncthreads();
        sum = harbor_tile(tile, me, sum);
        __syncthreads();
    }
    density[i] = sum;
}

__global__ void __launch_bounds__(128) velvet_harbor_am5_b(const float4* __restrict__ particle, float* __restrict__ density) {
    __shared__ float4 tile[2][kTile];
    int t = threadIdx.x, i = blockIdx.x * 128 + t, now = 0;
    float4 me = particle[i];
    float sum = 0.0f;
    copy16(&tile[0][t], particle + t); copy16(&tile[0][t + 128], particle + t + 128); copy_commit();
    for (int from = 0; from < kParticles; from += kTile) {
        copy_wait<0>();
        __syncthreads();
        if (from + kTile < kParticles) {
            copy16(&tile[now ^ 1][t], particle + from + kTile + t);
            copy16(&tile[now ^ 1][t + 128], particle + from + kTile + t + 128);
        }
        copy_commit();
        sum = harbor_tile(tile[now], me, sum);
        now ^= 1;
    }
    density[i] = sum;
}

// ---- Five-point relaxation of a half field, eight columns and four rows a thread.
constexpr int kSx = 11520, kSy = 19200, kSpitch = kSx + 16;

__global__ void __launch_bounds__(256) saffron_bridge_am5_a(const __half* __restrict__ field, __half* __restrict__ out) {
    int lane = threadIdx.x, x = (blockIdx.x * 32 + lane) * 8, y = (blockIdx.y * 8 + threadIdx.y) * 4;
    const __half* at = field + (size_t)y * kSpitch + x + 8;  // one row above the first of the thread's
    uint4 row[6];
#pragma unroll
    for (int r = 0; r < 6; ++r) row[r] = *reinterpret_cast<const uint4*>(at + r * kSpitch);
    float edge[4] = {};
    if (lane == 0 || lane == 31) {
#pragma unroll
        for (int r = 0; r < 4; ++r) edge[r] = __half2float(at[(r + 1) * kSpitch + (lane ? 8 : -1)]);
    }
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        const __half2 *up = reinterpret_cast<const __half2*>(&row[r]), *me = reinterpret_cast<const __half2*>(&row[r + 1]),
                      *down = reinterpret_cast<const __half2*>(&row[r + 2]);
        float c[10];
#pragma unroll
        for (int j = 0; j < 4; ++j) { float2 p = __half22float2(me[j]); c[2 * j + 1] = p.x; c[2 * j + 2] = p.y; }
        c[0] = __shfl_up_sync(0xffffffffu, c[8], 1);
        c[9] = __shfl_down_sync(0xffffffffu, c[1], 1);
        if (lane == 0) c[0] = edge[r];
        if (lane == 31) c[9] = edge[r];
        uint4 result;
        __half2* to = reinterpret_cast<__half2*>(&result);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float2 u = __half22float2(up[j]), d = __half22float2(down[j]);
            float left = fmaf(0.6f, c[2 * j + 1], 0.1f * (c[2 * j] + c[2 * j + 2] + u.x + d.x));
            float right = fmaf(0.6f, c[2 * j + 2], 0.1f * (c[2 * j + 1] + c[2 * j + 3] + u.y + d.y));
            to[j] = __floats2half2_rn(left, right);
        }
        *reinterpret_cast<uint4*>(out + (size_t)(y + r) * kSx + x) = result;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    {
        float *image = filled<float>((size_t)kPitch * (kHigh + 8), 11), *out = empty<float>((size_t)kWide * kHigh);
        Mask mask;
        for (int i = 0; i < 81; ++i) mask.w[i] = (1.5f + harness::unit(i + 3)) / 81.0f;
        size_t count = (size_t)kWide * kHigh;
        add("amber_kettle_am5_a", out, count, Output::f32, [=] { amber_kettle_am5_a<<<dim3(kWide / 32, kHigh / 8), dim3(32, 8)>>>(image, out, mask); });
        add("amber_kettle_am5_b", out, count, Output::f32, [=] { amber_kettle_am5_b<<<dim3(kWide / 32, kHigh / 32), dim3(32, 4)>>>(image, out, mask); });
    }
    {
        double *a = filled<double>((size_t)kDm * kDk, 21), *b = filled<double>((size_t)kDk * kDn, 22), *c = empty<double>((size_t)kDm * kDn);
        size_t count = (size_t)kDm * kDn;
        add("thistle_lantern_am5_a", c, count, Output::f64, [=] { thistle_lantern_am5_a<<<dim3(kDn / 32, kDm / 8), dim3(32, 8)>>>(a, b, c); });
        add("thistle_lantern_am5_b", c, count, Output::f64, [=] { thistle_lantern_am5_b<<<dim3(kDn / 64, kDm / 128), 256>>>(a, b, c); });
    }
    {
        __half *a = filled<__half>((size_t)kHm * kHk, 31), *b = filled<__half>((size_t)kHk * kHn, 32);
        float* c = empty<float>((size_t)kHm * kHn);
        size_t count = (size_t)kHm * kHn;
        CHECK(cudaFuncSetAttribute(pewter_sparrow_am5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kHbytes));
        add("pewter_sparrow_am5_a", c, count, Output::f32, [=] { pewter_sparrow_am5_a<<<dim3(kHn / 128, kHm / 128), 256>>>(a, b, c); });
        add("pewter_sparrow_am5_b", c, count, Output::f32, [=] { pewter_sparrow_am5_b<<<dim3(kHn / 128, kHm / 128), 128, kHbytes>>>(a, b, c); });
    }
    {
        __nv_bfloat16 *q = filled<__nv_bfloat16>((size_t)kQueries * kFeatures, 41), *k = filled<__nv_bfloat16>((size_t)kKeys * kFeatures, 42);
        float* score = empty<float>((size_t)kQueries * kKeys);
        size_t count = (size_t)kQueries * kKeys;
        constexpr int kOne = (kQpart + kKpart) * 2;
        CHECK(cudaFuncSetAttribute(walnut_ferry_am5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kOne));
        CHECK(cudaFuncSetAttribute(walnut_ferry_am5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 3 * kOne));
        add("walnut_ferry_am5_a", score, count, Output::f32, [=] { walnut_ferry_am5_a<<<dim3(kKeys / 256, kQueries / 128), 256, kOne>>>(q, k, score); });
        add("walnut_ferry_am5_b", score, count, Output::f32, [=] { walnut_ferry_am5_b<<<dim3(kKeys / 256, kQueries / 128), 256, 3 * kOne>>>(q, k, score); });
    }
    {
        __half* w = filled<__half>((size_t)kRows * kCols, 51);
        float *x = filled<float>((size_t)kTeams * 2 * kCols, 52), *y = empty<float>((size_t)kTeams * 2 * kRows);
        size_t count = (size_t)kTeams * 2 * kRows;
        add("copper_meadow_am5_a", y, count, Output::f32, [=] { copper_meadow_am5_a<<<kSlabs * kTeams, 256>>>(w, x, y); });
        add("copper_meadow_am5_b", y, count, Output::f32, [=] { copper_meadow_am5_b<<<kSlabs * kTeams, 256>>>(w, x, y); });
    }
    {
        float *signal = filled<float>((size_t)kChunks * kChunk + 64, 61), *power = empty<float>((size_t)kChunks * 1024);
        Taps taps;
        for (int i = 0; i < 24; ++i) taps.w[i] = (1.5f + harness::unit(i + 70)) / 24.0f;
        size_t count = (size_t)kChunks * 1024;
        constexpr int kBytes = kBuffer * 16;
        CHECK(cudaFuncSetAttribute(juniper_anvil_am5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes));
        CHECK(cudaFuncSetAttribute(juniper_anvil_am5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * kBytes));
        add("juniper_anvil_am5_a", power, count, Output::f32, [=] { juniper_anvil_am5_a<<<132, 1024, kBytes>>>(signal, power, taps); });
        add("juniper_anvil_am5_b", power, count, Output::f32, [=] { juniper_anvil_am5_b<<<132, 1024, 2 * kBytes>>>(signal, power, taps); });
    }
    {
        float4* particle = reinterpret_cast<float4*>(filled<float>((size_t)kParticles * 4, 71));
        float* density = empty<float>(kParticles);
        add("velvet_harbor_am5_a", density, kParticles, Output::f32, [=] { velvet_harbor_am5_a<<<kParticles / 128, 128>>>(particle, density); });
        add("velvet_harbor_am5_b", density, kParticles, Output::f32, [=] { velvet_harbor_am5_b<<<kParticles / 128, 128>>>(particle, density); });
    }
    {
        __half *field = filled<__half>((size_t)kSpitch * (kSy + 2), 81), *out = empty<__half>((size_t)kSx * kSy);
        add("saffron_bridge_am5_a", out, (size_t)kSx * kSy, Output::f16, [=] { saffron_bridge_am5_a<<<dim3(kSx / 256, kSy / 32), dim3(32, 8)>>>(field, out); });
    }
    return harness::run(argc, argv, cases);
}
