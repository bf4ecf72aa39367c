// Pairs of kernels on the shape of launches: tail, balance, fusion, tiny launches, one at its roof.
#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include "harness.cuh"

// ---- 1: anharmonic oscillators in double, 300 leapfrog steps each
constexpr int kOscBlocks = 145, kOscThreads = 1024, kOscEach = 8;
constexpr int kOscN = kOscBlocks * kOscThreads * kOscEach;

__global__ void __launch_bounds__(1024) pewter_gander_au3_a(const double* __restrict__ x0, const double* __restrict__ v0,
                                                            double* __restrict__ out, int steps, double h) {
    const int base = blockIdx.x * blockDim.x * kOscEach + threadIdx.x;
    double x[kOscEach], v[kOscEach];
#pragma unroll
    for (int k = 0; k < kOscEach; ++k) {
        x[k] = x0[base + k * blockDim.x];
        v[k] = v0[base + k * blockDim.x];
    }
    const double ah = -h, bh = -0.25 * h;
    for (int s = 0; s < steps; ++s) {
#pragma unroll
        for (int k = 0; k < kOscEach; ++k) {
            const double f = fma(x[k] * x[k], bh, ah);
            v[k] = fma(f, x[k], v[k]);
            x[k] = fma(h, v[k], x[k]);
        }
    }
#pragma unroll
    for (int k = 0; k < kOscEach; ++k) out[base + k * blockDim.x] = fma(x[k], x[k], v[k] * v[k]);
}

__global__ void __launch_bounds__(512) pewter_gander_au3_b(const double* __restrict__ x0, const double* __restrict__ v0,
                                                           double* __restrict__ out, int n, int steps, double h) {
    const double ah = -h, bh = -0.25 * h;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        double x = x0[i], v = v0[i];
#pragma unroll 4
        for (int s = 0; s < steps; ++s) {
            const double f = fma(x * x, bh, ah);
            v = fma(f, x, v);
            x = fma(h, v, x);
        }
        out[i] = fma(x, x, v * v);
    }
}

// ---- 2: every point of a strip against all points of the strips up to its own (float)
constexpr int kStrip = 256, kStrips = 264, kPts = kStrip * kStrips;

__device__ __forceinline__ void strip_density(const float4* __restrict__ pos, float* __restrict__ rho, int s,
                                              float4* tile, float* half_sum) {
    const int lane = threadIdx.x & (kStrip - 1), half = threadIdx.x / kStrip;
    const float4 p = pos[s * kStrip + lane];
    float acc = 0.f;
    for (int t = 0; t <= s; ++t) {
        __syncthreads();
        if (half == 0) tile[lane] = pos[t * kStrip + lane];
        __syncthreads();
        const float4* q = tile + half * (kStrip / 2);
#pragma unroll 16
        for (int j = 0; j < kStrip / 2; ++j) {
            const float4 r = q[j];
            const float dx = p.x - r.x, dy = p.y - r.y, dz = p.z - r.z;
            const float w = fmaxf(0.f, 1.5f - dx * dx - dy * dy - dz * dz);
            acc = fmaf(w * w, r.w, acc);
        }
    }
    if (half == 1) half_sum[lane] = acc;
    __syncthreads();
    if (half == 0) rho[s * kStrip + lane] = acc + half_sum[lane];
}

__global__ void __launch_bounds__(512) thimble_orchard_au3_a(const float4* __restrict__ pos, float* __restrict__ rho) {
    __shared__ float4 tile[kStrip];
    __shared__ float half_sum[kStrip];
    for (int k = 0; k < 2; ++k) strip_density(pos, rho, 2 * blockIdx.x + k, tile, half_sum);
}

__global__ void __launch_bounds__(512) thimble_orchard_au3_b(const float4* __restrict__ pos, float* __restrict__ rho) {
    __shared__ float4 tile[kStrip];
    __shared__ float half_sum[kStrip];
    for (int k = 0; k < 2; ++k) {
        const int s = k == 0 ? blockIdx.x : kStrips - 1 - blockIdx.x;
        strip_density(pos, rho, s, tile, half_sum);
    }
}

// ---- 3: half-precision blend, curve and mask: 8 halves a thread
constexpr int kGroups = 6300007;  // of 8 halves

struct alignas(16) Half8 { __half2 h[4]; };

__global__ void __launch_bounds__(320) lantern_quince_au3_a0(const Half8* __restrict__ x, const Half8* __restrict__ y,
                                                             Half8* __restrict__ t, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Half8 a = x[i], b = y[i];
    Half8 r;
#pragma unroll
    for (int k = 0; k < 4; ++k) r.h[k] = __hfma2(a.h[k], __float2half2_rn(0.75f), b.h[k]);
    t[i] = r;
}

__global__ void __launch_bounds__(320) lantern_quince_au3_a1(const Half8* __restrict__ t, Half8* __restrict__ u, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Half8 a = t[i];
    Half8 r;
#pragma unroll
    for (int k = 0; k < 4; ++k) r.h[k] = __hfma2(__hmul2(a.h[k], a.h[k]), __float2half2_rn(0.5f), a.h[k]);
    u[i] = r;
}

__global__ void __launch_bounds__(320) lantern_quince_au3_a2(const Half8* __restrict__ u, const Half8* __restrict__ m,
                                                             Half8* __restrict__ out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Half8 a = u[i], b = m[i];
    Half8 r;
#pragma unroll
    for (int k = 0; k < 4; ++k) r.h[k] = __hfma2(a.h[k], b.h[k], __float2half2_rn(0.125f));
    out[i] = r;
}

__global__ void __launch_bounds__(320) lantern_quince_au3_b(const Half8* __restrict__ x, const Half8* __restrict__ y,
                                                            const Half8* __restrict__ m, Half8* __restrict__ out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Half8 a = x[i], b = y[i], c = m[i];
    Half8 r;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const __half2 t = __hfma2(a.h[k], __float2half2_rn(0.75f), b.h[k]);
        const __half2 u = __hfma2(__hmul2(t, t), __float2half2_rn(0.5f), t);
        r.h[k] = __hfma2(u, c.h[k], __float2half2_rn(0.125f));
    }
    out[i] = r;
}

// ---- 4: fixed-point calibration of 16 sensor plates in int
constexpr int kPlates = 16, kPixels = 160 * 107;

__global__ void __launch_bounds__(128) bramble_cello_au3_a0(const int* __restrict__ raw, const int* __restrict__ gain, int* __restrict__ out, int dark, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = ((raw[i] - dark) * gain[i]) >> 4;
}

__global__ void __launch_bounds__(128) bramble_cello_au3_b(const int* __restrict__ raw, const int* __restrict__ gain, int* __restrict__ out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int at = blockIdx.y * n + i;
    if (i < n) out[at] = ((raw[at] - (int)(blockIdx.y + 3)) * gain[i]) >> 4;
}

// ---- 5: weighted sum of two bfloat16 streams, grid-stride
constexpr int kPacks = 25000003;  // of 8 bfloat16

struct alignas(16) Bf8 { __nv_bfloat162 h[4]; };

__global__ void __launch_bounds__(256) saffron_kettle_au3_a(const Bf8* __restrict__ x, const Bf8* __restrict__ y,
                                                            Bf8* __restrict__ z, int n, float a, float b) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const Bf8 p = x[i], q = y[i];
        Bf8 r;
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            const float2 u = __bfloat1622float2(p.h[k]), v = __bfloat1622float2(q.h[k]);
            r.h[k] = __floats2bfloat162_rn(fmaf(a, u.x, b * v.x), fmaf(a, u.y, b * v.y));
        }
        z[i] = r;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::Case; using harness::Output;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type}); };

    {
        double *x = filled<double>(kOscN, 11), *v = filled<double>(kOscN, 12), *out = empty<double>(kOscN);
        add("pewter_gander_au3_a", out, kOscN, Output::f64, [=] { pewter_gander_au3_a<<<kOscBlocks, kOscThreads>>>(x, v, out, 300, 0.01); });
        add("pewter_gander_au3_b", out, kOscN, Output::f64, [=] { pewter_gander_au3_b<<<264, 512>>>(x, v, out, kOscN, 300, 0.01); });
    }
    {
        float4* pos = reinterpret_cast<float4*>(filled<float>((size_t)kPts * 4, 21));
        float* rho = empty<float>(kPts);
        add("thimble_orchard_au3_a", rho, kPts, Output::f32, [=] { thimble_orchard_au3_a<<<kStrips / 2, 2 * kStrip>>>(pos, rho); });
        add("thimble_orchard_au3_b", rho, kPts, Output::f32, [=] { thimble_orchard_au3_b<<<kStrips / 2, 2 * kStrip>>>(pos, rho); });
    }
    {
        constexpr size_t n = (size_t)kGroups * 8;
        auto h8 = [](__half* p) { return reinterpret_cast<Half8*>(p); };
        Half8 *x = h8(filled<__half>(n, 31)), *y = h8(filled<__half>(n, 32)), *m = h8(filled<__half>(n, 33));
        Half8 *t = h8(empty<__half>(n)), *u = h8(empty<__half>(n)), *out = h8(empty<__half>(n));
        constexpr int blocks = (kGroups + 319) / 320;
        add("lantern_quince_au3_a", out, n, Output::f16, [=] {
            lantern_quince_au3_a0<<<blocks, 320>>>(x, y, t, kGroups);
            lantern_quince_au3_a1<<<blocks, 320>>>(t, u, kGroups);
            lantern_quince_au3_a2<<<blocks, 320>>>(u, m, out, kGroups); });
        add("lantern_quince_au3_b", out, n, Output::f16, [=] { lantern_quince_au3_b<<<blocks, 320>>>(x, y, m, out, kGroups); });
    }
    {
        int *raw = harness::indices(kPlates * kPixels, 4096, 41), *gain = harness::indices(kPixels, 1000, 42), *out = empty<int>(kPlates * kPixels);
        constexpr int blocks = (kPixels + 127) / 128;
        add("bramble_cello_au3_a", out, kPlates * kPixels, Output::i32, [=] {
            for (int p = 0; p < kPlates; ++p)
                bramble_cello_au3_a0<<<blocks, 128>>>(raw + p * kPixels, gain, out + p * kPixels, p + 3, kPixels); });
        add("bramble_cello_au3_b", out, kPlates * kPixels, Output::i32, [=] {
            bramble_cello_au3_b<<<dim3(blocks, kPlates), 128>>>(raw, gain, out, kPixels); });
    }
    {
        constexpr size_t n = (size_t)kPacks * 8;
        Bf8 *x = reinterpret_cast<Bf8*>(filled<__nv_bfloat16>(n, 51)), *y = reinterpret_cast<Bf8*>(filled<__nv_bfloat16>(n, 52));
        Bf8* z = reinterpret_cast<Bf8*>(empty<__nv_bfloat16>(n));
        // read by `check` as floats, whose upper half is every second bfloat16
        add("saffron_kettle_au3_a", z, n / 2, Output::f32, [=] { saffron_kettle_au3_a<<<132 * 8, 256>>>(x, y, z, kPacks, 0.6f, 0.3f); });
    }
    return harness::run(argc, argv, cases);
}
