#include "harness.cuh"

__device__ __forceinline__ uint32_t sptr(const void* p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void cp16(uint32_t s, const void* g) { asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(s), "l"(g)); }
__device__ __forceinline__ void cp_commit() { asm volatile("cp.async.commit_group;"); }
template <int N> __device__ __forceinline__ void cp_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }

// ---- geodesy: normal equations of a gravity field, lower tiles of A^T A over 4096 observations and 2048 coefficients ------
namespace grav {
constexpr int OBS = 4096, PAR = 2048, BK = 16, TILES = (PAR / 64) * (PAR / 64 + 1) / 2;
}
__device__ __forceinline__ void grav_tile(int& m0, int& n0) {
    int b = blockIdx.x, i = (int)((sqrtf(8.f * b + 1.f) - 1.f) * 0.5f);
    while ((i + 1) * (i + 2) / 2 <= b) ++i;
    while (i * (i + 1) / 2 > b) --i;
    m0 = i * 64; n0 = (b - i * (i + 1) / 2) * 64;
}
template <int PITCH, int THREADS>
__device__ __forceinline__ void grav_fetch(double* stage, const double* a, int kt, int m0, int n0) {
    using namespace grav;
#pragma unroll
    for (int i = 0; i < BK * 32 / THREADS; ++i) {
        int c = threadIdx.x + i * THREADS, k = c >> 5, q = (c & 31) * 2;
        const double* g = a + (size_t)(kt * BK + k) * PAR;
        cp16(sptr(stage + k * PITCH + q), g + m0 + q);
        cp16(sptr(stage + (BK + k) * PITCH + q), g + n0 + q);
    }
}
__global__ void __launch_bounds__(64, 4) gravity_normals_q5_a(const double* __restrict__ a, double* __restrict__ n) {
    using namespace grav;
    extern __shared__ __align__(128) double ring[];  // 3 stages of 2 x BK x 64
    constexpr int STAGE = 2 * BK * 64;
    int m0, n0; grav_tile(m0, n0);
    const int tx = threadIdx.x & 7, ty = threadIdx.x >> 3;
    double acc[8][8] = {};
    grav_fetch<64, 64>(ring, a, 0, m0, n0); cp_commit();
    grav_fetch<64, 64>(ring + STAGE, a, 1, m0, n0); cp_commit();
    int use = 0, fill = 2;
    for (int kt = 0; kt < OBS / BK; ++kt) {
        cp_wait<1>(); __syncthreads();
        if (kt + 2 < OBS / BK) grav_fetch<64, 64>(ring + fill * STAGE, a, kt + 2, m0, n0);
        cp_commit();
        const double *s = ring + use * STAGE + ty * 2, *r = ring + use * STAGE + BK * 64 + tx * 2;
#pragma unroll 4
        for (int k = 0; k < BK; ++k) {
            double2 x[4], y[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) { x[i] = *(const double2*)(s + k * 64 + i * 16); y[i] = *(const double2*)(r + k * 64 + i * 16); }
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) {
                    acc[2 * i][2 * j] += x[i].x * y[j].x; acc[2 * i][2 * j + 1] += x[i].x * y[j].y;
                    acc[2 * i + 1][2 * j] += x[i].y * y[j].x; acc[2 * i + 1][2 * j + 1] += x[i].y * y[j].y;
                }
        }
        use = use == 2 ? 0 : use + 1; fill = fill == 2 ? 0 : fill + 1;
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            int m = m0 + (i >> 1) * 16 + ty * 2 + (i & 1), c = n0 + j * 16 + tx * 2;
            *(double2*)(n + (size_t)m * PAR + c) = make_double2(acc[i][2 * j] * (1.0 / OBS), acc[i][2 * j + 1] * (1.0 / OBS));
        }
}
__global__ void __launch_bounds__(128, 4) gravity_normals_q5_b(const double* __restrict__ a, double* __restrict__ n) {
    using namespace grav;
    extern __shared__ __align__(128) double ring[];  // rows of 68, so that four rows of k fall into different banks
    constexpr int P = 68, STAGE = 2 * BK * P;
    int m0, n0; grav_tile(m0, n0);
    const int warp = threadIdx.x >> 5, g = (threadIdx.x & 31) >> 2, t = threadIdx.x & 3, wm = (warp & 1) * 32, wn = (warp >> 1) * 32;
    double acc[2][4][4] = {};
    grav_fetch<P, 128>(ring, a, 0, m0, n0); cp_commit();
    grav_fetch<P, 128>(ring + STAGE, a, 1, m0, n0); cp_commit();
    int use = 0, fill = 2;
    for (int kt = 0; kt < OBS / BK; ++kt) {
        cp_wait<1>(); __syncthreads();
        if (kt + 2 < OBS / BK) grav_fetch<P, 128>(ring + fill * STAGE, a, kt + 2, m0, n0);
        cp_commit();
        const double *s = ring + use * STAGE + t * P + wm + g, *r = ring + use * STAGE + (BK + t) * P + wn + g;
#pragma unroll 1
        for (int k = 0; k < BK; k += 8) {
            double x[2][4], y[4][2];
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int h = 0; h < 4; ++h) x[i][h] = s[(k + (h >> 1) * 4) * P + i * 16 + (h & 1) * 8];
#pragma unroll
            for (int j = 0; j < 4; ++j) { y[j][0] = r[k * P + j * 8]; y[j][1] = r[(k + 4) * P + j * 8]; }
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j)
                    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+d"(acc[i][j][0]), "+d"(acc[i][j][1]), "+d"(acc[i][j][2]), "+d"(acc[i][j][3])
                                 : "d"(x[i][0]), "d"(x[i][1]), "d"(x[i][2]), "d"(x[i][3]), "d"(y[j][0]), "d"(y[j][1]));
        }
        use = use == 2 ? 0 : use + 1; fill = fill == 2 ? 0 : fill + 1;
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int h = 0; h < 2; ++h) {
                int m = m0 + wm + i * 16 + h * 8 + g, c = n0 + wn + j * 8 + t * 2;
                *(double2*)(n + (size_t)m * PAR + c) = make_double2(acc[i][j][2 * h] * (1.0 / OBS), acc[i][j][2 * h + 1] * (1.0 / OBS));
            }
}

// ---- mineralogy: spectra of 48 bands unmixed into 16 minerals; a scan line is [band][1024 pixels], one block an SM -------
namespace mineral { constexpr int BANDS = 48, OUT = 16, PX = 1024, SMEM = (BANDS * PX + BANDS * OUT) * 4; }
__device__ __forceinline__ void mineral_bands(float (&acc)[16][2], const float* tile, const float* m, int bands) {
#pragma unroll 4
    for (int b = 0; b < bands; ++b) {
        float2 v = *(const float2*)(tile + b * mineral::PX + threadIdx.x * 2);
        float c[16];
#pragma unroll
        for (int i = 0; i < 4; ++i) *(float4*)(c + i * 4) = *(const float4*)(m + b * 16 + i * 4);
#pragma unroll
        for (int i = 0; i < 16; ++i) { acc[i][0] += c[i] * v.x; acc[i][1] += c[i] * v.y; }
    }
}
__device__ __forceinline__ void mineral_store(float (&acc)[16][2], float* out, int line) {
#pragma unroll
    for (int i = 0; i < 16; ++i) {
        *(float2*)(out + ((size_t)line * 16 + i) * mineral::PX + threadIdx.x * 2) = make_float2(fmaxf(acc[i][0], 0.f), fmaxf(acc[i][1], 0.f));
        acc[i][0] = acc[i][1] = 0.f;
    }
}
__global__ void __launch_bounds__(512, 1) mineral_unmix_q5_a(const float* __restrict__ cube, const float* __restrict__ mix, float* __restrict__ out, int lines) {
    using namespace mineral;
    extern __shared__ __align__(128) float tile[];
    float* m = tile + BANDS * PX;
    for (int i = threadIdx.x; i < BANDS * OUT; i += 512) m[i] = mix[i];
    float acc[16][2] = {};
    for (int line = blockIdx.x; line < lines; line += gridDim.x) {
        const float* src = cube + (size_t)line * BANDS * PX;
#pragma unroll 8
        for (int c = threadIdx.x; c < BANDS * PX / 4; c += 512) cp16(sptr(tile + c * 4), src + c * 4);
        cp_commit();
        cp_wait<0>();
        __syncthreads();
        mineral_bands(acc, tile, m, BANDS);
        mineral_store(acc, out, line);
        __syncthreads();
    }
}
__global__ void __launch_bounds__(512, 1) mineral_unmix_q5_b(const float* __restrict__ cube, const float* __restrict__ mix, float* __restrict__ out, int lines) {
    using namespace mineral;
    extern __shared__ __align__(128) float tile[];
    float* m = tile + BANDS * PX;
    constexpr int PART = BANDS / 4 * PX;
    for (int i = threadIdx.x; i < BANDS * OUT; i += 512) m[i] = mix[i];
    const int steps = (lines - blockIdx.x + gridDim.x - 1) / gridDim.x * 4;
    auto fetch = [&](int s) {
        if (s < steps) {
            const float* src = cube + (size_t)(blockIdx.x + (s >> 2) * gridDim.x) * BANDS * PX + (s & 3) * PART;
            float* dst = tile + (s & 3) * PART;
#pragma unroll
            for (int i = 0; i < PART / 4 / 512; ++i) { int c = threadIdx.x + i * 512; cp16(sptr(dst + c * 4), src + c * 4); }
        }
        cp_commit();
    };
    fetch(0); fetch(1); fetch(2);
    float acc[16][2] = {};
    for (int s = 0; s < steps; ++s) {
        cp_wait<2>(); __syncthreads();
        fetch(s + 3);
        mineral_bands(acc, tile + (s & 3) * PART, m + (s & 3) * (BANDS / 4) * 16, BANDS / 4);
        if ((s & 3) == 3) mineral_store(acc, out, blockIdx.x + (s >> 2) * gridDim.x);
    }
}

// ---- public transport: fastest journey with one change, 1536 origins, 1024 interchanges, 2048 destinations ----------------
namespace bus { constexpr int M = 1536, K = 1024, N = 2048; }
__global__ void __launch_bounds__(256) bus_transfer_q5_a(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out) {
    using namespace bus;
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y;
    const float *pa = a + (size_t)i * K, *pb = b + j;
    float best = 1e30f;
#pragma unroll 8
    for (int k = 0; k < K; ++k) best = fminf(best, pa[k] + pb[(size_t)k * N]);
    out[(size_t)i * N + j] = best;
}
__global__ void __launch_bounds__(128) bus_transfer_q5_b(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out) {
    using namespace bus;
    __shared__ __align__(16) float as[2][16][68];   // [k][origin]
    __shared__ __align__(16) float bs[2][16][64];   // [k][destination]
    const int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4, i0 = blockIdx.y * 64, j0 = blockIdx.x * 64;
    float4 ra[2], rb[2];
    auto get = [&](int kt) {
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            int c = tid + h * 128;
            ra[h] = *(const float4*)(a + (size_t)(i0 + (c >> 2)) * K + kt * 16 + (c & 3) * 4);
            rb[h] = *(const float4*)(b + (size_t)(kt * 16 + (c >> 4)) * N + j0 + (c & 15) * 4);
        }
    };
    auto put = [&](int s) {
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            int c = tid + h * 128, r = c >> 2, k = (c & 3) * 4;
            as[s][k][r] = ra[h].x; as[s][k + 1][r] = ra[h].y; as[s][k + 2][r] = ra[h].z; as[s][k + 3][r] = ra[h].w;
            *(float4*)&bs[s][c >> 4][(c & 15) * 4] = rb[h];
        }
    };
    float best[8][4];
#pragma unroll
    for (int i = 0; i < 32; ++i) best[i >> 2][i & 3] = 1e30f;
    get(0); put(0); __syncthreads();
    for (int kt = 0; kt < K / 16; ++kt) {
        int s = kt & 1;
        if (kt + 1 < K / 16) get(kt + 1);
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float x[8], y[4];
            *(float4*)x = *(float4*)&as[s][k][ty * 8]; *(float4*)(x + 4) = *(float4*)&as[s][k][ty * 8 + 4];
            *(float4*)y = *(float4*)&bs[s][k][tx * 4];
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) best[i][j] = fminf(best[i][j], x[i] + y[j]);
        }
        if (kt + 1 < K / 16) put(s ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) *(float4*)(out + (size_t)(i0 + ty * 8 + i) * N + j0 + tx * 4) = *(float4*)best[i];
}

// ---- ecology: city-block dissimilarity of 3072 plankton samples to 3072 others, 256 taxa --------------------------------
namespace eco { constexpr int S = 3072, TAXA = 256; }
__global__ void __launch_bounds__(1024) plankton_dissimilarity_q5_a(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out) {
    using namespace eco;
    __shared__ float as[2][32][33], bs[2][32][33];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const float *pa = a + (size_t)(blockIdx.y * 32 + ty) * TAXA + tx, *pb = b + (size_t)(blockIdx.x * 32 + ty) * TAXA + tx;
    float sum = 0.f;
    as[0][ty][tx] = pa[0]; bs[0][ty][tx] = pb[0];
    __syncthreads();
    for (int kt = 0; kt < TAXA / 32; ++kt) {
        int s = kt & 1;
        float na = 0, nb = 0;
        if (kt + 1 < TAXA / 32) { na = pa[(kt + 1) * 32]; nb = pb[(kt + 1) * 32]; }
#pragma unroll
        for (int k = 0; k < 32; ++k) sum += fabsf(as[s][ty][k] - bs[s][tx][k]);
        if (kt + 1 < TAXA / 32) { as[s ^ 1][ty][tx] = na; bs[s ^ 1][ty][tx] = nb; }
        __syncthreads();
    }
    out[(size_t)(blockIdx.y * 32 + ty) * S + blockIdx.x * 32 + tx] = sum * (1.f / TAXA);
}
__global__ void __launch_bounds__(256) plankton_dissimilarity_q5_b(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out) {
    using namespace eco;
    __shared__ __align__(16) float as[2][16][68], bs[2][16][68];
    const int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4, r = tid >> 2, k4 = (tid & 3) * 4;
    const float *pa = a + (size_t)(blockIdx.y * 64 + r) * TAXA + k4, *pb = b + (size_t)(blockIdx.x * 64 + r) * TAXA + k4;
    float4 na = *(const float4*)pa, nb = *(const float4*)pb;
    auto put = [&](int s) {
        as[s][k4][r] = na.x; as[s][k4 + 1][r] = na.y; as[s][k4 + 2][r] = na.z; as[s][k4 + 3][r] = na.w;
        bs[s][k4][r] = nb.x; bs[s][k4 + 1][r] = nb.y; bs[s][k4 + 2][r] = nb.z; bs[s][k4 + 3][r] = nb.w;
    };
    float sum[4][4] = {};
    put(0); __syncthreads();
    for (int kt = 0; kt < TAXA / 16; ++kt) {
        int s = kt & 1;
        if (kt + 1 < TAXA / 16) { na = *(const float4*)(pa + (kt + 1) * 16); nb = *(const float4*)(pb + (kt + 1) * 16); }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float x[4], y[4];
            *(float4*)x = *(float4*)&as[s][k][ty * 4]; *(float4*)y = *(float4*)&bs[s][k][tx * 4];
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] += fabsf(x[i] - y[j]);
        }
        if (kt + 1 < TAXA / 16) put(s ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *(float4*)(out + (size_t)(blockIdx.y * 64 + ty * 4 + i) * S + blockIdx.x * 64 + tx * 4) =
            make_float4(sum[i][0] * (1.f / TAXA), sum[i][1] * (1.f / TAXA), sum[i][2] * (1.f / TAXA), sum[i][3] * (1.f / TAXA));
}

// ---- robotics: a 6 x 6 contact system solved per thread with partial pivoting; systems are stored value by value ----------
namespace wrench { constexpr int N = 1 << 20; }
__device__ __forceinline__ void wrench_load(float (&m)[6][7], const float* in, int n) {
#pragma unroll
    for (int r = 0; r < 6; ++r)
#pragma unroll
        for (int c = 0; c < 7; ++c) m[r][c] = in[(size_t)(r * 7 + c) * wrench::N + n] + ((r + 4) % 6 == c ? 6.f : 0.f);
}
__global__ void __launch_bounds__(256) wrench_solve_q5_a(const float* __restrict__ in, float* __restrict__ out) {
    int n = blockIdx.x * 256 + threadIdx.x;
    float m[6][7];
    wrench_load(m, in, n);
#pragma unroll
    for (int k = 0; k < 6; ++k) {
        int p = k;
        float top = fabsf(m[k][k]);
#pragma unroll
        for (int r = k + 1; r < 6; ++r) { float v = fabsf(m[r][k]); if (v > top) { top = v; p = r; } }
#pragma unroll
        for (int c = k; c < 7; ++c) { float t = m[k][c]; m[k][c] = m[p][c]; m[p][c] = t; }
        float d = __fdividef(1.f, m[k][k]);
#pragma unroll
        for (int r = k + 1; r < 6; ++r) {
            float f = m[r][k] * d;
#pragma unroll
            for (int c = k + 1; c < 7; ++c) m[r][c] -= f * m[k][c];
        }
    }
    float x[6];
#pragma unroll
    for (int k = 5; k >= 0; --k) {
        float v = m[k][6];
#pragma unroll
        for (int c = k + 1; c < 6; ++c) v -= m[k][c] * x[c];
        x[k] = __fdividef(v, m[k][k]);
        out[(size_t)k * wrench::N + n] = x[k];
    }
}
__global__ void __launch_bounds__(256) wrench_solve_q5_b(const float* __restrict__ in, float* __restrict__ out) {
    int n = blockIdx.x * 256 + threadIdx.x;
    float m[6][7];
    wrench_load(m, in, n);
#pragma unroll
    for (int k = 0; k < 6; ++k) {
#pragma unroll
        for (int r = k + 1; r < 6; ++r) {  // rows change places by selection, so that every index is known
            bool s = fabsf(m[r][k]) > fabsf(m[k][k]);
#pragma unroll
            for (int c = k; c < 7; ++c) { float u = m[k][c], v = m[r][c]; m[k][c] = s ? v : u; m[r][c] = s ? u : v; }
        }
        float d = __fdividef(1.f, m[k][k]);
#pragma unroll
        for (int r = k + 1; r < 6; ++r) {
            float f = m[r][k] * d;
#pragma unroll
            for (int c = k + 1; c < 7; ++c) m[r][c] -= f * m[k][c];
        }
    }
    float x[6];
#pragma unroll
    for (int k = 5; k >= 0; --k) {
        float v = m[k][6];
#pragma unroll
        for (int c = k + 1; c < 6; ++c) v -= m[k][c] * x[c];
        x[k] = __fdividef(v, m[k][k]);
        out[(size_t)k * wrench::N + n] = x[k];
    }
}

// ---- finance: Cholesky factors of 32-asset covariances, one warp a matrix, a lane a row ---------------------------------
template <int PITCH>
__device__ __forceinline__ void cholesky(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float sm[4][32 * PITCH];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    float* a = sm[warp];
    const size_t base = ((size_t)blockIdx.x * 4 + warp) * 1024;
#pragma unroll 8
    for (int r = 0; r < 32; ++r) a[r * PITCH + lane] = in[base + r * 32 + lane] + (r == lane ? 16.f : 0.f);
    __syncwarp();
    for (int k = 0; k < 32; ++k) {
        float d = rsqrtf(a[k * PITCH + k]), l = 0.f;
        __syncwarp();
        if (lane >= k) { l = a[lane * PITCH + k] * d; a[lane * PITCH + k] = l; }
        __syncwarp();
        for (int j = k + 1; j < 32; ++j)
            if (lane >= j) a[lane * PITCH + j] -= l * a[j * PITCH + k];
        __syncwarp();
    }
#pragma unroll 8
    for (int r = 0; r < 32; ++r) out[base + r * 32 + lane] = lane <= r ? a[r * PITCH + lane] : 0.f;
}
__global__ void __launch_bounds__(128) portfolio_cholesky_q5_a(const float* __restrict__ in, float* __restrict__ out) { cholesky<32>(in, out); }
__global__ void __launch_bounds__(128) portfolio_cholesky_q5_b(const float* __restrict__ in, float* __restrict__ out) { cholesky<33>(in, out); }

// ---- navigation: covariances of 16 states carried forward, P' = F P F^T + Q in double precision, 16 threads a filter -----
template <int PITCH>
__device__ __forceinline__ void propagate(const double* __restrict__ p, const double* __restrict__ f, double* __restrict__ out) {
    __shared__ __align__(16) double sf[16][16];
    __shared__ double sp[8][16 * PITCH];
    const int tid = threadIdx.x, r = tid & 15;
    const size_t base = (size_t)blockIdx.x * 8 * 256;
    for (int i = tid; i < 256; i += 128) ((double*)sf)[i] = f[i];
#pragma unroll
    for (int i = 0; i < 16; ++i) { int e = tid + i * 128; sp[e >> 8][((e >> 4) & 15) * PITCH + (e & 15)] = p[base + e]; }
    __syncthreads();
    double* mine = sp[tid >> 4];
    double v[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) v[k] = mine[r * PITCH + k];
#pragma unroll 4
    for (int j = 0; j < 16; ++j) {  // row r of P F^T
        double s = 0, u = 0;
#pragma unroll
        for (int k = 0; k < 16; k += 2) { double2 c = *(const double2*)&sf[j][k]; s += v[k] * c.x; u += v[k + 1] * c.y; }
        mine[r * PITCH + j] = s + u;
    }
    __syncwarp();
#pragma unroll
    for (int k = 0; k < 16; ++k) v[k] = mine[k * PITCH + r];
#pragma unroll 4
    for (int i = 0; i < 16; ++i) {  // column r of F (P F^T)
        double s = i == r ? 0.01 : 0.0, u = 0;
#pragma unroll
        for (int k = 0; k < 16; k += 2) { double2 c = *(const double2*)&sf[i][k]; s += c.x * v[k]; u += c.y * v[k + 1]; }
        mine[i * PITCH + r] = s + u;
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 16; ++i) { int e = tid + i * 128; out[base + e] = sp[e >> 8][((e >> 4) & 15) * PITCH + (e & 15)]; }
}
__global__ void __launch_bounds__(128) nav_covariance_q5_a(const double* __restrict__ p, const double* __restrict__ f, double* __restrict__ out) { propagate<16>(p, f, out); }
__global__ void __launch_bounds__(128) nav_covariance_q5_b(const double* __restrict__ p, const double* __restrict__ f, double* __restrict__ out) { propagate<17>(p, f, out); }

// ---- lidar: times of arrival of 1024 photons a pixel counted in 64 bins, one thread a pixel ------------------------------
namespace photon { constexpr int PX = 132 * 7 * 128, EVENTS = 1024; }
__global__ void harness_arrivals(uint32_t* p, size_t n, uint32_t seed) {  // four arrivals a word, around a common peak
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        uint32_t w = 0;
        for (int b = 0; b < 4; ++b) { uint32_t h = harness::hash32((uint32_t)i * 4 + b + seed * 0x9e3779b9u); w |= (20 + (h & 7) + ((h >> 3) & 7) + ((h >> 6) % 16 == 0 ? (h >> 10) & 15 : 0)) << (8 * b); }
        p[i] = w;
    }
}
template <int PER_THREAD, int PER_BIN>
__device__ __forceinline__ void arrivals(const uint4* __restrict__ events, int* __restrict__ out) {
    using namespace photon;
    __shared__ int bins[64 * 128];
    const int tid = threadIdx.x, px = blockIdx.x * 128 + tid;
#pragma unroll 8
    for (int i = 0; i < 64; ++i) bins[i * 128 + tid] = 0;
    __syncthreads();
    int* mine = bins + tid * PER_THREAD;
    uint4 next = events[px];
    for (int e = 0; e < EVENTS / 16; ++e) {
        uint4 now = next;
        if (e + 1 < EVENTS / 16) next = events[(size_t)(e + 1) * PX + px];
        const uint32_t w[4] = {now.x, now.y, now.z, now.w};
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int b = 0; b < 4; ++b) mine[((w[i] >> (8 * b)) & 63) * PER_BIN] += 1;
    }
#pragma unroll 8
    for (int i = 0; i < 64; ++i) out[(size_t)i * PX + px] = mine[i * PER_BIN];
}
__global__ void __launch_bounds__(128) photon_timing_q5_a(const uint4* __restrict__ events, int* __restrict__ out) { arrivals<64, 1>(events, out); }
__global__ void __launch_bounds__(128) photon_timing_q5_b(const uint4* __restrict__ events, int* __restrict__ out) { arrivals<1, 128>(events, out); }

// ---- earth observation: four calibrated channel planes woven into pixels ------------------------------------------------
namespace weave { constexpr size_t N = (size_t)1 << 24; }
template <int PITCH>
__device__ __forceinline__ void interleave(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float sm[512 * PITCH];
    const int tid = threadIdx.x, band = tid >> 6, l = tid & 63;  // two warps a channel
    const size_t px = (size_t)blockIdx.x * 512;
    const float gain = 1.0f + 0.01f * band, offset = 0.003f * band;
    float v[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) v[i] = __ldcs(in + band * weave::N + px + i * 64 + l);
#pragma unroll
    for (int i = 0; i < 8; ++i) sm[(i * 64 + l) * PITCH + band] = v[i] * gain + offset;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        int e = tid + i * 256;
        __stcs(out + px * 4 + e, sm[(e >> 2) * PITCH + (e & 3)]);
    }
}
__global__ void __launch_bounds__(256) channel_weave_q5_a(const float* __restrict__ in, float* __restrict__ out) { interleave<4>(in, out); }
__global__ void __launch_bounds__(256) channel_weave_q5_b(const float* __restrict__ in, float* __restrict__ out) { interleave<5>(in, out); }

// ---- epidemiology: risk surface, kernel matrix of 405504 sites and 4096 cases times the cases' weights -------------------
namespace risk { constexpr int SITES = 132 * 12 * 256, CASES = 4096; }
__device__ __forceinline__ float ex2(float x) { float y; asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x)); return y; }
__device__ __forceinline__ float risk_tile(const float4* tile, float x, float y, float z) {
    float s = 0, t = 0;
#pragma unroll 2
    for (int i = 0; i < 256; i += 2) {
        float4 p = tile[i], q = tile[i + 1];
        float a = p.x - x, b = p.y - y, c = p.z - z, d = q.x - x, e = q.y - y, f = q.z - z;
        s += p.w * ex2(-(a * a + b * b + c * c)); t += q.w * ex2(-(d * d + e * e + f * f));
    }
    return s + t;
}
__global__ void __launch_bounds__(256, 6) risk_surface_q5_a(const float4* __restrict__ sites, const float4* __restrict__ cases, float* __restrict__ out) {
    using namespace risk;
    __shared__ float4 tile[256];
    const int i = blockIdx.x * 256 + threadIdx.x;
    float4 me = sites[i];
    float sum = 0;
    for (int t = 0; t < CASES; t += 256) {
        tile[threadIdx.x] = cases[t + threadIdx.x];
        __syncthreads();
        sum += risk_tile(tile, me.x, me.y, me.z);
        __syncthreads();
    }
    out[i] = sum + 0.001f * me.w;
}
__global__ void __launch_bounds__(256, 6) risk_surface_q5_b(const float4* __restrict__ sites, const float4* __restrict__ cases, float* __restrict__ out) {
    using namespace risk;
    __shared__ float4 tile[2][256];
    const int i = blockIdx.x * 256 + threadIdx.x;
    cp16(sptr(&tile[0][threadIdx.x]), cases + threadIdx.x); cp_commit();
    float4 me = sites[i];
    float sum = 0;
    for (int t = 0; t < CASES / 256; ++t) {
        cp_wait<0>(); __syncthreads();
        if (t + 1 < CASES / 256) cp16(sptr(&tile[(t + 1) & 1][threadIdx.x]), cases + (t + 1) * 256 + threadIdx.x);
        cp_commit();
        sum += risk_tile(tile[t & 1], me.x, me.y, me.z);
    }
    out[i] = sum + 0.001f * me.w;
}

// ---- telecommunications: recursive least squares, 4096 inverse correlations of 128 x 128 lose a rank-one term -----------
__global__ void __launch_bounds__(256) antenna_rls_q5_h(const float4* __restrict__ p, const float* __restrict__ gain, float4* __restrict__ out) {
    __shared__ __align__(16) float g[128];
    const int tid = threadIdx.x;
    const size_t base = (size_t)blockIdx.x * 4096;
    float4 v[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) v[i] = __ldcs(p + base + tid + i * 256);
    if (tid < 128) g[tid] = gain[(size_t)blockIdx.x * 128 + tid];
    __syncthreads();
    const float4 c = *(const float4*)&g[(tid & 31) * 4];
#pragma unroll
    for (int q = 0; q < 4; ++q) {
        float4 w[4];
        if (q < 3)
#pragma unroll
            for (int i = 0; i < 4; ++i) w[i] = __ldcs(p + base + tid + ((q + 1) * 4 + i) * 256);
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            int e = tid + (q * 4 + i) * 256;
            float r = g[e >> 5];
            __stcs(out + base + e, make_float4((v[i].x - r * c.x) * 1.01f, (v[i].y - r * c.y) * 1.01f, (v[i].z - r * c.z) * 1.01f, (v[i].w - r * c.w) * 1.01f));
        }
        if (q < 3)
#pragma unroll
            for (int i = 0; i < 4; ++i) v[i] = w[i];
    }
}

// ---- compression: 8 x 8 cosine transform of a byte image, coefficients stored plane by plane -----------------------------
namespace dct { constexpr int W = 8192, H = 8192, BLOCKS = W / 8 * (H / 8); }
__device__ __forceinline__ void dct8(float (&v)[8]) {  // even and odd halves apart
    const float c1 = 0.49039264f, c2 = 0.46193977f, c3 = 0.41573481f, c4 = 0.35355339f, c5 = 0.27778512f, c6 = 0.19134172f, c7 = 0.09754516f;
    float s0 = v[0] + v[7], s1 = v[1] + v[6], s2 = v[2] + v[5], s3 = v[3] + v[4], d0 = v[0] - v[7], d1 = v[1] - v[6], d2 = v[2] - v[5], d3 = v[3] - v[4];
    v[0] = (s0 + s3 + s1 + s2) * c4; v[4] = (s0 + s3 - s1 - s2) * c4;
    v[2] = (s0 - s3) * c2 + (s1 - s2) * c6; v[6] = (s0 - s3) * c6 - (s1 - s2) * c2;
    v[1] = d0 * c1 + d1 * c3 + d2 * c5 + d3 * c7; v[3] = d0 * c3 - d1 * c7 - d2 * c1 - d3 * c5;
    v[5] = d0 * c5 - d1 * c1 + d2 * c7 + d3 * c3; v[7] = d0 * c7 - d1 * c5 + d2 * c3 - d3 * c1;
}
__global__ void harness_image(uint32_t* p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) p[i] = harness::hash32((uint32_t)i + 91);
}
__global__ void __launch_bounds__(256) block_cosine_q5_h(const unsigned char* __restrict__ image, float* __restrict__ out) {
    using namespace dct;
    __shared__ float sm[8][8][33];
    const int bx = threadIdx.x & 31, r = threadIdx.x >> 5;
    uint2 raw = *(const uint2*)(image + (size_t)(blockIdx.y * 8 + r) * W + (blockIdx.x * 32 + bx) * 8);
    float v[8];
#pragma unroll
    for (int i = 0; i < 4; ++i) { v[i] = (float)((raw.x >> (8 * i)) & 255) - 128.f; v[i + 4] = (float)((raw.y >> (8 * i)) & 255) - 128.f; }
    dct8(v);
#pragma unroll
    for (int c = 0; c < 8; ++c) sm[r][c][bx] = v[c];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 8; ++i) v[i] = sm[i][r][bx];
    dct8(v);
    size_t b = (size_t)blockIdx.y * (W / 8) + blockIdx.x * 32 + bx;
#pragma unroll
    for (int i = 0; i < 8; ++i) __stcs(out + (size_t)(i * 8 + r) * BLOCKS + b, v[i]);
}

template <typename F> static void big(F f, int bytes) { CHECK(cudaFuncSetAttribute(f, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)); }

int main(int argc, char** argv) {
    using harness::Output;
    std::vector<harness::Case> cases;
    {
        using namespace grav;
        auto* a = harness::filled<double>((size_t)OBS * PAR, 11);
        auto* n = harness::empty<double>((size_t)PAR * PAR);
        const int sa = 3 * 2 * BK * 64 * 8, sb = 3 * 2 * BK * 68 * 8;
        big(gravity_normals_q5_a, sa); big(gravity_normals_q5_b, sb);
        cases.push_back({"gravity_normals_q5_a", [=] { gravity_normals_q5_a<<<TILES, 64, sa>>>(a, n); }, n, (size_t)PAR * PAR, Output::f64});
        cases.push_back({"gravity_normals_q5_b", [=] { gravity_normals_q5_b<<<TILES, 128, sb>>>(a, n); }, n, (size_t)PAR * PAR, Output::f64});
    }
    {
        using namespace mineral;
        const int lines = 132 * 20;
        auto *c = harness::filled<float>((size_t)lines * BANDS * PX, 21), *m = harness::filled<float>(BANDS * OUT, 22);
        auto* o = harness::empty<float>((size_t)lines * OUT * PX);
        big(mineral_unmix_q5_a, SMEM); big(mineral_unmix_q5_b, SMEM);
        size_t n = (size_t)lines * OUT * PX;
        cases.push_back({"mineral_unmix_q5_a", [=] { mineral_unmix_q5_a<<<132, 512, SMEM>>>(c, m, o, lines); }, o, n, Output::f32});
        cases.push_back({"mineral_unmix_q5_b", [=] { mineral_unmix_q5_b<<<132, 512, SMEM>>>(c, m, o, lines); }, o, n, Output::f32});
    }
    {
        using namespace bus;
        auto *a = harness::filled<float>((size_t)M * K, 31), *b = harness::filled<float>((size_t)K * N, 32), *o = harness::empty<float>((size_t)M * N);
        cases.push_back({"bus_transfer_q5_a", [=] { bus_transfer_q5_a<<<dim3(N / 32, M / 8), dim3(32, 8)>>>(a, b, o); }, o, (size_t)M * N, Output::f32});
        cases.push_back({"bus_transfer_q5_b", [=] { bus_transfer_q5_b<<<dim3(N / 64, M / 64), 128>>>(a, b, o); }, o, (size_t)M * N, Output::f32});
    }
    {
        using namespace eco;
        auto *a = harness::filled<float>((size_t)S * TAXA, 41), *b = harness::filled<float>((size_t)S * TAXA, 42), *o = harness::empty<float>((size_t)S * S);
        cases.push_back({"plankton_dissimilarity_q5_a", [=] { plankton_dissimilarity_q5_a<<<dim3(S / 32, S / 32), dim3(32, 32)>>>(a, b, o); }, o, (size_t)S * S, Output::f32});
        cases.push_back({"plankton_dissimilarity_q5_b", [=] { plankton_dissimilarity_q5_b<<<dim3(S / 64, S / 64), 256>>>(a, b, o); }, o, (size_t)S * S, Output::f32});
    }
    {
        auto *in = harness::filled<float>((size_t)wrench::N * 42, 51), *o = harness::empty<float>((size_t)wrench::N * 6);
        cases.push_back({"wrench_solve_q5_a", [=] { wrench_solve_q5_a<<<wrench::N / 256, 256>>>(in, o); }, o, (size_t)wrench::N * 6, Output::f32});
        cases.push_back({"wrench_solve_q5_b", [=] { wrench_solve_q5_b<<<wrench::N / 256, 256>>>(in, o); }, o, (size_t)wrench::N * 6, Output::f32});
    }
    {
        const int n = 16384;
        auto *in = harness::filled<float>((size_t)n * 1024, 61), *o = harness::empty<float>((size_t)n * 1024);
        cases.push_back({"portfolio_cholesky_q5_a", [=] { portfolio_cholesky_q5_a<<<n / 4, 128>>>(in, o); }, o, (size_t)n * 1024, Output::f32});
        cases.push_back({"portfolio_cholesky_q5_b", [=] { portfolio_cholesky_q5_b<<<n / 4, 128>>>(in, o); }, o, (size_t)n * 1024, Output::f32});
    }
    {
        const int n = 49152;
        auto *p = harness::filled<double>((size_t)n * 256, 71), *f = harness::filled<double>(256, 72), *o = harness::empty<double>((size_t)n * 256);
        cases.push_back({"nav_covariance_q5_a", [=] { nav_covariance_q5_a<<<n / 8, 128>>>(p, f, o); }, o, (size_t)n * 256, Output::f64});
        cases.push_back({"nav_covariance_q5_b", [=] { nav_covariance_q5_b<<<n / 8, 128>>>(p, f, o); }, o, (size_t)n * 256, Output::f64});
    }
    {
        using namespace photon;
        size_t words = (size_t)PX * EVENTS / 4, n = (size_t)PX * 64;
        uint32_t* e; CHECK(cudaMalloc(&e, words * 4));
        harness_arrivals<<<2048, 256>>>(e, words, 81);
        auto* o = harness::empty<int>(n);
        cases.push_back({"photon_timing_q5_a", [=] { photon_timing_q5_a<<<PX / 128, 128>>>((const uint4*)e, o); }, o, n, Output::i32});
        cases.push_back({"photon_timing_q5_b", [=] { photon_timing_q5_b<<<PX / 128, 128>>>((const uint4*)e, o); }, o, n, Output::i32});
    }
    {
        size_t n = weave::N * 4;
        auto *in = harness::filled<float>(n, 91), *o = harness::empty<float>(n);
        cases.push_back({"channel_weave_q5_a", [=] { channel_weave_q5_a<<<weave::N / 512, 256>>>(in, o); }, o, n, Output::f32});
        cases.push_back({"channel_weave_q5_b", [=] { channel_weave_q5_b<<<weave::N / 512, 256>>>(in, o); }, o, n, Output::f32});
    }
    {
        using namespace risk;
        auto *s = (const float4*)harness::filled<float>((size_t)SITES * 4, 101), *c = (const float4*)harness::filled<float>((size_t)CASES * 4, 102);
        auto* o = harness::empty<float>(SITES);
        cases.push_back({"risk_surface_q5_a", [=] { risk_surface_q5_a<<<SITES / 256, 256>>>(s, c, o); }, o, (size_t)SITES, Output::f32});
        cases.push_back({"risk_surface_q5_b", [=] { risk_surface_q5_b<<<SITES / 256, 256>>>(s, c, o); }, o, (size_t)SITES, Output::f32});
    }
    {
        const int n = 4096;
        auto* p = (const float4*)harness::filled<float>((size_t)n * 16384, 111);
        auto *g = harness::filled<float>((size_t)n * 128, 112), *o = harness::empty<float>((size_t)n * 16384);
        cases.push_back({"antenna_rls_q5_h", [=] { antenna_rls_q5_h<<<n, 256>>>(p, g, (float4*)o); }, o, (size_t)n * 16384, Output::f32});
    }
    {
        using namespace dct;
        uint32_t* i; CHECK(cudaMalloc(&i, (size_t)W * H));
        harness_image<<<2048, 256>>>(i, (size_t)W * H / 4);
        auto* o = harness::empty<float>((size_t)W * H);
        cases.push_back({"block_cosine_q5_h", [=] { block_cosine_q5_h<<<dim3(W / 256, H / 8), 256>>>((const unsigned char*)i, o); }, o, (size_t)W * H, Output::f32});
    }
    return harness::run(argc, argv, cases);
}
