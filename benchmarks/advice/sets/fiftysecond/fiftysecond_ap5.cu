// Pairs on reuse and matrix units: before (_a) and after (_b).
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

#include "harness.cuh"

using harness::Case;
using harness::Output;
namespace wmma = nvcuda::wmma;

__device__ __forceinline__ void copy16(void* to, const void* from) {
    unsigned at = (unsigned)__cvta_generic_to_shared(to);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(from) : "memory");
}
__device__ __forceinline__ void commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int kLeft>
__device__ __forceinline__ void arrived() { asm volatile("cp.async.wait_group %0;" ::"n"(kLeft) : "memory"); }

// ---- 9 x 9 convolution of a float image, 1408 x 1152 outputs.
constexpr int kConvW = 1408, kConvH = 1152, kConvP = kConvW + 8;
__constant__ float conv_tap[81];

__global__ void __launch_bounds__(256) amber_kettle_ap5_a(const float* __restrict__ in, float* __restrict__ out) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const float* from = in + y * kConvP + x;
    float sum = 0.0f;
#pragma unroll
    for (int r = 0; r < 9; ++r)
#pragma unroll
        for (int c = 0; c < 9; ++c) sum = fmaf(conv_tap[r * 9 + c], from[r * kConvP + c], sum);
    out[y * kConvW + x] = sum;
}

__global__ void __launch_bounds__(256) amber_kettle_ap5_b(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ __align__(16) float tile[72][40];
    int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * 32, y0 = blockIdx.y * 64;
    for (int s = ty * 32 + tx; s < 72 * 10; s += 256)
        *reinterpret_cast<float4*>(&tile[s / 10][s % 10 * 4]) = *reinterpret_cast<const float4*>(in + (y0 + s / 10) * kConvP + x0 + s % 10 * 4);
    __syncthreads();
    float sum[8] = {};
#pragma unroll
    for (int r = 0; r < 16; ++r)
#pragma unroll
        for (int c = 0; c < 9; ++c) {
            float v = tile[ty * 8 + r][tx + c];
#pragma unroll
            for (int o = 0; o < 8; ++o)
                if (r - o >= 0 && r - o < 9) sum[o] = fmaf(conv_tap[(r - o) * 9 + c], v, sum[o]);
        }
#pragma unroll
    for (int o = 0; o < 8; ++o) out[(y0 + ty * 8 + o) * kConvW + x0 + tx] = sum[o];
}

// ---- Product of doubles, 768 x 720 by 720 x 1408.
constexpr int kDm = 768, kDn = 1408, kDk = 720;

__global__ void __launch_bounds__(256) velvet_otter_ap5_a(const double* __restrict__ a, const double* __restrict__ b, double* __restrict__ c) {
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    double sum = 0.0;
#pragma unroll 8
    for (int k = 0; k < kDk; ++k) sum = fma(a[row * kDk + k], b[k * kDn + col], sum);
    c[row * kDn + col] = sum;
}

__global__ void __launch_bounds__(256, 2) velvet_otter_ap5_b(const double* __restrict__ a, const double* __restrict__ b, double* __restrict__ c) {
    __shared__ __align__(16) double as[2][16][66], bs[2][16][64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, ar = t / 4, ak = t % 4 * 4;
    const double* ga = a + (blockIdx.y * 64 + ar) * kDk + ak;
    const double* gb = b + ty * kDn + blockIdx.x * 64 + tx * 2;
    double2 a0, a1, b0, b1;
    double sum[4][4] = {};
    auto fetch = [&](int k) {
        a0 = *reinterpret_cast<const double2*>(ga + k); a1 = *reinterpret_cast<const double2*>(ga + k + 2);
        b0 = *reinterpret_cast<const double2*>(gb + k * kDn); b1 = *reinterpret_cast<const double2*>(gb + k * kDn + 32);
    };
    auto keep = [&](int w) {
        as[w][ak][ar] = a0.x; as[w][ak + 1][ar] = a0.y; as[w][ak + 2][ar] = a1.x; as[w][ak + 3][ar] = a1.y;
        *reinterpret_cast<double2*>(&bs[w][ty][tx * 2]) = b0; *reinterpret_cast<double2*>(&bs[w][ty][tx * 2 + 32]) = b1;
    };
    fetch(0); keep(0);
    __syncthreads();
    for (int k = 0, w = 0; k < kDk; k += 16, w ^= 1) {
        if (k + 16 < kDk) fetch(k + 16);
#pragma unroll
        for (int s = 0; s < 16; ++s) {
            double2 p = *reinterpret_cast<double2*>(&as[w][s][ty * 4]), q = *reinterpret_cast<double2*>(&as[w][s][ty * 4 + 2]);
            double2 u = *reinterpret_cast<double2*>(&bs[w][s][tx * 2]), v = *reinterpret_cast<double2*>(&bs[w][s][tx * 2 + 32]);
            double l[4] = {p.x, p.y, q.x, q.y}, r[4] = {u.x, u.y, v.x, v.y};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] = fma(l[i], r[j], sum[i][j]);
        }
        if (k + 16 < kDk) keep(w ^ 1);
        __syncthreads();
    }
    double* to = c + (blockIdx.y * 64 + ty * 4) * kDn + blockIdx.x * 64 + tx * 2;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        *reinterpret_cast<double2*>(to + i * kDn) = make_double2(sum[i][0], sum[i][1]);
        *reinterpret_cast<double2*>(to + i * kDn + 32) = make_double2(sum[i][2], sum[i][3]);
    }
}

// ---- Products C = transposed(A) B of 16-bit elements: A is K x M, B is K x N, C float. Eight warps a block, tiles of 128 x kBn, 32 deep.
template <typename T, int kBn, int kWarpsN, int kStages, int kM, int kN, int kK>
__device__ __forceinline__ void tensor_product(const T* __restrict__ a, const T* __restrict__ b, float* __restrict__ c) {
    extern __shared__ __align__(128) unsigned char room[];
    constexpr int kPa = 136, kPb = kBn + 8, kStage = 32 * (kPa + kPb), kFm = 128 * kWarpsN / 8 / 16, kFn = kBn / kWarpsN / 16;
    T* ring = reinterpret_cast<T*>(room);
    int t = threadIdx.x, m0 = blockIdx.y * 128, n0 = blockIdx.x * kBn, wm = t / 32 / kWarpsN * kFm * 16, wn = t / 32 % kWarpsN * kFn * 16;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[kFm][kFn];
#pragma unroll
    for (int i = 0; i < kFm; ++i)
#pragma unroll
        for (int j = 0; j < kFn; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
    auto load = [&](int step) {
        T* ta = ring + step % kStages * kStage;
        T* tb = ta + 32 * kPa;
#pragma unroll
        for (int s = t; s < 32 * 16; s += 256) copy16(ta + s / 16 * kPa + s % 16 * 8, a + (size_t)(step * 32 + s / 16) * kM + m0 + s % 16 * 8);
#pragma unroll
        for (int s = t; s < 32 * (kBn / 8); s += 256)
            copy16(tb + s / (kBn / 8) * kPb + s % (kBn / 8) * 8, b + (size_t)(step * 32 + s / (kBn / 8)) * kN + n0 + s % (kBn / 8) * 8);
    };
    auto multiply = [&](int step) {
        const T* ta = ring + step % kStages * kStage;
        const T* tb = ta + 32 * kPa;
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, T, wmma::col_major> fa[kFm];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, T, wmma::row_major> fb[kFn];
#pragma unroll
            for (int i = 0; i < kFm; ++i) wmma::load_matrix_sync(fa[i], ta + k * kPa + wm + i * 16, kPa);
#pragma unroll
            for (int j = 0; j < kFn; ++j) wmma::load_matrix_sync(fb[j], tb + k * kPb + wn + j * 16, kPb);
#pragma unroll
            for (int i = 0; i < kFm; ++i)
#pragma unroll
                for (int j = 0; j < kFn; ++j) wmma::mma_sync(sum[i][j], fa[i], fb[j], sum[i][j]);
        }
    };
    constexpr int kSteps = kK / 32;
    if constexpr (kStages == 1) {
        for (int step = 0; step < kSteps; ++step) {
            load(step); commit(); arrived<0>();
            __syncthreads();
            multiply(step);
            __syncthreads();
        }
    } else {
        for (int s = 0; s < kStages - 1; ++s) { load(s); commit(); }
        for (int step = 0; step < kSteps; ++step) {
            arrived<kStages - 2>();
            __syncthreads();
            if (step + kStages - 1 < kSteps) load(step + kStages - 1);
            commit();
            multiply(step);
        }
    }
#pragma unroll
    for (int i = 0; i < kFm; ++i)
#pragma unroll
        for (int j = 0; j < kFn; ++j)
            wmma::store_matrix_sync(c + (size_t)(m0 + wm + i * 16) * kN + n0 + wn + j * 16, sum[i][j], kN, wmma::mem_row_major);
}
constexpr size_t room_of(int bn, int stages) { return (size_t)stages * 32 * (136 + bn + 8) * 2; }

// ---- bfloat16 product, M 1536, N 2816, K 2048.
constexpr int kBm = 1536, kBnAll = 2816, kBk = 2048;

__device__ __forceinline__ void widen(float* to, uint4 v) {
    *reinterpret_cast<float4*>(to) = make_float4(__uint_as_float(v.x << 16), __uint_as_float(v.x & 0xffff0000u), __uint_as_float(v.y << 16), __uint_as_float(v.y & 0xffff0000u));
    *reinterpret_cast<float4*>(to + 4) = make_float4(__uint_as_float(v.z << 16), __uint_as_float(v.z & 0xffff0000u), __uint_as_float(v.w << 16), __uint_as_float(v.w & 0xffff0000u));
}

__global__ void __launch_bounds__(256, 2) copper_meadow_ap5_a(const __nv_bfloat16* __restrict__ a, const __nv_bfloat16* __restrict__ b, float* __restrict__ c) {
    __shared__ __align__(16) float as[2][16][128], bs[2][16][128];
    int t = threadIdx.x, tx = t % 16, ty = t / 16;
    const __nv_bfloat16* ga = a + (size_t)ty * kBm + blockIdx.y * 128 + tx * 8;
    const __nv_bfloat16* gb = b + (size_t)ty * kBnAll + blockIdx.x * 128 + tx * 8;
    float sum[8][8] = {};
    widen(&as[0][ty][tx * 8], *reinterpret_cast<const uint4*>(ga));
    widen(&bs[0][ty][tx * 8], *reinterpret_cast<const uint4*>(gb));
    __syncthreads();
    for (int k = 0, w = 0; k < kBk; k += 16, w ^= 1) {
        int next = k + 16 < kBk ? k + 16 : k;
        uint4 na = *reinterpret_cast<const uint4*>(ga + (size_t)next * kBm), nb = *reinterpret_cast<const uint4*>(gb + (size_t)next * kBnAll);
#pragma unroll
        for (int s = 0; s < 16; ++s) {
            float l[8], r[8];
            *reinterpret_cast<float4*>(l) = *reinterpret_cast<float4*>(&as[w][s][ty * 4]);
            *reinterpret_cast<float4*>(l + 4) = *reinterpret_cast<float4*>(&as[w][s][64 + ty * 4]);
            *reinterpret_cast<float4*>(r) = *reinterpret_cast<float4*>(&bs[w][s][tx * 4]);
            *reinterpret_cast<float4*>(r + 4) = *reinterpret_cast<float4*>(&bs[w][s][64 + tx * 4]);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(l[i], r[j], sum[i][j]);
        }
        widen(&as[w ^ 1][ty][tx * 8], na);
        widen(&bs[w ^ 1][ty][tx * 8], nb);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* to = c + (size_t)(blockIdx.y * 128 + i / 4 * 64 + ty * 4 + i % 4) * kBnAll + blockIdx.x * 128 + tx * 4;
        *reinterpret_cast<float4*>(to) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
        *reinterpret_cast<float4*>(to + 64) = make_float4(sum[i][4], sum[i][5], sum[i][6], sum[i][7]);
    }
}

__global__ void __launch_bounds__(256, 2) copper_meadow_ap5_b(const __nv_bfloat16* __restrict__ a, const __nv_bfloat16* __restrict__ b, float* __restrict__ c) {
    tensor_product<__nv_bfloat16, 128, 2, 3, kBm, kBnAll, kBk>(a, b, c);
}

// ---- half product, M 1408, N 3072, K 1536: one tile of 128 x 256 an SM.
constexpr int kHm = 1408, kHn = 3072, kHk = 1536;

__global__ void __launch_bounds__(256, 1) thistle_harbor_ap5_a(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c) {
    tensor_product<__half, 256, 4, 1, kHm, kHn, kHk>(a, b, c);
}
__global__ void __launch_bounds__(256, 1) thistle_harbor_ap5_b(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c) {
    tensor_product<__half, 256, 4, 4, kHm, kHn, kHk>(a, b, c);
}

// ---- Best of four int8 queries (96 dimensions) for each of 2 million items, ten groups of queries. Items lie word by word: word w of all items, then w + 1.
constexpr int kWords = 24, kItems4 = 256 * 1980, kGroups = 10;

__device__ __forceinline__ void best_match(const int4* __restrict__ items, const int4* __restrict__ queries, int4* __restrict__ best, int chunk, int group) {
    __shared__ int4 query[kWords];
    int i = chunk * 256 + threadIdx.x;
    if (threadIdx.x < kWords) query[threadIdx.x] = queries[group * kWords + threadIdx.x];
    __syncthreads();
    int4 s[4] = {};
#pragma unroll 8
    for (int w = 0; w < kWords; ++w) {
        int4 v = items[w * kItems4 + i], q = query[w];
        int e[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
        for (int j = 0; j < 4; ++j)
            s[j] = make_int4(__dp4a(v.x, e[j], s[j].x), __dp4a(v.y, e[j], s[j].y), __dp4a(v.z, e[j], s[j].z), __dp4a(v.w, e[j], s[j].w));
    }
    best[(size_t)group * kItems4 + i] = make_int4(max(max(s[0].x, s[1].x), max(s[2].x, s[3].x)), max(max(s[0].y, s[1].y), max(s[2].y, s[3].y)),
                                                  max(max(s[0].z, s[1].z), max(s[2].z, s[3].z)), max(max(s[0].w, s[1].w), max(s[2].w, s[3].w)));
}

__global__ void __launch_bounds__(256) maple_lantern_ap5_a(const int4* __restrict__ items, const int4* __restrict__ queries, int4* __restrict__ best) {
    best_match(items, queries, best, blockIdx.x % (kItems4 / 256), blockIdx.x / (kItems4 / 256));
}
__global__ void __launch_bounds__(256) maple_lantern_ap5_b(const int4* __restrict__ items, const int4* __restrict__ queries, int4* __restrict__ best) {
    best_match(items, queries, best, blockIdx.x / kGroups, blockIdx.x % kGroups);
}

// ---- Energy of a 45-tap filter in steps of four samples; one block an SM walks over tiles of 8192 samples.
constexpr int kTaps = 45, kTile = 8192, kReach = kTile + 48, kTurns = 200;
__constant__ float fir_tap[kTaps];

__device__ __forceinline__ void bring(float* tile, const float* __restrict__ signal, int turn) {
    const float* from = signal + (size_t)(turn * 132 + blockIdx.x) * kTile;
    for (int s = threadIdx.x; s < kReach / 4; s += 512) copy16(tile + s * 4, from + s * 4);
}
__device__ __forceinline__ void filter(const float* tile, float* __restrict__ energy, int turn) {
    float* to = energy + (size_t)(turn * 132 + blockIdx.x) * (kTile / 4);
#pragma unroll 2
    for (int q = threadIdx.x; q < kTile / 4; q += 512) {
        float y[4] = {};
#pragma unroll
        for (int w = 0; w < 12; ++w) {
            float4 v = *reinterpret_cast<const float4*>(tile + (q + w) * 4);
            float e[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
            for (int s = 0; s < 4; ++s)
#pragma unroll
                for (int i = 0; i < 4; ++i)
                    if (4 * w + s - i >= 0 && 4 * w + s - i < kTaps) y[i] = fmaf(fir_tap[4 * w + s - i], e[s], y[i]);
        }
        to[q] = fmaf(y[0], y[0], fmaf(y[1], y[1], fmaf(y[2], y[2], y[3] * y[3])));
    }
}

__global__ void __launch_bounds__(512) pebble_waltz_ap5_a(const float* __restrict__ signal, float* __restrict__ energy) {
    __shared__ __align__(16) float tile[kReach];
    for (int turn = 0; turn < kTurns; ++turn) {
        bring(tile, signal, turn); commit(); arrived<0>();
        __syncthreads();
        filter(tile, energy, turn);
        __syncthreads();
    }
}

__global__ void __launch_bounds__(512) pebble_waltz_ap5_b(const float* __restrict__ signal, float* __restrict__ energy) {
    extern __shared__ __align__(128) unsigned char room[];
    float* ring = reinterpret_cast<float*>(room);
    bring(ring, signal, 0); commit();
    bring(ring + kReach, signal, 1); commit();
    for (int turn = 0; turn < kTurns; ++turn) {
        arrived<1>();
        __syncthreads();
        if (turn + 2 < kTurns) bring(ring + (turn + 2) % 3 * kReach, signal, turn + 2);
        commit();
        filter(ring + turn % 3 * kReach, energy, turn);
    }
}

// ---- Field of 6144 soft sources at 135168 places.
constexpr int kPlaces = 132 * 4 * 256, kSources = 6144;

__device__ __forceinline__ float soft_field(const float4* tile, float4 me, float sum) {
#pragma unroll 8
    for (int s = 0; s < 256; ++s) {
        float4 o = tile[s];
        float dx = me.x - o.x, dy = me.y - o.y, dz = me.z - o.z;
        float near = fmaxf(fmaf(-dx, dx, fmaf(-dy, dy, fmaf(-dz, dz, 2.0f))), 0.0f);
        sum = fmaf(near * near, o.w, sum);
    }
    return sum;
}

__global__ void __launch_bounds__(256) saffron_bell_ap5_a(const float4* __restrict__ place, const float4* __restrict__ source, float* __restrict__ field) {
    __shared__ float4 tile[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 me = place[i];
    float sum = 0.0f;
    for (int from = 0; from < kSources; from += 256) {
        tile[threadIdx.x] = source[from + threadIdx.x];
        __syncthreads();
        sum = soft_field(tile, me, sum);
        __syncthreads();
    }
    field[i] = sum;
}

__global__ void __launch_bounds__(256) saffron_bell_ap5_b(const float4* __restrict__ place, const float4* __restrict__ source, float* __restrict__ field) {
    __shared__ float4 tile[2][256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 me = place[i], next = source[threadIdx.x];
    float sum = 0.0f;
    for (int from = 0, w = 0; from < kSources; from += 256, w ^= 1) {
        tile[w][threadIdx.x] = next;
        __syncthreads();
        if (from + 256 < kSources) next = source[from + 256 + threadIdx.x];
        sum = soft_field(tile[w], me, sum);
    }
    field[i] = sum;
}

// ---- Five-point stencil on 4608 x 8448 doubles, two columns and 16 rows a thread, rows kept in registers.
constexpr int kSw = 2304, kSh = 8448, kSp = kSw + 16;  // in pairs; eight pairs of margin on either side, one row above and below

__global__ void __launch_bounds__(256) willow_anchor_ap5_a(const double2* __restrict__ in, double2* __restrict__ out) {
    int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y * 16, lane = threadIdx.x % 32;
    const double2* from = in + (size_t)y * kSp + x + 8;
    double2* to = out + (size_t)y * kSw + x;
    double2 up = from[0], mid = from[kSp];
#pragma unroll
    for (int r = 0; r < 16; ++r) {
        double2 down = from[(r + 2) * kSp];
        double left = __shfl_up_sync(0xffffffffu, mid.y, 1), right = __shfl_down_sync(0xffffffffu, mid.x, 1);
        if (lane == 0) left = from[(r + 1) * kSp - 1].y;
        if (lane == 31) right = from[(r + 1) * kSp + 1].x;
        to[r * kSw] = make_double2(0.6 * mid.x + 0.1 * (up.x + down.x + left + mid.y), 0.6 * mid.y + 0.1 * (up.y + down.y + mid.x + right));
        up = mid; mid = down;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    float* taps = filled<float>(128, 51);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpyToSymbol(conv_tap, taps, 81 * sizeof(float), 0, cudaMemcpyDeviceToDevice));
    CHECK(cudaMemcpyToSymbol(fir_tap, taps + 81, kTaps * sizeof(float), 0, cudaMemcpyDeviceToDevice));

    {
        float *in = filled<float>((size_t)kConvP * (kConvH + 8), 52), *out = empty<float>((size_t)kConvW * kConvH);
        size_t n = (size_t)kConvW * kConvH;
        add("amber_kettle_ap5_a", out, n, Output::f32, [=] { amber_kettle_ap5_a<<<dim3(kConvW / 32, kConvH / 8), dim3(32, 8)>>>(in, out); });
        add("amber_kettle_ap5_b", out, n, Output::f32, [=] { amber_kettle_ap5_b<<<dim3(kConvW / 32, kConvH / 64), dim3(32, 8)>>>(in, out); });
    }
    {
        double *a = filled<double>((size_t)kDm * kDk, 53), *b = filled<double>((size_t)kDk * kDn, 54), *c = empty<double>((size_t)kDm * kDn);
        size_t n = (size_t)kDm * kDn;
        add("velvet_otter_ap5_a", c, n, Output::f64, [=] { velvet_otter_ap5_a<<<dim3(kDn / 32, kDm / 8), dim3(32, 8)>>>(a, b, c); });
        add("velvet_otter_ap5_b", c, n, Output::f64, [=] { velvet_otter_ap5_b<<<dim3(kDn / 64, kDm / 64), 256>>>(a, b, c); });
    }
    {
        __nv_bfloat16 *a = filled<__nv_bfloat16>((size_t)kBk * kBm, 55), *b = filled<__nv_bfloat16>((size_t)kBk * kBnAll, 56);
        float* c = empty<float>((size_t)kBm * kBnAll);
        size_t n = (size_t)kBm * kBnAll;
        dim3 grid(kBnAll / 128, kBm / 128);
        CHECK(cudaFuncSetAttribute(copper_meadow_ap5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)room_of(128, 3)));
        add("copper_meadow_ap5_a", c, n, Output::f32, [=] { copper_meadow_ap5_a<<<grid, 256>>>(a, b, c); });
        add("copper_meadow_ap5_b", c, n, Output::f32, [=] { copper_meadow_ap5_b<<<grid, 256, room_of(128, 3)>>>(a, b, c); });
    }
    {
        __half *a = filled<__half>((size_t)kHk * kHm, 57), *b = filled<__half>((size_t)kHk * kHn, 58);
        float* c = empty<float>((size_t)kHm * kHn);
        size_t n = (size_t)kHm * kHn;
        dim3 grid(kHn / 256, kHm / 128);
        CHECK(cudaFuncSetAttribute(thistle_harbor_ap5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)room_of(256, 1)));
        CHECK(cudaFuncSetAttribute(thistle_harbor_ap5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)room_of(256, 4)));
        add("thistle_harbor_ap5_a", c, n, Output::f32, [=] { thistle_harbor_ap5_a<<<grid, 256, room_of(256, 1)>>>(a, b, c); });
        add("thistle_harbor_ap5_b", c, n, Output::f32, [=] { thistle_harbor_ap5_b<<<grid, 256, room_of(256, 4)>>>(a, b, c); });
    }
    {
        auto i4 = [](int* p) { return reinterpret_cast<int4*>(p); };
        int4 *items = i4(harness::indices((size_t)kWords * kItems4 * 4, 0xffffffffu, 59)), *queries = i4(harness::indices(kGroups * kWords * 4, 0xffffffffu, 0x51234567u));
        size_t n = (size_t)kGroups * kItems4 * 4;
        int* out = empty<int>(n);
        int4* best = i4(out);
        add("maple_lantern_ap5_a", out, n, Output::i32, [=] { maple_lantern_ap5_a<<<kItems4 / 256 * kGroups, 256>>>(items, queries, best); });
        add("maple_lantern_ap5_b", out, n, Output::i32, [=] { maple_lantern_ap5_b<<<kItems4 / 256 * kGroups, 256>>>(items, queries, best); });
    }
    {
        size_t n = (size_t)132 * kTurns * (kTile / 4);
        float *signal = filled<float>(n * 4 + 48, 61), *energy = empty<float>(n);
        CHECK(cudaFuncSetAttribute(pebble_waltz_ap5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 3 * kReach * 4));
        add("pebble_waltz_ap5_a", energy, n, Output::f32, [=] { pebble_waltz_ap5_a<<<132, 512>>>(signal, energy); });
        add("pebble_waltz_ap5_b", energy, n, Output::f32, [=] { pebble_waltz_ap5_b<<<132, 512, 3 * kReach * 4>>>(signal, energy); });
    }
    {
        float4 *place = reinterpret_cast<float4*>(filled<float>((size_t)kPlaces * 4, 62)), *source = reinterpret_cast<float4*>(filled<float>((size_t)kSources * 4, 63));
        float* field = empty<float>(kPlaces);
        add("saffron_bell_ap5_a", field, kPlaces, Output::f32, [=] { saffron_bell_ap5_a<<<kPlaces / 256, 256>>>(place, source, field); });
        add("saffron_bell_ap5_b", field, kPlaces, Output::f32, [=] { saffron_bell_ap5_b<<<kPlaces / 256, 256>>>(place, source, field); });
    }
    {
        double2* in = reinterpret_cast<double2*>(filled<double>((size_t)kSp * (kSh + 2) * 2, 64));
        size_t n = (size_t)kSw * kSh * 2;
        double* out = empty<double>(n);
        double2* out2 = reinterpret_cast<double2*>(out);
        add("willow_anchor_ap5_a", out, n, Output::f64, [=] { willow_anchor_ap5_a<<<dim3(kSw / 256, kSh / 16), 256>>>(in, out2); });
    }
    return harness::run(argc, argv, cases);
}
