// half_square_a -> torch.matmul (fp16, 4096^3)   legacy-tensor-path: a well-made Ampere-style product, C = A B^T, 137 GFLOP. 128 x 128 x 32 tiles, 4 warps of
//   64 x 64, four cp.async stages, ldmatrix on XOR-swizzled rows, fragments one step ahead, blocks in columns of 16 tiles for L2, C leaves through
//   shared memory in 16-byte rows. Nothing is left but the instruction: mma.sync reaches about 62% of the 989 TFLOP/s that wgmma has
//   (0.14 ms): 0.23 ms or more here, against about 0.18 ms of the library.
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

#include "harness.cuh"

constexpr int BM = 128, BN = 128, BK = 32, STAGES = 4, PITCH = BN + 8, SHARED = STAGES * (BM + BN) * BK * 2;
static_assert(BM * PITCH * 2 <= SHARED);

// 16-byte chunk `c` of row `r` in a tile of 64-byte rows: any 8 rows of one chunk lie in 8 different bank groups.
__device__ __forceinline__ int slot(int r, int c) { return r * BK + ((c ^ (r >> 1 & 3)) << 3); }
__device__ __forceinline__ void load4(uint32_t* f, const half* p) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(f[0]), "=r"(f[1]), "=r"(f[2]), "=r"(f[3]) : "r"((uint32_t)__cvta_generic_to_shared(p)) : "memory");
}
__device__ __forceinline__ void mma(float* c, const uint32_t* a, const uint32_t* b) {
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

__global__ void __launch_bounds__(128, 2) half_square_a(const half* A, const half* B, half* C, int N, int K) {
    extern __shared__ __align__(128) half pool[];
    const int tiles = N / BN, column = blockIdx.x / (tiles * 16), inside = blockIdx.x % (tiles * 16);
    const int m0 = inside / 16 * BM, n0 = (column * 16 + inside % 16) * BN;
    const int lane = threadIdx.x % 32, wm = threadIdx.x / 64 * 64, wn = threadIdx.x / 32 % 2 * 64;
    A += (size_t)m0 * K, B += (size_t)n0 * K, C += (size_t)m0 * N + n0;

    auto fetch = [&](int t) {
        half *as = pool + t % STAGES * (BM + BN) * BK, *bs = as + BM * BK;
        if (t * BK < K)
            #pragma unroll
            for (int i = 0; i < 4; ++i) {
                int r = threadIdx.x / 4 + i * 32, c = threadIdx.x % 4;
                __pipeline_memcpy_async(as + slot(r, c), A + (size_t)r * K + t * BK + c * 8, 16);
                __pipeline_memcpy_async(bs + slot(r, c), B + (size_t)r * K + t * BK + c * 8, 16);
            }
        __pipeline_commit();
    };
    uint32_t a[2][4][4], b[2][4][4];  // b[.][j] holds the columns 16 j .. 16 j + 15
    auto fragments = [&](int t, int h) {
        const half *as = pool + t % STAGES * (BM + BN) * BK, *bs = as + BM * BK;
        #pragma unroll
        for (int i = 0; i < 4; ++i) load4(a[h][i], as + slot(wm + i * 16 + lane % 16, h * 2 + lane / 16));
        #pragma unroll
        for (int j = 0; j < 4; ++j) load4(b[h][j], bs + slot(wn + j * 16 + lane % 8 + lane / 16 * 8, h * 2 + lane / 8 % 2));
    };
    float c[4][8][4] = {};
    auto multiply = [&](int h) {
        #pragma unroll
        for (int i = 0; i < 4; ++i)
            #pragma unroll
            for (int j = 0; j < 8; ++j) mma(c[i][j], a[h][i], &b[h][j / 2][j % 2 * 2]);
    };

    for (int t = 0; t < STAGES - 1; ++t) fetch(t);
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();
    fragments(0, 0);
    #pragma unroll 1
    for (int t = 0; t < K / BK; ++t) {
        fragments(t, 1);
        fetch(t + STAGES - 1);
        multiply(0);
        __pipeline_wait_prior(STAGES - 2);
        __syncthreads();
        if ((t + 1) * BK < K) fragments(t + 1, 0);
        multiply(1);
    }
    __pipeline_wait_prior(0);
    __syncthreads();
    #pragma unroll
    for (int i = 0; i < 4; ++i)
        #pragma unroll
        for (int j = 0; j < 8; ++j)
            #pragma unroll
            for (int h = 0; h < 2; ++h)
                *(half2*)(pool + (wm + i * 16 + h * 8 + lane / 4) * PITCH + wn + j * 8 + lane % 4 * 2) = __floats2half2_rn(c[i][j][2 * h], c[i][j][2 * h + 1]);
    __syncthreads();
    #pragma unroll
    for (int q = threadIdx.x; q < BM * BN / 8; q += 128)
        *(uint4*)(C + (size_t)(q / 16) * N + q % 16 * 8) = *(const uint4*)(pool + q / 16 * PITCH + q % 16 * 8);
}

int main(int argc, char** argv) {
    const int n = 4096; const size_t nn = (size_t)n * n;
    half *A = harness::filled<half>(nn), *B = harness::filled<half>(nn, 2), *C = harness::empty<half>(nn);
    CHECK(cudaFuncSetAttribute(half_square_a, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED));
    return harness::run(argc, argv, {
        {"half_square_a", [=] { half_square_a<<<(n / BM) * (n / BN), 128, SHARED>>>(A, B, C, n, n); }, C, nn, harness::Output::f16},
    });
}
