#include "harness.cuh"
#include <cuda_fp16.h>
using harness::Case; using harness::Output; using harness::filled; using harness::empty; using harness::uploaded; using harness::hash32; using harness::unit;

// ---- power grid: mean square of the phasor samples of every bus
__global__ void harness_setup_samples(short* p, int buses, int T, int sb, int st) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)buses * T; i += (size_t)gridDim.x * blockDim.x) {
        int b = i / T, t = i % T;
        p[(size_t)b * sb + (size_t)t * st] = (short)(hash32((uint32_t)i) % 4001) - 2000;
    }
}
__global__ void copper_lantern_bk1_a(const short* __restrict__ v, float* __restrict__ out, int buses, int T) {
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= buses) return;
    const short* row = v + (size_t)b * T;
    float acc = 0.f;
    for (int t = 0; t < T; ++t) { float x = row[t] * 0.001f; acc = fmaf(x, x, acc); }
    out[b] = acc / T;
}
__global__ void copper_lantern_bk1_b(const short* __restrict__ v, float* __restrict__ out, int buses, int T) {
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= buses) return;
    const short* col = v + b;
    float acc = 0.f;
#pragma unroll 8
    for (int t = 0; t < T; ++t) { float x = col[(size_t)t * buses] * 0.001f; acc = fmaf(x, x, acc); }
    out[b] = acc / T;
}

// ---- ad auction: feature rows of every bid request
constexpr int kFeat = 13;
__device__ __forceinline__ void features(float p, float c, float a, float w, float* f) {
    f[0] = p; f[1] = c; f[2] = a; f[3] = w; f[4] = p * c; f[5] = p * a; f[6] = c * a; f[7] = w * p; f[8] = w * c;
    f[9] = p * p; f[10] = c * c; f[11] = fmaxf(p - w, 0.f); f[12] = 1.f + a * 0.5f;
}
__global__ void velvet_anchor_bk1_a(const float* __restrict__ price, const float* __restrict__ ctr, const float* __restrict__ age,
                                    const float* __restrict__ budget, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float f[kFeat];
    features(price[i], ctr[i], age[i], budget[i], f);
    float* o = out + (size_t)i * kFeat;
#pragma unroll
    for (int k = 0; k < kFeat; ++k) o[k] = f[k];
}
__global__ void velvet_anchor_bk1_b(const float* __restrict__ price, const float* __restrict__ ctr, const float* __restrict__ age,
                                    const float* __restrict__ budget, float* __restrict__ out, int n) {
    __shared__ float s[128 * kFeat];
    int i = blockIdx.x * 128 + threadIdx.x;
    float f[kFeat];
    features(price[i], ctr[i], age[i], budget[i], f);
#pragma unroll
    for (int k = 0; k < kFeat; ++k) s[threadIdx.x * kFeat + k] = f[k];
    __syncthreads();
    float* o = out + (size_t)blockIdx.x * 128 * kFeat;
#pragma unroll
    for (int k = 0; k < kFeat; ++k) o[k * 128 + threadIdx.x] = s[k * 128 + threadIdx.x];
}

// ---- traffic: advance vehicles
struct Vehicle { float pos; int lane; int route; float length; float width; float desired; float headway; int kind;
                 float vel; int leader; float fuel; int origin; int target; float acc; float age; int flags; };
__global__ void harness_setup_vehicles(Vehicle* v, float* pos, float* vel, float* acc, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float p = 100.f + 50.f * unit(i), s = 15.f + 10.f * unit(i * 3u + 11u), a = unit(i * 7u + 5u);
    Vehicle q = {}; q.pos = p; q.vel = s; q.acc = a; v[i] = q;
    pos[i] = p; vel[i] = s; acc[i] = a;
}
__global__ void maple_orbit_bk1_a(const Vehicle* __restrict__ v, float* __restrict__ out, float dt, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = fmaxf(0.f, v[i].vel + v[i].acc * dt);
    out[i] = v[i].pos + s * dt;
}
__global__ void maple_orbit_bk1_b(const float* __restrict__ pos, const float* __restrict__ vel, const float* __restrict__ acc,
                                  float* __restrict__ out, float dt, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = fmaxf(0.f, vel[i] + acc[i] * dt);
    out[i] = pos[i] + s * dt;
}

// ---- power grid: branch flows between buses
__host__ __device__ inline uint32_t renumber(uint32_t x, uint32_t mask) {
    x ^= x >> 9; x = (x * 0x9E3779B1u) & mask; x ^= x >> 11; x = (x * 0x85EBCA6Bu) & mask; x ^= x >> 13; return x & mask;
}
__global__ void harness_setup_grid(float2* v, int2* br, uint32_t n, bool scattered) {
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint32_t j = (i + 1 + hash32(i) % 24) & (n - 1);
    uint32_t a = scattered ? renumber(i, n - 1) : i, b = scattered ? renumber(j, n - 1) : j;
    v[a] = make_float2(1.f + 0.05f * unit(i), 0.3f * unit(i + 77u));
    br[i] = make_int2(a, b);
}
__device__ __forceinline__ float flow(float2 p, float2 q) { float d = p.y - q.y; return p.x * q.x * (d - d * d * d * (1.f / 6.f)) + 0.02f * (p.x - q.x) * p.x; }
__global__ void quartz_ribbon_bk1_a(const float2* __restrict__ v, const int2* __restrict__ br, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int2 e = br[i];
    out[i] = flow(v[e.x], v[e.y]);
}
__global__ void quartz_ribbon_bk1_b(const float2* __restrict__ v, const int2* __restrict__ br, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int2 e = br[i];
    out[i] = flow(v[e.x], v[e.y]);
}

// ---- ad auction: score of a user's embedding; the table is a blob from a file, behind a header
__device__ __forceinline__ void score_rows(const float* __restrict__ table, const int4* __restrict__ ids, const float4* __restrict__ w, float* __restrict__ out, int groups) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, g = t >> 2, l = t & 3;
    if (g >= groups) return;
    int4 id = ids[g];
    float4 c = w[l];
    float4 r0 = *(const float4*)(table + (size_t)id.x * 16 + l * 4), r1 = *(const float4*)(table + (size_t)id.y * 16 + l * 4);
    float4 r2 = *(const float4*)(table + (size_t)id.z * 16 + l * 4), r3 = *(const float4*)(table + (size_t)id.w * 16 + l * 4);
    float s0 = r0.x * c.x + r0.y * c.y + r0.z * c.z + r0.w * c.w, s1 = r1.x * c.x + r1.y * c.y + r1.z * c.z + r1.w * c.w;
    float s2 = r2.x * c.x + r2.y * c.y + r2.z * c.z + r2.w * c.w, s3 = r3.x * c.x + r3.y * c.y + r3.z * c.z + r3.w * c.w;
#pragma unroll
    for (int m = 1; m < 4; m <<= 1) {
        s0 += __shfl_xor_sync(~0u, s0, m); s1 += __shfl_xor_sync(~0u, s1, m);
        s2 += __shfl_xor_sync(~0u, s2, m); s3 += __shfl_xor_sync(~0u, s3, m);
    }
    out[t] = l == 0 ? s0 : l == 1 ? s1 : l == 2 ? s2 : s3;
}
__global__ void amber_kettle_bk1_a(const float* __restrict__ blob, const int4* __restrict__ ids, const float4* __restrict__ w, float* __restrict__ out, int groups) {
    score_rows(blob + 4, ids, w, out, groups);
}
__global__ void amber_kettle_bk1_b(const float* __restrict__ blob, const int4* __restrict__ ids, const float4* __restrict__ w, float* __restrict__ out, int groups) {
    score_rows(blob, ids, w, out, groups);
}

// ---- video: cross fade
__global__ void harness_setup_bytes(uint8_t* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) p[i] = hash32((uint32_t)i + seed) & 255;
}
__global__ void tundra_violin_bk1_a(const uint8_t* __restrict__ a, const uint8_t* __restrict__ b, uint8_t* __restrict__ out, int w, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = (uint8_t)((a[i] * w + b[i] * (256 - w)) >> 8);
}
__device__ __forceinline__ uint32_t fade4(uint32_t a, uint32_t b, uint32_t w) {
    uint32_t lo = (a & 0x00ff00ffu) * w + (b & 0x00ff00ffu) * (256 - w);
    uint32_t hi = ((a >> 8) & 0x00ff00ffu) * w + ((b >> 8) & 0x00ff00ffu) * (256 - w);
    return ((lo >> 8) & 0x00ff00ffu) | (hi & 0xff00ff00u);
}
__global__ void tundra_violin_bk1_b(const uint4* __restrict__ a, const uint4* __restrict__ b, uint4* __restrict__ out, int w, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint4 p = a[i], q = b[i];
        out[i] = make_uint4(fade4(p.x, q.x, w), fade4(p.y, q.y, w), fade4(p.z, q.z, w), fade4(p.w, q.w, w));
    }
}

// ---- genomics: banded pair likelihood, one pair a thread
constexpr int kBand = 20;
__device__ __forceinline__ void likelihood(const uint32_t* __restrict__ reads, const uint2* __restrict__ haps, float* __restrict__ out, int n, int words) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint2 h = haps[i];
    float M[kBand], I[kBand], D[kBand];
#pragma unroll
    for (int j = 0; j < kBand; ++j) { M[j] = 0.f; I[j] = 0.f; D[j] = 0.f; }
    for (int k = 0; k < words; ++k) {
        uint32_t r = reads[(size_t)k * n + i];
#pragma unroll 1
        for (int t = 0; t < 16; ++t, r >>= 2) {
            uint32_t rep = (r & 3u) * 0x55555555u, x0 = h.x ^ rep, x1 = h.y ^ rep;
            float dm = 1.f, di = 0.f, dd = 0.f, lm = 0.f, ld = 0.f;
#pragma unroll
            for (int j = 0; j < kBand; ++j) {
                uint32_t diff = j < 16 ? x0 & (3u << (2 * (j & 15))) : x1 & (3u << (2 * (j & 15)));
                float e = diff ? 0.4f : 1.6f;
                float m = e * fmaf(0.9f, dm, 0.3f * (di + dd));
                float in = fmaf(0.1f, M[j], 0.3f * I[j]);
                float de = fmaf(0.1f, lm, 0.3f * ld);
                dm = M[j]; di = I[j]; dd = D[j];
                M[j] = m; I[j] = in; D[j] = de; lm = m; ld = de;
            }
        }
    }
    float s = 0.f;
#pragma unroll
    for (int j = 0; j < kBand; ++j) s += M[j] + I[j] + D[j];
    out[i] = s;
}
__global__ void __launch_bounds__(256, 6) saffron_gate_bk1_a(const uint32_t* __restrict__ reads, const uint2* __restrict__ haps, float* __restrict__ out, int n, int words) {
    likelihood(reads, haps, out, n, words);
}
__global__ void __launch_bounds__(256) saffron_gate_bk1_b(const uint32_t* __restrict__ reads, const uint2* __restrict__ haps, float* __restrict__ out, int n, int words) {
    likelihood(reads, haps, out, n, words);
}

// ---- ad auction: best category of every advertiser
__global__ void indigo_barrel_bk1_a(const float* __restrict__ bids, float* __restrict__ out, int n, int rounds) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float sum[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) sum[k] = 0.f;
    for (int r = 0; r < rounds; ++r) {
        float b = bids[(size_t)r * n + i];
        int k = (__float_as_uint(b) >> 6) & 15;
        sum[k] += b + 1.f;
    }
    float best = sum[0];
#pragma unroll
    for (int k = 1; k < 16; ++k) best = fmaxf(best, sum[k]);
    out[i] = best;
}
__global__ void indigo_barrel_bk1_b(const float* __restrict__ bids, float* __restrict__ out, int n, int rounds) {
    __shared__ float sum[16][128];
    int i = blockIdx.x * 128 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 16; ++k) sum[k][threadIdx.x] = 0.f;
    for (int r = 0; r < rounds; ++r) {
        float b = bids[(size_t)r * n + i];
        int k = (__float_as_uint(b) >> 6) & 15;
        sum[k][threadIdx.x] += b + 1.f;
    }
    float best = sum[0][threadIdx.x];
#pragma unroll
    for (int k = 1; k < 16; ++k) best = fmaxf(best, sum[k][threadIdx.x]);
    out[i] = best;
}

// ---- traffic: density on road cells
__device__ __forceinline__ void advance_road(const float* __restrict__ rho, const float* __restrict__ vel, float* __restrict__ out, float dt, int cap, int tiles) {
    extern __shared__ float pool[];
    float* flux = pool; float* dens = pool + cap;
    size_t base = (size_t)blockIdx.x * tiles * 512;
    int t = threadIdx.x;
#pragma unroll 1
    for (int k = 0; k < tiles; ++k, base += 512) {
        float r0 = rho[base + t], r1 = rho[base + t + 256], v0 = vel[base + t], v1 = vel[base + t + 256];
        if (t == 0) flux[0] = base ? rho[base - 1] * vel[base - 1] : 0.f;
        flux[t + 1] = r0 * v0; flux[t + 257] = r1 * v1;
        dens[t] = r0; dens[t + 256] = r1;
        __syncthreads();
        int u = t ^ 32;
        out[base + u] = dens[u] - dt * (flux[u + 1] - flux[u]);
        out[base + u + 256] = dens[u + 256] - dt * (flux[u + 257] - flux[u + 256]);
        __syncthreads();
    }
}
__global__ void __launch_bounds__(256, 8) willow_compass_bk1_a(const float* __restrict__ rho, const float* __restrict__ vel, float* __restrict__ out, float dt, int cap, int tiles) {
    advance_road(rho, vel, out, dt, cap, tiles);
}
__global__ void __launch_bounds__(256, 8) willow_compass_bk1_b(const float* __restrict__ rho, const float* __restrict__ vel, float* __restrict__ out, float dt, int cap, int tiles) {
    advance_road(rho, vel, out, dt, cap, tiles);
}

// ---- power grid: hours until a battery is empty
__device__ __forceinline__ void drain(const float* __restrict__ load, float* __restrict__ out, int n, int T, float capacity) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float left = capacity; int t = 0;
    while (t < T && left > 0.f) { left -= 1.f + 0.5f * load[(size_t)t * n + i]; ++t; }
    out[i] = t + left;
}
__global__ void crimson_ladder_bk1_a(const float* __restrict__ load, float* __restrict__ out, int n, int T, float capacity) { drain(load, out, n, T, capacity); }
__global__ void crimson_ladder_bk1_b(const float* __restrict__ load, float* __restrict__ out, int n, int T, float capacity) { drain(load, out, n, T, capacity); }

// ---- video: mean luma of every line, 10-bit samples, 2048 a line
__device__ __forceinline__ float line_mean(const uint4* __restrict__ line) {
    int l = threadIdx.x & 31; uint32_t s = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        uint4 q = line[k * 32 + l];
        s += (q.x & 0xffff) + (q.x >> 16) + (q.y & 0xffff) + (q.y >> 16) + (q.z & 0xffff) + (q.z >> 16) + (q.w & 0xffff) + (q.w >> 16);
    }
    s = __reduce_add_sync(~0u, s);
    return s * (1.f / 2048.f);
}
__global__ void pebble_sonnet_bk1_a(const uint4* __restrict__ video, float* __restrict__ out, int lines) {
    const uint4* frame = video + (size_t)blockIdx.x * lines * 256;
    for (int y = threadIdx.x >> 5; y < lines; y += 8) {
        float m = line_mean(frame + (size_t)y * 256);
        if ((threadIdx.x & 31) == 0) out[blockIdx.x * lines + y] = m;
    }
}
__global__ void pebble_sonnet_bk1_b(const uint4* __restrict__ video, float* __restrict__ out, int lines) {
    const uint4* frame = video + (size_t)blockIdx.y * lines * 256;
    int y = blockIdx.x * 8 + (threadIdx.x >> 5);
    float m = line_mean(frame + (size_t)y * 256);
    if ((threadIdx.x & 31) == 0) out[blockIdx.y * lines + y] = m;
}

// ---- traffic: demand scenarios, 24 commodities of a link in registers
__device__ __forceinline__ float simulate(float seed, int steps) {
    float r[24];
#pragma unroll
    for (int k = 0; k < 24; ++k) r[k] = 0.5f + 0.02f * k * seed;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        float first = r[0];
#pragma unroll
        for (int k = 0; k < 24; ++k) {
            float next = k < 23 ? r[k + 1] : first;
            float d = next - r[k];
            r[k] = fmaf(fmaf(0.05f, d, 0.2f), d, r[k]);
        }
    }
    float a = 0.f;
#pragma unroll
    for (int k = 0; k < 24; ++k) a += r[k] * (1 + k % 3);
    return a;
}
__global__ void __launch_bounds__(1024) harbor_thistle_bk1_a(const float* __restrict__ demand, float* __restrict__ out, int slices, int steps) {
#pragma unroll 1
    for (int k = 0; k < slices; ++k) {
        size_t i = ((size_t)blockIdx.x * slices + k) * 1024 + threadIdx.x;
        out[i] = simulate(demand[i], steps);
    }
}
__global__ void __launch_bounds__(1024) harbor_thistle_bk1_b(const float* __restrict__ demand, float* __restrict__ out, int slices, int steps) {
    size_t i = ((size_t)blockIdx.y * slices + blockIdx.x) * 1024 + threadIdx.x;
    out[i] = simulate(demand[i], steps);
}

// ---- genomics: coverage of contigs, scaled
__device__ __forceinline__ int4 rescale(int4 c, int m) { return make_int4((c.x * m) >> 8, (c.y * m) >> 8, (c.z * m) >> 8, (c.w * m) >> 8); }
__global__ void cobalt_meadow_bk1_a(const int4* __restrict__ cov, int4* __restrict__ out, const int* __restrict__ start, const int* __restrict__ mult) {
    int s = start[blockIdx.x], e = start[blockIdx.x + 1], m = mult[blockIdx.x];
    for (int i = s + threadIdx.x; i < e; i += 256) out[i] = rescale(cov[i], m);
}
__global__ void cobalt_meadow_bk1_b(const int4* __restrict__ cov, int4* __restrict__ out, const int2* __restrict__ chunk, const int* __restrict__ mult) {
    int2 c = chunk[blockIdx.x]; int m = mult[c.y];
#pragma unroll 4
    for (int k = 0; k < 8; ++k) { int i = c.x + k * 256 + threadIdx.x; out[i] = rescale(cov[i], m); }
}

// ---- power grid: load forecast
__global__ void ivory_tunnel_bk1_a(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ out, float a) {
    size_t b = (size_t)blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; ++k) { size_t i = b + k * 256; out[i] = fmaf(a, x[i + 1], y[i]); }
}
__global__ void ivory_tunnel_bk1_b(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ out, float a) {
    size_t b = (size_t)blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; ++k) { size_t i = b + k * 256; out[i] = fmaf(a, x[i], y[i]); }
}

// ---- ad auction: pacing
__device__ __forceinline__ void pace(const float4* __restrict__ bid, const float4* __restrict__ spend, const float* __restrict__ coef, float4* __restrict__ out) {
    extern __shared__ float pool[];
    if (threadIdx.x < 64) pool[threadIdx.x] = coef[threadIdx.x];
    __syncthreads();
    size_t b = (size_t)blockIdx.x * 2048 + threadIdx.x;
#pragma unroll 4
    for (int k = 0; k < 8; ++k) {
        float c = pool[(threadIdx.x >> 5) * 8 + k]; float4 p = bid[b + k * 256], q = spend[b + k * 256];
        out[b + k * 256] = make_float4(p.x - c * q.x, p.y - c * q.y, p.z - c * q.z, p.w - c * q.w);
    }
}
__global__ void juniper_clock_bk1_a(const float4* __restrict__ bid, const float4* __restrict__ spend, const float* __restrict__ coef, float4* __restrict__ out) { pace(bid, spend, coef, out); }
__global__ void juniper_clock_bk1_b(const float4* __restrict__ bid, const float4* __restrict__ spend, const float* __restrict__ coef, float4* __restrict__ out) { pace(bid, spend, coef, out); }

// ---- genomics: interleave signal halves
template <bool Pad> __device__ __forceinline__ void interleave(const float4* __restrict__ in, float4* __restrict__ out) {
    __shared__ float s[4][272];
    int t = threadIdx.x, w = Pad ? t + (t >> 5) : t, j = ((t & 127) << 1) | (t >> 7), r = Pad ? j + (j >> 5) : j;
    size_t i = (size_t)blockIdx.x * 256 + t;
    float4 v = in[i];
    s[0][w] = v.x; s[1][w] = v.y; s[2][w] = v.z; s[3][w] = v.w;
    __syncthreads();
    out[i] = make_float4(v.x + 0.5f * s[0][r], v.y + 0.5f * s[1][r], v.z + 0.5f * s[2][r], v.w + 0.5f * s[3][r]);
}
__global__ void marble_finch_bk1_a(const float4* __restrict__ in, float4* __restrict__ out) { interleave<false>(in, out); }
__global__ void marble_finch_bk1_b(const float4* __restrict__ in, float4* __restrict__ out) { interleave<true>(in, out); }

// ---- video: tone curve by iteration
__device__ __forceinline__ void tone(const float* __restrict__ in, float* __restrict__ out, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = in[i], a = x, b = x * 0.5f, c = x * 0.25f, d = 1.f - x;
#pragma unroll 4
    for (int s = 0; s < steps; ++s) {
        a = fmaf(fmaf(-0.1f, a, 0.7f), a, 0.2f); b = fmaf(fmaf(-0.1f, b, 0.6f), b, 0.2f);
        c = fmaf(fmaf(-0.1f, c, 0.5f), c, 0.2f); d = fmaf(fmaf(-0.05f, d, 0.4f), d, 0.2f);
    }
    out[i] = a + b + c + d + x;
}
__global__ void ochre_bridge_bk1_a(const float* __restrict__ in, float* __restrict__ out, int n, int steps) { tone(in, out, n, steps); }
__global__ void ochre_bridge_bk1_b(const float* __restrict__ in, float* __restrict__ out, int n, int steps) { tone(in, out, n, steps); }

// ---- video: half-precision blend
__global__ void salmon_arch_bk1_a(const uint4* __restrict__ a, const uint4* __restrict__ b, uint4* __restrict__ out) {
    size_t base = (size_t)blockIdx.x * 1024 + threadIdx.x;
    const __half2 c = __float2half2_rn(0.75f);
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        uint4 p = a[base + k * 512], q = b[base + k * 512], r;
        const __half2 *x = (const __half2*)&p, *y = (const __half2*)&q; __half2* z = (__half2*)&r;
#pragma unroll
        for (int j = 0; j < 4; ++j) z[j] = __hfma2(c, x[j], y[j]);
        out[base + k * 512] = r;
    }
}
// ---- power grid: energy of feeders
__global__ void nickel_forest_bk1_a(const double2* __restrict__ in, double* __restrict__ out) {
    __shared__ double part[8];
    const double2* p = in + (size_t)blockIdx.x * 8192 + threadIdx.x;
    double s = 0, u = 0;
#pragma unroll 8
    for (int k = 0; k < 32; ++k) { double2 v = p[k * 256]; s += v.x * v.x; u += v.y * v.y; }
    s += u;
#pragma unroll
    for (int m = 16; m; m >>= 1) s += __shfl_xor_sync(~0u, s, m);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x == 0) { double t = 0; for (int k = 0; k < 8; ++k) t += part[k]; out[blockIdx.x] = t; }
}
// ---- video: smooth, five points, a column strip of 16 lines
__global__ void __launch_bounds__(256) bramble_coin_bk1_a(const float* __restrict__ in, float* __restrict__ out, int w, int h) {
    int x = (blockIdx.x * 256 + threadIdx.x) * 4, y0 = blockIdx.y * 16, lane = threadIdx.x & 31;
    auto row = [&](int y) { y = min(max(y, 0), h - 1); return *(const float4*)(in + (size_t)y * w + x); };
    float4 up = row(y0 - 1), c = row(y0), dn = row(y0 + 1), ahead = row(y0 + 2);
#pragma unroll 4
    for (int y = y0; y < y0 + 16; ++y) {
        float4 far = y + 3 <= y0 + 16 ? row(y + 3) : ahead;
        float l = __shfl_up_sync(~0u, c.w, 1), r = __shfl_down_sync(~0u, c.x, 1);
        if (lane == 0) l = in[(size_t)y * w + max(x - 1, 0)];
        if (lane == 31) r = in[(size_t)y * w + min(x + 4, w - 1)];
        float4 o;
        o.x = 0.5f * c.x + 0.125f * (l + c.y + up.x + dn.x);
        o.y = 0.5f * c.y + 0.125f * (c.x + c.z + up.y + dn.y);
        o.z = 0.5f * c.z + 0.125f * (c.y + c.w + up.z + dn.z);
        o.w = 0.5f * c.w + 0.125f * (c.z + r + up.w + dn.w);
        *(float4*)(out + (size_t)y * w + x) = o;
        up = c; c = dn; dn = ahead; ahead = far;
    }
}
// ---- ad auction: layer norm of the ranking model, rows of 1024, a warp a row
__global__ void __launch_bounds__(128) pewter_dune_bk1_a(const float4* __restrict__ in, const float4* __restrict__ gamma, const float4* __restrict__ beta, float4* __restrict__ out) {
    size_t row = (size_t)blockIdx.x * 4 + (threadIdx.x >> 5); int l = threadIdx.x & 31;
    float4 v[8]; float s = 0.f;
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = in[row * 256 + k * 32 + l];
#pragma unroll
    for (int k = 0; k < 8; ++k) s += v[k].x + v[k].y + v[k].z + v[k].w;
#pragma unroll
    for (int m = 16; m; m >>= 1) s += __shfl_xor_sync(~0u, s, m);
    float mean = s * (1.f / 1024.f), q = 0.f;
#pragma unroll
    for (int k = 0; k < 8; ++k) { v[k].x -= mean; v[k].y -= mean; v[k].z -= mean; v[k].w -= mean; q += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w; }
#pragma unroll
    for (int m = 16; m; m >>= 1) q += __shfl_xor_sync(~0u, q, m);
    float inv = rsqrtf(q * (1.f / 1024.f) + 1e-5f);
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        float4 g = gamma[k * 32 + l], b = beta[k * 32 + l];
        out[row * 256 + k * 32 + l] = make_float4(v[k].x * inv * g.x + b.x, v[k].y * inv * g.y + b.y, v[k].z * inv * g.z + b.z, v[k].w * inv * g.w + b.w);
    }
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> f, const void* out, size_t n, Output t = Output::f32) { cases.push_back({name, f, out, n, t}); };
    {
        const int B = 8448 * 128, T = 96;
        short* a = empty<short>((size_t)B * T); short* b = empty<short>((size_t)B * T); float* o = empty<float>(B);
        harness_setup_samples<<<4096, 256>>>(a, B, T, T, 1); harness_setup_samples<<<4096, 256>>>(b, B, T, 1, B);
        add("copper_lantern_bk1_a", [=] { copper_lantern_bk1_a<<<8448, 128>>>(a, o, B, T); }, o, B);
        add("copper_lantern_bk1_b", [=] { copper_lantern_bk1_b<<<8448, 128>>>(b, o, B, T); }, o, B);
    }
    {
        const int N = 1 << 22;
        float *p = filled<float>(N, 3), *c = filled<float>(N, 4), *a = filled<float>(N, 5), *w = filled<float>(N, 6), *o = empty<float>((size_t)N * kFeat);
        add("velvet_anchor_bk1_a", [=] { velvet_anchor_bk1_a<<<N / 128, 128>>>(p, c, a, w, o, N); }, o, (size_t)N * kFeat);
        add("velvet_anchor_bk1_b", [=] { velvet_anchor_bk1_b<<<N / 128, 128>>>(p, c, a, w, o, N); }, o, (size_t)N * kFeat);
    }
    {
        const int N = 9000000;
        Vehicle* v = empty<Vehicle>(N); float *p = empty<float>(N), *s = empty<float>(N), *a = empty<float>(N), *o = empty<float>(N);
        harness_setup_vehicles<<<(N + 255) / 256, 256>>>(v, p, s, a, N);
        add("maple_orbit_bk1_a", [=] { maple_orbit_bk1_a<<<(N + 255) / 256, 256>>>(v, o, 0.1f, N); }, o, N);
        add("maple_orbit_bk1_b", [=] { maple_orbit_bk1_b<<<(N + 255) / 256, 256>>>(p, s, a, o, 0.1f, N); }, o, N);
    }
    {
        const int N = 1 << 24;
        float2 *v1 = empty<float2>(N), *v2 = empty<float2>(N); int2 *b1 = empty<int2>(N), *b2 = empty<int2>(N); float* o = empty<float>(N);
        harness_setup_grid<<<N / 256, 256>>>(v1, b1, N, true); harness_setup_grid<<<N / 256, 256>>>(v2, b2, N, false);
        add("quartz_ribbon_bk1_a", [=] { quartz_ribbon_bk1_a<<<N / 512, 512>>>(v1, b1, o, N); }, o, N);
        add("quartz_ribbon_bk1_b", [=] { quartz_ribbon_bk1_b<<<N / 512, 512>>>(v2, b2, o, N); }, o, N);
    }
    {
        const int R = 1 << 18, N = 1 << 23;
        float *t1 = filled<float>((size_t)(R + 1) * 16, 9), *t2 = filled<float>((size_t)(R + 1) * 16, 9u + 4u * 2654435761u), *w = filled<float>(16, 21), *o = empty<float>(N);
        int* ids = harness::indices(N, R, 31);
        add("amber_kettle_bk1_a", [=] { amber_kettle_bk1_a<<<N / 192 + 1, 192>>>(t1, (const int4*)ids, (const float4*)w, o, N / 4); }, o, N);
        add("amber_kettle_bk1_b", [=] { amber_kettle_bk1_b<<<N / 192 + 1, 192>>>(t2, (const int4*)ids, (const float4*)w, o, N / 4); }, o, N);
    }
    {
        const int N = 3840 * 2160 * 12;
        uint8_t *a = empty<uint8_t>(N), *b = empty<uint8_t>(N), *o = empty<uint8_t>(N);
        harness_setup_bytes<<<4096, 256>>>(a, N, 1); harness_setup_bytes<<<4096, 256>>>(b, N, 99);
        add("tundra_violin_bk1_a", [=] { tundra_violin_bk1_a<<<1056 * 8, 256>>>(a, b, o, 77, N); }, o, N, Output::u8);
        add("tundra_violin_bk1_b", [=] { tundra_violin_bk1_b<<<1056 * 4, 256>>>((const uint4*)a, (const uint4*)b, (uint4*)o, 77, N / 16); }, o, N, Output::u8);
    }
    {
        const int N = 4224 * 256, W = 2;
        uint32_t* r = (uint32_t*)harness::indices((size_t)N * W, 0x7fffffffu, 41); uint2* h = (uint2*)harness::indices((size_t)N * 2, 0x7fffffffu, 42); float* o = empty<float>(N);
        add("saffron_gate_bk1_a", [=] { saffron_gate_bk1_a<<<4224, 256>>>(r, h, o, N, W); }, o, N);
        add("saffron_gate_bk1_b", [=] { saffron_gate_bk1_b<<<4224, 256>>>(r, h, o, N, W); }, o, N);
    }
    {
        const int N = 8448 * 128, R = 64;
        float *b = filled<float>((size_t)N * R, 51), *o = empty<float>(N);
        add("indigo_barrel_bk1_a", [=] { indigo_barrel_bk1_a<<<8448, 128>>>(b, o, N, R); }, o, N);
        add("indigo_barrel_bk1_b", [=] { indigo_barrel_bk1_b<<<8448, 128>>>(b, o, N, R); }, o, N);
    }
    {
        const int G = 8192; const size_t N = (size_t)G * 8 * 512;
        float *r = filled<float>(N, 61), *v = filled<float>(N, 62), *o = empty<float>(N);
        CHECK(cudaFuncSetAttribute(willow_compass_bk1_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 9000 * 8));
        add("willow_compass_bk1_a", [=] { willow_compass_bk1_a<<<G, 256, 9000 * 8>>>(r, v, o, 0.3f, 9000, 8); }, o, N);
        add("willow_compass_bk1_b", [=] { willow_compass_bk1_b<<<G, 256, 544 * 8>>>(r, v, o, 0.3f, 544, 8); }, o, N);
    }
    {
        const int N = 4224 * 256, T = 64;
        float *l = filled<float>((size_t)N * T, 71), *o = empty<float>(N);
        add("crimson_ladder_bk1_a", [=] { crimson_ladder_bk1_a<<<N / 32, 32>>>(l, o, N, T, 42.f); }, o, N);
        add("crimson_ladder_bk1_b", [=] { crimson_ladder_bk1_b<<<N / 256, 256>>>(l, o, N, T, 42.f); }, o, N);
    }
    {
        const int F = 24, L = 1088; const size_t N = (size_t)F * L * 2048;
        std::vector<uint16_t> host(N);
        for (size_t i = 0; i < N; ++i) host[i] = hash32((uint32_t)i) & 1023;
        uint16_t* v = uploaded(host); float* o = empty<float>(F * L);
        add("pebble_sonnet_bk1_a", [=] { pebble_sonnet_bk1_a<<<F, 256>>>((const uint4*)v, o, L); }, o, F * L);
        add("pebble_sonnet_bk1_b", [=] { pebble_sonnet_bk1_b<<<dim3(L / 8, F), 256>>>((const uint4*)v, o, L); }, o, F * L);
    }
    {
        const int S = 278, K = 8; const size_t N = (size_t)S * K * 1024;
        float *d = filled<float>(N, 81), *o = empty<float>(N);
        add("harbor_thistle_bk1_a", [=] { harbor_thistle_bk1_a<<<S, 1024>>>(d, o, K, 60); }, o, N);
        add("harbor_thistle_bk1_b", [=] { harbor_thistle_bk1_b<<<dim3(K, S), 1024>>>(d, o, K, 60); }, o, N);
    }
    {
        std::vector<int> start{0}, mult; std::vector<int2> chunk;
        for (int c = 0; c < 4016; ++c) {
            int chunks = c % 251 == 120 ? 192 : 1;
            for (int k = 0; k < chunks; ++k) chunk.push_back(make_int2(start.back() + k * 2048, c));
            start.push_back(start.back() + chunks * 2048); mult.push_back(128 + hash32(c) % 256);
        }
        size_t N = (size_t)start.back() * 4; int G = chunk.size();
        int *c = harness::indices(N, 5000, 91), *o = empty<int>(N), *s = uploaded(start), *m = uploaded(mult); int2* k = uploaded(chunk);
        add("cobalt_meadow_bk1_a", [=] { cobalt_meadow_bk1_a<<<4016, 256>>>((const int4*)c, (int4*)o, s, m); }, o, N, Output::i32);
        add("cobalt_meadow_bk1_b", [=] { cobalt_meadow_bk1_b<<<G, 256>>>((const int4*)c, (int4*)o, k, m); }, o, N, Output::i32);
    }
    {
        const size_t N = 1 << 25;
        float *x = filled<float>(N + 1, 101), *x2 = filled<float>(N, 101u + 2654435761u), *y = filled<float>(N, 102), *o = empty<float>(N);
        add("ivory_tunnel_bk1_a", [=] { ivory_tunnel_bk1_a<<<N / 1024, 256>>>(x, y, o, 0.7f); }, o, N);
        add("ivory_tunnel_bk1_b", [=] { ivory_tunnel_bk1_b<<<N / 1024, 256>>>(x2, y, o, 0.7f); }, o, N);
    }
    {
        const int G = 8448; const size_t N = (size_t)G * 8192;
        float *p = filled<float>(N, 111), *q = filled<float>(N, 112), *c = filled<float>(64, 113), *o = empty<float>(N);
        CHECK(cudaFuncSetAttribute(juniper_clock_bk1_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 52 * 1024));
        add("juniper_clock_bk1_a", [=] { juniper_clock_bk1_a<<<G, 256, 52 * 1024>>>((const float4*)p, (const float4*)q, c, (float4*)o); }, o, N);
        add("juniper_clock_bk1_b", [=] { juniper_clock_bk1_b<<<G, 256, 256>>>((const float4*)p, (const float4*)q, c, (float4*)o); }, o, N);
    }
    {
        const size_t N = 1 << 26;
        float *p = filled<float>(N, 121), *o = empty<float>(N);
        add("marble_finch_bk1_a", [=] { marble_finch_bk1_a<<<N / 1024, 256>>>((const float4*)p, (float4*)o); }, o, N);
        add("marble_finch_bk1_b", [=] { marble_finch_bk1_b<<<N / 1024, 256>>>((const float4*)p, (float4*)o); }, o, N);
    }
    {
        const int N = (528 * 20 + 40) * 512;
        float *p = filled<float>(N, 131), *o = empty<float>(N);
        add("ochre_bridge_bk1_a", [=] { ochre_bridge_bk1_a<<<N / 512, 512>>>(p, o, N, 160); }, o, N);
        add("ochre_bridge_bk1_b", [=] { ochre_bridge_bk1_b<<<N / 128, 128>>>(p, o, N, 160); }, o, N);
    }
    {
        const size_t N = (size_t)1 << 27;
        __half *a = filled<__half>(N, 141), *b = filled<__half>(N, 142), *o = empty<__half>(N);
        add("salmon_arch_bk1_a", [=] { salmon_arch_bk1_a<<<N / 8192, 512>>>((const uint4*)a, (const uint4*)b, (uint4*)o); }, o, N, Output::f16);
    }
    {
        const size_t N = (size_t)1 << 27;
        double *a = filled<double>(N, 151), *o = empty<double>(N / 16384);
        add("nickel_forest_bk1_a", [=] { nickel_forest_bk1_a<<<N / 16384, 256>>>((const double2*)a, o); }, o, N / 16384, Output::f64);
    }
    {
        const int W = 8192, H = 8192;
        float *a = filled<float>((size_t)W * H, 161), *o = empty<float>((size_t)W * H);
        add("bramble_coin_bk1_a", [=] { bramble_coin_bk1_a<<<dim3(W / 1024, H / 16), 256>>>(a, o, W, H); }, o, (size_t)W * H);
    }
    {
        const int R = 65536;
        float *a = filled<float>((size_t)R * 1024, 171), *g = filled<float>(1024, 172), *b = filled<float>(1024, 173), *o = empty<float>((size_t)R * 1024);
        add("pewter_dune_bk1_a", [=] { pewter_dune_bk1_a<<<R / 4, 128>>>((const float4*)a, (const float4*)g, (const float4*)b, (float4*)o); }, o, (size_t)R * 1024);
    }
    return harness::run(argc, argv, cases);
}
