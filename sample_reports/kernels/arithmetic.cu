// Arithmetic: long rows of fused multiply-adds, hardly any memory traffic.
//
// spin_tail        one block more than the GPU has SMs, and shared memory enough for one block an SM: a second wave for a single
//                  block. On 132 SMs, 133 blocks of 132 strips take the time of 264 strips.
// spin_tail_fixed  the same strips in one block an SM: 132 blocks of 133 strips take the time of 133.
// poly_fma         a polynomial of degree 511 (its coefficients repeat every 64) at 32 M points: the FMA pipes are busy
//                  throughout, 34 GFLOP against 256 MB. Nothing to mend.
#include "samples.h"

__device__ void spin(const float* __restrict__ in, float* __restrict__ out, int strips, int iterations) {
    for (int s = blockIdx.x; s < strips; s += gridDim.x) {
        size_t i = (size_t)s * blockDim.x + threadIdx.x;
        float x = in[i];
#pragma unroll 32
        for (int k = 0; k < iterations; ++k) x = fmaf(x, x, -1.5f);
        out[i] = x;
    }
}

__global__ void __launch_bounds__(1024) spin_tail(const float* __restrict__ in, float* __restrict__ out, int strips, int iterations) {
    spin(in, out, strips, iterations);
}

__global__ void __launch_bounds__(1024) spin_tail_fixed(const float* __restrict__ in, float* __restrict__ out, int strips, int iterations) {
    spin(in, out, strips, iterations);
}

constexpr int TERMS = 64, ROUNDS = 8;

__constant__ float coefficient[TERMS];

__global__ void __launch_bounds__(256) poly_fma(const float4* __restrict__ in, float4* __restrict__ out, int rounds) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float4 x = in[i], y = {};
#pragma unroll 1
    for (int r = 0; r < rounds; ++r)
#pragma unroll
        for (int k = 0; k < TERMS; ++k) {
            y.x = fmaf(y.x, x.x, coefficient[k]);
            y.y = fmaf(y.y, x.y, coefficient[k]);
            y.z = fmaf(y.z, x.z, coefficient[k]);
            y.w = fmaf(y.w, x.w, coefficient[k]);
        }
    out[i] = y;
}

samples::Cases samples::arithmetic() {
    const int sms = attribute(cudaDevAttrMultiProcessorCount);
    const int strips = sms * (sms + 1);  // shared out evenly by both grids
    const size_t values = (size_t)strips * 1024;
    const float* seeds = harness::filled<float>(values, 8);
    float *tail = harness::empty<float>(values), *tail_fixed = harness::empty<float>(values);
    const int shared = attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor) / 2;  // more than half, with the 1 KB reserved a block
    for (auto kernel : {spin_tail, spin_tail_fixed})
        CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));

    constexpr size_t points = 32 << 20;
    std::vector<float> weights(TERMS);
    for (int k = 0; k < TERMS; ++k) weights[k] = harness::unit(k);
    CHECK(cudaMemcpyToSymbol(coefficient, weights.data(), sizeof(float) * TERMS));
    const float* in = harness::filled<float>(points, 9);
    float* out = harness::empty<float>(points);
    return {
        sample("spin_tail", std::to_string(sms + 1) + " blocks, one an SM",
               [=] { spin_tail<<<sms + 1, 1024, shared>>>(seeds, tail, strips, 512); }, tail, values),
        sample("spin_tail_fixed", std::to_string(sms) + " blocks, one an SM",
               [=] { spin_tail_fixed<<<sms, 1024, shared>>>(seeds, tail_fixed, strips, 512); }, tail_fixed, values),
        sample("poly_fma", "32 M points, degree 511",
               [=] { poly_fma<<<points / 4 / 256, 256>>>((const float4*)in, (float4*)out, ROUNDS); }, out, points),
    };
}
