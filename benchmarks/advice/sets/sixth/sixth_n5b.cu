#include "harness.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <type_traits>

// ---------------------------------------------------------------------------------------------------------------------
// Shared pieces: asynchronous copies, ldmatrix, mma.sync, and a staged tile product over them.
enum class Kind { f16, bf16, tf32, s8 };
constexpr int bytes_of(Kind k) { return k == Kind::tf32 ? 4 : k == Kind::s8 ? 1 : 2; }
template <Kind K> using sum_t = std::conditional_t<K == Kind::s8, int, float>;

__device__ __forceinline__ uint32_t shared_address(const void* p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void copy16(uint32_t to, const void* from) { asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory"); }
__device__ __forceinline__ void copy_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void copy_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }
__device__ __forceinline__ void load4(uint32_t (&r)[4], uint32_t at) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at) : "memory");
}
__device__ __forceinline__ void load4_turned(uint32_t (&r)[4], uint32_t at) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at) : "memory");
}
__device__ __forceinline__ uint32_t load_word(uint32_t at) { uint32_t v; asm volatile("ld.shared.b32 %0, [%1];" : "=r"(v) : "r"(at) : "memory"); return v; }

template <Kind K>
__device__ __forceinline__ void mma(sum_t<K> (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
    if constexpr (K == Kind::f16)
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
    else if constexpr (K == Kind::bf16)
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
    else if constexpr (K == Kind::tf32)
        asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
    else
        asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// BM x BN tile of C = A B, steps of BK bytes of K; warps of WM x WN; A is M x K, B is N x K (or K x N where KBYN), both dense. PAD: bytes after each staged row.
template <Kind K, int BM, int BN, int BK, int WM, int WN, int STAGES, int PAD, bool KBYN = false>
struct Tile {
    static constexpr int ES = bytes_of(K), THREADS = (BM / WM) * (BN / WN) * 32;
    static constexpr int ROW = BK + PAD;                                         // staged row of A (and of B, N x K)
    static constexpr int BROWS = KBYN ? BK / ES : BN, BBYTES = KBYN ? BN * ES : BK, BROW = KBYN ? BN * ES + (ES == 2 ? 16 : 32) : ROW;
    static constexpr int A_STAGE = BM * ROW, STAGE = A_STAGE + BROWS * BROW, SHARED = STAGE * STAGES;
    static constexpr int MI = WM / 16, NI = WN / 8;
    using Sum = sum_t<K>;

    static __device__ __forceinline__ void stage(uint32_t to, const char* a, const char* b, size_t a_pitch, size_t b_pitch) {
#pragma unroll
        for (int i = 0; i < BM * (BK / 16) / THREADS; ++i) {
            const int q = threadIdx.x + i * THREADS, r = q / (BK / 16), c = q % (BK / 16) * 16;
            copy16(to + r * ROW + c, a + r * a_pitch + c);
        }
#pragma unroll
        for (int i = 0; i < BROWS * (BBYTES / 16) / THREADS; ++i) {
            const int q = threadIdx.x + i * THREADS, r = q / (BBYTES / 16), c = q % (BBYTES / 16) * 16;
            copy16(to + A_STAGE + r * BROW + c, b + r * b_pitch + c);
        }
    }
    static __device__ __forceinline__ void multiply(Sum (&acc)[MI][NI][4], uint32_t at) {
        const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, wm = warp / (BN / WN) * WM, wn = warp % (BN / WN) * WN;
        const uint32_t a_at = at + (wm + (lane & 15)) * ROW + (lane >> 4) * 16;
#pragma unroll
        for (int ks = 0; ks < BK / 32; ++ks) {
            uint32_t a[MI][4], b[NI][2];
#pragma unroll
            for (int i = 0; i < MI; ++i) load4(a[i], a_at + i * 16 * ROW + ks * 32);
#pragma unroll
            for (int j = 0; j < NI; j += 2) {
                if constexpr (KBYN && K == Kind::tf32) {
                    const uint32_t b_at = at + A_STAGE + (ks * 8 + (lane & 3)) * BROW + (wn + j * 8 + (lane >> 2)) * 4;
                    b[j][0] = load_word(b_at); b[j][1] = load_word(b_at + 4 * BROW);
                    b[j + 1][0] = load_word(b_at + 32); b[j + 1][1] = load_word(b_at + 32 + 4 * BROW);
                } else {
                    uint32_t r[4];
                    if constexpr (KBYN) load4_turned(r, at + A_STAGE + (ks * 16 + (lane & 15)) * BROW + (wn + j * 8 + (lane >> 4) * 8) * 2);
                    else load4(r, at + A_STAGE + (wn + j * 8 + (lane & 7) + (lane >> 4) * 8) * BROW + ks * 32 + (lane >> 3 & 1) * 16);
                    b[j][0] = r[0]; b[j][1] = r[1]; b[j + 1][0] = r[2]; b[j + 1][1] = r[3];
                }
            }
            if constexpr (K == Kind::tf32) {  // round to nearest: the tensor cores drop the low 13 bits
#pragma unroll
                for (int i = 0; i < MI; ++i)
#pragma unroll
                    for (int e = 0; e < 4; ++e) a[i][e] += 0x1000u;
#pragma unroll
                for (int j = 0; j < NI; ++j) { b[j][0] += 0x1000u; b[j][1] += 0x1000u; }
            }
#pragma unroll
            for (int i = 0; i < MI; ++i)
#pragma unroll
                for (int j = 0; j < NI; ++j) mma<K>(acc[i][j], a[i], b[j][0], b[j][1]);
        }
    }
    template <bool ADD = false>
    static __device__ __forceinline__ void write(const Sum (&acc)[MI][NI][4], Sum* __restrict__ c, int n) {
        const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, wm = warp / (BN / WN) * WM, wn = warp % (BN / WN) * WN;
#pragma unroll
        for (int i = 0; i < MI; ++i)
#pragma unroll
            for (int j = 0; j < NI; ++j)
#pragma unroll
                for (int h = 0; h < 2; ++h) {
                    Sum* to = c + (size_t)(wm + i * 16 + h * 8 + (lane >> 2)) * n + wn + j * 8 + (lane & 3) * 2;
                    if constexpr (ADD) { atomicAdd(to, acc[i][j][2 * h]); atomicAdd(to + 1, acc[i][j][2 * h + 1]); }
                    else if constexpr (K == Kind::s8) *reinterpret_cast<int2*>(to) = make_int2(acc[i][j][2 * h], acc[i][j][2 * h + 1]);
                    else *reinterpret_cast<float2*>(to) = make_float2(acc[i][j][2 * h], acc[i][j][2 * h + 1]);
                }
    }
    // Tiles of K first .. first + steps, copied STAGES - 1 ahead.
    template <bool ADD = false>
    static __device__ __forceinline__ void product(char* shared, const void* A, const void* B, Sum* __restrict__ C, int n, int k, int first, int steps) {
        const int m0 = blockIdx.y * BM, n0 = blockIdx.x * BN;
        const size_t a_pitch = (size_t)k * ES, b_pitch = (size_t)(KBYN ? n : k) * ES, b_step = KBYN ? BROWS * b_pitch : BK;
        const char* a = (const char*)A + m0 * a_pitch + (size_t)first * BK;
        const char* b = (const char*)B + (KBYN ? (size_t)n0 * ES : n0 * b_pitch) + (size_t)first * b_step;
        const uint32_t base = shared_address(shared);
        Sum acc[MI][NI][4] = {};
#pragma unroll
        for (int s = 0; s < STAGES - 1; ++s) { stage(base + s * STAGE, a, b, a_pitch, b_pitch); copy_commit(); a += BK; b += b_step; }
        int slot = 0, fill = STAGES - 1;
        for (int t = 0; t < steps; ++t) {
            copy_wait<STAGES - 2>();
            __syncthreads();
            if (t + STAGES - 1 < steps) { stage(base + fill * STAGE, a, b, a_pitch, b_pitch); a += BK; b += b_step; }
            copy_commit();
            fill = fill + 1 == STAGES ? 0 : fill + 1;
            multiply(acc, base + slot * STAGE);
            slot = slot + 1 == STAGES ? 0 : slot + 1;
        }
        write<ADD>(acc, C + (size_t)m0 * n + n0, n);
    }
};
extern __shared__ __align__(1024) char pool[];

// ---------------------------------------------------------------------------------------------------------------------
// Advertising: scores of 4096 users against 2048 campaigns over 2048 BF16 features, tensor cores fed by ldmatrix, three stages of asynchronous copies.
constexpr int AD_M = 4096, AD_N = 2048, AD_K = 2048;
using AdPlain = Tile<Kind::bf16, 128, 128, 128, 64, 64, 3, 0>;
using AdPadded = Tile<Kind::bf16, 128, 128, 128, 64, 64, 3, 16>;
__global__ __launch_bounds__(128, 2) void campaigns_a(const __nv_bfloat16* users, const __nv_bfloat16* ads, float* score) { AdPlain::product(pool, users, ads, score, AD_N, AD_K, 0, AD_K * 2 / 128); }
__global__ __launch_bounds__(128, 2) void campaigns_b(const __nv_bfloat16* users, const __nv_bfloat16* ads, float* score) { AdPadded::product(pool, users, ads, score, AD_N, AD_K, 0, AD_K * 2 / 128); }

// ---------------------------------------------------------------------------------------------------------------------
// Risk: profit and loss of 1536 scenarios for 1280 instruments through 1024 factors (scenario x factor times factor x instrument), FP32.
constexpr int RISK_M = 1536, RISK_N = 1280, RISK_K = 1024;
__global__ __launch_bounds__(256) void scenarios_a(const float* __restrict__ shock, const float* __restrict__ exposure, float* __restrict__ pnl) {
    const int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.f;
#pragma unroll 8
    for (int k = 0; k < RISK_K; ++k) sum = fmaf(shock[row * RISK_K + k], exposure[k * RISK_N + col], sum);
    pnl[(size_t)row * RISK_N + col] = sum;
}
using RiskTile = Tile<Kind::tf32, 128, 128, 128, 64, 32, 4, 16, true>;  // 120 tiles: one a multiprocessor
__global__ __launch_bounds__(256, 1) void scenarios_b(const float* shock, const float* exposure, float* pnl) { RiskTile::product(pool, shock, exposure, pnl, RISK_N, RISK_K, 0, RISK_K * 4 / 128); }

// ---------------------------------------------------------------------------------------------------------------------
// Chemistry: overlap of 2816 query fingerprints with 1536 library fingerprints (2048 FP32 descriptors each): a staged, register-tiled, double-buffered product.
constexpr int CHEM_M = 2816, CHEM_N = 1536, CHEM_K = 2048;
__global__ __launch_bounds__(256, 2) void overlap_a(const float* __restrict__ query, const float* __restrict__ library, float* __restrict__ out) {
    __shared__ __align__(16) float qs[2][8][132], ls[2][8][132];
    const int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4, m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    const int r = tid >> 1, c = (tid & 1) * 4;
    const float* q = query + (size_t)(m0 + r) * CHEM_K + c;
    const float* l = library + (size_t)(n0 + r) * CHEM_K + c;
    float acc[8][8] = {};
    float4 nq = *reinterpret_cast<const float4*>(q), nl = *reinterpret_cast<const float4*>(l);
    auto put = [&](int buf) {
        qs[buf][c][r] = nq.x; qs[buf][c + 1][r] = nq.y; qs[buf][c + 2][r] = nq.z; qs[buf][c + 3][r] = nq.w;
        ls[buf][c][r] = nl.x; ls[buf][c + 1][r] = nl.y; ls[buf][c + 2][r] = nl.z; ls[buf][c + 3][r] = nl.w;
    };
    put(0);
    __syncthreads();
    for (int k0 = 8, buf = 0; k0 <= CHEM_K; k0 += 8, buf ^= 1) {
        if (k0 < CHEM_K) { nq = *reinterpret_cast<const float4*>(q + k0); nl = *reinterpret_cast<const float4*>(l + k0); }
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            float a[8], b[8];
#pragma unroll
            for (int h = 0; h < 2; ++h) {
                *reinterpret_cast<float4*>(a + 4 * h) = *reinterpret_cast<const float4*>(&qs[buf][k][ty * 4 + 64 * h]);
                *reinterpret_cast<float4*>(b + 4 * h) = *reinterpret_cast<const float4*>(&ls[buf][k][tx * 4 + 64 * h]);
            }
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = fmaf(a[i], b[j], acc[i][j]);
        }
        if (k0 < CHEM_K) put(buf ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int h = 0; h < 2; ++h)
            *reinterpret_cast<float4*>(out + (size_t)(m0 + ty * 4 + (i & 3) + 64 * (i >> 2)) * CHEM_N + n0 + tx * 4 + 64 * h) =
                make_float4(acc[i][4 * h], acc[i][4 * h + 1], acc[i][4 * h + 2], acc[i][4 * h + 3]);
}
using ChemTile = Tile<Kind::tf32, 128, 128, 128, 64, 32, 3, 16>;
__global__ __launch_bounds__(256, 2) void overlap_b(const float* query, const float* library, float* out) { ChemTile::product(pool, query, library, out, CHEM_N, CHEM_K, 0, CHEM_K * 4 / 128); }

// ---------------------------------------------------------------------------------------------------------------------
// Speech: mel features of 1024 frames through a projection of 1152 x 1536 in FP16, FP32 sums, bias on top.
constexpr int MEL_M = 1024, MEL_N = 1536, MEL_K = 1152;
__global__ __launch_bounds__(256) void melproject_a(const __half* __restrict__ frames, const __half* __restrict__ weights, float* __restrict__ out) {
    const int col = blockIdx.x * 64 + threadIdx.x, row = blockIdx.y * 4 + threadIdx.y;
    float sum = 0.f;
#pragma unroll 8
    for (int k = 0; k < MEL_K; ++k) sum = fmaf(__half2float(frames[row * MEL_K + k]), __half2float(weights[k * MEL_N + col]), sum);
    out[(size_t)row * MEL_N + col] = sum;
}
using MelTile = Tile<Kind::f16, 64, 128, 64, 32, 32, 4, 16, true>;
__global__ __launch_bounds__(256, 2) void melproject_b(const __half* frames, const __half* weights, float* out) { MelTile::product(pool, frames, weights, out, MEL_N, MEL_K, 0, MEL_K * 2 / 64); }

// ---------------------------------------------------------------------------------------------------------------------
// Vision: 1536 patch embeddings times a 3072 x 2816 projection in FP16: staged tiles, 8 x 8 outputs a thread in packed half arithmetic, partial sums of eight folded into FP32.
constexpr int PATCH_M = 1536, PATCH_N = 2816, PATCH_K = 3072;
__global__ __launch_bounds__(256, 2) void patches_a(const __half* __restrict__ patch, const __half* __restrict__ weights, float* __restrict__ out) {
    __shared__ __align__(16) __half ps[2][16][136], ws[2][16][128];
    const int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4, m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    const int pr = tid & 127, pc = (tid >> 7) * 8, wr = tid >> 4, wc = (tid & 15) * 8;
    const __half* p = patch + (size_t)(m0 + pr) * PATCH_K + pc;
    const __half* w = weights + (size_t)wr * PATCH_N + n0 + wc;
    float acc[8][8] = {};
    uint4 np = *reinterpret_cast<const uint4*>(p), nw = *reinterpret_cast<const uint4*>(w);
    auto put = [&](int buf) {
        const __half* h = reinterpret_cast<const __half*>(&np);
#pragma unroll
        for (int e = 0; e < 8; ++e) ps[buf][pc + e][pr] = h[e];
        *reinterpret_cast<uint4*>(&ws[buf][wr][wc]) = nw;
    };
    put(0);
    __syncthreads();
    for (int k0 = 16, buf = 0; k0 <= PATCH_K; k0 += 16, buf ^= 1) {
        if (k0 < PATCH_K) { np = *reinterpret_cast<const uint4*>(p + k0); nw = *reinterpret_cast<const uint4*>(w + (size_t)k0 * PATCH_N); }
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            __half2 part[8][4] = {};
#pragma unroll
            for (int k = half * 8; k < half * 8 + 8; ++k) {
                __align__(16) __half a[8];
                __align__(16) __half2 b[4];
                *reinterpret_cast<uint4*>(a) = *reinterpret_cast<const uint4*>(&ps[buf][k][ty * 8]);
                *reinterpret_cast<uint4*>(b) = *reinterpret_cast<const uint4*>(&ws[buf][k][tx * 8]);
#pragma unroll
                for (int i = 0; i < 8; ++i)
#pragma unroll
                    for (int j = 0; j < 4; ++j) part[i][j] = __hfma2(__half2half2(a[i]), b[j], part[i][j]);
            }
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) { acc[i][2 * j] += __low2float(part[i][j]); acc[i][2 * j + 1] += __high2float(part[i][j]); }
        }
        if (k0 < PATCH_K) put(buf ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int h = 0; h < 2; ++h)
            *reinterpret_cast<float4*>(out + (size_t)(m0 + ty * 8 + i) * PATCH_N + n0 + tx * 8 + 4 * h) = make_float4(acc[i][4 * h], acc[i][4 * h + 1], acc[i][4 * h + 2], acc[i][4 * h + 3]);
}
using PatchTile = Tile<Kind::f16, 128, 128, 64, 64, 32, 4, 16, true>;
__global__ __launch_bounds__(256, 2) void patches_b(const __half* patch, const __half* weights, float* out) { PatchTile::product(pool, patch, weights, out, PATCH_N, PATCH_K, 0, PATCH_K * 2 / 64); }

// ---------------------------------------------------------------------------------------------------------------------
// Search: similarity of 3072 passages to 1408 questions, 1536 BF16 dimensions: tiles widened to FP32 on their way into shared memory, 8 x 8 outputs a thread.
constexpr int PASS_M = 3072, PASS_N = 1408, PASS_K = 1536;
__device__ __forceinline__ float widened(const uint4& v, int e) {
    const uint32_t word = e < 2 ? v.x : e < 4 ? v.y : e < 6 ? v.z : v.w;
    return __uint_as_float(e & 1 ? word & 0xffff0000u : word << 16);
}
__global__ __launch_bounds__(128, 4) void passages_a(const __nv_bfloat16* __restrict__ passage, const __nv_bfloat16* __restrict__ question, float* __restrict__ out) {
    __shared__ __align__(16) float ps[16][64], qs[16][128];  // column XOR 16 in the upper eight rows
    const int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4, m0 = blockIdx.y * 64, n0 = blockIdx.x * 128;
    const int r = tid >> 1, c = (tid & 1) * 8, x = (tid & 1) * 16;
    const __nv_bfloat16* p = passage + (size_t)(m0 + r) * PASS_K + c;
    const __nv_bfloat16* q = question + (size_t)(n0 + r) * PASS_K + c;
    float acc[8][8] = {};
    uint4 np = *reinterpret_cast<const uint4*>(p), nq = *reinterpret_cast<const uint4*>(q), nr = *reinterpret_cast<const uint4*>(q + (size_t)64 * PASS_K);
    for (int k0 = 16; k0 <= PASS_K; k0 += 16) {
#pragma unroll
        for (int e = 0; e < 8; ++e) {
            ps[c + e][r ^ x] = widened(np, e);
            qs[c + e][r ^ x] = widened(nq, e);
            qs[c + e][(r + 64) ^ x] = widened(nr, e);
        }
        __syncthreads();
        if (k0 < PASS_K) {
            np = *reinterpret_cast<const uint4*>(p + k0); nq = *reinterpret_cast<const uint4*>(q + k0); nr = *reinterpret_cast<const uint4*>(q + (size_t)64 * PASS_K + k0);
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            const int flip = k < 8 ? 0 : 16;
            float a[8], b[8];
#pragma unroll
            for (int h = 0; h < 2; ++h) {
                *reinterpret_cast<float4*>(a + 4 * h) = *reinterpret_cast<const float4*>(&ps[k][(ty * 4 + 32 * h) ^ flip]);
                *reinterpret_cast<float4*>(b + 4 * h) = *reinterpret_cast<const float4*>(&qs[k][(tx * 4 + 64 * h) ^ flip]);
            }
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = fmaf(a[i], b[j], acc[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int h = 0; h < 2; ++h)
            *reinterpret_cast<float4*>(out + (size_t)(m0 + ty * 4 + (i & 3) + 32 * (i >> 2)) * PASS_N + n0 + tx * 4 + 64 * h) =
                make_float4(acc[i][4 * h], acc[i][4 * h + 1], acc[i][4 * h + 2], acc[i][4 * h + 3]);
}
using PassTile = Tile<Kind::bf16, 128, 128, 64, 64, 32, 4, 16>;
__global__ __launch_bounds__(256, 2) void passages_b(const __nv_bfloat16* passage, const __nv_bfloat16* question, float* out) { PassTile::product(pool, passage, question, out, PASS_N, PASS_K, 0, PASS_K * 2 / 64); }

// ---------------------------------------------------------------------------------------------------------------------
// Structural mechanics: mode shapes (1536 x 1536) times load cases (1536 x 1408) in FP64: staged tiles, 8 x 4 outputs a thread.
constexpr int MODE_M = 1536, MODE_N = 1408, MODE_K = 1536;
__global__ __launch_bounds__(256, 2) void modeshape_a(const double* __restrict__ modes, const double* __restrict__ loads, double* __restrict__ out) {
    __shared__ __align__(16) double ms[2][8][130], ls[2][8][64];
    const int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4, m0 = blockIdx.y * 128, n0 = blockIdx.x * 64;
    const int mr = tid >> 2, mc = (tid & 3) * 2, lr = tid >> 5, lc = (tid & 31) * 2;
    const double* m = modes + (size_t)(m0 + mr) * MODE_K + mc;
    const double* l = loads + (size_t)lr * MODE_N + n0 + lc;
    double acc[8][4] = {};
    double2 na = *reinterpret_cast<const double2*>(m), nb = *reinterpret_cast<const double2*>(m + 64 * MODE_K), nl = *reinterpret_cast<const double2*>(l);
    auto put = [&](int buf) {
        ms[buf][mc][mr] = na.x; ms[buf][mc + 1][mr] = na.y; ms[buf][mc][mr + 64] = nb.x; ms[buf][mc + 1][mr + 64] = nb.y;
        *reinterpret_cast<double2*>(&ls[buf][lr][lc]) = nl;
    };
    put(0);
    __syncthreads();
    for (int k0 = 8, buf = 0; k0 <= MODE_K; k0 += 8, buf ^= 1) {
        if (k0 < MODE_K) {
            m += 8; l += 8 * MODE_N;
            na = *reinterpret_cast<const double2*>(m); nb = *reinterpret_cast<const double2*>(m + 64 * MODE_K);
            nl = *reinterpret_cast<const double2*>(l);
        }
#pragma unroll 2
        for (int k = 0; k < 8; ++k) {
            double a[8], b[4];
#pragma unroll
            for (int h = 0; h < 4; ++h) *reinterpret_cast<double2*>(a + 2 * h) = *reinterpret_cast<const double2*>(&ms[buf][k][ty * 2 + 32 * h]);
#pragma unroll
            for (int h = 0; h < 2; ++h) *reinterpret_cast<double2*>(b + 2 * h) = *reinterpret_cast<const double2*>(&ls[buf][k][tx * 2 + 32 * h]);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] = fma(a[i], b[j], acc[i][j]);
        }
        if (k0 < MODE_K) put(buf ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int h = 0; h < 2; ++h)
            *reinterpret_cast<double2*>(out + (size_t)(m0 + ty * 2 + (i & 1) + 32 * (i >> 1)) * MODE_N + n0 + tx * 2 + 32 * h) = make_double2(acc[i][2 * h], acc[i][2 * h + 1]);
}
constexpr int MODE_A = 128 * 20 * 8, MODE_STAGE = MODE_A + 16 * 68 * 8, MODE_STAGES = 3;  // rows of 16 doubles kept 20 apart, rows of 64 kept 68 apart
__global__ __launch_bounds__(256, 2) void modeshape_b(const double* __restrict__ modes, const double* __restrict__ loads, double* __restrict__ out) {
    const int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5, g = lane >> 2, t = lane & 3, wm = (warp >> 1) * 32, wn = (warp & 1) * 32;
    const int m0 = blockIdx.y * 128, n0 = blockIdx.x * 64;
    const uint32_t base = shared_address(pool);
    auto stage = [&](int slot, int k0) {
        const uint32_t to = base + slot * MODE_STAGE;
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const int q = tid + i * 256, r = q >> 3, c = (q & 7) * 2;
            copy16(to + (r * 20 + c) * 8, modes + (size_t)(m0 + r) * MODE_K + k0 + c);
        }
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            const int q = tid + i * 256, r = q >> 5, c = (q & 31) * 2;
            copy16(to + MODE_A + (r * 68 + c) * 8, loads + (size_t)(k0 + r) * MODE_N + n0 + c);
        }
    };
    double acc[2][4][4] = {};
#pragma unroll
    for (int s = 0; s < MODE_STAGES - 1; ++s) { stage(s, s * 16); copy_commit(); }
    int slot = 0, fill = MODE_STAGES - 1;
    for (int k0 = 0; k0 < MODE_K; k0 += 16) {
        copy_wait<MODE_STAGES - 2>();
        __syncthreads();
        if (k0 + (MODE_STAGES - 1) * 16 < MODE_K) stage(fill, k0 + (MODE_STAGES - 1) * 16);
        copy_commit();
        fill = fill + 1 == MODE_STAGES ? 0 : fill + 1;
        const double* as = reinterpret_cast<const double*>(pool + slot * MODE_STAGE) + (wm + g) * 20 + t;
        const double* bs = reinterpret_cast<const double*>(pool + slot * MODE_STAGE + MODE_A) + t * 68 + wn + g;
#pragma unroll
        for (int ks = 0; ks < 16; ks += 8) {
            double a[2][4], b[4][2];
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int e = 0; e < 4; ++e) a[i][e] = as[(i * 16 + (e & 1) * 8) * 20 + ks + (e >> 1) * 4];
#pragma unroll
            for (int j = 0; j < 4; ++j) { b[j][0] = bs[ks * 68 + j * 8]; b[j][1] = bs[(ks + 4) * 68 + j * 8]; }
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j)
                    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+d"(acc[i][j][0]), "+d"(acc[i][j][1]), "+d"(acc[i][j][2]), "+d"(acc[i][j][3])
                                 : "d"(a[i][0]), "d"(a[i][1]), "d"(a[i][2]), "d"(a[i][3]), "d"(b[j][0]), "d"(b[j][1]));
        }
        slot = slot + 1 == MODE_STAGES ? 0 : slot + 1;
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int h = 0; h < 2; ++h)
                *reinterpret_cast<double2*>(out + (size_t)(m0 + wm + i * 16 + h * 8 + g) * MODE_N + n0 + wn + j * 8 + t * 2) = make_double2(acc[i][j][2 * h], acc[i][j][2 * h + 1]);
}

// ---------------------------------------------------------------------------------------------------------------------
// Weather: a learned dynamics step, 4224 grid columns times 2048 latent outputs over 3072 FP16 inputs, on the tensor cores.
constexpr int LATENT_M = 4224, LATENT_N = 2048, LATENT_K = 3072;
using LatentTile = Tile<Kind::f16, 128, 256, 64, 64, 64, 1, 16>;
using LatentRing = Tile<Kind::f16, 128, 256, 64, 64, 64, 3, 16>;
__global__ __launch_bounds__(256, 1) void forecast_a(const __half* columns, const __half* weights, float* out) {
    using T = LatentTile;
    const int m0 = blockIdx.y * 128, n0 = blockIdx.x * 256;
    const size_t pitch = (size_t)LATENT_K * 2;
    const char* a = (const char*)columns + m0 * pitch;
    const char* b = (const char*)weights + n0 * pitch;
    const uint32_t at = shared_address(pool);
    float acc[T::MI][T::NI][4] = {};
    for (int step = 0; step < LATENT_K * 2 / 64; ++step) {
        T::stage(at, a + step * 64, b + step * 64, pitch, pitch);
        copy_commit();
        copy_wait<0>();
        __syncthreads();
        T::multiply(acc, at);
        __syncthreads();
    }
    T::write(acc, out + (size_t)m0 * LATENT_N + n0, LATENT_N);
}
__global__ __launch_bounds__(256, 1) void forecast_b(const __half* columns, const __half* weights, float* out) { LatentRing::product(pool, columns, weights, out, LATENT_N, LATENT_K, 0, LATENT_K * 2 / 64); }

// ---------------------------------------------------------------------------------------------------------------------
// Recommendation: a quantised (INT8) dense layer, 4224 items, 3072 outputs, 4096 inputs, INT32 sums.
constexpr int QUANT_M = 4224, QUANT_N = 3072, QUANT_K = 4096;
using QuantTile = Tile<Kind::s8, 128, 256, 64, 64, 64, 1, 16>;
using QuantRing = Tile<Kind::s8, 128, 256, 64, 64, 64, 3, 16>;
__global__ __launch_bounds__(256, 1) void quantised_a(const int8_t* __restrict__ items, const int8_t* __restrict__ weights, int* __restrict__ out) {
    using T = QuantTile;
    const int m0 = blockIdx.y * 128, n0 = blockIdx.x * 256, r = threadIdx.x >> 2, c = (threadIdx.x & 3) * 16;
    const int8_t* a = items + (size_t)(m0 + r) * QUANT_K + c;
    const int8_t* b = weights + (size_t)(n0 + r) * QUANT_K + c;
    const uint32_t at = shared_address(pool);
    int acc[T::MI][T::NI][4] = {};
    for (int k0 = 0; k0 < QUANT_K; k0 += 64) {
        uint4 va[2], vb[4];
#pragma unroll
        for (int i = 0; i < 2; ++i) va[i] = *reinterpret_cast<const uint4*>(a + (size_t)i * 64 * QUANT_K + k0);
#pragma unroll
        for (int i = 0; i < 4; ++i) vb[i] = *reinterpret_cast<const uint4*>(b + (size_t)i * 64 * QUANT_K + k0);
#pragma unroll
        for (int i = 0; i < 2; ++i) *reinterpret_cast<uint4*>(pool + (r + i * 64) * T::ROW + c) = va[i];
#pragma unroll
        for (int i = 0; i < 4; ++i) *reinterpret_cast<uint4*>(pool + T::A_STAGE + (r + i * 64) * T::ROW + c) = vb[i];
        __syncthreads();
        T::multiply(acc, at);
        __syncthreads();
    }
    T::write(acc, out + (size_t)m0 * QUANT_N + n0, QUANT_N);
}
__global__ __launch_bounds__(256, 1) void quantised_b(const int8_t* items, const int8_t* weights, int* out) { QuantRing::product(pool, items, weights, out, QUANT_N, QUANT_K, 0, QUANT_K / 64); }

// ---------------------------------------------------------------------------------------------------------------------
// Genetics: kinship between two cohorts of 512 individuals over 49152 standardised markers in FP16.
constexpr int KIN = 512, MARKERS = 49152, KIN_PARTS = 8;
using KinTile = Tile<Kind::f16, 128, 128, 128, 64, 32, 4, 16>;
__global__ __launch_bounds__(256, 1) void kinship_a(const __half* first, const __half* second, float* kin) { KinTile::product(pool, first, second, kin, KIN, MARKERS, 0, MARKERS * 2 / 128); }
__global__ __launch_bounds__(256, 1) void kinship_b(const __half* first, const __half* second, float* kin) {
    constexpr int steps = MARKERS * 2 / 128 / KIN_PARTS;
    KinTile::product<true>(pool, first, second, kin, KIN, MARKERS, blockIdx.z * steps, steps);
}

// ---------------------------------------------------------------------------------------------------------------------
// Video transformer: 4096 tokens times a 4096 x 4096 projection in FP16, FP32 sums, four stages of asynchronous copies.
constexpr int TOKENS = 4096, WIDTH = 4096, INNER = 4096;
using VideoTile = Tile<Kind::f16, 128, 256, 128, 64, 64, 4, 16>;
__global__ __launch_bounds__(256, 1) void tokenmix_a(const __half* tokens, const __half* weights, float* out) { VideoTile::product(pool, tokens, weights, out, WIDTH, INNER, 0, INNER * 2 / 128); }

#if !defined(__CUDA_ARCH__) || defined(__CUDA_ARCH_FEAT_SM90_ALL)  // wgmma exists on sm_90a alone
__device__ __forceinline__ void wgmma_64x256x16(float (&d)[128], uint64_t a, uint64_t b) {
    asm volatile("{.reg .pred p; setp.ne.b32 p, 1, 0; wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127}, %128, %129, p, 1, 1, 0, 0;}"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31]), "+f"(d[32]), "+f"(d[33]), "+f"(d[34]), "+f"(d[35]), "+f"(d[36]), "+f"(d[37]), "+f"(d[38]), "+f"(d[39]), "+f"(d[40]), "+f"(d[41]), "+f"(d[42]), "+f"(d[43]), "+f"(d[44]), "+f"(d[45]), "+f"(d[46]), "+f"(d[47]), "+f"(d[48]), "+f"(d[49]), "+f"(d[50]), "+f"(d[51]), "+f"(d[52]), "+f"(d[53]), "+f"(d[54]), "+f"(d[55]), "+f"(d[56]), "+f"(d[57]), "+f"(d[58]), "+f"(d[59]), "+f"(d[60]), "+f"(d[61]), "+f"(d[62]), "+f"(d[63]), "+f"(d[64]), "+f"(d[65]), "+f"(d[66]), "+f"(d[67]), "+f"(d[68]), "+f"(d[69]), "+f"(d[70]), "+f"(d[71]), "+f"(d[72]), "+f"(d[73]), "+f"(d[74]), "+f"(d[75]), "+f"(d[76]), "+f"(d[77]), "+f"(d[78]), "+f"(d[79]), "+f"(d[80]), "+f"(d[81]), "+f"(d[82]), "+f"(d[83]), "+f"(d[84]), "+f"(d[85]), "+f"(d[86]), "+f"(d[87]), "+f"(d[88]), "+f"(d[89]), "+f"(d[90]), "+f"(d[91]), "+f"(d[92]), "+f"(d[93]), "+f"(d[94]), "+f"(d[95]), "+f"(d[96]), "+f"(d[97]), "+f"(d[98]), "+f"(d[99]), "+f"(d[100]), "+f"(d[101]), "+f"(d[102]), "+f"(d[103]), "+f"(d[104]), "+f"(d[105]), "+f"(d[106]), "+f"(d[107]), "+f"(d[108]), "+f"(d[109]), "+f"(d[110]), "+f"(d[111]), "+f"(d[112]), "+f"(d[113]), "+f"(d[114]), "+f"(d[115]), "+f"(d[116]), "+f"(d[117]), "+f"(d[118]), "+f"(d[119]), "+f"(d[120]), "+f"(d[121]), "+f"(d[122]), "+f"(d[123]), "+f"(d[124]), "+f"(d[125]), "+f"(d[126]), "+f"(d[127])
                 : "l"(a), "l"(b));
}
#endif
constexpr int MIX_A = 128 * 128, MIX_STAGE = MIX_A + 256 * 128, MIX_STAGES = 4;  // rows of 64 halves, 16-byte pieces swizzled by the row (128-byte swizzle)
__device__ __forceinline__ uint64_t describe(uint32_t at) { return (uint64_t)((at & 0x3FFFFu) >> 4) | (uint64_t)1 << 16 | (uint64_t)(1024 >> 4) << 32 | (uint64_t)1 << 62; }
__global__ __launch_bounds__(256, 1) void tokenmix_b(const __half* __restrict__ tokens, const __half* __restrict__ weights, float* __restrict__ out) {
#if !defined(__CUDA_ARCH__) || defined(__CUDA_ARCH_FEAT_SM90_ALL)
    const int tid = threadIdx.x, group = tid >> 7, m0 = blockIdx.y * 128, n0 = blockIdx.x * 256;
    const uint32_t base = (shared_address(pool) + 1023u) & ~1023u;
    const int r = tid >> 3, c = tid & 7;
    const uint32_t put = r * 128 + ((c ^ (r & 7)) << 4);
    const __half* a = tokens + (size_t)(m0 + r) * INNER + c * 8;
    const __half* b = weights + (size_t)(n0 + r) * INNER + c * 8;
    auto stage = [&](int slot, int k0) {
        const uint32_t to = base + slot * MIX_STAGE + put;
#pragma unroll
        for (int i = 0; i < 4; ++i) copy16(to + i * 32 * 128, a + (size_t)i * 32 * INNER + k0);
#pragma unroll
        for (int i = 0; i < 8; ++i) copy16(to + MIX_A + i * 32 * 128, b + (size_t)i * 32 * INNER + k0);
    };
    float d[128];
#pragma unroll
    for (int i = 0; i < 128; ++i) d[i] = 0.f;
    stage(0, 0); copy_commit();
    stage(1, 64); copy_commit();
    constexpr int STEPS = INNER / 64;
    for (int t = 0; t < STEPS; ++t) {
        copy_wait<1>();                                           // step t has landed (this thread's part)
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");  // visible to the tensor cores
        __syncthreads();                                          // everybody's part; and everybody is through with step t - 2
        const uint32_t at = base + (t % MIX_STAGES) * MIX_STAGE;
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
        for (int ks = 0; ks < 4; ++ks) wgmma_64x256x16(d, describe(at + group * (64 * 128) + ks * 32), describe(at + MIX_A + ks * 32));
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
        if (t + 2 < STEPS) stage((t + 2) % MIX_STAGES, (t + 2) * 64);
        copy_commit();
        asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
    }
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
#pragma unroll
    for (int i = 0; i < 128; ++i) asm volatile("" : "+f"(d[i])::"memory");
    const int lane = tid & 31, row = m0 + group * 64 + (tid >> 5 & 3) * 16 + (lane >> 2), col = n0 + (lane & 3) * 2;
#pragma unroll
    for (int j = 0; j < 32; ++j)
#pragma unroll
        for (int h = 0; h < 2; ++h) *reinterpret_cast<float2*>(out + (size_t)(row + h * 8) * WIDTH + col + j * 8) = make_float2(d[4 * j + 2 * h], d[4 * j + 2 * h + 1]);
#endif
}

template <class F> void allow(F* kernel, int bytes) { CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)); }
inline int8_t* bytes(size_t n, uint32_t seed) { return (int8_t*)harness::indices(n / 4, 0xffffffffu, seed); }  // uniformly random bytes

int main(int argc, char** argv) {
    using bf16 = __nv_bfloat16;
    auto halves = [](size_t n, uint32_t seed) { return harness::filled<__half>(n, seed); };
    auto bfs = [](size_t n, uint32_t seed) { return harness::filled<bf16>(n, seed); };
    auto floats = [](size_t n, uint32_t seed) { return harness::filled<float>(n, seed); };
    auto doubles = [](size_t n, uint32_t seed) { return harness::filled<double>(n, seed); };
    const size_t adC = (size_t)AD_M * AD_N, riskC = (size_t)RISK_M * RISK_N, chemC = (size_t)CHEM_M * CHEM_N, melC = (size_t)MEL_M * MEL_N, patchC = (size_t)PATCH_M * PATCH_N;
    const size_t passC = (size_t)PASS_M * PASS_N, modeC = (size_t)MODE_M * MODE_N, latentC = (size_t)LATENT_M * LATENT_N, quantC = (size_t)QUANT_M * QUANT_N, kinC = (size_t)KIN * KIN, mixC = (size_t)TOKENS * WIDTH;
    bf16 *adA = bfs((size_t)AD_M * AD_K, 31), *adB = bfs((size_t)AD_N * AD_K, 32), *passA = bfs((size_t)PASS_M * PASS_K, 33), *passB = bfs((size_t)PASS_N * PASS_K, 34);
    float *riskA = floats((size_t)RISK_M * RISK_K, 35), *riskB = floats((size_t)RISK_K * RISK_N, 36), *chemA = floats((size_t)CHEM_M * CHEM_K, 37), *chemB = floats((size_t)CHEM_N * CHEM_K, 38);
    __half *melA = halves((size_t)MEL_M * MEL_K, 39), *melB = halves((size_t)MEL_K * MEL_N, 40), *patchA = halves((size_t)PATCH_M * PATCH_K, 41), *patchB = halves((size_t)PATCH_K * PATCH_N, 42);
    __half *latentA = halves((size_t)LATENT_M * LATENT_K, 43), *latentB = halves((size_t)LATENT_N * LATENT_K, 44), *kinA = halves((size_t)KIN * MARKERS, 45), *kinB = halves((size_t)KIN * MARKERS, 46);
    __half *mixA = halves((size_t)TOKENS * INNER, 47), *mixB = halves((size_t)WIDTH * INNER, 48);
    double *modeA = doubles((size_t)MODE_M * MODE_K, 49), *modeB = doubles((size_t)MODE_K * MODE_N, 50), *mode = harness::empty<double>(modeC);
    int8_t *quantA = bytes((size_t)QUANT_M * QUANT_K, 51), *quantB = bytes((size_t)QUANT_N * QUANT_K, 52);
    int* quant = harness::empty<int>(quantC);
    float *ad = harness::empty<float>(adC), *risk = harness::empty<float>(riskC), *chem = harness::empty<float>(chemC), *mel = harness::empty<float>(melC), *patch = harness::empty<float>(patchC);
    float *pass = harness::empty<float>(passC), *latent = harness::empty<float>(latentC), *kin = harness::empty<float>(kinC), *mix = harness::empty<float>(mixC);

    constexpr int mixShared = MIX_STAGE * MIX_STAGES + 1024, modeShared = MODE_STAGE * MODE_STAGES;
    allow(campaigns_a, AdPlain::SHARED); allow(campaigns_b, AdPadded::SHARED); allow(scenarios_b, RiskTile::SHARED); allow(overlap_b, ChemTile::SHARED);
    allow(melproject_b, MelTile::SHARED); allow(patches_b, PatchTile::SHARED); allow(passages_b, PassTile::SHARED); allow(modeshape_b, modeShared);
    allow(forecast_a, LatentTile::SHARED); allow(forecast_b, LatentRing::SHARED); allow(quantised_a, QuantTile::SHARED); allow(quantised_b, QuantRing::SHARED);
    allow(kinship_a, KinTile::SHARED); allow(kinship_b, KinTile::SHARED); allow(tokenmix_a, VideoTile::SHARED); allow(tokenmix_b, mixShared);

    using harness::Output;
    std::vector<harness::Case> cases = {
        {"campaigns_a", [=] { campaigns_a<<<dim3(AD_N / 128, AD_M / 128), 128, AdPlain::SHARED>>>(adA, adB, ad); }, ad, adC},
        {"campaigns_b", [=] { campaigns_b<<<dim3(AD_N / 128, AD_M / 128), 128, AdPadded::SHARED>>>(adA, adB, ad); }, ad, adC},
        {"scenarios_a", [=] { scenarios_a<<<dim3(RISK_N / 32, RISK_M / 8), dim3(32, 8)>>>(riskA, riskB, risk); }, risk, riskC},
        {"scenarios_b", [=] { scenarios_b<<<dim3(RISK_N / 128, RISK_M / 128), 256, RiskTile::SHARED>>>(riskA, riskB, risk); }, risk, riskC},
        {"overlap_a", [=] { overlap_a<<<dim3(CHEM_N / 128, CHEM_M / 128), 256>>>(chemA, chemB, chem); }, chem, chemC},
        {"overlap_b", [=] { overlap_b<<<dim3(CHEM_N / 128, CHEM_M / 128), 256, ChemTile::SHARED>>>(chemA, chemB, chem); }, chem, chemC},
        {"melproject_a", [=] { melproject_a<<<dim3(MEL_N / 64, MEL_M / 4), dim3(64, 4)>>>(melA, melB, mel); }, mel, melC},
        {"melproject_b", [=] { melproject_b<<<dim3(MEL_N / 128, MEL_M / 64), 256, MelTile::SHARED>>>(melA, melB, mel); }, mel, melC},
        {"patches_a", [=] { patches_a<<<dim3(PATCH_N / 128, PATCH_M / 128), 256>>>(patchA, patchB, patch); }, patch, patchC},
        {"patches_b", [=] { patches_b<<<dim3(PATCH_N / 128, PATCH_M / 128), 256, PatchTile::SHARED>>>(patchA, patchB, patch); }, patch, patchC},
        {"passages_a", [=] { passages_a<<<dim3(PASS_N / 128, PASS_M / 64), 128>>>(passA, passB, pass); }, pass, passC},
        {"passages_b", [=] { passages_b<<<dim3(PASS_N / 128, PASS_M / 128), 256, PassTile::SHARED>>>(passA, passB, pass); }, pass, passC},
        {"modeshape_a", [=] { modeshape_a<<<dim3(MODE_N / 64, MODE_M / 128), 256>>>(modeA, modeB, mode); }, mode, modeC, Output::f64},
        {"modeshape_b", [=] { modeshape_b<<<dim3(MODE_N / 64, MODE_M / 128), 256, modeShared>>>(modeA, modeB, mode); }, mode, modeC, Output::f64},
        {"forecast_a", [=] { forecast_a<<<dim3(LATENT_N / 256, LATENT_M / 128), 256, LatentTile::SHARED>>>(latentA, latentB, latent); }, latent, latentC},
        {"forecast_b", [=] { forecast_b<<<dim3(LATENT_N / 256, LATENT_M / 128), 256, LatentRing::SHARED>>>(latentA, latentB, latent); }, latent, latentC},
        {"quantised_a", [=] { quantised_a<<<dim3(QUANT_N / 256, QUANT_M / 128), 256, QuantTile::SHARED>>>(quantA, quantB, quant); }, quant, quantC, Output::i32},
        {"quantised_b", [=] { quantised_b<<<dim3(QUANT_N / 256, QUANT_M / 128), 256, QuantRing::SHARED>>>(quantA, quantB, quant); }, quant, quantC, Output::i32},
        {"kinship_a", [=] { kinship_a<<<dim3(KIN / 128, KIN / 128), 256, KinTile::SHARED>>>(kinA, kinB, kin); }, kin, kinC},
        {"kinship_b", [=] { CHECK(cudaMemsetAsync(kin, 0, kinC * 4)); kinship_b<<<dim3(KIN / 128, KIN / 128, KIN_PARTS), 256, KinTile::SHARED>>>(kinA, kinB, kin); }, kin, kinC},
        {"tokenmix_a", [=] { tokenmix_a<<<dim3(WIDTH / 256, TOKENS / 128), 256, VideoTile::SHARED>>>(mixA, mixB, mix); }, mix, mixC},
        {"tokenmix_b", [=] { tokenmix_b<<<dim3(WIDTH / 256, TOKENS / 128), 256, mixShared>>>(mixA, mixB, mix); }, mix, mixC},
    };
    return harness::run(argc, argv, cases);
}
