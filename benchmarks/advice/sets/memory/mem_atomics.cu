// Many threads adding to few words: atomic-contention in L2 and in shared memory. `check` sees one launch on zeroed totals.
//   classify  4.2 M samples, argmax over 16 feature arrays (268 MB, 62 us), counted in 8 classes. a: one global atomic a sample, all in one
//             sector of one L2 slice: 131 k warp requests of up to 32 conflicting lanes, 0.2 to 2.4 ms. b: a shared histogram a block.
//   energy    67 M velocities (268 MB, 62 us), 16 a thread, one total in FP64. a: every thread adds to it: 4.2 M atomics on one word.
//             b: shuffle and block reduction, 16,384 atomics.
//   zones     zonal sums: 67 M cells (zone and value, 537 MB, 125 us), zones are spatially coherent. a: 64 shared words a block, all 32 lanes on
//             one word, 32 passes an atomic: 15.9 k warp atomics an SM x 32 = 0.5 M cycles = 290 us. b: a copy for each lane, one pass.
#include "harness.cuh"

__device__ __forceinline__ int winner(const float* __restrict__ f, int n, int i) {
    float v[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) v[k] = f[(size_t)k * n + i];
    int best = 0; float top = v[0];
#pragma unroll
    for (int k = 1; k < 16; ++k) if (v[k] > top) top = v[k], best = k;
    return best >> 1;
}
__global__ void __launch_bounds__(256) classify_a(const float* __restrict__ f, int* __restrict__ count, int n) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) atomicAdd(&count[winner(f, n, i)], 1);
}
__global__ void __launch_bounds__(256) classify_b(const float* __restrict__ f, int* __restrict__ count, int n) {
    __shared__ int mine[8];
    if (threadIdx.x < 8) mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) atomicAdd(&mine[winner(f, n, i)], 1);
    __syncthreads();
    if (threadIdx.x < 8) atomicAdd(&count[threadIdx.x], mine[threadIdx.x]);
}

__device__ __forceinline__ float squares(const float4* __restrict__ v) {  // four float4 of a block's 1,024
    float s = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float4 a = v[blockIdx.x * (size_t)1024 + k * 256 + threadIdx.x];
        s += (a.x * a.x + a.y * a.y) + (a.z * a.z + a.w * a.w);
    }
    return s;
}
__global__ void __launch_bounds__(256) energy_a(const float4* __restrict__ v, double* __restrict__ total) { atomicAdd(total, (double)squares(v)); }
__global__ void __launch_bounds__(256) energy_b(const float4* __restrict__ v, double* __restrict__ total) {
    __shared__ float part[8];
    float s = squares(v);
    for (int d = 16; d; d /= 2) s += __shfl_xor_sync(~0u, s, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(total, (double)(((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]))));
}

__global__ void harness_zones(int* zone, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) zone[i] = harness::hash32(i >> 12) & 63;
}
__global__ void __launch_bounds__(256) zones_a(const int4* __restrict__ zone, const int4* __restrict__ value, int* __restrict__ total, int n4) {
    __shared__ int sum[64];
    if (threadIdx.x < 64) sum[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n4; i += gridDim.x * 256) {
        int4 z = zone[i], v = value[i];
        atomicAdd(&sum[z.x], v.x); atomicAdd(&sum[z.y], v.y); atomicAdd(&sum[z.z], v.z); atomicAdd(&sum[z.w], v.w);
    }
    __syncthreads();
    if (threadIdx.x < 64) atomicAdd(&total[threadIdx.x], sum[threadIdx.x]);
}
__global__ void __launch_bounds__(256) zones_b(const int4* __restrict__ zone, const int4* __restrict__ value, int* __restrict__ total, int n4) {
    __shared__ int sum[64][32];
    for (int k = threadIdx.x; k < 64 * 32; k += 256) sum[k / 32][k % 32] = 0;
    __syncthreads();
    int lane = threadIdx.x % 32;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n4; i += gridDim.x * 256) {
        int4 z = zone[i], v = value[i];
        atomicAdd(&sum[z.x][lane], v.x); atomicAdd(&sum[z.y][lane], v.y); atomicAdd(&sum[z.z][lane], v.z); atomicAdd(&sum[z.w][lane], v.w);
    }
    __syncthreads();
    if (threadIdx.x < 64) {
        int s = 0;
#pragma unroll
        for (int k = 0; k < 32; ++k) s += sum[threadIdx.x][(threadIdx.x + k) % 32];
        atomicAdd(&total[threadIdx.x], s);
    }
}

int main(int argc, char** argv) {
    using namespace harness;
    int samples = 1 << 22, blocks = 132 * 8;
    float* f = filled<float>((size_t)samples * 16);
    int *ca = empty<int>(8), *cb = empty<int>(8);
    int threads = 1 << 22;
    float4* v = (float4*)filled<float>((size_t)threads * 16, 2);
    double *ea = uploaded(std::vector<double>{0}), *eb = uploaded(std::vector<double>{0});
    int cells = 1 << 26;
    int *zone = empty<int>(cells), *value = indices(cells, 16, 3), *za = empty<int>(64), *zb = empty<int>(64);
    harness_zones<<<2048, 256>>>(zone, cells); CHECK(cudaGetLastError());
    return run(argc, argv, {
        {"classify_a", [=] { classify_a<<<blocks, 256>>>(f, ca, samples); }, ca, 8, Output::i32},
        {"classify_b", [=] { classify_b<<<blocks, 256>>>(f, cb, samples); }, cb, 8, Output::i32},
        {"energy_a", [=] { energy_a<<<threads / 256, 256>>>(v, ea); }, ea, 1, Output::f64},
        {"energy_b", [=] { energy_b<<<threads / 256, 256>>>(v, eb); }, eb, 1, Output::f64},
        {"zones_a", [=] { zones_a<<<blocks, 256>>>((int4*)zone, (int4*)value, za, cells / 4); }, za, 64, Output::i32},
        {"zones_b", [=] { zones_b<<<blocks, 256>>>((int4*)zone, (int4*)value, zb, cells / 4); }, zb, 64, Output::i32},
    });
}
