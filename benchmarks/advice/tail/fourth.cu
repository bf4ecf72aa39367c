// A fourth sweep of the last wave, of yet other work: looked at once the third had taught.
//
//   fourth time [KERNEL]      CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us   (median of 9 event-timed runs after 3 warm-ups)
//   fourth profile [KERNEL]   one launch of every combination, for ncu (the same order)
//
// fourth_bins: a histogram of 256 bins in shared memory, one atomic a value, added to the total at the end, blocks of 256.
// fourth_turn: tiles of 32 x 32 words turned through shared memory, a barrier between, blocks of 256.
// fourth_halves: two chains of packed half multiply-adds a thread, blocks of 128.
// fourth_lookup: dependent look-ups in a table of 16 KB that L1 keeps, blocks of 128.
// fourth_columns: sums of columns, one word in flight a thread, blocks of 96.
// fourth_norms: 64 floats of a row a lane, reduced by shuffles, root and division, results stored, blocks of 64.
// fourth_blend: four words of two streams and one written, polynomials of degree 12 between, blocks of 384.
#include "sweep.cuh"
#include <cuda_fp16.h>

__global__ void __launch_bounds__(256) fourth_bins(const float4* __restrict__ in, float4* __restrict__ out, int work) {
    int* bins = reinterpret_cast<int*>(pool);
    bins[threadIdx.x] = 0;
    __syncthreads();
    size_t at = (size_t)blockIdx.x * work * 256 + threadIdx.x;
#pragma unroll 2
    for (int k = 0; k < work; ++k, at += 256) {
        float4 p = in[at & (STREAM - 1)];
        atomicAdd(bins + (__float_as_uint(p.x) >> 13 & 255), 1); atomicAdd(bins + (__float_as_uint(p.y) >> 13 & 255), 1);
        atomicAdd(bins + (__float_as_uint(p.z) >> 13 & 255), 1); atomicAdd(bins + (__float_as_uint(p.w) >> 13 & 255), 1);
    }
    __syncthreads();
    atomicAdd(reinterpret_cast<int*>(out) + threadIdx.x, bins[threadIdx.x]);
}
__global__ void __launch_bounds__(256) fourth_turn(const float4* __restrict__ in, float4* __restrict__ out, int work) {
    float (*tile)[33] = reinterpret_cast<float (*)[33]>(pool);
    const float* from = reinterpret_cast<const float*>(in);
    float* to = reinterpret_cast<float*>(out);
    int x = threadIdx.x % 32, y = threadIdx.x / 32;
#pragma unroll 1
    for (int k = 0; k < work; ++k) {
        size_t tile_at = ((size_t)blockIdx.x * work + k) % (STREAM / 256);
        size_t row = tile_at / 256 * 32, column = tile_at % 256 * 32;
#pragma unroll
        for (int j = 0; j < 32; j += 8) tile[y + j][x] = from[(row + y + j) * 8192 + column + x];
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 32; j += 8) to[(row + y + j) * 8192 + column + x] = tile[x][y + j];
        __syncthreads();
    }
}
__global__ void __launch_bounds__(128) fourth_halves(const float4*, float4* __restrict__ out, int work) {
    half2 x = __float2half2_rn(threadIdx.x * 1e-3f + 0.25f), a = x, b = __hadd2(x, x), c = __float2half2_rn(0.5f);
#pragma unroll 8
    for (int k = 0; k < work; ++k) { a = __hfma2(a, x, c); b = __hfma2(b, x, c); }
    out[(size_t)blockIdx.x * 128 + threadIdx.x] = make_float4(__low2float(a), __high2float(a), __low2float(b), __high2float(b));
}
__global__ void __launch_bounds__(128) fourth_lookup(const float4* __restrict__ in, float4* __restrict__ out, int work) {
    uint32_t at = harness::hash32(blockIdx.x * 128 + threadIdx.x);
    float sum = 0;
#pragma unroll 1
    for (int k = 0; k < work; ++k) {
        float value = __ldg(reinterpret_cast<const float*>(in) + (at & 4095));
        sum += value;
        at = at * 1664525u + __float_as_uint(value);
        at ^= at >> 15;
    }
    out[(size_t)blockIdx.x * 128 + threadIdx.x] = make_float4(sum, at, 0, 0);
}
__global__ void __launch_bounds__(96) fourth_columns(const float4* __restrict__ in, float4* __restrict__ out, int work) {
    const float* from = reinterpret_cast<const float*>(in) + (size_t)blockIdx.x * work * 96 + threadIdx.x;
    float sum = 0;
#pragma unroll 1
    for (int k = 0; k < work; ++k) sum += from[(size_t)k * 96];
    out[(size_t)blockIdx.x * 96 + threadIdx.x] = make_float4(sum, 0, 0, 0);
}
__global__ void __launch_bounds__(64) fourth_norms(const float4* __restrict__ in, float4* __restrict__ out, int work) {
    int lane = threadIdx.x % 32;
#pragma unroll 1
    for (int k = 0; k < work; ++k) {
        size_t row = (((size_t)blockIdx.x * work + k) * 2 + threadIdx.x / 32) * 512 % STREAM + lane;
        float4 p[16];
        float sum = 0;
#pragma unroll
        for (int j = 0; j < 16; ++j) { p[j] = in[row + j * 32]; sum += p[j].x * p[j].x + p[j].y * p[j].y + p[j].z * p[j].z + p[j].w * p[j].w; }
        for (int step = 16; step; step /= 2) sum += __shfl_xor_sync(~0u, sum, step);
        float scale = rsqrtf(sum * (1.0f / 2048.0f) + 1e-6f);
#pragma unroll
        for (int j = 0; j < 16; ++j) out[row + j * 32] = make_float4(p[j].x * scale, p[j].y * scale, p[j].z * scale, p[j].w * scale);
    }
}
__global__ void __launch_bounds__(384) fourth_blend(const float4* __restrict__ in, float4* __restrict__ out, int work) {
    size_t at = (size_t)blockIdx.x * work * 384 + threadIdx.x;
#pragma unroll 1
    for (int k = 0; k < work; ++k, at += 384) {
        float4 p = in[at & (STREAM - 1)], q = in[STREAM + (at & (STREAM - 1))], r = p;
#pragma unroll
        for (int j = 0; j < 12; ++j) { r.x = fmaf(r.x, q.x, p.x); r.y = fmaf(r.y, q.y, p.y); r.z = fmaf(r.z, q.z, p.z); r.w = fmaf(r.w, q.w, p.w); }
        out[at & (STREAM - 1)] = r;
    }
}

int main(int argc, char** argv) {
    const std::vector<SweptKernel> kernels = {
        {"fourth_bins", fourth_bins, 256, 192, true}, {"fourth_turn", fourth_turn, 256, 192, true}, {"fourth_halves", fourth_halves, 128, 12288, false},
        {"fourth_lookup", fourth_lookup, 128, 1500, false}, {"fourth_columns", fourth_columns, 96, 2000, true}, {"fourth_norms", fourth_norms, 64, 64, true},
        {"fourth_blend", fourth_blend, 384, 64, true}};
    return sweep(kernels, {1.0, 1.05, 1.25, 1.4, 1.55, 1.75, 1.95, 2.0, 2.2, 2.6, 3.0, 3.35, 4.0, 4.3, 5.7, 9.2}, argc, argv);
}
