// Half-precision inputs, float sums: a network layer and a late-interaction search (every query token finds its best token of a document).
//
// mlp_layer_a -> mlp_layer_b   missing-tensor-cores: relu(X W), X 8192 x 1024, W 1024 x 2048 in fp16 = 34.4 GFLOP. Before: halves are widened after the
//   shared load and summed with FFMA (66.9 TFLOP/s roof: 0.51 ms at best, plus 1 conversion per 4 FFMA). wmma fp16 has 989 TFLOP/s; output 64 MB = 16 us.
// maxsim_a -> maxsim_b         missing-tensor-cores: 2048 query tokens x 64 documents of 1024 tokens, 128 bf16 dimensions: 34.4 GFLOP of dot products in
//   FFMA, again 0.51 ms at best; bytes are nothing (17 MB). wmma bf16 keeps the running maxima in fragments, whose element order never changes.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

#include "harness.cuh"
using namespace nvcuda;

// ---- relu(X W): tiles of 128 x 128 x 32 ----
constexpr int BK = 32, LX = 40, LW = 136;

template <class Product>
__device__ __forceinline__ void layer(const half* X, const half* W, float* Y, int N, int K) {
    __shared__ __align__(128) half xs[2][128 * LX], ws[2][BK * LW];
    X += (size_t)blockIdx.y * 128 * K, W += blockIdx.x * 128, Y += (size_t)blockIdx.y * 128 * N + blockIdx.x * 128;
    auto fetch = [&](int s, int k0) {
        #pragma unroll
        for (int q = threadIdx.x; q < 512; q += 256) {
            __pipeline_memcpy_async(&xs[s][q / 4 * LX + q % 4 * 8], X + (size_t)(q / 4) * K + k0 + q % 4 * 8, 16);
            __pipeline_memcpy_async(&ws[s][q / 16 * LW + q % 16 * 8], W + (size_t)(k0 + q / 16) * N + q % 16 * 8, 16);
        }
        __pipeline_commit();
    };
    Product product;
    fetch(0, 0);
    for (int k = 0, s = 0; k < K; k += BK, s ^= 1) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (k + BK < K) fetch(s ^ 1, k + BK);
        product.step(xs[s], ws[s]);
    }
    product.store(Y, N);
}

struct Scalar {
    float c[8][8] = {};
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    __device__ void step(const half* x, const half* w) {
        #pragma unroll 2
        for (int k = 0; k < BK; k += 2) {
            half2 a[8];
            #pragma unroll
            for (int i = 0; i < 8; ++i) a[i] = *(const half2*)(x + (ty + 16 * i) * LX + k);
            #pragma unroll
            for (int j = 0; j < 2; ++j) {
                half b[8]; float v[8];
                *(uint2*)b = *(const uint2*)(w + (k + j) * LW + tx * 4);
                *(uint2*)(b + 4) = *(const uint2*)(w + (k + j) * LW + 64 + tx * 4);
                #pragma unroll
                for (int n = 0; n < 8; ++n) v[n] = __half2float(b[n]);
                #pragma unroll
                for (int i = 0; i < 8; ++i) {
                    float u = __half2float(j ? a[i].y : a[i].x);
                    #pragma unroll
                    for (int n = 0; n < 8; ++n) c[i][n] = fmaf(u, v[n], c[i][n]);
                }
            }
        }
    }
    __device__ void store(float* Y, int N) {
        #pragma unroll
        for (int i = 0; i < 8; ++i)
            #pragma unroll
            for (int h = 0; h < 2; ++h) {
                float* r = &c[i][h * 4];
                *(float4*)(Y + (size_t)(ty + 16 * i) * N + h * 64 + tx * 4) = {fmaxf(r[0], 0), fmaxf(r[1], 0), fmaxf(r[2], 0), fmaxf(r[3], 0)};
            }
    }
};

struct Tensor {  // 8 warps as 2 x 4, each 64 x 32
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[4][2];
    int row = threadIdx.x / 128 * 64, col = threadIdx.x / 32 % 4 * 32;
    __device__ Tensor() { for (auto& r : c) for (auto& f : r) wmma::fill_fragment(f, 0.0f); }
    __device__ void step(const half* x, const half* w) {
        #pragma unroll
        for (int k = 0; k < BK; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a[4];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b[2];
            #pragma unroll
            for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(a[i], x + (row + i * 16) * LX + k, LX);
            #pragma unroll
            for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(b[j], w + k * LW + col + j * 16, LW);
            #pragma unroll
            for (int i = 0; i < 4; ++i)
                #pragma unroll
                for (int j = 0; j < 2; ++j) wmma::mma_sync(c[i][j], a[i], b[j], c[i][j]);
        }
    }
    __device__ void store(float* Y, int N) {
        #pragma unroll
        for (int i = 0; i < 4; ++i)
            #pragma unroll
            for (int j = 0; j < 2; ++j) {
                for (float& v : c[i][j].x) v = fmaxf(v, 0);
                wmma::store_matrix_sync(Y + (size_t)(row + i * 16) * N + col + j * 16, c[i][j], N, wmma::mem_row_major);
            }
    }
};

__global__ void __launch_bounds__(256, 2) mlp_layer_a(const half* X, const half* W, float* Y, int N, int K) { layer<Scalar>(X, W, Y, N, K); }
__global__ void __launch_bounds__(256, 2) mlp_layer_b(const half* X, const half* W, float* Y, int N, int K) { layer<Tensor>(X, W, Y, N, K); }

// ---- best token of document y for 128 query tokens: 64 document tokens at a time ----
constexpr int DIM = 128, LD = DIM + 8, TOKENS = 1024, SEARCH_SHARED = (128 + 2 * 64) * LD * 2;
using bf16 = __nv_bfloat16;

template <class Best>
__device__ __forceinline__ void search(const bf16* Q, const bf16* D, float* out, int queries) {
    extern __shared__ __align__(128) bf16 pool[];
    bf16 *qs = pool, *ds = pool + 128 * LD;
    Q += (size_t)blockIdx.x * 128 * DIM, D += (size_t)blockIdx.y * TOKENS * DIM, out += (size_t)blockIdx.y * queries + blockIdx.x * 128;
    auto fetch = [](bf16* to, const bf16* from, int rows) {
        #pragma unroll
        for (int q = threadIdx.x; q < rows * 16; q += 256) __pipeline_memcpy_async(to + q / 16 * LD + q % 16 * 8, from + q * 8, 16);
    };
    Best best;
    fetch(qs, Q, 128), fetch(ds, D, 64);
    __pipeline_commit();
    for (int t = 0, s = 0; t < TOKENS; t += 64, s ^= 1) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (t + 64 < TOKENS) fetch(ds + (s ^ 1) * 64 * LD, D + (size_t)(t + 64) * DIM, 64), __pipeline_commit();
        best.step(qs, ds + s * 64 * LD);
    }
    best.store(out, (float*)ds);
}

struct ScalarBest {
    float m[8];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    __device__ ScalarBest() { for (float& v : m) v = -INFINITY; }
    __device__ void step(const bf16* q, const bf16* d) {
        float c[8][4] = {};
        #pragma unroll 1
        for (int k = 0; k < DIM; k += 8) {
            float b[4][8];
            #pragma unroll
            for (int j = 0; j < 4; ++j) widen(b[j], d + (tx + 16 * j) * LD + k);
            #pragma unroll
            for (int i = 0; i < 8; ++i) {
                float a[8];
                widen(a, q + (ty + 16 * i) * LD + k);
                #pragma unroll
                for (int j = 0; j < 4; ++j)
                    #pragma unroll
                    for (int e = 0; e < 8; ++e) c[i][j] = fmaf(a[e], b[j][e], c[i][j]);
            }
        }
        #pragma unroll
        for (int i = 0; i < 8; ++i)
            #pragma unroll
            for (int j = 0; j < 4; ++j) m[i] = fmaxf(m[i], c[i][j]);
    }
    __device__ static void widen(float* to, const bf16* from) {
        __nv_bfloat162 v[4];
        *(uint4*)v = *(const uint4*)from;
        #pragma unroll
        for (int e = 0; e < 4; ++e) *(float2*)(to + 2 * e) = __bfloat1622float2(v[e]);
    }
    __device__ void store(float* out, float*) {
        #pragma unroll
        for (int i = 0; i < 8; ++i) {
            float v = m[i];
            for (int x = 8; x; x >>= 1) v = fmaxf(v, __shfl_xor_sync(~0u, v, x));
            if (tx == 0) out[ty + 16 * i] = v;
        }
    }
};

struct TensorBest {  // 8 warps as 4 x 2, each 32 x 32
    using Acc = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;
    Acc m[2][2];
    int row = threadIdx.x / 64 * 32, col = threadIdx.x / 32 % 2 * 32;
    __device__ TensorBest() { for (auto& r : m) for (auto& f : r) wmma::fill_fragment(f, -INFINITY); }
    __device__ void step(const bf16* q, const bf16* d) {
        Acc c[2][2];
        for (auto& r : c) for (auto& f : r) wmma::fill_fragment(f, 0.0f);
        #pragma unroll 2
        for (int k = 0; k < DIM; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, bf16, wmma::row_major> a[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, bf16, wmma::col_major> b[2];
            #pragma unroll
            for (int i = 0; i < 2; ++i) {
                wmma::load_matrix_sync(a[i], q + (row + i * 16) * LD + k, LD);
                wmma::load_matrix_sync(b[i], d + (col + i * 16) * LD + k, LD);
            }
            #pragma unroll
            for (int i = 0; i < 2; ++i)
                #pragma unroll
                for (int j = 0; j < 2; ++j) wmma::mma_sync(c[i][j], a[i], b[j], c[i][j]);
        }
        #pragma unroll
        for (int i = 0; i < 2; ++i)
            #pragma unroll
            for (int j = 0; j < 2; ++j)
                #pragma unroll
                for (int e = 0; e < c[0][0].num_elements; ++e) m[i][j].x[e] = fmaxf(m[i][j].x[e], c[i][j].x[e]);
    }
    __device__ void store(float* out, float* s) {  // 128 x 68 floats fill the two document buffers exactly
        __syncthreads();
        #pragma unroll
        for (int i = 0; i < 2; ++i)
            #pragma unroll
            for (int j = 0; j < 2; ++j) wmma::store_matrix_sync(s + (row + i * 16) * 68 + col + j * 16, m[i][j], 68, wmma::mem_row_major);
        __syncthreads();
        float v = -INFINITY;
        for (int j = threadIdx.x % 2; j < 64; j += 2) v = fmaxf(v, s[threadIdx.x / 2 * 68 + j]);
        v = fmaxf(v, __shfl_xor_sync(~0u, v, 1));
        if (threadIdx.x % 2 == 0) out[threadIdx.x / 2] = v;
    }
};

__global__ void __launch_bounds__(256, 2) maxsim_a(const bf16* Q, const bf16* D, float* out, int queries) { search<ScalarBest>(Q, D, out, queries); }
__global__ void __launch_bounds__(256, 2) maxsim_b(const bf16* Q, const bf16* D, float* out, int queries) { search<TensorBest>(Q, D, out, queries); }

int main(int argc, char** argv) {
    const int m = 8192, n = 2048, k = 1024, queries = 2048, docs = 64;
    half *X = harness::filled<half>((size_t)m * k), *W = harness::filled<half>((size_t)k * n, 2);
    float *ya = harness::empty<float>((size_t)m * n), *yb = harness::empty<float>((size_t)m * n);
    bf16 *Q = harness::filled<bf16>((size_t)queries * DIM, 3), *D = harness::filled<bf16>((size_t)docs * TOKENS * DIM, 4);
    float *sa = harness::empty<float>(queries * docs), *sb = harness::empty<float>(queries * docs);
    CHECK(cudaFuncSetAttribute(maxsim_a, cudaFuncAttributeMaxDynamicSharedMemorySize, SEARCH_SHARED));
    CHECK(cudaFuncSetAttribute(maxsim_b, cudaFuncAttributeMaxDynamicSharedMemorySize, SEARCH_SHARED));
    dim3 g(n / 128, m / 128), h(queries / 128, docs);
    return harness::run(argc, argv, {
        {"mlp_layer_a", [=] { mlp_layer_a<<<g, 256>>>(X, W, ya, n, k); }, ya, (size_t)m * n},
        {"mlp_layer_b", [=] { mlp_layer_b<<<g, 256>>>(X, W, yb, n, k); }, yb, (size_t)m * n},
        {"maxsim_a", [=] { maxsim_a<<<h, 256, SEARCH_SHARED>>>(Q, D, sa, queries); }, sa, (size_t)queries * docs},
        {"maxsim_b", [=] { maxsim_b<<<h, 256, SEARCH_SHARED>>>(Q, D, sb, queries); }, sb, (size_t)queries * docs},
    });
}
