#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---------------------------------------------------------------- click model: one logistic score a user
constexpr int kFeatures = 64;
__constant__ float c_weight[kFeatures];
__global__ void __launch_bounds__(256) maple_quartz_bd4_a(const float* __restrict__ x, float* __restrict__ score, int users) {
    int u = blockIdx.x * 256 + threadIdx.x;
    if (u >= users) return;
    float s = 0.1f;
#pragma unroll 8
    for (int f = 0; f < kFeatures; ++f) s = fmaf(c_weight[f], x[(size_t)u * kFeatures + f], s);
    score[u] = 1.0f / (1.0f + __expf(-s));
}
__global__ void __launch_bounds__(256) maple_quartz_bd4_b(const float4* __restrict__ x, const float4* __restrict__ weight, float* __restrict__ score, int users) {
    int lane = threadIdx.x & 15, group = threadIdx.x >> 4;
    float4 w = weight[lane];
    int first = blockIdx.x * 64 + group;
    float4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = x[(size_t)(first + k * 16) * 16 + lane];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float s = fmaf(v[k].x, w.x, fmaf(v[k].y, w.y, fmaf(v[k].z, w.z, v[k].w * w.w)));
        for (int d = 8; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
        if (lane == 0) score[first + k * 16] = 1.0f / (1.0f + __expf(-s - 0.1f));
    }
}

// ---------------------------------------------------------------- acoustic field with an absorbing layer
__global__ void onyx_parcel_bd4_a(const float* __restrict__ now, const float* __restrict__ before, const float* __restrict__ damp, float* __restrict__ next, int nx, int ny) {
    int y = blockIdx.y * 32 + threadIdx.x;
    int x = blockIdx.x * 8 + threadIdx.y;
    size_t i = ((size_t)blockIdx.z * ny + y) * nx + x;
    float d = 0.98f + 0.01f * damp[y];
    next[i] = d * (1.9f * now[i] - 0.9f * before[i]) + 0.5f;
}
__global__ void onyx_parcel_bd4_b(const float* __restrict__ now, const float* __restrict__ before, const float* __restrict__ damp, float* __restrict__ next, int nx, int ny) {
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 8 + threadIdx.y;
    size_t i = ((size_t)blockIdx.z * ny + y) * nx + x;
    float d = 0.98f + 0.01f * damp[y];
    next[i] = d * (1.9f * now[i] - 0.9f * before[i]) + 0.5f;
}

// ---------------------------------------------------------------- video compositing
__device__ __forceinline__ uint32_t over(uint32_t fg, uint32_t bg, uint32_t alpha) { return (fg * alpha + bg * (255 - alpha) + 128) >> 8; }
__global__ void timber_flute_bd4_a(const uint8_t* __restrict__ fg, const uint8_t* __restrict__ bg, const uint8_t* __restrict__ alpha, uint8_t* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = (uint8_t)over(fg[i], bg[i], alpha[i]);
}
__device__ __forceinline__ uint32_t over4(uint32_t fg, uint32_t bg, uint32_t alpha) {
    uint32_t r = 0;
#pragma unroll
    for (int b = 0; b < 32; b += 8) r |= (over((fg >> b) & 255, (bg >> b) & 255, (alpha >> b) & 255) & 255) << b;
    return r;
}
__global__ void timber_flute_bd4_b(const uint4* __restrict__ fg, const uint4* __restrict__ bg, const uint4* __restrict__ alpha, uint4* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint4 f = fg[i], g = bg[i], a = alpha[i];
    out[i] = make_uint4(over4(f.x, g.x, a.x), over4(f.y, g.y, a.y), over4(f.z, g.z, a.z), over4(f.w, g.w, a.w));
}

// ---------------------------------------------------------------- hashes of a column of zero-padded strings, one a warp
constexpr int kSlot = 2048;
__global__ void harness_strings(uint8_t* p, uint32_t seed) {
    int len = 900 + harness::hash32(blockIdx.x + seed) % 1140;
    for (int k = threadIdx.x; k < kSlot; k += blockDim.x)
        p[(size_t)blockIdx.x * kSlot + k] = k < len ? (uint8_t)(32 + harness::hash32(blockIdx.x * kSlot + k) % 95) : 0;
}
__global__ void __launch_bounds__(256) lunar_basket_bd4_a(const uint8_t* __restrict__ column, int* __restrict__ hash) {
    int s = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    const uint8_t* p = column + (size_t)s * kSlot;
    uint32_t h = 0;
    for (int k = lane;; k += 32) {
        uint32_t b = p[k];
        h += b * (uint32_t)(k + 1);
        if (__any_sync(~0u, b == 0)) break;
    }
    h = __reduce_add_sync(~0u, h);
    if (lane == 0) hash[s] = (int)h;
}
__global__ void __launch_bounds__(256) lunar_basket_bd4_b(const uint8_t* __restrict__ column, int* __restrict__ hash) {
    int s = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    const uint4* p = (const uint4*)(column + (size_t)s * kSlot);
    uint32_t h = 0;
    for (int k = lane;; k += 32) {
        uint4 v = p[k];
        uint32_t t = __dp4a(v.x, 0x01010101u, __dp4a(v.y, 0x01010101u, __dp4a(v.z, 0x01010101u, __dp4a(v.w, 0x01010101u, 0u))));
        uint32_t r = __dp4a(v.x, 0x03020100u, __dp4a(v.y, 0x07060504u, __dp4a(v.z, 0x0b0a0908u, __dp4a(v.w, 0x0f0e0d0cu, 0u))));
        h += t * (uint32_t)(k * 16 + 1) + r;
        if (__any_sync(~0u, (v.w >> 24) == 0)) break;
    }
    h = __reduce_add_sync(~0u, h);
    if (lane == 0) hash[s] = (int)h;
}

// ---------------------------------------------------------------- vocal tract synthesis: all-pole lattice, one voice a thread
constexpr int kStages = 64;
__constant__ float c_reflect[kStages];
__device__ __forceinline__ float lattice(float f, float (&b)[kStages]) {
#pragma unroll
    for (int m = kStages - 1; m >= 0; --m) {
        f = fmaf(-c_reflect[m], b[m], f);
        if (m + 1 < kStages) b[m + 1] = fmaf(c_reflect[m], f, b[m]);
    }
    b[0] = f;
    return f;
}
__device__ __forceinline__ void synthesise(const float4* __restrict__ source, float* __restrict__ energy, int voices, int quads) {
    int v = blockIdx.x * 256 + threadIdx.x;
    float b[kStages];
#pragma unroll
    for (int m = 0; m < kStages; ++m) b[m] = 0;
    float e = 0;
#pragma unroll 1
    for (int t = 0; t < quads; ++t) {
        float4 s = source[(size_t)t * voices + v];
        float y;
        y = lattice(s.x, b); e = fmaf(y, y, e);
        y = lattice(s.y, b); e = fmaf(y, y, e);
        y = lattice(s.z, b); e = fmaf(y, y, e);
        y = lattice(s.w, b); e = fmaf(y, y, e);
    }
    energy[v] = e;
}
__global__ void __launch_bounds__(256, 8) pepper_canyon_bd4_a(const float4* __restrict__ source, float* __restrict__ energy, int voices, int quads) { synthesise(source, energy, voices, quads); }
__global__ void __launch_bounds__(256) pepper_canyon_bd4_b(const float4* __restrict__ source, float* __restrict__ energy, int voices, int quads) { synthesise(source, energy, voices, quads); }

// ---------------------------------------------------------------- Manhattan distances of all pairs of two sets of descriptors
__device__ __forceinline__ void manhattan(const float* __restrict__ p, const float* __restrict__ q, float* __restrict__ dist, int n, int m, int dims) {
    __shared__ float4 ps[16][32], qs[16][32];
    int t = threadIdx.x, tx = t & 15, ty = t >> 4;
    int row = blockIdx.y * 128, col = blockIdx.x * 128;
    float acc[8][8];
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) acc[i][j] = 0;
    for (int d = 0; d < dims; d += 16) {
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            int k = (t >> 5) + h * 8, c = t & 31;
            ps[k][c] = ((const float4*)(p + (size_t)(d + k) * n + row))[c];
            qs[k][c] = ((const float4*)(q + (size_t)(d + k) * m + col))[c];
        }
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < 16; ++k) {
            float4 a0 = ps[k][ty], a1 = ps[k][ty + 16], b0 = qs[k][tx], b1 = qs[k][tx + 16];
            float a[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w};
            float b[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] += fabsf(a[i] - b[j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        int r = row + ty * 4 + (i & 3) + (i >> 2) * 64;
        float4* o = (float4*)(dist + (size_t)r * m + col);
        o[tx] = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        o[tx + 16] = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}
__global__ void __launch_bounds__(256, 4) sable_ribbon_bd4_a(const float* __restrict__ p, const float* __restrict__ q, float* __restrict__ dist, int n, int m, int dims) { manhattan(p, q, dist, n, m, dims); }
__global__ void __launch_bounds__(256, 2) sable_ribbon_bd4_b(const float* __restrict__ p, const float* __restrict__ q, float* __restrict__ dist, int n, int m, int dims) { manhattan(p, q, dist, n, m, dims); }

// ---------------------------------------------------------------- seam carving: cheapest path cost, one image a block
__device__ __forceinline__ void carve(const float* __restrict__ energy, float* __restrict__ cost, int width, int height, int pitch, float* rows) {
    const float2* e = (const float2*)(energy + (size_t)blockIdx.x * width * height);
    float *from = rows, *to = rows + pitch;
    int t = threadIdx.x, x = 2 * t, left = max(x - 1, 0), right = min(x + 2, width - 1);
    float2 now = e[t];
    *(float2*)(from + x) = now;
    __syncthreads();
#pragma unroll 1
    for (int y = 1; y < height; ++y) {
        float2 v = e[(size_t)y * (width / 2) + t];
        float a = from[left], d = from[right];
        float2 m = *(float2*)(from + x);
        float both = fminf(m.x, m.y);
        now = make_float2(v.x + fminf(a, both), v.y + fminf(both, d));
        *(float2*)(to + x) = now;
        __syncthreads();
        float* s = from; from = to; to = s;
    }
    ((float2*)(cost + (size_t)blockIdx.x * width))[t] = now;
}
constexpr int kWidestImage = 12288;
__global__ void __launch_bounds__(256) frost_ladder_bd4_a(const float* __restrict__ energy, float* __restrict__ cost, int width, int height) {
    extern __shared__ float rows[];
    carve(energy, cost, width, height, kWidestImage, rows);
}
__global__ void __launch_bounds__(256) frost_ladder_bd4_b(const float* __restrict__ energy, float* __restrict__ cost, int width, int height) {
    extern __shared__ float rows[];
    carve(energy, cost, width, height, width, rows);
}

// ---------------------------------------------------------------- RMS norm of fp16 activations, one row a block
__device__ __forceinline__ void rms_row(const uint4* __restrict__ in, uint4* __restrict__ out, float* row, float* part) {
    const int t = threadIdx.x;
    size_t at = (size_t)blockIdx.x * 128 + t;
    uint4 raw = in[at];
    const __half2* h = (const __half2*)&raw;
    float s = 0;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float2 f = __half22float2(h[j]);
        s = fmaf(f.x, f.x, fmaf(f.y, f.y, s));
        row[(2 * j) * 128 + t] = f.x;
        row[(2 * j + 1) * 128 + t] = f.y;
    }
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    if ((t & 31) == 0) part[t >> 5] = s;
    __syncthreads();
    float scale = rsqrtf((part[0] + part[1] + part[2] + part[3]) * (1.0f / 1024) + 1e-5f);
    uint4 packed;
    __half2* o = (__half2*)&packed;
#pragma unroll
    for (int j = 0; j < 4; ++j) o[j] = __floats2half2_rn(row[(2 * j) * 128 + t] * scale, row[(2 * j + 1) * 128 + t] * scale);
    out[at] = packed;
}
__global__ void __launch_bounds__(128) mango_pylon_bd4_a(const uint4* __restrict__ in, uint4* __restrict__ out) {
    __shared__ float row[12000];
    __shared__ float part[4];
    rms_row(in, out, row, part);
}
__global__ void __launch_bounds__(128) mango_pylon_bd4_b(const uint4* __restrict__ in, uint4* __restrict__ out) {
    __shared__ float row[1024];
    __shared__ float part[4];
    rms_row(in, out, row, part);
}

// ---------------------------------------------------------------- cluster inertia, 8 clusters
__device__ __forceinline__ float norm8(float4 a, float4 b) {
    return sqrtf(a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w + b.x * b.x + b.y * b.y + b.z * b.z + b.w * b.w);
}
__global__ void __launch_bounds__(256) cobalt_wren_bd4_a(const float4* __restrict__ lo, const float4* __restrict__ hi, const int* __restrict__ label, float* __restrict__ inertia, int n) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) atomicAdd(&inertia[label[i]], norm8(lo[i], hi[i]));
}
__global__ void __launch_bounds__(256) cobalt_wren_bd4_b(const float4* __restrict__ lo, const float4* __restrict__ hi, const int* __restrict__ label, float* __restrict__ inertia, int n) {
    __shared__ float part[8][8];
    float mine[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        float v = norm8(lo[i], hi[i]);
        int l = label[i];
#pragma unroll
        for (int c = 0; c < 8; ++c) mine[c] += l == c ? v : 0.0f;
    }
#pragma unroll
    for (int c = 0; c < 8; ++c) {
        for (int d = 16; d; d >>= 1) mine[c] += __shfl_xor_sync(~0u, mine[c], d);
        if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5][c] = mine[c];
    }
    __syncthreads();
    if (threadIdx.x < 8) {
        float s = 0;
        for (int w = 0; w < 8; ++w) s += part[w][threadIdx.x];
        atomicAdd(&inertia[threadIdx.x], s);
    }
}

// ---------------------------------------------------------------- fares by kind of payment
__device__ __forceinline__ int amount(int record) { return (record >> 2) & 1023; }
__global__ void __launch_bounds__(256) harbor_thistle_bd4_a(const int4* __restrict__ trip, int* __restrict__ total, int n) {
    __shared__ int sum[4];
    if (threadIdx.x < 4) sum[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        int4 r = trip[i];
        atomicAdd(&sum[r.x & 3], amount(r.x));
        atomicAdd(&sum[r.y & 3], amount(r.y));
        atomicAdd(&sum[r.z & 3], amount(r.z));
        atomicAdd(&sum[r.w & 3], amount(r.w));
    }
    __syncthreads();
    if (threadIdx.x < 4) total[blockIdx.x * 4 + threadIdx.x] = sum[threadIdx.x];
}
__global__ void __launch_bounds__(256) harbor_thistle_bd4_b(const int4* __restrict__ trip, int* __restrict__ total, int n) {
    __shared__ int sum[4];
    if (threadIdx.x < 4) sum[threadIdx.x] = 0;
    __syncthreads();
    int mine[4] = {0, 0, 0, 0};
#pragma unroll 4
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        int4 r = trip[i];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            mine[k] += (r.x & 3) == k ? amount(r.x) : 0;
            mine[k] += (r.y & 3) == k ? amount(r.y) : 0;
            mine[k] += (r.z & 3) == k ? amount(r.z) : 0;
            mine[k] += (r.w & 3) == k ? amount(r.w) : 0;
        }
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int s = __reduce_add_sync(~0u, mine[k]);
        if ((threadIdx.x & 31) == 0) atomicAdd(&sum[k], s);
    }
    __syncthreads();
    if (threadIdx.x < 4) total[blockIdx.x * 4 + threadIdx.x] = sum[threadIdx.x];
}

// ---------------------------------------------------------------- undistorting image points
struct Lens { float k1, k2, k3, p1, p2, fx, fy, cx, cy; };
__global__ void __launch_bounds__(256) ginger_beacon_bd4_a(const float2* __restrict__ in, float2* __restrict__ out, Lens c, int n, int rounds) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float2 d = in[i];
    float x = d.x, y = d.y;
    for (int k = 0; k < rounds; ++k) {
        float r2 = x * x + y * y;
        float radial = 1.0 / (1.0 + ((c.k3 * r2 + c.k2) * r2 + c.k1) * r2);
        float dx = 2.0 * c.p1 * x * y + c.p2 * (r2 + 2.0 * x * x);
        float dy = c.p1 * (r2 + 2.0 * y * y) + 2.0 * c.p2 * x * y;
        x = (d.x - dx) * radial;
        y = (d.y - dy) * radial;
    }
    out[i] = make_float2(c.fx * x + c.cx, c.fy * y + c.cy);
}
__global__ void __launch_bounds__(256) ginger_beacon_bd4_b(const float2* __restrict__ in, float2* __restrict__ out, Lens c, int n, int rounds) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float2 d = in[i];
    float x = d.x, y = d.y;
    for (int k = 0; k < rounds; ++k) {
        float r2 = x * x + y * y;
        float radial = 1.0f / (1.0f + ((c.k3 * r2 + c.k2) * r2 + c.k1) * r2);
        float dx = 2.0f * c.p1 * x * y + c.p2 * (r2 + 2.0f * x * x);
        float dy = c.p1 * (r2 + 2.0f * y * y) + 2.0f * c.p2 * x * y;
        x = (d.x - dx) * radial;
        y = (d.y - dy) * radial;
    }
    out[i] = make_float2(c.fx * x + c.cx, c.fy * y + c.cy);
}

// ---------------------------------------------------------------- bilateral filter 5 x 5
constexpr int kTileW = 36, kTileH = 12;
__device__ __forceinline__ void load_tile(const float* __restrict__ img, float (*tile)[kTileW], int w, int h) {
    for (int k = threadIdx.y * 32 + threadIdx.x; k < kTileW * kTileH; k += 256) {
        int ty = k / kTileW, tx = k - ty * kTileW;
        int x = min(max((int)blockIdx.x * 32 + tx - 2, 0), w - 1), y = min(max((int)blockIdx.y * 8 + ty - 2, 0), h - 1);
        tile[ty][tx] = img[(size_t)y * w + x];
    }
    __syncthreads();
}
__global__ void __launch_bounds__(256) rustic_falcon_bd4_a(const float* __restrict__ img, float* __restrict__ out, int w, int h, float range, float space) {
    __shared__ float tile[kTileH][kTileW];
    load_tile(img, tile, w, h);
    float c = tile[threadIdx.y + 2][threadIdx.x + 2], sum = 0, weight = 0;
#pragma unroll
    for (int j = 0; j < 5; ++j)
#pragma unroll
        for (int i = 0; i < 5; ++i) {
            float v = tile[threadIdx.y + j][threadIdx.x + i], d = v - c;
            float g = exp(-0.5 * (d * d * range + ((i - 2) * (i - 2) + (j - 2) * (j - 2)) * space));
            sum += g * v;
            weight += g;
        }
    out[(size_t)(blockIdx.y * 8 + threadIdx.y) * w + blockIdx.x * 32 + threadIdx.x] = sum / weight + 2.0f;
}
__global__ void __launch_bounds__(256) rustic_falcon_bd4_b(const float* __restrict__ img, float* __restrict__ out, int w, int h, float range, float space) {
    __shared__ float tile[kTileH][kTileW];
    load_tile(img, tile, w, h);
    float c = tile[threadIdx.y + 2][threadIdx.x + 2], sum = 0, weight = 0;
#pragma unroll
    for (int j = 0; j < 5; ++j)
#pragma unroll
        for (int i = 0; i < 5; ++i) {
            float v = tile[threadIdx.y + j][threadIdx.x + i], d = v - c;
            float g = __expf(-0.5f * (d * d * range + ((i - 2) * (i - 2) + (j - 2) * (j - 2)) * space));
            sum += g * v;
            weight += g;
        }
    out[(size_t)(blockIdx.y * 8 + threadIdx.y) * w + blockIdx.x * 32 + threadIdx.x] = sum / weight + 2.0f;
}

// ---------------------------------------------------------------- procedural materials, four kinds
__device__ __forceinline__ float material(int kind, float2 p) {
    float r = 0;
    switch (kind) {
    case 0: {
        float x = p.x, y = p.y;
#pragma unroll 4
        for (int k = 0; k < 40; ++k) { float t = x * x - y * y + 0.2f * p.x; y = 0.9f * x * y + 0.1f * p.y; x = 0.5f * t; r += x * x; }
        break;
    }
    case 1: {
        float a = 1, u = p.x, v = p.y;
#pragma unroll 4
        for (int k = 0; k < 36; ++k) { float f = u - floorf(u), g = v - floorf(v); r = fmaf(a, f * (1 - f) * g, r); u = 1.7f * u + 0.3f; v = 1.6f * v + 0.1f; a *= 0.8f; u = f + u * 0.01f; }
        break;
    }
    case 2: {
        float h = fabsf(p.x) + 1, s = fabsf(p.y) + 0.5f;
#pragma unroll 4
        for (int k = 0; k < 48; ++k) { float e = fminf(h, s) * 0.5f; h = fmaf(-0.1f, e, h); s = fmaxf(s - 0.05f * h, 0.1f); r = fmaf(e, e, r); }
        break;
    }
    default: {
        float c = p.x, q = p.y, w = 0.3f;
#pragma unroll 4
        for (int k = 0; k < 44; ++k) { float n = fmaf(w, c, 0.6f * q); q = 0.7f * c; w = fmaf(-0.3f * n, n, 0.8f); c = n; r += fabsf(n); }
        break;
    }
    }
    return r;
}
__global__ void __launch_bounds__(256) opal_walrus_bd4_a(const float2* __restrict__ uv, const int* __restrict__ kind, float* __restrict__ shade) {
    int base = blockIdx.x * 1024;
#pragma unroll 1
    for (int k = threadIdx.x; k < 1024; k += 256) shade[base + k] = material(kind[base + k], uv[base + k]);
}
__global__ void __launch_bounds__(256) opal_walrus_bd4_b(const float2* __restrict__ uv, const int* __restrict__ kind, float* __restrict__ shade) {
    __shared__ int fill[4], start[4];
    __shared__ uint16_t slot[1024];
    __shared__ float2 point[1024];
    __shared__ float result[1024];
    const int t = threadIdx.x, lane = t & 31, base = blockIdx.x * 1024;
    if (t < 4) fill[t] = 0;
    __syncthreads();
    int mine[4], rank[4];
#pragma unroll
    for (int c = 0; c < 4; ++c) {
        mine[c] = kind[base + c * 256 + t];
        point[c * 256 + t] = uv[base + c * 256 + t];
    }
#pragma unroll
    for (int c = 0; c < 4; ++c) {
        unsigned same = __match_any_sync(~0u, mine[c]);
        int leader = __ffs(same) - 1, first = 0;
        if (lane == leader) first = atomicAdd(&fill[mine[c]], __popc(same));
        rank[c] = __shfl_sync(~0u, first, leader) + __popc(same & ((1u << lane) - 1));
    }
    __syncthreads();
    if (t == 0) {
        int s = 0;
        for (int k = 0; k < 4; ++k) { start[k] = s; s += fill[k]; }
    }
    __syncthreads();
#pragma unroll
    for (int c = 0; c < 4; ++c) slot[start[mine[c]] + rank[c]] = (uint16_t)((c * 256 + t) | mine[c] << 10);
    __syncthreads();
#pragma unroll 1
    for (int k = t; k < 1024; k += 256) {
        int s = slot[k];
        result[s & 1023] = material(s >> 10, point[s & 1023]);
    }
    __syncthreads();
    for (int k = t; k < 1024; k += 256) shade[base + k] = result[k];
}

// ---------------------------------------------------------------- calibration curve, separate gains of the two half ranges
__constant__ float c_curve[80];
__device__ __forceinline__ float curve(float x, int degree) {
    float b0 = 0, b1 = 0, b2 = 0, x2 = 2 * x;
    for (int k = degree; k >= 0; --k) {
        b2 = b1; b1 = b0;
        b0 = fmaf(x2, b1, c_curve[k] - b2);
    }
    return b0 - x * b1;
}
__global__ void __launch_bounds__(256) linen_summit_bd4_a(const float* __restrict__ raw, float* __restrict__ out, float2 low, float2 high, int degree, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float v = raw[i], r;
    if (v < 0) {
        float x = low.x * -v + low.y;
        r = 3.0f - 0.9f * curve(x, degree);
    } else {
        float x = high.x * v + high.y;
        r = 3.0f + 1.1f * curve(x, degree);
    }
    out[i] = r;
}
__global__ void __launch_bounds__(256) linen_summit_bd4_b(const float* __restrict__ raw, float* __restrict__ out, float2 low, float2 high, int degree, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float v = raw[i];
    float2 range = v < 0 ? low : high;
    float gain = v < 0 ? -0.9f : 1.1f;
    out[i] = 3.0f + gain * curve(range.x * fabsf(v) + range.y, degree);
}

// ---------------------------------------------------------------- permuting the outer dimensions of a tensor of five
struct Shape { unsigned size[5], stride[5]; };
__global__ void __launch_bounds__(256) violet_hammer_bd4_a(const float* __restrict__ in, float* __restrict__ out, Shape s, unsigned n) {
    unsigned i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    unsigned rest = i, from = 0;
#pragma unroll
    for (int d = 4; d > 0; --d) {
        from += rest % s.size[d] * s.stride[d];
        rest /= s.size[d];
    }
    out[i] = in[from + rest * s.stride[0]];
}
struct Divisor { unsigned d, mul, shift; };
struct FastShape { Divisor size[5]; unsigned stride[5]; };
__global__ void __launch_bounds__(256) violet_hammer_bd4_b(const float* __restrict__ in, float* __restrict__ out, FastShape s, unsigned n) {
    unsigned i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    unsigned rest = i, from = 0;
#pragma unroll
    for (int d = 4; d > 0; --d) {
        unsigned q = (__umulhi(rest, s.size[d].mul) + rest) >> s.size[d].shift;
        from += (rest - q * s.size[d].d) * s.stride[d];
        rest = q;
    }
    out[i] = in[from + rest * s.stride[0]];
}
static Divisor divisor(unsigned d) {
    unsigned s = 0;
    while ((1ull << s) < d) ++s;
    return {d, (unsigned)((1ull << 32) * ((1ull << s) - d) / d + 1), s};
}

// ---------------------------------------------------------------- batch exponentiation modulo a prime
__global__ void __launch_bounds__(256) bramble_orbit_bd4_a(const unsigned* __restrict__ base, int* __restrict__ out, unsigned prime, unsigned exponent, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    unsigned long long x = base[i] % prime, r = 1;
    for (unsigned e = exponent; e; e >>= 1) {
        if (e & 1) r = r * x % prime;
        x = x * x % prime;
    }
    out[i] = (int)r;
}
__device__ __forceinline__ unsigned mont(unsigned a, unsigned b, unsigned prime, unsigned negated) {
    unsigned long long t = (unsigned long long)a * b;
    unsigned m = (unsigned)t * negated;
    unsigned r = (unsigned)((t + (unsigned long long)m * prime) >> 32);
    return r >= prime ? r - prime : r;
}
__global__ void __launch_bounds__(256) bramble_orbit_bd4_b(const unsigned* __restrict__ base, int* __restrict__ out, unsigned prime, unsigned negated, unsigned one, unsigned square, unsigned exponent, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    unsigned x = mont(base[i] % prime, square, prime, negated), r = one;
    for (unsigned e = exponent; e; e >>= 1) {
        if (e & 1) r = mont(r, x, prime, negated);
        x = mont(x, x, prime, negated);
    }
    out[i] = (int)mont(r, 1, prime, negated);
}

// ---------------------------------------------------------------- mixing two traces
__device__ __forceinline__ void mix(const float* __restrict__ x, const float* __restrict__ z, float* __restrict__ y, float a, float b) {
    size_t first = (size_t)blockIdx.x * 2048 + threadIdx.x;
    float u[8], v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) { u[k] = x[first + k * 256]; v[k] = z[first + k * 256]; }
#pragma unroll
    for (int k = 0; k < 8; ++k) y[first + k * 256] = fmaf(a, u[k], fmaf(b, v[k], 1.5f));
}
__global__ void __launch_bounds__(256) dusty_magnet_bd4_a(const float* __restrict__ x, const float* __restrict__ z, float* __restrict__ y, float a, float b) { mix(x, z, y, a, b); }
__global__ void __launch_bounds__(256) dusty_magnet_bd4_b(const float* __restrict__ x, const float* __restrict__ z, float* __restrict__ y, float a, float b) { mix(x, z, y, a, b); }

// ---------------------------------------------------------------- merging four exposures
template <int kEach, int kBlock>
__device__ __forceinline__ void merge(const float4* __restrict__ e0, const float4* __restrict__ e1, const float4* __restrict__ e2, const float4* __restrict__ e3, float4* __restrict__ out, float4 w, int tile) {
    size_t first = (size_t)tile * (kEach * kBlock) + threadIdx.x;
    float4 a[kEach], b[kEach], c[kEach], d[kEach];
#pragma unroll
    for (int k = 0; k < kEach; ++k) {
        size_t i = first + k * kBlock;
        a[k] = __ldcs(e0 + i); b[k] = __ldcs(e1 + i); c[k] = __ldcs(e2 + i); d[k] = __ldcs(e3 + i);
    }
#pragma unroll
    for (int k = 0; k < kEach; ++k) {
        float4 r;
        r.x = w.x * a[k].x + w.y * b[k].x + w.z * c[k].x + w.w * d[k].x + 1;
        r.y = w.x * a[k].y + w.y * b[k].y + w.z * c[k].y + w.w * d[k].y + 1;
        r.z = w.x * a[k].z + w.y * b[k].z + w.z * c[k].z + w.w * d[k].z + 1;
        r.w = w.x * a[k].w + w.y * b[k].w + w.z * c[k].w + w.w * d[k].w + 1;
        out[first + k * kBlock] = r;
    }
}
__global__ void __launch_bounds__(1024) pearl_cactus_bd4_a(const float4* __restrict__ e0, const float4* __restrict__ e1, const float4* __restrict__ e2, const float4* __restrict__ e3, float4* __restrict__ out, float4 w, int tiles) {
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) merge<4, 1024>(e0, e1, e2, e3, out, w, tile);
}
__global__ void __launch_bounds__(256, 8) pearl_cactus_bd4_b(const float4* e0, const float4* e1, const float4* e2, const float4* e3, float4* out, float4 w) { merge<1, 256>(e0, e1, e2, e3, out, w, blockIdx.x); }

// ---------------------------------------------------------------- drifting particles, whole structures
struct __align__(16) Particle { float x, y, z, charge; };
__global__ void __launch_bounds__(256) topaz_meadow_bd4_a(const Particle* __restrict__ at, const Particle* __restrict__ speed, Particle* __restrict__ next, float dt) {
    size_t first = (size_t)blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        Particle p = at[first + k * 256], v = speed[first + k * 256];
        float push = dt * v.charge * p.charge;
        p.x += dt * v.x + push; p.y += dt * v.y + push; p.z += dt * v.z + push; p.charge += 1.0f;
        next[first + k * 256] = p;
    }
}

// ---------------------------------------------------------------- squared norm into 64 partial sums
__global__ void __launch_bounds__(256) willow_socket_bd4_a(const float4* __restrict__ x, float* __restrict__ total, int n) {
    __shared__ float part[8];
    float s = 0;
#pragma unroll 4
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        float4 v = x[i];
        s += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; ++w) s += part[w];
        atomicAdd(&total[blockIdx.x & 63], s);
    }
}

// ---------------------------------------------------------------- orbit ephemeris: Chebyshev series in double
__constant__ double c_series[64];
__global__ void __launch_bounds__(256) cinder_gecko_bd4_a(const double* __restrict__ time, double* __restrict__ place, int quarter) {
    int i = blockIdx.x * 256 + threadIdx.x;
    double x[4], t0[4], t1[4], s[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { x[k] = 2 * time[i + k * quarter]; t0[k] = 1; t1[k] = 0.5 * x[k]; s[k] = fma(c_series[1], t1[k], c_series[0]); }
#pragma unroll
    for (int d = 2; d < 64; ++d)
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            double t2 = fma(x[k], t1[k], -t0[k]);
            s[k] = fma(c_series[d], t2, s[k]);
            t0[k] = t1[k]; t1[k] = t2;
        }
#pragma unroll
    for (int k = 0; k < 4; ++k) place[i + k * quarter] = s[k] + 4.0;
}

template <typename T, size_t N>
static void constants(T (&symbol)[N], float scale, uint32_t seed) {
    std::vector<T> v(N);
    for (size_t k = 0; k < N; ++k) v[k] = (T)(scale * harness::unit((uint32_t)k * 977u + seed));
    CHECK(cudaMemcpyToSymbol(symbol, v.data(), N * sizeof(T)));
}
static float* zeroed(size_t n) { float* p; CHECK(cudaMalloc(&p, n * 4)); CHECK(cudaMemset(p, 0, n * 4)); return p; }

int main(int argc, char** argv) {
    std::vector<Case> cases;
    constants(c_weight, 0.3f, 3);
    constants(c_reflect, 0.2f, 4);
    constants(c_curve, 0.2f, 5);
    constants(c_series, 0.5f, 6);
    {
        const int users = 1 << 20;
        float *x = harness::filled<float>((size_t)users * kFeatures, 11), *score = harness::empty<float>(users);
        float* w; CHECK(cudaMalloc(&w, sizeof(float) * kFeatures));
        CHECK(cudaMemcpyFromSymbol(w, c_weight, sizeof(float) * kFeatures, 0, cudaMemcpyDeviceToDevice));
        cases.push_back({"maple_quartz_bd4_a", [=] { maple_quartz_bd4_a<<<users / 256, 256>>>(x, score, users); }, score, (size_t)users});
        cases.push_back({"maple_quartz_bd4_b", [=] { maple_quartz_bd4_b<<<users / 64, 256>>>((const float4*)x, (const float4*)w, score, users); }, score, (size_t)users});
    }
    {
        const int nx = 512, ny = 512, nz = 160;
        const size_t n = (size_t)nx * ny * nz;
        float *now = harness::filled<float>(n, 21), *before = harness::filled<float>(n, 22), *damp = harness::filled<float>(ny, 23), *next = harness::empty<float>(n);
        cases.push_back({"onyx_parcel_bd4_a", [=] { onyx_parcel_bd4_a<<<dim3(nx / 8, ny / 32, nz), dim3(32, 8)>>>(now, before, damp, next, nx, ny); }, next, n});
        cases.push_back({"onyx_parcel_bd4_b", [=] { onyx_parcel_bd4_b<<<dim3(nx / 32, ny / 8, nz), dim3(32, 8)>>>(now, before, damp, next, nx, ny); }, next, n});
    }
    {
        const int n = 96 << 20;
        uint8_t *fg = (uint8_t*)harness::indices(n / 4, 0xffffffffu, 31), *bg = (uint8_t*)harness::indices(n / 4, 0xffffffffu, 32000031), *alpha = (uint8_t*)harness::indices(n / 4, 0xffffffffu, 64000031);
        uint8_t* out = harness::empty<uint8_t>(n);
        cases.push_back({"timber_flute_bd4_a", [=] { timber_flute_bd4_a<<<n / 256, 256>>>(fg, bg, alpha, out, n); }, out, (size_t)n, Output::u8});
        cases.push_back({"timber_flute_bd4_b", [=] { timber_flute_bd4_b<<<n / 16 / 256, 256>>>((const uint4*)fg, (const uint4*)bg, (const uint4*)alpha, (uint4*)out, n / 16); }, out, (size_t)n, Output::u8});
    }
    {
        const int strings = 256 << 10;
        uint8_t* column; CHECK(cudaMalloc(&column, (size_t)strings * kSlot));
        harness_strings<<<strings, 256>>>(column, 41); CHECK(cudaGetLastError());
        int* hash = harness::empty<int>(strings);
        cases.push_back({"lunar_basket_bd4_a", [=] { lunar_basket_bd4_a<<<strings / 8, 256>>>(column, hash); }, hash, (size_t)strings, Output::i32});
        cases.push_back({"lunar_basket_bd4_b", [=] { lunar_basket_bd4_b<<<strings / 8, 256>>>(column, hash); }, hash, (size_t)strings, Output::i32});
    }
    {
        const int voices = 132 * 256 * 24, quads = 24;
        float4* source = (float4*)harness::filled<float>((size_t)voices * quads * 4, 51);
        float* energy = harness::empty<float>(voices);
        cases.push_back({"pepper_canyon_bd4_a", [=] { pepper_canyon_bd4_a<<<voices / 256, 256>>>(source, energy, voices, quads); }, energy, (size_t)voices});
        cases.push_back({"pepper_canyon_bd4_b", [=] { pepper_canyon_bd4_b<<<voices / 256, 256>>>(source, energy, voices, quads); }, energy, (size_t)voices});
    }
    {
        const int n = 48 * 128, m = 44 * 128, dims = 128;
        float *p = harness::filled<float>((size_t)n * dims, 61), *q = harness::filled<float>((size_t)m * dims, 62), *dist = harness::empty<float>((size_t)n * m);
        cases.push_back({"sable_ribbon_bd4_a", [=] { sable_ribbon_bd4_a<<<dim3(m / 128, n / 128), 256>>>(p, q, dist, n, m, dims); }, dist, (size_t)n * m});
        cases.push_back({"sable_ribbon_bd4_b", [=] { sable_ribbon_bd4_b<<<dim3(m / 128, n / 128), 256>>>(p, q, dist, n, m, dims); }, dist, (size_t)n * m});
    }
    {
        const int images = 132 * 16, width = 512, height = 96;
        float *energy = harness::filled<float>((size_t)images * width * height, 71), *cost = harness::empty<float>((size_t)images * width);
        const int most = 2 * kWidestImage * 4, need = 2 * width * 4;
        CHECK(cudaFuncSetAttribute(frost_ladder_bd4_a, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
        cases.push_back({"frost_ladder_bd4_a", [=] { frost_ladder_bd4_a<<<images, 256, most>>>(energy, cost, width, height); }, cost, (size_t)images * width});
        cases.push_back({"frost_ladder_bd4_b", [=] { frost_ladder_bd4_b<<<images, 256, need>>>(energy, cost, width, height); }, cost, (size_t)images * width});
    }
    {
        const int rows = 131072;
        __half* in = harness::filled<__half>((size_t)rows * 1024, 81);
        __half* out = harness::empty<__half>((size_t)rows * 1024);
        cases.push_back({"mango_pylon_bd4_a", [=] { mango_pylon_bd4_a<<<rows, 128>>>((const uint4*)in, (uint4*)out); }, out, (size_t)rows * 1024, Output::f16});
        cases.push_back({"mango_pylon_bd4_b", [=] { mango_pylon_bd4_b<<<rows, 128>>>((const uint4*)in, (uint4*)out); }, out, (size_t)rows * 1024, Output::f16});
    }
    {
        const int n = 2 << 20, blocks = 132 * 8;
        float4 *lo = (float4*)harness::filled<float>((size_t)n * 4, 91), *hi = (float4*)harness::filled<float>((size_t)n * 4, 92);
        int* label = harness::indices(n, 8, 93);
        float* inertia = zeroed(8);
        cases.push_back({"cobalt_wren_bd4_a", [=] { cobalt_wren_bd4_a<<<blocks, 256>>>(lo, hi, label, inertia, n); }, inertia, 8});
        cases.push_back({"cobalt_wren_bd4_b", [=] { cobalt_wren_bd4_b<<<blocks, 256>>>(lo, hi, label, inertia, n); }, inertia, 8});
    }
    {
        const int n = 16 << 20, blocks = 132 * 8;
        int4* trip = (int4*)harness::indices((size_t)n * 4, 0xffffffffu, 101);
        int* total = harness::empty<int>(blocks * 4);
        cases.push_back({"harbor_thistle_bd4_a", [=] { harbor_thistle_bd4_a<<<blocks, 256>>>(trip, total, n); }, total, (size_t)blocks * 4, Output::i32});
        cases.push_back({"harbor_thistle_bd4_b", [=] { harbor_thistle_bd4_b<<<blocks, 256>>>(trip, total, n); }, total, (size_t)blocks * 4, Output::i32});
    }
    {
        const int n = 8 << 20;
        float2 *in = (float2*)harness::filled<float>((size_t)n * 2, 111), *out = (float2*)harness::empty<float>((size_t)n * 2);
        const Lens lens = {-0.08f, 0.015f, -0.002f, 0.001f, -0.0015f, 600, 610, 960, 540};
        cases.push_back({"ginger_beacon_bd4_a", [=] { ginger_beacon_bd4_a<<<n / 256, 256>>>(in, out, lens, n, 6); }, out, (size_t)n * 2});
        cases.push_back({"ginger_beacon_bd4_b", [=] { ginger_beacon_bd4_b<<<n / 256, 256>>>(in, out, lens, n, 6); }, out, (size_t)n * 2});
    }
    {
        const int w = 3840, h = 2160;
        float *img = harness::filled<float>((size_t)w * h, 121), *out = harness::empty<float>((size_t)w * h);
        cases.push_back({"rustic_falcon_bd4_a", [=] { rustic_falcon_bd4_a<<<dim3(w / 32, h / 8), dim3(32, 8)>>>(img, out, w, h, 1.7f, 0.3f); }, out, (size_t)w * h});
        cases.push_back({"rustic_falcon_bd4_b", [=] { rustic_falcon_bd4_b<<<dim3(w / 32, h / 8), dim3(32, 8)>>>(img, out, w, h, 1.7f, 0.3f); }, out, (size_t)w * h});
    }
    {
        const int n = 8 << 20;
        float2* uv = (float2*)harness::filled<float>((size_t)n * 2, 131);
        int* kind = harness::indices(n, 4, 132);
        float* shade = harness::empty<float>(n);
        cases.push_back({"opal_walrus_bd4_a", [=] { opal_walrus_bd4_a<<<n / 1024, 256>>>(uv, kind, shade); }, shade, (size_t)n});
        cases.push_back({"opal_walrus_bd4_b", [=] { opal_walrus_bd4_b<<<n / 1024, 256>>>(uv, kind, shade); }, shade, (size_t)n});
    }
    {
        const int n = 16 << 20, degree = 71;
        float *raw = harness::filled<float>(n, 141), *out = harness::empty<float>(n);
        const float2 low = make_float2(0.9f, 0.05f), high = make_float2(0.8f, 0.1f);
        cases.push_back({"linen_summit_bd4_a", [=] { linen_summit_bd4_a<<<n / 256, 256>>>(raw, out, low, high, degree, n); }, out, (size_t)n});
        cases.push_back({"linen_summit_bd4_b", [=] { linen_summit_bd4_b<<<n / 256, 256>>>(raw, out, low, high, degree, n); }, out, (size_t)n});
    }
    {
        const unsigned d0 = 8, d1 = 60, d2 = 18, d3 = 62, d4 = 96, n = d0 * d1 * d2 * d3 * d4;
        float *in = harness::filled<float>(n, 151), *out = harness::empty<float>(n);
        // the source is [d0][d2][d3][d1][d4]
        const Shape s = {{d0, d1, d2, d3, d4}, {d2 * d3 * d1 * d4, d4, d3 * d1 * d4, d1 * d4, 1}};
        FastShape f;
        for (int d = 0; d < 5; ++d) { f.size[d] = divisor(s.size[d]); f.stride[d] = s.stride[d]; }
        const unsigned blocks = (n + 255) / 256;
        cases.push_back({"violet_hammer_bd4_a", [=] { violet_hammer_bd4_a<<<blocks, 256>>>(in, out, s, n); }, out, (size_t)n});
        cases.push_back({"violet_hammer_bd4_b", [=] { violet_hammer_bd4_b<<<blocks, 256>>>(in, out, f, n); }, out, (size_t)n});
    }
    {
        const int n = 4 << 20;
        const unsigned prime = 2013265921u, exponent = 715827882u | 5u;
        unsigned inverse = 1;
        for (int k = 0; k < 5; ++k) inverse *= 2 - prime * inverse;
        const unsigned negated = 0u - inverse, one = (unsigned)((1ull << 32) % prime), square = (unsigned)((unsigned long long)one * one % prime);
        unsigned* base = (unsigned*)harness::indices(n, 0xffffffffu, 161);
        int* out = harness::empty<int>(n);
        cases.push_back({"bramble_orbit_bd4_a", [=] { bramble_orbit_bd4_a<<<n / 256, 256>>>(base, out, prime, exponent, n); }, out, (size_t)n, Output::i32});
        cases.push_back({"bramble_orbit_bd4_b", [=] { bramble_orbit_bd4_b<<<n / 256, 256>>>(base, out, prime, negated, one, square, exponent, n); }, out, (size_t)n, Output::i32});
    }
    {
        const int n = 64 << 20;
        float *x = harness::filled<float>((size_t)n + 32, 171), *z = harness::filled<float>(n, 172), *y = harness::empty<float>(n);
        float* copy; CHECK(cudaMalloc(&copy, (size_t)n * 4));
        CHECK(cudaMemcpy(copy, x + 1, (size_t)n * 4, cudaMemcpyDeviceToDevice));
        cases.push_back({"dusty_magnet_bd4_a", [=] { dusty_magnet_bd4_a<<<n / 2048, 256>>>(x + 1, z, y, 0.7f, 0.4f); }, y, (size_t)n});
        cases.push_back({"dusty_magnet_bd4_b", [=] { dusty_magnet_bd4_b<<<n / 2048, 256>>>(copy, z, y, 0.7f, 0.4f); }, y, (size_t)n});
    }
    {
        const int n = 132 * 4096 * 16;
        float4* e[4];
        for (int k = 0; k < 4; ++k) e[k] = (float4*)harness::filled<float>((size_t)n * 4, 181 + k);
        float4 *e0 = e[0], *e1 = e[1], *e2 = e[2], *e3 = e[3], *out = (float4*)harness::empty<float>((size_t)n * 4);
        const float4 w = make_float4(0.1f, 0.2f, 0.3f, 0.4f);
        cases.push_back({"pearl_cactus_bd4_a", [=] { pearl_cactus_bd4_a<<<132, 1024>>>(e0, e1, e2, e3, out, w, n / 4096); }, out, (size_t)n * 4});
        cases.push_back({"pearl_cactus_bd4_b", [=] { pearl_cactus_bd4_b<<<n / 256, 256>>>(e0, e1, e2, e3, out, w); }, out, (size_t)n * 4});
    }
    {
        const int n = 16 << 20;
        Particle *at = (Particle*)harness::filled<float>((size_t)n * 4, 191), *speed = (Particle*)harness::filled<float>((size_t)n * 4, 192), *next = (Particle*)harness::empty<float>((size_t)n * 4);
        cases.push_back({"topaz_meadow_bd4_a", [=] { topaz_meadow_bd4_a<<<n / 512, 256>>>(at, speed, next, 0.1f); }, next, (size_t)n * 4});
    }
    {
        const int n = 32 << 20;
        float4* x = (float4*)harness::filled<float>((size_t)n * 4, 201);
        float* total = zeroed(64);
        cases.push_back({"willow_socket_bd4_a", [=] { willow_socket_bd4_a<<<132 * 8, 256>>>(x, total, n); }, total, 64});
    }
    {
        const int quarter = 132 * 256 * 64;
        double *time = harness::filled<double>((size_t)quarter * 4, 211), *place = harness::empty<double>((size_t)quarter * 4);
        cases.push_back({"cinder_gecko_bd4_a", [=] { cinder_gecko_bd4_a<<<quarter / 256, 256>>>(time, place, quarter); }, place, (size_t)quarter * 4, Output::f64});
    }
    return harness::run(argc, argv, cases);
}
