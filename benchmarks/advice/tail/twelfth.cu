// Sweep of grid sizes (1 to 6 waves, 1 to 16 resident blocks an SM) that tests what a partial last wave of blocks costs.
//   twelfth time [KERNEL]     CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us (9 timed runs after 3 warm-ups)
//   twelfth profile [KERNEL]  launches every combination once, in the same order
// twelfth_hops    latency: a chain of dependent loads through a 2 MB ring in L2, logged in shared memory; 512 to 32 threads, 416 B of shared memory each
// twelfth_lookup  throughput: 16-byte reads of a shared-memory tile (LDS wavefronts); 128 threads, residency by dynamic shared memory
// twelfth_triple  bandwidth: sum of x*y*z over three long arrays, 12 loads of 16 bytes in flight; 1024 to 64 threads of 57 to 64 registers
#include "harness.cuh"

constexpr int kRows = 16384, kSlots = 104;  // rows of the ring, 128 bytes each (a warp reads one a hop); hops logged a thread (416 bytes)
constexpr int kTile = 512;   // float4 of the lookup tile: 8 KB
constexpr int kUnroll = 4;   // float4 a thread takes of each array a step

__global__ void __launch_bounds__(512) twelfth_hops(const int* __restrict__ ring, int* __restrict__ out, int laps) {
    extern __shared__ int log_[];
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    int at = (thread / 32 * 977 % kRows) * 32 + thread % 32;
    for (int lap = 0; lap < laps; ++lap)
#pragma unroll 4
        for (int i = 0; i < kSlots; ++i) {
            at = __ldcg(ring + at);
            log_[i * blockDim.x + threadIdx.x] = at;
        }
    int sum = 0;
    for (int i = 0; i < kSlots; ++i) sum += log_[i * blockDim.x + threadIdx.x];
    out[thread] = sum;
}

__global__ void __launch_bounds__(128) twelfth_lookup(const float4* __restrict__ table, float* __restrict__ out, int steps) {
    extern __shared__ float4 tile[];
    for (int i = threadIdx.x; i < kTile; i += blockDim.x) tile[i] = table[i];
    __syncthreads();
    float4 sum = {};
#pragma unroll 8
    for (int s = 0; s < steps; ++s) {
        const float4 v = tile[(threadIdx.x + 37 * s) % kTile];
        sum.x += v.x; sum.y += v.y; sum.z += v.z; sum.w += v.w;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum.x + sum.y + sum.z + sum.w;
}

__global__ void __launch_bounds__(1024, 1) twelfth_triple(const float4* __restrict__ x, const float4* __restrict__ y, const float4* __restrict__ z,
                                                          float* __restrict__ out, int steps) {
    size_t at = (size_t)blockIdx.x * steps * kUnroll * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int s = 0; s < steps; ++s, at += kUnroll * blockDim.x) {
        float4 a[kUnroll], b[kUnroll], c[kUnroll];
#pragma unroll
        for (int u = 0; u < kUnroll; ++u) {
            const size_t i = at + u * blockDim.x;
            a[u] = x[i]; b[u] = y[i]; c[u] = z[i];
        }
#pragma unroll
        for (int u = 0; u < kUnroll; ++u)
            sum += a[u].x * b[u].x * c[u].x + a[u].y * b[u].y * c[u].y + a[u].z * b[u].z * c[u].z + a[u].w * b[u].w * c[u].w;
    }
    for (int lanes = 16; lanes; lanes /= 2) sum += __shfl_xor_sync(~0u, sum, lanes);
    if (threadIdx.x % 32 == 0) out[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = sum;
}

struct Setup { int resident, block, smem, work; };  // work: laps or steps of a block

int main(int argc, char** argv) {
    const std::string mode = argc > 1 ? argv[1] : "time", filter = argc > 2 ? argv[2] : "";
    if (mode != "time" && mode != "profile") { std::fprintf(stderr, "usage: %s time|profile [KERNEL]\n", argv[0]); return 2; }
    int sms; CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));

    std::vector<int> order(kRows), cells(kRows * 32);  // one ring through all rows, in random order
    for (int i = 0; i < kRows; ++i) { order[i] = i; std::swap(order[i], order[harness::hash32(i) % (i + 1)]); }
    for (int i = 0; i < kRows; ++i)
        for (int lane = 0; lane < 32; ++lane) cells[order[i] * 32 + lane] = order[(i + 1) % kRows] * 32 + lane;
    const int* ring = harness::uploaded(cells);
    const size_t length = (size_t)6 * sms * 1024 * kUnroll * 12 * 4;  // floats an array: six waves of the triple kernel
    const float *x = harness::filled<float>(length, 1), *y = harness::filled<float>(length, 2), *z = harness::filled<float>(length, 3);
    void* out = harness::empty<float>((size_t)6 * sms * 1024);

    auto hops = [&](int grid, const Setup& s) { twelfth_hops<<<grid, s.block, s.smem>>>(ring, (int*)out, s.work); };
    auto lookup = [&](int grid, const Setup& s) { twelfth_lookup<<<grid, s.block, s.smem>>>((const float4*)x, (float*)out, s.work); };
    auto triple = [&](int grid, const Setup& s) {
        twelfth_triple<<<grid, s.block, s.smem>>>((const float4*)x, (const float4*)y, (const float4*)z, (float*)out, s.work); };
    struct Sweep { const char* name; const void* kernel; std::function<void(int, const Setup&)> launch; std::vector<Setup> setups; };
    const std::vector<Sweep> sweeps = {
        {"twelfth_hops", (const void*)twelfth_hops, hops,
         {{1, 512, 512 * 416, 3}, {2, 256, 256 * 416, 3}, {4, 128, 128 * 416, 3}, {8, 64, 64 * 416, 3}, {16, 32, 32 * 416, 3}}},
        {"twelfth_lookup", (const void*)twelfth_lookup, lookup,
         {{1, 128, 200 << 10, 6144}, {2, 128, 112 << 10, 4096}, {4, 128, 55 << 10, 2560}, {8, 128, 27 << 10, 1536}}},
        {"twelfth_triple", (const void*)twelfth_triple, triple, {{1, 1024, 0, 12}, {2, 512, 0, 12}, {4, 256, 0, 12}, {8, 128, 0, 12}, {16, 64, 0, 12}}}};
    const double waves[] = {1, 1.05, 1.5, 1.9, 2, 2.1, 2.5, 2.85, 3, 3.4, 4, 4.6, 5.25, 6};

    cudaEvent_t from, to; CHECK(cudaEventCreate(&from)); CHECK(cudaEventCreate(&to)); CHECK(cudaDeviceSynchronize());
    if (mode == "time") std::printf("kernel,blocks_per_sm,block_size,regs,smem,grid,median_us\n");
    for (const Sweep& w : sweeps) {
        if (std::string(w.name).find(filter) == std::string::npos) continue;
        cudaFuncAttributes kernel; CHECK(cudaFuncGetAttributes(&kernel, w.kernel));
        for (const Setup& s : w.setups) {
            if (s.smem) {
                CHECK(cudaFuncSetAttribute(w.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, s.smem));
                CHECK(cudaFuncSetAttribute(w.kernel, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared));
            }
            int resident; CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, w.kernel, s.block, s.smem));
            if (resident != s.resident) continue;
            for (double n : waves) {
                const int grid = (int)std::lround(n * sms * s.resident);
                std::vector<float> ms;
                for (int i = 0; i < (mode == "time" ? 12 : 1); ++i) {
                    if (mode == "time") CHECK(cudaEventRecord(from));
                    w.launch(grid, s); CHECK(cudaGetLastError());
                    if (mode == "profile") { CHECK(cudaDeviceSynchronize()); continue; }
                    CHECK(cudaEventRecord(to)); CHECK(cudaEventSynchronize(to));
                    float t; CHECK(cudaEventElapsedTime(&t, from, to));
                    if (i >= 3) ms.push_back(t);
                }
                if (mode == "profile") continue;
                std::sort(ms.begin(), ms.end());
                std::printf("%s,%d,%d,%d,%d,%d,%.3f\n", w.name, resident, s.block, kernel.numRegs, s.smem, grid, ms[ms.size() / 2] * 1e3);
            }
        }
    }
    return 0;
}
