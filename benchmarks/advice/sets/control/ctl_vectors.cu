// Two kernels that authors called mild for a light branch and for double literals, and that are told their accesses of 4 bytes instead:
// mended as told, four elements a thread in a `float4`, with branch and literals as they were.
#include "harness.cuh"

__device__ __forceinline__ float bent(float q) {
    float v = q;
    if (q < 0.0f) {
#pragma unroll 1
        for (int k = 0; k < 2; ++k) v = fmaf(v, fmaf(0.31f, q, 0.9f), -0.02f);
    } else {
#pragma unroll 1
        for (int k = 0; k < 2; ++k) v = fmaf(v, fmaf(-0.17f, q, 1.1f), 0.05f);
    }
    return v;
}
__global__ void __launch_bounds__(320) vector_bend_a(const float* in, float* out, int n) {
    int i = blockIdx.x * 320 + threadIdx.x;
    if (i < n) out[i] = bent(in[i]);
}
__global__ void __launch_bounds__(320) vector_bend_b(const float4* in, float4* out, int n) {
    int i = blockIdx.x * 320 + threadIdx.x;
    if (i >= n) return;
    float4 q = in[i];
    out[i] = make_float4(bent(q.x), bent(q.y), bent(q.z), bent(q.w));
}

__global__ void vector_blend_a(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.7 * x[i] + 0.3 * y[i];
}
__global__ void vector_blend_b(const float4* __restrict__ x, const float4* __restrict__ y, float4* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = x[i], q = y[i];
    out[i] = make_float4(0.7 * p.x + 0.3 * q.x, 0.7 * p.y + 0.3 * q.y, 0.7 * p.z + 0.3 * q.z, 0.7 * p.w + 0.3 * q.w);
}

int main(int argc, char** argv) {
    using harness::Case;
    const int bends = 40000000, blends = 64 << 20;
    float *x = harness::filled<float>(blends, 3), *y = harness::filled<float>(blends, 4), *out = harness::empty<float>(blends);
    std::vector<Case> cases{
        {"vector_bend_a", [=] { vector_bend_a<<<bends / 320, 320>>>(x, out, bends); }, out, (size_t)bends},
        {"vector_bend_b", [=] { vector_bend_b<<<bends / 1280, 320>>>((const float4*)x, (float4*)out, bends / 4); }, out, (size_t)bends},
        {"vector_blend_a", [=] { vector_blend_a<<<blends / 256, 256>>>(x, y, out, blends); }, out, (size_t)blends},
        {"vector_blend_b", [=] { vector_blend_b<<<blends / 1024, 256>>>((const float4*)x, (const float4*)y, (float4*)out, blends / 4); }, out, (size_t)blends},
    };
    return harness::run(argc, argv, cases);
}
