// Pairs of m4, first file: matrix products.
#include "harness.cuh"
// Helpers of the m4 files: FMA-pipe and tensor tiles.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
template <typename T> struct Vec { static constexpr int n = 16 / sizeof(T); };
__device__ inline float wide(float v) { return v; }
__device__ inline float wide(__half v) { return __half2float(v); }
__device__ inline float wide(__nv_bfloat16 v) { return __bfloat162float(v); }

// C tile on the FMA pipe: A[M][K]; B[K][N] (BROW) or B[N][K]; double-buffered shared tiles, next tile prefetched in registers.
template <typename T, int BM, int BN, int BK, int TM, int TN, bool BROW>
__device__ __forceinline__ void fma_tile(const T* __restrict__ A, const T* __restrict__ B, int K, int N, int bm, int bn, float (&acc)[TM][TN]) {
    constexpr int TX = BN / TN, TY = BM / TM, NT = TX * TY, V = Vec<T>::n, NA = BM * BK / V / NT, NB = BN * BK / V / NT;
    static_assert(NA > 0 && NB > 0, "threads");
    __shared__ __align__(16) float As[2][BK][BM + 4];
    __shared__ __align__(16) float Bs[2][BK][BN + 4];
    int tid = threadIdx.x, tx = tid % TX, ty = tid / TX;
    uint4 ra[NA], rb[NB];
    auto fetch = [&](int k0) {
#pragma unroll
        for (int i = 0; i < NA; ++i) { int c = tid + i * NT, r = c / (BK / V), q = c % (BK / V) * V;
            ra[i] = __ldg((const uint4*)(A + (size_t)(bm + r) * K + k0 + q)); }
#pragma unroll
        for (int i = 0; i < NB; ++i) { int c = tid + i * NT;
            if (BROW) { int r = c / (BN / V), q = c % (BN / V) * V; rb[i] = __ldg((const uint4*)(B + (size_t)(k0 + r) * N + bn + q)); }
            else { int r = c / (BK / V), q = c % (BK / V) * V; rb[i] = __ldg((const uint4*)(B + (size_t)(bn + r) * K + k0 + q)); } }
    };
    auto stage = [&](int s) {
#pragma unroll
        for (int i = 0; i < NA; ++i) { int c = tid + i * NT, r = c / (BK / V), q = c % (BK / V) * V; const T* v = (const T*)&ra[i];
#pragma unroll
            for (int j = 0; j < V; ++j) As[s][q + j][r] = wide(v[j]); }
#pragma unroll
        for (int i = 0; i < NB; ++i) { int c = tid + i * NT; const T* v = (const T*)&rb[i];
            if (BROW) { int r = c / (BN / V), q = c % (BN / V) * V;
#pragma unroll
                for (int j = 0; j < V; j += 4) *(float4*)&Bs[s][r][q + j] = make_float4(wide(v[j]), wide(v[j + 1]), wide(v[j + 2]), wide(v[j + 3])); }
            else { int r = c / (BK / V), q = c % (BK / V) * V;
#pragma unroll
                for (int j = 0; j < V; ++j) Bs[s][q + j][r] = wide(v[j]); } }
    };
#pragma unroll
    for (int i = 0; i < TM; ++i)
#pragma unroll
        for (int j = 0; j < TN; ++j) acc[i][j] = 0;
    fetch(0); stage(0); __syncthreads();
    int s = 0;
    for (int k0 = 0; k0 < K; k0 += BK, s ^= 1) {
        bool more = k0 + BK < K;
        if (more) fetch(k0 + BK);
#pragma unroll
        for (int k = 0; k < BK; ++k) {
            float a[TM], b[TN];
#pragma unroll
            for (int i = 0; i < TM; i += 4) *(float4*)&a[i] = *(const float4*)&As[s][k][i / 4 * (4 * TY) + ty * 4];
#pragma unroll
            for (int j = 0; j < TN; j += 4) *(float4*)&b[j] = *(const float4*)&Bs[s][k][j / 4 * (4 * TX) + tx * 4];
#pragma unroll
            for (int i = 0; i < TM; ++i)
#pragma unroll
                for (int j = 0; j < TN; ++j) acc[i][j] = fmaf(a[i], b[j], acc[i][j]);
        }
        if (more) stage(s ^ 1);
        __syncthreads();
    }
}
// row of C that thread row ty owns as its i-th, and columns likewise (groups of four)
template <int TY> __device__ inline int own(int i, int t) { return i / 4 * (4 * TY) + t * 4 + i % 4; }

__device__ inline void cp16(void* s, const void* g) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(s)), "l"(g) : "memory"); }
__device__ inline void cp_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ inline void cp_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }
__device__ inline void ldm(uint32_t (&r)[4], const void* p) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"((unsigned)__cvta_generic_to_shared(p)) : "memory"); }
__device__ inline void ldmt(uint32_t (&r)[4], const void* p) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"((unsigned)__cvta_generic_to_shared(p)) : "memory"); }
__device__ inline void mma(float (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1, __half) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1)); }
__device__ inline void mma(float (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1, __nv_bfloat16) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1)); }

// C tile on the tensor pipe. ST: stages of cp.async; 1: one stage, waited for at once; 0: one stage through registers.
template <typename T, int BM, int BN, int BK, int WM, int WN, int ST, int PAD, bool BROW>
struct Tensor {
    static constexpr int NT = BM / WM * (BN / WN) * 32, LA = BK + PAD, BR = BROW ? BK : BN, BC = BROW ? BN : BK, LB = BC + PAD;
    static constexpr int STAGE = BM * LA + BR * LB, BYTES = STAGE * 2 * (ST < 1 ? 1 : ST);
    float acc[WM / 16][WN / 8][4];
    __device__ __forceinline__ void operator()(T* sm, const T* __restrict__ A, const T* __restrict__ B, int lda, int ldb, int bm, int bn, int kb, int ke) {
        int tid = threadIdx.x, lane = tid & 31, w = tid >> 5, wm = w / (BN / WN) * WM, wn = w % (BN / WN) * WN;
        auto load = [&](int s, int k0) {
            T* a = sm + s * STAGE; T* b = a + BM * LA;
            constexpr int CA = BM * BK / 8 / NT, CB = BN * BK / 8 / NT;
            if constexpr (ST == 0) {
                uint4 va[CA], vb[CB];
#pragma unroll
                for (int i = 0; i < CA; ++i) { int c = tid + i * NT, r = c / (BK / 8), q = c % (BK / 8) * 8; va[i] = __ldg((const uint4*)(A + (size_t)(bm + r) * lda + k0 + q)); }
#pragma unroll
                for (int i = 0; i < CB; ++i) { int c = tid + i * NT, r = c / (BC / 8), q = c % (BC / 8) * 8;
                    vb[i] = __ldg((const uint4*)(BROW ? B + (size_t)(k0 + r) * ldb + bn + q : B + (size_t)(bn + r) * ldb + k0 + q)); }
#pragma unroll
                for (int i = 0; i < CA; ++i) { int c = tid + i * NT, r = c / (BK / 8), q = c % (BK / 8) * 8; *(uint4*)(a + r * LA + q) = va[i]; }
#pragma unroll
                for (int i = 0; i < CB; ++i) { int c = tid + i * NT, r = c / (BC / 8), q = c % (BC / 8) * 8; *(uint4*)(b + r * LB + q) = vb[i]; }
            } else {
#pragma unroll
                for (int i = 0; i < CA; ++i) { int c = tid + i * NT, r = c / (BK / 8), q = c % (BK / 8) * 8; cp16(a + r * LA + q, A + (size_t)(bm + r) * lda + k0 + q); }
#pragma unroll
                for (int i = 0; i < CB; ++i) { int c = tid + i * NT, r = c / (BC / 8), q = c % (BC / 8) * 8;
                    cp16(b + r * LB + q, BROW ? B + (size_t)(k0 + r) * ldb + bn + q : B + (size_t)(bn + r) * ldb + k0 + q); }
            }
        };
        auto compute = [&](int s) {
            const T* a = sm + s * STAGE; const T* b = a + BM * LA;
#pragma unroll
            for (int kk = 0; kk < BK; kk += 16) {
                uint32_t fa[WM / 16][4], fb[WN / 16][4];
#pragma unroll
                for (int i = 0; i < WM / 16; ++i) ldm(fa[i], a + (wm + i * 16 + (lane & 15)) * LA + kk + (lane >> 4) * 8);
#pragma unroll
                for (int j = 0; j < WN / 16; ++j) {
                    if (BROW) ldmt(fb[j], b + (kk + (lane & 15)) * LB + wn + j * 16 + (lane >> 4) * 8);
                    else ldm(fb[j], b + (wn + j * 16 + (lane & 7) + (lane >> 4) * 8) * LB + kk + ((lane >> 3) & 1) * 8);
                }
#pragma unroll
                for (int i = 0; i < WM / 16; ++i)
#pragma unroll
                    for (int j = 0; j < WN / 8; ++j) mma(acc[i][j], fa[i], fb[j / 2][j % 2 * 2], fb[j / 2][j % 2 * 2 + 1], T());
            }
        };
#pragma unroll
        for (int i = 0; i < WM / 16; ++i)
#pragma unroll
            for (int j = 0; j < WN / 8; ++j)
#pragma unroll
                for (int e = 0; e < 4; ++e) acc[i][j][e] = 0;
        if constexpr (ST <= 1) {
            for (int k = kb; k < ke; k += BK) { load(0, k); if (ST == 1) { cp_commit(); cp_wait<0>(); } __syncthreads(); compute(0); __syncthreads(); }
        } else {
            int n = (ke - kb) / BK;
#pragma unroll
            for (int s = 0; s < ST - 1; ++s) { load(s, kb + s * BK); cp_commit(); }
            int rs = 0, ws = ST - 1;
            for (int i = 0; i < n; ++i) {
                cp_wait<ST - 2>(); __syncthreads();
                if (i + ST - 1 < n) load(ws, kb + (i + ST - 1) * BK);
                cp_commit(); compute(rs);
                rs = rs + 1 == ST ? 0 : rs + 1; ws = ws + 1 == ST ? 0 : ws + 1;
            }
        }
    }
    template <typename F> __device__ __forceinline__ void each(int bm, int bn, F f) {  // f(row, col, c0, c1): two neighbouring columns
        int lane = threadIdx.x & 31, w = threadIdx.x >> 5, wm = bm + w / (BN / WN) * WM, wn = bn + w % (BN / WN) * WN;
#pragma unroll
        for (int i = 0; i < WM / 16; ++i)
#pragma unroll
            for (int j = 0; j < WN / 8; ++j) {
                int r = wm + i * 16 + lane / 4, c = wn + j * 8 + lane % 4 * 2;
                f(r, c, acc[i][j][0], acc[i][j][1]); f(r + 8, c, acc[i][j][2], acc[i][j][3]);
            }
    }
};
extern __shared__ __align__(128) unsigned char pool[];
using half_t = __half; using bf16 = __nv_bfloat16;

// 1. Wave loads of mooring lines: influence coefficients times sea states, FP32. One output a thread straight from L1.
__global__ void __launch_bounds__(256) mooring_loads_a(const float* __restrict__ influence, const float* __restrict__ states, const float* __restrict__ preload,
                                                       float* __restrict__ tension, int K, int N) {
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    const float* a = influence + (size_t)row * K; const float* b = states + col;
    float sum = 0;
#pragma unroll 8
    for (int k = 0; k < K; ++k) sum = fmaf(a[k], b[(size_t)k * N], sum);
    tension[(size_t)row * N + col] = fmaxf(sum + preload[row], 0.f);
}
__global__ void __launch_bounds__(256, 2) mooring_loads_b(const float* __restrict__ influence, const float* __restrict__ states, const float* __restrict__ preload,
                                                          float* __restrict__ tension, int K, int N) {
    float acc[8][4]; int bm = blockIdx.y * 128, bn = blockIdx.x * 64, tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    fma_tile<float, 128, 64, 16, 8, 4, true>(influence, states, K, N, bm, bn, acc);
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        int r = bm + own<16>(i, ty); float p = preload[r];
        *(float4*)&tension[(size_t)r * N + bn + tx * 4] = make_float4(fmaxf(acc[i][0] + p, 0.f), fmaxf(acc[i][1] + p, 0.f), fmaxf(acc[i][2] + p, 0.f), fmaxf(acc[i][3] + p, 0.f));
    }
}

// 2. Sediment source fractions times grain spectra, FP32, tiled on the FMA pipe; mended by TF32 tensor instructions.
__global__ void __launch_bounds__(256, 2) sediment_mixing_a(const float* __restrict__ fraction, const float* __restrict__ spectra, float* __restrict__ mixed, int K, int N) {
    float acc[8][8]; int bm = blockIdx.y * 128, bn = blockIdx.x * 128, tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    fma_tile<float, 128, 128, 8, 8, 8, true>(fraction, spectra, K, N, bm, bn, acc);
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; j += 4)
            *(float4*)&mixed[(size_t)(bm + own<16>(i, ty)) * N + bn + own<16>(j, tx)] = make_float4(acc[i][j], acc[i][j + 1], acc[i][j + 2], acc[i][j + 3]);
}
__device__ inline uint32_t tf32(float v) { uint32_t r; asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(v)); return r; }
constexpr int kSedStage = 128 * 20 + 16 * 136;
__global__ void __launch_bounds__(256, 2) sediment_mixing_b(const float* __restrict__ fraction, const float* __restrict__ spectra, float* __restrict__ mixed, int K, int N) {
    float* sm = (float*)pool; int tid = threadIdx.x, bm = blockIdx.y * 128, bn = blockIdx.x * 128;
    int lane = tid & 31, w = tid >> 5, wm = w / 4 * 64, wn = w % 4 * 32, g = lane / 4, t = lane % 4;
    float acc[4][4][4] = {};
    auto load = [&](int s, int k0) {
        float* a = sm + s * kSedStage; float* b = a + 128 * 20;
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            int c = tid + i * 256, r = c / 4, q = c % 4 * 4; cp16(a + r * 20 + q, fraction + (size_t)(bm + r) * K + k0 + q);
            r = c / 32; q = c % 32 * 4; cp16(b + r * 136 + q, spectra + (size_t)(k0 + r) * N + bn + q);
        }
    };
    load(0, 0); cp_commit(); load(1, 16); cp_commit();
    int n = K / 16, rs = 0, ws = 2;
    for (int i = 0; i < n; ++i) {
        cp_wait<1>(); __syncthreads();
        if (i + 2 < n) load(ws, (i + 2) * 16);
        cp_commit();
        const float* a = sm + rs * kSedStage; const float* b = a + 128 * 20;
#pragma unroll
        for (int k = 0; k < 16; k += 8) {
            uint32_t fa[4][4], fb[4][2];
#pragma unroll
            for (int x = 0; x < 4; ++x) {
                const float* p = a + (wm + x * 16 + g) * 20 + k + t;
                fa[x][0] = tf32(p[0]); fa[x][1] = tf32(p[160]); fa[x][2] = tf32(p[4]); fa[x][3] = tf32(p[164]);
                const float* q = b + (k + t) * 136 + wn + x * 8 + g;
                fb[x][0] = tf32(q[0]); fb[x][1] = tf32(q[4 * 136]);
            }
#pragma unroll
            for (int x = 0; x < 4; ++x)
#pragma unroll
                for (int y = 0; y < 4; ++y)
                    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+f"(acc[x][y][0]), "+f"(acc[x][y][1]), "+f"(acc[x][y][2]), "+f"(acc[x][y][3])
                                 : "r"(fa[x][0]), "r"(fa[x][1]), "r"(fa[x][2]), "r"(fa[x][3]), "r"(fb[y][0]), "r"(fb[y][1]));
        }
        rs = rs == 2 ? 0 : rs + 1; ws = ws == 2 ? 0 : ws + 1;
    }
#pragma unroll
    for (int x = 0; x < 4; ++x)
#pragma unroll
        for (int y = 0; y < 4; ++y) {
            int r = bm + wm + x * 16 + g, c = bn + wn + y * 8 + t * 2;
            *(float2*)&mixed[(size_t)r * N + c] = make_float2(acc[x][y][0], acc[x][y][1]);
            *(float2*)&mixed[(size_t)(r + 8) * N + c] = make_float2(acc[x][y][2], acc[x][y][3]);
        }
}

// 3. Melody embeddings in FP16: note windows times a learned dictionary, one output a thread.
__global__ void __launch_bounds__(192) melody_embedding_a(const half_t* __restrict__ windows, const half_t* __restrict__ dictionary, float* __restrict__ code, int K, int N) {
    int flat = blockIdx.x * 192 + threadIdx.x, row = flat / N, col = flat - row * N;
    const half_t* a = windows + (size_t)row * K; const half_t* b = dictionary + col;
    float sum = 0;
#pragma unroll 8
    for (int k = 0; k < K; ++k) sum = fmaf(__half2float(a[k]), __half2float(b[(size_t)k * N]), sum);
    code[flat] = sum;
}
using MelodyTile = Tensor<half_t, 128, 128, 32, 64, 32, 3, 8, true>;
__global__ void __launch_bounds__(256) melody_embedding_b(const half_t* __restrict__ windows, const half_t* __restrict__ dictionary, float* __restrict__ code, int K, int N) {
    MelodyTile t; int bm = blockIdx.y * 128, bn = blockIdx.x * 128;
    t((half_t*)pool, windows, dictionary, K, N, bm, bn, 0, K);
    t.each(bm, bn, [&](int r, int c, float x, float y) { *(float2*)&code[(size_t)r * N + c] = make_float2(x, y); });
}

// 4. Herbarium search: FP16 leaf descriptors against FP16 species prototypes, tiled FMA; mended by wmma.
__global__ void __launch_bounds__(256, 2) herbarium_scores_a(const half_t* __restrict__ leaves, const half_t* __restrict__ species, float* __restrict__ score, int K, int N) {
    float acc[8][8]; int bm = blockIdx.y * 128, bn = blockIdx.x * 128, tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    fma_tile<half_t, 128, 128, 16, 8, 8, false>(leaves, species, K, N, bm, bn, acc);
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; j += 4)
            *(float4*)&score[(size_t)(bm + own<16>(i, ty)) * N + bn + own<16>(j, tx)] = make_float4(acc[i][j], acc[i][j + 1], acc[i][j + 2], acc[i][j + 3]);
}
__global__ void __launch_bounds__(256, 2) herbarium_scores_b(const half_t* __restrict__ leaves, const half_t* __restrict__ species, float* __restrict__ score, int K, int N) {
    using namespace nvcuda;
    __shared__ __align__(128) half_t sa[2][128 * 40]; __shared__ __align__(128) half_t sb[2][128 * 40];
    int tid = threadIdx.x, bm = blockIdx.y * 128, bn = blockIdx.x * 128, w = tid >> 5, wm = w / 4 * 64, wn = w % 4 * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[4][2];
#pragma unroll
    for (int i = 0; i < 8; ++i) wmma::fill_fragment(c[i / 2][i % 2], 0.f);
    auto load = [&](int s, int k0) {
#pragma unroll
        for (int i = 0; i < 2; ++i) { int q = tid + i * 256, r = q / 4, e = q % 4 * 8;
            cp16(&sa[s][r * 40 + e], leaves + (size_t)(bm + r) * K + k0 + e); cp16(&sb[s][r * 40 + e], species + (size_t)(bn + r) * K + k0 + e); }
        cp_commit();
    };
    load(0, 0);
    for (int k0 = 0, s = 0; k0 < K; k0 += 32, s ^= 1) {
        cp_wait<0>(); __syncthreads();
        if (k0 + 32 < K) load(s ^ 1, k0 + 32);
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half_t, wmma::row_major> a[4];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half_t, wmma::col_major> b[2];
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(a[i], &sa[s][(wm + i * 16) * 40 + k], 40);
#pragma unroll
            for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(b[j], &sb[s][(wn + j * 16) * 40 + k], 40);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 2; ++j) wmma::mma_sync(c[i][j], a[i], b[j], c[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::store_matrix_sync(score + (size_t)(bm + wm + i * 16) * N + bn + wn + j * 16, c[i][j], N, wmma::mem_row_major);
}

// 5. Dialect projection in BF16 with bias and a leaky unit at the end, tiled FMA, FP32 accumulation; mended by mma.sync bf16.
__device__ inline float bend(float v) { return v > 0 ? v : 0.0625f * v; }
__global__ void __launch_bounds__(256, 2) dialect_projection_a(const bf16* __restrict__ speech, const bf16* __restrict__ weight, const float* __restrict__ bias, float* __restrict__ dialect, int K, int N) {
    float acc[8][8]; int bm = blockIdx.x * 128, bn = blockIdx.y * 128, tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    fma_tile<bf16, 128, 128, 16, 8, 8, true>(speech, weight, K, N, bm, bn, acc);
#pragma unroll
    for (int j = 0; j < 8; j += 4) {
        float4 d = *(const float4*)&bias[bn + own<16>(j, tx)];
#pragma unroll
        for (int i = 0; i < 8; ++i)
            *(float4*)&dialect[(size_t)(bm + own<16>(i, ty)) * N + bn + own<16>(j, tx)] =
                make_float4(bend(acc[i][j] + d.x), bend(acc[i][j + 1] + d.y), bend(acc[i][j + 2] + d.z), bend(acc[i][j + 3] + d.w));
    }
}
using DialectTile = Tensor<bf16, 128, 128, 32, 32, 64, 3, 8, true>;
__global__ void __launch_bounds__(256, 2) dialect_projection_b(const bf16* __restrict__ speech, const bf16* __restrict__ weight, const float* __restrict__ bias, float* __restrict__ dialect, int K, int N) {
    DialectTile t; int bm = blockIdx.x * 128, bn = blockIdx.y * 128;
    t((bf16*)pool, speech, weight, K, N, bm, bn, 0, K);
    t.each(bm, bn, [&](int r, int c, float x, float y) { *(float2*)&dialect[(size_t)r * N + c] = make_float2(bend(x + bias[c]), bend(y + bias[c + 1])); });
}

// 6. Reactor kinetics: sensitivity matrix times perturbations in FP64, tiled DFMA (64x64, 8x4 a thread); mended by DMMA (m16n8k8).
template <typename F>
__device__ __forceinline__ void reactor_tiles(const double* __restrict__ A, const double* __restrict__ B, int K, int N, double (*As)[16][68], double (*Bs)[16][68], F work) {
    int tid = threadIdx.x, bm = blockIdx.y * 64, bn = blockIdx.x * 64;
    double2 ra[4], rb[4];
    auto fetch = [&](int k0) {
#pragma unroll
        for (int i = 0; i < 4; ++i) { int c = tid + i * 128;
            ra[i] = __ldg((const double2*)(A + (size_t)(bm + c / 8) * K + k0 + c % 8 * 2)); rb[i] = __ldg((const double2*)(B + (size_t)(k0 + c / 32) * N + bn + c % 32 * 2)); }
    };
    auto stage = [&](int s) {
#pragma unroll
        for (int i = 0; i < 4; ++i) { int c = tid + i * 128;
            As[s][c % 8 * 2][c / 8] = ra[i].x; As[s][c % 8 * 2 + 1][c / 8] = ra[i].y; *(double2*)&Bs[s][c / 32][c % 32 * 2] = rb[i]; }
    };
    fetch(0); stage(0); __syncthreads();
    int s = 0;
    for (int k0 = 0; k0 < K; k0 += 16, s ^= 1) {
        if (k0 + 16 < K) fetch(k0 + 16);
        work(s);
        if (k0 + 16 < K) stage(s ^ 1);
        __syncthreads();
    }
}
__global__ void __launch_bounds__(128, 2) reactor_response_a(const double* __restrict__ sensitivity, const double* __restrict__ kick, double* __restrict__ response, int K, int N) {
    __shared__ __align__(16) double As[2][16][68]; __shared__ __align__(16) double Bs[2][16][68];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16; double acc[8][4] = {};
    reactor_tiles(sensitivity, kick, K, N, As, Bs, [&](int s) {
#pragma unroll 2
        for (int k = 0; k < 16; ++k) {
            double a[8], b[4];
#pragma unroll
            for (int i = 0; i < 8; i += 2) *(double2*)&a[i] = *(const double2*)&As[s][k][ty * 8 + i];
            *(double2*)&b[0] = *(const double2*)&Bs[s][k][tx * 2]; *(double2*)&b[2] = *(const double2*)&Bs[s][k][32 + tx * 2];
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] = fma(a[i], b[j], acc[i][j]);
        }
    });
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        double* o = response + (size_t)(blockIdx.y * 64 + ty * 8 + i) * N + blockIdx.x * 64 + tx * 2;
        *(double2*)o = make_double2(acc[i][0], acc[i][1]); *(double2*)(o + 32) = make_double2(acc[i][2], acc[i][3]);
    }
}
__global__ void __launch_bounds__(128, 2) reactor_response_b(const double* __restrict__ sensitivity, const double* __restrict__ kick, double* __restrict__ response, int K, int N) {
    __shared__ __align__(16) double As[2][16][68]; __shared__ __align__(16) double Bs[2][16][68];
    int lane = threadIdx.x & 31, w = threadIdx.x >> 5, wm = w / 2 * 32, wn = w % 2 * 32, g = lane / 4, t = lane % 4; double acc[2][4][4] = {};
    reactor_tiles(sensitivity, kick, K, N, As, Bs, [&](int s) {
#pragma unroll
        for (int k = 0; k < 16; k += 8) {
            double a[2][4], b[4][2];
#pragma unroll
            for (int i = 0; i < 2; ++i) { int r = wm + i * 16 + g; a[i][0] = As[s][k + t][r]; a[i][1] = As[s][k + t][r + 8]; a[i][2] = As[s][k + t + 4][r]; a[i][3] = As[s][k + t + 4][r + 8]; }
#pragma unroll
            for (int j = 0; j < 4; ++j) { b[j][0] = Bs[s][k + t][wn + j * 8 + g]; b[j][1] = Bs[s][k + t + 4][wn + j * 8 + g]; }
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j)
                    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+d"(acc[i][j][0]), "+d"(acc[i][j][1]), "+d"(acc[i][j][2]), "+d"(acc[i][j][3])
                                 : "d"(a[i][0]), "d"(a[i][1]), "d"(a[i][2]), "d"(a[i][3]), "d"(b[j][0]), "d"(b[j][1]));
        }
    });
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            double* o = response + (size_t)(blockIdx.y * 64 + wm + i * 16 + g) * N + blockIdx.x * 64 + wn + j * 8 + t * 2;
            *(double2*)o = make_double2(acc[i][j][0], acc[i][j][1]); *(double2*)(o + (size_t)8 * N) = make_double2(acc[i][j][2], acc[i][j][3]);
        }
}

// 7. Soundscape cross-covariance: 384 hydrophone bands against 704 species bands over 32768 frames (FP16): 66 tiles only; mended by splitting the frames in four.
using SoundTile = Tensor<half_t, 64, 64, 64, 32, 32, 4, 8, false>;
__global__ void __launch_bounds__(128) soundscape_covariance_a(const half_t* __restrict__ phones, const half_t* __restrict__ species, float* __restrict__ cov, int K, int N) {
    SoundTile t; int bm = blockIdx.y * 64, bn = blockIdx.x * 64;
    t((half_t*)pool, phones, species, K, K, bm, bn, 0, K);
    t.each(bm, bn, [&](int r, int c, float x, float y) { *(float2*)&cov[(size_t)r * N + c] = make_float2(x, y); });
}
__global__ void __launch_bounds__(128) soundscape_covariance_b(const half_t* __restrict__ phones, const half_t* __restrict__ species, float* __restrict__ cov, int K, int N) {
    SoundTile t; int bm = blockIdx.y * 64, bn = blockIdx.x * 64, part = K / gridDim.z, k0 = blockIdx.z * part;
    t((half_t*)pool, phones, species, K, K, bm, bn, k0, k0 + part);
    t.each(bm, bn, [&](int r, int c, float x, float y) { atomicAdd(&cov[(size_t)r * N + c], x); atomicAdd(&cov[(size_t)r * N + c + 1], y); });
}

int main(int argc, char** argv) {
    using harness::Output; std::vector<harness::Case> cases;
    const size_t big = (size_t)704 * 32768;
    float* fa = harness::filled<float>(3072 * 2048, 3); float* fb = harness::filled<float>(2048 * 2048, 5); float* bias = harness::filled<float>(4096, 9);
    half_t* ha = harness::filled<half_t>((size_t)384 * 32768, 11); half_t* hb = harness::filled<half_t>(big, 13);
    bf16* ba = harness::filled<bf16>(3072 * 2048, 15); bf16* bb = harness::filled<bf16>(2048 * 2048, 17);
    double* da = harness::filled<double>(768 * 1024, 19); double* db = harness::filled<double>(1024 * 1408, 21);
    float* out = harness::empty<float>((size_t)3072 * 1408); double* dout = harness::empty<double>(768 * 1408);
    auto pooled = [](auto k, int bytes) { CHECK(cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)); };
    pooled(sediment_mixing_b, 3 * kSedStage * 4); pooled(melody_embedding_b, MelodyTile::BYTES); pooled(dialect_projection_b, DialectTile::BYTES);
    pooled(soundscape_covariance_a, SoundTile::BYTES); pooled(soundscape_covariance_b, SoundTile::BYTES);
    const int N = 1408;
    size_t n1 = (size_t)1536 * N, n2 = (size_t)3072 * N;
    cases.push_back({"mooring_loads_a", [=] { mooring_loads_a<<<dim3(44, 192), dim3(32, 8)>>>(fa, fb, bias, out, 768, N); }, out, n1, Output::f32});
    cases.push_back({"mooring_loads_b", [=] { mooring_loads_b<<<dim3(22, 12), 256>>>(fa, fb, bias, out, 768, N); }, out, n1, Output::f32});
    cases.push_back({"sediment_mixing_a", [=] { sediment_mixing_a<<<dim3(11, 24), 256>>>(fa, fb, out, 1024, N); }, out, n2, Output::f32});
    cases.push_back({"sediment_mixing_b", [=] { sediment_mixing_b<<<dim3(11, 24), 256, 3 * kSedStage * 4>>>(fa, fb, out, 1024, N); }, out, n2, Output::f32});
    cases.push_back({"melody_embedding_a", [=] { melody_embedding_a<<<1536 * N / 192, 192>>>(ha, hb, out, 2048, N); }, out, n1, Output::f32});
    cases.push_back({"melody_embedding_b", [=] { melody_embedding_b<<<dim3(11, 12), 256, MelodyTile::BYTES>>>(ha, hb, out, 2048, N); }, out, n1, Output::f32});
    cases.push_back({"herbarium_scores_a", [=] { herbarium_scores_a<<<dim3(11, 24), 256>>>(ha, hb, out, 1792, N); }, out, n2, Output::f32});
    cases.push_back({"herbarium_scores_b", [=] { herbarium_scores_b<<<dim3(11, 24), 256>>>(ha, hb, out, 1792, N); }, out, n2, Output::f32});
    cases.push_back({"dialect_projection_a", [=] { dialect_projection_a<<<dim3(24, 11), 256>>>(ba, bb, bias, out, 1280, N); }, out, n2, Output::f32});
    cases.push_back({"dialect_projection_b", [=] { dialect_projection_b<<<dim3(24, 11), 256, DialectTile::BYTES>>>(ba, bb, bias, out, 1280, N); }, out, n2, Output::f32});
    cases.push_back({"reactor_response_a", [=] { reactor_response_a<<<dim3(22, 12), 128>>>(da, db, dout, 1024, N); }, dout, (size_t)768 * N, Output::f64});
    cases.push_back({"reactor_response_b", [=] { reactor_response_b<<<dim3(22, 12), 128>>>(da, db, dout, 1024, N); }, dout, (size_t)768 * N, Output::f64});
    cases.push_back({"soundscape_covariance_a", [=] { soundscape_covariance_a<<<dim3(11, 6), 128, SoundTile::BYTES>>>(ha, hb, out, 32768, 704); }, out, (size_t)384 * 704, Output::f32});
    cases.push_back({"soundscape_covariance_b", [=] { CHECK(cudaMemsetAsync(out, 0, 384 * 704 * 4)); soundscape_covariance_b<<<dim3(11, 6, 4), 128, SoundTile::BYTES>>>(ha, hb, out, 32768, 704); }, out, (size_t)384 * 704, Output::f32});
    return harness::run(argc, argv, cases);
}
