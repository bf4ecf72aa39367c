// A second sweep of the last wave, of other work, blocks and grids than the first: it was looked at once the model stood.
//
//   second time [KERNEL]      CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us   (median of 9 event-timed runs after 3 warm-ups)
//   second profile [KERNEL]   one launch of every combination, for ncu (the same order)
//
// second_powers: four chains of MUFU.EX2 a thread, blocks of 256 (bound by the special-function pipe).
// second_horner: one chain of dependent FMAs a thread, blocks of 64 (from latency to issue as residency grows).
// second_doubles: four chains of DFMA a thread, blocks of 128.
// second_copy: one float4 in flight a thread, read and written, blocks of 512.
// second_gather: two random sectors in flight a thread from 2 GB, blocks of 128.
// second_cached: four float4 in flight a thread from a table of 16 MB in L2, blocks of 256.
// second_phases: a load from DRAM, a barrier, 64 dependent FMAs and a barrier in turn, blocks of 256.
#include "sweep.cuh"

__device__ __forceinline__ float ex2(float x) { float y; asm volatile("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x)); return y; }

__global__ void __launch_bounds__(256) second_powers(const float4*, float4* __restrict__ out, int work) {
    float a = threadIdx.x * 1e-3f, b = a + 0.25f, c = a + 0.5f, d = a + 0.75f;
#pragma unroll 4
    for (int k = 0; k < work; ++k) { a = ex2(-a); b = ex2(-b); c = ex2(-c); d = ex2(-d); }
    out[(size_t)blockIdx.x * 256 + threadIdx.x] = make_float4(a, b, c, d);
}
__global__ void __launch_bounds__(64) second_horner(const float4*, float4* __restrict__ out, int work) {
    float x = threadIdx.x * 1e-3f + 0.4f, a = x;
#pragma unroll 16
    for (int k = 0; k < work; ++k) a = fmaf(a, x, 0.5f);
    out[(size_t)blockIdx.x * 64 + threadIdx.x] = make_float4(a, x, a, x);
}
__global__ void __launch_bounds__(128) second_doubles(const float4*, float4* __restrict__ out, int work) {
    double x = threadIdx.x * 1e-3 + 0.3, a = x, b = x + 1, c = x + 2, d = x + 3;
#pragma unroll 4
    for (int k = 0; k < work; ++k) { a = fma(a, x, 0.5); b = fma(b, x, 0.5); c = fma(c, x, 0.5); d = fma(d, x, 0.5); }
    out[(size_t)blockIdx.x * 128 + threadIdx.x] = make_float4(a, b, c, d);
}
__global__ void __launch_bounds__(512) second_copy(const float4* __restrict__ in, float4* __restrict__ out, int work) {
    size_t at = (size_t)blockIdx.x * work * 512 + threadIdx.x;
#pragma unroll 1
    for (int k = 0; k < work; ++k, at += 512) out[at & (STREAM - 1)] = in[at & (STREAM - 1)];
}
__global__ void __launch_bounds__(128) second_gather(const float4* __restrict__ in, float4* __restrict__ out, int work) {
    uint32_t seed = (blockIdx.x * 128 + threadIdx.x) * 2654435761u;
    float4 sum = make_float4(0, 0, 0, 0);
#pragma unroll 1
    for (int k = 0; k < work; ++k) {
        uint32_t i = harness::hash32(seed + 2 * k), j = harness::hash32(seed + 2 * k + 1);
        float4 p = in[i & (2 * STREAM - 1)], q = in[j & (2 * STREAM - 1)];
        sum.x += p.x + q.x; sum.y += p.y + q.y; sum.z += p.z + q.z; sum.w += p.w + q.w;
    }
    out[(size_t)blockIdx.x * 128 + threadIdx.x] = sum;
}
__global__ void __launch_bounds__(256) second_cached(const float4* __restrict__ in, float4* __restrict__ out, int work) {
    uint32_t at = blockIdx.x * 40503u * 256 + threadIdx.x;
    float4 sum = make_float4(0, 0, 0, 0);
#pragma unroll 1
    for (int k = 0; k < work; ++k, at += 4 * 256) {
        const float4* p = in + (at & ((1u << 20) - 1024 - 1));
        float4 a = __ldcg(p), b = __ldcg(p + 256), c = __ldcg(p + 512), d = __ldcg(p + 768);
        sum.x += a.x + b.x + c.x + d.x; sum.y += a.y + b.y + c.y + d.y; sum.z += a.z + b.z + c.z + d.z; sum.w += a.w + b.w + c.w + d.w;
    }
    out[(size_t)blockIdx.x * 256 + threadIdx.x] = sum;
}
__global__ void __launch_bounds__(256) second_phases(const float4* __restrict__ in, float4* __restrict__ out, int work) {
    size_t at = (size_t)blockIdx.x * work * 256 + threadIdx.x;
    float x = 0.5f, a = 0;
#pragma unroll 1
    for (int k = 0; k < work; ++k, at += 256) {
        float4 p = in[at & (STREAM - 1)];
        pool[threadIdx.x] = p.x + p.y + p.z + p.w;
        __syncthreads();
        a = pool[threadIdx.x ^ 32];
#pragma unroll 16
        for (int j = 0; j < 64; ++j) a = fmaf(a, x, 0.5f);
        x = 0.25f + 0.1f * a;
        __syncthreads();
    }
    out[(size_t)blockIdx.x * 256 + threadIdx.x] = make_float4(a, x, a, x);
}

int main(int argc, char** argv) {
    // (Of second_phases a wave of one block an SM reads 26 MB, which L2 keeps from run to run.)
    const std::vector<SweptKernel> kernels = {
        {"second_powers", second_powers, 256, 1024, true}, {"second_horner", second_horner, 64, 16384, false}, {"second_doubles", second_doubles, 128, 8192, true},
        {"second_copy", second_copy, 512, 80, true}, {"second_gather", second_gather, 128, 104, true}, {"second_cached", second_cached, 256, 96, true},
        {"second_phases", second_phases, 256, 48, false, 2}};
    return sweep(kernels, {1.0, 1.06, 1.2, 1.35, 1.6, 1.85, 2.0, 2.15, 2.4, 2.75, 3.0, 3.3, 4.0, 4.45, 6.2, 10.1}, argc, argv);
}
