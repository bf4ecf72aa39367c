// Eight measured cases of matrices and tiles: before (_a) and after (_b); of the last one only the well-made form.
#include "harness.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline_primitives.h>
#include <mma.h>

using harness::Case;
using harness::Output;
namespace wmma = nvcuda::wmma;

// ---- Errand runners: cheapest two-leg journey between any two of 64 stops, for 528 town maps (product over minimum and plus).
constexpr int kMaps = 528, kStops = 64;

__global__ void __launch_bounds__(256) teasel_errands_ad5_a(const float* __restrict__ first, const float* __restrict__ second, float* __restrict__ cheapest) {
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    size_t map = (size_t)blockIdx.z * kStops * kStops;
    float best = 1e30f;
    for (int k = 0; k < kStops; ++k)
        best = fminf(best, first[map + row * kStops + k] + second[map + k * kStops + col]);
    cheapest[map + row * kStops + col] = best;
}

__global__ void __launch_bounds__(256) teasel_errands_ad5_b(const float* __restrict__ first, const float* __restrict__ second, float* __restrict__ cheapest) {
    __shared__ __align__(16) float legs[kStops][kStops + 4], onward[kStops][kStops];
    int t = threadIdx.x, tx = t % 16, ty = t / 16;
    size_t map = (size_t)blockIdx.x * kStops * kStops;
#pragma unroll
    for (int i = t; i < kStops * kStops / 4; i += 256) {
        int r = i / 16, c = i % 16 * 4;
        *reinterpret_cast<float4*>(&legs[r][c]) = *reinterpret_cast<const float4*>(first + map + i * 4);
        *reinterpret_cast<float4*>(&onward[r][c]) = *reinterpret_cast<const float4*>(second + map + i * 4);
    }
    __syncthreads();
    float best[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) best[i][j] = 1e30f;
#pragma unroll 2
    for (int k = 0; k < kStops; k += 4) {
        float a[4][4], b[4][4];
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            *reinterpret_cast<float4*>(a[i]) = *reinterpret_cast<const float4*>(&legs[ty * 4 + i][k]);
            *reinterpret_cast<float4*>(b[i]) = *reinterpret_cast<const float4*>(&onward[k + i][tx * 4]);
        }
#pragma unroll
        for (int s = 0; s < 4; ++s)
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) best[i][j] = fminf(best[i][j], a[i][s] + b[s][j]);
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *reinterpret_cast<float4*>(cheapest + map + (ty * 4 + i) * kStops + tx * 4) = make_float4(best[i][0], best[i][1], best[i][2], best[i][3]);
}

// ---- Salt-marsh survey: 7 x 7 depthwise layer of a vision net over 6 plates of 56 x 56 (padded to 62 x 62) and 96 channels, channels last.
constexpr int kPlates = 6, kSide = 56, kPadded = 62, kChannels = 96;

__global__ void __launch_bounds__(256) samphire_plates_ad5_a(const float* __restrict__ plate, const float* __restrict__ weight, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    int c = i % kChannels, x = i / kChannels % kSide, y = i / (kChannels * kSide) % kSide, n = i / (kChannels * kSide * kSide);
    const float* from = plate + ((n * kPadded + y) * kPadded + x) * kChannels + c;
    float sum = 0.0f;
#pragma unroll
    for (int ky = 0; ky < 7; ++ky)
#pragma unroll
        for (int kx = 0; kx < 7; ++kx)
            sum = fmaf(from[(ky * kPadded + kx) * kChannels], weight[(ky * 7 + kx) * kChannels + c], sum);
    out[i] = sum;
}

// Each thread makes a column of seven outputs; a block 8 such columns of 32 channels.
__global__ void __launch_bounds__(256, 8) samphire_plates_ad5_b(const float* __restrict__ plate, const float* __restrict__ weight, float* __restrict__ out) {
    int c = blockIdx.x * 32 + threadIdx.x, x = blockIdx.y * 8 + threadIdx.y, y = blockIdx.z % 8 * 7, n = blockIdx.z / 8;
    const float* from = plate + ((n * kPadded + y) * kPadded + x) * kChannels + c;
    const float* w = weight + c;
    float sum[7] = {};
#pragma unroll 1
    for (int kx = 0; kx < 7; ++kx, from += kChannels, w += kChannels) {
        float tap[7];
#pragma unroll
        for (int ky = 0; ky < 7; ++ky) tap[ky] = w[ky * 7 * kChannels];
#pragma unroll
        for (int r = 0; r < 13; ++r) {
            float v = from[r * kPadded * kChannels];
#pragma unroll
            for (int ky = 0; ky < 7; ++ky)
                if (r - ky >= 0 && r - ky < 7) sum[r - ky] = fmaf(v, tap[ky], sum[r - ky]);
        }
    }
#pragma unroll
    for (int r = 0; r < 7; ++r) out[((n * kSide + y + r) * kSide + x) * kChannels + c] = sum[r];
}

// ---- Spoke shaving: projection of 2112 vibration modes of a wheel onto 2304 trial shapes over 896 nodes, in double precision.
constexpr int kModes = 2112, kShapes = 2304, kNodes = 896, kSlice = 16;

struct ModeTile {
    double left[64][kSlice + 4], right[kSlice][64 + 4];
};

__device__ __forceinline__ void mode_fetch(ModeTile& tile, const double* __restrict__ a, const double* __restrict__ b, int m0, int n0, int k0) {
    int t = threadIdx.x;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        int at = t + i * 128, r = at / 8, c = at % 8 * 2;
        __pipeline_memcpy_async(&tile.left[r][c], a + (size_t)(m0 + r) * kNodes + k0 + c, 16);
        r = at / 32; c = at % 32 * 2;
        __pipeline_memcpy_async(&tile.right[r][c], b + (size_t)(k0 + r) * kShapes + n0 + c, 16);
    }
    __pipeline_commit();
}

__global__ void __launch_bounds__(128, 3) spokeshave_modes_ad5_a(const double* __restrict__ a, const double* __restrict__ b, double* __restrict__ out) {
    __shared__ __align__(16) ModeTile tile[2];
    int m0 = blockIdx.y * 64, n0 = blockIdx.x * 64, cx = threadIdx.x % 8, ry = threadIdx.x / 8;
    double sum[4][8] = {};
    mode_fetch(tile[0], a, b, m0, n0, 0);
    for (int k0 = 0; k0 < kNodes; k0 += kSlice) {
        const ModeTile& now = tile[k0 / kSlice % 2];
        if (k0 + kSlice < kNodes) { mode_fetch(tile[(k0 / kSlice + 1) % 2], a, b, m0, n0, k0 + kSlice); __pipeline_wait_prior(1); }
        else __pipeline_wait_prior(0);
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < kSlice; ++k) {
            double l[4];
            double2 r[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) l[i] = now.left[ry + 16 * i][k];
#pragma unroll
            for (int j = 0; j < 4; ++j) r[j] = *reinterpret_cast<const double2*>(&now.right[k][cx * 2 + 16 * j]);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) {
                    sum[i][2 * j] = fma(l[i], r[j].x, sum[i][2 * j]);
                    sum[i][2 * j + 1] = fma(l[i], r[j].y, sum[i][2 * j + 1]);
                }
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
            *reinterpret_cast<double2*>(out + (size_t)(m0 + ry + 16 * i) * kShapes + n0 + cx * 2 + 16 * j) = make_double2(sum[i][2 * j], sum[i][2 * j + 1]);
}

__device__ __forceinline__ void mma_f64(double (&c)[4], const double (&a)[4], const double (&b)[2]) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
}

__global__ void __launch_bounds__(128, 3) spokeshave_modes_ad5_b(const double* __restrict__ a, const double* __restrict__ b, double* __restrict__ out) {
    __shared__ __align__(16) ModeTile tile[2];
    int m0 = blockIdx.y * 64, n0 = blockIdx.x * 64, warp = threadIdx.x / 32, g = threadIdx.x % 32 / 4, q = threadIdx.x % 4;
    int wm = warp / 2 * 32, wn = warp % 2 * 32;
    double sum[2][4][4] = {};
    mode_fetch(tile[0], a, b, m0, n0, 0);
    for (int k0 = 0; k0 < kNodes; k0 += kSlice) {
        const ModeTile& now = tile[k0 / kSlice % 2];
        if (k0 + kSlice < kNodes) { mode_fetch(tile[(k0 / kSlice + 1) % 2], a, b, m0, n0, k0 + kSlice); __pipeline_wait_prior(1); }
        else __pipeline_wait_prior(0);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < kSlice; k += 8) {
            double l[2][4], r[4][2];
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int v = 0; v < 4; ++v) l[i][v] = now.left[wm + i * 16 + g + v % 2 * 8][k + q + v / 2 * 4];
#pragma unroll
            for (int j = 0; j < 4; ++j)
#pragma unroll
                for (int v = 0; v < 2; ++v) r[j][v] = now.right[k + q + v * 4][wn + j * 8 + g];
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) mma_f64(sum[i][j], l[i], r[j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int h = 0; h < 2; ++h)
                *reinterpret_cast<double2*>(out + (size_t)(m0 + wm + i * 16 + g + h * 8) * kShapes + n0 + wn + j * 8 + q * 2) =
                    make_double2(sum[i][j][2 * h], sum[i][j][2 * h + 1]);
}

// ---- Verse archive: likeness of 3072 verses to 5632 motifs by their 2048-wide embeddings, brain floats, float result.
constexpr int kVerses = 3072, kMotifs = 5632, kWidth = 2048, kTileM = 128, kTileN = 256, kTileK = 32;
using bf16 = __nv_bfloat16;

struct VerseTile {
    bf16 verse[kTileM][kTileK + 8], motif[kTileK][kTileN + 8];
};
using VerseSum = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;

__device__ __forceinline__ void verse_multiply(const VerseTile& tile, VerseSum (&sum)[4][4], int wm, int wn) {
#pragma unroll
    for (int k = 0; k < kTileK; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, bf16, wmma::row_major> l[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(l[i], &tile.verse[wm + i * 16][k], kTileK + 8);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            wmma::fragment<wmma::matrix_b, 16, 16, 16, bf16, wmma::row_major> r;
            wmma::load_matrix_sync(r, &tile.motif[k][wn + j * 16], kTileN + 8);
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::mma_sync(sum[i][j], l[i], r, sum[i][j]);
        }
    }
}

__device__ __forceinline__ void verse_store(VerseSum (&sum)[4][4], float* __restrict__ out, int m, int n) {
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::store_matrix_sync(out + (size_t)(m + i * 16) * kMotifs + n + j * 16, sum[i][j], kMotifs, wmma::mem_row_major);
}

__global__ void __launch_bounds__(256) celandine_verses_ad5_a(const bf16* __restrict__ verses, const bf16* __restrict__ motifs, float* __restrict__ out) {
    __shared__ __align__(128) VerseTile tile;
    int m0 = blockIdx.y * kTileM, n0 = blockIdx.x * kTileN, t = threadIdx.x, wm = t / 32 / 4 * 64, wn = t / 32 % 4 * 64;
    VerseSum sum[4][4];
#pragma unroll
    for (int i = 0; i < 16; ++i) wmma::fill_fragment(sum[i / 4][i % 4], 0.0f);
    for (int k0 = 0; k0 < kWidth; k0 += kTileK) {
        uint4 v[2], w[4];
#pragma unroll
        for (int i = 0; i < 2; ++i) v[i] = *reinterpret_cast<const uint4*>(verses + (size_t)(m0 + t / 4 + i * 64) * kWidth + k0 + t % 4 * 8);
#pragma unroll
        for (int i = 0; i < 4; ++i) w[i] = *reinterpret_cast<const uint4*>(motifs + (size_t)(k0 + t / 32 + i * 8) * kMotifs + n0 + t % 32 * 8);
#pragma unroll
        for (int i = 0; i < 2; ++i) *reinterpret_cast<uint4*>(&tile.verse[t / 4 + i * 64][t % 4 * 8]) = v[i];
#pragma unroll
        for (int i = 0; i < 4; ++i) *reinterpret_cast<uint4*>(&tile.motif[t / 32 + i * 8][t % 32 * 8]) = w[i];
        __syncthreads();
        verse_multiply(tile, sum, wm, wn);
        __syncthreads();
    }
    verse_store(sum, out, m0 + wm, n0 + wn);
}

__device__ __forceinline__ void verse_fetch(VerseTile& tile, const bf16* __restrict__ verses, const bf16* __restrict__ motifs, int m0, int n0, int k0) {
    int t = threadIdx.x;
#pragma unroll
    for (int i = 0; i < 2; ++i)
        __pipeline_memcpy_async(&tile.verse[t / 4 + i * 64][t % 4 * 8], verses + (size_t)(m0 + t / 4 + i * 64) * kWidth + k0 + t % 4 * 8, 16);
#pragma unroll
    for (int i = 0; i < 4; ++i)
        __pipeline_memcpy_async(&tile.motif[t / 32 + i * 8][t % 32 * 8], motifs + (size_t)(k0 + t / 32 + i * 8) * kMotifs + n0 + t % 32 * 8, 16);
    __pipeline_commit();
}

__global__ void __launch_bounds__(256) celandine_verses_ad5_b(const bf16* __restrict__ verses, const bf16* __restrict__ motifs, float* __restrict__ out) {
    extern __shared__ __align__(128) unsigned char raw[];
    VerseTile* tile = reinterpret_cast<VerseTile*>(raw);
    int m0 = blockIdx.y * kTileM, n0 = blockIdx.x * kTileN, t = threadIdx.x, wm = t / 32 / 4 * 64, wn = t / 32 % 4 * 64;
    VerseSum sum[4][4];
#pragma unroll
    for (int i = 0; i < 16; ++i) wmma::fill_fragment(sum[i / 4][i % 4], 0.0f);
    verse_fetch(tile[0], verses, motifs, m0, n0, 0);
    for (int k0 = 0; k0 < kWidth; k0 += kTileK) {
        int now = k0 / kTileK % 2;
        if (k0 + kTileK < kWidth) { verse_fetch(tile[1 - now], verses, motifs, m0, n0, k0 + kTileK); __pipeline_wait_prior(1); }
        else __pipeline_wait_prior(0);
        __syncthreads();
        verse_multiply(tile[now], sum, wm, wn);
        __syncthreads();
    }
    verse_store(sum, out, m0 + wm, n0 + wn);
}

// ---- Mast array: 64 x 64 beam weights (one set for eight symbols) times the 64 x 64 samples of each symbol, half precision, float result.
constexpr int kSymbols = 132 * 640, kMasts = 64;

__global__ void __launch_bounds__(256, 4) marlinspike_masts_ad5_a(const __half* __restrict__ weights, const __half* __restrict__ samples, float* __restrict__ beams) {
    __shared__ __align__(16) float w[kMasts][kMasts + 4], s[kMasts][kMasts + 4];
    int t = threadIdx.x, tx = t % 16, ty = t / 16;
    const uint2* from = reinterpret_cast<const uint2*>(weights + (size_t)(blockIdx.x / 8) * kMasts * kMasts);
    const uint2* fresh = reinterpret_cast<const uint2*>(samples + (size_t)blockIdx.x * kMasts * kMasts);
    float* to = beams + (size_t)blockIdx.x * kMasts * kMasts;
    auto widen = [](uint2 h) {
        float2 lo = __half22float2(*reinterpret_cast<__half2*>(&h.x)), hi = __half22float2(*reinterpret_cast<__half2*>(&h.y));
        return make_float4(lo.x, lo.y, hi.x, hi.y);
    };
    uint2 a[4], b[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) { a[i] = from[t + i * 256]; b[i] = fresh[t + i * 256]; }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        *reinterpret_cast<float4*>(&w[ty + i * 16][tx * 4]) = widen(a[i]);
        *reinterpret_cast<float4*>(&s[ty + i * 16][tx * 4]) = widen(b[i]);
    }
    __syncthreads();
    float sum[4][4] = {};
#pragma unroll 2
    for (int k = 0; k < kMasts; k += 4) {
        float l[4][4], r[4][4];
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            *reinterpret_cast<float4*>(l[i]) = *reinterpret_cast<const float4*>(&w[ty * 4 + i][k]);
            *reinterpret_cast<float4*>(r[i]) = *reinterpret_cast<const float4*>(&s[k + i][tx * 4]);
        }
#pragma unroll
        for (int u = 0; u < 4; ++u)
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] = fmaf(l[i][u], r[u][j], sum[i][j]);
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) *reinterpret_cast<float4*>(to + (ty * 4 + i) * kMasts + tx * 4) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

__global__ void __launch_bounds__(256, 4) marlinspike_masts_ad5_b(const __half* __restrict__ weights, const __half* __restrict__ samples, float* __restrict__ beams) {
    __shared__ __align__(128) __half w[kMasts][kMasts + 8], s[kMasts][kMasts + 8];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, m = t / 32 / 2 * 16, n = t / 32 % 2 * 32;
    const uint2* from = reinterpret_cast<const uint2*>(weights + (size_t)(blockIdx.x / 8) * kMasts * kMasts);
    const uint2* fresh = reinterpret_cast<const uint2*>(samples + (size_t)blockIdx.x * kMasts * kMasts);
    float* to = beams + (size_t)blockIdx.x * kMasts * kMasts;
    uint2 a[4], b[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) { a[i] = from[t + i * 256]; b[i] = fresh[t + i * 256]; }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        *reinterpret_cast<uint2*>(&w[ty + i * 16][tx * 4]) = a[i];
        *reinterpret_cast<uint2*>(&s[ty + i * 16][tx * 4]) = b[i];
    }
    __syncthreads();
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2];
    wmma::fill_fragment(sum[0], 0.0f);
    wmma::fill_fragment(sum[1], 0.0f);
#pragma unroll
    for (int k = 0; k < kMasts; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> l;
        wmma::load_matrix_sync(l, &w[m][k], kMasts + 8);
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> r;
            wmma::load_matrix_sync(r, &s[k][n + j * 16], kMasts + 8);
            wmma::mma_sync(sum[j], l, r, sum[j]);
        }
    }
#pragma unroll
    for (int j = 0; j < 2; ++j) wmma::store_matrix_sync(to + m * kMasts + n + j * 16, sum[j], kMasts, wmma::mem_row_major);
}

// ---- Bog listening: 16-tap whistle filter in quadrature over 528 recordings of 32 interleaved microphones; power of every 24 samples.
constexpr int kTapes = 132 * 4, kMics = 32, kTaps = 16, kFrame = 24, kChunk = 32 * kFrame, kChunks = 48, kHeld = kChunk + kTaps;
constexpr size_t kTapeRows = (size_t)kChunk * kChunks + kTaps;
__constant__ float2 whistle[kTaps];

__device__ __forceinline__ float call_power(const float* held) {
    const float* from = held + (threadIdx.x / 32 * kFrame) * kMics + threadIdx.x % 32;
    float sum[kFrame] = {}, turned[kFrame] = {};
#pragma unroll
    for (int r = 0; r < kFrame + kTaps - 1; ++r) {
        float v = from[r * kMics];
#pragma unroll
        for (int k = 0; k < kFrame; ++k)
            if (r - k >= 0 && r - k < kTaps) {
                sum[k] = fmaf(whistle[r - k].x, v, sum[k]);
                turned[k] = fmaf(whistle[r - k].y, v, turned[k]);
            }
    }
    float power = 0.0f;
#pragma unroll
    for (int k = 0; k < kFrame; ++k) power = fmaf(sum[k], sum[k], fmaf(turned[k], turned[k], power));
    return power;
}

__global__ void __launch_bounds__(1024) sphagnum_calls_ad5_a(const float* __restrict__ tape, float* __restrict__ power) {
    extern __shared__ __align__(16) float held[];
    const float4* from = reinterpret_cast<const float4*>(tape + blockIdx.x * kTapeRows * kMics);
    float* to = power + (size_t)blockIdx.x * kChunks * 1024 + threadIdx.x;
    for (int chunk = 0; chunk < kChunks; ++chunk, from += kChunk * kMics / 4) {
        float4 v[6];
#pragma unroll
        for (int i = 0; i < 6; ++i) v[i] = from[threadIdx.x + i * 1024];
        if (threadIdx.x < kTaps * kMics / 4) reinterpret_cast<float4*>(held)[threadIdx.x + 6144] = from[threadIdx.x + 6144];
#pragma unroll
        for (int i = 0; i < 6; ++i) reinterpret_cast<float4*>(held)[threadIdx.x + i * 1024] = v[i];
        __syncthreads();
        to[chunk * 1024] = call_power(held);
        __syncthreads();
    }
}

__device__ __forceinline__ void call_fetch(float* held, const float4* __restrict__ from) {
#pragma unroll
    for (int i = 0; i < 6; ++i) __pipeline_memcpy_async(reinterpret_cast<float4*>(held) + threadIdx.x + i * 1024, from + threadIdx.x + i * 1024, 16);
    if (threadIdx.x < kTaps * kMics / 4) __pipeline_memcpy_async(reinterpret_cast<float4*>(held) + threadIdx.x + 6144, from + threadIdx.x + 6144, 16);
    __pipeline_commit();
}

__global__ void __launch_bounds__(1024) sphagnum_calls_ad5_b(const float* __restrict__ tape, float* __restrict__ power) {
    extern __shared__ __align__(16) float held[];
    const float4* from = reinterpret_cast<const float4*>(tape + blockIdx.x * kTapeRows * kMics);
    float* to = power + (size_t)blockIdx.x * kChunks * 1024 + threadIdx.x;
    call_fetch(held, from);
#pragma unroll 1
    for (int chunk = 0; chunk < kChunks; ++chunk) {
        from += kChunk * kMics / 4;
        if (chunk + 1 < kChunks) { call_fetch(held + (chunk + 1) % 2 * (kHeld * kMics), from); __pipeline_wait_prior(1); }
        else __pipeline_wait_prior(0);
        __syncthreads();
        to[chunk * 1024] = call_power(held + chunk % 2 * (kHeld * kMics));
        __syncthreads();
    }
}

// ---- Seed mounds: shade that 1024 plants with a soft reach cast on each of a million mounds, two mounds a thread.
constexpr int kMounds = 132 * 8 * 2 * 512, kPlants = 1024;

__device__ __forceinline__ float mound_shade(float4 m, float4 p, float sum) {
    float dx = m.x - p.x, dy = m.y - p.y, dz = m.z - p.z, near = __saturatef(fmaf(-2.0f, fmaf(dx, dx, fmaf(dy, dy, dz * dz)), 1.0f));
    return fmaf(near * near, p.w, sum);
}

__global__ void __launch_bounds__(256, 8) dibber_mounds_ad5_a(const float4* __restrict__ mounds, const float4* __restrict__ plants, float* __restrict__ shade) {
    __shared__ float4 bed[256];
    int t = threadIdx.x, i = blockIdx.x * 512 + t;
    float4 m0 = mounds[i], m1 = mounds[i + 256];
    float s0 = 0.0f, s1 = 0.0f;
#pragma unroll 1
    for (int from = 0; from < kPlants; from += 256) {
        bed[t] = plants[from + t];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 256; ++k) {
            float4 p = bed[k];
            s0 = mound_shade(m0, p, s0);
            s1 = mound_shade(m1, p, s1);
        }
        __syncthreads();
    }
    shade[i] = s0;
    shade[i + 256] = s1;
}

__global__ void __launch_bounds__(256, 8) dibber_mounds_ad5_b(const float4* __restrict__ mounds, const float4* __restrict__ plants, float* __restrict__ shade) {
    __shared__ float4 bed[2][256];
    int t = threadIdx.x, i = blockIdx.x * 512 + t;
    __pipeline_memcpy_async(&bed[0][t], plants + t, 16);
    __pipeline_commit();
    float4 m0 = mounds[i], m1 = mounds[i + 256];
    float s0 = 0.0f, s1 = 0.0f;
#pragma unroll 1
    for (int from = 0; from < kPlants; from += 256) {
        int now = from / 256 % 2;
        if (from + 256 < kPlants) { __pipeline_memcpy_async(&bed[1 - now][t], plants + from + 256 + t, 16); __pipeline_commit(); __pipeline_wait_prior(1); }
        else __pipeline_wait_prior(0);
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 256; ++k) {
            float4 p = bed[now][k];
            s0 = mound_shade(m0, p, s0);
            s1 = mound_shade(m1, p, s1);
        }
        __syncthreads();
    }
    shade[i] = s0;
    shade[i + 256] = s1;
}

// ---- Harbour haze: 3 x 3 smoothing of a coastal picture of 16384 x 16896 values; a warp walks down a band of 64 rows, four columns a lane.
constexpr int kAcross = 16384, kDown = 64 * 264, kBand = 64;

struct HazeRow { float4 v; float before, after; };

__device__ __forceinline__ float4 haze_sum(const HazeRow& r) {  // 1 2 1 along the row
    return make_float4(fmaf(2.0f, r.v.x, r.before + r.v.y), fmaf(2.0f, r.v.y, r.v.x + r.v.z), fmaf(2.0f, r.v.z, r.v.y + r.v.w), fmaf(2.0f, r.v.w, r.v.z + r.after));
}

__global__ void __launch_bounds__(256, 4) ullapool_haze_ad5_a(const float* __restrict__ picture, float* __restrict__ smooth) {
    int lane = threadIdx.x % 32, x = (blockIdx.x * 256 + threadIdx.x) * 4, y0 = blockIdx.y * kBand;
    int side = lane == 0 ? max(x - 1, 0) : min(x + 4, kAcross - 1);
    bool edge = lane == 0 || lane == 31;
    auto row = [&](int y) {
        const float* line = picture + (size_t)y * kAcross;
        HazeRow r;
        r.v = *reinterpret_cast<const float4*>(line + x);
        r.before = r.after = 0.0f;
        if (edge) r.before = r.after = line[side];
        return r;
    };
    auto across = [&](HazeRow r) {
        float left = __shfl_up_sync(0xffffffffu, r.v.w, 1), right = __shfl_down_sync(0xffffffffu, r.v.x, 1);
        if (lane != 0) r.before = left;
        if (lane != 31) r.after = right;
        return haze_sum(r);
    };
    float4 above = across(row(max(y0 - 1, 0))), here = across(row(y0));
#pragma unroll 1
    for (int y = y0; y < y0 + kBand; y += 4) {
        HazeRow next[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) next[j] = row(min(y + j + 1, kDown - 1));
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float4 below = across(next[j]);
            float4 s = make_float4(0.0625f * fmaf(2.0f, here.x, above.x + below.x), 0.0625f * fmaf(2.0f, here.y, above.y + below.y),
                                   0.0625f * fmaf(2.0f, here.z, above.z + below.z), 0.0625f * fmaf(2.0f, here.w, above.w + below.w));
            __stcs(reinterpret_cast<float4*>(smooth + (size_t)(y + j) * kAcross + x), s);
            above = here;
            here = below;
        }
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type});
    };

    constexpr size_t kMapCells = (size_t)kMaps * kStops * kStops;
    float *first = filled<float>(kMapCells, 501), *second = filled<float>(kMapCells, 502), *cheapest = empty<float>(kMapCells);
    add("teasel_errands_ad5_a", cheapest, kMapCells, [=] { teasel_errands_ad5_a<<<dim3(2, 8, kMaps), dim3(32, 8)>>>(first, second, cheapest); });
    add("teasel_errands_ad5_b", cheapest, kMapCells, [=] { teasel_errands_ad5_b<<<kMaps, 256>>>(first, second, cheapest); });

    constexpr int kPixels = kPlates * kSide * kSide * kChannels;
    float *plate = filled<float>((size_t)kPlates * kPadded * kPadded * kChannels, 503), *weight = filled<float>(49 * kChannels, 504), *layer = empty<float>(kPixels);
    static_assert(kPixels % 256 == 0, "whole blocks");
    add("samphire_plates_ad5_a", layer, kPixels, [=] { samphire_plates_ad5_a<<<kPixels / 256, 256>>>(plate, weight, layer); });
    add("samphire_plates_ad5_b", layer, kPixels, [=] { samphire_plates_ad5_b<<<dim3(3, 7, kPlates * 8), dim3(32, 8)>>>(plate, weight, layer); });

    double *modes = filled<double>((size_t)kModes * kNodes, 505), *shapes = filled<double>((size_t)kNodes * kShapes, 506), *overlap = empty<double>((size_t)kModes * kShapes);
    add("spokeshave_modes_ad5_a", overlap, (size_t)kModes * kShapes,
        [=] { spokeshave_modes_ad5_a<<<dim3(kShapes / 64, kModes / 64), 128>>>(modes, shapes, overlap); }, Output::f64);
    add("spokeshave_modes_ad5_b", overlap, (size_t)kModes * kShapes,
        [=] { spokeshave_modes_ad5_b<<<dim3(kShapes / 64, kModes / 64), 128>>>(modes, shapes, overlap); }, Output::f64);

    bf16 *verses = filled<bf16>((size_t)kVerses * kWidth, 507), *motifs = filled<bf16>((size_t)kWidth * kMotifs, 508);
    float* likeness = empty<float>((size_t)kVerses * kMotifs);
    CHECK(cudaFuncSetAttribute(celandine_verses_ad5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)(2 * sizeof(VerseTile))));
    add("celandine_verses_ad5_a", likeness, (size_t)kVerses * kMotifs,
        [=] { celandine_verses_ad5_a<<<dim3(kMotifs / kTileN, kVerses / kTileM), 256>>>(verses, motifs, likeness); });
    add("celandine_verses_ad5_b", likeness, (size_t)kVerses * kMotifs,
        [=] { celandine_verses_ad5_b<<<dim3(kMotifs / kTileN, kVerses / kTileM), 256, 2 * sizeof(VerseTile)>>>(verses, motifs, likeness); });

    constexpr size_t kBeamValues = (size_t)kSymbols * kMasts * kMasts;
    __half *beamWeights = filled<__half>(kBeamValues / 8, 509), *samples = filled<__half>(kBeamValues, 510);
    float* beams = empty<float>(kBeamValues);
    add("marlinspike_masts_ad5_a", beams, kBeamValues, [=] { marlinspike_masts_ad5_a<<<kSymbols, 256>>>(beamWeights, samples, beams); });
    add("marlinspike_masts_ad5_b", beams, kBeamValues, [=] { marlinspike_masts_ad5_b<<<kSymbols, 256>>>(beamWeights, samples, beams); });

    float *tape = filled<float>(kTapes * kTapeRows * kMics, 511), *power = empty<float>((size_t)kTapes * kChunks * 1024);
    float2 taps[kTaps];
    for (int k = 0; k < kTaps; ++k) taps[k] = make_float2(0.25f * harness::unit(9000 + k), 0.25f * harness::unit(9100 + k));
    CHECK(cudaMemcpyToSymbol(whistle, taps, sizeof taps));
    constexpr int kHeldBytes = kHeld * kMics * 4;
    CHECK(cudaFuncSetAttribute(sphagnum_calls_ad5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kHeldBytes));
    CHECK(cudaFuncSetAttribute(sphagnum_calls_ad5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * kHeldBytes));
    add("sphagnum_calls_ad5_a", power, (size_t)kTapes * kChunks * 1024, [=] { sphagnum_calls_ad5_a<<<kTapes, 1024, kHeldBytes>>>(tape, power); });
    add("sphagnum_calls_ad5_b", power, (size_t)kTapes * kChunks * 1024, [=] { sphagnum_calls_ad5_b<<<kTapes, 1024, 2 * kHeldBytes>>>(tape, power); });

    float4 *mounds = reinterpret_cast<float4*>(filled<float>((size_t)kMounds * 4, 512)), *plants = reinterpret_cast<float4*>(filled<float>(kPlants * 4, 513));
    float* shade = empty<float>(kMounds);
    add("dibber_mounds_ad5_a", shade, kMounds, [=] { dibber_mounds_ad5_a<<<kMounds / 512, 256>>>(mounds, plants, shade); });
    add("dibber_mounds_ad5_b", shade, kMounds, [=] { dibber_mounds_ad5_b<<<kMounds / 512, 256>>>(mounds, plants, shade); });

    float *picture = filled<float>((size_t)kAcross * kDown, 514), *smooth = empty<float>((size_t)kAcross * kDown);
    add("ullapool_haze_ad5_a", smooth, (size_t)kAcross * kDown, [=] { ullapool_haze_ad5_a<<<dim3(kAcross / 1024, kDown / kBand), 256>>>(picture, smooth); });

    return harness::run(argc, argv, cases);
}
