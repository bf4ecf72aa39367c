// A sweep of grid sizes around whole waves; residency comes from block size and registers alone (no shared memory anywhere).
//   eighth time [KERNEL]     CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us (median of 9 after 3 warm-ups)
//   eighth profile [KERNEL]  launches every combination once, in the same order (KERNEL: only kernels whose name contains it)
// eighth_chain   latency: one dependent chain (8 FMAs, then a cosine) over 192 coefficients in registers; 256, 128, 64, 32 threads (8 warps an SM)
// eighth_fma     throughput: independent FP32 FMA accumulators, 40 a thread (1024 threads) or 16 a thread (1024, 512, 256, 128 threads)
// eighth_stream  bandwidth: z = a*x + y in float4, a contiguous tile a block, 415 MB a wave; 1024, 1024, 512, 256, 128 threads
#include "harness.cuh"

constexpr int COEFFICIENTS = 192, CHAIN_PASSES = 120, FMA_PASSES = 640;
constexpr int TILE = 65536;  // float4 of each array that one SM's resident blocks stream together

struct Buffers {
    const float* coefficients;  // [COEFFICIENTS + 1][32]
    const float4 *x, *y;
    float4* z;
    float* out;
};

template <int THREADS, int RESIDENT>
__global__ void __launch_bounds__(THREADS, RESIDENT) eighth_chain(Buffers b) {
    const int lane = threadIdx.x % 32;
    float c[COEFFICIENTS];
#pragma unroll
    for (int j = 0; j < COEFFICIENTS; ++j) c[j] = b.coefficients[j * 32 + lane];
    const float t = b.coefficients[COEFFICIENTS * 32 + lane];
    float v = t + threadIdx.x;
#pragma unroll 1
    for (int pass = 0; pass < CHAIN_PASSES; ++pass) {
#pragma unroll
        for (int j = 0; j < COEFFICIENTS; ++j) {
            v = fmaf(v, t, c[j]);
            if (j % 8 == 7) v = __cosf(v);
        }
    }
    b.out[(size_t)blockIdx.x * THREADS + threadIdx.x] = v;
}

template <int THREADS, int RESIDENT, int ACCUMULATORS>
__global__ void __launch_bounds__(THREADS, RESIDENT) eighth_fma(Buffers b) {
    const float m = b.coefficients[threadIdx.x % 32], c = b.coefficients[32 + threadIdx.x % 32];
    float a[ACCUMULATORS];
#pragma unroll
    for (int i = 0; i < ACCUMULATORS; ++i) a[i] = c * i + threadIdx.x;
#pragma unroll 4
    for (int pass = 0; pass < FMA_PASSES; ++pass)
#pragma unroll
        for (int i = 0; i < ACCUMULATORS; ++i) a[i] = fmaf(a[i], m, c);
    float sum = 0;
#pragma unroll
    for (int i = 0; i < ACCUMULATORS; ++i) sum += a[i];
    b.out[(size_t)blockIdx.x * THREADS + threadIdx.x] = sum;
}

template <int THREADS, int RESIDENT, int LOADS>
__global__ void __launch_bounds__(THREADS, RESIDENT) eighth_stream(Buffers b) {
    constexpr int tile = TILE / RESIDENT, step = THREADS * LOADS;
    static_assert(tile % step == 0, "whole steps only");
    const size_t first = (size_t)blockIdx.x * tile + threadIdx.x;
    const float4 *__restrict__ x = b.x + first, *__restrict__ y = b.y + first;
    float4* __restrict__ z = b.z + first;
#pragma unroll 1
    for (int i = 0; i < tile; i += step) {
        float4 p[LOADS], q[LOADS];
#pragma unroll
        for (int u = 0; u < LOADS; ++u) p[u] = x[i + u * THREADS], q[u] = y[i + u * THREADS];
#pragma unroll
        for (int u = 0; u < LOADS; ++u)
            z[i + u * THREADS] = make_float4(fmaf(2.5f, p[u].x, q[u].x), fmaf(2.5f, p[u].y, q[u].y), fmaf(2.5f, p[u].z, q[u].z), fmaf(2.5f, p[u].w, q[u].w));
    }
}

struct Combination { const char* name; int resident, threads; void (*kernel)(Buffers); };
const Combination combinations[] = {
    {"eighth_chain", 1, 256, eighth_chain<256, 1>},       {"eighth_chain", 2, 128, eighth_chain<128, 2>},
    {"eighth_chain", 4, 64, eighth_chain<64, 4>},         {"eighth_chain", 8, 32, eighth_chain<32, 8>},
    {"eighth_fma", 1, 1024, eighth_fma<1024, 1, 40>},     {"eighth_fma", 2, 1024, eighth_fma<1024, 2, 16>},
    {"eighth_fma", 4, 512, eighth_fma<512, 4, 16>},       {"eighth_fma", 8, 256, eighth_fma<256, 8, 16>},
    {"eighth_fma", 16, 128, eighth_fma<128, 16, 16>},     {"eighth_stream", 1, 1024, eighth_stream<1024, 1, 4>},
    {"eighth_stream", 2, 1024, eighth_stream<1024, 2, 2>}, {"eighth_stream", 4, 512, eighth_stream<512, 4, 2>},
    {"eighth_stream", 8, 256, eighth_stream<256, 8, 2>},  {"eighth_stream", 16, 128, eighth_stream<128, 16, 2>},
};
// In waves; 1.001 is one block beyond the first wave.
const double waves[] = {1, 1.001, 1.5, 1.9, 2, 2.05, 2.5, 2.9, 3, 3.4, 4, 4.1, 5.5, 6};

int main(int argc, char** argv) {
    const std::string mode = argc > 1 ? argv[1] : "", filter = argc > 2 ? argv[2] : "";
    if (mode != "time" && mode != "profile") { std::fprintf(stderr, "usage: %s time|profile [KERNEL]\n", argv[0]); return 2; }
    int sms; CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
    const size_t count = (size_t)6 * sms * TILE * 4;  // floats of an array: six waves
    Buffers b; cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start)); CHECK(cudaEventCreate(&stop));
    b.coefficients = harness::filled<float>((COEFFICIENTS + 1) * 32, 3);
    b.x = (const float4*)harness::filled<float>(count, 1);
    b.y = (const float4*)harness::filled<float>(count, 2);
    b.z = (float4*)harness::empty<float>(count);
    b.out = harness::empty<float>((size_t)6 * sms * 2048);
    if (mode == "time") std::printf("kernel,blocks_per_sm,block_size,regs,smem,grid,median_us\n");
    for (const Combination& k : combinations) {
        if (std::string(k.name).find(filter) == std::string::npos) continue;
        int resident; CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, k.kernel, k.threads, 0));
        cudaFuncAttributes attributes; CHECK(cudaFuncGetAttributes(&attributes, (const void*)k.kernel));
        if (resident != k.resident) continue;
        for (double w : waves) {
            const int wave = sms * resident, grid = w == 1.001 ? wave + 1 : (int)std::lround(w * wave);
            std::vector<float> ms;
            for (int run = 0; run < (mode == "time" ? 12 : 1); ++run) {
                if (mode == "time") CHECK(cudaEventRecord(start));
                k.kernel<<<grid, k.threads>>>(b); CHECK(cudaGetLastError());
                if (mode == "profile") { CHECK(cudaDeviceSynchronize()); continue; }
                CHECK(cudaEventRecord(stop)); CHECK(cudaEventSynchronize(stop));
                float one; CHECK(cudaEventElapsedTime(&one, start, stop));
                if (run >= 3) ms.push_back(one);
            }
            if (mode == "profile") continue;
            std::sort(ms.begin(), ms.end());
            std::printf("%s,%d,%d,%d,%zu,%d,%.3f\n", k.name, resident, k.threads, attributes.numRegs, attributes.sharedSizeBytes, grid, ms[4] * 1e3);
        }
    }
}
