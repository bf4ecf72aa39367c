// Measured pairs, set hundredseventyfifth, suffix ci5: kernels in which little or nothing is to be gained.
#include "harness.cuh"
#include <cuda.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
using harness::Output;
static std::vector<harness::Case> cases;
static void add(const char* n, std::function<void()> f, const void* out, size_t c, Output t = Output::f32) { cases.push_back({n, f, out, c, t}); }

// ---- h01: Adam optimiser step, out of place, fp32
constexpr int ADn = 1 << 25;
__global__ void __launch_bounds__(256) velvet_anchor_ci5_a(const float4* __restrict__ p, const float4* __restrict__ g, const float4* __restrict__ m,
        const float4* __restrict__ v, float4* __restrict__ po, float4* __restrict__ mo, float4* __restrict__ vo, float lr, float b1, float b2, float eps) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    float4 P = __ldcs(p + i), G = __ldcs(g + i), M = __ldcs(m + i), V = __ldcs(v + i);
    auto step = [&](float& pp, float gg, float& mm, float& vv) {
        mm = b1 * mm + (1.0f - b1) * gg;
        vv = b2 * fabsf(vv) + (1.0f - b2) * gg * gg;
        pp -= __fdividef(lr * mm, __fsqrt_rn(vv) + eps);
    };
    step(P.x, G.x, M.x, V.x); step(P.y, G.y, M.y, V.y); step(P.z, G.z, M.z, V.z); step(P.w, G.w, M.w, V.w);
    __stcs(po + i, P); __stcs(mo + i, M); __stcs(vo + i, V);
}
static void r01() {
    float *p = harness::filled<float>(ADn, 1), *g = harness::filled<float>(ADn, 2), *m = harness::filled<float>(ADn, 3), *v = harness::filled<float>(ADn, 4);
    float *po = harness::empty<float>(ADn), *mo = harness::empty<float>(ADn), *vo = harness::empty<float>(ADn);
    add("velvet_anchor_ci5_a", [=] { velvet_anchor_ci5_a<<<ADn / 1024, 256>>>((float4*)p, (float4*)g, (float4*)m, (float4*)v, (float4*)po, (float4*)mo,
        (float4*)vo, 1e-3f, 0.9f, 0.999f, 1e-8f); }, po, ADn);
}

// ---- h02: embedding bag, 32 rows of 128 floats summed per bag, table lies in L2
constexpr int EBrows = 32768, EBbags = 67584, EBlen = 32;
__global__ void __launch_bounds__(256) maple_drum_ci5_a(const float4* __restrict__ table, const int* __restrict__ ids, float4* __restrict__ out) {
    const int lane = threadIdx.x & 31, bag = blockIdx.x * 8 + (threadIdx.x >> 5);
    const int mine = ids[bag * EBlen + lane];
    float4 s = make_float4(0, 0, 0, 0);
    #pragma unroll
    for (int j = 0; j < EBlen; j += 8) {
        float4 r[8];
        #pragma unroll
        for (int u = 0; u < 8; ++u) r[u] = __ldcg(table + __shfl_sync(~0u, mine, j + u) * 32 + lane);
        #pragma unroll
        for (int u = 0; u < 8; ++u) { s.x += r[u].x; s.y += r[u].y; s.z += r[u].z; s.w += r[u].w; }
    }
    __stcs(out + bag * 32 + lane, s);
}
static void r02() {
    float *t = harness::filled<float>(EBrows * 128, 5), *o = harness::empty<float>(EBbags * 128);
    int* ids = harness::indices(EBbags * EBlen, EBrows, 11);
    add("maple_drum_ci5_a", [=] { maple_drum_ci5_a<<<EBbags / 8, 256>>>((float4*)t, ids, (float4*)o); }, o, (size_t)EBbags * 128);
}

// ---- h03: gravitational forces, targets x source slices, four targets a thread
constexpr int NBt = 65536, NBs = 33 * 512;
__global__ void __launch_bounds__(128) orbit_kettle_ci5_a(const float4* __restrict__ tgt, const float4* __restrict__ src, float4* __restrict__ part) {
    __shared__ float4 s[512];
    for (int j = threadIdx.x; j < 512; j += 128) { float4 q = src[blockIdx.y * 512 + j]; q.w = fabsf(q.w); s[j] = q; }
    float px[4], py[4], pz[4], ax[4] = {}, ay[4] = {}, az[4] = {};
    #pragma unroll
    for (int u = 0; u < 4; ++u) { float4 q = tgt[blockIdx.x * 512 + u * 128 + threadIdx.x]; px[u] = q.x; py[u] = q.y; pz[u] = q.z; }
    __syncthreads();
    #pragma unroll 4
    for (int j = 0; j < 512; ++j) {
        const float4 q = s[j];
        #pragma unroll
        for (int u = 0; u < 4; ++u) {
            float dx = q.x - px[u], dy = q.y - py[u], dz = q.z - pz[u];
            float r; asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 1e-3f)))));
            float w = q.w * r * (r * r);
            ax[u] = fmaf(w, dx, ax[u]); ay[u] = fmaf(w, dy, ay[u]); az[u] = fmaf(w, dz, az[u]);
        }
    }
    #pragma unroll
    for (int u = 0; u < 4; ++u) part[(size_t)blockIdx.y * NBt + blockIdx.x * 512 + u * 128 + threadIdx.x] = make_float4(ax[u], ay[u], az[u], 0.0f);
}
static void r03() {
    float *t = harness::filled<float>(NBt * 4, 6), *s = harness::filled<float>(NBs * 4, 7), *o = harness::empty<float>((size_t)NBt * 33 * 4);
    add("orbit_kettle_ci5_a", [=] { orbit_kettle_ci5_a<<<dim3(NBt / 512, 33), 128>>>((float4*)t, (float4*)s, (float4*)o); }, o, (size_t)NBt * 33 * 4);
}

// ---- h04: half-precision product by wgmma, TMA ring of four stages, one producer and two consumer warpgroups
constexpr int WGm = 66 * 128, WGn = 32 * 256, WGk = 6144, WGst = 4, WGsmem = WGst * 49152 + 1024 + 128;
__device__ __forceinline__ uint32_t saddr(const void* p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void mb_init(uint32_t b, int n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(b), "r"(n)); }
__device__ __forceinline__ void mb_expect(uint32_t b, int n) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(b), "r"(n) : "memory"); }
__device__ __forceinline__ void mb_arrive(uint32_t b) { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(b) : "memory"); }
__device__ __forceinline__ void mb_wait(uint32_t b, int parity) {
    asm volatile("{\n.reg .pred p;\nL1:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@p bra L2;\nbra L1;\nL2:\n}\n" ::"r"(b), "r"(parity) : "memory");
}
__device__ __forceinline__ void tma2(uint32_t dst, const CUtensorMap* m, uint32_t bar, int x, int y) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];"
        ::"r"(dst), "l"(m), "r"(bar), "r"(x), "r"(y) : "memory");
}
__device__ __forceinline__ uint64_t wdesc(uint32_t a) { return (uint64_t)((a & 0x3ffff) >> 4) | (1ull << 16) | (64ull << 32) | (1ull << 62); }
__device__ __forceinline__ void wgmma_64x256x16(float (&d)[128], uint64_t da, uint64_t db, int scale) {
    asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %130, 0;\nwgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {"
        "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
        "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
        "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
        "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, "
        "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, "
        "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, "
        "%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, "
        "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127}, "
        "%128, %129, p, 1, 1, 0, 0;\n}\n"
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
        : "l"(da), "l"(db), "r"(scale));
}
__global__ void __launch_bounds__(384, 1) granite_flute_ci5_a(const __grid_constant__ CUtensorMap ta, const __grid_constant__ CUtensorMap tb, __half* __restrict__ out) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    extern __shared__ uint8_t raw[];
    const uint32_t base = (saddr(raw) + 1023) & ~1023u, bars = base + WGst * 49152;   // full[4], empty[4]
    const int group = blockIdx.x / (11 * 32), in = blockIdx.x % (11 * 32), tm = group * 11 + in % 11, tn = in / 11;
    const int wg = threadIdx.x >> 7, nk = WGk / 64;
    if (threadIdx.x == 0) {
        for (int i = 0; i < WGst; ++i) { mb_init(bars + 8 * i, 1); mb_init(bars + 32 + 8 * i, 8); }
        asm volatile("fence.mbarrier_init.release.cluster;\nfence.proxy.async;" ::: "memory");
    }
    __syncthreads();
    if (wg == 0) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
        if (threadIdx.x == 0) {
            for (int k = 0; k < nk; ++k) {
                const int s = k % WGst;
                if (k >= WGst) mb_wait(bars + 32 + 8 * s, ((k / WGst) - 1) & 1);
                mb_expect(bars + 8 * s, 49152);
                tma2(base + s * 49152, &ta, bars + 8 * s, k * 64, tm * 128);
                tma2(base + s * 49152 + 16384, &tb, bars + 8 * s, k * 64, tn * 256);
            }
        }
        return;
    }
    asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
    const int c = wg - 1, lane = threadIdx.x & 31, warp = (threadIdx.x >> 5) & 3;
    float d[128];
    #pragma unroll
    for (int i = 0; i < 128; ++i) d[i] = 0.0f;
    for (int k = 0; k < nk; ++k) {
        const int s = k % WGst;
        mb_wait(bars + 8 * s, (k / WGst) & 1);
        const uint64_t da = wdesc(base + s * 49152 + c * 8192), db = wdesc(base + s * 49152 + 16384);
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
        #pragma unroll
        for (int q = 0; q < 4; ++q) wgmma_64x256x16(d, da + 2 * q, db + 2 * q, 1);
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
        asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
        if (k > 0 && lane == 0) mb_arrive(bars + 32 + 8 * ((k - 1) % WGst));
    }
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    __half* o = out + (size_t)(tm * 128 + c * 64 + warp * 16 + (lane >> 2)) * WGn + tn * 256 + (lane & 3) * 2;
    #pragma unroll
    for (int j = 0; j < 32; ++j) {
        *(__half2*)(o + j * 8) = __floats2half2_rn(d[4 * j], d[4 * j + 1]);
        *(__half2*)(o + 8 * (size_t)WGn + j * 8) = __floats2half2_rn(d[4 * j + 2], d[4 * j + 3]);
    }
#endif
}
static CUtensorMap tensor_map(void* p, int rows, int cols, int boxr, int boxc) {
    typedef CUresult (*Encode)(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*, const cuuint64_t*, const cuuint32_t*, const cuuint32_t*,
        CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);
    void* f = nullptr; cudaDriverEntryPointQueryResult q;
    CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &f, 12000, cudaEnableDefault, &q));
    CUtensorMap m;
    cuuint64_t dims[2] = {(cuuint64_t)cols, (cuuint64_t)rows}, strides[1] = {(cuuint64_t)cols * 2};
    cuuint32_t box[2] = {(cuuint32_t)boxc, (cuuint32_t)boxr}, es[2] = {1, 1};
    if (((Encode)f)(&m, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, p, dims, strides, box, es, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
        CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS) { std::fprintf(stderr, "tensor map\n"); std::exit(1); }
    return m;
}
static void r04() {
    __half *a = harness::filled<__half>((size_t)WGm * WGk, 8), *b = harness::filled<__half>((size_t)WGn * WGk, 9), *o = harness::empty<__half>((size_t)WGm * WGn);
    CUtensorMap ta = tensor_map(a, WGm, WGk, 128, 64), tb = tensor_map(b, WGn, WGk, 256, 64);
    CHECK(cudaFuncSetAttribute(granite_flute_ci5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, WGsmem));
    add("granite_flute_ci5_a", [=] { granite_flute_ci5_a<<<66 * 32, 384, WGsmem>>>(ta, tb, o); }, o, (size_t)WGm * WGn, Output::f16);
}

// ---- h05: power series of 256 terms in double precision, four points a thread
constexpr int PSn = 132 * 8 * 4 * 256 * 8;
__constant__ double PScoef[256];
__global__ void __launch_bounds__(256) harbor_quilt_ci5_a(const double2* __restrict__ x, double2* __restrict__ o) {
    const int i = blockIdx.x * 512 + threadIdx.x;
    const double2 u = x[i], v = x[i + 256];
    double a = PScoef[255], b = a, c = a, d = a;
    #pragma unroll 32
    for (int k = 254; k >= 0; --k) {
        const double q = PScoef[k];
        a = fma(a, u.x, q); b = fma(b, u.y, q); c = fma(c, v.x, q); d = fma(d, v.y, q);
    }
    o[i] = make_double2(a, b); o[i + 256] = make_double2(c, d);
}
static void r05() {
    double *x = harness::filled<double>(PSn, 12), *o = harness::empty<double>(PSn);
    std::vector<double> h(256);
    for (int i = 0; i < 256; ++i) h[i] = harness::unit(i * 77 + 5);
    CHECK(cudaMemcpyToSymbol(PScoef, h.data(), 256 * sizeof(double)));
    add("harbor_quilt_ci5_a", [=] { harbor_quilt_ci5_a<<<PSn / 1024, 256>>>((double2*)x, (double2*)o); }, o, PSn, Output::f64);
}

// ---- h06: structure factor, sum of f exp(i q.r) over atoms for random q
constexpr int SFq = 132 * 8 * 256, SFa = 1024;
__global__ void __launch_bounds__(256, 8) saddle_comet_ci5_a(const float* __restrict__ qv, const float4* __restrict__ atoms, float2* __restrict__ o) {
    __shared__ float4 s[SFa];
    for (int j = threadIdx.x; j < SFa; j += 256) s[j] = atoms[j];
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float qx = 3.0f * qv[i], qy = 3.0f * qv[i + SFq], qz = 3.0f * qv[i + 2 * SFq];
    float re = 0, im = 0;
    __syncthreads();
    #pragma unroll 4
    for (int j = 0; j < SFa; ++j) {
        const float4 r = s[j];
        float si, co; __sincosf(fmaf(qx, r.x, fmaf(qy, r.y, qz * r.z)), &si, &co);
        re = fmaf(r.w, co, re); im = fmaf(r.w, si, im);
    }
    o[i] = make_float2(re, im);
}
static void r06() {
    float *q = harness::filled<float>(3 * SFq, 13), *a = harness::filled<float>(SFa * 4, 14), *o = harness::empty<float>(2 * SFq);
    add("saddle_comet_ci5_a", [=] { saddle_comet_ci5_a<<<SFq / 256, 256>>>(q, (float4*)a, (float2*)o); }, o, 2 * SFq);
}

// ---- h07: histogram of the top six bits of bytes, a private column of counters per thread (bank = thread)
constexpr size_t PHn = (size_t)1 << 28; constexpr int PHgrid = 132 * 7;
__global__ void __launch_bounds__(128) walnut_signal_ci5_a(const uint4* __restrict__ x, int* __restrict__ hist) {
    __shared__ int c[64][128];
    const int t = threadIdx.x;
    #pragma unroll 16
    for (int b = 0; b < 64; ++b) c[b][t] = 0;
    char* mine = (char*)&c[0][t];
    auto word = [&](uint32_t w) {
        #pragma unroll
        for (int s = 0; s < 4; ++s) ++*(int*)(mine + (((w >> (8 * s + 2)) & 63u) << 9));
    };
    const size_t n = PHn / 16, st = (size_t)PHgrid * 128;
    size_t i = (size_t)blockIdx.x * 128 + t;
    uint4 q = i < n ? __ldcs(x + i) : make_uint4(0, 0, 0, 0);
    while (i < n) {
        const size_t j = i + st;
        uint4 nx = j < n ? __ldcs(x + j) : q;
        word(q.x); word(q.y); word(q.z); word(q.w);
        q = nx; i = j;
    }
    __syncthreads();
    for (int b = t >> 5; b < 64; b += 4) {
        int s = 0;
        #pragma unroll
        for (int k = 0; k < 4; ++k) s += c[b][(t & 31) + 32 * k];
        s = __reduce_add_sync(~0u, s);
        if ((t & 31) == 0) atomicAdd(hist + b, s);
    }
}
static void r07() {
    int *x = harness::indices(PHn / 4, 0xffffffffu, 15), *o = harness::empty<int>(64);
    add("walnut_signal_ci5_a", [=] { walnut_signal_ci5_a<<<PHgrid, 128>>>((uint4*)x, o); }, o, 64, Output::i32);
}

// ---- h08: sparse matrix in ELL slabs (24 entries a row, band of columns) times a vector
constexpr int ELr = 1 << 21, ELw = 24;
__global__ void harness_ell(int* col) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)ELr * ELw; i += (size_t)gridDim.x * blockDim.x) {
        int r = i % ELr, e = i / ELr, c = r + (e - 12) * 40 + (int)(harness::hash32(e * 9 + r / 64) % 37);
        col[i] = min(max(c, 0), ELr - 1);
    }
}
__global__ void __launch_bounds__(256) copper_meadow_ci5_a(const float* __restrict__ val, const int* __restrict__ col, const float* __restrict__ x, float* __restrict__ y) {
    const int r = blockIdx.x * 256 + threadIdx.x;
    float s = 0, s2 = 0;
    #pragma unroll
    for (int e = 0; e < ELw; e += 12) {
        float v[12]; int c[12];
        #pragma unroll
        for (int u = 0; u < 12; ++u) { c[u] = __ldcs(col + (size_t)(e + u) * ELr + r); v[u] = __ldcs(val + (size_t)(e + u) * ELr + r); }
        #pragma unroll
        for (int u = 0; u < 12; u += 2) { s = fmaf(v[u], __ldg(x + c[u]), s); s2 = fmaf(v[u + 1], __ldg(x + c[u + 1]), s2); }
    }
    y[r] = s + s2;
}
static void r08() {
    float *v = harness::filled<float>((size_t)ELr * ELw, 16), *x = harness::filled<float>(ELr, 17), *o = harness::empty<float>(ELr);
    int* c; CHECK(cudaMalloc(&c, (size_t)ELr * ELw * 4)); harness_ell<<<2048, 256>>>(c);
    add("copper_meadow_ci5_a", [=] { copper_meadow_ci5_a<<<ELr / 256, 256>>>(v, c, x, o); }, o, ELr);
}

// ---- h09: transposition of a float matrix through padded 64x64 tiles, four loads a thread in flight
constexpr int TRn = 16384;
__global__ void __launch_bounds__(256) pebble_choir_ci5_a(const float4* __restrict__ in, float4* __restrict__ out) {
    __shared__ float t[64][65];
    const int x = threadIdx.x & 15, y = threadIdx.x >> 4;
    float4 q[4];
    #pragma unroll
    for (int k = 0; k < 4; ++k) q[k] = __ldcs(in + (size_t)(blockIdx.y * 64 + y + 16 * k) * (TRn / 4) + blockIdx.x * 16 + x);
    #pragma unroll
    for (int k = 0; k < 4; ++k) { float* d = &t[y + 16 * k][4 * x]; d[0] = q[k].x; d[1] = q[k].y; d[2] = q[k].z; d[3] = q[k].w; }
    __syncthreads();
    #pragma unroll
    for (int k = 0; k < 4; ++k) {
        const int c = y + 16 * k;
        __stcs(out + (size_t)(blockIdx.x * 64 + c) * (TRn / 4) + blockIdx.y * 16 + x, make_float4(t[4 * x][c], t[4 * x + 1][c], t[4 * x + 2][c], t[4 * x + 3][c]));
    }
}
static void r09() {
    float *x = harness::filled<float>((size_t)TRn * TRn, 18), *o = harness::empty<float>((size_t)TRn * TRn);
    add("pebble_choir_ci5_a", [=] { pebble_choir_ci5_a<<<dim3(TRn / 64, TRn / 64), 256>>>((float4*)x, (float4*)o); }, o, (size_t)TRn * TRn);
}

// ---- h10: one token through a linear layer: half matrix times vector, a warp a row, the vector in shared memory
constexpr int GVr = 28672, GVc = 8192;
__global__ void __launch_bounds__(256) lumen_barrel_ci5_a(const uint4* __restrict__ w, const __half2* __restrict__ x, float* __restrict__ y) {
    __shared__ uint4 sx[GVc / 8];
    for (int i = threadIdx.x; i < GVc / 8; i += 256) sx[i] = ((const uint4*)x)[i];
    __syncthreads();
    const int lane = threadIdx.x & 31, row = blockIdx.x * 8 + (threadIdx.x >> 5);
    const uint4* r = w + (size_t)row * (GVc / 8) + lane;
    float s[2] = {0, 0};
    #pragma unroll
    for (int k = 0; k < GVc / 8 / 32; k += 8) {
        uint4 q[8];
        #pragma unroll
        for (int u = 0; u < 8; ++u) q[u] = __ldcs(r + (k + u) * 32);
        #pragma unroll
        for (int u = 0; u < 8; ++u) {
            const uint4 v = sx[(k + u) * 32 + lane];
            const __half2 *a = (const __half2*)&q[u], *b = (const __half2*)&v;
            #pragma unroll
            for (int j = 0; j < 4; ++j) {
                const float2 f = __half22float2(a[j]), g = __half22float2(b[j]);
                s[0] = fmaf(f.x, g.x, s[0]); s[1] = fmaf(f.y, g.y, s[1]);
            }
        }
    }
    float t = s[0] + s[1];
    #pragma unroll
    for (int d = 16; d; d >>= 1) t += __shfl_xor_sync(~0u, t, d);
    if (lane == 0) y[row] = t;
}
static void r10() {
    __half *w = harness::filled<__half>((size_t)GVr * GVc, 19), *x = harness::filled<__half>(GVc, 20); float* o = harness::empty<float>(GVr);
    add("lumen_barrel_ci5_a", [=] { lumen_barrel_ci5_a<<<GVr / 8, 256>>>((uint4*)w, (__half2*)x, o); }, o, GVr);
}

// ---- h11: explicit heat step on a 3D grid, seven points, marching in z with the column in registers
constexpr int HTx = 768, HTy = 512, HTz = 512, HTslab = 64;
__global__ void __launch_bounds__(192) cinder_harp_ci5_a(const float4* __restrict__ u, float4* __restrict__ o, float k) {
    const int x = threadIdx.x, y = blockIdx.x, z0 = blockIdx.y * HTslab;
    const int row = HTx / 4, plane = row * HTy;
    const int yu = y > 0 ? -row : 0, yd = y < HTy - 1 ? row : 0;
    const float4* p = u + (size_t)z0 * plane + y * row + x;
    float4* q = o + (size_t)z0 * plane + y * row + x;
    const float* e = (const float*)p;
    const int lo = x > 0 ? -1 : 0, hi = x < row - 1 ? 4 : 3;
    float4 back = z0 > 0 ? p[-plane] : p[0], mid = p[0];
    #pragma unroll 4
    for (int z = 0; z < HTslab; ++z) {
        const float4 front = z0 + z < HTz - 1 ? p[plane] : mid, n = p[yu], s = p[yd];
        const float l = e[lo], r = e[hi];
        float4 w;
        w.x = mid.x + k * (l + mid.y + n.x + s.x + back.x + front.x - 6.0f * mid.x);
        w.y = mid.y + k * (mid.x + mid.z + n.y + s.y + back.y + front.y - 6.0f * mid.y);
        w.z = mid.z + k * (mid.y + mid.w + n.z + s.z + back.z + front.z - 6.0f * mid.z);
        w.w = mid.w + k * (mid.z + r + n.w + s.w + back.w + front.w - 6.0f * mid.w);
        __stcs(q, w);
        back = mid; mid = front; p += plane; q += plane; e += 4 * (size_t)plane;
    }
}
static void r11() {
    float *u = harness::filled<float>((size_t)HTx * HTy * HTz, 21), *o = harness::empty<float>((size_t)HTx * HTy * HTz);
    add("cinder_harp_ci5_a", [=] { cinder_harp_ci5_a<<<dim3(HTy, HTz / HTslab), 192>>>((float4*)u, (float4*)o, 0.1f); }, o, (size_t)HTx * HTy * HTz);
}

// ---- h12: RMS normalisation of bfloat16 rows of 4096, the row held in registers
constexpr int RNr = 65536, RNc = 4096;
__global__ void __launch_bounds__(256) thistle_gate_ci5_a(const uint4* __restrict__ x, const uint4* __restrict__ g, uint4* __restrict__ o) {
    __shared__ float part[8];
    const int t = threadIdx.x;
    const size_t b = (size_t)blockIdx.x * (RNc / 8) + t;
    uint4 q[2] = {__ldcs(x + b), __ldcs(x + b + 256)};
    const uint4 w[2] = {g[t], g[t + 256]};
    float s = 0;
    #pragma unroll
    for (int k = 0; k < 2; ++k) {
        const __nv_bfloat162* h = (const __nv_bfloat162*)&q[k];
        #pragma unroll
        for (int j = 0; j < 4; ++j) { const float2 f = __bfloat1622float2(h[j]); s = fmaf(f.x, f.x, s); s = fmaf(f.y, f.y, s); }
    }
    #pragma unroll
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    if ((t & 31) == 0) part[t >> 5] = s;
    __syncthreads();
    s = 0;
    #pragma unroll
    for (int k = 0; k < 8; ++k) s += part[k];
    const float r = rsqrtf(s * (1.0f / RNc) + 1e-5f);
    #pragma unroll
    for (int k = 0; k < 2; ++k) {
        __nv_bfloat162* h = (__nv_bfloat162*)&q[k]; const __nv_bfloat162* v = (const __nv_bfloat162*)&w[k];
        #pragma unroll
        for (int j = 0; j < 4; ++j) {
            const float2 f = __bfloat1622float2(h[j]), m = __bfloat1622float2(v[j]);
            h[j] = __floats2bfloat162_rn(f.x * r * m.x, f.y * r * m.y);
        }
        __stcs(o + b + 256 * k, q[k]);
    }
}
static void r12() {
    __nv_bfloat16 *x = harness::filled<__nv_bfloat16>((size_t)RNr * RNc, 22), *g = harness::filled<__nv_bfloat16>(RNc, 23);
    __nv_bfloat16* o = harness::empty<__nv_bfloat16>((size_t)RNr * RNc);
    add("thistle_gate_ci5_a", [=] { thistle_gate_ci5_a<<<RNr, 256>>>((uint4*)x, (uint4*)g, (uint4*)o); }, o, (size_t)RNr * RNc / 2, Output::i32);
}

// ---- h13: double-precision product on the FP64 tensor cores, 128x128 tiles, ring of four cp.async stages
constexpr int DGm = 33 * 128, DGn = 32 * 128, DGk = 2048, DGp = 20, DGsmem = 4 * 256 * DGp * 8;
__device__ __forceinline__ void cpa16(uint32_t d, const void* s) { asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(d), "l"(s) : "memory"); }
__global__ void __launch_bounds__(256, 1) basalt_ribbon_ci5_a(const double* __restrict__ A, const double* __restrict__ B, double* __restrict__ C) {
    extern __shared__ double sm[];
    const int t = threadIdx.x, lane = t & 31, w = t >> 5, wm = (w >> 2) * 64, wn = (w & 3) * 32, g = lane >> 2, q = lane & 3;
    const int bm = blockIdx.x * 128, bn = blockIdx.y * 128;
    auto load = [&](int k) {
        double* s = sm + (k & 3) * 256 * DGp;
        #pragma unroll
        for (int u = 0; u < 8; ++u) {
            const int r = (t >> 3) + 32 * u, c = (t & 7) * 2;
            const double* src = (u < 4 ? A + (size_t)(bm + r) * DGk : B + (size_t)(bn + r - 128) * DGk) + k * 16 + c;
            cpa16((uint32_t)__cvta_generic_to_shared(s + r * DGp + c), src);
        }
    };
    double d[4][4][4] = {};
    #pragma unroll
    for (int k = 0; k < 3; ++k) { load(k); asm volatile("cp.async.commit_group;" ::: "memory"); }
    for (int k = 0; k < DGk / 16; ++k) {
        asm volatile("cp.async.wait_group 2;" ::: "memory");
        __syncthreads();
        if (k + 3 < DGk / 16) load(k + 3);
        asm volatile("cp.async.commit_group;" ::: "memory");
        const double *sa = sm + (k & 3) * 256 * DGp + (wm + g) * DGp + q, *sb = sm + (k & 3) * 256 * DGp + (128 + wn + g) * DGp + q;
        #pragma unroll
        for (int h = 0; h < 16; h += 8) {
            double a[4][4], b[4][2];
            #pragma unroll
            for (int i = 0; i < 4; ++i) {
                a[i][0] = sa[16 * i * DGp + h]; a[i][1] = sa[(16 * i + 8) * DGp + h]; a[i][2] = sa[16 * i * DGp + h + 4]; a[i][3] = sa[(16 * i + 8) * DGp + h + 4];
                b[i][0] = sb[8 * i * DGp + h]; b[i][1] = sb[8 * i * DGp + h + 4];
            }
            #pragma unroll
            for (int i = 0; i < 4; ++i)
                #pragma unroll
                for (int j = 0; j < 4; ++j)
                    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                        : "+d"(d[i][j][0]), "+d"(d[i][j][1]), "+d"(d[i][j][2]), "+d"(d[i][j][3])
                        : "d"(a[i][0]), "d"(a[i][1]), "d"(a[i][2]), "d"(a[i][3]), "d"(b[j][0]), "d"(b[j][1]));
        }
    }
    #pragma unroll
    for (int i = 0; i < 4; ++i)
        #pragma unroll
        for (int j = 0; j < 4; ++j) {
            double* o = C + (size_t)(bm + wm + 16 * i + g) * DGn + bn + wn + 8 * j + 2 * q;
            *(double2*)o = make_double2(d[i][j][0], d[i][j][1]);
            *(double2*)(o + 8 * (size_t)DGn) = make_double2(d[i][j][2], d[i][j][3]);
        }
}
static void r13() {
    double *a = harness::filled<double>((size_t)DGm * DGk, 24), *b = harness::filled<double>((size_t)DGn * DGk, 25), *o = harness::empty<double>((size_t)DGm * DGn);
    CHECK(cudaFuncSetAttribute(basalt_ribbon_ci5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, DGsmem));
    add("basalt_ribbon_ci5_a", [=] { basalt_ribbon_ci5_a<<<dim3(DGm / 128, DGn / 128), 256, DGsmem>>>(a, b, o); }, o, (size_t)DGm * DGn, Output::f64);
}

// ---- h14: ChaCha20 encryption, a 64-byte block a thread, words exchanged through shared memory so that rows move as vectors
constexpr int CHb = 1 << 22;
__global__ void __launch_bounds__(128) timber_voyage_ci5_a(const uint4* __restrict__ in, uint4* __restrict__ out, uint4 key0, uint4 key1, uint32_t n0, uint32_t n1, uint32_t n2) {
    __shared__ uint4 st[4][32 * 4 + 4];
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    const uint32_t blk = blockIdx.x * 128 + threadIdx.x;
    const uint32_t i0[16] = {0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u, key0.x, key0.y, key0.z, key0.w, key1.x, key1.y, key1.z, key1.w, blk, n0, n1, n2};
    uint32_t x[16];
    #pragma unroll
    for (int k = 0; k < 16; ++k) x[k] = i0[k];
    auto qr = [&](int a, int b, int c, int d) {
        x[a] += x[b]; x[d] = __byte_perm(x[d] ^ x[a], 0, 0x1032);
        x[c] += x[d]; x[b] = __funnelshift_l(x[b] ^ x[c], x[b] ^ x[c], 12);
        x[a] += x[b]; x[d] = __byte_perm(x[d] ^ x[a], 0, 0x2103);
        x[c] += x[d]; x[b] = __funnelshift_l(x[b] ^ x[c], x[b] ^ x[c], 7);
    };
    #pragma unroll 2
    for (int r = 0; r < 10; ++r) {
        qr(0, 4, 8, 12); qr(1, 5, 9, 13); qr(2, 6, 10, 14); qr(3, 7, 11, 15);
        qr(0, 5, 10, 15); qr(1, 6, 11, 12); qr(2, 7, 8, 13); qr(3, 4, 9, 14);
    }
    const size_t base = ((size_t)blockIdx.x * 128 + w * 32) * 4;
    #pragma unroll
    for (int k = 0; k < 4; ++k) {
        const int p = lane * 4 + (k ^ ((lane >> 1) & 3));
        st[w][p] = make_uint4(x[4 * k] + i0[4 * k], x[4 * k + 1] + i0[4 * k + 1], x[4 * k + 2] + i0[4 * k + 2], x[4 * k + 3] + i0[4 * k + 3]);
    }
    __syncwarp();
    #pragma unroll
    for (int k = 0; k < 4; ++k) {
        const int e = k * 32 + lane, l = e >> 2, c = e & 3;
        const uint4 s = st[w][l * 4 + (c ^ ((l >> 1) & 3))];
        uint4 m = __ldcs(in + base + e);
        m.x ^= s.x; m.y ^= s.y; m.z ^= s.z; m.w ^= s.w;
        __stcs(out + base + e, m);
    }
}
static void r14() {
    int *x = harness::indices((size_t)CHb * 16, 0xffffffffu, 26), *o = harness::empty<int>((size_t)CHb * 16);
    add("timber_voyage_ci5_a", [=] { timber_voyage_ci5_a<<<CHb / 128, 128>>>((uint4*)x, (uint4*)o, make_uint4(1, 22, 333, 4444), make_uint4(5, 66, 777, 8888), 9u, 1010u, 11u); },
        o, (size_t)CHb * 16, Output::i32);
}

// ---- m01: returns of a price series, input begins one element off a line; mend: the series aligned
constexpr int RSn = 1 << 27;
template <int SHIFT> __device__ __forceinline__ void returns(const float* __restrict__ p, float* __restrict__ o) {
    const int i = blockIdx.x * 1024 + threadIdx.x;
    float q[4];
    #pragma unroll
    for (int k = 0; k < 4; ++k) q[k] = __ldcs(p + SHIFT + i + 256 * k);
    #pragma unroll
    for (int k = 0; k < 4; ++k) o[i + 256 * k] = __logf(1.5f + q[k]) * 0.25f;
}
__global__ void __launch_bounds__(256) ivory_tunnel_ci5_a(const float* __restrict__ p, float* __restrict__ o) { returns<1>(p, o); }
__global__ void __launch_bounds__(256) ivory_tunnel_ci5_b(const float* __restrict__ p, float* __restrict__ o) { returns<0>(p, o); }
static void r15() {
    float *p = harness::filled<float>(RSn + 32, 31), *q = harness::filled<float>(RSn + 32, 31u + 2654435761u), *o = harness::empty<float>(RSn);
    add("ivory_tunnel_ci5_a", [=] { ivory_tunnel_ci5_a<<<RSn / 1024, 256>>>(p, o); }, o, RSn);
    add("ivory_tunnel_ci5_b", [=] { ivory_tunnel_ci5_b<<<RSn / 1024, 256>>>(q, o); }, o, RSn);
}

// ---- m02: tone mapping of half RGBA pixels; a staging buffer far too big leaves half of the warps; mend: no more than needed
constexpr int TMn = 1 << 26, TMbig = 100 * 1024;   // pixels
__device__ __forceinline__ uint4 tone(uint4 q, float gain) {
    __half2* h = (__half2*)&q;
    #pragma unroll
    for (int j = 0; j < 4; ++j) {
        float2 f = __half22float2(h[j]);
        f.x = fabsf(f.x) * gain; f.y = fabsf(f.y) * gain;
        h[j] = __floats2half2_rn(__fdividef(f.x, 1.0f + f.x), __fdividef(f.y, 1.0f + f.y));
    }
    return q;
}
__device__ __forceinline__ void tone_all(const uint4* __restrict__ in, uint4* __restrict__ out, const float* __restrict__ gains) {
    extern __shared__ float lut[];
    if (threadIdx.x < 16) lut[threadIdx.x] = gains[threadIdx.x];
    const size_t i = (size_t)blockIdx.x * 2048 + threadIdx.x;
    uint4 q[4];
    #pragma unroll
    for (int k = 0; k < 4; ++k) q[k] = __ldcs(in + i + 512 * k);
    __syncthreads();
    const float g = 2.0f + lut[blockIdx.x & 15];
    #pragma unroll
    for (int k = 0; k < 4; ++k) __stcs(out + i + 512 * k, tone(q[k], g));
}
__global__ void __launch_bounds__(512) marble_heron_ci5_a(const uint4* __restrict__ in, uint4* __restrict__ out, const float* __restrict__ g) { tone_all(in, out, g); }
__global__ void __launch_bounds__(512) marble_heron_ci5_b(const uint4* __restrict__ in, uint4* __restrict__ out, const float* __restrict__ g) { tone_all(in, out, g); }
static void r16() {
    __half *x = harness::filled<__half>((size_t)TMn * 4, 32), *o = harness::empty<__half>((size_t)TMn * 4); float* g = harness::filled<float>(16, 33);
    CHECK(cudaFuncSetAttribute(marble_heron_ci5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, TMbig));
    add("marble_heron_ci5_a", [=] { marble_heron_ci5_a<<<TMn / 4096, 512, TMbig>>>((uint4*)x, (uint4*)o, g); }, o, (size_t)TMn * 4, Output::f16);
    add("marble_heron_ci5_b", [=] { marble_heron_ci5_b<<<TMn / 4096, 512, 64>>>((uint4*)x, (uint4*)o, g); }, o, (size_t)TMn * 4, Output::f16);
}

// ---- m03: stereo audio to planes through shared memory, frames of 2 channels read with two-way conflicts; mend: halves kept apart
constexpr int STn = 1 << 26;   // frames
template <bool APART> __device__ __forceinline__ void planes(const float4* __restrict__ in, float* __restrict__ out, float gl, float gr) {
    __shared__ float s[2048 + 32];
    const int t = threadIdx.x;
    const size_t b = (size_t)blockIdx.x * 512;
    const float4 p = __ldcs(in + b + t), q = __ldcs(in + b + t + 256);
    if (APART) {
        *(float2*)(s + 2 * t) = make_float2(p.x, p.z); *(float2*)(s + 2 * t + 512) = make_float2(q.x, q.z);
        *(float2*)(s + 1024 + 2 * t) = make_float2(p.y, p.w); *(float2*)(s + 1536 + 2 * t) = make_float2(q.y, q.w);
    } else { ((float4*)s)[t] = p; ((float4*)s)[t + 256] = q; }
    __syncthreads();
    #pragma unroll
    for (int k = 0; k < 4; ++k) {
        const int f = t + 256 * k;
        out[(size_t)blockIdx.x * 1024 + f] = gl * (APART ? s[f] : s[2 * f]);
        out[(size_t)STn + (size_t)blockIdx.x * 1024 + f] = gr * (APART ? s[1024 + f] : s[2 * f + 1]);
    }
}
__global__ void __launch_bounds__(256) cedar_whistle_ci5_a(const float4* __restrict__ in, float* __restrict__ out, float l, float r) { planes<false>(in, out, l, r); }
__global__ void __launch_bounds__(256) cedar_whistle_ci5_b(const float4* __restrict__ in, float* __restrict__ out, float l, float r) { planes<true>(in, out, l, r); }
static void r17() {
    float *x = harness::filled<float>((size_t)STn * 2, 34), *o = harness::empty<float>((size_t)STn * 2);
    add("cedar_whistle_ci5_a", [=] { cedar_whistle_ci5_a<<<STn / 1024, 256>>>((float4*)x, o, 0.7f, 0.6f); }, o, (size_t)STn * 2);
    add("cedar_whistle_ci5_b", [=] { cedar_whistle_ci5_b<<<STn / 1024, 256>>>((float4*)x, o, 0.7f, 0.6f); }, o, (size_t)STn * 2);
}

// ---- m04: depth of the nearest sphere along parallel rays; a few blocks left over after 24 waves; mend: one wave, even shares
constexpr int RYblocks = 1056 * 24 + 70, RYn = RYblocks * 256, RYs = 64;
__device__ __forceinline__ void spheres(float4* s, const float4* __restrict__ src) {
    if (threadIdx.x < RYs) { float4 q = src[threadIdx.x]; q.w = 0.02f + 0.1f * fabsf(q.w); s[threadIdx.x] = q; }
    __syncthreads();
}
__device__ __forceinline__ float depth(const float4* s, float2 p) {
    float best = 10.0f;
    #pragma unroll 8
    for (int j = 0; j < RYs; ++j) {
        const float4 q = s[j];
        const float dx = p.x - q.x, dy = p.y - q.y, h = q.w - fmaf(dx, dx, dy * dy);
        best = fminf(best, h > 0.0f ? fmaf(-h, 0.5f, q.z) : 10.0f);
    }
    return best;
}
__global__ void __launch_bounds__(256, 8) falcon_butter_ci5_a(const float2* __restrict__ p, const float4* __restrict__ sph, float* __restrict__ o) {
    __shared__ float4 s[RYs];
    spheres(s, sph);
    const int i = blockIdx.x * 256 + threadIdx.x;
    o[i] = depth(s, p[i]);
}
__global__ void __launch_bounds__(256, 8) falcon_butter_ci5_b(const float2* __restrict__ p, const float4* __restrict__ sph, float* __restrict__ o) {
    __shared__ float4 s[RYs];
    spheres(s, sph);
    for (int i = blockIdx.x * 256 + threadIdx.x; i < RYn; i += 1056 * 256) o[i] = depth(s, p[i]);
}
static void r18() {
    float *p = harness::filled<float>(RYn * 2, 35), *s = harness::filled<float>(RYs * 4, 36), *o = harness::empty<float>(RYn);
    add("falcon_butter_ci5_a", [=] { falcon_butter_ci5_a<<<RYblocks, 256>>>((float2*)p, (float4*)s, o); }, o, RYn);
    add("falcon_butter_ci5_b", [=] { falcon_butter_ci5_b<<<1056, 256>>>((float2*)p, (float4*)s, o); }, o, RYn);
}

// ---- m05: centre crop of image planes; divisions by sizes known at run time; mend: a grid of rows and planes
constexpr int CRp = 96, CRh = 768, CRw = 1280, CRch = 512, CRcw = 1024;
__global__ void __launch_bounds__(256) onion_ledger_ci5_a(const float4* __restrict__ in, float4* __restrict__ out, int w4, int h, int sw4, int sh, int oy, int ox4) {
    const int b = blockIdx.x * 1024 + threadIdx.x;
    float4 q[4];
    #pragma unroll
    for (int k = 0; k < 4; ++k) {
        const int i = b + 256 * k, x = i % w4, y = i / w4 % h, p = i / (w4 * h);
        q[k] = __ldcs(in + ((size_t)p * sh + y + oy) * sw4 + x + ox4);
    }
    #pragma unroll
    for (int k = 0; k < 4; ++k) __stcs(out + b + 256 * k, q[k]);
}
__global__ void __launch_bounds__(256) onion_ledger_ci5_b(const float4* __restrict__ in, float4* __restrict__ out, int w4, int h, int sw4, int sh, int oy, int ox4) {
    const int y = blockIdx.x * 4, p = blockIdx.y, x = threadIdx.x;
    float4 q[4];
    #pragma unroll
    for (int k = 0; k < 4; ++k) q[k] = __ldcs(in + ((size_t)p * sh + y + k + oy) * sw4 + x + ox4);
    #pragma unroll
    for (int k = 0; k < 4; ++k) __stcs(out + ((size_t)p * h + y + k) * w4 + x, q[k]);
}
static void r19() {
    float *x = harness::filled<float>((size_t)CRp * CRh * CRw, 37), *o = harness::empty<float>((size_t)CRp * CRch * CRcw);
    add("onion_ledger_ci5_a", [=] { onion_ledger_ci5_a<<<CRp * CRch * CRcw / 4096, 256>>>((float4*)x, (float4*)o, CRcw / 4, CRch, CRw / 4, CRh, 100, 32); },
        o, (size_t)CRp * CRch * CRcw);
    add("onion_ledger_ci5_b", [=] { onion_ledger_ci5_b<<<dim3(CRch / 4, CRp), 256>>>((float4*)x, (float4*)o, CRcw / 4, CRch, CRw / 4, CRh, 100, 32); },
        o, (size_t)CRp * CRch * CRcw);
}

// ---- m06: film curve on float RGBA pixels; dark and bright pixels part ways; mend: both curves and a choice
constexpr int FCn = 1 << 25;
__device__ __forceinline__ float toe(float v) { return __powf(fabsf(v) + 0.01f, 0.45f) * 0.9f; }
__device__ __forceinline__ float shoulder(float v) { const float a = fabsf(v); return __fdividef(a * (2.51f * a + 0.03f), a * (2.43f * a + 0.59f) + 0.14f); }
__global__ void __launch_bounds__(256) tulip_engine_ci5_a(const float4* __restrict__ in, float4* __restrict__ out) {
    const size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 q[2] = {__ldcs(in + i), __ldcs(in + i + 256)};
    #pragma unroll
    for (int k = 0; k < 2; ++k) {
        if (q[k].x + q[k].y + q[k].z < 0.0f) {
            q[k].x = toe(q[k].x); q[k].y = toe(q[k].y); q[k].z = toe(q[k].z);
            if (q[k].w < 0.0f) q[k].w = __expf(q[k].w);
        } else {
            q[k].x = shoulder(q[k].x); q[k].y = shoulder(q[k].y); q[k].z = shoulder(q[k].z);
        }
        __stcs(out + i + 256 * k, q[k]);
    }
}
__global__ void __launch_bounds__(256) tulip_engine_ci5_b(const float4* __restrict__ in, float4* __restrict__ out) {
    const size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 q[2] = {__ldcs(in + i), __ldcs(in + i + 256)};
    #pragma unroll
    for (int k = 0; k < 2; ++k) {
        const float4 v = q[k];
        const bool dark = v.x + v.y + v.z < 0.0f;
        const float tx = toe(v.x), ty = toe(v.y), tz = toe(v.z), tw = __expf(v.w), sx = shoulder(v.x), sy = shoulder(v.y), sz = shoulder(v.z);
        __stcs(out + i + 256 * k, make_float4(dark ? tx : sx, dark ? ty : sy, dark ? tz : sz, dark && v.w < 0.0f ? tw : v.w));
    }
}
static void r20() {
    float *x = harness::filled<float>((size_t)FCn * 4, 38), *o = harness::empty<float>((size_t)FCn * 4);
    add("tulip_engine_ci5_a", [=] { tulip_engine_ci5_a<<<FCn / 512, 256>>>((float4*)x, (float4*)o); }, o, (size_t)FCn * 4);
    add("tulip_engine_ci5_b", [=] { tulip_engine_ci5_b<<<FCn / 512, 256>>>((float4*)x, (float4*)o); }, o, (size_t)FCn * 4);
}

// ---- m07: calibration of a radiometer's counts, constants written in double; mend: float constants
constexpr int CLn = 1 << 27;
__global__ void __launch_bounds__(256) amber_canyon_ci5_a(const float4* __restrict__ in, float4* __restrict__ out) {
    const size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 q[2] = {__ldcs(in + i), __ldcs(in + i + 256)};
    #pragma unroll
    for (int k = 0; k < 2; ++k) {
        q[k].x = q[k].x * 0.0174532925 + 273.15; q[k].y = q[k].y * 0.0174532925 + 273.15;
        q[k].z = q[k].z * 0.0174532925 + 273.15; q[k].w = q[k].w * 0.0174532925 + 273.15;
        __stcs(out + i + 256 * k, q[k]);
    }
}
__global__ void __launch_bounds__(256) amber_canyon_ci5_b(const float4* __restrict__ in, float4* __restrict__ out) {
    const size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 q[2] = {__ldcs(in + i), __ldcs(in + i + 256)};
    #pragma unroll
    for (int k = 0; k < 2; ++k) {
        q[k].x = q[k].x * 0.0174532925f + 273.15f; q[k].y = q[k].y * 0.0174532925f + 273.15f;
        q[k].z = q[k].z * 0.0174532925f + 273.15f; q[k].w = q[k].w * 0.0174532925f + 273.15f;
        __stcs(out + i + 256 * k, q[k]);
    }
}
static void r21() {
    float *x = harness::filled<float>(CLn, 39), *o = harness::empty<float>(CLn);
    add("amber_canyon_ci5_a", [=] { amber_canyon_ci5_a<<<CLn / 2048, 256>>>((float4*)x, (float4*)o); }, o, CLn);
    add("amber_canyon_ci5_b", [=] { amber_canyon_ci5_b<<<CLn / 2048, 256>>>((float4*)x, (float4*)o); }, o, CLn);
}

// ---- m08: energy of every trace of a seismic gather; tree with barriers at each step and more of them than needed; mend: shuffles, one barrier
constexpr int SEr = 32768, SEc = 8192;
__device__ __forceinline__ float trace_sum(const float4* __restrict__ x) {
    float4 q[8];
    const size_t b = (size_t)blockIdx.x * (SEc / 4) + threadIdx.x;
    #pragma unroll
    for (int k = 0; k < 8; ++k) q[k] = __ldcs(x + b + 256 * k);
    float s = 0;
    #pragma unroll
    for (int k = 0; k < 8; ++k) s += q[k].x * q[k].x + q[k].y * q[k].y + q[k].z * q[k].z + q[k].w * q[k].w;
    return s;
}
__global__ void __launch_bounds__(256) ferry_almond_ci5_a(const float4* __restrict__ x, float* __restrict__ o) {
    __shared__ float s[256];
    const int t = threadIdx.x;
    s[t] = trace_sum(x);
    __syncthreads();
    for (int d = 128; d; d >>= 1) {
        float v = 0;
        if (t < d) v = s[t + d];
        __syncthreads();
        if (t < d) s[t] += v;
        __syncthreads();
    }
    if (t == 0) o[blockIdx.x] = s[0];
}
__global__ void __launch_bounds__(256) ferry_almond_ci5_b(const float4* __restrict__ x, float* __restrict__ o) {
    __shared__ float s[8];
    const int t = threadIdx.x;
    float v = trace_sum(x);
    #pragma unroll
    for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(~0u, v, d);
    if ((t & 31) == 0) s[t >> 5] = v;
    __syncthreads();
    if (t == 0) o[blockIdx.x] = ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
}
static void r22() {
    float *x = harness::filled<float>((size_t)SEr * SEc, 40), *o = harness::empty<float>(SEr);
    add("ferry_almond_ci5_a", [=] { ferry_almond_ci5_a<<<SEr, 256>>>((float4*)x, o); }, o, SEr);
    add("ferry_almond_ci5_b", [=] { ferry_almond_ci5_b<<<SEr, 256>>>((float4*)x, o); }, o, SEr);
}

// ---- m09: label of a point by the votes of 15 groups of 32 centroids; votes in an indexed local array; mend: votes in nibbles of two words
constexpr int VTn = 132 * 8 * 256 * 4, VTg = 15, VTc = 32;
template <bool ARRAY> __device__ __forceinline__ void vote(const float4* __restrict__ pts, const float4* __restrict__ cen, int* __restrict__ o) {
    __shared__ float4 s[VTg * VTc];
    for (int j = threadIdx.x; j < VTg * VTc; j += 256) {
        float4 c = cen[j]; c.w = 0.5f * (c.x * c.x + c.y * c.y + c.z * c.z); s[j] = c;
    }
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float4 p = pts[i];
    int votes[32];
    #pragma unroll
    for (int k = 0; k < 32; ++k) votes[k] = 0;
    uint64_t lo = 0, hi = 0;
    __syncthreads();
    #pragma unroll 1
    for (int g = 0; g < VTg; ++g) {
        float best = 1e30f; int who = 0;
        #pragma unroll
        for (int j = 0; j < VTc; ++j) {
            const float4 c = s[g * VTc + j];
            const float d = fmaf(-p.x, c.x, fmaf(-p.y, c.y, fmaf(-p.z, c.z, c.w)));
            if (d < best) { best = d; who = j; }
        }
        if (ARRAY) ++votes[who];
        else { const uint64_t one = 1ull << ((who & 15) * 4); if (who < 16) lo += one; else hi += one; }
    }
    int top = 0, label = 0;
    #pragma unroll
    for (int k = 0; k < 32; ++k) {
        const int v = ARRAY ? votes[k] : (int)(((k < 16 ? lo : hi) >> (4 * (k & 15))) & 15);
        if (v > top) { top = v; label = k; }
    }
    o[i] = label * 100 + top;
}
__global__ void __launch_bounds__(256) glacier_piano_ci5_a(const float4* __restrict__ p, const float4* __restrict__ c, int* __restrict__ o) { vote<true>(p, c, o); }
__global__ void __launch_bounds__(256) glacier_piano_ci5_b(const float4* __restrict__ p, const float4* __restrict__ c, int* __restrict__ o) { vote<false>(p, c, o); }
static void r23() {
    float *p = harness::filled<float>(VTn * 4, 41), *c = harness::filled<float>(VTg * VTc * 4, 42); int* o = harness::empty<int>(VTn);
    add("glacier_piano_ci5_a", [=] { glacier_piano_ci5_a<<<VTn / 256, 256>>>((float4*)p, (float4*)c, o); }, o, VTn, Output::i32);
    add("glacier_piano_ci5_b", [=] { glacier_piano_ci5_b<<<VTn / 256, 256>>>((float4*)p, (float4*)c, o); }, o, VTn, Output::i32);
}

// ---- m10: scale and shift of channels-last activations; the small table of layer records is read by fields; mend: fields as arrays
constexpr int SSr = 65536, SSc = 1024, SSper = 32;
struct LayerRecord { float scale, shift, mean, var, rest[12]; };
__global__ void harness_records(LayerRecord* r, float* scale, float* shift) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    float a = 1.0f + 0.5f * harness::unit(i), b = harness::unit(i + 5000);
    r[i].scale = scale[i] = a; r[i].shift = shift[i] = b; r[i].mean = a - b; r[i].var = a * a;
    for (int k = 0; k < 12; ++k) r[i].rest[k] = b * k;
}
__device__ __forceinline__ void affine_rows(const float4* __restrict__ x, float4* __restrict__ o, float4 a, float4 b) {
    const size_t base = (size_t)blockIdx.x * SSper * (SSc / 4) + threadIdx.x;
    #pragma unroll 1
    for (int r = 0; r < SSper; r += 4) {
        float4 q[4];
        #pragma unroll
        for (int u = 0; u < 4; ++u) q[u] = __ldcs(x + base + (r + u) * (SSc / 4));
        #pragma unroll
        for (int u = 0; u < 4; ++u)
            __stcs(o + base + (r + u) * (SSc / 4), make_float4(fmaf(q[u].x, a.x, b.x), fmaf(q[u].y, a.y, b.y), fmaf(q[u].z, a.z, b.z), fmaf(q[u].w, a.w, b.w)));
    }
}
__global__ void __launch_bounds__(256) nickel_orchard_ci5_a(const float4* __restrict__ x, const LayerRecord* __restrict__ r, float4* __restrict__ o) {
    const LayerRecord* p = r + 4 * threadIdx.x;
    affine_rows(x, o, make_float4(p[0].scale, p[1].scale, p[2].scale, p[3].scale), make_float4(p[0].shift, p[1].shift, p[2].shift, p[3].shift));
}
__global__ void __launch_bounds__(256) nickel_orchard_ci5_b(const float4* __restrict__ x, const float4* __restrict__ a, const float4* __restrict__ b, float4* __restrict__ o) {
    affine_rows(x, o, a[threadIdx.x], b[threadIdx.x]);
}
static void r24() {
    float *x = harness::filled<float>((size_t)SSr * SSc, 43), *o = harness::empty<float>((size_t)SSr * SSc), *a = harness::empty<float>(SSc), *b = harness::empty<float>(SSc);
    LayerRecord* r; CHECK(cudaMalloc(&r, SSc * sizeof(LayerRecord))); harness_records<<<SSc / 256, 256>>>(r, a, b);
    add("nickel_orchard_ci5_a", [=] { nickel_orchard_ci5_a<<<SSr / SSper, 256>>>((float4*)x, r, (float4*)o); }, o, (size_t)SSr * SSc);
    add("nickel_orchard_ci5_b", [=] { nickel_orchard_ci5_b<<<SSr / SSper, 256>>>((float4*)x, (float4*)a, (float4*)b, (float4*)o); }, o, (size_t)SSr * SSc);
}

// ---- m11: Kepler's equation by Newton steps, bound by sine and cosine; loads and stores of single floats; mend: vectors of four
constexpr int KEn = 132 * 8 * 256 * 64;
__device__ __forceinline__ float kepler(float m, float ec) {
    const float M = 3.1415926f * m, e = 0.6f * fabsf(ec);
    float E = M;
    #pragma unroll
    for (int k = 0; k < 8; ++k) {
        float s, c; __sincosf(E, &s, &c);
        E -= __fdividef(fmaf(-e, s, E) - M, fmaf(-e, c, 1.0f));
    }
    return E;
}
__global__ void __launch_bounds__(256) spruce_mirror_ci5_a(const float* __restrict__ m, const float* __restrict__ e, float* __restrict__ o) {
    const int i = blockIdx.x * 1024 + threadIdx.x;
    #pragma unroll
    for (int k = 0; k < 4; ++k) o[i + 256 * k] = kepler(m[i + 256 * k], e[i + 256 * k]);
}
__global__ void __launch_bounds__(256) spruce_mirror_ci5_b(const float4* __restrict__ m, const float4* __restrict__ e, float4* __restrict__ o) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float4 a = m[i], b = e[i];
    o[i] = make_float4(kepler(a.x, b.x), kepler(a.y, b.y), kepler(a.z, b.z), kepler(a.w, b.w));
}
static void r25() {
    float *m = harness::filled<float>(KEn, 44), *e = harness::filled<float>(KEn, 45), *o = harness::empty<float>(KEn);
    add("spruce_mirror_ci5_a", [=] { spruce_mirror_ci5_a<<<KEn / 1024, 256>>>(m, e, o); }, o, KEn);
    add("spruce_mirror_ci5_b", [=] { spruce_mirror_ci5_b<<<KEn / 1024, 256>>>((float4*)m, (float4*)e, (float4*)o); }, o, KEn);
}

// ---- m12: peak of a recording, one atomic a block on a single word; mend: peaks of blocks in an array and a second small kernel
constexpr int PKn = 1 << 28, PKb = PKn / 8192;
__device__ __forceinline__ int peak(const float4* __restrict__ x) {
    __shared__ int s[8];
    const size_t b = (size_t)blockIdx.x * 2048 + threadIdx.x;
    float4 q[8]; float m = 0;
    #pragma unroll
    for (int k = 0; k < 8; ++k) q[k] = __ldcs(x + b + 256 * k);
    #pragma unroll
    for (int k = 0; k < 8; ++k) m = fmaxf(m, fmaxf(fmaxf(fabsf(q[k].x), fabsf(q[k].y)), fmaxf(fabsf(q[k].z), fabsf(q[k].w))));
    const int w = __reduce_max_sync(~0u, __float_as_int(m));
    if ((threadIdx.x & 31) == 0) s[threadIdx.x >> 5] = w;
    __syncthreads();
    int r = s[0];
    #pragma unroll
    for (int k = 1; k < 8; ++k) r = max(r, s[k]);
    return r;
}
__global__ void __launch_bounds__(256) crystal_wagon_ci5_a(const float4* __restrict__ x, int* __restrict__ o) {
    const int r = peak(x);
    if (threadIdx.x == 0) atomicMax(o, r);
}
__global__ void __launch_bounds__(256) crystal_wagon_ci5_b(const float4* __restrict__ x, int* __restrict__ part) {
    const int r = peak(x);
    if (threadIdx.x == 0) part[blockIdx.x] = r;
}
__global__ void __launch_bounds__(1024) crystal_wagon_ci5_b_last(const int4* __restrict__ part, int* __restrict__ o) {
    __shared__ int s;
    if (threadIdx.x == 0) s = 0;
    int m = 0;
    #pragma unroll 8
    for (int i = threadIdx.x; i < PKb / 4; i += 1024) { const int4 q = part[i]; m = max(m, max(max(q.x, q.y), max(q.z, q.w))); }
    m = __reduce_max_sync(~0u, m);
    __syncthreads();
    if ((threadIdx.x & 31) == 0) atomicMax(&s, m);
    __syncthreads();
    if (threadIdx.x == 0) *o = s;
}
static void r26() {
    float* x = harness::filled<float>(PKn, 46); int *o = harness::empty<int>(1), *p = harness::empty<int>(PKb);
    add("crystal_wagon_ci5_a", [=] { crystal_wagon_ci5_a<<<PKb, 256>>>((float4*)x, o); }, o, 1, Output::i32);
    add("crystal_wagon_ci5_b", [=] { crystal_wagon_ci5_b<<<PKb, 256>>>((float4*)x, p); crystal_wagon_ci5_b_last<<<1, 1024>>>((int4*)p, o); }, o, 1, Output::i32);
}

// ---- d01: standardise feature rows of 64, a thread a row; mend: a warp a row
constexpr int ZSr = 1 << 20;
__global__ void __launch_bounds__(256) pepper_lagoon_ci5_a(const float* __restrict__ x, float* __restrict__ o) {
    const size_t b = ((size_t)blockIdx.x * 256 + threadIdx.x) * 64;
    float s = 0, ss = 0;
    #pragma unroll 8
    for (int c = 0; c < 64; ++c) { const float v = x[b + c]; s += v; ss = fmaf(v, v, ss); }
    const float m = s * (1.0f / 64), r = rsqrtf(ss * (1.0f / 64) - m * m + 1e-6f);
    #pragma unroll 8
    for (int c = 0; c < 64; ++c) o[b + c] = (x[b + c] - m) * r;
}
__global__ void __launch_bounds__(256) pepper_lagoon_ci5_b(const float2* __restrict__ x, float2* __restrict__ o) {
    const int lane = threadIdx.x & 31;
    const size_t b = ((size_t)blockIdx.x * 32 + (threadIdx.x >> 5) * 4) * 32 + lane;
    float2 q[4];
    #pragma unroll
    for (int k = 0; k < 4; ++k) q[k] = __ldcs(x + b + 32 * k);
    #pragma unroll
    for (int k = 0; k < 4; ++k) {
        float s = q[k].x + q[k].y, ss = fmaf(q[k].x, q[k].x, q[k].y * q[k].y);
        #pragma unroll
        for (int d = 16; d; d >>= 1) { s += __shfl_xor_sync(~0u, s, d); ss += __shfl_xor_sync(~0u, ss, d); }
        const float m = s * (1.0f / 64), r = rsqrtf(ss * (1.0f / 64) - m * m + 1e-6f);
        __stcs(o + b + 32 * k, make_float2((q[k].x - m) * r, (q[k].y - m) * r));
    }
}
static void r27() {
    float *x = harness::filled<float>((size_t)ZSr * 64, 47), *o = harness::empty<float>((size_t)ZSr * 64);
    add("pepper_lagoon_ci5_a", [=] { pepper_lagoon_ci5_a<<<ZSr / 256, 256>>>(x, o); }, o, (size_t)ZSr * 64);
    add("pepper_lagoon_ci5_b", [=] { pepper_lagoon_ci5_b<<<ZSr / 32, 256>>>((float2*)x, (float2*)o); }, o, (size_t)ZSr * 64);
}

// ---- d02: great-circle distances of trips, functions and constants of double precision; mend: float
constexpr int HVn = 1 << 24;
__global__ void __launch_bounds__(256) canvas_trophy_ci5_a(const float4* __restrict__ p, float* __restrict__ o) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float4 q = p[i];
    const double la = q.x * 1.5, lo = q.y * 3.14159, lb = q.z * 1.5, lp = q.w * 3.14159;
    const double sa = sin((lb - la) * 0.5), so = sin((lp - lo) * 0.5);
    const double h = sa * sa + cos(la) * cos(lb) * so * so;
    o[i] = 2.0 * 6371.0 * asin(fmin(1.0, sqrt(h)));
}
__global__ void __launch_bounds__(256) canvas_trophy_ci5_b(const float4* __restrict__ p, float* __restrict__ o) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float4 q = p[i];
    const float la = q.x * 1.5f, lo = q.y * 3.14159f, lb = q.z * 1.5f, lp = q.w * 3.14159f;
    const float sa = __sinf((lb - la) * 0.5f), so = __sinf((lp - lo) * 0.5f);
    const float h = sa * sa + __cosf(la) * __cosf(lb) * so * so;
    o[i] = 2.0f * 6371.0f * asinf(fminf(1.0f, sqrtf(h)));
}
static void r28() {
    float *p = harness::filled<float>((size_t)HVn * 4, 48), *o = harness::empty<float>(HVn);
    add("canvas_trophy_ci5_a", [=] { canvas_trophy_ci5_a<<<HVn / 256, 256>>>((float4*)p, o); }, o, HVn);
    add("canvas_trophy_ci5_b", [=] { canvas_trophy_ci5_b<<<HVn / 256, 256>>>((float4*)p, o); }, o, HVn);
}

// ---- d03: 128-tap filter of 40 electrode channels, a block a channel; mend: every channel cut into 128 segments
constexpr int FLc = 40, FLn = 262144, FLt = 128, FLtile = 2048;
__constant__ float FLcoef[FLt];
__device__ __forceinline__ void filter_tiles(const float4* __restrict__ x, float4* __restrict__ o, int first, int last) {
    __shared__ float4 s[(FLtile + FLt) / 4];
    const float4* xc = x + (size_t)blockIdx.x * ((FLn + FLt) / 4);
    for (int tile = first; tile < last; ++tile) {
        __syncthreads();
        s[threadIdx.x] = xc[tile * (FLtile / 4) + threadIdx.x];
        if (threadIdx.x < FLt / 4) s[FLtile / 4 + threadIdx.x] = xc[(tile + 1) * (FLtile / 4) + threadIdx.x];
        __syncthreads();
        float4 w = s[threadIdx.x], a = make_float4(0, 0, 0, 0);
        #pragma unroll
        for (int k = 0; k < FLt; k += 4) {
            const float4 v = s[threadIdx.x + k / 4 + 1];
            const float e[7] = {w.x, w.y, w.z, w.w, v.x, v.y, v.z};
            #pragma unroll
            for (int j = 0; j < 4; ++j) {
                const float c = FLcoef[k + j];
                a.x = fmaf(c, e[j], a.x); a.y = fmaf(c, e[j + 1], a.y); a.z = fmaf(c, e[j + 2], a.z); a.w = fmaf(c, e[j + 3], a.w);
            }
            w = v;
        }
        o[(size_t)blockIdx.x * (FLn / 4) + tile * (FLtile / 4) + threadIdx.x] = a;
    }
}
__global__ void __launch_bounds__(512) silver_bakery_ci5_a(const float4* __restrict__ x, float4* __restrict__ o) { filter_tiles(x, o, 0, FLn / FLtile); }
__global__ void __launch_bounds__(512) silver_bakery_ci5_b(const float4* __restrict__ x, float4* __restrict__ o) { filter_tiles(x, o, blockIdx.y, blockIdx.y + 1); }
static void r29() {
    float *x = harness::filled<float>((size_t)FLc * (FLn + FLt), 49), *o = harness::empty<float>((size_t)FLc * FLn);
    std::vector<float> h(FLt);
    for (int i = 0; i < FLt; ++i) h[i] = harness::unit(i * 31 + 3);
    CHECK(cudaMemcpyToSymbol(FLcoef, h.data(), FLt * sizeof(float)));
    add("silver_bakery_ci5_a", [=] { silver_bakery_ci5_a<<<FLc, 512>>>((float4*)x, (float4*)o); }, o, (size_t)FLc * FLn);
    add("silver_bakery_ci5_b", [=] { silver_bakery_ci5_b<<<dim3(FLc, FLn / FLtile), 512>>>((float4*)x, (float4*)o); }, o, (size_t)FLc * FLn);
}

// ---- d04: Walsh-Hadamard transform of 32x32 image blocks, a warp a block, turned over in shared memory; mend: a row of 33
constexpr int WHn = 1 << 16;   // blocks of 1024
__device__ __forceinline__ void wht32(float (&v)[32]) {
    #pragma unroll
    for (int d = 1; d < 32; d <<= 1)
        #pragma unroll
        for (int i = 0; i < 32; ++i)
            if (!(i & d)) { const float a = v[i], b = v[i | d]; v[i] = a + b; v[i | d] = a - b; }
}
template <int PITCH> __device__ __forceinline__ void wht_block(const float* __restrict__ x, float* __restrict__ o) {
    __shared__ float s[4][32 * PITCH + 1];
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    const size_t b = ((size_t)blockIdx.x * 4 + w) * 1024 + lane;
    float v[32];
    #pragma unroll
    for (int r = 0; r < 32; ++r) v[r] = __ldcs(x + b + 32 * r);
    wht32(v);
    #pragma unroll
    for (int r = 0; r < 32; ++r) s[w][r * PITCH + lane] = v[r];
    __syncwarp();
    #pragma unroll
    for (int c = 0; c < 32; ++c) v[c] = s[w][lane * PITCH + c];
    wht32(v);
    __syncwarp();
    #pragma unroll
    for (int c = 0; c < 32; ++c) s[w][lane * PITCH + c] = v[c] * (1.0f / 32);
    __syncwarp();
    #pragma unroll
    for (int r = 0; r < 32; ++r) __stcs(o + b + 32 * r, s[w][r * PITCH + lane]);
}
__global__ void __launch_bounds__(128) walrus_compass_ci5_a(const float* __restrict__ x, float* __restrict__ o) { wht_block<32>(x, o); }
__global__ void __launch_bounds__(128) walrus_compass_ci5_b(const float* __restrict__ x, float* __restrict__ o) { wht_block<33>(x, o); }
static void r30() {
    float *x = harness::filled<float>((size_t)WHn * 1024, 50), *o = harness::empty<float>((size_t)WHn * 1024);
    add("walrus_compass_ci5_a", [=] { walrus_compass_ci5_a<<<WHn / 4, 128>>>(x, o); }, o, (size_t)WHn * 1024);
    add("walrus_compass_ci5_b", [=] { walrus_compass_ci5_b<<<WHn / 4, 128>>>(x, o); }, o, (size_t)WHn * 1024);
}

int main(int argc, char** argv) {
    r01(); r02(); r03(); r04(); r05(); r06(); r07(); r08(); r09(); r10();
    r11(); r12(); r13(); r14(); r15(); r16(); r17(); r18(); r19(); r20();
    r21(); r22(); r23(); r24(); r25(); r26(); r27(); r28(); r29(); r30();
    return harness::run(argc, argv, cases);
}
