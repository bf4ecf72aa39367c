// Gathers along chains: where to read next is known only from what was read last, so nothing but other chains can hide
// the memory's latency (some 700 cycles to DRAM).
//
// gather_regs           each warp follows a chain of 192 random records of 128 bytes, then projects what it gathered onto 128
//                       channels, all 128 sums in registers. That short epilogue sets the register count of the whole kernel:
//                       one block of 8 warps an SM (12.5% occupancy) waits through the long gather.
// gather_regs_fixed     the epilogue in passes of 16 channels: few registers, eight blocks an SM, same results.
// gather_latency        two warps an SM, each thread walks four linked chains, one after the other: one load in flight a thread.
// gather_latency_fixed  the same four chains side by side: four loads in flight a thread.
#include "samples.h"

constexpr int CHANNELS = 128, TERMS = 8, CHAINS = 4;

__constant__ float projection[TERMS][CHANNELS];

// Sum, fading, of `steps` records of 32 floats; the hash of a record's first word names the record that follows.
__device__ float gather(const float* __restrict__ table, uint32_t records, int steps, int warp, int lane) {
    uint32_t record = harness::hash32(warp) & (records - 1);
    float sum = 0;
    for (int s = 0; s < steps; ++s) {
        float v = table[(size_t)record * 32 + lane];
        sum = fmaf(0.5f, sum, 0.5f * v);
        record = harness::hash32(__float_as_uint(__shfl_sync(~0u, v, 0)) + warp) & (records - 1);
    }
    return sum;
}

// Channels first .. first + WIDTH of the polynomial sum_j projection[j][channel] x^j, each warp's 32 lanes side by side.
template <int WIDTH>
__device__ void project(float x, float* __restrict__ out, int first, int terms, int warp, int lane) {
    float sum[WIDTH] = {}, power = 1;
#pragma unroll 1
    for (int j = 0; j < terms; ++j, power *= x)
#pragma unroll
        for (int c = 0; c < WIDTH; ++c) sum[c] = fmaf(projection[j][first + c], power, sum[c]);
#pragma unroll
    for (int c = 0; c < WIDTH; ++c) out[((size_t)warp * CHANNELS + first + c) * 32 + lane] = sum[c];
}

__global__ void __launch_bounds__(256) gather_regs(const float* __restrict__ table, float* __restrict__ out, uint32_t records, int steps, int terms) {
    int warp = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    float x = gather(table, records, steps, warp, lane);
    project<CHANNELS>(x, out, 0, terms, warp, lane);
}

__global__ void __launch_bounds__(256) gather_regs_fixed(const float* __restrict__ table, float* __restrict__ out, uint32_t records, int steps, int terms) {
    int warp = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    float x = gather(table, records, steps, warp, lane);
#pragma unroll 1
    for (int first = 0; first < CHANNELS; first += 16) project<16>(x, out, first, terms, warp, lane);
}

__global__ void gather_latency(const int* __restrict__ next, int* __restrict__ ends, uint32_t nodes, int steps) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    for (int c = 0; c < CHAINS; ++c) {
        int node = harness::hash32(c * threads + thread) & (nodes - 1);
        for (int s = 0; s < steps; ++s) node = next[node];
        ends[c * threads + thread] = node;
    }
}

__global__ void gather_latency_fixed(const int* __restrict__ next, int* __restrict__ ends, uint32_t nodes, int steps) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    int node[CHAINS];
    for (int c = 0; c < CHAINS; ++c) node[c] = harness::hash32(c * threads + thread) & (nodes - 1);
    for (int s = 0; s < steps; ++s)
        for (int c = 0; c < CHAINS; ++c) node[c] = next[node[c]];
    for (int c = 0; c < CHAINS; ++c) ends[c * threads + thread] = node[c];
}

samples::Cases samples::gathers() {
    const int sms = attribute(cudaDevAttrMultiProcessorCount);

    constexpr uint32_t records = 1 << 23, nodes = 1 << 28;  // 1 GB each
    std::vector<float> weights(TERMS * CHANNELS);
    for (size_t i = 0; i < weights.size(); ++i) weights[i] = harness::unit((uint32_t)i);
    CHECK(cudaMemcpyToSymbol(projection, weights.data(), weights.size() * sizeof(float)));
    const float* table = harness::filled<float>((size_t)records * 32, 6);
    const int blocks = sms * 16;  // whole waves at 1, 2, 4 and 8 resident blocks an SM
    const size_t values = (size_t)blocks * 8 * CHANNELS * 32;
    float *regs = harness::empty<float>(values), *regs_fixed = harness::empty<float>(values);

    const int* next = harness::indices(nodes, nodes);
    const size_t chains = (size_t)sms * 64 * CHAINS;
    int *ends = harness::empty<int>(chains), *ends_fixed = harness::empty<int>(chains);
    return {
        sample("gather_regs", "chains of 192 records, 128 channels",
               [=] { gather_regs<<<blocks, 256>>>(table, regs, records, 192, TERMS); }, regs, values),
        sample("gather_regs_fixed", "chains of 192 records, 128 channels",
               [=] { gather_regs_fixed<<<blocks, 256>>>(table, regs_fixed, records, 192, TERMS); }, regs_fixed, values),
        sample("gather_latency", "4 chains of 256 steps a thread, one by one",
               [=] { gather_latency<<<sms, 64>>>(next, ends, nodes, 256); }, ends, chains, Output::i32),
        sample("gather_latency_fixed", "4 chains of 256 steps a thread, side by side",
               [=] { gather_latency_fixed<<<sms, 64>>>(next, ends_fixed, nodes, 256); }, ends_fixed, chains, Output::i32),
    };
}
