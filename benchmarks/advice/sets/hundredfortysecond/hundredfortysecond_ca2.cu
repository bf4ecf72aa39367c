#include <cuda_fp16.h>
#include <mma.h>

#include "harness.cuh"

using namespace harness;
using Cases = std::vector<Case>;
#define FULL 0xffffffffu

template <typename K>
static void allow_shared(K k, int bytes) { CHECK(cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)); }
// Layer normalisation of rows of 1024 floats.
__global__ void __launch_bounds__(1024) amber_kettle_ca2_a(const float* __restrict__ in, float* __restrict__ out, int rows) {
    __shared__ float red[1024];
    const int t = threadIdx.x;
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        const float v = in[(size_t)row * 1024 + t];
        red[t] = v;
        __syncthreads();
        for (int s = 512; s > 0; s >>= 1) {
            if (t < s) red[t] += red[t + s];
            __syncthreads();
        }
        const float mean = red[0] * (1.0f / 1024.0f);
        __syncthreads();
        const float d = v - mean;
        red[t] = d * d;
        __syncthreads();
        for (int s = 512; s > 0; s >>= 1) {
            if (t < s) red[t] += red[t + s];
            __syncthreads();
        }
        const float inv = rsqrtf(red[0] * (1.0f / 1024.0f) + 1e-5f);
        __syncthreads();
        out[(size_t)row * 1024 + t] = d * inv + 0.25f;
    }
}
__global__ void __launch_bounds__(256) amber_kettle_ca2_b(const float* __restrict__ in, float* __restrict__ out, int rows) {
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    for (int row = blockIdx.x * 8 + warp; row < rows; row += gridDim.x * 8) {
        const float4* p = reinterpret_cast<const float4*>(in + (size_t)row * 1024);
        float4* q = reinterpret_cast<float4*>(out + (size_t)row * 1024);
        float4 v[8];
        float s = 0.f;
#pragma unroll
        for (int i = 0; i < 8; ++i) v[i] = p[i * 32 + lane];
#pragma unroll
        for (int i = 0; i < 8; ++i) s += (v[i].x + v[i].y) + (v[i].z + v[i].w);
#pragma unroll
        for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(FULL, s, o);
        const float mean = s * (1.0f / 1024.0f);
        float w = 0.f;
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            v[i].x -= mean; v[i].y -= mean; v[i].z -= mean; v[i].w -= mean;
            w += (v[i].x * v[i].x + v[i].y * v[i].y) + (v[i].z * v[i].z + v[i].w * v[i].w);
        }
#pragma unroll
        for (int o = 16; o; o >>= 1) w += __shfl_xor_sync(FULL, w, o);
        const float inv = rsqrtf(w * (1.0f / 1024.0f) + 1e-5f);
#pragma unroll
        for (int i = 0; i < 8; ++i)
            q[i * 32 + lane] = make_float4(v[i].x * inv + 0.25f, v[i].y * inv + 0.25f, v[i].z * inv + 0.25f, v[i].w * inv + 0.25f);
    }
}
static void reg01(Cases& c) {
    const int rows = 65536;
    const size_t n = (size_t)rows * 1024;
    float *in = filled<float>(n, 11), *oa = empty<float>(n), *ob = empty<float>(n);
    c.push_back({"amber_kettle_ca2_a", [=] { amber_kettle_ca2_a<<<2048, 1024>>>(in, oa, rows); }, oa, n, Output::f32});
    c.push_back({"amber_kettle_ca2_b", [=] { amber_kettle_ca2_b<<<8192, 256>>>(in, ob, rows); }, ob, n, Output::f32});
}
// Colour quantisation of an image: nearest of 64 palette colours for each pixel, channel sums and counts of each colour.
__device__ __forceinline__ int nearest64(const float4* pal, uint32_t p) {
    const float r = (float)(p & 255u), g = (float)((p >> 8) & 255u), b = (float)((p >> 16) & 255u);
    float best = 3.4e38f;
    int at = 0;
#pragma unroll 16
    for (int k = 0; k < 64; ++k) {
        const float4 c = pal[k];
        const float d = fmaf(c.x, r, fmaf(c.y, g, fmaf(c.z, b, c.w)));
        if (d < best) { best = d; at = k; }
    }
    return at;
}
__global__ void __launch_bounds__(256) copper_lantern_ca2_a(const uint32_t* __restrict__ px, const float4* __restrict__ palette, int* __restrict__ sums, int n) {
    __shared__ float4 pal[64];
    if (threadIdx.x < 64) pal[threadIdx.x] = palette[threadIdx.x];
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        const uint32_t p = px[i];
        const int k = nearest64(pal, p);
        atomicAdd(&sums[k * 4 + 0], (int)(p & 255u));
        atomicAdd(&sums[k * 4 + 1], (int)((p >> 8) & 255u));
        atomicAdd(&sums[k * 4 + 2], (int)((p >> 16) & 255u));
        atomicAdd(&sums[k * 4 + 3], 1);
    }
}
__global__ void __launch_bounds__(256) copper_lantern_ca2_b(const uint32_t* __restrict__ px, const float4* __restrict__ palette, int* __restrict__ sums, int n) {
    __shared__ float4 pal[64];
    __shared__ int acc[256];
    if (threadIdx.x < 64) pal[threadIdx.x] = palette[threadIdx.x];
    acc[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        const uint32_t p = px[i];
        const int k = nearest64(pal, p);
        atomicAdd(&acc[k + 0], (int)(p & 255u));
        atomicAdd(&acc[k + 64], (int)((p >> 8) & 255u));
        atomicAdd(&acc[k + 128], (int)((p >> 16) & 255u));
        atomicAdd(&acc[k + 192], 1);
    }
    __syncthreads();
    atomicAdd(&sums[threadIdx.x], acc[(threadIdx.x & 3) * 64 + (threadIdx.x >> 2)]);
}
static void reg02(Cases& c) {
    const int n = 3 << 20;
    std::vector<uint32_t> h(n);
    for (int i = 0; i < n; ++i) h[i] = hash32(i * 2654435761u + 5u) & 0xffffffu;
    std::vector<float4> pal(64);
    for (int k = 0; k < 64; ++k) {  // -2c and |c|^2: the squared distance less the pixel's own norm
        const float r = hash32(k * 3 + 100) & 255u, g = hash32(k * 3 + 101) & 255u, b = hash32(k * 3 + 102) & 255u;
        pal[k] = make_float4(-2.f * r, -2.f * g, -2.f * b, r * r + g * g + b * b);
    }
    uint32_t* px = uploaded(h);
    float4* p = uploaded(pal);
    int *oa = empty<int>(256), *ob = empty<int>(256);
    c.push_back({"copper_lantern_ca2_a", [=] { copper_lantern_ca2_a<<<1056, 256>>>(px, p, oa, n); }, oa, 256, Output::i32});
    c.push_back({"copper_lantern_ca2_b", [=] { copper_lantern_ca2_b<<<1056, 256>>>(px, p, ob, n); }, ob, 256, Output::i32});
}
// Sparse matrix times vector, coordinate format sorted by row, 24 entries a row in a band.
__global__ void harness_coo(int* row, int* col, int nnz, int rows) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < nnz; i += gridDim.x * blockDim.x) {
        const int r = i / 24, k = i % 24;
        row[i] = r;
        int cidx = r + k - 12;
        col[i] = cidx < 0 ? cidx + rows : cidx >= rows ? cidx - rows : cidx;
    }
}
__global__ void __launch_bounds__(256) hollow_bridge_ca2_a(const int* __restrict__ row, const int* __restrict__ col, const float* __restrict__ val,
                                                         const float* __restrict__ x, float* __restrict__ y) {
    const int base = blockIdx.x * 1024 + threadIdx.x;
    int r[4], k[4];
    float v[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) { r[i] = row[base + i * 256]; k[i] = col[base + i * 256]; v[i] = val[base + i * 256]; }
#pragma unroll
    for (int i = 0; i < 4; ++i) v[i] *= __ldg(&x[k[i]]);
#pragma unroll
    for (int i = 0; i < 4; ++i) atomicAdd(&y[r[i]], v[i]);
}
__global__ void __launch_bounds__(256) hollow_bridge_ca2_b(const int* __restrict__ row, const int* __restrict__ col, const float* __restrict__ val,
                                                         const float* __restrict__ x, float* __restrict__ y) {
    const int base = blockIdx.x * 1024 + threadIdx.x, lane = threadIdx.x & 31;
    int r[4], k[4];
    float v[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) { r[i] = row[base + i * 256]; k[i] = col[base + i * 256]; v[i] = val[base + i * 256]; }
#pragma unroll
    for (int i = 0; i < 4; ++i) v[i] *= __ldg(&x[k[i]]);
#pragma unroll
    for (int i = 0; i < 4; ++i) {
#pragma unroll
        for (int d = 1; d < 32; d <<= 1) {
            const float u = __shfl_down_sync(FULL, v[i], d);
            const int q = __shfl_down_sync(FULL, r[i], d);
            if (lane + d < 32 && q == r[i]) v[i] += u;
        }
        const int before = __shfl_up_sync(FULL, r[i], 1);
        if (lane == 0 || before != r[i]) atomicAdd(&y[r[i]], v[i]);
    }
}
static void reg03(Cases& c) {
    const int rows = 1376256, nnz = rows * 24;
    int *r = indices(nnz, 2, 1), *k = indices(nnz, 2, 2);
    harness_coo<<<2048, 256>>>(r, k, nnz, rows);
    CHECK(cudaGetLastError());
    float *v = filled<float>(nnz, 31), *x = filled<float>(rows, 32), *oa = empty<float>(rows), *ob = empty<float>(rows);
    c.push_back({"hollow_bridge_ca2_a", [=] { hollow_bridge_ca2_a<<<nnz / 1024, 256>>>(r, k, v, x, oa); }, oa, (size_t)rows, Output::f32});
    c.push_back({"hollow_bridge_ca2_b", [=] { hollow_bridge_ca2_b<<<nnz / 1024, 256>>>(r, k, v, x, ob); }, ob, (size_t)rows, Output::f32});
}
// Volumetric ray march through a lattice of glowing spheres, 96 steps a pixel.
__global__ void __launch_bounds__(256) maple_pocket_ca2_a(const float2* __restrict__ jitter, float* __restrict__ out, int w, int h) {
    const int x = blockIdx.x * 32 + (threadIdx.x & 31), y = blockIdx.y * 8 + (threadIdx.x >> 5);
    if (x >= w || y >= h) return;
    const float2 j = jitter[(size_t)y * w + x];
    const float dx = (x + j.x - 0.5 * w) / h, dy = (y + j.y - 0.5 * h) / h, dz = 1.0;
    float glow = 0.0;
    for (int i = 0; i < 96; ++i) {
        const float t = 0.5 + 0.05 * i;
        float px = 0.3 + dx * t, py = 0.7 + dy * t, pz = dz * t;
        px = px - floorf(px) - 0.5;
        py = py - floorf(py) - 0.5;
        pz = pz - floorf(pz) - 0.5;
        const float d = sqrtf(px * px + py * py + pz * pz) - 0.3;
        glow += 0.01 / (0.05 + d * d);
    }
    out[(size_t)y * w + x] = glow;
}
__global__ void __launch_bounds__(256) maple_pocket_ca2_b(const float2* __restrict__ jitter, float* __restrict__ out, int w, int h) {
    const int x = blockIdx.x * 32 + (threadIdx.x & 31), y = blockIdx.y * 8 + (threadIdx.x >> 5);
    if (x >= w || y >= h) return;
    const float2 j = jitter[(size_t)y * w + x];
    const float dx = (x + j.x - 0.5f * w) / h, dy = (y + j.y - 0.5f * h) / h, dz = 1.0f;
    float glow = 0.0f;
    for (int i = 0; i < 96; ++i) {
        const float t = 0.5f + 0.05f * i;
        float px = 0.3f + dx * t, py = 0.7f + dy * t, pz = dz * t;
        px = px - floorf(px) - 0.5f;
        py = py - floorf(py) - 0.5f;
        pz = pz - floorf(pz) - 0.5f;
        const float d = sqrtf(px * px + py * py + pz * pz) - 0.3f;
        glow += 0.01f / (0.05f + d * d);
    }
    out[(size_t)y * w + x] = glow;
}
static void reg04(Cases& c) {
    const int w = 2048, h = 1024;
    const size_t n = (size_t)w * h;
    float2* j = reinterpret_cast<float2*>(filled<float>(2 * n, 41));
    float *oa = empty<float>(n), *ob = empty<float>(n);
    c.push_back({"maple_pocket_ca2_a", [=] { maple_pocket_ca2_a<<<dim3(w / 32, h / 8), 256>>>(j, oa, w, h); }, oa, n, Output::f32});
    c.push_back({"maple_pocket_ca2_b", [=] { maple_pocket_ca2_b<<<dim3(w / 32, h / 8), 256>>>(j, ob, w, h); }, ob, n, Output::f32});
}
// Bilateral filter of a grey image, radius 4 (image padded by the radius).
__global__ void __launch_bounds__(256) silver_parrot_ca2_a(const float* __restrict__ in, float* __restrict__ out, int w, int pitch, int radius, float sd, float sr) {
    const int x = blockIdx.x * 32 + (threadIdx.x & 31), y = blockIdx.y * 8 + (threadIdx.x >> 5);
    const float centre = in[(size_t)(y + radius) * pitch + x + radius];
    float sum = 0.f, norm = 0.f;
    for (int dy = -radius; dy <= radius; ++dy)
        for (int dx = -radius; dx <= radius; ++dx) {
            const float v = in[(size_t)(y + radius + dy) * pitch + x + radius + dx];
            const float dv = v - centre;
            const float ws = expf(-(float)(dx * dx + dy * dy) / (2.0f * sd * sd));
            const float wr = expf(-(dv * dv) / (2.0f * sr * sr));
            sum += ws * wr * v;
            norm += ws * wr;
        }
    out[(size_t)y * w + x] = sum / norm;
}
__global__ void __launch_bounds__(256) silver_parrot_ca2_b(const float* __restrict__ in, float* __restrict__ out, int w, int pitch, int radius, float sd, float sr) {
    __shared__ float table[256];
    const int side = 2 * radius + 1;
    if (threadIdx.x < side * side) {
        const int dy = (int)threadIdx.x / side - radius, dx = (int)threadIdx.x % side - radius;
        table[threadIdx.x] = expf(-(float)(dx * dx + dy * dy) / (2.0f * sd * sd));
    }
    __syncthreads();
    const int x = blockIdx.x * 32 + (threadIdx.x & 31), y = blockIdx.y * 8 + (threadIdx.x >> 5);
    const float centre = in[(size_t)(y + radius) * pitch + x + radius];
    const float scale = -1.4426950408889634f / (2.0f * sr * sr);
    float sum = 0.f, norm = 0.f;
    for (int dy = 0; dy < side; ++dy) {
        const float* p = in + (size_t)(y + dy) * pitch + x;
        const float* tb = table + dy * side;
#pragma unroll 9
        for (int dx = 0; dx < side; ++dx) {
            const float v = p[dx];
            const float dv = v - centre;
            float e;
            asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(e) : "f"(dv * dv * scale));
            e *= tb[dx];
            sum = fmaf(e, v, sum);
            norm += e;
        }
    }
    out[(size_t)y * w + x] = sum / norm;
}
static void reg05(Cases& c) {
    const int w = 2048, h = 2048, r = 4, pitch = w + 2 * r;
    const size_t n = (size_t)w * h;
    float *in = filled<float>((size_t)pitch * (h + 2 * r), 51), *oa = empty<float>(n), *ob = empty<float>(n);
    c.push_back({"silver_parrot_ca2_a", [=] { silver_parrot_ca2_a<<<dim3(w / 32, h / 8), 256>>>(in, oa, w, pitch, r, 2.5f, 0.8f); }, oa, n, Output::f32});
    c.push_back({"silver_parrot_ca2_b", [=] { silver_parrot_ca2_b<<<dim3(w / 32, h / 8), 256>>>(in, ob, w, pitch, r, 2.5f, 0.8f); }, ob, n, Output::f32});
}
// Polynomial hash modulo a prime of strings of 80 words (word w of string s at w * n + s).
__global__ void __launch_bounds__(256) dusty_ladder_ca2_a(const uint32_t* __restrict__ words, int* __restrict__ out, int n, int len, unsigned long long base, unsigned long long mod) {
    const int s = blockIdx.x * 256 + threadIdx.x;
    if (s >= n) return;
    unsigned long long h = 7;
    for (int w = 0; w < len; w += 8) {
        uint32_t c[8];
#pragma unroll
        for (int i = 0; i < 8; ++i) c[i] = words[(size_t)(w + i) * n + s];
#pragma unroll
        for (int i = 0; i < 8; ++i) h = (h * base + c[i]) % mod;
    }
    out[s] = (int)h;
}
__device__ __forceinline__ unsigned long long fold31(unsigned long long v) { return (v & 0x7fffffffull) + (v >> 31); }
__global__ void __launch_bounds__(256) dusty_ladder_ca2_b(const uint32_t* __restrict__ words, int* __restrict__ out, int n, int len, unsigned base) {
    const int s = blockIdx.x * 256 + threadIdx.x;
    if (s >= n) return;
    unsigned h = 7;  // below 2^32, congruent to the hash modulo 2^31 - 1
    for (int w = 0; w < len; w += 8) {
        uint32_t c[8];
#pragma unroll
        for (int i = 0; i < 8; ++i) c[i] = words[(size_t)(w + i) * n + s];
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            const unsigned long long v = (unsigned long long)h * base + c[i];  // below 2^63: h < 2^32, base < 2^31
            const unsigned long long u = fold31(v);                           // below 2^33
            h = (unsigned)fold31(u);                                          // below 2^31 + 4
        }
    }
    if (h >= 0x7fffffffu) h -= 0x7fffffffu;
    out[s] = (int)h;
}
static void reg06(Cases& c) {
    const int n = 1 << 20, len = 80;
    uint32_t* w = reinterpret_cast<uint32_t*>(indices((size_t)n * len, 0xfffffff0u, 61));
    int *oa = empty<int>(n), *ob = empty<int>(n);
    c.push_back({"dusty_ladder_ca2_a", [=] { dusty_ladder_ca2_a<<<n / 256, 256>>>(w, oa, n, len, 911382323ull, 2147483647ull); }, oa, (size_t)n, Output::i32});
    c.push_back({"dusty_ladder_ca2_b", [=] { dusty_ladder_ca2_b<<<n / 256, 256>>>(w, ob, n, len, 911382323u); }, ob, (size_t)n, Output::i32});
}
// Median filter of a grey image, 5 by 5 window (image padded by the radius).
__global__ void __launch_bounds__(256) quiet_harbor_ca2_a(const float* __restrict__ in, float* __restrict__ out, int w, int pitch, int radius) {
    const int x = blockIdx.x * 32 + (threadIdx.x & 31), y = blockIdx.y * 8 + (threadIdx.x >> 5);
    float win[25];
    int n = 0;
    for (int dy = 0; dy <= 2 * radius; ++dy)
        for (int dx = 0; dx <= 2 * radius; ++dx) win[n++] = in[(size_t)(y + dy) * pitch + x + dx];
    for (int i = 0; i <= n / 2; ++i) {
        float m = win[i];
        for (int j = i + 1; j < n; ++j) {
            const float v = win[j];
            win[j] = fmaxf(m, v);
            m = fminf(m, v);
        }
        win[i] = m;
    }
    out[(size_t)y * w + x] = win[n / 2];
}
__global__ void __launch_bounds__(256) quiet_harbor_ca2_b(const float* __restrict__ in, float* __restrict__ out, int w, int pitch) {
    const int x = blockIdx.x * 32 + (threadIdx.x & 31), y = blockIdx.y * 8 + (threadIdx.x >> 5);
    float win[25];
#pragma unroll
    for (int dy = 0; dy < 5; ++dy)
#pragma unroll
        for (int dx = 0; dx < 5; ++dx) win[dy * 5 + dx] = in[(size_t)(y + dy) * pitch + x + dx];
#pragma unroll
    for (int i = 0; i <= 12; ++i) {
#pragma unroll
        for (int j = i + 1; j < 25; ++j) {
            const float v = win[j];
            win[j] = fmaxf(win[i], v);
            win[i] = fminf(win[i], v);
        }
    }
    out[(size_t)y * w + x] = win[12];
}
static void reg07(Cases& c) {
    const int w = 2048, h = 2048, pitch = w + 4;
    const size_t n = (size_t)w * h;
    float *in = filled<float>((size_t)pitch * (h + 4), 71), *oa = empty<float>(n), *ob = empty<float>(n);
    c.push_back({"quiet_harbor_ca2_a", [=] { quiet_harbor_ca2_a<<<dim3(w / 32, h / 8), 256>>>(in, oa, w, pitch, 2); }, oa, n, Output::f32});
    c.push_back({"quiet_harbor_ca2_b", [=] { quiet_harbor_ca2_b<<<dim3(w / 32, h / 8), 256>>>(in, ob, w, pitch); }, ob, n, Output::f32});
}
// Bank of noise-driven resonators of order 8, one voice a thread; mean energy of each voice.
__device__ __forceinline__ float noise(uint32_t& u) {
    u = u * 1664525u + 1013904223u;
    return __uint_as_float((u >> 9) | 0x3f800000u) - 1.5f;
}
__global__ void __launch_bounds__(128) purple_wagon_ca2_a(const float* __restrict__ coef, float* __restrict__ out, int voices, int steps) {
    const int v = blockIdx.x * 128 + threadIdx.x;
    float a[8], y[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) { a[k] = 0.115f * coef[k * voices + v]; y[k] = 0.f; }
    uint32_t u = v * 2654435761u + 1u;
    float energy = 0.f;
#pragma unroll 8
    for (int t = 0; t < steps; ++t) {
        float s = a[0] * y[0];
#pragma unroll
        for (int k = 1; k < 8; ++k) s = fmaf(a[k], y[k], s);
        s = fmaf(0.5f, noise(u), s);
#pragma unroll
        for (int k = 7; k > 0; --k) y[k] = y[k - 1];
        y[0] = s;
        energy = fmaf(s, s, energy);
    }
    out[v] = energy / steps;
}
__global__ void __launch_bounds__(128) purple_wagon_ca2_b(const float* __restrict__ coef, float* __restrict__ out, int voices, int steps) {
    const int v = blockIdx.x * 128 + threadIdx.x;
    float a[8], y[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) { a[k] = 0.115f * coef[k * voices + v]; y[k] = 0.f; }
    uint32_t u = v * 2654435761u + 1u;
    float energy = 0.f;
#pragma unroll 8
    for (int t = 0; t < steps; ++t) {
        float p = 0.5f * noise(u), q = a[7] * y[7];
        p = fmaf(a[6], y[6], p);
        q = fmaf(a[5], y[5], q);
        p = fmaf(a[4], y[4], p);
        q = fmaf(a[3], y[3], q);
        p = fmaf(a[2], y[2], p);
        p = p + q;
        p = fmaf(a[1], y[1], p);
        const float s = fmaf(a[0], y[0], p);
#pragma unroll
        for (int k = 7; k > 0; --k) y[k] = y[k - 1];
        y[0] = s;
        energy = fmaf(s, s, energy);
    }
    out[v] = energy / steps;
}
static void reg08(Cases& c) {
    const int voices = 132 * 128, steps = 8192;
    float *coef = filled<float>((size_t)voices * 8, 81), *oa = empty<float>(voices), *ob = empty<float>(voices);
    c.push_back({"purple_wagon_ca2_a", [=] { purple_wagon_ca2_a<<<132, 128>>>(coef, oa, voices, steps); }, oa, (size_t)voices, Output::f32});
    c.push_back({"purple_wagon_ca2_b", [=] { purple_wagon_ca2_b<<<132, 128>>>(coef, ob, voices, steps); }, ob, (size_t)voices, Output::f32});
}
// Half precision product of 4096 x 4096 matrices, single accumulators.
__device__ __forceinline__ void cp16(void* dst, const void* src) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"((unsigned)__cvta_generic_to_shared(dst)), "l"(src));
}
__device__ __forceinline__ void cp_commit() { asm volatile("cp.async.commit_group;\n" ::); }
template <int N>
__device__ __forceinline__ void cp_wait() { asm volatile("cp.async.wait_group %0;\n" ::"n"(N)); }

template <int BM, int BN, int WM, int WN>
struct HalfTile {
    static constexpr int BK = 32, LA = BK + 8, LB = BN + 8, A = BM * LA, B = BK * LB, STAGE = A + B;
    static constexpr int FM = WM / 16, FN = WN / 16, COLS = BN / WN;
    using Acc = nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float>;
    __device__ static __forceinline__ void multiply(const half* sa, const half* sb, Acc (&acc)[FM][FN], int wr, int wc) {
        using namespace nvcuda;
#pragma unroll
        for (int k = 0; k < BK; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[FM];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb[FN];
#pragma unroll
            for (int i = 0; i < FM; ++i) wmma::load_matrix_sync(fa[i], sa + (wr * WM + i * 16) * LA + k, LA);
#pragma unroll
            for (int j = 0; j < FN; ++j) wmma::load_matrix_sync(fb[j], sb + k * LB + wc * WN + j * 16, LB);
#pragma unroll
            for (int i = 0; i < FM; ++i)
#pragma unroll
                for (int j = 0; j < FN; ++j) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
    }
    __device__ static __forceinline__ void fetch(half* sa, half* sb, const half* a, const half* b, int K, int N) {
#pragma unroll
        for (int j = 0; j < BM * BK / 2048; ++j) {
            const int i = threadIdx.x + j * 256;
            cp16(sa + (i / (BK / 8)) * LA + (i % (BK / 8)) * 8, a + (size_t)(i / (BK / 8)) * K + (i % (BK / 8)) * 8);
        }
#pragma unroll
        for (int j = 0; j < BK * BN / 2048; ++j) {
            const int i = threadIdx.x + j * 256;
            cp16(sb + (i / (BN / 8)) * LB + (i % (BN / 8)) * 8, b + (size_t)(i / (BN / 8)) * N + (i % (BN / 8)) * 8);
        }
    }
    __device__ static __forceinline__ void store(float* c, Acc (&acc)[FM][FN], int wr, int wc, int N) {
#pragma unroll
        for (int i = 0; i < FM; ++i)
#pragma unroll
            for (int j = 0; j < FN; ++j) nvcuda::wmma::store_matrix_sync(c + (size_t)(wr * WM + i * 16) * N + wc * WN + j * 16, acc[i][j], N, nvcuda::wmma::mem_row_major);
    }
    template <int STAGES>
    __device__ static __forceinline__ void piped(half* shared, const half* a, const half* b, float* c, int K, int N) {
        const int warp = threadIdx.x >> 5, wr = warp / COLS, wc = warp % COLS;
        Acc acc[FM][FN];
#pragma unroll
        for (int i = 0; i < FM; ++i)
#pragma unroll
            for (int j = 0; j < FN; ++j) nvcuda::wmma::fill_fragment(acc[i][j], 0.f);
        a += (size_t)blockIdx.y * BM * K;
        b += blockIdx.x * BN;
        const int steps = K / BK;
#pragma unroll
        for (int s = 0; s < STAGES - 1; ++s) {
            fetch(shared + s * STAGE, shared + s * STAGE + A, a + s * BK, b + (size_t)s * BK * N, K, N);
            cp_commit();
        }
        for (int s = 0; s < steps; ++s) {
            cp_wait<STAGES - 2>();
            __syncthreads();
            const int next = s + STAGES - 1;
            if (next < steps) {
                half* to = shared + (next % STAGES) * STAGE;
                fetch(to, to + A, a + next * BK, b + (size_t)next * BK * N, K, N);
            }
            cp_commit();
            const half* from = shared + (s % STAGES) * STAGE;
            multiply(from, from + A, acc, wr, wc);
        }
        store(c + (size_t)blockIdx.y * BM * N + blockIdx.x * BN, acc, wr, wc, N);
    }
};
using Wide = HalfTile<128, 256, 64, 64>;
__global__ void __launch_bounds__(256, 1) frozen_button_ca2_a(const half* __restrict__ a, const half* __restrict__ b, float* __restrict__ c, int K, int N) {
    __shared__ __align__(128) half sa[Wide::A];
    __shared__ __align__(128) half sb[Wide::B];
    const int warp = threadIdx.x >> 5, wr = warp / Wide::COLS, wc = warp % Wide::COLS;
    Wide::Acc acc[Wide::FM][Wide::FN];
#pragma unroll
    for (int i = 0; i < Wide::FM; ++i)
#pragma unroll
        for (int j = 0; j < Wide::FN; ++j) nvcuda::wmma::fill_fragment(acc[i][j], 0.f);
    a += (size_t)blockIdx.y * 128 * K;
    b += blockIdx.x * 256;
    for (int k = 0; k < K; k += 32) {
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            const int i = threadIdx.x + j * 256;
            *reinterpret_cast<uint4*>(sa + (i / 4) * Wide::LA + (i % 4) * 8) = *reinterpret_cast<const uint4*>(a + (size_t)(i / 4) * K + k + (i % 4) * 8);
        }
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const int i = threadIdx.x + j * 256;
            *reinterpret_cast<uint4*>(sb + (i / 32) * Wide::LB + (i % 32) * 8) = *reinterpret_cast<const uint4*>(b + (size_t)(k + i / 32) * N + (i % 32) * 8);
        }
        __syncthreads();
        Wide::multiply(sa, sb, acc, wr, wc);
        __syncthreads();
    }
    Wide::store(c + (size_t)blockIdx.y * 128 * N + blockIdx.x * 256, acc, wr, wc, N);
}
__global__ void __launch_bounds__(256, 1) frozen_button_ca2_b(const half* __restrict__ a, const half* __restrict__ b, float* __restrict__ c, int K, int N) {
    extern __shared__ __align__(128) unsigned char shared_bytes[];
    Wide::piped<4>(reinterpret_cast<half*>(shared_bytes), a, b, c, K, N);
}
static void reg09(Cases& c) {
    const int n = 4096;
    const size_t nn = (size_t)n * n;
    half *a = filled<half>(nn, 91), *b = filled<half>(nn, 92);
    float *oa = empty<float>(nn), *ob = empty<float>(nn);
    const int bytes = 4 * Wide::STAGE * 2;
    allow_shared(frozen_button_ca2_b, bytes);
    c.push_back({"frozen_button_ca2_a", [=] { frozen_button_ca2_a<<<dim3(n / 256, n / 128), 256>>>(a, b, oa, n, n); }, oa, nn, Output::f32});
    c.push_back({"frozen_button_ca2_b", [=] { frozen_button_ca2_b<<<dim3(n / 256, n / 128), 256, bytes>>>(a, b, ob, n, n); }, ob, nn, Output::f32});
}
// Half precision product 4096 x 2048 x 2048, single accumulators.
template <typename T, int BM, int BN, int TM, int TN, int BK>
__device__ __forceinline__ void simt_product(const T* __restrict__ a, const T* __restrict__ b, float* __restrict__ c, int K, int N) {
    constexpr int PA = BM + 4;
    __shared__ __align__(16) float sa[BK][PA];
    __shared__ __align__(16) float sb[BK][BN];
    const int tx = threadIdx.x % (BN / TN), ty = threadIdx.x / (BN / TN);
    float acc[TM][TN] = {};
    T ra[BM * BK / 256], rb[BN * BK / 256];
    a += (size_t)blockIdx.y * BM * K;
    b += blockIdx.x * BN;
#pragma unroll
    for (int i = 0; i < BM * BK / 256; ++i) ra[i] = a[(size_t)((threadIdx.x + i * 256) / BK) * K + (threadIdx.x + i * 256) % BK];
#pragma unroll
    for (int i = 0; i < BN * BK / 256; ++i) rb[i] = b[(size_t)((threadIdx.x + i * 256) / BN) * N + (threadIdx.x + i * 256) % BN];
    for (int k = 0; k < K; k += BK) {
#pragma unroll
        for (int i = 0; i < BM * BK / 256; ++i) sa[(threadIdx.x + i * 256) % BK][(threadIdx.x + i * 256) / BK] = (float)ra[i];
#pragma unroll
        for (int i = 0; i < BN * BK / 256; ++i) sb[(threadIdx.x + i * 256) / BN][(threadIdx.x + i * 256) % BN] = (float)rb[i];
        __syncthreads();
        if (k + BK < K) {
#pragma unroll
            for (int i = 0; i < BM * BK / 256; ++i) ra[i] = a[(size_t)((threadIdx.x + i * 256) / BK) * K + k + BK + (threadIdx.x + i * 256) % BK];
#pragma unroll
            for (int i = 0; i < BN * BK / 256; ++i) rb[i] = b[(size_t)(k + BK + (threadIdx.x + i * 256) / BN) * N + (threadIdx.x + i * 256) % BN];
        }
#pragma unroll
        for (int kk = 0; kk < BK; ++kk) {
            float fa[TM], fb[TN];
#pragma unroll
            for (int i = 0; i < TM; i += 4) *reinterpret_cast<float4*>(&fa[i]) = *reinterpret_cast<const float4*>(&sa[kk][i / 4 * (BM / TM * 4) + ty * 4]);
#pragma unroll
            for (int j = 0; j < TN; j += 4) *reinterpret_cast<float4*>(&fb[j]) = *reinterpret_cast<const float4*>(&sb[kk][j / 4 * (BN / TN * 4) + tx * 4]);
#pragma unroll
            for (int i = 0; i < TM; ++i)
#pragma unroll
                for (int j = 0; j < TN; ++j) acc[i][j] = fmaf(fa[i], fb[j], acc[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < TM; ++i)
#pragma unroll
        for (int j = 0; j < TN; j += 4)
            *reinterpret_cast<float4*>(c + (size_t)(blockIdx.y * BM + i / 4 * (BM / TM * 4) + ty * 4 + i % 4) * N + blockIdx.x * BN + j / 4 * (BN / TN * 4) + tx * 4) =
                make_float4(acc[i][j], acc[i][j + 1], acc[i][j + 2], acc[i][j + 3]);
}
using Square = HalfTile<128, 128, 32, 64>;
__global__ void __launch_bounds__(256, 2) gentle_anvil_ca2_a(const half* __restrict__ a, const half* __restrict__ b, float* __restrict__ c, int K, int N) {
    simt_product<half, 64, 128, 4, 8, 16>(a, b, c, K, N);
}
__global__ void __launch_bounds__(256, 2) gentle_anvil_ca2_b(const half* __restrict__ a, const half* __restrict__ b, float* __restrict__ c, int K, int N) {
    extern __shared__ __align__(128) unsigned char shared_bytes[];
    Square::piped<4>(reinterpret_cast<half*>(shared_bytes), a, b, c, K, N);
}
static void reg10(Cases& c) {
    const int M = 4096, N = 2048, K = 2048;
    half *a = filled<half>((size_t)M * K, 101), *b = filled<half>((size_t)K * N, 102);
    const size_t n = (size_t)M * N;
    float *oa = empty<float>(n), *ob = empty<float>(n);
    const int bytes = 4 * Square::STAGE * 2;
    allow_shared(gentle_anvil_ca2_b, bytes);
    c.push_back({"gentle_anvil_ca2_a", [=] { gentle_anvil_ca2_a<<<dim3(N / 128, M / 64), 256>>>(a, b, oa, K, N); }, oa, n, Output::f32});
    c.push_back({"gentle_anvil_ca2_b", [=] { gentle_anvil_ca2_b<<<dim3(N / 128, M / 128), 256, bytes>>>(a, b, ob, K, N); }, ob, n, Output::f32});
}
// Single precision product 1024 x 2048 x 2048.
__global__ void __launch_bounds__(256) rusty_pillow_ca2_a(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int K, int N) {
    const int col = blockIdx.x * 32 + (threadIdx.x & 31), row = blockIdx.y * 8 + (threadIdx.x >> 5);
    float s = 0.f;
#pragma unroll 8
    for (int k = 0; k < K; ++k) s = fmaf(a[(size_t)row * K + k], b[(size_t)k * N + col], s);
    c[(size_t)row * N + col] = s;
}
__global__ void __launch_bounds__(256, 2) rusty_pillow_ca2_b(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int K, int N) {
    simt_product<float, 64, 128, 4, 8, 16>(a, b, c, K, N);
}
static void reg11(Cases& c) {
    const int M = 1024, N = 2048, K = 2048;
    float *a = filled<float>((size_t)M * K, 111), *b = filled<float>((size_t)K * N, 112);
    const size_t n = (size_t)M * N;
    float *oa = empty<float>(n), *ob = empty<float>(n);
    c.push_back({"rusty_pillow_ca2_a", [=] { rusty_pillow_ca2_a<<<dim3(N / 32, M / 8), 256>>>(a, b, oa, K, N); }, oa, n, Output::f32});
    c.push_back({"rusty_pillow_ca2_b", [=] { rusty_pillow_ca2_b<<<dim3(N / 128, M / 64), 256>>>(a, b, ob, K, N); }, ob, n, Output::f32});
}
// Double precision product 2112 x 2048 x 2048.
__global__ void __launch_bounds__(256) bright_candle_ca2_a(const double* __restrict__ a, const double* __restrict__ b, double* __restrict__ c, int K, int N) {
    __shared__ __align__(16) double sa[16][66];
    __shared__ __align__(16) double sb[16][64];
    const int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;
    double acc[4][4] = {};
    double ra[4], rb[4];
    a += (size_t)blockIdx.y * 64 * K;
    b += blockIdx.x * 64;
#pragma unroll
    for (int i = 0; i < 4; ++i) { ra[i] = a[(size_t)((tid + i * 256) / 16) * K + tid % 16]; rb[i] = b[(size_t)((tid + i * 256) / 64) * N + tid % 64]; }
    for (int k = 0; k < K; k += 16) {
#pragma unroll
        for (int i = 0; i < 4; ++i) { sa[tid % 16][(tid + i * 256) / 16] = ra[i]; sb[(tid + i * 256) / 64][tid % 64] = rb[i]; }
        __syncthreads();
        if (k + 16 < K) {
#pragma unroll
            for (int i = 0; i < 4; ++i) { ra[i] = a[(size_t)((tid + i * 256) / 16) * K + k + 16 + tid % 16]; rb[i] = b[(size_t)(k + 16 + (tid + i * 256) / 64) * N + tid % 64]; }
        }
#pragma unroll
        for (int kk = 0; kk < 16; ++kk) {
            double fa[4], fb[4];
#pragma unroll
            for (int h = 0; h < 2; ++h) {
                *reinterpret_cast<double2*>(&fa[h * 2]) = *reinterpret_cast<const double2*>(&sa[kk][h * 32 + ty * 2]);
                *reinterpret_cast<double2*>(&fb[h * 2]) = *reinterpret_cast<const double2*>(&sb[kk][h * 32 + tx * 2]);
            }
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] = fma(fa[i], fb[j], acc[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int h = 0; h < 2; ++h)
            *reinterpret_cast<double2*>(c + (size_t)(blockIdx.y * 64 + i / 2 * 32 + ty * 2 + i % 2) * N + blockIdx.x * 64 + h * 32 + tx * 2) = make_double2(acc[i][h * 2], acc[i][h * 2 + 1]);
}
__device__ __forceinline__ void dmma8(double (&d)[4], const double (&a)[4], const double (&b)[2]) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                 : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
                 : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
}
__global__ void __launch_bounds__(128) bright_candle_ca2_b(const double* __restrict__ a, const double* __restrict__ b, double* __restrict__ c, int K, int N) {
    __shared__ __align__(16) double sa[2][64 * 20];  // rows of 16, padded
    __shared__ __align__(16) double sb[2][16 * 68];  // rows of 64, padded
    const int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5, g = lane >> 2, t = lane & 3, wr = (warp >> 1) * 32, wc = (warp & 1) * 32;
    double acc[2][4][4] = {};
    a += (size_t)blockIdx.y * 64 * K;
    b += blockIdx.x * 64;
    auto fetch = [&](int s, int k) {
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const int e = tid + i * 128;  // of 512 pairs each
            cp16(&sa[s][(e / 8) * 20 + (e % 8) * 2], a + (size_t)(e / 8) * K + k + (e % 8) * 2);
            cp16(&sb[s][(e / 32) * 68 + (e % 32) * 2], b + (size_t)(k + e / 32) * N + (e % 32) * 2);
        }
        cp_commit();
    };
    fetch(0, 0);
    const int steps = K / 16;
    for (int s = 0; s < steps; ++s) {
        cp_wait<0>();
        __syncthreads();
        if (s + 1 < steps) fetch((s + 1) & 1, (s + 1) * 16);
        const double *pa = sa[s & 1], *pb = sb[s & 1];
#pragma unroll
        for (int kk = 0; kk < 16; kk += 8) {
            double fa[2][4], fb[4][2];
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int r = 0; r < 4; ++r) fa[i][r] = pa[(wr + i * 16 + g + (r & 1) * 8) * 20 + kk + t + (r >> 1) * 4];
#pragma unroll
            for (int j = 0; j < 4; ++j)
#pragma unroll
                for (int r = 0; r < 2; ++r) fb[j][r] = pb[(kk + t + r * 4) * 68 + wc + j * 8 + g];
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) dmma8(acc[i][j], fa[i], fb[j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int r = 0; r < 2; ++r)
                *reinterpret_cast<double2*>(c + (size_t)(blockIdx.y * 64 + wr + i * 16 + g + r * 8) * N + blockIdx.x * 64 + wc + j * 8 + t * 2) = make_double2(acc[i][j][r * 2], acc[i][j][r * 2 + 1]);
}
static void reg12(Cases& c) {
    const int M = 2112, N = 2048, K = 2048;
    double *a = filled<double>((size_t)M * K, 121), *b = filled<double>((size_t)K * N, 122);
    const size_t n = (size_t)M * N;
    double *oa = empty<double>(n), *ob = empty<double>(n);
    c.push_back({"bright_candle_ca2_a", [=] { bright_candle_ca2_a<<<dim3(N / 64, M / 64), 256>>>(a, b, oa, K, N); }, oa, n, Output::f64});
    c.push_back({"bright_candle_ca2_b", [=] { bright_candle_ca2_b<<<dim3(N / 64, M / 64), 128>>>(a, b, ob, K, N); }, ob, n, Output::f64});
}
// Colour planes to grey, contrast, soft threshold.
__device__ __forceinline__ float grey1(float r, float g, float b) { return 0.299f * r + 0.587f * g + 0.114f * b; }
__device__ __forceinline__ float contrast1(float v) { return fminf(fmaxf(1.4f * v + 0.1f, -1.0f), 1.0f); }
__device__ __forceinline__ float soft1(float v) { return v / (0.2f + fabsf(v)); }
__global__ void __launch_bounds__(256) woolen_basket_ca2_a(const float4* __restrict__ r, const float4* __restrict__ g, const float4* __restrict__ b, float4* __restrict__ o) {
    const size_t i = blockIdx.x * 256ull + threadIdx.x;
    const float4 x = r[i], y = g[i], z = b[i];
    o[i] = make_float4(grey1(x.x, y.x, z.x), grey1(x.y, y.y, z.y), grey1(x.z, y.z, z.z), grey1(x.w, y.w, z.w));
}
__global__ void __launch_bounds__(256) woolen_basket_ca2_a2(const float4* __restrict__ in, float4* __restrict__ o) {
    const size_t i = blockIdx.x * 256ull + threadIdx.x;
    const float4 v = in[i];
    o[i] = make_float4(contrast1(v.x), contrast1(v.y), contrast1(v.z), contrast1(v.w));
}
__global__ void __launch_bounds__(256) woolen_basket_ca2_a3(const float4* __restrict__ in, float4* __restrict__ o) {
    const size_t i = blockIdx.x * 256ull + threadIdx.x;
    const float4 v = in[i];
    o[i] = make_float4(soft1(v.x), soft1(v.y), soft1(v.z), soft1(v.w));
}
__global__ void __launch_bounds__(256) woolen_basket_ca2_b(const float4* __restrict__ r, const float4* __restrict__ g, const float4* __restrict__ b, float4* __restrict__ o) {
    const size_t i = blockIdx.x * 256ull + threadIdx.x;
    const float4 x = r[i], y = g[i], z = b[i];
    o[i] = make_float4(soft1(contrast1(grey1(x.x, y.x, z.x))), soft1(contrast1(grey1(x.y, y.y, z.y))), soft1(contrast1(grey1(x.z, y.z, z.z))),
                       soft1(contrast1(grey1(x.w, y.w, z.w))));
}
static void reg13(Cases& c) {
    const size_t n = 64ull << 20;
    const unsigned blocks = (unsigned)(n / 1024);
    float4 *r = (float4*)filled<float>(n, 131), *g = (float4*)filled<float>(n, 132), *b = (float4*)filled<float>(n, 133);
    float4 *u = (float4*)empty<float>(n), *v = (float4*)empty<float>(n), *oa = (float4*)empty<float>(n), *ob = (float4*)empty<float>(n);
    c.push_back({"woolen_basket_ca2_a", [=] {
        woolen_basket_ca2_a<<<blocks, 256>>>(r, g, b, u);
        woolen_basket_ca2_a2<<<blocks, 256>>>(u, v);
        woolen_basket_ca2_a3<<<blocks, 256>>>(v, oa);
    }, oa, n, Output::f32});
    c.push_back({"woolen_basket_ca2_b", [=] { woolen_basket_ca2_b<<<blocks, 256>>>(r, g, b, ob); }, ob, n, Output::f32});
}
// Bitonic sort of 16 arrays of 16384 floats.
__device__ __forceinline__ void order(float& x, float& y, bool up) {
    const float lo = fminf(x, y), hi = fmaxf(x, y);
    x = up ? lo : hi;
    y = up ? hi : lo;
}
__global__ void __launch_bounds__(256) lemon_trumpet_ca2_a(const float* __restrict__ in, float* __restrict__ out) {
    const int i = 2 * (blockIdx.x * 256 + threadIdx.x);
    float2 v = *reinterpret_cast<const float2*>(in + i);
    order(v.x, v.y, (i & 2) == 0);
    *reinterpret_cast<float2*>(out + i) = v;
}
__global__ void __launch_bounds__(256) lemon_trumpet_ca2_a2(float* __restrict__ d, int k, int j) {
    const int t = blockIdx.x * 256 + threadIdx.x, i = ((t & ~(j - 1)) << 1) | (t & (j - 1));
    float x = d[i], y = d[i + j];
    order(x, y, ((i & 16383) & k) == 0);
    d[i] = x;
    d[i + j] = y;
}
__global__ void __launch_bounds__(1024) lemon_trumpet_ca2_b(const float* __restrict__ in, float* __restrict__ out) {
    extern __shared__ __align__(128) unsigned char shared_bytes[];
    float* s = reinterpret_cast<float*>(shared_bytes);
    const size_t base = blockIdx.x * 16384ull;
    for (int i = threadIdx.x; i < 16384; i += 1024) s[i] = in[base + i];
    __syncthreads();
    for (int k = 2; k <= 16384; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1) {
#pragma unroll
            for (int p = 0; p < 8; ++p) {
                const int t = threadIdx.x + p * 1024, i = ((t & ~(j - 1)) << 1) | (t & (j - 1));
                float x = s[i], y = s[i + j];
                order(x, y, (i & k) == 0);
                s[i] = x;
                s[i + j] = y;
            }
            __syncthreads();
        }
    for (int i = threadIdx.x; i < 16384; i += 1024) out[base + i] = s[i] * (float)(i + 1) * (1.0f / 16384.0f);
}
__global__ void __launch_bounds__(256) lemon_trumpet_ca2_a3(float* __restrict__ d) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    d[i] = d[i] * (float)((i & 16383) + 1) * (1.0f / 16384.0f);
}
static void reg14(Cases& c) {
    const int n = 16 * 16384;
    float *in = filled<float>(n, 141), *oa = empty<float>(n), *ob = empty<float>(n);
    allow_shared(lemon_trumpet_ca2_b, 65536);
    c.push_back({"lemon_trumpet_ca2_a", [=] {
        lemon_trumpet_ca2_a<<<n / 512, 256>>>(in, oa);
        for (int k = 4; k <= 16384; k <<= 1)
            for (int j = k >> 1; j > 0; j >>= 1) lemon_trumpet_ca2_a2<<<n / 512, 256>>>(oa, k, j);
        lemon_trumpet_ca2_a3<<<n / 256, 256>>>(oa);
    }, oa, (size_t)n, Output::f32});
    c.push_back({"lemon_trumpet_ca2_b", [=] { lemon_trumpet_ca2_b<<<16, 1024, 65536>>>(in, ob); }, ob, (size_t)n, Output::f32});
}
// Colour planes to luma with weights.
__global__ void __launch_bounds__(256) sandy_walnut_ca2_a(const float4* __restrict__ r, const float4* __restrict__ g, const float4* __restrict__ b, float4* __restrict__ o) {
    const size_t i = blockIdx.x * 256ull + threadIdx.x;
    const float4 x = r[i], y = g[i], z = b[i];
    float4 v;
    v.x = 0.2126 * x.x + 0.7152 * y.x + 0.0722 * z.x;
    v.y = 0.2126 * x.y + 0.7152 * y.y + 0.0722 * z.y;
    v.z = 0.2126 * x.z + 0.7152 * y.z + 0.0722 * z.z;
    v.w = 0.2126 * x.w + 0.7152 * y.w + 0.0722 * z.w;
    o[i] = v;
}
__global__ void __launch_bounds__(256) sandy_walnut_ca2_b(const float4* __restrict__ r, const float4* __restrict__ g, const float4* __restrict__ b, float4* __restrict__ o) {
    const size_t i = blockIdx.x * 256ull + threadIdx.x;
    const float4 x = r[i], y = g[i], z = b[i];
    float4 v;
    v.x = 0.2126f * x.x + 0.7152f * y.x + 0.0722f * z.x;
    v.y = 0.2126f * x.y + 0.7152f * y.y + 0.0722f * z.y;
    v.z = 0.2126f * x.z + 0.7152f * y.z + 0.0722f * z.z;
    v.w = 0.2126f * x.w + 0.7152f * y.w + 0.0722f * z.w;
    o[i] = v;
}
static void reg15(Cases& c) {
    const size_t n = 64ull << 20;
    const unsigned blocks = (unsigned)(n / 1024);
    float4 *r = (float4*)filled<float>(n, 151), *g = (float4*)filled<float>(n, 152), *b = (float4*)filled<float>(n, 153);
    float4 *oa = (float4*)empty<float>(n), *ob = (float4*)empty<float>(n);
    c.push_back({"sandy_walnut_ca2_a", [=] { sandy_walnut_ca2_a<<<blocks, 256>>>(r, g, b, oa); }, oa, n, Output::f32});
    c.push_back({"sandy_walnut_ca2_b", [=] { sandy_walnut_ca2_b<<<blocks, 256>>>(r, g, b, ob); }, ob, n, Output::f32});
}
// Energy of each audio frame of 16384 samples.
__device__ __forceinline__ float frame_part(const float4* p) {
    float s = 0.f;
#pragma unroll 8
    for (int i = 0; i < 16; ++i) {
        const float4 v = p[i * 256];
        s += (v.x * v.x + v.y * v.y) + (v.z * v.z + v.w * v.w);
    }
    return s;
}
__global__ void __launch_bounds__(256) velvet_spoon_ca2_a(const float4* __restrict__ in, float* __restrict__ out) {
    __shared__ float red[256];
    const int t = threadIdx.x;
    red[t] = frame_part(in + blockIdx.x * 4096ull + t);
    __syncthreads();
    for (int s = 128; s > 0; s >>= 1) {
        if (t < s) red[t] += red[t + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = red[0] * (1.0f / 16384.0f);
}
__global__ void __launch_bounds__(256) velvet_spoon_ca2_b(const float4* __restrict__ in, float* __restrict__ out) {
    __shared__ float red[8];
    const int t = threadIdx.x;
    float s = frame_part(in + blockIdx.x * 4096ull + t);
#pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(FULL, s, o);
    if ((t & 31) == 0) red[t >> 5] = s;
    __syncthreads();
    if (t == 0) out[blockIdx.x] = (((red[0] + red[1]) + (red[2] + red[3])) + ((red[4] + red[5]) + (red[6] + red[7]))) * (1.0f / 16384.0f);
}
static void reg16(Cases& c) {
    const int frames = 8192;
    float4* in = (float4*)filled<float>(frames * 16384ull, 161);
    float *oa = empty<float>(frames), *ob = empty<float>(frames);
    c.push_back({"velvet_spoon_ca2_a", [=] { velvet_spoon_ca2_a<<<frames, 256>>>(in, oa); }, oa, (size_t)frames, Output::f32});
    c.push_back({"velvet_spoon_ca2_b", [=] { velvet_spoon_ca2_b<<<frames, 256>>>(in, ob); }, ob, (size_t)frames, Output::f32});
}
// Decode step of a dense layer: matrix of 8192 rows of 16384 times a vector, a block a row.
__device__ __forceinline__ float block_total(float s) {
    __shared__ float red[8];
#pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(FULL, s, o);
    if ((threadIdx.x & 31) == 0) red[threadIdx.x >> 5] = s;
    __syncthreads();
    return ((red[0] + red[1]) + (red[2] + red[3])) + ((red[4] + red[5]) + (red[6] + red[7]));
}
__global__ void __launch_bounds__(256) cedar_ribbon_ca2_a(const float* __restrict__ w, const float* __restrict__ x, float* __restrict__ y, int cols) {
    const float* p = w + (size_t)blockIdx.x * cols;
    float s = 0.f, u = 0.f;
#pragma unroll 4
    for (int i = threadIdx.x; i < cols; i += 512) {
        s = fmaf(p[i], x[i], s);
        u = fmaf(p[i + 256], x[i + 256], u);
    }
    s = block_total(s + u);
    if (threadIdx.x == 0) y[blockIdx.x] = s;
}
__global__ void __launch_bounds__(256) cedar_ribbon_ca2_b(const float* __restrict__ w, const float* __restrict__ x, float* __restrict__ y, int cols) {
    const float4* p = reinterpret_cast<const float4*>(w + (size_t)blockIdx.x * cols);
    const float4* q = reinterpret_cast<const float4*>(x);
    float s = 0.f, u = 0.f;
#pragma unroll 4
    for (int i = threadIdx.x; i < cols / 4; i += 256) {
        const float4 a = p[i], b = q[i];
        s = fmaf(a.x, b.x, s); u = fmaf(a.y, b.y, u);
        s = fmaf(a.z, b.z, s); u = fmaf(a.w, b.w, u);
    }
    s = block_total(s + u);
    if (threadIdx.x == 0) y[blockIdx.x] = s;
}
static void reg17(Cases& c) {
    const int rows = 8192, cols = 16384;
    float *w = filled<float>((size_t)rows * cols, 171), *x = filled<float>(cols, 172), *oa = empty<float>(rows), *ob = empty<float>(rows);
    c.push_back({"cedar_ribbon_ca2_a", [=] { cedar_ribbon_ca2_a<<<rows, 256>>>(w, x, oa, cols); }, oa, (size_t)rows, Output::f32});
    c.push_back({"cedar_ribbon_ca2_b", [=] { cedar_ribbon_ca2_b<<<rows, 256>>>(w, x, ob, cols); }, ob, (size_t)rows, Output::f32});
}
// Decode step of a four-bit layer: 28672 rows of 28672 weights times an eight-bit vector, a warp for two rows.
__device__ __forceinline__ int dot8(uint32_t w, int lo, int hi, int acc) {  // low nibbles meet lo, high nibbles hi
    acc = __dp4a((int)(w & 0x0f0f0f0fu), lo, acc);
    return __dp4a((int)((w >> 4) & 0x0f0f0f0fu), hi, acc);
}
__global__ void __launch_bounds__(256) olive_teapot_ca2_a(const uint4* __restrict__ w, const int4* __restrict__ x, const float* __restrict__ scale, const int* __restrict__ offset,
                                                        float* __restrict__ y, int cols) {
    const int lane = threadIdx.x & 31, row = (blockIdx.x * 8 + (threadIdx.x >> 5)) * 2, n = cols / 32;
    const uint4 *p = w + (size_t)row * n, *q = p + n;
    int s = 0, t = 0;
#pragma unroll 4
    for (int i = lane; i < n; i += 32) {
        const uint4 a = p[i], b = q[i];
        const int4 lo = x[i], hi = x[n + i];
        s = dot8(a.x, lo.x, hi.x, s); t = dot8(b.x, lo.x, hi.x, t);
        s = dot8(a.y, lo.y, hi.y, s); t = dot8(b.y, lo.y, hi.y, t);
        s = dot8(a.z, lo.z, hi.z, s); t = dot8(b.z, lo.z, hi.z, t);
        s = dot8(a.w, lo.w, hi.w, s); t = dot8(b.w, lo.w, hi.w, t);
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) { s += __shfl_xor_sync(FULL, s, o); t += __shfl_xor_sync(FULL, t, o); }
    if (lane == 0) {
        y[row] = scale[row] * (float)(s - *offset);
        y[row + 1] = scale[row + 1] * (float)(t - *offset);
    }
}
static void reg18(Cases& c) {
    const int n = 28672;
    uint4* w = (uint4*)indices((size_t)n * n / 8, 0xfffffff0u, 181);
    std::vector<int> x(n / 4);
    int total = 0;
    for (int i = 0; i < n / 4; ++i) {
        x[i] = (int)hash32(i + 1820);
        for (int k = 0; k < 4; ++k) total += (int)(int8_t)((uint32_t)x[i] >> (8 * k));
    }
    int4* dx = (int4*)uploaded(x);
    int* offset = uploaded(std::vector<int>{8 * total});
    float *scale = filled<float>(n, 183), *o = empty<float>(n);
    c.push_back({"olive_teapot_ca2_a", [=] { olive_teapot_ca2_a<<<n / 16, 256>>>(w, dx, scale, offset, o, n); }, o, (size_t)n, Output::f32});
}
// Gravity of 33792 bodies on each other, eight slices of sources.
__global__ void __launch_bounds__(256) marble_feather_ca2_a(const float4* __restrict__ body, float4* __restrict__ force, int n, int slice) {
    __shared__ float4 tile[256];
    const int i = blockIdx.x * 256 + threadIdx.x, first = blockIdx.y * slice;
    const float4 me = body[i];
    float fx = 0.f, fy = 0.f, fz = 0.f;
    for (int j = first; j < first + slice; j += 256) {
        if (j + (int)threadIdx.x < first + slice) tile[threadIdx.x] = body[j + threadIdx.x];
        __syncthreads();
        const int m = min(256, first + slice - j);
#pragma unroll 16
        for (int k = 0; k < m; ++k) {
            const float4 b = tile[k];
            const float dx = b.x - me.x, dy = b.y - me.y, dz = b.z - me.z;
            const float inv = rsqrtf(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f))));
            const float s = (1.5f + b.w) * inv * inv * inv;
            fx = fmaf(dx, s, fx);
            fy = fmaf(dy, s, fy);
            fz = fmaf(dz, s, fz);
        }
        __syncthreads();
    }
    force[(size_t)blockIdx.y * n + i] = make_float4(fx, fy, fz, 1.0f);
}
static void reg19(Cases& c) {
    const int n = 132 * 256;
    float4 *b = (float4*)filled<float>(4 * n, 191), *o = (float4*)empty<float>(32 * n);
    c.push_back({"marble_feather_ca2_a", [=] { marble_feather_ca2_a<<<dim3(132, 8), 256>>>(b, o, n, n / 8); }, o, (size_t)32 * n, Output::f32});
}
// Heat step on an 8192 x 8192 grid, four columns and eight rows a thread (grid padded by a row and by four columns).
__global__ void __launch_bounds__(256) crimson_saddle_ca2_a(const float* __restrict__ in, float* __restrict__ out, int w, int pitch) {
    const int x = (blockIdx.x * 256 + threadIdx.x) * 4 + 4, y = blockIdx.y * 8 + 1;
    const float* p = in + (size_t)(y - 1) * pitch + x;
    float4 up = *reinterpret_cast<const float4*>(p), mid = *reinterpret_cast<const float4*>(p + pitch);
#pragma unroll
    for (int r = 0; r < 8; ++r) {
        p += pitch;
        const float4 down = *reinterpret_cast<const float4*>(p + pitch);
        const float left = p[-1], right = p[4];
        float4 v;
        v.x = mid.x + 0.2f * (up.x + down.x + left + mid.y - 4.f * mid.x);
        v.y = mid.y + 0.2f * (up.y + down.y + mid.x + mid.z - 4.f * mid.y);
        v.z = mid.z + 0.2f * (up.z + down.z + mid.y + mid.w - 4.f * mid.z);
        v.w = mid.w + 0.2f * (up.w + down.w + mid.z + right - 4.f * mid.w);
        *reinterpret_cast<float4*>(out + (size_t)(y - 1 + r) * w + x - 4) = v;
        up = mid;
        mid = down;
    }
}
static void reg20(Cases& c) {
    const int n = 8192, pitch = n + 8;
    float *in = filled<float>((size_t)pitch * (n + 2), 201), *o = empty<float>((size_t)n * n);
    c.push_back({"crimson_saddle_ca2_a", [=] { crimson_saddle_ca2_a<<<dim3(n / 1024, n / 8), 256>>>(in, o, n, pitch); }, o, (size_t)n * n, Output::f32});
}
// Proof-of-work style hash of four nonces a thread, 64 rounds.
__global__ void __launch_bounds__(256) ivory_hammock_ca2_a(const uint32_t* __restrict__ key, int* __restrict__ out) {
    const uint32_t id = blockIdx.x * 256 + threadIdx.x;
    const uint32_t k0 = key[id & 1023], k1 = key[1024 + (id & 1023)];
    uint32_t a[4], b[4], d[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) { a[i] = k0 ^ (id * 4 + i); b[i] = k1 + id; d[i] = 0x9e3779b9u * (i + 1); }
#pragma unroll 8
    for (int r = 0; r < 64; ++r)
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            a[i] += b[i];
            d[i] = __funnelshift_l(d[i] ^ a[i], d[i] ^ a[i], 16);
            b[i] = __funnelshift_l(b[i] ^ d[i], b[i] ^ d[i], 12);
            a[i] = (a[i] & b[i]) ^ (~a[i] & d[i]) ^ k1;
            d[i] += a[i] + r;
            b[i] = __funnelshift_l(b[i] ^ d[i], b[i] ^ d[i], 7);
        }
    reinterpret_cast<int4*>(out)[id] = make_int4(a[0] ^ b[0] ^ d[0], a[1] ^ b[1] ^ d[1], a[2] ^ b[2] ^ d[2], a[3] ^ b[3] ^ d[3]);
}
static void reg21(Cases& c) {
    const int threads = 8448 * 256;
    uint32_t* key = (uint32_t*)indices(2048, 0xfffffff0u, 211);
    int* o = empty<int>((size_t)threads * 4);
    c.push_back({"ivory_hammock_ca2_a", [=] { ivory_hammock_ca2_a<<<8448, 256>>>(key, o); }, o, (size_t)threads * 4, Output::i32});
}
int main(int argc, char** argv) {
    Cases cases;
    for (auto reg : {reg01, reg02, reg03, reg04, reg05, reg06, reg07, reg08, reg09, reg10, reg11, reg12, reg13, reg14, reg15, reg16, reg17, reg18, reg19, reg20, reg21}) reg(cases);
    return run(argc, argv, cases);
}
