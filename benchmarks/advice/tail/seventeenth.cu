// Sweep of grid sizes (1 to 8 waves, 1 to 8 resident blocks an SM) that tests what a partial last wave of blocks costs.
//   seventeenth time [KERNEL]     CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us (9 timed runs after 3 warm-ups)
//   seventeenth profile [KERNEL]  launches every combination once, in the same order
// seventeenth_scan   latency: sums passed on through shared memory, a barrier a step, 256 threads
// seventeenth_wave   throughput: sines and exponentials of the fast units, two at a time, 128 threads
// seventeenth_pack   bandwidth: floats read and written as half precision, four loads of 16 bytes in flight, 256 threads
// seventeenth_walk   latency: three descents of a tree in L2 at a time, 96 threads
#include <cuda_fp16.h>

#include "sweep.cuh"

__global__ void seventeenth_scan(const float4* in, float4* out, int steps) {
    float* row = pool;
    const int n = blockDim.x, t = threadIdx.x;
    float v = in[(size_t)blockIdx.x * n + t].x;
    for (int s = 0; s < steps; ++s) {
        float* page = row + (s & 1) * n;
        page[t] = v;
        __syncthreads();
        v = 0.5f * v + 0.25f * page[(t + (1 << (s & 7))) % n] + 0.125f;
    }
    out[(size_t)blockIdx.x * n + t] = make_float4(v, 0, 0, 0);
}

__global__ void seventeenth_wave(const float4* in, float4* out, int steps) {
    const size_t at = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float a = in[at].x, b = in[at].y;
    for (int s = 0; s < steps; ++s) {
        a = __sinf(a + 0.3f) * 0.5f + 0.1f;
        b = __expf(-b) * 0.7f;
    }
    out[at] = make_float4(a, b, 0, 0);
}

__global__ void seventeenth_pack(const float4* in, float4* out, int steps) {
    size_t at = (size_t)blockIdx.x * steps * 4 * blockDim.x + threadIdx.x;
    uint2* packed = (uint2*)out;
    for (int s = 0; s < steps; ++s, at += 4 * blockDim.x) {
        float4 v[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) v[u] = in[at + u * blockDim.x];
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            __half2 lo = __floats2half2_rn(v[u].x, v[u].y), hi = __floats2half2_rn(v[u].z, v[u].w);
            packed[at + u * blockDim.x] = make_uint2(*(unsigned*)&lo, *(unsigned*)&hi);
        }
    }
}

__global__ void seventeenth_walk(const float4* in, float4* out, int steps) {
    const unsigned* tree = (const unsigned*)in;  // 4 MB of it, in which each word tells the next place
    const size_t at = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned p = (unsigned)at * 977u, q = p * 31u + 7u, r = q * 17u + 3u;
    for (int s = 0; s < steps; ++s) {
        p = __ldcg(tree + ((p ^ s) & 0xfffffu)) * 3u + p;
        q = __ldcg(tree + ((q ^ s) & 0xfffffu)) * 5u + q;
        r = __ldcg(tree + ((r ^ s) & 0xfffffu)) * 7u + r;
    }
    out[at] = make_float4((float)(p & 0xffff), (float)(q & 0xffff), (float)(r & 0xffff), 0);
}

int main(int argc, char** argv) {
    // Blocks of the packing: as many steps that eight waves of eight blocks an SM fit into the arrays.
    return sweep({{"seventeenth_scan", seventeenth_scan, 256, 2048, false},
                  {"seventeenth_wave", seventeenth_wave, 128, 8192, true},
                  {"seventeenth_pack", seventeenth_pack, 256, 40, true},
                  {"seventeenth_walk", seventeenth_walk, 96, 256, false}},
                 {1, 1.02, 1.15, 1.3, 1.5, 1.7, 1.9, 2, 2.05, 2.3, 2.6, 3, 3.2, 3.8, 4, 4.4, 5.5, 6.05, 8}, argc, argv);
}
