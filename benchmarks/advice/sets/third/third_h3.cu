// Graphics and astronomy.
#include "harness.cuh"
using harness::Case; using harness::Output;

// ---- party confetti: how visible is each piece ------------------------------------------------------------------------
struct Confetti { float px, py, pz, vx, vy, vz, spin0, spin1, spin2, spin3, tint0, tint1, tint2, life; };
struct AsRecords {
    const Confetti* c;
    __device__ float height(int i) const { return c[i].py; }
    __device__ float fall(int i) const { return c[i].vy; }
    __device__ float life(int i) const { return c[i].life; }
};
struct AsFields {
    const float *py, *vy, *lf;
    __device__ float height(int i) const { return py[i]; }
    __device__ float fall(int i) const { return vy[i]; }
    __device__ float life(int i) const { return lf[i]; }
};
template <typename Party> __device__ __forceinline__ void confetti_fade(const Party& party, float* __restrict__ seen, int n, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float h = party.height(i), v = party.fall(i), l = party.life(i);
    float y = fmaf(v, dt, fmaf(-4.9f * dt, dt, h));
    seen[i] = y > -0.8f ? __expf(-fabsf(l) * 3.0f) * (1.0f + 0.2f * y) : 0.25f * l * l;
}
__global__ void confetti_age_a(AsRecords party, float* __restrict__ seen, int n, float dt) { confetti_fade(party, seen, n, dt); }
__global__ void confetti_age_b(AsFields party, float* __restrict__ seen, int n, float dt) { confetti_fade(party, seen, n, dt); }

// ---- x-ray events weighted by the live time of their detector pixel --------------------------------------------------
__device__ __forceinline__ void livetime(const float* __restrict__ map, const int2* __restrict__ events, float* __restrict__ weight, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int2 e = events[i];                                    // pixel, energy channel
    float ch = (float)e.y * (1.0f / 4096.0f), area = fmaf(ch, fmaf(-0.7f, ch, 0.4f), 1.4f);
    weight[i] = __fdividef(area, map[e.x] + 1.5f);
}
__global__ void livetime_weight_a(const float* __restrict__ map, const int2* __restrict__ events, float* __restrict__ weight, int n) { livetime(map, events, weight, n); }
__global__ void livetime_weight_b(const float* __restrict__ map, const int2* __restrict__ events, float* __restrict__ weight, int n) { livetime(map, events, weight, n); }

// ---- sky box: palette in shared memory, texels tinted by it ----------------------------------------------------------
__device__ __forceinline__ void skybox_body(const uint32_t* texels, const float* palette, int colours, float* lit, int n) {
    extern __shared__ float shades[];
    for (int k = threadIdx.x; k < colours; k += blockDim.x) shades[k] = palette[k] * 0.8f + 0.1f;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint32_t w = texels[i];
        lit[i] = shades[w & (colours - 1)] * (float)(w >> 24) * (1.0f / 255.0f);
    }
}
__global__ void skybox_tint_a(const uint32_t* texels, const float* palette, int colours, float* lit, int n) { skybox_body(texels, palette, colours, lit, n); }
__global__ void skybox_tint_b(const uint32_t* texels, const float* palette, int colours, float* lit, int n) { skybox_body(texels, palette, colours, lit, n); }

// ---- light maps of an atlas, 256 x 256 texels a chart ----------------------------------------------------------------
constexpr int CHARTS = 170, LIGHTS = 64;
__constant__ float4 c_lights[LIGHTS];
__device__ __forceinline__ void bake(const float* __restrict__ relief, float* __restrict__ lightmap, int rows) {
    int piece = blockIdx.x * rows;                         // first row of this piece in the atlas, seen as one tall strip
    int u = threadIdx.x & 63, dv = threadIdx.x >> 6;       // 64 columns x 16 rows of threads, four texels each
#pragma unroll 1
    for (int r = dv; r < rows; r += 16) {
        size_t at = (size_t)(piece + r) * 256 + u;
        float y = (float)((piece + r) & 255) * (1.0f / 128.0f), x[4], h[4], sx[4], sum[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) { h[k] = relief[at + 64 * k]; sx[k] = h[k] * 0.25f; x[k] = (u + 64 * k) * (1.0f / 128.0f); sum[k] = 0.02f; }
#pragma unroll 2
        for (int l = 0; l < LIGHTS; ++l) {
            float4 q = c_lights[l];
            float dy = q.y - y;
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                float dx = q.x - x[k], dz = q.z - h[k];
                float i2 = rsqrtf(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.05f))));
                float facing = fmaf(sx[k], dx, fmaf(0.1f, dy, dz));
                sum[k] = fmaf(q.w * i2, i2 * i2 * fmaxf(facing, 0.0f), sum[k]);
            }
        }
#pragma unroll
        for (int k = 0; k < 4; ++k) lightmap[at + 64 * k] = sum[k];
    }
}
__global__ void __launch_bounds__(1024) lightmap_bake_a(const float* __restrict__ relief, float* __restrict__ lightmap, int rows) { bake(relief, lightmap, rows); }
__global__ void __launch_bounds__(1024) lightmap_bake_b(const float* __restrict__ relief, float* __restrict__ lightmap, int rows) { bake(relief, lightmap, rows); }

// ---- brightness profile fit: rows near the galactic plane take many more steps ----------------------------------------
constexpr int BULGE_W = 1024, BULGE_ROWS = 8448, BULGE_BLOCKS = 528;
__device__ __forceinline__ void bulge_row(const float* __restrict__ sky, const int* __restrict__ steps, float* __restrict__ fit, int row) {
    int n = steps[row];
    for (int c = threadIdx.x; c < BULGE_W; c += blockDim.x) {
        float s = sky[(size_t)row * BULGE_W + c], v = 0.5f;
        for (int k = 0; k < n; ++k) v = fmaf(0.05f, fmaf(-v * v, v, s), v);
        fit[(size_t)row * BULGE_W + c] = v;
    }
}
__global__ void __launch_bounds__(256) bulge_fit_a(const float* __restrict__ sky, const int* __restrict__ steps, float* __restrict__ fit) {
    int each = BULGE_ROWS / gridDim.x;
    for (int r = 0; r < each; ++r) bulge_row(sky, steps, fit, blockIdx.x * each + r);
}
__global__ void __launch_bounds__(256) bulge_fit_b(const float* __restrict__ sky, const int* __restrict__ steps, float* __restrict__ fit) {
    int each = BULGE_ROWS / gridDim.x;
    for (int r = 0; r < each; ++r) bulge_row(sky, steps, fit, r * gridDim.x + blockIdx.x);
}

// ---- asinh stretch of a survey frame ---------------------------------------------------------------------------------
__global__ void lupton_stretch_a(const float4* __restrict__ frame, float4* __restrict__ shown, int n4, float black, float soft, float gain) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = frame[i], o;
    o.x = gain * asinh(max(v.x - black, 0.0) * soft); o.y = gain * asinh(max(v.y - black, 0.0) * soft);
    o.z = gain * asinh(max(v.z - black, 0.0) * soft); o.w = gain * asinh(max(v.w - black, 0.0) * soft);
    shown[i] = o;
}
__global__ void lupton_stretch_b(const float4* __restrict__ frame, float4* __restrict__ shown, int n4, float black, float soft, float gain) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = frame[i], o;
    o.x = gain * asinh(max(v.x - black, 0.0f) * soft); o.y = gain * asinh(max(v.y - black, 0.0f) * soft);
    o.z = gain * asinh(max(v.z - black, 0.0f) * soft); o.w = gain * asinh(max(v.w - black, 0.0f) * soft);
    shown[i] = o;
}

// ---- limb darkening series of 2048 terms at twelve epochs --------------------------------------------------------------
constexpr int LIMB_STARS = 132 * 128, LIMB_TERMS = 2048, LIMB_EPOCHS = 12;
__global__ void __launch_bounds__(128) limb_series_a(const float* __restrict__ mu, const float* __restrict__ terms, float* __restrict__ light) {
    __shared__ __align__(16) float c[LIMB_TERMS];
    for (int k = threadIdx.x; k < LIMB_TERMS; k += 128) c[k] = terms[k];
    __syncthreads();
    int s = blockIdx.x * 128 + threadIdx.x;
    float x = mu[s] * 0.999f;
#pragma unroll 1
    for (int e = 0; e < LIMB_EPOCHS; ++e) {
        float a = 0;
#pragma unroll 8
        for (int k = 0; k < LIMB_TERMS; k += 4) {
            float4 q = *(const float4*)(c + k);
            a = fmaf(a, x, q.x); a = fmaf(a, x, q.y); a = fmaf(a, x, q.z); a = fmaf(a, x, q.w);
        }
        light[e * LIMB_STARS + s] = a;
        x *= 0.99f;
    }
}
__global__ void __launch_bounds__(128) limb_series_b(const float* __restrict__ mu, const float* __restrict__ terms, float* __restrict__ light) {
    __shared__ __align__(16) float c[LIMB_TERMS];
    for (int k = threadIdx.x; k < LIMB_TERMS; k += 128) c[k] = terms[k];
    __syncthreads();
    int s = blockIdx.x * 128 + threadIdx.x;
    float x = mu[s] * 0.999f;
#pragma unroll 1
    for (int e = 0; e < LIMB_EPOCHS; ++e) {
        float a0 = 0, a1 = 0, a2 = 0, a3 = 0, x2 = x * x, x4 = x2 * x2;
#pragma unroll 8
        for (int k = 0; k < LIMB_TERMS; k += 4) {
            float4 q = *(const float4*)(c + k);
            a0 = fmaf(a0, x4, q.x); a1 = fmaf(a1, x4, q.y); a2 = fmaf(a2, x4, q.z); a3 = fmaf(a3, x4, q.w);
        }
        light[e * LIMB_STARS + s] = fmaf(fmaf(a0, x, a1), x2, fmaf(a2, x, a3));
        x *= 0.99f;
    }
}

// ---- star tracks in a rotating galaxy ---------------------------------------------------------------------------------
__global__ void __launch_bounds__(256) galaxy_spin_a(const float2* __restrict__ stars, float2* __restrict__ ends, int steps, float ca, float sa, float vx, float vy) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float2 p[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) p[k] = stars[i + k * 256];
#pragma unroll 8
    for (int t = 0; t < steps; ++t)
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float x = fmaf(ca, p[k].x, fmaf(-sa, p[k].y, vx));
            p[k].y = fmaf(sa, p[k].x, fmaf(ca, p[k].y, vy));
            p[k].x = x;
        }
#pragma unroll
    for (int k = 0; k < 4; ++k) ends[i + k * 256] = p[k];
}

// ---- interferometer: visibilities by antenna gains ---------------------------------------------------------------------
__global__ void __launch_bounds__(256) visibility_gain_a(const float4* __restrict__ vis, const float4* __restrict__ gain, float4* __restrict__ out) {
    size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 v[2], g[2];
#pragma unroll
    for (int k = 0; k < 2; ++k) { v[k] = vis[i + k * 256]; g[k] = gain[i + k * 256]; }
#pragma unroll
    for (int k = 0; k < 2; ++k)
        out[i + k * 256] = make_float4(fmaf(v[k].x, g[k].x, v[k].y * g[k].y), fmaf(v[k].y, g[k].x, -v[k].x * g[k].y),
                                       fmaf(v[k].z, g[k].z, v[k].w * g[k].w), fmaf(v[k].w, g[k].z, -v[k].z * g[k].w));
}

// ---- first moments of a sky frame, one partial a block -----------------------------------------------------------------
__global__ void __launch_bounds__(512) sky_moments_a(const float4* __restrict__ sky, float4* __restrict__ partial, int n4) {
    __shared__ float4 own[16];
    float s1 = 0, s2 = 0, hi = -2, lo = 2;
    int step = gridDim.x * 512;
#pragma unroll 1
    for (int i = blockIdx.x * 512 + threadIdx.x; i < n4; i += 4 * step) {
        float4 v[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] = i + k * step < n4 ? __ldcs(sky + i + k * step) : make_float4(0, 0, 0, 0);
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            s1 += (v[k].x + v[k].y) + (v[k].z + v[k].w);
            s2 = fmaf(v[k].x, v[k].x, fmaf(v[k].y, v[k].y, fmaf(v[k].z, v[k].z, fmaf(v[k].w, v[k].w, s2))));
            hi = fmaxf(fmaxf(fmaxf(v[k].x, v[k].y), fmaxf(v[k].z, v[k].w)), hi);
            lo = fminf(fminf(fminf(v[k].x, v[k].y), fminf(v[k].z, v[k].w)), lo);
        }
    }
    for (int d = 16; d; d >>= 1) {
        s1 += __shfl_xor_sync(~0u, s1, d); s2 += __shfl_xor_sync(~0u, s2, d);
        hi = fmaxf(hi, __shfl_xor_sync(~0u, hi, d)); lo = fminf(lo, __shfl_xor_sync(~0u, lo, d));
    }
    if ((threadIdx.x & 31) == 0) own[threadIdx.x / 32] = make_float4(s1, s2, hi, lo);
    __syncthreads();
    if (threadIdx.x == 0) {
        float4 a = own[0];
        for (int k = 1; k < 16; ++k) { a.x += own[k].x; a.y += own[k].y; a.z = fmaxf(a.z, own[k].z); a.w = fminf(a.w, own[k].w); }
        partial[blockIdx.x] = a;
    }
}

int main(int argc, char** argv) {
    const int PIECES = 5000000, EVENTS = 12000000; const size_t MAPN = (size_t)9216 * 7168;
    float* sky = harness::filled<float>((size_t)96 << 20, 71);           // 403 MB, shared
    float* out = harness::empty<float>((size_t)64 << 20);
    Confetti* party = (Confetti*)sky;                                    // 70 M floats of it
    std::vector<float> f[3];
    { std::vector<float> all((size_t)PIECES * 14);
      CHECK(cudaMemcpy(all.data(), party, all.size() * 4, cudaMemcpyDeviceToHost));
      const int at[3] = {1, 4, 13};
      for (int k = 0; k < 3; ++k) { f[k].resize(PIECES); for (int i = 0; i < PIECES; ++i) f[k][i] = all[(size_t)i * 14 + at[k]]; } }
    AsRecords rec{party}; AsFields fld{harness::uploaded(f[0]), harness::uploaded(f[1]), harness::uploaded(f[2])};

    std::vector<uint64_t> ev(EVENTS);
    for (int i = 0; i < EVENTS; ++i) ev[i] = (uint64_t)(harness::hash32(i + 4242u) % MAPN) | (uint64_t)(harness::hash32(i * 3u + 1u) & 4095u) << 32;
    uint64_t* arrival = harness::uploaded(ev);
    std::sort(ev.begin(), ev.end(), [](uint64_t a, uint64_t b) { return (uint32_t)a < (uint32_t)b; });
    uint64_t* bypixel = harness::uploaded(ev);

    float* palette = harness::filled<float>(32768, 5);
    const int TEX = 34 * 1000 * 1000;
    int* texels = harness::indices(TEX, 0xffffffffu, 19);
    CHECK(cudaFuncSetAttribute(skybox_tint_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 27 * 1024 * 4));
    std::vector<float4> lights(LIGHTS);
    for (int l = 0; l < LIGHTS; ++l) lights[l] = make_float4(1 + harness::unit(l * 4), 1 + harness::unit(l * 4 + 1), 1.5f + harness::unit(l * 4 + 2) * 0.4f, 0.6f + 0.3f * harness::unit(l * 4 + 3));
    CHECK(cudaMemcpyToSymbol(c_lights, lights.data(), lights.size() * sizeof(float4)));
    std::vector<int> st(BULGE_ROWS);
    for (int r = 0; r < BULGE_ROWS; ++r) { double d = (r - 4300.0) / 260.0; st[r] = 16 + (int)(700 * std::exp(-d * d)); }
    int* steps = harness::uploaded(st);

    std::vector<Case> cases;
    auto add = [&](const char* n, std::function<void()> fn, size_t c) { cases.push_back({n, fn, out, c, Output::f32}); };
    add("confetti_age_a", [=] { confetti_age_a<<<(PIECES + 319) / 320, 320>>>(rec, out, PIECES, 0.016f); }, PIECES);
    add("confetti_age_b", [=] { confetti_age_b<<<(PIECES + 319) / 320, 320>>>(fld, out, PIECES, 0.016f); }, PIECES);
    add("livetime_weight_a", [=] { livetime_weight_a<<<EVENTS / 256, 256>>>(sky, (const int2*)arrival, out, EVENTS); }, EVENTS);
    add("livetime_weight_b", [=] { livetime_weight_b<<<EVENTS / 256, 256>>>(sky, (const int2*)bypixel, out, EVENTS); }, EVENTS);
    add("skybox_tint_a", [=] { skybox_tint_a<<<1056, 256, 27 * 1024 * 4>>>((const uint32_t*)texels, palette, 2048, out, TEX); }, TEX);
    add("skybox_tint_b", [=] { skybox_tint_b<<<1056, 256, 2048 * 4>>>((const uint32_t*)texels, palette, 2048, out, TEX); }, TEX);
    add("lightmap_bake_a", [=] { lightmap_bake_a<<<CHARTS, 1024>>>(sky, out, 256); }, (size_t)CHARTS * 65536);
    add("lightmap_bake_b", [=] { lightmap_bake_b<<<CHARTS * 16, 1024>>>(sky, out, 16); }, (size_t)CHARTS * 65536);
    add("bulge_fit_a", [=] { bulge_fit_a<<<BULGE_BLOCKS, 256>>>(sky, steps, out); }, (size_t)BULGE_ROWS * BULGE_W);
    add("bulge_fit_b", [=] { bulge_fit_b<<<BULGE_BLOCKS, 256>>>(sky, steps, out); }, (size_t)BULGE_ROWS * BULGE_W);
    const int L4 = 9600000;
    add("lupton_stretch_a", [=] { lupton_stretch_a<<<L4 / 128, 128>>>((const float4*)sky, (float4*)out, L4, -0.85f, 8.0f, 0.3f); }, (size_t)L4 * 4);
    add("lupton_stretch_b", [=] { lupton_stretch_b<<<L4 / 128, 128>>>((const float4*)sky, (float4*)out, L4, -0.85f, 8.0f, 0.3f); }, (size_t)L4 * 4);
    add("limb_series_a", [=] { limb_series_a<<<132, 128>>>(sky, palette, out); }, (size_t)LIMB_STARS * LIMB_EPOCHS);
    add("limb_series_b", [=] { limb_series_b<<<132, 128>>>(sky, palette, out); }, (size_t)LIMB_STARS * LIMB_EPOCHS);
    add("galaxy_spin_a", [=] { galaxy_spin_a<<<132 * 8 * 4, 256>>>((const float2*)sky, (float2*)out, 512, 0.99985f, 0.017f, 0.0003f, -0.0002f); }, (size_t)132 * 8 * 4 * 1024 * 2);
    const int VB = 24576;   // blocks of 512 float4
    add("visibility_gain_a", [=] { visibility_gain_a<<<VB, 256>>>((const float4*)sky, (const float4*)sky + (size_t)12 * 1024 * 1024, (float4*)out); }, (size_t)VB * 2048);
    add("sky_moments_a", [=] { sky_moments_a<<<132 * 3, 512>>>((const float4*)sky, (float4*)out, 24 * 1024 * 1024); }, 132 * 3 * 4);
    return harness::run(argc, argv, cases);
}
