// Measured before/after pairs. hundredninetysixth_cl2.cu: kernels of machine learning, by hand.
#include "harness.cuh"
#include <cuda_fp16.h>
#include <mma.h>
using namespace harness;
typedef std::vector<Case> Cases;

__device__ __forceinline__ void unpack8(const uint4 v, float* f) {
    const half2* h = reinterpret_cast<const half2*>(&v);
#pragma unroll
    for (int i = 0; i < 4; ++i) { float2 t = __half22float2(h[i]); f[2 * i] = t.x; f[2 * i + 1] = t.y; }
}
__device__ __forceinline__ uint4 pack8(const float* f) {
    uint4 v; half2* h = reinterpret_cast<half2*>(&v);
#pragma unroll
    for (int i = 0; i < 4; ++i) h[i] = __floats2half2_rn(f[2 * i], f[2 * i + 1]);
    return v;
}

// ---- gradient of the RMS norm's weight: columns of dy * x * rstd summed over the rows
__global__ void __launch_bounds__(256) amber_thistle_cl2_a(const uint4* __restrict__ x, const uint4* __restrict__ dy, const float* __restrict__ rstd,
                                                           float* __restrict__ dgamma) {
    const int row = blockIdx.x, t = threadIdx.x;
    float a[8], b[8];
    unpack8(x[(size_t)row * 256 + t], a);
    unpack8(dy[(size_t)row * 256 + t], b);
    const float r = rstd[row];
#pragma unroll
    for (int i = 0; i < 8; ++i) atomicAdd(dgamma + t * 8 + i, a[i] * b[i] * r);
}
__global__ void __launch_bounds__(256) amber_thistle_cl2_b(const uint4* __restrict__ x, const uint4* __restrict__ dy, const float* __restrict__ rstd,
                                                           float* __restrict__ dgamma, int rows) {
    const int t = threadIdx.x;
    float s[8] = {};
#pragma unroll 4
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        float a[8], b[8];
        unpack8(x[(size_t)row * 256 + t], a);
        unpack8(dy[(size_t)row * 256 + t], b);
        const float r = rstd[row];
#pragma unroll
        for (int i = 0; i < 8; ++i) s[i] += a[i] * b[i] * r;
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) atomicAdd(dgamma + t * 8 + i, s[i]);
}
static void amber_thistle(Cases& c) {
    const int rows = 16384; const size_t n = (size_t)rows * 2048;
    const uint4 *x = (const uint4*)filled<__half>(n, 11), *dy = (const uint4*)filled<__half>(n, 11);  // of one sign: a sum that does not cancel
    float *r = filled<float>(rows, 13), *ya = empty<float>(2048), *yb = empty<float>(2048);
    c.push_back({"amber_thistle_cl2_a", [=] { amber_thistle_cl2_a<<<rows, 256>>>(x, dy, r, ya); }, ya, 2048, Output::f32});
    c.push_back({"amber_thistle_cl2_b", [=] { amber_thistle_cl2_b<<<264, 256>>>(x, dy, r, yb, rows); }, yb, 2048, Output::f32});
}

// ---- token embedding look-up, 128 halves a row
__global__ void __launch_bounds__(32) basil_quarry_cl2_a(const int* __restrict__ token, const uint2* __restrict__ table, uint2* __restrict__ y) {
    const size_t t = blockIdx.x;
    y[t * 32 + threadIdx.x] = table[(size_t)token[t] * 32 + threadIdx.x];
}
__global__ void __launch_bounds__(256) basil_quarry_cl2_b(const int* __restrict__ token, const uint2* __restrict__ table, uint2* __restrict__ y) {
    const size_t t0 = ((size_t)blockIdx.x * 8 + threadIdx.x / 32) * 4;
    const int lane = threadIdx.x % 32;
    const int4 k = *reinterpret_cast<const int4*>(token + t0);
    const uint2 v0 = table[(size_t)k.x * 32 + lane], v1 = table[(size_t)k.y * 32 + lane];
    const uint2 v2 = table[(size_t)k.z * 32 + lane], v3 = table[(size_t)k.w * 32 + lane];
    uint2* o = y + t0 * 32 + lane;
    o[0] = v0; o[32] = v1; o[64] = v2; o[96] = v3;
}
static void basil_quarry(Cases& c) {
    const size_t tokens = 1u << 20, vocab = 1u << 20;
    int* k = indices(tokens, vocab, 21);
    const uint2* t = (const uint2*)filled<__half>(vocab * 128, 22);
    __half* y = empty<__half>(tokens * 128);
    c.push_back({"basil_quarry_cl2_a", [=] { basil_quarry_cl2_a<<<tokens, 32>>>(k, t, (uint2*)y); }, y, tokens * 128, Output::f16});
    c.push_back({"basil_quarry_cl2_b", [=] { basil_quarry_cl2_b<<<tokens / 32, 256>>>(k, t, (uint2*)y); }, y, tokens * 128, Output::f16});
}

// ---- Gumbel noise added to logits before sampling
__device__ __forceinline__ uint32_t mix_bits(uint32_t h) { h ^= h >> 16; h *= 0x7feb352du; h ^= h >> 15; h *= 0x846ca68bu; return h ^ (h >> 16); }
__global__ void __launch_bounds__(256) cobalt_ferry_cl2_a(const float4* __restrict__ logit, float4* __restrict__ y, float inv_temperature, uint32_t seed) {
    const uint32_t i = blockIdx.x * 256 + threadIdx.x;
    float4 v = logit[i];
    float* f = &v.x;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        const uint32_t h = mix_bits((i * 4 + j) ^ seed) >> 9;
        const double u = (h + 0.5) / 8388608.0;
        f[j] = f[j] * inv_temperature - log(-log(u));
    }
    y[i] = v;
}
__global__ void __launch_bounds__(256) cobalt_ferry_cl2_b(const float4* __restrict__ logit, float4* __restrict__ y, float inv_temperature, uint32_t seed) {
    const uint32_t i = blockIdx.x * 256 + threadIdx.x;
    float4 v = logit[i];
    float* f = &v.x;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        const uint32_t h = mix_bits((i * 4 + j) ^ seed) >> 9;
        const float u = (h + 0.5f) / 8388608.0f;
        f[j] = f[j] * inv_temperature - logf(-logf(u));
    }
    y[i] = v;
}
static void cobalt_ferry(Cases& c) {
    const size_t n = 1u << 25;
    float *x = filled<float>(n, 31), *y = empty<float>(n);
    c.push_back({"cobalt_ferry_cl2_a", [=] { cobalt_ferry_cl2_a<<<n / 1024, 256>>>((const float4*)x, (float4*)y, 1.25f, 977u); }, y, n, Output::f32});
    c.push_back({"cobalt_ferry_cl2_b", [=] { cobalt_ferry_cl2_b<<<n / 1024, 256>>>((const float4*)x, (float4*)y, 1.25f, 977u); }, y, n, Output::f32});
}

// ---- attention of one new token over a long cache, heads of 128
struct Softened { float m, l; };
// Keys [s0, s1) of one head; the block's result lies in sh_acc[0..127], sh_m[0], sh_l[0] afterwards (of threads below 128).
__device__ __forceinline__ Softened attend(const uint4* __restrict__ k, const uint4* __restrict__ v, const uint4* __restrict__ q, int s0, int s1, float& result) {
    __shared__ float sm[16], sl[16], sacc[16][128];
    const int hw = threadIdx.x / 16, l16 = threadIdx.x % 16;
    float qf[8]; unpack8(q[l16], qf);
#pragma unroll
    for (int i = 0; i < 8; ++i) qf[i] *= 0.08838834764f * 1.44269504f;
    float m = -1e30f, l = 0, acc[8] = {};
    for (int s = s0 + hw; s < s1; s += 64) {
        uint4 kv[4], vv[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) kv[j] = __ldg(k + (size_t)(s + j * 16) * 16 + l16);
#pragma unroll
        for (int j = 0; j < 4; ++j) vv[j] = __ldg(v + (size_t)(s + j * 16) * 16 + l16);
        float d[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float f[8]; unpack8(kv[j], f);
            d[j] = 0;
#pragma unroll
            for (int i = 0; i < 8; ++i) d[j] += f[i] * qf[i];
#pragma unroll
            for (int o = 8; o; o >>= 1) d[j] += __shfl_xor_sync(~0u, d[j], o);
        }
        const float mn = fmaxf(fmaxf(fmaxf(d[0], d[1]), fmaxf(d[2], d[3])), m), sc = exp2f(m - mn);
        m = mn; l *= sc;
#pragma unroll
        for (int i = 0; i < 8; ++i) acc[i] *= sc;
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const float p = exp2f(d[j] - m);
            float f[8]; unpack8(vv[j], f);
            l += p;
#pragma unroll
            for (int i = 0; i < 8; ++i) acc[i] += p * f[i];
        }
    }
    if (l16 == 0) { sm[hw] = m; sl[hw] = l; }
#pragma unroll
    for (int i = 0; i < 8; ++i) sacc[hw][l16 * 8 + i] = acc[i];
    __syncthreads();
    Softened r{-1e30f, 0}; result = 0;
    if (threadIdx.x < 128) {
        for (int w = 0; w < 16; ++w) r.m = fmaxf(r.m, sm[w]);
        for (int w = 0; w < 16; ++w) { const float sc = exp2f(sm[w] - r.m); r.l += sl[w] * sc; result += sacc[w][threadIdx.x] * sc; }
    }
    return r;
}
__global__ void __launch_bounds__(256, 2) dusty_anvil_cl2_a(const uint4* __restrict__ k, const uint4* __restrict__ v, const uint4* __restrict__ q,
                                                            float* __restrict__ y, int keys) {
    const size_t head = blockIdx.x;
    float o;
    const Softened r = attend(k + head * keys * 16, v + head * keys * 16, q + head * 16, 0, keys, o);
    if (threadIdx.x < 128) y[head * 128 + threadIdx.x] = o / r.l + 1.0f;
}
__global__ void __launch_bounds__(256, 2) dusty_anvil_cl2_b(const uint4* __restrict__ k, const uint4* __restrict__ v, const uint4* __restrict__ q,
                                                            float* __restrict__ y, int keys, float* __restrict__ part, float2* __restrict__ stat,
                                                            unsigned* __restrict__ done) {
    const size_t head = blockIdx.y;
    const int splits = gridDim.x, each = keys / splits;
    __shared__ bool last;
    float o;
    const Softened r = attend(k + head * keys * 16, v + head * keys * 16, q + head * 16, blockIdx.x * each, (blockIdx.x + 1) * each, o);
    const size_t slot = head * splits + blockIdx.x;
    if (threadIdx.x < 128) part[slot * 128 + threadIdx.x] = o;
    if (threadIdx.x == 0) stat[slot] = make_float2(r.m, r.l);
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        last = atomicAdd(done + head, 1u) == (unsigned)splits - 1;
        if (last) done[head] = 0;
        __threadfence();
    }
    __syncthreads();
    if (last && threadIdx.x < 128) {
        float m = -1e30f, l = 0, a = 0;
        for (int s = 0; s < splits; ++s) m = fmaxf(m, __ldcg(&stat[head * splits + s].x));
        for (int s = 0; s < splits; ++s) {
            const float sc = exp2f(__ldcg(&stat[head * splits + s].x) - m);
            l += __ldcg(&stat[head * splits + s].y) * sc; a += __ldcg(part + (head * splits + s) * 128 + threadIdx.x) * sc;
        }
        y[head * 128 + threadIdx.x] = a / l + 1.0f;
    }
}
static void dusty_anvil(Cases& c) {
    const int heads = 32, keys = 16384, splits = 8; const size_t n = (size_t)heads * keys * 128;
    const uint4 *k = (const uint4*)filled<__half>(n, 41), *v = (const uint4*)filled<__half>(n, 42), *q = (const uint4*)filled<__half>(heads * 128, 43);
    float *y = empty<float>(heads * 128), *part = empty<float>(heads * splits * 128); float2* stat = (float2*)empty<float>(heads * splits * 2);
    unsigned* done; CHECK(cudaMalloc(&done, heads * 4)); CHECK(cudaMemset(done, 0, heads * 4));
    c.push_back({"dusty_anvil_cl2_a", [=] { dusty_anvil_cl2_a<<<heads, 256>>>(k, v, q, y, keys); }, y, heads * 128, Output::f32});
    c.push_back({"dusty_anvil_cl2_b", [=] { dusty_anvil_cl2_b<<<dim3(splits, heads), 256>>>(k, v, q, y, keys, part, stat, done); }, y, heads * 128, Output::f32});
}

// ---- matrix times vector, weights of four bits, activations of eight; of each group of eight x, the even four lie before the odd four
__global__ void __launch_bounds__(256) ember_pulley_cl2_a(const uint8_t* __restrict__ w, const int8_t* __restrict__ x, const float* __restrict__ scale, float* __restrict__ y) {
    __shared__ int2 xs[2048];
    for (int i = threadIdx.x; i < 2048; i += 256) xs[i] = make_int2(x[i / 4 * 8 + i % 4], x[i / 4 * 8 + 4 + i % 4]);
    __syncthreads();
    const int row = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    const uint8_t* wr = w + (size_t)row * 2048;
    int s = 0;
#pragma unroll 8
    for (int i = lane; i < 2048; i += 32) {
        const int p = wr[i];
        const int2 v = xs[i];
        s += v.x * (p & 15) + v.y * (p >> 4);
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    if (lane == 0) y[row] = (float)s * scale[row];
}
__global__ void __launch_bounds__(256) ember_pulley_cl2_b(const uint4* __restrict__ w, const uint4* __restrict__ x, const float* __restrict__ scale, float* __restrict__ y) {
    __shared__ uint4 xs[2][128];
    const int row = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    const uint4* wr = w + (size_t)row * 128 + lane;
    uint4 p[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) p[j] = wr[j * 32];
    xs[threadIdx.x % 2][threadIdx.x / 2] = x[threadIdx.x];
    __syncthreads();
    int s = 0;
#pragma unroll
    for (int j = 0; j < 4; ++j)
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            const uint4 v = xs[h][j * 32 + lane];
            const uint32_t q0 = h ? p[j].z : p[j].x, q1 = h ? p[j].w : p[j].y;
            s = __dp4a((int)v.x, (int)(q0 & 0x0f0f0f0fu), s); s = __dp4a((int)v.y, (int)(q0 >> 4 & 0x0f0f0f0fu), s);
            s = __dp4a((int)v.z, (int)(q1 & 0x0f0f0f0fu), s); s = __dp4a((int)v.w, (int)(q1 >> 4 & 0x0f0f0f0fu), s);
        }
#pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    if (lane == 0) y[row] = (float)s * scale[row];
}
static void ember_pulley(Cases& c) {
    const int rows = 57344;
    int *w = indices((size_t)rows * 512, 4294967291u, 51), *x = indices(1024, 4294967291u, 52);
    float *s = filled<float>(rows, 53), *y = empty<float>(rows);
    c.push_back({"ember_pulley_cl2_a", [=] { ember_pulley_cl2_a<<<rows / 8, 256>>>((const uint8_t*)w, (const int8_t*)x, s, y); }, y, (size_t)rows, Output::f32});
    c.push_back({"ember_pulley_cl2_b", [=] { ember_pulley_cl2_b<<<rows / 8, 256>>>((const uint4*)w, (const uint4*)x, s, y); }, y, (size_t)rows, Output::f32});
}

// ---- Adam with decoupled decay, states written beside the old ones
struct Adam { float lr, b1, b2, eps, wd, c1, c2; };
#define EACH4(e) { e(x) e(y) e(z) e(w) }
__global__ void __launch_bounds__(256) fennel_gantry_cl2_a1(const float4* __restrict__ g, const float4* __restrict__ m, float4* __restrict__ m2, Adam h) {
    const size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    const float4 a = g[i], b = m[i]; float4 r;
#define E(k) r.k = h.b1 * b.k + (1 - h.b1) * a.k;
    EACH4(E)
#undef E
    m2[i] = r;
}
__global__ void __launch_bounds__(256) fennel_gantry_cl2_a2(const float4* __restrict__ g, const float4* __restrict__ v, float4* __restrict__ v2, Adam h) {
    const size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    const float4 a = g[i], b = v[i]; float4 r;
#define E(k) r.k = h.b2 * fabsf(b.k) + (1 - h.b2) * a.k * a.k;
    EACH4(E)
#undef E
    v2[i] = r;
}
__global__ void __launch_bounds__(256) fennel_gantry_cl2_a3(const float4* __restrict__ m2, const float4* __restrict__ v2, float4* __restrict__ u, Adam h) {
    const size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    const float4 a = m2[i], b = v2[i]; float4 r;
#define E(k) r.k = __fdividef(a.k * h.c1, __fsqrt_rn(b.k * h.c2) + h.eps);
    EACH4(E)
#undef E
    u[i] = r;
}
__global__ void __launch_bounds__(256) fennel_gantry_cl2_a4(const float4* __restrict__ p, const float4* __restrict__ u, float4* __restrict__ p2, Adam h) {
    const size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    const float4 a = p[i], b = u[i]; float4 r;
#define E(k) r.k = a.k - h.lr * (b.k + h.wd * a.k);
    EACH4(E)
#undef E
    p2[i] = r;
}
__global__ void __launch_bounds__(256) fennel_gantry_cl2_b(const float4* __restrict__ g, const float4* __restrict__ m, const float4* __restrict__ v, const float4* __restrict__ p,
                                                           float4* __restrict__ m2, float4* __restrict__ v2, float4* __restrict__ p2, Adam h) {
    const size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    const float4 a = g[i], b = m[i], d = v[i], w = p[i]; float4 r, s, t;
#define E(k) r.k = h.b1 * b.k + (1 - h.b1) * a.k; s.k = h.b2 * fabsf(d.k) + (1 - h.b2) * a.k * a.k; \
             t.k = w.k - h.lr * (__fdividef(r.k * h.c1, __fsqrt_rn(s.k * h.c2) + h.eps) + h.wd * w.k);
    EACH4(E)
#undef E
    m2[i] = r; v2[i] = s; p2[i] = t;
}
static void fennel_gantry(Cases& c) {
    const size_t n = 1u << 24; const int blocks = n / 1024;
    const float4 *g = (const float4*)filled<float>(n, 61), *m = (const float4*)filled<float>(n, 62), *v = (const float4*)filled<float>(n, 63), *p = (const float4*)filled<float>(n, 64);
    float4 *m2 = (float4*)empty<float>(n), *v2 = (float4*)empty<float>(n), *u = (float4*)empty<float>(n), *p2 = (float4*)empty<float>(n);
    const Adam h{0.01f, 0.9f, 0.99f, 1e-3f, 0.1f, 1.5f, 1.2f};
    c.push_back({"fennel_gantry_cl2_a", [=] {
        fennel_gantry_cl2_a1<<<blocks, 256>>>(g, m, m2, h); fennel_gantry_cl2_a2<<<blocks, 256>>>(g, v, v2, h);
        fennel_gantry_cl2_a3<<<blocks, 256>>>(m2, v2, u, h); fennel_gantry_cl2_a4<<<blocks, 256>>>(p, u, p2, h); }, p2, n, Output::f32});
    c.push_back({"fennel_gantry_cl2_b", [=] { fennel_gantry_cl2_b<<<blocks, 256>>>(g, m, v, p, m2, v2, p2, h); }, p2, n, Output::f32});
}

// ---- minimal recurrent cell over 24 steps: h = z h + (1 - z) c
__device__ __forceinline__ float2 cell(float2 h, float2 z, float2 c) {
    const float zx = 0.5f + 0.5f * z.x, zy = 0.5f + 0.5f * z.y;
    return make_float2(c.x + zx * (h.x - c.x), c.y + zy * (h.y - c.y));
}
__global__ void __launch_bounds__(256) garnet_shuttle_cl2_a(const float2* __restrict__ before, const float2* __restrict__ z, const float2* __restrict__ c, float2* __restrict__ after) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    after[i] = cell(before[i], z[i], c[i]);
}
__global__ void __launch_bounds__(256) garnet_shuttle_cl2_b(const float2* __restrict__ h0, const float2* __restrict__ z, const float2* __restrict__ c, float2* __restrict__ hs, int units) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    float2 h = h0[i];
    for (int t0 = 0; t0 < 24; t0 += 4) {
        float2 zs[4], cs[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) { const size_t at = (size_t)(t0 + j) * units + i; zs[j] = z[at]; cs[j] = c[at]; }
#pragma unroll
        for (int j = 0; j < 4; ++j) { h = cell(h, zs[j], cs[j]); hs[(size_t)(t0 + j) * units + i] = h; }
    }
}
static void garnet_shuttle(Cases& cs) {
    const int units = 1 << 18, steps = 24; const size_t n = (size_t)units * 2 * steps;  // float2 units
    const float2 *z = (const float2*)filled<float>(n, 71), *c = (const float2*)filled<float>(n, 72), *h0 = (const float2*)filled<float>(units * 2, 73);
    float* y = empty<float>(n);
    cs.push_back({"garnet_shuttle_cl2_a", [=] {
        float2* hs = (float2*)y;
        for (int t = 0; t < steps; ++t)
            garnet_shuttle_cl2_a<<<units / 256, 256>>>(t ? hs + (size_t)(t - 1) * units : h0, z + (size_t)t * units, c + (size_t)t * units, hs + (size_t)t * units);
    }, y, n, Output::f32});
    cs.push_back({"garnet_shuttle_cl2_b", [=] { garnet_shuttle_cl2_b<<<units / 256, 256>>>(h0, z, c, (float2*)y, units); }, y, n, Output::f32});
}

// ---- causal depthwise convolution of four taps along time, [batch x channel][time], then SiLU
__device__ __forceinline__ uint4 taps(const float* f /* 3 before, 8 now */, float4 w, float b) {
    float o[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) { const float a = b + w.x * f[i] + w.y * f[i + 1] + w.z * f[i + 2] + w.w * f[i + 3]; o[i] = __fdividef(a, 1.0f + __expf(-a)); }
    return pack8(o);
}
__global__ void __launch_bounds__(256) hazel_turbine_cl2_a(const uint4* __restrict__ x, const float4* __restrict__ w, const float* __restrict__ bias, uint4* __restrict__ y, int channels) {
    const int row = blockIdx.x * 256 + threadIdx.x, v0 = blockIdx.y * 8;  // of 256 vectors of the row
    const float4 k = w[row % channels]; const float b = bias[row % channels];
    const uint4* p = x + (size_t)row * 256 + v0;
    float f[11], last[8] = {};
    if (v0) unpack8(p[-1], last);
    f[8] = last[5]; f[9] = last[6]; f[10] = last[7];
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        f[0] = f[8]; f[1] = f[9]; f[2] = f[10];
        unpack8(p[i], f + 3);
        y[(size_t)row * 256 + v0 + i] = taps(f, k, b);
    }
}
__global__ void __launch_bounds__(256) hazel_turbine_cl2_b(const uint4* __restrict__ x, const float4* __restrict__ w, const float* __restrict__ bias, uint4* __restrict__ y, int channels) {
    const int v = threadIdx.x, row0 = blockIdx.x * 8;
#pragma unroll 4
    for (int i = 0; i < 8; ++i) {
        const int row = row0 + i;
        const float4 k = w[row % channels]; const float b = bias[row % channels];
        const uint4* p = x + (size_t)row * 256 + v;
        float f[11], last[8] = {};
        if (v) unpack8(p[-1], last);
        f[0] = last[5]; f[1] = last[6]; f[2] = last[7];
        unpack8(p[0], f + 3);
        y[(size_t)row * 256 + v] = taps(f, k, b);
    }
}
static void hazel_turbine(Cases& c) {
    const int channels = 4096, rows = 8 * channels; const size_t n = (size_t)rows * 2048;
    const uint4* x = (const uint4*)filled<__half>(n, 81); const float4* w = (const float4*)filled<float>(channels * 4, 82); const float* b = filled<float>(channels, 83);
    __half* y = empty<__half>(n);
    c.push_back({"hazel_turbine_cl2_a", [=] { hazel_turbine_cl2_a<<<dim3(rows / 256, 32), 256>>>(x, w, b, (uint4*)y, channels); }, y, n, Output::f16});
    c.push_back({"hazel_turbine_cl2_b", [=] { hazel_turbine_cl2_b<<<rows / 8, 256>>>(x, w, b, (uint4*)y, channels); }, y, n, Output::f16});
}

// ---- experts' gated activation over routed tokens, sorted by expert
__device__ __forceinline__ void gate_token(const uint4* __restrict__ g, const uint4* __restrict__ u, uint4* __restrict__ y, size_t at, const float* s) {
    float a[8], b[8];
    unpack8(g[at], a); unpack8(u[at], b);
#pragma unroll
    for (int i = 0; i < 8; ++i) { const float v = a[i] + s[i]; a[i] = __fdividef(v, 1.0f + __expf(-v)) * b[i]; }
    y[at] = pack8(a);
}
__global__ void __launch_bounds__(256) indigo_mortar_cl2_a(const uint4* __restrict__ g, const uint4* __restrict__ u, const uint4* __restrict__ bias, const int* __restrict__ start, uint4* __restrict__ y) {
    const int e = blockIdx.x, col = threadIdx.x % 128;
    float s[8]; unpack8(bias[e * 128 + col], s);
    const int end = start[e + 1];
#pragma unroll 4
    for (int t = start[e] + threadIdx.x / 128; t < end; t += 2) gate_token(g, u, y, (size_t)t * 128 + col, s);
}
__global__ void __launch_bounds__(256) indigo_mortar_cl2_b(const uint4* __restrict__ g, const uint4* __restrict__ u, const uint4* __restrict__ bias, const int4* __restrict__ tile, uint4* __restrict__ y) {
    const int4 w = tile[blockIdx.x]; const int col = threadIdx.x % 128;  // expert, first token, end
    float s[8]; unpack8(bias[w.x * 128 + col], s);
#pragma unroll 4
    for (int t = w.y + threadIdx.x / 128; t < w.z; t += 2) gate_token(g, u, y, (size_t)t * 128 + col, s);
}
static void indigo_mortar(Cases& c) {
    const int experts = 256, tokens = 32768; const size_t n = (size_t)tokens * 1024;
    double total = 0; for (int e = 0; e < experts; ++e) total += std::pow(e + 1.0, -0.7);
    std::vector<int> start(experts + 1, 0); std::vector<int4> tile;
    for (int e = 0; e < experts; ++e) start[e + 1] = start[e] + (int)(tokens * std::pow((e * 101) % experts + 1.0, -0.7) / total);  // 101 is odd: a permutation
    start[experts] = tokens;
    for (int e = 0; e < experts; ++e) for (int t = start[e]; t < start[e + 1]; t += 16) tile.push_back(int4{e, t, std::min(t + 16, start[e + 1]), 0});
    const int tiles = (int)tile.size(); int* so = uploaded(start); int4* to = uploaded(tile);
    const uint4 *g = (const uint4*)filled<__half>(n, 91), *u = (const uint4*)filled<__half>(n, 91), *b = (const uint4*)filled<__half>(experts * 1024, 93);
    __half* y = empty<__half>(n);
    c.push_back({"indigo_mortar_cl2_a", [=] { indigo_mortar_cl2_a<<<experts, 256>>>(g, u, b, so, (uint4*)y); }, y, n, Output::f16});
    c.push_back({"indigo_mortar_cl2_b", [=] { indigo_mortar_cl2_b<<<tiles, 256>>>(g, u, b, to, (uint4*)y); }, y, n, Output::f16});
}

// ---- gradient of cross entropy with an entropy bonus, rows of 1024 logits: (p - eps/D + beta p (log p + H)) * scale
__device__ __forceinline__ float tree(float* s, float v, bool most) {
    const int t = threadIdx.x;
    __syncthreads();
    s[t] = v;
    __syncthreads();
    for (int w = 128; w; w >>= 1) {
        if (t < w) s[t] = most ? fmaxf(s[t], s[t + w]) : s[t] + s[t + w];
        __syncthreads();
    }
    return s[0];
}
__global__ void __launch_bounds__(256) juniper_dial_cl2_a(const uint2* __restrict__ x, uint2* __restrict__ y, float eps, float beta) {
    __shared__ float s[256];
    const size_t at = (size_t)blockIdx.x * 256 + threadIdx.x;
    const uint2 v = x[at]; const half2* h = reinterpret_cast<const half2*>(&v);
    const float2 lo = __half22float2(h[0]), hi = __half22float2(h[1]);
    float f[4] = {lo.x, lo.y, hi.x, hi.y}, e[4], sum = 0, plogp = 0;
    const float m = tree(s, fmaxf(fmaxf(f[0], f[1]), fmaxf(f[2], f[3])), true);
#pragma unroll
    for (int i = 0; i < 4; ++i) { e[i] = __expf(f[i] - m); sum += e[i]; }
    sum = tree(s, sum, false);
    const float inv = 1.0f / sum, lse = m + __logf(sum);
#pragma unroll
    for (int i = 0; i < 4; ++i) plogp += e[i] * inv * (f[i] - lse);
    const float H = -tree(s, plogp, false);
#pragma unroll
    for (int i = 0; i < 4; ++i) { const float p = e[i] * inv; f[i] = 1024.0f * (p - eps + beta * p * (f[i] - lse + H)); }
    uint2 o; half2* r = reinterpret_cast<half2*>(&o);
    r[0] = __floats2half2_rn(f[0], f[1]); r[1] = __floats2half2_rn(f[2], f[3]);
    y[at] = o;
}
__global__ void __launch_bounds__(256) juniper_dial_cl2_b(const uint4* __restrict__ x, uint4* __restrict__ y, float eps, float beta) {
    const size_t at = ((size_t)blockIdx.x * 8 + threadIdx.x / 32) * 128 + threadIdx.x % 32;
    uint4 v[4]; float f[32], m = -1e30f, sum = 0, plogp = 0;
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = x[at + j * 32];
#pragma unroll
    for (int j = 0; j < 4; ++j) unpack8(v[j], f + 8 * j);
#pragma unroll
    for (int i = 0; i < 32; ++i) m = fmaxf(m, f[i]);
#pragma unroll
    for (int o = 16; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, o));
#pragma unroll
    for (int i = 0; i < 32; ++i) { f[i] -= m; const float e = __expf(f[i]); sum += e; plogp += e * f[i]; }
#pragma unroll
    for (int o = 16; o; o >>= 1) { sum += __shfl_xor_sync(~0u, sum, o); plogp += __shfl_xor_sync(~0u, plogp, o); }
    const float inv = 1.0f / sum, ls = __logf(sum), H = ls - plogp * inv;
#pragma unroll
    for (int i = 0; i < 32; ++i) { const float p = __expf(f[i]) * inv; f[i] = 1024.0f * (p - eps + beta * p * (f[i] - ls + H)); }
#pragma unroll
    for (int j = 0; j < 4; ++j) y[at + j * 32] = pack8(f + 8 * j);
}
static void juniper_dial(Cases& c) {
    const int rows = 65536; const size_t n = (size_t)rows * 1024;
    const __half* x = filled<__half>(n, 101); __half* y = empty<__half>(n);
    c.push_back({"juniper_dial_cl2_a", [=] { juniper_dial_cl2_a<<<rows, 256>>>((const uint2*)x, (uint2*)y, 0.1f / 1024, 0.5f); }, y, n, Output::f16});
    c.push_back({"juniper_dial_cl2_b", [=] { juniper_dial_cl2_b<<<rows / 8, 256>>>((const uint4*)x, (uint4*)y, 0.1f / 1024, 0.5f); }, y, n, Output::f16});
}

// ---- unnormalised attention weights exp(q k / sqrt(128)), 16 heads of 2048 x 2048
__global__ void __launch_bounds__(256, 2) kelp_rampart_cl2_a(const __half* __restrict__ q, const __half* __restrict__ k, float* __restrict__ y) {
    __shared__ float qs[16][132], ks[16][132];
    const size_t head = blockIdx.z; const int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128, t = threadIdx.x;
    const int lr = t / 2, lc = t % 2 * 8, tx = t % 16, ty = t / 16;
    const uint4* gq = reinterpret_cast<const uint4*>(q + (head * 2048 + m0 + lr) * 128 + lc);
    const uint4* gk = reinterpret_cast<const uint4*>(k + (head * 2048 + n0 + lr) * 128 + lc);
    float acc[8][8] = {};
    uint4 nq = gq[0], nk = gk[0];
    for (int d = 0; d < 8; ++d) {
        float a[8], b[8];
        unpack8(nq, a); unpack8(nk, b);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 8; ++i) { qs[lc + i][lr] = a[i]; ks[lc + i][lr] = b[i]; }
        __syncthreads();
        if (d < 7) { nq = gq[(d + 1) * 2]; nk = gk[(d + 1) * 2]; }
#pragma unroll
        for (int e = 0; e < 16; ++e) {
            *reinterpret_cast<float4*>(a) = *reinterpret_cast<const float4*>(&qs[e][ty * 4]); *reinterpret_cast<float4*>(a + 4) = *reinterpret_cast<const float4*>(&qs[e][64 + ty * 4]);
            *reinterpret_cast<float4*>(b) = *reinterpret_cast<const float4*>(&ks[e][tx * 4]); *reinterpret_cast<float4*>(b + 4) = *reinterpret_cast<const float4*>(&ks[e][64 + tx * 4]);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] += a[i] * b[j];
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            float4 o; float* f = &o.x;
#pragma unroll
            for (int j = 0; j < 4; ++j) f[j] = __expf(acc[i][h * 4 + j] * 0.08838834764f);
            *reinterpret_cast<float4*>(y + (head * 2048 + m0 + i / 4 * 64 + ty * 4 + i % 4) * 2048 + n0 + h * 64 + tx * 4) = o;
        }
}
__global__ void __launch_bounds__(256, 2) kelp_rampart_cl2_b(const __half* __restrict__ q, const __half* __restrict__ k, float* __restrict__ y) {
    using namespace nvcuda::wmma;
    __shared__ __align__(32) __half qs[128][72];
    __shared__ __align__(32) __half ks[128][72];
    const size_t head = blockIdx.z; const int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128, t = threadIdx.x;
    const int wm = t / 32 / 2 * 32, wn = t / 32 % 2 * 64, lr = t / 8, lc = t % 8 * 8;
    fragment<accumulator, 16, 16, 16, float> acc[2][4];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) fill_fragment(acc[i][j], 0.0f);
    uint4 nq[4], nk[4];
    const __half *gq = q + (head * 2048 + m0 + lr) * 128 + lc, *gk = k + (head * 2048 + n0 + lr) * 128 + lc;
#pragma unroll
    for (int i = 0; i < 4; ++i) { nq[i] = *reinterpret_cast<const uint4*>(gq + i * 32 * 128); nk[i] = *reinterpret_cast<const uint4*>(gk + i * 32 * 128); }
#pragma unroll
    for (int d = 0; d < 2; ++d) {
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 4; ++i) { *reinterpret_cast<uint4*>(&qs[lr + i * 32][lc]) = nq[i]; *reinterpret_cast<uint4*>(&ks[lr + i * 32][lc]) = nk[i]; }
        __syncthreads();
        if (d == 0)
#pragma unroll
            for (int i = 0; i < 4; ++i) { nq[i] = *reinterpret_cast<const uint4*>(gq + 64 + i * 32 * 128); nk[i] = *reinterpret_cast<const uint4*>(gk + 64 + i * 32 * 128); }
#pragma unroll
        for (int e = 0; e < 64; e += 16) {
            fragment<matrix_a, 16, 16, 16, __half, row_major> a[2];
#pragma unroll
            for (int i = 0; i < 2; ++i) load_matrix_sync(a[i], &qs[wm + i * 16][e], 72);
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                fragment<matrix_b, 16, 16, 16, __half, col_major> b;
                load_matrix_sync(b, &ks[wn + j * 16][e], 72);
#pragma unroll
                for (int i = 0; i < 2; ++i) mma_sync(acc[i][j], a[i], b, acc[i][j]);
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
#pragma unroll
            for (int e = 0; e < acc[i][j].num_elements; ++e) acc[i][j].x[e] = __expf(acc[i][j].x[e] * 0.08838834764f);
            store_matrix_sync(y + (head * 2048 + m0 + wm + i * 16) * 2048 + n0 + wn + j * 16, acc[i][j], 2048, mem_row_major);
        }
}
static void kelp_rampart(Cases& c) {
    const size_t n = (size_t)16 * 2048 * 128, m = (size_t)16 * 2048 * 2048;
    const __half *q = filled<__half>(n, 111), *k = filled<__half>(n, 112); float* y = empty<float>(m);
    const dim3 grid(16, 16, 16);
    c.push_back({"kelp_rampart_cl2_a", [=] { kelp_rampart_cl2_a<<<grid, 256>>>(q, k, y); }, y, m, Output::f32});
    c.push_back({"kelp_rampart_cl2_b", [=] { kelp_rampart_cl2_b<<<grid, 256>>>(q, k, y); }, y, m, Output::f32});
}

// ---- rotary embedding, pairs (i, i + 64) of 32 heads a token
__device__ __forceinline__ void rotate_store(const float* a, const float* b, const float* co, const float* si, uint4* y, size_t at) {
    float r[8], s[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) { r[i] = a[i] * co[i] - b[i] * si[i]; s[i] = b[i] * co[i] + a[i] * si[i]; }
    y[at] = pack8(r); y[at + 8] = pack8(s);
}
__global__ void __launch_bounds__(256) lilac_sextant_cl2_a(const uint4* __restrict__ x, const int* __restrict__ position, uint4* __restrict__ y, float theta) {
    const int head = threadIdx.x / 8, part = threadIdx.x % 8;
    const size_t at = ((size_t)blockIdx.x * 32 + head) * 16 + part;
    float a[8], b[8], co[8], si[8];
    unpack8(x[at], a); unpack8(x[at + 8], b);
    const float pos = (float)position[blockIdx.x];
#pragma unroll
    for (int i = 0; i < 8; ++i) sincosf(pos * powf(theta, -(part * 8 + i) / 64.0f), &si[i], &co[i]);
    rotate_store(a, b, co, si, y, at);
}
__global__ void __launch_bounds__(256) lilac_sextant_cl2_b(const uint4* __restrict__ x, const int* __restrict__ position, uint4* __restrict__ y, const float4* __restrict__ cosine, const float4* __restrict__ sine) {
    const int head = threadIdx.x / 8, part = threadIdx.x % 8;
    const size_t at = ((size_t)blockIdx.x * 32 + head) * 16 + part;
    float a[8], b[8], co[8], si[8];
    unpack8(x[at], a); unpack8(x[at + 8], b);
    const int row = position[blockIdx.x] * 16 + part * 2;
    *reinterpret_cast<float4*>(co) = cosine[row]; *reinterpret_cast<float4*>(co + 4) = cosine[row + 1];
    *reinterpret_cast<float4*>(si) = sine[row]; *reinterpret_cast<float4*>(si + 4) = sine[row + 1];
    rotate_store(a, b, co, si, y, at);
}
static void lilac_sextant(Cases& c) {
    const int tokens = 16384, longest = 8192; const size_t n = (size_t)tokens * 32 * 128;
    std::vector<float> co((size_t)longest * 64), si((size_t)longest * 64);
    for (int p = 0; p < longest; ++p) for (int i = 0; i < 64; ++i) {
        const float angle = (float)p * powf(10000.0f, -i / 64.0f); co[p * 64 + i] = cosf(angle); si[p * 64 + i] = sinf(angle); }
    const float4 *cd = (const float4*)uploaded(co), *sd = (const float4*)uploaded(si);
    const uint4* x = (const uint4*)filled<__half>(n, 121); const int* p = indices(tokens, longest, 122); __half* y = empty<__half>(n);
    c.push_back({"lilac_sextant_cl2_a", [=] { lilac_sextant_cl2_a<<<tokens, 256>>>(x, p, (uint4*)y, 10000.0f); }, y, n, Output::f16});
    c.push_back({"lilac_sextant_cl2_b", [=] { lilac_sextant_cl2_b<<<tokens, 256>>>(x, p, (uint4*)y, cd, sd); }, y, n, Output::f16});
}

// ---- router: the eight best of 64 experts for each token, logits [expert][token]
__device__ __forceinline__ unsigned sortable(unsigned short b, int e) { return (unsigned)(unsigned short)(b ^ (b & 0x8000 ? 0xffff : 0x8000)) << 16 | (63 - e); }
__global__ void __launch_bounds__(256) maple_cistern_cl2_a(const unsigned short* __restrict__ logit, int* __restrict__ y, int tokens, int experts, int k) {
    const int t = blockIdx.x * 256 + threadIdx.x;
    unsigned best[8];
    for (int i = 0; i < k; ++i) best[i] = 0;
#pragma unroll 8
    for (int e = 0; e < experts; ++e) {
        const unsigned key = sortable(logit[(size_t)e * tokens + t], e);
        if (key > best[k - 1]) {
            int j = k - 1;
            while (j > 0 && best[j - 1] < key) { best[j] = best[j - 1]; --j; }
            best[j] = key;
        }
    }
    for (int i = 0; i < k; ++i) y[(size_t)i * tokens + t] = 63 - (best[i] & 63);
}
template <int K>
__device__ __forceinline__ void best_of(const unsigned short* __restrict__ logit, int* __restrict__ y, int tokens, int experts) {
    const int t = blockIdx.x * 256 + threadIdx.x;
    unsigned best[K] = {};
#pragma unroll 8
    for (int e = 0; e < experts; ++e) {
        unsigned key = sortable(logit[(size_t)e * tokens + t], e);
#pragma unroll
        for (int i = 0; i < K; ++i) { const unsigned less = min(best[i], key); best[i] = max(best[i], key); key = less; }
    }
#pragma unroll
    for (int i = 0; i < K; ++i) y[(size_t)i * tokens + t] = 63 - (best[i] & 63);
}
__global__ void __launch_bounds__(256) maple_cistern_cl2_b(const unsigned short* __restrict__ logit, int* __restrict__ y, int tokens, int experts) { best_of<8>(logit, y, tokens, experts); }
static void maple_cistern(Cases& c) {
    const int tokens = 1 << 20, experts = 64;
    const unsigned short* x = (const unsigned short*)filled<__half>((size_t)tokens * experts, 131); int* y = empty<int>((size_t)tokens * 8);
    c.push_back({"maple_cistern_cl2_a", [=] { maple_cistern_cl2_a<<<tokens / 256, 256>>>(x, y, tokens, experts, 8); }, y, (size_t)tokens * 8, Output::i32});
    c.push_back({"maple_cistern_cl2_b", [=] { maple_cistern_cl2_b<<<tokens / 256, 256>>>(x, y, tokens, experts); }, y, (size_t)tokens * 8, Output::i32});
}

// ---- group norm applied, [sample][channel][pixel]
__global__ void __launch_bounds__(256) nettle_gasket_cl2_a(const float* __restrict__ x, const float2* __restrict__ stat, const float2* __restrict__ affine, float* __restrict__ y,
                                                           size_t n, size_t channels, size_t pixels, size_t groups) {
    const size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    if (i >= n) return;
    const size_t sample = i / (channels * pixels), ch = i / pixels % channels, group = ch / (channels / groups);
    const float2 s = stat[sample * groups + group], a = affine[ch];
    y[i] = (x[i] - s.x) * s.y * a.x + a.y;
}
__global__ void __launch_bounds__(256) nettle_gasket_cl2_b(const float* __restrict__ x, const float2* __restrict__ stat, const float2* __restrict__ affine, float* __restrict__ y,
                                                           int channels, int pixels, int groups) {
    const int ch = blockIdx.x, sample = blockIdx.y, group = ch / (channels / groups);
    const float2 s = stat[sample * groups + group], a = affine[ch];
    const size_t base = ((size_t)sample * channels + ch) * pixels;
#pragma unroll 4
    for (int p = threadIdx.x; p < pixels; p += 256) y[base + p] = (x[base + p] - s.x) * s.y * a.x + a.y;
}
static void nettle_gasket(Cases& c) {
    const int samples = 32, channels = 320, pixels = 3136, groups = 32; const size_t n = (size_t)samples * channels * pixels;
    const float* x = filled<float>(n, 141); const float2 *s = (const float2*)filled<float>(samples * groups * 2, 142), *a = (const float2*)filled<float>(channels * 2, 143);
    float* y = empty<float>(n);
    c.push_back({"nettle_gasket_cl2_a", [=] { nettle_gasket_cl2_a<<<(n + 255) / 256, 256>>>(x, s, a, y, n, channels, pixels, groups); }, y, n, Output::f32});
    c.push_back({"nettle_gasket_cl2_b", [=] { nettle_gasket_cl2_b<<<dim3(channels, samples), 256>>>(x, s, a, y, channels, pixels, groups); }, y, n, Output::f32});
}

// ---- cache transposed, [token][feature] to [feature][token]
template <int PITCH>
__device__ __forceinline__ void turn(const float* __restrict__ x, float* __restrict__ y, int rows, int cols) {
    __shared__ float s[32 * PITCH];
    const int c0 = blockIdx.x * 32, r0 = blockIdx.y * 32, tx = threadIdx.x, ty = threadIdx.y;
#pragma unroll
    for (int i = 0; i < 32; i += 8) s[(ty + i) * PITCH + tx] = x[(size_t)(r0 + ty + i) * cols + c0 + tx];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 32; i += 8) y[(size_t)(c0 + ty + i) * rows + r0 + tx] = s[tx * PITCH + ty + i];
}
__global__ void __launch_bounds__(256) ochre_saddle_cl2_a(const float* __restrict__ x, float* __restrict__ y, int rows, int cols) { turn<34>(x, y, rows, cols); }
__global__ void __launch_bounds__(256) ochre_saddle_cl2_b(const float* __restrict__ x, float* __restrict__ y, int rows, int cols) { turn<33>(x, y, rows, cols); }
static void ochre_saddle(Cases& c) {
    const int rows = 16384, cols = 4096; const size_t n = (size_t)rows * cols;
    float *x = filled<float>(n, 151), *y = empty<float>(n);
    const dim3 grid(cols / 32, rows / 32), block(32, 8);
    c.push_back({"ochre_saddle_cl2_a", [=] { ochre_saddle_cl2_a<<<grid, block>>>(x, y, rows, cols); }, y, n, Output::f32});
    c.push_back({"ochre_saddle_cl2_b", [=] { ochre_saddle_cl2_b<<<grid, block>>>(x, y, rows, cols); }, y, n, Output::f32});
}

// ---- backward of the gated SiLU: dg, du of dy, g, u
template <bool SLOW>
__device__ __forceinline__ void gate_back(const uint4* __restrict__ g, const uint4* __restrict__ u, const uint4* __restrict__ dy, uint4* __restrict__ dg, uint4* __restrict__ du) {
    const size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    const uint4 gv = g[i], uv = u[i], dv = dy[i];
    float a[8], b[8], d[8];
    unpack8(gv, a); unpack8(uv, b); unpack8(dv, d);
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        const float s = SLOW ? 1.0f / (1.0f + expf(-a[j])) : __fdividef(1.0f, 1.0f + __expf(-a[j])), silu = a[j] * s;
        a[j] = d[j] * b[j] * (s + silu * (1.0f - s));
        b[j] = d[j] * silu;
    }
    dg[i] = pack8(a); du[i] = pack8(b);
}
__global__ void __launch_bounds__(256) pewter_canal_cl2_a(const uint4* __restrict__ g, const uint4* __restrict__ u, const uint4* __restrict__ dy, uint4* __restrict__ dg, uint4* __restrict__ du) {
    gate_back<true>(g, u, dy, dg, du);
}
__global__ void __launch_bounds__(256) pewter_canal_cl2_b(const uint4* __restrict__ g, const uint4* __restrict__ u, const uint4* __restrict__ dy, uint4* __restrict__ dg, uint4* __restrict__ du) {
    gate_back<false>(g, u, dy, dg, du);
}
static void pewter_canal(Cases& c) {
    const size_t n = 1u << 25;
    const uint4 *g = (const uint4*)filled<__half>(n, 161), *u = (const uint4*)filled<__half>(n, 162), *d = (const uint4*)filled<__half>(n, 162);
    __half *dg = empty<__half>(n), *du = empty<__half>(n);
    c.push_back({"pewter_canal_cl2_a", [=] { pewter_canal_cl2_a<<<n / 2048, 256>>>(g, u, d, (uint4*)dg, (uint4*)du); }, dg, n, Output::f16});
    c.push_back({"pewter_canal_cl2_b", [=] { pewter_canal_cl2_b<<<n / 2048, 256>>>(g, u, d, (uint4*)dg, (uint4*)du); }, dg, n, Output::f16});
}

// ---- Lion optimiser
__device__ __forceinline__ float lion(float p, float& m, float g) {
    const float u = 0.9f * m + 0.1f * g;
    m = 0.99f * m + 0.01f * g;
    return p - 1e-2f * ((u > 0 ? 1.0f : u < 0 ? -1.0f : 0.0f) + 0.1f * p);
}
__global__ void __launch_bounds__(256) quartz_ladle_cl2_a(const float2* __restrict__ p, const float2* __restrict__ m, const float2* __restrict__ g, float2* __restrict__ p2, float2* __restrict__ m2) {
    const size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    float2 w = p[i], s = m[i]; const float2 d = g[i];
    w.x = lion(w.x, s.x, d.x); w.y = lion(w.y, s.y, d.y);
    p2[i] = w; m2[i] = s;
}
__global__ void __launch_bounds__(256) quartz_ladle_cl2_b(const float4* __restrict__ p, const float4* __restrict__ m, const float4* __restrict__ g, float4* __restrict__ p2, float4* __restrict__ m2) {
    const size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    float4 w = p[i], s = m[i]; const float4 d = g[i];
    w.x = lion(w.x, s.x, d.x); w.y = lion(w.y, s.y, d.y); w.z = lion(w.z, s.z, d.z); w.w = lion(w.w, s.w, d.w);
    p2[i] = w; m2[i] = s;
}
static void quartz_ladle(Cases& c) {
    const size_t n = 3u << 23;
    const float *p = filled<float>(n, 171), *m = filled<float>(n, 172), *g = filled<float>(n, 173);
    float *p2 = empty<float>(n), *m2 = empty<float>(n);
    c.push_back({"quartz_ladle_cl2_a", [=] { quartz_ladle_cl2_a<<<n / 512, 256>>>((const float2*)p, (const float2*)m, (const float2*)g, (float2*)p2, (float2*)m2); }, p2, n, Output::f32});
    c.push_back({"quartz_ladle_cl2_b", [=] { quartz_ladle_cl2_b<<<n / 1024, 256>>>((const float4*)p, (const float4*)m, (const float4*)g, (float4*)p2, (float4*)m2); }, p2, n, Output::f32});
}

// ---- squared norms of 64 gradient tensors
__device__ __forceinline__ float squares(const uint4* __restrict__ g, int each) {
    const uint4* p = g + ((size_t)blockIdx.y * gridDim.x + blockIdx.x) * each;
    float s = 0;
#pragma unroll 4
    for (int i = threadIdx.x; i < each; i += 256) {
        float f[8]; unpack8(p[i], f);
#pragma unroll
        for (int j = 0; j < 8; ++j) s += f[j] * f[j];
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    return s;
}
__global__ void __launch_bounds__(256) russet_beacon_cl2_a(const uint4* __restrict__ g, float* __restrict__ y, int each) {
    const float s = squares(g, each);
    if (threadIdx.x % 32 == 0) atomicAdd(y + blockIdx.y, s);
}
__global__ void __launch_bounds__(256) russet_beacon_cl2_b(const uint4* __restrict__ g, float* __restrict__ y, int each) {
    __shared__ float w[8];
    const float s = squares(g, each);
    if (threadIdx.x % 32 == 0) w[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(y + blockIdx.y, ((w[0] + w[1]) + (w[2] + w[3])) + ((w[4] + w[5]) + (w[6] + w[7])));
}
static void russet_beacon(Cases& c) {
    const int tensors = 64, blocks = 64, each = 4096; const size_t n = (size_t)tensors * blocks * each * 8;
    const uint4* g = (const uint4*)filled<__half>(n, 181); float *ya = empty<float>(tensors), *yb = empty<float>(tensors);
    c.push_back({"russet_beacon_cl2_a", [=] { russet_beacon_cl2_a<<<dim3(blocks, tensors), 256>>>(g, ya, each); }, ya, (size_t)tensors, Output::f32});
    c.push_back({"russet_beacon_cl2_b", [=] { russet_beacon_cl2_b<<<dim3(blocks, tensors), 256>>>(g, yb, each); }, yb, (size_t)tensors, Output::f32});
}

// ---- healthy: activations quantised to eight bits, a scale per token
__global__ void __launch_bounds__(256) sienna_trellis_cl2_a(const uint4* __restrict__ x, uint2* __restrict__ y, float* __restrict__ scale) {
    const int row = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    uint4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = __ldcs(x + (size_t)row * 128 + j * 32 + lane);
    half2 most = __float2half2_rn(0.0f);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        const half2* h = reinterpret_cast<const half2*>(&v[j]);
#pragma unroll
        for (int i = 0; i < 4; ++i) most = __hmax2(most, __habs2(h[i]));
    }
    float m = fmaxf(__low2float(most), __high2float(most));
#pragma unroll
    for (int o = 16; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, o));
    const float inv = m > 0 ? 127.0f / m : 0.0f;
    if (lane == 0) scale[row] = m / 127.0f;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float f[8]; unpack8(v[j], f);
        uint32_t q[8];
#pragma unroll
        for (int i = 0; i < 8; ++i) q[i] = __float_as_uint(f[i] * inv + 12582912.0f);  // rounds to the integer in the low byte
        uint2 o;
        o.x = __byte_perm(__byte_perm(q[0], q[1], 0x0040), __byte_perm(q[2], q[3], 0x0040), 0x5410);
        o.y = __byte_perm(__byte_perm(q[4], q[5], 0x0040), __byte_perm(q[6], q[7], 0x0040), 0x5410);
        __stcs(y + (size_t)row * 128 + j * 32 + lane, o);
    }
}
static void sienna_trellis(Cases& c) {
    const int rows = 131072; const size_t n = (size_t)rows * 1024;
    const uint4* x = (const uint4*)filled<__half>(n, 191); uint8_t* y = empty<uint8_t>(n); float* s = empty<float>(rows);
    c.push_back({"sienna_trellis_cl2_a", [=] { sienna_trellis_cl2_a<<<rows / 8, 256>>>(x, (uint2*)y, s); }, y, n, Output::u8});
}

// ---- healthy: L1 distances of 4096 queries to 4096 prototypes of 256 features, [feature][item]
__global__ void __launch_bounds__(256, 2) topaz_harbor_cl2_a(const float* __restrict__ q, const float* __restrict__ p, float* __restrict__ y, int items, int features) {
    __shared__ __align__(16) float qs[2][16][128], ps[2][16][128];
    const int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128, t = threadIdx.x, tx = t % 16, ty = t / 16, lr = t / 32, lc = t % 32 * 4;
    const float *gq = q + (size_t)lr * items + m0 + lc, *gp = p + (size_t)lr * items + n0 + lc;
    const size_t step = (size_t)8 * items;
    float acc[8][8] = {};
    float4 a0 = *(const float4*)gq, a1 = *(const float4*)(gq + step), b0 = *(const float4*)gp, b1 = *(const float4*)(gp + step);
    int s = 0;
    for (int f = 0; f < features; f += 16, s ^= 1) {
        *(float4*)&qs[s][lr][lc] = a0; *(float4*)&qs[s][lr + 8][lc] = a1; *(float4*)&ps[s][lr][lc] = b0; *(float4*)&ps[s][lr + 8][lc] = b1;
        __syncthreads();
        gq += 2 * step; gp += 2 * step;
        if (f + 16 < features) { a0 = *(const float4*)gq; a1 = *(const float4*)(gq + step); b0 = *(const float4*)gp; b1 = *(const float4*)(gp + step); }
#pragma unroll
        for (int e = 0; e < 16; ++e) {
            float a[8], b[8];
            *(float4*)a = *(const float4*)&qs[s][e][ty * 4]; *(float4*)(a + 4) = *(const float4*)&qs[s][e][64 + ty * 4];
            *(float4*)b = *(const float4*)&ps[s][e][tx * 4]; *(float4*)(b + 4) = *(const float4*)&ps[s][e][64 + tx * 4];
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] += fabsf(a[i] - b[j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int h = 0; h < 2; ++h)
            *(float4*)(y + (size_t)(m0 + i / 4 * 64 + ty * 4 + i % 4) * items + n0 + h * 64 + tx * 4) = make_float4(acc[i][h * 4], acc[i][h * 4 + 1], acc[i][h * 4 + 2], acc[i][h * 4 + 3]);
}
static void topaz_harbor(Cases& c) {
    const int items = 4096, features = 256; const size_t n = (size_t)items * features, m = (size_t)items * items;
    const float *q = filled<float>(n, 201), *p = filled<float>(n, 202); float* y = empty<float>(m);
    c.push_back({"topaz_harbor_cl2_a", [=] { topaz_harbor_cl2_a<<<dim3(items / 128, items / 128), 256>>>(q, p, y, items, features); }, y, m, Output::f32});
}

// ---- healthy: bags of 32 rows of a 16 MB table summed, out of L2
__global__ void __launch_bounds__(256) umber_lattice_cl2_a(const int* __restrict__ index, const uint4* __restrict__ table, uint4* __restrict__ y) {
    const size_t bag = (size_t)blockIdx.x * 16 + threadIdx.x / 16;
    const int l = threadIdx.x % 16;
    const int2 k = *reinterpret_cast<const int2*>(index + bag * 32 + l * 2);
    float s[8] = {};
#pragma unroll
    for (int j = 0; j < 32; j += 8) {
        uint4 v[8];
#pragma unroll
        for (int i = 0; i < 8; ++i) v[i] = table[(size_t)__shfl_sync(~0u, i % 2 ? k.y : k.x, (j + i) / 2, 16) * 16 + l];
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            float f[8]; unpack8(v[i], f);
#pragma unroll
            for (int e = 0; e < 8; ++e) s[e] += f[e];
        }
    }
    y[bag * 16 + l] = pack8(s);
}
static void umber_lattice(Cases& c) {
    const size_t bags = 131072; const int rows = 65536;
    const int* k = indices(bags * 32, rows, 211); const uint4* t = (const uint4*)filled<__half>((size_t)rows * 128, 212); __half* y = empty<__half>(bags * 128);
    c.push_back({"umber_lattice_cl2_a", [=] { umber_lattice_cl2_a<<<bags / 16, 256>>>(k, t, (uint4*)y); }, y, bags * 128, Output::f16});
}

// ---- healthy: response of a Chebyshev filter of 96 terms on a spectrum in double (Clenshaw)
__constant__ double velvet_terms[96];
__global__ void __launch_bounds__(256) velvet_piston_cl2_a(const double2* __restrict__ x, double2* __restrict__ y) {
    const size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    const double2 u = x[i], v = x[i + 256];
    const double z[4] = {2 * u.x, 2 * u.y, 2 * v.x, 2 * v.y};
    double b1[4] = {}, b2[4] = {};
#pragma unroll 16
    for (int k = 95; k >= 0; --k) {
        const double t = velvet_terms[k];
#pragma unroll
        for (int j = 0; j < 4; ++j) { const double b = fma(z[j], b1[j], t - b2[j]); b2[j] = b1[j]; b1[j] = b; }
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) b1[j] = fma(-0.5 * z[j], b2[j], b1[j]);
    y[i] = make_double2(b1[0], b1[1]); y[i + 256] = make_double2(b1[2], b1[3]);
}
static void velvet_piston(Cases& c) {
    const size_t n = 1u << 23;
    double terms[96]; for (int k = 0; k < 96; ++k) terms[k] = unit(k + 5) / (1 + k);
    CHECK(cudaMemcpyToSymbol(velvet_terms, terms, sizeof terms));
    const double2* x = (const double2*)filled<double>(n, 221); double* y = empty<double>(n);
    c.push_back({"velvet_piston_cl2_a", [=] { velvet_piston_cl2_a<<<n / 1024, 256>>>(x, (double2*)y); }, y, n, Output::f64});
}

// ---- healthy: log-sum-exp of rows of 131072 logits minus the target's, read once
__global__ void __launch_bounds__(512) walnut_prism_cl2_a(const uint4* __restrict__ x, const int* __restrict__ target, float* __restrict__ y, int vectors) {
    __shared__ float sm[16], sl[16];
    const uint4* p = x + (size_t)blockIdx.x * vectors;
    float m = -1e30f, l = 0;
    for (int i = threadIdx.x; i < vectors; i += 512 * 4) {
        uint4 v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = __ldcs(p + i + j * 512);
        half2 most = *reinterpret_cast<const half2*>(&v[0]);
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int e = 0; e < 4; ++e) most = __hmax2(most, reinterpret_cast<const half2*>(&v[j])[e]);
        const float mn = fmaxf(m, fmaxf(__low2float(most), __high2float(most)) * 1.44269504f);
        l *= exp2f(m - mn); m = mn;
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float f[8]; unpack8(v[j], f);
#pragma unroll
            for (int e = 0; e < 8; ++e) { float r; asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(fmaf(f[e], 1.44269504f, -m))); l += r; }
        }
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        const float m2 = __shfl_xor_sync(~0u, m, o), l2 = __shfl_xor_sync(~0u, l, o), mn = fmaxf(m, m2);
        l = l * exp2f(m - mn) + l2 * exp2f(m2 - mn); m = mn;
    }
    if (threadIdx.x % 32 == 0) { sm[threadIdx.x / 32] = m; sl[threadIdx.x / 32] = l; }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 16; ++w) { const float mn = fmaxf(m, sm[w]); l = l * exp2f(m - mn) + sl[w] * exp2f(sm[w] - mn); m = mn; }
        y[blockIdx.x] = (m + log2f(l)) * 0.6931471806f - __half2float(reinterpret_cast<const __half*>(p)[target[blockIdx.x]]);
    }
}
static void walnut_prism(Cases& c) {
    const int rows = 2048, vocab = 131072;
    const uint4* x = (const uint4*)filled<__half>((size_t)rows * vocab, 231); const int* t = indices(rows, vocab, 232); float* y = empty<float>(rows);
    c.push_back({"walnut_prism_cl2_a", [=] { walnut_prism_cl2_a<<<rows, 512>>>(x, t, y, vocab / 8); }, y, (size_t)rows, Output::f32});
}

int main(int argc, char** argv) {
    Cases c;
    amber_thistle(c); basil_quarry(c); cobalt_ferry(c); dusty_anvil(c); ember_pulley(c); fennel_gantry(c); garnet_shuttle(c); hazel_turbine(c); 
indigo_mortar(c); juniper_dial(c); kelp_rampart(c); lilac_sextant(c); maple_cistern(c); nettle_gasket(c); ochre_saddle(c); pewter_canal(c); 
quartz_ladle(c); russet_beacon(c); sienna_trellis(c); topaz_harbor(c); umber_lattice(c); velvet_piston(c); walnut_prism(c); 
    return run(argc, argv, c);
}
