// Matrix products off the tensor cores, and tiles that wait for their own copies. Every _b does the work of its _a with that one thing mended.
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

#include "harness.cuh"
using harness::Output;
using namespace nvcuda;

// C (M x N) = A (M x K) * B (K x N), row-major; 64 x 64 tiles, 4 x 4 a thread, steps of 16, on the ordinary pipes.
template <typename T>
__device__ __forceinline__ void product(const T* __restrict__ A, const T* __restrict__ B, T* __restrict__ C, int N, int K) {
    __shared__ T as[16][68], bs[16][68];
    int tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
    const T *a = A + (size_t)blockIdx.y * 64 * K, *b = B + blockIdx.x * 64;
    T c[4][4] = {};
    #pragma unroll 1
    for (int k0 = 0; k0 < K; k0 += 16) {
        #pragma unroll
        for (int i = 0; i < 4; ++i) as[tx][ty + i * 16] = a[(size_t)(ty + i * 16) * K + k0 + tx];
        #pragma unroll
        for (int i = 0; i < 4; ++i) bs[(threadIdx.x >> 6) + i * 4][threadIdx.x & 63] = b[(size_t)(k0 + (threadIdx.x >> 6) + i * 4) * N + (threadIdx.x & 63)];
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < 16; ++k) {
            T u[4], v[4];
            #pragma unroll
            for (int i = 0; i < 4; ++i) u[i] = as[k][ty * 4 + i], v[i] = bs[k][tx * 4 + i];
            #pragma unroll
            for (int i = 0; i < 4; ++i)
                #pragma unroll
                for (int j = 0; j < 4; ++j) c[i][j] += u[i] * v[j];
        }
        __syncthreads();
    }
    #pragma unroll
    for (int i = 0; i < 4; ++i)
        #pragma unroll
        for (int j = 0; j < 4; ++j) C[(size_t)(blockIdx.y * 64 + ty * 4 + i) * N + blockIdx.x * 64 + tx * 4 + j] = c[i][j];
}
// The same tiles (four warps of 32 x 32) on the tensor cores; steps of 32 through shared memory.
template <typename T, typename Fragment, typename Sum, int FM, int FN, int FK>
__device__ __forceinline__ void tensor_product(const T* __restrict__ A, const T* __restrict__ B, Sum* __restrict__ C, int N, int K) {
    constexpr int BK = 32, Pad = 16 / sizeof(T);
    __shared__ __align__(128) T as[64][BK + Pad], bs[BK][64 + Pad];
    int warp = threadIdx.x >> 5, row = warp / 2 * 32, col = warp % 2 * 32;
    const T *a = A + (size_t)blockIdx.y * 64 * K, *b = B + blockIdx.x * 64;
    wmma::fragment<wmma::accumulator, FM, FN, FK, Sum> c[32 / FM][32 / FN];
    for (auto& r : c) for (auto& f : r) wmma::fill_fragment(f, (Sum)0);
    constexpr int V = 16 / sizeof(T);
    #pragma unroll 1
    for (int k0 = 0; k0 < K; k0 += BK) {
        #pragma unroll
        for (int i = threadIdx.x; i < 64 * BK / V; i += 128) *(uint4*)&as[i / (BK / V)][i % (BK / V) * V] = *(const uint4*)(a + (size_t)(i / (BK / V)) * K + k0 + i % (BK / V) * V);
        #pragma unroll
        for (int i = threadIdx.x; i < 64 * BK / V; i += 128) *(uint4*)&bs[i / (64 / V)][i % (64 / V) * V] = *(const uint4*)(b + (size_t)(k0 + i / (64 / V)) * N + i % (64 / V) * V);
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < BK; k += FK) {
            wmma::fragment<wmma::matrix_a, FM, FN, FK, Fragment, wmma::row_major> u[32 / FM];
            wmma::fragment<wmma::matrix_b, FM, FN, FK, Fragment, wmma::row_major> v;
            #pragma unroll
            for (int i = 0; i < 32 / FM; ++i) wmma::load_matrix_sync(u[i], &as[row + i * FM][k], BK + Pad);
            #pragma unroll
            for (int j = 0; j < 32 / FN; ++j) {
                wmma::load_matrix_sync(v, &bs[k][col + j * FN], 64 + Pad);
                #pragma unroll
                for (int i = 0; i < 32 / FM; ++i) wmma::mma_sync(c[i][j], u[i], v, c[i][j]);
            }
        }
        __syncthreads();
    }
    #pragma unroll
    for (int i = 0; i < 32 / FM; ++i)
        #pragma unroll
        for (int j = 0; j < 32 / FN; ++j)
            wmma::store_matrix_sync(C + (size_t)(blockIdx.y * 64 + row + i * FM) * N + blockIdx.x * 64 + col + j * FN, c[i][j], N, wmma::mem_row_major);
}
using tf32 = wmma::precision::tf32;

// Users by items in FP32, tiled; mended: TF32.
__global__ void __launch_bounds__(256) user_item_a(const float* A, const float* B, float* C, int N, int K) { product(A, B, C, N, K); }
__global__ void __launch_bounds__(128) user_item_b(const float* A, const float* B, float* C, int N, int K) { tensor_product<float, tf32, float, 16, 16, 8>(A, B, C, N, K); }
// Response functions in FP64, tiled; mended: FP64 on the tensor cores.
__global__ void __launch_bounds__(256) response_fn_a(const double* A, const double* B, double* C, int N, int K) { product(A, B, C, N, K); }
__global__ void __launch_bounds__(128) response_fn_b(const double* A, const double* B, double* C, int N, int K) { tensor_product<double, double, double, 8, 8, 4>(A, B, C, N, K); }
// Mode shapes in FP32, an output a thread straight from memory; mended: tiles and TF32.
__global__ void __launch_bounds__(256) mode_shapes_a(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int N, int K) {
    int col = blockIdx.x * 32 + (threadIdx.x & 31), row = blockIdx.y * 8 + (threadIdx.x >> 5);
    float s = 0;
    for (int k = 0; k < K; ++k) s = fmaf(A[(size_t)row * K + k], B[(size_t)k * N + col], s);
    C[(size_t)row * N + col] = s;
}
__global__ void __launch_bounds__(128) mode_shapes_b(const float* A, const float* B, float* C, int N, int K) { tensor_product<float, tf32, float, 16, 16, 8>(A, B, C, N, K); }
// Caption states in FP16 with FP32 sums, an output a thread; mended: tiles and tensor cores.
__global__ void __launch_bounds__(256) caption_mix_a(const half* __restrict__ A, const half* __restrict__ B, float* __restrict__ C, int N, int K) {
    int col = blockIdx.x * 16 + (threadIdx.x & 15), row = blockIdx.y * 16 + (threadIdx.x >> 4);
    float s = 0;
    for (int k = 0; k < K; ++k) s = fmaf(__half2float(A[(size_t)row * K + k]), __half2float(B[(size_t)k * N + col]), s);
    C[(size_t)row * N + col] = s;
}
__global__ void __launch_bounds__(128) caption_mix_b(const half* A, const half* B, float* C, int N, int K) { tensor_product<half, half, float, 16, 16, 16>(A, B, C, N, K); }
// Quantized embeddings: four products an instruction (dp4a) in tiles; mended: INT8 tensor cores. B is stored as N rows of K.
__global__ void __launch_bounds__(256) embed_match_a(const int* __restrict__ A, const int* __restrict__ B, int* __restrict__ C, int N, int K4) {
    __shared__ int as[16][68], bs[16][68];
    int tx = threadIdx.x & 15, ty = threadIdx.x >> 4, c[4][4] = {};
    const int *a = A + (size_t)blockIdx.y * 64 * K4, *b = B + (size_t)blockIdx.x * 64 * K4;
    #pragma unroll 1
    for (int k0 = 0; k0 < K4; k0 += 16) {
        #pragma unroll
        for (int i = 0; i < 4; ++i) as[tx][ty + i * 16] = a[(size_t)(ty + i * 16) * K4 + k0 + tx], bs[tx][ty + i * 16] = b[(size_t)(ty + i * 16) * K4 + k0 + tx];
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < 16; ++k)
            #pragma unroll
            for (int i = 0; i < 4; ++i)
                #pragma unroll
                for (int j = 0; j < 4; ++j) c[i][j] = __dp4a(as[k][ty * 4 + i], bs[k][tx * 4 + j], c[i][j]);
        __syncthreads();
    }
    #pragma unroll
    for (int i = 0; i < 4; ++i)
        #pragma unroll
        for (int j = 0; j < 4; ++j) C[(size_t)(blockIdx.y * 64 + ty * 4 + i) * N + blockIdx.x * 64 + tx * 4 + j] = c[i][j];
}
__global__ void __launch_bounds__(128) embed_match_b(const signed char* __restrict__ A, const signed char* __restrict__ B, int* __restrict__ C, int N, int K) {
    __shared__ __align__(128) signed char as[64][80], bs[64][80];
    int warp = threadIdx.x >> 5, row = warp / 2 * 32, col = warp % 2 * 32;
    const signed char *a = A + (size_t)blockIdx.y * 64 * K, *b = B + (size_t)blockIdx.x * 64 * K;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> c[2][2];
    for (auto& r : c) for (auto& f : r) wmma::fill_fragment(f, 0);
    #pragma unroll 1
    for (int k0 = 0; k0 < K; k0 += 64) {
        #pragma unroll
        for (int i = threadIdx.x; i < 256; i += 128) {
            *(uint4*)&as[i / 4][i % 4 * 16] = *(const uint4*)(a + (size_t)(i / 4) * K + k0 + i % 4 * 16);
            *(uint4*)&bs[i / 4][i % 4 * 16] = *(const uint4*)(b + (size_t)(i / 4) * K + k0 + i % 4 * 16);
        }
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < 64; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> u[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> v;
            for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(u[i], &as[row + i * 16][k], 80);
            #pragma unroll
            for (int j = 0; j < 2; ++j) {
                wmma::load_matrix_sync(v, &bs[col + j * 16][k], 80);
                for (int i = 0; i < 2; ++i) wmma::mma_sync(c[i][j], u[i], v, c[i][j]);
            }
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) wmma::store_matrix_sync(C + (size_t)(blockIdx.y * 64 + row + i * 16) * N + blockIdx.x * 64 + col + j * 16, c[i][j], N, wmma::mem_row_major);
}

// City-block distances between profiles in 64 x 64 tiles, a block of 128 threads an SM's third (72 KB); the copy of a step of 64 stands before its sums.
// Mended: two buffers, cp.async a step ahead.
constexpr int Step = 64;
struct Tile { float a[Step][64], b[Step][64]; };
__device__ __forceinline__ void distances(const Tile& t, float (&d)[8][4]) {
    int tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
    #pragma unroll 4
    for (int k = 0; k < Step; ++k) {
        float4 v = *(const float4*)&t.b[k][tx * 4], u0 = *(const float4*)&t.a[k][ty * 8], u1 = *(const float4*)&t.a[k][ty * 8 + 4];
        float u[8] = {u0.x, u0.y, u0.z, u0.w, u1.x, u1.y, u1.z, u1.w};
        #pragma unroll
        for (int i = 0; i < 8; ++i) { d[i][0] += fabsf(u[i] - v.x); d[i][1] += fabsf(u[i] - v.y); d[i][2] += fabsf(u[i] - v.z); d[i][3] += fabsf(u[i] - v.w); }
    }
}
template <bool Ahead>
__device__ __forceinline__ void profiles(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int n, int K) {
    extern __shared__ __align__(128) unsigned char memory[];
    Tile* tile = (Tile*)memory;
    int tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
    float d[8][4] = {};
    auto fetch = [&](int k0) {
        Tile& t = tile[Ahead ? k0 / Step & 1 : 0];
        #pragma unroll 4
        for (int i = threadIdx.x; i < Step * 16; i += 128) {
            const float *a = A + (size_t)(k0 + i / 16) * n + blockIdx.y * 64 + i % 16 * 4, *b = B + (size_t)(k0 + i / 16) * n + blockIdx.x * 64 + i % 16 * 4;
            if (Ahead) { __pipeline_memcpy_async(&t.a[i / 16][i % 16 * 4], a, 16); __pipeline_memcpy_async(&t.b[i / 16][i % 16 * 4], b, 16); }
            else { *(float4*)&t.a[i / 16][i % 16 * 4] = *(const float4*)a; *(float4*)&t.b[i / 16][i % 16 * 4] = *(const float4*)b; }
        }
        if (Ahead) __pipeline_commit();
    };
    if (Ahead) fetch(0);
    #pragma unroll 1
    for (int k0 = 0; k0 < K; k0 += Step) {
        if (!Ahead) fetch(k0);
        else if (k0 + Step < K) { fetch(k0 + Step); __pipeline_wait_prior(1); }
        else __pipeline_wait_prior(0);
        __syncthreads();
        distances(tile[Ahead ? k0 / Step & 1 : 0], d);
        __syncthreads();
    }
    #pragma unroll
    for (int i = 0; i < 8; ++i) *(float4*)(C + (size_t)(blockIdx.y * 64 + ty * 8 + i) * n + blockIdx.x * 64 + tx * 4) = make_float4(d[i][0], d[i][1], d[i][2], d[i][3]);
}
__global__ void __launch_bounds__(128) profile_gap_a(const float* A, const float* B, float* C, int n, int K) { profiles<false>(A, B, C, n, K); }
__global__ void __launch_bounds__(128) profile_gap_b(const float* A, const float* B, float* C, int n, int K) { profiles<true>(A, B, C, n, K); }

// Speech frames: FP16 64 x 64 tiles on the tensor cores, one warp group an SM's quarter by 50 KB, copy then compute; mended: three cp.async stages.
constexpr int FK = 64;
struct Frames { half a[64][FK + 8], b[FK][72]; };
template <int Stages>
__device__ __forceinline__ void frames(const half* __restrict__ A, const half* __restrict__ B, float* __restrict__ C, int N, int K) {
    extern __shared__ __align__(128) unsigned char memory[];
    Frames* tile = (Frames*)memory;
    int warp = threadIdx.x >> 5, row = warp / 2 * 32, col = warp % 2 * 32;
    const half *a = A + (size_t)blockIdx.y * 64 * K, *b = B + blockIdx.x * 64;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[2][2];
    for (auto& r : c) for (auto& f : r) wmma::fill_fragment(f, 0.0f);
    auto fetch = [&](int s) {
        Frames& t = tile[s % Stages];
        if (s * FK < K)
            #pragma unroll
            for (int i = threadIdx.x; i < 512; i += 128) {
                const half *u = a + (size_t)(i / 8) * K + s * FK + i % 8 * 8, *v = b + (size_t)(s * FK + i / 8) * N + i % 8 * 8;
                if (Stages > 1) { __pipeline_memcpy_async(&t.a[i / 8][i % 8 * 8], u, 16); __pipeline_memcpy_async(&t.b[i / 8][i % 8 * 8], v, 16); }
                else { *(uint4*)&t.a[i / 8][i % 8 * 8] = *(const uint4*)u; *(uint4*)&t.b[i / 8][i % 8 * 8] = *(const uint4*)v; }
            }
        if (Stages > 1) __pipeline_commit();
    };
    for (int s = 0; s < Stages - 1; ++s) fetch(s);
    #pragma unroll 1
    for (int s = 0; s < K / FK; ++s) {
        fetch(s + Stages - 1);
        if (Stages > 1) __pipeline_wait_prior(Stages - 1);
        __syncthreads();
        const Frames& t = tile[s % Stages];
        #pragma unroll
        for (int k = 0; k < FK; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> u[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> v[2];
            for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(u[i], &t.a[row + i * 16][k], FK + 8), wmma::load_matrix_sync(v[i], &t.b[k][col + i * 16], 72);
            for (int i = 0; i < 2; ++i) for (int j = 0; j < 2; ++j) wmma::mma_sync(c[i][j], u[i], v[j], c[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) wmma::store_matrix_sync(C + (size_t)(blockIdx.y * 64 + row + i * 16) * N + blockIdx.x * 64 + col + j * 16, c[i][j], N, wmma::mem_row_major);
}
__global__ void __launch_bounds__(128) speech_frames_a(const half* A, const half* B, float* C, int N, int K) { frames<1>(A, B, C, N, K); }
__global__ void __launch_bounds__(128) speech_frames_b(const half* A, const half* B, float* C, int N, int K) { frames<3>(A, B, C, N, K); }

int main(int argc, char** argv) {
    using namespace harness;
    const int n = 4096, k = 512;
    const size_t nn = (size_t)n * n;
    float *A = filled<float>(nn, 1), *B = filled<float>(nn, 2), *c1 = empty<float>(nn), *c2 = empty<float>(nn);
    double *P = filled<double>(2048 * 2048, 3), *Q = filled<double>(2048 * 2048, 4), *r1 = empty<double>(2048 * 2048), *r2 = empty<double>(2048 * 2048);
    half *H = filled<half>(nn, 5), *G = filled<half>(nn, 6);
    int *E = indices(nn / 4, 1u << 31, 8), *F = indices(nn / 4, 1u << 31, 9);
    CHECK(cudaFuncSetAttribute(profile_gap_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * (int)sizeof(Tile)));
    CHECK(cudaFuncSetAttribute(profile_gap_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * (int)sizeof(Tile)));
    CHECK(cudaFuncSetAttribute(speech_frames_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 3 * (int)sizeof(Frames)));
    CHECK(cudaFuncSetAttribute(speech_frames_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 3 * (int)sizeof(Frames)));
    const dim3 tiles(n / 64, n / 64), tiles2(32, 32);
    const int s1 = 2 * sizeof(Tile), s2 = 3 * sizeof(Frames);
    return run(argc, argv, {
        {"user_item_a", [=] { user_item_a<<<tiles, 256>>>(A, B, c1, n, k); }, c1, nn},
        {"user_item_b", [=] { user_item_b<<<tiles, 128>>>(A, B, c2, n, k); }, c2, nn},
        {"response_fn_a", [=] { response_fn_a<<<tiles2, 256>>>(P, Q, r1, 2048, 1024); }, r1, 2048ull * 2048, Output::f64},
        {"response_fn_b", [=] { response_fn_b<<<tiles2, 128>>>(P, Q, r2, 2048, 1024); }, r2, 2048ull * 2048, Output::f64},
        {"mode_shapes_a", [=] { mode_shapes_a<<<dim3(64, 256), 256>>>(A, B, c1, 2048, 1024); }, c1, 2048ull * 2048},
        {"mode_shapes_b", [=] { mode_shapes_b<<<tiles2, 128>>>(A, B, c2, 2048, 1024); }, c2, 2048ull * 2048},
        {"caption_mix_a", [=] { caption_mix_a<<<dim3(128, 128), 256>>>(H, G, c1, 2048, 2048); }, c1, 2048ull * 2048},
        {"caption_mix_b", [=] { caption_mix_b<<<tiles2, 128>>>(H, G, c2, 2048, 2048); }, c2, 2048ull * 2048},
        {"embed_match_a", [=] { embed_match_a<<<tiles, 256>>>(E, F, (int*)c1, n, 256); }, c1, nn, Output::i32},
        {"embed_match_b", [=] { embed_match_b<<<tiles, 128>>>((signed char*)E, (signed char*)F, (int*)c2, n, 1024); }, c2, nn, Output::i32},
        {"profile_gap_a", [=] { profile_gap_a<<<tiles, 128, s1>>>(A, B, c1, n, 1024); }, c1, nn},
        {"profile_gap_b", [=] { profile_gap_b<<<tiles, 128, s1>>>(A, B, c2, n, 1024); }, c2, nn},
        {"speech_frames_a", [=] { speech_frames_a<<<tiles, 128, s2>>>(H, G, c1, n, 2048); }, c1, nn},
        {"speech_frames_b", [=] { speech_frames_b<<<tiles, 128, s2>>>(H, G, c2, n, 2048); }, c2, nn},
    });
}
