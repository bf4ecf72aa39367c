// Ninth sweep of grid sizes, to test what a last wave of blocks costs; dynamic shared memory limits the blocks an SM to 1, 2, 4, 8 or 16.
//   ninth time [KERNEL]      CSV kernel,blocks_per_sm,block_size,regs,smem,grid,median_us: median of 9 event-timed runs after 3 warm-ups
//   ninth profile [KERNEL]   launches every combination once, in the same order (KERNEL: only kernels whose name contains it)
// ninth_chase: latency, each thread follows 1024 dependent pointers through a 2 MB table in L2 (a warp's lanes share a line), 64 threads
// ninth_tile:  FP32 pipe, a 64x64 product from shared memory, A (64x32) times 32 sliding rows of B, 8x4 a thread, 64 steps, 128 threads
// ninth_rows:  DRAM, each block sums 40 rows of 6144 floats (983 kB a block, 130 MB to 6.2 GB a launch), 128 threads
#include "harness.cuh"

constexpr int LINES = 16384, HOPS = 1024;              // chase: lines of 32 pointers, hops a thread
constexpr int TILE = 64, DEPTH = 32, STEPS = 64;       // tile: side of the output, depth of a product, products a block
constexpr int ROWS = 40, VECTORS = 12, COLUMNS = 6144; // rows: rows a block, float4 a thread and row, floats a row

extern __shared__ float4 shared4[];
__global__ void __launch_bounds__(64) ninth_chase(const int* __restrict__ next, int* __restrict__ out) {
    unsigned thread = blockIdx.x * 64 + threadIdx.x, line = (thread / 32 * 40503u) % LINES;
    int at = line * 32 + thread % 32;
#pragma unroll 8
    for (int hop = 0; hop < HOPS; ++hop) at = __ldcg(next + at);
    out[thread] = at;
}

__global__ void __launch_bounds__(128, 8) ninth_tile(const float4* __restrict__ a, const float4* __restrict__ b, float4* __restrict__ c) {
    constexpr int ROW = TILE / 4;                          // float4 in a row of either panel
    float4 *as = shared4, *bs = shared4 + DEPTH * ROW;     // A transposed: 32 rows of 64; B: 64 rows of 64
    a += (size_t)blockIdx.x * DEPTH * ROW; c += (size_t)blockIdx.x * TILE * ROW;
    for (int i = threadIdx.x; i < DEPTH * ROW; i += 128) as[i] = a[i];
    for (int i = threadIdx.x; i < 2 * DEPTH * ROW; i += 128) bs[i] = b[i];
    __syncthreads();
    int x = threadIdx.x % 16, y = threadIdx.x / 16;
    float sum[8][4] = {};
    for (int step = 0; step < STEPS; ++step) {
        const float4 *ap = as + y * 2, *bp = bs + step % DEPTH * ROW + x;
#pragma unroll 16
        for (int k = 0; k < DEPTH; ++k) {
            float4 low = ap[k * ROW], high = ap[k * ROW + 1], v = bp[k * ROW];
            float u[8] = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
#pragma unroll
            for (int i = 0; i < 8; ++i) {
                sum[i][0] += u[i] * v.x; sum[i][1] += u[i] * v.y; sum[i][2] += u[i] * v.z; sum[i][3] += u[i] * v.w;
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) c[(y * 8 + i) * ROW + x] = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

__global__ void __launch_bounds__(128, 8) ninth_rows(const float4* __restrict__ matrix, float* __restrict__ out) {
    float* part = (float*)shared4;                         // a thread's part of each row: 40 x 128
    matrix += (size_t)blockIdx.x * ROWS * (COLUMNS / 4) + threadIdx.x;
#pragma unroll 1
    for (int row = 0; row < ROWS; ++row, matrix += COLUMNS / 4) {
        float4 v[VECTORS]; float sum = 0;
#pragma unroll
        for (int i = 0; i < VECTORS; ++i) v[i] = __ldcs(matrix + i * 128);
#pragma unroll
        for (int i = 0; i < VECTORS; ++i) sum += (v[i].x + v[i].y) + (v[i].z + v[i].w);
        part[row * 128 + threadIdx.x] = sum;
    }
    __syncthreads();
    int lane = threadIdx.x % 32;
    for (int row = threadIdx.x / 32; row < ROWS; row += 4) {
        const float* p = part + row * 128 + lane; float sum = (p[0] + p[32]) + (p[64] + p[96]);
        for (int d = 16; d; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
        if (lane == 0) out[blockIdx.x * ROWS + row] = sum;
    }
}

std::vector<int> cycle() {                                 // one random cycle through all lines (Sattolo); a pointer keeps its lane
    std::vector<int> to(LINES), next(LINES * 32); for (int i = 0; i < LINES; ++i) to[i] = i;
    for (int i = LINES - 1; i > 0; --i) std::swap(to[i], to[harness::hash32(i + 99) % i]);
    for (int i = 0; i < LINES * 32; ++i) next[i] = to[i / 32] * 32 + i % 32;
    return next;
}
int main(int argc, char** argv) {
    std::string mode = argc > 1 ? argv[1] : "", filter = argc > 2 ? argv[2] : "";
    if (mode != "time" && mode != "profile") { std::fprintf(stderr, "usage: %s time|profile [KERNEL]\n", argv[0]); return 2; }
    cudaDeviceProp device; CHECK(cudaGetDeviceProperties(&device, 0));
    const int sms = device.multiProcessorCount, most = sms * 8 * 6;  // most: blocks of the largest grid of tile and rows
    struct Kernel { std::string name; const void* function; int block, residencies, least;
                    std::function<void()> prepare; std::function<void(int, int)> launch; };
    int *next, *ends; float *a, *b, *c, *matrix, *sums; int turn = 0;
    std::vector<Kernel> kernels = {
        {"ninth_chase", (const void*)ninth_chase, 64, 5, 0, [&] { next = harness::uploaded(cycle()); ends = harness::empty<int>(most * 2 * 64); },
         [&](int grid, int smem) { ninth_chase<<<grid, 64, smem>>>(next, ends); }},
        {"ninth_tile", (const void*)ninth_tile, 128, 4, 3 * DEPTH * TILE * 4,
         [&] { a = harness::filled<float>((size_t)most * DEPTH * TILE), b = harness::filled<float>(2 * DEPTH * TILE, 2),
               c = harness::empty<float>((size_t)most * TILE * TILE); },
         [&](int grid, int smem) { ninth_tile<<<grid, 128, smem>>>((float4*)a, (float4*)b, (float4*)c); }},
        {"ninth_rows", (const void*)ninth_rows, 128, 4, ROWS * 128 * 4,
         [&] { matrix = harness::filled<float>((size_t)most * ROWS * COLUMNS), sums = harness::empty<float>((size_t)most * ROWS); },
         [&](int grid, int smem) {                         // successive runs read different halves where they fit, so that L2 keeps nothing of use
             size_t first = ++turn % 2 && grid <= most / 2 ? most / 2 : 0;
             ninth_rows<<<grid, 128, smem>>>((float4*)(matrix + first * ROWS * COLUMNS), sums); }}};
    const double waves[] = {1, 1.04, 1.5, 1.9, 2, 2.1, 2.5, 2.85, 3, 3.002, 3.6, 4, 5.45, 6};
    cudaEvent_t start, stop; CHECK(cudaEventCreate(&start)); CHECK(cudaEventCreate(&stop));
    if (mode == "time") std::printf("kernel,blocks_per_sm,block_size,regs,smem,grid,median_us\n");
    for (const Kernel& k : kernels) {
        if (k.name.find(filter) == std::string::npos) continue;
        k.prepare(); CHECK(cudaDeviceSynchronize());
        CHECK(cudaFuncSetAttribute(k.function, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)device.sharedMemPerBlockOptin));
        CHECK(cudaFuncSetAttribute(k.function, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared));
        cudaFuncAttributes f; CHECK(cudaFuncGetAttributes(&f, k.function));
        for (int i = 0, want = 1; i < k.residencies; ++i, want *= 2) {
            int have, smem = (int)(device.sharedMemPerMultiprocessor / want - device.reservedSharedMemPerBlock) / 128 * 128;
            CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&have, k.function, k.block, smem));
            if (have != want || smem < k.least) continue;
            for (double w : waves) {
                int grid = (int)std::ceil(w * sms * want - 1e-6); std::vector<float> us;
                for (int run = mode == "time" ? -3 : 8; run < 9; ++run) {
                    CHECK(cudaEventRecord(start)); k.launch(grid, smem); CHECK(cudaEventRecord(stop));
                    CHECK(cudaGetLastError()); CHECK(cudaEventSynchronize(stop)); float ms;
                    CHECK(cudaEventElapsedTime(&ms, start, stop)); if (run >= 0) us.push_back(ms * 1e3f);
                }
                std::sort(us.begin(), us.end());
                if (mode == "time") std::printf("%s,%d,%d,%d,%d,%d,%.3f\n", k.name.c_str(), want, k.block, f.numRegs, smem, grid, us[us.size() / 2]);
            }
        }
    }
}
