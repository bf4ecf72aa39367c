// Eleven measured cases of matrices and tiles: before (_a) and after (_b).
#include "harness.cuh"
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using harness::Case;
using harness::Output;
namespace wmma = nvcuda::wmma;

// Rows of kChunks x 16 bytes from a row-major matrix into shared rows of kPitch bytes, by 256 threads, asynchronously.
template <int kRows, int kChunks, int kPitch>
__device__ __forceinline__ void fetch_rows(void* to, const void* from, size_t pitch) {
    static_assert(kRows * kChunks % 256 == 0 && kPitch % 16 == 0, "uneven tile");
#pragma unroll
    for (int j = 0; j < kRows * kChunks / 256; ++j) {
        int c = j * 256 + threadIdx.x, row = c / kChunks, part = c % kChunks;
        __pipeline_memcpy_async((char*)to + row * kPitch + part * 16, (const char*)from + row * pitch + part * 16, 16);
    }
}

// ---- Glacier: response of 2048 gauges to 2048 load cases through 1024 ice modes (plain FP32 product).
constexpr int kGauges = 2048, kLoads = 2048, kModes = 1024;

__global__ void __launch_bounds__(256) glacier_modes_i5_a(const float* __restrict__ shape, const float* __restrict__ weight, float* __restrict__ response) {
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.0f;
    for (int k = 0; k < kModes; ++k) sum = fmaf(shape[row * kModes + k], weight[k * kLoads + col], sum);
    response[row * kLoads + col] = sum;
}

__global__ void __launch_bounds__(256) glacier_modes_i5_b(const float* __restrict__ shape, const float* __restrict__ weight, float* __restrict__ response) {
    __shared__ __align__(16) float left[16][68], right[16][64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
    float acc[4][4] = {};
    const float* a = shape + (size_t)(row0 + t / 4) * kModes + t % 4 * 4;
    const float* b = weight + (size_t)ty * kLoads + col0 + tx * 4;
    float4 va = *reinterpret_cast<const float4*>(a), vb = *reinterpret_cast<const float4*>(b);
    for (int k = 0; k < kModes; k += 16) {
        int r = t / 4, q = t % 4 * 4;
        left[q][r] = va.x; left[q + 1][r] = va.y; left[q + 2][r] = va.z; left[q + 3][r] = va.w;
        *reinterpret_cast<float4*>(&right[ty][tx * 4]) = vb;
        __syncthreads();
        if (k + 16 < kModes) {
            va = *reinterpret_cast<const float4*>(a + k + 16);
            vb = *reinterpret_cast<const float4*>(b + (size_t)(k + 16) * kLoads);
        }
#pragma unroll
        for (int s = 0; s < 16; ++s) {
            float4 x = *reinterpret_cast<const float4*>(&left[s][ty * 4]), y = *reinterpret_cast<const float4*>(&right[s][tx * 4]);
            float xs[4] = {x.x, x.y, x.z, x.w}, ys[4] = {y.x, y.y, y.z, y.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] = fmaf(xs[i], ys[j], acc[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *reinterpret_cast<float4*>(response + (size_t)(row0 + ty * 4 + i) * kLoads + col0 + tx * 4) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}

// ---- FP16 tiles, both operands with k contiguous: each of 256 threads gathers rows ty + 16 i and columns tx + 16 j in FP32.
template <int kDepth, int kPitch>
__device__ __forceinline__ void half_tile_fma(float (&acc)[8][4], const __half* left, const __half* right) {
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
#pragma unroll 1
    for (int k = 0; k < kDepth; k += 8) {
        uint4 a[8], b[4];
#pragma unroll
        for (int i = 0; i < 8; ++i) a[i] = *reinterpret_cast<const uint4*>(left + (ty + 16 * i) * kPitch + k);
#pragma unroll
        for (int j = 0; j < 4; ++j) b[j] = *reinterpret_cast<const uint4*>(right + (tx + 16 * j) * kPitch + k);
#pragma unroll
        for (int p = 0; p < 4; ++p) {
            float2 y[4];
#pragma unroll
            for (int j = 0; j < 4; ++j) y[j] = __half22float2(reinterpret_cast<const __half2*>(&b[j])[p]);
#pragma unroll
            for (int i = 0; i < 8; ++i) {
                float2 x = __half22float2(reinterpret_cast<const __half2*>(&a[i])[p]);
#pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] = fmaf(x.y, y[j].y, fmaf(x.x, y[j].x, acc[i][j]));
            }
        }
    }
}

using HalfRows = wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major>;
using HalfCols = wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major>;
using HalfSum = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;

template <int kDepth, int kPitch, int kM, int kN>
__device__ __forceinline__ void half_tile_mma(HalfSum (&acc)[kM][kN], const __half* left, const __half* right) {
#pragma unroll
    for (int k = 0; k < kDepth; k += 16) {
        HalfRows a[kM];
#pragma unroll
        for (int i = 0; i < kM; ++i) wmma::load_matrix_sync(a[i], left + i * 16 * kPitch + k, kPitch);
#pragma unroll
        for (int j = 0; j < kN; ++j) {
            HalfCols b;
            wmma::load_matrix_sync(b, right + j * 16 * kPitch + k, kPitch);
#pragma unroll
            for (int i = 0; i < kM; ++i) wmma::mma_sync(acc[i][j], a[i], b, acc[i][j]);
        }
    }
}

// ---- Weddings: liking of 4096 guests for 2048 tables from 1024 traits (a dense FP16 layer with bias and ReLU left out).
constexpr int kGuests = 4096, kTables = 2048, kTraits = 1024;
struct SeatTiles { __half left[2][128 * 40], right[2][64 * 40]; };

template <bool kTensor>
__device__ __forceinline__ void wedding_seats(const __half* __restrict__ guest, const __half* __restrict__ table, float* __restrict__ liking) {
    __shared__ __align__(128) SeatTiles s;
    int warp = threadIdx.x / 32, wr = warp / 2 * 32, wc = warp % 2 * 32;
    const __half *a = guest + (size_t)blockIdx.y * 128 * kTraits, *b = table + (size_t)blockIdx.x * 64 * kTraits;
    float* c = liking + (size_t)blockIdx.y * 128 * kTables + blockIdx.x * 64;
    float sum[8][4] = {};
    HalfSum frag[2][2];
    if (kTensor)
        for (auto& f : frag) for (auto& g : f) wmma::fill_fragment(g, 0.0f);
    auto fetch = [&](int k) {
        int stage = k / 32 % 2;
        fetch_rows<128, 4, 80>(s.left[stage], a + k, kTraits * 2);
        fetch_rows<64, 4, 80>(s.right[stage], b + k, kTraits * 2);
    };
    fetch(0);
    __pipeline_commit();
    for (int k = 0; k < kTraits; k += 32) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (k + 32 < kTraits) fetch(k + 32);
        __pipeline_commit();
        int stage = k / 32 % 2;
        if (kTensor) half_tile_mma<32, 40, 2, 2>(frag, s.left[stage] + wr * 40, s.right[stage] + wc * 40);
        else half_tile_fma<32, 40>(sum, s.left[stage], s.right[stage]);
    }
    if (kTensor) {
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int j = 0; j < 2; ++j) wmma::store_matrix_sync(c + (size_t)(wr + 16 * i) * kTables + wc + 16 * j, frag[i][j], kTables, wmma::mem_row_major);
    } else {
        int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
#pragma unroll
        for (int i = 0; i < 8; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) c[(size_t)(ty + 16 * i) * kTables + tx + 16 * j] = sum[i][j];
    }
}

__global__ void __launch_bounds__(256, 2) wedding_seats_i5_a(const __half* __restrict__ guest, const __half* __restrict__ table, float* __restrict__ liking) {
    wedding_seats<false>(guest, table, liking);
}
__global__ void __launch_bounds__(256, 2) wedding_seats_i5_b(const __half* __restrict__ guest, const __half* __restrict__ table, float* __restrict__ liking) {
    wedding_seats<true>(guest, table, liking);
}

// ---- Lighthouses: covariance of 4096 receivers with 2048 references over 1024 samples of a 10-bit converter (exact in TF32).
constexpr int kReceivers = 4096, kRefs = 2048, kSamples = 1024;
struct BeamTiles { float left[2][128 * 20], right[2][128 * 20]; };

template <bool kTensor>
__device__ __forceinline__ void lighthouse_beams(const float* __restrict__ receiver, const float* __restrict__ reference, float* __restrict__ cov) {
    __shared__ __align__(128) BeamTiles s;
    int warp = threadIdx.x / 32, wr = warp / 4 * 64, wc = warp % 4 * 32, tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    const float *a = receiver + (size_t)blockIdx.y * 128 * kSamples, *b = reference + (size_t)blockIdx.x * 128 * kSamples;
    float* c = cov + (size_t)blockIdx.y * 128 * kRefs + blockIdx.x * 128;
    float sum[8][8] = {};
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> frag[4][2];
    if (kTensor)
        for (auto& f : frag) for (auto& g : f) wmma::fill_fragment(g, 0.0f);
    auto fetch = [&](int k) {
        int stage = k / 16 % 2;
        fetch_rows<128, 4, 80>(s.left[stage], a + k, kSamples * 4);
        fetch_rows<128, 4, 80>(s.right[stage], b + k, kSamples * 4);
    };
    fetch(0);
    __pipeline_commit();
    for (int k = 0; k < kSamples; k += 16) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (k + 16 < kSamples) fetch(k + 16);
        __pipeline_commit();
        const float *left = s.left[k / 16 % 2], *right = s.right[k / 16 % 2];
        if (kTensor) {
#pragma unroll
            for (int q = 0; q < 16; q += 8) {
                wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fa[4];
#pragma unroll
                for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(fa[i], left + (wr + 16 * i) * 20 + q, 20);
#pragma unroll
                for (int j = 0; j < 2; ++j) {
                    wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::col_major> fb;
                    wmma::load_matrix_sync(fb, right + (wc + 16 * j) * 20 + q, 20);
#pragma unroll
                    for (int i = 0; i < 4; ++i) wmma::mma_sync(frag[i][j], fa[i], fb, frag[i][j]);
                }
            }
        } else {
#pragma unroll 1
            for (int q = 0; q < 16; q += 4) {
                float4 x[8];
#pragma unroll
                for (int i = 0; i < 8; ++i) x[i] = *reinterpret_cast<const float4*>(left + (ty + 16 * i) * 20 + q);
#pragma unroll
                for (int j = 0; j < 8; ++j) {
                    float4 y = *reinterpret_cast<const float4*>(right + (tx + 16 * j) * 20 + q);
#pragma unroll
                    for (int i = 0; i < 8; ++i)
                        sum[i][j] = fmaf(x[i].w, y.w, fmaf(x[i].z, y.z, fmaf(x[i].y, y.y, fmaf(x[i].x, y.x, sum[i][j]))));
                }
            }
        }
    }
    if (kTensor) {
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 2; ++j) wmma::store_matrix_sync(c + (size_t)(wr + 16 * i) * kRefs + wc + 16 * j, frag[i][j], kRefs, wmma::mem_row_major);
    } else {
#pragma unroll
        for (int i = 0; i < 8; ++i)
#pragma unroll
            for (int j = 0; j < 8; ++j) c[(size_t)(ty + 16 * i) * kRefs + tx + 16 * j] = sum[i][j];
    }
}

__global__ void __launch_bounds__(256, 2) lighthouse_beams_i5_a(const float* __restrict__ receiver, const float* __restrict__ reference, float* __restrict__ cov) {
    lighthouse_beams<false>(receiver, reference, cov);
}
__global__ void __launch_bounds__(256, 2) lighthouse_beams_i5_b(const float* __restrict__ receiver, const float* __restrict__ reference, float* __restrict__ cov) {
    lighthouse_beams<true>(receiver, reference, cov);
}

// ---- Alloy: overlap of 4096 trial orbitals with 2048 basis orbitals on 1024 grid points (double precision).
constexpr int kTrials = 4096, kBasis = 2048, kGrid = 1024;

__device__ __forceinline__ void mma_f64(double (&d)[4], const double (&a)[4], const double (&b)[2]) {
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
}

template <bool kTensor>
__device__ __forceinline__ void alloy_orbitals(const double* __restrict__ trial, const double* __restrict__ basis, double* __restrict__ overlap) {
    constexpr int kPitch = kTensor ? 12 : 10;  // doubles; each free of bank conflicts for its own reads
    __shared__ __align__(128) double left[2][128 * kPitch], right[2][64 * kPitch];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, wr = warp / 2 * 32, wc = warp % 2 * 32, tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    const double *a = trial + (size_t)blockIdx.y * 128 * kGrid, *b = basis + (size_t)blockIdx.x * 64 * kGrid;
    double* c = overlap + (size_t)blockIdx.y * 128 * kBasis + blockIdx.x * 64;
    double sum[8][4] = {};  // FMA: row ty + 16 i, column tx + 16 j; tensor: tile (i / 4, i % 4) of 16 x 8
    auto fetch = [&](int k) {
        int stage = k / 8 % 2;
        fetch_rows<128, 4, kPitch * 8>(left[stage], a + k, kGrid * 8);
        fetch_rows<64, 4, kPitch * 8>(right[stage], b + k, kGrid * 8);
    };
    fetch(0);
    __pipeline_commit();
    for (int k = 0; k < kGrid; k += 8) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (k + 8 < kGrid) fetch(k + 8);
        __pipeline_commit();
        const double *l = left[k / 8 % 2], *r = right[k / 8 % 2];
        if (kTensor) {
            int g = lane / 4, q = lane % 4;
            double fa[2][4];
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                const double* p = l + (wr + 16 * i + g) * kPitch + q;
                fa[i][0] = p[0]; fa[i][1] = p[8 * kPitch]; fa[i][2] = p[4]; fa[i][3] = p[8 * kPitch + 4];
            }
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                const double* p = r + (wc + 8 * j + g) * kPitch + q;
                double fb[2] = {p[0], p[4]};
#pragma unroll
                for (int i = 0; i < 2; ++i) mma_f64(sum[i * 4 + j], fa[i], fb);
            }
        } else {
#pragma unroll 1
            for (int q = 0; q < 8; q += 2) {
                double2 x[8];
#pragma unroll
                for (int i = 0; i < 8; ++i) x[i] = *reinterpret_cast<const double2*>(l + (ty + 16 * i) * kPitch + q);
#pragma unroll
                for (int j = 0; j < 4; ++j) {
                    double2 y = *reinterpret_cast<const double2*>(r + (tx + 16 * j) * kPitch + q);
#pragma unroll
                    for (int i = 0; i < 8; ++i) sum[i][j] = fma(x[i].y, y.y, fma(x[i].x, y.x, sum[i][j]));
                }
            }
        }
    }
    if (kTensor) {
#pragma unroll
        for (int t = 0; t < 8; ++t) {
            double* p = c + (size_t)(wr + t / 4 * 16 + lane / 4) * kBasis + wc + t % 4 * 8 + lane % 4 * 2;
            *reinterpret_cast<double2*>(p) = make_double2(sum[t][0], sum[t][1]);
            *reinterpret_cast<double2*>(p + 8 * kBasis) = make_double2(sum[t][2], sum[t][3]);
        }
    } else {
#pragma unroll
        for (int i = 0; i < 8; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) c[(size_t)(ty + 16 * i) * kBasis + tx + 16 * j] = sum[i][j];
    }
}

__global__ void __launch_bounds__(256, 2) alloy_orbitals_i5_a(const double* __restrict__ trial, const double* __restrict__ basis, double* __restrict__ overlap) {
    alloy_orbitals<false>(trial, basis, overlap);
}
__global__ void __launch_bounds__(256, 2) alloy_orbitals_i5_b(const double* __restrict__ trial, const double* __restrict__ basis, double* __restrict__ overlap) {
    alloy_orbitals<true>(trial, basis, overlap);
}

// ---- Recipes: match of 128 dishes with 128 wines of each of 4096 menus, 128 flavours each (scores of one attention head a block).
constexpr int kMenus = 4096, kPair = 136;  // pitch of a shared row in halves
constexpr int kMenuBytes = 2 * 128 * kPair * 2;

template <bool kTensor>
__device__ __forceinline__ void recipe_pairs(const __half* __restrict__ dish, const __half* __restrict__ wine, float* __restrict__ match) {
    extern __shared__ __align__(128) __half menu[];
    __half *left = menu, *right = menu + 128 * kPair;
    size_t at = (size_t)blockIdx.x * 128 * 128;
    fetch_rows<128, 16, kPair * 2>(left, dish + at, 256);
    fetch_rows<128, 16, kPair * 2>(right, wine + at, 256);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    float* c = match + at;
    if (kTensor) {
        int warp = threadIdx.x / 32, wr = warp / 4 * 64, wc = warp % 4 * 32;
        HalfSum frag[4][2];
        for (auto& f : frag) for (auto& g : f) wmma::fill_fragment(g, 0.0f);
        half_tile_mma<128, kPair, 4, 2>(frag, left + wr * kPair, right + wc * kPair);
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 2; ++j) wmma::store_matrix_sync(c + (wr + 16 * i) * 128 + wc + 16 * j, frag[i][j], 128, wmma::mem_row_major);
    } else {
        int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
#pragma unroll 1
        for (int half = 0; half < 128; half += 64) {
            float sum[8][4] = {};
            half_tile_fma<128, kPair>(sum, left, right + half * kPair);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) c[(ty + 16 * i) * 128 + half + tx + 16 * j] = sum[i][j];
        }
    }
}

__global__ void __launch_bounds__(256, 2) recipe_pairs_i5_a(const __half* __restrict__ dish, const __half* __restrict__ wine, float* __restrict__ match) {
    recipe_pairs<false>(dish, wine, match);
}
__global__ void __launch_bounds__(256, 2) recipe_pairs_i5_b(const __half* __restrict__ dish, const __half* __restrict__ wine, float* __restrict__ match) {
    recipe_pairs<true>(dish, wine, match);
}

// ---- Quarry: echo of 4096 charges at 4096 geophones over 2048 bands (FP16 tensor product, a block 128 x 256).
constexpr int kCharges = 4096, kPhones = 4096, kBands = 2048;
constexpr int kBlastStage = (128 + 256) * 40;  // halves

__device__ __forceinline__ void quarry_store(HalfSum (&frag)[4][4], float* c) {
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::store_matrix_sync(c + (size_t)16 * i * kPhones + 16 * j, frag[i][j], kPhones, wmma::mem_row_major);
}

__global__ void __launch_bounds__(256, 1) quarry_blast_i5_a(const __half* __restrict__ charge, const __half* __restrict__ phone, float* __restrict__ echo) {
    extern __shared__ __align__(128) __half rock[];
    __half *left = rock, *right = rock + 128 * 40;
    int t = threadIdx.x, warp = t / 32, wr = warp / 4 * 64, wc = warp % 4 * 64;
    const __half *a = charge + (size_t)blockIdx.y * 128 * kBands, *b = phone + (size_t)blockIdx.x * 256 * kBands;
    HalfSum frag[4][4];
    for (auto& f : frag) for (auto& g : f) wmma::fill_fragment(g, 0.0f);
    for (int k = 0; k < kBands; k += 32) {
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            int c = j * 256 + t;
            *reinterpret_cast<uint4*>(left + c / 4 * 40 + c % 4 * 8) = *reinterpret_cast<const uint4*>(a + (size_t)(c / 4) * kBands + k + c % 4 * 8);
        }
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            int c = j * 256 + t;
            *reinterpret_cast<uint4*>(right + c / 4 * 40 + c % 4 * 8) = *reinterpret_cast<const uint4*>(b + (size_t)(c / 4) * kBands + k + c % 4 * 8);
        }
        __syncthreads();
        half_tile_mma<32, 40, 4, 4>(frag, left + wr * 40, right + wc * 40);
        __syncthreads();
    }
    quarry_store(frag, echo + (size_t)(blockIdx.y * 128 + wr) * kPhones + blockIdx.x * 256 + wc);
}

__global__ void __launch_bounds__(256, 1) quarry_blast_i5_b(const __half* __restrict__ charge, const __half* __restrict__ phone, float* __restrict__ echo) {
    extern __shared__ __align__(128) __half rock[];
    int warp = threadIdx.x / 32, wr = warp / 4 * 64, wc = warp % 4 * 64;
    const __half *a = charge + (size_t)blockIdx.y * 128 * kBands, *b = phone + (size_t)blockIdx.x * 256 * kBands;
    HalfSum frag[4][4];
    for (auto& f : frag) for (auto& g : f) wmma::fill_fragment(g, 0.0f);
    auto fetch = [&](int k) {
        __half* stage = rock + k / 32 % 2 * kBlastStage;
        fetch_rows<128, 4, 80>(stage, a + k, kBands * 2);
        fetch_rows<256, 4, 80>(stage + 128 * 40, b + k, kBands * 2);
    };
    fetch(0);
    __pipeline_commit();
    for (int k = 0; k < kBands; k += 32) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (k + 32 < kBands) fetch(k + 32);
        __pipeline_commit();
        const __half* stage = rock + k / 32 % 2 * kBlastStage;
        half_tile_mma<32, 40, 4, 4>(frag, stage + wr * 40, stage + (128 + wc) * 40);
    }
    quarry_store(frag, echo + (size_t)(blockIdx.y * 128 + wr) * kPhones + blockIdx.x * 256 + wc);
}

// ---- Whales: energy of a 32-tap matched filter over a long hydrophone record, summed over four samples; a resident block walks over tiles.
constexpr int kTile = 8192, kTaps = 32, kWalk = 96, kRecord = 132 * kWalk * kTile;
constexpr int kWhaleStage = kTile + kTaps;  // floats
__constant__ float whale_call[kTaps];

__device__ __forceinline__ void whale_filter(const float* tile, float* __restrict__ energy, size_t at) {
#pragma unroll
    for (int g = 0; g < kTile / 4096; ++g) {
        int n = g * 1024 + threadIdx.x;
        float y[4] = {};
        float4 now = *reinterpret_cast<const float4*>(tile + n * 4);
#pragma unroll
        for (int k = 0; k < kTaps; k += 4) {
            float4 next = *reinterpret_cast<const float4*>(tile + n * 4 + k + 4);
            float v[8] = {now.x, now.y, now.z, now.w, next.x, next.y, next.z, next.w};
#pragma unroll
            for (int j = 0; j < 4; ++j)
#pragma unroll
                for (int o = 0; o < 4; ++o) y[o] = fmaf(whale_call[k + j], v[o + j], y[o]);
            now = next;
        }
        energy[at / 4 + n] = fmaf(y[0], y[0], y[1] * y[1]) + fmaf(y[2], y[2], y[3] * y[3]);
    }
}

__global__ void __launch_bounds__(1024, 1) whale_songs_i5_a(const float* __restrict__ record, float* __restrict__ energy) {
    extern __shared__ __align__(128) float sea[];
    for (int w = 0; w < kWalk; ++w) {
        size_t at = ((size_t)w * gridDim.x + blockIdx.x) * kTile;
#pragma unroll
        for (int j = 0; j < kTile / 4096; ++j)
            reinterpret_cast<float4*>(sea)[j * 1024 + threadIdx.x] = reinterpret_cast<const float4*>(record + at)[j * 1024 + threadIdx.x];
        if (threadIdx.x < kTaps / 4) reinterpret_cast<float4*>(sea)[kTile / 4 + threadIdx.x] = reinterpret_cast<const float4*>(record + at)[kTile / 4 + threadIdx.x];
        __syncthreads();
        whale_filter(sea, energy, at);
        __syncthreads();
    }
}

__global__ void __launch_bounds__(1024, 1) whale_songs_i5_b(const float* __restrict__ record, float* __restrict__ energy) {
    extern __shared__ __align__(128) float sea[];
    auto fetch = [&](int w) {
        const float4* from = reinterpret_cast<const float4*>(record + ((size_t)w * gridDim.x + blockIdx.x) * kTile);
        float4* to = reinterpret_cast<float4*>(sea + w % 2 * kWhaleStage);
#pragma unroll
        for (int j = 0; j < kTile / 4096; ++j) __pipeline_memcpy_async(to + j * 1024 + threadIdx.x, from + j * 1024 + threadIdx.x, 16);
        if (threadIdx.x < kTaps / 4) __pipeline_memcpy_async(to + kTile / 4 + threadIdx.x, from + kTile / 4 + threadIdx.x, 16);
    };
    fetch(0);
    __pipeline_commit();
    for (int w = 0; w < kWalk; ++w) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (w + 1 < kWalk) fetch(w + 1);
        __pipeline_commit();
        whale_filter(sea + w % 2 * kWhaleStage, energy, ((size_t)w * gridDim.x + blockIdx.x) * kTile);
    }
}

// ---- Moss: 11 x 11 texture filter of a 4096 x 4096 photograph with its rim.
constexpr int kPhoto = 4096, kPhotoPitch = 4112, kWin = 11;
__constant__ float moss_weight[kWin * kWin];

__global__ void __launch_bounds__(256) moss_texture_i5_a(const float* __restrict__ photo, float* __restrict__ texture) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const float* p = photo + (size_t)y * kPhotoPitch + x;
    float sum = 0.0f;
#pragma unroll
    for (int dy = 0; dy < kWin; ++dy)
#pragma unroll
        for (int dx = 0; dx < kWin; ++dx) sum = fmaf(moss_weight[dy * kWin + dx], p[dy * kPhotoPitch + dx], sum);
    texture[(size_t)y * kPhoto + x] = sum;
}

__global__ void __launch_bounds__(256) moss_texture_i5_b(const float* __restrict__ photo, float* __restrict__ texture) {
    __shared__ float tile[64 + kWin - 1][32 + kWin - 1];
    int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * 32, y0 = blockIdx.y * 64;
    for (int r = ty; r < 64 + kWin - 1; r += 8) {
        const float* p = photo + (size_t)(y0 + r) * kPhotoPitch + x0;
        tile[r][tx] = p[tx];
        if (tx < kWin - 1) tile[r][32 + tx] = p[32 + tx];
    }
    __syncthreads();
    float sum[8] = {};
#pragma unroll
    for (int dx = 0; dx < kWin; ++dx)
#pragma unroll
        for (int r = 0; r < 8 + kWin - 1; ++r) {
            float v = tile[ty * 8 + r][tx + dx];
#pragma unroll
            for (int o = 0; o < 8; ++o)
                if (r - o >= 0 && r - o < kWin) sum[o] = fmaf(moss_weight[(r - o) * kWin + dx], v, sum[o]);
        }
#pragma unroll
    for (int o = 0; o < 8; ++o) texture[(size_t)(y0 + ty * 8 + o) * kPhoto + x0 + tx] = sum[o];
}

// ---- Library: profile of each reader as the sum of 16 book vectors; books and readers are sorted into 16 shelves of 16 MB each.
constexpr int kShelves = 16, kBooks = 1 << 19, kReaders = 1 << 18, kLent = 16;  // per shelf; a reader lends 16 books of 8 features
constexpr int kDesks = kReaders / 128;                                        // blocks per shelf

__device__ __forceinline__ void library_loans(const float4* __restrict__ book, const int4* __restrict__ loan, float4* __restrict__ profile, int shelf, int desk) {
    unsigned reader = shelf * kReaders + desk * 128 + threadIdx.x / 2;
    const float4* mine = book + (shelf * kBooks * 2 + threadIdx.x % 2);
    int4 id[kLent / 4];
#pragma unroll
    for (int j = 0; j < kLent / 4; ++j) id[j] = __ldcs(loan + reader * (kLent / 4) + j);
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll
    for (int j = 0; j < kLent / 4; ++j) {
        float4 a = __ldg(mine + id[j].x * 2), b = __ldg(mine + id[j].y * 2), c = __ldg(mine + id[j].z * 2), d = __ldg(mine + id[j].w * 2);
        sum.x += (a.x + b.x) + (c.x + d.x); sum.y += (a.y + b.y) + (c.y + d.y);
        sum.z += (a.z + b.z) + (c.z + d.z); sum.w += (a.w + b.w) + (c.w + d.w);
    }
    __stcs(profile + reader * 2 + threadIdx.x % 2, sum);
}

__global__ void __launch_bounds__(256, 8) library_loans_i5_a(const float4* __restrict__ book, const int4* __restrict__ loan, float4* __restrict__ profile) {
    library_loans(book, loan, profile, blockIdx.x % kShelves, blockIdx.x / kShelves);
}
__global__ void __launch_bounds__(256, 8) library_loans_i5_b(const float4* __restrict__ book, const int4* __restrict__ loan, float4* __restrict__ profile) {
    library_loans(book, loan, profile, blockIdx.x / kDesks, blockIdx.x % kDesks);
}

// ---- Comets: dust density at a million probes from 1024 soft clouds.
constexpr int kProbes = 132 * 8 * 256 * 4, kClouds = 1024;

__device__ __forceinline__ float comet_tile(const float4* clouds, float4 me, float sum) {
#pragma unroll 8
    for (int s = 0; s < 256; ++s) {
        float4 c = clouds[s];
        float dx = me.x - c.x, dy = me.y - c.y, dz = me.z - c.z;
        float near = __saturatef(1.0f - fmaf(dx, dx, fmaf(dy, dy, dz * dz)));
        sum = fmaf(near * near, c.w, sum);
    }
    return sum;
}

__global__ void __launch_bounds__(256) comet_dust_i5_a(const float4* __restrict__ probe, const float4* __restrict__ cloud, float* __restrict__ dust) {
    __shared__ float4 tile[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 me = probe[i];
    float sum = 0.0f;
    for (int from = 0; from < kClouds; from += 256) {
        tile[threadIdx.x] = cloud[from + threadIdx.x];
        __syncthreads();
        sum = comet_tile(tile, me, sum);
        __syncthreads();
    }
    dust[i] = sum;
}

__global__ void __launch_bounds__(256) comet_dust_i5_b(const float4* __restrict__ probe, const float4* __restrict__ cloud, float* __restrict__ dust) {
    __shared__ float4 tile[2][256];
    int i = blockIdx.x * 256 + threadIdx.x;
    __pipeline_memcpy_async(&tile[0][threadIdx.x], cloud + threadIdx.x, 16);
    __pipeline_commit();
    float4 me = probe[i];
    float sum = 0.0f;
    for (int from = 0; from < kClouds; from += 256) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (from + 256 < kClouds) __pipeline_memcpy_async(&tile[(from / 256 + 1) % 2][threadIdx.x], cloud + from + 256 + threadIdx.x, 16);
        __pipeline_commit();
        sum = comet_tile(tile[from / 256 % 2], me, sum);
    }
    dust[i] = sum;
}

// ---- Pond: one step of surface waves' smoothing on a periodic 16384 x 8192 grid; a thread marches four columns down 32 rows in registers.
constexpr int kPondX = 16384, kPondY = 8192, kMarch = 32;

__global__ void __launch_bounds__(128, 10) pond_ripples_i5_a(const float* __restrict__ now, float* __restrict__ next) {
    int x = (blockIdx.x * 128 + threadIdx.x) * 4, y0 = blockIdx.y * kMarch, lane = threadIdx.x % 32;
    int side = (lane == 0 ? x + kPondX - 1 : x + 4) & (kPondX - 1);
    auto row = [&](int y) { return (size_t)(y & (kPondY - 1)) * kPondX; };
    float4 up = *reinterpret_cast<const float4*>(now + row(y0 - 1) + x), mid = *reinterpret_cast<const float4*>(now + row(y0) + x);
#pragma unroll 1
    for (int y = y0; y < y0 + kMarch; y += 4) {
        float4 ahead[4];
        float rim[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            ahead[j] = *reinterpret_cast<const float4*>(now + row(y + j + 1) + x);
            rim[j] = lane == 0 || lane == 31 ? now[row(y + j) + side] : 0.0f;
        }
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float left = __shfl_up_sync(0xffffffffu, mid.w, 1), right = __shfl_down_sync(0xffffffffu, mid.x, 1);
            if (lane == 0) left = rim[j];
            if (lane == 31) right = rim[j];
            float4 down = ahead[j], out;
            out.x = fmaf(0.15f, (left + mid.y) + (up.x + down.x), 0.4f * mid.x);
            out.y = fmaf(0.15f, (mid.x + mid.z) + (up.y + down.y), 0.4f * mid.y);
            out.z = fmaf(0.15f, (mid.y + mid.w) + (up.z + down.z), 0.4f * mid.z);
            out.w = fmaf(0.15f, (mid.z + right) + (up.w + down.w), 0.4f * mid.w);
            __stcs(reinterpret_cast<float4*>(next + (size_t)(y + j) * kPondX + x), out);
            up = mid; mid = down;
        }
    }
}

// Values of a 10-bit converter.
__global__ void harness_quantise(float* p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) p[i] = rintf(p[i] * 512.0f) * (1.0f / 512.0f);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type}); };

    constexpr size_t kField = (size_t)kPondX * kPondY;
    static_assert((size_t)kRecord + kTaps <= kField && (size_t)kShelves * kBooks * 8 <= kField && (size_t)kProbes * 4 <= kField, "field is too short");
    float *field = filled<float>(kField, 51), *other = filled<float>(1 << 22, 52), *out = empty<float>(kField);
    float *receiver = filled<float>((size_t)kReceivers * kSamples, 53), *reference = filled<float>((size_t)kRefs * kSamples, 54);
    harness_quantise<<<1024, 256>>>(receiver, (size_t)kReceivers * kSamples);
    harness_quantise<<<1024, 256>>>(reference, (size_t)kRefs * kSamples);
    __half *halves = filled<__half>((size_t)kMenus * 128 * 128, 55), *halves2 = filled<__half>((size_t)kMenus * 128 * 128, 56);
    double *trial = filled<double>((size_t)kTrials * kGrid, 57), *basis = filled<double>((size_t)kBasis * kGrid, 58), *out64 = empty<double>((size_t)kTrials * kBasis);
    int* loan = harness::indices((size_t)kShelves * kReaders * kLent, kBooks, 59);
    float* photo = filled<float>((size_t)(kPhoto + 16) * kPhotoPitch, 60);
    std::vector<float> taps(kTaps), moss(kWin * kWin);
    for (int i = 0; i < kTaps; ++i) taps[i] = 0.3f * harness::unit(900 + i);
    for (int i = 0; i < kWin * kWin; ++i) moss[i] = 0.1f * harness::unit(2000 + i) + 0.02f;
    CHECK(cudaMemcpyToSymbol(whale_call, taps.data(), kTaps * sizeof(float)));
    CHECK(cudaMemcpyToSymbol(moss_weight, moss.data(), kWin * kWin * sizeof(float)));

    auto shared = [](const void* f, int bytes) { CHECK(cudaFuncSetAttribute(f, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)); };
    shared((const void*)recipe_pairs_i5_a, kMenuBytes);
    shared((const void*)recipe_pairs_i5_b, kMenuBytes);
    shared((const void*)quarry_blast_i5_b, kBlastStage * 4);
    shared((const void*)whale_songs_i5_a, kWhaleStage * 4);
    shared((const void*)whale_songs_i5_b, kWhaleStage * 8);

    const float4 *field4 = reinterpret_cast<const float4*>(field), *other4 = reinterpret_cast<const float4*>(other);
    float4* out4 = reinterpret_cast<float4*>(out);
    const int4* loan4 = reinterpret_cast<const int4*>(loan);

    add("glacier_modes_i5_a", out, (size_t)kGauges * kLoads, [=] { glacier_modes_i5_a<<<dim3(kLoads / 32, kGauges / 8), dim3(32, 8)>>>(field, other, out); });
    add("glacier_modes_i5_b", out, (size_t)kGauges * kLoads, [=] { glacier_modes_i5_b<<<dim3(kLoads / 64, kGauges / 64), 256>>>(field, other, out); });

    add("wedding_seats_i5_a", out, (size_t)kGuests * kTables, [=] { wedding_seats_i5_a<<<dim3(kTables / 64, kGuests / 128), 256>>>(halves, halves2, out); });
    add("wedding_seats_i5_b", out, (size_t)kGuests * kTables, [=] { wedding_seats_i5_b<<<dim3(kTables / 64, kGuests / 128), 256>>>(halves, halves2, out); });

    add("lighthouse_beams_i5_a", out, (size_t)kReceivers * kRefs, [=] { lighthouse_beams_i5_a<<<dim3(kRefs / 128, kReceivers / 128), 256>>>(receiver, reference, out); });
    add("lighthouse_beams_i5_b", out, (size_t)kReceivers * kRefs, [=] { lighthouse_beams_i5_b<<<dim3(kRefs / 128, kReceivers / 128), 256>>>(receiver, reference, out); });

    add("alloy_orbitals_i5_a", out64, (size_t)kTrials * kBasis, [=] { alloy_orbitals_i5_a<<<dim3(kBasis / 64, kTrials / 128), 256>>>(trial, basis, out64); }, Output::f64);
    add("alloy_orbitals_i5_b", out64, (size_t)kTrials * kBasis, [=] { alloy_orbitals_i5_b<<<dim3(kBasis / 64, kTrials / 128), 256>>>(trial, basis, out64); }, Output::f64);

    add("recipe_pairs_i5_a", out, (size_t)kMenus * 128 * 128, [=] { recipe_pairs_i5_a<<<kMenus, 256, kMenuBytes>>>(halves, halves2, out); });
    add("recipe_pairs_i5_b", out, (size_t)kMenus * 128 * 128, [=] { recipe_pairs_i5_b<<<kMenus, 256, kMenuBytes>>>(halves, halves2, out); });

    add("quarry_blast_i5_a", out, (size_t)kCharges * kPhones, [=] { quarry_blast_i5_a<<<dim3(kPhones / 256, kCharges / 128), 256, kBlastStage * 2>>>(halves, halves2, out); });
    add("quarry_blast_i5_b", out, (size_t)kCharges * kPhones, [=] { quarry_blast_i5_b<<<dim3(kPhones / 256, kCharges / 128), 256, kBlastStage * 4>>>(halves, halves2, out); });

    add("whale_songs_i5_a", out, (size_t)kRecord / 4, [=] { whale_songs_i5_a<<<132, 1024, kWhaleStage * 4>>>(field, out); });
    add("whale_songs_i5_b", out, (size_t)kRecord / 4, [=] { whale_songs_i5_b<<<132, 1024, kWhaleStage * 8>>>(field, out); });

    add("moss_texture_i5_a", out, (size_t)kPhoto * kPhoto, [=] { moss_texture_i5_a<<<dim3(kPhoto / 32, kPhoto / 8), dim3(32, 8)>>>(photo, out); });
    add("moss_texture_i5_b", out, (size_t)kPhoto * kPhoto, [=] { moss_texture_i5_b<<<dim3(kPhoto / 32, kPhoto / 64), dim3(32, 8)>>>(photo, out); });

    add("library_loans_i5_a", out, (size_t)kShelves * kReaders * 8, [=] { library_loans_i5_a<<<kShelves * kDesks, 256>>>(field4, loan4, out4); });
    add("library_loans_i5_b", out, (size_t)kShelves * kReaders * 8, [=] { library_loans_i5_b<<<kShelves * kDesks, 256>>>(field4, loan4, out4); });

    add("comet_dust_i5_a", out, kProbes, [=] { comet_dust_i5_a<<<kProbes / 256, 256>>>(field4, other4, out); });
    add("comet_dust_i5_b", out, kProbes, [=] { comet_dust_i5_b<<<kProbes / 256, 256>>>(field4, other4, out); });

    add("pond_ripples_i5_a", out, kField, [=] { pond_ripples_i5_a<<<dim3(kPondX / 512, kPondY / kMarch), 128>>>(field, out); });

    return harness::run(argc, argv, cases);
}
