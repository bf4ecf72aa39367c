// Matrix products, chains of launches, and kernels that have little or nothing to mend.
#include "harness.cuh"
#include <cuda_fp16.h>
#include <mma.h>
using harness::Case; using harness::Output;
namespace wmma = nvcuda::wmma;

// ---- covariance of asset returns, X[days][assets] ---------------------------------------------------------------------
__global__ void return_cov_a(const float* __restrict__ x, float* __restrict__ cov, int assets, int days) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= assets || j >= assets) return;
    float sum = 0.0f;
    for (int d = 0; d < days; ++d) sum = fmaf(x[(size_t)d * assets + i], x[(size_t)d * assets + j], sum);
    cov[(size_t)i * assets + j] = sum / (float)(days - 1);
}
__global__ void __launch_bounds__(256) return_cov_b(const float* __restrict__ x, float* __restrict__ cov, int assets, int days) {
    __shared__ float4 left[16][16], right[16][16];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, i0 = blockIdx.y * 64, j0 = blockIdx.x * 64;
    float acc[4][4] = {};
    for (int d = 0; d < days; d += 16) {
        const float* row = x + (size_t)(d + ty) * assets;
        left[ty][tx] = *reinterpret_cast<const float4*>(row + i0 + tx * 4);
        right[ty][tx] = *reinterpret_cast<const float4*>(row + j0 + tx * 4);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 a = left[k][ty], b = right[k][tx];
            float av[4] = {a.x, a.y, a.z, a.w}, bv[4] = {b.x, b.y, b.z, b.w};
#pragma unroll
            for (int r = 0; r < 4; ++r)
#pragma unroll
                for (int c = 0; c < 4; ++c) acc[r][c] = fmaf(av[r], bv[c], acc[r][c]);
        }
        __syncthreads();
    }
    float scale = 1.0f / (float)(days - 1);
#pragma unroll
    for (int r = 0; r < 4; ++r)
        *reinterpret_cast<float4*>(cov + (size_t)(i0 + ty * 4 + r) * assets + j0 + tx * 4) = make_float4(acc[r][0] * scale, acc[r][1] * scale, acc[r][2] * scale, acc[r][3] * scale);
}

// ---- speech frames through a half-precision mixing matrix ------------------------------------------------------------------
__global__ void frame_mixdown_a(const half* __restrict__ frames, const half2* __restrict__ mix, float2* __restrict__ out, int rows, int cols, int depth) {
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (2 * c >= cols || r >= rows) return;
    float2 sum = make_float2(0.0f, 0.0f);
#pragma unroll 4
    for (int k = 0; k < depth; ++k) {
        float f = __half2float(frames[(size_t)r * depth + k]); float2 m = __half22float2(mix[(size_t)k * (cols / 2) + c]);
        sum.x = fmaf(f, m.x, sum.x); sum.y = fmaf(f, m.y, sum.y);
    }
    out[(size_t)r * (cols / 2) + c] = sum;
}
__global__ void __launch_bounds__(256) frame_mixdown_b(const half* __restrict__ frames, const half* __restrict__ mix, float* __restrict__ out, int rows, int cols, int depth) {
    __shared__ __align__(32) half fs[128][32 + 8]; __shared__ __align__(32) half ms[32][64 + 8];
    int t = threadIdx.x, warp = t / 32, wr = warp / 2 * 32, wc = warp % 2 * 32; size_t r0 = (size_t)blockIdx.y * 128, c0 = (size_t)blockIdx.x * 64;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
    for (auto& row : acc) for (auto& f : row) wmma::fill_fragment(f, 0.0f);
    for (int k0 = 0; k0 < depth; k0 += 32) {
#pragma unroll
        for (int q = t; q < 128 * 4; q += 256) *reinterpret_cast<uint4*>(&fs[q / 4][q % 4 * 8]) = *reinterpret_cast<const uint4*>(frames + (r0 + q / 4) * depth + k0 + q % 4 * 8);
        *reinterpret_cast<uint4*>(&ms[t / 8][t % 8 * 8]) = *reinterpret_cast<const uint4*>(mix + (size_t)(k0 + t / 8) * cols + c0 + t % 8 * 8);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a[2]; wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b[2];
            for (int i = 0; i < 2; ++i) { wmma::load_matrix_sync(a[i], &fs[wr + 16 * i][k], 40); wmma::load_matrix_sync(b[i], &ms[k][wc + 16 * i], 72); }
            for (int i = 0; i < 2; ++i) for (int j = 0; j < 2; ++j) wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; ++i) for (int j = 0; j < 2; ++j) wmma::store_matrix_sync(out + (r0 + wr + 16 * i) * cols + c0 + wc + 16 * j, acc[i][j], cols, wmma::mem_row_major);
}

// ---- abundances of endmembers: pixels[count][bands] times a fitted inverse[bands][members] -----------------------------
constexpr int kUnmixK = 32;
__device__ __forceinline__ void load_unmix(const float* __restrict__ pixels, const float* __restrict__ inverse, float (*ps)[kUnmixK + 4], float (*is)[64 + 4], size_t r0, int c0, int k0, int bands, int members) {
    int t = threadIdx.x;
#pragma unroll
    for (int q = t; q < 128 * 8; q += 256) *reinterpret_cast<float4*>(&ps[q / 8][q % 8 * 4]) = *reinterpret_cast<const float4*>(pixels + (r0 + q / 8) * bands + k0 + q % 8 * 4);
#pragma unroll
    for (int q = t; q < kUnmixK * 16; q += 256) *reinterpret_cast<float4*>(&is[q / 16][q % 16 * 4]) = *reinterpret_cast<const float4*>(inverse + (size_t)(k0 + q / 16) * members + c0 + q % 16 * 4);
}
__global__ void __launch_bounds__(256) endmember_fit_a(const float* __restrict__ pixels, const float* __restrict__ inverse, float* __restrict__ share, int bands, int members) {
    __shared__ __align__(32) float ps[128][kUnmixK + 4]; __shared__ __align__(32) float is[kUnmixK][64 + 4];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, c0 = blockIdx.x * 64; size_t r0 = (size_t)blockIdx.y * 128;
    float acc[8][4] = {};
    for (int k0 = 0; k0 < bands; k0 += kUnmixK) {
        load_unmix(pixels, inverse, ps, is, r0, c0, k0, bands, members);
        __syncthreads();
#pragma unroll 2
        for (int k = 0; k < kUnmixK; k += 4) {
            float4 b[4];
#pragma unroll
            for (int q = 0; q < 4; ++q) b[q] = *reinterpret_cast<const float4*>(&is[k + q][tx * 4]);
#pragma unroll
            for (int r = 0; r < 8; ++r) {
                float4 a = *reinterpret_cast<const float4*>(&ps[ty * 8 + r][k]); float av[4] = {a.x, a.y, a.z, a.w};
#pragma unroll
                for (int q = 0; q < 4; ++q) { acc[r][0] = fmaf(av[q], b[q].x, acc[r][0]); acc[r][1] = fmaf(av[q], b[q].y, acc[r][1]); acc[r][2] = fmaf(av[q], b[q].z, acc[r][2]); acc[r][3] = fmaf(av[q], b[q].w, acc[r][3]); }
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < 8; ++r) *reinterpret_cast<float4*>(share + (r0 + ty * 8 + r) * members + c0 + tx * 4) = make_float4(acc[r][0], acc[r][1], acc[r][2], acc[r][3]);
}
__global__ void __launch_bounds__(256) endmember_fit_b(const float* __restrict__ pixels, const float* __restrict__ inverse, float* __restrict__ share, int bands, int members) {
    __shared__ __align__(32) float ps[128][kUnmixK + 4]; __shared__ __align__(32) float is[kUnmixK][64 + 4];
    int warp = threadIdx.x / 32, wr = warp / 2 * 32, wc = warp % 2 * 32, c0 = blockIdx.x * 64; size_t r0 = (size_t)blockIdx.y * 128;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> acc[2][2];
    for (auto& row : acc) for (auto& f : row) wmma::fill_fragment(f, 0.0f);
    for (int k0 = 0; k0 < bands; k0 += kUnmixK) {
        load_unmix(pixels, inverse, ps, is, r0, c0, k0, bands, members);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < kUnmixK; k += 8) {
            wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> a[2]; wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> b[2];
            for (int i = 0; i < 2; ++i) {
                wmma::load_matrix_sync(a[i], &ps[wr + 16 * i][k], kUnmixK + 4); wmma::load_matrix_sync(b[i], &is[k][wc + 16 * i], 68);
                for (int e = 0; e < a[i].num_elements; ++e) a[i].x[e] = wmma::__float_to_tf32(a[i].x[e]);
                for (int e = 0; e < b[i].num_elements; ++e) b[i].x[e] = wmma::__float_to_tf32(b[i].x[e]);
            }
            for (int i = 0; i < 2; ++i) for (int j = 0; j < 2; ++j) wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; ++i) for (int j = 0; j < 2; ++j) wmma::store_matrix_sync(share + (r0 + wr + 16 * i) * members + c0 + wc + 16 * j, acc[i][j], members, wmma::mem_row_major);
}

// ---- rotation of a Fock matrix into another orbital set, in double -----------------------------------------------------
constexpr int kFockK = 16, kFockA = 20, kFockB = 68;
__device__ __forceinline__ void load_fock(const double* __restrict__ f, const double* __restrict__ u, double (*fs)[kFockA], double (*us)[kFockB], int r0, int c0, int k0, int n) {
    int t = threadIdx.x;
#pragma unroll
    for (int q = t; q < 64 * 8; q += 128) *reinterpret_cast<double2*>(&fs[q / 8][q % 8 * 2]) = *reinterpret_cast<const double2*>(f + (size_t)(r0 + q / 8) * n + k0 + q % 8 * 2);
#pragma unroll
    for (int q = t; q < kFockK * 32; q += 128) *reinterpret_cast<double2*>(&us[q / 32][q % 32 * 2]) = *reinterpret_cast<const double2*>(u + (size_t)(k0 + q / 32) * n + c0 + q % 32 * 2);
}
__global__ void __launch_bounds__(128) fock_rotate_a(const double* __restrict__ f, const double* __restrict__ u, double* __restrict__ out, int n) {
    __shared__ __align__(32) double fs[64][kFockA]; __shared__ __align__(32) double us[kFockK][kFockB];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, r0 = blockIdx.y * 64, c0 = blockIdx.x * 64;
    double acc[8][4] = {};
    for (int k0 = 0; k0 < n; k0 += kFockK) {
        load_fock(f, u, fs, us, r0, c0, k0, n);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < kFockK; k += 2) {
            double b0[4], b1[4];
#pragma unroll
            for (int c = 0; c < 4; ++c) { b0[c] = us[k][tx + 16 * c]; b1[c] = us[k + 1][tx + 16 * c]; }
#pragma unroll
            for (int r = 0; r < 8; ++r) {
                double2 a = *reinterpret_cast<const double2*>(&fs[ty * 8 + r][k]);
#pragma unroll
                for (int c = 0; c < 4; ++c) { acc[r][c] = fma(a.x, b0[c], acc[r][c]); acc[r][c] = fma(a.y, b1[c], acc[r][c]); }
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < 8; ++r)
#pragma unroll
        for (int c = 0; c < 4; ++c) out[(size_t)(r0 + ty * 8 + r) * n + c0 + tx + 16 * c] = acc[r][c];
}
__global__ void __launch_bounds__(128) fock_rotate_b(const double* __restrict__ f, const double* __restrict__ u, double* __restrict__ out, int n) {
    __shared__ __align__(32) double fs[64][kFockA]; __shared__ __align__(32) double us[kFockK][kFockB];
    int warp = threadIdx.x / 32, wr = warp / 2 * 32, wc = warp % 2 * 32, r0 = blockIdx.y * 64, c0 = blockIdx.x * 64;
    wmma::fragment<wmma::accumulator, 8, 8, 4, double> acc[4][4];
    for (auto& row : acc) for (auto& g : row) wmma::fill_fragment(g, 0.0);
    for (int k0 = 0; k0 < n; k0 += kFockK) {
        load_fock(f, u, fs, us, r0, c0, k0, n);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < kFockK; k += 4) {
            wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> a[4]; wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::row_major> b[4];
            for (int i = 0; i < 4; ++i) { wmma::load_matrix_sync(a[i], &fs[wr + 8 * i][k], kFockA); wmma::load_matrix_sync(b[i], &us[k][wc + 8 * i], kFockB); }
            for (int i = 0; i < 4; ++i) for (int j = 0; j < 4; ++j) wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i) for (int j = 0; j < 4; ++j) wmma::store_matrix_sync(out + (size_t)(r0 + wr + 8 * i) * n + c0 + wc + 8 * j, acc[i][j], n, wmma::mem_row_major);
}

// ---- echogram of a sonar: spreading loss, background, compression --------------------------------------------------------
__device__ __forceinline__ float4 spread(float4 e, float g) { return make_float4(e.x * e.x * g, e.y * e.y * g, e.z * e.z * g, e.w * e.w * g); }
__device__ __forceinline__ float4 lift(float4 e, float4 n) { return make_float4(fmaxf(e.x - 0.1f * fabsf(n.x), 0.0f), fmaxf(e.y - 0.1f * fabsf(n.y), 0.0f), fmaxf(e.z - 0.1f * fabsf(n.z), 0.0f), fmaxf(e.w - 0.1f * fabsf(n.w), 0.0f)); }
__device__ __forceinline__ float4 squash(float4 e) { return make_float4(__fdividef(e.x, 1.0f + e.x), __fdividef(e.y, 1.0f + e.y), __fdividef(e.z, 1.0f + e.z), __fdividef(e.w, 1.0f + e.w)); }
__device__ __forceinline__ float loss(int i) { return 1.0f + 0.002f * (float)(i & 1023); }
__global__ void echogram_a(const float4* __restrict__ ping, float4* __restrict__ power, int quads) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < quads) power[i] = spread(ping[i], loss(i)); }
__global__ void echogram_a2(const float4* __restrict__ power, const float4* __restrict__ noise, float4* __restrict__ clean, int quads) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < quads) clean[i] = lift(power[i], noise[i]); }
__global__ void echogram_a3(const float4* __restrict__ clean, float4* __restrict__ shade, int quads) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < quads) shade[i] = squash(clean[i]); }
__global__ void echogram_b(const float4* __restrict__ ping, const float4* __restrict__ noise, float4* __restrict__ shade, int quads) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < quads) shade[i] = squash(lift(spread(ping[i], loss(i)), noise[i]));
}

// ---- boards settling: 120 boards of 64 x 16 cells, a block a board -----------------------------------------------------
__device__ __forceinline__ void settle(const float* from, float* to, int t) {
    int x = t % 64, y = t / 64;
    float c = from[t], e = from[y * 64 + ((x + 1) & 63)], w = from[y * 64 + ((x + 63) & 63)], n = from[((y + 15) & 15) * 64 + x], s = from[((y + 1) & 15) * 64 + x];
    to[t] = fmaf(0.21f, e + w + n + s - 4.0f * c, c) + 0.001f * c * c;
}
__global__ void board_settle_a(const float* from, float* to) { settle(from + (size_t)blockIdx.x * 1024, to + (size_t)blockIdx.x * 1024, threadIdx.x); }
__global__ void board_settle_b(const float* first, float* spare, float* last, int sweeps) {
    size_t at = (size_t)blockIdx.x * 1024;
    settle(first + at, spare + at, threadIdx.x);
    for (int s = 1; s < sweeps; ++s) { __syncthreads(); if (s & 1) settle(spare + at, last + at, threadIdx.x); else settle(last + at, spare + at, threadIdx.x); }
}

// ---- mild: blends of fuel flows with constants written in double -------------------------------------------------------
__global__ void fuel_blend_a(const float4* __restrict__ lean, const float4* __restrict__ rich, float4* __restrict__ mix, int quads) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;
    float4 l = lean[i], r = rich[i];
    mix[i] = make_float4(l.x * 0.8125 + r.x * 0.1875, l.y * 0.8125 + r.y * 0.1875, l.z * 0.8125 + r.z * 0.1875, l.w * 0.8125 + r.w * 0.1875);
}
__global__ void fuel_blend_b(const float4* __restrict__ lean, const float4* __restrict__ rich, float4* __restrict__ mix, int quads) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;
    float4 l = lean[i], r = rich[i];
    mix[i] = make_float4(l.x * 0.8125f + r.x * 0.1875f, l.y * 0.8125f + r.y * 0.1875f, l.z * 0.8125f + r.z * 0.1875f, l.w * 0.8125f + r.w * 0.1875f);
}
// ---- mild: seasonal adjustment with a period known at run time ---------------------------------------------------------
__global__ void season_adjust_a(const float4* __restrict__ series, const float* __restrict__ season, float4* __restrict__ level, unsigned quads, unsigned period) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;
    float4 v = series[i]; unsigned p = i % period;
    float s = __ldg(season + p);
    level[i] = make_float4(v.x - s, v.y - s, v.z - s, v.w - s);
}
__global__ void season_adjust_b(const float4* __restrict__ series, const float* __restrict__ season, float4* __restrict__ level, unsigned quads, unsigned period, unsigned long long inverse) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;
    float4 v = series[i]; unsigned p = i - (unsigned)__umul64hi(i, inverse) * period;  // inverse = ceil(2^64 / period)
    float s = __ldg(season + p);
    level[i] = make_float4(v.x - s, v.y - s, v.z - s, v.w - s);
}
// ---- mild: flat field of a telescope camera; a launch that reserves shared memory it does not use -------------------------
__device__ __forceinline__ void flatten(const float4* __restrict__ raw, const float4* __restrict__ dark, float4* __restrict__ flat) {
    size_t base = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 r[4], d[4];
#pragma unroll
    for (int q = 0; q < 4; ++q) { r[q] = raw[base + 256 * q]; d[q] = dark[base + 256 * q]; }
#pragma unroll
    for (int q = 0; q < 4; ++q) flat[base + 256 * q] = make_float4((r[q].x - d[q].x) * 1.07f, (r[q].y - d[q].y) * 1.07f, (r[q].z - d[q].z) * 1.07f, (r[q].w - d[q].w) * 1.07f);
}
__global__ void __launch_bounds__(256) dome_flat_a(const float4* __restrict__ raw, const float4* __restrict__ dark, float4* __restrict__ flat) { flatten(raw, dark, flat); }
__global__ void __launch_bounds__(256) dome_flat_b(const float4* __restrict__ raw, const float4* __restrict__ dark, float4* __restrict__ flat) { flatten(raw, dark, flat); }
// ---- mild: turning a roster (people by days) around, tile by tile ----------------------------------------------------------
template <int kPitch> __device__ __forceinline__ void pivot(const float* __restrict__ in, float* __restrict__ out, int rows, int cols, float* tile) {
    int tx = threadIdx.x, ty = threadIdx.y, c0 = blockIdx.x * 32, r0 = blockIdx.y * 32;
#pragma unroll
    for (int q = 0; q < 32; q += 8) tile[(ty + q) * kPitch + tx] = in[(size_t)(r0 + ty + q) * cols + c0 + tx];
    __syncthreads();
#pragma unroll
    for (int q = 0; q < 32; q += 8) out[(size_t)(c0 + ty + q) * rows + r0 + tx] = tile[tx * kPitch + ty + q];
}
__global__ void roster_pivot_a(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) { __shared__ float tile[32 * 34]; pivot<34>(in, out, rows, cols, tile); }
__global__ void roster_pivot_b(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) { __shared__ float tile[32 * 33]; pivot<33>(in, out, rows, cols, tile); }

// ---- healthy: transfer function on complex spectra ---------------------------------------------------------------------
__global__ void transfer_apply_a(const float4* __restrict__ spectrum, const float4* __restrict__ transfer, float4* __restrict__ out) {
    size_t base = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 s[2], h[2];
#pragma unroll
    for (int q = 0; q < 2; ++q) { s[q] = spectrum[base + 256 * q]; h[q] = transfer[base + 256 * q]; }
#pragma unroll
    for (int q = 0; q < 2; ++q)
        out[base + 256 * q] = make_float4(s[q].x * h[q].x - s[q].y * h[q].y, s[q].x * h[q].y + s[q].y * h[q].x, s[q].z * h[q].z - s[q].w * h[q].w, s[q].z * h[q].w + s[q].w * h[q].z);
}
// ---- healthy: turns of a storage ring, eight particles a thread in registers --------------------------------------------
__global__ void __launch_bounds__(256) betatron_turns_a(const float4* __restrict__ start, float4* __restrict__ end, int turns, float kick, float drift) {
    size_t t = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 p[4];
#pragma unroll
    for (int q = 0; q < 4; ++q) p[q] = start[t + 256 * q];
#pragma unroll 8
    for (int n = 0; n < turns; ++n) {
#pragma unroll
        for (int q = 0; q < 4; ++q) { p[q].y = fmaf(-kick, p[q].x, p[q].y); p[q].w = fmaf(-kick, p[q].z, p[q].w); }
#pragma unroll
        for (int q = 0; q < 4; ++q) { p[q].x = fmaf(drift, p[q].y, p[q].x); p[q].z = fmaf(drift, p[q].w, p[q].z); }
    }
#pragma unroll
    for (int q = 0; q < 4; ++q) end[t + 256 * q] = p[q];
}
// ---- healthy: Tanimoto similarity of 1024-bit molecule prints to one query ------------------------------------------------
__global__ void __launch_bounds__(256) tanimoto_scan_a(const uint4* __restrict__ prints, const uint4* __restrict__ query, float* __restrict__ score) {
    int t = threadIdx.x, lane = t % 8; size_t first = (size_t)blockIdx.x * 128 + t / 8;
    uint4 q = query[lane], p[4];
    int own = __popc(q.x) + __popc(q.y) + __popc(q.z) + __popc(q.w);
#pragma unroll
    for (int j = 0; j < 4; ++j) p[j] = prints[(first + 32 * j) * 8 + lane];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int both = __popc(p[j].x & q.x) + __popc(p[j].y & q.y) + __popc(p[j].z & q.z) + __popc(p[j].w & q.w);
        int any = own + __popc(p[j].x) + __popc(p[j].y) + __popc(p[j].z) + __popc(p[j].w) - both;
        int packed = both | any << 16;
#pragma unroll
        for (int m = 1; m < 8; m <<= 1) packed += __shfl_xor_sync(0xffffffffu, packed, m);
        if (lane == 0) score[first + 32 * j] = __fdividef((float)(packed & 0xffff), (float)(packed >> 16));
    }
}
// ---- healthy: four-bit weights to half, a scale for 128 of them -------------------------------------------------------------
__global__ void __launch_bounds__(256) nibble_unpack_a(const unsigned* __restrict__ packed, const half* __restrict__ scale, uint4* __restrict__ weights) {
    size_t base = (size_t)blockIdx.x * 1024 + threadIdx.x;
    unsigned w[4]; half s[4];
#pragma unroll
    for (int q = 0; q < 4; ++q) { w[q] = packed[base + 256 * q]; s[q] = scale[(base + 256 * q) / 16]; }
#pragma unroll
    for (int q = 0; q < 4; ++q) {
        half2 k = __half2half2(s[q]), eight = __float2half2_rn(1032.0f); uint4 o; unsigned* ow = reinterpret_cast<unsigned*>(&o);
#pragma unroll
        for (int j = 0; j < 4; ++j) {  // 0x6400 | nibble is 1024 + nibble in half precision
            unsigned b = ((w[q] >> (4 * j)) & 0x000f000fu) | 0x64006400u;
            half2 v = __hmul2(__hsub2(*reinterpret_cast<half2*>(&b), eight), k); ow[j] = *reinterpret_cast<unsigned*>(&v);
        }
        weights[base + 256 * q] = o;
    }
}
// ---- healthy: a potential as a sum of parabolic shells, in double because the sum cancels ------------------------------
constexpr int kShells = 96;
__global__ void __launch_bounds__(256) shell_potential_a(const double2* __restrict__ shells, const double2* __restrict__ radius, double2* __restrict__ potential) {
    __shared__ double2 s[kShells];
    if (threadIdx.x < kShells) s[threadIdx.x] = shells[threadIdx.x];
    __syncthreads();
    size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    double2 r0 = radius[i], r1 = radius[i + 256], v0 = make_double2(0.0, 0.0), v1 = v0;
#pragma unroll 4
    for (int k = 0; k < kShells; ++k) {
        double2 c = s[k];
        v0.x = fma(v0.x, r0.x, fma(c.x, r0.x, c.y)); v0.y = fma(v0.y, r0.y, fma(c.x, r0.y, c.y));
        v1.x = fma(v1.x, r1.x, fma(c.x, r1.x, c.y)); v1.y = fma(v1.y, r1.y, fma(c.x, r1.y, c.y));
    }
    potential[i] = v0; potential[i + 256] = v1;
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    {
        const int assets = 1536, days = 2048; size_t count = (size_t)assets * assets; float* x = harness::filled<float>((size_t)assets * days, 111);
        float* oa = harness::empty<float>(count); float* ob = harness::empty<float>(count);
        cases.push_back({"return_cov_a", [=] { return_cov_a<<<dim3(assets / 32, assets / 8), dim3(32, 8)>>>(x, oa, assets, days); }, oa, count});
        cases.push_back({"return_cov_b", [=] { return_cov_b<<<dim3(assets / 64, assets / 64), 256>>>(x, ob, assets, days); }, ob, count});
    }
    {
        const int rows = 2048, cols = 2048, depth = 1024; half* f = harness::filled<half>((size_t)rows * depth, 113); half* m = harness::filled<half>((size_t)depth * cols, 114);
        size_t count = (size_t)rows * cols; float* oa = harness::empty<float>(count); float* ob = harness::empty<float>(count);
        cases.push_back({"frame_mixdown_a", [=] { frame_mixdown_a<<<dim3(cols / 128, rows / 4), dim3(64, 4)>>>(f, (const half2*)m, (float2*)oa, rows, cols, depth); }, oa, count});
        cases.push_back({"frame_mixdown_b", [=] { frame_mixdown_b<<<dim3(cols / 64, rows / 128), 256>>>(f, m, ob, rows, cols, depth); }, ob, count});
    }
    {
        const int pixels = 67584, bands = 256, members = 256; float* p = harness::filled<float>((size_t)pixels * bands, 115); float* v = harness::filled<float>((size_t)bands * members, 116);
        size_t count = (size_t)pixels * members; float* oa = harness::empty<float>(count); float* ob = harness::empty<float>(count);
        cases.push_back({"endmember_fit_a", [=] { endmember_fit_a<<<dim3(members / 64, pixels / 128), 256>>>(p, v, oa, bands, members); }, oa, count});
        cases.push_back({"endmember_fit_b", [=] { endmember_fit_b<<<dim3(members / 64, pixels / 128), 256>>>(p, v, ob, bands, members); }, ob, count});
    }
    {
        const int n = 1216; size_t count = (size_t)n * n; double* f = harness::filled<double>(count, 117); double* u = harness::filled<double>(count, 118);
        double* oa = harness::empty<double>(count); double* ob = harness::empty<double>(count);
        cases.push_back({"fock_rotate_a", [=] { fock_rotate_a<<<dim3(n / 64, n / 64), 128>>>(f, u, oa, n); }, oa, count, Output::f64});
        cases.push_back({"fock_rotate_b", [=] { fock_rotate_b<<<dim3(n / 64, n / 64), 128>>>(f, u, ob, n); }, ob, count, Output::f64});
    }
    {
        const int quads = 12000000; size_t count = (size_t)quads * 4; float4* p = (float4*)harness::filled<float>(count, 119); float4* z = (float4*)harness::filled<float>(count, 120);
        float4* w = (float4*)harness::empty<float>(count); float4* c = (float4*)harness::empty<float>(count); float* oa = harness::empty<float>(count); float* ob = harness::empty<float>(count);
        const int blocks = (quads + 255) / 256;
        cases.push_back({"echogram_a", [=] { echogram_a<<<blocks, 256>>>(p, w, quads); echogram_a2<<<blocks, 256>>>(w, z, c, quads); echogram_a3<<<blocks, 256>>>(c, (float4*)oa, quads); }, oa, count});
        cases.push_back({"echogram_b", [=] { echogram_b<<<blocks, 256>>>(p, z, (float4*)ob, quads); }, ob, count});
    }
    {
        const int boards = 120, sweeps = 40; size_t count = (size_t)boards * 1024; float* s = harness::filled<float>(count, 121);
        float* ta = harness::empty<float>(count); float* oa = harness::empty<float>(count); float* tb = harness::empty<float>(count); float* ob = harness::empty<float>(count);
        cases.push_back({"board_settle_a", [=] { board_settle_a<<<boards, 1024>>>(s, ta); for (int k = 1; k < sweeps; ++k) if (k & 1) board_settle_a<<<boards, 1024>>>(ta, oa); else board_settle_a<<<boards, 1024>>>(oa, ta); }, oa, count});
        cases.push_back({"board_settle_b", [=] { board_settle_b<<<boards, 1024>>>(s, tb, ob, sweeps); }, ob, count});
    }
    {
        const int quads = 16 << 20; size_t count = (size_t)quads * 4; float4* l = (float4*)harness::filled<float>(count, 122); float4* r = (float4*)harness::filled<float>(count, 123);
        float* oa = harness::empty<float>(count); float* ob = harness::empty<float>(count);
        cases.push_back({"fuel_blend_a", [=] { fuel_blend_a<<<quads / 256, 256>>>(l, r, (float4*)oa, quads); }, oa, count});
        cases.push_back({"fuel_blend_b", [=] { fuel_blend_b<<<quads / 256, 256>>>(l, r, (float4*)ob, quads); }, ob, count});
        float* season = harness::filled<float>(8760, 124); const unsigned period = 8760; const unsigned long long inverse = ~0ull / period + 1; float* sa = harness::empty<float>(count); float* sb = harness::empty<float>(count);
        cases.push_back({"season_adjust_a", [=] { season_adjust_a<<<quads / 512, 512>>>(l, season, (float4*)sa, quads, period); }, sa, count});
        cases.push_back({"season_adjust_b", [=] { season_adjust_b<<<quads / 512, 512>>>(l, season, (float4*)sb, quads, period, inverse); }, sb, count});
        float* da = harness::empty<float>(count); float* db = harness::empty<float>(count); const int reserve = 54 * 1024;
        CHECK(cudaFuncSetAttribute(dome_flat_a, cudaFuncAttributeMaxDynamicSharedMemorySize, reserve));
        cases.push_back({"dome_flat_a", [=] { dome_flat_a<<<quads / 1024, 256, reserve>>>(l, r, (float4*)da); }, da, count});
        cases.push_back({"dome_flat_b", [=] { dome_flat_b<<<quads / 1024, 256>>>(l, r, (float4*)db); }, db, count});
    }
    {
        const int rows = 7296, cols = 9120; size_t count = (size_t)rows * cols; float* in = harness::filled<float>(count, 125); float* oa = harness::empty<float>(count); float* ob = harness::empty<float>(count);
        cases.push_back({"roster_pivot_a", [=] { roster_pivot_a<<<dim3(cols / 32, rows / 32), dim3(32, 8)>>>(in, oa, rows, cols); }, oa, count});
        cases.push_back({"roster_pivot_b", [=] { roster_pivot_b<<<dim3(cols / 32, rows / 32), dim3(32, 8)>>>(in, ob, rows, cols); }, ob, count});
    }
    {
        const int blocks = 28000; size_t count = (size_t)blocks * 512 * 4; float4* s = (float4*)harness::filled<float>(count, 126); float4* h = (float4*)harness::filled<float>(count, 127); float* o = harness::empty<float>(count);
        cases.push_back({"transfer_apply_a", [=] { transfer_apply_a<<<blocks, 256>>>(s, h, (float4*)o); }, o, count});
    }
    {
        const int blocks = 132 * 40; size_t count = (size_t)blocks * 1024 * 4; float4* s = (float4*)harness::filled<float>(count, 128); float* o = harness::empty<float>(count);
        cases.push_back({"betatron_turns_a", [=] { betatron_turns_a<<<blocks, 256>>>(s, (float4*)o, 512, 0.031f, 0.9f); }, o, count});
    }
    {
        const int blocks = 36000; size_t count = (size_t)blocks * 128; uint4* p = (uint4*)harness::indices(count * 32, 0xffffffffu, 129); uint4* q = (uint4*)harness::indices(32, 0xffffffffu, 130); float* o = harness::empty<float>(count);
        cases.push_back({"tanimoto_scan_a", [=] { tanimoto_scan_a<<<blocks, 256>>>(p, q, o); }, o, count});
    }
    {
        const int blocks = 33000; size_t words = (size_t)blocks * 1024; unsigned* p = (unsigned*)harness::indices(words, 0xffffffffu, 131); half* s = harness::filled<half>(words / 16, 132); void* o = harness::empty<half>(words * 8);
        cases.push_back({"nibble_unpack_a", [=] { nibble_unpack_a<<<blocks, 256>>>(p, s, (uint4*)o); }, o, words * 8, Output::f16});
    }
    {
        const int blocks = 132 * 60; size_t count = (size_t)blocks * 1024; double2* s = (double2*)harness::filled<double>(kShells * 2, 133); double2* r = (double2*)harness::filled<double>(count, 134); double* o = harness::empty<double>(count);
        cases.push_back({"shell_potential_a", [=] { shell_potential_a<<<blocks, 256>>>(s, r, (double2*)o); }, o, count, Output::f64});
    }
    return harness::run(argc, argv, cases);
}
