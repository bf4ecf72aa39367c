// Warps that follow linked 128-byte nodes through a 256 MB pool: one dependent DRAM load (~750 cycles, 0.4 us) per hop, coalesced inside the warp.
//
// bucket_walk_a -> bucket_walk_b   low-achieved-occupancy: in a block of 16 warps one list has 96 hops, the others 12. The block keeps its slot
//   until the long list ends, so (15*12 + 96)/(16*96) = 18% of the resident warp slots work. With 2-warp blocks 276/360 = 77%: up to 4x sooner.
//   24 waves * 96 hops * 0.4 us = 0.9 ms before; the bytes (203k lists * 17 hops * 128 B = 450 MB) need only 0.1 ms.
// probe_rows_a -> probe_rows_b     low-achieved-occupancy: 16 warps scan a row each, then warp 0 alone looks up all 16 winners (16 * 3 hops * 0.4 us =
//   19 us) while 15 of 16 warps have left. Mended: every warp looks up its own winner (1.2 us). Row bytes: 415 MB = 0.1 ms.
#include "harness.cuh"

__device__ __forceinline__ unsigned warp_sum(unsigned v) {
    for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(~0u, v, d);
    return v;
}
__device__ __forceinline__ unsigned follow(const int* __restrict__ pool, unsigned node, int hops) {
    unsigned sum = 0, lane = threadIdx.x & 31;
    for (; hops > 0; --hops) {
        unsigned v = pool[(size_t)node * 32 + lane];
        sum += v;
        node = __shfl_sync(~0u, v, hops & 31);
    }
    return warp_sum(sum);
}

__device__ __forceinline__ void walk(const int* pool, const int* head, const int* hops, unsigned* out, int lists) {
    int list = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    if (list >= lists) return;
    unsigned s = follow(pool, head[list], hops[list]);
    if ((threadIdx.x & 31) == 0) out[list] = s & 0xffff;
}
__global__ void bucket_walk_a(const int* pool, const int* head, const int* hops, unsigned* out, int lists) { walk(pool, head, hops, out, lists); }
__global__ void bucket_walk_b(const int* pool, const int* head, const int* hops, unsigned* out, int lists) { walk(pool, head, hops, out, lists); }

// Largest value of a row of 512 floats, turned into a node of the pool.
__device__ __forceinline__ unsigned winner(const float4* __restrict__ rows, int row, unsigned nodes) {
    float4 v[4]; float m = -2;
    for (int k = 0; k < 4; ++k) v[k] = rows[(size_t)row * 128 + k * 32 + (threadIdx.x & 31)];
    for (int k = 0; k < 4; ++k) m = fmaxf(m, fmaxf(fmaxf(v[k].x, v[k].y), fmaxf(v[k].z, v[k].w)));
    for (int d = 16; d; d >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
    return harness::hash32(__float_as_uint(m) + row) % nodes;
}
__global__ void probe_rows_a(const float4* rows, const int* pool, unsigned* out, unsigned nodes) {
    __shared__ unsigned best[16];
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31, first = blockIdx.x * 16;
    unsigned w = winner(rows, first + warp, nodes);
    if (lane == 0) best[warp] = w;
    __syncthreads();
    if (warp == 0) {
        #pragma unroll 1
        for (int i = 0; i < 16; ++i) {
            unsigned s = follow(pool, best[i], 3);
            if (lane == 0) out[first + i] = s & 0xffff;
        }
    }
}
__global__ void probe_rows_b(const float4* rows, const int* pool, unsigned* out, unsigned nodes) {
    __shared__ unsigned best[16];
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31, first = blockIdx.x * 16;
    unsigned w = winner(rows, first + warp, nodes);
    if (lane == 0) best[warp] = w;
    __syncthreads();
    unsigned s = follow(pool, best[warp], 3);
    if (lane == 0) out[first + warp] = s & 0xffff;
}

int main(int argc, char** argv) {
    const unsigned nodes = 2u << 20;
    const int lists = 24 * 528 * 16, blocks = 12672;
    int* pool = harness::indices((size_t)nodes * 32, nodes);
    int* head = harness::indices(lists, nodes, 99);
    std::vector<int> length(lists);
    for (int i = 0; i < lists; ++i) length[i] = harness::hash32(i / 16) % 16 == unsigned(i % 16) ? 96 : 12;
    int* hops = harness::uploaded(length);
    float4* rows = (float4*)harness::filled<float>((size_t)blocks * 16 * 512);
    unsigned *oa = harness::empty<unsigned>(lists), *ob = harness::empty<unsigned>(lists);
    unsigned *pa = harness::empty<unsigned>(blocks * 16), *pb = harness::empty<unsigned>(blocks * 16);
    return harness::run(argc, argv, {
        {"bucket_walk_a", [=] { bucket_walk_a<<<lists / 16, 512>>>(pool, head, hops, oa, lists); }, oa, (size_t)lists, harness::Output::i32},
        {"bucket_walk_b", [=] { bucket_walk_b<<<lists / 2, 64>>>(pool, head, hops, ob, lists); }, ob, (size_t)lists, harness::Output::i32},
        {"probe_rows_a", [=] { probe_rows_a<<<blocks, 512>>>(rows, pool, pa, nodes); }, pa, (size_t)blocks * 16, harness::Output::i32},
        {"probe_rows_b", [=] { probe_rows_b<<<blocks, 512>>>(rows, pool, pb, nodes); }, pb, (size_t)blocks * 16, harness::Output::i32},
    });
}
