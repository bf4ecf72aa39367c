// Sweep of grid sizes (1 to 8 waves, 1 to 8 resident blocks an SM) that tests what a partial last wave of blocks costs.
//   nineteenth time [KERNEL]     CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us (9 timed runs after 3 warm-ups)
//   nineteenth profile [KERNEL]  launches every combination once, in the same order
// nineteenth_heat     latency: implicit steps of heat along 32 lines, one warp of seven solves row after row in shared memory, 224 threads
// nineteenth_outer    throughput: product of half tiles in shared memory by packed multiply-adds, 8 x 8 results a thread, 320 threads
// nineteenth_halve    bandwidth: a picture halved, two rows averaged two by two, six loads of 16 bytes in flight, 288 threads
// nineteenth_cluster  mixed: points read, nearest of 24 centres found, sums by atomics in shared memory, centres moved between barriers, 480 threads
#include <cuda_fp16.h>

#include "harness.cuh"

constexpr size_t STREAM = 64u << 20;  // float4 of the output; the input has twice as many
constexpr int ROWS = 96;              // unknowns of a line: with 32 lines 24 KB a block
constexpr int DEPTH = 32;             // of the half tiles: 28 KB a block
constexpr int STRIPS = 8;             // of a row of the picture
constexpr int CENTRES = 24;
extern __shared__ float4 pool[];

__global__ void __launch_bounds__(224) nineteenth_heat(const float4* in, float4* out, int steps) {
    float *right = (float*)pool, *heat = right + ROWS * 32;  // [row][line]
    const size_t first = (size_t)blockIdx.x * (ROWS * 8);
    for (int i = threadIdx.x; i < ROWS * 8; i += blockDim.x) ((float4*)heat)[i] = in[first + i];
    __syncthreads();
    for (int s = 0; s < steps; ++s) {
        for (int i = threadIdx.x; i < ROWS * 32; i += blockDim.x)
            right[i] = 0.5f * heat[i] + 0.25f * ((i >= 32 ? heat[i - 32] : 0.0f) + (i < (ROWS - 1) * 32 ? heat[i + 32] : 0.0f));
        __syncthreads();
        if (threadIdx.x < 32) {
            float c = 0, d = 0;
#pragma unroll 1
            for (int i = threadIdx.x; i < ROWS * 32; i += 32) {
                const float r = right[i], k = fmaf(0.1f * r, r, 0.3f), m = __fdividef(1.0f, fmaf(k, 2.0f + c, 1.0f));
                c = -k * m;
                d = fmaf(k, d, r) * m;
                right[i] = c;
                heat[i] = d;
            }
            float u = 0;
#pragma unroll 1
            for (int i = (ROWS - 1) * 32 + threadIdx.x; i >= 0; i -= 32) heat[i] = u = fmaf(-right[i], u, heat[i]);
        }
        __syncthreads();
    }
    for (int i = threadIdx.x; i < ROWS * 8; i += blockDim.x) out[first + i] = ((float4*)heat)[i];
}

__global__ void __launch_bounds__(320, 4) nineteenth_outer(const float4* in, float4* out, int steps) {
    __half2 *a = (__half2*)pool, *b = a + DEPTH * 160;  // 160 rows, each value twice; 64 pairs of columns
    const float* from = (const float*)(in + (size_t)(blockIdx.x % 64) * 4096);
    for (int i = threadIdx.x; i < DEPTH * 160; i += blockDim.x) a[i] = __float2half2_rn(0.03f * from[i]);
    for (int i = threadIdx.x; i < DEPTH * 64; i += blockDim.x) b[i] = __floats2half2_rn(from[DEPTH * 160 + 2 * i], from[DEPTH * 160 + 2 * i + 1]);
    __syncthreads();
    const int row = threadIdx.x / 16 * 8, column = threadIdx.x % 16 * 4;
    __half2 sum[8][4];
#pragma unroll
    for (int y = 0; y < 8; ++y)
#pragma unroll
        for (int x = 0; x < 4; ++x) sum[y][x] = __float2half2_rn(0.0f);
    for (int s = 0; s < steps; ++s)
#pragma unroll 2
        for (int k = 0; k < DEPTH; ++k) {
            const uint4 q = *(const uint4*)(b + (k + s) % DEPTH * 64 + column);
            const unsigned right[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
            for (int h = 0; h < 8; h += 4) {
                const uint4 p = *(const uint4*)(a + k * 160 + row + h);
                const unsigned left[4] = {p.x, p.y, p.z, p.w};
#pragma unroll
                for (int y = 0; y < 4; ++y)
#pragma unroll
                    for (int x = 0; x < 4; ++x) sum[h + y][x] = __hfma2(*(const __half2*)&left[y], *(const __half2*)&right[x], sum[h + y][x]);
            }
        }
    float all[4] = {};
#pragma unroll
    for (int y = 0; y < 8; ++y)
#pragma unroll
        for (int x = 0; x < 4; ++x) all[x] += __low2float(sum[y][x]) - __high2float(sum[y][x]) * (y + 1);
    out[(size_t)blockIdx.x * blockDim.x + threadIdx.x] = make_float4(all[0], all[1], all[2], all[3]);
}

__global__ void __launch_bounds__(288, 5) nineteenth_halve(const float4* in, float4* out, int steps) {
    const int across = 3 * blockDim.x, wide = STRIPS * across;  // float4 of a block's strip and of a row
    const size_t line = (size_t)(blockIdx.x / STRIPS) * steps;  // of the half picture
    const float4* upper = in + line * 2 * wide + blockIdx.x % STRIPS * across + threadIdx.x;
    float2* to = (float2*)out + line * wide + blockIdx.x % STRIPS * across + threadIdx.x;
    for (int s = 0; s < steps; ++s, upper += 2 * wide, to += wide) {
        float4 p[3], q[3];
#pragma unroll
        for (int u = 0; u < 3; ++u) {
            p[u] = upper[u * blockDim.x];
            q[u] = upper[wide + u * blockDim.x];
        }
#pragma unroll
        for (int u = 0; u < 3; ++u) to[u * blockDim.x] = make_float2(0.25f * (p[u].x + p[u].y + q[u].x + q[u].y), 0.25f * (p[u].z + p[u].w + q[u].z + q[u].w));
    }
}

__global__ void __launch_bounds__(480, 4) nineteenth_cluster(const float4* in, float4* out, int steps) {
    float4* centre = pool;
    int* sums = (int*)(centre + CENTRES);  // of each centre its points and their four coordinates, in steps of 1/1024
    const int t = threadIdx.x;
    if (t < CENTRES) centre[t] = in[(size_t)blockIdx.x * 64 + t];
    if (t < CENTRES * 5) sums[t] = 0;
    __syncthreads();
    size_t at = (size_t)blockIdx.x * steps * blockDim.x + t;
    float best = 0;
    int which = 0;
    for (int s = 0; s < steps; ++s, at += blockDim.x) {
        const float4 p = in[at];
        best = 1e30f;
#pragma unroll 4
        for (int c = 0; c < CENTRES; ++c) {
            const float4 q = centre[c];
            const float x = p.x - q.x, y = p.y - q.y, z = p.z - q.z, w = p.w - q.w, far = fmaf(x, x, fmaf(y, y, fmaf(z, z, w * w)));
            if (far < best) { best = far; which = c; }
        }
        int* mine = sums + which * 5;
        atomicAdd(mine, 1);
        atomicAdd(mine + 1, __float2int_rn(p.x * 1024)); atomicAdd(mine + 2, __float2int_rn(p.y * 1024));
        atomicAdd(mine + 3, __float2int_rn(p.z * 1024)); atomicAdd(mine + 4, __float2int_rn(p.w * 1024));
        __syncthreads();
        if (t < CENTRES) {
            int* m = sums + t * 5;
            const float pull = m[0] ? 0.25f : 0.0f, scale = pull / (1024 * max(m[0], 1));
            const float4 q = centre[t];
            centre[t] = make_float4(fmaf(q.x, 1 - pull, m[1] * scale), fmaf(q.y, 1 - pull, m[2] * scale), fmaf(q.z, 1 - pull, m[3] * scale), fmaf(q.w, 1 - pull, m[4] * scale));
            m[0] = m[1] = m[2] = m[3] = m[4] = 0;
        }
        __syncthreads();
    }
    out[(size_t)blockIdx.x * blockDim.x + t] = make_float4(best, (float)which, centre[which].x, centre[which].y);
}

struct Kernel {
    const char* name;
    void (*run)(const float4*, float4*, int);
    int block, work;   // threads of a block; steps of a block at one block an SM
    bool shared_rate;  // each block does 1/residency of the work, so that waves take about as long
    std::vector<int> residencies;  // blocks an SM, held by shared memory
};
struct Grid { double waves; int more; };  // so many waves and so many blocks more

int main(int argc, char** argv) {
    std::string mode = argc > 1 ? argv[1] : "time", filter = argc > 2 ? argv[2] : "";
    if (mode != "time" && mode != "profile") { std::fprintf(stderr, "usage: %s time|profile [KERNEL]\n", argv[0]); return 2; }
    // Steps of the halving: 60, so that eight waves at one block an SM take 1.75 GB of the 2 GB read.
    const std::vector<Kernel> kernels = {
        {"nineteenth_heat", nineteenth_heat, 224, 10, false, {1, 2, 4, 8}}, {"nineteenth_outer", nineteenth_outer, 320, 32, true, {1, 2, 3, 4}},
        {"nineteenth_halve", nineteenth_halve, 288, 60, true, {1, 2, 3, 5}}, {"nineteenth_cluster", nineteenth_cluster, 480, 48, true, {1, 2, 3, 4}}};
    const Grid grids[] = {{1, 0}, {1, 1}, {1.08, 0}, {1.22, 0}, {1.45, 0}, {1.7, 0}, {2, 0}, {2, 1}, {2.25, 0}, {2.6, 0}, {3, 0}, {3, 1}, {3.65, 0}, {4, 0}, {5.3, 0}, {6.7, 0}, {8, 0}};
    cudaDeviceProp device; CHECK(cudaGetDeviceProperties(&device, 0));
    float4* in = (float4*)harness::filled<float>(STREAM * 8);
    float4* out = (float4*)harness::empty<float>(STREAM * 4);
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
                auto launch = [&] { k.run<<<grid, k.block, bytes>>>(in, out, work); CHECK(cudaGetLastError()); };
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
