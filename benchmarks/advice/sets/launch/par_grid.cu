// Grids far smaller than the chip.
//
// energy_sum_a -> energy_sum_b     small-grid: a 512 MB sum of squares on 32 blocks of 256 threads: 100 of 132 SMs idle, and one SM with 16 KB in flight
//   draws ~45 GB/s: 0.36 ms against 0.12 ms at the DRAM roof. Mended: 1056 blocks (8 an SM).
// vocab_lse_a -> vocab_lse_b       small-grid: log-sum-exp of 16 rows of 4 M logits, one block of 1024 threads a row: 16 SMs, each 16 MB and 4 M exponentials
//   (16 a clock: 0.13 ms at best, 0.25 ms likely). Mended: 64 slices a row (1024 blocks), a second tiny launch joins them (256 MB = 65 us).
// offsets_a -> offsets_b           small-grid: inclusive scan of 8 M integers by one block that carries its total from tile to tile: 1024 tiles * ~1.5 us =
//   1.5 ms. Mended: sums of tiles, a scan of the sums, scans of tiles (three launches, ~30 us).
#include "harness.cuh"

__device__ __forceinline__ void energy(const float4* __restrict__ x, double* out, size_t n) {
    float sum = 0;
    #pragma unroll 4
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        float4 v = x[i];
        sum += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    __shared__ float part[8];
    for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        double total = 0;
        for (int w = 0; w < 8; ++w) total += part[w];
        atomicAdd(out, total);
    }
}
__global__ void __launch_bounds__(256) energy_sum_a(const float4* x, double* out, size_t n) { energy(x, out, n); }
__global__ void __launch_bounds__(256) energy_sum_b(const float4* x, double* out, size_t n) { energy(x, out, n); }

// Running maximum and sum of exponentials.
struct Lse { float m, s; };
__device__ __forceinline__ Lse join(Lse a, Lse b) {
    float m = fmaxf(a.m, b.m);
    return {m, a.s * __expf(a.m - m) + b.s * __expf(b.m - m)};
}
__device__ __forceinline__ Lse lse_block(const float4* __restrict__ x, int n) {
    Lse a{-1e30f, 0};
    #pragma unroll 2
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float4 v = x[i];
        float m = fmaxf(a.m, fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)));
        a.s = a.s * __expf(a.m - m) + __expf(v.x - m) + __expf(v.y - m) + __expf(v.z - m) + __expf(v.w - m);
        a.m = m;
    }
    __shared__ Lse part[32];
    for (int d = 16; d; d >>= 1) a = join(a, {__shfl_xor_sync(~0u, a.m, d), __shfl_xor_sync(~0u, a.s, d)});
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = a;
    __syncthreads();
    a = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : Lse{-1e30f, 0};
    if (threadIdx.x < 32) for (int d = 16; d; d >>= 1) a = join(a, {__shfl_xor_sync(~0u, a.m, d), __shfl_xor_sync(~0u, a.s, d)});
    return a;
}
__global__ void __launch_bounds__(1024) vocab_lse_a(const float4* logits, float* out, int n4) {
    Lse a = lse_block(logits + (size_t)blockIdx.x * n4, n4);
    if (threadIdx.x == 0) out[blockIdx.x] = a.m + logf(a.s);
}
__global__ void __launch_bounds__(256) vocab_lse_b(const float4* logits, Lse* part, int n4) {
    int slice = n4 / gridDim.x;
    Lse a = lse_block(logits + (size_t)blockIdx.y * n4 + (size_t)blockIdx.x * slice, slice);
    if (threadIdx.x == 0) part[blockIdx.y * gridDim.x + blockIdx.x] = a;
}
__global__ void vocab_lse_b_join(const Lse* part, float* out) {  // 64 slices a row, one warp a row
    Lse a = join(part[blockIdx.x * 64 + threadIdx.x], part[blockIdx.x * 64 + 32 + threadIdx.x]);
    for (int d = 16; d; d >>= 1) a = join(a, {__shfl_xor_sync(~0u, a.m, d), __shfl_xor_sync(~0u, a.s, d)});
    if (threadIdx.x == 0) out[blockIdx.x] = a.m + logf(a.s);
}

// Inclusive scan over the 1024 threads of a block; `total` gets the block's sum.
__device__ __forceinline__ int block_scan(int v, int& total) {
    __shared__ int sums[32];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    for (int d = 1; d < 32; d <<= 1) { int u = __shfl_up_sync(~0u, v, d); if (lane >= d) v += u; }
    if (lane == 31) sums[warp] = v;
    __syncthreads();
    if (warp == 0) {
        int s = sums[lane];
        for (int d = 1; d < 32; d <<= 1) { int u = __shfl_up_sync(~0u, s, d); if (lane >= d) s += u; }
        sums[lane] = s;
    }
    __syncthreads();
    if (warp) v += sums[warp - 1];
    total = sums[31];
    __syncthreads();
    return v;
}
// One tile: 1024 threads, two neighbouring int4 each; returns the tile's total.
__device__ __forceinline__ int scan_tile(const int4* __restrict__ in, int4* __restrict__ out, int carry) {
    int4 p = in[2 * threadIdx.x], q = in[2 * threadIdx.x + 1];
    p.y += p.x; p.z += p.y; p.w += p.z; q.x += p.w; q.y += q.x; q.z += q.y; q.w += q.z;
    int total, base = block_scan(q.w, total) - q.w + carry;
    out[2 * threadIdx.x] = make_int4(p.x + base, p.y + base, p.z + base, p.w + base);
    out[2 * threadIdx.x + 1] = make_int4(q.x + base, q.y + base, q.z + base, q.w + base);
    return total;
}
__global__ void __launch_bounds__(1024) offsets_a(const int4* in, int4* out, int tiles) {
    int carry = 0;
    for (int t = 0; t < tiles; ++t) carry += scan_tile(in + (size_t)t * 2048, out + (size_t)t * 2048, carry);
}
__global__ void __launch_bounds__(1024) offsets_b(const int4* in, int* sums) {
    int4 p = in[(size_t)blockIdx.x * 2048 + threadIdx.x], q = in[(size_t)blockIdx.x * 2048 + 1024 + threadIdx.x];
    int total;
    block_scan(p.x + p.y + p.z + p.w + q.x + q.y + q.z + q.w, total);
    if (threadIdx.x == 0) sums[blockIdx.x] = total;
}
__global__ void __launch_bounds__(1024) offsets_b_sums(int* sums) {
    int total, own = sums[threadIdx.x];
    sums[threadIdx.x] = block_scan(own, total) - own;
}
__global__ void __launch_bounds__(1024) offsets_b_apply(const int4* in, int4* out, const int* sums) {
    scan_tile(in + (size_t)blockIdx.x * 2048, out + (size_t)blockIdx.x * 2048, sums[blockIdx.x]);
}

int main(int argc, char** argv) {
    const size_t n4 = 32u << 20; const int rows = 16, logits4 = 1 << 20, tiles = 1024, n = tiles * 8192;
    float4* x = (float4*)harness::filled<float>(n4 * 4);
    double *ea = harness::empty<double>(1), *eb = harness::empty<double>(1);
    float4* logits = (float4*)harness::filled<float>((size_t)rows * logits4 * 4, 5);
    float *la = harness::empty<float>(rows), *lb = harness::empty<float>(rows);
    Lse* part; CHECK(cudaMalloc(&part, rows * 64 * sizeof(Lse)));
    int4* counts = (int4*)harness::indices(n, 8);
    int4 *oa = (int4*)harness::empty<int>(n), *ob = (int4*)harness::empty<int>(n);
    int* sums = harness::empty<int>(tiles);
    return harness::run(argc, argv, {
        {"energy_sum_a", [=] { cudaMemsetAsync(ea, 0, 8); energy_sum_a<<<32, 256>>>(x, ea, n4); }, ea, 1, harness::Output::f64},
        {"energy_sum_b", [=] { cudaMemsetAsync(eb, 0, 8); energy_sum_b<<<1056, 256>>>(x, eb, n4); }, eb, 1, harness::Output::f64},
        {"vocab_lse_a", [=] { vocab_lse_a<<<rows, 1024>>>(logits, la, logits4); }, la, (size_t)rows},
        {"vocab_lse_b", [=] { vocab_lse_b<<<dim3(64, rows), 256>>>(logits, part, logits4); vocab_lse_b_join<<<rows, 32>>>(part, lb); }, lb, (size_t)rows},
        {"offsets_a", [=] { offsets_a<<<1, 1024>>>(counts, oa, tiles); }, oa, (size_t)n, harness::Output::i32},
        {"offsets_b", [=] { offsets_b<<<tiles, 1024>>>(counts, sums); offsets_b_sums<<<1, 1024>>>(sums);
                            offsets_b_apply<<<tiles, 1024>>>(counts, ob, sums); }, ob, (size_t)n, harness::Output::i32},
    });
}
