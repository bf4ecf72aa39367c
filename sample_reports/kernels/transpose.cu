// Transposing an 8192 x 8192 matrix of floats (256 MB in, 256 MB out).
//
// transpose_naive  reads rows and writes columns: each warp's store touches 32 sectors of 32 bytes to write 4 bytes into each,
//                  8 times the sectors that its 128 bytes need.
// transpose_tiled  turns the tile in shared memory, so that stores run along rows as well; the 33rd column keeps the
//                  column reads of the tile free of bank conflicts. 512 MB at about 4 TB/s: some 130 us.
#include "samples.h"

constexpr int TILE = 32, ROWS = 8, N = 8192;  // blocks of 32 x 8 threads, four elements a thread

__global__ void transpose_naive(const float* __restrict__ in, float* __restrict__ out, int n) {
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        out[(size_t)x * n + y + j] = in[(size_t)(y + j) * n + x];
}

__global__ void transpose_tiled(const float* __restrict__ in, float* __restrict__ out, int n) {
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        tile[threadIdx.y + j][threadIdx.x] = in[(size_t)(y + j) * n + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        out[(size_t)(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

samples::Cases samples::transposes() {
    constexpr size_t count = (size_t)N * N;
    const float* in = harness::filled<float>(count);
    float *naive = harness::empty<float>(count), *tiled = harness::empty<float>(count);
    dim3 grid(N / TILE, N / TILE), block(TILE, ROWS);
    return {
        sample("transpose_naive", "8192 x 8192", [=] { transpose_naive<<<grid, block>>>(in, naive, N); }, naive, count),
        sample("transpose_tiled", "8192 x 8192", [=] { transpose_tiled<<<grid, block>>>(in, tiled, N); }, tiled, count),
    };
}
