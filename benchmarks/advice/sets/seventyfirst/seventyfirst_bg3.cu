#include "harness.cuh"
#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

struct Byte { uint8_t v; __host__ __device__ explicit Byte(float u) { v = (uint8_t)(harness::hash32((uint32_t)((u + 1.0f) * 8388608.0f)) & 255u); } };
struct Word { uint32_t v; __host__ __device__ explicit Word(float u) { v = harness::hash32((uint32_t)((u + 1.0f) * 8388608.0f)); } };

// ---------------------------------------------------------------- add a field that a Fortran code left column-major

__global__ void walnut_ferry_bg3_a(const float* __restrict__ a, const float* __restrict__ f, float* __restrict__ out, float k, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y;
    if (x < w) out[(size_t)y * w + x] = k * a[(size_t)y * w + x] + f[(size_t)x * h + y];
}

__global__ void walnut_ferry_bg3_b(const float* __restrict__ a, const float* __restrict__ f, float* __restrict__ out, float k, int w, int h) {
    __shared__ float tile[32][33];
    int x0 = blockIdx.x * 32, y0 = blockIdx.y * 32;
#pragma unroll
    for (int k8 = 0; k8 < 32; k8 += 8) {
        int j = threadIdx.y + k8;
        tile[j][threadIdx.x] = f[(size_t)(x0 + j) * h + y0 + threadIdx.x];
    }
    __syncthreads();
#pragma unroll
    for (int k8 = 0; k8 < 32; k8 += 8) {
        int j = threadIdx.y + k8;
        size_t i = (size_t)(y0 + j) * w + x0 + threadIdx.x;
        out[i] = k * a[i] + tile[threadIdx.x][j];
    }
}

// ---------------------------------------------------------------- keys of a head, bias added, stored dimension by dimension

__global__ void candle_otter_bg3_a(const float* __restrict__ keys, const float* __restrict__ bias, float* __restrict__ out, int tokens, int dim) {
    int d = blockIdx.x * blockDim.x + threadIdx.x;
    int t = blockIdx.y * blockDim.y + threadIdx.y;
    if (d < dim && t < tokens) out[(size_t)d * tokens + t] = keys[(size_t)t * dim + d] + bias[d];
}

__global__ void candle_otter_bg3_b(const float* __restrict__ keys, const float* __restrict__ bias, float* __restrict__ out, int tokens, int dim) {
    __shared__ float tile[32][33];
    int d0 = blockIdx.x * 32, t0 = blockIdx.y * 32;
    float b = bias[d0 + threadIdx.x];
#pragma unroll
    for (int k8 = 0; k8 < 32; k8 += 8) {
        int j = threadIdx.y + k8;
        tile[j][threadIdx.x] = keys[(size_t)(t0 + j) * dim + d0 + threadIdx.x] + b;
    }
    __syncthreads();
#pragma unroll
    for (int k8 = 0; k8 < 32; k8 += 8) {
        int j = threadIdx.y + k8;
        out[(size_t)(d0 + j) * tokens + t0 + threadIdx.x] = tile[threadIdx.x][j];
    }
}

// ---------------------------------------------------------------- kinetic energy of particles

struct Particle {
    float px, py, pz, vx, vy, vz, fx, fy, fz, mass, charge, radius, temperature, age;
    int kind, id;
};
struct Particles { const float *vx, *vy, *vz, *mass; };

__global__ void setup_split(const Particle* p, float* vx, float* vy, float* vz, float* mass, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { vx[i] = p[i].vx; vy[i] = p[i].vy; vz[i] = p[i].vz; mass[i] = p[i].mass; }
}

__global__ void thimble_comet_bg3_a(const Particle* __restrict__ p, float* __restrict__ energy, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) energy[i] = 0.5f * (p[i].mass + 2.0f) * (p[i].vx * p[i].vx + p[i].vy * p[i].vy + p[i].vz * p[i].vz);
}

__global__ void thimble_comet_bg3_b(Particles p, float* __restrict__ energy, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float vx = __ldg(p.vx + i), vy = __ldg(p.vy + i), vz = __ldg(p.vz + i), mass = __ldg(p.mass + i);
    energy[i] = 0.5f * (mass + 2.0f) * (vx * vx + vy * vy + vz * vz);
}

// ---------------------------------------------------------------- bags of eight-dimensional features, summed

constexpr int kFeatures = 8, kBag = 32;

__global__ void setup_repitch(const float* src, float* dst, int rows, int from, int to) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows * kFeatures) dst[(i / kFeatures) * to + i % kFeatures] = src[(i / kFeatures) * from + i % kFeatures];
}

__global__ void hazel_drum_bg3_a(const float* __restrict__ table, const int* __restrict__ ids, float* __restrict__ out, int bags) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int bag = t / kFeatures, c = t % kFeatures;
    if (bag >= bags) return;
    const int4* mine = reinterpret_cast<const int4*>(ids + (size_t)bag * kBag);
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < kBag / 4; ++k) {
        int4 q = mine[k];
        sum += table[q.x * (kFeatures + 1) + c];
        sum += table[q.y * (kFeatures + 1) + c];
        sum += table[q.z * (kFeatures + 1) + c];
        sum += table[q.w * (kFeatures + 1) + c];
    }
    out[t] = sum;
}

__global__ void hazel_drum_bg3_b(const float* __restrict__ table, const int* __restrict__ ids, float* __restrict__ out, int bags) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int bag = t / kFeatures, c = t % kFeatures;
    if (bag >= bags) return;
    const int4* mine = reinterpret_cast<const int4*>(ids + (size_t)bag * kBag);
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < kBag / 4; ++k) {
        int4 q = mine[k];
        sum += table[q.x * kFeatures + c];
        sum += table[q.y * kFeatures + c];
        sum += table[q.z * kFeatures + c];
        sum += table[q.w * kFeatures + c];
    }
    out[t] = sum;
}

// ---------------------------------------------------------------- cross-fade of two frames

__global__ void velvet_raft_bg3_a(const uint8_t* __restrict__ p, const uint8_t* __restrict__ q, uint8_t* __restrict__ out, int alpha, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = (uint8_t)((p[i] * alpha + q[i] * (256 - alpha)) >> 8);
}

__device__ __forceinline__ uint32_t fade4(uint32_t p, uint32_t q, uint32_t alpha) {
    uint32_t even = ((p & 0x00ff00ffu) * alpha + (q & 0x00ff00ffu) * (256 - alpha)) >> 8 & 0x00ff00ffu;
    uint32_t odd = ((p >> 8 & 0x00ff00ffu) * alpha + (q >> 8 & 0x00ff00ffu) * (256 - alpha)) & 0xff00ff00u;
    return even | odd;
}

__global__ void velvet_raft_bg3_b(const uint4* __restrict__ p, const uint4* __restrict__ q, uint4* __restrict__ out, int alpha, int n16) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n16) return;
    uint4 a = p[i], b = q[i];
    out[i] = make_uint4(fade4(a.x, b.x, alpha), fade4(a.y, b.y, alpha), fade4(a.z, b.z, alpha), fade4(a.w, b.w, alpha));
}

// ---------------------------------------------------------------- first-order recursive filter along short segments

__global__ void pebble_choir_bg3_a(const float* __restrict__ x, float* __restrict__ y, float a, int pitch) {
    extern __shared__ float tile[];
    const int tid = threadIdx.x;
    const float* src = x + (size_t)blockIdx.x * 128 * 32;
    float* dst = y + (size_t)blockIdx.x * 128 * 32;
#pragma unroll 16
    for (int k = 0; k < 32; ++k) { int i = k * 128 + tid; tile[(i >> 5) * pitch + (i & 31)] = src[i]; }
    __syncthreads();
    float v = 0.0f;
    float* row = tile + tid * pitch;
#pragma unroll 8
    for (int c = 0; c < 32; ++c) { v = a * v + row[c]; row[c] = v; }
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < 32; ++k) { int i = k * 128 + tid; dst[i] = tile[(i >> 5) * pitch + (i & 31)]; }
}

__global__ void pebble_choir_bg3_b(const float* __restrict__ x, float* __restrict__ y, float a, int pitch) {
    extern __shared__ float tile[];
    const int tid = threadIdx.x;
    const float* src = x + (size_t)blockIdx.x * 128 * 32;
    float* dst = y + (size_t)blockIdx.x * 128 * 32;
#pragma unroll 16
    for (int k = 0; k < 32; ++k) { int i = k * 128 + tid; tile[(i >> 5) * pitch + (i & 31)] = src[i]; }
    __syncthreads();
    float v = 0.0f;
    float* row = tile + tid * pitch;
#pragma unroll 8
    for (int c = 0; c < 32; ++c) { v = a * v + row[c]; row[c] = v; }
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < 32; ++k) { int i = k * 128 + tid; dst[i] = tile[(i >> 5) * pitch + (i & 31)]; }
}

// ---------------------------------------------------------------- DCT of 8 x 8 blocks, coefficient planes

__device__ __forceinline__ void dct8(float& a0, float& a1, float& a2, float& a3, float& a4, float& a5, float& a6, float& a7) {
    const float c1 = 0.49039264f, c2 = 0.46193977f, c3 = 0.41573481f, c4 = 0.35355339f, c5 = 0.27778512f, c6 = 0.19134172f, c7 = 0.09754516f;
    float s0 = a0 + a7, s1 = a1 + a6, s2 = a2 + a5, s3 = a3 + a4;
    float d0 = a0 - a7, d1 = a1 - a6, d2 = a2 - a5, d3 = a3 - a4;
    a0 = c4 * (s0 + s1 + s2 + s3);
    a4 = c4 * (s0 - s1 - s2 + s3);
    a2 = c2 * (s0 - s3) + c6 * (s1 - s2);
    a6 = c6 * (s0 - s3) - c2 * (s1 - s2);
    a1 = c1 * d0 + c3 * d1 + c5 * d2 + c7 * d3;
    a3 = c3 * d0 - c7 * d1 - c1 * d2 - c5 * d3;
    a5 = c5 * d0 - c1 * d1 + c7 * d2 + c3 * d3;
    a7 = c7 * d0 - c5 * d1 + c3 * d2 - c1 * d3;
}

__device__ __forceinline__ void dct_block(const float* __restrict__ in, float* __restrict__ out, int n, int i) {
    float v[64];
#pragma unroll
    for (int k = 0; k < 64; ++k) v[k] = in[(size_t)k * n + i];
#pragma unroll
    for (int r = 0; r < 8; ++r) dct8(v[8 * r], v[8 * r + 1], v[8 * r + 2], v[8 * r + 3], v[8 * r + 4], v[8 * r + 5], v[8 * r + 6], v[8 * r + 7]);
#pragma unroll
    for (int c = 0; c < 8; ++c) dct8(v[c], v[8 + c], v[16 + c], v[24 + c], v[32 + c], v[40 + c], v[48 + c], v[56 + c]);
#pragma unroll
    for (int k = 0; k < 64; ++k) out[(size_t)k * n + i] = v[k];
}

__global__ void __launch_bounds__(1024, 2) marble_swan_bg3_a(const float* __restrict__ in, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) dct_block(in, out, n, i);
}

__global__ void __launch_bounds__(128) marble_swan_bg3_b(const float* __restrict__ in, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) dct_block(in, out, n, i);
}

// ---------------------------------------------------------------- majority of 64 four-bit votes

__global__ void lantern_fig_bg3_a(const uint4* __restrict__ votes, int* __restrict__ winner, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int count[16];
    for (int c = 0; c < 16; ++c) count[c] = 0;
    for (int part = 0; part < 2; ++part) {
        uint4 v = votes[(size_t)part * n + i];
        uint32_t w[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int s = 0; s < 32; s += 4) ++count[w[j] >> s & 15];
    }
    int best = 0, most = count[0];
    for (int c = 1; c < 16; ++c) if (count[c] > most) { most = count[c]; best = c; }
    winner[i] = best * 64 + most;
}

__global__ void lantern_fig_bg3_b(const uint4* __restrict__ votes, int* __restrict__ winner, int n) {
    __shared__ int table[16][128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int* count = &table[0][threadIdx.x];
    for (int c = 0; c < 16; ++c) count[c * 128] = 0;
    for (int part = 0; part < 2; ++part) {
        uint4 v = votes[(size_t)part * n + i];
        uint32_t w[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int s = 0; s < 32; s += 4) ++count[(w[j] >> s & 15) * 128];
    }
    int best = 0, most = count[0];
    for (int c = 1; c < 16; ++c) if (count[c * 128] > most) { most = count[c * 128]; best = c; }
    winner[i] = best * 64 + most;
}

// ---------------------------------------------------------------- 9 x 9 filter

constexpr int kEdge = 4096, kPitch = kEdge + 32;
__constant__ float filter9[81];

__global__ void ginger_plaza_bg3_a(const float* __restrict__ in, float* __restrict__ out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    const float* p = in + (size_t)y * kPitch + x;
    float sum = 0.0f;
#pragma unroll
    for (int dy = 0; dy < 9; ++dy)
#pragma unroll
        for (int dx = 0; dx < 9; ++dx) sum += filter9[dy * 9 + dx] * p[dy * kPitch + dx];
    out[(size_t)y * kEdge + x] = sum;
}

__global__ void ginger_plaza_bg3_b(const float* __restrict__ in, float* __restrict__ out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = (blockIdx.y * blockDim.y + threadIdx.y) * 8;
    const float* p = in + (size_t)y * kPitch + x;
    float sum[8] = {};
#pragma unroll
    for (int r = 0; r < 16; ++r)
#pragma unroll
        for (int dx = 0; dx < 9; ++dx) {
            float v = p[r * kPitch + dx];
#pragma unroll
            for (int o = 0; o < 8; ++o)
                if (r - o >= 0 && r - o < 9) sum[o] += filter9[(r - o) * 9 + dx] * v;
        }
#pragma unroll
    for (int o = 0; o < 8; ++o) out[(size_t)(y + o) * kEdge + x] = sum[o];
}

// ---------------------------------------------------------------- decoding of a dictionary column

constexpr int kDictionary = 24576;

__global__ void saffron_kite_bg3_a(const int* dictionary, const int* codes, int* values, int n) {
    extern __shared__ int words[];
    for (int k = threadIdx.x; k < kDictionary; k += blockDim.x) words[k] = dictionary[k];
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) values[i] = words[codes[i]];
}

__global__ void saffron_kite_bg3_b(const int* __restrict__ dictionary, const int* __restrict__ codes, int* __restrict__ values, int n) {
    extern __shared__ int words[];
#pragma unroll 8
    for (int k = threadIdx.x; k < kDictionary; k += blockDim.x) words[k] = dictionary[k];
    __syncthreads();
    int chunk = blockDim.x * 16;
    for (int base = blockIdx.x * chunk; base < n; base += gridDim.x * chunk) {
        int c[16];
#pragma unroll
        for (int k = 0; k < 16; ++k) c[k] = codes[base + k * blockDim.x + threadIdx.x];
#pragma unroll
        for (int k = 0; k < 16; ++k) values[base + k * blockDim.x + threadIdx.x] = words[c[k]];
    }
}

// ---------------------------------------------------------------- orders per customer group

constexpr int kGroups = 1024;

__global__ void cobalt_finch_bg3_a(const int* __restrict__ group, int* __restrict__ orders, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&orders[group[i]], 1);
}

__global__ void __launch_bounds__(1024) cobalt_finch_bg3_b(const int* __restrict__ group, int* __restrict__ orders, int n) {
    __shared__ int mine[kGroups];
    mine[threadIdx.x] = 0;
    __syncthreads();
    int stride = gridDim.x * blockDim.x;
    const int4* g = reinterpret_cast<const int4*>(group);
#pragma unroll 2
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += stride) {
        int4 q = g[i];
        atomicAdd(&mine[q.x], 1);
        atomicAdd(&mine[q.y], 1);
        atomicAdd(&mine[q.z], 1);
        atomicAdd(&mine[q.w], 1);
    }
    __syncthreads();
    atomicAdd(&orders[threadIdx.x], mine[threadIdx.x]);
}

// ---------------------------------------------------------------- layer normalisation, a block a row of 512

__global__ void __launch_bounds__(512) acorn_violet_bg3_a(const float* __restrict__ x, float* __restrict__ y) {
    __shared__ float s[512];
    int tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * 512 + tid;
    float v = x[i];
    s[tid] = v;
    __syncthreads();
    for (int half = 256; half > 0; half >>= 1) {
        if (tid < half) s[tid] += s[tid + half];
        __syncthreads();
    }
    float mean = s[0] * (1.0f / 512);
    __syncthreads();
    float d = v - mean;
    s[tid] = d * d;
    __syncthreads();
    for (int half = 256; half > 0; half >>= 1) {
        if (tid < half) s[tid] += s[tid + half];
        __syncthreads();
    }
    y[i] = d * rsqrtf(s[0] * (1.0f / 512) + 1e-5f) + 0.1f;
}

__device__ __forceinline__ float warp_sum(float v) {
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void __launch_bounds__(512) acorn_violet_bg3_b(const float* __restrict__ x, float* __restrict__ y) {
    __shared__ float first[16], second[16];
    int tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * 512 + tid;
    float v = x[i];
    float w = warp_sum(v);
    if ((tid & 31) == 0) first[tid >> 5] = w;
    __syncthreads();
    float t = 0.0f;
#pragma unroll
    for (int k = 0; k < 16; ++k) t += first[k];
    float d = v - t * (1.0f / 512);
    w = warp_sum(d * d);
    if ((tid & 31) == 0) second[tid >> 5] = w;
    __syncthreads();
    t = 0.0f;
#pragma unroll
    for (int k = 0; k < 16; ++k) t += second[k];
    y[i] = d * rsqrtf(t * (1.0f / 512) + 1e-5f) + 0.1f;
}

// ---------------------------------------------------------------- kernel density with 64 centres

__constant__ float centre[64], weight[64];

__global__ void bramble_yacht_bg3_a(const float* __restrict__ x, float* __restrict__ density, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float q = x[i], sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < 64; ++k) {
        float d = (q - centre[k]) * 4.0f;
        sum += weight[k] * exp(-0.5 * d * d);
    }
    density[i] = sum;
}

__global__ void bramble_yacht_bg3_b(const float* __restrict__ x, float* __restrict__ density, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float q = x[i], sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < 64; ++k) {
        float d = (q - centre[k]) * 4.0f;
        sum += weight[k] * __expf(-0.5f * d * d);
    }
    density[i] = sum;
}

// ---------------------------------------------------------------- shading of a water surface

__constant__ float4 wave[6];

__global__ void mitten_harbor_bg3_a(const float* __restrict__ us, const float* __restrict__ vs, float* __restrict__ shade, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float u = us[i], v = vs[i], h = 0.0f, g = 0.0f;
    for (int k = 0; k < 6; ++k) {
        float angle = wave[k].x * u + wave[k].y * v + wave[k].z;
        float s = sinf(angle);
        h += wave[k].w * s;
        g += wave[k].w * cosf(angle) / (1.0f + angle * angle);
    }
    shade[i] = powf(0.6f + 0.2f * h + 0.1f * g, 2.2f);
}

__global__ void mitten_harbor_bg3_b(const float* __restrict__ us, const float* __restrict__ vs, float* __restrict__ shade, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float u = us[i], v = vs[i], h = 0.0f, g = 0.0f;
    for (int k = 0; k < 6; ++k) {
        float angle = wave[k].x * u + wave[k].y * v + wave[k].z;
        float s = __sinf(angle);
        h += wave[k].w * s;
        g += __fdividef(wave[k].w * __cosf(angle), 1.0f + angle * angle);
    }
    shade[i] = __powf(0.6f + 0.2f * h + 0.1f * g, 2.2f);
}

// ---------------------------------------------------------------- twelve neighbours on a periodic lattice

__constant__ int2 tap[12];

__global__ void quartz_ribbon_bg3_a(const float* __restrict__ field, float* __restrict__ out, int w, int h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= w * h) return;
    int x = i % w, y = i / w;
    float sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < 12; ++k) sum += field[(y + tap[k].y) % h * w + (x + tap[k].x) % w];
    out[i] = sum - 12.0f * field[i];
}

__global__ void quartz_ribbon_bg3_b(const float* __restrict__ field, float* __restrict__ out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < 12; ++k) {
        int xx = x + tap[k].x, yy = y + tap[k].y;
        xx = xx >= w ? xx - w : xx;
        yy = yy >= h ? yy - h : yy;
        sum += field[yy * w + xx];
    }
    int i = y * w + x;
    out[i] = sum - 12.0f * field[i];
}

// ---------------------------------------------------------------- neurons, each with its own number of sub-steps

__device__ __forceinline__ float neuron(float drive, int steps) {
    float v = -1.0f, w = 0.0f;
    for (int k = 0; k < steps; ++k) {
        v += 0.02f * (v - 0.3333f * v * v * v - w + drive);
        w += 0.02f * (0.08f * v + 0.056f - 0.064f * w);
    }
    return v;
}

__global__ void parsley_tower_bg3_a(const float* __restrict__ drive, const int* __restrict__ steps, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = neuron(drive[i], steps[i]);
}

__global__ void parsley_tower_bg3_b(const float* __restrict__ drive, const int* __restrict__ steps, const int* __restrict__ order, float* __restrict__ out, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    int i = order[t];
    out[i] = neuron(drive[i], steps[i]);
}

// ---------------------------------------------------------------- bias, activation, residual, gate

__device__ __forceinline__ float swish(float v) { return __fdividef(v, 1.0f + __expf(-1.702f * v)); }

__global__ void tulip_anvil_bg3_a0(const float4* __restrict__ x, const float4* __restrict__ bias, float4* __restrict__ t, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = x[i], b = bias[i & 255];
    t[i] = make_float4(v.x + b.x, v.y + b.y, v.z + b.z, v.w + b.w);
}
__global__ void tulip_anvil_bg3_a1(const float4* __restrict__ x, float4* __restrict__ t, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = x[i];
    t[i] = make_float4(swish(v.x), swish(v.y), swish(v.z), swish(v.w));
}
__global__ void tulip_anvil_bg3_a2(const float4* __restrict__ x, const float4* __restrict__ residual, float4* __restrict__ t, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = x[i], r = residual[i];
    t[i] = make_float4(v.x + r.x, v.y + r.y, v.z + r.z, v.w + r.w);
}
__global__ void tulip_anvil_bg3_a3(const float4* __restrict__ x, float4* __restrict__ out, float gate, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = x[i];
    out[i] = make_float4(v.x * gate, v.y * gate, v.z * gate, v.w * gate);
}
__global__ void tulip_anvil_bg3_b(const float4* __restrict__ x, const float4* __restrict__ bias, const float4* __restrict__ residual, float4* __restrict__ out, float gate, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = x[i], b = bias[i & 255], r = residual[i];
    out[i] = make_float4((swish(v.x + b.x) + r.x) * gate, (swish(v.y + b.y) + r.y) * gate, (swish(v.z + b.z) + r.z) * gate, (swish(v.w + b.w) + r.w) * gate);
}

// ---------------------------------------------------------------- twenty steps of heat along a rod

constexpr int kRod = 4096;

__global__ void oyster_ladder_bg3_a0(const float* __restrict__ u, float* __restrict__ next, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float l = u[i > 0 ? i - 1 : 0], r = u[i < n - 1 ? i + 1 : n - 1], c = u[i];
    next[i] = c + 0.2f * (l + r - 2.0f * c);
}

__global__ void __launch_bounds__(1024) oyster_ladder_bg3_b(const float* __restrict__ u, float* __restrict__ out, int steps) {
    __shared__ float s[2][kRod];
    for (int i = threadIdx.x; i < kRod; i += 1024) s[0][i] = u[i];
    __syncthreads();
    for (int k = 0; k < steps; ++k) {
        const float* p = s[k & 1];
        float* q = s[~k & 1];
#pragma unroll
        for (int j = 0; j < kRod / 1024; ++j) {
            int i = j * 1024 + threadIdx.x;
            float l = p[i > 0 ? i - 1 : 0], r = p[i < kRod - 1 ? i + 1 : kRod - 1], c = p[i];
            q[i] = c + 0.2f * (l + r - 2.0f * c);
        }
        __syncthreads();
    }
    for (int i = threadIdx.x; i < kRod; i += 1024) out[i] = s[steps & 1][i];
}

// ---------------------------------------------------------------- wavelet step (mild)

__global__ void __launch_bounds__(256) basil_canoe_bg3_a(const float* __restrict__ x, float* __restrict__ out, int half) {
    __shared__ float s[512];
    int t = threadIdx.x;
    const float* p = x + (size_t)blockIdx.x * 512;
    s[t] = p[t];
    s[t + 256] = p[t + 256];
    __syncthreads();
    float e = s[2 * t], o = s[(2 * t + 3) & 511];
    int i = blockIdx.x * 256 + t;
    out[i] = 0.7071f * (e + o);
    out[half + i] = 0.7071f * (e - o);
}

__global__ void __launch_bounds__(256) basil_canoe_bg3_b(const float* __restrict__ x, float* __restrict__ out, int half) {
    __shared__ float s[528];
    int t = threadIdx.x;
    const float* p = x + (size_t)blockIdx.x * 512;
    int at = (t >> 1) + (t & 1) * 272;
    s[at] = p[t];
    s[at + 128] = p[t + 256];
    __syncthreads();
    float e = s[t], o = s[272 + ((t + 1) & 255)];
    int i = blockIdx.x * 256 + t;
    out[i] = 0.7071f * (e + o);
    out[half + i] = 0.7071f * (e - o);
}

// ---------------------------------------------------------------- Celsius to Fahrenheit (mild)

__global__ void nutmeg_squid_bg3_a(const float4* __restrict__ c, float4* __restrict__ f, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = c[i];
    f[i] = make_float4(v.x * 1.8 + 32.0, v.y * 1.8 + 32.0, v.z * 1.8 + 32.0, v.w * 1.8 + 32.0);
}
__global__ void nutmeg_squid_bg3_b(const float4* __restrict__ c, float4* __restrict__ f, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = c[i];
    f[i] = make_float4(v.x * 1.8f + 32.0f, v.y * 1.8f + 32.0f, v.z * 1.8f + 32.0f, v.w * 1.8f + 32.0f);
}

// ---------------------------------------------------------------- bias per channel of an NCHW tensor (mild)

__global__ void clover_bugle_bg3_a(const float4* __restrict__ x, const float* __restrict__ bias, float4* __restrict__ y, int n4, int plane4, int channels) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float b = bias[i / plane4 % channels];
    float4 v = x[i];
    y[i] = make_float4(v.x + b, v.y + b, v.z + b, v.w + b);
}
__global__ void clover_bugle_bg3_b(const float4* __restrict__ x, const float* __restrict__ bias, float4* __restrict__ y, int n4, int plane4, int channels) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= plane4) return;
    int i = (blockIdx.z * channels + blockIdx.y) * plane4 + k;
    float b = bias[blockIdx.y];
    float4 v = x[i];
    y[i] = make_float4(v.x + b, v.y + b, v.z + b, v.w + b);
}

// ---------------------------------------------------------------- triad (healthy)

__global__ void amber_walrus_bg3_a(const float4* __restrict__ a, const float4* __restrict__ b, float4* __restrict__ c, float s, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 p = a[i], q = b[i];
    c[i] = make_float4(p.x + s * q.x, p.y + s * q.y, p.z + s * q.z, p.w + s * q.w);
}

// ---------------------------------------------------------------- product of half matrices, 128 x 128 tiles (healthy)

constexpr int kStages = 3, kStageBytes = 2 * 128 * 128;

__device__ __forceinline__ uint64_t tile_descriptor(uint32_t address) {
    return (uint64_t)((address & 0x3ffff) >> 4) | (uint64_t)1 << 16 | (uint64_t)(1024 >> 4) << 32 | (uint64_t)1 << 62;
}
__device__ __forceinline__ void load_tile(uint32_t to, const half* from, int ld) {
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int c = j * 256 + threadIdx.x, row = c >> 3, chunk = c & 7;
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to + row * 128 + ((chunk ^ (row & 7)) << 4)), "l"(from + (size_t)row * ld + chunk * 8) : "memory");
    }
}
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
__device__ __forceinline__ void multiply(float (&d)[64], uint64_t a, uint64_t b, int add) {
    asm volatile(
        "{\n.reg .pred p;\nsetp.ne.b32 p, %66, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 "
        "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31,"
        "%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,%48,%49,%50,%51,%52,%53,%54,%55,%56,%57,%58,%59,%60,%61,%62,%63}, "
        "%64, %65, p, 1, 1, 0, 0;\n}\n"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]),
          "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]),
          "+f"(d[23]), "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31]), "+f"(d[32]), "+f"(d[33]),
          "+f"(d[34]), "+f"(d[35]), "+f"(d[36]), "+f"(d[37]), "+f"(d[38]), "+f"(d[39]), "+f"(d[40]), "+f"(d[41]), "+f"(d[42]), "+f"(d[43]), "+f"(d[44]),
          "+f"(d[45]), "+f"(d[46]), "+f"(d[47]), "+f"(d[48]), "+f"(d[49]), "+f"(d[50]), "+f"(d[51]), "+f"(d[52]), "+f"(d[53]), "+f"(d[54]), "+f"(d[55]),
          "+f"(d[56]), "+f"(d[57]), "+f"(d[58]), "+f"(d[59]), "+f"(d[60]), "+f"(d[61]), "+f"(d[62]), "+f"(d[63])
        : "l"(a), "l"(b), "r"(add));
}
#endif

__global__ void __launch_bounds__(256, 2) copper_sparrow_bg3_a(const half* __restrict__ A, const half* __restrict__ B, float* __restrict__ C, int N, int K) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    extern __shared__ __align__(1024) unsigned char raw[];
    uint32_t base = ((uint32_t)__cvta_generic_to_shared(raw) + 1023u) & ~1023u;
    const half* a = A + (size_t)blockIdx.y * 128 * K;
    const half* b = B + (size_t)blockIdx.x * 128 * K;
    const int group = threadIdx.x >> 7, steps = K / 64;
    float d[64];
#pragma unroll
    for (int k = 0; k < 64; ++k) d[k] = 0.0f;
#pragma unroll
    for (int s = 0; s < kStages - 1; ++s) {
        load_tile(base + s * kStageBytes, a + s * 64, K);
        load_tile(base + s * kStageBytes + 16384, b + s * 64, K);
        asm volatile("cp.async.commit_group;" ::: "memory");
    }
    int now = 0, ahead = kStages - 1;
    for (int t = 0; t < steps; ++t) {
        asm volatile("cp.async.wait_group %0;" ::"n"(kStages - 2) : "memory");
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncthreads();
        if (t + kStages - 1 < steps) {
            load_tile(base + ahead * kStageBytes, a + (t + kStages - 1) * 64, K);
            load_tile(base + ahead * kStageBytes + 16384, b + (t + kStages - 1) * 64, K);
        }
        asm volatile("cp.async.commit_group;" ::: "memory");
        uint64_t da = tile_descriptor(base + now * kStageBytes + group * 8192);
        uint64_t db = tile_descriptor(base + now * kStageBytes + 16384);
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
        for (int k = 0; k < 4; ++k) multiply(d, da + 2 * k, db + 2 * k, 1);
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
        asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
        now = now + 1 == kStages ? 0 : now + 1;
        ahead = ahead + 1 == kStages ? 0 : ahead + 1;
    }
    int lane = threadIdx.x & 31, row = blockIdx.y * 128 + (threadIdx.x >> 5) * 16 + (lane >> 2), col = blockIdx.x * 128 + (lane & 3) * 2;
    float* c = C + (size_t)row * N + col;
#pragma unroll
    for (int j = 0; j < 16; ++j) {
        *reinterpret_cast<float2*>(c + j * 8) = make_float2(d[4 * j], d[4 * j + 1]);
        *reinterpret_cast<float2*>(c + (size_t)8 * N + j * 8) = make_float2(d[4 * j + 2], d[4 * j + 3]);
    }
#endif
}

// ---------------------------------------------------------------- row softmax, a warp a row of 1024 (healthy)

__global__ void __launch_bounds__(256) ivory_pickle_bg3_a(const float4* __restrict__ x, float4* __restrict__ y, int rows) {
    int row = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    if (row >= rows) return;
    const float4* p = x + (size_t)row * 256;
    float4* q = y + (size_t)row * 256;
    float4 v[8];
    float top = -1e30f, sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = p[k * 32 + lane];
#pragma unroll
    for (int k = 0; k < 8; ++k) top = fmaxf(top, fmaxf(fmaxf(v[k].x, v[k].y), fmaxf(v[k].z, v[k].w)));
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) top = fmaxf(top, __shfl_xor_sync(0xffffffffu, top, o));
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        v[k] = make_float4(__expf(v[k].x - top), __expf(v[k].y - top), __expf(v[k].z - top), __expf(v[k].w - top));
        sum += (v[k].x + v[k].y) + (v[k].z + v[k].w);
    }
    float r = __fdividef(1.0f, warp_sum(sum));
#pragma unroll
    for (int k = 0; k < 8; ++k) q[k * 32 + lane] = make_float4(v[k].x * r, v[k].y * r, v[k].z * r, v[k].w * r);
}

// ---------------------------------------------------------------- partial sums of squares (healthy)

__global__ void __launch_bounds__(256) willow_trumpet_bg3_a(const float4* __restrict__ x, float* __restrict__ partial, int n4) {
    __shared__ float warps[8];
    float s[4] = {};
    int stride = gridDim.x * 256;
    int i = blockIdx.x * 256 + threadIdx.x;
    for (; i + 3 * stride < n4; i += 4 * stride) {
        float4 v[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] = x[i + k * stride];
#pragma unroll
        for (int k = 0; k < 4; ++k) s[k] += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
    }
    for (; i < n4; i += stride) { float4 v = x[i]; s[0] += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w; }
    float t = warp_sum((s[0] + s[1]) + (s[2] + s[3]));
    if ((threadIdx.x & 31) == 0) warps[threadIdx.x >> 5] = t;
    __syncthreads();
    if (threadIdx.x < 32) {
        t = warp_sum(threadIdx.x < 8 ? warps[threadIdx.x] : 0.0f);
        if (threadIdx.x == 0) partial[blockIdx.x] = t;
    }
}

int main(int argc, char** argv) {
    constexpr int n = 64 << 20, n4 = n / 4;
    float* X = harness::filled<float>(2 * (size_t)n, 11);
    float* Y = harness::filled<float>(n, 23);
    float* out = harness::empty<float>(n);
    float* scratch = harness::empty<float>(n);
    float* scratch2 = harness::empty<float>(n);
    const float4 *X4 = (const float4*)X, *Y4 = (const float4*)Y;
    float4 *out4 = (float4*)out, *s4 = (float4*)scratch, *t4 = (float4*)scratch2;
    int* outi = (int*)out;
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> f, size_t count, Output type = Output::f32) { cases.push_back({name, f, out, count, type}); };

    add("walnut_ferry_bg3_a", [=] { walnut_ferry_bg3_a<<<dim3(32, 8192), 256>>>(X, Y, out, 0.7f, 8192, 8192); }, n);
    add("walnut_ferry_bg3_b", [=] { walnut_ferry_bg3_b<<<dim3(256, 256), dim3(32, 8)>>>(X, Y, out, 0.7f, 8192, 8192); }, n);

    add("candle_otter_bg3_a", [=] { candle_otter_bg3_a<<<dim3(64, 4096), dim3(64, 4)>>>(X, Y, out, 16384, 4096); }, n);
    add("candle_otter_bg3_b", [=] { candle_otter_bg3_b<<<dim3(128, 512), dim3(32, 8)>>>(X, Y, out, 16384, 4096); }, n);

    const int particles = 8 << 20;
    float* soa = harness::empty<float>((size_t)4 * particles);
    setup_split<<<particles / 256, 256>>>((const Particle*)X, soa, soa + particles, soa + 2 * particles, soa + 3 * particles, particles);
    CHECK(cudaGetLastError());
    Particles ps{soa, soa + particles, soa + 2 * particles, soa + 3 * particles};
    add("thimble_comet_bg3_a", [=] { thimble_comet_bg3_a<<<particles / 256, 256>>>((const Particle*)X, out, particles); }, particles);
    add("thimble_comet_bg3_b", [=] { thimble_comet_bg3_b<<<particles / 256, 256>>>(ps, out, particles); }, particles);

    const int rows = 400000, bags = 1 << 18;
    float* nine = harness::filled<float>((size_t)rows * 9, 31);
    float* eight = harness::empty<float>((size_t)rows * 8);
    setup_repitch<<<(rows * 8 + 255) / 256, 256>>>(nine, eight, rows, 9, 8);
    CHECK(cudaGetLastError());
    int* ids = harness::indices((size_t)bags * kBag, rows, 5);
    add("hazel_drum_bg3_a", [=] { hazel_drum_bg3_a<<<bags * 8 / 256, 256>>>(nine, ids, out, bags); }, bags * 8);
    add("hazel_drum_bg3_b", [=] { hazel_drum_bg3_b<<<bags * 8 / 256, 256>>>(eight, ids, out, bags); }, bags * 8);

    const int pixels = 128 << 20;
    uint8_t* frame = (uint8_t*)harness::filled<Byte>(pixels, 41);
    uint8_t* frame2 = (uint8_t*)harness::filled<Byte>(pixels, 43);
    add("velvet_raft_bg3_a", [=] { velvet_raft_bg3_a<<<pixels / 256, 256>>>(frame, frame2, (uint8_t*)out, 90, pixels); }, pixels, Output::u8);
    add("velvet_raft_bg3_b", [=] { velvet_raft_bg3_b<<<pixels / 16 / 256, 256>>>((const uint4*)frame, (const uint4*)frame2, (uint4*)out, 90, pixels / 16); }, pixels, Output::u8);

    add("pebble_choir_bg3_a", [=] { pebble_choir_bg3_a<<<n / 4096, 128, 128 * 32 * 4>>>(X, out, 0.9f, 32); }, n);
    add("pebble_choir_bg3_b", [=] { pebble_choir_bg3_b<<<n / 4096, 128, 128 * 33 * 4>>>(X, out, 0.9f, 33); }, n);

    add("marble_swan_bg3_a", [=] { marble_swan_bg3_a<<<1024, 1024>>>(X, out, 1 << 20); }, n);
    add("marble_swan_bg3_b", [=] { marble_swan_bg3_b<<<8192, 128>>>(X, out, 1 << 20); }, n);

    const int items = 4 << 20;
    const uint4* votes = (const uint4*)harness::filled<Word>((size_t)items * 8, 53);
    add("lantern_fig_bg3_a", [=] { lantern_fig_bg3_a<<<items / 128, 128>>>(votes, outi, items); }, items, Output::i32);
    add("lantern_fig_bg3_b", [=] { lantern_fig_bg3_b<<<items / 128, 128>>>(votes, outi, items); }, items, Output::i32);

    std::vector<float> taps81(81), centres(64), weights(64);
    for (int k = 0; k < 81; ++k) taps81[k] = 0.01f + 0.02f * harness::unit(k + 900);
    for (int k = 0; k < 64; ++k) { centres[k] = harness::unit(k + 500); weights[k] = 1.0f + 0.5f * harness::unit(k + 700); }
    CHECK(cudaMemcpyToSymbol(filter9, taps81.data(), 81 * 4));
    CHECK(cudaMemcpyToSymbol(centre, centres.data(), 64 * 4));
    CHECK(cudaMemcpyToSymbol(weight, weights.data(), 64 * 4));
    add("ginger_plaza_bg3_a", [=] { ginger_plaza_bg3_a<<<dim3(128, 512), dim3(32, 8)>>>(X, out); }, (size_t)kEdge * kEdge);
    add("ginger_plaza_bg3_b", [=] { ginger_plaza_bg3_b<<<dim3(128, 128), dim3(32, 4)>>>(X, out); }, (size_t)kEdge * kEdge);

    int* dictionary = harness::indices(kDictionary, 1000000, 61);
    int* codes = harness::indices(n, kDictionary, 67);
    CHECK(cudaFuncSetAttribute(saffron_kite_bg3_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kDictionary * 4));
    CHECK(cudaFuncSetAttribute(saffron_kite_bg3_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kDictionary * 4));
    add("saffron_kite_bg3_a", [=] { saffron_kite_bg3_a<<<264, 128, kDictionary * 4>>>(dictionary, codes, outi, n); }, n, Output::i32);
    add("saffron_kite_bg3_b", [=] { saffron_kite_bg3_b<<<264, 128, kDictionary * 4>>>(dictionary, codes, outi, n); }, n, Output::i32);

    const int orders = 16 << 20;
    int* group = harness::indices(orders, kGroups, 71);
    add("cobalt_finch_bg3_a", [=] { cobalt_finch_bg3_a<<<orders / 256, 256>>>(group, outi, orders); }, kGroups, Output::i32);
    add("cobalt_finch_bg3_b", [=] { cobalt_finch_bg3_b<<<264, 1024>>>(group, outi, orders); }, kGroups, Output::i32);

    add("acorn_violet_bg3_a", [=] { acorn_violet_bg3_a<<<n / 512, 512>>>(X, out); }, n);
    add("acorn_violet_bg3_b", [=] { acorn_violet_bg3_b<<<n / 512, 512>>>(X, out); }, n);

    const int queries = 4 << 20;
    add("bramble_yacht_bg3_a", [=] { bramble_yacht_bg3_a<<<queries / 256, 256>>>(X, out, queries); }, queries);
    add("bramble_yacht_bg3_b", [=] { bramble_yacht_bg3_b<<<queries / 256, 256>>>(X, out, queries); }, queries);

    float4 waves[6] = {{1.1f, 0.4f, 0.3f, 0.5f}, {-0.7f, 1.6f, 0.9f, 0.3f}, {2.0f, 0.2f, -0.8f, 0.25f}, {0.6f, -1.2f, 1.4f, 0.2f}, {-1.5f, -0.9f, 0.1f, 0.15f}, {0.9f, 2.1f, -0.2f, 0.1f}};
    CHECK(cudaMemcpyToSymbol(wave, waves, sizeof(waves)));
    const int water = 16 << 20;
    add("mitten_harbor_bg3_a", [=] { mitten_harbor_bg3_a<<<water / 256, 256>>>(X, Y, out, water); }, water);
    add("mitten_harbor_bg3_b", [=] { mitten_harbor_bg3_b<<<water / 256, 256>>>(X, Y, out, water); }, water);

    const int side = 4000;
    int2 taps[12] = {{1, 0}, {side - 1, 0}, {0, 1}, {0, side - 1}, {1, 1}, {side - 1, 1}, {1, side - 1}, {side - 1, side - 1}, {2, 0}, {side - 2, 0}, {0, 2}, {0, side - 2}};
    CHECK(cudaMemcpyToSymbol(tap, taps, sizeof(taps)));
    add("quartz_ribbon_bg3_a", [=] { quartz_ribbon_bg3_a<<<side * side / 256, 256>>>(X, out, side, side); }, side * side);
    add("quartz_ribbon_bg3_b", [=] { quartz_ribbon_bg3_b<<<dim3(side / 32, side / 8), dim3(32, 8)>>>(X, out, side, side); }, side * side);

    const int neurons = 4 << 20;
    std::vector<int> steps(neurons), order;
    order.reserve(neurons);
    for (int i = 0; i < neurons; ++i) steps[i] = harness::hash32(i + 12345u) % 8 == 0 ? 200 : 12;
    for (int i = 0; i < neurons; ++i) if (steps[i] == 200) order.push_back(i);
    for (int i = 0; i < neurons; ++i) if (steps[i] != 200) order.push_back(i);
    int *dsteps = harness::uploaded(steps), *dorder = harness::uploaded(order);
    add("parsley_tower_bg3_a", [=] { parsley_tower_bg3_a<<<neurons / 256, 256>>>(Y, dsteps, out, neurons); }, neurons);
    add("parsley_tower_bg3_b", [=] { parsley_tower_bg3_b<<<neurons / 256, 256>>>(Y, dsteps, dorder, out, neurons); }, neurons);

    const int c4 = n4 / 2;
    add("tulip_anvil_bg3_a", [=] {
        tulip_anvil_bg3_a0<<<c4 / 256, 256>>>(X4, Y4, s4, c4);
        tulip_anvil_bg3_a1<<<c4 / 256, 256>>>(s4, t4, c4);
        tulip_anvil_bg3_a2<<<c4 / 256, 256>>>(t4, Y4, s4, c4);
        tulip_anvil_bg3_a3<<<c4 / 256, 256>>>(s4, out4, 0.8f, c4);
    }, (size_t)c4 * 4);
    add("tulip_anvil_bg3_b", [=] { tulip_anvil_bg3_b<<<c4 / 256, 256>>>(X4, Y4, Y4, out4, 0.8f, c4); }, (size_t)c4 * 4);

    add("oyster_ladder_bg3_a", [=] {
        const float* from = X;
        for (int k = 0; k < 20; ++k) {
            float* to = k % 2 ? out : scratch;
            oyster_ladder_bg3_a0<<<kRod / 256, 256>>>(from, to, kRod);
            from = to;
        }
    }, kRod);
    add("oyster_ladder_bg3_b", [=] { oyster_ladder_bg3_b<<<1, 1024>>>(X, out, 20); }, kRod);

    add("basil_canoe_bg3_a", [=] { basil_canoe_bg3_a<<<n / 512, 256>>>(X, out, n / 2); }, n);
    add("basil_canoe_bg3_b", [=] { basil_canoe_bg3_b<<<n / 512, 256>>>(X, out, n / 2); }, n);
    add("nutmeg_squid_bg3_a", [=] { nutmeg_squid_bg3_a<<<n4 / 256, 256>>>(X4, out4, n4); }, n);
    add("nutmeg_squid_bg3_b", [=] { nutmeg_squid_bg3_b<<<n4 / 256, 256>>>(X4, out4, n4); }, n);
    add("clover_bugle_bg3_a", [=] { clover_bugle_bg3_a<<<n4 / 256, 256>>>(X4, Y, out4, n4, 4096, 64); }, n);
    add("clover_bugle_bg3_b", [=] { clover_bugle_bg3_b<<<dim3(16, 64, 64), 256>>>(X4, Y, out4, n4, 4096, 64); }, n);

    add("amber_walrus_bg3_a", [=] { amber_walrus_bg3_a<<<n4 / 256, 256>>>(X4, Y4, out4, 0.3f, n4); }, n);
    half* A = harness::filled<half>((size_t)4096 * 4096, 83);
    half* B = harness::filled<half>((size_t)4096 * 4096, 89);
    CHECK(cudaFuncSetAttribute(copper_sparrow_bg3_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kStages * kStageBytes + 1024));
    add("copper_sparrow_bg3_a", [=] { copper_sparrow_bg3_a<<<dim3(32, 32), 256, kStages * kStageBytes + 1024>>>(A, B, out, 4096, 4096); }, (size_t)4096 * 4096);
    add("ivory_pickle_bg3_a", [=] { ivory_pickle_bg3_a<<<65536 / 8, 256>>>(X4, out4, 65536); }, n);
    add("willow_trumpet_bg3_a", [=] { willow_trumpet_bg3_a<<<132 * 8, 256>>>(X4, out, 2 * n4); }, 132 * 8);

    return harness::run(argc, argv, cases);
}
