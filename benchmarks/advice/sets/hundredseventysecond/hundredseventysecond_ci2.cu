// One program of measured pairs, set hundredseventysecond, suffix ci2: kernels of machine learning.
#include "harness.cuh"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
using harness::Output;
static std::vector<harness::Case> cases;
static void add(const char* n, std::function<void()> f, const void* out, size_t c, Output t = Output::f32) { cases.push_back({n, f, out, c, t}); }

template <typename T>
__global__ void harness_fill_range(T* p, size_t n, float lo, float hi, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (T)(lo + (hi - lo) * 0.5f * (1.0f + harness::unit((uint32_t)i * 2654435761u + seed)));
}
template <typename T>
static T* ranged(size_t n, float lo, float hi, uint32_t seed) {
    T* p; CHECK(cudaMalloc(&p, n * sizeof(T)));
    harness_fill_range<T><<<2048, 256>>>(p, n, lo, hi, seed); CHECK(cudaGetLastError());
    return p;
}
__device__ __forceinline__ float warp_sum(float v) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(~0u, v, o);
    return v;
}
__device__ __forceinline__ float warp_max(float v) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v = fmaxf(v, __shfl_xor_sync(~0u, v, o));
    return v;
}
template <int WARPS>
__device__ __forceinline__ float block_sum(float v, float* s) {
    v = warp_sum(v);
    if ((threadIdx.x & 31) == 0) s[threadIdx.x >> 5] = v;
    __syncthreads();
    float t = 0;
#pragma unroll
    for (int i = 0; i < WARPS; ++i) t += s[i];
    return t;
}
template <int WARPS>
__device__ __forceinline__ float block_max(float v, float* s) {
    v = warp_max(v);
    if ((threadIdx.x & 31) == 0) s[threadIdx.x >> 5] = v;
    __syncthreads();
    float t = s[0];
#pragma unroll
    for (int i = 1; i < WARPS; ++i) t = fmaxf(t, s[i]);
    return t;
}
__device__ __forceinline__ void unpack8(const uint4& u, float* f) {
    const __half2* h = reinterpret_cast<const __half2*>(&u);
#pragma unroll
    for (int i = 0; i < 4; ++i) { float2 t = __half22float2(h[i]); f[2 * i] = t.x; f[2 * i + 1] = t.y; }
}
__device__ __forceinline__ uint4 pack8(const float* f) {
    uint4 u; __half2* h = reinterpret_cast<__half2*>(&u);
#pragma unroll
    for (int i = 0; i < 4; ++i) h[i] = __floats2half2_rn(f[2 * i], f[2 * i + 1]);
    return u;
}

// 1: bias, GELU, layer scale and residual of a transformer block, half, one launch a step
constexpr int A1t = 16384, A1h = 4096;
__device__ __forceinline__ float gelu_erf(float x) { return 0.5f * x * (1.0f + erff(x * 0.70710678f)); }
__global__ void __launch_bounds__(256) velvet_harbor_ci2_a(const uint4* __restrict__ x, const uint4* __restrict__ bias, uint4* __restrict__ t) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    float a[8], b[8]; unpack8(x[i], a); unpack8(bias[i & (A1h / 8 - 1)], b);
#pragma unroll
    for (int k = 0; k < 8; ++k) a[k] += b[k];
    t[i] = pack8(a);
}
__global__ void __launch_bounds__(256) velvet_harbor_ci2_a_two(const uint4* __restrict__ t, uint4* __restrict__ u) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    float a[8]; unpack8(t[i], a);
#pragma unroll
    for (int k = 0; k < 8; ++k) a[k] = gelu_erf(a[k]);
    u[i] = pack8(a);
}
__global__ void __launch_bounds__(256) velvet_harbor_ci2_a_three(const uint4* __restrict__ u, const uint4* __restrict__ r, const uint4* __restrict__ ls,
                                                               uint4* __restrict__ o) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    float a[8], b[8], c[8]; unpack8(u[i], a); unpack8(r[i], b); unpack8(ls[i & (A1h / 8 - 1)], c);
#pragma unroll
    for (int k = 0; k < 8; ++k) a[k] = fmaf(a[k], c[k], b[k]);
    o[i] = pack8(a);
}
__global__ void __launch_bounds__(256) velvet_harbor_ci2_b(const uint4* __restrict__ x, const uint4* __restrict__ bias, const uint4* __restrict__ r,
                                                           const uint4* __restrict__ ls, uint4* __restrict__ o) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    float a[8], b[8], c[8], d[8];
    uint4 xv = x[i], rv = r[i];
    unpack8(xv, a); unpack8(bias[i & (A1h / 8 - 1)], b); unpack8(rv, c); unpack8(ls[i & (A1h / 8 - 1)], d);
#pragma unroll
    for (int k = 0; k < 8; ++k) a[k] = fmaf(gelu_erf(a[k] + b[k]), d[k], c[k]);
    o[i] = pack8(a);
}
static void r01() {
    size_t n = (size_t)A1t * A1h; int g = (int)(n / 8 / 256);
    uint4 *x = (uint4*)harness::filled<__half>(n, 11), *b = (uint4*)harness::filled<__half>(A1h, 12), *r = (uint4*)ranged<__half>(n, -0.5f, 1.0f, 13);
    uint4 *ls = (uint4*)ranged<__half>(A1h, 0.2f, 1.0f, 14);
    uint4 *t = (uint4*)harness::empty<__half>(n), *u = (uint4*)harness::empty<__half>(n), *o = (uint4*)harness::empty<__half>(n);
    add("velvet_harbor_ci2_a", [=] {
        velvet_harbor_ci2_a<<<g, 256>>>(x, b, t);
        velvet_harbor_ci2_a_two<<<g, 256>>>(t, u);
        velvet_harbor_ci2_a_three<<<g, 256>>>(u, r, ls, o);
    }, o, n, Output::f16);
    add("velvet_harbor_ci2_b", [=] { velvet_harbor_ci2_b<<<g, 256>>>(x, b, r, ls, o); }, o, n, Output::f16);
}

// 2: cross entropy of a few decode rows over a vocabulary of 256000
constexpr int A2r = 24, A2v = 256000, A2s = 40;
__device__ __forceinline__ float2 merge_ms(float2 a, float2 b) {
    float m = fmaxf(a.x, b.x);
    return make_float2(m, a.y * __expf(a.x - m) + b.y * __expf(b.x - m));
}
__device__ __forceinline__ float2 block_ms(float2 v, float2* s) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v = merge_ms(v, make_float2(__shfl_xor_sync(~0u, v.x, o), __shfl_xor_sync(~0u, v.y, o)));
    if ((threadIdx.x & 31) == 0) s[threadIdx.x >> 5] = v;
    __syncthreads();
    float2 t = s[0];
#pragma unroll
    for (int i = 1; i < 8; ++i) t = merge_ms(t, s[i]);
    return t;
}
__device__ __forceinline__ float2 run_ms(const float4* __restrict__ p, int lo, int hi) {
    float2 st = make_float2(-1e30f, 0.f);
#pragma unroll 4
    for (int i = lo + threadIdx.x; i < hi; i += 256) {
        float4 v = p[i];
        float m = fmaxf(fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)), st.x);
        st.y = st.y * __expf(st.x - m) + __expf(v.x - m) + __expf(v.y - m) + __expf(v.z - m) + __expf(v.w - m);
        st.x = m;
    }
    return st;
}
__global__ void __launch_bounds__(256) pepper_quarry_ci2_a(const float* __restrict__ logits, const int* __restrict__ label, float* __restrict__ loss) {
    __shared__ float2 s[8];
    const float* row = logits + (size_t)blockIdx.x * A2v;
    float2 t = block_ms(run_ms((const float4*)row, 0, A2v / 4), s);
    if (threadIdx.x == 0) loss[blockIdx.x] = t.x + logf(t.y) - row[label[blockIdx.x]];
}
__global__ void __launch_bounds__(256) pepper_quarry_ci2_b(const float* __restrict__ logits, float2* __restrict__ part) {
    __shared__ float2 s[8];
    const float* row = logits + (size_t)blockIdx.y * A2v;
    int per = A2v / 4 / A2s, lo = blockIdx.x * per;
    float2 t = block_ms(run_ms((const float4*)row, lo, lo + per), s);
    if (threadIdx.x == 0) part[blockIdx.y * A2s + blockIdx.x] = t;
}
__global__ void pepper_quarry_ci2_b_two(const float2* __restrict__ part, const float* __restrict__ logits, const int* __restrict__ label, float* __restrict__ loss) {
    int r = blockIdx.x, l = threadIdx.x;
    float2 v = part[r * A2s + l];
    if (l + 32 < A2s) v = merge_ms(v, part[r * A2s + l + 32]);
#pragma unroll
    for (int o = 16; o; o >>= 1) v = merge_ms(v, make_float2(__shfl_xor_sync(~0u, v.x, o), __shfl_xor_sync(~0u, v.y, o)));
    if (l == 0) loss[r] = v.x + logf(v.y) - logits[(size_t)r * A2v + label[r]];
}
static void r02() {
    float *x = ranged<float>((size_t)A2r * A2v, -6.f, 6.f, 21), *o = harness::empty<float>(A2r); int* l = harness::indices(A2r, A2v, 22);
    float2* part = harness::empty<float2>(A2r * A2s);
    add("pepper_quarry_ci2_a", [=] { pepper_quarry_ci2_a<<<A2r, 256>>>(x, l, o); }, o, A2r);
    add("pepper_quarry_ci2_b", [=] {
        pepper_quarry_ci2_b<<<dim3(A2s, A2r), 256>>>(x, part);
        pepper_quarry_ci2_b_two<<<A2r, 32>>>(part, x, l, o);
    }, o, A2r);
}

// 3: rotary embedding of interleaved pairs
constexpr int A3t = 8192, A3h = 32, A3d = 128;
__global__ void __launch_bounds__(256) cobalt_meadow_ci2_a(const float2* __restrict__ q, const int* __restrict__ pos, float2* __restrict__ o, float theta) {
    int i = blockIdx.x * 256 + threadIdx.x;
    int pair = i & (A3d / 2 - 1), tok = i / (A3h * A3d / 2);
    float2 v = q[i];
    double ang = pos[tok] * pow(theta, -2.0 * pair / A3d);
    double sn, cs; sincos(ang, &sn, &cs);
    o[i] = make_float2(v.x * cs - v.y * sn, v.x * sn + v.y * cs);
}
__global__ void __launch_bounds__(256) cobalt_meadow_ci2_b(const float2* __restrict__ q, const int* __restrict__ pos, const float* __restrict__ freq,
                                                           float2* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x;
    int pair = i & (A3d / 2 - 1), tok = i / (A3h * A3d / 2);
    float2 v = q[i];
    float ang = pos[tok] * freq[pair];
    float k = rintf(ang * 0.15915494f);
    ang = fmaf(k, -6.28318548f, ang); ang = fmaf(k, 1.74845553e-7f, ang);
    float sn, cs; __sincosf(ang, &sn, &cs);
    o[i] = make_float2(v.x * cs - v.y * sn, v.x * sn + v.y * cs);
}
static void r03() {
    int n = A3t * A3h * A3d / 2;
    float2 *q = (float2*)ranged<float>((size_t)n * 2, 0.f, 1.f, 31), *o = (float2*)harness::empty<float>((size_t)n * 2);
    std::vector<int> p(A3t); for (int i = 0; i < A3t; ++i) p[i] = i & 4095;
    std::vector<float> f(A3d / 2); for (int i = 0; i < A3d / 2; ++i) f[i] = (float)std::pow(10000.0, -2.0 * i / A3d);
    int* pos = harness::uploaded(p); float* fr = harness::uploaded(f);
    add("cobalt_meadow_ci2_a", [=] { cobalt_meadow_ci2_a<<<n / 256, 256>>>(q, pos, o, 10000.f); }, o, (size_t)n * 2);
    add("cobalt_meadow_ci2_b", [=] { cobalt_meadow_ci2_b<<<n / 256, 256>>>(q, pos, fr, o); }, o, (size_t)n * 2);
}

// 4: dequantization of an int8 NCHW tensor, scale and zero point a channel, correction a pixel
constexpr int A4n = 128, A4c = 192, A4h = 56, A4w = 56;
__global__ void __launch_bounds__(256) timber_lagoon_ci2_a(const char4* __restrict__ q, const float* __restrict__ scale, const float* __restrict__ zp,
                                                           const float* __restrict__ corr, float4* __restrict__ o, long long C, long long H, long long W, long long total) {
    long long i = blockIdx.x * 256ll + threadIdx.x;
    if (i * 4 >= total) return;
    char4 v = q[i]; float r[4] = {(float)v.x, (float)v.y, (float)v.z, (float)v.w};
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        long long e = i * 4 + k;
        long long w = e % W, h = (e / W) % H, c = (e / (W * H)) % C;
        r[k] = fmaf(r[k] - zp[c], scale[c], corr[h * W + w]);
    }
    o[i] = make_float4(r[0], r[1], r[2], r[3]);
}
__global__ void __launch_bounds__(256) timber_lagoon_ci2_b(const char4* __restrict__ q, const float* __restrict__ scale, const float* __restrict__ zp,
                                                           const float4* __restrict__ corr, float4* __restrict__ o, int C, int HW4) {
    int x = blockIdx.x * 256 + threadIdx.x;
    if (x >= HW4) return;
    int c = blockIdx.y; size_t i = ((size_t)blockIdx.z * C + c) * HW4 + x;
    char4 v = q[i]; float4 k = corr[x]; float s = scale[c], z = zp[c];
    o[i] = make_float4(fmaf(v.x - z, s, k.x), fmaf(v.y - z, s, k.y), fmaf(v.z - z, s, k.z), fmaf(v.w - z, s, k.w));
}
static void r04() {
    size_t n = (size_t)A4n * A4c * A4h * A4w; int hw4 = A4h * A4w / 4;
    char4* q = (char4*)harness::indices(n / 4, 0x7fffffff, 41);
    float *s = ranged<float>(A4c, 0.01f, 0.05f, 42), *z = ranged<float>(A4c, -20.f, 5.f, 43), *k = harness::filled<float>(A4h * A4w, 44), *o = harness::empty<float>(n);
    add("timber_lagoon_ci2_a", [=] { timber_lagoon_ci2_a<<<(int)((n / 4 + 255) / 256), 256>>>(q, s, z, k, (float4*)o, A4c, A4h, A4w, (long long)n); }, o, n);
    add("timber_lagoon_ci2_b", [=] { timber_lagoon_ci2_b<<<dim3((hw4 + 255) / 256, A4c, A4n), 256>>>(q, s, z, (float4*)k, (float4*)o, A4c, hw4); }, o, n);
}

// 5: top-8 of 64 experts a token, logits laid out expert-major
constexpr int A5t = 1 << 19, A5e = 64, A5k = 8;
__global__ void __launch_bounds__(128) walnut_signal_ci2_a(const float* __restrict__ logits, float* __restrict__ wgt, int* __restrict__ ids) {
    int t = blockIdx.x * 128 + threadIdx.x;
    float p[A5e], top[A5k], sum = 0;
    for (int e = 0; e < A5e; ++e) p[e] = logits[(size_t)e * A5t + t];
    float first = 0;
    for (int k = 0; k < A5k; ++k) {
        int best = 0; float bv = p[0];
#pragma unroll 8
        for (int e = 1; e < A5e; ++e) if (p[e] > bv) { bv = p[e]; best = e; }
        p[best] = -1e30f;
        if (k == 0) first = bv;
        top[k] = __expf(bv - first); sum += top[k];
        ids[(size_t)k * A5t + t] = best;
    }
    float inv = 1.0f / sum;
    for (int k = 0; k < A5k; ++k) wgt[(size_t)k * A5t + t] = top[k] * inv;
}
__global__ void __launch_bounds__(128) walnut_signal_ci2_b(const float* __restrict__ logits, float* __restrict__ wgt, int* __restrict__ ids) {
    int t = blockIdx.x * 128 + threadIdx.x;
    float top[A5k]; int id[A5k];
#pragma unroll
    for (int k = 0; k < A5k; ++k) { top[k] = -1e30f; id[k] = 0; }
#pragma unroll 16
    for (int e = 0; e < A5e; ++e) {
        float v = logits[(size_t)e * A5t + t];
        if (v > top[A5k - 1]) {
#pragma unroll
            for (int k = A5k - 1; k > 0; --k) {
                bool up = v > top[k - 1], here = v > top[k];
                id[k] = up ? id[k - 1] : here ? e : id[k];
                top[k] = up ? top[k - 1] : here ? v : top[k];
            }
            if (v > top[0]) { top[0] = v; id[0] = e; }
        }
    }
    float sum = 0, first = top[0];
#pragma unroll
    for (int k = 0; k < A5k; ++k) { top[k] = __expf(top[k] - first); sum += top[k]; ids[(size_t)k * A5t + t] = id[k]; }
    float inv = 1.0f / sum;
#pragma unroll
    for (int k = 0; k < A5k; ++k) wgt[(size_t)k * A5t + t] = top[k] * inv;
}
static void r05() {
    float *l = ranged<float>((size_t)A5t * A5e, -4.f, 4.f, 51), *w = harness::empty<float>((size_t)A5t * A5k); int* id = harness::empty<int>((size_t)A5t * A5k);
    add("walnut_signal_ci2_a", [=] { walnut_signal_ci2_a<<<A5t / 128, 128>>>(l, w, id); }, w, (size_t)A5t * A5k);
    add("walnut_signal_ci2_b", [=] { walnut_signal_ci2_b<<<A5t / 128, 128>>>(l, w, id); }, w, (size_t)A5t * A5k);
}

// 6: sum pooling of jagged sequences of embeddings (128 floats a row)
constexpr int A6d = 128, A6chunk = 256;
__device__ __forceinline__ float4 add4(float4 a, float4 b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
__device__ __forceinline__ float4 pool_rows(const float4* __restrict__ x, int lo, int hi, float4* s) {
    int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    float4 t = make_float4(0, 0, 0, 0);
#pragma unroll 4
    for (int r = lo + w; r < hi; r += 8) t = add4(t, x[(size_t)r * 32 + lane]);
    s[threadIdx.x] = t;
    __syncthreads();
    if (w == 0) {
#pragma unroll
        for (int i = 1; i < 8; ++i) t = add4(t, s[i * 32 + lane]);
    }
    return t;
}
__global__ void __launch_bounds__(256) granite_whistle_ci2_a(const float4* __restrict__ x, const int* __restrict__ off, float4* __restrict__ o) {
    __shared__ float4 s[256];
    int g = blockIdx.x;
    float4 t = pool_rows(x, off[g], off[g + 1], s);
    if (threadIdx.x < 32) o[g * 32 + threadIdx.x] = t;
}
__global__ void __launch_bounds__(256) granite_whistle_ci2_b(const float4* __restrict__ x, const int4* __restrict__ job, float4* __restrict__ part) {
    __shared__ float4 s[256];
    int4 j = job[blockIdx.x];
    float4 t = pool_rows(x, j.x, j.y, s);
    if (threadIdx.x < 32) part[blockIdx.x * 32 + threadIdx.x] = t;
}
__global__ void __launch_bounds__(256) granite_whistle_ci2_b_two(const float4* __restrict__ part, const int* __restrict__ first, float4* __restrict__ o) {
    __shared__ float4 s[256];
    float4 t = pool_rows(part, first[blockIdx.x], first[blockIdx.x + 1], s);
    if (threadIdx.x < 32) o[blockIdx.x * 32 + threadIdx.x] = t;
}
static void r06() {
    std::vector<int> off(1, 0), first(1, 0); std::vector<int4> job;
    for (int g = 0; g < 3000; ++g) {
        uint32_t h = harness::hash32(g * 77 + 5);
        int len = 40 + (int)(h % 160); if (g % 333 == 177) len = 9000 + (int)(h % 14000);
        int lo = off.back(), hi = lo + len; off.push_back(hi);
        for (int p = lo; p < hi; p += A6chunk) job.push_back(make_int4(p, std::min(p + A6chunk, hi), g, 0));
        first.push_back((int)job.size());
    }
    int G = (int)off.size() - 1, J = (int)job.size();
    float4 *x = (float4*)ranged<float>((size_t)off.back() * A6d, -0.5f, 1.f, 61), *o = (float4*)harness::empty<float>(G * A6d);
    float4* part = (float4*)harness::empty<float>((size_t)J * A6d); int *d = harness::uploaded(off), *f = harness::uploaded(first); int4* jb = harness::uploaded(job);
    add("granite_whistle_ci2_a", [=] { granite_whistle_ci2_a<<<G, 256>>>(x, d, o); }, o, (size_t)G * A6d);
    add("granite_whistle_ci2_b", [=] { granite_whistle_ci2_b<<<J, 256>>>(x, jb, part); granite_whistle_ci2_b_two<<<G, 256>>>(part, f, o); }, o, (size_t)G * A6d);
}

// 7: load-balance statistics of expert routing: tokens and gate mass of each of 64 experts
constexpr int A7n = 1 << 22, A7e = 64;
__global__ void __launch_bounds__(256) saffron_turbine_ci2_a(const int4* __restrict__ id, const float4* __restrict__ gate, float* __restrict__ stat) {
    int i = blockIdx.x * 256 + threadIdx.x;
    int4 e = id[i]; float4 g = gate[i];
    atomicAdd(&stat[e.x], 1.0f); atomicAdd(&stat[A7e + e.x], g.x);
    atomicAdd(&stat[e.y], 1.0f); atomicAdd(&stat[A7e + e.y], g.y);
    atomicAdd(&stat[e.z], 1.0f); atomicAdd(&stat[A7e + e.z], g.z);
    atomicAdd(&stat[e.w], 1.0f); atomicAdd(&stat[A7e + e.w], g.w);
}
__global__ void __launch_bounds__(256) saffron_turbine_ci2_b(const int4* __restrict__ id, const float4* __restrict__ gate, float* __restrict__ stat) {
    __shared__ int cnt[8][A7e]; __shared__ float mass[8][A7e];
    int w = threadIdx.x >> 5;
    for (int k = threadIdx.x; k < 8 * A7e; k += 256) { (&cnt[0][0])[k] = 0; (&mass[0][0])[k] = 0; }
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < A7n / 4; i += gridDim.x * 256) {
        int4 e = id[i]; float4 g = gate[i];
        atomicAdd(&cnt[w][e.x], 1); atomicAdd(&mass[w][e.x], g.x);
        atomicAdd(&cnt[w][e.y], 1); atomicAdd(&mass[w][e.y], g.y);
        atomicAdd(&cnt[w][e.z], 1); atomicAdd(&mass[w][e.z], g.z);
        atomicAdd(&cnt[w][e.w], 1); atomicAdd(&mass[w][e.w], g.w);
    }
    __syncthreads();
    if (threadIdx.x < A7e) {
        int c = 0; float m = 0;
#pragma unroll
        for (int k = 0; k < 8; ++k) { c += cnt[k][threadIdx.x]; m += mass[k][threadIdx.x]; }
        atomicAdd(&stat[threadIdx.x], (float)c); atomicAdd(&stat[A7e + threadIdx.x], m);
    }
}
static void r07() {
    int4* id = (int4*)harness::indices(A7n, A7e, 71); float4* g = (float4*)ranged<float>(A7n, 0.05f, 0.95f, 72); float* o = harness::empty<float>(2 * A7e);
    add("saffron_turbine_ci2_a", [=] { saffron_turbine_ci2_a<<<A7n / 4 / 256, 256>>>(id, g, o); }, o, 2 * A7e);
    add("saffron_turbine_ci2_b", [=] { saffron_turbine_ci2_b<<<264, 256>>>(id, g, o); }, o, 2 * A7e);
}

// 8: SwiGLU of a packed gate and up projection, half
constexpr int A8t = 12288, A8f = 6144;
__global__ void __launch_bounds__(256) orchid_pylon_ci2_a(const __half* __restrict__ gu, __half* __restrict__ o) {
    int f = blockIdx.x * 256 + threadIdx.x; size_t t = blockIdx.y;
    float g = __half2float(gu[t * 2 * A8f + f]), u = __half2float(gu[t * 2 * A8f + A8f + f]);
    o[t * A8f + f] = __float2half_rn(__fdividef(g, 1.0f + __expf(-g)) * u);
}
__global__ void __launch_bounds__(256) orchid_pylon_ci2_b(const uint4* __restrict__ gu, uint4* __restrict__ o) {
    int f = blockIdx.x * 256 + threadIdx.x; size_t t = blockIdx.y;
    float g[8], u[8];
    uint4 gv = gu[t * (2 * A8f / 8) + f], uv = gu[t * (2 * A8f / 8) + A8f / 8 + f];
    unpack8(gv, g); unpack8(uv, u);
#pragma unroll
    for (int k = 0; k < 8; ++k) g[k] = __fdividef(g[k], 1.0f + __expf(-g[k])) * u[k];
    o[t * (A8f / 8) + f] = pack8(g);
}
static void r08() {
    size_t n = (size_t)A8t * A8f;
    __half *x = ranged<__half>(2 * n, -1.f, 3.f, 81), *o = harness::empty<__half>(n);
    add("orchid_pylon_ci2_a", [=] { orchid_pylon_ci2_a<<<dim3(A8f / 256, A8t), 256>>>(x, o); }, o, n, Output::f16);
    add("orchid_pylon_ci2_b", [=] { orchid_pylon_ci2_b<<<dim3(A8f / 8 / 256, A8t), 256>>>((uint4*)x, (uint4*)o); }, o, n, Output::f16);
}

// 9: half projection C = A B with fp32 accumulation
constexpr int A9m = 2048, A9n = 2048, A9k = 1024;
__global__ void __launch_bounds__(256, 2) marble_falcon_ci2_a(const __half* __restrict__ A, const __half* __restrict__ B, float* __restrict__ C) {
    __shared__ float sa[16][132]; __shared__ float sb[16][128];
    int tx = threadIdx.x & 15, ty = threadIdx.x >> 4, m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    int ar = threadIdx.x >> 1, ak = (threadIdx.x & 1) * 8, br = threadIdx.x >> 4, bc = (threadIdx.x & 15) * 8;
    float acc[8][8] = {};
    uint4 va = *(const uint4*)&A[(size_t)(m0 + ar) * A9k + ak], vb = *(const uint4*)&B[(size_t)br * A9n + n0 + bc];
    for (int k0 = 0; k0 < A9k; k0 += 16) {
        float f[8];
        unpack8(va, f);
#pragma unroll
        for (int k = 0; k < 8; ++k) sa[ak + k][ar] = f[k];
        unpack8(vb, f);
        *(float4*)&sb[br][bc] = make_float4(f[0], f[1], f[2], f[3]); *(float4*)&sb[br][bc + 4] = make_float4(f[4], f[5], f[6], f[7]);
        __syncthreads();
        if (k0 + 16 < A9k) {
            va = *(const uint4*)&A[(size_t)(m0 + ar) * A9k + k0 + 16 + ak]; vb = *(const uint4*)&B[(size_t)(k0 + 16 + br) * A9n + n0 + bc];
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float a[8], b[8];
            *(float4*)a = *(float4*)&sa[k][ty * 4]; *(float4*)(a + 4) = *(float4*)&sa[k][64 + ty * 4];
            *(float4*)b = *(float4*)&sb[k][tx * 4]; *(float4*)(b + 4) = *(float4*)&sb[k][64 + tx * 4];
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = fmaf(a[i], b[j], acc[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        size_t r = (size_t)(m0 + (i >> 2) * 64 + ty * 4 + (i & 3)) * A9n + n0;
        *(float4*)&C[r + tx * 4] = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *(float4*)&C[r + 64 + tx * 4] = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}
__global__ void __launch_bounds__(256, 2) marble_falcon_ci2_b(const __half* __restrict__ A, const __half* __restrict__ B, float* __restrict__ C) {
    using namespace nvcuda::wmma;
    __shared__ __align__(16) __half sa[128][40]; __shared__ __align__(16) __half sb[32][136];
    int w = threadIdx.x >> 5, wm = (w >> 1) * 32, wn = (w & 1) * 64, m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    int ar = threadIdx.x >> 1, ak = (threadIdx.x & 1) * 16, br = threadIdx.x >> 3, bc = (threadIdx.x & 7) * 16;
    fragment<accumulator, 16, 16, 16, float> acc[2][4];
    for (int i = 0; i < 2; ++i) for (int j = 0; j < 4; ++j) fill_fragment(acc[i][j], 0.f);
    const uint4 *pa = (const uint4*)&A[(size_t)(m0 + ar) * A9k + ak], *pb = (const uint4*)&B[(size_t)br * A9n + n0 + bc];
    uint4 a0 = pa[0], a1 = pa[1], b0 = pb[0], b1 = pb[1];
    for (int k0 = 0; k0 < A9k; k0 += 32) {
        *(uint4*)&sa[ar][ak] = a0; *(uint4*)&sa[ar][ak + 8] = a1; *(uint4*)&sb[br][bc] = b0; *(uint4*)&sb[br][bc + 8] = b1;
        __syncthreads();
        if (k0 + 32 < A9k) { pa += 4; pb += 32 * (A9n / 8); a0 = pa[0]; a1 = pa[1]; b0 = pb[0]; b1 = pb[1]; }
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            fragment<matrix_a, 16, 16, 16, __half, row_major> fa[2]; fragment<matrix_b, 16, 16, 16, __half, row_major> fb[4];
#pragma unroll
            for (int i = 0; i < 2; ++i) load_matrix_sync(fa[i], &sa[wm + i * 16][k], 40);
#pragma unroll
            for (int j = 0; j < 4; ++j) load_matrix_sync(fb[j], &sb[k][wn + j * 16], 136);
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) store_matrix_sync(&C[(size_t)(m0 + wm + i * 16) * A9n + n0 + wn + j * 16], acc[i][j], A9n, mem_row_major);
}
static void r09() {
    __half *a = ranged<__half>((size_t)A9m * A9k, -0.5f, 1.f, 91), *b = ranged<__half>((size_t)A9k * A9n, -0.5f, 1.f, 92); size_t n = (size_t)A9m * A9n;
    float* c = harness::empty<float>(n);
    add("marble_falcon_ci2_a", [=] { marble_falcon_ci2_a<<<dim3(A9n / 128, A9m / 128), 256>>>(a, b, c); }, c, n);
    add("marble_falcon_ci2_b", [=] { marble_falcon_ci2_b<<<dim3(A9n / 128, A9m / 128), 256>>>(a, b, c); }, c, n);
}

// 10: softmax over 96 relative positions a row
constexpr int A10r = 1 << 19, A10c = 96;
__global__ void __launch_bounds__(128) amber_kettle_ci2_a(const float* __restrict__ x, float* __restrict__ o) {
    size_t row = (blockIdx.x * (size_t)128 + threadIdx.x) * A10c;
    float m = -1e30f, s = 0;
#pragma unroll 8
    for (int c = 0; c < A10c; ++c) m = fmaxf(m, x[row + c]);
#pragma unroll 8
    for (int c = 0; c < A10c; ++c) s += __expf(x[row + c] - m);
    float inv = 1.0f / s;
#pragma unroll 8
    for (int c = 0; c < A10c; ++c) o[row + c] = __expf(x[row + c] - m) * inv;
}
__global__ void __launch_bounds__(128) amber_kettle_ci2_b(const float* __restrict__ x, float* __restrict__ o) {
    int lane = threadIdx.x & 31;
    size_t row = (blockIdx.x * (size_t)4 + (threadIdx.x >> 5)) * A10c + lane;
    float a = x[row], b = x[row + 32], c = x[row + 64];
    float m = warp_max(fmaxf(a, fmaxf(b, c)));
    a = __expf(a - m); b = __expf(b - m); c = __expf(c - m);
    float inv = 1.0f / warp_sum(a + b + c);
    o[row] = a * inv; o[row + 32] = b * inv; o[row + 64] = c * inv;
}
static void r10() {
    size_t n = (size_t)A10r * A10c; float *x = ranged<float>(n, -3.f, 3.f, 101), *o = harness::empty<float>(n);
    add("amber_kettle_ci2_a", [=] { amber_kettle_ci2_a<<<A10r / 128, 128>>>(x, o); }, o, n);
    add("amber_kettle_ci2_b", [=] { amber_kettle_ci2_b<<<A10r / 4, 128>>>(x, o); }, o, n);
}

// 11: scaled transpose of keys, [batch][position][dim] to [batch][dim][position]
constexpr int A11b = 64, A11s = 4096, A11d = 128;
template <int PITCH>
__device__ __forceinline__ void flip_tile(const float* __restrict__ k, float* __restrict__ o, float scale, float* t) {
    int tx = threadIdx.x & 31, ty = threadIdx.x >> 5, s0 = blockIdx.x * 32, d0 = blockIdx.y * 32; size_t base = (size_t)blockIdx.z * A11s * A11d;
#pragma unroll
    for (int r = 0; r < 32; r += 8) t[(ty + r) * PITCH + tx] = k[base + (size_t)(s0 + ty + r) * A11d + d0 + tx] * scale;
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 32; r += 8) o[base + (size_t)(d0 + ty + r) * A11s + s0 + tx] = t[tx * PITCH + ty + r];
}
__global__ void __launch_bounds__(256) hazel_compass_ci2_a(const float* __restrict__ k, float* __restrict__ o, float scale) {
    __shared__ float t[32 * 32]; flip_tile<32>(k, o, scale, t);
}
__global__ void __launch_bounds__(256) hazel_compass_ci2_b(const float* __restrict__ k, float* __restrict__ o, float scale) {
    __shared__ float t[32 * 33]; flip_tile<33>(k, o, scale, t);
}
static void r11() {
    size_t n = (size_t)A11b * A11s * A11d; float *x = ranged<float>(n, -0.5f, 1.f, 111), *o = harness::empty<float>(n); dim3 g(A11s / 32, A11d / 32, A11b);
    add("hazel_compass_ci2_a", [=] { hazel_compass_ci2_a<<<g, 256>>>(x, o, 0.0883883f); }, o, n);
    add("hazel_compass_ci2_b", [=] { hazel_compass_ci2_b<<<g, 256>>>(x, o, 0.0883883f); }, o, n);
}

// 12: Adam over many small tensors (norm weights and biases), new state written beside the old
constexpr int A12t = 72;
struct Adam { const float *p, *g, *m, *v; float *po, *mo, *vo; };
__device__ __forceinline__ void adam_one(const Adam& a, int i, float lr, float c1, float c2) {
    float g = a.g[i], m = fmaf(0.9f, a.m[i], 0.1f * g), v = fmaf(0.95f, a.v[i], 0.05f * g * g);
    a.po[i] = a.p[i] - lr * (m * c1) / (sqrtf(v * c2) + 1e-8f);
    a.mo[i] = m; a.vo[i] = v;
}
__global__ void __launch_bounds__(256) copper_sparrow_ci2_a(Adam a, int lo, int n, float lr, float c1, float c2) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) adam_one(a, lo + i, lr, c1, c2);
}
__global__ void __launch_bounds__(256) copper_sparrow_ci2_b(Adam a, const int* __restrict__ off, float lr, float c1, float c2) {
    int lo = off[blockIdx.y], hi = off[blockIdx.y + 1];
    for (int i = lo + blockIdx.x * 256 + threadIdx.x; i < hi; i += gridDim.x * 256) adam_one(a, i, lr, c1, c2);
}
static void r12() {
    std::vector<int> off(1, 0); const int sizes[5] = {4096, 12288, 1024, 4096, 14336};
    for (int i = 0; i < A12t; ++i) off.push_back(off.back() + sizes[i % 5]);
    int n = off.back(); int* d = harness::uploaded(off);
    Adam a{ranged<float>(n, 0.2f, 1.f, 121), harness::filled<float>(n, 122), harness::filled<float>(n, 123), ranged<float>(n, 0.01f, 1.f, 124),
           harness::empty<float>(n), harness::empty<float>(n), harness::empty<float>(n)};
    add("copper_sparrow_ci2_a", [=] {
        for (int i = 0; i < A12t; ++i) { int c = off[i + 1] - off[i]; copper_sparrow_ci2_a<<<(c + 255) / 256, 256>>>(a, off[i], c, 1e-2f, 1.3f, 1.2f); }
    }, a.po, n);
    add("copper_sparrow_ci2_b", [=] { copper_sparrow_ci2_b<<<dim3(16, A12t), 256>>>(a, d, 1e-2f, 1.3f, 1.2f); }, a.po, n);
}

// 13: gated linear recurrence h = a h + (1 - a) x along the sequence, one thread a channel
constexpr int A13b = 16, A13l = 1024, A13c = 2048;
__global__ void __launch_bounds__(128) willow_anchor_ci2_a(const float* a, const float* x, float* y) {
    int c = blockIdx.x * 128 + threadIdx.x;
    size_t i = (size_t)blockIdx.y * A13l * A13c + c;
    float h = 0;
    for (int t = 0; t < A13l; ++t, i += A13c) {
        h = fmaf(a[i], h - x[i], x[i]);
        y[i] = h;
    }
}
__global__ void __launch_bounds__(128) willow_anchor_ci2_b(const float* __restrict__ a, const float* __restrict__ x, float* __restrict__ y) {
    int c = blockIdx.x * 128 + threadIdx.x;
    size_t i = (size_t)blockIdx.y * A13l * A13c + c;
    float h = 0, ra[8], rx[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) { ra[k] = a[i + k * A13c]; rx[k] = x[i + k * A13c]; }
    for (int t = 0; t < A13l; t += 8, i += 8 * A13c) {
        float na[8], nx[8];
        if (t + 8 < A13l) {
#pragma unroll
            for (int k = 0; k < 8; ++k) { na[k] = a[i + (k + 8) * A13c]; nx[k] = x[i + (k + 8) * A13c]; }
        }
#pragma unroll
        for (int k = 0; k < 8; ++k) { h = fmaf(ra[k], h - rx[k], rx[k]); y[i + k * A13c] = h; }
#pragma unroll
        for (int k = 0; k < 8; ++k) { ra[k] = na[k]; rx[k] = nx[k]; }
    }
}
static void r13() {
    size_t n = (size_t)A13b * A13l * A13c; float *a = ranged<float>(n, 0.5f, 0.99f, 131), *x = ranged<float>(n, -0.5f, 1.f, 132), *y = harness::empty<float>(n);
    add("willow_anchor_ci2_a", [=] { willow_anchor_ci2_a<<<dim3(A13c / 128, A13b), 128>>>(a, x, y); }, y, n);
    add("willow_anchor_ci2_b", [=] { willow_anchor_ci2_b<<<dim3(A13c / 128, A13b), 128>>>(a, x, y); }, y, n);
}

// 14: layer norm of 1024 features
constexpr int A14r = 40960, A14h = 1024;
__global__ void __launch_bounds__(1024) pewter_garden_ci2_a(const float* __restrict__ x, const float* __restrict__ g, const float* __restrict__ b, float* __restrict__ o) {
    __shared__ float s[1024];
    int t = threadIdx.x; size_t i = blockIdx.x * (size_t)A14h + t;
    float v = x[i];
    s[t] = v;
    __syncthreads();
    for (int w = 512; w; w >>= 1) { if (t < w) s[t] += s[t + w]; __syncthreads(); }
    float d = v - s[0] * (1.0f / A14h);
    __syncthreads();
    s[t] = d * d;
    __syncthreads();
    for (int w = 512; w; w >>= 1) { if (t < w) s[t] += s[t + w]; __syncthreads(); }
    o[i] = d * rsqrtf(s[0] * (1.0f / A14h) + 1e-5f) * g[t] + b[t];
}
__global__ void __launch_bounds__(128) pewter_garden_ci2_b(const float4* __restrict__ x, const float4* __restrict__ g, const float4* __restrict__ b, float4* __restrict__ o) {
    int lane = threadIdx.x & 31; size_t i = (blockIdx.x * (size_t)4 + (threadIdx.x >> 5)) * (A14h / 4) + lane;
    float4 v[8]; float s = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = x[i + k * 32];
#pragma unroll
    for (int k = 0; k < 8; ++k) s += v[k].x + v[k].y + v[k].z + v[k].w;
    float mu = warp_sum(s) * (1.0f / A14h), q = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        v[k].x -= mu; v[k].y -= mu; v[k].z -= mu; v[k].w -= mu;
        q += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
    }
    float r = rsqrtf(warp_sum(q) * (1.0f / A14h) + 1e-5f);
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        float4 w = g[k * 32 + lane], c = b[k * 32 + lane];
        o[i + k * 32] = make_float4(v[k].x * r * w.x + c.x, v[k].y * r * w.y + c.y, v[k].z * r * w.z + c.z, v[k].w * r * w.w + c.w);
    }
}
static void r14() {
    size_t n = (size_t)A14r * A14h; float *x = harness::filled<float>(n, 141), *g = ranged<float>(A14h, 0.5f, 1.5f, 142), *b = ranged<float>(A14h, 0.f, 1.f, 143);
    float* o = harness::empty<float>(n);
    add("pewter_garden_ci2_a", [=] { pewter_garden_ci2_a<<<A14r, 1024>>>(x, g, b, o); }, o, n);
    add("pewter_garden_ci2_b", [=] { pewter_garden_ci2_b<<<A14r / 4, 128>>>((float4*)x, (float4*)g, (float4*)b, (float4*)o); }, o, n);
}

// 15: attention softmax with the row staged in dynamic shared memory
constexpr int A15r = 12288, A15c = 5120, A15max = 24576;
__global__ void __launch_bounds__(128) ivory_trolley_ci2_a(const float4* __restrict__ x, float4* __restrict__ o, int c4) {
    extern __shared__ float4 buf15[];
    __shared__ float s0[4], s1[4];
    const float4* xr = x + (size_t)blockIdx.x * c4; float4* orow = o + (size_t)blockIdx.x * c4;
    float m = -1e30f, sum = 0;
#pragma unroll 4
    for (int c = threadIdx.x; c < c4; c += 128) { float4 v = xr[c]; buf15[c] = v; m = fmaxf(m, fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w))); }
    m = block_max<4>(m, s0);
#pragma unroll 2
    for (int c = threadIdx.x; c < c4; c += 128) {
        float4 v = buf15[c]; v = make_float4(__expf(v.x - m), __expf(v.y - m), __expf(v.z - m), __expf(v.w - m));
        sum += v.x + v.y + v.z + v.w; buf15[c] = v;
    }
    float inv = 1.0f / block_sum<4>(sum, s1);
#pragma unroll 2
    for (int c = threadIdx.x; c < c4; c += 128) { float4 v = buf15[c]; orow[c] = make_float4(v.x * inv, v.y * inv, v.z * inv, v.w * inv); }
}
__global__ void __launch_bounds__(128) ivory_trolley_ci2_b(const float4* __restrict__ x, float4* __restrict__ o, int c4) {
    extern __shared__ float4 buf15[];
    __shared__ float s0[4], s1[4];
    const float4* xr = x + (size_t)blockIdx.x * c4; float4* orow = o + (size_t)blockIdx.x * c4;
    float m = -1e30f, sum = 0;
#pragma unroll 4
    for (int c = threadIdx.x; c < c4; c += 128) { float4 v = xr[c]; buf15[c] = v; m = fmaxf(m, fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w))); }
    m = block_max<4>(m, s0);
#pragma unroll 2
    for (int c = threadIdx.x; c < c4; c += 128) {
        float4 v = buf15[c]; v = make_float4(__expf(v.x - m), __expf(v.y - m), __expf(v.z - m), __expf(v.w - m));
        sum += v.x + v.y + v.z + v.w; buf15[c] = v;
    }
    float inv = 1.0f / block_sum<4>(sum, s1);
#pragma unroll 2
    for (int c = threadIdx.x; c < c4; c += 128) { float4 v = buf15[c]; orow[c] = make_float4(v.x * inv, v.y * inv, v.z * inv, v.w * inv); }
}
static void r15() {
    size_t n = (size_t)A15r * A15c; float *x = ranged<float>(n, -4.f, 4.f, 151), *o = harness::empty<float>(n);
    CHECK(cudaFuncSetAttribute(ivory_trolley_ci2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, A15max * 4));
    CHECK(cudaFuncSetAttribute(ivory_trolley_ci2_b, cudaFuncAttributeMaxDynamicSharedMemorySize, A15c * 4));
    add("ivory_trolley_ci2_a", [=] { ivory_trolley_ci2_a<<<A15r, 128, A15max * 4>>>((float4*)x, (float4*)o, A15c / 4); }, o, n);
    add("ivory_trolley_ci2_b", [=] { ivory_trolley_ci2_b<<<A15r, 128, A15c * 4>>>((float4*)x, (float4*)o, A15c / 4); }, o, n);
}

// 16: Sinkhorn normalization of an 8 by 8 mixing matrix a token (hyper-connections), matrix entries token-contiguous
constexpr int A16t = 1 << 19;
__device__ __forceinline__ void sinkhorn(const float* __restrict__ x, float* __restrict__ o, int iters) {
    int t = blockIdx.x * 256 + threadIdx.x;
    float p[64];
#pragma unroll
    for (int k = 0; k < 64; ++k) p[k] = __expf(x[(size_t)k * A16t + t]);
#pragma unroll 1
    for (int it = 0; it < iters; ++it) {
#pragma unroll
        for (int r = 0; r < 8; ++r) {
            float s = 1e-6f;
#pragma unroll
            for (int c = 0; c < 8; ++c) s += p[r * 8 + c];
            s = __fdividef(1.0f, s);
#pragma unroll
            for (int c = 0; c < 8; ++c) p[r * 8 + c] *= s;
        }
#pragma unroll
        for (int c = 0; c < 8; ++c) {
            float s = 1e-6f;
#pragma unroll
            for (int r = 0; r < 8; ++r) s += p[r * 8 + c];
            s = __fdividef(1.0f, s);
#pragma unroll
            for (int r = 0; r < 8; ++r) p[r * 8 + c] *= s;
        }
    }
#pragma unroll
    for (int k = 0; k < 64; ++k) o[(size_t)k * A16t + t] = p[k];
}
__global__ void __launch_bounds__(256, 6) linen_beacon_ci2_a(const float* __restrict__ x, float* __restrict__ o, int iters) { sinkhorn(x, o, iters); }
__global__ void __launch_bounds__(256, 2) linen_beacon_ci2_b(const float* __restrict__ x, float* __restrict__ o, int iters) { sinkhorn(x, o, iters); }
static void r16() {
    size_t n = (size_t)A16t * 64; float *x = ranged<float>(n, -2.f, 2.f, 161), *o = harness::empty<float>(n);
    add("linen_beacon_ci2_a", [=] { linen_beacon_ci2_a<<<A16t / 256, 256>>>(x, o, 20); }, o, n);
    add("linen_beacon_ci2_b", [=] { linen_beacon_ci2_b<<<A16t / 256, 256>>>(x, o, 20); }, o, n);
}

// 17: RMS norm of 8192 features, the row in registers
constexpr int A17r = 12288, A17h = 8192;
template <bool EXTRA>
__device__ __forceinline__ void rms_row(const float4* __restrict__ x, const float4* __restrict__ g, float4* __restrict__ o) {
    __shared__ float s[16];
    size_t i = blockIdx.x * (size_t)(A17h / 4) + threadIdx.x;
    float4 v[4]; float q = 0;
    if (EXTRA) __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = x[i + k * 512];
#pragma unroll
    for (int k = 0; k < 4; ++k) q += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
    if (EXTRA) __syncthreads();
    float r = rsqrtf(block_sum<16>(q, s) * (1.0f / A17h) + 1e-6f);
    if (EXTRA) __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float4 w = g[threadIdx.x + k * 512];
        o[i + k * 512] = make_float4(v[k].x * r * w.x, v[k].y * r * w.y, v[k].z * r * w.z, v[k].w * r * w.w);
    }
    if (EXTRA) __syncthreads();
}
__global__ void __launch_bounds__(512) quartz_ribbon_ci2_a(const float4* __restrict__ x, const float4* __restrict__ g, float4* __restrict__ o) { rms_row<true>(x, g, o); }
__global__ void __launch_bounds__(512) quartz_ribbon_ci2_b(const float4* __restrict__ x, const float4* __restrict__ g, float4* __restrict__ o) { rms_row<false>(x, g, o); }
static void r17() {
    size_t n = (size_t)A17r * A17h; float4 *x = (float4*)ranged<float>(n, -0.5f, 1.f, 171), *g = (float4*)ranged<float>(A17h, 0.5f, 1.5f, 172);
    float4* o = (float4*)harness::empty<float>(n);
    add("quartz_ribbon_ci2_a", [=] { quartz_ribbon_ci2_a<<<A17r, 512>>>(x, g, o); }, o, n);
    add("quartz_ribbon_ci2_b", [=] { quartz_ribbon_ci2_b<<<A17r, 512>>>(x, g, o); }, o, n);
}

// 18: token plus position embedding of 768 floats
constexpr int A18t = 98304, A18l = 1000, A18v = 50257, A18d = 768;
__global__ void __launch_bounds__(256) maple_circuit_ci2_a(const int* __restrict__ id, const float4* __restrict__ tok, const float4* __restrict__ pos,
                                                           float4* __restrict__ o, int d4, int len, int total) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= total) return;
    int t = i / d4, d = i % d4;
    float4 a = tok[(size_t)id[t] * d4 + d], b = pos[(t % len) * d4 + d];
    __stcs(&o[i], make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w));
}
__global__ void __launch_bounds__(192) maple_circuit_ci2_b(const int* __restrict__ id, const float4* __restrict__ tok, const float4* __restrict__ pos,
                                                           float4* __restrict__ o, int d4) {
    int t = blockIdx.y * gridDim.x + blockIdx.x, d = threadIdx.x;
    float4 a = tok[(size_t)id[t] * d4 + d], b = pos[blockIdx.x * d4 + d];
    __stcs(&o[(size_t)t * d4 + d], make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w));
}
static void r18() {
    const int T = A18t / A18l * A18l; size_t n = (size_t)T * A18d;
    int* id = harness::indices(T, A18v, 181); float4 *tok = (float4*)ranged<float>((size_t)A18v * A18d, -0.5f, 1.f, 182);
    float4 *pos = (float4*)harness::filled<float>((size_t)A18l * A18d, 183), *o = (float4*)harness::empty<float>(n);
    int total = (int)(n / 4);
    add("maple_circuit_ci2_a", [=] { maple_circuit_ci2_a<<<(total + 255) / 256, 256>>>(id, tok, pos, o, A18d / 4, A18l, total); }, o, n);
    add("maple_circuit_ci2_b", [=] { maple_circuit_ci2_b<<<dim3(A18l, T / A18l), 192>>>(id, tok, pos, o, A18d / 4); }, o, n);
}

// 19: tanh GELU with residual, fp32
constexpr int A19n = 1 << 26;
__device__ __forceinline__ float tanh_hw(float x) { float y; asm("tanh.approx.f32 %0, %1;" : "=f"(y) : "f"(x)); return y; }
template <bool EXACT>
__device__ __forceinline__ float gelu_t(float x, float r) {
    float u = 0.79788456f * x * fmaf(0.044715f, x * x, 1.0f);
    float t; if (EXACT) { float e = expf(2.0f * u); t = 1.0f - 2.0f / (e + 1.0f); } else t = tanh_hw(u);
    return fmaf(0.5f * x, 1.0f + t, r);
}
template <bool EXACT>
__device__ __forceinline__ void gelu_body(const float4* __restrict__ x, const float4* __restrict__ r, float4* __restrict__ o) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    float4 a = x[i], b = r[i];
    o[i] = make_float4(gelu_t<EXACT>(a.x, b.x), gelu_t<EXACT>(a.y, b.y), gelu_t<EXACT>(a.z, b.z), gelu_t<EXACT>(a.w, b.w));
}
__global__ void __launch_bounds__(256) silver_burrow_ci2_a(const float4* __restrict__ x, const float4* __restrict__ r, float4* __restrict__ o) { gelu_body<true>(x, r, o); }
__global__ void __launch_bounds__(256) silver_burrow_ci2_b(const float4* __restrict__ x, const float4* __restrict__ r, float4* __restrict__ o) { gelu_body<false>(x, r, o); }
static void r19() {
    float4 *x = (float4*)ranged<float>(A19n, -2.f, 3.f, 191), *r = (float4*)ranged<float>(A19n, -0.5f, 1.f, 192), *o = (float4*)harness::empty<float>(A19n);
    add("silver_burrow_ci2_a", [=] { silver_burrow_ci2_a<<<A19n / 1024, 256>>>(x, r, o); }, o, A19n);
    add("silver_burrow_ci2_b", [=] { silver_burrow_ci2_b<<<A19n / 1024, 256>>>(x, r, o); }, o, A19n);
}

// 20: half matrix-vector product of the down projection (decode), one block a row
constexpr int A20r = 8192, A20k = 28672;
__device__ __forceinline__ float dot8(const uint4& a, const uint4& b) {
    float p[8], q[8]; unpack8(a, p); unpack8(b, q);
    float s = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) s = fmaf(p[k], q[k], s);
    return s;
}
__device__ __forceinline__ float row_dot(const uint4* __restrict__ w, const uint4* __restrict__ x) {
    const uint4* row = w + (size_t)blockIdx.x * (A20k / 8);
    float s = 0;
#pragma unroll 7
    for (int k = 0; k < A20k / 8 / 256; ++k) s += dot8(__ldcs(&row[k * 256 + threadIdx.x]), x[k * 256 + threadIdx.x]);
    return s;
}
__global__ void __launch_bounds__(256) cedar_lantern_ci2_a(const uint4* __restrict__ w, const uint4* __restrict__ x, float* __restrict__ y) {
    __shared__ float s[256];
    s[threadIdx.x] = row_dot(w, x);
    __syncthreads();
    for (int k = 128; k; k >>= 1) { if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k]; __syncthreads(); }
    if (threadIdx.x == 0) y[blockIdx.x] = s[0];
}
__global__ void __launch_bounds__(256) cedar_lantern_ci2_b(const uint4* __restrict__ w, const uint4* __restrict__ x, float* __restrict__ y) {
    __shared__ float s[8];
    float v = block_sum<8>(row_dot(w, x), s);
    if (threadIdx.x == 0) y[blockIdx.x] = v;
}
static void r20() {
    uint4 *w = (uint4*)ranged<__half>((size_t)A20r * A20k, -0.5f, 1.f, 201), *x = (uint4*)ranged<__half>(A20k, -0.5f, 1.f, 202); float* y = harness::empty<float>(A20r);
    add("cedar_lantern_ci2_a", [=] { cedar_lantern_ci2_a<<<A20r, 256>>>(w, x, y); }, y, A20r);
    add("cedar_lantern_ci2_b", [=] { cedar_lantern_ci2_b<<<A20r, 256>>>(w, x, y); }, y, A20r);
}

// 21: Huber loss summed over predictions
constexpr int A21n = 1 << 26;
__device__ __forceinline__ float huber(float d) { float a = fabsf(d); return a < 0.5f ? 0.5f * d * d : 0.5f * (a - 0.25f); }
__device__ __forceinline__ float huber_walk(const float4* __restrict__ p, const float4* __restrict__ y) {
    float s = 0;
#pragma unroll 4
    for (int i = blockIdx.x * 256 + threadIdx.x; i < A21n / 4; i += gridDim.x * 256) {
        float4 a = p[i], b = y[i];
        s += huber(a.x - b.x) + huber(a.y - b.y) + huber(a.z - b.z) + huber(a.w - b.w);
    }
    return s;
}
__global__ void __launch_bounds__(256) indigo_plough_ci2_a(const float4* __restrict__ p, const float4* __restrict__ y, float* __restrict__ o) {
    float s = warp_sum(huber_walk(p, y));
    if ((threadIdx.x & 31) == 0) atomicAdd(o, s * (1.0f / A21n));
}
__global__ void __launch_bounds__(256) indigo_plough_ci2_b(const float4* __restrict__ p, const float4* __restrict__ y, float* __restrict__ o) {
    __shared__ float sh[8];
    float s = block_sum<8>(huber_walk(p, y), sh);
    if (threadIdx.x == 0) atomicAdd(o, s * (1.0f / A21n));
}
static void r21() {
    float4 *p = (float4*)harness::filled<float>(A21n, 211), *y = (float4*)harness::filled<float>(A21n, 212); float* o = harness::empty<float>(1);
    add("indigo_plough_ci2_a", [=] { indigo_plough_ci2_a<<<1056, 256>>>(p, y, o); }, o, 1);
    add("indigo_plough_ci2_b", [=] { indigo_plough_ci2_b<<<1056, 256>>>(p, y, o); }, o, 1);
}

// 22: residual add and layer norm of 4096 features, half, fused
constexpr int A22r = 32768, A22h = 4096;
__global__ void __launch_bounds__(512) brass_orchard_ci2_a(const uint4* __restrict__ x, const uint4* __restrict__ r, const uint4* __restrict__ g,
                                                           const uint4* __restrict__ b, uint4* __restrict__ res, uint4* __restrict__ o) {
    __shared__ float s0[16], s1[16];
    int t = threadIdx.x; size_t i = blockIdx.x * (size_t)(A22h / 8) + t;
    float v[8], w[8], c[8];
    uint4 xv = x[i], rv = r[i], gv = g[t], bv = b[t];
    unpack8(xv, v); unpack8(rv, w);
    float s = 0, q = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) { v[k] += w[k]; s += v[k]; }
    res[i] = pack8(v);
    float mu = block_sum<16>(s, s0) * (1.0f / A22h);
#pragma unroll
    for (int k = 0; k < 8; ++k) { v[k] -= mu; q = fmaf(v[k], v[k], q); }
    float rs = rsqrtf(block_sum<16>(q, s1) * (1.0f / A22h) + 1e-5f);
    unpack8(gv, w); unpack8(bv, c);
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = fmaf(v[k] * rs, w[k], c[k]);
    o[i] = pack8(v);
}
static void r22() {
    size_t n = (size_t)A22r * A22h;
    uint4 *x = (uint4*)harness::filled<__half>(n, 221), *r = (uint4*)harness::filled<__half>(n, 222), *g = (uint4*)ranged<__half>(A22h, 0.5f, 1.5f, 223);
    uint4 *b = (uint4*)ranged<__half>(A22h, 0.f, 1.f, 224), *res = (uint4*)harness::empty<__half>(n), *o = (uint4*)harness::empty<__half>(n);
    add("brass_orchard_ci2_a", [=] { brass_orchard_ci2_a<<<A22r, 512>>>(x, r, g, b, res, o); }, o, n, Output::f16);
}

// 23: AdamW with functional state and a half copy of the weights
constexpr int A23n = 1 << 25;
__device__ __forceinline__ void adamw(float& p, float g, float& m, float& v, float lr, float c1, float c2, float wd) {
    m = fmaf(0.9f, m, 0.1f * g); v = fmaf(0.95f, v, 0.05f * g * g);
    p = fmaf(-lr, __fdividef(m * c1, sqrtf(v * c2) + 1e-8f) + wd * p, p);
}
__global__ void __launch_bounds__(256) coral_hammer_ci2_a(const float4* __restrict__ p, const float4* __restrict__ g, const float4* __restrict__ m, const float4* __restrict__ v,
                                                          float4* __restrict__ po, float4* __restrict__ mo, float4* __restrict__ vo, uint2* __restrict__ ho,
                                                          float lr, float c1, float c2, float wd) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 a = __ldcs(&p[i]), b = __ldcs(&g[i]), c = __ldcs(&m[i]), d = __ldcs(&v[i]);
    adamw(a.x, b.x, c.x, d.x, lr, c1, c2, wd); adamw(a.y, b.y, c.y, d.y, lr, c1, c2, wd);
    adamw(a.z, b.z, c.z, d.z, lr, c1, c2, wd); adamw(a.w, b.w, c.w, d.w, lr, c1, c2, wd);
    __stcs(&po[i], a); __stcs(&mo[i], c); __stcs(&vo[i], d);
    __half2 h0 = __floats2half2_rn(a.x, a.y), h1 = __floats2half2_rn(a.z, a.w);
    ho[i] = make_uint2(*(unsigned*)&h0, *(unsigned*)&h1);
}
static void r23() {
    size_t n = A23n; float4 *p = (float4*)harness::filled<float>(n, 231), *g = (float4*)harness::filled<float>(n, 232), *m = (float4*)harness::filled<float>(n, 233);
    float4 *v = (float4*)ranged<float>(n, 0.01f, 1.f, 234), *po = (float4*)harness::empty<float>(n), *mo = (float4*)harness::empty<float>(n);
    float4* vo = (float4*)harness::empty<float>(n);
    uint2* h = (uint2*)harness::empty<__half>(n);
    add("coral_hammer_ci2_a", [=] { coral_hammer_ci2_a<<<A23n / 1024, 256>>>(p, g, m, v, po, mo, vo, h, 1e-3f, 1.3f, 1.2f, 0.1f); }, po, n);
}

// 24: embedding lookup of random rows of 128 halves in a table of 8 million
constexpr int A24v = 1 << 23, A24t = 1 << 21;
__global__ void __launch_bounds__(256) plum_gantry_ci2_a(const int* __restrict__ id, const uint4* __restrict__ table, uint4* __restrict__ o) {
    int lane = threadIdx.x & 15, r0 = blockIdx.x * 64 + (threadIdx.x >> 4);
    int k[4]; uint4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) k[j] = id[r0 + j * 16];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = table[(size_t)k[j] * 16 + lane];
#pragma unroll
    for (int j = 0; j < 4; ++j) __stcs(&o[(size_t)(r0 + j * 16) * 16 + lane], v[j]);
}
static void r24() {
    int* id = harness::indices(A24t, A24v, 241); uint4 *t = (uint4*)harness::filled<__half>((size_t)A24v * 128, 242), *o = (uint4*)harness::empty<__half>((size_t)A24t * 128);
    add("plum_gantry_ci2_a", [=] { plum_gantry_ci2_a<<<A24t / 64, 256>>>(id, t, o); }, o, (size_t)A24t * 128, Output::f16);
}

// 25: Chebyshev activation of a KAN layer, 64 coefficients a channel, by Clenshaw's recurrence
constexpr int A25c = 512, A25b = 65536, A25k = 64;
__global__ void __launch_bounds__(256) frost_accordion_ci2_a(const float4* __restrict__ x, const float* __restrict__ coef, float4* __restrict__ o) {
    __shared__ float4 s[A25k / 4];
    if (threadIdx.x < A25k / 4) s[threadIdx.x] = ((const float4*)coef)[blockIdx.y * (A25k / 4) + threadIdx.x];
    size_t i = (size_t)blockIdx.y * (A25b / 4) + blockIdx.x * 512 + threadIdx.x;
    float v[8], b1[8] = {}, b2[8] = {};
    *(float4*)v = x[i]; *(float4*)(v + 4) = x[i + 256];
    float y[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) y[j] = 2.0f * v[j];
    __syncthreads();
#pragma unroll 4
    for (int k = A25k / 4 - 1; k >= 0; --k) {
        float4 c = s[k];
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            b2[j] = fmaf(y[j], b1[j], c.w - b2[j]); b1[j] = fmaf(y[j], b2[j], c.z - b1[j]);
            b2[j] = fmaf(y[j], b1[j], c.y - b2[j]); b1[j] = fmaf(y[j], b2[j], c.x - b1[j]);
        }
    }
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = fmaf(-v[j], b2[j], b1[j]);
    o[i] = *(float4*)v; o[i + 256] = *(float4*)(v + 4);
}
static void r25() {
    size_t n = (size_t)A25c * A25b; float4* x = (float4*)harness::filled<float>(n, 251); float *c = ranged<float>(A25c * A25k, -0.2f, 0.4f, 252), *o = harness::empty<float>(n);
    add("frost_accordion_ci2_a", [=] { frost_accordion_ci2_a<<<dim3(A25b / 2048, A25c), 256>>>(x, c, (float4*)o); }, o, n);
}

// 26: paged attention decode, head dimension 128, pages of 16 tokens, one block a sequence and head
constexpr int A26s = 320, A26h = 8, A26ctx = 1024, A26p = A26ctx / 16;
__global__ void __launch_bounds__(128, 4) tulip_derrick_ci2_a(const uint4* __restrict__ q, const uint4* __restrict__ kc, const uint4* __restrict__ vc,
                                                              const int* __restrict__ pages, float* __restrict__ o, float scale) {
    __shared__ float sm[8], sl[8], sacc[8][128];
    int lane = threadIdx.x & 15, hw = threadIdx.x >> 4, warp = threadIdx.x >> 5, par = hw & 1;
    int seq = blockIdx.y, head = blockIdx.x;
    float qf[8], acc[8] = {}, m = -1e30f, l = 0;
    unpack8(q[(seq * A26h + head) * 16 + lane], qf);
#pragma unroll
    for (int k = 0; k < 8; ++k) qf[k] *= scale;
    const int* pt = pages + seq * A26p;
    int page = pt[warp];
    for (int pg = warp; pg < A26p; pg += 4) {
        size_t base = ((size_t)page * A26h + head) * 256 + par * 16 + lane;
        uint4 kv[8], vv[8];
#pragma unroll
        for (int t = 0; t < 8; ++t) kv[t] = __ldcs(&kc[base + t * 32]);
#pragma unroll
        for (int t = 0; t < 8; ++t) vv[t] = __ldcs(&vc[base + t * 32]);
        if (pg + 4 < A26p) page = pt[pg + 4];
        float s[8], mx = m;
#pragma unroll
        for (int t = 0; t < 8; ++t) {
            float f[8]; unpack8(kv[t], f);
            s[t] = 0;
#pragma unroll
            for (int k = 0; k < 8; ++k) s[t] = fmaf(qf[k], f[k], s[t]);
        }
#pragma unroll
        for (int w = 8; w; w >>= 1)
#pragma unroll
            for (int t = 0; t < 8; ++t) s[t] += __shfl_xor_sync(~0u, s[t], w);
#pragma unroll
        for (int t = 0; t < 8; ++t) mx = fmaxf(mx, s[t]);
        float c = exp2f(m - mx); m = mx; l *= c;
#pragma unroll
        for (int k = 0; k < 8; ++k) acc[k] *= c;
#pragma unroll
        for (int t = 0; t < 8; ++t) {
            float f[8], p = exp2f(s[t] - mx); unpack8(vv[t], f); l += p;
#pragma unroll
            for (int k = 0; k < 8; ++k) acc[k] = fmaf(p, f[k], acc[k]);
        }
    }
#pragma unroll
    for (int k = 0; k < 8; ++k) sacc[hw][lane * 8 + k] = acc[k];
    if (lane == 0) { sm[hw] = m; sl[hw] = l; }
    __syncthreads();
    float M = sm[0], L = 0, A = 0;
#pragma unroll
    for (int i = 1; i < 8; ++i) M = fmaxf(M, sm[i]);
#pragma unroll
    for (int i = 0; i < 8; ++i) { float w = exp2f(sm[i] - M); L = fmaf(sl[i], w, L); A = fmaf(sacc[i][threadIdx.x], w, A); }
    o[(seq * A26h + head) * 128 + threadIdx.x] = A / L;
}
static void r26() {
    int np = A26s * A26p; size_t n = (size_t)np * A26h * 16 * 128;
    std::vector<int> pg(np); for (int i = 0; i < np; ++i) pg[i] = i;
    for (int i = np - 1; i > 0; --i) std::swap(pg[i], pg[harness::hash32(i * 3 + 1) % (i + 1)]);
    uint4 *q = (uint4*)harness::filled<__half>(A26s * A26h * 128, 261), *k = (uint4*)harness::filled<__half>(n, 262), *v = (uint4*)ranged<__half>(n, -0.5f, 1.f, 263);
    int* p = harness::uploaded(pg); float* o = harness::empty<float>(A26s * A26h * 128);
    add("tulip_derrick_ci2_a", [=] { tulip_derrick_ci2_a<<<dim3(A26h, A26s), 128>>>(q, k, v, p, o, 0.08838835f * 1.442695f); }, o, A26s * A26h * 128);
}

// 27: dynamic int8 quantization of activations, one scale a row of 8192 halves
constexpr int A27r = 24576, A27h = 8192;
__device__ __forceinline__ unsigned pack_i8(const float* f, float k) {
    unsigned u = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) u |= ((unsigned)__float2int_rn(f[i] * k) & 255u) << (8 * i);
    return u;
}
__global__ void __launch_bounds__(512) onyx_paddock_ci2_a(const uint4* __restrict__ x, float* __restrict__ scale, uint2* __restrict__ o) {
    __shared__ float s[16];
    size_t i = blockIdx.x * (size_t)(A27h / 8) + threadIdx.x;
    uint4 u0 = x[i], u1 = x[i + 512];
    float a[8], b[8], m = 1e-8f; unpack8(u0, a); unpack8(u1, b);
#pragma unroll
    for (int k = 0; k < 8; ++k) m = fmaxf(m, fmaxf(fabsf(a[k]), fabsf(b[k])));
    m = block_max<16>(m, s);
    float inv = 127.0f / m;
    o[i] = make_uint2(pack_i8(a, inv), pack_i8(a + 4, inv)); o[i + 512] = make_uint2(pack_i8(b, inv), pack_i8(b + 4, inv));
    if (threadIdx.x == 0) scale[blockIdx.x] = m * (1.0f / 127.0f);
}
static void r27() {
    size_t n = (size_t)A27r * A27h; uint4* x = (uint4*)harness::filled<__half>(n, 271); float* s = harness::empty<float>(A27r); uint2* o = (uint2*)harness::empty<uint8_t>(n);
    add("onyx_paddock_ci2_a", [=] { onyx_paddock_ci2_a<<<A27r, 512>>>(x, s, o); }, o, n, Output::u8);
}

// 28: dropout of half activations by Philox with a byte mask kept for the backward pass
constexpr int A28n = 1 << 27;
__device__ __forceinline__ uint4 philox7(uint4 c, uint2 k) {
#pragma unroll
    for (int r = 0; r < 7; ++r) {
        unsigned h0 = __umulhi(0xD2511F53u, c.x), l0 = 0xD2511F53u * c.x, h1 = __umulhi(0xCD9E8D57u, c.z), l1 = 0xCD9E8D57u * c.z;
        c = make_uint4(h1 ^ c.y ^ k.x, l1, h0 ^ c.w ^ k.y, l0);
        k.x += 0x9E3779B9u; k.y += 0xBB67AE85u;
    }
    return c;
}
__global__ void __launch_bounds__(256) birch_sextant_ci2_a(const uint4* __restrict__ x, uint4* __restrict__ o, uint2* __restrict__ mask, unsigned seed,
                                                           unsigned keep16, float inv) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float f[8]; uint4 xv = x[i];
    uint4 r = philox7(make_uint4(i, 0, 0, 0), make_uint2(seed, 17u));
    unpack8(xv, f);
    unsigned w[4] = {r.x, r.y, r.z, r.w}; unsigned long long m = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        bool on = ((w[k >> 1] >> (16 * (k & 1))) & 0xffffu) < keep16;
        f[k] = on ? f[k] * inv : 0.0f; m |= (unsigned long long)on << (8 * k);
    }
    o[i] = pack8(f); mask[i] = make_uint2((unsigned)m, (unsigned)(m >> 32));
}
static void r28() {
    size_t n = A28n; uint4 *x = (uint4*)harness::filled<__half>(n, 281), *o = (uint4*)harness::empty<__half>(n); uint2* m = (uint2*)harness::empty<uint8_t>(n);
    add("birch_sextant_ci2_a", [=] { birch_sextant_ci2_a<<<A28n / 2048, 256>>>(x, o, m, 1234u, 58982u, 1.0f / 0.9f); }, o, n, Output::f16);
}

int main(int argc, char** argv) {
    r01();
    r02();
    r03();
    r04();
    r05();
    r06();
    r07();
    r08();
    r09();
    r10();
    r11();
    r12();
    r13();
    r14();
    r15();
    r16();
    r17();
    r18();
    r19();
    r20();
    r21();
    r22();
    r23();
    r24();
    r25();
    r26();
    r27();
    r28();
    return harness::run(argc, argv, cases);
}
