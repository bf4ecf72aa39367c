// Measured before/after pairs. hundredninetyseventh_cl3.cu
#include "harness.cuh"
#include <cuda_fp16.h>
#include <mma.h>
using namespace harness;
typedef std::vector<Case> Cases;
#define GID (blockIdx.x * (size_t)blockDim.x + threadIdx.x)

// ---- 1 corner turn of a radar cube: strided loads
__global__ void amber_sextant_cl3_a(const float* __restrict__ x, float* __restrict__ y, int rows, int cols) {
    int r = blockIdx.x * 32 + threadIdx.x, c0 = blockIdx.y * 32;
    for (int k = threadIdx.y; k < 32; k += 8) y[(size_t)(c0 + k) * rows + r] = 1.5f * x[(size_t)r * cols + c0 + k];
}
__global__ void amber_sextant_cl3_b(const float* __restrict__ x, float* __restrict__ y, int rows, int cols) {
    __shared__ float s[32][33];
    int r0 = blockIdx.x * 32, c0 = blockIdx.y * 32;
    for (int k = threadIdx.y; k < 32; k += 8) s[k][threadIdx.x] = x[(size_t)(r0 + k) * cols + c0 + threadIdx.x];
    __syncthreads();
    for (int k = threadIdx.y; k < 32; k += 8) y[(size_t)(c0 + k) * rows + r0 + threadIdx.x] = 1.5f * s[threadIdx.x][k];
}
void reg1(Cases& cs) {
    int R = 8192, C = 4096; size_t n = (size_t)R * C; float *x = filled<float>(n, 1), *y = empty<float>(n), *z = empty<float>(n);
    cs.push_back({"amber_sextant_cl3_a", [=] { amber_sextant_cl3_a<<<dim3(R / 32, C / 32), dim3(32, 8)>>>(x, y, R, C); }, y, n, Output::f32});
    cs.push_back({"amber_sextant_cl3_b", [=] { amber_sextant_cl3_b<<<dim3(R / 32, C / 32), dim3(32, 8)>>>(x, z, R, C); }, z, n, Output::f32});
}
// ---- 2 planar to interleaved hyperspectral, 12 bands: strided stores
__global__ void tallow_bridge_cl3_a(const float* __restrict__ p, float* __restrict__ y, size_t n) {
    size_t i = GID;
    float v[12];
#pragma unroll
    for (int c = 0; c < 12; ++c) v[c] = p[c * n + i];
#pragma unroll
    for (int c = 0; c < 12; ++c) y[i * 12 + c] = v[c] * 0.25f + 0.1f * c;
}
__global__ void tallow_bridge_cl3_b(const float* __restrict__ p, float* __restrict__ y, size_t n) {
    __shared__ float s[256 * 13];
    size_t i = GID, base = (size_t)blockIdx.x * 256 * 12;
    float v[12];
#pragma unroll
    for (int c = 0; c < 12; ++c) v[c] = p[c * n + i];
#pragma unroll
    for (int c = 0; c < 12; ++c) s[threadIdx.x * 13 + c] = v[c] * 0.25f + 0.1f * c;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 12; ++k) { unsigned j = k * 256 + threadIdx.x; y[base + j] = s[j / 12 * 13 + j % 12]; }
}
void reg2(Cases& cs) {
    size_t n = 1u << 22; float *x = filled<float>(n * 12, 2), *y = empty<float>(n * 12), *z = empty<float>(n * 12);
    cs.push_back({"tallow_bridge_cl3_a", [=] { tallow_bridge_cl3_a<<<n / 256, 256>>>(x, y, n); }, y, n * 12, Output::f32});
    cs.push_back({"tallow_bridge_cl3_b", [=] { tallow_bridge_cl3_b<<<n / 256, 256>>>(x, z, n); }, z, n * 12, Output::f32});
}
// ---- 3 kinetic energy over particle records: structure fields
struct Grain { float f[16]; };
__global__ void harness_split_cl3(const Grain* g, float* vx, float* vy, float* m, size_t n) {
    size_t i = GID; if (i < n) { vx[i] = g[i].f[2]; vy[i] = g[i].f[7]; m[i] = g[i].f[13]; }
}
__global__ void pewter_gull_cl3_a(const Grain* __restrict__ g, float* __restrict__ e, size_t n) {
    size_t i = GID; if (i < n) { float a = g[i].f[2], b = g[i].f[7], m = g[i].f[13]; e[i] = 0.5f * m * (a * a + b * b); }
}
__global__ void pewter_gull_cl3_b(const float* __restrict__ vx, const float* __restrict__ vy, const float* __restrict__ mm, float* __restrict__ e, size_t n) {
    size_t i = GID; if (i < n) { float a = vx[i], b = vy[i], m = mm[i]; e[i] = 0.5f * m * (a * a + b * b); }
}
void reg3(Cases& cs) {
    size_t n = 14u << 20; float* r = filled<float>(n * 16, 3); const Grain* g = (const Grain*)r;
    float *a = empty<float>(n), *b = empty<float>(n), *m = empty<float>(n), *y = empty<float>(n), *z = empty<float>(n);
    harness_split_cl3<<<n / 256, 256>>>(g, a, b, m, n); CHECK(cudaGetLastError());
    cs.push_back({"pewter_gull_cl3_a", [=] { pewter_gull_cl3_a<<<n / 256, 256>>>(g, y, n); }, y, n, Output::f32});
    cs.push_back({"pewter_gull_cl3_b", [=] { pewter_gull_cl3_b<<<n / 256, 256>>>(a, b, m, z, n); }, z, n, Output::f32});
}
// ---- 4 solarise of an 8-bit picture: byte-wide
__device__ inline unsigned solar(unsigned v) { return v > 128u ? 255u - v : v; }
__global__ void walnut_ferry_cl3_a(const uint8_t* __restrict__ x, uint8_t* __restrict__ y) { size_t i = GID; y[i] = (uint8_t)solar(x[i]); }
__device__ inline unsigned solar4(unsigned w) { return solar(w & 255) | solar((w >> 8) & 255) << 8 | solar((w >> 16) & 255) << 16 | solar(w >> 24) << 24; }
__global__ void walnut_ferry_cl3_b(const uint4* __restrict__ x, uint4* __restrict__ y) {
    size_t i = GID; uint4 v = x[i]; v.x = solar4(v.x); v.y = solar4(v.y); v.z = solar4(v.z); v.w = solar4(v.w); y[i] = v;
}
void reg4(Cases& cs) {
    size_t n = 1u << 28; uint8_t *x = (uint8_t*)filled<float>(n / 4, 4), *y = empty<uint8_t>(n), *z = empty<uint8_t>(n);
    cs.push_back({"walnut_ferry_cl3_a", [=] { walnut_ferry_cl3_a<<<n / 256, 256>>>(x, y); }, y, n, Output::u8});
    cs.push_back({"walnut_ferry_cl3_b", [=] { walnut_ferry_cl3_b<<<n / 4096, 256>>>((const uint4*)x, (uint4*)z); }, z, n, Output::u8});
}
// ---- 5 bank of 48 leaky integrators per sensor: spills by launch bounds
__device__ inline void bank48(const float* __restrict__ x, float* __restrict__ y, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a[48];
#pragma unroll
    for (int j = 0; j < 48; ++j) a[j] = 0.01f * j;
#pragma unroll 1
    for (int k = 0; k < steps; ++k) {
        float v = x[(size_t)k * n + i];
#pragma unroll
        for (int j = 0; j < 48; ++j) a[j] = fmaf(a[j], 0.5f + 0.009f * j, v);
    }
#pragma unroll
    for (int j = 0; j < 48; ++j) y[(size_t)j * n + i] = a[j];
}
__global__ void __launch_bounds__(256, 8) cobalt_heron_cl3_a(const float* __restrict__ x, float* __restrict__ y, int n, int s) { bank48(x, y, n, s); }
__global__ void __launch_bounds__(256) cobalt_heron_cl3_b(const float* __restrict__ x, float* __restrict__ y, int n, int s) { bank48(x, y, n, s); }
void reg5(Cases& cs) {
    int n = 132 * 8 * 256, s = 96; size_t m = (size_t)n * 48; float *x = filled<float>((size_t)n * s, 5), *y = empty<float>(m), *z = empty<float>(m);
    cs.push_back({"cobalt_heron_cl3_a", [=] { cobalt_heron_cl3_a<<<n / 256, 256>>>(x, y, n, s); }, y, m, Output::f32});
    cs.push_back({"cobalt_heron_cl3_b", [=] { cobalt_heron_cl3_b<<<n / 256, 256>>>(x, z, n, s); }, z, m, Output::f32});
}
// ---- 6 sixteen-tap delay line per channel: dynamically indexed array
__global__ void saffron_anvil_cl3_a(const float* __restrict__ x, float* __restrict__ y, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x; float d[16], e = 0;
#pragma unroll
    for (int j = 0; j < 16; ++j) d[j] = 0;
#pragma unroll 1
    for (int k = 0; k < steps; ++k) {
        d[k & 15] = x[(size_t)k * n + i]; float s = 0;
#pragma unroll
        for (int j = 0; j < 16; ++j) s = fmaf(d[(k - j) & 15], 0.9f - 0.05f * j, s);
        e = fmaf(s, s, e);
    }
    y[i] = e;
}
__global__ void saffron_anvil_cl3_b(const float* __restrict__ x, float* __restrict__ y, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x; float d[16], e = 0;
#pragma unroll
    for (int j = 0; j < 16; ++j) d[j] = 0;
#pragma unroll 1
    for (int k0 = 0; k0 < steps; k0 += 16)
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            d[k] = x[(size_t)(k0 + k) * n + i]; float s = 0;
#pragma unroll
            for (int j = 0; j < 16; ++j) s = fmaf(d[(k - j) & 15], 0.9f - 0.05f * j, s);
            e = fmaf(s, s, e);
        }
    y[i] = e;
}
void reg6(Cases& cs) {
    int n = 132 * 8 * 256, s = 128; float *x = filled<float>((size_t)n * s, 6), *y = empty<float>(n), *z = empty<float>(n);
    cs.push_back({"saffron_anvil_cl3_a", [=] { saffron_anvil_cl3_a<<<n / 256, 256>>>(x, y, n, s); }, y, (size_t)n, Output::f32});
    cs.push_back({"saffron_anvil_cl3_b", [=] { saffron_anvil_cl3_b<<<n / 256, 256>>>(x, z, n, s); }, z, (size_t)n, Output::f32});
}
// ---- 7 five-point smoothing of traces through shared memory: shared over-allocated by the launch
__global__ void lichen_spoke_cl3_a(const float* __restrict__ x, float* __restrict__ y, int n) {
    extern __shared__ float s7[];
    int b = blockIdx.x * 256, t = threadIdx.x;
    s7[t + 2] = x[b + t];
    if (t < 2) { s7[t] = x[max(b + t - 2, 0)]; s7[258 + t] = x[min(b + 256 + t, n - 1)]; }
    __syncthreads();
    y[b + t] = 0.1f * (s7[t] + s7[t + 4]) + 0.2f * (s7[t + 1] + s7[t + 3]) + 0.4f * s7[t + 2];
}
__global__ void lichen_spoke_cl3_b(const float* __restrict__ x, float* __restrict__ y, int n) {
    extern __shared__ float s7[];
    int b = blockIdx.x * 256, t = threadIdx.x;
    s7[t + 2] = x[b + t];
    if (t < 2) { s7[t] = x[max(b + t - 2, 0)]; s7[258 + t] = x[min(b + 256 + t, n - 1)]; }
    __syncthreads();
    y[b + t] = 0.1f * (s7[t] + s7[t + 4]) + 0.2f * (s7[t + 1] + s7[t + 3]) + 0.4f * s7[t + 2];
}
void reg7(Cases& cs) {
    int n = 1 << 25; float *x = filled<float>(n, 7), *y = empty<float>(n), *z = empty<float>(n);
    CHECK(cudaFuncSetAttribute(lichen_spoke_cl3_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000));
    cs.push_back({"lichen_spoke_cl3_a", [=] { lichen_spoke_cl3_a<<<n / 256, 256, 100000>>>(x, y, n); }, y, (size_t)n, Output::f32});
    cs.push_back({"lichen_spoke_cl3_b", [=] { lichen_spoke_cl3_b<<<n / 256, 256, 1040>>>(x, z, n); }, z, (size_t)n, Output::f32});
}
// ---- 8 phase rotation of IQ samples: one-warp blocks
__device__ inline void rot(const float2* __restrict__ x, float2* __restrict__ y) {
    size_t i = GID; float2 v = x[i]; y[i] = make_float2(0.8f * v.x - 0.6f * v.y, 0.6f * v.x + 0.8f * v.y);
}
__global__ void mallow_crank_cl3_a(const float2* __restrict__ x, float2* __restrict__ y) { rot(x, y); }
__global__ void mallow_crank_cl3_b(const float2* __restrict__ x, float2* __restrict__ y) { rot(x, y); }
void reg8(Cases& cs) {
    size_t n = 1u << 25; float *x = filled<float>(n * 2, 8), *y = empty<float>(n * 2), *z = empty<float>(n * 2);
    cs.push_back({"mallow_crank_cl3_a", [=] { mallow_crank_cl3_a<<<n / 32, 32>>>((float2*)x, (float2*)y); }, y, n * 2, Output::f32});
    cs.push_back({"mallow_crank_cl3_b", [=] { mallow_crank_cl3_b<<<n / 256, 256>>>((float2*)x, (float2*)z); }, z, n * 2, Output::f32});
}
// ---- 9 damped logistic orbits: tiny grid
__device__ inline void orbit(const float* __restrict__ x, float* __restrict__ y, size_t n) {
    for (size_t i = GID; i < n; i += (size_t)gridDim.x * blockDim.x) {
        float v = 0.5f + 0.4f * x[i];
#pragma unroll 8
        for (int k = 0; k < 48; ++k) v = fmaf(-0.7f * v, v, 0.95f * v + 0.1f);
        y[i] = v;
    }
}
__global__ void juniper_latch_cl3_a(const float* __restrict__ x, float* __restrict__ y, size_t n) { orbit(x, y, n); }
__global__ void juniper_latch_cl3_b(const float* __restrict__ x, float* __restrict__ y, size_t n) { orbit(x, y, n); }
void reg9(Cases& cs) {
    size_t n = 1u << 23; float *x = filled<float>(n, 9), *y = empty<float>(n), *z = empty<float>(n);
    cs.push_back({"juniper_latch_cl3_a", [=] { juniper_latch_cl3_a<<<24, 512>>>(x, y, n); }, y, n, Output::f32});
    cs.push_back({"juniper_latch_cl3_b", [=] { juniper_latch_cl3_b<<<132 * 4, 512>>>(x, z, n); }, z, n, Output::f32});
}
// ---- 10 per-segment gain of recordings of unlike length: a block per segment, imbalance
__global__ void ochre_pulley_cl3_a(const float* __restrict__ x, const float* __restrict__ g, const int* __restrict__ off, float* __restrict__ y) {
    int s = blockIdx.x; float k = g[s];
    for (int i = off[s] + threadIdx.x; i < off[s + 1]; i += 256) y[i] = k * x[i] / (1.0f + x[i] * x[i]);
}
__global__ void ochre_pulley_cl3_b(const float* __restrict__ x, const float* __restrict__ g, const int* __restrict__ seg, float* __restrict__ y) {
    int b = blockIdx.x * 4096; float k = g[seg[blockIdx.x]];
    for (int i = b + threadIdx.x; i < b + 4096; i += 256) y[i] = k * x[i] / (1.0f + x[i] * x[i]);
}
void reg10(Cases& cs) {
    std::vector<int> off{0}, seg;
    for (int s = 0; s < 2112; ++s) { int c = s % 33 == 20 ? 48 : 1; for (int k = 0; k < c; ++k) seg.push_back(s); off.push_back(off.back() + c * 4096); }
    size_t n = off.back(); int nb = (int)seg.size(); float *x = filled<float>(n, 10), *g = filled<float>(2112, 11), *y = empty<float>(n), *z = empty<float>(n);
    int *o = uploaded(off), *q = uploaded(seg);
    cs.push_back({"ochre_pulley_cl3_a", [=] { ochre_pulley_cl3_a<<<2112, 256>>>(x, g, o, y); }, y, n, Output::f32});
    cs.push_back({"ochre_pulley_cl3_b", [=] { ochre_pulley_cl3_b<<<nb, 256>>>(x, g, q, z); }, z, n, Output::f32});
}
// ---- 11 four material laws, cell kinds interleaved: divergence
__device__ inline float law(int kind, float v) {
    if (kind == 0) { for (int k = 0; k < 40; ++k) v = fmaf(v, 0.91f, 0.03f * v * v); }
    else if (kind == 1) { for (int k = 0; k < 40; ++k) v = fmaf(v * v, -0.31f, 0.6f) + 0.1f * v; }
    else if (kind == 2) { for (int k = 0; k < 40; ++k) v = 0.5f * v + fabsf(v - 0.2f) * 0.3f; }
    else { for (int k = 0; k < 40; ++k) v = fmaxf(v * 0.8f, -0.5f) + 0.07f * v; }
    return v;
}
__global__ void bramble_flask_cl3_a(const float* __restrict__ x, float* __restrict__ y) { size_t i = GID; y[i] = law((int)(i & 3), x[i]); }
__global__ void bramble_flask_cl3_b(const float* __restrict__ x, float* __restrict__ y) {
    int w = threadIdx.x >> 5, l = threadIdx.x & 31;
    size_t i = blockIdx.x * (size_t)blockDim.x + (w >> 2) * 128 + l * 4 + (w & 3);
    y[i] = law(w & 3, x[i]);
}
void reg11(Cases& cs) {
    size_t n = 1u << 24; float *x = filled<float>(n, 12), *y = empty<float>(n), *z = empty<float>(n);
    cs.push_back({"bramble_flask_cl3_a", [=] { bramble_flask_cl3_a<<<n / 256, 256>>>(x, y); }, y, n, Output::f32});
    cs.push_back({"bramble_flask_cl3_b", [=] { bramble_flask_cl3_b<<<n / 256, 256>>>(x, z); }, z, n, Output::f32});
}
// ---- 12 census of codes in 16 classes: atomics on few addresses
__global__ void thistle_drum_cl3_a(const int* __restrict__ x, int* __restrict__ h, int n) {
    for (int i = (int)GID; i < n; i += gridDim.x * blockDim.x) atomicAdd(h + (x[i] & 15), 1);
}
__global__ void thistle_drum_cl3_b(const int* __restrict__ x, int* __restrict__ h, int n) {
    __shared__ int s[16][256];
    int t = threadIdx.x;
    for (int c = 0; c < 16; ++c) s[c][t] = 0;
    for (int i = (int)GID; i < n; i += gridDim.x * blockDim.x) s[x[i] & 15][t]++;
    __syncthreads();
    int c = t >> 4, v = 0;
    for (int k = t & 15; k < 256; k += 16) v += s[c][k];
    for (int o = 8; o; o >>= 1) v += __shfl_down_sync(~0u, v, o, 16);
    if ((t & 15) == 0) atomicAdd(h + c, v);
}
void reg12(Cases& cs) {
    int n = 6 << 20; int *x = indices(n, 1u << 30, 13), *y = empty<int>(16), *z = empty<int>(16);
    cs.push_back({"thistle_drum_cl3_a", [=] { thistle_drum_cl3_a<<<132 * 8, 256>>>(x, y, n); }, y, 16, Output::i32});
    cs.push_back({"thistle_drum_cl3_b", [=] { thistle_drum_cl3_b<<<132 * 8, 256>>>(x, z, n); }, z, 16, Output::i32});
}
// ---- 13 relaxation of charge: doubles by literal
__global__ void nettle_sluice_cl3_a(const float* __restrict__ x, float* __restrict__ y) {
    size_t i = GID; float v = x[i], w = v;
#pragma unroll 8
    for (int k = 0; k < 32; ++k) v = v * 0.93 + 0.0217 * w;
    y[i] = v;
}
__global__ void nettle_sluice_cl3_b(const float* __restrict__ x, float* __restrict__ y) {
    size_t i = GID; float v = x[i], w = v;
#pragma unroll 8
    for (int k = 0; k < 32; ++k) v = v * 0.93f + 0.0217f * w;
    y[i] = v;
}
void reg13(Cases& cs) {
    size_t n = 1u << 24; float *x = filled<float>(n, 14), *y = empty<float>(n), *z = empty<float>(n);
    cs.push_back({"nettle_sluice_cl3_a", [=] { nettle_sluice_cl3_a<<<n / 256, 256>>>(x, y); }, y, n, Output::f32});
    cs.push_back({"nettle_sluice_cl3_b", [=] { nettle_sluice_cl3_b<<<n / 256, 256>>>(x, z); }, z, n, Output::f32});
}
// ---- 14 tone curves: slow math
__global__ void garnet_wharf_cl3_a(const float4* __restrict__ x, float4* __restrict__ y) {
    size_t i = GID; float4 v = x[i];
    v.x = powf(fabsf(v.x) + 0.01f, 2.2f) + powf(fabsf(v.y) + 0.3f, 1.7f); v.y = powf(fabsf(v.y) + 0.01f, 0.45f);
    v.z = powf(fabsf(v.z) + 0.01f, 1.4f); v.w = powf(fabsf(v.w) + 0.01f, 2.6f) + powf(fabsf(v.x) + 0.2f, 0.9f);
    y[i] = v;
}
__global__ void garnet_wharf_cl3_b(const float4* __restrict__ x, float4* __restrict__ y) {
    size_t i = GID; float4 v = x[i];
    v.x = __powf(fabsf(v.x) + 0.01f, 2.2f) + __powf(fabsf(v.y) + 0.3f, 1.7f); v.y = __powf(fabsf(v.y) + 0.01f, 0.45f);
    v.z = __powf(fabsf(v.z) + 0.01f, 1.4f); v.w = __powf(fabsf(v.w) + 0.01f, 2.6f) + __powf(fabsf(v.x) + 0.2f, 0.9f);
    y[i] = v;
}
void reg14(Cases& cs) {
    size_t n = 1u << 25; float *x = filled<float>(n, 15), *y = empty<float>(n), *z = empty<float>(n);
    cs.push_back({"garnet_wharf_cl3_a", [=] { garnet_wharf_cl3_a<<<n / 1024, 256>>>((float4*)x, (float4*)y); }, y, n, Output::f32});
    cs.push_back({"garnet_wharf_cl3_b", [=] { garnet_wharf_cl3_b<<<n / 1024, 256>>>((float4*)x, (float4*)z); }, z, n, Output::f32});
}
// ---- 15 scale and shift per (image, channel) of half activations: integer division
__global__ void sorrel_gantry_cl3_a(const __half* __restrict__ x, const float* __restrict__ s, const float* __restrict__ r, __half* __restrict__ y, long long C, long long H, long long W) {
    long long i = GID, w = i % W, h = i / W % H, c = i / (W * H) % C, b = i / (W * H * C);
    y[i] = __float2half(__half2float(x[i]) * s[b * C + c] + r[h] * 0.5f + r[w] * 0.25f);
}
__global__ void sorrel_gantry_cl3_b(const __half* __restrict__ x, const float* __restrict__ s, const float* __restrict__ r, __half* __restrict__ y, long long C, long long H, long long W) {
    int w = threadIdx.x, h = blockIdx.x, bc = blockIdx.y;
    long long i = ((long long)bc * H + h) * W + w;
    y[i] = __float2half(__half2float(x[i]) * s[bc] + r[h] * 0.5f + r[w] * 0.25f);
}
void reg15(Cases& cs) {
    int B = 8, C = 64, H = 256, W = 256; size_t n = (size_t)B * C * H * W;
    __half *x = filled<__half>(n, 16), *y = empty<__half>(n), *z = empty<__half>(n); float *s = filled<float>(B * C, 17), *r = filled<float>(256, 18);
    cs.push_back({"sorrel_gantry_cl3_a", [=] { sorrel_gantry_cl3_a<<<n / 256, 256>>>(x, s, r, y, C, H, W); }, y, n, Output::f16});
    cs.push_back({"sorrel_gantry_cl3_b", [=] { sorrel_gantry_cl3_b<<<dim3(H, B * C), 256>>>(x, s, r, z, C, H, W); }, z, n, Output::f16});
}
// ---- 16 long polynomial per station, one chain per thread: dependent chains
__global__ void umber_trellis_cl3_a(const float* __restrict__ x, float* __restrict__ y, int deg) {
    int t = blockIdx.x * 128 + threadIdx.x, n = gridDim.x * 128;
#pragma unroll 1
    for (int j = 0; j < 8; ++j) {
        float v = x[(size_t)j * n + t], s = v;
#pragma unroll 16
        for (int k = 0; k < deg; ++k) s = fmaf(s, v, 0.3f);
        y[(size_t)j * n + t] = s;
    }
}
__global__ void umber_trellis_cl3_b(const float* __restrict__ x, float* __restrict__ y, int deg) {
    int t = blockIdx.x * 128 + threadIdx.x, n = gridDim.x * 128;
    float v[8], s[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) s[j] = v[j] = x[(size_t)j * n + t];
#pragma unroll 16
    for (int k = 0; k < deg; ++k)
#pragma unroll
        for (int j = 0; j < 8; ++j) s[j] = fmaf(s[j], v[j], 0.3f);
#pragma unroll
    for (int j = 0; j < 8; ++j) y[(size_t)j * n + t] = s[j];
}
void reg16(Cases& cs) {
    size_t n = 132 * 128 * 8; float *x = filled<float>(n, 19), *y = empty<float>(n), *z = empty<float>(n);
    cs.push_back({"umber_trellis_cl3_a", [=] { umber_trellis_cl3_a<<<132, 128>>>(x, y, 8192); }, y, n, Output::f32});
    cs.push_back({"umber_trellis_cl3_b", [=] { umber_trellis_cl3_b<<<132, 128>>>(x, z, 8192); }, z, n, Output::f32});
}
// ---- 17 naive FP16 matrix product
__global__ void raven_tiller_cl3_a(const __half* __restrict__ A, const __half* __restrict__ B, float* __restrict__ C, int M, int N, int K) {
    int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 8 + threadIdx.y; float s = 0;
    for (int k = 0; k < K; ++k) s = fmaf(__half2float(A[(size_t)r * K + k]), __half2float(B[(size_t)k * N + c]), s);
    C[(size_t)r * N + c] = s;
}
__device__ inline void cp16(void* d, const void* s) { asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(d)), "l"(s)); }
__global__ void __launch_bounds__(256) raven_tiller_cl3_b(const __half* __restrict__ A, const __half* __restrict__ B, float* __restrict__ C, int M, int N, int K) {
    using namespace nvcuda::wmma;
    extern __shared__ __align__(128) __half sm[];
    const int SA = 128 * 40, SB = 32 * 136, S = SA + SB;  // 3 stages
    int t = threadIdx.x, w = t >> 5, wm = (w >> 2) * 64, wn = (w & 3) * 32, m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    fragment<accumulator, 16, 16, 16, float> acc[4][2];
    for (int i = 0; i < 4; ++i) for (int j = 0; j < 2; ++j) fill_fragment(acc[i][j], 0.0f);
    auto load = [&](int kt) {
        if (kt * 32 < K) {
            __half *a = sm + kt % 3 * S, *b = a + SA;
            for (int q = t; q < 512; q += 256) cp16(a + (q >> 2) * 40 + (q & 3) * 8, A + (size_t)(m0 + (q >> 2)) * K + kt * 32 + (q & 3) * 8);
            for (int q = t; q < 512; q += 256) cp16(b + (q >> 4) * 136 + (q & 15) * 8, B + (size_t)(kt * 32 + (q >> 4)) * N + n0 + (q & 15) * 8);
        }
        asm volatile("cp.async.commit_group;");
    };
    load(0); load(1);
    for (int kt = 0; kt < K / 32; ++kt) {
        asm volatile("cp.async.wait_group 1;" ::: "memory"); __syncthreads();
        load(kt + 2);
        __half *a = sm + kt % 3 * S, *b = a + SA;
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            fragment<matrix_a, 16, 16, 16, __half, row_major> fa[4]; fragment<matrix_b, 16, 16, 16, __half, row_major> fb[2];
            for (int i = 0; i < 4; ++i) load_matrix_sync(fa[i], a + (wm + i * 16) * 40 + k, 40);
            for (int j = 0; j < 2; ++j) load_matrix_sync(fb[j], b + k * 136 + wn + j * 16, 136);
            for (int i = 0; i < 4; ++i) for (int j = 0; j < 2; ++j) mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
    }
    for (int i = 0; i < 4; ++i) for (int j = 0; j < 2; ++j) store_matrix_sync(C + (size_t)(m0 + wm + i * 16) * N + n0 + wn + j * 16, acc[i][j], N, mem_row_major);
}
void reg17(Cases& cs) {
    int M = 2048, N = 1024, K = 1536; size_t n = (size_t)M * N; __half *A = filled<__half>((size_t)M * K, 20), *B = filled<__half>((size_t)K * N, 21); float *y = empty<float>(n), *z = empty<float>(n);
    int sh = 3 * (128 * 40 + 32 * 136) * 2; CHECK(cudaFuncSetAttribute(raven_tiller_cl3_b, cudaFuncAttributeMaxDynamicSharedMemorySize, sh));
    cs.push_back({"raven_tiller_cl3_a", [=] { raven_tiller_cl3_a<<<dim3(N / 32, M / 8), dim3(32, 8)>>>(A, B, y, M, N, K); }, y, n, Output::f32});
    cs.push_back({"raven_tiller_cl3_b", [=] { raven_tiller_cl3_b<<<dim3(N / 128, M / 128), 256, sh>>>(A, B, z, M, N, K); }, z, n, Output::f32});
}
// ---- 18 mild: stream from a pointer off by one float
__device__ inline void stir(const float* __restrict__ x, float* __restrict__ y) { size_t i = GID; float v = x[i]; y[i] = v * v - 0.3f * v; }
__global__ void velvet_mortar_cl3_a(const float* __restrict__ x, float* __restrict__ y) { stir(x + 1, y); }
__global__ void velvet_mortar_cl3_b(const float* __restrict__ x, float* __restrict__ y) { stir(x, y); }
void reg18(Cases& cs) {
    size_t n = 1u << 26; float *x = filled<float>(n + 1, 22), *x2 = empty<float>(n), *y = empty<float>(n), *z = empty<float>(n);
    CHECK(cudaMemcpy(x2, x + 1, n * 4, cudaMemcpyDeviceToDevice));
    cs.push_back({"velvet_mortar_cl3_a", [=] { velvet_mortar_cl3_a<<<n / 256, 256>>>(x, y); }, y, n, Output::f32});
    cs.push_back({"velvet_mortar_cl3_b", [=] { velvet_mortar_cl3_b<<<n / 256, 256>>>(x2, z); }, z, n, Output::f32});
}
// ---- 19 mild: one double literal in a blend of two pictures bound by DRAM
__global__ void cinder_quay_cl3_a(const float4* __restrict__ p, const float4* __restrict__ q, float4* __restrict__ y) {
    size_t i = GID; float4 a = p[i], b = q[i];
    y[i] = make_float4(a.x * 0.7 , a.y + 0.3f * b.y, a.z + 0.3f * b.z, a.w + 0.3f * b.w * b.x);
}
__global__ void cinder_quay_cl3_b(const float4* __restrict__ p, const float4* __restrict__ q, float4* __restrict__ y) {
    size_t i = GID; float4 a = p[i], b = q[i];
    y[i] = make_float4(a.x * 0.7f, a.y + 0.3f * b.y, a.z + 0.3f * b.z, a.w + 0.3f * b.w * b.x);
}
void reg19(Cases& cs) {
    size_t n = 1u << 26; float *p = filled<float>(n, 23), *q = filled<float>(n, 24), *y = empty<float>(n), *z = empty<float>(n);
    cs.push_back({"cinder_quay_cl3_a", [=] { cinder_quay_cl3_a<<<n / 1024, 256>>>((float4*)p, (float4*)q, (float4*)y); }, y, n, Output::f32});
    cs.push_back({"cinder_quay_cl3_b", [=] { cinder_quay_cl3_b<<<n / 1024, 256>>>((float4*)p, (float4*)q, (float4*)z); }, z, n, Output::f32});
}
// ---- 20 mild: reversal within blocks by shared memory with a stride of two words
template <int P> __device__ inline void flip(const double* __restrict__ x, double* __restrict__ y) {
    __shared__ double s[256 * P];
    s[threadIdx.x * P] = x[GID]; __syncthreads(); y[GID] = 1.25 * s[(255 - threadIdx.x) * P];
}
__global__ void hazel_dynamo_cl3_a(const double* __restrict__ x, double* __restrict__ y) { flip<2>(x, y); }
__global__ void hazel_dynamo_cl3_b(const double* __restrict__ x, double* __restrict__ y) { flip<1>(x, y); }
void reg20(Cases& cs) {
    size_t n = 1u << 25; double *x = filled<double>(n, 25), *y = empty<double>(n), *z = empty<double>(n);
    cs.push_back({"hazel_dynamo_cl3_a", [=] { hazel_dynamo_cl3_a<<<n / 256, 256>>>(x, y); }, y, n, Output::f64});
    cs.push_back({"hazel_dynamo_cl3_b", [=] { hazel_dynamo_cl3_b<<<n / 256, 256>>>(x, z); }, z, n, Output::f64});
}
// ---- 21 mild: row weights, the row by a 32-bit division once per 16 bytes
__global__ void quartz_bellows_cl3_a(const float4* __restrict__ x, const float* __restrict__ r, float4* __restrict__ y, unsigned w) {
    unsigned i = GID; float k = r[i / w]; float4 v = x[i]; y[i] = make_float4(k * v.x, k * v.y, k * v.z, k * v.w);
}
__global__ void quartz_bellows_cl3_b(const float4* __restrict__ x, const float* __restrict__ r, float4* __restrict__ y, unsigned w) {
    unsigned i = blockIdx.y * w + blockIdx.x * 256 + threadIdx.x; float k = r[blockIdx.y]; float4 v = x[i]; y[i] = make_float4(k * v.x, k * v.y, k * v.z, k * v.w);
}
void reg21(Cases& cs) {
    unsigned w = 1024, h = 16384; size_t n = (size_t)w * h * 4; float *x = filled<float>(n, 26), *r = filled<float>(h, 27), *y = empty<float>(n), *z = empty<float>(n);
    cs.push_back({"quartz_bellows_cl3_a", [=] { quartz_bellows_cl3_a<<<n / 1024, 256>>>((float4*)x, r, (float4*)y, w); }, y, n, Output::f32});
    cs.push_back({"quartz_bellows_cl3_b", [=] { quartz_bellows_cl3_b<<<dim3(w / 256, h), 256>>>((float4*)x, r, (float4*)z, w); }, z, n, Output::f32});
}
// ---- 22 healthy: triad of three streams
__global__ void indigo_plough_cl3_a(const float4* __restrict__ a, const float4* __restrict__ b, float4* __restrict__ c) {
    size_t i = GID; float4 p = a[i], q = b[i]; c[i] = make_float4(p.x + 0.4f * q.x, p.y + 0.4f * q.y, p.z + 0.4f * q.z, p.w + 0.4f * q.w);
}
void reg22(Cases& cs) {
    size_t n = 3u << 25; float *x = filled<float>(n, 28), *b = filled<float>(n, 29), *y = empty<float>(n);
    cs.push_back({"indigo_plough_cl3_a", [=] { indigo_plough_cl3_a<<<n / 1024, 256>>>((float4*)x, (float4*)b, (float4*)y); }, y, n, Output::f32});
}
// ---- 23 healthy: FMA roof, eight polynomials per thread
__global__ void __launch_bounds__(256) russet_compass_cl3_a(const float4* __restrict__ x, float4* __restrict__ y) {
    size_t i = GID; float4 p = x[2 * i], q = x[2 * i + 1];
    float v[8] = {p.x, p.y, p.z, p.w, q.x, q.y, q.z, q.w}, s[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) s[j] = v[j];
#pragma unroll 16
    for (int k = 0; k < 512; ++k)
#pragma unroll
        for (int j = 0; j < 8; ++j) s[j] = fmaf(s[j], v[j], v[j]);
    y[2 * i] = make_float4(s[0], s[1], s[2], s[3]); y[2 * i + 1] = make_float4(s[4], s[5], s[6], s[7]);
}
void reg23(Cases& cs) {
    size_t n = (size_t)132 * 8 * 256 * 8 * 16; float *x = filled<float>(n, 30), *y = empty<float>(n);
    cs.push_back({"russet_compass_cl3_a", [=] { russet_compass_cl3_a<<<n / 2048, 256>>>((float4*)x, (float4*)y); }, y, n, Output::f32});
}
// ---- 24 healthy: softmax of rows of 1024, a warp per row in registers
__global__ void __launch_bounds__(256) fennel_turbine_cl3_a(const float4* __restrict__ x, float4* __restrict__ y) {
    size_t r = GID >> 5; int l = threadIdx.x & 31; float4 v[8]; float m = -1e30f, s = 0;
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = x[r * 256 + j * 32 + l];
#pragma unroll
    for (int j = 0; j < 8; ++j) m = fmaxf(m, fmaxf(fmaxf(v[j].x, v[j].y), fmaxf(v[j].z, v[j].w)));
    for (int o = 16; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, o));
#pragma unroll
    for (int j = 0; j < 8; ++j) { v[j].x = __expf(v[j].x - m); v[j].y = __expf(v[j].y - m); v[j].z = __expf(v[j].z - m); v[j].w = __expf(v[j].w - m); s += v[j].x + v[j].y + v[j].z + v[j].w; }
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    s = 1.0f / s;
#pragma unroll
    for (int j = 0; j < 8; ++j) y[r * 256 + j * 32 + l] = make_float4(v[j].x * s, v[j].y * s, v[j].z * s, v[j].w * s);
}
void reg24(Cases& cs) {
    size_t rows = 65536, n = rows * 1024; float *x = filled<float>(n, 31), *y = empty<float>(n);
    cs.push_back({"fennel_turbine_cl3_a", [=] { fennel_turbine_cl3_a<<<rows / 8, 256>>>((float4*)x, (float4*)y); }, y, n, Output::f32});
}
// ---- 25 healthy: FP64 matrix product on the tensor cores, 128x128x16 tiles, 4 stages
__global__ void __launch_bounds__(256) marble_ratchet_cl3_a(const double* __restrict__ A, const double* __restrict__ B, double* __restrict__ C, int N, int K) {
    extern __shared__ __align__(128) double sd[];
    const int SA = 128 * 20, S = SA + 16 * 132;
    int t = threadIdx.x, w = t >> 5, g = (t & 31) >> 2, q = t & 3, wm = (w >> 2) * 64, wn = (w & 3) * 32, m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    double c[4][4][4] = {};
    auto load = [&](int kt) {
        if (kt * 16 < K) {
            double *a = sd + kt % 4 * S, *b = a + SA;
#pragma unroll
            for (int j = t; j < 1024; j += 256) {
                cp16(a + (j >> 3) * 20 + (j & 7) * 2, A + (size_t)(m0 + (j >> 3)) * K + kt * 16 + (j & 7) * 2);
                cp16(b + (j >> 6) * 132 + (j & 63) * 2, B + (size_t)(kt * 16 + (j >> 6)) * N + n0 + (j & 63) * 2);
            }
        }
        asm volatile("cp.async.commit_group;");
    };
    load(0); load(1); load(2);
    for (int kt = 0; kt < K / 16; ++kt) {
        asm volatile("cp.async.wait_group 2;" ::: "memory"); __syncthreads();
        load(kt + 3);
        const double *a = sd + kt % 4 * S, *b = a + SA;
#pragma unroll
        for (int k = 0; k < 16; k += 8) {
            double fa[4][4], fb[4][2];
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int e = 0; e < 4; ++e) fa[i][e] = a[(wm + i * 16 + g + (e & 1) * 8) * 20 + k + q + (e >> 1) * 4];
#pragma unroll
            for (int j = 0; j < 4; ++j)
#pragma unroll
                for (int e = 0; e < 2; ++e) fb[j][e] = b[(k + q + e * 4) * 132 + wn + j * 8 + g];
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j)
                    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                        : "+d"(c[i][j][0]), "+d"(c[i][j][1]), "+d"(c[i][j][2]), "+d"(c[i][j][3])
                        : "d"(fa[i][0]), "d"(fa[i][1]), "d"(fa[i][2]), "d"(fa[i][3]), "d"(fb[j][0]), "d"(fb[j][1]));
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int h = 0; h < 2; ++h)
                *(double2*)(C + (size_t)(m0 + wm + i * 16 + g + h * 8) * N + n0 + wn + j * 8 + q * 2) = make_double2(c[i][j][2 * h], c[i][j][2 * h + 1]);
}
void reg25(Cases& cs) {
    int M = 2048, N = 2048, K = 2048; size_t n = (size_t)M * N; double *A = filled<double>((size_t)M * K, 32), *B = filled<double>((size_t)K * N, 33), *y = empty<double>(n);
    int sh = 4 * (128 * 20 + 16 * 132) * 8; CHECK(cudaFuncSetAttribute(marble_ratchet_cl3_a, cudaFuncAttributeMaxDynamicSharedMemorySize, sh));
    cs.push_back({"marble_ratchet_cl3_a", [=] { marble_ratchet_cl3_a<<<dim3(N / 128, M / 128), 256, sh>>>(A, B, y, N, K); }, y, n, Output::f64});
}

int main(int argc, char** argv) {
    Cases c;
    reg1(c); reg2(c); reg3(c); reg4(c); reg5(c); reg6(c); reg7(c); reg8(c); reg9(c); reg10(c); reg11(c); reg12(c); reg13(c);
    reg14(c); reg15(c); reg16(c); reg17(c); reg18(c); reg19(c); reg20(c); reg21(c); reg22(c); reg23(c); reg24(c); reg25(c);
    return run(argc, argv, c);
}
