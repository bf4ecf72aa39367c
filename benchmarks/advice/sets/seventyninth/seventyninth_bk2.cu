#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>
#include "harness.cuh"
using namespace nvcuda;
typedef unsigned long long u64;

// ---- loans -------------------------------------------------------------
__device__ __forceinline__ float loan_value(int kind, float bal, float rate) {
    float r = 0.004f + 0.003f * fabsf(rate), b = 1.0f + fabsf(bal), acc = 0.0f;
    if (kind == 0) {
        float pay = b * 0.012f;
#pragma unroll 4
        for (int m = 0; m < 72; ++m) { b = fmaf(b, 1.0f + r, -pay); acc = fmaf(acc, 0.995f, fmaxf(b, 0.0f)); }
    } else if (kind == 1) {
        float u = 0.3f;
#pragma unroll 4
        for (int m = 0; m < 72; ++m) { u = fmaf(u, 0.97f, r); acc = fmaf(u * b, r, acc); b = fmaf(-0.01f, b, b); }
    } else if (kind == 2) {
        float h = r * 0.5f, surv = 1.0f;
#pragma unroll 4
        for (int m = 0; m < 72; ++m) { float d = surv * h; surv -= d; acc = fmaf(d, 0.45f * b, acc); h = fminf(h * 1.01f, 0.02f); }
    } else {
        float drawn = 0.0f, line = b;
#pragma unroll 4
        for (int m = 0; m < 72; ++m) { float d = (line - drawn) * 0.05f; drawn += d; acc = fmaf(drawn, r, acc - d * 0.001f); line *= 1.002f; }
    }
    return acc;
}
__global__ void __launch_bounds__(512) maple_harbor_bk2_a(const int* kind, const float* bal, const float* rate, float* out) {
    int i = blockIdx.x * 512 + threadIdx.x;
    out[i] = loan_value(kind[i], bal[i], rate[i]);
}
__global__ void __launch_bounds__(512) maple_harbor_bk2_b(const int* kind, const float* bal, const float* rate, float* out) {
    __shared__ int start[64];
    __shared__ short order[512];
    int t = threadIdx.x, lane = t & 31, w = t >> 5, base = blockIdx.x * 512;
    int k = kind[base + t], rank = 0;
#pragma unroll
    for (int c = 0; c < 4; ++c) {
        unsigned m = __ballot_sync(~0u, k == c);
        if (k == c) rank = __popc(m & ((1u << lane) - 1));
        if (lane == 0) start[c * 16 + w] = __popc(m);
    }
    __syncthreads();
    if (w == 0) {
        int a = start[2 * lane], b = start[2 * lane + 1], s = a + b;
        for (int d = 1; d < 32; d *= 2) { int v = __shfl_up_sync(~0u, s, d); if (lane >= d) s += v; }
        start[2 * lane] = s - a - b; start[2 * lane + 1] = s - b;
    }
    __syncthreads();
    order[start[k * 16 + w] + rank] = (short)t;
    __syncthreads();
    int i = base + order[t];
    out[i] = loan_value(kind[i], bal[i], rate[i]);
}

// ---- reactors ----------------------------------------------------------
template <bool WIDE>
__device__ __forceinline__ void reactor_body(const float* in, float* out, int steps) {
    __shared__ float cell[1024];
    int t = threadIdx.x, lane = t & 31, w = t >> 5, row = t & ~31;
    float x = in[blockIdx.x * 1024 + t];
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        cell[t] = x;
        if (WIDE) __syncthreads(); else __syncwarp();
        float l = cell[row + ((lane + 31) & 31)], r = cell[row + ((lane + 1) & 31)];
        if (WIDE) __syncthreads(); else __syncwarp();
        x = fmaf(0.2f, l + r - 2.0f * x, x);
        if (((w + s) & 15) == 0) {
            float y = x, q = 0.01f * x;
#pragma unroll 8
            for (int j = 0; j < 96; ++j) y = fmaf(y, 0.98f, q);
            x = 0.6f * x + 0.4f * y;
        }
    }
    out[blockIdx.x * 1024 + t] = x;
}
__global__ void __launch_bounds__(1024, 2) copper_willow_bk2_a(const float* in, float* out, int steps) { reactor_body<true>(in, out, steps); }
__global__ void __launch_bounds__(1024, 2) copper_willow_bk2_b(const float* in, float* out, int steps) { reactor_body<false>(in, out, steps); }

// ---- factions ----------------------------------------------------------
__global__ void __launch_bounds__(192) violet_anchor_bk2_a(const int4* ev, int* tally, int n) {
    for (int i = blockIdx.x * 192 + threadIdx.x; i < n; i += gridDim.x * 192) {
        int4 e = ev[i];
        atomicAdd(&tally[e.x], e.y + (e.z & 3) - (e.w & 1));
    }
}
__global__ void __launch_bounds__(192) violet_anchor_bk2_b(const int4* ev, int* tally, int n) {
    __shared__ int part[6][12];
    int w = threadIdx.x >> 5;
    if (threadIdx.x < 72) part[threadIdx.x / 12][threadIdx.x % 12] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 192 + threadIdx.x; i < n; i += gridDim.x * 192) {
        int4 e = ev[i];
        atomicAdd(&part[w][e.x], e.y + (e.z & 3) - (e.w & 1));
    }
    __syncthreads();
    if (threadIdx.x < 12) {
        int s = 0;
        for (int k = 0; k < 6; ++k) s += part[k][threadIdx.x];
        atomicAdd(&tally[threadIdx.x], s);
    }
}

// ---- superpixels -------------------------------------------------------
constexpr int SW = 4096, SH = 2048, GX = SW / 16, GY = SH / 16;
__global__ void __launch_bounds__(256) lantern_brook_bk2_a(const int* label, const int* lum, int* acc) {
    int x = blockIdx.x * 64 + (threadIdx.x & 63), y0 = blockIdx.y * 16 + (threadIdx.x >> 6);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int y = y0 + 4 * k, p = y * SW + x, l = label[p];
        atomicAdd(&acc[l], lum[p]);
        atomicAdd(&acc[GX * GY + l], x);
        atomicAdd(&acc[2 * GX * GY + l], y);
    }
}
__global__ void __launch_bounds__(256) lantern_brook_bk2_b(const int* label, const int* lum, int* acc) {
    __shared__ int win[3][18];
    if (threadIdx.x < 54) win[threadIdx.x / 18][threadIdx.x % 18] = 0;
    __syncthreads();
    int x = blockIdx.x * 64 + (threadIdx.x & 63), y0 = blockIdx.y * 16 + (threadIdx.x >> 6);
    int cx = blockIdx.x * 4 - 1, cy = blockIdx.y - 1;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int y = y0 + 4 * k, p = y * SW + x, l = label[p];
        int j = (l / GX - cy) * 6 + (l % GX - cx);
        atomicAdd(&win[0][j], lum[p]);
        atomicAdd(&win[1][j], x);
        atomicAdd(&win[2][j], y);
    }
    __syncthreads();
    if (threadIdx.x < 54) {
        int c = threadIdx.x / 18, j = threadIdx.x % 18, v = win[c][j];
        if (v) atomicAdd(&acc[c * GX * GY + (cy + j / 6) * GX + cx + j % 6], v);
    }
}

// ---- lens --------------------------------------------------------------
__global__ void __launch_bounds__(128) saffron_ridge_bk2_a(const float2* in, float2* out, float k1, float k2, float p1) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float2 d = in[i];
    float x = d.x, y = d.y;
#pragma unroll 1
    for (int it = 0; it < 5; ++it) {
        float r2 = x * x + y * y;
        float f = 1.0 / (1.0 + k1 * r2 + k2 * r2 * r2 * 0.5);
        float tx = 2.0 * p1 * x * y + 0.0005 * (r2 + 2.0 * x * x);
        float ty = p1 * (r2 + 2.0 * y * y) + 0.001 * x * y;
        x = (d.x - tx) * f;
        y = (d.y - ty) * f;
    }
    out[i] = make_float2(x, y);
}
__global__ void __launch_bounds__(128) saffron_ridge_bk2_b(const float2* in, float2* out, float k1, float k2, float p1) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float2 d = in[i];
    float x = d.x, y = d.y;
#pragma unroll 1
    for (int it = 0; it < 5; ++it) {
        float r2 = x * x + y * y;
        float f = 1.0f / (1.0f + k1 * r2 + k2 * r2 * r2 * 0.5f);
        float tx = 2.0f * p1 * x * y + 0.0005f * (r2 + 2.0f * x * x);
        float ty = p1 * (r2 + 2.0f * y * y) + 0.001f * x * y;
        x = (d.x - tx) * f;
        y = (d.y - ty) * f;
    }
    out[i] = make_float2(x, y);
}

// ---- ranking -----------------------------------------------------------
__constant__ float idf[8] = {1.2f, 0.7f, 2.1f, 0.4f, 1.6f, 0.9f, 3.0f, 0.55f};
__global__ void __launch_bounds__(384) timber_quill_bk2_a(const uint2* codes, const float* len, float* score, int n) {
    int i = blockIdx.x * 384 + threadIdx.x;
    if (i >= n) return;
    uint2 c = codes[i];
    float norm = 1.2f * (0.25f + 0.75f * fabsf(len[i])), s = 0.0f;
#pragma unroll
    for (int t = 0; t < 8; ++t) {
        float tf = (float)(((t < 4 ? c.x : c.y) >> (8 * (t & 3)) & 15) + 1);
        float d = tf / (tf + norm);
        s += idf[t] * powf(d, 1.5f) * expf(-0.1f * tf) + 0.1f * powf(tf + norm, 0.25f);
    }
    score[i] = s;
}
__global__ void __launch_bounds__(384) timber_quill_bk2_b(const uint2* codes, const float* len, float* score, int n) {
    int i = blockIdx.x * 384 + threadIdx.x;
    if (i >= n) return;
    uint2 c = codes[i];
    float norm = 1.2f * (0.25f + 0.75f * fabsf(len[i])), s = 0.0f;
#pragma unroll
    for (int t = 0; t < 8; ++t) {
        float tf = (float)(((t < 4 ? c.x : c.y) >> (8 * (t & 3)) & 15) + 1);
        float q = rsqrtf(tf + norm);
        float d = tf * q * q;
        s += idf[t] * d * d * rsqrtf(d) * __expf(-0.1f * tf) + 0.1f * rsqrtf(q);
    }
    score[i] = s;
}

// ---- world cells -------------------------------------------------------
__global__ void __launch_bounds__(256) pebble_comet_bk2_a(const u64* key, int2* out, u64 w, u64 h) {
    int i = blockIdx.x * 256 + threadIdx.x;
    u64 k = key[i];
    u64 x = k % w, y = k / w % h, z = k / (w * h);
    out[i] = make_int2((int)(x ^ (y << 3)), (int)(z + (x & 63) + (y & 63) * 64));
}
__global__ void __launch_bounds__(256) pebble_comet_bk2_b(const u64* key, int2* out, u64 w, u64 mw, int sw, unsigned h, u64 mh, int sh) {
    int i = blockIdx.x * 256 + threadIdx.x;
    u64 k = key[i];
    u64 t = __umul64hi(k, mw) >> sw, x = k - t * w;
    u64 z = __umul64hi(t, mh) >> sh, y = t - z * h;
    out[i] = make_int2((int)(x ^ (y << 3)), (int)(z + (x & 63) + (y & 63) * 64));
}

// ---- kinetics ----------------------------------------------------------
constexpr int TAB = 30720;
__global__ void __launch_bounds__(256) hollow_falcon_bk2_a(const float* tab, const int* idx, float* out, int n) {
    extern __shared__ float tb[];
    for (int i = threadIdx.x; i < TAB; i += 256) tb[i] = tab[i];
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        float v = tb[idx[i]], r = 3.2f + 0.3f * v, x = 0.4f + 0.2f * v;
#pragma unroll 16
        for (int s = 0; s < 128; ++s) { float g = fmaf(-r, x, r); x = fmaf(0.5f * 0.999f, x * g, 0.1f); }
        out[i] = x;
    }
}
__global__ void __launch_bounds__(256) hollow_falcon_bk2_b(const float* tab, const int* idx, float* out, int n) {
    extern __shared__ float tb[];
    for (int i = threadIdx.x; i < TAB; i += 256) tb[i] = tab[i];
    __syncthreads();
    int step = gridDim.x * 256;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += 4 * step) {
        float r[4], x[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) { float v = tb[idx[i + k * step]]; r[k] = 3.2f + 0.3f * v; x[k] = 0.4f + 0.2f * v; }
#pragma unroll 8
        for (int s = 0; s < 128; ++s)
#pragma unroll
            for (int k = 0; k < 4; ++k) { float g = fmaf(-r[k], x[k], r[k]); x[k] = fmaf(0.5f * 0.999f, x[k] * g, 0.1f); }
#pragma unroll
        for (int k = 0; k < 4; ++k) out[i + k * step] = x[k];
    }
}

// ---- chromatogram ------------------------------------------------------
constexpr int TS = 12288, HALO = 24;
__constant__ float taps[25] = {.01f, .02f, .03f, .05f, .07f, .1f, .13f, .17f, .21f, .25f, .28f, .3f, .31f, .3f, .28f, .25f, .21f, .17f, .13f, .1f, .07f, .05f, .03f, .02f, .01f};
__device__ __forceinline__ void peak_energy(const float* tile, float* out) {
#pragma unroll
    for (int g = 0; g < 3; ++g) {
        int p = (g * 1024 + threadIdx.x) * 4;
        float v[28], e = 0.0f;
#pragma unroll
        for (int k = 0; k < 7; ++k) *(float4*)&v[4 * k] = *(const float4*)&tile[p + 4 * k];
#pragma unroll
        for (int o = 0; o < 4; ++o) {
            float s = 0.0f;
#pragma unroll
            for (int k = 0; k < 25; ++k) s = fmaf(taps[k], v[o + k], s);
            e = fmaf(s, s, e);
        }
#pragma unroll
        for (int d = 16; d; d >>= 1) e += __shfl_xor_sync(~0u, e, d);
        if ((threadIdx.x & 31) == 0) out[g * 32 + (threadIdx.x >> 5)] = e;
    }
}
__global__ void __launch_bounds__(1024, 1) orchid_summit_bk2_a(const float* in, float* out, int tiles) {
    extern __shared__ __align__(16) float buf[];
    for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
        const float4* src = (const float4*)(in + (size_t)t * TS);
        float4* dst = (float4*)buf;
#pragma unroll
        for (int k = 0; k < 3; ++k) dst[k * 1024 + threadIdx.x] = src[k * 1024 + threadIdx.x];
        if (threadIdx.x < HALO / 4) dst[3072 + threadIdx.x] = src[3072 + threadIdx.x];
        __syncthreads();
        peak_energy(buf, out + t * 96);
        __syncthreads();
    }
}
__device__ __forceinline__ void stage(float* buf, const float* in) {
#pragma unroll
    for (int k = 0; k < 3; ++k) __pipeline_memcpy_async(buf + (k * 1024 + threadIdx.x) * 4, in + (k * 1024 + threadIdx.x) * 4, 16);
    if (threadIdx.x < HALO / 4) __pipeline_memcpy_async(buf + TS + threadIdx.x * 4, in + TS + threadIdx.x * 4, 16);
}
__global__ void __launch_bounds__(1024, 1) orchid_summit_bk2_b(const float* in, float* out, int tiles) {
    extern __shared__ __align__(16) float buf[];
    const int G = gridDim.x;
    for (int k = 0; k < 2; ++k) {
        int t = blockIdx.x + k * G;
        if (t < tiles) stage(buf + k * (TS + HALO), in + (size_t)t * TS);
        __pipeline_commit();
    }
    int cur = 0;
    for (int t = blockIdx.x; t < tiles; t += G) {
        __pipeline_wait_prior(1);
        __syncthreads();
        int nt = t + 2 * G, nb = cur >= 1 ? cur - 1 : 2;
        if (nt < tiles) stage(buf + nb * (TS + HALO), in + (size_t)nt * TS);
        __pipeline_commit();
        peak_energy(buf + cur * (TS + HALO), out + t * 96);
        cur = cur == 2 ? 0 : cur + 1;
    }
}

// ---- orbitals ----------------------------------------------------------
__global__ void __launch_bounds__(256) walnut_prairie_bk2_a(const float* A, const float* B, float* C, int M, int N, int K) {
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    float s = 0.0f;
    for (int k = 0; k < K; ++k) s += A[row * K + k] * B[k * N + col];
    C[row * N + col] = s;
}
__global__ void __launch_bounds__(256) walnut_prairie_bk2_b(const float* A, const float* B, float* C, int M, int N, int K) {
    __shared__ float As[16][132];
    __shared__ float Bs[16][64];
    int t = threadIdx.x, tx = t & 15, ty = t >> 4, row0 = blockIdx.y * 128, col0 = blockIdx.x * 64;
    float acc[8][4] = {};
    for (int k0 = 0; k0 < K; k0 += 16) {
#pragma unroll
        for (int q = 0; q < 2; ++q) {
            int r = (t >> 2) + 64 * q, c = (t & 3) * 4;
            float4 v = *(const float4*)&A[(row0 + r) * K + k0 + c];
            As[c][r] = v.x; As[c + 1][r] = v.y; As[c + 2][r] = v.z; As[c + 3][r] = v.w;
        }
        *(float4*)&Bs[t >> 4][(t & 15) * 4] = *(const float4*)&B[(k0 + (t >> 4)) * N + col0 + (t & 15) * 4];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float a[8], b[4];
            *(float4*)a = *(float4*)&As[k][ty * 8]; *(float4*)(a + 4) = *(float4*)&As[k][ty * 8 + 4];
            *(float4*)b = *(float4*)&Bs[k][tx * 4];
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] = fmaf(a[i], b[j], acc[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) *(float4*)&C[(row0 + ty * 8 + i) * N + col0 + tx * 4] = *(float4*)acc[i];
}

// ---- patches -----------------------------------------------------------
__global__ void __launch_bounds__(256) ember_canyon_bk2_a(const half* A, const half* B, float* C, int M, int N, int K) {
    __shared__ __align__(32) half As[64][40];
    __shared__ __align__(32) half Bs[32][72];
    int t = threadIdx.x, tx = t & 15, ty = t >> 4, row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
    float acc[4][4] = {};
    for (int k0 = 0; k0 < K; k0 += 32) {
        *(uint4*)&As[t >> 2][(t & 3) * 8] = *(const uint4*)&A[(row0 + (t >> 2)) * K + k0 + (t & 3) * 8];
        *(uint4*)&Bs[t >> 3][(t & 7) * 8] = *(const uint4*)&B[(k0 + (t >> 3)) * N + col0 + (t & 7) * 8];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 2) {
            float2 a[4], b0[2], b1[2];
#pragma unroll
            for (int i = 0; i < 4; ++i) a[i] = __half22float2(*(half2*)&As[ty * 4 + i][k]);
#pragma unroll
            for (int j = 0; j < 2; ++j) {
                b0[j] = __half22float2(*(half2*)&Bs[k][tx * 4 + 2 * j]);
                b1[j] = __half22float2(*(half2*)&Bs[k + 1][tx * 4 + 2 * j]);
            }
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 2; ++j) {
                    acc[i][2 * j] = fmaf(a[i].y, b1[j].x, fmaf(a[i].x, b0[j].x, acc[i][2 * j]));
                    acc[i][2 * j + 1] = fmaf(a[i].y, b1[j].y, fmaf(a[i].x, b0[j].y, acc[i][2 * j + 1]));
                }
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) *(float4*)&C[(row0 + ty * 4 + i) * N + col0 + tx * 4] = *(float4*)acc[i];
}
__global__ void __launch_bounds__(256) ember_canyon_bk2_b(const half* A, const half* B, float* C, int M, int N, int K) {
    __shared__ __align__(32) half As[64][48];
    __shared__ __align__(32) half Bs[32][80];
    int t = threadIdx.x, w = t >> 5, row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
    int wr = (w >> 1) * 16, wc = (w & 1) * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2];
    wmma::fill_fragment(acc[0], 0.0f); wmma::fill_fragment(acc[1], 0.0f);
    for (int k0 = 0; k0 < K; k0 += 32) {
        *(uint4*)&As[t >> 2][(t & 3) * 8] = *(const uint4*)&A[(row0 + (t >> 2)) * K + k0 + (t & 3) * 8];
        *(uint4*)&Bs[t >> 3][(t & 7) * 8] = *(const uint4*)&B[(k0 + (t >> 3)) * N + col0 + (t & 7) * 8];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
            wmma::load_matrix_sync(a, &As[wr][k], 48);
#pragma unroll
            for (int j = 0; j < 2; ++j) {
                wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
                wmma::load_matrix_sync(b, &Bs[k][wc + 16 * j], 80);
                wmma::mma_sync(acc[j], a, b, acc[j]);
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < 2; ++j) wmma::store_matrix_sync(&C[(row0 + wr) * N + col0 + wc + 16 * j], acc[j], N, wmma::mem_row_major);
}

// ---- covariance --------------------------------------------------------
__global__ void __launch_bounds__(256) granite_plume_bk2_a(const double* A, const double* B, double* C, int M, int N, int K) {
    __shared__ double As[16][16], Bs[16][16];
    int tx = threadIdx.x & 15, ty = threadIdx.x >> 4, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    double s = 0.0;
    for (int k0 = 0; k0 < K; k0 += 16) {
        As[ty][tx] = A[row * K + k0 + tx];
        Bs[ty][tx] = B[(k0 + ty) * N + col];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) s = fma(As[ty][k], Bs[k][tx], s);
        __syncthreads();
    }
    C[row * N + col] = s;
}
__global__ void __launch_bounds__(256) granite_plume_bk2_b(const double* A, const double* B, double* C, int M, int N, int K) {
    __shared__ __align__(32) double As[64][20];
    __shared__ __align__(32) double Bs[16][68];
    int t = threadIdx.x, w = t >> 5, row0 = blockIdx.y * 64, col0 = blockIdx.x * 64, wr = (w >> 1) * 16, wc = (w & 1) * 32;
    wmma::fragment<wmma::accumulator, 8, 8, 4, double> acc[2][4];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(acc[i][j], 0.0);
    double2 ra[2], rb[2];
    auto load = [&](int k0) {
#pragma unroll
        for (int q = 0; q < 2; ++q) {
            ra[q] = *(const double2*)&A[(row0 + (t >> 3) + 32 * q) * K + k0 + (t & 7) * 2];
            rb[q] = *(const double2*)&B[(k0 + (t >> 5) + 8 * q) * N + col0 + (t & 31) * 2];
        }
    };
    load(0);
    for (int k0 = 0; k0 < K; k0 += 16) {
#pragma unroll
        for (int q = 0; q < 2; ++q) {
            *(double2*)&As[(t >> 3) + 32 * q][(t & 7) * 2] = ra[q];
            *(double2*)&Bs[(t >> 5) + 8 * q][(t & 31) * 2] = rb[q];
        }
        __syncthreads();
        if (k0 + 16 < K) load(k0 + 16);
#pragma unroll
        for (int k = 0; k < 16; k += 4) {
            wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> a[2];
            wmma::load_matrix_sync(a[0], &As[wr][k], 20);
            wmma::load_matrix_sync(a[1], &As[wr + 8][k], 20);
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::row_major> b;
                wmma::load_matrix_sync(b, &Bs[k][wc + 8 * j], 68);
                wmma::mma_sync(acc[0][j], a[0], b, acc[0][j]);
                wmma::mma_sync(acc[1][j], a[1], b, acc[1][j]);
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::store_matrix_sync(&C[(row0 + wr + 8 * i) * N + col0 + wc + 8 * j], acc[i][j], N, wmma::mem_row_major);
}

// ---- camera ------------------------------------------------------------
__device__ __forceinline__ float cam0(float v) { return fmaxf(v + 1.0f - 0.06f, 0.0f); }
__device__ __forceinline__ float cam1(float v, float g) { return v * (1.0f + 0.2f * g); }
__device__ __forceinline__ float cam2(float v) { return v * rsqrtf(v + 0.05f); }
__device__ __forceinline__ float cam3(float v) { return fminf(v, 1.2f) * 0.8f; }
__global__ void __launch_bounds__(256) cobalt_meadow_bk2_a0(const float4* in, float4* t) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 v = in[i];
    t[i] = make_float4(cam0(v.x), cam0(v.y), cam0(v.z), cam0(v.w));
}
__global__ void __launch_bounds__(256) cobalt_meadow_bk2_a1(const float4* t, const float4* gain, float4* u) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 v = t[i], g = gain[i];
    u[i] = make_float4(cam1(v.x, g.x), cam1(v.y, g.y), cam1(v.z, g.z), cam1(v.w, g.w));
}
__global__ void __launch_bounds__(256) cobalt_meadow_bk2_a2(const float4* u, float4* t) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 v = u[i];
    t[i] = make_float4(cam2(v.x), cam2(v.y), cam2(v.z), cam2(v.w));
}
__global__ void __launch_bounds__(256) cobalt_meadow_bk2_a3(const float4* t, float4* out) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 v = t[i];
    out[i] = make_float4(cam3(v.x), cam3(v.y), cam3(v.z), cam3(v.w));
}
__device__ __forceinline__ float cam_all(float v, float g) { return cam3(cam2(cam1(cam0(v), g))); }
__global__ void __launch_bounds__(256) cobalt_meadow_bk2_b(const float4* in, const float4* gain, float4* out) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 v = in[i], g = gain[i];
    out[i] = make_float4(cam_all(v.x, g.x), cam_all(v.y, g.y), cam_all(v.z, g.z), cam_all(v.w, g.w));
}

// ---- boards ------------------------------------------------------------
__device__ __forceinline__ int alive(const int* b, int x, int y) {
    int s = 0;
#pragma unroll
    for (int dy = -1; dy <= 1; ++dy)
#pragma unroll
        for (int dx = -1; dx <= 1; ++dx) if (dx || dy) s += b[((y + dy) & 31) * 64 + ((x + dx) & 63)];
    return s == 3 || (s == 2 && b[y * 64 + x]);
}
__global__ void __launch_bounds__(512) thistle_beacon_bk2_a0(const int* in, int* out) {
    const int* b = in + blockIdx.x * 2048;
    for (int p = threadIdx.x; p < 2048; p += 512) out[blockIdx.x * 2048 + p] = alive(b, p & 63, p >> 6);
}
__global__ void __launch_bounds__(512) thistle_beacon_bk2_b(const int* in, int* out, int gens) {
    __shared__ int s[2][2048];
    for (int p = threadIdx.x; p < 2048; p += 512) s[0][p] = in[blockIdx.x * 2048 + p];
    __syncthreads();
    for (int g = 0; g < gens; ++g) {
        for (int p = threadIdx.x; p < 2048; p += 512) s[(g + 1) & 1][p] = alive(s[g & 1], p & 63, p >> 6);
        __syncthreads();
    }
    for (int p = threadIdx.x; p < 2048; p += 512) out[blockIdx.x * 2048 + p] = s[gens & 1][p];
}

// ---- mild: charges -----------------------------------------------------
__global__ void __launch_bounds__(320) juniper_slate_bk2_a(const float* in, float* out, int n) {
    int i = blockIdx.x * 320 + threadIdx.x;
    if (i >= n) return;
    float q = in[i], v = q;
    if (q < 0.0f) {
#pragma unroll 1
        for (int k = 0; k < 2; ++k) v = fmaf(v, fmaf(0.31f, q, 0.9f), -0.02f);
    } else {
#pragma unroll 1
        for (int k = 0; k < 2; ++k) v = fmaf(v, fmaf(-0.17f, q, 1.1f), 0.05f);
    }
    out[i] = v;
}
__global__ void __launch_bounds__(320) juniper_slate_bk2_b(const float* in, float* out, int n) {
    int i = blockIdx.x * 320 + threadIdx.x;
    if (i >= n) return;
    float q = in[i], v = q;
    bool neg = q < 0.0f;
    float a = neg ? 0.31f : -0.17f, b = neg ? 0.9f : 1.1f, c = neg ? -0.02f : 0.05f;
#pragma unroll
    for (int k = 0; k < 2; ++k) v = fmaf(v, fmaf(a, q, b), c);
    out[i] = v;
}

// ---- mild: exposure rows -----------------------------------------------
template <int EXTRA>
__device__ __forceinline__ void row_sum(const float4* in, float* out) {
    __shared__ float part[8];
    const float4* r = in + (size_t)blockIdx.x * 1024;
    float4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = r[k * 256 + threadIdx.x];
    if (EXTRA) __syncthreads();
    float s = 0.0f;
#pragma unroll
    for (int k = 0; k < 4; ++k) s += fmaxf(v[k].x, 0.f) + fmaxf(v[k].y, 0.f) + fmaxf(v[k].z, 0.f) + fmaxf(v[k].w, 0.f);
#pragma unroll
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    if (EXTRA) __syncthreads();
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x < 8) {
        s = part[threadIdx.x];
#pragma unroll
        for (int d = 4; d; d >>= 1) s += __shfl_xor_sync(0xffu, s, d);
        if (threadIdx.x == 0) out[blockIdx.x] = s;
    }
    if (EXTRA) __syncthreads();
}
__global__ void __launch_bounds__(256) raven_cotton_bk2_a(const float4* in, float* out) { row_sum<1>(in, out); }
__global__ void __launch_bounds__(256) raven_cotton_bk2_b(const float4* in, float* out) { row_sum<0>(in, out); }

// ---- healthy: projection -----------------------------------------------
__global__ void __launch_bounds__(256) amber_glacier_bk2_a(const half* X, const half* W, half* Y) {
    __shared__ __align__(32) half Xs[128][80];
    __shared__ __align__(32) half Ws[64][80];
    int t = threadIdx.x, w = t >> 5, lane = t & 31;
    size_t row0 = (size_t)blockIdx.x * 128;
#pragma unroll
    for (int q = 0; q < 4; ++q) { int r = (t >> 3) + 32 * q, c = (t & 7) * 8; __pipeline_memcpy_async(&Xs[r][c], X + (row0 + r) * 64 + c, 16); }
#pragma unroll
    for (int q = 0; q < 2; ++q) { int r = (t >> 3) + 32 * q, c = (t & 7) * 8; __pipeline_memcpy_async(&Ws[r][c], W + r * 64 + c, 16); }
    __pipeline_commit(); __pipeline_wait_prior(0); __syncthreads();
    wmma::fragment<wmma::accumulator, 16, 16, 16, half> acc[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) wmma::fill_fragment(acc[j], __float2half(0.0f));
#pragma unroll
    for (int k = 0; k < 64; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
        wmma::load_matrix_sync(a, &Xs[w * 16][k], 80);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
            wmma::load_matrix_sync(b, &Ws[k][16 * j], 80);
            wmma::mma_sync(acc[j], a, b, acc[j]);
        }
    }
    __syncwarp();
#pragma unroll
    for (int j = 0; j < 4; ++j) wmma::store_matrix_sync(&Xs[w * 16][16 * j], acc[j], 80, wmma::mem_row_major);
    __syncwarp();
#pragma unroll
    for (int q = 0; q < 4; ++q) { int r = w * 16 + (lane >> 3) + 4 * q, c = (lane & 7) * 8; *(uint4*)(Y + (row0 + r) * 64 + c) = *(uint4*)&Xs[r][c]; }
}

// ---- healthy: softmax --------------------------------------------------
__global__ void __launch_bounds__(128) onyx_lagoon_bk2_a(const half* in, half* out) {
    int lane = threadIdx.x & 31;
    size_t row = (size_t)blockIdx.x * 4 + (threadIdx.x >> 5);
    const uint4* r = (const uint4*)(in + row * 1024);
    uint4 raw[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) raw[k] = r[k * 32 + lane];
    half2* h = (half2*)raw;
    float2 v[16]; float m = -1e30f, s = 0.0f;
#pragma unroll
    for (int k = 0; k < 16; ++k) { v[k] = __half22float2(h[k]); m = fmaxf(m, fmaxf(v[k].x, v[k].y)); }
#pragma unroll
    for (int d = 16; d; d >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
#pragma unroll
    for (int k = 0; k < 16; ++k) { v[k].x = __expf(4.0f * (v[k].x - m)); v[k].y = __expf(4.0f * (v[k].y - m)); s += v[k].x + v[k].y; }
#pragma unroll
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    s = __fdividef(1.0f, s);
#pragma unroll
    for (int k = 0; k < 16; ++k) h[k] = __floats2half2_rn(v[k].x * s, v[k].y * s);
    uint4* o = (uint4*)(out + row * 1024);
#pragma unroll
    for (int k = 0; k < 4; ++k) o[k * 32 + lane] = raw[k];
}

// ---- healthy: bins -----------------------------------------------------
__global__ void __launch_bounds__(512) tulip_engine_bk2_a(const uint4* in, int* bins, int n4) {
    __shared__ int s[1024];
    s[threadIdx.x] = 0; s[threadIdx.x + 512] = 0;
    __syncthreads();
    int step = gridDim.x * 512;
    int i = blockIdx.x * 512 + threadIdx.x;
    for (; i + step < n4; i += 2 * step) {
        uint4 a = in[i], b = in[i + step];
        atomicAdd(&s[a.x >> 22], 1); atomicAdd(&s[a.y >> 22], 1); atomicAdd(&s[a.z >> 22], 1); atomicAdd(&s[a.w >> 22], 1);
        atomicAdd(&s[b.x >> 22], 1); atomicAdd(&s[b.y >> 22], 1); atomicAdd(&s[b.z >> 22], 1); atomicAdd(&s[b.w >> 22], 1);
    }
    for (; i < n4; i += step) {
        uint4 a = in[i];
        atomicAdd(&s[a.x >> 22], 1); atomicAdd(&s[a.y >> 22], 1); atomicAdd(&s[a.z >> 22], 1); atomicAdd(&s[a.w >> 22], 1);
    }
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], s[threadIdx.x]); atomicAdd(&bins[threadIdx.x + 512], s[threadIdx.x + 512]);
}

// ---- healthy: turn -----------------------------------------------------
__global__ void __launch_bounds__(256) velvet_cedar_bk2_a(const float* in, float* out, int w, int h) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int k = 0; k < 32; k += 8) tile[threadIdx.y + k][threadIdx.x] = in[(size_t)(y + k) * w + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x; y = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
    for (int k = 0; k < 32; k += 8) out[(size_t)(y + k) * h + x] = tile[threadIdx.x][threadIdx.y + k];
}

static void magic(u64 d, u64& m, int& s) {  // for values below 2^63
    int lg = 0; while ((1ull << lg) < d) ++lg;
    int p = 63 + lg;
    m = (u64)((((unsigned __int128)1 << p) + d - 1) / d); s = p - 64;
}

int main(int argc, char** argv) {
    using harness::Output;
    std::vector<harness::Case> cs;
    auto add = [&](const char* n, std::function<void()> f, const void* o, size_t c, Output t = Output::f32) { cs.push_back({n, f, o, c, t}); };
    {
        int n = 4 << 20; int* k = harness::indices(n, 4, 11); float* b = harness::filled<float>(n, 2); float* r = harness::filled<float>(n, 3); float* o = harness::empty<float>(n);
        add("maple_harbor_bk2_a", [=] { maple_harbor_bk2_a<<<n / 512, 512>>>(k, b, r, o); }, o, n);
        add("maple_harbor_bk2_b", [=] { maple_harbor_bk2_b<<<n / 512, 512>>>(k, b, r, o); }, o, n);
    }
    {
        int g = 132 * 2 * 8; float* i = harness::filled<float>(g * 1024, 5); float* o = harness::empty<float>(g * 1024);
        add("copper_willow_bk2_a", [=] { copper_willow_bk2_a<<<g, 1024>>>(i, o, 64); }, o, g * 1024);
        add("copper_willow_bk2_b", [=] { copper_willow_bk2_b<<<g, 1024>>>(i, o, 64); }, o, g * 1024);
    }
    {
        int n = 5000000; std::vector<int4> v(n);
        for (int i = 0; i < n; ++i) { uint32_t h = harness::hash32(i + 99); v[i] = make_int4(h % 12, h >> 28, (h >> 8) & 255, i); }
        int4* e = harness::uploaded(v); int* o = harness::empty<int>(12);
        add("violet_anchor_bk2_a", [=] { violet_anchor_bk2_a<<<132 * 10, 192>>>(e, o, n); }, o, 12, Output::i32);
        add("violet_anchor_bk2_b", [=] { violet_anchor_bk2_b<<<132 * 10, 192>>>(e, o, n); }, o, 12, Output::i32);
    }
    {
        std::vector<int> l(SW * SH);
        for (int y = 0; y < SH; ++y) for (int x = 0; x < SW; ++x) {
            int jx = (int)(harness::hash32((y >> 1) * 977 + (x >> 4)) % 9) - 4, jy = (int)(harness::hash32((x >> 2) * 313 + (y >> 4) + 77777) % 9) - 4;
            int a = std::min(std::max(x + jx, 0), SW - 1) / 16, b = std::min(std::max(y + jy, 0), SH - 1) / 16;
            l[y * SW + x] = b * GX + a;
        }
        int* d = harness::uploaded(l); int* u = harness::indices(SW * SH, 256, 21); int* o = harness::empty<int>(3 * GX * GY);
        add("lantern_brook_bk2_a", [=] { lantern_brook_bk2_a<<<dim3(SW / 64, SH / 16), 256>>>(d, u, o); }, o, 3 * GX * GY, Output::i32);
        add("lantern_brook_bk2_b", [=] { lantern_brook_bk2_b<<<dim3(SW / 64, SH / 16), 256>>>(d, u, o); }, o, 3 * GX * GY, Output::i32);
    }
    {
        int n = 8 << 20; float* i = harness::filled<float>(2 * n, 6); float* o = harness::empty<float>(2 * n);
        add("saffron_ridge_bk2_a", [=] { saffron_ridge_bk2_a<<<n / 128, 128>>>((float2*)i, (float2*)o, 0.12f, 0.03f, 0.002f); }, o, 2 * n);
        add("saffron_ridge_bk2_b", [=] { saffron_ridge_bk2_b<<<n / 128, 128>>>((float2*)i, (float2*)o, 0.12f, 0.03f, 0.002f); }, o, 2 * n);
    }
    {
        int n = 6000000; int* c = harness::indices(2 * n, 0xffffffffu, 31); float* l = harness::filled<float>(n, 8); float* o = harness::empty<float>(n);
        add("timber_quill_bk2_a", [=] { timber_quill_bk2_a<<<(n + 383) / 384, 384>>>((uint2*)c, l, o, n); }, o, n);
        add("timber_quill_bk2_b", [=] { timber_quill_bk2_b<<<(n + 383) / 384, 384>>>((uint2*)c, l, o, n); }, o, n);
    }
    {
        int n = 8 << 20; u64 w = 1000003, h = 700001, mw, mh; int sw, sh; magic(w, mw, sw); magic(h, mh, sh);
        std::vector<u64> v(n);
        for (int i = 0; i < n; ++i) v[i] = (((u64)harness::hash32(i) << 32) | harness::hash32(i + 0x51234567)) >> 14;
        u64* k = harness::uploaded(v); int* o = harness::empty<int>(2 * n);
        add("pebble_comet_bk2_a", [=] { pebble_comet_bk2_a<<<n / 256, 256>>>(k, (int2*)o, w, h); }, o, 2 * n, Output::i32);
        add("pebble_comet_bk2_b", [=] { pebble_comet_bk2_b<<<n / 256, 256>>>(k, (int2*)o, w, mw, sw, (unsigned)h, mh, sh); }, o, 2 * n, Output::i32);
    }
    {
        int n = 132 * 256 * 256; float* t = harness::filled<float>(TAB, 9); int* x = harness::indices(n, TAB, 41); float* o = harness::empty<float>(n);
        CHECK(cudaFuncSetAttribute(hollow_falcon_bk2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, TAB * 4));
        CHECK(cudaFuncSetAttribute(hollow_falcon_bk2_b, cudaFuncAttributeMaxDynamicSharedMemorySize, TAB * 4));
        add("hollow_falcon_bk2_a", [=] { hollow_falcon_bk2_a<<<132, 256, TAB * 4>>>(t, x, o, n); }, o, n);
        add("hollow_falcon_bk2_b", [=] { hollow_falcon_bk2_b<<<132, 256, TAB * 4>>>(t, x, o, n); }, o, n);
    }
    {
        int tiles = 132 * 32; float* i = harness::filled<float>((size_t)tiles * TS + HALO, 10); float* o = harness::empty<float>(tiles * 96);
        int s1 = (TS + HALO) * 4, s2 = 3 * s1;
        CHECK(cudaFuncSetAttribute(orchid_summit_bk2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, s1));
        CHECK(cudaFuncSetAttribute(orchid_summit_bk2_b, cudaFuncAttributeMaxDynamicSharedMemorySize, s2));
        add("orchid_summit_bk2_a", [=] { orchid_summit_bk2_a<<<132, 1024, s1>>>(i, o, tiles); }, o, tiles * 96);
        add("orchid_summit_bk2_b", [=] { orchid_summit_bk2_b<<<132, 1024, s2>>>(i, o, tiles); }, o, tiles * 96);
    }
    {
        int M = 1536, N = 1408, K = 1024; float* a = harness::filled<float>(M * K, 12); float* b = harness::filled<float>(K * N, 13); float* o = harness::empty<float>(M * N);
        add("walnut_prairie_bk2_a", [=] { walnut_prairie_bk2_a<<<dim3(N / 32, M / 8), dim3(32, 8)>>>(a, b, o, M, N, K); }, o, M * N);
        add("walnut_prairie_bk2_b", [=] { walnut_prairie_bk2_b<<<dim3(N / 64, M / 128), 256>>>(a, b, o, M, N, K); }, o, M * N);
    }
    {
        int M = 3072, N = 2048, K = 768; half* a = harness::filled<half>(M * K, 14); half* b = harness::filled<half>(K * N, 15); float* o = harness::empty<float>(M * N);
        add("ember_canyon_bk2_a", [=] { ember_canyon_bk2_a<<<dim3(N / 64, M / 64), 256>>>(a, b, o, M, N, K); }, o, M * N);
        add("ember_canyon_bk2_b", [=] { ember_canyon_bk2_b<<<dim3(N / 64, M / 64), 256>>>(a, b, o, M, N, K); }, o, M * N);
    }
    {
        int M = 1536, N = 1536, K = 640; double* a = harness::filled<double>(M * K, 16); double* b = harness::filled<double>(K * N, 17); double* o = harness::empty<double>(M * N);
        add("granite_plume_bk2_a", [=] { granite_plume_bk2_a<<<dim3(N / 16, M / 16), 256>>>(a, b, o, M, N, K); }, o, M * N, Output::f64);
        add("granite_plume_bk2_b", [=] { granite_plume_bk2_b<<<dim3(N / 64, M / 64), 256>>>(a, b, o, M, N, K); }, o, M * N, Output::f64);
    }
    {
        int n = 24 << 20, g = n / 1024; float4* i = (float4*)harness::filled<float>(n, 18); float4* q = (float4*)harness::filled<float>(n, 19);
        float4* t = (float4*)harness::empty<float>(n); float4* u = (float4*)harness::empty<float>(n); float4* o = (float4*)harness::empty<float>(n);
        add("cobalt_meadow_bk2_a", [=] {
            cobalt_meadow_bk2_a0<<<g, 256>>>(i, t); cobalt_meadow_bk2_a1<<<g, 256>>>(t, q, u);
            cobalt_meadow_bk2_a2<<<g, 256>>>(u, t); cobalt_meadow_bk2_a3<<<g, 256>>>(t, o); }, o, n);
        add("cobalt_meadow_bk2_b", [=] { cobalt_meadow_bk2_b<<<g, 256>>>(i, q, o); }, o, n);
    }
    {
        int n = 132 * 2048; int* i = harness::indices(n, 2, 51); int* t = harness::empty<int>(n); int* o = harness::empty<int>(n);
        add("thistle_beacon_bk2_a", [=] {
            for (int g = 0; g < 24; ++g) thistle_beacon_bk2_a0<<<132, 512>>>(g == 0 ? i : g & 1 ? t : o, g & 1 ? o : t); }, o, n, Output::i32);
        add("thistle_beacon_bk2_b", [=] { thistle_beacon_bk2_b<<<132, 512>>>(i, o, 24); }, o, n, Output::i32);
    }
    {
        int n = 40000000; float* i = harness::filled<float>(n, 22); float* o = harness::empty<float>(n);
        add("juniper_slate_bk2_a", [=] { juniper_slate_bk2_a<<<n / 320, 320>>>(i, o, n); }, o, n);
        add("juniper_slate_bk2_b", [=] { juniper_slate_bk2_b<<<n / 320, 320>>>(i, o, n); }, o, n);
    }
    {
        int rows = 16384; float* i = harness::filled<float>((size_t)rows * 4096, 23); float* o = harness::empty<float>(rows);
        add("raven_cotton_bk2_a", [=] { raven_cotton_bk2_a<<<rows, 256>>>((float4*)i, o); }, o, rows);
        add("raven_cotton_bk2_b", [=] { raven_cotton_bk2_b<<<rows, 256>>>((float4*)i, o); }, o, rows);
    }
    {
        size_t M = 1 << 20; half* x = harness::filled<half>(M * 64, 24); half* w = harness::filled<half>(64 * 64, 25); half* o = harness::empty<half>(M * 64);
        add("amber_glacier_bk2_a", [=] { amber_glacier_bk2_a<<<M / 128, 256>>>(x, w, o); }, o, M * 64, Output::f16);
    }
    {
        size_t rows = 65536; half* x = harness::filled<half>(rows * 1024, 26); half* o = harness::empty<half>(rows * 1024);
        add("onyx_lagoon_bk2_a", [=] { onyx_lagoon_bk2_a<<<rows / 4, 128>>>(x, o); }, o, rows * 1024, Output::f16);
    }
    {
        int n = 64 << 20; int* x = harness::indices(n, 0xffffffffu, 61); int* o = harness::empty<int>(1024);
        add("tulip_engine_bk2_a", [=] { tulip_engine_bk2_a<<<132 * 4, 512>>>((uint4*)x, o, n / 4); }, o, 1024, Output::i32);
    }
    {
        int w = 8192, h = 5120; float* x = harness::filled<float>((size_t)w * h, 27); float* o = harness::empty<float>((size_t)w * h);
        add("velvet_cedar_bk2_a", [=] { velvet_cedar_bk2_a<<<dim3(w / 32, h / 32), dim3(32, 8)>>>(x, o, w, h); }, o, (size_t)w * h);
    }
    return harness::run(argc, argv, cs);
}
