// Eleven measured cases from matrices and tiles: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>
#include <mma.h>

using harness::Case;
using harness::Output;
namespace wmma = nvcuda::wmma;

__device__ __forceinline__ void copy16(void* shared, const void* global) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(shared)), "l"(global) : "memory");
}
__device__ __forceinline__ void copies_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int kLeft>
__device__ __forceinline__ void copies_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(kLeft) : "memory"); }

// ---- Orchards: takings of 1536 orchards on 2816 market days from 768 sorts of fruit (orchard x sort times sort x day).
constexpr int kOrchards = 1536, kDays = 2816, kSorts = 768;

__global__ void __launch_bounds__(256) orchard_ledger_o5_a(const float* __restrict__ crop, const float* __restrict__ price, float* __restrict__ takings) {
    int day = blockIdx.x * 16 + threadIdx.x, orchard = blockIdx.y * 16 + threadIdx.y;
    float sum = 0.0f;
#pragma unroll 8
    for (int s = 0; s < kSorts; ++s) sum = fmaf(crop[orchard * kSorts + s], price[s * kDays + day], sum);
    takings[orchard * kDays + day] = sum;
}

__global__ void __launch_bounds__(256) orchard_ledger_o5_b(const float* __restrict__ crop, const float* __restrict__ price, float* __restrict__ takings) {
    __shared__ __align__(16) float crops[64][20], prices[16][64];
    int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx, top = blockIdx.y * 64, left = blockIdx.x * 64;
    float sum[4][4] = {};
    for (int from = 0; from < kSorts; from += 16) {
        float4 c = *reinterpret_cast<const float4*>(crop + (top + t / 4) * kSorts + from + t % 4 * 4);
        float4 p = *reinterpret_cast<const float4*>(price + (from + t / 16) * kDays + left + t % 16 * 4);
        __syncthreads();
        *reinterpret_cast<float4*>(&crops[t / 4][t % 4 * 4]) = c;
        *reinterpret_cast<float4*>(&prices[t / 16][t % 16 * 4]) = p;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k += 4) {
            float4 a[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) a[i] = *reinterpret_cast<const float4*>(&crops[ty + 16 * i][k]);
#pragma unroll
            for (int kk = 0; kk < 4; ++kk) {
                float4 b = *reinterpret_cast<const float4*>(&prices[k + kk][tx * 4]);
#pragma unroll
                for (int i = 0; i < 4; ++i) {
                    float f = kk == 0 ? a[i].x : kk == 1 ? a[i].y : kk == 2 ? a[i].z : a[i].w;
                    sum[i][0] = fmaf(f, b.x, sum[i][0]); sum[i][1] = fmaf(f, b.y, sum[i][1]);
                    sum[i][2] = fmaf(f, b.z, sum[i][2]); sum[i][3] = fmaf(f, b.w, sum[i][3]);
                }
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *reinterpret_cast<float4*>(takings + (top + ty + 16 * i) * kDays + left + tx * 4) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

// ---- Letters: hidden layer of a handwriting reader, relu(letters x weights) in half precision with float sums.
constexpr int kLetters = 64 * 33, kHidden = 4608, kStrokes = 1024;

struct ParishTile { __half a[64][40]; __half b[32][136]; };

__device__ __forceinline__ void parish_load(ParishTile& s, const __half* __restrict__ x, const __half* __restrict__ w, int top, int left, int from) {
    int t = threadIdx.x;
    uint4 a = *reinterpret_cast<const uint4*>(x + (size_t)(top + t / 4) * kStrokes + from + t % 4 * 8);
    uint4 b0 = *reinterpret_cast<const uint4*>(w + (size_t)(from + t / 16) * kHidden + left + t % 16 * 8);
    uint4 b1 = *reinterpret_cast<const uint4*>(w + (size_t)(from + 16 + t / 16) * kHidden + left + t % 16 * 8);
    __syncthreads();
    *reinterpret_cast<uint4*>(&s.a[t / 4][t % 4 * 8]) = a;
    *reinterpret_cast<uint4*>(&s.b[t / 16][t % 16 * 8]) = b0;
    *reinterpret_cast<uint4*>(&s.b[16 + t / 16][t % 16 * 8]) = b1;
    __syncthreads();
}

__global__ void __launch_bounds__(256) parish_letters_o5_a(const __half* __restrict__ x, const __half* __restrict__ w, float* __restrict__ hidden) {
    __shared__ __align__(32) ParishTile s;
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16, top = blockIdx.y * 64, left = blockIdx.x * 128;
    float sum[4][8] = {};
    for (int from = 0; from < kStrokes; from += 32) {
        parish_load(s, x, w, top, left, from);
#pragma unroll 4
        for (int k = 0; k < 32; k += 2) {
            float2 a[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) a[i] = __half22float2(*reinterpret_cast<const __half2*>(&s.a[ty * 4 + i][k]));
#pragma unroll
            for (int kk = 0; kk < 2; ++kk) {
                uint4 raw = *reinterpret_cast<const uint4*>(&s.b[k + kk][tx * 8]);
                const __half2* pair = reinterpret_cast<const __half2*>(&raw);
#pragma unroll
                for (int j = 0; j < 4; ++j) {
                    float2 b = __half22float2(pair[j]);
#pragma unroll
                    for (int i = 0; i < 4; ++i) {
                        float f = kk ? a[i].y : a[i].x;
                        sum[i][2 * j] = fmaf(f, b.x, sum[i][2 * j]);
                        sum[i][2 * j + 1] = fmaf(f, b.y, sum[i][2 * j + 1]);
                    }
                }
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 8; j += 4)
            *reinterpret_cast<float4*>(hidden + (size_t)(top + ty * 4 + i) * kHidden + left + tx * 8 + j) =
                make_float4(fmaxf(sum[i][j], 0.0f), fmaxf(sum[i][j + 1], 0.0f), fmaxf(sum[i][j + 2], 0.0f), fmaxf(sum[i][j + 3], 0.0f));
}

__global__ void __launch_bounds__(256) parish_letters_o5_b(const __half* __restrict__ x, const __half* __restrict__ w, float* __restrict__ hidden) {
    __shared__ __align__(32) ParishTile s;
    int warp = threadIdx.x / 32, row = warp / 4 * 32, col = warp % 4 * 32, top = blockIdx.y * 64, left = blockIdx.x * 128;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2][2];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
    for (int from = 0; from < kStrokes; from += 32) {
        parish_load(s, x, w, top, left, from);
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b[2];
#pragma unroll
            for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(a[i], &s.a[row + 16 * i][k], 40);
#pragma unroll
            for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(b[j], &s.b[k][col + 16 * j], 136);
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 2; ++j) wmma::mma_sync(sum[i][j], a[i], b[j], sum[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) {
#pragma unroll
            for (int e = 0; e < sum[i][j].num_elements; ++e) sum[i][j].x[e] = fmaxf(sum[i][j].x[e], 0.0f);
            wmma::store_matrix_sync(hidden + (size_t)(top + row + 16 * i) * kHidden + left + col + 16 * j, sum[i][j], kHidden, wmma::mem_row_major);
        }
}

// ---- Canals: loads of 3072 barges at 2816 locks through 1024 cargo factors (single precision, tiles of 128 x 128 x 32).
constexpr int kBarges = 3072, kLocks = 2816, kCargo = 1024;

template <bool kRound>
__device__ __forceinline__ void canal_load(float (&a)[128][36], float (&b)[32][136], const float* __restrict__ x, const float* __restrict__ w, int top,
                                           int left, int from) {
    int t = threadIdx.x;
    float4 va[4], vb[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        va[i] = *reinterpret_cast<const float4*>(x + (top + t / 8 + 32 * i) * kCargo + from + t % 8 * 4);
        vb[i] = *reinterpret_cast<const float4*>(w + (from + t / 32 + 8 * i) * kLocks + left + t % 32 * 4);
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        if (kRound) {
            va[i] = make_float4(wmma::__float_to_tf32(va[i].x), wmma::__float_to_tf32(va[i].y), wmma::__float_to_tf32(va[i].z), wmma::__float_to_tf32(va[i].w));
            vb[i] = make_float4(wmma::__float_to_tf32(vb[i].x), wmma::__float_to_tf32(vb[i].y), wmma::__float_to_tf32(vb[i].z), wmma::__float_to_tf32(vb[i].w));
        }
        *reinterpret_cast<float4*>(&a[t / 8 + 32 * i][t % 8 * 4]) = va[i];
        *reinterpret_cast<float4*>(&b[t / 32 + 8 * i][t % 32 * 4]) = vb[i];
    }
    __syncthreads();
}

__global__ void __launch_bounds__(256, 2) canal_barges_o5_a(const float* __restrict__ x, const float* __restrict__ w, float* __restrict__ load) {
    __shared__ __align__(32) float sa[128][36];
    __shared__ __align__(32) float sb[32][136];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16, top = blockIdx.y * 128, left = blockIdx.x * 128;
    float sum[8][8] = {};
    for (int from = 0; from < kCargo; from += 32) {
        canal_load<false>(sa, sb, x, w, top, left, from);
#pragma unroll 4
        for (int k = 0; k < 32; k += 2) {
            float2 a[8];
#pragma unroll
            for (int i = 0; i < 8; ++i) a[i] = *reinterpret_cast<const float2*>(&sa[ty + 16 * i][k]);
#pragma unroll
            for (int kk = 0; kk < 2; ++kk) {
                float4 lo = *reinterpret_cast<const float4*>(&sb[k + kk][tx * 4]), hi = *reinterpret_cast<const float4*>(&sb[k + kk][64 + tx * 4]);
                float b[8] = {lo.x, lo.y, lo.z, lo.w, hi.x, hi.y, hi.z, hi.w};
#pragma unroll
                for (int i = 0; i < 8; ++i)
#pragma unroll
                    for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(kk ? a[i].y : a[i].x, b[j], sum[i][j]);
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; j += 4)
            *reinterpret_cast<float4*>(load + (top + ty + 16 * i) * kLocks + left + j * 16 + tx * 4) = make_float4(sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]);
}

__global__ void __launch_bounds__(256, 2) canal_barges_o5_b(const float* __restrict__ x, const float* __restrict__ w, float* __restrict__ load) {
    __shared__ __align__(32) float sa[128][36];
    __shared__ __align__(32) float sb[32][136];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, g = lane / 4, q = lane % 4, row = warp / 4 * 64, col = warp % 4 * 32;
    int top = blockIdx.y * 128, left = blockIdx.x * 128;
    float sum[4][4][4] = {};
    for (int from = 0; from < kCargo; from += 32) {
        canal_load<true>(sa, sb, x, w, top, left, from);
#pragma unroll
        for (int k = 0; k < 32; k += 8) {
            unsigned b[4][2];
#pragma unroll
            for (int j = 0; j < 4; ++j) { b[j][0] = __float_as_uint(sb[k + q][col + 8 * j + g]); b[j][1] = __float_as_uint(sb[k + q + 4][col + 8 * j + g]); }
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                const float *up = &sa[row + 16 * i + g][k + q], *down = &sa[row + 16 * i + g + 8][k + q];
                unsigned a0 = __float_as_uint(up[0]), a1 = __float_as_uint(down[0]), a2 = __float_as_uint(up[4]), a3 = __float_as_uint(down[4]);
#pragma unroll
                for (int j = 0; j < 4; ++j)
                    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+f"(sum[i][j][0]), "+f"(sum[i][j][1]), "+f"(sum[i][j][2]), "+f"(sum[i][j][3])
                                 : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b[j][0]), "r"(b[j][1]));
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float* line = load + (top + row + 16 * i + g) * kLocks + left + col + 8 * j + 2 * q;
            *reinterpret_cast<float2*>(line) = make_float2(sum[i][j][0], sum[i][j][1]);
            *reinterpret_cast<float2*>(line + 8 * kLocks) = make_float2(sum[i][j][2], sum[i][j][3]);
        }
}

// ---- Glaciers: overlap of 4224 ice modes with 1024 bedrock modes over 1024 survey points (double precision, points outermost).
constexpr int kIce = 4224, kRock = 1024, kSurvey = 1024;

__device__ __forceinline__ void glacier_load(double (&a)[16][132], double (&b)[16][68], const double* __restrict__ ice, const double* __restrict__ rock, int top,
                                             int left, int from) {
    int t = threadIdx.x;
    double2 va[4], vb[2];
#pragma unroll
    for (int i = 0; i < 4; ++i) va[i] = *reinterpret_cast<const double2*>(ice + (from + t / 64 + 4 * i) * kIce + top + t % 64 * 2);
#pragma unroll
    for (int i = 0; i < 2; ++i) vb[i] = *reinterpret_cast<const double2*>(rock + (from + t / 32 + 8 * i) * kRock + left + t % 32 * 2);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 4; ++i) *reinterpret_cast<double2*>(&a[t / 64 + 4 * i][t % 64 * 2]) = va[i];
#pragma unroll
    for (int i = 0; i < 2; ++i) *reinterpret_cast<double2*>(&b[t / 32 + 8 * i][t % 32 * 2]) = vb[i];
    __syncthreads();
}

__global__ void __launch_bounds__(256, 2) glacier_modes_o5_a(const double* __restrict__ ice, const double* __restrict__ rock, double* __restrict__ overlap) {
    __shared__ __align__(16) double sa[16][132], sb[16][68];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16, top = blockIdx.y * 128, left = blockIdx.x * 64;
    double sum[8][4] = {};
    for (int from = 0; from < kSurvey; from += 16) {
        glacier_load(sa, sb, ice, rock, top, left, from);
#pragma unroll 4
        for (int k = 0; k < 16; ++k) {
            double2 b0 = *reinterpret_cast<const double2*>(&sb[k][tx * 2]), b1 = *reinterpret_cast<const double2*>(&sb[k][32 + tx * 2]);
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                double2 a = *reinterpret_cast<const double2*>(&sa[k][32 * i + ty * 2]);
                double* up = sum[2 * i];
                double* down = sum[2 * i + 1];
                up[0] = fma(a.x, b0.x, up[0]); up[1] = fma(a.x, b0.y, up[1]); up[2] = fma(a.x, b1.x, up[2]); up[3] = fma(a.x, b1.y, up[3]);
                down[0] = fma(a.y, b0.x, down[0]); down[1] = fma(a.y, b0.y, down[1]); down[2] = fma(a.y, b1.x, down[2]); down[3] = fma(a.y, b1.y, down[3]);
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        double* line = overlap + (top + i / 2 * 32 + ty * 2 + i % 2) * kRock + left + tx * 2;
        *reinterpret_cast<double2*>(line) = make_double2(sum[i][0], sum[i][1]);
        *reinterpret_cast<double2*>(line + 32) = make_double2(sum[i][2], sum[i][3]);
    }
}

__global__ void __launch_bounds__(256, 2) glacier_modes_o5_b(const double* __restrict__ ice, const double* __restrict__ rock, double* __restrict__ overlap) {
    __shared__ __align__(16) double sa[16][132], sb[16][68];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, g = lane / 4, q = lane % 4, row = warp / 2 * 32, col = warp % 2 * 32;
    int top = blockIdx.y * 128, left = blockIdx.x * 64;
    double sum[2][4][4] = {};
    for (int from = 0; from < kSurvey; from += 16) {
        glacier_load(sa, sb, ice, rock, top, left, from);
#pragma unroll
        for (int k = 0; k < 16; k += 8) {
            double a[2][4], b[4][2];
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                a[i][0] = sa[k + q][row + 16 * i + g];
                a[i][1] = sa[k + q][row + 16 * i + g + 8];
                a[i][2] = sa[k + q + 4][row + 16 * i + g];
                a[i][3] = sa[k + q + 4][row + 16 * i + g + 8];
            }
#pragma unroll
            for (int j = 0; j < 4; ++j) { b[j][0] = sb[k + q][col + 8 * j + g]; b[j][1] = sb[k + q + 4][col + 8 * j + g]; }
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j)
                    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+d"(sum[i][j][0]), "+d"(sum[i][j][1]), "+d"(sum[i][j][2]), "+d"(sum[i][j][3])
                                 : "d"(a[i][0]), "d"(a[i][1]), "d"(a[i][2]), "d"(a[i][3]), "d"(b[j][0]), "d"(b[j][1]));
        }
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            double* line = overlap + (top + row + 16 * i + g) * kRock + left + col + 8 * j + 2 * q;
            *reinterpret_cast<double2*>(line) = make_double2(sum[i][j][0], sum[i][j][1]);
            *reinterpret_cast<double2*>(line + 8 * kRock) = make_double2(sum[i][j][2], sum[i][j][3]);
        }
}

// ---- Beehives: for each hive the scores of 64 frames against 64 frames over 64 features (half precision in, float out), a block a hive.
constexpr int kHives = 132 * 128;

struct HiveTile { __half a[64][72]; __half b[64][72]; };

__device__ __forceinline__ void hive_load(HiveTile& s, const __half* __restrict__ now, const __half* __restrict__ then) {
    const uint4* a = reinterpret_cast<const uint4*>(now + (size_t)blockIdx.x * 4096);
    const uint4* b = reinterpret_cast<const uint4*>(then + (size_t)blockIdx.x * 4096);
    int t = threadIdx.x;
    uint4 va[4], vb[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) { va[i] = a[t + 128 * i]; vb[i] = b[t + 128 * i]; }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        *reinterpret_cast<uint4*>(&s.a[t / 8 + 16 * i][t % 8 * 8]) = va[i];
        *reinterpret_cast<uint4*>(&s.b[t / 8 + 16 * i][t % 8 * 8]) = vb[i];
    }
    __syncthreads();
}

__global__ void __launch_bounds__(128) beehive_frames_o5_a(const __half* __restrict__ now, const __half* __restrict__ then, float* __restrict__ score) {
    __shared__ __align__(32) HiveTile s;
    hive_load(s, now, then);
    int tx = threadIdx.x % 8, ty = threadIdx.x / 8;
    float sum[4][8] = {};
#pragma unroll 2
    for (int k = 0; k < 64; k += 2) {
        float2 a[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) a[i] = __half22float2(*reinterpret_cast<const __half2*>(&s.a[ty + 16 * i][k]));
#pragma unroll
        for (int kk = 0; kk < 2; ++kk) {
            uint4 raw = *reinterpret_cast<const uint4*>(&s.b[k + kk][tx * 8]);
            const __half2* pair = reinterpret_cast<const __half2*>(&raw);
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                float2 b = __half22float2(pair[j]);
#pragma unroll
                for (int i = 0; i < 4; ++i) {
                    float f = kk ? a[i].y : a[i].x;
                    sum[i][2 * j] = fmaf(f, b.x, sum[i][2 * j]);
                    sum[i][2 * j + 1] = fmaf(f, b.y, sum[i][2 * j + 1]);
                }
            }
        }
    }
    float* to = score + (size_t)blockIdx.x * 4096;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 8; j += 4)
            *reinterpret_cast<float4*>(to + (ty + 16 * i) * 64 + tx * 8 + j) = make_float4(sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]);
}

__global__ void __launch_bounds__(128) beehive_frames_o5_b(const __half* __restrict__ now, const __half* __restrict__ then, float* __restrict__ score) {
    __shared__ __align__(32) HiveTile s;
    hive_load(s, now, then);
    int warp = threadIdx.x / 32, row = warp / 2 * 32, col = warp % 2 * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2][2];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
#pragma unroll
    for (int k = 0; k < 64; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a[2];
        wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b[2];
#pragma unroll
        for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(a[i], &s.a[row + 16 * i][k], 72);
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(b[j], &s.b[k][col + 16 * j], 72);
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int j = 0; j < 2; ++j) wmma::mma_sync(sum[i][j], a[i], b[j], sum[i][j]);
    }
    float* to = score + (size_t)blockIdx.x * 4096;
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::store_matrix_sync(to + (row + 16 * i) * 64 + col + 16 * j, sum[i][j], 64, wmma::mem_row_major);
}

// ---- Looms: colour plan of 3072 warp threads by 2816 weft threads over 4096 yarn features (half precision, tiles of 128 x 256 x 32).
constexpr int kWarpThreads = 3072, kWeft = 2816, kYarn = 4096;
constexpr int kLoomA = 128 * 40, kLoomB = 32 * 264, kLoomStage = kLoomA + kLoomB;  // halves

__device__ __forceinline__ void loom_fetch(__half* stage, const __half* __restrict__ x, const __half* __restrict__ w, int top, int left, int from) {
    int t = threadIdx.x;
#pragma unroll
    for (int i = 0; i < 2; ++i) copy16(stage + (t / 4 + 64 * i) * 40 + t % 4 * 8, x + (size_t)(top + t / 4 + 64 * i) * kYarn + from + t % 4 * 8);
#pragma unroll
    for (int i = 0; i < 4; ++i)
        copy16(stage + kLoomA + (t / 32 + 8 * i) * 264 + t % 32 * 8, w + (size_t)(from + t / 32 + 8 * i) * kWeft + left + t % 32 * 8);
    copies_commit();
}

using LoomSum = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;

__device__ __forceinline__ void loom_step(LoomSum (&sum)[4][4], const __half* stage, int row, int col) {
#pragma unroll
    for (int k = 0; k < 32; k += 16) {
        wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(b[j], stage + kLoomA + k * 264 + col + 16 * j, 264);
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
            wmma::load_matrix_sync(a, stage + (row + 16 * i) * 40 + k, 40);
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::mma_sync(sum[i][j], a, b[j], sum[i][j]);
        }
    }
}

template <int kStages>
__device__ __forceinline__ void tapestry_loom(const __half* __restrict__ x, const __half* __restrict__ w, float* __restrict__ plan) {
    extern __shared__ __align__(128) unsigned char raw[];
    __half* tiles = reinterpret_cast<__half*>(raw);
    int warp = threadIdx.x / 32, row = warp / 4 * 64, col = warp % 4 * 64, top = blockIdx.y * 128, left = blockIdx.x * 256;
    LoomSum sum[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
    if (kStages == 1) {
        for (int from = 0; from < kYarn; from += 32) {
            loom_fetch(tiles, x, w, top, left, from);
            copies_wait<0>();
            __syncthreads();
            loom_step(sum, tiles, row, col);
            __syncthreads();
        }
    } else {
#pragma unroll
        for (int s = 0; s < kStages - 1; ++s) loom_fetch(tiles + s * kLoomStage, x, w, top, left, s * 32);
        int use = 0, fill = kStages - 1;
        for (int from = 0; from < kYarn; from += 32) {
            copies_wait<(kStages > 1 ? kStages - 2 : 0)>();
            __syncthreads();
            int ahead = from + (kStages - 1) * 32;
            if (ahead < kYarn) loom_fetch(tiles + fill * kLoomStage, x, w, top, left, ahead);
            else copies_commit();
            loom_step(sum, tiles + use * kLoomStage, row, col);
            use = use + 1 == kStages ? 0 : use + 1;
            fill = fill + 1 == kStages ? 0 : fill + 1;
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
            wmma::store_matrix_sync(plan + (size_t)(top + row + 16 * i) * kWeft + left + col + 16 * j, sum[i][j], kWeft, wmma::mem_row_major);
}

__global__ void __launch_bounds__(256) tapestry_loom_o5_a(const __half* __restrict__ x, const __half* __restrict__ w, float* __restrict__ plan) { tapestry_loom<1>(x, w, plan); }
__global__ void __launch_bounds__(256) tapestry_loom_o5_b(const __half* __restrict__ x, const __half* __restrict__ w, float* __restrict__ plan) { tapestry_loom<3>(x, w, plan); }

// ---- Lighthouses: echoes of 256 radio channels summed along 16 dispersion delays (1024 moments a block, 16 channels a tile).
constexpr int kMoments = 132 * 8 * 1024, kReach = 512, kPitch = kMoments + kReach, kChannels = 256, kTrials = 16;
constexpr int kEchoSpan = 1024 + kReach, kEchoTile = 16 * kEchoSpan;  // floats

__device__ __forceinline__ void echo_sum(float (&sum)[kTrials], const float* tile, int first) {
#pragma unroll 2
    for (int c = 0; c < 16; ++c) {
        const float* line = tile + c * kEchoSpan + threadIdx.x;
        int step = (first + c) / 8;  // samples of delay a trial, by band of eight channels
#pragma unroll
        for (int d = 0; d < kTrials; ++d) sum[d] += line[d * step];
    }
}

__global__ void __launch_bounds__(1024) lighthouse_echoes_o5_a(const float* __restrict__ channel, float* __restrict__ echo) {
    extern __shared__ __align__(128) unsigned char raw[];
    float* tile = reinterpret_cast<float*>(raw);
    int t = threadIdx.x, start = blockIdx.x * 1024;
    float sum[kTrials] = {};
    for (int first = 0; first < kChannels; first += 16) {
        float4 v[6];
#pragma unroll
        for (int i = 0; i < 6; ++i) {
            int at = t + 1024 * i, c = at / (kEchoSpan / 4), x = at % (kEchoSpan / 4);
            v[i] = *reinterpret_cast<const float4*>(channel + (size_t)(first + c) * kPitch + start + x * 4);
        }
#pragma unroll
        for (int i = 0; i < 6; ++i) reinterpret_cast<float4*>(tile)[t + 1024 * i] = v[i];
        __syncthreads();
        echo_sum(sum, tile, first);
        __syncthreads();
    }
#pragma unroll
    for (int d = 0; d < kTrials; ++d) echo[d * kMoments + start + t] = sum[d];
}

__device__ __forceinline__ void echo_fetch(float* tile, const float* __restrict__ channel, int first, int start) {
#pragma unroll
    for (int i = 0; i < 6; ++i) {
        int at = threadIdx.x + 1024 * i, c = at / (kEchoSpan / 4), x = at % (kEchoSpan / 4);
        copy16(tile + at * 4, channel + (size_t)(first + c) * kPitch + start + x * 4);
    }
    copies_commit();
}

__global__ void __launch_bounds__(1024) lighthouse_echoes_o5_b(const float* __restrict__ channel, float* __restrict__ echo) {
    extern __shared__ __align__(128) unsigned char raw[];
    float* tiles = reinterpret_cast<float*>(raw);
    int t = threadIdx.x, start = blockIdx.x * 1024, side = 0;
    float sum[kTrials] = {};
    echo_fetch(tiles, channel, 0, start);
    for (int first = 0; first < kChannels; first += 16, side ^= 1) {
        copies_wait<0>();
        __syncthreads();
        if (first + 16 < kChannels) echo_fetch(tiles + (side ^ 1) * kEchoTile, channel, first + 16, start);
        echo_sum(sum, tiles + side * kEchoTile, first);
    }
#pragma unroll
    for (int d = 0; d < kTrials; ++d) echo[d * kMoments + start + t] = sum[d];
}

// ---- Postcards: 13 x 13 bleaching mask over a scanned card of 4096 x 4096 points (margins are part of the scan).
constexpr int kCard = 4096, kScanPitch = kCard + 16, kMask = 13;
__constant__ float postcard_mask[kMask][kMask];

__global__ void __launch_bounds__(256) postcard_fading_o5_a(const float* __restrict__ scan, float* __restrict__ card) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.0f;
    for (int dx = 0; dx < kMask; ++dx)
#pragma unroll
        for (int dy = 0; dy < kMask; ++dy) sum = fmaf(postcard_mask[dx][dy], scan[(y + dy) * kScanPitch + x + dx], sum);
    card[y * kCard + x] = sum;
}

__global__ void __launch_bounds__(256) postcard_fading_o5_b(const float* __restrict__ scan, float* __restrict__ card) {
    __shared__ float tile[64 + kMask - 1][32 + kMask - 1];
    int tx = threadIdx.x, ty = threadIdx.y, left = blockIdx.x * 32, top = blockIdx.y * 64;
    for (int r = ty; r < 64 + kMask - 1; r += 8) {
        tile[r][tx] = scan[(top + r) * kScanPitch + left + tx];
        if (tx < kMask - 1) tile[r][tx + 32] = scan[(top + r) * kScanPitch + left + tx + 32];
    }
    __syncthreads();
    float sum[8] = {};
    for (int dx = 0; dx < kMask; ++dx) {
        float v[8 + kMask - 1];
#pragma unroll
        for (int r = 0; r < 8 + kMask - 1; ++r) v[r] = tile[ty * 8 + r][tx + dx];
#pragma unroll
        for (int dy = 0; dy < kMask; ++dy)
#pragma unroll
            for (int o = 0; o < 8; ++o) sum[o] = fmaf(postcard_mask[dx][dy], v[o + dy], sum[o]);
    }
#pragma unroll
    for (int o = 0; o < 8; ++o) card[(top + ty * 8 + o) * kCard + left + tx] = sum[o];
}

// ---- Markets: for each basket the summed taste vector (8 numbers) of its 64 wares; wares of 16 streets, baskets sorted by street.
constexpr int kStreets = 16, kWares = 1 << 19, kChunks = 2048, kWaresOfBasket = 64;

__device__ __forceinline__ void market_basket(const float* __restrict__ taste, const int4* __restrict__ ware, float* __restrict__ basket, int street, int chunk) {
    int lane = threadIdx.x % 8, at = (street * kChunks + chunk) * 32 + threadIdx.x / 8;
    const float* stall = taste + (size_t)street * kWares * 8 + lane;
    const int4* list = ware + (size_t)at * (kWaresOfBasket / 4);
    float sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kWaresOfBasket / 4; ++k) {
        int4 w = __ldcs(list + k);
        sum += (stall[(unsigned)w.x * 8u] + stall[(unsigned)w.y * 8u]) + (stall[(unsigned)w.z * 8u] + stall[(unsigned)w.w * 8u]);
    }
    basket[at * 8 + lane] = sum;
}

__global__ void __launch_bounds__(256) market_stalls_o5_a(const float* __restrict__ taste, const int4* __restrict__ ware, float* __restrict__ basket) {
    market_basket(taste, ware, basket, blockIdx.x, blockIdx.y);  // grid (streets, chunks)
}
__global__ void __launch_bounds__(256) market_stalls_o5_b(const float* __restrict__ taste, const int4* __restrict__ ware, float* __restrict__ basket) {
    market_basket(taste, ware, basket, blockIdx.y, blockIdx.x);  // grid (chunks, streets)
}

// ---- Herring: density of the shoal around each of 540672 divers from 2048 fish (smooth kernel of the distance).
constexpr int kDivers = 132 * 16 * 256, kFish = 2048;

__device__ __forceinline__ float shoal_part(float4 me, const float4* fish, float sum) {
#pragma unroll 16
    for (int k = 0; k < 256; ++k) {
        float4 f = fish[k];
        float dx = me.x - f.x, dy = me.y - f.y, dz = me.z - f.z;
        float near = fmaxf(fmaf(-dx, dx, fmaf(-dy, dy, fmaf(-dz, dz, 1.5f))), 0.0f);
        sum = fmaf(near * near, near * f.w, sum);
    }
    return sum;
}

__global__ void __launch_bounds__(256, 8) herring_shoal_o5_a(const float4* __restrict__ diver, const float4* __restrict__ fish, float* __restrict__ density) {
    __shared__ float4 part[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float4 me = diver[i];
    float sum = 0.0f;
    for (int from = 0; from < kFish; from += 256) {
        part[t] = fish[from + t];
        __syncthreads();
        sum = shoal_part(me, part, sum);
        __syncthreads();
    }
    density[i] = sum;
}

__global__ void __launch_bounds__(256, 8) herring_shoal_o5_b(const float4* __restrict__ diver, const float4* __restrict__ fish, float* __restrict__ density) {
    __shared__ float4 part[2][256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t, side = 0;
    copy16(&part[0][t], fish + t);
    copies_commit();
    float4 me = diver[i];
    float sum = 0.0f;
    for (int from = 0; from < kFish; from += 256, side ^= 1) {
        copies_wait<0>();
        __syncthreads();
        if (from + 256 < kFish) { copy16(&part[side ^ 1][t], fish + from + 256 + t); copies_commit(); }
        sum = shoal_part(me, part[side], sum);
    }
    density[i] = sum;
}

// ---- Meadows: one step of warmth spreading over 8192 rows of 16384 plots, a thread walks down 32 rows of four plots.
constexpr int kPlots = 16384, kRows = 8192;

__global__ void __launch_bounds__(128) meadow_warmth_o5_a(const float* __restrict__ now, float* __restrict__ next) {
    int column = (blockIdx.x * 128 + threadIdx.x) * 4, lane = threadIdx.x % 32, y0 = blockIdx.y * 32;
    int edge = lane == 0 ? max(column - 1, 0) : min(column + 4, kPlots - 1);
    bool rim = lane == 0 || lane == 31;
    const float* at = now + (size_t)y0 * kPlots;  // row above the first (the field has a margin row above and below)
    float4 up = *reinterpret_cast<const float4*>(at + column), me = *reinterpret_cast<const float4*>(at + kPlots + column);
#pragma unroll 8
    for (int r = 0; r < 32; ++r) {
        float4 down = *reinterpret_cast<const float4*>(at + (size_t)(r + 2) * kPlots + column);
        float side = 0.0f;
        if (rim) side = at[(size_t)(r + 1) * kPlots + edge];
        float left = __shfl_up_sync(0xffffffffu, me.w, 1), right = __shfl_down_sync(0xffffffffu, me.x, 1);
        if (lane == 0) left = side;
        if (lane == 31) right = side;
        float4 to = make_float4(fmaf(0.2f, (up.x + down.x) + (left + me.y), 0.2f * me.x), fmaf(0.2f, (up.y + down.y) + (me.x + me.z), 0.2f * me.y),
                                fmaf(0.2f, (up.z + down.z) + (me.y + me.w), 0.2f * me.z), fmaf(0.2f, (up.w + down.w) + (me.z + right), 0.2f * me.w));
        __stcs(reinterpret_cast<float4*>(next + (size_t)(y0 + r) * kPlots + column), to);
        up = me; me = down;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type}); };

    // Shared by all: two float fields, two half fields, two double fields, one result of each width.
    constexpr size_t kField = (size_t)kPitch * kChannels, kResult = (size_t)kPlots * kRows;
    float *one = filled<float>(kField, 51), *two = filled<float>(1 << 23, 52), *out = empty<float>(kResult);
    __half *half1 = filled<__half>((size_t)kHives * 4096, 53), *half2 = filled<__half>((size_t)kHives * 4096, 54);
    double *ice = filled<double>((size_t)kIce * kSurvey, 55), *rock = filled<double>((size_t)kRock * kSurvey, 56), *overlap = empty<double>((size_t)kIce * kRock);
    const int4* ware = reinterpret_cast<const int4*>(harness::indices((size_t)kStreets * kChunks * 32 * kWaresOfBasket, kWares, 57));
    const float4 *diver = reinterpret_cast<const float4*>(one), *fish = reinterpret_cast<const float4*>(two);
    static_assert((size_t)kPlots * (kRows + 2) <= kField && (size_t)kStreets * kWares * 8 <= kField && (size_t)kScanPitch * (kCard + 12) <= kField, "fields are too short");
    static_assert((size_t)kHives * 4096 <= kResult && (size_t)kTrials * kMoments <= kResult && kLocks * kCargo <= 1 << 23, "fields are too short");

    std::vector<float> mask(kMask * kMask);
    for (int i = 0; i < kMask * kMask; ++i) mask[i] = 0.006f + 0.002f * harness::unit(i + 58);
    CHECK(cudaMemcpyToSymbol(postcard_mask, mask.data(), mask.size() * sizeof(float)));

    add("orchard_ledger_o5_a", out, (size_t)kOrchards * kDays, [=] { orchard_ledger_o5_a<<<dim3(kDays / 16, kOrchards / 16), dim3(16, 16)>>>(one, two, out); });
    add("orchard_ledger_o5_b", out, (size_t)kOrchards * kDays, [=] { orchard_ledger_o5_b<<<dim3(kDays / 64, kOrchards / 64), dim3(16, 16)>>>(one, two, out); });

    add("parish_letters_o5_a", out, (size_t)kLetters * kHidden, [=] { parish_letters_o5_a<<<dim3(kHidden / 128, kLetters / 64), 256>>>(half1, half2, out); });
    add("parish_letters_o5_b", out, (size_t)kLetters * kHidden, [=] { parish_letters_o5_b<<<dim3(kHidden / 128, kLetters / 64), 256>>>(half1, half2, out); });

    add("canal_barges_o5_a", out, (size_t)kBarges * kLocks, [=] { canal_barges_o5_a<<<dim3(kLocks / 128, kBarges / 128), 256>>>(one, two, out); });
    add("canal_barges_o5_b", out, (size_t)kBarges * kLocks, [=] { canal_barges_o5_b<<<dim3(kLocks / 128, kBarges / 128), 256>>>(one, two, out); });

    add("glacier_modes_o5_a", overlap, (size_t)kIce * kRock, [=] { glacier_modes_o5_a<<<dim3(kRock / 64, kIce / 128), 256>>>(ice, rock, overlap); }, Output::f64);
    add("glacier_modes_o5_b", overlap, (size_t)kIce * kRock, [=] { glacier_modes_o5_b<<<dim3(kRock / 64, kIce / 128), 256>>>(ice, rock, overlap); }, Output::f64);

    add("beehive_frames_o5_a", out, (size_t)kHives * 4096, [=] { beehive_frames_o5_a<<<kHives, 128>>>(half1, half2, out); });
    add("beehive_frames_o5_b", out, (size_t)kHives * 4096, [=] { beehive_frames_o5_b<<<kHives, 128>>>(half1, half2, out); });

    CHECK(cudaFuncSetAttribute(tapestry_loom_o5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 3 * kLoomStage * 2));
    add("tapestry_loom_o5_a", out, (size_t)kWarpThreads * kWeft, [=] { tapestry_loom_o5_a<<<dim3(kWeft / 256, kWarpThreads / 128), 256, kLoomStage * 2>>>(half1, half2, out); });
    add("tapestry_loom_o5_b", out, (size_t)kWarpThreads * kWeft, [=] { tapestry_loom_o5_b<<<dim3(kWeft / 256, kWarpThreads / 128), 256, 3 * kLoomStage * 2>>>(half1, half2, out); });

    CHECK(cudaFuncSetAttribute(lighthouse_echoes_o5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kEchoTile * 4));
    CHECK(cudaFuncSetAttribute(lighthouse_echoes_o5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * kEchoTile * 4));
    add("lighthouse_echoes_o5_a", out, (size_t)kTrials * kMoments, [=] { lighthouse_echoes_o5_a<<<kMoments / 1024, 1024, kEchoTile * 4>>>(one, out); });
    add("lighthouse_echoes_o5_b", out, (size_t)kTrials * kMoments, [=] { lighthouse_echoes_o5_b<<<kMoments / 1024, 1024, 2 * kEchoTile * 4>>>(one, out); });

    add("postcard_fading_o5_a", out, (size_t)kCard * kCard, [=] { postcard_fading_o5_a<<<dim3(kCard / 32, kCard / 8), dim3(32, 8)>>>(one, out); });
    add("postcard_fading_o5_b", out, (size_t)kCard * kCard, [=] { postcard_fading_o5_b<<<dim3(kCard / 32, kCard / 64), dim3(32, 8)>>>(one, out); });

    constexpr size_t kBaskets = (size_t)kStreets * kChunks * 32;
    add("market_stalls_o5_a", out, kBaskets * 8, [=] { market_stalls_o5_a<<<dim3(kStreets, kChunks), 256>>>(one, ware, out); });
    add("market_stalls_o5_b", out, kBaskets * 8, [=] { market_stalls_o5_b<<<dim3(kChunks, kStreets), 256>>>(one, ware, out); });

    add("herring_shoal_o5_a", out, kDivers, [=] { herring_shoal_o5_a<<<kDivers / 256, 256>>>(diver, fish, out); });
    add("herring_shoal_o5_b", out, kDivers, [=] { herring_shoal_o5_b<<<kDivers / 256, 256>>>(diver, fish, out); });

    add("meadow_warmth_o5_a", out, kResult, [=] { meadow_warmth_o5_a<<<dim3(kPlots / 512, kRows / 32), 128>>>(one, out); });

    return harness::run(argc, argv, cases);
}
