// Sweep of grid sizes (0.25 to 6 waves, 1 to 16 resident blocks an SM) that tests what a partial last wave of blocks costs.
//   twentyfifth time [KERNEL]     CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us (9 timed runs after 3 warm-ups)
//   twentyfifth profile [KERNEL]  launches every combination once, in the same order, and no other kernel (the input is filled by copies)
// twentyfifth_search   latency: queries of a search tree with 32 keys a node, one a warp, each query dependent on the answer before, nodes and answers in the L2 cache, 64 or 32 threads
// twentyfifth_lorenz   throughput: Runge-Kutta steps of four Lorenz systems a thread, FP32 in registers only, 1024 to 128 threads
// twentyfifth_bags     bandwidth: sums of 32 rows of 512 bytes, gathered at random from 1 GiB of DRAM, a bag a warp, eight loads of 16 bytes in flight, 512 to 64 threads
// twentyfifth_network  tensor cores: recurrent network of 64 units in FP16, 16 sequences a warp, weights and states in registers, 512 to 64 threads
#include "harness.cuh"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>
#include <cuda_fp16.h>

constexpr size_t FULL = 64u << 20;     // float4 of the input: 1 GiB
constexpr size_t OUTPUT = 8u << 20;    // float4 of the output: 128 MiB
constexpr size_t SMALL = FULL - 65536 * 8;  // where the search tree lies in the input, in float4: the last 8 MiB
constexpr int LEVEL1 = 32, LEVEL2 = LEVEL1 + 32 * 32, LEVEL3 = LEVEL2 + 32 * 1024, KEYS = LEVEL3 + 32 * 32768;  // first keys of the tree's levels
constexpr unsigned ANSWERS = 1u << 20, ROWS = FULL / 32;
extern __shared__ float4 pool[];       // its size holds the residency, often far above the need

// Root in registers, 32 nodes of the next level in shared memory, 1024 and 32768 nodes and 4 MB of answers in the L2 cache (past L1).
__global__ void __launch_bounds__(64) twentyfifth_search(const float4* in, float4* out, int steps, unsigned) {
    const int n = blockDim.x, t = threadIdx.x, lane = t % 32;
    const float *tree = (const float*)(in + SMALL), *answers = (const float*)in;
    for (int i = t; i < 256; i += n) pool[i] = in[SMALL + LEVEL1 / 4 + i];
    const float root = tree[lane];
    const unsigned warp = blockIdx.x * (n / 32) + t / 32;
    unsigned salt = warp * 7919u;
    float query = answers[warp * 61u % ANSWERS], sum = 0;
    __syncthreads();
#pragma unroll 1
    for (int s = 0; s < steps; ++s, salt += 40503u) {
        unsigned at = __popc(__ballot_sync(~0u, root <= query));
        at = at * 32 + __popc(__ballot_sync(~0u, ((const float*)pool)[at * 32 + lane] <= query));
        at = at * 32 + __popc(__ballot_sync(~0u, __ldcg(tree + LEVEL2 + at * 32 + lane) <= query));
        at = at * 32 + __popc(__ballot_sync(~0u, __ldcg(tree + LEVEL3 + at * 32 + lane) <= query));
        query = __ldcg(answers + (at + salt) % ANSWERS);
        sum += query;
    }
    if (lane == 0) ((float*)out)[warp] = sum;
}

__device__ __forceinline__ void slope(const float (&p)[3], float (&d)[3]) {
    d[0] = 10.0f * (p[1] - p[0]);
    d[1] = fmaf(p[0], 28.0f - p[2], -p[1]);
    d[2] = fmaf(p[0], p[1], -2.6666667f * p[2]);
}

__global__ void __launch_bounds__(1024, 1) twentyfifth_lorenz(const float4* in, float4* out, int steps, unsigned) {
    constexpr float h = 0.004f;
    const size_t at = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float p[4][3];
    const float4 x = in[at * 3], y = in[at * 3 + 1], z = in[at * 3 + 2];
    p[0][0] = x.x; p[0][1] = x.y; p[0][2] = x.z; p[1][0] = x.w; p[1][1] = y.x; p[1][2] = y.y;
    p[2][0] = y.z; p[2][1] = y.w; p[2][2] = z.x; p[3][0] = z.y; p[3][1] = z.z; p[3][2] = z.w;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            float d[3], q[3], sum[3];
            slope(p[u], d);
#pragma unroll
            for (int c = 0; c < 3; ++c) { sum[c] = d[c]; q[c] = fmaf(0.5f * h, d[c], p[u][c]); }
            slope(q, d);
#pragma unroll
            for (int c = 0; c < 3; ++c) { sum[c] = fmaf(2.0f, d[c], sum[c]); q[c] = fmaf(0.5f * h, d[c], p[u][c]); }
            slope(q, d);
#pragma unroll
            for (int c = 0; c < 3; ++c) { sum[c] = fmaf(2.0f, d[c], sum[c]); q[c] = fmaf(h, d[c], p[u][c]); }
            slope(q, d);
#pragma unroll
            for (int c = 0; c < 3; ++c) p[u][c] = fmaf(h / 6, sum[c] + d[c], p[u][c]);
        }
    }
    out[at] = make_float4(p[0][0] + p[0][1] + p[0][2], p[1][0] + p[1][1] + p[1][2], p[2][0] + p[2][1] + p[2][2], p[3][0] + p[3][1] + p[3][2]);
}

// The salt changes the rows from launch to launch, so that a short launch does not find them in the L2 cache from the one before.
__global__ void __launch_bounds__(512, 2) twentyfifth_bags(const float4* in, float4* out, int steps, unsigned salt) {
    const int lane = threadIdx.x % 32;
    size_t at = (size_t)(blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32) * steps * 32 + lane;
#pragma unroll 1
    for (int s = 0; s < steps; ++s, at += 32) {
        unsigned row = ((const unsigned*)in)[at] + salt * 0x9e3779b9u + (unsigned)at * 0x85ebca6bu;
        row ^= row >> 16; row *= 0x7feb352du; row ^= row >> 15; row *= 0x846ca68bu; row ^= row >> 16;
        float4 sum = {};
#pragma unroll
        for (int r = 0; r < 32; r += 8) {
            float4 v[8];
#pragma unroll
            for (int u = 0; u < 8; ++u) v[u] = in[(size_t)(__shfl_sync(~0u, row, r + u) % ROWS) * 32 + lane];
#pragma unroll
            for (int u = 0; u < 8; ++u) { sum.x += v[u].x; sum.y += v[u].y; sum.z += v[u].z; sum.w += v[u].w; }
        }
        out[at] = sum;
    }
}

__device__ __forceinline__ unsigned pack(float x, float y) { const __half2 h = __floats2half2_rn(x, y); return *(const unsigned*)&h; }

// State (16 sequences x 64 units a warp) = state x weights, cut to -1..1. What mma leaves of two tiles of 8 columns is the next step's left operand as it lies.
__global__ void __launch_bounds__(512, 1) twentyfifth_network(const float4* in, float4* out, int steps, unsigned) {
    const int lane = threadIdx.x % 32;
    const size_t warp = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    unsigned weights[4][8][2], state[4][4];
#pragma unroll
    for (int k = 0; k < 4; ++k)
#pragma unroll
        for (int c = 0; c < 8; ++c)
#pragma unroll
            for (int half = 0; half < 2; ++half) {
                const float* w = (const float*)in + (k * 16 + half * 8 + lane % 4 * 2) * 64 + c * 8 + lane / 4;
                weights[k][c][half] = pack(0.5f * w[0], 0.5f * w[64]);
            }
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const float4 a = in[(warp * 8 + k * 2) * 32 + lane], b = in[(warp * 8 + k * 2 + 1) * 32 + lane];
        state[k][0] = pack(a.x, a.y); state[k][1] = pack(a.z, a.w); state[k][2] = pack(b.x, b.y); state[k][3] = pack(b.z, b.w);
    }
    const __half2 top = __float2half2_rn(1.0f), bottom = __float2half2_rn(-1.0f);
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        float sum[8][4] = {};
#pragma unroll
        for (int k = 0; k < 4; ++k)
#pragma unroll
            for (int c = 0; c < 8; ++c)
                asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                    : "+f"(sum[c][0]), "+f"(sum[c][1]), "+f"(sum[c][2]), "+f"(sum[c][3])
                    : "r"(state[k][0]), "r"(state[k][1]), "r"(state[k][2]), "r"(state[k][3]), "r"(weights[k][c][0]), "r"(weights[k][c][1]));
#pragma unroll
        for (int k = 0; k < 4; ++k)
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                const float* two = sum[k * 2 + i / 2] + i % 2 * 2;
                const __half2 h = __hmax2(__hmin2(__floats2half2_rn(two[0], two[1]), top), bottom);
                state[k][i] = *(const unsigned*)&h;
            }
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) ((uint4*)out)[(warp * 4 + k) * 32 + lane] = *(const uint4*)state[k];
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
    // Input: 16 MB of random values from the host, doubled by copies until the buffer is full; then the tree, key j of node i of a level being the lower end of child j + 1.
    std::vector<float> values(4u << 20);
    for (size_t i = 0; i < values.size(); ++i) values[i] = harness::unit((uint32_t)i * 2654435761u + 1);
    float4 *in, *out; CHECK(cudaMalloc(&in, FULL * sizeof(float4))); CHECK(cudaMalloc(&out, OUTPUT * sizeof(float4)));
    CHECK(cudaMemcpy(in, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice));
    for (size_t have = values.size() / 4; have < FULL; have *= 2)
        CHECK(cudaMemcpy(in + have, in, have * sizeof(float4), cudaMemcpyDeviceToDevice));
    std::vector<float> tree;
    for (int many = 32; many <= 32 << 15; many *= 32)
        for (int i = 1; i <= many; ++i) tree.push_back(-1.0f + 2.0f * i / many);
    CHECK(cudaMemcpy(in + SMALL, tree.data(), KEYS * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaDeviceSynchronize());
    // Bags: 5120 rows an SM and wave: a wave of 132 SMs reads 346 MB, of six waves the bags' sums take 65 MB.
    // Expected of one wave at 1.7 to 2.0 GHz: 75 to 110 us of the search, 80 to 120 us of the Lorenz systems, 85 to 120 us of the bags, 70 to 120 us of the network.
    const std::vector<Kernel> kernels = {
        {"twentyfifth_search", twentyfifth_search, {{1, 64, 160}, {2, 64, 160}, {4, 64, 160}, {8, 64, 160}, {16, 32, 160}}},
        {"twentyfifth_lorenz", twentyfifth_lorenz, {{1, 1024, 128}, {2, 512, 128}, {4, 128, 256}, {8, 128, 128}}},
        {"twentyfifth_bags", twentyfifth_bags, {{1, 512, 10}, {2, 256, 10}, {4, 256, 5}, {8, 128, 5}, {16, 64, 5}}},
        {"twentyfifth_network", twentyfifth_network, {{1, 512, 192}, {2, 128, 384}, {4, 128, 192}, {8, 64, 192}}}};
    // Less than a wave, full waves, last waves of one block in both lists, and of 15% to 90% over the two; taken in turn by the residencies, from kernel to kernel the other first.
    const std::vector<Grid> grids[2] = {
        {{0.4, 0}, {1, 0}, {1, 1}, {1.15, 0}, {1.35, 0}, {1.75, 0}, {2, 0}, {2.2, 0}, {3, 0}, {4.4, 0}, {5.3, 0}},
        {{0.25, 0}, {0.7, 0}, {1, 0}, {1.25, 0}, {1.5, 0}, {1.9, 0}, {2, 0}, {2, 1}, {2.6, 0}, {3.7, 0}, {6, 0}}};
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
