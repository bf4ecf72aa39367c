#include "harness.cuh"

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

#include <numeric>

using namespace nvcuda;

// ---------------------------------------------------------------- reaction kinetics, one cell a thread
__device__ __forceinline__ float react(float4 s, int steps) {
    float x = 0.5f + 0.4f * s.x, y = 0.5f + 0.4f * s.y;
    const float k1 = 1.0f + 0.5f * s.z, k2 = 1.5f + 0.5f * s.w, h = 1.0f / steps;
#pragma unroll 1
    for (int j = 0; j < steps; ++j) {
        const float r = k1 * x * y;
        const float q = k2 * y * (1.0f - y);
        x = fmaf(h, 0.1f - r, x);
        y = fmaf(h, r - q, y);
    }
    return x + y;
}

__global__ void copper_lantern_bh2_a(const float4* __restrict__ state, const int* __restrict__ steps, float* __restrict__ out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = react(state[i], steps[i]);
}

__global__ void copper_lantern_bh2_b(const float4* __restrict__ state, const int* __restrict__ steps, const int* __restrict__ order,
                                     float* __restrict__ out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const int c = order[i];
        out[c] = react(state[c], steps[c]);
    }
}

// ---------------------------------------------------------------- sort runs of 1024 keys, one run a block
__global__ void __launch_bounds__(1024) maple_anchor_bh2_a(const int* __restrict__ in, int* __restrict__ out, int bits) {
    __shared__ int key[1024];
    __shared__ int scan[1024];
    const int t = threadIdx.x;
    const size_t base = (size_t)blockIdx.x * 1024;
    key[t] = in[base + t];
    __syncthreads();
    for (int b = 0; b < bits; ++b) {
        const int k = key[t];
        const int zero = 1 - ((k >> b) & 1);
        scan[t] = zero;
        __syncthreads();
        for (int d = 1; d < 1024; d <<= 1) {
            const int v = t >= d ? scan[t - d] : 0;
            __syncthreads();
            scan[t] += v;
            __syncthreads();
        }
        const int zeros = scan[1023], upto = scan[t];
        key[zero ? upto - 1 : zeros + t - upto] = k;
        __syncthreads();
    }
    out[base + t] = key[t];
}

__global__ void __launch_bounds__(1024) maple_anchor_bh2_b(const int* __restrict__ in, int* __restrict__ out, int bits) {
    __shared__ int key[1024];
    __shared__ int count[32];
    const int t = threadIdx.x, lane = t & 31, w = t >> 5;
    const size_t base = (size_t)blockIdx.x * 1024;
    key[t] = in[base + t];
    __syncthreads();
    for (int b = 0; b < bits; ++b) {
        const int k = key[t];
        const bool zero = ((k >> b) & 1) == 0;
        const unsigned m = __ballot_sync(0xffffffffu, zero);
        if (lane == 0) count[w] = __popc(m);
        __syncthreads();
        const int own = count[lane];
        int s = own;
#pragma unroll
        for (int d = 1; d < 32; d <<= 1) {
            const int v = __shfl_up_sync(0xffffffffu, s, d);
            if (lane >= d) s += v;
        }
        const int zeros = __shfl_sync(0xffffffffu, s, 31);
        const int before = __shfl_sync(0xffffffffu, s - own, w) + __popc(m & ((1u << lane) - 1));
        key[zero ? before : zeros + t - before] = k;
        __syncthreads();
    }
    out[base + t] = key[t];
}

// ---------------------------------------------------------------- energy and momentum of a gas
__device__ __forceinline__ float4 gas_part(const float4* __restrict__ p, int n) {
    float4 s = make_float4(0, 0, 0, 0);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const float4 v = p[i];
        const float m = 1.0f + 0.5f * v.w;
        s.x += m * v.x; s.y += m * v.y; s.z += m * v.z;
        s.w += 0.5f * m * (v.x * v.x + v.y * v.y + v.z * v.z);
    }
    return s;
}

__global__ void velvet_pigeon_bh2_a(const float4* __restrict__ p, float* __restrict__ total, int n) {
    const float4 s = gas_part(p, n);
    atomicAdd(&total[0], s.x);
    atomicAdd(&total[1], s.y);
    atomicAdd(&total[2], s.z);
    atomicAdd(&total[3], s.w);
}

__device__ __forceinline__ float warp_sum(float v) {
#pragma unroll
    for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}

__global__ void velvet_pigeon_bh2_b(const float4* __restrict__ p, float* __restrict__ total, int n) {
    __shared__ float4 part[8];
    float4 s = gas_part(p, n);
    s.x = warp_sum(s.x); s.y = warp_sum(s.y); s.z = warp_sum(s.z); s.w = warp_sum(s.w);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x < 4) {
        float v = 0;
        for (int w = 0; w < 8; ++w) v += reinterpret_cast<const float*>(&part[w])[threadIdx.x];
        atomicAdd(&total[threadIdx.x], v);
    }
}

// ---------------------------------------------------------------- GROUP BY key: SUM(amount)
constexpr int kGroups = 4096;

__global__ void harbor_tulip_bh2_a(const int4* __restrict__ key, const int4* __restrict__ amount, int* __restrict__ sum, int n4) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
        const int4 k = key[i], a = amount[i];
        atomicAdd(&sum[k.x], a.x);
        atomicAdd(&sum[k.y], a.y);
        atomicAdd(&sum[k.z], a.z);
        atomicAdd(&sum[k.w], a.w);
    }
}

__global__ void harbor_tulip_bh2_b(const int4* __restrict__ key, const int4* __restrict__ amount, int* __restrict__ sum, int n4) {
    __shared__ int local[kGroups];
    for (int g = threadIdx.x; g < kGroups; g += blockDim.x) local[g] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
        const int4 k = key[i], a = amount[i];
        atomicAdd(&local[k.x], a.x);
        atomicAdd(&local[k.y], a.y);
        atomicAdd(&local[k.z], a.z);
        atomicAdd(&local[k.w], a.w);
    }
    __syncthreads();
    for (int g = threadIdx.x; g < kGroups; g += blockDim.x) atomicAdd(&sum[g], local[g]);
}

// ---------------------------------------------------------------- light deflection by a cluster of lenses
constexpr int kLenses = 48;

__global__ void saffron_bridge_bh2_a(const float4* __restrict__ lens, float* __restrict__ out, int width, int height) {
    __shared__ float4 l[kLenses];
    if (threadIdx.x < kLenses) l[threadIdx.x] = lens[threadIdx.x];
    __syncthreads();
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    const float px = x * (2.0f / width) - 1.0f, py = y * (2.0f / height) - 1.0f;
    float ax = 0, ay = 0;
    for (int j = 0; j < kLenses; ++j) {
        const float dx = px - l[j].x, dy = py - l[j].y;
        const float r2 = dx * dx + dy * dy + 1e-3;
        const float k = (1.5f + l[j].z) / r2;
        ax += 0.02 * k * dx;
        ay += 0.02 * k * dy;
    }
    out[(size_t)y * width + x] = sqrtf(ax * ax + ay * ay);
}

__global__ void saffron_bridge_bh2_b(const float4* __restrict__ lens, float* __restrict__ out, int width, int height) {
    __shared__ float4 l[kLenses];
    if (threadIdx.x < kLenses) l[threadIdx.x] = lens[threadIdx.x];
    __syncthreads();
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    const float px = x * (2.0f / width) - 1.0f, py = y * (2.0f / height) - 1.0f;
    float ax = 0, ay = 0;
    for (int j = 0; j < kLenses; ++j) {
        const float dx = px - l[j].x, dy = py - l[j].y;
        const float r2 = dx * dx + dy * dy + 1e-3f;
        const float k = (1.5f + l[j].z) / r2;
        ax += 0.02f * k * dx;
        ay += 0.02f * k * dy;
    }
    out[(size_t)y * width + x] = sqrtf(ax * ax + ay * ay);
}

// ---------------------------------------------------------------- power of a sky model at (u, v) samples
constexpr int kSkyW = 64, kSkyH = 16;

__global__ void walnut_comet_bh2_a(const float* __restrict__ sky, const float2* __restrict__ uv, float* __restrict__ power, int n) {
    __shared__ float image[kSkyH * kSkyW];
    for (int i = threadIdx.x; i < kSkyH * kSkyW; i += blockDim.x) image[i] = sky[i];
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float u = 0.04f * uv[i].x, v = 0.04f * uv[i].y;
    float re = 0, im = 0;
    for (int y = 0; y < kSkyH; ++y) {
#pragma unroll 8
        for (int x = 0; x < kSkyW; ++x) {
            float s, c;
            __sincosf(u * x + v * y, &s, &c);
            re += image[y * kSkyW + x] * c;
            im += image[y * kSkyW + x] * s;
        }
    }
    power[i] = re * re + im * im;
}

__global__ void walnut_comet_bh2_b(const float* __restrict__ sky, const float2* __restrict__ uv, float* __restrict__ power, int n) {
    __shared__ float image[kSkyH * kSkyW];
    for (int i = threadIdx.x; i < kSkyH * kSkyW; i += blockDim.x) image[i] = sky[i];
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float u = 0.04f * uv[i].x, v = 0.04f * uv[i].y;
    float re = 0, im = 0, us, uc;
    __sincosf(u, &us, &uc);
    for (int y = 0; y < kSkyH; ++y) {
        float s, c;
        __sincosf(v * y, &s, &c);
#pragma unroll 8
        for (int x = 0; x < kSkyW; ++x) {
            const float a = image[y * kSkyW + x];
            re += a * c;
            im += a * s;
            const float next = c * uc - s * us;
            s = s * uc + c * us;
            c = next;
        }
    }
    power[i] = re * re + im * im;
}

// ---------------------------------------------------------------- fingerprints of records modulo a prime
constexpr int kWords = 32;

__global__ void pebble_orchid_bh2_a(const unsigned* __restrict__ column, unsigned* __restrict__ print, int n, unsigned base, unsigned prime) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long h = 1;
#pragma unroll 8
    for (int k = 0; k < kWords; ++k) h = (h * base + column[(size_t)k * n + i]) % prime;
    print[i] = (unsigned)h;
}

__global__ void pebble_orchid_bh2_b(const unsigned* __restrict__ column, unsigned* __restrict__ print, int n, unsigned base, unsigned prime,
                                    unsigned long long inverse) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned h = 1;
#pragma unroll 8
    for (int k = 0; k < kWords; ++k) {
        const unsigned long long x = (unsigned long long)h * base + column[(size_t)k * n + i];
        const unsigned q = (unsigned)__umul64hi(x, inverse);
        h = (unsigned)x - q * prime;
        if (h >= prime) h -= prime;
    }
    print[i] = h;
}

// ---------------------------------------------------------------- series of a body, sampled at 128 times
constexpr int kTerms = 168, kTimes = 128;

__global__ void __launch_bounds__(128) meadow_falcon_bh2_a(const float* __restrict__ coef, float* __restrict__ out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float c[kTerms];
#pragma unroll
    for (int j = 0; j < kTerms; ++j) c[j] = coef[(size_t)j * n + i];
    float energy = 0;
#pragma unroll 1
    for (int k = 0; k < kTimes; ++k) {
        const float x = (k + 0.5f) * (2.0f / kTimes) - 1.0f;
        float p = c[kTerms - 1];
#pragma unroll
        for (int j = kTerms - 2; j >= 0; --j) p = fmaf(p, x, c[j]);
        energy += p * p;
    }
    out[i] = energy;
}

__global__ void __launch_bounds__(128) meadow_falcon_bh2_b(const float* __restrict__ coef, float* __restrict__ out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float c[kTerms];
#pragma unroll
    for (int j = 0; j < kTerms; ++j) c[j] = coef[(size_t)j * n + i];
    float energy = 0;
#pragma unroll 1
    for (int k = 0; k < kTimes; k += 4) {
        float x[4], p[4];
#pragma unroll
        for (int q = 0; q < 4; ++q) {
            x[q] = (k + q + 0.5f) * (2.0f / kTimes) - 1.0f;
            p[q] = c[kTerms - 1];
        }
#pragma unroll
        for (int j = kTerms - 2; j >= 0; --j)
#pragma unroll
            for (int q = 0; q < 4; ++q) p[q] = fmaf(p[q], x[q], c[j]);
#pragma unroll
        for (int q = 0; q < 4; ++q) energy += p[q] * p[q];
    }
    out[i] = energy;
}

// ---------------------------------------------------------------- echoes against a bank of 32 templates
constexpr int kLen = 512, kBank = 32, kBatch = 32, kPitch = kLen + 4;
constexpr int kBankBytes = kBank * kLen * 4, kBatchBytes = kBatch * kPitch * 4;

__device__ __forceinline__ void correlate(const float* bank, const float* tile, float* __restrict__ score, int batch, int records) {
    const int r = threadIdx.x & 31, w = threadIdx.x >> 5;
    const float4* e = reinterpret_cast<const float4*>(tile + r * kPitch);
    const float4* f = reinterpret_cast<const float4*>(bank + w * 4 * kLen);
    float acc[4] = {0, 0, 0, 0};
#pragma unroll 4
    for (int k = 0; k < kLen / 4; ++k) {
        const float4 a = e[k];
#pragma unroll
        for (int q = 0; q < 4; ++q) {
            const float4 b = f[q * (kLen / 4) + k];
            acc[q] += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
        }
    }
#pragma unroll
    for (int q = 0; q < 4; ++q) score[(size_t)(w * 4 + q) * records + batch * kBatch + r] = acc[q] * acc[q];
}

__global__ void __launch_bounds__(256) timber_violet_bh2_a(const float4* __restrict__ echo, const float4* __restrict__ templates,
                                                           float* __restrict__ score, int batches) {
    extern __shared__ float4 shared4[];
    float* bank = reinterpret_cast<float*>(shared4);
    float* tile = bank + kBank * kLen;
    for (int i = threadIdx.x; i < kBank * kLen / 4; i += 256) shared4[i] = templates[i];
    for (int b = blockIdx.x; b < batches; b += gridDim.x) {
        const float4* src = echo + (size_t)b * kBatch * (kLen / 4);
#pragma unroll
        for (int q = 0; q < kBatch * kLen / 4 / 256; ++q) {
            const int i = q * 256 + threadIdx.x;
            *reinterpret_cast<float4*>(tile + (i / (kLen / 4)) * kPitch + (i % (kLen / 4)) * 4) = src[i];
        }
        __syncthreads();
        correlate(bank, tile, score, b, batches * kBatch);
        __syncthreads();
    }
}

__device__ __forceinline__ void fetch_batch(float* tile, const float4* __restrict__ echo, int b) {
    const float4* src = echo + (size_t)b * kBatch * (kLen / 4);
#pragma unroll
    for (int q = 0; q < kBatch * kLen / 4 / 256; ++q) {
        const int i = q * 256 + threadIdx.x;
        __pipeline_memcpy_async(tile + (i / (kLen / 4)) * kPitch + (i % (kLen / 4)) * 4, src + i, 16);
    }
}

__global__ void __launch_bounds__(256) timber_violet_bh2_b(const float4* __restrict__ echo, const float4* __restrict__ templates,
                                                           float* __restrict__ score, int batches) {
    extern __shared__ float4 shared4[];
    float* bank = reinterpret_cast<float*>(shared4);
    float* tile = bank + kBank * kLen;
    int b = blockIdx.x, stage = 0;
    if (b < batches) fetch_batch(tile, echo, b);
    __pipeline_commit();
    for (int i = threadIdx.x; i < kBank * kLen / 4; i += 256) shared4[i] = templates[i];
    for (; b < batches; b += gridDim.x, stage ^= 1) {
        if (b + gridDim.x < batches) fetch_batch(tile + (stage ^ 1) * kBatch * kPitch, echo, b + gridDim.x);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        correlate(bank, tile + stage * kBatch * kPitch, score, b, batches * kBatch);
        __syncthreads();
    }
}

// ---------------------------------------------------------------- dense layer, float
__global__ void cobalt_ribbon_bh2_a(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int m, int n, int k) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n) return;
    float s = 0;
    for (int i = 0; i < k; ++i) s += a[(size_t)row * k + i] * b[(size_t)i * n + col];
    c[(size_t)row * n + col] = fmaxf(s, 0.0f);
}

__global__ void __launch_bounds__(256) cobalt_ribbon_bh2_b(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c,
                                                           int m, int n, int k) {
    __shared__ __align__(16) float as[16][68];
    __shared__ __align__(16) float bs[16][64];
    const int t = threadIdx.x, tx = t & 15, ty = t >> 4;
    const int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
    const int ar = t >> 2, ak = (t & 3) * 4, bk = t >> 4, bc = (t & 15) * 4;
    float acc[4][4] = {};
    float4 va = *reinterpret_cast<const float4*>(a + (size_t)(row0 + ar) * k + ak);
    float4 vb = *reinterpret_cast<const float4*>(b + (size_t)bk * n + col0 + bc);
    for (int k0 = 0; k0 < k; k0 += 16) {
        as[ak][ar] = va.x; as[ak + 1][ar] = va.y; as[ak + 2][ar] = va.z; as[ak + 3][ar] = va.w;
        *reinterpret_cast<float4*>(&bs[bk][bc]) = vb;
        __syncthreads();
        if (k0 + 16 < k) {
            va = *reinterpret_cast<const float4*>(a + (size_t)(row0 + ar) * k + k0 + 16 + ak);
            vb = *reinterpret_cast<const float4*>(b + (size_t)(k0 + 16 + bk) * n + col0 + bc);
        }
#pragma unroll
        for (int q = 0; q < 16; ++q) {
            const float4 x = *reinterpret_cast<const float4*>(&as[q][ty * 4]);
            const float4 y = *reinterpret_cast<const float4*>(&bs[q][tx * 4]);
            const float xs[4] = {x.x, x.y, x.z, x.w}, ys[4] = {y.x, y.y, y.z, y.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] += xs[i] * ys[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *reinterpret_cast<float4*>(c + (size_t)(row0 + ty * 4 + i) * n + col0 + tx * 4) =
            make_float4(fmaxf(acc[i][0], 0), fmaxf(acc[i][1], 0), fmaxf(acc[i][2], 0), fmaxf(acc[i][3], 0));
}

// ---------------------------------------------------------------- token projection, half: y = relu(x w^T)
__global__ void __launch_bounds__(256) juniper_kettle_bh2_a(const __half* __restrict__ x, const __half* __restrict__ w, float* __restrict__ y,
                                                            int m, int n, int k) {
    __shared__ __align__(16) float xs[16][68];
    __shared__ __align__(16) float ws[16][68];
    const int t = threadIdx.x, tx = t & 15, ty = t >> 4;
    const int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
    const int lr = t >> 2, lk = (t & 3) * 4;
    float acc[4][4] = {};
    uint2 vx = *reinterpret_cast<const uint2*>(x + (size_t)(row0 + lr) * k + lk);
    uint2 vw = *reinterpret_cast<const uint2*>(w + (size_t)(col0 + lr) * k + lk);
    for (int k0 = 0; k0 < k; k0 += 16) {
        const float2 x0 = __half22float2(*reinterpret_cast<const __half2*>(&vx.x)), x1 = __half22float2(*reinterpret_cast<const __half2*>(&vx.y));
        const float2 w0 = __half22float2(*reinterpret_cast<const __half2*>(&vw.x)), w1 = __half22float2(*reinterpret_cast<const __half2*>(&vw.y));
        xs[lk][lr] = x0.x; xs[lk + 1][lr] = x0.y; xs[lk + 2][lr] = x1.x; xs[lk + 3][lr] = x1.y;
        ws[lk][lr] = w0.x; ws[lk + 1][lr] = w0.y; ws[lk + 2][lr] = w1.x; ws[lk + 3][lr] = w1.y;
        __syncthreads();
        if (k0 + 16 < k) {
            vx = *reinterpret_cast<const uint2*>(x + (size_t)(row0 + lr) * k + k0 + 16 + lk);
            vw = *reinterpret_cast<const uint2*>(w + (size_t)(col0 + lr) * k + k0 + 16 + lk);
        }
#pragma unroll
        for (int q = 0; q < 16; ++q) {
            const float4 a = *reinterpret_cast<const float4*>(&xs[q][ty * 4]);
            const float4 b = *reinterpret_cast<const float4*>(&ws[q][tx * 4]);
            const float av[4] = {a.x, a.y, a.z, a.w}, bv[4] = {b.x, b.y, b.z, b.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] += av[i] * bv[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *reinterpret_cast<float4*>(y + (size_t)(row0 + ty * 4 + i) * n + col0 + tx * 4) =
            make_float4(fmaxf(acc[i][0], 0), fmaxf(acc[i][1], 0), fmaxf(acc[i][2], 0), fmaxf(acc[i][3], 0));
}

__global__ void __launch_bounds__(128) juniper_kettle_bh2_b(const __half* __restrict__ x, const __half* __restrict__ w, float* __restrict__ y,
                                                            int m, int n, int k) {
    __shared__ __align__(32) __half xs[64][40];
    __shared__ __align__(32) __half ws[64][40];
    const int t = threadIdx.x, warp = t >> 5, wr = (warp >> 1) * 32, wc = (warp & 1) * 32;
    const int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
#pragma unroll
    for (int i = 0; i < 4; ++i) wmma::fill_fragment(acc[i >> 1][i & 1], 0.0f);
    const int lr = t >> 2, lk = (t & 3) * 8;
    uint4 vx[2], vw[2];
#pragma unroll
    for (int q = 0; q < 2; ++q) {
        vx[q] = *reinterpret_cast<const uint4*>(x + (size_t)(row0 + lr + q * 32) * k + lk);
        vw[q] = *reinterpret_cast<const uint4*>(w + (size_t)(col0 + lr + q * 32) * k + lk);
    }
    for (int k0 = 0; k0 < k; k0 += 32) {
#pragma unroll
        for (int q = 0; q < 2; ++q) {
            *reinterpret_cast<uint4*>(&xs[lr + q * 32][lk]) = vx[q];
            *reinterpret_cast<uint4*>(&ws[lr + q * 32][lk]) = vw[q];
        }
        __syncthreads();
        if (k0 + 32 < k) {
#pragma unroll
            for (int q = 0; q < 2; ++q) {
                vx[q] = *reinterpret_cast<const uint4*>(x + (size_t)(row0 + lr + q * 32) * k + k0 + 32 + lk);
                vw[q] = *reinterpret_cast<const uint4*>(w + (size_t)(col0 + lr + q * 32) * k + k0 + 32 + lk);
            }
        }
#pragma unroll
        for (int q = 0; q < 32; q += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb[2];
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                wmma::load_matrix_sync(fa[i], &xs[wr + i * 16][q], 40);
                wmma::load_matrix_sync(fb[i], &ws[wc + i * 16][q], 40);
            }
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::mma_sync(acc[i >> 1][i & 1], fa[i >> 1], fb[i & 1], acc[i >> 1][i & 1]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        auto& f = acc[i >> 1][i & 1];
#pragma unroll
        for (int e = 0; e < f.num_elements; ++e) f.x[e] = fmaxf(f.x[e], 0.0f);
        wmma::store_matrix_sync(y + (size_t)(row0 + wr + (i >> 1) * 16) * n + col0 + wc + (i & 1) * 16, f, n, wmma::mem_row_major);
    }
}

// ---------------------------------------------------------------- register-tiled skeleton, 128 x 64 H: c(m, n) = sum over k of op(a(m, k), b(k, n))
struct Product {
    static __device__ __forceinline__ float add(float s, float a, float b) { return fmaf(a, b, s); }
    static __device__ __forceinline__ float end(float s) { return fmaxf(s, 0.0f); }
};
struct Manhattan {
    static __device__ __forceinline__ float add(float s, float a, float b) { return s + fabsf(a - b); }
    static __device__ __forceinline__ float end(float s) { return s; }
};

template <typename Op, int H, typename Vec>
__device__ __forceinline__ void tiled(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int n, int k) {
    __shared__ __align__(16) float as[2][8][132];
    __shared__ __align__(16) float bs[2][8][64 * H];
    const int t = threadIdx.x, tx = t & 15, ty = t >> 4;
    const int row0 = blockIdx.y * 128, col0 = blockIdx.x * 64 * H;
    const int ar = t >> 1, ak = (t & 1) * 4, bk = t >> 5, bc = (t & 31) * 2 * H;
    const float* pa = a + (size_t)(row0 + ar) * k + ak;
    const float* pb = b + (size_t)bk * n + col0 + bc;
    float acc[8][4 * H] = {};
    float4 va = *reinterpret_cast<const float4*>(pa);
    Vec vb = *reinterpret_cast<const Vec*>(pb);
    int stage = 0;
    as[0][ak][ar] = va.x; as[0][ak + 1][ar] = va.y; as[0][ak + 2][ar] = va.z; as[0][ak + 3][ar] = va.w;
    *reinterpret_cast<Vec*>(&bs[0][bk][bc]) = vb;
    __syncthreads();
    for (int k0 = 8; k0 <= k; k0 += 8) {
        if (k0 < k) {
            va = *reinterpret_cast<const float4*>(pa + k0);
            vb = *reinterpret_cast<const Vec*>(pb + (size_t)k0 * n);
        }
#pragma unroll
        for (int q = 0; q < 8; ++q) {
            float x[8], y[4 * H];
            *reinterpret_cast<float4*>(x) = *reinterpret_cast<const float4*>(&as[stage][q][ty * 4]);
            *reinterpret_cast<float4*>(x + 4) = *reinterpret_cast<const float4*>(&as[stage][q][64 + ty * 4]);
#pragma unroll
            for (int h = 0; h < H; ++h) *reinterpret_cast<float4*>(y + h * 4) = *reinterpret_cast<const float4*>(&bs[stage][q][h * 64 + tx * 4]);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 4 * H; ++j) acc[i][j] = Op::add(acc[i][j], x[i], y[j]);
        }
        if (k0 < k) {
            stage ^= 1;
            as[stage][ak][ar] = va.x; as[stage][ak + 1][ar] = va.y; as[stage][ak + 2][ar] = va.z; as[stage][ak + 3][ar] = va.w;
            *reinterpret_cast<Vec*>(&bs[stage][bk][bc]) = vb;
            __syncthreads();
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* row = c + (size_t)(row0 + (i >> 2) * 64 + ty * 4 + (i & 3)) * n + col0;
#pragma unroll
        for (int h = 0; h < H; ++h)
            *reinterpret_cast<float4*>(row + h * 64 + tx * 4) = make_float4(Op::end(acc[i][h * 4]), Op::end(acc[i][h * 4 + 1]),
                                                                           Op::end(acc[i][h * 4 + 2]), Op::end(acc[i][h * 4 + 3]));
    }
}

// pointwise convolution: y[image] = relu(w x[image])
__global__ void __launch_bounds__(256, 2) marble_heron_bh2_a(const float* __restrict__ w, const float* __restrict__ x, float* __restrict__ y,
                                                             int channels_out, int channels_in, int pixels) {
    tiled<Product, 2, float4>(w, x + (size_t)blockIdx.z * channels_in * pixels, y + (size_t)blockIdx.z * channels_out * pixels, pixels, channels_in);
}

__global__ void __launch_bounds__(256, 2) marble_heron_bh2_b(const float* __restrict__ w, const float* __restrict__ x, float* __restrict__ y,
                                                             int channels_out, int channels_in, int pixels) {
    __shared__ __align__(32) float as[128][20];
    __shared__ __align__(32) float bs[16][136];
    const int t = threadIdx.x, warp = t >> 5, wr = (warp >> 1) * 32, wc = (warp & 1) * 64;
    const int row0 = blockIdx.y * 128, col0 = blockIdx.x * 128, k = channels_in, n = pixels;
    const float* b = x + (size_t)blockIdx.z * k * n;
    float* c = y + (size_t)blockIdx.z * channels_out * n;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> acc[2][4];
#pragma unroll
    for (int i = 0; i < 8; ++i) wmma::fill_fragment(acc[i >> 2][i & 3], 0.0f);
    const int ar = t >> 2, ak = (t & 3) * 4, bk = t >> 5, bc = (t & 31) * 4;
    float4 va[2], vb[2];
#pragma unroll
    for (int q = 0; q < 2; ++q) {
        va[q] = *reinterpret_cast<const float4*>(w + (size_t)(row0 + ar + q * 64) * k + ak);
        vb[q] = *reinterpret_cast<const float4*>(b + (size_t)(bk + q * 8) * n + col0 + bc);
    }
    for (int k0 = 0; k0 < k; k0 += 16) {
#pragma unroll
        for (int q = 0; q < 2; ++q) {
            const float4 p = va[q], r = vb[q];
            *reinterpret_cast<float4*>(&as[ar + q * 64][ak]) = make_float4(wmma::__float_to_tf32(p.x), wmma::__float_to_tf32(p.y),
                                                                          wmma::__float_to_tf32(p.z), wmma::__float_to_tf32(p.w));
            *reinterpret_cast<float4*>(&bs[bk + q * 8][bc]) = make_float4(wmma::__float_to_tf32(r.x), wmma::__float_to_tf32(r.y),
                                                                         wmma::__float_to_tf32(r.z), wmma::__float_to_tf32(r.w));
        }
        __syncthreads();
        if (k0 + 16 < k) {
#pragma unroll
            for (int q = 0; q < 2; ++q) {
                va[q] = *reinterpret_cast<const float4*>(w + (size_t)(row0 + ar + q * 64) * k + k0 + 16 + ak);
                vb[q] = *reinterpret_cast<const float4*>(b + (size_t)(k0 + 16 + bk + q * 8) * n + col0 + bc);
            }
        }
#pragma unroll
        for (int q = 0; q < 16; q += 8) {
            wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fb[4];
#pragma unroll
            for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(fa[i], &as[wr + i * 16][q], 20);
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(fb[j], &bs[q][wc + j * 16], 136);
#pragma unroll
            for (int i = 0; i < 8; ++i) wmma::mma_sync(acc[i >> 2][i & 3], fa[i >> 2], fb[i & 3], acc[i >> 2][i & 3]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        auto& f = acc[i >> 2][i & 3];
#pragma unroll
        for (int e = 0; e < f.num_elements; ++e) f.x[e] = fmaxf(f.x[e], 0.0f);
        wmma::store_matrix_sync(c + (size_t)(row0 + wr + (i >> 2) * 16) * n + col0 + wc + (i & 3) * 16, f, n, wmma::mem_row_major);
    }
}

// ---------------------------------------------------------------- grading of a film frame
__device__ __forceinline__ float expose(float v, float gain, float lift) { return fmaf(v, gain, lift); }
__device__ __forceinline__ float curve(float v) { return __fdividef(v, 1.0f + fabsf(v)); }
__device__ __forceinline__ float grain(float v, float g, float amount) { return fmaf(g, amount, v); }
__device__ __forceinline__ float limit(float v) { return fminf(fmaxf(v, 0.0f), 1.0f); }

__global__ void granite_poppy_bh2_a0(const float4* __restrict__ in, float4* __restrict__ out, float gain, float lift) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 v = in[i];
    out[i] = make_float4(expose(v.x, gain, lift), expose(v.y, gain, lift), expose(v.z, gain, lift), expose(v.w, gain, lift));
}
__global__ void granite_poppy_bh2_a1(const float4* __restrict__ in, float4* __restrict__ out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 v = in[i];
    out[i] = make_float4(curve(v.x), curve(v.y), curve(v.z), curve(v.w));
}
__global__ void granite_poppy_bh2_a2(const float4* __restrict__ in, const float4* __restrict__ noise, float4* __restrict__ out, float amount) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 v = in[i], g = noise[i];
    out[i] = make_float4(grain(v.x, g.x, amount), grain(v.y, g.y, amount), grain(v.z, g.z, amount), grain(v.w, g.w, amount));
}
__global__ void granite_poppy_bh2_a3(const float4* __restrict__ in, float4* __restrict__ out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 v = in[i];
    out[i] = make_float4(limit(v.x), limit(v.y), limit(v.z), limit(v.w));
}
__global__ void granite_poppy_bh2_b(const float4* __restrict__ in, const float4* __restrict__ noise, float4* __restrict__ out, float gain,
                                    float lift, float amount) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 v = in[i], g = noise[i];
    out[i] = make_float4(limit(grain(curve(expose(v.x, gain, lift)), g.x, amount)), limit(grain(curve(expose(v.y, gain, lift)), g.y, amount)),
                         limit(grain(curve(expose(v.z, gain, lift)), g.z, amount)), limit(grain(curve(expose(v.w, gain, lift)), g.w, amount)));
}

// ---------------------------------------------------------------- heat along a rod, 16 steps
constexpr int kSteps = 16;

__global__ void willow_button_bh2_a0(const float* __restrict__ in, float* __restrict__ out, int n, float d) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float u = in[i], l = in[max(i - 1, 0)], r = in[min(i + 1, n - 1)];
    out[i] = u + d * (l + r - 2.0f * u);
}

__global__ void willow_button_bh2_b(const float* __restrict__ in, float* __restrict__ out, int n, float d) {
    __shared__ float u[2][512 + 2 * kSteps];
    const int first = blockIdx.x * 512 - kSteps;
    for (int j = threadIdx.x; j < 512 + 2 * kSteps; j += blockDim.x) u[0][j] = in[min(max(first + j, 0), n - 1)];
    __syncthreads();
    for (int s = 0; s < kSteps; ++s) {
        const float* a = u[s & 1];
        for (int j = threadIdx.x; j < 512 + 2 * kSteps; j += blockDim.x) {
            const int g = first + j;
            const float c = a[j], l = a[g <= 0 ? j : max(j - 1, 0)], r = a[g >= n - 1 ? j : min(j + 1, 511 + 2 * kSteps)];
            u[(s & 1) ^ 1][j] = c + d * (l + r - 2.0f * c);
        }
        __syncthreads();
    }
    for (int j = threadIdx.x; j < 512; j += blockDim.x) out[blockIdx.x * 512 + j] = u[kSteps & 1][kSteps + j];
}

// ---------------------------------------------------------------- gain of an audio stream
__global__ void amber_thistle_bh2_a(const float4* __restrict__ in, float4* __restrict__ out, int n4) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = in[i];
    v.x = v.x * 0.7071 + 1.25; v.y = v.y * 0.7071 + 1.25; v.z = v.z * 0.7071 + 1.25; v.w = v.w * 0.7071 + 1.25;
    out[i] = v;
}
__global__ void amber_thistle_bh2_b(const float4* __restrict__ in, float4* __restrict__ out, int n4) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = in[i];
    v.x = v.x * 0.7071f + 1.25f; v.y = v.y * 0.7071f + 1.25f; v.z = v.z * 0.7071f + 1.25f; v.w = v.w * 0.7071f + 1.25f;
    out[i] = v;
}

// ---------------------------------------------------------------- scale and shift of sensor frames
__global__ void silver_parrot_bh2_a(const float4* __restrict__ in, const float* __restrict__ scale, const float4* __restrict__ shift,
                                    float4* __restrict__ out, int columns4, int n4) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    const float k = 2.0f + scale[i / columns4];
    const float4 s = shift[i % columns4], v = in[i];
    out[i] = make_float4(k * (v.x + 1.5f) + s.x, k * (v.y + 1.5f) + s.y, k * (v.z + 1.5f) + s.z, k * (v.w + 1.5f) + s.w);
}
__global__ void silver_parrot_bh2_b(const float4* __restrict__ in, const float* __restrict__ scale, const float4* __restrict__ shift,
                                    float4* __restrict__ out, int columns4) {
    const int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
    if (c >= columns4) return;
    const int i = r * columns4 + c;
    const float k = 2.0f + scale[r];
    const float4 s = shift[c], v = in[i];
    out[i] = make_float4(k * (v.x + 1.5f) + s.x, k * (v.y + 1.5f) + s.y, k * (v.z + 1.5f) + s.z, k * (v.w + 1.5f) + s.w);
}

// ---------------------------------------------------------------- softmax over rows of 1024, a row a warp
__global__ void __launch_bounds__(256) ivory_canyon_bh2_a(const float4* __restrict__ in, float4* __restrict__ out, int rows) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (row >= rows) return;
    float4 v[8];
    float top = -INFINITY, sum = 0;
#pragma unroll
    for (int q = 0; q < 8; ++q) v[q] = in[(size_t)row * 256 + q * 32 + lane];
#pragma unroll
    for (int q = 0; q < 8; ++q) top = fmaxf(top, fmaxf(fmaxf(v[q].x, v[q].y), fmaxf(v[q].z, v[q].w)));
#pragma unroll
    for (int d = 16; d; d >>= 1) top = fmaxf(top, __shfl_xor_sync(0xffffffffu, top, d));
#pragma unroll
    for (int q = 0; q < 8; ++q) {
        v[q].x = __expf(v[q].x - top); v[q].y = __expf(v[q].y - top); v[q].z = __expf(v[q].z - top); v[q].w = __expf(v[q].w - top);
        sum += (v[q].x + v[q].y) + (v[q].z + v[q].w);
    }
    const float f = 1.0f / warp_sum(sum);
#pragma unroll
    for (int q = 0; q < 8; ++q) out[(size_t)row * 256 + q * 32 + lane] = make_float4(v[q].x * f, v[q].y * f, v[q].z * f, v[q].w * f);
}

// ---------------------------------------------------------------- advection tendency of an air parcel field
__global__ void crimson_paddle_bh2_a(const float4* __restrict__ u, const float4* __restrict__ v, const float4* __restrict__ w,
                                     const float4* __restrict__ gx, const float4* __restrict__ gy, const float4* __restrict__ gz,
                                     const float4* __restrict__ src, float4* __restrict__ out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 a = u[i], b = v[i], c = w[i], x = gx[i], y = gy[i], z = gz[i], s = src[i];
    out[i] = make_float4(s.x - a.x * x.x - b.x * y.x - c.x * z.x, s.y - a.y * x.y - b.y * y.y - c.y * z.y,
                         s.z - a.z * x.z - b.z * y.z - c.z * z.z, s.w - a.w * x.w - b.w * y.w - c.w * z.w);
}

// ---------------------------------------------------------------- running totals along rows of 512, a row a warp
__global__ void __launch_bounds__(256) lemon_glacier_bh2_a(const float4* __restrict__ in, float4* __restrict__ out, int rows) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (row >= rows) return;
    float4 v[4];
    float s[4];
#pragma unroll
    for (int q = 0; q < 4; ++q) v[q] = in[(size_t)row * 128 + q * 32 + lane];
#pragma unroll
    for (int q = 0; q < 4; ++q) {
        v[q].y += v[q].x; v[q].z += v[q].y; v[q].w += v[q].z;
        s[q] = v[q].w;
    }
#pragma unroll
    for (int d = 1; d < 32; d <<= 1)
#pragma unroll
        for (int q = 0; q < 4; ++q) {
            const float o = __shfl_up_sync(0xffffffffu, s[q], d);
            if (lane >= d) s[q] += o;
        }
    float carry = 0;
#pragma unroll
    for (int q = 0; q < 4; ++q) {
        const float o = carry + s[q] - v[q].w;
        out[(size_t)row * 128 + q * 32 + lane] = make_float4(v[q].x + o, v[q].y + o, v[q].z + o, v[q].w + o);
        carry += __shfl_sync(0xffffffffu, s[q], 31);
    }
}

// ---------------------------------------------------------------- city-block distances of two point sets
constexpr int kPoints = 4096, kFeatures = 256;

__global__ void __launch_bounds__(256, 2) quartz_bonnet_bh2_a(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c) {
    tiled<Manhattan, 1, float2>(a, b, c, kPoints, kFeatures);
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> launch, const void* out, size_t count, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type});
    };
    {
        const int n = 1 << 22;
        std::vector<int> steps(n), order(n);
        for (int i = 0; i < n; ++i) steps[i] = hash32(i + 99) % 10 == 0 ? 256 : 16;
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](int x, int y) { return steps[x] > steps[y]; });
        const float4* state = (const float4*)filled<float>((size_t)n * 4, 11);
        int *s = uploaded(steps), *o = uploaded(order);
        float* out = empty<float>(n);
        add("copper_lantern_bh2_a", [=] { copper_lantern_bh2_a<<<n / 256, 256>>>(state, s, out, n); }, out, n);
        add("copper_lantern_bh2_b", [=] { copper_lantern_bh2_b<<<n / 256, 256>>>(state, s, o, out, n); }, out, n);
    }
    {
        const int blocks = 4224;
        int *in = indices((size_t)blocks * 1024, 65536, 3), *out = empty<int>((size_t)blocks * 1024);
        add("maple_anchor_bh2_a", [=] { maple_anchor_bh2_a<<<blocks, 1024>>>(in, out, 16); }, out, (size_t)blocks * 1024, Output::i32);
        add("maple_anchor_bh2_b", [=] { maple_anchor_bh2_b<<<blocks, 1024>>>(in, out, 16); }, out, (size_t)blocks * 1024, Output::i32);
    }
    {
        const int n = 1 << 24;
        const float4* p = (const float4*)filled<float>((size_t)n * 4, 21);
        float* out = empty<float>(4);
        add("velvet_pigeon_bh2_a", [=] { cudaMemsetAsync(out, 0, 16); velvet_pigeon_bh2_a<<<1056, 256>>>(p, out, n); }, out, 4);
        add("velvet_pigeon_bh2_b", [=] { cudaMemsetAsync(out, 0, 16); velvet_pigeon_bh2_b<<<1056, 256>>>(p, out, n); }, out, 4);
    }
    {
        const int n = 1 << 24;
        const int4 *key = (const int4*)indices(n, kGroups, 5), *amount = (const int4*)indices(n, 100, 6);
        int* out = empty<int>(kGroups);
        add("harbor_tulip_bh2_a", [=] { cudaMemsetAsync(out, 0, kGroups * 4); harbor_tulip_bh2_a<<<1056, 256>>>(key, amount, out, n / 4); }, out, kGroups, Output::i32);
        add("harbor_tulip_bh2_b", [=] { cudaMemsetAsync(out, 0, kGroups * 4); harbor_tulip_bh2_b<<<264, 1024>>>(key, amount, out, n / 4); }, out, kGroups, Output::i32);
    }
    {
        const int w = 2048, h = 1024;
        const float4* lens = (const float4*)filled<float>(kLenses * 4, 31);
        float* out = empty<float>((size_t)w * h);
        add("saffron_bridge_bh2_a", [=] { saffron_bridge_bh2_a<<<dim3(w / 256, h), 256>>>(lens, out, w, h); }, out, (size_t)w * h);
        add("saffron_bridge_bh2_b", [=] { saffron_bridge_bh2_b<<<dim3(w / 256, h), 256>>>(lens, out, w, h); }, out, (size_t)w * h);
    }
    {
        const int n = 1 << 20;
        const float* sky = filled<float>(kSkyW * kSkyH, 41);
        const float2* uv = (const float2*)filled<float>((size_t)n * 2, 42);
        float* out = empty<float>(n);
        add("walnut_comet_bh2_a", [=] { walnut_comet_bh2_a<<<n / 256, 256>>>(sky, uv, out, n); }, out, n);
        add("walnut_comet_bh2_b", [=] { walnut_comet_bh2_b<<<n / 256, 256>>>(sky, uv, out, n); }, out, n);
    }
    {
        const int n = 1 << 20;
        const unsigned base = 1315423911u, prime = 2147483629u;
        const unsigned* column = (const unsigned*)indices((size_t)n * kWords, 1u << 30, 8);
        unsigned* out = empty<unsigned>(n);
        const unsigned long long inverse = ~0ull / prime;
        add("pebble_orchid_bh2_a", [=] { pebble_orchid_bh2_a<<<n / 256, 256>>>(column, out, n, base, prime); }, out, n, Output::i32);
        add("pebble_orchid_bh2_b", [=] { pebble_orchid_bh2_b<<<n / 256, 256>>>(column, out, n, base, prime, inverse); }, out, n, Output::i32);
    }
    {
        const int n = 132 * 2 * 128 * 6;
        const float* coef = filled<float>((size_t)n * kTerms, 51);
        float* out = empty<float>(n);
        add("meadow_falcon_bh2_a", [=] { meadow_falcon_bh2_a<<<n / 128, 128>>>(coef, out, n); }, out, n);
        add("meadow_falcon_bh2_b", [=] { meadow_falcon_bh2_b<<<n / 128, 128>>>(coef, out, n); }, out, n);
    }
    {
        const int batches = 132 * 16;
        const float4 *echo = (const float4*)filled<float>((size_t)batches * kBatch * kLen, 61), *bank = (const float4*)filled<float>(kBank * kLen, 62);
        float* out = empty<float>((size_t)batches * kBatch * kBank);
        CHECK(cudaFuncSetAttribute(timber_violet_bh2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kBankBytes + kBatchBytes));
        CHECK(cudaFuncSetAttribute(timber_violet_bh2_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kBankBytes + 2 * kBatchBytes));
        add("timber_violet_bh2_a", [=] { timber_violet_bh2_a<<<132, 256, kBankBytes + kBatchBytes>>>(echo, bank, out, batches); }, out, (size_t)batches * kBatch * kBank);
        add("timber_violet_bh2_b", [=] { timber_violet_bh2_b<<<132, 256, kBankBytes + 2 * kBatchBytes>>>(echo, bank, out, batches); }, out, (size_t)batches * kBatch * kBank);
    }
    {
        const int m = 2048, n = 1536, k = 1024;
        const float *a = filled<float>((size_t)m * k, 71), *b = filled<float>((size_t)k * n, 72);
        float* out = empty<float>((size_t)m * n);
        add("cobalt_ribbon_bh2_a", [=] { cobalt_ribbon_bh2_a<<<dim3(n / 32, m / 8), dim3(32, 8)>>>(a, b, out, m, n, k); }, out, (size_t)m * n);
        add("cobalt_ribbon_bh2_b", [=] { cobalt_ribbon_bh2_b<<<dim3(n / 64, m / 64), 256>>>(a, b, out, m, n, k); }, out, (size_t)m * n);
    }
    {
        const int m = 4096, n = 1024, k = 1024;
        const __half *x = filled<__half>((size_t)m * k, 81), *w = filled<__half>((size_t)n * k, 82);
        float* out = empty<float>((size_t)m * n);
        add("juniper_kettle_bh2_a", [=] { juniper_kettle_bh2_a<<<dim3(n / 64, m / 64), 256>>>(x, w, out, m, n, k); }, out, (size_t)m * n);
        add("juniper_kettle_bh2_b", [=] { juniper_kettle_bh2_b<<<dim3(n / 64, m / 64), 128>>>(x, w, out, m, n, k); }, out, (size_t)m * n);
    }
    {
        const int co = 256, ci = 256, px = 4096, images = 16;
        const float *w = filled<float>((size_t)co * ci, 91), *x = filled<float>((size_t)images * ci * px, 92);
        float* out = empty<float>((size_t)images * co * px);
        add("marble_heron_bh2_a", [=] { marble_heron_bh2_a<<<dim3(px / 128, co / 128, images), 256>>>(w, x, out, co, ci, px); }, out, (size_t)images * co * px);
        add("marble_heron_bh2_b", [=] { marble_heron_bh2_b<<<dim3(px / 128, co / 128, images), 256>>>(w, x, out, co, ci, px); }, out, (size_t)images * co * px);
    }
    {
        const size_t n = 1 << 25;
        const int g = n / 4 / 256;
        const float4 *in = (const float4*)filled<float>(n, 101), *noise = (const float4*)filled<float>(n, 102);
        float4 *t0 = (float4*)empty<float>(n), *t1 = (float4*)empty<float>(n), *out = (float4*)empty<float>(n);
        add("granite_poppy_bh2_a", [=] {
            granite_poppy_bh2_a0<<<g, 256>>>(in, t0, 1.8f, 0.3f);
            granite_poppy_bh2_a1<<<g, 256>>>(t0, t1);
            granite_poppy_bh2_a2<<<g, 256>>>(t1, noise, t0, 0.05f);
            granite_poppy_bh2_a3<<<g, 256>>>(t0, out);
        }, out, n);
        add("granite_poppy_bh2_b", [=] { granite_poppy_bh2_b<<<g, 256>>>(in, noise, out, 1.8f, 0.3f, 0.05f); }, out, n);
    }
    {
        const int n = 65536;
        std::vector<float> rod(n);
        for (int i = 0; i < n; ++i) rod[i] = 2.0f + unit(i + 5);
        float *in = uploaded(rod), *tmp = empty<float>(n), *out = empty<float>(n);
        add("willow_button_bh2_a", [=] {
            for (int s = 0; s < kSteps; ++s)
                willow_button_bh2_a0<<<n / 256, 256>>>(s == 0 ? in : s & 1 ? tmp : out, s & 1 ? out : tmp, n, 0.2f);
        }, out, n);
        add("willow_button_bh2_b", [=] { willow_button_bh2_b<<<n / 512, 256>>>(in, out, n, 0.2f); }, out, n);
    }
    {
        const int n = 1 << 26;
        const float4* in = (const float4*)filled<float>(n, 111);
        float4* out = (float4*)empty<float>(n);
        add("amber_thistle_bh2_a", [=] { amber_thistle_bh2_a<<<n / 1024, 256>>>(in, out, n / 4); }, out, n);
        add("amber_thistle_bh2_b", [=] { amber_thistle_bh2_b<<<n / 1024, 256>>>(in, out, n / 4); }, out, n);
    }
    {
        const int rows = 16384, columns = 4096;
        const size_t n = (size_t)rows * columns;
        const float4 *in = (const float4*)filled<float>(n, 121), *shift = (const float4*)filled<float>(columns, 122);
        const float* scale = filled<float>(rows, 123);
        float4* out = (float4*)empty<float>(n);
        add("silver_parrot_bh2_a", [=] { silver_parrot_bh2_a<<<(int)(n / 1024), 256>>>(in, scale, shift, out, columns / 4, (int)(n / 4)); }, out, n);
        add("silver_parrot_bh2_b", [=] { silver_parrot_bh2_b<<<dim3(columns / 1024, rows), 256>>>(in, scale, shift, out, columns / 4); }, out, n);
    }
    {
        const int rows = 65536;
        const float4* in = (const float4*)filled<float>((size_t)rows * 1024, 131);
        float4* out = (float4*)empty<float>((size_t)rows * 1024);
        add("ivory_canyon_bh2_a", [=] { ivory_canyon_bh2_a<<<rows / 8, 256>>>(in, out, rows); }, out, (size_t)rows * 1024);
    }
    {
        const int n = 1 << 24;
        const float4* f[7];
        for (int i = 0; i < 7; ++i) f[i] = (const float4*)filled<float>(n, 141 + i);
        const float4 *f0 = f[0], *f1 = f[1], *f2 = f[2], *f3 = f[3], *f4 = f[4], *f5 = f[5], *f6 = f[6];
        float4* out = (float4*)empty<float>(n);
        add("crimson_paddle_bh2_a", [=] { crimson_paddle_bh2_a<<<n / 1024, 256>>>(f0, f1, f2, f3, f4, f5, f6, out); }, out, n);
    }
    {
        const int rows = 1 << 17;
        const float4* in = (const float4*)filled<float>((size_t)rows * 512, 151);
        float4* out = (float4*)empty<float>((size_t)rows * 512);
        add("lemon_glacier_bh2_a", [=] { lemon_glacier_bh2_a<<<rows / 8, 256>>>(in, out, rows); }, out, (size_t)rows * 512);
    }
    {
        const int m = kPoints, n = kPoints, k = kFeatures;
        const float *a = filled<float>((size_t)m * k, 161), *b = filled<float>((size_t)k * n, 162);
        float* out = empty<float>((size_t)m * n);
        add("quartz_bonnet_bh2_a", [=] { quartz_bonnet_bh2_a<<<dim3(n / 64, m / 128), 256>>>(a, b, out); }, out, (size_t)m * n);
    }
    return run(argc, argv, cases);
}
