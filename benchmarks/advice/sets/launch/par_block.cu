// Latency-bound walks whose block size caps the resident warps.
//
// facet_hop_a -> facet_hop_b     occupancy-limited-by-block-size: blocks of one warp, and an SM holds 32 blocks: 32 of 64 warps. One warp to a walk of 32
//   dependent 64-byte loads (~0.4 us each): 24 waves * 32 * 0.4 us = 0.3 ms. With 256 threads all 64 warps live: 12 waves.
// seam_trace_a -> seam_trace_b   occupancy-limited-by-block-size: 704 threads = 22 warps, an SM holds two such blocks: 44 of 64 warps (69%). A thread follows
//   its seam down 96 rows of a 285 MB byte image, each step depending on the last: 16 waves * 96 * 0.4 us = 0.6 ms; with 256 threads 11 waves (-31%).
#include "harness.cuh"

__device__ __forceinline__ void hop(const int* __restrict__ facet, unsigned* out, unsigned facets, int walks) {
    int walk = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (walk >= walks) return;
    unsigned f = harness::hash32(walk) % facets, mark = 0;
    #pragma unroll 1
    for (int h = 0; h < 32; ++h) {
        unsigned v = facet[(size_t)f * 16 + (lane & 15)];
        mark = mark * 31 + (v & 7);
        f = __shfl_sync(~0u, v, (walk + h) & 15);
    }
    if (lane == 0) out[walk] = mark & 0xffff;
}
__global__ void facet_hop_a(const int* facet, unsigned* out, unsigned facets, int walks) { hop(facet, out, facets, walks); }
__global__ void facet_hop_b(const int* facet, unsigned* out, unsigned facets, int walks) { hop(facet, out, facets, walks); }

__device__ __forceinline__ void trace(const unsigned char* __restrict__ image, int* out, int width, int rows) {
    int seam = blockIdx.x * blockDim.x + threadIdx.x, x = seam, cost = 0;
    if (seam >= width) return;
    #pragma unroll 1
    for (int r = 0; r < rows; ++r) {
        int v = image[(size_t)r * width + x];
        cost += v;
        x = min(width - 1, max(0, x + (v < 80 ? -1 : v > 176 ? 1 : 0)));
    }
    out[seam] = cost;
}
__global__ void seam_trace_a(const unsigned char* image, int* out, int width, int rows) { trace(image, out, width, rows); }
__global__ void seam_trace_b(const unsigned char* image, int* out, int width, int rows) { trace(image, out, width, rows); }

int main(int argc, char** argv) {
    const unsigned facets = 4u << 20;
    const int walks = 132 * 64 * 12, width = 264 * 704 * 16, rows = 96;
    int* facet = harness::indices((size_t)facets * 16, facets);
    const unsigned char* image = (unsigned char*)harness::indices((size_t)width * rows / 4, 0xffffffffu, 11);
    unsigned *wa = harness::empty<unsigned>(walks), *wb = harness::empty<unsigned>(walks);
    int *ta = harness::empty<int>(width), *tb = harness::empty<int>(width);
    return harness::run(argc, argv, {
        {"facet_hop_a", [=] { facet_hop_a<<<walks, 32>>>(facet, wa, facets, walks); }, wa, (size_t)walks, harness::Output::i32},
        {"facet_hop_b", [=] { facet_hop_b<<<walks / 8, 256>>>(facet, wb, facets, walks); }, wb, (size_t)walks, harness::Output::i32},
        {"seam_trace_a", [=] { seam_trace_a<<<width / 704, 704>>>(image, ta, width, rows); }, ta, (size_t)width, harness::Output::i32},
        {"seam_trace_b", [=] { seam_trace_b<<<width / 256, 256>>>(image, tb, width, rows); }, tb, (size_t)width, harness::Output::i32},
    });
}
