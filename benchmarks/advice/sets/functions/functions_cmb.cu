// Accurate functions of the mathematical library against their fast forms, in four surroundings: streams, all pairs, sums of rows, random numbers.
#include "harness.cuh"
using namespace harness;

__device__ __forceinline__ float quick_tanh(float x) { float y; asm("tanh.approx.f32 %0, %1;" : "=f"(y) : "f"(x)); return y; }
__device__ __forceinline__ float quick_sqrt(float x) { float y; asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x)); return y; }

// a function of x in (0, 4), accurate and fast
#define FORM(name, slow, fast) \
    struct name##_a { static __device__ __forceinline__ float of(float x) { return slow; } }; \
    struct name##_b { static __device__ __forceinline__ float of(float x) { return fast; } };
FORM(sine, sinf(x), __sinf(x))
FORM(tangent, tanf(0.3f * x), __tanf(0.3f * x))
FORM(power, powf(x + 0.5f, 1.7f), __powf(x + 0.5f, 1.7f))
FORM(exponential, expf(-x), __expf(-x))
FORM(logarithm, logf(x + 0.25f), __logf(x + 0.25f))
FORM(hyperbolic, tanhf(x), quick_tanh(x))
FORM(quotient, (x - 2.0f) / (x + 1.5f), __fdividef(x - 2.0f, x + 1.5f))
FORM(root, sqrtf(x + 0.1f), quick_sqrt(x + 0.1f))
FORM(inverse, 1.0f / sqrtf(x + 0.1f), rsqrtf(x + 0.1f))
FORM(small_log, log1pf(x), __logf(1.0f + x))
FORM(small_exp, expm1f(-x), __expf(-x) - 1.0f)
FORM(cubic, cbrtf(x + 0.1f), __powf(x + 0.1f, 0.33333333f))
FORM(modulus, fmodf(7.0f * x, 0.7f), 7.0f * x - 0.7f * truncf(7.0f * x * (1.0f / 0.7f)))
FORM(sigmoid, 1.0f / (1.0f + expf(-x)), __fdividef(1.0f, 1.0f + __expf(-x)))

template <class F> __device__ __forceinline__ void stream(const float4* in, float4* out) {
    const size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    float4 v = in[i], o;
    o.x = F::of(fabsf(v.x) * 3.9f); o.y = F::of(fabsf(v.y) * 3.9f); o.z = F::of(fabsf(v.z) * 3.9f); o.w = F::of(fabsf(v.w) * 3.9f);
    out[i] = o;
}
template <class F> __device__ __forceinline__ void pairs(const float2* p, float* out, int n) {
    __shared__ float2 tile[256];
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float2 me = p[i];
    float s = 0.0f;
    for (int j0 = 0; j0 < n; j0 += 256) {
        __syncthreads();
        tile[threadIdx.x] = p[j0 + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < 256; ++j) {
            const float dx = tile[j].x - me.x, dy = tile[j].y - me.y;
            s += F::of(fmaf(dx, dx, dy * dy) * 0.45f);
        }
    }
    out[i] = s;
}
template <class F> __device__ __forceinline__ void rows(const float4* in, float* out) {
    const int lane = threadIdx.x & 31;
    const size_t row = blockIdx.x * (size_t)8 + (threadIdx.x >> 5);
    float s = 0.0f;
#pragma unroll 4
    for (int k = 0; k < 32; ++k) {
        const float4 v = in[row * 1024 + k * 32 + lane];
        s += (F::of(fabsf(v.x) * 3.9f) + F::of(fabsf(v.y) * 3.9f)) + (F::of(fabsf(v.z) * 3.9f) + F::of(fabsf(v.w) * 3.9f));
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    if (lane == 0) out[row] = s;
}
template <class F> __device__ __forceinline__ void drawn(float* out, int draws) {
    uint32_t id = blockIdx.x * 256 + threadIdx.x;
    float s = 0.0f;
#pragma unroll 4
    for (int k = 0; k < draws; ++k) {
        uint32_t h = id * 0x9E3779B9u + k * 0x85EBCA6Bu;
        h ^= h >> 16; h *= 0x7FEB352Du; h ^= h >> 15; h *= 0x846CA68Bu; h ^= h >> 16;
        s += F::of((float)(h >> 8) * (4.0f / 16777216.0f));
    }
    out[id] = s;
}
#define KERNELS(name) \
    __global__ void __launch_bounds__(256) name##_stream_cmb_a(const float4* in, float4* out) { stream<name##_a>(in, out); } \
    __global__ void __launch_bounds__(256) name##_stream_cmb_b(const float4* in, float4* out) { stream<name##_b>(in, out); } \
    __global__ void __launch_bounds__(256) name##_pairs_cmb_a(const float2* p, float* out, int n) { pairs<name##_a>(p, out, n); } \
    __global__ void __launch_bounds__(256) name##_pairs_cmb_b(const float2* p, float* out, int n) { pairs<name##_b>(p, out, n); } \
    __global__ void __launch_bounds__(256) name##_rows_cmb_a(const float4* in, float* out) { rows<name##_a>(in, out); } \
    __global__ void __launch_bounds__(256) name##_rows_cmb_b(const float4* in, float* out) { rows<name##_b>(in, out); } \
    __global__ void __launch_bounds__(256) name##_drawn_cmb_a(float* out, int draws) { drawn<name##_a>(out, draws); } \
    __global__ void __launch_bounds__(256) name##_drawn_cmb_b(float* out, int draws) { drawn<name##_b>(out, draws); }
KERNELS(sine) KERNELS(tangent) KERNELS(power) KERNELS(exponential) KERNELS(logarithm) KERNELS(hyperbolic) KERNELS(quotient) KERNELS(root) KERNELS(inverse)
KERNELS(small_log) KERNELS(small_exp) KERNELS(cubic) KERNELS(modulus) KERNELS(sigmoid)

int main(int argc, char** argv) {
    std::vector<Case> cases;
    const size_t n = (size_t)1 << 25;
    const int bodies = 132 * 8 * 256;  // a wave on 132 SMs, each against 1,024 others; rows of 4,096
    const float* x = filled<float>(2 * n, 1);
    const float2* p = (const float2*)filled<float>(2 * bodies, 2);
    float *y = empty<float>(n), *s = empty<float>(bodies), *r = empty<float>(16384), *d = empty<float>((size_t)1 << 20);
#define CASES(name, form) \
    cases.push_back({#name "_stream_cmb_" #form, [=] { name##_stream_cmb_##form<<<n / 1024, 256>>>((const float4*)x, (float4*)y); }, y, n}); \
    cases.push_back({#name "_pairs_cmb_" #form, [=] { name##_pairs_cmb_##form<<<bodies / 256, 256>>>(p, s, 1024); }, s, (size_t)bodies}); \
    cases.push_back({#name "_rows_cmb_" #form, [=] { name##_rows_cmb_##form<<<16384 / 8, 256>>>((const float4*)x, r); }, r, 16384}); \
    cases.push_back({#name "_drawn_cmb_" #form, [=] { name##_drawn_cmb_##form<<<4096, 256>>>(d, 64); }, d, (size_t)1 << 20});
#define BOTH(name) CASES(name, a) CASES(name, b)
    BOTH(sine) BOTH(tangent) BOTH(power) BOTH(exponential) BOTH(logarithm) BOTH(hyperbolic) BOTH(quotient) BOTH(root) BOTH(inverse)
    BOTH(small_log) BOTH(small_exp) BOTH(cubic) BOTH(modulus) BOTH(sigmoid)
    return run(argc, argv, cases);
}
