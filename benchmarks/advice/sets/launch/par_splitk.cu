// proj_tall_a -> proj_tall_b   too-few-tiles: C[512 x 512] = A[512 x 32768] * B[512 x 32768]^T in half precision with 128 x 128 tiles: 16 blocks on 132 SMs,
//   each through all of K: 1024 steps of 32, ~0.3 us each = 0.3 ms, while A and B (64 MB) need 15 us. Mended: split-K by 8 (128 blocks) into float
//   partials and a second launch that adds them. Both use the same 3-stage cp.async pipeline and WMMA.
#include "harness.cuh"
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>
using namespace nvcuda;

constexpr int T = 128, KB = 32, LD = KB + 8, STAGES = 3, N = 512, K = 32768, SPLIT = 8;
constexpr int SHARED = STAGES * 2 * T * LD * sizeof(half);

__device__ __forceinline__ void tile_product(const half* __restrict__ a, const half* __restrict__ b, float* c, int k0, int k1) {
    extern __shared__ __align__(16) half stage[];
    const int t = threadIdx.x, warp = t >> 5, wm = (warp & 3) * 32, wn = (warp >> 2) * 64;
    const half *ga = a + (size_t)blockIdx.y * T * K, *gb = b + (size_t)blockIdx.x * T * K;
    auto fetch = [&](int slot, int k) {
        half *sa = stage + slot * 2 * T * LD, *sb = sa + T * LD;
        for (int i = t; i < T * KB / 8; i += 256) {
            int r = i >> 2, q = (i & 3) * 8;
            __pipeline_memcpy_async(sa + r * LD + q, ga + (size_t)r * K + k + q, 16);
            __pipeline_memcpy_async(sb + r * LD + q, gb + (size_t)r * K + k + q, 16);
        }
    };
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][4];
    for (auto& row : acc) for (auto& f : row) wmma::fill_fragment(f, 0.0f);
    for (int s = 0; s < STAGES - 1; ++s) { fetch(s, k0 + s * KB); __pipeline_commit(); }
    int slot = 0;
    for (int k = k0; k < k1; k += KB) {
        __pipeline_wait_prior(STAGES - 2);
        __syncthreads();
        int ahead = k + (STAGES - 1) * KB;
        if (ahead < k1) fetch((slot + STAGES - 1) % STAGES, ahead);
        __pipeline_commit();
        const half *sa = stage + slot * 2 * T * LD, *sb = sa + T * LD;
        #pragma unroll
        for (int kk = 0; kk < KB; kk += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb[4];
            for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(fa[i], sa + (wm + i * 16) * LD + kk, LD);
            for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(fb[j], sb + (wn + j * 16) * LD + kk, LD);
            for (int i = 0; i < 2; ++i) for (int j = 0; j < 4; ++j) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
        slot = (slot + 1) % STAGES;
    }
    for (int i = 0; i < 2; ++i) for (int j = 0; j < 4; ++j)
        wmma::store_matrix_sync(c + (size_t)(blockIdx.y * T + wm + i * 16) * N + blockIdx.x * T + wn + j * 16, acc[i][j], N, wmma::mem_row_major);
}
__global__ void __launch_bounds__(256) proj_tall_a(const half* a, const half* b, float* c) { tile_product(a, b, c, 0, K); }
__global__ void __launch_bounds__(256) proj_tall_b(const half* a, const half* b, float* part) {
    tile_product(a, b, part + (size_t)blockIdx.z * N * N, blockIdx.z * (K / SPLIT), (blockIdx.z + 1) * (K / SPLIT));
}
__global__ void proj_tall_b_sum(const float4* part, float4* c) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 s = part[i];
    #pragma unroll
    for (int z = 1; z < SPLIT; ++z) {
        float4 v = part[(size_t)z * N * N / 4 + i];
        s.x += v.x; s.y += v.y; s.z += v.z; s.w += v.w;
    }
    c[i] = s;
}

int main(int argc, char** argv) {
    half *a = harness::filled<half>((size_t)N * K, 1), *b = harness::filled<half>((size_t)N * K, 2);
    float *ca = harness::empty<float>(N * N), *cb = harness::empty<float>(N * N), *part = harness::empty<float>(SPLIT * N * N);
    CHECK(cudaFuncSetAttribute(proj_tall_a, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED));
    CHECK(cudaFuncSetAttribute(proj_tall_b, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED));
    return harness::run(argc, argv, {
        {"proj_tall_a", [=] { proj_tall_a<<<dim3(4, 4), 256, SHARED>>>(a, b, ca); }, ca, (size_t)N * N},
        {"proj_tall_b", [=] { proj_tall_b<<<dim3(4, 4, SPLIT), 256, SHARED>>>(a, b, part);
                              proj_tall_b_sum<<<N * N / 4 / 256, 256>>>((const float4*)part, (float4*)cb); }, cb, (size_t)N * N},
    });
}
