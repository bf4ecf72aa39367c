// Layers, optimisers and recommender streams: layouts, widths, launches.
#include "harness.cuh"
#include <cuda_fp16.h>
#include <cuda_bf16.h>

// ---------------------------------------------------------------- router entropy over the experts that this rank owns (every eighth of 128), one token a thread
__device__ __forceinline__ void entropy_of(const float* __restrict__ logits, float* __restrict__ out, int tokens, int experts, int rank,
                                           size_t token_stride, size_t expert_stride) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= tokens) return;
    const float* p = logits + t * token_stride;
    float z = 0.f, zx = 0.f;
#pragma unroll 8
    for (int e = rank; e < experts; e += 8) {
        float v = __ldg(p + e * expert_stride);
        float w = __expf(v);
        z += w;
        zx = fmaf(w, v, zx);
    }
    out[t] = __logf(z) - zx / z;
}
__global__ void __launch_bounds__(256) router_entropy_a(const float* l, float* o, int tokens, int experts, int rank) { entropy_of(l, o, tokens, experts, rank, experts, 1); }
__global__ void __launch_bounds__(256) router_entropy_b(const float* l, float* o, int tokens, int experts, int rank) { entropy_of(l, o, tokens, experts, rank, 1, tokens); }
// the layout that _b reads is the transposed matrix
__global__ void harness_fill_transposed(const float* in, float* out, int rows, int cols) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)rows * cols; i += (size_t)gridDim.x * blockDim.x)
        out[(i % cols) * (size_t)rows + i / cols] = in[i];
}

// ---------------------------------------------------------------- rotated keys into a channel-major cache [channel][token]
constexpr int KEY_TOKENS = 16384, KEY_CH = 2048;
__device__ __forceinline__ float rotate_key(const float* __restrict__ k, const float2* __restrict__ cs, int tok, int ch) {
    float me = k[(size_t)tok * KEY_CH + ch];
    float other = __shfl_xor_sync(0xffffffffu, me, 1);
    float2 t = cs[(tok & 1023) * 32 + ((ch & 63) >> 1)];
    return (ch & 1) ? fmaf(me, t.x, other * t.y) : fmaf(me, t.x, -other * t.y);
}
__global__ void key_rotary_a(const float* __restrict__ k, const float2* __restrict__ cs, float* __restrict__ cache) {
    int ch = blockIdx.x * 32 + threadIdx.x, tok0 = blockIdx.y * 32;
#pragma unroll
    for (int j = threadIdx.y; j < 32; j += 8)
        cache[(size_t)ch * KEY_TOKENS + tok0 + j] = rotate_key(k, cs, tok0 + j, ch);
}
__global__ void key_rotary_b(const float* __restrict__ k, const float2* __restrict__ cs, float* __restrict__ cache) {
    __shared__ float tile[32][33];
    int ch = blockIdx.x * 32 + threadIdx.x, tok0 = blockIdx.y * 32;
#pragma unroll
    for (int j = threadIdx.y; j < 32; j += 8) tile[j][threadIdx.x] = rotate_key(k, cs, tok0 + j, ch);
    __syncthreads();
#pragma unroll
    for (int j = threadIdx.y; j < 32; j += 8)
        cache[(size_t)(blockIdx.x * 32 + j) * KEY_TOKENS + tok0 + threadIdx.x] = tile[threadIdx.x][j];
}

// ---------------------------------------------------------------- lexicon rows: out[token][d] = table(id, d) + position
__device__ __forceinline__ void lexicon(const int* __restrict__ ids, const float* __restrict__ table, const float* __restrict__ pos,
                                        float* __restrict__ out, int tokens, size_t id_stride, size_t dim_stride) {
    int d = threadIdx.x;                                     // 64 wide
    int t = blockIdx.x * blockDim.y + threadIdx.y;
    if (t < tokens) out[(size_t)t * 64 + d] = table[ids[t] * id_stride + d * dim_stride] * 8.0f + pos[(t & 511) * 64 + d];
}
__global__ void lexicon_rows_a(const int* ids, const float* table, const float* pos, float* out, int tokens, int vocab) { lexicon(ids, table, pos, out, tokens, 1, vocab); }
__global__ void lexicon_rows_b(const int* ids, const float* table, const float* pos, float* out, int tokens, int) { lexicon(ids, table, pos, out, tokens, 64, 1); }

// ---------------------------------------------------------------- shadow (moving average) weights in half
__global__ void shadow_weights_a(const __half* __restrict__ avg, const __half* __restrict__ w, __half* __restrict__ out, float keep, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float a = __half2float(avg[i]), b = __half2float(w[i]);
        out[i] = __float2half(fmaf(keep, a - b, b));
    }
}
__global__ void shadow_weights_b(const __half* __restrict__ avg, const __half* __restrict__ w, __half* __restrict__ out, float keep, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i * 8 < n) {
        uint4 qa = reinterpret_cast<const uint4*>(avg)[i], qb = reinterpret_cast<const uint4*>(w)[i], qo;
        const __half2* ha = reinterpret_cast<const __half2*>(&qa);
        const __half2* hb = reinterpret_cast<const __half2*>(&qb);
        __half2* ho = reinterpret_cast<__half2*>(&qo);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float2 a = __half22float2(ha[j]), b = __half22float2(hb[j]);
            ho[j] = __floats2half2_rn(fmaf(keep, a.x - b.x, b.x), fmaf(keep, a.y - b.y, b.y));
        }
        reinterpret_cast<uint4*>(out)[i] = qo;
    }
}

// ---------------------------------------------------------------- padded unsigned activations to signed, masked
__global__ void pad_recode_a(const uint8_t* __restrict__ x, const uint8_t* __restrict__ keep, uint8_t* __restrict__ y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = (uint8_t)((x[i] ^ 0x80u) & keep[i]);
}
__global__ void pad_recode_b(const uint8_t* __restrict__ x, const uint8_t* __restrict__ keep, uint8_t* __restrict__ y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i * 16 < n) {
        uint4 a = reinterpret_cast<const uint4*>(x)[i], k = reinterpret_cast<const uint4*>(keep)[i];
        const unsigned s = 0x80808080u;
        reinterpret_cast<uint4*>(y)[i] = make_uint4((a.x ^ s) & k.x, (a.y ^ s) & k.y, (a.z ^ s) & k.z, (a.w ^ s) & k.w);
    }
}

// ---------------------------------------------------------------- entity embeddings onto the unit sphere, one warp a row of 128
__device__ __forceinline__ void sphere_row(const float4* __restrict__ in, float4* __restrict__ out, int rows) {
    int row = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    if (row >= rows) return;
    float4 v = in[(size_t)row * 32 + lane];
    float s = v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
#pragma unroll
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(0xffffffffu, s, d);
    float r = rsqrtf(s + 1e-6f);
    out[(size_t)row * 32 + lane] = make_float4(v.x * r, v.y * r, v.z * r, v.w * r);
}
__global__ void entity_sphere_a(const float4* in, float4* out, int rows) { sphere_row(in, out, rows); }
__global__ void entity_sphere_b(const float4* in, float4* out, int rows) { sphere_row(in, out, rows); }

// ---------------------------------------------------------------- sign-momentum optimiser step, grid stride
__device__ __forceinline__ float lion_one(float w, float g, float& m) {
    float u = fmaf(0.9f, m - g, g);
    m = fmaf(0.99f, m - g, g);
    return w - 1e-3f * (copysignf(1.f, u) + 0.01f * w);
}
__device__ __forceinline__ void lion_loop(const float4* __restrict__ w, const float4* __restrict__ g, const float4* __restrict__ m,
                                          float4* __restrict__ w2, float4* __restrict__ m2, int n4) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
        float4 a = w[i], b = g[i], c = m[i];
        a.x = lion_one(a.x, b.x, c.x); a.y = lion_one(a.y, b.y, c.y); a.z = lion_one(a.z, b.z, c.z); a.w = lion_one(a.w, b.w, c.w);
        w2[i] = a; m2[i] = c;
    }
}
__global__ void lion_update_a(const float4* w, const float4* g, const float4* m, float4* w2, float4* m2, int n4) { lion_loop(w, g, m, w2, m2, n4); }
__global__ void lion_update_b(const float4* w, const float4* g, const float4* m, float4* w2, float4* m2, int n4) { lion_loop(w, g, m, w2, m2, n4); }

// ---------------------------------------------------------------- neck of a block: bias, SiLU, scaled skip; one row of 1536 a block of 384
__device__ __forceinline__ float silu(float x) { return x / (1.f + __expf(-x)); }
__global__ void neck_bias_a(const float4* __restrict__ x, const float4* __restrict__ bias, float4* __restrict__ t) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = x[i], b = bias[threadIdx.x];
    t[i] = make_float4(v.x + b.x, v.y + b.y, v.z + b.z, v.w + b.w);
}
__global__ void neck_silu_a2(const float4* __restrict__ t, float4* __restrict__ u) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = t[i];
    u[i] = make_float4(silu(v.x), silu(v.y), silu(v.z), silu(v.w));
}
__global__ void neck_skip_a3(const float4* __restrict__ u, const float4* __restrict__ skip, float4* __restrict__ y, float scale) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = u[i], r = skip[i];
    y[i] = make_float4(fmaf(v.x, scale, r.x), fmaf(v.y, scale, r.y), fmaf(v.z, scale, r.z), fmaf(v.w, scale, r.w));
}
__global__ void neck_bias_b(const float4* __restrict__ x, const float4* __restrict__ bias, const float4* __restrict__ skip, float4* __restrict__ y, float scale) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = x[i], b = bias[threadIdx.x], r = skip[i];
    y[i] = make_float4(fmaf(silu(v.x + b.x), scale, r.x), fmaf(silu(v.y + b.y), scale, r.y), fmaf(silu(v.z + b.z), scale, r.z), fmaf(silu(v.w + b.w), scale, r.w));
}

// ---------------------------------------------------------------- many small parameter tensors of a mobile net, heavy-ball step
struct Tensor { int begin, count; float rate; };
__device__ __forceinline__ void nudge(const float* w, const float* g, const float* m, float* o, int i, float rate) { o[i] = w[i] - rate * fmaf(0.9f, m[i], g[i]); }
__global__ void tensor_nudge_a(const float* __restrict__ w, const float* __restrict__ g, const float* __restrict__ m, float* __restrict__ o, int n, float rate) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) nudge(w, g, m, o, i, rate);
}
__global__ void tensor_nudge_b(const float* __restrict__ w, const float* __restrict__ g, const float* __restrict__ m, float* __restrict__ o,
                               const Tensor* __restrict__ list, const int2* __restrict__ work) {
    int2 job = work[blockIdx.x];
    Tensor t = list[job.x];
    int i = job.y + threadIdx.x;
    if (i < t.count) nudge(w + t.begin, g + t.begin, m + t.begin, o + t.begin, i, t.rate);
}

// ---------------------------------------------------------------- utterance pooling: sums of token rows over segments (items may cover parts of one)
__device__ __forceinline__ void pool_item(const float* __restrict__ tok, const int4* __restrict__ items, float* __restrict__ out) {
    int4 it = items[blockIdx.x];                             // sequence, begin, end, length of the sequence
    float s = 0.f;
#pragma unroll 4
    for (int t = it.y; t < it.z; ++t) s += tok[(size_t)t * 128 + threadIdx.x];
    atomicAdd(out + (size_t)it.x * 128 + threadIdx.x, s / (float)it.w);
}
__global__ void __launch_bounds__(128) utterance_pool_a(const float* tok, const int4* items, float* out) { pool_item(tok, items, out); }
__global__ void __launch_bounds__(128) utterance_pool_b(const float* tok, const int4* items, float* out) { pool_item(tok, items, out); }

// ---------------------------------------------------------------- totals a relation type of a knowledge graph
__global__ void relation_totals_a(const int* __restrict__ rel, const int* __restrict__ weight, int* __restrict__ total, int edges) {
    for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < edges; e += gridDim.x * blockDim.x) atomicAdd(total + rel[e], weight[e]);
}
__global__ void relation_totals_b(const int* __restrict__ rel, const int* __restrict__ weight, int* __restrict__ total, int edges) {
    __shared__ int part[8][48];
    for (int i = threadIdx.x; i < 8 * 48; i += blockDim.x) (&part[0][0])[i] = 0;
    __syncthreads();
    int* mine = part[threadIdx.x >> 5];
    for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < edges; e += gridDim.x * blockDim.x) atomicAdd(mine + rel[e], weight[e]);
    __syncthreads();
    for (int i = threadIdx.x; i < 48; i += blockDim.x) {
        int s = 0;
        for (int w = 0; w < 8; ++w) s += part[w][i];
        atomicAdd(total + i, s);
    }
}

// ---------------------------------------------------------------- logit scale with a literal
__global__ void logit_temper_a(const float4* __restrict__ x, float4* __restrict__ y, size_t n4) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = x[i];
    v.x = v.x * 0.7; v.y = v.y * 0.7; v.z = v.z * 0.7; v.w = v.w * 0.7;
    y[i] = v;
}
__global__ void logit_temper_b(const float4* __restrict__ x, float4* __restrict__ y, size_t n4) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = x[i];
    v.x = v.x * 0.7f; v.y = v.y * 0.7f; v.z = v.z * 0.7f; v.w = v.w * 0.7f;
    y[i] = v;
}

// ---------------------------------------------------------------- two-sided activation
// groups of four channels: the first decides which side of the activation the group takes
__device__ __forceinline__ float low_side(float x, float alpha) { return alpha * (__expf(-fabsf(x)) - 1.f) * x; }
__device__ __forceinline__ float high_side(float x, float alpha) { return __logf(1.f + alpha * fabsf(x)) * fmaf(x, 0.25f, 1.f) + x * x; }
__global__ void two_sided_a(const float4* __restrict__ x, float4* __restrict__ y, int n4, float alpha) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = x[i], r;
    if (v.x < 0.f) r = make_float4(low_side(v.x, alpha), low_side(v.y, alpha), low_side(v.z, alpha), low_side(v.w, alpha));
    else r = make_float4(high_side(v.x, alpha), high_side(v.y, alpha), high_side(v.z, alpha), high_side(v.w, alpha));
    y[i] = r;
}
__device__ __forceinline__ float either(bool low, float x, float alpha) {
    float a = low_side(x, alpha), b = high_side(x, alpha);
    return low ? a : b;
}
__global__ void two_sided_b(const float4* __restrict__ x, float4* __restrict__ y, int n4, float alpha) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = x[i];
    bool low = v.x < 0.f;
    y[i] = make_float4(either(low, v.x, alpha), either(low, v.y, alpha), either(low, v.z, alpha), either(low, v.w, alpha));
}

// ---------------------------------------------------------------- per-channel affine, planes of a runtime size
__global__ void plane_affine_a(const float4* __restrict__ x, const float2* __restrict__ ab, float4* __restrict__ y, int plane4, int channels, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    int c = (i / plane4) % channels;
    float2 k = __ldg(ab + c);
    float4 v = x[i];
    y[i] = make_float4(fmaf(v.x, k.x, k.y), fmaf(v.y, k.x, k.y), fmaf(v.z, k.x, k.y), fmaf(v.w, k.x, k.y));
}
__global__ void plane_affine_b(const float4* __restrict__ x, const float2* __restrict__ ab, float4* __restrict__ y, int plane4, int channels, int) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= plane4) return;
    float2 k = __ldg(ab + blockIdx.y);
    size_t i = ((size_t)blockIdx.z * channels + blockIdx.y) * plane4 + j;
    float4 v = x[i];
    y[i] = make_float4(fmaf(v.x, k.x, k.y), fmaf(v.y, k.x, k.y), fmaf(v.z, k.x, k.y), fmaf(v.w, k.x, k.y));
}

// ---------------------------------------------------------------- rows of 4096 centred and scaled; values stay in registers
__global__ void __launch_bounds__(256, 6) stream_center_a(const float4* __restrict__ x, const float4* __restrict__ gain, float4* __restrict__ y) {
    __shared__ float2 part[8];
    const float4* p = x + (size_t)blockIdx.x * 1024;
    float4 v[4];
    float s = 0.f, q = 0.f;
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = p[threadIdx.x + 256 * j];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        s += v[j].x + v[j].y + v[j].z + v[j].w;
        q += v[j].x * v[j].x + v[j].y * v[j].y + v[j].z * v[j].z + v[j].w * v[j].w;
    }
#pragma unroll
    for (int d = 16; d; d >>= 1) { s += __shfl_xor_sync(~0u, s, d); q += __shfl_xor_sync(~0u, q, d); }
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = make_float2(s, q);
    __syncthreads();
    s = q = 0.f;
#pragma unroll
    for (int w = 0; w < 8; ++w) { s += part[w].x; q += part[w].y; }
    float mean = s * (1.f / 4096), r = rsqrtf(q * (1.f / 4096) - mean * mean + 1e-5f);
    float4* o = y + (size_t)blockIdx.x * 1024;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float4 g = __ldg(gain + threadIdx.x + 256 * j);
        __stcs(o + threadIdx.x + 256 * j, make_float4((v[j].x - mean) * r * g.x, (v[j].y - mean) * r * g.y, (v[j].z - mean) * r * g.z, (v[j].w - mean) * r * g.w));
    }
}

// ---------------------------------------------------------------- probabilities of 1024 half logits, one warp a row
__global__ void __launch_bounds__(256) choice_probs_a(const uint4* __restrict__ x, uint4* __restrict__ y, int rows) {
    int row = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    if (row >= rows) return;
    uint4 q[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) q[j] = x[(size_t)row * 128 + lane + 32 * j];
    __half2* h = reinterpret_cast<__half2*>(q);
    __half2 top = h[0];
#pragma unroll
    for (int j = 1; j < 16; ++j) top = __hmax2(top, h[j]);
    float m = fmaxf(__low2float(top), __high2float(top));
#pragma unroll
    for (int d = 16; d; d >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
    float s = 0.f;
    const float l2e = 1.44269504f, c = -m * l2e;
    float e[32];
#pragma unroll
    for (int j = 0; j < 16; ++j) {
        float2 f = __half22float2(h[j]);
        e[2 * j] = exp2f(fmaf(f.x, l2e, c)); e[2 * j + 1] = exp2f(fmaf(f.y, l2e, c));
        s += e[2 * j] + e[2 * j + 1];
    }
#pragma unroll
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    float r = __frcp_rn(s);
#pragma unroll
    for (int j = 0; j < 16; ++j) h[j] = __floats2half2_rn(e[2 * j] * r, e[2 * j + 1] * r);
#pragma unroll
    for (int j = 0; j < 4; ++j) y[(size_t)row * 128 + lane + 32 * j] = q[j];
}

// ---------------------------------------------------------------- decoupled weight decay step
__device__ __forceinline__ float decayed(float p, float g, float& m, float& v) {
    m = fmaf(0.9f, m - g, g);
    v = fmaf(0.999f, fabsf(v) - g * g, g * g);
    return p - 1e-3f * (__fdividef(m * 1.1f, sqrtf(v * 1.05f) + 1e-8f) + 0.1f * p);
}
__global__ void __launch_bounds__(256) decoupled_step_a(const float4* __restrict__ p, const uint2* __restrict__ g, const float4* __restrict__ m, const float4* __restrict__ v,
                                 float4* __restrict__ p2, float4* __restrict__ m2, float4* __restrict__ v2, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 a = p[i], c = m[i], d = v[i];
    uint2 raw = g[i];
    float2 g0 = __bfloat1622float2(*reinterpret_cast<__nv_bfloat162*>(&raw.x)), g1 = __bfloat1622float2(*reinterpret_cast<__nv_bfloat162*>(&raw.y));
    a.x = decayed(a.x, g0.x, c.x, d.x); a.y = decayed(a.y, g0.y, c.y, d.y); a.z = decayed(a.z, g1.x, c.z, d.z); a.w = decayed(a.w, g1.y, c.w, d.w);
    p2[i] = a; m2[i] = c; v2[i] = d;
}

// ---------------------------------------------------------------- int8 weights back to half, one scale per 128 values
__device__ __forceinline__ float byte_value(unsigned w, unsigned sel) { return __uint_as_float(__byte_perm(w, 0x4B000000u, sel)) - 8388736.f; }  // biased by 128
__global__ void __launch_bounds__(512) qweight_restore_a(const uint2* __restrict__ q, const float* __restrict__ scale, uint4* __restrict__ out, int n8) {
    int base = blockIdx.x * 1024 + threadIdx.x;
    uint2 b[2]; float s[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) { b[j] = q[base + 512 * j]; s[j] = __ldg(scale + ((base + 512 * j) >> 4)); }
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        uint4 r; __half2* h = reinterpret_cast<__half2*>(&r);
        unsigned lo = b[j].x ^ 0x80808080u, hi = b[j].y ^ 0x80808080u;
        h[0] = __floats2half2_rn(byte_value(lo, 0x7440) * s[j], byte_value(lo, 0x7441) * s[j]);
        h[1] = __floats2half2_rn(byte_value(lo, 0x7442) * s[j], byte_value(lo, 0x7443) * s[j]);
        h[2] = __floats2half2_rn(byte_value(hi, 0x7440) * s[j], byte_value(hi, 0x7441) * s[j]);
        h[3] = __floats2half2_rn(byte_value(hi, 0x7442) * s[j], byte_value(hi, 0x7443) * s[j]);
        out[base + 512 * j] = r;
    }
}

// ---------------------------------------------------------------- click streams: sum of 12 rows of 256 floats, one warp a stream
__global__ void __launch_bounds__(256) click_pool_a(const int* __restrict__ ids, const float4* __restrict__ table, float4* __restrict__ out, int streams) {
    int s = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    if (s >= streams) return;
    int mine = lane < 12 ? ids[s * 12 + lane] : 0;
    float4 a = make_float4(0, 0, 0, 0), b = a;
#pragma unroll 4
    for (int j = 0; j < 12; ++j) {
        const float4* r = table + (size_t)__shfl_sync(~0u, mine, j) * 64;
        float4 u = __ldg(r + lane), v = __ldg(r + lane + 32);
        a.x += u.x; a.y += u.y; a.z += u.z; a.w += u.w;
        b.x += v.x; b.y += v.y; b.z += v.z; b.w += v.w;
    }
    __stcs(out + (size_t)s * 64 + lane, a); __stcs(out + (size_t)s * 64 + lane + 32, b);
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cs;
    const size_t BIG = 67108864;                             // floats of the shared pools
    float* pool1 = filled<float>(BIG, 3);
    float* pool2 = filled<float>(BIG, 4);
    float* pool3 = filled<float>(BIG, 5);
    float* outp = empty<float>(BIG);
    float* out2 = empty<float>(BIG / 2);
    float* out3 = empty<float>(BIG / 2);
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };

    {
        const int T = 524288, E = 128;
        float* flipped = empty<float>((size_t)T * E);
        harness_fill_transposed<<<4096, 256>>>(pool1, flipped, T, E);
        cs.push_back({"router_entropy_a", [=] { router_entropy_a<<<T / 256, 256>>>(pool1, outp, T, E, 3); }, outp, (size_t)T});
        cs.push_back({"router_entropy_b", [=] { router_entropy_b<<<T / 256, 256>>>(flipped, outp, T, E, 3); }, outp, (size_t)T});
    }
    {
        const float2* tab = reinterpret_cast<float2*>(pool3);
        dim3 g(KEY_CH / 32, KEY_TOKENS / 32), b(32, 8);
        size_t n = (size_t)KEY_CH * KEY_TOKENS;
        cs.push_back({"key_rotary_a", [=] { key_rotary_a<<<g, b>>>(pool1, tab, outp); }, outp, n});
        cs.push_back({"key_rotary_b", [=] { key_rotary_b<<<g, b>>>(pool1, tab, outp); }, outp, n});
    }
    {
        const int V = 400000, T = 262144;
        int* ids = indices(T, V, 11);
        float* rows = empty<float>((size_t)V * 64);
        harness_fill_transposed<<<4096, 256>>>(pool2, rows, 64, V);   // pool2 is [64][V] for _a
        dim3 b(64, 4);
        cs.push_back({"lexicon_rows_a", [=] { lexicon_rows_a<<<T / 4, b>>>(ids, pool2, pool3, outp, T, V); }, outp, (size_t)T * 64});
        cs.push_back({"lexicon_rows_b", [=] { lexicon_rows_b<<<T / 4, b>>>(ids, rows, pool3, outp, T, V); }, outp, (size_t)T * 64});
    }
    {
        const int n = 72000000;
        __half *a = filled<__half>(n, 21), *w = filled<__half>(n, 22);
        __half* o = reinterpret_cast<__half*>(outp);
        cs.push_back({"shadow_weights_a", [=] { shadow_weights_a<<<(n + 255) / 256, 256>>>(a, w, o, 0.999f, n); }, o, (size_t)n, Output::f16});
        cs.push_back({"shadow_weights_b", [=] { shadow_weights_b<<<(n / 8 + 255) / 256, 256>>>(a, w, o, 0.999f, n); }, o, (size_t)n, Output::f16});
        const int rows = 65536;
        cs.push_back({"choice_probs_a", [=] { choice_probs_a<<<rows / 8, 256>>>((const uint4*)a, (uint4*)outp, rows); }, outp, (size_t)rows * 1024, Output::f16});
    }
    {
        const int n = 100 << 20;
        uint8_t* x = reinterpret_cast<uint8_t*>(indices(n / 4, 0xfffffff1u, 31));
        uint8_t* k = reinterpret_cast<uint8_t*>(indices(n / 4, 0xfffffff1u, 32));
        uint8_t* o = reinterpret_cast<uint8_t*>(outp);
        cs.push_back({"pad_recode_a", [=] { pad_recode_a<<<n / 512, 512>>>(x, k, o, n); }, o, (size_t)n, Output::u8});
        cs.push_back({"pad_recode_b", [=] { pad_recode_b<<<n / 16 / 512, 512>>>(x, k, o, n); }, o, (size_t)n, Output::u8});
        const int n8 = n / 8;
        cs.push_back({"qweight_restore_a", [=] { qweight_restore_a<<<n8 / 1024, 512>>>((const uint2*)x, pool1, (uint4*)outp, n8); }, outp, (size_t)n, Output::f16});
    }
    {
        const int R = 400000;
        cs.push_back({"entity_sphere_a", [=] { entity_sphere_a<<<R, 32>>>(f4(pool1), f4(outp), R); }, outp, (size_t)R * 128});
        cs.push_back({"entity_sphere_b", [=] { entity_sphere_b<<<R / 8, 256>>>(f4(pool1), f4(outp), R); }, outp, (size_t)R * 128});
    }
    {
        const int n4 = 3500000;
        cs.push_back({"lion_update_a", [=] { lion_update_a<<<24, 512>>>(f4(pool1), f4(pool2), f4(pool3), f4(outp), f4(out2), n4); }, outp, (size_t)n4 * 4});
        cs.push_back({"lion_update_b", [=] { lion_update_b<<<132 * 8, 512>>>(f4(pool1), f4(pool2), f4(pool3), f4(outp), f4(out2), n4); }, outp, (size_t)n4 * 4});
    }
    {
        const int rows = 20000;
        float *t = out2, *u = out3;
        cs.push_back({"neck_bias_a", [=] {
            neck_bias_a<<<rows, 384>>>(f4(pool1), f4(pool3), f4(t));
            neck_silu_a2<<<rows, 384>>>(f4(t), f4(u));
            neck_skip_a3<<<rows, 384>>>(f4(u), f4(pool2), f4(outp), 0.3f);
        }, outp, (size_t)rows * 1536});
        cs.push_back({"neck_bias_b", [=] { neck_bias_b<<<rows, 384>>>(f4(pool1), f4(pool3), f4(pool2), f4(outp), 0.3f); }, outp, (size_t)rows * 1536});
    }
    {
        std::vector<Tensor> list; std::vector<int2> work; int at = 0;
        for (int i = 0; i < 64; ++i) {
            int n = 500 + (int)(hash32(900 + i) % 30000);
            if (i % 3 == 0) n = 256 + i;                     // biases and norms
            list.push_back({at, n, 0.01f + 0.0005f * i});
            for (int j = 0; j < n; j += 256) work.push_back(make_int2(i, j));
            at += (n + 63) / 64 * 64;
        }
        Tensor* dl = uploaded(list); int2* dw = uploaded(work); int blocks = (int)work.size();
        float* o = empty<float>(at);
        cs.push_back({"tensor_nudge_a", [=] {
            for (const Tensor& t : list) tensor_nudge_a<<<(t.count + 255) / 256, 256>>>(pool1 + t.begin, pool2 + t.begin, pool3 + t.begin, o + t.begin, t.count, t.rate);
        }, o, (size_t)at});
        cs.push_back({"tensor_nudge_b", [=] { tensor_nudge_b<<<blocks, 256>>>(pool1, pool2, pool3, o, dl, dw); }, o, (size_t)at});
    }
    {
        const int S = 4000, LIMIT = BIG / 128;
        std::vector<int4> whole, parts; int at = 0, used = 0;
        for (int s = 0; s < S && at < LIMIT - 2200; ++s, ++used) {
            float u = (hash32(7000 + s) >> 8) * (1.f / 16777216.f) + 1e-4f;
            int len = (int)std::min(2048.f, 20.f / std::pow(u, 0.85f));
            whole.push_back(make_int4(s, at, at + len, len));
            for (int b = 0; b < len; b += 96) parts.push_back(make_int4(s, at + b, at + std::min(len, b + 96), len));
            at += len;
        }
        int4 *dw = uploaded(whole), *dp = uploaded(parts);
        int nw = (int)whole.size(), np = (int)parts.size();
        size_t n = (size_t)used * 128;
        cs.push_back({"utterance_pool_a", [=] { cudaMemsetAsync(outp, 0, n * 4); utterance_pool_a<<<nw, 128>>>(pool2, dw, outp); }, outp, n});
        cs.push_back({"utterance_pool_b", [=] { cudaMemsetAsync(outp, 0, n * 4); utterance_pool_b<<<np, 128>>>(pool2, dp, outp); }, outp, n});
    }
    {
        const int E = 8000000;
        int *rel = indices(E, 48, 61), *w = indices(E, 100, 62), *tot = empty<int>(48);
        cs.push_back({"relation_totals_a", [=] { cudaMemsetAsync(tot, 0, 192); relation_totals_a<<<132 * 8, 256>>>(rel, w, tot, E); }, tot, 48, Output::i32});
        cs.push_back({"relation_totals_b", [=] { cudaMemsetAsync(tot, 0, 192); relation_totals_b<<<132 * 8, 256>>>(rel, w, tot, E); }, tot, 48, Output::i32});
    }
    {
        const size_t n4 = 16000000;
        cs.push_back({"logit_temper_a", [=] { logit_temper_a<<<(n4 + 255) / 256, 256>>>(f4(pool1), f4(outp), n4); }, outp, n4 * 4});
        cs.push_back({"logit_temper_b", [=] { logit_temper_b<<<(n4 + 255) / 256, 256>>>(f4(pool1), f4(outp), n4); }, outp, n4 * 4});
    }
    {
        const int n4 = 12000000;
        cs.push_back({"two_sided_a", [=] { two_sided_a<<<(n4 + 127) / 128, 128>>>(f4(pool2), f4(outp), n4, 0.8f); }, outp, (size_t)n4 * 4});
        cs.push_back({"two_sided_b", [=] { two_sided_b<<<(n4 + 127) / 128, 128>>>(f4(pool2), f4(outp), n4, 0.8f); }, outp, (size_t)n4 * 4});
    }
    {
        const int B = 24, C = 192, P4 = 56 * 56 / 4 * 4, n4 = B * C * P4;   // planes of 112 x 112
        float2* ab = reinterpret_cast<float2*>(pool3);
        cs.push_back({"plane_affine_a", [=] { plane_affine_a<<<(n4 + 447) / 448, 448>>>(f4(pool1), ab, f4(outp), P4, C, n4); }, outp, (size_t)n4 * 4});
        cs.push_back({"plane_affine_b", [=] { plane_affine_b<<<dim3(P4 / 448, C, B), 448>>>(f4(pool1), ab, f4(outp), P4, C, n4); }, outp, (size_t)n4 * 4});
    }
    cs.push_back({"stream_center_a", [=] { stream_center_a<<<15000, 256>>>(f4(pool1), f4(pool3), f4(outp)); }, outp, (size_t)15000 * 4096});
    {
        const int n4 = 7000000;
        __nv_bfloat16* g = filled<__nv_bfloat16>((size_t)n4 * 4, 77);
        cs.push_back({"decoupled_step_a", [=] { decoupled_step_a<<<(n4 + 255) / 256, 256>>>(f4(pool1), (const uint2*)g, f4(pool2), f4(pool3), f4(outp), f4(out2), f4(out3), n4); }, outp, (size_t)n4 * 4});
    }
    {
        const int S = 65536, V = 250000;
        int* ids = indices((size_t)S * 12, V, 91);
        cs.push_back({"click_pool_a", [=] { click_pool_a<<<S / 8, 256>>>(ids, f4(pool1), f4(outp), S); }, outp, (size_t)S * 256});
    }
    return run(argc, argv, cs);
}
