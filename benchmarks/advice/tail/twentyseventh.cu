// Sweep of grid sizes (1 to 9 waves, 1 to 16 resident blocks an SM) that tests what a partial last wave of blocks costs.
//   twentyseventh time [KERNEL]     CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us (9 timed runs after 3 warm-ups)
//   twentyseventh profile [KERNEL]  launches every combination once, in the same order, and no other kernel (the input is filled by copies)
// twentyseventh_walk       latency: random walk of a warp on a graph of 8192 nodes with 32 neighbours each, 1 MB in the L2 cache, past L1; the next node comes from the line read, 128 to 32 threads
// twentyseventh_lorenz     throughput: explicit steps of four Lorenz systems a thread, FP32 FMAs and adds in registers only, 1024 to 128 threads
// twentyseventh_adam       bandwidth: an optimiser's step, four streams read and three written, a slab a block, eight loads of 16 bytes in flight, 512 or 128 threads
// twentyseventh_recurrent  mixed: recurrent network of width 64, weights in registers, state in shared memory, products on tensor cores (wmma), four rounds with a barrier each an input tile from DRAM, 512 to 64 threads
#include "harness.cuh"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cuda_fp16.h>
#include <mma.h>
#include <string>
#include <vector>

constexpr size_t FULL = 256u << 20;    // float4 of the input: 4 GiB; the walk's graph lies behind them
constexpr size_t OUTPUT = 96u << 20;   // float4 of the output: 1.5 GiB
constexpr size_t STREAM = OUTPUT / 3;  // float4 of each of the optimiser's streams: 512 MiB
constexpr int NODES = 8192, GRAPH = NODES * 32 / 4;  // float4 of the graph: 1 MiB
constexpr int ROWS = 32, WIDTH = 64, PITCH = WIDTH + 8, ROUNDS = 4;  // of the recurrent network; two warps have ROWS rows between them
extern __shared__ float4 pool[];       // its size holds the residency, often far above the need

// Which of the slabs a block works on. The salt moves them from launch to launch, so that a short launch does not find them in the L2 cache from the one before.
__device__ __forceinline__ unsigned slab_of(unsigned salt, unsigned slabs) { return (blockIdx.x + salt * (slabs / 8 * 3 + 1)) % slabs; }

// Entries of the graph are node * 32, where the neighbour's line begins; a warp reads the line, a word a lane, and follows one of the words.
__global__ void __launch_bounds__(128) twentyseventh_walk(const float4* in, float4* out, int steps, unsigned) {
    const unsigned* graph = (const unsigned*)(in + FULL);
    const unsigned lane = threadIdx.x % 32;
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned random = __float_as_uint(((const float*)in)[id / 32]) * 2654435761u, node = random / 64 % NODES * 32, sum = 0;
#pragma unroll 4
    for (int s = 0; s < steps; ++s) {
        const unsigned edge = __ldcg(graph + node + lane);
        node = __shfl_sync(~0u, edge, random >> 27);
        random = random * 1664525u + 1013904223u;
        sum += edge;
    }
    ((uint2*)out)[id] = make_uint2(node, sum);
}

__global__ void __launch_bounds__(1024, 1) twentyseventh_lorenz(const float4* in, float4* out, int steps, unsigned) {
    constexpr float dt = 0.005f, sigma = 10.0f, rho = 28.0f, beta = 8.0f / 3;
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const float4 seed = in[id];
    float x[4] = {seed.x, seed.y, seed.z, seed.w}, y[4] = {seed.y + 8, seed.z - 8, seed.w + 4, seed.x - 4}, z[4] = {seed.z + 20, seed.w + 25, seed.x + 30, seed.y + 15};
#pragma unroll 2
    for (int s = 0; s < steps; ++s) {
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const float dx = y[i] - x[i], dy = fmaf(x[i], rho - z[i], -y[i]), dz = fmaf(x[i], y[i], -beta * z[i]);
            x[i] = fmaf(dt * sigma, dx, x[i]); y[i] = fmaf(dt, dy, y[i]); z[i] = fmaf(dt, dz, z[i]);
        }
    }
    out[id] = make_float4(x[0] + y[0] + z[0], x[1] + y[1] + z[1], x[2] + y[2] + z[2], x[3] + y[3] + z[3]);
}

__device__ __forceinline__ void adapt(float& weight, float gradient, float& mean, float& square) {
    mean = fmaf(0.9f, mean, 0.1f * gradient);
    square = fmaf(0.99f, fabsf(square), 0.01f * gradient * gradient);
    weight = fmaf(-1e-3f * mean, rsqrtf(square + 1e-8f), weight);
}

// Streams read: weights, gradients, means, mean squares. Streams written: weights, means, mean squares.
__global__ void __launch_bounds__(512, 2) twentyseventh_adam(const float4* in, float4* out, int steps, unsigned salt) {
    const int n = blockDim.x;
    const unsigned length = n * 2 * steps;
    size_t at = (size_t)slab_of(salt, (unsigned)STREAM / length) * length + threadIdx.x;
#pragma unroll 1
    for (int s = 0; s < steps; ++s, at += n * 2) {
        float4 w[2], g[2], m[2], v[2];
#pragma unroll
        for (int u = 0; u < 2; ++u) {
            const float4* from = in + at + u * n;
            w[u] = __ldcs(from); g[u] = __ldcs(from + STREAM); m[u] = __ldcs(from + 2 * STREAM); v[u] = __ldcs(from + 3 * STREAM);
        }
#pragma unroll
        for (int u = 0; u < 2; ++u) {
            adapt(w[u].x, g[u].x, m[u].x, v[u].x); adapt(w[u].y, g[u].y, m[u].y, v[u].y);
            adapt(w[u].z, g[u].z, m[u].z, v[u].z); adapt(w[u].w, g[u].w, m[u].w, v[u].w);
            float4* to = out + at + u * n;
            __stcs(to, w[u]); __stcs(to + STREAM, m[u]); __stcs(to + 2 * STREAM, v[u]);
        }
    }
}

// state = clip(input + state * weights), ROUNDS times an input. Two warps have 32 rows between them, 32 of the 64 columns each; two buffers of the state in turn.
__global__ void __launch_bounds__(512, 1) twentyseventh_recurrent(const float4* in, float4* out, int steps, unsigned salt) {
    using namespace nvcuda::wmma;
    const int n = blockDim.x, t = threadIdx.x, pair = t / 64, column = t / 32 % 2 * 32;
    half* weights = (half*)pool;
    half* state = weights + WIDTH * PITCH + pair * 2 * ROWS * PITCH;
    for (int i = t; i < WIDTH * WIDTH; i += n) weights[i / WIDTH * PITCH + i % WIDTH] = __float2half(((const float*)in)[i] * 0.25f);
    for (int i = t % 64; i < 2 * ROWS * PITCH; i += 64) state[i] = __float2half(0.01f * (i % 61));
    __syncthreads();
    fragment<matrix_b, 16, 16, 16, half, row_major> b[4][2];
#pragma unroll
    for (int k = 0; k < 4; ++k)
#pragma unroll
        for (int q = 0; q < 2; ++q) load_matrix_sync(b[k][q], weights + k * 16 * PITCH + column + q * 16, PITCH);
    const unsigned tiles = n / 64, length = tiles * (ROWS * WIDTH / 4) * steps;
    const float* at = (const float*)(in + (size_t)slab_of(salt, (unsigned)FULL / length) * length) + pair * ROWS * WIDTH + column;
    fragment<accumulator, 16, 16, 16, float> x[2][2], sum[2][2];
#pragma unroll 1
    for (int s = 0; s < steps; ++s, at += tiles * ROWS * WIDTH) {
#pragma unroll
        for (int r = 0; r < 2; ++r)
#pragma unroll
            for (int q = 0; q < 2; ++q) load_matrix_sync(x[r][q], at + r * 16 * WIDTH + q * 16, WIDTH, mem_row_major);
#pragma unroll 1
        for (int i = 0; i < ROUNDS; ++i) {
            const half* now = state + i % 2 * ROWS * PITCH;
            half* next = state + (i + 1) % 2 * ROWS * PITCH;
#pragma unroll
            for (int k = 0; k < 4; ++k)
#pragma unroll
                for (int r = 0; r < 2; ++r) {
                    fragment<matrix_a, 16, 16, 16, half, row_major> a;
                    load_matrix_sync(a, now + r * 16 * PITCH + k * 16, PITCH);
#pragma unroll
                    for (int q = 0; q < 2; ++q) mma_sync(sum[r][q], a, b[k][q], k ? sum[r][q] : x[r][q]);
                }
#pragma unroll
            for (int r = 0; r < 2; ++r)
#pragma unroll
                for (int q = 0; q < 2; ++q) {
                    fragment<accumulator, 16, 16, 16, half> clipped;
#pragma unroll
                    for (int e = 0; e < clipped.num_elements; ++e) clipped.x[e] = __float2half(fminf(fmaxf(sum[r][q].x[e], -1.0f), 1.0f));
                    store_matrix_sync(next + r * 16 * PITCH + q * 16 + column, clipped, PITCH, mem_row_major);
                }
            __syncthreads();
        }
    }
    float* to = (float*)out + ((size_t)blockIdx.x * tiles + pair) * ROWS * WIDTH + column;
#pragma unroll
    for (int r = 0; r < 2; ++r)
#pragma unroll
        for (int q = 0; q < 2; ++q) store_matrix_sync(to + r * 16 * WIDTH + q * 16, sum[r][q], WIDTH, mem_row_major);
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
    // Input: 16 MB of random values from the host, doubled by copies until the buffer is full; then the graph.
    std::vector<float> values(4u << 20);
    for (size_t i = 0; i < values.size(); ++i) values[i] = harness::unit((uint32_t)i * 2654435761u + 1);
    float4 *in, *out; CHECK(cudaMalloc(&in, (FULL + GRAPH) * sizeof(float4))); CHECK(cudaMalloc(&out, OUTPUT * sizeof(float4)));
    CHECK(cudaMemcpy(in, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice));
    for (size_t have = values.size() / 4; have < FULL; have *= 2)
        CHECK(cudaMemcpy(in + have, in, have * sizeof(float4), cudaMemcpyDeviceToDevice));
    std::vector<uint32_t> graph(GRAPH * 4);
    for (uint32_t i = 0; i < graph.size(); ++i) graph[i] = harness::hash32(i * 2654435761u + 27) % NODES * 32;
    CHECK(cudaMemcpy(in + FULL, graph.data(), GRAPH * sizeof(float4), cudaMemcpyHostToDevice));
    CHECK(cudaDeviceSynchronize());
    // A wave of 132 SMs takes 48 MB of each of the optimiser's seven streams, and 277 MB of the network's input; nine waves stay within the buffers.
    // Expected of one wave at 1.7 to 2.0 GHz: 75 to 105 us of the walk, 65 to 85 us of the Lorenz systems, 75 to 90 us of the optimiser, 70 to 130 us of the network.
    const std::vector<Kernel> kernels = {
        {"twentyseventh_walk", twentyseventh_walk, {{1, 128, 560}, {2, 64, 560}, {4, 64, 560}, {8, 32, 560}, {16, 32, 560}}},
        {"twentyseventh_lorenz", twentyseventh_lorenz, {{1, 1024, 500}, {2, 512, 500}, {4, 128, 1000}, {8, 128, 500}}},
        {"twentyseventh_adam", twentyseventh_adam, {{1, 512, 22}, {2, 512, 11}, {4, 128, 22}, {8, 128, 11}}},
        {"twentyseventh_recurrent", twentyseventh_recurrent, {{1, 512, 32}, {2, 256, 32}, {4, 128, 32}, {8, 64, 32}}}};
    // Three whole-wave grids in each list, the others with last waves of 3% to 97%; taken in turn by the residencies, from kernel to kernel the other first.
    const std::vector<Grid> grids[2] = {
        {{1, 0}, {1.03, 0}, {1.25, 0}, {1.6, 0}, {1.92, 0}, {2, 0}, {2.4, 0}, {3.12, 0}, {4.7, 0}, {6.5, 0}, {9, 0}},
        {{1, 0}, {1.08, 0}, {1.35, 0}, {1.75, 0}, {2.2, 0}, {2.97, 0}, {3.55, 0}, {4, 0}, {5.85, 0}, {7, 0}, {8.45, 0}}};
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
