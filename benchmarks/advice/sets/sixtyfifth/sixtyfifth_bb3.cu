#include "harness.cuh"
#include <cuda_fp16.h>

typedef unsigned long long u64;

template <typename T>
__global__ void fill_range(T* p, size_t n, uint32_t seed, float lo, float hi) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (T)(lo + (hi - lo) * 0.5f * (harness::unit((uint32_t)i * 2654435761u + seed) + 1.0f));
}
template <typename T>
T* mk(size_t n, uint32_t seed, float lo, float hi) {
    T* p; CHECK(cudaMalloc(&p, n * sizeof(T)));
    fill_range<T><<<2048, 256>>>(p, n, seed, lo, hi); CHECK(cudaGetLastError());
    return p;
}
__device__ __forceinline__ uint32_t saddr(const void* p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void cpa16(void* s, const void* g) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(saddr(s)), "l"(g) : "memory");
}
__device__ __forceinline__ void cpa_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void cpa_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }

// ---------- 1: weighted second moments of factor returns, FP64 ----------
constexpr int GLD = 68, GT = 16 * GLD, GSM = 8 * GT * 8;
__device__ __forceinline__ void dstage(double* As, double* Bs, const double* A, const double* B, int n, int t0, int i0, int j0) {
    #pragma unroll
    for (int q = 0; q < 4; ++q) {
        int c = threadIdx.x + q * 128, k = c >> 5, s = (c & 31) * 2;
        cpa16(As + k * GLD + s, A + (size_t)(t0 + k) * n + i0 + s);
        cpa16(Bs + k * GLD + s, B + (size_t)(t0 + k) * n + j0 + s);
    }
}
__global__ void __launch_bounds__(128, 3) amber_kettle_bb3_a(const double* A, const double* B, double* C, int n, int T) {
    extern __shared__ __align__(128) double smd[];
    double *As = smd, *Bs = smd + 4 * GT;
    const int i0 = blockIdx.y * 64, j0 = blockIdx.x * 64, tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
    double acc[8][4];
    #pragma unroll
    for (int i = 0; i < 8; ++i)
        #pragma unroll
        for (int j = 0; j < 4; ++j) acc[i][j] = 0;
    const int nt = T / 16;
    #pragma unroll
    for (int s = 0; s < 3; ++s) { dstage(As + s * GT, Bs + s * GT, A, B, n, s * 16, i0, j0); cpa_commit(); }
    for (int t = 0; t < nt; ++t) {
        cpa_wait<2>(); __syncthreads();
        if (t + 3 < nt) dstage(As + ((t + 3) & 3) * GT, Bs + ((t + 3) & 3) * GT, A, B, n, (t + 3) * 16, i0, j0);
        cpa_commit();
        const double *a = As + (t & 3) * GT, *b = Bs + (t & 3) * GT;
        #pragma unroll 4
        for (int k = 0; k < 16; ++k) {
            double av[8], bv[4];
            #pragma unroll
            for (int i = 0; i < 8; i += 2) { double2 v = *(const double2*)(a + k * GLD + ty * 8 + i); av[i] = v.x; av[i + 1] = v.y; }
            #pragma unroll
            for (int h = 0; h < 2; ++h) { double2 v = *(const double2*)(b + k * GLD + tx * 2 + 32 * h); bv[2 * h] = v.x; bv[2 * h + 1] = v.y; }
            #pragma unroll
            for (int i = 0; i < 8; ++i)
                #pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] = fma(av[i], bv[j], acc[i][j]);
        }
    }
    #pragma unroll
    for (int i = 0; i < 8; ++i)
        #pragma unroll
        for (int h = 0; h < 2; ++h)
            *(double2*)(C + (size_t)(i0 + ty * 8 + i) * n + j0 + tx * 2 + 32 * h) = make_double2(acc[i][2 * h], acc[i][2 * h + 1]);
}
template <bool ADD>
__device__ __forceinline__ void dmma_body(const double* A, const double* B, double* C, int n, int tbeg, int tend) {
    extern __shared__ __align__(128) double smd[];
    double *As = smd, *Bs = smd + 4 * GT;
    const int i0 = blockIdx.y * 64, j0 = blockIdx.x * 64, lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    const int g = lane >> 2, q = lane & 3, wm = (w >> 1) * 32, wn = (w & 1) * 32;
    double acc[2][4][4];
    #pragma unroll
    for (int i = 0; i < 2; ++i)
        #pragma unroll
        for (int j = 0; j < 4; ++j)
            #pragma unroll
            for (int e = 0; e < 4; ++e) acc[i][j][e] = 0;
    const int nt = (tend - tbeg) / 16;
    #pragma unroll
    for (int s = 0; s < 3; ++s) { dstage(As + s * GT, Bs + s * GT, A, B, n, tbeg + s * 16, i0, j0); cpa_commit(); }
    for (int t = 0; t < nt; ++t) {
        cpa_wait<2>(); __syncthreads();
        if (t + 3 < nt) dstage(As + ((t + 3) & 3) * GT, Bs + ((t + 3) & 3) * GT, A, B, n, tbeg + (t + 3) * 16, i0, j0);
        cpa_commit();
        const double *a = As + (t & 3) * GT, *b = Bs + (t & 3) * GT;
        #pragma unroll
        for (int k = 0; k < 16; k += 8) {
            double av[2][4], bv[4][2];
            #pragma unroll
            for (int i = 0; i < 2; ++i)
                #pragma unroll
                for (int e = 0; e < 4; ++e) av[i][e] = a[(k + q + 4 * (e >> 1)) * GLD + wm + i * 16 + g + 8 * (e & 1)];
            #pragma unroll
            for (int j = 0; j < 4; ++j)
                #pragma unroll
                for (int e = 0; e < 2; ++e) bv[j][e] = b[(k + q + 4 * e) * GLD + wn + j * 8 + g];
            #pragma unroll
            for (int i = 0; i < 2; ++i)
                #pragma unroll
                for (int j = 0; j < 4; ++j)
                    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                        : "+d"(acc[i][j][0]), "+d"(acc[i][j][1]), "+d"(acc[i][j][2]), "+d"(acc[i][j][3])
                        : "d"(av[i][0]), "d"(av[i][1]), "d"(av[i][2]), "d"(av[i][3]), "d"(bv[j][0]), "d"(bv[j][1]));
        }
    }
    #pragma unroll
    for (int i = 0; i < 2; ++i)
        #pragma unroll
        for (int j = 0; j < 4; ++j)
            #pragma unroll
            for (int h = 0; h < 2; ++h) {
                double* p = C + (size_t)(i0 + wm + i * 16 + g + 8 * h) * n + j0 + wn + j * 8 + q * 2;
                if (ADD) { atomicAdd(p, acc[i][j][2 * h]); atomicAdd(p + 1, acc[i][j][2 * h + 1]); }
                else *(double2*)p = make_double2(acc[i][j][2 * h], acc[i][j][2 * h + 1]);
            }
}
__global__ void __launch_bounds__(128, 3) amber_kettle_bb3_b(const double* A, const double* B, double* C, int n, int T) {
    dmma_body<false>(A, B, C, n, 0, T);
}
// ---------- 2: quasi-orbital overlaps, FP64, long sum over grid points ----------
__global__ void __launch_bounds__(128, 3) walnut_ferry_bb3_a(const double* A, const double* B, double* C, int n, int T) {
    dmma_body<false>(A, B, C, n, 0, T);
}
__global__ void __launch_bounds__(128, 3) walnut_ferry_bb3_b(const double* A, const double* B, double* C, int n, int T) {
    const int per = T / gridDim.z;
    dmma_body<true>(A, B, C, n, blockIdx.z * per, blockIdx.z * per + per);
}

// ---------- 3: scores of quantised descriptors, int8 ----------
__global__ void __launch_bounds__(256) copper_meadow_bb3_a(const int8_t* Q, const int8_t* D, int* S, int nd, int K) {
    __shared__ __align__(16) int As[2][16][68], Bs[2][16][68];
    const int i0 = blockIdx.y * 64, j0 = blockIdx.x * 64, tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
    const int r = threadIdx.x >> 2, sg = threadIdx.x & 3;
    const int8_t *qa = Q + (size_t)(i0 + r) * K + sg * 16, *db = D + (size_t)(j0 + r) * K + sg * 16;
    int acc[4][4] = {};
    int4 ra = *(const int4*)qa, rb = *(const int4*)db;
    const int nt = K / 64;
    for (int t = 0; t < nt; ++t) {
        int (*a)[68] = As[t & 1], (*b)[68] = Bs[t & 1];
        a[sg * 4][r] = ra.x; a[sg * 4 + 1][r] = ra.y; a[sg * 4 + 2][r] = ra.z; a[sg * 4 + 3][r] = ra.w;
        b[sg * 4][r] = rb.x; b[sg * 4 + 1][r] = rb.y; b[sg * 4 + 2][r] = rb.z; b[sg * 4 + 3][r] = rb.w;
        __syncthreads();
        if (t + 1 < nt) { ra = *(const int4*)(qa + (t + 1) * 64); rb = *(const int4*)(db + (t + 1) * 64); }
        #pragma unroll
        for (int k = 0; k < 16; ++k) {
            int4 x = *(const int4*)&a[k][ty * 4], y = *(const int4*)&b[k][tx * 4];
            int xs[4] = {x.x, x.y, x.z, x.w}, ys[4] = {y.x, y.y, y.z, y.w};
            #pragma unroll
            for (int i = 0; i < 4; ++i)
                #pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] = __dp4a(xs[i], ys[j], acc[i][j]);
        }
    }
    #pragma unroll
    for (int i = 0; i < 4; ++i)
        *(int4*)(S + (size_t)(i0 + ty * 4 + i) * nd + j0 + tx * 4) = make_int4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}
__device__ __forceinline__ void i8stage(char* As, char* Bs, const int8_t* Q, const int8_t* D, int K, int k0, int i0, int j0) {
    #pragma unroll
    for (int q = 0; q < 2; ++q) {
        int c = threadIdx.x + q * 256, r = c >> 2, s = (c & 3) * 16;
        cpa16(As + r * 80 + s, Q + (size_t)(i0 + r) * K + k0 + s);
        cpa16(Bs + r * 80 + s, D + (size_t)(j0 + r) * K + k0 + s);
    }
}
__global__ void __launch_bounds__(256) copper_meadow_bb3_b(const int8_t* Q, const int8_t* D, int* S, int nd, int K) {
    __shared__ __align__(16) char As[2][128 * 80], Bs[2][128 * 80];
    const int i0 = blockIdx.y * 128, j0 = blockIdx.x * 128, lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    const int g = lane >> 2, q = lane & 3, wm = (w >> 2) * 64, wn = (w & 3) * 32;
    int acc[4][4][4] = {};
    i8stage(As[0], Bs[0], Q, D, K, 0, i0, j0); cpa_commit();
    const int nt = K / 64;
    for (int t = 0; t < nt; ++t) {
        cpa_wait<0>(); __syncthreads();
        if (t + 1 < nt) i8stage(As[(t + 1) & 1], Bs[(t + 1) & 1], Q, D, K, (t + 1) * 64, i0, j0);
        cpa_commit();
        const int *a = (const int*)As[t & 1], *b = (const int*)Bs[t & 1];
        #pragma unroll
        for (int k = 0; k < 16; k += 8) {
            int av[4][4], bv[4][2];
            #pragma unroll
            for (int i = 0; i < 4; ++i)
                #pragma unroll
                for (int e = 0; e < 4; ++e) av[i][e] = a[(wm + i * 16 + g + 8 * (e & 1)) * 20 + k + q + 4 * (e >> 1)];
            #pragma unroll
            for (int j = 0; j < 4; ++j)
                #pragma unroll
                for (int e = 0; e < 2; ++e) bv[j][e] = b[(wn + j * 8 + g) * 20 + k + q + 4 * e];
            #pragma unroll
            for (int i = 0; i < 4; ++i)
                #pragma unroll
                for (int j = 0; j < 4; ++j)
                    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                        : "+r"(acc[i][j][0]), "+r"(acc[i][j][1]), "+r"(acc[i][j][2]), "+r"(acc[i][j][3])
                        : "r"(av[i][0]), "r"(av[i][1]), "r"(av[i][2]), "r"(av[i][3]), "r"(bv[j][0]), "r"(bv[j][1]));
        }
    }
    #pragma unroll
    for (int i = 0; i < 4; ++i)
        #pragma unroll
        for (int j = 0; j < 4; ++j)
            #pragma unroll
            for (int h = 0; h < 2; ++h)
                *(int2*)(S + (size_t)(i0 + wm + i * 16 + g + 8 * h) * nd + j0 + wn + j * 8 + q * 2) = make_int2(acc[i][j][2 * h], acc[i][j][2 * h + 1]);
}

// ---------- 4: shortest two-leg routes: C = min over k of A + B, row panel of A resident ----------
constexpr int RK = 512, RLD = 516;
template <int ST>
__device__ __forceinline__ void route_body(const float* A, const float* B, float* C, int n) {
    extern __shared__ __align__(128) float sm[];
    float* Ap = sm;
    float* Bt = sm + 64 * RLD;
    const int i0 = blockIdx.y * 64, c0 = blockIdx.x * 256, tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
    for (int c = threadIdx.x; c < 64 * RK / 4; c += 256) {
        int r = c / (RK / 4), s = (c % (RK / 4)) * 4;
        *(float4*)(Ap + r * RLD + s) = *(const float4*)(A + (size_t)(i0 + r) * RK + s);
    }
    const int br = threadIdx.x >> 4, bs = (threadIdx.x & 15) * 4;
    const int KT = RK / 16, total = 4 * KT;
    auto src = [&](int t) { return B + (size_t)((t % KT) * 16 + br) * n + c0 + (t / KT) * 64 + bs; };
    if (ST > 1) {
        #pragma unroll
        for (int s = 0; s < ST - 1; ++s) { cpa16(Bt + s * 1024 + br * 64 + bs, src(s)); cpa_commit(); }
    }
    float acc[4][4];
    for (int t = 0; t < total; ++t) {
        const float* b;
        if (ST == 1) {
            __syncthreads();
            *(float4*)(Bt + br * 64 + bs) = *(const float4*)src(t);
            __syncthreads();
            b = Bt;
        } else {
            cpa_wait<ST - 2>(); __syncthreads();
            int nx = t + ST - 1;
            if (nx < total) cpa16(Bt + (nx % ST) * 1024 + br * 64 + bs, src(nx));
            cpa_commit();
            b = Bt + (t % ST) * 1024;
        }
        const int kt = t % KT;
        if (kt == 0) {
            #pragma unroll
            for (int i = 0; i < 4; ++i)
                #pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] = 1e30f;
        }
        #pragma unroll
        for (int k = 0; k < 16; k += 4) {
            float4 a4[4];
            #pragma unroll
            for (int i = 0; i < 4; ++i) a4[i] = *(const float4*)(Ap + (ty * 4 + i) * RLD + kt * 16 + k);
            #pragma unroll
            for (int kk = 0; kk < 4; ++kk) {
                float4 bv = *(const float4*)(b + (k + kk) * 64 + tx * 4);
                #pragma unroll
                for (int i = 0; i < 4; ++i) {
                    float av = kk == 0 ? a4[i].x : kk == 1 ? a4[i].y : kk == 2 ? a4[i].z : a4[i].w;
                    acc[i][0] = fminf(acc[i][0], av + bv.x); acc[i][1] = fminf(acc[i][1], av + bv.y);
                    acc[i][2] = fminf(acc[i][2], av + bv.z); acc[i][3] = fminf(acc[i][3], av + bv.w);
                }
            }
        }
        if (kt == KT - 1) {
            #pragma unroll
            for (int i = 0; i < 4; ++i)
                *(float4*)(C + (size_t)(i0 + ty * 4 + i) * n + c0 + (t / KT) * 64 + tx * 4) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        }
    }
}
__global__ void __launch_bounds__(256, 1) violet_anchor_bb3_a(const float* A, const float* B, float* C, int n) { route_body<1>(A, B, C, n); }
__global__ void __launch_bounds__(256, 1) violet_anchor_bb3_b(const float* A, const float* B, float* C, int n) { route_body<4>(A, B, C, n); }

// ---------- 5: decimating filter and wave shaper over a long recording, bulk copies ----------
constexpr int CH = 4096, CHB = (CH + 8) * 4, CHS = 4112;
__device__ __forceinline__ void mb_init(u64* m) { asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(saddr(m)) : "memory"); }
__device__ __forceinline__ void bulk(float* s, const float* g, int bytes, u64* m) {
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(saddr(m)), "r"(bytes) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
        ::"r"(saddr(s)), "l"(g), "r"(bytes), "r"(saddr(m)) : "memory");
}
__device__ __forceinline__ void mb_wait(u64* m, int parity) {
    asm volatile("{\n.reg .pred p;\nW_%=:\nmbarrier.try_wait.parity.shared.b64 p, [%0], %1;\n@!p bra W_%=;\n}" ::"r"(saddr(m)), "r"(parity) : "memory");
}
template <int ST>
__device__ __forceinline__ void tape_body(const float* in, float* out, int chunks) {
    extern __shared__ __align__(128) float sm[];
    __shared__ u64 bar[ST];
    const int tid = threadIdx.x;
    if (tid == 0) {
        for (int s = 0; s < ST; ++s) mb_init(&bar[s]);
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
        asm volatile("fence.proxy.async;" ::: "memory");
    }
    __syncthreads();
    if (tid == 0)
        for (int s = 0; s < ST - 1; ++s) {
            int c = blockIdx.x + s * gridDim.x;
            if (c < chunks) bulk(sm + s * CHS, in + (size_t)c * CH, CHB, &bar[s]);
        }
    int it = 0;
    for (int c = blockIdx.x; c < chunks; c += gridDim.x, ++it) {
        const int s = it % ST;
        if (tid == 0) {
            int nx = c + (ST - 1) * gridDim.x, ns = (it + ST - 1) % ST;
            if (nx < chunks) bulk(sm + ns * CHS, in + (size_t)nx * CH, CHB, &bar[ns]);
        }
        mb_wait(&bar[s], (it / ST) & 1);
        const float* b = sm + s * CHS;
        float r[4], v[4];
        #pragma unroll
        for (int j = 0; j < 4; ++j) {
            const float4 x = *(const float4*)(b + 4 * (tid + 256 * j)), y = *(const float4*)(b + 4 * (tid + 256 * j) + 4);
            v[j] = 0.03f * x.x + 0.08f * x.y + 0.15f * x.z + 0.21f * x.w + 0.19f * y.x + 0.13f * y.y + 0.07f * y.z + 0.02f * y.w;
            r[j] = 0.3f;
        }
        #pragma unroll
        for (int k = 0; k < 48; ++k)
            #pragma unroll
            for (int j = 0; j < 4; ++j) r[j] = fmaf(r[j], v[j], 0.02f + 0.013f * (float)((k * 7) % 11));
        #pragma unroll
        for (int j = 0; j < 4; ++j) out[(size_t)c * (CH / 4) + tid + 256 * j] = r[j];
        __syncthreads();
    }
}
__global__ void __launch_bounds__(256) silver_rocket_bb3_a(const float* in, float* out, int chunks) { tape_body<1>(in, out, chunks); }
__global__ void __launch_bounds__(256) silver_rocket_bb3_b(const float* in, float* out, int chunks) { tape_body<4>(in, out, chunks); }

// ---------- 6: 11x11 lens blur ----------
__constant__ float lens[121];
constexpr int IP = 4128, IW = 4096, IH = 4096;
__global__ void __launch_bounds__(256) plaid_otter_bb3_a(const float* img, float* out) {
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const float* p = img + (size_t)y * IP + x;
    float s = 0;
    #pragma unroll
    for (int dy = 0; dy < 11; ++dy)
        #pragma unroll
        for (int dx = 0; dx < 11; ++dx) s = fmaf(lens[dy * 11 + dx], __ldg(p + dy * IP + dx), s);
    out[(size_t)y * IW + x] = s;
}
__global__ void __launch_bounds__(256) plaid_otter_bb3_b(const float* img, float* out) {
    __shared__ float tile[74][44];
    const int x0 = blockIdx.x * 32, y0 = blockIdx.y * 64, tx = threadIdx.x, ty = threadIdx.y;
    for (int r = ty; r < 74; r += 8) {
        tile[r][tx] = img[(size_t)(y0 + r) * IP + x0 + tx];
        if (tx < 10) tile[r][32 + tx] = img[(size_t)(y0 + r) * IP + x0 + 32 + tx];
    }
    __syncthreads();
    float s[8] = {};
    #pragma unroll
    for (int dx = 0; dx < 11; ++dx)
        #pragma unroll
        for (int r = 0; r < 18; ++r) {
            float v = tile[ty * 8 + r][tx + dx];
            #pragma unroll
            for (int o = 0; o < 8; ++o)
                if (r - o >= 0 && r - o < 11) s[o] = fmaf(lens[(r - o) * 11 + dx], v, s[o]);
        }
    #pragma unroll
    for (int o = 0; o < 8; ++o) out[(size_t)(y0 + ty * 8 + o) * IW + x0 + tx] = s[o];
}

// ---------- 7, 8, mild: tables of pairwise dissimilarities ----------
template <int OP> __device__ __forceinline__ float pairop(float acc, float a, float b) {
    if (OP == 0) return acc + fabsf(a - b);
    if (OP == 1) return fmaxf(acc, fabsf(a - b));
    return acc + fminf(a, b);
}
__global__ void __launch_bounds__(1024) hollow_spoon_bb3_a(const float* A, const float* B, float* C, int n, int K) {
    __shared__ float As[32][33], Bs[32][33];
    const int tx = threadIdx.x, ty = threadIdx.y, i0 = blockIdx.y * 32, j0 = blockIdx.x * 32;
    float acc = 0;
    for (int k0 = 0; k0 < K; k0 += 32) {
        As[ty][tx] = A[(size_t)(i0 + ty) * K + k0 + tx];
        Bs[ty][tx] = B[(size_t)(j0 + ty) * K + k0 + tx];
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < 32; ++k) acc = pairop<0>(acc, As[ty][k], Bs[tx][k]);
        __syncthreads();
    }
    C[(size_t)(i0 + ty) * n + j0 + tx] = acc;
}
template <int OP, int H, bool PIPE>
__device__ __forceinline__ void pair_body(const float* A, const float* B, float* C, int n, int K) {
    constexpr int T = 64 * H, LD = T + 4, R = 4 * H;
    __shared__ __align__(16) float As[PIPE ? 2 : 1][16][LD], Bs[PIPE ? 2 : 1][16][LD];
    const int i0 = blockIdx.y * T, j0 = blockIdx.x * T, tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
    const int r = threadIdx.x >> 2, sg = threadIdx.x & 3;
    float acc[R][R];
    #pragma unroll
    for (int i = 0; i < R; ++i)
        #pragma unroll
        for (int j = 0; j < R; ++j) acc[i][j] = 0;
    float4 ra[H], rb[H];
    auto get = [&](int k0) {
        #pragma unroll
        for (int h = 0; h < H; ++h) {
            ra[h] = *(const float4*)(A + (size_t)(i0 + r + 64 * h) * K + k0 + sg * 4);
            rb[h] = *(const float4*)(B + (size_t)(j0 + r + 64 * h) * K + k0 + sg * 4);
        }
    };
    if (PIPE) get(0);
    const int nt = K / 16;
    for (int t = 0; t < nt; ++t) {
        const int s = PIPE ? t & 1 : 0;
        if (!PIPE) get(t * 16);
        #pragma unroll
        for (int h = 0; h < H; ++h) {
            As[s][sg * 4][r + 64 * h] = ra[h].x; As[s][sg * 4 + 1][r + 64 * h] = ra[h].y; As[s][sg * 4 + 2][r + 64 * h] = ra[h].z; As[s][sg * 4 + 3][r + 64 * h] = ra[h].w;
            Bs[s][sg * 4][r + 64 * h] = rb[h].x; Bs[s][sg * 4 + 1][r + 64 * h] = rb[h].y; Bs[s][sg * 4 + 2][r + 64 * h] = rb[h].z; Bs[s][sg * 4 + 3][r + 64 * h] = rb[h].w;
        }
        __syncthreads();
        if (PIPE && t + 1 < nt) get((t + 1) * 16);
        #pragma unroll
        for (int k = 0; k < 16; ++k) {
            float av[R], bv[R];
            #pragma unroll
            for (int h = 0; h < H; ++h) {
                float4 x = *(const float4*)&As[s][k][ty * 4 + 64 * h], y = *(const float4*)&Bs[s][k][tx * 4 + 64 * h];
                av[4 * h] = x.x; av[4 * h + 1] = x.y; av[4 * h + 2] = x.z; av[4 * h + 3] = x.w;
                bv[4 * h] = y.x; bv[4 * h + 1] = y.y; bv[4 * h + 2] = y.z; bv[4 * h + 3] = y.w;
            }
            #pragma unroll
            for (int i = 0; i < R; ++i)
                #pragma unroll
                for (int j = 0; j < R; ++j) acc[i][j] = pairop<OP>(acc[i][j], av[i], bv[j]);
        }
        if (!PIPE) __syncthreads();
    }
    #pragma unroll
    for (int i = 0; i < R; ++i)
        #pragma unroll
        for (int h = 0; h < H; ++h)
            *(float4*)(C + (size_t)(i0 + ty * 4 + (i & 3) + 64 * (i >> 2)) * n + j0 + tx * 4 + 64 * h) =
                make_float4(acc[i][4 * h], acc[i][4 * h + 1], acc[i][4 * h + 2], acc[i][4 * h + 3]);
}
__global__ void __launch_bounds__(256) hollow_spoon_bb3_b(const float* A, const float* B, float* C, int n, int K) { pair_body<0, 1, false>(A, B, C, n, K); }
__global__ void __launch_bounds__(256) maple_compass_bb3_a(const float* A, const float* B, float* C, int n, int K) { pair_body<1, 2, true>(A, B, C, n, K); }
__global__ void __launch_bounds__(256) maple_compass_bb3_b(const float* A, const float* B, float* C, int n, int K) { pair_body<1, 1, true>(A, B, C, n, K); }
__global__ void __launch_bounds__(256, 4) lunar_basket_bb3_a(const float* A, const float* B, float* C, int n, int K) { pair_body<2, 1, false>(A, B, C, n, K); }
__global__ void __launch_bounds__(256, 4) lunar_basket_bb3_b(const float* A, const float* B, float* C, int n, int K) { pair_body<2, 1, true>(A, B, C, n, K); }

// ---------- 9: one step of heat in a wide slab ----------
constexpr int HX = 4096, HY = 4096, HZ = 32, HP = HX + 16;
constexpr size_t HPL = (size_t)HP * (HY + 2);
template <bool ZFAST>
__device__ __forceinline__ void heat_body(const float* in, float* out) {
    constexpr int TX = HX / 128, TY = HY / 8, TILES = TX * TY;
    const int bid = blockIdx.x, z = ZFAST ? bid % HZ : bid / TILES, tile = ZFAST ? bid / HZ : bid % TILES;
    const int lane = threadIdx.x, x = (tile % TX) * 128 + lane * 4, y = (tile / TX) * 8 + threadIdx.y;
    const float* p = in + (size_t)(z + 1) * HPL + (size_t)(y + 1) * HP + 8 + x;
    const float4 c = *(const float4*)p, n = *(const float4*)(p - HP), s = *(const float4*)(p + HP), u = *(const float4*)(p - HPL), d = *(const float4*)(p + HPL);
    float l = __shfl_up_sync(~0u, c.w, 1), r = __shfl_down_sync(~0u, c.x, 1);
    if (lane == 0) l = p[-1];
    if (lane == 31) r = p[4];
    const float a = 0.4f, b = 0.1f;
    float4 o;
    o.x = a * c.x + b * (l + c.y + n.x + s.x + u.x + d.x);
    o.y = a * c.y + b * (c.x + c.z + n.y + s.y + u.y + d.y);
    o.z = a * c.z + b * (c.y + c.w + n.z + s.z + u.z + d.z);
    o.w = a * c.w + b * (c.z + r + n.w + s.w + u.w + d.w);
    *(float4*)(out + ((size_t)z * HY + y) * HX + x) = o;
}
__global__ void __launch_bounds__(256) quiet_lantern_bb3_a(const float* in, float* out) { heat_body<false>(in, out); }
__global__ void __launch_bounds__(256) quiet_lantern_bb3_b(const float* in, float* out) { heat_body<true>(in, out); }

// ---------- 10, mild: scores plus one positional bias for all heads ----------
template <bool HFAST>
__device__ __forceinline__ void bias_body(const __half* sc, const float* bias, __half* out, int tiles, int heads) {
    const int bid = blockIdx.x, h = HFAST ? bid % heads : bid / tiles, t = HFAST ? bid / heads : bid % tiles;
    const size_t e = ((size_t)t * 256 + threadIdx.x) * 8, o = (size_t)h * tiles * 2048 + e;
    uint4 v = *(const uint4*)(sc + o);
    const float4 b0 = *(const float4*)(bias + e), b1 = *(const float4*)(bias + e + 4);
    __half2* q = (__half2*)&v;
    float2 f0 = __half22float2(q[0]), f1 = __half22float2(q[1]), f2 = __half22float2(q[2]), f3 = __half22float2(q[3]);
    q[0] = __floats2half2_rn(f0.x * 0.125f + b0.x, f0.y * 0.125f + b0.y); q[1] = __floats2half2_rn(f1.x * 0.125f + b0.z, f1.y * 0.125f + b0.w);
    q[2] = __floats2half2_rn(f2.x * 0.125f + b1.x, f2.y * 0.125f + b1.y); q[3] = __floats2half2_rn(f3.x * 0.125f + b1.z, f3.y * 0.125f + b1.w);
    *(uint4*)(out + o) = v;
}
__global__ void __launch_bounds__(256) crimson_ladder_bb3_a(const __half* sc, const float* bias, __half* out, int tiles, int heads) { bias_body<false>(sc, bias, out, tiles, heads); }
__global__ void __launch_bounds__(256) crimson_ladder_bb3_b(const __half* sc, const float* bias, __half* out, int tiles, int heads) { bias_body<true>(sc, bias, out, tiles, heads); }
__global__ void __launch_bounds__(256) dusty_violin_bb3_a(const __half* sc, const float* bias, __half* out, int tiles, int heads) { bias_body<false>(sc, bias, out, tiles, heads); }
__global__ void __launch_bounds__(256) dusty_violin_bb3_b(const __half* sc, const float* bias, __half* out, int tiles, int heads) { bias_body<true>(sc, bias, out, tiles, heads); }

// ---------- healthy 1: 8 spectral bands mixed by a small matrix, planar ----------
__constant__ float mixm[64];
__global__ void __launch_bounds__(256) frosty_pebble_bb3_a(const float* in, float* out, int n4) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    float4 v[8];
    #pragma unroll
    for (int d = 0; d < 8; ++d) v[d] = __ldcs((const float4*)in + (size_t)d * n4 + i);
    #pragma unroll
    for (int c = 0; c < 8; ++c) {
        float4 s = make_float4(0, 0, 0, 0);
        #pragma unroll
        for (int d = 0; d < 8; ++d) {
            const float m = mixm[c * 8 + d];
            s.x = fmaf(m, v[d].x, s.x); s.y = fmaf(m, v[d].y, s.y); s.z = fmaf(m, v[d].z, s.z); s.w = fmaf(m, v[d].w, s.w);
        }
        __stcs((float4*)out + (size_t)c * n4 + i, s);
    }
}
// ---------- healthy 2: rows scaled by their norm, row staged in shared ----------
__global__ void __launch_bounds__(256) golden_harbor_bb3_a(const float* in, float* out) {
    __shared__ __align__(16) float row[2048];
    __shared__ float part[8];
    const int t = threadIdx.x;
    const float* p = in + (size_t)blockIdx.x * 2048;
    cpa16(row + t * 4, p + t * 4); cpa16(row + 1024 + t * 4, p + 1024 + t * 4); cpa_commit(); cpa_wait<0>();
    __syncthreads();
    float4 a = *(float4*)(row + t * 4), b = *(float4*)(row + 1024 + t * 4);
    float s = a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w + b.x * b.x + b.y * b.y + b.z * b.z + b.w * b.w;
    #pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    if ((t & 31) == 0) part[t >> 5] = s;
    __syncthreads();
    s = 0;
    #pragma unroll
    for (int w = 0; w < 8; ++w) s += part[w];
    const float f = rsqrtf(s * (1.0f / 2048.0f) + 1e-6f);
    float* q = out + (size_t)blockIdx.x * 2048;
    *(float4*)(q + t * 4) = make_float4(a.x * f, a.y * f, a.z * f, a.w * f);
    *(float4*)(q + 1024 + t * 4) = make_float4(b.x * f, b.y * f, b.z * f, b.w * f);
}

int main(int argc, char** argv) {
    using harness::Output;
    std::vector<harness::Case> cs;
    auto add = [&](const char* nm, std::function<void()> f, const void* o, size_t n, Output ty) { cs.push_back({nm, f, o, n, ty}); };
    for (auto f : {amber_kettle_bb3_a, amber_kettle_bb3_b, walnut_ferry_bb3_a, walnut_ferry_bb3_b})
        CHECK(cudaFuncSetAttribute(f, cudaFuncAttributeMaxDynamicSharedMemorySize, GSM));
    {   // 1
        const int n = 2048, T = 2048;
        double *A = mk<double>((size_t)n * T, 1, 0, 1), *B = mk<double>((size_t)n * T, 2, 0, 1), *C = harness::empty<double>((size_t)n * n);
        dim3 g(n / 64, n / 64);
        add("amber_kettle_bb3_a", [=] { amber_kettle_bb3_a<<<g, 128, GSM>>>(A, B, C, n, T); }, C, (size_t)n * n, Output::f64);
        add("amber_kettle_bb3_b", [=] { amber_kettle_bb3_b<<<g, 128, GSM>>>(A, B, C, n, T); }, C, (size_t)n * n, Output::f64);
    }
    {   // 2
        const int n = 512, T = 8192;
        double *A = mk<double>((size_t)n * T, 3, 0, 1), *B = mk<double>((size_t)n * T, 4, 0, 1), *C = harness::empty<double>((size_t)n * n);
        add("walnut_ferry_bb3_a", [=] { walnut_ferry_bb3_a<<<dim3(n / 64, n / 64), 128, GSM>>>(A, B, C, n, T); }, C, (size_t)n * n, Output::f64);
        add("walnut_ferry_bb3_b", [=] { cudaMemsetAsync(C, 0, (size_t)n * n * 8); walnut_ferry_bb3_b<<<dim3(n / 64, n / 64, 8), 128, GSM>>>(A, B, C, n, T); }, C, (size_t)n * n, Output::f64);
    }
    {   // 3
        const int nq = 4096, nd = 8192, K = 512;
        int8_t *Q = mk<int8_t>((size_t)nq * K, 5, 1, 120), *D = mk<int8_t>((size_t)nd * K, 6, 1, 120);
        int* S = harness::empty<int>((size_t)nq * nd);
        add("copper_meadow_bb3_a", [=] { copper_meadow_bb3_a<<<dim3(nd / 64, nq / 64), 256>>>(Q, D, S, nd, K); }, S, (size_t)nq * nd, Output::i32);
        add("copper_meadow_bb3_b", [=] { copper_meadow_bb3_b<<<dim3(nd / 128, nq / 128), 256>>>(Q, D, S, nd, K); }, S, (size_t)nq * nd, Output::i32);
    }
    {   // 4
        const int m = 4224, n = 4096;
        float *A = mk<float>((size_t)m * RK, 7, 1, 9), *B = mk<float>((size_t)RK * n, 8, 1, 9), *C = harness::empty<float>((size_t)m * n);
        const int s1 = (64 * RLD + 1024) * 4, s4 = (64 * RLD + 4096) * 4;
        CHECK(cudaFuncSetAttribute(violet_anchor_bb3_a, cudaFuncAttributeMaxDynamicSharedMemorySize, s1));
        CHECK(cudaFuncSetAttribute(violet_anchor_bb3_b, cudaFuncAttributeMaxDynamicSharedMemorySize, s4));
        dim3 g(n / 256, m / 64);
        add("violet_anchor_bb3_a", [=] { violet_anchor_bb3_a<<<g, 256, s1>>>(A, B, C, n); }, C, (size_t)m * n, Output::f32);
        add("violet_anchor_bb3_b", [=] { violet_anchor_bb3_b<<<g, 256, s4>>>(A, B, C, n); }, C, (size_t)m * n, Output::f32);
    }
    {   // 5
        const int chunks = 32768;
        float *in = mk<float>((size_t)chunks * CH + 64, 9, 0, 1), *out = harness::empty<float>((size_t)chunks * CH / 4);
        const int s1 = CHS * 4, s4 = 4 * CHS * 4;
        CHECK(cudaFuncSetAttribute(silver_rocket_bb3_b, cudaFuncAttributeMaxDynamicSharedMemorySize, s4));
        add("silver_rocket_bb3_a", [=] { silver_rocket_bb3_a<<<132, 256, s1>>>(in, out, chunks); }, out, (size_t)chunks * CH / 4, Output::f32);
        add("silver_rocket_bb3_b", [=] { silver_rocket_bb3_b<<<132, 256, s4>>>(in, out, chunks); }, out, (size_t)chunks * CH / 4, Output::f32);
    }
    {   // 6
        std::vector<float> w(121), m(64);
        for (int i = 0; i < 121; ++i) w[i] = 0.002f + 0.0001f * (i % 17);
        for (int i = 0; i < 64; ++i) m[i] = 0.05f + 0.01f * (i % 13);
        CHECK(cudaMemcpyToSymbol(lens, w.data(), 121 * 4)); CHECK(cudaMemcpyToSymbol(mixm, m.data(), 64 * 4));
        float *img = mk<float>((size_t)IP * (IH + 16), 10, 0, 1), *out = harness::empty<float>((size_t)IW * IH);
        add("plaid_otter_bb3_a", [=] { plaid_otter_bb3_a<<<dim3(IW / 32, IH / 8), dim3(32, 8)>>>(img, out); }, out, (size_t)IW * IH, Output::f32);
        add("plaid_otter_bb3_b", [=] { plaid_otter_bb3_b<<<dim3(IW / 32, IH / 64), dim3(32, 8)>>>(img, out); }, out, (size_t)IW * IH, Output::f32);
    }
    {   // 7
        const int n = 2048, K = 512;
        float *A = mk<float>((size_t)n * K, 11, 0, 1), *B = mk<float>((size_t)n * K, 12, 0, 1), *C = harness::empty<float>((size_t)n * n);
        add("hollow_spoon_bb3_a", [=] { hollow_spoon_bb3_a<<<dim3(n / 32, n / 32), dim3(32, 32)>>>(A, B, C, n, K); }, C, (size_t)n * n, Output::f32);
        add("hollow_spoon_bb3_b", [=] { hollow_spoon_bb3_b<<<dim3(n / 64, n / 64), 256>>>(A, B, C, n, K); }, C, (size_t)n * n, Output::f32);
    }
    {   // 8
        const int n = 1024, K = 2048;
        float *A = mk<float>((size_t)n * K, 13, 0, 1), *B = mk<float>((size_t)n * K, 14, 2, 4), *C = harness::empty<float>((size_t)n * n);
        add("maple_compass_bb3_a", [=] { maple_compass_bb3_a<<<dim3(n / 128, n / 128), 256>>>(A, B, C, n, K); }, C, (size_t)n * n, Output::f32);
        add("maple_compass_bb3_b", [=] { maple_compass_bb3_b<<<dim3(n / 64, n / 64), 256>>>(A, B, C, n, K); }, C, (size_t)n * n, Output::f32);
    }
    {   // 9
        float *in = mk<float>(HPL * (HZ + 2), 15, 0, 1), *out = harness::empty<float>((size_t)HX * HY * HZ);
        const int g = (HX / 128) * (HY / 8) * HZ;
        add("quiet_lantern_bb3_a", [=] { quiet_lantern_bb3_a<<<g, dim3(32, 8)>>>(in, out); }, out, (size_t)HX * HY * HZ, Output::f32);
        add("quiet_lantern_bb3_b", [=] { quiet_lantern_bb3_b<<<g, dim3(32, 8)>>>(in, out); }, out, (size_t)HX * HY * HZ, Output::f32);
    }
    {   // 10
        const int tiles = 8192 * 8192 / 2048, heads = 8; const size_t n = (size_t)8192 * 8192 * heads;
        __half *s = mk<__half>(n, 16, 0, 1), *o = harness::empty<__half>(n); float* b = mk<float>((size_t)8192 * 8192, 17, 0, 1);
        add("crimson_ladder_bb3_a", [=] { crimson_ladder_bb3_a<<<tiles * heads, 256>>>(s, b, o, tiles, heads); }, o, n, Output::f16);
        add("crimson_ladder_bb3_b", [=] { crimson_ladder_bb3_b<<<tiles * heads, 256>>>(s, b, o, tiles, heads); }, o, n, Output::f16);
        const int mt = 512, mh = 256; const size_t mn = (size_t)mt * 2048 * mh;
        add("dusty_violin_bb3_a", [=] { dusty_violin_bb3_a<<<mt * mh, 256>>>(s, b, o, mt, mh); }, o, mn, Output::f16);
        add("dusty_violin_bb3_b", [=] { dusty_violin_bb3_b<<<mt * mh, 256>>>(s, b, o, mt, mh); }, o, mn, Output::f16);
    }
    {   // mild
        const int n = 4096, K = 512;
        float *A = mk<float>((size_t)n * K, 18, 0, 1), *B = mk<float>((size_t)n * K, 19, 0, 1), *C = harness::empty<float>((size_t)n * n);
        add("lunar_basket_bb3_a", [=] { lunar_basket_bb3_a<<<dim3(n / 64, n / 64), 256>>>(A, B, C, n, K); }, C, (size_t)n * n, Output::f32);
        add("lunar_basket_bb3_b", [=] { lunar_basket_bb3_b<<<dim3(n / 64, n / 64), 256>>>(A, B, C, n, K); }, C, (size_t)n * n, Output::f32);
    }
    {   // healthy
        const int n4 = 4 << 20;
        float *in = mk<float>((size_t)n4 * 32, 20, 0, 1), *out = harness::empty<float>((size_t)n4 * 32);
        add("frosty_pebble_bb3_a", [=] { frosty_pebble_bb3_a<<<n4 / 256, 256>>>(in, out, n4); }, out, (size_t)n4 * 32, Output::f32);
        add("golden_harbor_bb3_a", [=] { golden_harbor_bb3_a<<<65536, 256>>>(in, out); }, out, (size_t)n4 * 32, Output::f32);
    }
    return harness::run(argc, argv, cs);
}
