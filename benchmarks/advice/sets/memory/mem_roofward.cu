// Streams of 4-byte accesses not far below DRAM's roof, and the same in vectors of 16 bytes: what width still gains there.
#include "harness.cuh"
using namespace harness;

// Sum of two fields, one element a thread; mended: four.
__global__ void field_sum_a(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out) {
    size_t i = blockIdx.x * 256ull + threadIdx.x;
    out[i] = a[i] + b[i];
}
__global__ void field_sum_b(const float4* __restrict__ a, const float4* __restrict__ b, float4* __restrict__ out) {
    size_t i = blockIdx.x * 256ull + threadIdx.x;
    float4 x = a[i], y = b[i];
    out[i] = {x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w};
}

// Exposure of a frame, one element a thread; mended: four.
__global__ void expose_a(const float* __restrict__ in, float* __restrict__ out) {
    size_t i = blockIdx.x * 256ull + threadIdx.x;
    out[i] = in[i] * 1.5f;
}
__global__ void expose_b(const float4* __restrict__ in, float4* __restrict__ out) {
    size_t i = blockIdx.x * 256ull + threadIdx.x;
    float4 x = in[i];
    out[i] = {x.x * 1.5f, x.y * 1.5f, x.z * 1.5f, x.w * 1.5f};
}

// Blend of two layers in a loop over the grid; mended: four elements a turn.
__global__ void layer_mix_a(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = a[i] * 0.3125f + b[i] * 0.6875f;
}
__global__ void layer_mix_b(const float4* __restrict__ a, const float4* __restrict__ b, float4* __restrict__ out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float4 x = a[i], y = b[i];
        out[i] = {x.x * 0.3125f + y.x * 0.6875f, x.y * 0.3125f + y.y * 0.6875f, x.z * 0.3125f + y.z * 0.6875f, x.w * 0.3125f + y.w * 0.6875f};
    }
}

int main(int argc, char** argv) {
    int loop = 132 * 64 * 256 * 20;
    auto a = filled<float>(1 << 27, 1), b = filled<float>(1 << 27, 2), out = harness::empty<float>(1 << 27);
    auto a4 = (const float4*)a, b4 = (const float4*)b;
    auto out4 = (float4*)out;
    size_t n = 1 << 27;
    return run(argc, argv, {
        {"field_sum_a", [=] { field_sum_a<<<1 << 19, 256>>>(a, b, out); }, out, n},
        {"field_sum_b", [=] { field_sum_b<<<1 << 17, 256>>>(a4, b4, out4); }, out, n},
        {"expose_a", [=] { expose_a<<<1 << 19, 256>>>(a, out); }, out, n},
        {"expose_b", [=] { expose_b<<<1 << 17, 256>>>(a4, out4); }, out, n},
        {"layer_mix_a", [=] { layer_mix_a<<<132 * 64, 256>>>(a, b, out, loop); }, out, (size_t)loop},
        {"layer_mix_b", [=] { layer_mix_b<<<132 * 64, 256>>>(a4, b4, out4, loop / 4); }, out, (size_t)loop},
    });
}
