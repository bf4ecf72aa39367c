#include "harness.cuh"
#include <cuda_fp16.h>

using harness::filled;
using harness::empty;
using harness::Output;

static __device__ __forceinline__ unsigned smem_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
static __device__ __forceinline__ void cp16(void* s, const void* g) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(smem_address(s)), "l"(g) : "memory");
}
static __device__ __forceinline__ void cp_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> static __device__ __forceinline__ void cp_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }
static __device__ __forceinline__ void ldsm4(unsigned* r, const void* p) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(smem_address(p)) : "memory");
}
static __device__ __forceinline__ void mma_f16(float* c, const unsigned* a, unsigned b0, unsigned b1) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
static __device__ __forceinline__ void mma_s8(int* c, const unsigned* a, unsigned b0, unsigned b1) {
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
static __device__ __forceinline__ void put4(float* p, float a, float b, float c, float d) {  // one 16-byte store, which the compiler may not split
    asm volatile("st.global.v4.f32 [%0], {%1,%2,%3,%4};" ::"l"(p), "f"(a), "f"(b), "f"(c), "f"(d) : "memory");
}

// One k16 step of a warp's tile; a(row, k) and b(column, k) give the addresses of K-contiguous operands in shared memory.
template <int MI, int NJ, class PA, class PB>
static __device__ __forceinline__ void warp_step(float (&c)[MI][NJ][4], PA a, PB b) {
    int lane = threadIdx.x & 31;
    unsigned fa[MI][4], fb[NJ / 2][4];
#pragma unroll
    for (int i = 0; i < MI; ++i) ldsm4(fa[i], a(i * 16 + (lane & 15), (lane >> 4) * 8));
#pragma unroll
    for (int j = 0; j < NJ / 2; ++j) ldsm4(fb[j], b(j * 16 + (lane & 7) + ((lane >> 4) << 3), ((lane >> 3) & 1) * 8));
#pragma unroll
    for (int i = 0; i < MI; ++i)
#pragma unroll
        for (int j = 0; j < NJ; ++j) mma_f16(c[i][j], fa[i], fb[j / 2][(j & 1) * 2], fb[j / 2][(j & 1) * 2 + 1]);
}

// A block's tile of A * B^T, both K-contiguous in global memory, through ST stages of cp.async.
template <int BM, int BN, int BK, int LD, int ST, int WM, int WN>
struct HalfTile {
    static constexpr int NT = (BM / WM) * (BN / WN) * 32, STAGE = (BM + BN) * LD, BYTES = ST * STAGE * 2, MI = WM / 16, NJ = WN / 8;
    static __device__ __forceinline__ int row0() { return (threadIdx.x / 32) % (BM / WM) * WM; }
    static __device__ __forceinline__ int col0() { return (threadIdx.x / 32) / (BM / WM) * WN; }
    static __device__ __forceinline__ void load(half* s, const half* A, size_t lda, const half* B, size_t ldb) {
        constexpr int Q = BK / 8;
#pragma unroll
        for (int c = threadIdx.x; c < BM * Q; c += NT) cp16(s + c / Q * LD + c % Q * 8, A + c / Q * lda + c % Q * 8);
#pragma unroll
        for (int c = threadIdx.x; c < BN * Q; c += NT) cp16(s + (BM + c / Q) * LD + c % Q * 8, B + c / Q * ldb + c % Q * 8);
    }
    static __device__ __forceinline__ void compute(float (&acc)[MI][NJ][4], const half* s) {
        const half *sa = s + row0() * LD, *sb = s + (BM + col0()) * LD;
#pragma unroll
        for (int k = 0; k < BK; k += 16)
            warp_step<MI, NJ>(acc, [&](int r, int q) { return sa + r * LD + k + q; }, [&](int r, int q) { return sb + r * LD + k + q; });
    }
    static __device__ __forceinline__ void run(float (&acc)[MI][NJ][4], half* sm, const half* A, size_t lda, const half* B, size_t ldb, int KT) {
#pragma unroll
        for (int s = 0; s < ST - 1; ++s) {
            if (s < KT) load(sm + s * STAGE, A + s * BK, lda, B + s * BK, ldb);
            cp_commit();
        }
        for (int kt = 0; kt < KT; ++kt) {
            cp_wait<ST - 2>();
            __syncthreads();
            int next = kt + ST - 1;
            if (next < KT) load(sm + next % ST * STAGE, A + next * BK, lda, B + next * BK, ldb);
            cp_commit();
            compute(acc, sm + kt % ST * STAGE);
        }
    }
};
// f(row, column, v0, v1): the pair of neighbouring results of every accumulator fragment.
template <int MI, int NJ, class F>
static __device__ __forceinline__ void each_pair(float (&c)[MI][NJ][4], F f) {
    int g = (threadIdx.x & 31) >> 2, t = threadIdx.x & 3;
#pragma unroll
    for (int i = 0; i < MI; ++i)
#pragma unroll
        for (int j = 0; j < NJ; ++j) {
            f(i * 16 + g, j * 8 + 2 * t, c[i][j][0], c[i][j][1]);
            f(i * 16 + g + 8, j * 8 + 2 * t, c[i][j][2], c[i][j][3]);
        }
}

// ---------------------------------------------------------------- conv_features: 3x3 convolution, 64 to 64 channels, channels-last half, bias and ReLU
constexpr int CW = 128;
constexpr int CB = 8;
constexpr int CHALO = 180 * 72, CWEIGHT = 9 * 64 * 72, CBYTES = (CHALO + CWEIGHT) * 2;
static __device__ __forceinline__ void conv_stage(const half* __restrict__ in, const half* __restrict__ weight, half* halo, half* ws) {
    for (int c = threadIdx.x; c < 180 * 8; c += 256) {
        int p = c >> 3, y = p / 18, x = p % 18;
        cp16(halo + p * 72 + (c & 7) * 8, in + (((size_t)blockIdx.z * (CW + 2) + blockIdx.y * 8 + y) * (CW + 2) + blockIdx.x * 16 + x) * 64 + (c & 7) * 8);
    }
    for (int c = threadIdx.x; c < 9 * 64 * 8; c += 256) cp16(ws + (c >> 3) * 72 + (c & 7) * 8, weight + c * 8);
    cp_commit();
    cp_wait<0>();
    __syncthreads();
}
static __device__ __forceinline__ size_t conv_pixel(int p) { return (((size_t)blockIdx.z * CW + blockIdx.y * 8 + (p >> 4)) * CW + blockIdx.x * 16 + (p & 15)) * 64; }
__global__ void __launch_bounds__(256, 2) conv_features_a(const half* __restrict__ in, const half* __restrict__ weight, const float* __restrict__ bias, half* __restrict__ out) {
    extern __shared__ __align__(1024) unsigned char pool[];
    half *halo = (half*)pool, *ws = halo + CHALO;
    conv_stage(in, weight, halo, ws);
    int tx = threadIdx.x & 7, py = threadIdx.x >> 3;
    float acc[4][8] = {};
#pragma unroll 1
    for (int tap = 0; tap < 9; ++tap) {
        const half* hp = halo + ((py >> 4) * 18 + (py & 15) + tap / 3 * 18 + tap % 3) * 72;
        const half* wp = ws + (tap * 64 + tx) * 72;
#pragma unroll 2
        for (int k = 0; k < 64; k += 4) {
            float x[4][4], w[8][4];
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                uint2 v = *(const uint2*)(hp + i * 36 * 72 + k);
                float2 a = __half22float2(((half2*)&v)[0]), b = __half22float2(((half2*)&v)[1]);
                x[i][0] = a.x; x[i][1] = a.y; x[i][2] = b.x; x[i][3] = b.y;
            }
#pragma unroll
            for (int j = 0; j < 8; ++j) {
                uint2 v = *(const uint2*)(wp + j * 8 * 72 + k);
                float2 a = __half22float2(((half2*)&v)[0]), b = __half22float2(((half2*)&v)[1]);
                w[j][0] = a.x; w[j][1] = a.y; w[j][2] = b.x; w[j][3] = b.y;
            }
#pragma unroll
            for (int e = 0; e < 4; ++e)
#pragma unroll
                for (int i = 0; i < 4; ++i)
#pragma unroll
                    for (int j = 0; j < 8; ++j) acc[i][j] = fmaf(x[i][e], w[j][e], acc[i][j]);
        }
    }
    __syncthreads();
    half* os = halo;  // results through shared memory, so that whole pixels are stored
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) os[(py + 32 * i) * 72 + tx + 8 * j] = __float2half_rn(fmaxf(acc[i][j] * 0.1f + bias[tx + 8 * j], 0.0f));
    __syncthreads();
#pragma unroll
    for (int c = threadIdx.x; c < 1024; c += 256) *(uint4*)(out + conv_pixel(c >> 3) + (c & 7) * 8) = *(uint4*)(os + (c >> 3) * 72 + (c & 7) * 8);
}
__global__ void __launch_bounds__(256, 2) conv_features_b(const half* __restrict__ in, const half* __restrict__ weight, const float* __restrict__ bias, half* __restrict__ out) {
    extern __shared__ __align__(1024) unsigned char pool[];
    half *halo = (half*)pool, *ws = halo + CHALO;
    conv_stage(in, weight, halo, ws);
    int warp = threadIdx.x >> 5, row = (warp & 3) * 2, n0 = (warp >> 2) * 32;
    float acc[2][4][4] = {};
#pragma unroll 1
    for (int tap = 0; tap < 9; ++tap) {
        const half *hp = halo + ((row + tap / 3) * 18 + tap % 3) * 72, *wp = ws + (tap * 64 + n0) * 72;
#pragma unroll
        for (int k = 0; k < 64; k += 16)
            warp_step<2, 4>(acc, [&](int r, int q) { return hp + ((r >> 4) * 18 + (r & 15)) * 72 + k + q; }, [&](int r, int q) { return wp + r * 72 + k + q; });
    }
    __syncthreads();
    half* os = halo;
    each_pair(acc, [&](int r, int c, float u, float v) {
        *(half2*)(os + (row * 16 + r) * 72 + n0 + c) = __floats2half2_rn(fmaxf(u * 0.1f + bias[n0 + c], 0.0f), fmaxf(v * 0.1f + bias[n0 + c + 1], 0.0f));
    });
    __syncthreads();
#pragma unroll
    for (int c = threadIdx.x; c < 1024; c += 256) *(uint4*)(out + conv_pixel(c >> 3) + (c & 7) * 8) = *(uint4*)(os + (c >> 3) * 72 + (c & 7) * 8);
}

// ---------------------------------------------------------------- quantised_pointwise: 1x1 convolution in int8, requantised with ReLU
constexpr int QM = 262144;
constexpr int QK = 256;
constexpr int QN = 256;
static __device__ __forceinline__ unsigned char requantise(int v, float s) { return (unsigned char)min(max(__float2int_rn(v * s), 0), 127); }
__global__ void __launch_bounds__(256, 2) quantised_pointwise_a(const signed char* __restrict__ x, const signed char* __restrict__ w, const float* __restrict__ scale, unsigned char* __restrict__ out) {
    __shared__ __align__(16) int as[16 * 128], bs[16 * 128];
    int tid = threadIdx.x, ty = tid >> 4, tx = tid & 15, q = tid & 3, r = tid >> 2;
    size_t m0 = (size_t)blockIdx.y * 128;
    int n0 = blockIdx.x * 128;
    int acc[8][8] = {};
    uint4 ra[2], rb[2];
    auto fetch = [&](int k0) {
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            ra[h] = *(const uint4*)(x + (m0 + r + h * 64) * QK + k0 + q * 16);
            rb[h] = *(const uint4*)(w + (size_t)(n0 + r + h * 64) * QK + k0 + q * 16);
        }
    };
    auto put = [&](int* s, uint4 v, int row) {
        s[(q * 4) * 128 + (row ^ (q * 8))] = v.x; s[(q * 4 + 1) * 128 + (row ^ (q * 8))] = v.y;
        s[(q * 4 + 2) * 128 + (row ^ (q * 8))] = v.z; s[(q * 4 + 3) * 128 + (row ^ (q * 8))] = v.w;
    };
    fetch(0);
    for (int k0 = 0; k0 < QK; k0 += 64) {
#pragma unroll
        for (int h = 0; h < 2; ++h) { put(as, ra[h], r + h * 64); put(bs, rb[h], r + h * 64); }
        __syncthreads();
        if (k0 + 64 < QK) fetch(k0 + 64);
#pragma unroll 4
        for (int k = 0; k < 16; ++k) {
            int sw = (k >> 2) * 8;
            int4 a0 = *(const int4*)(as + k * 128 + ((ty * 8) ^ sw)), a1 = *(const int4*)(as + k * 128 + ((ty * 8) ^ sw) + 4);
            int4 b0 = *(const int4*)(bs + k * 128 + ((tx * 4) ^ sw)), b1 = *(const int4*)(bs + k * 128 + 64 + ((tx * 4) ^ sw));
            int av[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w}, bv[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = __dp4a(av[i], bv[j], acc[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int h = 0; h < 2; ++h) {
        int n = n0 + h * 64 + tx * 4;
        float4 s = *(const float4*)(scale + n);
#pragma unroll
        for (int i = 0; i < 8; ++i)
            *(uchar4*)(out + (m0 + ty * 8 + i) * QN + n) = make_uchar4(requantise(acc[i][h * 4], s.x), requantise(acc[i][h * 4 + 1], s.y), requantise(acc[i][h * 4 + 2], s.z), requantise(acc[i][h * 4 + 3], s.w));
    }
}
using QuantTile = HalfTile<128, 128, 32, 40, 3, 64, 32>;  // 64 bytes of K a stage, addressed as pairs of int8
__global__ void __launch_bounds__(256, 2) quantised_pointwise_b(const signed char* __restrict__ x, const signed char* __restrict__ w, const float* __restrict__ scale, unsigned char* __restrict__ out) {
    extern __shared__ __align__(1024) unsigned char pool[];
    half* sm = (half*)pool;
    size_t m0 = (size_t)blockIdx.y * 128;
    int n0 = blockIdx.x * 128, lane = threadIdx.x & 31, g = lane >> 2, t = lane & 3;
    const half *A = (const half*)(x + m0 * QK), *B = (const half*)(w + (size_t)n0 * QK);
    int acc[4][4][4] = {};
    for (int s = 0; s < 2; ++s) { QuantTile::load(sm + s * QuantTile::STAGE, A + s * 32, QK / 2, B + s * 32, QK / 2); cp_commit(); }
#pragma unroll
    for (int kt = 0; kt < QK / 64; ++kt) {
        cp_wait<1>();
        __syncthreads();
        if (kt + 2 < QK / 64) QuantTile::load(sm + (kt + 2) % 3 * QuantTile::STAGE, A + (kt + 2) * 32, QK / 2, B + (kt + 2) * 32, QK / 2);
        cp_commit();
        const half *sa = sm + kt % 3 * QuantTile::STAGE + QuantTile::row0() * 40, *sb = sm + kt % 3 * QuantTile::STAGE + (128 + QuantTile::col0()) * 40;
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            unsigned fa[4][4], fb[2][4];
#pragma unroll
            for (int i = 0; i < 4; ++i) ldsm4(fa[i], sa + (i * 16 + (lane & 15)) * 40 + k + (lane >> 4) * 8);
#pragma unroll
            for (int j = 0; j < 2; ++j) ldsm4(fb[j], sb + (j * 16 + (lane & 7) + ((lane >> 4) << 3)) * 40 + k + ((lane >> 3) & 1) * 8);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) mma_s8(acc[i][j], fa[i], fb[j / 2][(j & 1) * 2], fb[j / 2][(j & 1) * 2 + 1]);
        }
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            int r = QuantTile::row0() + i * 16 + g, c = QuantTile::col0() + j * 8 + 2 * t;
            float2 s = *(const float2*)(scale + n0 + c);
            *(uchar2*)(pool + r * 144 + c) = make_uchar2(requantise(acc[i][j][0], s.x), requantise(acc[i][j][1], s.y));
            *(uchar2*)(pool + (r + 8) * 144 + c) = make_uchar2(requantise(acc[i][j][2], s.x), requantise(acc[i][j][3], s.y));
        }
    __syncthreads();
#pragma unroll
    for (int c = threadIdx.x; c < 1024; c += 256) *(uint4*)(out + (m0 + (c >> 3)) * QN + n0 + (c & 7) * 16) = *(uint4*)(pool + (c >> 3) * 144 + (c & 7) * 16);
}

// ---------------------------------------------------------------- radiance_mlp: a small network 64-64-64-8 on every sample of a ray, layers fused
constexpr int RN = 524288;
constexpr int RBYTES = (64 * 128 + 2 * 64 * 64 + 64 * 8) * 4;
__global__ void __launch_bounds__(256) radiance_mlp_a(const half* __restrict__ x, const half* __restrict__ w, float* __restrict__ out) {  // w: [in][out] of the three layers
    extern __shared__ __align__(1024) unsigned char pool[];
    float *xs = (float*)pool, *ws = xs + 64 * 128;
    int tid = threadIdx.x, ty = tid >> 4, tx = tid & 15;
    for (int i = tid; i < 64 * 136; i += 256) ws[i] = __half2float(w[i]);
    for (int tile = blockIdx.x; tile < RN / 128; tile += gridDim.x) {
        __syncthreads();
#pragma unroll
        for (int h = 0; h < 4; ++h) {
            int c = tid + h * 256, r = c >> 3, q = c & 7;
            uint4 v = *(const uint4*)(x + ((size_t)tile * 128 + r) * 64 + q * 8);
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                float2 f = __half22float2(((half2*)&v)[i]);
                xs[(q * 8 + 2 * i) * 128 + (r ^ (q * 4))] = f.x;
                xs[(q * 8 + 2 * i + 1) * 128 + (r ^ (q * 4))] = f.y;
            }
        }
        __syncthreads();
#pragma unroll 1
        for (int layer = 0; layer < 2; ++layer) {
            const float* wl = ws + layer * 4096;
            float acc[8][4] = {};
#pragma unroll 8
            for (int k = 0; k < 64; ++k) {
                int sw = (k >> 3) * 4;
                float4 a0 = *(const float4*)(xs + k * 128 + ((ty * 8) ^ sw)), a1 = *(const float4*)(xs + k * 128 + ((ty * 8 + 4) ^ sw)), b = *(const float4*)(wl + k * 64 + tx * 4);
                float av[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w}, bv[4] = {b.x, b.y, b.z, b.w};
#pragma unroll
                for (int i = 0; i < 8; ++i)
#pragma unroll
                    for (int j = 0; j < 4; ++j) acc[i][j] = fmaf(av[i], bv[j], acc[i][j]);
            }
            __syncthreads();
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                int k = tx * 4 + j, sw = (k >> 3) * 4;
                float v[8];
#pragma unroll
                for (int i = 0; i < 8; ++i) v[i] = __half2float(__float2half_rn(fmaxf(acc[i][j] * 0.25f, 0.0f)));
                *(float4*)(xs + k * 128 + ((ty * 8) ^ sw)) = make_float4(v[0], v[1], v[2], v[3]);
                *(float4*)(xs + k * 128 + ((ty * 8 + 4) ^ sw)) = make_float4(v[4], v[5], v[6], v[7]);
            }
            __syncthreads();
        }
        int s = tid >> 1, c = (tid & 1) * 4;
        float o[4] = {};
#pragma unroll 8
        for (int k = 0; k < 64; ++k) {
            float a = xs[k * 128 + (s ^ ((k >> 3) * 4))];
            float4 b = *(const float4*)(ws + 8192 + k * 8 + c);
            o[0] = fmaf(a, b.x, o[0]); o[1] = fmaf(a, b.y, o[1]); o[2] = fmaf(a, b.z, o[2]); o[3] = fmaf(a, b.w, o[3]);
        }
        put4(out + ((size_t)tile * 128 + s) * 8 + c, o[0], o[1], o[2], o[3]);
    }
}
__global__ void __launch_bounds__(256) radiance_mlp_b(const half* __restrict__ x, const half* __restrict__ w, float* __restrict__ out) {  // w: [out][in] of the three layers
    __shared__ __align__(16) half ws[136 * 72], xs[128 * 72];
    int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5;
    half* mine = xs + warp * 16 * 72;
    for (int c = tid; c < 136 * 8; c += 256) *(uint4*)(ws + (c >> 3) * 72 + (c & 7) * 8) = *(const uint4*)(w + c * 8);
    __syncthreads();
    uint4 v[4];
    auto fetch = [&](int tile) {
#pragma unroll
        for (int i = 0; i < 4; ++i) v[i] = *(const uint4*)(x + ((size_t)tile * 128 + warp * 16) * 64 + (lane + i * 32) * 8);
    };
    int tile = blockIdx.x;
    if (tile < RN / 128) fetch(tile);
    for (; tile < RN / 128; tile += gridDim.x) {
        __syncwarp();
#pragma unroll
        for (int i = 0; i < 4; ++i) { int c = lane + i * 32; *(uint4*)(mine + (c >> 3) * 72 + (c & 7) * 8) = v[i]; }
        __syncwarp();
        if (tile + (int)gridDim.x < RN / 128) fetch(tile + gridDim.x);
        unsigned a[4][4], b[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) ldsm4(a[k], mine + (lane & 15) * 72 + k * 16 + (lane >> 4) * 8);
#pragma unroll
        for (int layer = 0; layer < 2; ++layer) {
            float c[8][4] = {};
#pragma unroll
            for (int k = 0; k < 4; ++k)
#pragma unroll
                for (int j = 0; j < 4; ++j) {
                    ldsm4(b, ws + (layer * 64 + j * 16 + (lane & 7) + ((lane >> 4) << 3)) * 72 + k * 16 + ((lane >> 3) & 1) * 8);
                    mma_f16(c[2 * j], a[k], b[0], b[1]);
                    mma_f16(c[2 * j + 1], a[k], b[2], b[3]);
                }
#pragma unroll
            for (int k = 0; k < 4; ++k)
#pragma unroll
                for (int i = 0; i < 4; ++i) {
                    const float* p = &c[2 * k + (i >> 1)][(i & 1) * 2];
                    half2 h = __floats2half2_rn(fmaxf(p[0] * 0.25f, 0.0f), fmaxf(p[1] * 0.25f, 0.0f));
                    a[k][i] = *(unsigned*)&h;
                }
        }
        float o[4] = {};
#pragma unroll
        for (int k = 0; k < 4; k += 2) {
            ldsm4(b, ws + (128 + (lane & 7)) * 72 + k * 16 + (lane >> 3) * 8);
            mma_f16(o, a[k], b[0], b[1]);
            mma_f16(o, a[k + 1], b[2], b[3]);
        }
        float* p = out + ((size_t)tile * 128 + warp * 16 + (lane >> 2)) * 8 + 2 * (lane & 3);
        *(float2*)p = make_float2(o[0], o[1]);
        *(float2*)(p + 64) = make_float2(o[2], o[3]);
    }
}

// ---------------------------------------------------------------- retrieval_scores: passages against queries, embeddings in half, logistic scores
constexpr int VM = 8448;
constexpr int VN = 2048;
constexpr int VK = 1536;
using ScoreTile = HalfTile<128, 128, 32, 40, 4, 64, 32>;
static __device__ __forceinline__ void score_store(float (&acc)[4][4][4], half* out, int m0, int n0) {
    int r0 = m0 + ScoreTile::row0(), c0 = n0 + ScoreTile::col0();
    each_pair(acc, [&](int r, int c, float u, float v) {
        *(half2*)(out + (size_t)(r0 + r) * VN + c0 + c) = __floats2half2_rn(__fdividef(1.0f, 1.0f + __expf(-0.1f * u)), __fdividef(1.0f, 1.0f + __expf(-0.1f * v)));
    });
}
__global__ void __launch_bounds__(256, 2) retrieval_scores_a(const half* __restrict__ x, const half* __restrict__ y, half* __restrict__ out) {
    __shared__ __align__(16) half sm[256 * 40];
    int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128, r = threadIdx.x >> 2, q = (threadIdx.x & 3) * 8;
    const half *A = x + (size_t)(m0 + r) * VK + q, *B = y + (size_t)(n0 + r) * VK + q;
    float acc[4][4][4] = {};
#pragma unroll 1
    for (int k0 = 0; k0 < VK; k0 += 32) {
        uint4 a0 = *(const uint4*)(A + k0), a1 = *(const uint4*)(A + (size_t)64 * VK + k0), b0 = *(const uint4*)(B + k0), b1 = *(const uint4*)(B + (size_t)64 * VK + k0);
        *(uint4*)(sm + r * 40 + q) = a0;
        *(uint4*)(sm + (64 + r) * 40 + q) = a1;
        *(uint4*)(sm + (128 + r) * 40 + q) = b0;
        *(uint4*)(sm + (192 + r) * 40 + q) = b1;
        __syncthreads();
        ScoreTile::compute(acc, sm);
        __syncthreads();
    }
    score_store(acc, out, m0, n0);
}
__global__ void __launch_bounds__(256, 2) retrieval_scores_b(const half* __restrict__ x, const half* __restrict__ y, half* __restrict__ out) {
    extern __shared__ __align__(1024) unsigned char pool[];
    int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    float acc[4][4][4] = {};
    ScoreTile::run(acc, (half*)pool, x + (size_t)m0 * VK, VK, y + (size_t)n0 * VK, VK, VK / 32);
    score_store(acc, out, m0, n0);
}

// ---------------------------------------------------------------- spectra_search: histogram intersection of 8 query spectra with a library of spectra (256 bins)
constexpr int HN = 135168;
constexpr int HG = 132;
constexpr int HTILE = 64 * 260;
constexpr int HFIXED = (8 * 256 + 8 * 544) * 4;
template <int ST>
static __device__ __forceinline__ void spectra_search(const float* __restrict__ lib, const float* __restrict__ query, float* __restrict__ out, float* sm) {
    float *qs = sm, *red = sm + 2048, *tiles = red + 8 * 544;
    int tid = threadIdx.x, lane = tid & 31, slice = tid >> 5, sg = lane & 15, qg = lane >> 4;
    for (int i = tid; i < 2048; i += 256) qs[i] = query[i];
    auto fill = [&](int it) {
        int tile = blockIdx.x + it * gridDim.x;
        if (tile < HN / 64) {
            float* s = tiles + it % ST * HTILE;
#pragma unroll
            for (int i = 0; i < 16; ++i) { int c = tid + i * 256; cp16(s + (c >> 6) * 260 + (c & 63) * 4, lib + (size_t)tile * 16384 + c * 4); }
        }
        cp_commit();
    };
    if (ST > 1)
        for (int it = 0; it < ST - 1; ++it) fill(it);
    for (int it = 0; blockIdx.x + it * gridDim.x < HN / 64; ++it) {
        int tile = blockIdx.x + it * gridDim.x;
        if (ST > 1) {
            cp_wait<(ST > 1 ? ST - 2 : 0)>();
            __syncthreads();
            fill(it + ST - 1);
        } else {
            __syncthreads();
#pragma unroll
            for (int h = 0; h < 2; ++h) {
                float4 v[8];
#pragma unroll
                for (int i = 0; i < 8; ++i) v[i] = *(const float4*)(lib + (size_t)tile * 16384 + (tid + (h * 8 + i) * 256) * 4);
#pragma unroll
                for (int i = 0; i < 8; ++i) { int c = tid + (h * 8 + i) * 256; *(float4*)(tiles + (c >> 6) * 260 + (c & 63) * 4) = v[i]; }
            }
            __syncthreads();
        }
        const float *s = tiles + it % ST * HTILE + sg * 260 + slice * 32, *q = qs + qg * 4 * 256 + slice * 32;
        float acc[4][4] = {};
#pragma unroll 4
        for (int k = 0; k < 32; k += 4) {
            float4 a[4], b[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) { a[i] = *(const float4*)(s + i * 16 * 260 + k); b[i] = *(const float4*)(q + i * 256 + k); }
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) {
                    acc[i][j] += fminf(a[i].x, b[j].x); acc[i][j] += fminf(a[i].y, b[j].y);
                    acc[i][j] += fminf(a[i].z, b[j].z); acc[i][j] += fminf(a[i].w, b[j].w);
                }
        }
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) red[slice * 544 + (qg * 4 + j) * 68 + sg + 16 * i] = acc[i][j];
        __syncthreads();
#pragma unroll
        for (int e = tid; e < 512; e += 256) {
            float v = 0;
#pragma unroll
            for (int k = 0; k < 8; ++k) v += red[k * 544 + (e >> 6) * 68 + (e & 63)];
            out[(size_t)(e >> 6) * HN + tile * 64 + (e & 63)] = v * (1.0f / 256);
        }
    }
}
__global__ void __launch_bounds__(256) spectra_search_a(const float* __restrict__ lib, const float* __restrict__ query, float* __restrict__ out) {
    extern __shared__ __align__(1024) unsigned char pool[];
    spectra_search<1>(lib, query, out, (float*)pool);
}
__global__ void __launch_bounds__(256) spectra_search_b(const float* __restrict__ lib, const float* __restrict__ query, float* __restrict__ out) {
    extern __shared__ __align__(1024) unsigned char pool[];
    spectra_search<3>(lib, query, out, (float*)pool);
}

// ---------------------------------------------------------------- stereo_sad: disparity of each pixel by a 9x9 sum of absolute differences over 64 shifts
constexpr int TX = 640;
constexpr int TY = 480;
constexpr int LP = TX + 32, RP = TX + 96;  // pitches; left padded by 4, right by 4 + 63 in front
__global__ void __launch_bounds__(256) stereo_sad_a(const float* __restrict__ left, const float* __restrict__ right, unsigned char* __restrict__ out) {
    int x = blockIdx.x * 32 + (threadIdx.x & 31), y = blockIdx.y * 8 + (threadIdx.x >> 5), best = 0;
    float low = 1e30f;
#pragma unroll 1
    for (int d = 0; d < 64; ++d) {
        float s = 0;
#pragma unroll 1
        for (int dy = 0; dy < 9; ++dy)
#pragma unroll
            for (int dx = 0; dx < 9; ++dx) s += fabsf(left[(y + dy) * LP + x + dx] - right[(y + dy) * RP + x + dx + 63 - d]);
        if (s < low) { low = s; best = d; }
    }
    out[y * TX + x] = (unsigned char)best;
}
__global__ void __launch_bounds__(256) stereo_sad_b(const float* __restrict__ left, const float* __restrict__ right, unsigned char* __restrict__ out) {
    __shared__ float ls[16 * 40], rs[16 * 104];
    int lane = threadIdx.x & 31, ty = threadIdx.x >> 5, x0 = blockIdx.x * 32, y0 = blockIdx.y * 8, best = 0;
    for (int r = ty; r < 16; r += 8) {
        for (int c = lane; c < 40; c += 32) ls[r * 40 + c] = left[(y0 + r) * LP + x0 + c];
        for (int c = lane; c < 103; c += 32) rs[r * 104 + c] = right[(y0 + r) * RP + x0 + c];
    }
    __syncthreads();
    float low = 1e30f;
#pragma unroll 1
    for (int d = 0; d < 64; d += 8) {
        float s[8] = {};
#pragma unroll 1
        for (int dy = 0; dy < 9; ++dy) {
            const float *lp = ls + (ty + dy) * 40 + lane, *rp = rs + (ty + dy) * 104 + lane + 56 - d;
            float r[16];
#pragma unroll
            for (int i = 0; i < 16; ++i) r[i] = rp[i];
#pragma unroll
            for (int dx = 0; dx < 9; ++dx) {
                float l = lp[dx];
#pragma unroll
                for (int j = 0; j < 8; ++j) s[j] += fabsf(l - r[dx + 7 - j]);
            }
        }
#pragma unroll
        for (int j = 0; j < 8; ++j)
            if (s[j] < low) { low = s[j]; best = d + j; }
    }
    out[(y0 + ty) * TX + x0 + lane] = (unsigned char)best;
}

// ---------------------------------------------------------------- ligand_contacts: soft contact score of every ligand atom against the atoms of a pocket
constexpr int AN = 262144;
constexpr int AP = 2048;
static __device__ __forceinline__ float contact(float x, float y, float z, float px, float py, float pz, float w, float acc) {
    float dx = x - px, dy = y - py, dz = z - pz, t = fmaxf(1.0f - 2.0f * (dx * dx + dy * dy + dz * dz), 0.0f);
    return fmaf(t * t, w, acc);
}
__global__ void __launch_bounds__(256) ligand_contacts_a(const float* __restrict__ lig, const float* __restrict__ px, const float* __restrict__ py, const float* __restrict__ pz, const float* __restrict__ pw, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float x = lig[i], y = lig[AN + i], z = lig[2 * AN + i], acc = 0;
#pragma unroll 4
    for (int j = 0; j < AP; ++j) acc = contact(x, y, z, px[j], py[j], pz[j], pw[j], acc);
    out[i] = acc;
}
__global__ void __launch_bounds__(128) ligand_contacts_b(const float* __restrict__ lig, const float* __restrict__ px, const float* __restrict__ py, const float* __restrict__ pz, const float* __restrict__ pw, float* __restrict__ out) {
    __shared__ float4 s[256];
    int i0 = blockIdx.x * 512 + threadIdx.x;
    float x[4], y[4], z[4], acc[4] = {};
#pragma unroll
    for (int e = 0; e < 4; ++e) { int i = i0 + e * 128; x[e] = lig[i]; y[e] = lig[AN + i]; z[e] = lig[2 * AN + i]; }
    for (int j0 = 0; j0 < AP; j0 += 256) {
        __syncthreads();
#pragma unroll
        for (int h = 0; h < 2; ++h) { int j = j0 + h * 128 + threadIdx.x; s[h * 128 + threadIdx.x] = make_float4(px[j], py[j], pz[j], pw[j]); }
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < 256; ++j) {
            float4 p = s[j];
#pragma unroll
            for (int e = 0; e < 4; ++e) acc[e] = contact(x[e], y[e], z[e], p.x, p.y, p.z, p.w, acc[e]);
        }
    }
#pragma unroll
    for (int e = 0; e < 4; ++e) out[i0 + e * 128] = acc[e];
}

// ---------------------------------------------------------------- signal_families: overlap (sum of minima) of every pair of 512 x 512 long signals, time-major
constexpr int SS = 512;
constexpr int ST_ = 8192;
template <int SPLIT>
static __device__ __forceinline__ void signal_families(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out, float* __restrict__ part, int* __restrict__ ticket) {
    __shared__ __align__(16) float sm[3][2 * 16 * 64];
    constexpr int KT = ST_ / SPLIT / 16;
    int tid = threadIdx.x, ty = tid >> 4, tx = tid & 15, i0 = blockIdx.y * 64, j0 = blockIdx.x * 64;
    a += (size_t)blockIdx.z * KT * 16 * SS + i0; b += (size_t)blockIdx.z * KT * 16 * SS + j0;
    auto fill = [&](int kt) {
        if (kt < KT) {
            cp16(sm[kt % 3] + tid * 4, a + (size_t)(kt * 16 + ty) * SS + tx * 4);
            cp16(sm[kt % 3] + 1024 + tid * 4, b + (size_t)(kt * 16 + ty) * SS + tx * 4);
        }
        cp_commit();
    };
    float acc[4][4] = {};
    fill(0); fill(1);
    for (int kt = 0; kt < KT; ++kt) {
        cp_wait<1>();
        __syncthreads();
        fill(kt + 2);
        const float *sa = sm[kt % 3] + ty * 4, *sb = sm[kt % 3] + 1024 + tx * 4;
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 u = *(const float4*)(sa + k * 64), v = *(const float4*)(sb + k * 64);
            float uv[4] = {u.x, u.y, u.z, u.w}, vv[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] += fminf(uv[i], vv[j]);
        }
    }
    const float s = 1.0f / ST_;
    if (SPLIT == 1) {
#pragma unroll
        for (int i = 0; i < 4; ++i)
            put4(out + (size_t)(i0 + ty * 4 + i) * SS + j0 + tx * 4, acc[i][0] * s, acc[i][1] * s, acc[i][2] * s, acc[i][3] * s);
        return;
    }
    int tile = blockIdx.y * gridDim.x + blockIdx.x, tiles = gridDim.x * gridDim.y;
#pragma unroll
    for (int i = 0; i < 4; ++i)
        put4(part + ((size_t)blockIdx.z * tiles + tile) * 4096 + i * 1024 + tid * 4, acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
    __threadfence();
    __syncthreads();
    __shared__ int last;
    if (tid == 0) {
        last = atomicAdd(ticket + tile, 1) == SPLIT - 1;
        if (last) ticket[tile] = 0;
    }
    __syncthreads();
    if (!last) return;
    __threadfence();
#pragma unroll
    for (int i = 0; i < 4; ++i) {  // the last block of a tile adds the parts in their order
        float4 t = make_float4(0, 0, 0, 0);
#pragma unroll
        for (int z = 0; z < SPLIT; ++z) {
            float4 v = *(const float4*)(part + ((size_t)z * tiles + tile) * 4096 + i * 1024 + tid * 4);
            t.x += v.x; t.y += v.y; t.z += v.z; t.w += v.w;
        }
        put4(out + (size_t)(i0 + ty * 4 + i) * SS + j0 + tx * 4, t.x * s, t.y * s, t.z * s, t.w * s);
    }
}
__global__ void __launch_bounds__(256) signal_families_a(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out) { signal_families<1>(a, b, out, nullptr, nullptr); }
__global__ void __launch_bounds__(256) signal_families_b(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out, float* part, int* ticket) { signal_families<8>(a, b, out, part, ticket); }

// ---------------------------------------------------------------- loop_closure: best match of each camera descriptor within a band of later frames of the other camera
constexpr int LT = 264;
constexpr int LD_ = 16;
constexpr int LK = 1024;
using ClosureTile = HalfTile<128, 128, 64, 72, 3, 64, 32>;
static __device__ __forceinline__ void loop_closure(int i, int d, const half* __restrict__ x, const half* __restrict__ y, float* __restrict__ out, half* sm) {
    int n = (i + d) % LT, lane = threadIdx.x & 31, g = lane >> 2, col = ClosureTile::col0() / 32;
    float acc[4][4][4] = {};
    ClosureTile::run(acc, sm, x + (size_t)i * 128 * LK, LK, y + (size_t)n * 128 * LK, LK, LK / 64);
    __syncthreads();
    float* best = (float*)sm;  // [4 column groups][128 rows]
#pragma unroll
    for (int f = 0; f < 4; ++f)
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            float m = -1e30f;
#pragma unroll
            for (int j = 0; j < 4; ++j) m = fmaxf(m, fmaxf(acc[f][j][2 * h], acc[f][j][2 * h + 1]));
            m = fmaxf(m, __shfl_xor_sync(~0u, m, 1));
            m = fmaxf(m, __shfl_xor_sync(~0u, m, 2));
            if ((lane & 3) == 0) best[col * 128 + ClosureTile::row0() + f * 16 + g + h * 8] = m;
        }
    __syncthreads();
    if (threadIdx.x < 128) {
        int r = threadIdx.x;
        out[((size_t)d * LT + i) * 128 + r] = fmaxf(fmaxf(best[r], best[128 + r]), fmaxf(best[256 + r], best[384 + r])) * (1.0f / 32);
    }
}
__global__ void __launch_bounds__(256, 2) loop_closure_a(const half* __restrict__ x, const half* __restrict__ y, float* __restrict__ out) {
    extern __shared__ __align__(1024) unsigned char pool[];
    loop_closure(blockIdx.x % LT, blockIdx.x / LT, x, y, out, (half*)pool);
}
__global__ void __launch_bounds__(256, 2) loop_closure_b(const half* __restrict__ x, const half* __restrict__ y, float* __restrict__ out) {
    extern __shared__ __align__(1024) unsigned char pool[];
    loop_closure(blockIdx.x / LD_, blockIdx.x % LD_, x, y, out, (half*)pool);
}

// ---------------------------------------------------------------- scanline_iir: recursive low-pass along scan lines, a thread a line, staged through shared memory
constexpr int IR = 131072;
constexpr int IC = 512;
template <int LD>
static __device__ __forceinline__ void scanline_iir(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float s[128 * LD];
    int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5;
    size_t row0 = (size_t)blockIdx.x * 128;
    float y = 0, v = 0;
    for (int c0 = 0; c0 < IC; c0 += 32) {
#pragma unroll
        for (int r = 0; r < 32; ++r) s[(r * 4 + warp) * LD + lane] = in[(row0 + r * 4 + warp) * IC + c0 + lane];
        __syncthreads();
#pragma unroll
        for (int c = 0; c < 32; ++c) {
            v = fmaf(0.7f, v, 0.3f * (s[tid * LD + c] - y));
            y = fmaf(0.5f, v, y);
            s[tid * LD + c] = y;
        }
        __syncthreads();
#pragma unroll
        for (int r = 0; r < 32; ++r) out[(row0 + r * 4 + warp) * IC + c0 + lane] = s[(r * 4 + warp) * LD + lane];
        __syncthreads();
    }
}
__global__ void __launch_bounds__(128) scanline_iir_a(const float* __restrict__ in, float* __restrict__ out) { scanline_iir<32>(in, out); }
__global__ void __launch_bounds__(128) scanline_iir_b(const float* __restrict__ in, float* __restrict__ out) { scanline_iir<33>(in, out); }

// ---------------------------------------------------------------- shape_signatures: city-block distances between histograms of shapes, tiles of 64 x 32, bin-major
constexpr int GN = 4096;
constexpr int GM = 2048;
constexpr int GD = 256;
template <bool WIDE>
static __device__ __forceinline__ void shape_signatures(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out) {
    __shared__ __align__(16) float as[2][16 * 64], bs[2][16 * 32];
    int tid = threadIdx.x, ty = tid >> 4, tx = tid & 15, i0 = blockIdx.y * 64, j0 = blockIdx.x * 32;
    auto fill = [&](int kt) {
        cp16(as[kt & 1] + tid * 4, a + (size_t)(kt * 16 + (tid >> 4)) * GN + i0 + (tid & 15) * 4);
        if (tid < 128) cp16(bs[kt & 1] + tid * 4, b + (size_t)(kt * 16 + (tid >> 3)) * GM + j0 + (tid & 7) * 4);
        cp_commit();
    };
    float acc[4][2] = {};
    fill(0);
    for (int kt = 0; kt < GD / 16; ++kt) {
        cp_wait<0>();
        __syncthreads();
        if (kt + 1 < GD / 16) fill(kt + 1);
        const float *sa = as[kt & 1] + (WIDE ? ty * 4 : ty), *sb = bs[kt & 1] + (WIDE ? tx * 2 : tx);
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float u[4], v[2];
            if (WIDE) {
                float4 f = *(const float4*)(sa + k * 64);
                float2 h = *(const float2*)(sb + k * 32);
                u[0] = f.x; u[1] = f.y; u[2] = f.z; u[3] = f.w; v[0] = h.x; v[1] = h.y;
            } else {
#pragma unroll
                for (int i = 0; i < 4; ++i) u[i] = sa[k * 64 + 16 * i];
#pragma unroll
                for (int j = 0; j < 2; ++j) v[j] = sb[k * 32 + 16 * j];
            }
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 2; ++j) acc[i][j] += fabsf(u[i] - v[j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        if (WIDE) *(float2*)(out + (size_t)(i0 + ty * 4 + i) * GM + j0 + tx * 2) = make_float2(acc[i][0], acc[i][1]);
        else
            for (int j = 0; j < 2; ++j) out[(size_t)(i0 + ty + 16 * i) * GM + j0 + tx + 16 * j] = acc[i][j];
    }
}
__global__ void __launch_bounds__(256) shape_signatures_a(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out) { shape_signatures<false>(a, b, out); }
__global__ void __launch_bounds__(256) shape_signatures_b(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out) { shape_signatures<true>(a, b, out); }

// ---------------------------------------------------------------- film_grain: 5x5 local mean and clipped detail of a scanned frame, 64 x 32 tiles
constexpr int EW = 8192;
constexpr int EH = 8192;
constexpr int EP = EW + 8;  // pitch of the padded input, EH + 4 rows
template <int TILES>
static __device__ __forceinline__ void film_grain(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ __align__(16) float sm[TILES > 1 ? 2 : 1][36 * 72];
    int tid = threadIdx.x, tx = tid & 63, ty = tid >> 6, x0 = blockIdx.x * 64;
    auto fill = [&](int t) {
        for (int c = tid; c < 648; c += 256) cp16(sm[t & 1] + c * 4, in + (size_t)((blockIdx.y * TILES + t) * 32 + c / 18) * EP + x0 + c % 18 * 4);
        cp_commit();
    };
    if (TILES > 1) fill(0);
#pragma unroll 1
    for (int t = 0; t < TILES; ++t) {
        int y0 = (blockIdx.y * TILES + t) * 32;
        if (TILES > 1) {
            cp_wait<0>();
            __syncthreads();
            if (t + 1 < TILES) fill(t + 1);
        } else {
            for (int c = tid; c < 648; c += 256) *(float4*)(sm[0] + c * 4) = *(const float4*)(in + (size_t)(y0 + c / 18) * EP + x0 + c % 18 * 4);
            __syncthreads();
        }
        const float* s = sm[TILES > 1 ? t & 1 : 0] + ty * 8 * 72 + tx + 2;
        float h[5], mid[3];
#pragma unroll
        for (int r = 0; r < 12; ++r) {
            const float* p = s + r * 72;
            float c = p[2];
            h[r % 5] = p[0] + p[1] + c + p[3] + p[4];
            mid[r % 3] = c;
            if (r >= 4) {
                float m = (h[0] + h[1] + h[2] + h[3] + h[4]) * 0.04f, centre = mid[(r - 2) % 3];
                out[(size_t)(y0 + ty * 8 + r - 4) * EW + x0 + tx] = m + fminf(fmaxf((centre - m) * 1.5f, -0.5f), 0.5f);
            }
        }
    }
}
__global__ void __launch_bounds__(256) film_grain_vii_a(const float* __restrict__ in, float* __restrict__ out) { film_grain<1>(in, out); }
__global__ void __launch_bounds__(256) film_grain_vii_b(const float* __restrict__ in, float* __restrict__ out) { film_grain<4>(in, out); }

// ---------------------------------------------------------------- logit_softmax: rows of 4096 with a temperature, a block a row, held in registers
constexpr int XR = 16384;
__global__ void __launch_bounds__(256) logit_softmax_h(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float red[16];
    int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5;
    float4 v[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) v[i] = *(const float4*)(in + (size_t)blockIdx.x * 4096 + (i * 256 + tid) * 4);
    float m = -1e30f;
#pragma unroll
    for (int i = 0; i < 4; ++i) m = fmaxf(m, fmaxf(fmaxf(v[i].x, v[i].y), fmaxf(v[i].z, v[i].w)));
#pragma unroll
    for (int d = 1; d < 32; d *= 2) m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
    if (lane == 0) red[warp] = m;
    __syncthreads();
#pragma unroll
    for (int w = 0; w < 8; ++w) m = fmaxf(m, red[w]);
    const float k = 3.0f * 1.4426950f;
    float s = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        v[i].x = exp2f((v[i].x - m) * k); v[i].y = exp2f((v[i].y - m) * k); v[i].z = exp2f((v[i].z - m) * k); v[i].w = exp2f((v[i].w - m) * k);
        s += v[i].x + v[i].y + v[i].z + v[i].w;
    }
#pragma unroll
    for (int d = 1; d < 32; d *= 2) s += __shfl_xor_sync(~0u, s, d);
    if (lane == 0) red[8 + warp] = s;
    __syncthreads();
    s = 0;
#pragma unroll
    for (int w = 0; w < 8; ++w) s += red[8 + w];
    s = 1.0f / s;
#pragma unroll
    for (int i = 0; i < 4; ++i) *(float4*)(out + (size_t)blockIdx.x * 4096 + (i * 256 + tid) * 4) = make_float4(v[i].x * s, v[i].y * s, v[i].z * s, v[i].w * s);
}

int main(int argc, char** argv) {
    std::vector<harness::Case> cases;
    auto add = [&](const char* name, std::function<void()> launch, const void* out, size_t count, Output type = Output::f32) { cases.push_back({name, launch, out, count, type}); };
    std::vector<half> hw(64 * 136), hv(64 * 136);  // the small network's weights as [in][out] and as [out][in]
    for (int l = 0; l < 3; ++l)
        for (int o = 0; o < (l < 2 ? 64 : 8); ++o)
            for (int i = 0; i < 64; ++i) {
                half v = __float2half(harness::unit(977 + l * 4096 + o * 64 + i));
                hw[l * 4096 + i * (l < 2 ? 64 : 8) + o] = v;
                hv[l * 4096 + o * 64 + i] = v;
            }
    std::vector<signed char> bytes((size_t)QM * QK), weights((size_t)QN * QK);
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = (signed char)(harness::hash32((unsigned)i + 5) & 255);
    for (size_t i = 0; i < weights.size(); ++i) weights[i] = (signed char)(harness::hash32((unsigned)i + 99) & 255);

    half *ci = filled<half>((size_t)CB * (CW + 2) * (CW + 2) * 64, 41), *cw = filled<half>(9 * 64 * 64, 42), *co = empty<half>((size_t)CB * CW * CW * 64);
    float* cb = filled<float>(64, 43);
    CHECK(cudaFuncSetAttribute(conv_features_a, cudaFuncAttributeMaxDynamicSharedMemorySize, CBYTES));
    CHECK(cudaFuncSetAttribute(conv_features_b, cudaFuncAttributeMaxDynamicSharedMemorySize, CBYTES));
    add("conv_features_a", [=] { conv_features_a<<<dim3(CW / 16, CW / 8, CB), 256, CBYTES>>>(ci, cw, cb, co); }, co, (size_t)CB * CW * CW * 64, Output::f16);
    add("conv_features_b", [=] { conv_features_b<<<dim3(CW / 16, CW / 8, CB), 256, CBYTES>>>(ci, cw, cb, co); }, co, (size_t)CB * CW * CW * 64, Output::f16);

    signed char *qx = harness::uploaded(bytes), *qw = harness::uploaded(weights);
    std::vector<float> scales(QN);
    for (int i = 0; i < QN; ++i) scales[i] = 0.0006f + 0.000001f * i;
    float* qs = harness::uploaded(scales);
    unsigned char* qo = empty<unsigned char>((size_t)QM * QN);
    CHECK(cudaFuncSetAttribute(quantised_pointwise_b, cudaFuncAttributeMaxDynamicSharedMemorySize, QuantTile::BYTES));
    add("quantised_pointwise_a", [=] { quantised_pointwise_a<<<dim3(QN / 128, QM / 128), 256>>>(qx, qw, qs, qo); }, qo, (size_t)QM * QN, Output::u8);
    add("quantised_pointwise_b", [=] { quantised_pointwise_b<<<dim3(QN / 128, QM / 128), 256, QuantTile::BYTES>>>(qx, qw, qs, qo); }, qo, (size_t)QM * QN, Output::u8);

    half *rx = filled<half>((size_t)RN * 64, 44), *rw = harness::uploaded(hw), *rv = harness::uploaded(hv);
    float* ro = empty<float>((size_t)RN * 8);
    CHECK(cudaFuncSetAttribute(radiance_mlp_a, cudaFuncAttributeMaxDynamicSharedMemorySize, RBYTES));
    add("radiance_mlp_a", [=] { radiance_mlp_a<<<132 * 3, 256, RBYTES>>>(rx, rw, ro); }, ro, (size_t)RN * 8);
    add("radiance_mlp_b", [=] { radiance_mlp_b<<<132 * 3, 256>>>(rx, rv, ro); }, ro, (size_t)RN * 8);

    half *vx = filled<half>((size_t)VM * VK, 45), *vy = filled<half>((size_t)VN * VK, 46), *vo = empty<half>((size_t)VM * VN);
    CHECK(cudaFuncSetAttribute(retrieval_scores_b, cudaFuncAttributeMaxDynamicSharedMemorySize, ScoreTile::BYTES));
    add("retrieval_scores_a", [=] { retrieval_scores_a<<<dim3(VN / 128, VM / 128), 256>>>(vx, vy, vo); }, vo, (size_t)VM * VN, Output::f16);
    add("retrieval_scores_b", [=] { retrieval_scores_b<<<dim3(VN / 128, VM / 128), 256, ScoreTile::BYTES>>>(vx, vy, vo); }, vo, (size_t)VM * VN, Output::f16);

    float *hl = filled<float>((size_t)HN * 256, 47), *hq = filled<float>(2048, 48), *ho = empty<float>((size_t)HN * 8);
    constexpr int HBA = HFIXED + HTILE * 4, HBB = HFIXED + 3 * HTILE * 4;
    CHECK(cudaFuncSetAttribute(spectra_search_a, cudaFuncAttributeMaxDynamicSharedMemorySize, HBA));
    CHECK(cudaFuncSetAttribute(spectra_search_b, cudaFuncAttributeMaxDynamicSharedMemorySize, HBB));
    add("spectra_search_a", [=] { spectra_search_a<<<HG, 256, HBA>>>(hl, hq, ho); }, ho, (size_t)HN * 8);
    add("spectra_search_b", [=] { spectra_search_b<<<HG, 256, HBB>>>(hl, hq, ho); }, ho, (size_t)HN * 8);

    float *tl = filled<float>((size_t)LP * (TY + 8), 49), *tr = filled<float>((size_t)RP * (TY + 8), 50);
    unsigned char* to = empty<unsigned char>((size_t)TX * TY);
    add("stereo_sad_a", [=] { stereo_sad_a<<<dim3(TX / 32, TY / 8), 256>>>(tl, tr, to); }, to, (size_t)TX * TY, Output::u8);
    add("stereo_sad_b", [=] { stereo_sad_b<<<dim3(TX / 32, TY / 8), 256>>>(tl, tr, to); }, to, (size_t)TX * TY, Output::u8);

    float *al = filled<float>((size_t)3 * AN, 51), *ax = filled<float>(AP, 52), *ay = filled<float>(AP, 53), *az = filled<float>(AP, 54), *aw = filled<float>(AP, 55), *ao = empty<float>(AN);
    add("ligand_contacts_a", [=] { ligand_contacts_a<<<AN / 256, 256>>>(al, ax, ay, az, aw, ao); }, ao, AN);
    add("ligand_contacts_b", [=] { ligand_contacts_b<<<AN / 512, 128>>>(al, ax, ay, az, aw, ao); }, ao, AN);

    float *sa = filled<float>((size_t)ST_ * SS, 56), *sb = filled<float>((size_t)ST_ * SS, 57), *so = empty<float>((size_t)SS * SS), *sp = empty<float>((size_t)8 * SS * SS);
    int* st = empty<int>(SS * SS / 4096);
    CHECK(cudaMemset(st, 0, SS * SS / 4096 * sizeof(int)));
    add("signal_families_a", [=] { signal_families_a<<<dim3(SS / 64, SS / 64), 256>>>(sa, sb, so); }, so, (size_t)SS * SS);
    add("signal_families_b", [=] { signal_families_b<<<dim3(SS / 64, SS / 64, 8), 256>>>(sa, sb, so, sp, st); }, so, (size_t)SS * SS);

    half *lx = filled<half>((size_t)LT * 128 * LK, 58), *ly = filled<half>((size_t)LT * 128 * LK, 59);
    float* lo = empty<float>((size_t)LD_ * LT * 128);
    CHECK(cudaFuncSetAttribute(loop_closure_a, cudaFuncAttributeMaxDynamicSharedMemorySize, ClosureTile::BYTES));
    CHECK(cudaFuncSetAttribute(loop_closure_b, cudaFuncAttributeMaxDynamicSharedMemorySize, ClosureTile::BYTES));
    add("loop_closure_a", [=] { loop_closure_a<<<LT * LD_, 256, ClosureTile::BYTES>>>(lx, ly, lo); }, lo, (size_t)LD_ * LT * 128);
    add("loop_closure_b", [=] { loop_closure_b<<<LT * LD_, 256, ClosureTile::BYTES>>>(lx, ly, lo); }, lo, (size_t)LD_ * LT * 128);

    float *ii = filled<float>((size_t)IR * IC, 60), *io = empty<float>((size_t)IR * IC);
    add("scanline_iir_a", [=] { scanline_iir_a<<<IR / 128, 128>>>(ii, io); }, io, (size_t)IR * IC);
    add("scanline_iir_b", [=] { scanline_iir_b<<<IR / 128, 128>>>(ii, io); }, io, (size_t)IR * IC);

    float *ga = filled<float>((size_t)GD * GN, 61), *gb = filled<float>((size_t)GD * GM, 62), *go = empty<float>((size_t)GN * GM);
    add("shape_signatures_a", [=] { shape_signatures_a<<<dim3(GM / 32, GN / 64), 256>>>(ga, gb, go); }, go, (size_t)GN * GM);
    add("shape_signatures_b", [=] { shape_signatures_b<<<dim3(GM / 32, GN / 64), 256>>>(ga, gb, go); }, go, (size_t)GN * GM);

    float *ei = filled<float>((size_t)EP * (EH + 4), 63), *eo = empty<float>((size_t)EW * EH);
    add("film_grain_vii_a", [=] { film_grain_vii_a<<<dim3(EW / 64, EH / 32), 256>>>(ei, eo); }, eo, (size_t)EW * EH);
    add("film_grain_vii_b", [=] { film_grain_vii_b<<<dim3(EW / 64, EH / 128), 256>>>(ei, eo); }, eo, (size_t)EW * EH);

    float *xi = filled<float>((size_t)XR * 4096, 64), *xo = empty<float>((size_t)XR * 4096);
    add("logit_softmax_h", [=] { logit_softmax_h<<<XR, 256>>>(xi, xo); }, xo, (size_t)XR * 4096);

    return harness::run(argc, argv, cases);
}
