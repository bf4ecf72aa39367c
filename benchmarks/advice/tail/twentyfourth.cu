// Sweep of grid sizes (0.3 to 6 waves, 1 to 16 resident blocks an SM) that tests what a partial last wave of blocks costs.
//   twentyfourth time [KERNEL]     CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us (9 timed runs after 3 warm-ups)
//   twentyfourth profile [KERNEL]  launches every combination once, in the same order, and no other kernel (the input is filled by copies)
// twentyfourth_align     latency: edit distance of a pattern and a text, a row of the table a thread, diagonal after diagonal with a barrier each, 32 or 64 threads
// twentyfourth_filter    throughput: FIR filter of 512 taps, samples staged in shared memory, eight outputs a thread, FP32 multiply-adds, 512 to 128 threads
// twentyfourth_momentum  bandwidth: SGD with momentum in place, a slab a block, three streams read and two written, nine or more loads of 16 bytes in flight, 512 to 64 threads
// twentyfourth_product   matrix product in FP32: a tile of (threads x 64) of C a block, tiled through shared memory, 8 x 8 results a thread, 256 to 64 threads
#include "harness.cuh"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

constexpr size_t FULL = 32u << 20;     // float4 of the input, and of each half of the output: 512 MiB
constexpr size_t SMALL = FULL - 65536 * 8;  // where the filter's taps and the matrix B lie in the input, in float4: the last 8 MiB
constexpr int TAPS = 512, COLUMNS = 1024, DEEP = 16, WIDE = 64;
extern __shared__ float4 pool[];       // its size holds the residency, often far above the need

__global__ void __launch_bounds__(64) twentyfourth_align(const float4* in, float4* out, int steps, unsigned salt) {
    const int n = blockDim.x, t = threadIdx.x;
    int* cell = (int*)pool;  // the last two diagonals
    unsigned char* text = (unsigned char*)(cell + 2 * n);
    const unsigned* words = (const unsigned*)in + (size_t)(blockIdx.x + salt * 131 % 8192) * 2048;
    for (int i = t; i < steps; i += n) text[i] = words[i] >> 12 & 3;
    const int mine = words[steps + t] >> 12 & 3;
    int left = t + 1, corner = t;
    cell[t] = cell[n + t] = left;
    __syncthreads();
#pragma unroll 2
    for (int d = 0; d < steps + n - 1; ++d) {
        const int column = d - t;
        const int up = t > 0 ? cell[(d & 1) * n + t - 1] : column + 1;
        if (column >= 0 && column < steps) {
            left = min(min(left, up) + 1, corner + (text[column] != mine));
            corner = up;
        }
        cell[(~d & 1) * n + t] = left;
        __syncthreads();
    }
    if (t == n - 1) ((int*)out)[blockIdx.x] = left;
}

__global__ void __launch_bounds__(512, 2) twentyfourth_filter(const float4* in, float4* out, int steps, unsigned) {
    const int n = blockDim.x, t = threadIdx.x;
    float4 *taps = pool, *samples = pool + TAPS / 4;  // after every eight samples four unused: no bank conflicts
    for (int i = t; i < TAPS / 4; i += n) taps[i] = in[SMALL + i];
    size_t at = (size_t)blockIdx.x * steps * n * 2;
#pragma unroll 1
    for (int s = 0; s < steps; ++s, at += n * 2) {
        for (int i = t; i < n * 2 + TAPS / 4; i += n) samples[i / 2 * 3 + i % 2] = in[at + i];
        __syncthreads();
        float w[16], sum[8] = {};
        const float4* from = samples + t * 3;
        *(float4*)w = from[0]; *(float4*)(w + 4) = from[1];
#pragma unroll 4
        for (int k = 0; k < TAPS / 8; ++k) {
            from += 3;
            *(float4*)(w + 8) = from[0]; *(float4*)(w + 12) = from[1];
            float h[8];
            *(float4*)h = taps[k * 2]; *(float4*)(h + 4) = taps[k * 2 + 1];
#pragma unroll
            for (int j = 0; j < 8; ++j)
#pragma unroll
                for (int u = 0; u < 8; ++u) sum[u] = fmaf(h[j], w[u + j], sum[u]);
#pragma unroll
            for (int u = 0; u < 8; ++u) w[u] = w[u + 8];
        }
        out[at + t * 2] = *(float4*)sum;
        out[at + t * 2 + 1] = *(float4*)(sum + 4);
        __syncthreads();
    }
}

// The salt moves the slabs from launch to launch, so that a short launch does not find them in the L2 cache from the one before.
__global__ void __launch_bounds__(512, 2) twentyfourth_momentum(const float4* in, float4* out, int steps, unsigned salt) {
    const int n = blockDim.x;
    size_t at = ((size_t)(salt * 3 % 8) << 20) + (size_t)blockIdx.x * steps * n * 4 + threadIdx.x;
    float4 *weights = out, *velocities = out + FULL;
#pragma unroll 1
    for (int s = 0; s < steps; ++s, at += n * 4) {
        float4 g[4], v[4], w[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) { g[u] = in[at + u * n]; v[u] = velocities[at + u * n]; w[u] = weights[at + u * n]; }
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            v[u].x = fmaf(0.9f, v[u].x, g[u].x); v[u].y = fmaf(0.9f, v[u].y, g[u].y);
            v[u].z = fmaf(0.9f, v[u].z, g[u].z); v[u].w = fmaf(0.9f, v[u].w, g[u].w);
            w[u].x = fmaf(-0.01f, v[u].x, w[u].x); w[u].y = fmaf(-0.01f, v[u].y, w[u].y);
            w[u].z = fmaf(-0.01f, v[u].z, w[u].z); w[u].w = fmaf(-0.01f, v[u].w, w[u].w);
            velocities[at + u * n] = v[u]; weights[at + u * n] = w[u];
        }
    }
}

// C = A B: A of (16 steps) columns at the start of the input, B of (16 steps) x 1024 near its end. Block: a tile of C of n rows and 64 columns.
__global__ void __launch_bounds__(256, 2) twentyfourth_product(const float4* in, float4* out, int steps, unsigned) {
    const int n = blockDim.x, t = threadIdx.x, pitch = n + 4;
    const int row = blockIdx.x / (COLUMNS / WIDE) * n, column = blockIdx.x % (COLUMNS / WIDE) * WIDE;
    float *a = (float*)pool, *b = a + DEEP * pitch;  // of A [depth][row], of B [depth][column]
    const int across = steps * (DEEP / 4);           // float4 of a row of A
    const float4 *left = in + (size_t)(row + t / 4) * across + t % 4, *right = in + SMALL + column / 4;
    float sum[8][8] = {};
    const float *x = a + t / 8 * 8, *y = b + t % 8 * 4;
#pragma unroll 1
    for (int s = 0; s < steps; ++s, left += 4, right += DEEP * (COLUMNS / 4)) {
        float4 p[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) p[j] = left[(size_t)(j * (n / 4)) * across];
        for (int i = t; i < DEEP * WIDE / 4; i += n) ((float4*)b)[i] = right[i / (WIDE / 4) * (COLUMNS / 4) + i % (WIDE / 4)];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float* to = a + t % 4 * 4 * pitch + t / 4 + j * (n / 4);
            to[0] = p[j].x; to[pitch] = p[j].y; to[2 * pitch] = p[j].z; to[3 * pitch] = p[j].w;
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < DEEP; ++k) {
            float u[8], v[8];
            *(float4*)u = *(const float4*)(x + k * pitch); *(float4*)(u + 4) = *(const float4*)(x + k * pitch + 4);
            *(float4*)v = *(const float4*)(y + k * WIDE); *(float4*)(v + 4) = *(const float4*)(y + k * WIDE + WIDE / 2);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(u[i], v[j], sum[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float4* to = out + (size_t)(row + t / 8 * 8 + i) * (COLUMNS / 4) + column / 4 + t % 8;
        to[0] = *(float4*)sum[i];
        to[WIDE / 8] = *(float4*)(sum[i] + 4);
    }
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
    // Input: 16 MB of random values from the host, doubled by copies until the buffer is full; the output begins with the same values, twice.
    std::vector<float> values(4u << 20);
    for (size_t i = 0; i < values.size(); ++i) values[i] = harness::unit((uint32_t)i * 2654435761u + 1);
    float4 *in, *out; CHECK(cudaMalloc(&in, FULL * sizeof(float4))); CHECK(cudaMalloc(&out, 2 * FULL * sizeof(float4)));
    CHECK(cudaMemcpy(in, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice));
    for (size_t have = values.size() / 4; have < FULL; have *= 2)
        CHECK(cudaMemcpy(in + have, in, have * sizeof(float4), cudaMemcpyDeviceToDevice));
    for (int half = 0; half < 2; ++half) CHECK(cudaMemcpy(out + half * FULL, in, FULL * sizeof(float4), cudaMemcpyDeviceToDevice));
    CHECK(cudaDeviceSynchronize());
    // Momentum: slabs of 32768 float4 an SM and wave and array: a wave of 132 SMs moves 346 MB; six waves and the salt's 112 MiB fit into each array.
    // Expected of one wave at 1.7 to 2.0 GHz: 65 to 110 us of the alignment, 75 to 110 us of the filter, 80 to 100 us of the momentum, 80 to 130 us of the product.
    const std::vector<Kernel> kernels = {
        {"twentyfourth_align", twentyfourth_align, {{1, 64, 1600}, {2, 64, 1600}, {4, 64, 1600}, {8, 32, 1600}, {16, 32, 1600}}},
        {"twentyfourth_filter", twentyfourth_filter, {{1, 512, 8}, {2, 256, 8}, {4, 128, 8}, {8, 128, 4}}},
        {"twentyfourth_momentum", twentyfourth_momentum, {{1, 512, 16}, {2, 512, 8}, {4, 256, 8}, {8, 128, 8}, {16, 64, 8}}},
        {"twentyfourth_product", twentyfourth_product, {{1, 256, 64}, {2, 128, 64}, {4, 128, 32}, {8, 64, 32}}}};
    // Less than a wave, full waves, last waves of one block and of 10% to 90% in both lists; taken in turn by the residencies, from kernel to kernel the other first.
    const std::vector<Grid> grids[2] = {
        {{0.3, 0}, {1, 0}, {1, 1}, {1.1, 0}, {1.4, 0}, {1.7, 0}, {2, 0}, {2.25, 0}, {3, 0}, {4.5, 0}, {5.2, 0}},
        {{0.5, 0}, {0.8, 0}, {1, 0}, {1.3, 0}, {1.6, 0}, {1.9, 0}, {2, 0}, {2, 1}, {2.75, 0}, {3.6, 0}, {6, 0}}};
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
