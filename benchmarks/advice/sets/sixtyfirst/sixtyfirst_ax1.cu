// Ten measured cases of chains of launches: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

__device__ __forceinline__ float warp_sum(float v) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}
__device__ __forceinline__ float warp_max(float v) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}
// Sum over a block of 256 threads, given to all of them.
__device__ __forceinline__ float block_sum_256(float v) {
    __shared__ float part[8];
    v = warp_sum(v);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    return warp_sum(threadIdx.x % 32 < 8 ? part[threadIdx.x % 32] : 0.0f);
}

// ---- Archive: hash tree over 2^18 records of 16 bytes, as a heap (root at 1, leaves from kLeaves on).
constexpr int kLeaves = 1 << 18;

__device__ __forceinline__ uint32_t stir(uint32_t x) {
    x ^= x >> 15; x *= 0x2c1b3c6du; x ^= x >> 12; x *= 0x297a2d39u; x ^= x >> 15;
    return x;
}
__device__ __forceinline__ uint32_t join(uint32_t l, uint32_t r) { return stir(stir(l + 0x9e3779b9u) * 3u + r); }
__device__ __forceinline__ uint32_t digest(uint4 d) { return join(join(d.x, d.y), join(d.z, d.w)); }

__global__ void __launch_bounds__(256) amber_quill_ax1_a0(const uint4* __restrict__ records, uint32_t* __restrict__ tree) {
    int i = blockIdx.x * 256 + threadIdx.x;
    tree[kLeaves + i] = digest(records[i]);
}

__global__ void __launch_bounds__(256) amber_quill_ax1_a1(uint32_t* tree, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    uint2 pair = reinterpret_cast<const uint2*>(tree)[n + i];
    tree[n + i] = join(pair.x, pair.y);
}

__global__ void __launch_bounds__(256) amber_quill_ax1_b(const uint4* __restrict__ records, uint32_t* tree, unsigned* done) {
    __shared__ uint32_t node[2][1024];
    __shared__ bool last;
    int t = threadIdx.x, b = blockIdx.x;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int at = j * 256 + t;
        uint32_t h = digest(records[b * 1024 + at]);
        node[0][at] = h;
        tree[kLeaves + b * 1024 + at] = h;
    }
    __syncthreads();
    int from = 0;
    for (int n = 512; n >= 1; n /= 2) {
        for (int i = t; i < n; i += 256) {
            uint32_t h = join(node[from][2 * i], node[from][2 * i + 1]);
            node[from ^ 1][i] = h;
            tree[(kLeaves / 1024) * n + b * n + i] = h;
        }
        from ^= 1;
        __syncthreads();
    }
    if (t == 0) {
        __threadfence();
        last = atomicAdd(done, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;
    __threadfence();
    node[0][t] = __ldcg(tree + 256 + t);
    __syncthreads();
    from = 0;
    for (int n = 128; n >= 1; n /= 2) {
        if (t < n) {
            uint32_t h = join(node[from][2 * t], node[from][2 * t + 1]);
            node[from ^ 1][t] = h;
            tree[n + t] = h;
        }
        from ^= 1;
        __syncthreads();
    }
    if (t == 0) *done = 0;
}

// ---- Chip design: bit-parallel simulation of a circuit of 64 levels of 1024 gates; a gate reads two of the four levels before it.
constexpr int kDepth = 64, kGates = 1024, kWords = 132;

__device__ __forceinline__ uint32_t gate_of(uint32_t kind, uint32_t a, uint32_t b) {
    uint32_t both = a & b, odd = a ^ b;
    return kind == 0 ? ~both : kind == 1 ? odd : kind == 2 ? ~odd : (~a | b) ^ (b >> 1);
}

__global__ void __launch_bounds__(256) thistle_drum_ax1_a0(const int* __restrict__ gates, uint32_t* signals, int level) {
    int g = blockIdx.x * 256 + threadIdx.x, word = blockIdx.y;
    uint32_t gate = gates[level * kGates + g], a = gate & 4095, b = (gate >> 12) & 4095;
    uint32_t va = signals[((level + (a >> 10)) * kWords + word) * kGates + (a & 1023)];
    uint32_t vb = signals[((level + (b >> 10)) * kWords + word) * kGates + (b & 1023)];
    signals[((level + 4) * kWords + word) * kGates + g] = gate_of((gate >> 24) & 3, va, vb);
}

__global__ void __launch_bounds__(1024) thistle_drum_ax1_b(const int* __restrict__ gates, uint32_t* signals) {
    __shared__ uint32_t recent[8][kGates];
    int g = threadIdx.x, word = blockIdx.x;
#pragma unroll
    for (int r = 0; r < 4; ++r) recent[r][g] = signals[(r * kWords + word) * kGates + g];
    uint32_t gate = gates[g];
    __syncthreads();
    for (int level = 0; level < kDepth; ++level) {
        uint32_t coming = level + 1 < kDepth ? gates[(level + 1) * kGates + g] : 0;
        uint32_t a = gate & 4095, b = (gate >> 12) & 4095;
        uint32_t v = gate_of((gate >> 24) & 3, recent[(level + (a >> 10)) & 7][a & 1023], recent[(level + (b >> 10)) & 7][b & 1023]);
        recent[(level + 4) & 7][g] = v;
        signals[((level + 4) * kWords + word) * kGates + g] = v;
        gate = coming;
        __syncthreads();
    }
}

// ---- Acoustics: 200 time steps of a damped membrane of 528 x 1024 points in double precision, rim held still.
constexpr int kWide = 1024, kHigh = 528, kTicks = 200, kStrip = 4, kStrips = kHigh / kStrip;

__device__ __forceinline__ double swing(double now, double prev, double up, double down, double left, double right) {
    double bend = (up + down) + (left + right) - 4.0 * now;
    return fma(0.23, bend, fma(1.998, now, -0.998 * prev));
}

__global__ void __launch_bounds__(256) cobalt_heron_ax1_a0(const double* __restrict__ now, const double* prev, double* next) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, i = y * kWide + x;
    double up = y > 0 ? now[i - kWide] : 0.0, down = y < kHigh - 1 ? now[i + kWide] : 0.0;
    double left = x > 0 ? now[i - 1] : 0.0, right = x < kWide - 1 ? now[i + 1] : 0.0;
    next[i] = swing(now[i], prev[i], up, down, left, right);
}

// One block a strip of four rows, all blocks resident; a strip waits for its two neighbours only. `ticks` counts the steps each strip has done, over all launches.
__global__ void __launch_bounds__(1024) cobalt_heron_ax1_b(const double* __restrict__ start, double* rims, unsigned* ticks, double* __restrict__ end) {
    __shared__ double row[kStrip][kWide];
    int t = threadIdx.x, b = blockIdx.x;
    unsigned base = *(volatile unsigned*)(ticks + b);
    double now[kStrip], prev[kStrip];
#pragma unroll
    for (int k = 0; k < kStrip; ++k) now[k] = prev[k] = start[(b * kStrip + k) * kWide + t];
    for (int s = 0; s < kTicks; ++s) {
#pragma unroll
        for (int k = 0; k < kStrip; ++k) row[k][t] = now[k];
        if (s > 0 && t == 0 && b > 0) {
            while ((int)(*(volatile unsigned*)(ticks + b - 1) - base) < s) {}
            __threadfence();
        }
        if (s > 0 && t == 32 && b < kStrips - 1) {
            while ((int)(*(volatile unsigned*)(ticks + b + 1) - base) < s) {}
            __threadfence();
        }
        __syncthreads();
        const double* rim = rims + (size_t)(s & 1) * kStrips * 2 * kWide;
        double above = 0.0, below = 0.0;
        if (b > 0) above = s == 0 ? start[(b * kStrip - 1) * kWide + t] : __ldcg(rim + ((b - 1) * 2 + 1) * kWide + t);
        if (b < kStrips - 1) below = s == 0 ? start[(b * kStrip + kStrip) * kWide + t] : __ldcg(rim + (b + 1) * 2 * kWide + t);
        double next[kStrip];
#pragma unroll
        for (int k = 0; k < kStrip; ++k) {
            double left = t > 0 ? row[k][t - 1] : 0.0, right = t < kWide - 1 ? row[k][t + 1] : 0.0;
            next[k] = swing(now[k], prev[k], k == 0 ? above : now[k - 1], k == kStrip - 1 ? below : now[k + 1], left, right);
        }
#pragma unroll
        for (int k = 0; k < kStrip; ++k) { prev[k] = now[k]; now[k] = next[k]; }
        double* mine = rims + ((size_t)((s + 1) & 1) * kStrips + b) * 2 * kWide;
        mine[t] = now[0];
        mine[kWide + t] = now[kStrip - 1];
        __syncthreads();
        if (t == 0) {
            __threadfence();
            *(volatile unsigned*)(ticks + b) = base + s + 1;
        }
    }
#pragma unroll
    for (int k = 0; k < kStrip; ++k) end[(b * kStrip + k) * kWide + t] = now[k];
}

// ---- Manuscripts: edge-keeping smoothing (7 x 7) of 32 cut-out letters of unlike sizes, half precision, packed one behind the other.
constexpr int kLetters = 32;

__device__ __forceinline__ void smooth_tile(const __half* __restrict__ ink, __half* __restrict__ clean, int w, int h, int bx, int by) {
    __shared__ float tile[22][24];
    int tx = threadIdx.x, ty = threadIdx.y;
    for (int i = ty * 16 + tx; i < 22 * 22; i += 256) {
        int r = i / 22, c = i % 22;
        int y = min(max(by * 16 + r - 3, 0), h - 1), x = min(max(bx * 16 + c - 3, 0), w - 1);
        tile[r][c] = __half2float(ink[y * w + x]);
    }
    __syncthreads();
    float mid = tile[ty + 3][tx + 3], sum = 0.0f, weight = 0.0f;
#pragma unroll
    for (int dy = 0; dy < 7; ++dy)
#pragma unroll
        for (int dx = 0; dx < 7; ++dx) {
            float v = tile[ty + dy][tx + dx], d = v - mid;
            float k = __expf(fmaf(-3.0f * d, d, -0.06f * ((dx - 3) * (dx - 3) + (dy - 3) * (dy - 3))));
            sum = fmaf(k, v, sum);
            weight += k;
        }
    int x = bx * 16 + tx, y = by * 16 + ty;
    if (x < w && y < h) clean[y * w + x] = __float2half(__fdividef(sum, weight));
}

__global__ void __launch_bounds__(256) maple_sexton_ax1_a0(const __half* __restrict__ ink, __half* __restrict__ clean, int w, int h) {
    smooth_tile(ink, clean, w, h, blockIdx.x, blockIdx.y);
}

__global__ void __launch_bounds__(256) maple_sexton_ax1_b(const __half* __restrict__ ink, __half* __restrict__ clean, const int4* __restrict__ tiles) {
    int4 where = tiles[blockIdx.x];  // offset of the letter, its width, its height, tile (x | y << 16)
    smooth_tile(ink + where.x, clean + where.x, where.y, where.z, where.w & 0xffff, where.w >> 16);
}

// ---- X-ray detector: 16384 lines of 8192 raw bytes: calibrate a line by its gain and offset, then a tone-mapped half image and the mean of each line.
constexpr int kLines = 16384, kDots = 8192;

__device__ __forceinline__ float calibrate(uint32_t raw, float2 line) { return fmaf((float)raw, line.x, line.y); }
__device__ __forceinline__ float tone(float v) { return fmaf(fmaf(-0.12f, v, 0.9f), v, 0.05f); }
__device__ __forceinline__ uint32_t two_halves(float a, float b) {
    __half2 h = __floats2half2_rn(a, b);
    return *reinterpret_cast<uint32_t*>(&h);
}

__global__ void __launch_bounds__(256) velvet_anchor_ax1_a0(const uint32_t* __restrict__ raw, const float2* __restrict__ gain, float4* __restrict__ level) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    float2 line = gain[i / (kDots / 4)];
    line = make_float2(0.004f + 0.001f * line.x, 0.1f + 0.05f * line.y);
    uint32_t r = raw[i];
    level[i] = make_float4(calibrate(r & 255, line), calibrate((r >> 8) & 255, line), calibrate((r >> 16) & 255, line), calibrate(r >> 24, line));
}

__global__ void __launch_bounds__(256) velvet_anchor_ax1_a1(const float4* __restrict__ level, uint2* __restrict__ picture) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    float4 v = level[i];
    picture[i] = make_uint2(two_halves(tone(v.x), tone(v.y)), two_halves(tone(v.z), tone(v.w)));
}

__global__ void __launch_bounds__(256) velvet_anchor_ax1_a2(const float4* __restrict__ level, __half* __restrict__ mean) {
    const float4* line = level + (size_t)blockIdx.x * (kDots / 4);
    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j < kDots / 1024; ++j) {
        float4 v = line[j * 256 + threadIdx.x];
        sum += (v.x + v.y) + (v.z + v.w);
    }
    sum = block_sum_256(sum);
    if (threadIdx.x == 0) mean[blockIdx.x] = __float2half(sum * (1.0f / kDots));
}

__global__ void __launch_bounds__(256) velvet_anchor_ax1_b(const uint2* __restrict__ raw, const float2* __restrict__ gain, uint4* __restrict__ picture,
                                                           __half* __restrict__ mean) {
    size_t base = (size_t)blockIdx.x * (kDots / 8);
    float2 line = gain[blockIdx.x];
    line = make_float2(0.004f + 0.001f * line.x, 0.1f + 0.05f * line.y);
    uint2 r[kDots / 2048];
    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j < kDots / 2048; ++j) r[j] = raw[base + j * 256 + threadIdx.x];
#pragma unroll
    for (int j = 0; j < kDots / 2048; ++j) {
        float v[8];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            v[k] = calibrate((r[j].x >> (8 * k)) & 255, line);
            v[4 + k] = calibrate((r[j].y >> (8 * k)) & 255, line);
        }
#pragma unroll
        for (int k = 0; k < 8; ++k) sum += v[k];
        picture[base + j * 256 + threadIdx.x] = make_uint4(two_halves(tone(v[0]), tone(v[1])), two_halves(tone(v[2]), tone(v[3])),
                                                           two_halves(tone(v[4]), tone(v[5])), two_halves(tone(v[6]), tone(v[7])));
    }
    sum = block_sum_256(sum);
    if (threadIdx.x == 0) mean[blockIdx.x] = __float2half(sum * (1.0f / kDots));
}

// ---- Speech model: 2048 frames of 1024 channels: bias, soft gate, gated skip connection, normalisation of the frame; all on one array.
constexpr int kFrames = 2048, kTones = 1024;

__device__ __forceinline__ float soft_gate(float v) { return __fdividef(v, 1.0f + __expf(-1.702f * v)); }

__global__ void __launch_bounds__(256) juniper_bell_ax1_a0(const float4* __restrict__ x, const float4* __restrict__ bias, float4* __restrict__ h) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = x[i], b = bias[threadIdx.x];
    h[i] = make_float4(v.x + b.x, v.y + b.y, v.z + b.z, v.w + b.w);
}

__global__ void __launch_bounds__(256) juniper_bell_ax1_a1(float4* __restrict__ h) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = h[i];
    h[i] = make_float4(soft_gate(v.x), soft_gate(v.y), soft_gate(v.z), soft_gate(v.w));
}

__global__ void __launch_bounds__(256) juniper_bell_ax1_a2(float4* __restrict__ h, const float4* __restrict__ skip, const float4* __restrict__ mix) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = h[i], s = skip[i], m = mix[threadIdx.x];
    h[i] = make_float4(fmaf(m.x, s.x, v.x), fmaf(m.y, s.y, v.y), fmaf(m.z, s.z, v.z), fmaf(m.w, s.w, v.w));
}

__global__ void __launch_bounds__(256) juniper_bell_ax1_a3(float4* __restrict__ h) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = h[i];
    float scale = rsqrtf(block_sum_256(v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w) * (1.0f / kTones) + 1e-5f);
    h[i] = make_float4(v.x * scale, v.y * scale, v.z * scale, v.w * scale);
}

__global__ void __launch_bounds__(256) juniper_bell_ax1_b(const float4* __restrict__ x, const float4* __restrict__ bias, const float4* __restrict__ skip,
                                                          const float4* __restrict__ mix, float4* __restrict__ h) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = x[i], s = skip[i], b = bias[threadIdx.x], m = mix[threadIdx.x];
    v = make_float4(fmaf(m.x, s.x, soft_gate(v.x + b.x)), fmaf(m.y, s.y, soft_gate(v.y + b.y)), fmaf(m.z, s.z, soft_gate(v.z + b.z)),
                    fmaf(m.w, s.w, soft_gate(v.w + b.w)));
    float scale = rsqrtf(block_sum_256(v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w) * (1.0f / kTones) + 1e-5f);
    h[i] = make_float4(v.x * scale, v.y * scale, v.z * scale, v.w * scale);
}

// ---- Gas dynamics: pressure from volume and energy of 4096 x 4096 cells (periodic), then the heating by its slope.
constexpr int kSide = 4096;

__device__ __forceinline__ double pressure(double v, double e) { return fma(0.2, v, 0.4) * fma(0.3 * e, e, e); }
__device__ __forceinline__ double heating(double v, double dx, double dy) { return fma(0.5, v, 1.0) * fma(dx, dx, dy * dy); }

__global__ void __launch_bounds__(256) saffron_dune_ax1_a0(const double2* __restrict__ volume, const double2* __restrict__ energy, double2* __restrict__ press) {
    int i = blockIdx.x * 256 + threadIdx.x;
    double2 v = volume[i], e = energy[i];
    press[i] = make_double2(pressure(v.x, e.x), pressure(v.y, e.y));
}

__global__ void __launch_bounds__(256) saffron_dune_ax1_a1(const double* __restrict__ press, const double* __restrict__ volume, double* __restrict__ heat) {
    int x = blockIdx.x * 64 + threadIdx.x, left = (x - 1) & (kSide - 1), right = (x + 1) & (kSide - 1);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int y = blockIdx.y * 16 + threadIdx.y * 4 + k, up = (y - 1) & (kSide - 1), down = (y + 1) & (kSide - 1);
        double dx = press[y * kSide + right] - press[y * kSide + left], dy = press[down * kSide + x] - press[up * kSide + x];
        heat[y * kSide + x] = heating(volume[y * kSide + x], dx, dy);
    }
}

__global__ void __launch_bounds__(256) saffron_dune_ax1_b(const double* __restrict__ volume, const double* __restrict__ energy, double* __restrict__ heat) {
    __shared__ double press[18][66];
    int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * 64, y0 = blockIdx.y * 16, x = x0 + tx;
    double mine[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {  // the tile itself
        int y = ty * 4 + k, i = (y0 + y) * kSide + x;
        mine[k] = volume[i];
        press[y + 1][tx + 1] = pressure(mine[k], energy[i]);
    }
    int t = ty * 64 + tx;  // the frame around it: 64 above, 64 below, 16 left, 16 right
    if (t < 160) {
        int r = t < 64 ? 0 : t < 128 ? 17 : (t - 128) % 16 + 1, c = t < 128 ? t % 64 + 1 : t < 144 ? 0 : 65;
        int i = ((y0 + r - 1) & (kSide - 1)) * kSide + ((x0 + c - 1) & (kSide - 1));
        press[r][c] = pressure(volume[i], energy[i]);
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int y = ty * 4 + k;
        double dx = press[y + 1][tx + 2] - press[y + 1][tx], dy = press[y + 2][tx + 1] - press[y][tx + 1];
        heat[(y0 + y) * kSide + x] = heating(mine[k], dx, dy);
    }
}

// ---- Bridge engineering: energy of 1081344 stay cables over 2048 samples of damped swinging, then each cable's fatigue score.
constexpr int kCableQuads = 132 * 8 * 256;

__device__ __forceinline__ float4 cable_energy(float4 at) {
    float place[4] = {at.x, at.y, at.z, at.w}, speed[4] = {}, loud[4] = {};
#pragma unroll 8
    for (int s = 0; s < 2048; ++s)
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            speed[k] = fmaf(-0.05f, place[k], 0.999f * speed[k]);
            place[k] = fmaf(0.5f, speed[k], place[k]);
            loud[k] = fmaf(place[k], place[k], loud[k]);
        }
    return make_float4(loud[0], loud[1], loud[2], loud[3]);
}
__device__ __forceinline__ float fatigue(float e) { return __logf(1.0f + e) * fmaf(0.01f, e, 0.3f); }

__global__ void __launch_bounds__(256, 8) walnut_fable_ax1_a0(const float4* __restrict__ start, float4* __restrict__ energy) {
    int i = blockIdx.x * 256 + threadIdx.x;
    energy[i] = cable_energy(start[i]);
}

__global__ void __launch_bounds__(256) walnut_fable_ax1_a1(const float4* __restrict__ energy, float4* __restrict__ score) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 e = energy[i];
    score[i] = make_float4(fatigue(e.x), fatigue(e.y), fatigue(e.z), fatigue(e.w));
}

__global__ void __launch_bounds__(256, 8) walnut_fable_ax1_b(const float4* __restrict__ start, float4* __restrict__ score) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 e = cable_energy(start[i]);
    score[i] = make_float4(fatigue(e.x), fatigue(e.y), fatigue(e.z), fatigue(e.w));
}

// ---- Seismology: a long record (532 MB) is brought to full scale by its greatest deflection.
constexpr int kCrew = 132 * 6, kPace = kCrew * 256, kRecord = kPace * 4 * 41;  // blocks, threads, quadruples

__global__ void __launch_bounds__(256, 6) pelican_vault_ax1_a0(const float4* __restrict__ record, float* __restrict__ peaks) {
    __shared__ float part[8];
    float top = 0.0f;
#pragma unroll 1
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kRecord; i += 4 * kPace) {
        float4 v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = __ldg(record + i + j * kPace);
#pragma unroll
        for (int j = 0; j < 4; ++j) top = fmaxf(top, fmaxf(fmaxf(fabsf(v[j].x), fabsf(v[j].y)), fmaxf(fabsf(v[j].z), fabsf(v[j].w))));
    }
    top = warp_max(top);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = top;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 1; k < 8; ++k) top = fmaxf(top, part[k]);
        peaks[blockIdx.x] = top;
    }
}

__global__ void __launch_bounds__(256, 6) pelican_vault_ax1_a1(const float4* __restrict__ record, const float* __restrict__ peaks, float4* __restrict__ scaled) {
    __shared__ float part[8];
    float top = 0.0f;
    for (int i = threadIdx.x; i < kCrew; i += 256) top = fmaxf(top, peaks[i]);
    top = warp_max(top);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = top;
    __syncthreads();
    top = part[0];
#pragma unroll
    for (int k = 1; k < 8; ++k) top = fmaxf(top, part[k]);
    float scale = 0.98f / fmaxf(top, 1e-20f);
#pragma unroll 1
    for (int i = kRecord - 4 * kPace + blockIdx.x * 256 + threadIdx.x; i >= 0; i -= 4 * kPace) {  // from the end, which the cache still holds
        float4 v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = __ldcs(record + i + j * kPace);
#pragma unroll
        for (int j = 0; j < 4; ++j) __stcs(scaled + i + j * kPace, make_float4(v[j].x * scale, v[j].y * scale, v[j].z * scale, v[j].w * scale));
    }
}

// ---- Starlings: five steps of a flock of 33792 birds in which every bird is pushed by every other near it.
constexpr int kBirds = 132 * 256, kFlights = 5, kFlock = 1024;

__global__ void __launch_bounds__(1024) granite_plume_ax1_a0(const float4* __restrict__ now, const float4* pace, float4* __restrict__ next, float4* next_pace) {
    __shared__ float4 flock[2][kFlock];
    float(*push)[3][256] = reinterpret_cast<float(*)[3][256]>(&flock[0][0]);  // 8 parts, once the flock is through
    int t = threadIdx.x, slot = t % 128, part = t / 128, first = blockIdx.x * 256;
    float4 p = now[first + slot], q = now[first + 128 + slot], coming = now[t];
    float px = 0.0f, py = 0.0f, pz = 0.0f, qx = 0.0f, qy = 0.0f, qz = 0.0f;
    for (int from = 0, turn = 0; from < kBirds; from += kFlock, turn ^= 1) {
        flock[turn][t] = coming;
        __syncthreads();
        if (from + kFlock < kBirds) coming = now[from + kFlock + t];
        const float4* others = flock[turn] + part * 128;
#pragma unroll 8
        for (int k = 0; k < 128; ++k) {
            float4 o = others[k];
            float dx = p.x - o.x, dy = p.y - o.y, dz = p.z - o.z;
            float near = __saturatef(fmaf(-1.5f, fmaf(dx, dx, fmaf(dy, dy, dz * dz)), 1.0f)), w = near * near * o.w;
            px = fmaf(w, dx, px); py = fmaf(w, dy, py); pz = fmaf(w, dz, pz);
            float ex = q.x - o.x, ey = q.y - o.y, ez = q.z - o.z;
            float close = __saturatef(fmaf(-1.5f, fmaf(ex, ex, fmaf(ey, ey, ez * ez)), 1.0f)), u = close * close * o.w;
            qx = fmaf(u, ex, qx); qy = fmaf(u, ey, qy); qz = fmaf(u, ez, qz);
        }
    }
    __syncthreads();
    push[part][0][slot] = px; push[part][1][slot] = py; push[part][2][slot] = pz;
    push[part][0][128 + slot] = qx; push[part][1][128 + slot] = qy; push[part][2][128 + slot] = qz;
    __syncthreads();
    if (t >= 256) return;
    float ax = 0.0f, ay = 0.0f, az = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) { ax += push[k][0][t]; ay += push[k][1][t]; az += push[k][2][t]; }
    float4 me = now[first + t], v = pace[first + t];
    v = make_float4(fmaf(1e-5f, ax, 0.98f * v.x), fmaf(1e-5f, ay, 0.98f * v.y), fmaf(1e-5f, az, 0.98f * v.z), v.w);
    next_pace[first + t] = v;
    next[first + t] = make_float4(fmaf(0.01f, v.x, me.x), fmaf(0.01f, v.y, me.y), fmaf(0.01f, v.z, me.z), me.w);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type}); };
    auto f2 = [](float* p) { return reinterpret_cast<float2*>(p); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };

    {   // hash tree
        const uint4* records = reinterpret_cast<const uint4*>(filled<float>((size_t)kLeaves * 4, 11));
        uint32_t* tree = empty<uint32_t>(2 * kLeaves);
        unsigned* done = harness::uploaded(std::vector<unsigned>(1, 0u));
        add("amber_quill_ax1_a", tree, 2 * kLeaves, Output::i32, [=] {
            amber_quill_ax1_a0<<<kLeaves / 256, 256>>>(records, tree);
            for (int n = kLeaves / 2; n >= 1; n /= 2) amber_quill_ax1_a1<<<(n + 255) / 256, 256>>>(tree, n); });
        add("amber_quill_ax1_b", tree, 2 * kLeaves, Output::i32, [=] { amber_quill_ax1_b<<<kLeaves / 1024, 256>>>(records, tree, done); });
    }
    {   // circuit
        const int* gates = harness::indices(kDepth * kGates, 1u << 26, 12);
        uint32_t* signals = reinterpret_cast<uint32_t*>(filled<float>((size_t)(kDepth + 4) * kWords * kGates, 13));
        const uint32_t* out = signals + 4 * kWords * kGates;
        add("thistle_drum_ax1_a", out, (size_t)kDepth * kWords * kGates, Output::i32, [=] {
            for (int level = 0; level < kDepth; ++level) thistle_drum_ax1_a0<<<dim3(kGates / 256, kWords), 256>>>(gates, signals, level); });
        add("thistle_drum_ax1_b", out, (size_t)kDepth * kWords * kGates, Output::i32, [=] { thistle_drum_ax1_b<<<kWords, kGates>>>(gates, signals); });
    }
    {   // membrane
        const double* start = filled<double>(kWide * kHigh, 14);
        double *mid = empty<double>(kWide * kHigh), *end = empty<double>(kWide * kHigh), *rims = empty<double>((size_t)2 * kStrips * 2 * kWide);
        unsigned* ticks = harness::uploaded(std::vector<unsigned>(kStrips, 0u));
        static_assert(kTicks % 2 == 0, "the last step writes `end`");
        add("cobalt_heron_ax1_a", end, kWide * kHigh, Output::f64, [=] {
            for (int s = 0; s < kTicks; ++s)
                cobalt_heron_ax1_a0<<<dim3(kWide / 32, kHigh / 8), dim3(32, 8)>>>(s == 0 ? start : s % 2 ? mid : end, s < 2 ? start : s % 2 ? end : mid,
                                                                               s % 2 ? end : mid); });
        add("cobalt_heron_ax1_b", end, kWide * kHigh, Output::f64, [=] {
            const double* from = start; double *r = rims, *to = end; unsigned* c = ticks;
            void* args[] = {&from, &r, &c, &to};
            CHECK(cudaLaunchCooperativeKernel((const void*)cobalt_heron_ax1_b, dim3(kStrips), dim3(kWide), args, 0, 0)); });
    }
    {   // letters
        std::vector<int> offset, width, height;
        std::vector<int4> tiles;
        int total = 0;
        for (int k = 0; k < kLetters; ++k) {
            int w = 100 + (k * 37) % 90, h = 90 + (k * 53) % 80;
            offset.push_back(total); width.push_back(w); height.push_back(h);
            for (int y = 0; y < (h + 15) / 16; ++y)
                for (int x = 0; x < (w + 15) / 16; ++x) tiles.push_back(make_int4(total, w, h, x | y << 16));
            total += w * h;
        }
        const __half* ink = filled<__half>(total, 15);
        __half* clean = empty<__half>(total);
        const int4* where = harness::uploaded(tiles);
        int count = (int)tiles.size();
        add("maple_sexton_ax1_a", clean, total, Output::f16, [=] {
            for (int k = 0; k < kLetters; ++k)
                maple_sexton_ax1_a0<<<dim3((width[k] + 15) / 16, (height[k] + 15) / 16), dim3(16, 16)>>>(ink + offset[k], clean + offset[k], width[k], height[k]); });
        add("maple_sexton_ax1_b", clean, total, Output::f16, [=] { maple_sexton_ax1_b<<<count, dim3(16, 16)>>>(ink, clean, where); });
    }
    {   // detector
        constexpr size_t kAll = (size_t)kLines * kDots;
        float* raw = filled<float>(kAll / 4, 16);
        const uint32_t* raw1 = reinterpret_cast<const uint32_t*>(raw);
        const uint2* raw2 = reinterpret_cast<const uint2*>(raw);
        const float2* gain = f2(filled<float>(kLines * 2, 17));
        float4* level = f4(empty<float>(kAll));
        __half* picture = empty<__half>(kAll + kLines);
        add("velvet_anchor_ax1_a", picture, kAll + kLines, Output::f16, [=] {
            velvet_anchor_ax1_a0<<<kAll / 1024, 256>>>(raw1, gain, level);
            velvet_anchor_ax1_a1<<<kAll / 1024, 256>>>(level, reinterpret_cast<uint2*>(picture));
            velvet_anchor_ax1_a2<<<kLines, 256>>>(level, picture + kAll); });
        add("velvet_anchor_ax1_b", picture, kAll + kLines, Output::f16, [=] {
            velvet_anchor_ax1_b<<<kLines, 256>>>(raw2, gain, reinterpret_cast<uint4*>(picture), picture + kAll); });
    }
    {   // speech
        const float4 *x = f4(filled<float>(kFrames * kTones, 18)), *skip = f4(filled<float>(kFrames * kTones, 19));
        const float4 *bias = f4(filled<float>(kTones, 20)), *mix = f4(filled<float>(kTones, 21));
        float4* h = f4(empty<float>(kFrames * kTones));
        add("juniper_bell_ax1_a", h, kFrames * kTones, Output::f32, [=] {
            juniper_bell_ax1_a0<<<kFrames, 256>>>(x, bias, h);
            juniper_bell_ax1_a1<<<kFrames, 256>>>(h);
            juniper_bell_ax1_a2<<<kFrames, 256>>>(h, skip, mix);
            juniper_bell_ax1_a3<<<kFrames, 256>>>(h); });
        add("juniper_bell_ax1_b", h, kFrames * kTones, Output::f32, [=] { juniper_bell_ax1_b<<<kFrames, 256>>>(x, bias, skip, mix, h); });
    }
    {   // gas
        constexpr size_t kCells = (size_t)kSide * kSide;
        double *volume = filled<double>(kCells, 22), *energy = filled<double>(kCells, 23), *press = empty<double>(kCells), *heat = empty<double>(kCells);
        add("saffron_dune_ax1_a", heat, kCells, Output::f64, [=] {
            saffron_dune_ax1_a0<<<kCells / 512, 256>>>(reinterpret_cast<double2*>(volume), reinterpret_cast<double2*>(energy), reinterpret_cast<double2*>(press));
            saffron_dune_ax1_a1<<<dim3(kSide / 64, kSide / 16), dim3(64, 4)>>>(press, volume, heat); });
        add("saffron_dune_ax1_b", heat, kCells, Output::f64, [=] {
            saffron_dune_ax1_b<<<dim3(kSide / 64, kSide / 16), dim3(64, 4)>>>(volume, energy, heat); });
    }
    {   // cables
        const float4* start = f4(filled<float>((size_t)kCableQuads * 4, 24));
        float4 *energy = f4(empty<float>((size_t)kCableQuads * 4)), *score = f4(empty<float>((size_t)kCableQuads * 4));
        add("walnut_fable_ax1_a", score, (size_t)kCableQuads * 4, Output::f32, [=] {
            walnut_fable_ax1_a0<<<kCableQuads / 256, 256>>>(start, energy);
            walnut_fable_ax1_a1<<<kCableQuads / 256, 256>>>(energy, score); });
        add("walnut_fable_ax1_b", score, (size_t)kCableQuads * 4, Output::f32, [=] { walnut_fable_ax1_b<<<kCableQuads / 256, 256>>>(start, score); });
    }
    {   // record
        const float4* record = f4(filled<float>((size_t)kRecord * 4, 25));
        float* peaks = empty<float>(kCrew);
        float4* scaled = f4(empty<float>((size_t)kRecord * 4));
        add("pelican_vault_ax1_a", scaled, (size_t)kRecord * 4, Output::f32, [=] {
            pelican_vault_ax1_a0<<<kCrew, 256>>>(record, peaks);
            pelican_vault_ax1_a1<<<kCrew, 256>>>(record, peaks, scaled); });
    }
    {   // flock
        const float4 *birds = f4(filled<float>(kBirds * 4, 26)), *pace = f4(filled<float>(kBirds * 4, 27));
        float4 *one = f4(empty<float>(kBirds * 4)), *two = f4(empty<float>(kBirds * 4)), *speed = f4(empty<float>(kBirds * 4));
        static_assert(kFlights % 2 == 1, "the last step writes `one`");
        add("granite_plume_ax1_a", one, kBirds * 4, Output::f32, [=] {
            for (int s = 0; s < kFlights; ++s)
                granite_plume_ax1_a0<<<kBirds / 256, 1024>>>(s == 0 ? birds : s % 2 ? one : two, s == 0 ? pace : speed, s % 2 ? two : one, speed); });
    }
    return harness::run(argc, argv, cases);
}
