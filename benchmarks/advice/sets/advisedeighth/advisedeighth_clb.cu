// What was advised about launches of two sets, carried out once more, by the words that the first try changed: _a is the launch as it was measured there.
#include "harness.cuh"
#include <cuda_fp16.h>
using namespace harness;

// ---- streams, one aligned and one off by a float: 4,224 blocks in a grid-stride loop counted by an int, four loads before the first store
__device__ inline float stir(float v) { return v * v - 0.3f * v; }
__global__ void velvet_tiller_clb_a(const float* __restrict__ x, float* __restrict__ y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    y[i] = stir(x[i]);
}
__global__ void velvet_tiller_clb_b(const float* __restrict__ x, float* __restrict__ y, int n) {
    int step = gridDim.x * blockDim.x;
#pragma unroll 4
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) y[i] = stir(x[i]);
}
__global__ void marble_tiller_clb_a(const float* __restrict__ x, float* __restrict__ y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    y[i] = stir(x[i]);
}
__global__ void marble_tiller_clb_b(const float* __restrict__ x, float* __restrict__ y, int n) {
    int step = gridDim.x * blockDim.x;
#pragma unroll 4
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) y[i] = stir(x[i]);
}
// ---- the same by pieces of four elements that every thread loads by hand
__global__ void gravel_tiller_clb_a(const float* __restrict__ x, float* __restrict__ y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    y[i] = stir(x[i]);
}
__global__ void gravel_tiller_clb_b(const float* __restrict__ x, float* __restrict__ y, size_t n) {
    size_t step = (size_t)gridDim.x * blockDim.x, i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    for (; i + 3 * step < n; i += 4 * step) {
        float v[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] = x[i + k * step];
#pragma unroll
        for (int k = 0; k < 4; ++k) y[i + k * step] = stir(v[k]);
    }
    for (; i < n; i += step) y[i] = stir(x[i]);
}
// ---- scale and shift of halves, a row a block: eight halves a thread
__global__ void sorrel_tiller_clb_a(const __half* __restrict__ x, const float* __restrict__ s, const float* __restrict__ r, __half* __restrict__ y, long long H, long long W) {
    int w = threadIdx.x, h = blockIdx.x, bc = blockIdx.y;
    long long i = ((long long)bc * H + h) * W + w;
    y[i] = __float2half(__half2float(x[i]) * s[bc] + r[h] * 0.5f + r[w] * 0.25f);
}
__global__ void sorrel_tiller_clb_b(const uint4* __restrict__ x, const float* __restrict__ s, const float* __restrict__ r, uint4* __restrict__ y, int H, int W) {
    int w = threadIdx.x, row = blockIdx.x * blockDim.y + threadIdx.y, h = row % H, bc = row / H;
    size_t i = (size_t)row * (W / 8) + w;
    float left = r[h] * 0.5f, scale = s[bc];
    float4 r0 = ((const float4*)r)[2 * w], r1 = ((const float4*)r)[2 * w + 1];
    float right[8] = {r0.x, r0.y, r0.z, r0.w, r1.x, r1.y, r1.z, r1.w};
    uint4 v = x[i];
    __half* e = (__half*)&v;
#pragma unroll
    for (int k = 0; k < 8; ++k) e[k] = __float2half(__half2float(e[k]) * scale + left + right[k] * 0.25f);
    y[i] = v;
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    {
        size_t n = 1u << 26;
        float *x = filled<float>(n + 1, 22), *x2 = empty<float>(n), *y = empty<float>(n);
        CHECK(cudaMemcpy(x2, x + 1, n * 4, cudaMemcpyDeviceToDevice));
        cases.push_back({"velvet_tiller_clb_a", [=] { velvet_tiller_clb_a<<<n / 256, 256>>>(x + 1, y); }, y, n});
        cases.push_back({"velvet_tiller_clb_b", [=] { velvet_tiller_clb_b<<<4224, 256>>>(x + 1, y, (int)n); }, y, n});
        cases.push_back({"marble_tiller_clb_a", [=] { marble_tiller_clb_a<<<n / 256, 256>>>(x2, y); }, y, n});
        cases.push_back({"marble_tiller_clb_b", [=] { marble_tiller_clb_b<<<4224, 256>>>(x2, y, (int)n); }, y, n});
        cases.push_back({"gravel_tiller_clb_a", [=] { gravel_tiller_clb_a<<<n / 256, 256>>>(x + 1, y); }, y, n});
        cases.push_back({"gravel_tiller_clb_b", [=] { gravel_tiller_clb_b<<<4224, 256>>>(x + 1, y, n); }, y, n});
    }
    {
        int B = 8, C = 64, H = 256, W = 256;
        size_t n = (size_t)B * C * H * W;
        __half *x = filled<__half>(n, 17), *y = empty<__half>(n);
        float *s = filled<float>(B * C, 18), *r = filled<float>(256, 19);
        cases.push_back({"sorrel_tiller_clb_a", [=] { sorrel_tiller_clb_a<<<dim3(H, B * C), W>>>(x, s, r, y, H, W); }, y, n, Output::f16});
        cases.push_back({"sorrel_tiller_clb_b", [=] { sorrel_tiller_clb_b<<<B * C * H / 8, dim3(W / 8, 8)>>>((uint4*)x, s, r, (uint4*)y, H, W); }, y, n, Output::f16});
    }
    return run(argc, argv, cases);
}
