// Series, special functions and precision: thermodynamics, ecology, fluids, audio, imaging, attention, radio, wind.
#include <cuda_fp16.h>
#include "harness.cuh"
using harness::Case; using harness::Output;

// ---- zfactor: Newton solution of a cubic equation of state, one cell a thread -------------------------------------------------
__global__ void __launch_bounds__(256) zfactor_solve_a(const float* __restrict__ attract, const float* __restrict__ covolume, float* __restrict__ z_out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float a = 0.2 + 0.1 * attract[i], b = 0.04 + 0.02 * covolume[i];
    float c2 = 1.0 - b;
    float c1 = a - 3.0 * b * b - 2.0 * b;
    float c0 = a * b - b * b - b * b * b;
    float z = 1.0;
#pragma unroll 1
    for (int k = 0; k < 10; ++k) {
        float f = ((z - c2) * z + c1) * z - c0;
        float d = 3.0 * z * z - 2.0 * c2 * z + c1;
        z = z - 0.95 * f / d;
    }
    z_out[i] = z;
}
__global__ void __launch_bounds__(256) zfactor_solve_b(const float* __restrict__ attract, const float* __restrict__ covolume, float* __restrict__ z_out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float a = 0.2f + 0.1f * attract[i], b = 0.04f + 0.02f * covolume[i];
    float c2 = 1.0f - b;
    float c1 = a - 3.0f * b * b - 2.0f * b;
    float c0 = a * b - b * b - b * b * b;
    float z = 1.0f;
#pragma unroll 1
    for (int k = 0; k < 10; ++k) {
        float f = ((z - c2) * z + c1) * z - c0;
        float d = 3.0f * z * z - 2.0f * c2 * z + c1;
        z = z - 0.95f * f / d;
    }
    z_out[i] = z;
}

// ---- bird_density: kernel density of sightings on a map, sightings staged in shared memory -----------------------------------
constexpr int kSightings = 256;
__global__ void bird_density_a(const float* __restrict__ sx, const float* __restrict__ sy, const float* __restrict__ sw,
                               float* __restrict__ density, int width, int height, float inv_h2) {
    __shared__ float3 site[kSightings];
    int tid = threadIdx.y * blockDim.x + threadIdx.x;
    for (int k = tid; k < kSightings; k += blockDim.x * blockDim.y) site[k] = make_float3(sx[k], sy[k], 1.5f + sw[k]);
    __syncthreads();
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float px = 2.0f * x / width - 1.0f, py = 2.0f * y / height - 1.0f, sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kSightings; ++k) {
        float3 s = site[k];
        float dx = px - s.x, dy = py - s.y;
        float d2 = (dx * dx + dy * dy) * inv_h2;
        sum += s.z * exp(-0.5 * d2);
    }
    density[(size_t)y * width + x] = sum;
}
__global__ void bird_density_b(const float* __restrict__ sx, const float* __restrict__ sy, const float* __restrict__ sw,
                               float* __restrict__ density, int width, int height, float inv_h2) {
    __shared__ float3 site[kSightings];
    int tid = threadIdx.y * blockDim.x + threadIdx.x;
    for (int k = tid; k < kSightings; k += blockDim.x * blockDim.y) site[k] = make_float3(sx[k], sy[k], 1.5f + sw[k]);
    __syncthreads();
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float px = 2.0f * x / width - 1.0f, py = 2.0f * y / height - 1.0f, sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kSightings; ++k) {
        float3 s = site[k];
        float dx = px - s.x, dy = py - s.y;
        float d2 = (dx * dx + dy * dy) * inv_h2;
        sum += s.z * expf(-0.5f * d2);
    }
    density[(size_t)y * width + x] = sum;
}

// ---- vortex_sheet: induced velocity of regularised point vortices, all pairs, tiles in shared memory --------------------------
__device__ __forceinline__ float quick_rcp(float x) { float r; asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x)); return r; }
constexpr int kVortexTile = 256;
__global__ void __launch_bounds__(256) vortex_sheet_a(const float* __restrict__ px, const float* __restrict__ py, const float* __restrict__ gamma,
                                                      float2* __restrict__ velocity, int targets, int sources, float eps) {
    __shared__ float4 tile[kVortexTile];
    int i = blockIdx.x * 256 + threadIdx.x;
    float x = 1.3f * px[i], y = 1.3f * py[i];
    double u = 0, v = 0;
    for (int base = 0; base < sources; base += kVortexTile) {
        __syncthreads();
        tile[threadIdx.x] = make_float4(px[base + threadIdx.x], py[base + threadIdx.x], gamma[base + threadIdx.x], 0.f);
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < kVortexTile; ++j) {
            float4 s = tile[j];
            float dx = x - s.x, dy = y - s.y;
            float f = s.z * quick_rcp(fmaf(dx, dx, fmaf(dy, dy, eps)));
            u -= (double)(f * dy);
            v += (double)(f * dx);
        }
    }
    if (i < targets) velocity[i] = make_float2((float)u, (float)v);
}
__global__ void __launch_bounds__(256) vortex_sheet_b(const float* __restrict__ px, const float* __restrict__ py, const float* __restrict__ gamma,
                                                      float2* __restrict__ velocity, int targets, int sources, float eps) {
    __shared__ float4 tile[kVortexTile];
    int i = blockIdx.x * 256 + threadIdx.x;
    float x = 1.3f * px[i], y = 1.3f * py[i];
    double u = 0, v = 0;
    for (int base = 0; base < sources; base += kVortexTile) {
        __syncthreads();
        tile[threadIdx.x] = make_float4(px[base + threadIdx.x], py[base + threadIdx.x], gamma[base + threadIdx.x], 0.f);
        __syncthreads();
        for (int chunk = 0; chunk < kVortexTile; chunk += 32) {
            float cu = 0.f, cv = 0.f;
#pragma unroll 8
            for (int j = chunk; j < chunk + 32; ++j) {
                float4 s = tile[j];
                float dx = x - s.x, dy = y - s.y;
                float f = s.z * quick_rcp(fmaf(dx, dx, fmaf(dy, dy, eps)));
                cu -= f * dy;
                cv += f * dx;
            }
            u += (double)cu;
            v += (double)cv;
        }
    }
    if (i < targets) velocity[i] = make_float2((float)u, (float)v);
}

// ---- organ_pipes: additive synthesis, 16 consecutive samples a thread, 32 partials --------------------------------------------
constexpr int kPartials = 32, kRun = 16;
__global__ void __launch_bounds__(128) organ_pipes_a(const float* __restrict__ phase, const float* __restrict__ omega, const float* __restrict__ level,
                                                     float* __restrict__ audio, int chunks) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= chunks) return;
    float acc[kRun];
#pragma unroll
    for (int s = 0; s < kRun; ++s) acc[s] = 0.f;
#pragma unroll 1
    for (int p = 0; p < kPartials; ++p) {
        float ph = 3.0f * phase[(size_t)p * chunks + c], w = 0.2f + 0.15f * omega[p], a = level[p];
#pragma unroll
        for (int s = 0; s < kRun; ++s) acc[s] += a * sinf(fmaf(w, (float)s, ph));
    }
#pragma unroll
    for (int s = 0; s < kRun; ++s) audio[(size_t)s * chunks + c] = acc[s];
}
__global__ void __launch_bounds__(128) organ_pipes_b(const float* __restrict__ phase, const float* __restrict__ omega, const float* __restrict__ level,
                                                     float* __restrict__ audio, int chunks) {
    __shared__ float2 turn[kPartials];
    if (threadIdx.x < kPartials) {
        float s, k;
        sincosf(0.2f + 0.15f * omega[threadIdx.x], &s, &k);
        turn[threadIdx.x] = make_float2(k, s);
    }
    __syncthreads();
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= chunks) return;
    float acc[kRun];
#pragma unroll
    for (int s = 0; s < kRun; ++s) acc[s] = 0.f;
#pragma unroll 1
    for (int p = 0; p < kPartials; ++p) {
        float ph = 3.0f * phase[(size_t)p * chunks + c], a = level[p];
        float2 t = turn[p];
        float si, co;
        sincosf(ph, &si, &co);
        si *= a; co *= a;
#pragma unroll
        for (int s = 0; s < kRun; ++s) {
            acc[s] += si;
            float next = fmaf(si, t.x, co * t.y);
            co = fmaf(co, t.x, -si * t.y);
            si = next;
        }
    }
#pragma unroll
    for (int s = 0; s < kRun; ++s) audio[(size_t)s * chunks + c] = acc[s];
}

// ---- photo_linear: linear-light luminance of 8-bit sRGB pictures, four pixels a thread ----------------------------------------
__device__ __forceinline__ float to_linear(float c) { return c <= 0.04045f ? c * (1.f / 12.92f) : powf((c + 0.055f) * (1.f / 1.055f), 2.4f); }
__global__ void __launch_bounds__(256) photo_linear_a(const uint4* __restrict__ rgba, float4* __restrict__ luminance, int quads) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
        uint4 q = rgba[i];
        unsigned px[4] = {q.x, q.y, q.z, q.w};
        float y[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float r = to_linear((px[k] & 255u) * (1.f / 255.f)), g = to_linear(((px[k] >> 8) & 255u) * (1.f / 255.f)),
                  b = to_linear(((px[k] >> 16) & 255u) * (1.f / 255.f));
            y[k] = 0.2126f * r + 0.7152f * g + 0.0722f * b;
        }
        luminance[i] = make_float4(y[0], y[1], y[2], y[3]);
    }
}
__global__ void __launch_bounds__(256) photo_linear_b(const uint4* __restrict__ rgba, float4* __restrict__ luminance, int quads) {
    __shared__ float level[256];
    level[threadIdx.x] = to_linear(threadIdx.x * (1.f / 255.f));
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
        uint4 q = rgba[i];
        unsigned px[4] = {q.x, q.y, q.z, q.w};
        float y[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float r = level[px[k] & 255u], g = level[(px[k] >> 8) & 255u], b = level[(px[k] >> 16) & 255u];
            y[k] = 0.2126f * r + 0.7152f * g + 0.0722f * b;
        }
        luminance[i] = make_float4(y[0], y[1], y[2], y[3]);
    }
}

// ---- align_scores: additive (Bahdanau) attention scores, 32x32 tile of pairs a block, 2x2 pairs a thread ----------------------
constexpr int kAttnDim = 64;
struct TanhLibrary { static __device__ __forceinline__ float of(float x) { return tanhf(x); } };
struct TanhUnit { static __device__ __forceinline__ float of(float x) { float r; asm("tanh.approx.f32 %0, %1;" : "=f"(r) : "f"(x)); return r; } };
template <typename Tanh>
__device__ __forceinline__ void align_body(const float* __restrict__ q, const float* __restrict__ k, const float* __restrict__ v, float* __restrict__ score, int keys) {
    __shared__ float sq[32][kAttnDim + 1], sk[32][kAttnDim + 1], sv[kAttnDim];
    int tx = threadIdx.x, ty = threadIdx.y, tid = ty * 16 + tx;
    int q0 = blockIdx.y * 32, k0 = blockIdx.x * 32;
    for (int e = tid; e < 32 * kAttnDim; e += 256) {
        sq[e / kAttnDim][e % kAttnDim] = 1.5f * q[(size_t)(q0 + e / kAttnDim) * kAttnDim + e % kAttnDim];
        sk[e / kAttnDim][e % kAttnDim] = 1.5f * k[(size_t)(k0 + e / kAttnDim) * kAttnDim + e % kAttnDim];
    }
    if (tid < kAttnDim) sv[tid] = v[tid];
    __syncthreads();
    float a00 = 0, a01 = 0, a10 = 0, a11 = 0;
#pragma unroll 8
    for (int d = 0; d < kAttnDim; ++d) {
        float qa = sq[ty][d], qb = sq[ty + 16][d], ka = sk[tx][d], kb = sk[tx + 16][d], w = sv[d];
        a00 = fmaf(w, Tanh::of(qa + ka), a00);
        a01 = fmaf(w, Tanh::of(qa + kb), a01);
        a10 = fmaf(w, Tanh::of(qb + ka), a10);
        a11 = fmaf(w, Tanh::of(qb + kb), a11);
    }
    float* row = score + (size_t)(q0 + ty) * keys + k0 + tx;
    row[0] = a00; row[16] = a01;
    row += (size_t)16 * keys;
    row[0] = a10; row[16] = a11;
}
__global__ void __launch_bounds__(256) align_scores_a(const float* q, const float* k, const float* v, float* score, int keys) { align_body<TanhLibrary>(q, k, v, score, keys); }
__global__ void __launch_bounds__(256) align_scores_b(const float* q, const float* k, const float* v, float* score, int keys) { align_body<TanhUnit>(q, k, v, score, keys); }

// ---- radio_cover: received power on a raster from all masts, absorption and spreading loss -------------------------------------
__constant__ float4 mast[128];
__global__ void __launch_bounds__(192) radio_cover_a(const float* __restrict__ elevation, float* __restrict__ power, int n, int width, int masts, float absorb) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = (i % width) * 0.001f, y = (i / width) * 0.001f, h = 0.05f * elevation[i], sum = 0.f;
#pragma unroll 4
    for (int m = 0; m < masts; ++m) {
        float4 t = mast[m];
        float dx = x - t.x, dy = y - t.y, dz = h - t.z;
        float d = sqrtf(dx * dx + dy * dy + dz * dz);
        sum += t.w * expf(-absorb * d) / d;
    }
    power[i] = sum;
}
__global__ void __launch_bounds__(192) radio_cover_b(const float* __restrict__ elevation, float* __restrict__ power, int n, int width, int masts, float absorb) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = (i % width) * 0.001f, y = (i / width) * 0.001f, h = 0.05f * elevation[i], sum = 0.f;
#pragma unroll 4
    for (int m = 0; m < masts; ++m) {
        float4 t = mast[m];
        float dx = x - t.x, dy = y - t.y, dz = h - t.z;
        float d2 = dx * dx + dy * dy + dz * dz;
        float r = rsqrtf(d2), d = d2 * r;
        sum += t.w * __expf(-absorb * d) * r;
    }
    power[i] = sum;
}

// ---- gust_sampler: Weibull wind speeds by inversion, mean turbine output of 8 draws a site ------------------------------------
__device__ __forceinline__ float uniform01(uint32_t x) { return ((harness::hash32(x) >> 8) + 0.5f) * (1.f / 16777216.f); }
__global__ void __launch_bounds__(256) gust_sampler_a(const float* __restrict__ shape, const float* __restrict__ scale, float* __restrict__ yield, int sites, uint32_t seed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= sites) return;
    float inv_k = 0.5f + 0.1f * shape[i], lambda = 8.f + 2.f * scale[i], sum = 0.f;
#pragma unroll 2
    for (int d = 0; d < 8; ++d) {
        float u = uniform01(seed + i * 8u + d);
        float v = lambda * powf(-logf(u), inv_k);
        sum += fminf(v * v * v, 1728.f);
    }
    yield[i] = sum * 0.125f;
}
__global__ void __launch_bounds__(256) gust_sampler_b(const float* __restrict__ shape, const float* __restrict__ scale, float* __restrict__ yield, int sites, uint32_t seed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= sites) return;
    float inv_k = 0.5f + 0.1f * shape[i], lambda = 8.f + 2.f * scale[i], sum = 0.f;
#pragma unroll 2
    for (int d = 0; d < 8; ++d) {
        float u = uniform01(seed + i * 8u + d);
        float v = lambda * __powf(-__logf(u), inv_k);
        sum += fminf(v * v * v, 1728.f);
    }
    yield[i] = sum * 0.125f;
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    {
        int n = 6 << 20;
        float *a = harness::filled<float>(n, 3), *b = harness::filled<float>(n, 4), *z = harness::empty<float>(n);
        cases.push_back({"zfactor_solve_a", [=] { zfactor_solve_a<<<n / 256, 256>>>(a, b, z, n); }, z, (size_t)n, Output::f32});
        cases.push_back({"zfactor_solve_b", [=] { zfactor_solve_b<<<n / 256, 256>>>(a, b, z, n); }, z, (size_t)n, Output::f32});
    }
    {
        int w = 1280, h = 800;
        float *x = harness::filled<float>(kSightings, 5), *y = harness::filled<float>(kSightings, 6), *s = harness::filled<float>(kSightings, 8), *d = harness::empty<float>((size_t)w * h);
        dim3 block(32, 8), grid(w / 32, h / 8);
        cases.push_back({"bird_density_a", [=] { bird_density_a<<<grid, block>>>(x, y, s, d, w, h, 30.f); }, d, (size_t)w * h, Output::f32});
        cases.push_back({"bird_density_b", [=] { bird_density_b<<<grid, block>>>(x, y, s, d, w, h, 30.f); }, d, (size_t)w * h, Output::f32});
    }
    {
        int n = 132 * 8 * 256 * 2, m = 1024;
        float *x = harness::filled<float>(n, 11), *y = harness::filled<float>(n, 12), *g = harness::filled<float>(n, 13);
        float2* v = (float2*)harness::empty<float>((size_t)n * 2);
        cases.push_back({"vortex_sheet_a", [=] { vortex_sheet_a<<<n / 256, 256>>>(x, y, g, v, n, m, 0.01f); }, v, (size_t)n * 2, Output::f32});
        cases.push_back({"vortex_sheet_b", [=] { vortex_sheet_b<<<n / 256, 256>>>(x, y, g, v, n, m, 0.01f); }, v, (size_t)n * 2, Output::f32});
    }
    {
        int chunks = 132 * 16 * 128 * 2;
        float *ph = harness::filled<float>((size_t)chunks * kPartials, 21), *om = harness::filled<float>(kPartials, 22), *lv = harness::filled<float>(kPartials, 23), *o = harness::empty<float>((size_t)chunks * kRun);
        cases.push_back({"organ_pipes_a", [=] { organ_pipes_a<<<chunks / 128, 128>>>(ph, om, lv, o, chunks); }, o, (size_t)chunks * kRun, Output::f32});
        cases.push_back({"organ_pipes_b", [=] { organ_pipes_b<<<chunks / 128, 128>>>(ph, om, lv, o, chunks); }, o, (size_t)chunks * kRun, Output::f32});
    }
    {
        int quads = 6 << 20;
        uint4* in = (uint4*)harness::indices((size_t)quads * 4, 0xffffffffu, 31);
        float4* out = (float4*)harness::empty<float>((size_t)quads * 4);
        cases.push_back({"photo_linear_a", [=] { photo_linear_a<<<132 * 8, 256>>>(in, out, quads); }, out, (size_t)quads * 4, Output::f32});
        cases.push_back({"photo_linear_b", [=] { photo_linear_b<<<132 * 8, 256>>>(in, out, quads); }, out, (size_t)quads * 4, Output::f32});
    }
    {
        int queries = 2048, keys = 2112;
        float *q = harness::filled<float>(queries * kAttnDim, 41), *k = harness::filled<float>(keys * kAttnDim, 42), *v = harness::filled<float>(kAttnDim, 43), *s = harness::empty<float>((size_t)queries * keys);
        dim3 grid(keys / 32, queries / 32), block(16, 16);
        cases.push_back({"align_scores_a", [=] { align_scores_a<<<grid, block>>>(q, k, v, s, keys); }, s, (size_t)queries * keys, Output::f32});
        cases.push_back({"align_scores_b", [=] { align_scores_b<<<grid, block>>>(q, k, v, s, keys); }, s, (size_t)queries * keys, Output::f32});
    }
    {
        int width = 1536, n = width * 1056, masts = 96;
        std::vector<float4> host(128);
        for (int m = 0; m < 128; ++m) host[m] = make_float4(0.8f + 0.8f * harness::unit(m), 0.5f + 0.5f * harness::unit(m + 500), 0.2f + 0.05f * harness::unit(m + 900), 1.5f + harness::unit(m + 1200));
        CHECK(cudaMemcpyToSymbol(mast, host.data(), sizeof(float4) * 128));
        float *e = harness::filled<float>(n, 51), *p = harness::empty<float>(n);
        cases.push_back({"radio_cover_a", [=] { radio_cover_a<<<n / 192, 192>>>(e, p, n, width, masts, 0.7f); }, p, (size_t)n, Output::f32});
        cases.push_back({"radio_cover_b", [=] { radio_cover_b<<<n / 192, 192>>>(e, p, n, width, masts, 0.7f); }, p, (size_t)n, Output::f32});
    }
    {
        int n = 4 << 20;
        float *k = harness::filled<float>(n, 61), *l = harness::filled<float>(n, 62), *o = harness::empty<float>(n);
        cases.push_back({"gust_sampler_a", [=] { gust_sampler_a<<<n / 256, 256>>>(k, l, o, n, 77u); }, o, (size_t)n, Output::f32});
        cases.push_back({"gust_sampler_b", [=] { gust_sampler_b<<<n / 256, 256>>>(k, l, o, n, 77u); }, o, (size_t)n, Output::f32});
    }
    return harness::run(argc, argv, cases);
}
