// Sweep of grid sizes for the cost of a partial last wave: 3 kernels x 1, 2, 4, 8 blocks an SM (by dynamic shared memory) x 14 grid sizes = 168 grids.
//   eleventh time [KERNEL]     CSV kernel,blocks_per_sm,block_size,regs,smem,grid,median_us (median of 9 after 3 warm-ups)
//   eleventh profile [KERNEL]  launches every combination once, in the same order
// eleventh_lcg     latency: one dependent chain of integer multiply-adds a thread (from some 4 blocks an SM on its warps may fill the pipe), block 128
// eleventh_horner  throughput: FP32 polynomial by Horner's rule, four independent chains a thread (FMA pipe), block 256
// eleventh_triad   bandwidth: c = a + s * b with float4, each block one contiguous tile of 384 KB an array (DRAM), block 256
#include "harness.cuh"

constexpr int kChain = 16384, kDegree = 8192, kTile = 96 * 256;  // multiply-adds a thread, steps of each polynomial, float4s of a block

__global__ void __launch_bounds__(128) eleventh_lcg(const int* __restrict__ in, int* __restrict__ out, unsigned mul, unsigned add) {
    int i = blockIdx.x * 128 + threadIdx.x;
    unsigned x = in[i];
#pragma unroll 32
    for (int k = 0; k < kChain; ++k) x = x * mul + add;
    out[i] = (int)x;
}

__global__ void __launch_bounds__(256, 8) eleventh_horner(const float* __restrict__ in, float* __restrict__ out, float c0, float c1) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float x = in[i], y = x * 0.75f, z = x * 0.5f, w = x * 0.25f, p = c0, q = c1, r = c0, s = c1;
#pragma unroll 8
    for (int k = 0; k < kDegree; k += 2) {
        p = fmaf(p, x, c0); q = fmaf(q, y, c0); r = fmaf(r, z, c0); s = fmaf(s, w, c0);
        p = fmaf(p, x, c1); q = fmaf(q, y, c1); r = fmaf(r, z, c1); s = fmaf(s, w, c1);
    }
    out[i] = (p + q) + (r + s);
}

__global__ void __launch_bounds__(256, 8) eleventh_triad(const float4* __restrict__ a, const float4* __restrict__ b, float4* __restrict__ c, float s) {
    size_t base = (size_t)blockIdx.x * kTile + threadIdx.x;
#pragma unroll 2
    for (int k = 0; k < kTile; k += 256) {
        float4 u = a[base + k], v = b[base + k];
        c[base + k] = make_float4(u.x + s * v.x, u.y + s * v.y, u.z + s * v.z, u.w + s * v.w);
    }
}

struct Kernel { const char* name; const void* function; int block; std::function<void(int grid, size_t smem)> launch; };

double median_us(const std::function<void()>& launch) {
    cudaEvent_t a, b; CHECK(cudaEventCreate(&a)); CHECK(cudaEventCreate(&b));
    std::vector<double> us;
    for (int i = 0; i < 12; ++i) {
        float ms = 0;
        CHECK(cudaEventRecord(a)); launch(); CHECK(cudaEventRecord(b)); CHECK(cudaEventSynchronize(b)); CHECK(cudaGetLastError());
        CHECK(cudaEventElapsedTime(&ms, a, b));
        if (i >= 3) us.push_back(ms * 1e3);
    }
    CHECK(cudaEventDestroy(a)); CHECK(cudaEventDestroy(b));
    std::sort(us.begin(), us.end());
    return us[us.size() / 2];
}

int main(int argc, char** argv) {
    std::string mode = argc > 1 ? argv[1] : "", filter = argc > 2 ? argv[2] : "";
    if (mode != "time" && mode != "profile") { std::fprintf(stderr, "usage: %s time|profile [KERNEL]\n", argv[0]); return 2; }
    const int residency[] = {1, 2, 4, 8}, kilobytes[] = {120, 80, 48, 26};  // each block costs 1 KB more; an SM has 228 KB
    const double waves[] = {1, 1.03, 1.25, 1.5, 1.9, 2, 2.05, 2.5, 2.85, 3, 3.1, 3.5, 4, 6};
    int sms; CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
    const size_t blocks = (size_t)sms * 8 * 6;  // of the largest grid
    int *seed = harness::indices(blocks * 128, 1u << 30), *number = harness::empty<int>(blocks * 128);
    float *a = harness::filled<float>(blocks * kTile * 4, 1), *b = harness::filled<float>(blocks * kTile * 4, 2);
    float* c = harness::empty<float>(blocks * kTile * 4);
    const std::vector<Kernel> kernels = {
        {"eleventh_lcg", (const void*)eleventh_lcg, 128, [=](int g, size_t m) { eleventh_lcg<<<g, 128, m>>>(seed, number, 1664525u, 1013904223u); }},
        {"eleventh_horner", (const void*)eleventh_horner, 256, [=](int g, size_t m) { eleventh_horner<<<g, 256, m>>>(a, c, 0.7f, -0.3f); }},
        {"eleventh_triad", (const void*)eleventh_triad, 256, [=](int g, size_t m) {
            eleventh_triad<<<g, 256, m>>>((const float4*)a, (const float4*)b, (float4*)c, 1.5f); }}};
    CHECK(cudaDeviceSynchronize());
    if (mode == "time") std::printf("kernel,blocks_per_sm,block_size,regs,smem,grid,median_us\n");
    for (const Kernel& k : kernels) {
        if (std::string(k.name).find(filter) == std::string::npos) continue;
        cudaFuncAttributes attributes; CHECK(cudaFuncGetAttributes(&attributes, k.function));
        CHECK(cudaFuncSetAttribute(k.function, cudaFuncAttributeMaxDynamicSharedMemorySize, 120 * 1024));
        CHECK(cudaFuncSetAttribute(k.function, cudaFuncAttributePreferredSharedMemoryCarveout, 100));
        for (int r = 0; r < 4; ++r) {
            size_t smem = kilobytes[r] * 1024;
            int resident; CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, k.function, k.block, smem));
            if (resident != residency[r]) continue;
            for (double w : waves) {
                int grid = (int)std::lround(w * sms * resident);
                if (mode == "profile") { k.launch(grid, smem); CHECK(cudaGetLastError()); CHECK(cudaDeviceSynchronize()); continue; }
                std::printf("%s,%d,%d,%d,%zu,%d,%.3f\n", k.name, resident, k.block, attributes.numRegs, smem, grid, median_us([&] { k.launch(grid, smem); }));
                std::fflush(stdout);
            }
        }
    }
    return 0;
}
