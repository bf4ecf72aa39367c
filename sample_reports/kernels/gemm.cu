// C = A B, all 2048 x 2048 and row-major, A and B in FP16, C in FP32: 17.2 GFLOP.
// Both kernels cut C into 128 x 128 tiles (256 blocks of 256 threads), step through K by 32 and stage A and B in shared memory.
//
// hgemm_fma     multiplies on the FP32 pipes, 8 x 8 outputs a thread. Their peak is about 60 TFLOP/s: 290 us at the very best.
// hgemm_tensor  the same tiles through wmma m16n16k16, 32 x 64 outputs a warp. The tensor pipes' peak is some 16 times higher.
//               Not the end of the road: it neither overlaps its copies with its arithmetic nor uses wgmma.
#include <cuda_fp16.h>
#include <mma.h>

#include "samples.h"

constexpr int N = 2048, BM = 128, BN = 128, BK = 32, THREADS = 256;

struct alignas(32) Tiles {  // eight halves of padding a row: no bank conflicts, and rows still begin on 16 bytes
    __half a[BM][BK + 8], b[BK][BN + 8];
};

// Brings A[row0.., k0..] and B[k0.., col0..] in, 16 bytes a thread and access.
__device__ void load(Tiles& t, const __half* __restrict__ a, const __half* __restrict__ b, int n, int row0, int col0, int k0) {
    for (int v0 = 0; v0 < BM * BK / 8; v0 += THREADS) {
        int v = v0 + threadIdx.x, row = v / (BK / 8), k = v % (BK / 8) * 8;
        *(uint4*)&t.a[row][k] = *(const uint4*)&a[(size_t)(row0 + row) * n + k0 + k];
    }
    for (int v0 = 0; v0 < BK * BN / 8; v0 += THREADS) {
        int v = v0 + threadIdx.x, k = v / (BN / 8), col = v % (BN / 8) * 8;
        *(uint4*)&t.b[k][col] = *(const uint4*)&b[(size_t)(k0 + k) * n + col0 + col];
    }
}

__device__ float4 floats(const __half* p) {  // four neighbouring halves
    uint2 bits = *(const uint2*)p;
    float2 lo = __half22float2(*(__half2*)&bits.x), hi = __half22float2(*(__half2*)&bits.y);
    return make_float4(lo.x, lo.y, hi.x, hi.y);
}

__global__ void __launch_bounds__(THREADS, 2) hgemm_fma(const __half* __restrict__ a, const __half* __restrict__ b,
                                                        float* __restrict__ c, int n) {
    __shared__ Tiles t;
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    int ty = threadIdx.x / 16, tx = threadIdx.x % 16;  // rows ty + 16 i, columns 4 tx + {0..3} and 64 + 4 tx + {0..3}
    float sum[8][8] = {};
    for (int k0 = 0; k0 < n; k0 += BK) {
        load(t, a, b, n, row0, col0, k0);
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < BK; k += 2) {
            float2 x[8];  // A at k and k + 1
            for (int i = 0; i < 8; ++i) x[i] = __half22float2(*(const __half2*)&t.a[ty + 16 * i][k]);
            for (int h = 0; h < 2; ++h) {
                float4 lo = floats(&t.b[k + h][4 * tx]), hi = floats(&t.b[k + h][64 + 4 * tx]);
                float y[8] = {lo.x, lo.y, lo.z, lo.w, hi.x, hi.y, hi.z, hi.w};
                for (int i = 0; i < 8; ++i)
                    for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(h ? x[i].y : x[i].x, y[j], sum[i][j]);
            }
        }
        __syncthreads();
    }
    for (int i = 0; i < 8; ++i) {
        float* out = &c[(size_t)(row0 + ty + 16 * i) * n + col0 + 4 * tx];
        *(float4*)out = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
        *(float4*)(out + 64) = make_float4(sum[i][4], sum[i][5], sum[i][6], sum[i][7]);
    }
}

__global__ void __launch_bounds__(THREADS, 2) hgemm_tensor(const __half* __restrict__ a, const __half* __restrict__ b,
                                                           float* __restrict__ c, int n) {
    using namespace nvcuda::wmma;
    __shared__ Tiles t;
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    int warp = threadIdx.x / 32, wm = warp / 2 * 32, wn = warp % 2 * 64;  // this warp's corner within the tile
    fragment<accumulator, 16, 16, 16, float> sum[2][4];
    for (auto& row : sum)
        for (auto& f : row) fill_fragment(f, 0.0f);
    for (int k0 = 0; k0 < n; k0 += BK) {
        load(t, a, b, n, row0, col0, k0);
        __syncthreads();
        for (int k = 0; k < BK; k += 16) {
            fragment<matrix_a, 16, 16, 16, __half, row_major> x[2];
            fragment<matrix_b, 16, 16, 16, __half, row_major> y[4];
            for (int i = 0; i < 2; ++i) load_matrix_sync(x[i], &t.a[wm + 16 * i][k], BK + 8);
            for (int j = 0; j < 4; ++j) load_matrix_sync(y[j], &t.b[k][wn + 16 * j], BN + 8);
            for (int i = 0; i < 2; ++i)
                for (int j = 0; j < 4; ++j) mma_sync(sum[i][j], x[i], y[j], sum[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 4; ++j)
            store_matrix_sync(&c[(size_t)(row0 + wm + 16 * i) * n + col0 + wn + 16 * j], sum[i][j], n, mem_row_major);
}

samples::Cases samples::products() {
    constexpr size_t count = (size_t)N * N;
    const __half *a = harness::filled<__half>(count, 4), *b = harness::filled<__half>(count, 5);
    float *fma = harness::empty<float>(count), *tensor = harness::empty<float>(count);
    dim3 grid(N / BN, N / BM);
    return {
        sample("hgemm_fma", "2048 x 2048 x 2048", [=] { hgemm_fma<<<grid, THREADS>>>(a, b, fma, N); }, fma, count),
        sample("hgemm_tensor", "2048 x 2048 x 2048", [=] { hgemm_tensor<<<grid, THREADS>>>(a, b, tensor, N); }, tensor, count),
    };
}
