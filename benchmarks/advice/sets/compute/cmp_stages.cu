// Copies into shared memory that stand in line with the computing on them; one block per SM, so nobody else fills the wait.
//
// patch_embed_a -> patch_embed_b       unpipelined-copy: fp16 8192 x 2048 x 1024 = 34.4 GFLOP on wmma, 256 x 128 x 32 tiles, 8 warps of 64 x 64. 32 steps x
//   4 tiles per SM; a step's math is 2.1 MFLOP = ~850 cycles of mma.sync, its global -> register -> shared copy stands before it (L2 latency,
//   24 KB, two barriers: ~700 cycles). Mended: the same tiles through four cp.async stages. The registers hold both to one block per SM.
// carrier_power_a -> carrier_power_b   unpipelined-copy: 132 antenna streams, 48-tap FIR and power detection, the gain of a tile follows from the power of the
//   tiles before it (so a stream is one block's). A 4096-sample tile: 197k FMA and as many shared reads = ~2000 cycles of math; its 16.6 KB need ~800 cycles
//   of latency and as much of transfer, in front of it. 256 tiles: 0.45 ms before. Mended: two buffers, cp.async one tile ahead. DRAM: 691 MB = 0.16 ms.
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

#include "harness.cuh"
using namespace nvcuda;

constexpr int BM = 256, BN = 128, BK = 32, LA = BK + 8, LB = BN + 8, TILE_HALVES = BM * LA + BK * LB, STAGES = 4;

struct Tile {  // 8 warps as 4 x 2, each 64 x 64
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[4][4];
    int row = threadIdx.x / 64 * 64, col = threadIdx.x / 32 % 2 * 64;
    __device__ Tile() { for (auto& r : c) for (auto& f : r) wmma::fill_fragment(f, 0.0f); }
    __device__ void step(const half* as, const half* bs) {
        #pragma unroll
        for (int k = 0; k < BK; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a[4];
            #pragma unroll
            for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(a[i], as + (row + i * 16) * LA + k, LA);
            #pragma unroll
            for (int j = 0; j < 4; ++j) {
                wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
                wmma::load_matrix_sync(b, bs + k * LB + col + j * 16, LB);
                #pragma unroll
                for (int i = 0; i < 4; ++i) wmma::mma_sync(c[i][j], a[i], b, c[i][j]);
            }
        }
    }
    __device__ void store(float* C, int N) {
        #pragma unroll
        for (int i = 0; i < 4; ++i)
            #pragma unroll
            for (int j = 0; j < 4; ++j) wmma::store_matrix_sync(C + (size_t)(row + i * 16) * N + col + j * 16, c[i][j], N, wmma::mem_row_major);
    }
};

__global__ void __launch_bounds__(256, 1) patch_embed_a(const half* A, const half* B, float* C, int N, int K) {
    __shared__ __align__(128) half tile[TILE_HALVES];
    half *as = tile, *bs = tile + BM * LA;
    A += (size_t)blockIdx.y * BM * K, B += blockIdx.x * BN;
    Tile t;
    #pragma unroll 1
    for (int k0 = 0; k0 < K; k0 += BK) {
        uint4 a[4], b[2];
        #pragma unroll
        for (int i = 0; i < 4; ++i) a[i] = *(const uint4*)(A + (size_t)(threadIdx.x / 4 + i * 64) * K + k0 + threadIdx.x % 4 * 8);
        #pragma unroll
        for (int i = 0; i < 2; ++i) b[i] = *(const uint4*)(B + (size_t)(k0 + threadIdx.x / 16 + i * 16) * N + threadIdx.x % 16 * 8);
        #pragma unroll
        for (int i = 0; i < 4; ++i) *(uint4*)(as + (threadIdx.x / 4 + i * 64) * LA + threadIdx.x % 4 * 8) = a[i];
        #pragma unroll
        for (int i = 0; i < 2; ++i) *(uint4*)(bs + (threadIdx.x / 16 + i * 16) * LB + threadIdx.x % 16 * 8) = b[i];
        __syncthreads();
        t.step(as, bs);
        __syncthreads();
    }
    t.store(C + (size_t)blockIdx.y * BM * N + blockIdx.x * BN, N);
}

__global__ void __launch_bounds__(256, 1) patch_embed_b(const half* A, const half* B, float* C, int N, int K) {
    extern __shared__ __align__(128) half tiles[];
    A += (size_t)blockIdx.y * BM * K, B += blockIdx.x * BN;
    auto fetch = [&](int s) {
        half *as = tiles + s % STAGES * TILE_HALVES, *bs = as + BM * LA;
        const int k0 = s * BK;
        if (k0 < K) {
            #pragma unroll
            for (int i = 0; i < 4; ++i)
                __pipeline_memcpy_async(as + (threadIdx.x / 4 + i * 64) * LA + threadIdx.x % 4 * 8, A + (size_t)(threadIdx.x / 4 + i * 64) * K + k0 + threadIdx.x % 4 * 8, 16);
            #pragma unroll
            for (int i = 0; i < 2; ++i)
                __pipeline_memcpy_async(bs + (threadIdx.x / 16 + i * 16) * LB + threadIdx.x % 16 * 8, B + (size_t)(k0 + threadIdx.x / 16 + i * 16) * N + threadIdx.x % 16 * 8, 16);
        }
        __pipeline_commit();
    };
    Tile t;
    for (int s = 0; s < STAGES - 1; ++s) fetch(s);
    #pragma unroll 1
    for (int s = 0; s < K / BK; ++s) {
        __pipeline_wait_prior(STAGES - 2);
        __syncthreads();
        fetch(s + STAGES - 1);
        const half* as = tiles + s % STAGES * TILE_HALVES;
        t.step(as, as + BM * LA);
    }
    t.store(C + (size_t)blockIdx.y * BM * N + blockIdx.x * BN, N);
}

// ---- streams ----
constexpr int TAPS = 48, SAMPLES = 4096, WINDOW = SAMPLES + TAPS, VECTORS = WINDOW / 4, STREAMS = 132, LENGTH = 256 * SAMPLES, STREAM_PITCH = LENGTH + TAPS;
__constant__ float taps[TAPS];

// Filters four neighbouring samples from s[0..51] and returns their power.
__device__ __forceinline__ float power4(const float4* s) {
    float y[4] = {}, w[TAPS + 4];
    #pragma unroll
    for (int v = 0; v < TAPS / 4 + 1; ++v) *(float4*)(w + 4 * v) = s[v];
    #pragma unroll
    for (int k = 0; k < TAPS; ++k)
        #pragma unroll
        for (int n = 0; n < 4; ++n) y[n] = fmaf(taps[k], w[k + n], y[n]);
    return y[0] * y[0] + y[1] * y[1] + y[2] * y[2] + y[3] * y[3];
}
// Writes the tile's 1024 powers and follows the gain.
__device__ __forceinline__ float detect(const float4* s, float* out, float gain, float* partial) {
    float sum = 0;
    #pragma unroll 1
    for (int i = threadIdx.x; i < SAMPLES / 4; i += 256) {
        float p = power4(s + i);
        sum += p;
        out[i] = gain * p;
    }
    for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = 0;
    for (int w = 0; w < 8; ++w) sum += partial[w];
    return 0.9f * gain + 0.1f * (SAMPLES / (sum + 1.0f));
}

__global__ void __launch_bounds__(256) carrier_power_a(const float* x, float* out) {
    __shared__ float4 tile[VECTORS]; __shared__ float partial[8];
    const float4* in = (const float4*)(x + (size_t)blockIdx.x * STREAM_PITCH);
    out += (size_t)blockIdx.x * (LENGTH / 4);
    float gain = 1;
    #pragma unroll 1
    for (int t = 0; t < LENGTH / SAMPLES; ++t, in += SAMPLES / 4, out += SAMPLES / 4) {
        float4 v[5];
        #pragma unroll
        for (int i = 0; i < 5; ++i) if (threadIdx.x + i * 256 < VECTORS) v[i] = in[threadIdx.x + i * 256];
        #pragma unroll
        for (int i = 0; i < 5; ++i) if (threadIdx.x + i * 256 < VECTORS) tile[threadIdx.x + i * 256] = v[i];
        __syncthreads();
        gain = detect(tile, out, gain, partial);
    }
}
__global__ void __launch_bounds__(256) carrier_power_b(const float* x, float* out) {
    __shared__ float4 tile[2][VECTORS]; __shared__ float partial[8];
    const float4* in = (const float4*)(x + (size_t)blockIdx.x * STREAM_PITCH);
    out += (size_t)blockIdx.x * (LENGTH / 4);
    auto fetch = [&](int t) {
        #pragma unroll
        for (int i = 0; i < 5; ++i)
            if (threadIdx.x + i * 256 < VECTORS) __pipeline_memcpy_async(&tile[t % 2][threadIdx.x + i * 256], in + (size_t)t * (SAMPLES / 4) + threadIdx.x + i * 256, 16);
        __pipeline_commit();
    };
    float gain = 1;
    fetch(0);
    #pragma unroll 1
    for (int t = 0; t < LENGTH / SAMPLES; ++t, out += SAMPLES / 4) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (t + 1 < LENGTH / SAMPLES) fetch(t + 1);
        gain = detect(tile[t % 2], out, gain, partial);
    }
}

int main(int argc, char** argv) {
    const int m = 8192, n = 2048, k = 1024;
    const size_t mn = (size_t)m * n, powers = (size_t)STREAMS * (LENGTH / 4);
    half *A = harness::filled<half>((size_t)m * k), *B = harness::filled<half>((size_t)k * n, 2);
    float *ca = harness::empty<float>(mn), *cb = harness::empty<float>(mn);
    float *x = harness::filled<float>((size_t)STREAMS * STREAM_PITCH, 3), *pa = harness::empty<float>(powers), *pb = harness::empty<float>(powers);
    float h[TAPS];
    for (int i = 0; i < TAPS; ++i) h[i] = harness::unit(i + 900) * 0.3f;
    CHECK(cudaMemcpyToSymbol(taps, h, sizeof h));
    const int shared = STAGES * TILE_HALVES * 2;
    CHECK(cudaFuncSetAttribute(patch_embed_b, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
    dim3 g(n / BN, m / BM);
    return harness::run(argc, argv, {
        {"patch_embed_a", [=] { patch_embed_a<<<g, 256>>>(A, B, ca, n, k); }, ca, mn},
        {"patch_embed_b", [=] { patch_embed_b<<<g, 256, shared>>>(A, B, cb, n, k); }, cb, mn},
        {"carrier_power_a", [=] { carrier_power_a<<<STREAMS, 256>>>(x, pa); }, pa, powers},
        {"carrier_power_b", [=] { carrier_power_b<<<STREAMS, 256>>>(x, pb); }, pb, powers},
    });
}
