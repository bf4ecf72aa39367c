// Matrix-shaped work and pipelines, second file: radio astronomy, protein folding, language models, speech, satellite imaging, finance.
#include "harness.cuh"

#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

__device__ __forceinline__ void copy16(void* shared, const void* global) {
    unsigned address = (unsigned)__cvta_generic_to_shared(shared);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(address), "l"(global));
}
__device__ __forceinline__ void copy_commit() { asm volatile("cp.async.commit_group;"); }
template <int N>
__device__ __forceinline__ void copy_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N)); }

// A rows x columns piece of a matrix of halves into shared memory, 16 bytes a copy.
template <int ROWS, int COLS, int PITCH, int THREADS>
__device__ __forceinline__ void piece_async(half* s, const half* g, size_t ld) {
#pragma unroll
    for (int i = threadIdx.x; i < ROWS * COLS / 8; i += THREADS) {
        int r = i / (COLS / 8), c = (i % (COLS / 8)) * 8;
        copy16(s + r * PITCH + c, g + r * ld + c);
    }
}
template <int ROWS, int COLS, int PITCH, int THREADS>
__device__ __forceinline__ void piece_read(uint4* v, const half* g, size_t ld) {
#pragma unroll
    for (int n = 0; n < ROWS * COLS / 8 / THREADS; ++n) {
        int i = threadIdx.x + n * THREADS;
        v[n] = *(const uint4*)(g + (i / (COLS / 8)) * ld + (i % (COLS / 8)) * 8);
    }
}
template <int ROWS, int COLS, int PITCH, int THREADS>
__device__ __forceinline__ void piece_write(half* s, const uint4* v) {
#pragma unroll
    for (int n = 0; n < ROWS * COLS / 8 / THREADS; ++n) {
        int i = threadIdx.x + n * THREADS;
        *(uint4*)(s + (i / (COLS / 8)) * PITCH + (i % (COLS / 8)) * 8) = v[n];
    }
}

// Product of a BM x K and a K x BN strip of halves by one block; A by rows (or, when AT, stored K x BM), B by rows of K.
template <int BM, int BN, int BK, int WM, int WN, int STAGES, int PAD, bool AT>
struct Strip {
    static constexpr int THREADS = (BM / WM) * (BN / WN) * 32, AR = AT ? BK : BM, AC = AT ? BM : BK, AP = AC + PAD, BP = BN + PAD;
    static constexpr int STAGE = AR * AP + BK * BP, BYTES = STAGES * STAGE * 2;
    using Sum = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;
    Sum acc[WM / 16][WN / 16];
    int wm, wn;

    __device__ __forceinline__ void multiply(const half* as, const half* bs) {
        using Layout = std::conditional_t<AT, wmma::col_major, wmma::row_major>;
#pragma unroll
        for (int k = 0; k < BK; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, Layout> a[WM / 16];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b[WN / 16];
#pragma unroll
            for (int i = 0; i < WM / 16; ++i) wmma::load_matrix_sync(a[i], AT ? as + k * AP + wm + i * 16 : as + (wm + i * 16) * AP + k, AP);
#pragma unroll
            for (int j = 0; j < WN / 16; ++j) wmma::load_matrix_sync(b[j], bs + k * BP + wn + j * 16, BP);
#pragma unroll
            for (int i = 0; i < WM / 16; ++i)
#pragma unroll
                for (int j = 0; j < WN / 16; ++j) wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
        }
    }
    __device__ __forceinline__ void run(half* s, const half* a, size_t lda, const half* b, size_t ldb, int k) {
        int warp = threadIdx.x / 32, count = k / BK;
        wm = warp / (BN / WN) * WM;
        wn = warp % (BN / WN) * WN;
#pragma unroll
        for (int i = 0; i < WM / 16; ++i)
#pragma unroll
            for (int j = 0; j < WN / 16; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
        if constexpr (STAGES == 1) {
            for (int n = 0; n < count; ++n) {
                uint4 av[AR * AC / 8 / THREADS], bv[BK * BN / 8 / THREADS];
                piece_read<AR, AC, AP, THREADS>(av, a + (AT ? n * BK * lda : (size_t)n * BK), lda);
                piece_read<BK, BN, BP, THREADS>(bv, b + n * BK * ldb, ldb);
                piece_write<AR, AC, AP, THREADS>(s, av);
                piece_write<BK, BN, BP, THREADS>(s + AR * AP, bv);
                __syncthreads();
                multiply(s, s + AR * AP);
                __syncthreads();
            }
        } else {
            int ahead = 0;
            auto fetch = [&] {
                if (ahead < count) {
                    half* to = s + ahead % STAGES * STAGE;
                    piece_async<AR, AC, AP, THREADS>(to, a + (AT ? ahead * BK * lda : (size_t)ahead * BK), lda);
                    piece_async<BK, BN, BP, THREADS>(to + AR * AP, b + ahead * BK * ldb, ldb);
                }
                copy_commit();
                ++ahead;
            };
            for (int n = 0; n < STAGES - 1; ++n) fetch();
            for (int n = 0; n < count; ++n) {
                copy_wait<STAGES - 2>();
                __syncthreads();
                fetch();
                const half* at = s + n % STAGES * STAGE;
                multiply(at, at + AR * AP);
            }
        }
    }
    template <typename F>
    __device__ __forceinline__ void each(F f) {
#pragma unroll
        for (int i = 0; i < WM / 16; ++i)
#pragma unroll
            for (int j = 0; j < WN / 16; ++j) f(acc[i][j], wm + i * 16, wn + j * 16);
    }
};

// ---- Radio astronomy: correlation of 128 antenna signals with each other in 512 channels, 4096 samples of 8 bits --------------------
constexpr int DISHES = 128, FRINGE_CH = 512, SAMPLES = 4096;

__global__ void voltage_fill(signed char* p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (signed char)(harness::hash32((uint32_t)i) % 31) - 11;
}

__global__ __launch_bounds__(256, 2) void dish_correlate_t5_a(const signed char* __restrict__ volts, int* __restrict__ visibility) {
    __shared__ __align__(16) int vs[16][132];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, dish = t % 128, quad = t / 128;
    const signed char* in = volts + ((size_t)blockIdx.x * DISHES + dish) * SAMPLES + quad * 32;
    int acc[8][8] = {};
    int4 r0 = *(const int4*)in, r1 = *(const int4*)(in + 16);
    for (int k0 = 0; k0 < SAMPLES; k0 += 64) {
        int* v = &vs[quad * 8][dish];
        v[0] = r0.x, v[132] = r0.y, v[264] = r0.z, v[396] = r0.w;
        v[528] = r1.x, v[660] = r1.y, v[792] = r1.z, v[924] = r1.w;
        __syncthreads();
        if (k0 + 64 < SAMPLES) r0 = *(const int4*)(in + k0 + 64), r1 = *(const int4*)(in + k0 + 80);
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            int4 a0 = *(int4*)&vs[k][ty * 8], a1 = *(int4*)&vs[k][ty * 8 + 4], b0 = *(int4*)&vs[k][tx * 4], b1 = *(int4*)&vs[k][64 + tx * 4];
            int a[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w}, b[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = __dp4a(a[i], b[j], acc[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        int* out = visibility + ((size_t)blockIdx.x * DISHES + ty * 8 + i) * DISHES + tx * 4;
        *(int4*)out = make_int4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *(int4*)(out + 64) = make_int4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}

__global__ __launch_bounds__(256, 2) void dish_correlate_t5_b(const signed char* __restrict__ volts, int* __restrict__ visibility) {
    __shared__ __align__(128) signed char vs[128][80];
    int t = threadIdx.x, warp = t / 32, wm = (warp / 4) * 64, wn = (warp % 4) * 32, dish = t / 4, part = (t % 4) * 16;
    const signed char *in = volts + ((size_t)blockIdx.x * DISHES + dish) * SAMPLES + part, *in64 = in + 64 * SAMPLES;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> acc[4][2];
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 2; ++j) wmma::fill_fragment(acc[i][j], 0);
    int4 r0 = *(const int4*)in, r1 = *(const int4*)in64;
    for (int k0 = 0; k0 < SAMPLES; k0 += 64) {
        *(int4*)&vs[dish][part] = r0;
        *(int4*)&vs[dish + 64][part] = r1;
        __syncthreads();
        if (k0 + 64 < SAMPLES) r0 = *(const int4*)(in + k0 + 64), r1 = *(const int4*)(in64 + k0 + 64);
#pragma unroll
        for (int k = 0; k < 64; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a[4];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> b[2];
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(a[i], &vs[wm + i * 16][k], 80);
#pragma unroll
            for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(b[j], &vs[wn + j * 16][k], 80);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 2; ++j) wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
            wmma::store_matrix_sync(visibility + ((size_t)blockIdx.x * DISHES + wm + i * 16) * DISHES + wn + j * 16, acc[i][j], DISHES, wmma::mem_row_major);
}

// ---- Protein folding: triangle update of the pair representation, for each of 128 features the product over third residues ----------
constexpr int RESIDUES = 512, FEATURES = 128;

__global__ __launch_bounds__(256, 2) void triangle_update_t5_a(const float* __restrict__ left, const float* __restrict__ right, float* __restrict__ pair) {
    __shared__ __align__(16) float ls[16][132], rs[16][132];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, row = t / 4, kq = (t % 4) * 4;
    size_t base = (size_t)blockIdx.z * RESIDUES * RESIDUES;
    const float *l = left + base + (size_t)(blockIdx.y * 128 + row) * RESIDUES + kq, *r = right + base + (size_t)(blockIdx.x * 128 + row) * RESIDUES + kq;
    float acc[8][8] = {};
    float4 v[4] = {*(const float4*)l, *(const float4*)(l + 64 * RESIDUES), *(const float4*)r, *(const float4*)(r + 64 * RESIDUES)};
    for (int k0 = 0; k0 < RESIDUES; k0 += 16) {
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            int m = row + 64 * h;
            ls[kq][m] = v[h].x, ls[kq + 1][m] = v[h].y, ls[kq + 2][m] = v[h].z, ls[kq + 3][m] = v[h].w;
            rs[kq][m] = v[2 + h].x, rs[kq + 1][m] = v[2 + h].y, rs[kq + 2][m] = v[2 + h].z, rs[kq + 3][m] = v[2 + h].w;
        }
        __syncthreads();
        if (k0 + 16 < RESIDUES) {
            v[0] = *(const float4*)(l + k0 + 16), v[1] = *(const float4*)(l + 64 * RESIDUES + k0 + 16);
            v[2] = *(const float4*)(r + k0 + 16), v[3] = *(const float4*)(r + 64 * RESIDUES + k0 + 16);
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 a0 = *(float4*)&ls[k][ty * 8], a1 = *(float4*)&ls[k][ty * 8 + 4], b0 = *(float4*)&rs[k][tx * 4], b1 = *(float4*)&rs[k][64 + tx * 4];
            float a[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w}, b[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* out = pair + base + (size_t)(blockIdx.y * 128 + ty * 8 + i) * RESIDUES + blockIdx.x * 128 + tx * 4;
        *(float4*)out = make_float4(fmaxf(acc[i][0], 0), fmaxf(acc[i][1], 0), fmaxf(acc[i][2], 0), fmaxf(acc[i][3], 0));
        *(float4*)(out + 64) = make_float4(fmaxf(acc[i][4], 0), fmaxf(acc[i][5], 0), fmaxf(acc[i][6], 0), fmaxf(acc[i][7], 0));
    }
}

// TF32 reads the upper 19 bits of the floats as they lie.
__global__ __launch_bounds__(256, 2) void triangle_update_t5_b(const float* __restrict__ left, const float* __restrict__ right, float* __restrict__ pair) {
    __shared__ __align__(128) float ls[128][36];
    __shared__ __align__(128) float rs[128][36];
    int t = threadIdx.x, warp = t / 32, wm = (warp / 4) * 64, wn = (warp % 4) * 32, row = t / 8, kq = (t % 8) * 4;
    size_t base = (size_t)blockIdx.z * RESIDUES * RESIDUES;
    const float *l = left + base + (size_t)(blockIdx.y * 128 + row) * RESIDUES + kq, *r = right + base + (size_t)(blockIdx.x * 128 + row) * RESIDUES + kq;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> acc[4][2];
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 2; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
    for (int k0 = 0; k0 < RESIDUES; k0 += 32) {
        float4 v[8];
#pragma unroll
        for (int h = 0; h < 4; ++h) v[h] = *(const float4*)(l + 32 * h * RESIDUES + k0), v[4 + h] = *(const float4*)(r + 32 * h * RESIDUES + k0);
#pragma unroll
        for (int h = 0; h < 4; ++h) *(float4*)&ls[row + 32 * h][kq] = v[h], *(float4*)&rs[row + 32 * h][kq] = v[4 + h];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 8) {
            wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> a[4];
            wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::col_major> b[2];
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(a[i], &ls[wm + i * 16][k], 36);
#pragma unroll
            for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(b[j], &rs[wn + j * 16][k], 36);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 2; ++j) wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            for (int e = 0; e < acc[i][j].num_elements; ++e) acc[i][j].x[e] = fmaxf(acc[i][j].x[e], 0.0f);
            wmma::store_matrix_sync(pair + base + (size_t)(blockIdx.y * 128 + wm + i * 16) * RESIDUES + blockIdx.x * 128 + wn + j * 16, acc[i][j], RESIDUES, wmma::mem_row_major);
        }
}

// ---- Language model: widening projection of a decoder layer's tokens, with ReLU, in tiles of 128 x 256 -----------------------------
constexpr int TOKENS = 4096, WIDE = 8448, NARROW = 2048;

template <typename S>
__device__ __forceinline__ void expand(const half* x, const half* w, float* y) {
    extern __shared__ __align__(128) half pool[];
    S s;
    s.run(pool, x + (size_t)blockIdx.x * 128 * NARROW, NARROW, w + blockIdx.y * 256, WIDE, NARROW);
    s.each([&](typename S::Sum& c, int m, int n) {
        for (int e = 0; e < c.num_elements; ++e) c.x[e] = fmaxf(c.x[e], 0.0f);
        wmma::store_matrix_sync(y + (size_t)(blockIdx.x * 128 + m) * WIDE + blockIdx.y * 256 + n, c, WIDE, wmma::mem_row_major);
    });
}
using ExpandA = Strip<128, 256, 32, 64, 64, 1, 8, false>;
using ExpandB = Strip<128, 256, 32, 64, 64, 4, 8, false>;
__global__ __launch_bounds__(256) void decoder_expand_t5_a(const half* __restrict__ x, const half* __restrict__ w, float* __restrict__ y) { expand<ExpandA>(x, w, y); }
__global__ __launch_bounds__(256) void decoder_expand_t5_b(const half* __restrict__ x, const half* __restrict__ w, float* __restrict__ y) { expand<ExpandB>(x, w, y); }

// ---- Speech model: gradient of a 256 x 256 layer over all frames of the batch (frames^T times output gradients) ---------------------
constexpr int FRAMES = 131072, LAYER = 256, PARTS = 32;
using Gradient = Strip<64, 64, 64, 32, 32, 3, 8, true>;

__global__ __launch_bounds__(128) void acoustic_gradient_t5_a(const half* __restrict__ x, const half* __restrict__ dy, float* __restrict__ dw) {
    extern __shared__ __align__(128) half pool[];
    Gradient s;
    s.run(pool, x + blockIdx.y * 64, LAYER, dy + blockIdx.x * 64, LAYER, FRAMES);
    s.each([&](Gradient::Sum& c, int m, int n) { wmma::store_matrix_sync(dw + (blockIdx.y * 64 + m) * LAYER + blockIdx.x * 64 + n, c, LAYER, wmma::mem_row_major); });
}
__global__ __launch_bounds__(128) void acoustic_gradient_t5_b(const half* __restrict__ x, const half* __restrict__ dy, float* __restrict__ dw) {
    extern __shared__ __align__(128) half pool[];
    Gradient s;
    size_t from = (size_t)blockIdx.z * (FRAMES / PARTS) * LAYER;
    s.run(pool, x + from + blockIdx.y * 64, LAYER, dy + from + blockIdx.x * 64, LAYER, FRAMES / PARTS);
    __syncthreads();
    float* tile = (float*)pool;
    s.each([&](Gradient::Sum& c, int m, int n) { wmma::store_matrix_sync(tile + m * 68 + n, c, 68, wmma::mem_row_major); });
    __syncthreads();
    for (int i = threadIdx.x; i < 64 * 64; i += 128) atomicAdd(dw + (blockIdx.y * 64 + i / 64) * LAYER + blockIdx.x * 64 + i % 64, tile[i / 64 * 68 + i % 64]);
}

// ---- Radio astronomy: power of 1024 station beams, beam weights times the voltages of 512 antennas ----------------------------------
constexpr int BEAMS = 1024, ANTENNAS = 512, MOMENTS = 32768;

template <typename S>
__device__ __forceinline__ void beams(const half* weight, const half* volts, float* power) {
    extern __shared__ __align__(128) half pool[];
    S s;
    s.run(pool, weight + (size_t)blockIdx.x * 128 * ANTENNAS, ANTENNAS, volts + blockIdx.y * 128, MOMENTS, ANTENNAS);
    s.each([&](typename S::Sum& c, int m, int n) {
        for (int e = 0; e < c.num_elements; ++e) c.x[e] *= c.x[e];
        wmma::store_matrix_sync(power + (size_t)(blockIdx.x * 128 + m) * MOMENTS + blockIdx.y * 128 + n, c, MOMENTS, wmma::mem_row_major);
    });
}
using BeamsA = Strip<128, 128, 64, 64, 32, 3, 0, false>;
using BeamsB = Strip<128, 128, 64, 64, 32, 3, 8, false>;
__global__ __launch_bounds__(256, 2) void station_beams_t5_a(const half* __restrict__ weight, const half* __restrict__ volts, float* __restrict__ power) { beams<BeamsA>(weight, volts, power); }
__global__ __launch_bounds__(256, 2) void station_beams_t5_b(const half* __restrict__ weight, const half* __restrict__ volts, float* __restrict__ power) { beams<BeamsB>(weight, volts, power); }

// ---- Satellite imaging: adjacency correction, every pixel minus the light scattered in from its 9 x 9 neighbours --------------------
constexpr int HAZE_W = 8192, HAZE_H = 8192, HAZE_PITCH = HAZE_W + 32;
__constant__ float haze_weight[81];

__global__ __launch_bounds__(256) void scene_haze_t5_a(const float* __restrict__ scene, float* __restrict__ ground) {
    int x = blockIdx.x * 32 + threadIdx.x % 32, y = blockIdx.y * 8 + threadIdx.x / 32;
    const float* in = scene + (size_t)y * HAZE_PITCH + x;
    float scattered = 0;
#pragma unroll
    for (int dy = 0; dy < 9; ++dy)
#pragma unroll
        for (int dx = 0; dx < 9; ++dx) scattered += haze_weight[dy * 9 + dx] * in[dy * HAZE_PITCH + dx];
    ground[(size_t)y * HAZE_W + x] = in[4 * HAZE_PITCH + 4] - scattered;
}

__global__ __launch_bounds__(256) void scene_haze_t5_b(const float* __restrict__ scene, float* __restrict__ ground) {
    __shared__ float tile[72][40];
    int tx = threadIdx.x % 32, ty = threadIdx.x / 32;
    const float* in = scene + (size_t)blockIdx.y * 64 * HAZE_PITCH + blockIdx.x * 32;
#pragma unroll
    for (int i = threadIdx.x; i < 72 * 40; i += 256) tile[i / 40][i % 40] = in[(size_t)(i / 40) * HAZE_PITCH + i % 40];
    __syncthreads();
    float scattered[8] = {};
#pragma unroll
    for (int dx = 0; dx < 9; ++dx) {
        float v[16];
#pragma unroll
        for (int i = 0; i < 16; ++i) v[i] = tile[ty * 8 + i][tx + dx];
#pragma unroll
        for (int dy = 0; dy < 9; ++dy)
#pragma unroll
            for (int i = 0; i < 8; ++i) scattered[i] += haze_weight[dy * 9 + dx] * v[i + dy];
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) ground[(size_t)(blockIdx.y * 64 + ty * 8 + i) * HAZE_W + blockIdx.x * 32 + tx] = tile[ty * 8 + i + 4][tx + 4] - scattered[i];
}

// ---- Recommender: exact rescoring of 65536 candidates (1024 dimensions) for 16 queries, dot products by warps -----------------------
constexpr int CANDIDATES = 65536, QUERIES = 16, QUERY_DIM = 1024;

__device__ __forceinline__ float dot4(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
__device__ __forceinline__ float warp_total(float v) {
#pragma unroll
    for (int s = 16; s; s /= 2) v += __shfl_xor_sync(~0u, v, s);
    return v;
}

__global__ __launch_bounds__(256) void query_rescore_t5_a(const float* __restrict__ candidate, const float* __restrict__ query, float* __restrict__ score) {
    int pair = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    const float4* c = (const float4*)(candidate + (size_t)(pair / QUERIES) * QUERY_DIM) + lane;
    const float4* q = (const float4*)(query + (size_t)(pair % QUERIES) * QUERY_DIM) + lane;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < QUERY_DIM / 4; k += 32) sum += dot4(c[k], q[k]);
    sum = warp_total(sum);
    if (lane == 0) score[pair] = sum;
}

__global__ __launch_bounds__(256) void query_rescore_t5_b(const float* __restrict__ candidate, const float* __restrict__ query, float* __restrict__ score) {
    int first = (blockIdx.x * 8 + threadIdx.x / 32) * 4, lane = threadIdx.x % 32;
    const float4* c = (const float4*)(candidate + (size_t)first * QUERY_DIM) + lane;
    const float4* q = (const float4*)query + lane;
    float sum[4][QUERIES] = {};
    float4 v[4], next[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) next[i] = c[i * (QUERY_DIM / 4)];
#pragma unroll 1
    for (int k = 0; k < QUERY_DIM / 4; k += 32) {
#pragma unroll
        for (int i = 0; i < 4; ++i) v[i] = next[i];
        if (k + 32 < QUERY_DIM / 4) {
#pragma unroll
            for (int i = 0; i < 4; ++i) next[i] = c[i * (QUERY_DIM / 4) + k + 32];
        }
#pragma unroll
        for (int j = 0; j < QUERIES; ++j) {
            float4 w = q[j * (QUERY_DIM / 4) + k];
#pragma unroll
            for (int i = 0; i < 4; ++i) sum[i][j] += dot4(v[i], w);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        float mine = 0;
#pragma unroll
        for (int j = 0; j < QUERIES; ++j) {
            float total = warp_total(sum[i][j]);
            if (lane == j) mine = total;
        }
        if (lane < QUERIES) score[(first + i) * QUERIES + lane] = mine;
    }
}

// ---- Finance risk: exposure of every scenario, its row of factor moves times the sensitivities held in shared memory ----------------
constexpr int SCENARIOS = 8448, FACTORS = 12288;

__device__ __forceinline__ void exposure(const float* moves, const float* sensitivity, float* out) {
    extern __shared__ __align__(16) float held[];
    for (int i = threadIdx.x; i < FACTORS / 4; i += blockDim.x) ((float4*)held)[i] = ((const float4*)sensitivity)[i];
    __syncthreads();
    int lane = threadIdx.x % 32, warps = gridDim.x * (blockDim.x / 32);
    for (int s = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32; s < SCENARIOS; s += warps) {
        const float4* m = (const float4*)(moves + (size_t)s * FACTORS) + lane;
        const float4* h = (const float4*)held + lane;
        float sum = 0;
#pragma unroll 8
        for (int k = 0; k < FACTORS / 4; k += 32) sum += dot4(m[k], h[k]);
        sum = warp_total(sum);
        if (lane == 0) out[s] = fabsf(sum);
    }
}
__global__ __launch_bounds__(256) void scenario_exposure_t5_a(const float* __restrict__ moves, const float* __restrict__ sensitivity, float* __restrict__ out) { exposure(moves, sensitivity, out); }
__global__ __launch_bounds__(512) void scenario_exposure_t5_b(const float* __restrict__ moves, const float* __restrict__ sensitivity, float* __restrict__ out) { exposure(moves, sensitivity, out); }

// ---- Language model: projection of 16 sequences' newest tokens, weights streamed once straight into tensor operands -----------------
constexpr int OUTPUTS = 132 * 16 * 16, HIDDEN = 4096, HIDDEN_P = HIDDEN + 32;

__device__ __forceinline__ void skinny_mma(float (&c)[4], unsigned a0, unsigned a1, unsigned a2, unsigned a3, unsigned b0, unsigned b1) {
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}

__global__ __launch_bounds__(512) void decode_skinny_t5_a(const half* __restrict__ token, const half* __restrict__ weight, float* __restrict__ out) {
    extern __shared__ __align__(128) half pool[];
    piece_async<16, HIDDEN, HIDDEN_P, 512>(pool, token, HIDDEN);
    copy_commit();
    int warp = threadIdx.x / 32, g = threadIdx.x % 32 / 4, t = threadIdx.x % 4, n0 = (blockIdx.x * 16 + warp) * 16;
    const uint4 *w0 = (const uint4*)(weight + (size_t)(n0 + g) * HIDDEN) + t, *w1 = w0 + HIDDEN;
    const uint4 *x0 = (const uint4*)(pool + g * HIDDEN_P) + t, *x1 = x0 + HIDDEN_P;
    float c0[4] = {}, c1[4] = {};
    uint4 b0[4], b1[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) b0[i] = __ldcs(w0 + i * 4), b1[i] = __ldcs(w1 + i * 4);
    copy_wait<0>();
    __syncthreads();
#pragma unroll 2
    for (int k = 0; k < HIDDEN / 8; k += 16) {
        uint4 u0[4], u1[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) u0[i] = b0[i], u1[i] = b1[i];
        if (k + 16 < HIDDEN / 8) {
#pragma unroll
            for (int i = 0; i < 4; ++i) b0[i] = __ldcs(w0 + k + 16 + i * 4), b1[i] = __ldcs(w1 + k + 16 + i * 4);
        }
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            uint4 p = x0[k + i * 4], q = x1[k + i * 4];
            skinny_mma(c0, p.x, q.x, p.y, q.y, u0[i].x, u0[i].y);
            skinny_mma(c0, p.z, q.z, p.w, q.w, u0[i].z, u0[i].w);
            skinny_mma(c1, p.x, q.x, p.y, q.y, u1[i].x, u1[i].y);
            skinny_mma(c1, p.z, q.z, p.w, q.w, u1[i].z, u1[i].w);
        }
    }
    float* o = out + (size_t)g * OUTPUTS + n0 + t * 2;
    *(float2*)o = make_float2(c0[0], c0[1]);
    *(float2*)(o + 8) = make_float2(c1[0], c1[1]);
    *(float2*)(o + 8 * OUTPUTS) = make_float2(c0[2], c0[3]);
    *(float2*)(o + 8 * OUTPUTS + 8) = make_float2(c1[2], c1[3]);
}

// ---- Protein folding: smooth contact energy of every residue with all others, four residues a thread against a shared tile ----------
constexpr int BEADS = 132 * 256, SPANS = 32, SPAN = BEADS / SPANS;

__global__ __launch_bounds__(128) void fold_contact_t5_a(const float4* __restrict__ bead, float* __restrict__ energy) {
    __shared__ float4 other[SPAN / 3];
    float4 me[4];
    float sum[4] = {};
    int first = blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int i = 0; i < 4; ++i) me[i] = bead[first + i * 128];
    for (int part = 0; part < 3; ++part) {
        __syncthreads();
        for (int j = threadIdx.x; j < SPAN / 3; j += 128) other[j] = bead[blockIdx.y * SPAN + part * (SPAN / 3) + j];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < SPAN / 3; ++j) {
            float4 o = other[j];
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                float dx = me[i].x - o.x, dy = me[i].y - o.y, dz = me[i].z - o.z;
                float near = __saturatef(fmaf(-0.25f, fmaf(dz, dz, fmaf(dy, dy, dx * dx)), 1.0f));
                float well = fmaf(near, fmaf(near, fmaf(near, 0.7f, -1.9f), 0.4f), 1.3f);
                sum[i] = fmaf(near * o.w, well, sum[i]);
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) energy[(size_t)blockIdx.y * BEADS + first + i * 128] = sum[i] * me[i].w;
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;
    auto shared = [](auto kernel, int bytes) { CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)); };
    {
        size_t volts = (size_t)FRINGE_CH * DISHES * SAMPLES, n = (size_t)FRINGE_CH * DISHES * DISHES;
        signed char* v = empty<signed char>(volts);
        voltage_fill<<<2048, 256>>>(v, volts);
        int* out = empty<int>(n);
        cases.push_back({"dish_correlate_t5_a", [=] { dish_correlate_t5_a<<<FRINGE_CH, 256>>>(v, out); }, out, n, Output::i32});
        cases.push_back({"dish_correlate_t5_b", [=] { dish_correlate_t5_b<<<FRINGE_CH, 256>>>(v, out); }, out, n, Output::i32});
    }
    {
        size_t n = (size_t)FEATURES * RESIDUES * RESIDUES;
        float *l = filled<float>(n, 1), *r = filled<float>(n, 2), *out = empty<float>(n);
        dim3 grid(RESIDUES / 128, RESIDUES / 128, FEATURES);
        cases.push_back({"triangle_update_t5_a", [=] { triangle_update_t5_a<<<grid, 256>>>(l, r, out); }, out, n});
        cases.push_back({"triangle_update_t5_b", [=] { triangle_update_t5_b<<<grid, 256>>>(l, r, out); }, out, n});
    }
    {
        half *x = filled<half>((size_t)TOKENS * NARROW, 3), *w = filled<half>((size_t)NARROW * WIDE, 4);
        size_t n = (size_t)TOKENS * WIDE;
        float* y = empty<float>(n);
        dim3 grid(TOKENS / 128, WIDE / 256);
        shared(decoder_expand_t5_a, ExpandA::BYTES);
        shared(decoder_expand_t5_b, ExpandB::BYTES);
        cases.push_back({"decoder_expand_t5_a", [=] { decoder_expand_t5_a<<<grid, 256, ExpandA::BYTES>>>(x, w, y); }, y, n});
        cases.push_back({"decoder_expand_t5_b", [=] { decoder_expand_t5_b<<<grid, 256, ExpandB::BYTES>>>(x, w, y); }, y, n});
    }
    {
        half *x = filled<half>((size_t)FRAMES * LAYER, 5), *dy = filled<half>((size_t)FRAMES * LAYER, 6);
        size_t n = (size_t)LAYER * LAYER;
        float* dw = empty<float>(n);
        shared(acoustic_gradient_t5_a, Gradient::BYTES);
        shared(acoustic_gradient_t5_b, Gradient::BYTES);
        cases.push_back({"acoustic_gradient_t5_a", [=] { acoustic_gradient_t5_a<<<dim3(4, 4), 128, Gradient::BYTES>>>(x, dy, dw); }, dw, n});
        cases.push_back({"acoustic_gradient_t5_b", [=] {
            cudaMemsetAsync(dw, 0, n * sizeof(float));
            acoustic_gradient_t5_b<<<dim3(4, 4, PARTS), 128, Gradient::BYTES>>>(x, dy, dw);
        }, dw, n});
    }
    {
        half *w = filled<half>((size_t)BEAMS * ANTENNAS, 7), *v = filled<half>((size_t)ANTENNAS * MOMENTS, 8);
        size_t n = (size_t)BEAMS * MOMENTS;
        float* p = empty<float>(n);
        dim3 grid(BEAMS / 128, MOMENTS / 128);
        shared(station_beams_t5_a, BeamsA::BYTES);
        shared(station_beams_t5_b, BeamsB::BYTES);
        cases.push_back({"station_beams_t5_a", [=] { station_beams_t5_a<<<grid, 256, BeamsA::BYTES>>>(w, v, p); }, p, n});
        cases.push_back({"station_beams_t5_b", [=] { station_beams_t5_b<<<grid, 256, BeamsB::BYTES>>>(w, v, p); }, p, n});
    }
    {
        float weight[81];
        for (int i = 0; i < 81; ++i) weight[i] = 0.3f / (4.0f + (i / 9 - 4) * (i / 9 - 4) + (i % 9 - 4) * (i % 9 - 4));
        CHECK(cudaMemcpyToSymbol(haze_weight, weight, sizeof weight));
        size_t n = (size_t)HAZE_W * HAZE_H;
        float *in = filled<float>((size_t)HAZE_PITCH * (HAZE_H + 8), 9), *out = empty<float>(n);
        cases.push_back({"scene_haze_t5_a", [=] { scene_haze_t5_a<<<dim3(HAZE_W / 32, HAZE_H / 8), 256>>>(in, out); }, out, n});
        cases.push_back({"scene_haze_t5_b", [=] { scene_haze_t5_b<<<dim3(HAZE_W / 32, HAZE_H / 64), 256>>>(in, out); }, out, n});
    }
    {
        float *c = filled<float>((size_t)CANDIDATES * QUERY_DIM, 10), *q = filled<float>((size_t)QUERIES * QUERY_DIM, 11);
        size_t n = (size_t)CANDIDATES * QUERIES;
        float* s = empty<float>(n);
        cases.push_back({"query_rescore_t5_a", [=] { query_rescore_t5_a<<<CANDIDATES * QUERIES / 8, 256>>>(c, q, s); }, s, n});
        cases.push_back({"query_rescore_t5_b", [=] { query_rescore_t5_b<<<CANDIDATES / 32, 256>>>(c, q, s); }, s, n});
    }
    {
        float *m = filled<float>((size_t)SCENARIOS * FACTORS, 12), *d = filled<float>(FACTORS, 13), *e = empty<float>(SCENARIOS);
        int bytes = FACTORS * 4;
        shared(scenario_exposure_t5_a, bytes);
        shared(scenario_exposure_t5_b, bytes);
        cases.push_back({"scenario_exposure_t5_a", [=] { scenario_exposure_t5_a<<<132 * 4, 256, bytes>>>(m, d, e); }, e, (size_t)SCENARIOS});
        cases.push_back({"scenario_exposure_t5_b", [=] { scenario_exposure_t5_b<<<132 * 4, 512, bytes>>>(m, d, e); }, e, (size_t)SCENARIOS});
    }
    {
        half *x = filled<half>(16 * HIDDEN, 14), *w = filled<half>((size_t)OUTPUTS * HIDDEN, 15);
        size_t n = (size_t)16 * OUTPUTS;
        float* o = empty<float>(n);
        int bytes = 16 * HIDDEN_P * 2;
        shared(decode_skinny_t5_a, bytes);
        cases.push_back({"decode_skinny_t5_a", [=] { decode_skinny_t5_a<<<132, 512, bytes>>>(x, w, o); }, o, n});
    }
    {
        float4* b = (float4*)filled<float>((size_t)BEADS * 4, 16);
        size_t n = (size_t)SPANS * BEADS;
        float* e = empty<float>(n);
        cases.push_back({"fold_contact_t5_a", [=] { fold_contact_t5_a<<<dim3(BEADS / 512, SPANS), 128>>>(b, e); }, e, n});
    }
    return run(argc, argv, cases);
}
