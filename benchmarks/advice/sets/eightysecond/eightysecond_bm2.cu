#include "harness.cuh"

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using harness::Case;
using harness::Output;

// ---------------------------------------------------------------- set-up
__host__ __device__ inline int substeps_of(uint32_t i) {
    uint32_t h = harness::hash32(i * 747796405u + 17u), r = h % 100u, j = h >> 16;
    return r < 80 ? 16 + j % 8 : r < 95 ? 64 + j % 16 : 400 + j % 64;
}
__global__ void harness_substeps(int* s, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) s[i] = substeps_of(i);
}
__global__ void harness_species(uint8_t* k, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) k[i] = harness::hash32(i + 991u) % 12u;
}
__global__ void harness_lookups(int* ids, int n, int rows) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint32_t h = harness::hash32(i * 2246822519u + 5u), r = h % 100u, j = harness::hash32(h + 1u);
    ids[i] = r < 25 ? 0 : r < 45 ? 1 + j % 7 : 8 + j % (rows - 8);
}
__global__ void harness_letters(uint32_t* w, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        w[i] = 0x61616161u + (harness::hash32((uint32_t)i) & 0x0f0f0f0fu);
}
__global__ void harness_affine(float* p, size_t n, float scale, float shift) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) p[i] = p[i] * scale + shift;
}

// ---------------------------------------------------------------- cloud droplets, each with its own count of substeps
__device__ __forceinline__ float4 grow(float4 s, int n) {
#pragma unroll 1
    for (int k = 0; k < n; ++k) {
        float g = fmaf(s.y, 0.03f, -0.01f * s.x);
        float r = fmaf(g, s.z, s.x);
        float e = fmaf(-0.02f * g, r, s.y);
        float t = fmaf(e, 0.004f, s.z * 0.995f);
        s.w = fmaf(g, g, s.w * 0.999f);
        s.x = fmaf(r, 0.999f, 0.001f * s.w);
        s.y = fmaf(e, 0.998f, 0.002f);
        s.z = t;
    }
    return s;
}
__global__ void __launch_bounds__(256) maple_lantern_bm2_a(const float4* __restrict__ state, const int* __restrict__ steps, float4* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = grow(state[i], steps[i]);
}
__global__ void __launch_bounds__(256) maple_lantern_bm2_b(const float4* __restrict__ state, const int* __restrict__ steps, const int* __restrict__ order,
                                                           float4* __restrict__ out, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    int i = order[t];
    out[i] = grow(state[i], steps[i]);
}

// ---------------------------------------------------------------- projection of rows onto the simplex, by bisection (rows of 1024)
__global__ void __launch_bounds__(256) copper_violin_bm2_a(const float4* __restrict__ x, float4* __restrict__ y) {
    __shared__ float part[256];
    const int t = threadIdx.x;
    float4 v = x[(size_t)blockIdx.x * 256 + t];
    float lo = -1.f, hi = 1.f;
    for (int it = 0; it < 20; ++it) {
        float tau = 0.5f * (lo + hi);
        part[t] = fmaxf(v.x - tau, 0.f) + fmaxf(v.y - tau, 0.f) + fmaxf(v.z - tau, 0.f) + fmaxf(v.w - tau, 0.f);
        __syncthreads();
        for (int s = 128; s > 0; s >>= 1) {
            if (t < s) part[t] += part[t + s];
            __syncthreads();
        }
        if (part[0] > 1.f) lo = tau; else hi = tau;
        __syncthreads();
    }
    float tau = 0.5f * (lo + hi);
    y[(size_t)blockIdx.x * 256 + t] = make_float4(fmaxf(v.x - tau, 0.f), fmaxf(v.y - tau, 0.f), fmaxf(v.z - tau, 0.f), fmaxf(v.w - tau, 0.f));
}
__global__ void __launch_bounds__(256) copper_violin_bm2_b(const float4* __restrict__ x, float4* __restrict__ y) {
    const int lane = threadIdx.x & 31;
    const size_t row = (size_t)blockIdx.x * 8 + (threadIdx.x >> 5);
    float4 v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = x[row * 256 + k * 32 + lane];
    float lo = -1.f, hi = 1.f;
    for (int it = 0; it < 20; ++it) {
        float tau = 0.5f * (lo + hi), s0 = 0, s1 = 0, s2 = 0, s3 = 0;
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            s0 += fmaxf(v[k].x - tau, 0.f); s1 += fmaxf(v[k].y - tau, 0.f);
            s2 += fmaxf(v[k].z - tau, 0.f); s3 += fmaxf(v[k].w - tau, 0.f);
        }
        float s = (s0 + s1) + (s2 + s3);
#pragma unroll
        for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
        if (s > 1.f) lo = tau; else hi = tau;
    }
    float tau = 0.5f * (lo + hi);
#pragma unroll
    for (int k = 0; k < 8; ++k)
        y[row * 256 + k * 32 + lane] = make_float4(fmaxf(v[k].x - tau, 0.f), fmaxf(v[k].y - tau, 0.f), fmaxf(v[k].z - tau, 0.f), fmaxf(v[k].w - tau, 0.f));
}

// ---------------------------------------------------------------- deposited energy of each particle species in a detector of 16 layers
__global__ void __launch_bounds__(256) harbor_thimble_bm2_a(const float* __restrict__ layers, const uint8_t* __restrict__ species, float* total, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float e = 0;
#pragma unroll
    for (int l = 0; l < 16; ++l) { float d = layers[(size_t)l * n + i]; e = fmaf(d, d, e); }
    atomicAdd(&total[species[i]], e);
}
__global__ void __launch_bounds__(256) harbor_thimble_bm2_b(const float* __restrict__ layers, const uint8_t* __restrict__ species, float* total, int n) {
    __shared__ float own[12][256];
    const int t = threadIdx.x;
    for (int k = 0; k < 12; ++k) own[k][t] = 0.f;
    for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256) {
        int k = species[i];
        float e = 0;
#pragma unroll
        for (int l = 0; l < 16; ++l) { float d = layers[(size_t)l * n + i]; e = fmaf(d, d, e); }
        own[k][t] += e;
    }
    __syncthreads();
    for (int k = t >> 5; k < 12; k += 8) {
        float s = 0;
        for (int j = t & 31; j < 256; j += 32) s += own[k][j];
        for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
        if ((t & 31) == 0) atomicAdd(&total[k], s);
    }
}

// ---------------------------------------------------------------- second moments of an embedding table (rows of 32)
__global__ void __launch_bounds__(256) pepper_sundial_bm2_a(const int* __restrict__ ids, const float* __restrict__ grad, float* moment, int lookups) {
    const int lane = threadIdx.x & 31, warps = gridDim.x * 8;
    for (int l = (blockIdx.x * 8 + (threadIdx.x >> 5)) * 4; l < lookups; l += warps * 4) {
        int4 id = *reinterpret_cast<const int4*>(ids + l);
        float g0 = grad[(size_t)l * 32 + lane], g1 = grad[(size_t)l * 32 + 32 + lane];
        float g2 = grad[(size_t)l * 32 + 64 + lane], g3 = grad[(size_t)l * 32 + 96 + lane];
        atomicAdd(&moment[id.x * 32 + lane], g0 * g0);
        atomicAdd(&moment[id.y * 32 + lane], g1 * g1);
        atomicAdd(&moment[id.z * 32 + lane], g2 * g2);
        atomicAdd(&moment[id.w * 32 + lane], g3 * g3);
    }
}
__device__ __forceinline__ void note_moment(float* frequent, float* moment, int id, int lane, float v) {
    if (id < 8) frequent[id * 32 + lane] += v;
    else atomicAdd(&moment[id * 32 + lane], v);
}
__global__ void __launch_bounds__(256) pepper_sundial_bm2_b(const int* __restrict__ ids, const float* __restrict__ grad, float* moment, int lookups) {
    __shared__ float cache[8][8 * 32];
    const int lane = threadIdx.x & 31, warps = gridDim.x * 8;
    float* frequent = cache[threadIdx.x >> 5];
    for (int k = 0; k < 8; ++k) frequent[k * 32 + lane] = 0.f;
    for (int l = (blockIdx.x * 8 + (threadIdx.x >> 5)) * 4; l < lookups; l += warps * 4) {
        int4 id = *reinterpret_cast<const int4*>(ids + l);
        float g0 = grad[(size_t)l * 32 + lane], g1 = grad[(size_t)l * 32 + 32 + lane];
        float g2 = grad[(size_t)l * 32 + 64 + lane], g3 = grad[(size_t)l * 32 + 96 + lane];
        note_moment(frequent, moment, id.x, lane, g0 * g0);
        note_moment(frequent, moment, id.y, lane, g1 * g1);
        note_moment(frequent, moment, id.z, lane, g2 * g2);
        note_moment(frequent, moment, id.w, lane, g3 * g3);
    }
    __syncthreads();
    float s = 0;
    for (int w = 0; w < 8; ++w) s += cache[w][threadIdx.x];
    atomicAdd(&moment[threadIdx.x], s);
}

// ---------------------------------------------------------------- inversion of a thermocouple's calibration curve
#define K0 0.0173
#define K1 0.3945
#define K2 0.0236
#define K3 -0.0328
#define K4 0.0049
#define K5 -0.0075
#define K6 0.0029
#define RELAX 0.92
__global__ void __launch_bounds__(256) ginger_compass_bm2_a(const float4* __restrict__ volt, float4* __restrict__ temp, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v4 = volt[i];
    float v[4] = {v4.x, v4.y, v4.z, v4.w}, r[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float t = v[j];
#pragma unroll 1
        for (int it = 0; it < 8; ++it) {
            float f = K0 + t * (K1 + t * (K2 + t * (K3 + t * (K4 + t * (K5 + t * K6)))));
            t = t - RELAX * (f - v[j] * 0.25);
        }
        r[j] = t;
    }
    temp[i] = make_float4(r[0], r[1], r[2], r[3]);
}
__global__ void __launch_bounds__(256) ginger_compass_bm2_b(const float4* __restrict__ volt, float4* __restrict__ temp, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v4 = volt[i];
    float v[4] = {v4.x, v4.y, v4.z, v4.w}, r[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float t = v[j];
#pragma unroll 1
        for (int it = 0; it < 8; ++it) {
            float f = (float)K0 + t * ((float)K1 + t * ((float)K2 + t * ((float)K3 + t * ((float)K4 + t * ((float)K5 + t * (float)K6)))));
            t = t - (float)RELAX * (f - v[j] * 0.25f);
        }
        r[j] = t;
    }
    temp[i] = make_float4(r[0], r[1], r[2], r[3]);
}

// ---------------------------------------------------------------- light scattered towards the camera, 32 samples along the ray
__global__ void __launch_bounds__(256) willow_anchor_bm2_a(const float* __restrict__ cosine, const float* __restrict__ haze, float* __restrict__ glow, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float c = cosine[i], g = 0.6f + 0.2f * haze[i], sum = 0.f, depth = 0.f;
#pragma unroll 2
    for (int k = 0; k < 32; ++k) {
        float density = expf(-0.15f * k * (1.2f + c));
        float phase = (1.f - g * g) / powf(1.f + g * g - 2.f * g * c, 1.5f);
        depth += 0.03f * density;
        sum += density * phase / (1.f + depth);
        c = fmaf(c, 0.985f, 0.002f);
    }
    glow[i] = sum;
}
__global__ void __launch_bounds__(256) willow_anchor_bm2_b(const float* __restrict__ cosine, const float* __restrict__ haze, float* __restrict__ glow, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float c = cosine[i], g = 0.6f + 0.2f * haze[i], sum = 0.f, depth = 0.f;
#pragma unroll 2
    for (int k = 0; k < 32; ++k) {
        float density = __expf(-0.15f * k * (1.2f + c));
        float r = rsqrtf(1.f + g * g - 2.f * g * c);
        float phase = (1.f - g * g) * r * r * r;
        depth += 0.03f * density;
        sum += __fdividef(density * phase, 1.f + depth);
        c = fmaf(c, 0.985f, 0.002f);
    }
    glow[i] = sum;
}

// ---------------------------------------------------------------- fingerprints of 64-letter reads, polynomial modulo a prime
__global__ void __launch_bounds__(256) teal_basket_bm2_a(const uint32_t* __restrict__ words, int* __restrict__ print, int n, uint32_t base, uint32_t prime) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint64_t h = 7;
    for (int w = 0; w < 16; ++w) {
        uint32_t four = words[(size_t)w * n + i];
#pragma unroll
        for (int b = 0; b < 4; ++b) h = (h * base + ((four >> (8 * b)) & 255u)) % prime;
    }
    print[i] = (int)h;
}
__global__ void __launch_bounds__(256) teal_basket_bm2_b(const uint32_t* __restrict__ words, int* __restrict__ print, int n, uint32_t base, uint32_t prime, uint64_t inverse) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint32_t h = 7;
    for (int w = 0; w < 16; ++w) {
        uint32_t four = words[(size_t)w * n + i];
#pragma unroll
        for (int b = 0; b < 4; ++b) {
            uint64_t x = (uint64_t)h * base + ((four >> (8 * b)) & 255u);
            h = (uint32_t)x - (uint32_t)__umul64hi(x, inverse) * prime;
            if (h >= prime) h -= prime;
        }
    }
    print[i] = (int)h;
}

// ---------------------------------------------------------------- a long z-transform at a few thousand points
constexpr int kPiece = 8192;
__global__ void __launch_bounds__(128) onyx_ferry_bm2_a(const float4* __restrict__ signal, const float* __restrict__ z, float* __restrict__ out, int pieces) {
    __shared__ float4 part[kPiece / 4];
    const int p = blockIdx.x * 128 + threadIdx.x;
    const float x = 0.90f + 0.09f * z[p];
    float acc = 0.f;
    for (int c = 0; c < pieces; ++c) {
        __syncthreads();
#pragma unroll
        for (int j = 0; j < kPiece / 512; ++j) part[j * 128 + threadIdx.x] = signal[(size_t)c * (kPiece / 4) + j * 128 + threadIdx.x];
        __syncthreads();
#pragma unroll 16
        for (int k = 0; k < kPiece / 4; ++k) {
            float4 s = part[k];
            acc = fmaf(acc, x, s.x);
            acc = fmaf(acc, x, s.y);
            acc = fmaf(acc, x, s.z);
            acc = fmaf(acc, x, s.w);
        }
    }
    out[p] = acc;
}
__global__ void __launch_bounds__(128) onyx_ferry_bm2_b(const float4* __restrict__ signal, const float* __restrict__ z, float* __restrict__ out, int pieces) {
    __shared__ float4 part[kPiece / 4];
    const int p = blockIdx.x * 128 + threadIdx.x;
    const float x = 0.90f + 0.09f * z[p], x2 = x * x, x4 = x2 * x2;
    float a0 = 0.f, a1 = 0.f, a2 = 0.f, a3 = 0.f;
    for (int c = 0; c < pieces; ++c) {
        __syncthreads();
#pragma unroll
        for (int j = 0; j < kPiece / 512; ++j) part[j * 128 + threadIdx.x] = signal[(size_t)c * (kPiece / 4) + j * 128 + threadIdx.x];
        __syncthreads();
#pragma unroll 16
        for (int k = 0; k < kPiece / 4; ++k) {
            float4 s = part[k];
            a0 = fmaf(a0, x4, s.x);
            a1 = fmaf(a1, x4, s.y);
            a2 = fmaf(a2, x4, s.z);
            a3 = fmaf(a3, x4, s.w);
        }
    }
    out[p] = fmaf(x2, fmaf(a0, x, a1), fmaf(a2, x, a3));
}

// ---------------------------------------------------------------- best of 32 templates for every descriptor (32 floats) of a data base
constexpr int kPitch = 36;
__device__ __forceinline__ void match_two(const float* rows, const float* templates, int r0, int r1, float* best) {
    float a[32], b[32];
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        float4 u = *reinterpret_cast<const float4*>(rows + r0 * kPitch + 4 * k), v = *reinterpret_cast<const float4*>(rows + r1 * kPitch + 4 * k);
        a[4 * k] = u.x; a[4 * k + 1] = u.y; a[4 * k + 2] = u.z; a[4 * k + 3] = u.w;
        b[4 * k] = v.x; b[4 * k + 1] = v.y; b[4 * k + 2] = v.z; b[4 * k + 3] = v.w;
    }
    float ma = -1e30f, mb = -1e30f;
#pragma unroll 2
    for (int q = 0; q < 32; ++q) {
        float sa = 0, sb = 0, ta = 0, tb = 0;
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            float4 w = *reinterpret_cast<const float4*>(templates + q * 32 + 4 * k);
            sa = fmaf(a[4 * k], w.x, sa); sb = fmaf(b[4 * k], w.x, sb);
            ta = fmaf(a[4 * k + 1], w.y, ta); tb = fmaf(b[4 * k + 1], w.y, tb);
            sa = fmaf(a[4 * k + 2], w.z, sa); sb = fmaf(b[4 * k + 2], w.z, sb);
            ta = fmaf(a[4 * k + 3], w.w, ta); tb = fmaf(b[4 * k + 3], w.w, tb);
        }
        ma = fmaxf(ma, sa + ta);
        mb = fmaxf(mb, sb + tb);
    }
    best[r0] = ma;
    best[r1] = mb;
}
__global__ void __launch_bounds__(256) plum_beacon_bm2_a(const float4* __restrict__ base, const float* __restrict__ templates, float* __restrict__ best, int tiles) {
    extern __shared__ float4 pool[];
    float* rows = reinterpret_cast<float*>(pool);
    float* tm = rows + 1024 * kPitch;
    for (int k = threadIdx.x; k < 1024; k += 256) tm[k] = templates[k];
    for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
        const float4* from = base + (size_t)t * 8192;
#pragma unroll 16
        for (int j = 0; j < 32; ++j) {
            int k = threadIdx.x + j * 256;
            *reinterpret_cast<float4*>(rows + (k >> 3) * kPitch + (k & 7) * 4) = from[k];
        }
        __syncthreads();
        match_two(rows, tm, threadIdx.x, threadIdx.x + 256, best + (size_t)t * 1024);
        match_two(rows, tm, threadIdx.x + 512, threadIdx.x + 768, best + (size_t)t * 1024);
        __syncthreads();
    }
}
__global__ void __launch_bounds__(256) plum_beacon_bm2_b(const float4* __restrict__ base, const float* __restrict__ templates, float* __restrict__ best, int tiles) {
    extern __shared__ float4 pool[];
    float* rows = reinterpret_cast<float*>(pool);
    float* tm = rows + 1024 * kPitch;
    for (int k = threadIdx.x; k < 1024; k += 256) tm[k] = templates[k];
    const int halves = tiles * 2;
    auto request = [&](int t, int stage) {
        if (t < halves) {
            const float4* from = base + (size_t)t * 4096;
            float* to = rows + stage * 512 * kPitch;
#pragma unroll
            for (int j = 0; j < 16; ++j) {
                int k = threadIdx.x + j * 256;
                __pipeline_memcpy_async(to + (k >> 3) * kPitch + (k & 7) * 4, from + k, 16);
            }
        }
        __pipeline_commit();
    };
    int stage = 0;
    request(blockIdx.x, 0);
    for (int t = blockIdx.x; t < halves; t += gridDim.x) {
        request(t + gridDim.x, stage ^ 1);
        __pipeline_wait_prior(1);
        __syncthreads();
        match_two(rows + stage * 512 * kPitch, tm, threadIdx.x, threadIdx.x + 256, best + (size_t)t * 512);
        __syncthreads();
        stage ^= 1;
    }
}

// ---------------------------------------------------------------- Gaussian-process kernel matrix: squared distances, x by rows, y by columns
__global__ void __launch_bounds__(256) sable_kettle_bm2_a(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ k, int n, int dims) {
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y;
    float d2 = 0.f;
    for (int d = 0; d < dims; ++d) {
        float e = x[(size_t)i * dims + d] - y[(size_t)d * n + j];
        d2 = fmaf(e, e, d2);
    }
    k[(size_t)i * n + j] = 1.f / (1.f + 0.01f * d2);
}
__global__ void __launch_bounds__(256) sable_kettle_bm2_b(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ k, int n, int dims) {
    __shared__ float xs[16][68];
    __shared__ __align__(16) float ys[16][64];
    const int t = threadIdx.y * 32 + threadIdx.x, tx = t & 15, ty = t >> 4;
    const int i0 = blockIdx.y * 64, j0 = blockIdx.x * 64;
    float d2[4][4] = {};
    for (int d0 = 0; d0 < dims; d0 += 16) {
        float4 u = *reinterpret_cast<const float4*>(x + (size_t)(i0 + (t >> 2)) * dims + d0 + (t & 3) * 4);
        float4 v = *reinterpret_cast<const float4*>(y + (size_t)(d0 + (t >> 4)) * n + j0 + (t & 15) * 4);
        __syncthreads();
        xs[(t & 3) * 4][t >> 2] = u.x; xs[(t & 3) * 4 + 1][t >> 2] = u.y; xs[(t & 3) * 4 + 2][t >> 2] = u.z; xs[(t & 3) * 4 + 3][t >> 2] = u.w;
        *reinterpret_cast<float4*>(&ys[t >> 4][(t & 15) * 4]) = v;
        __syncthreads();
#pragma unroll
        for (int d = 0; d < 16; ++d) {
            float4 a4 = *reinterpret_cast<const float4*>(&xs[d][ty * 4]), b4 = *reinterpret_cast<const float4*>(&ys[d][tx * 4]);
            float a[4] = {a4.x, a4.y, a4.z, a4.w}, b[4] = {b4.x, b4.y, b4.z, b4.w};
#pragma unroll
            for (int p = 0; p < 4; ++p)
#pragma unroll
                for (int q = 0; q < 4; ++q) { float e = a[p] - b[q]; d2[p][q] = fmaf(e, e, d2[p][q]); }
        }
    }
#pragma unroll
    for (int p = 0; p < 4; ++p) {
        float4 r = make_float4(1.f / (1.f + 0.01f * d2[p][0]), 1.f / (1.f + 0.01f * d2[p][1]), 1.f / (1.f + 0.01f * d2[p][2]), 1.f / (1.f + 0.01f * d2[p][3]));
        *reinterpret_cast<float4*>(k + (size_t)(i0 + ty * 4 + p) * n + j0 + tx * 4) = r;
    }
}

// ---------------------------------------------------------------- node features through a 256 x 256 layer, half in and out
constexpr int kWide = 256;
__global__ void __launch_bounds__(256) fern_marble_bm2_a(const __half* __restrict__ feat, const __half* __restrict__ weight, const float* __restrict__ bias, __half* __restrict__ out) {
    __shared__ __align__(16) float fs[32][64];
    __shared__ __align__(16) float ws[32][64];
    const int t = threadIdx.x, tx = t & 15, ty = t >> 4, row = (t & 7) + (t >> 5) * 8, seg = (t >> 3) & 3;
    const int i0 = blockIdx.y * 64, j0 = blockIdx.x * 64;
    float acc[4][4] = {};
    for (int k0 = 0; k0 < kWide; k0 += 32) {
        uint4 u = *reinterpret_cast<const uint4*>(feat + (size_t)(i0 + row) * kWide + k0 + seg * 8);
        uint4 v = *reinterpret_cast<const uint4*>(weight + (size_t)(k0 + (t >> 3)) * kWide + j0 + (t & 7) * 8);
        __syncthreads();
        const __half* uh = reinterpret_cast<const __half*>(&u);
        const __half2* vh = reinterpret_cast<const __half2*>(&v);
#pragma unroll
        for (int e = 0; e < 8; ++e) fs[seg * 8 + e][row ^ (seg * 8)] = __half2float(uh[e]);
        float2 p0 = __half22float2(vh[0]), p1 = __half22float2(vh[1]), p2 = __half22float2(vh[2]), p3 = __half22float2(vh[3]);
        *reinterpret_cast<float4*>(&ws[t >> 3][(t & 7) * 8]) = make_float4(p0.x, p0.y, p1.x, p1.y);
        *reinterpret_cast<float4*>(&ws[t >> 3][(t & 7) * 8 + 4]) = make_float4(p2.x, p2.y, p3.x, p3.y);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; ++k) {
            float4 a4 = *reinterpret_cast<const float4*>(&fs[k][(ty * 4) ^ (k & 24)]), b4 = *reinterpret_cast<const float4*>(&ws[k][tx * 4]);
            float a[4] = {a4.x, a4.y, a4.z, a4.w}, b[4] = {b4.x, b4.y, b4.z, b4.w};
#pragma unroll
            for (int p = 0; p < 4; ++p)
#pragma unroll
                for (int q = 0; q < 4; ++q) acc[p][q] = fmaf(a[p], b[q], acc[p][q]);
        }
    }
#pragma unroll
    for (int p = 0; p < 4; ++p) {
        __half2 r[2];
#pragma unroll
        for (int q = 0; q < 2; ++q)
            r[q] = __floats2half2_rn(fmaxf(acc[p][2 * q] + bias[j0 + tx * 4 + 2 * q], 0.f), fmaxf(acc[p][2 * q + 1] + bias[j0 + tx * 4 + 2 * q + 1], 0.f));
        *reinterpret_cast<uint2*>(out + (size_t)(i0 + ty * 4 + p) * kWide + j0 + tx * 4) = *reinterpret_cast<uint2*>(r);
    }
}
__global__ void __launch_bounds__(256) fern_marble_bm2_b(const __half* __restrict__ feat, const __half* __restrict__ weight, const float* __restrict__ bias, __half* __restrict__ out) {
    using namespace nvcuda::wmma;
    __shared__ __align__(32) __half fs[64][40];
    __shared__ __align__(32) __half ws[32][136];
    __shared__ __align__(32) float cs[64][132];
    const int t = threadIdx.x, warp = t >> 5, wi = (warp >> 2) * 32, wj = (warp & 3) * 32;
    const int i0 = blockIdx.y * 64, j0 = blockIdx.x * 128;
    fragment<accumulator, 16, 16, 16, float> acc[2][2];
#pragma unroll
    for (int p = 0; p < 2; ++p)
#pragma unroll
        for (int q = 0; q < 2; ++q) fill_fragment(acc[p][q], 0.f);
    for (int k0 = 0; k0 < kWide; k0 += 32) {
        uint4 u = *reinterpret_cast<const uint4*>(feat + (size_t)(i0 + (t >> 2)) * kWide + k0 + (t & 3) * 8);
        uint4 v0 = *reinterpret_cast<const uint4*>(weight + (size_t)(k0 + (t >> 4)) * kWide + j0 + (t & 15) * 8);
        uint4 v1 = *reinterpret_cast<const uint4*>(weight + (size_t)(k0 + 16 + (t >> 4)) * kWide + j0 + (t & 15) * 8);
        __syncthreads();
        *reinterpret_cast<uint4*>(&fs[t >> 2][(t & 3) * 8]) = u;
        *reinterpret_cast<uint4*>(&ws[t >> 4][(t & 15) * 8]) = v0;
        *reinterpret_cast<uint4*>(&ws[16 + (t >> 4)][(t & 15) * 8]) = v1;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            fragment<matrix_a, 16, 16, 16, __half, row_major> a[2];
            fragment<matrix_b, 16, 16, 16, __half, row_major> b[2];
#pragma unroll
            for (int p = 0; p < 2; ++p) { load_matrix_sync(a[p], &fs[wi + 16 * p][k], 40); load_matrix_sync(b[p], &ws[k][wj + 16 * p], 136); }
#pragma unroll
            for (int p = 0; p < 2; ++p)
#pragma unroll
                for (int q = 0; q < 2; ++q) mma_sync(acc[p][q], a[p], b[q], acc[p][q]);
        }
    }
#pragma unroll
    for (int p = 0; p < 2; ++p)
#pragma unroll
        for (int q = 0; q < 2; ++q) store_matrix_sync(&cs[wi + 16 * p][wj + 16 * q], acc[p][q], 132, mem_row_major);
    __syncthreads();
    const int c = (t & 31) * 4;
    const float4 bi = *reinterpret_cast<const float4*>(bias + j0 + c);
#pragma unroll
    for (int r = t >> 5; r < 64; r += 8) {
        float4 s = *reinterpret_cast<const float4*>(&cs[r][c]);
        __half2 h[2] = {__floats2half2_rn(fmaxf(s.x + bi.x, 0.f), fmaxf(s.y + bi.y, 0.f)), __floats2half2_rn(fmaxf(s.z + bi.z, 0.f), fmaxf(s.w + bi.w, 0.f))};
        *reinterpret_cast<uint2*>(out + (size_t)(i0 + r) * kWide + j0 + c) = *reinterpret_cast<uint2*>(h);
    }
}

// ---------------------------------------------------------------- developing a raw frame: exposure, black level, shoulder, display curve
__device__ __forceinline__ float expose(float v) { return (v + 1.f) * 1.7f; }
__device__ __forceinline__ float black(float v) { return fmaxf(v - 0.04f, 0.f) * 1.04f; }
__device__ __forceinline__ float shoulder(float v) { return __fdividef(v, 1.f + v); }
__device__ __forceinline__ float display(float v) { return fminf(__fsqrt_rn(v) * 1.1f, 1.f); }
template <typename F>
__device__ __forceinline__ void each(const float4* in, float4* out, int n, F f) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = in[i];
    out[i] = make_float4(f(v.x), f(v.y), f(v.z), f(v.w));
}
__global__ void __launch_bounds__(256) coral_hinge_bm2_a0(const float4* __restrict__ in, float4* __restrict__ out, int n) { each(in, out, n, [](float v) { return expose(v); }); }
__global__ void __launch_bounds__(256) coral_hinge_bm2_a1(const float4* __restrict__ in, float4* __restrict__ out, int n) { each(in, out, n, [](float v) { return black(v); }); }
__global__ void __launch_bounds__(256) coral_hinge_bm2_a2(const float4* __restrict__ in, float4* __restrict__ out, int n) { each(in, out, n, [](float v) { return shoulder(v); }); }
__global__ void __launch_bounds__(256) coral_hinge_bm2_a3(const float4* __restrict__ in, float4* __restrict__ out, int n) { each(in, out, n, [](float v) { return display(v); }); }
__global__ void __launch_bounds__(256) coral_hinge_bm2_b(const float4* __restrict__ in, float4* __restrict__ out, int n) {
    each(in, out, n, [](float v) { return display(shoulder(black(expose(v)))); });
}

// ---------------------------------------------------------------- mild: calibrating counts
__global__ void __launch_bounds__(256) amber_saddle_bm2_a(const float4* __restrict__ in, float4* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = in[i];
    out[i] = make_float4(v.x * 0.0731 + 1.3, v.y * 0.0731 + 1.3, v.z * 0.0731 + 1.3, v.w * 0.0731 + 1.3);
}
__global__ void __launch_bounds__(256) amber_saddle_bm2_b(const float4* __restrict__ in, float4* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = in[i];
    out[i] = make_float4(v.x * 0.0731f + 1.3f, v.y * 0.0731f + 1.3f, v.z * 0.0731f + 1.3f, v.w * 0.0731f + 1.3f);
}
// mild: a compressor for audio, loud and quiet samples
__device__ __forceinline__ float loud(float x) { float y = 0.6f * x; for (int k = 0; k < 2; ++k) y = fmaf(-0.2f * y, y, y + 0.05f * x); return y; }
__device__ __forceinline__ float quiet(float x) { float y = fmaf(x * x, -0.3f, 1.f); return fmaf(y, 0.4f * x, 0.2f); }
__global__ void __launch_bounds__(256) lilac_bridge_bm2_a(const float4* __restrict__ in, float4* __restrict__ out, int n, int passes) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = in[i];
    if (v.x + v.y > 0.f) {
        for (int k = 0; k < passes; ++k) v = make_float4(loud(v.x), loud(v.y), loud(v.z), loud(v.w));
    } else {
        for (int k = 0; k < passes; ++k) v = make_float4(quiet(v.x), quiet(v.y), quiet(v.z), quiet(v.w));
    }
    out[i] = v;
}
__global__ void __launch_bounds__(256) lilac_bridge_bm2_b(const float4* __restrict__ in, float4* __restrict__ out, int n, int passes) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = in[i];
    const bool high = v.x + v.y > 0.f;
    for (int k = 0; k < passes; ++k)
        v = make_float4(high ? loud(v.x) : quiet(v.x), high ? loud(v.y) : quiet(v.y), high ? loud(v.z) : quiet(v.z), high ? loud(v.w) : quiet(v.w));
    out[i] = v;
}
// mild: cropping a padded raster
__global__ void __launch_bounds__(256) slate_orchid_bm2_a(const float4* __restrict__ in, float4* __restrict__ out, int n, int columns, int pitch) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int r = i / columns, c = i % columns;
    float4 v = in[(size_t)r * pitch + c];
    out[i] = make_float4(v.x + 1.5f, v.y + 1.5f, v.z + 1.5f, v.w + 1.5f);
}
__global__ void __launch_bounds__(256) slate_orchid_bm2_b(const float4* __restrict__ in, float4* __restrict__ out, int columns, int pitch) {
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
    if (c >= columns) return;
    float4 v = in[(size_t)r * pitch + c];
    out[(size_t)r * columns + c] = make_float4(v.x + 1.5f, v.y + 1.5f, v.z + 1.5f, v.w + 1.5f);
}

// ---------------------------------------------------------------- healthy
__device__ __forceinline__ float adam(float w, float g, float& m, float& v) {
    m = fmaf(0.1f, g - m, m);
    v = fmaf(0.001f, g * g - v, v);
    return fmaf(-0.001f * m, rsqrtf(v + 1e-6f), w);
}
__global__ void __launch_bounds__(256) birch_tunnel_bm2_a(const float4* __restrict__ w, const float4* __restrict__ g, const float4* __restrict__ m, const float4* __restrict__ v,
                                                          float4* __restrict__ w2, float4* __restrict__ m2, float4* __restrict__ v2, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 a = w[i], b = g[i], c = m[i], d = v[i];
    a.x = adam(a.x, b.x, c.x, d.x); a.y = adam(a.y, b.y, c.y, d.y); a.z = adam(a.z, b.z, c.z, d.z); a.w = adam(a.w, b.w, c.w, d.w);
    w2[i] = a; m2[i] = c; v2[i] = d;
}
__global__ void __launch_bounds__(256) mango_cradle_bm2_a(const float4* __restrict__ x, float4* __restrict__ y) {
    const int lane = threadIdx.x & 31;
    const size_t row = (size_t)blockIdx.x * 8 + (threadIdx.x >> 5);
    float4 v[8];
    float top = -1e30f, sum = 0.f;
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = x[row * 256 + k * 32 + lane];
#pragma unroll
    for (int k = 0; k < 8; ++k) top = fmaxf(top, fmaxf(fmaxf(v[k].x, v[k].y), fmaxf(v[k].z, v[k].w)));
#pragma unroll
    for (int d = 16; d; d >>= 1) top = fmaxf(top, __shfl_xor_sync(~0u, top, d));
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        v[k] = make_float4(__expf(v[k].x - top), __expf(v[k].y - top), __expf(v[k].z - top), __expf(v[k].w - top));
        sum += (v[k].x + v[k].y) + (v[k].z + v[k].w);
    }
#pragma unroll
    for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
    const float s = 1.f / sum;
#pragma unroll
    for (int k = 0; k < 8; ++k) y[row * 256 + k * 32 + lane] = make_float4(v[k].x * s, v[k].y * s, v[k].z * s, v[k].w * s);
}
__global__ void __launch_bounds__(256) quartz_ribbon_bm2_a(const float4* __restrict__ x, float* norm, int n) {
    __shared__ float part[8];
    float s = 0.f;
    const int stride = gridDim.x * 256;
    int i = blockIdx.x * 256 + threadIdx.x;
    for (; i + 3 * stride < n; i += 4 * stride) {
        float4 a = x[i], b = x[i + stride], c = x[i + 2 * stride], d = x[i + 3 * stride];
        s += a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w;
        s += b.x * b.x + b.y * b.y + b.z * b.z + b.w * b.w;
        s += c.x * c.x + c.y * c.y + c.z * c.z + c.w * c.w;
        s += d.x * d.x + d.y * d.y + d.z * d.z + d.w * d.w;
    }
    for (; i < n; i += stride) { float4 a = x[i]; s += a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w; }
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 1; k < 8; ++k) s += part[k];
        atomicAdd(norm, s);
    }
}
__global__ void __launch_bounds__(256) velvet_acorn_bm2_a(const float4* __restrict__ x, float4* __restrict__ y, int n, float p, float q, float r) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = x[i];
#pragma unroll 16
    for (int k = 0; k < 256; ++k) {
        v.x = fmaf(v.x, fmaf(v.x, p, q), r);
        v.y = fmaf(v.y, fmaf(v.y, p, q), r);
        v.z = fmaf(v.z, fmaf(v.z, p, q), r);
        v.w = fmaf(v.w, fmaf(v.w, p, q), r);
    }
    y[i] = v;
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> f, const void* out, size_t count, Output type = Output::f32) { cases.push_back({name, f, out, count, type}); };
    auto moved = [&](float* p, size_t n, float scale, float shift) { harness_affine<<<2048, 256>>>(p, n, scale, shift); CHECK(cudaGetLastError()); return p; };

    {   // droplets
        const int n = 1 << 21;
        float* state = moved(filled<float>((size_t)n * 4, 11), (size_t)n * 4, 0.4f, 0.6f);
        int* steps = empty<int>(n);
        harness_substeps<<<n / 256, 256>>>(steps, n);
        std::vector<int> order; order.reserve(n);
        std::vector<std::vector<int>> bins(32);
        for (int i = 0; i < n; ++i) bins[substeps_of(i) >> 4].push_back(i);
        for (int b = 31; b >= 0; --b) order.insert(order.end(), bins[b].begin(), bins[b].end());
        int* ord = uploaded(order);
        float4* out = (float4*)empty<float>((size_t)n * 4);
        add("maple_lantern_bm2_a", [=] { maple_lantern_bm2_a<<<n / 256, 256>>>((float4*)state, steps, out, n); }, out, (size_t)n * 4);
        add("maple_lantern_bm2_b", [=] { maple_lantern_bm2_b<<<n / 256, 256>>>((float4*)state, steps, ord, out, n); }, out, (size_t)n * 4);
    }
    {   // simplex
        const int rows = 16384;
        float4* x = (float4*)filled<float>((size_t)rows * 1024, 21);
        float4* y = (float4*)empty<float>((size_t)rows * 1024);
        add("copper_violin_bm2_a", [=] { copper_violin_bm2_a<<<rows, 256>>>(x, y); }, y, (size_t)rows * 1024);
        add("copper_violin_bm2_b", [=] { copper_violin_bm2_b<<<rows / 8, 256>>>(x, y); }, y, (size_t)rows * 1024);
    }
    {   // detector
        const int n = 1 << 22;
        float* layers = filled<float>((size_t)n * 16, 31);
        uint8_t* species = empty<uint8_t>(n);
        harness_species<<<n / 256, 256>>>(species, n);
        float* total = empty<float>(12);
        CHECK(cudaMemset(total, 0, 48));
        add("harbor_thimble_bm2_a", [=] { harbor_thimble_bm2_a<<<n / 256, 256>>>(layers, species, total, n); }, total, 12);
        add("harbor_thimble_bm2_b", [=] { harbor_thimble_bm2_b<<<132 * 8, 256>>>(layers, species, total, n); }, total, 12);
    }
    {   // embedding
        const int lookups = 1 << 20, rows = 200000;
        int* ids = empty<int>(lookups);
        harness_lookups<<<lookups / 256, 256>>>(ids, lookups, rows);
        float* grad = filled<float>((size_t)lookups * 32, 41);
        float* moment = empty<float>((size_t)rows * 32);
        CHECK(cudaMemset(moment, 0, (size_t)rows * 128));
        add("pepper_sundial_bm2_a", [=] { pepper_sundial_bm2_a<<<132 * 8, 256>>>(ids, grad, moment, lookups); }, moment, (size_t)rows * 32);
        add("pepper_sundial_bm2_b", [=] { pepper_sundial_bm2_b<<<132 * 8, 256>>>(ids, grad, moment, lookups); }, moment, (size_t)rows * 32);
    }
    {   // thermocouple
        const int n = 1 << 22;
        float4* volt = (float4*)moved(filled<float>((size_t)n * 4, 51), (size_t)n * 4, 0.4f, 0.6f);
        float4* temp = (float4*)empty<float>((size_t)n * 4);
        add("ginger_compass_bm2_a", [=] { ginger_compass_bm2_a<<<n / 256, 256>>>(volt, temp, n); }, temp, (size_t)n * 4);
        add("ginger_compass_bm2_b", [=] { ginger_compass_bm2_b<<<n / 256, 256>>>(volt, temp, n); }, temp, (size_t)n * 4);
    }
    {   // scattering
        const int n = 1 << 22;
        float* cosine = filled<float>(n, 61);
        float* haze = filled<float>(n, 62);
        float* glow = empty<float>(n);
        add("willow_anchor_bm2_a", [=] { willow_anchor_bm2_a<<<n / 256, 256>>>(cosine, haze, glow, n); }, glow, n);
        add("willow_anchor_bm2_b", [=] { willow_anchor_bm2_b<<<n / 256, 256>>>(cosine, haze, glow, n); }, glow, n);
    }
    {   // fingerprints
        const int n = 1 << 21;
        uint32_t* words = empty<uint32_t>((size_t)n * 16);
        harness_letters<<<2048, 256>>>(words, (size_t)n * 16);
        int* print = empty<int>(n);
        const uint32_t prime = 1000000007u, base = 911382323u;
        const uint64_t inverse = ~0ull / prime;
        add("teal_basket_bm2_a", [=] { teal_basket_bm2_a<<<n / 256, 256>>>(words, print, n, base, prime); }, print, n, Output::i32);
        add("teal_basket_bm2_b", [=] { teal_basket_bm2_b<<<n / 256, 256>>>(words, print, n, base, prime, inverse); }, print, n, Output::i32);
    }
    {   // z-transform
        const int pieces = 16, points = 132 * 128;
        float4* signal = (float4*)moved(filled<float>((size_t)pieces * kPiece, 71), (size_t)pieces * kPiece, 1.f, 1.f);
        float* z = filled<float>(points, 72);
        float* out = empty<float>(points);
        add("onyx_ferry_bm2_a", [=] { onyx_ferry_bm2_a<<<132, 128>>>(signal, z, out, pieces); }, out, points);
        add("onyx_ferry_bm2_b", [=] { onyx_ferry_bm2_b<<<132, 128>>>(signal, z, out, pieces); }, out, points);
    }
    {   // templates
        const int tiles = 132 * 20, bytes = (1024 * kPitch + 1024) * 4;
        float4* base = (float4*)filled<float>((size_t)tiles * 1024 * 32, 81);
        float* templates = filled<float>(1024, 82);
        float* best = empty<float>((size_t)tiles * 1024);
        CHECK(cudaFuncSetAttribute(plum_beacon_bm2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        CHECK(cudaFuncSetAttribute(plum_beacon_bm2_b, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        add("plum_beacon_bm2_a", [=] { plum_beacon_bm2_a<<<132, 256, bytes>>>(base, templates, best, tiles); }, best, (size_t)tiles * 1024);
        add("plum_beacon_bm2_b", [=] { plum_beacon_bm2_b<<<132, 256, bytes>>>(base, templates, best, tiles); }, best, (size_t)tiles * 1024);
    }
    {   // kernel matrix
        const int n = 2048, dims = 256;
        float* x = filled<float>((size_t)n * dims, 91);
        float* y = filled<float>((size_t)n * dims, 92);
        float* k = empty<float>((size_t)n * n);
        add("sable_kettle_bm2_a", [=] { sable_kettle_bm2_a<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(x, y, k, n, dims); }, k, (size_t)n * n);
        add("sable_kettle_bm2_b", [=] { sable_kettle_bm2_b<<<dim3(n / 64, n / 64), dim3(32, 8)>>>(x, y, k, n, dims); }, k, (size_t)n * n);
    }
    {   // layer
        const int nodes = 65536;
        __half* feat = filled<__half>((size_t)nodes * kWide, 101);
        __half* weight = filled<__half>((size_t)kWide * kWide, 102);
        float* bias = filled<float>(kWide, 103);
        __half* out = empty<__half>((size_t)nodes * kWide);
        add("fern_marble_bm2_a", [=] { fern_marble_bm2_a<<<dim3(kWide / 64, nodes / 64), 256>>>(feat, weight, bias, out); }, out, (size_t)nodes * kWide, Output::f16);
        add("fern_marble_bm2_b", [=] { fern_marble_bm2_b<<<dim3(kWide / 128, nodes / 64), 256>>>(feat, weight, bias, out); }, out, (size_t)nodes * kWide, Output::f16);
    }
    const int big = 1 << 23;  // float4s of a 128 MiB plane
    float4* plane = (float4*)filled<float>((size_t)big * 4, 111);
    float4* result = (float4*)empty<float>((size_t)big * 4);
    {   // raw frame
        float4* t0 = (float4*)empty<float>((size_t)big * 4);
        float4* t1 = (float4*)empty<float>((size_t)big * 4);
        add("coral_hinge_bm2_a", [=] {
            coral_hinge_bm2_a0<<<big / 256, 256>>>(plane, t0, big);
            coral_hinge_bm2_a1<<<big / 256, 256>>>(t0, t1, big);
            coral_hinge_bm2_a2<<<big / 256, 256>>>(t1, t0, big);
            coral_hinge_bm2_a3<<<big / 256, 256>>>(t0, result, big);
        }, result, (size_t)big * 4);
        add("coral_hinge_bm2_b", [=] { coral_hinge_bm2_b<<<big / 256, 256>>>(plane, result, big); }, result, (size_t)big * 4);
    }
    add("amber_saddle_bm2_a", [=] { amber_saddle_bm2_a<<<big / 256, 256>>>(plane, result, big); }, result, (size_t)big * 4);
    add("amber_saddle_bm2_b", [=] { amber_saddle_bm2_b<<<big / 256, 256>>>(plane, result, big); }, result, (size_t)big * 4);
    add("lilac_bridge_bm2_a", [=] { lilac_bridge_bm2_a<<<big / 256, 256>>>(plane, result, big, 2); }, result, (size_t)big * 4);
    add("lilac_bridge_bm2_b", [=] { lilac_bridge_bm2_b<<<big / 256, 256>>>(plane, result, big, 2); }, result, (size_t)big * 4);
    {   // crop
        const int rows = 8192, columns = 1024, pitch = 1056;
        float4* raster = (float4*)filled<float>((size_t)rows * pitch * 4, 121);
        add("slate_orchid_bm2_a", [=] { slate_orchid_bm2_a<<<rows * columns / 256, 256>>>(raster, result, rows * columns, columns, pitch); }, result, (size_t)big * 4);
        add("slate_orchid_bm2_b", [=] { slate_orchid_bm2_b<<<dim3(columns / 256, rows), 256>>>(raster, result, columns, pitch); }, result, (size_t)big * 4);
    }
    {   // optimiser
        const int n = 1 << 22;
        float4* w = (float4*)filled<float>((size_t)n * 4, 131);
        float4* g = (float4*)filled<float>((size_t)n * 4, 132);
        float4* m = (float4*)filled<float>((size_t)n * 4, 133);
        float4* v = (float4*)moved(filled<float>((size_t)n * 4, 134), (size_t)n * 4, 0.4f, 0.6f);
        float4* w2 = (float4*)empty<float>((size_t)n * 4);
        float4* m2 = (float4*)empty<float>((size_t)n * 4);
        float4* v2 = (float4*)empty<float>((size_t)n * 4);
        add("birch_tunnel_bm2_a", [=] { birch_tunnel_bm2_a<<<n / 256, 256>>>(w, g, m, v, w2, m2, v2, n); }, w2, (size_t)n * 4);
    }
    add("mango_cradle_bm2_a", [=] { mango_cradle_bm2_a<<<big / 256 / 8, 256>>>(plane, result); }, result, (size_t)big * 4);
    {
        const int n = 1 << 24;
        float4* x = (float4*)filled<float>((size_t)n * 4, 141);
        float* norm = empty<float>(1);
        CHECK(cudaMemset(norm, 0, 4));
        add("quartz_ribbon_bm2_a", [=] { quartz_ribbon_bm2_a<<<132 * 8, 256>>>(x, norm, n); }, norm, 1);
    }
    {
        const int n = 1 << 20;
        add("velvet_acorn_bm2_a", [=] { velvet_acorn_bm2_a<<<n / 256, 256>>>(plane, result, n, -0.13f, 0.71f, 0.29f); }, result, (size_t)n * 4);
    }
    return run(argc, argv, cases);
}
