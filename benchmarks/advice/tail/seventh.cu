// A seventh sweep of the last wave, the plainest one: one kernel of each bound, 192 grids in all, written without sight of the model.
//
//   seventh time [KERNEL]      CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us   (median of 9 event-timed runs after 3 warm-ups)
//   seventh profile [KERNEL]   one launch of every combination, for ncu (the same order)
//
// seventh_hop: latency, one dependent chain of loads a warp (one word at a time, the same for all lanes) through 8 MiB in L2, blocks of 128.
// seventh_mix: throughput, integer hashes (shift, xor, multiply) of counters, eight independent ones a step, in registers, blocks of 256.
// seventh_copy: bandwidth, scaled copy of float4, the tiles of a block a grid apart, eight loads before eight stores, DRAM, blocks of 128.
#include "sweep.cuh"

__global__ void seventh_hop(const float4* in, float4* out, int work) {
    const unsigned* words = (const unsigned*)in;
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, at = harness::hash32(thread / 32);
    for (int s = 0; s < work; ++s) at = (at ^ __ldcg(words + (at >> 11))) * 2654435761u + s;  // 2^21 words; not through L1
    out[thread] = make_float4(at, at, at, at);
}

__global__ void seventh_mix(const float4* in, float4* out, int work) {
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, counter = __float_as_uint(in[thread].x), sum = 0;
    for (int s = 0; s < work; ++s, counter += 8) {
#pragma unroll
        for (int j = 0; j < 8; ++j) sum ^= harness::hash32(counter + j);
    }
    out[thread] = make_float4(sum, sum, sum, sum);
}

__global__ void seventh_copy(const float4* in, float4* out, int work) {
    for (int s = 0; s < work; ++s) {
        size_t first = ((size_t)s * gridDim.x + blockIdx.x) * 1024 + threadIdx.x;  // a tile is 8 * 128 float4
        float4 v[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) v[j] = in[(first + j * 128) & (STREAM - 1)];
#pragma unroll
        for (int j = 0; j < 8; ++j) out[(first + j * 128) & (STREAM - 1)] = make_float4(3 * v[j].x, 3 * v[j].y, 3 * v[j].z, 3 * v[j].w);
    }
}

int main(int argc, char** argv) {
    const std::vector<SweptKernel> kernels = {
        {"seventh_hop", seventh_hop, 128, 1280, false}, {"seventh_mix", seventh_mix, 256, 2048, true}, {"seventh_copy", seventh_copy, 128, 192, true}};
    return sweep(kernels, {1.0, 1.05, 1.2, 1.4, 1.6, 1.8, 2.0, 2.15, 2.5, 2.85, 3.0, 3.3, 4.0, 4.6, 5.25, 6.0}, argc, argv);
}
