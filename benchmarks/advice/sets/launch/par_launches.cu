// slice_gain_a -> slice_gain_b   launch-overhead: 128 launches, each gain and offset of one slice of 16,384 samples (128 KB of traffic, well under 1 us of
//   work against ~2 us a launch): ~0.28 ms. Mended: one launch over all slices (16 MB in L2, ~8 us).
// plate_step_a -> plate_step_b   launch-overhead: 120 explicit heat steps on 132 plates of 64 x 64, one launch a step (each needs the last one's result):
//   120 * ~2.5 us = 0.3 ms. Mended: the steps of a plate run inside one block, in shared memory, a barrier between them (120 * ~0.3 us).
#include "harness.cuh"

__device__ __forceinline__ float4 affine(float4 v, float g, float o) { return make_float4(fmaf(v.x, g, o), fmaf(v.y, g, o), fmaf(v.z, g, o), fmaf(v.w, g, o)); }
__global__ void slice_gain_a(const float4* __restrict__ x, const float2* __restrict__ gain, float4* __restrict__ out, int slice) {
    int i = slice * 4096 + blockIdx.x * 256 + threadIdx.x;
    float2 g = gain[slice];
    out[i] = affine(x[i], g.x, g.y);
}
__global__ void slice_gain_b(const float4* __restrict__ x, const float2* __restrict__ gain, float4* __restrict__ out) {
    int i = blockIdx.y * 4096 + blockIdx.x * 256 + threadIdx.x;
    float2 g = gain[blockIdx.y];
    out[i] = affine(x[i], g.x, g.y);
}

// Cells 4 t .. of a 64 x 64 plate as seen by thread t of 1024 (one row of 16 threads); edges stay.
__device__ __forceinline__ float heat(const float* plate, int r, int c) {
    float here = plate[r * 64 + c];
    if (r == 0 || r == 63 || c == 0 || c == 63) return here;
    return fmaf(0.2f, plate[r * 64 + c - 1] + plate[r * 64 + c + 1] + plate[r * 64 + c - 64] + plate[r * 64 + c + 64] - 4 * here, here);
}
__global__ void __launch_bounds__(1024) plate_step_a(const float* __restrict__ from, float* __restrict__ to) {
    const size_t base = (size_t)blockIdx.x * 4096;
    #pragma unroll
    for (int i = threadIdx.x; i < 4096; i += 1024) to[base + i] = heat(from + base, i >> 6, i & 63);
}
__global__ void __launch_bounds__(1024) plate_step_b(const float* __restrict__ from, float* __restrict__ to, int steps) {
    __shared__ float plate[2][4096];
    const size_t base = (size_t)blockIdx.x * 4096;
    for (int i = threadIdx.x; i < 4096; i += 1024) plate[0][i] = from[base + i];
    __syncthreads();
    for (int s = 0; s < steps; ++s) {
        #pragma unroll
        for (int i = threadIdx.x; i < 4096; i += 1024) plate[~s & 1][i] = heat(plate[s & 1], i >> 6, i & 63);
        __syncthreads();
    }
    for (int i = threadIdx.x; i < 4096; i += 1024) to[base + i] = plate[steps & 1][i];
}

int main(int argc, char** argv) {
    const int slices = 128, steps = 120, plates = 132;
    const size_t n = slices * 16384, cells = plates * 4096;
    float4* x = (float4*)harness::filled<float>(n);
    float2* gain = (float2*)harness::filled<float>(slices * 2, 3);
    float4 *ga = (float4*)harness::empty<float>(n), *gb = (float4*)harness::empty<float>(n);
    float *plate = harness::filled<float>(cells, 5), *ping = harness::empty<float>(cells), *pong = harness::empty<float>(cells);
    float *pa = harness::empty<float>(cells), *pb = harness::empty<float>(cells);
    return harness::run(argc, argv, {
        {"slice_gain_a", [=] { for (int s = 0; s < slices; ++s) slice_gain_a<<<16, 256>>>(x, gain, ga, s); }, ga, n},
        {"slice_gain_b", [=] { slice_gain_b<<<dim3(16, slices), 256>>>(x, gain, gb); }, gb, n},
        {"plate_step_a", [=] {
            const float* from = plate;
            for (int s = 0; s < steps; ++s) {
                float* to = s == steps - 1 ? pa : s & 1 ? pong : ping;
                plate_step_a<<<plates, 1024>>>(from, to);
                from = to;
            } }, pa, cells},
        {"plate_step_b", [=] { plate_step_b<<<plates, 1024>>>(plate, pb, steps); }, pb, cells},
    });
}
