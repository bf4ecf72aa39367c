// Eight measured cases about reuse of data and matrix units: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using harness::Case;
using harness::Output;
using namespace nvcuda;

__device__ __forceinline__ void copy16(void* shared, const void* global) {
    unsigned at = (unsigned)__cvta_generic_to_shared(shared);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(at), "l"(global) : "memory");
}
__device__ __forceinline__ void copy_commit() { asm volatile("cp.async.commit_group;\n" ::: "memory"); }
template <int kLeft>
__device__ __forceinline__ void copy_wait() { asm volatile("cp.async.wait_group %0;\n" ::"n"(kLeft) : "memory"); }

// ---- Convolution of a padded float image of 1408 x 1152 with 11 x 11 taps.
constexpr int kImageW = 1408, kImageH = 1152, kImagePitch = 1424, kImageRows = kImageH + 10;
__constant__ float taps[121];

__global__ void __launch_bounds__(256) copper_thimble_aq5_a(const float* __restrict__ image, float* __restrict__ out) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const float* from = image + y * kImagePitch + x;
    float sum = 0.0f;
#pragma unroll
    for (int i = 0; i < 11; ++i)
#pragma unroll
        for (int j = 0; j < 11; ++j) sum = fmaf(from[j * kImagePitch + i], taps[j * 11 + i], sum);
    out[y * kImageW + x] = sum;
}

__global__ void __launch_bounds__(256, 6) copper_thimble_aq5_b(const float* __restrict__ image, float* __restrict__ out) {
    __shared__ float tile[74][42];
    int tx = threadIdx.x, ty = threadIdx.y;
    const float* from = image + blockIdx.y * 64 * kImagePitch + blockIdx.x * 32;
#pragma unroll
    for (int r = 0; r < 80; r += 8)
        if (r + ty < 74) {
            tile[r + ty][tx] = from[(r + ty) * kImagePitch + tx];
            if (tx < 10) tile[r + ty][32 + tx] = from[(r + ty) * kImagePitch + 32 + tx];
        }
    __syncthreads();
    float sum[8] = {};
#pragma unroll
    for (int i = 0; i < 11; ++i) {
        float v[18];
#pragma unroll
        for (int r = 0; r < 18; ++r) v[r] = tile[ty * 8 + r][tx + i];
#pragma unroll
        for (int j = 0; j < 11; ++j)
#pragma unroll
            for (int o = 0; o < 8; ++o) sum[o] = fmaf(v[o + j], taps[j * 11 + i], sum[o]);
    }
    float* to = out + (blockIdx.y * 64 + ty * 8) * kImageW + blockIdx.x * 32 + tx;
#pragma unroll
    for (int o = 0; o < 8; ++o) to[o * kImageW] = sum[o];
}

// ---- Product of double matrices: C[1536][1408] = A^T B with A[480][1536] and B[480][1408].
constexpr int kDm = 1536, kDn = 1408, kDk = 480;

__global__ void __launch_bounds__(256) velvet_gourd_aq5_a(const double* __restrict__ a, const double* __restrict__ b, double* __restrict__ c) {
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    double sum = 0.0;
#pragma unroll 8
    for (int k = 0; k < kDk; ++k) sum = fma(a[k * kDm + row], b[k * kDn + col], sum);
    c[row * kDn + col] = sum;
}

__global__ void __launch_bounds__(256, 2) velvet_gourd_aq5_b(const double* __restrict__ a, const double* __restrict__ b, double* __restrict__ c) {
    __shared__ __align__(16) double as[3][8][128], bs[3][8][64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, row0 = blockIdx.y * 128, col0 = blockIdx.x * 64;
    auto fetch = [&](int step) {
        if (step < kDk / 8) {
            int s = step % 3, k0 = step * 8;
#pragma unroll
            for (int r = 0; r < 8; r += 4) copy16(&as[s][r + t / 64][t % 64 * 2], a + (k0 + r + t / 64) * kDm + row0 + t % 64 * 2);
            copy16(&bs[s][t / 32][t % 32 * 2], b + (k0 + t / 32) * kDn + col0 + t % 32 * 2);
        }
        copy_commit();
    };
    double sum[8][4] = {};
    fetch(0); fetch(1);
    for (int step = 0; step < kDk / 8; ++step) {
        copy_wait<1>();
        __syncthreads();
        fetch(step + 2);
        int s = step % 3;
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            double2 av[4], bv[2];
#pragma unroll
            for (int i = 0; i < 4; ++i) av[i] = *reinterpret_cast<const double2*>(&as[s][k][i * 32 + ty * 2]);
#pragma unroll
            for (int j = 0; j < 2; ++j) bv[j] = *reinterpret_cast<const double2*>(&bs[s][k][j * 32 + tx * 2]);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 2; ++j) {
                    sum[2 * i][2 * j] = fma(av[i].x, bv[j].x, sum[2 * i][2 * j]);
                    sum[2 * i][2 * j + 1] = fma(av[i].x, bv[j].y, sum[2 * i][2 * j + 1]);
                    sum[2 * i + 1][2 * j] = fma(av[i].y, bv[j].x, sum[2 * i + 1][2 * j]);
                    sum[2 * i + 1][2 * j + 1] = fma(av[i].y, bv[j].y, sum[2 * i + 1][2 * j + 1]);
                }
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
            *reinterpret_cast<double2*>(c + (row0 + i / 2 * 32 + ty * 2 + i % 2) * kDn + col0 + j * 32 + tx * 2) = make_double2(sum[i][2 * j], sum[i][2 * j + 1]);
}

// ---- Product of bfloat16 matrices, summed in float: C[1536][2816] = A^T B with A[256][1536] and B[256][2816].
constexpr int kBm = 1536, kBn = 2816, kBk = 256;
using bf16 = __nv_bfloat16;

__device__ __forceinline__ float4 widen(uint2 v) {
    return make_float4(__uint_as_float(v.x << 16), __uint_as_float(v.x & 0xffff0000u), __uint_as_float(v.y << 16), __uint_as_float(v.y & 0xffff0000u));
}

__global__ void __launch_bounds__(256, 2) marmot_flute_aq5_a(const bf16* __restrict__ a, const bf16* __restrict__ b, float* __restrict__ c) {
    __shared__ __align__(16) float as[2][16][128], bs[2][16][128];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, kr = t / 32, kc = t % 32 * 4, row0 = blockIdx.y * 128, col0 = blockIdx.x * 128;
    const bf16 *from_a = a + kr * kBm + row0 + kc, *from_b = b + kr * kBn + col0 + kc;
    uint2 na[2], nb[2];
    auto fetch = [&](int k0) {
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            na[h] = *reinterpret_cast<const uint2*>(from_a + (k0 + h * 8) * kBm);
            nb[h] = *reinterpret_cast<const uint2*>(from_b + (k0 + h * 8) * kBn);
        }
    };
    auto keep = [&](int s) {
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            *reinterpret_cast<float4*>(&as[s][kr + h * 8][kc]) = widen(na[h]);
            *reinterpret_cast<float4*>(&bs[s][kr + h * 8][kc]) = widen(nb[h]);
        }
    };
    float sum[8][8] = {};
    fetch(0); keep(0);
    __syncthreads();
    for (int k0 = 0; k0 < kBk; k0 += 16) {
        int s = k0 / 16 % 2;
        if (k0 + 16 < kBk) fetch(k0 + 16);
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float av[8], bv[8];
#pragma unroll
            for (int h = 0; h < 2; ++h) {
                *reinterpret_cast<float4*>(av + 4 * h) = *reinterpret_cast<const float4*>(&as[s][k][h * 64 + ty * 4]);
                *reinterpret_cast<float4*>(bv + 4 * h) = *reinterpret_cast<const float4*>(&bs[s][k][h * 64 + tx * 4]);
            }
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(av[i], bv[j], sum[i][j]);
        }
        if (k0 + 16 < kBk) keep(1 - s);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int h = 0; h < 2; ++h)
            *reinterpret_cast<float4*>(c + (row0 + i / 4 * 64 + ty * 4 + i % 4) * kBn + col0 + h * 64 + tx * 4) =
                make_float4(sum[i][4 * h], sum[i][4 * h + 1], sum[i][4 * h + 2], sum[i][4 * h + 3]);
}

// Four 8 x 8 tiles of 16-bit elements, transposed, at the rows that the lanes name; and D += A B of 16 x 8 x 16.
__device__ __forceinline__ void load_turned(unsigned (&f)[4], const bf16* row) {
    unsigned at = (unsigned)__cvta_generic_to_shared(row);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];\n"
                 : "=r"(f[0]), "=r"(f[1]), "=r"(f[2]), "=r"(f[3]) : "r"(at) : "memory");
}
__device__ __forceinline__ void multiply_bf16(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\n"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

__global__ void __launch_bounds__(256, 2) marmot_flute_aq5_b(const bf16* __restrict__ a, const bf16* __restrict__ b, float* __restrict__ c) {
    __shared__ __align__(128) bf16 as[2][32][136], bs[2][32][136];
    int t = threadIdx.x, warp = t / 32, wm = warp / 2 * 32, wn = warp % 2 * 64, row0 = blockIdx.y * 128, col0 = blockIdx.x * 128;
    auto fetch = [&](int step) {
        if (step < kBk / 32) {
            int s = step % 2, k0 = step * 32;
#pragma unroll
            for (int r = 0; r < 32; r += 16) {
                int k = r + t / 16, at = t % 16 * 8;
                copy16(&as[s][k][at], a + (k0 + k) * kBm + row0 + at);
                copy16(&bs[s][k][at], b + (k0 + k) * kBn + col0 + at);
            }
        }
        copy_commit();
    };
    int lane = t % 32, half_row = lane % 8, low = lane / 8 % 2 * 8, high = lane / 16 * 8;
    float sum[2][8][4] = {};
    fetch(0);
    for (int step = 0; step < kBk / 32; ++step) {
        fetch(step + 1);
        copy_wait<1>();
        __syncthreads();
        int s = step % 2;
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            unsigned fa[2][4], fb[4][4];
#pragma unroll
            for (int i = 0; i < 2; ++i) load_turned(fa[i], &as[s][k + high + half_row][wm + i * 16 + low]);
#pragma unroll
            for (int j = 0; j < 4; ++j) load_turned(fb[j], &bs[s][k + low + half_row][wn + j * 16 + high]);
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) multiply_bf16(sum[i][j], fa[i], fb[j / 2][j % 2 * 2], fb[j / 2][j % 2 * 2 + 1]);
        }
        __syncthreads();
    }
    float* to = c + (row0 + wm + lane / 4) * kBn + col0 + wn + lane % 4 * 2;
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            *reinterpret_cast<float2*>(to + i * 16 * kBn + j * 8) = make_float2(sum[i][j][0], sum[i][j][1]);
            *reinterpret_cast<float2*>(to + (i * 16 + 8) * kBn + j * 8) = make_float2(sum[i][j][2], sum[i][j][3]);
        }
}

// ---- Product of half matrices on tensor cores: C[1536][2816] = A B with A[1536][4608] and B[4608][2816], one block of 128 x 256 an SM.
constexpr int kHm = 1536, kHn = 2816, kHk = 4608, kHa = 128 * 40, kHb = 32 * 264, kHstage = kHa + kHb;  // halves of a stage

__device__ __forceinline__ void kettle_fetch(half* stage, const half* __restrict__ a, const half* __restrict__ b, int row0, int col0, int k0) {
    int t = threadIdx.x;
#pragma unroll
    for (int r = 0; r < 128; r += 64) copy16(stage + (r + t / 4) * 40 + t % 4 * 8, a + (size_t)(row0 + r + t / 4) * kHk + k0 + t % 4 * 8);
#pragma unroll
    for (int r = 0; r < 32; r += 8) copy16(stage + kHa + (r + t / 32) * 264 + t % 32 * 8, b + (size_t)(k0 + r + t / 32) * kHn + col0 + t % 32 * 8);
}

using KettleSum = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;
__device__ __forceinline__ void kettle_multiply(KettleSum (&sum)[4][4], const half* stage, int wm, int wn) {
#pragma unroll
    for (int k = 0; k < 32; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[4];
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
#pragma unroll
        for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(fa[i], stage + (wm + i * 16) * 40 + k, 40);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            wmma::load_matrix_sync(fb, stage + kHa + k * 264 + wn + j * 16, 264);
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::mma_sync(sum[i][j], fa[i], fb, sum[i][j]);
        }
    }
}
__device__ __forceinline__ void kettle_clear(KettleSum (&sum)[4][4]) {
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
}
__device__ __forceinline__ void kettle_store(KettleSum (&sum)[4][4], float* __restrict__ c, int row, int col) {
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::store_matrix_sync(c + (row + i * 16) * kHn + col + j * 16, sum[i][j], kHn, wmma::mem_row_major);
}

__global__ void __launch_bounds__(256, 1) saffron_kettle_aq5_a(const half* __restrict__ a, const half* __restrict__ b, float* __restrict__ c) {
    __shared__ __align__(128) half stage[kHstage];
    int warp = threadIdx.x / 32, wm = warp / 4 * 64, wn = warp % 4 * 64, row0 = blockIdx.y * 128, col0 = blockIdx.x * 256;
    KettleSum sum[4][4];
    kettle_clear(sum);
    for (int k0 = 0; k0 < kHk; k0 += 32) {
        kettle_fetch(stage, a, b, row0, col0, k0);
        copy_commit();
        copy_wait<0>();
        __syncthreads();
        kettle_multiply(sum, stage, wm, wn);
        __syncthreads();
    }
    kettle_store(sum, c, row0 + wm, col0 + wn);
}

__global__ void __launch_bounds__(256, 1) saffron_kettle_aq5_b(const half* __restrict__ a, const half* __restrict__ b, float* __restrict__ c) {
    extern __shared__ __align__(128) half stages[];  // four stages
    int warp = threadIdx.x / 32, wm = warp / 4 * 64, wn = warp % 4 * 64, row0 = blockIdx.y * 128, col0 = blockIdx.x * 256;
    KettleSum sum[4][4];
    kettle_clear(sum);
#pragma unroll
    for (int s = 0; s < 3; ++s) { kettle_fetch(stages + s * kHstage, a, b, row0, col0, s * 32); copy_commit(); }
    for (int step = 0; step < kHk / 32; ++step) {
        copy_wait<2>();
        __syncthreads();
        if (step + 3 < kHk / 32) kettle_fetch(stages + (step + 3) % 4 * kHstage, a, b, row0, col0, (step + 3) * 32);
        copy_commit();
        kettle_multiply(sum, stages + step % 4 * kHstage, wm, wn);
    }
    kettle_store(sum, c, row0 + wm, col0 + wn);
}

// ---- 24 right-hand sides, six groups of four: y[group][66048][4] = A[66048][1536] x[group][4][1536]; a warp takes four rows for a group.
constexpr int kRows = 66048, kCols = 1536, kGroups = 6;

__device__ __forceinline__ void ribbon_rows(const float4* __restrict__ a, const float4* __restrict__ x, float* __restrict__ y, int chunk, int group) {
    int lane = threadIdx.x % 32, row = chunk * 32 + threadIdx.x / 32 * 4;
    const float4 *from = a + (size_t)row * (kCols / 4) + lane, *side = x + group * kCols + lane;
    float sum[16] = {};
#pragma unroll 2
    for (int k = 0; k < kCols / 4; k += 32) {
        float4 av[4], xv[4];
#pragma unroll
        for (int r = 0; r < 4; ++r) av[r] = from[r * (kCols / 4) + k];
#pragma unroll
        for (int c = 0; c < 4; ++c) xv[c] = side[c * (kCols / 4) + k];
#pragma unroll
        for (int r = 0; r < 4; ++r)
#pragma unroll
            for (int c = 0; c < 4; ++c)
                sum[r * 4 + c] = fmaf(av[r].x, xv[c].x, fmaf(av[r].y, xv[c].y, fmaf(av[r].z, xv[c].z, fmaf(av[r].w, xv[c].w, sum[r * 4 + c]))));
    }
    float mine = 0.0f;
#pragma unroll
    for (int i = 0; i < 16; ++i) {
#pragma unroll
        for (int o = 16; o; o >>= 1) sum[i] += __shfl_xor_sync(0xffffffffu, sum[i], o);
        if (lane == i) mine = sum[i];
    }
    if (lane < 16) y[((size_t)group * kRows + row) * 4 + lane] = mine;
}

__global__ void __launch_bounds__(256, 3) tundra_ribbon_aq5_a(const float4* __restrict__ a, const float4* __restrict__ x, float* __restrict__ y) {
    ribbon_rows(a, x, y, blockIdx.x, blockIdx.y);  // all chunks of one group and then the next group
}
__global__ void __launch_bounds__(256, 3) tundra_ribbon_aq5_b(const float4* __restrict__ a, const float4* __restrict__ x, float* __restrict__ y) {
    ribbon_rows(a, x, y, blockIdx.y, blockIdx.x);  // the six groups of a chunk side by side
}

// ---- Weighted density of 2560 sources at 540672 places of the plane with a parabolic kernel of radius one.
constexpr int kSources = 2560, kPlaces = 132 * 4 * 256 * 4;

__device__ __forceinline__ float near_of(float px, float py, float sx, float sy, float w, float sum) {
    float dx = px - sx, dy = py - sy;
    return fmaf(__saturatef(fmaf(-dy, dy, fmaf(-dx, dx, 1.0f))), w, sum);
}

__global__ void __launch_bounds__(256) pebble_orchid_aq5_a(const float2* __restrict__ place, const float* __restrict__ sx, const float* __restrict__ sy,
                                                           const float* __restrict__ weight, float* __restrict__ density) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 p = place[i];
    float sum = 0.0f;
#pragma unroll 8
    for (int j = 0; j < kSources; ++j) sum = near_of(p.x, p.y, sx[j], sy[j], weight[j], sum);
    density[i] = sum;
}

__global__ void __launch_bounds__(256, 4) pebble_orchid_aq5_b(const float2* __restrict__ place, const float* __restrict__ sx, const float* __restrict__ sy,
                                                              const float* __restrict__ weight, float* __restrict__ density) {
    __shared__ __align__(16) float xs[kSources], ys[kSources], ws[kSources];
    for (int j = threadIdx.x; j < kSources; j += 256) { xs[j] = sx[j]; ys[j] = sy[j]; ws[j] = weight[j]; }
    int i = blockIdx.x * 1024 + threadIdx.x;
    float2 p[4];
    float sum[4] = {};
#pragma unroll
    for (int m = 0; m < 4; ++m) p[m] = place[i + m * 256];
    __syncthreads();
#pragma unroll 2
    for (int j = 0; j < kSources; j += 4) {
        float4 x = *reinterpret_cast<const float4*>(xs + j), y = *reinterpret_cast<const float4*>(ys + j), w = *reinterpret_cast<const float4*>(ws + j);
#pragma unroll
        for (int m = 0; m < 4; ++m) {
            sum[m] = near_of(p[m].x, p[m].y, x.x, y.x, w.x, sum[m]);
            sum[m] = near_of(p[m].x, p[m].y, x.y, y.y, w.y, sum[m]);
            sum[m] = near_of(p[m].x, p[m].y, x.z, y.z, w.z, sum[m]);
            sum[m] = near_of(p[m].x, p[m].y, x.w, y.w, w.w, sum[m]);
        }
    }
#pragma unroll
    for (int m = 0; m < 4; ++m) density[i + m * 256] = sum[m];
}

// ---- Rank of each of 506880 integers among 4608 others: how many are smaller (tiles of 768, four values a thread).
constexpr int kRanked = 132 * 5 * 192 * 4, kOthers = 4608, kTile = 768;

__device__ __forceinline__ void plover_count(int (&rank)[4], const int (&value)[4], const int* tile) {
#pragma unroll 4
    for (int j = 0; j < kTile; j += 4) {
        int4 o = *reinterpret_cast<const int4*>(tile + j);
#pragma unroll
        for (int m = 0; m < 4; ++m) {  // the sign of a difference; all values lie in [0, 1e9)
            rank[m] += (unsigned)(o.x - value[m]) >> 31;
            rank[m] += (unsigned)(o.y - value[m]) >> 31;
            rank[m] += (unsigned)(o.z - value[m]) >> 31;
            rank[m] += (unsigned)(o.w - value[m]) >> 31;
        }
    }
}

__global__ void __launch_bounds__(192) wicker_plover_aq5_a(const int* __restrict__ values, const int* __restrict__ others, int* __restrict__ ranks) {
    __shared__ __align__(16) int tile[kTile];
    int t = threadIdx.x, i = blockIdx.x * 768 + t, value[4], rank[4] = {};
#pragma unroll
    for (int m = 0; m < 4; ++m) value[m] = values[i + m * 192];
    for (int from = 0; from < kOthers; from += kTile) {
        copy16(tile + t * 4, others + from + t * 4);
        copy_commit();
        copy_wait<0>();
        __syncthreads();
        plover_count(rank, value, tile);
        __syncthreads();
    }
#pragma unroll
    for (int m = 0; m < 4; ++m) ranks[i + m * 192] = rank[m];
}

__global__ void __launch_bounds__(192) wicker_plover_aq5_b(const int* __restrict__ values, const int* __restrict__ others, int* __restrict__ ranks) {
    __shared__ __align__(16) int tile[2][kTile];
    int t = threadIdx.x, i = blockIdx.x * 768 + t, value[4], rank[4] = {};
    copy16(tile[0] + t * 4, others + t * 4);
    copy_commit();
#pragma unroll
    for (int m = 0; m < 4; ++m) value[m] = values[i + m * 192];
    for (int from = 0; from < kOthers; from += kTile) {
        int s = from / kTile % 2;
        if (from + kTile < kOthers) copy16(tile[1 - s] + t * 4, others + from + kTile + t * 4);
        copy_commit();
        copy_wait<1>();
        __syncthreads();
        plover_count(rank, value, tile[s]);
        __syncthreads();
    }
#pragma unroll
    for (int m = 0; m < 4; ++m) ranks[i + m * 192] = rank[m];
}

// ---- Five-point stencil over a padded float field of 12000 x 8320: four rows of a quadruple a thread.
constexpr int kFieldW = 8320, kFieldH = 12000, kFieldPitch = kFieldW + 64;

__global__ void __launch_bounds__(256) juniper_anvil_aq5_a(const float* __restrict__ field, float* __restrict__ out) {
    int lane = threadIdx.x % 32, col = blockIdx.x * 128 + lane * 4, row = blockIdx.y * 32 + threadIdx.x / 32 * 4;
    const float* from = field + (size_t)row * kFieldPitch + 32 + col;  // one row above the first output
    float4 v[6];
    float side[4];
#pragma unroll
    for (int r = 0; r < 6; ++r) v[r] = *reinterpret_cast<const float4*>(from + r * kFieldPitch);
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        side[r] = 0.0f;
        if (lane == 0 || lane == 31) side[r] = from[(r + 1) * kFieldPitch + (lane == 0 ? -1 : 4)];
    }
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        float4 u = v[r], m = v[r + 1], d = v[r + 2], s;
        float left = __shfl_up_sync(0xffffffffu, m.w, 1), right = __shfl_down_sync(0xffffffffu, m.x, 1);
        if (lane == 0) left = side[r];
        if (lane == 31) right = side[r];
        s.x = fmaf(0.6f, m.x, 0.1f * (u.x + d.x + left + m.y));
        s.y = fmaf(0.6f, m.y, 0.1f * (u.y + d.y + m.x + m.z));
        s.z = fmaf(0.6f, m.z, 0.1f * (u.z + d.z + m.y + m.w));
        s.w = fmaf(0.6f, m.w, 0.1f * (u.w + d.w + m.z + right));
        __stcs(reinterpret_cast<float4*>(out + (size_t)(row + r) * kFieldW + col), s);
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    {
        float *image = filled<float>((size_t)kImagePitch * kImageRows, 11), *kernel = filled<float>(121, 12), *out = empty<float>((size_t)kImageW * kImageH);
        CHECK(cudaMemcpyToSymbol(taps, kernel, 121 * sizeof(float), 0, cudaMemcpyDeviceToDevice));
        size_t n = (size_t)kImageW * kImageH;
        add("copper_thimble_aq5_a", out, n, Output::f32, [=] { copper_thimble_aq5_a<<<dim3(kImageW / 32, kImageH / 8), dim3(32, 8)>>>(image, out); });
        add("copper_thimble_aq5_b", out, n, Output::f32, [=] { copper_thimble_aq5_b<<<dim3(kImageW / 32, kImageH / 64), dim3(32, 8)>>>(image, out); });
    }
    {
        double *a = filled<double>((size_t)kDk * kDm, 21), *b = filled<double>((size_t)kDk * kDn, 22), *c = empty<double>((size_t)kDm * kDn);
        size_t n = (size_t)kDm * kDn;
        add("velvet_gourd_aq5_a", c, n, Output::f64, [=] { velvet_gourd_aq5_a<<<dim3(kDn / 32, kDm / 8), dim3(32, 8)>>>(a, b, c); });
        add("velvet_gourd_aq5_b", c, n, Output::f64, [=] { velvet_gourd_aq5_b<<<dim3(kDn / 64, kDm / 128), 256>>>(a, b, c); });
    }
    {
        bf16 *a = filled<bf16>((size_t)kBk * kBm, 31), *b = filled<bf16>((size_t)kBk * kBn, 32);
        float* c = empty<float>((size_t)kBm * kBn);
        size_t n = (size_t)kBm * kBn;
        add("marmot_flute_aq5_a", c, n, Output::f32, [=] { marmot_flute_aq5_a<<<dim3(kBn / 128, kBm / 128), 256>>>(a, b, c); });
        add("marmot_flute_aq5_b", c, n, Output::f32, [=] { marmot_flute_aq5_b<<<dim3(kBn / 128, kBm / 128), 256>>>(a, b, c); });
    }
    {
        half *a = filled<half>((size_t)kHm * kHk, 41), *b = filled<half>((size_t)kHk * kHn, 42);
        float* c = empty<float>((size_t)kHm * kHn);
        size_t n = (size_t)kHm * kHn;
        constexpr int bytes = 4 * kHstage * (int)sizeof(half);
        CHECK(cudaFuncSetAttribute(saffron_kettle_aq5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        add("saffron_kettle_aq5_a", c, n, Output::f32, [=] { saffron_kettle_aq5_a<<<dim3(kHn / 256, kHm / 128), 256>>>(a, b, c); });
        add("saffron_kettle_aq5_b", c, n, Output::f32, [=] { saffron_kettle_aq5_b<<<dim3(kHn / 256, kHm / 128), 256, bytes>>>(a, b, c); });
    }
    {
        float4 *a = reinterpret_cast<float4*>(filled<float>((size_t)kRows * kCols, 51)), *x = reinterpret_cast<float4*>(filled<float>((size_t)kGroups * 4 * kCols, 52));
        float* y = empty<float>((size_t)kGroups * kRows * 4);
        size_t n = (size_t)kGroups * kRows * 4;
        add("tundra_ribbon_aq5_a", y, n, Output::f32, [=] { tundra_ribbon_aq5_a<<<dim3(kRows / 32, kGroups), 256>>>(a, x, y); });
        add("tundra_ribbon_aq5_b", y, n, Output::f32, [=] { tundra_ribbon_aq5_b<<<dim3(kGroups, kRows / 32), 256>>>(a, x, y); });
    }
    {
        float2* place = reinterpret_cast<float2*>(filled<float>((size_t)kPlaces * 2, 61));
        float *sx = filled<float>(kSources, 62), *sy = filled<float>(kSources, 63), *w = filled<float>(kSources, 64), *density = empty<float>(kPlaces);
        add("pebble_orchid_aq5_a", density, kPlaces, Output::f32, [=] { pebble_orchid_aq5_a<<<kPlaces / 256, 256>>>(place, sx, sy, w, density); });
        add("pebble_orchid_aq5_b", density, kPlaces, Output::f32, [=] { pebble_orchid_aq5_b<<<kPlaces / 1024, 256>>>(place, sx, sy, w, density); });
    }
    {
        int *values = indices(kRanked, 1000000000u, 71), *others = indices(kOthers, 1000000000u, 600000072u), *ranks = empty<int>(kRanked);
        add("wicker_plover_aq5_a", ranks, kRanked, Output::i32, [=] { wicker_plover_aq5_a<<<kRanked / 768, 192>>>(values, others, ranks); });
        add("wicker_plover_aq5_b", ranks, kRanked, Output::i32, [=] { wicker_plover_aq5_b<<<kRanked / 768, 192>>>(values, others, ranks); });
    }
    {
        float *field = filled<float>((size_t)kFieldPitch * (kFieldH + 2), 81), *out = empty<float>((size_t)kFieldW * kFieldH);
        add("juniper_anvil_aq5_a", out, (size_t)kFieldW * kFieldH, Output::f32, [=] { juniper_anvil_aq5_a<<<dim3(kFieldW / 128, kFieldH / 32), 256>>>(field, out); });
    }
    return harness::run(argc, argv, cases);
}
