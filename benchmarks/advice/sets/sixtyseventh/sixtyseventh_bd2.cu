#include "harness.cuh"

#include <cuda_fp16.h>
#include <mma.h>
#include <numeric>
#include <random>

__global__ void init_positive(float* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = fabsf(harness::unit((uint32_t)i * 2654435761u + seed)) + 1e-4f;
}

// ---- Adam step
__global__ void cedar_anvil_bd2_a(const float* g, const float* m, const float* v, const float* p, float* m_out, float* v_out, float* p_out, int n,
                                  float lr, float beta1, float beta2, float eps, int step) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float grad = g[i];
    float m1 = beta1 * m[i] + (1.0f - beta1) * grad;
    float v1 = beta2 * v[i] + (1.0f - beta2) * grad * grad;
    float c1 = 1.0f - pow(beta1, step);
    float c2 = 1.0f - pow(beta2, step);
    m_out[i] = m1;
    v_out[i] = v1;
    p_out[i] = p[i] - lr * (m1 / c1) / (sqrtf(v1 / c2) + eps);
}
__global__ void cedar_anvil_bd2_b(const float* g, const float* m, const float* v, const float* p, float* m_out, float* v_out, float* p_out, int n,
                                  float lr, float beta1, float beta2, float eps, float c1, float c2) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float grad = g[i];
    float m1 = beta1 * m[i] + (1.0f - beta1) * grad;
    float v1 = beta2 * v[i] + (1.0f - beta2) * grad * grad;
    m_out[i] = m1;
    v_out[i] = v1;
    p_out[i] = p[i] - lr * (m1 / c1) / (sqrtf(v1 / c2) + eps);
}

// ---- MoE: slot of each assignment within its expert
constexpr int kExperts = 64;
__global__ void mango_ferry_bd2_a(const int* expert, int* count, int* slot, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) slot[i] = atomicAdd(&count[expert[i]], 1);
}
__global__ void __launch_bounds__(1024, 2) mango_ferry_bd2_b(const int* expert, int* count, int* slot, int n) {
    constexpr int kItems = 8;
    __shared__ int local[kExperts], base[kExperts];
    if (threadIdx.x < kExperts) local[threadIdx.x] = 0;
    int first = blockIdx.x * 1024 * kItems + threadIdx.x;
    int e[kItems], rank[kItems];
#pragma unroll
    for (int j = 0; j < kItems; ++j) e[j] = first + j * 1024 < n ? expert[first + j * 1024] : -1;
    __syncthreads();
#pragma unroll
    for (int j = 0; j < kItems; ++j) rank[j] = e[j] >= 0 ? atomicAdd(&local[e[j]], 1) : 0;
    __syncthreads();
    if (threadIdx.x < kExperts) base[threadIdx.x] = atomicAdd(&count[threadIdx.x], local[threadIdx.x]);
    __syncthreads();
#pragma unroll
    for (int j = 0; j < kItems; ++j)
        if (e[j] >= 0) slot[first + j * 1024] = base[e[j]] + rank[j];
}

// ---- top-p sampling: running sum over the 1024 candidates of a row
__global__ void __launch_bounds__(1024) velvet_otter_bd2_a(const float* probs, float* cumulative) {
    __shared__ float s[1024];
    int t = threadIdx.x;
    size_t at = blockIdx.x * (size_t)1024 + t;
    s[t] = probs[at];
    __syncthreads();
    for (int d = 1; d < 1024; d *= 2) {
        float add = t >= d ? s[t - d] : 0.0f;
        __syncthreads();
        s[t] += add;
        __syncthreads();
    }
    cumulative[at] = s[t];
}
__global__ void __launch_bounds__(256) velvet_otter_bd2_b(const float* probs, float* cumulative) {
    __shared__ float totals[8];
    int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    size_t at = blockIdx.x * (size_t)256 + t;
    float4 x = reinterpret_cast<const float4*>(probs)[at];
    x.y += x.x; x.z += x.y; x.w += x.z;
    float run = x.w;
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
        float up = __shfl_up_sync(~0u, run, d);
        if (lane >= d) run += up;
    }
    if (lane == 31) totals[warp] = run;
    __syncthreads();
    float before = run - x.w;
#pragma unroll
    for (int w = 0; w < 7; ++w)
        if (w < warp) before += totals[w];
    x.x += before; x.y += before; x.z += before; x.w += before;
    reinterpret_cast<float4*>(cumulative)[at] = x;
}

// ---- decode with grouped queries: scores of one new token against the cached keys
constexpr int kHeads = 64, kKv = 8, kGroup = kHeads / kKv, kDim = 128, kKeys = 4096, kKeysPerBlock = 128;
__device__ __forceinline__ void unpack8(uint4 v, float* f) {
    const __half2* h = reinterpret_cast<const __half2*>(&v);
#pragma unroll
    for (int i = 0; i < 4; ++i) { float2 x = __half22float2(h[i]); f[2 * i] = x.x; f[2 * i + 1] = x.y; }
}
__global__ void __launch_bounds__(256) thimble_cargo_bd2_a(const __half* q, const __half* k, float* scores, float scale) {
    int head = blockIdx.x, first = blockIdx.y * kKeysPerBlock, b = blockIdx.z;
    int part = threadIdx.x & 15, row = threadIdx.x >> 4;
    float qf[8];
    unpack8(reinterpret_cast<const uint4*>(q + (size_t)(b * kHeads + head) * kDim)[part], qf);
    const uint4* keys = reinterpret_cast<const uint4*>(k + ((size_t)(b * kKv + head / kGroup) * kKeys + first) * kDim);
    float* out = scores + (size_t)(b * kHeads + head) * kKeys + first;
#pragma unroll
    for (int r = 0; r < kKeysPerBlock; r += 16) {
        float kf[8], dot = 0;
        unpack8(keys[(r + row) * 16 + part], kf);
#pragma unroll
        for (int i = 0; i < 8; ++i) dot += qf[i] * kf[i];
#pragma unroll
        for (int d = 8; d; d >>= 1) dot += __shfl_xor_sync(~0u, dot, d);
        if (part == 0) out[r + row] = dot * scale;
    }
}
__global__ void __launch_bounds__(256, 2) thimble_cargo_bd2_b(const __half* q, const __half* k, float* scores, float scale) {
    int kv = blockIdx.x, first = blockIdx.y * kKeysPerBlock, b = blockIdx.z;
    int part = threadIdx.x & 15, row = threadIdx.x >> 4;
    float qf[kGroup][8];
#pragma unroll
    for (int h = 0; h < kGroup; ++h)
        unpack8(reinterpret_cast<const uint4*>(q + (size_t)(b * kHeads + kv * kGroup + h) * kDim)[part], qf[h]);
    const uint4* keys = reinterpret_cast<const uint4*>(k + ((size_t)(b * kKv + kv) * kKeys + first) * kDim);
    float* out = scores + (size_t)(b * kHeads + kv * kGroup) * kKeys + first;
#pragma unroll 4
    for (int r = 0; r < kKeysPerBlock; r += 16) {
        float kf[8], dot[kGroup];
        unpack8(keys[(r + row) * 16 + part], kf);
#pragma unroll
        for (int h = 0; h < kGroup; ++h) {
            dot[h] = 0;
#pragma unroll
            for (int i = 0; i < 8; ++i) dot[h] += qf[h][i] * kf[i];
#pragma unroll
            for (int d = 8; d; d >>= 1) dot[h] += __shfl_xor_sync(~0u, dot[h], d);
        }
        float mine = dot[0];
#pragma unroll
        for (int h = 1; h < kGroup; ++h) mine = part == h ? dot[h] : mine;
        if (part < kGroup) out[(size_t)part * kKeys + r + row] = mine * scale;
    }
}

// ---- weights int8 -> fp16, one scale per row of 4096
__global__ void pepper_lantern_bd2_a(const int8_t* w, const float* scale, __half* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = __float2half(w[i] * scale[i >> 12]);
}
__global__ void pepper_lantern_bd2_b(const int8_t* w, const float* scale, __half* out, int n) {
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
    if (i >= n) return;
    uint2 packed = *reinterpret_cast<const uint2*>(w + i);
    float s = scale[i >> 12];
    const char4* c = reinterpret_cast<const char4*>(&packed);
    __half2 h[4];
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        h[2 * j] = __floats2half2_rn(c[j].x * s, c[j].y * s);
        h[2 * j + 1] = __floats2half2_rn(c[j].z * s, c[j].w * s);
    }
    *reinterpret_cast<uint4*>(out + i) = *reinterpret_cast<uint4*>(h);
}

// ---- bias gradient per micro-batch: column sums of [4096 rows][C]
constexpr int kRows = 4096, kCols = 4096;
__global__ void __launch_bounds__(256) walnut_comet_bd2_a(const float* dy, float* db) {
    __shared__ float part[8];
    int c = blockIdx.x;
    const float* base = dy + (size_t)blockIdx.y * kRows * kCols;
    float sum = 0;
#pragma unroll 8
    for (int r = threadIdx.x; r < kRows; r += 256) sum += base[(size_t)r * kCols + c];
    for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 1; i < 8; ++i) sum += part[i];
        db[blockIdx.y * kCols + c] = sum;
    }
}
__global__ void __launch_bounds__(256) walnut_comet_bd2_b(const float* dy, float* db) {
    __shared__ float part[8][33];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, c = blockIdx.x * 32 + lane;
    const float* base = dy + (size_t)blockIdx.y * kRows * kCols;
    float sum = 0;
#pragma unroll 16
    for (int r = warp; r < kRows; r += 8) sum += base[(size_t)r * kCols + c];
    part[warp][lane] = sum;
    __syncthreads();
    if (warp == 0) {
        for (int i = 1; i < 8; ++i) sum += part[i][lane];
        db[blockIdx.y * kCols + c] = sum;
    }
}

// ---- MoE gate: softmax over 64 experts and the two best
template <int kStride>
__device__ __forceinline__ void gate(const float* logits, float2* weight, int2* chosen) {
    __shared__ float tile[128 * kStride];
    const float* mine = logits + blockIdx.x * (size_t)(128 * 64);
#pragma unroll 16
    for (int i = threadIdx.x; i < 128 * 64; i += 128) tile[(i >> 6) * kStride + (i & 63)] = mine[i];
    __syncthreads();
    const float* row = tile + threadIdx.x * kStride;
    float best = -1e30f, second = -1e30f, sum = 0;
    int bi = 0, si = 0;
#pragma unroll 8
    for (int e = 0; e < 64; ++e) {
        float x = row[e];
        if (x > best) { second = best; si = bi; best = x; bi = e; }
        else if (x > second) { second = x; si = e; }
    }
#pragma unroll 8
    for (int e = 0; e < 64; ++e) sum += __expf(row[e] - best);
    int token = blockIdx.x * 128 + threadIdx.x;
    float inv = 1.0f / sum;
    weight[token] = make_float2(inv, __expf(second - best) * inv);
    chosen[token] = make_int2(bi, si);
}
__global__ void __launch_bounds__(128) ribbon_glacier_bd2_a(const float* logits, float2* weight, int2* chosen) { gate<64>(logits, weight, chosen); }
__global__ void __launch_bounds__(128) ribbon_glacier_bd2_b(const float* logits, float2* weight, int2* chosen) { gate<65>(logits, weight, chosen); }

// ---- NF4 weights -> fp16, a scale per 64 weights
__constant__ float nf4[16] = {-1.0f, -0.6961928f, -0.5250731f, -0.3949175f, -0.2844414f, -0.1847734f, -0.0910500f, 0.0f,
                              0.0795803f, 0.1609302f, 0.2461123f, 0.3379152f, 0.4407098f, 0.5626170f, 0.7229568f, 1.0f};
__global__ void __launch_bounds__(256) quartz_meadow_bd2_a(const uint32_t* packed, const float* absmax, uint4* out) {
    for (int j = 0; j < 4; ++j) {
        size_t i = (blockIdx.x * (size_t)4 + j) * 256 + threadIdx.x;
        uint32_t w = packed[i];
        float s = absmax[i >> 3];
        float table[16];
#pragma unroll
        for (int e = 0; e < 16; ++e) table[e] = nf4[e] * s;
        __half h[8];
#pragma unroll
        for (int e = 0; e < 8; ++e) h[e] = __float2half(table[(w >> (4 * e)) & 15]);
        out[i] = *reinterpret_cast<uint4*>(h);
    }
}
__global__ void __launch_bounds__(256) quartz_meadow_bd2_b(const uint32_t* packed, const float* absmax, uint4* out) {
    __shared__ float table[16][32];
    int lane = threadIdx.x & 31;
    for (int e = threadIdx.x >> 5; e < 16; e += 8) table[e][lane] = nf4[e];
    __syncthreads();
    for (int j = 0; j < 4; ++j) {
        size_t i = (blockIdx.x * (size_t)4 + j) * 256 + threadIdx.x;
        uint32_t w = packed[i];
        float s = absmax[i >> 3];
        __half2 h[4];
#pragma unroll
        for (int e = 0; e < 4; ++e)
            h[e] = __floats2half2_rn(table[(w >> (8 * e)) & 15][lane] * s, table[(w >> (8 * e + 4)) & 15][lane] * s);
        out[i] = *reinterpret_cast<uint4*>(h);
    }
}

// ---- projection: C[M][N] = A[M][K] B[K][N], fp16 in, fp32 out
constexpr int gM = 4096, gN = 2048, gK = 2048;
__global__ void __launch_bounds__(256, 2) saffron_bridge_bd2_a(const __half* A, const __half* B, float* C) {
    __shared__ float as[16][132], bs[16][128];
    int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4, m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    int ar = tid >> 1, ac = (tid & 1) * 8, br = tid >> 4, bc = (tid & 15) * 8;
    float acc[8][8] = {};
    for (int k0 = 0; k0 < gK; k0 += 16) {
        float fa[8], fb[8];
        unpack8(*reinterpret_cast<const uint4*>(A + (size_t)(m0 + ar) * gK + k0 + ac), fa);
        unpack8(*reinterpret_cast<const uint4*>(B + (size_t)(k0 + br) * gN + n0 + bc), fb);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 8; ++i) as[ac + i][ar] = fa[i];
        *reinterpret_cast<float4*>(&bs[br][bc]) = make_float4(fb[0], fb[1], fb[2], fb[3]);
        *reinterpret_cast<float4*>(&bs[br][bc + 4]) = make_float4(fb[4], fb[5], fb[6], fb[7]);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 a0 = *reinterpret_cast<float4*>(&as[k][ty * 4]), a1 = *reinterpret_cast<float4*>(&as[k][64 + ty * 4]);
            float4 b0 = *reinterpret_cast<float4*>(&bs[k][tx * 4]), b1 = *reinterpret_cast<float4*>(&bs[k][64 + tx * 4]);
            float a[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w}, b[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] += a[i] * b[j];
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        int r = m0 + (i < 4 ? ty * 4 + i : 64 + ty * 4 + i - 4);
        *reinterpret_cast<float4*>(C + (size_t)r * gN + n0 + tx * 4) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *reinterpret_cast<float4*>(C + (size_t)r * gN + n0 + 64 + tx * 4) = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}
__global__ void __launch_bounds__(256, 2) saffron_bridge_bd2_b(const __half* A, const __half* B, float* C) {
    using namespace nvcuda;
    __shared__ __half as[128][40], bs[32][136];
    int tid = threadIdx.x, warp = tid >> 5, wm = (warp & 3) * 32, wn = (warp >> 2) * 64, m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][4];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
    uint4 ra[2], rb[2];
    auto load = [&](int k0) {
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            int x = tid + i * 256;
            ra[i] = *reinterpret_cast<const uint4*>(A + (size_t)(m0 + (x >> 2)) * gK + k0 + (x & 3) * 8);
            rb[i] = *reinterpret_cast<const uint4*>(B + (size_t)(k0 + (x >> 4)) * gN + n0 + (x & 15) * 8);
        }
    };
    load(0);
    for (int k0 = 0; k0 < gK; k0 += 32) {
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            int x = tid + i * 256;
            *reinterpret_cast<uint4*>(&as[x >> 2][(x & 3) * 8]) = ra[i];
            *reinterpret_cast<uint4*>(&bs[x >> 4][(x & 15) * 8]) = rb[i];
        }
        __syncthreads();
        if (k0 + 32 < gK) load(k0 + 32);
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb[4];
#pragma unroll
            for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(fa[i], &as[wm + i * 16][k], 40);
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(fb[j], &bs[k][wn + j * 16], 136);
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
            wmma::store_matrix_sync(C + (size_t)(m0 + wm + i * 16) * gN + n0 + wn + j * 16, acc[i][j], gN, wmma::mem_row_major);
}

// ---- beam search: walk the parents back to the first step, parents[T][batch][8]
constexpr int kSteps = 512;
__global__ void __launch_bounds__(128) harbor_tulip_bd2_a(const int* parents, int* origin, int width) {
    int i = blockIdx.x * 128 + threadIdx.x, group = i & ~7;
    int beam = i & 7, switches = 0;
    for (int t = kSteps - 1; t >= 0; --t) {
        int p = parents[(size_t)t * width + group + beam];
        switches += p != beam;
        beam = p;
    }
    origin[i] = switches * 8 + beam;
}
__global__ void __launch_bounds__(128) harbor_tulip_bd2_b(const int* parents, int* origin, int width) {
    int i = blockIdx.x * 128 + threadIdx.x;
    int beam = i & 7, switches = 0;
    for (int t = kSteps - 1; t >= 0; t -= 16) {
        int row[16];
#pragma unroll
        for (int j = 0; j < 16; ++j) row[j] = parents[(size_t)(t - j) * width + i];
#pragma unroll
        for (int j = 0; j < 16; ++j) {
            int p = __shfl_sync(~0u, row[j], beam, 8);
            switches += p != beam;
            beam = p;
        }
    }
    origin[i] = switches * 8 + beam;
}

// ---- batch norm statistics, NCHW with 32 channels of 112x112
constexpr int kImages = 128, kChannels = 32, kPlane4 = 112 * 112 / 4;
__device__ __forceinline__ bool channel_sums(const float4* x, int c, int n0, int n1, float& sum, float& squares) {
    __shared__ float part[2][16];
    sum = squares = 0;
    for (int n = n0; n < n1; ++n) {
        const float4* plane = x + (size_t)(n * kChannels + c) * kPlane4;
#pragma unroll 4
        for (int p = threadIdx.x; p < kPlane4; p += 512) {
            float4 v = plane[p];
            sum += v.x + v.y + v.z + v.w;
            squares += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
        }
    }
    for (int d = 16; d; d >>= 1) { sum += __shfl_xor_sync(~0u, sum, d); squares += __shfl_xor_sync(~0u, squares, d); }
    if ((threadIdx.x & 31) == 0) { part[0][threadIdx.x >> 5] = sum; part[1][threadIdx.x >> 5] = squares; }
    __syncthreads();
    if (threadIdx.x) return false;
    for (int i = 1; i < 16; ++i) { sum += part[0][i]; squares += part[1][i]; }
    return true;
}
__global__ void __launch_bounds__(512) copper_violin_bd2_a(const float4* x, float* stats) {
    float sum, squares;
    if (channel_sums(x, blockIdx.x, 0, kImages, sum, squares)) {
        stats[blockIdx.x] = sum;
        stats[kChannels + blockIdx.x] = squares;
    }
}
__global__ void __launch_bounds__(512) copper_violin_bd2_b(const float4* x, float* stats) {
    float sum, squares;
    if (channel_sums(x, blockIdx.x, blockIdx.y * 4, blockIdx.y * 4 + 4, sum, squares)) {
        atomicAdd(&stats[blockIdx.x], sum);
        atomicAdd(&stats[kChannels + blockIdx.x], squares);
    }
}

// ---- mean pooling of ragged sequences, 256 fp16 features
__device__ __forceinline__ float pooled(const uint4* rows, int begin, int end) {
    __shared__ float part[8][256];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    float acc[8] = {};
#pragma unroll 4
    for (int r = begin + warp; r < end; r += 8) {
        float f[8];
        unpack8(rows[(size_t)r * 32 + lane], f);
#pragma unroll
        for (int i = 0; i < 8; ++i) acc[i] += f[i];
    }
#pragma unroll
    for (int i = 0; i < 8; i += 4)
        *reinterpret_cast<float4*>(&part[warp][lane * 8 + i]) = make_float4(acc[i], acc[i + 1], acc[i + 2], acc[i + 3]);
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int w = 0; w < 8; ++w) sum += part[w][threadIdx.x];
    return sum;
}
__global__ void __launch_bounds__(256) juniper_sketch_bd2_a(const uint4* rows, const int* offsets, float* out) {
    int begin = offsets[blockIdx.x], end = offsets[blockIdx.x + 1];
    out[blockIdx.x * 256 + threadIdx.x] = pooled(rows, begin, end) / (end - begin);
}
__global__ void __launch_bounds__(256) juniper_sketch_bd2_b(const uint4* rows, const int4* chunks, float* out) {
    int4 c = chunks[blockIdx.x];
    atomicAdd(&out[c.x * 256 + threadIdx.x], pooled(rows, c.y, c.z) / c.w);
}

// ---- residual
__global__ void __launch_bounds__(256) falcon_biscuit_bd2_a(const float* x, const float* y, float* out, float s) {
    size_t first = blockIdx.x * (size_t)1024 + threadIdx.x;
    float a[4], b[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { a[j] = x[first + j * 256]; b[j] = y[first + j * 256]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) out[first + j * 256] = a[j] + s * b[j];
}
__global__ void __launch_bounds__(256) falcon_biscuit_bd2_b(const float4* x, const float4* y, float4* out, float s) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    float4 a = x[i], b = y[i];
    out[i] = make_float4(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z, a.w + s * b.w);
}

// ---- RMS norm, 8192 wide
template <bool kTree>
__device__ __forceinline__ void rms(const float4* x, const float4* gamma, float4* out) {
    __shared__ float s[256];
    int t = threadIdx.x;
    size_t at = blockIdx.x * (size_t)2048 + t;
    float4 v[8];
    float sum = 0;
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = x[at + j * 256];
#pragma unroll
    for (int j = 0; j < 8; ++j) sum += v[j].x * v[j].x + v[j].y * v[j].y + v[j].z * v[j].z + v[j].w * v[j].w;
    if (kTree) {
        s[t] = sum;
        __syncthreads();
        for (int d = 128; d; d >>= 1) {
            if (t < d) s[t] += s[t + d];
            __syncthreads();
        }
        sum = s[0];
    } else {
#pragma unroll
        for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
        if ((t & 31) == 0) s[t >> 5] = sum;
        __syncthreads();
        sum = 0;
#pragma unroll
        for (int w = 0; w < 8; ++w) sum += s[w];
    }
    float r = rsqrtf(sum / 8192 + 1e-5f);
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        float4 g = gamma[t + j * 256];
        out[at + j * 256] = make_float4(v[j].x * r * g.x, v[j].y * r * g.y, v[j].z * r * g.z, v[j].w * r * g.w);
    }
}
__global__ void __launch_bounds__(256) orchid_hammer_bd2_a(const float4* x, const float4* gamma, float4* out) { rms<true>(x, gamma, out); }
__global__ void __launch_bounds__(256) orchid_hammer_bd2_b(const float4* x, const float4* gamma, float4* out) { rms<false>(x, gamma, out); }

// ---- MoE: gather the tokens into expert order, 4096 fp16 each
__global__ void __launch_bounds__(256) pebble_window_bd2_a(const uint4* tokens, const int* order, uint4* out) {
    const uint4* from = tokens + (size_t)order[blockIdx.x] * 512;
    uint4* to = out + (size_t)blockIdx.x * 512;
    uint4 a = from[threadIdx.x], b = from[threadIdx.x + 256];
    to[threadIdx.x] = a;
    to[threadIdx.x + 256] = b;
}
// ---- 2x2 max pooling of fp16 planes 112x112
__global__ void __launch_bounds__(256) magnet_clover_bd2_a(const uint4* x, uint2* out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    int row = i / 14, col = i - row * 14;
    uint4 a = x[(size_t)row * 28 + col], b = x[(size_t)row * 28 + 14 + col];
    const __half2 *p = reinterpret_cast<const __half2*>(&a), *q = reinterpret_cast<const __half2*>(&b);
    __half h[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { __half2 m = __hmax2(p[j], q[j]); h[j] = __hmax(__low2half(m), __high2half(m)); }
    out[i] = *reinterpret_cast<uint2*>(h);
}
// ---- squared norm of all gradients
__global__ void __launch_bounds__(256) walrus_button_bd2_a(const float4* g, float* total, int n) {
    __shared__ float part[8];
    float sum = 0;
#pragma unroll 4
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        float4 v = g[i];
        sum += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 1; i < 8; ++i) sum += part[i];
        atomicAdd(total, sum);
    }
}

int main(int argc, char** argv) {
    using harness::Output;
    std::vector<harness::Case> cases;
    auto add = [&](const char* name, std::function<void()> launch, const void* out, size_t count, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type});
    };
    const size_t big = (size_t)8 * kRows * kCols;  // 134M floats, shared read-only source
    const float* src = harness::filled<float>(big, 3);
    const __half* hsrc = harness::filled<__half>((size_t)134217728, 5);
    float* dst = harness::empty<float>(big);

    {
        int n = 1 << 25;
        float* v = harness::empty<float>(n);
        init_positive<<<2048, 256>>>(v, n, 11); CHECK(cudaGetLastError());
        float* m_out = dst; float* v_out = dst + n; float* p_out = dst + 2 * (size_t)n;
        int step = 137; float c1 = 1.0 - std::pow((double)0.9f, step), c2 = 1.0 - std::pow((double)0.999f, step);
        const float *g = src, *m = src + n, *p = src + 2 * (size_t)n;
        add("cedar_anvil_bd2_a", [=] { cedar_anvil_bd2_a<<<n / 256, 256>>>(g, m, v, p, m_out, v_out, p_out, n, 1e-2f, 0.9f, 0.999f, 1e-8f, step); }, p_out, n);
        add("cedar_anvil_bd2_b", [=] { cedar_anvil_bd2_b<<<n / 256, 256>>>(g, m, v, p, m_out, v_out, p_out, n, 1e-2f, 0.9f, 0.999f, 1e-8f, c1, c2); }, p_out, n);
    }
    {
        int n = 1 << 22;
        int* e = harness::indices(n, kExperts);
        int* count = harness::empty<int>(kExperts);
        int* slot = harness::empty<int>(n);
        add("mango_ferry_bd2_a", [=] { cudaMemsetAsync(count, 0, kExperts * 4); mango_ferry_bd2_a<<<n / 256, 256>>>(e, count, slot, n); }, slot, n, Output::i32);
        add("mango_ferry_bd2_b", [=] { cudaMemsetAsync(count, 0, kExperts * 4); mango_ferry_bd2_b<<<n / 8192, 1024>>>(e, count, slot, n); }, slot, n, Output::i32);
    }
    {
        size_t rows = 32768, n = rows * 1024;
        float* p = harness::empty<float>(n);
        init_positive<<<2048, 256>>>(p, n, 12); CHECK(cudaGetLastError());
        add("velvet_otter_bd2_a", [=] { velvet_otter_bd2_a<<<rows, 1024>>>(p, dst); }, dst, n);
        add("velvet_otter_bd2_b", [=] { velvet_otter_bd2_b<<<rows, 256>>>(p, dst); }, dst, n);
    }
    {
        int batch = 16;
        const __half* q = harness::filled<__half>((size_t)batch * kHeads * kDim, 21);
        size_t n = (size_t)batch * kHeads * kKeys;
        add("thimble_cargo_bd2_a", [=] { thimble_cargo_bd2_a<<<dim3(kHeads, kKeys / kKeysPerBlock, batch), 256>>>(q, hsrc, dst, 0.088388f); }, dst, n);
        add("thimble_cargo_bd2_b", [=] { thimble_cargo_bd2_b<<<dim3(kKv, kKeys / kKeysPerBlock, batch), 256>>>(q, hsrc, dst, 0.088388f); }, dst, n);
    }
    {
        int n = 1 << 27;
        const int8_t* w = reinterpret_cast<const int8_t*>(harness::indices(n / 4, 0x7fffffffu, 31));
        const float* s = harness::filled<float>(n / 4096, 32);
        __half* out = reinterpret_cast<__half*>(dst);
        add("pepper_lantern_bd2_a", [=] { pepper_lantern_bd2_a<<<n / 256, 256>>>(w, s, out, n); }, out, n, Output::f16);
        add("pepper_lantern_bd2_b", [=] { pepper_lantern_bd2_b<<<n / 2048, 256>>>(w, s, out, n); }, out, n, Output::f16);
    }
    add("walnut_comet_bd2_a", [=] { walnut_comet_bd2_a<<<dim3(kCols, 8), 256>>>(src, dst); }, dst, 8 * kCols);
    add("walnut_comet_bd2_b", [=] { walnut_comet_bd2_b<<<dim3(kCols / 32, 8), 256>>>(src, dst); }, dst, 8 * kCols);
    {
        int tokens = 1 << 20;
        float2* w = reinterpret_cast<float2*>(dst); int2* c = reinterpret_cast<int2*>(dst + 2 * (size_t)tokens);
        add("ribbon_glacier_bd2_a", [=] { ribbon_glacier_bd2_a<<<tokens / 128, 128>>>(src, w, c); }, w, 2 * (size_t)tokens);
        add("ribbon_glacier_bd2_b", [=] { ribbon_glacier_bd2_b<<<tokens / 128, 128>>>(src, w, c); }, w, 2 * (size_t)tokens);
    }
    {
        int words = 1 << 24;
        const uint32_t* w = reinterpret_cast<const uint32_t*>(harness::indices(words, 0xffffffffu, 41));
        uint4* out = reinterpret_cast<uint4*>(dst);
        add("quartz_meadow_bd2_a", [=] { quartz_meadow_bd2_a<<<words / 1024, 256>>>(w, src, out); }, out, (size_t)words * 8, Output::f16);
        add("quartz_meadow_bd2_b", [=] { quartz_meadow_bd2_b<<<words / 1024, 256>>>(w, src, out); }, out, (size_t)words * 8, Output::f16);
    }
    {
        const __half* B = hsrc + (size_t)gM * gK;
        add("saffron_bridge_bd2_a", [=] { saffron_bridge_bd2_a<<<dim3(gN / 128, gM / 128), 256>>>(hsrc, B, dst); }, dst, (size_t)gM * gN);
        add("saffron_bridge_bd2_b", [=] { saffron_bridge_bd2_b<<<dim3(gN / 128, gM / 128), 256>>>(hsrc, B, dst); }, dst, (size_t)gM * gN);
    }
    {
        int width = 16384 * 8;
        const int* parents = harness::indices((size_t)width * kSteps, 8, 51);
        int* out = reinterpret_cast<int*>(dst);
        add("harbor_tulip_bd2_a", [=] { harbor_tulip_bd2_a<<<width / 128, 128>>>(parents, out, width); }, out, width, Output::i32);
        add("harbor_tulip_bd2_b", [=] { harbor_tulip_bd2_b<<<width / 128, 128>>>(parents, out, width); }, out, width, Output::i32);
    }
    {
        const float4* x = reinterpret_cast<const float4*>(src);
        add("copper_violin_bd2_a", [=] { copper_violin_bd2_a<<<kChannels, 512>>>(x, dst); }, dst, 2 * kChannels);
        add("copper_violin_bd2_b", [=] { cudaMemsetAsync(dst, 0, 2 * kChannels * 4); copper_violin_bd2_b<<<dim3(kChannels, kImages / 4), 512>>>(x, dst); }, dst, 2 * kChannels);
    }
    {
        std::vector<int> offsets(1, 0); std::vector<int4> chunks;
        int sequences = 2064;
        for (int s = 0; s < sequences; ++s) {
            int len = s % 172 == 100 ? 16384 : 64 + (int)(harness::hash32(s) % 160), b = offsets.back();
            for (int at = 0; at < len; at += 256) chunks.push_back(make_int4(s, b + at, b + std::min(len, at + 256), len));
            offsets.push_back(b + len);
        }
        int* off = harness::uploaded(offsets); int4* ch = harness::uploaded(chunks); int blocks = (int)chunks.size();
        const uint4* rows = reinterpret_cast<const uint4*>(hsrc);
        size_t n = (size_t)sequences * 256;
        if ((size_t)offsets.back() * 256 > 134217728) return 3;
        add("juniper_sketch_bd2_a", [=] { juniper_sketch_bd2_a<<<sequences, 256>>>(rows, off, dst); }, dst, n);
        add("juniper_sketch_bd2_b", [=] { cudaMemsetAsync(dst, 0, n * 4); juniper_sketch_bd2_b<<<blocks, 256>>>(rows, ch, dst); }, dst, n);
    }
    {
        size_t n = 1 << 26;
        const float4 *x = (const float4*)src, *y = (const float4*)(src + n);
        add("falcon_biscuit_bd2_a", [=] { falcon_biscuit_bd2_a<<<n / 1024, 256>>>(src, src + n, dst, 0.7f); }, dst, n);
        add("falcon_biscuit_bd2_b", [=] { falcon_biscuit_bd2_b<<<n / 1024, 256>>>(x, y, (float4*)dst, 0.7f); }, dst, n);
        int rows = 8192;
        const float4* gamma = (const float4*)harness::filled<float>(8192, 61);
        add("orchid_hammer_bd2_a", [=] { orchid_hammer_bd2_a<<<rows, 256>>>(x, gamma, (float4*)dst); }, dst, n);
        add("orchid_hammer_bd2_b", [=] { orchid_hammer_bd2_b<<<rows, 256>>>(x, gamma, (float4*)dst); }, dst, n);
    }
    {
        std::vector<int> order(32768);
        std::iota(order.begin(), order.end(), 0);
        std::shuffle(order.begin(), order.end(), std::mt19937(9));
        int* o = harness::uploaded(order);
        add("pebble_window_bd2_a", [=] { pebble_window_bd2_a<<<32768, 256>>>((const uint4*)hsrc, o, (uint4*)dst); }, dst, (size_t)32768 * 4096, Output::f16);
        int planes = 10240, n = planes * 56 * 14;
        add("magnet_clover_bd2_a", [=] { magnet_clover_bd2_a<<<(n + 255) / 256, 256>>>((const uint4*)hsrc, (uint2*)dst, n); }, dst, (size_t)n * 4, Output::f16);
        int n4 = (int)(big / 4);
        add("walrus_button_bd2_a", [=] { cudaMemsetAsync(dst, 0, 4); walrus_button_bd2_a<<<132 * 8, 256>>>((const float4*)src, dst, n4); }, dst, 1);
    }
    return harness::run(argc, argv, cases);
}
