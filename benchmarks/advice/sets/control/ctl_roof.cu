// Kernels at a compute roof: nothing in their schedule is left to mend.
//
// horner_peak     compute-saturated, healthy: four points a thread, polynomials of degree 31 with coefficients from the constant bank, applied 64 times;
//   full occupancy, eight whole waves: 8.65 M points * 64 * 31 * 2 = 34 GFLOP / 60 TFLOP/s = 0.57 ms; bytes 69 MB = 0.02 ms.
// gram_wave_a -> gram_wave_b      the tensor pipe fed from registers by wmma (mma.sync reaches ~62% of Hopper's peak): legacy-tensor-path.
// gram_wave_b     compute-saturated, healthy: the same 64 x 256 tiles by wgmma m64n256k16, A in registers, B in shared memory, two blocks an SM:
//   1,056 * 1,024 * 524,288 FLOP = 0.57 TFLOP = 0.7 ms at 0.8 PFLOP/s; no global traffic to speak of.
// gauss_nine      compute-saturated, healthy: 9 x 9 convolution of a 8192 x 4096 image, tile in shared memory, 4 x 4 outputs a thread by LDS.128 (36 loads,
//   44% of the load/store unit, for 1,296 FMAs), weights from the constant bank: 33.6 M * 162 = 5.4 GFLOP = 0.09 ms; bytes 268 MB = 0.06 ms.
#include <cuda_fp16.h>
#include <mma.h>

#include "harness.cuh"

struct Poly { float c[32]; };
__global__ void __launch_bounds__(256) horner_peak(const float4* __restrict__ in, float4* __restrict__ out, int rounds, __grid_constant__ const Poly p) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 q = in[i];
    float x[4] = {q.x, q.y, q.z, q.w};
    #pragma unroll 1
    for (int r = 0; r < rounds; ++r) {
        float y[4] = {p.c[31], p.c[31], p.c[31], p.c[31]};
        #pragma unroll
        for (int k = 30; k >= 0; --k)
            #pragma unroll
            for (int j = 0; j < 4; ++j) y[j] = fmaf(y[j], x[j], p.c[k]);
        for (int j = 0; j < 4; ++j) x[j] = y[j];
    }
    out[i] = {x[0], x[1], x[2], x[3]};
}

// Each block adds `steps` times A (64 x 16) * B (16 x 256) to its own 64 x 256 tile, A and B kept; the tile's sums leave, 256 values a block
// (row sums over four column groups). Block b takes A from row b % 64 of a list and B likewise.
__global__ void __launch_bounds__(128, 2) gram_wave_a(const half* __restrict__ as, const half* __restrict__ bs, float* __restrict__ out, int steps) {
    using namespace nvcuda::wmma;
    __shared__ __align__(32) float tile[4][16 * 16];
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    const half *a = as + blockIdx.x % 64 * 1024, *b = bs + blockIdx.x % 64 * 4096 + warp * 64 * 16;  // B as [n][k]
    fragment<matrix_a, 16, 16, 16, half, row_major> fa[4];
    fragment<matrix_b, 16, 16, 16, half, col_major> fb[4];
    fragment<accumulator, 16, 16, 16, float> c[4][4];
    for (int m = 0; m < 4; ++m) load_matrix_sync(fa[m], a + m * 256, 16);
    for (int n = 0; n < 4; ++n) load_matrix_sync(fb[n], b + n * 256, 16);
    for (int m = 0; m < 4; ++m)
        for (int n = 0; n < 4; ++n) fill_fragment(c[m][n], 0);
    #pragma unroll 1
    for (int s = 0; s < steps; ++s)
        #pragma unroll
        for (int m = 0; m < 4; ++m)
            #pragma unroll
            for (int n = 0; n < 4; ++n) mma_sync(c[m][n], fa[m], fb[n], c[m][n]);
    for (int m = 0; m < 4; ++m) {
        for (int n = 1; n < 4; ++n)
            for (int e = 0; e < c[m][0].num_elements; ++e) c[m][0].x[e] += c[m][n].x[e];
        store_matrix_sync(tile[warp], c[m][0], 16, mem_row_major);
        __syncwarp();
        float sum = 0;
        for (int k = 0; k < 16; ++k) sum += tile[warp][(lane & 15) * 16 + k];
        if (lane < 16) out[blockIdx.x * 256 + (m * 16 + lane) * 4 + warp] = sum;
        __syncwarp();
    }
}

// D (64 x 256, 128 registers a thread) += A (16-bit, 4 registers) * B (shared memory behind a descriptor).
#define R8(b) "%" #b "0,%" #b "1,%" #b "2,%" #b "3,%" #b "4,%" #b "5,%" #b "6,%" #b "7,%" #b "8,%" #b "9,"
__device__ __forceinline__ void wgmma(float (&d)[128], const uint32_t (&a)[4], uint64_t b) {
    asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, 1, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {"
        "%0,%1,%2,%3,%4,%5,%6,%7,%8,%9," R8(1) R8(2) R8(3) R8(4) R8(5) R8(6) R8(7) R8(8) R8(9) R8(10) R8(11)
        "%120,%121,%122,%123,%124,%125,%126,%127}, {%128,%129,%130,%131}, %132, p, 1, 1, 0;\n}\n"
#define D4(i) "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3])
#define D16(i) D4(i), D4(i + 4), D4(i + 8), D4(i + 12)
        : D16(0), D16(16), D16(32), D16(48), D16(64), D16(80), D16(96), D16(112)
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
}
__global__ void __launch_bounds__(128, 2) gram_wave_b(const half* __restrict__ as, const half* __restrict__ bs, float* __restrict__ out, int steps) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL  // wgmma is of sm_90a alone
    __shared__ __align__(128) half tile[4096];  // B in 8 x 8 core matrices (8 columns n of 16 bytes of k): [n / 8][k / 8][n % 8][k % 8]
    int t = threadIdx.x, warp = t >> 5, lane = t & 31, row = warp * 16 + lane / 4, col = lane % 4 * 2;
    const half *a = as + blockIdx.x % 64 * 1024, *b = bs + blockIdx.x % 64 * 4096;
    for (int i = t; i < 4096; i += 128) tile[(i >> 7) * 128 + (i >> 3 & 1) * 64 + (i >> 4 & 7) * 8 + (i & 7)] = b[i];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    uint32_t fa[4];
    for (int j = 0; j < 4; ++j) fa[j] = *(const uint32_t*)(a + (row + (j & 1) * 8) * 16 + col + (j >> 1) * 8);
    // No swizzle; neighbouring core matrices lie 128 bytes apart along k (leading) and 256 along n (stride).
    uint64_t where = (uint64_t)(__cvta_generic_to_shared(tile) >> 4 & 0x3fff) | (uint64_t)(128 >> 4) << 16 | (uint64_t)(256 >> 4) << 32;
    float d[128];
    for (int j = 0; j < 128; ++j) d[j] = 0;
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    #pragma unroll 1
    for (int s = 0; s < steps; s += 8) {
        #pragma unroll
        for (int k = 0; k < 8; ++k) wgmma(d, fa, where);
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    }
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    for (int j = 0; j < 128; ++j) asm volatile("" : "+f"(d[j]) :: "memory");
    for (int g = 0; g < 4; ++g)  // column groups of 64
        for (int h = 0; h < 2; ++h) {
            float sum = 0;
            for (int k = 0; k < 8; ++k) sum += d[g * 32 + k * 4 + h * 2] + d[g * 32 + k * 4 + h * 2 + 1];
            sum += __shfl_xor_sync(~0u, sum, 1); sum += __shfl_xor_sync(~0u, sum, 2);
            if (lane % 4 == 0) out[blockIdx.x * 256 + (row + h * 8) * 4 + g] = sum;
        }
#endif
}

struct Taps { float w[81]; };
__global__ void __launch_bounds__(256) gauss_nine(const float4* __restrict__ in, float4* __restrict__ out, int width, int height, __grid_constant__ const Taps p) {
    __shared__ float4 tile[40][34];  // 128 x 32 outputs with a border of 4
    int w4 = width / 4, left = blockIdx.x * 32 - 1, top = blockIdx.y * 32 - 4, tx = threadIdx.x & 31, ty = threadIdx.x >> 5;
    for (int i = threadIdx.x; i < 40 * 34; i += 256) {
        int x = left + i % 34, y = top + i / 34;
        bool inside = x >= 0 && x < w4 && y >= 0 && y < height;
        tile[i / 34][i % 34] = inside ? in[(size_t)y * w4 + x] : float4{0, 0, 0, 0};
    }
    __syncthreads();
    float sum[4][4] = {};
    #pragma unroll
    for (int r = 0; r < 12; ++r) {
        float4 q0 = tile[ty * 4 + r][tx], q1 = tile[ty * 4 + r][tx + 1], q2 = tile[ty * 4 + r][tx + 2];
        float v[12] = {q0.x, q0.y, q0.z, q0.w, q1.x, q1.y, q1.z, q1.w, q2.x, q2.y, q2.z, q2.w};
        #pragma unroll
        for (int o = 0; o < 4; ++o)
            if (r >= o && r - o < 9)
                #pragma unroll
                for (int k = 0; k < 9; ++k)
                    #pragma unroll
                    for (int j = 0; j < 4; ++j) sum[o][j] = fmaf(v[j + k], p.w[(r - o) * 9 + k], sum[o][j]);
    }
    for (int o = 0; o < 4; ++o)
        out[(size_t)(top + 4 + ty * 4 + o) * w4 + left + 1 + tx] = {sum[o][0], sum[o][1], sum[o][2], sum[o][3]};
}

int main(int argc, char** argv) {
    const size_t points = 1056 * 8 * 1024, pixels = (size_t)8192 * 4096;
    const int tiles = 1056;
    Poly p; Taps taps;
    for (int k = 0; k < 32; ++k) p.c[k] = 0.04f * harness::unit(k + 11);
    p.c[1] = 0.4f;
    for (int k = 0; k < 81; ++k) taps.w[k] = std::exp(-0.1f * ((k / 9 - 4) * (k / 9 - 4) + (k % 9 - 4) * (k % 9 - 4))) * 0.03f;
    float *x = harness::filled<float>(points), *y = harness::empty<float>(points);
    half *a = harness::filled<half>(64 * 1024), *b = harness::filled<half>(64 * 4096, 3);
    float *ga = harness::empty<float>(tiles * 256), *gb = harness::empty<float>(tiles * 256);
    float *image = harness::filled<float>(pixels), *soft = harness::empty<float>(pixels);
    return harness::run(argc, argv, {
        {"horner_peak", [=] { horner_peak<<<points / 1024, 256>>>((float4*)x, (float4*)y, 64, p); }, y, points},
        {"gram_wave_a", [=] { gram_wave_a<<<tiles, 128>>>(a, b, ga, 1024); }, ga, (size_t)tiles * 256},
        {"gram_wave_b", [=] { gram_wave_b<<<tiles, 128>>>(a, b, gb, 1024); }, gb, (size_t)tiles * 256},
        {"gauss_nine", [=] { gauss_nine<<<dim3(8192 / 128, 4096 / 32), 256>>>((float4*)image, (float4*)soft, 8192, 4096, taps); }, soft, pixels},
    });
}
