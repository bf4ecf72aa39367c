#include "harness.cuh"

using u64 = unsigned long long;
using u32 = unsigned int;

template <typename T> static T* zeroed(size_t n) { T* p; CHECK(cudaMalloc(&p, n * sizeof(T))); CHECK(cudaMemset(p, 0, n * sizeof(T))); return p; }
static __global__ void harness_fill_keys(unsigned char* p, size_t n, u32 below, u32 seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (unsigned char)(harness::hash32((u32)i * 2654435761u + seed) % below);
}
static unsigned char* keys(size_t n, u32 below, u32 seed) {
    unsigned char* p; CHECK(cudaMalloc(&p, n)); harness_fill_keys<<<2048, 256>>>(p, n, below, seed); CHECK(cudaGetLastError()); return p;
}
__device__ __forceinline__ float warp_sum(float v) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(~0u, v, o);
    return v;
}

// ---- particle-in-cell moments: mass and energy of a cell, packed in 64 bits
__device__ __forceinline__ void add_moments(u64* p, float m, float e) {
    u64 old = *(volatile u64*)p, seen;
    do {
        seen = old;
        float a = __uint_as_float((u32)seen) + m, b = __uint_as_float((u32)(seen >> 32)) + e;
        old = atomicCAS(p, seen, (u64)__float_as_uint(a) | ((u64)__float_as_uint(b) << 32));
    } while (old != seen);
}
__device__ __forceinline__ void gather_moments(const float2* part, float& m, float& e) {
    const float2* q = part + (size_t)blockIdx.x * 8192 + threadIdx.x;
    m = 0; e = 0;
#pragma unroll 16
    for (int i = 0; i < 64; ++i) { float2 t = __ldcs(q + i * 128); float w = fabsf(t.x); m += w; e += w * t.y * t.y; }
}
__global__ void __launch_bounds__(128) maple_quill_bb5_a(const float2* part, u64* cell) {
    float m, e; gather_moments(part, m, e);
    add_moments(cell + blockIdx.x / 2, m, e);
}
__global__ void __launch_bounds__(128) maple_quill_bb5_b(const float2* part, u64* cell) {
    __shared__ float sm[4], se[4];
    float m, e; gather_moments(part, m, e);
    m = warp_sum(m); e = warp_sum(e);
    if (threadIdx.x % 32 == 0) { sm[threadIdx.x / 32] = m; se[threadIdx.x / 32] = e; }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 1; i < 4; ++i) { m += sm[i]; e += se[i]; }
        add_moments(cell + blockIdx.x / 2, m, e);
    }
}

// ---- group-by: sum of the amounts per order status (6), one row of partial sums per block
constexpr int kGroups = 6;
__global__ void __launch_bounds__(256) copper_swan_bb5_a(const uchar4* key, const float4* amount, float* partial) {
    __shared__ float total[kGroups];
    if (threadIdx.x < kGroups) total[threadIdx.x] = 0;
    __syncthreads();
    size_t base = (size_t)blockIdx.x * 1024 + threadIdx.x;
    uchar4 k[4]; float4 v[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) { k[i] = key[base + i * 256]; v[i] = amount[base + i * 256]; }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        atomicAdd(&total[k[i].x], fabsf(v[i].x)); atomicAdd(&total[k[i].y], fabsf(v[i].y));
        atomicAdd(&total[k[i].z], fabsf(v[i].z)); atomicAdd(&total[k[i].w], fabsf(v[i].w));
    }
    __syncthreads();
    if (threadIdx.x < kGroups) partial[blockIdx.x * kGroups + threadIdx.x] = total[threadIdx.x];
}
__global__ void __launch_bounds__(256) copper_swan_bb5_b(const uchar4* key, const float4* amount, float* partial) {
    __shared__ float total[8][kGroups];
    size_t base = (size_t)blockIdx.x * 1024 + threadIdx.x;
    uchar4 k[4]; float4 v[4]; float acc[kGroups] = {};
#pragma unroll
    for (int i = 0; i < 4; ++i) { k[i] = key[base + i * 256]; v[i] = amount[base + i * 256]; }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int g = 0; g < kGroups; ++g) {
            acc[g] += k[i].x == g ? fabsf(v[i].x) : 0.0f;
            acc[g] += k[i].y == g ? fabsf(v[i].y) : 0.0f;
            acc[g] += k[i].z == g ? fabsf(v[i].z) : 0.0f;
            acc[g] += k[i].w == g ? fabsf(v[i].w) : 0.0f;
        }
#pragma unroll
    for (int g = 0; g < kGroups; ++g) { float s = warp_sum(acc[g]); if (threadIdx.x % 32 == 0) total[threadIdx.x / 32][g] = s; }
    __syncthreads();
    if (threadIdx.x < kGroups) {
        float s = 0;
        for (int w = 0; w < 8; ++w) s += total[w][threadIdx.x];
        partial[blockIdx.x * kGroups + threadIdx.x] = s;
    }
}

// ---- wavefront path tracer: hits go to the queue of their material (8 queues, ring buffers)
constexpr u32 kRing = 1u << 19;
__global__ void __launch_bounds__(256) velvet_anchor_bb5_a(const unsigned char* mat, const float4* hit, float4* queue, u32* tail) {
    u32 base = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        u32 r = base + i * 256; u32 m = mat[r];
        float4 a = hit[2 * (size_t)r], b = hit[2 * (size_t)r + 1];
        u32 at = m * kRing + (atomicAdd(&tail[m], 1u) & (kRing - 1));
        queue[2 * (size_t)at] = a; queue[2 * (size_t)at + 1] = b;
    }
}
__global__ void __launch_bounds__(256) velvet_anchor_bb5_b(const unsigned char* mat, const float4* hit, float4* queue, u32* tail) {
    __shared__ u32 count[8], start[8];
    if (threadIdx.x < 8) count[threadIdx.x] = 0;
    __syncthreads();
    u32 base = blockIdx.x * 1024 + threadIdx.x;
    u32 m[4], rank[4]; float4 a[4], b[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        u32 r = base + i * 256; m[i] = mat[r];
        a[i] = hit[2 * (size_t)r]; b[i] = hit[2 * (size_t)r + 1];
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) rank[i] = atomicAdd(&count[m[i]], 1u);
    __syncthreads();
    if (threadIdx.x < 8) start[threadIdx.x] = atomicAdd(&tail[threadIdx.x], count[threadIdx.x]);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        u32 at = m[i] * kRing + ((start[m[i]] + rank[i]) & (kRing - 1));
        queue[2 * (size_t)at] = a[i]; queue[2 * (size_t)at + 1] = b[i];
    }
}

// ---- excitable tissue: 64 explicit steps of a two-variable membrane model per cell
__global__ void __launch_bounds__(256) pepper_lantern_bb5_a(const float* v0, const float* w0, const float* stim, float* out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float v = v0[i], w = w0[i], s = stim[i];
#pragma unroll 4
    for (int t = 0; t < 64; ++t) {
        float dv = v - v * v * v * 0.3333 - w + s;
        float dw = 0.08 * (v + 0.7 - 0.8 * w);
        v = v + 0.05 * dv;
        w = w + 0.05 * dw;
    }
    out[i] = v; out[i + n] = w;
}
__global__ void __launch_bounds__(256) pepper_lantern_bb5_b(const float* v0, const float* w0, const float* stim, float* out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float v = v0[i], w = w0[i], s = stim[i];
#pragma unroll 4
    for (int t = 0; t < 64; ++t) {
        float dv = v - v * v * v * 0.3333f - w + s;
        float dw = 0.08f * (v + 0.7f - 0.8f * w);
        v = v + 0.05f * dv;
        w = w + 0.05f * dw;
    }
    out[i] = v; out[i + n] = w;
}

// ---- display encoding: linear light to 8-bit sRGB
__global__ void __launch_bounds__(256) granite_otter_bb5_a(const float4* lin, uchar4* out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 c = lin[i];
    float r = 1.055f * pow(fabsf(c.x), 1 / 2.4) - 0.055f, g = 1.055f * pow(fabsf(c.y), 1 / 2.4) - 0.055f, b = 1.055f * pow(fabsf(c.z), 1 / 2.4) - 0.055f;
    out[i] = make_uchar4((int)(255.0f * fmaxf(r, 0.0f) + 0.5f), (int)(255.0f * fmaxf(g, 0.0f) + 0.5f), (int)(255.0f * fmaxf(b, 0.0f) + 0.5f), (int)(255.0f * fabsf(c.w)));
}
__global__ void __launch_bounds__(256) granite_otter_bb5_b(const float4* lin, uchar4* out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 c = lin[i];
    float r = 1.055f * powf(fabsf(c.x), 1 / 2.4f) - 0.055f, g = 1.055f * powf(fabsf(c.y), 1 / 2.4f) - 0.055f, b = 1.055f * powf(fabsf(c.z), 1 / 2.4f) - 0.055f;
    out[i] = make_uchar4((int)(255.0f * fmaxf(r, 0.0f) + 0.5f), (int)(255.0f * fmaxf(g, 0.0f) + 0.5f), (int)(255.0f * fmaxf(b, 0.0f) + 0.5f), (int)(255.0f * fabsf(c.w)));
}

// ---- seismic trace: 64-tap FIR, four neighbouring outputs a thread, trace staged in shared memory
__constant__ float kTaps[64];
template <typename A>
__device__ __forceinline__ void fir64(const float4* trace, float4* out) {
    __shared__ float4 tile[256 + 16];
    size_t base = (size_t)blockIdx.x * 256;
    tile[threadIdx.x] = trace[base + threadIdx.x];
    if (threadIdx.x < 16) tile[256 + threadIdx.x] = trace[base + 256 + threadIdx.x];
    __syncthreads();
    A acc[4] = {};
    float4 lo = tile[threadIdx.x];
#pragma unroll
    for (int k = 0; k < 16; ++k) {
        float4 hi = tile[threadIdx.x + k + 1];
        float w[8] = {lo.x, lo.y, lo.z, lo.w, hi.x, hi.y, hi.z, hi.w};
#pragma unroll
        for (int m = 0; m < 4; ++m)
#pragma unroll
            for (int j = 0; j < 4; ++j) acc[j] += kTaps[4 * k + m] * w[j + m];
        lo = hi;
    }
    out[base + threadIdx.x] = make_float4((float)acc[0], (float)acc[1], (float)acc[2], (float)acc[3]);
}
__global__ void __launch_bounds__(256) saddle_plum_bb5_a(const float4* trace, float4* out) { fir64<double>(trace, out); }
__global__ void __launch_bounds__(256) saddle_plum_bb5_b(const float4* trace, float4* out) { fir64<float>(trace, out); }

// ---- Gaussian mixture: smallest scaled distance of a sample (16 features) to 64 components, two samples a thread
__global__ void __launch_bounds__(256) thistle_drum_bb5_a(const float2* feat, const float4* mean, const float4* inv, float2* out, int pairs) {
    __shared__ float4 sm[256], si[256];
    sm[threadIdx.x] = mean[threadIdx.x]; si[threadIdx.x] = inv[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 x[16];
#pragma unroll
    for (int d = 0; d < 16; ++d) x[d] = feat[(size_t)d * pairs + i];
    float best0 = 1e30f, best1 = 1e30f;
#pragma unroll 1
    for (int c = 0; c < 64; ++c) {
        float s0 = 0, s1 = 0;
#pragma unroll
        for (int q = 0; q < 4; ++q) {
            float4 m = sm[c * 4 + q], v = si[c * 4 + q]; float t;
            t = (x[4 * q].x - m.x) * v.x; s0 += t * t; t = (x[4 * q].y - m.x) * v.x; s1 += t * t;
            t = (x[4 * q + 1].x - m.y) * v.y; s0 += t * t; t = (x[4 * q + 1].y - m.y) * v.y; s1 += t * t;
            t = (x[4 * q + 2].x - m.z) * v.z; s0 += t * t; t = (x[4 * q + 2].y - m.z) * v.z; s1 += t * t;
            t = (x[4 * q + 3].x - m.w) * v.w; s0 += t * t; t = (x[4 * q + 3].y - m.w) * v.w; s1 += t * t;
        }
        best0 = fminf(best0, s0); best1 = fminf(best1, s1);
    }
    out[i] = make_float2(best0, best1);
}
__global__ void __launch_bounds__(256) thistle_drum_bb5_b(const float2* feat, const float4* shift, const float4* inv, float2* out, int pairs) {
    __shared__ float4 sm[256], si[256];
    sm[threadIdx.x] = shift[threadIdx.x]; si[threadIdx.x] = inv[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 x[16];
#pragma unroll
    for (int d = 0; d < 16; ++d) x[d] = feat[(size_t)d * pairs + i];
    float best0 = 1e30f, best1 = 1e30f;
#pragma unroll 1
    for (int c = 0; c < 64; ++c) {
        float s0 = 0, s1 = 0;
#pragma unroll
        for (int q = 0; q < 4; ++q) {
            float4 m = sm[c * 4 + q], v = si[c * 4 + q]; float t;
            t = fmaf(x[4 * q].x, v.x, m.x); s0 += t * t; t = fmaf(x[4 * q].y, v.x, m.x); s1 += t * t;
            t = fmaf(x[4 * q + 1].x, v.y, m.y); s0 += t * t; t = fmaf(x[4 * q + 1].y, v.y, m.y); s1 += t * t;
            t = fmaf(x[4 * q + 2].x, v.z, m.z); s0 += t * t; t = fmaf(x[4 * q + 2].y, v.z, m.z); s1 += t * t;
            t = fmaf(x[4 * q + 3].x, v.w, m.w); s0 += t * t; t = fmaf(x[4 * q + 3].y, v.w, m.w); s1 += t * t;
        }
        best0 = fminf(best0, s0); best1 = fminf(best1, s1);
    }
    out[i] = make_float2(best0, best1);
}

// ---- transfer function of a 256-coefficient filter in double precision, one complex point a thread
__constant__ double kFilter[256];
__global__ void __launch_bounds__(128) harbor_fig_bb5_a(const double2* z, double2* out) {
    int i = blockIdx.x * 128 + threadIdx.x;
    double zr = z[i].x * 0.7, zi = z[i].y * 0.7, re = 0, im = 0;
#pragma unroll 8
    for (int k = 0; k < 256; ++k) {
        double r = __dadd_rn(__dsub_rn(__dmul_rn(zr, re), __dmul_rn(zi, im)), kFilter[k]);
        im = __dadd_rn(__dmul_rn(zr, im), __dmul_rn(zi, re));
        re = r;
    }
    out[i] = make_double2(re, im);
}
__global__ void __launch_bounds__(128) harbor_fig_bb5_b(const double2* z, double2* out) {
    int i = blockIdx.x * 128 + threadIdx.x;
    double zr = z[i].x * 0.7, zi = z[i].y * 0.7, re = 0, im = 0;
#pragma unroll 8
    for (int k = 0; k < 256; ++k) {
        double r = fma(zr, re, fma(-zi, im, kFilter[k]));
        im = fma(zr, im, zi * re);
        re = r;
    }
    out[i] = make_double2(re, im);
}

// ---- granular flow: kick, drift, walls
__device__ __forceinline__ float4 kicked(float4 v, float4 a) { return make_float4(v.x + 0.1f * a.x, v.y + 0.1f * a.y, v.z + 0.1f * a.z - 0.098f, v.w); }
__device__ __forceinline__ float4 drifted(float4 x, float4 v) { return make_float4(x.x + 0.1f * v.x, x.y + 0.1f * v.y, x.z + 0.1f * v.z, x.w); }
__device__ __forceinline__ void bounced(float& x, float& v) { if (fabsf(x) > 1.0f) { x = copysignf(2.0f, x) - x; v = -0.9f * v; } }
__global__ void __launch_bounds__(256) onyx_ferry_bb5_a0(const float4* v, const float4* a, float4* v1) {
    int i = blockIdx.x * 256 + threadIdx.x; v1[i] = kicked(v[i], a[i]);
}
__global__ void __launch_bounds__(256) onyx_ferry_bb5_a1(const float4* x, const float4* v1, float4* x1) {
    int i = blockIdx.x * 256 + threadIdx.x; x1[i] = drifted(x[i], v1[i]);
}
__global__ void __launch_bounds__(256) onyx_ferry_bb5_a2(const float4* x1, const float4* v1, float4* out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 x = x1[i], v = v1[i];
    bounced(x.x, v.x); bounced(x.y, v.y); bounced(x.z, v.z);
    out[i] = x; out[i + n] = v;
}
__global__ void __launch_bounds__(256) onyx_ferry_bb5_b(const float4* x0, const float4* v0, const float4* a, float4* out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = kicked(v0[i], a[i]), x = drifted(x0[i], v);
    bounced(x.x, v.x); bounced(x.y, v.y); bounced(x.z, v.z);
    out[i] = x; out[i + n] = v;
}

// ---- speech front end: log power of a spectrum, then mean removal per frame of 512 bins (a warp a frame)
__device__ __forceinline__ float2 log_power(float4 c) { return make_float2(__logf(c.x * c.x + c.y * c.y + 1e-4f), __logf(c.z * c.z + c.w * c.w + 1e-4f)); }
__global__ void __launch_bounds__(256) walnut_kite_bb5_a0(const float4* spec, float2* power) {
    size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 a = spec[i], b = spec[i + 256];
    power[i] = log_power(a); power[i + 256] = log_power(b);
}
__global__ void __launch_bounds__(256) walnut_kite_bb5_a1(const float2* power, float2* out) {
    size_t at = ((size_t)blockIdx.x * 8 + threadIdx.x / 32) * 256 + threadIdx.x % 32;
    float2 p[8]; float s = 0;
#pragma unroll
    for (int i = 0; i < 8; ++i) p[i] = power[at + i * 32];
#pragma unroll
    for (int i = 0; i < 8; ++i) s += p[i].x + p[i].y;
    s = warp_sum(s) * (1.0f / 512);
#pragma unroll
    for (int i = 0; i < 8; ++i) out[at + i * 32] = make_float2(fmaxf(p[i].x - s, -2.0f), fmaxf(p[i].y - s, -2.0f));
}
__global__ void __launch_bounds__(256) walnut_kite_bb5_b(const float4* spec, float2* out) {
    size_t at = ((size_t)blockIdx.x * 8 + threadIdx.x / 32) * 256 + threadIdx.x % 32;
    float4 c[8]; float2 p[8]; float s = 0;
#pragma unroll
    for (int i = 0; i < 8; ++i) c[i] = spec[at + i * 32];
#pragma unroll
    for (int i = 0; i < 8; ++i) { p[i] = log_power(c[i]); s += p[i].x + p[i].y; }
    s = warp_sum(s) * (1.0f / 512);
#pragma unroll
    for (int i = 0; i < 8; ++i) out[at + i * 32] = make_float2(fmaxf(p[i].x - s, -2.0f), fmaxf(p[i].y - s, -2.0f));
}

// ---- optimiser step over the parameter tensors of a small network
__device__ __forceinline__ void adam(const float* p, const float* g, const float* m, const float* v, float* out, size_t i) {
    float mm = 0.9f * m[i] + 0.1f * g[i], vv = 0.99f * fabsf(v[i]) + 0.01f * g[i] * g[i];
    out[i] = p[i] - 0.01f * mm * rsqrtf(vv + 1e-6f);
}
__global__ void __launch_bounds__(256) cedar_bugle_bb5_a0(const float* p, const float* g, const float* m, const float* v, float* out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) adam(p, g, m, v, out, i);
}
__global__ void __launch_bounds__(256) cedar_bugle_bb5_b(const float* p, const float* g, const float* m, const float* v, float* out, const int2* chunk) {
    int2 c = chunk[blockIdx.x];
    if ((int)threadIdx.x < c.y) adam(p, g, m, v, out, c.x + threadIdx.x);
}

// ---- luminance of float pixels
__global__ void __launch_bounds__(256) poppy_sled_bb5_a(const float4* px, float* y) {
    size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 a = px[i], b = px[i + 256];
    y[i] = 0.2126 * a.x + 0.7152 * a.y + 0.0722 * a.z;
    y[i + 256] = 0.2126 * b.x + 0.7152 * b.y + 0.0722 * b.z;
}
__global__ void __launch_bounds__(256) poppy_sled_bb5_b(const float4* px, float* y) {
    size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 a = px[i], b = px[i + 256];
    y[i] = 0.2126f * a.x + 0.7152f * a.y + 0.0722f * a.z;
    y[i + 256] = 0.2126f * b.x + 0.7152f * b.y + 0.0722f * b.z;
}

// ---- gradient norm in eight buckets
__device__ __forceinline__ float squares(const float4* g) {
    const float4* q = g + (size_t)blockIdx.x * 4096 + threadIdx.x; float s = 0;
#pragma unroll 8
    for (int i = 0; i < 16; ++i) { float4 t = q[i * 256]; s += t.x * t.x + t.y * t.y + t.z * t.z + t.w * t.w; }
    return warp_sum(s);
}
__global__ void __launch_bounds__(256) marble_heron_bb5_a(const float4* g, float* norm) {
    float s = squares(g);
    if (threadIdx.x % 32 == 0) atomicAdd(&norm[(blockIdx.x & 7) * 32], s);
}
__global__ void __launch_bounds__(256) marble_heron_bb5_b(const float4* g, float* norm) {
    __shared__ float part[8];
    float s = squares(g);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 1; i < 8; ++i) s += part[i];
        atomicAdd(&norm[(blockIdx.x & 7) * 32], s);
    }
}

// ---- Hamming distance of two fingerprints collections
__global__ void __launch_bounds__(256) tundra_spoon_bb5_a(const uint4* a, const uint4* b, int* total) {
    __shared__ int part[8];
    size_t i = (size_t)blockIdx.x * 1024 + threadIdx.x; int s = 0;
    uint4 x[4], y[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { x[k] = a[i + k * 256]; y[k] = b[i + k * 256]; }
#pragma unroll
    for (int k = 0; k < 4; ++k) s += __popc(x[k].x ^ y[k].x) + __popc(x[k].y ^ y[k].y) + __popc(x[k].z ^ y[k].z) + __popc(x[k].w ^ y[k].w);
    s = __reduce_add_sync(~0u, s);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 1; k < 8; ++k) s += part[k];
        atomicAdd(total, s);
    }
}

// ---- ephemeris series in double precision, 128 terms, two epochs a thread
__constant__ double kSeries[128];
__global__ void __launch_bounds__(256) ivory_canoe_bb5_a(const double2* t, double2* out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    double2 x = t[i]; double p = 0, q = 0;
#pragma unroll 16
    for (int k = 0; k < 128; ++k) { p = fma(p, x.x, kSeries[k]); q = fma(q, x.y, kSeries[k]); }
    out[i] = make_double2(p, q);
}

// ---- quantisation with one scale for the whole tensor
__global__ void __launch_bounds__(256) lilac_forge_bb5_a0(const float4* x, int* top) {
    __shared__ int part[8];
    const float4* q = x + (size_t)blockIdx.x * 4096 + threadIdx.x; float m = 0;
#pragma unroll 8
    for (int i = 0; i < 16; ++i) { float4 t = q[i * 256]; m = fmaxf(m, fmaxf(fmaxf(fabsf(t.x), fabsf(t.y)), fmaxf(fabsf(t.z), fabsf(t.w)))); }
    int b = __reduce_max_sync(~0u, __float_as_int(m));
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = b;
    __syncthreads();
    if (threadIdx.x == 0) { for (int k = 1; k < 8; ++k) b = max(b, part[k]); atomicMax(top, b); }
}
__global__ void __launch_bounds__(256) lilac_forge_bb5_a1(const float4* x, const int* top, uchar4* out) {
    float s = 127.0f / __int_as_float(*top);
    size_t i = (size_t)blockIdx.x * 1024 + threadIdx.x; float4 t[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) t[k] = x[i + k * 256];
#pragma unroll
    for (int k = 0; k < 4; ++k)
        out[i + k * 256] = make_uchar4((unsigned char)(t[k].x * s + 128.0f), (unsigned char)(t[k].y * s + 128.0f), (unsigned char)(t[k].z * s + 128.0f), (unsigned char)(t[k].w * s + 128.0f));
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> f, const void* out, size_t n, Output t = Output::f32) { cases.push_back({name, f, out, n, t}); };
    {
        auto* part = filled<float>((size_t)4096 * 8192 * 2, 11); auto* cell = zeroed<u64>(2048);
        add("maple_quill_bb5_a", [=] { maple_quill_bb5_a<<<4096, 128>>>((float2*)part, cell); }, cell, 4096);
        add("maple_quill_bb5_b", [=] { maple_quill_bb5_b<<<4096, 128>>>((float2*)part, cell); }, cell, 4096);
    }
    {
        const int blocks = 6144; const size_t rows = (size_t)blocks * 4096;
        auto* k = keys(rows, kGroups, 5); auto* v = filled<float>(rows, 12); auto* o = empty<float>(blocks * kGroups);
        add("copper_swan_bb5_a", [=] { copper_swan_bb5_a<<<blocks, 256>>>((uchar4*)k, (float4*)v, o); }, o, blocks * kGroups);
        add("copper_swan_bb5_b", [=] { copper_swan_bb5_b<<<blocks, 256>>>((uchar4*)k, (float4*)v, o); }, o, blocks * kGroups);
    }
    {
        const size_t n = 1u << 21;
        auto* m = keys(n, 8, 6); auto* h = filled<float>(n * 8, 13); auto* q = zeroed<float>((size_t)8 * kRing * 8); auto* tail = zeroed<u32>(8);
        add("velvet_anchor_bb5_a", [=] { velvet_anchor_bb5_a<<<n / 1024, 256>>>(m, (float4*)h, (float4*)q, tail); }, q, (size_t)64 * kRing);
        add("velvet_anchor_bb5_b", [=] { velvet_anchor_bb5_b<<<n / 1024, 256>>>(m, (float4*)h, (float4*)q, tail); }, q, (size_t)64 * kRing);
    }
    {
        const int n = 1 << 22;
        auto* v = filled<float>(n, 14); auto* w = filled<float>(n, 15); auto* s = filled<float>(n, 16); auto* o = empty<float>(2 * n);
        add("pepper_lantern_bb5_a", [=] { pepper_lantern_bb5_a<<<n / 256, 256>>>(v, w, s, o, n); }, o, 2 * n);
        add("pepper_lantern_bb5_b", [=] { pepper_lantern_bb5_b<<<n / 256, 256>>>(v, w, s, o, n); }, o, 2 * n);
    }
    {
        const int n = 1 << 23;
        auto* c = filled<float>((size_t)n * 4, 17); auto* o = empty<unsigned char>((size_t)n * 4);
        add("granite_otter_bb5_a", [=] { granite_otter_bb5_a<<<n / 256, 256>>>((float4*)c, (uchar4*)o); }, o, (size_t)n * 4, Output::u8);
        add("granite_otter_bb5_b", [=] { granite_otter_bb5_b<<<n / 256, 256>>>((float4*)c, (uchar4*)o); }, o, (size_t)n * 4, Output::u8);
    }
    {
        const size_t n = 1u << 24; std::vector<float> taps(64);
        for (int i = 0; i < 64; ++i) taps[i] = 0.02f + 0.1f * (unit(900 + i) + 1.0f);
        CHECK(cudaMemcpyToSymbol(kTaps, taps.data(), 256));
        auto* x = filled<float>(n + 1024, 18); auto* o = empty<float>(n);
        add("saddle_plum_bb5_a", [=] { saddle_plum_bb5_a<<<n / 1024, 256>>>((float4*)x, (float4*)o); }, o, n);
        add("saddle_plum_bb5_b", [=] { saddle_plum_bb5_b<<<n / 1024, 256>>>((float4*)x, (float4*)o); }, o, n);
    }
    {
        const int pairs = 1 << 20; std::vector<float> mean(1024), inv(1024), shift(1024);
        for (int i = 0; i < 1024; ++i) { mean[i] = 0.5f * unit(2000 + i); inv[i] = 1.0f + 0.5f * unit(4000 + i); shift[i] = -mean[i] * inv[i]; }
        auto* f = filled<float>((size_t)pairs * 32, 19); auto* m = uploaded(mean); auto* s = uploaded(shift); auto* v = uploaded(inv); auto* o = empty<float>(pairs * 2);
        add("thistle_drum_bb5_a", [=] { thistle_drum_bb5_a<<<pairs / 256, 256>>>((float2*)f, (float4*)m, (float4*)v, (float2*)o, pairs); }, o, pairs * 2);
        add("thistle_drum_bb5_b", [=] { thistle_drum_bb5_b<<<pairs / 256, 256>>>((float2*)f, (float4*)s, (float4*)v, (float2*)o, pairs); }, o, pairs * 2);
    }
    {
        const int n = 1 << 21; std::vector<double> h(256);
        for (int i = 0; i < 256; ++i) h[i] = 0.5 + 0.5 * unit(6000 + i);
        CHECK(cudaMemcpyToSymbol(kFilter, h.data(), 2048));
        auto* z = filled<double>((size_t)n * 2, 20); auto* o = empty<double>((size_t)n * 2);
        add("harbor_fig_bb5_a", [=] { harbor_fig_bb5_a<<<n / 128, 128>>>((double2*)z, (double2*)o); }, o, (size_t)n * 2, Output::f64);
        add("harbor_fig_bb5_b", [=] { harbor_fig_bb5_b<<<n / 128, 128>>>((double2*)z, (double2*)o); }, o, (size_t)n * 2, Output::f64);
    }
    {
        const int n = 1 << 23; const size_t f = (size_t)n * 4;
        auto* x = filled<float>(f, 21); auto* v = filled<float>(f, 22); auto* a = filled<float>(f, 23);
        auto* v1 = empty<float>(f); auto* x1 = empty<float>(f); auto* o = empty<float>(2 * f);
        add("onyx_ferry_bb5_a", [=] {
            onyx_ferry_bb5_a0<<<n / 256, 256>>>((float4*)v, (float4*)a, (float4*)v1);
            onyx_ferry_bb5_a1<<<n / 256, 256>>>((float4*)x, (float4*)v1, (float4*)x1);
            onyx_ferry_bb5_a2<<<n / 256, 256>>>((float4*)x1, (float4*)v1, (float4*)o, n);
        }, o, 2 * f);
        add("onyx_ferry_bb5_b", [=] { onyx_ferry_bb5_b<<<n / 256, 256>>>((float4*)x, (float4*)v, (float4*)a, (float4*)o, n); }, o, 2 * f);
    }
    {
        const size_t frames = 1 << 16, bins = frames * 512;
        auto* s = filled<float>(bins * 2, 24); auto* p = empty<float>(bins); auto* o = empty<float>(bins);
        add("walnut_kite_bb5_a", [=] {
            walnut_kite_bb5_a0<<<bins / 1024, 256>>>((float4*)s, (float2*)p);
            walnut_kite_bb5_a1<<<frames / 8, 256>>>((float2*)p, (float2*)o);
        }, o, bins);
        add("walnut_kite_bb5_b", [=] { walnut_kite_bb5_b<<<frames / 8, 256>>>((float4*)s, (float2*)o); }, o, bins);
    }
    {
        const int tensors = 48; std::vector<int> start(tensors + 1, 0); std::vector<int2> chunk;
        for (int t = 0; t < tensors; ++t) {
            int n = 2048 + (int)(hash32(77 + t) % 30000u);
            for (int i = 0; i < n; i += 256) chunk.push_back(make_int2(start[t] + i, std::min(256, n - i)));
            start[t + 1] = start[t] + n;
        }
        const size_t n = start[tensors]; const int chunks = (int)chunk.size();
        auto* p = filled<float>(n, 25); auto* g = filled<float>(n, 26); auto* m = filled<float>(n, 27); auto* v = filled<float>(n, 28);
        auto* o = empty<float>(n); auto* c = uploaded(chunk);
        add("cedar_bugle_bb5_a", [=] {
            for (int t = 0; t < tensors; ++t) {
                int at = start[t], len = start[t + 1] - at;
                cedar_bugle_bb5_a0<<<(len + 255) / 256, 256>>>(p + at, g + at, m + at, v + at, o + at, len);
            }
        }, o, n);
        add("cedar_bugle_bb5_b", [=] { cedar_bugle_bb5_b<<<chunks, 256>>>(p, g, m, v, o, c); }, o, n);
    }
    {
        const size_t n = 1u << 25;
        auto* x = filled<float>(n * 4, 29); auto* y = empty<float>(n); auto* q = zeroed<unsigned char>(n * 4);
        auto* norm = zeroed<float>(256); auto* total = zeroed<int>(1); auto* top = zeroed<int>(1);
        add("poppy_sled_bb5_a", [=] { poppy_sled_bb5_a<<<n / 512, 256>>>((float4*)x, y); }, y, n);
        add("poppy_sled_bb5_b", [=] { poppy_sled_bb5_b<<<n / 512, 256>>>((float4*)x, y); }, y, n);
        add("marble_heron_bb5_a", [=] { marble_heron_bb5_a<<<n / 4096, 256>>>((float4*)x, norm); }, norm, 256);
        add("marble_heron_bb5_b", [=] { marble_heron_bb5_b<<<n / 4096, 256>>>((float4*)x, norm); }, norm, 256);
        const size_t half = n / 2;
        add("tundra_spoon_bb5_a", [=] { tundra_spoon_bb5_a<<<half / 1024, 256>>>((uint4*)x, (uint4*)x + half, total); }, total, 1, Output::i32);
        add("lilac_forge_bb5_a", [=] {
            lilac_forge_bb5_a0<<<n / 4096, 256>>>((float4*)x, top);
            lilac_forge_bb5_a1<<<n / 1024, 256>>>((float4*)x, top, (uchar4*)q);
        }, q, n * 4, Output::u8);
    }
    {
        const size_t n = 1u << 24; std::vector<double> c(128);
        for (int i = 0; i < 128; ++i) c[i] = unit(8000 + i);
        CHECK(cudaMemcpyToSymbol(kSeries, c.data(), 1024));
        auto* t = filled<double>(n, 30); auto* o = empty<double>(n);
        add("ivory_canoe_bb5_a", [=] { ivory_canoe_bb5_a<<<n / 512, 256>>>((double2*)t, (double2*)o); }, o, n, Output::f64);
    }
    return run(argc, argv, cases);
}
