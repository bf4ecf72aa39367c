// The driver's answer for resident blocks: registers, block sizes, static and dynamic shared memory, named barriers, carve-outs. Prints CSV.
//
//   nvcc -arch=sm_90a -std=c++17 -O1 -o occupancy occupancy.cu && ./occupancy > occupancy.csv
//
// Nothing is launched. Registers are those that the compiled function has (cudaFuncGetAttributes), not those that were asked for.
#include "../checked.cuh"

#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

// VALUES floats stay alive across a loop, so that the function takes about as many registers; STATIC bytes of shared memory; barriers 0 to BARRIERS - 1.
template <int VALUES, int STATIC, int BARRIERS>
__global__ void probe(float* data, int rounds) {
    float v[VALUES];
#pragma unroll
    for (int i = 0; i < VALUES; ++i) v[i] = data[i * 32 + threadIdx.x];
#pragma unroll 1
    for (int r = 0; r < rounds; ++r) {
        float step = data[r];
#pragma unroll
        for (int i = 0; i < VALUES; ++i) v[i] = v[i] * step + v[(i + 1) % VALUES];
    }
    if constexpr (STATIC > 0) {
        __shared__ volatile char room[STATIC];
        room[(threadIdx.x * 4) % STATIC] = (char)rounds;
        __syncthreads();
        data[threadIdx.x + 8192] = room[(rounds * 4) % STATIC];
    }
    if constexpr (BARRIERS > 1) asm volatile("bar.sync %0, 32;" ::"n"(BARRIERS - 1) : "memory");
#pragma unroll
    for (int i = 0; i < VALUES; ++i) data[i * 32 + threadIdx.x] = v[i];
}

struct Probe {
    const void* function;
    int barriers;
};

static const int BLOCKS[] = {1, 32, 33, 64, 96, 128, 160, 192, 224, 256, 288, 320, 384, 416, 448, 512, 544, 576, 640, 672, 704, 768, 800, 896, 960, 992, 1024};
static const int DYNAMIC[] = {0, 1, 512, 1024, 1025, 4096, 7168, 8192, 12288, 16384, 20480, 24576, 32768, 40960, 49152, 49153, 57344, 65536, 73728, 76800,
                              81920, 98304, 102400, 114688, 115712, 131072, 163840, 196608, 229376, 232447, 232448};
static const int CARVEOUTS[] = {0, 10, 25, 50, 57, 75, 100};

static void ask(const Probe& p, int block, int dynamic, int carveout) {
    cudaFuncAttributes a;
    CHECK(cudaFuncGetAttributes(&a, p.function));
    if ((size_t)dynamic + a.sharedSizeBytes > 232448) return;
    CHECK(cudaFuncSetAttribute(p.function, cudaFuncAttributeMaxDynamicSharedMemorySize, 232448 - (int)a.sharedSizeBytes));
    CHECK(cudaFuncSetAttribute(p.function, cudaFuncAttributePreferredSharedMemoryCarveout, carveout));
    int blocks = -1;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, p.function, block, dynamic));
    std::printf("%d,%d,%d,%d,%d,%d,%d\n", a.numRegs, block, (int)a.sharedSizeBytes, dynamic, carveout, p.barriers, blocks);
}

template <int... V>
static std::vector<Probe> by_registers(std::integer_sequence<int, V...>) {
    return {Probe{(const void*)probe<2 + 6 * V, 0, 0>, 0}...};
}

int main() {
    std::printf("registers,block,static,dynamic,carveout,barriers,blocks_per_sm\n");
    for (const Probe& p : by_registers(std::make_integer_sequence<int, 40>{}))
        for (int block : BLOCKS)
            for (int dynamic : DYNAMIC) ask(p, block, dynamic, -1);
    const Probe others[] = {{(const void*)probe<8, 0, 0>, 0},     {(const void*)probe<26, 1000, 1>, 1}, {(const void*)probe<8, 4096, 1>, 1}, {(const void*)probe<50, 20000, 1>, 1},
                            {(const void*)probe<8, 48000, 1>, 1}, {(const void*)probe<8, 0, 2>, 2},     {(const void*)probe<8, 0, 4>, 4},    {(const void*)probe<8, 0, 8>, 8},
                            {(const void*)probe<26, 0, 12>, 12},  {(const void*)probe<8, 0, 16>, 16}};
    for (const Probe& p : others)
        for (int block : BLOCKS)
            for (int dynamic : {0, 1024, 12288, 49152, 102400})
                for (int carveout : CARVEOUTS) ask(p, block, dynamic, carveout);
    for (const Probe& p : others)
        for (int block : BLOCKS)
            for (int dynamic : DYNAMIC) ask(p, block, dynamic, -1);
}
