// Dense products whose operands sit in double-buffered shared tiles (cp.async); before and after share tiles and loader, only the inner product differs.
//
// project_basis_a -> project_basis_b   missing-tensor-cores: FP32 4096 x 4096 x 1024 = 34.4 GFLOP with 8 x 8 FFMA micro-tiles; the FMA roof (66.9 TFLOP/s)
//   allows 0.51 ms at best. TF32 wmma on the same 128 x 128 x 16 tiles has 495 TFLOP/s above it. 1024 tiles over 264 slots: 3.9 waves. Operands 32 MB, in L2.
// overlap_block_a -> overlap_block_b   missing-tensor-cores: FP64 2048^3 = 17.2 GFLOP with 8 x 4 DFMA micro-tiles; the DFMA roof (33.5 TFLOP/s) allows
//   0.51 ms. FP64 mma (m16n8k8) on the same 128 x 64 x 8 tiles has twice the roof. 512 tiles over 264 slots: 1.9 waves.
#include <cuda_pipeline.h>
#include <mma.h>

#include "harness.cuh"
using namespace nvcuda;

template <class Product, class T>
__device__ __forceinline__ void multiply(const T* A, const T* B, T* C, int N, int K) {
    constexpr int BM = 128, BN = Product::BN, BK = Product::BK, LA = Product::LA, LB = Product::LB, V = 16 / sizeof(T);
    __shared__ __align__(128) T as[2][BM * LA], bs[2][BK * LB];
    A += (size_t)blockIdx.y * BM * K, B += blockIdx.x * BN, C += (size_t)blockIdx.y * BM * N + blockIdx.x * BN;
    auto fetch = [&](int s, int k0) {
        #pragma unroll
        for (int q = threadIdx.x; q < BM * BK / V; q += 256) {
            int row = q / (BK / V), col = q % (BK / V) * V;
            __pipeline_memcpy_async(&as[s][row * LA + col], A + (size_t)row * K + k0 + col, 16);
        }
        #pragma unroll
        for (int q = threadIdx.x; q < BK * BN / V; q += 256) {
            int row = q / (BN / V), col = q % (BN / V) * V;
            __pipeline_memcpy_async(&bs[s][row * LB + col], B + (size_t)(k0 + row) * N + col, 16);
        }
        __pipeline_commit();
    };
    Product product;
    fetch(0, 0);
    #pragma unroll 1
    for (int k = 0, s = 0; k < K; k += BK, s ^= 1) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (k + BK < K) fetch(s ^ 1, k + BK);
        product.step(as[s], bs[s]);
    }
    product.store(C, N);
}

struct Fma32 {
    static constexpr int BN = 128, BK = 16, LA = 20, LB = 136;
    float c[8][8] = {};
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    __device__ void step(const float* a, const float* b) {
        #pragma unroll 2
        for (int k = 0; k < BK; ++k) {
            float x[8], y[8];
            #pragma unroll
            for (int i = 0; i < 8; ++i) x[i] = a[(ty + 16 * i) * LA + k];
            *(float4*)y = *(const float4*)(b + k * LB + tx * 4);
            *(float4*)(y + 4) = *(const float4*)(b + k * LB + 64 + tx * 4);
            #pragma unroll
            for (int i = 0; i < 8; ++i)
                #pragma unroll
                for (int n = 0; n < 8; ++n) c[i][n] = fmaf(x[i], y[n], c[i][n]);
        }
    }
    __device__ void store(float* C, int N) {
        #pragma unroll
        for (int i = 0; i < 8; ++i)
            #pragma unroll
            for (int h = 0; h < 2; ++h) *(float4*)(C + (size_t)(ty + 16 * i) * N + h * 64 + tx * 4) = *(float4*)&c[i][h * 4];
    }
};

struct Tensor32 {  // 8 warps as 2 x 4, each 64 x 32
    static constexpr int BN = 128, BK = 16, LA = 20, LB = 136;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> c[4][2];
    int row = threadIdx.x / 128 * 64, col = threadIdx.x / 32 % 4 * 32;
    __device__ Tensor32() { for (auto& r : c) for (auto& f : r) wmma::fill_fragment(f, 0.0f); }
    __device__ void step(const float* a, const float* b) {
        #pragma unroll
        for (int k = 0; k < BK; k += 8) {
            wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> x[4];
            wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> y[2];
            #pragma unroll
            for (int i = 0; i < 4; ++i) {
                wmma::load_matrix_sync(x[i], a + (row + i * 16) * LA + k, LA);
                for (float& v : x[i].x) v = wmma::__float_to_tf32(v);
            }
            #pragma unroll
            for (int j = 0; j < 2; ++j) {
                wmma::load_matrix_sync(y[j], b + k * LB + col + j * 16, LB);
                for (float& v : y[j].x) v = wmma::__float_to_tf32(v);
            }
            #pragma unroll
            for (int i = 0; i < 4; ++i)
                #pragma unroll
                for (int j = 0; j < 2; ++j) wmma::mma_sync(c[i][j], x[i], y[j], c[i][j]);
        }
    }
    __device__ void store(float* C, int N) {
        #pragma unroll
        for (int i = 0; i < 4; ++i)
            #pragma unroll
            for (int j = 0; j < 2; ++j) wmma::store_matrix_sync(C + (size_t)(row + i * 16) * N + col + j * 16, c[i][j], N, wmma::mem_row_major);
    }
};

struct Fma64 {
    static constexpr int BN = 64, BK = 8, LA = 12, LB = 68;
    double c[8][4] = {};
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    __device__ void step(const double* a, const double* b) {
        #pragma unroll 2
        for (int k = 0; k < BK; ++k) {
            double x[8]; double2 y[2];
            #pragma unroll
            for (int i = 0; i < 8; ++i) x[i] = a[(ty + 16 * i) * LA + k];
            y[0] = *(const double2*)(b + k * LB + tx * 2), y[1] = *(const double2*)(b + k * LB + 32 + tx * 2);
            #pragma unroll
            for (int i = 0; i < 8; ++i) {
                c[i][0] = fma(x[i], y[0].x, c[i][0]), c[i][1] = fma(x[i], y[0].y, c[i][1]);
                c[i][2] = fma(x[i], y[1].x, c[i][2]), c[i][3] = fma(x[i], y[1].y, c[i][3]);
            }
        }
    }
    __device__ void store(double* C, int N) {
        #pragma unroll
        for (int i = 0; i < 8; ++i)
            #pragma unroll
            for (int h = 0; h < 2; ++h)
                *(double2*)(C + (size_t)(ty + 16 * i) * N + h * 32 + tx * 2) = make_double2(c[i][2 * h], c[i][2 * h + 1]);
    }
};

struct Tensor64 {  // 8 warps as 4 x 2, each 32 x 32; lane = 4 g + t holds A(g | g+8, t | t+4), B(t | t+4, g), C(g | g+8, 2t | 2t+1)
    static constexpr int BN = 64, BK = 8, LA = 12, LB = 68;
    double c[2][4][4] = {};
    int row = threadIdx.x / 64 * 32, col = threadIdx.x / 32 % 2 * 32, g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
    __device__ void step(const double* a, const double* b) {
        double x[2][4], y[4][2];
        #pragma unroll
        for (int i = 0; i < 2; ++i)
            #pragma unroll
            for (int v = 0; v < 4; ++v) x[i][v] = a[(row + i * 16 + g + v % 2 * 8) * LA + t + v / 2 * 4];
        #pragma unroll
        for (int j = 0; j < 4; ++j)
            #pragma unroll
            for (int v = 0; v < 2; ++v) y[j][v] = b[(t + v * 4) * LB + col + j * 8 + g];
        #pragma unroll
        for (int i = 0; i < 2; ++i)
            #pragma unroll
            for (int j = 0; j < 4; ++j)
                asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                    : "+d"(c[i][j][0]), "+d"(c[i][j][1]), "+d"(c[i][j][2]), "+d"(c[i][j][3])
                    : "d"(x[i][0]), "d"(x[i][1]), "d"(x[i][2]), "d"(x[i][3]), "d"(y[j][0]), "d"(y[j][1]));
    }
    __device__ void store(double* C, int N) {
        #pragma unroll
        for (int i = 0; i < 2; ++i)
            #pragma unroll
            for (int j = 0; j < 4; ++j)
                #pragma unroll
                for (int h = 0; h < 2; ++h)
                    *(double2*)(C + (size_t)(row + i * 16 + g + h * 8) * N + col + j * 8 + t * 2) = make_double2(c[i][j][2 * h], c[i][j][2 * h + 1]);
    }
};

__global__ void __launch_bounds__(256, 2) project_basis_a(const float* A, const float* B, float* C, int N, int K) { multiply<Fma32>(A, B, C, N, K); }
__global__ void __launch_bounds__(256, 2) project_basis_b(const float* A, const float* B, float* C, int N, int K) { multiply<Tensor32>(A, B, C, N, K); }
__global__ void __launch_bounds__(256, 2) overlap_block_a(const double* A, const double* B, double* C, int N, int K) { multiply<Fma64>(A, B, C, N, K); }
__global__ void __launch_bounds__(256, 2) overlap_block_b(const double* A, const double* B, double* C, int N, int K) { multiply<Tensor64>(A, B, C, N, K); }

int main(int argc, char** argv) {
    const int n = 4096, k = 1024, d = 2048;
    const size_t nn = (size_t)n * n, dd = (size_t)d * d;
    float *A = harness::filled<float>((size_t)n * k), *B = harness::filled<float>((size_t)k * n, 2), *ca = harness::empty<float>(nn), *cb = harness::empty<float>(nn);
    double *D = harness::filled<double>(dd, 3), *E = harness::filled<double>(dd, 4), *da = harness::empty<double>(dd), *db = harness::empty<double>(dd);
    dim3 g(n / 128, n / 128), h(d / 64, d / 128);
    return harness::run(argc, argv, {
        {"project_basis_a", [=] { project_basis_a<<<g, 256>>>(A, B, ca, n, k); }, ca, nn},
        {"project_basis_b", [=] { project_basis_b<<<g, 256>>>(A, B, cb, n, k); }, cb, nn},
        {"overlap_block_a", [=] { overlap_block_a<<<h, 256>>>(D, E, da, d, d); }, da, dd, harness::Output::f64},
        {"overlap_block_b", [=] { overlap_block_b<<<h, 256>>>(D, E, db, d, d); }, db, dd, harness::Output::f64},
    });
}
