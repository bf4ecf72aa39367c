// Sweep of grid sizes (1 to 8 waves, 1 to 8 resident blocks an SM) that tests what a partial last wave of blocks costs.
//   fifteenth time [KERNEL]     CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us (9 timed runs after 3 warm-ups)
//   fifteenth profile [KERNEL]  launches every combination once, in the same order
// fifteenth_chain  latency: one multiply-add after the other, 128 threads
// fifteenth_mix    throughput: six hashes at a time, each mixed by shifts, exclusive ors and products, 256 threads
// fifteenth_sum    bandwidth: three arrays added into a fourth, four loads of each in flight, 256 threads
#include "sweep.cuh"

__global__ void fifteenth_chain(const float4* in, float4* out, int steps) {
    float x = in[threadIdx.x].x;
    const float a = 0.999f, b = 0.001f;
#pragma unroll 8
    for (int s = 0; s < steps; ++s) x = fmaf(a, x, b);
    out[blockIdx.x * blockDim.x + threadIdx.x] = make_float4(x, 0, 0, 0);
}

__global__ void fifteenth_mix(const float4* in, float4* out, int steps) {
    unsigned h[6];
#pragma unroll
    for (int i = 0; i < 6; ++i) h[i] = __float_as_uint(in[threadIdx.x].x) + 0x9e3779b9u * (i + 1 + blockIdx.x);
    for (int s = 0; s < steps; ++s)
#pragma unroll
        for (int i = 0; i < 6; ++i) {
            h[i] ^= h[i] >> 16; h[i] *= 0x7feb352du;
            h[i] ^= h[i] >> 15; h[i] *= 0x846ca68bu;
        }
    unsigned all = 0;
#pragma unroll
    for (int i = 0; i < 6; ++i) all ^= h[i];
    out[blockIdx.x * blockDim.x + threadIdx.x] = make_float4((float)(all & 0xffff), 0, 0, 0);
}

__global__ void fifteenth_sum(const float4* in, float4* out, int steps) {
    size_t at = (size_t)blockIdx.x * steps * 4 * blockDim.x + threadIdx.x;
    for (int s = 0; s < steps; ++s, at += 4 * blockDim.x) {
        float4 p[4], q[4], r[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            const size_t i = at + u * blockDim.x;
            p[u] = in[i]; q[u] = in[i + STREAM / 2]; r[u] = in[i + STREAM];
        }
#pragma unroll
        for (int u = 0; u < 4; ++u)
            out[at + u * blockDim.x] = make_float4(p[u].x + q[u].x + r[u].x, p[u].y + q[u].y + r[u].y, p[u].z + q[u].z + r[u].z, p[u].w + q[u].w + r[u].w);
    }
}

int main(int argc, char** argv) {
    // Blocks of the stream: as many steps that eight waves of eight blocks an SM fit into half an array.
    return sweep({{"fifteenth_chain", fifteenth_chain, 128, 65536, false},
                  {"fifteenth_mix", fifteenth_mix, 256, 8192, true},
                  {"fifteenth_sum", fifteenth_sum, 256, 24, true}},
                 {1, 1.03, 1.1, 1.25, 1.5, 1.75, 1.95, 2, 2.1, 2.5, 3, 3.5, 4, 4.25, 5, 6.1, 7.5, 8}, argc, argv);
}
