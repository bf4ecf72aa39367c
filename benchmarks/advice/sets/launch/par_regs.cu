// Walks through bricks of 32 cells (128 bytes, a 256 MB pool), one warp to a walk: every hop is a dependent DRAM load of ~750 cycles, so time goes with
// 1 / resident warps until the bytes bind.
//
// spectral_probe_a -> spectral_probe_b   occupancy-limited-by-registers: after 16 hops each lane evaluates four series of 32 coefficients. Launch bounds
//   (512, 1) let the compiler fetch all coefficients at once: 128 registers, one block of 16 warps an SM (25%). With (512, 4): 32 registers, no spills,
//   64 warps. 2112 blocks * 4 walks: 16 waves * 4 * 16 hops * 0.4 us = 0.4 ms, against 4 waves of the same.
// brick_step_a -> brick_step_b           occupancy-limited-by-registers: one brick in 32 needs an implicit 13 x 13 solve per cell, and that rare branch
//   gives the whole kernel its registers (168, so 3 blocks of 128 threads = 12 warps; 12 without it). Mended by splitting: the walk appends such bricks to a list, a
//   second launch solves them.
#include "harness.cuh"

__device__ __forceinline__ int follow(const int* __restrict__ pool, unsigned& node, int hops) {
    int v = 0, sum = 0;
    #pragma unroll 1
    for (; hops > 0; --hops) {
        v = pool[(size_t)node * 32 + (threadIdx.x & 31)];
        sum ^= v;
        node = __shfl_sync(~0u, v, hops & 31);
    }
    return sum;
}

__device__ __forceinline__ void probe(const int* pool, const float4* __restrict__ series, float* out, unsigned nodes) {
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    unsigned node = harness::hash32(warp) % nodes; float sum = 0;
    #pragma unroll 1
    for (int walk = 0; walk < 4; ++walk) {
        float x = (follow(pool, node, 16) & 1023) * (1.0f / 512) - 1;
        const float4* w = series + walk * 32;
        float a = 0, b = 0, c = 0, d = 0;
        #pragma unroll
        for (int k = 0; k < 32; ++k) { float4 q = w[k]; a = fmaf(a, x, q.x); b = fmaf(b, x, q.y); c = fmaf(c, x, q.z); d = fmaf(d, x, q.w); }
        sum += a * b + c * d;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__global__ void __launch_bounds__(512, 1) spectral_probe_a(const int* pool, const float4* series, float* out, unsigned nodes) { probe(pool, series, out, nodes); }
__global__ void __launch_bounds__(512, 4) spectral_probe_b(const int* pool, const float4* series, float* out, unsigned nodes) { probe(pool, series, out, nodes); }

// Implicit step of one cell: assemble a diagonally dominant 13 x 13 system from its state, eliminate, substitute back, return the sum of the solution.
constexpr int M = 13;
__device__ __forceinline__ float implicit_step(float x) {
    float a[M][M], b[M], sum = 0;
    #pragma unroll
    for (int i = 0; i < M; ++i) {
        b[i] = x + i;
        #pragma unroll
        for (int j = 0; j < M; ++j) a[i][j] = i == j ? 16 + x * x : __sinf(x * (3 * i + 7 * j + 1));
    }
    #pragma unroll
    for (int k = 0; k < M; ++k) {
        float r = __fdividef(1.0f, a[k][k]);
        #pragma unroll
        for (int i = k + 1; i < M; ++i) {
            float f = a[i][k] * r;
            #pragma unroll
            for (int j = k + 1; j < M; ++j) a[i][j] = fmaf(-f, a[k][j], a[i][j]);
            b[i] = fmaf(-f, b[k], b[i]);
        }
    }
    #pragma unroll
    for (int i = M - 1; i >= 0; --i) {
        #pragma unroll
        for (int j = i + 1; j < M; ++j) b[i] = fmaf(-a[i][j], b[j], b[i]);
        b[i] = __fdividef(b[i], a[i][i]);
        sum += b[i];
    }
    return sum;
}
__device__ __forceinline__ float state_of(int bits) { return (bits & 4095) * (1.0f / 2048) - 1; }

__global__ void __launch_bounds__(128) brick_step_a(const int* pool, float* out, unsigned nodes) {
    int cell = blockIdx.x * 128 + threadIdx.x;
    unsigned node = harness::hash32(cell / 32) % nodes;
    float x = state_of(follow(pool, node, 24));
    if (harness::hash32(node) % 32 == 0) x = implicit_step(x);
    out[cell] = x;
}
__global__ void __launch_bounds__(128) brick_step_b(const int* pool, float* out, unsigned nodes, int* list, int* listed) {
    int cell = blockIdx.x * 128 + threadIdx.x;
    unsigned node = harness::hash32(cell / 32) % nodes;
    out[cell] = state_of(follow(pool, node, 24));
    if (harness::hash32(node) % 32 == 0 && cell % 32 == 0) list[atomicAdd(listed, 1)] = cell / 32;
}
__global__ void __launch_bounds__(128) brick_solve_b(float* out, const int* list, const int* listed) {
    for (int w = (blockIdx.x * 128 + threadIdx.x) >> 5; w < *listed; w += gridDim.x * 4) {
        int cell = list[w] * 32 + (threadIdx.x & 31);
        out[cell] = implicit_step(out[cell]);
    }
}

int main(int argc, char** argv) {
    const unsigned nodes = 2u << 20;
    const int blocks = 2112, steps = 132 * 16 * 12;
    const size_t probes = (size_t)blocks * 512, cells = (size_t)steps * 128;
    int* pool = harness::indices((size_t)nodes * 32, nodes);
    float4* series = (float4*)harness::filled<float>(4 * 32 * 4);
    float *pa = harness::empty<float>(probes), *pb = harness::empty<float>(probes), *ca = harness::empty<float>(cells), *cb = harness::empty<float>(cells);
    int *list = harness::empty<int>(cells / 32), *listed = harness::empty<int>(1);
    return harness::run(argc, argv, {
        {"spectral_probe_a", [=] { spectral_probe_a<<<blocks, 512>>>(pool, series, pa, nodes); }, pa, probes},
        {"spectral_probe_b", [=] { spectral_probe_b<<<blocks, 512>>>(pool, series, pb, nodes); }, pb, probes},
        {"brick_step_a", [=] { brick_step_a<<<steps, 128>>>(pool, ca, nodes); }, ca, cells},
        {"brick_step_b", [=] { cudaMemsetAsync(listed, 0, 4); brick_step_b<<<steps, 128>>>(pool, cb, nodes, list, listed);
                               brick_solve_b<<<264, 128>>>(cb, list, listed); }, cb, cells},
    });
}
