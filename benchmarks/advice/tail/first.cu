// Sweep of the last wave: uniform blocks of four kinds of work, 1 .. 16 resident blocks an SM (forced by dynamic shared memory), 17 grid sizes from 0.9 to 7
// waves each. The work of a block is fixed within a (kernel, residency) row, sized for ~25 .. 50 us a wave.
//
//   first time [KERNEL]      CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us   (median of 9 event-timed runs after 3 warm-ups)
//   first profile [KERNEL]   one launch of every combination, for ncu (the same order)
//
// sweep_chase: dependent loads from an 8 MB table in L2 (latency-bound: a block takes equally long alone or in company).
// sweep_fma: eight independent FMA chains a thread (a lone block of 4 warps already nears the issue rate; 16 share it).
// sweep_stream: a fixed chunk of a 1 GB buffer, four float4 in flight a thread (from latency-bound at 1 block an SM to DRAM-bound).
// sweep_shared: conflict-free shared-memory reads, eight independent accumulators (bound by shared memory's 128 B a clock).
#include "harness.cuh"

constexpr int BLOCK = 128;
constexpr size_t STREAM = 64u << 20;  // float4 of one streamed buffer; launches alternate between two, so that L2 keeps nothing for the next
extern __shared__ float pool[];

__global__ void __launch_bounds__(BLOCK, 16) sweep_chase(const int* __restrict__ table, float* __restrict__ out, int work) {
    unsigned at = (blockIdx.x * 4 + (threadIdx.x >> 5)) * 40503u & ((1 << 16) - 1), lane = threadIdx.x & 31;
    #pragma unroll 1
    for (int k = 0; k < work; ++k) at = __shfl_sync(~0u, __ldcg(table + at * 32 + (lane & 7)), k & 7);
    if (lane == 0) out[blockIdx.x * 4 + (threadIdx.x >> 5)] = at;
}
__global__ void __launch_bounds__(BLOCK, 16) sweep_fma(const int*, float* __restrict__ out, int work) {
    float a[8], x = threadIdx.x * 1e-3f + 0.5f;
    for (int j = 0; j < 8; ++j) a[j] = x + j;
    #pragma unroll 8
    for (int k = 0; k < work; ++k)
        #pragma unroll
        for (int j = 0; j < 8; ++j) a[j] = fmaf(a[j], 0.999f, x);
    for (int j = 1; j < 8; ++j) a[0] += a[j];
    if (a[0] == 12345.678f) out[blockIdx.x] = a[0];
}
__global__ void __launch_bounds__(BLOCK, 16) sweep_stream(const int* __restrict__ table, float* __restrict__ out, int work) {
    const float4* in = (const float4*)table;
    size_t at = (size_t)blockIdx.x * work * (4 * BLOCK) + threadIdx.x;
    float s = 0;
    #pragma unroll 1
    for (int k = 0; k < work; ++k, at += 4 * BLOCK) {
        const float4* p = in + (at & (STREAM - 1));
        float4 a = p[0], b = p[BLOCK], c = p[2 * BLOCK], d = p[3 * BLOCK];
        s += (a.x + a.y + a.z + a.w) + (b.x + b.y + b.z + b.w) + (c.x + c.y + c.z + c.w) + (d.x + d.y + d.z + d.w);
    }
    out[(size_t)blockIdx.x * BLOCK + threadIdx.x] = s;
}
__global__ void __launch_bounds__(BLOCK, 16) sweep_shared(const int*, float* __restrict__ out, int work) {
    for (int i = threadIdx.x; i < 2048; i += BLOCK) pool[i] = i;
    __syncthreads();
    float a[8] = {};
    #pragma unroll 2
    for (int k = 0; k < work; ++k) {
        const float* p = pool + ((k * 32 + threadIdx.x) & 1023);
        #pragma unroll
        for (int j = 0; j < 8; ++j) a[j] += p[j * 128];
    }
    for (int j = 1; j < 8; ++j) a[0] += a[j];
    out[(size_t)blockIdx.x * BLOCK + threadIdx.x] = a[0];
}

int main(int argc, char** argv) {
    std::string mode = argc > 1 ? argv[1] : "time", filter = argc > 2 ? argv[2] : "";
    if (mode != "time" && mode != "profile") { std::fprintf(stderr, "usage: %s time|profile [KERNEL]\n", argv[0]); return 2; }
    struct Kernel { const char* name; void (*run)(const int*, float*, int); const int* in; int work; bool shared_rate; };
    cudaDeviceProp device; CHECK(cudaGetDeviceProperties(&device, 0));
    int* table = harness::indices(1 << 21, 1 << 16);
    int* huge = (int*)harness::filled<float>(STREAM * 8);
    float* out = harness::empty<float>((size_t)BLOCK * 16 * 132 * 8);
    // work: steps of a block at one block an SM; where the rate is shared between the blocks of an SM, each does 1/residency of it
    const std::vector<Kernel> kernels = {
        {"sweep_chase", sweep_chase, table, 200, false}, {"sweep_fma", sweep_fma, nullptr, 8192, true},
        {"sweep_stream", sweep_stream, huge, 128, true}, {"sweep_shared", sweep_shared, nullptr, 2048, true}};
    const double waves[] = {0.9, 1.0, 0 /* one block more than a wave */, 1.12, 1.25, 1.5, 1.75, 1.98, 2.0, 2.05, 2.5, 3.0, 3.03, 3.6, 4.0, 5.1, 7.0};
    cudaEvent_t a, b; CHECK(cudaEventCreate(&a)); CHECK(cudaEventCreate(&b));
    if (mode == "time") std::printf("kernel,blocks_per_sm,block_size,regs,smem,grid,median_us\n");
    for (const Kernel& k : kernels) {
        if (std::string(k.name).find(filter) == std::string::npos) continue;
        CHECK(cudaFuncSetAttribute(k.run, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)device.sharedMemPerBlockOptin));
        CHECK(cudaFuncSetAttribute(k.run, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared));
        cudaFuncAttributes attributes; CHECK(cudaFuncGetAttributes(&attributes, k.run));
        for (int want : {1, 2, 4, 8, 16}) {
            int bytes = int(device.sharedMemPerMultiprocessor / want - device.reservedSharedMemPerBlock) / 1024 * 1024, resident = 0;
            bytes = std::min(bytes, (int)device.sharedMemPerBlockOptin);
            CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, k.run, BLOCK, bytes));
            int wave = resident * device.multiProcessorCount, work = k.shared_rate ? k.work / want : k.work;
            for (double w : waves) {
                int grid = w == 0 ? wave + 1 : (int)std::lround(w * wave);
                int count = 0;
                auto launch = [&] { k.run<<<grid, BLOCK, bytes>>>(k.in == huge && ++count % 2 ? huge + STREAM * 4 : k.in, out, work); };
                if (mode == "profile") { launch(); CHECK(cudaGetLastError()); CHECK(cudaDeviceSynchronize()); continue; }
                for (int i = 0; i < 3; ++i) launch();
                std::vector<float> us(9);
                for (float& t : us) {
                    CHECK(cudaEventRecord(a)); launch(); CHECK(cudaEventRecord(b)); CHECK(cudaEventSynchronize(b)); CHECK(cudaGetLastError());
                    CHECK(cudaEventElapsedTime(&t, a, b)); t *= 1e3f;
                }
                std::sort(us.begin(), us.end());
                std::printf("%s,%d,%d,%d,%d,%d,%.3f\n", k.name, resident, BLOCK, attributes.numRegs, bytes, grid, us[4]);
            }
        }
        std::fflush(stdout);
    }
    return 0;
}
