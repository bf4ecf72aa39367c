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
static __device__ __forceinline__ void ldsm4t(unsigned* r, const void* p) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(smem_address(p)) : "memory");
}
static __device__ __forceinline__ void mma_f16(float* c, const unsigned* a, unsigned b0, unsigned b1) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
static __device__ __forceinline__ void mma_f64(double* c, const double* a, const double* b) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
}
static __device__ __forceinline__ uint64_t wg_descriptor(const void* p) {  // K-major rows of 128 bytes, 128-byte swizzle, 1024 bytes per 8 rows
    return (uint64_t)((smem_address(p) & 0x3FFFF) >> 4) | (1ull << 16) | (64ull << 32) | (1ull << 62);
}
static __device__ __forceinline__ uint64_t wg_advance(uint64_t d, int bytes) { return d + (bytes >> 4); }
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
static __device__ __forceinline__ void wg_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
static __device__ __forceinline__ void wg_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int N> static __device__ __forceinline__ void wg_wait() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory"); }
static __device__ __forceinline__ void proxy_fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
static __device__ __forceinline__ void wgmma_m64n256k16(float (&d)[128], uint64_t a, uint64_t b) {
    asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %130, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {"
                 "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
                 "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
                 "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
                 "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, "
                 "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, "
                 "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, "
                 "%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, "
                 "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127"
                 "}, %128, %129, p, 1, 1, 0, 0;\n}\n"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), 
                   "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]), 
                   "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), 
                   "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31]), 
                   "+f"(d[32]), "+f"(d[33]), "+f"(d[34]), "+f"(d[35]), "+f"(d[36]), "+f"(d[37]), "+f"(d[38]), "+f"(d[39]), 
                   "+f"(d[40]), "+f"(d[41]), "+f"(d[42]), "+f"(d[43]), "+f"(d[44]), "+f"(d[45]), "+f"(d[46]), "+f"(d[47]), 
                   "+f"(d[48]), "+f"(d[49]), "+f"(d[50]), "+f"(d[51]), "+f"(d[52]), "+f"(d[53]), "+f"(d[54]), "+f"(d[55]), 
                   "+f"(d[56]), "+f"(d[57]), "+f"(d[58]), "+f"(d[59]), "+f"(d[60]), "+f"(d[61]), "+f"(d[62]), "+f"(d[63]), 
                   "+f"(d[64]), "+f"(d[65]), "+f"(d[66]), "+f"(d[67]), "+f"(d[68]), "+f"(d[69]), "+f"(d[70]), "+f"(d[71]), 
                   "+f"(d[72]), "+f"(d[73]), "+f"(d[74]), "+f"(d[75]), "+f"(d[76]), "+f"(d[77]), "+f"(d[78]), "+f"(d[79]), 
                   "+f"(d[80]), "+f"(d[81]), "+f"(d[82]), "+f"(d[83]), "+f"(d[84]), "+f"(d[85]), "+f"(d[86]), "+f"(d[87]), 
                   "+f"(d[88]), "+f"(d[89]), "+f"(d[90]), "+f"(d[91]), "+f"(d[92]), "+f"(d[93]), "+f"(d[94]), "+f"(d[95]), 
                   "+f"(d[96]), "+f"(d[97]), "+f"(d[98]), "+f"(d[99]), "+f"(d[100]), "+f"(d[101]), "+f"(d[102]), "+f"(d[103]), 
                   "+f"(d[104]), "+f"(d[105]), "+f"(d[106]), "+f"(d[107]), "+f"(d[108]), "+f"(d[109]), "+f"(d[110]), "+f"(d[111]), 
                   "+f"(d[112]), "+f"(d[113]), "+f"(d[114]), "+f"(d[115]), "+f"(d[116]), "+f"(d[117]), "+f"(d[118]), "+f"(d[119]), 
                   "+f"(d[120]), "+f"(d[121]), "+f"(d[122]), "+f"(d[123]), "+f"(d[124]), "+f"(d[125]), "+f"(d[126]), "+f"(d[127])
                 : "l"(a), "l"(b), "r"(1));
}
#else  // the shorthand -arch=sm_90a also makes PTX for plain sm_90, which has no wgmma and is never run
static __device__ __forceinline__ void wg_fence() {}
static __device__ __forceinline__ void wg_commit() {}
template <int N> static __device__ __forceinline__ void wg_wait() {}
static __device__ __forceinline__ void proxy_fence() {}
static __device__ __forceinline__ void wgmma_m64n256k16(float (&)[128], uint64_t, uint64_t) {}
#endif
static __device__ __forceinline__ void put4(float* p, float a, float b, float c, float d) {  // one 16-byte store, which the compiler may not split
    asm volatile("st.global.v4.f32 [%0], {%1,%2,%3,%4};" ::"l"(p), "f"(a), "f"(b), "f"(c), "f"(d) : "memory");
}
static __device__ __forceinline__ void put_half4(void* p, half2 a, half2 b) {
    asm volatile("st.global.v2.b32 [%0], {%1,%2};" ::"l"(p), "r"(*(unsigned*)&a), "r"(*(unsigned*)&b) : "memory");
}
static __device__ __forceinline__ void keep(float (&d)[128]) {  // no access to the accumulators may cross this point
#pragma unroll
    for (int i = 0; i < 128; ++i) asm volatile("" : "+f"(d[i])::"memory");
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

// ---------------------------------------------------------------- style_gram: Gram matrices of feature maps (style loss), half in, float out
constexpr int GC = 256;
constexpr int GP = 4096;
constexpr int GB = 32;
__global__ void __launch_bounds__(128) style_gram_a(const half* __restrict__ f, float* __restrict__ out) {
    __shared__ __align__(16) float as[32 * 64], bs[32 * 64];
    const half* base = f + (size_t)blockIdx.z * GC * GP;
    int m0 = blockIdx.y * 64, n0 = blockIdx.x * 64, tid = threadIdx.x, ty = tid >> 4, tx = tid & 15, q = tid & 3, r = tid >> 2;
    float acc[8][4] = {};
    uint4 ra[2], rb[2];
    auto fetch = [&](int k0) {
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            ra[h] = *(const uint4*)(base + (size_t)(m0 + r + h * 32) * GP + k0 + q * 8);
            rb[h] = *(const uint4*)(base + (size_t)(n0 + r + h * 32) * GP + k0 + q * 8);
        }
    };
    auto put = [&](float* s, uint4 v, int row) {
        const half2* p = (const half2*)&v;
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            float2 x = __half22float2(p[i]);
            s[(q * 8 + 2 * i) * 64 + (row ^ (q * 8))] = x.x;
            s[(q * 8 + 2 * i + 1) * 64 + (row ^ (q * 8))] = x.y;
        }
    };
    fetch(0);
    for (int k0 = 0; k0 < GP; k0 += 32) {
#pragma unroll
        for (int h = 0; h < 2; ++h) { put(as, ra[h], r + h * 32); put(bs, rb[h], r + h * 32); }
        __syncthreads();
        if (k0 + 32 < GP) fetch(k0 + 32);
#pragma unroll 8
        for (int k = 0; k < 32; ++k) {
            int sw = (k >> 3) * 8;
            float4 a0 = *(const float4*)(as + k * 64 + ((ty * 8) ^ sw)), a1 = *(const float4*)(as + k * 64 + ((ty * 8) ^ sw) + 4);
            float4 b = *(const float4*)(bs + k * 64 + ((tx * 4) ^ sw));
            float av[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w}, bv[4] = {b.x, b.y, b.z, b.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] = fmaf(av[i], bv[j], acc[i][j]);
        }
        __syncthreads();
    }
    float* o = out + ((size_t)blockIdx.z * GC + m0 + ty * 8) * GC + n0 + tx * 4;
#pragma unroll
    for (int i = 0; i < 8; ++i)
        *(float4*)(o + (size_t)i * GC) = make_float4(acc[i][0] / GP, acc[i][1] / GP, acc[i][2] / GP, acc[i][3] / GP);
}
using GramTile = HalfTile<64, 64, 64, 72, 3, 32, 32>;
__global__ void __launch_bounds__(128) style_gram_b(const half* __restrict__ f, float* __restrict__ out) {
    extern __shared__ __align__(1024) unsigned char pool[];
    const half* base = f + (size_t)blockIdx.z * GC * GP;
    int m0 = blockIdx.y * 64, n0 = blockIdx.x * 64;
    float acc[2][4][4] = {};
    GramTile::run(acc, (half*)pool, base + (size_t)m0 * GP, GP, base + (size_t)n0 * GP, GP, GP / 64);
    float* o = out + ((size_t)blockIdx.z * GC + m0 + GramTile::row0()) * GC + n0 + GramTile::col0();
    each_pair(acc, [&](int r, int c, float x, float y) { *(float2*)(o + (size_t)r * GC + c) = make_float2(x / GP, y / GP); });
}

// ---------------------------------------------------------------- window_attention: 64-token windows, 32 channels a head, with relative position bias
constexpr int WB = 16384;
constexpr int WHEADS = 8;
__global__ void __launch_bounds__(128) window_attention_a(const half* __restrict__ qkv, const float* __restrict__ bias, half* __restrict__ out) {
    __shared__ __align__(16) float qs[32 * 64], ks[32 * 64], vs[64 * 32], ps[64 * 68];
    int tid = threadIdx.x, ty = tid >> 4, tx = tid & 15;
    const half* src = qkv + (size_t)blockIdx.x * 3 * 2048;
    const float* bw = bias + (blockIdx.x % WHEADS) * 4096;
    for (int c = tid; c < 768; c += 128) {
        uint4 v = *(const uint4*)(src + c * 8);
        const half2* p = (const half2*)&v;
        int part = c >> 8, r = (c & 255) >> 2, q = c & 3;
        float e[8];
#pragma unroll
        for (int i = 0; i < 4; ++i) { float2 x = __half22float2(p[i]); e[2 * i] = x.x; e[2 * i + 1] = x.y; }
        if (part == 2) {
            *(float4*)(vs + r * 32 + q * 8) = make_float4(e[0], e[1], e[2], e[3]);
            *(float4*)(vs + r * 32 + q * 8 + 4) = make_float4(e[4], e[5], e[6], e[7]);
        } else {
            float* s = part ? ks : qs;
#pragma unroll
            for (int i = 0; i < 8; ++i) s[(q * 8 + i) * 64 + (r ^ (q * 8))] = e[i];
        }
    }
    __syncthreads();
    float acc[8][4] = {};
#pragma unroll 8
    for (int k = 0; k < 32; ++k) {
        int sw = (k >> 3) * 8;
        float4 a0 = *(const float4*)(qs + k * 64 + ((ty * 8) ^ sw)), a1 = *(const float4*)(qs + k * 64 + ((ty * 8) ^ sw) + 4);
        float4 b = *(const float4*)(ks + k * 64 + ((tx * 4) ^ sw));
        float av[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w}, bv[4] = {b.x, b.y, b.z, b.w};
#pragma unroll
        for (int i = 0; i < 8; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) acc[i][j] = fmaf(av[i], bv[j], acc[i][j]);
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float4 b = *(const float4*)(bw + (ty * 8 + i) * 64 + tx * 4);
        float x0 = acc[i][0] * 0.1767767f + b.x, x1 = acc[i][1] * 0.1767767f + b.y, x2 = acc[i][2] * 0.1767767f + b.z, x3 = acc[i][3] * 0.1767767f + b.w;
        float m = fmaxf(fmaxf(x0, x1), fmaxf(x2, x3));
#pragma unroll
        for (int d = 1; d < 16; d *= 2) m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
        x0 = __expf(x0 - m); x1 = __expf(x1 - m); x2 = __expf(x2 - m); x3 = __expf(x3 - m);
        float s = x0 + x1 + x2 + x3;
#pragma unroll
        for (int d = 1; d < 16; d *= 2) s += __shfl_xor_sync(~0u, s, d);
        s = 1.0f / s;
        *(float4*)(ps + (ty * 8 + i) * 68 + tx * 4) = make_float4(x0 * s, x1 * s, x2 * s, x3 * s);
    }
    __syncthreads();
    int py = tid >> 3, px = tid & 7;
    float o[4][4] = {};
#pragma unroll 4
    for (int k = 0; k < 64; k += 4) {
        float4 v[4];
#pragma unroll
        for (int e = 0; e < 4; ++e) v[e] = *(const float4*)(vs + (k + e) * 32 + px * 4);
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            float4 p = *(const float4*)(ps + (py + 16 * i) * 68 + k);
            float pv[4] = {p.x, p.y, p.z, p.w};
#pragma unroll
            for (int e = 0; e < 4; ++e) {
                o[i][0] = fmaf(pv[e], v[e].x, o[i][0]); o[i][1] = fmaf(pv[e], v[e].y, o[i][1]);
                o[i][2] = fmaf(pv[e], v[e].z, o[i][2]); o[i][3] = fmaf(pv[e], v[e].w, o[i][3]);
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        put_half4(out + (size_t)blockIdx.x * 2048 + (py + 16 * i) * 32 + px * 4, __floats2half2_rn(o[i][0], o[i][1]), __floats2half2_rn(o[i][2], o[i][3]));
    }
}
__global__ void __launch_bounds__(128) window_attention_b(const half* __restrict__ qkv, const float* __restrict__ bias, half* __restrict__ out) {
    __shared__ __align__(16) half sm[192 * 40];
    int tid = threadIdx.x, w = tid >> 5, lane = tid & 31, g = lane >> 2, t = lane & 3;
    const half* src = qkv + (size_t)blockIdx.x * 3 * 2048;
    const float* bw = bias + (blockIdx.x % WHEADS) * 4096;
#pragma unroll
    for (int c = tid; c < 768; c += 128) cp16(sm + (c >> 2) * 40 + (c & 3) * 8, src + c * 8);
    cp_commit();
    cp_wait<0>();
    __syncthreads();
    half *qs = sm + w * 16 * 40, *ks = sm + 64 * 40, *vs = sm + 128 * 40;
    float s[1][8][4] = {};
#pragma unroll
    for (int k = 0; k < 32; k += 16)
        warp_step<1, 8>(s, [&](int r, int q) { return qs + r * 40 + k + q; }, [&](int r, int q) { return ks + r * 40 + k + q; });
    float top[2] = {-1e30f, -1e30f}, sum[2] = {0, 0};
#pragma unroll
    for (int j = 0; j < 8; ++j)
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            float2 b = *(const float2*)(bw + (w * 16 + g + h * 8) * 64 + j * 8 + 2 * t);
            s[0][j][2 * h] = s[0][j][2 * h] * 0.1767767f + b.x;
            s[0][j][2 * h + 1] = s[0][j][2 * h + 1] * 0.1767767f + b.y;
            top[h] = fmaxf(top[h], fmaxf(s[0][j][2 * h], s[0][j][2 * h + 1]));
        }
#pragma unroll
    for (int h = 0; h < 2; ++h) {
        top[h] = fmaxf(top[h], __shfl_xor_sync(~0u, top[h], 1));
        top[h] = fmaxf(top[h], __shfl_xor_sync(~0u, top[h], 2));
#pragma unroll
        for (int j = 0; j < 8; ++j)
#pragma unroll
            for (int e = 0; e < 2; ++e) { float& x = s[0][j][2 * h + e]; x = __expf(x - top[h]); sum[h] += x; }
        sum[h] += __shfl_xor_sync(~0u, sum[h], 1);
        sum[h] += __shfl_xor_sync(~0u, sum[h], 2);
        sum[h] = 1.0f / sum[h];
    }
    float o[4][4] = {};
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        unsigned a[4], b[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            half2 h = __floats2half2_rn(s[0][2 * k + (i >> 1)][(i & 1) * 2], s[0][2 * k + (i >> 1)][(i & 1) * 2 + 1]);
            a[i] = *(unsigned*)&h;
        }
#pragma unroll
        for (int n = 0; n < 2; ++n) {
            ldsm4t(b, vs + (k * 16 + (lane & 7) + ((lane >> 3) & 1) * 8) * 40 + n * 16 + (lane >> 4) * 8);
            mma_f16(o[2 * n], a, b[0], b[1]);
            mma_f16(o[2 * n + 1], a, b[2], b[3]);
        }
    }
    __syncwarp();
#pragma unroll
    for (int n = 0; n < 4; ++n)
#pragma unroll
        for (int h = 0; h < 2; ++h)
            *(half2*)(qs + (g + h * 8) * 40 + n * 8 + 2 * t) = __floats2half2_rn(o[n][2 * h] * sum[h], o[n][2 * h + 1] * sum[h]);
    __syncwarp();
#pragma unroll
    for (int c = lane; c < 64; c += 32)
        *(uint4*)(out + (size_t)blockIdx.x * 2048 + (w * 16 + (c >> 2)) * 32 + (c & 3) * 8) = *(uint4*)(qs + (c >> 2) * 40 + (c & 3) * 8);
}

// ---------------------------------------------------------------- orbital_overlap: overlap matrices of basis functions over quadrature points
constexpr int OB = 256;
constexpr int OK = 4096;
constexpr int ON = 24;
template <int NT>
struct OverlapLoad {
    static constexpr int PER = 512 / NT;
    double2 a[PER], b[PER];
    __device__ __forceinline__ void fetch(const double* phi, const double* w, int k0, int m0, int n0) {
#pragma unroll
        for (int i = 0; i < PER; ++i) {
            int c = threadIdx.x + i * NT, r = c >> 5, q = (c & 31) * 2;
            a[i] = *(const double2*)(phi + (size_t)(k0 + r) * OB + m0 + q);
            b[i] = *(const double2*)(phi + (size_t)(k0 + r) * OB + n0 + q);
            double s = w[k0 + r];
            b[i].x *= s; b[i].y *= s;
        }
    }
    __device__ __forceinline__ void put(double* as, double* bs) {
#pragma unroll
        for (int i = 0; i < PER; ++i) {
            int c = threadIdx.x + i * NT, r = c >> 5, q = (c & 31) * 2;
            *(double2*)(as + r * 68 + q) = a[i];
            *(double2*)(bs + r * 68 + q) = b[i];
        }
    }
};
__global__ void __launch_bounds__(256) orbital_overlap_vii_a(const double* __restrict__ phi, const double* __restrict__ w, double* __restrict__ out) {
    __shared__ __align__(16) double as[2][16 * 68], bs[2][16 * 68];
    phi += (size_t)blockIdx.z * OK * OB; w += (size_t)blockIdx.z * OK;
    int m0 = blockIdx.y * 64, n0 = blockIdx.x * 64, ty = threadIdx.x >> 4, tx = threadIdx.x & 15;
    OverlapLoad<256> ld;
    double acc[4][4] = {};
    ld.fetch(phi, w, 0, m0, n0); ld.put(as[0], bs[0]);
    __syncthreads();
    for (int kt = 0; kt < OK / 16; ++kt) {
        if (kt + 1 < OK / 16) ld.fetch(phi, w, kt * 16 + 16, m0, n0);
        const double *a = as[kt & 1], *b = bs[kt & 1];
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            double2 a0 = *(const double2*)(a + k * 68 + ty * 4), a1 = *(const double2*)(a + k * 68 + ty * 4 + 2);
            double2 b0 = *(const double2*)(b + k * 68 + tx * 2), b1 = *(const double2*)(b + k * 68 + 32 + tx * 2);
            double av[4] = {a0.x, a0.y, a1.x, a1.y}, bv[4] = {b0.x, b0.y, b1.x, b1.y};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] = fma(av[i], bv[j], acc[i][j]);
        }
        if (kt + 1 < OK / 16) ld.put(as[(kt + 1) & 1], bs[(kt + 1) & 1]);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        double* o = out + ((size_t)blockIdx.z * OB + m0 + ty * 4 + i) * OB + n0 + tx * 2;
        *(double2*)o = make_double2(acc[i][0], acc[i][1]);
        *(double2*)(o + 32) = make_double2(acc[i][2], acc[i][3]);
    }
}
__global__ void __launch_bounds__(128) orbital_overlap_vii_b(const double* __restrict__ phi, const double* __restrict__ w, double* __restrict__ out) {
    __shared__ __align__(16) double as[2][16 * 68], bs[2][16 * 68];
    phi += (size_t)blockIdx.z * OK * OB; w += (size_t)blockIdx.z * OK;
    int m0 = blockIdx.y * 64, n0 = blockIdx.x * 64, warp = threadIdx.x >> 5, lane = threadIdx.x & 31, g = lane >> 2, t = lane & 3;
    int wm = (warp & 1) * 32, wn = (warp >> 1) * 32;
    OverlapLoad<128> ld;
    double acc[2][4][4] = {};
    ld.fetch(phi, w, 0, m0, n0); ld.put(as[0], bs[0]);
    __syncthreads();
    for (int kt = 0; kt < OK / 16; ++kt) {
        if (kt + 1 < OK / 16) ld.fetch(phi, w, kt * 16 + 16, m0, n0);
        const double *a = as[kt & 1] + wm + g, *b = bs[kt & 1] + wn + g;
#pragma unroll
        for (int k = 0; k < 16; k += 8) {
            double fa[2][4], fb[4][2];
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int e = 0; e < 4; ++e) fa[i][e] = a[(k + t + (e >> 1) * 4) * 68 + i * 16 + (e & 1) * 8];
#pragma unroll
            for (int j = 0; j < 4; ++j)
#pragma unroll
                for (int e = 0; e < 2; ++e) fb[j][e] = b[(k + t + e * 4) * 68 + j * 8];
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) mma_f64(acc[i][j], fa[i], fb[j]);
        }
        if (kt + 1 < OK / 16) ld.put(as[(kt + 1) & 1], bs[(kt + 1) & 1]);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int h = 0; h < 2; ++h)
                *(double2*)(out + ((size_t)blockIdx.z * OB + m0 + wm + i * 16 + g + h * 8) * OB + n0 + wn + j * 8 + 2 * t) =
                    make_double2(acc[i][j][2 * h], acc[i][j][2 * h + 1]);
}

// ---------------------------------------------------------------- ffn_gelu: up projection of a feed-forward layer with bias and GELU, half
constexpr int FM = 8448;
constexpr int FN = 2048;
constexpr int FK = 2048;
constexpr int FSTAGE = (128 + 256) * 128, FBYTES = 4 * FSTAGE;  // rows of 64 halfs = 128 bytes; 16-byte chunks swizzled by the row
static __device__ __forceinline__ void ffn_load(unsigned char* s, const half* x, const half* w, int k0) {
#pragma unroll
    for (int i = 0; i < 12; ++i) {
        int c = threadIdx.x + i * 256, r = c >> 3, q = c & 7;
        const half* g = i < 4 ? x + (size_t)r * FK : w + (size_t)(r - 128) * FK;
        cp16(s + r * 128 + ((q ^ (r & 7)) << 4), g + k0 + q * 8);
    }
}
static __device__ __forceinline__ float gelu(float x) { return __fdividef(x, 1.0f + __expf(-1.702f * x)); }
static __device__ __forceinline__ void ffn_store(half* out, const float* bias, int r, int c, float x, float y) {
    float2 b = *(const float2*)(bias + c);
    *(half2*)(out + (size_t)r * FN + c) = __floats2half2_rn(gelu(x * 0.05f + b.x), gelu(y * 0.05f + b.y));
}
__global__ void __launch_bounds__(256, 1) ffn_gelu_a(const half* __restrict__ x, const half* __restrict__ w, const float* __restrict__ bias, half* __restrict__ out) {
    extern __shared__ __align__(1024) unsigned char pool[];
    int n0 = blockIdx.x * 256, m0 = blockIdx.y * 128, warp = threadIdx.x >> 5, wm = (warp & 1) * 64, wn = (warp >> 1) * 64;
    x += (size_t)m0 * FK; w += (size_t)n0 * FK;
    float acc[4][8][4] = {};
    for (int s = 0; s < 3; ++s) { ffn_load(pool + s * FSTAGE, x, w, s * 64); cp_commit(); }
    for (int kt = 0; kt < FK / 64; ++kt) {
        cp_wait<2>();
        __syncthreads();
        if (kt + 3 < FK / 64) ffn_load(pool + ((kt + 3) & 3) * FSTAGE, x, w, (kt + 3) * 64);
        cp_commit();
        const unsigned char *sa = pool + (kt & 3) * FSTAGE + wm * 128, *sb = pool + (kt & 3) * FSTAGE + (128 + wn) * 128;
#pragma unroll
        for (int k = 0; k < 4; ++k)
            warp_step<4, 8>(acc, [&](int r, int q) { return sa + r * 128 + (((k * 2 + (q >> 3)) ^ (r & 7)) << 4); },
                            [&](int r, int q) { return sb + r * 128 + (((k * 2 + (q >> 3)) ^ (r & 7)) << 4); });
    }
    each_pair(acc, [&](int r, int c, float u, float v) { ffn_store(out, bias, m0 + wm + r, n0 + wn + c, u, v); });
}
__global__ void __launch_bounds__(256, 1) ffn_gelu_b(const half* __restrict__ x, const half* __restrict__ w, const float* __restrict__ bias, half* __restrict__ out) {
    extern __shared__ __align__(1024) unsigned char pool[];
    int n0 = blockIdx.x * 256, m0 = blockIdx.y * 128, wg = threadIdx.x >> 7;
    x += (size_t)m0 * FK; w += (size_t)n0 * FK;
    float acc[128];
#pragma unroll
    for (int i = 0; i < 128; ++i) acc[i] = 0;
    keep(acc);
    for (int s = 0; s < 2; ++s) { ffn_load(pool + s * FSTAGE, x, w, s * 64); cp_commit(); }
    for (int kt = 0; kt < FK / 64; ++kt) {
        cp_wait<1>();
        proxy_fence();
        __syncthreads();
        if (kt + 2 < FK / 64) ffn_load(pool + ((kt + 2) & 3) * FSTAGE, x, w, (kt + 2) * 64);
        cp_commit();
        uint64_t da = wg_descriptor(pool + (kt & 3) * FSTAGE + wg * 64 * 128), db = wg_descriptor(pool + (kt & 3) * FSTAGE + 128 * 128);
        wg_fence();
#pragma unroll
        for (int k = 0; k < 4; ++k) wgmma_m64n256k16(acc, wg_advance(da, k * 32), wg_advance(db, k * 32));
        wg_commit();
        wg_wait<1>();  // the product of the last stage is done: its buffer may be filled after the next barrier
    }
    wg_wait<0>();
    keep(acc);
    int r = m0 + (threadIdx.x >> 5) * 16 + ((threadIdx.x & 31) >> 2), c = n0 + 2 * (threadIdx.x & 3);
#pragma unroll
    for (int j = 0; j < 32; ++j) {
        ffn_store(out, bias, r, c + j * 8, acc[4 * j], acc[4 * j + 1]);
        ffn_store(out, bias, r + 8, c + j * 8, acc[4 * j + 2], acc[4 * j + 3]);
    }
}

// ---------------------------------------------------------------- kv_decode: one new token against a cache of keys and values (grouped heads folded into sequences)
constexpr int KH = 132;
constexpr int KS = 4096;
template <int ST>
static __device__ __forceinline__ void kv_decode(const half* __restrict__ q, const half* __restrict__ keys, const half* __restrict__ values, float* __restrict__ out, half* sm) {
    __shared__ float sc[64];
    int tid = threadIdx.x, w = tid >> 5, lane = tid & 31, c = tid & 15, kg = tid >> 4;
    const half *kb = keys + (size_t)blockIdx.x * KS * 128, *vb = values + (size_t)blockIdx.x * KS * 128;
    float qv[8], acc[8] = {}, top = -1e30f, sum = 0;
#pragma unroll
    for (int i = 0; i < 8; ++i) qv[i] = __half2float(q[blockIdx.x * 128 + c * 8 + i]) * 0.0883883f * 4;
    auto fill = [&](int t) {
        half* s = sm + t % ST * 16384;
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            int e = (tid + (i & 3) * 256) * 8;
            cp16(s + (i >> 2) * 8192 + e, (i < 4 ? kb : vb) + (size_t)t * 8192 + e);
        }
    };
    if (ST > 1)
        for (int t = 0; t < ST - 1; ++t) { fill(t); cp_commit(); }
    for (int t = 0; t < KS / 64; ++t) {
        if (ST > 1) {
            cp_wait<(ST > 1 ? ST - 2 : 0)>();
            __syncthreads();
            if (t + ST - 1 < KS / 64) fill(t + ST - 1);
            cp_commit();
        } else {
            uint4 r[8];
#pragma unroll
            for (int i = 0; i < 8; ++i) r[i] = *(const uint4*)((i < 4 ? kb : vb) + (size_t)t * 8192 + (tid + (i & 3) * 256) * 8);
#pragma unroll
            for (int i = 0; i < 8; ++i) *(uint4*)(sm + (i >> 2) * 8192 + (tid + (i & 3) * 256) * 8) = r[i];
            __syncthreads();
        }
        const half* s = sm + t % ST * 16384;
#pragma unroll
        for (int p = 0; p < 4; ++p) {
            int key = w * 8 + p * 2 + (lane >> 4);
            uint4 v = *(const uint4*)(s + key * 128 + c * 8);
            const half2* h = (const half2*)&v;
            float d = 0;
#pragma unroll
            for (int i = 0; i < 4; ++i) { float2 f = __half22float2(h[i]); d = fmaf(f.x, qv[2 * i], d); d = fmaf(f.y, qv[2 * i + 1], d); }
#pragma unroll
            for (int m = 1; m < 16; m *= 2) d += __shfl_xor_sync(~0u, d, m);
            if (c == 0) sc[key] = d;
        }
        __syncthreads();
        float m = fmaxf(sc[lane], sc[lane + 32]);
#pragma unroll
        for (int d = 1; d < 32; d *= 2) m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
        m = fmaxf(m, top);
        float scale = __expf(top - m);
        top = m; sum *= scale;
#pragma unroll
        for (int i = 0; i < 8; ++i) acc[i] *= scale;
#pragma unroll
        for (int p = 0; p < 4; ++p) {
            int key = kg + p * 16;
            float e = __expf(sc[key] - m);
            sum += e;
            uint4 v = *(const uint4*)(s + 8192 + key * 128 + c * 8);
            const half2* h = (const half2*)&v;
#pragma unroll
            for (int i = 0; i < 4; ++i) { float2 f = __half22float2(h[i]); acc[2 * i] = fmaf(e, f.x, acc[2 * i]); acc[2 * i + 1] = fmaf(e, f.y, acc[2 * i + 1]); }
        }
        if (ST == 1) __syncthreads();
    }
    __syncthreads();
    float* red = (float*)sm;  // 16 groups of keys x (128 channels + their weight)
#pragma unroll
    for (int i = 0; i < 8; ++i) red[kg * 129 + c * 8 + i] = acc[i];
    if (c == 0) red[kg * 129 + 128] = sum;
    __syncthreads();
    if (tid < 128) {
        float a = 0, n = 0;
#pragma unroll
        for (int k = 0; k < 16; ++k) { a += red[k * 129 + tid]; n += red[k * 129 + 128]; }
        out[blockIdx.x * 128 + tid] = a / n;
    }
}
__global__ void __launch_bounds__(256) kv_decode_a(const half* __restrict__ q, const half* __restrict__ k, const half* __restrict__ v, float* __restrict__ out) {
    extern __shared__ __align__(1024) unsigned char pool[];
    kv_decode<1>(q, k, v, out, (half*)pool);
}
__global__ void __launch_bounds__(256) kv_decode_b(const half* __restrict__ q, const half* __restrict__ k, const half* __restrict__ v, float* __restrict__ out) {
    extern __shared__ __align__(1024) unsigned char pool[];
    kv_decode<5>(q, k, v, out, (half*)pool);
}

// ---------------------------------------------------------------- profile_manhattan: city-block distances between expression profiles (gene-major tables)
constexpr int PN = 2048;
constexpr int PD = 512;
__global__ void __launch_bounds__(256) profile_manhattan_a(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out) {
    int j = blockIdx.x * 32 + (threadIdx.x & 31), i = blockIdx.y * 8 + (threadIdx.x >> 5);
    float d = 0;
#pragma unroll 8
    for (int k = 0; k < PD; ++k) d += fabsf(a[(size_t)k * PN + i] - b[(size_t)k * PN + j]);
    out[(size_t)i * PN + j] = d * (1.0f / PD);
}
__global__ void __launch_bounds__(256) profile_manhattan_b(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out) {
    __shared__ __align__(16) float as[2][16 * 128], bs[2][16 * 64];
    int tid = threadIdx.x, ty = tid >> 4, tx = tid & 15, i0 = blockIdx.y * 128, j0 = blockIdx.x * 64;
    auto fill = [&](int kt) {
#pragma unroll
        for (int h = 0; h < 2; ++h) { int c = tid + h * 256; cp16(as[kt & 1] + c * 4, a + (size_t)(kt * 16 + (c >> 5)) * PN + i0 + (c & 31) * 4); }
        cp16(bs[kt & 1] + tid * 4, b + (size_t)(kt * 16 + (tid >> 4)) * PN + j0 + (tid & 15) * 4);
    };
    float acc[8][4] = {};
    fill(0); cp_commit();
    for (int kt = 0; kt < PD / 16; ++kt) {
        cp_wait<0>();
        __syncthreads();
        if (kt + 1 < PD / 16) fill(kt + 1);
        cp_commit();
        const float *sa = as[kt & 1] + ty * 8, *sb = bs[kt & 1] + tx * 4;
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 a0 = *(const float4*)(sa + k * 128), a1 = *(const float4*)(sa + k * 128 + 4), b0 = *(const float4*)(sb + k * 64);
            float av[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w}, bv[4] = {b0.x, b0.y, b0.z, b0.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] += fabsf(av[i] - bv[j]);
        }
    }
    const float s = 1.0f / PD;
#pragma unroll
    for (int i = 0; i < 8; ++i)
        put4(out + (size_t)(i0 + ty * 8 + i) * PN + j0 + tx * 4, acc[i][0] * s, acc[i][1] * s, acc[i][2] * s, acc[i][3] * s);
}

// ---------------------------------------------------------------- terrain_dilate: grey-scale dilation of an elevation grid by a non-flat 11x11 element
constexpr int TW = 3072;
constexpr int TP = TW + 32;  // pitch of the padded input, TW + 10 rows
__constant__ float element[121];
__global__ void __launch_bounds__(256) terrain_dilate_a(const float* __restrict__ in, float* __restrict__ out) {
    int x = blockIdx.x * 32 + (threadIdx.x & 31), y = blockIdx.y * 8 + (threadIdx.x >> 5);
    float m = -1e30f;
#pragma unroll
    for (int dy = 0; dy < 11; ++dy)
#pragma unroll
        for (int dx = 0; dx < 11; ++dx) m = fmaxf(m, in[(size_t)(y + dy) * TP + x + dx] + element[dy * 11 + dx]);
    out[(size_t)y * TW + x] = m;
}
__global__ void __launch_bounds__(256) terrain_dilate_b(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float s[74 * 44];
    int lane = threadIdx.x & 31, ty = threadIdx.x >> 5, x0 = blockIdx.x * 32, y0 = blockIdx.y * 64;
    for (int r = ty; r < 74; r += 8) {
        s[r * 44 + lane] = in[(size_t)(y0 + r) * TP + x0 + lane];
        if (lane < 10) s[r * 44 + 32 + lane] = in[(size_t)(y0 + r) * TP + x0 + 32 + lane];
    }
    __syncthreads();
    float m[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) m[i] = -1e30f;
#pragma unroll 1
    for (int dx = 0; dx < 11; ++dx) {
        float v[18];
#pragma unroll
        for (int r = 0; r < 18; ++r) v[r] = s[(ty * 8 + r) * 44 + lane + dx];
#pragma unroll
        for (int dy = 0; dy < 11; ++dy) {
            float e = element[dy * 11 + dx];
#pragma unroll
            for (int i = 0; i < 8; ++i) m[i] = fmaxf(m[i], v[i + dy] + e);
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) out[(size_t)(y0 + ty * 8 + i) * TW + x0 + lane] = m[i];
}

// ---------------------------------------------------------------- weight_gradient: dW = X^T dY over many tokens, half in, float out
constexpr int DM = 256;
constexpr int DN = 384;
constexpr int DK = 32768;
constexpr int DSTAGE = 2 * 64 * 72, DBYTES = 4 * DSTAGE * 2;
template <int SPLIT>
static __device__ __forceinline__ void weight_gradient(const half* __restrict__ x, const half* __restrict__ dy, float* __restrict__ out, float* __restrict__ part, int* __restrict__ ticket, half* sm) {
    constexpr int KT = DK / SPLIT / 64;
    int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5, m0 = blockIdx.y * 64, n0 = blockIdx.x * 64, wm = (warp & 1) * 32, wn = (warp >> 1) * 32;
    x += (size_t)blockIdx.z * KT * 64 * DM + m0; dy += (size_t)blockIdx.z * KT * 64 * DN + n0;
    auto fill = [&](int kt) {
        half* s = sm + (kt & 3) * DSTAGE;
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            int c = tid + i * 128, r = c >> 3, q = (c & 7) * 8;
            cp16(s + r * 72 + q, x + (size_t)(kt * 64 + r) * DM + q);
            cp16(s + (64 + r) * 72 + q, dy + (size_t)(kt * 64 + r) * DN + q);
        }
    };
    float acc[2][4][4] = {};
    for (int s = 0; s < 3; ++s) { if (s < KT) fill(s); cp_commit(); }
    for (int kt = 0; kt < KT; ++kt) {
        cp_wait<2>();
        __syncthreads();
        if (kt + 3 < KT) fill(kt + 3);
        cp_commit();
        const half *sa = sm + (kt & 3) * DSTAGE, *sb = sa + 64 * 72;
#pragma unroll
        for (int k = 0; k < 64; k += 16) {
            unsigned fa[2][4], fb[2][4];
#pragma unroll
            for (int i = 0; i < 2; ++i) ldsm4t(fa[i], sa + (k + (lane & 7) + ((lane >> 4) << 3)) * 72 + wm + i * 16 + ((lane >> 3) & 1) * 8);
#pragma unroll
            for (int j = 0; j < 2; ++j) ldsm4t(fb[j], sb + (k + (lane & 7) + ((lane >> 3) & 1) * 8) * 72 + wn + j * 16 + (lane >> 4) * 8);
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) mma_f16(acc[i][j], fa[i], fb[j / 2][(j & 1) * 2], fb[j / 2][(j & 1) * 2 + 1]);
        }
    }
    const float rate = 1.0f / 1024;
    if (SPLIT == 1) {
        each_pair(acc, [&](int r, int c, float u, float v) { *(float2*)(out + (size_t)(m0 + wm + r) * DN + n0 + wn + c) = make_float2(u * rate, v * rate); });
        return;
    }
    int tile = blockIdx.y * gridDim.x + blockIdx.x, tiles = gridDim.x * gridDim.y;
    float* mine = part + ((size_t)blockIdx.z * tiles + tile) * 4096;
    each_pair(acc, [&](int r, int c, float u, float v) { *(float2*)(mine + (wm + r) * 64 + wn + c) = make_float2(u, v); });
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
    for (int e = tid; e < 1024; e += 128) {  // the last block of a tile adds the parts in their order
        float4 s = make_float4(0, 0, 0, 0);
#pragma unroll
        for (int z = 0; z < SPLIT; ++z) {
            float4 v = *(const float4*)(part + ((size_t)z * tiles + tile) * 4096 + e * 4);
            s.x += v.x; s.y += v.y; s.z += v.z; s.w += v.w;
        }
        *(float4*)(out + (size_t)(m0 + (e >> 4)) * DN + n0 + (e & 15) * 4) = make_float4(s.x * rate, s.y * rate, s.z * rate, s.w * rate);
    }
}
__global__ void __launch_bounds__(128) weight_gradient_a(const half* __restrict__ x, const half* __restrict__ dy, float* __restrict__ out) {
    extern __shared__ __align__(1024) unsigned char pool[];
    weight_gradient<1>(x, dy, out, nullptr, nullptr, (half*)pool);
}
__global__ void __launch_bounds__(128) weight_gradient_b(const half* __restrict__ x, const half* __restrict__ dy, float* __restrict__ out, float* part, int* ticket) {
    extern __shared__ __align__(1024) unsigned char pool[];
    weight_gradient<16>(x, dy, out, part, ticket, (half*)pool);
}

// ---------------------------------------------------------------- sensor_mixing: a dense mixing layer over many sensor frames, half, with bias and clipping
constexpr int SM_ = 8448;
constexpr int SN = 2048;
constexpr int SK = 1024;
template <int LD>
static __device__ __forceinline__ void sensor_mixing(const half* __restrict__ x, const half* __restrict__ w, const float* __restrict__ bias, half* __restrict__ out, half* sm) {
    using Tile = HalfTile<128, 128, 32, LD, 4, 64, 32>;
    int n0 = blockIdx.x * 128, m0 = blockIdx.y * 128;
    float acc[4][4][4] = {};
    Tile::run(acc, sm, x + (size_t)m0 * SK, SK, w + (size_t)n0 * SK, SK, SK / 32);
    int r0 = m0 + Tile::row0(), c0 = n0 + Tile::col0();
    each_pair(acc, [&](int r, int c, float u, float v) {
        float2 b = *(const float2*)(bias + c0 + c);
        u = fminf(fmaxf(u * 0.05f + b.x, -2.0f), 2.0f); v = fminf(fmaxf(v * 0.05f + b.y, -2.0f), 2.0f);
        *(half2*)(out + (size_t)(r0 + r) * SN + c0 + c) = __floats2half2_rn(u, v);
    });
}
__global__ void __launch_bounds__(256, 2) sensor_mixing_a(const half* __restrict__ x, const half* __restrict__ w, const float* __restrict__ bias, half* __restrict__ out) {
    extern __shared__ __align__(1024) unsigned char pool[];
    sensor_mixing<32>(x, w, bias, out, (half*)pool);
}
__global__ void __launch_bounds__(256, 2) sensor_mixing_b(const half* __restrict__ x, const half* __restrict__ w, const float* __restrict__ bias, half* __restrict__ out) {
    extern __shared__ __align__(1024) unsigned char pool[];
    sensor_mixing<40>(x, w, bias, out, (half*)pool);
}

// ---------------------------------------------------------------- phoneme_frames: city-block distances of speech frames to 256 phoneme centres
constexpr int PF = 131072;
template <int LD>
static __device__ __forceinline__ void phoneme_frames(const float* __restrict__ centre, const float* __restrict__ frame, float* __restrict__ out) {
    __shared__ float cs[32 * LD];
    __shared__ __align__(16) float fs[64 * 32];
    int tid = threadIdx.x;
    for (int i = tid; i < 256 * 32; i += 256) cs[(i & 31) * LD + (i >> 5)] = centre[i];
    __syncthreads();
    float c[32];
#pragma unroll
    for (int d = 0; d < 32; ++d) c[d] = cs[d * LD + tid];
    for (int part = 0; part < 4; ++part) {
        size_t f0 = (size_t)blockIdx.x * 256 + part * 64;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 2; ++i) *(float4*)(fs + (tid + i * 256) * 4) = *(const float4*)(frame + f0 * 32 + (tid + i * 256) * 4);
        __syncthreads();
#pragma unroll 2
        for (int f = 0; f < 64; ++f) {
            float s0 = 0, s1 = 0;
#pragma unroll
            for (int d = 0; d < 32; d += 4) {
                float4 v = *(const float4*)(fs + f * 32 + d);
                s0 += fabsf(v.x - c[d]); s1 += fabsf(v.y - c[d + 1]); s0 += fabsf(v.z - c[d + 2]); s1 += fabsf(v.w - c[d + 3]);
            }
            out[(f0 + f) * 256 + tid] = s0 + s1;
        }
    }
}
__global__ void __launch_bounds__(256) phoneme_frames_a(const float* __restrict__ centre, const float* __restrict__ frame, float* __restrict__ out) {
    phoneme_frames<260>(centre, frame, out);  // padded for 16-byte alignment only: the 32 stores of a warp meet in 8 banks
}
__global__ void __launch_bounds__(256) phoneme_frames_b(const float* __restrict__ centre, const float* __restrict__ frame, float* __restrict__ out) {
    phoneme_frames<257>(centre, frame, out);
}

// ---------------------------------------------------------------- token_layernorm: rows of 1024 halfs, a warp a row, held in registers
constexpr int LR = 65536;
__global__ void __launch_bounds__(256) token_layernorm_vii_h(const half* __restrict__ in, const float* __restrict__ gain, const float* __restrict__ shift, half* __restrict__ out) {
    int lane = threadIdx.x & 31;
    size_t row = (size_t)blockIdx.x * 8 + (threadIdx.x >> 5);
    uint4 v[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) v[i] = *(const uint4*)(in + row * 1024 + (i * 32 + lane) * 8);
    float sum = 0, square = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int e = 0; e < 4; ++e) {
            float2 f = __half22float2(((const half2*)&v[i])[e]);
            sum += f.x + f.y; square = fmaf(f.x, f.x, square); square = fmaf(f.y, f.y, square);
        }
#pragma unroll
    for (int d = 1; d < 32; d *= 2) { sum += __shfl_xor_sync(~0u, sum, d); square += __shfl_xor_sync(~0u, square, d); }
    float mean = sum * (1.0f / 1024), inv = rsqrtf(square * (1.0f / 1024) - mean * mean + 1e-5f);
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        int c = (i * 32 + lane) * 8;
        float4 g[2] = {*(const float4*)(gain + c), *(const float4*)(gain + c + 4)}, s[2] = {*(const float4*)(shift + c), *(const float4*)(shift + c + 4)};
        const float *gp = (const float*)g, *sp = (const float*)s;
        half2* h = (half2*)&v[i];
#pragma unroll
        for (int e = 0; e < 4; ++e) {
            float2 f = __half22float2(h[e]);
            h[e] = __floats2half2_rn((f.x - mean) * inv * gp[2 * e] + sp[2 * e], (f.y - mean) * inv * gp[2 * e + 1] + sp[2 * e + 1]);
        }
        *(uint4*)(out + row * 1024 + c) = v[i];
    }
}

// ---------------------------------------------------------------- relief_shading: Horn gradients and hill shading, rolling three rows in registers
constexpr int RW = 8192;
constexpr int RH = 8192;
__global__ void __launch_bounds__(128) relief_shading_h(const float* __restrict__ z, float* __restrict__ out) {
    int x = (blockIdx.x * 128 + threadIdx.x) * 4, y0 = blockIdx.y * 16;
    if (x >= RW) return;
    int xl = x ? x - 1 : 0, xr = x + 4 < RW ? x + 4 : RW - 1;
    auto row = [&](int y, float (&v)[6]) {
        y = y < 0 ? 0 : y >= RH ? RH - 1 : y;
        const float* p = z + (size_t)y * RW;
        float4 q = *(const float4*)(p + x);
        v[0] = p[xl]; v[1] = q.x; v[2] = q.y; v[3] = q.z; v[4] = q.w; v[5] = p[xr];
    };
    float r[3][6];
    row(y0 - 1, r[0]); row(y0, r[1]);
#pragma unroll
    for (int i = 0; i < 16; ++i) {
        float (&u)[6] = r[i % 3], (&c)[6] = r[(i + 1) % 3], (&d)[6] = r[(i + 2) % 3];
        row(y0 + i + 1, d);
        float o[4];
#pragma unroll
        for (int e = 0; e < 4; ++e) {
            float gx = (u[e + 2] + 2 * c[e + 2] + d[e + 2]) - (u[e] + 2 * c[e] + d[e]), gy = (d[e] + 2 * d[e + 1] + d[e + 2]) - (u[e] + 2 * u[e + 1] + u[e + 2]);
            o[e] = fmaxf(0.0f, (0.7f - 0.06f * gx + 0.06f * gy) * rsqrtf(1.0f + 0.0156f * (gx * gx + gy * gy)));
        }
        *(float4*)(out + (size_t)(y0 + i) * RW + x) = make_float4(o[0], o[1], o[2], o[3]);
    }
}

int main(int argc, char** argv) {
    std::vector<harness::Case> cases;
    auto add = [&](const char* name, std::function<void()> launch, const void* out, size_t count, Output type = Output::f32) { cases.push_back({name, launch, out, count, type}); };

    half* gf = filled<half>((size_t)GB * GC * GP, 11);
    float* go = empty<float>((size_t)GB * GC * GC);
    CHECK(cudaFuncSetAttribute(style_gram_b, cudaFuncAttributeMaxDynamicSharedMemorySize, GramTile::BYTES));
    add("style_gram_a", [=] { style_gram_a<<<dim3(GC / 64, GC / 64, GB), 128>>>(gf, go); }, go, (size_t)GB * GC * GC);
    add("style_gram_b", [=] { style_gram_b<<<dim3(GC / 64, GC / 64, GB), 128, GramTile::BYTES>>>(gf, go); }, go, (size_t)GB * GC * GC);

    half *wq = filled<half>((size_t)WB * 3 * 2048, 12), *wo = empty<half>((size_t)WB * 2048);
    float* wb = filled<float>(WHEADS * 4096, 13);
    add("window_attention_a", [=] { window_attention_a<<<WB, 128>>>(wq, wb, wo); }, wo, (size_t)WB * 2048, Output::f16);
    add("window_attention_b", [=] { window_attention_b<<<WB, 128>>>(wq, wb, wo); }, wo, (size_t)WB * 2048, Output::f16);

    double *op = filled<double>((size_t)ON * OK * OB, 14), *ow = filled<double>((size_t)ON * OK, 15), *oo = empty<double>((size_t)ON * OB * OB);
    add("orbital_overlap_vii_a", [=] { orbital_overlap_vii_a<<<dim3(OB / 64, OB / 64, ON), 256>>>(op, ow, oo); }, oo, (size_t)ON * OB * OB, Output::f64);
    add("orbital_overlap_vii_b", [=] { orbital_overlap_vii_b<<<dim3(OB / 64, OB / 64, ON), 128>>>(op, ow, oo); }, oo, (size_t)ON * OB * OB, Output::f64);

    half *fx = filled<half>((size_t)FM * FK, 16), *fw = filled<half>((size_t)FN * FK, 17), *fo = empty<half>((size_t)FM * FN);
    float* fb = filled<float>(FN, 18);
    CHECK(cudaFuncSetAttribute(ffn_gelu_a, cudaFuncAttributeMaxDynamicSharedMemorySize, FBYTES));
    CHECK(cudaFuncSetAttribute(ffn_gelu_b, cudaFuncAttributeMaxDynamicSharedMemorySize, FBYTES));
    add("ffn_gelu_a", [=] { ffn_gelu_a<<<dim3(FN / 256, FM / 128), 256, FBYTES>>>(fx, fw, fb, fo); }, fo, (size_t)FM * FN, Output::f16);
    add("ffn_gelu_b", [=] { ffn_gelu_b<<<dim3(FN / 256, FM / 128), 256, FBYTES>>>(fx, fw, fb, fo); }, fo, (size_t)FM * FN, Output::f16);

    half *kq = filled<half>((size_t)KH * 128, 19), *kk = filled<half>((size_t)KH * KS * 128, 20), *kv = filled<half>((size_t)KH * KS * 128, 21);
    float* ko = empty<float>((size_t)KH * 128);
    CHECK(cudaFuncSetAttribute(kv_decode_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 5 * 32768));
    add("kv_decode_a", [=] { kv_decode_a<<<KH, 256, 32768>>>(kq, kk, kv, ko); }, ko, (size_t)KH * 128);
    add("kv_decode_b", [=] { kv_decode_b<<<KH, 256, 5 * 32768>>>(kq, kk, kv, ko); }, ko, (size_t)KH * 128);

    float *pa = filled<float>((size_t)PD * PN, 22), *pb = filled<float>((size_t)PD * PN, 23), *po = empty<float>((size_t)PN * PN);
    add("profile_manhattan_a", [=] { profile_manhattan_a<<<dim3(PN / 32, PN / 8), 256>>>(pa, pb, po); }, po, (size_t)PN * PN);
    add("profile_manhattan_b", [=] { profile_manhattan_b<<<dim3(PN / 64, PN / 128), 256>>>(pa, pb, po); }, po, (size_t)PN * PN);

    float *ti = filled<float>((size_t)TP * (TW + 10), 24), *to = empty<float>((size_t)TW * TW);
    std::vector<float> te(121);
    for (int i = 0; i < 121; ++i) te[i] = -0.02f * ((i / 11 - 5) * (i / 11 - 5) + (i % 11 - 5) * (i % 11 - 5)) + 0.001f * i;
    CHECK(cudaMemcpyToSymbol(element, te.data(), 121 * sizeof(float)));
    add("terrain_dilate_a", [=] { terrain_dilate_a<<<dim3(TW / 32, TW / 8), 256>>>(ti, to); }, to, (size_t)TW * TW);
    add("terrain_dilate_b", [=] { terrain_dilate_b<<<dim3(TW / 32, TW / 64), 256>>>(ti, to); }, to, (size_t)TW * TW);

    half *dx = filled<half>((size_t)DK * DM, 25), *dy = filled<half>((size_t)DK * DN, 26);
    float *dw = empty<float>((size_t)DM * DN), *dp = empty<float>((size_t)16 * DM * DN);
    int* dt = empty<int>(DM * DN / 4096);
    CHECK(cudaMemset(dt, 0, DM * DN / 4096 * sizeof(int)));
    CHECK(cudaFuncSetAttribute(weight_gradient_a, cudaFuncAttributeMaxDynamicSharedMemorySize, DBYTES));
    CHECK(cudaFuncSetAttribute(weight_gradient_b, cudaFuncAttributeMaxDynamicSharedMemorySize, DBYTES));
    add("weight_gradient_a", [=] { weight_gradient_a<<<dim3(DN / 64, DM / 64), 128, DBYTES>>>(dx, dy, dw); }, dw, (size_t)DM * DN);
    add("weight_gradient_b", [=] { weight_gradient_b<<<dim3(DN / 64, DM / 64, 16), 128, DBYTES>>>(dx, dy, dw, dp, dt); }, dw, (size_t)DM * DN);

    half *sx = filled<half>((size_t)SM_ * SK, 27), *sw = filled<half>((size_t)SN * SK, 28), *so = empty<half>((size_t)SM_ * SN);
    float* sb = filled<float>(SN, 29);
    constexpr int SBA = 4 * 256 * 32 * 2, SBB = 4 * 256 * 40 * 2;
    CHECK(cudaFuncSetAttribute(sensor_mixing_a, cudaFuncAttributeMaxDynamicSharedMemorySize, SBA));
    CHECK(cudaFuncSetAttribute(sensor_mixing_b, cudaFuncAttributeMaxDynamicSharedMemorySize, SBB));
    add("sensor_mixing_a", [=] { sensor_mixing_a<<<dim3(SN / 128, SM_ / 128), 256, SBA>>>(sx, sw, sb, so); }, so, (size_t)SM_ * SN, Output::f16);
    add("sensor_mixing_b", [=] { sensor_mixing_b<<<dim3(SN / 128, SM_ / 128), 256, SBB>>>(sx, sw, sb, so); }, so, (size_t)SM_ * SN, Output::f16);

    float *hc = filled<float>(256 * 32, 30), *hf = filled<float>((size_t)PF * 32, 31), *ho = empty<float>((size_t)PF * 256);
    add("phoneme_frames_a", [=] { phoneme_frames_a<<<PF / 256, 256>>>(hc, hf, ho); }, ho, (size_t)PF * 256);
    add("phoneme_frames_b", [=] { phoneme_frames_b<<<PF / 256, 256>>>(hc, hf, ho); }, ho, (size_t)PF * 256);

    half *li = filled<half>((size_t)LR * 1024, 32), *lo = empty<half>((size_t)LR * 1024);
    float *lg = filled<float>(1024, 33), *ls = filled<float>(1024, 34);
    add("token_layernorm_vii_h", [=] { token_layernorm_vii_h<<<LR / 8, 256>>>(li, lg, ls, lo); }, lo, (size_t)LR * 1024, Output::f16);

    float *rz = filled<float>((size_t)RW * RH, 35), *ro = empty<float>((size_t)RW * RH);
    add("relief_shading_h", [=] { relief_shading_h<<<dim3((RW + 511) / 512, RH / 16), 128>>>(rz, ro); }, ro, (size_t)RW * RH);

    return harness::run(argc, argv, cases);
}
