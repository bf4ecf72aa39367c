// Streams on a device: every width of access, items a thread, block and grid of copy, add, read and write. Prints CSV.
//
//   nvcc -arch=sm_90a -std=c++17 -O3 -o streams streams.cu && ./streams > stream.csv
//
// Buffers rotate, so that inputs come from DRAM; a time is the median of repetitions of several launches each. Every kernel's result is checked once.
#include "../checked.cuh"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

enum Op { COPY, ADD, READ, WRITE };
static const char* NAMES[] = {"copy", "add", "read", "write"};

__device__ inline uint32_t sum(uint32_t a) { return a; }
__device__ inline uint32_t sum(uint2 a) { return a.x + a.y; }
__device__ inline uint32_t sum(uint4 a) { return a.x + a.y + a.z + a.w; }
__device__ inline uint32_t plus(uint32_t a, uint32_t b) { return a + b; }
__device__ inline uint2 plus(uint2 a, uint2 b) { return {a.x + b.x, a.y + b.y}; }
__device__ inline uint4 plus(uint4 a, uint4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }
__device__ inline void set(uint32_t& a, uint32_t v) { a = v; }
__device__ inline void set(uint2& a, uint32_t v) { a = {v, v}; }
__device__ inline void set(uint4& a, uint32_t v) { a = {v, v, v, v}; }

// ITEMS vectors a thread, a block's width apart, all loaded before the first is used. n vectors in all, which blockDim * ITEMS divides.
template <typename V, int OP, int ITEMS, bool LOOP>
__global__ void __launch_bounds__(1024) stream(const V* __restrict__ x, const V* __restrict__ y, V* __restrict__ z, size_t n) {
    const size_t chunk = (size_t)blockDim.x * ITEMS;
    size_t at = blockIdx.x * chunk + threadIdx.x;
    do {
        V a[ITEMS], b[ITEMS];
#pragma unroll
        for (int i = 0; i < ITEMS; ++i) {
            if (OP != WRITE) a[i] = x[at + i * blockDim.x];
            if (OP == ADD) b[i] = y[at + i * blockDim.x];
        }
        if (OP == READ) {
            uint32_t total = 0;
#pragma unroll
            for (int i = 0; i < ITEMS; ++i) total += sum(a[i]);
            if (total == 0x12345678u) set(z[0], total);  // keeps the loads
        } else {
#pragma unroll
            for (int i = 0; i < ITEMS; ++i) {
                if (OP == WRITE) set(a[i], (uint32_t)at + i);
                z[at + i * blockDim.x] = OP == ADD ? plus(a[i], b[i]) : a[i];
            }
        }
        at += gridDim.x * chunk;
    } while (LOOP && at < n);
}

__global__ void fill(uint32_t* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) p[i] = (uint32_t)i * 2654435761u + seed;
}

static const size_t CACHE = 130u << 20;  // twice the L2
static std::vector<uint32_t*> X, Y, Z;
static cudaEvent_t begin, end;

template <typename V, int OP, int ITEMS, bool LOOP>
static void check(size_t bytes) {
    const size_t n = bytes / sizeof(V);
    CHECK(cudaMemset(Z[0], 0x55, bytes));
    stream<V, OP, ITEMS, LOOP><<<LOOP ? 264 : (unsigned)(n / (256 * ITEMS)), 256>>>((V*)X[0], (V*)Y[0], (V*)Z[0], n);
    CHECK(cudaGetLastError());
    std::vector<uint32_t> z(bytes / 4), x(bytes / 4), y(bytes / 4);
    CHECK(cudaMemcpy(z.data(), Z[0], bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(x.data(), X[0], bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(y.data(), Y[0], bytes, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < z.size() && (OP == COPY || OP == ADD); ++i)
        if (z[i] != (OP == ADD ? x[i] + y[i] : x[i])) {
            std::fprintf(stderr, "wrong result: %s, %zu bytes, %d items\n", NAMES[OP], sizeof(V), ITEMS);
            std::exit(1);
        }
}

template <typename V, int OP, int ITEMS, bool LOOP>
static void measure(size_t bytes, size_t sets) {
    const size_t n = bytes / sizeof(V);
    for (int block : {64, 128, 256, 512, 1024}) {
        const unsigned chunks = (unsigned)(n / ((size_t)block * ITEMS));
        int resident = 0;
        CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, stream<V, OP, ITEMS, LOOP>, block, 0));
        if (resident == 0) continue;
        const unsigned grid = LOOP ? 132u * resident : chunks;
        if (LOOP && chunks <= grid) continue;
        const int launches = std::max<int>(sets, (int)std::min<size_t>(12, (256u << 20) / bytes + 1));
        std::vector<float> us;
        for (int r = 0; r < 8; ++r) {
            CHECK(cudaEventRecord(begin));
            for (int i = 0; i < launches; ++i)
                stream<V, OP, ITEMS, LOOP><<<grid, block>>>((V*)X[i % sets], (V*)Y[i % sets], (V*)Z[i % sets], n);
            CHECK(cudaEventRecord(end));
            CHECK(cudaEventSynchronize(end));
            float ms;
            CHECK(cudaEventElapsedTime(&ms, begin, end));
            if (r > 0) us.push_back(ms * 1e3f / launches);
        }
        std::sort(us.begin(), us.end());
        const size_t reads = OP == ADD ? 2 : OP == WRITE ? 0 : 1, writes = OP == READ ? 0 : 1;
        std::printf("%s,f32,%zu,%zu,%zu,%zu,%d,%u,%.3f,%zu\n", NAMES[OP], reads * bytes, writes * bytes, sizeof(V) * 8, ITEMS * sizeof(V) / 4, block, grid,
                    us[us.size() / 2], us.size());
    }
}

template <typename V, int OP, int ITEMS>
static void both(size_t bytes, size_t sets) {
    if (bytes == (16u << 20)) {
        check<V, OP, ITEMS, false>(bytes);
        check<V, OP, ITEMS, true>(bytes);
    }
    measure<V, OP, ITEMS, false>(bytes, sets);
    measure<V, OP, ITEMS, true>(bytes, sets);
}

template <typename V, int OP>
static void items(size_t bytes, size_t sets) {
    both<V, OP, 1>(bytes, sets);
    both<V, OP, 2>(bytes, sets);
    both<V, OP, 4>(bytes, sets);
    both<V, OP, 8>(bytes, sets);
}

template <int OP>
static void widths(size_t bytes, size_t sets) {
    items<uint32_t, OP>(bytes, sets);
    items<uint2, OP>(bytes, sets);
    items<uint4, OP>(bytes, sets);
    std::fflush(stdout);
}

int main() {
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    std::printf("op,dtype,bytes_read,bytes_written,vector_bits,items_per_thread,block,grid,us,reps\n");
    for (size_t mib : {16, 4, 64, 256, 1024}) {
        const size_t bytes = mib << 20, sets = std::max<size_t>(1, (CACHE + bytes - 1) / bytes);
        for (auto* buffers : {&X, &Y, &Z}) {
            for (uint32_t* p : *buffers) CHECK(cudaFree(p));
            buffers->assign(sets, nullptr);
            for (uint32_t*& p : *buffers) {
                CHECK(cudaMalloc(&p, bytes));
                fill<<<1024, 256>>>(p, bytes / 4, (uint32_t)(uintptr_t)p);
            }
        }
        CHECK(cudaDeviceSynchronize());
        widths<COPY>(bytes, sets);
        widths<ADD>(bytes, sets);
        widths<READ>(bytes, sets);
        widths<WRITE>(bytes, sets);
    }
}
