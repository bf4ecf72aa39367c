// Streams: every byte is read once and written once, so the memory bus is the only honest limit (about 4.2 TB/s on an H200).
// What differs is how many bytes an SM keeps in flight: 2048 threads x the width of one access.
//
// copy_u8     1 byte a thread, 256 MB: 2 KiB in flight an SM, where an H200 wants some 40 KiB, and 16 times the instructions.
// copy_u128   the same copy, 16 bytes a thread: 32 KiB in flight.
// copy_f32    4 bytes a thread, 512 MB: scalar as well, but 8 KiB in flight already reach most of the bandwidth. A mild case.
// copy_f32x4  the same copy, 16 bytes a thread.
// triad       a = b + s * c over 3 x 512 MB, 16 bytes a thread and two loads at once: nothing to mend.
#include "samples.h"

__global__ void copy_u8(const uint8_t* __restrict__ in, uint8_t* __restrict__ out, size_t n) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

__global__ void copy_u128(const uint4* __restrict__ in, uint4* __restrict__ out, size_t n) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

__global__ void copy_f32(const float* __restrict__ in, float* __restrict__ out, size_t n) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

__global__ void copy_f32x4(const float4* __restrict__ in, float4* __restrict__ out, size_t n) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

__global__ void triad(float4* __restrict__ a, const float4* __restrict__ b, const float4* __restrict__ c, float s, size_t n) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 x = b[i], y = c[i];
    a[i] = make_float4(fmaf(s, y.x, x.x), fmaf(s, y.y, x.y), fmaf(s, y.z, x.z), fmaf(s, y.w, x.w));
}

samples::Cases samples::streams() {
    constexpr size_t bytes = 256 << 20, floats = 128 << 20;  // 256 MB; 512 MB
    constexpr int block = 512;
    auto blocks = [](size_t threads) { return (unsigned)((threads + block - 1) / block); };

    const float* bits = harness::filled<float>(bytes / 4, 1);  // as bytes: any bits will do, only not zeros
    auto *u8 = harness::empty<uint8_t>(bytes), *u128 = harness::empty<uint8_t>(bytes);
    const float *b = harness::filled<float>(floats, 2), *c = harness::filled<float>(floats, 3);
    auto *f32 = harness::empty<float>(floats), *f32x4 = harness::empty<float>(floats), *a = harness::empty<float>(floats);
    return {
        sample("copy_u8", "256 MB, 1 byte a thread",
               [=] { copy_u8<<<blocks(bytes), block>>>((const uint8_t*)bits, u8, bytes); }, u8, bytes, Output::u8),
        sample("copy_u128", "256 MB, 16 bytes a thread",
               [=] { copy_u128<<<blocks(bytes / 16), block>>>((const uint4*)bits, (uint4*)u128, bytes / 16); }, u128, bytes, Output::u8),
        sample("copy_f32", "512 MB, 4 bytes a thread",
               [=] { copy_f32<<<blocks(floats), block>>>(b, f32, floats); }, f32, floats),
        sample("copy_f32x4", "512 MB, 16 bytes a thread",
               [=] { copy_f32x4<<<blocks(floats / 4), block>>>((const float4*)b, (float4*)f32x4, floats / 4); }, f32x4, floats),
        sample("triad", "3 x 512 MB",
               [=] { triad<<<blocks(floats / 4), block>>>((float4*)a, (const float4*)b, (const float4*)c, 0.75f, floats / 4); }, a, floats),
    };
}
