// Course on CUDA, second term: solutions of the exercises.
#include "harness.cuh"
#include <cuda_fp16.h>
#include <mma.h>

using harness::Case;
using harness::Output;

// ---------------------------------------------------------------- exercise 1: transpose, FP32
__global__ void amber_kettle_bd1_a(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 8 + threadIdx.y;
    if (x < cols && y < rows) out[(size_t)x * rows + y] = in[(size_t)y * cols + x];
}
__global__ void amber_kettle_bd1_b(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int k = 0; k < 32; k += 8) tile[threadIdx.y + k][threadIdx.x] = in[(size_t)(y + k) * cols + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
    for (int k = 0; k < 32; k += 8) out[(size_t)(y + k) * rows + x] = tile[threadIdx.x][threadIdx.y + k];
}

// ---------------------------------------------------------------- exercise 2: scans of the 32-wide segments of every image row
template <int PITCH>
__device__ __forceinline__ void segment_scan(float* sm, const float* __restrict__ in, float* __restrict__ out, int width) {
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    float* tile = sm + warp * 32 * PITCH;
    size_t base = (size_t)blockIdx.y * 32 * width + (blockIdx.x * 4 + warp) * 32 + lane;
#pragma unroll
    for (int r = 0; r < 32; ++r) tile[r * PITCH + lane] = in[base + (size_t)r * width];
    __syncwarp();
    float run = 0.0f;
#pragma unroll 1
    for (int k = 0; k < 32; ++k) {
        run += tile[lane * PITCH + k];
        tile[lane * PITCH + k] = run;
    }
    __syncwarp();
#pragma unroll
    for (int r = 0; r < 32; ++r) out[base + (size_t)r * width] = tile[r * PITCH + lane];
}
__global__ void __launch_bounds__(128) velvet_otter_bd1_a(const float* __restrict__ in, float* __restrict__ out, int width) {
    __shared__ float sm[4 * 32 * 32];
    segment_scan<32>(sm, in, out, width);
}
__global__ void __launch_bounds__(128) velvet_otter_bd1_b(const float* __restrict__ in, float* __restrict__ out, int width) {
    __shared__ float sm[4 * 32 * 33];
    segment_scan<33>(sm, in, out, width);
}

// ---------------------------------------------------------------- exercise 3: histogram of 128 bins
__global__ void copper_lantern_bd1_a(const int4* __restrict__ keys, int* __restrict__ bins, int n4) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
        int4 k = keys[i];
        atomicAdd(&bins[k.x], 1);
        atomicAdd(&bins[k.y], 1);
        atomicAdd(&bins[k.z], 1);
        atomicAdd(&bins[k.w], 1);
    }
}
__global__ void copper_lantern_bd1_b(const int4* __restrict__ keys, int* __restrict__ bins, int n4) {
    __shared__ int local[128];
    for (int b = threadIdx.x; b < 128; b += blockDim.x) local[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
        int4 k = keys[i];
        atomicAdd(&local[k.x], 1);
        atomicAdd(&local[k.y], 1);
        atomicAdd(&local[k.z], 1);
        atomicAdd(&local[k.w], 1);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < 128; b += blockDim.x) atomicAdd(&bins[b], local[b]);
}

// ---------------------------------------------------------------- exercise 4: C = A B, A and B in FP16, C in FP32
__device__ __forceinline__ void widen(float* dst, uint4 v) {
    const __half2* h = reinterpret_cast<const __half2*>(&v);
#pragma unroll
    for (int i = 0; i < 4; ++i) { float2 f = __half22float2(h[i]); dst[2 * i] = f.x; dst[2 * i + 1] = f.y; }
}
__global__ void __launch_bounds__(256, 2) willow_pepper_bd1_a(const __half* __restrict__ A, const __half* __restrict__ B, float* __restrict__ C, int M, int N, int K) {
    __shared__ __align__(16) float As[16][132];
    __shared__ __align__(16) float Bs[16][128];
    int t = threadIdx.x, tx = t & 15, ty = t >> 4;
    int row0 = blockIdx.y * 128, col0 = blockIdx.x * 128;
    int ar = t >> 1, ac = (t & 1) * 8, br = t >> 4, bc = (t & 15) * 8;
    const __half* pa = A + (size_t)(row0 + ar) * K + ac;
    const __half* pb = B + (size_t)br * N + col0 + bc;
    float acc[8][8] = {};
    uint4 va = *reinterpret_cast<const uint4*>(pa), vb = *reinterpret_cast<const uint4*>(pb);
    for (int k0 = 0; k0 < K; k0 += 16) {
        float f[8];
        widen(f, va);
#pragma unroll
        for (int i = 0; i < 8; ++i) As[ac + i][ar] = f[i];
        widen(f, vb);
        *reinterpret_cast<float4*>(&Bs[br][bc]) = make_float4(f[0], f[1], f[2], f[3]);
        *reinterpret_cast<float4*>(&Bs[br][bc + 4]) = make_float4(f[4], f[5], f[6], f[7]);
        __syncthreads();
        if (k0 + 16 < K) {
            va = *reinterpret_cast<const uint4*>(pa + k0 + 16);
            vb = *reinterpret_cast<const uint4*>(pb + (size_t)(k0 + 16) * N);
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 a0 = *reinterpret_cast<float4*>(&As[k][ty * 4]), a1 = *reinterpret_cast<float4*>(&As[k][64 + ty * 4]);
            float4 b0 = *reinterpret_cast<float4*>(&Bs[k][tx * 4]), b1 = *reinterpret_cast<float4*>(&Bs[k][64 + tx * 4]);
            float a[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w};
            float b[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = fmaf(a[i], b[j], acc[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        int r = row0 + (i < 4 ? ty * 4 + i : 64 + ty * 4 + i - 4);
        float* c = C + (size_t)r * N + col0;
        *reinterpret_cast<float4*>(c + tx * 4) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *reinterpret_cast<float4*>(c + 64 + tx * 4) = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}
__global__ void __launch_bounds__(256, 2) willow_pepper_bd1_b(const __half* __restrict__ A, const __half* __restrict__ B, float* __restrict__ C, int M, int N, int K) {
    using namespace nvcuda;
    __shared__ __align__(32) __half As[128][40];
    __shared__ __align__(32) __half Bs[32][136];
    int t = threadIdx.x, warp = t >> 5, wr = warp >> 2, wc = warp & 3;
    int row0 = blockIdx.y * 128, col0 = blockIdx.x * 128;
    int ar = t >> 2, ac = (t & 3) * 8, br = t >> 4, bc = (t & 15) * 8;
    const __half* pa = A + (size_t)(row0 + ar) * K + ac;
    const __half* pb = B + (size_t)br * N + col0 + bc;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[4][2];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
    uint4 va0 = *reinterpret_cast<const uint4*>(pa), va1 = *reinterpret_cast<const uint4*>(pa + (size_t)64 * K);
    uint4 vb0 = *reinterpret_cast<const uint4*>(pb), vb1 = *reinterpret_cast<const uint4*>(pb + (size_t)16 * N);
    for (int k0 = 0; k0 < K; k0 += 32) {
        *reinterpret_cast<uint4*>(&As[ar][ac]) = va0;
        *reinterpret_cast<uint4*>(&As[ar + 64][ac]) = va1;
        *reinterpret_cast<uint4*>(&Bs[br][bc]) = vb0;
        *reinterpret_cast<uint4*>(&Bs[br + 16][bc]) = vb1;
        __syncthreads();
        if (k0 + 32 < K) {
            va0 = *reinterpret_cast<const uint4*>(pa + k0 + 32);
            va1 = *reinterpret_cast<const uint4*>(pa + (size_t)64 * K + k0 + 32);
            vb0 = *reinterpret_cast<const uint4*>(pb + (size_t)(k0 + 32) * N);
            vb1 = *reinterpret_cast<const uint4*>(pb + (size_t)(k0 + 48) * N);
        }
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb[2];
#pragma unroll
            for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(fb[j], &Bs[k][wc * 32 + j * 16], 136);
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
                wmma::load_matrix_sync(fa, &As[wr * 64 + i * 16][k], 40);
#pragma unroll
                for (int j = 0; j < 2; ++j) wmma::mma_sync(acc[i][j], fa, fb[j], acc[i][j]);
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
            wmma::store_matrix_sync(C + (size_t)(row0 + wr * 64 + i * 16) * N + col0 + wc * 32 + j * 16, acc[i][j], N, wmma::mem_row_major);
}

// ---------------------------------------------------------------- exercise 5: Monte Carlo, Asian option
__global__ void marble_finch_bd1_a(const float* __restrict__ spot, float* __restrict__ payoff, int paths, int steps, float drift, float vol, float strike) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= paths) return;
    uint32_t r = harness::hash32(p + 1) | 1u;
    float s = 1.5f + 0.25f * spot[p], mean = 0.0f;
    for (int i = 0; i < steps; ++i) {
        r = r * 1664525u + 1013904223u;
        auto u1 = ((r >> 8) + 0.5) * 5.9604644775390625e-8;
        r = r * 1664525u + 1013904223u;
        auto u2 = ((r >> 8) + 0.5) * 5.9604644775390625e-8;
        auto z = sqrt(-2.0 * log(u1)) * cos(6.283185307179586 * u2);
        s *= exp(drift + vol * z);
        mean += s;
    }
    payoff[p] = fmaxf(mean / steps - strike, 0.0f);
}
__global__ void marble_finch_bd1_b(const float* __restrict__ spot, float* __restrict__ payoff, int paths, int steps, float drift, float vol, float strike) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= paths) return;
    uint32_t r = harness::hash32(p + 1) | 1u;
    float s = 1.5f + 0.25f * spot[p], mean = 0.0f;
    for (int i = 0; i < steps; ++i) {
        r = r * 1664525u + 1013904223u;
        float u1 = ((r >> 8) + 0.5f) * 5.9604644775390625e-8f;
        r = r * 1664525u + 1013904223u;
        float u2 = ((r >> 8) + 0.5f) * 5.9604644775390625e-8f;
        float z = sqrtf(-2.0f * logf(u1)) * cospif(2.0f * u2);
        s *= expf(drift + vol * z);
        mean += s;
    }
    payoff[p] = fmaxf(mean / steps - strike, 0.0f);
}

// ---------------------------------------------------------------- exercise 6: convolution 11 x 11
constexpr int TAPS = 11;
__constant__ float taps[TAPS * TAPS];
__global__ void saffron_anvil_bd1_a(const float* __restrict__ in, float* __restrict__ out, int width, int pitch) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float s = 0.0f;
#pragma unroll
    for (int ky = 0; ky < TAPS; ++ky)
#pragma unroll
        for (int kx = 0; kx < TAPS; ++kx) s = fmaf(taps[ky * TAPS + kx], in[(y + ky) * pitch + x + kx], s);
    out[y * width + x] = s;
}
__global__ void saffron_anvil_bd1_b(const float* __restrict__ in, float* __restrict__ out, int width, int pitch) {
    __shared__ float tile[42][44];
    int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * 32, y0 = blockIdx.y * 32;
    for (int y = ty; y < 42; y += 8)
        for (int x = tx; x < 42; x += 32) tile[y][x] = in[(y0 + y) * pitch + x0 + x];
    __syncthreads();
    float s[4] = {};
#pragma unroll
    for (int kx = 0; kx < TAPS; ++kx) {
        float v[TAPS + 3];
#pragma unroll
        for (int i = 0; i < TAPS + 3; ++i) v[i] = tile[ty * 4 + i][tx + kx];
#pragma unroll
        for (int ky = 0; ky < TAPS; ++ky)
#pragma unroll
            for (int j = 0; j < 4; ++j) s[j] = fmaf(taps[ky * TAPS + kx], v[ky + j], s[j]);
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) out[(y0 + ty * 4 + j) * width + x0 + tx] = s[j];
}

// ---------------------------------------------------------------- exercise 7: squared distance of two long vectors, partial sums per block
__device__ __forceinline__ void block_sum(float s, float* out) {
    __shared__ float part[8];
#pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_down_sync(~0u, s, o);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        float total = 0.0f;
        for (int i = 0; i < 8; ++i) total += part[i];
        out[blockIdx.x] = total;
    }
}
__global__ void __launch_bounds__(256) cobalt_thistle_bd1_a(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out, int n) {
    float s = 0.0f;
    int step = gridDim.x * blockDim.x;
#pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
        float d = a[i] - b[i];
        s = fmaf(d, d, s);
    }
    block_sum(s, out);
}
__global__ void __launch_bounds__(256) cobalt_thistle_bd1_b(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out, int n) {
    float s = 0.0f;
    int step = gridDim.x * blockDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
    for (; i + 11 * step < n; i += 12 * step) {
        float u[12], v[12];
#pragma unroll
        for (int k = 0; k < 12; ++k) u[k] = a[i + k * step];
#pragma unroll
        for (int k = 0; k < 12; ++k) v[k] = b[i + k * step];
#pragma unroll
        for (int k = 0; k < 12; ++k) { float d = u[k] - v[k]; s = fmaf(d, d, s); }
    }
    for (; i < n; i += step) { float d = a[i] - b[i]; s = fmaf(d, d, s); }
    block_sum(s, out);
}

// ---------------------------------------------------------------- exercise 8: particles of four species, stored one after the other
__device__ __forceinline__ float advance(int species, float x) {
    float v = 0.1f;
    switch (species) {
        case 0:
            for (int k = 0; k < 64; ++k) { v = fmaf(-0.02f, x, v * 0.99f); x = fmaf(0.05f, v, x); }
            return x;
        case 1:
            for (int k = 0; k < 56; ++k) { float c = x * x; v = fmaf(-0.01f * c, x, v); x = fmaf(0.04f, v, x); }
            return x + v;
        case 2:
            for (int k = 0; k < 72; ++k) { x = fmaf(0.03f, fmaxf(v - x, -0.5f), x); v = fmaf(0.01f, x, v); }
            return x - 0.5f * v;
        default:
            for (int k = 0; k < 60; ++k) { float d = x - v; x = fmaf(-0.02f * d, d, x); v = fmaf(0.015f, fabsf(d), v); }
            return v;
    }
}
__global__ void juniper_wagon_bd1_a(const float* __restrict__ in, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = advance(i & 3, in[i]);
}
__global__ void juniper_wagon_bd1_b(const float* __restrict__ in, float* __restrict__ out) {
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    int species = warp & 3;
    int i = blockIdx.x * 256 + (warp >> 2) * 128 + lane * 4 + species;
    out[i] = advance(species, in[i]);
}

// ---------------------------------------------------------------- exercise 9: every thread sorts 64 samples
__device__ __forceinline__ void sort64(const float* __restrict__ in, float* __restrict__ out, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float v[64];
#pragma unroll
    for (int k = 0; k < 64; ++k) v[k] = in[(size_t)k * n + t];
#pragma unroll
    for (int size = 2; size <= 64; size <<= 1)
#pragma unroll
        for (int stride = size >> 1; stride > 0; stride >>= 1)
#pragma unroll
            for (int i = 0; i < 64; ++i) {
                int j = i ^ stride;
                if (j > i) {
                    float lo = fminf(v[i], v[j]), hi = fmaxf(v[i], v[j]);
                    bool up = (i & size) == 0;
                    v[i] = up ? lo : hi;
                    v[j] = up ? hi : lo;
                }
            }
#pragma unroll
    for (int k = 0; k < 64; ++k) out[(size_t)k * n + t] = v[k];
}
__global__ void __launch_bounds__(128, 10) pewter_heron_bd1_a(const float* __restrict__ in, float* __restrict__ out, int n) { sort64(in, out, n); }
__global__ void __launch_bounds__(128) pewter_heron_bd1_b(const float* __restrict__ in, float* __restrict__ out, int n) { sort64(in, out, n); }

// ---------------------------------------------------------------- exercise 10: each sample against all earlier ones
__device__ __forceinline__ void earlier(const float* __restrict__ x, float* __restrict__ out, int i) {
    int lane = threadIdx.x & 31;
    float xi = x[i], s = 0.0f;
#pragma unroll 4
    for (int j = lane; j < i; j += 32) {
        float d = xi - x[j];
        float k = fmaxf(fmaf(-0.8f * d, d, 1.0f), 0.0f);
        s = fmaf(k * k, fmaf(0.5f, k, 0.25f), s);
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_down_sync(~0u, s, o);
    if (lane == 0) out[i] = s;
}
__global__ void __launch_bounds__(1024) scarlet_pebble_bd1_a(const float* __restrict__ x, float* __restrict__ out, int n) {
    int rows = n / gridDim.x, warp = threadIdx.x >> 5;
    for (int r = warp; r < rows; r += 32) earlier(x, out, blockIdx.x * rows + r);
}
__global__ void __launch_bounds__(1024) scarlet_pebble_bd1_b(const float* __restrict__ x, float* __restrict__ out, int n) {
    int rows = n / gridDim.x, warp = threadIdx.x >> 5;
    for (int r = warp; r < rows; r += 32) earlier(x, out, r * gridDim.x + blockIdx.x);
}

// ---------------------------------------------------------------- exercise 11: radix sort, digit counts of each thread
__global__ void __launch_bounds__(256) maple_trumpet_bd1_a(const int* __restrict__ keys, uint4* __restrict__ counts, int threads, int shift) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int count[16];
#pragma unroll
    for (int d = 0; d < 16; ++d) count[d] = 0;
    for (int k = 0; k < 128; k += 8) {
        int key[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) key[j] = keys[(size_t)(k + j) * threads + t];
#pragma unroll
        for (int j = 0; j < 8; ++j) ++count[(key[j] >> shift) & 15];
    }
    uint32_t w[4];
#pragma unroll
    for (int q = 0; q < 4; ++q) w[q] = count[4 * q] | count[4 * q + 1] << 8 | count[4 * q + 2] << 16 | count[4 * q + 3] << 24;
    counts[t] = make_uint4(w[0], w[1], w[2], w[3]);
}
__global__ void __launch_bounds__(256) maple_trumpet_bd1_b(const int* __restrict__ keys, uint4* __restrict__ counts, int threads, int shift) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    uint32_t w0 = 0, w1 = 0, w2 = 0, w3 = 0;
    for (int k = 0; k < 128; k += 8) {
        int key[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) key[j] = keys[(size_t)(k + j) * threads + t];
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            int d = (key[j] >> shift) & 15;
            uint32_t one = 1u << ((d & 3) * 8);
            int q = d >> 2;
            w0 += q == 0 ? one : 0u;
            w1 += q == 1 ? one : 0u;
            w2 += q == 2 ? one : 0u;
            w3 += q == 3 ? one : 0u;
        }
    }
    counts[t] = make_uint4(w0, w1, w2, w3);
}

// ---------------------------------------------------------------- exercise 12: scale, activate, add
__device__ __forceinline__ float4 scale4(float4 v, float g, float b) { return make_float4(fmaf(v.x, g, b), fmaf(v.y, g, b), fmaf(v.z, g, b), fmaf(v.w, g, b)); }
__device__ __forceinline__ float soft(float x) { return x / (1.0f + __expf(-x)); }
__device__ __forceinline__ float4 soft4(float4 v) { return make_float4(soft(v.x), soft(v.y), soft(v.z), soft(v.w)); }
__device__ __forceinline__ float4 add4(float4 a, float4 b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
__global__ void hazel_compass_bd1_a0(const float4* __restrict__ x, float4* __restrict__ y, float g, float b) {
    int i = blockIdx.x * 256 + threadIdx.x;
    y[i] = scale4(x[i], g, b);
}
__global__ void hazel_compass_bd1_a1(const float4* __restrict__ x, float4* __restrict__ y) {
    int i = blockIdx.x * 256 + threadIdx.x;
    y[i] = soft4(x[i]);
}
__global__ void hazel_compass_bd1_a2(const float4* __restrict__ x, const float4* __restrict__ r, float4* __restrict__ y) {
    int i = blockIdx.x * 256 + threadIdx.x;
    y[i] = add4(x[i], r[i]);
}
__global__ void hazel_compass_bd1_b(const float4* __restrict__ x, const float4* __restrict__ r, float4* __restrict__ y, float g, float b) {
    int i = blockIdx.x * 256 + threadIdx.x;
    y[i] = add4(soft4(scale4(x[i], g, b)), r[i]);
}

// ---------------------------------------------------------------- exercise 13: triad
__global__ void ivory_walnut_bd1_a(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, float s) {
    int i = blockIdx.x * 512 + threadIdx.x;
    c[i] = fmaf(s, b[i], a[i]);
}
__global__ void ivory_walnut_bd1_b(const float4* __restrict__ a, const float4* __restrict__ b, float4* __restrict__ c, float s) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 u = a[i], v = b[i];
    c[i] = make_float4(fmaf(s, v.x, u.x), fmaf(s, v.y, u.y), fmaf(s, v.z, u.z), fmaf(s, v.w, u.w));
}

// ---------------------------------------------------------------- exercise 14: Jacobi step, FP32
__global__ void tundra_button_bd1_a(const float* __restrict__ u, float* __restrict__ w, int n) {
    int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, i = y * n + x;
    if (x == 0 || y == 0 || x == n - 1 || y == n - 1) { w[i] = u[i]; return; }
    w[i] = 0.2499 * (u[i - 1] + u[i + 1] + u[i - n] + u[i + n]);
}
__global__ void tundra_button_bd1_b(const float* __restrict__ u, float* __restrict__ w, int n) {
    int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, i = y * n + x;
    if (x == 0 || y == 0 || x == n - 1 || y == n - 1) { w[i] = u[i]; return; }
    w[i] = 0.2499f * (u[i - 1] + u[i + 1] + u[i - n] + u[i + n]);
}

// ---------------------------------------------------------------- exercise 15: histogram of points
__global__ void __launch_bounds__(512) basil_harbor_bd1_a(const float4* __restrict__ points, int* __restrict__ bins, int n) {
    __shared__ int local[256];
    for (int b = threadIdx.x; b < 256; b += 512) local[b] = 0;
    __syncthreads();
    int step = gridDim.x * 512;
    for (int i = blockIdx.x * 512 + threadIdx.x; i < n; i += step) {
        float4 p = points[i];
        float v = fmaf(p.x, 3.0f, p.y) + fmaf(p.z, 5.0f, p.w);
        int bin = (int)fminf(fmaxf(fmaf(v, 13.0f, 128.0f), 0.0f), 255.0f);
        atomicAdd(&local[bin], 1);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += 512) atomicAdd(&bins[b], local[b]);
}

// ---------------------------------------------------------------- exercise 16: heat equation in FP64
__global__ void onyx_meadow_bd1_a(const double* __restrict__ u, double* __restrict__ w, int n, double r) {
    int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, i = y * n + x;
    double c = u[i];
    if (x == 0 || y == 0 || x == n - 1 || y == n - 1) { w[i] = c; return; }
    w[i] = fma(r, u[i - 1] + u[i + 1] + u[i - n] + u[i + n] - 4.0 * c, c);
}

// ---------------------------------------------------------------- exercise 17: sparse product, ELLPACK
__global__ void __launch_bounds__(256) linen_falcon_bd1_a(const float* __restrict__ vals, const int* __restrict__ cols, const float* __restrict__ x, float* __restrict__ y, int rows) {
    int r = blockIdx.x * 256 + threadIdx.x;
    int c[16];
    float v[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) c[k] = cols[k * rows + r];
#pragma unroll
    for (int k = 0; k < 16; ++k) v[k] = vals[k * rows + r];
    float s = 0.0f;
#pragma unroll
    for (int k = 0; k < 16; ++k) s = fmaf(v[k], x[c[k]], s);
    y[r] = s;
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;
    const size_t M32 = 32u << 20, M16 = 16u << 20;
    float* f0 = filled<float>(M32 + (1 << 20), 3);
    float* f1 = filled<float>(M32 + (1 << 20), 5);
    float* o0 = empty<float>(M32);
    float* t0 = empty<float>(M32);
    float* t1 = empty<float>(M32);
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> f) { cases.push_back({name, f, out, count, type}); };

    add("amber_kettle_bd1_a", o0, M32, Output::f32, [=] { amber_kettle_bd1_a<<<dim3(128, 1024), dim3(32, 8)>>>(f0, o0, 8192, 4096); });
    add("amber_kettle_bd1_b", o0, M32, Output::f32, [=] { amber_kettle_bd1_b<<<dim3(128, 256), dim3(32, 8)>>>(f0, o0, 8192, 4096); });

    add("velvet_otter_bd1_a", o0, M32, Output::f32, [=] { velvet_otter_bd1_a<<<dim3(32, 256), 128>>>(f0, o0, 4096); });
    add("velvet_otter_bd1_b", o0, M32, Output::f32, [=] { velvet_otter_bd1_b<<<dim3(32, 256), 128>>>(f0, o0, 4096); });

    int* keys = indices(M16, 128, 11);
    int* bins = empty<int>(256);
    add("copper_lantern_bd1_a", bins, 128, Output::i32, [=] { copper_lantern_bd1_a<<<1056, 256>>>((const int4*)keys, bins, int(M16 / 4)); });
    add("copper_lantern_bd1_b", bins, 128, Output::i32, [=] { copper_lantern_bd1_b<<<1056, 256>>>((const int4*)keys, bins, int(M16 / 4)); });

    const int gm = 4096, gn = 2048, gk = 1024;
    __half* A = filled<__half>((size_t)gm * gk, 13);
    __half* B = filled<__half>((size_t)gk * gn, 17);
    add("willow_pepper_bd1_a", o0, (size_t)gm * gn, Output::f32, [=] { willow_pepper_bd1_a<<<dim3(gn / 128, gm / 128), 256>>>(A, B, o0, gm, gn, gk); });
    add("willow_pepper_bd1_b", o0, (size_t)gm * gn, Output::f32, [=] { willow_pepper_bd1_b<<<dim3(gn / 128, gm / 128), 256>>>(A, B, o0, gm, gn, gk); });

    const int paths = 1 << 20;
    add("marble_finch_bd1_a", o0, paths, Output::f32, [=] { marble_finch_bd1_a<<<paths / 256, 256>>>(f0, o0, paths, 16, -0.0002f, 0.05f, 1.4f); });
    add("marble_finch_bd1_b", o0, paths, Output::f32, [=] { marble_finch_bd1_b<<<paths / 256, 256>>>(f0, o0, paths, 16, -0.0002f, 0.05f, 1.4f); });

    std::vector<float> weights(TAPS * TAPS);
    for (size_t i = 0; i < weights.size(); ++i) weights[i] = 0.01f + 0.02f * unit((uint32_t)i * 77u + 5u) * 0.4f;
    CHECK(cudaMemcpyToSymbol(taps, weights.data(), weights.size() * sizeof(float)));
    add("saffron_anvil_bd1_a", o0, M16, Output::f32, [=] { saffron_anvil_bd1_a<<<dim3(128, 512), dim3(32, 8)>>>(f0, o0, 4096, 4128); });
    add("saffron_anvil_bd1_b", o0, M16, Output::f32, [=] { saffron_anvil_bd1_b<<<dim3(128, 128), dim3(32, 8)>>>(f0, o0, 4096, 4128); });

    add("cobalt_thistle_bd1_a", o0, 264, Output::f32, [=] { cobalt_thistle_bd1_a<<<264, 256>>>(f0, f1, o0, int(M32)); });
    add("cobalt_thistle_bd1_b", o0, 264, Output::f32, [=] { cobalt_thistle_bd1_b<<<264, 256>>>(f0, f1, o0, int(M32)); });

    add("juniper_wagon_bd1_a", o0, M16, Output::f32, [=] { juniper_wagon_bd1_a<<<M16 / 256, 256>>>(f0, o0); });
    add("juniper_wagon_bd1_b", o0, M16, Output::f32, [=] { juniper_wagon_bd1_b<<<M16 / 256, 256>>>(f0, o0); });

    const int sorters = 1 << 19;
    add("pewter_heron_bd1_a", o0, M32, Output::f32, [=] { pewter_heron_bd1_a<<<sorters / 128, 128>>>(f0, o0, sorters); });
    add("pewter_heron_bd1_b", o0, M32, Output::f32, [=] { pewter_heron_bd1_b<<<sorters / 128, 128>>>(f0, o0, sorters); });

    const int samples = 132 * 256;
    add("scarlet_pebble_bd1_a", o0, samples, Output::f32, [=] { scarlet_pebble_bd1_a<<<132, 1024>>>(f0, o0, samples); });
    add("scarlet_pebble_bd1_b", o0, samples, Output::f32, [=] { scarlet_pebble_bd1_b<<<132, 1024>>>(f0, o0, samples); });

    const int counters = 1 << 19;
    int* digits = indices((size_t)counters * 128, 0x7fffffffu, 23);
    uint4* counts = empty<uint4>(counters);
    add("maple_trumpet_bd1_a", counts, (size_t)counters * 16, Output::u8, [=] { maple_trumpet_bd1_a<<<counters / 256, 256>>>(digits, counts, counters, 8); });
    add("maple_trumpet_bd1_b", counts, (size_t)counters * 16, Output::u8, [=] { maple_trumpet_bd1_b<<<counters / 256, 256>>>(digits, counts, counters, 8); });

    add("hazel_compass_bd1_a", o0, M32, Output::f32, [=] {
        const int grid = int(M32 / 4 / 256);
        hazel_compass_bd1_a0<<<grid, 256>>>((const float4*)f0, (float4*)t0, 1.3f, 0.2f);
        hazel_compass_bd1_a1<<<grid, 256>>>((const float4*)t0, (float4*)t1);
        hazel_compass_bd1_a2<<<grid, 256>>>((const float4*)t1, (const float4*)f1, (float4*)o0);
    });
    add("hazel_compass_bd1_b", o0, M32, Output::f32, [=] { hazel_compass_bd1_b<<<M32 / 4 / 256, 256>>>((const float4*)f0, (const float4*)f1, (float4*)o0, 1.3f, 0.2f); });

    add("ivory_walnut_bd1_a", o0, M32, Output::f32, [=] { ivory_walnut_bd1_a<<<M32 / 512, 512>>>(f0, f1, o0, 0.7f); });
    add("ivory_walnut_bd1_b", o0, M32, Output::f32, [=] { ivory_walnut_bd1_b<<<M32 / 4 / 512, 512>>>((const float4*)f0, (const float4*)f1, (float4*)o0, 0.7f); });

    add("tundra_button_bd1_a", o0, M16, Output::f32, [=] { tundra_button_bd1_a<<<dim3(64, 1024), dim3(64, 4)>>>(f0, o0, 4096); });
    add("tundra_button_bd1_b", o0, M16, Output::f32, [=] { tundra_button_bd1_b<<<dim3(64, 1024), dim3(64, 4)>>>(f0, o0, 4096); });

    float4* points = (float4*)filled<float>(M16 * 4, 29);
    int* bins2 = empty<int>(256);
    add("basil_harbor_bd1_a", bins2, 256, Output::i32, [=] { basil_harbor_bd1_a<<<528, 512>>>(points, bins2, int(M16)); });

    double* d0 = filled<double>(M16, 31);
    double* d1 = empty<double>(M16);
    add("onyx_meadow_bd1_a", d1, M16, Output::f64, [=] { onyx_meadow_bd1_a<<<dim3(64, 1024), dim3(64, 4)>>>(d0, d1, 4096, 0.2); });

    const int rows = 2 << 20;
    const int diagonal[16] = {-4096, -2048, -1024, -64, -33, -32, -31, -1, 0, 1, 31, 32, 33, 64, 1024, 2048};
    std::vector<int> columns((size_t)rows * 16);
    for (int k = 0; k < 16; ++k)
        for (int r = 0; r < rows; ++r)
            columns[(size_t)k * rows + r] = std::min(rows - 1, std::max(0, r + diagonal[k] + int(hash32(r * 16u + k) & 3)));
    int* cols = uploaded(columns);
    add("linen_falcon_bd1_a", o0, rows, Output::f32, [=] { linen_falcon_bd1_a<<<rows / 256, 256>>>(f0, cols, f1, o0, rows); });

    return run(argc, argv, cases);
}
