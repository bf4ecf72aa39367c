#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---------------------------------------------------------------- star cluster accelerations
__device__ __forceinline__ void pull(const float4 me, const float4 other, float3& acc) {
    float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
    float r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f)));
    float inv = rsqrtf(r2);
    float s = other.w * inv * inv * inv;
    acc.x = fmaf(dx, s, acc.x); acc.y = fmaf(dy, s, acc.y); acc.z = fmaf(dz, s, acc.z);
}
__global__ void __launch_bounds__(256) marble_otter_bc7_a(const float4* __restrict__ body, float4* __restrict__ out, int n) {
    __shared__ float4 tile[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 me = body[i];
    float3 acc = make_float3(0, 0, 0);
    for (int base = 0; base < n; base += 256) {
        tile[threadIdx.x] = body[base + threadIdx.x];
        __syncthreads();
#pragma unroll 16
        for (int k = 0; k < 256; ++k) pull(me, tile[k], acc);
        __syncthreads();
    }
    out[i] = make_float4(acc.x, acc.y, acc.z, 0);
}
__global__ void __launch_bounds__(256) marble_otter_bc7_b(const float4* __restrict__ body, float4* __restrict__ out, int n) {
    __shared__ float4 tile[256];
    int lane = threadIdx.x & 31, part = threadIdx.x >> 5;
    int i = blockIdx.x * 32 + lane;
    float4 me = body[i];
    float3 acc = make_float3(0, 0, 0);
    for (int base = 0; base < n; base += 256) {
        tile[threadIdx.x] = body[base + threadIdx.x];
        __syncthreads();
#pragma unroll 16
        for (int k = 0; k < 32; ++k) pull(me, tile[part * 32 + k], acc);
        __syncthreads();
    }
    tile[threadIdx.x] = make_float4(acc.x, acc.y, acc.z, 0);
    __syncthreads();
    if (part == 0) {
        float4 s = tile[lane];
        for (int p = 1; p < 8; ++p) {
            float4 o = tile[p * 32 + lane];
            s.x += o.x; s.y += o.y; s.z += o.z;
        }
        out[i] = s;
    }
}

// ---------------------------------------------------------------- reaction kinetics, one cell a thread, RK4
__device__ __forceinline__ float4 rates(const float4 y, const float4 k) {
    float ab = k.x * y.x * y.y, bc = k.y * y.y * y.z, cd = k.z * y.z, da = k.w * y.w * y.w;
    float4 r;
    r.x = da - ab; r.y = ab - bc - 0.1f * y.y; r.z = bc - cd + 0.1f * y.y; r.w = cd - da;
    return r;
}
__device__ __forceinline__ float4 axpy(float a, const float4 x, const float4 y) {
    return make_float4(fmaf(a, x.x, y.x), fmaf(a, x.y, y.y), fmaf(a, x.z, y.z), fmaf(a, x.w, y.w));
}
__device__ __forceinline__ float4 magnitude(float4 q) { return make_float4(fabsf(q.x), fabsf(q.y), fabsf(q.z), fabsf(q.w)); }
__device__ __forceinline__ void kinetics(const float4* __restrict__ start, const float4* __restrict__ rate, float4* __restrict__ out, int cell, int half, int steps) {
    float4 y[2], k[2];
#pragma unroll
    for (int c = 0; c < 2; ++c) { y[c] = magnitude(start[cell + c * half]); k[c] = magnitude(rate[cell + c * half]); }
    const float h = 0.02f;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        float4 d[2], sum[2];
#pragma unroll
        for (int c = 0; c < 2; ++c) { d[c] = rates(y[c], k[c]); sum[c] = axpy(h / 6, d[c], y[c]); }
#pragma unroll
        for (int c = 0; c < 2; ++c) { d[c] = rates(axpy(h / 2, d[c], y[c]), k[c]); sum[c] = axpy(h / 3, d[c], sum[c]); }
#pragma unroll
        for (int c = 0; c < 2; ++c) { d[c] = rates(axpy(h / 2, d[c], y[c]), k[c]); sum[c] = axpy(h / 3, d[c], sum[c]); }
#pragma unroll
        for (int c = 0; c < 2; ++c) { d[c] = rates(axpy(h, d[c], y[c]), k[c]); y[c] = axpy(h / 6, d[c], sum[c]); }
    }
#pragma unroll
    for (int c = 0; c < 2; ++c) out[cell + c * half] = y[c];
}
__global__ void __launch_bounds__(1024) copper_lantern_bc7_a(const float4* __restrict__ start, const float4* __restrict__ rate, float4* __restrict__ out, int half, int steps) {
#pragma unroll 1
    for (int q = 0; q < 4; ++q) kinetics(start, rate, out, (blockIdx.x * 4 + q) * 1024 + threadIdx.x, half, steps);
}
__global__ void __launch_bounds__(256) copper_lantern_bc7_b(const float4* __restrict__ start, const float4* __restrict__ rate, float4* __restrict__ out, int half, int steps) {
    kinetics(start, rate, out, blockIdx.x * 256 + threadIdx.x, half, steps);
}

// ---------------------------------------------------------------- self-exciting trades: each event sums over all earlier ones
__device__ __forceinline__ void excite(const float2* __restrict__ ev, float* __restrict__ out, int group) {
    int lane = threadIdx.x & 31, first = group * 128 + (threadIdx.x >> 5) * 4;
    float t[4], acc[4];
#pragma unroll
    for (int q = 0; q < 4; ++q) { t[q] = ev[first + q].x; acc[q] = 0; }
#pragma unroll 4
    for (int j = lane; j < first; j += 32) {
        float2 e = ev[j];
#pragma unroll
        for (int q = 0; q < 4; ++q) {
            float d = t[q] - e.x, u = fmaxf(fmaf(-d, d, 1.0f), 0.0f);
            acc[q] = fmaf(u * u, e.y, acc[q]);
        }
    }
    if (lane < 3) {
        float2 e = ev[first + lane];
#pragma unroll
        for (int q = 0; q < 4; ++q) {
            float d = t[q] - e.x, u = fmaxf(fmaf(-d, d, 1.0f), 0.0f);
            if (lane < q) acc[q] = fmaf(u * u, e.y, acc[q]);
        }
    }
#pragma unroll
    for (int q = 0; q < 4; ++q) {
        for (int o = 16; o; o >>= 1) acc[q] += __shfl_xor_sync(~0u, acc[q], o);
        if (lane == q) out[first + q] = acc[q];
    }
}
__global__ void __launch_bounds__(1024) velvet_anchor_bc7_a(const float2* __restrict__ ev, float* __restrict__ out, int per) {
    for (int it = 0; it < per; ++it) excite(ev, out, blockIdx.x * per + it);
}
__global__ void __launch_bounds__(1024) velvet_anchor_bc7_b(const float2* __restrict__ ev, float* __restrict__ out, int per) {
    for (int it = 0; it < per; ++it) {
        int b = (it & 1) ? gridDim.x - 1 - blockIdx.x : blockIdx.x;
        excite(ev, out, it * gridDim.x + b);
    }
}

// ---------------------------------------------------------------- diagonal state space scan, 40 channels a sequence
constexpr int kChan = 40, kLen = 256, kState = 16;
__device__ __forceinline__ void scan_channel(const __half* __restrict__ x, const float* __restrict__ decay, const float* __restrict__ mix,
                                             float* __restrict__ out, int seq, int ch) {
    float a[kState], c[kState], h[kState];
#pragma unroll
    for (int n = 0; n < kState; ++n) { a[n] = decay[n * kChan + ch]; c[n] = mix[n * kChan + ch]; h[n] = 0; }
    const __half* p = x + (size_t)seq * kLen * kChan + ch;
    float energy = 0;
    for (int t = 0; t < kLen; t += 8) {
        float v[8];
#pragma unroll
        for (int u = 0; u < 8; ++u) v[u] = __half2float(p[(t + u) * kChan]);
#pragma unroll
        for (int u = 0; u < 8; ++u) {
            float y0 = 0, y1 = 0;
#pragma unroll
            for (int n = 0; n < kState; n += 2) {
                h[n] = fmaf(a[n], h[n], v[u]); y0 = fmaf(c[n], h[n], y0);
                h[n + 1] = fmaf(a[n + 1], h[n + 1], v[u]); y1 = fmaf(c[n + 1], h[n + 1], y1);
            }
            y0 += y1;
            energy = fmaf(y0, y0, energy);
        }
    }
    out[seq * kChan + ch] = energy;
}
__global__ void cedar_puffin_bc7_a(const __half* __restrict__ x, const float* __restrict__ decay, const float* __restrict__ mix, float* __restrict__ out) {
    scan_channel(x, decay, mix, out, blockIdx.x, threadIdx.x);
}
__global__ void cedar_puffin_bc7_b(const __half* __restrict__ x, const float* __restrict__ decay, const float* __restrict__ mix, float* __restrict__ out) {
    scan_channel(x, decay, mix, out, blockIdx.x * 4 + threadIdx.x / kChan, threadIdx.x % kChan);
}

// ---------------------------------------------------------------- tone curve by table
constexpr int kCurve = 2048;
__device__ __forceinline__ void stage_curve(float* s, const float* __restrict__ curve) {
#pragma unroll
    for (int k = 0; k < kCurve / 4 / 256; ++k)
        reinterpret_cast<float4*>(s)[threadIdx.x + k * 256] = reinterpret_cast<const float4*>(curve)[threadIdx.x + k * 256];
    __syncthreads();
}
__device__ __forceinline__ float tone(float v, const float* s) {
    float p = (v + 1.0f) * (0.5f * (kCurve - 2));
    int i = (int)p;
    float f = p - i, lo = s[i];
    return fmaf(f, s[i + 1] - lo, lo);
}
__global__ void __launch_bounds__(256) amber_trellis_bc7_a(const float* __restrict__ in, const float* __restrict__ curve, float* __restrict__ out) {
    __shared__ __align__(16) float s[kCurve];
    stage_curve(s, curve);
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    out[i] = tone(in[i], s);
}
__global__ void __launch_bounds__(256) amber_trellis_bc7_b(const float* __restrict__ in, const float* __restrict__ curve, float* __restrict__ out, int n) {
    __shared__ __align__(16) float s[kCurve];
    stage_curve(s, curve);
    int stride = gridDim.x * 256;
#pragma unroll 4
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += stride) out[i] = tone(in[i], s);
}

// ---------------------------------------------------------------- overflow pages of a hash bucket, a warp walks a chain
__device__ __forceinline__ void walk(const int* __restrict__ pool, const int* __restrict__ head, int* __restrict__ out, int chain) {
    int lane = threadIdx.x & 31, page = head[chain], sum = 0;
#pragma unroll 1
    while (page >= 0) {
        int v = pool[page * 32 + lane];
        page = __shfl_sync(~0u, v, 0);
        if (lane && (v & 3) != 1) sum += v >> 20;
    }
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(~0u, sum, o);
    if (lane == 0) out[chain] = sum;
}
__global__ void silent_badger_bc7_a(const int* __restrict__ pool, const int* __restrict__ head, int* __restrict__ out) {
    walk(pool, head, out, blockIdx.x);
}
__global__ void silent_badger_bc7_b(const int* __restrict__ pool, const int* __restrict__ head, int* __restrict__ out) {
    walk(pool, head, out, blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5));
}

// ---------------------------------------------------------------- byte frequencies of a page before entropy coding
constexpr int kPageVec = 15 * 128;
__global__ void __launch_bounds__(128) crimson_teapot_bc7_a(const uint4* __restrict__ data, int* __restrict__ out) {
    extern __shared__ uint32_t count[];  // [256][128]
    const int t = threadIdx.x;
    for (int k = t; k < 256 * 128 / 4; k += 128) reinterpret_cast<uint4*>(count)[k] = make_uint4(0, 0, 0, 0);
    __syncthreads();
    const uint4* p = data + (size_t)blockIdx.x * kPageVec + t;
    for (int i = 0; i < 15; ++i) {
        uint4 q = p[i * 128];
        uint32_t w[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
        for (int b = 0; b < 16; ++b) {
            uint32_t bin = (w[b >> 2] >> (8 * (b & 3))) & 255;
            count[bin * 128 + t] += 1;
        }
    }
    __syncthreads();
    for (int bin = t; bin < 256; bin += 128) {
        uint32_t sum = 0;
#pragma unroll 8
        for (int k = 0; k < 128; ++k) sum += count[bin * 128 + ((k + t) & 127)];
        out[blockIdx.x * 256 + bin] = sum;
    }
}
__global__ void __launch_bounds__(128) crimson_teapot_bc7_b(const uint4* __restrict__ data, int* __restrict__ out) {
    extern __shared__ uint32_t count[];  // [64][128] words of four bins
    __shared__ uint2 half_sum[64];
    uint8_t* bytes = reinterpret_cast<uint8_t*>(count);
    const int t = threadIdx.x;
    for (int k = t; k < 64 * 128 / 4; k += 128) reinterpret_cast<uint4*>(count)[k] = make_uint4(0, 0, 0, 0);
    __syncthreads();
    const uint4* p = data + (size_t)blockIdx.x * kPageVec + t;
    for (int i = 0; i < 15; ++i) {
        uint4 q = p[i * 128];
        uint32_t w[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
        for (int b = 0; b < 16; ++b) {
            uint32_t bin = (w[b >> 2] >> (8 * (b & 3))) & 255;
            bytes[(bin >> 2) * 512 + t * 4 + (bin & 3)] += 1;
        }
    }
    __syncthreads();
    uint32_t even = 0, odd = 0, row = t & 63, from = t & 64;
#pragma unroll 8
    for (int k = 0; k < 64; ++k) {
        uint32_t w = count[row * 128 + from + ((k + t) & 63)];
        even += w & 0x00ff00ffu; odd += (w >> 8) & 0x00ff00ffu;
    }
    if (from) half_sum[row] = make_uint2(even, odd);
    __syncthreads();
    if (!from) {
        even += half_sum[row].x; odd += half_sum[row].y;
        reinterpret_cast<int4*>(out + blockIdx.x * 256)[row] = make_int4(even & 0xffff, odd & 0xffff, even >> 16, odd >> 16);
    }
}

// ---------------------------------------------------------------- virtual texture: walk of page tables, rare texels refiltered
__device__ __forceinline__ bool suspicious(float v) { return ((__float_as_uint(v) * 2654435761u) >> 18) == 5u; }
constexpr int kSweeps = 12;
__global__ void __launch_bounds__(128) hazel_comet_bc7_a(const int* __restrict__ req, const int* __restrict__ l1, const int* __restrict__ l2, const int* __restrict__ l3,
                                                         const float* __restrict__ texel, float* __restrict__ out, int items) {
    int lane = threadIdx.x & 31, warps = gridDim.x * 4;
#pragma unroll 1
    for (int g = blockIdx.x * 4 + (threadIdx.x >> 5); g < items; g += warps) {
        int page = l3[l2[l1[req[g]]]];
        float v = texel[page * 32 + lane];
        if (suspicious(v)) {
            float w[128];
            const float4* src = reinterpret_cast<const float4*>(texel + (page & ~3) * 32);
#pragma unroll
            for (int k = 0; k < 32; ++k) { float4 q = src[k]; w[4 * k] = q.x; w[4 * k + 1] = q.y; w[4 * k + 2] = q.z; w[4 * k + 3] = q.w; }
#pragma unroll 1
            for (int s = 0; s < kSweeps; ++s) {
                float prev = w[0];
#pragma unroll
                for (int k = 0; k < 128; ++k) {
                    float cur = w[k], next = k < 127 ? w[k < 127 ? k + 1 : k] : cur;
                    w[k] = fmaf(0.25f, prev + next, 0.5f * cur);
                    prev = cur;
                }
            }
            v = w[63];
        }
        out[g * 32 + lane] = v * 0.75f;
    }
}
__global__ void __launch_bounds__(128) hazel_comet_bc7_b(const int* __restrict__ req, const int* __restrict__ l1, const int* __restrict__ l2, const int* __restrict__ l3,
                                                         const float* __restrict__ texel, float* __restrict__ out, int items) {
    int lane = threadIdx.x & 31, warps = gridDim.x * 4;
#pragma unroll 1
    for (int g = blockIdx.x * 4 + (threadIdx.x >> 5); g < items; g += warps) {
        int page = l3[l2[l1[req[g]]]];
        float v = texel[page * 32 + lane];
        bool odd = suspicious(v);
        if (__any_sync(~0u, odd)) {
            float4 q = reinterpret_cast<const float4*>(texel + (page & ~3) * 32)[lane];
#pragma unroll 1
            for (int s = 0; s < kSweeps; ++s) {
                float left = __shfl_up_sync(~0u, q.w, 1), right = __shfl_down_sync(~0u, q.x, 1);
                if (lane == 0) left = q.x;
                if (lane == 31) right = q.w;
                q = make_float4(fmaf(0.25f, left + q.y, 0.5f * q.x), fmaf(0.25f, q.x + q.z, 0.5f * q.y),
                                fmaf(0.25f, q.y + q.w, 0.5f * q.z), fmaf(0.25f, q.z + right, 0.5f * q.w));
            }
            float mid = __shfl_sync(~0u, q.w, 15);
            if (odd) v = mid;
        }
        out[g * 32 + lane] = v * 0.75f;
    }
}

// ---------------------------------------------------------------- colour grading of a film frame
__device__ __forceinline__ float4 balance(float4 p) { return make_float4(fabsf(p.x) * 1.8f, fabsf(p.y) * 1.5f, fabsf(p.z) * 2.1f, p.w); }
__device__ __forceinline__ float film1(float x) { return __fdividef(x * fmaf(2.51f, x, 0.03f), fmaf(x, fmaf(2.43f, x, 0.59f), 0.14f)); }
__device__ __forceinline__ float4 film(float4 p) { return make_float4(film1(p.x), film1(p.y), film1(p.z), p.w); }
__device__ __forceinline__ float4 blend(float4 p, float4 m) {
    return make_float4(fmaf(m.w, m.x - p.x, p.x), fmaf(m.w, m.y - p.y, p.y), fmaf(m.w, m.z - p.z, p.z), fmaxf(p.w, m.w));
}
__global__ void __launch_bounds__(256) plum_saddle_bc7_a0(const float4* __restrict__ in, float4* __restrict__ out, int n) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) out[i] = balance(in[i]);
}
__global__ void __launch_bounds__(256) plum_saddle_bc7_a1(const float4* __restrict__ in, float4* __restrict__ out, int n) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) out[i] = film(in[i]);
}
__global__ void __launch_bounds__(256) plum_saddle_bc7_a2(const float4* __restrict__ in, const float4* __restrict__ over, float4* __restrict__ out, int n) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) out[i] = blend(in[i], over[i]);
}
__global__ void __launch_bounds__(256) plum_saddle_bc7_b(const float4* __restrict__ in, const float4* __restrict__ over, float4* __restrict__ out, int n) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) out[i] = blend(film(balance(in[i])), over[i]);
}

// ---------------------------------------------------------------- spiking neurons, a dozen time steps
__global__ void nickel_heron_bc7_a0(const float* __restrict__ current, const float* __restrict__ adapt, float* __restrict__ v, int n, int step) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float old = step ? v[i] : 0.0f, u = step ? adapt[i] : 0.0f;
    v[i] = fmaf(0.9f, old, fmaf(-0.1f, u, current[step * n + i]));
}
__global__ void nickel_heron_bc7_a1(float* __restrict__ v, float* __restrict__ adapt, int step) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float u = step ? adapt[i] : 0.0f;
    bool fire = v[i] > 0.7f;
    adapt[i] = fmaf(0.95f, u, fire ? 1.0f : 0.0f);
    if (fire) v[i] = 0.0f;
}
__global__ void nickel_heron_bc7_b(const float* __restrict__ current, float* __restrict__ v, float* __restrict__ adapt, int n, int steps) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float x = 0, u = 0;
#pragma unroll 4
    for (int s = 0; s < steps; ++s) {
        x = fmaf(0.9f, x, fmaf(-0.1f, u, current[s * n + i]));
        bool fire = x > 0.7f;
        u = fmaf(0.95f, u, fire ? 1.0f : 0.0f);
        if (fire) x = 0.0f;
    }
    v[i] = x; adapt[i] = u;
}

// ---------------------------------------------------------------- mirrored scan lines
constexpr int kRow = 3072;
__device__ __forceinline__ float4 flip(float4 q) { return make_float4(q.w, q.z, q.y, q.x); }
__global__ void __launch_bounds__(256) walnut_kite_bc7_a(const float4* __restrict__ in, float4* __restrict__ out) {
    extern __shared__ float4 line[];
    const float4* p = in + (size_t)blockIdx.x * kRow;
    float4* o = out + (size_t)blockIdx.x * kRow;
#pragma unroll
    for (int k = 0; k < kRow / 256; ++k) line[k * 256 + threadIdx.x] = p[k * 256 + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kRow / 256; ++k) o[k * 256 + threadIdx.x] = flip(line[kRow - 1 - k * 256 - threadIdx.x]);
}
__global__ void __launch_bounds__(256) walnut_kite_bc7_b(const float4* __restrict__ in, float4* __restrict__ out) {
    const float4* p = in + (size_t)(blockIdx.x / 3) * kRow;
    float4* o = out + (size_t)(blockIdx.x / 3) * kRow;
    int at = (blockIdx.x % 3) * 1024 + threadIdx.x;
    float4 q[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) q[k] = p[kRow - 1 - at - k * 256];
#pragma unroll
    for (int k = 0; k < 4; ++k) o[at + k * 256] = flip(q[k]);
}

// ---------------------------------------------------------------- scale of every row
__device__ __forceinline__ float row_power(const float4* __restrict__ m, int row, int lane) {
    const float4* p = m + (size_t)row * 512 + lane;
    float s = 0;
#pragma unroll
    for (int k = 0; k < 16; k += 8) {
        float4 q[8];
#pragma unroll
        for (int u = 0; u < 8; ++u) q[u] = p[(k + u) * 32];
#pragma unroll
        for (int u = 0; u < 8; ++u) s += q[u].x * q[u].x + q[u].y * q[u].y + q[u].z * q[u].z + q[u].w * q[u].w;
    }
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    return s;
}
__global__ void __launch_bounds__(256) ivory_gondola_bc7_a0(const float4* __restrict__ m, float* __restrict__ power) {
    int row = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    float s = row_power(m, row, lane);
    if (lane == 0) power[row] = s;
}
__global__ void ivory_gondola_bc7_a1(const float* __restrict__ power, const float* __restrict__ gain, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = rsqrtf(power[i] * (1.0f / 2048) + 1e-5f) * gain[i];
}
__global__ void __launch_bounds__(256) ivory_gondola_bc7_b(const float4* __restrict__ m, const float* __restrict__ gain, float* __restrict__ out) {
    int row = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    float s = row_power(m, row, lane);
    if (lane == 0) out[row] = rsqrtf(s * (1.0f / 2048) + 1e-5f) * gain[row];
}

// ---------------------------------------------------------------- leapfrog of a wave field
__global__ void __launch_bounds__(1024) tundra_biscuit_bc7_a(const float4* __restrict__ now, const float4* __restrict__ before, float4* __restrict__ next, int n) {
    const int stride = gridDim.x * 4096;
    for (int i = blockIdx.x * 4096 + threadIdx.x; i < n; i += stride) {
        float4 a[4], b[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) { a[k] = __ldcs(now + i + k * 1024); b[k] = __ldcs(before + i + k * 1024); }
#pragma unroll
        for (int k = 0; k < 4; ++k)
            __stcs(next + i + k * 1024, make_float4(fmaf(1.98f, a[k].x, -b[k].x), fmaf(1.98f, a[k].y, -b[k].y), fmaf(1.98f, a[k].z, -b[k].z), fmaf(1.98f, a[k].w, -b[k].w)));
    }
}

// ---------------------------------------------------------------- anharmonic oscillators
__global__ void __launch_bounds__(128, 6) coral_mitten_bc7_a(const float* __restrict__ start, float* __restrict__ out, int steps) {
    float x[28], v[28];
    const size_t base = (size_t)blockIdx.x * 128 * 28 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 28; ++k) { x[k] = start[base + k * 128]; v[k] = 0.3f; }
    const float h = 0.02f;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
#pragma unroll
        for (int k = 0; k < 28; ++k) {
            float g = fmaf(x[k] * x[k], -0.7f * h, -1.0f * h);
            v[k] = fmaf(g, x[k], v[k]);
            x[k] = fmaf(h, v[k], x[k]);
        }
    }
#pragma unroll
    for (int k = 0; k < 28; ++k) out[base + k * 128] = x[k];
}

// ---------------------------------------------------------------- host
static uint32_t scatter(uint32_t k, int bits) {  // a bijection of [0, 2^bits)
    const uint32_t mask = (1u << bits) - 1;
    k = (k * 2654435761u + 12345u) & mask; k ^= k >> (bits / 2); k = (k * 2246822519u) & mask; k ^= k >> (bits / 2); k = (k * 3266489917u) & mask;
    return k;
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    {
        const int n = 66 * 256;
        float4* body = (float4*)harness::filled<float>(n * 4, 11);
        float4* out = (float4*)harness::empty<float>(n * 4);
        cases.push_back({"marble_otter_bc7_a", [=] { marble_otter_bc7_a<<<n / 256, 256>>>(body, out, n); }, out, (size_t)n * 4});
        cases.push_back({"marble_otter_bc7_b", [=] { marble_otter_bc7_b<<<n / 32, 256>>>(body, out, n); }, out, (size_t)n * 4});
    }
    {
        const int blocks = 140 * 8, n = blocks * 1024, steps = 60;
        float4* start = (float4*)harness::filled<float>((size_t)n * 4, 21);
        float4* rate = (float4*)harness::filled<float>((size_t)n * 4, 22);
        float4* out = (float4*)harness::empty<float>((size_t)n * 4);
        cases.push_back({"copper_lantern_bc7_a", [=] { copper_lantern_bc7_a<<<140, 1024>>>(start, rate, out, n / 2, steps); }, out, (size_t)n * 4});
        cases.push_back({"copper_lantern_bc7_b", [=] { copper_lantern_bc7_b<<<n / 512, 256>>>(start, rate, out, n / 2, steps); }, out, (size_t)n * 4});
    }
    {
        const int per = 4, n = 132 * per * 128;
        std::vector<float2> h(n);
        for (int i = 0; i < n; ++i) h[i] = make_float2(0.95f * i / n, 0.5f + 0.4f * harness::unit(i));
        float2* ev = harness::uploaded(h);
        float* out = harness::empty<float>(n);
        cases.push_back({"velvet_anchor_bc7_a", [=] { velvet_anchor_bc7_a<<<132, 1024>>>(ev, out, per); }, out, (size_t)n});
        cases.push_back({"velvet_anchor_bc7_b", [=] { velvet_anchor_bc7_b<<<132, 1024>>>(ev, out, per); }, out, (size_t)n});
    }
    {
        const int seqs = 19008;
        __half* x = harness::filled<__half>((size_t)seqs * kLen * kChan, 31);
        std::vector<float> a(kState * kChan), c(kState * kChan);
        for (int i = 0; i < kState * kChan; ++i) { a[i] = 0.6f + 0.35f * harness::unit(i); c[i] = harness::unit(i + 5000); }
        float *da = harness::uploaded(a), *dc = harness::uploaded(c), *out = harness::empty<float>(seqs * kChan);
        cases.push_back({"cedar_puffin_bc7_a", [=] { cedar_puffin_bc7_a<<<seqs, kChan>>>(x, da, dc, out); }, out, (size_t)seqs * kChan});
        cases.push_back({"cedar_puffin_bc7_b", [=] { cedar_puffin_bc7_b<<<seqs / 4, 4 * kChan>>>(x, da, dc, out); }, out, (size_t)seqs * kChan});
    }
    {
        const int n = 64 << 20;
        float *in = harness::filled<float>(n, 41), *out = harness::empty<float>(n);
        std::vector<float> h(kCurve);
        for (int i = 0; i < kCurve; ++i) h[i] = std::sqrt((i + 1.0f) / kCurve);
        float* curve = harness::uploaded(h);
        cases.push_back({"amber_trellis_bc7_a", [=] { amber_trellis_bc7_a<<<n / 256, 256>>>(in, curve, out); }, out, (size_t)n});
        cases.push_back({"amber_trellis_bc7_b", [=] { amber_trellis_bc7_b<<<132 * 8, 256>>>(in, curve, out, n); }, out, (size_t)n});
    }
    {
        const int bits = 21, pages = 1 << bits, length = 32, chains = pages / length;
        std::vector<int> h((size_t)pages * 32), heads(chains);
        for (int k = 0; k < pages; ++k) {
            int* p = h.data() + (size_t)scatter(k, bits) * 32;
            p[0] = k % length == length - 1 ? -1 : (int)scatter(k + 1, bits);
            for (int w = 1; w < 32; ++w) p[w] = (int)(harness::hash32(k * 32u + w) >> 1);
            if (k % length == 0) heads[k / length] = (int)scatter(k, bits);
        }
        int *pool = harness::uploaded(h), *head = harness::uploaded(heads), *out = harness::empty<int>(chains);
        cases.push_back({"silent_badger_bc7_a", [=] { silent_badger_bc7_a<<<chains, 32>>>(pool, head, out); }, out, (size_t)chains, Output::i32});
        cases.push_back({"silent_badger_bc7_b", [=] { silent_badger_bc7_b<<<chains / 8, 256>>>(pool, head, out); }, out, (size_t)chains, Output::i32});
    }
    {
        const int pages = 62 * 132;
        uint4* data = (uint4*)harness::indices((size_t)pages * kPageVec * 4, 0xffffffffu, 51);
        int* out = harness::empty<int>((size_t)pages * 256);
        CHECK(cudaFuncSetAttribute(crimson_teapot_bc7_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 128 * 1024));
        CHECK(cudaFuncSetAttribute(crimson_teapot_bc7_b, cudaFuncAttributePreferredSharedMemoryCarveout, 100));
        cases.push_back({"crimson_teapot_bc7_a", [=] { crimson_teapot_bc7_a<<<pages, 128, 128 * 1024>>>(data, out); }, out, (size_t)pages * 256, Output::i32});
        cases.push_back({"crimson_teapot_bc7_b", [=] { crimson_teapot_bc7_b<<<pages, 128, 32 * 1024>>>(data, out); }, out, (size_t)pages * 256, Output::i32});
    }
    {
        const int items = 1 << 20, pages = 1 << 20;
        auto table = [=](uint32_t key) { std::vector<int> h(pages); for (int i = 0; i < pages; ++i) h[i] = (int)scatter(i ^ key, 20); return harness::uploaded(h); };
        int *req = table(0x155), *l1 = table(0x3a5a1), *l2 = table(0x91c33), *l3 = table(0x6e0f7);
        float *texel = harness::filled<float>((size_t)pages * 32, 64), *out = harness::empty<float>((size_t)items * 32);
        const int blocks = items / 4 / 16;
        cases.push_back({"hazel_comet_bc7_a", [=] { hazel_comet_bc7_a<<<blocks, 128>>>(req, l1, l2, l3, texel, out, items); }, out, (size_t)items * 32});
        cases.push_back({"hazel_comet_bc7_b", [=] { hazel_comet_bc7_b<<<blocks, 128>>>(req, l1, l2, l3, texel, out, items); }, out, (size_t)items * 32});
    }
    {
        const int n = 16 << 20, blocks = n / 256 / 4;
        float4 *in = (float4*)harness::filled<float>((size_t)n * 4, 71), *over = (float4*)harness::filled<float>((size_t)n * 4, 72);
        float4 *t0 = (float4*)harness::empty<float>((size_t)n * 4), *t1 = (float4*)harness::empty<float>((size_t)n * 4), *out = (float4*)harness::empty<float>((size_t)n * 4);
        cases.push_back({"plum_saddle_bc7_a", [=] {
            plum_saddle_bc7_a0<<<blocks, 256>>>(in, t0, n);
            plum_saddle_bc7_a1<<<blocks, 256>>>(t0, t1, n);
            plum_saddle_bc7_a2<<<blocks, 256>>>(t1, over, out, n);
        }, out, (size_t)n * 4});
        cases.push_back({"plum_saddle_bc7_b", [=] { plum_saddle_bc7_b<<<blocks, 256>>>(in, over, out, n); }, out, (size_t)n * 4});
    }
    {
        const int n = 32768, steps = 12;
        float *current = harness::filled<float>(n * steps, 81), *v = harness::empty<float>(n), *adapt = harness::empty<float>(n);
        cases.push_back({"nickel_heron_bc7_a", [=] {
            for (int s = 0; s < steps; ++s) {
                nickel_heron_bc7_a0<<<n / 256, 256>>>(current, adapt, v, n, s);
                nickel_heron_bc7_a1<<<n / 256, 256>>>(v, adapt, s);
            }
        }, adapt, (size_t)n});
        cases.push_back({"nickel_heron_bc7_b", [=] { nickel_heron_bc7_b<<<n / 256, 256>>>(current, v, adapt, n, steps); }, adapt, (size_t)n});
    }
    {
        const int rows = 5280;
        const size_t n = (size_t)rows * kRow;
        float4 *in = (float4*)harness::filled<float>(n * 4, 91), *out = (float4*)harness::empty<float>(n * 4);
        const int bytes = kRow * 16;
        CHECK(cudaFuncSetAttribute(walnut_kite_bc7_a, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        CHECK(cudaFuncSetAttribute(walnut_kite_bc7_a, cudaFuncAttributePreferredSharedMemoryCarveout, 100));
        cases.push_back({"walnut_kite_bc7_a", [=] { walnut_kite_bc7_a<<<rows, 256, bytes>>>(in, out); }, out, n * 4});
        cases.push_back({"walnut_kite_bc7_b", [=] { walnut_kite_bc7_b<<<rows * 3, 256>>>(in, out); }, out, n * 4});
    }
    {
        const int rows = 65536;
        float4* m = (float4*)harness::filled<float>((size_t)rows * 2048, 101);
        float *power = harness::empty<float>(rows), *gain = harness::filled<float>(rows, 102), *out = harness::empty<float>(rows);
        cases.push_back({"ivory_gondola_bc7_a", [=] {
            ivory_gondola_bc7_a0<<<rows / 8, 256>>>(m, power);
            ivory_gondola_bc7_a1<<<rows / 256, 256>>>(power, gain, out);
        }, out, (size_t)rows});
        cases.push_back({"ivory_gondola_bc7_b", [=] { ivory_gondola_bc7_b<<<rows / 8, 256>>>(m, gain, out); }, out, (size_t)rows});
    }
    {
        const int n = 132 * 4096 * 32;
        float4 *now = (float4*)harness::filled<float>((size_t)n * 4, 111), *before = (float4*)harness::filled<float>((size_t)n * 4, 112);
        float4* next = (float4*)harness::empty<float>((size_t)n * 4);
        cases.push_back({"tundra_biscuit_bc7_a", [=] { tundra_biscuit_bc7_a<<<132, 1024>>>(now, before, next, n); }, next, (size_t)n * 4});
    }
    {
        const int blocks = 132 * 6 * 2;
        const size_t n = (size_t)blocks * 128 * 28;
        float *start = harness::filled<float>(n, 121), *out = harness::empty<float>(n);
        cases.push_back({"coral_mitten_bc7_a", [=] { coral_mitten_bc7_a<<<blocks, 128>>>(start, out, 256); }, out, n});
    }
    return harness::run(argc, argv, cases);
}
