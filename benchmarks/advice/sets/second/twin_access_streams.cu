// Accumulation into global memory, and streaming work of several kinds.
#include <cuda_fp16.h>
#include "harness.cuh"

// ---- elections: add every ballot to its candidate -------------------------------------------------
constexpr int kCandidates = 12;
__global__ void __launch_bounds__(256) precinct_votes_a(const int* __restrict__ candidate, const int* __restrict__ weight, int* __restrict__ total, int n) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) atomicAdd(&total[candidate[i]], weight[i]);
}
__global__ void __launch_bounds__(256) precinct_votes_b(const int* __restrict__ candidate, const int* __restrict__ weight, int* __restrict__ total, int n) {
    __shared__ int s[kCandidates * 32];
    for (int i = threadIdx.x; i < kCandidates * 32; i += 256) s[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) atomicAdd(&s[candidate[i] * 32 + (threadIdx.x & 31)], weight[i]);
    __syncthreads();
    if (threadIdx.x < kCandidates) {
        int sum = 0;
        for (int k = 0; k < 32; ++k) sum += s[threadIdx.x * 32 + ((k + threadIdx.x) & 31)];
        atomicAdd(&total[threadIdx.x], sum);
    }
}

// ---- hydrology: rain of every reading into its station, readings sorted by station -----------------
__global__ void harness_prep_station(int* station, unsigned n, unsigned run) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) station[i] = (int)(i / run);
}
__global__ void __launch_bounds__(512) station_rain_a(const int* __restrict__ station, const float* __restrict__ mm, float* __restrict__ total, float unit) {
    unsigned i = blockIdx.x * 512 + threadIdx.x;
    atomicAdd(&total[station[i]], mm[i] * unit);
}
__global__ void __launch_bounds__(512) station_rain_b(const int* __restrict__ station, const float* __restrict__ mm, float* __restrict__ total, float unit) {
    unsigned i = blockIdx.x * 512 + threadIdx.x;
    int s = station[i];
    float v = mm[i] * unit;
    if (__all_sync(0xffffffffu, s == __shfl_sync(0xffffffffu, s, 0))) {
#pragma unroll
        for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
        if ((threadIdx.x & 31) == 0) atomicAdd(&total[s], v);
    } else {
        atomicAdd(&total[s], v);
    }
}

// ---- oceanography: calibrate one buoy channel ------------------------------------------------------
__device__ __forceinline__ void buoy(const float* __restrict__ x, float* __restrict__ y, float gain, float bias) {
    size_t i = (size_t)blockIdx.x * 2048 + threadIdx.x;
    float v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = x[i + 256 * k];
#pragma unroll
    for (int k = 0; k < 8; ++k) y[i + 256 * k] = fmaf(v[k], gain, bias);
}
__global__ void __launch_bounds__(256) buoy_scale_a(const float* __restrict__ x, float* __restrict__ y, float gain, float bias) { buoy(x, y, gain, bias); }
__global__ void __launch_bounds__(256) buoy_scale_b(const float* __restrict__ x, float* __restrict__ y, float gain, float bias) { buoy(x, y, gain, bias); }

// ---- meteorology: wind speed from three components -------------------------------------------------
__global__ void harness_prep_weave(const float* u, const float* v, const float* w, float* uvw, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { uvw[3 * (size_t)i] = u[i]; uvw[3 * (size_t)i + 1] = v[i]; uvw[3 * (size_t)i + 2] = w[i]; }
}
__global__ void __launch_bounds__(256) gust_norm_a(const float3* __restrict__ uvw, float* __restrict__ speed) {
    size_t i = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float3 q[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) q[k] = uvw[i + 256 * k];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float s = q[k].x * q[k].x + q[k].y * q[k].y + q[k].z * q[k].z + 1e-6f;
        speed[i + 256 * k] = s * rsqrtf(s);
    }
}
__global__ void __launch_bounds__(256) gust_norm_b(const float* __restrict__ u, const float* __restrict__ v, const float* __restrict__ w, float* __restrict__ speed) {
    size_t i = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float3 q[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) q[k] = make_float3(u[i + 256 * k], v[i + 256 * k], w[i + 256 * k]);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float s = q[k].x * q[k].x + q[k].y * q[k].y + q[k].z * q[k].z + 1e-6f;
        speed[i + 256 * k] = s * rsqrtf(s);
    }
}

// ---- hydrology: energy of every drainage basin (16384 samples each) --------------------------------
template <bool kSequential>
__device__ __forceinline__ void basin(const float4* __restrict__ x, float* __restrict__ out) {
    __shared__ float s[256];
    int t = threadIdx.x;
    const float4* p = x + (size_t)blockIdx.x * 4096 + t;
    float acc = 0.0f;
#pragma unroll 8
    for (int k = 0; k < 16; ++k) {
        float4 v = p[k * 256];
        acc += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    s[t] = acc;
    __syncthreads();
    if (kSequential) {
        for (int h = 128; h > 0; h >>= 1) {
            if (t < h) s[t] += s[t + h];
            __syncthreads();
        }
    } else {
        for (int h = 1; h < 256; h *= 2) {
            int j = 2 * h * t;
            if (j < 256) s[j] += s[j + h];
            __syncthreads();
        }
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void __launch_bounds__(256) basin_total_a(const float4* __restrict__ x, float* __restrict__ out) { basin<false>(x, out); }
__global__ void __launch_bounds__(256) basin_total_b(const float4* __restrict__ x, float* __restrict__ out) { basin<true>(x, out); }

// ---- audio: blend two takes -------------------------------------------------------------------------
__global__ void __launch_bounds__(256) amp_blend_a(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ out, float a, float b) {
    size_t i = (size_t)blockIdx.x * 2048 + threadIdx.x;
    float u[8], v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) { u[k] = x[i + 256 * k]; v[k] = y[i + 256 * k]; }
#pragma unroll
    for (int k = 0; k < 8; ++k) out[i + 256 * k] = a * u[k] + b * v[k];
}
__global__ void __launch_bounds__(256) amp_blend_b(const float4* __restrict__ x, const float4* __restrict__ y, float4* __restrict__ out, float a, float b) {
    size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 u[2], v[2];
#pragma unroll
    for (int k = 0; k < 2; ++k) { u[k] = x[i + 256 * k]; v[k] = y[i + 256 * k]; }
#pragma unroll
    for (int k = 0; k < 2; ++k)
        out[i + 256 * k] = make_float4(a * u[k].x + b * v[k].x, a * u[k].y + b * v[k].y, a * u[k].z + b * v[k].z, a * u[k].w + b * v[k].w);
}

// ---- training: Adam update ---------------------------------------------------------------------------
__device__ __forceinline__ void adam1(float& p, float g, float& m, float& v, float lr) {
    m = fmaf(0.9f, m, 0.1f * g);
    v = fmaf(0.999f, v, 0.001f * g * g);
    p -= lr * m * rsqrtf(v + 1e-8f);
}
__global__ void __launch_bounds__(256) adam_moments_a(const float4* __restrict__ p, const float4* __restrict__ g, const float4* __restrict__ m, const float4* __restrict__ v,
                                                      float4* __restrict__ po, float4* __restrict__ mo, float4* __restrict__ vo, float lr) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    float4 pp = p[i], gg = g[i], mm = m[i], vv = v[i];
    vv.x = fabsf(vv.x); vv.y = fabsf(vv.y); vv.z = fabsf(vv.z); vv.w = fabsf(vv.w);
    adam1(pp.x, gg.x, mm.x, vv.x, lr); adam1(pp.y, gg.y, mm.y, vv.y, lr);
    adam1(pp.z, gg.z, mm.z, vv.z, lr); adam1(pp.w, gg.w, mm.w, vv.w, lr);
    po[i] = pp; mo[i] = mm; vo[i] = vv;
}

// ---- single-cell: gather the 512-byte marker rows of chosen cells -----------------------------------
__global__ void __launch_bounds__(256) cell_markers_a(const float4* __restrict__ table, const int* __restrict__ cell, float4* __restrict__ out, float scale) {
    int lane = threadIdx.x & 31;
    size_t first = ((size_t)blockIdx.x * 8 + (threadIdx.x >> 5)) * 4;
    int4 id = *reinterpret_cast<const int4*>(cell + first);
    float4 r[4] = {table[(size_t)id.x * 32 + lane], table[(size_t)id.y * 32 + lane], table[(size_t)id.z * 32 + lane], table[(size_t)id.w * 32 + lane]};
#pragma unroll
    for (int k = 0; k < 4; ++k)
        __stcs(&out[(first + k) * 32 + lane], make_float4(r[k].x * scale, r[k].y * scale, r[k].z * scale, r[k].w * scale));
}

// ---- inference: int8 codes to half-precision weights -------------------------------------------------
__global__ void harness_prep_words(unsigned* p, size_t n, unsigned seed) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n) p[i] = harness::hash32((unsigned)i + seed);
}
__device__ __forceinline__ unsigned two_codes(unsigned biased, unsigned pick, __half2 scale) {
    unsigned bits = __byte_perm(biased, 0x64646464u, pick);
    __half2 h = *reinterpret_cast<__half2*>(&bits);
    h = __hmul2(__hsub2(h, __float2half2_rn(1152.0f)), scale);
    return *reinterpret_cast<unsigned*>(&h);
}
__global__ void __launch_bounds__(256) code_unpack_a(const uint2* __restrict__ code, uint4* __restrict__ out, float scale) {
    size_t i = (size_t)blockIdx.x * 1024 + threadIdx.x;
    __half2 sc = __float2half2_rn(scale);
    uint2 c[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) c[k] = code[i + 256 * k];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        unsigned lo = c[k].x ^ 0x80808080u, hi = c[k].y ^ 0x80808080u;
        out[i + 256 * k] = make_uint4(two_codes(lo, 0x4140, sc), two_codes(lo, 0x4342, sc), two_codes(hi, 0x4140, sc), two_codes(hi, 0x4342, sc));
    }
}

// ---- atmosphere: largest ozone value of every sounding block -----------------------------------------
__global__ void __launch_bounds__(512) ozone_peak_a(const float4* __restrict__ x, float* __restrict__ peak) {
    __shared__ float s[16];
    const float4* p = x + (size_t)blockIdx.x * 4096 + threadIdx.x;
    float4 v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = __ldcs(p + 512 * k);
    float m = -1e30f;
#pragma unroll
    for (int k = 0; k < 8; ++k) m = fmaxf(m, fmaxf(fmaxf(v[k].x, v[k].y), fmaxf(v[k].z, v[k].w)));
#pragma unroll
    for (int o = 16; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, o));
    if ((threadIdx.x & 31) == 0) s[threadIdx.x >> 5] = m;
    __syncthreads();
    if (threadIdx.x < 32) {
        m = threadIdx.x < 16 ? s[threadIdx.x] : -1e30f;
#pragma unroll
        for (int o = 8; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, o));
        if (threadIdx.x == 0) peak[blockIdx.x] = m;
    }
}

int main(int argc, char** argv) {
    using harness::Output;
    std::vector<harness::Case> cases;
    {
        int n = 8 << 20;
        int *cand = harness::indices(n, kCandidates, 3), *weight = harness::indices(n, 5, 5), *total = harness::empty<int>(kCandidates);
        cases.push_back({"precinct_votes_a", [=] { precinct_votes_a<<<132 * 8, 256>>>(cand, weight, total, n); }, total, kCandidates, Output::i32});
        cases.push_back({"precinct_votes_b", [=] { precinct_votes_b<<<132 * 8, 256>>>(cand, weight, total, n); }, total, kCandidates, Output::i32});
    }
    {
        unsigned n = 32u << 20, run = 500, stations = n / run + 1;
        int* st = harness::empty<int>(n);
        harness_prep_station<<<n / 256, 256>>>(st, n, run);
        float *mm = harness::filled<float>(n, 7), *total = harness::empty<float>(stations);
        cases.push_back({"station_rain_a", [=] { station_rain_a<<<n / 512, 512>>>(st, mm, total, 0.1f); }, total, stations, Output::f32});
        cases.push_back({"station_rain_b", [=] { station_rain_b<<<n / 512, 512>>>(st, mm, total, 0.1f); }, total, stations, Output::f32});
    }
    {
        size_t n = 64u << 20;
        float *raw = harness::filled<float>(n + 32, 9), *even = harness::empty<float>(n), *y = harness::empty<float>(n);
        CHECK(cudaMemcpy(even, raw + 1, n * 4, cudaMemcpyDeviceToDevice));
        cases.push_back({"buoy_scale_a", [=] { buoy_scale_a<<<n / 2048, 256>>>(raw + 1, y, 1.7f, 0.3f); }, y, n, Output::f32});
        cases.push_back({"buoy_scale_b", [=] { buoy_scale_b<<<n / 2048, 256>>>(even, y, 1.7f, 0.3f); }, y, n, Output::f32});
    }
    {
        int n = 32 << 20;
        float *u = harness::filled<float>(n, 11), *v = harness::filled<float>(n, 13), *w = harness::filled<float>(n, 17);
        float *uvw = harness::empty<float>(3 * (size_t)n), *speed = harness::empty<float>(n);
        harness_prep_weave<<<n / 256, 256>>>(u, v, w, uvw, n);
        cases.push_back({"gust_norm_a", [=] { gust_norm_a<<<n / 1024, 256>>>((const float3*)uvw, speed); }, speed, (size_t)n, Output::f32});
        cases.push_back({"gust_norm_b", [=] { gust_norm_b<<<n / 1024, 256>>>(u, v, w, speed); }, speed, (size_t)n, Output::f32});
    }
    {
        int basins = 8192;
        float *x = harness::filled<float>((size_t)basins * 16384, 19), *out = harness::empty<float>(basins);
        cases.push_back({"basin_total_a", [=] { basin_total_a<<<basins, 256>>>((const float4*)x, out); }, out, (size_t)basins, Output::f32});
        cases.push_back({"basin_total_b", [=] { basin_total_b<<<basins, 256>>>((const float4*)x, out); }, out, (size_t)basins, Output::f32});
    }
    {
        size_t n = 64u << 20;
        float *x = harness::filled<float>(n, 23), *y = harness::filled<float>(n, 29), *out = harness::empty<float>(n);
        cases.push_back({"amp_blend_a", [=] { amp_blend_a<<<n / 2048, 256>>>(x, y, out, 0.3f, 0.7f); }, out, n, Output::f32});
        cases.push_back({"amp_blend_b", [=] { amp_blend_b<<<n / 2048, 256>>>((const float4*)x, (const float4*)y, (float4*)out, 0.3f, 0.7f); }, out, n, Output::f32});
    }
    {
        size_t n = 32u << 20;
        float4 *p = (float4*)harness::filled<float>(n, 31), *g = (float4*)harness::filled<float>(n, 37), *m = (float4*)harness::filled<float>(n, 41), *v = (float4*)harness::filled<float>(n, 43);
        float4 *po = (float4*)harness::empty<float>(n), *mo = (float4*)harness::empty<float>(n), *vo = (float4*)harness::empty<float>(n);
        cases.push_back({"adam_moments_a", [=] { adam_moments_a<<<n / 1024, 256>>>(p, g, m, v, po, mo, vo, 1e-3f); }, po, n, Output::f32});
    }
    {
        int cells = 1000000, picks = 768 << 10;
        float4 *table = (float4*)harness::filled<float>((size_t)cells * 128, 47), *out = (float4*)harness::empty<float>((size_t)picks * 128);
        int* id = harness::indices(picks, cells, 53);
        cases.push_back({"cell_markers_a", [=] { cell_markers_a<<<picks / 32, 256>>>(table, id, out, 0.125f); }, out, (size_t)picks * 128, Output::f32});
    }
    {
        size_t n = 256u << 20;
        unsigned* code = (unsigned*)harness::empty<int>(n / 4);
        harness_prep_words<<<n / 4 / 256, 256>>>(code, n / 4, 59);
        unsigned short* out = harness::empty<unsigned short>(n);
        cases.push_back({"code_unpack_a", [=] { code_unpack_a<<<n / 8192, 256>>>((const uint2*)code, (uint4*)out, 0.01f); }, out, n, Output::f16});
    }
    {
        int blocks = 16384;
        float *x = harness::filled<float>((size_t)blocks * 16384, 61), *peak = harness::empty<float>(blocks);
        cases.push_back({"ozone_peak_a", [=] { ozone_peak_a<<<blocks, 512>>>((const float4*)x, peak); }, peak, (size_t)blocks, Output::f32});
    }
    return harness::run(argc, argv, cases);
}
