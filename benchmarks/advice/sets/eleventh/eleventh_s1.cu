// Hand-written machine learning kernels, before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

// ---------------------------------------------------------------- image patches to columns for a 3x3 convolution as GEMM
__global__ void patch_columns_s1_a(const float* __restrict__ image, float* __restrict__ columns, int total, int channels, int height,
                                   int width, int kernel_h, int kernel_w, int out_h, int out_w, int pad) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int ow = i % out_w, rest = i / out_w;
    int oh = rest % out_h; rest /= out_h;
    int kw = rest % kernel_w; rest /= kernel_w;
    int kh = rest % kernel_h; rest /= kernel_h;
    int c = rest % channels, n = rest / channels;
    int y = oh + kh - pad, x = ow + kw - pad;
    float v = 0.0f;
    if ((unsigned)y < (unsigned)height && (unsigned)x < (unsigned)width) v = image[((n * channels + c) * height + y) * width + x];
    columns[i] = v;
}

struct Divider { int divisor; unsigned magic, shift; };  // quotient by multiply-high, for dividends below 2^31
static Divider divider(int d) {
    if (d == 1) return {1, 0, 0};
    unsigned s = 0; while ((1u << s) < (unsigned)d) ++s;
    uint64_t power = 31 + s;
    return {d, (unsigned)(((1ull << power) + d - 1) / d), (unsigned)(power - 32)};
}
__device__ __forceinline__ int over(int n, const Divider& d) { return (int)(__umulhi((unsigned)n, d.magic) >> d.shift); }

__global__ void patch_columns_s1_b(const float* __restrict__ image, float* __restrict__ columns, int total, Divider channels, int height,
                                   int width, Divider kernel_h, Divider kernel_w, Divider out_h, Divider out_w, int pad) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int rest = over(i, out_w), ow = i - rest * out_w.divisor;
    int next = over(rest, out_h), oh = rest - next * out_h.divisor; rest = next;
    next = over(rest, kernel_w); int kw = rest - next * kernel_w.divisor; rest = next;
    next = over(rest, kernel_h); int kh = rest - next * kernel_h.divisor; rest = next;
    int n = over(rest, channels), c = rest - n * channels.divisor;
    int y = oh + kh - pad, x = ow + kw - pad;
    float v = 0.0f;
    if ((unsigned)y < (unsigned)height && (unsigned)x < (unsigned)width)
        v = image[((n * channels.divisor + c) * height + y) * width + x];
    columns[i] = v;
}

// ---------------------------------------------------------------- backward of bias + ReLU in a feed-forward block
__global__ void relu_bias_backward_s1_a(const float* __restrict__ dy, const __half* __restrict__ pre, float* __restrict__ dx,
                                        float* __restrict__ dbias, int rows, int columns) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= columns) return;
#pragma unroll 4
    for (int r = blockIdx.y; r < rows; r += gridDim.y) {
        size_t i = (size_t)r * columns + c;
        float g = __half2float(pre[i]) > 0.0f ? dy[i] : 0.0f;
        dx[i] = g;
        atomicAdd(&dbias[c], g);
    }
}
__global__ void relu_bias_backward_s1_b(const float* __restrict__ dy, const __half* __restrict__ pre, float* __restrict__ dx,
                                        float* __restrict__ dbias, int rows, int columns) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= columns) return;
    float sum = 0.0f;
#pragma unroll 4
    for (int r = blockIdx.y; r < rows; r += gridDim.y) {
        size_t i = (size_t)r * columns + c;
        float g = __half2float(pre[i]) > 0.0f ? dy[i] : 0.0f;
        dx[i] = g;
        sum += g;
    }
    atomicAdd(&dbias[c], sum);
}

// ---------------------------------------------------------------- Mish with the folded batch-norm bias of a detector's backbone
constexpr int kPlaneVectors = 338, kDetectorChannels = 256;  // 52 x 52 halves, eight a vector

__device__ __forceinline__ float mish_library(float x) { return x * tanhf(log1pf(expf(x))); }
__device__ __forceinline__ float mish_rational(float x) {
    float e = __expf(fminf(x, 20.0f)), n = e * (e + 2.0f);
    return x * __fdividef(n, n + 2.0f);
}
__global__ void detector_mish_s1_a(const uint4* __restrict__ in, const float* __restrict__ bias, uint4* __restrict__ out, int vectors) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= vectors) return;
    float b = bias[(unsigned)i / kPlaneVectors % kDetectorChannels];
    uint4 packed = in[i];
    __half2* h = reinterpret_cast<__half2*>(&packed);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float2 f = __half22float2(h[k]);
        h[k] = __floats2half2_rn(mish_library(f.x + b), mish_library(f.y + b));
    }
    out[i] = packed;
}
__global__ void detector_mish_s1_b(const uint4* __restrict__ in, const float* __restrict__ bias, uint4* __restrict__ out, int vectors) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= vectors) return;
    float b = bias[(unsigned)i / kPlaneVectors % kDetectorChannels];
    uint4 packed = in[i];
    __half2* h = reinterpret_cast<__half2*>(&packed);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float2 f = __half22float2(h[k]);
        h[k] = __floats2half2_rn(mish_rational(f.x + b), mish_rational(f.y + b));
    }
    out[i] = packed;
}

// ---------------------------------------------------------------- causal 4-tap convolution of a state-space model, [B,C,T] to [B,T,C]
constexpr int kTimes = 64, kLanes = 32, kHalo = 8;  // the halo of 8 keeps rows on whole sectors; three of it are used

__global__ void __launch_bounds__(256) causal_taps_s1_a(const float* __restrict__ x, const float4* __restrict__ taps,
                                                        float* __restrict__ y, int channels, int length) {
    __shared__ float tile[kLanes][kHalo + kTimes];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int t0 = blockIdx.x * kTimes, c0 = blockIdx.y * kLanes;
    const float* from = x + ((size_t)blockIdx.z * channels + c0) * length;
#pragma unroll
    for (int r = warp; r < kLanes; r += 8) {
        tile[r][kHalo + lane] = from[(size_t)r * length + t0 + lane];
        tile[r][kHalo + lane + 32] = from[(size_t)r * length + t0 + lane + 32];
    }
    int r = threadIdx.x / kHalo, h = threadIdx.x % kHalo;
    tile[r][h] = t0 > 0 ? from[(size_t)r * length + t0 - kHalo + h] : 0.0f;
    float4 w = taps[c0 + lane];
    __syncthreads();
    float* to = y + ((size_t)blockIdx.z * length + t0) * channels + c0 + lane;
#pragma unroll
    for (int t = warp; t < kTimes; t += 8) {
        const float* past = &tile[lane][kHalo + t];
        float s = w.x * past[-3] + w.y * past[-2] + w.z * past[-1] + w.w * past[0];
        to[(size_t)t * channels] = __fdividef(s, 1.0f + __expf(-s));
    }
}
__global__ void __launch_bounds__(256) causal_taps_s1_b(const float* __restrict__ x, const float4* __restrict__ taps,
                                                        float* __restrict__ y, int channels, int length) {
    __shared__ float tile[kLanes][kHalo + kTimes + 1];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int t0 = blockIdx.x * kTimes, c0 = blockIdx.y * kLanes;
    const float* from = x + ((size_t)blockIdx.z * channels + c0) * length;
#pragma unroll
    for (int r = warp; r < kLanes; r += 8) {
        tile[r][kHalo + lane] = from[(size_t)r * length + t0 + lane];
        tile[r][kHalo + lane + 32] = from[(size_t)r * length + t0 + lane + 32];
    }
    int r = threadIdx.x / kHalo, h = threadIdx.x % kHalo;
    tile[r][h] = t0 > 0 ? from[(size_t)r * length + t0 - kHalo + h] : 0.0f;
    float4 w = taps[c0 + lane];
    __syncthreads();
    float* to = y + ((size_t)blockIdx.z * length + t0) * channels + c0 + lane;
#pragma unroll
    for (int t = warp; t < kTimes; t += 8) {
        const float* past = &tile[lane][kHalo + t];
        float s = w.x * past[-3] + w.y * past[-2] + w.z * past[-1] + w.w * past[0];
        to[(size_t)t * channels] = __fdividef(s, 1.0f + __expf(-s));
    }
}

// ---------------------------------------------------------------- weighted pooling of the item embeddings of a user's history
constexpr int kItemWidth = 64, kLongestHistory = 6000, kServedHistory = 64;

__global__ void __launch_bounds__(64) history_pool_s1_a(const float* __restrict__ table, const int* __restrict__ items,
                                                        const float* __restrict__ weights, float* __restrict__ pooled, int history) {
    __shared__ int item[kLongestHistory];
    __shared__ float weight[kLongestHistory];
    size_t first = (size_t)blockIdx.x * history;
    for (int k = threadIdx.x; k < history; k += blockDim.x) { item[k] = items[first + k]; weight[k] = weights[first + k]; }
    __syncthreads();
    float sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < history; ++k) sum += weight[k] * table[(size_t)item[k] * kItemWidth + threadIdx.x];
    pooled[(size_t)blockIdx.x * kItemWidth + threadIdx.x] = sum;
}
__global__ void __launch_bounds__(64) history_pool_s1_b(const float* __restrict__ table, const int* __restrict__ items,
                                                        const float* __restrict__ weights, float* __restrict__ pooled, int history) {
    __shared__ int item[kServedHistory];
    __shared__ float weight[kServedHistory];
    size_t first = (size_t)blockIdx.x * history;
    for (int k = threadIdx.x; k < history; k += blockDim.x) { item[k] = items[first + k]; weight[k] = weights[first + k]; }
    __syncthreads();
    float sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < history; ++k) sum += weight[k] * table[(size_t)item[k] * kItemWidth + threadIdx.x];
    pooled[(size_t)blockIdx.x * kItemWidth + threadIdx.x] = sum;
}

// ---------------------------------------------------------------- radiance field: a small perceptron per sample point, held in registers
constexpr int kEncoded = 24, kHidden = 32, kRadiance = 4, kFieldWeights = kEncoded * kHidden + kHidden * kHidden + kHidden * kRadiance;

__device__ __forceinline__ void radiance_point(const float* __restrict__ encoded, const float* w, float4* __restrict__ colour, int n, int i) {
    float h[kHidden], g[kHidden];
#pragma unroll
    for (int j = 0; j < kHidden; ++j) h[j] = 0.0f;
#pragma unroll
    for (int k = 0; k < kEncoded; ++k) {
        float e = encoded[(size_t)k * n + i];
#pragma unroll
        for (int j = 0; j < kHidden; ++j) h[j] = fmaf(e, w[k * kHidden + j], h[j]);
    }
    w += kEncoded * kHidden;
#pragma unroll
    for (int j = 0; j < kHidden; ++j) { h[j] = fmaxf(h[j], 0.0f); g[j] = 0.0f; }
#pragma unroll
    for (int k = 0; k < kHidden; ++k)
#pragma unroll
        for (int j = 0; j < kHidden; ++j) g[j] = fmaf(h[k], w[k * kHidden + j], g[j]);
    w += kHidden * kHidden;
    float4 c = {0.1f, 0.2f, 0.3f, 0.4f};
#pragma unroll
    for (int k = 0; k < kHidden; ++k) {
        float v = fmaxf(g[k], 0.0f);
        c.x = fmaf(v, w[4 * k], c.x); c.y = fmaf(v, w[4 * k + 1], c.y); c.z = fmaf(v, w[4 * k + 2], c.z); c.w = fmaf(v, w[4 * k + 3], c.w);
    }
    colour[i] = c;
}
__global__ void __launch_bounds__(128, 9) radiance_points_s1_a(const float* __restrict__ encoded, const float* __restrict__ weights,
                                                               float4* __restrict__ colour, int n) {
    __shared__ __align__(16) float w[kFieldWeights];
    for (int k = threadIdx.x; k < kFieldWeights; k += blockDim.x) w[k] = weights[k];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) radiance_point(encoded, w, colour, n, i);
}
__global__ void __launch_bounds__(128) radiance_points_s1_b(const float* __restrict__ encoded, const float* __restrict__ weights,
                                                            float4* __restrict__ colour, int n) {
    __shared__ __align__(16) float w[kFieldWeights];
    for (int k = threadIdx.x; k < kFieldWeights; k += blockDim.x) w[k] = weights[k];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) radiance_point(encoded, w, colour, n, i);
}

// ---------------------------------------------------------------- group-norm statistics of a decoder's last feature map, one image
__device__ __forceinline__ void block_moments(float s, float q, float* to) {
    __shared__ float part[2][16];
    for (int d = 16; d; d >>= 1) { s += __shfl_xor_sync(~0u, s, d); q += __shfl_xor_sync(~0u, q, d); }
    if ((threadIdx.x & 31) == 0) { part[0][threadIdx.x >> 5] = s; part[1][threadIdx.x >> 5] = q; }
    __syncthreads();
    if (threadIdx.x == 0) {
        s = q = 0.0f;
        for (int k = 0; k < (int)blockDim.x / 32; ++k) { s += part[0][k]; q += part[1][k]; }
        atomicAdd(&to[0], s); atomicAdd(&to[1], q);
    }
}
__global__ void __launch_bounds__(512) group_moments_s1_a(const float4* __restrict__ map, float* __restrict__ moments, int group_vectors) {
    const float4* from = map + (size_t)blockIdx.x * group_vectors;
    float s = 0.0f, q = 0.0f;
#pragma unroll 4
    for (int k = threadIdx.x; k < group_vectors; k += blockDim.x) {
        float4 v = from[k];
        s += (v.x + v.y) + (v.z + v.w);
        q += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    block_moments(s, q, moments + 2 * blockIdx.x);
}
__global__ void __launch_bounds__(512) group_moments_s1_b(const float4* __restrict__ map, float* __restrict__ moments, int group_vectors) {
    const float4* from = map + (size_t)blockIdx.x * group_vectors;
    float s = 0.0f, q = 0.0f;
#pragma unroll 4
    for (int k = blockIdx.y * blockDim.x + threadIdx.x; k < group_vectors; k += gridDim.y * blockDim.x) {
        float4 v = from[k];
        s += (v.x + v.y) + (v.z + v.w);
        q += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    block_moments(s, q, moments + 2 * blockIdx.x);
}

// ---------------------------------------------------------------- AdamW, out of place into the next parameter generation
__device__ __forceinline__ float step_double(float p, float m, float v, float lr, float decay, float c1, float c2) {
    return p * decay - lr * (m * c1 / (sqrtf(v * c2) + 1e-8));
}
__device__ __forceinline__ float step_single(float p, float m, float v, float lr, float decay, float c1, float c2) {
    return p * decay - lr * (m * c1 / (sqrtf(v * c2) + 1e-8f));
}
__global__ void adamw_generation_s1_a(const float4* __restrict__ p, const float4* __restrict__ g, const float4* __restrict__ m,
                                      const float4* __restrict__ v, float4* __restrict__ p_next, float4* __restrict__ m_next,
                                      float4* __restrict__ v_next, int n, float lr, float decay, float b1, float b2, float c1, float c2) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 w = p[i], d = g[i], a = m[i], s = v[i];
    a.x = b1 * a.x + (1.0f - b1) * d.x; a.y = b1 * a.y + (1.0f - b1) * d.y;
    a.z = b1 * a.z + (1.0f - b1) * d.z; a.w = b1 * a.w + (1.0f - b1) * d.w;
    s.x = b2 * s.x + (1.0f - b2) * d.x * d.x; s.y = b2 * s.y + (1.0f - b2) * d.y * d.y;
    s.z = b2 * s.z + (1.0f - b2) * d.z * d.z; s.w = b2 * s.w + (1.0f - b2) * d.w * d.w;
    w.x = step_double(w.x, a.x, s.x, lr, decay, c1, c2); w.y = step_double(w.y, a.y, s.y, lr, decay, c1, c2);
    w.z = step_double(w.z, a.z, s.z, lr, decay, c1, c2); w.w = step_double(w.w, a.w, s.w, lr, decay, c1, c2);
    p_next[i] = w; m_next[i] = a; v_next[i] = s;
}
__global__ void adamw_generation_s1_b(const float4* __restrict__ p, const float4* __restrict__ g, const float4* __restrict__ m,
                                      const float4* __restrict__ v, float4* __restrict__ p_next, float4* __restrict__ m_next,
                                      float4* __restrict__ v_next, int n, float lr, float decay, float b1, float b2, float c1, float c2) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 w = p[i], d = g[i], a = m[i], s = v[i];
    a.x = b1 * a.x + (1.0f - b1) * d.x; a.y = b1 * a.y + (1.0f - b1) * d.y;
    a.z = b1 * a.z + (1.0f - b1) * d.z; a.w = b1 * a.w + (1.0f - b1) * d.w;
    s.x = b2 * s.x + (1.0f - b2) * d.x * d.x; s.y = b2 * s.y + (1.0f - b2) * d.y * d.y;
    s.z = b2 * s.z + (1.0f - b2) * d.z * d.z; s.w = b2 * s.w + (1.0f - b2) * d.w * d.w;
    w.x = step_single(w.x, a.x, s.x, lr, decay, c1, c2); w.y = step_single(w.y, a.y, s.y, lr, decay, c1, c2);
    w.z = step_single(w.z, a.z, s.z, lr, decay, c1, c2); w.w = step_single(w.w, a.w, s.w, lr, decay, c1, c2);
    p_next[i] = w; m_next[i] = a; v_next[i] = s;
}

// ---------------------------------------------------------------- log-sum-exp of the logits of a language model's loss, a row a block
__device__ __forceinline__ void join(float& m, float& s, float m2, float s2) {
    float top = fmaxf(m, m2);
    s = s * __expf(m - top) + s2 * __expf(m2 - top);
    m = top;
}
__device__ __forceinline__ void row_log_sum(const float* __restrict__ row, int vocabulary, float temperature, float* __restrict__ to) {
    __shared__ float tops[16], sums[16];
    float m = -1e30f, s = 0.0f;
    int k = threadIdx.x;
    for (; k + 3 * 512 < vocabulary; k += 4 * 512) {
        float a = row[k] * temperature, b = row[k + 512] * temperature, c = row[k + 1024] * temperature, d = row[k + 1536] * temperature;
        float top = fmaxf(fmaxf(fmaxf(a, b), fmaxf(c, d)), m);
        s = s * __expf(m - top) + ((__expf(a - top) + __expf(b - top)) + (__expf(c - top) + __expf(d - top)));
        m = top;
    }
    for (; k < vocabulary; k += 512) join(m, s, row[k] * temperature, 1.0f);
    for (int d = 16; d; d >>= 1) { float m2 = __shfl_xor_sync(~0u, m, d), s2 = __shfl_xor_sync(~0u, s, d); join(m, s, m2, s2); }
    if ((threadIdx.x & 31) == 0) { tops[threadIdx.x >> 5] = m; sums[threadIdx.x >> 5] = s; }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 16; ++w) join(m, s, tops[w], sums[w]);
        *to = m + __logf(s);
    }
}
__global__ void __launch_bounds__(512) vocabulary_lse_s1_a(const float* __restrict__ logits, float* __restrict__ lse, int vocabulary,
                                                           int pitch, float temperature) {
    row_log_sum(logits + (size_t)blockIdx.x * pitch, vocabulary, temperature, lse + blockIdx.x);
}
__global__ void __launch_bounds__(512) vocabulary_lse_s1_b(const float* __restrict__ logits, float* __restrict__ lse, int vocabulary,
                                                           int pitch, float temperature) {
    row_log_sum(logits + (size_t)blockIdx.x * pitch, vocabulary, temperature, lse + blockIdx.x);
}

// ---------------------------------------------------------------- residual add and RMS norm of a decoder layer, 4096 halves a row
constexpr int kModel = 4096;

__global__ void __launch_bounds__(256) residual_rms_s1_a(const uint4* __restrict__ x, const uint4* __restrict__ residual,
                                                         const float4* __restrict__ gain, uint4* __restrict__ residual_out,
                                                         uint4* __restrict__ y, float epsilon) {
    __shared__ float part[8];
    size_t base = (size_t)blockIdx.x * (kModel / 8) + threadIdx.x;
    uint4 a[2] = {x[base], x[base + 256]}, r[2] = {residual[base], residual[base + 256]};
    float q = 0.0f;
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        __half2 *ha = reinterpret_cast<__half2*>(&a[k]), *hr = reinterpret_cast<__half2*>(&r[k]);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            ha[j] = __hadd2(ha[j], hr[j]);
            float2 f = __half22float2(ha[j]);
            q += f.x * f.x + f.y * f.y;
        }
        residual_out[base + 256 * k] = a[k];
    }
    for (int d = 16; d; d >>= 1) q += __shfl_xor_sync(~0u, q, d);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = q;
    __syncthreads();
    q = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) q += part[k];
    float scale = rsqrtf(q * (1.0f / kModel) + epsilon);
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        __half2* ha = reinterpret_cast<__half2*>(&a[k]);
        int c = 2 * (threadIdx.x + 256 * k);
        float4 g0 = gain[c], g1 = gain[c + 1];
        float2 f0 = __half22float2(ha[0]), f1 = __half22float2(ha[1]), f2 = __half22float2(ha[2]), f3 = __half22float2(ha[3]);
        ha[0] = __floats2half2_rn(f0.x * scale * g0.x, f0.y * scale * g0.y);
        ha[1] = __floats2half2_rn(f1.x * scale * g0.z, f1.y * scale * g0.w);
        ha[2] = __floats2half2_rn(f2.x * scale * g1.x, f2.y * scale * g1.y);
        ha[3] = __floats2half2_rn(f3.x * scale * g1.z, f3.y * scale * g1.w);
        y[base + 256 * k] = a[k];
    }
}

// ---------------------------------------------------------------- inputs
static __global__ void harness_square(float* p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) p[i] = p[i] * p[i] + 1e-4f;
}
static __global__ void harness_pad_rows(const float* from, float* to, int rows, int width, int pitch) {
    for (int r = blockIdx.x; r < rows; r += gridDim.x)
        for (int k = threadIdx.x; k < pitch; k += blockDim.x)
            to[(size_t)r * pitch + k] = from[(size_t)r * width + (k < width ? k : 0)];
}

int main(int argc, char** argv) {
    constexpr size_t kFloats = 55'000'000, kHalves = 111'000'000;
    float* floats = harness::filled<float>(kFloats, 11);          // 220 MB, shared by the cases as input
    __half* halves = harness::filled<__half>(kHalves, 23);        // 222 MB
    __half* halves2 = harness::filled<__half>(54'600'000, 29);    // 109 MB
    float* out = harness::empty<float>(58'000'000);               // 232 MB, shared output
    float* out2 = harness::empty<float>(30'000'000);
    float* out3 = harness::empty<float>(30'000'000);
    float* small = harness::filled<float>(65536, 31);             // biases, taps, weights, gains
    float* few = harness::empty<float>(65536);

    // im2col: 8 x 64 x 112 x 112, 3 x 3, pad 1
    constexpr int in_c = 64, side = 112, columns = 8 * in_c * 9 * side * side;
    Divider dc = divider(in_c), dk = divider(3), ds = divider(side);

    constexpr int rows = 32768, hidden = 1536;
    constexpr int mish_vectors = 160 * kDetectorChannels * kPlaneVectors;
    constexpr int conv_batch = 8, conv_channels = 1536, conv_length = 63 * kTimes;
    constexpr int bags = 65536, history = 50;
    int* items = harness::indices((size_t)bags * history, 850'000, 5);
    float* item_weights = floats + 40'000'000;
    constexpr int points = 1'500'000;
    constexpr int group_vectors = 4 * 640 * 640 / 4;
    constexpr int params = 30'000'000 / 4;
    float* grad = harness::filled<float>(30'000'000, 37);
    float* first = harness::filled<float>(30'000'000, 41);
    float* second = harness::filled<float>(30'000'000, 43);
    harness_square<<<2048, 256>>>(second, 30'000'000); CHECK(cudaGetLastError());
    constexpr int sequences = 1056, vocabulary = 50257, pitch = 50304;
    float* padded = harness::empty<float>((size_t)sequences * pitch);
    harness_pad_rows<<<1056, 512>>>(floats, padded, sequences, vocabulary, pitch); CHECK(cudaGetLastError());
    constexpr int tokens = 13200;

    std::vector<harness::Case> cases;
    auto f32 = harness::Output::f32;
    auto f16 = harness::Output::f16;
    auto add = [&](const char* name, std::function<void()> launch, const void* to, size_t count, harness::Output type) {
        cases.push_back({name, launch, to, count, type});
    };

    add("patch_columns_s1_a", [=] { patch_columns_s1_a<<<(columns + 255) / 256, 256>>>(floats, out, columns, in_c, side, side, 3, 3,
        side, side, 1); }, out, columns, f32);
    add("patch_columns_s1_b", [=] { patch_columns_s1_b<<<(columns + 255) / 256, 256>>>(floats, out, columns, dc, side, side, dk, dk,
        ds, ds, 1); }, out, columns, f32);
    add("relu_bias_backward_s1_a", [=] { relu_bias_backward_s1_a<<<dim3(hidden / 256, 176), 256>>>(floats, halves, out, few, rows,
        hidden); }, few, hidden, f32);
    add("relu_bias_backward_s1_b", [=] { relu_bias_backward_s1_b<<<dim3(hidden / 256, 176), 256>>>(floats, halves, out, few, rows,
        hidden); }, few, hidden, f32);
    add("detector_mish_s1_a", [=] { detector_mish_s1_a<<<(mish_vectors + 255) / 256, 256>>>((const uint4*)halves, small, (uint4*)out,
        mish_vectors); }, out, (size_t)mish_vectors * 8, f16);
    add("detector_mish_s1_b", [=] { detector_mish_s1_b<<<(mish_vectors + 255) / 256, 256>>>((const uint4*)halves, small, (uint4*)out,
        mish_vectors); }, out, (size_t)mish_vectors * 8, f16);
    dim3 conv_grid(conv_length / kTimes, conv_channels / kLanes, conv_batch);
    add("causal_taps_s1_a", [=] { causal_taps_s1_a<<<conv_grid, 256>>>(floats, (const float4*)small, out, conv_channels, conv_length); },
        out, (size_t)conv_batch * conv_channels * conv_length, f32);
    add("causal_taps_s1_b", [=] { causal_taps_s1_b<<<conv_grid, 256>>>(floats, (const float4*)small, out, conv_channels, conv_length); },
        out, (size_t)conv_batch * conv_channels * conv_length, f32);
    add("history_pool_s1_a", [=] { history_pool_s1_a<<<bags, kItemWidth>>>(floats, items, item_weights, out, history); },
        out, (size_t)bags * kItemWidth, f32);
    add("history_pool_s1_b", [=] { history_pool_s1_b<<<bags, kItemWidth>>>(floats, items, item_weights, out, history); },
        out, (size_t)bags * kItemWidth, f32);
    add("radiance_points_s1_a", [=] { radiance_points_s1_a<<<(points + 127) / 128, 128>>>(floats, small, (float4*)out, points); },
        out, (size_t)points * 4, f32);
    add("radiance_points_s1_b", [=] { radiance_points_s1_b<<<(points + 127) / 128, 128>>>(floats, small, (float4*)out, points); },
        out, (size_t)points * 4, f32);
    add("group_moments_s1_a", [=] { group_moments_s1_a<<<32, 512>>>((const float4*)floats, few, group_vectors); }, few, 64, f32);
    add("group_moments_s1_b", [=] { group_moments_s1_b<<<dim3(32, 33), 512>>>((const float4*)floats, few, group_vectors); }, few, 64, f32);
    add("adamw_generation_s1_a", [=] { adamw_generation_s1_a<<<(params + 255) / 256, 256>>>((const float4*)floats, (const float4*)grad,
        (const float4*)first, (const float4*)second, (float4*)out, (float4*)out2, (float4*)out3, params, 1e-3f, 0.9999f, 0.9f, 0.999f,
        1.2f, 1.05f); }, out, (size_t)params * 4, f32);
    add("adamw_generation_s1_b", [=] { adamw_generation_s1_b<<<(params + 255) / 256, 256>>>((const float4*)floats, (const float4*)grad,
        (const float4*)first, (const float4*)second, (float4*)out, (float4*)out2, (float4*)out3, params, 1e-3f, 0.9999f, 0.9f, 0.999f,
        1.2f, 1.05f); }, out, (size_t)params * 4, f32);
    add("vocabulary_lse_s1_a", [=] { vocabulary_lse_s1_a<<<sequences, 512>>>(floats, few, vocabulary, vocabulary, 1.4f); },
        few, sequences, f32);
    add("vocabulary_lse_s1_b", [=] { vocabulary_lse_s1_b<<<sequences, 512>>>(padded, few, vocabulary, pitch, 1.4f); },
        few, sequences, f32);
    add("residual_rms_s1_a", [=] { residual_rms_s1_a<<<tokens, 256>>>((const uint4*)halves, (const uint4*)halves2, (const float4*)small,
        (uint4*)out2, (uint4*)out, 1e-5f); }, out, (size_t)tokens * kModel, f16);
    return harness::run(argc, argv, cases);
}
