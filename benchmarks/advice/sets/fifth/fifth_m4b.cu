// Pairs of m4, second file: reuse, pipelining, shared memory banks, mild and healthy.
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
using half_t = __half;
__device__ inline float rsqrt_fast(float v) { float r; asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(v)); return r; }

// 8. Wine vintages against reference wines: city-block distance of 256 aroma peaks, every pair; one output a thread from L1.
__global__ void __launch_bounds__(256) vintage_distance_a(const float* __restrict__ wine, const float* __restrict__ reference, float* __restrict__ dist, int K, int P) {
    int p = blockIdx.x * 64 + threadIdx.x, n = blockIdx.y * 4 + threadIdx.y;
    const float* x = wine + (size_t)n * K; const float* y = reference + p;
    float d = 0;
#pragma unroll 16
    for (int k = 0; k < K; ++k) d += fabsf(x[k] - y[(size_t)k * P]);
    dist[(size_t)n * P + p] = d;
}
__global__ void __launch_bounds__(256, 4) vintage_distance_b(const float* __restrict__ wine, const float* __restrict__ reference, float* __restrict__ dist, int K, int P) {
    __shared__ __align__(16) float xs[32][68]; __shared__ __align__(16) float ys[32][64];
    int tid = threadIdx.x, tx = tid % 16, ty = tid / 16, n0 = blockIdx.y * 64, p0 = blockIdx.x * 64;
    float d[4][4] = {}; float4 rx[2], ry[2];
    auto fetch = [&](int k0) {
#pragma unroll
        for (int i = 0; i < 2; ++i) { int c = tid + i * 256;
            rx[i] = *(const float4*)(wine + (size_t)(n0 + c / 8) * K + k0 + c % 8 * 4); ry[i] = *(const float4*)(reference + (size_t)(k0 + c / 16) * P + p0 + c % 16 * 4); }
    };
    fetch(0);
    for (int k0 = 0; k0 < K; k0 += 32) {
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 2; ++i) { int c = tid + i * 256, k = c % 8 * 4, r = c / 8;
            xs[k][r] = rx[i].x; xs[k + 1][r] = rx[i].y; xs[k + 2][r] = rx[i].z; xs[k + 3][r] = rx[i].w; *(float4*)&ys[c / 16][c % 16 * 4] = ry[i]; }
        __syncthreads();
        if (k0 + 32 < K) fetch(k0 + 32);
#pragma unroll 8
        for (int k = 0; k < 32; ++k) {
            float4 a = *(const float4*)&xs[k][ty * 4], b = *(const float4*)&ys[k][tx * 4];
            float av[4] = {a.x, a.y, a.z, a.w}, bv[4] = {b.x, b.y, b.z, b.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) d[i][j] += fabsf(av[i] - bv[j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) *(float4*)&dist[(size_t)(n0 + ty * 4 + i) * P + p0 + tx * 4] = make_float4(d[i][0], d[i][1], d[i][2], d[i][3]);
}

// 9. Deconvolution kernel of a telescope, 9 by 9, over a padded plate. Two rows a thread, taps read through L1.
__constant__ float c_taps[9][9];
__global__ void __launch_bounds__(256) nebula_sharpen_a(const float* __restrict__ plate, float* __restrict__ sharp, int pitch, int W) {
    int x = blockIdx.x * 32 + threadIdx.x, y = (blockIdx.y * 8 + threadIdx.y) * 2;
    const float* p = plate + (size_t)y * pitch + x;
    float s0 = 0, s1 = 0;
#pragma unroll
    for (int r = 0; r < 10; ++r)
#pragma unroll
        for (int c = 0; c < 9; ++c) {
            float v = p[(size_t)r * pitch + c];
            if (r < 9) s0 = fmaf(v, c_taps[r][c], s0);
            if (r > 0) s1 = fmaf(v, c_taps[r - 1][c], s1);
        }
    sharp[(size_t)y * W + x] = s0; sharp[(size_t)(y + 1) * W + x] = s1;
}
__global__ void __launch_bounds__(256) nebula_sharpen_b(const float* __restrict__ plate, float* __restrict__ sharp, int pitch, int W) {
    __shared__ __align__(16) float tile[40][136];
    int tid = threadIdx.y * 32 + threadIdx.x, x0 = blockIdx.x * 128, y0 = blockIdx.y * 32;
    for (int i = tid; i < 40 * 34; i += 256) { int r = i / 34, c = i % 34 * 4; cp16(&tile[r][c], plate + (size_t)(y0 + r) * pitch + x0 + c); }
    cp_commit(); cp_wait<0>(); __syncthreads();
    float s[4][4] = {};
#pragma unroll
    for (int r = 0; r < 12; ++r) {
        float v[12];
#pragma unroll
        for (int q = 0; q < 12; q += 4) *(float4*)&v[q] = *(const float4*)&tile[threadIdx.y * 4 + r][threadIdx.x * 4 + q];
#pragma unroll
        for (int o = 0; o < 4; ++o)
            if (r - o >= 0 && r - o < 9)
#pragma unroll
                for (int c = 0; c < 9; ++c)
#pragma unroll
                    for (int j = 0; j < 4; ++j) s[o][j] = fmaf(v[j + c], c_taps[r - o][c], s[o][j]);
    }
#pragma unroll
    for (int o = 0; o < 4; ++o) *(float4*)&sharp[(size_t)(y0 + threadIdx.y * 4 + o) * W + x0 + threadIdx.x * 4] = make_float4(s[o][0], s[o][1], s[o][2], s[o][3]);
}

// 10. Subtitle language model: logits of FP16 states on mma.sync, one tile a SM. Single stage through registers; mended by three cp.async stages.
template <int ST>
__device__ __forceinline__ void subtitle_body(const half_t* states, const half_t* words, const float* prior, float* logit, int K, int N) {
    Tensor<half_t, 128, 128, 32, 64, 32, ST, 8, false> t; int bm = blockIdx.y * 128, bn = blockIdx.x * 128;
    t((half_t*)pool, states, words, K, K, bm, bn, 0, K);
    t.each(bm, bn, [&](int r, int c, float x, float y) { *(float2*)&logit[(size_t)r * N + c] = make_float2(x + prior[c], y + prior[c + 1]); });
}
__global__ void __launch_bounds__(256) subtitle_logits_a(const half_t* __restrict__ states, const half_t* __restrict__ words, const float* __restrict__ prior, float* __restrict__ logit, int K, int N) {
    subtitle_body<0>(states, words, prior, logit, K, N);
}
__global__ void __launch_bounds__(256) subtitle_logits_b(const half_t* __restrict__ states, const half_t* __restrict__ words, const float* __restrict__ prior, float* __restrict__ logit, int K, int N) {
    subtitle_body<3>(states, words, prior, logit, K, N);
}

// 11. Protein contacts: best coupling of every residue within each 64-residue window (products reduced by max). One cp.async stage, waited for at once; mended by three.
template <int ST> using Contacts = Tensor<half_t, 128, 128, 32, 64, 64, ST, 8, false>;
template <int ST>
__device__ __forceinline__ void contacts_body(const half_t* left, const half_t* right, float* best, int K, int windows) {
    Contacts<ST> t; int bm = blockIdx.y * 128, bn = blockIdx.x * 128, lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    t((half_t*)pool, left, right, K, K, bm, bn, 0, K);
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            float m = -1e30f;
#pragma unroll
            for (int j = 0; j < 8; ++j) m = fmaxf(m, fmaxf(t.acc[i][j][h * 2], t.acc[i][j][h * 2 + 1]));
            m = fmaxf(m, __shfl_xor_sync(~0u, m, 1)); m = fmaxf(m, __shfl_xor_sync(~0u, m, 2));
            if (lane % 4 == 0) best[(size_t)(bm + w / 2 * 64 + i * 16 + h * 8 + lane / 4) * windows + blockIdx.x * 2 + w % 2] = m;
        }
}
__global__ void __launch_bounds__(128, 2) protein_contacts_a(const half_t* __restrict__ left, const half_t* __restrict__ right, float* __restrict__ best, int K, int windows) {
    contacts_body<1>(left, right, best, K, windows);
}
__global__ void __launch_bounds__(128, 2) protein_contacts_b(const half_t* __restrict__ left, const half_t* __restrict__ right, float* __restrict__ best, int K, int windows) {
    contacts_body<3>(left, right, best, K, windows);
}

// 12. Beehive scales: a first-order recursion along every hive's weight record; a warp stages 32 hives x 32 samples and each lane walks its own hive.
template <int LD>
__device__ __forceinline__ void hive_body(const float* __restrict__ raw, float* __restrict__ smooth, int samples, float keep) {
    __shared__ float tiles[4][32 * LD];
    int lane = threadIdx.x & 31; float* tile = tiles[threadIdx.x >> 5];
    size_t base = (size_t)(blockIdx.x * 128 + (threadIdx.x & ~31)) * samples + lane;
    const float* in = raw + base; float* out = smooth + base;
    float next[32], state = 0;
#pragma unroll
    for (int h = 0; h < 32; ++h) next[h] = in[(size_t)h * samples];
    for (int t0 = 0; t0 < samples; t0 += 32) {
#pragma unroll
        for (int h = 0; h < 32; ++h) tile[h * LD + lane] = next[h];
        __syncwarp();
        if (t0 + 32 < samples)
#pragma unroll
            for (int h = 0; h < 32; ++h) next[h] = in[(size_t)h * samples + t0 + 32];
#pragma unroll
        for (int t = 0; t < 32; ++t) { float v = tile[lane * LD + t]; state = fmaf(keep, state - v, v); tile[lane * LD + t] = state; }
        __syncwarp();
#pragma unroll
        for (int h = 0; h < 32; ++h) out[(size_t)h * samples + t0] = tile[h * LD + lane];
        __syncwarp();
    }
}
__global__ void __launch_bounds__(128) hive_weight_a(const float* __restrict__ raw, float* __restrict__ smooth, int samples, float keep) { hive_body<32>(raw, smooth, samples, keep); }
__global__ void __launch_bounds__(128) hive_weight_b(const float* __restrict__ raw, float* __restrict__ smooth, int samples, float keep) { hive_body<33>(raw, smooth, samples, keep); }

// 13. Kite tethers: 256 beads a line, Verlet substeps with springs to both neighbours; beads as structures in shared memory (48 bytes apart).
struct Bead { float x, drag, y, mass, z, rest, px, py, pz, age, tension, wind; };
struct Line { float x[256], y[256], z[256], mass[256], rest[256]; };
#define TETHER_FORCE(XN, YN, ZN, MN, REST)                                                                     \
    { float dx = (XN) - x, dy = (YN) - y, dz = (ZN) - z, q = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 1e-6f)));  \
      float f = stiff * (MN) * (1.f - (REST) * rsqrt_fast(q)); fx = fmaf(f, dx, fx); fy = fmaf(f, dy, fy); fz = fmaf(f, dz, fz); }
__global__ void __launch_bounds__(256) tether_substeps_a(const float4* __restrict__ start, float4* __restrict__ end, int steps, float stiff) {
    __shared__ Bead bead[256];
    int i = threadIdx.x, lo = max(i - 1, 0), hi = min(i + 1, 255); size_t id = blockIdx.x * 256 + i;
    float4 s = start[id]; float x = s.x + i, y = s.y, z = s.z, ox = x, oy = y, oz = z;
    bead[i].x = x; bead[i].y = y; bead[i].z = z; bead[i].mass = 1.f + 0.25f * s.w; bead[i].rest = 0.9f + 0.05f * s.w; bead[i].drag = s.w; bead[i].wind = s.x; bead[i].tension = 0;
    bead[i].px = x; bead[i].py = y; bead[i].pz = z; bead[i].age = 0;
    __syncthreads();
    for (int k = 0; k < steps; ++k) {
        float fx = 0, fy = 0, fz = -1e-4f;
        TETHER_FORCE(bead[lo].x, bead[lo].y, bead[lo].z, bead[lo].mass, bead[lo].rest)
        TETHER_FORCE(bead[hi].x, bead[hi].y, bead[hi].z, bead[hi].mass, bead[hi].rest)
        float nx = x + 0.995f * (x - ox) + fx, ny = y + 0.995f * (y - oy) + fy, nz = z + 0.995f * (z - oz) + fz;
        ox = x; oy = y; oz = z; x = nx; y = ny; z = nz;
        __syncthreads();
        bead[i].x = x; bead[i].y = y; bead[i].z = z;
        __syncthreads();
    }
    end[id] = make_float4(x, y, z, bead[i].mass);
}
__global__ void __launch_bounds__(256) tether_substeps_b(const float4* __restrict__ start, float4* __restrict__ end, int steps, float stiff) {
    __shared__ Line line;
    int i = threadIdx.x, lo = max(i - 1, 0), hi = min(i + 1, 255); size_t id = blockIdx.x * 256 + i;
    float4 s = start[id]; float x = s.x + i, y = s.y, z = s.z, ox = x, oy = y, oz = z;
    line.x[i] = x; line.y[i] = y; line.z[i] = z; line.mass[i] = 1.f + 0.25f * s.w; line.rest[i] = 0.9f + 0.05f * s.w;
    __syncthreads();
    for (int k = 0; k < steps; ++k) {
        float fx = 0, fy = 0, fz = -1e-4f;
        TETHER_FORCE(line.x[lo], line.y[lo], line.z[lo], line.mass[lo], line.rest[lo])
        TETHER_FORCE(line.x[hi], line.y[hi], line.z[hi], line.mass[hi], line.rest[hi])
        float nx = x + 0.995f * (x - ox) + fx, ny = y + 0.995f * (y - oy) + fy, nz = z + 0.995f * (z - oz) + fz;
        ox = x; oy = y; oz = z; x = nx; y = ny; z = nz;
        __syncthreads();
        line.x[i] = x; line.y[i] = y; line.z[i] = z;
        __syncthreads();
    }
    end[id] = make_float4(x, y, z, line.mass[i]);
}

// 14. Gesture keys: FP16 motion windows against stored keys, pipelined mma.sync; the tiles' rows of 64 bytes are not padded for ldmatrix.
template <int PAD> using Gesture = Tensor<half_t, 128, 128, 32, 64, 32, 3, PAD, false>;
template <int PAD>
__device__ __forceinline__ void gesture_body(const half_t* motion, const half_t* keys, half_t* match, int K, int N) {
    Gesture<PAD> t; int bm = blockIdx.y * 128, bn = blockIdx.x * 128;
    t((half_t*)pool, motion, keys, K, K, bm, bn, 0, K);
    t.each(bm, bn, [&](int r, int c, float x, float y) { *(__half2*)&match[(size_t)r * N + c] = __floats2half2_rn(x * 0.125f, y * 0.125f); });
}
__global__ void __launch_bounds__(256, 2) gesture_keys_a(const half_t* __restrict__ motion, const half_t* __restrict__ keys, half_t* __restrict__ match, int K, int N) { gesture_body<0>(motion, keys, match, K, N); }
__global__ void __launch_bounds__(256, 2) gesture_keys_b(const half_t* __restrict__ motion, const half_t* __restrict__ keys, half_t* __restrict__ match, int K, int N) { gesture_body<8>(motion, keys, match, K, N); }

// 15 (mild). Pottery outlines: largest radial deviation of every pair; only the transposing stores of a tile conflict (two-way).
template <int PAD>
__device__ __forceinline__ void pottery_body(const float* __restrict__ sherd, const float* __restrict__ vessel, float* __restrict__ worst, int K, int P) {
    __shared__ __align__(16) float xs[2][8][128 + PAD]; __shared__ __align__(16) float ys[2][8][64 + PAD];
    int tid = threadIdx.x, tx = tid % 16, ty = tid / 16, n0 = blockIdx.y * 128, p0 = blockIdx.x * 64, r = tid / 2, q = tid % 2 * 4;
    float d[8][4] = {}; float4 rx, ry = make_float4(0, 0, 0, 0);
    auto fetch = [&](int k0) { rx = *(const float4*)(sherd + (size_t)(n0 + r) * K + k0 + q); if (r < 64) ry = *(const float4*)(vessel + (size_t)(p0 + r) * K + k0 + q); };
    auto stage = [&](int s) {
        xs[s][q][r] = rx.x; xs[s][q + 1][r] = rx.y; xs[s][q + 2][r] = rx.z; xs[s][q + 3][r] = rx.w;
        if (r < 64) { ys[s][q][r] = ry.x; ys[s][q + 1][r] = ry.y; ys[s][q + 2][r] = ry.z; ys[s][q + 3][r] = ry.w; }
    };
    fetch(0); stage(0); __syncthreads();
    for (int k0 = 0, s = 0; k0 < K; k0 += 8, s ^= 1) {
        if (k0 + 8 < K) fetch(k0 + 8);
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            float a[8], b[4];
            *(float4*)a = *(const float4*)&xs[s][k][ty * 4]; *(float4*)(a + 4) = *(const float4*)&xs[s][k][64 + ty * 4];
            *(float4*)b = *(const float4*)&ys[s][k][tx * 4];
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) d[i][j] = fmaxf(d[i][j], fabsf(a[i] - b[j]));
        }
        if (k0 + 8 < K) stage(s ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) *(float4*)&worst[(size_t)(n0 + own<16>(i, ty)) * P + p0 + tx * 4] = make_float4(d[i][0], d[i][1], d[i][2], d[i][3]);
}
__global__ void __launch_bounds__(256, 2) pottery_profiles_a(const float* __restrict__ sherd, const float* __restrict__ vessel, float* __restrict__ worst, int K, int P) { pottery_body<0>(sherd, vessel, worst, K, P); }
__global__ void __launch_bounds__(256, 2) pottery_profiles_b(const float* __restrict__ sherd, const float* __restrict__ vessel, float* __restrict__ worst, int K, int P) { pottery_body<4>(sherd, vessel, worst, K, P); }

// 16 (mild). Krill density at survey points: compact cubic kernel over all swarms, FP32, tiles of 256; one barrier too many in the tile loop.
template <bool EXTRA>
__device__ __forceinline__ void krill_body(const float4* __restrict__ point, const float4* __restrict__ krill, float* __restrict__ density, int swarms, float ih2) {
    __shared__ float4 tile[256];
    int id = blockIdx.x * 256 + threadIdx.x; float4 p = point[id], next = krill[threadIdx.x];
    float d0 = 0, d1 = 0;
    for (int s = 0; s < swarms; s += 256) {
        tile[threadIdx.x] = next;
        __syncthreads();
        if (s + 256 < swarms) next = krill[s + 256 + threadIdx.x];
        if (EXTRA) __syncthreads();
#pragma unroll 8
        for (int j = 0; j < 256; j += 2) {
            float4 u = tile[j], v = tile[j + 1];
            float ax = u.x - p.x, ay = u.y - p.y, az = u.z - p.z, bx = v.x - p.x, by = v.y - p.y, bz = v.z - p.z;
            float ra = fmaf(ax, ax, fmaf(ay, ay, az * az)), rb = fmaf(bx, bx, fmaf(by, by, bz * bz));
            float ta = __saturatef(fmaf(-ra, ih2, 1.f)), tb = __saturatef(fmaf(-rb, ih2, 1.f));
            d0 = fmaf(u.w * ta, ta * ta, d0); d1 = fmaf(v.w * tb, tb * tb, d1);
        }
        __syncthreads();
    }
    density[id] = d0 + d1;
}
__global__ void __launch_bounds__(256) krill_density_a(const float4* __restrict__ point, const float4* __restrict__ krill, float* __restrict__ density, int swarms, float ih2) { krill_body<true>(point, krill, density, swarms, ih2); }
__global__ void __launch_bounds__(256) krill_density_b(const float4* __restrict__ point, const float4* __restrict__ krill, float* __restrict__ density, int swarms, float ih2) { krill_body<false>(point, krill, density, swarms, ih2); }

// 17 (healthy). Gravity on drone debris, two bodies a thread, sources in shared tiles, FP32 at the FMA roof.
__global__ void __launch_bounds__(128) swarm_gravity_a(const float4* __restrict__ body, const float4* __restrict__ source, float4* __restrict__ pull, int bodies, int sources) {
    __shared__ float4 tile[128];
    int i = blockIdx.x * 128 + threadIdx.x; float4 p = body[i], q = body[i + bodies / 2];
    float px = 0, py = 0, pz = 0, qx = 0, qy = 0, qz = 0;
    for (int s = 0; s < sources; s += 128) {
        __syncthreads();
        tile[threadIdx.x] = source[s + threadIdx.x];
        __syncthreads();
#pragma unroll 16
        for (int j = 0; j < 128; ++j) {
            float4 u = tile[j];
            float ax = u.x - p.x, ay = u.y - p.y, az = u.z - p.z, bx = u.x - q.x, by = u.y - q.y, bz = u.z - q.z;
            float ia = rsqrt_fast(fmaf(ax, ax, fmaf(ay, ay, fmaf(az, az, 1e-3f)))), ib = rsqrt_fast(fmaf(bx, bx, fmaf(by, by, fmaf(bz, bz, 1e-3f))));
            float wa = u.w * ia * (ia * ia), wb = u.w * ib * (ib * ib);
            px = fmaf(wa, ax, px); py = fmaf(wa, ay, py); pz = fmaf(wa, az, pz); qx = fmaf(wb, bx, qx); qy = fmaf(wb, by, qy); qz = fmaf(wb, bz, qz);
        }
    }
    pull[i] = make_float4(px, py, pz, p.w); pull[i + bodies / 2] = make_float4(qx, qy, qz, q.w);
}

// 18 (healthy). Phoneme posteriors: fused softmax of score times sharpness plus log prior, a row of 5120 a block, kept in registers.
__global__ void __launch_bounds__(320, 6) phoneme_posterior_a(const float4* __restrict__ score, const float4* __restrict__ prior, float4* __restrict__ posterior, float sharp) {
    __shared__ float part[2][10];
    size_t base = (size_t)blockIdx.x * 1280 + threadIdx.x; float4 v[4]; float m = -1e30f;
#pragma unroll
    for (int i = 0; i < 4; ++i) v[i] = __ldcs(&score[base + i * 320]);
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        float4 b = prior[threadIdx.x + i * 320];
        v[i].x = fmaf(v[i].x, sharp, b.x); v[i].y = fmaf(v[i].y, sharp, b.y); v[i].z = fmaf(v[i].z, sharp, b.z); v[i].w = fmaf(v[i].w, sharp, b.w);
        m = fmaxf(m, fmaxf(fmaxf(v[i].x, v[i].y), fmaxf(v[i].z, v[i].w)));
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, o));
    if (threadIdx.x % 32 == 0) part[0][threadIdx.x / 32] = m;
    __syncthreads();
#pragma unroll
    for (int w = 0; w < 10; ++w) m = fmaxf(m, part[0][w]);
    float t = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) { v[i].x = __expf(v[i].x - m); v[i].y = __expf(v[i].y - m); v[i].z = __expf(v[i].z - m); v[i].w = __expf(v[i].w - m); t += (v[i].x + v[i].y) + (v[i].z + v[i].w); }
#pragma unroll
    for (int o = 16; o; o >>= 1) t += __shfl_xor_sync(~0u, t, o);
    if (threadIdx.x % 32 == 0) part[1][threadIdx.x / 32] = t;
    __syncthreads();
    t = 0;
#pragma unroll
    for (int w = 0; w < 10; ++w) t += part[1][w];
    t = __fdividef(1.f, t);
#pragma unroll
    for (int i = 0; i < 4; ++i) __stcs(&posterior[base + i * 320], make_float4(v[i].x * t, v[i].y * t, v[i].z * t, v[i].w * t));
}

int main(int argc, char** argv) {
    using harness::Output; std::vector<harness::Case> cases;
    const size_t big = (size_t)6600 * 5120;  // 135 MB in, 135 MB out
    float* in = harness::filled<float>(big, 3); float* out = harness::empty<float>(big); float* ref = harness::filled<float>(4096 * 1024, 5);
    half_t* ha = harness::filled<half_t>((size_t)3072 * 8192, 11); half_t* hb = harness::filled<half_t>((size_t)1408 * 8192, 13);
    std::vector<float> taps(81); for (int i = 0; i < 81; ++i) taps[i] = harness::unit(i + 77) * 0.1f;
    CHECK(cudaMemcpyToSymbol(c_taps, taps.data(), sizeof(float) * 81));
    auto pooled = [](auto k, int bytes) { CHECK(cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)); };
    using Sub1 = Tensor<half_t, 128, 128, 32, 64, 32, 0, 8, false>; using Sub3 = Tensor<half_t, 128, 128, 32, 64, 32, 3, 8, false>;
    pooled(subtitle_logits_b, Sub3::BYTES); pooled(protein_contacts_b, Contacts<3>::BYTES); pooled(gesture_keys_a, Gesture<0>::BYTES); pooled(gesture_keys_b, Gesture<8>::BYTES);
    const int N = 1408; const float4* in4 = (const float4*)in; const float4* ref4 = (const float4*)ref; float4* out4 = (float4*)out;
    cases.push_back({"vintage_distance_a", [=] { vintage_distance_a<<<dim3(32, 528), dim3(64, 4)>>>(in, ref, out, 256, 2048); }, out, (size_t)2112 * 2048, Output::f32});
    cases.push_back({"vintage_distance_b", [=] { vintage_distance_b<<<dim3(32, 33), 256>>>(in, ref, out, 256, 2048); }, out, (size_t)2112 * 2048, Output::f32});
    cases.push_back({"nebula_sharpen_a", [=] { nebula_sharpen_a<<<dim3(128, 264), dim3(32, 8)>>>(in, out, 4128, 4096); }, out, (size_t)4096 * 4224, Output::f32});
    cases.push_back({"nebula_sharpen_b", [=] { nebula_sharpen_b<<<dim3(32, 132), dim3(32, 8)>>>(in, out, 4128, 4096); }, out, (size_t)4096 * 4224, Output::f32});
    cases.push_back({"subtitle_logits_a", [=] { subtitle_logits_a<<<dim3(11, 12), 256, Sub1::BYTES>>>(ha, hb, ref, out, 8192, N); }, out, (size_t)1536 * N, Output::f32});
    cases.push_back({"subtitle_logits_b", [=] { subtitle_logits_b<<<dim3(11, 12), 256, Sub3::BYTES>>>(ha, hb, ref, out, 8192, N); }, out, (size_t)1536 * N, Output::f32});
    cases.push_back({"protein_contacts_a", [=] { protein_contacts_a<<<dim3(11, 24), 128, Contacts<1>::BYTES>>>(ha, hb, out, 4096, 22); }, out, (size_t)3072 * 22, Output::f32});
    cases.push_back({"protein_contacts_b", [=] { protein_contacts_b<<<dim3(11, 24), 128, Contacts<3>::BYTES>>>(ha, hb, out, 4096, 22); }, out, (size_t)3072 * 22, Output::f32});
    cases.push_back({"hive_weight_a", [=] { hive_weight_a<<<528, 128>>>(in, out, 480, 0.93f); }, out, (size_t)67584 * 480, Output::f32});
    cases.push_back({"hive_weight_b", [=] { hive_weight_b<<<528, 128>>>(in, out, 480, 0.93f); }, out, (size_t)67584 * 480, Output::f32});
    cases.push_back({"tether_substeps_a", [=] { tether_substeps_a<<<2112, 256>>>(in4, out4, 96, 0.05f); }, out, (size_t)2112 * 256 * 4, Output::f32});
    cases.push_back({"tether_substeps_b", [=] { tether_substeps_b<<<2112, 256>>>(in4, out4, 96, 0.05f); }, out, (size_t)2112 * 256 * 4, Output::f32});
    cases.push_back({"gesture_keys_a", [=] { gesture_keys_a<<<dim3(11, 24), 256, Gesture<0>::BYTES>>>(ha, hb, (half_t*)out, 4096, N); }, out, (size_t)3072 * N, Output::f16});
    cases.push_back({"gesture_keys_b", [=] { gesture_keys_b<<<dim3(11, 24), 256, Gesture<8>::BYTES>>>(ha, hb, (half_t*)out, 4096, N); }, out, (size_t)3072 * N, Output::f16});
    cases.push_back({"pottery_profiles_a", [=] { pottery_profiles_a<<<dim3(22, 12), 256>>>(in, ref, out, 1024, N); }, out, (size_t)1536 * N, Output::f32});
    cases.push_back({"pottery_profiles_b", [=] { pottery_profiles_b<<<dim3(22, 12), 256>>>(in, ref, out, 1024, N); }, out, (size_t)1536 * N, Output::f32});
    cases.push_back({"krill_density_a", [=] { krill_density_a<<<1056, 256>>>(in4, ref4, out, 4096, 0.8f); }, out, (size_t)1056 * 256, Output::f32});
    cases.push_back({"krill_density_b", [=] { krill_density_b<<<1056, 256>>>(in4, ref4, out, 4096, 0.8f); }, out, (size_t)1056 * 256, Output::f32});
    cases.push_back({"swarm_gravity_a", [=] { swarm_gravity_a<<<1056, 128>>>(in4, ref4, out4, 1056 * 256, 4096); }, out, (size_t)1056 * 256 * 4, Output::f32});
    cases.push_back({"phoneme_posterior_a", [=] { phoneme_posterior_a<<<6600, 320>>>(in4, ref4, out4, 3.f); }, out, big, Output::f32});
    return harness::run(argc, argv, cases);
}
