// Pairs r5, first file: scans, recursions over staged rows, convolution, matrix products, stencils, reductions.
#include "harness.cuh"
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

__device__ __forceinline__ void copy16(void* shared, const void* global) {
    unsigned s = (unsigned)__cvta_generic_to_shared(shared);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(s), "l"(global) : "memory");
}
__device__ __forceinline__ void copy_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void copy_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }

// ---- 1. sequencing: change points of a pile-up -> read depth; each block makes the running sum of one window of a contig
__global__ void __launch_bounds__(256) contig_depth_r5_a(const int* __restrict__ delta, const int* __restrict__ carry, int* __restrict__ depth, int window) {
    __shared__ int s[4096];
    __shared__ int warp_total[8];
    const size_t base = (size_t)blockIdx.x * window;
    const int t = threadIdx.x, lane = t & 31, w = t >> 5, per = window / blockDim.x;
#pragma unroll 8
    for (int i = t; i < window; i += 256) s[i] = delta[base + i] - 3;
    __syncthreads();
    int run = 0;
    for (int k = 0; k < per; ++k) { run += s[t * per + k]; s[t * per + k] = run; }
    int inc = run;
    for (int d = 1; d < 32; d <<= 1) { int v = __shfl_up_sync(~0u, inc, d); if (lane >= d) inc += v; }
    if (lane == 31) warp_total[w] = inc;
    __syncthreads();
    int before = carry[blockIdx.x] + inc - run;
    for (int k = 0; k < w; ++k) before += warp_total[k];
    for (int k = 0; k < per; ++k) s[t * per + k] += before;
    __syncthreads();
#pragma unroll 8
    for (int i = t; i < window; i += 256) depth[base + i] = s[i];
}
__device__ __forceinline__ int spread(int i) { return i + (i >> 5); }
__global__ void __launch_bounds__(256) contig_depth_r5_b(const int* __restrict__ delta, const int* __restrict__ carry, int* __restrict__ depth, int window) {
    __shared__ int s[4096 + 128];
    __shared__ int warp_total[8];
    const size_t base = (size_t)blockIdx.x * window;
    const int t = threadIdx.x, lane = t & 31, w = t >> 5, per = window / blockDim.x;
#pragma unroll 8
    for (int i = t; i < window; i += 256) s[spread(i)] = delta[base + i] - 3;
    __syncthreads();
    int run = 0;
    for (int k = 0; k < per; ++k) { run += s[spread(t * per + k)]; s[spread(t * per + k)] = run; }
    int inc = run;
    for (int d = 1; d < 32; d <<= 1) { int v = __shfl_up_sync(~0u, inc, d); if (lane >= d) inc += v; }
    if (lane == 31) warp_total[w] = inc;
    __syncthreads();
    int before = carry[blockIdx.x] + inc - run;
    for (int k = 0; k < w; ++k) before += warp_total[k];
    for (int k = 0; k < per; ++k) s[spread(t * per + k)] += before;
    __syncthreads();
#pragma unroll 8
    for (int i = t; i < window; i += 256) depth[base + i] = s[spread(i)];
}

// ---- 2. gravimetry: drift of every instrument followed along time (recursive), 32 instruments per warp staged through shared memory
constexpr int GRAV_N = 512;
__global__ void __launch_bounds__(128) gravimeter_drift_r5_a(const double* __restrict__ raw, const double* __restrict__ gain, double* __restrict__ out) {
    __shared__ double tile[4][32][32];
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    const size_t row0 = ((size_t)blockIdx.x * 4 + w) * 32;
    const double alpha = 0.02 + 0.01 * gain[row0 + lane];
    double mean = 0.0;
    for (int c = 0; c < GRAV_N; c += 32) {
#pragma unroll
        for (int r = 0; r < 32; ++r) tile[w][r][lane] = raw[(row0 + r) * GRAV_N + c + lane];
        __syncwarp();
#pragma unroll 8
        for (int k = 0; k < 32; ++k) {
            double e = tile[w][lane][k] - mean;
            mean += alpha * e;
            tile[w][lane][k] = e;
        }
        __syncwarp();
#pragma unroll
        for (int r = 0; r < 32; ++r) out[(row0 + r) * GRAV_N + c + lane] = tile[w][r][lane];
        __syncwarp();
    }
}
__global__ void __launch_bounds__(128) gravimeter_drift_r5_b(const double* __restrict__ raw, const double* __restrict__ gain, double* __restrict__ out) {
    __shared__ double tile[4][32][33];
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    const size_t row0 = ((size_t)blockIdx.x * 4 + w) * 32;
    const double alpha = 0.02 + 0.01 * gain[row0 + lane];
    double mean = 0.0;
    for (int c = 0; c < GRAV_N; c += 32) {
#pragma unroll
        for (int r = 0; r < 32; ++r) tile[w][r][lane] = raw[(row0 + r) * GRAV_N + c + lane];
        __syncwarp();
#pragma unroll 8
        for (int k = 0; k < 32; ++k) {
            double e = tile[w][lane][k] - mean;
            mean += alpha * e;
            tile[w][lane][k] = e;
        }
        __syncwarp();
#pragma unroll
        for (int r = 0; r < 32; ++r) out[(row0 + r) * GRAV_N + c + lane] = tile[w][r][lane];
        __syncwarp();
    }
}

// ---- 3. telescope frames convolved with a measured, non-separable 11 x 11 point spread; frames carry an apron of 5 pixels
constexpr int APW = 3072, APH = 2048, AP_PITCH = APW + 16, AP_ROWS = APH + 10, AP_FRAMES = 4;
__constant__ float aperture_weight[121];
__global__ void __launch_bounds__(256) aperture_psf_r5_a(const float* __restrict__ frame, const float* __restrict__ flat, float* __restrict__ out) {
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const float* p = frame + (size_t)blockIdx.z * AP_PITCH * AP_ROWS + (size_t)y * AP_PITCH + x;
    float sum = 0;
#pragma unroll
    for (int j = 0; j < 11; ++j)
#pragma unroll
        for (int i = 0; i < 11; ++i) sum += aperture_weight[j * 11 + i] * p[j * AP_PITCH + i];
    const size_t at = (size_t)y * APW + x;
    out[(size_t)blockIdx.z * APW * APH + at] = sum * (1.0f + 0.1f * flat[at]);
}
__global__ void __launch_bounds__(256) aperture_psf_r5_b(const float* __restrict__ frame, const float* __restrict__ flat, float* __restrict__ out) {
    __shared__ float s[74][44];
    const int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * 32, y0 = blockIdx.y * 64;
    const float* p = frame + (size_t)blockIdx.z * AP_PITCH * AP_ROWS + (size_t)y0 * AP_PITCH + x0;
    for (int r = ty; r < 74; r += 8) {
        s[r][tx] = p[r * AP_PITCH + tx];
        if (tx < 10) s[r][tx + 32] = p[r * AP_PITCH + tx + 32];
    }
    __syncthreads();
    float sum[8] = {};
#pragma unroll
    for (int i = 0; i < 11; ++i) {
        float v[18];
#pragma unroll
        for (int r = 0; r < 18; ++r) v[r] = s[ty * 8 + r][tx + i];
#pragma unroll
        for (int j = 0; j < 11; ++j)
#pragma unroll
            for (int q = 0; q < 8; ++q) sum[q] += aperture_weight[j * 11 + i] * v[q + j];
    }
#pragma unroll
    for (int q = 0; q < 8; ++q) {
        const size_t at = (size_t)(y0 + ty * 8 + q) * APW + x0 + tx;
        out[(size_t)blockIdx.z * APW * APH + at] = sum[q] * (1.0f + 0.1f * flat[at]);
    }
}

// ---- 4. protein model: residue features times a projection, both half, tile 128 x 256 x 32 on the tensor cores
constexpr int PPM = 4224, PPN = 4096, PPK = 2048, PPLA = 40, PPLB = 264, PPA = 128 * PPLA, PPB = 32 * PPLB;
typedef wmma::fragment<wmma::accumulator, 16, 16, 16, float> Acc;
__device__ __forceinline__ void residue_step(const half* as, const half* bs, Acc (&acc)[4][4], int wm, int wn) {
#pragma unroll
    for (int kk = 0; kk < 32; kk += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(a[i], as + (wm * 64 + i * 16) * PPLA + kk, PPLA);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
            wmma::load_matrix_sync(b, bs + kk * PPLB + wn * 64 + j * 16, PPLB);
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::mma_sync(acc[i][j], a[i], b, acc[i][j]);
        }
    }
}
__device__ __forceinline__ void residue_store(float* c, Acc (&acc)[4][4], int m, int n) {
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::store_matrix_sync(c + (size_t)(m + i * 16) * PPN + n + j * 16, acc[i][j], PPN, wmma::mem_row_major);
}
__global__ void __launch_bounds__(256, 1) residue_project_r5_a(const half* __restrict__ x, const half* __restrict__ w, float* __restrict__ c) {
    __shared__ __align__(128) half as[PPA];
    __shared__ __align__(128) half bs[PPB];
    const int t = threadIdx.x, warp = t >> 5, wm = warp >> 2, wn = warp & 3, m0 = blockIdx.y * 128, n0 = blockIdx.x * 256;
    Acc acc[4][4];
    for (int i = 0; i < 4; ++i) for (int j = 0; j < 4; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
    for (int k0 = 0; k0 < PPK; k0 += 32) {
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            int q = t + i * 256, r = q >> 2, c8 = (q & 3) * 8;
            *(uint4*)(as + r * PPLA + c8) = *(const uint4*)(x + (size_t)(m0 + r) * PPK + k0 + c8);
        }
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            int q = t + i * 256, r = q >> 5, c8 = (q & 31) * 8;
            *(uint4*)(bs + r * PPLB + c8) = *(const uint4*)(w + (size_t)(k0 + r) * PPN + n0 + c8);
        }
        __syncthreads();
        residue_step(as, bs, acc, wm, wn);
        __syncthreads();
    }
    residue_store(c, acc, m0 + wm * 64, n0 + wn * 64);
}
__global__ void __launch_bounds__(256, 1) residue_project_r5_b(const half* __restrict__ x, const half* __restrict__ w, float* __restrict__ c) {
    extern __shared__ __align__(128) half stage[];  // 4 x (A, B)
    const int t = threadIdx.x, warp = t >> 5, wm = warp >> 2, wn = warp & 3, m0 = blockIdx.y * 128, n0 = blockIdx.x * 256;
    Acc acc[4][4];
    for (int i = 0; i < 4; ++i) for (int j = 0; j < 4; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
    auto fetch = [&](int s) {
        if (s < PPK / 32) {
            half* as = stage + (s & 3) * (PPA + PPB);
            half* bs = as + PPA;
            const int k0 = s * 32;
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                int q = t + i * 256, r = q >> 2, c8 = (q & 3) * 8;
                copy16(as + r * PPLA + c8, x + (size_t)(m0 + r) * PPK + k0 + c8);
            }
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                int q = t + i * 256, r = q >> 5, c8 = (q & 31) * 8;
                copy16(bs + r * PPLB + c8, w + (size_t)(k0 + r) * PPN + n0 + c8);
            }
        }
        copy_commit();
    };
    fetch(0); fetch(1); fetch(2);
    for (int s = 0; s < PPK / 32; ++s) {
        copy_wait<2>();
        __syncthreads();
        fetch(s + 3);
        const half* as = stage + (s & 3) * (PPA + PPB);
        residue_step(as, as + PPA, acc, wm, wn);
    }
    residue_store(c, acc, m0 + wm * 64, n0 + wn * 64);
}

// ---- 5. insurance: claim texts (half vectors) against policy clauses (half vectors), all inner products
constexpr int CLM = 2816, CLN = 1536, CLK = 1024;
__global__ void __launch_bounds__(256, 2) claim_clause_r5_a(const half* __restrict__ claim, const half* __restrict__ clause, float* __restrict__ out) {
    __shared__ __align__(16) float as[2][16][132];
    __shared__ __align__(16) float bs[2][16][132];
    const int t = threadIdx.x, tx = t & 15, ty = t >> 4, r = t >> 1, kc = (t & 1) * 8;
    const half* pa = claim + (size_t)(blockIdx.y * 128 + r) * CLK + kc;
    const half* pb = clause + (size_t)(blockIdx.x * 128 + r) * CLK + kc;
    float acc[8][8] = {};
    uint4 ra = *(const uint4*)pa, rb = *(const uint4*)pb;
    auto put = [&](int s) {
        const half2* ha = (const half2*)&ra;
        const half2* hb = (const half2*)&rb;
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            float2 fa = __half22float2(ha[i]), fb = __half22float2(hb[i]);
            as[s][kc + 2 * i][r] = fa.x; as[s][kc + 2 * i + 1][r] = fa.y;
            bs[s][kc + 2 * i][r] = fb.x; bs[s][kc + 2 * i + 1][r] = fb.y;
        }
    };
    put(0);
    __syncthreads();
    for (int k0 = 0, s = 0; k0 < CLK; k0 += 16, s ^= 1) {
        const bool more = k0 + 16 < CLK;
        if (more) { ra = *(const uint4*)(pa + k0 + 16); rb = *(const uint4*)(pb + k0 + 16); }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float a[8], b[8];
            *(float4*)a = *(const float4*)&as[s][k][ty * 4]; *(float4*)(a + 4) = *(const float4*)&as[s][k][64 + ty * 4];
            *(float4*)b = *(const float4*)&bs[s][k][tx * 4]; *(float4*)(b + 4) = *(const float4*)&bs[s][k][64 + tx * 4];
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] += a[i] * b[j];
        }
        if (more) put(s ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        const int row = blockIdx.y * 128 + (i < 4 ? ty * 4 + i : 60 + ty * 4 + i);
        float* p = out + (size_t)row * CLN + blockIdx.x * 128 + tx * 4;
        *(float4*)p = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *(float4*)(p + 64) = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}
constexpr int CLT = 128 * 40;
__global__ void __launch_bounds__(256, 2) claim_clause_r5_b(const half* __restrict__ claim, const half* __restrict__ clause, float* __restrict__ out) {
    extern __shared__ __align__(128) half stage[];  // 4 x (claims, clauses), each 128 x 32
    const int t = threadIdx.x, warp = t >> 5, wm = warp >> 2, wn = warp & 3, m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    Acc acc[4][2];
    for (int i = 0; i < 4; ++i) for (int j = 0; j < 2; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
    auto fetch = [&](int s) {
        if (s < CLK / 32) {
            half* as = stage + (s & 3) * 2 * CLT;
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                int q = t + i * 256, r = q >> 2, c8 = (q & 3) * 8;
                copy16(as + r * 40 + c8, claim + (size_t)(m0 + r) * CLK + s * 32 + c8);
                copy16(as + CLT + r * 40 + c8, clause + (size_t)(n0 + r) * CLK + s * 32 + c8);
            }
        }
        copy_commit();
    };
    fetch(0); fetch(1); fetch(2);
    for (int s = 0; s < CLK / 32; ++s) {
        copy_wait<2>();
        __syncthreads();
        fetch(s + 3);
        const half* as = stage + (s & 3) * 2 * CLT;
        const half* bs = as + CLT;
#pragma unroll
        for (int kk = 0; kk < 32; kk += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(a[i], as + (wm * 64 + i * 16) * 40 + kk, 40);
#pragma unroll
            for (int j = 0; j < 2; ++j) {
                wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
                wmma::load_matrix_sync(b, bs + (wn * 32 + j * 16) * 40 + kk, 40);
#pragma unroll
                for (int i = 0; i < 4; ++i) wmma::mma_sync(acc[i][j], a[i], b, acc[i][j]);
            }
        }
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 2; ++j)
            wmma::store_matrix_sync(out + (size_t)(m0 + wm * 64 + i * 16) * CLN + n0 + wn * 32 + j * 16, acc[i][j], CLN, wmma::mem_row_major);
}

// ---- 6. genomics: marker-by-marker Gram matrix over very many individuals, X is individuals x markers
constexpr int MKN = 640, MKK = 40960, MKL = 136, MKT = 32 * MKL;
__device__ __forceinline__ void marker_tile(const half* __restrict__ x, half* stage, Acc (&acc)[4][2], int first, int steps, int m0, int n0) {
    const int t = threadIdx.x, warp = t >> 5, wm = warp >> 2, wn = warp & 3;
    for (int i = 0; i < 4; ++i) for (int j = 0; j < 2; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
    auto fetch = [&](int s) {
        if (s < steps) {
            half* as = stage + (s & 3) * 2 * MKT;
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                int q = t + i * 256, r = q >> 4, c8 = (q & 15) * 8;
                const half* row = x + (size_t)(first + s * 32 + r) * MKN + c8;
                copy16(as + r * MKL + c8, row + m0);
                copy16(as + MKT + r * MKL + c8, row + n0);
            }
        }
        copy_commit();
    };
    fetch(0); fetch(1); fetch(2);
    for (int s = 0; s < steps; ++s) {
        copy_wait<2>();
        __syncthreads();
        fetch(s + 3);
        const half* as = stage + (s & 3) * 2 * MKT;
        const half* bs = as + MKT;
#pragma unroll
        for (int kk = 0; kk < 32; kk += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::col_major> a[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(a[i], as + kk * MKL + wm * 64 + i * 16, MKL);
#pragma unroll
            for (int j = 0; j < 2; ++j) {
                wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
                wmma::load_matrix_sync(b, bs + kk * MKL + wn * 32 + j * 16, MKL);
#pragma unroll
                for (int i = 0; i < 4; ++i) wmma::mma_sync(acc[i][j], a[i], b, acc[i][j]);
            }
        }
    }
}
__global__ void __launch_bounds__(256, 2) marker_gram_r5_a(const half* __restrict__ x, float* __restrict__ gram) {
    extern __shared__ __align__(128) half stage[];
    const int warp = threadIdx.x >> 5, wm = warp >> 2, wn = warp & 3, m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    Acc acc[4][2];
    marker_tile(x, stage, acc, 0, MKK / 32, m0, n0);
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 2; ++j)
            wmma::store_matrix_sync(gram + (size_t)(m0 + wm * 64 + i * 16) * MKN + n0 + wn * 32 + j * 16, acc[i][j], MKN, wmma::mem_row_major);
}
constexpr int MK_SPLIT = 10;
__global__ void __launch_bounds__(256, 2) marker_gram_r5_b(const half* __restrict__ x, float* __restrict__ gram) {
    extern __shared__ __align__(128) half stage[];
    const int t = threadIdx.x, warp = t >> 5, wm = warp >> 2, wn = warp & 3, m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    Acc acc[4][2];
    marker_tile(x, stage, acc, blockIdx.z * (MKK / MK_SPLIT), MKK / MK_SPLIT / 32, m0, n0);
    copy_wait<0>();
    __syncthreads();
    float* c = (float*)stage;  // 128 x 132
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 2; ++j) wmma::store_matrix_sync(c + (wm * 64 + i * 16) * 132 + wn * 32 + j * 16, acc[i][j], 132, wmma::mem_row_major);
    __syncthreads();
    for (int i = t; i < 128 * 128; i += 256) atomicAdd(gram + (size_t)(m0 + (i >> 7)) * MKN + n0 + (i & 127), c[(i >> 7) * 132 + (i & 127)]);
}

// ---- 7. market data: volume-weighted mean price from the opening of each session of 1024 ticks; one block per session
__device__ __forceinline__ float session_sum_steps(float v, float* s) {
    const int t = threadIdx.x;
    s[t] = v;
    __syncthreads();
    for (int d = 1; d < 1024; d <<= 1) {
        const float add = t >= d ? s[t - d] : 0.0f;
        __syncthreads();
        s[t] += add;
        __syncthreads();
    }
    return s[t];
}
__global__ void __launch_bounds__(1024) session_vwap_r5_a(const float* __restrict__ price, const float* __restrict__ volume, float* __restrict__ vwap) {
    __shared__ float s[1024];
    const size_t i = (size_t)blockIdx.x * 1024 + threadIdx.x;
    const float v = 2.0f + volume[i], p = 100.0f + price[i];
    const float money = session_sum_steps(p * v, s);
    __syncthreads();
    const float shares = session_sum_steps(v, s);
    vwap[i] = __fdividef(money, shares);
}
__device__ __forceinline__ float warp_sum_before(float v, int lane) {
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) { float o = __shfl_up_sync(~0u, v, d); if (lane >= d) v += o; }
    return v;
}
__global__ void __launch_bounds__(1024) session_vwap_r5_b(const float* __restrict__ price, const float* __restrict__ volume, float* __restrict__ vwap) {
    __shared__ float sm[32], sv[32];
    const size_t i = (size_t)blockIdx.x * 1024 + threadIdx.x;
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    const float v = 2.0f + volume[i], p = 100.0f + price[i];
    float money = warp_sum_before(p * v, lane), shares = warp_sum_before(v, lane);
    if (lane == 31) { sm[w] = money; sv[w] = shares; }
    __syncthreads();
    const float am = warp_sum_before(sm[lane], lane), av = warp_sum_before(sv[lane], lane);  // every warp scans the 32 totals for itself
    const float bm = __shfl_sync(~0u, am, w - 1 & 31), bv = __shfl_sync(~0u, av, w - 1 & 31);
    if (w) { money += bm; shares += bv; }
    vwap[i] = __fdividef(money, shares);
}

// ---- 8. seismics: level of each trace about its own mean (6016 samples kept in registers between the two sums); one block per trace
constexpr int TLS = 6016, TLN = 16896;  // samples, traces
__device__ __forceinline__ float trace_total_tree(float v, float* s) {
    const int t = threadIdx.x;
    s[t] = v;
    __syncthreads();
#pragma unroll
    for (int d = 128; d; d >>= 1) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    return s[0];
}
__device__ __forceinline__ float trace_total_warps(float v, float* s) {
#pragma unroll
    for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(~0u, v, d);
    if ((threadIdx.x & 31) == 0) s[threadIdx.x >> 5] = v;
    __syncthreads();
    v = 0;
#pragma unroll
    for (int w = 0; w < 8; ++w) v += s[w];
    return v;
}
__device__ __forceinline__ float trace_take(const float* __restrict__ in, float4 (&v)[6]) {
    const float4* p = (const float4*)(in + (size_t)blockIdx.x * TLS);
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 6; ++k) {
        const int i = threadIdx.x + k * 256;
        v[k] = i < TLS / 4 ? p[i] : make_float4(0, 0, 0, 0);
    }
#pragma unroll
    for (int k = 0; k < 6; ++k) sum += v[k].x + v[k].y + (v[k].z + v[k].w);
    return sum;
}
__device__ __forceinline__ float trace_spread(const float4 (&v)[6], float mean) {
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 6; ++k)
        if (threadIdx.x + k * 256 < TLS / 4) {
            const float x = v[k].x - mean, y = v[k].y - mean, z = v[k].z - mean, w = v[k].w - mean;
            sum += x * x + y * y + (z * z + w * w);
        }
    return sum;
}
__global__ void __launch_bounds__(256) trace_level_r5_a(const float* __restrict__ in, const float* __restrict__ gain, float* __restrict__ level) {
    __shared__ float s[256], q[256];
    float4 v[6];
    const float mean = trace_total_tree(trace_take(in, v), s) * (1.0f / TLS);
    const float power = trace_total_tree(trace_spread(v, mean), q);
    if (threadIdx.x == 0) level[blockIdx.x] = (1.0f + 0.2f * gain[blockIdx.x]) * sqrtf(power * (1.0f / TLS));
}
__global__ void __launch_bounds__(256) trace_level_r5_b(const float* __restrict__ in, const float* __restrict__ gain, float* __restrict__ level) {
    __shared__ float s[8], q[8];
    float4 v[6];
    const float mean = trace_total_warps(trace_take(in, v), s) * (1.0f / TLS);
    const float power = trace_total_warps(trace_spread(v, mean), q);
    if (threadIdx.x == 0) level[blockIdx.x] = (1.0f + 0.2f * gain[blockIdx.x]) * sqrtf(power * (1.0f / TLS));
}

// ---- 9. hydrology: one step of groundwater head in a wetland, five-point with conductivity, recharge and storage
constexpr int WLX = 8000, WLY = 6000, WL_PITCH = WLX + 32;  // head carries an apron: 16 columns left and right, one row above and below
__global__ void __launch_bounds__(256) wetland_head_r5_a(const float* __restrict__ head, const float* __restrict__ cond, const float* __restrict__ rain,
                                                         const float* __restrict__ store, float* __restrict__ next) {
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const size_t i = (size_t)y * WLX + x;
    const float* h = head + (size_t)(y + 1) * WL_PITCH + 16 + x;
    const float c = h[0], lap = h[-1] + h[1] + h[-WL_PITCH] + h[WL_PITCH] - 4.0f * c;
    next[i] = c + (0.2f + 0.02f * store[i]) * ((1.0f + 0.3f * cond[i]) * lap + 0.01f * rain[i]);
}
__global__ void __launch_bounds__(256) wetland_head_r5_b(const float* __restrict__ head, const float* __restrict__ cond, const float* __restrict__ rain,
                                                         const float* __restrict__ store, float* __restrict__ next) {
    __shared__ float s[10][36];
    const int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 32 + tx, y = blockIdx.y * 8 + ty;
    const size_t i = (size_t)y * WLX + x;
    const float* h = head + (size_t)(y + 1) * WL_PITCH + 16 + x;
    const float cd = cond[i], rn = rain[i], st = store[i], c = h[0];
    s[ty + 1][tx + 1] = c;
    if (tx == 0) s[ty + 1][0] = h[-1];
    if (tx == 31) s[ty + 1][33] = h[1];
    if (ty == 0) s[0][tx + 1] = h[-WL_PITCH];
    if (ty == 7) s[9][tx + 1] = h[WL_PITCH];
    __syncthreads();
    const float lap = s[ty + 1][tx] + s[ty + 1][tx + 2] + s[ty][tx + 1] + s[ty + 2][tx + 1] - 4.0f * c;
    next[i] = c + (0.2f + 0.02f * st) * ((1.0f + 0.3f * cd) * lap + 0.01f * rn);
}

// ---- 10. oceanography: kinetic energy of the tide, sum over the grid of depth * (u u + v v); one partial sum per block
__global__ void __launch_bounds__(256) tide_energy_r5_a(const float4* __restrict__ u, const float4* __restrict__ v, const float4* __restrict__ depth,
                                                        float* __restrict__ partial, int n4) {
    float sum = 0;
    const int stride = gridDim.x * 256;
    int i = blockIdx.x * 256 + threadIdx.x;
    for (; i + stride < n4; i += 2 * stride) {
        const float4 a = u[i], b = v[i], d = depth[i], e = u[i + stride], f = v[i + stride], g = depth[i + stride];
        sum += (2 + d.x) * (a.x * a.x + b.x * b.x) + (2 + d.y) * (a.y * a.y + b.y * b.y);
        sum += (2 + d.z) * (a.z * a.z + b.z * b.z) + (2 + d.w) * (a.w * a.w + b.w * b.w);
        sum += (2 + g.x) * (e.x * e.x + f.x * f.x) + (2 + g.y) * (e.y * e.y + f.y * f.y);
        sum += (2 + g.z) * (e.z * e.z + f.z * f.z) + (2 + g.w) * (e.w * e.w + f.w * f.w);
    }
    if (i < n4) {
        const float4 a = u[i], b = v[i], d = depth[i];
        sum += (2 + d.x) * (a.x * a.x + b.x * b.x) + (2 + d.y) * (a.y * a.y + b.y * b.y);
        sum += (2 + d.z) * (a.z * a.z + b.z * b.z) + (2 + d.w) * (a.w * a.w + b.w * b.w);
    }
    __shared__ float s[8];
    for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
    if ((threadIdx.x & 31) == 0) s[threadIdx.x >> 5] = sum;
    __syncthreads();
    if (threadIdx.x < 8) {
        sum = s[threadIdx.x];
        for (int d = 4; d; d >>= 1) sum += __shfl_xor_sync(0xffu, sum, d);
        if (threadIdx.x == 0) partial[blockIdx.x] = sum;
    }
}

int main(int argc, char** argv) {
    using harness::Case;
    using harness::Output;
    std::vector<Case> cases;
    {   // 1
        const int windows = 24000, window = 4096;
        const size_t n = (size_t)windows * window;
        int* delta = harness::indices(n, 7, 3);
        int* carry = harness::indices(windows, 60, 5);
        int* a = harness::empty<int>(n);
        cases.push_back({"contig_depth_r5_a", [=] { contig_depth_r5_a<<<windows, 256>>>(delta, carry, a, window); }, a, n, Output::i32});
        cases.push_back({"contig_depth_r5_b", [=] { contig_depth_r5_b<<<windows, 256>>>(delta, carry, a, window); }, a, n, Output::i32});
    }
    {   // 2
        const int rows = 98304;
        const size_t n = (size_t)rows * GRAV_N;
        double* raw = harness::filled<double>(n, 11);
        double* gain = harness::filled<double>(rows, 12);
        double* out = harness::empty<double>(n);
        cases.push_back({"gravimeter_drift_r5_a", [=] { gravimeter_drift_r5_a<<<rows / 128, 128>>>(raw, gain, out); }, out, n, Output::f64});
        cases.push_back({"gravimeter_drift_r5_b", [=] { gravimeter_drift_r5_b<<<rows / 128, 128>>>(raw, gain, out); }, out, n, Output::f64});
    }
    {   // 3
        std::vector<float> w(121);
        for (int i = 0; i < 121; ++i) w[i] = 0.01f + 0.003f * std::sin(1.7f * i);
        CHECK(cudaMemcpyToSymbol(aperture_weight, w.data(), 121 * sizeof(float)));
        float* frame = harness::filled<float>((size_t)AP_FRAMES * AP_PITCH * AP_ROWS, 21);
        float* flat = harness::filled<float>((size_t)APW * APH, 22);
        const size_t n = (size_t)AP_FRAMES * APW * APH;
        float* out = harness::empty<float>(n);
        const dim3 block(32, 8);
        cases.push_back({"aperture_psf_r5_a", [=] { aperture_psf_r5_a<<<dim3(APW / 32, APH / 8, AP_FRAMES), block>>>(frame, flat, out); }, out, n});
        cases.push_back({"aperture_psf_r5_b", [=] { aperture_psf_r5_b<<<dim3(APW / 32, APH / 64, AP_FRAMES), block>>>(frame, flat, out); }, out, n});
    }
    {   // 4
        half* x = harness::filled<half>((size_t)PPM * PPK, 31);
        half* w = harness::filled<half>((size_t)PPK * PPN, 32);
        const size_t n = (size_t)PPM * PPN;
        float* c = harness::empty<float>(n);
        const int bytes = 4 * (PPA + PPB) * (int)sizeof(half);
        CHECK(cudaFuncSetAttribute(residue_project_r5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        const dim3 grid(PPN / 256, PPM / 128);
        cases.push_back({"residue_project_r5_a", [=] { residue_project_r5_a<<<grid, 256>>>(x, w, c); }, c, n});
        cases.push_back({"residue_project_r5_b", [=] { residue_project_r5_b<<<grid, 256, bytes>>>(x, w, c); }, c, n});
    }
    {   // 5
        half* claim = harness::filled<half>((size_t)CLM * CLK, 41);
        half* clause = harness::filled<half>((size_t)CLN * CLK, 42);
        const size_t n = (size_t)CLM * CLN;
        float* out = harness::empty<float>(n);
        const int bytes = 4 * 2 * CLT * (int)sizeof(half);
        CHECK(cudaFuncSetAttribute(claim_clause_r5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        const dim3 grid(CLN / 128, CLM / 128);
        cases.push_back({"claim_clause_r5_a", [=] { claim_clause_r5_a<<<grid, 256>>>(claim, clause, out); }, out, n});
        cases.push_back({"claim_clause_r5_b", [=] { claim_clause_r5_b<<<grid, 256, bytes>>>(claim, clause, out); }, out, n});
    }
    {   // 6
        half* x = harness::filled<half>((size_t)MKK * MKN, 51);
        const size_t n = (size_t)MKN * MKN;
        float* gram = harness::empty<float>(n);
        const int bytes = 4 * 2 * MKT * (int)sizeof(half);
        CHECK(cudaFuncSetAttribute(marker_gram_r5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        CHECK(cudaFuncSetAttribute(marker_gram_r5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        cases.push_back({"marker_gram_r5_a", [=] { marker_gram_r5_a<<<dim3(MKN / 128, MKN / 128), 256, bytes>>>(x, gram); }, gram, n});
        cases.push_back({"marker_gram_r5_b", [=] { marker_gram_r5_b<<<dim3(MKN / 128, MKN / 128, MK_SPLIT), 256, bytes>>>(x, gram); }, gram, n});
    }
    {   // 7
        const int sessions = 49152;
        const size_t n = (size_t)sessions * 1024;
        float* price = harness::filled<float>(n, 61);
        float* volume = harness::filled<float>(n, 62);
        float* vwap = harness::empty<float>(n);
        cases.push_back({"session_vwap_r5_a", [=] { session_vwap_r5_a<<<sessions, 1024>>>(price, volume, vwap); }, vwap, n});
        cases.push_back({"session_vwap_r5_b", [=] { session_vwap_r5_b<<<sessions, 1024>>>(price, volume, vwap); }, vwap, n});
    }
    {   // 8
        float* in = harness::filled<float>((size_t)TLN * TLS, 71);
        float* gain = harness::filled<float>(TLN, 72);
        float* level = harness::empty<float>(TLN);
        cases.push_back({"trace_level_r5_a", [=] { trace_level_r5_a<<<TLN, 256>>>(in, gain, level); }, level, (size_t)TLN});
        cases.push_back({"trace_level_r5_b", [=] { trace_level_r5_b<<<TLN, 256>>>(in, gain, level); }, level, (size_t)TLN});
    }
    {   // 9
        const size_t n = (size_t)WLX * WLY;
        float* head = harness::filled<float>((size_t)WL_PITCH * (WLY + 2), 81);
        float* cond = harness::filled<float>(n, 82);
        float* rain = harness::filled<float>(n, 83);
        float* store = harness::filled<float>(n, 84);
        float* next = harness::empty<float>(n);
        const dim3 grid(WLX / 32, WLY / 8), block(32, 8);
        cases.push_back({"wetland_head_r5_a", [=] { wetland_head_r5_a<<<grid, block>>>(head, cond, rain, store, next); }, next, n});
        cases.push_back({"wetland_head_r5_b", [=] { wetland_head_r5_b<<<grid, block>>>(head, cond, rain, store, next); }, next, n});
    }
    {   // 10
        const int n4 = 11123457;
        float* u = harness::filled<float>(4 * (size_t)n4, 91);
        float* v = harness::filled<float>(4 * (size_t)n4, 92);
        float* depth = harness::filled<float>(4 * (size_t)n4, 93);
        const int blocks = 132 * 8;
        float* partial = harness::empty<float>(blocks);
        cases.push_back({"tide_energy_r5_a",
                         [=] { tide_energy_r5_a<<<blocks, 256>>>((float4*)u, (float4*)v, (float4*)depth, partial, n4); }, partial, (size_t)blocks});
    }
    return harness::run(argc, argv, cases);
}
