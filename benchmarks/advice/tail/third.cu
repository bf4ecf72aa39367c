// A third sweep of the last wave, of kernels as one meets them: written and measured after the model stood.
//
//   third time [KERNEL]      CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us   (median of 9 event-timed runs after 3 warm-ups)
//   third profile [KERNEL]   one launch of every combination, for ncu (the same order)
//
// third_hash: four independent xorshift states a thread, blocks of 256 (integer pipe).
// third_tile: 64 x 64 results a block, 4 x 4 a thread, both operands through shared memory behind barriers, blocks of 256.
// third_rows: softmax of rows of 4096 floats, one after another, blocks of 128.
// third_walk: one chain of dependent loads a thread in 32 MB that L2 keeps, blocks of 64.
// third_matrix: four products of 16 x 16 x 16 halves a warp and step, operands in shared memory, blocks of 128.
// third_votes: random atomic additions to 64 MB of floats, blocks of 256.
// third_mixed: one float2 in flight a thread from DRAM beside a sine, a root and some FMAs, blocks of 192.
#include "sweep.cuh"
#include <mma.h>

__global__ void __launch_bounds__(256) third_hash(const float4*, float4* __restrict__ out, int work) {
    uint32_t a = blockIdx.x * 256 + threadIdx.x + 1, b = a * 7 + 1, c = a * 13 + 5, d = a * 31 + 7;
#pragma unroll 4
    for (int k = 0; k < work; ++k) {
        a ^= a << 13; a ^= a >> 17; a ^= a << 5; b ^= b << 13; b ^= b >> 17; b ^= b << 5;
        c ^= c << 13; c ^= c >> 17; c ^= c << 5; d ^= d << 13; d ^= d >> 17; d ^= d << 5;
    }
    out[(size_t)blockIdx.x * 256 + threadIdx.x] = make_float4(a, b, c, d);
}
__global__ void __launch_bounds__(256) third_tile(const float4* __restrict__ in, float4* __restrict__ out, int work) {
    float (*left)[64] = reinterpret_cast<float (*)[64]>(pool), (*right)[64] = left + 16;
    int row = threadIdx.x / 16, column = threadIdx.x % 16;
    float sum[4][4] = {};
    const float4* a = in + (size_t)(blockIdx.x % 64) * 65536, *b = in + (size_t)(blockIdx.x / 64 % 64) * 65536;
#pragma unroll 1
    for (int k = 0; k < work; ++k) {
        reinterpret_cast<float4*>(left[row])[column] = a[(k * 256 + threadIdx.x) & 65535];
        reinterpret_cast<float4*>(right[row])[column] = b[(k * 256 + threadIdx.x) & 65535];
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 16; ++j) {
            float4 p = reinterpret_cast<float4*>(left[j])[row], q = reinterpret_cast<float4*>(right[j])[column];
            float u[4] = {p.x, p.y, p.z, p.w}, v[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
            for (int y = 0; y < 4; ++y)
#pragma unroll
                for (int x = 0; x < 4; ++x) sum[y][x] = fmaf(u[y], v[x], sum[y][x]);
        }
        __syncthreads();
    }
    float4* to = out + ((size_t)blockIdx.x * 1024 + threadIdx.x * 4) % STREAM;
#pragma unroll
    for (int y = 0; y < 4; ++y) to[y] = make_float4(sum[y][0], sum[y][1], sum[y][2], sum[y][3]);
}
__device__ float across(float value, bool most) {
    for (int lane = 16; lane; lane /= 2) {
        float other = __shfl_xor_sync(~0u, value, lane);
        value = most ? fmaxf(value, other) : value + other;
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0) pool[threadIdx.x / 32] = value;
    __syncthreads();
    return most ? fmaxf(fmaxf(pool[0], pool[1]), fmaxf(pool[2], pool[3])) : pool[0] + pool[1] + pool[2] + pool[3];
}
__global__ void __launch_bounds__(128) third_rows(const float4* __restrict__ in, float4* __restrict__ out, int work) {
#pragma unroll 1
    for (int k = 0; k < work; ++k) {
        size_t row = ((size_t)blockIdx.x * work + k) * 1024 % STREAM;
        float4 p[8];
        float most = -1e30f, sum = 0;
#pragma unroll
        for (int j = 0; j < 8; ++j) { p[j] = in[row + j * 128 + threadIdx.x]; most = fmaxf(most, fmaxf(fmaxf(p[j].x, p[j].y), fmaxf(p[j].z, p[j].w))); }
        most = across(most, true);
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            p[j].x = __expf(p[j].x - most); p[j].y = __expf(p[j].y - most); p[j].z = __expf(p[j].z - most); p[j].w = __expf(p[j].w - most);
            sum += p[j].x + p[j].y + p[j].z + p[j].w;
        }
        sum = 1.0f / across(sum, false);
#pragma unroll
        for (int j = 0; j < 8; ++j) out[row + j * 128 + threadIdx.x] = make_float4(p[j].x * sum, p[j].y * sum, p[j].z * sum, p[j].w * sum);
    }
}
__global__ void __launch_bounds__(64) third_walk(const float4* __restrict__ in, float4* __restrict__ out, int work) {
    uint32_t at = harness::hash32(blockIdx.x * 64 + threadIdx.x);
    float sum = 0;
#pragma unroll 1
    for (int k = 0; k < work; ++k) {
        float value = __ldcg(reinterpret_cast<const float*>(in) + (at & ((8u << 20) - 1)));
        sum += value;
        at = harness::hash32(at + __float_as_uint(value));
    }
    out[(size_t)blockIdx.x * 64 + threadIdx.x] = make_float4(sum, at, 0, 0);
}
__global__ void __launch_bounds__(128) third_matrix(const float4*, float4* __restrict__ out, int work) {
    using namespace nvcuda::wmma;
    half* tile = reinterpret_cast<half*>(pool);
    for (int i = threadIdx.x; i < 4096; i += 128) tile[i] = __float2half((i % 61) * 1e-3f);
    __syncthreads();
    fragment<matrix_a, 16, 16, 16, half, row_major> a;
    fragment<matrix_b, 16, 16, 16, half, col_major> b;
    fragment<accumulator, 16, 16, 16, float> sum[4];
    for (auto& s : sum) fill_fragment(s, 0.0f);
#pragma unroll 1
    for (int k = 0; k < work; ++k) {
        load_matrix_sync(a, tile + (k & 7) * 256, 16);
        load_matrix_sync(b, tile + 2048 + (k & 7) * 256, 16);
        for (auto& s : sum) mma_sync(s, a, b, s);
    }
    float4 r = make_float4(0, 0, 0, 0);
    for (int i = 0; i < sum[0].num_elements; ++i) { r.x += sum[0].x[i]; r.y += sum[1].x[i]; r.z += sum[2].x[i]; r.w += sum[3].x[i]; }
    out[(size_t)blockIdx.x * 128 + threadIdx.x] = r;
}
__global__ void __launch_bounds__(256) third_votes(const float4*, float4* __restrict__ out, int work) {
    uint32_t seed = blockIdx.x * 256 + threadIdx.x;
#pragma unroll 1
    for (int k = 0; k < work; ++k) { seed = harness::hash32(seed + k); atomicAdd(reinterpret_cast<float*>(out) + (seed & ((16u << 20) - 1)), 1.0f); }
}
__global__ void __launch_bounds__(192) third_mixed(const float4* __restrict__ in, float4* __restrict__ out, int work) {
    const float2* from = reinterpret_cast<const float2*>(in);
    size_t at = (size_t)blockIdx.x * work * 192 + threadIdx.x;
    float x = 0, y = 0;
#pragma unroll 1
    for (int k = 0; k < work; ++k, at += 192) {
        float2 p = from[at & (2 * STREAM - 1)];
        float s = __sinf(p.x), r = sqrtf(fabsf(p.y));
#pragma unroll
        for (int j = 0; j < 6; ++j) { x = fmaf(x, s, r); y = fmaf(y, r, s); }
    }
    out[(size_t)blockIdx.x * 192 + threadIdx.x] = make_float4(x, y, x, y);
}

int main(int argc, char** argv) {
    const std::vector<SweptKernel> kernels = {
        {"third_hash", third_hash, 256, 1536, true}, {"third_tile", third_tile, 256, 128, true}, {"third_rows", third_rows, 128, 48, true},
        {"third_walk", third_walk, 64, 400, false}, {"third_matrix", third_matrix, 128, 3072, true}, {"third_votes", third_votes, 256, 320, true},
        {"third_mixed", third_mixed, 192, 480, true}};
    return sweep(kernels, {1.0, 1.02, 1.15, 1.3, 1.5, 1.7, 1.9, 2.0, 2.1, 2.5, 3.0, 3.2, 4.0, 4.6, 7.15, 11.5}, argc, argv);
}
