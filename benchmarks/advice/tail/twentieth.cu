// Sweep of grid sizes (1 to 8 waves, 1 to 8 resident blocks an SM) that tests what a partial last wave of blocks costs.
//   twentieth time [KERNEL]     CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us (9 timed runs after 3 warm-ups)
//   twentieth profile [KERNEL]  launches every combination once, in the same order, and no other kernel (the input is filled by copies)
// twentieth_chase    latency: each warp follows one chain of pointers through a random cycle of 1 MB in the L2 cache, 64 threads
// twentieth_fma      throughput: FP32 multiply-adds in registers, eight independent chains a thread, 256 threads
// twentieth_stream   bandwidth: y = a x + b from DRAM to DRAM, four loads of 16 bytes in flight, 256 threads
// twentieth_softmax  mixed: softmax of rows of 2048, read from DRAM, two reductions with barriers, exponentials, written back, 128 threads
#include <numeric>
#include <random>

#include "harness.cuh"

constexpr size_t STREAM = 128u << 20;  // float4 of the input and of the output: 2 GB each
constexpr int NODES = 32768;           // of the cycle, each a sector of 32 bytes
extern __shared__ float4 pool[];

__global__ void __launch_bounds__(64) twentieth_chase(const float4* in, float4* out, int steps) {
    const int* next = (const int*)in;
    int node = harness::hash32((blockIdx.x * blockDim.x + threadIdx.x) / 32) % NODES * 8;
#pragma unroll 4
    for (int s = 0; s < steps; ++s) node = __ldcg(next + node);
    ((int*)out)[(size_t)blockIdx.x * blockDim.x + threadIdx.x] = node;
}

__global__ void __launch_bounds__(256, 8) twentieth_fma(const float4* in, float4* out, int steps) {
    const float4 p = in[threadIdx.x], q = in[256 + threadIdx.x], r = in[512 + threadIdx.x];
    const float a = fmaf(1e-6f, r.x, -1.0f), b = r.y;  // near -1: the values swing and neither grow nor settle
    float x[8] = {p.x, p.y, p.z, p.w, q.x, q.y, q.z, q.w};
#pragma unroll 1
    for (int s = 0; s < steps; ++s)
#pragma unroll
        for (int k = 0; k < 16; ++k)
#pragma unroll
            for (int j = 0; j < 8; ++j) x[j] = fmaf(x[j], a, b);
    ((float*)out)[(size_t)blockIdx.x * blockDim.x + threadIdx.x] = x[0] + x[1] + x[2] + x[3] + x[4] + x[5] + x[6] + x[7];
}

__global__ void __launch_bounds__(256, 8) twentieth_stream(const float4* in, float4* out, int steps) {
    size_t at = (size_t)blockIdx.x * steps * 1024 + threadIdx.x;
#pragma unroll 1
    for (int s = 0; s < steps; ++s, at += 1024) {
        float4 v[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) v[u] = in[at + u * 256];
#pragma unroll
        for (int u = 0; u < 4; ++u)
            out[at + u * 256] = make_float4(fmaf(1.5f, v[u].x, 0.25f), fmaf(1.5f, v[u].y, 0.25f), fmaf(1.5f, v[u].z, 0.25f), fmaf(1.5f, v[u].w, 0.25f));
    }
}

__global__ void __launch_bounds__(128, 8) twentieth_softmax(const float4* in, float4* out, int steps) {
    float *highest = (float*)pool, *total = highest + 4;  // of each warp
    const int t = threadIdx.x, lane = t % 32, warp = t / 32;
    size_t at = (size_t)blockIdx.x * steps * 512 + t;
#pragma unroll 1
    for (int s = 0; s < steps; ++s, at += 512) {
        float4 v[4];
        float most = -1e30f, sum = 0;
#pragma unroll
        for (int u = 0; u < 4; ++u) v[u] = in[at + u * 128];
#pragma unroll
        for (int u = 0; u < 4; ++u) most = fmaxf(most, fmaxf(fmaxf(v[u].x, v[u].y), fmaxf(v[u].z, v[u].w)));
#pragma unroll
        for (int d = 16; d; d /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
        if (lane == 0) highest[warp] = most;
        __syncthreads();
        most = fmaxf(fmaxf(highest[0], highest[1]), fmaxf(highest[2], highest[3]));
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            v[u] = make_float4(__expf(v[u].x - most), __expf(v[u].y - most), __expf(v[u].z - most), __expf(v[u].w - most));
            sum += v[u].x + v[u].y + v[u].z + v[u].w;
        }
#pragma unroll
        for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
        if (lane == 0) total[warp] = sum;
        __syncthreads();
        const float scale = 1.0f / (total[0] + total[1] + total[2] + total[3]);
#pragma unroll
        for (int u = 0; u < 4; ++u) out[at + u * 128] = make_float4(v[u].x * scale, v[u].y * scale, v[u].z * scale, v[u].w * scale);
    }
}

struct Kernel {
    const char* name;
    void (*run)(const float4*, float4*, int);
    const float4* in;
    int block, work;   // threads of a block; steps of a block at one block an SM
    bool shared_rate;  // each block does 1/residency of the work, so that waves take about as long
    std::vector<int> residencies;  // blocks an SM, held by shared memory
};
struct Grid { double waves; int more; };  // so many waves and so many blocks more

int main(int argc, char** argv) {
    std::string mode = argc > 1 ? argv[1] : "time", filter = argc > 2 ? argv[2] : "";
    if (mode != "time" && mode != "profile") { std::fprintf(stderr, "usage: %s time|profile [KERNEL]\n", argv[0]); return 2; }
    cudaDeviceProp device; CHECK(cudaGetDeviceProperties(&device, 0));
    // Input: 16 MB of random values from the host, doubled by copies until the buffer is full.
    std::vector<float> values(4u << 20);
    for (size_t i = 0; i < values.size(); ++i) values[i] = harness::unit((uint32_t)i * 2654435761u + 1);
    float4* in; CHECK(cudaMalloc(&in, STREAM * sizeof(float4)));
    CHECK(cudaMemcpy(in, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice));
    for (size_t have = values.size() / 4; have < STREAM; have *= 2)
        CHECK(cudaMemcpy(in + have, in, have * sizeof(float4), cudaMemcpyDeviceToDevice));
    float4* out = (float4*)harness::empty<float>(STREAM * 4);
    // Chain: the nodes in a random order, each holding the place of the next one.
    std::vector<int> order(NODES), cycle(NODES * 8);
    std::iota(order.begin(), order.end(), 0);
    std::mt19937 random(20);
    for (int i = NODES - 1; i > 0; --i) std::swap(order[i], order[random() % (i + 1)]);
    for (int i = 0; i < NODES; ++i) cycle[order[i] * 8] = order[(i + 1) % NODES] * 8;
    const float4* chain = (const float4*)harness::uploaded(cycle);
    CHECK(cudaDeviceSynchronize());
    // Steps of the stream: 96, so that eight waves take 1.66 GB of the 2 GB read and one wave 208 MB, several times the L2 cache.
    const std::vector<Kernel> kernels = {
        {"twentieth_chase", twentieth_chase, chain, 64, 800, false, {1, 2, 4, 8}}, {"twentieth_fma", twentieth_fma, in, 256, 640, true, {1, 2, 4, 8}},
        {"twentieth_stream", twentieth_stream, in, 256, 96, true, {1, 2, 4, 8}}, {"twentieth_softmax", twentieth_softmax, in, 128, 96, true, {1, 2, 4, 8}}};
    const Grid grids[] = {{1, 0}, {1, 1}, {1.05, 0}, {1.15, 0}, {1.33, 0}, {1.5, 0}, {1.8, 0}, {2, 0}, {2, 1}, {2.4, 0}, {2.75, 0}, {3, 0}, {3.1, 0}, {4, 0}, {4.5, 0}, {6.2, 0}, {8, 0}};
    cudaEvent_t a, b; CHECK(cudaEventCreate(&a)); CHECK(cudaEventCreate(&b));
    if (mode == "time") std::printf("kernel,blocks_per_sm,block_size,regs,smem,grid,median_us\n");
    for (const Kernel& k : kernels) {
        if (std::string(k.name).find(filter) == std::string::npos) continue;
        CHECK(cudaFuncSetAttribute(k.run, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)device.sharedMemPerBlockOptin));
        CHECK(cudaFuncSetAttribute(k.run, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared));
        cudaFuncAttributes attributes; CHECK(cudaFuncGetAttributes(&attributes, k.run));
        for (int want : k.residencies) {
            int bytes = int(device.sharedMemPerMultiprocessor / want - device.reservedSharedMemPerBlock) / 1024 * 1024, resident = 0;
            bytes = std::min(bytes, (int)device.sharedMemPerBlockOptin);
            CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, k.run, k.block, bytes));
            if (resident != want) { std::fprintf(stderr, "%s: %d blocks an SM, not %d\n", k.name, resident, want); continue; }
            int wave = resident * device.multiProcessorCount, work = k.shared_rate ? k.work / want : k.work;
            for (const Grid& g : grids) {
                int grid = (int)std::lround(g.waves * wave) + g.more;
                auto launch = [&] { k.run<<<grid, k.block, bytes>>>(k.in, out, work); CHECK(cudaGetLastError()); };
                if (mode == "profile") { launch(); CHECK(cudaDeviceSynchronize()); continue; }
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
