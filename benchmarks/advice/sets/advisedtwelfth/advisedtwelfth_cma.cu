// What was advised about launches of hundredninetysixth_cl2.cu and twohundredsecond_cl9.cu, three of them mended ones, carried out.
#include "harness.cuh"
#include <cuda_fp16.h>
using namespace harness;

__device__ __forceinline__ void unpack8(const uint4 v, float* f) {
    const half2* h = reinterpret_cast<const half2*>(&v);
#pragma unroll
    for (int i = 0; i < 4; ++i) { float2 t = __half22float2(h[i]); f[2 * i] = t.x; f[2 * i + 1] = t.y; }
}
__device__ __forceinline__ uint32_t pack_h2(float a, float b) { __half2 h = __floats2half2_rn(a, b); return *reinterpret_cast<uint32_t*>(&h); }

// ---- gradient of a norm's weight (amber_thistle_cl2_b): eight loads before the first use; or as many blocks as run at once
__global__ void __launch_bounds__(256) brass_lattice_cma_a(const uint4* __restrict__ x, const uint4* __restrict__ dy, const float* __restrict__ rstd, float* __restrict__ dgamma, int rows) {
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
__global__ void __launch_bounds__(256) brass_lattice_cma_b(const uint4* __restrict__ x, const uint4* __restrict__ dy, const float* __restrict__ rstd, float* __restrict__ dgamma, int rows) {
    const int t = threadIdx.x, step = gridDim.x;
    float s[8] = {};
    int row = blockIdx.x;
#pragma unroll 1
    for (; row + 3 * step < rows; row += 4 * step) {
        uint4 u[4], v[4]; float r[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) { u[k] = x[(size_t)(row + k * step) * 256 + t]; v[k] = dy[(size_t)(row + k * step) * 256 + t]; r[k] = rstd[row + k * step]; }
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float a[8], b[8];
            unpack8(u[k], a); unpack8(v[k], b);
#pragma unroll
            for (int i = 0; i < 8; ++i) s[i] += a[i] * b[i] * r[k];
        }
    }
#pragma unroll 1
    for (; row < rows; row += step) {
        float a[8], b[8];
        unpack8(x[(size_t)row * 256 + t], a); unpack8(dy[(size_t)row * 256 + t], b);
        const float r = rstd[row];
#pragma unroll
        for (int i = 0; i < 8; ++i) s[i] += a[i] * b[i] * r;
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) atomicAdd(dgamma + t * 8 + i, s[i]);
}

// ---- bytes to halves with a scale (amber_thistle_cl9_b): neighbouring lanes store neighbouring vectors
__global__ void __launch_bounds__(256) cedar_trestle_cma_a(const int8_t* __restrict__ q, const float* __restrict__ scale, __half* __restrict__ w, uint32_t n) {
    uint32_t i = (blockIdx.x * 256u + threadIdx.x) * 16u;
    if (i >= n) return;
    uint4 v = *reinterpret_cast<const uint4*>(q + i);
    float s = scale[i >> 7];
    uint32_t in[4] = {v.x, v.y, v.z, v.w}, o[8];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float a = (float)(int8_t)(in[k]), b = (float)(int8_t)(in[k] >> 8), c = (float)(int8_t)(in[k] >> 16), d = (float)(int8_t)(in[k] >> 24);
        o[2 * k] = pack_h2(a * s, b * s); o[2 * k + 1] = pack_h2(c * s, d * s);
    }
    uint4* p = reinterpret_cast<uint4*>(w + i);
    p[0] = make_uint4(o[0], o[1], o[2], o[3]); p[1] = make_uint4(o[4], o[5], o[6], o[7]);
}
__global__ void __launch_bounds__(256) cedar_trestle_cma_b(const int8_t* __restrict__ q, const float* __restrict__ scale, __half* __restrict__ w, uint32_t n) {
    uint32_t i = blockIdx.x * 4096u + threadIdx.x * 8u;
    if (i >= n) return;
    uint2 v[2] = {*reinterpret_cast<const uint2*>(q + i), *reinterpret_cast<const uint2*>(q + i + 2048u)};
    float s[2] = {scale[i >> 7], scale[(i + 2048u) >> 7]};
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        uint32_t in[2] = {v[j].x, v[j].y}, o[4];
#pragma unroll
        for (int k = 0; k < 2; ++k) {
            float a = (float)(int8_t)(in[k]), b = (float)(int8_t)(in[k] >> 8), c = (float)(int8_t)(in[k] >> 16), d = (float)(int8_t)(in[k] >> 24);
            o[2 * k] = pack_h2(a * s[j], b * s[j]); o[2 * k + 1] = pack_h2(c * s[j], d * s[j]);
        }
        *reinterpret_cast<uint4*>(w + i + 2048u * j) = make_uint4(o[0], o[1], o[2], o[3]);
    }
}

// ---- softmax of rows of 1024 (tundra_bell_cl9_a, and _b): a row a warp, 32 values a lane
__global__ void __launch_bounds__(1024) mossy_ledger_cma_a(const float* __restrict__ x, float* __restrict__ y, float inv_temp) {
    __shared__ float red[1024];
    const int t = threadIdx.x; const size_t i = (size_t)blockIdx.x * 1024 + t;
    float v = x[i] * inv_temp;
    red[t] = v;
    __syncthreads();
    for (int o = 512; o > 0; o >>= 1) {
        if (t < o) red[t] = fmaxf(red[t], red[t + o]);
        __syncthreads();
    }
    float e = __expf(v - red[0]);
    __syncthreads();
    red[t] = e;
    __syncthreads();
    for (int o = 512; o > 0; o >>= 1) {
        if (t < o) red[t] += red[t + o];
        __syncthreads();
    }
    y[i] = __fdividef(e, red[0]);
}
__global__ void __launch_bounds__(1024) amber_ledger_cma_a(const float* __restrict__ x, float* __restrict__ y, float inv_temp) {
    __shared__ float top[32], sum[32];
    const int t = threadIdx.x; const size_t i = (size_t)blockIdx.x * 1024 + t;
    float v = x[i] * inv_temp, m = v;
#pragma unroll
    for (int o = 16; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, o));
    if ((t & 31) == 0) top[t >> 5] = m;
    __syncthreads();
    m = top[t & 31];
#pragma unroll
    for (int o = 16; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, o));
    float e = __expf(v - m), s = e;
#pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    if ((t & 31) == 0) sum[t >> 5] = s;
    __syncthreads();
    s = sum[t & 31];
#pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    y[i] = __fdividef(e, s);
}
__global__ void __launch_bounds__(256) mossy_ledger_cma_b(const float4* __restrict__ x, float4* __restrict__ y, float inv_temp) {
    const int lane = threadIdx.x & 31;
    const size_t row = (size_t)blockIdx.x * 8 + (threadIdx.x >> 5);
    float4 v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = x[row * 256 + k * 32 + lane];
    float m = -3e38f;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        v[k].x *= inv_temp; v[k].y *= inv_temp; v[k].z *= inv_temp; v[k].w *= inv_temp;
        m = fmaxf(m, fmaxf(fmaxf(v[k].x, v[k].y), fmaxf(v[k].z, v[k].w)));
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, o));
    float s = 0.f;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        v[k].x = __expf(v[k].x - m); v[k].y = __expf(v[k].y - m); v[k].z = __expf(v[k].z - m); v[k].w = __expf(v[k].w - m);
        s += (v[k].x + v[k].y) + (v[k].z + v[k].w);
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
#pragma unroll
    for (int k = 0; k < 8; ++k)
        y[row * 256 + k * 32 + lane] = make_float4(__fdividef(v[k].x, s), __fdividef(v[k].y, s), __fdividef(v[k].z, s), __fdividef(v[k].w, s));
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    {
        const int rows = 16384; const size_t n = (size_t)rows * 2048;
        const uint4 *x = (const uint4*)filled<__half>(n, 11), *dy = (const uint4*)filled<__half>(n, 11);
        float *r = filled<float>(rows, 13), *ya = empty<float>(2048), *yb = empty<float>(2048);
        cases.push_back({"brass_lattice_cma_a", [=] { brass_lattice_cma_a<<<264, 256>>>(x, dy, r, ya, rows); }, ya, 2048, Output::f32});
        cases.push_back({"brass_lattice_cma_b", [=] { brass_lattice_cma_b<<<264, 256>>>(x, dy, r, yb, rows); }, yb, 2048, Output::f32});
    }
    {
        uint32_t n = 1u << 27;
        int8_t* q = (int8_t*)indices(n / 4, 0xffffffffu, 11);
        float* s = filled<float>(n / 128, 12);
        __half* w = empty<__half>(n);
        cases.push_back({"cedar_trestle_cma_a", [=] { cedar_trestle_cma_a<<<n / 4096, 256>>>(q, s, w, n); }, w, n, Output::f16});
        cases.push_back({"cedar_trestle_cma_b", [=] { cedar_trestle_cma_b<<<n / 4096, 256>>>(q, s, w, n); }, w, n, Output::f16});
    }
    {
        int rows = 32768; size_t n = (size_t)rows * 1024;
        float *x = filled<float>(n, 91), *y = empty<float>(n);
        cases.push_back({"mossy_ledger_cma_a", [=] { mossy_ledger_cma_a<<<rows, 1024>>>(x, y, 4.f); }, y, n, Output::f32});
        cases.push_back({"amber_ledger_cma_a", [=] { amber_ledger_cma_a<<<rows, 1024>>>(x, y, 4.f); }, y, n, Output::f32});
        cases.push_back({"mossy_ledger_cma_b", [=] { mossy_ledger_cma_b<<<rows / 8, 256>>>((const float4*)x, (float4*)y, 4.f); }, y, n, Output::f32});
    }
    return run(argc, argv, cases);
}
