// Measured before/after pairs: a sweep over six works. twohundredfirst_cl7.cu
#include "harness.cuh"
#include <cuda.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
using namespace harness;

// ======== family 1: gated activation (u+1) * g * sigmoid(1.702 g), half in, half out
__device__ __forceinline__ float gate_fast(float g, float u) { return __fdividef((u + 1.0f) * g, 1.0f + __expf(-1.702f * g)); }
__device__ __forceinline__ uint4 gate8(uint4 g, uint4 u) {
    uint4 r;
    const __half2* gh = (const __half2*)&g; const __half2* uh = (const __half2*)&u; __half2* rh = (__half2*)&r;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float2 a = __half22float2(gh[k]), b = __half22float2(uh[k]);
        rh[k] = __floats2half2_rn(gate_fast(a.x, b.x), gate_fast(a.y, b.y));
    }
    return r;
}
__global__ void __launch_bounds__(256) amber_quill_cl7_b(const uint4* __restrict__ g, const uint4* __restrict__ u, uint4* __restrict__ y) {
    size_t i = blockIdx.x * (size_t)512 + threadIdx.x;
    uint4 g0 = __ldcs(g + i), u0 = __ldcs(u + i), g1 = __ldcs(g + i + 256), u1 = __ldcs(u + i + 256);
    __stcs(y + i, gate8(g0, u0));
    __stcs(y + i + 256, gate8(g1, u1));
}
// one half a thread
__global__ void __launch_bounds__(256) pewter_sparrow_cl7_a(const __half* __restrict__ g, const __half* __restrict__ u, __half* __restrict__ y) {
    size_t i = blockIdx.x * (size_t)512 + threadIdx.x;
    float g0 = __half2float(__ldcs(g + i)), u0 = __half2float(__ldcs(u + i)), g1 = __half2float(__ldcs(g + i + 256)), u1 = __half2float(__ldcs(u + i + 256));
    __stcs(y + i, __float2half_rn(gate_fast(g0, u0)));
    __stcs(y + i + 256, __float2half_rn(gate_fast(g1, u1)));
}
// literals without their f
__device__ __forceinline__ float gate_wide(float g, float u) { return (u + 1.0) * g / (1.0 + exp(-1.702 * g)); }
__global__ void __launch_bounds__(256) walnut_comet_cl7_a(const uint4* __restrict__ g, const uint4* __restrict__ u, uint4* __restrict__ y) {
    size_t i = blockIdx.x * (size_t)512 + threadIdx.x;
    uint4 gg[2] = {__ldcs(g + i), __ldcs(g + i + 256)}, uu[2] = {__ldcs(u + i), __ldcs(u + i + 256)};
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        uint4 r;
        const __half2* gh = (const __half2*)&gg[j]; const __half2* uh = (const __half2*)&uu[j]; __half2* rh = (__half2*)&r;
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float2 a = __half22float2(gh[k]), b = __half22float2(uh[k]);
            rh[k] = __floats2half2_rn(gate_wide(a.x, b.x), gate_wide(a.y, b.y));
        }
        __stcs(y + i + 256 * j, r);
    }
}
// accurate exponential and division in single precision
__device__ __forceinline__ float gate_exact(float g, float u) { return (u + 1.0f) * g / (1.0f + expf(-1.702f * g)); }
__global__ void __launch_bounds__(256) saffron_anvil_cl7_a(const uint4* __restrict__ g, const uint4* __restrict__ u, uint4* __restrict__ y) {
    size_t i = blockIdx.x * (size_t)512 + threadIdx.x;
    uint4 gg[2] = {__ldcs(g + i), __ldcs(g + i + 256)}, uu[2] = {__ldcs(u + i), __ldcs(u + i + 256)};
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        uint4 r;
        const __half2* gh = (const __half2*)&gg[j]; const __half2* uh = (const __half2*)&uu[j]; __half2* rh = (__half2*)&r;
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float2 a = __half22float2(gh[k]), b = __half22float2(uh[k]);
            rh[k] = __floats2half2_rn(gate_exact(a.x, b.x), gate_exact(a.y, b.y));
        }
        __stcs(y + i + 256 * j, r);
    }
}
// each thread its own run of 64 contiguous halves (8 vectors of 16 bytes)
__global__ void __launch_bounds__(256) cobalt_thistle_cl7_a(const uint4* __restrict__ g, const uint4* __restrict__ u, uint4* __restrict__ y) {
    size_t i = (blockIdx.x * (size_t)256 + threadIdx.x) * 8;
#pragma unroll
    for (int j = 0; j < 8; j += 2) {
        uint4 g0 = __ldcs(g + i + j), u0 = __ldcs(u + i + j), g1 = __ldcs(g + i + j + 1), u1 = __ldcs(u + i + j + 1);
        __stcs(y + i + j, gate8(g0, u0));
        __stcs(y + i + j + 1, gate8(g1, u1));
    }
}

// ======== family 2: seven-point diffusion in three dimensions, edges repeated
constexpr int NX = 512, NY = 512, NZ = 336, PLANE = NX * NY;
constexpr float C0 = 0.4f, C1 = 0.1f;
__device__ __forceinline__ float4 ld4(const float* p) { return __ldg((const float4*)p); }
__device__ __forceinline__ float pt(float c, float l, float r, float n, float s, float b, float t) { return C0 * c + C1 * (((l + r) + (n + s)) + (b + t)); }

template <int CH, bool SHUFFLE>
__device__ __forceinline__ void march(const float* __restrict__ in, float* __restrict__ out) {
    const int lane = threadIdx.x, x = blockIdx.x * 128 + lane * 4, yy = blockIdx.y * 8 + threadIdx.y, z0 = blockIdx.z * CH;
    const int north = yy > 0 ? -NX : 0, south = yy < NY - 1 ? NX : 0;
    const int left = x > 0 ? -1 : 0, right = x + 4 < NX ? 4 : 3;
    const float* p = in + (size_t)z0 * PLANE + yy * NX + x;
    float* q = out + (size_t)z0 * PLANE + yy * NX + x;
    float4 prev = ld4(z0 > 0 ? p - PLANE : p), cur = ld4(p), next = ld4(p + PLANE);
#pragma unroll 2
    for (int z = z0; z < z0 + CH; ++z) {
        float4 ahead = ld4(p + (z + 2 < NZ ? 2 * PLANE : (z + 1 < NZ ? PLANE : 0)));
        float4 n = ld4(p + north), s = ld4(p + south);
        float l, r;
        if (SHUFFLE) {
            l = __shfl_up_sync(~0u, cur.w, 1); r = __shfl_down_sync(~0u, cur.x, 1);
            if (lane == 0) l = __ldg(p + left);
            if (lane == 31) r = __ldg(p + right);
        } else { l = __ldg(p + left); r = __ldg(p + right); }
        float4 o;
        o.x = pt(cur.x, l, cur.y, n.x, s.x, prev.x, next.x);
        o.y = pt(cur.y, cur.x, cur.z, n.y, s.y, prev.y, next.y);
        o.z = pt(cur.z, cur.y, cur.w, n.z, s.z, prev.z, next.z);
        o.w = pt(cur.w, cur.z, r, n.w, s.w, prev.w, next.w);
        __stcs((float4*)q, o);
        prev = cur; cur = next; next = ahead; p += PLANE; q += PLANE;
    }
}
__global__ void __launch_bounds__(256, 6) willow_ember_cl7_b(const float* __restrict__ in, float* __restrict__ out) { march<112, true>(in, out); }
__global__ void __launch_bounds__(256, 6) granite_plover_cl7_a(const float* __restrict__ in, float* __restrict__ out) { march<NZ, true>(in, out); }
__global__ void __launch_bounds__(256, 6) linen_harbor_cl7_a(const float* __restrict__ in, float* __restrict__ out) { march<112, false>(in, out); }
__global__ void __launch_bounds__(256) ochre_bramble_cl7_a(const float* __restrict__ in, float* __restrict__ out) {  // one plane a block
    const int lane = threadIdx.x, x = blockIdx.x * 128 + lane * 4, yy = blockIdx.y * 8 + threadIdx.y, z = blockIdx.z;
    const int north = yy > 0 ? -NX : 0, south = yy < NY - 1 ? NX : 0;
    const int left = x > 0 ? -1 : 0, right = x + 4 < NX ? 4 : 3;
    const float* p = in + (size_t)z * PLANE + yy * NX + x;
    float* q = out + (size_t)z * PLANE + yy * NX + x;
    float4 prev = ld4(z > 0 ? p - PLANE : p), cur = ld4(p), next = ld4(z + 1 < NZ ? p + PLANE : p);
    float4 n = ld4(p + north), s = ld4(p + south);
    float l = __shfl_up_sync(~0u, cur.w, 1), r = __shfl_down_sync(~0u, cur.x, 1);
    if (lane == 0) l = __ldg(p + left);
    if (lane == 31) r = __ldg(p + right);
    float4 o;
    o.x = pt(cur.x, l, cur.y, n.x, s.x, prev.x, next.x);
    o.y = pt(cur.y, cur.x, cur.z, n.y, s.y, prev.y, next.y);
    o.z = pt(cur.z, cur.y, cur.w, n.z, s.z, prev.z, next.z);
    o.w = pt(cur.w, cur.z, r, n.w, s.w, prev.w, next.w);
    __stcs((float4*)q, o);
}
// the plane through a shared tile, loaded when it is needed, two barriers a plane, 1024 threads a block
__global__ void __launch_bounds__(1024, 1) velvet_cinder_cl7_a(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float tile[34][136];
    const int lane = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 128 + lane * 4, yy = blockIdx.y * 32 + ty, z0 = blockIdx.z * 42;
    const int north = yy > 0 ? -NX : 0, south = yy < NY - 1 ? NX : 0;
    const int left = x > 0 ? -1 : 0, right = x + 4 < NX ? 4 : 3;
    const float* p = in + (size_t)z0 * PLANE + yy * NX + x;
    float* q = out + (size_t)z0 * PLANE + yy * NX + x;
    float4 prev = ld4(z0 > 0 ? p - PLANE : p), cur = ld4(p);
    for (int z = z0; z < z0 + 42; ++z) {
        *(float4*)&tile[ty + 1][4 + lane * 4] = cur;
        if (ty == 0) *(float4*)&tile[0][4 + lane * 4] = ld4(p + north);
        if (ty == 31) *(float4*)&tile[33][4 + lane * 4] = ld4(p + south);
        if (lane == 0) tile[ty + 1][3] = __ldg(p + left);
        if (lane == 31) tile[ty + 1][132] = __ldg(p + right);
        float4 next = ld4(z + 1 < NZ ? p + PLANE : p);
        __syncthreads();
        float4 n = *(float4*)&tile[ty][4 + lane * 4], s = *(float4*)&tile[ty + 2][4 + lane * 4];
        float l = tile[ty + 1][3 + lane * 4], r = tile[ty + 1][8 + lane * 4];
        float4 o;
        o.x = pt(cur.x, l, cur.y, n.x, s.x, prev.x, next.x);
        o.y = pt(cur.y, cur.x, cur.z, n.y, s.y, prev.y, next.y);
        o.z = pt(cur.z, cur.y, cur.w, n.z, s.z, prev.z, next.z);
        o.w = pt(cur.w, cur.z, r, n.w, s.w, prev.w, next.w);
        __stcs((float4*)q, o);
        __syncthreads();
        prev = cur; cur = next; p += PLANE; q += PLANE;
    }
}

// ======== family 3: C = A B^T, half in and out, float accumulation, 4096 cubed
constexpr int GM = 4096, GN = 4096, GK = 4096, BM = 128, BK = 64;
__device__ __forceinline__ uint32_t sptr(const void* p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void bar_wait(uint32_t bar, uint32_t parity) {
    asm volatile("{\n.reg .pred P;\nWAIT_%=: mbarrier.try_wait.parity.shared::cta.b64 P, [%0], %1;\n@P bra DONE_%=;\nbra WAIT_%=;\nDONE_%=:\n}\n" :: "r"(bar), "r"(parity) : "memory");
}
__device__ __forceinline__ void tma_load(const CUtensorMap* map, uint32_t dst, uint32_t bar, int x, int y) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];"
                 :: "r"(dst), "l"(map), "r"(bar), "r"(x), "r"(y) : "memory");
}
__device__ __forceinline__ void tma_load_both(const CUtensorMap* map, uint32_t dst, uint32_t bar, int x, int y) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%3, %4}], [%2], %5;"
                 :: "r"(dst), "l"(map), "r"(bar), "r"(x), "r"(y), "h"((uint16_t)3) : "memory");
}
__device__ __forceinline__ uint64_t descriptor(uint32_t addr) {
    return (uint64_t)((addr & 0x3FFFF) >> 4) | (1ull << 16) | (64ull << 32) | (1ull << 62);
}
__device__ __forceinline__ uint32_t pack(float a, float b) { __half2 h = __floats2half2_rn(a, b); return *(uint32_t*)&h; }
// four pieces of 4 bytes a lane, transposed within its quad: a lane then holds 16 contiguous bytes
__device__ __forceinline__ uint4 quad_transpose(uint32_t v0, uint32_t v1, uint32_t v2, uint32_t v3, int q) {
    bool o = q & 1, t = q & 2;
    uint32_t r0 = __shfl_xor_sync(~0u, o ? v0 : v1, 1), r1 = __shfl_xor_sync(~0u, o ? v2 : v3, 1);
    if (o) { v0 = r0; v2 = r1; } else { v1 = r0; v3 = r1; }
    uint32_t s0 = __shfl_xor_sync(~0u, t ? v0 : v2, 2), s1 = __shfl_xor_sync(~0u, t ? v1 : v3, 2);
    if (t) { v0 = s0; v1 = s1; } else { v2 = s0; v3 = s1; }
    return make_uint4(v0, v1, v2, v3);
}
// the 8 columns' blocks 4*j4 .. 4*j4+3 of two rows (row, row + 8)
template <bool WIDE>
__device__ __forceinline__ void store_blocks(__half* C, int row, int col, const float* d, int q) {  // d: 4 blocks of 4
#pragma unroll
    for (int h = 0; h < 2; ++h) {
        __half* c = C + (size_t)(row + 8 * h) * GN + col;
        if (WIDE) {
            uint4 v = quad_transpose(pack(d[2 * h], d[2 * h + 1]), pack(d[4 + 2 * h], d[5 + 2 * h]), pack(d[8 + 2 * h], d[9 + 2 * h]), pack(d[12 + 2 * h], d[13 + 2 * h]), q);
            *(uint4*)(c + q * 8) = v;
        } else {
#pragma unroll
            for (int j = 0; j < 4; ++j) *(uint32_t*)(c + j * 8 + q * 2) = pack(d[4 * j + 2 * h], d[4 * j + 2 * h + 1]);
        }
    }
}
__device__ __forceinline__ void wgmma(float (&d)[128], uint64_t a, uint64_t b) {
    asm volatile("wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127}, %128, %129, 1, 1, 1, 0, 0;\n"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31]), "+f"(d[32]), "+f"(d[33]), "+f"(d[34]), "+f"(d[35]), "+f"(d[36]), "+f"(d[37]), "+f"(d[38]), "+f"(d[39]), "+f"(d[40]), "+f"(d[41]), "+f"(d[42]), "+f"(d[43]), "+f"(d[44]), "+f"(d[45]), "+f"(d[46]), "+f"(d[47]), "+f"(d[48]), "+f"(d[49]), "+f"(d[50]), "+f"(d[51]), "+f"(d[52]), "+f"(d[53]), "+f"(d[54]), "+f"(d[55]), "+f"(d[56]), "+f"(d[57]), "+f"(d[58]), "+f"(d[59]), "+f"(d[60]), "+f"(d[61]), "+f"(d[62]), "+f"(d[63]), "+f"(d[64]), "+f"(d[65]), "+f"(d[66]), "+f"(d[67]), "+f"(d[68]), "+f"(d[69]), "+f"(d[70]), "+f"(d[71]), "+f"(d[72]), "+f"(d[73]), "+f"(d[74]), "+f"(d[75]), "+f"(d[76]), "+f"(d[77]), "+f"(d[78]), "+f"(d[79]), "+f"(d[80]), "+f"(d[81]), "+f"(d[82]), "+f"(d[83]), "+f"(d[84]), "+f"(d[85]), "+f"(d[86]), "+f"(d[87]), "+f"(d[88]), "+f"(d[89]), "+f"(d[90]), "+f"(d[91]), "+f"(d[92]), "+f"(d[93]), "+f"(d[94]), "+f"(d[95]), "+f"(d[96]), "+f"(d[97]), "+f"(d[98]), "+f"(d[99]), "+f"(d[100]), "+f"(d[101]), "+f"(d[102]), "+f"(d[103]), "+f"(d[104]), "+f"(d[105]), "+f"(d[106]), "+f"(d[107]), "+f"(d[108]), "+f"(d[109]), "+f"(d[110]), "+f"(d[111]), "+f"(d[112]), "+f"(d[113]), "+f"(d[114]), "+f"(d[115]), "+f"(d[116]), "+f"(d[117]), "+f"(d[118]), "+f"(d[119]), "+f"(d[120]), "+f"(d[121]), "+f"(d[122]), "+f"(d[123]), "+f"(d[124]), "+f"(d[125]), "+f"(d[126]), "+f"(d[127]) : "l"(a), "l"(b));
}
__device__ __forceinline__ void wgmma(float (&d)[32], uint64_t a, uint64_t b) {
    asm volatile("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, %32, %33, 1, 1, 1, 0, 0;\n"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31]) : "l"(a), "l"(b));
}
template <int BN, int STAGES, bool WIDE, bool LEGACY>
__device__ __forceinline__ void gemm(const CUtensorMap& ma, const CUtensorMap& mb, __half* __restrict__ C) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    extern __shared__ uint8_t raw[];
    __shared__ __align__(8) uint64_t full_[STAGES], empty_[STAGES];
    constexpr int ABYTES = BM * BK * 2, BBYTES = BN * BK * 2, NT = GN / BN, PAIRS = GM / BM / 2 * NT;
    const uint32_t base = (sptr(raw) + 1023) & ~1023u, full = sptr(full_), empty = sptr(empty_);
    uint32_t rank; asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    if (threadIdx.x == 0) {
        for (int s = 0; s < STAGES; ++s) {
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" :: "r"(full + 8 * s));
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 16;" :: "r"(empty + 8 * s));
        }
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
    const int wg = threadIdx.x / 128;
    if (wg == 0) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
        if (threadIdx.x == 0) {
            int s = 0; uint32_t phase = 0;
            for (int p = blockIdx.x / 2; p < PAIRS; p += gridDim.x / 2) {
                const int g = p / (4 * NT), m = ((g * 4 + p % 4) * 2 + rank) * BM, n = (p / 4) % NT * BN;
                for (int k = 0; k < GK / BK; ++k) {
                    bar_wait(empty + 8 * s, phase ^ 1);
                    const uint32_t a = base + s * (ABYTES + BBYTES), b = a + ABYTES, f = full + 8 * s;
                    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" :: "r"(f), "r"(ABYTES + BBYTES) : "memory");
                    tma_load(&ma, a, f, k * BK, m);
                    tma_load_both(&mb, b + rank * (BBYTES / 2), f, k * BK, n + rank * (BN / 2));
                    if (++s == STAGES) { s = 0; phase ^= 1; }
                }
            }
        }
    } else {
        asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
        const int w = wg - 1, warp = threadIdx.x / 32 % 4, lane = threadIdx.x % 32, q = lane % 4;
        auto release = [&](int s) {
            __syncwarp();
            if (lane < 2) {
                uint32_t there;
                asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(empty + 8 * s), "r"(lane));
                asm volatile("mbarrier.arrive.shared::cluster.b64 _, [%0];" :: "r"(there) : "memory");
            }
        };
        int s = 0; uint32_t phase = 0;
        for (int p = blockIdx.x / 2; p < PAIRS; p += gridDim.x / 2) {
            const int g = p / (4 * NT), m = ((g * 4 + p % 4) * 2 + rank) * BM, n = (p / 4) % NT * BN;
            float d[BN / 2];
#pragma unroll
            for (int i = 0; i < BN / 2; ++i) d[i] = 0.0f;
            if constexpr (!LEGACY) {
                int before = -1;
                for (int k = 0; k < GK / BK; ++k) {
                    bar_wait(full + 8 * s, phase);
                    const uint32_t a = base + s * (ABYTES + BBYTES);
                    const uint64_t da = descriptor(a + w * 64 * 128), db = descriptor(a + ABYTES);
                    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
                    for (int kk = 0; kk < 4; ++kk) wgmma(d, da + 2 * kk, db + 2 * kk);
                    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
                    if constexpr (STAGES > 1) {
                        asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
                        if (before >= 0) release(before);
                        before = s;
                    } else {
                        asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
                        release(s);
                    }
                    if (++s == STAGES) { s = 0; phase ^= 1; }
                }
                asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
                if (STAGES > 1) release(before);
                const int row = m + w * 64 + warp * 16 + lane / 4;
#pragma unroll
                for (int j = 0; j < BN / 32; ++j) store_blocks<WIDE>(C, row, n + j * 32, d + 16 * j, q);
            } else {  // a warp's tile: 64 rows, 64 columns
                for (int k = 0; k < GK / BK; ++k) {
                    bar_wait(full + 8 * s, phase);
                    const uint32_t a = base + s * (ABYTES + BBYTES) + (w * 64 + lane % 16) * 128;
                    const uint32_t b = base + s * (ABYTES + BBYTES) + ABYTES + (warp * 64 + lane / 16 * 8 + lane % 8) * 128;
#pragma unroll
                    for (int kk = 0; kk < 4; ++kk) {
                        uint32_t fa[4][4], fb[4][4];
                        const uint32_t ca = ((kk * 2 + lane / 16) ^ (lane & 7)) * 16, cb = ((kk * 2 + lane / 8 % 2) ^ (lane & 7)) * 16;
#pragma unroll
                        for (int i = 0; i < 4; ++i) {
                            asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(fa[i][0]), "=r"(fa[i][1]), "=r"(fa[i][2]), "=r"(fa[i][3]) : "r"(a + i * 2048 + ca) : "memory");
                            asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(fb[i][0]), "=r"(fb[i][1]), "=r"(fb[i][2]), "=r"(fb[i][3]) : "r"(b + i * 2048 + cb) : "memory");
                        }
#pragma unroll
                        for (int i = 0; i < 4; ++i)
#pragma unroll
                            for (int j = 0; j < 8; ++j) {
                                float* c = d + (i * 8 + j) * 4;
                                asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                             : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                                             : "r"(fa[i][0]), "r"(fa[i][1]), "r"(fa[i][2]), "r"(fa[i][3]), "r"(fb[j / 2][j % 2 * 2]), "r"(fb[j / 2][j % 2 * 2 + 1]));
                            }
                    }
                    release(s);
                    if (++s == STAGES) { s = 0; phase ^= 1; }
                }
#pragma unroll
                for (int i = 0; i < 4; ++i)
#pragma unroll
                    for (int j = 0; j < 2; ++j) store_blocks<WIDE>(C, m + w * 64 + i * 16 + lane / 4, n + warp * 64 + j * 32, d + (i * 8 + j * 4) * 4, q);
            }
        }
    }
    asm volatile("barrier.cluster.arrive.release;\nbarrier.cluster.wait.acquire;" ::: "memory");
#endif
}
#define GEMM(name, bn, st, wide, legacy) \
    __global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(384, 1) name(const __grid_constant__ CUtensorMap ma, const __grid_constant__ CUtensorMap mb, __half* __restrict__ C) { gemm<bn, st, wide, legacy>(ma, mb, C); }
GEMM(copper_meadow_cl7_b, 256, 4, true, false)
GEMM(indigo_falcon_cl7_a, 64, 4, true, false)
GEMM(marble_otter_cl7_a, 256, 1, true, false)
GEMM(crimson_delta_cl7_a, 256, 4, true, true)
GEMM(hazel_beacon_cl7_a, 256, 4, false, false)

static CUtensorMap tensor_map(const void* p, int rows, int cols, int box_rows) {
    static void* entry = nullptr;
    if (!entry) { cudaDriverEntryPointQueryResult r; CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &entry, 12000, cudaEnableDefault, &r)); }
    typedef CUresult (*Encode)(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*, const cuuint64_t*, const cuuint32_t*, const cuuint32_t*, CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);
    CUtensorMap m;
    cuuint64_t dims[2] = {(cuuint64_t)cols, (cuuint64_t)rows}, strides[1] = {(cuuint64_t)cols * 2};
    cuuint32_t box[2] = {BK, (cuuint32_t)box_rows}, step[2] = {1, 1};
    CUresult r = ((Encode)entry)(&m, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, (void*)p, dims, strides, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (r != CUDA_SUCCESS) { std::fprintf(stderr, "tensor map: %d\n", (int)r); std::exit(1); }
    return m;
}

// ======== family 4: sum of squares of each column, 65472 rows of 2048 floats
constexpr int COLS = 2048, ROWS = 65472;
__device__ __forceinline__ void square_add(float4& a, float4 v) { a.x = fmaf(v.x, v.x, a.x); a.y = fmaf(v.y, v.y, a.y); a.z = fmaf(v.z, v.z, a.z); a.w = fmaf(v.w, v.w, a.w); }
template <int U>
__device__ __forceinline__ void columns(const float4* __restrict__ x, float4* __restrict__ y, int rows) {
    const int col = blockIdx.x * 256 + threadIdx.x;
    const float4* p = x + (size_t)blockIdx.y * rows * (COLS / 4) + col;
    float4 a = make_float4(0, 0, 0, 0);
#pragma unroll 1
    for (int r = 0; r < rows; r += U) {
        float4 v[U];
#pragma unroll
        for (int k = 0; k < U; ++k) v[k] = __ldcs(p + (size_t)k * (COLS / 4));
#pragma unroll
        for (int k = 0; k < U; ++k) square_add(a, v[k]);
        p += U * (COLS / 4);
    }
    atomicAdd(y + col, a);
}
__global__ void __launch_bounds__(256, 4) juniper_prism_cl7_b(const float4* __restrict__ x, float4* __restrict__ y, int rows) { columns<8>(x, y, rows); }
// one row at a time
__global__ void __launch_bounds__(256, 4) tawny_glacier_cl7_a(const float4* __restrict__ x, float4* __restrict__ y, int rows) { columns<1>(x, y, rows); }
// launched with few blocks
__global__ void __launch_bounds__(256, 4) scarlet_mortar_cl7_a(const float4* __restrict__ x, float4* __restrict__ y, int rows) { columns<8>(x, y, rows); }
// every four rows straight into the result
__global__ void __launch_bounds__(256, 4) silver_gannet_cl7_a(const float4* __restrict__ x, float* __restrict__ y, int rows) {
    const int col = blockIdx.x * 256 + threadIdx.x;
    const float4* p = x + (size_t)blockIdx.y * rows * (COLS / 4) + col;
#pragma unroll 1
    for (int r = 0; r < rows; r += 8) {
        float4 v[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) v[k] = __ldcs(p + (size_t)k * (COLS / 4));
#pragma unroll
        for (int k = 0; k < 8; k += 4) {
            float4 a = make_float4(0, 0, 0, 0);
#pragma unroll
            for (int m = k; m < k + 4; ++m) square_add(a, v[m]);
            atomicAdd(y + 4 * col, a.x); atomicAdd(y + 4 * col + 1, a.y); atomicAdd(y + 4 * col + 2, a.z); atomicAdd(y + 4 * col + 3, a.w);
        }
        p += 8 * (COLS / 4);
    }
}
// one float a thread and row
__global__ void __launch_bounds__(256, 8) barley_spindle_cl7_a(const float* __restrict__ x, float* __restrict__ y, int rows) {
    const int col = blockIdx.x * 256 + threadIdx.x;
    const float* p = x + (size_t)blockIdx.y * rows * COLS + col;
    float a = 0;
#pragma unroll 1
    for (int r = 0; r < rows; r += 8) {
        float v[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) v[k] = __ldcs(p + (size_t)k * COLS);
#pragma unroll
        for (int k = 0; k < 8; ++k) a = fmaf(v[k], v[k], a);
        p += 8 * COLS;
    }
    atomicAdd(y + col, a);
}

// ======== family 5: bags of 32 rows of 128 halves out of a table of 4M rows, summed in float
constexpr int BAG = 32, DIM8 = 16;  // uint4 a row
__device__ __forceinline__ void add8(float (&a)[8], uint4 v) {
    const __half2* h = (const __half2*)&v;
#pragma unroll
    for (int k = 0; k < 4; ++k) { float2 f = __half22float2(h[k]); a[2 * k] += f.x; a[2 * k + 1] += f.y; }
}
__device__ __forceinline__ void bag_store(float (&a)[8], float4* y, int bag, int lane) {  // the two halves of the warp hold the even and the odd rows
#pragma unroll
    for (int k = 0; k < 8; ++k) a[k] += __shfl_xor_sync(~0u, a[k], 16);
    float4 o = lane < 16 ? make_float4(a[0], a[1], a[2], a[3]) : make_float4(a[4], a[5], a[6], a[7]);
    __stcs(y + (size_t)bag * 32 + lane % 16 * 2 + lane / 16, o);
}
__device__ __forceinline__ void bag_sum(const uint4* __restrict__ t, int mine, float4* __restrict__ y, int bag, int lane) {
    float a[8] = {};
#pragma unroll
    for (int r = 0; r < BAG; r += 16) {
        uint4 v[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) v[k] = __ldg(t + (size_t)__shfl_sync(~0u, mine, r + 2 * k + lane / 16) * DIM8 + lane % 16);
#pragma unroll
        for (int k = 0; k < 8; ++k) add8(a, v[k]);
    }
    bag_store(a, y, bag, lane);
}
__global__ void __launch_bounds__(256, 4) garnet_swallow_cl7_b(const uint4* __restrict__ t, const int* __restrict__ idx, float4* __restrict__ y) {
    const int bag = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    bag_sum(t, __ldcs(idx + bag * BAG + lane), y, bag, lane);
}
// indices of eight bytes
__global__ void __launch_bounds__(256, 4) olive_turret_cl7_a(const uint4* __restrict__ t, const long long* __restrict__ idx, float4* __restrict__ y) {
    const int bag = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    const long long mine = __ldcs(idx + (size_t)bag * BAG + lane);
    float a[8] = {};
#pragma unroll
    for (int r = 0; r < BAG; r += 16) {
        uint4 v[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) v[k] = __ldg(t + __shfl_sync(~0u, mine, r + 2 * k + lane / 16) * DIM8 + lane % 16);
#pragma unroll
        for (int k = 0; k < 8; ++k) add8(a, v[k]);
    }
    bag_store(a, y, bag, lane);
}
// a row after another, the whole warp on it, each behind the load of its index
__global__ void __launch_bounds__(256, 4) dusky_sonnet_cl7_a(const uint4* __restrict__ t, const int* __restrict__ idx, float4* __restrict__ y) {
    const int bag = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    float4 a = make_float4(0, 0, 0, 0);
#pragma unroll 1
    for (int r = 0; r < BAG; ++r) {
        const uint2 v = __ldg((const uint2*)(t + (size_t)__ldg(idx + bag * BAG + r) * DIM8) + lane);
        const float2 f = __half22float2(*(const __half2*)&v.x), g = __half22float2(*(const __half2*)&v.y);
        a.x += f.x; a.y += f.y; a.z += g.x; a.w += g.y;
    }
    __stcs(y + (size_t)bag * 32 + lane, a);
}
// a lane a bag, a warp a sixteenth of the row
__global__ void __launch_bounds__(512, 2) ivory_canyon_cl7_a(const uint4* __restrict__ t, const int* __restrict__ idx, float4* __restrict__ y) {
    const int lane = threadIdx.x % 32, chunk = threadIdx.x / 32, bag = blockIdx.x * 32 + lane;
    float a[8] = {};
#pragma unroll 1
    for (int r = 0; r < BAG; r += 8) {
        const int4 i0 = __ldg((const int4*)(idx + bag * BAG + r)), i1 = __ldg((const int4*)(idx + bag * BAG + r + 4));
        const int at[8] = {i0.x, i0.y, i0.z, i0.w, i1.x, i1.y, i1.z, i1.w};
        uint4 v[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) v[k] = __ldg(t + (size_t)at[k] * DIM8 + chunk);
#pragma unroll
        for (int k = 0; k < 8; ++k) add8(a, v[k]);
    }
    __stcs(y + (size_t)bag * 32 + chunk * 2, make_float4(a[0], a[1], a[2], a[3]));
    __stcs(y + (size_t)bag * 32 + chunk * 2 + 1, make_float4(a[4], a[5], a[6], a[7]));
}
// indices through a shared buffer sized for bags of 8192
__global__ void __launch_bounds__(64, 16) russet_pylon_cl7_a(const uint4* __restrict__ t, const int* __restrict__ idx, float4* __restrict__ y, int room) {
    extern __shared__ int held[];
    const int w = threadIdx.x / 32, bag = blockIdx.x * 2 + w, lane = threadIdx.x % 32;
    held[w * room + lane] = __ldcs(idx + bag * BAG + lane);
    __syncwarp();
    bag_sum(t, held[w * room + lane], y, bag, lane);
}

// ======== family 6: attraction and potential of all pairs of bodies, float
constexpr int BODIES = 33792, SPLIT = 32, PART = BODIES / SPLIT;  // 1056 sources a block
__device__ __forceinline__ float inverse_root(float x) { float y; asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x)); return y; }
struct Pull { float x, y, z, p; };
__device__ __forceinline__ void pull(Pull& a, float4 me, float4 s) {
    float dx = s.x - me.x, dy = s.y - me.y, dz = s.z - me.z;
    float r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 1e-3f)));
    float inv = inverse_root(r2), f = s.w * inv;
    a.p += f;
    f *= inv * inv;
    a.x = fmaf(dx, f, a.x); a.y = fmaf(dy, f, a.y); a.z = fmaf(dz, f, a.z);
}
__device__ __forceinline__ void pull_wide(Pull& a, float4 me, float4 s) {
    float dx = s.x - me.x, dy = s.y - me.y, dz = s.z - me.z;
    float r2 = fmaf(dx, dx, fmaf(dy, dy, dz * dz)) + 1e-3;
    float inv = inverse_root(r2), f = s.w * inv;
    a.p += f;
    f *= inv * inv;
    a.x = fmaf(dx, f, a.x); a.y = fmaf(dy, f, a.y); a.z = fmaf(dz, f, a.z);
}
__device__ __forceinline__ void pull_exact(Pull& a, float4 me, float4 s) {
    float dx = s.x - me.x, dy = s.y - me.y, dz = s.z - me.z;
    float r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 1e-3f)));
    float inv = 1.0f / sqrtf(r2), f = s.w * inv;
    a.p += f;
    f *= inv * inv;
    a.x = fmaf(dx, f, a.x); a.y = fmaf(dy, f, a.y); a.z = fmaf(dz, f, a.z);
}
#define BODY(name, I, TH, STAGE, FETCH, PULL)                                                                                 \
    __global__ void __launch_bounds__(TH) name(const float4* __restrict__ b, float4* __restrict__ out, int part) {            \
        STAGE                                                                                                                 \
        const int i0 = blockIdx.x * (TH * I) + threadIdx.x, j0 = blockIdx.y * part;                                           \
        float4 me[I]; Pull a[I];                                                                                              \
        _Pragma("unroll") for (int k = 0; k < I; ++k) { me[k] = b[i0 + k * TH]; a[k] = {0, 0, 0, 0}; }                        \
        for (int j = j0; j < j0 + part; j += 352) {                                                                           \
            __syncthreads();                                                                                                  \
            for (int q = threadIdx.x; q < 352; q += TH) put(q, b[j + q]);                                                     \
            __syncthreads();                                                                                                  \
            _Pragma("unroll 8") for (int q = 0; q < 352; ++q) {                                                               \
                const float4 s = FETCH;                                                                                       \
                _Pragma("unroll") for (int k = 0; k < I; ++k) PULL(a[k], me[k], s);                                           \
            }                                                                                                                 \
        }                                                                                                                     \
        _Pragma("unroll") for (int k = 0; k < I; ++k)                                                                         \
            out[(size_t)blockIdx.y * BODIES + i0 + k * TH] = make_float4(a[k].x, a[k].y, a[k].z, a[k].p);                     \
    }
#define TOGETHER __shared__ float4 tile[352]; auto put = [&](int q, float4 v) { tile[q] = v; };
BODY(sable_lantern_cl7_b, 4, 128, TOGETHER, tile[q], pull)
BODY(frosted_hinge_cl7_a, 4, 128, TOGETHER, tile[q], pull_wide)     // 1e-3 without its f
BODY(plum_estuary_cl7_a, 4, 128, TOGETHER, tile[q], pull_exact)     // 1 / sqrt
BODY(jade_wicket_cl7_a, 4, 128, TOGETHER, tile[q], pull)            // no split of the sources
// the sources in fewer, longer parts
BODY(bronze_kestrel_cl7_a, 4, 128, TOGETHER, tile[q], pull)
int main(int argc, char** argv) {
    std::vector<Case> cases;
    {
        size_t n = 1u << 26;
        const __half *g = filled<__half>(n, 1), *u = filled<__half>(n, 2);
        auto add = [&](const char* name, auto f) { __half* y = empty<__half>(n); cases.push_back({name, [=] { f(g, u, y); }, y, n, Output::f16}); };
#define V(p) ((const uint4*)(p))
        add("amber_quill_cl7_b", [=](auto g, auto u, auto y) { amber_quill_cl7_b<<<n / 4096, 256>>>(V(g), V(u), (uint4*)y); });
        add("pewter_sparrow_cl7_a", [=](auto g, auto u, auto y) { pewter_sparrow_cl7_a<<<n / 512, 256>>>(g, u, y); });
        add("walnut_comet_cl7_a", [=](auto g, auto u, auto y) { walnut_comet_cl7_a<<<n / 4096, 256>>>(V(g), V(u), (uint4*)y); });
        add("saffron_anvil_cl7_a", [=](auto g, auto u, auto y) { saffron_anvil_cl7_a<<<n / 4096, 256>>>(V(g), V(u), (uint4*)y); });
        add("cobalt_thistle_cl7_a", [=](auto g, auto u, auto y) { cobalt_thistle_cl7_a<<<n / 16384, 256>>>(V(g), V(u), (uint4*)y); });
    }
    {
        size_t n = (size_t)PLANE * NZ;
        const float* in = filled<float>(n, 3);
        auto add = [&](const char* name, auto f) { float* y = empty<float>(n); cases.push_back({name, [=] { f(in, y); }, y, n, Output::f32}); };
        add("willow_ember_cl7_b", [](auto a, auto y) { willow_ember_cl7_b<<<dim3(4, 64, 3), dim3(32, 8)>>>(a, y); });
        add("granite_plover_cl7_a", [](auto a, auto y) { granite_plover_cl7_a<<<dim3(4, 64, 1), dim3(32, 8)>>>(a, y); });
        add("linen_harbor_cl7_a", [](auto a, auto y) { linen_harbor_cl7_a<<<dim3(4, 64, 3), dim3(32, 8)>>>(a, y); });
        add("ochre_bramble_cl7_a", [](auto a, auto y) { ochre_bramble_cl7_a<<<dim3(4, 64, NZ), dim3(32, 8)>>>(a, y); });
        add("velvet_cinder_cl7_a", [](auto a, auto y) { velvet_cinder_cl7_a<<<dim3(4, 16, 8), dim3(32, 32)>>>(a, y); });
    }
    {
        size_t n = (size_t)GM * GN;
        const __half *A = filled<__half>((size_t)GM * GK, 4), *B = filled<__half>((size_t)GN * GK, 5);
        CUtensorMap ma = tensor_map(A, GM, GK, BM), mb = tensor_map(B, GN, GK, 128), mb64 = tensor_map(B, GN, GK, 32);
#define ADD(name, bn, st, map) { const int bytes = 1024 + st * (BM + bn) * BK * 2; __half* C = empty<__half>(n); \
        CHECK(cudaFuncSetAttribute(name, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)); \
        cases.push_back({#name, [=] { name<<<132, 384, bytes>>>(ma, map, C); }, C, n, Output::f16}); }
        ADD(copper_meadow_cl7_b, 256, 4, mb)
        ADD(indigo_falcon_cl7_a, 64, 4, mb64)
        ADD(marble_otter_cl7_a, 256, 1, mb)
        ADD(crimson_delta_cl7_a, 256, 4, mb)
        ADD(hazel_beacon_cl7_a, 256, 4, mb)
    }
    {
        const size_t n = COLS;
        const float* x = filled<float>((size_t)ROWS * COLS, 6);
        auto add = [&](const char* name, auto f) { float* y = empty<float>(n); cases.push_back({name, [=] { f(x, y); }, y, n, Output::f32}); };
#define F4(p) ((const float4*)(p))
        add("juniper_prism_cl7_b", [](auto x, auto y) { juniper_prism_cl7_b<<<dim3(2, 264), 256>>>(F4(x), (float4*)y, 248); });
        add("tawny_glacier_cl7_a", [](auto x, auto y) { tawny_glacier_cl7_a<<<dim3(2, 264), 256>>>(F4(x), (float4*)y, 248); });
        add("scarlet_mortar_cl7_a", [](auto x, auto y) { scarlet_mortar_cl7_a<<<dim3(2, 33), 256>>>(F4(x), (float4*)y, 1984); });
        add("silver_gannet_cl7_a", [](auto x, auto y) { silver_gannet_cl7_a<<<dim3(2, 264), 256>>>(F4(x), y, 248); });
        add("barley_spindle_cl7_a", [](auto x, auto y) { barley_spindle_cl7_a<<<dim3(8, 132), 256>>>(x, y, 496); });
    }
    {
        const int rows = 4000000, bags = 65536; const size_t n = (size_t)bags * 128;
        const uint4* t = (const uint4*)filled<__half>((size_t)rows * 128, 8);
        const int* idx = indices((size_t)bags * BAG, rows, 9);
        std::vector<int> host((size_t)bags * BAG);
        CHECK(cudaMemcpy(host.data(), idx, host.size() * 4, cudaMemcpyDeviceToHost));
        const long long* wide = uploaded(std::vector<long long>(host.begin(), host.end()));
        auto add = [&](const char* name, auto f) { float* y = empty<float>(n); cases.push_back({name, [=] { f((float4*)y); }, y, n, Output::f32}); };
        add("garnet_swallow_cl7_b", [=](auto y) { garnet_swallow_cl7_b<<<bags / 8, 256>>>(t, idx, y); });
        add("olive_turret_cl7_a", [=](auto y) { olive_turret_cl7_a<<<bags / 8, 256>>>(t, wide, y); });
        add("dusky_sonnet_cl7_a", [=](auto y) { dusky_sonnet_cl7_a<<<bags / 8, 256>>>(t, idx, y); });
        add("ivory_canyon_cl7_a", [=](auto y) { ivory_canyon_cl7_a<<<bags / 32, 512>>>(t, idx, y); });
        CHECK(cudaFuncSetAttribute(russet_pylon_cl7_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
        add("russet_pylon_cl7_a", [=](auto y) { russet_pylon_cl7_a<<<bags / 2, 64, 65536>>>(t, idx, y, 8192); });
    }
    {
        const size_t n = (size_t)BODIES * SPLIT * 4;
        std::vector<float4> host(BODIES);
        for (int i = 0; i < BODIES; ++i) host[i] = make_float4(unit(4 * i), unit(4 * i + 1), unit(4 * i + 2), 0.6f + 0.4f * unit(4 * i + 3));
        const float4* b = uploaded(host);
        auto add = [&](const char* name, auto f) { float* y = empty<float>(n); cases.push_back({name, [=] { f((float4*)y); }, y, n, Output::f32}); };
        add("sable_lantern_cl7_b", [=](auto y) { sable_lantern_cl7_b<<<dim3(66, SPLIT), 128>>>(b, y, PART); });
        add("frosted_hinge_cl7_a", [=](auto y) { frosted_hinge_cl7_a<<<dim3(66, SPLIT), 128>>>(b, y, PART); });
        add("plum_estuary_cl7_a", [=](auto y) { plum_estuary_cl7_a<<<dim3(66, SPLIT), 128>>>(b, y, PART); });
        add("jade_wicket_cl7_a", [=](auto y) { jade_wicket_cl7_a<<<dim3(66, 1), 128>>>(b, y, BODIES); });
        add("bronze_kestrel_cl7_a", [=](auto y) { bronze_kestrel_cl7_a<<<dim3(66, 24), 128>>>(b, y, BODIES / 24); });
    }
    return run(argc, argv, cases);
}
