// Chains of memory-bound launches that hand arrays of 256 MB through DRAM, against one launch. All with 16-byte accesses, at the DRAM roof (4.3 TB/s).
//
// mix_a1, _a2, _a3 -> mix_b              missed-fusion: u = g x + y; u = u / (1 + |u|); out = u z. Transfers 3 + 2 + 3 = 8 * 256 MB = 0.5 ms; fused 4 (-50%).
// act_half_a1, _a2, _a3 -> act_half_b    missed-fusion: half precision, 131,072 rows of 1024 channels: scale; bias; SiLU: 6 * 256 MB = 0.37 ms; fused 2 (-67%).
// whiten_a1, _a2, _a3 -> whiten_b        missed-fusion: 16,384 rows of 4096: mean of each row; variance; (x - mean) / sigma. 3 reads + 1 write = 0.25 ms; one
//   kernel that keeps the row in registers: 1 + 1 (-50%).
#include "harness.cuh"
#include <cuda_fp16.h>

template <typename F>
__device__ __forceinline__ float4 each(float4 a, float4 b, F f) { return make_float4(f(a.x, b.x), f(a.y, b.y), f(a.z, b.z), f(a.w, b.w)); }
__device__ __forceinline__ float4 blend(float4 x, float4 y, float g) { return each(x, y, [=](float a, float b) { return fmaf(g, a, b); }); }
__device__ __forceinline__ float4 squash(float4 u) { return each(u, u, [](float a, float) { return __fdividef(a, 1.0f + fabsf(a)); }); }
__device__ __forceinline__ float4 gate(float4 u, float4 z) { return each(u, z, [](float a, float b) { return a * b; }); }
#define AT (blockIdx.x * (size_t)blockDim.x + threadIdx.x)

__global__ void mix_a1(const float4* __restrict__ x, const float4* __restrict__ y, float4* __restrict__ u, float g) { u[AT] = blend(x[AT], y[AT], g); }
__global__ void mix_a2(float4* u) { u[AT] = squash(u[AT]); }
__global__ void mix_a3(const float4* __restrict__ u, const float4* __restrict__ z, float4* __restrict__ out) { out[AT] = gate(u[AT], z[AT]); }
__global__ void mix_b(const float4* __restrict__ x, const float4* __restrict__ y, const float4* __restrict__ z, float4* __restrict__ out, float g) {
    out[AT] = gate(squash(blend(x[AT], y[AT], g)), z[AT]);
}

// Eight halves as four half2; channels run fastest, 1024 of them, so 128 vectors a row.
struct alignas(16) Half8 { __half2 h[4]; };
template <typename F>
__device__ __forceinline__ Half8 each8(Half8 v, F f) {
    #pragma unroll
    for (int k = 0; k < 4; ++k) v.h[k] = f(v.h[k], k);
    return v;
}
__device__ __forceinline__ __half2 silu(__half2 h) {
    float2 v = __half22float2(h);
    return __floats2half2_rn(__fdividef(v.x, 1 + __expf(-v.x)), __fdividef(v.y, 1 + __expf(-v.y)));
}
__device__ __forceinline__ Half8 scaled(Half8 v, const Half8& s) { return each8(v, [&](__half2 h, int k) { return __hmul2(h, s.h[k]); }); }
__device__ __forceinline__ Half8 biased(Half8 v, const Half8& b) { return each8(v, [&](__half2 h, int k) { return __hadd2(h, b.h[k]); }); }
__device__ __forceinline__ Half8 activated(Half8 v) { return each8(v, [](__half2 h, int) { return silu(h); }); }

__global__ void act_half_a1(const Half8* __restrict__ x, const Half8* __restrict__ s, Half8* __restrict__ u) { u[AT] = scaled(x[AT], s[AT & 127]); }
__global__ void act_half_a2(Half8* u, const Half8* __restrict__ b) { u[AT] = biased(u[AT], b[AT & 127]); }
__global__ void act_half_a3(const Half8* __restrict__ u, Half8* __restrict__ out) { out[AT] = activated(u[AT]); }
__global__ void act_half_b(const Half8* __restrict__ x, const Half8* __restrict__ s, const Half8* __restrict__ b, Half8* __restrict__ out) {
    out[AT] = activated(biased(scaled(x[AT], s[AT & 127]), b[AT & 127]));
}

// Rows of 1024 float4, one block of 256 threads and 4 float4 a thread.
__device__ __forceinline__ float block_sum(float v) {
    __shared__ float part[8];
    for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(~0u, v, d);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = v;
    __syncthreads();
    v = 0;
    for (int w = 0; w < 8; ++w) v += part[w];
    __syncthreads();
    return v;
}
__device__ __forceinline__ void load_row(const float4* __restrict__ x, float4 (&v)[4]) {
    #pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = x[(size_t)blockIdx.x * 1024 + k * 256 + threadIdx.x];
}
__device__ __forceinline__ float row_mean(const float4 (&v)[4]) {
    float s = 0;
    #pragma unroll
    for (int k = 0; k < 4; ++k) s += v[k].x + v[k].y + v[k].z + v[k].w;
    return block_sum(s) * (1.0f / 4096);
}
__device__ __forceinline__ float row_scale(const float4 (&v)[4], float m) {
    float s = 0;
    #pragma unroll
    for (int k = 0; k < 4; ++k) { float a = v[k].x - m, b = v[k].y - m, c = v[k].z - m, d = v[k].w - m; s += a * a + b * b + c * c + d * d; }
    return rsqrtf(block_sum(s) * (1.0f / 4096) + 1e-5f);
}
__device__ __forceinline__ void store_row(float4* __restrict__ out, const float4 (&v)[4], float m, float r) {
    #pragma unroll
    for (int k = 0; k < 4; ++k) out[(size_t)blockIdx.x * 1024 + k * 256 + threadIdx.x] = each(v[k], v[k], [=](float a, float) { return (a - m) * r; });
}
__global__ void __launch_bounds__(256) whiten_a1(const float4* x, float* mean) {
    float4 v[4]; load_row(x, v);
    float m = row_mean(v);
    if (threadIdx.x == 0) mean[blockIdx.x] = m;
}
__global__ void __launch_bounds__(256) whiten_a2(const float4* x, const float* mean, float* scale) {
    float4 v[4]; load_row(x, v);
    float r = row_scale(v, mean[blockIdx.x]);
    if (threadIdx.x == 0) scale[blockIdx.x] = r;
}
__global__ void __launch_bounds__(256) whiten_a3(const float4* x, const float* mean, const float* scale, float4* out) {
    float4 v[4]; load_row(x, v);
    store_row(out, v, mean[blockIdx.x], scale[blockIdx.x]);
}
__global__ void __launch_bounds__(256) whiten_b(const float4* x, float4* out) {
    float4 v[4]; load_row(x, v);
    float m = row_mean(v), r = row_scale(v, m);
    store_row(out, v, m, r);
}

int main(int argc, char** argv) {
    const size_t n = 64u << 20; const int rows = n / 4096, blocks = n / 4 / 256, blocks8 = 2 * n / 8 / 256;
    float4 *x = (float4*)harness::filled<float>(n, 1), *y = (float4*)harness::filled<float>(n, 2), *z = (float4*)harness::filled<float>(n, 3);
    float4 *u = (float4*)harness::empty<float>(n), *a = (float4*)harness::empty<float>(n), *b = (float4*)harness::empty<float>(n);
    Half8 *hx = (Half8*)harness::filled<__half>(2 * n, 4), *hs = (Half8*)harness::filled<__half>(1024, 5), *hb = (Half8*)harness::filled<__half>(1024, 6);
    Half8 *hu = (Half8*)harness::empty<__half>(2 * n), *ha = (Half8*)harness::empty<__half>(2 * n), *hc = (Half8*)harness::empty<__half>(2 * n);
    float4 *wa = (float4*)harness::empty<float>(n), *wb = (float4*)harness::empty<float>(n);
    float *mean = harness::empty<float>(rows), *scale = harness::empty<float>(rows);
    using harness::Output;
    return harness::run(argc, argv, {
        {"mix_a1", [=] { mix_a1<<<blocks, 256>>>(x, y, u, 1.5f); mix_a2<<<blocks, 256>>>(u); mix_a3<<<blocks, 256>>>(u, z, a); }, a, n},
        {"mix_b", [=] { mix_b<<<blocks, 256>>>(x, y, z, b, 1.5f); }, b, n},
        {"act_half_a1", [=] { act_half_a1<<<blocks8, 256>>>(hx, hs, hu); act_half_a2<<<blocks8, 256>>>(hu, hb); act_half_a3<<<blocks8, 256>>>(hu, ha); },
         ha, 2 * n, Output::f16},
        {"act_half_b", [=] { act_half_b<<<blocks8, 256>>>(hx, hs, hb, hc); }, hc, 2 * n, Output::f16},
        {"whiten_a1", [=] { whiten_a1<<<rows, 256>>>(x, mean); whiten_a2<<<rows, 256>>>(x, mean, scale); whiten_a3<<<rows, 256>>>(x, mean, scale, wa); }, wa, n},
        {"whiten_b", [=] { whiten_b<<<rows, 256>>>(x, wb); }, wb, n},
    });
}
