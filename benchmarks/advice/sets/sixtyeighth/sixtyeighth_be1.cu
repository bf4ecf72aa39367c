#include "harness.cuh"

typedef unsigned long long u64;
using harness::Case;
using harness::Output;

// ---------------------------------------------------------------- time stamps of 64 sensor channels -> (turn, slot)
__global__ void amber_falcon_be1_a(const u64* __restrict__ stamp, const u64* __restrict__ period, const u64* __restrict__ slot, int* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    u64 t = stamp[i], p = period[i & 63], s = slot[i & 63];
    u64 turn = t / p;
    u64 phase = t % p;
    out[i] = (int)(turn * 32 + phase / s);
}
struct Divider { u64 d, m; };
__device__ __forceinline__ u64 quotient(u64 n, Divider v, u64& rem) {
    u64 q = __umul64hi(n, v.m);
    u64 r = n - q * v.d;
    if (r >= v.d) { ++q; r -= v.d; }
    rem = r;
    return q;
}
__global__ void amber_falcon_be1_b(const u64* __restrict__ stamp, const Divider* __restrict__ period, const Divider* __restrict__ slot, int* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    u64 t = stamp[i], phase, rest;
    u64 turn = quotient(t, period[i & 63], phase);
    u64 k = quotient(phase, slot[i & 63], rest);
    out[i] = (int)(turn * 32 + k);
}

// ---------------------------------------------------------------- z-transform of 4 channels at 16896 points of the plane
constexpr int ZC = 8192, ZCH = 4, ZB = 128, ZG = 132;
__global__ void __launch_bounds__(ZB) copper_meadow_be1_a(const float* __restrict__ coef, const float* __restrict__ angle, float* __restrict__ out) {
    __shared__ float4 c[ZC / 4];
    int i = blockIdx.x * ZB + threadIdx.x;
    float zx = 0.999f * __cosf(3.0f * angle[i]), zy = 0.999f * __sinf(3.0f * angle[i]), power = 0;
    for (int ch = 0; ch < ZCH; ++ch) {
        __syncthreads();
        for (int k = threadIdx.x; k < ZC / 4; k += ZB) c[k] = ((const float4*)(coef + ch * ZC))[k];
        __syncthreads();
        float re = 0, im = 0;
        float4 next = c[ZC / 4 - 1];
#pragma unroll 4
        for (int k = ZC / 4 - 1; k >= 0; --k) {
            float4 v = next;
            next = c[k > 0 ? k - 1 : 0];
            float t;
            t = fmaf(re, zx, fmaf(-im, zy, v.w)); im = fmaf(re, zy, im * zx); re = t;
            t = fmaf(re, zx, fmaf(-im, zy, v.z)); im = fmaf(re, zy, im * zx); re = t;
            t = fmaf(re, zx, fmaf(-im, zy, v.y)); im = fmaf(re, zy, im * zx); re = t;
            t = fmaf(re, zx, fmaf(-im, zy, v.x)); im = fmaf(re, zy, im * zx); re = t;
        }
        power += re * re + im * im;
    }
    out[i] = power;
}
__global__ void __launch_bounds__(ZB) copper_meadow_be1_b(const float* __restrict__ coef, const float* __restrict__ angle, float* __restrict__ out) {
    __shared__ float4 c[ZC / 4];
    int i = blockIdx.x * ZB + threadIdx.x;
    float zx = 0.999f * __cosf(3.0f * angle[i]), zy = 0.999f * __sinf(3.0f * angle[i]), power = 0;
    float z2x = zx * zx - zy * zy, z2y = 2 * zx * zy;
    float wx = z2x * z2x - z2y * z2y, wy = 2 * z2x * z2y;
    for (int ch = 0; ch < ZCH; ++ch) {
        __syncthreads();
        for (int k = threadIdx.x; k < ZC / 4; k += ZB) c[k] = ((const float4*)(coef + ch * ZC))[k];
        __syncthreads();
        float re[4] = {0, 0, 0, 0}, im[4] = {0, 0, 0, 0};
        float4 next = c[ZC / 4 - 1];
#pragma unroll 4
        for (int k = ZC / 4 - 1; k >= 0; --k) {
            float v[4] = {next.x, next.y, next.z, next.w};
            next = c[k > 0 ? k - 1 : 0];
#pragma unroll
            for (int m = 0; m < 4; ++m) {
                float t = fmaf(re[m], wx, fmaf(-im[m], wy, v[m]));
                im[m] = fmaf(re[m], wy, im[m] * wx);
                re[m] = t;
            }
        }
        float a = re[3], b = im[3];
#pragma unroll
        for (int m = 2; m >= 0; --m) {
            float t = a * zx - b * zy + re[m];
            b = a * zy + b * zx + im[m];
            a = t;
        }
        power += a * a + b * b;
    }
    out[i] = power;
}

// ---------------------------------------------------------------- four voices of a synthesiser, interleaved output
__device__ __forceinline__ float voice(int ch, float x, int frame) {
    if (ch == 0) {
        float c = 2.0f - x * x, s0 = 0, s1 = x, acc = 0;
        for (int k = 1; k <= 40; ++k) { float s = fmaf(0.99f * c, s1, -0.98f * s0); s0 = s1; s1 = s; acc += s * s; }
        return fminf(acc, 4.0f);
    } else if (ch == 1) {
        float p = x;
        for (int k = 0; k < 24; ++k) { float q = p - rintf(p); p = fmaf(q, 3.1f - 2.0f * q * q, 0.37f * fabsf(x) + 0.11f); }
        return fabsf(p);
    } else if (ch == 2) {
        uint32_t h = (uint32_t)frame * 747796405u + 1u, total = 0;
        for (int k = 0; k < 24; ++k) { h ^= h << 13; h ^= h >> 17; h ^= h << 5; total += h >> 16; }
        return total * (1.0f / 1048576.0f);
    } else {
        float d1 = 0, d2 = 0, y = 0;
        for (int k = 0; k < 40; ++k) { y = fmaf(0.2f, x, d1); d1 = fmaf(0.4f, x, fmaf(0.37f, y, d2)); d2 = fmaf(0.2f, x, -0.19f * y); }
        return y * y;
    }
}
__global__ void lunar_basket_be1_a(const float* __restrict__ in, float* __restrict__ out, int frames) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int frame = i >> 2, ch = i & 3;
    if (frame < frames) out[i] = voice(ch, in[frame], frame);
}
__global__ void lunar_basket_be1_b(const float* __restrict__ in, float* __restrict__ out, int frames) {
    __shared__ float mix[256];
    int local = threadIdx.x & 63, ch = threadIdx.x >> 6;
    int frame = blockIdx.x * 64 + local;
    mix[local * 4 + ch] = voice(ch, in[frame], frame);
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = mix[threadIdx.x];
}

// ---------------------------------------------------------------- tiny MLP (4 -> 24 -> 1) over a point cloud
constexpr int HID = 24, PPT = 32;
__constant__ float mlp_w[HID * 6];
__global__ void __launch_bounds__(256) velvet_anchor_be1_a(const float4* __restrict__ pts, const float* __restrict__ weights, float* __restrict__ out) {
    float w[HID * 6];
#pragma unroll
    for (int k = 0; k < HID * 6; ++k) w[k] = weights[k];
    int base = blockIdx.x * 256 * PPT + threadIdx.x;
#pragma unroll 1
    for (int j = 0; j < PPT; ++j) {
        float4 p = pts[base + j * 256];
        float y = 4.0f;
#pragma unroll
        for (int h = 0; h < HID; ++h) {
            float a = fmaf(w[h * 6], p.x, fmaf(w[h * 6 + 1], p.y, fmaf(w[h * 6 + 2], p.z, fmaf(w[h * 6 + 3], p.w, w[h * 6 + 4]))));
            y = fmaf(w[h * 6 + 5], fmaxf(a, 0.0f), y);
        }
        out[base + j * 256] = y;
    }
}
__global__ void __launch_bounds__(256) velvet_anchor_be1_b(const float4* __restrict__ pts, float* __restrict__ out) {
    int base = blockIdx.x * 256 * PPT + threadIdx.x;
#pragma unroll 1
    for (int j = 0; j < PPT; ++j) {
        float4 p = pts[base + j * 256];
        float y = 4.0f;
#pragma unroll
        for (int h = 0; h < HID; ++h) {
            float a = fmaf(mlp_w[h * 6], p.x, fmaf(mlp_w[h * 6 + 1], p.y, fmaf(mlp_w[h * 6 + 2], p.z, fmaf(mlp_w[h * 6 + 3], p.w, mlp_w[h * 6 + 4]))));
            y = fmaf(mlp_w[h * 6 + 5], fmaxf(a, 0.0f), y);
        }
        out[base + j * 256] = y;
    }
}

// ---------------------------------------------------------------- largest draw-down of each account's history of 128 changes
constexpr int HIST = 128;
__global__ void maple_signal_be1_a(const float* __restrict__ change, float* __restrict__ worst, int rows) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    const float* row = change + (size_t)r * HIST;
    float level = 0, top = 0, dd = 0;
    for (int k = 0; k < HIST; ++k) {
        level += row[k];
        top = fmaxf(top, level);
        dd = fmaxf(dd, top - level);
    }
    worst[r] = dd;
}
__global__ void maple_signal_be1_b(const float* __restrict__ change, float* __restrict__ worst, int rows) {
    __shared__ float tile[4][32][33];
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    int first = blockIdx.x * 128 + warp * 32;
    if (first >= rows) return;
    float level = 0, top = 0, dd = 0;
    for (int c = 0; c < HIST; c += 32) {
#pragma unroll
        for (int k = 0; k < 32; ++k) tile[warp][k][lane] = change[(size_t)(first + k) * HIST + c + lane];
        __syncwarp();
#pragma unroll
        for (int k = 0; k < 32; ++k) {
            level += tile[warp][lane][k];
            top = fmaxf(top, level);
            dd = fmaxf(dd, top - level);
        }
        __syncwarp();
    }
    worst[first + lane] = dd;
}

// ---------------------------------------------------------------- leaky bucket per detector channel, until it overflows
constexpr int STEPS = 2048, COLS = 132 * 256;
__global__ void quiet_harbor_be1_a(const float* __restrict__ in, float* __restrict__ out, float cap) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    float level = 0, peak = 0;
    for (int t = 0; t < STEPS; ++t) {
        level = fmaxf(fmaf(level, 0.98f, in[(size_t)t * COLS + c]), 0.0f);
        peak = fmaxf(peak, level);
        if (level > cap) break;
    }
    out[c] = level + peak;
}
__global__ void quiet_harbor_be1_b(const float* __restrict__ in, float* __restrict__ out, float cap) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    float level = 0, peak = 0;
    bool full = false;
    for (int t = 0; t < STEPS && !full; t += 32) {
        float v[32];
#pragma unroll
        for (int k = 0; k < 32; ++k) v[k] = in[(size_t)(t + k) * COLS + c];
#pragma unroll
        for (int k = 0; k < 32; ++k) {
            if (!full) {
                level = fmaxf(fmaf(level, 0.98f, v[k]), 0.0f);
                peak = fmaxf(peak, level);
            }
            full = full || level > cap;
        }
    }
    out[c] = level + peak;
}

// ---------------------------------------------------------------- nucleus cut of 4096 logits
constexpr int LOGITS = 4096;
template <bool MAX> __device__ __forceinline__ float block_reduce(float v) {
    __shared__ float part[33];
    for (int o = 16; o; o >>= 1) { float u = __shfl_xor_sync(~0u, v, o); v = MAX ? fmaxf(v, u) : v + u; }
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        float w = part[threadIdx.x];
        for (int o = 16; o; o >>= 1) { float u = __shfl_xor_sync(~0u, w, o); w = MAX ? fmaxf(w, u) : w + u; }
        if (threadIdx.x == 0) part[32] = w;
    }
    __syncthreads();
    float r = part[32];
    __syncthreads();
    return r;
}
__device__ __forceinline__ float block_exclusive(float v) {
    __shared__ float part[32];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    float s = v;
    for (int o = 1; o < 32; o <<= 1) { float u = __shfl_up_sync(~0u, s, o); if (lane >= o) s += u; }
    if (lane == 31) part[warp] = s;
    __syncthreads();
    if (warp == 0) {
        float w = part[lane], x = w;
        for (int o = 1; o < 32; o <<= 1) { float u = __shfl_up_sync(~0u, x, o); if (lane >= o) x += u; }
        part[lane] = x - w;
    }
    __syncthreads();
    return part[warp] + s - v;
}
__global__ void tidy_lantern_be1_a0(const float* logit, float* stat) {
    float m = -1e30f;
    for (int i = threadIdx.x; i < LOGITS; i += 1024) m = fmaxf(m, logit[i]);
    m = block_reduce<true>(m);
    if (threadIdx.x == 0) stat[0] = m;
}
__global__ void tidy_lantern_be1_a1(const float* logit, const float* stat, float* e) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    e[i] = expf(4.0f * (logit[i] - stat[0]));
}
__global__ void tidy_lantern_be1_a2(const float* e, float* stat) {
    float s = 0;
    for (int i = threadIdx.x; i < LOGITS; i += 1024) s += e[i];
    s = block_reduce<false>(s);
    if (threadIdx.x == 0) stat[1] = s;
}
__global__ void tidy_lantern_be1_a3(const float* e, const float* stat, float* p) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p[i] = e[i] / stat[1];
}
__global__ void tidy_lantern_be1_a4(const float* p, float* cdf) {
    float4 v = ((const float4*)p)[threadIdx.x];
    float x = block_exclusive(v.x + v.y + v.z + v.w);
    ((float4*)cdf)[threadIdx.x] = make_float4(x + v.x, x + v.x + v.y, x + v.x + v.y + v.z, x + v.x + v.y + v.z + v.w);
}
__global__ void tidy_lantern_be1_a5(const float* p, const float* cdf, float* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = cdf[i] < 0.9f ? p[i] * 4096.0f : 0.0f;
}
__global__ void __launch_bounds__(1024) tidy_lantern_be1_b(const float* logit, float* out) {
    float4 v = ((const float4*)logit)[threadIdx.x];
    float m = block_reduce<true>(fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)));
    v.x = expf(4.0f * (v.x - m)); v.y = expf(4.0f * (v.y - m)); v.z = expf(4.0f * (v.z - m)); v.w = expf(4.0f * (v.w - m));
    float s = 1.0f / block_reduce<false>(v.x + v.y + v.z + v.w);
    v.x *= s; v.y *= s; v.z *= s; v.w *= s;
    float c = block_exclusive(v.x + v.y + v.z + v.w);
    float4 o;
    c += v.x; o.x = c < 0.9f ? v.x * 4096.0f : 0.0f;
    c += v.y; o.y = c < 0.9f ? v.y * 4096.0f : 0.0f;
    c += v.z; o.z = c < 0.9f ? v.z * 4096.0f : 0.0f;
    c += v.w; o.w = c < 0.9f ? v.w * 4096.0f : 0.0f;
    ((float4*)out)[threadIdx.x] = o;
}

// ---------------------------------------------------------------- detector frames: dark level, gain, clip (int pixels)
__device__ __forceinline__ int darkened(int v, int d) { return max(v - d, 0); }
__device__ __forceinline__ int gained(int v, int g) { return (v * g) >> 8; }
__device__ __forceinline__ int clipped(int v, int top) { return v > top ? top : v; }
__global__ void rustic_comet_be1_a0(const int4* __restrict__ raw, const int4* __restrict__ dark, int4* __restrict__ out) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    int4 v = raw[i], d = dark[i & 2047];
    out[i] = make_int4(darkened(v.x, d.x), darkened(v.y, d.y), darkened(v.z, d.z), darkened(v.w, d.w));
}
__global__ void rustic_comet_be1_a1(const int4* __restrict__ in, int4* __restrict__ out, int g) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    int4 v = in[i];
    out[i] = make_int4(gained(v.x, g), gained(v.y, g), gained(v.z, g), gained(v.w, g));
}
__global__ void rustic_comet_be1_a2(const int4* __restrict__ in, int4* __restrict__ out, int top) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    int4 v = in[i];
    out[i] = make_int4(clipped(v.x, top), clipped(v.y, top), clipped(v.z, top), clipped(v.w, top));
}
__global__ void rustic_comet_be1_b(const int4* __restrict__ raw, const int4* __restrict__ dark, int4* __restrict__ out, int g, int top) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    int4 v = raw[i], d = dark[i & 2047];
    out[i] = make_int4(clipped(gained(darkened(v.x, d.x), g), top), clipped(gained(darkened(v.y, d.y), g), top),
                       clipped(gained(darkened(v.z, d.z), g), top), clipped(gained(darkened(v.w, d.w), g), top));
}

// ---------------------------------------------------------------- count and weight of 32 clusters
__global__ void silver_orchid_be1_a(const int* __restrict__ label, const int* __restrict__ weight, int* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int l = label[i];
        atomicAdd(&out[l], 1);
        atomicAdd(&out[32 + l], weight[i]);
    }
}
__global__ void silver_orchid_be1_b(const int4* __restrict__ label, const int4* __restrict__ weight, int* __restrict__ out, int n4) {
    __shared__ int part[8][64];
    for (int k = threadIdx.x; k < 512; k += 256) (&part[0][0])[k] = 0;
    __syncthreads();
    int* mine = part[threadIdx.x >> 5];
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n4; i += gridDim.x * 256) {
        int4 l = label[i], w = weight[i];
        atomicAdd(&mine[l.x], 1); atomicAdd(&mine[32 + l.x], w.x);
        atomicAdd(&mine[l.y], 1); atomicAdd(&mine[32 + l.y], w.y);
        atomicAdd(&mine[l.z], 1); atomicAdd(&mine[32 + l.z], w.z);
        atomicAdd(&mine[l.w], 1); atomicAdd(&mine[32 + l.w], w.w);
    }
    __syncthreads();
    if (threadIdx.x < 64) {
        int s = 0;
        for (int k = 0; k < 8; ++k) s += part[k][threadIdx.x];
        atomicAdd(&out[threadIdx.x], s);
    }
}

// ---------------------------------------------------------------- lagged generator with 16 words of state a thread
constexpr int DRAWS = 512;
__global__ void brisk_canyon_be1_a(float* __restrict__ out, uint32_t seed) {
    __shared__ uint32_t state[128][16];
    int i = blockIdx.x * 128 + threadIdx.x;
    for (int k = 0; k < 16; ++k) state[threadIdx.x][k] = harness::hash32(i * 16 + k + seed);
    float acc = 0;
    int p = 0;
#pragma unroll 1
    for (int d = 0; d < DRAWS; ++d) {
        uint32_t x = state[threadIdx.x][p], y = state[threadIdx.x][(p + 11) & 15];
        x = (x ^ (x << 7)) + (y ^ (y >> 9));
        state[threadIdx.x][p] = x;
        acc += (float)(x >> 8) * (1.0f / 16777216.0f);
        p = (p + 1) & 15;
    }
    out[i] = acc;
}
__global__ void brisk_canyon_be1_b(float* __restrict__ out, uint32_t seed) {
    __shared__ uint32_t state[16][128];
    int i = blockIdx.x * 128 + threadIdx.x;
    for (int k = 0; k < 16; ++k) state[k][threadIdx.x] = harness::hash32(i * 16 + k + seed);
    float acc = 0;
    int p = 0;
#pragma unroll 1
    for (int d = 0; d < DRAWS; ++d) {
        uint32_t x = state[p][threadIdx.x], y = state[(p + 11) & 15][threadIdx.x];
        x = (x ^ (x << 7)) + (y ^ (y >> 9));
        state[p][threadIdx.x] = x;
        acc += (float)(x >> 8) * (1.0f / 16777216.0f);
        p = (p + 1) & 15;
    }
    out[i] = acc;
}

// ---------------------------------------------------------------- rows of 256 scores: softmax, scaled to unit length
template <bool MAX> __device__ __forceinline__ float tree(float* sh, float v) {
    int t = threadIdx.x;
    __syncthreads();
    sh[t] = v;
    __syncthreads();
    for (int s = 128; s > 0; s >>= 1) {
        if (t < s) sh[t] = MAX ? fmaxf(sh[t], sh[t + s]) : sh[t] + sh[t + s];
        __syncthreads();
    }
    return sh[0];
}
__global__ void __launch_bounds__(256) mellow_turret_be1_a(const float* __restrict__ in, float* __restrict__ out, int rows) {
    __shared__ float sh[256];
    for (int r = blockIdx.x; r < rows; r += gridDim.x) {
        float v = in[(size_t)r * 256 + threadIdx.x];
        float m = tree<true>(sh, v);
        float e = __expf(v - m);
        float s = tree<false>(sh, e);
        float p = e / s;
        float q = tree<false>(sh, p * p);
        out[(size_t)r * 256 + threadIdx.x] = p * rsqrtf(q);
    }
}
template <bool MAX> __device__ __forceinline__ float across(float v) {
    for (int o = 16; o; o >>= 1) { float u = __shfl_xor_sync(~0u, v, o); v = MAX ? fmaxf(v, u) : v + u; }
    return v;
}
__global__ void __launch_bounds__(256) mellow_turret_be1_b(const float4* __restrict__ in, float4* __restrict__ out, int rows) {
    int lane = threadIdx.x & 31;
    for (int r = blockIdx.x * 8 + (threadIdx.x >> 5); r < rows; r += gridDim.x * 8) {
        float4 a = in[(size_t)r * 64 + lane], b = in[(size_t)r * 64 + 32 + lane];
        float v[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w}, m = v[0], s = 0, q = 0;
        for (int k = 1; k < 8; ++k) m = fmaxf(m, v[k]);
        m = across<true>(m);
        for (int k = 0; k < 8; ++k) { v[k] = __expf(v[k] - m); s += v[k]; }
        s = 1.0f / across<false>(s);
        for (int k = 0; k < 8; ++k) { v[k] *= s; q += v[k] * v[k]; }
        q = rsqrtf(across<false>(q));
        out[(size_t)r * 64 + lane] = make_float4(v[0] * q, v[1] * q, v[2] * q, v[3] * q);
        out[(size_t)r * 64 + 32 + lane] = make_float4(v[4] * q, v[5] * q, v[6] * q, v[7] * q);
    }
}

// ---------------------------------------------------------------- present value of a loan book sorted by term
__device__ __forceinline__ float loan(int months, float rate) {
    float r = 0.004f + 0.002f * rate, pay = 0.012f, bal = 1.0f, disc = 1.0f, pv = 0;
#pragma unroll 4
    for (int m = 0; m < months; ++m) {
        float due = fminf(pay, bal);
        disc *= 0.997f;
        pv = fmaf(due, disc, pv);
        bal = fmaf(bal, r, bal) - due;
    }
    return pv;
}
__global__ void __launch_bounds__(1024) hollow_ribbon_be1_a(const int* __restrict__ term, const float* __restrict__ rate, float* __restrict__ out, int n) {
    int share = (n + gridDim.x - 1) / gridDim.x;
    int end = min(n, (int)(blockIdx.x + 1) * share);
    for (int i = blockIdx.x * share + threadIdx.x; i < end; i += blockDim.x) out[i] = loan(term[i], rate[i]);
}
__global__ void __launch_bounds__(1024) hollow_ribbon_be1_b(const int* __restrict__ term, const float* __restrict__ rate, float* __restrict__ out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = loan(term[i], rate[i]);
}

// ---------------------------------------------------------------- sum of 48 harmonics at each sample
constexpr int HARM = 48;
__constant__ float amp[HARM];
__global__ void golden_thistle_be1_a(const float* __restrict__ x, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float p = 3.0f * x[i], s = 0;
#pragma unroll
    for (int k = 0; k < HARM; ++k) s = fmaf(amp[k], __sinf((k + 1) * p), s);
    out[i] = s * s;
}
__global__ void golden_thistle_be1_b(const float* __restrict__ x, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float p = 3.0f * x[i], s = 0;
    float c2 = 2.0f * __cosf(p), prev = 0, cur = __sinf(p);
#pragma unroll
    for (int k = 0; k < HARM; ++k) {
        s = fmaf(amp[k], cur, s);
        float next = fmaf(c2, cur, -prev);
        prev = cur; cur = next;
    }
    out[i] = s * s;
}

// ---------------------------------------------------------------- 15 x 15 window over an image (input has a border)
constexpr int IW = 4096, IH = 4096, IP = 4096 + 32, KW = 15;
__constant__ float win[KW * KW];
__global__ void __launch_bounds__(256) frosty_pebble_be1_a(const float* __restrict__ img, float* __restrict__ out) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float acc = 1.0f;
    for (int dy = 0; dy < KW; ++dy)
#pragma unroll
        for (int dx = 0; dx < KW; ++dx) acc = fmaf(win[dy * KW + dx], img[(size_t)(y + dy) * IP + x + dx], acc);
    out[(size_t)y * IW + x] = acc;
}
__global__ void __launch_bounds__(256) frosty_pebble_be1_b(const float* __restrict__ img, float* __restrict__ out) {
    int x = blockIdx.x * 32 + threadIdx.x, y = (blockIdx.y * 8 + threadIdx.y) * 8;
    float acc[8];
#pragma unroll
    for (int r = 0; r < 8; ++r) acc[r] = 1.0f;
#pragma unroll 1
    for (int dx = 0; dx < KW; ++dx) {
        float col[8 + KW - 1];
#pragma unroll
        for (int k = 0; k < 8 + KW - 1; ++k) col[k] = img[(size_t)(y + k) * IP + x + dx];
#pragma unroll
        for (int dy = 0; dy < KW; ++dy) {
            float w = win[dy * KW + dx];
#pragma unroll
            for (int r = 0; r < 8; ++r) acc[r] = fmaf(w, col[r + dy], acc[r]);
        }
    }
#pragma unroll
    for (int r = 0; r < 8; ++r) out[(size_t)(y + r) * IW + x] = acc[r];
}

// ---------------------------------------------------------------- colour fringes: red from the left, green from the right neighbour
__global__ void __launch_bounds__(256) crimson_ladder_be1_a(const float4* __restrict__ in, float4* __restrict__ out) {
    __shared__ float4 px[256];
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    float4 v = in[i];
    px[threadIdx.x] = v;
    __syncthreads();
    float r = px[(threadIdx.x + 255) & 255].x, g = px[(threadIdx.x + 1) & 255].y;
    out[i] = make_float4(0.5f * (v.x + r) + 1.0f, 0.5f * (v.y + g) + 1.0f, v.z, v.w);
}
__global__ void __launch_bounds__(256) crimson_ladder_be1_b(const float4* __restrict__ in, float4* __restrict__ out) {
    __shared__ float red[256], green[256];
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    float4 v = in[i];
    red[threadIdx.x] = v.x; green[threadIdx.x] = v.y;
    __syncthreads();
    float r = red[(threadIdx.x + 255) & 255], g = green[(threadIdx.x + 1) & 255];
    out[i] = make_float4(0.5f * (v.x + r) + 1.0f, 0.5f * (v.y + g) + 1.0f, v.z, v.w);
}

// ---------------------------------------------------------------- level mapping
__global__ void __launch_bounds__(256) dusty_violin_be1_a(const float4* __restrict__ in, float4* __restrict__ out) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    float4 v = in[i];
    out[i] = make_float4(v.x * 0.7 + 1.2, v.y * 0.7 + 1.2, v.z * 0.7 + 1.2, v.w * 0.7 + 1.2);
}
__global__ void __launch_bounds__(256) dusty_violin_be1_b(const float4* __restrict__ in, float4* __restrict__ out) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    float4 v = in[i];
    out[i] = make_float4(v.x * 0.7f + 1.2f, v.y * 0.7f + 1.2f, v.z * 0.7f + 1.2f, v.w * 0.7f + 1.2f);
}

// ---------------------------------------------------------------- gain of the row, offset of the column
__global__ void __launch_bounds__(256) nimble_walnut_be1_a(const float4* __restrict__ in, const float* __restrict__ gain, const float4* __restrict__ offset, float4* __restrict__ out, unsigned width) {
    unsigned i = blockIdx.x * 256 + threadIdx.x;
    unsigned row = i / width, col = i % width;
    float4 v = in[i], o = offset[col];
    float g = gain[row] + 2.0f;
    out[i] = make_float4(fmaf(v.x, g, o.x + 3.0f), fmaf(v.y, g, o.y + 3.0f), fmaf(v.z, g, o.z + 3.0f), fmaf(v.w, g, o.w + 3.0f));
}
__global__ void __launch_bounds__(256) nimble_walnut_be1_b(const float4* __restrict__ in, const float* __restrict__ gain, const float4* __restrict__ offset, float4* __restrict__ out, unsigned width) {
    unsigned row = blockIdx.y, col = blockIdx.x * 256 + threadIdx.x;
    unsigned i = row * width + col;
    float4 v = in[i], o = offset[col];
    float g = gain[row] + 2.0f;
    out[i] = make_float4(fmaf(v.x, g, o.x + 3.0f), fmaf(v.y, g, o.y + 3.0f), fmaf(v.z, g, o.z + 3.0f), fmaf(v.w, g, o.w + 3.0f));
}

// ---------------------------------------------------------------- blend of two fields, a few large blocks
__global__ void __launch_bounds__(512) stormy_button_be1_a(const float4* __restrict__ a, const float4* __restrict__ b, float4* __restrict__ c, int n4, float t) {
    for (int base = blockIdx.x * 2048 + threadIdx.x; base < n4; base += gridDim.x * 2048) {
        float4 u[4], v[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) { u[k] = __ldcs(a + base + k * 512); v[k] = __ldcs(b + base + k * 512); }
#pragma unroll
        for (int k = 0; k < 4; ++k)
            __stcs(c + base + k * 512, make_float4(fmaf(t, v[k].x, u[k].x), fmaf(t, v[k].y, u[k].y), fmaf(t, v[k].z, u[k].z), fmaf(t, v[k].w, u[k].w)));
    }
}

// ---------------------------------------------------------------- orbit averages of the logistic map
__global__ void __launch_bounds__(256) plain_kettle_be1_a(const float4* __restrict__ start, float4* __restrict__ out, int steps) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = start[i];
    float x[4] = {0.5f + 0.45f * v.x, 0.5f + 0.45f * v.y, 0.5f + 0.45f * v.z, 0.5f + 0.45f * v.w}, s[4] = {0, 0, 0, 0};
#pragma unroll 16
    for (int k = 0; k < steps; ++k)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float t = 3.9f * x[j];
            x[j] = fmaf(-t, x[j], t);
            s[j] = fmaf(x[j], 0.01f, s[j]);
        }
    out[i] = make_float4(s[0], s[1], s[2], s[3]);
}

// ---------------------------------------------------------------- rows of an embedding table, 128 bytes each
__global__ void __launch_bounds__(256) woolen_rocket_be1_a(const float4* __restrict__ table, const int* __restrict__ id, float4* __restrict__ out) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = table[(size_t)id[(i + k * 256) >> 3] * 8 + (i & 7)];
#pragma unroll
    for (int k = 0; k < 4; ++k) out[(size_t)i + k * 256] = v[k];
}

// ---------------------------------------------------------------- distribution of 64-bit keys over 256 classes of the folded upper bits
__global__ void __launch_bounds__(256) gentle_cactus_be1_a(const int4* __restrict__ in, int* __restrict__ out, int n4) {
    __shared__ int bins[8][256];
    for (int k = threadIdx.x; k < 2048; k += 256) (&bins[0][0])[k] = 0;
    __syncthreads();
    int* mine = bins[threadIdx.x >> 5];
#pragma unroll 2
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n4; i += gridDim.x * 256) {
        int4 v = in[i];
        atomicAdd(&mine[(v.x ^ v.y) >> 20], 1); atomicAdd(&mine[(v.z ^ v.w) >> 20], 1);
    }
    __syncthreads();
    int s = 0;
    for (int k = 0; k < 8; ++k) s += bins[k][threadIdx.x];
    atomicAdd(&out[threadIdx.x], s);
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> f, const void* out, size_t count, Output type) { cases.push_back({name, f, out, count, type}); };
    {
        const int n = 1 << 24;
        std::vector<u64> t(n), p(64), s(64);
        std::vector<Divider> pd(64), sd(64);
        for (int i = 0; i < n; ++i) t[i] = (((u64)hash32(i) << 20) ^ hash32(i + 77777777)) & ((1ull << 52) - 1);
        auto divider = [](u64 d) { return Divider{d, (u64)(((unsigned __int128)1 << 64) / d)}; };
        for (int k = 0; k < 64; ++k) {
            p[k] = 130000000000ull + hash32(k) * 7ull; s[k] = p[k] / 20 + 12345;
            pd[k] = divider(p[k]); sd[k] = divider(s[k]);
        }
        u64 *dt = uploaded(t), *dp = uploaded(p), *ds = uploaded(s);
        Divider *dpd = uploaded(pd), *dsd = uploaded(sd);
        int* out = empty<int>(n);
        add("amber_falcon_be1_a", [=] { amber_falcon_be1_a<<<n / 256, 256>>>(dt, dp, ds, out, n); }, out, n, Output::i32);
        add("amber_falcon_be1_b", [=] { amber_falcon_be1_b<<<n / 256, 256>>>(dt, dpd, dsd, out, n); }, out, n, Output::i32);
    }
    {
        float *coef = filled<float>(ZC * ZCH, 3), *angle = filled<float>(ZB * ZG, 4), *out = empty<float>(ZB * ZG);
        add("copper_meadow_be1_a", [=] { copper_meadow_be1_a<<<ZG, ZB>>>(coef, angle, out); }, out, ZB * ZG, Output::f32);
        add("copper_meadow_be1_b", [=] { copper_meadow_be1_b<<<ZG, ZB>>>(coef, angle, out); }, out, ZB * ZG, Output::f32);
    }
    {
        const int frames = 1 << 21;
        float *in = filled<float>(frames, 5), *out = empty<float>(frames * 4);
        add("lunar_basket_be1_a", [=] { lunar_basket_be1_a<<<frames / 64, 256>>>(in, out, frames); }, out, frames * 4, Output::f32);
        add("lunar_basket_be1_b", [=] { lunar_basket_be1_b<<<frames / 64, 256>>>(in, out, frames); }, out, frames * 4, Output::f32);
    }
    {
        const int n = 132 * 16 * 256 * PPT;
        float *pts = filled<float>((size_t)n * 4, 6), *out = empty<float>(n);
        std::vector<float> w(HID * 6);
        for (int k = 0; k < HID * 6; ++k) w[k] = 0.3f * unit(k + 99);
        float* dw = uploaded(w);
        CHECK(cudaMemcpyToSymbol(mlp_w, w.data(), w.size() * 4));
        add("velvet_anchor_be1_a", [=] { velvet_anchor_be1_a<<<132 * 16, 256>>>((float4*)pts, dw, out); }, out, n, Output::f32);
        add("velvet_anchor_be1_b", [=] { velvet_anchor_be1_b<<<132 * 16, 256>>>((float4*)pts, out); }, out, n, Output::f32);
    }
    {
        const int rows = 1 << 19;
        float *in = filled<float>((size_t)rows * HIST, 8), *out = empty<float>(rows);
        add("maple_signal_be1_a", [=] { maple_signal_be1_a<<<rows / 128, 128>>>(in, out, rows); }, out, rows, Output::f32);
        add("maple_signal_be1_b", [=] { maple_signal_be1_b<<<rows / 128, 128>>>(in, out, rows); }, out, rows, Output::f32);
    }
    {
        float *in = filled<float>((size_t)STEPS * COLS, 9), *out = empty<float>(COLS);
        add("quiet_harbor_be1_a", [=] { quiet_harbor_be1_a<<<132, 256>>>(in, out, 40.0f); }, out, COLS, Output::f32);
        add("quiet_harbor_be1_b", [=] { quiet_harbor_be1_b<<<132, 256>>>(in, out, 40.0f); }, out, COLS, Output::f32);
    }
    {
        float *logit = filled<float>(LOGITS, 10), *stat = empty<float>(2), *e = empty<float>(LOGITS), *p = empty<float>(LOGITS), *cdf = empty<float>(LOGITS), *out = empty<float>(LOGITS);
        add("tidy_lantern_be1_a", [=] {
            tidy_lantern_be1_a0<<<1, 1024>>>(logit, stat);
            tidy_lantern_be1_a1<<<16, 256>>>(logit, stat, e);
            tidy_lantern_be1_a2<<<1, 1024>>>(e, stat);
            tidy_lantern_be1_a3<<<16, 256>>>(e, stat, p);
            tidy_lantern_be1_a4<<<1, 1024>>>(p, cdf);
            tidy_lantern_be1_a5<<<16, 256>>>(p, cdf, out);
        }, out, LOGITS, Output::f32);
        add("tidy_lantern_be1_b", [=] { tidy_lantern_be1_b<<<1, 1024>>>(logit, out); }, out, LOGITS, Output::f32);
    }
    {
        const size_t n4 = (size_t)1 << 23;
        int *raw = indices(n4 * 4, 65536, 11), *dark = indices(8192, 4096, 12), *t0 = empty<int>(n4 * 4), *t1 = empty<int>(n4 * 4), *out = empty<int>(n4 * 4);
        add("rustic_comet_be1_a", [=] {
            rustic_comet_be1_a0<<<n4 / 256, 256>>>((int4*)raw, (int4*)dark, (int4*)t0);
            rustic_comet_be1_a1<<<n4 / 256, 256>>>((int4*)t0, (int4*)t1, 300);
            rustic_comet_be1_a2<<<n4 / 256, 256>>>((int4*)t1, (int4*)out, 60000);
        }, out, n4 * 4, Output::i32);
        add("rustic_comet_be1_b", [=] { rustic_comet_be1_b<<<n4 / 256, 256>>>((int4*)raw, (int4*)dark, (int4*)out, 300, 60000); }, out, n4 * 4, Output::i32);
    }
    {
        const int n = 1 << 22;
        int *label = indices(n, 32, 13), *weight = indices(n, 256, 14), *out = empty<int>(64);
        add("silver_orchid_be1_a", [=] { silver_orchid_be1_a<<<n / 256, 256>>>(label, weight, out, n); }, out, 64, Output::i32);
        add("silver_orchid_be1_b", [=] { silver_orchid_be1_b<<<132 * 8, 256>>>((int4*)label, (int4*)weight, out, n / 4); }, out, 64, Output::i32);
    }
    {
        const int n = 132 * 16 * 128;
        float* out = empty<float>(n);
        add("brisk_canyon_be1_a", [=] { brisk_canyon_be1_a<<<n / 128, 128>>>(out, 5u); }, out, n, Output::f32);
        add("brisk_canyon_be1_b", [=] { brisk_canyon_be1_b<<<n / 128, 128>>>(out, 5u); }, out, n, Output::f32);
    }
    {
        const int rows = 132 * 8 * 128;
        float *in = filled<float>((size_t)rows * 256, 15), *out = empty<float>((size_t)rows * 256);
        add("mellow_turret_be1_a", [=] { mellow_turret_be1_a<<<132 * 8, 256>>>(in, out, rows); }, out, (size_t)rows * 256, Output::f32);
        add("mellow_turret_be1_b", [=] { mellow_turret_be1_b<<<132 * 8, 256>>>((float4*)in, (float4*)out, rows); }, out, (size_t)rows * 256, Output::f32);
    }
    {
        const int n = 132 * 1024 * 32;
        std::vector<int> term(n);
        for (int i = 0; i < n; ++i) term[i] = 6 + (int)((long long)i * 474 / n);
        int* dterm = uploaded(term);
        float *rate = filled<float>(n, 16), *out = empty<float>(n);
        add("hollow_ribbon_be1_a", [=] { hollow_ribbon_be1_a<<<132, 1024>>>(dterm, rate, out, n); }, out, n, Output::f32);
        add("hollow_ribbon_be1_b", [=] { hollow_ribbon_be1_b<<<132, 1024>>>(dterm, rate, out, n); }, out, n, Output::f32);
    }
    {
        const int n = 1 << 23;
        float *x = filled<float>(n, 17), *out = empty<float>(n);
        std::vector<float> a(HARM);
        for (int k = 0; k < HARM; ++k) a[k] = unit(k + 500) / (1 + 0.1f * k);
        CHECK(cudaMemcpyToSymbol(amp, a.data(), a.size() * 4));
        add("golden_thistle_be1_a", [=] { golden_thistle_be1_a<<<n / 256, 256>>>(x, out, n); }, out, n, Output::f32);
        add("golden_thistle_be1_b", [=] { golden_thistle_be1_b<<<n / 256, 256>>>(x, out, n); }, out, n, Output::f32);
    }
    {
        float *img = filled<float>((size_t)IP * (IH + 32), 18), *out = empty<float>((size_t)IW * IH);
        std::vector<float> w(KW * KW);
        for (int k = 0; k < KW * KW; ++k) w[k] = (1.5f + unit(k + 900)) / (KW * KW);
        CHECK(cudaMemcpyToSymbol(win, w.data(), w.size() * 4));
        add("frosty_pebble_be1_a", [=] { frosty_pebble_be1_a<<<dim3(IW / 32, IH / 8), dim3(32, 8)>>>(img, out); }, out, (size_t)IW * IH, Output::f32);
        add("frosty_pebble_be1_b", [=] { frosty_pebble_be1_b<<<dim3(IW / 32, IH / 64), dim3(32, 8)>>>(img, out); }, out, (size_t)IW * IH, Output::f32);
    }
    {
        const size_t n4 = (size_t)1 << 24;
        float *in = filled<float>(n4 * 4, 19), *in2 = filled<float>(n4 * 4, 20), *out = empty<float>(n4 * 4);
        float *gain = filled<float>(8192, 21), *offset = filled<float>(8192, 22);
        add("crimson_ladder_be1_a", [=] { crimson_ladder_be1_a<<<n4 / 256, 256>>>((float4*)in, (float4*)out); }, out, n4 * 4, Output::f32);
        add("crimson_ladder_be1_b", [=] { crimson_ladder_be1_b<<<n4 / 256, 256>>>((float4*)in, (float4*)out); }, out, n4 * 4, Output::f32);
        add("dusty_violin_be1_a", [=] { dusty_violin_be1_a<<<n4 / 256, 256>>>((float4*)in, (float4*)out); }, out, n4 * 4, Output::f32);
        add("dusty_violin_be1_b", [=] { dusty_violin_be1_b<<<n4 / 256, 256>>>((float4*)in, (float4*)out); }, out, n4 * 4, Output::f32);
        add("nimble_walnut_be1_a", [=] { nimble_walnut_be1_a<<<n4 / 256, 256>>>((float4*)in, gain, (float4*)offset, (float4*)out, 2048u); }, out, n4 * 4, Output::f32);
        add("nimble_walnut_be1_b", [=] { nimble_walnut_be1_b<<<dim3(8, 8192), 256>>>((float4*)in, gain, (float4*)offset, (float4*)out, 2048u); }, out, n4 * 4, Output::f32);
        const int m4 = 132 * 2 * 2048 * 24;
        add("stormy_button_be1_a", [=] { stormy_button_be1_a<<<132 * 2, 512>>>((float4*)in, (float4*)in2, (float4*)out, m4, 0.3f); }, out, (size_t)m4 * 4, Output::f32);
        add("plain_kettle_be1_a", [=] { plain_kettle_be1_a<<<132 * 8 * 4, 256>>>((float4*)in, (float4*)out, 512); }, out, (size_t)132 * 8 * 4 * 256 * 4, Output::f32);
    }
    {
        const int records = 1 << 22, picks = 1 << 21;
        float *table = filled<float>((size_t)records * 32, 23), *out = empty<float>((size_t)picks * 32);
        int* id = indices(picks, records, 24);
        add("woolen_rocket_be1_a", [=] { woolen_rocket_be1_a<<<picks * 8 / 1024, 256>>>((float4*)table, id, (float4*)out); }, out, (size_t)picks * 32, Output::f32);
    }
    {
        const int n = 1 << 26;
        int *in = indices(n, 1u << 28, 25), *out = empty<int>(256);
        add("gentle_cactus_be1_a", [=] { gentle_cactus_be1_a<<<132 * 8, 256>>>((int4*)in, out, n / 4); }, out, 256, Output::i32);
    }
    return harness::run(argc, argv, cases);
}
