// Ten measured cases about the reuse of data: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>
#include <mma.h>

using harness::Case;
using harness::Output;

// ---- Seismology: one time step of the acoustic wave equation, eighth order in space, on a padded block of rock.
constexpr int kRockX = 512, kRockY = 512, kRockZ = 192, kRockPitch = 576, kRockPlane = kRockPitch * (kRockY + 8);
constexpr int kRockAll = kRockPlane * (kRockZ + 8), kRockMarch = 48;
constexpr float kW0 = -8.541667f, kW1 = 1.6f, kW2 = -0.2f, kW3 = 0.02539683f, kW4 = -0.001785714f;

__global__ void __launch_bounds__(256) granite_murmur_ax4_a(const float* __restrict__ now, const float* __restrict__ past, float* __restrict__ next) {
    int at = (blockIdx.z + 4) * kRockPlane + (blockIdx.y * 8 + threadIdx.y + 4) * kRockPitch + blockIdx.x * 32 + threadIdx.x + 32;
    float mid = now[at], old = past[at], sum = kW0 * mid;
    const float w[5] = {0.0f, kW1, kW2, kW3, kW4};
#pragma unroll
    for (int r = 1; r <= 4; ++r) {
        float x = now[at - r] + now[at + r];
        float y = now[at - r * kRockPitch] + now[at + r * kRockPitch];
        float z = now[at - r * kRockPlane] + now[at + r * kRockPlane];
        sum = fmaf(w[r], x + y + z, sum);
    }
    next[at] = fmaf(0.08f, sum, fmaf(1.98f, mid, -0.985f * old));
}

__global__ void __launch_bounds__(512, 3) granite_murmur_ax4_b(const float* __restrict__ now, const float* __restrict__ past, float* __restrict__ next) {
    __shared__ float slab[24][40];
    int tx = threadIdx.x, ty = threadIdx.y;
    int at = (blockIdx.z * kRockMarch + 4) * kRockPlane + (blockIdx.y * 16 + ty + 4) * kRockPitch + blockIdx.x * 32 + tx + 32;
    float q[9];
    const float w[5] = {0.0f, kW1, kW2, kW3, kW4};
#pragma unroll
    for (int i = 0; i < 8; ++i) q[i] = now[at + (i - 4) * kRockPlane];
#pragma unroll 3
    for (int step = 0; step < kRockMarch; ++step, at += kRockPlane) {
        q[8] = now[at + 4 * kRockPlane];
        float old = past[at];
        __syncthreads();
        slab[ty + 4][tx + 4] = q[4];
        if (ty < 4) { slab[ty][tx + 4] = now[at - 4 * kRockPitch]; slab[ty + 20][tx + 4] = now[at + 16 * kRockPitch]; }
        if (tx < 4) { slab[ty + 4][tx] = now[at - 4]; slab[ty + 4][tx + 36] = now[at + 32]; }
        __syncthreads();
        float sum = kW0 * q[4];
#pragma unroll
        for (int r = 1; r <= 4; ++r) {
            float x = slab[ty + 4][tx + 4 - r] + slab[ty + 4][tx + 4 + r];
            float y = slab[ty + 4 - r][tx + 4] + slab[ty + 4 + r][tx + 4];
            sum = fmaf(w[r], x + y + (q[4 - r] + q[4 + r]), sum);
        }
        next[at] = fmaf(0.08f, sum, fmaf(1.98f, q[4], -0.985f * old));
#pragma unroll
        for (int i = 0; i < 8; ++i) q[i] = q[i + 1];
    }
}

// ---- Chemistry: squared distance between each two of 1024 molecules in 96 descriptors, double precision, descriptors stored feature by feature.
constexpr int kMolecules = 1024, kTraits = 96;

__global__ void __launch_bounds__(256) ligand_census_ax4_a(const double* __restrict__ trait, double* __restrict__ apart) {
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y;
    double sum = 0.0;
#pragma unroll 8
    for (int k = 0; k < kTraits; ++k) {
        double d = trait[k * kMolecules + i] - trait[k * kMolecules + j];
        sum = fma(d, d, sum);
    }
    apart[i * kMolecules + j] = sum;
}

__global__ void __launch_bounds__(256) ligand_census_ax4_b(const double* __restrict__ trait, double* __restrict__ apart) {
    __shared__ __align__(16) double rows[16][64], cols[16][64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, i0 = blockIdx.y * 64, j0 = blockIdx.x * 64;
    double sum[4][4] = {}, nr[4], nc[4];
    int lk = t / 64, lc = t % 64;
#pragma unroll
    for (int s = 0; s < 4; ++s) { nr[s] = trait[(lk + 4 * s) * kMolecules + i0 + lc]; nc[s] = trait[(lk + 4 * s) * kMolecules + j0 + lc]; }
    for (int from = 0; from < kTraits; from += 16) {
        __syncthreads();
#pragma unroll
        for (int s = 0; s < 4; ++s) { rows[lk + 4 * s][lc] = nr[s]; cols[lk + 4 * s][lc] = nc[s]; }
        __syncthreads();
        if (from + 16 < kTraits) {
#pragma unroll
            for (int s = 0; s < 4; ++s) {
                nr[s] = trait[(from + 16 + lk + 4 * s) * kMolecules + i0 + lc];
                nc[s] = trait[(from + 16 + lk + 4 * s) * kMolecules + j0 + lc];
            }
        }
#pragma unroll 4
        for (int k = 0; k < 16; ++k) {
            double a[4], b[4];
#pragma unroll
            for (int r = 0; r < 4; ++r) { a[r] = rows[k][ty * 4 + r]; b[r] = cols[k][tx + 16 * r]; }
#pragma unroll
            for (int r = 0; r < 4; ++r)
#pragma unroll
                for (int c = 0; c < 4; ++c) { double d = a[r] - b[c]; sum[r][c] = fma(d, d, sum[r][c]); }
        }
    }
#pragma unroll
    for (int r = 0; r < 4; ++r)
#pragma unroll
        for (int c = 0; c < 4; ++c) apart[(i0 + ty * 4 + r) * kMolecules + j0 + tx + 16 * c] = sum[r][c];
}

// ---- Games: the most tempting of 65536 prey (place and cost) for each of 16384 hunters; the lanes of a warp share the scan.
constexpr int kHunters = 16384, kPrey = 65536;

__device__ __forceinline__ float temptation(float4 h, float4 p) {
    float dx = h.x - p.x, dy = h.y - p.y, dz = h.z - p.z;
    return fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, p.w)));
}

__global__ void __launch_bounds__(256) hunter_glade_ax4_a(const float4* __restrict__ hunters, const float4* __restrict__ prey, float* __restrict__ best) {
    int lane = threadIdx.x % 32, h = blockIdx.x * 8 + threadIdx.x / 32;
    float4 me = hunters[h];
    float least = 1e30f;
#pragma unroll 8
    for (int p = lane; p < kPrey; p += 32) least = fminf(least, temptation(me, prey[p]));
#pragma unroll
    for (int o = 16; o; o >>= 1) least = fminf(least, __shfl_xor_sync(0xffffffffu, least, o));
    if (lane == 0) best[h] = least;
}

__global__ void __launch_bounds__(256) hunter_glade_ax4_b(const float4* __restrict__ hunters, const float4* __restrict__ prey, float* __restrict__ best) {
    int lane = threadIdx.x % 32, h = (blockIdx.x * 8 + threadIdx.x / 32) * 8;
    float4 me[8];
    float least[8];
#pragma unroll
    for (int q = 0; q < 8; ++q) { me[q] = hunters[h + q]; least[q] = 1e30f; }
#pragma unroll 4
    for (int p = lane; p < kPrey; p += 32) {
        float4 it = prey[p];
#pragma unroll
        for (int q = 0; q < 8; ++q) least[q] = fminf(least[q], temptation(me[q], it));
    }
#pragma unroll
    for (int q = 0; q < 8; ++q) {
#pragma unroll
        for (int o = 16; o; o >>= 1) least[q] = fminf(least[q], __shfl_xor_sync(0xffffffffu, least[q], o));
        if (lane == 0) best[h + q] = least[q];
    }
}

// ---- Photography: a lopsided motion blur of 31 taps along the rows of an 8-bit picture, fixed-point weights.
constexpr int kFilmW = 3072, kFilmH = 2048, kFilmPitch = kFilmW + 64, kTaps = 31;

__host__ __device__ constexpr int shutter(int k) { return (k * k * 37 + 113 * k + 5) % 241 + 64; }

__global__ void __launch_bounds__(256) velvet_comet_ax4_a(const uint8_t* __restrict__ film, uint8_t* __restrict__ print) {
    int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y;
    const uint8_t* from = film + y * kFilmPitch + x;
    int sum = 0;
#pragma unroll
    for (int k = 0; k < kTaps; ++k) sum += shutter(k) * (int)from[k];
    print[y * kFilmW + x] = (uint8_t)(sum >> 13);
}

__global__ void __launch_bounds__(128) velvet_comet_ax4_b(const uint8_t* __restrict__ film, uint8_t* __restrict__ print) {
    int x = (blockIdx.x * 128 + threadIdx.x) * 8, y = blockIdx.y;
    const uint2* from = reinterpret_cast<const uint2*>(film + y * kFilmPitch + x);
    uint32_t word[10];
#pragma unroll
    for (int i = 0; i < 5; ++i) { uint2 v = from[i]; word[2 * i] = v.x; word[2 * i + 1] = v.y; }
    int sum[8] = {};
#pragma unroll
    for (int b = 0; b < kTaps + 7; ++b) {
        int v = (word[b / 4] >> (8 * (b % 4))) & 255;
#pragma unroll
        for (int o = 0; o < 8; ++o)
            if (b - o >= 0 && b - o < kTaps) sum[o] += shutter(b - o) * v;
    }
    uint2 packed = make_uint2(0, 0);
#pragma unroll
    for (int o = 0; o < 4; ++o) {
        packed.x |= (uint32_t)((sum[o] >> 13) & 255) << (8 * o);
        packed.y |= (uint32_t)((sum[o + 4] >> 13) & 255) << (8 * o);
    }
    *reinterpret_cast<uint2*>(print + y * kFilmW + x) = packed;
}

// ---- Language model: the same half-precision layer (8192 x 8192) applied to the states of eight conversations.
constexpr int kLayer = 8192, kTalks = 8;

__device__ __forceinline__ void unpack8(uint4 v, float (&f)[8]) {
    const uint32_t u[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        float2 p = __half22float2(*reinterpret_cast<const __half2*>(&u[i]));
        f[2 * i] = p.x; f[2 * i + 1] = p.y;
    }
}
__device__ __forceinline__ float warp_total(float v) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void __launch_bounds__(256) parley_weaver_ax4_a(const uint4* __restrict__ weight, const uint4* __restrict__ state, float* __restrict__ reply) {
    int lane = threadIdx.x % 32, row = blockIdx.x * 8 + threadIdx.x / 32, talk = blockIdx.y;
    const uint4 *w = weight + (size_t)row * (kLayer / 8), *s = state + talk * (kLayer / 8);
    float sum = 0.0f;
#pragma unroll 8
    for (int c = lane; c < kLayer / 8; c += 32) {
        float a[8], b[8];
        unpack8(w[c], a); unpack8(s[c], b);
#pragma unroll
        for (int i = 0; i < 8; ++i) sum = fmaf(a[i], b[i], sum);
    }
    sum = warp_total(sum);
    if (lane == 0) reply[talk * kLayer + row] = sum;
}

__global__ void __launch_bounds__(128) parley_weaver_ax4_b(const uint4* __restrict__ weight, const uint4* __restrict__ state, float* __restrict__ reply) {
    int lane = threadIdx.x % 32, row = (blockIdx.x * 4 + threadIdx.x / 32) * 4;
    const uint4* w = weight + (size_t)row * (kLayer / 8);
    float sum[4][kTalks] = {};
    uint4 next[4];
#pragma unroll
    for (int r = 0; r < 4; ++r) next[r] = w[r * (kLayer / 8) + lane];
#pragma unroll 1
    for (int c = lane; c < kLayer / 8; c += 32) {
        float a[4][8];
#pragma unroll
        for (int r = 0; r < 4; ++r) unpack8(next[r], a[r]);
        if (c + 32 < kLayer / 8) {
#pragma unroll
            for (int r = 0; r < 4; ++r) next[r] = w[r * (kLayer / 8) + c + 32];
        }
#pragma unroll
        for (int talk = 0; talk < kTalks; ++talk) {
            float b[8];
            unpack8(state[talk * (kLayer / 8) + c], b);
#pragma unroll
            for (int r = 0; r < 4; ++r)
#pragma unroll
                for (int i = 0; i < 8; ++i) sum[r][talk] = fmaf(a[r][i], b[i], sum[r][talk]);
        }
    }
#pragma unroll
    for (int r = 0; r < 4; ++r)
#pragma unroll
        for (int talk = 0; talk < kTalks; ++talk) {
            float v = warp_total(sum[r][talk]);
            if (lane == 0) reply[talk * kLayer + row + r] = v;
        }
}

// ---- Retrieval: scores of 2048 questions against 2048 pages, 1024 signed bytes each.
constexpr int kAsk = 2048, kPages = 2048, kCodes = 1024;

__global__ void __launch_bounds__(256) almanac_query_ax4_a(const int4* __restrict__ ask, const int4* __restrict__ page, int* __restrict__ score) {
    __shared__ __align__(16) int qs[8][132], ps[8][68];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, q0 = blockIdx.y * 128, p0 = blockIdx.x * 64, row = t / 2, part = t % 2;
    int sum[8][4] = {};
    int4 nq = ask[(q0 + row) * (kCodes / 16) + part], np = make_int4(0, 0, 0, 0);
    if (t < 128) np = page[(p0 + row) * (kCodes / 16) + part];
    for (int from = 0; from < kCodes / 16; from += 2) {
        __syncthreads();
        qs[part * 4][row] = nq.x; qs[part * 4 + 1][row] = nq.y; qs[part * 4 + 2][row] = nq.z; qs[part * 4 + 3][row] = nq.w;
        if (t < 128) { ps[part * 4][row] = np.x; ps[part * 4 + 1][row] = np.y; ps[part * 4 + 2][row] = np.z; ps[part * 4 + 3][row] = np.w; }
        __syncthreads();
        if (from + 2 < kCodes / 16) {
            nq = ask[(q0 + row) * (kCodes / 16) + from + 2 + part];
            if (t < 128) np = page[(p0 + row) * (kCodes / 16) + from + 2 + part];
        }
#pragma unroll 4
        for (int k = 0; k < 8; ++k) {
            int4 a0 = *reinterpret_cast<const int4*>(&qs[k][ty * 8]), a1 = *reinterpret_cast<const int4*>(&qs[k][ty * 8 + 4]);
            int4 b4 = *reinterpret_cast<const int4*>(&ps[k][tx * 4]);
            const int a[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w}, b[4] = {b4.x, b4.y, b4.z, b4.w};
#pragma unroll
            for (int r = 0; r < 8; ++r)
#pragma unroll
                for (int c = 0; c < 4; ++c) sum[r][c] = __dp4a(a[r], b[c], sum[r][c]);
        }
    }
#pragma unroll
    for (int r = 0; r < 8; ++r)
        *reinterpret_cast<int4*>(score + (q0 + ty * 8 + r) * kPages + p0 + tx * 4) = make_int4(sum[r][0], sum[r][1], sum[r][2], sum[r][3]);
}

__global__ void __launch_bounds__(256) almanac_query_ax4_b(const int4* __restrict__ ask, const int4* __restrict__ page, int* __restrict__ score) {
    using namespace nvcuda;
    __shared__ __align__(32) signed char qs[4][130][16], ps[4][130][16];  // slices of 16 codes, two rows of padding against bank conflicts
    int t = threadIdx.x, warp = t / 32, wr = warp / 2 * 32, wc = warp % 2 * 64, q0 = blockIdx.y * 128, p0 = blockIdx.x * 128, row = t / 4, part = t % 4;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> sum[2][4];
#pragma unroll
    for (int r = 0; r < 2; ++r)
#pragma unroll
        for (int c = 0; c < 4; ++c) wmma::fill_fragment(sum[r][c], 0);
    int4 nq[2], np[2];
#pragma unroll
    for (int s = 0; s < 2; ++s) {
        nq[s] = ask[(q0 + row + 64 * s) * (kCodes / 16) + part];
        np[s] = page[(p0 + row + 64 * s) * (kCodes / 16) + part];
    }
    for (int from = 0; from < kCodes / 16; from += 4) {
        __syncthreads();
#pragma unroll
        for (int s = 0; s < 2; ++s) {
            *reinterpret_cast<int4*>(&qs[part][row + 64 * s][0]) = nq[s];
            *reinterpret_cast<int4*>(&ps[part][row + 64 * s][0]) = np[s];
        }
        __syncthreads();
        if (from + 4 < kCodes / 16) {
#pragma unroll
            for (int s = 0; s < 2; ++s) {
                nq[s] = ask[(q0 + row + 64 * s) * (kCodes / 16) + from + 4 + part];
                np[s] = page[(p0 + row + 64 * s) * (kCodes / 16) + from + 4 + part];
            }
        }
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a[2];
#pragma unroll
            for (int r = 0; r < 2; ++r) wmma::load_matrix_sync(a[r], &qs[k][wr + 16 * r][0], 16);
#pragma unroll
            for (int c = 0; c < 4; ++c) {
                wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> b;
                wmma::load_matrix_sync(b, &ps[k][wc + 16 * c][0], 16);
#pragma unroll
                for (int r = 0; r < 2; ++r) wmma::mma_sync(sum[r][c], a[r], b, sum[r][c]);
            }
        }
    }
#pragma unroll
    for (int r = 0; r < 2; ++r)
#pragma unroll
        for (int c = 0; c < 4; ++c)
            wmma::store_matrix_sync(score + (q0 + wr + 16 * r) * kPages + p0 + wc + 16 * c, sum[r][c], kPages, wmma::mem_row_major);
}

// ---- Rendering: two rectified layers of 64 neurons on each of a million samples along the rays of a radiance field, half precision.
constexpr int kRays = 1 << 20, kWide = 64, kRayTiles = kRays / 128;

__global__ void __launch_bounds__(128) opal_mirage_ax4_a(const uint4* __restrict__ ray, const __half* __restrict__ first, const __half* __restrict__ second, __half* __restrict__ glow) {
    __shared__ __align__(16) __half act[kWide][128];
    __shared__ __align__(16) __half2 layer[2][kWide][kWide];
    int t = threadIdx.x, ng = t % 8, sg = t / 8;
    for (int i = t; i < kWide * kWide; i += 128) {
        layer[0][i / kWide][i % kWide] = __half2half2(first[i]);
        layer[1][i / kWide][i % kWide] = __half2half2(second[i]);
    }
    for (int tile = blockIdx.x; tile < kRayTiles; tile += gridDim.x) {
        __syncthreads();
#pragma unroll
        for (int c = 0; c < 8; ++c) {
            int i = c * 128 + t, sample = i / 8 ^ i % 8 * 8, neuron = i % 8 * 8;  // swizzled columns keep the transposing free of bank conflicts
            uint4 v = ray[(size_t)tile * 1024 + i];
            const uint32_t u[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                __half2 p = *reinterpret_cast<const __half2*>(&u[j]);
                act[neuron + 2 * j][sample] = __low2half(p); act[neuron + 2 * j + 1][sample] = __high2half(p);
            }
        }
        __syncthreads();
#pragma unroll
        for (int l = 0; l < 2; ++l) {
            __half2 sum[4][8];
#pragma unroll
            for (int s = 0; s < 4; ++s)
#pragma unroll
                for (int n = 0; n < 8; ++n) sum[s][n] = __float2half2_rn(0.0f);
#pragma unroll 4
            for (int k = 0; k < kWide; ++k) {
                __align__(16) __half2 x[4], w[8];
                *reinterpret_cast<uint4*>(x) = *reinterpret_cast<const uint4*>(&act[k][(sg ^ k / 8) * 8]);
                *reinterpret_cast<uint4*>(w) = *reinterpret_cast<const uint4*>(&layer[l][k][ng * 4]);
                *reinterpret_cast<uint4*>(w + 4) = *reinterpret_cast<const uint4*>(&layer[l][k][32 + ng * 4]);
#pragma unroll
                for (int s = 0; s < 4; ++s)
#pragma unroll
                    for (int n = 0; n < 8; ++n) sum[s][n] = __hfma2(x[s], w[n], sum[s][n]);
            }
            __half2 zero = __float2half2_rn(0.0f);
#pragma unroll
            for (int s = 0; s < 4; ++s)
#pragma unroll
                for (int n = 0; n < 8; ++n) sum[s][n] = __hmax2(sum[s][n], zero);
            if (l == 0) {
                __syncthreads();
#pragma unroll
                for (int n = 0; n < 8; ++n) {
                    int k = n / 4 * 32 + ng * 4 + n % 4;
                    __align__(16) __half2 x[4] = {sum[0][n], sum[1][n], sum[2][n], sum[3][n]};
                    *reinterpret_cast<uint4*>(&act[k][(sg ^ k / 8) * 8]) = *reinterpret_cast<const uint4*>(x);
                }
                __syncthreads();
            } else {
#pragma unroll
                for (int s = 0; s < 4; ++s)
#pragma unroll
                    for (int h = 0; h < 2; ++h) {
                        __align__(8) __half2 lo[2] = {__lows2half2(sum[s][4 * h], sum[s][4 * h + 1]), __lows2half2(sum[s][4 * h + 2], sum[s][4 * h + 3])};
                        __align__(8) __half2 hi[2] = {__highs2half2(sum[s][4 * h], sum[s][4 * h + 1]), __highs2half2(sum[s][4 * h + 2], sum[s][4 * h + 3])};
                        uint2* to = reinterpret_cast<uint2*>(glow + ((size_t)tile * 128 + sg * 8 + 2 * s) * kWide + h * 32 + ng * 4);
                        to[0] = *reinterpret_cast<const uint2*>(lo);
                        to[kWide / 4] = *reinterpret_cast<const uint2*>(hi);
                    }
            }
        }
    }
}

__global__ void __launch_bounds__(256) opal_mirage_ax4_b(const __half* __restrict__ ray, const __half* __restrict__ first, const __half* __restrict__ second, __half* __restrict__ glow) {
    using namespace nvcuda;
    __shared__ __align__(32) __half layer[2][kWide][72], act[8][16][72];
    int t = threadIdx.x, warp = t / 32, lane = t % 32;
    for (int i = t; i < kWide * kWide; i += 256) {
        layer[0][i / kWide][i % kWide] = first[i];
        layer[1][i / kWide][i % kWide] = second[i];
    }
    __syncthreads();
    for (int tile = blockIdx.x; tile < kRayTiles; tile += gridDim.x) {
        size_t base = ((size_t)tile * 128 + warp * 16) * kWide;
#pragma unroll
        for (int c = 0; c < 4; ++c) {
            int i = c * 32 + lane;
            *reinterpret_cast<uint4*>(&act[warp][i / 8][i % 8 * 8]) = *reinterpret_cast<const uint4*>(ray + base + i * 8);
        }
        __syncwarp();
#pragma unroll
        for (int l = 0; l < 2; ++l) {
            wmma::fragment<wmma::accumulator, 16, 16, 16, __half> sum[4];
#pragma unroll
            for (int n = 0; n < 4; ++n) wmma::fill_fragment(sum[n], __float2half(0.0f));
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
                wmma::load_matrix_sync(a, &act[warp][0][k * 16], 72);
#pragma unroll
                for (int n = 0; n < 4; ++n) {
                    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b;
                    wmma::load_matrix_sync(b, &layer[l][k * 16][n * 16], 72);
                    wmma::mma_sync(sum[n], a, b, sum[n]);
                }
            }
            __syncwarp();
#pragma unroll
            for (int n = 0; n < 4; ++n) {
#pragma unroll
                for (int i = 0; i < sum[n].num_elements; ++i) sum[n].x[i] = __hmax(sum[n].x[i], __float2half(0.0f));
                wmma::store_matrix_sync(&act[warp][0][n * 16], sum[n], 72, wmma::mem_row_major);
            }
            __syncwarp();
        }
#pragma unroll
        for (int c = 0; c < 4; ++c) {
            int i = c * 32 + lane;
            *reinterpret_cast<uint4*>(glow + base + i * 8) = *reinterpret_cast<const uint4*>(&act[warp][i / 8][i % 8 * 8]);
        }
        __syncwarp();
    }
}

// ---- Remote sensing: one Newton step of a robust mean (sine wave influence of the signed square) of each 3 x 3 window of a radar picture.
constexpr int kSwathW = 4096, kSwathH = 2048, kSwathPitch = kSwathW + 64;

__device__ __forceinline__ float speckle_mean(const float (&v)[9]) {
    float push = 0.0f, slope = 9.0f;
#pragma unroll
    for (int k = 0; k < 9; ++k) {
        if (k == 4) continue;
        float d = v[k] - v[4], q = d * fabsf(d);
        push += __sinf(q); slope += __cosf(q);
    }
    return v[4] + __fdividef(push, slope);
}

__global__ void __launch_bounds__(256) silt_lantern_ax4_a(const float* __restrict__ radar, float* __restrict__ calm) {
    int at = (blockIdx.y * 8 + threadIdx.y + 1) * kSwathPitch + blockIdx.x * 32 + threadIdx.x + 32;
    float v[9];
#pragma unroll
    for (int k = 0; k < 9; ++k) v[k] = radar[at + (k / 3 - 1) * kSwathPitch + k % 3 - 1];
    calm[at] = speckle_mean(v);
}

__global__ void __launch_bounds__(256) silt_lantern_ax4_b(const float* __restrict__ radar, float* __restrict__ calm) {
    int at = (blockIdx.y * 16 + threadIdx.y * 2 + 1) * kSwathPitch + blockIdx.x * 32 + threadIdx.x + 32;
    float f[12];
#pragma unroll
    for (int k = 0; k < 12; ++k) f[k] = radar[at + (k / 3 - 1) * kSwathPitch + k % 3 - 1];
#pragma unroll
    for (int r = 0; r < 2; ++r) {
        float v[9];
#pragma unroll
        for (int k = 0; k < 9; ++k) v[k] = f[3 * r + k];
        calm[at + r * kSwathPitch] = speckle_mean(v);
    }
}

// ---- Geodesy: height of the geoid at each of 270336 places from 256 radial basis functions, double precision; every thread reads every centre.
constexpr int kSites = 132 * 8 * 256, kCentres = 256;

__global__ void __launch_bounds__(256) meridian_bowl_ax4_a(const double* __restrict__ site, const double2* __restrict__ centre, double* __restrict__ height) {
    int i = blockIdx.x * 256 + threadIdx.x;
    double x = site[i], y = site[i + kSites], z = site[i + 2 * kSites], sum = 0.0;
#pragma unroll 4
    for (int c = 0; c < kCentres; ++c) {
        double2 a = centre[2 * c], b = centre[2 * c + 1];
        double dx = x - a.x, dy = y - a.y, dz = z - b.x, s = fma(dx, dx, fma(dy, dy, dz * dz));
        double p = fma(s, 1.1e-9, -2.6e-8);
        p = fma(p, s, 3.9e-7); p = fma(p, s, -5.1e-6); p = fma(p, s, 6.3e-5); p = fma(p, s, -7.2e-4);
        p = fma(p, s, 6.8e-3); p = fma(p, s, -5.2e-2); p = fma(p, s, 0.27); p = fma(p, s, -0.81); p = fma(p, s, 1.6);
        sum = fma(p, b.y, sum);
    }
    height[i] = sum;
}

// ---- Speech: one step of a recurrent net with 16384 states, half-precision weights, products on the ordinary pipes.
constexpr int kStates = 16384;

__global__ void __launch_bounds__(256) syllable_orchard_ax4_a(const uint4* __restrict__ weight, const uint4* __restrict__ state, float* __restrict__ next) {
    int lane = threadIdx.x % 32, row = (blockIdx.x * 8 + threadIdx.x / 32) * 2;
    const uint4 *w0 = weight + (size_t)row * (kStates / 8), *w1 = w0 + kStates / 8;
    float sum0 = 0.0f, sum1 = 0.0f;
#pragma unroll 4
    for (int c = lane; c < kStates / 8; c += 32) {
        float a0[8], a1[8], b[8];
        unpack8(__ldcs(w0 + c), a0); unpack8(__ldcs(w1 + c), a1); unpack8(state[c], b);
#pragma unroll
        for (int i = 0; i < 8; ++i) { sum0 = fmaf(a0[i], b[i], sum0); sum1 = fmaf(a1[i], b[i], sum1); }
    }
    sum0 = warp_total(sum0); sum1 = warp_total(sum1);
    if (lane == 0) { next[row] = fmaxf(sum0, 0.01f * sum0); next[row + 1] = fmaxf(sum1, 0.01f * sum1); }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };
    auto bytes = [](size_t n, uint32_t seed) {
        std::vector<uint8_t> host(n);
        for (size_t i = 0; i < n; ++i) host[i] = (uint8_t)(harness::hash32((uint32_t)i * 2654435761u + seed) >> 11);
        return harness::uploaded(host);
    };

    {
        float *now = filled<float>(kRockAll, 11), *past = filled<float>(kRockAll, 12), *next = empty<float>(kRockAll);
        add("granite_murmur_ax4_a", next, kRockAll, Output::f32, [=] {
            granite_murmur_ax4_a<<<dim3(kRockX / 32, kRockY / 8, kRockZ), dim3(32, 8)>>>(now, past, next); });
        add("granite_murmur_ax4_b", next, kRockAll, Output::f32, [=] {
            granite_murmur_ax4_b<<<dim3(kRockX / 32, kRockY / 16, kRockZ / kRockMarch), dim3(32, 16)>>>(now, past, next); });
    }
    {
        double *trait = filled<double>(kMolecules * kTraits, 13), *apart = empty<double>(kMolecules * kMolecules);
        add("ligand_census_ax4_a", apart, kMolecules * kMolecules, Output::f64, [=] {
            ligand_census_ax4_a<<<dim3(kMolecules / 32, kMolecules / 8), dim3(32, 8)>>>(trait, apart); });
        add("ligand_census_ax4_b", apart, kMolecules * kMolecules, Output::f64, [=] {
            ligand_census_ax4_b<<<dim3(kMolecules / 64, kMolecules / 64), 256>>>(trait, apart); });
    }
    {
        float4 *hunters = reinterpret_cast<float4*>(filled<float>(kHunters * 4, 14)), *prey = reinterpret_cast<float4*>(filled<float>(kPrey * 4, 15));
        float* best = empty<float>(kHunters);
        add("hunter_glade_ax4_a", best, kHunters, Output::f32, [=] { hunter_glade_ax4_a<<<kHunters / 8, 256>>>(hunters, prey, best); });
        add("hunter_glade_ax4_b", best, kHunters, Output::f32, [=] { hunter_glade_ax4_b<<<kHunters / 64, 256>>>(hunters, prey, best); });
    }
    {
        uint8_t *film = bytes((size_t)kFilmPitch * kFilmH, 16), *print = empty<uint8_t>((size_t)kFilmW * kFilmH);
        add("velvet_comet_ax4_a", print, (size_t)kFilmW * kFilmH, Output::u8, [=] { velvet_comet_ax4_a<<<dim3(kFilmW / 256, kFilmH), 256>>>(film, print); });
        add("velvet_comet_ax4_b", print, (size_t)kFilmW * kFilmH, Output::u8, [=] { velvet_comet_ax4_b<<<dim3(kFilmW / 1024, kFilmH), 128>>>(film, print); });
    }
    {
        uint4 *weight = reinterpret_cast<uint4*>(filled<__half>((size_t)kLayer * kLayer, 17)), *state = reinterpret_cast<uint4*>(filled<__half>(kTalks * kLayer, 18));
        float* reply = empty<float>(kTalks * kLayer);
        add("parley_weaver_ax4_a", reply, kTalks * kLayer, Output::f32, [=] { parley_weaver_ax4_a<<<dim3(kLayer / 8, kTalks), 256>>>(weight, state, reply); });
        add("parley_weaver_ax4_b", reply, kTalks * kLayer, Output::f32, [=] { parley_weaver_ax4_b<<<kLayer / 16, 128>>>(weight, state, reply); });
    }
    {
        int4 *ask = reinterpret_cast<int4*>(bytes((size_t)kAsk * kCodes, 19)), *page = reinterpret_cast<int4*>(bytes((size_t)kPages * kCodes, 20));
        int* score = empty<int>(kAsk * kPages);
        add("almanac_query_ax4_a", score, kAsk * kPages, Output::i32, [=] { almanac_query_ax4_a<<<dim3(kPages / 64, kAsk / 128), 256>>>(ask, page, score); });
        add("almanac_query_ax4_b", score, kAsk * kPages, Output::i32, [=] { almanac_query_ax4_b<<<dim3(kPages / 128, kAsk / 128), 256>>>(ask, page, score); });
    }
    {
        __half *ray = filled<__half>((size_t)kRays * kWide, 21), *first = filled<__half>(kWide * kWide, 22), *second = filled<__half>(kWide * kWide, 23);
        __half* glow = empty<__half>((size_t)kRays * kWide);
        const uint4* ray4 = reinterpret_cast<const uint4*>(ray);
        add("opal_mirage_ax4_a", glow, (size_t)kRays * kWide, Output::f16, [=] { opal_mirage_ax4_a<<<132 * 4, 128>>>(ray4, first, second, glow); });
        add("opal_mirage_ax4_b", glow, (size_t)kRays * kWide, Output::f16, [=] { opal_mirage_ax4_b<<<132 * 4, 256>>>(ray, first, second, glow); });
    }
    {
        constexpr size_t kSwath = (size_t)kSwathPitch * (kSwathH + 2);
        float *radar = filled<float>(kSwath, 24), *calm = empty<float>(kSwath);
        add("silt_lantern_ax4_a", calm, kSwath, Output::f32, [=] { silt_lantern_ax4_a<<<dim3(kSwathW / 32, kSwathH / 8), dim3(32, 8)>>>(radar, calm); });
        add("silt_lantern_ax4_b", calm, kSwath, Output::f32, [=] { silt_lantern_ax4_b<<<dim3(kSwathW / 32, kSwathH / 16), dim3(32, 8)>>>(radar, calm); });
    }
    {
        double *site = filled<double>((size_t)kSites * 3, 25), *height = empty<double>(kSites);
        double2* centre = reinterpret_cast<double2*>(filled<double>(kCentres * 4, 26));
        add("meridian_bowl_ax4_a", height, kSites, Output::f64, [=] { meridian_bowl_ax4_a<<<kSites / 256, 256>>>(site, centre, height); });
    }
    {
        uint4 *weight = reinterpret_cast<uint4*>(filled<__half>((size_t)kStates * kStates, 27)), *state = reinterpret_cast<uint4*>(filled<__half>(kStates, 28));
        float* next = empty<float>(kStates);
        add("syllable_orchard_ax4_a", next, kStates, Output::f32, [=] { syllable_orchard_ax4_a<<<kStates / 16, 256>>>(weight, state, next); });
    }
    return harness::run(argc, argv, cases);
}
