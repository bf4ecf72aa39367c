#include "harness.cuh"

#include <cuda_fp16.h>
#include <mma.h>

using harness::Case;
using harness::Output;

// ---- group-by sum of an int column over 1024 keys (columnar data frame) ----
__global__ void __launch_bounds__(256) harness_keys(int* p, size_t n, uint32_t below, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (int)(harness::hash32((uint32_t)i * 3u + seed) % below) + 1;
}
constexpr int kGroups = 1024;
constexpr int kGroupRows = 40 << 20;
__global__ void __launch_bounds__(512) copper_meadow_bt7_a(const int4* __restrict__ keys, const int4* __restrict__ vals, int* __restrict__ sums, int n4) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
        int4 k = keys[i], v = vals[i];
        atomicAdd(&sums[k.x], v.x);
        atomicAdd(&sums[k.y], v.y);
        atomicAdd(&sums[k.z], v.z);
        atomicAdd(&sums[k.w], v.w);
    }
}
__global__ void __launch_bounds__(512) copper_meadow_bt7_b(const int4* __restrict__ keys, const int4* __restrict__ vals, int* __restrict__ sums, int n4) {
    __shared__ int part[2][kGroups];
    for (int j = threadIdx.x; j < 2 * kGroups; j += blockDim.x) (&part[0][0])[j] = 0;
    __syncthreads();
    int* mine = part[threadIdx.x >> 8];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
        int4 k = keys[i], v = vals[i];
        atomicAdd(&mine[k.x], v.x);
        atomicAdd(&mine[k.y], v.y);
        atomicAdd(&mine[k.z], v.z);
        atomicAdd(&mine[k.w], v.w);
    }
    __syncthreads();
    for (int j = threadIdx.x; j < kGroups; j += blockDim.x) atomicAdd(&sums[j], part[0][j] + part[1][j]);
}

// ---- screened pair potential of 2048 charges summed on a lattice (molecular electrostatics) ----
constexpr int kAtoms = 2048;
constexpr int kLatX = 512, kLatY = 512;
__global__ void __launch_bounds__(256) harness_atoms(float4* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = make_float4(16.f + 15.f * harness::unit(i * 4), 16.f + 15.f * harness::unit(i * 4 + 1), 2.f + harness::unit(i * 4 + 2), 1.2f + harness::unit(i * 4 + 3));
}
__global__ void __launch_bounds__(256) silver_orchard_bt7_a(const float4* __restrict__ atoms, float* __restrict__ grid) {
    __shared__ float4 tile[256];
    const int idx = blockIdx.x * 256 + threadIdx.x;
    const float gx = (idx % kLatX) * 0.0625f, gy = (idx / kLatX) * 0.0625f;
    float energy = 0.f;
    for (int base = 0; base < kAtoms; base += 256) {
        tile[threadIdx.x] = atoms[base + threadIdx.x];
        __syncthreads();
#pragma unroll 4
        for (int j = 0; j < 256; ++j) {
            float4 t = tile[j];
            float dx = gx - t.x, dy = gy - t.y;
            float d2 = dx * dx + dy * dy + t.z * t.z;
            energy += t.w * (0.5 + 0.25 * d2 - 0.0125 * d2 * d2 * 1.0e-3) / (1.0 + 0.125 * d2);
        }
        __syncthreads();
    }
    grid[idx] = energy;
}
__global__ void __launch_bounds__(256) silver_orchard_bt7_b(const float4* __restrict__ atoms, float* __restrict__ grid) {
    __shared__ float4 tile[256];
    const int idx = blockIdx.x * 256 + threadIdx.x;
    const float gx = (idx % kLatX) * 0.0625f, gy = (idx / kLatX) * 0.0625f;
    float energy = 0.f;
    for (int base = 0; base < kAtoms; base += 256) {
        tile[threadIdx.x] = atoms[base + threadIdx.x];
        __syncthreads();
#pragma unroll 4
        for (int j = 0; j < 256; ++j) {
            float4 t = tile[j];
            float dx = gx - t.x, dy = gy - t.y;
            float d2 = dx * dx + dy * dy + t.z * t.z;
            energy += __fdividef(t.w * (0.5f + 0.25f * d2 - 0.0125f * d2 * d2 * 1.0e-3f), 1.0f + 0.125f * d2);
        }
        __syncthreads();
    }
    grid[idx] = energy;
}

// ---- channel shuffle of an NCHW tensor (shuffle-net layer) ----
constexpr int kShN = 48, kShC = 240, kShG = 3, kShHW = 64 * 64;
__global__ void __launch_bounds__(256) walnut_harbor_bt7_a(const float* __restrict__ in, float* __restrict__ out, long long total, long long channels, long long groups, long long plane) {
    const long long base = (long long)blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        long long i = base + k * 256;
        if (i < total) {
            long long n = i / (channels * plane);
            long long c = (i / plane) % channels;
            long long p = i % plane;
            long long from = (c % groups) * (channels / groups) + c / groups;
            out[i] = in[(n * channels + from) * plane + p];
        }
    }
}
__global__ void __launch_bounds__(256) walnut_harbor_bt7_b(const float* __restrict__ in, float* __restrict__ out, int channels, int groups, int plane) {
    const int c = blockIdx.x, n = blockIdx.y;
    const int from = (c % groups) * (channels / groups) + c / groups;
    const float* src = in + (size_t)(n * channels + from) * plane;
    float* dst = out + (size_t)(n * channels + c) * plane;
    for (int p0 = threadIdx.x; p0 < plane; p0 += 1024) {
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            int p = p0 + k * 256;
            if (p < plane) dst[p] = src[p];
        }
    }
}

// ---- Jensen-Shannon divergence between all queries and all database histograms (vector search) ----
constexpr int kJsQ = 1024, kJsB = 8192, kJsD = 64;
__global__ void __launch_bounds__(256) harness_hist(float* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = 0.55f + 0.5f * harness::unit((uint32_t)i * 2654435761u + seed);
}
__global__ void __launch_bounds__(256) amber_lantern_bt7_a(const float* __restrict__ q, const float* __restrict__ db, float* __restrict__ dist) {
    __shared__ float qs[16][65], bs[16][65];
    const int tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
    const int q0 = blockIdx.y * 64, b0 = blockIdx.x * 64;
    float acc[4][4] = {};
    for (int d0 = 0; d0 < kJsD; d0 += 16) {
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            int e = threadIdx.x + k * 256, r = e >> 4, d = e & 15;
            qs[d][r] = q[(q0 + r) * kJsD + d0 + d];
            bs[d][r] = db[(b0 + r) * kJsD + d0 + d];
        }
        __syncthreads();
#pragma unroll 2
        for (int d = 0; d < 16; ++d) {
            float x[4], y[4];
#pragma unroll
            for (int k = 0; k < 4; ++k) { x[k] = qs[d][ty + 16 * k]; y[k] = bs[d][tx + 16 * k]; }
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) {
                    float m = 0.5f * (x[i] + y[j]);
                    acc[i][j] -= x[i] * logf(m / x[i]) + y[j] * logf(m / y[j]);
                }
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) dist[(size_t)(q0 + ty + 16 * i) * kJsB + b0 + tx + 16 * j] = 0.5f * acc[i][j];
}
__global__ void __launch_bounds__(256) amber_lantern_bt7_b(const float* __restrict__ q, const float* __restrict__ db, float* __restrict__ dist) {
    __shared__ float qs[16][65], bs[16][65], ql[16][65], bl[16][65];
    const int tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
    const int q0 = blockIdx.y * 64, b0 = blockIdx.x * 64;
    float acc[4][4] = {};
    for (int d0 = 0; d0 < kJsD; d0 += 16) {
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            int e = threadIdx.x + k * 256, r = e >> 4, d = e & 15;
            float x = q[(q0 + r) * kJsD + d0 + d], y = db[(b0 + r) * kJsD + d0 + d];
            qs[d][r] = x; ql[d][r] = x * (__log2f(x) + 1.0f);
            bs[d][r] = y; bl[d][r] = y * (__log2f(y) + 1.0f);
        }
        __syncthreads();
#pragma unroll 2
        for (int d = 0; d < 16; ++d) {
            float x[4], y[4], xl[4], yl[4];
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                x[k] = qs[d][ty + 16 * k]; y[k] = bs[d][tx + 16 * k];
                xl[k] = ql[d][ty + 16 * k]; yl[k] = bl[d][tx + 16 * k];
            }
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) {
                    float s = x[i] + y[j];
                    acc[i][j] += (xl[i] + yl[j]) - s * __log2f(s);
                }
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) dist[(size_t)(q0 + ty + 16 * i) * kJsB + b0 + tx + 16 * j] = 0.34657359028f * acc[i][j];
}

// ---- 32-stage one-pole ladder filter over interleaved audio channels, mean energy per frame of 16 samples ----
constexpr int kLadCh = 132 * 128, kLadT = 2048, kLadS = 32;
__global__ void __launch_bounds__(128, 1) quiet_summit_bt7_a(const float* __restrict__ x, float* __restrict__ energy, float g) {
    const int ch = blockIdx.x * 128 + threadIdx.x;
    float s[kLadS], next[16];
#pragma unroll
    for (int k = 0; k < kLadS; ++k) s[k] = 0.f;
#pragma unroll
    for (int u = 0; u < 16; ++u) next[u] = x[(size_t)u * kLadCh + ch];
    for (int t = 0; t < kLadT; t += 16) {
        float cur[16], e = 0.f;
#pragma unroll
        for (int u = 0; u < 16; ++u) cur[u] = next[u];
        const int tn = t + 16 < kLadT ? t + 16 : t;
#pragma unroll
        for (int u = 0; u < 16; ++u) next[u] = x[(size_t)(tn + u) * kLadCh + ch];
#pragma unroll
        for (int u = 0; u < 16; ++u) {
            float v = cur[u];
#pragma unroll
            for (int k = 0; k < kLadS; ++k) { s[k] = fmaf(g, v - s[k], s[k]); v = s[k]; }
            e = fmaf(v, v, e);
        }
        energy[(size_t)(t >> 4) * kLadCh + ch] = e * 0.0625f;
    }
}
__global__ void __launch_bounds__(128, 1) quiet_summit_bt7_b(const float* __restrict__ x, float* __restrict__ energy, float g) {
    const int ch = blockIdx.x * 128 + threadIdx.x;
    float s[kLadS], next[16];
#pragma unroll
    for (int k = 0; k < kLadS; ++k) s[k] = 0.f;
    float head[kLadS - 1];
#pragma unroll
    for (int t = 0; t < kLadS - 1; ++t) head[t] = x[(size_t)t * kLadCh + ch];
#pragma unroll
    for (int t = 0; t < kLadS - 1; ++t) {
        float v = head[t];
#pragma unroll
        for (int k = kLadS - 1; k > 0; --k) s[k] = fmaf(g, s[k - 1] - s[k], s[k]);
        s[0] = fmaf(g, v - s[0], s[0]);
    }
#pragma unroll
    for (int u = 0; u < 16; ++u) next[u] = x[(size_t)(kLadS - 1 + u) * kLadCh + ch];
    for (int t = 0; t < kLadT; t += 16) {
        float cur[16], e = 0.f;
#pragma unroll
        for (int u = 0; u < 16; ++u) cur[u] = next[u];
#pragma unroll
        for (int u = 0; u < 16; ++u) {
            int tn = t + 16 + kLadS - 1 + u;
            next[u] = x[(size_t)(tn < kLadT ? tn : kLadT - 1) * kLadCh + ch];
        }
#pragma unroll
        for (int u = 0; u < 16; ++u) {
            float v = cur[u];
#pragma unroll
            for (int k = kLadS - 1; k > 0; --k) s[k] = fmaf(g, s[k - 1] - s[k], s[k]);
            s[0] = fmaf(g, v - s[0], s[0]);
            e = fmaf(s[kLadS - 1], s[kLadS - 1], e);
        }
        energy[(size_t)(t >> 4) * kLadCh + ch] = e * 0.0625f;
    }
}

// ---- L1 scan of a flat index of 128-dimensional vectors for four queries (vector search) ----
constexpr int kScanN = 132 * 32 * 256, kScanTile = 256;
__device__ __forceinline__ void copy16(void* dst, const void* src) {
    unsigned d = (unsigned)__cvta_generic_to_shared(dst);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(d), "l"(src));
}
__device__ __forceinline__ float l1(float4 a, float4 b) { return (fabsf(a.x - b.x) + fabsf(a.y - b.y)) + (fabsf(a.z - b.z) + fabsf(a.w - b.w)); }
// Sums four values over the warp: lane & 3 tells whose total a lane holds.
__device__ __forceinline__ float fold(float a, float b, float c, float d, int lane) {
    float k0 = lane & 1 ? b : a, g0 = lane & 1 ? a : b, k1 = lane & 1 ? d : c, g1 = lane & 1 ? c : d;
    k0 += __shfl_xor_sync(~0u, g0, 1);
    k1 += __shfl_xor_sync(~0u, g1, 1);
    float k = lane & 2 ? k1 : k0, g = lane & 2 ? k0 : k1;
    k += __shfl_xor_sync(~0u, g, 2);
    k += __shfl_xor_sync(~0u, k, 4);
    k += __shfl_xor_sync(~0u, k, 8);
    k += __shfl_xor_sync(~0u, k, 16);
    return k;
}
__global__ void __launch_bounds__(512, 1) paper_glacier_bt7_a(const float4* __restrict__ db, const float4* __restrict__ q, float* __restrict__ dist, int tiles) {
    extern __shared__ float4 rows[];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const float4 qa = q[lane], qb = q[32 + lane], qc = q[64 + lane], qd = q[96 + lane];
    for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
        const float4* src = db + (size_t)t * kScanTile * 32;
#pragma unroll
        for (int k = 0; k < kScanTile * 32 / 512; ++k) copy16(&rows[threadIdx.x + k * 512], src + threadIdx.x + k * 512);
        asm volatile("cp.async.commit_group;\ncp.async.wait_group 0;\n" ::: "memory");
        __syncthreads();
#pragma unroll 4
        for (int i = 0; i < kScanTile / 16; ++i) {
            const int r = i * 16 + warp;
            float4 v = rows[r * 32 + lane];
            float k = fold(l1(v, qa), l1(v, qb), l1(v, qc), l1(v, qd), lane);
            if (lane < 4) dist[((size_t)t * kScanTile + r) * 4 + lane] = k;
        }
        __syncthreads();
    }
}
__global__ void __launch_bounds__(512, 1) paper_glacier_bt7_b(const float4* __restrict__ db, const float4* __restrict__ q, float* __restrict__ dist, int tiles) {
    extern __shared__ float4 rows[];
    constexpr int kPart = kScanTile / 4;
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const float4 qa = q[lane], qb = q[32 + lane], qc = q[64 + lane], qd = q[96 + lane];
    const int parts = (tiles - (int)blockIdx.x + (int)gridDim.x - 1) / (int)gridDim.x * 4;
    auto row0 = [&](int p) { return ((size_t)(blockIdx.x + (p >> 2) * gridDim.x) * 4 + (p & 3)) * kPart; };
    auto fetch = [&](int p) {
        if (p < parts) {
            const float4* src = db + row0(p) * 32;
            float4* dst = rows + (p & 3) * kPart * 32;
#pragma unroll
            for (int k = 0; k < kPart * 32 / 512; ++k) copy16(&dst[threadIdx.x + k * 512], src + threadIdx.x + k * 512);
        }
        asm volatile("cp.async.commit_group;\n" ::: "memory");
    };
    fetch(0); fetch(1); fetch(2);
    for (int p = 0; p < parts; ++p) {
        asm volatile("cp.async.wait_group 2;\n" ::: "memory");
        __syncthreads();
        fetch(p + 3);
        const float4* part = rows + (p & 3) * kPart * 32;
        const size_t first = row0(p);
#pragma unroll 4
        for (int i = 0; i < kPart / 16; ++i) {
            const int r = i * 16 + warp;
            float4 v = part[r * 32 + lane];
            float k = fold(l1(v, qa), l1(v, qb), l1(v, qc), l1(v, qd), lane);
            if (lane < 4) dist[(first + r) * 4 + lane] = k;
        }
    }
}

// ---- forward of a linear layer in half precision, y = x W (language model training) ----
constexpr int kLinM = 4096, kLinN = 4096, kLinK = 1536;
__global__ void __launch_bounds__(256, 2) marble_valley_bt7_a(const __half* __restrict__ x, const __half* __restrict__ w, float* __restrict__ y) {
    __shared__ float xs[2][16][132];
    __shared__ float ws[2][16][132];
    const int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4;
    const int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    const int xr = tid >> 1, xk = (tid & 1) * 8, wk = tid >> 4, wc = (tid & 15) * 8;
    const __half* xp = x + (size_t)(m0 + xr) * kLinK + xk;
    const __half* wp = w + (size_t)wk * kLinN + n0 + wc;
    uint4 xv = *reinterpret_cast<const uint4*>(xp), wv = *reinterpret_cast<const uint4*>(wp);
    float acc[8][8] = {};
    auto put = [&](int s) {
        const __half2* xh = reinterpret_cast<const __half2*>(&xv);
        const __half2* wh = reinterpret_cast<const __half2*>(&wv);
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            float2 f = __half22float2(xh[i]);
            xs[s][xk + 2 * i][xr] = f.x; xs[s][xk + 2 * i + 1][xr] = f.y;
        }
        float2 g0 = __half22float2(wh[0]), g1 = __half22float2(wh[1]), g2 = __half22float2(wh[2]), g3 = __half22float2(wh[3]);
        *reinterpret_cast<float4*>(&ws[s][wk][wc]) = make_float4(g0.x, g0.y, g1.x, g1.y);
        *reinterpret_cast<float4*>(&ws[s][wk][wc + 4]) = make_float4(g2.x, g2.y, g3.x, g3.y);
    };
    put(0);
    __syncthreads();
    for (int k0 = 0, s = 0; k0 < kLinK; k0 += 16, s ^= 1) {
        const bool more = k0 + 16 < kLinK;
        if (more) {
            xv = *reinterpret_cast<const uint4*>(xp + k0 + 16);
            wv = *reinterpret_cast<const uint4*>(wp + (size_t)(k0 + 16) * kLinN);
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float a[8], b[8];
            *reinterpret_cast<float4*>(a) = *reinterpret_cast<const float4*>(&xs[s][k][ty * 4]);
            *reinterpret_cast<float4*>(a + 4) = *reinterpret_cast<const float4*>(&xs[s][k][64 + ty * 4]);
            *reinterpret_cast<float4*>(b) = *reinterpret_cast<const float4*>(&ws[s][k][tx * 4]);
            *reinterpret_cast<float4*>(b + 4) = *reinterpret_cast<const float4*>(&ws[s][k][64 + tx * 4]);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = fmaf(a[i], b[j], acc[i][j]);
        }
        if (more) put(s ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* row = y + (size_t)(m0 + (i >> 2) * 64 + ty * 4 + (i & 3)) * kLinN + n0;
        *reinterpret_cast<float4*>(row + tx * 4) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *reinterpret_cast<float4*>(row + 64 + tx * 4) = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}
constexpr int kLinStage = 128 * 40 + 32 * 136;
__global__ void __launch_bounds__(256, 2) marble_valley_bt7_b(const __half* __restrict__ x, const __half* __restrict__ w, float* __restrict__ y) {
    using namespace nvcuda;
    extern __shared__ __align__(128) unsigned char raw[];
    __half* sm = reinterpret_cast<__half*>(raw);
    const int tid = threadIdx.x, warp = tid >> 5, wm = (warp >> 2) * 64, wn = (warp & 3) * 32;
    const int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    auto fetch = [&](int k0, int s) {
        if (k0 < kLinK) {
            __half* xs = sm + s * kLinStage;
            __half* ws = xs + 128 * 40;
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                int e = tid + i * 256;
                copy16(xs + (e >> 2) * 40 + (e & 3) * 8, x + (size_t)(m0 + (e >> 2)) * kLinK + k0 + (e & 3) * 8);
                copy16(ws + (e >> 4) * 136 + (e & 15) * 8, w + (size_t)(k0 + (e >> 4)) * kLinN + n0 + (e & 15) * 8);
            }
        }
        asm volatile("cp.async.commit_group;\n" ::: "memory");
    };
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[4][2];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::fill_fragment(acc[i][j], 0.f);
    fetch(0, 0); fetch(32, 1); fetch(64, 2);
    for (int k0 = 0, it = 0; k0 < kLinK; k0 += 32, ++it) {
        asm volatile("cp.async.wait_group 2;\n" ::: "memory");
        __syncthreads();
        fetch(k0 + 96, (it + 3) & 3);
        const __half* xs = sm + (it & 3) * kLinStage;
        const __half* ws = xs + 128 * 40;
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a[4];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b[2];
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(a[i], xs + (wm + i * 16) * 40 + k, 40);
#pragma unroll
            for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(b[j], ws + k * 136 + wn + j * 16, 136);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 2; ++j) wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
            wmma::store_matrix_sync(y + (size_t)(m0 + wm + i * 16) * kLinN + n0 + wn + j * 16, acc[i][j], kLinN, wmma::mem_row_major);
}

// ---- one squaring step of all-pairs shortest paths, D' = min_k D[i][k] + E[k][j] ----
constexpr int kPathM = 2048, kPathN = 2048, kPathK = 1280;
__global__ void __launch_bounds__(256) hollow_compass_bt7_a(const float* __restrict__ d, const float* __restrict__ e, float* __restrict__ out) {
    const int j = blockIdx.x * 32 + (threadIdx.x & 31), i = blockIdx.y * 8 + (threadIdx.x >> 5);
    float best = 1e30f;
#pragma unroll 8
    for (int k = 0; k < kPathK; ++k) best = fminf(best, d[i * kPathK + k] + e[k * kPathN + j]);
    out[(size_t)i * kPathN + j] = best;
}
__global__ void __launch_bounds__(256) hollow_compass_bt7_b(const float* __restrict__ d, const float* __restrict__ e, float* __restrict__ out) {
    __shared__ float ds[2][16][68], es[2][16][68];
    const int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4;
    const int i0 = blockIdx.y * 64, j0 = blockIdx.x * 64;
    const int dr = tid >> 2, dk = (tid & 3) * 4, ek = tid >> 4, ec = (tid & 15) * 4;
    const float* dp = d + (size_t)(i0 + dr) * kPathK + dk;
    const float* ep = e + (size_t)ek * kPathN + j0 + ec;
    float best[4][4];
#pragma unroll
    for (int i = 0; i < 16; ++i) best[i >> 2][i & 3] = 1e30f;
    float4 dv = *reinterpret_cast<const float4*>(dp), ev = *reinterpret_cast<const float4*>(ep);
    auto put = [&](int s) {
        ds[s][dk][dr] = dv.x; ds[s][dk + 1][dr] = dv.y; ds[s][dk + 2][dr] = dv.z; ds[s][dk + 3][dr] = dv.w;
        *reinterpret_cast<float4*>(&es[s][ek][ec]) = ev;
    };
    put(0);
    __syncthreads();
    for (int k0 = 0, s = 0; k0 < kPathK; k0 += 16, s ^= 1) {
        const bool more = k0 + 16 < kPathK;
        if (more) {
            dv = *reinterpret_cast<const float4*>(dp + k0 + 16);
            ev = *reinterpret_cast<const float4*>(ep + (size_t)(k0 + 16) * kPathN);
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 a4 = *reinterpret_cast<const float4*>(&ds[s][k][ty * 4]), b4 = *reinterpret_cast<const float4*>(&es[s][k][tx * 4]);
            float a[4] = {a4.x, a4.y, a4.z, a4.w}, b[4] = {b4.x, b4.y, b4.z, b4.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) best[i][j] = fminf(best[i][j], a[i] + b[j]);
        }
        if (more) put(s ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *reinterpret_cast<float4*>(out + (size_t)(i0 + ty * 4 + i) * kPathN + j0 + tx * 4) = make_float4(best[i][0], best[i][1], best[i][2], best[i][3]);
}

// ---- greedy sampling: index of the largest logit of every row (language model inference) ----
constexpr int kArgRows = 540672, kArgCols = 256;
__global__ void __launch_bounds__(256) ribbon_canyon_bt7_a(const float* __restrict__ logits, int* __restrict__ pick) {
    const int row = blockIdx.x * 256 + threadIdx.x;
    const float* p = logits + (size_t)row * kArgCols;
    float best = -1e30f;
    int at = 0;
#pragma unroll 8
    for (int c = 0; c < kArgCols; ++c) {
        float v = p[c];
        if (v > best) { best = v; at = c; }
    }
    pick[row] = at;
}
__global__ void __launch_bounds__(256) ribbon_canyon_bt7_b(const float* __restrict__ logits, int* __restrict__ pick) {
    const int row = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    const float* p = logits + (size_t)row * kArgCols;
    float v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = p[lane + 32 * k];
    float best = v[0];
    int at = lane;
#pragma unroll
    for (int k = 1; k < 8; ++k)
        if (v[k] > best) { best = v[k]; at = lane + 32 * k; }
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) {
        float ov = __shfl_xor_sync(~0u, best, o);
        int oa = __shfl_xor_sync(~0u, at, o);
        if (ov > best || (ov == best && oa < at)) { best = ov; at = oa; }
    }
    if (lane == 0) pick[row] = at;
}

// ---- cross-fade of two 8-bit video frames ----
constexpr size_t kFadeN = 256u << 20;
__global__ void __launch_bounds__(256) harness_bytes(unsigned char* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (unsigned char)(harness::hash32((uint32_t)i + seed) >> 13);
}
__global__ void __launch_bounds__(256) frosty_pebble_bt7_a(const unsigned char* a, const unsigned char* b, unsigned char* out, int n, int alpha) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
        out[i] = (unsigned char)((a[i] * alpha + b[i] * (256 - alpha)) >> 8);
}
__device__ __forceinline__ unsigned mix4(unsigned a, unsigned b, unsigned p, unsigned q) {
    unsigned lo = (a & 0x00ff00ffu) * p + (b & 0x00ff00ffu) * q;
    unsigned hi = ((a >> 8) & 0x00ff00ffu) * p + ((b >> 8) & 0x00ff00ffu) * q;
    return ((lo >> 8) & 0x00ff00ffu) | (hi & 0xff00ff00u);
}
__global__ void __launch_bounds__(256) frosty_pebble_bt7_b(const uint4* a, const uint4* b, uint4* out, int n, int alpha) {
    const unsigned p = alpha, q = 256 - alpha;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        uint4 u = a[i], v = b[i];
        out[i] = make_uint4(mix4(u.x, v.x, p, q), mix4(u.y, v.y, p, q), mix4(u.z, v.z, p, q), mix4(u.w, v.w, p, q));
    }
}

// ---- material law of every cell of a solid mesh, four materials, 96 sub-steps ----
constexpr int kCells = 8 << 20;
__device__ __forceinline__ float material(int kind, float v) {
    float s = v, h = 0.5f * v;
    switch (kind) {
        case 0:
#pragma unroll 8
            for (int i = 0; i < 96; ++i) { float c = s * s; h = fmaf(0.25f, s, 0.5f * h); s = fmaf(-0.125f * c, s, fmaf(0.5f, h, v)); }
            break;
        case 1:
#pragma unroll 8
            for (int i = 0; i < 96; ++i) { h = fmaf(0.75f, h, 0.2f * s); s = fmaf(0.3f, v - s, s); s = fmaf(-0.1f, h, s); }
            break;
        case 2:
#pragma unroll 8
            for (int i = 0; i < 96; ++i) { float e = fabsf(s) - 0.25f; h = fmaf(0.05f, e, 0.9f * h); s = fmaf(0.4f, h, fmaf(0.35f, v, 0.2f * s)); }
            break;
        default:
#pragma unroll 8
            for (int i = 0; i < 96; ++i) { float p = fmaf(0.2f, s, 0.1f); s = fmaf(p, s, 0.5f * v); h = fmaf(0.6f, h, 0.1f * p); s = fmaf(0.1f, h, 0.5f * s); }
            break;
    }
    return s + h;
}
__global__ void __launch_bounds__(256) cedar_tunnel_bt7_a(const int* __restrict__ kind, const float* __restrict__ strain, float* __restrict__ stress) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    stress[i] = material(kind[i], strain[i]);
}
__global__ void __launch_bounds__(256) cedar_tunnel_bt7_b(const int* __restrict__ order, const int* __restrict__ kind, const float* __restrict__ strain, float* __restrict__ stress) {
    const int i = order[blockIdx.x * 256 + threadIdx.x];
    stress[i] = material(kind[i], strain[i]);
}

// ---- cheapest path down a grid of costs, 64 rows (dynamic programming) ----
constexpr int kDpCols = 65536, kDpRows = 64, kDpDeep = 16;
__global__ void __launch_bounds__(256) golden_ferry_bt7_a(const int* __restrict__ src, const int* __restrict__ wall, int* __restrict__ dst, int cols) {
    const int c = blockIdx.x * 256 + threadIdx.x;
    if (c >= cols) return;
    int best = src[c];
    if (c > 0) best = min(best, src[c - 1]);
    if (c + 1 < cols) best = min(best, src[c + 1]);
    dst[c] = best + wall[c];
}
__global__ void __launch_bounds__(256) golden_ferry_bt7_b(const int* __restrict__ src, const int* __restrict__ wall, int* __restrict__ dst, int cols) {
    __shared__ int line[2][258];
    const int t = threadIdx.x, c = blockIdx.x * (256 - 2 * kDpDeep) + t - kDpDeep;
    const bool in = c >= 0 && c < cols;
    int w[kDpDeep];
#pragma unroll
    for (int r = 0; r < kDpDeep; ++r) w[r] = in ? wall[(size_t)r * cols + c] : 0;
    if (t < 4) line[t & 1][t < 2 ? 0 : 257] = 1 << 30;
    int mine = in ? src[c] : 1 << 30;
    line[0][t + 1] = mine;
    __syncthreads();
#pragma unroll
    for (int r = 0; r < kDpDeep; ++r) {
        mine = min(mine, min(line[r & 1][t], line[r & 1][t + 2])) + w[r];
        if (!in) mine = 1 << 30;
        line[(r + 1) & 1][t + 1] = mine;
        __syncthreads();
    }
    if (in && t >= kDpDeep && t < 256 - kDpDeep) dst[c] = mine;
}

// ---- transposition of a matrix in 32 x 32 tiles ----
constexpr int kTrR = 12288, kTrC = 8192;
template <int PITCH>
__device__ __forceinline__ void turn(const float* __restrict__ in, float* __restrict__ out, float (*tile)[PITCH]) {
    const int tx = threadIdx.x & 31, ty = threadIdx.x >> 5, c0 = blockIdx.x * 32, r0 = blockIdx.y * 32;
#pragma unroll
    for (int k = 0; k < 32; k += 8) tile[ty + k][tx] = in[(size_t)(r0 + ty + k) * kTrC + c0 + tx];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 32; k += 8) out[(size_t)(c0 + ty + k) * kTrR + r0 + tx] = tile[tx][ty + k];
}
__global__ void __launch_bounds__(256) mellow_bridge_bt7_a(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float tile[32][34];
    turn<34>(in, out, tile);
}
__global__ void __launch_bounds__(256) mellow_bridge_bt7_b(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float tile[32][33];
    turn<33>(in, out, tile);
}

// ---- blend of three fields of a weather model ----
constexpr int kBlendN = 40 << 20;
__global__ void __launch_bounds__(256) linen_falcon_bt7_a(const float4* __restrict__ a, const float4* __restrict__ b, const float4* __restrict__ c, float4* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    float4 x = a[i], y = b[i], z = c[i];
    out[i] = make_float4(fmaf(0.9f, x.x + y.x, 0.1 * z.x), fmaf(0.9f, x.y + y.y, 0.1 * z.y), fmaf(0.9f, x.z + y.z, 0.1 * z.z), fmaf(0.9f, x.w + y.w, 0.1 * z.w));
}
__global__ void __launch_bounds__(256) linen_falcon_bt7_b(const float4* __restrict__ a, const float4* __restrict__ b, const float4* __restrict__ c, float4* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    float4 x = a[i], y = b[i], z = c[i];
    out[i] = make_float4(fmaf(0.9f, x.x + y.x, 0.1f * z.x), fmaf(0.9f, x.y + y.y, 0.1f * z.y), fmaf(0.9f, x.z + y.z, 0.1f * z.z), fmaf(0.9f, x.w + y.w, 0.1f * z.w));
}

// ---- AdamW step over a flat parameter buffer (language model training) ----
constexpr int kAdamN = 32 << 20;
__device__ __forceinline__ void adam(float& p, float g, float& m, float& v) {
    m = fmaf(0.1f, g - m, m);
    v = fmaf(0.01f, g * g - v, v);
    p -= 1e-3f * (__fdividef(m * 1.2f, sqrtf(fabsf(v) * 1.1f) + 1e-3f) + 0.01f * p);
}
__global__ void __launch_bounds__(256) violet_anvil_bt7_a(const float4* __restrict__ p, const float4* __restrict__ g, const float4* __restrict__ m, const float4* __restrict__ v,
                                                          float4* __restrict__ po, float4* __restrict__ mo, float4* __restrict__ vo) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    float4 a = p[i], b = g[i], c = m[i], d = v[i];
    adam(a.x, b.x, c.x, d.x); adam(a.y, b.y, c.y, d.y); adam(a.z, b.z, c.z, d.z); adam(a.w, b.w, c.w, d.w);
    po[i] = a; mo[i] = c; vo[i] = d;
}

// ---- gravity of 8192 sources on 270336 test particles ----
constexpr int kNbT = 132 * 2048, kNbS = 8192;
__global__ void __launch_bounds__(256) sturdy_willow_bt7_a(const float4* __restrict__ src, const float4* __restrict__ at, float* __restrict__ force) {
    __shared__ float4 tile[256];
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float4 me = at[i];
    float fx = 0.f, fy = 0.f, fz = 0.f;
    for (int base = 0; base < kNbS; base += 256) {
        __syncthreads();
        tile[threadIdx.x] = src[base + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < 256; ++j) {
            float4 s = tile[j];
            float dx = s.x - me.x, dy = s.y - me.y, dz = s.z - me.z;
            float r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f)));
            float r;
            asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(r2));
            float w = s.w * (r * r) * r;
            fx = fmaf(w, dx, fx); fy = fmaf(w, dy, fy); fz = fmaf(w, dz, fz);
        }
    }
    force[i] = fx; force[kNbT + i] = fy; force[2 * kNbT + i] = fz;
}

// ---- root-mean-square normalisation of rows of 1024 (language model inference) ----
constexpr int kRmsRows = 65536;
__global__ void __launch_bounds__(256) tawny_saddle_bt7_a(const float4* __restrict__ x, const float4* __restrict__ gain, float4* __restrict__ y) {
    const int row = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    const float4* p = x + (size_t)row * 256;
    float4 v[8];
    float s = 0.f;
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = p[lane + 32 * k];
#pragma unroll
    for (int k = 0; k < 8; ++k) s += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    const float r = rsqrtf(s * (1.0f / 1024.0f) + 1e-5f);
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        float4 g = gain[lane + 32 * k];
        y[(size_t)row * 256 + lane + 32 * k] = make_float4(v[k].x * r * g.x, v[k].y * r * g.y, v[k].z * r * g.z, v[k].w * r * g.w);
    }
}

// ---- row hash of two integer columns (columnar data frame) ----
constexpr int kHashN = 64 << 20;
__device__ __forceinline__ unsigned murmur(unsigned a, unsigned b) {
    unsigned h = 0x9747b28cu;
    a *= 0xcc9e2d51u; a = __funnelshift_l(a, a, 15); a *= 0x1b873593u; h ^= a; h = __funnelshift_l(h, h, 13) * 5 + 0xe6546b64u;
    b *= 0xcc9e2d51u; b = __funnelshift_l(b, b, 15); b *= 0x1b873593u; h ^= b; h = __funnelshift_l(h, h, 13) * 5 + 0xe6546b64u;
    h ^= 8u; h ^= h >> 16; h *= 0x85ebca6bu; h ^= h >> 13; h *= 0xc2b2ae35u; return h ^ (h >> 16);
}
__global__ void __launch_bounds__(256) rustic_pillar_bt7_a(const uint4* __restrict__ a, const uint4* __restrict__ b, uint4* __restrict__ h) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    uint4 u = a[i], v = b[i];
    h[i] = make_uint4(murmur(u.x, v.x), murmur(u.y, v.y), murmur(u.z, v.z), murmur(u.w, v.w));
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> f, const void* out, size_t n, Output t = Output::f32) { cases.push_back(Case{name, f, out, n, t}); };
    {
        int* k = harness::indices(kGroupRows, kGroups, 11);
        int* v = harness::empty<int>(kGroupRows);
        harness_keys<<<2048, 256>>>(v, kGroupRows, 50, 5); CHECK(cudaGetLastError());
        int* o = harness::empty<int>(kGroups);
        add("copper_meadow_bt7_a", [=] { copper_meadow_bt7_a<<<132 * 4, 512>>>((int4*)k, (int4*)v, o, kGroupRows / 4); }, o, kGroups, Output::i32);
        add("copper_meadow_bt7_b", [=] { copper_meadow_bt7_b<<<132 * 4, 512>>>((int4*)k, (int4*)v, o, kGroupRows / 4); }, o, kGroups, Output::i32);
    }
    {
        float4* a = harness::empty<float4>(kAtoms);
        harness_atoms<<<kAtoms / 256, 256>>>(a, kAtoms); CHECK(cudaGetLastError());
        const int n = kLatX * kLatY;
        float* o = harness::empty<float>(n);
        add("silver_orchard_bt7_a", [=] { silver_orchard_bt7_a<<<n / 256, 256>>>(a, o); }, o, n);
        add("silver_orchard_bt7_b", [=] { silver_orchard_bt7_b<<<n / 256, 256>>>(a, o); }, o, n);
    }
    {
        const size_t n = (size_t)kShN * kShC * kShHW;
        float* in = harness::filled<float>(n, 21);
        float* o = harness::empty<float>(n);
        add("walnut_harbor_bt7_a", [=] { walnut_harbor_bt7_a<<<(unsigned)(n / 1024), 256>>>(in, o, (long long)n, kShC, kShG, kShHW); }, o, n);
        add("walnut_harbor_bt7_b", [=] { walnut_harbor_bt7_b<<<dim3(kShC, kShN), 256>>>(in, o, kShC, kShG, kShHW); }, o, n);
    }
    {
        float* q = harness::empty<float>((size_t)kJsQ * kJsD);
        float* b = harness::empty<float>((size_t)kJsB * kJsD);
        harness_hist<<<256, 256>>>(q, (size_t)kJsQ * kJsD, 31); CHECK(cudaGetLastError());
        harness_hist<<<256, 256>>>(b, (size_t)kJsB * kJsD, 32); CHECK(cudaGetLastError());
        const size_t n = (size_t)kJsQ * kJsB;
        float* o = harness::empty<float>(n);
        add("amber_lantern_bt7_a", [=] { amber_lantern_bt7_a<<<dim3(kJsB / 64, kJsQ / 64), 256>>>(q, b, o); }, o, n);
        add("amber_lantern_bt7_b", [=] { amber_lantern_bt7_b<<<dim3(kJsB / 64, kJsQ / 64), 256>>>(q, b, o); }, o, n);
    }
    {
        float* x = harness::filled<float>((size_t)kLadCh * kLadT, 41);
        const size_t n = (size_t)kLadCh * (kLadT / 16);
        float* o = harness::empty<float>(n);
        add("quiet_summit_bt7_a", [=] { quiet_summit_bt7_a<<<132, 128>>>(x, o, 0.85f); }, o, n);
        add("quiet_summit_bt7_b", [=] { quiet_summit_bt7_b<<<132, 128>>>(x, o, 0.85f); }, o, n);
    }
    {
        float* d = harness::filled<float>((size_t)kScanN * 128, 51);
        float* q = harness::filled<float>(4 * 128, 52);
        const size_t n = (size_t)kScanN * 4;
        float* o = harness::empty<float>(n);
        const int bytes = kScanTile * 512;
        CHECK(cudaFuncSetAttribute(paper_glacier_bt7_a, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        CHECK(cudaFuncSetAttribute(paper_glacier_bt7_b, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        add("paper_glacier_bt7_a", [=] { paper_glacier_bt7_a<<<132, 512, bytes>>>((float4*)d, (float4*)q, o, kScanN / kScanTile); }, o, n);
        add("paper_glacier_bt7_b", [=] { paper_glacier_bt7_b<<<132, 512, bytes>>>((float4*)d, (float4*)q, o, kScanN / kScanTile); }, o, n);
    }
    {
        __half* x = harness::filled<__half>((size_t)kLinM * kLinK, 61);
        __half* w = harness::filled<__half>((size_t)kLinK * kLinN, 62);
        const size_t n = (size_t)kLinM * kLinN;
        float* o = harness::empty<float>(n);
        const int bytes = 4 * kLinStage * 2;
        CHECK(cudaFuncSetAttribute(marble_valley_bt7_b, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        add("marble_valley_bt7_a", [=] { marble_valley_bt7_a<<<dim3(kLinN / 128, kLinM / 128), 256>>>(x, w, o); }, o, n);
        add("marble_valley_bt7_b", [=] { marble_valley_bt7_b<<<dim3(kLinN / 128, kLinM / 128), 256, bytes>>>(x, w, o); }, o, n);
    }
    {
        float* d = harness::filled<float>((size_t)kPathM * kPathK, 71);
        float* e = harness::filled<float>((size_t)kPathK * kPathN, 72);
        const size_t n = (size_t)kPathM * kPathN;
        float* o = harness::empty<float>(n);
        add("hollow_compass_bt7_a", [=] { hollow_compass_bt7_a<<<dim3(kPathN / 32, kPathM / 8), 256>>>(d, e, o); }, o, n);
        add("hollow_compass_bt7_b", [=] { hollow_compass_bt7_b<<<dim3(kPathN / 64, kPathM / 64), 256>>>(d, e, o); }, o, n);
    }
    {
        float* l = harness::filled<float>((size_t)kArgRows * kArgCols, 81);
        int* o = harness::empty<int>(kArgRows);
        add("ribbon_canyon_bt7_a", [=] { ribbon_canyon_bt7_a<<<kArgRows / 256, 256>>>(l, o); }, o, kArgRows, Output::i32);
        add("ribbon_canyon_bt7_b", [=] { ribbon_canyon_bt7_b<<<kArgRows / 8, 256>>>(l, o); }, o, kArgRows, Output::i32);
    }
    {
        unsigned char* a = harness::empty<unsigned char>(kFadeN);
        unsigned char* b = harness::empty<unsigned char>(kFadeN);
        unsigned char* o = harness::empty<unsigned char>(kFadeN);
        harness_bytes<<<2048, 256>>>(a, kFadeN, 91); CHECK(cudaGetLastError());
        harness_bytes<<<2048, 256>>>(b, kFadeN, 92); CHECK(cudaGetLastError());
        add("frosty_pebble_bt7_a", [=] { frosty_pebble_bt7_a<<<132 * 8, 256>>>(a, b, o, (int)kFadeN, 77); }, o, kFadeN, Output::u8);
        add("frosty_pebble_bt7_b", [=] { frosty_pebble_bt7_b<<<132 * 8, 256>>>((uint4*)a, (uint4*)b, (uint4*)o, (int)(kFadeN / 16), 77); }, o, kFadeN, Output::u8);
    }
    {
        std::vector<int> kinds(kCells), order(kCells);
        for (int i = 0; i < kCells; ++i) kinds[i] = (int)(harness::hash32((uint32_t)i * 7u + 3u) % 4u);
        for (int s = 0, at = 0; s < kCells; s += 1024)
            for (int m = 0; m < 4; ++m)
                for (int i = s; i < s + 1024; ++i)
                    if (kinds[i] == m) order[at++] = i;
        int* k = harness::uploaded(kinds);
        int* r = harness::uploaded(order);
        float* v = harness::filled<float>(kCells, 101);
        float* o = harness::empty<float>(kCells);
        add("cedar_tunnel_bt7_a", [=] { cedar_tunnel_bt7_a<<<kCells / 256, 256>>>(k, v, o); }, o, kCells);
        add("cedar_tunnel_bt7_b", [=] { cedar_tunnel_bt7_b<<<kCells / 256, 256>>>(r, k, v, o); }, o, kCells);
    }
    {
        int* w = harness::indices((size_t)kDpCols * (kDpRows + 1), 10, 111);
        int* t = harness::empty<int>(kDpCols);
        int* o = harness::empty<int>(kDpCols);
        add("golden_ferry_bt7_a", [=] {
            const int* src = w;
            for (int r = 0; r < kDpRows; ++r) {
                int* dst = r & 1 ? o : t;
                golden_ferry_bt7_a<<<kDpCols / 256, 256>>>(src, w + (size_t)(r + 1) * kDpCols, dst, kDpCols);
                src = dst;
            }
        }, o, kDpCols, Output::i32);
        add("golden_ferry_bt7_b", [=] {
            const int* src = w;
            const int wide = 256 - 2 * kDpDeep;
            for (int r = 0; r < kDpRows; r += kDpDeep) {
                int* dst = (r / kDpDeep) & 1 ? o : t;
                golden_ferry_bt7_b<<<(kDpCols + wide - 1) / wide, 256>>>(src, w + (size_t)(r + 1) * kDpCols, dst, kDpCols);
                src = dst;
            }
        }, o, kDpCols, Output::i32);
    }
    {
        const size_t n = (size_t)kTrR * kTrC;
        float* in = harness::filled<float>(n, 121);
        float* o = harness::empty<float>(n);
        add("mellow_bridge_bt7_a", [=] { mellow_bridge_bt7_a<<<dim3(kTrC / 32, kTrR / 32), 256>>>(in, o); }, o, n);
        add("mellow_bridge_bt7_b", [=] { mellow_bridge_bt7_b<<<dim3(kTrC / 32, kTrR / 32), 256>>>(in, o); }, o, n);
    }
    {
        float* a = harness::filled<float>(kBlendN, 131);
        float* b = harness::filled<float>(kBlendN, 132);
        float* c = harness::filled<float>(kBlendN, 133);
        float* o = harness::empty<float>(kBlendN);
        add("linen_falcon_bt7_a", [=] { linen_falcon_bt7_a<<<kBlendN / 1024, 256>>>((float4*)a, (float4*)b, (float4*)c, (float4*)o); }, o, kBlendN);
        add("linen_falcon_bt7_b", [=] { linen_falcon_bt7_b<<<kBlendN / 1024, 256>>>((float4*)a, (float4*)b, (float4*)c, (float4*)o); }, o, kBlendN);
    }
    {
        float* p = harness::filled<float>(kAdamN, 141);
        float* g = harness::filled<float>(kAdamN, 142);
        float* m = harness::filled<float>(kAdamN, 143);
        float* v = harness::filled<float>(kAdamN, 144);
        float* po = harness::empty<float>(kAdamN);
        float* mo = harness::empty<float>(kAdamN);
        float* vo = harness::empty<float>(kAdamN);
        add("violet_anvil_bt7_a", [=] { violet_anvil_bt7_a<<<kAdamN / 1024, 256>>>((float4*)p, (float4*)g, (float4*)m, (float4*)v, (float4*)po, (float4*)mo, (float4*)vo); }, po, kAdamN);
    }
    {
        float* s = harness::filled<float>((size_t)kNbS * 4, 151);
        float* t = harness::filled<float>((size_t)kNbT * 4, 152);
        float* o = harness::empty<float>((size_t)kNbT * 3);
        add("sturdy_willow_bt7_a", [=] { sturdy_willow_bt7_a<<<kNbT / 256, 256>>>((float4*)s, (float4*)t, o); }, o, (size_t)kNbT * 3);
    }
    {
        float* x = harness::filled<float>((size_t)kRmsRows * 1024, 161);
        float* g = harness::filled<float>(1024, 162);
        float* o = harness::empty<float>((size_t)kRmsRows * 1024);
        add("tawny_saddle_bt7_a", [=] { tawny_saddle_bt7_a<<<kRmsRows / 8, 256>>>((float4*)x, (float4*)g, (float4*)o); }, o, (size_t)kRmsRows * 1024);
    }
    {
        int* a = harness::indices(kHashN, 1u << 30, 171);
        int* b = harness::indices(kHashN, 1u << 20, 172);
        int* o = harness::empty<int>(kHashN);
        add("rustic_pillar_bt7_a", [=] { rustic_pillar_bt7_a<<<kHashN / 1024, 256>>>((uint4*)a, (uint4*)b, (uint4*)o); }, o, kHashN, Output::i32);
    }
    return harness::run(argc, argv, cases);
}
