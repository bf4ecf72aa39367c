// Sweep of grid sizes (1 to 6 waves, 1 to 8 resident blocks an SM) that tests what a partial last wave of blocks costs.
//   fourteenth time [KERNEL]     CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us (9 timed runs after 3 warm-ups)
//   fourteenth profile [KERNEL]  launches every combination once, in the same order
// fourteenth_orbit   latency: a comet's steps around the sun, each from the one before, two warps a block
// fourteenth_noise   throughput: sums of value noise, two independent lattices a thread, 256 threads
// fourteenth_fade    bandwidth: one picture faded into another, eight loads of 16 bytes in flight, 256 threads
// fourteenth_probe   latency: probes of a table that L2 keeps, each place from the word before, 128 threads
#include "sweep.cuh"

__global__ void fourteenth_orbit(const float4* in, float4* out, int steps) {
    float x = 1.0f + in[threadIdx.x].x, y = in[threadIdx.x].y, vx = 0.1f, vy = 1.0f;
    for (int s = 0; s < steps; ++s) {
        const float inverse = rsqrtf(fmaf(x, x, fmaf(y, y, 0.01f))), pull = -0.001f * inverse * inverse * inverse;
        vx = fmaf(pull, x, vx); vy = fmaf(pull, y, vy);
        x = fmaf(0.001f, vx, x); y = fmaf(0.001f, vy, y);
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = make_float4(x, y, vx, vy);
}

__device__ __forceinline__ float lattice(unsigned x, unsigned y) {
    const unsigned h = (x * 0x9e3779b1u) ^ (y * 0x85ebca77u);
    return (float)((h ^ (h >> 15)) & 0xffff);
}

__device__ __forceinline__ float noise(float x, float y) {
    const unsigned i = (unsigned)x, j = (unsigned)y;
    const float u = x - (float)i, v = y - (float)j;
    const float low = fmaf(u, lattice(i + 1, j) - lattice(i, j), lattice(i, j)), high = fmaf(u, lattice(i + 1, j + 1) - lattice(i, j + 1), lattice(i, j + 1));
    return fmaf(v, high - low, low);
}

__global__ void fourteenth_noise(const float4* in, float4* out, int steps) {
    float x = 100.0f + in[threadIdx.x].x, y = 200.0f + in[threadIdx.x].y, one = 0.0f, two = 0.0f;
    for (int s = 0; s < steps; ++s) {
        one += noise(x, y); two += noise(y, x);
        x += 0.37f; y += 0.21f;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = make_float4(one, two, 0, 0);
}

__global__ void fourteenth_fade(const float4* from, float4* to, int steps) {
    size_t at = (size_t)blockIdx.x * steps * 4 * blockDim.x + threadIdx.x;
    for (int s = 0; s < steps; ++s, at += 4 * blockDim.x) {
        float4 p[4], q[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) { p[u] = from[at + u * blockDim.x]; q[u] = from[at + u * blockDim.x + STREAM]; }
#pragma unroll
        for (int u = 0; u < 4; ++u)
            to[at + u * blockDim.x] = make_float4(fmaf(0.3f, q[u].x - p[u].x, p[u].x), fmaf(0.3f, q[u].y - p[u].y, p[u].y),
                                                  fmaf(0.3f, q[u].z - p[u].z, p[u].z), fmaf(0.3f, q[u].w - p[u].w, p[u].w));
    }
}

__global__ void fourteenth_probe(const float4* in, float4* out, int steps) {
    const unsigned* table = (const unsigned*)in;  // 16 MB of it
    unsigned at = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u, sum = 0;
    for (int s = 0; s < steps; ++s) {
        const unsigned word = table[(at >> 8) & 0x3fffff];
        sum += word;
        at = (at ^ word) * 0x9e3779b1u + 0x7f4a7c15u;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = make_float4((float)(sum & 0xffff), 0, 0, 0);
}

int main(int argc, char** argv) {
    // Blocks of the stream: as many steps that six waves of eight blocks an SM fit into the arrays.
    return sweep({{"fourteenth_orbit", fourteenth_orbit, 64, 8192, false},
                  {"fourteenth_noise", fourteenth_noise, 256, 4096, true},
                  {"fourteenth_fade", fourteenth_fade, 256, 64, true},
                  {"fourteenth_probe", fourteenth_probe, 128, 512, false}},
                 {1, 1.06, 1.2, 1.5, 1.8, 2, 2.15, 2.4, 2.7, 3, 3.3, 4, 4.7, 6}, argc, argv);
}
