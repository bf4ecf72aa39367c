#include "harness.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

// ---------------------------------------------------------------- satellite bands: 3x3 smoothing, 128x32 tiles in shared memory; padded image, pitch = nx + 8, rows = ny + 2
__global__ void __launch_bounds__(256) satellite_smooth_a(const float* __restrict__ in, float* __restrict__ out, int nx) {
    __shared__ __align__(16) float s[34 * 136];
    const int t = threadIdx.x, pitch = nx + 8;
    const float* g = in + (size_t)blockIdx.y * 32 * pitch + blockIdx.x * 128;
    float4 v[5];
#pragma unroll
    for (int i = 0; i < 5; ++i) { const int c = t + i * 256; if (c < 34 * 34) v[i] = *(const float4*)(g + (size_t)(c / 34) * pitch + c % 34 * 4); }
#pragma unroll
    for (int i = 0; i < 5; ++i) { const int c = t + i * 256; if (c < 34 * 34) *(float4*)&s[c * 4] = v[i]; }
    __syncthreads();
    const int x = (t & 31) * 4, y0 = (t >> 5) * 4;
    float* o = out + ((size_t)blockIdx.y * 32 + y0) * nx + blockIdx.x * 128 + x;
    float4 h[3];
    auto row = [&](int y) {
        const float* p = &s[y * 136 + 4 + x];
        const float4 c = *(const float4*)p;
        float l = __shfl_up_sync(0xffffffffu, c.w, 1), r = __shfl_down_sync(0xffffffffu, c.x, 1);
        if ((t & 31) == 0) l = p[-1];
        if ((t & 31) == 31) r = p[4];
        return make_float4(l + 2 * c.x + c.y, c.x + 2 * c.y + c.z, c.y + 2 * c.z + c.w, c.z + 2 * c.w + r);
    };
    h[0] = row(y0); h[1] = row(y0 + 1);
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        h[(i + 2) % 3] = row(y0 + i + 2);
        const float4 a = h[i % 3], b = h[(i + 1) % 3], c = h[(i + 2) % 3];
        *(float4*)(o + (size_t)i * nx) = make_float4((a.x + 2 * b.x + c.x) * 0.0625f, (a.y + 2 * b.y + c.y) * 0.0625f, (a.z + 2 * b.z + c.z) * 0.0625f, (a.w + 2 * b.w + c.w) * 0.0625f);
    }
}

// The compiler splits the four values of a store into four stores of 4 bytes, 16 apart; here they are kept together.
__device__ __forceinline__ void put(float* p, float x, float y, float z, float w) {
    asm volatile("st.global.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(p), "f"(x), "f"(y), "f"(z), "f"(w) : "memory");
}
__global__ void __launch_bounds__(256) satellite_smooth_b(const float* __restrict__ in, float* __restrict__ out, int nx) {
    __shared__ __align__(16) float s[34 * 136];
    const int t = threadIdx.x, pitch = nx + 8;
    const float* g = in + (size_t)blockIdx.y * 32 * pitch + blockIdx.x * 128;
    float4 v[5];
#pragma unroll
    for (int i = 0; i < 5; ++i) { const int c = t + i * 256; if (c < 34 * 34) v[i] = *(const float4*)(g + (size_t)(c / 34) * pitch + c % 34 * 4); }
#pragma unroll
    for (int i = 0; i < 5; ++i) { const int c = t + i * 256; if (c < 34 * 34) *(float4*)&s[c * 4] = v[i]; }
    __syncthreads();
    const int x = (t & 31) * 4, y0 = (t >> 5) * 4;
    float* o = out + ((size_t)blockIdx.y * 32 + y0) * nx + blockIdx.x * 128 + x;
    float4 h[3];
    auto row = [&](int y) {
        const float* p = &s[y * 136 + 4 + x];
        const float4 c = *(const float4*)p;
        float l = __shfl_up_sync(0xffffffffu, c.w, 1), r = __shfl_down_sync(0xffffffffu, c.x, 1);
        if ((t & 31) == 0) l = p[-1];
        if ((t & 31) == 31) r = p[4];
        return make_float4(l + 2 * c.x + c.y, c.x + 2 * c.y + c.z, c.y + 2 * c.z + c.w, c.z + 2 * c.w + r);
    };
    h[0] = row(y0); h[1] = row(y0 + 1);
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        h[(i + 2) % 3] = row(y0 + i + 2);
        const float4 a = h[i % 3], b = h[(i + 1) % 3], c = h[(i + 2) % 3];
        put(o + (size_t)i * nx, (a.x + 2 * b.x + c.x) * 0.0625f, (a.y + 2 * b.y + c.y) * 0.0625f, (a.z + 2 * b.z + c.z) * 0.0625f, (a.w + 2 * b.w + c.w) * 0.0625f);
    }
}

// ---------------------------------------------------------------- parcels: counting pass of a radix sort of 64-bit keys, histograms private to a warp
__global__ void __launch_bounds__(256) parcel_digits_a(const ulonglong2* __restrict__ keys, int* __restrict__ counts, size_t n2, int shift) {
    __shared__ int hist[8][256];
    const int t = threadIdx.x, w = t >> 5;
#pragma unroll
    for (int i = 0; i < 8; ++i) hist[i][t] = 0;
    __syncthreads();
    const size_t chunk = n2 / gridDim.x;
    const ulonglong2* k = keys + blockIdx.x * chunk + t;
    for (size_t i = 0; i < chunk; i += 1024) {
        ulonglong2 v[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) v[u] = __ldcs(k + i + u * 256);
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            atomicAdd(&hist[w][(int)(v[u].x >> shift) & 255], 1);
            atomicAdd(&hist[w][(int)(v[u].y >> shift) & 255], 1);
        }
    }
    __syncthreads();
    int sum = 0;
#pragma unroll
    for (int i = 0; i < 8; ++i) sum += hist[i][t];
    counts[(size_t)t * gridDim.x + blockIdx.x] = sum;
}

// ---------------------------------------------------------------- model loading: int8 weights to bf16, a scale for every 4096
__global__ void __launch_bounds__(256) weight_expand_a(const uint2* __restrict__ q, const float* __restrict__ scale, uint4* __restrict__ w) {
    const size_t i0 = (size_t)blockIdx.x * 1024 + threadIdx.x;
    uint2 v[4];
    float s[4];
#pragma unroll
    for (int u = 0; u < 4; ++u) { v[u] = __ldcs(q + i0 + u * 256); s[u] = __ldg(scale + ((i0 + u * 256) >> 9)); }
#pragma unroll
    for (int u = 0; u < 4; ++u) {
        __nv_bfloat162 o[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const int word = (int)(j < 2 ? v[u].x : v[u].y) >> (j & 1) * 16;
            o[j] = __floats2bfloat162_rn((float)(signed char)(word & 255) * s[u], (float)(signed char)(word >> 8 & 255) * s[u]);
        }
        __stcs(w + i0 + u * 256, *reinterpret_cast<uint4*>(o));
    }
}

// ---------------------------------------------------------------- optics: a plane of doubles turned over by 32x32 tiles
__global__ void __launch_bounds__(256) optic_turn_a(const double* __restrict__ in, double* __restrict__ out, int n) {
    __shared__ double s[32][33];
    const int x = threadIdx.x, y = threadIdx.y, bx = blockIdx.x * 32, by = blockIdx.y * 32;
    double v[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) v[i] = in[(size_t)(by + y + i * 8) * n + bx + x];
#pragma unroll
    for (int i = 0; i < 4; ++i) s[y + i * 8][x] = v[i];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 4; ++i) out[(size_t)(bx + y + i * 8) * n + by + x] = s[x][y + i * 8];
}

// ---------------------------------------------------------------- rotary phases: half pairs [token][head][128] turned by a table [token][64]
__global__ void __launch_bounds__(256) phase_turn_a(const uint4* __restrict__ x, const float4* __restrict__ table, uint4* __restrict__ y) {
    // 16 threads a head of 128, 32 heads a token, a block a token; adjacent values form a pair
    const size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    const uint4 v[2] = {__ldcs(x + i), __ldcs(x + i + 256)};
    const float4* tb = table + ((size_t)blockIdx.x * 16 + (threadIdx.x & 15)) * 2;
    const float4 t0 = __ldg(tb), t1 = __ldg(tb + 1);
    const float c[4] = {t0.x, t0.z, t1.x, t1.z}, s[4] = {t0.y, t0.w, t1.y, t1.w};
#pragma unroll
    for (int u = 0; u < 2; ++u) {
        const __half2* h = reinterpret_cast<const __half2*>(&v[u]);
        __half2 o[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) { const float2 f = __half22float2(h[j]); o[j] = __floats2half2_rn(fmaf(f.x, c[j], -f.y * s[j]), fmaf(f.x, s[j], f.y * c[j])); }
        __stcs(y + i + u * 256, *reinterpret_cast<uint4*>(o));
    }
}

// ---------------------------------------------------------------- invoices: gain and offset per column, then clamp
template <bool F>
__device__ __forceinline__ float post1(float x, float s, float b) { return fmaxf(F ? fmaf(x, s, b) : __fadd_rn(__fmul_rn(x, s), b), 0.0f); }
template <bool F>
__device__ __forceinline__ void post(const float4* __restrict__ x, const float4* __restrict__ s, const float4* __restrict__ b, float4* __restrict__ y) {
    const size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int u = 0; u < 2; ++u) {
        const size_t k = i + u * 256;
        const float4 v = x[k], g = __ldg(s + (k & 255)), o = __ldg(b + (k & 255));
        y[k] = make_float4(post1<F>(v.x, g.x, o.x), post1<F>(v.y, g.y, o.y), post1<F>(v.z, g.z, o.z), post1<F>(v.w, g.w, o.w));
    }
}
__global__ void __launch_bounds__(256) invoice_post_a(const float4* __restrict__ x, const float4* __restrict__ s, const float4* __restrict__ b, float4* __restrict__ y) { post<false>(x, s, b, y); }
__global__ void __launch_bounds__(256) invoice_post_b(const float4* __restrict__ x, const float4* __restrict__ s, const float4* __restrict__ b, float4* __restrict__ y) { post<true>(x, s, b, y); }

// ---------------------------------------------------------------- land registry: a raster of floats turned over by 32x32 tiles
template <int LD>
__device__ __forceinline__ void turn(const float* __restrict__ in, float* __restrict__ out, int n) {
    __shared__ float s[32][LD];
    const int x = threadIdx.x, y = threadIdx.y, bx = blockIdx.x * 32, by = blockIdx.y * 32;
    float v[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) v[i] = in[(size_t)(by + y + i * 8) * n + bx + x];
#pragma unroll
    for (int i = 0; i < 4; ++i) s[y + i * 8][x] = v[i];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 4; ++i) out[(size_t)(bx + y + i * 8) * n + by + x] = s[x][y + i * 8];
}
__global__ void __launch_bounds__(256) plot_turn_a(const float* __restrict__ in, float* __restrict__ out, int n) { turn<34>(in, out, n); }
__global__ void __launch_bounds__(256) plot_turn_b(const float* __restrict__ in, float* __restrict__ out, int n) { turn<33>(in, out, n); }

int main(int argc, char** argv) {
    using harness::Case; using harness::Output;
    std::vector<Case> cases;
    {
        const int nx = 16384, ny = 8192; auto in = harness::filled<float>((size_t)(nx + 8) * (ny + 2), 3); auto out = harness::empty<float>((size_t)nx * ny);
        cases.push_back({"satellite_smooth_a", [=] { satellite_smooth_a<<<dim3(nx / 128, ny / 32), 256>>>(in, out, nx); }, out, (size_t)nx * ny, Output::f32});
        cases.push_back({"satellite_smooth_b", [=] { satellite_smooth_b<<<dim3(nx / 128, ny / 32), 256>>>(in, out, nx); }, out, (size_t)nx * ny, Output::f32});
    }
    {
        const int grid = 132 * 8; const size_t n2 = (size_t)grid * 1024 * 64; auto k = harness::filled<double>(n2 * 2, 4); auto c = harness::empty<int>(256 * grid);
        cases.push_back({"parcel_digits_a", [=] { parcel_digits_a<<<grid, 256>>>((const ulonglong2*)k, c, n2, 36); }, c, (size_t)256 * grid, Output::i32});
    }
    {
        const size_t n = (size_t)1 << 28; auto q = harness::indices(n / 4, 0xffffffffu, 5); auto s = harness::filled<float>(n / 4096, 6); auto w = harness::empty<__nv_bfloat16>(n);
        cases.push_back({"weight_expand_a", [=] { weight_expand_a<<<(int)(n / 8192), 256>>>((const uint2*)q, s, (uint4*)w); }, w, n * 2, Output::u8});
    }
    {
        const int n = 8192; auto in = harness::filled<double>((size_t)n * n, 7); auto out = harness::empty<double>((size_t)n * n);
        cases.push_back({"optic_turn_a", [=] { optic_turn_a<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(in, out, n); }, out, (size_t)n * n, Output::f64});
    }
    {
        const int tokens = 65536; const size_t n = (size_t)tokens * 4096; auto x = harness::filled<__half>(n, 8); auto t = harness::filled<float>((size_t)tokens * 128, 9); auto y = harness::empty<__half>(n);
        cases.push_back({"phase_turn_a", [=] { phase_turn_a<<<tokens, 256>>>((const uint4*)x, (const float4*)t, (uint4*)y); }, y, n, Output::f16});
    }
    {
        const size_t n4 = (size_t)1 << 25; auto x = harness::filled<float>(n4 * 4, 10); auto s = harness::filled<float>(1024, 11); auto b = harness::filled<float>(1024, 12); auto y = harness::empty<float>(n4 * 4);
        cases.push_back({"invoice_post_a", [=] { invoice_post_a<<<(int)(n4 / 512), 256>>>((const float4*)x, (const float4*)s, (const float4*)b, (float4*)y); }, y, n4 * 4, Output::f32});
        cases.push_back({"invoice_post_b", [=] { invoice_post_b<<<(int)(n4 / 512), 256>>>((const float4*)x, (const float4*)s, (const float4*)b, (float4*)y); }, y, n4 * 4, Output::f32});
    }
    {
        const int n = 12288; auto in = harness::filled<float>((size_t)n * n, 13); auto out = harness::empty<float>((size_t)n * n);
        cases.push_back({"plot_turn_a", [=] { plot_turn_a<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(in, out, n); }, out, (size_t)n * n, Output::f32});
        cases.push_back({"plot_turn_b", [=] { plot_turn_b<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(in, out, n); }, out, (size_t)n * n, Output::f32});
    }
    return harness::run(argc, argv, cases);
}
