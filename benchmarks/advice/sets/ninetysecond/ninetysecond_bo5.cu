// Twenty measured cases from plasma physics, search engines, robotics and language models.
#include "harness.cuh"

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using namespace nvcuda;

// ---- walnut_harbor: sub-cycled magnetised particle push, step count set by the local field strength
constexpr int kWalnutTiles = 5280;
constexpr int kWalnutTile = 2048;

__device__ __forceinline__ int walnut_regime(float b) { return min(3, (int)((b + 1.0f) * 2.0f)); }

__device__ __forceinline__ float walnut_push(float vx, float vy, float vz, float b) {
    const int q = walnut_regime(b);
    const int steps = 8 + 5 * q * q * q;
    const float dt = __fdividef(1.5f, (float)steps);
    const float strength = 1.0f + 2.0f * (b + 1.0f);
    const float tx = 0.21f * strength * dt, ty = 0.37f * strength * dt, tz = 0.55f * strength * dt;
    const float f = __fdividef(2.0f, 1.0f + tx * tx + ty * ty + tz * tz);
    const float sx = f * tx, sy = f * ty, sz = f * tz;
    const float ex = 0.06f * dt, ey = -0.03f * dt, ez = 0.04f * dt;
    float x = 0.0f, y = 0.0f, z = 0.0f;
#pragma unroll 1
    for (int n = 0; n < steps; ++n) {
        vx += ex; vy += ey; vz += ez;
        const float ux = vx + (vy * tz - vz * ty), uy = vy + (vz * tx - vx * tz), uz = vz + (vx * ty - vy * tx);
        vx += uy * sz - uz * sy; vy += uz * sx - ux * sz; vz += ux * sy - uy * sx;
        vx += ex; vy += ey; vz += ez;
        x += vx * dt; y += vy * dt; z += vz * dt;
    }
    return 0.5f * (vx * vx + vy * vy + vz * vz) + 0.1f * (x * x + y * y + z * z);
}

__global__ __launch_bounds__(256) void walnut_harbor_bo5_a(const float* __restrict__ vx, const float* __restrict__ vy, const float* __restrict__ vz,
                                                           const float* __restrict__ field, float* __restrict__ out) {
    const size_t base = (size_t)blockIdx.x * kWalnutTile;
#pragma unroll 1
    for (int j = threadIdx.x; j < kWalnutTile; j += 256) {
        const size_t i = base + j;
        out[i] = walnut_push(vx[i], vy[i], vz[i], field[i]);
    }
}

__global__ __launch_bounds__(256) void walnut_harbor_bo5_b(const float* __restrict__ vx, const float* __restrict__ vy, const float* __restrict__ vz,
                                                           const float* __restrict__ field, float* __restrict__ out) {
    __shared__ unsigned short list[4][kWalnutTile];
    __shared__ int count[4];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const size_t base = (size_t)blockIdx.x * kWalnutTile;
    if (threadIdx.x < 4) count[threadIdx.x] = 0;
    __syncthreads();
#pragma unroll 1
    for (int j = threadIdx.x; j < kWalnutTile; j += 256) {
        const int c = walnut_regime(field[base + j]);
#pragma unroll
        for (int q = 0; q < 4; ++q) {
            const unsigned members = __ballot_sync(0xffffffffu, c == q);
            int at = 0;
            if (lane == 0) at = atomicAdd(&count[q], __popc(members));
            at = __shfl_sync(0xffffffffu, at, 0);
            if (c == q) list[q][at + __popc(members & ((1u << lane) - 1u))] = (unsigned short)j;
        }
    }
    __syncthreads();
    int total = 0;
    for (int q = 0; q < 4; ++q) total += (count[q] + 31) >> 5;
#pragma unroll 1
    for (int chunk = warp; chunk < total; chunk += 8) {
        int q = 3, c = chunk;
        while (c >= (count[q] + 31) >> 5) { c -= (count[q] + 31) >> 5; --q; }
        const int slot = c * 32 + lane;
        if (slot < count[q]) {
            const size_t i = base + list[q][slot];
            out[i] = walnut_push(vx[i], vy[i], vz[i], field[i]);
        }
    }
}

// ---- crimson_ladle: keep the k largest of each row of 1024 logits, zero the rest
constexpr int kLadleRows = 40960;
constexpr int kLadleKeep = 64;

__device__ __forceinline__ unsigned ladle_key(unsigned bits) { return bits ^ ((unsigned)((int)bits >> 31) | 0x80000000u); }
__device__ __forceinline__ unsigned ladle_bits(unsigned key) { return key ^ ((key >> 31) ? 0x80000000u : 0xffffffffu); }

__global__ __launch_bounds__(1024) void crimson_ladle_bo5_a(const float* __restrict__ x, float* __restrict__ out, int keep) {
    __shared__ int part[32];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const size_t at = (size_t)blockIdx.x * 1024 + threadIdx.x;
    const float v = x[at];
    const unsigned key = ladle_key(__float_as_uint(v));
    unsigned floor_key = 0;
#pragma unroll 1
    for (int bit = 31; bit >= 0; --bit) {
        const unsigned candidate = floor_key | (1u << bit);
        const unsigned above = __ballot_sync(0xffffffffu, key >= candidate);
        if (lane == 0) part[warp] = __popc(above);
        __syncthreads();
#pragma unroll
        for (int half_way = 16; half_way > 0; half_way >>= 1) {
            if (threadIdx.x < half_way) part[threadIdx.x] += part[threadIdx.x + half_way];
            __syncthreads();
        }
        if (part[0] >= keep) floor_key = candidate;
        __syncthreads();
    }
    out[at] = key >= floor_key ? v : 0.0f;
}

__global__ __launch_bounds__(256) void crimson_ladle_bo5_b(const float* __restrict__ x, float* __restrict__ out, int keep) {
    const int lane = threadIdx.x & 31;
    const size_t row = (size_t)blockIdx.x * 8 + (threadIdx.x >> 5);
    const uint4* src = reinterpret_cast<const uint4*>(x) + row * 256 + lane;
    float4* dst = reinterpret_cast<float4*>(out) + row * 256 + lane;
    unsigned key[32];
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        const uint4 u = src[32 * j];
        key[4 * j] = ladle_key(u.x); key[4 * j + 1] = ladle_key(u.y); key[4 * j + 2] = ladle_key(u.z); key[4 * j + 3] = ladle_key(u.w);
    }
    unsigned floor_key = 0;
#pragma unroll 1
    for (int bit = 31; bit >= 0; --bit) {
        const unsigned candidate = floor_key | (1u << bit);
        float c0 = 0.0f, c1 = 0.0f;
#pragma unroll
        for (int j = 0; j < 32; j += 2) {
            if (key[j] >= candidate) c0 += 1.0f;
            if (key[j + 1] >= candidate) c1 += 1.0f;
        }
        if (__reduce_add_sync(0xffffffffu, (int)(c0 + c1)) >= keep) floor_key = candidate;
    }
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        float4 v;
        v.x = key[4 * j] >= floor_key ? __uint_as_float(ladle_bits(key[4 * j])) : 0.0f;
        v.y = key[4 * j + 1] >= floor_key ? __uint_as_float(ladle_bits(key[4 * j + 1])) : 0.0f;
        v.z = key[4 * j + 2] >= floor_key ? __uint_as_float(ladle_bits(key[4 * j + 2])) : 0.0f;
        v.w = key[4 * j + 3] >= floor_key ? __uint_as_float(ladle_bits(key[4 * j + 3])) : 0.0f;
        dst[32 * j] = v;
    }
}

// ---- pebble_lantern: satisfaction totals of seven client classes over a log of dwell times
constexpr int kPebbleBlocks = 5940;

__device__ __forceinline__ float pebble_score(const float4* __restrict__ dwell) {
    float s0 = 0.0f, s1 = 0.0f;
#pragma unroll 8
    for (int j = 0; j < 16; ++j) {
        const float4 d = dwell[j * 256];
        s0 += d.x * d.x * (0.7f + 0.3f * d.x) + d.y * d.y * (0.7f + 0.3f * d.y);
        s1 += d.z * d.z * (0.7f + 0.3f * d.z) + d.w * d.w * (0.7f + 0.3f * d.w);
    }
    return s0 + s1;
}

__global__ __launch_bounds__(256) void pebble_lantern_bo5_a(const float4* __restrict__ dwell, const int* __restrict__ client, float* __restrict__ out) {
    const int c = client[blockIdx.x * 256 + threadIdx.x];
    const float s = pebble_score(dwell + (size_t)blockIdx.x * 4096 + threadIdx.x);
    atomicAdd(&out[c], s);
}

__global__ __launch_bounds__(256) void pebble_lantern_bo5_b(const float4* __restrict__ dwell, const int* __restrict__ client, float* __restrict__ out) {
    __shared__ float part[8][8];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const int c = client[blockIdx.x * 256 + threadIdx.x];
    const float s = pebble_score(dwell + (size_t)blockIdx.x * 4096 + threadIdx.x);
    float mine = 0.0f;
#pragma unroll
    for (int q = 0; q < 7; ++q) {
        float t = c == q ? s : 0.0f;
#pragma unroll
        for (int d = 16; d > 0; d >>= 1) t += __shfl_xor_sync(0xffffffffu, t, d);
        if (lane == q) mine = t;
    }
    if (lane < 7) part[warp][lane] = mine;
    __syncthreads();
    if (threadIdx.x < 7) {
        float t = 0.0f;
#pragma unroll
        for (int w = 0; w < 8; ++w) t += part[w][threadIdx.x];
        atomicAdd(&out[threadIdx.x], t);
    }
}

// ---- maple_thimble: bilinear charge deposition in fixed point on a 64 x 64 periodic mesh
constexpr int kMapleParticles = 1 << 24;

__device__ __forceinline__ void maple_deposit(int* mesh, float x, float y) {
    const float gx = (0.5f + 0.5f * x * fabsf(x)) * 64.0f, gy = (0.5f + 0.5f * y * fabsf(y)) * 64.0f;
    const int ix = min(63, (int)gx), iy = min(63, (int)gy);
    const int wx = (int)((gx - (float)ix) * 16.0f), wy = (int)((gy - (float)iy) * 16.0f);
    const int jx = (ix + 1) & 63, jy = (iy + 1) & 63;
    atomicAdd(&mesh[iy * 64 + ix], (16 - wx) * (16 - wy));
    atomicAdd(&mesh[iy * 64 + jx], wx * (16 - wy));
    atomicAdd(&mesh[jy * 64 + ix], (16 - wx) * wy);
    atomicAdd(&mesh[jy * 64 + jx], wx * wy);
}

__global__ __launch_bounds__(256) void maple_thimble_bo5_a(const float4* __restrict__ x, const float4* __restrict__ y, int* __restrict__ mesh) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float4 px = x[i], py = y[i];
    maple_deposit(mesh, px.x, py.x);
    maple_deposit(mesh, px.y, py.y);
    maple_deposit(mesh, px.z, py.z);
    maple_deposit(mesh, px.w, py.w);
}

__global__ __launch_bounds__(1024) void maple_thimble_bo5_b(const float4* __restrict__ x, const float4* __restrict__ y, int* __restrict__ mesh) {
    __shared__ int local[4096];
    for (int i = threadIdx.x; i < 4096; i += 1024) local[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 1024 + threadIdx.x; i < kMapleParticles / 4; i += gridDim.x * 1024) {
        const float4 px = x[i], py = y[i];
        maple_deposit(local, px.x, py.x);
        maple_deposit(local, px.y, py.y);
        maple_deposit(local, px.z, py.z);
        maple_deposit(local, px.w, py.w);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 4096; i += 1024) atomicAdd(&mesh[i], local[i]);
}

// ---- copper_meadow: actuator loss torque from speed and temperature by fitted series
constexpr int kCopperCount = 1 << 25;

#define COPPER_TORQUE(y, s, h) \
    auto drag = L(0.91) + s * (L(-0.2503) + s * (L(0.27841) + s * (L(0.263) + s * (L(0.18691) + s * (L(-0.03924) + s * (L(-0.20707) + s * (L(0.12381) + s * \
    (L(0.01165) + s * (L(0.08319) + s * (L(-0.16561) + s * (L(0.03345) + s * (L(-0.02845) + s * (L(0.02525) + s * (L(0.14132) + s * (L(0.03387) + s * \
    (L(0.12731) + s * (L(-0.11131) + s * (L(0.04186) + s * (L(0.06542) + s * (L(0.02453) + s * (L(-0.10497) + s * (L(-0.03453) + s * \
    (L(0.04459)))))))))))))))))))))))); \
    auto cog = L(-0.37) + s * (L(-0.11603) + s * (L(0.11506) + s * (L(-0.19053) + s * (L(-0.03024) + s * (L(-0.21255) + s * (L(0.16814) + s * (L(0.11069) + \
    s * (L(0.02023) + s * (L(-0.1822) + s * (L(0.15332) + s * (L(-0.09664) + s * (L(0.06338) + s * (L(0.07278) + s * (L(0.09297) + s * (L(0.0219) + s * \
    (L(-0.12346) + s * (L(-0.04735) + s * (L(-0.10915) + s * (L(0.09182) + s * (L(-0.0684) + s * (L(0.0939) + s * (L(0.04795) + s * \
    (L(-0.02464)))))))))))))))))))))))); \
    auto warm = L(1.13) + h * (L(-0.36068) + h * (L(0.10657) + h * (L(-0.10645) + h * (L(0.09478) + h * (L(-0.16544) + h * (L(0.2361) + h * (L(0.16081) + h \
    * (L(-0.20195) + h * (L(-0.01433) + h * (L(-0.15012) + h * (L(0.11318) + h * (L(0.0157) + h * (L(-0.12363) + h * (L(0.12275) + h * (L(0.13599) + h * \
    (L(-0.08561) + h * (L(-0.01855) + h * (L(0.04875) + h * (L(-0.09954) + h * (L(0.02018) + h * (L(-0.10595) + h * (L(-0.10066) + h * \
    (L(-0.05078)))))))))))))))))))))))); \
    auto sag = L(0.44) + h * (L(0.19316) + h * (L(0.05262) + h * (L(-0.19972) + h * (L(0.24572) + h * (L(-0.03333) + h * (L(-0.12712) + h * (L(-0.02299) + \
    h * (L(0.14485) + h * (L(-0.14751) + h * (L(-0.1042) + h * (L(-0.14308) + h * (L(-0.12535) + h * (L(-0.14626) + h * (L(0.09657) + h * (L(-0.06891) + h \
    * (L(-0.0471) + h * (L(-0.06171) + h * (L(-0.04584) + h * (L(-0.0876) + h * (L(0.04263) + h * (L(-0.09495) + h * (L(-0.10226) + h * \
    (L(0.05456)))))))))))))))))))))))); \
    y = (float)(drag * drag * warm * warm + L(0.35) * cog * cog + L(0.15) * sag * sag);

#define L(c) c
__global__ __launch_bounds__(256) void copper_meadow_bo5_a(const float2* __restrict__ speed, const float2* __restrict__ heat, float2* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float2 s = speed[i], h = heat[i];
    float2 r;
    { COPPER_TORQUE(r.x, s.x, h.x) }
    { COPPER_TORQUE(r.y, s.y, h.y) }
    out[i] = r;
}
#undef L
#define L(c) c##f
__global__ __launch_bounds__(256) void copper_meadow_bo5_b(const float2* __restrict__ speed, const float2* __restrict__ heat, float2* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float2 s = speed[i], h = heat[i];
    float2 r;
    { COPPER_TORQUE(r.x, s.x, h.x) }
    { COPPER_TORQUE(r.y, s.y, h.y) }
    out[i] = r;
}
#undef L

// ---- saffron_kettle: emissivity of eight spectral lines over a field of temperatures and densities
constexpr int kSaffronCount = 1 << 25;
__constant__ float4 saffron_lines[8];    // exponent, energy, critical density, strength
__constant__ float4 saffron_scaled[8];   // exponent, energy / ln 2, 1 / critical density, strength

__global__ __launch_bounds__(256) void saffron_kettle_bo5_a(const float2* __restrict__ heat, const float2* __restrict__ density, float2* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float2 h = heat[i], d = density[i];
    const float t[2] = {h.x + 1.1f, h.y + 1.1f}, n[2] = {d.x + 1.5f, d.y + 1.5f};
    float e[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        float s = 0.0f;
#pragma unroll 2
        for (int l = 0; l < 8; ++l) {
            const float4 c = saffron_lines[l];
            s += c.w * powf(t[j], c.x) * expf(-c.y / t[j]) / (1.0f + n[j] / c.z);
        }
        e[j] = s;
    }
    out[i] = make_float2(e[0], e[1]);
}

__global__ __launch_bounds__(256) void saffron_kettle_bo5_b(const float2* __restrict__ heat, const float2* __restrict__ density, float2* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float2 h = heat[i], d = density[i];
    const float t[2] = {h.x + 1.1f, h.y + 1.1f}, n[2] = {d.x + 1.5f, d.y + 1.5f};
    float e[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        const float power = __log2f(t[j]), inverse = __fdividef(1.0f, t[j]);
        float s = 0.0f;
#pragma unroll
        for (int l = 0; l < 8; ++l) {
            const float4 c = saffron_scaled[l];
            s += __fdividef(c.w * exp2f(c.x * power - c.y * inverse), fmaf(n[j], c.z, 1.0f));
        }
        e[j] = s;
    }
    out[i] = make_float2(e[0], e[1]);
}

// ---- willow_button: goal distance of every node of a six-joint configuration lattice
constexpr unsigned kWillowCount = 36u * 23u * 19u * 21u * 17u * 15u;
struct WillowLattice {
    unsigned size[6];
    unsigned magic[6];
    unsigned shift[6];
    float step[6], from[6];
};

__device__ __forceinline__ float willow_add(float cost, unsigned index, float step, float from) {
    const float e = fmaf(__uint_as_float(0x4b000000u | index) - 8388608.0f, step, from);
    return fmaf(e, e, cost);
}

__global__ __launch_bounds__(256) void willow_button_bo5_a(WillowLattice g, float4* __restrict__ out) {
    const unsigned first = (blockIdx.x * 256 + threadIdx.x) * 4;
    if (first >= kWillowCount) return;
    float cost[4];
#pragma unroll
    for (int v = 0; v < 4; ++v) {
        unsigned rest = first + v;
        float c = 0.0f;
#pragma unroll
        for (int j = 0; j < 5; ++j) {
            c = willow_add(c, rest % g.size[j], g.step[j], g.from[j]);
            rest /= g.size[j];
        }
        cost[v] = willow_add(c, rest, g.step[5], g.from[5]);
    }
    out[first / 4] = make_float4(cost[0], cost[1], cost[2], cost[3]);
}

__global__ __launch_bounds__(256) void willow_button_bo5_b(WillowLattice g, float4* __restrict__ out) {
    const unsigned first = (blockIdx.x * 256 + threadIdx.x) * 4;
    if (first >= kWillowCount) return;
    float cost[4];
#pragma unroll
    for (int v = 0; v < 4; ++v) {
        unsigned rest = first + v;
        float c = 0.0f;
#pragma unroll
        for (int j = 0; j < 5; ++j) {
            const unsigned q = __umulhi(rest, g.magic[j]) >> g.shift[j];
            c = willow_add(c, rest - q * g.size[j], g.step[j], g.from[j]);
            rest = q;
        }
        cost[v] = willow_add(c, rest, g.step[5], g.from[5]);
    }
    out[first / 4] = make_float4(cost[0], cost[1], cost[2], cost[3]);
}

// ---- marble_finch: rank-biased precision of every query's 192 graded results over 160 persistence values
constexpr int kMarbleBlocks = 4224;
constexpr int kMarbleDepth = 192;
constexpr int kMarblePoints = 160;

__device__ __forceinline__ void marble_load(float (&gain)[kMarbleDepth], const float* __restrict__ grade, size_t q, size_t queries) {
#pragma unroll
    for (int k = 0; k < kMarbleDepth; ++k) gain[k] = grade[k * queries + q];
}

__global__ __launch_bounds__(128) void marble_finch_bo5_a(const float* __restrict__ grade, float* __restrict__ out) {
    const size_t queries = (size_t)kMarbleBlocks * 128, q = (size_t)blockIdx.x * 128 + threadIdx.x;
    float gain[kMarbleDepth];
    marble_load(gain, grade, q, queries);
    float sum = 0.0f, best = 0.0f;
    float p = 0.5f;
#pragma unroll 1
    for (int n = 0; n < kMarblePoints; ++n) {
        float s = gain[kMarbleDepth - 1];
#pragma unroll
        for (int k = kMarbleDepth - 2; k >= 0; --k) s = fmaf(s, p, gain[k]);
        s *= 1.0f - p;
        sum += s;
        best = fmaxf(best, s);
        p += 0.0029296875f;
    }
    out[q] = best + 1.0f + sum * (1.0f / kMarblePoints);
}

__global__ __launch_bounds__(128) void marble_finch_bo5_b(const float* __restrict__ grade, float* __restrict__ out) {
    const size_t queries = (size_t)kMarbleBlocks * 128, q = (size_t)blockIdx.x * 128 + threadIdx.x;
    float gain[kMarbleDepth];
    marble_load(gain, grade, q, queries);
    float sum = 0.0f, best = 0.0f;
    float p0 = 0.5f;
#pragma unroll 1
    for (int n = 0; n < kMarblePoints; n += 4) {
        const float p1 = p0 + 0.0029296875f, p2 = p0 + 2 * 0.0029296875f, p3 = p0 + 3 * 0.0029296875f;
        float s0 = gain[kMarbleDepth - 1], s1 = s0, s2 = s0, s3 = s0;
#pragma unroll
        for (int k = kMarbleDepth - 2; k >= 0; --k) {
            s0 = fmaf(s0, p0, gain[k]);
            s1 = fmaf(s1, p1, gain[k]);
            s2 = fmaf(s2, p2, gain[k]);
            s3 = fmaf(s3, p3, gain[k]);
        }
        s0 *= 1.0f - p0; s1 *= 1.0f - p1; s2 *= 1.0f - p2; s3 *= 1.0f - p3;
        sum += (s0 + s1) + (s2 + s3);
        best = fmaxf(best, fmaxf(fmaxf(s0, s1), fmaxf(s2, s3)));
        p0 += 4 * 0.0029296875f;
    }
    out[q] = best + 1.0f + sum * (1.0f / kMarblePoints);
}

// ---- indigo_basket: feed-forward projection with squared rectifier, half in, single out
constexpr int kIndigoM = 4224, kIndigoN = 4096, kIndigoK = 2048;
constexpr int kIndigoLda = 40, kIndigoLdb = 264;
constexpr int kIndigoStageA = 128 * kIndigoLda, kIndigoStageB = 32 * kIndigoLdb;
constexpr int kIndigoStages = 4;
constexpr int kIndigoShared = kIndigoStages * (kIndigoStageA + kIndigoStageB) * 2;

using IndigoAcc = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;

__device__ __forceinline__ void indigo_multiply(IndigoAcc (&acc)[4][4], const half* as, const half* bs, int wm, int wn) {
#pragma unroll
    for (int kk = 0; kk < 2; ++kk) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a[4];
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(a[i], as + (wm * 64 + i * 16) * kIndigoLda + kk * 16, kIndigoLda);
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(b[j], bs + kk * 16 * kIndigoLdb + wn * 64 + j * 16, kIndigoLdb);
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
    }
}

__device__ __forceinline__ void indigo_finish(IndigoAcc (&acc)[4][4], float* __restrict__ out, int m, int n) {
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
#pragma unroll
            for (int e = 0; e < acc[i][j].num_elements; ++e) {
                const float v = fmaxf(acc[i][j].x[e], 0.0f);
                acc[i][j].x[e] = v * v;
            }
            wmma::store_matrix_sync(out + (size_t)(m + i * 16) * kIndigoN + n + j * 16, acc[i][j], kIndigoN, wmma::mem_row_major);
        }
}

__global__ __launch_bounds__(256, 1) void indigo_basket_bo5_a(const half* __restrict__ x, const half* __restrict__ w, float* __restrict__ out) {
    __shared__ __align__(128) half as[kIndigoStageA];
    __shared__ __align__(128) half bs[kIndigoStageB];
    const int tid = threadIdx.x, wm = tid >> 7, wn = (tid >> 5) & 3;
    const int m0 = blockIdx.y * 128, n0 = blockIdx.x * 256;
    IndigoAcc acc[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
#pragma unroll 1
    for (int k0 = 0; k0 < kIndigoK; k0 += 32) {
#pragma unroll
        for (int p = 0; p < 2; ++p) {
            const int at = tid + 256 * p, r = at >> 2, c = (at & 3) * 8;
            *reinterpret_cast<uint4*>(as + r * kIndigoLda + c) = *reinterpret_cast<const uint4*>(x + (size_t)(m0 + r) * kIndigoK + k0 + c);
        }
#pragma unroll
        for (int p = 0; p < 4; ++p) {
            const int at = tid + 256 * p, r = at >> 5, c = (at & 31) * 8;
            *reinterpret_cast<uint4*>(bs + r * kIndigoLdb + c) = *reinterpret_cast<const uint4*>(w + (size_t)(k0 + r) * kIndigoN + n0 + c);
        }
        __syncthreads();
        indigo_multiply(acc, as, bs, wm, wn);
        __syncthreads();
    }
    indigo_finish(acc, out, m0 + wm * 64, n0 + wn * 64);
}

__device__ __forceinline__ void indigo_fetch(half* as, half* bs, const half* __restrict__ x, const half* __restrict__ w, int m0, int n0, int k0, int tid) {
#pragma unroll
    for (int p = 0; p < 2; ++p) {
        const int at = tid + 256 * p, r = at >> 2, c = (at & 3) * 8;
        __pipeline_memcpy_async(as + r * kIndigoLda + c, x + (size_t)(m0 + r) * kIndigoK + k0 + c, 16);
    }
#pragma unroll
    for (int p = 0; p < 4; ++p) {
        const int at = tid + 256 * p, r = at >> 5, c = (at & 31) * 8;
        __pipeline_memcpy_async(bs + r * kIndigoLdb + c, w + (size_t)(k0 + r) * kIndigoN + n0 + c, 16);
    }
}

__global__ __launch_bounds__(256, 1) void indigo_basket_bo5_b(const half* __restrict__ x, const half* __restrict__ w, float* __restrict__ out) {
    extern __shared__ __align__(128) unsigned char indigo_pool[];
    half* as = reinterpret_cast<half*>(indigo_pool);
    half* bs = as + kIndigoStages * kIndigoStageA;
    const int tid = threadIdx.x, wm = tid >> 7, wn = (tid >> 5) & 3;
    const int m0 = blockIdx.y * 128, n0 = blockIdx.x * 256;
    IndigoAcc acc[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
#pragma unroll
    for (int s = 0; s < kIndigoStages - 1; ++s) {
        indigo_fetch(as + s * kIndigoStageA, bs + s * kIndigoStageB, x, w, m0, n0, s * 32, tid);
        __pipeline_commit();
    }
#pragma unroll 1
    for (int t = 0; t < kIndigoK / 32; ++t) {
        __pipeline_wait_prior(kIndigoStages - 2);
        __syncthreads();
        const int next = t + kIndigoStages - 1;
        if (next < kIndigoK / 32) {
            const int s = next % kIndigoStages;
            indigo_fetch(as + s * kIndigoStageA, bs + s * kIndigoStageB, x, w, m0, n0, next * 32, tid);
        }
        __pipeline_commit();
        const int s = t % kIndigoStages;
        indigo_multiply(acc, as + s * kIndigoStageA, bs + s * kIndigoStageB, wm, wn);
    }
    indigo_finish(acc, out, m0 + wm * 64, n0 + wn * 64);
}

// ---- cedar_ribbon: information matrix J' W J of a stacked least-squares problem, single precision
constexpr int kCedarN = 2048, kCedarRows = 768;

__global__ __launch_bounds__(256) void cedar_ribbon_bo5_a(const float* __restrict__ jac, const float* __restrict__ weight, float* __restrict__ out) {
    const int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y;
    float acc = 0.0f;
#pragma unroll 4
    for (int r = 0; r < kCedarRows; ++r) acc = fmaf((1.5f + weight[r]) * jac[r * kCedarN + i], jac[r * kCedarN + j], acc);
    out[i * kCedarN + j] = acc;
}

__global__ __launch_bounds__(256, 2) void cedar_ribbon_bo5_b(const float* __restrict__ jac, const float* __restrict__ weight, float* __restrict__ out) {
    __shared__ __align__(16) float left[2][16][128];
    __shared__ __align__(16) float right[2][16][128];
    const int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4;
    const int r0 = tid >> 5, c0 = (tid & 31) * 4;
    const float* pl = jac + blockIdx.y * 128 + c0;
    const float* pr = jac + blockIdx.x * 128 + c0;
    float acc[8][8] = {};
    float4 nl[2], nr[2];
#pragma unroll
    for (int p = 0; p < 2; ++p) {
        const int r = r0 + 8 * p;
        const float s = 1.5f + weight[r];
        nl[p] = *reinterpret_cast<const float4*>(pl + r * kCedarN);
        nr[p] = *reinterpret_cast<const float4*>(pr + r * kCedarN);
        nl[p].x *= s; nl[p].y *= s; nl[p].z *= s; nl[p].w *= s;
        *reinterpret_cast<float4*>(&left[0][r][c0]) = nl[p];
        *reinterpret_cast<float4*>(&right[0][r][c0]) = nr[p];
    }
    __syncthreads();
#pragma unroll 1
    for (int t = 0; t < kCedarRows / 16; ++t) {
        const int now = t & 1;
        float ns[2];
        if (t + 1 < kCedarRows / 16) {
#pragma unroll
            for (int p = 0; p < 2; ++p) {
                const int r = (t + 1) * 16 + r0 + 8 * p;
                ns[p] = 1.5f + weight[r];
                nl[p] = *reinterpret_cast<const float4*>(pl + r * kCedarN);
                nr[p] = *reinterpret_cast<const float4*>(pr + r * kCedarN);
            }
        }
#pragma unroll 8
        for (int k = 0; k < 16; ++k) {
            float a[8], b[8];
            *reinterpret_cast<float4*>(a) = *reinterpret_cast<const float4*>(&left[now][k][ty * 4]);
            *reinterpret_cast<float4*>(a + 4) = *reinterpret_cast<const float4*>(&left[now][k][64 + ty * 4]);
            *reinterpret_cast<float4*>(b) = *reinterpret_cast<const float4*>(&right[now][k][tx * 4]);
            *reinterpret_cast<float4*>(b + 4) = *reinterpret_cast<const float4*>(&right[now][k][64 + tx * 4]);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = fmaf(a[i], b[j], acc[i][j]);
        }
        if (t + 1 < kCedarRows / 16) {
#pragma unroll
            for (int p = 0; p < 2; ++p) {
                const int r = r0 + 8 * p;
                nl[p].x *= ns[p]; nl[p].y *= ns[p]; nl[p].z *= ns[p]; nl[p].w *= ns[p];
                *reinterpret_cast<float4*>(&left[now ^ 1][r][c0]) = nl[p];
                *reinterpret_cast<float4*>(&right[now ^ 1][r][c0]) = nr[p];
            }
            __syncthreads();
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        const int row = blockIdx.y * 128 + (i >> 2) * 64 + ty * 4 + (i & 3);
        float* o = out + row * kCedarN + blockIdx.x * 128 + tx * 4;
        *reinterpret_cast<float4*>(o) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *reinterpret_cast<float4*>(o + 64) = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}

// ---- amber_saddle: attention logits with a distance penalty per head, half in and out
constexpr int kAmberHeads = 32, kAmberLen = 2048, kAmberDim = 128;
constexpr int kAmberLd = 136, kAmberLdf = 132;
constexpr int kAmberShared = 2 * 128 * kAmberLd * 2;

__device__ __forceinline__ unsigned amber_pack(float low, float high) {
    const __half2 h = __floats2half2_rn(low, high);
    return *reinterpret_cast<const unsigned*>(&h);
}

__device__ __forceinline__ float amber_logit(float dot, int i, int j, float slope) { return dot * 0.08838835f + 1.0f - slope * fabsf((float)(i - j)); }

__global__ __launch_bounds__(256, 2) void amber_saddle_bo5_a(const half* __restrict__ query, const half* __restrict__ key, half* __restrict__ out) {
    __shared__ __align__(16) float qs[32][128];
    __shared__ __align__(16) float ks[32][128];
    const int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4, row = tid >> 2, part = tid & 3;
    const int head = blockIdx.z, i0 = blockIdx.y * 128, j0 = blockIdx.x * 128;
    const uint4* qg = reinterpret_cast<const uint4*>(query + ((size_t)head * kAmberLen + i0 + row) * kAmberDim) + part;
    const uint4* kg = reinterpret_cast<const uint4*>(key + ((size_t)head * kAmberLen + j0 + row) * kAmberDim) + part;
    uint4 nq[2], nk[2];
#pragma unroll
    for (int p = 0; p < 2; ++p) { nq[p] = qg[p * 64 * 16]; nk[p] = kg[p * 64 * 16]; }
    float acc[8][8] = {};
#pragma unroll 1
    for (int step = 0; step < kAmberDim / 32; ++step) {
#pragma unroll
        for (int p = 0; p < 2; ++p) {
            half hq[8], hk[8];
            *reinterpret_cast<uint4*>(hq) = nq[p];
            *reinterpret_cast<uint4*>(hk) = nk[p];
#pragma unroll
            for (int e = 0; e < 8; ++e) {
                qs[part * 8 + e][(row + 64 * p) ^ (part * 8)] = __half2float(hq[e]);
                ks[part * 8 + e][(row + 64 * p) ^ (part * 8)] = __half2float(hk[e]);
            }
        }
        __syncthreads();
        if (step + 1 < kAmberDim / 32) {
#pragma unroll
            for (int p = 0; p < 2; ++p) { nq[p] = qg[p * 64 * 16 + (step + 1) * 4]; nk[p] = kg[p * 64 * 16 + (step + 1) * 4]; }
        }
#pragma unroll 1
        for (int m = 0; m < 4; ++m) {
            const int ai = (ty * 4) ^ (m * 8), bj = (tx * 4) ^ (m * 8);
#pragma unroll
            for (int k = 0; k < 8; ++k) {
                float a[8], b[8];
                *reinterpret_cast<float4*>(a) = *reinterpret_cast<const float4*>(&qs[m * 8 + k][ai]);
                *reinterpret_cast<float4*>(a + 4) = *reinterpret_cast<const float4*>(&qs[m * 8 + k][64 + ai]);
                *reinterpret_cast<float4*>(b) = *reinterpret_cast<const float4*>(&ks[m * 8 + k][bj]);
                *reinterpret_cast<float4*>(b + 4) = *reinterpret_cast<const float4*>(&ks[m * 8 + k][64 + bj]);
#pragma unroll
                for (int i = 0; i < 8; ++i)
#pragma unroll
                    for (int j = 0; j < 8; ++j) acc[i][j] = fmaf(a[i], b[j], acc[i][j]);
            }
        }
        __syncthreads();
    }
    const float slope = 0.0005f * (float)((head & 7) + 1);
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        const int gi = i0 + (i >> 2) * 64 + ty * 4 + (i & 3);
#pragma unroll
        for (int g = 0; g < 2; ++g) {
            const int gj = j0 + g * 64 + tx * 4;
            float v[4];
#pragma unroll
            for (int e = 0; e < 4; ++e) v[e] = amber_logit(acc[i][g * 4 + e], gi, gj + e, slope);
            __stcg(reinterpret_cast<uint2*>(out + ((size_t)head * kAmberLen + gi) * kAmberLen + gj), make_uint2(amber_pack(v[0], v[1]), amber_pack(v[2], v[3])));
        }
    }
}

__global__ __launch_bounds__(256, 2) void amber_saddle_bo5_b(const half* __restrict__ query, const half* __restrict__ key, half* __restrict__ out) {
    extern __shared__ __align__(128) unsigned char amber_pool[];
    half* qs = reinterpret_cast<half*>(amber_pool);
    half* ks = qs + 128 * kAmberLd;
    float* stage = reinterpret_cast<float*>(amber_pool);
    const int tid = threadIdx.x, wm = tid >> 7, wn = (tid >> 5) & 3;
    const int head = blockIdx.z, i0 = blockIdx.y * 128, j0 = blockIdx.x * 128;
    const half* qg = query + ((size_t)head * kAmberLen + i0) * kAmberDim;
    const half* kg = key + ((size_t)head * kAmberLen + j0) * kAmberDim;
#pragma unroll
    for (int p = 0; p < 8; ++p) {
        const int at = tid + 256 * p, r = at >> 4, c = (at & 15) * 8;
        __pipeline_memcpy_async(qs + r * kAmberLd + c, qg + r * kAmberDim + c, 16);
        __pipeline_memcpy_async(ks + r * kAmberLd + c, kg + r * kAmberDim + c, 16);
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[4][2];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
#pragma unroll
    for (int kk = 0; kk < kAmberDim; kk += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a[4];
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b[2];
#pragma unroll
        for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(a[i], qs + (wm * 64 + i * 16) * kAmberLd + kk, kAmberLd);
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(b[j], ks + (wn * 32 + j * 16) * kAmberLd + kk, kAmberLd);
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 2; ++j) wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
            wmma::store_matrix_sync(stage + (wm * 64 + i * 16) * kAmberLdf + wn * 32 + j * 16, acc[i][j], kAmberLdf, wmma::mem_row_major);
    __syncthreads();
    const float slope = 0.0005f * (float)((head & 7) + 1);
#pragma unroll
    for (int p = 0; p < 8; ++p) {
        const int at = tid + 256 * p, r = at >> 4, c = (at & 15) * 8;
        float v[8];
        *reinterpret_cast<float4*>(v) = *reinterpret_cast<const float4*>(stage + r * kAmberLdf + c);
        *reinterpret_cast<float4*>(v + 4) = *reinterpret_cast<const float4*>(stage + r * kAmberLdf + c + 4);
#pragma unroll
        for (int e = 0; e < 8; ++e) v[e] = amber_logit(v[e], i0 + r, j0 + c + e, slope);
        __stcg(reinterpret_cast<uint4*>(out + ((size_t)head * kAmberLen + i0 + r) * kAmberLen + j0 + c),
               make_uint4(amber_pack(v[0], v[1]), amber_pack(v[2], v[3]), amber_pack(v[4], v[5]), amber_pack(v[6], v[7])));
    }
}

// ---- quartz_blanket: passage scores from term counts and lengths, smoothed over neighbouring passages, blended with a prior
constexpr int kQuartzCount = 3 << 24;

__device__ __forceinline__ float quartz_term(float count, float length) {
    const float tf = 1.05f + count;
    return __fdividef(2.2f * tf, tf + 1.2f * (0.25f + 0.75f * (1.05f + length)));
}
__device__ __forceinline__ float quartz_smooth(float before, float here, float after) { return 0.6f * here + 0.2f * (before + after); }
__device__ __forceinline__ float quartz_blend(float score, float prior) { return score * (1.0f + 0.3f * prior) + 0.05f * prior * prior; }

__global__ __launch_bounds__(256) void quartz_blanket_bo5_a(const float4* __restrict__ count, const float4* __restrict__ length, float4* __restrict__ term) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float4 c = count[i], l = length[i];
    term[i] = make_float4(quartz_term(c.x, l.x), quartz_term(c.y, l.y), quartz_term(c.z, l.z), quartz_term(c.w, l.w));
}

__global__ __launch_bounds__(256) void quartz_blanket_bo5_a2(const float* __restrict__ term, float4* __restrict__ smooth) {
    const int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x & 31;
    const float4 t = reinterpret_cast<const float4*>(term)[i];
    float left = __shfl_up_sync(0xffffffffu, t.w, 1), right = __shfl_down_sync(0xffffffffu, t.x, 1);
    if (lane == 0) left = term[max(4 * i - 1, 0)];
    if (lane == 31) right = term[min(4 * i + 4, kQuartzCount - 1)];
    smooth[i] = make_float4(quartz_smooth(left, t.x, t.y), quartz_smooth(t.x, t.y, t.z), quartz_smooth(t.y, t.z, t.w), quartz_smooth(t.z, t.w, right));
}

__global__ __launch_bounds__(256) void quartz_blanket_bo5_a3(const float4* __restrict__ smooth, const float4* __restrict__ prior, float4* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float4 s = smooth[i], p = prior[i];
    out[i] = make_float4(quartz_blend(s.x, p.x), quartz_blend(s.y, p.y), quartz_blend(s.z, p.z), quartz_blend(s.w, p.w));
}

__global__ __launch_bounds__(256) void quartz_blanket_bo5_b(const float* __restrict__ count, const float* __restrict__ length, const float4* __restrict__ prior,
                                                            float4* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x & 31;
    const float4 c = reinterpret_cast<const float4*>(count)[i], l = reinterpret_cast<const float4*>(length)[i], p = prior[i];
    const float4 t = make_float4(quartz_term(c.x, l.x), quartz_term(c.y, l.y), quartz_term(c.z, l.z), quartz_term(c.w, l.w));
    float left = __shfl_up_sync(0xffffffffu, t.w, 1), right = __shfl_down_sync(0xffffffffu, t.x, 1);
    if (lane == 0) { const int e = max(4 * i - 1, 0); left = quartz_term(count[e], length[e]); }
    if (lane == 31) { const int e = min(4 * i + 4, kQuartzCount - 1); right = quartz_term(count[e], length[e]); }
    out[i] = make_float4(quartz_blend(quartz_smooth(left, t.x, t.y), p.x), quartz_blend(quartz_smooth(t.x, t.y, t.z), p.y),
                         quartz_blend(quartz_smooth(t.y, t.z, t.w), p.z), quartz_blend(quartz_smooth(t.z, t.w, right), p.w));
}

// ---- juniper_spoon: sampled steering rollouts towards the goals of twenty scenarios
constexpr int kJuniperScenarios = 20, kJuniperBlocks = 264, kJuniperSteps = 32;
struct JuniperScenario { float goal_x, goal_y, gain, drag; };
__constant__ JuniperScenario juniper_table[kJuniperScenarios];

__device__ __forceinline__ float juniper_rollout(float4 start, JuniperScenario s) {
    float x = start.x, y = start.y, cx = 1.0f, cy = 0.2f * start.z, v = 0.5f + 0.3f * start.w, cost = 0.0f;
#pragma unroll 1
    for (int n = 0; n < kJuniperSteps; ++n) {
        const float ex = s.goal_x - x, ey = s.goal_y - y;
        const float u = fminf(0.1f, fmaxf(-0.1f, s.gain * (cx * ey - cy * ex)));
        const float rx = cx - u * cy, ry = cy + u * cx;
        const float norm = 1.5f - 0.5f * (rx * rx + ry * ry);
        cx = rx * norm; cy = ry * norm;
        v += 0.05f * ((cx * ex + cy * ey) - s.drag * v);
        x += 0.05f * v * cx; y += 0.05f * v * cy;
        cost += ex * ex + ey * ey + 0.1f * u * u;
    }
    return cost;
}

__global__ __launch_bounds__(256) void juniper_spoon_bo5_a(const float4* __restrict__ start, float* __restrict__ out, int scenario) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = juniper_rollout(start[i], juniper_table[scenario]);
}

__global__ __launch_bounds__(256) void juniper_spoon_bo5_b(const float4* __restrict__ start, float* __restrict__ out) {
    const int i = (blockIdx.y * kJuniperBlocks + blockIdx.x) * 256 + threadIdx.x;
    out[i] = juniper_rollout(start[i], juniper_table[blockIdx.y]);
}

// ---- velvet_acorn: clearance of sampled body points to 64 obstacle spheres
constexpr int kVelvetBlocks = 1056 * 12 + 20;
__constant__ float4 velvet_balls[64];

__device__ __forceinline__ float velvet_gap(float4 c, float x, float y, float z) {
    const float dx = x - c.x, dy = y - c.y, dz = z - c.z;
    return fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, c.w)));
}

__device__ __forceinline__ float4 velvet_clearance(float4 x, float4 y, float4 z) {
    float4 m = make_float4(9.0f, 9.0f, 9.0f, 9.0f);
#pragma unroll 4
    for (int s = 0; s < 64; ++s) {
        const float4 c = velvet_balls[s];
        m.x = fminf(m.x, velvet_gap(c, x.x, y.x, z.x));
        m.y = fminf(m.y, velvet_gap(c, x.y, y.y, z.y));
        m.z = fminf(m.z, velvet_gap(c, x.z, y.z, z.z));
        m.w = fminf(m.w, velvet_gap(c, x.w, y.w, z.w));
    }
    return m;
}

__global__ __launch_bounds__(256) void velvet_acorn_bo5_a(const float4* __restrict__ x, const float4* __restrict__ y, const float4* __restrict__ z,
                                                          float4* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = velvet_clearance(x[i], y[i], z[i]);
}

__global__ __launch_bounds__(64) void velvet_acorn_bo5_b(const float4* __restrict__ x, const float4* __restrict__ y, const float4* __restrict__ z,
                                                         float4* __restrict__ out) {
    const int i = blockIdx.x * 64 + threadIdx.x;
    out[i] = velvet_clearance(x[i], y[i], z[i]);
}

// ---- teal_chimney: beam particles slowing down in three background regimes
constexpr int kTealCount = 3 << 24;
constexpr float kTealA0 = 0.91f, kTealB0 = 0.030f, kTealA1 = 0.84f, kTealB1 = 0.052f, kTealA2 = 0.77f, kTealB2 = 0.081f;
constexpr float teal_power(float a, int k) { return k == 0 ? 1.0f : a * teal_power(a, k - 1); }
constexpr float teal_series(float a, int k) { return k == 0 ? 0.0f : 1.0f + a * teal_series(a, k - 1); }
constexpr float kTealC0 = teal_power(kTealA0, 2), kTealC1 = teal_power(kTealA1, 3), kTealC2 = teal_power(kTealA2, 5);
constexpr float kTealD0 = kTealB0 * teal_series(kTealA0, 2), kTealD1 = kTealB1 * teal_series(kTealA1, 3), kTealD2 = kTealB2 * teal_series(kTealA2, 5);

__device__ __forceinline__ float teal_slow_a(float e, float n, float z) {
    if (n > 0.3f) {
#pragma unroll 1
        for (int k = 0; k < 2; ++k) e = fmaf(e, kTealA0, kTealB0);
    } else if (n > -0.3f) {
#pragma unroll 1
        for (int k = 0; k < 3; ++k) e = fmaf(e, kTealA1, kTealB1);
    } else {
#pragma unroll 1
        for (int k = 0; k < 5; ++k) e = fmaf(e, kTealA2, kTealB2);
    }
    return fmaf(e, 0.2f * z, 1.0f);
}

__device__ __forceinline__ float teal_slow_b(float e, float n, float z) {
    const float a = n > 0.3f ? kTealC0 : n > -0.3f ? kTealC1 : kTealC2, b = n > 0.3f ? kTealD0 : n > -0.3f ? kTealD1 : kTealD2;
    return fmaf(fmaf(e, a, b), 0.2f * z, 1.0f);
}

__global__ __launch_bounds__(256) void teal_chimney_bo5_a(const float4* __restrict__ energy, const float4* __restrict__ density, const float4* __restrict__ charge,
                                                          float4* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float4 e = energy[i], n = density[i], z = charge[i];
    out[i] = make_float4(teal_slow_a(e.x, n.x, z.x), teal_slow_a(e.y, n.y, z.y), teal_slow_a(e.z, n.z, z.z), teal_slow_a(e.w, n.w, z.w));
}

__global__ __launch_bounds__(256) void teal_chimney_bo5_b(const float4* __restrict__ energy, const float4* __restrict__ density, const float4* __restrict__ charge,
                                                          float4* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float4 e = energy[i], n = density[i], z = charge[i];
    out[i] = make_float4(teal_slow_b(e.x, n.x, z.x), teal_slow_b(e.y, n.y, z.y), teal_slow_b(e.z, n.z, z.z), teal_slow_b(e.w, n.w, z.w));
}

// ---- hazel_drum: parameter update from gradient and momentum with bias-corrected rate
constexpr int kHazelCount = 3 << 24;

template <typename Real>
__device__ __forceinline__ float hazel_rate(Real rate, Real beta1, Real beta2, Real step) {
    return (float)(rate * sqrt(Real(1) - pow(beta2, step)) / (Real(1) - pow(beta1, step)));
}

__device__ __forceinline__ float hazel_step(float g, float m, float rate) { return 1.0f + 0.5f * m - rate * (0.9f * m + 0.1f * g); }

__device__ __forceinline__ void hazel_update(const float4* __restrict__ grad, const float4* __restrict__ momentum, float4* __restrict__ out, float rate) {
    const int first = blockIdx.x * 2048 + threadIdx.x;
#pragma unroll 4
    for (int j = 0; j < 8; ++j) {
        const int i = first + j * 256;
        const float4 g = grad[i], m = momentum[i];
        out[i] = make_float4(hazel_step(g.x, m.x, rate), hazel_step(g.y, m.y, rate), hazel_step(g.z, m.z, rate), hazel_step(g.w, m.w, rate));
    }
}

__global__ __launch_bounds__(256) void hazel_drum_bo5_a(const float4* __restrict__ grad, const float4* __restrict__ momentum, float4* __restrict__ out, double rate,
                                                        double beta1, double beta2, double step) {
    hazel_update(grad, momentum, out, hazel_rate<double>(rate, beta1, beta2, step));
}

__global__ __launch_bounds__(256) void hazel_drum_bo5_b(const float4* __restrict__ grad, const float4* __restrict__ momentum, float4* __restrict__ out, float rate,
                                                        float beta1, float beta2, float step) {
    hazel_update(grad, momentum, out, hazel_rate<float>(rate, beta1, beta2, step));
}

// ---- ivory_plum: rank-16 adapter with gate, added to the hidden states
constexpr int kIvoryRows = 524288;
constexpr int kIvoryLd = 264;
constexpr int kIvoryShared = (64 * kIvoryLd + 16 * kIvoryLd * 2 + 64 * 24) * 2 + 2 * 64 * 20 * 4;

__global__ __launch_bounds__(256) void ivory_plum_bo5_a(const half* __restrict__ hidden, const half* __restrict__ down, const half* __restrict__ up,
                                                        half* __restrict__ out) {
    extern __shared__ __align__(128) unsigned char ivory_pool[];
    half* xs = reinterpret_cast<half*>(ivory_pool);
    half* ds = xs + 64 * kIvoryLd;
    half* us = ds + 16 * kIvoryLd;
    half* ph = us + 16 * kIvoryLd;
    float* ps = reinterpret_cast<float*>(ph + 64 * 24);
    const int tid = threadIdx.x, warp = tid >> 5, wr = warp & 3, wc = warp >> 2;
    const half* src = hidden + (size_t)blockIdx.x * 64 * 256;
#pragma unroll
    for (int p = 0; p < 8; ++p) {
        const int at = tid + 256 * p, r = at >> 5, c = (at & 31) * 8;
        __pipeline_memcpy_async(xs + r * kIvoryLd + c, src + at * 8, 16);
    }
#pragma unroll
    for (int p = 0; p < 2; ++p) {
        const int at = tid + 256 * p, r = at >> 5, c = (at & 31) * 8;
        __pipeline_memcpy_async(ds + r * kIvoryLd + c, down + at * 8, 16);
        __pipeline_memcpy_async(us + r * kIvoryLd + c, up + at * 8, 16);
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    {
        wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
        wmma::fill_fragment(acc, 0.0f);
#pragma unroll
        for (int kk = 0; kk < 128; kk += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
            wmma::load_matrix_sync(a, xs + wr * 16 * kIvoryLd + wc * 128 + kk, kIvoryLd);
            wmma::load_matrix_sync(b, ds + wc * 128 + kk, kIvoryLd);
            wmma::mma_sync(acc, a, b, acc);
        }
        wmma::store_matrix_sync(ps + (wc * 64 + wr * 16) * 20, acc, 20, wmma::mem_row_major);
    }
    __syncthreads();
#pragma unroll
    for (int p = 0; p < 4; ++p) {
        const int at = tid + 256 * p, r = at >> 4, c = at & 15;
        const float v = 0.1f * (ps[r * 20 + c] + ps[(64 + r) * 20 + c]);
        ph[r * 24 + c] = __float2half(__fdividef(v, 1.0f + __expf(-v)));
    }
    __syncthreads();
    {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
        wmma::load_matrix_sync(a, ph + wr * 16 * 24, 24);
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            const int c = (wc * 8 + j) * 16;
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
            wmma::fragment<wmma::accumulator, 16, 16, 16, half> acc;
            wmma::load_matrix_sync(b, us + c, kIvoryLd);
            wmma::load_matrix_sync(acc, xs + wr * 16 * kIvoryLd + c, kIvoryLd, wmma::mem_row_major);
            wmma::mma_sync(acc, a, b, acc);
            wmma::store_matrix_sync(xs + wr * 16 * kIvoryLd + c, acc, kIvoryLd, wmma::mem_row_major);
        }
    }
    __syncthreads();
    half* dst = out + (size_t)blockIdx.x * 64 * 256;
#pragma unroll
    for (int p = 0; p < 8; ++p) {
        const int at = tid + 256 * p, r = at >> 5, c = (at & 31) * 8;
        *reinterpret_cast<uint4*>(dst + at * 8) = *reinterpret_cast<const uint4*>(xs + r * kIvoryLd + c);
    }
}

// ---- lemon_anvil: length and peak of every document vector of 512 features
constexpr int kLemonRows = 262144;

__global__ __launch_bounds__(256) void lemon_anvil_bo5_a(const float4* __restrict__ feature, float* __restrict__ out) {
    const int lane = threadIdx.x & 31;
    const size_t row = (size_t)blockIdx.x * 8 + (threadIdx.x >> 5);
    float4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = feature[row * 128 + j * 32 + lane];
    float square = 0.0f, peak = 0.0f;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        square += v[j].x * v[j].x + v[j].y * v[j].y + v[j].z * v[j].z + v[j].w * v[j].w;
        peak = fmaxf(peak, fmaxf(fmaxf(fabsf(v[j].x), fabsf(v[j].y)), fmaxf(fabsf(v[j].z), fabsf(v[j].w))));
    }
#pragma unroll
    for (int d = 16; d > 0; d >>= 1) {
        square += __shfl_xor_sync(0xffffffffu, square, d);
        peak = fmaxf(peak, __shfl_xor_sync(0xffffffffu, peak, d));
    }
    if (lane == 0) out[row] = sqrtf(square) + peak;
}

// ---- onyx_feather: repeated reactivity fit, sixteen passes of a degree-16 series
constexpr int kOnyxCount = 1 << 25;

__device__ __forceinline__ float onyx_series(float x) {
    float p = 0.011f;
    p = fmaf(p, x, -0.017f); p = fmaf(p, x, 0.023f); p = fmaf(p, x, 0.019f); p = fmaf(p, x, -0.031f);
    p = fmaf(p, x, 0.027f); p = fmaf(p, x, 0.037f); p = fmaf(p, x, -0.041f); p = fmaf(p, x, 0.029f);
    p = fmaf(p, x, 0.043f); p = fmaf(p, x, -0.047f); p = fmaf(p, x, 0.053f); p = fmaf(p, x, 0.059f);
    p = fmaf(p, x, -0.067f); p = fmaf(p, x, 0.071f); p = fmaf(p, x, 0.21f); p = fmaf(p, x, 0.13f);
    return p;
}

__global__ __launch_bounds__(256) void onyx_feather_bo5_a(const float4* __restrict__ in, float4* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    float4 x = in[i];
#pragma unroll 1
    for (int n = 0; n < 16; ++n) { x.x = onyx_series(x.x); x.y = onyx_series(x.y); x.z = onyx_series(x.z); x.w = onyx_series(x.w); }
    out[i] = x;
}

// ---- russet_pillow: joint histogram of length and freshness over document records
constexpr int kRussetCount = 1 << 25, kRussetBlocks = 264;

__global__ __launch_bounds__(1024) void russet_pillow_bo5_a(const float4* __restrict__ record, int* __restrict__ out) {
    __shared__ int bins[1024];
    bins[threadIdx.x] = 0;
    __syncthreads();
    const int stride = kRussetBlocks * 1024;
    int i = blockIdx.x * 1024 + threadIdx.x;
    for (; i + 3 * stride < kRussetCount; i += 4 * stride) {
        float4 r[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) r[j] = record[i + j * stride];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const int a = (int)((0.9f * r[j].x + 0.1f * r[j].y + 1.0f) * 16.0f), b = (int)((0.9f * r[j].z + 0.1f * r[j].w + 1.0f) * 16.0f);
            atomicAdd(&bins[(min(a, 31) << 5) + min(b, 31)], 1);
        }
    }
    for (; i < kRussetCount; i += stride) {
        const float4 r = record[i];
        const int a = (int)((0.9f * r.x + 0.1f * r.y + 1.0f) * 16.0f), b = (int)((0.9f * r.z + 0.1f * r.w + 1.0f) * 16.0f);
        atomicAdd(&bins[(min(a, 31) << 5) + min(b, 31)], 1);
    }
    __syncthreads();
    atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

int main(int argc, char** argv) {
    using harness::Output;
    std::vector<harness::Case> cases;
    auto add = [&](const char* name, std::function<void()> launch, const void* out, size_t count, Output type = Output::f32) {
        harness::Case c;
        c.name = name; c.launch = launch; c.out = out; c.count = count; c.type = type;
        cases.push_back(c);
    };
    {
        const size_t n = (size_t)kWalnutTiles * kWalnutTile;
        float *vx = harness::filled<float>(n, 11), *vy = harness::filled<float>(n, 12), *vz = harness::filled<float>(n, 13), *field = harness::filled<float>(n, 14);
        float* out = harness::empty<float>(n);
        add("walnut_harbor_bo5_a", [=] { walnut_harbor_bo5_a<<<kWalnutTiles, 256>>>(vx, vy, vz, field, out); }, out, n);
        add("walnut_harbor_bo5_b", [=] { walnut_harbor_bo5_b<<<kWalnutTiles, 256>>>(vx, vy, vz, field, out); }, out, n);
    }
    {
        const size_t n = (size_t)kLadleRows * 1024;
        float *x = harness::filled<float>(n, 21), *out = harness::empty<float>(n);
        add("crimson_ladle_bo5_a", [=] { crimson_ladle_bo5_a<<<kLadleRows, 1024>>>(x, out, kLadleKeep); }, out, n);
        add("crimson_ladle_bo5_b", [=] { crimson_ladle_bo5_b<<<kLadleRows / 8, 256>>>(x, out, kLadleKeep); }, out, n);
    }
    {
        const float4* dwell = reinterpret_cast<const float4*>(harness::filled<float>((size_t)kPebbleBlocks * 16384, 31));
        int* client = harness::indices((size_t)kPebbleBlocks * 256, 7, 32);
        float* out = harness::empty<float>(7);
        CHECK(cudaMemset(out, 0, 7 * sizeof(float)));
        add("pebble_lantern_bo5_a", [=] { pebble_lantern_bo5_a<<<kPebbleBlocks, 256>>>(dwell, client, out); }, out, 7);
        add("pebble_lantern_bo5_b", [=] { pebble_lantern_bo5_b<<<kPebbleBlocks, 256>>>(dwell, client, out); }, out, 7);
    }
    {
        const float4* x = reinterpret_cast<const float4*>(harness::filled<float>(kMapleParticles, 41));
        const float4* y = reinterpret_cast<const float4*>(harness::filled<float>(kMapleParticles, 42));
        int* mesh = harness::empty<int>(4096);
        CHECK(cudaMemset(mesh, 0, 4096 * sizeof(int)));
        add("maple_thimble_bo5_a", [=] { maple_thimble_bo5_a<<<kMapleParticles / 1024, 256>>>(x, y, mesh); }, mesh, 4096, Output::i32);
        add("maple_thimble_bo5_b", [=] { maple_thimble_bo5_b<<<264, 1024>>>(x, y, mesh); }, mesh, 4096, Output::i32);
    }
    {
        const float2* speed = reinterpret_cast<const float2*>(harness::filled<float>(kCopperCount, 51));
        const float2* heat = reinterpret_cast<const float2*>(harness::filled<float>(kCopperCount, 52));
        float2* out = reinterpret_cast<float2*>(harness::empty<float>(kCopperCount));
        add("copper_meadow_bo5_a", [=] { copper_meadow_bo5_a<<<kCopperCount / 512, 256>>>(speed, heat, out); }, out, kCopperCount);
        add("copper_meadow_bo5_b", [=] { copper_meadow_bo5_b<<<kCopperCount / 512, 256>>>(speed, heat, out); }, out, kCopperCount);
    }
    {
        const float2* heat = reinterpret_cast<const float2*>(harness::filled<float>(kSaffronCount, 61));
        const float2* density = reinterpret_cast<const float2*>(harness::filled<float>(kSaffronCount, 62));
        float2* out = reinterpret_cast<float2*>(harness::empty<float>(kSaffronCount));
        float4 lines[8], scaled[8];
        for (int l = 0; l < 8; ++l) {
            lines[l] = make_float4(-0.5f + 0.17f * l, 0.3f + 0.21f * l, 0.8f + 0.6f * l, 1.0f + 0.3f * l);
            scaled[l] = make_float4(lines[l].x, lines[l].y * 1.44269504f, 1.0f / lines[l].z, lines[l].w);
        }
        CHECK(cudaMemcpyToSymbol(saffron_lines, lines, sizeof(lines)));
        CHECK(cudaMemcpyToSymbol(saffron_scaled, scaled, sizeof(scaled)));
        add("saffron_kettle_bo5_a", [=] { saffron_kettle_bo5_a<<<kSaffronCount / 512, 256>>>(heat, density, out); }, out, kSaffronCount);
        add("saffron_kettle_bo5_b", [=] { saffron_kettle_bo5_b<<<kSaffronCount / 512, 256>>>(heat, density, out); }, out, kSaffronCount);
    }
    {
        WillowLattice g;
        const unsigned size[6] = {36, 23, 19, 21, 17, 15};
        for (int j = 0; j < 6; ++j) {
            unsigned s = 0;
            while ((2u << s) < size[j]) ++s;  // 2^s < size <= 2^(s + 1)
            g.size[j] = size[j];
            g.shift[j] = s;
            g.magic[j] = (unsigned)(((1ull << (32 + s)) + size[j] - 1) / size[j]);
            g.step[j] = (6.0f + 0.5f * (float)j) / (float)size[j];
            g.from[j] = -3.0f + 0.4f * (float)j;
        }
        float4* out = reinterpret_cast<float4*>(harness::empty<float>(kWillowCount));
        const int blocks = (kWillowCount / 4 + 255) / 256;
        add("willow_button_bo5_a", [=] { willow_button_bo5_a<<<blocks, 256>>>(g, out); }, out, kWillowCount);
        add("willow_button_bo5_b", [=] { willow_button_bo5_b<<<blocks, 256>>>(g, out); }, out, kWillowCount);
    }
    {
        const size_t queries = (size_t)kMarbleBlocks * 128;
        float *grade = harness::filled<float>(queries * kMarbleDepth, 81), *out = harness::empty<float>(queries);
        add("marble_finch_bo5_a", [=] { marble_finch_bo5_a<<<kMarbleBlocks, 128>>>(grade, out); }, out, queries);
        add("marble_finch_bo5_b", [=] { marble_finch_bo5_b<<<kMarbleBlocks, 128>>>(grade, out); }, out, queries);
    }
    {
        const half *x = harness::filled<half>((size_t)kIndigoM * kIndigoK, 91), *w = harness::filled<half>((size_t)kIndigoK * kIndigoN, 92);
        const size_t n = (size_t)kIndigoM * kIndigoN;
        float* out = harness::empty<float>(n);
        const dim3 grid(kIndigoN / 256, kIndigoM / 128);
        CHECK(cudaFuncSetAttribute(indigo_basket_bo5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kIndigoShared));
        add("indigo_basket_bo5_a", [=] { indigo_basket_bo5_a<<<grid, 256>>>(x, w, out); }, out, n);
        add("indigo_basket_bo5_b", [=] { indigo_basket_bo5_b<<<grid, 256, kIndigoShared>>>(x, w, out); }, out, n);
    }
    {
        const float *jac = harness::filled<float>((size_t)kCedarRows * kCedarN, 101), *weight = harness::filled<float>(kCedarRows, 102);
        const size_t n = (size_t)kCedarN * kCedarN;
        float* out = harness::empty<float>(n);
        add("cedar_ribbon_bo5_a", [=] { cedar_ribbon_bo5_a<<<dim3(kCedarN / 32, kCedarN / 8), dim3(32, 8)>>>(jac, weight, out); }, out, n);
        add("cedar_ribbon_bo5_b", [=] { cedar_ribbon_bo5_b<<<dim3(kCedarN / 128, kCedarN / 128), 256>>>(jac, weight, out); }, out, n);
    }
    {
        const size_t in = (size_t)kAmberHeads * kAmberLen * kAmberDim, n = (size_t)kAmberHeads * kAmberLen * kAmberLen;
        const half *query = harness::filled<half>(in, 111), *key = harness::filled<half>(in, 112);
        half* out = harness::empty<half>(n);
        const dim3 grid(kAmberLen / 128, kAmberLen / 128, kAmberHeads);
        CHECK(cudaFuncSetAttribute(amber_saddle_bo5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kAmberShared));
        add("amber_saddle_bo5_a", [=] { amber_saddle_bo5_a<<<grid, 256>>>(query, key, out); }, out, n, Output::f16);
        add("amber_saddle_bo5_b", [=] { amber_saddle_bo5_b<<<grid, 256, kAmberShared>>>(query, key, out); }, out, n, Output::f16);
    }
    {
        float *count = harness::filled<float>(kQuartzCount, 121), *length = harness::filled<float>(kQuartzCount, 122), *prior = harness::filled<float>(kQuartzCount, 123);
        float *term = harness::empty<float>(kQuartzCount), *smooth = harness::empty<float>(kQuartzCount), *out = harness::empty<float>(kQuartzCount);
        const int blocks = kQuartzCount / 1024;
        float4 *count4 = reinterpret_cast<float4*>(count), *length4 = reinterpret_cast<float4*>(length), *prior4 = reinterpret_cast<float4*>(prior);
        float4 *term4 = reinterpret_cast<float4*>(term), *smooth4 = reinterpret_cast<float4*>(smooth), *out4 = reinterpret_cast<float4*>(out);
        add("quartz_blanket_bo5_a", [=] {
            quartz_blanket_bo5_a<<<blocks, 256>>>(count4, length4, term4);
            quartz_blanket_bo5_a2<<<blocks, 256>>>(term, smooth4);
            quartz_blanket_bo5_a3<<<blocks, 256>>>(smooth4, prior4, out4);
        }, out, kQuartzCount);
        add("quartz_blanket_bo5_b", [=] { quartz_blanket_bo5_b<<<blocks, 256>>>(count, length, prior4, out4); }, out, kQuartzCount);
    }
    {
        const size_t each = (size_t)kJuniperBlocks * 256, n = each * kJuniperScenarios;
        const float4* start = reinterpret_cast<const float4*>(harness::filled<float>(n * 4, 131));
        float* out = harness::empty<float>(n);
        JuniperScenario table[kJuniperScenarios];
        for (int s = 0; s < kJuniperScenarios; ++s) table[s] = {1.5f + 0.1f * s, 2.0f - 0.15f * s, 0.2f + 0.01f * s, 0.3f + 0.02f * s};
        CHECK(cudaMemcpyToSymbol(juniper_table, table, sizeof(table)));
        add("juniper_spoon_bo5_a", [=] {
            for (int s = 0; s < kJuniperScenarios; ++s) juniper_spoon_bo5_a<<<kJuniperBlocks, 256>>>(start + s * each, out + s * each, s);
        }, out, n);
        add("juniper_spoon_bo5_b", [=] { juniper_spoon_bo5_b<<<dim3(kJuniperBlocks, kJuniperScenarios), 256>>>(start, out); }, out, n);
    }
    {
        const size_t n = (size_t)kVelvetBlocks * 1024;
        const float4* x = reinterpret_cast<const float4*>(harness::filled<float>(n, 141));
        const float4* y = reinterpret_cast<const float4*>(harness::filled<float>(n, 142));
        const float4* z = reinterpret_cast<const float4*>(harness::filled<float>(n, 143));
        float4* out = reinterpret_cast<float4*>(harness::empty<float>(n));
        float4 balls[64];
        for (int s = 0; s < 64; ++s) {
            const float r = 0.05f + 0.002f * (float)s;
            balls[s] = make_float4(1.4f * harness::unit(3 * s + 1), 1.4f * harness::unit(3 * s + 2), 1.4f * harness::unit(3 * s + 3), -r * r);
        }
        CHECK(cudaMemcpyToSymbol(velvet_balls, balls, sizeof(balls)));
        add("velvet_acorn_bo5_a", [=] { velvet_acorn_bo5_a<<<kVelvetBlocks, 256>>>(x, y, z, out); }, out, n);
        add("velvet_acorn_bo5_b", [=] { velvet_acorn_bo5_b<<<kVelvetBlocks * 4, 64>>>(x, y, z, out); }, out, n);
    }
    {
        const float4* energy = reinterpret_cast<const float4*>(harness::filled<float>(kTealCount, 151));
        const float4* density = reinterpret_cast<const float4*>(harness::filled<float>(kTealCount, 152));
        const float4* charge = reinterpret_cast<const float4*>(harness::filled<float>(kTealCount, 153));
        float4* out = reinterpret_cast<float4*>(harness::empty<float>(kTealCount));
        add("teal_chimney_bo5_a", [=] { teal_chimney_bo5_a<<<kTealCount / 1024, 256>>>(energy, density, charge, out); }, out, kTealCount);
        add("teal_chimney_bo5_b", [=] { teal_chimney_bo5_b<<<kTealCount / 1024, 256>>>(energy, density, charge, out); }, out, kTealCount);
    }
    {
        const float4* grad = reinterpret_cast<const float4*>(harness::filled<float>(kHazelCount, 161));
        const float4* momentum = reinterpret_cast<const float4*>(harness::filled<float>(kHazelCount, 162));
        float4* out = reinterpret_cast<float4*>(harness::empty<float>(kHazelCount));
        add("hazel_drum_bo5_a", [=] { hazel_drum_bo5_a<<<kHazelCount / 8192, 256>>>(grad, momentum, out, 0.3, 0.9, 0.999, 37.0); }, out, kHazelCount);
        add("hazel_drum_bo5_b", [=] { hazel_drum_bo5_b<<<kHazelCount / 8192, 256>>>(grad, momentum, out, 0.3f, 0.9f, 0.999f, 37.0f); }, out, kHazelCount);
    }
    {
        const size_t n = (size_t)kIvoryRows * 256;
        const half *hidden = harness::filled<half>(n, 171), *down = harness::filled<half>(16 * 256, 172), *up = harness::filled<half>(16 * 256, 173);
        half* out = harness::empty<half>(n);
        CHECK(cudaFuncSetAttribute(ivory_plum_bo5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kIvoryShared));
        add("ivory_plum_bo5_a", [=] { ivory_plum_bo5_a<<<kIvoryRows / 64, 256, kIvoryShared>>>(hidden, down, up, out); }, out, n, Output::f16);
    }
    {
        const float4* feature = reinterpret_cast<const float4*>(harness::filled<float>((size_t)kLemonRows * 512, 181));
        float* out = harness::empty<float>(kLemonRows);
        add("lemon_anvil_bo5_a", [=] { lemon_anvil_bo5_a<<<kLemonRows / 8, 256>>>(feature, out); }, out, kLemonRows);
    }
    {
        const float4* in = reinterpret_cast<const float4*>(harness::filled<float>(kOnyxCount, 191));
        float4* out = reinterpret_cast<float4*>(harness::empty<float>(kOnyxCount));
        add("onyx_feather_bo5_a", [=] { onyx_feather_bo5_a<<<kOnyxCount / 1024, 256>>>(in, out); }, out, kOnyxCount);
    }
    {
        const float4* record = reinterpret_cast<const float4*>(harness::filled<float>((size_t)kRussetCount * 4, 201));
        int* out = harness::empty<int>(1024);
        CHECK(cudaMemset(out, 0, 1024 * sizeof(int)));
        add("russet_pillow_bo5_a", [=] { russet_pillow_bo5_a<<<kRussetBlocks, 1024>>>(record, out); }, out, 1024, Output::i32);
    }
    return harness::run(argc, argv, cases);
}
