// Chains of dependent loads (node -> next node), one warp to a chain, with a table in shared memory: latency-bound, time goes with 1 / resident warps.
//
// suffix_probe_a -> suffix_probe_b   occupancy-limited-by-shared-memory: blocks of 128 threads ask for 100 KB, a size kept for the longest profile, and use
//   8 KB: 2 blocks = 8 warps an SM (12.5%). With 8 KB: 16 blocks = 64 warps. 32 waves * 48 hops * 0.4 us = 0.6 ms before, 4 waves after.
// route_flows_a -> route_flows_b     occupancy-limited-by-shared-memory: a 64 KB first-level table per block of 256 threads: 3 blocks = 24 warps (37.5%).
//   Mended: 1024 threads share one table, 2 blocks = 64 warps. 256 flows per warp * 3 hops * 0.4 us = 0.3 ms before, 96 flows per warp after.
#include "harness.cuh"
extern __shared__ int shared_table[];

__device__ __forceinline__ void suffix(const int* __restrict__ pool, const float* __restrict__ profile, float* out, unsigned nodes) {
    float* window = (float*)shared_table;
    for (int i = threadIdx.x; i < 2048; i += blockDim.x) window[i] = profile[i];
    __syncthreads();
    int chain = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    unsigned node = harness::hash32(chain) % nodes; float score = 0;
    #pragma unroll 1
    for (int h = 0; h < 48; ++h) {
        int v = pool[(size_t)node * 32 + lane];
        score = fmaxf(0.0f, score + window[v & 2047]);
        node = __shfl_sync(~0u, v, h & 31);
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = score;
}
__global__ void __launch_bounds__(128) suffix_probe_a(const int* pool, const float* profile, float* out, unsigned nodes) { suffix(pool, profile, out, nodes); }
__global__ void __launch_bounds__(128) suffix_probe_b(const int* pool, const float* profile, float* out, unsigned nodes) { suffix(pool, profile, out, nodes); }

// Nodes of 16 words here: the upper lanes read what the lower ones read.
__device__ __forceinline__ void route(const int* __restrict__ pool, const int* __restrict__ first, int* out, int flows) {
    for (int i = threadIdx.x; i < 16384 / 4; i += blockDim.x) ((int4*)shared_table)[i] = ((const int4*)first)[i];
    __syncthreads();
    int warps = gridDim.x * (blockDim.x >> 5), lane = threadIdx.x & 31;
    for (int flow = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5); flow < flows; flow += warps) {
        unsigned node = shared_table[harness::hash32(flow) & 16383], port = 0;
        #pragma unroll 1
        for (int h = 0; h < 3; ++h) {
            int v = pool[(size_t)node * 16 + (lane & 15)];
            port ^= v;
            node = __shfl_sync(~0u, v, (flow + h) & 15);
        }
        if (lane == 0) out[flow] = port & 255;
    }
}
__global__ void __launch_bounds__(256) route_flows_a(const int* pool, const int* first, int* out, int flows) { route(pool, first, out, flows); }
__global__ void __launch_bounds__(1024) route_flows_b(const int* pool, const int* first, int* out, int flows) { route(pool, first, out, flows); }

int main(int argc, char** argv) {
    const unsigned nodes = 2u << 20;
    const int blocks = 132 * 16 * 4, flows = 132 * 192 * 32, wide = 100 << 10, narrow = 8 << 10, table = 64 << 10;
    const size_t scores = (size_t)blocks * 128;
    int* pool = harness::indices((size_t)nodes * 32, nodes);
    float* profile = harness::filled<float>(2048);
    int* first = harness::indices(16384, nodes, 5);
    float *sa = harness::empty<float>(scores), *sb = harness::empty<float>(scores);
    int *ra = harness::empty<int>(flows), *rb = harness::empty<int>(flows);
    CHECK(cudaFuncSetAttribute(suffix_probe_a, cudaFuncAttributeMaxDynamicSharedMemorySize, wide));
    CHECK(cudaFuncSetAttribute(route_flows_a, cudaFuncAttributeMaxDynamicSharedMemorySize, table));
    CHECK(cudaFuncSetAttribute(route_flows_b, cudaFuncAttributeMaxDynamicSharedMemorySize, table));
    return harness::run(argc, argv, {
        {"suffix_probe_a", [=] { suffix_probe_a<<<blocks, 128, wide>>>(pool, profile, sa, nodes); }, sa, scores},
        {"suffix_probe_b", [=] { suffix_probe_b<<<blocks, 128, narrow>>>(pool, profile, sb, nodes); }, sb, scores},
        {"route_flows_a", [=] { route_flows_a<<<396, 256, table>>>(pool, first, ra, flows); }, ra, (size_t)flows, harness::Output::i32},
        {"route_flows_b", [=] { route_flows_b<<<264, 1024, table>>>(pool, first, rb, flows); }, rb, (size_t)flows, harness::Output::i32},
    });
}
