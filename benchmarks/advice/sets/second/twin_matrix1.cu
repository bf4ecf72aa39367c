#include "harness.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

// 128x128 block tile, 8x8 outputs a thread, 256 threads, both operands K-contiguous (or B as [K][N] with BKN), double-buffered shared memory
struct RealMac {
    using in = float; using s = float; static constexpr int V = 4;
    static __device__ __forceinline__ void unpack(uint4 v, float (&o)[4]) { o[0] = __uint_as_float(v.x); o[1] = __uint_as_float(v.y); o[2] = __uint_as_float(v.z); o[3] = __uint_as_float(v.w); }
    static __device__ __forceinline__ void mac(float& c, float a, float b) { c = fmaf(a, b, c); }
};
struct GapMac {
    using in = float; using s = float; static constexpr int V = 4;
    static __device__ __forceinline__ void unpack(uint4 v, float (&o)[4]) { RealMac::unpack(v, o); }
    static __device__ __forceinline__ void mac(float& c, float a, float b) { c += fabsf(a - b); }
};
struct HalfMac {
    using in = __half; using s = float; static constexpr int V = 8;
    static __device__ __forceinline__ void unpack(uint4 v, float (&o)[8]) {
        const __half2* h = reinterpret_cast<const __half2*>(&v);
#pragma unroll
        for (int i = 0; i < 4; ++i) { float2 f = __half22float2(h[i]); o[2 * i] = f.x; o[2 * i + 1] = f.y; }
    }
    static __device__ __forceinline__ void mac(float& c, float a, float b) { c = fmaf(a, b, c); }
};
struct ByteMac {  // words of four int8
    using in = int; using s = int; static constexpr int V = 4;
    static __device__ __forceinline__ void unpack(uint4 v, int (&o)[4]) { o[0] = v.x; o[1] = v.y; o[2] = v.z; o[3] = v.w; }
    static __device__ __forceinline__ void mac(int& c, int a, int b) { c = __dp4a(a, b, c); }
};

template <class Op, bool BKN>
__device__ __forceinline__ void block_tile(const typename Op::in* __restrict__ A, const typename Op::in* __restrict__ B, int N, int K,
                                           int m0, int n0, typename Op::s (&acc)[8][8]) {
    using S = typename Op::s;
    constexpr int V = Op::V, BK = 2 * V, LD = 132;
    __shared__ __align__(16) S As[2][BK][LD];
    __shared__ __align__(16) S Bs[2][BK][LD];
    const int t = threadIdx.x, r = t >> 1, kc = (t & 1) * V, tx = t & 15, ty = t >> 4;
    const typename Op::in* ap = A + (size_t)(m0 + r) * K + kc;
    const typename Op::in* bp = BKN ? B + (size_t)(t >> 5) * N + n0 + (t & 31) * 4 : B + (size_t)(n0 + r) * K + kc;
    const size_t bstep = BKN ? (size_t)BK * N : (size_t)BK;
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) acc[i][j] = 0;
    auto put = [&](int buf, uint4 va, uint4 vb) {
        S o[V];
        Op::unpack(va, o);
#pragma unroll
        for (int i = 0; i < V; ++i) As[buf][kc + i][r] = o[i];
        if (BKN) *reinterpret_cast<uint4*>(&Bs[buf][t >> 5][(t & 31) * 4]) = vb;
        else {
            Op::unpack(vb, o);
#pragma unroll
            for (int i = 0; i < V; ++i) Bs[buf][kc + i][r] = o[i];
        }
    };
    uint4 va = *reinterpret_cast<const uint4*>(ap), vb = *reinterpret_cast<const uint4*>(bp);
    put(0, va, vb);
    __syncthreads();
    const int steps = K / BK;
    for (int kt = 0; kt < steps; ++kt) {
        const int cur = kt & 1;
        if (kt + 1 < steps) {
            ap += BK; bp += bstep;
            va = *reinterpret_cast<const uint4*>(ap); vb = *reinterpret_cast<const uint4*>(bp);
        }
#pragma unroll
        for (int k = 0; k < BK; ++k) {
            S a[8], b[8];
            *reinterpret_cast<uint4*>(&a[0]) = *reinterpret_cast<const uint4*>(&As[cur][k][ty * 4]);
            *reinterpret_cast<uint4*>(&a[4]) = *reinterpret_cast<const uint4*>(&As[cur][k][64 + ty * 4]);
            *reinterpret_cast<uint4*>(&b[0]) = *reinterpret_cast<const uint4*>(&Bs[cur][k][tx * 4]);
            *reinterpret_cast<uint4*>(&b[4]) = *reinterpret_cast<const uint4*>(&Bs[cur][k][64 + tx * 4]);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) Op::mac(acc[i][j], a[i], b[j]);
        }
        if (kt + 1 < steps) put(cur ^ 1, va, vb);
        __syncthreads();
    }
}
template <typename S, class F>
__device__ __forceinline__ void store_tile(S* __restrict__ C, int N, int m0, int n0, S (&acc)[8][8], F f) {
    const int tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            S o[4];
#pragma unroll
            for (int q = 0; q < 4; ++q) o[q] = f(acc[i][j * 4 + q]);
            *reinterpret_cast<uint4*>(&C[(size_t)(m0 + (i >> 2) * 64 + ty * 4 + (i & 3)) * N + n0 + j * 64 + tx * 4]) = *reinterpret_cast<uint4*>(o);
        }
}
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
// ---------------------------------------------------------------- spectral channels: covariance of half features, X is [D][K]
using Wide = Tiles<128, 128, 32, 64, 32, 3, 8>;
__global__ void __launch_bounds__(256, 2) band_covar_a(const __half* __restrict__ x, float* __restrict__ c, int d, int k) {
    float acc[8][8];
    const int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    block_tile<HalfMac, false>(x, x, d, k, m0, n0, acc);
    const float inv = 1.0f / k;
    store_tile(c, d, m0, n0, acc, [=](float v) { return v * inv; });
}
__global__ void __launch_bounds__(256, 2) band_covar_b(const __half* __restrict__ x, float* __restrict__ c, int d, int k) {
    extern __shared__ __align__(16) __half sm[];
    float acc[4][4][4];
    const int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    Wide::multiply(x, x, k, m0, n0, 0, k / 32, sm, acc);
    const float inv = 1.0f / k;
    Wide::each(acc, m0, n0, [=](int r, int q, float u, float v) { *reinterpret_cast<float2*>(&c[(size_t)r * d + q]) = make_float2(u * inv, v * inv); });
}

// ---------------------------------------------------------------- cohort study: polynomial kernel matrix of two patient groups, f32
__device__ __forceinline__ float poly2(float v) { float s = fmaf(v, 0.02f, 1.0f); return s * s; }
__global__ void __launch_bounds__(256, 2) cohort_kernel_a(const float* __restrict__ p, const float* __restrict__ q, float* __restrict__ c, int n, int k) {
    float acc[8][8];
    const int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    block_tile<RealMac, false>(p, q, n, k, m0, n0, acc);
    store_tile(c, n, m0, n0, acc, [](float v) { return poly2(v); });
}
__device__ __forceinline__ uint32_t tf32(float v) { uint32_t r; asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(v)); return r; }
__global__ void __launch_bounds__(256, 2) cohort_kernel_b(const float* __restrict__ p, const float* __restrict__ q, float* __restrict__ c, int n, int k) {
    constexpr int LD = 20;
    __shared__ __align__(16) uint32_t sa[2][128][LD], sb[2][128][LD];
    const int t = threadIdx.x, lane = t & 31, w = t >> 5, wm = (w >> 2) * 64, wn = (w & 3) * 32, g = lane >> 2, l4 = lane & 3;
    const int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128, r = t >> 2, kc = (t & 3) * 4;
    const float* ap = p + (size_t)(m0 + r) * k + kc;
    const float* bp = q + (size_t)(n0 + r) * k + kc;
    float acc[4][4][4] = {};
    float4 ra[2], rb[2];
    auto get = [&](int kt) {
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            ra[i] = *reinterpret_cast<const float4*>(ap + (size_t)i * 64 * k + kt * 16);
            rb[i] = *reinterpret_cast<const float4*>(bp + (size_t)i * 64 * k + kt * 16);
        }
    };
    auto put = [&](int buf) {
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            *reinterpret_cast<uint4*>(&sa[buf][r + i * 64][kc]) = make_uint4(tf32(ra[i].x), tf32(ra[i].y), tf32(ra[i].z), tf32(ra[i].w));
            *reinterpret_cast<uint4*>(&sb[buf][r + i * 64][kc]) = make_uint4(tf32(rb[i].x), tf32(rb[i].y), tf32(rb[i].z), tf32(rb[i].w));
        }
    };
    get(0); put(0);
    __syncthreads();
    const int steps = k / 16;
    for (int kt = 0; kt < steps; ++kt) {
        const int cur = kt & 1;
        if (kt + 1 < steps) get(kt + 1);
#pragma unroll
        for (int kk = 0; kk < 16; kk += 8) {
            uint32_t a[4][4], b[4][2];
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                a[i][0] = sa[cur][wm + i * 16 + g][kk + l4]; a[i][1] = sa[cur][wm + i * 16 + g + 8][kk + l4];
                a[i][2] = sa[cur][wm + i * 16 + g][kk + l4 + 4]; a[i][3] = sa[cur][wm + i * 16 + g + 8][kk + l4 + 4];
            }
#pragma unroll
            for (int j = 0; j < 4; ++j) { b[j][0] = sb[cur][wn + j * 8 + g][kk + l4]; b[j][1] = sb[cur][wn + j * 8 + g][kk + l4 + 4]; }
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j)
                    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+f"(acc[i][j][0]), "+f"(acc[i][j][1]), "+f"(acc[i][j][2]), "+f"(acc[i][j][3])
                                 : "r"(a[i][0]), "r"(a[i][1]), "r"(a[i][2]), "r"(a[i][3]), "r"(b[j][0]), "r"(b[j][1]));
        }
        if (kt + 1 < steps) put(cur ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float* o = &c[(size_t)(m0 + wm + i * 16 + g) * n + n0 + wn + j * 8 + l4 * 2];
            *reinterpret_cast<float2*>(o) = make_float2(poly2(acc[i][j][0]), poly2(acc[i][j][1]));
            *reinterpret_cast<float2*>(o + (size_t)8 * n) = make_float2(poly2(acc[i][j][2]), poly2(acc[i][j][3]));
        }
}

// ---------------------------------------------------------------- turbine blades: modal products in double, 128x64 tiles
__global__ void __launch_bounds__(256, 2) blade_modes_a(const double* __restrict__ A, const double* __restrict__ B, double* __restrict__ C, int N, int K) {
    __shared__ __align__(16) double As[2][8][130], Bs[2][8][66];
    const int t = threadIdx.x, tx = t & 15, ty = t >> 4, m0 = blockIdx.y * 128, n0 = blockIdx.x * 64;
    const double* ap = A + (size_t)(m0 + (t >> 1)) * K + (t & 1) * 4;
    const double* bp = B + (size_t)(n0 + (t >> 2)) * K + (t & 3) * 2;
    double acc[8][4] = {};
    double2 a0, a1, b0;
    auto get = [&](int kt) { a0 = *(const double2*)(ap + kt * 8); a1 = *(const double2*)(ap + kt * 8 + 2); b0 = *(const double2*)(bp + kt * 8); };
    auto put = [&](int s) {
        const int r = t >> 1, k = (t & 1) * 4;
        As[s][k][r] = a0.x; As[s][k + 1][r] = a0.y; As[s][k + 2][r] = a1.x; As[s][k + 3][r] = a1.y;
        Bs[s][(t & 3) * 2][t >> 2] = b0.x; Bs[s][(t & 3) * 2 + 1][t >> 2] = b0.y;
    };
    get(0); put(0);
    __syncthreads();
    const int steps = K / 8;
    for (int kt = 0; kt < steps; ++kt) {
        const int cur = kt & 1;
        if (kt + 1 < steps) get(kt + 1);
#pragma unroll 2
        for (int k = 0; k < 8; ++k) {
            double a[8], b[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) { double2 v = *(const double2*)&As[cur][k][(i * 16 + ty) * 2]; a[2 * i] = v.x; a[2 * i + 1] = v.y; }
#pragma unroll
            for (int j = 0; j < 2; ++j) { double2 v = *(const double2*)&Bs[cur][k][(j * 16 + tx) * 2]; b[2 * j] = v.x; b[2 * j + 1] = v.y; }
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] = fma(a[i], b[j], acc[i][j]);
        }
        if (kt + 1 < steps) put(cur ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
            *(double2*)&C[(size_t)(m0 + (i / 2 * 16 + ty) * 2 + i % 2) * N + n0 + (j * 16 + tx) * 2] = make_double2(acc[i][2 * j], acc[i][2 * j + 1]);
}
__global__ void __launch_bounds__(256, 2) blade_modes_b(const double* __restrict__ A, const double* __restrict__ B, double* __restrict__ C, int N, int K) {
    constexpr int LD = 12;
    __shared__ __align__(16) double As[2][128][LD], Bs[2][64][LD];
    const int t = threadIdx.x, m0 = blockIdx.y * 128, n0 = blockIdx.x * 64, lane = t & 31, w = t >> 5, wm = (w >> 1) * 32, wn = (w & 1) * 32, g = lane >> 2, l4 = lane & 3;
    const double* ap = A + (size_t)(m0 + (t >> 1)) * K + (t & 1) * 4;
    const double* bp = B + (size_t)(n0 + (t >> 2)) * K + (t & 3) * 2;
    double acc[2][4][4] = {};
    double2 a0, a1, b0;
    auto get = [&](int kt) { a0 = *(const double2*)(ap + kt * 8); a1 = *(const double2*)(ap + kt * 8 + 2); b0 = *(const double2*)(bp + kt * 8); };
    auto put = [&](int s) {
        *(double2*)&As[s][t >> 1][(t & 1) * 4] = a0; *(double2*)&As[s][t >> 1][(t & 1) * 4 + 2] = a1;
        *(double2*)&Bs[s][t >> 2][(t & 3) * 2] = b0;
    };
    get(0); put(0);
    __syncthreads();
    const int steps = K / 8;
    for (int kt = 0; kt < steps; ++kt) {
        const int cur = kt & 1;
        if (kt + 1 < steps) get(kt + 1);
        double a[2][4], b[4][2];
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            a[i][0] = As[cur][wm + i * 16 + g][l4]; a[i][1] = As[cur][wm + i * 16 + g + 8][l4];
            a[i][2] = As[cur][wm + i * 16 + g][l4 + 4]; a[i][3] = As[cur][wm + i * 16 + g + 8][l4 + 4];
        }
#pragma unroll
        for (int j = 0; j < 4; ++j) { b[j][0] = Bs[cur][wn + j * 8 + g][l4]; b[j][1] = Bs[cur][wn + j * 8 + g][l4 + 4]; }
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j)
                asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                             : "+d"(acc[i][j][0]), "+d"(acc[i][j][1]), "+d"(acc[i][j][2]), "+d"(acc[i][j][3])
                             : "d"(a[i][0]), "d"(a[i][1]), "d"(a[i][2]), "d"(a[i][3]), "d"(b[j][0]), "d"(b[j][1]));
        if (kt + 1 < steps) put(cur ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            double* o = &C[(size_t)(m0 + wm + i * 16 + g) * N + n0 + wn + j * 8 + l4 * 2];
            *(double2*)o = make_double2(acc[i][j][0], acc[i][j][1]);
            *(double2*)(o + (size_t)8 * N) = make_double2(acc[i][j][2], acc[i][j][3]);
        }
}

// ---------------------------------------------------------------- handwriting: glyph features (rows) against stroke templates (columns)
__global__ void glyph_scores_a(const float* __restrict__ f, const float* __restrict__ s, float* __restrict__ c, int n, int k) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int i = 0; i < k; ++i) sum += f[(size_t)row * k + i] * s[(size_t)i * n + col];
    c[(size_t)row * n + col] = sum;
}
__global__ void __launch_bounds__(256, 2) glyph_scores_b(const float* __restrict__ f, const float* __restrict__ s, float* __restrict__ c, int n, int k) {
    float acc[8][8];
    const int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    block_tile<RealMac, true>(f, s, n, k, m0, n0, acc);
    store_tile(c, n, m0, n0, acc, [](float v) { return v; });
}

// ---------------------------------------------------------------- textile dye mixing: recipes [M][K] times pigments [K][N]
__global__ void __launch_bounds__(1024) dye_recipes_a(const float* __restrict__ r, const float* __restrict__ p, float* __restrict__ c, int n, int k) {
    __shared__ float rs[32][32], ps[32][33];
    const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 32 + y, col = blockIdx.x * 32 + x;
    float sum = 0;
    for (int k0 = 0; k0 < k; k0 += 32) {
        rs[y][x] = r[(size_t)row * k + k0 + x];
        ps[y][x] = p[(size_t)(k0 + y) * n + col];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 32; ++i) sum = fmaf(rs[y][i], ps[i][x], sum);
        __syncthreads();
    }
    c[(size_t)row * n + col] = 0.5f * sum;
}
__global__ void __launch_bounds__(256, 2) dye_recipes_b(const float* __restrict__ r, const float* __restrict__ p, float* __restrict__ c, int n, int k) {
    float acc[8][8];
    const int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    block_tile<RealMac, true>(r, p, n, k, m0, n0, acc);
    store_tile(c, n, m0, n0, acc, [](float v) { return 0.5f * v; });
}

// ---------------------------------------------------------------- attention logits with a distance bias: Q [h][T][64], K transposed [h][64][T], scores in half
__global__ void verse_logits_a(const __half* __restrict__ q, const __half* __restrict__ kt, __half* __restrict__ s, int T) {
    const int j = blockIdx.x * 128 + threadIdx.x, i = blockIdx.y, h = blockIdx.z;
    const __half* qr = q + ((size_t)h * T + i) * 64;
    const __half* kc = kt + (size_t)h * 64 * T + j;
    float sum = 0;
#pragma unroll 16
    for (int d = 0; d < 64; ++d) sum = fmaf(__half2float(qr[d]), __half2float(kc[(size_t)d * T]), sum);
    s[((size_t)h * T + i) * T + j] = __float2half(sum * 0.125f - 0.01f * abs(i - j));
}
__global__ void __launch_bounds__(256) verse_logits_b(const __half* __restrict__ q, const __half* __restrict__ kt, __half* __restrict__ s, int T) {
    __shared__ __align__(16) __half qs[64][72], ks[64][136];
    const int t = threadIdx.x, lane = t & 31, w = t >> 5, wm = (w >> 2) * 32, wn = (w & 3) * 32, h = blockIdx.z, i0 = blockIdx.y * 64, j0 = blockIdx.x * 128;
#pragma unroll
    for (int c = t; c < 512; c += 256) *(uint4*)&qs[c >> 3][(c & 7) * 8] = *(const uint4*)(q + ((size_t)h * T + i0 + (c >> 3)) * 64 + (c & 7) * 8);
#pragma unroll
    for (int c = t; c < 1024; c += 256) *(uint4*)&ks[c >> 4][(c & 15) * 8] = *(const uint4*)(kt + ((size_t)h * 64 + (c >> 4)) * T + j0 + (c & 15) * 8);
    __syncthreads();
    float acc[2][4][4] = {};
#pragma unroll
    for (int kk = 0; kk < 64; kk += 16) {
        uint32_t a[2][4], b[2][4];
#pragma unroll
        for (int i = 0; i < 2; ++i) ldm4(a[i], &qs[wm + i * 16 + (lane & 15)][kk + (lane >> 4) * 8]);
#pragma unroll
        for (int j = 0; j < 2; ++j) ldm4t(b[j], &ks[kk + (lane & 15)][wn + j * 16 + (lane >> 4) * 8]);
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int j = 0; j < 2; ++j) { mma_op(acc[i][2 * j], a[i], b[j][0], b[j][1]); mma_op(acc[i][2 * j + 1], a[i], b[j][2], b[j][3]); }
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int u = 0; u < 2; ++u) {
                const int r = i0 + wm + i * 16 + (lane >> 2) + u * 8, c = j0 + wn + j * 8 + (lane & 3) * 2;
                *(__half2*)&s[((size_t)h * T + r) * T + c] = __floats2half2_rn(acc[i][j][2 * u] * 0.125f - 0.01f * abs(r - c), acc[i][j][2 * u + 1] * 0.125f - 0.01f * abs(r - c - 1));
            }
}

// ---------------------------------------------------------------- speech: int8 acoustic layer
__global__ void __launch_bounds__(256, 2) phone_layer_a(const int* __restrict__ x, const int* __restrict__ w, int* __restrict__ y, int n, int words) {
    int acc[8][8];
    const int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    block_tile<ByteMac, false>(x, w, n, words, m0, n0, acc);
    store_tile(y, n, m0, n0, acc, [](int v) { return v >> 4; });
}
using Byte = Tiles<128, 128, 32, 64, 32, 3, 8>;
__global__ void __launch_bounds__(256, 2) phone_layer_b(const int* __restrict__ x, const int* __restrict__ w, int* __restrict__ y, int n, int words) {
    extern __shared__ __align__(16) __half sm[];
    int acc[4][4][4];
    const int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    Byte::multiply((const __half*)x, (const __half*)w, words * 2, m0, n0, 0, words / 16, sm, acc);
    Byte::each(acc, m0, n0, [=](int r, int q, int u, int v) { *(int2*)&y[(size_t)r * n + q] = make_int2(u >> 4, v >> 4); });
}

// ---------------------------------------------------------------- scalar half products out of shared memory: 4x4 outputs a thread over 64 of K
template <int LDA, int LDB>
__device__ __forceinline__ void quad_dots(float (&acc)[4][4], const __half* a, const __half* b, int astep, int bstep) {
#pragma unroll 2
    for (int k = 0; k < 64; k += 8) {
        float fa[4][8];
#pragma unroll
        for (int i = 0; i < 4; ++i) { uint4 v = *(const uint4*)(a + i * astep * LDA + k); HalfMac::unpack(v, fa[i]); }
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float fb[8];
            uint4 v = *(const uint4*)(b + j * bstep * LDB + k);
            HalfMac::unpack(v, fb);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int q = 0; q < 8; ++q) acc[i][j] = fmaf(fa[i][q], fb[q], acc[i][j]);
        }
    }
}
// robot poses: a batch of 64x64 by 64x64 (the second stored transposed)
__device__ __forceinline__ void pose_load(__half (*as)[72], __half (*bs)[72], const __half* a, const __half* b) {
#pragma unroll
    for (int c = threadIdx.x; c < 512; c += 256) {
        *(uint4*)&as[c >> 3][(c & 7) * 8] = *(const uint4*)(a + (size_t)blockIdx.x * 4096 + c * 8);
        *(uint4*)&bs[c >> 3][(c & 7) * 8] = *(const uint4*)(b + (size_t)blockIdx.x * 4096 + c * 8);
    }
    __syncthreads();
}
__global__ void __launch_bounds__(256) pose_chain_a(const __half* __restrict__ a, const __half* __restrict__ b, __half* __restrict__ c) {
    __shared__ __align__(16) __half as[64][72], bs[64][72];
    pose_load(as, bs, a, b);
    const int tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
    float acc[4][4] = {};
    quad_dots<72, 72>(acc, &as[ty * 4][0], &bs[tx][0], 1, 16);
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) c[(size_t)blockIdx.x * 4096 + (ty * 4 + i) * 64 + tx + j * 16] = __float2half(acc[i][j]);
}
__global__ void __launch_bounds__(256) pose_chain_b(const __half* __restrict__ a, const __half* __restrict__ b, __half* __restrict__ c) {
    __shared__ __align__(16) __half as[64][72], bs[64][72];
    pose_load(as, bs, a, b);
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5, wm = (w >> 1) * 16, wn = (w & 1) * 32;
    float acc[1][4][4] = {};
    warp_step<64, 72, 72, 16, 32>(acc, &as[wm][0], &bs[wn][0]);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        __half* o = c + (size_t)blockIdx.x * 4096 + (wm + (lane >> 2)) * 64 + wn + j * 8 + (lane & 3) * 2;
        *(__half2*)o = __floats2half2_rn(acc[0][j][0], acc[0][j][1]);
        *(__half2*)(o + 8 * 64) = __floats2half2_rn(acc[0][j][2], acc[0][j][3]);
    }
}

// ---------------------------------------------------------------- medical slices: 3x3 convolution, 64 -> 64 channels, NHWC half, weights [tap][out][in]
struct Patch { __half px[3][66][72]; __half w[64][72]; };
__device__ __forceinline__ void patch_load(Patch& s, const __half* x, int H, int W) {  // x padded by one pixel on every side
    const int x0 = blockIdx.x * 64, y = blockIdx.y, n = blockIdx.z;
    for (int c = threadIdx.x; c < 3 * 66 * 8; c += 256) {
        const int row = c / (66 * 8), p = c % (66 * 8) >> 3, k = (c & 7) * 8;
        *(uint4*)&s.px[row][p][k] = *(const uint4*)(x + (((size_t)n * (H + 2) + y + row) * (W + 2) + x0 + p) * 64 + k);
    }
}
__device__ __forceinline__ void tap_load(Patch& s, const __half* w, int tap) {
#pragma unroll
    for (int c = threadIdx.x; c < 512; c += 256) *(uint4*)&s.w[c >> 3][(c & 7) * 8] = *(const uint4*)(w + tap * 4096 + c * 8);
}
__global__ void __launch_bounds__(256) slice_conv_a(const __half* __restrict__ x, const __half* __restrict__ w, __half* __restrict__ y, int H, int W) {
    __shared__ __align__(16) Patch s;
    const int tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
    patch_load(s, x, H, W);
    float acc[4][4] = {};
    for (int tap = 0; tap < 9; ++tap) {
        tap_load(s, w, tap);
        __syncthreads();
        quad_dots<72, 72>(acc, &s.px[tap / 3][ty * 4 + tap % 3][0], &s.w[tx][0], 1, 16);
        __syncthreads();
    }
    const size_t o = (((size_t)blockIdx.z * H + blockIdx.y) * W + blockIdx.x * 64) * 64;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) y[o + (ty * 4 + i) * 64 + tx + j * 16] = __float2half(fmaxf(acc[i][j], 0.0f));
}
__global__ void __launch_bounds__(256) slice_conv_b(const __half* __restrict__ x, const __half* __restrict__ w, __half* __restrict__ y, int H, int W) {
    __shared__ __align__(16) Patch s;
    const int lane = threadIdx.x & 31, wp = threadIdx.x >> 5, wm = (wp >> 1) * 16, wn = (wp & 1) * 32;
    patch_load(s, x, H, W);
    float acc[1][4][4] = {};
    for (int tap = 0; tap < 9; ++tap) {
        tap_load(s, w, tap);
        __syncthreads();
        warp_step<64, 72, 72, 16, 32>(acc, &s.px[tap / 3][wm + tap % 3][0], &s.w[wn][0]);
        __syncthreads();
    }
    const size_t o = (((size_t)blockIdx.z * H + blockIdx.y) * W + blockIdx.x * 64) * 64;
#pragma unroll
    for (int j = 0; j < 4; ++j)
#pragma unroll
        for (int u = 0; u < 2; ++u)
            *(__half2*)&y[o + (wm + (lane >> 2) + u * 8) * 64 + wn + j * 8 + (lane & 3) * 2] = __floats2half2_rn(fmaxf(acc[0][j][2 * u], 0.0f), fmaxf(acc[0][j][2 * u + 1], 0.0f));
}

#define SMEM(kernel, bytes) CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes))
int main(int argc, char** argv) {
    using harness::Case; using harness::Output;
    std::vector<Case> cases;
    auto pair = [&](const char* stem, std::function<void()> a, std::function<void()> b, const void* out, size_t count, Output type) {
        cases.push_back({std::string(stem) + "_a", a, out, count, type});
        cases.push_back({std::string(stem) + "_b", b, out, count, type});
    };
    {
        const int d = 2048, k = 4096; auto x = harness::filled<__half>((size_t)d * k, 3); auto c = harness::empty<float>((size_t)d * d);
        SMEM(band_covar_b, Wide::BYTES);
        pair("band_covar", [=] { band_covar_a<<<dim3(d / 128, d / 128), 256>>>(x, c, d, k); }, [=] { band_covar_b<<<dim3(d / 128, d / 128), 256, Wide::BYTES>>>(x, c, d, k); }, c, (size_t)d * d, Output::f32);
    }
    {
        const int m = 2048, n = 4096, k = 1024; auto p = harness::filled<float>((size_t)m * k, 4); auto q = harness::filled<float>((size_t)n * k, 5); auto c = harness::empty<float>((size_t)m * n);
        pair("cohort_kernel", [=] { cohort_kernel_a<<<dim3(n / 128, m / 128), 256>>>(p, q, c, n, k); }, [=] { cohort_kernel_b<<<dim3(n / 128, m / 128), 256>>>(p, q, c, n, k); }, c, (size_t)m * n, Output::f32);
    }
    {
        const int m = 2048, n = 2048, k = 2048; auto p = harness::filled<double>((size_t)m * k, 6); auto q = harness::filled<double>((size_t)n * k, 7); auto c = harness::empty<double>((size_t)m * n);
        pair("blade_modes", [=] { blade_modes_a<<<dim3(n / 64, m / 128), 256>>>(p, q, c, n, k); }, [=] { blade_modes_b<<<dim3(n / 64, m / 128), 256>>>(p, q, c, n, k); }, c, (size_t)m * n, Output::f64);
    }
    {
        const int m = 1536, n = 1408, k = 2048; auto p = harness::filled<float>((size_t)m * k, 8); auto q = harness::filled<float>((size_t)n * k, 9); auto c = harness::empty<float>((size_t)m * n);
        pair("glyph_scores", [=] { glyph_scores_a<<<dim3(n / 32, m / 8), dim3(32, 8)>>>(p, q, c, n, k); }, [=] { glyph_scores_b<<<dim3(n / 128, m / 128), 256>>>(p, q, c, n, k); }, c, (size_t)m * n, Output::f32);
    }
    {
        const int m = 2048, n = 2048, k = 2048; auto p = harness::filled<float>((size_t)m * k, 10); auto q = harness::filled<float>((size_t)n * k, 11); auto c = harness::empty<float>((size_t)m * n);
        pair("dye_recipes", [=] { dye_recipes_a<<<dim3(n / 32, m / 32), dim3(32, 32)>>>(p, q, c, n, k); }, [=] { dye_recipes_b<<<dim3(n / 128, m / 128), 256>>>(p, q, c, n, k); }, c, (size_t)m * n, Output::f32);
    }
    {
        const int h = 64, T = 1024; auto q = harness::filled<__half>((size_t)h * T * 64, 12); auto k = harness::filled<__half>((size_t)h * T * 64, 13); auto s = harness::empty<__half>((size_t)h * T * T);
        pair("verse_logits", [=] { verse_logits_a<<<dim3(T / 128, T, h), 128>>>(q, k, s, T); }, [=] { verse_logits_b<<<dim3(T / 128, T / 64, h), 256>>>(q, k, s, T); }, s, (size_t)h * T * T, Output::f16);
    }
    {
        const int m = 4096, n = 4096, words = 1024; auto x = harness::indices((size_t)m * words, 0xffffffffu, 14); auto w = harness::indices((size_t)n * words, 0xffffffffu, 15); auto y = harness::empty<int>((size_t)m * n);
        SMEM(phone_layer_b, Byte::BYTES);
        pair("phone_layer", [=] { phone_layer_a<<<dim3(n / 128, m / 128), 256>>>(x, w, y, n, words); }, [=] { phone_layer_b<<<dim3(n / 128, m / 128), 256, Byte::BYTES>>>(x, w, y, n, words); }, y, (size_t)m * n, Output::i32);
    }
    {
        const int batch = 16384; auto a = harness::filled<__half>((size_t)batch * 4096, 16); auto b = harness::filled<__half>((size_t)batch * 4096, 17); auto c = harness::empty<__half>((size_t)batch * 4096);
        pair("pose_chain", [=] { pose_chain_a<<<batch, 256>>>(a, b, c); }, [=] { pose_chain_b<<<batch, 256>>>(a, b, c); }, c, (size_t)batch * 4096, Output::f16);
    }
    {
        const int n = 16, H = 128, W = 128; auto x = harness::filled<__half>((size_t)n * (H + 2) * (W + 2) * 64, 18); auto w = harness::filled<__half>(9 * 4096, 19); auto y = harness::empty<__half>((size_t)n * H * W * 64);
        pair("slice_conv", [=] { slice_conv_a<<<dim3(W / 64, H, n), 256>>>(x, w, y, H, W); }, [=] { slice_conv_b<<<dim3(W / 64, H, n), 256>>>(x, w, y, H, W); }, y, (size_t)n * H * W * 64, Output::f16);
    }
    return harness::run(argc, argv, cases);
}
