#include "harness.cuh"
#include <cuda_fp16.h>
using namespace harness;
constexpr size_t N = 1u << 27;  // floats of every large buffer

// amber_kettle: blend of a series one step ahead with another series
template <int SHIFT>
__device__ __forceinline__ void ahead(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ o) {
    size_t base = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float u[4], v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { u[k] = x[base + k * 256 + SHIFT]; v[k] = y[base + k * 256]; }
#pragma unroll
    for (int k = 0; k < 4; ++k) o[base + k * 256] = 0.8f * u[k] + 0.2f * v[k];
}
__global__ void __launch_bounds__(256) amber_kettle_ca7_a(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ o) { ahead<1>(x, y, o); }
__global__ void __launch_bounds__(256) amber_kettle_ca7_b(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ o) { ahead<0>(x, y, o); }
__global__ void harness_shift(const float* x, float* o, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) o[i] = x[i + 1];
}

// brisk_lantern: tone curve of two images by a short table of coefficients
template <int WORDS>
__device__ __forceinline__ void tone(const float4* __restrict__ x, const float4* __restrict__ y, float4* __restrict__ o, const float* __restrict__ c) {
    __shared__ float stage[WORDS];
    size_t base = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 u[4], v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { u[k] = x[base + k * 128]; v[k] = y[base + k * 128]; }
    if (threadIdx.x < 64) stage[(threadIdx.x * 191) % WORDS] = c[threadIdx.x];
    __syncthreads();
    int s = blockIdx.x & 63;
    float a = stage[(s * 191) % WORDS], b = stage[((63 - s) * 191) % WORDS];
#pragma unroll
    for (int k = 0; k < 4; ++k)
        o[base + k * 128] = make_float4(a * u[k].x + b * v[k].x, a * u[k].y + b * v[k].y, a * u[k].z + b * v[k].z, a * u[k].w + b * v[k].w);
}
__global__ void __launch_bounds__(128) brisk_lantern_ca7_a(const float4* __restrict__ x, const float4* __restrict__ y, float4* __restrict__ o, const float* __restrict__ c) { tone<12277>(x, y, o, c); }
__global__ void __launch_bounds__(128) brisk_lantern_ca7_b(const float4* __restrict__ x, const float4* __restrict__ y, float4* __restrict__ o, const float* __restrict__ c) { tone<257>(x, y, o, c); }

// cobalt_meadow: records of six numbers taken apart into six planes
template <bool PAD>
__device__ __forceinline__ void apart(const float* __restrict__ x, float* __restrict__ o, size_t n) {
    __shared__ float s[1536 + 16];
    size_t first = (size_t)blockIdx.x * 1536;
    float r[6];
#pragma unroll
    for (int k = 0; k < 6; ++k) r[k] = x[first + k * 256 + threadIdx.x];
#pragma unroll
    for (int k = 0; k < 6; ++k) { int i = k * 256 + threadIdx.x; s[PAD ? i + i / 96 : i] = r[k]; }
    __syncthreads();
    size_t rec = (size_t)blockIdx.x * 256 + threadIdx.x;
    int at = threadIdx.x * 6 + (PAD ? threadIdx.x / 16 : 0);
#pragma unroll
    for (int f = 0; f < 6; ++f) o[f * n + rec] = s[at + f];
}
__global__ void __launch_bounds__(256) cobalt_meadow_ca7_a(const float* __restrict__ x, float* __restrict__ o, size_t n) { apart<false>(x, o, n); }
__global__ void __launch_bounds__(256) cobalt_meadow_ca7_b(const float* __restrict__ x, float* __restrict__ o, size_t n) { apart<true>(x, o, n); }

// dusty_violin: a hundred steps of a driven quadratic map
__device__ __forceinline__ float4 steps(float4 x) {
    float4 v = x;
#pragma unroll 10
    for (int k = 0; k < 100; ++k) {
        v.x = fmaf(v.x, v.x * -0.25f, x.x); v.y = fmaf(v.y, v.y * -0.25f, x.y);
        v.z = fmaf(v.z, v.z * -0.25f, x.z); v.w = fmaf(v.w, v.w * -0.25f, x.w);
    }
    return v;
}
constexpr int VIOLIN = 1056 * 48 + 40;
__global__ void __launch_bounds__(256, 8) dusty_violin_ca7_a(const float4* __restrict__ x, float4* __restrict__ o) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    o[i] = steps(x[i]);
}
__global__ void __launch_bounds__(256, 8) dusty_violin_ca7_b(const float4* __restrict__ x, float4* __restrict__ o, unsigned n) {
    unsigned lo = (unsigned)((unsigned long long)n * blockIdx.x / gridDim.x), hi = (unsigned)((unsigned long long)n * (blockIdx.x + 1) / gridDim.x);
    for (unsigned i = lo + threadIdx.x; i < hi; i += 256) o[i] = steps(x[i]);
}

// ebony_harbor: cross-fade of two frames by a mask
__global__ void __launch_bounds__(256) ebony_harbor_ca7_a(const float* __restrict__ x, const float* __restrict__ y, const float* __restrict__ m, float* __restrict__ o) {
    size_t base = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float u[4], v[4], w[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { u[k] = x[base + k * 256]; v[k] = y[base + k * 256]; w[k] = m[base + k * 256]; }
#pragma unroll
    for (int k = 0; k < 4; ++k) o[base + k * 256] = u[k] + w[k] * (v[k] - u[k]);
}
__global__ void __launch_bounds__(256) ebony_harbor_ca7_b(const float4* __restrict__ x, const float4* __restrict__ y, const float4* __restrict__ m, float4* __restrict__ o) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    float4 u = x[i], v = y[i], w = m[i];
    o[i] = make_float4(u.x + w.x * (v.x - u.x), u.y + w.y * (v.y - u.y), u.z + w.z * (v.z - u.z), u.w + w.w * (v.w - u.w));
}

// fuzzy_pebble: gated activation with a different law on either side of zero
__device__ __forceinline__ float above(float x) { return x * fmaf(x, fmaf(x, fmaf(x, fmaf(x, fmaf(x, 0.013f, -0.021f), 0.037f), -0.11f), 0.23f), 1.0f); }
__device__ __forceinline__ float below(float x) { float e = __expf(x); return fmaf(e, fmaf(e, fmaf(e, fmaf(e, 0.07f, -0.05f), 0.11f), 0.87f), -1.0f); }
__device__ __forceinline__ float forked(float x) {
    float r;
    if (x > 0.f) { asm volatile("" ::: "memory"); r = above(x); } else { asm volatile("" ::: "memory"); r = below(x); }
    return r;
}
__device__ __forceinline__ float joined(float x) { return above(fmaxf(x, 0.f)) + below(fminf(x, 0.f)); }
__global__ void __launch_bounds__(256) fuzzy_pebble_ca7_a(const float4* __restrict__ x, const float4* __restrict__ g, float4* __restrict__ o) {
    size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 u = x[i], v = g[i], p = x[i + 256], q = g[i + 256];
    o[i] = make_float4(v.x * forked(u.x), v.y * forked(u.y), v.z * forked(u.z), v.w * forked(u.w));
    o[i + 256] = make_float4(q.x * forked(p.x), q.y * forked(p.y), q.z * forked(p.z), q.w * forked(p.w));
}
__global__ void __launch_bounds__(256) fuzzy_pebble_ca7_b(const float4* __restrict__ x, const float4* __restrict__ g, float4* __restrict__ o) {
    size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 u = x[i], v = g[i], p = x[i + 256], q = g[i + 256];
    o[i] = make_float4(v.x * joined(u.x), v.y * joined(u.y), v.z * joined(u.z), v.w * joined(u.w));
    o[i + 256] = make_float4(q.x * joined(p.x), q.y * joined(p.y), q.z * joined(p.z), q.w * joined(p.w));
}

// gentle_cactus: per-channel scale and offset of an image batch with a residual
__global__ void __launch_bounds__(256) gentle_cactus_ca7_a(const float* __restrict__ x, const float* __restrict__ r, const float* __restrict__ s, const float* __restrict__ b, float* __restrict__ o, unsigned hw, unsigned channels) {
    unsigned base = blockIdx.x * 1024u + threadIdx.x;
    float u[4], v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { u[k] = x[base + k * 256]; v[k] = r[base + k * 256]; }
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        unsigned c = (base + k * 256) / hw % channels;
        o[base + k * 256] = fmaf(u[k], s[c], b[c]) + v[k];
    }
}
__global__ void __launch_bounds__(256) gentle_cactus_ca7_b(const float* __restrict__ x, const float* __restrict__ r, const float* __restrict__ s, const float* __restrict__ b, float* __restrict__ o, unsigned hw, unsigned) {
    unsigned c = blockIdx.y;
    unsigned base = (blockIdx.z * gridDim.y + c) * hw + blockIdx.x * 1024u + threadIdx.x;
    float u[4], v[4], a = s[c], d = b[c];
#pragma unroll
    for (int k = 0; k < 4; ++k) { u[k] = x[base + k * 256]; v[k] = r[base + k * 256]; }
#pragma unroll
    for (int k = 0; k < 4; ++k) o[base + k * 256] = fmaf(u[k], a, d) + v[k];
}

// hollow_maple: gate times softplus
__device__ __forceinline__ float plus_exact(float x) { return fmaxf(x, 0.f) + log1pf(expf(-fabsf(x))); }
__device__ __forceinline__ float plus_quick(float x) { return fmaxf(x, 0.f) + __logf(1.f + __expf(-fabsf(x))); }
template <bool QUICK>
__device__ __forceinline__ void gate(const float4* __restrict__ x, const float4* __restrict__ g, float4* __restrict__ o) {
    size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 u[2] = {x[i], x[i + 256]}, v[2] = {g[i], g[i + 256]};
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        float4 w;
        w.x = v[k].x * (QUICK ? plus_quick(u[k].x) : plus_exact(u[k].x)); w.y = v[k].y * (QUICK ? plus_quick(u[k].y) : plus_exact(u[k].y));
        w.z = v[k].z * (QUICK ? plus_quick(u[k].z) : plus_exact(u[k].z)); w.w = v[k].w * (QUICK ? plus_quick(u[k].w) : plus_exact(u[k].w));
        o[i + k * 256] = w;
    }
}
__global__ void __launch_bounds__(256) hollow_maple_ca7_a(const float4* __restrict__ x, const float4* __restrict__ g, float4* __restrict__ o) { gate<false>(x, g, o); }
__global__ void __launch_bounds__(256) hollow_maple_ca7_b(const float4* __restrict__ x, const float4* __restrict__ g, float4* __restrict__ o) { gate<true>(x, g, o); }

// ivory_tractor: calibration curve of the sensor that a line belongs to
__constant__ float ivory_curve[64 * 8];
__device__ __forceinline__ float curve(const float (&c)[8], float x) {
    return fmaf(fmaf(fmaf(fmaf(fmaf(fmaf(fmaf(c[7], x, c[6]), x, c[5]), x, c[4]), x, c[3]), x, c[2]), x, c[1]), x, c[0]);
}
__global__ void __launch_bounds__(256) ivory_tractor_ca7_a(const float4* __restrict__ x, float4* __restrict__ o) {
    size_t base = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 u[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) u[k] = x[base + k * 256];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int line = (int)((base + k * 256) >> 8) * 5 & 63;  // one line is 1024 numbers
        line = __shfl_sync(~0u, line, 0);
        float4 r = make_float4(0.f, 0.f, 0.f, 0.f);
#pragma unroll 1
        for (int j = 7; j >= 0; --j) {
            float c = ivory_curve[line * 8 + j];
            r.x = fmaf(r.x, u[k].x, c); r.y = fmaf(r.y, u[k].y, c); r.z = fmaf(r.z, u[k].z, c); r.w = fmaf(r.w, u[k].w, c);
        }
        o[base + k * 256] = r;
    }
}
__global__ void __launch_bounds__(256) ivory_tractor_ca7_b(const float4* __restrict__ x, float4* __restrict__ o, const float4* __restrict__ t) {
    size_t base = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 u[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) u[k] = x[base + k * 256];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int line = (blockIdx.x * 4 + k) * 5 & 63;
        float4 l = t[line * 2], h = t[line * 2 + 1];
        float c[8] = {l.x, l.y, l.z, l.w, h.x, h.y, h.z, h.w};
        o[base + k * 256] = make_float4(curve(c, u[k].x), curve(c, u[k].y), curve(c, u[k].z), curve(c, u[k].w));
    }
}

// jolly_walrus: energy of every line
template <typename T>
__device__ __forceinline__ void energy(const float4* __restrict__ x, float* __restrict__ o) {
    __shared__ T part[8];
    const float4* row = x + (size_t)blockIdx.x * 1024;
    float4 u[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) u[k] = row[k * 256 + threadIdx.x];
    T s = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) s += (T)(u[k].x * u[k].x + u[k].y * u[k].y) + (T)(u[k].z * u[k].z + u[k].w * u[k].w);
#pragma unroll
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x == 0) { T t = 0; for (int k = 0; k < 8; ++k) t += part[k]; o[blockIdx.x] = (float)(t * (T)(1.0 / 4096)); }
}
__global__ void __launch_bounds__(256) jolly_walrus_ca7_a(const float4* __restrict__ x, float* __restrict__ o) { energy<double>(x, o); }
__global__ void __launch_bounds__(256) jolly_walrus_ca7_b(const float4* __restrict__ x, float* __restrict__ o) { energy<float>(x, o); }

// keen_saddle: absolute sums of lines of 4096 numbers
__global__ void __launch_bounds__(256) keen_saddle_ca7_a(const float4* __restrict__ x, float* __restrict__ o) {
    const float4* row = x + (size_t)blockIdx.x * 1024;
    float s = 0;
    float4 u[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) u[k] = row[k * 256 + threadIdx.x];
#pragma unroll
    for (int k = 0; k < 4; ++k) s += fabsf(u[k].x) + fabsf(u[k].y) + fabsf(u[k].z) + fabsf(u[k].w);
#pragma unroll
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    if ((threadIdx.x & 31) == 0) atomicAdd(o + blockIdx.x, s);
}
__global__ void __launch_bounds__(256) keen_saddle_ca7_b(const float4* __restrict__ x, float* __restrict__ o) {
    __shared__ float part[8];
    const float4* row = x + (size_t)blockIdx.x * 1024;
    float s = 0;
    float4 u[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) u[k] = row[k * 256 + threadIdx.x];
#pragma unroll
    for (int k = 0; k < 4; ++k) s += fabsf(u[k].x) + fabsf(u[k].y) + fabsf(u[k].z) + fabsf(u[k].w);
#pragma unroll
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x == 0) { float t = 0; for (int k = 0; k < 8; ++k) t += part[k]; o[blockIdx.x] = t; }
}

// lunar_biscuit: product of two fields
__device__ __forceinline__ float4 product(float4 u, float4 v) { return make_float4(u.x * v.x, u.y * v.y, u.z * v.z, u.w * v.w); }
__global__ void __launch_bounds__(128) lunar_biscuit_ca7_a(const float4* __restrict__ x, const float4* __restrict__ y, float4* __restrict__ o) {
    size_t i = (size_t)blockIdx.x * 128 + threadIdx.x;
    o[i] = product(x[i], y[i]);
}
__global__ void __launch_bounds__(256) lunar_biscuit_ca7_b(const float4* __restrict__ x, const float4* __restrict__ y, float4* __restrict__ o) {
    size_t i = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 u[4], v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { u[k] = x[i + k * 256]; v[k] = y[i + k * 256]; }
#pragma unroll
    for (int k = 0; k < 4; ++k) o[i + k * 256] = product(u[k], v[k]);
}

// mellow_falcon: root-mean-square normalisation of lines of 4096 numbers
template <bool TREE>
__device__ __forceinline__ void rms(const float4* __restrict__ x, const float4* __restrict__ w, float4* __restrict__ o) {
    __shared__ float part[TREE ? 256 : 8];
    const float4* row = x + (size_t)blockIdx.x * 1024;
    float4* to = o + (size_t)blockIdx.x * 1024;
    const int t = threadIdx.x;
    float4 u[4];
    float s = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) u[k] = row[k * 256 + t];
#pragma unroll
    for (int k = 0; k < 4; ++k) s += u[k].x * u[k].x + u[k].y * u[k].y + u[k].z * u[k].z + u[k].w * u[k].w;
    float total = 0;
    if (TREE) {
        part[t] = s;
        __syncthreads();
        for (int d = 128; d > 0; d >>= 1) {
            if (t < d) part[t] += part[t + d];
            __syncthreads();
        }
        total = part[0];
    } else {
#pragma unroll
        for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
        if ((t & 31) == 0) part[t >> 5] = s;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 8; ++k) total += part[k];
    }
    float r = rsqrtf(total * (1.f / 4096) + 1e-5f);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float4 g = w[k * 256 + t];
        to[k * 256 + t] = make_float4(u[k].x * r * g.x, u[k].y * r * g.y, u[k].z * r * g.z, u[k].w * r * g.w);
    }
}
__global__ void __launch_bounds__(256) mellow_falcon_ca7_a(const float4* __restrict__ x, const float4* __restrict__ w, float4* __restrict__ o) { rms<true>(x, w, o); }
__global__ void __launch_bounds__(256) mellow_falcon_ca7_b(const float4* __restrict__ x, const float4* __restrict__ w, float4* __restrict__ o) { rms<false>(x, w, o); }

// noble_turnip: lines of 4096 numbers scaled by the gain of their column's descriptor
template <int STRIDE>
__device__ __forceinline__ void gains(const float4* __restrict__ x, const float* __restrict__ g, float4* __restrict__ o) {
    int c = blockIdx.x * 256 + threadIdx.x;  // of 1024 groups of four columns
    float4 w = make_float4(g[(c * 4) * STRIDE], g[(c * 4 + 1) * STRIDE], g[(c * 4 + 2) * STRIDE], g[(c * 4 + 3) * STRIDE]);
    size_t at = (size_t)blockIdx.y * 32 * 1024 + c;
#pragma unroll 1
    for (int r = 0; r < 32; r += 8) {
        float4 u[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) u[k] = x[at + k * 1024];
#pragma unroll
        for (int k = 0; k < 8; ++k) o[at + k * 1024] = product(u[k], w);
        at += 8 * 1024;
    }
}
__global__ void __launch_bounds__(256) noble_turnip_ca7_a(const float4* __restrict__ x, const float* __restrict__ g, float4* __restrict__ o) { gains<16>(x, g, o); }
__global__ void __launch_bounds__(256) noble_turnip_ca7_b(const float4* __restrict__ x, const float* __restrict__ g, float4* __restrict__ o) { gains<1>(x, g, o); }
__global__ void harness_spread(const float* g, float* o, int n, int stride) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n * stride; i += gridDim.x * blockDim.x) o[i] = i % stride ? 0.25f : g[i / stride];
}

// olive_puffin: four smoothing steps of many small dense systems of six unknowns
__device__ __forceinline__ void smooth(const float* __restrict__ m, const float* __restrict__ b, float* __restrict__ o, size_t n) {
    size_t i = (size_t)blockIdx.x * 128 + threadIdx.x;
    float a[36], v[6];
#pragma unroll
    for (int k = 0; k < 36; ++k) a[k] = m[k * n + i];
#pragma unroll
    for (int k = 0; k < 6; ++k) v[k] = b[k * n + i];
#pragma unroll 1
    for (int s = 0; s < 4; ++s) {
        float w[6];
#pragma unroll
        for (int r = 0; r < 6; ++r) {
            float t = 0;
#pragma unroll
            for (int c = 0; c < 6; ++c) t = fmaf(a[r * 6 + c], v[c], t);
            w[r] = t;
        }
#pragma unroll
        for (int r = 0; r < 6; ++r) v[r] = fmaf(w[r], -0.2f, v[r]);
    }
#pragma unroll
    for (int r = 0; r < 6; ++r) o[r * n + i] = v[r];
}
__global__ void __launch_bounds__(128, 10) olive_puffin_ca7_a(const float* __restrict__ m, const float* __restrict__ b, float* __restrict__ o, size_t n) { smooth(m, b, o, n); }
__global__ void __launch_bounds__(128) olive_puffin_ca7_b(const float* __restrict__ m, const float* __restrict__ b, float* __restrict__ o, size_t n) { smooth(m, b, o, n); }

// plum_anvil: bias added to lines of 704 numbers
__global__ void __launch_bounds__(176) plum_anvil_ca7_a(const float4* __restrict__ x, const float4* __restrict__ b, float4* __restrict__ o) {
    size_t at = (size_t)blockIdx.x * 8 * 176 + threadIdx.x;
    float4 w = b[threadIdx.x], u[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) u[k] = x[at + k * 176];
#pragma unroll
    for (int k = 0; k < 8; ++k) o[at + k * 176] = make_float4(u[k].x + w.x, u[k].y + w.y, u[k].z + w.z, u[k].w + w.w);
}
__global__ void __launch_bounds__(352) plum_anvil_ca7_b(const float4* __restrict__ x, const float4* __restrict__ b, float4* __restrict__ o) {
    size_t at = (size_t)blockIdx.x * 8 * 176 + threadIdx.x;
    float4 w = b[threadIdx.x % 176], u[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) u[k] = x[at + k * 352];
#pragma unroll
    for (int k = 0; k < 4; ++k) o[at + k * 352] = make_float4(u[k].x + w.x, u[k].y + w.y, u[k].z + w.z, u[k].w + w.w);
}

// quiet_heron: linear combination of three series
__global__ void __launch_bounds__(256) quiet_heron_ca7_a(const float4* __restrict__ x, const float4* __restrict__ y, const float4* __restrict__ z, float4* __restrict__ o) {
    size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 u[2] = {x[i], x[i + 256]}, v[2] = {y[i], y[i + 256]}, w[2] = {z[i], z[i + 256]};
#pragma unroll
    for (int k = 0; k < 2; ++k)
        o[i + k * 256] = make_float4(0.5f * u[k].x + 0.3f * v[k].x + 0.2f * w[k].x, 0.5f * u[k].y + 0.3f * v[k].y + 0.2f * w[k].y,
                                     0.5f * u[k].z + 0.3f * v[k].z + 0.2f * w[k].z, 0.5f * u[k].w + 0.3f * v[k].w + 0.2f * w[k].w);
}

// rusty_clover: sums of squared differences of two series, one partial sum a block
__global__ void __launch_bounds__(256) rusty_clover_ca7_a(const float4* __restrict__ x, const float4* __restrict__ y, float* __restrict__ o) {
    __shared__ float part[8];
    size_t i = (size_t)blockIdx.x * 4096 + threadIdx.x;  // 16384 numbers a block
    float s = 0;
#pragma unroll 1
    for (int j = 0; j < 4; ++j, i += 1024) {
        float4 u[4], v[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) { u[k] = x[i + k * 256]; v[k] = y[i + k * 256]; }
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float a = u[k].x - v[k].x, b = u[k].y - v[k].y, c = u[k].z - v[k].z, d = u[k].w - v[k].w;
            s += a * a + b * b + c * c + d * d;
        }
    }
#pragma unroll
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x < 8) {
        s = part[threadIdx.x];
#pragma unroll
        for (int d = 4; d; d >>= 1) s += __shfl_xor_sync(0xffu, s, d);
        if (threadIdx.x == 0) o[blockIdx.x] = s;
    }
}

// silver_otter: product of two half-precision matrices, C[M][Nn] = A[M][K] * B[Nn][K]^T
__device__ __forceinline__ uint32_t sptr(const void* p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void copy16(uint32_t d, const void* s) { asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(d), "l"(s)); }
__device__ __forceinline__ void ldm4(uint32_t a, uint32_t& r0, uint32_t& r1, uint32_t& r2, uint32_t& r3) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3) : "r"(a) : "memory");
}
__device__ __forceinline__ void mma16816(float (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
constexpr int GM = 4224, GN = 4096, GK = 4096, GS = 4;  // 33 x 32 tiles of 128 x 128, four stages of 128 x 32
__global__ void __launch_bounds__(256, 2) silver_otter_ca7_a(const half* __restrict__ A, const half* __restrict__ B, half* __restrict__ C) {
    extern __shared__ __align__(128) unsigned char sm[];
    constexpr int TILE = 128 * 64, STAGE = 2 * TILE;  // bytes
    const int t = threadIdx.x, lane = t & 31, warp = t >> 5, wm = (warp >> 2) * 64, wn = (warp & 3) * 32;
    const int tile = blockIdx.x, group = tile / (33 * 8), inner = tile % (33 * 8);
    const int bm = (inner / 8) * 128, bn = (group * 8 + inner % 8) * 128;
    const uint32_t base = sptr(sm);
    // rows of 64 bytes: 16-byte chunk c of row r stands at chunk c ^ ((r >> 1) & 3)
    const int lr = t >> 2, lc = t & 3;
    const uint32_t ld0 = lr * 64 + ((lc ^ ((lr >> 1) & 3)) << 4), ld1 = ld0 + 64 * 64;
    const half* ga = A + (size_t)(bm + lr) * GK + lc * 8;
    const half* gb = B + (size_t)(bn + lr) * GK + lc * 8;
    auto load = [&](int k, int stage) {
        uint32_t d = base + stage * STAGE;
        copy16(d + ld0, ga + k * 32); copy16(d + ld1, ga + k * 32 + (size_t)64 * GK);
        copy16(d + TILE + ld0, gb + k * 32); copy16(d + TILE + ld1, gb + k * 32 + (size_t)64 * GK);
    };
    float acc[4][4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int q = 0; q < 4; ++q) acc[i][j][q] = 0.f;
#pragma unroll
    for (int s = 0; s < GS - 1; ++s) { load(s, s); asm volatile("cp.async.commit_group;"); }
    const int ar = lane & 15, ac = lane >> 4, br = (lane & 7) + ((lane >> 4) << 3), bc = (lane >> 3) & 1;
    constexpr int STEPS = GK / 32;
#pragma unroll 1
    for (int k = 0; k < STEPS; ++k) {
        asm volatile("cp.async.wait_group %0;" ::"n"(GS - 2) : "memory");
        __syncthreads();
        if (k + GS - 1 < STEPS) load(k + GS - 1, (k + GS - 1) % GS);
        asm volatile("cp.async.commit_group;");
        const uint32_t sa = base + (k % GS) * STAGE, sb = sa + TILE;
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            uint32_t a[4][4], b[2][4];
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                int r = wm + i * 16 + ar, c = h * 2 + ac;
                ldm4(sa + r * 64 + ((c ^ ((r >> 1) & 3)) << 4), a[i][0], a[i][1], a[i][2], a[i][3]);
            }
#pragma unroll
            for (int j = 0; j < 2; ++j) {
                int r = wn + j * 16 + br, c = h * 2 + bc;
                ldm4(sb + r * 64 + ((c ^ ((r >> 1) & 3)) << 4), b[j][0], b[j][1], b[j][2], b[j][3]);
            }
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) mma16816(acc[i][j], a[i], b[j >> 1][(j & 1) * 2], b[j >> 1][(j & 1) * 2 + 1]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            size_t r = bm + wm + i * 16 + (lane >> 2);
            int c = bn + wn + j * 8 + (lane & 3) * 2;
            *reinterpret_cast<half2*>(C + r * GN + c) = __floats2half2_rn(acc[i][j][0], acc[i][j][1]);
            *reinterpret_cast<half2*>(C + (r + 8) * GN + c) = __floats2half2_rn(acc[i][j][2], acc[i][j][3]);
        }
}

// tidy_mango: layer normalisation of lines of 1024 numbers, a warp a line
__global__ void __launch_bounds__(256, 4) tidy_mango_ca7_a(const float4* __restrict__ x, const float4* __restrict__ g, const float4* __restrict__ b, float4* __restrict__ o) {
    const int lane = threadIdx.x & 31;
    const size_t at = ((size_t)blockIdx.x * 8 + (threadIdx.x >> 5)) * 256 + lane;
    float4 u[8];
    float s = 0, q = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) u[k] = x[at + k * 32];
#pragma unroll
    for (int k = 0; k < 8; ++k) s += u[k].x + u[k].y + u[k].z + u[k].w;
#pragma unroll
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    const float mean = s * (1.f / 1024);
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        u[k].x -= mean; u[k].y -= mean; u[k].z -= mean; u[k].w -= mean;
        q += u[k].x * u[k].x + u[k].y * u[k].y + u[k].z * u[k].z + u[k].w * u[k].w;
    }
#pragma unroll
    for (int d = 16; d; d >>= 1) q += __shfl_xor_sync(~0u, q, d);
    const float r = rsqrtf(q * (1.f / 1024) + 1e-5f);
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        float4 c = g[lane + k * 32], d = b[lane + k * 32];
        o[at + k * 32] = make_float4(fmaf(u[k].x * r, c.x, d.x), fmaf(u[k].y * r, c.y, d.y), fmaf(u[k].z * r, c.z, d.z), fmaf(u[k].w * r, c.w, d.w));
    }
}

// umber_canoe: nine-point smoothing of an image of 8192 columns, periodic in columns, four columns and eight rows a thread
constexpr int UW = 8192, UH = 16384;
__global__ void __launch_bounds__(256) umber_canoe_ca7_a(const float4* __restrict__ x, float4* __restrict__ o) {
    const int lane = threadIdx.x & 31, c = blockIdx.x * 32 + lane, r0 = (blockIdx.y * 8 + (threadIdx.x >> 5)) * 8;
    const float* xf = reinterpret_cast<const float*>(x);
    float4 v[10];
    float side[10];
    const int edge = lane == 0 ? (c * 4 + UW - 1) % UW : (c * 4 + 4) % UW;
#pragma unroll
    for (int k = 0; k < 10; ++k) {
        int r = min(max(r0 + k - 1, 0), UH - 1);
        v[k] = x[(size_t)r * (UW / 4) + c];
        side[k] = 0.f;
        if (lane == 0 || lane == 31) side[k] = xf[(size_t)r * UW + edge];
    }
    float4 h[10];
#pragma unroll
    for (int k = 0; k < 10; ++k) {
        float l = __shfl_up_sync(~0u, v[k].w, 1), r = __shfl_down_sync(~0u, v[k].x, 1);
        if (lane == 0) l = side[k];
        if (lane == 31) r = side[k];
        h[k] = make_float4(0.25f * (l + v[k].y) + 0.5f * v[k].x, 0.25f * (v[k].x + v[k].z) + 0.5f * v[k].y,
                           0.25f * (v[k].y + v[k].w) + 0.5f * v[k].z, 0.25f * (v[k].z + r) + 0.5f * v[k].w);
    }
#pragma unroll
    for (int k = 0; k < 8; ++k)
        o[(size_t)(r0 + k) * (UW / 4) + c] = make_float4(0.25f * (h[k].x + h[k + 2].x) + 0.5f * h[k + 1].x, 0.25f * (h[k].y + h[k + 2].y) + 0.5f * h[k + 1].y,
                                                         0.25f * (h[k].z + h[k + 2].z) + 0.5f * h[k + 1].z, 0.25f * (h[k].w + h[k + 2].w) + 0.5f * h[k + 1].w);
}

// vivid_parsley: running sums of squares along lines of 4096 numbers
__global__ void __launch_bounds__(256) vivid_parsley_ca7_a(const float4* __restrict__ x, float4* __restrict__ o) {
    __shared__ float part[4][8];
    const int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    const size_t at = (size_t)blockIdx.x * 1024 + t;
    float4 u[4];
    float total[4], before[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) u[k] = x[at + k * 256];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        u[k].x *= u[k].x; u[k].y = fmaf(u[k].y, u[k].y, u[k].x); u[k].z = fmaf(u[k].z, u[k].z, u[k].y); u[k].w = fmaf(u[k].w, u[k].w, u[k].z);
        float s = u[k].w;
#pragma unroll
        for (int d = 1; d < 32; d <<= 1) { float y = __shfl_up_sync(~0u, s, d); if (lane >= d) s += y; }
        before[k] = s - u[k].w;
        if (lane == 31) part[k][warp] = s;
    }
    __syncthreads();
    float carry = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float mine = 0, all = 0;
#pragma unroll
        for (int w = 0; w < 8; ++w) { float p = part[k][w]; if (w < warp) mine += p; all += p; }
        total[k] = carry + mine + before[k];
        carry += all;
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) o[at + k * 256] = make_float4(u[k].x + total[k], u[k].y + total[k], u[k].z + total[k], u[k].w + total[k]);
}

// woolen_finch: one step of a radix sort inside tiles of 2048 keys: stable partition by two bits, with the counts of the tile
__global__ void __launch_bounds__(256, 6) woolen_finch_ca7_a(const int* __restrict__ keys, int* __restrict__ o, int* __restrict__ counts, int shift) {
    __shared__ int tile[2048];
    __shared__ int start[32];
    const int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    const size_t first = (size_t)blockIdx.x * 2048;
    const unsigned below = (1u << lane) - 1, n0 = lane & 1 ? 0u : ~0u, n1 = lane & 2 ? 0u : ~0u;
    int key[8], count = 0;
    unsigned rank[4];
#pragma unroll
    for (int j = 0; j < 8; ++j) key[j] = keys[first + warp * 256 + j * 32 + lane];
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        const int d = (key[j] >> shift) & 3;
        const unsigned b0 = __ballot_sync(~0u, d & 1), b1 = __ballot_sync(~0u, d & 2);
        const unsigned mine = (d & 1 ? b0 : ~b0) & (d & 2 ? b1 : ~b1);
        const unsigned at = __shfl_sync(~0u, count, d) + __popc(mine & below);
        rank[j / 2] = j & 1 ? rank[j / 2] | at << 16 : at;
        count += __popc((b0 ^ n0) & (b1 ^ n1));  // of digit lane & 3
    }
    if (lane < 4) start[lane * 8 + warp] = count;
    __syncthreads();
    if (warp == 0) {
        const int own = start[lane];
        int s = own;
#pragma unroll
        for (int d = 1; d < 32; d <<= 1) { int y = __shfl_up_sync(~0u, s, d); if (lane >= d) s += y; }
        start[lane] = s - own;
        if ((lane & 7) == 7) counts[(lane >> 3) * gridDim.x + blockIdx.x] = s;
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 8; ++j) tile[start[((key[j] >> shift) & 3) * 8 + warp] + (j & 1 ? rank[j / 2] >> 16 : rank[j / 2] & 0xffff)] = key[j];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 8; ++j) o[first + j * 256 + t] = tile[j * 256 + t];
}

// young_cedar: attention of one query a head over a cache of 4096 keys in eight parts, unmerged
__global__ void __launch_bounds__(128) young_cedar_ca7_a(const float* __restrict__ q, const uint4* __restrict__ K, const uint4* __restrict__ V, float* __restrict__ o) {
    __shared__ float sm[8], sl[8], sacc[8][128];
    const int t = threadIdx.x, lane = t & 31, l16 = lane & 15, team = t >> 4;  // teams of 16 lanes, a key each
    const int head = blockIdx.x >> 3, part = blockIdx.x & 7;
    const size_t base = ((size_t)head * 4096 + part * 512) * 16 + l16;
    float qv[8], acc[8], m = -1e30f, l = 0.f;
#pragma unroll
    for (int e = 0; e < 8; ++e) { qv[e] = q[head * 128 + l16 * 8 + e] * 0.0883883f; acc[e] = 0.f; }
#pragma unroll 1
    for (int k = team; k < 512; k += 32) {
        uint4 kv[4], vv[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) kv[j] = K[base + (size_t)(k + j * 8) * 16];
#pragma unroll
        for (int j = 0; j < 4; ++j) vv[j] = V[base + (size_t)(k + j * 8) * 16];
        float s[4], top = m;
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const half2* h = reinterpret_cast<const half2*>(&kv[j]);
            float d = 0.f;
#pragma unroll
            for (int e = 0; e < 4; ++e) { float2 f = __half22float2(h[e]); d = fmaf(f.x, qv[2 * e], d); d = fmaf(f.y, qv[2 * e + 1], d); }
#pragma unroll
            for (int w = 8; w; w >>= 1) d += __shfl_xor_sync(~0u, d, w);
            s[j] = d; top = fmaxf(top, d);
        }
        const float shrink = __expf(m - top);
        m = top; l *= shrink;
#pragma unroll
        for (int e = 0; e < 8; ++e) acc[e] *= shrink;
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const float p = __expf(s[j] - m);
            l += p;
            const half2* h = reinterpret_cast<const half2*>(&vv[j]);
#pragma unroll
            for (int e = 0; e < 4; ++e) { float2 f = __half22float2(h[e]); acc[2 * e] = fmaf(p, f.x, acc[2 * e]); acc[2 * e + 1] = fmaf(p, f.y, acc[2 * e + 1]); }
        }
    }
    if (l16 == 0) { sm[team] = m; sl[team] = l; }
#pragma unroll
    for (int e = 0; e < 8; ++e) sacc[team][e * 16 + l16] = acc[e];
    __syncthreads();
    float top = sm[0], den = 0.f, num = 0.f;
#pragma unroll
    for (int k = 1; k < 8; ++k) top = fmaxf(top, sm[k]);
#pragma unroll
    for (int k = 0; k < 8; ++k) { float f = __expf(sm[k] - top); den += f * sl[k]; num += f * sacc[k][t]; }
    float* to = o + (size_t)blockIdx.x * 130;
    to[(t & 15) * 8 + (t >> 4)] = num;
    if (t == 0) { to[128] = top; to[129] = den; }
}

// zesty_badger: transposition of a matrix of 8192 by 16384 numbers
__global__ void __launch_bounds__(256) zesty_badger_ca7_a(const float* __restrict__ x, float* __restrict__ o) {
    __shared__ float s[64][65];
    const int c = threadIdx.x & 63, r = threadIdx.x >> 6;
    const size_t bx = blockIdx.x * 64, by = blockIdx.y * 64;
    float u[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) u[k] = x[(by + r + k * 4) * 16384 + bx + c];
#pragma unroll
    for (int k = 0; k < 16; ++k) s[r + k * 4][c] = u[k];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k) o[(bx + r + k * 4) * 8192 + by + c] = s[c][r + k * 4];
}

// copper_quill: histogram of points by the cell of a 16 by 16 grid, a partial one a block
__global__ void __launch_bounds__(256) copper_quill_ca7_a(const float4* __restrict__ x, int* __restrict__ o) {
    __shared__ int bins[8][256];
    const int t = threadIdx.x, warp = t >> 5;
#pragma unroll
    for (int k = 0; k < 8; ++k) bins[k][t] = 0;
    __syncthreads();
    size_t i = (size_t)blockIdx.x * 8192 + t;
#pragma unroll 1
    for (int j = 0; j < 8; ++j, i += 1024) {
        float4 u[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) u[k] = x[i + k * 256];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            int a = min((int)((u[k].x * 0.9f + u[k].z * 0.1f + 1.f) * 8.f), 15), b = min((int)((u[k].y * 0.9f + u[k].w * 0.1f + 1.f) * 8.f), 15);
            atomicAdd(&bins[warp][a * 16 + b], 1);
        }
    }
    __syncthreads();
    int s = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) s += bins[k][t];
    o[(size_t)blockIdx.x * 256 + t] = s;
}

// drowsy_melon: density at every particle from the particles before it, by a compact kernel
__device__ __forceinline__ float pairwise(const float4* __restrict__ p, int i, int j0, int step) {
    const float4 a = p[i];
    float s = 0.f;
#pragma unroll 8
    for (int j = j0; j < i; j += step) {
        float4 b = p[j];
        float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
        float w = fmaxf(fmaf(-dx, dx, fmaf(-dy, dy, fmaf(-dz, dz, 1.f))), 0.f);
        s = fmaf(w * w, w, s);
    }
    return s;
}
constexpr int MELON = 132 * 512;
__global__ void __launch_bounds__(512, 1) drowsy_melon_ca7_a(const float4* __restrict__ p, float* __restrict__ o) {
    int i = blockIdx.x * 512 + threadIdx.x;
    o[i] = pairwise(p, i, 0, 1);
}
__global__ void __launch_bounds__(512, 1) drowsy_melon_ca7_b(const float4* __restrict__ p, float* __restrict__ o) {
    __shared__ float part[2][256];
    const int t = threadIdx.x & 255, h = threadIdx.x >> 8, lo = blockIdx.x * 256 + t, hi = MELON - 1 - lo;
    float a = pairwise(p, lo, h, 2), b = pairwise(p, hi, h, 2);
    if (h) { part[0][t] = a; part[1][t] = b; }
    __syncthreads();
    if (!h) { o[lo] = a + part[0][t]; o[hi] = b + part[1][t]; }
}

// frosty_gable: records of 32 numbers taken apart into 32 planes
template <int PITCH>
__device__ __forceinline__ void planes(const float* __restrict__ x, float* __restrict__ o, size_t n) {
    __shared__ float s[128 * PITCH];
    const int t = threadIdx.x;
    const size_t first = (size_t)blockIdx.x * 4096;
    float r[32];
#pragma unroll
    for (int k = 0; k < 32; ++k) r[k] = x[first + k * 128 + t];
#pragma unroll
    for (int k = 0; k < 32; ++k) s[(k * 4 + (t >> 5)) * PITCH + (t & 31)] = r[k];
    __syncthreads();
    const size_t rec = (size_t)blockIdx.x * 128 + t;
#pragma unroll
    for (int f = 0; f < 32; ++f) o[f * n + rec] = s[t * PITCH + f];
}
__global__ void __launch_bounds__(128) frosty_gable_ca7_a(const float* __restrict__ x, float* __restrict__ o, size_t n) { planes<32>(x, o, n); }
__global__ void __launch_bounds__(128) frosty_gable_ca7_b(const float* __restrict__ x, float* __restrict__ o, size_t n) { planes<33>(x, o, n); }

// gilded_acorn: eight damped steps towards the root of a polynomial of degree eleven
template <typename T>
__device__ __forceinline__ float root(float x) {
    float v = x;
#pragma unroll 4
    for (int k = 0; k < 8; ++k) {
        T y = v;
        T p = (T)0.0011 * y - (T)0.0023;
        p = p * y + (T)0.0037; p = p * y - (T)0.0053; p = p * y + (T)0.0071; p = p * y - (T)0.0097; p = p * y + (T)0.0113;
        p = p * y - (T)0.0131; p = p * y + (T)0.0171; p = p * y - (T)0.0193; p = p * y + (T)0.4700; p = p * y - (T)0.2100;
        v = (float)(y - (T)0.3 * (p - (T)x));
    }
    return v;
}
template <typename T>
__device__ __forceinline__ void roots(const float4* __restrict__ x, float4* __restrict__ o) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    float4 u = x[i];
    o[i] = make_float4(root<T>(u.x), root<T>(u.y), root<T>(u.z), root<T>(u.w));
}
__global__ void __launch_bounds__(256) gilded_acorn_ca7_a(const float4* __restrict__ x, float4* __restrict__ o) { roots<double>(x, o); }
__global__ void __launch_bounds__(256) gilded_acorn_ca7_b(const float4* __restrict__ x, float4* __restrict__ o) { roots<float>(x, o); }

int main(int argc, char** argv) {
    float* P0 = filled<float>(N, 11);
    float* P1 = filled<float>(N, 22);
    float* P2 = filled<float>(N, 33);
    float* OUT = empty<float>(N);
    float* small = filled<float>(8192, 44);
    half* K = filled<half>(N, 55);
    half* V = filled<half>(N, 66);
    int* keys = indices(N, 0x7fffffffu);
    int* counts = empty<int>(4 * (N / 2048));
    constexpr size_t H = N / 2;
    float* ahead1 = empty<float>(H);
    harness_shift<<<2048, 256>>>(P0, ahead1, H); CHECK(cudaGetLastError());
    float *wide = empty<float>(4096 * 16), *packed = empty<float>(4096);
    harness_spread<<<256, 256>>>(small, wide, 4096, 16); CHECK(cudaGetLastError());
    harness_spread<<<16, 256>>>(small, packed, 4096, 1); CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpyToSymbol(ivory_curve, small, sizeof(float) * 512, 0, cudaMemcpyDeviceToDevice));
    CHECK(cudaFuncSetAttribute(silver_otter_ca7_a, cudaFuncAttributeMaxDynamicSharedMemorySize, GS * 16384));
    const float4 *X = (const float4*)P0, *Y = (const float4*)P1, *Z = (const float4*)P2;
    float4* O = (float4*)OUT;
    const unsigned F4 = N / 4;
    constexpr size_t R6 = 20971520;       // records of six
    constexpr size_t D6 = 3145728;        // dense systems of six
    constexpr unsigned HW = 64 * 64, CH = 256, BATCH = N / 2 / (HW * CH);
    constexpr int L704 = 190464;          // lines of 704
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> f, size_t count, Output type = Output::f32) { cases.push_back({name, f, OUT, count, type}); };

    add("amber_kettle_ca7_a", [=] { amber_kettle_ca7_a<<<H / 1024, 256>>>(P0, P1, OUT); }, H);
    add("amber_kettle_ca7_b", [=] { amber_kettle_ca7_b<<<H / 1024, 256>>>(ahead1, P1, OUT); }, H);
    add("brisk_lantern_ca7_a", [=] { brisk_lantern_ca7_a<<<F4 / 512, 128>>>(X, Y, O, small); }, N);
    add("brisk_lantern_ca7_b", [=] { brisk_lantern_ca7_b<<<F4 / 512, 128>>>(X, Y, O, small); }, N);
    add("cobalt_meadow_ca7_a", [=] { cobalt_meadow_ca7_a<<<R6 / 256, 256>>>(P0, OUT, R6); }, R6 * 6);
    add("cobalt_meadow_ca7_b", [=] { cobalt_meadow_ca7_b<<<R6 / 256, 256>>>(P0, OUT, R6); }, R6 * 6);
    add("dusty_violin_ca7_a", [=] { dusty_violin_ca7_a<<<VIOLIN, 256>>>(X, O); }, (size_t)VIOLIN * 1024);
    add("dusty_violin_ca7_b", [=] { dusty_violin_ca7_b<<<1056, 256>>>(X, O, VIOLIN * 256u); }, (size_t)VIOLIN * 1024);
    add("ebony_harbor_ca7_a", [=] { ebony_harbor_ca7_a<<<N / 1024, 256>>>(P0, P1, P2, OUT); }, N);
    add("ebony_harbor_ca7_b", [=] { ebony_harbor_ca7_b<<<N / 1024, 256>>>(X, Y, Z, O); }, N);
    add("fuzzy_pebble_ca7_a", [=] { fuzzy_pebble_ca7_a<<<F4 / 512, 256>>>(X, Y, O); }, N);
    add("fuzzy_pebble_ca7_b", [=] { fuzzy_pebble_ca7_b<<<F4 / 512, 256>>>(X, Y, O); }, N);
    add("gentle_cactus_ca7_a", [=] { gentle_cactus_ca7_a<<<H / 1024, 256>>>(P0, P1, small, small + 4096, OUT, HW, CH); }, H);
    add("gentle_cactus_ca7_b", [=] { gentle_cactus_ca7_b<<<dim3(HW / 1024, CH, BATCH), 256>>>(P0, P1, small, small + 4096, OUT, HW, CH); }, H);
    add("hollow_maple_ca7_a", [=] { hollow_maple_ca7_a<<<F4 / 512, 256>>>(X, Y, O); }, N);
    add("hollow_maple_ca7_b", [=] { hollow_maple_ca7_b<<<F4 / 512, 256>>>(X, Y, O); }, N);
    add("ivory_tractor_ca7_a", [=] { ivory_tractor_ca7_a<<<F4 / 1024, 256>>>(X, O); }, N);
    add("ivory_tractor_ca7_b", [=] { ivory_tractor_ca7_b<<<F4 / 1024, 256>>>(X, O, (const float4*)small); }, N);
    add("jolly_walrus_ca7_a", [=] { jolly_walrus_ca7_a<<<N / 4096, 256>>>(X, OUT); }, N / 4096);
    add("jolly_walrus_ca7_b", [=] { jolly_walrus_ca7_b<<<N / 4096, 256>>>(X, OUT); }, N / 4096);
    add("keen_saddle_ca7_a", [=] { cudaMemsetAsync(OUT, 0, N / 4096 * 4); keen_saddle_ca7_a<<<N / 4096, 256>>>(X, OUT); }, N / 4096);
    add("keen_saddle_ca7_b", [=] { cudaMemsetAsync(OUT, 0, N / 4096 * 4); keen_saddle_ca7_b<<<N / 4096, 256>>>(X, OUT); }, N / 4096);
    add("lunar_biscuit_ca7_a", [=] { lunar_biscuit_ca7_a<<<F4 / 128, 128>>>(X, Y, O); }, N);
    add("lunar_biscuit_ca7_b", [=] { lunar_biscuit_ca7_b<<<F4 / 1024, 256>>>(X, Y, O); }, N);
    add("mellow_falcon_ca7_a", [=] { mellow_falcon_ca7_a<<<N / 4096, 256>>>(X, Y, O); }, N);
    add("mellow_falcon_ca7_b", [=] { mellow_falcon_ca7_b<<<N / 4096, 256>>>(X, Y, O); }, N);
    add("noble_turnip_ca7_a", [=] { noble_turnip_ca7_a<<<dim3(4, N / 4096 / 32), 256>>>(X, wide, O); }, N);
    add("noble_turnip_ca7_b", [=] { noble_turnip_ca7_b<<<dim3(4, N / 4096 / 32), 256>>>(X, packed, O); }, N);
    add("olive_puffin_ca7_a", [=] { olive_puffin_ca7_a<<<D6 / 128, 128>>>(P0, P1, OUT, D6); }, D6 * 6);
    add("olive_puffin_ca7_b", [=] { olive_puffin_ca7_b<<<D6 / 128, 128>>>(P0, P1, OUT, D6); }, D6 * 6);
    add("plum_anvil_ca7_a", [=] { plum_anvil_ca7_a<<<L704 / 8, 176>>>(X, Y, O); }, (size_t)L704 * 704);
    add("plum_anvil_ca7_b", [=] { plum_anvil_ca7_b<<<L704 / 8, 352>>>(X, Y, O); }, (size_t)L704 * 704);

    add("quiet_heron_ca7_a", [=] { quiet_heron_ca7_a<<<F4 / 512, 256>>>(X, Y, Z, O); }, N);
    add("rusty_clover_ca7_a", [=] { rusty_clover_ca7_a<<<N / 16384, 256>>>(X, Y, OUT); }, N / 16384);
    add("silver_otter_ca7_a", [=] { silver_otter_ca7_a<<<33 * 32, 256, GS * 16384>>>(K, V, (half*)OUT); }, (size_t)GM * GN, Output::f16);
    add("tidy_mango_ca7_a", [=] { tidy_mango_ca7_a<<<N / 8192, 256>>>(X, (const float4*)small, (const float4*)(small + 4096), O); }, N);
    add("umber_canoe_ca7_a", [=] { umber_canoe_ca7_a<<<dim3(UW / 128, UH / 64), 256>>>(X, O); }, N);
    add("vivid_parsley_ca7_a", [=] { vivid_parsley_ca7_a<<<N / 4096, 256>>>(X, O); }, N);
    add("woolen_finch_ca7_a", [=] { woolen_finch_ca7_a<<<N / 2048, 256>>>(keys, (int*)OUT, counts, 6); }, N, Output::i32);
    add("young_cedar_ca7_a", [=] { young_cedar_ca7_a<<<2048, 128>>>(P0, (const uint4*)K, (const uint4*)V, OUT); }, 2048 * 130);
    add("zesty_badger_ca7_a", [=] { zesty_badger_ca7_a<<<dim3(256, 128), 256>>>(P0, OUT); }, N);
    add("copper_quill_ca7_a", [=] { copper_quill_ca7_a<<<F4 / 8192, 256>>>(X, (int*)OUT); }, (size_t)F4 / 8192 * 256, Output::i32);

    add("drowsy_melon_ca7_a", [=] { drowsy_melon_ca7_a<<<132, 512>>>(X, OUT); }, MELON);
    add("drowsy_melon_ca7_b", [=] { drowsy_melon_ca7_b<<<132, 512>>>(X, OUT); }, MELON);
    add("frosty_gable_ca7_a", [=] { frosty_gable_ca7_a<<<N / 4096, 128>>>(P0, OUT, N / 32); }, N);
    add("frosty_gable_ca7_b", [=] { frosty_gable_ca7_b<<<N / 4096, 128>>>(P0, OUT, N / 32); }, N);
    add("gilded_acorn_ca7_a", [=] { gilded_acorn_ca7_a<<<F4 / 256, 256>>>(X, O); }, N);
    add("gilded_acorn_ca7_b", [=] { gilded_acorn_ca7_b<<<F4 / 256, 256>>>(X, O); }, N);
    return run(argc, argv, cases);
}
