// Sweep of grid sizes (1 to 6 waves, 1 to 8 resident blocks an SM) that tests what a partial last wave of blocks costs.
//   twentythird time [KERNEL]     CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us (9 timed runs after 3 warm-ups)
//   twentythird profile [KERNEL]  launches every combination once, in the same order, and no other kernel (the input is filled by copies)
// twentythird_walk     latency: every half-warp follows two random walks, each load dependent on the one before, through 2 GiB of DRAM, 64 threads
// twentythird_hash     throughput: four independent integer hashes a thread, bound by instruction issue, 1024 to 128 threads
// twentythird_reduce   bandwidth: every block sums a slab of its own from DRAM, eight loads of 16 bytes in flight, 512 to 128 threads
// twentythird_series   special functions: a damped sine series of __expf and __sinf, 512 to 256 threads
#include "harness.cuh"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

constexpr size_t FULL = 128u << 20;   // float4 of the input: 2 GiB
constexpr size_t RESULTS = 8u << 20;  // float4 of the output: 128 MiB
extern __shared__ float pool[];       // mostly unused: its size holds the residency

// The salt differs from launch to launch, so that no walk finds its sectors in the L2 cache from the launch before.
__global__ void __launch_bounds__(64) twentythird_walk(const float4* in, float4* out, int steps, unsigned salt) {
    const unsigned* words = (const unsigned*)in;
    const unsigned walk = blockIdx.x * 4 + threadIdx.x / 16;  // all lanes of a half-warp at one place
    unsigned a = (walk * 2 + salt * 40503u + 1) * 2654435761u, b = (walk * 2 + salt * 40503u + 2) * 2654435761u;
    a ^= a >> 15; a *= 2246822519u;
    b ^= b >> 15; b *= 2246822519u;
#pragma unroll 2
    for (int s = 0; s < steps; ++s) {
        const unsigned u = __ldcg(words + (size_t)(a >> 6) * 8), v = __ldcg(words + (size_t)(b >> 6) * 8);  // one of 64 Mi sectors
        a = (a ^ u) * 2654435761u + salt;
        b = (b ^ v) * 2246822519u + salt;
    }
    ((unsigned*)out)[(size_t)blockIdx.x * 64 + threadIdx.x] = a ^ b;
}

__global__ void __launch_bounds__(1024, 1) twentythird_hash(const float4* in, float4* out, int steps, unsigned) {
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const uint4 p = ((const uint4*)in)[i % 65536];
    unsigned x[4] = {p.x, p.y, p.z, p.w}, digest[4] = {1, 2, 3, 4};
#pragma unroll 8
    for (int s = 0; s < steps; ++s)
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            x[u] = (x[u] ^ (x[u] >> 15)) * 2246822519u;
            digest[u] = digest[u] * 16777619u + x[u];
        }
    ((unsigned*)out)[i] = (digest[0] ^ digest[1]) + (digest[2] ^ digest[3]);
}

__global__ void __launch_bounds__(512, 2) twentythird_reduce(const float4* in, float4* out, int steps, unsigned) {
    const int n = blockDim.x;
    const float4* at = in + (size_t)blockIdx.x * steps * n * 8 + threadIdx.x;
    float4 sum = {0, 0, 0, 0};
#pragma unroll 1
    for (int s = 0; s < steps; ++s, at += n * 8) {
        float4 v[8];
#pragma unroll
        for (int u = 0; u < 8; ++u) v[u] = __ldcs(at + u * n);
#pragma unroll
        for (int u = 0; u < 8; ++u) { sum.x += v[u].x; sum.y += v[u].y; sum.z += v[u].z; sum.w += v[u].w; }
    }
    float t = (sum.x + sum.y) + (sum.z + sum.w);
#pragma unroll
    for (int d = 16; d > 0; d /= 2) t += __shfl_down_sync(~0u, t, d);
    if (threadIdx.x % 32 == 0) pool[threadIdx.x / 32] = t;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < n / 32; ++w) t += pool[w];
        ((float*)out)[blockIdx.x] = t;
    }
}

__global__ void __launch_bounds__(512, 4) twentythird_series(const float4* in, float4* out, int steps, unsigned) {
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const float4 p = in[i % 65536];
    const float damp = -0.001f - 0.002f * fabsf(p.x), x = p.y;
    float sum = 0, k = 1;
#pragma unroll 8
    for (int s = 0; s < steps; ++s, k += 1) sum += __expf(damp * k) * __sinf(x * k);
    ((float*)out)[i] = sum;
}

struct Shape { int residency, block, work; };  // blocks an SM, held by shared memory; threads and steps of a block
struct Kernel {
    const char* name;
    void (*run)(const float4*, float4*, int, unsigned);
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
    float4* out = (float4*)harness::empty<float>(RESULTS * 4);
    CHECK(cudaDeviceSynchronize());
    // Reduce: slabs of 2.25 MiB an SM and wave, so that a wave of 132 SMs reads 311 MB and six waves 1.87 GB of the 2 GiB.
    // Expected of one wave at 1.7 to 2.0 GHz: 80 to 150 us of the walk, 85 to 130 us of the hash, 70 to 115 us of the reduction, 80 to 100 us of the series.
    const std::vector<Kernel> kernels = {
        {"twentythird_walk", twentythird_walk, {{1, 64, 120}, {2, 64, 120}, {4, 64, 120}, {8, 64, 120}}},
        {"twentythird_hash", twentythird_hash, {{1, 1024, 1280}, {2, 512, 1280}, {4, 256, 1280}, {8, 128, 1280}}},
        {"twentythird_reduce", twentythird_reduce, {{1, 512, 36}, {2, 512, 18}, {4, 256, 18}, {8, 128, 18}}},
        {"twentythird_series", twentythird_series, {{1, 512, 2560}, {2, 512, 1280}, {4, 256, 1280}, {8, 256, 640}}}};
    // Last waves of one block, 10%, 25%, 50%, 75%, 90% and full in both lists; taken in turn by the residencies, from kernel to kernel the other first.
    const std::vector<Grid> grids[2] = {
        {{1, 0}, {1, 1}, {1.1, 0}, {1.25, 0}, {1.5, 0}, {1.75, 0}, {1.9, 0}, {2, 0}, {2.5, 0}, {3, 0}, {3, 1}, {5.25, 0}},
        {{1, 0}, {1.25, 0}, {1.5, 0}, {1.9, 0}, {2, 0}, {2, 1}, {2.1, 0}, {2.75, 0}, {3.5, 0}, {4, 0}, {4.9, 0}, {6, 0}}};
    cudaEvent_t a, b; CHECK(cudaEventCreate(&a)); CHECK(cudaEventCreate(&b));
    unsigned launches = 0;
    if (mode == "time") std::printf("kernel,blocks_per_sm,block_size,regs,smem,grid,median_us\n");
    for (size_t j = 0; j < kernels.size(); ++j) {
        const Kernel& k = kernels[j];
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
            for (const Grid& g : grids[(i + j) % 2]) {
                int grid = (int)std::lround(g.waves * wave) + g.more;
                auto launch = [&] { k.run<<<grid, s.block, bytes>>>(in, out, s.work, ++launches); CHECK(cudaGetLastError()); };
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
