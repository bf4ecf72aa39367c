// Author 5, first file: matrix-shaped work on the ordinary pipes and its tensor-core twin, two cases of reuse, one mild and two healthy ones.
#include "harness.cuh"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// ---------------------------------------------------------------------------------------------------------------- helpers
__device__ __forceinline__ uint32_t saddr(const void* p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void cp16(void* dst, const void* src) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(saddr(dst)), "l"(src) : "memory");
}
__device__ __forceinline__ void cp_commit() { asm volatile("cp.async.commit_group;\n" ::: "memory"); }
template <int N> __device__ __forceinline__ void cp_wait() { asm volatile("cp.async.wait_group %0;\n" ::"n"(N) : "memory"); }
__device__ __forceinline__ void ldsm4(uint32_t (&r)[4], const void* p) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];\n"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(saddr(p)) : "memory");
}
__device__ __forceinline__ void ldsm4t(uint32_t (&r)[4], const void* p) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];\n"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(saddr(p)) : "memory");
}
__device__ __forceinline__ void mma_f16(float (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
__device__ __forceinline__ void mma_h16(uint32_t (&c)[2], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};\n"
                 : "+r"(c[0]), "+r"(c[1]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
__device__ __forceinline__ void mma_bf16(float (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
__device__ __forceinline__ void mma_s8(int (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                 : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
__device__ __forceinline__ void mma_tf32(float (&c)[4], float a0, float a1, float a2, float a3, float b0, float b1) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(__float_as_uint(a0)), "r"(__float_as_uint(a1)), "r"(__float_as_uint(a2)), "r"(__float_as_uint(a3)),
                   "r"(__float_as_uint(b0)), "r"(__float_as_uint(b1)));
}
__device__ __forceinline__ void mma_f64(double (&c)[4], const double (&a)[8], const double (&b)[4]) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%0,%1,%2,%3};\n"
                 : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
                 : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]),
                   "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
}
__device__ __forceinline__ uint32_t pack_bf16(float lo, float hi) {
    __nv_bfloat162 v = __floats2bfloat162_rn(lo, hi); return *reinterpret_cast<uint32_t*>(&v);
}
__device__ __forceinline__ uint32_t pack_f16(float lo, float hi) {
    __half2 v = __floats2half2_rn(lo, hi); return *reinterpret_cast<uint32_t*>(&v);
}

// values on a grid of odd multiples of 1/(2*steps): exact in TF32 and half (steps = 512) or bf16 (steps = 64), never zero
template <typename T> __global__ void harness_fill_grid(T* p, size_t n, uint32_t seed, float steps) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (T)((floorf(harness::unit((uint32_t)i * 2654435761u + seed) * steps) + 0.5f) / steps);
}
static __global__ void harness_fill_bytes(int8_t* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (int8_t)(int)floorf(harness::unit((uint32_t)i * 2654435761u + seed) * 120.0f);
}
template <typename T> T* gridded(size_t n, uint32_t seed, float steps) {
    T* p; CHECK(cudaMalloc(&p, n * sizeof(T)));
    harness_fill_grid<T><<<2048, 256>>>(p, n, seed, steps); CHECK(cudaGetLastError());
    return p;
}

// ------------------------------------------------------------------- 128 x 128 tiles over two feature-major operands, k in steps of 16
constexpr int TK = 16, TLD = 136, TSTAGE = 2 * TK * TLD;
constexpr int TILE_BYTES = 3 * TSTAGE * 4;
__device__ __forceinline__ void tile_copy(float* s, const float* A, int lda, const float* B, int ldb, int k0) {
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        int c = threadIdx.x + i * 256, r = c >> 5, q = (c & 31) * 4;
        cp16(s + r * TLD + q, A + (size_t)(k0 + r) * lda + q);
        cp16(s + TK * TLD + r * TLD + q, B + (size_t)(k0 + r) * ldb + q);
    }
}
struct FmaOp { static __device__ __forceinline__ float go(float a, float b, float c) { return fmaf(a, b, c); } };
struct AbsOp { static __device__ __forceinline__ float go(float a, float b, float c) { return c + fabsf(a - b); } };
struct MinOp { static __device__ __forceinline__ float go(float a, float b, float c) { return fminf(c, a + b); } };

template <class Op>
__device__ __forceinline__ void simt_tile(const float* A, int lda, const float* B, int ldb, int K, float* sm, float (&acc)[8][8]) {
    const int tx = threadIdx.x & 15, ty = threadIdx.x >> 4, n = K / TK;
    tile_copy(sm, A, lda, B, ldb, 0); cp_commit();
    tile_copy(sm + TSTAGE, A, lda, B, ldb, TK); cp_commit();
    int st = 0, ld = 2;
    for (int it = 0; it < n; ++it) {
        cp_wait<1>(); __syncthreads();
        if (it + 2 < n) tile_copy(sm + ld * TSTAGE, A, lda, B, ldb, (it + 2) * TK);
        cp_commit();
        const float* as = sm + st * TSTAGE + ty * 4; const float* bs = sm + st * TSTAGE + TK * TLD + tx * 4;
#pragma unroll
        for (int k = 0; k < TK; ++k) {
            float4 a0 = *(const float4*)(as + k * TLD), a1 = *(const float4*)(as + k * TLD + 64);
            float4 b0 = *(const float4*)(bs + k * TLD), b1 = *(const float4*)(bs + k * TLD + 64);
            float a[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w}, b[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = Op::go(a[i], b[j], acc[i][j]);
        }
        st = st == 2 ? 0 : st + 1; ld = ld == 2 ? 0 : ld + 1;
    }
}
__device__ __forceinline__ void tf32_tile(const float* A, int lda, const float* B, int ldb, int K, float* sm, float (&acc)[4][4][4]) {
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5, wm = w >> 2, wn = w & 3, g = lane >> 2, t = lane & 3, n = K / TK;
    tile_copy(sm, A, lda, B, ldb, 0); cp_commit();
    tile_copy(sm + TSTAGE, A, lda, B, ldb, TK); cp_commit();
    int st = 0, ld = 2;
    for (int it = 0; it < n; ++it) {
        cp_wait<1>(); __syncthreads();
        if (it + 2 < n) tile_copy(sm + ld * TSTAGE, A, lda, B, ldb, (it + 2) * TK);
        cp_commit();
        const float* as = sm + st * TSTAGE + t * TLD + wm * 64 + g; const float* bs = sm + st * TSTAGE + TK * TLD + t * TLD + wn * 32 + g;
#pragma unroll
        for (int k = 0; k < TK; k += 8) {
            float a[4][4], b[4][2];
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                a[i][0] = as[k * TLD + i * 16]; a[i][1] = as[k * TLD + i * 16 + 8];
                a[i][2] = as[(k + 4) * TLD + i * 16]; a[i][3] = as[(k + 4) * TLD + i * 16 + 8];
            }
#pragma unroll
            for (int j = 0; j < 4; ++j) { b[j][0] = bs[k * TLD + j * 8]; b[j][1] = bs[(k + 4) * TLD + j * 8]; }
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) mma_tf32(acc[i][j], a[i][0], a[i][1], a[i][2], a[i][3], b[j][0], b[j][1]);
        }
        st = st == 2 ? 0 : st + 1; ld = ld == 2 ? 0 : ld + 1;
    }
}

// ------------------------------------------------ 1 centroid_min: least squared distance of each point to 128 centroids a tile (vector quantiser)
__global__ void __launch_bounds__(256, 2) centroid_min_a(const float* pt, const float* ct, const float* norm, float* out, int n, int kc, int d) {
    extern __shared__ __align__(128) float sm[];
    float acc[8][8] = {};
    int m0 = blockIdx.x * 128, n0 = blockIdx.y * 128, tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
    simt_tile<FmaOp>(pt + m0, n, ct + n0, kc, d, sm, acc);
    float c2[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) c2[j] = norm[n0 + (j >> 2) * 64 + tx * 4 + (j & 3)];
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float v = 3e38f;
#pragma unroll
        for (int j = 0; j < 8; ++j) v = fminf(v, fmaf(-2.0f, acc[i][j], c2[j]));
#pragma unroll
        for (int o = 8; o; o >>= 1) v = fminf(v, __shfl_xor_sync(~0u, v, o));
        if (tx == 0) out[(size_t)blockIdx.y * n + m0 + (i >> 2) * 64 + ty * 4 + (i & 3)] = v;
    }
}
__global__ void __launch_bounds__(256, 2) centroid_min_b(const float* pt, const float* ct, const float* norm, float* out, int n, int kc, int d) {
    extern __shared__ __align__(128) float sm[];
    float acc[4][4][4] = {};
    int m0 = blockIdx.x * 128, n0 = blockIdx.y * 128;
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5, wm = w >> 2, wn = w & 3, g = lane >> 2, t = lane & 3;
    tf32_tile(pt + m0, n, ct + n0, kc, d, sm, acc);
    cp_wait<0>(); __syncthreads();
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            float v = 3e38f;
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                int col = n0 + wn * 32 + j * 8 + t * 2;
                v = fminf(v, fminf(fmaf(-2.0f, acc[i][j][h * 2], norm[col]), fmaf(-2.0f, acc[i][j][h * 2 + 1], norm[col + 1])));
            }
            v = fminf(v, __shfl_xor_sync(~0u, v, 1)); v = fminf(v, __shfl_xor_sync(~0u, v, 2));
            if (t == 0) sm[wn * 128 + wm * 64 + i * 16 + h * 8 + g] = v;
        }
    __syncthreads();
    if (threadIdx.x < 128) {
        float v = fminf(fminf(sm[threadIdx.x], sm[128 + threadIdx.x]), fminf(sm[256 + threadIdx.x], sm[384 + threadIdx.x]));
        out[(size_t)blockIdx.y * n + m0 + threadIdx.x] = v;
    }
}

// ------------------------------------------------ 2 codon_partials: likelihood pruning step, 64 states: (P1 x X1) * (P2 x X2), elementwise product
constexpr int CLD = 72, CMAT = 64 * CLD;                       // one 64 x 64 tile, padded
constexpr int CODON_BYTES = (2 * CMAT + 4 * CMAT) * 4;
__device__ __forceinline__ void codon_copy(float* s, const float* x1, const float* x2, int sites, int tile) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        int c = threadIdx.x + i * 256, r = c >> 4, q = (c & 15) * 4;
        cp16(s + r * CLD + q, x1 + (size_t)r * sites + tile * 64 + q);
        cp16(s + CMAT + r * CLD + q, x2 + (size_t)r * sites + tile * 64 + q);
    }
}
__global__ void __launch_bounds__(256, 2) codon_partials_a(const float* p1t, const float* p2t, const float* x1, const float* x2, float* out, int sites) {
    extern __shared__ __align__(128) float sm[];
    const int tx = threadIdx.x & 15, ty = threadIdx.x >> 4, tiles = sites / 64;
    codon_copy(sm, p1t, p2t, 64, 0);
    int tile = blockIdx.x, st = 0;
    codon_copy(sm + 2 * CMAT, x1, x2, sites, tile); cp_commit();
    for (; tile < tiles; tile += gridDim.x, st ^= 1) {
        if (tile + gridDim.x < tiles) codon_copy(sm + (2 + 2 * (st ^ 1)) * CMAT, x1, x2, sites, tile + gridDim.x);
        cp_commit(); cp_wait<1>(); __syncthreads();
        const float* xs = sm + (2 + 2 * st) * CMAT + tx * 4; const float* ps = sm + ty * 4;
        float u[4][4] = {}, v[4][4] = {};
#pragma unroll 8
        for (int k = 0; k < 64; ++k) {
            float4 a = *(const float4*)(ps + k * CLD), b = *(const float4*)(ps + CMAT + k * CLD);
            float4 x = *(const float4*)(xs + k * CLD), y = *(const float4*)(xs + CMAT + k * CLD);
            float aa[4] = {a.x, a.y, a.z, a.w}, bb[4] = {b.x, b.y, b.z, b.w}, xx[4] = {x.x, x.y, x.z, x.w}, yy[4] = {y.x, y.y, y.z, y.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) { u[i][j] = fmaf(aa[i], xx[j], u[i][j]); v[i][j] = fmaf(bb[i], yy[j], v[i][j]); }
        }
#pragma unroll
        for (int i = 0; i < 4; ++i)
            *(float4*)(out + (size_t)(ty * 4 + i) * sites + tile * 64 + tx * 4) =
                make_float4(u[i][0] * v[i][0], u[i][1] * v[i][1], u[i][2] * v[i][2], u[i][3] * v[i][3]);
        __syncthreads();
    }
}
__global__ void __launch_bounds__(256, 2) codon_partials_b(const float* p1t, const float* p2t, const float* x1, const float* x2, float* out, int sites) {
    extern __shared__ __align__(128) float sm[];
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5, wm = w >> 1, wn = w & 1, g = lane >> 2, t = lane & 3, tiles = sites / 64;
    codon_copy(sm, p1t, p2t, 64, 0); cp_commit();
    int tile = blockIdx.x, st = 0;
    codon_copy(sm + 2 * CMAT, x1, x2, sites, tile); cp_commit();
    cp_wait<1>(); __syncthreads();
    float a[8][4], b[8][4];
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        const float* p = sm + (k * 8 + t) * CLD + wm * 16 + g;
        a[k][0] = p[0]; a[k][1] = p[8]; a[k][2] = p[4 * CLD]; a[k][3] = p[4 * CLD + 8];
        p += CMAT;
        b[k][0] = p[0]; b[k][1] = p[8]; b[k][2] = p[4 * CLD]; b[k][3] = p[4 * CLD + 8];
    }
    for (; tile < tiles; tile += gridDim.x, st ^= 1) {
        if (tile + gridDim.x < tiles) codon_copy(sm + (2 + 2 * (st ^ 1)) * CMAT, x1, x2, sites, tile + gridDim.x);
        cp_commit(); cp_wait<1>(); __syncthreads();
        const float* xs = sm + (2 + 2 * st) * CMAT + t * CLD + wn * 32 + g;
        float u[4][4] = {}, v[4][4] = {};
#pragma unroll
        for (int k = 0; k < 8; ++k)
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                const float* x = xs + k * 8 * CLD + j * 8; const float* y = x + CMAT;
                mma_tf32(u[j], a[k][0], a[k][1], a[k][2], a[k][3], x[0], x[4 * CLD]);
                mma_tf32(v[j], b[k][0], b[k][1], b[k][2], b[k][3], y[0], y[4 * CLD]);
            }
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int h = 0; h < 2; ++h)
                *(float2*)(out + (size_t)(wm * 16 + h * 8 + g) * sites + tile * 64 + wn * 32 + j * 8 + t * 2) =
                    make_float2(u[j][h * 2] * v[j][h * 2], u[j][h * 2 + 1] * v[j][h * 2 + 1]);
        __syncthreads();
    }
}

// ------------------------------------------------ 3 radiance_mlp: small fully fused network 32 -> 64 -> 64 -> 16 in half precision, features major
constexpr int MLD = 136;
template <int K, int N>
__device__ __forceinline__ void half_layer(const __half2* w, const __half* act, int sg, int og, __half2 (&acc)[4][N / 8]) {
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int o = 0; o < N / 8; ++o) acc[i][o] = __float2half2_rn(0.0f);
#pragma unroll 4
    for (int k = 0; k < K; ++k) {
        uint4 av = *(const uint4*)(act + k * MLD + sg * 8);
        const __half2* a = reinterpret_cast<const __half2*>(&av);
        __align__(16) __half2 b[N / 8];
        if constexpr (N == 64) {
            *(uint4*)b = *(const uint4*)(w + k * N + og * 8); *(uint4*)(b + 4) = *(const uint4*)(w + k * N + og * 8 + 4);
        } else {
            *(uint2*)b = *(const uint2*)(w + k * N + og * 2);
        }
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int o = 0; o < N / 8; ++o) acc[i][o] = __hfma2(a[i], b[o], acc[i][o]);
    }
}
__device__ __forceinline__ void half_relu_store(__half* act, int sg, int og, __half2 (&acc)[4][8]) {
    __half2 zero = __float2half2_rn(0.0f);
    __syncthreads();
#pragma unroll
    for (int o = 0; o < 8; ++o) {
        __align__(16) __half2 v[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) v[i] = __hmax2(acc[i][o], zero);
        *(uint4*)(act + (og * 8 + o) * MLD + sg * 8) = *(uint4*)v;
    }
    __syncthreads();
}
constexpr int MLP_A_BYTES = (32 * 64 + 64 * 64 + 64 * 16) * 4 + 64 * MLD * 2;
__global__ void __launch_bounds__(128) radiance_mlp_viii_a(const __half* x, const __half* w, __half* out, int n) {
    extern __shared__ __align__(128) char raw[];
    __half2* ws = (__half2*)raw; __half* act = (__half*)(ws + 7168);
    const int sg = threadIdx.x & 15, og = threadIdx.x >> 4;
    for (int i = threadIdx.x; i < 7168; i += 128) ws[i] = __half2half2(w[i]);
    for (int tile = blockIdx.x; tile < n / 128; tile += gridDim.x) {
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            int c = threadIdx.x + i * 128, r = c >> 4, q = (c & 15) * 8;
            cp16(act + r * MLD + q, x + (size_t)r * n + tile * 128 + q);
        }
        cp_commit(); cp_wait<0>(); __syncthreads();
        __half2 acc[4][8];
        half_layer<32, 64>(ws, act, sg, og, acc); half_relu_store(act, sg, og, acc);
        half_layer<64, 64>(ws + 2048, act, sg, og, acc); half_relu_store(act, sg, og, acc);
        __half2 last[4][2];
        half_layer<64, 16>(ws + 6144, act, sg, og, last);
#pragma unroll
        for (int o = 0; o < 2; ++o) {
            __align__(16) __half2 v[4] = {last[0][o], last[1][o], last[2][o], last[3][o]};
            *(uint4*)(out + (size_t)(og * 2 + o) * n + tile * 128 + sg * 8) = *(uint4*)v;
        }
    }
}
constexpr int WLD = 72, W3LD = 24;
constexpr int MLP_B_BYTES = (32 * WLD + 64 * WLD + 64 * W3LD + 32 * MLD) * 2;
__device__ __forceinline__ uint32_t relu2(uint32_t v) {
    __half2 h = __hmax2(*reinterpret_cast<__half2*>(&v), __float2half2_rn(0.0f)); return *reinterpret_cast<uint32_t*>(&h);
}
__global__ void __launch_bounds__(128) radiance_mlp_viii_b(const __half* x, const __half* w, __half* out, int n) {
    extern __shared__ __align__(128) char raw[];
    __half* w1 = (__half*)raw; __half* w2 = w1 + 32 * WLD; __half* w3 = w2 + 64 * WLD; __half* act = w3 + 64 * W3LD;
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, g = lane >> 2, t = lane & 3, q = lane >> 3, r = lane & 7;
    for (int i = threadIdx.x; i < 2048; i += 128) w1[(i >> 6) * WLD + (i & 63)] = w[i];
    for (int i = threadIdx.x; i < 4096; i += 128) w2[(i >> 6) * WLD + (i & 63)] = w[2048 + i];
    for (int i = threadIdx.x; i < 1024; i += 128) w3[(i >> 4) * W3LD + (i & 15)] = w[6144 + i];
    for (int tile = blockIdx.x; tile < n / 128; tile += gridDim.x) {
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            int c = threadIdx.x + i * 128, row = c >> 4, col = (c & 15) * 8;
            cp16(act + row * MLD + col, x + (size_t)row * n + tile * 128 + col);
        }
        cp_commit(); cp_wait<0>(); __syncthreads();
        uint32_t in[2][2][4];                                             // [m tile][k step]
#pragma unroll
        for (int m = 0; m < 2; ++m)
#pragma unroll
            for (int k = 0; k < 2; ++k) ldsm4t(in[m][k], act + (k * 16 + (q >> 1) * 8 + r) * MLD + warp * 32 + m * 16 + (q & 1) * 8);
        uint32_t h1[2][8][2] = {}, h2[2][8][2] = {}, y[2][2][2] = {};
#pragma unroll
        for (int k = 0; k < 2; ++k)
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                uint32_t b[4]; ldsm4t(b, w1 + (k * 16 + (q & 1) * 8 + r) * WLD + j * 16 + (q >> 1) * 8);
#pragma unroll
                for (int m = 0; m < 2; ++m) { mma_h16(h1[m][j * 2], in[m][k], b[0], b[1]); mma_h16(h1[m][j * 2 + 1], in[m][k], b[2], b[3]); }
            }
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            uint32_t a[2][4];
#pragma unroll
            for (int m = 0; m < 2; ++m) { a[m][0] = relu2(h1[m][2 * k][0]); a[m][1] = relu2(h1[m][2 * k][1]); a[m][2] = relu2(h1[m][2 * k + 1][0]); a[m][3] = relu2(h1[m][2 * k + 1][1]); }
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                uint32_t b[4]; ldsm4t(b, w2 + (k * 16 + (q & 1) * 8 + r) * WLD + j * 16 + (q >> 1) * 8);
#pragma unroll
                for (int m = 0; m < 2; ++m) { mma_h16(h2[m][j * 2], a[m], b[0], b[1]); mma_h16(h2[m][j * 2 + 1], a[m], b[2], b[3]); }
            }
        }
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            uint32_t b[4]; ldsm4t(b, w3 + (k * 16 + (q & 1) * 8 + r) * W3LD + (q >> 1) * 8);
#pragma unroll
            for (int m = 0; m < 2; ++m) {
                uint32_t a[4] = {relu2(h2[m][2 * k][0]), relu2(h2[m][2 * k][1]), relu2(h2[m][2 * k + 1][0]), relu2(h2[m][2 * k + 1][1])};
                mma_h16(y[m][0], a, b[0], b[1]); mma_h16(y[m][1], a, b[2], b[3]);
            }
        }
        __syncwarp();                                                     // the warp's own 32 columns of act are its own staging space
#pragma unroll
        for (int m = 0; m < 2; ++m)
#pragma unroll
            for (int j = 0; j < 2; ++j)
#pragma unroll
                for (int h = 0; h < 2; ++h) {
                    __half2 v = *reinterpret_cast<__half2*>(&y[m][j][h]);
                    __half* p = act + (j * 8 + t * 2) * MLD + warp * 32 + m * 16 + h * 8 + g;
                    p[0] = __low2half(v); p[MLD] = __high2half(v);
                }
        __syncwarp();
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            int row = i * 8 + (lane >> 2), col = warp * 32 + (lane & 3) * 8;
            *(uint4*)(out + (size_t)row * n + tile * 128 + col) = *(const uint4*)(act + row * MLD + col);
        }
    }
}

// ------------------------------------------------ 4 doc_rescore: best int8 dot product of each query within a shard of 128 documents
constexpr int QLD = 80, QSTAGE = 2 * 128 * QLD, RESCORE_BYTES = 3 * QSTAGE;
__device__ __forceinline__ void rescore_copy(int8_t* s, const int8_t* docs, const int8_t* qs, int d, int k0) {
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        int c = threadIdx.x + i * 256, r = c >> 2, q = (c & 3) * 16;
        cp16(s + r * QLD + q, docs + (size_t)r * d + k0 + q);
        cp16(s + 128 * QLD + r * QLD + q, qs + (size_t)r * d + k0 + q);
    }
}
__global__ void __launch_bounds__(256, 2) doc_rescore_a(const int8_t* docs, const int8_t* qs, int* best, int d, int nq) {
    extern __shared__ __align__(128) int8_t sb[];
    __shared__ int top[128];
    const int tx = threadIdx.x & 15, ty = threadIdx.x >> 4, n = d / 64;
    docs += (size_t)blockIdx.y * 128 * d; qs += (size_t)blockIdx.x * 128 * d;
    if (threadIdx.x < 128) top[threadIdx.x] = -2147483647;
    rescore_copy(sb, docs, qs, d, 0); cp_commit();
    rescore_copy(sb + QSTAGE, docs, qs, d, 64); cp_commit();
    int acc[8][8] = {};
    for (int it = 0; it < n; ++it) {
        cp_wait<1>(); __syncthreads();
        if (it + 2 < n) rescore_copy(sb + (it + 2) % 3 * QSTAGE, docs, qs, d, (it + 2) * 64);
        cp_commit();
        const int8_t* as = sb + it % 3 * QSTAGE + ty * QLD; const int8_t* bs = sb + it % 3 * QSTAGE + (128 + tx) * QLD;
#pragma unroll 1
        for (int c = 0; c < 64; c += 16) {
            int4 a[8];
#pragma unroll
            for (int i = 0; i < 8; ++i) a[i] = *(const int4*)(as + i * 16 * QLD + c);
#pragma unroll
            for (int j = 0; j < 8; ++j) {
                int4 b = *(const int4*)(bs + j * 16 * QLD + c);
#pragma unroll
                for (int i = 0; i < 8; ++i) {
                    acc[i][j] = __dp4a(a[i].x, b.x, acc[i][j]); acc[i][j] = __dp4a(a[i].y, b.y, acc[i][j]);
                    acc[i][j] = __dp4a(a[i].z, b.z, acc[i][j]); acc[i][j] = __dp4a(a[i].w, b.w, acc[i][j]);
                }
            }
        }
    }
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        int v = acc[0][j];
#pragma unroll
        for (int i = 1; i < 8; ++i) v = max(v, acc[i][j]);
        v = max(v, __shfl_xor_sync(~0u, v, 16));
        if ((threadIdx.x & 16) == 0) atomicMax(&top[tx + 16 * j], v);
    }
    __syncthreads();
    if (threadIdx.x < 128) best[(size_t)blockIdx.y * nq + blockIdx.x * 128 + threadIdx.x] = top[threadIdx.x];
}
__global__ void __launch_bounds__(256, 2) doc_rescore_b(const int8_t* docs, const int8_t* qs, int* best, int d, int nq) {
    extern __shared__ __align__(128) int8_t sb[];
    __shared__ int top[128];
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5, wm = w >> 2, wn = w & 3, t = lane & 3, q = lane >> 3, r = lane & 7, n = d / 64;
    docs += (size_t)blockIdx.y * 128 * d; qs += (size_t)blockIdx.x * 128 * d;
    if (threadIdx.x < 128) top[threadIdx.x] = -2147483647;
    rescore_copy(sb, docs, qs, d, 0); cp_commit();
    rescore_copy(sb + QSTAGE, docs, qs, d, 64); cp_commit();
    int acc[4][4][4] = {};
    for (int it = 0; it < n; ++it) {
        cp_wait<1>(); __syncthreads();
        if (it + 2 < n) rescore_copy(sb + (it + 2) % 3 * QSTAGE, docs, qs, d, (it + 2) * 64);
        cp_commit();
        const int8_t* as = sb + it % 3 * QSTAGE + (wm * 64 + (q & 1) * 8 + r) * QLD + (q >> 1) * 16;
        const int8_t* bs = sb + it % 3 * QSTAGE + (128 + wn * 32 + (q >> 1) * 8 + r) * QLD + (q & 1) * 16;
#pragma unroll
        for (int c = 0; c < 64; c += 32) {
            uint32_t a[4][4], b[2][4];
#pragma unroll
            for (int i = 0; i < 4; ++i) ldsm4(a[i], as + i * 16 * QLD + c);
#pragma unroll
            for (int j = 0; j < 2; ++j) ldsm4(b[j], bs + j * 16 * QLD + c);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) mma_s8(acc[i][j], a[i], b[j >> 1][(j & 1) * 2], b[j >> 1][(j & 1) * 2 + 1]);
        }
    }
#pragma unroll
    for (int j = 0; j < 4; ++j)
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            int v = max(acc[0][j][h], acc[0][j][h + 2]);
#pragma unroll
            for (int i = 1; i < 4; ++i) v = max(v, max(acc[i][j][h], acc[i][j][h + 2]));
            v = max(v, __shfl_xor_sync(~0u, v, 4)); v = max(v, __shfl_xor_sync(~0u, v, 8)); v = max(v, __shfl_xor_sync(~0u, v, 16));
            if (lane < 4) atomicMax(&top[wn * 32 + j * 8 + t * 2 + h], v);
        }
    __syncthreads();
    if (threadIdx.x < 128) best[(size_t)blockIdx.y * nq + blockIdx.x * 128 + threadIdx.x] = top[threadIdx.x];
}

// ------------------------------------------------ 5 vis_correlate: radio interferometer, visibilities x_i conj(x_j) summed over time, half complex samples
constexpr int VLD = 66;
__device__ __forceinline__ void pair_of(int p, int& i, int& j) { i = 0; while (p > i) { p -= i + 1; ++i; } j = p; }
__global__ void __launch_bounds__(256, 2) vis_correlate_a(const __half2* x, float2* vis, int stations, int times) {
    __shared__ __align__(16) float2 s[2][2][16][VLD];                     // stage, operand, time, station
    int bi, bj; pair_of(blockIdx.x, bi, bj);
    const int tx = threadIdx.x & 15, ty = threadIdx.x >> 4, st = threadIdx.x >> 2, tq = (threadIdx.x & 3) * 4;
    x += (size_t)blockIdx.y * stations * times;
    const uint4* ga = (const uint4*)(x + (size_t)(bi * 64 + st) * times + tq);
    const uint4* gb = (const uint4*)(x + (size_t)(bj * 64 + st) * times + tq);
    float2 acc[4][4] = {};
    uint4 ra = ga[0], rb = gb[0];
    const int n = times / 16;
    for (int it = 0; it < n; ++it) {
        float2 (*sa)[VLD] = s[it & 1][0]; float2 (*sb)[VLD] = s[it & 1][1];
        const __half2* ha = (const __half2*)&ra; const __half2* hb = (const __half2*)&rb;
#pragma unroll
        for (int i = 0; i < 4; ++i) { sa[tq + i][st] = __half22float2(ha[i]); sb[tq + i][st] = __half22float2(hb[i]); }
        __syncthreads();
        if (it + 1 < n) { ra = ga[(it + 1) * 4]; rb = gb[(it + 1) * 4]; }
#pragma unroll 4
        for (int k = 0; k < 16; ++k) {
            float4 a0 = *(const float4*)&sa[k][ty * 4], a1 = *(const float4*)&sa[k][ty * 4 + 2];
            float4 b0 = *(const float4*)&sb[k][tx * 2], b1 = *(const float4*)&sb[k][32 + tx * 2];
            float2 a[4] = {{a0.x, a0.y}, {a0.z, a0.w}, {a1.x, a1.y}, {a1.z, a1.w}}, b[4] = {{b0.x, b0.y}, {b0.z, b0.w}, {b1.x, b1.y}, {b1.z, b1.w}};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) {
                    acc[i][j].x = fmaf(a[i].x, b[j].x, acc[i][j].x); acc[i][j].x = fmaf(a[i].y, b[j].y, acc[i][j].x);
                    acc[i][j].y = fmaf(a[i].y, b[j].x, acc[i][j].y); acc[i][j].y = fmaf(-a[i].x, b[j].y, acc[i][j].y);
                }
        }
    }
    vis += ((size_t)blockIdx.y * gridDim.x + blockIdx.x) * 4096;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
            *(float4*)(vis + (ty * 4 + i) * 64 + j * 32 + tx * 2) = make_float4(acc[i][j * 2].x, acc[i][j * 2].y, acc[i][j * 2 + 1].x, acc[i][j * 2 + 1].y);
}
constexpr int VHLD = 72, VSTAGE = 128 * VHLD, VIS_BYTES = 3 * VSTAGE * 2;
__device__ __forceinline__ void vis_copy(__half* s, const __half* a, const __half* b, int ld, int k0) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        int c = threadIdx.x + i * 128, r = c >> 3, q = (c & 7) * 8;
        cp16(s + r * VHLD + q, a + (size_t)r * ld + k0 + q);
        cp16(s + (64 + r) * VHLD + q, b + (size_t)r * ld + k0 + q);
    }
}
__global__ void __launch_bounds__(128, 4) vis_correlate_b(const __half2* xin, float2* vis, int stations, int times) {
    extern __shared__ __align__(128) __half sh[];
    int bi, bj; pair_of(blockIdx.x, bi, bj);
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5, wm = w >> 1, wn = w & 1, g = lane >> 2, t = lane & 3, q = lane >> 3, r = lane & 7;
    const int ld = times * 2, n = ld / 64;
    const __half* x = (const __half*)(xin + (size_t)blockIdx.y * stations * times);
    const __half* A = x + (size_t)bi * 64 * ld; const __half* B = x + (size_t)bj * 64 * ld;
    vis_copy(sh, A, B, ld, 0); cp_commit();
    vis_copy(sh + VSTAGE, A, B, ld, 64); cp_commit();
    float re[2][4][4] = {}, im[2][4][4] = {};
    for (int it = 0; it < n; ++it) {
        cp_wait<1>(); __syncthreads();
        if (it + 2 < n) vis_copy(sh + (it + 2) % 3 * VSTAGE, A, B, ld, (it + 2) * 64);
        cp_commit();
        const __half* as = sh + it % 3 * VSTAGE + (wm * 32 + (q & 1) * 8 + r) * VHLD + (q >> 1) * 8;
        const __half* bs = sh + it % 3 * VSTAGE + (64 + wn * 32 + (q >> 1) * 8 + r) * VHLD + (q & 1) * 8;
#pragma unroll
        for (int k = 0; k < 64; k += 16) {
            uint32_t a[2][4], c[2][4], b[2][4];
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                ldsm4(a[i], as + i * 16 * VHLD + k);
#pragma unroll
                for (int e = 0; e < 4; ++e) c[i][e] = __byte_perm(a[i][e], 0, 0x1032) ^ 0x80000000u;   // (im, -re)
            }
#pragma unroll
            for (int j = 0; j < 2; ++j) ldsm4(b[j], bs + j * 16 * VHLD + k);
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) {
                    mma_f16(re[i][j], a[i], b[j >> 1][(j & 1) * 2], b[j >> 1][(j & 1) * 2 + 1]);
                    mma_f16(im[i][j], c[i], b[j >> 1][(j & 1) * 2], b[j >> 1][(j & 1) * 2 + 1]);
                }
        }
    }
    vis += ((size_t)blockIdx.y * gridDim.x + blockIdx.x) * 4096;
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int h = 0; h < 2; ++h)
                *(float4*)(vis + (wm * 32 + i * 16 + h * 8 + g) * 64 + wn * 32 + j * 8 + t * 2) =
                    make_float4(re[i][j][h * 2], im[i][j][h * 2], re[i][j][h * 2 + 1], im[i][j][h * 2 + 1]);
}

// ------------------------------------------------ 6 window_attn: causal attention to the last four blocks of 64 keys, bf16, head dimension 64
constexpr int ALD = 68, ATTN_A_BYTES = 4 * 64 * ALD * 4;
constexpr float ATTN_SCALE = 0.125f * 1.4426950408889634f;
__device__ __forceinline__ void spread8(float* p, uint4 v) {
    const __nv_bfloat162* h = (const __nv_bfloat162*)&v;
    float2 a = __bfloat1622float2(h[0]), b = __bfloat1622float2(h[1]), c = __bfloat1622float2(h[2]), d = __bfloat1622float2(h[3]);
    *(float4*)p = make_float4(a.x, a.y, b.x, b.y); *(float4*)(p + 4) = make_float4(c.x, c.y, d.x, d.y);
}
__global__ void __launch_bounds__(256, 2) window_attn_a(const __nv_bfloat16* Q, const __nv_bfloat16* Kg, const __nv_bfloat16* V, float* out, int seq) {
    extern __shared__ __align__(128) float sm[];
    float *qs = sm, *ks = sm + 64 * ALD, *vs = ks + 64 * ALD, *ps = vs + 64 * ALD;
    const int tx = threadIdx.x & 15, ty = threadIdx.x >> 4, qb = blockIdx.x, kb0 = max(0, qb - 3);
    const size_t base = (size_t)blockIdx.y * seq * 64;
    const int r0 = threadIdx.x >> 3, c0 = (threadIdx.x & 7) * 8;          // rows r0 and r0 + 32
    const uint4* kg = (const uint4*)(Kg + base + (size_t)r0 * 64 + c0); const uint4* vg = (const uint4*)(V + base + (size_t)r0 * 64 + c0);
    const uint4* qg = (const uint4*)(Q + base + (size_t)(qb * 64 + r0) * 64 + c0);
    spread8(qs + r0 * ALD + c0, qg[0]); spread8(qs + (r0 + 32) * ALD + c0, qg[256]);
    uint4 k0 = kg[kb0 * 512], k1 = kg[kb0 * 512 + 256], v0 = vg[kb0 * 512], v1 = vg[kb0 * 512 + 256];
    float o[4][4] = {}, m[4], l[4] = {};
#pragma unroll
    for (int i = 0; i < 4; ++i) m[i] = -1e30f;
    for (int kb = kb0; kb <= qb; ++kb) {
        __syncthreads();
        spread8(ks + r0 * ALD + c0, k0); spread8(ks + (r0 + 32) * ALD + c0, k1);
        spread8(vs + r0 * ALD + c0, v0); spread8(vs + (r0 + 32) * ALD + c0, v1);
        __syncthreads();
        if (kb < qb) { k0 = kg[(kb + 1) * 512]; k1 = kg[(kb + 1) * 512 + 256]; v0 = vg[(kb + 1) * 512]; v1 = vg[(kb + 1) * 512 + 256]; }
        float s[4][4] = {};
#pragma unroll 4
        for (int d = 0; d < 64; d += 4) {
            float4 a[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) a[i] = *(const float4*)(qs + (ty * 4 + i) * ALD + d);
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                float4 b = *(const float4*)(ks + (tx + 16 * j) * ALD + d);
#pragma unroll
                for (int i = 0; i < 4; ++i) {
                    s[i][j] = fmaf(a[i].x, b.x, s[i][j]); s[i][j] = fmaf(a[i].y, b.y, s[i][j]);
                    s[i][j] = fmaf(a[i].z, b.z, s[i][j]); s[i][j] = fmaf(a[i].w, b.w, s[i][j]);
                }
            }
        }
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            float mx = m[i];
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                s[i][j] = kb == qb && tx + 16 * j > ty * 4 + i ? -1e30f : s[i][j] * ATTN_SCALE;
                mx = fmaxf(mx, s[i][j]);
            }
#pragma unroll
            for (int z = 8; z; z >>= 1) mx = fmaxf(mx, __shfl_xor_sync(~0u, mx, z));
            float f = exp2f(m[i] - mx), sum = 0;
            m[i] = mx;
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                float p = __bfloat162float(__float2bfloat16(exp2f(s[i][j] - mx)));
                sum += p; ps[(ty * 4 + i) * ALD + tx + 16 * j] = p;
            }
#pragma unroll
            for (int z = 8; z; z >>= 1) sum += __shfl_xor_sync(~0u, sum, z);
            l[i] = l[i] * f + sum;
#pragma unroll
            for (int j = 0; j < 4; ++j) o[i][j] *= f;
        }
        __syncwarp();
#pragma unroll 4
        for (int k = 0; k < 64; k += 4) {
            float4 v[4];
#pragma unroll
            for (int e = 0; e < 4; ++e) v[e] = *(const float4*)(vs + (k + e) * ALD + tx * 4);
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                float4 p = *(const float4*)(ps + (ty * 4 + i) * ALD + k);
                float pe[4] = {p.x, p.y, p.z, p.w};
#pragma unroll
                for (int e = 0; e < 4; ++e) {
                    o[i][0] = fmaf(pe[e], v[e].x, o[i][0]); o[i][1] = fmaf(pe[e], v[e].y, o[i][1]);
                    o[i][2] = fmaf(pe[e], v[e].z, o[i][2]); o[i][3] = fmaf(pe[e], v[e].w, o[i][3]);
                }
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        float z = 1.0f / l[i];
        *(float4*)(out + base + (size_t)(qb * 64 + ty * 4 + i) * 64 + tx * 4) = make_float4(o[i][0] * z, o[i][1] * z, o[i][2] * z, o[i][3] * z);
    }
}
constexpr int FLD = 72, FMAT = 64 * FLD, ATTN_B_BYTES = 5 * FMAT * 2;
__device__ __forceinline__ void attn_copy(__nv_bfloat16* s, const __nv_bfloat16* g) {
#pragma unroll
    for (int i = 0; i < 4; ++i) { int c = threadIdx.x + i * 128, r = c >> 3, q = (c & 7) * 8; cp16(s + r * FLD + q, g + r * 64 + q); }
}
__global__ void __launch_bounds__(128, 4) window_attn_b(const __nv_bfloat16* Q, const __nv_bfloat16* Kg, const __nv_bfloat16* V, float* out, int seq) {
    extern __shared__ __align__(128) __nv_bfloat16 sf[];
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5, g = lane >> 2, t = lane & 3, q = lane >> 3, r = lane & 7, qb = blockIdx.x, kb0 = max(0, qb - 3);
    const size_t base = (size_t)blockIdx.y * seq * 64;
    attn_copy(sf + 4 * FMAT, Q + base + (size_t)qb * 4096);
    attn_copy(sf, Kg + base + (size_t)kb0 * 4096); attn_copy(sf + FMAT, V + base + (size_t)kb0 * 4096); cp_commit();
    uint32_t qf[4][4];
    float o[8][4] = {}, m[2] = {-1e30f, -1e30f}, l[2] = {};
    for (int kb = kb0; kb <= qb; ++kb) {
        const int st = (kb - kb0) & 1;
        if (kb < qb) {
            attn_copy(sf + (st ^ 1) * 2 * FMAT, Kg + base + (size_t)(kb + 1) * 4096);
            attn_copy(sf + ((st ^ 1) * 2 + 1) * FMAT, V + base + (size_t)(kb + 1) * 4096);
        }
        cp_commit(); cp_wait<1>(); __syncthreads();
        if (kb == kb0) {
#pragma unroll
            for (int k = 0; k < 4; ++k) ldsm4(qf[k], sf + 4 * FMAT + (w * 16 + (q & 1) * 8 + r) * FLD + k * 16 + (q >> 1) * 8);
        }
        const __nv_bfloat16* ks = sf + st * 2 * FMAT + ((q >> 1) * 8 + r) * FLD + (q & 1) * 8;
        const __nv_bfloat16* vs = sf + (st * 2 + 1) * FMAT + ((q & 1) * 8 + r) * FLD + (q >> 1) * 8;
        float s[8][4] = {};
#pragma unroll
        for (int k = 0; k < 4; ++k)
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                uint32_t b[4]; ldsm4(b, ks + j * 16 * FLD + k * 16);
                mma_bf16(s[j * 2], qf[k], b[0], b[1]); mma_bf16(s[j * 2 + 1], qf[k], b[2], b[3]);
            }
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            float mx = m[h];
#pragma unroll
            for (int j = 0; j < 8; ++j)
#pragma unroll
                for (int e = 0; e < 2; ++e) {
                    float& v = s[j][h * 2 + e];
                    v = kb == qb && j * 8 + t * 2 + e > w * 16 + h * 8 + g ? -1e30f : v * ATTN_SCALE;
                    mx = fmaxf(mx, v);
                }
            mx = fmaxf(mx, __shfl_xor_sync(~0u, mx, 1)); mx = fmaxf(mx, __shfl_xor_sync(~0u, mx, 2));
            float f = exp2f(m[h] - mx), sum = 0;
            m[h] = mx;
#pragma unroll
            for (int j = 0; j < 8; ++j)
#pragma unroll
                for (int e = 0; e < 2; ++e) {
                    float& v = s[j][h * 2 + e];
                    v = __bfloat162float(__float2bfloat16(exp2f(v - mx))); sum += v;
                    o[j][h * 2 + e] *= f;
                }
            sum += __shfl_xor_sync(~0u, sum, 1); sum += __shfl_xor_sync(~0u, sum, 2);
            l[h] = l[h] * f + sum;
        }
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            uint32_t a[4] = {pack_bf16(s[2 * k][0], s[2 * k][1]), pack_bf16(s[2 * k][2], s[2 * k][3]),
                             pack_bf16(s[2 * k + 1][0], s[2 * k + 1][1]), pack_bf16(s[2 * k + 1][2], s[2 * k + 1][3])};
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                uint32_t b[4]; ldsm4t(b, vs + k * 16 * FLD + j * 16);
                mma_bf16(o[j * 2], a, b[0], b[1]); mma_bf16(o[j * 2 + 1], a, b[2], b[3]);
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int h = 0; h < 2; ++h) {
        float z = 1.0f / l[h];
#pragma unroll
        for (int j = 0; j < 8; ++j)
            *(float2*)(out + base + (size_t)(qb * 64 + w * 16 + h * 8 + g) * 64 + j * 8 + t * 2) = make_float2(o[j][h * 2] * z, o[j][h * 2 + 1] * z);
    }
}

// ------------------------------------------------ 7 denoise_conv: 3x3 convolution 32 -> 32 channels of a padded half NHWC image
constexpr int IMG = 1024, PADW = IMG + 2;
constexpr int CONV_A_BYTES = (32 * 360 + 9 * 1024) * 4;
__global__ void __launch_bounds__(256, 2) denoise_conv_a(const __half* in, const __half* wt, __half* out) {
    extern __shared__ __align__(128) float sm[];
    float* xs = sm; float* ws = sm + 32 * 360;                            // [channel][10][36], [tap][c][o]
    const int x0 = blockIdx.x * 32, y0 = blockIdx.y * 8;
    for (int i = threadIdx.x; i < 9 * 1024 / 8; i += 256) {
        uint4 v = ((const uint4*)wt)[i]; const __half2* h = (const __half2*)&v;
        float2 a = __half22float2(h[0]), b = __half22float2(h[1]), c = __half22float2(h[2]), d = __half22float2(h[3]);
        *(float4*)(ws + i * 8) = make_float4(a.x, a.y, b.x, b.y); *(float4*)(ws + i * 8 + 4) = make_float4(c.x, c.y, d.x, d.y);
    }
    const int chunk = threadIdx.x >> 6;                                   // 64 threads take the pixels of 8 channels each
    int px = threadIdx.x & 63, py = 0;
    for (; py < 10; px += 64) {
        while (px >= 34) { px -= 34; ++py; }
        if (py >= 10) break;
        uint4 v = *(const uint4*)(in + ((size_t)(y0 + py) * PADW + x0 + px) * 32 + chunk * 8);
        const __half* h = (const __half*)&v;
#pragma unroll
        for (int e = 0; e < 8; ++e) xs[(chunk * 8 + e) * 360 + py * 36 + px] = __half2float(h[e]);
    }
    __syncthreads();
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5, xg = lane & 7, yr = (lane >> 3) + 4 * (w & 1), og = w >> 1;
    float acc[4][8] = {};
#pragma unroll 1
    for (int c = 0; c < 32; ++c) {
#pragma unroll
        for (int dy = 0; dy < 3; ++dy) {
            const float* p = xs + c * 360 + (yr + dy) * 36 + xg * 4;
            float4 u = *(const float4*)p; float2 v = *(const float2*)(p + 4);
            float x[6] = {u.x, u.y, u.z, u.w, v.x, v.y};
#pragma unroll
            for (int dx = 0; dx < 3; ++dx) {
                const float4* q = (const float4*)(ws + ((dy * 3 + dx) * 32 + c) * 32 + og * 8);
                float4 a = q[0], b = q[1];
                float k[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
#pragma unroll
                for (int i = 0; i < 4; ++i)
#pragma unroll
                    for (int o = 0; o < 8; ++o) acc[i][o] = fmaf(x[i + dx], k[o], acc[i][o]);
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *(uint4*)(out + ((size_t)(y0 + yr) * IMG + x0 + xg * 4 + i) * 32 + og * 8) =
            make_uint4(pack_f16(acc[i][0], acc[i][1]), pack_f16(acc[i][2], acc[i][3]), pack_f16(acc[i][4], acc[i][5]), pack_f16(acc[i][6], acc[i][7]));
}
constexpr int PXLD = 40, CONV_B_BYTES = (340 * PXLD + 288 * PXLD) * 2;
__global__ void __launch_bounds__(256, 4) denoise_conv_b(const __half* in, const __half* wt, __half* out) {
    extern __shared__ __align__(128) __half sh[];
    __half* xs = sh; __half* ws = sh + 340 * PXLD;
    const int x0 = blockIdx.x * 32, y0 = blockIdx.y * 8;
    for (int i = threadIdx.x; i < 1152; i += 256) cp16(ws + (i >> 2) * PXLD + (i & 3) * 8, wt + i * 8);
    {
        const int chunk = (threadIdx.x & 3) * 8;
        int px = threadIdx.x >> 2, py = 0;
        for (;; px += 64) {
            while (px >= 34) { px -= 34; ++py; }
            if (py >= 10) break;
            cp16(xs + (py * 34 + px) * PXLD + chunk, in + ((size_t)(y0 + py) * PADW + x0 + px) * 32 + chunk);
        }
    }
    cp_commit(); cp_wait<0>(); __syncthreads();
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5, g = lane >> 2, t = lane & 3, q = lane >> 3, r = lane & 7;
    const __half* as = xs + (w * 34 + (q & 1) * 8 + r) * PXLD + (q >> 1) * 8;
    const __half* bs = ws + ((q & 1) * 8 + r) * PXLD + (q >> 1) * 8;
    float acc[2][4][4] = {};
#pragma unroll
    for (int dy = 0; dy < 3; ++dy)
#pragma unroll
        for (int dx = 0; dx < 3; ++dx)
#pragma unroll
            for (int k = 0; k < 32; k += 16) {
                uint32_t a[2][4], b[2][4];
#pragma unroll
                for (int i = 0; i < 2; ++i) ldsm4(a[i], as + (dy * 34 + dx + i * 16) * PXLD + k);
#pragma unroll
                for (int j = 0; j < 2; ++j) ldsm4t(b[j], bs + ((dy * 3 + dx) * 32 + k) * PXLD + j * 16);
#pragma unroll
                for (int i = 0; i < 2; ++i)
#pragma unroll
                    for (int j = 0; j < 4; ++j) mma_f16(acc[i][j], a[i], b[j >> 1][(j & 1) * 2], b[j >> 1][(j & 1) * 2 + 1]);
            }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int h = 0; h < 2; ++h)
#pragma unroll
            for (int j = 0; j < 4; ++j)
                *(uint32_t*)(out + ((size_t)(y0 + w) * IMG + x0 + i * 16 + h * 8 + g) * 32 + j * 8 + t * 2) = pack_f16(acc[i][j][h * 2], acc[i][j][h * 2 + 1]);
}

// ------------------------------------------------ 8 overlap_matrix: double overlap of two orbital sets on a grid (grid point major), 128 x 64 tiles
constexpr int DLA = 132, DLB = 68, DSTAGE = 16 * (DLA + DLB), OVERLAP_BYTES = 3 * DSTAGE * 8;
__device__ __forceinline__ void overlap_copy(double* s, const double* A, const double* B, int lda, int ldb, int k0) {
#pragma unroll
    for (int i = 0; i < 4; ++i) { int c = threadIdx.x + i * 256, r = c >> 6, q = (c & 63) * 2; cp16(s + r * DLA + q, A + (size_t)(k0 + r) * lda + q); }
#pragma unroll
    for (int i = 0; i < 2; ++i) { int c = threadIdx.x + i * 256, r = c >> 5, q = (c & 31) * 2; cp16(s + 16 * DLA + r * DLB + q, B + (size_t)(k0 + r) * ldb + q); }
}
__global__ void __launch_bounds__(256, 2) overlap_matrix_a(const double* A, const double* B, double* C, int m, int n, int k) {
    extern __shared__ __align__(128) double sd[];
    const int tx = threadIdx.x & 15, ty = threadIdx.x >> 4, steps = k / 16;
    A += blockIdx.x * 128; B += blockIdx.y * 64;
    overlap_copy(sd, A, B, m, n, 0); cp_commit();
    overlap_copy(sd + DSTAGE, A, B, m, n, 16); cp_commit();
    double acc[8][4] = {};
    for (int it = 0; it < steps; ++it) {
        cp_wait<1>(); __syncthreads();
        if (it + 2 < steps) overlap_copy(sd + (it + 2) % 3 * DSTAGE, A, B, m, n, (it + 2) * 16);
        cp_commit();
        const double* as = sd + it % 3 * DSTAGE + ty * 8; const double* bs = sd + it % 3 * DSTAGE + 16 * DLA + tx * 2;
#pragma unroll 4
        for (int e = 0; e < 16; ++e) {
            double2 b0 = *(const double2*)(bs + e * DLB), b1 = *(const double2*)(bs + e * DLB + 32);
            double b[4] = {b0.x, b0.y, b1.x, b1.y};
#pragma unroll
            for (int i = 0; i < 8; i += 2) {
                double2 a = *(const double2*)(as + e * DLA + i);
#pragma unroll
                for (int j = 0; j < 4; ++j) { acc[i][j] = fma(a.x, b[j], acc[i][j]); acc[i + 1][j] = fma(a.y, b[j], acc[i + 1][j]); }
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
            *(double2*)(C + (size_t)(blockIdx.x * 128 + ty * 8 + i) * n + blockIdx.y * 64 + j * 32 + tx * 2) = make_double2(acc[i][j * 2], acc[i][j * 2 + 1]);
}
__global__ void __launch_bounds__(256, 2) overlap_matrix_b(const double* A, const double* B, double* C, int m, int n, int k) {
    extern __shared__ __align__(128) double sd[];
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5, wm = w >> 1, wn = w & 1, g = lane >> 2, t = lane & 3, steps = k / 16;
    A += blockIdx.x * 128; B += blockIdx.y * 64;
    overlap_copy(sd, A, B, m, n, 0); cp_commit();
    overlap_copy(sd + DSTAGE, A, B, m, n, 16); cp_commit();
    double acc[2][4][4] = {};
    for (int it = 0; it < steps; ++it) {
        cp_wait<1>(); __syncthreads();
        if (it + 2 < steps) overlap_copy(sd + (it + 2) % 3 * DSTAGE, A, B, m, n, (it + 2) * 16);
        cp_commit();
        const double* as = sd + it % 3 * DSTAGE + t * DLA + wm * 32 + g; const double* bs = sd + it % 3 * DSTAGE + 16 * DLA + t * DLB + wn * 32 + g;
        double a[2][8];
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int e = 0; e < 8; ++e) a[i][e] = as[(e >> 1) * 4 * DLA + i * 16 + (e & 1) * 8];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            double b[4];
#pragma unroll
            for (int e = 0; e < 4; ++e) b[e] = bs[e * 4 * DLB + j * 8];
#pragma unroll
            for (int i = 0; i < 2; ++i) mma_f64(acc[i][j], a[i], b);
        }
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int h = 0; h < 2; ++h)
                *(double2*)(C + (size_t)(blockIdx.x * 128 + wm * 32 + i * 16 + h * 8 + g) * n + blockIdx.y * 64 + wn * 32 + j * 8 + t * 2) =
                    make_double2(acc[i][j][h * 2], acc[i][j][h * 2 + 1]);
}

// ------------------------------------------------ 9 expm_batch: exponentials of many 32 x 32 rate matrices, Taylor to order 6 by Horner
__global__ void __launch_bounds__(256, 3) expm_batch_a(const float* A, float* out) {
    __shared__ __align__(16) float as[4][32 * 36], rs[4][32 * 36];
    const int mat = threadIdx.x >> 6, u = threadIdx.x & 63, tx = u & 7, ty = u >> 3;
    const float4* ga = (const float4*)(A + ((size_t)blockIdx.x * 4 + mat) * 1024);
    float *a = as[mat], *r = rs[mat];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        int c = u + i * 64, row = c >> 3, col = (c & 7) * 4;
        float4 v = ga[c];
        v.x *= 0.125f; v.y *= 0.125f; v.z *= 0.125f; v.w *= 0.125f;
        *(float4*)(a + row * 36 + col) = v;
        *(float4*)(r + row * 36 + col) = make_float4(v.x * 0.16666667f + (row == col), v.y * 0.16666667f + (row == col + 1), v.z * 0.16666667f + (row == col + 2), v.w * 0.16666667f + (row == col + 3));
    }
    float acc[4][4];
#pragma unroll 1
    for (int j = 5; j >= 1; --j) {
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int e = 0; e < 4; ++e) acc[i][e] = 0;
#pragma unroll
        for (int k = 0; k < 32; k += 4) {
            float4 b[4];
#pragma unroll
            for (int e = 0; e < 4; ++e) b[e] = *(const float4*)(r + (k + e) * 36 + tx * 4);
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                float4 av = *(const float4*)(a + (ty + 8 * i) * 36 + k);
                float x[4] = {av.x, av.y, av.z, av.w};
#pragma unroll
                for (int e = 0; e < 4; ++e) {
                    acc[i][0] = fmaf(x[e], b[e].x, acc[i][0]); acc[i][1] = fmaf(x[e], b[e].y, acc[i][1]);
                    acc[i][2] = fmaf(x[e], b[e].z, acc[i][2]); acc[i][3] = fmaf(x[e], b[e].w, acc[i][3]);
                }
            }
        }
        __syncthreads();
        const float z = __frcp_rn((float)j);
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            int row = ty + 8 * i;
#pragma unroll
            for (int e = 0; e < 4; ++e) acc[i][e] = fmaf(acc[i][e], z, row == tx * 4 + e ? 1.0f : 0.0f);
            *(float4*)(r + row * 36 + tx * 4) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        }
    }
    float4* go = (float4*)(out + ((size_t)blockIdx.x * 4 + mat) * 1024);
#pragma unroll
    for (int i = 0; i < 4; ++i) go[(ty + 8 * i) * 8 + tx] = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}
__global__ void __launch_bounds__(256, 2) expm_batch_b(const float* A, float* out) {
    __shared__ __align__(16) float rs[8][32 * 40];
    const int w = threadIdx.x >> 5, lane = threadIdx.x & 31, g = lane >> 2, t = lane & 3;
    const float4* ga = (const float4*)(A + ((size_t)blockIdx.x * 8 + w) * 1024);
    float* r = rs[w];
    float4 v[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) v[i] = ga[i * 32 + lane];
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        v[i].x *= 0.125f; v[i].y *= 0.125f; v[i].z *= 0.125f; v[i].w *= 0.125f;
        *(float4*)(r + (i * 4 + (lane >> 3)) * 40 + (lane & 7) * 4) = v[i];
    }
    __syncwarp();
    float a[2][4][4];
#pragma unroll
    for (int m = 0; m < 2; ++m)
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            const float* p = r + (m * 16 + g) * 40 + k * 8 + t;
            a[m][k][0] = p[0]; a[m][k][1] = p[8 * 40]; a[m][k][2] = p[4]; a[m][k][3] = p[8 * 40 + 4];
        }
    __syncwarp();
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        int row = i * 4 + (lane >> 3), col = (lane & 7) * 4;
        *(float4*)(r + row * 40 + col) = make_float4(v[i].x * 0.16666667f + (row == col), v[i].y * 0.16666667f + (row == col + 1), v[i].z * 0.16666667f + (row == col + 2), v[i].w * 0.16666667f + (row == col + 3));
    }
    float acc[2][4][4];
#pragma unroll 1
    for (int j = 5; j >= 1; --j) {
        __syncwarp();
#pragma unroll
        for (int m = 0; m < 2; ++m)
#pragma unroll
            for (int n = 0; n < 4; ++n)
#pragma unroll
                for (int e = 0; e < 4; ++e) acc[m][n][e] = 0;
#pragma unroll
        for (int k = 0; k < 4; ++k)
#pragma unroll
            for (int n = 0; n < 4; ++n) {
                const float* p = r + (k * 8 + t) * 40 + n * 8 + g;
                float b0 = p[0], b1 = p[4 * 40];
#pragma unroll
                for (int m = 0; m < 2; ++m) mma_tf32(acc[m][n], a[m][k][0], a[m][k][1], a[m][k][2], a[m][k][3], b0, b1);
            }
        __syncwarp();
        const float z = __frcp_rn((float)j);
#pragma unroll
        for (int m = 0; m < 2; ++m)
#pragma unroll
            for (int n = 0; n < 4; ++n)
#pragma unroll
                for (int h = 0; h < 2; ++h) {
                    int row = m * 16 + h * 8 + g, col = n * 8 + t * 2;
                    float& p = acc[m][n][h * 2]; float& q = acc[m][n][h * 2 + 1];
                    p = fmaf(p, z, row == col ? 1.0f : 0.0f); q = fmaf(q, z, row == col + 1 ? 1.0f : 0.0f);
                    *(float2*)(r + row * 40 + col) = make_float2(p, q);
                }
    }
    __syncwarp();
    float4* go = (float4*)(out + ((size_t)blockIdx.x * 8 + w) * 1024);
#pragma unroll
    for (int i = 0; i < 8; ++i) go[i * 32 + lane] = *(const float4*)(r + (i * 4 + (lane >> 3)) * 40 + (lane & 7) * 4);
}

// ------------------------------------------------ 10 cityblock_pairs: Manhattan distances of all pairs of two sets of descriptors
__global__ void __launch_bounds__(256) cityblock_pairs_a(const float* at, const float* bt, float* out, int n, int m, int d) {
    int j = blockIdx.x * 32 + (threadIdx.x & 31), i = blockIdx.y * 8 + (threadIdx.x >> 5);
    const float* a = at + i; const float* b = bt + j;
    float s = 0;
#pragma unroll 8
    for (int k = 0; k < d; ++k) s += fabsf(a[(size_t)k * n] - b[(size_t)k * m]);
    out[(size_t)i * m + j] = s;
}
__global__ void __launch_bounds__(256, 2) cityblock_pairs_b(const float* at, const float* bt, float* out, int n, int m, int d) {
    extern __shared__ __align__(128) float sm[];
    float acc[8][8] = {};
    int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128, tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
    simt_tile<AbsOp>(at + m0, n, bt + n0, m, d, sm, acc);
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* o = out + (size_t)(m0 + (i >> 2) * 64 + ty * 4 + (i & 3)) * m + n0 + tx * 4;
        *(float4*)o = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]); *(float4*)(o + 64) = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}

// ------------------------------------------------ 11 tropic_relax: one min-plus squaring step of all-pairs shortest paths (first operand transposed)
__global__ void __launch_bounds__(256) tropic_relax_a(const float* at, const float* b, float* out, int n) {
    __shared__ float as[2][32][33], bs[2][32][32];
    const int tx = threadIdx.x & 31, ty = threadIdx.x >> 5, i0 = blockIdx.y * 32, j0 = blockIdx.x * 32;
    float best[4] = {3e38f, 3e38f, 3e38f, 3e38f}, pa[4], pb[4];
#pragma unroll
    for (int e = 0; e < 4; ++e) { pa[e] = at[(size_t)(ty + 8 * e) * n + i0 + tx]; pb[e] = b[(size_t)(ty + 8 * e) * n + j0 + tx]; }
    for (int k0 = 0, st = 0; k0 < n; k0 += 32, st ^= 1) {
#pragma unroll
        for (int e = 0; e < 4; ++e) { as[st][ty + 8 * e][tx] = pa[e]; bs[st][ty + 8 * e][tx] = pb[e]; }
        __syncthreads();
        if (k0 + 32 < n) {
#pragma unroll
            for (int e = 0; e < 4; ++e) { pa[e] = at[(size_t)(k0 + 32 + ty + 8 * e) * n + i0 + tx]; pb[e] = b[(size_t)(k0 + 32 + ty + 8 * e) * n + j0 + tx]; }
        }
#pragma unroll
        for (int k = 0; k < 32; ++k) {
            float v = bs[st][k][tx];
#pragma unroll
            for (int e = 0; e < 4; ++e) best[e] = fminf(best[e], as[st][k][ty + 8 * e] + v);
        }
    }
#pragma unroll
    for (int e = 0; e < 4; ++e) out[(size_t)(i0 + ty + 8 * e) * n + j0 + tx] = best[e];
}
__global__ void __launch_bounds__(256, 2) tropic_relax_b(const float* at, const float* b, float* out, int n) {
    extern __shared__ __align__(128) float sm[];
    float acc[8][8];
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) acc[i][j] = 3e38f;
    int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128, tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
    simt_tile<MinOp>(at + m0, n, b + n0, n, n, sm, acc);
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* o = out + (size_t)(m0 + (i >> 2) * 64 + ty * 4 + (i & 3)) * n + n0 + tx * 4;
        *(float4*)o = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]); *(float4*)(o + 64) = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}

// ------------------------------------------------ 12 (mild) rank_update: factor-model covariance, out = C + U^T V of rank 8; memory binds
__global__ void __launch_bounds__(256) rank_update_viii_a(const float* C, const float* u, const float* v, float* out, int n) {
    __shared__ float us[8][8];                                            // [row][k]
    const int row0 = blockIdx.y * 8, col = blockIdx.x * 1024 + threadIdx.x * 4;
    if (threadIdx.x < 64) us[threadIdx.x & 7][threadIdx.x >> 3] = u[(size_t)(threadIdx.x >> 3) * n + row0 + (threadIdx.x & 7)];
    float4 c[8];
#pragma unroll
    for (int r = 0; r < 8; ++r) c[r] = *(const float4*)(C + (size_t)(row0 + r) * n + col);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        float4 x = *(const float4*)(v + (size_t)k * n + col);
#pragma unroll
        for (int r = 0; r < 8; ++r) {
            float a = us[r][k];
            c[r].x = fmaf(a, x.x, c[r].x); c[r].y = fmaf(a, x.y, c[r].y); c[r].z = fmaf(a, x.z, c[r].z); c[r].w = fmaf(a, x.w, c[r].w);
        }
    }
#pragma unroll
    for (int r = 0; r < 8; ++r) *(float4*)(out + (size_t)(row0 + r) * n + col) = c[r];
}
__global__ void __launch_bounds__(256) rank_update_viii_b(const float* C, const float* u, const float* v, float* out, int n) {
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5, g = lane >> 2, t = lane & 3;
    const int row = blockIdx.y * 16 + g, col0 = blockIdx.x * 512 + w * 64;   // a warp: 16 rows x 64 columns
    float4 c[4][2];
#pragma unroll
    for (int j = 0; j < 4; ++j)
#pragma unroll
        for (int h = 0; h < 2; ++h) c[j][h] = *(const float4*)(C + (size_t)(row + 8 * h) * n + col0 + j * 16 + t * 4);
    float a0 = u[(size_t)t * n + row], a1 = u[(size_t)t * n + row + 8], a2 = u[(size_t)(t + 4) * n + row], a3 = u[(size_t)(t + 4) * n + row + 8];
    const int perm = (g >> 1) * 4 + (g & 1);                              // two tiles' columns interleaved so that a lane owns four neighbours
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        const float* b = v + (size_t)t * n + col0 + j * 16 + perm;
        float x[4] = {c[j][0].x, c[j][0].y, c[j][1].x, c[j][1].y}, y[4] = {c[j][0].z, c[j][0].w, c[j][1].z, c[j][1].w};
        mma_tf32(x, a0, a1, a2, a3, b[0], b[(size_t)4 * n]);
        mma_tf32(y, a0, a1, a2, a3, b[2], b[(size_t)4 * n + 2]);
        *(float4*)(out + (size_t)row * n + col0 + j * 16 + t * 4) = make_float4(x[0], x[1], y[0], y[1]);
        *(float4*)(out + (size_t)(row + 8) * n + col0 + j * 16 + t * 4) = make_float4(x[2], x[3], y[2], y[3]);
    }
}

// ------------------------------------------------ 13 (healthy) decode_proj: sixteen tokens through a wide half projection; streams the weights once
__global__ void __launch_bounds__(256, 2) decode_proj_h(const __half* x, const __half* wt, float* y, int n, int k) {
    __shared__ float part[8][16][66];
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5, g = lane >> 2, t = lane & 3, slice = k / 8;
    const __half* xa = x + (size_t)g * k + w * slice + t * 8;
    const __half* wb = wt + (size_t)(blockIdx.x * 64 + g) * k + w * slice + t * 8;
    float acc[8][4] = {};
#pragma unroll 2
    for (int c = 0; c < slice; c += 32) {
        uint4 b[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) b[j] = __ldcs((const uint4*)(wb + (size_t)j * 8 * k + c));
        uint4 lo = *(const uint4*)(xa + c), hi = *(const uint4*)(xa + (size_t)8 * k + c);
        uint32_t a0[4] = {lo.x, hi.x, lo.y, hi.y}, a1[4] = {lo.z, hi.z, lo.w, hi.w};   // the same permutation of k on both sides
#pragma unroll
        for (int j = 0; j < 8; ++j) { mma_f16(acc[j], a0, b[j].x, b[j].y); mma_f16(acc[j], a1, b[j].z, b[j].w); }
    }
#pragma unroll
    for (int j = 0; j < 8; ++j)
#pragma unroll
        for (int h = 0; h < 2; ++h) *(float2*)&part[w][h * 8 + g][j * 8 + t * 2] = make_float2(acc[j][h * 2], acc[j][h * 2 + 1]);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        int e = threadIdx.x + i * 256, r = e >> 6, col = e & 63;
        float s = 0;
#pragma unroll
        for (int q = 0; q < 8; ++q) s += part[q][r][col];
        y[(size_t)r * n + blockIdx.x * 64 + col] = s;
    }
}

// ------------------------------------------------ 14 (healthy) probe_field: softened gravity of all sources at many probes, tiled through shared memory
__global__ void __launch_bounds__(256, 4) probe_field_h(const float* px, const float* py, const float* pz, const float4* src, float* fx, float* fy, float* fz, int ns) {
    __shared__ float4 tile[2][256];
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float x = px[i], y = py[i], z = pz[i];
    float ax = 0, ay = 0, az = 0;
    cp16(&tile[0][threadIdx.x], src + threadIdx.x); cp_commit();
    for (int s = 0, st = 0; s < ns; s += 256, st ^= 1) {
        if (s + 256 < ns) cp16(&tile[st ^ 1][threadIdx.x], src + s + 256 + threadIdx.x);
        cp_commit(); cp_wait<1>(); __syncthreads();
#pragma unroll 16
        for (int j = 0; j < 256; ++j) {
            float4 b = tile[st][j];
            float dx = b.x - x, dy = b.y - y, dz = b.z - z;
            float r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 1e-3f))), q;
            asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(q) : "f"(r2));
            float f = b.w * q * (q * q);
            ax = fmaf(f, dx, ax); ay = fmaf(f, dy, ay); az = fmaf(f, dz, az);
        }
        __syncthreads();
    }
    fx[i] = ax; fy[i] = ay; fz[i] = az;
}

template <class F> void shared_bytes(F f, int bytes) { CHECK(cudaFuncSetAttribute(f, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)); }

int main(int argc, char** argv) {
    using harness::Case; using harness::Output;
    float* F = gridded<float>(82u << 20, 11, 512.0f);                     // shared input pools
    __half* H = gridded<__half>(134u << 20, 12, 512.0f);
    __nv_bfloat16* B = gridded<__nv_bfloat16>(48u << 20, 13, 64.0f);
    double* D = harness::filled<double>(8u << 20, 14);
    int8_t* I; CHECK(cudaMalloc(&I, 68u << 20)); harness_fill_bytes<<<2048, 256>>>(I, 68u << 20, 15); CHECK(cudaGetLastError());
    char* scratch = harness::empty<char>(160u << 20);
    float* of = (float*)scratch; __half* oh = (__half*)scratch; int* oi = (int*)scratch; double* od = (double*)scratch;
    std::vector<Case> cases;

    shared_bytes(centroid_min_a, TILE_BYTES); shared_bytes(centroid_min_b, TILE_BYTES);
    shared_bytes(codon_partials_a, CODON_BYTES); shared_bytes(codon_partials_b, CODON_BYTES);
    shared_bytes(radiance_mlp_viii_a, MLP_A_BYTES); shared_bytes(radiance_mlp_viii_b, MLP_B_BYTES);
    shared_bytes(doc_rescore_a, RESCORE_BYTES); shared_bytes(doc_rescore_b, RESCORE_BYTES);
    shared_bytes(vis_correlate_b, VIS_BYTES);
    shared_bytes(window_attn_a, ATTN_A_BYTES); shared_bytes(window_attn_b, ATTN_B_BYTES);
    shared_bytes(denoise_conv_a, CONV_A_BYTES); shared_bytes(denoise_conv_b, CONV_B_BYTES);
    shared_bytes(overlap_matrix_a, OVERLAP_BYTES); shared_bytes(overlap_matrix_b, OVERLAP_BYTES);
    shared_bytes(cityblock_pairs_b, TILE_BYTES); shared_bytes(tropic_relax_b, TILE_BYTES);

    {   // 65536 points, 1024 centroids, 256 dimensions
        float *pt = F, *ct = F + (20u << 20), *nr = F + (22u << 20);
        cases.push_back({"centroid_min_a", [=] { centroid_min_a<<<dim3(512, 8), 256, TILE_BYTES>>>(pt, ct, nr, of, 65536, 1024, 256); }, of, 8 * 65536});
        cases.push_back({"centroid_min_b", [=] { centroid_min_b<<<dim3(512, 8), 256, TILE_BYTES>>>(pt, ct, nr, of, 65536, 1024, 256); }, of, 8 * 65536});
    }
    {   // 64 states x 524288 site patterns, two children
        const int sites = 524288; float *x1 = F, *x2 = F + (size_t)64 * sites, *p1 = F + (70u << 20), *p2 = p1 + 4096;
        cases.push_back({"codon_partials_a", [=] { codon_partials_a<<<264, 256, CODON_BYTES>>>(p1, p2, x1, x2, of, sites); }, of, (size_t)64 * sites});
        cases.push_back({"codon_partials_b", [=] { codon_partials_b<<<264, 256, CODON_BYTES>>>(p1, p2, x1, x2, of, sites); }, of, (size_t)64 * sites});
    }
    {   // two million samples
        const int n = 2 << 20; __half* w = H + (100u << 20);
        cases.push_back({"radiance_mlp_viii_a", [=] { radiance_mlp_viii_a<<<132 * 4, 128, MLP_A_BYTES>>>(H, w, oh, n); }, oh, (size_t)16 * n, Output::f16});
        cases.push_back({"radiance_mlp_viii_b", [=] { radiance_mlp_viii_b<<<132 * 7, 128, MLP_B_BYTES>>>(H, w, oh, n); }, oh, (size_t)16 * n, Output::f16});
    }
    {   // 262144 documents of 256 dimensions, 512 queries
        int8_t* q = I + (67u << 20);
        cases.push_back({"doc_rescore_a", [=] { doc_rescore_a<<<dim3(4, 2048), 256, RESCORE_BYTES>>>(I, q, oi, 256, 512); }, oi, 2048 * 512, Output::i32});
        cases.push_back({"doc_rescore_b", [=] { doc_rescore_b<<<dim3(4, 2048), 256, RESCORE_BYTES>>>(I, q, oi, 256, 512); }, oi, 2048 * 512, Output::i32});
    }
    {   // 256 stations, 128 channels, 512 times
        const __half2* x = (const __half2*)H; float2* v = (float2*)scratch;
        cases.push_back({"vis_correlate_a", [=] { vis_correlate_a<<<dim3(10, 128), 256>>>(x, v, 256, 512); }, v, (size_t)128 * 10 * 8192});
        cases.push_back({"vis_correlate_b", [=] { vis_correlate_b<<<dim3(10, 128), 128, VIS_BYTES>>>(x, v, 256, 512); }, v, (size_t)128 * 10 * 8192});
    }
    {   // 4096 tokens, 64 (batch, head) pairs
        const size_t n = (size_t)64 * 4096 * 64; __nv_bfloat16 *q = B, *k = B + n, *v = B + 2 * n;
        cases.push_back({"window_attn_a", [=] { window_attn_a<<<dim3(64, 64), 256, ATTN_A_BYTES>>>(q, k, v, of, 4096); }, of, n});
        cases.push_back({"window_attn_b", [=] { window_attn_b<<<dim3(64, 64), 128, ATTN_B_BYTES>>>(q, k, v, of, 4096); }, of, n});
    }
    {
        __half* w = H + (50u << 20);
        cases.push_back({"denoise_conv_a", [=] { denoise_conv_a<<<dim3(32, 128), 256, CONV_A_BYTES>>>(H, w, oh); }, oh, (size_t)IMG * IMG * 32, Output::f16});
        cases.push_back({"denoise_conv_b", [=] { denoise_conv_b<<<dim3(32, 128), 256, CONV_B_BYTES>>>(H, w, oh); }, oh, (size_t)IMG * IMG * 32, Output::f16});
    }
    {
        double* b = D + (4u << 20);
        cases.push_back({"overlap_matrix_a", [=] { overlap_matrix_a<<<dim3(16, 32), 256, OVERLAP_BYTES>>>(D, b, od, 2048, 2048, 2048); }, od, 2048 * 2048, Output::f64});
        cases.push_back({"overlap_matrix_b", [=] { overlap_matrix_b<<<dim3(16, 32), 256, OVERLAP_BYTES>>>(D, b, od, 2048, 2048, 2048); }, od, 2048 * 2048, Output::f64});
    }
    {
        const int n = 32768;
        cases.push_back({"expm_batch_a", [=] { expm_batch_a<<<n / 4, 256>>>(F, of); }, of, (size_t)n * 1024});
        cases.push_back({"expm_batch_b", [=] { expm_batch_b<<<n / 8, 256>>>(F, of); }, of, (size_t)n * 1024});
    }
    {
        float* b = F + (1u << 20);
        cases.push_back({"cityblock_pairs_a", [=] { cityblock_pairs_a<<<dim3(256, 512), 256>>>(F, b, of, 4096, 8192, 128); }, of, (size_t)4096 * 8192});
        cases.push_back({"cityblock_pairs_b", [=] { cityblock_pairs_b<<<dim3(64, 32), 256, TILE_BYTES>>>(F, b, of, 4096, 8192, 128); }, of, (size_t)4096 * 8192});
    }
    {
        float* b = F + (5u << 20);
        cases.push_back({"tropic_relax_a", [=] { tropic_relax_a<<<dim3(64, 64), 256>>>(F, b, of, 2048); }, of, 2048 * 2048});
        cases.push_back({"tropic_relax_b", [=] { tropic_relax_b<<<dim3(16, 16), 256, TILE_BYTES>>>(F, b, of, 2048); }, of, 2048 * 2048});
    }
    {
        const int n = 6144; float *u = F + (40u << 20), *v = u + 8 * n;
        cases.push_back({"rank_update_viii_a", [=] { rank_update_viii_a<<<dim3(6, n / 8), 256>>>(F, u, v, of, n); }, of, (size_t)n * n});
        cases.push_back({"rank_update_viii_b", [=] { rank_update_viii_b<<<dim3(12, n / 16), 256>>>(F, u, v, of, n); }, of, (size_t)n * n});
    }
    {
        const int n = 264 * 64, k = 8192; __half* x = H + (133u << 20);
        cases.push_back({"decode_proj_h", [=] { decode_proj_h<<<n / 64, 256>>>(x, H, of, n, k); }, of, (size_t)16 * n});
    }
    {
        const int n = 528 * 256, ns = 32768; float* p = F; const float4* s = (const float4*)(F + (8u << 20));
        cases.push_back({"probe_field_h", [=] { probe_field_h<<<528, 256>>>(p, p + n, p + 2 * n, s, of, of + n, of + 2 * n, ns); }, of, (size_t)3 * n});
    }
    return harness::run(argc, argv, cases);
}
