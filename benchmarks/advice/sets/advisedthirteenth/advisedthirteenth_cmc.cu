// What was advised about launches of twohundredseventh_cm4.cu, two of them mended ones and one that its author thought in order, carried out.
#include "harness.cuh"
using namespace harness;

// ---- tridiagonal systems side by side (amber_quill_cm4_b): four systems a lane, 16 bytes at a time
constexpr int TRI = 128;
__constant__ float tri_inv[TRI];
__constant__ float tri_up[TRI];
__global__ void __launch_bounds__(256) chalk_ferry_cmc_a(const float* __restrict__ d, float* y, int systems) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= systems) return;
    const float* src = d + s;
    float* dst = y + s;
    float v = 0.0f;
#pragma unroll 8
    for (int i = 0; i < TRI; ++i) { v = fmaf(0.8f, v, src[(size_t)i * systems]) * tri_inv[i]; dst[(size_t)i * systems] = v; }
    v = 0.0f;
#pragma unroll 8
    for (int i = TRI - 1; i >= 0; --i) { v = fmaf(tri_up[i], v, dst[(size_t)i * systems]); dst[(size_t)i * systems] = v; }
}
__global__ void __launch_bounds__(256) chalk_ferry_cmc_b(const float4* __restrict__ d, float4* y, int systems4) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= systems4) return;
    const float4* src = d + s;
    float4* dst = y + s;
    float4 v = make_float4(0, 0, 0, 0);
#pragma unroll 8
    for (int i = 0; i < TRI; ++i) {
        const float4 x = src[(size_t)i * systems4]; const float c = tri_inv[i];
        v.x = fmaf(0.8f, v.x, x.x) * c; v.y = fmaf(0.8f, v.y, x.y) * c; v.z = fmaf(0.8f, v.z, x.z) * c; v.w = fmaf(0.8f, v.w, x.w) * c;
        dst[(size_t)i * systems4] = v;
    }
    v = make_float4(0, 0, 0, 0);
#pragma unroll 8
    for (int i = TRI - 1; i >= 0; --i) {
        const float4 x = dst[(size_t)i * systems4]; const float c = tri_up[i];
        v.x = fmaf(c, v.x, x.x); v.y = fmaf(c, v.y, x.y); v.z = fmaf(c, v.z, x.z); v.w = fmaf(c, v.w, x.w);
        dst[(size_t)i * systems4] = v;
    }
}

// ---- density of sea water (saline_gable_cm4_b): four values a lane
__device__ __forceinline__ float density(float t, float s) {
    float p = 0.0132f;
    p = p * t - 0.0417f; p = p * t + 0.1123f; p = p * t - 0.2231f; p = p * t + 0.3719f; p = p * t - 0.4127f; p = p * t + 0.9173f;
    float q = 0.0211f;
    q = q * t + 0.0613f; q = q * t - 0.1417f; q = q * t + 0.2519f; q = q * t - 0.3317f; q = q * t + 0.7411f;
    float r = 0.0371f;
    r = r * s - 0.0877f; r = r * s + 0.1939f; r = r * s - 0.2711f; r = r * s + 0.5323f;
    return p + s * q + s * s * r;
}
__global__ void fennel_gauge_cmc_a(const float* __restrict__ temp, const float* __restrict__ salt, float* __restrict__ rho, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    rho[i] = density(temp[i], salt[i]);
}
__global__ void fennel_gauge_cmc_b(const float4* __restrict__ temp, const float4* __restrict__ salt, float4* __restrict__ rho, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    const float4 t = temp[i], s = salt[i];
    rho[i] = make_float4(density(t.x, s.x), density(t.y, s.y), density(t.z, s.z), density(t.w, s.w));
}

// ---- polynomial with 192 coefficients in double (zenith_cobbler_cm4_a, which its author thought in order): the table in shared memory
constexpr int DEG = 192;
__constant__ double coefficient[DEG];
__global__ void __launch_bounds__(256) onyx_gantry_cmc_a(const double2* __restrict__ x, double2* __restrict__ y, int n) {
    const int i = blockIdx.x * 512 + threadIdx.x;
    double2 a = x[i], b = x[i + 256];
    double p = 0.3, q = 0.3, r = 0.3, s = 0.3;
#pragma unroll 16
    for (int k = 0; k < DEG; ++k) {
        double c = coefficient[k];
        p = fma(p, a.x, c); q = fma(q, a.y, c); r = fma(r, b.x, c); s = fma(s, b.y, c);
    }
    y[i] = make_double2(p, q); y[i + 256] = make_double2(r, s);
}
__global__ void __launch_bounds__(256) onyx_gantry_cmc_b(const double2* __restrict__ x, const double* __restrict__ table, double2* __restrict__ y, int n) {
    __shared__ double2 held[DEG / 2];
    if (threadIdx.x < DEG / 2) held[threadIdx.x] = ((const double2*)table)[threadIdx.x];
    __syncthreads();
    const int i = blockIdx.x * 512 + threadIdx.x;
    double2 a = x[i], b = x[i + 256];
    double p = 0.3, q = 0.3, r = 0.3, s = 0.3;
#pragma unroll 8
    for (int k = 0; k < DEG / 2; ++k) {
        double2 c = held[k];
        p = fma(p, a.x, c.x); q = fma(q, a.y, c.x); r = fma(r, b.x, c.x); s = fma(s, b.y, c.x);
        p = fma(p, a.x, c.y); q = fma(q, a.y, c.y); r = fma(r, b.x, c.y); s = fma(s, b.y, c.y);
    }
    y[i] = make_double2(p, q); y[i + 256] = make_double2(r, s);
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    {
        const int systems = 132 * 2048 - 8192; const size_t n = (size_t)systems * TRI;
        std::vector<float> inv(TRI), up(TRI);
        float c = 0.0f;
        for (int i = 0; i < TRI; ++i) { inv[i] = 1.0f / (2.6f - 0.8f * c); c = 0.8f * inv[i]; up[i] = c; }
        CHECK(cudaMemcpyToSymbol(tri_inv, inv.data(), sizeof(float) * TRI));
        CHECK(cudaMemcpyToSymbol(tri_up, up.data(), sizeof(float) * TRI));
        float *t = filled<float>(n, 11), *y = empty<float>(n);
        cases.push_back({"chalk_ferry_cmc_a", [=] { chalk_ferry_cmc_a<<<(systems + 255) / 256, 256>>>(t, y, systems); }, y, n, Output::f32});
        cases.push_back({"chalk_ferry_cmc_b", [=] { chalk_ferry_cmc_b<<<(systems / 4 + 255) / 256, 256>>>((const float4*)t, (float4*)y, systems / 4); }, y, n, Output::f32});
    }
    {
        const int n = 1 << 24;
        float *t = filled<float>(n, 41), *s = filled<float>(n, 42), *y = empty<float>(n);
        cases.push_back({"fennel_gauge_cmc_a", [=] { fennel_gauge_cmc_a<<<n / 256, 256>>>(t, s, y, n); }, y, (size_t)n, Output::f32});
        cases.push_back({"fennel_gauge_cmc_b", [=] { fennel_gauge_cmc_b<<<n / 1024, 256>>>((const float4*)t, (const float4*)s, (float4*)y, n / 4); }, y, (size_t)n, Output::f32});
    }
    {
        const int n2 = 1 << 23; const size_t n = (size_t)n2 * 2;
        std::vector<double> host(DEG);
        for (int k = 0; k < DEG; ++k) host[k] = 0.01 * (k % 17) - 0.07;
        CHECK(cudaMemcpyToSymbol(coefficient, host.data(), sizeof(double) * DEG));
        double *table = empty<double>(DEG), *x = filled<double>(n, 181), *y = empty<double>(n);
        CHECK(cudaMemcpy(table, host.data(), sizeof(double) * DEG, cudaMemcpyHostToDevice));
        cases.push_back({"onyx_gantry_cmc_a", [=] { onyx_gantry_cmc_a<<<n2 / 512, 256>>>((double2*)x, (double2*)y, n2); }, y, n, Output::f64});
        cases.push_back({"onyx_gantry_cmc_b", [=] { onyx_gantry_cmc_b<<<n2 / 512, 256>>>((double2*)x, table, (double2*)y, n2); }, y, n, Output::f64});
    }
    return run(argc, argv, cases);
}
