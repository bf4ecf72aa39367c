// Coalesced but narrow: scalar-global-access. 64 warps of one narrow load each keep too few bytes in flight
// (H200 wants 32 to 48 KB an SM) and spend an instruction on every few bytes.
//   fade      8-bit image, 268 M pixels. a: one byte a thread, 64 warps x 32 B = 2 KB in flight an SM, about an eighth of DRAM's rate:
//             near 500 us. b: 16 bytes a thread, two bytes to a 32-bit multiply; 537 MB / 4.3 TB/s = 125 us.
//   residual  FP16 add and clamp, 134 M elements, two inputs. a: 2-byte accesses, 2 x 64 B x 64 warps = 8 KB in flight. b: 8 halves a thread.
//   zscore    two blocks of 512 threads an SM walk 512 MB. a: 4-byte grid stride, 32 warps x 128 B = 4 KB in flight, a quarter of the rate.
//             b: the same loop on float4, 16 KB in flight.
//   dequant   268 M int8 weights with a scale for each 128 to FP16. a: one weight a thread (32 B read, 64 B written by a warp).
//             b: 8 bytes read, 16 written by each thread; 805 MB / 4.3 TB/s = 190 us.
#include <cuda_fp16.h>
#include "harness.cuh"

__global__ void fade_a(const uint8_t* __restrict__ in, uint8_t* __restrict__ out, int n, uint32_t gain) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = (in[i] * gain + 128) >> 8;
}
__device__ __forceinline__ uint32_t fade4(uint32_t w, uint32_t gain) {  // gain <= 256: no carry between the 16-bit halves
    uint32_t even = ((w & 0x00ff00ff) * gain + 0x00800080) >> 8 & 0x00ff00ff;
    return even | (((w >> 8 & 0x00ff00ff) * gain + 0x00800080) & 0xff00ff00);
}
__global__ void fade_b(const uint4* __restrict__ in, uint4* __restrict__ out, int n16, uint32_t gain) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n16) return;
    uint4 v = in[i];
    out[i] = {fade4(v.x, gain), fade4(v.y, gain), fade4(v.z, gain), fade4(v.w, gain)};
}

__global__ void residual_a(const __half* __restrict__ a, const __half* __restrict__ b, __half* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = __hmax(__hadd(a[i], b[i]), __half(0.0f));
}
union Half8 { uint4 bits; __half2 h[4]; __device__ Half8() {} };
__global__ void residual_b(const uint4* __restrict__ a, const uint4* __restrict__ b, uint4* __restrict__ out, int n8) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n8) return;
    Half8 u, v; u.bits = a[i]; v.bits = b[i];
#pragma unroll
    for (int k = 0; k < 4; ++k) u.h[k] = __hmax2(__hadd2(u.h[k], v.h[k]), __float2half2_rn(0.0f));
    out[i] = u.bits;
}

__global__ void __launch_bounds__(512) zscore_a(const float* __restrict__ x, float* __restrict__ y, int n, float mean, float inv) {
#pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = (x[i] - mean) * inv;
}
__global__ void __launch_bounds__(512) zscore_b(const float4* __restrict__ x, float4* __restrict__ y, int n4, float mean, float inv) {
#pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
        float4 v = x[i];
        y[i] = {(v.x - mean) * inv, (v.y - mean) * inv, (v.z - mean) * inv, (v.w - mean) * inv};
    }
}

__global__ void dequant_a(const int8_t* __restrict__ q, const float* __restrict__ scale, __half* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = __float2half(q[i] * scale[i >> 7]);
}
union Byte8 { uint2 bits; int8_t b[8]; };
__global__ void dequant_b(const uint2* __restrict__ q, const float* __restrict__ scale, uint4* __restrict__ out, int n8) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n8) return;
    Byte8 w; w.bits = q[i];
    float s = scale[i >> 4];
    Half8 h;
#pragma unroll
    for (int k = 0; k < 4; ++k) h.h[k] = __floats2half2_rn(w.b[2 * k] * s, w.b[2 * k + 1] * s);
    out[i] = h.bits;
}

int main(int argc, char** argv) {
    using namespace harness;
    size_t pixels = 1 << 28, halves = 1 << 27, floats = 1 << 27, weights = 1 << 28;
    uint8_t *image = (uint8_t*)indices(pixels / 4, 0xffffffffu), *fa = empty<uint8_t>(pixels), *fb = empty<uint8_t>(pixels);
    __half *a = filled<__half>(halves, 2), *b = filled<__half>(halves, 3), *ra = empty<__half>(halves), *rb = empty<__half>(halves);
    float *x = filled<float>(floats, 4), *za = empty<float>(floats), *zb = empty<float>(floats);
    int8_t* q = (int8_t*)indices(weights / 4, 0xffffffffu, 11);
    float* scale = filled<float>(weights / 128, 5);
    __half *da = empty<__half>(weights), *db = empty<__half>(weights);
    int p = (int)pixels, h = (int)halves, f = (int)floats, w = (int)weights;
    return run(argc, argv, {
        {"fade_a", [=] { fade_a<<<p / 256, 256>>>(image, fa, p, 201); }, fa, pixels, Output::u8},
        {"fade_b", [=] { fade_b<<<p / 16 / 256, 256>>>((uint4*)image, (uint4*)fb, p / 16, 201); }, fb, pixels, Output::u8},
        {"residual_a", [=] { residual_a<<<h / 256, 256>>>(a, b, ra, h); }, ra, halves, Output::f16},
        {"residual_b", [=] { residual_b<<<h / 8 / 256, 256>>>((uint4*)a, (uint4*)b, (uint4*)rb, h / 8); }, rb, halves, Output::f16},
        {"zscore_a", [=] { zscore_a<<<264, 512>>>(x, za, f, 0.01f, 1.7f); }, za, floats},
        {"zscore_b", [=] { zscore_b<<<264, 512>>>((float4*)x, (float4*)zb, f / 4, 0.01f, 1.7f); }, zb, floats},
        {"dequant_a", [=] { dequant_a<<<w / 256, 256>>>(q, scale, da, w); }, da, weights, Output::f16},
        {"dequant_b", [=] { dequant_b<<<w / 8 / 256, 256>>>((uint2*)q, scale, (uint4*)db, w / 8); }, db, weights, Output::f16},
    });
}
