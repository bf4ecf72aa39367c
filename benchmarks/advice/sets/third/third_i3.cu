// Products of layers: linear maps, heads, scores, gradients.
#include "harness.cuh"
#include <cuda_fp16.h>
#include <mma.h>

// ================================================================= shared pieces
__device__ __forceinline__ unsigned smem_at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void copy16(unsigned dst, const void* src) { asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(dst), "l"(src)); }
__device__ __forceinline__ void copies_close() { asm volatile("cp.async.commit_group;"); }
template <int N> __device__ __forceinline__ void copies_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N)); }
__device__ __forceinline__ void ldm4(unsigned (&r)[4], unsigned at) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at));
}
__device__ __forceinline__ void ldm4t(unsigned (&r)[4], unsigned at) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at));
}
__device__ __forceinline__ void mma_h(float (&c)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// Half product of a tile: A [M][K], B either [N][K] (KN = false) or [K][N] (KN = true); put(row, col, v0, v1) takes neighbours of a row.
template <int BM, int BN, int BK, int ST, int PAD, int WGM, int WGN, bool KN>
struct HalfTile {
    static constexpr int THREADS = WGM * WGN * 32, WM = BM / WGM, WN = BN / WGN, MT = WM / 16, NT = WN / 8;
    static constexpr int LA = BK + PAD, LB = KN ? BN + PAD : BK + PAD;
    static constexpr int SA = BM * LA, SB = KN ? BK * LB : BN * LB;
    static constexpr int BYTES = ST * (SA + SB) * 2;

    static __device__ __forceinline__ void fetch(__half* s, const __half* A, const __half* B, int lda, int ldb, int m0, int n0, int k) {
        unsigned a = smem_at(s), b = a + SA * 2;
#pragma unroll
        for (int i = threadIdx.x; i < BM * BK / 8; i += THREADS) {
            int r = i / (BK / 8), c = i % (BK / 8) * 8;
            copy16(a + (r * LA + c) * 2, A + (size_t)(m0 + r) * lda + k + c);
        }
        if (KN) {
#pragma unroll
            for (int i = threadIdx.x; i < BN * BK / 8; i += THREADS) {
                int r = i / (BN / 8), c = i % (BN / 8) * 8;
                copy16(b + (r * LB + c) * 2, B + (size_t)(k + r) * ldb + n0 + c);
            }
        } else {
#pragma unroll
            for (int i = threadIdx.x; i < BN * BK / 8; i += THREADS) {
                int r = i / (BK / 8), c = i % (BK / 8) * 8;
                copy16(b + (r * LB + c) * 2, B + (size_t)(n0 + r) * ldb + k + c);
            }
        }
    }
    static __device__ __forceinline__ void multiply(const __half* s, float (&acc)[MT][NT][4], int wm, int wn, int lane) {
        unsigned a = smem_at(s), b = a + SA * 2;
#pragma unroll
        for (int kk = 0; kk < BK; kk += 16) {
            unsigned fa[MT][4], fb[NT / 2][4];
#pragma unroll
            for (int m = 0; m < MT; ++m) ldm4(fa[m], a + ((wm + m * 16 + (lane & 15)) * LA + kk + (lane >> 4) * 8) * 2);
#pragma unroll
            for (int n = 0; n < NT / 2; ++n) {
                if (KN) ldm4t(fb[n], b + ((kk + (lane & 15)) * LB + wn + n * 16 + (lane >> 4) * 8) * 2);
                else ldm4(fb[n], b + ((wn + n * 16 + (lane & 7) + ((lane >> 4) << 3)) * LB + kk + ((lane >> 3) & 1) * 8) * 2);
            }
#pragma unroll
            for (int m = 0; m < MT; ++m)
#pragma unroll
                for (int n = 0; n < NT; ++n) mma_h(acc[m][n], fa[m], fb[n / 2][(n & 1) * 2], fb[n / 2][(n & 1) * 2 + 1]);
        }
    }
    template <typename Put>
    static __device__ __forceinline__ void run(const __half* A, const __half* B, int lda, int ldb, int m0, int n0, int k0, int k1, Put put) {
        extern __shared__ __align__(16) unsigned char raw[];
        __half* s = reinterpret_cast<__half*>(raw);
        int warp = threadIdx.x >> 5, lane = threadIdx.x & 31, wm = warp / WGN * WM, wn = warp % WGN * WN;
        float acc[MT][NT][4] = {};
        int steps = (k1 - k0) / BK;
        if (ST == 1) {
            for (int t = 0; t < steps; ++t) {
                fetch(s, A, B, lda, ldb, m0, n0, k0 + t * BK);
                copies_close(); copies_wait<0>();
                __syncthreads();
                multiply(s, acc, wm, wn, lane);
                __syncthreads();
            }
        } else {
#pragma unroll
            for (int t = 0; t < ST - 1; ++t) { if (t < steps) fetch(s + t * (SA + SB), A, B, lda, ldb, m0, n0, k0 + t * BK); copies_close(); }
            for (int t = 0; t < steps; ++t) {
                copies_wait<(ST >= 2 ? ST - 2 : 0)>();
                __syncthreads();
                int f = t + ST - 1;
                if (f < steps) fetch(s + f % ST * (SA + SB), A, B, lda, ldb, m0, n0, k0 + f * BK);
                copies_close();
                multiply(s + t % ST * (SA + SB), acc, wm, wn, lane);
            }
        }
#pragma unroll
        for (int m = 0; m < MT; ++m)
#pragma unroll
            for (int n = 0; n < NT; ++n) {
                int r = m0 + wm + m * 16 + (lane >> 2), c = n0 + wn + n * 8 + (lane & 3) * 2;
                put(r, c, acc[m][n][0], acc[m][n][1]);
                put(r + 8, c, acc[m][n][2], acc[m][n][3]);
            }
    }
};
struct StoreF { float* C; int ld; __device__ void operator()(int r, int c, float a, float b) const { *reinterpret_cast<float2*>(C + (size_t)r * ld + c) = make_float2(a, b); } };
struct AddF { float* C; int ld; __device__ void operator()(int r, int c, float a, float b) const { atomicAdd(C + (size_t)r * ld + c, a); atomicAdd(C + (size_t)r * ld + c + 1, b); } };
struct StoreH { __half* C; int ld; float s; __device__ void operator()(int r, int c, float a, float b) const { *reinterpret_cast<__half2*>(C + (size_t)r * ld + c) = __floats2half2_rn(a * s, b * s); } };

// Single-precision tile on the FMA pipe: 128 x 128 x 16, 256 threads, 8 x 8 a thread, register prefetch and two buffers. A [M][K], B [K][N].
struct FloatTile {
    static __device__ __forceinline__ void run(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int N, int K) {
        __shared__ __align__(16) float sa[2][16][132];
        __shared__ __align__(16) float sb[2][16][128];
        int tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
        const float* a0 = A + (size_t)(blockIdx.y * 128 + (threadIdx.x >> 2)) * K + (threadIdx.x & 3) * 4;
        const float* b0 = B + (size_t)(threadIdx.x >> 5) * N + blockIdx.x * 128 + (threadIdx.x & 31) * 4;
        float acc[8][8] = {};
        float4 pa[2], pb[2];
        auto load = [&](int k) {
            pa[0] = *reinterpret_cast<const float4*>(a0 + k); pa[1] = *reinterpret_cast<const float4*>(a0 + (size_t)64 * K + k);
            pb[0] = *reinterpret_cast<const float4*>(b0 + (size_t)k * N); pb[1] = *reinterpret_cast<const float4*>(b0 + (size_t)(k + 8) * N);
        };
        auto stash = [&](int s) {
            int r = threadIdx.x >> 2, c = (threadIdx.x & 3) * 4;
#pragma unroll
            for (int h = 0; h < 2; ++h) {
                sa[s][c][r + 64 * h] = pa[h].x; sa[s][c + 1][r + 64 * h] = pa[h].y; sa[s][c + 2][r + 64 * h] = pa[h].z; sa[s][c + 3][r + 64 * h] = pa[h].w;
                *reinterpret_cast<float4*>(&sb[s][(threadIdx.x >> 5) + 8 * h][(threadIdx.x & 31) * 4]) = pb[h];
            }
        };
        load(0); stash(0);
        __syncthreads();
        int s = 0;
        for (int k = 0; k < K; k += 16, s ^= 1) {
            if (k + 16 < K) load(k + 16);
#pragma unroll
            for (int j = 0; j < 16; ++j) {
                float x[8], y[8];
                *reinterpret_cast<float4*>(x) = *reinterpret_cast<const float4*>(&sa[s][j][ty * 4]);
                *reinterpret_cast<float4*>(x + 4) = *reinterpret_cast<const float4*>(&sa[s][j][64 + ty * 4]);
                *reinterpret_cast<float4*>(y) = *reinterpret_cast<const float4*>(&sb[s][j][tx * 4]);
                *reinterpret_cast<float4*>(y + 4) = *reinterpret_cast<const float4*>(&sb[s][j][64 + tx * 4]);
#pragma unroll
                for (int p = 0; p < 8; ++p)
#pragma unroll
                    for (int q = 0; q < 8; ++q) acc[p][q] = fmaf(x[p], y[q], acc[p][q]);
            }
            if (k + 16 < K) stash(s ^ 1);
            __syncthreads();
        }
#pragma unroll
        for (int p = 0; p < 8; ++p) {
            float* c = C + (size_t)(blockIdx.y * 128 + (p < 4 ? ty * 4 + p : 64 + ty * 4 + p - 4)) * N + blockIdx.x * 128 + tx * 4;
            *reinterpret_cast<float4*>(c) = make_float4(acc[p][0], acc[p][1], acc[p][2], acc[p][3]);
            *reinterpret_cast<float4*>(c + 64) = make_float4(acc[p][4], acc[p][5], acc[p][6], acc[p][7]);
        }
    }
};

// ================================================================= naive f32 against the tile
__global__ void __launch_bounds__(256) item_head_a(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int M, int N, int K) {
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    if (row >= M || col >= N) return;
    float s = 0.f;
    for (int k = 0; k < K; ++k) s = fmaf(A[(size_t)row * K + k], B[(size_t)k * N + col], s);
    C[(size_t)row * N + col] = s;
}
__global__ void __launch_bounds__(256, 2) item_head_b(const float* A, const float* B, float* C, int, int N, int K) { FloatTile::run(A, B, C, N, K); }

// ================================================================= naive f16 against tensor tiles; B [K][N]
using VocabTile = HalfTile<128, 128, 32, 3, 8, 2, 4, true>;
__global__ void __launch_bounds__(512) vocab_map_a(const __half* __restrict__ A, const __half* __restrict__ B, float* __restrict__ C, int M, int N, int K) {
    int col = blockIdx.x * 64 + (threadIdx.x & 63), row = blockIdx.y * 8 + (threadIdx.x >> 6);
    if (row >= M || col >= N) return;
    const __half* a = A + (size_t)row * K;
    float s = 0.f;
#pragma unroll 4
    for (int k = 0; k < K; ++k) s = fmaf(__half2float(a[k]), __half2float(B[(size_t)k * N + col]), s);
    C[(size_t)row * N + col] = s;
}
__global__ void __launch_bounds__(256, 2) vocab_map_b(const __half* A, const __half* B, float* C, int, int N, int K) {
    VocabTile::run(A, B, K, N, blockIdx.y * 128, blockIdx.x * 128, 0, K, StoreF{C, N});
}

// ================================================================= tiled f32 against tf32 tensor tiles
__device__ __forceinline__ unsigned tf(float x) { unsigned r; asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(x)); return r; }
constexpr int TF_A = 128 * 36, TF_B = 32 * 136, TF_BYTES = 3 * (TF_A + TF_B) * 4;
__global__ void __launch_bounds__(256, 2) graph_linear_a(const float* A, const float* B, float* C, int N, int K) { FloatTile::run(A, B, C, N, K); }
__global__ void __launch_bounds__(256, 2) graph_linear_b(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int N, int K) {
    extern __shared__ __align__(16) float fs[];
    int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128, warp = threadIdx.x >> 5, lane = threadIdx.x & 31, g = lane >> 2, t4 = lane & 3;
    int wm = (warp >> 2) * 64, wn = (warp & 3) * 32;
    float acc[4][4][4] = {};
    auto fetch = [&](int s, int k) {
        unsigned a = smem_at(fs + s * (TF_A + TF_B)), b = a + TF_A * 4;
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            int i = threadIdx.x + 256 * j;
            copy16(a + ((i >> 3) * 36 + (i & 7) * 4) * 4, A + (size_t)(m0 + (i >> 3)) * K + k + (i & 7) * 4);
            copy16(b + ((i >> 5) * 136 + (i & 31) * 4) * 4, B + (size_t)(k + (i >> 5)) * N + n0 + (i & 31) * 4);
        }
    };
    int steps = K / 32;
    fetch(0, 0); copies_close(); fetch(1, 32); copies_close();
    for (int t = 0; t < steps; ++t) {
        copies_wait<1>();
        __syncthreads();
        if (t + 2 < steps) fetch((t + 2) % 3, (t + 2) * 32);
        copies_close();
        const float* a = fs + t % 3 * (TF_A + TF_B);
        const float* b = a + TF_A;
#pragma unroll
        for (int kk = 0; kk < 32; kk += 8) {
            unsigned fa[4][4], fb[4][2];
#pragma unroll
            for (int m = 0; m < 4; ++m) {
                const float* p = a + (wm + m * 16 + g) * 36 + kk + t4;
                fa[m][0] = tf(p[0]); fa[m][1] = tf(p[8 * 36]); fa[m][2] = tf(p[4]); fa[m][3] = tf(p[8 * 36 + 4]);
            }
#pragma unroll
            for (int n = 0; n < 4; ++n) {
                const float* p = b + (kk + t4) * 136 + wn + n * 8 + g;
                fb[n][0] = tf(p[0]); fb[n][1] = tf(p[4 * 136]);
            }
#pragma unroll
            for (int m = 0; m < 4; ++m)
#pragma unroll
                for (int n = 0; n < 4; ++n)
                    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+f"(acc[m][n][0]), "+f"(acc[m][n][1]), "+f"(acc[m][n][2]), "+f"(acc[m][n][3])
                                 : "r"(fa[m][0]), "r"(fa[m][1]), "r"(fa[m][2]), "r"(fa[m][3]), "r"(fb[n][0]), "r"(fb[n][1]));
        }
    }
    StoreF put{C, N};
#pragma unroll
    for (int m = 0; m < 4; ++m)
#pragma unroll
        for (int n = 0; n < 4; ++n) {
            put(m0 + wm + m * 16 + g, n0 + wn + n * 8 + t4 * 2, acc[m][n][0], acc[m][n][1]);
            put(m0 + wm + m * 16 + g + 8, n0 + wn + n * 8 + t4 * 2, acc[m][n][2], acc[m][n][3]);
        }
}

// ================================================================= one tile in flight against four; weights [N][K]
using ProjOne = HalfTile<128, 128, 32, 1, 8, 2, 4, false>;
using ProjFour = HalfTile<128, 128, 32, 4, 8, 2, 4, false>;
__global__ void __launch_bounds__(256, 2) memory_proj_a(const __half* A, const __half* W, __half* C, int N, int K) {
    ProjOne::run(A, W, K, K, blockIdx.y * 128, blockIdx.x * 128, 0, K, StoreH{C, N, 0.125f});
}
__global__ void __launch_bounds__(256, 2) memory_proj_b(const __half* A, const __half* W, __half* C, int N, int K) {
    ProjFour::run(A, W, K, K, blockIdx.y * 128, blockIdx.x * 128, 0, K, StoreH{C, N, 0.125f});
}

// ================================================================= wmma straight from global memory against staged tiles; weights [N][K]
using WideTile = HalfTile<128, 128, 32, 3, 8, 2, 4, false>;
__global__ void __launch_bounds__(256) fusion_gate_a(const __half* __restrict__ A, const __half* __restrict__ W, float* __restrict__ C, int N, int K) {
    using namespace nvcuda;
    int warp = threadIdx.x >> 5, m0 = blockIdx.y * 64 + (warp >> 2) * 32, n0 = blockIdx.x * 128 + (warp & 3) * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[2][2];
#pragma unroll
    for (int i = 0; i < 4; ++i) wmma::fill_fragment(c[i >> 1][i & 1], 0.f);
    for (int k = 0; k < K; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a[2];
        wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> b[2];
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            wmma::load_matrix_sync(a[i], A + (size_t)(m0 + 16 * i) * K + k, K);
            wmma::load_matrix_sync(b[i], W + (size_t)(n0 + 16 * i) * K + k, K);
        }
#pragma unroll
        for (int i = 0; i < 4; ++i) wmma::mma_sync(c[i >> 1][i & 1], a[i >> 1], b[i & 1], c[i >> 1][i & 1]);
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) wmma::store_matrix_sync(C + (size_t)(m0 + 16 * (i >> 1)) * N + n0 + 16 * (i & 1), c[i >> 1][i & 1], N, wmma::mem_row_major);
}
__global__ void __launch_bounds__(256, 2) fusion_gate_b(const __half* A, const __half* W, float* C, int N, int K) {
    WideTile::run(A, W, K, K, blockIdx.y * 128, blockIdx.x * 128, 0, K, StoreF{C, N});
}

// ================================================================= rows of 64 halves side by side in shared memory against padded rows
using ExpertPlain = HalfTile<128, 128, 64, 3, 0, 2, 4, false>;
using ExpertPadded = HalfTile<128, 128, 64, 3, 8, 2, 4, false>;
__global__ void __launch_bounds__(256, 2) expert_up_a(const __half* A, const __half* W, float* C, int N, int K) {
    ExpertPlain::run(A, W, K, K, blockIdx.y * 128, blockIdx.x * 128, 0, K, StoreF{C, N});
}
__global__ void __launch_bounds__(256, 2) expert_up_b(const __half* A, const __half* W, float* C, int N, int K) {
    ExpertPadded::run(A, W, K, K, blockIdx.y * 128, blockIdx.x * 128, 0, K, StoreF{C, N});
}

// ================================================================= low-rank gradient: 128 x 256 out of very many tokens; slices of K in blockIdx.z
using RankTile = HalfTile<64, 64, 64, 3, 8, 2, 2, false>;
__device__ __forceinline__ void rank_slice(const __half* A, const __half* W, float* C, int N, int K) {
    int part = K / gridDim.z, k0 = blockIdx.z * part;
    RankTile::run(A, W, K, K, blockIdx.y * 64, blockIdx.x * 64, k0, k0 + part, AddF{C, N});
}
__global__ void __launch_bounds__(128) rank_update_a(const __half* A, const __half* W, float* C, int N, int K) { rank_slice(A, W, C, N, K); }
__global__ void __launch_bounds__(128) rank_update_b(const __half* A, const __half* W, float* C, int N, int K) { rank_slice(A, W, C, N, K); }

// ================================================================= attention scores of one head on the FMA pipe against tensor tiles
constexpr int HD = 64;
using ScoreTile = HalfTile<128, 128, 64, 1, 8, 2, 4, false>;
__global__ void __launch_bounds__(256, 2) token_affinity_a(const __half* __restrict__ Q, const __half* __restrict__ K, __half* __restrict__ S, int T) {
    extern __shared__ __align__(16) float fs[];              // [HD][128] of both, columns swizzled by d / 8
    float *sq = fs, *sk = fs + HD * 128;
    const __half* q = Q + ((size_t)blockIdx.z * T + blockIdx.y * 128) * HD;
    const __half* k = K + ((size_t)blockIdx.z * T + blockIdx.x * 128) * HD;
#pragma unroll 2
    for (int i = threadIdx.x; i < 128 * HD / 8; i += 256) {
        int r = i >> 3, c = i & 7, at = r ^ (c << 2);
        uint4 u = *reinterpret_cast<const uint4*>(q + i * 8), v = *reinterpret_cast<const uint4*>(k + i * 8);
        const __half2 *hu = reinterpret_cast<const __half2*>(&u), *hv = reinterpret_cast<const __half2*>(&v);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float2 a = __half22float2(hu[j]), b = __half22float2(hv[j]);
            sq[(c * 8 + 2 * j) * 128 + at] = a.x; sq[(c * 8 + 2 * j + 1) * 128 + at] = a.y;
            sk[(c * 8 + 2 * j) * 128 + at] = b.x; sk[(c * 8 + 2 * j + 1) * 128 + at] = b.y;
        }
    }
    __syncthreads();
    int tx = (threadIdx.x & 15) * 4, ty = (threadIdx.x >> 4) * 4;
    float acc[8][8] = {};
#pragma unroll 8
    for (int d = 0; d < HD; ++d) {
        float x[8], y[8];
        const float *a = sq + d * 128 + (ty ^ (d >> 3 << 2)), *b = sk + d * 128 + (tx ^ (d >> 3 << 2));
        *reinterpret_cast<float4*>(x) = *reinterpret_cast<const float4*>(a); *reinterpret_cast<float4*>(x + 4) = *reinterpret_cast<const float4*>(a + 64);
        *reinterpret_cast<float4*>(y) = *reinterpret_cast<const float4*>(b); *reinterpret_cast<float4*>(y + 4) = *reinterpret_cast<const float4*>(b + 64);
#pragma unroll
        for (int i = 0; i < 8; ++i)
#pragma unroll
            for (int j = 0; j < 8; ++j) acc[i][j] = fmaf(x[i], y[j], acc[i][j]);
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        __half* o = S + ((size_t)blockIdx.z * T + blockIdx.y * 128 + (i >> 2) * 64 + ty + (i & 3)) * T + blockIdx.x * 128 + tx;
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            __half2 p[2] = {__floats2half2_rn(acc[i][4 * h] * 0.125f, acc[i][4 * h + 1] * 0.125f), __floats2half2_rn(acc[i][4 * h + 2] * 0.125f, acc[i][4 * h + 3] * 0.125f)};
            *reinterpret_cast<uint2*>(o + 64 * h) = *reinterpret_cast<uint2*>(p);
        }
    }
}
__global__ void __launch_bounds__(256) token_affinity_b(const __half* Q, const __half* K, __half* S, int T) {
    size_t h = (size_t)blockIdx.z * T;
    ScoreTile::run(Q + h * HD, K + h * HD, HD, HD, blockIdx.y * 128, blockIdx.x * 128, 0, HD, StoreH{S + h * T, T, 0.125f});
}

// ================================================================= order embeddings: violation[i][j] = sum_k max(0, y[j][k] - x[i][k])^2; operands [K][rows]
template <int BM>
__device__ __forceinline__ void violation(const float* __restrict__ X, const float* __restrict__ Y, float* __restrict__ out, int M, int N, int K) {
    constexpr int BN = 128, BK = 64, TM = BM / 16, STAGE = BK * (BM + BN);
    extern __shared__ __align__(16) float fs[];
    int m0 = blockIdx.x * BM, n0 = blockIdx.y * BN, tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
    float acc[TM][8] = {};
    auto fetch = [&](int s, int k) {
        unsigned a = smem_at(fs + s * STAGE), b = a + BK * BM * 4;
#pragma unroll 4
        for (int i = threadIdx.x; i < BK * BM / 4; i += 256) copy16(a + i * 16, X + (size_t)(k + i / (BM / 4)) * M + m0 + i % (BM / 4) * 4);
#pragma unroll 4
        for (int i = threadIdx.x; i < BK * BN / 4; i += 256) copy16(b + i * 16, Y + (size_t)(k + i / (BN / 4)) * N + n0 + i % (BN / 4) * 4);
    };
    int steps = K / BK;
    fetch(0, 0); copies_close();
    for (int t = 0; t < steps; ++t) {
        copies_wait<0>();
        __syncthreads();
        if (t + 1 < steps) { fetch((t + 1) & 1, (t + 1) * BK); copies_close(); }
        const float* a = fs + (t & 1) * STAGE;
        const float* b = a + BK * BM;
#pragma unroll 4
        for (int k = 0; k < BK; ++k) {
            float x[TM], y[8];
#pragma unroll
            for (int i = 0; i < TM / 2; ++i) *reinterpret_cast<float2*>(x + 2 * i) = *reinterpret_cast<const float2*>(a + k * BM + i * 32 + ty * 2);
            *reinterpret_cast<float4*>(y) = *reinterpret_cast<const float4*>(b + k * BN + tx * 4);
            *reinterpret_cast<float4*>(y + 4) = *reinterpret_cast<const float4*>(b + k * BN + 64 + tx * 4);
#pragma unroll
            for (int i = 0; i < TM; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) { float d = fmaxf(y[j] - x[i], 0.f); acc[i][j] = fmaf(d, d, acc[i][j]); }
        }
    }
#pragma unroll
    for (int i = 0; i < TM; ++i) {
        float* c = out + (size_t)(m0 + (i >> 1) * 32 + ty * 2 + (i & 1)) * N + n0 + tx * 4;
        *reinterpret_cast<float4*>(c) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *reinterpret_cast<float4*>(c + 64) = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}
__global__ void __launch_bounds__(256, 1) order_violation_a(const float* X, const float* Y, float* out, int M, int N, int K) { violation<128>(X, Y, out, M, N, K); }
__global__ void __launch_bounds__(256, 1) order_violation_b(const float* X, const float* Y, float* out, int M, int N, int K) { violation<160>(X, Y, out, M, N, K); }

template <typename F> static void allow(F* f, int bytes) { CHECK(cudaFuncSetAttribute(f, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)); }

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cs;
    float* fa = filled<float>(16 << 20, 3);
    float* fb = filled<float>(16 << 20, 4);
    __half* ha = filled<__half>(32 << 20, 5);
    __half* hb = filled<__half>(32 << 20, 6);
    float* out = empty<float>(48 << 20);
    {
        const int M = 1280, N = 2432, K = 700 / 16 * 16;
        cs.push_back({"item_head_a", [=] { item_head_a<<<dim3(N / 32, M / 8), dim3(32, 8)>>>(fa, fb, out, M, N, K); }, out, (size_t)M * N});
        cs.push_back({"item_head_b", [=] { item_head_b<<<dim3(N / 128, M / 128), 256>>>(fa, fb, out, M, N, K); }, out, (size_t)M * N});
    }
    {
        const int M = 1152, N = 3712, K = 512;
        allow(vocab_map_b, VocabTile::BYTES);
        cs.push_back({"vocab_map_a", [=] { vocab_map_a<<<dim3(N / 64, M / 8), 512>>>(ha, hb, out, M, N, K); }, out, (size_t)M * N});
        cs.push_back({"vocab_map_b", [=] { vocab_map_b<<<dim3(N / 128, M / 128), VocabTile::THREADS, VocabTile::BYTES>>>(ha, hb, out, M, N, K); }, out, (size_t)M * N});
    }
    {
        const int M = 5632, N = 1536, K = 1024;              // 44 x 12 tiles: two full waves of two blocks an SM
        allow(graph_linear_b, TF_BYTES);
        cs.push_back({"graph_linear_a", [=] { graph_linear_a<<<dim3(N / 128, M / 128), 256>>>(fa, fb, out, N, K); }, out, (size_t)M * N});
        cs.push_back({"graph_linear_b", [=] { graph_linear_b<<<dim3(N / 128, M / 128), 256, TF_BYTES>>>(fa, fb, out, N, K); }, out, (size_t)M * N});
    }
    {
        const int M = 1408, N = 1536, K = 8192;              // 11 x 12 tiles: one for each SM
        allow(memory_proj_b, ProjFour::BYTES);
        cs.push_back({"memory_proj_a", [=] { memory_proj_a<<<dim3(N / 128, M / 128), 256, ProjOne::BYTES>>>(ha, hb, (__half*)out, N, K); }, out, (size_t)M * N, Output::f16});
        cs.push_back({"memory_proj_b", [=] { memory_proj_b<<<dim3(N / 128, M / 128), 256, ProjFour::BYTES>>>(ha, hb, (__half*)out, N, K); }, out, (size_t)M * N, Output::f16});
    }
    {
        const int M = 2816, N = 3072, K = 1280;
        allow(fusion_gate_b, WideTile::BYTES);
        cs.push_back({"fusion_gate_a", [=] { fusion_gate_a<<<dim3(N / 128, M / 64), 256>>>(ha, hb, out, N, K); }, out, (size_t)M * N});
        cs.push_back({"fusion_gate_b", [=] { fusion_gate_b<<<dim3(N / 128, M / 128), 256, WideTile::BYTES>>>(ha, hb, out, N, K); }, out, (size_t)M * N});
    }
    {
        const int M = 4224, N = 4096, K = 1024;              // 33 x 32 tiles: four full waves of two blocks an SM
        allow(expert_up_a, ExpertPlain::BYTES); allow(expert_up_b, ExpertPadded::BYTES);
        cs.push_back({"expert_up_a", [=] { expert_up_a<<<dim3(N / 128, M / 128), 256, ExpertPlain::BYTES>>>(ha, hb, out, N, K); }, out, (size_t)M * N});
        cs.push_back({"expert_up_b", [=] { expert_up_b<<<dim3(N / 128, M / 128), 256, ExpertPadded::BYTES>>>(ha, hb, out, N, K); }, out, (size_t)M * N});
    }
    {
        const int M = 128, N = 256, K = 98304;               // tokens
        allow(rank_update_a, RankTile::BYTES); allow(rank_update_b, RankTile::BYTES);
        cs.push_back({"rank_update_a", [=] { cudaMemsetAsync(out, 0, M * N * 4); rank_update_a<<<dim3(N / 64, M / 64, 1), 128, RankTile::BYTES>>>(ha, hb, out, N, K); }, out, (size_t)M * N});
        cs.push_back({"rank_update_b", [=] { cudaMemsetAsync(out, 0, M * N * 4); rank_update_b<<<dim3(N / 64, M / 64, 48), 128, RankTile::BYTES>>>(ha, hb, out, N, K); }, out, (size_t)M * N});
    }
    {
        const int T = 1024, H = 72;
        allow(token_affinity_a, 2 * HD * 128 * 4); allow(token_affinity_b, ScoreTile::BYTES);
        cs.push_back({"token_affinity_a", [=] { token_affinity_a<<<dim3(T / 128, T / 128, H), 256, 2 * HD * 128 * 4>>>(ha, hb, (__half*)out, T); }, out, (size_t)H * T * T, Output::f16});
        cs.push_back({"token_affinity_b", [=] { token_affinity_b<<<dim3(T / 128, T / 128, H), 256, ScoreTile::BYTES>>>(ha, hb, (__half*)out, T); }, out, (size_t)H * T * T, Output::f16});
    }
    {
        const int M = 1920, N = 1152, K = 320;               // 15 x 9 = 135 tiles of 128 x 128, 12 x 9 = 108 of 160 x 128; one block an SM
        allow(order_violation_a, 2 * 64 * 256 * 4); allow(order_violation_b, 2 * 64 * 288 * 4);
        cs.push_back({"order_violation_a", [=] { order_violation_a<<<dim3(M / 128, N / 128), 256, 2 * 64 * 256 * 4>>>(fa, fb, out, M, N, K); }, out, (size_t)M * N});
        cs.push_back({"order_violation_b", [=] { order_violation_b<<<dim3(M / 160, N / 128), 256, 2 * 64 * 288 * 4>>>(fa, fb, out, M, N, K); }, out, (size_t)M * N});
    }
    return run(argc, argv, cs);
}
