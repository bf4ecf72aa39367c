// Control flow, atomics and latency, part two.
#include "harness.cuh"
#include <utility>
using harness::hash32;

// ---------------------------------------------------------------- huff_offsets: bit offsets of entropy-coded words in a tile of 4096
__device__ __forceinline__ int code_bits(uint32_t v) { int z = __clz(v | 1u); return 3 + ((32 - z) >> 1) + (int)(v & 3u); }
__global__ void harness_symbols(uint32_t* p, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) { uint32_t h = hash32(i * 2654435761u + 17u); p[i] = h >> (h & 31u); }
}
__global__ void __launch_bounds__(1024) huff_offsets_q3_a(const uint4* __restrict__ word, int4* __restrict__ offset) {
    __shared__ int sum[1024];
    int t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * 1024 + t;
    uint4 w = word[i];
    int a = code_bits(w.x), b = code_bits(w.y), c = code_bits(w.z), d = code_bits(w.w);
    sum[t] = a + b + c + d;
    __syncthreads();
    if (t == 0) {
        int run = 0;
        for (int k = 0; k < 1024; ++k) { int v = sum[k]; sum[k] = run; run += v; }
    }
    __syncthreads();
    int at = sum[t];
    offset[i] = make_int4(at, at + a, at + a + b, at + a + b + c);
}
__global__ void __launch_bounds__(1024) huff_offsets_q3_b(const uint4* __restrict__ word, int4* __restrict__ offset) {
    __shared__ int sum[32];
    int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    size_t i = (size_t)blockIdx.x * 1024 + t;
    uint4 w = word[i];
    int a = code_bits(w.x), b = code_bits(w.y), c = code_bits(w.z), d = code_bits(w.w);
    int own = a + b + c + d, upto = own;
#pragma unroll
    for (int s = 1; s < 32; s <<= 1) { int o = __shfl_up_sync(~0u, upto, s); if (lane >= s) upto += o; }
    if (lane == 31) sum[warp] = upto;
    __syncthreads();
    int before = __reduce_add_sync(~0u, lane < warp ? sum[lane] : 0);
    int at = before + upto - own;
    offset[i] = make_int4(at, at + a, at + a + b, at + a + b + c);
}

// ---------------------------------------------------------------- decay_laplace: transform of a photon-count decay at many rates (Horner in exp(-rate))
constexpr int BINS = 16384;
__global__ void __launch_bounds__(128) decay_laplace_q3_a(const float4* __restrict__ decay, const float* __restrict__ rate, float* __restrict__ out) {
    extern __shared__ float4 bins[];
#pragma unroll 8
    for (int k = threadIdx.x; k < BINS / 4; k += 128) bins[k] = decay[k];
    __syncthreads();
    int i = blockIdx.x * 128 + threadIdx.x;
    float x = fmaf(0.01f, rate[i], 0.989f), h = 0.f;
#pragma unroll 4
    for (int k = BINS / 4 - 1; k >= 0; --k) {
        float4 c = bins[k];
        h = fmaf(h, x, c.w); h = fmaf(h, x, c.z); h = fmaf(h, x, c.y); h = fmaf(h, x, c.x);
    }
    out[i] = h;
}
__global__ void __launch_bounds__(128) decay_laplace_q3_b(const float4* __restrict__ decay, const float* __restrict__ rate, float* __restrict__ out) {
    extern __shared__ float4 bins[];
#pragma unroll 8
    for (int k = threadIdx.x; k < BINS / 4; k += 128) bins[k] = decay[k];
    __syncthreads();
    int i = blockIdx.x * 128 + threadIdx.x;
    float x = fmaf(0.01f, rate[i], 0.989f);
    float x2 = x * x, x4 = x2 * x2, x8 = x4 * x4;
    float h[8] = {};
#pragma unroll 4
    for (int k = BINS / 8 - 1; k >= 0; --k) {  // eight chains in x^8
        float4 c = bins[2 * k], d = bins[2 * k + 1];
        h[0] = fmaf(h[0], x8, c.x); h[1] = fmaf(h[1], x8, c.y); h[2] = fmaf(h[2], x8, c.z); h[3] = fmaf(h[3], x8, c.w);
        h[4] = fmaf(h[4], x8, d.x); h[5] = fmaf(h[5], x8, d.y); h[6] = fmaf(h[6], x8, d.z); h[7] = fmaf(h[7], x8, d.w);
    }
    float v = h[7];
#pragma unroll
    for (int j = 6; j >= 0; --j) v = fmaf(v, x, h[j]);
    out[i] = v;
}

// ---------------------------------------------------------------- citation_walk: each paper's chain of first references, 64 deep
__global__ void harness_papers(int4* p, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        p[i] = make_int4(hash32(i * 2654435761u + 3u) & (n - 1), hash32(i + 71u) & 1023, i, i ^ 5);
}
__global__ void __launch_bounds__(128) citation_walk_q3_a(const int4* __restrict__ paper, const int* __restrict__ start, int* __restrict__ score) {
    int threads = gridDim.x * 128, t = blockIdx.x * 128 + threadIdx.x;
#pragma unroll 1
    for (int q = 0; q < 8; ++q) {
        int at = start[q * threads + t], sum = 0;
#pragma unroll 4
        for (int s = 0; s < 64; ++s) {
            int4 p = paper[at];
            sum = (sum >> 1) + p.y;
            at = p.x;
        }
        score[q * threads + t] = sum;
    }
}
__global__ void __launch_bounds__(128) citation_walk_q3_b(const int4* __restrict__ paper, const int* __restrict__ start, int* __restrict__ score) {
    int threads = gridDim.x * 128, t = blockIdx.x * 128 + threadIdx.x;
    int at[8], sum[8];
#pragma unroll
    for (int q = 0; q < 8; ++q) { at[q] = start[q * threads + t]; sum[q] = 0; }
#pragma unroll 2
    for (int s = 0; s < 64; ++s) {
        int4 p[8];
#pragma unroll
        for (int q = 0; q < 8; ++q) p[q] = paper[at[q]];
#pragma unroll
        for (int q = 0; q < 8; ++q) { sum[q] = (sum[q] >> 1) + p[q].y; at[q] = p[q].x; }
    }
#pragma unroll
    for (int q = 0; q < 8; ++q) score[q * threads + t] = sum[q];
}

// ---------------------------------------------------------------- flame_rates: net rates of 3072 reactions in every cell, mechanism in 48 groups
constexpr int GROUPS = 48, REACTIONS = 64;
__host__ __device__ constexpr float rate_constant(unsigned k) {
    k ^= k >> 16; k *= 0x7feb352du; k ^= k >> 15; k *= 0x846ca68bu; k ^= k >> 16;
    return (float)(int)((k >> 8) & 0xffffu) * (1.f / 65536.f) - 0.5f;
}
template <unsigned K, int R>
__device__ __forceinline__ void reaction(float T, const float* y, float* w) {
    constexpr unsigned id = (K * REACTIONS + R) * 4u;
    constexpr float c0 = rate_constant(id), c1 = rate_constant(id + 1), c2 = rate_constant(id + 2), c3 = rate_constant(id + 3);
    constexpr int i = R % 8, j = (3 * R + 1) % 8, l = (5 * R + 2) % 8;
    float k = fmaf(T, fmaf(T, c2, c1), c0);
    float q = k * fmaf(y[i], y[j], c3 * y[l]);
    w[i] -= q; w[j] = fmaf(0.5f, q, w[j]); w[l] += q;
}
template <unsigned K, int... R>
__device__ __forceinline__ void group_of(float T, const float* y, float* w, std::integer_sequence<int, R...>) { (reaction<K, R>(T, y, w), ...); }
template <unsigned K>
__device__ __forceinline__ void group(float T, const float* y, float* w) { group_of<K>(T, y, w, std::make_integer_sequence<int, REACTIONS>{}); }
__global__ void __launch_bounds__(512) flame_rates_q3_a(const float* __restrict__ temperature, const float* __restrict__ mass, const float4*, float* __restrict__ rate) {
    int t = blockIdx.x * 512 + threadIdx.x, cells = gridDim.x * 512;
    float T = temperature[t], y[8], w[8] = {};
#pragma unroll
    for (int s = 0; s < 8; ++s) y[s] = mass[s * cells + t];
    int g = ((threadIdx.x >> 5) * 3 + blockIdx.x * 7) % GROUPS;
#pragma unroll 1
    for (int n = 0; n < GROUPS; ++n) {
        switch (g) {
#define G1(K) case K: group<K>(T, y, w); break;
#define G8(K) G1(K) G1(K + 1) G1(K + 2) G1(K + 3) G1(K + 4) G1(K + 5) G1(K + 6) G1(K + 7)
            G8(0) G8(8) G8(16) G8(24) G8(32) G8(40)
        }
#pragma unroll
        for (int s = 0; s < 8; ++s) y[s] = fmaf(1e-6f, w[s], y[s]);  // the groups are split in time
        T = fmaf(1e-6f, w[0], T);
        g = g + 1 == GROUPS ? 0 : g + 1;
    }
#pragma unroll
    for (int s = 0; s < 8; ++s) rate[s * cells + t] = w[s];
}
__global__ void __launch_bounds__(512) flame_rates_q3_b(const float* __restrict__ temperature, const float* __restrict__ mass, const float4* __restrict__ mechanism, float* __restrict__ rate) {
    extern __shared__ float4 mech[];
    for (int k = threadIdx.x; k < GROUPS * REACTIONS; k += 512) mech[k] = mechanism[k];
    __syncthreads();
    int t = blockIdx.x * 512 + threadIdx.x, cells = gridDim.x * 512;
    float T = temperature[t], y[8], w[8] = {};
#pragma unroll
    for (int s = 0; s < 8; ++s) y[s] = mass[s * cells + t];
    int g = ((threadIdx.x >> 5) * 3 + blockIdx.x * 7) % GROUPS;
#pragma unroll 1
    for (int n = 0; n < GROUPS; ++n) {
        const float4* m = mech + g * REACTIONS;
#pragma unroll 2
        for (int r0 = 0; r0 < REACTIONS; r0 += 8) {
#pragma unroll
            for (int r = 0; r < 8; ++r) {
                const int i = r % 8, j = (3 * r + 1) % 8, l = (5 * r + 2) % 8;
                float4 c = m[r0 + r];
                float k = fmaf(T, fmaf(T, c.z, c.y), c.x);
                float q = k * fmaf(y[i], y[j], c.w * y[l]);
                w[i] -= q; w[j] = fmaf(0.5f, q, w[j]); w[l] += q;
            }
        }
#pragma unroll
        for (int s = 0; s < 8; ++s) y[s] = fmaf(1e-6f, w[s], y[s]);  // the groups are split in time
        T = fmaf(1e-6f, w[0], T);
        g = g + 1 == GROUPS ? 0 : g + 1;
    }
#pragma unroll
    for (int s = 0; s < 8; ++s) rate[s * cells + t] = w[s];
}

// ---------------------------------------------------------------- weld_filter: 5 x 5 weighted filter of inspection images, 8-bit
struct Taps { int w[5][5]; unsigned packed[5]; unsigned last[5]; };
__global__ void harness_weld(uint8_t* p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) p[i] = (uint8_t)(hash32((uint32_t)i + 7u) >> 11);
}
__global__ void __launch_bounds__(256) weld_filter_q3_a(const uint8_t* __restrict__ image, uint8_t* __restrict__ out, int width, int pitch, const __grid_constant__ Taps taps) {
    int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y;
    int sum = 0;
#pragma unroll
    for (int r = 0; r < 5; ++r)
#pragma unroll
        for (int c = 0; c < 5; ++c) sum += taps.w[r][c] * image[(y + r) * pitch + x + c];
    out[y * width + x] = (uint8_t)min(sum >> 8, 255);
}
__global__ void __launch_bounds__(256) weld_filter_q3_b(const uint8_t* __restrict__ image, uint8_t* __restrict__ out, int width, int pitch, const __grid_constant__ Taps taps) {
    int x = (blockIdx.x * 256 + threadIdx.x) * 4, y = blockIdx.y;
    unsigned s0 = 0, s1 = 0, s2 = 0, s3 = 0;
#pragma unroll
    for (int r = 0; r < 5; ++r) {
        const unsigned* row = reinterpret_cast<const unsigned*>(image + (y + r) * pitch + x);
        unsigned lo = row[0], hi = row[1], a = taps.packed[r], b = taps.last[r];
        s0 = __dp4a(lo, a, s0);                            s0 = __dp4a(hi, b, s0);
        s1 = __dp4a(__funnelshift_r(lo, hi, 8), a, s1);    s1 = __dp4a(hi >> 8, b, s1);
        s2 = __dp4a(__funnelshift_r(lo, hi, 16), a, s2);   s2 = __dp4a(hi >> 16, b, s2);
        s3 = __dp4a(__funnelshift_r(lo, hi, 24), a, s3);   s3 = __dp4a(hi >> 24, b, s3);
    }
    s0 = min(s0 >> 8, 255u); s1 = min(s1 >> 8, 255u); s2 = min(s2 >> 8, 255u); s3 = min(s3 >> 8, 255u);
    *reinterpret_cast<unsigned*>(out + y * width + x) = s0 | s1 << 8 | s2 << 16 | s3 << 24;
}

// ---------------------------------------------------------------- viewshed_rays: lines of sight over terrain, a bundle of 32 rays a warp, of unlike reach
__global__ void harness_reach(int* reach, int bundles) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < bundles; i += gridDim.x * blockDim.x)
        reach[i] = (int)(hash32(i / 32 + 13u) % 32u) == i % 32 ? 256 : 6 + (int)(hash32(i + 29u) & 3u);
}
__device__ __forceinline__ float horizon(const float* __restrict__ terrain, int bundle, int lane, int steps) {
    unsigned at = (unsigned)bundle * 40503u * 32u + lane;
    float best = -2.f, seen = 0.f;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        float e = terrain[at & ((1u << 22) - 1)];
        best = fmaf(-0.001f, 1.f, best);
        seen += e > best ? 1.f : 0.f;
        at += 2048u + (e > best ? 1u : 0u);  // rays bend where they graze the ground
        best = fmaxf(best, e);
    }
    return seen + best;
}
__global__ void __launch_bounds__(1024) viewshed_rays_q3_a(const float* __restrict__ terrain, const int* __restrict__ reach, float* __restrict__ view) {
    int t = blockIdx.x * 1024 + threadIdx.x, bundle = t >> 5;
    view[t] = horizon(terrain, bundle, t & 31, reach[bundle]);
}
__global__ void __launch_bounds__(64) viewshed_rays_q3_b(const float* __restrict__ terrain, const int* __restrict__ reach, float* __restrict__ view) {
    int t = blockIdx.x * 64 + threadIdx.x, bundle = t >> 5;
    view[t] = horizon(terrain, bundle, t & 31, reach[bundle]);
}

// ---------------------------------------------------------------- haplotype_pairs: shared alleles of each sample with all before it
__global__ void harness_genotypes(uint32_t* p, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) p[i] = hash32(i * 2654435761u + 1234u);
}
__device__ __forceinline__ void one_sample(const uint4* __restrict__ g, int* __restrict__ shared_alleles, int row, int lane) {
    uint4 a = g[row];
    int sum = 0;
#pragma unroll 4
    for (int j = lane; j < row; j += 32) {
        uint4 b = g[j];
        int d = __popc(a.x & b.x) + __popc(a.y & b.y) + __popc(a.z & b.z) + __popc(a.w & b.w);
        sum += d > 32 ? d : 0;
    }
    sum = __reduce_add_sync(~0u, sum);
    if (lane == 0) shared_alleles[row] = sum;
}
__global__ void __launch_bounds__(1024) haplotype_pairs_q3_a(const uint4* __restrict__ g, int* __restrict__ shared_alleles) {
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
#pragma unroll 1
    for (int m = 0; m < 4; ++m) one_sample(g, shared_alleles, blockIdx.x * 128 + m * 32 + warp, lane);
}
__global__ void __launch_bounds__(1024) haplotype_pairs_q3_b(const uint4* __restrict__ g, int* __restrict__ shared_alleles) {
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
#pragma unroll 1
    for (int m = 0; m < 4; ++m) one_sample(g, shared_alleles, (m * 32 + (m & 1 ? 31 - warp : warp)) * gridDim.x + blockIdx.x, lane);
}

// ---------------------------------------------------------------- lidar_extent (mild): weighted mean height and intensity of a point cloud
__global__ void __launch_bounds__(256) lidar_extent_q3_a(const float4* __restrict__ point, float* mean, int n) {
    float z = 0.f, w = 0.f;
    int stride = gridDim.x * 256;
#pragma unroll 4
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += stride) { float4 p = point[i]; z = fmaf(p.z, p.z, z); w = fmaf(p.w, p.w + p.x * p.y, w); }
#pragma unroll
    for (int d = 16; d; d >>= 1) { z += __shfl_xor_sync(~0u, z, d); w += __shfl_xor_sync(~0u, w, d); }
    if ((threadIdx.x & 31) == 0) { atomicAdd(&mean[0], z); atomicAdd(&mean[1], w); }
}
__global__ void __launch_bounds__(256) lidar_extent_q3_b(const float4* __restrict__ point, float* mean, int n) {
    __shared__ float zs[8], ws[8];
    float z = 0.f, w = 0.f;
    int stride = gridDim.x * 256;
#pragma unroll 4
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += stride) { float4 p = point[i]; z = fmaf(p.z, p.z, z); w = fmaf(p.w, p.w + p.x * p.y, w); }
#pragma unroll
    for (int d = 16; d; d >>= 1) { z += __shfl_xor_sync(~0u, z, d); w += __shfl_xor_sync(~0u, w, d); }
    if ((threadIdx.x & 31) == 0) { zs[threadIdx.x >> 5] = z; ws[threadIdx.x >> 5] = w; }
    __syncthreads();
    if (threadIdx.x < 2) {
        const float* s = threadIdx.x ? ws : zs;
        atomicAdd(&mean[threadIdx.x], ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7])));
    }
}

// ---------------------------------------------------------------- crystal_field (mild): field of 4096 scatterers at many detector points
__device__ __forceinline__ float scatter(float px, float py, float4 s) {
    float dx = px - s.x, dy = py - s.y, r = fmaf(dx, dx, dy * dy);
    return s.w * fmaf(r, fmaf(r, fmaf(r, fmaf(r, 0.0011f, -0.021f), 0.13f), -0.45f + s.z), 0.9f);
}
__global__ void __launch_bounds__(256) crystal_field_q3_a(const float4* __restrict__ source, const float2* __restrict__ detector, float* __restrict__ field) {
    __shared__ float4 tile[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float2 p = detector[i];
    float sum = 0.f;
#pragma unroll 1
    for (int k = 0; k < 16; ++k) {
        float4 next = source[k * 256 + t];
        __syncthreads();
        tile[t] = next;
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < 128; ++j) sum += scatter(p.x, p.y, tile[j]);
        __syncthreads();
#pragma unroll 8
        for (int j = 128; j < 256; ++j) sum += scatter(p.x, p.y, tile[j]);
        __syncthreads();
    }
    field[i] = sum;
}
__global__ void __launch_bounds__(256) crystal_field_q3_b(const float4* __restrict__ source, const float2* __restrict__ detector, float* __restrict__ field) {
    __shared__ float4 tile[2][256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float2 p = detector[i];
    float sum = 0.f;
    float4 next = source[t];
#pragma unroll 1
    for (int k = 0; k < 16; ++k) {
        tile[k & 1][t] = next;
        __syncthreads();
        if (k < 15) next = source[(k + 1) * 256 + t];
#pragma unroll 8
        for (int j = 0; j < 256; ++j) sum += scatter(p.x, p.y, tile[k & 1][j]);
    }
    field[i] = sum;
}

// ---------------------------------------------------------------- trade_volume (healthy): volume by price level from 16-byte trade records
__global__ void harness_trades(uint4* p, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        p[i] = make_uint4(hash32(i + 5u), hash32(i * 2654435761u + 9u), hash32(i * 40503u + 2u), i);
}
__global__ void __launch_bounds__(1024) trade_volume_q3_h(const uint4* __restrict__ trade, int* volume, int n) {
    __shared__ int level[2][512];
    int t = threadIdx.x, half = (t >> 5) & 1;
    for (int k = t; k < 1024; k += 1024) (&level[0][0])[k] = 0;
    __syncthreads();
    int stride = gridDim.x * 1024;
#pragma unroll 4
    for (int i = blockIdx.x * 1024 + t; i < n; i += stride) {
        uint4 p = __ldcs(&trade[i]);
        atomicAdd(&level[half][(p.x ^ p.w) >> 7 & 511], (int)((p.y & 7u) + (p.z & 3u)) + 1);
    }
    __syncthreads();
    if (t < 512) atomicAdd(&volume[t], level[0][t] + level[1][t]);
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;
    {
        int n = 1 << 24; uint32_t* w = empty<uint32_t>(n); harness_symbols<<<2048, 256>>>(w, n); CHECK(cudaGetLastError());
        int* o = empty<int>(n);
        cases.push_back({"huff_offsets_q3_a", [=] { huff_offsets_q3_a<<<n / 4096, 1024>>>((const uint4*)w, (int4*)o); }, o, (size_t)n, Output::i32});
        cases.push_back({"huff_offsets_q3_b", [=] { huff_offsets_q3_b<<<n / 4096, 1024>>>((const uint4*)w, (int4*)o); }, o, (size_t)n, Output::i32});
    }
    {
        int n = 132 * 128; float* d = filled<float>(BINS, 5); float* r = filled<float>(n, 6); float* o = empty<float>(n);
        CHECK(cudaFuncSetAttribute(decay_laplace_q3_a, cudaFuncAttributeMaxDynamicSharedMemorySize, BINS * 4));
        CHECK(cudaFuncSetAttribute(decay_laplace_q3_b, cudaFuncAttributeMaxDynamicSharedMemorySize, BINS * 4));
        cases.push_back({"decay_laplace_q3_a", [=] { decay_laplace_q3_a<<<132, 128, BINS * 4>>>((const float4*)d, r, o); }, o, (size_t)n, Output::f32});
        cases.push_back({"decay_laplace_q3_b", [=] { decay_laplace_q3_b<<<132, 128, BINS * 4>>>((const float4*)d, r, o); }, o, (size_t)n, Output::f32});
    }
    {
        int m = 1 << 20, n = 132 * 128 * 8; int4* p = empty<int4>(m); harness_papers<<<2048, 256>>>(p, m); CHECK(cudaGetLastError());
        int* s = indices(n, m, 15); int* o = empty<int>(n);
        cases.push_back({"citation_walk_q3_a", [=] { citation_walk_q3_a<<<132, 128>>>(p, s, o); }, o, (size_t)n, Output::i32});
        cases.push_back({"citation_walk_q3_b", [=] { citation_walk_q3_b<<<132, 128>>>(p, s, o); }, o, (size_t)n, Output::i32});
    }
    {
        int blocks = 264; size_t cells = (size_t)blocks * 512;
        float* T = filled<float>(cells, 25); float* y = filled<float>(cells * 8, 26); float* o = empty<float>(cells * 8);
        std::vector<float4> table(GROUPS * REACTIONS);
        for (unsigned k = 0; k < table.size(); ++k) table[k] = make_float4(rate_constant(4 * k), rate_constant(4 * k + 1), rate_constant(4 * k + 2), rate_constant(4 * k + 3));
        float4* m = uploaded(table);
        CHECK(cudaFuncSetAttribute(flame_rates_q3_b, cudaFuncAttributeMaxDynamicSharedMemorySize, GROUPS * REACTIONS * 16));
        cases.push_back({"flame_rates_q3_a", [=] { flame_rates_q3_a<<<blocks, 512>>>(T, y, m, o); }, o, cells * 8, Output::f32});
        cases.push_back({"flame_rates_q3_b", [=] { flame_rates_q3_b<<<blocks, 512, GROUPS * REACTIONS * 16>>>(T, y, m, o); }, o, cells * 8, Output::f32});
    }
    {
        int w = 8192, h = 4096, pitch = w + 64; size_t in = (size_t)pitch * (h + 4), n = (size_t)w * h;
        uint8_t* p = empty<uint8_t>(in); harness_weld<<<2048, 256>>>(p, in); CHECK(cudaGetLastError());
        uint8_t* o = empty<uint8_t>(n);
        Taps taps; int base[5] = {1, 3, 5, 3, 1};
        for (int r = 0; r < 5; ++r) {
            for (int c = 0; c < 5; ++c) taps.w[r][c] = base[r] * base[c] + (r + c) % 3;
            taps.packed[r] = taps.w[r][0] | taps.w[r][1] << 8 | taps.w[r][2] << 16 | taps.w[r][3] << 24; taps.last[r] = taps.w[r][4];
        }
        cases.push_back({"weld_filter_q3_a", [=] { weld_filter_q3_a<<<dim3(w / 256, h), 256>>>(p, o, w, pitch, taps); }, o, n, Output::u8});
        cases.push_back({"weld_filter_q3_b", [=] { weld_filter_q3_b<<<dim3(w / 1024, h), 256>>>(p, o, w, pitch, taps); }, o, n, Output::u8});
    }
    {
        int blocks = 132 * 2 * 6; size_t n = (size_t)blocks * 1024;
        float* e = filled<float>(1 << 22, 35); int* r = empty<int>(blocks * 32); harness_reach<<<264, 256>>>(r, blocks * 32); CHECK(cudaGetLastError());
        float* o = empty<float>(n);
        cases.push_back({"viewshed_rays_q3_a", [=] { viewshed_rays_q3_a<<<blocks, 1024>>>(e, r, o); }, o, n, Output::f32});
        cases.push_back({"viewshed_rays_q3_b", [=] { viewshed_rays_q3_b<<<blocks * 16, 64>>>(e, r, o); }, o, n, Output::f32});
    }
    {
        int n = 132 * 128; uint32_t* g = empty<uint32_t>((size_t)n * 4); harness_genotypes<<<264, 256>>>(g, n * 4); CHECK(cudaGetLastError());
        int* o = empty<int>(n);
        cases.push_back({"haplotype_pairs_q3_a", [=] { haplotype_pairs_q3_a<<<132, 1024>>>((const uint4*)g, o); }, o, (size_t)n, Output::i32});
        cases.push_back({"haplotype_pairs_q3_b", [=] { haplotype_pairs_q3_b<<<132, 1024>>>((const uint4*)g, o); }, o, (size_t)n, Output::i32});
    }
    {
        int n = 1 << 25; float4* p = (float4*)filled<float>((size_t)n * 4, 45); float* o = empty<float>(2); CHECK(cudaMemset(o, 0, 8));
        cases.push_back({"lidar_extent_q3_a", [=] { lidar_extent_q3_a<<<132 * 4, 256>>>(p, o, n); }, o, 2, Output::f32});
        cases.push_back({"lidar_extent_q3_b", [=] { lidar_extent_q3_b<<<132 * 4, 256>>>(p, o, n); }, o, 2, Output::f32});
    }
    {
        int blocks = 132 * 8; size_t n = (size_t)blocks * 256;
        float4* s = (float4*)filled<float>(4096 * 4, 55); float2* d = (float2*)filled<float>(n * 2, 56); float* o = empty<float>(n);
        cases.push_back({"crystal_field_q3_a", [=] { crystal_field_q3_a<<<blocks, 256>>>(s, d, o); }, o, n, Output::f32});
        cases.push_back({"crystal_field_q3_b", [=] { crystal_field_q3_b<<<blocks, 256>>>(s, d, o); }, o, n, Output::f32});
    }
    {
        int n = 1 << 24; uint4* p = empty<uint4>(n); harness_trades<<<2048, 256>>>(p, n); CHECK(cudaGetLastError());
        int* o = empty<int>(512); CHECK(cudaMemset(o, 0, 2048));
        cases.push_back({"trade_volume_q3_h", [=] { trade_volume_q3_h<<<132 * 2, 1024>>>(p, o, n); }, o, 512, Output::i32});
    }
    return run(argc, argv, cases);
}
