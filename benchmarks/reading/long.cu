// A program that launches the same handful of kernels again and again, as training does: what it is profiled for is a long report.
#include <cstdio>
#include <cstdlib>
#include <cuda_fp16.h>

namespace {

constexpr int N = 1 << 22;

__global__ void add(const float* x, const float* y, float* z) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) z[i] = x[i] + y[i];
}

__global__ void strided(const float* x, float* z, int stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) z[i] = x[static_cast<long long>(i) * stride % N];
}

template <int Width>
__global__ void polynomial(const float* x, float* z, float a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    float sum = 0;
    for (int k = 0; k < Width; ++k) sum = sum * x[i] + a * k;
    z[i] = sum;
}

// Thousands of instructions, as attention and convolution kernels have them: each counts for its own in the report.
template <int Terms>
__global__ void unrolled(const float* x, float* z) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float at = x[i], sum = 0;
#pragma unroll
    for (int k = 0; k < Terms; ++k) sum = __fmaf_rn(sum, at, 1.0f / (k + 1.5f));
    z[i] = sum;
}

__global__ void row_sums(const float* x, float* z) {
    __shared__ float part[256];
    part[threadIdx.x] = x[blockIdx.x * 256 + threadIdx.x];
    for (int half = 128; half; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    }
    if (!threadIdx.x) z[blockIdx.x] = part[0];
}

__global__ void halves(const __half2* x, __half2* z) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N / 2) z[i] = __hfma2(x[i], x[i], x[i]);
}

}  // namespace

int main(int argc, char** argv) {
    int launches = argc > 1 ? std::atoi(argv[1]) : 100;
    float *x, *y, *z;
    if (cudaMalloc(&x, N * 4) || cudaMalloc(&y, N * 4) || cudaMalloc(&z, N * 4)) return std::puts("no memory"), 1;
    cudaMemset(x, 0, N * 4);
    cudaMemset(y, 0, N * 4);
    for (int i = 0; i < launches; ++i) switch (i % 8) {
            case 0: add<<<N / 256, 256>>>(x, y, z); break;
            case 1: strided<<<N / 256, 256>>>(x, z, 33); break;
            case 2: polynomial<8><<<N / 128, 128>>>(x, z, 0.5f); break;
            case 3: polynomial<256><<<N / 512, 512>>>(x, z, 0.5f); break;
            case 4: row_sums<<<N / 256, 256>>>(x, z); break;
            case 5: unrolled<2048><<<N / 256, 256>>>(x, z); break;
            case 6: unrolled<4096><<<N / 256, 256>>>(x, z); break;
            case 7: halves<<<N / 512, 256>>>(reinterpret_cast<__half2*>(x), reinterpret_cast<__half2*>(z)); break;
        }
    return cudaDeviceSynchronize() != cudaSuccess;
}
