// Standardises the columns of a matrix: mean 0, deviation 1, clipped to five deviations; then the largest value of every row.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int ROWS = 8192, COLUMNS = 4096, THREADS = 256;

__global__ void column_sums(const float* __restrict__ matrix, float* __restrict__ sums) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int row = blockIdx.y; row < ROWS; row += gridDim.y) sum += matrix[row * COLUMNS + column];
    atomicAdd(&sums[column], sum / ROWS);
}

__global__ void subtract_means(float* __restrict__ matrix, const float* __restrict__ means) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    int row = at % ROWS, column = at / ROWS;
    matrix[row * COLUMNS + column] -= means[column];
}

__global__ void column_squares(const float* __restrict__ matrix, float* __restrict__ squares) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int row = blockIdx.y; row < ROWS; row += gridDim.y) {
        float value = matrix[row * COLUMNS + column];
        sum += value * value;
    }
    atomicAdd(&squares[column], sum / ROWS);
}

__global__ void divide_by_deviations(float* __restrict__ matrix, const float* __restrict__ squares) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    matrix[at] *= rsqrtf(squares[at % COLUMNS] + 1e-6f);
}

__global__ void clip(float* __restrict__ matrix) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    matrix[at] = fminf(fmaxf(matrix[at], -5.0f), 5.0f);
}

__global__ void row_maxima(const float* __restrict__ matrix, float* __restrict__ maxima) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    float most = -INFINITY;
    for (int column = threadIdx.x % 32; column < COLUMNS; column += 32) most = fmaxf(most, matrix[row * COLUMNS + column]);
    for (int offset = 16; offset; offset /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, offset));
    if (threadIdx.x % 32 == 0) maxima[row] = most;
}

__global__ void fill(float* matrix) {
    unsigned at = blockIdx.x * blockDim.x + threadIdx.x, mixed = at * 2654435761u;
    matrix[at] = (mixed >> 8) * (1.0f / 16777216.0f) + at % COLUMNS;
}

int main() {
    float *matrix, *means, *squares, *maxima;
    cudaMalloc(&matrix, sizeof(float) * ROWS * COLUMNS);
    cudaMalloc(&means, sizeof(float) * COLUMNS);
    cudaMalloc(&squares, sizeof(float) * COLUMNS);
    cudaMalloc(&maxima, sizeof(float) * ROWS);
    constexpr int ALL = ROWS * COLUMNS / THREADS;
    for (int batch = 0; batch < 8; ++batch) {
        fill<<<ALL, THREADS>>>(matrix);
        cudaMemset(means, 0, sizeof(float) * COLUMNS);
        cudaMemset(squares, 0, sizeof(float) * COLUMNS);
        column_sums<<<dim3(COLUMNS / THREADS, 128), THREADS>>>(matrix, means);
        subtract_means<<<ALL, THREADS>>>(matrix, means);
        column_squares<<<dim3(COLUMNS / THREADS, 128), THREADS>>>(matrix, squares);
        divide_by_deviations<<<ALL, THREADS>>>(matrix, squares);
        clip<<<ALL, THREADS>>>(matrix);
        row_maxima<<<ROWS * 32 / THREADS, THREADS>>>(matrix, maxima);
    }
    cudaError_t status = cudaDeviceSynchronize();
    if (status != cudaSuccess) std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
    return status != cudaSuccess;
}
