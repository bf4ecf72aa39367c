// What the later sweeps of the last wave share: every kernel at 1, 2, 4 and 8 blocks an SM, over grids of so many waves.
//
// Shared memory that the kernels do not use holds the residency. Of a kernel whose rate is shared between the blocks of an SM, each block does
// 1/residency of the work, so that waves take about as long.
#pragma once
#include "harness.cuh"

constexpr size_t STREAM = 64u << 20;  // float4 of one streamed buffer
extern __shared__ float pool[];

struct SweptKernel {
    const char* name;
    void (*run)(const float4*, float4*, int);
    int block, work;   // threads of a block; steps of a block at one block an SM
    bool shared_rate;
    int fewest = 1;    // blocks an SM
};

inline int sweep(const std::vector<SweptKernel>& kernels, const std::vector<double>& waves, int argc, char** argv) {
    std::string mode = argc > 1 ? argv[1] : "time", filter = argc > 2 ? argv[2] : "";
    if (mode != "time" && mode != "profile") { std::fprintf(stderr, "usage: %s time|profile [KERNEL]\n", argv[0]); return 2; }
    cudaDeviceProp device; CHECK(cudaGetDeviceProperties(&device, 0));
    float4* in = (float4*)harness::filled<float>(STREAM * 8);
    float4* out = (float4*)harness::empty<float>(STREAM * 4);
    cudaEvent_t a, b; CHECK(cudaEventCreate(&a)); CHECK(cudaEventCreate(&b));
    if (mode == "time") std::printf("kernel,blocks_per_sm,block_size,regs,smem,grid,median_us\n");
    for (const SweptKernel& k : kernels) {
        if (std::string(k.name).find(filter) == std::string::npos) continue;
        CHECK(cudaFuncSetAttribute(k.run, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)device.sharedMemPerBlockOptin));
        CHECK(cudaFuncSetAttribute(k.run, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared));
        cudaFuncAttributes attributes; CHECK(cudaFuncGetAttributes(&attributes, k.run));
        for (int want : {1, 2, 4, 8}) {
            if (want < k.fewest) continue;
            if (want * k.block > device.maxThreadsPerMultiProcessor) continue;
            int bytes = int(device.sharedMemPerMultiprocessor / want - device.reservedSharedMemPerBlock) / 1024 * 1024, resident = 0;
            bytes = std::min(bytes, (int)device.sharedMemPerBlockOptin);
            CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, k.run, k.block, bytes));
            if (resident != want) continue;
            int wave = resident * device.multiProcessorCount, work = k.shared_rate ? k.work / want : k.work;
            for (double w : waves) {
                int grid = (int)std::lround(w * wave);
                auto launch = [&] { k.run<<<grid, k.block, bytes>>>(in, out, work); };
                if (mode == "profile") { launch(); CHECK(cudaGetLastError()); CHECK(cudaDeviceSynchronize()); continue; }
                for (int i = 0; i < 3; ++i) launch();
                std::vector<float> us(9);
                for (float& t : us) {
                    CHECK(cudaEventRecord(a)); launch(); CHECK(cudaEventRecord(b)); CHECK(cudaEventSynchronize(b));
                    CHECK(cudaEventElapsedTime(&t, a, b)); t *= 1e3f;
                }
                std::sort(us.begin(), us.end());
                std::printf("%s,%d,%d,%d,%d,%d,%.3f\n", k.name, resident, k.block, attributes.numRegs, bytes, grid, us[4]);
            }
        }
    }
    CHECK(cudaDeviceSynchronize());
    return 0;
}
