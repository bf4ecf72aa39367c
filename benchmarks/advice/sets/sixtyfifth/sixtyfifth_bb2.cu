#include "harness.cuh"
#include <cuda_fp16.h>
#include <mma.h>
using harness::Case;
using harness::Output;

// ---- K cache repack: [BH][S][128] -> [BH][128][S]
constexpr int kSeq = 2048, kDim = 128, kBH = 512;
__global__ void copper_lantern_bb2_a(const __half* __restrict__ k, __half* __restrict__ cache) {
    int d = threadIdx.x & (kDim - 1);
    int s = blockIdx.x * 2 + (threadIdx.x >> 7);
    size_t bh = blockIdx.y;
    cache[(bh * kDim + d) * kSeq + s] = k[(bh * kSeq + s) * kDim + d];
}
__global__ void copper_lantern_bb2_b(const __half* __restrict__ k, __half* __restrict__ cache) {
    __shared__ __half2 tile[64 * 33];
    int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    int s0 = blockIdx.x * 64, d0 = blockIdx.z * 64;
    size_t bh = blockIdx.y;
    #pragma unroll
    for (int i = 0; i < 8; ++i) {
        int s = w + i * 8;
        tile[s * 33 + lane] = *(const __half2*)(k + (bh * kSeq + s0 + s) * kDim + d0 + lane * 2);
    }
    __syncthreads();
    const __half* t = (const __half*)tile;
    #pragma unroll
    for (int i = 0; i < 8; ++i) {
        int d = w + i * 8;
        __half2 v = __halves2half2(t[(2 * lane) * 66 + d], t[(2 * lane + 1) * 66 + d]);
        *(__half2*)(cache + (bh * kDim + d0 + d) * kSeq + s0 + lane * 2) = v;
    }
}

// ---- MoE router logits in fp32
constexpr int kTok = 32768, kHid = 1024, kExp = 64;
__global__ void velvet_harbor_bb2_a(const float* __restrict__ x, const float* __restrict__ w, float* __restrict__ logits) {
    int e = threadIdx.x, t = blockIdx.x * blockDim.y + threadIdx.y;
    float acc = 0.f;
    for (int h = 0; h < kHid; ++h) acc += x[(size_t)t * kHid + h] * w[h * kExp + e];
    logits[(size_t)t * kExp + e] = acc;
}
__global__ void __launch_bounds__(256) velvet_harbor_bb2_b(const float* __restrict__ x, const float* __restrict__ w, float* __restrict__ logits) {
    __shared__ __align__(16) float xs[32 * 68];
    __shared__ __align__(16) float ws[32 * 64];
    int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4;
    size_t t0 = (size_t)blockIdx.x * 64;
    float acc[4][4] = {};
    for (int h0 = 0; h0 < kHid; h0 += 32) {
        #pragma unroll
        for (int i = 0; i < 2; ++i) {
            int q = tid + i * 256, r = q >> 3, c = (q & 7) * 4;
            float4 v = *(const float4*)(x + (t0 + r) * kHid + h0 + c);
            xs[(c + 0) * 68 + r] = v.x; xs[(c + 1) * 68 + r] = v.y;
            xs[(c + 2) * 68 + r] = v.z; xs[(c + 3) * 68 + r] = v.w;
            ((float4*)ws)[q] = ((const float4*)(w + h0 * kExp))[q];
        }
        __syncthreads();
        #pragma unroll
        for (int h = 0; h < 32; ++h) {
            float4 a = *(const float4*)(xs + h * 68 + ty * 4);
            float4 b = *(const float4*)(ws + h * 64 + tx * 4);
            float aa[4] = {a.x, a.y, a.z, a.w}, bb[4] = {b.x, b.y, b.z, b.w};
            #pragma unroll
            for (int i = 0; i < 4; ++i)
                #pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] += aa[i] * bb[j];
        }
        __syncthreads();
    }
    #pragma unroll
    for (int i = 0; i < 4; ++i)
        *(float4*)(logits + (t0 + ty * 4 + i) * kExp + tx * 4) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}

// ---- int8 group-of-32 quantiser
__device__ __forceinline__ void group_quant(const float* __restrict__ x, uint32_t* __restrict__ q, float* __restrict__ scale, int P, int Q) {
    __shared__ float sm[256 * 33];
    __shared__ uint32_t qs[256 * 9];
    int tid = threadIdx.x;
    size_t base = (size_t)blockIdx.x * 8192;
    #pragma unroll
    for (int i = 0; i < 32; ++i) {
        int e = i * 256 + tid;
        sm[(e >> 5) * P + (e & 31)] = x[base + e];
    }
    __syncthreads();
    const float* g = sm + tid * P;
    float amax = 1e-8f;
    #pragma unroll
    for (int j = 0; j < 32; ++j) amax = fmaxf(amax, fabsf(g[j]));
    float inv = 127.f / amax;
    #pragma unroll
    for (int j = 0; j < 8; ++j) {
        uint32_t v = 0;
        #pragma unroll
        for (int b = 0; b < 4; ++b) v |= (uint32_t)(__float2int_rn(g[j * 4 + b] * inv) & 255) << (8 * b);
        qs[tid * Q + j] = v;
    }
    scale[(size_t)blockIdx.x * 256 + tid] = amax / 127.f;
    __syncthreads();
    #pragma unroll
    for (int i = 0; i < 8; ++i) {
        int e = i * 256 + tid;
        q[(size_t)blockIdx.x * 2048 + e] = qs[(e >> 3) * Q + (e & 7)];
    }
}
__global__ void __launch_bounds__(256) maple_orbit_bb2_a(const float* __restrict__ x, uint32_t* __restrict__ q, float* __restrict__ s, int pitch, int qpitch) { group_quant(x, q, s, pitch, qpitch); }
__global__ void __launch_bounds__(256) maple_orbit_bb2_b(const float* __restrict__ x, uint32_t* __restrict__ q, float* __restrict__ s, int pitch, int qpitch) { group_quant(x, q, s, pitch, qpitch); }

// ---- 4-bit weights with a learned codebook per output row, batch-1 decode: a warp a row
constexpr int kRows = 65536, kCols = 8192;
__device__ __forceinline__ float dot8(uint32_t v, uint4 xv, const float* lut) {
    const __half2* h = (const __half2*)&xv;
    float2 a = __half22float2(h[0]), b = __half22float2(h[1]), c = __half22float2(h[2]), d = __half22float2(h[3]);
    float s0 = lut[v & 15] * a.x + lut[(v >> 8) & 15] * b.x;
    float s1 = lut[(v >> 4) & 15] * a.y + lut[(v >> 12) & 15] * b.y;
    s0 += lut[(v >> 16) & 15] * c.x + lut[(v >> 24) & 15] * d.x;
    s1 += lut[(v >> 20) & 15] * c.y + lut[v >> 28] * d.y;
    return s0 + s1;
}
__device__ __forceinline__ float warp_sum(float v) {
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(~0u, v, o);
    return v;
}
__global__ void __launch_bounds__(256) quartz_meadow_bb2_a(const uint32_t* __restrict__ q, const float* __restrict__ codebook, const uint4* __restrict__ x, float* __restrict__ y) {
    int lane = threadIdx.x & 31;
    size_t row = blockIdx.x * 8 + (threadIdx.x >> 5);
    float lut[16];
    for (int i = 0; i < 16; ++i) lut[i] = codebook[row * 16 + i];
    float acc = 0.f;
    #pragma unroll 4
    for (int i = lane; i < kCols / 8; i += 32) acc += dot8(q[row * (kCols / 8) + i], x[i], lut);
    acc = warp_sum(acc);
    if (lane == 0) y[row] = acc;
}
__global__ void __launch_bounds__(256) quartz_meadow_bb2_b(const uint32_t* __restrict__ q, const float* __restrict__ codebook, const uint4* __restrict__ x, float* __restrict__ y) {
    __shared__ float luts[8][16];
    int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    size_t row = blockIdx.x * 8 + w;
    if (lane < 16) luts[w][lane] = codebook[row * 16 + lane];
    __syncwarp();
    float acc = 0.f;
    #pragma unroll 4
    for (int i = lane; i < kCols / 8; i += 32) acc += dot8(q[row * (kCols / 8) + i], x[i], luts[w]);
    acc = warp_sum(acc);
    if (lane == 0) y[row] = acc;
}

// ---- distribution head: 8 raw outputs a record, each with its own link function
__device__ __forceinline__ float link(int c, float x) {
    switch (c) {
        case 0: return x;
        case 1: return log1pf(expf(x));
        case 2: return 0.5f * x * (1.f + erff(x * 0.70710678f));
        case 3: return 1.f / (1.f + expf(-x));
        case 4: return tanhf(x);
        case 5: return x * tanhf(log1pf(expf(x)));
        case 6: return asinhf(x);
        default: return copysignf(log1pf(fabsf(x)), x);
    }
}
__global__ void saffron_ridge_bb2_a(const float* __restrict__ raw, float* __restrict__ params, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) params[i] = link(i & 7, raw[i]);
}
__global__ void saffron_ridge_bb2_b(const float4* __restrict__ raw, float4* __restrict__ params, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i * 8 < n) {
        float4 a = raw[2 * i], b = raw[2 * i + 1];
        params[2 * i] = make_float4(link(0, a.x), link(1, a.y), link(2, a.z), link(3, a.w));
        params[2 * i + 1] = make_float4(link(4, b.x), link(5, b.y), link(6, b.z), link(7, b.w));
    }
}

// ---- router load and importance
constexpr int kE = 256;
__global__ void indigo_kettle_bb2_a(const int* __restrict__ expert, const float* __restrict__ prob, float* __restrict__ stats, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int e = expert[i];
        atomicAdd(&stats[e], 1.f);
        atomicAdd(&stats[kE + e], prob[i]);
    }
}
__global__ void indigo_kettle_bb2_b(const int* __restrict__ expert, const float* __restrict__ prob, float* __restrict__ stats, int n) {
    __shared__ int load[kE];
    __shared__ float imp[kE];
    if (threadIdx.x < kE) { load[threadIdx.x] = 0; imp[threadIdx.x] = 0.f; }
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int e = expert[i];
        atomicAdd(&load[e], 1);
        atomicAdd(&imp[e], prob[i]);
    }
    __syncthreads();
    if (threadIdx.x < kE) {
        atomicAdd(&stats[threadIdx.x], (float)load[threadIdx.x]);
        atomicAdd(&stats[kE + threadIdx.x], imp[threadIdx.x]);
    }
}

// ---- AdamW
__global__ void walnut_comet_bb2_a(const float* __restrict__ p, const float* __restrict__ g, const float* __restrict__ m, const float* __restrict__ v,
                                   float* __restrict__ po, float* __restrict__ mo, float* __restrict__ vo, int n, float lr, float b1, float b2, int step) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float gi = g[i];
    float mi = b1 * m[i] + (1.0 - b1) * gi;
    float vi = b2 * fabsf(v[i]) + (1.0 - b2) * gi * gi;
    float mh = mi / (1.0 - pow((double)b1, (double)step));
    float vh = vi / (1.0 - pow((double)b2, (double)step));
    po[i] = p[i] - lr * (mh / (sqrt(vh) + 1e-8) + 0.01 * p[i]);
    mo[i] = mi; vo[i] = vi;
}
__global__ void walnut_comet_bb2_b(const float* __restrict__ p, const float* __restrict__ g, const float* __restrict__ m, const float* __restrict__ v,
                                   float* __restrict__ po, float* __restrict__ mo, float* __restrict__ vo, int n, float lr, float b1, float b2, int step) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float gi = g[i];
    float mi = b1 * m[i] + (1.0f - b1) * gi;
    float vi = b2 * fabsf(v[i]) + (1.0f - b2) * gi * gi;
    float mh = mi / (1.0f - __powf(b1, (float)step));
    float vh = vi / (1.0f - __powf(b2, (float)step));
    po[i] = p[i] - lr * (mh / (sqrtf(vh) + 1e-8f) + 0.01f * p[i]);
    mo[i] = mi; vo[i] = vi;
}

// ---- int8 activation (mish), requantised
__device__ __forceinline__ uint32_t act8(uint32_t byte, float s, float inv) {
    float x = (float)(int)(int8_t)byte * s;
    float l = __logf(1.f + __expf(x));
    float t = 1.f - __fdividef(2.f, 1.f + __expf(2.f * l));
    int r = __float2int_rn(x * t * inv);
    return (uint32_t)(min(127, max(-128, r)) & 255);
}
__global__ void __launch_bounds__(256) pebble_sonata_bb2_a(const uint4* __restrict__ x, uint4* __restrict__ y, float s, float inv) {
    size_t b = (size_t)blockIdx.x * 1024 + threadIdx.x;
    uint4 v[4];
    #pragma unroll
    for (int i = 0; i < 4; ++i) v[i] = x[b + i * 256];
    #pragma unroll
    for (int i = 0; i < 4; ++i) {
        uint32_t* u = (uint32_t*)&v[i];
        #pragma unroll
        for (int k = 0; k < 4; ++k) {
            uint32_t w = u[k];
            u[k] = act8(w & 255, s, inv) | act8((w >> 8) & 255, s, inv) << 8 | act8((w >> 16) & 255, s, inv) << 16 | act8(w >> 24, s, inv) << 24;
        }
        y[b + i * 256] = v[i];
    }
}
__global__ void __launch_bounds__(256) pebble_sonata_bb2_b(const uint4* __restrict__ x, uint4* __restrict__ y, float s, float inv) {
    __shared__ uint8_t t[256];
    size_t b = (size_t)blockIdx.x * 1024 + threadIdx.x;
    uint4 v[4];
    #pragma unroll
    for (int i = 0; i < 4; ++i) v[i] = x[b + i * 256];
    t[threadIdx.x] = (uint8_t)act8(threadIdx.x, s, inv);
    __syncthreads();
    #pragma unroll
    for (int i = 0; i < 4; ++i) {
        uint32_t* u = (uint32_t*)&v[i];
        #pragma unroll
        for (int k = 0; k < 4; ++k) {
            uint32_t w = u[k];
            u[k] = (uint32_t)t[w & 255] | (uint32_t)t[(w >> 8) & 255] << 8 | (uint32_t)t[(w >> 16) & 255] << 16 | (uint32_t)t[w >> 24] << 24;
        }
        y[b + i * 256] = v[i];
    }
}

// ---- expert FFN product, fp16 in, fp32 out
constexpr int GM = 4096, GN = 4096, GK = 1024;
__global__ void __launch_bounds__(256) cedar_falcon_bb2_a(const __half* __restrict__ A, const __half* __restrict__ B, float* __restrict__ C) {
    __shared__ __align__(16) float As[16][132];
    __shared__ __align__(16) float Bs[16][128];
    int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4;
    int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    int ar = tid >> 1, ac = (tid & 1) * 8, br = tid >> 4, bc = (tid & 15) * 8;
    float acc[8][8] = {};
    uint4 ra = *(const uint4*)(A + (size_t)(m0 + ar) * GK + ac);
    uint4 rb = *(const uint4*)(B + (size_t)br * GN + n0 + bc);
    for (int k0 = 0; k0 < GK; k0 += 16) {
        const __half* ha = (const __half*)&ra; const __half* hb = (const __half*)&rb;
        #pragma unroll
        for (int i = 0; i < 8; ++i) As[ac + i][ar] = __half2float(ha[i]);
        *(float4*)&Bs[br][bc] = make_float4(__half2float(hb[0]), __half2float(hb[1]), __half2float(hb[2]), __half2float(hb[3]));
        *(float4*)&Bs[br][bc + 4] = make_float4(__half2float(hb[4]), __half2float(hb[5]), __half2float(hb[6]), __half2float(hb[7]));
        __syncthreads();
        if (k0 + 16 < GK) {
            ra = *(const uint4*)(A + (size_t)(m0 + ar) * GK + k0 + 16 + ac);
            rb = *(const uint4*)(B + (size_t)(k0 + 16 + br) * GN + n0 + bc);
        }
        #pragma unroll
        for (int k = 0; k < 16; ++k) {
            float a[8], b[8];
            *(float4*)a = *(float4*)&As[k][ty * 4]; *(float4*)(a + 4) = *(float4*)&As[k][64 + ty * 4];
            *(float4*)b = *(float4*)&Bs[k][tx * 4]; *(float4*)(b + 4) = *(float4*)&Bs[k][64 + tx * 4];
            #pragma unroll
            for (int i = 0; i < 8; ++i)
                #pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
    #pragma unroll
    for (int i = 0; i < 8; ++i) {
        size_t r = m0 + (i >> 2) * 64 + ty * 4 + (i & 3);
        *(float4*)(C + r * GN + n0 + tx * 4) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *(float4*)(C + r * GN + n0 + 64 + tx * 4) = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}
__global__ void __launch_bounds__(256) cedar_falcon_bb2_b(const __half* __restrict__ A, const __half* __restrict__ B, float* __restrict__ C) {
    using namespace nvcuda;
    __shared__ __align__(32) __half As[128 * 40];
    __shared__ __align__(32) __half Bs[32 * 136];
    int tid = threadIdx.x, w = tid >> 5, wm = (w >> 2) * 64, wn = (w & 3) * 32;
    int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[4][2];
    #pragma unroll
    for (int i = 0; i < 4; ++i)
        #pragma unroll
        for (int j = 0; j < 2; ++j) wmma::fill_fragment(acc[i][j], 0.f);
    uint4 ra[2], rb[2];
    auto fetch = [&](int k0) {
        #pragma unroll
        for (int i = 0; i < 2; ++i) {
            int q = tid + i * 256;
            ra[i] = *(const uint4*)(A + (size_t)(m0 + (q >> 2)) * GK + k0 + (q & 3) * 8);
            rb[i] = *(const uint4*)(B + (size_t)(k0 + (q >> 4)) * GN + n0 + (q & 15) * 8);
        }
    };
    fetch(0);
    for (int k0 = 0; k0 < GK; k0 += 32) {
        #pragma unroll
        for (int i = 0; i < 2; ++i) {
            int q = tid + i * 256;
            *(uint4*)(As + (q >> 2) * 40 + (q & 3) * 8) = ra[i];
            *(uint4*)(Bs + (q >> 4) * 136 + (q & 15) * 8) = rb[i];
        }
        __syncthreads();
        if (k0 + 32 < GK) fetch(k0 + 32);
        #pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa[4];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb[2];
            #pragma unroll
            for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(fa[i], As + (wm + i * 16) * 40 + k, 40);
            #pragma unroll
            for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(fb[j], Bs + k * 136 + wn + j * 16, 136);
            #pragma unroll
            for (int i = 0; i < 4; ++i)
                #pragma unroll
                for (int j = 0; j < 2; ++j) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
        __syncthreads();
    }
    #pragma unroll
    for (int i = 0; i < 4; ++i)
        #pragma unroll
        for (int j = 0; j < 2; ++j)
            wmma::store_matrix_sync(C + (size_t)(m0 + wm + i * 16) * GN + n0 + wn + j * 16, acc[i][j], GN, wmma::mem_row_major);
}

// ---- amax of each tensor, for the scaling factors
__device__ __forceinline__ __half2 amax4(__half2 a, uint4 v) {
    const __half2* h = (const __half2*)&v;
    a = __hmax2(a, __habs2(h[0])); a = __hmax2(a, __habs2(h[1]));
    a = __hmax2(a, __habs2(h[2])); return __hmax2(a, __habs2(h[3]));
}
__device__ __forceinline__ float block_max(float v) {
    __shared__ float part[32];
    for (int o = 16; o; o >>= 1) v = fmaxf(v, __shfl_xor_sync(~0u, v, o));
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = v;
    __syncthreads();
    v = threadIdx.x < (blockDim.x >> 5) ? part[threadIdx.x] : 0.f;
    if (threadIdx.x < 32) for (int o = 16; o; o >>= 1) v = fmaxf(v, __shfl_xor_sync(~0u, v, o));
    return v;
}
__global__ void __launch_bounds__(1024) amber_thimble_bb2_a(const uint4* __restrict__ x, float* __restrict__ amax, int per) {
    const uint4* t = x + (size_t)blockIdx.x * per;
    __half2 a = __float2half2_rn(0.f);
    #pragma unroll 4
    for (int i = threadIdx.x; i < per; i += 1024) a = amax4(a, t[i]);
    float v = block_max(fmaxf(__low2float(a), __high2float(a)));
    if (threadIdx.x == 0) amax[blockIdx.x] = v;
}
__global__ void __launch_bounds__(256) amber_thimble_bb2_b(const uint4* __restrict__ x, float* __restrict__ amax, int per) {
    const uint4* t = x + (size_t)blockIdx.y * per;
    int chunk = per / gridDim.x, lo = blockIdx.x * chunk, hi = lo + chunk;
    __half2 a = __float2half2_rn(0.f);
    #pragma unroll 4
    for (int i = lo + threadIdx.x; i < hi; i += 256) a = amax4(a, t[i]);
    float v = block_max(fmaxf(__low2float(a), __high2float(a)));
    if (threadIdx.x == 0) atomicMax((int*)amax + blockIdx.y, __float_as_int(v));
}

// ---- bias + gelu, dropout, residual
__device__ __forceinline__ float gelu(float x) {
    float u = 1.5957691f * (x + 0.044715f * x * x * x);
    return x / (1.f + __expf(-u));
}
__device__ __forceinline__ float drop(float x, uint32_t i) { return harness::hash32(i) < 429496729u ? 0.f : x * 1.1111111f; }
__device__ __forceinline__ float4 bias_gelu(float4 x, float4 b) { return make_float4(gelu(x.x + b.x), gelu(x.y + b.y), gelu(x.z + b.z), gelu(x.w + b.w)); }
__device__ __forceinline__ float4 drop4(float4 x, uint32_t i) { return make_float4(drop(x.x, i), drop(x.y, i + 1), drop(x.z, i + 2), drop(x.w, i + 3)); }
__device__ __forceinline__ float4 add4(float4 a, float4 b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
__global__ void linen_glacier_bb2_a0(const float4* __restrict__ x, const float4* __restrict__ bias, float4* __restrict__ t) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    t[i] = bias_gelu(x[i], bias[i & 1023]);
}
__global__ void linen_glacier_bb2_a1(const float4* __restrict__ t, float4* __restrict__ u) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    u[i] = drop4(t[i], i * 4);
}
__global__ void linen_glacier_bb2_a2(const float4* __restrict__ u, const float4* __restrict__ r, float4* __restrict__ y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = add4(u[i], r[i]);
}
__global__ void linen_glacier_bb2_b(const float4* __restrict__ x, const float4* __restrict__ bias, const float4* __restrict__ r, float4* __restrict__ y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = add4(drop4(bias_gelu(x[i], bias[i & 1023]), i * 4), r[i]);
}

// ---- scaled residual
__global__ void tulip_anchor_bb2_a(const float4* __restrict__ x, const float4* __restrict__ r, float4* __restrict__ y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 a = x[i], b = r[i];
    a.x = a.x * 0.125 + b.x * 0.7071; a.y = a.y * 0.125 + b.y * 0.7071;
    a.z = a.z * 0.125 + b.z * 0.7071; a.w = a.w * 0.125 + b.w * 0.7071;
    y[i] = a;
}
__global__ void tulip_anchor_bb2_b(const float4* __restrict__ x, const float4* __restrict__ r, float4* __restrict__ y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 a = x[i], b = r[i];
    a.x = a.x * 0.125f + b.x * 0.7071f; a.y = a.y * 0.125f + b.y * 0.7071f;
    a.z = a.z * 0.125f + b.z * 0.7071f; a.w = a.w * 0.125f + b.w * 0.7071f;
    y[i] = a;
}

// ---- RMSNorm over 8192 columns
template <bool INTERLEAVED>
__device__ __forceinline__ void rms_row(const float4* __restrict__ x, const float4* __restrict__ w, float4* __restrict__ y) {
    __shared__ float red[256];
    int tid = threadIdx.x;
    size_t base = (size_t)blockIdx.x * 2048;
    float4 v[8];
    float s = 0.f;
    #pragma unroll
    for (int i = 0; i < 8; ++i) v[i] = x[base + i * 256 + tid];
    #pragma unroll
    for (int i = 0; i < 8; ++i) s += v[i].x * v[i].x + v[i].y * v[i].y + v[i].z * v[i].z + v[i].w * v[i].w;
    red[tid] = s;
    __syncthreads();
    if (INTERLEAVED) {
        for (int k = 1; k < 256; k *= 2) {
            int j = 2 * k * tid;
            if (j < 256) red[j] += red[j + k];
            __syncthreads();
        }
    } else {
        for (int k = 128; k; k >>= 1) {
            if (tid < k) red[tid] += red[tid + k];
            __syncthreads();
        }
    }
    float r = rsqrtf(red[0] * (1.f / 8192.f) + 1e-6f);
    #pragma unroll
    for (int i = 0; i < 8; ++i) {
        float4 g = w[i * 256 + tid];
        y[base + i * 256 + tid] = make_float4(v[i].x * r * g.x, v[i].y * r * g.y, v[i].z * r * g.z, v[i].w * r * g.w);
    }
}
__global__ void __launch_bounds__(256) basil_prism_bb2_a(const float4* __restrict__ x, const float4* __restrict__ w, float4* __restrict__ y) { rms_row<true>(x, w, y); }
__global__ void __launch_bounds__(256) basil_prism_bb2_b(const float4* __restrict__ x, const float4* __restrict__ w, float4* __restrict__ y) { rms_row<false>(x, w, y); }

// ---- silu(gate) * up
__device__ __forceinline__ float silu_mul(float g, float u) { return __fdividef(g, 1.f + __expf(-g)) * u; }
__global__ void __launch_bounds__(256) onyx_ribbon_bb2_a(const float* __restrict__ g, const float* __restrict__ u, float* __restrict__ y) {
    size_t b = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float a[4], c[4];
    #pragma unroll
    for (int i = 0; i < 4; ++i) { a[i] = g[b + i * 256]; c[i] = u[b + i * 256]; }
    #pragma unroll
    for (int i = 0; i < 4; ++i) y[b + i * 256] = silu_mul(a[i], c[i]);
}
__global__ void __launch_bounds__(256) onyx_ribbon_bb2_b(const float4* __restrict__ g, const float4* __restrict__ u, float4* __restrict__ y) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    float4 a = g[i], c = u[i];
    y[i] = make_float4(silu_mul(a.x, c.x), silu_mul(a.y, c.y), silu_mul(a.z, c.z), silu_mul(a.w, c.w));
}

// ---- token embedding, 512 halves a row, a warp a token
__global__ void __launch_bounds__(256) fennel_compass_bb2_a(const int* __restrict__ ids, const uint4* __restrict__ table, uint4* __restrict__ y) {
    int t = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    size_t id = ids[t];
    uint4 a = table[id * 64 + lane], b = table[id * 64 + 32 + lane];
    y[(size_t)t * 64 + lane] = a;
    y[(size_t)t * 64 + 32 + lane] = b;
}

// ---- Lion step
__device__ __forceinline__ void lion(float& p, float g, float& m, float lr) {
    float c = 0.9f * m + 0.1f * g;
    p -= lr * (copysignf(1.f, c) + 0.1f * p);
    m = 0.99f * m + 0.01f * g;
}
__global__ void __launch_bounds__(256) coral_bishop_bb2_a(const float4* __restrict__ p, const float4* __restrict__ g, const float4* __restrict__ m,
                                                          float4* __restrict__ po, float4* __restrict__ mo, float lr) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    float4 a = p[i], b = g[i], c = m[i];
    lion(a.x, b.x, c.x, lr); lion(a.y, b.y, c.y, lr); lion(a.z, b.z, c.z, lr); lion(a.w, b.w, c.w, lr);
    po[i] = a; mo[i] = c;
}

// ---- rows with a kind each: padding, plain, shifted, squashed; a warp a row of 1024 floats
__global__ void __launch_bounds__(256) juniper_window_bb2_a(const int* __restrict__ kind, const float4* __restrict__ x, float4* __restrict__ y) {
    int row = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    int k = kind[row];
    const float4* s = x + (size_t)row * 256 + lane;
    float4* d = y + (size_t)row * 256 + lane;
    if (k == 0) {
        #pragma unroll
        for (int i = 0; i < 8; ++i) d[i * 32] = make_float4(0.f, 0.f, 0.f, 0.f);
        return;
    }
    float4 v[8];
    #pragma unroll
    for (int i = 0; i < 8; ++i) v[i] = s[i * 32];
    if (k == 1) {
        #pragma unroll
        for (int i = 0; i < 8; ++i) { v[i].x *= 0.5f; v[i].y *= 0.5f; v[i].z *= 0.5f; v[i].w *= 0.5f; }
    } else if (k == 2) {
        #pragma unroll
        for (int i = 0; i < 8; ++i) { v[i].x = v[i].x * 2.f + 1.f; v[i].y = v[i].y * 2.f + 1.f; v[i].z = v[i].z * 2.f + 1.f; v[i].w = v[i].w * 2.f + 1.f; }
    } else {
        #pragma unroll
        for (int i = 0; i < 8; ++i) { v[i].x = gelu(v[i].x); v[i].y = gelu(v[i].y); v[i].z = gelu(v[i].z); v[i].w = gelu(v[i].w); }
    }
    #pragma unroll
    for (int i = 0; i < 8; ++i) d[i * 32] = v[i];
}

int main(int argc, char** argv) {
    using harness::filled; using harness::empty; using harness::indices;
    std::vector<Case> cs;
    const size_t M1 = 1 << 20;
    float* f0 = filled<float>(64 * M1, 1);
    float* f1 = filled<float>(32 * M1, 2);
    float* f2 = filled<float>(32 * M1, 3);
    float* f3 = filled<float>(32 * M1, 4);
    float* fo = empty<float>(64 * M1);
    float* fo1 = empty<float>(32 * M1);
    float* fo2 = empty<float>(32 * M1);
    __half* h0 = filled<__half>(128 * M1, 5);
    __half* ho = empty<__half>(128 * M1);
    uint32_t* bits = (uint32_t*)indices(64 * M1, 0xffffffffu, 9);
    uint32_t* bo = empty<uint32_t>(64 * M1);

    cs.push_back({"copper_lantern_bb2_a", [=] { copper_lantern_bb2_a<<<dim3(kSeq / 2, kBH), 256>>>(h0, ho); }, ho, (size_t)kBH * kSeq * kDim, Output::f16});
    cs.push_back({"copper_lantern_bb2_b", [=] { copper_lantern_bb2_b<<<dim3(kSeq / 64, kBH, 2), 256>>>(h0, ho); }, ho, (size_t)kBH * kSeq * kDim, Output::f16});

    cs.push_back({"velvet_harbor_bb2_a", [=] { velvet_harbor_bb2_a<<<kTok / 4, dim3(64, 4)>>>(f0, f1, fo); }, fo, (size_t)kTok * kExp, Output::f32});
    cs.push_back({"velvet_harbor_bb2_b", [=] { velvet_harbor_bb2_b<<<kTok / 64, 256>>>(f0, f1, fo); }, fo, (size_t)kTok * kExp, Output::f32});

    cs.push_back({"maple_orbit_bb2_a", [=] { maple_orbit_bb2_a<<<8192, 256>>>(f0, bo, fo, 32, 8); }, bo, 64 * M1, Output::u8});
    cs.push_back({"maple_orbit_bb2_b", [=] { maple_orbit_bb2_b<<<8192, 256>>>(f0, bo, fo, 33, 9); }, bo, 64 * M1, Output::u8});

    cs.push_back({"quartz_meadow_bb2_a", [=] { quartz_meadow_bb2_a<<<kRows / 8, 256>>>(bits, f1, (uint4*)h0, fo1); }, fo1, (size_t)kRows, Output::f32});
    cs.push_back({"quartz_meadow_bb2_b", [=] { quartz_meadow_bb2_b<<<kRows / 8, 256>>>(bits, f1, (uint4*)h0, fo1); }, fo1, (size_t)kRows, Output::f32});

    int nr = 32 * M1;
    cs.push_back({"saffron_ridge_bb2_a", [=] { saffron_ridge_bb2_a<<<nr / 256, 256>>>(f1, fo1, nr); }, fo1, (size_t)nr, Output::f32});
    cs.push_back({"saffron_ridge_bb2_b", [=] { saffron_ridge_bb2_b<<<nr / 8 / 256, 256>>>((float4*)f1, (float4*)fo1, nr); }, fo1, (size_t)nr, Output::f32});

    int nt = 8 * M1;
    int* experts = indices(nt, kE, 11);
    float* stats = empty<float>(2 * kE);
    cs.push_back({"indigo_kettle_bb2_a", [=] { indigo_kettle_bb2_a<<<132 * 8, 256>>>(experts, f1, stats, nt); }, stats, 2 * kE, Output::f32});
    cs.push_back({"indigo_kettle_bb2_b", [=] { indigo_kettle_bb2_b<<<132 * 8, 256>>>(experts, f1, stats, nt); }, stats, 2 * kE, Output::f32});

    int np = 16 * M1;
    cs.push_back({"walnut_comet_bb2_a", [=] { walnut_comet_bb2_a<<<np / 256, 256>>>(f0, f1, f2, f3, fo, fo1, fo2, np, 1e-3f, 0.9f, 0.999f, 1000); }, fo, (size_t)np, Output::f32});
    cs.push_back({"walnut_comet_bb2_b", [=] { walnut_comet_bb2_b<<<np / 256, 256>>>(f0, f1, f2, f3, fo, fo1, fo2, np, 1e-3f, 0.9f, 0.999f, 1000); }, fo, (size_t)np, Output::f32});

    cs.push_back({"pebble_sonata_bb2_a", [=] { pebble_sonata_bb2_a<<<16384, 256>>>((uint4*)bits, (uint4*)bo, 0.03f, 33.f); }, bo, 256 * M1, Output::u8});
    cs.push_back({"pebble_sonata_bb2_b", [=] { pebble_sonata_bb2_b<<<16384, 256>>>((uint4*)bits, (uint4*)bo, 0.03f, 33.f); }, bo, 256 * M1, Output::u8});

    cs.push_back({"cedar_falcon_bb2_a", [=] { cedar_falcon_bb2_a<<<dim3(GN / 128, GM / 128), 256>>>(h0, h0 + 16 * M1, fo); }, fo, (size_t)GM * GN, Output::f32});
    cs.push_back({"cedar_falcon_bb2_b", [=] { cedar_falcon_bb2_b<<<dim3(GN / 128, GM / 128), 256>>>(h0, h0 + 16 * M1, fo); }, fo, (size_t)GM * GN, Output::f32});

    float* amax = empty<float>(16);
    cs.push_back({"amber_thimble_bb2_a", [=] { amber_thimble_bb2_a<<<16, 1024>>>((uint4*)h0, amax, (int)M1); }, amax, 16, Output::f32});
    cs.push_back({"amber_thimble_bb2_b", [=] { amber_thimble_bb2_b<<<dim3(256, 16), 256>>>((uint4*)h0, amax, (int)M1); }, amax, 16, Output::f32});

    int n4 = 8 * M1;
    cs.push_back({"linen_glacier_bb2_a", [=] {
        linen_glacier_bb2_a0<<<n4 / 256, 256>>>((float4*)f1, (float4*)f0, (float4*)fo1);
        linen_glacier_bb2_a1<<<n4 / 256, 256>>>((float4*)fo1, (float4*)fo2);
        linen_glacier_bb2_a2<<<n4 / 256, 256>>>((float4*)fo2, (float4*)f2, (float4*)fo);
    }, fo, 32 * M1, Output::f32});
    cs.push_back({"linen_glacier_bb2_b", [=] { linen_glacier_bb2_b<<<n4 / 256, 256>>>((float4*)f1, (float4*)f0, (float4*)f2, (float4*)fo); }, fo, 32 * M1, Output::f32});

    cs.push_back({"tulip_anchor_bb2_a", [=] { tulip_anchor_bb2_a<<<n4 / 256, 256>>>((float4*)f1, (float4*)f2, (float4*)fo); }, fo, 32 * M1, Output::f32});
    cs.push_back({"tulip_anchor_bb2_b", [=] { tulip_anchor_bb2_b<<<n4 / 256, 256>>>((float4*)f1, (float4*)f2, (float4*)fo); }, fo, 32 * M1, Output::f32});

    cs.push_back({"basil_prism_bb2_a", [=] { basil_prism_bb2_a<<<8192, 256>>>((float4*)f0, (float4*)f1, (float4*)fo); }, fo, 64 * M1, Output::f32});
    cs.push_back({"basil_prism_bb2_b", [=] { basil_prism_bb2_b<<<8192, 256>>>((float4*)f0, (float4*)f1, (float4*)fo); }, fo, 64 * M1, Output::f32});

    cs.push_back({"onyx_ribbon_bb2_a", [=] { onyx_ribbon_bb2_a<<<n4 / 256, 256>>>(f1, f2, fo); }, fo, 32 * M1, Output::f32});
    cs.push_back({"onyx_ribbon_bb2_b", [=] { onyx_ribbon_bb2_b<<<n4 / 256, 256>>>((float4*)f1, (float4*)f2, (float4*)fo); }, fo, 32 * M1, Output::f32});

    int ntok = 256 * 1024;
    int* ids = indices(ntok, 256 * 1024, 13);
    cs.push_back({"fennel_compass_bb2_a", [=] { fennel_compass_bb2_a<<<ntok / 8, 256>>>(ids, (uint4*)h0, (uint4*)ho); }, ho, (size_t)ntok * 512, Output::f16});

    cs.push_back({"coral_bishop_bb2_a", [=] { coral_bishop_bb2_a<<<np / 4 / 256, 256>>>((float4*)f0, (float4*)f1, (float4*)f2, (float4*)fo, (float4*)fo1, 1e-3f); }, fo, (size_t)np, Output::f32});

    int* kinds = indices(65536, 4, 17);
    cs.push_back({"juniper_window_bb2_a", [=] { juniper_window_bb2_a<<<65536 / 8, 256>>>(kinds, (float4*)f0, (float4*)fo); }, fo, 64 * M1, Output::f32});

    return harness::run(argc, argv, cs);
}
