#include "harness.cuh"

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using harness::Case;
using harness::Output;
using harness::hash32;
using harness::unit;

// ---- amber_lantern: transmittance along 32 depth samples of every ray, from sample-major densities to ray-major profiles
constexpr int kRays = 1 << 21, kDepths = 32;
__global__ void __launch_bounds__(256) amber_lantern_bs1_a(const float* __restrict__ sigma, float* __restrict__ out) {
    const int r = blockIdx.x * 256 + threadIdx.x;
    float t = 1.0f;
    for (int s0 = 0; s0 < kDepths; s0 += 8) {
        float v[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) v[k] = sigma[(size_t)(s0 + k) * kRays + r];
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            t *= 1.0f - 0.05f * fabsf(v[k]);
            out[(size_t)r * kDepths + s0 + k] = t;
        }
    }
}
__global__ void __launch_bounds__(256) amber_lantern_bs1_b(const float* __restrict__ sigma, float* __restrict__ out) {
    __shared__ float tile[8][32][33];
    const int r = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    float t = 1.0f;
    for (int s0 = 0; s0 < kDepths; s0 += 8) {
        float v[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) v[k] = sigma[(size_t)(s0 + k) * kRays + r];
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            t *= 1.0f - 0.05f * fabsf(v[k]);
            tile[warp][lane][s0 + k] = t;
        }
    }
    __syncwarp();
    float* row = out + (size_t)(r - lane) * kDepths + lane;
#pragma unroll 8
    for (int i = 0; i < 32; ++i) row[i * kDepths] = tile[warp][i][lane];
}

// ---- copper_meadow: pressure-driven flow through every link of a pore network
constexpr int kNodes = 1 << 25, kLinks = 1 << 25;
__global__ void harness_links(int* from, int* to, float* w, int scrambled) {
    for (uint32_t e = blockIdx.x * blockDim.x + threadIdx.x; e < (uint32_t)kLinks; e += gridDim.x * blockDim.x) {
        const uint32_t mask = kNodes - 1;
        uint32_t x = e;
        if (scrambled) {
            x ^= x >> 13; x = (x * 0x9e3779b1u) & mask; x ^= x >> 11; x = (x * 0x85ebca6bu) & mask; x ^= x >> 14;
        }
        from[e] = (int)x;
        to[e] = (int)((x + 1 + (hash32(x) & 3)) & mask);
        w[e] = 0.6f + 0.5f * unit(x + 99u);
    }
}
__device__ __forceinline__ void link_flow(const int* __restrict__ from, const int* __restrict__ to, const float* __restrict__ w,
                                          const float* __restrict__ p, float* __restrict__ q) {
    const int base = blockIdx.x * 1024 + threadIdx.x;
    int a[4], b[4]; float c[4], pa[4], pb[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { a[k] = from[base + k * 256]; b[k] = to[base + k * 256]; c[k] = w[base + k * 256]; }
#pragma unroll
    for (int k = 0; k < 4; ++k) { pa[k] = p[a[k]]; pb[k] = p[b[k]]; }
#pragma unroll
    for (int k = 0; k < 4; ++k) q[base + k * 256] = c[k] * (2.0f + pa[k] - 0.5f * pb[k]);
}
__global__ void __launch_bounds__(256) copper_meadow_bs1_a(const int* __restrict__ from, const int* __restrict__ to, const float* __restrict__ w,
                                                          const float* __restrict__ p, float* __restrict__ q) { link_flow(from, to, w, p, q); }
__global__ void __launch_bounds__(256) copper_meadow_bs1_b(const int* __restrict__ from, const int* __restrict__ to, const float* __restrict__ w,
                                                          const float* __restrict__ p, float* __restrict__ q) { link_flow(from, to, w, p, q); }

// ---- quiet_harbor: thresholded change map of two 8-bit aerial mosaics
constexpr size_t kPixels = (size_t)1 << 28;
__global__ void harness_bytes(uint8_t* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (uint8_t)(hash32((uint32_t)i + seed) >> 9);
}
__global__ void __launch_bounds__(256) quiet_harbor_bs1_a(const uint8_t* __restrict__ now, const uint8_t* __restrict__ then, uint8_t* __restrict__ out, int least) {
    const size_t base = (size_t)blockIdx.x * 1024 + threadIdx.x;
#pragma unroll 1
    for (int k = 0; k < 4; ++k) {
        const size_t i = base + k * 256;
        const int d = abs((int)now[i] - (int)then[i]);
        out[i] = d > least ? (uint8_t)d : (uint8_t)0;
    }
}
__global__ void __launch_bounds__(256) quiet_harbor_bs1_b(const uint4* __restrict__ now, const uint4* __restrict__ then, uint4* __restrict__ out, int least) {
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    const unsigned bar = (unsigned)least * 0x01010101u;
    const uint4 a = now[i], b = then[i];
    uint4 d = make_uint4(__vabsdiffu4(a.x, b.x), __vabsdiffu4(a.y, b.y), __vabsdiffu4(a.z, b.z), __vabsdiffu4(a.w, b.w));
    d.x &= __vcmpgtu4(d.x, bar); d.y &= __vcmpgtu4(d.y, bar); d.z &= __vcmpgtu4(d.z, bar); d.w &= __vcmpgtu4(d.w, bar);
    out[i] = d;
}

// ---- silver_thimble: dwell-weighted 16-level occupancy profile of every wind station's 32 readings
constexpr int kStations = 1 << 21, kReadings = 32, kLevels = 16;
__global__ void __launch_bounds__(256) silver_thimble_bs1_a(const float* __restrict__ reading, float* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    float level[kLevels];
#pragma unroll
    for (int b = 0; b < kLevels; ++b) level[b] = 0.0f;
    for (int s0 = 0; s0 < kReadings; s0 += 8) {
        float v[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) v[k] = reading[(size_t)(s0 + k) * kStations + i];
#pragma unroll
        for (int k = 0; k < 8; ++k) level[(int)((v[k] + 1.0f) * 8.0f) & 15] += 1.0f + v[k] * v[k];
    }
#pragma unroll
    for (int b = 0; b < kLevels; ++b) out[(size_t)b * kStations + i] = level[b];
}
__global__ void __launch_bounds__(256) silver_thimble_bs1_b(const float* __restrict__ reading, float* __restrict__ out) {
    __shared__ float level[kLevels][256];
    const int t = threadIdx.x, i = blockIdx.x * 256 + t;
#pragma unroll
    for (int b = 0; b < kLevels; ++b) level[b][t] = 0.0f;
    for (int s0 = 0; s0 < kReadings; s0 += 8) {
        float v[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) v[k] = reading[(size_t)(s0 + k) * kStations + i];
#pragma unroll
        for (int k = 0; k < 8; ++k) level[(int)((v[k] + 1.0f) * 8.0f) & 15][t] += 1.0f + v[k] * v[k];
    }
#pragma unroll
    for (int b = 0; b < kLevels; ++b) out[(size_t)b * kStations + i] = level[b][t];
}

// ---- maple_orchard: feed-forward echo of every microphone channel through a delay line kept on chip
constexpr int kChannels = 1 << 21, kTicks = 48, kLag = 12, kLongestLag = 128;
__device__ __forceinline__ void echo(const float* __restrict__ x, float* __restrict__ y, int lag, float* line) {
    const int c = blockIdx.x * 256 + threadIdx.x;
    float* mine = line + threadIdx.x;
    for (int s = 0; s < lag; ++s) mine[s * 256] = 0.0f;
    int slot = 0;
#pragma unroll 1
    for (int t = 0; t < kTicks; t += 4) {
        float v[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] = x[(size_t)(t + k) * kChannels + c];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            const float r = v[k] + 0.55f * mine[slot * 256];
            mine[slot * 256] = r;
            slot = slot + 1 == lag ? 0 : slot + 1;
            y[(size_t)(t + k) * kChannels + c] = r;
        }
    }
}
__global__ void __launch_bounds__(256) maple_orchard_bs1_a(const float* __restrict__ x, float* __restrict__ y, int lag) {
    extern __shared__ float line[];
    echo(x, y, lag, line);
}
__global__ void __launch_bounds__(256) maple_orchard_bs1_b(const float* __restrict__ x, float* __restrict__ y, int lag) {
    extern __shared__ float line[];
    echo(x, y, lag, line);
}

// ---- cobalt_pebble: brightness calibration of the stars of 2048 survey plates with one zero point and slope per plate
constexpr int kPlates = 2048, kPiece = 4096;
__device__ __forceinline__ float4 calibrate(float4 f, float zero, float slope) {
    f.x = zero - slope * __log2f(fabsf(f.x) + 1e-3f); f.y = zero - slope * __log2f(fabsf(f.y) + 1e-3f);
    f.z = zero - slope * __log2f(fabsf(f.z) + 1e-3f); f.w = zero - slope * __log2f(fabsf(f.w) + 1e-3f);
    return f;
}
__global__ void __launch_bounds__(256) cobalt_pebble_bs1_a(const float4* __restrict__ flux, const int* __restrict__ start, const float* __restrict__ zero,
                                                           const float* __restrict__ slope, float4* __restrict__ out) {
    const int plate = blockIdx.x, end = start[plate + 1] / 4;
    const float z = 20.0f + zero[plate], s = 0.75f + 0.1f * slope[plate];
#pragma unroll 2
    for (int i = start[plate] / 4 + threadIdx.x; i < end; i += 256) out[i] = calibrate(flux[i], z, s);
}
__global__ void __launch_bounds__(256) cobalt_pebble_bs1_b(const float4* __restrict__ flux, const int* __restrict__ owner, const float* __restrict__ zero,
                                                           const float* __restrict__ slope, float4* __restrict__ out) {
    const int plate = owner[blockIdx.x], base = blockIdx.x * (kPiece / 4) + threadIdx.x;
    const float z = 20.0f + zero[plate], s = 0.75f + 0.1f * slope[plate];
    float4 f[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) f[k] = flux[base + k * 256];
#pragma unroll
    for (int k = 0; k < 4; ++k) out[base + k * 256] = calibrate(f[k], z, s);
}

// ---- willow_candle: accumulated wear of every bearing over its own number of load cycles
constexpr int kBearings = 1 << 23;
__device__ __forceinline__ float wear(float load, int cycles) {
    float s = 0.1f * load, u = 0.3f;
#pragma unroll 1
    for (int c = 0; c < cycles; ++c) {
        const float g = fmaf(s, fmaf(s, fmaf(s, -0.013f, 0.041f), -0.11f), 0.27f);
        u = fmaf(u, 0.93f, fmaf(g, 0.07f, 0.011f * load));
        s = fmaf(s, 0.88f, fmaf(u, fmaf(u, -0.021f, 0.09f), 0.015f));
    }
    return s + u;
}
__global__ void __launch_bounds__(256) willow_candle_bs1_a(const float* __restrict__ load, const int* __restrict__ cycles, float* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = wear(load[i], cycles[i]);
}
__global__ void __launch_bounds__(256) willow_candle_bs1_b(const float* __restrict__ load, const int* __restrict__ cycles, float* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = wear(load[i], cycles[i]);
}

// ---- ivory_saddle: 32 independent rings of 32 coupled oscillators a block relax together, one ring in turn refining its coupling
constexpr int kRingBlocks = 132 * 16;
__device__ __forceinline__ void refine(float& p, float& q, float x, int rounds) {
#pragma unroll 1
    for (int r = 0; r < rounds; ++r) {
#pragma unroll
        for (int k = 0; k < 6; ++k) {
            p = fmaf(q, 0.031f, fmaf(p, 0.95f, 0.004f));
            q = fmaf(p, -0.027f, q * 0.97f + 0.003f * x);
        }
    }
}
__global__ void __launch_bounds__(1024, 2) ivory_saddle_bs1_a(const float* __restrict__ x, float* __restrict__ out) {
    __shared__ float ring[32][32];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, i = blockIdx.x * 1024 + threadIdx.x;
    const float v = x[i];
    float p = v, q = 0.5f * v;
#pragma unroll 1
    for (int step = 0; step < 32; ++step) {
        ring[warp][lane] = p;
        __syncthreads();
        const float around = ring[warp][(lane + 31) & 31] + ring[warp][(lane + 1) & 31];
        p = 0.9f * p + 0.04f * around;
        refine(p, q, v, warp == step ? 48 : 1);
        __syncthreads();
    }
    out[i] = p + q;
}
__global__ void __launch_bounds__(1024, 2) ivory_saddle_bs1_b(const float* __restrict__ x, float* __restrict__ out) {
    __shared__ float ring[32][32];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, i = blockIdx.x * 1024 + threadIdx.x;
    const float v = x[i];
    float p = v, q = 0.5f * v;
#pragma unroll 1
    for (int step = 0; step < 32; ++step) {
        ring[warp][lane] = p;
        __syncwarp();
        const float around = ring[warp][(lane + 31) & 31] + ring[warp][(lane + 1) & 31];
        p = 0.9f * p + 0.04f * around;
        refine(p, q, v, warp == step ? 48 : 1);
        __syncwarp();
    }
    out[i] = p + q;
}

// ---- russet_kettle: gain of a six-dimensional lattice field by the sublattices of every site and of its mirror site
constexpr unsigned kSites = 1u << 26;
struct Extents { unsigned d[5]; unsigned colours; };
struct Inverses { unsigned m[5]; unsigned colours_m; };  // ceil(2^32 / extent): exact for numerators below 2^26 and extents below 64
__device__ __forceinline__ unsigned colour(unsigned rest, const Extents& e) {
    unsigned label = 0;
#pragma unroll
    for (int j = 0; j < 5; ++j) {
        const unsigned q = rest / e.d[j];
        label += (j + 1) * (rest - q * e.d[j]);
        rest = q;
    }
    label += 7 * rest;
    return label - label / e.colours * e.colours;
}
__device__ __forceinline__ unsigned colour(unsigned rest, const Extents& e, const Inverses& r) {
    unsigned label = 0;
#pragma unroll
    for (int j = 0; j < 5; ++j) {
        const unsigned q = __umulhi(rest, r.m[j]);
        label += (j + 1) * (rest - q * e.d[j]);
        rest = q;
    }
    label += 7 * rest;
    return label - __umulhi(label, r.colours_m) * e.colours;
}
__global__ void __launch_bounds__(256) russet_kettle_bs1_a(const float* __restrict__ field, float* __restrict__ out, Extents e) {
    const unsigned base = blockIdx.x * 1024 + threadIdx.x;
    float v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = field[base + k * 256];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const unsigned i = base + k * 256, label = colour(i, e) + 2 * colour(kSites - 1 - i, e);
        out[i] = v[k] * (1.0f + 0.03f * (float)label) + 0.1f;
    }
}
__global__ void __launch_bounds__(256) russet_kettle_bs1_b(const float* __restrict__ field, float* __restrict__ out, Extents e, Inverses r) {
    const unsigned base = blockIdx.x * 1024 + threadIdx.x;
    float v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = field[base + k * 256];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const unsigned i = base + k * 256, label = colour(i, e, r) + 2 * colour(kSites - 1 - i, e, r);
        out[i] = v[k] * (1.0f + 0.03f * (float)label) + 0.1f;
    }
}

// ---- walnut_ribbon: similarity of 8192 image descriptors with 2048 reference descriptors of 1024 half values each
constexpr int kQueries = 8192, kReferences = 2048, kFeatures = 1024;
__global__ void __launch_bounds__(256) walnut_ribbon_bs1_a(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c) {
    __shared__ __align__(16) float sa[16][132], sb[16][132];
    const int t = threadIdx.x, tx = t & 15, ty = t >> 4;
    const int row = t >> 1, part = (t & 1) * 8;
    const __half* pa = a + (size_t)(blockIdx.y * 128 + row) * kFeatures + part;
    const __half* pb = b + (size_t)(blockIdx.x * 128 + row) * kFeatures + part;
    float acc[8][8] = {};
    uint4 ra = *(const uint4*)pa, rb = *(const uint4*)pb;
    for (int k0 = 0; k0 < kFeatures; k0 += 16) {
        const __half2* ha = (const __half2*)&ra; const __half2* hb = (const __half2*)&rb;
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const float2 fa = __half22float2(ha[j]), fb = __half22float2(hb[j]);
            sa[part + 2 * j][row] = fa.x; sa[part + 2 * j + 1][row] = fa.y;
            sb[part + 2 * j][row] = fb.x; sb[part + 2 * j + 1][row] = fb.y;
        }
        __syncthreads();
        if (k0 + 16 < kFeatures) { ra = *(const uint4*)(pa + k0 + 16); rb = *(const uint4*)(pb + k0 + 16); }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float fa[8], fb[8];
            *(float4*)&fa[0] = *(const float4*)&sa[k][ty * 4]; *(float4*)&fa[4] = *(const float4*)&sa[k][64 + ty * 4];
            *(float4*)&fb[0] = *(const float4*)&sb[k][tx * 4]; *(float4*)&fb[4] = *(const float4*)&sb[k][64 + tx * 4];
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = fmaf(fa[i], fb[j], acc[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* p = c + (size_t)(blockIdx.y * 128 + (i < 4 ? ty * 4 + i : 60 + ty * 4 + i)) * kReferences + blockIdx.x * 128 + tx * 4;
        *(float4*)p = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *(float4*)(p + 64) = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}
__global__ void __launch_bounds__(256) walnut_ribbon_bs1_b(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c) {
    using namespace nvcuda;
    extern __shared__ __align__(128) __half stage[];  // [3][2][128][40]
    const int t = threadIdx.x, warp = t >> 5, wm = (warp & 3) * 32, wn = (warp >> 2) * 64;
    const __half* ga = a + (size_t)blockIdx.y * 128 * kFeatures;
    const __half* gb = b + (size_t)blockIdx.x * 128 * kFeatures;
    auto fetch = [&](int s, int k0) {
        __half* sa = stage + s * 2 * 128 * 40; __half* sb = sa + 128 * 40;
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            const int u = t + j * 256, row = u >> 2, part = (u & 3) * 8;
            __pipeline_memcpy_async(sa + row * 40 + part, ga + (size_t)row * kFeatures + k0 + part, 16);
            __pipeline_memcpy_async(sb + row * 40 + part, gb + (size_t)row * kFeatures + k0 + part, 16);
        }
    };
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][4];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
    fetch(0, 0); __pipeline_commit();
    fetch(1, 32); __pipeline_commit();
    constexpr int kSteps = kFeatures / 32;
    for (int s = 0; s < kSteps; ++s) {
        __pipeline_wait_prior(1);
        __syncthreads();
        if (s + 2 < kSteps) fetch((s + 2) % 3, (s + 2) * 32);
        __pipeline_commit();
        const __half* sa = stage + (s % 3) * 2 * 128 * 40; const __half* sb = sa + 128 * 40;
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb[4];
#pragma unroll
            for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(fa[i], sa + (wm + i * 16) * 40 + k, 40);
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(fb[j], sb + (wn + j * 16) * 40 + k, 40);
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
            wmma::store_matrix_sync(c + (size_t)(blockIdx.y * 128 + wm + i * 16) * kReferences + blockIdx.x * 128 + wn + j * 16, acc[i][j], kReferences, wmma::mem_row_major);
}

// ---- cedar_goblet: thermal frames: dark correction with flat field, response curve, then blend with the emissivity map
constexpr size_t kTherm = (size_t)1 << 26;
__device__ __forceinline__ float flat(float raw, float field) { return (raw - 0.07f) * (1.5f + 0.3f * field); }
__device__ __forceinline__ float curve(float v) { return v * fmaf(v, fmaf(v, -0.012f, 0.08f), 1.1f) + 0.02f; }
__device__ __forceinline__ float mix(float v, float e) { return v * (0.9f + 0.05f * e) + 0.3f * e * e; }
__global__ void __launch_bounds__(256) cedar_goblet_bs1_a(const float4* __restrict__ raw, const float4* __restrict__ field, float4* __restrict__ out) {
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    const float4 r = raw[i], f = field[i];
    out[i] = make_float4(flat(r.x, f.x), flat(r.y, f.y), flat(r.z, f.z), flat(r.w, f.w));
}
__global__ void __launch_bounds__(256) cedar_goblet_bs1_a2(const float4* __restrict__ in, float4* __restrict__ out) {
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    const float4 v = in[i];
    out[i] = make_float4(curve(v.x), curve(v.y), curve(v.z), curve(v.w));
}
__global__ void __launch_bounds__(256) cedar_goblet_bs1_a3(const float4* __restrict__ in, const float4* __restrict__ emissivity, float4* __restrict__ out) {
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    const float4 v = in[i], e = emissivity[i];
    out[i] = make_float4(mix(v.x, e.x), mix(v.y, e.y), mix(v.z, e.z), mix(v.w, e.w));
}
__global__ void __launch_bounds__(256) cedar_goblet_bs1_b(const float4* __restrict__ raw, const float4* __restrict__ field, const float4* __restrict__ emissivity,
                                                         float4* __restrict__ out) {
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    const float4 r = raw[i], f = field[i], e = emissivity[i];
    out[i] = make_float4(mix(curve(flat(r.x, f.x)), e.x), mix(curve(flat(r.y, f.y)), e.y), mix(curve(flat(r.z, f.z)), e.z), mix(curve(flat(r.w, f.w)), e.w));
}

// ---- plum_feather: peak response of a bank of 32 resonators to every shock pulse
constexpr int kPulses = 277 * 16384;
__device__ __forceinline__ float respond(float x) {
    float s[32];
#pragma unroll
    for (int j = 0; j < 32; ++j) s[j] = x * (0.02f * (j + 1));
    float drive = x;
#pragma unroll 1
    for (int t = 0; t < 32; ++t) {
#pragma unroll
        for (int j = 0; j < 32; ++j) s[j] = fmaf(s[j], 0.97f - 0.013f * j, drive);
        drive *= 0.9f;
    }
    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j < 32; ++j) sum += s[j] * s[j];
    return sum;
}
__global__ void __launch_bounds__(1024, 1) plum_feather_bs1_a(const float* __restrict__ x, float* __restrict__ out, int share) {
    const int first = blockIdx.x * share, end = min(first + share, kPulses);
#pragma unroll 1
    for (int i = first + threadIdx.x; i < end; i += 1024) out[i] = respond(x[i]);
}
__global__ void __launch_bounds__(1024, 1) plum_feather_bs1_b(const float* __restrict__ x, float* __restrict__ out, int share) {
    const int first = blockIdx.x * share, end = min(first + share, kPulses);
#pragma unroll 1
    for (int i = first + threadIdx.x; i < end; i += 1024) out[i] = respond(x[i]);
}

// ---- hazel_button: damped sum of two wave-height fields
constexpr size_t kCells = (size_t)1 << 26;
__device__ __forceinline__ float damp_wide(float a, float b) { return (float)(a * 0.8125 + b); }
__device__ __forceinline__ float damp(float a, float b) { return a * 0.8125f + b; }
__global__ void __launch_bounds__(256) hazel_button_bs1_a(const float4* __restrict__ a, const float4* __restrict__ b, float4* __restrict__ out) {
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    const float4 u = a[i], v = b[i];
    out[i] = make_float4(damp_wide(u.x, v.x), damp_wide(u.y, v.y), damp_wide(u.z, v.z), damp_wide(u.w, v.w));
}
__global__ void __launch_bounds__(256) hazel_button_bs1_b(const float4* __restrict__ a, const float4* __restrict__ b, float4* __restrict__ out) {
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    const float4 u = a[i], v = b[i];
    out[i] = make_float4(damp(u.x, v.x), damp(u.y, v.y), damp(u.z, v.z), damp(u.w, v.w));
}

// ---- linen_trumpet: interleaved four-polarisation samples to four gain-corrected planes
constexpr int kStokes = 1 << 24;
__global__ void __launch_bounds__(256) linen_trumpet_bs1_a(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float pack[1024];
    const int t = threadIdx.x, base = blockIdx.x * 256;
    float v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = in[(size_t)base * 4 + k * 256 + t];
#pragma unroll
    for (int k = 0; k < 4; ++k) pack[k * 256 + t] = v[k];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const volatile float* p = pack + 4 * t + k;
        out[(size_t)k * kStokes + base + t] = *p * (1.0f + 0.1f * k) + 0.2f;
    }
}
__global__ void __launch_bounds__(256) linen_trumpet_bs1_b(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float pack[1024 + 32];
    const int t = threadIdx.x, base = blockIdx.x * 256;
    float v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = in[(size_t)base * 4 + k * 256 + t];
#pragma unroll
    for (int k = 0; k < 4; ++k) pack[k * 256 + t + (k * 256 + t) / 32] = v[k];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const volatile float* p = pack + 4 * t + k + (4 * t + k) / 32;
        out[(size_t)k * kStokes + base + t] = *p * (1.0f + 0.1f * k) + 0.2f;
    }
}

// ---- olive_compass: preconditioned descent step from gradient, curvature and previous state
constexpr size_t kParams = (size_t)1 << 26;
__device__ __forceinline__ float descend(float p, float g, float h) { return p - 0.01f * g * rsqrtf(h * h + 1e-3f); }
__global__ void __launch_bounds__(256) olive_compass_bs1_a(const float4* __restrict__ p, const float4* __restrict__ g, const float4* __restrict__ h,
                                                          float4* __restrict__ out) {
    const size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    const float4 p0 = p[i], p1 = p[i + 256], g0 = g[i], g1 = g[i + 256], h0 = h[i], h1 = h[i + 256];
    out[i] = make_float4(descend(p0.x, g0.x, h0.x), descend(p0.y, g0.y, h0.y), descend(p0.z, g0.z, h0.z), descend(p0.w, g0.w, h0.w));
    out[i + 256] = make_float4(descend(p1.x, g1.x, h1.x), descend(p1.y, g1.y, h1.y), descend(p1.z, g1.z, h1.z), descend(p1.w, g1.w, h1.w));
}

// ---- tawny_basket: four relaxed trajectories a thread of a cubic map, 256 steps each
constexpr int kOrbits = 132 * 8 * 16 * 256;  // float4 each
__global__ void __launch_bounds__(256) tawny_basket_bs1_a(const float4* __restrict__ x, float4* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float4 c = x[i];
    float4 s = c;
#pragma unroll 8
    for (int t = 0; t < 256; ++t) {
        s.x = fmaf(s.x, fmaf(s.x, fmaf(s.x, -0.05f, 0.02f), 0.7f), c.x);
        s.y = fmaf(s.y, fmaf(s.y, fmaf(s.y, -0.05f, 0.02f), 0.7f), c.y);
        s.z = fmaf(s.z, fmaf(s.z, fmaf(s.z, -0.05f, 0.02f), 0.7f), c.z);
        s.w = fmaf(s.w, fmaf(s.w, fmaf(s.w, -0.05f, 0.02f), 0.7f), c.w);
    }
    out[i] = s;
}

// ---- pearl_wagon: double-precision ephemeris residuals, a series of 128 terms in the epoch
constexpr int kEpochs = 1 << 24;
__constant__ double kSeries[128];
__global__ void __launch_bounds__(256) pearl_wagon_bs1_a(const double2* __restrict__ epoch, double2* __restrict__ out) {
    const int i = blockIdx.x * 512 + threadIdx.x;
    const double2 a = epoch[i], b = epoch[i + 256];
    double p = kSeries[127], q = p, r = p, s = p;
#pragma unroll 32
    for (int k = 126; k >= 0; --k) {
        const double c = kSeries[k];
        p = fma(p, a.x, c); q = fma(q, a.y, c); r = fma(r, b.x, c); s = fma(s, b.y, c);
    }
    out[i] = make_double2(p, q); out[i + 256] = make_double2(r, s);
}

int main(int argc, char** argv) {
    using harness::empty;
    using harness::filled;
    using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> launch, const void* out, size_t count, Output type) {
        Case c; c.name = name; c.launch = launch; c.out = out; c.count = count; c.type = type;
        cases.push_back(c);
    };
    {
        const size_t n = (size_t)kRays * kDepths;
        float *x = filled<float>(n, 11), *y = empty<float>(n);
        add("amber_lantern_bs1_a", [=] { amber_lantern_bs1_a<<<kRays / 256, 256>>>(x, y); }, y, n, Output::f32);
        add("amber_lantern_bs1_b", [=] { amber_lantern_bs1_b<<<kRays / 256, 256>>>(x, y); }, y, n, Output::f32);
    }
    {
        int *f0 = empty<int>(kLinks), *t0 = empty<int>(kLinks), *f1 = empty<int>(kLinks), *t1 = empty<int>(kLinks);
        float *w0 = empty<float>(kLinks), *w1 = empty<float>(kLinks), *p = filled<float>(kNodes, 21), *q = empty<float>(kLinks);
        harness_links<<<2048, 256>>>(f0, t0, w0, 1); CHECK(cudaGetLastError());
        harness_links<<<2048, 256>>>(f1, t1, w1, 0); CHECK(cudaGetLastError());
        add("copper_meadow_bs1_a", [=] { copper_meadow_bs1_a<<<kLinks / 1024, 256>>>(f0, t0, w0, p, q); }, q, kLinks, Output::f32);
        add("copper_meadow_bs1_b", [=] { copper_meadow_bs1_b<<<kLinks / 1024, 256>>>(f1, t1, w1, p, q); }, q, kLinks, Output::f32);
    }
    {
        uint8_t *a = empty<uint8_t>(kPixels), *b = empty<uint8_t>(kPixels), *o = empty<uint8_t>(kPixels);
        harness_bytes<<<2048, 256>>>(a, kPixels, 31u); CHECK(cudaGetLastError());
        harness_bytes<<<2048, 256>>>(b, kPixels, 900000031u); CHECK(cudaGetLastError());
        add("quiet_harbor_bs1_a", [=] { quiet_harbor_bs1_a<<<(unsigned)(kPixels / 1024), 256>>>(a, b, o, 24); }, o, kPixels, Output::u8);
        add("quiet_harbor_bs1_b", [=] { quiet_harbor_bs1_b<<<(unsigned)(kPixels / 4096), 256>>>((const uint4*)a, (const uint4*)b, (uint4*)o, 24); }, o, kPixels, Output::u8);
    }
    {
        float *x = filled<float>((size_t)kStations * kReadings, 41), *y = empty<float>((size_t)kStations * kLevels);
        add("silver_thimble_bs1_a", [=] { silver_thimble_bs1_a<<<kStations / 256, 256>>>(x, y); }, y, (size_t)kStations * kLevels, Output::f32);
        add("silver_thimble_bs1_b", [=] { silver_thimble_bs1_b<<<kStations / 256, 256>>>(x, y); }, y, (size_t)kStations * kLevels, Output::f32);
    }
    {
        const size_t n = (size_t)kChannels * kTicks;
        const int wide = kLongestLag * 256 * 4, narrow = kLag * 256 * 4;
        float *x = filled<float>(n, 51), *y = empty<float>(n);
        CHECK(cudaFuncSetAttribute(maple_orchard_bs1_a, cudaFuncAttributeMaxDynamicSharedMemorySize, wide));
        add("maple_orchard_bs1_a", [=] { maple_orchard_bs1_a<<<kChannels / 256, 256, wide>>>(x, y, kLag); }, y, n, Output::f32);
        add("maple_orchard_bs1_b", [=] { maple_orchard_bs1_b<<<kChannels / 256, 256, narrow>>>(x, y, kLag); }, y, n, Output::f32);
    }
    {
        std::vector<int> start(1, 0), owner;
        for (int p = 0; p < kPlates; ++p) {
            const int size = p % 128 == 77 ? 1 << 20 : 6 * kPiece;
            for (int k = 0; k < size / kPiece; ++k) owner.push_back(p);
            start.push_back(start.back() + size);
        }
        const size_t n = (size_t)start.back();
        const unsigned pieces = (unsigned)owner.size();
        int *s = uploaded(start), *o = uploaded(owner);
        float *x = filled<float>(n, 61), *y = empty<float>(n), *z = filled<float>(kPlates, 62), *g = filled<float>(kPlates, 63);
        add("cobalt_pebble_bs1_a", [=] { cobalt_pebble_bs1_a<<<kPlates, 256>>>((const float4*)x, s, z, g, (float4*)y); }, y, n, Output::f32);
        add("cobalt_pebble_bs1_b", [=] { cobalt_pebble_bs1_b<<<pieces, 256>>>((const float4*)x, o, z, g, (float4*)y); }, y, n, Output::f32);
    }
    {
        std::vector<float> load(kBearings), ordered;
        std::vector<int> cycles(kBearings), sorted;
        for (int i = 0; i < kBearings; ++i) {
            const uint32_t h = hash32((uint32_t)i * 7u + 3u);
            load[i] = unit((uint32_t)i + 71u);
            cycles[i] = (h & 15u) == 0 ? 96 : 4 + (int)((h >> 8) & 7u);
        }
        ordered.reserve(kBearings); sorted.reserve(kBearings);
        const int levels[] = {96, 11, 10, 9, 8, 7, 6, 5, 4};
        for (int level : levels)
            for (int i = 0; i < kBearings; ++i)
                if (cycles[i] == level) { ordered.push_back(load[i]); sorted.push_back(level); }
        float *x0 = uploaded(load), *x1 = uploaded(ordered), *y = empty<float>(kBearings);
        int *c0 = uploaded(cycles), *c1 = uploaded(sorted);
        add("willow_candle_bs1_a", [=] { willow_candle_bs1_a<<<kBearings / 256, 256>>>(x0, c0, y); }, y, kBearings, Output::f32);
        add("willow_candle_bs1_b", [=] { willow_candle_bs1_b<<<kBearings / 256, 256>>>(x1, c1, y); }, y, kBearings, Output::f32);
    }
    {
        const size_t n = (size_t)kRingBlocks * 1024;
        float *x = filled<float>(n, 81), *y = empty<float>(n);
        add("ivory_saddle_bs1_a", [=] { ivory_saddle_bs1_a<<<kRingBlocks, 1024>>>(x, y); }, y, n, Output::f32);
        add("ivory_saddle_bs1_b", [=] { ivory_saddle_bs1_b<<<kRingBlocks, 1024>>>(x, y); }, y, n, Output::f32);
    }
    {
        float *x = filled<float>(kSites, 91), *y = empty<float>(kSites);
        Extents e = {{11u, 17u, 13u, 19u, 7u}, 23u};
        Inverses r;
        for (int j = 0; j < 5; ++j) r.m[j] = (unsigned)(((1ull << 32) + e.d[j] - 1) / e.d[j]);
        r.colours_m = (unsigned)(((1ull << 32) + e.colours - 1) / e.colours);
        add("russet_kettle_bs1_a", [=] { russet_kettle_bs1_a<<<kSites / 1024, 256>>>(x, y, e); }, y, kSites, Output::f32);
        add("russet_kettle_bs1_b", [=] { russet_kettle_bs1_b<<<kSites / 1024, 256>>>(x, y, e, r); }, y, kSites, Output::f32);
    }
    {
        __half *a = filled<__half>((size_t)kQueries * kFeatures, 101), *b = filled<__half>((size_t)kReferences * kFeatures, 102);
        const size_t n = (size_t)kQueries * kReferences;
        float* c = empty<float>(n);
        const int bytes = 3 * 2 * 128 * 40 * 2;
        CHECK(cudaFuncSetAttribute(walnut_ribbon_bs1_b, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        const dim3 grid(kReferences / 128, kQueries / 128);
        add("walnut_ribbon_bs1_a", [=] { walnut_ribbon_bs1_a<<<grid, 256>>>(a, b, c); }, c, n, Output::f32);
        add("walnut_ribbon_bs1_b", [=] { walnut_ribbon_bs1_b<<<grid, 256, bytes>>>(a, b, c); }, c, n, Output::f32);
    }
    {
        float *r = filled<float>(kTherm, 111), *f = filled<float>(kTherm, 112), *e = filled<float>(kTherm, 113);
        float *m1 = empty<float>(kTherm), *m2 = empty<float>(kTherm), *y = empty<float>(kTherm);
        const unsigned grid = (unsigned)(kTherm / 1024);
        add("cedar_goblet_bs1_a", [=] {
            cedar_goblet_bs1_a<<<grid, 256>>>((const float4*)r, (const float4*)f, (float4*)m1);
            cedar_goblet_bs1_a2<<<grid, 256>>>((const float4*)m1, (float4*)m2);
            cedar_goblet_bs1_a3<<<grid, 256>>>((const float4*)m2, (const float4*)e, (float4*)y);
        }, y, kTherm, Output::f32);
        add("cedar_goblet_bs1_b", [=] { cedar_goblet_bs1_b<<<grid, 256>>>((const float4*)r, (const float4*)f, (const float4*)e, (float4*)y); }, y, kTherm, Output::f32);
    }
    {
        float *x = filled<float>(kPulses, 121), *y = empty<float>(kPulses);
        add("plum_feather_bs1_a", [=] { plum_feather_bs1_a<<<277, 1024>>>(x, y, 16384); }, y, kPulses, Output::f32);
        add("plum_feather_bs1_b", [=] { plum_feather_bs1_b<<<264, 1024>>>(x, y, (kPulses + 263) / 264); }, y, kPulses, Output::f32);
    }
    {
        float *a = filled<float>(kCells, 131), *b = filled<float>(kCells, 132), *y = empty<float>(kCells);
        const unsigned grid = (unsigned)(kCells / 1024);
        add("hazel_button_bs1_a", [=] { hazel_button_bs1_a<<<grid, 256>>>((const float4*)a, (const float4*)b, (float4*)y); }, y, kCells, Output::f32);
        add("hazel_button_bs1_b", [=] { hazel_button_bs1_b<<<grid, 256>>>((const float4*)a, (const float4*)b, (float4*)y); }, y, kCells, Output::f32);
    }
    {
        float *x = filled<float>((size_t)kStokes * 4, 141), *y = empty<float>((size_t)kStokes * 4);
        add("linen_trumpet_bs1_a", [=] { linen_trumpet_bs1_a<<<kStokes / 256, 256>>>(x, y); }, y, (size_t)kStokes * 4, Output::f32);
        add("linen_trumpet_bs1_b", [=] { linen_trumpet_bs1_b<<<kStokes / 256, 256>>>(x, y); }, y, (size_t)kStokes * 4, Output::f32);
    }
    {
        float *p = filled<float>(kParams, 151), *g = filled<float>(kParams, 152), *h = filled<float>(kParams, 153), *y = empty<float>(kParams);
        add("olive_compass_bs1_a", [=] { olive_compass_bs1_a<<<(unsigned)(kParams / 2048), 256>>>((const float4*)p, (const float4*)g, (const float4*)h, (float4*)y); }, y, kParams, Output::f32);
    }
    {
        float *x = filled<float>((size_t)kOrbits * 4, 161), *y = empty<float>((size_t)kOrbits * 4);
        add("tawny_basket_bs1_a", [=] { tawny_basket_bs1_a<<<kOrbits / 256, 256>>>((const float4*)x, (float4*)y); }, y, (size_t)kOrbits * 4, Output::f32);
    }
    {
        std::vector<double> series(128);
        for (int k = 0; k < 128; ++k) series[k] = 1.0 / (1.0 + k) * (k & 1 ? -0.7 : 1.0);
        CHECK(cudaMemcpyToSymbol(kSeries, series.data(), 128 * sizeof(double)));
        double *x = filled<double>(kEpochs, 171), *y = empty<double>(kEpochs);
        add("pearl_wagon_bs1_a", [=] { pearl_wagon_bs1_a<<<kEpochs / 1024, 256>>>((const double2*)x, (double2*)y); }, y, kEpochs, Output::f64);
    }
    return harness::run(argc, argv, cases);
}
