// Long arithmetic: geodesy, thermophysics, normal modes, fisheries, plus pipes run full on purpose and streams with small blemishes.
#include "harness.cuh"
using harness::Case; using harness::Output;

// ---- geoid_fit: degree-95 polynomial fit of undulation, four positions a thread ------------------------------------------------------
constexpr int kFit = 96;
__constant__ float fit[kFit];
struct Apart { static __device__ __forceinline__ float step(float a, float x, float c) { return __fadd_rn(__fmul_rn(a, x), c); } };
struct Joined { static __device__ __forceinline__ float step(float a, float x, float c) { return __fmaf_rn(a, x, c); } };
template <typename S>
__device__ __forceinline__ void geoid_body(const float4* __restrict__ position, float4* __restrict__ undulation, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 x = position[i], y = make_float4(fit[0], fit[0], fit[0], fit[0]);
#pragma unroll
    for (int k = 1; k < kFit; ++k) {
        float c = fit[k];
        y.x = S::step(y.x, x.x, c); y.y = S::step(y.y, x.y, c); y.z = S::step(y.z, x.z, c); y.w = S::step(y.w, x.w, c);
    }
    undulation[i] = y;
}
__global__ void __launch_bounds__(256) geoid_fit_a(const float4* position, float4* undulation, int n4) { geoid_body<Apart>(position, undulation, n4); }
__global__ void __launch_bounds__(256) geoid_fit_b(const float4* position, float4* undulation, int n4) { geoid_body<Joined>(position, undulation, n4); }

// ---- virial_rows: sixteen long virial series at eight temperatures for few samples -----------------------------------------------------
constexpr int kSeries = 16, kOrder = 256;
template <bool Split>
__device__ __forceinline__ void virial_body(const float* __restrict__ density, const float4* __restrict__ table, float* __restrict__ pressure) {
    __shared__ float4 term[kSeries * kOrder / 4];
    for (int k = threadIdx.x; k < kSeries * kOrder / 4; k += blockDim.x) term[k] = table[k];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x0 = 0.55f + 0.3f * density[i], sum = 0.f;
#pragma unroll 1
    for (int t = 0; t < 8; ++t) {
        float x = x0 * (1.f + 0.015f * t);
#pragma unroll 1
        for (int s = 0; s < kSeries; ++s) {
            const float4* c = term + s * (kOrder / 4);
            if (Split) {
                float x2 = x * x, x4 = x2 * x2;
                float4 y = make_float4(0.f, 0.f, 0.f, 0.f);
#pragma unroll 16
                for (int k = 0; k < kOrder / 4; ++k) {
                    float4 v = c[k];
                    y.x = fmaf(y.x, x4, v.x); y.y = fmaf(y.y, x4, v.y); y.z = fmaf(y.z, x4, v.z); y.w = fmaf(y.w, x4, v.w);
                }
                sum += fmaf(fmaf(y.x, x, y.y), x2, fmaf(y.z, x, y.w));
            } else {
                float y = 0.f;
#pragma unroll 16
                for (int k = 0; k < kOrder / 4; ++k) {
                    float4 v = c[k];
                    y = fmaf(y, x, v.x); y = fmaf(y, x, v.y); y = fmaf(y, x, v.z); y = fmaf(y, x, v.w);
                }
                sum += y;
            }
        }
    }
    pressure[i] = sum;
}
__global__ void __launch_bounds__(128) virial_rows_a(const float* density, const float4* table, float* pressure) { virial_body<false>(density, table, pressure); }
__global__ void __launch_bounds__(128) virial_rows_b(const float* density, const float4* table, float* pressure) { virial_body<true>(density, table, pressure); }

// ---- chorus_modes: power iteration of four tridiagonal operators a warp, one component a lane --------------------------------------------
constexpr int kModes = 4, kIterations = 160;
__device__ __forceinline__ float mode_step(float v, float diag, float off) {
    float w = fmaf(off, __shfl_up_sync(~0u, v, 1) + __shfl_down_sync(~0u, v, 1), diag * v);
    float n = w * w;
#pragma unroll
    for (int s = 16; s > 0; s >>= 1) n += __shfl_xor_sync(~0u, n, s);
    return w * rsqrtf(n + 1e-12f);
}
__global__ void __launch_bounds__(64) chorus_modes_a(const float* __restrict__ stiffness, const float* __restrict__ start, float* __restrict__ shape) {
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
#pragma unroll 1
    for (int m = 0; m < kModes; ++m) {
        size_t at = ((size_t)warp * kModes + m) * 32 + lane;
        float v = start[at], d = 1.5f + 0.5f * stiffness[at];
#pragma unroll 2
        for (int k = 0; k < kIterations; ++k) v = mode_step(v, d, -0.6f);
        shape[at] = v;
    }
}
__global__ void __launch_bounds__(64) chorus_modes_b(const float* __restrict__ stiffness, const float* __restrict__ start, float* __restrict__ shape) {
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    size_t at = (size_t)warp * kModes * 32 + lane;
    float v[kModes], d[kModes];
#pragma unroll
    for (int m = 0; m < kModes; ++m) { v[m] = start[at + m * 32]; d[m] = 1.5f + 0.5f * stiffness[at + m * 32]; }
    for (int k = 0; k < kIterations; ++k) {
        float w[kModes], n[kModes];
#pragma unroll
        for (int m = 0; m < kModes; ++m) {
            w[m] = fmaf(-0.6f, __shfl_up_sync(~0u, v[m], 1) + __shfl_down_sync(~0u, v[m], 1), d[m] * v[m]);
            n[m] = w[m] * w[m];
        }
#pragma unroll
        for (int s = 16; s > 0; s >>= 1)
#pragma unroll
            for (int m = 0; m < kModes; ++m) n[m] += __shfl_xor_sync(~0u, n[m], s);
#pragma unroll
        for (int m = 0; m < kModes; ++m) v[m] = w[m] * rsqrtf(n[m] + 1e-12f);
    }
#pragma unroll
    for (int m = 0; m < kModes; ++m) shape[at + m * 32] = v[m];
}

// ---- stock_recruit: Ricker spawner-recruit trajectories, six scenarios a thread ------------------------------------------------------------
constexpr int kScenarios = 6, kYears = 400;
__device__ __forceinline__ float season(float n, float grow, float harvest) { return fmaf(n * __expf(fmaf(-grow, n, grow)), harvest, 0.002f); }
__global__ void __launch_bounds__(96) stock_recruit_a(const float* __restrict__ growth, const float* __restrict__ initial, float* __restrict__ stock, int threads) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
    for (int s = 0; s < kScenarios; ++s) {
        float g = 1.3f + 0.4f * growth[(size_t)s * threads + i], n = 0.8f + 0.3f * initial[(size_t)s * threads + i];
#pragma unroll 4
        for (int y = 0; y < kYears; ++y) n = season(n, g, 0.93f);
        stock[(size_t)s * threads + i] = n;
    }
}
__global__ void __launch_bounds__(96) stock_recruit_b(const float* __restrict__ growth, const float* __restrict__ initial, float* __restrict__ stock, int threads) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float g[kScenarios], n[kScenarios];
#pragma unroll
    for (int s = 0; s < kScenarios; ++s) { g[s] = 1.3f + 0.4f * growth[(size_t)s * threads + i]; n[s] = 0.8f + 0.3f * initial[(size_t)s * threads + i]; }
#pragma unroll 1
    for (int y = 0; y < kYears; ++y)
#pragma unroll
        for (int s = 0; s < kScenarios; ++s) n[s] = season(n[s], g[s], 0.93f);
#pragma unroll
    for (int s = 0; s < kScenarios; ++s) stock[(size_t)s * threads + i] = n[s];
}

// ---- rain_scale (mild): gauge calibration of a stream ---------------------------------------------------------------------------------------
__global__ void __launch_bounds__(256) rain_scale_a(const float4* __restrict__ gauge, const float4* __restrict__ site, float4* __restrict__ rain, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 g = gauge[i], s = site[i];
    rain[i] = make_float4(g.x * 0.2541 + s.x, g.y * 0.2541 + s.y, g.z * 0.2541 + s.z, g.w * 0.2541 + s.w);
}
__global__ void __launch_bounds__(256) rain_scale_b(const float4* __restrict__ gauge, const float4* __restrict__ site, float4* __restrict__ rain, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 g = gauge[i], s = site[i];
    rain[i] = make_float4(g.x * 0.2541f + s.x, g.y * 0.2541f + s.y, g.z * 0.2541f + s.z, g.w * 0.2541f + s.w);
}

// ---- buoy_phase (mild): heave of buoys from phase, one sine an element of three streams --------------------------------------------------------
__global__ void __launch_bounds__(512) buoy_phase_a(const float2* __restrict__ phase, const float2* __restrict__ height, float2* __restrict__ heave, int n2) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n2) return;
    float2 p = phase[i], h = height[i];
    heave[i] = make_float2(h.x * sinf(2.5f * p.x), h.y * sinf(2.5f * p.y));
}
__global__ void __launch_bounds__(512) buoy_phase_b(const float2* __restrict__ phase, const float2* __restrict__ height, float2* __restrict__ heave, int n2) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n2) return;
    float2 p = phase[i], h = height[i];
    heave[i] = make_float2(h.x * __sinf(2.5f * p.x), h.y * __sinf(2.5f * p.y));
}

// ---- cobalt_spectrum (healthy): oscillator-strength fit composed four times, eight independent lines a thread ------------------------------------
constexpr int kLine = 64;
__constant__ float line_term[kLine];
__global__ void __launch_bounds__(256) cobalt_spectrum_a(const float4* __restrict__ energy, float4* __restrict__ strength, int n8) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n8) return;
    float4 p = energy[i], q = energy[n8 + i];
    float x[8] = {p.x, p.y, p.z, p.w, q.x, q.y, q.z, q.w};
#pragma unroll 1
    for (int round = 0; round < 4; ++round) {
        float y[8];
#pragma unroll
        for (int e = 0; e < 8; ++e) y[e] = line_term[0];
#pragma unroll
        for (int k = 1; k < kLine; ++k)
#pragma unroll
            for (int e = 0; e < 8; ++e) y[e] = fmaf(y[e], x[e], line_term[k]);
#pragma unroll
        for (int e = 0; e < 8; ++e) x[e] = y[e];
    }
    strength[i] = make_float4(x[0], x[1], x[2], x[3]);
    strength[n8 + i] = make_float4(x[4], x[5], x[6], x[7]);
}

// ---- torsion_quad (healthy): torsion potentials that the chemist needs in double, four angles a thread --------------------------------------------
constexpr int kTorsion = 40;
__constant__ double torsion_term[kTorsion];
__global__ void __launch_bounds__(128) torsion_quad_a(const double2* __restrict__ angle, double2* __restrict__ potential, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    double2 p = angle[i], q = angle[n4 + i];
    double x[4] = {p.x, p.y, q.x, q.y};
#pragma unroll 1
    for (int round = 0; round < 3; ++round) {
        double y[4];
#pragma unroll
        for (int e = 0; e < 4; ++e) y[e] = torsion_term[0];
#pragma unroll
        for (int k = 1; k < kTorsion; ++k)
#pragma unroll
            for (int e = 0; e < 4; ++e) y[e] = fma(y[e], x[e], torsion_term[k]);
#pragma unroll
        for (int e = 0; e < 4; ++e) x[e] = y[e];
    }
    potential[i] = make_double2(x[0], x[1]);
    potential[n4 + i] = make_double2(x[2], x[3]);
}

// ---- rbf_field (healthy): radial basis surface, centres in shared memory, four nodes a thread -------------------------------------------------------
__device__ __forceinline__ float unit_exp2(float x) { float r; asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x)); return r; }
constexpr int kCentres = 512;
__global__ void __launch_bounds__(256) rbf_field_a(const float4* __restrict__ centre, const float4* __restrict__ node_x, const float4* __restrict__ node_y, float4* __restrict__ value, int n4) {
    __shared__ float4 c[kCentres];
    for (int k = threadIdx.x; k < kCentres; k += 256) c[k] = centre[k];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n4) return;
    float4 px = node_x[i], py = node_y[i];
    float x[4] = {px.x, px.y, px.z, px.w}, y[4] = {py.x, py.y, py.z, py.w}, s[4] = {0.f, 0.f, 0.f, 0.f};
#pragma unroll 8
    for (int k = 0; k < kCentres; ++k) {
        float4 b = c[k];
#pragma unroll
        for (int e = 0; e < 4; ++e) {
            float dx = x[e] - b.x, dy = y[e] - b.y;
            s[e] = fmaf(b.z, unit_exp2(-fmaf(dx, dx, dy * dy)), s[e]);
        }
    }
    value[i] = make_float4(s[0], s[1], s[2], s[3]);
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    {
        int n4 = 6 << 20; size_t n = (size_t)n4 * 4;
        float host[kFit]; for (int k = 0; k < kFit; ++k) host[k] = 0.4f * harness::unit(k + 70);
        CHECK(cudaMemcpyToSymbol(fit, host, sizeof(host)));
        float *in = harness::filled<float>(n, 3), *o = harness::empty<float>(n);
        cases.push_back({"geoid_fit_a", [=] { geoid_fit_a<<<n4 / 256, 256>>>((const float4*)in, (float4*)o, n4); }, o, n, Output::f32});
        cases.push_back({"geoid_fit_b", [=] { geoid_fit_b<<<n4 / 256, 256>>>((const float4*)in, (float4*)o, n4); }, o, n, Output::f32});
    }
    {
        int n = 132 * 128;
        float *x = harness::filled<float>(n, 11), *t = harness::filled<float>(kSeries * kOrder, 12), *o = harness::empty<float>(n);
        cases.push_back({"virial_rows_a", [=] { virial_rows_a<<<n / 128, 128>>>(x, (const float4*)t, o); }, o, (size_t)n, Output::f32});
        cases.push_back({"virial_rows_b", [=] { virial_rows_b<<<n / 128, 128>>>(x, (const float4*)t, o); }, o, (size_t)n, Output::f32});
    }
    {
        int blocks = 264; size_t n = (size_t)blocks * 64 * kModes;
        float *k = harness::filled<float>(n, 21), *s = harness::filled<float>(n, 22), *o = harness::empty<float>(n);
        cases.push_back({"chorus_modes_a", [=] { chorus_modes_a<<<blocks, 64>>>(k, s, o); }, o, n, Output::f32});
        cases.push_back({"chorus_modes_b", [=] { chorus_modes_b<<<blocks, 64>>>(k, s, o); }, o, n, Output::f32});
    }
    {
        int threads = 132 * 2 * 96; size_t n = (size_t)threads * kScenarios;
        float *g = harness::filled<float>(n, 31), *s = harness::filled<float>(n, 32), *o = harness::empty<float>(n);
        cases.push_back({"stock_recruit_a", [=] { stock_recruit_a<<<264, 96>>>(g, s, o, threads); }, o, n, Output::f32});
        cases.push_back({"stock_recruit_b", [=] { stock_recruit_b<<<264, 96>>>(g, s, o, threads); }, o, n, Output::f32});
    }
    {
        int n4 = 16 << 20; size_t n = (size_t)n4 * 4;
        float *g = harness::filled<float>(n, 41), *s = harness::filled<float>(n, 42), *o = harness::empty<float>(n);
        cases.push_back({"rain_scale_a", [=] { rain_scale_a<<<n4 / 256, 256>>>((const float4*)g, (const float4*)s, (float4*)o, n4); }, o, n, Output::f32});
        cases.push_back({"rain_scale_b", [=] { rain_scale_b<<<n4 / 256, 256>>>((const float4*)g, (const float4*)s, (float4*)o, n4); }, o, n, Output::f32});
    }
    {
        int n2 = 20 << 20; size_t n = (size_t)n2 * 2;
        float *p = harness::filled<float>(n, 51), *h = harness::filled<float>(n, 52), *o = harness::empty<float>(n);
        cases.push_back({"buoy_phase_a", [=] { buoy_phase_a<<<n2 / 512, 512>>>((const float2*)p, (const float2*)h, (float2*)o, n2); }, o, n, Output::f32});
        cases.push_back({"buoy_phase_b", [=] { buoy_phase_b<<<n2 / 512, 512>>>((const float2*)p, (const float2*)h, (float2*)o, n2); }, o, n, Output::f32});
    }
    {
        int n8 = 132 * 8 * 256 * 12; size_t n = (size_t)n8 * 8;
        float host[kLine]; for (int k = 0; k < kLine; ++k) host[k] = (k == kLine - 1 ? 0.3f : 0.12f) * harness::unit(k + 170);
        CHECK(cudaMemcpyToSymbol(line_term, host, sizeof(host)));
        float *in = harness::filled<float>(n, 61), *o = harness::empty<float>(n);
        cases.push_back({"cobalt_spectrum_a", [=] { cobalt_spectrum_a<<<n8 / 256, 256>>>((const float4*)in, (float4*)o, n8); }, o, n, Output::f32});
    }
    {
        int n4 = 132 * 16 * 128 * 12; size_t n = (size_t)n4 * 4;
        double host[kTorsion]; for (int k = 0; k < kTorsion; ++k) host[k] = 0.12 * harness::unit(k + 270);
        CHECK(cudaMemcpyToSymbol(torsion_term, host, sizeof(host)));
        double *in = harness::filled<double>(n, 71), *o = harness::empty<double>(n);
        cases.push_back({"torsion_quad_a", [=] { torsion_quad_a<<<n4 / 128, 128>>>((const double2*)in, (double2*)o, n4); }, o, n, Output::f64});
    }
    {
        int n4 = 132 * 8 * 256 * 3; size_t n = (size_t)n4 * 4;
        float *c = harness::filled<float>(kCentres * 4, 81), *x = harness::filled<float>(n, 82), *y = harness::filled<float>(n, 83), *o = harness::empty<float>(n);
        cases.push_back({"rbf_field_a", [=] { rbf_field_a<<<n4 / 256, 256>>>((const float4*)c, (const float4*)x, (const float4*)y, (float4*)o, n4); }, o, n, Output::f32});
    }
    return harness::run(argc, argv, cases);
}
