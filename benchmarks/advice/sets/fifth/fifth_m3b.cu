// Double precision by accident, slow mathematics, integer division, dependent chains: measured before/after pairs.
#include "harness.cuh"
using u32 = unsigned int; using u64 = unsigned long long;
static const size_t N = 41091072;  // 132*512*4*152 = 352*304*384

// ---- guitar amplifier: valve saturation of a long recording ----
__device__ __forceinline__ float tube_d(float x) {
    float y = x * 1.73;
    y = y - 0.148 * y;
    float z = y * y;
    z = 0.5 * z + 0.25;
    y = y * 0.91 + 0.02;
    return fmaf(y, z, x);
}
__device__ __forceinline__ float tube_f(float x) {
    float y = x * 1.73f;
    y = y - 0.148f * y;
    float z = y * y;
    z = 0.5f * z + 0.25f;
    y = y * 0.91f + 0.02f;
    return fmaf(y, z, x);
}
__global__ void __launch_bounds__(256) tube_saturation_a(const float4* x, float4* y) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x; float4 v = x[i];
    y[i] = make_float4(tube_d(v.x), tube_d(v.y), tube_d(v.z), tube_d(v.w));
}
__global__ void __launch_bounds__(256) tube_saturation_b(const float4* x, float4* y) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x; float4 v = x[i];
    y[i] = make_float4(tube_f(v.x), tube_f(v.y), tube_f(v.z), tube_f(v.w));
}
// ---- groundwater: van Genuchten saturation; pow(float, double literal) takes the double overload ----
__global__ void __launch_bounds__(128) aquifer_retention_a(const float4* head, float4* sat, float alpha) {
    size_t i = blockIdx.x * (size_t)128 + threadIdx.x; float4 h = head[i]; float v[4] = {h.x, h.y, h.z, h.w};
#pragma unroll
    for (int k = 0; k < 4; ++k) { float s = alpha * (v[k] + 1.5f); v[k] = pow(1.f + s * s, -0.445); }
    sat[i] = make_float4(v[0], v[1], v[2], v[3]);
}
__global__ void __launch_bounds__(128) aquifer_retention_b(const float4* head, float4* sat, float alpha) {
    size_t i = blockIdx.x * (size_t)128 + threadIdx.x; float4 h = head[i]; float v[4] = {h.x, h.y, h.z, h.w};
#pragma unroll
    for (int k = 0; k < 4; ++k) { float s = alpha * (v[k] + 1.5f); v[k] = powf(1.f + s * s, -0.445f); }
    sat[i] = make_float4(v[0], v[1], v[2], v[3]);
}
// ---- optics: rays through a graded-index rod, 64 midpoint steps ----
template <typename L> __device__ __forceinline__ float2 rod(float x, float px, float y, float py, float n2) {
    const L half = (L)0.5, mean = (L)0.25, tilt = (L)0.31;
#pragma unroll 2
    for (int k = 0; k < 64; ++k) {
        float r2 = fmaf(x, x, y * y), g = n2 * fmaf(r2, fmaf(r2, 0.013f, -0.11f), 1.f);
        float mx = half * px + x;
        float my = half * py + y;
        float m2 = fmaf(mx, mx, my * my), gm = n2 * fmaf(m2, fmaf(m2, 0.013f, -0.11f), 1.f);
        float blend = mean * g + tilt * gm;
        px = fmaf(-blend, mx, px); py = fmaf(-blend, my, py);
        x = fmaf(0.11f, px, x); y = fmaf(0.11f, py, y);
        float w = fmaf(x, 0.002f, fmaf(y, -0.003f, 1.f)); n2 = fmaf(n2, w, -0.001f * n2);
        px = fmaf(px, -0.001f, px); py = fmaf(py, -0.001f, py);
    }
    return make_float2(x + px, y + py);
}
__global__ void __launch_bounds__(256) graded_rod_rays_a(const float4* ray, float2* hit, float n2) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 r = ray[i]; hit[i] = rod<double>(r.x, 0.1f * r.y, r.z, 0.1f * r.w, n2);
}
__global__ void __launch_bounds__(256) graded_rod_rays_b(const float4* ray, float2* hit, float n2) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 r = ray[i]; hit[i] = rod<float>(r.x, 0.1f * r.y, r.z, 0.1f * r.w, n2);
}
// ---- ocean surface: height as a sum of 24 swell components ----
__constant__ float4 swells[24];
__global__ void __launch_bounds__(192) swell_surface_a(const float2* pos, float* height, float t) {
    int i = blockIdx.x * 192 + threadIdx.x; float2 p = pos[i]; float h = 0.f;
#pragma unroll 4
    for (int k = 0; k < 24; ++k) { float4 w = swells[k]; h = fmaf(w.w, sinf(fmaf(w.x, p.x, fmaf(w.y, p.y, w.z * t))), h); }
    height[i] = h;
}
__global__ void __launch_bounds__(192) swell_surface_b(const float2* pos, float* height, float t) {
    int i = blockIdx.x * 192 + threadIdx.x; float2 p = pos[i]; float h = 0.f;
#pragma unroll 4
    for (int k = 0; k < 24; ++k) { float4 w = swells[k]; h = fmaf(w.w, __sinf(fmaf(w.x, p.x, fmaf(w.y, p.y, w.z * t))), h); }
    height[i] = h;
}
// ---- molecular cage: softened potential of all charges, partial sums per source segment ----
template <bool FAST> __device__ __forceinline__ void cage(const float4* q, float* phi, int m, int seg) {
    __shared__ float4 s[176];
    int i = blockIdx.x * 256 + threadIdx.x; float4 me = q[i]; float acc = 0.f;
    for (int j0 = blockIdx.y * seg; j0 < (blockIdx.y + 1) * seg; j0 += 176) {
        if (threadIdx.x < 176) s[threadIdx.x] = q[j0 + threadIdx.x];
        __syncthreads();
#pragma unroll 4
        for (int j = 0; j < 176; ++j) {
            float4 o = s[j]; float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z, r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f)));
            if (FAST) acc = fmaf(o.w, rsqrtf(r2), acc); else acc += o.w / sqrtf(r2);
        }
        __syncthreads();
    }
    phi[blockIdx.y * m + i] = acc;
}
__global__ void __launch_bounds__(256) cage_potential_a(const float4* q, float* phi, int m, int seg) { cage<false>(q, phi, m, seg); }
__global__ void __launch_bounds__(256) cage_potential_b(const float4* q, float* phi, int m, int seg) { cage<true>(q, phi, m, seg); }
// ---- snow hydrology: melt from degree-days with a power law ----
__global__ void __launch_bounds__(384) snowmelt_power_a(const float4* warm, float4* melt, float ex, float cap) {
    size_t i = blockIdx.x * (size_t)384 + threadIdx.x; float4 w = warm[i]; float v[4] = {w.x, w.y, w.z, w.w};
#pragma unroll
    for (int k = 0; k < 4; ++k) { float d = v[k] + 1.125f, p = powf(d, ex); v[k] = p / (p + cap); }
    melt[i] = make_float4(v[0], v[1], v[2], v[3]);
}
__global__ void __launch_bounds__(384) snowmelt_power_b(const float4* warm, float4* melt, float ex, float cap) {
    size_t i = blockIdx.x * (size_t)384 + threadIdx.x; float4 w = warm[i]; float v[4] = {w.x, w.y, w.z, w.w};
#pragma unroll
    for (int k = 0; k < 4; ++k) { float d = v[k] + 1.125f, p = __powf(d, ex); v[k] = __fdividef(p, p + cap); }
    melt[i] = make_float4(v[0], v[1], v[2], v[3]);
}
// ---- periodic simulation box rolled by a shift ----
struct FastDiv { u32 d, m, s; };  // q = umulhi(n, m) >> s, exact for n < 2^31
static FastDiv fast_div(u32 d) { u32 s = 0; while ((1ull << (s + 1)) <= d) ++s; return {d, (u32)(((1ull << (32 + s)) + d - 1) / d), s}; }
__global__ void __launch_bounds__(256) torus_roll_a(const float* in, float* out, u32 nx, u32 ny, u32 nz, u32 sx, u32 sy, u32 sz) {
    u32 i0 = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        u32 i = i0 + j * 256, x = i % nx, y = i / nx % ny, z = i / nx / ny;
        out[i] = in[((z + sz) % nz * ny + (y + sy) % ny) * nx + (x + sx) % nx];
    }
}
__global__ void __launch_bounds__(256) torus_roll_b(const float* in, float* out, FastDiv dx, FastDiv dy, u32 nz, u32 sx, u32 sy, u32 sz) {
    u32 i0 = blockIdx.x * 1024 + threadIdx.x, nx = dx.d, ny = dy.d;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        u32 i = i0 + j * 256, r = __umulhi(i, dx.m) >> dx.s, x = i - r * nx, z = __umulhi(r, dy.m) >> dy.s, y = r - z * ny;
        x += sx; if (x >= nx) x -= nx; y += sy; if (y >= ny) y -= ny; z += sz; if (z >= nz) z -= nz;
        out[i] = in[(z * ny + y) * nx + x];
    }
}
// ---- rolling fingerprints of documents modulo a prime chosen at run time ----
__global__ void __launch_bounds__(512) rabin_fingerprint_a(const u32* words, int steps, size_t docs, u64 base, u64 prime, u32* print) {
    size_t d = blockIdx.x * (size_t)512 + threadIdx.x; u64 h = 1;
#pragma unroll 2
    for (int k = 0; k < steps; ++k) h = (h * base + words[k * docs + d]) % prime;
    print[d] = (u32)(h >> 1);
}
__global__ void __launch_bounds__(512) rabin_fingerprint_b(const u32* words, int steps, size_t docs, u64 base, u64 prime, u64 inv, u32* print) {
    size_t d = blockIdx.x * (size_t)512 + threadIdx.x; u64 h = 1;
#pragma unroll 2
    for (int k = 0; k < steps; ++k) {
        u64 x = h * base + words[k * docs + d]; h = x - __umul64hi(x, inv) * prime;
        if (h >= prime) h -= prime; if (h >= prime) h -= prime;
    }
    print[d] = (u32)(h >> 1);
}
// ---- tape echo: six filter banks read 48 taps of a ring of run-time length ----
__constant__ float tapes[6][48];
__global__ void __launch_bounds__(256) carousel_taps_a(const float* rings, float* env, u32 len, u32 head, u32 space) {
    __shared__ float s[1536]; const float* g = rings + blockIdx.x * (size_t)1536;
    for (int k = threadIdx.x; k < 1536; k += 256) s[k] = g[k];
    __syncthreads();
    for (u32 t = threadIdx.x; t < len; t += 256) {
        float a[6] = {};
#pragma unroll 8
        for (u32 k = 0; k < 48; ++k) {
            float v = s[(head + t + k * space) % len];
#pragma unroll
            for (int b = 0; b < 6; ++b) a[b] = fmaf(tapes[b][k], v, a[b]);
        }
        env[blockIdx.x * (size_t)1536 + t] = a[0] * a[0] + a[1] * a[1] + a[2] * a[2] + a[3] * a[3] + a[4] * a[4] + a[5] * a[5];
    }
}
__global__ void __launch_bounds__(256) carousel_taps_b(const float* rings, float* env, u32 len, u32 head, u32 space) {
    __shared__ float s[1536]; const float* g = rings + blockIdx.x * (size_t)1536;
    for (int k = threadIdx.x; k < 1536; k += 256) s[k] = g[k];
    __syncthreads();
    for (u32 t = threadIdx.x; t < len; t += 256) {
        float a[6] = {}; u32 pos = (head + t) % len;
#pragma unroll 8
        for (u32 k = 0; k < 48; ++k) {
            float v = s[pos]; pos += space; if (pos >= len) pos -= len;
#pragma unroll
            for (int b = 0; b < 6; ++b) a[b] = fmaf(tapes[b][k], v, a[b]);
        }
        env[blockIdx.x * (size_t)1536 + t] = a[0] * a[0] + a[1] * a[1] + a[2] * a[2] + a[3] * a[3] + a[4] * a[4] + a[5] * a[5];
    }
}
// ---- almanac: six Chebyshev series of 4096 terms (position, velocity) by Clenshaw; the table fills shared memory ----
__global__ void __launch_bounds__(128) almanac_clenshaw_a(const float4* table, const float* when, float* state, int n) {
    extern __shared__ float4 c[];  // [6][1024] float4
    for (int k = threadIdx.x; k < 6144; k += 128) c[k] = table[k];
    __syncthreads();
    int i = blockIdx.x * 128 + threadIdx.x; float x2 = 1.9f * when[i];
#pragma unroll 1
    for (int s = 0; s < 6; ++s) {
        float p = 0.f, q = 0.f;  // b[k+1], b[k+2]
#pragma unroll 4
        for (int k = 0; k < 1024; ++k) {
            float4 w = c[s * 1024 + k];
            float t = fmaf(x2, p, w.x - q); q = fmaf(x2, t, w.y - p); p = fmaf(x2, q, w.z - t); t = fmaf(x2, p, w.w - q); q = p; p = t;
        }
        state[s * n + i] = p;
    }
}
__global__ void __launch_bounds__(128) almanac_clenshaw_b(const float4* table, const float* when, float* state, int n) {
    extern __shared__ float4 c[];
    for (int k = threadIdx.x; k < 6144; k += 128) c[k] = table[k];
    __syncthreads();
    int i = blockIdx.x * 128 + threadIdx.x; float x2 = 1.9f * when[i], p[6] = {}, q[6] = {};
#pragma unroll 2
    for (int k = 0; k < 1024; ++k)
#pragma unroll
        for (int s = 0; s < 6; ++s) {
            float4 w = c[s * 1024 + k];
            float t = fmaf(x2, p[s], w.x - q[s]), u = fmaf(x2, t, w.y - p[s]), v = fmaf(x2, u, w.z - t); p[s] = fmaf(x2, v, w.w - u); q[s] = v;
        }
#pragma unroll
    for (int s = 0; s < 6; ++s) state[s * n + i] = p[s];
}
// ---- filter design: response of a long FIR on points inside the unit circle (complex Horner) ----
__global__ void __launch_bounds__(128) zplane_response_a(const float4* taps, int quads, const float2* z, float2* h) {
    extern __shared__ float4 c[];
    for (int k = threadIdx.x; k < quads; k += 128) c[k] = taps[k];
    __syncthreads();
    int i = blockIdx.x * 128 + threadIdx.x; float2 w = z[i]; w.x *= 0.7f; w.y *= 0.7f; float a = 0.f, b = 0.f;
#pragma unroll 2
    for (int k = 0; k < quads; ++k) {
        float4 v = c[k]; float t[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int j = 0; j < 4; ++j) { float n = fmaf(a, w.x, fmaf(-b, w.y, t[j])); b = fmaf(b, w.x, a * w.y); a = n; }
    }
    h[i] = make_float2(a, b);
}
__global__ void __launch_bounds__(128) zplane_response_b(const float4* taps, int quads, const float2* z, float2* h) {
    extern __shared__ float4 c[];
    for (int k = threadIdx.x; k < quads; k += 128) c[k] = taps[k];
    __syncthreads();
    int i = blockIdx.x * 128 + threadIdx.x; float2 w = z[i]; w.x *= 0.7f; w.y *= 0.7f;
    float2 w2 = make_float2(w.x * w.x - w.y * w.y, 2.f * w.x * w.y), w4 = make_float2(w2.x * w2.x - w2.y * w2.y, 2.f * w2.x * w2.y);
    float a[4] = {}, b[4] = {};
#pragma unroll 2
    for (int k = 0; k < quads; ++k) {
        float4 v = c[k]; float t[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int j = 0; j < 4; ++j) { float n = fmaf(a[j], w4.x, fmaf(-b[j], w4.y, t[j])); b[j] = fmaf(b[j], w4.x, a[j] * w4.y); a[j] = n; }
    }
    float p = a[0], q = b[0];
#pragma unroll
    for (int j = 1; j < 4; ++j) { float n = fmaf(p, w.x, fmaf(-q, w.y, a[j])); q = fmaf(q, w.x, fmaf(p, w.y, b[j])); p = n; }
    h[i] = make_float2(p, q);
}
// ---- agronomy: yield anomaly (mild: one double literal in a stream) ----
__global__ void __launch_bounds__(256) barley_yield_a(const float4* x, float4* y) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x; float4 v = x[i];
    y[i] = make_float4(v.x * 1.0837, v.y * 1.0837, v.z * 1.0837, v.w * 1.0837);
}
__global__ void __launch_bounds__(256) barley_yield_b(const float4* x, float4* y) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x; float4 v = x[i];
    y[i] = make_float4(v.x * 1.0837f, v.y * 1.0837f, v.z * 1.0837f, v.w * 1.0837f);
}
// ---- stellar opacity: rational fit iterated to self-consistency (healthy: bound by FMA) ----
__global__ void __launch_bounds__(256) opacity_closure_a(const float4* x, float4* y, float a, float b, float c, float d) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x; float4 v = x[i], r = v;
#pragma unroll 8
    for (int k = 0; k < 64; ++k) {
        float px = fmaf(r.x, a, b), py = fmaf(r.y, a, b), pz = fmaf(r.z, a, b), pw = fmaf(r.w, a, b);
        px = fmaf(px, r.x, c); py = fmaf(py, r.y, c); pz = fmaf(pz, r.z, c); pw = fmaf(pw, r.w, c);
        px = fmaf(px, r.x, d); py = fmaf(py, r.y, d); pz = fmaf(pz, r.z, d); pw = fmaf(pw, r.w, d);
        r.x = fmaf(px, 0.2f, v.x); r.y = fmaf(py, 0.2f, v.y); r.z = fmaf(pz, 0.2f, v.z); r.w = fmaf(pw, 0.2f, v.w);
    }
    y[i] = r;
}

int main(int argc, char** argv) {
    using namespace harness;
    float* F = filled<float>(N, 9); float* G = empty<float>(N);
    float4 sw[24]; for (int k = 0; k < 24; ++k) sw[k] = make_float4(3.f * unit(k * 4 + 1), 3.f * unit(k * 4 + 2), unit(k * 4 + 3), 1.f / (2 + k));
    CHECK(cudaMemcpyToSymbol(swells, sw, sizeof sw));
    float tp[6][48]; for (int k = 0; k < 288; ++k) tp[k / 48][k % 48] = 0.2f * unit(k + 900);
    CHECK(cudaMemcpyToSymbol(tapes, tp, sizeof tp));
    std::vector<float> series(24576); for (int k = 0; k < 24576; ++k) series[k] = unit(k + 4000) * (0.05f + (k % 4096) / 4096.f);
    float* table = uploaded(series);
    auto c4 = [](const void* p) { return (const float4*)p; };
    CHECK(cudaFuncSetAttribute(almanac_clenshaw_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 98304));
    CHECK(cudaFuncSetAttribute(almanac_clenshaw_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 98304));
    CHECK(cudaFuncSetAttribute(zplane_response_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 98304));
    CHECK(cudaFuncSetAttribute(zplane_response_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 98304));
    const int rays = 132 * 2048 * 5, points = 132 * 192 * 10 * 16, bodies = 66 * 256, when = 132 * 128;
    const size_t docs = 132 * 2048 * 4; const u64 base = 0x9E3779B1ull % 4294967291ull, prime = 4294967291ull, inv = ~0ull / prime;
    const unsigned melts = (unsigned)(N / 4 / 384);
    const FastDiv dx = fast_div(352), dy = fast_div(304);
    std::vector<Case> cases;
    cases.push_back({"tube_saturation_a", [=] { tube_saturation_a<<<N / 1024, 256>>>(c4(F), (float4*)G); }, G, N, Output::f32});
    cases.push_back({"tube_saturation_b", [=] { tube_saturation_b<<<N / 1024, 256>>>(c4(F), (float4*)G); }, G, N, Output::f32});
    cases.push_back({"aquifer_retention_a", [=] { aquifer_retention_a<<<N / 512, 128>>>(c4(F), (float4*)G, 1.3f); }, G, N, Output::f32});
    cases.push_back({"aquifer_retention_b", [=] { aquifer_retention_b<<<N / 512, 128>>>(c4(F), (float4*)G, 1.3f); }, G, N, Output::f32});
    cases.push_back({"graded_rod_rays_a", [=] { graded_rod_rays_a<<<rays / 256, 256>>>(c4(F), (float2*)G, 0.05f); }, G, (size_t)rays * 2, Output::f32});
    cases.push_back({"graded_rod_rays_b", [=] { graded_rod_rays_b<<<rays / 256, 256>>>(c4(F), (float2*)G, 0.05f); }, G, (size_t)rays * 2, Output::f32});
    cases.push_back({"swell_surface_a", [=] { swell_surface_a<<<points / 192, 192>>>((const float2*)F, G, 1.7f); }, G, (size_t)points, Output::f32});
    cases.push_back({"swell_surface_b", [=] { swell_surface_b<<<points / 192, 192>>>((const float2*)F, G, 1.7f); }, G, (size_t)points, Output::f32});
    cases.push_back({"cage_potential_a", [=] { cage_potential_a<<<dim3(66, 32), 256>>>(c4(F), G, bodies, bodies / 32); }, G, (size_t)bodies * 32, Output::f32});
    cases.push_back({"cage_potential_b", [=] { cage_potential_b<<<dim3(66, 32), 256>>>(c4(F), G, bodies, bodies / 32); }, G, (size_t)bodies * 32, Output::f32});
    cases.push_back({"snowmelt_power_a", [=] { snowmelt_power_a<<<melts, 384>>>(c4(F), (float4*)G, 1.37f, 0.8f); }, G, N, Output::f32});
    cases.push_back({"snowmelt_power_b", [=] { snowmelt_power_b<<<melts, 384>>>(c4(F), (float4*)G, 1.37f, 0.8f); }, G, N, Output::f32});
    cases.push_back({"torus_roll_a", [=] { torus_roll_a<<<N / 1024, 256>>>(F, G, 352, 304, 384, 96, 17, 5); }, G, N, Output::f32});
    cases.push_back({"torus_roll_b", [=] { torus_roll_b<<<N / 1024, 256>>>(F, G, dx, dy, 384, 96, 17, 5); }, G, N, Output::f32});
    cases.push_back({"rabin_fingerprint_a", [=] { rabin_fingerprint_a<<<docs / 512, 512>>>((const u32*)F, 38, docs, base, prime, (u32*)G); }, G, docs, Output::i32});
    cases.push_back({"rabin_fingerprint_b", [=] { rabin_fingerprint_b<<<docs / 512, 512>>>((const u32*)F, 38, docs, base, prime, inv, (u32*)G); }, G, docs, Output::i32});
    cases.push_back({"carousel_taps_a", [=] { carousel_taps_a<<<4224, 256>>>(F, G, 1536, 411, 31); }, G, (size_t)4224 * 1536, Output::f32});
    cases.push_back({"carousel_taps_b", [=] { carousel_taps_b<<<4224, 256>>>(F, G, 1536, 411, 31); }, G, (size_t)4224 * 1536, Output::f32});
    cases.push_back({"almanac_clenshaw_a", [=] { almanac_clenshaw_a<<<132, 128, 98304>>>(c4(table), F, G, when); }, G, (size_t)when * 6, Output::f32});
    cases.push_back({"almanac_clenshaw_b", [=] { almanac_clenshaw_b<<<132, 128, 98304>>>(c4(table), F, G, when); }, G, (size_t)when * 6, Output::f32});
    cases.push_back({"zplane_response_a", [=] { zplane_response_a<<<132, 128, 98304>>>(c4(table), 6144, (const float2*)F, (float2*)G); }, G, (size_t)when * 2, Output::f32});
    cases.push_back({"zplane_response_b", [=] { zplane_response_b<<<132, 128, 98304>>>(c4(table), 6144, (const float2*)F, (float2*)G); }, G, (size_t)when * 2, Output::f32});
    cases.push_back({"barley_yield_a", [=] { barley_yield_a<<<N / 1024, 256>>>(c4(F), (float4*)G); }, G, N, Output::f32});
    cases.push_back({"barley_yield_b", [=] { barley_yield_b<<<N / 1024, 256>>>(c4(F), (float4*)G); }, G, N, Output::f32});
    cases.push_back({"opacity_closure_a", [=] { opacity_closure_a<<<N / 1024, 256>>>(c4(F), (float4*)G, 0.3f, -0.2f, 0.4f, -0.1f); }, G, N, Output::f32});
    return run(argc, argv, cases);
}
