// Block-wide barriers after phases of a few instructions, against synchronising only those who share data.
//
// sparse_gate_a -> sparse_gate_b   barrier-stall: sparsemax of rows of 1,024 by 16 bisections of the threshold, one thread per element; every bisection sums
//   the block. A tree in shared memory has 11 barriers of 32 warps (~80 cycles each): 16,384 rows / 264 blocks * 16 * 880 cycles = 0.9 M cycles = 0.44 ms.
//   Mended: warp shuffles, one barrier, and every warp sums the 32 partial sums by itself (8 shuffles * 64 warps = 512 cycles for two blocks). Bytes: 134 MB = 0.03 ms.
// flame_lines_a -> flame_lines_b   barrier-stall: every warp advances its own line of 32 cells in shared memory; the number of substeps differs from warp to
//   warp and step to step (1, or 16 in one of 16 cases; mean 1.9). A barrier after every step waits for the slowest of 32 warps although no data
//   crosses warps: ~14.5 rounds * ~90 cycles a step, 400 steps = 0.5 M cycles = 0.27 ms. Mended with __syncwarp: 64 warps share the load/store
//   unit, 1.9 * 64 * 4 = 500 cycles a step = 0.1 ms.
#include "harness.cuh"

__global__ void __launch_bounds__(1024) sparse_gate_a(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float part[1024];
    int t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * 1024 + t;
    float x = in[i], low = -2, high = 1;
    for (int round = 0; round < 16; ++round) {
        float mid = 0.5f * (low + high);
        part[t] = fmaxf(x - mid, 0.0f);
        __syncthreads();
        for (int d = 512; d; d >>= 1) {
            if (t < d) part[t] += part[t + d];
            __syncthreads();
        }
        if (part[0] > 1) low = mid; else high = mid;
        __syncthreads();
    }
    out[i] = fmaxf(x - low, 0.0f);
}
__global__ void __launch_bounds__(1024) sparse_gate_b(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float4 part[2][8];
    int t = threadIdx.x, lane = t & 31;
    size_t i = (size_t)blockIdx.x * 1024 + t;
    float x = in[i], low = -2, high = 1;
    for (int round = 0; round < 16; ++round) {
        float mid = 0.5f * (low + high), s = fmaxf(x - mid, 0.0f);
        for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
        if (lane == 0) ((float*)part[round & 1])[t >> 5] = s;
        __syncthreads();
        float4 p = part[round & 1][lane & 7];
        s = (p.x + p.y) + (p.z + p.w);
        for (int d = 4; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
        if (s > 1) low = mid; else high = mid;
    }
    out[i] = fmaxf(x - low, 0.0f);
}

// One step of a line of 32 cells (two ghost cells): `n` substeps of diffusion and reaction.
__device__ __forceinline__ void advance(float* cell, int n) {
    #pragma unroll 1
    for (int k = 0; k < n; ++k) {
        float l = cell[-1], c = cell[0], r = cell[1];
        c = fmaf(0.2f, l - 2 * c + r, c);
        c = fmaf(0.05f * c, 1 - c * c, c);
        __syncwarp();
        cell[0] = c;
        __syncwarp();
    }
}
__device__ __forceinline__ int substeps(const int* __restrict__ schedule, int step, int warp) { return schedule[(step * 32 + warp * 997) & 8191]; }

__global__ void __launch_bounds__(1024) flame_lines_a(const float* __restrict__ in, const int* __restrict__ schedule, float* __restrict__ out, int steps) {
    __shared__ float line[32][34];
    int i = blockIdx.x * 1024 + threadIdx.x, warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    if (lane < 2) line[warp][lane * 33] = 0;
    float* cell = &line[warp][lane + 1];
    *cell = in[i];
    __syncthreads();
    for (int s = 0; s < steps; ++s) {
        advance(cell, substeps(schedule, s, i >> 5));
        __syncthreads();
    }
    out[i] = *cell;
}
__global__ void __launch_bounds__(1024) flame_lines_b(const float* __restrict__ in, const int* __restrict__ schedule, float* __restrict__ out, int steps) {
    __shared__ float line[32][34];
    int i = blockIdx.x * 1024 + threadIdx.x, warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    if (lane < 2) line[warp][lane * 33] = 0;
    float* cell = &line[warp][lane + 1];
    *cell = in[i];
    __syncwarp();
    for (int s = 0; s < steps; ++s) {
        advance(cell, substeps(schedule, s, i >> 5));
        __syncwarp();
    }
    out[i] = *cell;
}

int main(int argc, char** argv) {
    const int rows = 16384, cells = 264 * 1024;
    const size_t n = (size_t)rows * 1024;
    float *x = harness::filled<float>(n), *ga = harness::empty<float>(n), *gb = harness::empty<float>(n);
    std::vector<int> plan(8192);
    for (int i = 0; i < 8192; ++i) plan[i] = harness::unit(i) > 0.875f ? 16 : 1;
    int* schedule = harness::uploaded(plan);
    float *line = harness::filled<float>(cells, 3), *fa = harness::empty<float>(cells), *fb = harness::empty<float>(cells);
    return harness::run(argc, argv, {
        {"sparse_gate_a", [=] { sparse_gate_a<<<rows, 1024>>>(x, ga); }, ga, n},
        {"sparse_gate_b", [=] { sparse_gate_b<<<rows, 1024>>>(x, gb); }, gb, n},
        {"flame_lines_a", [=] { flame_lines_a<<<264, 1024>>>(line, schedule, fa, 400); }, fa, (size_t)cells},
        {"flame_lines_b", [=] { flame_lines_b<<<264, 1024>>>(line, schedule, fb, 400); }, fb, (size_t)cells},
    });
}
