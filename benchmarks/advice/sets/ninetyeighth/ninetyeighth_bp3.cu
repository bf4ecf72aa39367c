#include "harness.cuh"
using harness::Case;
using harness::Output;

// ---------------------------------------------------------------- kinetic energy of particles
struct Particle { float x, y, z, vx, vy, vz, m, q; };
__global__ void velvet_anchor_bp3_a(const Particle* __restrict__ p, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float vx = p[i].vx, vy = p[i].vy, vz = p[i].vz;
    out[i] = 0.5f * p[i].m * (vx * vx + vy * vy + vz * vz);
}
__global__ void velvet_anchor_bp3_b(const float* __restrict__ px, const float* __restrict__ py, const float* __restrict__ pz,
                                    const float* __restrict__ pm, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float vx = px[i], vy = py[i], vz = pz[i];
    out[i] = 0.5f * pm[i] * (vx * vx + vy * vy + vz * vz);
}
__global__ void harness_split(const Particle* p, float* a, float* b, float* c, float* d, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { a[i] = p[i].vx; b[i] = p[i].vy; c[i] = p[i].vz; d[i] = p[i].m; }
}

// ---------------------------------------------------------------- image convolution 15 x 15
constexpr int kTaps = 15, kImage = 4096, kPitch = 4128;
__constant__ float c_weight[kTaps * kTaps];   // [kx][ky]
__global__ void copper_meadow_bp3_a(const float* __restrict__ in, float* __restrict__ out) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float acc = 0.0f;
    for (int ky = 0; ky < kTaps; ++ky) {
#pragma unroll
        for (int kx = 0; kx < kTaps; ++kx)
            acc += c_weight[kx * kTaps + ky] * in[(y + ky) * kPitch + x + kx];
    }
    out[y * kImage + x] = acc;
}
__global__ void copper_meadow_bp3_b(const float* __restrict__ in, float* __restrict__ out) {
    constexpr int R = 8, TW = 32 + kTaps - 1, TH = 8 * R + kTaps - 1;
    __shared__ float s[TH * TW];
    int x0 = blockIdx.x * 32, y0 = blockIdx.y * 8 * R;
    for (int r = threadIdx.y; r < TH; r += 8)
        for (int c = threadIdx.x; c < TW; c += 32) s[r * TW + c] = in[(y0 + r) * kPitch + x0 + c];
    __syncthreads();
    float acc[R];
#pragma unroll
    for (int r = 0; r < R; ++r) acc[r] = 0.0f;
    const float* base = s + threadIdx.y * R * TW + threadIdx.x;
#pragma unroll 1
    for (int kx = 0; kx < kTaps; ++kx) {
        float v[R + kTaps - 1];
#pragma unroll
        for (int r = 0; r < R + kTaps - 1; ++r) v[r] = base[r * TW + kx];
#pragma unroll
        for (int ky = 0; ky < kTaps; ++ky) {
            float w = c_weight[kx * kTaps + ky];
#pragma unroll
            for (int r = 0; r < R; ++r) acc[r] += w * v[r + ky];
        }
    }
#pragma unroll
    for (int r = 0; r < R; ++r) out[(y0 + threadIdx.y * R + r) * kImage + x0 + threadIdx.x] = acc[r];
}

// ---------------------------------------------------------------- grey conversion, contrast and gamma of an image
__device__ inline float grey(float r, float g, float b) { return 0.299f * r + 0.587f * g + 0.114f * b; }
__device__ inline float contrast(float v) { return 1.3f * (v - 0.1f) + 0.1f; }
__device__ inline float tone(float v) { return v * v * (3.0f - 2.0f * v); }
__global__ void silver_lantern_bp3_a(const float4* __restrict__ r, const float4* __restrict__ g, const float4* __restrict__ b, float4* __restrict__ t, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 x = r[i], y = g[i], z = b[i];
    t[i] = make_float4(grey(x.x, y.x, z.x), grey(x.y, y.y, z.y), grey(x.z, y.z, z.z), grey(x.w, y.w, z.w));
}
__global__ void silver_lantern_bp3_a2(const float4* __restrict__ s, float4* __restrict__ t, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = s[i];
    t[i] = make_float4(contrast(v.x), contrast(v.y), contrast(v.z), contrast(v.w));
}
__global__ void silver_lantern_bp3_a3(const float4* __restrict__ s, float4* __restrict__ t, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = s[i];
    t[i] = make_float4(tone(v.x), tone(v.y), tone(v.z), tone(v.w));
}
__global__ void silver_lantern_bp3_b(const float4* __restrict__ r, const float4* __restrict__ g, const float4* __restrict__ b, float4* __restrict__ t, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 x = r[i], y = g[i], z = b[i];
    t[i] = make_float4(tone(contrast(grey(x.x, y.x, z.x))), tone(contrast(grey(x.y, y.y, z.y))),
                       tone(contrast(grey(x.z, y.z, z.z))), tone(contrast(grey(x.w, y.w, z.w))));
}

// ---------------------------------------------------------------- explicit heat steps of 132 rods of 4096 cells
constexpr int kCells = 4096, kRods = 132, kSteps = 24;
__device__ inline float heat(float l, float c, float r) { return c + 0.2f * (l - 2.0f * c + r); }
__device__ inline void heat_step(const float* __restrict__ in, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    const float* row = in + blockIdx.y * kCells;
    float c = row[i];
    out[blockIdx.y * kCells + i] = (i == 0 || i == kCells - 1) ? c : heat(row[i - 1], c, row[i + 1]);
}
__global__ void quiet_harbor_bp3_a(const float* __restrict__ in, float* __restrict__ out) { heat_step(in, out); }
__global__ void quiet_harbor_bp3_a2(const float* __restrict__ in, float* __restrict__ out) { heat_step(in, out); }
__global__ void __launch_bounds__(1024) quiet_harbor_bp3_b(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float s[2][kCells];
    for (int i = threadIdx.x; i < kCells; i += 1024) s[0][i] = in[blockIdx.x * kCells + i];
    __syncthreads();
    for (int t = 0; t < kSteps; ++t) {
        const float* a = s[t & 1];
        float* b = s[(t & 1) ^ 1];
#pragma unroll
        for (int k = 0; k < kCells / 1024; ++k) {
            int i = k * 1024 + threadIdx.x;
            float c = a[i];
            b[i] = (i == 0 || i == kCells - 1) ? c : heat(a[i - 1], c, a[i + 1]);
        }
        __syncthreads();
    }
    for (int i = threadIdx.x; i < kCells; i += 1024) out[blockIdx.x * kCells + i] = s[kSteps & 1][i];
}

// ---------------------------------------------------------------- damped oscillator of each pixel, 200 time steps
constexpr int kSide = 3072;
__device__ inline void oscillate(const float* __restrict__ in, float* __restrict__ out, int x, int y) {
    int i = y * kSide + x;
    float p = in[i], v = 0.1f * p, k = 1.0f + 0.3f * p;
#pragma unroll 4
    for (int t = 0; t < 200; ++t) {
        float a = -k * p;
        a = fmaf(-0.2f, v, a);
        a = fmaf(p * p, -0.05f * p, a);
        v = fmaf(0.01f, a, v);
        p = fmaf(0.01f, v, p);
    }
    out[i] = p;
}
__global__ void amber_thicket_bp3_a(const float* __restrict__ in, float* __restrict__ out) {
    oscillate(in, out, blockIdx.x * 6 + threadIdx.x, blockIdx.y * 6 + threadIdx.y);
}
__global__ void amber_thicket_bp3_b(const float* __restrict__ in, float* __restrict__ out) {
    oscillate(in, out, blockIdx.x * 32 + threadIdx.x, blockIdx.y * 8 + threadIdx.y);
}

// ---------------------------------------------------------------- two species of cells, even ones fluid and odd ones solid
__device__ inline float fluid(float x) {
    float p = x;
#pragma unroll 8
    for (int k = 0; k < 256; ++k) { p = fmaf(p, 0.93f * x, 0.05f); p = fmaf(p, 0.9f, 0.01f); }
    return p;
}
__device__ inline float solid(float x) {
    float c = x, s = 0.5f;
#pragma unroll 8
    for (int k = 0; k < 256; ++k) { float t = fmaf(-0.02f, s, c); s = fmaf(0.02f, c, s) * 0.999f; c = t * 0.998f; }
    return c + s;
}
__global__ void marble_canyon_bp3_a(const float* __restrict__ in, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float x = in[i];
    if (threadIdx.x % 2 == 0) x = fluid(x);
    else x = solid(x);
    out[i] = x;
}
__global__ void marble_canyon_bp3_b(const float* __restrict__ in, float* __restrict__ out) {
    int t = threadIdx.x, first = t < 128;
    int i = blockIdx.x * 256 + (first ? 2 * t : 2 * (t - 128) + 1);
    float x = in[i];
    if (first) x = fluid(x);
    else x = solid(x);
    out[i] = x;
}

// ---------------------------------------------------------------- relaxation of a reaction rate, 64 iterations per cell
__global__ void frosty_saddle_bp3_a(const float* __restrict__ in, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = in[i], y = 0.5f * x;
#pragma unroll 4
    for (int t = 0; t < 64; ++t) {
        x = x * 0.9 + 0.1 * (1.0 - x * y);
        y = y * 0.95 + 0.03 * (x - 0.2);
    }
    out[i] = x + y;
}
__global__ void frosty_saddle_bp3_b(const float* __restrict__ in, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = in[i], y = 0.5f * x;
#pragma unroll 4
    for (int t = 0; t < 64; ++t) {
        x = x * 0.9f + 0.1f * (1.0f - x * y);
        y = y * 0.95f + 0.03f * (x - 0.2f);
    }
    out[i] = x + y;
}

// ---------------------------------------------------------------- Lennard-Jones energy of atoms against 1024 sources
constexpr int kSources = 1024;
__global__ void bronze_kettle_bp3_a(const float4* __restrict__ atom, const float4* __restrict__ source, float* __restrict__ out) {
    __shared__ float4 s[128];
    int i = blockIdx.x * 128 + threadIdx.x;
    float4 a = atom[i];
    float e = 0.0f;
    for (int base = 0; base < kSources; base += 128) {
        __syncthreads();
        s[threadIdx.x] = source[base + threadIdx.x];
        __syncthreads();
#pragma unroll 2
        for (int j = 0; j < 128; ++j) {
            float dx = a.x - s[j].x, dy = a.y - s[j].y, dz = a.z - s[j].z;
            float r = sqrtf(dx * dx + dy * dy + dz * dz + 0.6f);
            e += powf(0.9f / r, 12.0f) - powf(0.9f / r, 6.0f);
        }
    }
    out[i] = e;
}
__global__ void bronze_kettle_bp3_b(const float4* __restrict__ atom, const float4* __restrict__ source, float* __restrict__ out) {
    __shared__ float4 s[128];
    int i = blockIdx.x * 128 + threadIdx.x;
    float4 a = atom[i];
    float e = 0.0f;
    for (int base = 0; base < kSources; base += 128) {
        __syncthreads();
        s[threadIdx.x] = source[base + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < 128; ++j) {
            float dx = a.x - s[j].x, dy = a.y - s[j].y, dz = a.z - s[j].z;
            float q = __fdividef(0.81f, dx * dx + dy * dy + dz * dz + 0.6f);
            float q3 = q * q * q;
            e += q3 * q3 - q3;
        }
    }
    out[i] = e;
}

// ---------------------------------------------------------------- polynomial hash of packed DNA 32-mers
__global__ void hollow_ribbon_bp3_a(const unsigned long long* __restrict__ word, int* __restrict__ out, int n, unsigned buckets) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long w = word[i];
    unsigned h = 7;
    for (int j = 0; j < 32; ++j) { h = (h * 131u + (unsigned)(w & 3) + 1u) % buckets; w >>= 2; }
    out[i] = (int)h;
}
__global__ void hollow_ribbon_bp3_b(const unsigned long long* __restrict__ word, int* __restrict__ out, int n, unsigned buckets) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long w = word[i];
    unsigned h = 7, mask = buckets - 1;   // buckets is a power of two
    for (int j = 0; j < 32; ++j) { h = (h * 131u + (unsigned)(w & 3) + 1u) & mask; w >>= 2; }
    out[i] = (int)h;
}

// ---------------------------------------------------------------- k-means: how many points each of 8 centres gets
constexpr int kDims = 16, kCentres = 8;
__constant__ float c_centre[kCentres * kDims];
__device__ inline int nearest(const float* __restrict__ x, int n, int i) {
    float v[kDims];
#pragma unroll
    for (int d = 0; d < kDims; ++d) v[d] = x[(size_t)d * n + i];
    float best = 1e30f;
    int label = 0;
#pragma unroll
    for (int c = 0; c < kCentres; ++c) {
        float s = 0.0f;
#pragma unroll
        for (int d = 0; d < kDims; ++d) { float t = v[d] - c_centre[c * kDims + d]; s += t * t; }
        if (s < best) { best = s; label = c; }
    }
    return label;
}
__global__ void woven_pebble_bp3_a(const float* __restrict__ x, int* __restrict__ count, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&count[nearest(x, n, i)], 1);
}
__global__ void woven_pebble_bp3_b(const float* __restrict__ x, int* __restrict__ count, int n) {
    __shared__ int s[8][kCentres];
    if (threadIdx.x < 8 * kCentres) (&s[0][0])[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&s[threadIdx.x / 32][nearest(x, n, i)], 1);
    __syncthreads();
    if (threadIdx.x < kCentres) {
        int t = 0;
        for (int w = 0; w < 8; ++w) t += s[w][threadIdx.x];
        atomicAdd(&count[threadIdx.x], t);
    }
}

// ---------------------------------------------------------------- inclusive scan of each row of 32
template <int P>
__device__ inline void row_scan(const float* __restrict__ in, float* __restrict__ out, float* s) {
    const size_t base = (size_t)blockIdx.x * 128 * 32;
    int t = threadIdx.x;
#pragma unroll 16
    for (int k = 0; k < 32; ++k) { int e = k * 128 + t; s[(e >> 5) * P + (e & 31)] = in[base + e]; }
    __syncthreads();
    float run = 0.0f;
#pragma unroll 8
    for (int j = 0; j < 32; ++j) { run += s[t * P + j]; s[t * P + j] = run; }
    __syncthreads();
#pragma unroll 16
    for (int k = 0; k < 32; ++k) { int e = k * 128 + t; out[base + e] = s[(e >> 5) * P + (e & 31)]; }
}
__global__ void gentle_rudder_bp3_a(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float s[128 * 32];
    row_scan<32>(in, out, s);
}
__global__ void gentle_rudder_bp3_b(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float s[128 * 33];
    row_scan<33>(in, out, s);
}

// ---------------------------------------------------------------- texture energy: 16-bin histogram of 256 pixels per thread
__global__ void rustic_falcon_bp3_a(const unsigned* __restrict__ pixel, int* __restrict__ out, int n) {
    int i = blockIdx.x * 128 + threadIdx.x;
    int bin[16];
#pragma unroll
    for (int b = 0; b < 16; ++b) bin[b] = 0;
#pragma unroll 4
    for (int k = 0; k < 64; ++k) {
        unsigned w = pixel[(size_t)k * n + i];
        bin[(w >> 4) & 15]++;
        bin[(w >> 12) & 15]++;
        bin[(w >> 20) & 15]++;
        bin[w >> 28]++;
    }
    int e = 0;
#pragma unroll
    for (int b = 0; b < 16; ++b) e += bin[b] * bin[b];
    out[i] = e;
}
__global__ void rustic_falcon_bp3_b(const unsigned* __restrict__ pixel, int* __restrict__ out, int n) {
    __shared__ int bins[16 * 128];
    int i = blockIdx.x * 128 + threadIdx.x;
    int* bin = bins + threadIdx.x;
#pragma unroll
    for (int b = 0; b < 16; ++b) bin[b * 128] = 0;
#pragma unroll 4
    for (int k = 0; k < 64; ++k) {
        unsigned w = pixel[(size_t)k * n + i];
        bin[((w >> 4) & 15) * 128]++;
        bin[((w >> 12) & 15) * 128]++;
        bin[((w >> 20) & 15) * 128]++;
        bin[(w >> 28) * 128]++;
    }
    int e = 0;
#pragma unroll
    for (int b = 0; b < 16; ++b) e += bin[b * 128] * bin[b * 128];
    out[i] = e;
}

// ---------------------------------------------------------------- inverses of batched 8 x 8 matrices
__device__ inline void invert(const float* __restrict__ in, float* __restrict__ out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float a[8][8];
#pragma unroll
    for (int r = 0; r < 8; ++r)
#pragma unroll
        for (int c = 0; c < 8; ++c) a[r][c] = in[(size_t)(r * 8 + c) * n + i] + (r == c ? 10.0f : 0.0f);
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        float p = __fdividef(1.0f, a[k][k]);
        a[k][k] = 1.0f;
#pragma unroll
        for (int c = 0; c < 8; ++c) a[k][c] *= p;
#pragma unroll
        for (int r = 0; r < 8; ++r) {
            if (r == k) continue;
            float f = a[r][k];
            a[r][k] = 0.0f;
#pragma unroll
            for (int c = 0; c < 8; ++c) a[r][c] -= f * a[k][c];
        }
    }
#pragma unroll
    for (int r = 0; r < 8; ++r)
#pragma unroll
        for (int c = 0; c < 8; ++c) out[(size_t)(r * 8 + c) * n + i] = a[r][c];
}
__global__ void __launch_bounds__(256, 6) sturdy_blossom_bp3_a(const float* __restrict__ in, float* __restrict__ out, int n) { invert(in, out, n); }
__global__ void __launch_bounds__(256, 2) sturdy_blossom_bp3_b(const float* __restrict__ in, float* __restrict__ out, int n) { invert(in, out, n); }

// ---------------------------------------------------------------- energy of 64 segments of each of 24 channels
constexpr int kChannels = 24, kSegments = 64, kQuads = 16384;
__device__ inline void segment(const float4* __restrict__ in, float* __restrict__ out, int id, float* s) {
    const float4* p = in + (size_t)id * kQuads;
    float acc = 0.0f;
#pragma unroll 8
    for (int k = 0; k < kQuads / 512; ++k) {
        float4 v = p[k * 512 + threadIdx.x];
        acc += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    for (int o = 16; o; o >>= 1) acc += __shfl_down_sync(0xffffffffu, acc, o);
    if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = acc;
    __syncthreads();
    if (threadIdx.x < 16) {
        acc = s[threadIdx.x];
        for (int o = 8; o; o >>= 1) acc += __shfl_down_sync(0xffffu, acc, o);
        if (threadIdx.x == 0) out[id] = acc;
    }
    __syncthreads();
}
__global__ void __launch_bounds__(512) misty_compass_bp3_a(const float4* __restrict__ in, float* __restrict__ out) {
    __shared__ float s[16];
    for (int g = 0; g < kSegments; ++g) segment(in, out, blockIdx.x * kSegments + g, s);
}
__global__ void __launch_bounds__(512) misty_compass_bp3_b(const float4* __restrict__ in, float* __restrict__ out) {
    __shared__ float s[16];
    segment(in, out, blockIdx.y * kSegments + blockIdx.x, s);
}

// ---------------------------------------------------------------- blend of two images by rows
constexpr int kWide = 5001, kTall = 20000, kOdd = 5001, kEven = 5024;
template <int P>
__device__ inline void blend(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out) {
    int x = blockIdx.x * 256 + threadIdx.x, y0 = blockIdx.y * 8;
    if (x >= kWide) return;
    float u[8], v[8];
#pragma unroll
    for (int r = 0; r < 8; ++r) { u[r] = a[(y0 + r) * P + x]; v[r] = b[(y0 + r) * P + x]; }
#pragma unroll
    for (int r = 0; r < 8; ++r) out[(y0 + r) * kEven + x] = 0.7f * u[r] + 0.3f * v[r] * v[r];
}
__global__ void crimson_gutter_bp3_a(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out) { blend<kOdd>(a, b, out); }
__global__ void crimson_gutter_bp3_b(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out) { blend<kEven>(a, b, out); }
__global__ void harness_rows(float* p, int pitch, uint32_t seed) {
    int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y;
    if (x < pitch) p[(size_t)y * pitch + x] = harness::unit((uint32_t)(y * 8192 + x) * 2654435761u + seed);
}
static float* rows(int pitch, uint32_t seed) {
    float* p; CHECK(cudaMalloc(&p, (size_t)pitch * kTall * sizeof(float)));
    harness_rows<<<dim3((pitch + 255) / 256, kTall), 256>>>(p, pitch, seed); CHECK(cudaGetLastError());
    return p;
}

// ---------------------------------------------------------------- vector update z = a x + y
__global__ void nimble_orchard_bp3_a(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ z) {
    size_t base = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float u[4], v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { u[k] = x[base + k * 256]; v[k] = y[base + k * 256]; }
#pragma unroll
    for (int k = 0; k < 4; ++k) z[base + k * 256] = 1.7f * u[k] + v[k];
}
__global__ void nimble_orchard_bp3_b(const float4* __restrict__ x, const float4* __restrict__ y, float4* __restrict__ z) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    float4 u = x[i], v = y[i];
    z[i] = make_float4(1.7f * u.x + v.x, 1.7f * u.y + v.y, 1.7f * u.z + v.z, 1.7f * u.w + v.w);
}

// ---------------------------------------------------------------- gravity on bodies from 2048 sources
constexpr int kMasses = 2048;
__global__ void __launch_bounds__(128) tender_quarry_bp3_a(const float4* __restrict__ body, const float4* __restrict__ mass, float4* __restrict__ out) {
    __shared__ float4 s[128];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 a = body[i], b = body[i + 128];
    float ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0;
    for (int base = 0; base < kMasses; base += 128) {
        __syncthreads();
        s[threadIdx.x] = mass[base + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < 128; ++j) {
            float4 m = s[j];
            float dx = m.x - a.x, dy = m.y - a.y, dz = m.z - a.z;
            float q = rsqrtf(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.05f))));
            float f = m.w * q * q * q;
            ax = fmaf(f, dx, ax); ay = fmaf(f, dy, ay); az = fmaf(f, dz, az);
            float ex = m.x - b.x, ey = m.y - b.y, ez = m.z - b.z;
            float p = rsqrtf(fmaf(ex, ex, fmaf(ey, ey, fmaf(ez, ez, 0.05f))));
            float g = m.w * p * p * p;
            bx = fmaf(g, ex, bx); by = fmaf(g, ey, by); bz = fmaf(g, ez, bz);
        }
    }
    out[i] = make_float4(ax, ay, az, a.w);
    out[i + 128] = make_float4(bx, by, bz, b.w);
}

// ---------------------------------------------------------------- leapfrog step of particle coordinates
__global__ void russet_window_bp3_a(const float4* __restrict__ pos, const float4* __restrict__ vel, const float4* __restrict__ acc,
                                    float4* __restrict__ next, float4* __restrict__ speed) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    float4 p = pos[i], v = vel[i], a = acc[i];
    v.x = fmaf(0.01f, a.x, v.x); v.y = fmaf(0.01f, a.y, v.y); v.z = fmaf(0.01f, a.z, v.z); v.w = fmaf(0.01f, a.w, v.w);
    p.x = fmaf(0.01f, v.x, p.x); p.y = fmaf(0.01f, v.y, p.y); p.z = fmaf(0.01f, v.z, p.z); p.w = fmaf(0.01f, v.w, p.w);
    speed[i] = v;
    next[i] = p;
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> launch, const void* out, size_t count, Output type = Output::f32) {
        Case c; c.name = name; c.launch = launch; c.out = out; c.count = count; c.type = type; cases.push_back(c);
    };
    {
        const int n = 32 << 20;
        float* raw = filled<float>((size_t)n * 8, 11);
        const Particle* p = (const Particle*)raw;
        float *x = empty<float>(n), *y = empty<float>(n), *z = empty<float>(n), *m = empty<float>(n), *o = empty<float>(n);
        harness_split<<<n / 256, 256>>>(p, x, y, z, m, n); CHECK(cudaGetLastError());
        add("velvet_anchor_bp3_a", [=] { velvet_anchor_bp3_a<<<n / 256, 256>>>(p, o, n); }, o, n);
        add("velvet_anchor_bp3_b", [=] { velvet_anchor_bp3_b<<<n / 256, 256>>>(x, y, z, m, o, n); }, o, n);
    }
    {
        std::vector<float> w(kTaps * kTaps);
        for (size_t i = 0; i < w.size(); ++i) w[i] = 0.02f * (1.0f + 0.5f * harness::unit((uint32_t)i + 5u));
        CHECK(cudaMemcpyToSymbol(c_weight, w.data(), w.size() * sizeof(float)));
        float *in = filled<float>((size_t)kPitch * (kImage + 32), 12), *o = empty<float>((size_t)kImage * kImage);
        add("copper_meadow_bp3_a", [=] { copper_meadow_bp3_a<<<dim3(kImage / 32, kImage / 8), dim3(32, 8)>>>(in, o); }, o, (size_t)kImage * kImage);
        add("copper_meadow_bp3_b", [=] { copper_meadow_bp3_b<<<dim3(kImage / 32, kImage / 64), dim3(32, 8)>>>(in, o); }, o, (size_t)kImage * kImage);
    }
    {
        const size_t n = 64u << 20; const int q = (int)(n / 4);
        float *r = filled<float>(n, 13), *g = filled<float>(n, 14), *b = filled<float>(n, 15), *t = empty<float>(n), *u = empty<float>(n), *o = empty<float>(n);
        add("silver_lantern_bp3_a", [=] {
            silver_lantern_bp3_a<<<q / 256, 256>>>((const float4*)r, (const float4*)g, (const float4*)b, (float4*)t, q);
            silver_lantern_bp3_a2<<<q / 256, 256>>>((const float4*)t, (float4*)u, q);
            silver_lantern_bp3_a3<<<q / 256, 256>>>((const float4*)u, (float4*)o, q); }, o, n);
        add("silver_lantern_bp3_b", [=] { silver_lantern_bp3_b<<<q / 256, 256>>>((const float4*)r, (const float4*)g, (const float4*)b, (float4*)o, q); }, o, n);
    }
    {
        const size_t n = (size_t)kCells * kRods;
        float *in = filled<float>(n, 16), *t = empty<float>(n), *o = empty<float>(n);
        add("quiet_harbor_bp3_a", [=] {
            dim3 grid(kCells / 256, kRods);
            quiet_harbor_bp3_a<<<grid, 256>>>(in, t);
            for (int s = 1; s < kSteps; ++s) quiet_harbor_bp3_a2<<<grid, 256>>>(s & 1 ? t : o, s & 1 ? o : t); }, o, n);
        add("quiet_harbor_bp3_b", [=] { quiet_harbor_bp3_b<<<kRods, 1024>>>(in, o); }, o, n);
    }
    {
        const size_t n = (size_t)kSide * kSide;
        float *in = filled<float>(n, 17), *o = empty<float>(n);
        add("amber_thicket_bp3_a", [=] { amber_thicket_bp3_a<<<dim3(kSide / 6, kSide / 6), dim3(6, 6)>>>(in, o); }, o, n);
        add("amber_thicket_bp3_b", [=] { amber_thicket_bp3_b<<<dim3(kSide / 32, kSide / 8), dim3(32, 8)>>>(in, o); }, o, n);
    }
    {
        const int n = 16 << 20;
        float *in = filled<float>(n, 18), *o = empty<float>(n);
        add("marble_canyon_bp3_a", [=] { marble_canyon_bp3_a<<<n / 256, 256>>>(in, o); }, o, n);
        add("marble_canyon_bp3_b", [=] { marble_canyon_bp3_b<<<n / 256, 256>>>(in, o); }, o, n);
    }
    {
        const int n = 16 << 20;
        float *in = filled<float>(n, 19), *o = empty<float>(n);
        add("frosty_saddle_bp3_a", [=] { frosty_saddle_bp3_a<<<n / 256, 256>>>(in, o, n); }, o, n);
        add("frosty_saddle_bp3_b", [=] { frosty_saddle_bp3_b<<<n / 256, 256>>>(in, o, n); }, o, n);
    }
    {
        const int n = 2112 * 128;
        float *a = filled<float>((size_t)n * 4, 20), *s = filled<float>(kSources * 4, 21), *o = empty<float>(n);
        add("bronze_kettle_bp3_a", [=] { bronze_kettle_bp3_a<<<n / 128, 128>>>((const float4*)a, (const float4*)s, o); }, o, n);
        add("bronze_kettle_bp3_b", [=] { bronze_kettle_bp3_b<<<n / 128, 128>>>((const float4*)a, (const float4*)s, o); }, o, n);
    }
    {
        const int n = 32 << 20;
        int* raw = harness::indices((size_t)n * 2, 0xffffffffu, 22);
        const unsigned long long* w = (const unsigned long long*)raw;
        int* o = empty<int>(n);
        add("hollow_ribbon_bp3_a", [=] { hollow_ribbon_bp3_a<<<n / 256, 256>>>(w, o, n, 1u << 24); }, o, n, Output::i32);
        add("hollow_ribbon_bp3_b", [=] { hollow_ribbon_bp3_b<<<n / 256, 256>>>(w, o, n, 1u << 24); }, o, n, Output::i32);
    }
    {
        const int n = 6 << 20;
        std::vector<float> c(kCentres * kDims);
        for (size_t i = 0; i < c.size(); ++i) c[i] = 0.5f * harness::unit((uint32_t)i + 91u);
        CHECK(cudaMemcpyToSymbol(c_centre, c.data(), c.size() * sizeof(float)));
        float* x = filled<float>((size_t)n * kDims, 23);
        int* o = empty<int>(kCentres);
        add("woven_pebble_bp3_a", [=] { woven_pebble_bp3_a<<<132 * 8, 256>>>(x, o, n); }, o, kCentres, Output::i32);
        add("woven_pebble_bp3_b", [=] { woven_pebble_bp3_b<<<132 * 8, 256>>>(x, o, n); }, o, kCentres, Output::i32);
    }
    {
        const size_t n = 128u << 20; const int blocks = (int)(n / 4096);
        float *in = filled<float>(n, 24), *o = empty<float>(n);
        add("gentle_rudder_bp3_a", [=] { gentle_rudder_bp3_a<<<blocks, 128>>>(in, o); }, o, n);
        add("gentle_rudder_bp3_b", [=] { gentle_rudder_bp3_b<<<blocks, 128>>>(in, o); }, o, n);
    }
    {
        const int n = 2 << 20;
        int* raw = harness::indices((size_t)n * 64, 0xffffffffu, 25);
        const unsigned* p = (const unsigned*)raw;
        int* o = empty<int>(n);
        add("rustic_falcon_bp3_a", [=] { rustic_falcon_bp3_a<<<n / 128, 128>>>(p, o, n); }, o, n, Output::i32);
        add("rustic_falcon_bp3_b", [=] { rustic_falcon_bp3_b<<<n / 128, 128>>>(p, o, n); }, o, n, Output::i32);
    }
    {
        const int n = 1 << 20;
        float *in = filled<float>((size_t)n * 64, 26), *o = empty<float>((size_t)n * 64);
        add("sturdy_blossom_bp3_a", [=] { sturdy_blossom_bp3_a<<<n / 256, 256>>>(in, o, n); }, o, (size_t)n * 64);
        add("sturdy_blossom_bp3_b", [=] { sturdy_blossom_bp3_b<<<n / 256, 256>>>(in, o, n); }, o, (size_t)n * 64);
    }
    {
        float *in = filled<float>((size_t)kChannels * kSegments * kQuads * 4, 27), *o = empty<float>(kChannels * kSegments);
        add("misty_compass_bp3_a", [=] { misty_compass_bp3_a<<<kChannels, 512>>>((const float4*)in, o); }, o, kChannels * kSegments);
        add("misty_compass_bp3_b", [=] { misty_compass_bp3_b<<<dim3(kSegments, kChannels), 512>>>((const float4*)in, o); }, o, kChannels * kSegments);
    }
    {
        const size_t n = (size_t)kEven * kTall;
        float *a = rows(kOdd, 28), *b = rows(kOdd, 29), *c = rows(kEven, 28), *d = rows(kEven, 29), *o = empty<float>(n);
        dim3 grid((kWide + 255) / 256, kTall / 8);
        add("crimson_gutter_bp3_a", [=] { crimson_gutter_bp3_a<<<grid, 256>>>(a, b, o); }, o, n);
        add("crimson_gutter_bp3_b", [=] { crimson_gutter_bp3_b<<<grid, 256>>>(c, d, o); }, o, n);
    }
    {
        const size_t n = 128u << 20;
        float *x = filled<float>(n, 30), *y = filled<float>(n, 31), *z = empty<float>(n);
        add("nimble_orchard_bp3_a", [=] { nimble_orchard_bp3_a<<<(int)(n / 1024), 256>>>(x, y, z); }, z, n);
        add("nimble_orchard_bp3_b", [=] { nimble_orchard_bp3_b<<<(int)(n / 1024), 256>>>((const float4*)x, (const float4*)y, (float4*)z); }, z, n);
    }
    {
        const int n = 1056 * 256;
        float *b = filled<float>((size_t)n * 4, 32), *m = filled<float>(kMasses * 4, 33), *o = empty<float>((size_t)n * 4);
        add("tender_quarry_bp3_a", [=] { tender_quarry_bp3_a<<<n / 256, 128>>>((const float4*)b, (const float4*)m, (float4*)o); }, o, (size_t)n * 4);
    }
    {
        const size_t n = 64u << 20;
        float *p = filled<float>(n, 34), *v = filled<float>(n, 35), *a = filled<float>(n, 36), *o = empty<float>(n), *s = empty<float>(n);
        add("russet_window_bp3_a", [=] { russet_window_bp3_a<<<(int)(n / 1024), 256>>>((const float4*)p, (const float4*)v, (const float4*)a, (float4*)o, (float4*)s); }, o, n);
    }
    return harness::run(argc, argv, cases);
}
