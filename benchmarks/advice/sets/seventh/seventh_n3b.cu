// Control flow, synchronisation, atomics and latency, second part: cases <pair>_a, <pair>_b (mended), <pair>_h (healthy).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---------------------------------------------------------------- edge_refine: sub-pixel fit where the gradient is strong
__device__ __forceinline__ float refine(float c, float gx, float gy) {
    float t = 0.5f * (gx + gy), u = c;
    #pragma unroll 4
    for (int i = 0; i < 48; ++i) {
        float f = fmaf(fmaf(0.3f, t, gx), t, -0.4f * u), d = fmaf(0.6f, t, 1.5f + gx * gx);
        t = fmaf(-0.2f * f, d * 0.1f, t); u = fmaf(0.9f, u, 0.05f * t * gy);
    }
    return t + u;
}
__global__ void __launch_bounds__(256) edge_refine_a(const float* __restrict__ image, float* __restrict__ out, int w, int h) {
    int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y;
    size_t at = (size_t)y * w + x;
    float c = image[at], gx = image[at + 1] - c, gy = image[at + w] - c;
    float r = 0.5f * c + 0.1f * (gx + gy);
    if (fabsf(gx) > 1.3f) r = refine(c, gx, gy);
    out[at] = r;
}
__global__ void __launch_bounds__(256) edge_refine_b(const float* __restrict__ image, float* __restrict__ out, int w, int h) {
    __shared__ float4 list[256];
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y, lane = threadIdx.x & 31;
    size_t at = (size_t)y * w + x;
    float c = image[at], gx = image[at + 1] - c, gy = image[at + w] - c;
    bool strong = fabsf(gx) > 1.3f;
    unsigned m = __ballot_sync(~0u, strong);
    int base = 0;
    if (lane == 0 && m) base = atomicAdd(&count, __popc(m));
    base = __shfl_sync(~0u, base, 0);
    if (strong) list[base + __popc(m & ((1u << lane) - 1))] = make_float4(c, gx, gy, __int_as_float(threadIdx.x));
    else out[at] = 0.5f * c + 0.1f * (gx + gy);
    __syncthreads();
    if (threadIdx.x < count) {  // the strong pixels of the block, packed into its first warps
        float4 p = list[threadIdx.x];
        out[at - threadIdx.x + __float_as_int(p.w)] = refine(p.x, p.y, p.z);
    }
}

// ---------------------------------------------------------------- dose_cumulate: running sums over frames of 1024 counts
__global__ void __launch_bounds__(1024) dose_cumulate_a(const int* __restrict__ count, int* __restrict__ sum) {
    __shared__ int buf[1024];
    int t = threadIdx.x;
    size_t at = (size_t)blockIdx.x * 1024 + t;
    buf[t] = count[at];
    __syncthreads();
    for (int d = 1; d < 1024; d <<= 1) {
        int v = t >= d ? buf[t - d] : 0;
        __syncthreads();
        buf[t] += v;
        __syncthreads();
    }
    sum[at] = buf[t];
}
__global__ void __launch_bounds__(1024) dose_cumulate_b(const int* __restrict__ count, int* __restrict__ sum) {
    __shared__ int total[32];
    int t = threadIdx.x, lane = t & 31, w = t >> 5;
    size_t at = (size_t)blockIdx.x * 1024 + t;
    int v = count[at];
    #pragma unroll
    for (int d = 1; d < 32; d <<= 1) { int u = __shfl_up_sync(~0u, v, d); if (lane >= d) v += u; }
    if (lane == 31) total[w] = v;
    __syncthreads();
    int before = lane < w ? total[lane] : 0;  // every warp adds the warps before it: one barrier in all
    sum[at] = v + __reduce_add_sync(~0u, before);
}

// ---------------------------------------------------------------- tissue_moments: two moments of 8 tissue classes
__device__ __forceinline__ void moments(int v, int& first, int& second) { first = v >> 2; second = (v * v) >> 14; }
__global__ void __launch_bounds__(256) tissue_moments_a(const ushort4* __restrict__ voxel, const uchar4* __restrict__ label, int* __restrict__ out, int n4) {
    __shared__ int s[16];
    if (threadIdx.x < 16) s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n4; i += gridDim.x * 256) {
        ushort4 v = voxel[i]; uchar4 l = label[i];
        int f, q;
        moments(v.x, f, q); atomicAdd(&s[l.x], f); atomicAdd(&s[8 + l.x], q);
        moments(v.y, f, q); atomicAdd(&s[l.y], f); atomicAdd(&s[8 + l.y], q);
        moments(v.z, f, q); atomicAdd(&s[l.z], f); atomicAdd(&s[8 + l.z], q);
        moments(v.w, f, q); atomicAdd(&s[l.w], f); atomicAdd(&s[8 + l.w], q);
    }
    __syncthreads();
    if (threadIdx.x < 16) atomicAdd(&out[threadIdx.x], s[threadIdx.x]);
}
__global__ void __launch_bounds__(256) tissue_moments_b(const ushort4* __restrict__ voxel, const uchar4* __restrict__ label, int* __restrict__ out, int n4) {
    __shared__ int2 s[8][256];  // every thread its own 8 pairs
    int t = threadIdx.x;
    #pragma unroll
    for (int k = 0; k < 8; ++k) s[k][t] = make_int2(0, 0);
    for (int i = blockIdx.x * 256 + t; i < n4; i += gridDim.x * 256) {
        ushort4 v = voxel[i]; uchar4 l = label[i];
        int f, q; int2 p;
        moments(v.x, f, q); p = s[l.x][t]; s[l.x][t] = make_int2(p.x + f, p.y + q);
        moments(v.y, f, q); p = s[l.y][t]; s[l.y][t] = make_int2(p.x + f, p.y + q);
        moments(v.z, f, q); p = s[l.z][t]; s[l.z][t] = make_int2(p.x + f, p.y + q);
        moments(v.w, f, q); p = s[l.w][t]; s[l.w][t] = make_int2(p.x + f, p.y + q);
    }
    __syncthreads();
    int k = t >> 5, lane = t & 31, f = 0, q = 0;  // a warp per class
    #pragma unroll
    for (int j = 0; j < 8; ++j) { int2 p = s[k][lane + 32 * j]; f += p.x; q += p.y; }
    f = __reduce_add_sync(~0u, f); q = __reduce_add_sync(~0u, q);
    if (lane == 0) { atomicAdd(&out[k], f); atomicAdd(&out[8 + k], q); }
}

// ---------------------------------------------------------------- bond_energy: energy and virial of harmonic bonds
__device__ __forceinline__ float warp_sum(float v) {
    #pragma unroll
    for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(~0u, v, o);
    return v;
}
__device__ __forceinline__ void bond(float4 b, float& e, float& w) {
    float r = sqrtf(fmaf(b.x, b.x, fmaf(b.y, b.y, b.z * b.z))) , d = r - 0.9f, k = 1.f + 0.5f * b.w;
    e = 0.5f * k * d * d; w = -k * d * r;
}
__global__ void __launch_bounds__(256) bond_energy_vii_a(const float4* __restrict__ bonds, float* __restrict__ out, int n) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        float e, w; bond(bonds[i], e, w);
        e = warp_sum(e); w = warp_sum(w);
        if ((threadIdx.x & 31) == 0) { atomicAdd(&out[0], e); atomicAdd(&out[1], w); }
    }
}
__global__ void __launch_bounds__(256) bond_energy_vii_b(const float4* __restrict__ bonds, float* __restrict__ out, int n) {
    __shared__ float se[8], sw[8];
    float e = 0.f, w = 0.f;
    #pragma unroll 4
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        float a, b; bond(bonds[i], a, b);
        e += a; w += b;
    }
    e = warp_sum(e); w = warp_sum(w);
    if ((threadIdx.x & 31) == 0) { se[threadIdx.x >> 5] = e; sw[threadIdx.x >> 5] = w; }
    __syncthreads();
    if (threadIdx.x == 0) {
        #pragma unroll
        for (int k = 1; k < 8; ++k) { e += se[k]; w += sw[k]; }
        atomicAdd(&out[0], e); atomicAdd(&out[1], w);
    }
}

// ---------------------------------------------------------------- tone_probe: damped transform of one signal at one frequency per thread
__global__ void __launch_bounds__(128) tone_probe_a(const float* __restrict__ signal, const float2* __restrict__ root, float* __restrict__ power, int n) {
    extern __shared__ float4 sig[];
    for (int i = threadIdx.x; i < n / 4; i += 128) sig[i] = ((const float4*)signal)[i];
    __syncthreads();
    int t = blockIdx.x * 128 + threadIdx.x;
    float2 z = root[t];
    float a = 0.f, b = 0.f;
    auto step = [&](float x) { float u = fmaf(-b, z.y, x), v = b * z.x; b = fmaf(a, z.y, v); a = fmaf(a, z.x, u); };
    #pragma unroll 4
    for (int i = 0; i < n / 4; ++i) { float4 x = sig[i]; step(x.x); step(x.y); step(x.z); step(x.w); }
    power[t] = a * a + b * b;
}
__global__ void __launch_bounds__(128) tone_probe_b(const float* __restrict__ signal, const float2* __restrict__ root, float* __restrict__ power, int n) {
    extern __shared__ float4 sig[];
    for (int i = threadIdx.x; i < n / 4; i += 128) sig[i] = ((const float4*)signal)[i];
    __syncthreads();
    int t = blockIdx.x * 128 + threadIdx.x;
    float2 z = root[t];
    double sr = (double)z.x * z.x - (double)z.y * z.y, si = 2.0 * z.x * z.y;
    float2 f = make_float2((float)(sr * sr - si * si), (float)(2.0 * sr * si));  // z^4: four independent sums
    float a[4] = {}, b[4] = {};
    auto step = [&](int k, float x) { float u = fmaf(-b[k], f.y, x), v = b[k] * f.x; b[k] = fmaf(a[k], f.y, v); a[k] = fmaf(a[k], f.x, u); };
    #pragma unroll 4
    for (int i = 0; i < n / 4; ++i) { float4 x = sig[i]; step(0, x.x); step(1, x.y); step(2, x.z); step(3, x.w); }
    float re = a[0], im = b[0];
    #pragma unroll
    for (int k = 1; k < 4; ++k) { float r = fmaf(re, z.x, fmaf(-im, z.y, a[k])); im = fmaf(re, z.y, fmaf(im, z.x, b[k])); re = r; }
    power[t] = re * re + im * im;
}

// ---------------------------------------------------------------- key_stretch: iterated mixing of keys, four keys a thread
__device__ __forceinline__ uint32_t stretch(uint32_t h, uint32_t r) {
    h ^= r; h *= 0x9e3779b1u; h ^= h >> 15; h = __funnelshift_l(h, h, 7) + 0x7f4a7c15u;
    return h;
}
__global__ void __launch_bounds__(128) key_stretch_a(const int* __restrict__ key, float* __restrict__ out, int rounds) {
    int t = blockIdx.x * 128 + threadIdx.x, n = gridDim.x * 128;
    #pragma unroll 1
    for (int k = 0; k < 4; ++k) {
        uint32_t h = (uint32_t)key[k * n + t] * 2654435761u;
        #pragma unroll 8
        for (int r = 0; r < rounds; ++r) h = stretch(h, r);
        out[k * n + t] = (float)(h >> 8) * (1.f / 16777216.f);
    }
}
__global__ void __launch_bounds__(128) key_stretch_b(const int* __restrict__ key, float* __restrict__ out, int rounds) {
    int t = blockIdx.x * 128 + threadIdx.x, n = gridDim.x * 128;
    uint32_t h[4];
    #pragma unroll
    for (int k = 0; k < 4; ++k) h[k] = (uint32_t)key[k * n + t] * 2654435761u;
    #pragma unroll 8
    for (int r = 0; r < rounds; ++r) {
        #pragma unroll
        for (int k = 0; k < 4; ++k) h[k] = stretch(h[k], r);
    }
    #pragma unroll
    for (int k = 0; k < 4; ++k) out[k * n + t] = (float)(h[k] >> 8) * (1.f / 16777216.f);
}

// ---------------------------------------------------------------- keystream_mix: add-rotate-xor permutation of 16 words, 320 double rounds
__device__ __forceinline__ void quarter(uint32_t& a, uint32_t& b, uint32_t& c, uint32_t& d) {
    a += b; d ^= a; d = __funnelshift_l(d, d, 16); c += d; b ^= c; b = __funnelshift_l(b, b, 12);
    a += b; d ^= a; d = __funnelshift_l(d, d, 8);  c += d; b ^= c; b = __funnelshift_l(b, b, 7);
}
__device__ __forceinline__ void double_round(uint32_t (&s)[16], uint32_t r) {
    s[15] += r;
    quarter(s[0], s[4], s[8], s[12]); quarter(s[1], s[5], s[9], s[13]); quarter(s[2], s[6], s[10], s[14]); quarter(s[3], s[7], s[11], s[15]);
    quarter(s[0], s[5], s[10], s[15]); quarter(s[1], s[6], s[11], s[12]); quarter(s[2], s[7], s[8], s[13]); quarter(s[3], s[4], s[9], s[14]);
}
template <int FROM>
__device__ __forceinline__ void all_rounds(uint32_t (&s)[16]) {
    #pragma unroll
    for (int r = 0; r < 20; ++r) double_round(s, FROM + r);
    if constexpr (FROM + 20 < 320) all_rounds<FROM + 20>(s);
}
template <bool UNROLLED>
__device__ __forceinline__ void keystream(const uint32_t* __restrict__ text, float* __restrict__ out, int blocks) {
    #pragma unroll 1
    for (int i = blockIdx.x * 128 + threadIdx.x; i < blocks; i += gridDim.x * 128) {
        uint32_t s[16];
        #pragma unroll
        for (int k = 0; k < 16; ++k) s[k] = 0x61707865u * (k + 1) + (k & 3 ? (uint32_t)i * k : text[i]);
        if (UNROLLED) all_rounds<0>(s);
        else {
            #pragma unroll 2
            for (int r = 0; r < 320; ++r) double_round(s, r);
        }
        uint32_t x = 0;
        #pragma unroll
        for (int k = 0; k < 16; ++k) x ^= s[k] + k;
        out[i] = (float)(x >> 8) * (1.f / 16777216.f);
    }
}
__global__ void __launch_bounds__(128) keystream_mix_a(const uint32_t* __restrict__ text, float* __restrict__ out, int blocks) { keystream<true>(text, out, blocks); }
__global__ void __launch_bounds__(128) keystream_mix_b(const uint32_t* __restrict__ text, float* __restrict__ out, int blocks) { keystream<false>(text, out, blocks); }

// ---------------------------------------------------------------- motif_scan: position weight matrix of 32 rows over a protein sequence
__device__ __forceinline__ void motif_stage(const uint32_t* __restrict__ seq, const float4* __restrict__ matrix, uint32_t* tile, float4* mat) {
    int t = threadIdx.x;
    size_t at = (size_t)blockIdx.x * 256 + t;
    tile[t] = seq[at];
    if (t < 8) tile[256 + t] = seq[at + 256];
    mat[t] = matrix[t];
    __syncthreads();
}
__global__ void __launch_bounds__(256) motif_scan_a(const uint32_t* __restrict__ seq, const float4* __restrict__ matrix, float* __restrict__ score) {
    __shared__ uint32_t tile[264]; __shared__ float4 mat4[256];
    motif_stage(seq, matrix, tile, mat4);
    const unsigned char* residue = (const unsigned char*)tile;
    const float* mat = (const float*)mat4;
    float s[4] = {};
    #pragma unroll 8
    for (int k = 0; k < 32; ++k) {
        #pragma unroll
        for (int j = 0; j < 4; ++j) s[j] += mat[k * 32 + residue[j * 256 + threadIdx.x + k]];
    }
    #pragma unroll
    for (int j = 0; j < 4; ++j) score[(size_t)blockIdx.x * 1024 + j * 256 + threadIdx.x] = s[j];
}
__global__ void __launch_bounds__(256) motif_scan_b(const uint32_t* __restrict__ seq, const float4* __restrict__ matrix, float* __restrict__ score) {
    __shared__ uint32_t tile[264]; __shared__ float4 mat4[256];
    motif_stage(seq, matrix, tile, mat4);
    const float* mat = (const float*)mat4;
    float s[4] = {};
    uint32_t lo = tile[threadIdx.x];
    #pragma unroll
    for (int q = 0; q < 8; ++q) {
        uint32_t hi = tile[threadIdx.x + q + 1];
        #pragma unroll
        for (int k = 0; k < 4; ++k) {
            #pragma unroll
            for (int j = 0; j < 4; ++j) {
                uint32_t c = (k + j < 4 ? lo >> (8 * ((k + j) & 3)) : hi >> (8 * ((k + j) & 3))) & 255u;
                s[j] += mat[(q * 4 + k) * 32 + c];
            }
        }
        lo = hi;
    }
    ((float4*)score)[(size_t)blockIdx.x * 256 + threadIdx.x] = make_float4(s[0], s[1], s[2], s[3]);
}

// ---------------------------------------------------------------- fog_boxes: optical depth along rays through 256 boxes, boxes resident in L1
struct Ray { float ox, oy, oz, ix, iy, iz; };
__device__ __forceinline__ Ray ray_of(float4 o, float4 d) {
    Ray r; r.ix = 1.f / (d.x + (d.x < 0.f ? -0.05f : 0.05f)); r.iy = 1.f / (d.y + (d.y < 0.f ? -0.05f : 0.05f)); r.iz = 1.f / (d.z + (d.z < 0.f ? -0.05f : 0.05f));
    r.ox = -o.x * r.ix; r.oy = -o.y * r.iy; r.oz = -o.z * r.iz; return r;
}
__device__ __forceinline__ float slab(const Ray& r, float cx, float cy, float cz, float hx, float hy, float hz, float density, float emit) {
    float mx = fmaf(cx, r.ix, r.ox), my = fmaf(cy, r.iy, r.oy), mz = fmaf(cz, r.iz, r.oz);  // centre and half width along each axis
    float kx = hx * fabsf(r.ix), ky = hy * fabsf(r.iy), kz = hz * fabsf(r.iz);
    float in = fmaxf(fmaxf(mx - kx, my - ky), mz - kz), out = fminf(fminf(mx + kx, my + ky), mz + kz);
    return fmaf(density, fmaxf(out - in, 0.f), emit);
}
__global__ void __launch_bounds__(256) fog_boxes_a(const float4* __restrict__ org, const float4* __restrict__ dir, const __half* __restrict__ box, float* __restrict__ depth) {
    int i = blockIdx.x * 256 + threadIdx.x;
    Ray r = ray_of(org[i], dir[i]);
    float sum = 0.f;
    #pragma unroll 1
    for (int b = 0; b < 256; ++b) {
        auto f = [&](int k) { return __half2float(box[k * 256 + b]); };
        sum += slab(r, f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7));
    }
    depth[i] = sum;
}
__global__ void __launch_bounds__(256) fog_boxes_b(const float4* __restrict__ org, const float4* __restrict__ dir, const uint4* __restrict__ box, float* __restrict__ depth) {
    int i = blockIdx.x * 256 + threadIdx.x;
    Ray r = ray_of(org[i], dir[i]);
    float sum = 0.f;
    #pragma unroll 2
    for (int b = 0; b < 256; ++b) {
        uint4 v = box[b];
        float2 p = __half22float2(*(__half2*)&v.x), q = __half22float2(*(__half2*)&v.y), s = __half22float2(*(__half2*)&v.z), t = __half22float2(*(__half2*)&v.w);
        sum += slab(r, p.x, p.y, q.x, q.y, s.x, s.y, t.x, t.y);
    }
    depth[i] = sum;
}

// ---------------------------------------------------------------- line_implicit: tridiagonal solves along rows of 64 doubles, a thread per row
template <int PITCH>
__device__ __forceinline__ void line_solve(const double* __restrict__ in, const double2* __restrict__ coef, double* __restrict__ out) {
    __shared__ double d[64 * PITCH];
    __shared__ double2 c[64];
    int t = threadIdx.x;
    size_t base = (size_t)blockIdx.x * 4096;
    c[t] = coef[t];
    #pragma unroll 16
    for (int i = 0; i < 64; ++i) d[i * PITCH + t] = in[base + i * 64 + t];
    __syncthreads();
    double x = 0.0;
    #pragma unroll 8
    for (int j = 0; j < 64; ++j) { x = fma(0.8, x, d[t * PITCH + j]) * c[j].x; d[t * PITCH + j] = x; }
    x = 0.0;
    #pragma unroll 8
    for (int j = 63; j >= 0; --j) { x = fma(-c[j].y, x, d[t * PITCH + j]); d[t * PITCH + j] = x; }
    __syncthreads();
    #pragma unroll 16
    for (int i = 0; i < 64; ++i) out[base + i * 64 + t] = d[i * PITCH + t];
}
__global__ void __launch_bounds__(64) line_implicit_a(const double* __restrict__ in, const double2* __restrict__ coef, double* __restrict__ out) { line_solve<64>(in, coef, out); }
__global__ void __launch_bounds__(64) line_implicit_b(const double* __restrict__ in, const double2* __restrict__ coef, double* __restrict__ out) { line_solve<65>(in, coef, out); }

// ---------------------------------------------------------------- flow_smooth: five-point smoothing with closed borders
__global__ void __launch_bounds__(256) flow_smooth_a(const float* __restrict__ in, float* __restrict__ out, int w, int h) {
    int x = blockIdx.x * 64 + (threadIdx.x & 63), y = blockIdx.y * 4 + (threadIdx.x >> 6);
    if (x >= w || y >= h) return;
    size_t at = (size_t)y * w + x;
    float c = in[at], l, r, u, d;
    if (x == 0 || x == w - 1 || y == 0 || y == h - 1) {
        l = c; r = c; u = c; d = c;
        if (x > 0) l = in[at - 1];
        if (x < w - 1) r = in[at + 1];
        if (y > 0) u = in[at - w];
        if (y < h - 1) d = in[at + w];
        out[at] = fmaf(0.2f, (l + r) + (u + d), 0.2f * c);
    } else {
        l = in[at - 1]; r = in[at + 1]; u = in[at - w]; d = in[at + w];
        out[at] = fmaf(0.2f, (l + r) + (u + d), 0.2f * c);
    }
}
__global__ void __launch_bounds__(256) flow_smooth_b(const float* __restrict__ in, float* __restrict__ out, int w, int h) {
    int x = blockIdx.x * 64 + (threadIdx.x & 63), y = blockIdx.y * 4 + (threadIdx.x >> 6);
    if (x >= w || y >= h) return;
    size_t row = (size_t)y * w, up = (size_t)max(y - 1, 0) * w, down = (size_t)min(y + 1, h - 1) * w;
    float c = in[row + x], l = in[row + max(x - 1, 0)], r = in[row + min(x + 1, w - 1)], u = in[up + x], d = in[down + x];
    out[row + x] = fmaf(0.2f, (l + r) + (u + d), 0.2f * c);
}

// ---------------------------------------------------------------- charge_spectrum: 1024 bins of pulse heights, private per block
__global__ void __launch_bounds__(512) charge_spectrum_vii_h(const float4* __restrict__ pulse, int* __restrict__ count, int n4) {
    __shared__ int bin[1024];
    bin[threadIdx.x] = 0; bin[threadIdx.x + 512] = 0;
    __syncthreads();
    auto add = [&](float v) { atomicAdd(&bin[(int)fmaf(v, 511.9f, 512.f)], 1); };
    int stride = gridDim.x * 512, i = blockIdx.x * 512 + threadIdx.x;
    for (; i + stride < n4; i += 2 * stride) {
        float4 v = __ldcs(pulse + i), w = __ldcs(pulse + i + stride);
        add(v.x); add(v.y); add(v.z); add(v.w); add(w.x); add(w.y); add(w.z); add(w.w);
    }
    if (i < n4) { float4 v = __ldcs(pulse + i); add(v.x); add(v.y); add(v.z); add(v.w); }
    __syncthreads();
    atomicAdd(&count[threadIdx.x], bin[threadIdx.x]); atomicAdd(&count[threadIdx.x + 512], bin[threadIdx.x + 512]);
}

// ---------------------------------------------------------------- sensor_linearize: calibration polynomial of degree 127, four samples at once
__constant__ float calibration[128];
__global__ void __launch_bounds__(256) sensor_linearize_h(const float4* __restrict__ raw, float4* __restrict__ out, int n4) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n4; i += gridDim.x * 256) {
        float4 x = raw[i], y = make_float4(calibration[127], calibration[127], calibration[127], calibration[127]);
        #pragma unroll
        for (int k = 126; k >= 0; --k) {
            float c = calibration[k];
            y.x = fmaf(y.x, x.x, c); y.y = fmaf(y.y, x.y, c); y.z = fmaf(y.z, x.z, c); y.w = fmaf(y.w, x.w, c);
        }
        out[i] = y;
    }
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;

    // edge_refine
    const int W = 4096, H = 4096; const size_t NI = (size_t)W * H;
    static float *e_in = filled<float>(NI + W + 1, 31), *e_out = empty<float>(NI);
    cases.push_back({"edge_refine_a", [=] { edge_refine_a<<<dim3(W / 256, H), 256>>>(e_in, e_out, W, H); }, e_out, NI, Output::f32});
    cases.push_back({"edge_refine_b", [=] { edge_refine_b<<<dim3(W / 256, H), 256>>>(e_in, e_out, W, H); }, e_out, NI, Output::f32});

    // dose_cumulate
    const int FRAMES = 24576; const size_t ND = (size_t)FRAMES * 1024;
    static int *d_in = indices(ND, 1000, 32), *d_out = empty<int>(ND);
    cases.push_back({"dose_cumulate_a", [=] { dose_cumulate_a<<<FRAMES, 1024>>>(d_in, d_out); }, d_out, ND, Output::i32});
    cases.push_back({"dose_cumulate_b", [=] { dose_cumulate_b<<<FRAMES, 1024>>>(d_in, d_out); }, d_out, ND, Output::i32});

    // tissue_moments
    const int NV = 16 << 20;
    static ushort4* t_v; static uchar4* t_l; static int* t_out = empty<int>(16);
    {
        std::vector<unsigned short> v(NV); std::vector<unsigned char> l(NV);
        for (int i = 0; i < NV; ++i) { uint32_t h = hash32(i * 2654435761u + 5); v[i] = h & 4095; l[i] = h >> 29; }
        t_v = (ushort4*)uploaded(v); t_l = (uchar4*)uploaded(l);
    }
    cases.push_back({"tissue_moments_a", [=] { tissue_moments_a<<<1056, 256>>>(t_v, t_l, t_out, NV / 4); }, t_out, 16, Output::i32});
    cases.push_back({"tissue_moments_b", [=] { tissue_moments_b<<<1056, 256>>>(t_v, t_l, t_out, NV / 4); }, t_out, 16, Output::i32});

    // bond_energy
    const int BONDS = 4 << 20;
    static float4* o_in = (float4*)filled<float>(4 * (size_t)BONDS, 33); static float* o_out = empty<float>(2);
    CHECK(cudaMemset(o_out, 0, 8));
    cases.push_back({"bond_energy_vii_a", [=] { bond_energy_vii_a<<<1056, 256>>>(o_in, o_out, BONDS); }, o_out, 2, Output::f32});
    cases.push_back({"bond_energy_vii_b", [=] { bond_energy_vii_b<<<1056, 256>>>(o_in, o_out, BONDS); }, o_out, 2, Output::f32});

    // tone_probe
    const int TONES = 132 * 128, SIG = 8192;
    static float* p_sig = filled<float>(SIG, 34); static float2* p_root; static float* p_out = empty<float>(TONES);
    {
        std::vector<float2> z(TONES);
        for (int i = 0; i < TONES; ++i) { double w = 3.14159265358979 * (i + 0.5) / TONES; z[i] = make_float2((float)(0.998 * std::cos(w)), (float)(0.998 * std::sin(w))); }
        p_root = uploaded(z);
    }
    cases.push_back({"tone_probe_a", [=] { tone_probe_a<<<132, 128, SIG * 4>>>(p_sig, p_root, p_out, SIG); }, p_out, (size_t)TONES, Output::f32});
    cases.push_back({"tone_probe_b", [=] { tone_probe_b<<<132, 128, SIG * 4>>>(p_sig, p_root, p_out, SIG); }, p_out, (size_t)TONES, Output::f32});

    // key_stretch
    const int KEYS = 132 * 128 * 4;
    static int* k_in = indices(KEYS, 1u << 30, 35); static float* k_out = empty<float>(KEYS);
    cases.push_back({"key_stretch_a", [=] { key_stretch_a<<<132, 128>>>(k_in, k_out, 2048); }, k_out, (size_t)KEYS, Output::f32});
    cases.push_back({"key_stretch_b", [=] { key_stretch_b<<<132, 128>>>(k_in, k_out, 2048); }, k_out, (size_t)KEYS, Output::f32});

    // keystream_mix
    const int BLK = 132 * 8 * 128 * 2;
    static uint32_t* x_in = (uint32_t*)indices(BLK, 1u << 30, 36); static float* x_out = empty<float>(BLK);
    cases.push_back({"keystream_mix_a", [=] { keystream_mix_a<<<132 * 8, 128>>>(x_in, x_out, BLK); }, x_out, (size_t)BLK, Output::f32});
    cases.push_back({"keystream_mix_b", [=] { keystream_mix_b<<<132 * 8, 128>>>(x_in, x_out, BLK); }, x_out, (size_t)BLK, Output::f32});

    // motif_scan
    const int RES = 16 << 20;
    static uint32_t* m_seq; static float4* m_mat = (float4*)filled<float>(1024, 37); static float* m_out = empty<float>(RES);
    {
        std::vector<unsigned char> s(RES + 64);
        for (int i = 0; i < RES + 64; ++i) s[i] = hash32(i + 4242) % 24;
        m_seq = (uint32_t*)uploaded(s);
    }
    cases.push_back({"motif_scan_a", [=] { motif_scan_a<<<RES / 1024, 256>>>(m_seq, m_mat, m_out); }, m_out, (size_t)RES, Output::f32});
    cases.push_back({"motif_scan_b", [=] { motif_scan_b<<<RES / 1024, 256>>>(m_seq, m_mat, m_out); }, m_out, (size_t)RES, Output::f32});

    // fog_boxes
    const int RAYS = 132 * 2048 * 4;
    static float4 *f_o = (float4*)filled<float>(4 * (size_t)RAYS, 38), *f_d = (float4*)filled<float>(4 * (size_t)RAYS, 39);
    static __half* f_a; static uint4* f_b; static float* f_out = empty<float>(RAYS);
    {
        std::vector<__half> soa(2048), aos(2048);
        for (int b = 0; b < 256; ++b)
            for (int k = 0; k < 8; ++k) {
                float v = unit(b * 8 + k + 777);
                if (k >= 3) v = 0.3f * std::fabs(v) + 0.01f;
                soa[k * 256 + b] = aos[b * 8 + k] = __float2half(v);
            }
        f_a = uploaded(soa); f_b = (uint4*)uploaded(aos);
    }
    cases.push_back({"fog_boxes_a", [=] { fog_boxes_a<<<RAYS / 256, 256>>>(f_o, f_d, f_a, f_out); }, f_out, (size_t)RAYS, Output::f32});
    cases.push_back({"fog_boxes_b", [=] { fog_boxes_b<<<RAYS / 256, 256>>>(f_o, f_d, f_b, f_out); }, f_out, (size_t)RAYS, Output::f32});

    // line_implicit
    const int LINES = 262144; const size_t NL = (size_t)LINES * 64;
    static double *l_in = filled<double>(NL, 40), *l_out = empty<double>(NL); static double2* l_c;
    {
        std::vector<double2> c(64); double r = 0.8, prev = 0;
        for (int j = 0; j < 64; ++j) { double m = 1 + 2 * r + (j ? r * prev : 0.0); c[j].x = 1 / m; c[j].y = prev = -r / m; }
        l_c = uploaded(c);
    }
    cases.push_back({"line_implicit_a", [=] { line_implicit_a<<<LINES / 64, 64>>>(l_in, l_c, l_out); }, l_out, NL, Output::f64});
    cases.push_back({"line_implicit_b", [=] { line_implicit_b<<<LINES / 64, 64>>>(l_in, l_c, l_out); }, l_out, NL, Output::f64});

    // flow_smooth (mild)
    const int FW = 1000, FH = 32000; const size_t NF = (size_t)FW * FH;
    static float *s_in = filled<float>(NF, 41), *s_out = empty<float>(NF);
    dim3 fg((FW + 63) / 64, (FH + 3) / 4);
    cases.push_back({"flow_smooth_a", [=] { flow_smooth_a<<<fg, 256>>>(s_in, s_out, FW, FH); }, s_out, NF, Output::f32});
    cases.push_back({"flow_smooth_b", [=] { flow_smooth_b<<<fg, 256>>>(s_in, s_out, FW, FH); }, s_out, NF, Output::f32});

    // charge_spectrum (healthy)
    const int N4 = 16 << 20;
    static float4* q_in = (float4*)filled<float>(4 * (size_t)N4, 42); static int* q_out = empty<int>(1024);
    cases.push_back({"charge_spectrum_vii_h", [=] { charge_spectrum_vii_h<<<528, 512>>>(q_in, q_out, N4); }, q_out, 1024, Output::i32});

    // sensor_linearize (healthy)
    const int P4 = 4 << 20;
    static float4 *z_in = (float4*)filled<float>(4 * (size_t)P4, 43), *z_out = (float4*)empty<float>(4 * (size_t)P4);
    {
        float c[128];
        for (int k = 0; k < 128; ++k) c[k] = unit(k + 991) / (1 + 0.2f * k);
        CHECK(cudaMemcpyToSymbol(calibration, c, sizeof c));
    }
    cases.push_back({"sensor_linearize_h", [=] { sensor_linearize_h<<<1056, 256>>>(z_in, z_out, P4); }, z_out, 4 * (size_t)P4, Output::f32});

    return run(argc, argv, cases);
}
