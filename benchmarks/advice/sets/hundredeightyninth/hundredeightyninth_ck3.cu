// One program of measured pairs, set hundredeightyninth, suffix ck3.
#include "harness.cuh"
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <mma.h>
using harness::Output;
static std::vector<harness::Case> cases;
static void add(const char* n, std::function<void()> f, const void* out, size_t c, Output t = Output::f32) { cases.push_back({n, f, out, c, t}); }
static __global__ void harness_bytes(uint32_t* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = harness::hash32((uint32_t)i * 2654435761u + seed);
}
template <typename T>
static T* random_bits(size_t words, uint32_t seed) {
    uint32_t* p; CHECK(cudaMalloc(&p, words * 4));
    harness_bytes<<<2048, 256>>>(p, words, seed); CHECK(cudaGetLastError());
    return (T*)p;
}
static __global__ void harness_halves(__half* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = __float2half(harness::unit((uint32_t)i * 2654435761u + seed));
}
static __half* halves(size_t n, uint32_t seed) {
    __half* p; CHECK(cudaMalloc(&p, n * 2));
    harness_halves<<<2048, 256>>>(p, n, seed); CHECK(cudaGetLastError());
    return p;
}
__device__ __forceinline__ float warp_sum(float v) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(~0u, v, o);
    return v;
}
__device__ __forceinline__ float warp_max(float v) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v = fmaxf(v, __shfl_xor_sync(~0u, v, o));
    return v;
}

// 1: causal depthwise convolution over time with SiLU, [batch][time][channel]
constexpr int CCB = 4, CCT = 8192, CCD = 1024;
__global__ void __launch_bounds__(256) maple_anvil_ck3_a(const float* __restrict__ x, const float* __restrict__ w, const float* __restrict__ bias, float* __restrict__ y) {
    int d = blockIdx.x, t = blockIdx.y * 256 + threadIdx.x;
    const float* xb = x + (size_t)blockIdx.z * CCT * CCD + d;
    float s = bias[d];
#pragma unroll
    for (int k = 0; k < 4; ++k) { int u = t - 3 + k; if (u >= 0) s += w[d * 4 + k] * xb[(size_t)u * CCD]; }
    y[((size_t)blockIdx.z * CCT + t) * CCD + d] = s / (1.0f + __expf(-s));
}
__global__ void __launch_bounds__(256) maple_anvil_ck3_b(const float* __restrict__ x, const float* __restrict__ w, const float* __restrict__ bias, float* __restrict__ y) {
    int d = blockIdx.x * 256 + threadIdx.x, t0 = blockIdx.y * 32;
    size_t base = ((size_t)blockIdx.z * CCT + t0) * CCD + d;
    float4 q = reinterpret_cast<const float4*>(w)[d];
    float b = bias[d], x0 = 0, x1 = 0, x2 = 0;
    if (t0 > 0) { x0 = x[base - 3 * CCD]; x1 = x[base - 2 * CCD]; x2 = x[base - CCD]; }
#pragma unroll 8
    for (int i = 0; i < 32; ++i) {
        float x3 = x[base + (size_t)i * CCD];
        float s = b + q.x * x0 + q.y * x1 + q.z * x2 + q.w * x3;
        y[base + (size_t)i * CCD] = s / (1.0f + __expf(-s));
        x0 = x1; x1 = x2; x2 = x3;
    }
}
static void r01() {
    size_t n = (size_t)CCB * CCT * CCD;
    float *x = harness::filled<float>(n, 11), *w = harness::filled<float>(CCD * 4, 12), *b = harness::filled<float>(CCD, 13), *y = harness::empty<float>(n);
    add("maple_anvil_ck3_a", [=] { maple_anvil_ck3_a<<<dim3(CCD, CCT / 256, CCB), 256>>>(x, w, b, y); }, y, n);
    add("maple_anvil_ck3_b", [=] { maple_anvil_ck3_b<<<dim3(CCD / 256, CCT / 32, CCB), 256>>>(x, w, b, y); }, y, n);
}

// 2: direct 3x3 convolution, 16 channels in, 32 out, a thread makes 16 channels of 4 pixels
constexpr int CVN = 16, CVC = 16, CVK = 32, CVW = 256;
__device__ __forceinline__ void conv_body(const float* __restrict__ x, const float* __restrict__ w, float* __restrict__ y) {
    __shared__ __align__(16) float tile[10][136];
    __shared__ __align__(16) float sw[CVC * 9 * 16];
    int tx = threadIdx.x & 31, ty = threadIdx.x >> 5;
    int n = blockIdx.z >> 1, k0 = (blockIdx.z & 1) * 16, bx = blockIdx.x * 128, by = blockIdx.y * 8;
    for (int i = threadIdx.x; i < CVC * 9 * 16; i += 256) sw[i] = w[(size_t)(i >> 4) * CVK + k0 + (i & 15)];
    float acc[16][4];
#pragma unroll
    for (int k = 0; k < 16; ++k)
#pragma unroll
        for (int p = 0; p < 4; ++p) acc[k][p] = 0;
#pragma unroll 1
    for (int c = 0; c < CVC; ++c) {
        __syncthreads();
        const float* xc = x + ((size_t)n * CVC + c) * CVW * CVW;
        for (int i = threadIdx.x; i < 10 * 130; i += 256) {
            int r = i / 130, q = i - r * 130, gy = by + r - 1, gx = bx + q - 1;
            tile[r][q] = (gy >= 0 && gy < CVW && gx >= 0 && gx < CVW) ? xc[gy * CVW + gx] : 0.0f;
        }
        __syncthreads();
#pragma unroll
        for (int r = 0; r < 3; ++r) {
            float4 lo = *reinterpret_cast<const float4*>(&tile[ty + r][tx * 4]);
            float2 hi = *reinterpret_cast<const float2*>(&tile[ty + r][tx * 4 + 4]);
            float v[6] = {lo.x, lo.y, lo.z, lo.w, hi.x, hi.y};
#pragma unroll
            for (int s = 0; s < 3; ++s) {
                const float4* wp = reinterpret_cast<const float4*>(&sw[(c * 9 + r * 3 + s) * 16]);
#pragma unroll
                for (int k = 0; k < 4; ++k) {
                    float4 f = wp[k];
#pragma unroll
                    for (int p = 0; p < 4; ++p) {
                        acc[k * 4 + 0][p] += f.x * v[s + p]; acc[k * 4 + 1][p] += f.y * v[s + p];
                        acc[k * 4 + 2][p] += f.z * v[s + p]; acc[k * 4 + 3][p] += f.w * v[s + p];
                    }
                }
            }
        }
    }
#pragma unroll
    for (int k = 0; k < 16; ++k)
        *reinterpret_cast<float4*>(&y[(((size_t)n * CVK + k0 + k) * CVW + by + ty) * CVW + bx + tx * 4]) =
            make_float4(fmaxf(acc[k][0], 0.f), fmaxf(acc[k][1], 0.f), fmaxf(acc[k][2], 0.f), fmaxf(acc[k][3], 0.f));
}
__global__ void __launch_bounds__(256, 4) velvet_otter_ck3_a(const float* __restrict__ x, const float* __restrict__ w, float* __restrict__ y) { conv_body(x, w, y); }
__global__ void __launch_bounds__(256, 2) velvet_otter_ck3_b(const float* __restrict__ x, const float* __restrict__ w, float* __restrict__ y) { conv_body(x, w, y); }
static void r02() {
    size_t n = (size_t)CVN * CVC * CVW * CVW, m = (size_t)CVN * CVK * CVW * CVW;
    float *x = harness::filled<float>(n, 21), *w = harness::filled<float>(CVC * 9 * CVK, 22), *y = harness::empty<float>(m);
    add("velvet_otter_ck3_a", [=] { velvet_otter_ck3_a<<<dim3(CVW / 128, CVW / 8, CVN * 2), 256>>>(x, w, y); }, y, m);
    add("velvet_otter_ck3_b", [=] { velvet_otter_ck3_b<<<dim3(CVW / 128, CVW / 8, CVN * 2), 256>>>(x, w, y); }, y, m);
}

// 3: matrix-vector product with 4-bit codebook weights (NF4), a scale for every 32 weights
constexpr int NFR = 16384, NFC = 16384;
__constant__ float nf4_code[16] = {-1.0f, -0.6961928f, -0.5250731f, -0.3949175f, -0.2844414f, -0.1847734f, -0.0910500f, 0.0f,
                                   0.0795803f, 0.1609302f, 0.2461123f, 0.3379152f, 0.4407098f, 0.5626170f, 0.7229568f, 1.0f};
__global__ void __launch_bounds__(256) pebble_curtain_ck3_a(const uint4* __restrict__ w, const float* __restrict__ scale,
    const __half* __restrict__ x, float* __restrict__ y) {
    int row = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    float s = 0;
    for (int c = 0; c < NFC / 1024; ++c) {
        uint4 q = w[((size_t)row * (NFC / 1024) + c) * 32 + lane];
        float a = scale[((size_t)row * (NFC / 1024) + c) * 32 + lane];
        float lut[16];
#pragma unroll
        for (int i = 0; i < 16; ++i) lut[i] = nf4_code[i] * a;
        uint32_t u[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            uint4 xv = *reinterpret_cast<const uint4*>(x + c * 1024 + j * 256 + lane * 8);
            const __half2* h = reinterpret_cast<const __half2*>(&xv);
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                float2 f = __half22float2(h[k]);
                s += lut[(u[j] >> (8 * k)) & 15] * f.x + lut[(u[j] >> (8 * k + 4)) & 15] * f.y;
            }
        }
    }
    s = warp_sum(s);
    if (lane == 0) y[row] = s;
}
__global__ void __launch_bounds__(256) pebble_curtain_ck3_b(const uint4* __restrict__ w, const float* __restrict__ scale,
    const __half* __restrict__ x, float* __restrict__ y) {
    __shared__ float lut[16 * 32];
    int row = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    for (int i = threadIdx.x; i < 512; i += 256) lut[i] = nf4_code[i >> 5];
    __syncthreads();
    const float* my = lut + lane;
    float s = 0;
    for (int c = 0; c < NFC / 1024; ++c) {
        uint4 q = w[((size_t)row * (NFC / 1024) + c) * 32 + lane];
        float a = scale[((size_t)row * (NFC / 1024) + c) * 32 + lane], part = 0;
        uint32_t u[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            uint4 xv = *reinterpret_cast<const uint4*>(x + c * 1024 + j * 256 + lane * 8);
            const __half2* h = reinterpret_cast<const __half2*>(&xv);
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                float2 f = __half22float2(h[k]);
                part += my[((u[j] >> (8 * k)) & 15) * 32] * f.x + my[((u[j] >> (8 * k + 4)) & 15) * 32] * f.y;
            }
        }
        s += a * part;
    }
    s = warp_sum(s);
    if (lane == 0) y[row] = s;
}
static void r03() {
    uint4* w = random_bits<uint4>((size_t)NFR * NFC / 8, 31);
    float *sc = harness::filled<float>((size_t)NFR * NFC / 32, 32), *y = harness::empty<float>(NFR);
    __half* x = halves(NFC, 33);
    add("pebble_curtain_ck3_a", [=] { pebble_curtain_ck3_a<<<NFR / 8, 256>>>(w, sc, x, y); }, y, NFR);
    add("pebble_curtain_ck3_b", [=] { pebble_curtain_ck3_b<<<NFR / 8, 256>>>(w, sc, x, y); }, y, NFR);
}

// 4: softmax of rows of 2048 logits with temperature
constexpr int SMR = 32768, SMC = 2048, SMCap = 25600;
__device__ __forceinline__ float block_reduce(float v, float* red, bool is_max) {
    v = is_max ? warp_max(v) : warp_sum(v);
    if ((threadIdx.x & 31) == 0) red[threadIdx.x >> 5] = v;
    __syncthreads();
    float r = red[0];
#pragma unroll
    for (int i = 1; i < 8; ++i) r = is_max ? fmaxf(r, red[i]) : r + red[i];
    return r;
}
__device__ __forceinline__ void softmax_body(const float* __restrict__ x, float* __restrict__ y, float invt, int cols, float* row) {
    __shared__ float red[16];
    const float4* xr = reinterpret_cast<const float4*>(x + (size_t)blockIdx.x * cols);
    float4* yr = reinterpret_cast<float4*>(y + (size_t)blockIdx.x * cols);
    float4* cache = reinterpret_cast<float4*>(row);
    float m = -1e30f, s = 0;
    for (int i = threadIdx.x; i < cols / 4; i += 256) {
        float4 v = xr[i]; v.x *= invt; v.y *= invt; v.z *= invt; v.w *= invt; cache[i] = v;
        m = fmaxf(m, fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)));
    }
    m = block_reduce(m, red, true);
    for (int i = threadIdx.x; i < cols / 4; i += 256) {
        float4 v = cache[i];
        v.x = __expf(v.x - m); v.y = __expf(v.y - m); v.z = __expf(v.z - m); v.w = __expf(v.w - m);
        cache[i] = v; s += v.x + v.y + v.z + v.w;
    }
    s = 1.0f / block_reduce(s, red + 8, false);
    for (int i = threadIdx.x; i < cols / 4; i += 256) {
        float4 v = cache[i];
        yr[i] = make_float4(v.x * s, v.y * s, v.z * s, v.w * s);
    }
}
__global__ void __launch_bounds__(256) harbor_thimble_ck3_a(const float* __restrict__ x, float* __restrict__ y, float invt, int cols) {
    extern __shared__ __align__(16) float row_cache[]; softmax_body(x, y, invt, cols, row_cache);
}
__global__ void __launch_bounds__(256) harbor_thimble_ck3_b(const float* __restrict__ x, float* __restrict__ y, float invt, int cols) {
    extern __shared__ __align__(16) float row_cache[]; softmax_body(x, y, invt, cols, row_cache);
}
static void r04() {
    size_t n = (size_t)SMR * SMC;
    float *x = harness::filled<float>(n, 41), *y = harness::empty<float>(n);
    CHECK(cudaFuncSetAttribute(harbor_thimble_ck3_a, cudaFuncAttributeMaxDynamicSharedMemorySize, SMCap * 4));
    add("harbor_thimble_ck3_a", [=] { harbor_thimble_ck3_a<<<SMR, 256, SMCap * 4>>>(x, y, 1.4f, SMC); }, y, n);
    add("harbor_thimble_ck3_b", [=] { harbor_thimble_ck3_b<<<SMR, 256, SMC * 4>>>(x, y, 1.4f, SMC); }, y, n);
}

// 5: tiled attention in FP32, head of 64, a lane takes a key for the scores and two channels for the values
constexpr int ATH = 32, ATN = 1024;
template <int PITCH>
__device__ __forceinline__ void attention_body(const float* __restrict__ Q, const float* __restrict__ K, const float* __restrict__ V, float* __restrict__ O) {
    __shared__ __align__(16) float sk[32 * PITCH];
    __shared__ __align__(16) float sv[32 * 64];
    __shared__ __align__(16) float sq[32 * 64];
    __shared__ __align__(16) float sp[8][32][4];
    int lane = threadIdx.x & 31, wid = threadIdx.x >> 5;
    size_t head = (size_t)blockIdx.y * ATN * 64;
    const float4* q4 = reinterpret_cast<const float4*>(Q + head + (size_t)blockIdx.x * 32 * 64);
    for (int i = threadIdx.x; i < 512; i += 256) reinterpret_cast<float4*>(sq)[i] = q4[i];
    float m[4], l[4], o[4][2];
#pragma unroll
    for (int q = 0; q < 4; ++q) { m[q] = -1e30f; l[q] = 0; o[q][0] = o[q][1] = 0; }
    for (int t = 0; t < ATN; t += 32) {
        const float4* k4 = reinterpret_cast<const float4*>(K + head + (size_t)t * 64);
        const float4* v4 = reinterpret_cast<const float4*>(V + head + (size_t)t * 64);
        __syncthreads();
        for (int i = threadIdx.x; i < 512; i += 256) {
            *reinterpret_cast<float4*>(&sk[(i >> 4) * PITCH + (i & 15) * 4]) = k4[i];
            reinterpret_cast<float4*>(sv)[i] = v4[i];
        }
        __syncthreads();
        float s[4] = {0, 0, 0, 0};
#pragma unroll 4
        for (int d = 0; d < 64; d += 4) {
            float4 k = *reinterpret_cast<const float4*>(&sk[lane * PITCH + d]);
#pragma unroll
            for (int q = 0; q < 4; ++q) {
                float4 a = *reinterpret_cast<const float4*>(&sq[(wid * 4 + q) * 64 + d]);
                s[q] += a.x * k.x + a.y * k.y + a.z * k.z + a.w * k.w;
            }
        }
#pragma unroll
        for (int q = 0; q < 4; ++q) {
            float v = s[q] * 0.125f, mn = fmaxf(m[q], warp_max(v)), c = __expf(m[q] - mn), p = __expf(v - mn);
            l[q] = l[q] * c + p; m[q] = mn; o[q][0] *= c; o[q][1] *= c;
            s[q] = p;
        }
        *reinterpret_cast<float4*>(sp[wid][lane]) = make_float4(s[0], s[1], s[2], s[3]);
        __syncwarp();
#pragma unroll 8
        for (int k = 0; k < 32; ++k) {
            float4 p = *reinterpret_cast<const float4*>(sp[wid][k]);
            float2 v = *reinterpret_cast<const float2*>(&sv[k * 64 + lane * 2]);
            o[0][0] += p.x * v.x; o[0][1] += p.x * v.y; o[1][0] += p.y * v.x; o[1][1] += p.y * v.y;
            o[2][0] += p.z * v.x; o[2][1] += p.z * v.y; o[3][0] += p.w * v.x; o[3][1] += p.w * v.y;
        }
    }
#pragma unroll
    for (int q = 0; q < 4; ++q) {
        float r = 1.0f / warp_sum(l[q]);
        *reinterpret_cast<float2*>(&O[head + (size_t)(blockIdx.x * 32 + wid * 4 + q) * 64 + lane * 2]) = make_float2(o[q][0] * r, o[q][1] * r);
    }
}
__global__ void __launch_bounds__(256) granite_swallow_ck3_a(const float* __restrict__ Q, const float* __restrict__ K, const float* __restrict__ V, float* __restrict__ O) {
    attention_body<64>(Q, K, V, O);
}
__global__ void __launch_bounds__(256) granite_swallow_ck3_b(const float* __restrict__ Q, const float* __restrict__ K, const float* __restrict__ V, float* __restrict__ O) {
    attention_body<68>(Q, K, V, O);
}
static void r05() {
    size_t n = (size_t)ATH * ATN * 64;
    float *q = harness::filled<float>(n, 51), *k = harness::filled<float>(n, 52), *v = harness::filled<float>(n, 53), *o = harness::empty<float>(n);
    add("granite_swallow_ck3_a", [=] { granite_swallow_ck3_a<<<dim3(ATN / 32, ATH), 256>>>(q, k, v, o); }, o, n);
    add("granite_swallow_ck3_b", [=] { granite_swallow_ck3_b<<<dim3(ATN / 32, ATH), 256>>>(q, k, v, o); }, o, n);
}

// 6: router of a mixture of experts: probabilities of 64 experts summed over the tokens (load-balancing loss)
constexpr int MOT = 1 << 19;
__global__ void __launch_bounds__(256) lemon_compass_ck3_a(const float2* __restrict__ logits, float* __restrict__ total) {
    int lane = threadIdx.x & 31, t = blockIdx.x * 8 + (threadIdx.x >> 5);
    float2 v = logits[(size_t)t * 32 + lane];
    v.x *= 4.0f; v.y *= 4.0f;
    float m = warp_max(fmaxf(v.x, v.y)), a = __expf(v.x - m), b = __expf(v.y - m), r = 1.0f / warp_sum(a + b);
    atomicAdd(&total[lane * 2], a * r);
    atomicAdd(&total[lane * 2 + 1], b * r);
}
__global__ void __launch_bounds__(256) lemon_compass_ck3_b(const float2* __restrict__ logits, float* __restrict__ total) {
    __shared__ float sum[64];
    int lane = threadIdx.x & 31;
    if (threadIdx.x < 64) sum[threadIdx.x] = 0;
    __syncthreads();
    float sa = 0, sb = 0;
#pragma unroll 4
    for (int t = blockIdx.x * 8 + (threadIdx.x >> 5); t < MOT; t += gridDim.x * 8) {
        float2 v = logits[(size_t)t * 32 + lane];
        v.x *= 4.0f; v.y *= 4.0f;
        float m = warp_max(fmaxf(v.x, v.y)), a = __expf(v.x - m), b = __expf(v.y - m), r = 1.0f / warp_sum(a + b);
        sa += a * r; sb += b * r;
    }
    atomicAdd(&sum[lane * 2], sa); atomicAdd(&sum[lane * 2 + 1], sb);
    __syncthreads();
    if (threadIdx.x < 64) atomicAdd(&total[threadIdx.x], sum[threadIdx.x]);
}
static void r06() {
    float2* x = (float2*)harness::filled<float>((size_t)MOT * 64, 61);
    float* o = harness::empty<float>(64);
    add("lemon_compass_ck3_a", [=] { lemon_compass_ck3_a<<<MOT / 8, 256>>>(x, o); }, o, 64);
    add("lemon_compass_ck3_b", [=] { lemon_compass_ck3_b<<<132 * 8, 256>>>(x, o); }, o, 64);
}

// 7: rotary embedding of queries [token][head][128], positions given
constexpr int ROT = 4096, ROH = 32;
__global__ void __launch_bounds__(256) thunder_basket_ck3_a(const float2* __restrict__ x, const int* __restrict__ pos, float2* __restrict__ y) {
    int i = blockIdx.x * 256 + threadIdx.x, pair = i & 63, tok = i >> 11;
    double angle = pos[tok] * pow(10000.0, -2.0 * pair / 128.0), c = cos(angle), s = sin(angle);
    float2 v = x[i];
    y[i] = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
}
__global__ void __launch_bounds__(256) thunder_basket_ck3_b(const float2* __restrict__ x, const int* __restrict__ pos, float2* __restrict__ y) {
    int i = blockIdx.x * 256 + threadIdx.x, pair = i & 63, tok = i >> 11;
    float angle = pos[tok] * exp2f(pair * (-2.0f / 128.0f * 13.28771238f)), c, s;
    sincosf(angle, &s, &c);
    float2 v = x[i];
    y[i] = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
}
static void r07() {
    size_t n = (size_t)ROT * ROH * 64;
    float2 *x = (float2*)harness::filled<float>(n * 2, 71), *y = (float2*)harness::empty<float>(n * 2);
    int* pos = harness::indices(ROT, 4096, 72);
    add("thunder_basket_ck3_a", [=] { thunder_basket_ck3_a<<<n / 256, 256>>>(x, pos, y); }, y, n * 2);
    add("thunder_basket_ck3_b", [=] { thunder_basket_ck3_b<<<n / 256, 256>>>(x, pos, y); }, y, n * 2);
}

// 8: batched products of half matrices, 128x64 by (128x64)^T into 128x128
constexpr int BPN = 3072;
__global__ void __launch_bounds__(256) willow_sextant_ck3_a(const __half* __restrict__ A, const __half* __restrict__ B, __half* __restrict__ C) {
    __shared__ __align__(16) float sa[16][132], sb[16][132];
    const __half *a = A + (size_t)blockIdx.x * 8192, *b = B + (size_t)blockIdx.x * 8192;
    int tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
    float acc[8][8] = {};
    for (int k0 = 0; k0 < 64; k0 += 16) {
        int r = threadIdx.x & 127, c = (threadIdx.x >> 7) * 8;
        uint4 qa = *reinterpret_cast<const uint4*>(a + r * 64 + k0 + c), qb = *reinterpret_cast<const uint4*>(b + r * 64 + k0 + c);
        const __half *ha = reinterpret_cast<const __half*>(&qa), *hb = reinterpret_cast<const __half*>(&qb);
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 8; ++j) { sa[c + j][r] = __half2float(ha[j]); sb[c + j][r] = __half2float(hb[j]); }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float u[8], v[8];
            *reinterpret_cast<float4*>(u) = *reinterpret_cast<float4*>(&sa[k][ty * 4]);
            *reinterpret_cast<float4*>(u + 4) = *reinterpret_cast<float4*>(&sa[k][64 + ty * 4]);
            *reinterpret_cast<float4*>(v) = *reinterpret_cast<float4*>(&sb[k][tx * 4]);
            *reinterpret_cast<float4*>(v + 4) = *reinterpret_cast<float4*>(&sb[k][64 + tx * 4]);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] += u[i] * v[j];
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            __half2 o[2] = {__floats2half2_rn(acc[i][h * 4], acc[i][h * 4 + 1]), __floats2half2_rn(acc[i][h * 4 + 2], acc[i][h * 4 + 3])};
            *reinterpret_cast<uint2*>(C + (size_t)blockIdx.x * 16384 + ((i >> 2) * 64 + ty * 4 + (i & 3)) * 128 + h * 64 + tx * 4) = *reinterpret_cast<uint2*>(o);
        }
}
__global__ void __launch_bounds__(256) willow_sextant_ck3_b(const __half* __restrict__ A, const __half* __restrict__ B, __half* __restrict__ C) {
    using namespace nvcuda;
    __shared__ __align__(32) __half buf[2 * 128 * 72];
    __half *sa = buf, *sb = buf + 128 * 72;
    const uint4 *a = reinterpret_cast<const uint4*>(A + (size_t)blockIdx.x * 8192), *b = reinterpret_cast<const uint4*>(B + (size_t)blockIdx.x * 8192);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int i = threadIdx.x + j * 256;
        *reinterpret_cast<uint4*>(sa + (i >> 3) * 72 + (i & 7) * 8) = a[i];
        *reinterpret_cast<uint4*>(sb + (i >> 3) * 72 + (i & 7) * 8) = b[i];
    }
    __syncthreads();
    int wid = threadIdx.x >> 5, wr = wid >> 2, wc = wid & 3;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[4][2];
#pragma unroll
    for (int i = 0; i < 4; ++i) { wmma::fill_fragment(acc[i][0], 0.f); wmma::fill_fragment(acc[i][1], 0.f); }
#pragma unroll
    for (int k = 0; k < 64; k += 16) {
        wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb[2];
        wmma::load_matrix_sync(fb[0], sb + (wc * 32) * 72 + k, 72);
        wmma::load_matrix_sync(fb[1], sb + (wc * 32 + 16) * 72 + k, 72);
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
            wmma::load_matrix_sync(fa, sa + (wr * 64 + i * 16) * 72 + k, 72);
            wmma::mma_sync(acc[i][0], fa, fb[0], acc[i][0]);
            wmma::mma_sync(acc[i][1], fa, fb[1], acc[i][1]);
        }
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            wmma::fragment<wmma::accumulator, 16, 16, 16, __half> h;
#pragma unroll
            for (int e = 0; e < h.num_elements; ++e) h.x[e] = __float2half(acc[i][j].x[e]);
            wmma::store_matrix_sync(buf + (wr * 64 + i * 16) * 136 + wc * 32 + j * 16, h, 136, wmma::mem_row_major);
        }
    __syncthreads();
    uint4* c = reinterpret_cast<uint4*>(C + (size_t)blockIdx.x * 16384);
#pragma unroll
    for (int j = 0; j < 8; ++j) { int i = threadIdx.x + j * 256; c[i] = *reinterpret_cast<uint4*>(buf + (i >> 4) * 136 + (i & 15) * 8); }
}
static void r08() {
    __half *a = halves((size_t)BPN * 8192, 81), *b = halves((size_t)BPN * 8192, 82), *c = (__half*)harness::empty<uint16_t>((size_t)BPN * 16384);
    add("willow_sextant_ck3_a", [=] { willow_sextant_ck3_a<<<BPN, 256>>>(a, b, c); }, c, (size_t)BPN * 16384, Output::f16);
    add("willow_sextant_ck3_b", [=] { willow_sextant_ck3_b<<<BPN, 256>>>(a, b, c); }, c, (size_t)BPN * 16384, Output::f16);
}

// 9: gated linear recurrence of a state-space model over time, a thread for each channel
constexpr int SSB = 16, SST = 1024, SSD = 2048;
__global__ void __launch_bounds__(128) ferry_almond_ck3_a(const float* x, const float* dt, const float* A, float* y) {
    int d = blockIdx.x * 128 + threadIdx.x;
    size_t at = (size_t)blockIdx.y * SST * SSD + d;
    float h = 0, a = A[d] * 2.0f - 3.0f;
    for (int t = 0; t < SST; ++t, at += SSD) {
        float g = dt[at], e = __expf(a * (g * 0.5f + 0.6f));
        h = e * h + (1.0f - e) * x[at];
        y[at] = h;
    }
}
__global__ void __launch_bounds__(128) ferry_almond_ck3_b(const float* __restrict__ x, const float* __restrict__ dt, const float* __restrict__ A, float* __restrict__ y) {
    int d = blockIdx.x * 128 + threadIdx.x;
    size_t at = (size_t)blockIdx.y * SST * SSD + d;
    float h = 0, a = A[d] * 2.0f - 3.0f, gx[16], xx[16];
#pragma unroll
    for (int i = 0; i < 16; ++i) { gx[i] = dt[at + (size_t)i * SSD]; xx[i] = x[at + (size_t)i * SSD]; }
    for (int t = 0; t < SST; t += 16, at += 16 * (size_t)SSD) {
        float gn[16], xn[16];
        size_t next = t + 16 < SST ? at + 16 * (size_t)SSD : at;
#pragma unroll
        for (int i = 0; i < 16; ++i) { gn[i] = dt[next + (size_t)i * SSD]; xn[i] = x[next + (size_t)i * SSD]; }
#pragma unroll
        for (int i = 0; i < 16; ++i) {
            float e = __expf(a * (gx[i] * 0.5f + 0.6f));
            h = e * h + (1.0f - e) * xx[i];
            y[at + (size_t)i * SSD] = h;
        }
#pragma unroll
        for (int i = 0; i < 16; ++i) { gx[i] = gn[i]; xx[i] = xn[i]; }
    }
}
static void r09() {
    size_t n = (size_t)SSB * SST * SSD;
    float *x = harness::filled<float>(n, 91), *dt = harness::filled<float>(n, 92), *a = harness::filled<float>(SSD, 93), *y = harness::empty<float>(n);
    add("ferry_almond_ck3_a", [=] { ferry_almond_ck3_a<<<dim3(SSD / 128, SSB), 128>>>(x, dt, a, y); }, y, n);
    add("ferry_almond_ck3_b", [=] { ferry_almond_ck3_b<<<dim3(SSD / 128, SSB), 128>>>(x, dt, a, y); }, y, n);
}

// 10: sparsemax of rows of 1024 by bisection of the threshold
constexpr int SPR = 32768, SPC = 1024;
__global__ void __launch_bounds__(256) quartz_bridle_ck3_a(const float4* __restrict__ x, float4* __restrict__ y) {
    __shared__ float red[256];
    int t = threadIdx.x;
    float4 v = x[(size_t)blockIdx.x * 256 + t];
    red[t] = fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w));
    for (int s = 128; s > 0; s >>= 1) { __syncthreads(); if (t < s) red[t] = fmaxf(red[t], red[t + s]); }
    __syncthreads();
    float hi = red[0], lo = hi - 1.0f;
    for (int it = 0; it < 22; ++it) {
        float tau = 0.5f * (lo + hi);
        __syncthreads();
        red[t] = fmaxf(v.x - tau, 0.f) + fmaxf(v.y - tau, 0.f) + fmaxf(v.z - tau, 0.f) + fmaxf(v.w - tau, 0.f);
        for (int s = 128; s > 0; s >>= 1) { __syncthreads(); if (t < s) red[t] += red[t + s]; }
        __syncthreads();
        if (red[0] > 1.0f) lo = tau; else hi = tau;
    }
    y[(size_t)blockIdx.x * 256 + t] = make_float4(fmaxf(v.x - lo, 0.f), fmaxf(v.y - lo, 0.f), fmaxf(v.z - lo, 0.f), fmaxf(v.w - lo, 0.f));
}
__global__ void __launch_bounds__(256) quartz_bridle_ck3_b(const float4* __restrict__ x, float4* __restrict__ y) {
    int lane = threadIdx.x & 31;
    size_t base = ((size_t)blockIdx.x * 8 + (threadIdx.x >> 5)) * 256 + lane;
    float4 v[8];
    float m = -1e30f;
#pragma unroll
    for (int i = 0; i < 8; ++i) v[i] = x[base + i * 32];
#pragma unroll
    for (int i = 0; i < 8; ++i) m = fmaxf(m, fmaxf(fmaxf(v[i].x, v[i].y), fmaxf(v[i].z, v[i].w)));
    float hi = warp_max(m), lo = hi - 1.0f;
#pragma unroll 1
    for (int it = 0; it < 22; ++it) {
        float tau = 0.5f * (lo + hi), s[4] = {};
#pragma unroll
        for (int i = 0; i < 8; ++i) { s[0] += fmaxf(v[i].x - tau, 0.f); s[1] += fmaxf(v[i].y - tau, 0.f); s[2] += fmaxf(v[i].z - tau, 0.f); s[3] += fmaxf(v[i].w - tau, 0.f); }
        if (warp_sum(s[0] + s[1] + s[2] + s[3]) > 1.0f) lo = tau; else hi = tau;
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) y[base + i * 32] = make_float4(fmaxf(v[i].x - lo, 0.f), fmaxf(v[i].y - lo, 0.f), fmaxf(v[i].z - lo, 0.f), fmaxf(v[i].w - lo, 0.f));
}
static void r10() {
    size_t n = (size_t)SPR * SPC;
    float *x = harness::filled<float>(n, 101), *y = harness::empty<float>(n);
    add("quartz_bridle_ck3_a", [=] { quartz_bridle_ck3_a<<<SPR, 256>>>((float4*)x, (float4*)y); }, y, n);
    add("quartz_bridle_ck3_b", [=] { quartz_bridle_ck3_b<<<SPR / 8, 256>>>((float4*)x, (float4*)y); }, y, n);
}

// 11: AdamW step out of place, one array operation a launch
constexpr int ADn = 1 << 24;
using F4 = const float4* __restrict__;
__device__ __forceinline__ float4 mix(float4 a, float4 b, float c) {
    return make_float4(c * a.x + (1 - c) * b.x, c * a.y + (1 - c) * b.y, c * a.z + (1 - c) * b.z, c * a.w + (1 - c) * b.w);
}
__device__ __forceinline__ float4 squares(float4 g) { return make_float4(g.x * g.x, g.y * g.y, g.z * g.z, g.w * g.w); }
__device__ __forceinline__ float4 denominators(float4 v, float c) {
    return make_float4(sqrtf(fabsf(v.x) * c) + 1e-3f, sqrtf(fabsf(v.y) * c) + 1e-3f, sqrtf(fabsf(v.z) * c) + 1e-3f, sqrtf(fabsf(v.w) * c) + 1e-3f);
}
__device__ __forceinline__ float4 stepped(float4 p, float4 m, float4 q, float lr) {
    return make_float4(p.x * 0.999f - lr * __fdividef(m.x, q.x), p.y * 0.999f - lr * __fdividef(m.y, q.y),
                       p.z * 0.999f - lr * __fdividef(m.z, q.z), p.w * 0.999f - lr * __fdividef(m.w, q.w));
}
__global__ void __launch_bounds__(256) saddle_orchid_ck3_a(F4 m, F4 g, float4* __restrict__ mo) { int i = blockIdx.x * 256 + threadIdx.x; mo[i] = mix(m[i], g[i], 0.9f); }
__global__ void __launch_bounds__(256) saddle_orchid_ck3_a_two(F4 g, float4* __restrict__ t) { int i = blockIdx.x * 256 + threadIdx.x; t[i] = squares(g[i]); }
__global__ void __launch_bounds__(256) saddle_orchid_ck3_a_three(F4 v, F4 t, float4* __restrict__ vo) { int i = blockIdx.x * 256 + threadIdx.x;
    vo[i] = mix(v[i], t[i], 0.99f); }
__global__ void __launch_bounds__(256) saddle_orchid_ck3_a_four(F4 vo, float4* __restrict__ t, float c) { int i = blockIdx.x * 256 + threadIdx.x;
    t[i] = denominators(vo[i], c); }
__global__ void __launch_bounds__(256) saddle_orchid_ck3_a_five(F4 p, F4 mo, F4 t, float4* __restrict__ po, float lr) {
    int i = blockIdx.x * 256 + threadIdx.x; po[i] = stepped(p[i], mo[i], t[i], lr);
}
__global__ void __launch_bounds__(256) saddle_orchid_ck3_b(F4 p, F4 m, F4 v, F4 g, float4* __restrict__ mo, float4* __restrict__ vo,
    float4* __restrict__ po, float c, float lr) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 a = g[i], b = m[i], d = v[i], e = p[i];
    float4 x = mix(b, a, 0.9f), y = mix(d, squares(a), 0.99f);
    mo[i] = x; vo[i] = y; po[i] = stepped(e, x, denominators(y, c), lr);
}
static void r11() {
    float4 *p = (float4*)harness::filled<float>(ADn, 111), *m = (float4*)harness::filled<float>(ADn, 112), *v = (float4*)harness::filled<float>(ADn, 113);
    float4 *g = (float4*)harness::filled<float>(ADn, 114), *mo = (float4*)harness::empty<float>(ADn), *vo = (float4*)harness::empty<float>(ADn);
    float4 *t = (float4*)harness::empty<float>(ADn), *po = (float4*)harness::empty<float>(ADn);
    int b = ADn / 1024;
    add("saddle_orchid_ck3_a", [=] {
        saddle_orchid_ck3_a<<<b, 256>>>(m, g, mo); saddle_orchid_ck3_a_two<<<b, 256>>>(g, t); saddle_orchid_ck3_a_three<<<b, 256>>>(v, t, vo);
        saddle_orchid_ck3_a_four<<<b, 256>>>(vo, t, 1.25f); saddle_orchid_ck3_a_five<<<b, 256>>>(p, mo, t, po, 1e-3f); }, po, ADn);
    add("saddle_orchid_ck3_b", [=] { saddle_orchid_ck3_b<<<b, 256>>>(p, m, v, g, mo, vo, po, 1.25f, 1e-3f); }, po, ADn);
}

// 12: a decoded token's keys go quantised into the caches of 24 layers
constexpr int KVL = 24, KVB = 32, KVP = 64, KVD = 1024;
__device__ __forceinline__ void append_body(const float* __restrict__ k, const int* __restrict__ len, uint8_t* __restrict__ cache,
    float* __restrict__ scale, int layer, int b) {
    int head = threadIdx.x >> 5, lane = threadIdx.x & 31;
    float4 v = reinterpret_cast<const float4*>(k + ((size_t)layer * KVB + b) * KVD + head * 128)[lane];
    float m = warp_max(fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w)))), s = 127.0f / m;
    size_t row = ((size_t)layer * KVB + b) * KVP + len[b];
    uchar4 q = make_uchar4(128 + __float2int_rn(v.x * s), 128 + __float2int_rn(v.y * s), 128 + __float2int_rn(v.z * s), 128 + __float2int_rn(v.w * s));
    reinterpret_cast<uchar4*>(cache + row * KVD + head * 128)[lane] = q;
    if (lane == 0) scale[row * 8 + head] = m / 127.0f;
}
__global__ void __launch_bounds__(256) barley_lens_ck3_a(const float* __restrict__ k, const int* __restrict__ len, uint8_t* __restrict__ cache,
    float* __restrict__ scale, int layer) {
    append_body(k, len, cache, scale, layer, blockIdx.x);
}
__global__ void __launch_bounds__(256) barley_lens_ck3_b(const float* __restrict__ k, const int* __restrict__ len, uint8_t* __restrict__ cache, float* __restrict__ scale) {
    append_body(k, len, cache, scale, blockIdx.y, blockIdx.x);
}
static void r12() {
    size_t n = (size_t)KVL * KVB * KVP * KVD;
    float *k = harness::filled<float>((size_t)KVL * KVB * KVD, 121), *s = harness::empty<float>((size_t)KVL * KVB * KVP * 8);
    int* len = harness::indices(KVB, KVP, 122);
    uint8_t* c = harness::empty<uint8_t>(n);
    add("barley_lens_ck3_a", [=] { for (int l = 0; l < KVL; ++l) barley_lens_ck3_a<<<KVB, 256>>>(k, len, c, s, l); }, c, n, Output::u8);
    add("barley_lens_ck3_b", [=] { barley_lens_ck3_b<<<dim3(KVB, KVL), 256>>>(k, len, c, s); }, c, n, Output::u8);
}

// 13: gradient of an embedding table, tokens sorted by word, words of very unlike frequency
constexpr int EGV = 8192, EGT = 131072, EGD = 512, EGC = 32;
__device__ __forceinline__ float4 gather_sum(const float4* __restrict__ g, const int* __restrict__ order, int from, int to) {
    float4 s = make_float4(0, 0, 0, 0);
#pragma unroll 4
    for (int i = from; i < to; ++i) {
        float4 v = g[(size_t)order[i] * (EGD / 4) + threadIdx.x];
        s.x += v.x; s.y += v.y; s.z += v.z; s.w += v.w;
    }
    return s;
}
__global__ void __launch_bounds__(128) cinder_puzzle_ck3_a(const float4* __restrict__ g, const int* __restrict__ order,
    const int* __restrict__ first, float4* __restrict__ o) {
    o[(size_t)blockIdx.x * (EGD / 4) + threadIdx.x] = gather_sum(g, order, first[blockIdx.x], first[blockIdx.x + 1]);
}
__global__ void __launch_bounds__(128) cinder_puzzle_ck3_b(const float4* __restrict__ g, const int* __restrict__ order,
    const int4* __restrict__ piece, float* __restrict__ o) {
    int4 p = piece[blockIdx.x];
    float4 s = gather_sum(g, order, p.y, p.z);
    float* to = o + (size_t)p.x * EGD + threadIdx.x * 4;
    if (p.w) *reinterpret_cast<float4*>(to) = s;
    else { atomicAdd(to, s.x); atomicAdd(to + 1, s.y); atomicAdd(to + 2, s.z); atomicAdd(to + 3, s.w); }
}
static void r13() {
    std::vector<int> first(EGV + 1, 0), order(EGT);
    double norm = 0; for (int k = 0; k < EGV; ++k) norm += 1.0 / (k + 3.0);
    double c = 0;
    for (int k = 0; k < EGV; ++k) { c += EGT / norm / (k + 3.0); first[k + 1] = std::min(EGT, (int)c); }
    first[EGV] = EGT;
    for (int i = 0; i < EGT; ++i) order[i] = i;
    for (int i = EGT - 1; i > 0; --i) std::swap(order[i], order[harness::hash32(i + 131) % (i + 1)]);
    std::vector<int4> pieces;
    for (int k = 0; k < EGV; ++k) {
        if (first[k] == first[k + 1]) pieces.push_back(make_int4(k, first[k], first[k], 1));
        for (int i = first[k]; i < first[k + 1]; i += EGC) pieces.push_back(make_int4(k, i, std::min(i + EGC, first[k + 1]), first[k + 1] - first[k] <= EGC));
    }
    float4* g = (float4*)harness::filled<float>((size_t)EGT * EGD, 131);
    int *po = harness::uploaded(order), *pf = harness::uploaded(first), np = (int)pieces.size();
    int4* pp = harness::uploaded(pieces);
    float* o = harness::empty<float>((size_t)EGV * EGD);
    add("cinder_puzzle_ck3_a", [=] { cinder_puzzle_ck3_a<<<EGV, 128>>>(g, po, pf, (float4*)o); }, o, (size_t)EGV * EGD);
    add("cinder_puzzle_ck3_b", [=] { cinder_puzzle_ck3_b<<<np, 128>>>(g, po, pp, o); }, o, (size_t)EGV * EGD);
}

// 14: half matrix by vector, four rows a block
constexpr int MVR = 16384, MVC = 8192;
__device__ __forceinline__ float4 four_rows(const __half* __restrict__ w, const __half* __restrict__ x) {
    float s[4] = {};
    const uint4* base = reinterpret_cast<const uint4*>(w + (size_t)blockIdx.x * 4 * MVC);
#pragma unroll
    for (int c = 0; c < MVC / 8 / 256; ++c) {
        int i = c * 256 + threadIdx.x;
        uint4 xv = reinterpret_cast<const uint4*>(x)[i], q[4];
        const __half2* hx = reinterpret_cast<const __half2*>(&xv);
#pragma unroll
        for (int r = 0; r < 4; ++r) q[r] = __ldcs(base + r * (MVC / 8) + i);
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float2 f = __half22float2(hx[k]);
#pragma unroll
            for (int r = 0; r < 4; ++r) { float2 e = __half22float2(reinterpret_cast<const __half2*>(&q[r])[k]); s[r] += e.x * f.x + e.y * f.y; }
        }
    }
    return make_float4(s[0], s[1], s[2], s[3]);
}
__global__ void __launch_bounds__(256) acorn_ribbon_ck3_a(const __half* __restrict__ w, const __half* __restrict__ x, float4* __restrict__ y) {
    __shared__ float4 red[256];
    int t = threadIdx.x;
    float4 v = four_rows(w, x);
    red[t] = v;
    for (int s = 128; s > 0; s >>= 1) {
        __syncthreads();
        if (t < s) { float4 o = red[t + s]; v.x += o.x; v.y += o.y; v.z += o.z; v.w += o.w; red[t] = v; }
    }
    if (t == 0) y[blockIdx.x] = v;
}
__global__ void __launch_bounds__(256) acorn_ribbon_ck3_b(const __half* __restrict__ w, const __half* __restrict__ x, float4* __restrict__ y) {
    __shared__ float4 red[8];
    float4 v = four_rows(w, x);
    v.x = warp_sum(v.x); v.y = warp_sum(v.y); v.z = warp_sum(v.z); v.w = warp_sum(v.w);
    if ((threadIdx.x & 31) == 0) red[threadIdx.x >> 5] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 1; i < 8; ++i) { float4 o = red[i]; v.x += o.x; v.y += o.y; v.z += o.z; v.w += o.w; }
        y[blockIdx.x] = v;
    }
}
static void r14() {
    __half *w = halves((size_t)MVR * MVC, 141), *x = halves(MVC, 142);
    float* y = harness::empty<float>(MVR);
    add("acorn_ribbon_ck3_a", [=] { acorn_ribbon_ck3_a<<<MVR / 4, 256>>>(w, x, (float4*)y); }, y, MVR);
    add("acorn_ribbon_ck3_b", [=] { acorn_ribbon_ck3_b<<<MVR / 4, 256>>>(w, x, (float4*)y); }, y, MVR);
}

// 15: token and position embeddings added
constexpr int TET = 65536, TEL = 2000, TED = 1024, TEV = 50000;
__global__ void __launch_bounds__(256) meadow_trumpet_ck3_a(const float4* __restrict__ table, const float4* __restrict__ pos,
    const int* __restrict__ id, float4* __restrict__ o, int len, int d4) {
    int i = blockIdx.x * 256 + threadIdx.x, tok = i / d4, c = i % d4, p = tok % len;
    float4 a = table[(size_t)id[tok] * d4 + c], b = pos[(size_t)p * d4 + c];
    o[i] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
__global__ void __launch_bounds__(256) meadow_trumpet_ck3_b(const float4* __restrict__ table, const float4* __restrict__ pos,
    const int* __restrict__ id, float4* __restrict__ o, int len, int d4) {
    int tok = blockIdx.x, c = threadIdx.x, p = tok % len;
    float4 a = table[(size_t)id[tok] * d4 + c], b = pos[(size_t)p * d4 + c];
    o[(size_t)tok * d4 + c] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
static void r15() {
    float4 *t = (float4*)harness::filled<float>((size_t)TEV * TED, 151), *p = (float4*)harness::filled<float>((size_t)TEL * TED, 152);
    int* id = harness::indices(TET, TEV, 153);
    size_t n = (size_t)TET * TED;
    float4* o = (float4*)harness::empty<float>(n);
    add("meadow_trumpet_ck3_a", [=] { meadow_trumpet_ck3_a<<<n / 1024, 256>>>(t, p, id, o, TEL, TED / 4); }, o, n);
    add("meadow_trumpet_ck3_b", [=] { meadow_trumpet_ck3_b<<<TET, TED / 4>>>(t, p, id, o, TEL, TED / 4); }, o, n);
}

// 16: SwiGLU gate
constexpr int SWn = 1 << 25;
__device__ __forceinline__ float gate_exact(float g, float u) { return g / (1.0f + expf(-g)) * u; }
__device__ __forceinline__ float gate_quick(float g, float u) { return __fdividef(g, 1.0f + __expf(-g)) * u; }
__global__ void __launch_bounds__(256) pigeon_marble_ck3_a(const float4* __restrict__ g, const float4* __restrict__ u, float4* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 a = g[i], b = u[i];
    o[i] = make_float4(gate_exact(a.x, b.x), gate_exact(a.y, b.y), gate_exact(a.z, b.z), gate_exact(a.w, b.w));
}
__global__ void __launch_bounds__(256) pigeon_marble_ck3_b(const float4* __restrict__ g, const float4* __restrict__ u, float4* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 a = g[i], b = u[i];
    o[i] = make_float4(gate_quick(a.x, b.x), gate_quick(a.y, b.y), gate_quick(a.z, b.z), gate_quick(a.w, b.w));
}
static void r16() {
    float4 *g = (float4*)harness::filled<float>(SWn, 161), *u = (float4*)harness::filled<float>(SWn, 162), *o = (float4*)harness::empty<float>(SWn);
    add("pigeon_marble_ck3_a", [=] { pigeon_marble_ck3_a<<<SWn / 1024, 256>>>(g, u, o); }, o, SWn);
    add("pigeon_marble_ck3_b", [=] { pigeon_marble_ck3_b<<<SWn / 1024, 256>>>(g, u, o); }, o, SWn);
}

// 17: residual added and layer norm of rows of 2048
constexpr int LNR = 32768, LNC = 2048;
template <bool EXTRA>
__device__ __forceinline__ void norm_body(const float4* __restrict__ x, const float4* __restrict__ r, const float4* __restrict__ w,
    const float4* __restrict__ b, float4* __restrict__ o) {
    __shared__ float2 red[8];
    float4 v[2];
    float s = 0, q = 0;
    size_t at = (size_t)blockIdx.x * (LNC / 4) + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        float4 a = x[at + j * 256], c = r[at + j * 256];
        v[j] = make_float4(a.x + c.x, a.y + c.y, a.z + c.z, a.w + c.w);
        s += v[j].x + v[j].y + v[j].z + v[j].w;
        q += v[j].x * v[j].x + v[j].y * v[j].y + v[j].z * v[j].z + v[j].w * v[j].w;
    }
    if (EXTRA) __syncthreads();
    s = warp_sum(s); q = warp_sum(q);
    if (EXTRA) __syncthreads();
    if ((threadIdx.x & 31) == 0) red[threadIdx.x >> 5] = make_float2(s, q);
    __syncthreads();
    s = q = 0;
#pragma unroll
    for (int i = 0; i < 8; ++i) { float2 e = red[i]; s += e.x; q += e.y; }
    if (EXTRA) __syncthreads();
    float mean = s / LNC, inv = rsqrtf(q / LNC - mean * mean + 1e-5f);
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        float4 g = w[threadIdx.x + j * 256], h = b[threadIdx.x + j * 256];
        o[at + j * 256] = make_float4((v[j].x - mean) * inv * g.x + h.x, (v[j].y - mean) * inv * g.y + h.y, (v[j].z - mean) * inv * g.z + h.z,
            (v[j].w - mean) * inv * g.w + h.w);
    }
    if (EXTRA) __syncthreads();
}
__global__ void __launch_bounds__(256) tundra_kettle_ck3_a(F4 x, F4 r, F4 w, F4 b, float4* __restrict__ o) { norm_body<true>(x, r, w, b, o); }
__global__ void __launch_bounds__(256) tundra_kettle_ck3_b(F4 x, F4 r, F4 w, F4 b, float4* __restrict__ o) { norm_body<false>(x, r, w, b, o); }
static void r17() {
    size_t n = (size_t)LNR * LNC;
    float4 *x = (float4*)harness::filled<float>(n, 171), *r = (float4*)harness::filled<float>(n, 172), *o = (float4*)harness::empty<float>(n);
    float4 *w = (float4*)harness::filled<float>(LNC, 173), *b = (float4*)harness::filled<float>(LNC, 174);
    add("tundra_kettle_ck3_a", [=] { tundra_kettle_ck3_a<<<LNR, 256>>>(x, r, w, b, o); }, o, n);
    add("tundra_kettle_ck3_b", [=] { tundra_kettle_ck3_b<<<LNR, 256>>>(x, r, w, b, o); }, o, n);
}

// 18: Lion step, in FP32 out of place
constexpr int LIn = 1 << 25;
__device__ __forceinline__ float lion(float p, float m, float g, float lr) { float c = 0.9f * m + 0.1f * g; return p * (1.0f - 0.1f * lr) - lr * copysignf(1.0f, c); }
__global__ void __launch_bounds__(256) coral_hinge_ck3_a(F4 p, F4 m, F4 g, float4* __restrict__ po, float4* __restrict__ mo, float lr) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 a = p[i], b = m[i], c = g[i];
    po[i] = make_float4(lion(a.x, b.x, c.x, lr), lion(a.y, b.y, c.y, lr), lion(a.z, b.z, c.z, lr), lion(a.w, b.w, c.w, lr));
    mo[i] = mix(b, c, 0.99f);
}
static void r18() {
    float4 *p = (float4*)harness::filled<float>(LIn, 181), *m = (float4*)harness::filled<float>(LIn, 182), *g = (float4*)harness::filled<float>(LIn, 183);
    float4 *po = (float4*)harness::empty<float>(LIn), *mo = (float4*)harness::empty<float>(LIn);
    add("coral_hinge_ck3_a", [=] { coral_hinge_ck3_a<<<LIn / 1024, 256>>>(p, m, g, po, mo, 1e-2f); }, po, LIn);
}

// 19: decode attention over a split of the cache, two queries share a head of keys and values
constexpr int FDH = 256, FDN = 4096, FDS = 512;
__global__ void __launch_bounds__(128) violet_ladder_ck3_a(const __half* __restrict__ Q, const uint4* __restrict__ K, const uint4* __restrict__ V,
    float* __restrict__ O, float2* __restrict__ stat) {
    __shared__ float so[8][2][128];
    __shared__ float2 sm[8][2];
    int lane = threadIdx.x & 15, grp = threadIdx.x >> 4;
    float q[2][8], o[2][8] = {}, m[2] = {-1e30f, -1e30f}, l[2] = {0, 0};
#pragma unroll
    for (int j = 0; j < 2; ++j)
#pragma unroll
        for (int e = 0; e < 8; ++e) q[j][e] = __half2float(Q[((size_t)blockIdx.y * 2 + j) * 128 + lane * 8 + e]) * 0.0883883f;
    size_t base = ((size_t)blockIdx.y * FDN + (size_t)blockIdx.x * FDS + grp) * 16 + lane;
    for (int t = 0; t < FDS; t += 32) {
        uint4 k[4], v[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) { k[u] = __ldcs(K + base + (size_t)(t + u * 8) * 16); v[u] = __ldcs(V + base + (size_t)(t + u * 8) * 16); }
        float s[4][2];
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            const __half2* h = reinterpret_cast<const __half2*>(&k[u]);
            s[u][0] = s[u][1] = 0;
#pragma unroll
            for (int e = 0; e < 4; ++e) {
                float2 f = __half22float2(h[e]);
                s[u][0] += f.x * q[0][e * 2] + f.y * q[0][e * 2 + 1]; s[u][1] += f.x * q[1][e * 2] + f.y * q[1][e * 2 + 1];
            }
#pragma unroll
            for (int d = 8; d; d >>= 1) { s[u][0] += __shfl_xor_sync(~0u, s[u][0], d); s[u][1] += __shfl_xor_sync(~0u, s[u][1], d); }
        }
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            float mn = fmaxf(m[j], fmaxf(fmaxf(s[0][j], s[1][j]), fmaxf(s[2][j], s[3][j]))), c = __expf(m[j] - mn);
            m[j] = mn; l[j] *= c;
#pragma unroll
            for (int e = 0; e < 8; ++e) o[j][e] *= c;
#pragma unroll
            for (int u = 0; u < 4; ++u) { s[u][j] = __expf(s[u][j] - mn); l[j] += s[u][j]; }
        }
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            const __half2* h = reinterpret_cast<const __half2*>(&v[u]);
#pragma unroll
            for (int e = 0; e < 4; ++e) {
                float2 f = __half22float2(h[e]);
                o[0][e * 2] += s[u][0] * f.x; o[0][e * 2 + 1] += s[u][0] * f.y; o[1][e * 2] += s[u][1] * f.x; o[1][e * 2 + 1] += s[u][1] * f.y;
            }
        }
    }
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        if (lane == 0) sm[grp][j] = make_float2(m[j], l[j]);
#pragma unroll
        for (int e = 0; e < 8; e += 4) *reinterpret_cast<float4*>(&so[grp][j][lane * 8 + e]) = make_float4(o[j][e], o[j][e + 1], o[j][e + 2], o[j][e + 3]);
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        float mm = -1e30f, ll = 0, a = 0;
        for (int g = 0; g < 8; ++g) mm = fmaxf(mm, sm[g][j].x);
        for (int g = 0; g < 8; ++g) { float c = __expf(sm[g][j].x - mm); ll += c * sm[g][j].y; a += c * so[g][j][threadIdx.x]; }
        size_t at = ((size_t)blockIdx.y * gridDim.x + blockIdx.x) * 2 + j;
        O[at * 128 + threadIdx.x] = a / ll;
        if (threadIdx.x == 0) stat[at] = make_float2(mm, ll);
    }
}
static void r19() {
    __half *q = halves((size_t)FDH * 2 * 128, 191), *k = halves((size_t)FDH * FDN * 128, 192), *v = halves((size_t)FDH * FDN * 128, 193);
    size_t n = (size_t)FDH * (FDN / FDS) * 2;
    float* o = harness::empty<float>(n * 128);
    float2* st = (float2*)harness::empty<float>(n * 2);
    add("violet_ladder_ck3_a", [=] { violet_ladder_ck3_a<<<dim3(FDN / FDS, FDH), 128>>>(q, (uint4*)k, (uint4*)v, o, st); }, o, n * 128);
}

// 20: FP8 weights unpacked to half with a scale for each row of 4096
constexpr int F8R = 32768, F8C = 4096;
static __global__ void harness_mask(uint32_t* p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) p[i] &= 0xb7b7b7b7u;
}
__global__ void __launch_bounds__(256) nickel_gazebo_ck3_a(const uint2* __restrict__ w, const float* __restrict__ scale, uint4* __restrict__ o) {
    size_t at = (size_t)blockIdx.x * (F8C / 8) * 2 + threadIdx.x;
    uint2 q[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) q[j] = w[at + j * 256];
    __half2 s0 = __float2half2_rn(scale[blockIdx.x * 2]), s1 = __float2half2_rn(scale[blockIdx.x * 2 + 1]);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        __half2 h[4];
        uint32_t u[2] = {q[j].x, q[j].y};
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            __half2_raw r = __nv_cvt_fp8x2_to_halfraw2((__nv_fp8x2_storage_t)((u[k >> 1] >> (16 * (k & 1))) & 0xffffu), __NV_E4M3);
            h[k] = __hmul2(__half2(r), j < 2 ? s0 : s1);
        }
        o[at + j * 256] = *reinterpret_cast<uint4*>(h);
    }
}
static void r20() {
    size_t n = (size_t)F8R * F8C;
    uint32_t* w = random_bits<uint32_t>(n / 4, 201);
    harness_mask<<<2048, 256>>>(w, n / 4);
    float* s = harness::filled<float>(F8R, 202);
    uint16_t* o = harness::empty<uint16_t>(n);
    add("nickel_gazebo_ck3_a", [=] { nickel_gazebo_ck3_a<<<F8R / 2, 256>>>((uint2*)w, s, (uint4*)o); }, o, n, Output::f16);
}

// 21: embedding bags, the mean of 32 rows of 128
constexpr int EBN = 32768, EBV = 1 << 21;
__global__ void __launch_bounds__(256) sparrow_canvas_ck3_a(const float4* __restrict__ table, const int* __restrict__ id, float4* __restrict__ o) {
    int bag = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31, mine = id[bag * 32 + lane];
    float4 s = make_float4(0, 0, 0, 0);
#pragma unroll
    for (int i = 0; i < 32; i += 8) {
        float4 v[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) v[j] = __ldg(table + (size_t)__shfl_sync(~0u, mine, i + j) * 32 + lane);
#pragma unroll
        for (int j = 0; j < 8; ++j) { s.x += v[j].x; s.y += v[j].y; s.z += v[j].z; s.w += v[j].w; }
    }
    o[(size_t)bag * 32 + lane] = make_float4(s.x / 32, s.y / 32, s.z / 32, s.w / 32);
}
static void r21() {
    float4 *t = (float4*)harness::filled<float>((size_t)EBV * 128, 211), *o = (float4*)harness::empty<float>((size_t)EBN * 128);
    int* id = harness::indices((size_t)EBN * 32, EBV, 212);
    add("sparrow_canvas_ck3_a", [=] { sparrow_canvas_ck3_a<<<EBN / 8, 256>>>(t, id, o); }, o, (size_t)EBN * 128);
}

// 22: depthwise 7x7 convolution of planes of 64x64, a thread makes 4x8 pixels
constexpr int DWN = 64, DWC = 128;
__global__ void __launch_bounds__(128) dune_clarinet_ck3_a(const float4* __restrict__ x, const float* __restrict__ w, float4* __restrict__ y) {
    __shared__ __align__(16) float tile[70][72];
    __shared__ __align__(16) float sw[7][8];
    const float4* xp = x + (size_t)blockIdx.x * 1024;
    if (threadIdx.x < 49) sw[threadIdx.x / 7][threadIdx.x % 7] = w[(blockIdx.x % DWC) * 49 + threadIdx.x];
    float4 v[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = xp[j * 128 + threadIdx.x];
    for (int i = threadIdx.x; i < 6 * 72; i += 128) { int r = i / 72; tile[r < 3 ? r : 64 + r][i % 72] = 0; }
    for (int i = threadIdx.x; i < 64 * 8; i += 128) { int c = i & 7; tile[3 + (i >> 3)][c < 4 ? c : 64 + c] = 0; }
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        *reinterpret_cast<float4*>(&tile[3 + j * 8 + (threadIdx.x >> 4)][4 + (threadIdx.x & 15) * 4]) = v[j];
    }
    __syncthreads();
    int tx = (threadIdx.x & 15) * 4, ty = (threadIdx.x >> 4) * 8;
    float acc[8][4] = {}, f[7][7];
#pragma unroll
    for (int r = 0; r < 7; ++r)
#pragma unroll
        for (int s = 0; s < 7; ++s) f[r][s] = *(volatile float*)&sw[r][s];
#pragma unroll
    for (int r = 0; r < 14; ++r) {
        float row[12];
#pragma unroll
        for (int s = 0; s < 3; ++s) *reinterpret_cast<float4*>(row + s * 4) = *reinterpret_cast<const float4*>(&tile[ty + r][tx + s * 4]);
#pragma unroll
        for (int i = 0; i < 8; ++i)
            if (r - i >= 0 && r - i < 7)
#pragma unroll
                for (int s = 0; s < 7; ++s)
#pragma unroll
                    for (int p = 0; p < 4; ++p) acc[i][p] += f[r - i][s] * row[s + p + 1];
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) y[(size_t)blockIdx.x * 1024 + (ty + i) * 16 + tx / 4] = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}
static void r22() {
    size_t n = (size_t)DWN * DWC * 4096;
    float *x = harness::filled<float>(n, 221), *w = harness::filled<float>(DWC * 49, 222), *y = harness::empty<float>(n);
    add("dune_clarinet_ck3_a", [=] { dune_clarinet_ck3_a<<<DWN * DWC, 128>>>((float4*)x, w, (float4*)y); }, y, n);
}

// 23: cross-entropy, gradient with respect to the logits, vocabulary of 8192
constexpr int XER = 8192, XEC = 8192;
__global__ void __launch_bounds__(512) lagoon_mitten_ck3_a(const float4* __restrict__ x, const int* __restrict__ label, float4* __restrict__ g, float scale) {
    __shared__ float rm[16], rs[16];
    size_t at = (size_t)blockIdx.x * (XEC / 4) + threadIdx.x;
    float4 v[4];
    float m = -1e30f, s = 0;
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = x[at + j * 512];
    int lab = label[blockIdx.x];
#pragma unroll
    for (int j = 0; j < 4; ++j) m = fmaxf(m, fmaxf(fmaxf(v[j].x, v[j].y), fmaxf(v[j].z, v[j].w)));
    m = warp_max(m);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        v[j].x = __expf(v[j].x - m); v[j].y = __expf(v[j].y - m); v[j].z = __expf(v[j].z - m); v[j].w = __expf(v[j].w - m);
        s += v[j].x + v[j].y + v[j].z + v[j].w;
    }
    s = warp_sum(s);
    if ((threadIdx.x & 31) == 0) { rm[threadIdx.x >> 5] = m; rs[threadIdx.x >> 5] = s; }
    __syncthreads();
    float om = rm[threadIdx.x & 15], os = rs[threadIdx.x & 15], top = warp_max(om), sum = warp_sum(os * __expf(om - top)) * 0.5f;
    float k = scale * __expf(m - top) / sum;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int c = (threadIdx.x + j * 512) * 4, d = lab - c;
        g[at + j * 512] = make_float4(v[j].x * k - (d == 0 ? scale : 0.f), v[j].y * k - (d == 1 ? scale : 0.f), v[j].z * k - (d == 2 ? scale : 0.f),
            v[j].w * k - (d == 3 ? scale : 0.f));
    }
}
static void r23() {
    size_t n = (size_t)XER * XEC;
    float *x = harness::filled<float>(n, 231), *g = harness::empty<float>(n);
    int* lab = harness::indices(XER, XEC, 232);
    add("lagoon_mitten_ck3_a", [=] { lagoon_mitten_ck3_a<<<XER, 512>>>((float4*)x, lab, (float4*)g, 1.0f); }, g, n);
}

// 24: matrix of bytes by a vector of bytes, two rows a warp
constexpr int DPR = 16384, DPC = 16384;
__device__ __forceinline__ int dot16(uint4 a, uint4 b, int s) { return __dp4a((int)a.w, (int)b.w, __dp4a((int)a.z, (int)b.z, __dp4a((int)a.y,
    (int)b.y, __dp4a((int)a.x, (int)b.x, s)))); }
__global__ void __launch_bounds__(256) juniper_pulley_ck3_a(const uint4* __restrict__ w, const uint4* __restrict__ x, int* __restrict__ y) {
    int row = (blockIdx.x * 8 + (threadIdx.x >> 5)) * 2, lane = threadIdx.x & 31, s0 = 0, s1 = 0;
    const uint4 *p = w + (size_t)row * (DPC / 16) + lane, *q = p + DPC / 16;
    for (int c = 0; c < DPC / 16; c += 128) {
        uint4 a[4], b[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) { a[u] = __ldcs(p + c + u * 32); b[u] = __ldcs(q + c + u * 32); }
#pragma unroll
        for (int u = 0; u < 4; ++u) { uint4 v = x[c + u * 32 + lane]; s0 = dot16(a[u], v, s0); s1 = dot16(b[u], v, s1); }
    }
    s0 = __reduce_add_sync(~0u, s0); s1 = __reduce_add_sync(~0u, s1);
    if (lane == 0) *reinterpret_cast<int2*>(y + row) = make_int2(s0 >> 4, s1 >> 4);
}
static void r24() {
    uint4 *w = random_bits<uint4>((size_t)DPR * DPC / 4, 241), *x = random_bits<uint4>(DPC / 4, 242);
    int* y = harness::empty<int>(DPR);
    add("juniper_pulley_ck3_a", [=] { juniper_pulley_ck3_a<<<DPR / 16, 256>>>(w, x, y); }, y, DPR, Output::i32);
}

int main(int argc, char** argv) {
    r01(); r02(); r03(); r04(); r05(); r06(); r07(); r08(); r09(); r10(); r11(); r12();
    r13(); r14(); r15(); r16(); r17(); r18(); r19(); r20(); r21(); r22(); r23(); r24();
    return harness::run(argc, argv, cases);
}
