// Sweep of grid sizes (1 to 8 waves, 1 to 8 resident blocks an SM) that tests what a partial last wave of blocks costs.
//   twentyfirst time [KERNEL]     CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us (9 timed runs after 3 warm-ups)
//   twentyfirst profile [KERNEL]  launches every combination once, in the same order, and no other kernel (the input is filled by copies)
// twentyfirst_logistic  latency: x = r x (1 - x), one value a thread, every step waits for the last, 32 threads (at most two warps a scheduler)
// twentyfirst_nbody     throughput: gravity of tiles of 192 bodies in shared memory on two bodies a thread, rsqrt and FP32 multiply-adds, 192 threads
// twentyfirst_add       bandwidth: c = a + b from DRAM to DRAM, eight loads of 16 bytes in flight, 160 threads
#include "harness.cuh"

constexpr size_t HALF = 64u << 20;  // float4 of a, of b and of c: 1 GB each
extern __shared__ float4 pool[];

__global__ void __launch_bounds__(32) twentyfirst_logistic(const float4* in, float4* out, int steps) {
    const float4 p = in[(blockIdx.x * 32 + threadIdx.x) % 65536];
    float x = fmaf(0.4f, p.x, 0.5f);                // in [0.1, 0.9)
    const float r = fmaf(0.1f, fabsf(p.y), 3.85f);  // chaotic, and x stays in (0, 1)
#pragma unroll 16
    for (int s = 0; s < steps; ++s) x = r * fmaf(-x, x, x);
    ((float*)out)[(size_t)blockIdx.x * 32 + threadIdx.x] = x;
}

__device__ __forceinline__ void pull(float3& a, const float4& me, const float4& other) {
    const float x = other.x - me.x, y = other.y - me.y, z = other.z - me.z;
    const float inverse = rsqrtf(fmaf(x, x, fmaf(y, y, fmaf(z, z, 0.01f))));
    const float f = other.w * inverse * (inverse * inverse);
    a.x = fmaf(f, x, a.x); a.y = fmaf(f, y, a.y); a.z = fmaf(f, z, a.z);
}
__global__ void __launch_bounds__(192, 8) twentyfirst_nbody(const float4* in, float4* out, int steps) {
    const int t = threadIdx.x;
    const size_t at = (size_t)blockIdx.x * 384 + t;
    const float4 p = in[at], q = in[at + 192];
    float3 a = {0, 0, 0}, b = {0, 0, 0};
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        pool[t] = in[s * 192 + t];
        __syncthreads();
#pragma unroll 4
        for (int j = 0; j < 192; ++j) {
            const float4 other = pool[j];
            pull(a, p, other);
            pull(b, q, other);
        }
        __syncthreads();
    }
    out[at] = make_float4(a.x, a.y, a.z, p.w);
    out[at + 192] = make_float4(b.x, b.y, b.z, q.w);
}

__global__ void __launch_bounds__(160, 8) twentyfirst_add(const float4* in, float4* out, int steps) {
    const float4* second = in + HALF;
    size_t at = (size_t)blockIdx.x * steps * 640 + threadIdx.x;
#pragma unroll 1
    for (int s = 0; s < steps; ++s, at += 640) {
        float4 v[4], w[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) { v[u] = in[at + u * 160]; w[u] = second[at + u * 160]; }
#pragma unroll
        for (int u = 0; u < 4; ++u) out[at + u * 160] = make_float4(v[u].x + w[u].x, v[u].y + w[u].y, v[u].z + w[u].z, v[u].w + w[u].w);
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
    float4* in; CHECK(cudaMalloc(&in, 2 * HALF * sizeof(float4)));
    CHECK(cudaMemcpy(in, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice));
    for (size_t have = values.size() / 4; have < 2 * HALF; have *= 2)
        CHECK(cudaMemcpy(in + have, in, have * sizeof(float4), cudaMemcpyDeviceToDevice));
    float4* out = (float4*)harness::empty<float>(HALF * 4);
    CHECK(cudaDeviceSynchronize());
    // Steps of the sum: 96, so that eight waves take 1.04 GB of the 1 GiB of each array and one wave 130 MB of each, several times the L2 cache in all.
    // Expected of one wave at 1.7 to 2.0 GHz: 120 to 150 us of the recurrence, 90 to 150 us of the bodies, 90 to 130 us of the sum.
    const std::vector<Kernel> kernels = {
        {"twentyfirst_logistic", twentyfirst_logistic, in, 32, 30000, false, {1, 2, 4, 8}}, {"twentyfirst_nbody", twentyfirst_nbody, in, 192, 24, true, {1, 2, 4, 8}},
        {"twentyfirst_add", twentyfirst_add, in, 160, 96, true, {1, 2, 4, 8}}};
    const Grid grids[] = {{1, 0}, {1, 1}, {1.08, 0}, {1.25, 0}, {1.4, 0}, {1.6, 0}, {1.9, 0}, {2, 0}, {2, 1}, {2.2, 0}, {2.5, 0}, {2.9, 0}, {3.3, 0}, {4, 0}, {5.1, 0}, {6.6, 0}, {8, 0}};
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
