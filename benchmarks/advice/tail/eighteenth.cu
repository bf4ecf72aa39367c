// Sweep of grid sizes (1 to 8 waves, 1 to 8 resident blocks an SM) that tests what a partial last wave of blocks costs.
//   eighteenth time [KERNEL]     CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us (9 timed runs after 3 warm-ups)
//   eighteenth profile [KERNEL]  launches every combination once, in the same order
// eighteenth_relax   latency: roots by Newton's steps, a division and a reciprocal root in turn, 160 threads
// eighteenth_bytes   throughput: products of four bytes added up, six sums a thread, 192 threads
// eighteenth_lines   bandwidth: scattered lines of 512 bytes read, four loads of 16 bytes in flight, one sum stored, 128 threads
// eighteenth_wide    bandwidth: c = a * b + c, eight loads of 16 bytes in flight, 512 threads
#include "sweep.cuh"

__global__ void eighteenth_relax(const float4* in, float4* out, int steps) {
    const size_t at = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const float4 a = in[at];
    float x = 1.5f + a.x, c = 2.0f + a.y;
    for (int s = 0; s < steps; ++s) {
        x = 0.5f * (x + c / x);
        c = 1.0f + rsqrtf(x + c);
    }
    out[at] = make_float4(x, c, 0, 0);
}

__global__ void eighteenth_bytes(const float4* in, float4* out, int steps) {
    const size_t at = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int4 v = *(const int4*)(in + at);
    int sum[6], x = v.x, y = v.y;
#pragma unroll
    for (int u = 0; u < 6; ++u) sum[u] = v.z + u;
    for (int s = 0; s < steps; ++s) {
#pragma unroll
        for (int u = 0; u < 6; ++u) sum[u] = __dp4a(x, sum[(u + 1) % 6], sum[u]);
        x += s;
        y ^= x;
    }
    out[at] = make_float4((float)((sum[0] ^ sum[1]) & 0xffff), (float)((sum[2] ^ sum[3]) & 0xffff), (float)((sum[4] ^ sum[5]) & 0xffff), (float)(y & 0xff));
}

__global__ void eighteenth_lines(const float4* in, float4* out, int steps) {
    const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    float sum = 0;
    for (int s = 0; s < steps; ++s) {
        float4 v[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            const unsigned line = ((warp * steps + s) * 4 + u) * 2654435761u >> 11;  // of 2^21 lines, 1 GB
            v[u] = in[(size_t)line * 32 + lane];
        }
#pragma unroll
        for (int u = 0; u < 4; ++u) sum += v[u].x + v[u].y + v[u].z + v[u].w;
    }
    out[(size_t)blockIdx.x * blockDim.x + threadIdx.x] = make_float4(sum, 0, 0, 0);
}

__global__ void eighteenth_wide(const float4* in, float4* out, int steps) {
    size_t at = (size_t)blockIdx.x * steps * 4 * blockDim.x + threadIdx.x;
    for (int s = 0; s < steps; ++s, at += 4 * blockDim.x) {
        float4 a[4], c[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            a[u] = in[at + u * blockDim.x];
            c[u] = out[at + u * blockDim.x];
        }
#pragma unroll
        for (int u = 0; u < 4; ++u) out[at + u * blockDim.x] = make_float4(a[u].x * 0.5f + c[u].x, a[u].y * 0.5f + c[u].y, a[u].z * 0.5f + c[u].z, a[u].w * 0.5f + c[u].w);
    }
}

int main(int argc, char** argv) {
    // Blocks of the stream: as many steps that eight waves at full residency fit into the arrays.
    return sweep({{"eighteenth_relax", eighteenth_relax, 160, 1024, false},
                  {"eighteenth_bytes", eighteenth_bytes, 192, 8192, true},
                  {"eighteenth_lines", eighteenth_lines, 128, 512, true},
                  {"eighteenth_wide", eighteenth_wide, 512, 28, true}},
                 {1, 1.03, 1.12, 1.25, 1.4, 1.6, 1.85, 2, 2.1, 2.35, 2.7, 3, 3.4, 3.75, 4, 4.5, 5.2, 6.3, 8}, argc, argv);
}
