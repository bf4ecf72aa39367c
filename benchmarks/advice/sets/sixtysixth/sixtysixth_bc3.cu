// Machine-learning kernels in plain CUDA, before and after review.
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- amber_kite: key cache layout change, [batch][token][channel] to [batch][channel][token], fp16 -------------------------------
constexpr int AK_S = 4096, AK_C = 2048, AK_B = 8;

__global__ void amber_kite_bc3_a(const __half* __restrict__ keys, __half* __restrict__ cache, float scale) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int s = blockIdx.y;
    size_t base = (size_t)blockIdx.z * AK_S * AK_C;
    float k = __half2float(keys[base + (size_t)s * AK_C + c]);
    cache[base + (size_t)c * AK_S + s] = __float2half(k * scale);
}

__global__ void amber_kite_bc3_b(const __half* __restrict__ keys, __half* __restrict__ cache, float scale) {
    __shared__ __half tile[64][66];
    int c0 = blockIdx.x * 64, s0 = blockIdx.y * 64;
    size_t base = (size_t)blockIdx.z * AK_S * AK_C;
#pragma unroll
    for (int rr = 0; rr < 8; ++rr) {
        int r = threadIdx.y + 8 * rr;
        float2 k = __half22float2(*(const __half2*)&keys[base + (size_t)(s0 + r) * AK_C + c0 + 2 * threadIdx.x]);
        *(__half2*)&tile[r][2 * threadIdx.x] = __floats2half2_rn(k.x * scale, k.y * scale);
    }
    __syncthreads();
#pragma unroll
    for (int rr = 0; rr < 8; ++rr) {
        int r = threadIdx.y + 8 * rr;
        __half2 o = __halves2half2(tile[2 * threadIdx.x][r], tile[2 * threadIdx.x + 1][r]);
        *(__half2*)&cache[base + (size_t)(c0 + r) * AK_S + s0 + 2 * threadIdx.x] = o;
    }
}

// ---- copper_finch: attention scores Q K^T per head, fp32, head dimension 64 ------------------------------------------------------
constexpr int CF_T = 2048, CF_D = 64, CF_H = 16, CF_KEYS = 128, CF_QS = 32;

template <int LD>
__device__ __forceinline__ void scores(const float* __restrict__ q, const float* __restrict__ k, float* __restrict__ out) {
    __shared__ __align__(16) float ks[CF_KEYS * LD];
    __shared__ __align__(16) float qs[CF_QS * CF_D];
    const int tid = threadIdx.x;
    const int key0 = blockIdx.x * CF_KEYS;
    const size_t head = (size_t)blockIdx.z * CF_T * CF_D;
    for (int i = tid; i < CF_KEYS * CF_D / 4; i += CF_KEYS) {
        int row = i / (CF_D / 4), col = i % (CF_D / 4) * 4;
        *(float4*)&ks[row * LD + col] = *(const float4*)&k[head + (size_t)(key0 + row) * CF_D + col];
    }
    for (int part = 0; part < 4; ++part) {
        const int q0 = (blockIdx.y * 4 + part) * CF_QS;
        __syncthreads();
        for (int i = tid; i < CF_QS * CF_D / 4; i += CF_KEYS)
            *(float4*)&qs[i * 4] = *(const float4*)&q[head + (size_t)q0 * CF_D + i * 4];
        __syncthreads();
        for (int g = 0; g < CF_QS; g += 8) {
            float acc[8] = {};
#pragma unroll 4
            for (int d = 0; d < CF_D; d += 4) {
                float4 kv = *(const float4*)&ks[tid * LD + d];
#pragma unroll
                for (int j = 0; j < 8; ++j) {
                    float4 qv = *(const float4*)&qs[(g + j) * CF_D + d];
                    acc[j] += qv.x * kv.x + qv.y * kv.y + qv.z * kv.z + qv.w * kv.w;
                }
            }
#pragma unroll
            for (int j = 0; j < 8; ++j)
                out[((size_t)blockIdx.z * CF_T + q0 + g + j) * CF_T + key0 + tid] = acc[j] * 0.125f + 1.0f;
        }
    }
}
__global__ void __launch_bounds__(128) copper_finch_bc3_a(const float* __restrict__ q, const float* __restrict__ k, float* __restrict__ out) {
    scores<CF_D>(q, k, out);
}
__global__ void __launch_bounds__(128) copper_finch_bc3_b(const float* __restrict__ q, const float* __restrict__ k, float* __restrict__ out) {
    scores<CF_D + 4>(q, k, out);
}

// ---- velvet_anchor: searched network whose channels carry one of four activations in turn ----------------------------------------
__device__ __forceinline__ float act_gelu(float x) { return 0.5f * x * (1.0f + erff(x * 0.70710678f)); }
__device__ __forceinline__ float act_mish(float x) { return x * tanhf(log1pf(expf(x))); }
__device__ __forceinline__ float act_softplus(float x) { return log1pf(expf(2.0f * x)) * 0.5f; }
__device__ __forceinline__ float act_swoosh(float x) { return logf(1.0f + expf(x - 1.0f)) - 0.08f * x - 0.31326f + x / (1.0f + expf(-1.7f * x)); }

__global__ void velvet_anchor_bc3_a(const float* __restrict__ x, float* __restrict__ y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = x[i] * 3.0f, r;
    switch (i & 3) {
        case 0: r = act_gelu(v); break;
        case 1: r = act_mish(v); break;
        case 2: r = act_softplus(v); break;
        default: r = act_swoosh(v); break;
    }
    y[i] = r;
}
__global__ void velvet_anchor_bc3_b(const float4* __restrict__ x, float4* __restrict__ y, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = x[i];
    v.x = act_gelu(v.x * 3.0f);
    v.y = act_mish(v.y * 3.0f);
    v.z = act_softplus(v.z * 3.0f);
    v.w = act_swoosh(v.w * 3.0f);
    y[i] = v;
}

// ---- maple_lantern: Adafactor, second moment of the columns of a gradient --------------------------------------------------------
constexpr int ML_C = 512, ML_N = 65536, ML_ROWS = 128;

__global__ void maple_lantern_bc3_a(const float* __restrict__ grad, float* col_sq) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    const float* g = grad + (size_t)blockIdx.y * ML_ROWS * ML_C + c;
#pragma unroll 8
    for (int r = 0; r < ML_ROWS; ++r) {
        float v = g[(size_t)r * ML_C];
        atomicAdd(&col_sq[c], v * v + 1e-30f);
    }
}
__global__ void maple_lantern_bc3_b(const float* __restrict__ grad, float* col_sq) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    const float* g = grad + (size_t)blockIdx.y * ML_ROWS * ML_C + c;
    float acc = 0.0f;
#pragma unroll 8
    for (int r = 0; r < ML_ROWS; ++r) {
        float v = g[(size_t)r * ML_C];
        acc += v * v + 1e-30f;
    }
    atomicAdd(&col_sq[c], acc);
}

// ---- quiet_harbor: sigmoid focal loss, gamma 2, smoothed labels -----------------------------------------------------------------------------------
__device__ __forceinline__ float focal_before(float x, int y) {
    float p = 1.0 / (1.0 + exp(-1.5 * x));
    float pt = y ? p : 1.0 - p;
    float w = y ? 0.25 : 0.75;
    return -w * (1.0 - pt) * (1.0 - pt) * log(pt + 1e-8) - 0.05 * log(1.0 - pt + 1e-8);
}
__device__ __forceinline__ float focal_after(float x, int y) {
    float p = 1.0f / (1.0f + expf(-1.5f * x));
    float pt = y ? p : 1.0f - p;
    float w = y ? 0.25f : 0.75f;
    return -w * (1.0f - pt) * (1.0f - pt) * logf(pt + 1e-8f) - 0.05f * logf(1.0f - pt + 1e-8f);
}
__global__ void quiet_harbor_bc3_a(const float4* __restrict__ logits, const uchar4* __restrict__ labels, float4* __restrict__ loss, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 x = logits[i];
    uchar4 y = labels[i];
    loss[i] = make_float4(focal_before(x.x, y.x & 1), focal_before(x.y, y.y & 1), focal_before(x.z, y.z & 1), focal_before(x.w, y.w & 1));
}
__global__ void quiet_harbor_bc3_b(const float4* __restrict__ logits, const uchar4* __restrict__ labels, float4* __restrict__ loss, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 x = logits[i];
    uchar4 y = labels[i];
    loss[i] = make_float4(focal_after(x.x, y.x & 1), focal_after(x.y, y.y & 1), focal_after(x.z, y.z & 1), focal_after(x.w, y.w & 1));
}

// ---- silver_thicket: additive attention, score = sum over d of v[d] * tanh(q[i][d] + k[j][d]) ------------------------------------
constexpr int ST_Q = 2048, ST_K = 4096, ST_D = 64, ST_G = 16;

__device__ __forceinline__ float fast_ex2(float x) { float r; asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x)); return r; }
__device__ __forceinline__ float fast_rcp(float x) { float r; asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x)); return r; }
constexpr float TWO_LOG2E = 2.885390082f;

__global__ void silver_thicket_bc3_a(const float* __restrict__ q, const float* __restrict__ kt, const float* __restrict__ v, float* __restrict__ out) {
    __shared__ float qs[ST_D][ST_G];
    __shared__ float vs[ST_D];
    int j = blockIdx.x * 128 + threadIdx.x, i0 = blockIdx.y * ST_G;
    for (int t = threadIdx.x; t < ST_D * ST_G; t += 128) qs[t % ST_D][t / ST_D] = q[(size_t)(i0 + t / ST_D) * ST_D + t % ST_D];
    if (threadIdx.x < ST_D) vs[threadIdx.x] = v[threadIdx.x];
    __syncthreads();
    float acc[ST_G] = {};
#pragma unroll 2
    for (int d = 0; d < ST_D; ++d) {
        float k = kt[(size_t)d * ST_K + j], w = vs[d];
#pragma unroll
        for (int i = 0; i < ST_G; ++i) {
            float e = fast_ex2((qs[d][i] + k) * TWO_LOG2E);
            float th = 1.0f - 2.0f * fast_rcp(1.0f + e);
            acc[i] += w * th;
        }
    }
#pragma unroll
    for (int i = 0; i < ST_G; ++i) out[(size_t)(i0 + i) * ST_K + j] = acc[i] + 8.0f;
}
__global__ void silver_thicket_bc3_b(const float* __restrict__ q, const float* __restrict__ kt, const float* __restrict__ v, float* __restrict__ out) {
    __shared__ float qs[ST_D][ST_G];
    __shared__ float vs[ST_D];
    int j = blockIdx.x * 128 + threadIdx.x, i0 = blockIdx.y * ST_G;
    for (int t = threadIdx.x; t < ST_D * ST_G; t += 128)
        qs[t % ST_D][t / ST_D] = fast_ex2(q[(size_t)(i0 + t / ST_D) * ST_D + t % ST_D] * TWO_LOG2E);
    if (threadIdx.x < ST_D) vs[threadIdx.x] = v[threadIdx.x];
    __syncthreads();
    float acc[ST_G] = {}, total = 8.0f;
#pragma unroll 2
    for (int d = 0; d < ST_D; ++d) {
        float ek = fast_ex2(kt[(size_t)d * ST_K + j] * TWO_LOG2E), w = vs[d];
        total += w;
#pragma unroll
        for (int i = 0; i < ST_G; ++i) acc[i] += w * fast_rcp(fmaf(qs[d][i], ek, 1.0f));
    }
#pragma unroll
    for (int i = 0; i < ST_G; ++i) out[(size_t)(i0 + i) * ST_K + j] = total - 2.0f * acc[i];
}

// ---- granite_spoon: L1 distances of latents to a codebook ------------------------------------------------------------------------
constexpr int GS_N = 4096, GS_M = 4096, GS_D = 64;

__global__ void granite_spoon_bc3_a(const float* __restrict__ x, const float* __restrict__ book_t, float* __restrict__ dist) {
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y;
    float acc = 0.0f;
#pragma unroll 8
    for (int d = 0; d < GS_D; ++d) acc += fabsf(x[i * GS_D + d] - book_t[d * GS_M + j]);
    dist[(size_t)i * GS_M + j] = acc;
}
__global__ void __launch_bounds__(256) granite_spoon_bc3_b(const float* __restrict__ x, const float* __restrict__ book_t, float* __restrict__ dist) {
    __shared__ __align__(16) float xs[GS_D][68];
    __shared__ __align__(16) float bs[GS_D][64];
    int tid = threadIdx.y * 32 + threadIdx.x;
    int i0 = blockIdx.y * 64, j0 = blockIdx.x * 64;
#pragma unroll 4
    for (int t = tid; t < 64 * GS_D; t += 256) {
        xs[t % GS_D][t / GS_D] = x[(i0 + t / GS_D) * GS_D + t % GS_D];
        bs[t / 64][t % 64] = book_t[(t / 64) * GS_M + j0 + t % 64];
    }
    __syncthreads();
    int ti = tid / 16 * 4, tj = tid % 16 * 4;
    float4 acc[4] = {};
#pragma unroll 4
    for (int d = 0; d < GS_D; ++d) {
        float4 a4 = *(const float4*)&xs[d][ti], b = *(const float4*)&bs[d][tj];
        float a[4] = {a4.x, a4.y, a4.z, a4.w};
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            acc[i].x += fabsf(a[i] - b.x);
            acc[i].y += fabsf(a[i] - b.y);
            acc[i].z += fabsf(a[i] - b.z);
            acc[i].w += fabsf(a[i] - b.w);
        }
    }
    float4* o = (float4*)dist + ((size_t)(i0 + ti) * GS_M + j0 + tj) / 4;
#pragma unroll
    for (int i = 0; i < 4; ++i) o[i * (GS_M / 4)] = acc[i];
}

// ---- lemon_turret: softmax of rows of 512 classes, one block a row ---------------------------------------------------------------
constexpr int LT_N = 512, LT_ROWS = 131072, LT_MAX_CLASSES = 24576;

__device__ __forceinline__ float block_max(float v, float* red) {
    for (int o = 16; o; o >>= 1) v = fmaxf(v, __shfl_xor_sync(~0u, v, o));
    if (threadIdx.x % 32 == 0) red[threadIdx.x / 32] = v;
    __syncthreads();
    return fmaxf(fmaxf(red[0], red[1]), fmaxf(red[2], red[3]));
}
__device__ __forceinline__ float block_sum(float v, float* red) {
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(~0u, v, o);
    if (threadIdx.x % 32 == 0) red[threadIdx.x / 32] = v;
    __syncthreads();
    return red[0] + red[1] + red[2] + red[3];
}
__device__ __forceinline__ void softmax_row(const float* __restrict__ x, float* __restrict__ y, int n) {
    extern __shared__ __align__(16) float row[];
    __shared__ float red_m[4], red_s[4];
    const float4* in = (const float4*)(x + (size_t)blockIdx.x * n);
    float4* o = (float4*)(y + (size_t)blockIdx.x * n);
    float m = -1e30f, s = 0.0f;
    for (int i = threadIdx.x; i < n / 4; i += 128) {
        float4 v = in[i];
        ((float4*)row)[i] = v;
        m = fmaxf(m, fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)));
    }
    m = block_max(m, red_m);
    for (int i = threadIdx.x; i < n / 4; i += 128) {
        float4 v = ((float4*)row)[i];
        v.x = __expf(v.x - m); v.y = __expf(v.y - m); v.z = __expf(v.z - m); v.w = __expf(v.w - m);
        ((float4*)row)[i] = v;
        s += v.x + v.y + v.z + v.w;
    }
    s = 1.0f / block_sum(s, red_s);
    for (int i = threadIdx.x; i < n / 4; i += 128) {
        float4 v = ((float4*)row)[i];
        o[i] = make_float4(v.x * s, v.y * s, v.z * s, v.w * s);
    }
}
__global__ void __launch_bounds__(128) lemon_turret_bc3_a(const float* __restrict__ x, float* __restrict__ y, int n) { softmax_row(x, y, n); }
__global__ void __launch_bounds__(128) lemon_turret_bc3_b(const float* __restrict__ x, float* __restrict__ y, int n) { softmax_row(x, y, n); }

// ---- cobalt_meadow: int8 linear layer, y = (x w^T) * scale -----------------------------------------------------------------------
constexpr int CM_M = 4096, CM_N = 4096, CM_K = 1024;

__global__ void __launch_bounds__(256, 2) cobalt_meadow_bc3_a(const int8_t* __restrict__ x, const int8_t* __restrict__ w, float* __restrict__ y, float scale) {
    __shared__ __align__(16) int xs[16][132], ws[16][132];
    int tid = threadIdx.x, m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    int tx = tid % 16 * 4, ty = tid / 16 * 4;
    int lr = tid / 4, lk = tid % 4;
    int acc[8][8] = {};
    int4 xa[2], wa[2];
#pragma unroll
    for (int h = 0; h < 2; ++h) {
        xa[h] = *(const int4*)&x[(size_t)(m0 + lr + 64 * h) * CM_K + lk * 16];
        wa[h] = *(const int4*)&w[(size_t)(n0 + lr + 64 * h) * CM_K + lk * 16];
    }
    for (int k0 = 0; k0 < CM_K; k0 += 64) {
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            int r = lr + 64 * h;
            xs[lk * 4][r] = xa[h].x; xs[lk * 4 + 1][r] = xa[h].y; xs[lk * 4 + 2][r] = xa[h].z; xs[lk * 4 + 3][r] = xa[h].w;
            ws[lk * 4][r] = wa[h].x; ws[lk * 4 + 1][r] = wa[h].y; ws[lk * 4 + 2][r] = wa[h].z; ws[lk * 4 + 3][r] = wa[h].w;
        }
        __syncthreads();
        if (k0 + 64 < CM_K) {
#pragma unroll
            for (int h = 0; h < 2; ++h) {
                xa[h] = *(const int4*)&x[(size_t)(m0 + lr + 64 * h) * CM_K + k0 + 64 + lk * 16];
                wa[h] = *(const int4*)&w[(size_t)(n0 + lr + 64 * h) * CM_K + k0 + 64 + lk * 16];
            }
        }
#pragma unroll 1
        for (int k = 0; k < 16; ++k) {
            int4 a0 = *(const int4*)&xs[k][ty], a1 = *(const int4*)&xs[k][ty + 64];
            int4 b0 = *(const int4*)&ws[k][tx], b1 = *(const int4*)&ws[k][tx + 64];
            int a[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w};
            int b[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = __dp4a(a[i], b[j], acc[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        size_t o = (size_t)(m0 + ty + (i & 3) + (i >> 2) * 64) * CM_N + n0 + tx;
        *(float4*)&y[o] = make_float4(acc[i][0] * scale, acc[i][1] * scale, acc[i][2] * scale, acc[i][3] * scale);
        *(float4*)&y[o + 64] = make_float4(acc[i][4] * scale, acc[i][5] * scale, acc[i][6] * scale, acc[i][7] * scale);
    }
}

__global__ void __launch_bounds__(256, 2) cobalt_meadow_bc3_b(const int8_t* __restrict__ x, const int8_t* __restrict__ w, float* __restrict__ y, float scale) {
    __shared__ __align__(16) int xs[128][20], ws[128][20];
    int tid = threadIdx.x, m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    int warp = tid / 32, g = tid % 32 / 4, t = tid % 4;
    int wm = warp / 4 * 64, wn = warp % 4 * 32;
    int lr = tid / 4, lk = tid % 4;
    int acc[4][4][4] = {};
    int4 xa[2], wa[2];
#pragma unroll
    for (int h = 0; h < 2; ++h) {
        xa[h] = *(const int4*)&x[(size_t)(m0 + lr + 64 * h) * CM_K + lk * 16];
        wa[h] = *(const int4*)&w[(size_t)(n0 + lr + 64 * h) * CM_K + lk * 16];
    }
    for (int k0 = 0; k0 < CM_K; k0 += 64) {
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            *(int4*)&xs[lr + 64 * h][lk * 4] = xa[h];
            *(int4*)&ws[lr + 64 * h][lk * 4] = wa[h];
        }
        __syncthreads();
        if (k0 + 64 < CM_K) {
#pragma unroll
            for (int h = 0; h < 2; ++h) {
                xa[h] = *(const int4*)&x[(size_t)(m0 + lr + 64 * h) * CM_K + k0 + 64 + lk * 16];
                wa[h] = *(const int4*)&w[(size_t)(n0 + lr + 64 * h) * CM_K + k0 + 64 + lk * 16];
            }
        }
#pragma unroll
        for (int k = 0; k < 16; k += 8) {
            int a[4][4], b[4][2];
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                a[i][0] = xs[wm + 16 * i + g][k + t];
                a[i][1] = xs[wm + 16 * i + g + 8][k + t];
                a[i][2] = xs[wm + 16 * i + g][k + t + 4];
                a[i][3] = xs[wm + 16 * i + g + 8][k + t + 4];
                b[i][0] = ws[wn + 8 * i + g][k + t];
                b[i][1] = ws[wn + 8 * i + g][k + t + 4];
            }
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j)
                    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+r"(acc[i][j][0]), "+r"(acc[i][j][1]), "+r"(acc[i][j][2]), "+r"(acc[i][j][3])
                                 : "r"(a[i][0]), "r"(a[i][1]), "r"(a[i][2]), "r"(a[i][3]), "r"(b[j][0]), "r"(b[j][1]));
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            size_t o = (size_t)(m0 + wm + 16 * i + g) * CM_N + n0 + wn + 8 * j + 2 * t;
            *(float2*)&y[o] = make_float2(acc[i][j][0] * scale, acc[i][j][1] * scale);
            *(float2*)&y[o + 8 * CM_N] = make_float2(acc[i][j][2] * scale, acc[i][j][3] * scale);
        }
}

// ---- walnut_ferry: int8 value cache back to fp16, a scale for each 128 channels ---------------------------------------------------
__global__ void walnut_ferry_bc3_a(const int8_t* __restrict__ kv, const float* __restrict__ scales, __half* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = __float2half(kv[i] * scales[i >> 7]);
}
__global__ void walnut_ferry_bc3_b(const int8_t* __restrict__ kv, const float* __restrict__ scales, __half* __restrict__ out, int n8) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n8) return;
    int2 packed = ((const int2*)kv)[i];
    float s = scales[i >> 4];
    __half2 r[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int word = (j < 2 ? packed.x : packed.y) >> (j % 2 * 16);
        r[j] = __floats2half2_rn((int8_t)(word & 255) * s, (int8_t)(word >> 8 & 255) * s);
    }
    ((uint4*)out)[i] = *(uint4*)r;
}

// ---- ivory_compass: embedding bags, 64 slots each, closed by -1 ------------------------------------------------------------------
constexpr int IC_BAGS = 49152, IC_ROWS = 2097152, IC_SLOTS = 64;

__global__ void ivory_compass_bc3_a(const float* __restrict__ table, const int* __restrict__ ids, float* __restrict__ out) {
    int bag = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    const int* mine = ids + (size_t)bag * IC_SLOTS;
    float acc = 0.0f;
    for (int j = 0; j < IC_SLOTS; ++j) {
        int id = mine[j];
        if (id < 0) break;
        acc += table[(size_t)id * 32 + lane];
    }
    out[bag * 32 + lane] = acc;
}
__global__ void ivory_compass_bc3_b(const float* __restrict__ table, const int* __restrict__ ids, const int* __restrict__ lengths, float* __restrict__ out) {
    int bag = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    const int* mine = ids + (size_t)bag * IC_SLOTS;
    int len = lengths[bag], j = 0;
    float acc = 0.0f;
    for (; j + 8 <= len; j += 8) {
        int4 i0 = *(const int4*)&mine[j], i1 = *(const int4*)&mine[j + 4];
        float v0 = table[(size_t)i0.x * 32 + lane], v1 = table[(size_t)i0.y * 32 + lane];
        float v2 = table[(size_t)i0.z * 32 + lane], v3 = table[(size_t)i0.w * 32 + lane];
        float v4 = table[(size_t)i1.x * 32 + lane], v5 = table[(size_t)i1.y * 32 + lane];
        float v6 = table[(size_t)i1.z * 32 + lane], v7 = table[(size_t)i1.w * 32 + lane];
        acc += v0; acc += v1; acc += v2; acc += v3; acc += v4; acc += v5; acc += v6; acc += v7;
    }
    for (; j < len; ++j) acc += table[(size_t)mine[j] * 32 + lane];
    out[bag * 32 + lane] = acc;
}

// ---- pepper_quarry: mixture-of-experts router, best 8 of 64 experts for each token; the expert's number rides in the low bits -----
constexpr int PQ_T = 1 << 20, PQ_E = 64, PQ_K = 8;

__device__ __forceinline__ float tagged(float v, int e) { return __int_as_float((__float_as_int(v) & ~63) | e); }

__global__ void pepper_quarry_bc3_a(const float* __restrict__ logits, float* __restrict__ top) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float best[PQ_K];
    for (int k = 0; k < PQ_K; ++k) best[k] = -1e30f;
#pragma unroll 1
    for (int e0 = 0; e0 < PQ_E; e0 += 8) {
        float v[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) v[j] = tagged(logits[(size_t)(e0 + j) * PQ_T + t], e0 + j);
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            if (v[j] <= best[PQ_K - 1]) continue;
            int p = PQ_K - 1;
            while (p > 0 && best[p - 1] < v[j]) {
                best[p] = best[p - 1];
                --p;
            }
            best[p] = v[j];
        }
    }
    for (int k = 0; k < PQ_K; ++k) top[(size_t)k * PQ_T + t] = best[k];
}
__global__ void pepper_quarry_bc3_b(const float* __restrict__ logits, float* __restrict__ top) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float best[PQ_K];
#pragma unroll
    for (int k = 0; k < PQ_K; ++k) best[k] = -1e30f;
#pragma unroll 1
    for (int e0 = 0; e0 < PQ_E; e0 += 8) {
        float v[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) v[j] = tagged(logits[(size_t)(e0 + j) * PQ_T + t], e0 + j);
#pragma unroll
        for (int j = 0; j < 8; ++j)
#pragma unroll
            for (int k = 0; k < PQ_K; ++k) {
                float hi = fmaxf(best[k], v[j]);
                v[j] = fminf(best[k], v[j]);
                best[k] = hi;
            }
    }
#pragma unroll
    for (int k = 0; k < PQ_K; ++k) top[(size_t)k * PQ_T + t] = best[k];
}

// ---- tulip_barrel: AdamW step, fp32 ----------------------------------------------------------------------------------------------
__device__ __forceinline__ void adamw(float& p, float g, float& m, float& v, float lr, float c1, float c2) {
    m = 0.9f * m + 0.1f * g;
    v = 0.999f * fabsf(v) + 0.001f * g * g;
    p = p * (1.0f - lr * 0.01f) - lr * (m * c1) * rsqrtf(v * c2 + 1e-12f);
}
__global__ void tulip_barrel_bc3_a(const float* __restrict__ p, const float* __restrict__ g, const float* __restrict__ m, const float* __restrict__ v,
                                   float* __restrict__ p2, float* __restrict__ m2, float* __restrict__ v2, int n, float lr, float c1, float c2) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float pp = p[i], mm = m[i], vv = v[i];
    adamw(pp, g[i], mm, vv, lr, c1, c2);
    p2[i] = pp; m2[i] = mm; v2[i] = vv;
}
__global__ void tulip_barrel_bc3_b(const float4* __restrict__ p, const float4* __restrict__ g, const float4* __restrict__ m, const float4* __restrict__ v,
                                   float4* __restrict__ p2, float4* __restrict__ m2, float4* __restrict__ v2, int n4, float lr, float c1, float c2) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 pp = p[i], gg = g[i], mm = m[i], vv = v[i];
    adamw(pp.x, gg.x, mm.x, vv.x, lr, c1, c2);
    adamw(pp.y, gg.y, mm.y, vv.y, lr, c1, c2);
    adamw(pp.z, gg.z, mm.z, vv.z, lr, c1, c2);
    adamw(pp.w, gg.w, mm.w, vv.w, lr, c1, c2);
    p2[i] = pp; m2[i] = mm; v2[i] = vv;
}

// ---- nickel_orchard: residual branch scaled and added ----------------------------------------------------------------------------
__global__ void nickel_orchard_bc3_a(const float4* __restrict__ x, const float4* __restrict__ r, float4* __restrict__ y, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 a = x[i], b = r[i];
    y[i] = make_float4(a.x + 0.1 * b.x, a.y + 0.1 * b.y, a.z + 0.1 * b.z, a.w + 0.1 * b.w);
}
__global__ void nickel_orchard_bc3_b(const float4* __restrict__ x, const float4* __restrict__ r, float4* __restrict__ y, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 a = x[i], b = r[i];
    y[i] = make_float4(a.x + 0.1f * b.x, a.y + 0.1f * b.y, a.z + 0.1f * b.z, a.w + 0.1f * b.w);
}

// ---- basil_window: token embedding lookup, fp16 rows of 4 KB ---------------------------------------------------------------------
__global__ void __launch_bounds__(128) basil_window_bc3_a(const uint4* __restrict__ table, const int* __restrict__ tokens, uint4* __restrict__ out) {
    size_t row = (size_t)tokens[blockIdx.x] * 256;
    uint4 a = table[row + threadIdx.x], b = table[row + 128 + threadIdx.x];
    out[(size_t)blockIdx.x * 256 + threadIdx.x] = a;
    out[(size_t)blockIdx.x * 256 + 128 + threadIdx.x] = b;
}

// ---- raven_pillow: softmax of rows of 4096, the row in registers -----------------------------------------------------------------
__global__ void __launch_bounds__(256) raven_pillow_bc3_a(const float4* __restrict__ x, float4* __restrict__ y) {
    __shared__ float red_m[8], red_s[8];
    const float4* in = x + (size_t)blockIdx.x * 1024;
    float4 v[4];
    float m = -1e30f, s = 0.0f;
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = in[j * 256 + threadIdx.x];
#pragma unroll
    for (int j = 0; j < 4; ++j) m = fmaxf(m, fmaxf(fmaxf(v[j].x, v[j].y), fmaxf(v[j].z, v[j].w)));
    for (int o = 16; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, o));
    if (threadIdx.x % 32 == 0) red_m[threadIdx.x / 32] = m;
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 8; ++j) m = fmaxf(m, red_m[j]);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        v[j].x = __expf(v[j].x - m); v[j].y = __expf(v[j].y - m); v[j].z = __expf(v[j].z - m); v[j].w = __expf(v[j].w - m);
        s += v[j].x + v[j].y + v[j].z + v[j].w;
    }
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    if (threadIdx.x % 32 == 0) red_s[threadIdx.x / 32] = s;
    __syncthreads();
    s = 0.0f;
#pragma unroll
    for (int j = 0; j < 8; ++j) s += red_s[j];
    s = 1.0f / s;
    float4* o = y + (size_t)blockIdx.x * 1024;
#pragma unroll
    for (int j = 0; j < 4; ++j) o[j * 256 + threadIdx.x] = make_float4(v[j].x * s, v[j].y * s, v[j].z * s, v[j].w * s);
}

// ---- cedar_button: squared norm of all gradients for clipping --------------------------------------------------------------------
__global__ void __launch_bounds__(256) cedar_button_bc3_a(const float4* __restrict__ g, float* norm_sq, int n4) {
    __shared__ float red[8];
    float s = 0.0f;
    int stride = gridDim.x * blockDim.x;
#pragma unroll 4
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += stride) {
        float4 v = g[i];
        s += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    if (threadIdx.x % 32 == 0) red[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int j = 1; j < 8; ++j) s += red[j];
        atomicAdd(norm_sq, s);
    }
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    {
        size_t n = (size_t)AK_B * AK_S * AK_C;
        __half* in = harness::filled<__half>(n, 3);
        __half* out = harness::empty<__half>(n);
        cases.push_back({"amber_kite_bc3_a", [=] { amber_kite_bc3_a<<<dim3(AK_C / 256, AK_S, AK_B), 256>>>(in, out, 0.25f); }, out, n, Output::f16});
        cases.push_back({"amber_kite_bc3_b", [=] { amber_kite_bc3_b<<<dim3(AK_C / 64, AK_S / 64, AK_B), dim3(32, 8)>>>(in, out, 0.25f); }, out, n, Output::f16});
    }
    {
        size_t n = (size_t)CF_H * CF_T * CF_D, m = (size_t)CF_H * CF_T * CF_T;
        float *q = harness::filled<float>(n, 5), *k = harness::filled<float>(n, 6), *out = harness::empty<float>(m);
        dim3 grid(CF_T / CF_KEYS, CF_T / (4 * CF_QS), CF_H);
        cases.push_back({"copper_finch_bc3_a", [=] { copper_finch_bc3_a<<<grid, 128>>>(q, k, out); }, out, m, Output::f32});
        cases.push_back({"copper_finch_bc3_b", [=] { copper_finch_bc3_b<<<grid, 128>>>(q, k, out); }, out, m, Output::f32});
    }
    {
        int n = 1 << 25;
        float *x = harness::filled<float>(n, 9), *y = harness::empty<float>(n);
        cases.push_back({"velvet_anchor_bc3_a", [=] { velvet_anchor_bc3_a<<<n / 256, 256>>>(x, y, n); }, y, (size_t)n, Output::f32});
        cases.push_back({"velvet_anchor_bc3_b", [=] { velvet_anchor_bc3_b<<<n / 1024, 256>>>((const float4*)x, (float4*)y, n / 4); }, y, (size_t)n, Output::f32});
    }
    {
        float *g = harness::filled<float>((size_t)ML_N * ML_C, 11), *out = harness::empty<float>(ML_C);
        dim3 grid(ML_C / 128, ML_N / ML_ROWS);
        cases.push_back({"maple_lantern_bc3_a", [=] { maple_lantern_bc3_a<<<grid, 128>>>(g, out); }, out, (size_t)ML_C, Output::f32});
        cases.push_back({"maple_lantern_bc3_b", [=] { maple_lantern_bc3_b<<<grid, 128>>>(g, out); }, out, (size_t)ML_C, Output::f32});
    }
    {
        int n = 1 << 25;
        float *x = harness::filled<float>(n, 13), *loss = harness::empty<float>(n);
        int* labels = harness::indices(n / 4, 0xffffffffu, 17);
        cases.push_back({"quiet_harbor_bc3_a", [=] { quiet_harbor_bc3_a<<<n / 1024, 256>>>((const float4*)x, (const uchar4*)labels, (float4*)loss, n / 4); }, loss, (size_t)n, Output::f32});
        cases.push_back({"quiet_harbor_bc3_b", [=] { quiet_harbor_bc3_b<<<n / 1024, 256>>>((const float4*)x, (const uchar4*)labels, (float4*)loss, n / 4); }, loss, (size_t)n, Output::f32});
    }
    {
        float *q = harness::filled<float>((size_t)ST_Q * ST_D, 19), *k = harness::filled<float>((size_t)ST_K * ST_D, 21), *v = harness::filled<float>(ST_D, 23);
        size_t m = (size_t)ST_Q * ST_K;
        float* out = harness::empty<float>(m);
        dim3 grid(ST_K / 128, ST_Q / ST_G);
        cases.push_back({"silver_thicket_bc3_a", [=] { silver_thicket_bc3_a<<<grid, 128>>>(q, k, v, out); }, out, m, Output::f32});
        cases.push_back({"silver_thicket_bc3_b", [=] { silver_thicket_bc3_b<<<grid, 128>>>(q, k, v, out); }, out, m, Output::f32});
    }
    {
        float *x = harness::filled<float>((size_t)GS_N * GS_D, 25), *b = harness::filled<float>((size_t)GS_M * GS_D, 27);
        size_t m = (size_t)GS_N * GS_M;
        float* out = harness::empty<float>(m);
        cases.push_back({"granite_spoon_bc3_a", [=] { granite_spoon_bc3_a<<<dim3(GS_M / 32, GS_N / 8), dim3(32, 8)>>>(x, b, out); }, out, m, Output::f32});
        cases.push_back({"granite_spoon_bc3_b", [=] { granite_spoon_bc3_b<<<dim3(GS_M / 64, GS_N / 64), dim3(32, 8)>>>(x, b, out); }, out, m, Output::f32});
    }
    {
        size_t n = (size_t)LT_N * LT_ROWS;
        float *x = harness::filled<float>(n, 29), *y = harness::empty<float>(n);
        CHECK(cudaFuncSetAttribute(lemon_turret_bc3_a, cudaFuncAttributeMaxDynamicSharedMemorySize, LT_MAX_CLASSES * 4));
        cases.push_back({"lemon_turret_bc3_a", [=] { lemon_turret_bc3_a<<<LT_ROWS, 128, LT_MAX_CLASSES * 4>>>(x, y, LT_N); }, y, n, Output::f32});
        cases.push_back({"lemon_turret_bc3_b", [=] { lemon_turret_bc3_b<<<LT_ROWS, 128, LT_N * 4>>>(x, y, LT_N); }, y, n, Output::f32});
    }
    {
        const int8_t* x = (const int8_t*)harness::indices((size_t)CM_M * CM_K / 4, 0xffffffffu, 31);
        const int8_t* w = (const int8_t*)harness::indices((size_t)CM_N * CM_K / 4, 0xffffffffu, 0x3333333u);
        size_t m = (size_t)CM_M * CM_N;
        float* y = harness::empty<float>(m);
        dim3 grid(CM_N / 128, CM_M / 128);
        cases.push_back({"cobalt_meadow_bc3_a", [=] { cobalt_meadow_bc3_a<<<grid, 256>>>(x, w, y, 1e-4f); }, y, m, Output::f32});
        cases.push_back({"cobalt_meadow_bc3_b", [=] { cobalt_meadow_bc3_b<<<grid, 256>>>(x, w, y, 1e-4f); }, y, m, Output::f32});
    }
    {
        int n = 1 << 27;
        const int8_t* kv = (const int8_t*)harness::indices(n / 4, 0xffffffffu, 37);
        float* s = harness::filled<float>(n / 128, 39);
        __half* out = harness::empty<__half>(n);
        cases.push_back({"walnut_ferry_bc3_a", [=] { walnut_ferry_bc3_a<<<n / 256, 256>>>(kv, s, out, n); }, out, (size_t)n, Output::f16});
        cases.push_back({"walnut_ferry_bc3_b", [=] { walnut_ferry_bc3_b<<<n / 2048, 256>>>(kv, s, out, n / 8); }, out, (size_t)n, Output::f16});
    }
    {
        float* table = harness::filled<float>((size_t)IC_ROWS * 32, 41);
        std::vector<int> ids((size_t)IC_BAGS * IC_SLOTS), lengths(IC_BAGS);
        for (int b = 0; b < IC_BAGS; ++b) {
            lengths[b] = 52 + harness::hash32(b + 77) % 12;
            for (int j = 0; j < IC_SLOTS; ++j) ids[(size_t)b * IC_SLOTS + j] = j < lengths[b] ? int(harness::hash32(b * IC_SLOTS + j + 1234567u) % IC_ROWS) : -1;
        }
        int *d_ids = harness::uploaded(ids), *d_len = harness::uploaded(lengths);
        size_t m = (size_t)IC_BAGS * 32;
        float* out = harness::empty<float>(m);
        cases.push_back({"ivory_compass_bc3_a", [=] { ivory_compass_bc3_a<<<IC_BAGS / 8, 256>>>(table, d_ids, out); }, out, m, Output::f32});
        cases.push_back({"ivory_compass_bc3_b", [=] { ivory_compass_bc3_b<<<IC_BAGS / 8, 256>>>(table, d_ids, d_len, out); }, out, m, Output::f32});
    }
    {
        float *x = harness::filled<float>((size_t)PQ_T * PQ_E, 43), *top = harness::empty<float>((size_t)PQ_T * PQ_K);
        cases.push_back({"pepper_quarry_bc3_a", [=] { pepper_quarry_bc3_a<<<PQ_T / 256, 256>>>(x, top); }, top, (size_t)PQ_T * PQ_K, Output::f32});
        cases.push_back({"pepper_quarry_bc3_b", [=] { pepper_quarry_bc3_b<<<PQ_T / 256, 256>>>(x, top); }, top, (size_t)PQ_T * PQ_K, Output::f32});
    }
    {
        int n = 1 << 25;
        float *p = harness::filled<float>(n, 45), *g = harness::filled<float>(n, 47), *m = harness::filled<float>(n, 49), *v = harness::filled<float>(n, 51);
        float *p2 = harness::empty<float>(n), *m2 = harness::empty<float>(n), *v2 = harness::empty<float>(n);
        cases.push_back({"tulip_barrel_bc3_a", [=] { tulip_barrel_bc3_a<<<n / 256, 256>>>(p, g, m, v, p2, m2, v2, n, 1e-3f, 1.2f, 1.1f); }, p2, (size_t)n, Output::f32});
        cases.push_back({"tulip_barrel_bc3_b", [=] {
            tulip_barrel_bc3_b<<<n / 1024, 256>>>((const float4*)p, (const float4*)g, (const float4*)m, (const float4*)v, (float4*)p2, (float4*)m2, (float4*)v2, n / 4, 1e-3f, 1.2f, 1.1f);
        }, p2, (size_t)n, Output::f32});
    }
    {
        int n = 1 << 26;
        float *x = harness::filled<float>(n, 53), *r = harness::filled<float>(n, 55), *y = harness::empty<float>(n);
        cases.push_back({"nickel_orchard_bc3_a", [=] { nickel_orchard_bc3_a<<<n / 1024, 256>>>((const float4*)x, (const float4*)r, (float4*)y, n / 4); }, y, (size_t)n, Output::f32});
        cases.push_back({"nickel_orchard_bc3_b", [=] { nickel_orchard_bc3_b<<<n / 1024, 256>>>((const float4*)x, (const float4*)r, (float4*)y, n / 4); }, y, (size_t)n, Output::f32});
    }
    {
        int tokens = 65536, vocab = 131072;
        __half* table = harness::filled<__half>((size_t)vocab * 2048, 57);
        int* ids = harness::indices(tokens, vocab, 59);
        size_t m = (size_t)tokens * 2048;
        __half* out = harness::empty<__half>(m);
        cases.push_back({"basil_window_bc3_a", [=] { basil_window_bc3_a<<<tokens, 128>>>((const uint4*)table, ids, (uint4*)out); }, out, m, Output::f16});
    }
    {
        int rows = 16384;
        size_t n = (size_t)rows * 4096;
        float *x = harness::filled<float>(n, 61), *y = harness::empty<float>(n);
        cases.push_back({"raven_pillow_bc3_a", [=] { raven_pillow_bc3_a<<<rows, 256>>>((const float4*)x, (float4*)y); }, y, n, Output::f32});
    }
    {
        int n = 1 << 28;
        float *g = harness::filled<float>(n, 63), *out = harness::empty<float>(1);
        cases.push_back({"cedar_button_bc3_a", [=] { cedar_button_bc3_a<<<132 * 8, 256>>>((const float4*)g, out, n / 4); }, out, (size_t)1, Output::f32});
    }
    return harness::run(argc, argv, cases);
}
