// Sweep of grid sizes (1 to 6 waves, 1 to 16 resident blocks an SM) that tests what a partial last wave of blocks costs.
//   twentysecond time [KERNEL]     CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us (9 timed runs after 3 warm-ups)
//   twentysecond profile [KERNEL]  launches every combination once, in the same order, and no other kernel (the input is filled by copies)
// twentysecond_chase   latency: every warp follows one chain of pointers through 1 MB that stays in the L2 cache (past L1), 64 threads
// twentysecond_fma     throughput: eight independent chains of FP32 multiply-adds a thread, 1024 to 128 threads
// twentysecond_stream  bandwidth: b = s a from DRAM to DRAM, eight loads of 16 bytes in flight, 512 to 64 threads
// twentysecond_l2      L2 cache: sums of 16 MB that stay in the L2 cache (past L1), four loads of 16 bytes in flight, 512 to 64 threads
#include "harness.cuh"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

constexpr size_t FULL = 128u << 20;     // float4 of a and of b: 2 GiB each
constexpr unsigned LINKS = 256u << 10;  // pointers of the chain: 1 MB
constexpr unsigned CACHED = 1u << 20;   // float4 that the L2 kernel reads: 16 MB

__global__ void __launch_bounds__(64) twentysecond_chase(const float4* in, float4* out, int steps) {
    const unsigned* next = (const unsigned*)in;
    const unsigned warp = blockIdx.x * 2 + threadIdx.x / 32;
    unsigned at = warp * 40503u % LINKS;  // all lanes of a warp at one place
#pragma unroll 4
    for (int s = 0; s < steps; ++s) at = __ldcg(next + at);
    ((unsigned*)out)[(size_t)blockIdx.x * 64 + threadIdx.x] = at;
}

__global__ void __launch_bounds__(1024, 2) twentysecond_fma(const float4* in, float4* out, int steps) {
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const float4 p = in[i % 65536];
    const float c = 0.9f + 0.05f * p.x, d = p.y;
    float x[8];
#pragma unroll
    for (int u = 0; u < 8; ++u) x[u] = p.z + u * p.w;
#pragma unroll 8
    for (int s = 0; s < steps; ++s)
#pragma unroll
        for (int u = 0; u < 8; ++u) x[u] = fmaf(x[u], c, d);
    ((float*)out)[i] = ((x[0] + x[1]) + (x[2] + x[3])) + ((x[4] + x[5]) + (x[6] + x[7]));
}

__global__ void __launch_bounds__(512, 2) twentysecond_stream(const float4* in, float4* out, int steps) {
    const int n = blockDim.x;
    size_t at = (size_t)blockIdx.x * steps * n * 8 + threadIdx.x;
#pragma unroll 1
    for (int s = 0; s < steps; ++s, at += n * 8) {
        float4 v[8];
#pragma unroll
        for (int u = 0; u < 8; ++u) v[u] = in[at + u * n];
#pragma unroll
        for (int u = 0; u < 8; ++u) out[at + u * n] = make_float4(1.5f * v[u].x, 1.5f * v[u].y, 1.5f * v[u].z, 1.5f * v[u].w);
    }
}

__global__ void __launch_bounds__(512, 2) twentysecond_l2(const float4* in, float4* out, int steps) {
    const unsigned n = blockDim.x;
    unsigned at = blockIdx.x * 7919u * 512u + threadIdx.x;  // blocks start at places spread over the 16 MB
    float4 sum = {0, 0, 0, 0};
#pragma unroll 2
    for (int s = 0; s < steps; ++s, at += n * 4) {
        float4 v[4];
#pragma unroll
        for (unsigned u = 0; u < 4; ++u) v[u] = __ldcg(in + ((at + u * n) & (CACHED - 1)));
#pragma unroll
        for (int u = 0; u < 4; ++u) { sum.x += v[u].x; sum.y += v[u].y; sum.z += v[u].z; sum.w += v[u].w; }
    }
    out[(size_t)blockIdx.x * n + threadIdx.x] = sum;
}

struct Shape { int residency, block, work; };  // blocks an SM, held by shared memory; threads and steps of a block
struct Kernel {
    const char* name;
    void (*run)(const float4*, float4*, int);
    const float4* in;
    std::vector<Shape> shapes;  // work so chosen that waves take about as long
};
struct Grid { double waves; int more; };  // so many waves and so many blocks more

int main(int argc, char** argv) {
    std::string mode = argc > 1 ? argv[1] : "time", filter = argc > 2 ? argv[2] : "";
    if (mode != "time" && mode != "profile") { std::fprintf(stderr, "usage: %s time|profile [KERNEL]\n", argv[0]); return 2; }
    cudaDeviceProp device; CHECK(cudaGetDeviceProperties(&device, 0));
    // Input: 16 MB of random values from the host, doubled by copies until the buffer is full.
    std::vector<float> values(4u << 20);
    for (size_t i = 0; i < values.size(); ++i) values[i] = harness::unit((uint32_t)i * 2654435761u + 1);
    float4* in; CHECK(cudaMalloc(&in, FULL * sizeof(float4)));
    CHECK(cudaMemcpy(in, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice));
    for (size_t have = values.size() / 4; have < FULL; have *= 2)
        CHECK(cudaMemcpy(in + have, in, have * sizeof(float4), cudaMemcpyDeviceToDevice));
    // One cycle through all the links, in random order (Sattolo).
    std::vector<unsigned> next(LINKS);
    for (unsigned i = 0; i < LINKS; ++i) next[i] = i;
    uint64_t state = 22;
    for (unsigned i = LINKS - 1; i > 0; --i) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        std::swap(next[i], next[(state >> 33) % i]);
    }
    float4* links; CHECK(cudaMalloc(&links, LINKS * sizeof(unsigned)));
    CHECK(cudaMemcpy(links, next.data(), LINKS * sizeof(unsigned), cudaMemcpyHostToDevice));
    float4* out = (float4*)harness::empty<float>(FULL * 4);
    CHECK(cudaDeviceSynchronize());
    // Stream: 1.5 MiB of each array an SM and wave, so that a wave takes 208 MB and six waves 1.25 GB of the 2 GiB of each.
    // Expected of one wave at 1.7 to 2.0 GHz: 80 to 120 us of the chase, 90 to 110 us of the multiply-adds, 90 to 120 us of the stream, 80 to 130 us of the L2 sums.
    const std::vector<Kernel> kernels = {
        {"twentysecond_chase", twentysecond_chase, links, {{1, 64, 640}, {2, 64, 640}, {4, 64, 640}, {8, 64, 640}, {16, 64, 640}}},
        {"twentysecond_fma", twentysecond_fma, in, {{1, 1024, 2688}, {2, 1024, 1344}, {4, 512, 1344}, {8, 256, 1344}, {16, 128, 1344}}},
        {"twentysecond_stream", twentysecond_stream, in, {{1, 512, 24}, {2, 512, 12}, {4, 256, 12}, {8, 128, 12}, {16, 64, 12}}},
        {"twentysecond_l2", twentysecond_l2, in, {{1, 512, 128}, {2, 512, 64}, {4, 256, 64}, {8, 128, 64}, {16, 64, 64}}}};
    // Last waves of one block, 10%, 25%, 50%, 75%, 90% and full; two lists, taken in turn by the residencies.
    const std::vector<Grid> grids[2] = {
        {{1, 0}, {1, 1}, {1.1, 0}, {1.25, 0}, {1.5, 0}, {1.75, 0}, {1.9, 0}, {2, 0}, {2.5, 0}, {3, 1}, {4.75, 0}, {6, 0}},
        {{1, 0}, {1, 1}, {1.1, 0}, {1.25, 0}, {1.5, 0}, {1.75, 0}, {1.9, 0}, {2, 1}, {2.25, 0}, {3.9, 0}, {4, 0}, {5.1, 0}}};
    cudaEvent_t a, b; CHECK(cudaEventCreate(&a)); CHECK(cudaEventCreate(&b));
    if (mode == "time") std::printf("kernel,blocks_per_sm,block_size,regs,smem,grid,median_us\n");
    for (const Kernel& k : kernels) {
        if (std::string(k.name).find(filter) == std::string::npos) continue;
        CHECK(cudaFuncSetAttribute(k.run, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)device.sharedMemPerBlockOptin));
        CHECK(cudaFuncSetAttribute(k.run, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared));
        cudaFuncAttributes attributes; CHECK(cudaFuncGetAttributes(&attributes, k.run));
        for (size_t i = 0; i < k.shapes.size(); ++i) {
            const Shape& s = k.shapes[i];
            int bytes = int(device.sharedMemPerMultiprocessor / s.residency - device.reservedSharedMemPerBlock) / 1024 * 1024, resident = 0;
            bytes = std::min(bytes, (int)device.sharedMemPerBlockOptin);
            CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, k.run, s.block, bytes));
            if (resident != s.residency) { std::fprintf(stderr, "%s: %d blocks an SM, not %d\n", k.name, resident, s.residency); continue; }
            int wave = resident * device.multiProcessorCount;
            for (const Grid& g : grids[i % 2]) {
                int grid = (int)std::lround(g.waves * wave) + g.more;
                auto launch = [&] { k.run<<<grid, s.block, bytes>>>(k.in, out, s.work); CHECK(cudaGetLastError()); };
                if (mode == "profile") { launch(); CHECK(cudaDeviceSynchronize()); continue; }
                for (int r = 0; r < 3; ++r) launch();
                std::vector<float> us(9);
                for (float& t : us) {
                    CHECK(cudaEventRecord(a)); launch(); CHECK(cudaEventRecord(b)); CHECK(cudaEventSynchronize(b));
                    CHECK(cudaEventElapsedTime(&t, a, b)); t *= 1e3f;
                }
                std::sort(us.begin(), us.end());
                std::printf("%s,%d,%d,%d,%d,%d,%.3f\n", k.name, resident, s.block, attributes.numRegs, bytes, grid, us[4]);
            }
        }
    }
    CHECK(cudaDeviceSynchronize());
    return 0;
}
