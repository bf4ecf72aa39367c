// Control flow, atomics and latency, part one.
#include "harness.cuh"
#include <cuda_fp16.h>
using harness::hash32;

// ---------------------------------------------------------------- uav_modes: flight controllers of many drones, one of eight modes each
__device__ __forceinline__ float4 fly(int mode, float4 s) {
    switch (mode) {
        case 0:
#pragma unroll 4
            for (int i = 0; i < 64; ++i) { float a = fmaf(-2.1f, s.x, -0.7f * s.z); s.z = fmaf(a, 0.02f, s.z); s.x = fmaf(s.z, 0.02f, s.x); }
            break;
        case 1:
#pragma unroll 4
            for (int i = 0; i < 64; ++i) { float x = fmaf(0.9987f, s.x, -0.0499f * s.y); s.y = fmaf(0.0499f, s.x, 0.9987f * s.y); s.x = x; }
            break;
        case 2:
#pragma unroll 4
            for (int i = 0; i < 64; ++i) { s.w = fmaf(fmaf(-0.11f * s.w, fabsf(s.w), 0.98f), 0.01f, s.w); s.y = fmaf(s.w, 0.01f, s.y); }
            break;
        case 3:
#pragma unroll 4
            for (int i = 0; i < 64; ++i) { float c = fminf(fmaxf(-0.8f * s.x, -0.25f), 0.25f); s.x = fmaf(c, 0.04f, s.x); s.y = fmaf(s.y, 0.995f, 0.002f * c); }
            break;
        case 4:
#pragma unroll 4
            for (int i = 0; i < 64; ++i) { float f = fmaf(s.z, s.z, 0.05f); s.z = fmaf(-0.03f * s.z, f, s.z); s.w = fmaf(f, -0.01f, s.w); }
            break;
        case 5:
#pragma unroll 4
            for (int i = 0; i < 64; ++i) { float v = fmaf(1.f - s.x * s.x, s.y, -s.x); s.x = fmaf(s.y, 0.015f, s.x); s.y = fmaf(v, 0.015f, s.y); }
            break;
        case 6:
#pragma unroll 4
            for (int i = 0; i < 64; ++i) { float d = fmaf(s.x, s.x, s.y * s.y); d = fmaxf(1.f - d, 0.f) * 0.01f; s.x = fmaf(d, s.x, s.x); s.y = fmaf(d, s.y, s.y); }
            break;
        default:
#pragma unroll 4
            for (int i = 0; i < 64; ++i) { s.w = fmaf(0.9f * s.w, 1.f - s.w * 0.3f, 0.01f * s.x); s.x = fmaf(s.w, 0.001f, s.x); s.z = fmaf(s.z, 0.99f, s.w); }
    }
    return s;
}
__global__ void __launch_bounds__(256) uav_modes_q3_a(const float4* __restrict__ state, const int* __restrict__ mode, float4* __restrict__ out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) out[i] = fly(mode[i], state[i]);
}
__global__ void __launch_bounds__(256) uav_modes_q3_b(const float4* __restrict__ state, const int* __restrict__ mode, float4* __restrict__ out, int n) {
    __shared__ int fill[8];
    __shared__ int start[8];
    __shared__ unsigned short order[1024];  // agent within the block | mode << 10
    int first = blockIdx.x * 1024, t = threadIdx.x;
    if (t < 8) fill[t] = 0;
    __syncthreads();
    int m[4], r[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) m[k] = mode[first + k * 256 + t];
#pragma unroll
    for (int k = 0; k < 4; ++k) r[k] = atomicAdd(&fill[m[k]], 1);
    __syncthreads();
    if (t < 8) { int s = 0; for (int k = 0; k < t; ++k) s += fill[k]; start[t] = s; }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; ++k) order[start[m[k]] + r[k]] = (unsigned short)((k * 256 + t) | (m[k] << 10));
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < 4; ++k) {
        int o = order[k * 256 + t], i = first + (o & 1023);
        out[i] = fly(o >> 10, state[i]);
    }
}

// ---------------------------------------------------------------- photon_tissue: photons scattered in tissue until absorbed
struct Photon { uint32_t rng; float z, mu, path; };
__device__ __forceinline__ Photon emitted(uint32_t p) {
    uint32_t h = p * 2654435761u + 12345u; h ^= h >> 15; h *= 0x2c1b3c6du; h ^= h >> 13;
    return Photon{h, 0.f, 1.f, 0.f};
}
__device__ __forceinline__ bool scattered(Photon& q) {  // true when absorbed
    q.rng = q.rng * 747796405u + 2891336453u;
    uint32_t w = ((q.rng >> ((q.rng >> 28) + 4u)) ^ q.rng) * 277803737u;
    float u = fmaf((float)(w >> 8), 1.f / 16777216.f, 1e-7f);
    float s = -0.12f * __logf(u);
    q.path += s;
    q.z = fabsf(fmaf(s, q.mu, q.z));
    q.rng = q.rng * 747796405u + 2891336453u;
    uint32_t v = (q.rng ^ (q.rng >> 16)) * 0x9e3779b1u;
    float c = fmaf((float)(v >> 8), 2.f / 16777216.f, -1.f);
    float t = fmaf(0.81f, c, 1.f);
    c = fmaf(0.37f * t, t, -0.35f * c);
    q.mu = fminf(fmaxf(fmaf(q.mu, c, 0.4f * (1.f - c)), -1.f), 1.f);
    return (v & 1023u) < 72u;
}
__global__ void __launch_bounds__(256) photon_tissue_q3_a(float* __restrict__ depth, uint32_t n) {
    uint32_t stride = gridDim.x * 256u;
    for (uint32_t p = blockIdx.x * 256u + threadIdx.x; p < n; p += stride) {
        Photon q = emitted(p);
        while (!scattered(q)) { }
        depth[p] = fmaf(0.25f, q.path, q.z);
    }
}
__global__ void __launch_bounds__(256) photon_tissue_q3_b(float* __restrict__ depth, uint32_t n) {
    uint32_t stride = gridDim.x * 256u, p = blockIdx.x * 256u + threadIdx.x;
    Photon q = emitted(p);
    while (p < n) {  // a lane that has finished its photon takes the next at once
        bool done = scattered(q);
        if (done) depth[p] = fmaf(0.25f, q.path, q.z);
        p = done ? p + stride : p;
        Photon f = emitted(p);
        q.rng = done ? f.rng : q.rng; q.z = done ? f.z : q.z; q.mu = done ? f.mu : q.mu; q.path = done ? f.path : q.path;
    }
}

// ---------------------------------------------------------------- brdf_layers: light through the layered materials of an image's surfaces
__device__ __forceinline__ float through(float a, float b, float c) {
    float t = b, light = 1.f, sum = 0.f;
#pragma unroll 4
    for (int k = 0; k < 48; ++k) {
        t = fmaf(t, a, b);
        float d = fmaf(t, t, c);
        sum = fmaf(light, d, sum);
        light = fmaf(-0.02f * light, d, light);
    }
    return sum;
}
__global__ void __launch_bounds__(256) brdf_layers_q3_a(const int* __restrict__ material, const float4* __restrict__ surface, float* __restrict__ radiance, int width) {
    int i = (blockIdx.y * 8 + threadIdx.y) * width + blockIdx.x * 32 + threadIdx.x;
    float4 s = surface[i];
    float r;
    switch (material[i]) {
        case 0: r = through(0.4f * s.x, 0.3f + 0.1f * s.y, 0.2f); break;
        case 1: r = 1.7f * through(0.3f * s.y * s.z, 0.5f * s.w, fabsf(s.x)); break;
        case 2: r = 0.3f - through(0.45f - 0.1f * s.z, s.x * s.x, 0.1f * s.w); break;
        default: r = through(0.2f * s.w, s.z, s.y * s.y) + s.x; break;
    }
    radiance[i] = r;
}
__global__ void __launch_bounds__(256) brdf_layers_q3_b(const int* __restrict__ material, const float4* __restrict__ surface, float* __restrict__ radiance, int width) {
    int i = (blockIdx.y * 8 + threadIdx.y) * width + blockIdx.x * 32 + threadIdx.x;
    float4 s = surface[i];
    float a, b, c, scale = 1.f, shift = 0.f;
    switch (material[i]) {
        case 0: a = 0.4f * s.x; b = 0.3f + 0.1f * s.y; c = 0.2f; break;
        case 1: a = 0.3f * s.y * s.z; b = 0.5f * s.w; c = fabsf(s.x); scale = 1.7f; break;
        case 2: a = 0.45f - 0.1f * s.z; b = s.x * s.x; c = 0.1f * s.w; scale = -1.f; shift = 0.3f; break;
        default: a = 0.2f * s.w; b = s.z; c = s.y * s.y; shift = s.x; break;
    }
    radiance[i] = fmaf(scale, through(a, b, c), shift);
}

// ---------------------------------------------------------------- plasma_moments: kinetic energy by species and zone
__global__ void __launch_bounds__(256) plasma_moments_q3_a(const float4* __restrict__ particle, const int* __restrict__ kind, float* energy, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float4 p = particle[i];
    atomicAdd(&energy[kind[i]], (p.w * p.w + 0.1f) * fmaf(p.x, p.x, fmaf(p.y, p.y, p.z * p.z)));
}
__global__ void __launch_bounds__(256) plasma_moments_q3_b(const float4* __restrict__ particle, const int* __restrict__ kind, float* energy, int n) {
    __shared__ float bin[8][32][32];  // warp, kind, lane
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
#pragma unroll
    for (int k = 0; k < 32; ++k) bin[warp][k][lane] = 0.f;
    int stride = gridDim.x * 256;
#pragma unroll 4
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += stride) {
        float4 p = particle[i];
        bin[warp][kind[i]][lane] += (p.w * p.w + 0.1f) * fmaf(p.x, p.x, fmaf(p.y, p.y, p.z * p.z));
    }
    __syncthreads();
#pragma unroll
    for (int k = warp; k < 32; k += 8) {
        float v = 0.f;
#pragma unroll
        for (int w = 0; w < 8; ++w) v += bin[w][k][lane];
#pragma unroll
        for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(~0u, v, d);
        if (lane == 0) atomicAdd(&energy[k], v);
    }
}

// ---------------------------------------------------------------- night_sky: weighted brightness histogram of dark exposures
__global__ void harness_sky(uint32_t* pixel, int n) {  // brightness in the low byte, weight above
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint32_t h = hash32(i * 2654435761u + 99u);
        uint32_t v = (h & 31u) < 30u ? 12u + ((h >> 5 & 15u) == 0u) : (h >> 9) & 255u;
        pixel[i] = v | ((h >> 17) % 7u + 1u) << 8;
    }
}
__global__ void __launch_bounds__(512) night_sky_q3_a(const uint4* __restrict__ pixel, int* hist, int n4) {
    __shared__ int h[256];
    if (threadIdx.x < 256) h[threadIdx.x] = 0;
    __syncthreads();
    int stride = gridDim.x * 512;
#pragma unroll 2
    for (int i = blockIdx.x * 512 + threadIdx.x; i < n4; i += stride) {
        uint4 p = pixel[i];
        atomicAdd(&h[p.x & 255], p.x >> 8); atomicAdd(&h[p.y & 255], p.y >> 8);
        atomicAdd(&h[p.z & 255], p.z >> 8); atomicAdd(&h[p.w & 255], p.w >> 8);
    }
    __syncthreads();
    if (threadIdx.x < 256) atomicAdd(&hist[threadIdx.x], h[threadIdx.x]);
}
__global__ void __launch_bounds__(512) night_sky_q3_b(const uint4* __restrict__ pixel, int* hist, int n4) {
    __shared__ int h[256 * 32];  // a copy for each lane
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    for (int k = threadIdx.x; k < 256 * 32; k += 512) h[k] = 0;
    __syncthreads();
    int stride = gridDim.x * 512;
#pragma unroll 2
    for (int i = blockIdx.x * 512 + threadIdx.x; i < n4; i += stride) {
        uint4 p = pixel[i];
        atomicAdd(&h[(p.x & 255) * 32 + lane], p.x >> 8); atomicAdd(&h[(p.y & 255) * 32 + lane], p.y >> 8);
        atomicAdd(&h[(p.z & 255) * 32 + lane], p.z >> 8); atomicAdd(&h[(p.w & 255) * 32 + lane], p.w >> 8);
    }
    __syncthreads();
    for (int k = warp; k < 256; k += 16) {
        int v = __reduce_add_sync(~0u, h[k * 32 + lane]);
        if (lane == 0) atomicAdd(&hist[k], v);
    }
}

// ---------------------------------------------------------------- packet_filter: packets that match a rule go to a ring of their keys
__global__ void harness_packets(uint2* packet, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        packet[i] = make_uint2(hash32(i * 2654435761u + 5u), hash32(i * 40503u + 77u));
}
__device__ __forceinline__ bool wanted(uint32_t source, uint32_t head) { return ((source >> 8) & 255u) < 72u && (head & 15u) != 3u; }
__device__ __forceinline__ int key_of(uint32_t source, uint32_t head) { return (int)((source ^ (head >> 7)) & 0xfffffu); }
__global__ void __launch_bounds__(256) packet_filter_q3_a(const uint2* __restrict__ packet, int* __restrict__ ring, unsigned* head, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint2 p = packet[i];
    if (wanted(p.x, p.y)) ring[atomicAdd(head, 1u) & (unsigned)(n - 1)] = key_of(p.x, p.y);
}
__global__ void __launch_bounds__(256) packet_filter_q3_b(const uint4* __restrict__ packet, int* __restrict__ ring, unsigned* head, int n) {
    __shared__ int stage[2048];
    __shared__ int total[8];
    __shared__ unsigned place;
    int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    uint4 p[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) p[k] = packet[(size_t)blockIdx.x * 1024 + k * 256 + t];
    int mine = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) mine += (int)wanted(p[k].x, p[k].y) + (int)wanted(p[k].z, p[k].w);
    int upto = mine;
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) { int o = __shfl_up_sync(~0u, upto, d); if (lane >= d) upto += o; }
    if (lane == 31) total[warp] = upto;
    __syncthreads();
    int before = 0, all = 0;
#pragma unroll
    for (int w = 0; w < 8; ++w) { int v = total[w]; before += w < warp ? v : 0; all += v; }
    if (t == 0) place = atomicAdd(head, (unsigned)all);
    int at = before + upto - mine;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        if (wanted(p[k].x, p[k].y)) stage[at++] = key_of(p[k].x, p[k].y);
        if (wanted(p[k].z, p[k].w)) stage[at++] = key_of(p[k].z, p[k].w);
    }
    __syncthreads();
    unsigned from = place;
    for (int k = t; k < all; k += 256) ring[(from + k) & (unsigned)(n - 1)] = stage[k];
}

// ---------------------------------------------------------------- antenna_cg: conjugate gradients for a ring of 512 coupled antennas, a block each
__device__ __forceinline__ float dot_tree(float v, float* red, int t) {
    red[t] = v;
    __syncthreads();
#pragma unroll 1
    for (int s = 256; s > 0; s >>= 1) {
        if (t < s) red[t] += red[t + s];
        __syncthreads();
    }
    v = red[0];
    __syncthreads();
    return v;
}
__device__ __forceinline__ float dot_warps(float v, float4* part, int t) {
#pragma unroll
    for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(~0u, v, d);
    if ((t & 31) == 0) reinterpret_cast<float*>(part)[t >> 5] = v;
    __syncthreads();
    float4 a = part[0], b = part[1], c = part[2], d = part[3];
    return ((a.x + a.y) + (a.z + a.w)) + ((b.x + b.y) + (b.z + b.w)) + (((c.x + c.y) + (c.z + c.w)) + ((d.x + d.y) + (d.z + d.w)));
}
__global__ void __launch_bounds__(512) antenna_cg_q3_a(const float* __restrict__ load, const float* __restrict__ drive, float* __restrict__ current) {
    __shared__ float red[512];
    __shared__ float ps[512];
    int t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * 512 + t;
    float diag = 0.8f + fabsf(load[i]), r = drive[i], p = r, x = 0.f;
    ps[t] = p;
    float rr = dot_tree(r * r, red, t);
#pragma unroll 1
    for (int it = 0; it < 16; ++it) {
        float ap = fmaf(diag, p, -0.25f * (ps[(t + 1) & 511] + ps[(t + 511) & 511]));
        float alpha = __fdividef(rr, dot_tree(p * ap, red, t));
        x = fmaf(alpha, p, x);
        r = fmaf(-alpha, ap, r);
        float next = dot_tree(r * r, red, t);
        p = fmaf(__fdividef(next, rr), p, r);
        rr = next;
        ps[t] = p;
        __syncthreads();
    }
    current[i] = x;
}
__global__ void __launch_bounds__(512) antenna_cg_q3_b(const float* __restrict__ load, const float* __restrict__ drive, float* __restrict__ current) {
    __shared__ float4 part[2][4];
    __shared__ float ps[512];
    int t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * 512 + t;
    float diag = 0.8f + fabsf(load[i]), r = drive[i], p = r, x = 0.f;
    ps[t] = p;
    float rr = dot_warps(r * r, part[1], t);
#pragma unroll 1
    for (int it = 0; it < 16; ++it) {
        float ap = fmaf(diag, p, -0.25f * (ps[(t + 1) & 511] + ps[(t + 511) & 511]));
        float alpha = __fdividef(rr, dot_warps(p * ap, part[0], t));
        x = fmaf(alpha, p, x);
        r = fmaf(-alpha, ap, r);
        float next = dot_warps(r * r, part[1], t);
        p = fmaf(__fdividef(next, rr), p, r);
        rr = next;
        ps[t] = p;
        __syncthreads();
    }
    current[i] = x;
}

// ---------------------------------------------------------------- reef_growth (mild): coral cells, bleached or alive, streamed once
__global__ void __launch_bounds__(256) reef_growth_q3_a(const float4* __restrict__ cell, float4* __restrict__ out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float4 c = cell[i];
    if (c.x > 0.f) {
        float g = fmaf(c.y, fmaf(c.y, fmaf(c.y, fmaf(c.y, 0.11f, 0.3f), -0.4f), 0.2f), 0.7f);
        float h = fmaf(c.z, fmaf(c.z, fmaf(c.z, fmaf(c.z, -0.07f, 0.12f), 0.44f), -0.31f), 0.5f);
        c.w = fmaf(c.w, g, h); c.y = fmaf(g, h, c.y * 0.9f); c.z = c.z * 0.8f + h;
    } else {
        float g = fmaf(c.y, fmaf(c.y, fmaf(c.y, fmaf(c.y, -0.05f, 0.23f), 0.14f), 0.6f), 0.1f);
        float h = fmaf(c.z, fmaf(c.z, fmaf(c.z, fmaf(c.z, 0.17f, -0.21f), 0.04f), 0.33f), 0.2f);
        c.w = fmaf(c.w, g, h); c.y = fmaf(g, h, c.y * 0.5f); c.z = c.z * 0.6f + h;
    }
    out[i] = c;
}
__global__ void __launch_bounds__(256) reef_growth_q3_b(const float4* __restrict__ cell, float4* __restrict__ out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float4 c = cell[i];
    bool a = c.x > 0.f;
    float g = fmaf(c.y, fmaf(c.y, fmaf(c.y, fmaf(c.y, a ? 0.11f : -0.05f, a ? 0.3f : 0.23f), a ? -0.4f : 0.14f), a ? 0.2f : 0.6f), a ? 0.7f : 0.1f);
    float h = fmaf(c.z, fmaf(c.z, fmaf(c.z, fmaf(c.z, a ? -0.07f : 0.17f, a ? 0.12f : -0.21f), a ? 0.44f : 0.04f), a ? -0.31f : 0.33f), a ? 0.5f : 0.2f);
    c.w = fmaf(c.w, g, h); c.y = fmaf(g, h, c.y * (a ? 0.9f : 0.5f)); c.z = c.z * (a ? 0.8f : 0.6f) + h;
    out[i] = c;
}

// ---------------------------------------------------------------- sonar_gain (healthy): time-varied gain on half-precision pings
__global__ void __launch_bounds__(256) sonar_gain_q3_h(const uint4* __restrict__ ping, uint4* __restrict__ out, int n) {
    int first = blockIdx.x * 512 + threadIdx.x;
    uint4 v[2];
#pragma unroll
    for (int k = 0; k < 2; ++k) v[k] = __ldcs(&ping[first + k * 256]);
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        float range = (float)((first + k * 256) & 1023) * (1.f / 1024.f);
        float gain = fmaf(range, fmaf(range, fmaf(range, 0.2f, 0.9f), 0.4f), 0.3f);
        __half2 g = __float2half2_rn(gain);
        __half2* h = reinterpret_cast<__half2*>(&v[k]);
#pragma unroll
        for (int j = 0; j < 4; ++j) h[j] = __hmul2(h[j], g);
        __stcs(&out[first + k * 256], v[k]);
    }
}

// ---------------------------------------------------------------- geoid_patch (healthy): polynomial patches, eight stations a thread
__constant__ float patch[16 * 64];
__global__ void __launch_bounds__(256) geoid_patch_q3_h(const float4* __restrict__ station, float4* __restrict__ height) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 u = station[i], w = station[i + 256];
    float x[8] = {u.x, u.y, u.z, u.w, w.x, w.y, w.z, w.w}, total[8] = {};
#pragma unroll 1
    for (int p = 0; p < 16; ++p) {
        float h[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) h[j] = patch[p * 64 + 63];
#pragma unroll
        for (int k = 62; k >= 0; --k) {
            float c = patch[p * 64 + k];
#pragma unroll
            for (int j = 0; j < 8; ++j) h[j] = fmaf(h[j], x[j], c);
        }
#pragma unroll
        for (int j = 0; j < 8; ++j) total[j] = fmaf(0.5f, total[j], h[j]);
    }
    height[i] = make_float4(total[0], total[1], total[2], total[3]);
    height[i + 256] = make_float4(total[4], total[5], total[6], total[7]);
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;
    {
        int n = 1 << 21;
        float4* s = (float4*)filled<float>((size_t)n * 4, 11); int* m = indices(n, 8, 3); float4* o = (float4*)empty<float>((size_t)n * 4);
        cases.push_back({"uav_modes_q3_a", [=] { uav_modes_q3_a<<<n / 256, 256>>>(s, m, o, n); }, o, (size_t)n * 4, Output::f32});
        cases.push_back({"uav_modes_q3_b", [=] { uav_modes_q3_b<<<n / 1024, 256>>>(s, m, o, n); }, o, (size_t)n * 4, Output::f32});
    }
    {
        uint32_t n = 1u << 22; float* o = empty<float>(n);
        cases.push_back({"photon_tissue_q3_a", [=] { photon_tissue_q3_a<<<132 * 8, 256>>>(o, n); }, o, n, Output::f32});
        cases.push_back({"photon_tissue_q3_b", [=] { photon_tissue_q3_b<<<132 * 8, 256>>>(o, n); }, o, n, Output::f32});
    }
    {
        int w = 4096, h = 1024; size_t n = (size_t)w * h;
        int* m = indices(n, 4, 21); float4* s = (float4*)filled<float>(n * 4, 31); float* o = empty<float>(n);
        cases.push_back({"brdf_layers_q3_a", [=] { brdf_layers_q3_a<<<dim3(w / 32, h / 8), dim3(32, 8)>>>(m, s, o, w); }, o, n, Output::f32});
        cases.push_back({"brdf_layers_q3_b", [=] { brdf_layers_q3_b<<<dim3(w / 32, h / 8), dim3(32, 8)>>>(m, s, o, w); }, o, n, Output::f32});
    }
    {
        int n = 1 << 21; float4* p = (float4*)filled<float>((size_t)n * 4, 41); int* k = indices(n, 32, 43); float* o = empty<float>(32);
        CHECK(cudaMemset(o, 0, 128));
        cases.push_back({"plasma_moments_q3_a", [=] { plasma_moments_q3_a<<<n / 256, 256>>>(p, k, o, n); }, o, 32, Output::f32});
        cases.push_back({"plasma_moments_q3_b", [=] { plasma_moments_q3_b<<<132 * 4, 256>>>(p, k, o, n); }, o, 32, Output::f32});
    }
    {
        int n = 1 << 25; uint32_t* p = empty<uint32_t>(n); harness_sky<<<2048, 256>>>(p, n); CHECK(cudaGetLastError());
        int* o = empty<int>(256);
        cases.push_back({"night_sky_q3_a", [=] { night_sky_q3_a<<<132 * 4, 512>>>((const uint4*)p, o, n / 4); }, o, 256, Output::i32});
        cases.push_back({"night_sky_q3_b", [=] { night_sky_q3_b<<<132 * 4, 512>>>((const uint4*)p, o, n / 4); }, o, 256, Output::i32});
    }
    {
        int n = 1 << 24; uint2* p = empty<uint2>(n); harness_packets<<<2048, 256>>>(p, n); CHECK(cudaGetLastError());
        int* o = empty<int>(n); unsigned* head = empty<unsigned>(1); CHECK(cudaMemset(head, 0, 4));
        cases.push_back({"packet_filter_q3_a", [=] { packet_filter_q3_a<<<n / 256, 256>>>(p, o, head, n); }, o, (size_t)n, Output::i32});
        cases.push_back({"packet_filter_q3_b", [=] { packet_filter_q3_b<<<n / 2048, 256>>>((const uint4*)p, o, head, n); }, o, (size_t)n, Output::i32});
    }
    {
        int systems = 132 * 4 * 8; size_t n = (size_t)systems * 512;
        float* l = filled<float>(n, 61); float* d = filled<float>(n, 67); float* o = empty<float>(n);
        cases.push_back({"antenna_cg_q3_a", [=] { antenna_cg_q3_a<<<systems, 512>>>(l, d, o); }, o, n, Output::f32});
        cases.push_back({"antenna_cg_q3_b", [=] { antenna_cg_q3_b<<<systems, 512>>>(l, d, o); }, o, n, Output::f32});
    }
    {
        int n = 1 << 23; float4* c = (float4*)filled<float>((size_t)n * 4, 71); float4* o = (float4*)empty<float>((size_t)n * 4);
        cases.push_back({"reef_growth_q3_a", [=] { reef_growth_q3_a<<<n / 256, 256>>>(c, o, n); }, o, (size_t)n * 4, Output::f32});
        cases.push_back({"reef_growth_q3_b", [=] { reef_growth_q3_b<<<n / 256, 256>>>(c, o, n); }, o, (size_t)n * 4, Output::f32});
    }
    {
        size_t halves = 1u << 27; int n = (int)(halves / 8);
        __half* p = filled<__half>(halves, 81); __half* o = empty<__half>(halves);
        cases.push_back({"sonar_gain_q3_h", [=] { sonar_gain_q3_h<<<n / 512, 256>>>((const uint4*)p, (uint4*)o, n); }, o, halves, Output::f16});
    }
    {
        int blocks = 132 * 8 * 4; size_t n = (size_t)blocks * 2048;
        float* s = filled<float>(n, 91); float* o = empty<float>(n);
        std::vector<float> c(16 * 64); for (size_t k = 0; k < c.size(); ++k) c[k] = unit((uint32_t)k + 1000u);
        CHECK(cudaMemcpyToSymbol(patch, c.data(), c.size() * 4));
        cases.push_back({"geoid_patch_q3_h", [=] { geoid_patch_q3_h<<<blocks, 256>>>((const float4*)s, (float4*)o); }, o, n, Output::f32});
    }
    return run(argc, argv, cases);
}
