#include "harness.cuh"
#include <cuda_fp16.h>
#include <mma.h>

using harness::hash32;
using harness::Case;
using harness::Output;

// ---------------------------------------------------------------- setup kernels
__global__ void setup_matrix(int* rowptr, int* cols, int rows, int per) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r > rows) return;
    rowptr[r] = r * per;
    if (r == rows) return;
    for (int k = 0; k < per; ++k) {
        int band = k / 16, off = (band - 1) * 4096 + (k % 16) - 8;
        int c = r + off;
        if (c < 0) c += rows;
        if (c >= rows) c -= rows;
        cols[r * per + k] = c;
    }
}
__global__ void setup_cand(int* cand, int n, int per) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int k = 0; k < per; ++k) {
        int j = i + (int)(hash32((i / 32) * 31u + k * 7919u) % 64u) - 32;
        cand[(size_t)k * n + i] = j < 0 ? j + n : j >= n ? j - n : j;
    }
}

// ---------------------------------------------------------------- 1 sparse matrix times vector
__global__ void velvet_anchor_bb1_a(const int* __restrict__ rowptr, const int* __restrict__ cols, const float* __restrict__ vals,
                                    const float* __restrict__ x, float* __restrict__ y, int rows) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float sum = 0.0f;
    for (int k = rowptr[r]; k < rowptr[r + 1]; ++k) sum += vals[k] * x[cols[k]];
    y[r] = sum;
}
__global__ void velvet_anchor_bb1_b(const int* __restrict__ rowptr, const int* __restrict__ cols, const float* __restrict__ vals,
                                    const float* __restrict__ x, float* __restrict__ y, int rows) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int r = t / 16, lane = t % 16;
    if (r >= rows) return;
    float sum = 0.0f;
    int end = rowptr[r + 1];
    for (int k = rowptr[r] + lane; k < end; k += 16) sum += vals[k] * x[cols[k]];
    for (int d = 8; d; d >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, d, 16);
    if (lane == 0) y[r] = sum;
}

// ---------------------------------------------------------------- 2 pair forces
constexpr int kSegment = 512;
__global__ void copper_lagoon_bb1_a(const float4* __restrict__ pos, float4* __restrict__ force, int n) {
    __shared__ float4 tile[kSegment];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int base = (i / kSegment) * kSegment;
    for (int k = threadIdx.x; k < kSegment; k += blockDim.x) tile[k] = pos[base + k];
    __syncthreads();
    float4 p = pos[i];
    float fx = 0, fy = 0, fz = 0, e = 0;
    for (int k = 0; k < kSegment; ++k) {
        float4 q = tile[k];
        float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
        float r2 = dx * dx + dy * dy + dz * dz + 0.35;
        float inv2 = 1.0 / r2;
        float inv6 = inv2 * inv2 * inv2;
        float f = 24.0 * 0.1 * inv2 * inv6 * (2.0 * inv6 - 1.0);
        e += 4.0 * 0.1 * inv6 * (inv6 - 1.0);
        fx += f * dx; fy += f * dy; fz += f * dz;
    }
    force[i] = make_float4(fx, fy, fz, e);
}
__global__ void copper_lagoon_bb1_b(const float4* __restrict__ pos, float4* __restrict__ force, int n) {
    __shared__ float4 tile[kSegment];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int base = (i / kSegment) * kSegment;
    for (int k = threadIdx.x; k < kSegment; k += blockDim.x) tile[k] = pos[base + k];
    __syncthreads();
    float4 p = pos[i];
    float fx = 0, fy = 0, fz = 0, e = 0;
    for (int k = 0; k < kSegment; ++k) {
        float4 q = tile[k];
        float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
        float r2 = dx * dx + dy * dy + dz * dz + 0.35f;
        float inv2 = 1.0f / r2;
        float inv6 = inv2 * inv2 * inv2;
        float f = 24.0f * 0.1f * inv2 * inv6 * (2.0f * inv6 - 1.0f);
        e += 4.0f * 0.1f * inv6 * (inv6 - 1.0f);
        fx += f * dx; fy += f * dy; fz += f * dz;
    }
    force[i] = make_float4(fx, fy, fz, e);
}

// ---------------------------------------------------------------- 3 detector tally
constexpr int kBins = 256;
__device__ __forceinline__ int tally_bin(float e) {
    float u = e * fabsf(e);
    int b = (int)((u + 1.0f) * (0.5f * kBins));
    return min(max(b, 0), kBins - 1);
}
__global__ void maple_thunder_bb1_a(const float* __restrict__ energy, int* __restrict__ tally, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&tally[tally_bin(energy[i])], 1);
}
__global__ void maple_thunder_bb1_b(const float* __restrict__ energy, int* __restrict__ tally, int n) {
    __shared__ int local[kBins];
    for (int b = threadIdx.x; b < kBins; b += blockDim.x) local[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&local[tally_bin(energy[i])], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < kBins; b += blockDim.x) atomicAdd(&tally[b], local[b]);
}

// ---------------------------------------------------------------- 4 implicit line solve
constexpr int kLine = 32;
__constant__ float c_upper[kLine];
__constant__ float c_pivot[kLine];
template <int PITCH>
__device__ __forceinline__ void line_solve(const float* __restrict__ rhs, float* __restrict__ sol, float* s, float lower) {
    const size_t base = (size_t)blockIdx.x * 128 * kLine;
    const int t = threadIdx.x;
#pragma unroll 8
    for (int k = 0; k < kLine; ++k) {
        int e = k * 128 + t;
        s[(e / kLine) * PITCH + e % kLine] = rhs[base + e];
    }
    __syncthreads();
    float* line = s + t * PITCH;
    float prev = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kLine; ++k) {
        prev = (line[k] - lower * prev) * c_pivot[k];
        line[k] = prev;
    }
    float next = 0.0f;
#pragma unroll 4
    for (int k = kLine - 1; k >= 0; --k) {
        next = line[k] - c_upper[k] * next;
        line[k] = next;
    }
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < kLine; ++k) {
        int e = k * 128 + t;
        sol[base + e] = s[(e / kLine) * PITCH + e % kLine];
    }
}
__global__ void __launch_bounds__(128) silver_badger_bb1_a(const float* __restrict__ rhs, float* __restrict__ sol, float lower) {
    __shared__ float s[128 * kLine];
    line_solve<kLine>(rhs, sol, s, lower);
}
__global__ void __launch_bounds__(128) silver_badger_bb1_b(const float* __restrict__ rhs, float* __restrict__ sol, float lower) {
    __shared__ float s[128 * (kLine + 1)];
    line_solve<kLine + 1>(rhs, sol, s, lower);
}

// ---------------------------------------------------------------- 5 equations of state by material
__device__ __forceinline__ float material_pressure(int m, float a, float b) {
    float x = a, y = b;
    if (m == 0) {
#pragma unroll 4
        for (int k = 0; k < 96; ++k) { x = fmaf(x, 0.97f, 0.03f * y); y = fmaf(y, 0.95f, 0.04f * x); }
    } else if (m == 1) {
#pragma unroll 4
        for (int k = 0; k < 96; ++k) { float t = x * y; x = fmaf(-0.11f, t, 0.9f * x); y = fmaf(0.07f, t, 0.93f * y); }
    } else if (m == 2) {
#pragma unroll 4
        for (int k = 0; k < 96; ++k) { float t = fmaf(x, x, 1.0f); x = fmaf(-0.05f * x, t, x + 0.01f * b); y = fminf(y * 0.98f + 0.002f * t, 2.0f); }
    } else {
#pragma unroll 4
        for (int k = 0; k < 96; ++k) { float t = fabsf(x - y); x = fmaf(0.92f, x, 0.06f * t); y = fmaxf(fmaf(0.9f, y, -0.05f * t), -1.5f); }
    }
    return x + y;
}
__global__ void walnut_comet_bb1_a(const int* __restrict__ mat, const float* __restrict__ rho, const float* __restrict__ en, float* __restrict__ p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = material_pressure(mat[i], rho[i], en[i]);
}
__global__ void walnut_comet_bb1_b(const int* __restrict__ mat, const float* __restrict__ rho, const float* __restrict__ en, float* __restrict__ p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = material_pressure(mat[i], rho[i], en[i]);
}

// ---------------------------------------------------------------- 6 optical depth of columns
__global__ void orchid_hammer_bb1_a(const float* __restrict__ kappa, float* __restrict__ depth, int columns, int levels, float opaque) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= columns) return;
    float tau = 0.0f;
    for (int k = 0; k < levels; ++k) {
        tau += fabsf(kappa[(size_t)k * columns + c]) * 0.004f;
        if (tau > opaque) break;
    }
    depth[c] = tau;
}
__global__ void orchid_hammer_bb1_b(const float* __restrict__ kappa, float* __restrict__ depth, int columns, int levels, float opaque) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= columns) return;
    float tau = 0.0f;
    for (int k = 0; k < levels && tau <= opaque; k += 8) {
        float v[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) v[j] = kappa[(size_t)(k + j) * columns + c];
#pragma unroll
        for (int j = 0; j < 8; ++j)
            if (tau <= opaque) tau += fabsf(v[j]) * 0.004f;
    }
    depth[c] = tau;
}

// ---------------------------------------------------------------- 7 reaction kinetics
constexpr int kSpecies = 12;
__device__ __forceinline__ void reaction_rates(const float (&y)[kSpecies], float (&d)[kSpecies], float kf, float kb) {
#pragma unroll
    for (int s = 0; s < kSpecies; ++s) {
        float gain = y[(s + 11) % kSpecies] * y[(s + 5) % kSpecies];
        float loss = y[s] * y[(s + 7) % kSpecies];
        d[s] = fmaf(kf, gain, -kb * loss) - 0.05f * y[s];
    }
}
__device__ __forceinline__ void kinetics(const float* __restrict__ in, const float* __restrict__ temp, float* __restrict__ out, int n, int steps, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float y[kSpecies], acc[kSpecies], t[kSpecies], d[kSpecies];
#pragma unroll
    for (int s = 0; s < kSpecies; ++s) y[s] = fabsf(in[(size_t)s * n + i]);
    float kf = 0.3f + 0.1f * temp[i], kb = 0.35f - 0.1f * temp[i];
#pragma unroll 1
    for (int step = 0; step < steps; ++step) {
        reaction_rates(y, d, kf, kb);
#pragma unroll
        for (int s = 0; s < kSpecies; ++s) { acc[s] = d[s]; t[s] = fmaf(0.5f * dt, d[s], y[s]); }
        reaction_rates(t, d, kf, kb);
#pragma unroll
        for (int s = 0; s < kSpecies; ++s) { acc[s] = fmaf(2.0f, d[s], acc[s]); t[s] = fmaf(0.5f * dt, d[s], y[s]); }
        reaction_rates(t, d, kf, kb);
#pragma unroll
        for (int s = 0; s < kSpecies; ++s) { acc[s] = fmaf(2.0f, d[s], acc[s]); t[s] = fmaf(dt, d[s], y[s]); }
        reaction_rates(t, d, kf, kb);
#pragma unroll
        for (int s = 0; s < kSpecies; ++s) y[s] = fmaf(dt / 6.0f, acc[s] + d[s], y[s]);
    }
#pragma unroll
    for (int s = 0; s < kSpecies; ++s) out[(size_t)s * n + i] = y[s];
}
__global__ void __launch_bounds__(256, 8) pepper_glacier_bb1_a(const float* __restrict__ in, const float* __restrict__ temp, float* __restrict__ out, int n, int steps, float dt) {
    kinetics(in, temp, out, n, steps, dt);
}
__global__ void __launch_bounds__(256) pepper_glacier_bb1_b(const float* __restrict__ in, const float* __restrict__ temp, float* __restrict__ out, int n, int steps, float dt) {
    kinetics(in, temp, out, n, steps, dt);
}

// ---------------------------------------------------------------- 8 neighbour list and short-range sum
template <int MAXNB>
__device__ __forceinline__ void neighbour_sum(const float4* __restrict__ pos, const float* __restrict__ charge, const int* __restrict__ cand,
                                              float* __restrict__ pot, int n, int ncand, float rc2, int* list) {
    int i = blockIdx.x * 128 + threadIdx.x;
    if (i >= n) return;
    float4 p = pos[i];
    int count = 0;
    for (int k = 0; k < ncand; ++k) {
        int j = cand[(size_t)k * n + i];
        float4 q = pos[j];
        float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
        float r2 = dx * dx + dy * dy + dz * dz;
        if (r2 < rc2 && j != i && count < MAXNB) list[count++ * 128 + threadIdx.x] = j;
    }
    float sum = 0.0f;
    for (int k = 0; k < count; ++k) {
        int j = list[k * 128 + threadIdx.x];
        float4 q = pos[j];
        float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
        float r2 = dx * dx + dy * dy + dz * dz + 0.05f;
        sum += charge[j] * rsqrtf(r2) * (1.0f - r2 * 0.2f);
    }
    pot[i] = sum;
}
__global__ void __launch_bounds__(128) saddle_ribbon_bb1_a(const float4* __restrict__ pos, const float* __restrict__ charge, const int* __restrict__ cand,
                                                           float* __restrict__ pot, int n, int ncand, float rc2) {
    extern __shared__ int list[];
    neighbour_sum<128>(pos, charge, cand, pot, n, ncand, rc2, list);
}
__global__ void __launch_bounds__(128) saddle_ribbon_bb1_b(const float4* __restrict__ pos, const float* __restrict__ charge, const int* __restrict__ cand,
                                                           float* __restrict__ pot, int n, int ncand, float rc2) {
    extern __shared__ int list[];
    neighbour_sum<24>(pos, charge, cand, pot, n, ncand, rc2, list);
}

// ---------------------------------------------------------------- 9 vector updates of a preconditioned solver
__global__ void falcon_mitten_bb1_a0(const float4* __restrict__ r, const float4* __restrict__ ap, float4* __restrict__ rnew, float alpha, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 a = r[i], b = ap[i];
    rnew[i] = make_float4(a.x - alpha * b.x, a.y - alpha * b.y, a.z - alpha * b.z, a.w - alpha * b.w);
}
__global__ void falcon_mitten_bb1_a1(const float4* __restrict__ rnew, const float4* __restrict__ dinv, float4* __restrict__ z, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 a = rnew[i], b = dinv[i];
    z[i] = make_float4(a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w);
}
__global__ void falcon_mitten_bb1_a2(const float4* __restrict__ z, const float4* __restrict__ p, float4* __restrict__ pnew, float beta, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 a = z[i], b = p[i];
    pnew[i] = make_float4(a.x + beta * b.x, a.y + beta * b.y, a.z + beta * b.z, a.w + beta * b.w);
}
__global__ void falcon_mitten_bb1_b(const float4* __restrict__ r, const float4* __restrict__ ap, const float4* __restrict__ dinv, const float4* __restrict__ p,
                                    float4* __restrict__ rnew, float4* __restrict__ pnew, float alpha, float beta, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 a = r[i], b = ap[i], d = dinv[i], q = p[i];
    float4 s = make_float4(a.x - alpha * b.x, a.y - alpha * b.y, a.z - alpha * b.z, a.w - alpha * b.w);
    rnew[i] = s;
    pnew[i] = make_float4(s.x * d.x + beta * q.x, s.y * d.y + beta * q.y, s.z * d.z + beta * q.z, s.w * d.w + beta * q.w);
}

// ---------------------------------------------------------------- 10 matrix product in half precision
__global__ void __launch_bounds__(256, 2) cactus_violin_bb1_a(const __half* __restrict__ A, const __half* __restrict__ B, float* __restrict__ C, int M, int N, int K) {
    __shared__ __align__(16) float As[16][132];
    __shared__ __align__(16) float Bs[16][128];
    const int t = threadIdx.x, tx = t % 16, ty = t / 16;
    const int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    float acc[8][8] = {};
    const int ar = t / 2, ac = (t % 2) * 8, br = t / 16, bc = (t % 16) * 8;
    uint4 a = *(const uint4*)&A[(size_t)(m0 + ar) * K + ac];
    uint4 b = *(const uint4*)&B[(size_t)br * N + n0 + bc];
    for (int k0 = 0; k0 < K; k0 += 16) {
        const __half2* ah = (const __half2*)&a;
        const __half2* bh = (const __half2*)&b;
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float2 f = __half22float2(ah[j]), g = __half22float2(bh[j]);
            As[ac + 2 * j][ar] = f.x; As[ac + 2 * j + 1][ar] = f.y;
            *(float2*)&Bs[br][bc + 2 * j] = g;
        }
        __syncthreads();
        if (k0 + 16 < K) {
            a = *(const uint4*)&A[(size_t)(m0 + ar) * K + k0 + 16 + ac];
            b = *(const uint4*)&B[(size_t)(k0 + 16 + br) * N + n0 + bc];
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float av[8], bv[8];
            *(float4*)&av[0] = *(float4*)&As[k][ty * 4]; *(float4*)&av[4] = *(float4*)&As[k][64 + ty * 4];
            *(float4*)&bv[0] = *(float4*)&Bs[k][tx * 4]; *(float4*)&bv[4] = *(float4*)&Bs[k][64 + tx * 4];
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = fmaf(av[i], bv[j], acc[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        size_t row = m0 + (i < 4 ? ty * 4 + i : 64 + ty * 4 + i - 4);
        *(float4*)&C[row * N + n0 + tx * 4] = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *(float4*)&C[row * N + n0 + 64 + tx * 4] = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}
__global__ void __launch_bounds__(256, 2) cactus_violin_bb1_b(const __half* __restrict__ A, const __half* __restrict__ B, float* __restrict__ C, int M, int N, int K) {
    using namespace nvcuda;
    __shared__ __align__(32) __half As[128][40];
    __shared__ __align__(32) __half Bs[32][136];
    const int t = threadIdx.x, warp = t / 32, wm = warp / 2, wn = warp % 2;
    const int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][4];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
    const int ar = t / 4, ac = (t % 4) * 8, br = t / 16, bc = (t % 16) * 8;
    uint4 a0 = *(const uint4*)&A[(size_t)(m0 + ar) * K + ac], a1 = *(const uint4*)&A[(size_t)(m0 + 64 + ar) * K + ac];
    uint4 b0 = *(const uint4*)&B[(size_t)br * N + n0 + bc], b1 = *(const uint4*)&B[(size_t)(16 + br) * N + n0 + bc];
    for (int k0 = 0; k0 < K; k0 += 32) {
        *(uint4*)&As[ar][ac] = a0; *(uint4*)&As[64 + ar][ac] = a1;
        *(uint4*)&Bs[br][bc] = b0; *(uint4*)&Bs[16 + br][bc] = b1;
        __syncthreads();
        if (k0 + 32 < K) {
            a0 = *(const uint4*)&A[(size_t)(m0 + ar) * K + k0 + 32 + ac]; a1 = *(const uint4*)&A[(size_t)(m0 + 64 + ar) * K + k0 + 32 + ac];
            b0 = *(const uint4*)&B[(size_t)(k0 + 32 + br) * N + n0 + bc]; b1 = *(const uint4*)&B[(size_t)(k0 + 48 + br) * N + n0 + bc];
        }
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb[4];
#pragma unroll
            for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(fa[i], &As[wm * 32 + i * 16][k], 40);
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(fb[j], &Bs[k][wn * 64 + j * 16], 136);
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
            wmma::store_matrix_sync(&C[(size_t)(m0 + wm * 32 + i * 16) * N + n0 + wn * 64 + j * 16], acc[i][j], N, wmma::mem_row_major);
}

// ---------------------------------------------------------------- 11 variogram over pairs
constexpr int kRows = 16;
__device__ __forceinline__ void variogram_group(const float4* __restrict__ pts, float* __restrict__ gamma, int g, float range2, float4 (&rows)[kRows], float (&part)[kRows][8]) {
    const int base = g * kRows, t = threadIdx.x;
    __syncthreads();
    if (t < kRows) rows[t] = pts[base + t];
    __syncthreads();
    float acc[kRows];
#pragma unroll
    for (int r = 0; r < kRows; ++r) acc[r] = 0.0f;
    const float inv = 1.0f / range2;
#pragma unroll 1
    for (int j = t; j < base; j += 256) {
        float4 q = pts[j];
#pragma unroll
        for (int r = 0; r < kRows; ++r) {
            float4 p = rows[r];
            float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z, dv = p.w - q.w;
            float h2 = dx * dx + dy * dy + dz * dz;
            float w = fmaxf(1.0f - h2 * inv, 0.0f);
            acc[r] = fmaf(w * dv, dv, acc[r]);
        }
    }
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
        float v = acc[r];
        for (int d = 16; d; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
        if (t % 32 == 0) part[r][t / 32] = v;
    }
    __syncthreads();
    if (t < kRows) {
        float v = 0.0f;
        for (int w = 0; w < 8; ++w) v += part[t][w];
        gamma[base + t] = v;
    }
}
__global__ void __launch_bounds__(256, 2) timber_quartz_bb1_a(const float4* __restrict__ pts, float* __restrict__ gamma, int groups, float range2) {
    __shared__ float4 rows[kRows];
    __shared__ float part[kRows][8];
    int per = groups / gridDim.x;
    for (int g = blockIdx.x * per; g < (blockIdx.x + 1) * per; ++g) variogram_group(pts, gamma, g, range2, rows, part);
}
__global__ void __launch_bounds__(256, 2) timber_quartz_bb1_b(const float4* __restrict__ pts, float* __restrict__ gamma, int groups, float range2) {
    __shared__ float4 rows[kRows];
    __shared__ float part[kRows][8];
    bool odd = false;
    for (int g0 = 0; g0 < groups; g0 += gridDim.x, odd = !odd)
        variogram_group(pts, gamma, g0 + (odd ? gridDim.x - 1 - blockIdx.x : blockIdx.x), range2, rows, part);
}

// ---------------------------------------------------------------- 12 periodic heat step
__global__ void lemon_harbor_bb1_a(const float* __restrict__ u, float* __restrict__ v, int nx, int ny, int nz, float c) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nx * ny * nz) return;
    int x = i % nx, y = (i / nx) % ny, z = i / (nx * ny);
    int xm = (x - 1 + nx) % nx, xp = (x + 1) % nx;
    int ym = (y - 1 + ny) % ny, yp = (y + 1) % ny;
    int zm = (z - 1 + nz) % nz, zp = (z + 1) % nz;
    float s = u[(z * ny + y) * nx + xm] + u[(z * ny + y) * nx + xp] + u[(z * ny + ym) * nx + x] + u[(z * ny + yp) * nx + x] +
              u[(zm * ny + y) * nx + x] + u[(zp * ny + y) * nx + x];
    float m = u[i];
    v[i] = m + c * (s - 6.0f * m);
}
__global__ void lemon_harbor_bb1_b(const float* __restrict__ u, float* __restrict__ v, int nx, int ny, int nz, float c) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    if (x >= nx || y >= ny) return;
    int plane = nx * ny, i = z * plane + y * nx + x;
    int xm = x == 0 ? nx - 1 : -1, xp = x == nx - 1 ? 1 - nx : 1;
    int ym = y == 0 ? plane - nx : -nx, yp = y == ny - 1 ? nx - plane : nx;
    int zm = z == 0 ? (nz - 1) * plane : -plane, zp = z == nz - 1 ? -(nz - 1) * plane : plane;
    float s = u[i + xm] + u[i + xp] + u[i + ym] + u[i + yp] + u[i + zm] + u[i + zp];
    float m = u[i];
    v[i] = m + c * (s - 6.0f * m);
}

// ---------------------------------------------------------------- mild 1 seismic trace gain
__global__ void pillow_raven_bb1_a(const float* __restrict__ in, float* __restrict__ out, int n, float gain) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    if (i + 768 >= n) return;
    float v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = in[i + 1 + j * 256];
#pragma unroll
    for (int j = 0; j < 4; ++j) out[i + j * 256] = v[j] * gain - 0.125f;
}
__global__ void pillow_raven_bb1_b(const float* __restrict__ in, float* __restrict__ out, int n, float gain) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    if (i + 768 >= n) return;
    float v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = in[i + j * 256];
#pragma unroll
    for (int j = 0; j < 4; ++j) out[i + j * 256] = v[j] * gain - 0.125f;
}

// ---------------------------------------------------------------- mild 2 blend of two time levels
__global__ void bronze_kettle_bb1_a(const float* __restrict__ a, const float* __restrict__ b, const float* __restrict__ c, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.55 * (a[i] + b[i]) + c[i];
}
__global__ void bronze_kettle_bb1_b(const float* __restrict__ a, const float* __restrict__ b, const float* __restrict__ c, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.55f * (a[i] + b[i]) + c[i];
}

// ---------------------------------------------------------------- mild 3 residual norm
__device__ __forceinline__ float residual_part(const float4* __restrict__ f, const float4* __restrict__ g, int n4) {
    float sum = 0.0f;
    const int stride = gridDim.x * blockDim.x;
#pragma unroll 4
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += stride) {
        float4 a = f[i], b = g[i];
        float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z, w = a.w - b.w;
        sum += x * x + y * y + z * z + w * w;
    }
    return sum;
}
__global__ void __launch_bounds__(256) garnet_meadow_bb1_a(const float4* __restrict__ f, const float4* __restrict__ g, float* __restrict__ out, int n4) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = residual_part(f, g, n4);
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        if (2 * d * t < 256) s[2 * d * t] += s[2 * d * t + d];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void __launch_bounds__(256) garnet_meadow_bb1_b(const float4* __restrict__ f, const float4* __restrict__ g, float* __restrict__ out, int n4) {
    __shared__ float s[8];
    int t = threadIdx.x;
    float v = residual_part(f, g, n4);
    for (int d = 16; d; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
    if (t % 32 == 0) s[t / 32] = v;
    __syncthreads();
    if (t < 8) {
        v = s[t];
        for (int d = 4; d; d >>= 1) v += __shfl_down_sync(0xffu, v, d);
        if (t == 0) out[blockIdx.x] = v;
    }
}

// ---------------------------------------------------------------- healthy 1 particle diagnostics from records
struct __align__(16) Particle { float4 a, b; };
__global__ void hazel_trumpet_bb1_a(const Particle* __restrict__ p, float2* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 a = p[i].a, b = p[i].b;
    float kin = 0.5f * b.w * (b.x * b.x + b.y * b.y + b.z * b.z);
    float pot = a.w * (a.x * a.x + a.y * a.y + a.z * a.z);
    out[i] = make_float2(kin + pot, a.x * b.y - a.y * b.x);
}

// ---------------------------------------------------------------- healthy 2 ephemeris by Chebyshev series
__constant__ double c_cheb[32];
__global__ void __launch_bounds__(256) indigo_basket_bb1_a(const double* __restrict__ time, double* __restrict__ place, int n) {
    int i = blockIdx.x * blockDim.x * 4 + threadIdx.x;
    if (i + 3 * (int)blockDim.x >= n) return;
    double x[4], b1[4], b2[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { x[j] = 2.0 * time[i + j * blockDim.x]; b1[j] = b2[j] = 0.0; }
    for (int rep = 0; rep < 3; ++rep) {
#pragma unroll 8
        for (int k = 31; k >= 0; --k) {
            double c = c_cheb[k];
#pragma unroll
            for (int j = 0; j < 4; ++j) { double b = fma(x[j], b1[j], c - b2[j]); b2[j] = b1[j]; b1[j] = b; }
        }
#pragma unroll
        for (int j = 0; j < 4; ++j) { x[j] = 0.2 * (b1[j] - 0.5 * x[j] * b2[j]); if (rep < 2) b1[j] = b2[j] = 0.0; }
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) place[i + j * blockDim.x] = x[j];
}

// ---------------------------------------------------------------- healthy 3 image compositing
__device__ __forceinline__ unsigned blend4(unsigned a, unsigned b, unsigned w) {
    unsigned r = 0;
#pragma unroll
    for (int s = 0; s < 32; s += 8) {
        unsigned x = (a >> s) & 255u, y = (b >> s) & 255u, m = (w >> s) & 255u;
        r |= ((x * m + y * (255u - m) + 128u) >> 8) << s;
    }
    return r;
}
__global__ void tulip_ember_bb1_a(const uint4* __restrict__ a, const uint4* __restrict__ b, const uint4* __restrict__ w, uint4* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint4 p = a[i], q = b[i], m = w[i];
    out[i] = make_uint4(blend4(p.x, q.x, m.x), blend4(p.y, q.y, m.y), blend4(p.z, q.z, m.z), blend4(p.w, q.w, m.w));
}

// ---------------------------------------------------------------- healthy 4 moment of a wave field
__global__ void __launch_bounds__(256) marble_otter_bb1_a(const float4* __restrict__ f, float* __restrict__ out, int n4) {
    const int stride = gridDim.x * 256;
    int i = blockIdx.x * 256 + threadIdx.x;
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    for (; i + 7 * stride < n4; i += 8 * stride) {
        float4 v[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) v[j] = __ldcs(&f[i + j * stride]);
#pragma unroll
        for (int j = 0; j < 8; ++j) { s0 += v[j].x * v[j].x; s1 += v[j].y * v[j].y; s2 += v[j].z * v[j].z; s3 += v[j].w * v[j].w; }
    }
    out[blockIdx.x * 256 + threadIdx.x] = (s0 + s1) + (s2 + s3);
}

// ----------------------------------------------------------------
int main(int argc, char** argv) {
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> f, const void* out, size_t count, Output type = Output::f32) {
        cases.push_back({name, std::move(f), out, count, type});
    };
    using harness::filled;
    {
        const int rows = 1 << 20, per = 48;
        int *rp, *cols;
        CHECK(cudaMalloc(&rp, (rows + 1) * sizeof(int))); CHECK(cudaMalloc(&cols, (size_t)rows * per * sizeof(int)));
        setup_matrix<<<rows / 256 + 1, 256>>>(rp, cols, rows, per); CHECK(cudaGetLastError());
        float *vals = filled<float>((size_t)rows * per, 3), *x = filled<float>(rows, 4), *y = harness::empty<float>(rows);
        add("velvet_anchor_bb1_a", [=] { velvet_anchor_bb1_a<<<rows / 256, 256>>>(rp, cols, vals, x, y, rows); }, y, rows);
        add("velvet_anchor_bb1_b", [=] { velvet_anchor_bb1_b<<<rows / 16, 256>>>(rp, cols, vals, x, y, rows); }, y, rows);
    }
    {
        const int n = 1056 * 256;
        float4* pos = (float4*)filled<float>((size_t)n * 4, 5);
        float4* f = (float4*)harness::empty<float>((size_t)n * 4);
        add("copper_lagoon_bb1_a", [=] { copper_lagoon_bb1_a<<<n / 256, 256>>>(pos, f, n); }, f, (size_t)n * 4);
        add("copper_lagoon_bb1_b", [=] { copper_lagoon_bb1_b<<<n / 256, 256>>>(pos, f, n); }, f, (size_t)n * 4);
    }
    {
        const int n = 1 << 25;
        float* e = filled<float>(n, 6);
        int* tally = harness::empty<int>(kBins);
        add("maple_thunder_bb1_a", [=] { maple_thunder_bb1_a<<<132 * 8, 256>>>(e, tally, n); }, tally, kBins, Output::i32);
        add("maple_thunder_bb1_b", [=] { maple_thunder_bb1_b<<<132 * 8, 256>>>(e, tally, n); }, tally, kBins, Output::i32);
    }
    {
        const int lines = 1 << 20;
        const float lower = -0.4f;
        float up[kLine], pv[kLine], prev = 0.0f;
        for (int k = 0; k < kLine; ++k) { pv[k] = 1.0f / (1.9f - lower * prev); up[k] = -0.45f * pv[k]; prev = up[k]; }
        CHECK(cudaMemcpyToSymbol(c_upper, up, sizeof(up))); CHECK(cudaMemcpyToSymbol(c_pivot, pv, sizeof(pv)));
        float *rhs = filled<float>((size_t)lines * kLine, 8), *sol = harness::empty<float>((size_t)lines * kLine);
        add("silver_badger_bb1_a", [=] { silver_badger_bb1_a<<<lines / 128, 128>>>(rhs, sol, lower); }, sol, (size_t)lines * kLine);
        add("silver_badger_bb1_b", [=] { silver_badger_bb1_b<<<lines / 128, 128>>>(rhs, sol, lower); }, sol, (size_t)lines * kLine);
    }
    {
        const int n = 1 << 22;
        std::vector<int> m(n), ms; std::vector<float> r(n), e(n), rs, es;
        for (int i = 0; i < n; ++i) { m[i] = (hash32(i + 99u) >> 7) % 4; r[i] = harness::unit(i * 3u + 1); e[i] = harness::unit(i * 5u + 2); }
        ms.reserve(n); rs.reserve(n); es.reserve(n);
        for (int k = 0; k < 4; ++k)
            for (int i = 0; i < n; ++i) if (m[i] == k) { ms.push_back(k); rs.push_back(r[i]); es.push_back(e[i]); }
        int *dm = harness::uploaded(m), *dms = harness::uploaded(ms);
        float *dr = harness::uploaded(r), *de = harness::uploaded(e), *drs = harness::uploaded(rs), *des = harness::uploaded(es), *p = harness::empty<float>(n);
        add("walnut_comet_bb1_a", [=] { walnut_comet_bb1_a<<<n / 256, 256>>>(dm, dr, de, p, n); }, p, n);
        add("walnut_comet_bb1_b", [=] { walnut_comet_bb1_b<<<n / 256, 256>>>(dms, drs, des, p, n); }, p, n);
    }
    {
        const int columns = 132 * 8 * 128, levels = 512;
        float *k = filled<float>((size_t)columns * levels, 9), *d = harness::empty<float>(columns);
        add("orchid_hammer_bb1_a", [=] { orchid_hammer_bb1_a<<<132 * 8, 128>>>(k, d, columns, levels, 1.5f); }, d, columns);
        add("orchid_hammer_bb1_b", [=] { orchid_hammer_bb1_b<<<132 * 8, 128>>>(k, d, columns, levels, 1.5f); }, d, columns);
    }
    {
        const int n = 132 * 2048 * 4;
        float *in = filled<float>((size_t)n * kSpecies, 10), *temp = filled<float>(n, 11), *out = harness::empty<float>((size_t)n * kSpecies);
        add("pepper_glacier_bb1_a", [=] { pepper_glacier_bb1_a<<<n / 256, 256>>>(in, temp, out, n, 16, 0.05f); }, out, (size_t)n * kSpecies);
        add("pepper_glacier_bb1_b", [=] { pepper_glacier_bb1_b<<<n / 256, 256>>>(in, temp, out, n, 16, 0.05f); }, out, (size_t)n * kSpecies);
    }
    {
        const int n = 1 << 20, per = 24;
        float4* pos = (float4*)filled<float>((size_t)n * 4, 12);
        float *q = filled<float>(n, 13), *pot = harness::empty<float>(n);
        int* cand; CHECK(cudaMalloc(&cand, (size_t)n * per * sizeof(int)));
        setup_cand<<<n / 256, 256>>>(cand, n, per); CHECK(cudaGetLastError());
        CHECK(cudaFuncSetAttribute(saddle_ribbon_bb1_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 128 * 128 * (int)sizeof(int)));
        add("saddle_ribbon_bb1_a", [=] { saddle_ribbon_bb1_a<<<n / 128, 128, 128 * 128 * sizeof(int)>>>(pos, q, cand, pot, n, per, 0.35f); }, pot, n);
        add("saddle_ribbon_bb1_b", [=] { saddle_ribbon_bb1_b<<<n / 128, 128, 24 * 128 * sizeof(int)>>>(pos, q, cand, pot, n, per, 0.35f); }, pot, n);
    }
    {
        const int n = 1 << 25, n4 = n / 4;
        float4 *r = (float4*)filled<float>(n, 14), *ap = (float4*)filled<float>(n, 15), *d = (float4*)filled<float>(n, 16), *p = (float4*)filled<float>(n, 17);
        float4 *rn = (float4*)harness::empty<float>(n), *z = (float4*)harness::empty<float>(n), *pn = (float4*)harness::empty<float>(n);
        add("falcon_mitten_bb1_a", [=] {
            falcon_mitten_bb1_a0<<<n4 / 256, 256>>>(r, ap, rn, 0.3f, n4);
            falcon_mitten_bb1_a1<<<n4 / 256, 256>>>(rn, d, z, n4);
            falcon_mitten_bb1_a2<<<n4 / 256, 256>>>(z, p, pn, 0.7f, n4);
        }, pn, n);
        add("falcon_mitten_bb1_b", [=] { falcon_mitten_bb1_b<<<n4 / 256, 256>>>(r, ap, d, p, rn, pn, 0.3f, 0.7f, n4); }, pn, n);
    }
    {
        const int m = 2048;
        __half *a = filled<__half>((size_t)m * m, 18), *b = filled<__half>((size_t)m * m, 19);
        float* c = harness::empty<float>((size_t)m * m);
        dim3 grid(m / 128, m / 128);
        add("cactus_violin_bb1_a", [=] { cactus_violin_bb1_a<<<grid, 256>>>(a, b, c, m, m, m); }, c, (size_t)m * m);
        add("cactus_violin_bb1_b", [=] { cactus_violin_bb1_b<<<grid, 256>>>(a, b, c, m, m, m); }, c, (size_t)m * m);
    }
    {
        const int blocks = 264, groups = blocks * 8, n = groups * kRows;
        float4* pts = (float4*)filled<float>((size_t)n * 4, 20);
        float* g = harness::empty<float>(n);
        add("timber_quartz_bb1_a", [=] { timber_quartz_bb1_a<<<blocks, 256>>>(pts, g, groups, 1.5f); }, g, n);
        add("timber_quartz_bb1_b", [=] { timber_quartz_bb1_b<<<blocks, 256>>>(pts, g, groups, 1.5f); }, g, n);
    }
    {
        const int nx = 480, ny = 384, nz = 256, n = nx * ny * nz;
        float *u = filled<float>(n, 21), *v = harness::empty<float>(n);
        add("lemon_harbor_bb1_a", [=] { lemon_harbor_bb1_a<<<n / 256, 256>>>(u, v, nx, ny, nz, 0.11f); }, v, n);
        add("lemon_harbor_bb1_b", [=] { lemon_harbor_bb1_b<<<dim3(nx / 32, ny / 8, nz), dim3(32, 8)>>>(u, v, nx, ny, nz, 0.11f); }, v, n);
    }
    {
        const int n = 1 << 26;
        float *in = filled<float>(n + 32, 22), *shifted = harness::empty<float>(n), *out = harness::empty<float>(n);
        CHECK(cudaMemcpy(shifted, in + 1, (size_t)n * sizeof(float), cudaMemcpyDeviceToDevice));
        add("pillow_raven_bb1_a", [=] { pillow_raven_bb1_a<<<n / 1024, 256>>>(in, out, n, 1.7f); }, out, n);
        add("pillow_raven_bb1_b", [=] { pillow_raven_bb1_b<<<n / 1024, 256>>>(shifted, out, n, 1.7f); }, out, n);
    }
    {
        const int n = 1 << 25;
        float *a = filled<float>(n, 23), *b = filled<float>(n, 24), *c = filled<float>(n, 25), *out = harness::empty<float>(n);
        add("bronze_kettle_bb1_a", [=] { bronze_kettle_bb1_a<<<n / 256, 256>>>(a, b, c, out, n); }, out, n);
        add("bronze_kettle_bb1_b", [=] { bronze_kettle_bb1_b<<<n / 256, 256>>>(a, b, c, out, n); }, out, n);
    }
    {
        const int n4 = 1 << 24, blocks = 132 * 4;
        float4 *f = (float4*)filled<float>((size_t)n4 * 4, 26), *g = (float4*)filled<float>((size_t)n4 * 4, 27);
        float* out = harness::empty<float>(blocks);
        add("garnet_meadow_bb1_a", [=] { garnet_meadow_bb1_a<<<blocks, 256>>>(f, g, out, n4); }, out, blocks);
        add("garnet_meadow_bb1_b", [=] { garnet_meadow_bb1_b<<<blocks, 256>>>(f, g, out, n4); }, out, blocks);
    }
    {
        const int n = 1 << 23;
        Particle* p = (Particle*)filled<float>((size_t)n * 8, 28);
        float2* out = (float2*)harness::empty<float>((size_t)n * 2);
        add("hazel_trumpet_bb1_a", [=] { hazel_trumpet_bb1_a<<<n / 256, 256>>>(p, out, n); }, out, (size_t)n * 2);
    }
    {
        const int n = 132 * 8 * 256 * 4 * 4;
        double c[32];
        for (int k = 0; k < 32; ++k) c[k] = harness::unit(k * 17u + 3) / (1.0 + k);
        CHECK(cudaMemcpyToSymbol(c_cheb, c, sizeof(c)));
        double *t = filled<double>(n, 29), *out = harness::empty<double>(n);
        add("indigo_basket_bb1_a", [=] { indigo_basket_bb1_a<<<n / 1024, 256>>>(t, out, n); }, out, n, Output::f64);
    }
    {
        const int n = 1 << 23;
        uint4 *a = (uint4*)filled<float>((size_t)n * 4, 30), *b = (uint4*)filled<float>((size_t)n * 4, 31), *w = (uint4*)filled<float>((size_t)n * 4, 32);
        uint4* out = (uint4*)harness::empty<float>((size_t)n * 4);
        add("tulip_ember_bb1_a", [=] { tulip_ember_bb1_a<<<n / 256, 256>>>(a, b, w, out, n); }, out, (size_t)n * 16, Output::u8);
    }
    {
        const int blocks = 264, n4 = blocks * 256 * 8 * 48;
        float4* f = (float4*)filled<float>((size_t)n4 * 4, 33);
        float* out = harness::empty<float>((size_t)blocks * 256);
        add("marble_otter_bb1_a", [=] { marble_otter_bb1_a<<<blocks, 256>>>(f, out, n4); }, out, (size_t)blocks * 256);
    }
    return harness::run(argc, argv, cases);
}
