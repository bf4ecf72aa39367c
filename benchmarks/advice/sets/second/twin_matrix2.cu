#include "harness.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

__device__ __forceinline__ uint32_t saddr(const void* p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void cp16(void* d, const void* s) { asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(saddr(d)), "l"(s) : "memory"); }
__device__ __forceinline__ void cp_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void cp_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }
__device__ __forceinline__ void ldm4(uint32_t (&r)[4], const __half* p) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(saddr(p)) : "memory");
}
__device__ __forceinline__ void ldm4t(uint32_t (&r)[4], const __half* p) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(saddr(p)) : "memory");
}
__device__ __forceinline__ void mma_op(float (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
__device__ __forceinline__ void mma_op(int (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
// one warp: WM x WN outputs over BK of shared tiles (LD halves a row), both K-contiguous
template <int BK, int LDA, int LDB, int WM, int WN, typename S>
__device__ __forceinline__ void warp_step(S (&acc)[WM / 16][WN / 8][4], const __half* sA, const __half* sB) {
    const int lane = threadIdx.x & 31;
#pragma unroll
    for (int kk = 0; kk < BK; kk += 16) {
        uint32_t a[WM / 16][4], b[WN / 16][4];
#pragma unroll
        for (int i = 0; i < WM / 16; ++i) ldm4(a[i], sA + (i * 16 + (lane & 15)) * LDA + kk + (lane >> 4) * 8);
#pragma unroll
        for (int j = 0; j < WN / 16; ++j) ldm4(b[j], sB + (j * 16 + (lane & 7) + (lane >> 4) * 8) * LDB + kk + ((lane >> 3) & 1) * 8);
#pragma unroll
        for (int i = 0; i < WM / 16; ++i)
#pragma unroll
            for (int j = 0; j < WN / 16; ++j) {
                mma_op(acc[i][2 * j], a[i], b[j][0], b[j][1]);
                mma_op(acc[i][2 * j + 1], a[i], b[j][2], b[j][3]);
            }
    }
}
template <int BM, int BN, int BK, int WM, int WN, int STAGES, int PAD>
struct Tiles {
    static constexpr int THREADS = (BM / WM) * (BN / WN) * 32, LD = BK + PAD, STAGE = (BM + BN) * LD, BYTES = STAGE * 2 * (STAGES ? STAGES : 1);
    static constexpr int CH = BK / 8, NA = BM * CH / THREADS, NB = BN * CH / THREADS;
    static_assert(BM * CH % THREADS == 0 && BN * CH % THREADS == 0, "whole copies");
    // K in halves; columns [k0, k0 + steps * BK)
    template <bool EXTRA = false, typename S>
    static __device__ __forceinline__ void multiply(const __half* __restrict__ A, const __half* __restrict__ B, int K, int m0, int n0, int k0, int steps,
                                                    __half* sm, S (&acc)[WM / 16][WN / 8][4]) {
        const int t = threadIdx.x, w = t >> 5, wm = w / (BN / WN) * WM, wn = w % (BN / WN) * WN;
#pragma unroll
        for (int i = 0; i < WM / 16; ++i)
#pragma unroll
            for (int j = 0; j < WN / 8; ++j)
#pragma unroll
                for (int q = 0; q < 4; ++q) acc[i][j][q] = 0;
        const __half* ga = A + (size_t)m0 * K + k0;
        const __half* gb = B + (size_t)n0 * K + k0;
        if (STAGES == 0) {
            for (int kt = 0; kt < steps; ++kt) {
                uint4 ra[NA], rb[NB];
#pragma unroll
                for (int i = 0; i < NA; ++i) { int c = t + i * THREADS; ra[i] = *reinterpret_cast<const uint4*>(ga + (size_t)(c / CH) * K + kt * BK + c % CH * 8); }
#pragma unroll
                for (int i = 0; i < NB; ++i) { int c = t + i * THREADS; rb[i] = *reinterpret_cast<const uint4*>(gb + (size_t)(c / CH) * K + kt * BK + c % CH * 8); }
#pragma unroll
                for (int i = 0; i < NA; ++i) { int c = t + i * THREADS; *reinterpret_cast<uint4*>(sm + c / CH * LD + c % CH * 8) = ra[i]; }
#pragma unroll
                for (int i = 0; i < NB; ++i) { int c = t + i * THREADS; *reinterpret_cast<uint4*>(sm + (BM + c / CH) * LD + c % CH * 8) = rb[i]; }
                __syncthreads();
                warp_step<BK, LD, LD, WM, WN>(acc, sm + wm * LD, sm + (BM + wn) * LD);
                __syncthreads();
            }
        } else {
            auto issue = [&](int kt) {
                __half* d = sm + kt % (STAGES ? STAGES : 1) * STAGE;
#pragma unroll
                for (int i = 0; i < NA; ++i) { int c = t + i * THREADS; cp16(d + c / CH * LD + c % CH * 8, ga + (size_t)(c / CH) * K + kt * BK + c % CH * 8); }
#pragma unroll
                for (int i = 0; i < NB; ++i) { int c = t + i * THREADS; cp16(d + (BM + c / CH) * LD + c % CH * 8, gb + (size_t)(c / CH) * K + kt * BK + c % CH * 8); }
            };
#pragma unroll
            for (int s = 0; s < STAGES - 1; ++s) { if (s < steps) issue(s); cp_commit(); }
            for (int kt = 0; kt < steps; ++kt) {
                cp_wait<(STAGES > 1 ? STAGES - 2 : 0)>();
                __syncthreads();
                if (kt + STAGES - 1 < steps) issue(kt + STAGES - 1);
                cp_commit();
                const __half* d = sm + kt % (STAGES ? STAGES : 1) * STAGE;
                warp_step<BK, LD, LD, WM, WN>(acc, d + wm * LD, d + (BM + wn) * LD);
                if (EXTRA) __syncthreads();
            }
        }
    }
    template <typename S, class F>
    static __device__ __forceinline__ void each(S (&acc)[WM / 16][WN / 8][4], int m0, int n0, F f) {  // f(row, col, v0, v1)
        const int lane = threadIdx.x & 31, w = threadIdx.x >> 5, wm = w / (BN / WN) * WM, wn = w % (BN / WN) * WN;
#pragma unroll
        for (int i = 0; i < WM / 16; ++i)
#pragma unroll
            for (int j = 0; j < WN / 8; ++j) {
                const int r = m0 + wm + i * 16 + (lane >> 2), c = n0 + wn + j * 8 + (lane & 3) * 2;
                f(r, c, acc[i][j][0], acc[i][j][1]);
                f(r + 8, c, acc[i][j][2], acc[i][j][3]);
            }
    }
};
__device__ __forceinline__ void put2(__half* c, int n, int r, int q, float u, float v) { *reinterpret_cast<__half2*>(&c[(size_t)r * n + q]) = __floats2half2_rn(u, v); }

// ---------------------------------------------------------------- contract clauses: 128x256 tiles
using ClauseOne = Tiles<128, 256, 32, 64, 64, 0, 8>;
using ClauseRing = Tiles<128, 256, 32, 64, 64, 4, 8>;
__global__ void __launch_bounds__(256, 1) clause_features_a(const __half* __restrict__ x, const __half* __restrict__ w, __half* __restrict__ y, int n, int k) {
    extern __shared__ __align__(16) __half sm[];
    float acc[4][8][4];
    const int m0 = blockIdx.y * 128, n0 = blockIdx.x * 256;
    ClauseOne::multiply(x, w, k, m0, n0, 0, k / 32, sm, acc);
    ClauseOne::each(acc, m0, n0, [=](int r, int q, float u, float v) { put2(y, n, r, q, u, v); });
}
__global__ void __launch_bounds__(256, 1) clause_features_b(const __half* __restrict__ x, const __half* __restrict__ w, __half* __restrict__ y, int n, int k) {
    extern __shared__ __align__(16) __half sm[];
    float acc[4][8][4];
    const int m0 = blockIdx.y * 128, n0 = blockIdx.x * 256;
    ClauseRing::multiply(x, w, k, m0, n0, 0, k / 32, sm, acc);
    ClauseRing::each(acc, m0, n0, [=](int r, int q, float u, float v) { put2(y, n, r, q, u, v); });
}

// ---------------------------------------------------------------- sonar beamforming: one warp a 64x64 tile
using SonarDeep = Tiles<64, 64, 32, 64, 64, 20, 8>;
using SonarRing = Tiles<64, 64, 32, 64, 64, 3, 8>;
template <class T>
__device__ __forceinline__ void sonar_tile(const __half* __restrict__ x, const __half* __restrict__ w, __half* __restrict__ y, int n, int k) {
    extern __shared__ __align__(16) __half sm[];
    float acc[4][8][4];
    const int m0 = blockIdx.y * 64, n0 = blockIdx.x * 64;
    T::multiply(x, w, k, m0, n0, 0, k / 32, sm, acc);
    T::each(acc, m0, n0, [=](int r, int q, float u, float v) { put2(y, n, r, q, u, v); });
}
__global__ void __launch_bounds__(32) sonar_beams_a(const __half* __restrict__ x, const __half* __restrict__ w, __half* __restrict__ y, int n, int k) { sonar_tile<SonarDeep>(x, w, y, n, k); }
__global__ void __launch_bounds__(32) sonar_beams_b(const __half* __restrict__ x, const __half* __restrict__ w, __half* __restrict__ y, int n, int k) { sonar_tile<SonarRing>(x, w, y, n, k); }

// ---------------------------------------------------------------- codon usage profiles against reference genomes
using CodonPlain = Tiles<128, 128, 64, 64, 32, 3, 0>;
using CodonPad = Tiles<128, 128, 64, 64, 32, 3, 8>;
template <class T>
__device__ __forceinline__ void codon_tile(const __half* __restrict__ x, const __half* __restrict__ w, __half* __restrict__ y, int n, int k) {
    extern __shared__ __align__(16) __half sm[];
    float acc[4][4][4];
    const int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    T::multiply(x, w, k, m0, n0, 0, k / 64, sm, acc);
    T::each(acc, m0, n0, [=](int r, int q, float u, float v) { put2(y, n, r, q, u * 0.25f, v * 0.25f); });
}
__global__ void __launch_bounds__(256, 2) codon_profiles_a(const __half* __restrict__ x, const __half* __restrict__ w, __half* __restrict__ y, int n, int k) { codon_tile<CodonPlain>(x, w, y, n, k); }
__global__ void __launch_bounds__(256, 2) codon_profiles_b(const __half* __restrict__ x, const __half* __restrict__ w, __half* __restrict__ y, int n, int k) { codon_tile<CodonPad>(x, w, y, n, k); }

// ---------------------------------------------------------------- topic co-occurrence: 384 topics over 57344 documents
using Topic = Tiles<128, 128, 32, 64, 32, 4, 8>;
__global__ void __launch_bounds__(256, 1) topic_pairs_a(const __half* __restrict__ x, float* __restrict__ c, int d, int k) {
    extern __shared__ __align__(16) __half sm[];
    float acc[4][4][4];
    const int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    Topic::multiply(x, x, k, m0, n0, 0, k / 32, sm, acc);
    Topic::each(acc, m0, n0, [=](int r, int q, float u, float v) { *reinterpret_cast<float2*>(&c[(size_t)r * d + q]) = make_float2(u, v); });
}
__global__ void __launch_bounds__(256, 1) topic_pairs_b(const __half* __restrict__ x, float* __restrict__ part, int d, int k, int slice) {
    extern __shared__ __align__(16) __half sm[];
    float acc[4][4][4];
    const int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    Topic::multiply(x, x, k, m0, n0, blockIdx.z * slice, slice / 32, sm, acc);
    float* c = part + (size_t)blockIdx.z * d * d;
    Topic::each(acc, m0, n0, [=](int r, int q, float u, float v) { *reinterpret_cast<float2*>(&c[(size_t)r * d + q]) = make_float2(u, v); });
}
__global__ void topic_pairs_fold(const float4* __restrict__ part, float4* __restrict__ c, int n4, int slices) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 s = part[i];
#pragma unroll 8
    for (int z = 1; z < slices; ++z) { float4 v = part[(size_t)z * n4 + i]; s.x += v.x; s.y += v.y; s.z += v.z; s.w += v.w; }
    c[i] = s;
}

// ---------------------------------------------------------------- archaeological sites: all-pairs overlap of half descriptors
using Site = Tiles<128, 128, 32, 64, 32, 6, 8>;
__device__ __forceinline__ void site_tile(const __half* __restrict__ x, const __half* __restrict__ w, __half* __restrict__ y, int n, int k, int m0, int n0) {
    extern __shared__ __align__(16) __half sm[];
    float acc[4][4][4];
    Site::multiply(x, w, k, m0, n0, 0, k / 32, sm, acc);
    Site::each(acc, m0, n0, [=](int r, int q, float u, float v) { put2(y, n, r, q, u * 0.125f, v * 0.125f); });
}
__global__ void __launch_bounds__(256, 1) site_pairs_a(const __half* __restrict__ x, const __half* __restrict__ w, __half* __restrict__ y, int n, int k) {
    const int tiles = n / 128, i = blockIdx.x % tiles, j = blockIdx.x / tiles;  // diagonals
    site_tile(x, w, y, n, k, i * 128, (i + j) % tiles * 128);
}
__global__ void __launch_bounds__(256, 1) site_pairs_b(const __half* __restrict__ x, const __half* __restrict__ w, __half* __restrict__ y, int n, int k) {
    const int tiles = n / 128, band = 12 * tiles, g = blockIdx.x / band, r = blockIdx.x % band;  // bands of 12 tile rows
    site_tile(x, w, y, n, k, (g * 12 + r % 12) * 128, r / 12 * 128);
}

// ---------------------------------------------------------------- court dockets: ranking scores through wmma fragments, 64x128 a block
__global__ void __launch_bounds__(256) docket_rank_a(const __half* __restrict__ x, const __half* __restrict__ w, float* __restrict__ y, int n, int k) {
    using namespace nvcuda::wmma;
    const int wp = threadIdx.x >> 5, m0 = blockIdx.y * 64 + (wp >> 2) * 32, n0 = blockIdx.x * 128 + (wp & 3) * 32;
    fragment<accumulator, 16, 16, 16, float> c[2][2];
#pragma unroll
    for (int i = 0; i < 4; ++i) fill_fragment(c[i >> 1][i & 1], 0.0f);
    for (int kk = 0; kk < k; kk += 16) {
        fragment<matrix_a, 16, 16, 16, __half, row_major> a[2];
        fragment<matrix_b, 16, 16, 16, __half, col_major> b[2];
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            load_matrix_sync(a[i], x + (size_t)(m0 + i * 16) * k + kk, k);
            load_matrix_sync(b[i], w + (size_t)(n0 + i * 16) * k + kk, k);
        }
#pragma unroll
        for (int i = 0; i < 4; ++i) mma_sync(c[i >> 1][i & 1], a[i >> 1], b[i & 1], c[i >> 1][i & 1]);
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) store_matrix_sync(y + (size_t)(m0 + (i >> 1) * 16) * n + n0 + (i & 1) * 16, c[i >> 1][i & 1], n, mem_row_major);
}
__global__ void __launch_bounds__(256) docket_rank_b(const __half* __restrict__ x, const __half* __restrict__ w, float* __restrict__ y, int n, int k) {
    using namespace nvcuda::wmma;
    constexpr int LD = 80;
    __shared__ __align__(32) __half xs[64][LD], ws[128][LD];
    const int t = threadIdx.x, wp = t >> 5, wm = (wp >> 2) * 32, wn = (wp & 3) * 32, m0 = blockIdx.y * 64, n0 = blockIdx.x * 128;
    fragment<accumulator, 16, 16, 16, float> c[2][2];
#pragma unroll
    for (int i = 0; i < 4; ++i) fill_fragment(c[i >> 1][i & 1], 0.0f);
    for (int k0 = 0; k0 < k; k0 += 64) {
        uint4 rx[2], rw[4];
#pragma unroll
        for (int i = 0; i < 2; ++i) rx[i] = *(const uint4*)(x + (size_t)(m0 + (t >> 3) + i * 32) * k + k0 + (t & 7) * 8);
#pragma unroll
        for (int i = 0; i < 4; ++i) rw[i] = *(const uint4*)(w + (size_t)(n0 + (t >> 3) + i * 32) * k + k0 + (t & 7) * 8);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 2; ++i) *(uint4*)&xs[(t >> 3) + i * 32][(t & 7) * 8] = rx[i];
#pragma unroll
        for (int i = 0; i < 4; ++i) *(uint4*)&ws[(t >> 3) + i * 32][(t & 7) * 8] = rw[i];
        __syncthreads();
#pragma unroll
        for (int kk = 0; kk < 64; kk += 16) {
            fragment<matrix_a, 16, 16, 16, __half, row_major> a[2];
            fragment<matrix_b, 16, 16, 16, __half, col_major> b[2];
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                load_matrix_sync(a[i], &xs[wm + i * 16][kk], LD);
                load_matrix_sync(b[i], &ws[wn + i * 16][kk], LD);
            }
#pragma unroll
            for (int i = 0; i < 4; ++i) mma_sync(c[i >> 1][i & 1], a[i >> 1], b[i & 1], c[i >> 1][i & 1]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) store_matrix_sync(y + (size_t)(m0 + wm + (i >> 1) * 16) * n + n0 + wn + (i & 1) * 16, c[i >> 1][i & 1], n, mem_row_major);
}

// ---------------------------------------------------------------- CT stack: star filter on every slice, a block walks through the slices
// pitch = nx + 8 (4 left, 4 right), rows = ny + 4 (2 above, 2 below), tile 128 x 32
__device__ __forceinline__ void star_rows(const float* s, float* __restrict__ out, int nx, int t) {
    const int x = (t & 31) * 4, y0 = t >> 5;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const int y = y0 + i * 8;
        const float* p = s + (y + 2) * 136 + 4 + x;
        const float4 l = *(const float4*)(p - 4), c = *(const float4*)p, r = *(const float4*)(p + 4);
        const float4 u = *(const float4*)(p - 136), uu = *(const float4*)(p - 272), d = *(const float4*)(p + 136), dd = *(const float4*)(p + 272);
        float4 o;
        o.x = 0.5f * c.x + 0.1f * (l.w + c.y + u.x + d.x) + 0.025f * (l.z + c.z + uu.x + dd.x);
        o.y = 0.5f * c.y + 0.1f * (c.x + c.z + u.y + d.y) + 0.025f * (l.w + c.w + uu.y + dd.y);
        o.z = 0.5f * c.z + 0.1f * (c.y + c.w + u.z + d.z) + 0.025f * (c.x + r.x + uu.z + dd.z);
        o.w = 0.5f * c.w + 0.1f * (c.z + r.x + u.w + d.w) + 0.025f * (c.y + r.y + uu.w + dd.w);
        *(float4*)(out + (size_t)y * nx + x) = o;
    }
}
constexpr int STACK_TILE = 36 * 136;
__global__ void __launch_bounds__(256) stack_star_a(const float* __restrict__ in, float* __restrict__ out, int nx, int ny, int nz) {
    extern __shared__ __align__(16) float st[];
    const int t = threadIdx.x, pitch = nx + 8;
    const float* g = in + (size_t)blockIdx.y * 32 * pitch + blockIdx.x * 128;
    float* o = out + (size_t)blockIdx.y * 32 * nx + blockIdx.x * 128;
    for (int z = 0; z < nz; ++z) {
        for (int c = t; c < 36 * 34; c += 256) *(float4*)&st[c * 4] = *(const float4*)(g + (size_t)(c / 34) * pitch + c % 34 * 4);
        __syncthreads();
        star_rows(st, o, nx, t);
        __syncthreads();
        g += (size_t)pitch * (ny + 4);
        o += (size_t)nx * ny;
    }
}
__global__ void __launch_bounds__(256) stack_star_b(const float* __restrict__ in, float* __restrict__ out, int nx, int ny, int nz) {
    extern __shared__ __align__(16) float st[];
    const int t = threadIdx.x, pitch = nx + 8;
    const float* g = in + (size_t)blockIdx.y * 32 * pitch + blockIdx.x * 128;
    float* o = out + (size_t)blockIdx.y * 32 * nx + blockIdx.x * 128;
    auto fetch = [&](int z) {
        const float* p = g + (size_t)z * pitch * (ny + 4);
        float* d = st + z % 4 * STACK_TILE;
        for (int c = t; c < 36 * 34; c += 256) cp16(&d[c * 4], p + (size_t)(c / 34) * pitch + c % 34 * 4);
    };
#pragma unroll
    for (int z = 0; z < 3; ++z) { if (z < nz) fetch(z); cp_commit(); }
    for (int z = 0; z < nz; ++z) {
        cp_wait<2>();
        __syncthreads();
        if (z + 3 < nz) fetch(z + 3);
        cp_commit();
        star_rows(st + z % 4 * STACK_TILE, o, nx, t);
        o += (size_t)nx * ny;
    }
}

// ---------------------------------------------------------------- chemistry descriptors: a product whose loop may keep one more barrier than it needs
using Descr = Tiles<128, 128, 64, 64, 32, 3, 8>;
template <bool X>
__device__ __forceinline__ void descr_tile(const __half* __restrict__ x, const __half* __restrict__ w, __half* __restrict__ y, int n, int k) {
    extern __shared__ __align__(16) __half sm[];
    float acc[4][4][4];
    const int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    Descr::multiply<X>(x, w, k, m0, n0, 0, k / 64, sm, acc);
    Descr::each(acc, m0, n0, [=](int r, int q, float u, float v) { put2(y, n, r, q, u, v); });
}
__global__ void __launch_bounds__(256, 2) descriptor_product_a(const __half* __restrict__ x, const __half* __restrict__ w, __half* __restrict__ y, int n, int k) { descr_tile<true>(x, w, y, n, k); }
__global__ void __launch_bounds__(256, 2) descriptor_product_b(const __half* __restrict__ x, const __half* __restrict__ w, __half* __restrict__ y, int n, int k) { descr_tile<false>(x, w, y, n, k); }

#define SMEM(kernel, bytes) CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes))
int main(int argc, char** argv) {
    using harness::Case; using harness::Output;
    std::vector<Case> cases;
    auto pair = [&](const char* stem, std::function<void()> a, std::function<void()> b, const void* out, size_t count, Output type) {
        cases.push_back({std::string(stem) + "_a", a, out, count, type});
        cases.push_back({std::string(stem) + "_b", b, out, count, type});
    };
    {
        const int m = 4096, n = 8448, k = 2048; auto x = harness::filled<__half>((size_t)m * k, 3); auto w = harness::filled<__half>((size_t)n * k, 4); auto y = harness::empty<__half>((size_t)m * n);
        SMEM(clause_features_a, ClauseOne::BYTES); SMEM(clause_features_b, ClauseRing::BYTES);
        pair("clause_features", [=] { clause_features_a<<<dim3(n / 256, m / 128), 256, ClauseOne::BYTES>>>(x, w, y, n, k); },
             [=] { clause_features_b<<<dim3(n / 256, m / 128), 256, ClauseRing::BYTES>>>(x, w, y, n, k); }, y, (size_t)m * n, Output::f16);
    }
    {
        const int m = 4096, n = 4224, k = 2048; auto x = harness::filled<__half>((size_t)m * k, 5); auto w = harness::filled<__half>((size_t)n * k, 6); auto y = harness::empty<__half>((size_t)m * n);
        SMEM(sonar_beams_a, SonarDeep::BYTES); SMEM(sonar_beams_b, SonarRing::BYTES);
        pair("sonar_beams", [=] { sonar_beams_a<<<dim3(n / 64, m / 64), 32, SonarDeep::BYTES>>>(x, w, y, n, k); },
             [=] { sonar_beams_b<<<dim3(n / 64, m / 64), 32, SonarRing::BYTES>>>(x, w, y, n, k); }, y, (size_t)m * n, Output::f16);
    }
    {
        const int m = 4096, n = 4224, k = 2048; auto x = harness::filled<__half>((size_t)m * k, 7); auto w = harness::filled<__half>((size_t)n * k, 8); auto y = harness::empty<__half>((size_t)m * n);
        SMEM(codon_profiles_a, CodonPlain::BYTES); SMEM(codon_profiles_b, CodonPad::BYTES);
        pair("codon_profiles", [=] { codon_profiles_a<<<dim3(n / 128, m / 128), 256, CodonPlain::BYTES>>>(x, w, y, n, k); },
             [=] { codon_profiles_b<<<dim3(n / 128, m / 128), 256, CodonPad::BYTES>>>(x, w, y, n, k); }, y, (size_t)m * n, Output::f16);
    }
    {
        const int d = 384, k = 57344, slice = 4096, slices = k / slice; auto x = harness::filled<__half>((size_t)d * k, 9); auto c = harness::empty<float>((size_t)d * d); auto part = harness::empty<float>((size_t)slices * d * d);
        SMEM(topic_pairs_a, Topic::BYTES); SMEM(topic_pairs_b, Topic::BYTES);
        pair("topic_pairs", [=] { topic_pairs_a<<<dim3(d / 128, d / 128), 256, Topic::BYTES>>>(x, c, d, k); },
             [=] { topic_pairs_b<<<dim3(d / 128, d / 128, slices), 256, Topic::BYTES>>>(x, part, d, k, slice);
                   topic_pairs_fold<<<(d * d / 4 + 127) / 128, 128>>>((const float4*)part, (float4*)c, d * d / 4, slices); }, c, (size_t)d * d, Output::f32);
    }
    {
        const int n = 132 * 128, k = 1280; auto x = harness::filled<__half>((size_t)n * k, 10); auto w = harness::filled<__half>((size_t)n * k, 11); auto y = harness::empty<__half>((size_t)n * n);
        SMEM(site_pairs_a, Site::BYTES); SMEM(site_pairs_b, Site::BYTES);
        pair("site_pairs", [=] { site_pairs_a<<<132 * 132, 256, Site::BYTES>>>(x, w, y, n, k); }, [=] { site_pairs_b<<<132 * 132, 256, Site::BYTES>>>(x, w, y, n, k); }, y, (size_t)n * n, Output::f16);
    }
    {
        const int m = 4096, n = 4096, k = 1024; auto x = harness::filled<__half>((size_t)m * k, 12); auto w = harness::filled<__half>((size_t)n * k, 13); auto y = harness::empty<float>((size_t)m * n);
        pair("docket_rank", [=] { docket_rank_a<<<dim3(n / 128, m / 64), 256>>>(x, w, y, n, k); }, [=] { docket_rank_b<<<dim3(n / 128, m / 64), 256>>>(x, w, y, n, k); }, y, (size_t)m * n, Output::f32);
    }
    {
        const int nx = 1408, ny = 384, nz = 256; auto in = harness::filled<float>((size_t)(nx + 8) * (ny + 4) * nz, 14); auto out = harness::empty<float>((size_t)nx * ny * nz);
        SMEM(stack_star_a, STACK_TILE * 4); SMEM(stack_star_b, STACK_TILE * 16);
        pair("stack_star", [=] { stack_star_a<<<dim3(nx / 128, ny / 32), 256, STACK_TILE * 4>>>(in, out, nx, ny, nz); },
             [=] { stack_star_b<<<dim3(nx / 128, ny / 32), 256, STACK_TILE * 16>>>(in, out, nx, ny, nz); }, out, (size_t)nx * ny * nz, Output::f32);
    }
    {
        const int m = 4096, n = 4224, k = 2048; auto x = harness::filled<__half>((size_t)m * k, 15); auto w = harness::filled<__half>((size_t)n * k, 16); auto y = harness::empty<__half>((size_t)m * n);
        SMEM(descriptor_product_a, Descr::BYTES); SMEM(descriptor_product_b, Descr::BYTES);
        pair("descriptor_product", [=] { descriptor_product_a<<<dim3(n / 128, m / 128), 256, Descr::BYTES>>>(x, w, y, n, k); },
             [=] { descriptor_product_b<<<dim3(n / 128, m / 128), 256, Descr::BYTES>>>(x, w, y, n, k); }, y, (size_t)m * n, Output::f16);
    }
    return harness::run(argc, argv, cases);
}
