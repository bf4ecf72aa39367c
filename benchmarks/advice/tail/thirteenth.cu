// Sweep of grid sizes (1 to 6 waves, 1 to 8 resident blocks an SM) that tests what a partial last wave of blocks costs.
//   thirteenth time [KERNEL]     CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us (9 timed runs after 3 warm-ups)
//   thirteenth profile [KERNEL]  launches every combination once, in the same order
// thirteenth_pendulum  latency: a swing's dependent steps, a warp a block
// thirteenth_mixing    throughput: four independent streams of xorshift and multiply a thread (integer issue), 256 threads
// thirteenth_axpy      bandwidth: y = a x + y over long arrays, eight loads of 16 bytes in flight, 256 threads
// thirteenth_sums      throughput: sixteen independent multiply-add chains a thread, 128 threads
#include "sweep.cuh"

__global__ void thirteenth_pendulum(const float4* in, float4* out, int steps) {
    float angle = in[threadIdx.x].x, speed = in[threadIdx.x].y;
    for (int s = 0; s < steps; ++s) {
        speed = fmaf(-0.01f, angle * fmaf(-0.1667f * angle, angle, 1.0f), speed);
        angle = fmaf(0.01f, speed, angle);
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = make_float4(angle, speed, 0, 0);
}

__global__ void thirteenth_mixing(const float4* in, float4* out, int steps) {
    const float4 seed = in[threadIdx.x];
    unsigned a = __float_as_uint(seed.x), b = __float_as_uint(seed.y), c = __float_as_uint(seed.z), d = __float_as_uint(seed.w);
    for (int s = 0; s < steps; ++s) {
        a = (a ^ (a >> 15)) * 0x2c1b3c6du; b = (b ^ (b >> 12)) * 0x297a2d39u; c = (c ^ (c >> 15)) * 0x85ebca6bu; d = (d ^ (d >> 13)) * 0xc2b2ae35u;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = make_float4(__uint_as_float(a & 0x3fffffff), __uint_as_float(b & 0x3fffffff),
                                                             __uint_as_float(c & 0x3fffffff), __uint_as_float(d & 0x3fffffff));
}

__global__ void thirteenth_axpy(const float4* x, float4* y, int steps) {
    size_t at = (size_t)blockIdx.x * steps * 4 * blockDim.x + threadIdx.x;
    for (int s = 0; s < steps; ++s, at += 4 * blockDim.x) {
        float4 p[4], q[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) { p[u] = x[at + u * blockDim.x]; q[u] = y[at + u * blockDim.x]; }
#pragma unroll
        for (int u = 0; u < 4; ++u)
            y[at + u * blockDim.x] = make_float4(fmaf(0.5f, p[u].x, q[u].x), fmaf(0.5f, p[u].y, q[u].y), fmaf(0.5f, p[u].z, q[u].z), fmaf(0.5f, p[u].w, q[u].w));
    }
}

__global__ void __launch_bounds__(128) thirteenth_sums(const float4* in, float4* out, int steps) {
    float sum[16];
#pragma unroll
    for (int i = 0; i < 16; ++i) sum[i] = in[threadIdx.x + i].x;
    const float scale = in[threadIdx.x].y, shift = in[threadIdx.x].z;
    for (int s = 0; s < steps; ++s) {
#pragma unroll
        for (int i = 0; i < 16; ++i) sum[i] = fmaf(sum[i], scale, shift);
    }
    float all = 0;
#pragma unroll
    for (int i = 0; i < 16; ++i) all += sum[i];
    out[blockIdx.x * blockDim.x + threadIdx.x] = make_float4(all, 0, 0, 0);
}

int main(int argc, char** argv) {
    // Blocks of the stream: as many steps that six waves of eight blocks an SM fit into the arrays.
    return sweep({{"thirteenth_pendulum", thirteenth_pendulum, 32, 8192, false},
                  {"thirteenth_mixing", thirteenth_mixing, 256, 16384, true},
                  {"thirteenth_axpy", thirteenth_axpy, 256, 64, true},
                  {"thirteenth_sums", thirteenth_sums, 128, 8192, true}},
                 {1, 1.05, 1.25, 1.5, 1.9, 2, 2.1, 2.5, 2.85, 3, 3.4, 4, 4.6, 6}, argc, argv);
}
