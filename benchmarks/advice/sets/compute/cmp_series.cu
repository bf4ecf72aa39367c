// ephemeris_a -> ephemeris_b   unfused-multiply-add: three 48-term Horner series for each of 33.6 M times. Written with separate rounded products and sums (as a
//   build with -fmad=false would) it is 282 FP32 instructions: 33.6 M * 282 / 33.4 T/s = 0.28 ms on the FP32 pipe. fmaf halves that to 0.14 ms; the
//   16 bytes a time (537 MB) need 0.125 ms beside it. Coefficients are constant-bank operands, three chains and full occupancy hide the latency.
#include "harness.cuh"

constexpr int TERMS = 48;
__constant__ float series[3][TERMS];

struct Apart { static __device__ float step(float sum, float t, float c) { return __fadd_rn(__fmul_rn(sum, t), c); } };
struct Fused { static __device__ float step(float sum, float t, float c) { return fmaf(sum, t, c); } };
template <class Horner>
__device__ __forceinline__ void evaluate(float t, float* out, int i, int n) {
    float s[3] = {series[0][0], series[1][0], series[2][0]};
    #pragma unroll
    for (int k = 1; k < TERMS; ++k)
        #pragma unroll
        for (int a = 0; a < 3; ++a) s[a] = Horner::step(s[a], t, series[a][k]);
    #pragma unroll
    for (int a = 0; a < 3; ++a) out[(size_t)a * n + i] = s[a];
}
__global__ void ephemeris_a(const float* times, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) evaluate<Apart>(times[i], out, i, n);
}
__global__ void ephemeris_b(const float* times, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) evaluate<Fused>(times[i], out, i, n);
}

int main(int argc, char** argv) {
    const int n = 1 << 25;
    float c[3][TERMS];
    for (int i = 0; i < 3 * TERMS; ++i) c[i / TERMS][i % TERMS] = harness::unit(i + 11);
    CHECK(cudaMemcpyToSymbol(series, c, sizeof c));
    float *times = harness::filled<float>(n), *oa = harness::empty<float>(3 * (size_t)n), *ob = harness::empty<float>(3 * (size_t)n);
    return harness::run(argc, argv, {
        {"ephemeris_a", [=] { ephemeris_a<<<n / 256, 256>>>(times, oa, n); }, oa, 3 * (size_t)n},
        {"ephemeris_b", [=] { ephemeris_b<<<n / 256, 256>>>(times, ob, n); }, ob, 3 * (size_t)n},
    });
}
