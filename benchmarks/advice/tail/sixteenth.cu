// Sweep of grid sizes (1 to 8 waves, 1 to 8 resident blocks an SM) that tests what a partial last wave of blocks costs.
//   sixteenth time [KERNEL]     CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us (9 timed runs after 3 warm-ups)
//   sixteenth profile [KERNEL]  launches every combination once, in the same order
// sixteenth_ring    latency: a walk through shared memory, each place from the word before, 64 threads
// sixteenth_weigh   throughput: products of half matrices by tensor cores, four sums a warp, 128 threads
// sixteenth_smooth  bandwidth: a row smoothed with its two neighbours, four loads of 16 bytes in flight, 192 threads
#include <mma.h>

#include "sweep.cuh"

__global__ void sixteenth_ring(const float4* in, float4* out, int steps) {
    unsigned* next = (unsigned*)pool;
    for (int i = threadIdx.x; i < 512; i += blockDim.x) next[i] = (i * 5u + 1u) & 511u;
    __syncthreads();
    unsigned at = threadIdx.x, sum = 0;
    for (int s = 0; s < steps; ++s) { at = next[at]; sum += at; }
    out[blockIdx.x * blockDim.x + threadIdx.x] = make_float4((float)(sum & 0xffff) + in[threadIdx.x].x, 0, 0, 0);
}

__global__ void sixteenth_weigh(const float4* in, float4* out, int steps) {
    using namespace nvcuda;
    half* tile = (half*)pool;  // two of 16 x 16
    for (int i = threadIdx.x; i < 512; i += blockDim.x) tile[i] = __float2half(i < 256 ? 0.01f * (i & 15) : in[threadIdx.x].x);
    __syncthreads();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[4];
    wmma::load_matrix_sync(a, tile, 16);
    wmma::load_matrix_sync(b, tile + 256, 16);
#pragma unroll
    for (int i = 0; i < 4; ++i) wmma::fill_fragment(c[i], (float)i);
    for (int s = 0; s < steps; ++s)
#pragma unroll
        for (int i = 0; i < 4; ++i) wmma::mma_sync(c[i], a, b, c[i]);
    float all = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) all += c[i].x[0] + c[i].x[7];
    out[blockIdx.x * blockDim.x + threadIdx.x] = make_float4(all, 0, 0, 0);
}

__global__ void sixteenth_smooth(const float4* in, float4* out, int steps) {
    size_t at = (size_t)blockIdx.x * steps * 4 * blockDim.x + threadIdx.x;
    for (int s = 0; s < steps; ++s, at += 4 * blockDim.x) {
        float4 l[4], m[4], r[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            const size_t i = at + u * blockDim.x;
            l[u] = in[i ? i - 1 : 0]; m[u] = in[i]; r[u] = in[i + 1];
        }
#pragma unroll
        for (int u = 0; u < 4; ++u)
            out[at + u * blockDim.x] = make_float4(0.25f * l[u].w + 0.5f * m[u].x + 0.25f * m[u].y, 0.25f * m[u].x + 0.5f * m[u].y + 0.25f * m[u].z,
                                                   0.25f * m[u].y + 0.5f * m[u].z + 0.25f * m[u].w, 0.25f * m[u].z + 0.5f * m[u].w + 0.25f * r[u].x);
    }
}

int main(int argc, char** argv) {
    // Blocks of the smoothing: as many steps that eight waves of eight blocks an SM fit into the arrays.
    return sweep({{"sixteenth_ring", sixteenth_ring, 64, 8192, false},
                  {"sixteenth_weigh", sixteenth_weigh, 128, 2048, true},
                  {"sixteenth_smooth", sixteenth_smooth, 192, 48, true}},
                 {1, 1.02, 1.15, 1.3, 1.5, 1.7, 1.9, 2, 2.05, 2.3, 2.6, 3, 3.2, 3.8, 4, 4.4, 5.5, 6.05, 8}, argc, argv);
}
