#include "harness.cuh"
#include <cuda_fp16.h>
#include <mma.h>
using harness::Case;
using harness::Output;

// ---------------------------------------------------------------- key cache in [channel][token] order
constexpr int kTokens = 32768, kChannels = 1024;
__global__ void __launch_bounds__(256) amber_kettle_bg1_a(const float* __restrict__ k, const float* __restrict__ scale, float* __restrict__ cache) {
    int i = blockIdx.x * 256 + threadIdx.x;
    int token = i / kChannels, c = i % kChannels;
    cache[(size_t)c * kTokens + token] = k[i] * scale[c];
}
__global__ void __launch_bounds__(256) amber_kettle_bg1_b(const float* __restrict__ k, const float* __restrict__ scale, float* __restrict__ cache) {
    __shared__ float tile[32][33];
    int tx = threadIdx.x & 31, ty = threadIdx.x >> 5;
    int c0 = blockIdx.x * 32, t0 = blockIdx.y * 32;
    float s = scale[c0 + tx];
#pragma unroll
    for (int j = 0; j < 32; j += 8) tile[ty + j][tx] = k[(size_t)(t0 + ty + j) * kChannels + c0 + tx] * s;
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 32; j += 8) cache[(size_t)(c0 + ty + j) * kTokens + t0 + tx] = tile[tx][ty + j];
}

// ---------------------------------------------------------------- int8 weights to half, one scale a row of 4096
__global__ void __launch_bounds__(256) willow_drum_bg1_a(const int8_t* __restrict__ q, const float* __restrict__ scale, __half* __restrict__ w) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    w[i] = __float2half((float)q[i] * scale[i >> 12]);
}
__global__ void __launch_bounds__(256) willow_drum_bg1_b(const int8_t* __restrict__ q, const float* __restrict__ scale, __half* __restrict__ w) {
    size_t i = ((size_t)blockIdx.x * 256 + threadIdx.x) * 8;
    uint2 raw = *reinterpret_cast<const uint2*>(q + i);
    float s = scale[i >> 12];
    const int8_t* b = reinterpret_cast<const int8_t*>(&raw);
    __half2 r[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) r[j] = __floats2half2_rn((float)b[2 * j] * s, (float)b[2 * j + 1] * s);
    *reinterpret_cast<uint4*>(w + i) = *reinterpret_cast<uint4*>(r);
}

// ---------------------------------------------------------------- mixture-of-experts router: top 2 of 64 and their probabilities
template <int PITCH>
__device__ __forceinline__ void route(const float* __restrict__ logits, float2* __restrict__ gate, float* tile) {
    const float* src = logits + (size_t)blockIdx.x * 128 * 64;
#pragma unroll 8
    for (int i = threadIdx.x; i < 128 * 64; i += 128) tile[(i >> 6) * PITCH + (i & 63)] = src[i];
    __syncthreads();
    const float* row = tile + threadIdx.x * PITCH;
    float best = -1e30f, second = -1e30f;
    for (int e = 0; e < 64; ++e) {
        float v = row[e];
        second = fmaxf(second, fminf(v, best));
        best = fmaxf(best, v);
    }
    float total = 0;
    for (int e = 0; e < 64; ++e) total += __expf(row[e] - best);
    float inv = __fdividef(1.0f, total);
    gate[blockIdx.x * 128 + threadIdx.x] = make_float2(inv, __expf(second - best) * inv);
}
__global__ void __launch_bounds__(128) copper_lantern_bg1_a(const float* __restrict__ logits, float2* __restrict__ gate) {
    __shared__ float tile[128 * 64];
    route<64>(logits, gate, tile);
}
__global__ void __launch_bounds__(128) copper_lantern_bg1_b(const float* __restrict__ logits, float2* __restrict__ gate) {
    __shared__ float tile[128 * 65];
    route<65>(logits, gate, tile);
}

// ---------------------------------------------------------------- linear attention with decay (one head a block, one column of the state a thread)
constexpr int kSteps = 64, kHead = 64;
__device__ __forceinline__ void wkv(const float* __restrict__ r, const float* __restrict__ k, const float* __restrict__ v, const float* __restrict__ w,
                                    const float* __restrict__ bonus, float* __restrict__ y) {
    __shared__ __align__(16) float sr[kHead], sk[kHead], sw[kHead], su[kHead];
    const int j = threadIdx.x;
    size_t at = (size_t)blockIdx.x * kSteps * kHead + j;
    float state[kHead];
#pragma unroll
    for (int i = 0; i < kHead; ++i) state[i] = 0;
    su[j] = bonus[j];
    float nr = r[at], nk = k[at], nw = w[at], nv = v[at];
    for (int t = 0; t < kSteps; ++t) {
        __syncthreads();
        sr[j] = nr; sk[j] = nk; sw[j] = 0.9f + 0.09f * nw;
        const float vj = nv;
        __syncthreads();
        if (t + 1 < kSteps) { nr = r[at + kHead]; nk = k[at + kHead]; nw = w[at + kHead]; nv = v[at + kHead]; }
        float acc = 0;
#pragma unroll
        for (int i = 0; i < kHead; ++i) {
            float kv = sk[i] * vj;
            acc += sr[i] * (su[i] * kv + state[i]);
            state[i] = state[i] * sw[i] + kv;
        }
        y[at] = acc;
        at += kHead;
    }
}
__global__ void __launch_bounds__(64, 24) velvet_anchor_bg1_a(const float* __restrict__ r, const float* __restrict__ k, const float* __restrict__ v,
                                                              const float* __restrict__ w, const float* __restrict__ bonus, float* __restrict__ y) {
    wkv(r, k, v, w, bonus, y);
}
__global__ void __launch_bounds__(64) velvet_anchor_bg1_b(const float* __restrict__ r, const float* __restrict__ k, const float* __restrict__ v,
                                                          const float* __restrict__ w, const float* __restrict__ bonus, float* __restrict__ y) {
    wkv(r, k, v, w, bonus, y);
}

// ---------------------------------------------------------------- mish activation
__global__ void __launch_bounds__(256) marble_fox_bg1_a(const __half* __restrict__ x, __half* __restrict__ y) {
    size_t i = ((size_t)blockIdx.x * 256 + threadIdx.x) * 8;
    uint4 raw = *reinterpret_cast<const uint4*>(x + i);
    __half* h = reinterpret_cast<__half*>(&raw);
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        float v = __half2float(h[j]);
        h[j] = __float2half(v * tanh(log(1.0 + exp(v))));
    }
    *reinterpret_cast<uint4*>(y + i) = raw;
}
__global__ void __launch_bounds__(256) marble_fox_bg1_b(const __half* __restrict__ x, __half* __restrict__ y) {
    size_t i = ((size_t)blockIdx.x * 256 + threadIdx.x) * 8;
    uint4 raw = *reinterpret_cast<const uint4*>(x + i);
    __half* h = reinterpret_cast<__half*>(&raw);
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        float v = __half2float(h[j]);
        h[j] = __float2half(v * tanhf(logf(1.0f + expf(v))));
    }
    *reinterpret_cast<uint4*>(y + i) = raw;
}

// ---------------------------------------------------------------- calibration histogram of activation energies
constexpr int kBins = 2048;
__device__ __forceinline__ int energy_bin(float v) { return min(kBins - 1, (int)(v * v * kBins)); }
__global__ void __launch_bounds__(512) cedar_violin_bg1_a(const float4* __restrict__ x, int n4, int* __restrict__ hist) {
    for (int i = blockIdx.x * 512 + threadIdx.x; i < n4; i += gridDim.x * 512) {
        float4 v = x[i];
        atomicAdd(&hist[energy_bin(v.x)], 1);
        atomicAdd(&hist[energy_bin(v.y)], 1);
        atomicAdd(&hist[energy_bin(v.z)], 1);
        atomicAdd(&hist[energy_bin(v.w)], 1);
    }
}
__global__ void __launch_bounds__(512) cedar_violin_bg1_b(const float4* __restrict__ x, int n4, int* __restrict__ hist) {
    __shared__ int local[kBins];
    for (int i = threadIdx.x; i < kBins; i += 512) local[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 512 + threadIdx.x; i < n4; i += gridDim.x * 512) {
        float4 v = x[i];
        atomicAdd(&local[energy_bin(v.x)], 1);
        atomicAdd(&local[energy_bin(v.y)], 1);
        atomicAdd(&local[energy_bin(v.z)], 1);
        atomicAdd(&local[energy_bin(v.w)], 1);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < kBins; i += 512) atomicAdd(&hist[i], local[i]);
}

// ---------------------------------------------------------------- additive attention scores
constexpr int kBatch = 16, kQueries = 256, kKeys = 1024, kDim = 128;
__device__ __forceinline__ float tanh_by_exp(float z) { return 1.0f - 2.0f * __fdividef(1.0f, 1.0f + __expf(2.0f * z)); }
__device__ __forceinline__ float tanh_direct(float z) { float r; asm("tanh.approx.f32 %0, %1;" : "=f"(r) : "f"(z)); return r; }
template <class F>
__device__ __forceinline__ void additive(const float* __restrict__ q, const float* __restrict__ kt, const float* __restrict__ weight, float* __restrict__ score, F act) {
    __shared__ __align__(16) float sq[kDim][8];
    __shared__ float sv[kDim];
    const int key = blockIdx.x * 128 + threadIdx.x, q0 = blockIdx.y * 8, b = blockIdx.z;
    for (int i = threadIdx.x; i < 8 * kDim; i += 128) sq[i % kDim][i / kDim] = q[((size_t)b * kQueries + q0 + i / kDim) * kDim + i % kDim] + 0.8f;
    sv[threadIdx.x] = 1.0f + 0.5f * weight[threadIdx.x];
    __syncthreads();
    const float* kp = kt + (size_t)b * kDim * kKeys + key;
    float acc[8] = {};
#pragma unroll 4
    for (int d = 0; d < kDim; ++d) {
        float kd = kp[(size_t)d * kKeys], w = sv[d];
#pragma unroll
        for (int i = 0; i < 8; i += 4) {
            float4 f = *reinterpret_cast<const float4*>(&sq[d][i]);
            acc[i] += w * act(f.x + kd);
            acc[i + 1] += w * act(f.y + kd);
            acc[i + 2] += w * act(f.z + kd);
            acc[i + 3] += w * act(f.w + kd);
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) score[((size_t)b * kQueries + q0 + i) * kKeys + key] = acc[i];
}
__global__ void __launch_bounds__(128) plum_ladder_bg1_a(const float* __restrict__ q, const float* __restrict__ kt, const float* __restrict__ w, float* __restrict__ s) {
    additive(q, kt, w, s, [](float z) { return tanh_by_exp(z); });
}
__global__ void __launch_bounds__(128) plum_ladder_bg1_b(const float* __restrict__ q, const float* __restrict__ kt, const float* __restrict__ w, float* __restrict__ s) {
    additive(q, kt, w, s, [](float z) { return tanh_direct(z); });
}

// ---------------------------------------------------------------- permute of a tensor of rank 5
struct Shape { long long dim[5], stride[5]; };
__global__ void __launch_bounds__(256) granite_sparrow_bg1_a(const float* __restrict__ in, float* __restrict__ out, Shape s, long long n) {
    long long i = (long long)blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    long long rest = i, offset = 0;
#pragma unroll
    for (int d = 4; d >= 0; --d) {
        offset += (rest % s.dim[d]) * s.stride[d];
        rest /= s.dim[d];
    }
    out[i] = in[offset];
}
struct Divider { unsigned d, m, s; };
struct FastShape { Divider dim[5]; unsigned stride[5]; };
__global__ void __launch_bounds__(256) granite_sparrow_bg1_b(const float* __restrict__ in, float* __restrict__ out, FastShape s, unsigned n) {
    unsigned i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    unsigned rest = i, offset = 0;
#pragma unroll
    for (int d = 4; d > 0; --d) {
        unsigned quotient = (__umulhi(rest, s.dim[d].m) + rest) >> s.dim[d].s;
        offset += (rest - quotient * s.dim[d].d) * s.stride[d];
        rest = quotient;
    }
    out[i] = in[offset + rest * s.stride[0]];
}

// ---------------------------------------------------------------- adaptive computation time: every token takes its own number of steps
struct Cell { float w[16]; };
__device__ __forceinline__ float squash(float z) { z = fminf(1.5f, fmaxf(-1.5f, z)); return z * (1.0f - 0.14f * z * z); }
__device__ __forceinline__ float4 ponder(float4 x, int steps, const Cell& c) {
    float4 h = x;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        float a = x.x + c.w[0] * h.x + c.w[1] * h.y + c.w[2] * h.z + c.w[3] * h.w;
        float b = x.y + c.w[4] * h.x + c.w[5] * h.y + c.w[6] * h.z + c.w[7] * h.w;
        float d = x.z + c.w[8] * h.x + c.w[9] * h.y + c.w[10] * h.z + c.w[11] * h.w;
        float e = x.w + c.w[12] * h.x + c.w[13] * h.y + c.w[14] * h.z + c.w[15] * h.w;
        h = make_float4(squash(a), squash(b), squash(d), squash(e));
    }
    return h;
}
__global__ void __launch_bounds__(256) tulip_engine_bg1_a(const float4* __restrict__ x, const int* __restrict__ steps, float4* __restrict__ out, Cell c) {
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = ponder(x[i], steps[i], c);
}
__global__ void __launch_bounds__(256) tulip_engine_bg1_b(const float4* __restrict__ x, const int* __restrict__ steps, const int* __restrict__ order,
                                                          float4* __restrict__ out, Cell c) {
    int i = order[blockIdx.x * 256 + threadIdx.x];
    out[i] = ponder(x[i], steps[i], c);
}

// ---------------------------------------------------------------- softmax over rows of 1024
__global__ void __launch_bounds__(1024) ivory_saddle_bg1_a(const float* __restrict__ x, float* __restrict__ y) {
    __shared__ float s[1024];
    int t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * 1024 + t;
    float v = x[i];
    s[t] = v;
    __syncthreads();
    for (int step = 512; step > 0; step >>= 1) {
        if (t < step) s[t] = fmaxf(s[t], s[t + step]);
        __syncthreads();
    }
    float top = s[0];
    __syncthreads();
    float e = __expf(v - top);
    s[t] = e;
    __syncthreads();
    for (int step = 512; step > 0; step >>= 1) {
        if (t < step) s[t] += s[t + step];
        __syncthreads();
    }
    y[i] = __fdividef(e, s[0]);
}
__global__ void __launch_bounds__(1024) ivory_saddle_bg1_b(const float* __restrict__ x, float* __restrict__ y) {
    __shared__ float tops[32], totals[32];
    int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    size_t i = (size_t)blockIdx.x * 1024 + t;
    float v = x[i], m = v;
#pragma unroll
    for (int o = 16; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, o));
    float e = __expf(v - m), sum = e;
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(~0u, sum, o);
    if (lane == 0) { tops[warp] = m; totals[warp] = sum; }
    __syncthreads();
    float top = tops[lane], part = totals[lane], own = top;
#pragma unroll
    for (int o = 16; o; o >>= 1) top = fmaxf(top, __shfl_xor_sync(~0u, top, o));
    part *= __expf(own - top);
#pragma unroll
    for (int o = 16; o; o >>= 1) part += __shfl_xor_sync(~0u, part, o);
    y[i] = __fdividef(e * __expf(m - top), part);
}

// ---------------------------------------------------------------- 4-bit codes with a codebook of 16 for every row of 8192 weights
__global__ void __launch_bounds__(128) walnut_comet_bg1_a(const unsigned* __restrict__ codes, const float* __restrict__ books, uint4* __restrict__ w) {
    float book[16];
#pragma unroll
    for (int i = 0; i < 16; ++i) book[i] = books[blockIdx.x * 16 + i];
#pragma unroll 4
    for (int k = 0; k < 8; ++k) {
        size_t at = (size_t)blockIdx.x * 1024 + k * 128 + threadIdx.x;
        unsigned c = codes[at];
        __half2 r[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) r[j] = __floats2half2_rn(book[(c >> (8 * j)) & 15], book[(c >> (8 * j + 4)) & 15]);
        w[at] = *reinterpret_cast<uint4*>(r);
    }
}
__global__ void __launch_bounds__(128) walnut_comet_bg1_b(const unsigned* __restrict__ codes, const float* __restrict__ books, uint4* __restrict__ w) {
    __shared__ float book[16];
    if (threadIdx.x < 16) book[threadIdx.x] = books[blockIdx.x * 16 + threadIdx.x];
    __syncthreads();
#pragma unroll 4
    for (int k = 0; k < 8; ++k) {
        size_t at = (size_t)blockIdx.x * 1024 + k * 128 + threadIdx.x;
        unsigned c = codes[at];
        __half2 r[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) r[j] = __floats2half2_rn(book[(c >> (8 * j)) & 15], book[(c >> (8 * j + 4)) & 15]);
        w[at] = *reinterpret_cast<uint4*>(r);
    }
}

// ---------------------------------------------------------------- projection: half inputs, float sums
constexpr int kM = 4096, kN = 2048, kK = 2048;
__global__ void __launch_bounds__(256, 2) silver_turnip_bg1_a(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c) {
    __shared__ __align__(16) float sa[2][8][132], sb[2][8][128];
    const int tid = threadIdx.x, m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    const int ar = tid >> 1, ak = (tid & 1) * 4, br = tid >> 5, bc = (tid & 31) * 4;
    const int ty = tid >> 4, tx = tid & 15;
    const __half* pa = a + (size_t)(m0 + ar) * kK + ak;
    const __half* pb = b + (size_t)br * kN + n0 + bc;
    float acc[8][8] = {};
    uint2 ra = *reinterpret_cast<const uint2*>(pa), rb = *reinterpret_cast<const uint2*>(pb);
    for (int k0 = 0, buf = 0; k0 < kK; k0 += 8, buf ^= 1) {
        float2 a01 = __half22float2(*reinterpret_cast<__half2*>(&ra.x)), a23 = __half22float2(*reinterpret_cast<__half2*>(&ra.y));
        float2 b01 = __half22float2(*reinterpret_cast<__half2*>(&rb.x)), b23 = __half22float2(*reinterpret_cast<__half2*>(&rb.y));
        sa[buf][ak][ar] = a01.x; sa[buf][ak + 1][ar] = a01.y; sa[buf][ak + 2][ar] = a23.x; sa[buf][ak + 3][ar] = a23.y;
        *reinterpret_cast<float4*>(&sb[buf][br][bc]) = make_float4(b01.x, b01.y, b23.x, b23.y);
        __syncthreads();
        if (k0 + 8 < kK) {
            ra = *reinterpret_cast<const uint2*>(pa + k0 + 8);
            rb = *reinterpret_cast<const uint2*>(pb + (size_t)(k0 + 8) * kN);
        }
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            float fa[8], fb[8];
            *reinterpret_cast<float4*>(fa) = *reinterpret_cast<float4*>(&sa[buf][k][ty * 4]);
            *reinterpret_cast<float4*>(fa + 4) = *reinterpret_cast<float4*>(&sa[buf][k][64 + ty * 4]);
            *reinterpret_cast<float4*>(fb) = *reinterpret_cast<float4*>(&sb[buf][k][tx * 4]);
            *reinterpret_cast<float4*>(fb + 4) = *reinterpret_cast<float4*>(&sb[buf][k][64 + tx * 4]);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] += fa[i] * fb[j];
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        size_t row = (size_t)(m0 + (i >> 2) * 64 + ty * 4 + (i & 3)) * kN + n0;
        *reinterpret_cast<float4*>(c + row + tx * 4) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *reinterpret_cast<float4*>(c + row + 64 + tx * 4) = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}
__global__ void __launch_bounds__(256, 2) silver_turnip_bg1_b(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c) {
    using namespace nvcuda::wmma;
    __shared__ __align__(16) __half sa[2][128][40];
    __shared__ __align__(16) __half sb[2][32][136];
    const int tid = threadIdx.x, m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    const int warp = tid >> 5, wm = (warp >> 2) * 64, wn = (warp & 3) * 32;
    const int ar = tid >> 2, ac = (tid & 3) * 8, br = tid >> 4, bc = (tid & 15) * 8;
    const __half* pa = a + (size_t)(m0 + ar) * kK + ac;
    const __half* pb = b + (size_t)br * kN + n0 + bc;
    fragment<accumulator, 16, 16, 16, float> acc[4][2];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) fill_fragment(acc[i][j], 0.0f);
    uint4 ra0 = *reinterpret_cast<const uint4*>(pa), ra1 = *reinterpret_cast<const uint4*>(pa + (size_t)64 * kK);
    uint4 rb0 = *reinterpret_cast<const uint4*>(pb), rb1 = *reinterpret_cast<const uint4*>(pb + (size_t)16 * kN);
    for (int k0 = 0, buf = 0; k0 < kK; k0 += 32, buf ^= 1) {
        *reinterpret_cast<uint4*>(&sa[buf][ar][ac]) = ra0;
        *reinterpret_cast<uint4*>(&sa[buf][ar + 64][ac]) = ra1;
        *reinterpret_cast<uint4*>(&sb[buf][br][bc]) = rb0;
        *reinterpret_cast<uint4*>(&sb[buf][br + 16][bc]) = rb1;
        __syncthreads();
        if (k0 + 32 < kK) {
            ra0 = *reinterpret_cast<const uint4*>(pa + k0 + 32);
            ra1 = *reinterpret_cast<const uint4*>(pa + (size_t)64 * kK + k0 + 32);
            rb0 = *reinterpret_cast<const uint4*>(pb + (size_t)(k0 + 32) * kN);
            rb1 = *reinterpret_cast<const uint4*>(pb + (size_t)(k0 + 48) * kN);
        }
#pragma unroll
        for (int kk = 0; kk < 32; kk += 16) {
            fragment<matrix_a, 16, 16, 16, __half, row_major> fa[4];
            fragment<matrix_b, 16, 16, 16, __half, row_major> fb[2];
#pragma unroll
            for (int i = 0; i < 4; ++i) load_matrix_sync(fa[i], &sa[buf][wm + i * 16][kk], 40);
#pragma unroll
            for (int j = 0; j < 2; ++j) load_matrix_sync(fb[j], &sb[buf][kk][wn + j * 16], 136);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 2; ++j) mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) store_matrix_sync(c + (size_t)(m0 + wm + i * 16) * kN + n0 + wn + j * 16, acc[i][j], kN, mem_row_major);
}

// ---------------------------------------------------------------- leaky relu of a tensor behind a header
__device__ __forceinline__ float leaky(float v) { return v > 0 ? v : 0.1f * v; }
__device__ __forceinline__ void leaky_rows(const float* __restrict__ x, float* __restrict__ y) {
    size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    const float4* p = reinterpret_cast<const float4*>(x);
    float4 u = p[i], v = p[i + 256];
    reinterpret_cast<float4*>(y)[i] = make_float4(leaky(u.x), leaky(u.y), leaky(u.z), leaky(u.w));
    reinterpret_cast<float4*>(y)[i + 256] = make_float4(leaky(v.x), leaky(v.y), leaky(v.z), leaky(v.w));
}
__global__ void __launch_bounds__(256) olive_bridge_bg1_a(const float* __restrict__ x, float* __restrict__ y) { leaky_rows(x + 4, y); }
__global__ void __launch_bounds__(256) olive_bridge_bg1_b(const float* __restrict__ x, float* __restrict__ y) { leaky_rows(x, y); }

// ---------------------------------------------------------------- rms norm of rows of 4096
template <class F>
__device__ __forceinline__ void rms_row(const float4* __restrict__ x, const float4* __restrict__ g, float4* __restrict__ y, F inverse) {
    __shared__ float part[8];
    size_t base = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 v[4];
    float s = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) v[i] = x[base + i * 256];
#pragma unroll
    for (int i = 0; i < 4; ++i) s += v[i].x * v[i].x + v[i].y * v[i].y + v[i].z * v[i].z + v[i].w * v[i].w;
#pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    float total = 0;
#pragma unroll
    for (int i = 0; i < 8; ++i) total += part[i];
    float r = inverse(total);
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        float4 w = g[threadIdx.x + i * 256];
        y[base + i * 256] = make_float4(v[i].x * r * w.x, v[i].y * r * w.y, v[i].z * r * w.z, v[i].w * r * w.w);
    }
}
__global__ void __launch_bounds__(256) maple_cannon_bg1_a(const float4* __restrict__ x, const float4* __restrict__ g, float4* __restrict__ y) {
    rms_row(x, g, y, [](float total) { return (float)(1.0 / sqrt(total / 4096 + 1e-6)); });
}
__global__ void __launch_bounds__(256) maple_cannon_bg1_b(const float4* __restrict__ x, const float4* __restrict__ g, float4* __restrict__ y) {
    rms_row(x, g, y, [](float total) { return rsqrtf(total / 4096 + 1e-6f); });
}

// ---------------------------------------------------------------- swiglu
constexpr int kInner = 8192;
__global__ void __launch_bounds__(256) coral_piano_bg1_a(const __half* __restrict__ gate_up, __half* __restrict__ y) {
    size_t i = ((size_t)blockIdx.x * 256 + threadIdx.x) * 8;
    size_t row = i / kInner, col = i % kInner;
    uint4 g = *reinterpret_cast<const uint4*>(gate_up + row * 2 * kInner + col);
    uint4 u = *reinterpret_cast<const uint4*>(gate_up + row * 2 * kInner + kInner + col);
    const __half2* gh = reinterpret_cast<const __half2*>(&g);
    const __half2* uh = reinterpret_cast<const __half2*>(&u);
    __half2 r[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float2 a = __half22float2(gh[j]), b = __half22float2(uh[j]);
        r[j] = __floats2half2_rn(__fdividef(a.x, 1.0f + __expf(-a.x)) * b.x, __fdividef(a.y, 1.0f + __expf(-a.y)) * b.y);
    }
    *reinterpret_cast<uint4*>(y + i) = *reinterpret_cast<uint4*>(r);
}

// ---------------------------------------------------------------- token embedding, rows of 512 halves
__global__ void __launch_bounds__(256) saffron_wagon_bg1_a(const uint4* __restrict__ table, const int* __restrict__ tokens, uint4* __restrict__ out) {
    int row = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    const uint4* src = table + (size_t)tokens[row] * 64;
    uint4 a = src[lane], b = src[lane + 32];
    out[(size_t)row * 64 + lane] = a;
    out[(size_t)row * 64 + lane + 32] = b;
}

// ---------------------------------------------------------------- bias gradient: sum over rows of 1024 columns
__global__ void __launch_bounds__(256) birch_helmet_bg1_a(const float4* __restrict__ dy, float* __restrict__ db) {
    const float4* p = dy + (size_t)blockIdx.x * 128 * 256 + threadIdx.x;
    float4 s = make_float4(0, 0, 0, 0);
#pragma unroll 8
    for (int r = 0; r < 128; ++r) {
        float4 v = p[r * 256];
        s.x += v.x; s.y += v.y; s.z += v.z; s.w += v.w;
    }
    atomicAdd(reinterpret_cast<float4*>(db) + threadIdx.x, s);
}

int main(int argc, char** argv) {
    const size_t M = 1 << 20;
    float* F = harness::filled<float>(128 * M + 1024, 11);
    float* F4 = harness::filled<float>(64 * M, 11u + 4u * 2654435761u);
    __half* H = harness::filled<__half>(512 * M, 23);
    unsigned* codes = (unsigned*)harness::indices(16 * M, 0xffffffffu, 5);
    int* tokens = harness::indices(512 * 1024, 1 << 20, 9);
    float* O = harness::empty<float>(128 * M);
    __half* OH = (__half*)O;
    int* hist = harness::empty<int>(kBins);
    float* db = harness::empty<float>(1024);
    CHECK(cudaMemset(hist, 0, kBins * 4));
    CHECK(cudaMemset(db, 0, 4096));

    const int nTok = 1 << 20;
    std::vector<int> steps(nTok), order(nTok);
    for (int i = 0; i < nTok; ++i) steps[i] = 4 + harness::hash32(i + 77) % 124;
    std::vector<std::vector<int>> bucket(128);
    for (int i = 0; i < nTok; ++i) bucket[steps[i]].push_back(i);
    for (int s = 127, at = 0; s >= 0; --s) for (int i : bucket[s]) order[at++] = i;
    int* dSteps = harness::uploaded(steps);
    int* dOrder = harness::uploaded(order);
    Cell cell;
    for (int i = 0; i < 16; ++i) cell.w[i] = 0.4f * harness::unit(900 + i);

    // in [8][2048][4][8][64], out [8][4][8][2048][64]
    Shape shape{{8, 4, 8, 2048, 64}, {2048LL * 4 * 8 * 64, 8 * 64, 64, 4 * 8 * 64, 1}};
    FastShape fast;
    for (int d = 0; d < 5; ++d) {
        unsigned v = (unsigned)shape.dim[d], s = 0;
        while ((1ull << s) < v) ++s;
        fast.dim[d] = {v, (unsigned)(((1ull << 32) * ((1ull << s) - v)) / v + 1), s};
        fast.stride[d] = (unsigned)shape.stride[d];
    }
    const unsigned nPermute = 8u * 2048 * 4 * 8 * 64;

    const int heads = 6336;
    const size_t wkvN = (size_t)heads * kSteps * kHead;
    const float *R = F, *K = F + wkvN, *V = F + 2 * wkvN, *W = F + 3 * wkvN, *U = F + 4 * wkvN;
    const float* scales = F + 100 * M;

    std::vector<Case> cases = {
        {"amber_kettle_bg1_a", [=] { amber_kettle_bg1_a<<<kTokens * kChannels / 256, 256>>>(F, scales, O); }, O, (size_t)kTokens * kChannels},
        {"amber_kettle_bg1_b", [=] { amber_kettle_bg1_b<<<dim3(kChannels / 32, kTokens / 32), 256>>>(F, scales, O); }, O, (size_t)kTokens * kChannels},
        {"willow_drum_bg1_a", [=] { willow_drum_bg1_a<<<64 * M / 256, 256>>>((const int8_t*)F, scales, OH); }, OH, 64 * M, Output::f16},
        {"willow_drum_bg1_b", [=] { willow_drum_bg1_b<<<64 * M / 2048, 256>>>((const int8_t*)F, scales, OH); }, OH, 64 * M, Output::f16},
        {"copper_lantern_bg1_a", [=] { copper_lantern_bg1_a<<<M / 128, 128>>>(F, (float2*)O); }, O, 2 * M},
        {"copper_lantern_bg1_b", [=] { copper_lantern_bg1_b<<<M / 128, 128>>>(F, (float2*)O); }, O, 2 * M},
        {"velvet_anchor_bg1_a", [=] { velvet_anchor_bg1_a<<<heads, 64>>>(R, K, V, W, U, O); }, O, wkvN},
        {"velvet_anchor_bg1_b", [=] { velvet_anchor_bg1_b<<<heads, 64>>>(R, K, V, W, U, O); }, O, wkvN},
        {"marble_fox_bg1_a", [=] { marble_fox_bg1_a<<<64 * M / 2048, 256>>>(H, OH); }, OH, 64 * M, Output::f16},
        {"marble_fox_bg1_b", [=] { marble_fox_bg1_b<<<64 * M / 2048, 256>>>(H, OH); }, OH, 64 * M, Output::f16},
        {"cedar_violin_bg1_a", [=] { cedar_violin_bg1_a<<<132 * 4, 512>>>((const float4*)F, 16 * M, hist); }, hist, kBins, Output::i32},
        {"cedar_violin_bg1_b", [=] { cedar_violin_bg1_b<<<132 * 4, 512>>>((const float4*)F, 16 * M, hist); }, hist, kBins, Output::i32},
        {"plum_ladder_bg1_a", [=] { plum_ladder_bg1_a<<<dim3(kKeys / 128, kQueries / 8, kBatch), 128>>>(F, F + 8 * M, scales, O); }, O, (size_t)kBatch * kQueries * kKeys},
        {"plum_ladder_bg1_b", [=] { plum_ladder_bg1_b<<<dim3(kKeys / 128, kQueries / 8, kBatch), 128>>>(F, F + 8 * M, scales, O); }, O, (size_t)kBatch * kQueries * kKeys},
        {"granite_sparrow_bg1_a", [=] { granite_sparrow_bg1_a<<<nPermute / 256, 256>>>(F, O, shape, nPermute); }, O, (size_t)nPermute},
        {"granite_sparrow_bg1_b", [=] { granite_sparrow_bg1_b<<<nPermute / 256, 256>>>(F, O, fast, nPermute); }, O, (size_t)nPermute},
        {"tulip_engine_bg1_a", [=] { tulip_engine_bg1_a<<<nTok / 256, 256>>>((const float4*)F, dSteps, (float4*)O, cell); }, O, (size_t)nTok * 4},
        {"tulip_engine_bg1_b", [=] { tulip_engine_bg1_b<<<nTok / 256, 256>>>((const float4*)F, dSteps, dOrder, (float4*)O, cell); }, O, (size_t)nTok * 4},
        {"ivory_saddle_bg1_a", [=] { ivory_saddle_bg1_a<<<65536, 1024>>>(F, O); }, O, 64 * M},
        {"ivory_saddle_bg1_b", [=] { ivory_saddle_bg1_b<<<65536, 1024>>>(F, O); }, O, 64 * M},
        {"walnut_comet_bg1_a", [=] { walnut_comet_bg1_a<<<16384, 128>>>(codes, scales, (uint4*)O); }, OH, 128 * M, Output::f16},
        {"walnut_comet_bg1_b", [=] { walnut_comet_bg1_b<<<16384, 128>>>(codes, scales, (uint4*)O); }, OH, 128 * M, Output::f16},
        {"silver_turnip_bg1_a", [=] { silver_turnip_bg1_a<<<dim3(kN / 128, kM / 128), 256>>>(H, H + 64 * M, O); }, O, (size_t)kM * kN},
        {"silver_turnip_bg1_b", [=] { silver_turnip_bg1_b<<<dim3(kN / 128, kM / 128), 256>>>(H, H + 64 * M, O); }, O, (size_t)kM * kN},
        {"olive_bridge_bg1_a", [=] { olive_bridge_bg1_a<<<64 * M / 2048, 256>>>(F, O); }, O, 64 * M},
        {"olive_bridge_bg1_b", [=] { olive_bridge_bg1_b<<<64 * M / 2048, 256>>>(F4, O); }, O, 64 * M},
        {"maple_cannon_bg1_a", [=] { maple_cannon_bg1_a<<<16384, 256>>>((const float4*)F, (const float4*)scales, (float4*)O); }, O, 64 * M},
        {"maple_cannon_bg1_b", [=] { maple_cannon_bg1_b<<<16384, 256>>>((const float4*)F, (const float4*)scales, (float4*)O); }, O, 64 * M},
        {"coral_piano_bg1_a", [=] { coral_piano_bg1_a<<<64 * M / 2048, 256>>>(H, OH); }, OH, 64 * M, Output::f16},
        {"saffron_wagon_bg1_a", [=] { saffron_wagon_bg1_a<<<512 * 1024 / 8, 256>>>((const uint4*)H, tokens, (uint4*)O); }, OH, 128 * M, Output::f16},
        {"birch_helmet_bg1_a", [=] { birch_helmet_bg1_a<<<1024, 256>>>((const float4*)F, db); }, db, 1024},
    };
    return harness::run(argc, argv, cases);
}
