#include "harness.cuh"

#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

// ---------------------------------------------------------------- sensor statistics: mean and variance per block of samples
__device__ __forceinline__ void merge_moments(float* cnt, float* mean, float* m2, int i, int j) {
    float na = cnt[i], nb = cnt[j], n = na + nb;
    float d = mean[j] - mean[i];
    mean[i] += d * nb / n;
    m2[i] += m2[j] + d * d * na * nb / n;
    cnt[i] = n;
}

__device__ __forceinline__ void own_moments(float4 v, float* cnt, float* mean, float* m2, int i) {
    float m = (v.x + v.y + v.z + v.w) * 0.25f;
    float a = v.x - m, b = v.y - m, c = v.z - m, d = v.w - m;
    cnt[i] = 4.0f;
    mean[i] = m;
    m2[i] = a * a + b * b + c * c + d * d;
}

__global__ void amber_kettle_bm7_a(const float4* __restrict__ samples, float2* __restrict__ out) {
    __shared__ float cnt[256], mean[256], m2[256];
    unsigned tid = threadIdx.x;
    own_moments(samples[blockIdx.x * blockDim.x + tid], cnt, mean, m2, tid);
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0) merge_moments(cnt, mean, m2, tid, tid + s);
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = make_float2(mean[0], m2[0] / cnt[0]);
}

__global__ void amber_kettle_bm7_b(const float4* __restrict__ samples, float2* __restrict__ out) {
    __shared__ float cnt[256], mean[256], m2[256];
    unsigned tid = threadIdx.x;
    own_moments(samples[blockIdx.x * blockDim.x + tid], cnt, mean, m2, tid);
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) merge_moments(cnt, mean, m2, tid, tid + s);
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = make_float2(mean[0], m2[0] / cnt[0]);
}

// ---------------------------------------------------------------- matrix transpose
constexpr int TILE = 32;

__global__ void cedar_wagon_bm7_a(const float* __restrict__ in, float* __restrict__ out, int width, int height) {
    __shared__ float tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
#pragma unroll
    for (int j = 0; j < TILE; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(size_t)(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
#pragma unroll
    for (int j = 0; j < TILE; j += 8) out[(size_t)(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void cedar_wagon_bm7_b(const float* __restrict__ in, float* __restrict__ out, int width, int height) {
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
#pragma unroll
    for (int j = 0; j < TILE; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(size_t)(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
#pragma unroll
    for (int j = 0; j < TILE; j += 8) out[(size_t)(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

// ---------------------------------------------------------------- FP32 matrix product
__global__ void violet_harbor_bm7_a(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int M, int N, int K) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= M || col >= N) return;
    float sum = 0.0f;
    for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
    C[row * N + col] = sum;
}

__global__ void __launch_bounds__(256) violet_harbor_bm7_b(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C,
                                                           int M, int N, int K) {
    __shared__ __align__(16) float As[16][68];
    __shared__ __align__(16) float Bs[16][64];
    const int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;
    const int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
    const int ar = tid / 4, ak = (tid % 4) * 4, bk = tid / 16, bc = (tid % 16) * 4;
    float acc[4][4] = {};
    float4 a = *(const float4*)&A[(row0 + ar) * K + ak];
    float4 b = *(const float4*)&B[bk * N + col0 + bc];
    for (int k0 = 0; k0 < K; k0 += 16) {
        As[ak + 0][ar] = a.x; As[ak + 1][ar] = a.y; As[ak + 2][ar] = a.z; As[ak + 3][ar] = a.w;
        *(float4*)&Bs[bk][bc] = b;
        __syncthreads();
        if (k0 + 16 < K) {
            a = *(const float4*)&A[(row0 + ar) * K + k0 + 16 + ak];
            b = *(const float4*)&B[(k0 + 16 + bk) * N + col0 + bc];
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 p = *(const float4*)&As[k][ty * 4], q = *(const float4*)&Bs[k][tx * 4];
            float pr[4] = {p.x, p.y, p.z, p.w}, qr[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] += pr[i] * qr[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *(float4*)&C[(row0 + ty * 4 + i) * N + col0 + tx * 4] = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}

// ---------------------------------------------------------------- FP16 matrix product on tensor cores
__global__ void copper_meadow_bm7_a(const half* __restrict__ A, const half* __restrict__ B, float* __restrict__ C, int M, int N, int K) {
    const int warp = threadIdx.x / 32;
    const int row = (blockIdx.y * 2 + warp / 2) * 16, col = (blockIdx.x * 2 + warp % 2) * 16;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    wmma::fill_fragment(c, 0.0f);
    for (int k = 0; k < K; k += 16) {
        wmma::load_matrix_sync(a, A + row * K + k, K);
        wmma::load_matrix_sync(b, B + k * N + col, N);
        wmma::mma_sync(c, a, b, c);
    }
    wmma::store_matrix_sync(C + row * N + col, c, N, wmma::mem_row_major);
}

__global__ void __launch_bounds__(256, 2) copper_meadow_bm7_b(const half* __restrict__ A, const half* __restrict__ B, float* __restrict__ C,
                                                              int M, int N, int K) {
    constexpr int LA = 40, LB = 136;
    __shared__ __align__(128) half As[2][128 * LA];
    __shared__ __align__(128) half Bs[2][32 * LB];
    const int tid = threadIdx.x, warp = tid / 32, wm = warp / 2 * 32, wn = warp % 2 * 64;
    const int row0 = blockIdx.y * 128, col0 = blockIdx.x * 128;
    const int ar = tid / 4, ac = tid % 4 * 8, br = tid / 16, bc = tid % 16 * 8;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[2][4];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(c[i][j], 0.0f);
    uint4 ra[2], rb[2];
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        ra[i] = *(const uint4*)&A[(row0 + ar + 64 * i) * K + ac];
        rb[i] = *(const uint4*)&B[(br + 16 * i) * N + col0 + bc];
        *(uint4*)&As[0][(ar + 64 * i) * LA + ac] = ra[i];
        *(uint4*)&Bs[0][(br + 16 * i) * LB + bc] = rb[i];
    }
    __syncthreads();
    int buf = 0;
    for (int k0 = 0; k0 < K; k0 += 32, buf ^= 1) {
        const bool more = k0 + 32 < K;
        if (more) {
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                ra[i] = *(const uint4*)&A[(row0 + ar + 64 * i) * K + k0 + 32 + ac];
                rb[i] = *(const uint4*)&B[(k0 + 32 + br + 16 * i) * N + col0 + bc];
            }
        }
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b[4];
#pragma unroll
            for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(a[i], &As[buf][(wm + 16 * i) * LA + k], LA);
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(b[j], &Bs[buf][k * LB + wn + 16 * j], LB);
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) wmma::mma_sync(c[i][j], a[i], b[j], c[i][j]);
        }
        if (more) {
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                *(uint4*)&As[buf ^ 1][(ar + 64 * i) * LA + ac] = ra[i];
                *(uint4*)&Bs[buf ^ 1][(br + 16 * i) * LB + bc] = rb[i];
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
            wmma::store_matrix_sync(C + (row0 + wm + 16 * i) * N + col0 + wn + 16 * j, c[i][j], N, wmma::mem_row_major);
}

// ---------------------------------------------------------------- 2D convolution, 7 x 7, input with a halo
constexpr int KS = 7;
__constant__ float c_taps[KS * KS];

__global__ void silver_anchor_bm7_a(const float* __restrict__ in, const float* __restrict__ taps, float* __restrict__ out,
                                    int width, int height, int pitch, int ks) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float acc = 0.0f;
    for (int ky = 0; ky < ks; ++ky)
        for (int kx = 0; kx < ks; ++kx) acc += in[(y + ky) * pitch + x + kx] * taps[ky * ks + kx];
    out[y * width + x] = acc;
}

__global__ void __launch_bounds__(256) silver_anchor_bm7_b(const float* __restrict__ in, float* __restrict__ out, int width, int height, int pitch) {
    __shared__ float tile[32 + KS - 1][40];
    const int x0 = blockIdx.x * 32, y0 = blockIdx.y * 32, tx = threadIdx.x, ty = threadIdx.y;
    for (int r = ty; r < 32 + KS - 1; r += 8)
        for (int c = tx; c < 32 + KS - 1; c += 32) tile[r][c] = in[(y0 + r) * pitch + x0 + c];
    __syncthreads();
    float acc[4] = {};
#pragma unroll
    for (int kx = 0; kx < KS; ++kx) {
        float v[4 + KS - 1];
#pragma unroll
        for (int r = 0; r < 4 + KS - 1; ++r) v[r] = tile[ty * 4 + r][tx + kx];
#pragma unroll
        for (int ky = 0; ky < KS; ++ky)
#pragma unroll
            for (int o = 0; o < 4; ++o) acc[o] += v[o + ky] * c_taps[ky * KS + kx];
    }
#pragma unroll
    for (int o = 0; o < 4; ++o) out[(y0 + ty * 4 + o) * width + x0 + tx] = acc[o];
}

// ---------------------------------------------------------------- grey-level histogram
__global__ void harness_pixels(unsigned* p, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) p[i] = harness::hash32(i * 4 + 11);
}

__global__ void walnut_comet_bm7_a(const unsigned* __restrict__ pixels, int* __restrict__ hist, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned p = pixels[i];
    atomicAdd(&hist[p & 255], 1);
    atomicAdd(&hist[(p >> 8) & 255], 1);
    atomicAdd(&hist[(p >> 16) & 255], 1);
    atomicAdd(&hist[p >> 24], 1);
}

__global__ void walnut_comet_bm7_b(const unsigned* __restrict__ pixels, int* __restrict__ hist, int n) {
    __shared__ int local[256];
    if (threadIdx.x < 256) local[threadIdx.x] = 0;
    __syncthreads();
#pragma unroll 4
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned p = pixels[i];
        atomicAdd(&local[p & 255], 1);
        atomicAdd(&local[(p >> 8) & 255], 1);
        atomicAdd(&local[(p >> 16) & 255], 1);
        atomicAdd(&local[p >> 24], 1);
    }
    __syncthreads();
    if (threadIdx.x < 256) atomicAdd(&hist[threadIdx.x], local[threadIdx.x]);
}

// ---------------------------------------------------------------- inclusive prefix sum within segments of 1024
__global__ void __launch_bounds__(1024) maple_lantern_bm7_a(const int* __restrict__ in, int* __restrict__ out) {
    __shared__ int temp[1024];
    int tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + tid;
    temp[tid] = in[i];
    __syncthreads();
    for (int offset = 1; offset < blockDim.x; offset *= 2) {
        int v = 0;
        if (tid >= offset) v = temp[tid - offset];
        __syncthreads();
        temp[tid] += v;
        __syncthreads();
    }
    out[i] = temp[tid];
}

__global__ void __launch_bounds__(1024) maple_lantern_bm7_b(const int* __restrict__ in, int* __restrict__ out) {
    __shared__ int totals[32];
    int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5;
    size_t i = (size_t)blockIdx.x * blockDim.x + tid;
    int v = in[i];
#pragma unroll
    for (int offset = 1; offset < 32; offset *= 2) {
        int u = __shfl_up_sync(0xffffffffu, v, offset);
        if (lane >= offset) v += u;
    }
    if (lane == 31) totals[warp] = v;
    __syncthreads();
    int before = __reduce_add_sync(0xffffffffu, lane < warp ? totals[lane] : 0);
    out[i] = v + before;
}

// ---------------------------------------------------------------- acoustic wave equation, one step in time
__global__ void quiet_falcon_bm7_a(const float* __restrict__ cur, const float* __restrict__ prev, const float* __restrict__ vel,
                                   float* __restrict__ next, int nx, int ny) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < 1 || row >= ny - 1 || col < 1 || col >= nx - 1) return;
    int i = row * nx + col;
    float lap = cur[i - 1] + cur[i + 1] + cur[i - nx] + cur[i + nx] - 4.0f * cur[i];
    next[i] = 2.0f * cur[i] - prev[i] + 0.1f * vel[i] * lap;
}

__global__ void quiet_falcon_bm7_b(const float* __restrict__ cur, const float* __restrict__ prev, const float* __restrict__ vel,
                                   float* __restrict__ next, int nx, int ny) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < 1 || row >= ny - 1 || col < 1 || col >= nx - 1) return;
    int i = row * nx + col;
    float lap = cur[i - 1] + cur[i + 1] + cur[i - nx] + cur[i + nx] - 4.0f * cur[i];
    next[i] = 2.0f * cur[i] - prev[i] + 0.1f * vel[i] * lap;
}

// ---------------------------------------------------------------- forces of point charges on particles
__global__ void __launch_bounds__(256) ivory_saddle_bm7_a(const float4* __restrict__ target, const float4* __restrict__ source,
                                                          float4* __restrict__ force, int sources) {
    __shared__ float4 tile[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 p = target[i];
    float ax = 0.0f, ay = 0.0f, az = 0.0f;
    for (int base = 0; base < sources; base += 256) {
        tile[threadIdx.x] = source[base + threadIdx.x];
        __syncthreads();
#pragma unroll 4
        for (int j = 0; j < 256; ++j) {
            float4 q = tile[j];
            float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
            float dist = sqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
            float d3 = dist * dist * dist;
            ax += q.w * dx / d3;
            ay += q.w * dy / d3;
            az += q.w * dz / d3;
        }
        __syncthreads();
    }
    force[i] = make_float4(ax, ay, az, 1.0f);
}

__global__ void __launch_bounds__(256) ivory_saddle_bm7_b(const float4* __restrict__ target, const float4* __restrict__ source,
                                                          float4* __restrict__ force, int sources) {
    __shared__ float4 tile[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 p = target[i];
    float ax = 0.0f, ay = 0.0f, az = 0.0f;
    for (int base = 0; base < sources; base += 256) {
        tile[threadIdx.x] = source[base + threadIdx.x];
        __syncthreads();
#pragma unroll 4
        for (int j = 0; j < 256; ++j) {
            float4 q = tile[j];
            float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
            float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
            float s = q.w * inv * inv * inv;
            ax += s * dx;
            ay += s * dy;
            az += s * dz;
        }
        __syncthreads();
    }
    force[i] = make_float4(ax, ay, az, 1.0f);
}

// ---------------------------------------------------------------- softmax over rows of 4096
constexpr int COLS = 4096;

template <bool MAX>
__device__ __forceinline__ float block_reduce(float v) {
    __shared__ float part[8];
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        float u = __shfl_xor_sync(0xffffffffu, v, o);
        v = MAX ? fmaxf(v, u) : v + u;
    }
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = part[0];
#pragma unroll
    for (int w = 1; w < 8; ++w) v = MAX ? fmaxf(v, part[w]) : v + part[w];
    return v;
}

__global__ void __launch_bounds__(256) granite_willow_bm7_a0(const float4* __restrict__ x, float* __restrict__ row_max) {
    const float4* row = x + (size_t)blockIdx.x * (COLS / 4);
    float m = -1e30f;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float4 v = row[threadIdx.x + 256 * k];
        m = fmaxf(m, fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)));
    }
    m = block_reduce<true>(m);
    if (threadIdx.x == 0) row_max[blockIdx.x] = m;
}

__global__ void __launch_bounds__(256) granite_willow_bm7_a1(const float4* __restrict__ x, const float* __restrict__ row_max,
                                                             float4* __restrict__ y, float* __restrict__ row_sum) {
    size_t base = (size_t)blockIdx.x * (COLS / 4) + threadIdx.x;
    float m = row_max[blockIdx.x], s = 0.0f;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float4 v = x[base + 256 * k];
        v = make_float4(__expf(v.x - m), __expf(v.y - m), __expf(v.z - m), __expf(v.w - m));
        s += v.x + v.y + v.z + v.w;
        y[base + 256 * k] = v;
    }
    s = block_reduce<false>(s);
    if (threadIdx.x == 0) row_sum[blockIdx.x] = s;
}

__global__ void __launch_bounds__(256) granite_willow_bm7_a2(float4* __restrict__ y, const float* __restrict__ row_sum) {
    size_t base = (size_t)blockIdx.x * (COLS / 4) + threadIdx.x;
    float inv = 1.0f / row_sum[blockIdx.x];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float4 v = y[base + 256 * k];
        y[base + 256 * k] = make_float4(v.x * inv, v.y * inv, v.z * inv, v.w * inv);
    }
}

__global__ void __launch_bounds__(256) granite_willow_bm7_b(const float4* __restrict__ x, float4* __restrict__ y) {
    size_t base = (size_t)blockIdx.x * (COLS / 4) + threadIdx.x;
    float4 v[4];
    float m = -1e30f, s = 0.0f;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        v[k] = x[base + 256 * k];
        m = fmaxf(m, fmaxf(fmaxf(v[k].x, v[k].y), fmaxf(v[k].z, v[k].w)));
    }
    m = block_reduce<true>(m);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        v[k] = make_float4(__expf(v[k].x - m), __expf(v[k].y - m), __expf(v[k].z - m), __expf(v[k].w - m));
        s += v[k].x + v[k].y + v[k].z + v[k].w;
    }
    s = block_reduce<false>(s);
    float inv = 1.0f / s;
#pragma unroll
    for (int k = 0; k < 4; ++k) y[base + 256 * k] = make_float4(v[k].x * inv, v[k].y * inv, v[k].z * inv, v[k].w * inv);
}

// ---------------------------------------------------------------- y = A x, A stored by columns
__global__ void pepper_glacier_bm7_a(const float* __restrict__ A, const float* __restrict__ x, float* __restrict__ y, int rows, int cols) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0.0f;
    for (int j = 0; j < cols; ++j) sum += A[(size_t)j * rows + row] * x[j];
    y[row] = sum;
}

__global__ void __launch_bounds__(512) pepper_glacier_bm7_b(const float* __restrict__ A, const float* __restrict__ x, float* __restrict__ y,
                                                            int rows, int cols) {
    __shared__ float part[16][32];
    int row = blockIdx.x * 32 + threadIdx.x;
    float sum = 0.0f;
#pragma unroll 8
    for (int j = threadIdx.y; j < cols; j += 16) sum += A[(size_t)j * rows + row] * x[j];
    part[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y == 0) {
        float total = 0.0f;
#pragma unroll
        for (int k = 0; k < 16; ++k) total += part[k][threadIdx.x];
        y[row] = total;
    }
}

// ---------------------------------------------------------------- Asian option by Monte Carlo
__device__ __forceinline__ unsigned next_random(unsigned& s) {
    s ^= s << 13; s ^= s >> 17; s ^= s << 5;
    return s;
}

__global__ void scarlet_pebble_bm7_a(float* __restrict__ payoff, int steps, float strike) {
    int path = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned seed = harness::hash32(path + 1) | 1u;
    float s = 100.0, total = 0.0;
    for (int t = 0; t < steps; ++t) {
        float u1 = ((next_random(seed) >> 8) + 1) * (1.0 / 16777217.0);
        float u2 = (next_random(seed) >> 8) * (1.0 / 16777216.0);
        float z = sqrt(-2.0 * log(u1)) * cos(6.283185307179586 * u2);
        s = s * (1.0 + 0.0002 + 0.0125 * z);
        total += s;
    }
    payoff[path] = 0.98 * (total / steps > strike ? total / steps - strike : 0.0);
}

__global__ void scarlet_pebble_bm7_b(float* __restrict__ payoff, int steps, float strike) {
    int path = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned seed = harness::hash32(path + 1) | 1u;
    float s = 100.0f, total = 0.0f;
    for (int t = 0; t < steps; ++t) {
        float u1 = ((next_random(seed) >> 8) + 1) * (1.0f / 16777217.0f);
        float u2 = (next_random(seed) >> 8) * (1.0f / 16777216.0f);
        float z = sqrtf(-2.0f * logf(u1)) * cosf(6.283185307f * u2);
        s = s * (1.0f + 0.0002f + 0.0125f * z);
        total += s;
    }
    payoff[path] = 0.98f * fmaxf(total / steps - strike, 0.0f);
}

// ---------------------------------------------------------------- partial dot products
__global__ void __launch_bounds__(256) linen_turret_bm7_a(const float4* __restrict__ a, const float4* __restrict__ b, float* __restrict__ out) {
    __shared__ float part[256];
    int tid = threadIdx.x;
    size_t base = (size_t)blockIdx.x * 2048 + tid;
    float s = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        float4 u = a[base + 256 * k], v = b[base + 256 * k];
        s += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
    }
    part[tid] = s;
    __syncthreads();
    for (int stride = 1; stride < blockDim.x; stride *= 2) {
        int i = 2 * stride * tid;
        if (i < blockDim.x) part[i] += part[i + stride];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = part[0];
}

__global__ void __launch_bounds__(256) linen_turret_bm7_b(const float4* __restrict__ a, const float4* __restrict__ b, float* __restrict__ out) {
    __shared__ float part[256];
    int tid = threadIdx.x;
    size_t base = (size_t)blockIdx.x * 2048 + tid;
    float s = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        float4 u = a[base + 256 * k], v = b[base + 256 * k];
        s += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
    }
    part[tid] = s;
    __syncthreads();
    for (int stride = blockDim.x / 2; stride > 0; stride >>= 1) {
        if (tid < stride) part[tid] += part[tid + stride];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = part[0];
}

// ---------------------------------------------------------------- degrees Celsius to Fahrenheit over a climate grid
__global__ void __launch_bounds__(256) hollow_ribbon_bm7_a(const float4* __restrict__ celsius, float4* __restrict__ out) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = celsius[i];
    v.x = v.x * 1.8 + 32.0;
    v.y = v.y * 1.8 + 32.0;
    v.z = v.z * 1.8 + 32.0;
    v.w = v.w * 1.8 + 32.0;
    out[i] = v;
}

__global__ void __launch_bounds__(256) hollow_ribbon_bm7_b(const float4* __restrict__ celsius, float4* __restrict__ out) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = celsius[i];
    v.x = v.x * 1.8f + 32.0f;
    v.y = v.y * 1.8f + 32.0f;
    v.z = v.z * 1.8f + 32.0f;
    v.w = v.w * 1.8f + 32.0f;
    out[i] = v;
}

// ---------------------------------------------------------------- ELU activation with a skip connection
__device__ __forceinline__ float elu_branch(float v) {
    if (v > 0.0f) return v;
    return expm1f(v);
}
__device__ __forceinline__ float elu_select(float v) {
    float e = __expf(v) - 1.0f;
    return v > 0.0f ? v : e;
}

__global__ void __launch_bounds__(256) bronze_thicket_bm7_a(const float4* __restrict__ x, const float4* __restrict__ skip, float4* __restrict__ y) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = x[i], r = skip[i];
    y[i] = make_float4(r.x + elu_branch(v.x), r.y + elu_branch(v.y), r.z + elu_branch(v.z), r.w + elu_branch(v.w));
}

__global__ void __launch_bounds__(256) bronze_thicket_bm7_b(const float4* __restrict__ x, const float4* __restrict__ skip, float4* __restrict__ y) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = x[i], r = skip[i];
    y[i] = make_float4(r.x + elu_select(v.x), r.y + elu_select(v.y), r.z + elu_select(v.z), r.w + elu_select(v.w));
}

// ---------------------------------------------------------------- triad
__global__ void __launch_bounds__(256) orchid_barrel_bm7_a(const float4* __restrict__ b, const float4* __restrict__ c, float4* __restrict__ a, float s) {
    size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 2; ++k, i += 256) {
        float4 u = b[i], v = c[i];
        a[i] = make_float4(u.x + s * v.x, u.y + s * v.y, u.z + s * v.z, u.w + s * v.w);
    }
}

// ---------------------------------------------------------------- energy of each trace of 4096 samples
__global__ void __launch_bounds__(256) dusty_beacon_bm7_a(const float4* __restrict__ traces, float* __restrict__ energy) {
    const float4* row = traces + (size_t)blockIdx.x * 1024 + threadIdx.x;
    float s = 0.0f;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float4 v = row[256 * k];
        s += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    s = block_reduce<false>(s);
    if (threadIdx.x == 0) energy[blockIdx.x] = s;
}

// ---------------------------------------------------------------- independent oscillators, symplectic Euler
__global__ void __launch_bounds__(256) marble_sparrow_bm7_a(const float4* __restrict__ x0, const float4* __restrict__ v0, float4* __restrict__ out,
                                                            int steps, float dt, float minus_k_dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 x = x0[i], v = v0[i];
#pragma unroll 16
    for (int t = 0; t < steps; ++t) {
        v.x = fmaf(minus_k_dt, x.x, v.x); v.y = fmaf(minus_k_dt, x.y, v.y); v.z = fmaf(minus_k_dt, x.z, v.z); v.w = fmaf(minus_k_dt, x.w, v.w);
        x.x = fmaf(dt, v.x, x.x); x.y = fmaf(dt, v.y, x.y); x.z = fmaf(dt, v.z, x.z); x.w = fmaf(dt, v.w, x.w);
    }
    out[i] = x;
}

// ---------------------------------------------------------------- complex samples into planes
__global__ void __launch_bounds__(256) crimson_ladder_bm7_a(const float4* __restrict__ iq, float2* __restrict__ re, float2* __restrict__ im) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = iq[i];
    re[i] = make_float2(v.x, v.z);
    im[i] = make_float2(v.y, v.w);
}

int main(int argc, char** argv) {
    using harness::Output;
    const size_t M1 = 1u << 20;
    float* X = harness::filled<float>(128 * M1, 3);
    float* Y = harness::filled<float>(64 * M1, 17);
    float* O = harness::empty<float>(64 * M1);
    half* HA = harness::filled<half>(8 * M1, 5);
    half* HB = harness::filled<half>(4 * M1, 9);
    int* ints = harness::indices(32 * M1, 100);
    int* iout = harness::empty<int>(32 * M1);
    unsigned* pixels; CHECK(cudaMalloc(&pixels, 32 * M1));
    harness_pixels<<<1024, 256>>>(pixels, 8 * M1); CHECK(cudaGetLastError());
    int* hist = harness::empty<int>(256);
    float* row_max = harness::empty<float>(8192);
    float* row_sum = harness::empty<float>(8192);

    std::vector<float> taps(KS * KS);
    float norm = 0;
    for (int i = 0; i < KS * KS; ++i) {
        float dx = float(i % KS - 3), dy = float(i / KS - 3);
        taps[i] = std::exp(-(dx * dx + 0.8f * dy * dy) / 6.0f); norm += taps[i];
    }
    for (float& t : taps) t /= norm;
    float* d_taps = harness::uploaded(taps);
    CHECK(cudaMemcpyToSymbol(c_taps, taps.data(), KS * KS * sizeof(float)));

    const float4 *X4 = (const float4*)X, *Y4 = (const float4*)Y;
    float4* O4 = (float4*)O;
    std::vector<harness::Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> f, Output type = Output::f32) {
        cases.push_back({name, f, out, count, type});
    };

    add("amber_kettle_bm7_a", O, 65536, [=] { amber_kettle_bm7_a<<<32768, 256>>>(X4, (float2*)O); });
    add("amber_kettle_bm7_b", O, 65536, [=] { amber_kettle_bm7_b<<<32768, 256>>>(X4, (float2*)O); });

    add("cedar_wagon_bm7_a", O, 64 * M1, [=] { cedar_wagon_bm7_a<<<dim3(256, 256), dim3(32, 8)>>>(X, O, 8192, 8192); });
    add("cedar_wagon_bm7_b", O, 64 * M1, [=] { cedar_wagon_bm7_b<<<dim3(256, 256), dim3(32, 8)>>>(X, O, 8192, 8192); });

    add("violet_harbor_bm7_a", O, 4 * M1, [=] { violet_harbor_bm7_a<<<dim3(128, 128), dim3(16, 16)>>>(X, Y, O, 2048, 2048, 1024); });
    add("violet_harbor_bm7_b", O, 4 * M1, [=] { violet_harbor_bm7_b<<<dim3(32, 32), 256>>>(X, Y, O, 2048, 2048, 1024); });

    add("copper_meadow_bm7_a", O, 8 * M1, [=] { copper_meadow_bm7_a<<<dim3(64, 128), 128>>>(HA, HB, O, 4096, 2048, 2048); });
    add("copper_meadow_bm7_b", O, 8 * M1, [=] { copper_meadow_bm7_b<<<dim3(16, 32), 256>>>(HA, HB, O, 4096, 2048, 2048); });

    add("silver_anchor_bm7_a", O, 16 * M1, [=] { silver_anchor_bm7_a<<<dim3(128, 512), dim3(32, 8)>>>(X, d_taps, O, 4096, 4096, 4104, KS); });
    add("silver_anchor_bm7_b", O, 16 * M1, [=] { silver_anchor_bm7_b<<<dim3(128, 128), dim3(32, 8)>>>(X, O, 4096, 4096, 4104); });

    add("walnut_comet_bm7_a", hist, 256, [=] { walnut_comet_bm7_a<<<32768, 256>>>(pixels, hist, 8 * M1); }, Output::i32);
    add("walnut_comet_bm7_b", hist, 256, [=] { walnut_comet_bm7_b<<<264, 1024>>>(pixels, hist, 8 * M1); }, Output::i32);

    add("maple_lantern_bm7_a", iout, 32 * M1, [=] { maple_lantern_bm7_a<<<32768, 1024>>>(ints, iout); }, Output::i32);
    add("maple_lantern_bm7_b", iout, 32 * M1, [=] { maple_lantern_bm7_b<<<32768, 1024>>>(ints, iout); }, Output::i32);

    add("quiet_falcon_bm7_a", O, 32 * M1, [=] { quiet_falcon_bm7_a<<<dim3(128, 1024), dim3(32, 8)>>>(X, Y, X + 64 * M1, O, 8192, 4096); });
    add("quiet_falcon_bm7_b", O, 32 * M1, [=] { quiet_falcon_bm7_b<<<dim3(256, 512), dim3(32, 8)>>>(X, Y, X + 64 * M1, O, 8192, 4096); });

    add("ivory_saddle_bm7_a", O, M1, [=] { ivory_saddle_bm7_a<<<1024, 256>>>(X4, Y4, O4, 2048); });
    add("ivory_saddle_bm7_b", O, M1, [=] { ivory_saddle_bm7_b<<<1024, 256>>>(X4, Y4, O4, 2048); });

    add("granite_willow_bm7_a", O, 32 * M1, [=] {
        granite_willow_bm7_a0<<<8192, 256>>>(X4, row_max);
        granite_willow_bm7_a1<<<8192, 256>>>(X4, row_max, O4, row_sum);
        granite_willow_bm7_a2<<<8192, 256>>>(O4, row_sum);
    });
    add("granite_willow_bm7_b", O, 32 * M1, [=] { granite_willow_bm7_b<<<8192, 256>>>(X4, O4); });

    add("pepper_glacier_bm7_a", O, 16384, [=] { pepper_glacier_bm7_a<<<64, 256>>>(X, Y, O, 16384, 4096); });
    add("pepper_glacier_bm7_b", O, 16384, [=] { pepper_glacier_bm7_b<<<512, dim3(32, 16)>>>(X, Y, O, 16384, 4096); });

    add("scarlet_pebble_bm7_a", O, M1, [=] { scarlet_pebble_bm7_a<<<4096, 256>>>(O, 64, 98.0f); });
    add("scarlet_pebble_bm7_b", O, M1, [=] { scarlet_pebble_bm7_b<<<4096, 256>>>(O, 64, 98.0f); });

    add("linen_turret_bm7_a", O, 4096, [=] { linen_turret_bm7_a<<<4096, 256>>>(X4, Y4, O); });
    add("linen_turret_bm7_b", O, 4096, [=] { linen_turret_bm7_b<<<4096, 256>>>(X4, Y4, O); });

    add("hollow_ribbon_bm7_a", O, 64 * M1, [=] { hollow_ribbon_bm7_a<<<65536, 256>>>(X4, O4); });
    add("hollow_ribbon_bm7_b", O, 64 * M1, [=] { hollow_ribbon_bm7_b<<<65536, 256>>>(X4, O4); });

    add("bronze_thicket_bm7_a", O, 64 * M1, [=] { bronze_thicket_bm7_a<<<65536, 256>>>(X4, Y4, O4); });
    add("bronze_thicket_bm7_b", O, 64 * M1, [=] { bronze_thicket_bm7_b<<<65536, 256>>>(X4, Y4, O4); });

    add("orchid_barrel_bm7_a", O, 64 * M1, [=] { orchid_barrel_bm7_a<<<32768, 256>>>(X4, Y4, O4, 0.75f); });
    add("dusty_beacon_bm7_a", O, 32768, [=] { dusty_beacon_bm7_a<<<32768, 256>>>(X4, O); });
    add("marble_sparrow_bm7_a", O, 4 * M1, [=] { marble_sparrow_bm7_a<<<4096, 256>>>(X4, Y4, O4, 1024, 0.01f, -0.02f); });
    add("crimson_ladder_bm7_a", O, 64 * M1, [=] { crimson_ladder_bm7_a<<<65536, 256>>>(X4, (float2*)O, (float2*)(O + 32 * M1)); });

    return harness::run(argc, argv, cases);
}
