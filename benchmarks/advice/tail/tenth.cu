// Sweep of grid sizes (1 to 6 waves, whole and partial) at several residencies: what does a partial last wave of blocks cost?
//   tenth time [KERNEL]     CSV kernel,blocks_per_sm,block_size,regs,smem,grid,median_us (median of 9 runs after 3 warm-ups)
//   tenth profile [KERNEL]  launches every combination once in the same order (KERNEL: only kernels whose name contains it)
// tenth_root: latency, one dependent chain of FP32 divisions and FMAs a thread (square root by Halley + Newton); 64 threads; residency by shared memory
// tenth_fma:  throughput of the FP64 pipe, independent FMA chains, 64 registers a thread, always 32 warps an SM; residency by block size, 1024 to 64
// tenth_copy: DRAM bandwidth, plain copy of scalar floats, UNROLL loads in flight a thread; 256 threads; residency by registers (UNROLL 16 to 160)
#include "harness.cuh"

constexpr int ROOT_STEPS = 2000, FMA_CHAINS = 26, FMA_STEPS = 256, COPY_THREADS = 256;

// Each step improves x towards sqrt(a), then moves on to the next radicand; nothing in a step can start before the one before it ends.
__global__ void __launch_bounds__(64) tenth_root(const float* __restrict__ in, float* __restrict__ out) {
    extern __shared__ float stage[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    stage[threadIdx.x] = 2.5f + in[i];
    __syncthreads();
    float a = stage[threadIdx.x ^ 1], x = 1.5f;
#pragma unroll 4
    for (int s = 0; s < ROOT_STEPS; ++s) {
        float square = x * x;
        x *= __fdividef(fmaf(3.0f, a, square), fmaf(3.0f, square, a));  // Halley
        x = fmaf(fmaf(-x, x, a), 0.25f, x);                              // damped Newton
    }
    out[i] = x;
}

__global__ void __launch_bounds__(1024) tenth_fma(const double* __restrict__ in, double* __restrict__ out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double x = in[i], scale = 0.5 + 0.25 * x, shift = 0.125 - x, chain[FMA_CHAINS];
#pragma unroll
    for (int c = 0; c < FMA_CHAINS; ++c) chain[c] = x + c;
#pragma unroll 1
    for (int s = 0; s < FMA_STEPS; ++s)
#pragma unroll
        for (int c = 0; c < FMA_CHAINS; ++c) chain[c] = fma(chain[c], scale, shift);
    double sum = 0;
#pragma unroll
    for (int c = 0; c < FMA_CHAINS; ++c) sum += chain[c];
    out[i] = sum;
}

// No __restrict__: the stores must then wait behind all UNROLL loads, whose values hold the registers that set the residency.
template <int UNROLL, int STEPS>
__global__ void __launch_bounds__(COPY_THREADS) tenth_copy(const float* in, float* out) {
    size_t start = (size_t)blockIdx.x * (COPY_THREADS * UNROLL * STEPS) + threadIdx.x;
    in += start; out += start;
#pragma unroll 1
    for (int s = 0; s < STEPS; ++s, in += COPY_THREADS * UNROLL, out += COPY_THREADS * UNROLL) {
        float v[UNROLL];
#pragma unroll
        for (int u = 0; u < UNROLL; ++u) v[u] = in[u * COPY_THREADS];
#pragma unroll
        for (int u = 0; u < UNROLL; ++u) out[u * COPY_THREADS] = v[u];
    }
}

const double WAVES[] = {1, 1.04, 1.25, 1.5, 1.9, 2, 2.06, 2.5, 2.85, 3, 3.1, 4, 4.5, 6};
int sms;

template <typename T>
void sweep(const char* name, bool timed, void (*kernel)(const T*, T*), int wanted, int threads, int smem, const T* in, T* out) {
    cudaFuncAttributes a;
    int resident = 0;
    if (smem) {
        CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, smem));
        CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared));
    }
    CHECK(cudaFuncGetAttributes(&a, kernel));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, threads, smem));
    if (resident != wanted) return;
    cudaEvent_t from, to;
    CHECK(cudaEventCreate(&from)); CHECK(cudaEventCreate(&to));
    for (double waves : WAVES) {
        int grid = (int)std::lround(waves * resident * sms);
        std::vector<float> ms;
        for (int run = 0; run < (timed ? 12 : 1); ++run) {
            float t = 0;
            if (timed) CHECK(cudaEventRecord(from));
            kernel<<<grid, threads, smem>>>(in, out);
            CHECK(cudaGetLastError());
            if (timed) { CHECK(cudaEventRecord(to)); CHECK(cudaEventSynchronize(to)); CHECK(cudaEventElapsedTime(&t, from, to)); }
            if (run >= 3) ms.push_back(t);
        }
        CHECK(cudaDeviceSynchronize());
        if (!timed) continue;
        std::sort(ms.begin(), ms.end());
        std::printf("%s,%d,%d,%d,%d,%d,%.3f\n", name, resident, threads, a.numRegs, smem, grid, ms[ms.size() / 2] * 1e3);
    }
    CHECK(cudaEventDestroy(from)); CHECK(cudaEventDestroy(to));
}

int main(int argc, char** argv) {
    std::string mode = argc > 1 ? argv[1] : "time", filter = argc > 2 ? argv[2] : "";
    if (mode != "time" && mode != "profile") { std::fprintf(stderr, "usage: %s time|profile [KERNEL]\n", argv[0]); return 2; }
    auto chosen = [&](const char* name) { return std::string(name).find(filter) != std::string::npos; };
    bool timed = mode == "time";
    CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
    if (timed) std::printf("kernel,blocks_per_sm,block_size,regs,smem,grid,median_us\n");
    if (chosen("tenth_root")) {
        size_t n = (size_t)6 * 8 * sms * 64;
        float *in = harness::filled<float>(n), *out = harness::empty<float>(n);
        for (int r : {1, 2, 4, 8}) sweep<float>("tenth_root", timed, tenth_root, r, 64, (228 * 1024 / r - 1024) & ~127, in, out);
    }
    if (chosen("tenth_fma")) {
        size_t n = (size_t)6 * sms * 1024;
        double *in = harness::filled<double>(n), *out = harness::empty<double>(n);
        for (int r : {1, 2, 4, 8, 16}) sweep<double>("tenth_fma", timed, tenth_fma, r, 1024 / r, 0, in, out);
    }
    if (chosen("tenth_copy")) {
        size_t n = (size_t)6 * sms * COPY_THREADS * 1920;  // no residency copies more than 1920 floats a thread slot and wave
        float *in = harness::filled<float>(n), *out = harness::empty<float>(n);
        sweep<float>("tenth_copy", timed, tenth_copy<160, 12>, 1, COPY_THREADS, 0, in, out);
        sweep<float>("tenth_copy", timed, tenth_copy<112, 8>, 2, COPY_THREADS, 0, in, out);
        sweep<float>("tenth_copy", timed, tenth_copy<48, 10>, 4, COPY_THREADS, 0, in, out);
        sweep<float>("tenth_copy", timed, tenth_copy<16, 15>, 8, COPY_THREADS, 0, in, out);
    }
    return 0;
}
