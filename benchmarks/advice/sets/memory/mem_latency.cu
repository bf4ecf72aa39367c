// Too few bytes in flight to cover latency: memory-latency, three ways. Little: 4.3 TB/s x 600 ns / 132 SMs = 20 KB an SM, 32 to 48 KB under load.
//   walk    8,448 threads follow 8 chains each for 64 steps through a 268 MB table of random links. a: one chain after the other, one load in
//           flight a thread: 512 latencies in a row, over 0.25 ms. b: the 8 chains side by side: 64 latencies, 4.3 M sectors.
//   l1norm  132 blocks of 256 threads sum 537 MB. a: one 16-byte load a thread in flight, 4 KB an SM, a quarter of DRAM's rate: 500 us.
//           b: eight loads issued before the first sum, 32 KB an SM.
//   bag     2,112 embedding bags of 512 rows (512 B) from a 537 MB table, a warp each, 16 warps an SM. a: index, then row, then the next
//           index: at most 8 KB in flight. b: eight indices fetched at once, then their eight rows.
#include "harness.cuh"

constexpr int kChains = 8;
__global__ void walk_a(const int* __restrict__ link, int* __restrict__ out, uint32_t places, int steps) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
#pragma unroll 1
    for (int c = 0; c < kChains; ++c) {
        int p = harness::hash32(c * threads + t) % places;
#pragma unroll 1
        for (int s = 0; s < steps; ++s) p = link[p];
        out[c * threads + t] = p;
    }
}
__global__ void walk_b(const int* __restrict__ link, int* __restrict__ out, uint32_t places, int steps) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x, p[kChains];
#pragma unroll
    for (int c = 0; c < kChains; ++c) p[c] = harness::hash32(c * threads + t) % places;
#pragma unroll 1
    for (int s = 0; s < steps; ++s)
#pragma unroll
        for (int c = 0; c < kChains; ++c) p[c] = link[p[c]];
#pragma unroll
    for (int c = 0; c < kChains; ++c) out[c * threads + t] = p[c];
}

__device__ __forceinline__ float size(float4 v) { return (fabsf(v.x) + fabsf(v.y)) + (fabsf(v.z) + fabsf(v.w)); }
__device__ __forceinline__ void store_block_sum(float s, float* out) {
    __shared__ float part[8];
    for (int d = 16; d; d /= 2) s += __shfl_xor_sync(~0u, s, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]));
}
__global__ void __launch_bounds__(256) l1norm_a(const float4* __restrict__ x, float* __restrict__ out, int n4) {
    float s = 0;
#pragma unroll 1
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n4; i += gridDim.x * 256) s += size(x[i]);
    store_block_sum(s, out);
}
__global__ void __launch_bounds__(256) l1norm_b(const float4* __restrict__ x, float* __restrict__ out, int n4) {
    int i = blockIdx.x * 256 + threadIdx.x, stride = gridDim.x * 256;
    float s = 0;
#pragma unroll 1
    for (; i + 7 * stride < n4; i += 8 * stride) {
        float4 v[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) v[k] = x[i + k * stride];
#pragma unroll
        for (int k = 0; k < 8; ++k) s += size(v[k]);
    }
    for (; i < n4; i += stride) s += size(x[i]);
    store_block_sum(s, out);
}

constexpr int kBag = 512, kRow = 32;  // rows a bag, float4 a row
__device__ __forceinline__ void add(float4& s, float4 v) { s.x += v.x; s.y += v.y; s.z += v.z; s.w += v.w; }
__global__ void __launch_bounds__(128) bag_a(const float4* __restrict__ table, const int* __restrict__ index, float4* __restrict__ out) {
    int bag = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    float4 s = {};
#pragma unroll 1
    for (int k = 0; k < kBag; ++k) add(s, table[(size_t)index[bag * kBag + k] * kRow + lane]);
    out[bag * kRow + lane] = s;
}
__global__ void __launch_bounds__(128) bag_b(const float4* __restrict__ table, const int4* __restrict__ index, float4* __restrict__ out) {
    int bag = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    const int4* mine = index + bag * (kBag / 4);
    float4 s = {};
    int4 u = mine[0], w = mine[1];
#pragma unroll 1
    for (int k = 0; k < kBag / 4; k += 2) {
        int row[8] = {u.x, u.y, u.z, u.w, w.x, w.y, w.z, w.w};
        float4 v[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) v[j] = table[(size_t)row[j] * kRow + lane];
        if (k + 2 < kBag / 4) u = mine[k + 2], w = mine[k + 3];
#pragma unroll
        for (int j = 0; j < 8; ++j) add(s, v[j]);
    }
    out[bag * kRow + lane] = s;
}

int main(int argc, char** argv) {
    using namespace harness;
    uint32_t places = 1 << 26; int steps = 64, walkers = 132 * 64; size_t ends = (size_t)walkers * kChains;
    int *link = indices(places, places), *wa = empty<int>(ends), *wb = empty<int>(ends);
    int n4 = 1 << 25;
    float4* x = (float4*)filled<float>((size_t)n4 * 4, 2);
    float *na = empty<float>(132), *nb = empty<float>(132);
    int rows = 1 << 20, bags = 132 * 16; size_t sums = (size_t)bags * kRow * 4;
    float4* table = (float4*)filled<float>((size_t)rows * kRow * 4, 3);
    int* index = indices((size_t)bags * kBag, rows, 9);
    float *ba = empty<float>(sums), *bb = empty<float>(sums);
    return run(argc, argv, {
        {"walk_a", [=] { walk_a<<<132, 64>>>(link, wa, places, steps); }, wa, ends, Output::i32},
        {"walk_b", [=] { walk_b<<<132, 64>>>(link, wb, places, steps); }, wb, ends, Output::i32},
        {"l1norm_a", [=] { l1norm_a<<<132, 256>>>(x, na, n4); }, na, 132},
        {"l1norm_b", [=] { l1norm_b<<<132, 256>>>(x, nb, n4); }, nb, 132},
        {"bag_a", [=] { bag_a<<<bags / 4, 128>>>(table, index, (float4*)ba); }, ba, sums},
        {"bag_b", [=] { bag_b<<<bags / 4, 128>>>(table, (int4*)index, (float4*)bb); }, bb, sums},
    });
}
