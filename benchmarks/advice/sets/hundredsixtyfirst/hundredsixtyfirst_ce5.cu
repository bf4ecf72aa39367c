#include "harness.cuh"
#include <mma.h>
using harness::Case;
using harness::Output;
typedef std::vector<Case> Cases;

// Probe side of a hash join: linear probing in a table larger than the cache.
static const unsigned kSlots = 1u << 26;
static const size_t kProbe = 16u << 20;
typedef unsigned long long u64_ce5;
__global__ void harness_build_ce5(u64_ce5* table, unsigned n) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned key = harness::hash32(i * 2u + 1u), slot = (key * 2654435769u) >> 6;
        u64_ce5 e = ((u64_ce5)(i % 1000u + 1u) << 32) | key;
        while (atomicCAS(table + slot, 0ull, e) != 0ull) slot = (slot + 1) & (kSlots - 1);
    }
}
__global__ void harness_keys_ce5(unsigned* keys, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        keys[i] = harness::hash32((harness::hash32((uint32_t)i + 77u) & (kSlots - 1)) * 2u + 1u);
}
__global__ void __launch_bounds__(256) crimson_wicket_ce5_a(const u64_ce5* __restrict__ table, const uint2* __restrict__ keys, int2* __restrict__ out) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    uint2 k = keys[i];
    unsigned s0 = (k.x * 2654435769u) >> 6, s1 = (k.y * 2654435769u) >> 6;
    u64_ce5 e0 = table[s0], e1 = table[s1];
    while (e0 != 0ull && (unsigned)e0 != k.x) { s0 = (s0 + 1) & (kSlots - 1); e0 = table[s0]; }
    while (e1 != 0ull && (unsigned)e1 != k.y) { s1 = (s1 + 1) & (kSlots - 1); e1 = table[s1]; }
    out[i] = make_int2((int)(e0 >> 32), (int)(e1 >> 32));
}
static void part21(Cases& c) {
    u64_ce5* table; CHECK(cudaMalloc(&table, (size_t)kSlots * 8)); CHECK(cudaMemset(table, 0, (size_t)kSlots * 8));
    harness_build_ce5<<<2048, 256>>>(table, kSlots / 2); CHECK(cudaGetLastError());
    unsigned* keys = harness::empty<unsigned>(kProbe);
    harness_keys_ce5<<<2048, 256>>>(keys, kProbe); CHECK(cudaGetLastError());
    int* out = harness::empty<int>(kProbe);
    c.push_back({"crimson_wicket_ce5_a", [=] { crimson_wicket_ce5_a<<<kProbe / 512, 256>>>(table, (const uint2*)keys, (int2*)out); }, out, kProbe, Output::i32});
}

// Drift step of particles in one dimension with periodic wrap.
static const size_t kParts = 32u << 20;
struct PartRecord { float f[12]; };
__global__ void harness_split_ce5(const PartRecord* p, float* x, float* v, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) { x[i] = p[i].f[0]; v[i] = p[i].f[6]; }
}
__global__ void __launch_bounds__(256) amber_sluice_ce5_a(const PartRecord* __restrict__ p, float* __restrict__ out, float dt) {
    size_t base = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float x[4], v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { x[k] = p[base + k * 256].f[0]; v[k] = p[base + k * 256].f[6]; }
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float y = fmaf(dt, v[k], x[k]);
        y = y >= 1.0f ? y - 2.0f : (y < -1.0f ? y + 2.0f : y);
        out[base + k * 256] = y + 2.0f;
    }
}
__global__ void __launch_bounds__(256) amber_sluice_ce5_b(const float* __restrict__ px, const float* __restrict__ pv, float* __restrict__ out, float dt) {
    size_t base = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float x[4], v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { x[k] = px[base + k * 256]; v[k] = pv[base + k * 256]; }
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float y = fmaf(dt, v[k], x[k]);
        y = y >= 1.0f ? y - 2.0f : (y < -1.0f ? y + 2.0f : y);
        out[base + k * 256] = y + 2.0f;
    }
}
static void part01(Cases& c) {
    float* rec = harness::filled<float>(kParts * 12, 11);
    const PartRecord* p = (const PartRecord*)rec;
    float *x = harness::empty<float>(kParts), *v = harness::empty<float>(kParts), *out = harness::empty<float>(kParts);
    harness_split_ce5<<<2048, 256>>>(p, x, v, kParts); CHECK(cudaGetLastError());
    c.push_back({"amber_sluice_ce5_a", [=] { amber_sluice_ce5_a<<<kParts / 1024, 256>>>(p, out, 0.05f); }, out, kParts, Output::f32});
    c.push_back({"amber_sluice_ce5_b", [=] { amber_sluice_ce5_b<<<kParts / 1024, 256>>>(x, v, out, 0.05f); }, out, kParts, Output::f32});
}

// Linear combination of two recordings, the first delayed by a sample.
static const size_t kMix = 64u << 20;
__device__ __forceinline__ void mix_ce5(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ out) {
    size_t base = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float a[4], b[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { a[k] = x[base + k * 256]; b[k] = y[base + k * 256]; }
#pragma unroll
    for (int k = 0; k < 4; ++k) out[base + k * 256] = fmaf(0.7f, a[k], 0.4f * b[k]);
}
__global__ void __launch_bounds__(256) quiet_mallet_ce5_a(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ out) { mix_ce5(x, y, out); }
__global__ void __launch_bounds__(256) quiet_mallet_ce5_b(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ out) { mix_ce5(x, y, out); }
static void part11(Cases& c) {
    float *x = harness::filled<float>(kMix + 64, 111), *xs = harness::empty<float>(kMix), *y = harness::filled<float>(kMix, 112), *out = harness::empty<float>(kMix);
    CHECK(cudaMemcpy(xs, x + 1, kMix * 4, cudaMemcpyDeviceToDevice));
    c.push_back({"quiet_mallet_ce5_a", [=] { quiet_mallet_ce5_a<<<kMix / 1024, 256>>>(x + 1, y, out); }, out, kMix, Output::f32});
    c.push_back({"quiet_mallet_ce5_b", [=] { quiet_mallet_ce5_b<<<kMix / 1024, 256>>>(xs, y, out); }, out, kMix, Output::f32});
}

// Fourth-order Laplacian step on a grid of 512 x 512 x 512.
static const int kSide = 512, kDepth = 128;
__global__ void __launch_bounds__(512) misty_bobbin_ce5_a(const float* __restrict__ in, float* __restrict__ out, float c0, float c1, float c2) {
    __shared__ float s[2][20][36];
    const int tx = threadIdx.x, ty = threadIdx.y, t = ty * 32 + tx;
    const int x0 = blockIdx.x * 32, y0 = blockIdx.y * 16, z0 = blockIdx.z * kDepth;
    const size_t plane = (size_t)kSide * kSide;
    const float* p = in + (size_t)(y0 + ty) * kSide + x0 + tx;
    float* q = out + (size_t)(y0 + ty) * kSide + x0 + tx;
    int hr = 0, hc = 0; const float* h = in;
    const bool halo = t < 192;
    if (t < 64) { hr = 2 + (t >> 2); int k = t & 3; hc = k < 2 ? k : 32 + k; }
    else if (halo) { int u = t - 64, k = u >> 5; hc = 2 + (u & 31); hr = k < 2 ? k : 16 + k; }
    { int gx = min(max(x0 + hc - 2, 0), kSide - 1), gy = min(max(y0 + hr - 2, 0), kSide - 1); h = in + (size_t)gy * kSide + gx; }
    auto zc = [&](int z) { return (size_t)min(max(z, 0), kSide - 1) * plane; };
    float m2 = p[zc(z0 - 2)], m1 = p[zc(z0 - 1)], c = p[zc(z0)], p1 = p[zc(z0 + 1)], p2 = p[zc(z0 + 2)];
    float hv = halo ? h[zc(z0)] : 0.0f;
    for (int z = z0; z < z0 + kDepth; ++z) {
        float (*w)[36] = s[z & 1];
        w[ty + 2][tx + 2] = c;
        if (halo) w[hr][hc] = hv;
        const float p3 = p[zc(z + 3)];
        if (halo) hv = h[zc(z + 1)];
        __syncthreads();
        float r = c0 * c;
        r = fmaf(c1, w[ty + 2][tx + 1] + w[ty + 2][tx + 3] + w[ty + 1][tx + 2] + w[ty + 3][tx + 2] + m1 + p1, r);
        r = fmaf(c2, w[ty + 2][tx] + w[ty + 2][tx + 4] + w[ty][tx + 2] + w[ty + 4][tx + 2] + m2 + p2, r);
        q[(size_t)z * plane] = r;
        m2 = m1; m1 = c; c = p1; p1 = p2; p2 = p3;
    }
}
static void part25(Cases& c) {
    const size_t n = (size_t)kSide * kSide * kSide;
    float *in = harness::filled<float>(n, 251), *out = harness::empty<float>(n);
    c.push_back({"misty_bobbin_ce5_a", [=] { misty_bobbin_ce5_a<<<dim3(16, 32, 4), dim3(32, 16)>>>(in, out, 0.5f, 0.11f, -0.02f); }, out, n, Output::f32});
}

// Fractal value noise of eight octaves over a picture.
static const unsigned kNoise = (1056u * 16 + 64) * 512;
__device__ __forceinline__ float corner_ce5(unsigned x, unsigned y) {
    unsigned h = x * 0x9e3779b1u ^ y * 0x85ebca77u;
    h ^= h >> 15; h *= 0x2c1b3c6du; h ^= h >> 13;
    return __uint_as_float(0x3f800000u | (h >> 9)) - 1.5f;
}
__device__ __forceinline__ float noise_ce5(unsigned i) {
    float x = (float)(i & 4095u) * 0.0131f, y = (float)(i >> 12) * 0.0131f, amp = 0.5f, sum = 0.0f;
#pragma unroll 2
    for (int o = 0; o < 8; ++o) {
        float fx = floorf(x), fy = floorf(y), u = x - fx, v = y - fy;
        unsigned cx = (unsigned)fx, cy = (unsigned)fy + 57u * o;
        u = u * u * fmaf(-2.0f, u, 3.0f); v = v * v * fmaf(-2.0f, v, 3.0f);
        float a = corner_ce5(cx, cy), b = corner_ce5(cx + 1, cy), c = corner_ce5(cx, cy + 1), d = corner_ce5(cx + 1, cy + 1);
        float top = fmaf(u, b - a, a), bottom = fmaf(u, d - c, c);
        sum = fmaf(amp, fmaf(v, bottom - top, top), sum);
        amp *= 0.5f; x *= 2.03f; y *= 1.97f;
    }
    return sum;
}
__global__ void __launch_bounds__(256, 8) sandy_trellis_ce5_a(float* __restrict__ out) {
    unsigned i = blockIdx.x * 512 + threadIdx.x;
#pragma unroll 1
    for (int k = 0; k < 2; ++k) out[i + k * 256] = noise_ce5(i + k * 256);
}
__global__ void __launch_bounds__(256, 8) sandy_trellis_ce5_b(float* __restrict__ out) {
    unsigned i = blockIdx.x * 256 + threadIdx.x;
    out[i] = noise_ce5(i);
}
static void part14(Cases& c) {
    float* out = harness::empty<float>(kNoise);
    c.push_back({"sandy_trellis_ce5_a", [=] { sandy_trellis_ce5_a<<<kNoise / 512, 256>>>(out); }, out, kNoise, Output::f32});
    c.push_back({"sandy_trellis_ce5_b", [=] { sandy_trellis_ce5_b<<<kNoise / 256, 256>>>(out); }, out, kNoise, Output::f32});
}

// Zonal statistics of a raster: count and sum of heights of 48 zones.
static const size_t kRaster = 8u << 20;
__global__ void __launch_bounds__(256) cobalt_thicket_ce5_a(const int4* __restrict__ zone, const int4* __restrict__ height, int* __restrict__ stats) {
    size_t base = (size_t)blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int4 z = zone[base + k * 256], h = height[base + k * 256];
        atomicAdd(stats + z.x, 1); atomicAdd(stats + 48 + z.x, h.x);
        atomicAdd(stats + z.y, 1); atomicAdd(stats + 48 + z.y, h.y);
        atomicAdd(stats + z.z, 1); atomicAdd(stats + 48 + z.z, h.z);
        atomicAdd(stats + z.w, 1); atomicAdd(stats + 48 + z.w, h.w);
    }
}
__global__ void __launch_bounds__(256) cobalt_thicket_ce5_b(const int4* __restrict__ zone, const int4* __restrict__ height, int* __restrict__ stats) {
    __shared__ int s[8][97];
    for (int i = threadIdx.x; i < 8 * 97; i += 256) (&s[0][0])[i] = 0;
    __syncthreads();
    int* mine = s[threadIdx.x >> 5];
    size_t base = (size_t)blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int4 z = zone[base + k * 256], h = height[base + k * 256];
        atomicAdd(mine + z.x, 1); atomicAdd(mine + 48 + z.x, h.x);
        atomicAdd(mine + z.y, 1); atomicAdd(mine + 48 + z.y, h.y);
        atomicAdd(mine + z.z, 1); atomicAdd(mine + 48 + z.z, h.z);
        atomicAdd(mine + z.w, 1); atomicAdd(mine + 48 + z.w, h.w);
    }
    __syncthreads();
    if (threadIdx.x < 96) {
        int sum = 0;
#pragma unroll
        for (int w = 0; w < 8; ++w) sum += s[w][threadIdx.x];
        atomicAdd(stats + threadIdx.x, sum);
    }
}
static void part04(Cases& c) {
    int *zone = harness::indices(kRaster, 48, 41), *height = harness::indices(kRaster, 4000, 42), *out = harness::empty<int>(96);
    CHECK(cudaMemset(out, 0, 96 * 4));
    c.push_back({"cobalt_thicket_ce5_a", [=] { cobalt_thicket_ce5_a<<<kRaster / 4096, 256>>>((const int4*)zone, (const int4*)height, out); }, out, 96, Output::i32});
    c.push_back({"cobalt_thicket_ce5_b", [=] { cobalt_thicket_ce5_b<<<kRaster / 4096, 256>>>((const int4*)zone, (const int4*)height, out); }, out, 96, Output::i32});
}

// Leapfrog step of oscillators in FP64.
static const size_t kOsc = 32u << 20;
__global__ void __launch_bounds__(256) vivid_hamper_ce5_a(const double2* __restrict__ x, const double2* __restrict__ v, const double2* __restrict__ f, double2* __restrict__ out, double dt) {
    size_t base = (size_t)blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        size_t i = base + k * 256;
        double2 a = x[i], b = v[i], d = f[i];
        out[i] = make_double2(fma(dt, fma(dt, d.x, b.x), a.x), fma(dt, fma(dt, d.y, b.y), a.y));
    }
}
static void part28(Cases& c) {
    double2 *x = (double2*)harness::filled<double>(kOsc, 281), *v = (double2*)harness::filled<double>(kOsc, 282), *f = (double2*)harness::filled<double>(kOsc, 283), *out = (double2*)harness::empty<double>(kOsc);
    c.push_back({"vivid_hamper_ce5_a", [=] { vivid_hamper_ce5_a<<<kOsc / 1024, 256>>>(x, v, f, out, 0.01); }, out, kOsc, Output::f64});
}

// Blends two RGBA pictures by a coverage code through a table.
static const size_t kPix = 16u << 20;
extern __shared__ float blend_ce5[];
__global__ void harness_codes_ce5(unsigned char* p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) p[i] = (unsigned char)(harness::hash32((uint32_t)i + 991u) >> 24);
}
__device__ __forceinline__ void over_ce5(const float4* __restrict__ fg, const float4* __restrict__ bg, const unsigned char* __restrict__ code, const float* __restrict__ lut, float4* __restrict__ out) {
    blend_ce5[threadIdx.x] = lut[threadIdx.x];
    __syncthreads();
    size_t base = (size_t)blockIdx.x * 2048 + threadIdx.x;
#pragma unroll 2
    for (int k = 0; k < 8; ++k) {
        size_t i = base + k * 256;
        float4 f = fg[i], b = bg[i];
        float a = blend_ce5[code[i]];
        out[i] = make_float4(fmaf(a, f.x - b.x, b.x), fmaf(a, f.y - b.y, b.y), fmaf(a, f.z - b.z, b.z), fmaf(a, f.w - b.w, b.w));
    }
}
__global__ void __launch_bounds__(256) rustic_plume_ce5_a(const float4* __restrict__ fg, const float4* __restrict__ bg, const unsigned char* __restrict__ code, const float* __restrict__ lut, float4* __restrict__ out) { over_ce5(fg, bg, code, lut, out); }
__global__ void __launch_bounds__(256) rustic_plume_ce5_b(const float4* __restrict__ fg, const float4* __restrict__ bg, const unsigned char* __restrict__ code, const float* __restrict__ lut, float4* __restrict__ out) { over_ce5(fg, bg, code, lut, out); }
static void part12(Cases& c) {
    float4 *fg = (float4*)harness::filled<float>(kPix * 4, 121), *bg = (float4*)harness::filled<float>(kPix * 4, 122), *out = (float4*)harness::empty<float>(kPix * 4);
    float* lut = harness::filled<float>(256, 123);
    unsigned char* code = harness::empty<unsigned char>(kPix);
    harness_codes_ce5<<<2048, 256>>>(code, kPix); CHECK(cudaGetLastError());
    CHECK(cudaFuncSetAttribute(rustic_plume_ce5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 53248));
    c.push_back({"rustic_plume_ce5_a", [=] { rustic_plume_ce5_a<<<kPix / 2048, 256, 53248>>>(fg, bg, code, lut, out); }, out, kPix * 4, Output::f32});
    c.push_back({"rustic_plume_ce5_b", [=] { rustic_plume_ce5_b<<<kPix / 2048, 256, 1024>>>(fg, bg, code, lut, out); }, out, kPix * 4, Output::f32});
}

// Sparse echo filter of 24 taps over a circular recording.
static const unsigned kRing = 7999993u;
static const size_t kEcho = 16u << 20;
struct Echo { float gain[24]; unsigned delay[24]; };
__constant__ Echo echo_ce5;
__global__ void __launch_bounds__(256) linen_compass_ce5_a(const float* __restrict__ ring, float* __restrict__ out, unsigned long long clock0, unsigned long long len) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    float acc = 0.0f;
#pragma unroll 8
    for (int k = 0; k < 24; ++k) acc = fmaf(echo_ce5.gain[k], ring[(clock0 + i - echo_ce5.delay[k]) % len], acc);
    out[i] = acc;
}
__global__ void __launch_bounds__(256) linen_compass_ce5_b(const float* __restrict__ ring, float* __restrict__ out, unsigned start, unsigned len) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    unsigned pos = (start + (unsigned)i) % len;
    float acc = 0.0f;
#pragma unroll 8
    for (int k = 0; k < 24; ++k) {
        unsigned d = echo_ce5.delay[k];
        acc = fmaf(echo_ce5.gain[k], ring[pos >= d ? pos - d : pos + len - d], acc);
    }
    out[i] = acc;
}
static void part06(Cases& c) {
    Echo e;
    for (int k = 0; k < 24; ++k) { e.gain[k] = 0.9f / (1.0f + 0.4f * k); e.delay[k] = 32u * (unsigned)(k * k * 3 + 7 * k); }
    CHECK(cudaMemcpyToSymbol(echo_ce5, &e, sizeof e));
    float *ring = harness::filled<float>(kRing, 61), *out = harness::empty<float>(kEcho);
    const unsigned long long clock0 = 5123456789012ull;
    const unsigned start = (unsigned)(clock0 % kRing);
    c.push_back({"linen_compass_ce5_a", [=] { linen_compass_ce5_a<<<kEcho / 256, 256>>>(ring, out, clock0, kRing); }, out, kEcho, Output::f32});
    c.push_back({"linen_compass_ce5_b", [=] { linen_compass_ce5_b<<<kEcho / 256, 256>>>(ring, out, start, kRing); }, out, kEcho, Output::f32});
}

// Product of two FP32 matrices, 3072 x 1408 x 2048.
static const int kGm = 3072, kGn = 1408, kGk = 2048;
__global__ void __launch_bounds__(256, 2) royal_thimble_ce5_a(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C) {
    __shared__ __align__(16) float as[2][8][132];
    __shared__ __align__(16) float bs[2][8][128];
    const int t = threadIdx.x, tx = t & 15, ty = t >> 4;
    const int ar = t >> 1, ac = (t & 1) * 4, br = t >> 5, bc = (t & 31) * 4;
    const float* pa = A + (size_t)(blockIdx.y * 128 + ar) * kGk + ac;
    const float* pb = B + (size_t)br * kGn + blockIdx.x * 128 + bc;
    float acc[8][8] = {};
    float4 ra = *(const float4*)pa, rb = *(const float4*)pb;
    as[0][ac][ar] = ra.x; as[0][ac + 1][ar] = ra.y; as[0][ac + 2][ar] = ra.z; as[0][ac + 3][ar] = ra.w;
    *(float4*)&bs[0][br][bc] = rb;
    __syncthreads();
    int cur = 0;
    for (int k0 = 8; k0 <= kGk; k0 += 8) {
        if (k0 < kGk) { ra = *(const float4*)(pa + k0); rb = *(const float4*)(pb + (size_t)k0 * kGn); }
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            float a[8], b[8];
            *(float4*)a = *(const float4*)&as[cur][k][ty * 4]; *(float4*)(a + 4) = *(const float4*)&as[cur][k][64 + ty * 4];
            *(float4*)b = *(const float4*)&bs[cur][k][tx * 4]; *(float4*)(b + 4) = *(const float4*)&bs[cur][k][64 + tx * 4];
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = fmaf(a[i], b[j], acc[i][j]);
        }
        if (k0 < kGk) {
            cur ^= 1;
            as[cur][ac][ar] = ra.x; as[cur][ac + 1][ar] = ra.y; as[cur][ac + 2][ar] = ra.z; as[cur][ac + 3][ar] = ra.w;
            *(float4*)&bs[cur][br][bc] = rb;
            __syncthreads();
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* pc = C + (size_t)(blockIdx.y * 128 + (i >> 2) * 64 + ty * 4 + (i & 3)) * kGn + blockIdx.x * 128 + tx * 4;
        *(float4*)pc = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *(float4*)(pc + 64) = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}
static void part26(Cases& c) {
    float *A = harness::filled<float>((size_t)kGm * kGk, 261), *B = harness::filled<float>((size_t)kGk * kGn, 262), *C = harness::empty<float>((size_t)kGm * kGn);
    c.push_back({"royal_thimble_ce5_a", [=] { royal_thimble_ce5_a<<<dim3(kGn / 128, kGm / 128), 256>>>(A, B, C); }, C, (size_t)kGm * kGn, Output::f32});
}

// Flat-field correction of detector frames.
static const size_t kFrame = 48u << 20;
template <bool FAST> __device__ __forceinline__ float flat_ce5(float raw, float flat) {
    float d = fmaf(0.35f, flat, 1.2f), n = raw - 0.05f;
    return FAST ? __fdividef(n, d) : n / d;
}
template <bool FAST> __device__ __forceinline__ void correct_ce5(const float4* __restrict__ raw, const float4* __restrict__ flat, float4* __restrict__ out) {
    size_t base = (size_t)blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        size_t i = base + k * 256;
        float4 r = raw[i], f = flat[i];
        out[i] = make_float4(flat_ce5<FAST>(r.x, f.x), flat_ce5<FAST>(r.y, f.y), flat_ce5<FAST>(r.z, f.z), flat_ce5<FAST>(r.w, f.w));
    }
}
__global__ void __launch_bounds__(256) mellow_anvil_ce5_a(const float4* __restrict__ raw, const float4* __restrict__ flat, float4* __restrict__ out) { correct_ce5<false>(raw, flat, out); }
__global__ void __launch_bounds__(256) mellow_anvil_ce5_b(const float4* __restrict__ raw, const float4* __restrict__ flat, float4* __restrict__ out) { correct_ce5<true>(raw, flat, out); }
static void part16(Cases& c) {
    float4 *raw = (float4*)harness::filled<float>(kFrame, 161), *flat = (float4*)harness::filled<float>(kFrame, 162), *out = (float4*)harness::empty<float>(kFrame);
    c.push_back({"mellow_anvil_ce5_a", [=] { mellow_anvil_ce5_a<<<kFrame / 2048, 256>>>(raw, flat, out); }, out, kFrame, Output::f32});
    c.push_back({"mellow_anvil_ce5_b", [=] { mellow_anvil_ce5_b<<<kFrame / 2048, 256>>>(raw, flat, out); }, out, kFrame, Output::f32});
}

// Compaction of the positive values of a column.
static const size_t kCompact = 64u << 20;
__global__ void __launch_bounds__(256, 4) zesty_canyon_ce5_a(const float4* __restrict__ in, float* __restrict__ out, unsigned* state) {
    __shared__ float keep[4096];
    __shared__ unsigned sums[32];
    __shared__ unsigned total_s, base_s;
    const int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    in += (size_t)blockIdx.x * 1024;
    float4 v[4]; unsigned at[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = in[k * 256 + t];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const unsigned lower = (1u << lane) - 1u;
        const unsigned b0 = __ballot_sync(~0u, v[k].x > 0.0f), b1 = __ballot_sync(~0u, v[k].y > 0.0f), b2 = __ballot_sync(~0u, v[k].z > 0.0f), b3 = __ballot_sync(~0u, v[k].w > 0.0f);
        at[k] = __popc(b0 & lower) + __popc(b1 & lower) + __popc(b2 & lower) + __popc(b3 & lower);
        if (lane == 0) sums[k * 8 + warp] = __popc(b0) + __popc(b1) + __popc(b2) + __popc(b3);
    }
    __syncthreads();
    if (warp == 0) {
        const unsigned mine = sums[lane];
        unsigned s = mine;
#pragma unroll
        for (int d = 1; d < 32; d <<= 1) { unsigned o = __shfl_up_sync(~0u, s, d); if (lane >= d) s += o; }
        sums[lane] = s - mine;
        if (lane == 31) { total_s = s; base_s = atomicAdd(state, s); }
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        unsigned p = sums[k * 8 + warp] + at[k];
        if (v[k].x > 0.0f) keep[p++] = v[k].x;
        if (v[k].y > 0.0f) keep[p++] = v[k].y;
        if (v[k].z > 0.0f) keep[p++] = v[k].z;
        if (v[k].w > 0.0f) keep[p] = v[k].w;
    }
    __syncthreads();
    const unsigned total = total_s;
    float* dst = out + base_s;
    for (unsigned i = t; i < total; i += 256) dst[i] = keep[i];
    if (t == 0 && atomicAdd(state + 1, 1u) == gridDim.x - 1) { state[0] = 0; state[1] = 0; }
}
static void part30(Cases& c) {
    float *in = harness::filled<float>(kCompact, 301), *out = harness::empty<float>(kCompact);
    CHECK(cudaMemset(out, 0, kCompact * 4));
    unsigned* state; CHECK(cudaMalloc(&state, 8)); CHECK(cudaMemset(state, 0, 8));
    c.push_back({"zesty_canyon_ce5_a", [=] { zesty_canyon_ce5_a<<<kCompact / 4096, 256>>>((const float4*)in, out, state); }, out, kCompact, Output::f32});
}

// Walsh-Hadamard transform of rows of 4096 samples.
static const size_t kWht = 64u << 20;
__device__ __forceinline__ void wht16_ce5(float (&r)[16]) {
#pragma unroll
    for (int h = 1; h < 16; h *= 2)
#pragma unroll
        for (int i = 0; i < 16; ++i)
            if (!(i & h)) { float a = r[i], b = r[i + h]; r[i] = a + b; r[i + h] = a - b; }
}
template <int PAD>
__device__ __forceinline__ void wht_row_ce5(const float* __restrict__ in, float* __restrict__ out, float* s) {
    auto at = [](int i) { return PAD ? i + (i >> 4) : i; };
    const int t = threadIdx.x;
    in += (size_t)blockIdx.x * 4096; out += (size_t)blockIdx.x * 4096;
    float r[16];
#pragma unroll
    for (int j = 0; j < 16; ++j) r[j] = in[j * 256 + t];
    wht16_ce5(r);
#pragma unroll
    for (int j = 0; j < 16; ++j) s[at(j * 256 + t)] = r[j];
    __syncthreads();
    const int b2 = (t >> 4) * 256 + (t & 15);
#pragma unroll
    for (int j = 0; j < 16; ++j) r[j] = s[at(b2 + j * 16)];
    wht16_ce5(r);
#pragma unroll
    for (int j = 0; j < 16; ++j) s[at(b2 + j * 16)] = r[j];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 16; ++j) r[j] = s[at(t * 16 + j)];
    wht16_ce5(r);
#pragma unroll
    for (int j = 0; j < 16; ++j) s[at(t * 16 + j)] = r[j];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 16; ++j) out[j * 256 + t] = s[at(j * 256 + t)] * 0.015625f;
}
__global__ void __launch_bounds__(256) hazel_turret_ce5_a(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float s[4096];
    wht_row_ce5<0>(in, out, s);
}
__global__ void __launch_bounds__(256) hazel_turret_ce5_b(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float s[4352];
    wht_row_ce5<1>(in, out, s);
}
static void part02(Cases& c) {
    float *in = harness::filled<float>(kWht, 21), *out = harness::empty<float>(kWht);
    c.push_back({"hazel_turret_ce5_a", [=] { hazel_turret_ce5_a<<<kWht / 4096, 256>>>(in, out); }, out, kWht, Output::f32});
    c.push_back({"hazel_turret_ce5_b", [=] { hazel_turret_ce5_b<<<kWht / 4096, 256>>>(in, out); }, out, kWht, Output::f32});
}

// Histogram of keys over four million bins.
static const unsigned kBins = 4u << 20;
static const size_t kKeys = 48u << 20;
__global__ void __launch_bounds__(256) dapper_quarry_ce5_a(const int4* __restrict__ keys, int* __restrict__ bins) {
    size_t base = (size_t)blockIdx.x * 512 + threadIdx.x;
    int4 a = keys[base], b = keys[base + 256];
    atomicAdd(bins + a.x, 1); atomicAdd(bins + a.y, 1); atomicAdd(bins + a.z, 1); atomicAdd(bins + a.w, 1);
    atomicAdd(bins + b.x, 1); atomicAdd(bins + b.y, 1); atomicAdd(bins + b.z, 1); atomicAdd(bins + b.w, 1);
}
static void part22(Cases& c) {
    int *keys = harness::indices(kKeys, kBins, 221), *bins = harness::empty<int>(kBins);
    CHECK(cudaMemset(bins, 0, (size_t)kBins * 4));
    c.push_back({"dapper_quarry_ce5_a", [=] { dapper_quarry_ce5_a<<<kKeys / 2048, 256>>>((const int4*)keys, bins); }, bins, kBins, Output::i32});
}

// Luma of planar colour pictures.
static const size_t kLuma = 32u << 20;
template <typename W> __device__ __forceinline__ float luma_ce5(float r, float g, float b, W wr, W wg, W wb) { return (float)(r * wr + g * wg + b * wb); }
template <typename W> __device__ __forceinline__ void grey_ce5(const float4* __restrict__ r, const float4* __restrict__ g, const float4* __restrict__ b, float4* __restrict__ out) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    float4 x = r[i], y = g[i], z = b[i];
    const W wr = (W)0.2126, wg = (W)0.7152, wb = (W)0.0722;
    out[i] = make_float4(luma_ce5<W>(x.x, y.x, z.x, wr, wg, wb), luma_ce5<W>(x.y, y.y, z.y, wr, wg, wb), luma_ce5<W>(x.z, y.z, z.z, wr, wg, wb), luma_ce5<W>(x.w, y.w, z.w, wr, wg, wb));
}
__global__ void __launch_bounds__(256) plum_gazebo_ce5_a(const float4* __restrict__ r, const float4* __restrict__ g, const float4* __restrict__ b, float4* __restrict__ out) { grey_ce5<double>(r, g, b, out); }
__global__ void __launch_bounds__(256) plum_gazebo_ce5_b(const float4* __restrict__ r, const float4* __restrict__ g, const float4* __restrict__ b, float4* __restrict__ out) { grey_ce5<float>(r, g, b, out); }
static void part17(Cases& c) {
    float4 *r = (float4*)harness::filled<float>(kLuma, 171), *g = (float4*)harness::filled<float>(kLuma, 172), *b = (float4*)harness::filled<float>(kLuma, 173), *out = (float4*)harness::empty<float>(kLuma);
    c.push_back({"plum_gazebo_ce5_a", [=] { plum_gazebo_ce5_a<<<kLuma / 1024, 256>>>(r, g, b, out); }, out, kLuma, Output::f32});
    c.push_back({"plum_gazebo_ce5_b", [=] { plum_gazebo_ce5_b<<<kLuma / 1024, 256>>>(r, g, b, out); }, out, kLuma, Output::f32});
}

// Affine per channel, SiLU and residual addition of activations.
static const size_t kAct = 64u << 20;
__device__ __forceinline__ float silu_ce5(float x) { return x / (1.0f + __expf(-x)); }
__global__ void __launch_bounds__(256) tawny_harbor_ce5_a(const float4* __restrict__ x, const float4* __restrict__ scale, const float4* __restrict__ shift, float4* __restrict__ t1) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    float4 v = x[i], s = scale[i & 255], b = shift[i & 255];
    t1[i] = make_float4(fmaf(v.x, s.x, b.x), fmaf(v.y, s.y, b.y), fmaf(v.z, s.z, b.z), fmaf(v.w, s.w, b.w));
}
__global__ void __launch_bounds__(256) tawny_harbor_ce5_a2(const float4* __restrict__ t1, float4* __restrict__ t2) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    float4 v = t1[i];
    t2[i] = make_float4(silu_ce5(v.x), silu_ce5(v.y), silu_ce5(v.z), silu_ce5(v.w));
}
__global__ void __launch_bounds__(256) tawny_harbor_ce5_a3(const float4* __restrict__ t2, const float4* __restrict__ res, float4* __restrict__ out) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    float4 v = t2[i], r = res[i];
    out[i] = make_float4(v.x + r.x, v.y + r.y, v.z + r.z, v.w + r.w);
}
__global__ void __launch_bounds__(256) tawny_harbor_ce5_b(const float4* __restrict__ x, const float4* __restrict__ scale, const float4* __restrict__ shift, const float4* __restrict__ res, float4* __restrict__ out) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    float4 v = x[i], r = res[i], s = scale[i & 255], b = shift[i & 255];
    out[i] = make_float4(silu_ce5(fmaf(v.x, s.x, b.x)) + r.x, silu_ce5(fmaf(v.y, s.y, b.y)) + r.y, silu_ce5(fmaf(v.z, s.z, b.z)) + r.z, silu_ce5(fmaf(v.w, s.w, b.w)) + r.w);
}
static void part08(Cases& c) {
    float4 *x = (float4*)harness::filled<float>(kAct, 81), *res = (float4*)harness::filled<float>(kAct, 82);
    float4 *sc = (float4*)harness::filled<float>(1024, 83), *sh = (float4*)harness::filled<float>(1024, 84);
    float4 *t1 = (float4*)harness::empty<float>(kAct), *t2 = (float4*)harness::empty<float>(kAct), *out = (float4*)harness::empty<float>(kAct);
    const unsigned g = kAct / 1024;
    c.push_back({"tawny_harbor_ce5_a", [=] { tawny_harbor_ce5_a<<<g, 256>>>(x, sc, sh, t1); tawny_harbor_ce5_a2<<<g, 256>>>(t1, t2); tawny_harbor_ce5_a3<<<g, 256>>>(t2, res, out); }, out, kAct, Output::f32});
    c.push_back({"tawny_harbor_ce5_b", [=] { tawny_harbor_ce5_b<<<g, 256>>>(x, sc, sh, res, out); }, out, kAct, Output::f32});
}

// ChaCha20 encryption of a stream.
static const size_t kCipherBlocks = 6u << 20;
struct CipherKey { unsigned k[8], n[3]; };
#define QR_CE5(a, b, c, d) \
    a += b; d = __funnelshift_l(d ^ a, d ^ a, 16); c += d; b = __funnelshift_l(b ^ c, b ^ c, 12); \
    a += b; d = __funnelshift_l(d ^ a, d ^ a, 8); c += d; b = __funnelshift_l(b ^ c, b ^ c, 7);
__global__ void __launch_bounds__(256) humble_lagoon_ce5_a(const unsigned* __restrict__ in, unsigned* __restrict__ out, CipherKey key) {
    __shared__ unsigned s[8][32 * 17];
    const unsigned t = threadIdx.x, lane = t & 31, warp = t >> 5, counter = blockIdx.x * 256 + t;
    unsigned x[16] = {0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u, key.k[0], key.k[1], key.k[2], key.k[3], key.k[4], key.k[5], key.k[6], key.k[7], counter, key.n[0], key.n[1], key.n[2]};
#pragma unroll
    for (int r = 0; r < 10; ++r) {
        QR_CE5(x[0], x[4], x[8], x[12]) QR_CE5(x[1], x[5], x[9], x[13]) QR_CE5(x[2], x[6], x[10], x[14]) QR_CE5(x[3], x[7], x[11], x[15])
        QR_CE5(x[0], x[5], x[10], x[15]) QR_CE5(x[1], x[6], x[11], x[12]) QR_CE5(x[2], x[7], x[8], x[13]) QR_CE5(x[3], x[4], x[9], x[14])
    }
    x[0] += 0x61707865u; x[1] += 0x3320646eu; x[2] += 0x79622d32u; x[3] += 0x6b206574u;
#pragma unroll
    for (int i = 0; i < 8; ++i) x[4 + i] += key.k[i];
    x[12] += counter; x[13] += key.n[0]; x[14] += key.n[1]; x[15] += key.n[2];
#pragma unroll
    for (int i = 0; i < 16; ++i) s[warp][lane * 17 + i] = x[i];
    __syncwarp();
    const size_t base = ((size_t)blockIdx.x * 256 + warp * 32) * 16;
#pragma unroll
    for (int i = 0; i < 16; ++i) {
        const unsigned w = i * 32 + lane;
        out[base + w] = in[base + w] ^ s[warp][(w >> 4) * 17 + (w & 15)];
    }
}
static void part23(Cases& c) {
    unsigned *in = (unsigned*)harness::indices(kCipherBlocks * 16, 0xfffffff1u, 231), *out = harness::empty<unsigned>(kCipherBlocks * 16);
    CipherKey key; for (int i = 0; i < 8; ++i) key.k[i] = harness::hash32(900 + i); for (int i = 0; i < 3; ++i) key.n[i] = harness::hash32(950 + i);
    c.push_back({"humble_lagoon_ce5_a", [=] { humble_lagoon_ce5_a<<<kCipherBlocks / 256, 256>>>(in, out, key); }, out, kCipherBlocks * 16, Output::i32});
}

// Three-tap smoothing of both channels of an interleaved stereo recording.
static const size_t kStereo = 64u << 20;
__global__ void __launch_bounds__(256) ivory_cobbler_ce5_a(const float4* __restrict__ in, float2* __restrict__ out) {
    __shared__ __align__(16) float s[2064];
    const int t = threadIdx.x;
    const size_t base = (size_t)blockIdx.x * 512;
    reinterpret_cast<float4*>(s)[t] = in[base + t];
    reinterpret_cast<float4*>(s)[t + 256] = in[base + t + 256];
    if (t == 0) reinterpret_cast<float4*>(s)[512] = in[base + 512];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const int f = 2 * (k * 256 + t);
        volatile float* v = s;
        float l0 = v[f], r0 = v[f + 1], l1 = v[f + 2], r1 = v[f + 3], l2 = v[f + 4], r2 = v[f + 5];
        out[(size_t)blockIdx.x * 1024 + k * 256 + t] = make_float2(fmaf(0.25f, l0 + l2, 0.5f * l1), fmaf(0.25f, r0 + r2, 0.5f * r1));
    }
}
__global__ void __launch_bounds__(256) ivory_cobbler_ce5_b(const float4* __restrict__ in, float2* __restrict__ out) {
    __shared__ __align__(16) float s[2064];
    const int t = threadIdx.x;
    const size_t base = (size_t)blockIdx.x * 512;
    reinterpret_cast<float4*>(s)[t] = in[base + t];
    reinterpret_cast<float4*>(s)[t + 256] = in[base + t + 256];
    if (t == 0) reinterpret_cast<float4*>(s)[512] = in[base + 512];
    __syncthreads();
    const float2* v = reinterpret_cast<const float2*>(s);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float2 a = v[k * 256 + t], b = v[k * 256 + t + 1], d = v[k * 256 + t + 2];
        out[(size_t)blockIdx.x * 1024 + k * 256 + t] = make_float2(fmaf(0.25f, a.x + d.x, 0.5f * b.x), fmaf(0.25f, a.y + d.y, 0.5f * b.y));
    }
}
static void part13(Cases& c) {
    float *in = harness::filled<float>(kStereo + 64, 131), *out = harness::empty<float>(kStereo);
    c.push_back({"ivory_cobbler_ce5_a", [=] { ivory_cobbler_ce5_a<<<kStereo / 2048, 256>>>((const float4*)in, (float2*)out); }, out, kStereo, Output::f32});
    c.push_back({"ivory_cobbler_ce5_b", [=] { ivory_cobbler_ce5_b<<<kStereo / 2048, 256>>>((const float4*)in, (float2*)out); }, out, kStereo, Output::f32});
}

// Sorts tiles of 1024 keys with a bitonic network.
static const size_t kSort = 32u << 20;
__global__ void __launch_bounds__(256) russet_gondola_ce5_a(const int4* __restrict__ in, int4* __restrict__ out) {
    __shared__ int4 s[256];
    const int t = threadIdx.x;
    int4 q = in[(size_t)blockIdx.x * 256 + t];
    int r[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
    for (int k = 2; k <= 1024; k <<= 1) {
#pragma unroll
        for (int j = k >> 1; j > 0; j >>= 1) {
            if (j >= 128) {
                __syncthreads();
                s[t] = make_int4(r[0], r[1], r[2], r[3]);
                __syncthreads();
                const int4 o = s[t ^ (j >> 2)];
                const bool low = (((t * 4) & j) == 0) == (((t * 4) & k) == 0);
                r[0] = low ? min(r[0], o.x) : max(r[0], o.x); r[1] = low ? min(r[1], o.y) : max(r[1], o.y);
                r[2] = low ? min(r[2], o.z) : max(r[2], o.z); r[3] = low ? min(r[3], o.w) : max(r[3], o.w);
            } else if (j >= 4) {
                const bool low = (((t * 4) & j) == 0) == (((t * 4) & k) == 0);
#pragma unroll
                for (int i = 0; i < 4; ++i) { int o = __shfl_xor_sync(~0u, r[i], j >> 2); r[i] = low ? min(r[i], o) : max(r[i], o); }
            } else {
#pragma unroll
                for (int i = 0; i < 4; ++i)
                    if (!(i & j)) {
                        const bool up = ((t * 4 + i) & k) == 0;
                        const int a = min(r[i], r[i | j]), b = max(r[i], r[i | j]);
                        r[i] = up ? a : b; r[i | j] = up ? b : a;
                    }
            }
        }
    }
    out[(size_t)blockIdx.x * 256 + t] = make_int4(r[0], r[1], r[2], r[3]);
}
static void part31(Cases& c) {
    int *in = harness::indices(kSort, 1u << 30, 311), *out = harness::empty<int>(kSort);
    c.push_back({"russet_gondola_ce5_a", [=] { russet_gondola_ce5_a<<<kSort / 1024, 256>>>((const int4*)in, (int4*)out); }, out, kSort, Output::i32});
}

// Procedural shading of pixels of four materials in a repeating pattern.
static const size_t kShade = 8u << 20;
__device__ __forceinline__ float shade_ce5(int kind, float x) {
    if (kind == 0) {
        float s = 1.5f + 0.4f * x, y = 1.0f;
#pragma unroll 8
        for (int k = 0; k < 144; ++k) y = fmaf(0.21f, fmaf(-y, y, s), y);
        return y;
    } else if (kind == 1) {
        float p = 0.3f, q = x * 0.9f;
#pragma unroll 8
        for (int k = 0; k < 144; ++k) { p = fmaf(p, q, 0.25f); q = fmaf(q, 0.995f, 0.001f); }
        return p;
    } else if (kind == 2) {
        float b1 = 0.0f, b2 = 0.0f, u = 1.2f * x, w = 0.4f;
#pragma unroll 8
        for (int k = 0; k < 144; ++k) { float b0 = fmaf(u, b1, w - 0.96f * b2); b2 = b1; b1 = b0; }
        return 0.1f * fmaf(x, b1, -b2);
    } else {
        float a = x, b = 1.0f - 0.5f * x;
#pragma unroll 8
        for (int k = 0; k < 144; ++k) { a = fmaf(-0.11f, b, a * 0.99f); b = fmaf(0.11f, a, b * 0.985f); }
        return a + b;
    }
}
__global__ void __launch_bounds__(256) nimble_barge_ce5_a(const float* __restrict__ in, float* __restrict__ out) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    out[i] = shade_ce5((int)(i & 3), in[i]);
}
__global__ void __launch_bounds__(256) nimble_barge_ce5_b(const float* __restrict__ in, float* __restrict__ out) {
    int kind = threadIdx.x >> 6;
    size_t i = (size_t)blockIdx.x * 256 + (threadIdx.x & 63) * 4 + kind;
    out[i] = shade_ce5(kind, in[i]);
}
static void part03(Cases& c) {
    float *in = harness::filled<float>(kShade, 31), *out = harness::empty<float>(kShade);
    c.push_back({"nimble_barge_ce5_a", [=] { nimble_barge_ce5_a<<<kShade / 256, 256>>>(in, out); }, out, kShade, Output::f32});
    c.push_back({"nimble_barge_ce5_b", [=] { nimble_barge_ce5_b<<<kShade / 256, 256>>>(in, out); }, out, kShade, Output::f32});
}

// Energy of a long recording.
static const size_t kEnergy = 128u << 20;
__device__ __forceinline__ float squares_ce5(const float4* __restrict__ in) {
    const float4* p = in + (size_t)blockIdx.x * 8192 + threadIdx.x;
    float s0 = 0.0f, s1 = 0.0f;
#pragma unroll 4
    for (int k = 0; k < 32; ++k) { float4 v = p[k * 256]; s0 = fmaf(v.x, v.x, fmaf(v.y, v.y, s0)); s1 = fmaf(v.z, v.z, fmaf(v.w, v.w, s1)); }
    float s = s0 + s1;
#pragma unroll
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    return s;
}
__global__ void __launch_bounds__(256) olive_ferret_ce5_a(const float4* __restrict__ in, float* __restrict__ out) {
    float s = squares_ce5(in);
    if ((threadIdx.x & 31) == 0) atomicAdd(out, s);
}
__global__ void __launch_bounds__(256) olive_ferret_ce5_b(const float4* __restrict__ in, float* __restrict__ out) {
    __shared__ float part[8];
    float s = squares_ce5(in);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        float a = 0.0f;
#pragma unroll
        for (int w = 0; w < 8; ++w) a += part[w];
        atomicAdd(out, a);
    }
}
static void part19(Cases& c) {
    float *in = harness::filled<float>(kEnergy, 191), *out = harness::empty<float>(1);
    CHECK(cudaMemset(out, 0, 4));
    c.push_back({"olive_ferret_ce5_a", [=] { olive_ferret_ce5_a<<<kEnergy / 32768, 256>>>((const float4*)in, out); }, out, 1, Output::f32});
    c.push_back({"olive_ferret_ce5_b", [=] { olive_ferret_ce5_b<<<kEnergy / 32768, 256>>>((const float4*)in, out); }, out, 1, Output::f32});
}

// Monte Carlo pricing of an averaged option, one path a thread.
static const size_t kPaths = 2u << 20;
__device__ __forceinline__ float uniform_ce5(unsigned long long& g) {
    g = (g & 0xffffffffull) * 4294957665ull + (g >> 32);
    return __uint_as_float(0x3f800000u | ((unsigned)g >> 9)) - 0.99999994f;
}
__global__ void __launch_bounds__(256) jolly_spindle_ce5_a(float* __restrict__ out, float s0, float drift, float vol, float strike) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    unsigned long long g = ((unsigned long long)(harness::hash32((unsigned)i + 5u) & 0x7fffffffu) << 32) | harness::hash32((unsigned)i * 3u + 17u);
    float x = 0.0f, sum = 0.0f;
#pragma unroll 2
    for (int k = 0; k < 64; ++k) {
        float u = uniform_ce5(g), w = uniform_ce5(g) * 6.2831853f, sn, cs, r;
        asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(fabsf(2.0f * __logf(u))));
        __sincosf(w, &sn, &cs);
        r *= vol;
        x = fmaf(r, cs, x + drift); sum += __expf(x);
        x = fmaf(r, sn, x + drift); sum += __expf(x);
    }
    out[i] = fmaxf(s0 * sum * (1.0f / 128.0f) - strike, 0.0f);
}
static void part24(Cases& c) {
    float* out = harness::empty<float>(kPaths);
    c.push_back({"jolly_spindle_ce5_a", [=] { jolly_spindle_ce5_a<<<kPaths / 256, 256>>>(out, 100.0f, 0.0001f, 0.02f, 98.0f); }, out, kPaths, Output::f32});
}

// Potential of every charge due to the charges before it in the list.
static const int kCharges = 264 * 256;
__device__ __forceinline__ float pull_ce5(float4 p, float4 q) {
    float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
    float r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f)));
    float inv; asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(inv) : "f"(r2));
    return q.w * inv;
}
__device__ __forceinline__ void chunk_ce5(int chunk, const float4* __restrict__ pos, float* __restrict__ out, float4* tile, float* part) {
    const int t = threadIdx.x, lane = t & 255, half = t >> 8, row = chunk * 256 + lane, first = chunk * 256;
    const float4 p = pos[row];
    float acc = 0.0f;
    for (int base = 0; base <= first; base += 512) {
        __syncthreads();
        if (base + t < kCharges) tile[t] = pos[base + t];
        __syncthreads();
        const int start = base + half * 256;
        const float4* q = tile + half * 256;
        if (start < first) {
            float a0 = 0.0f, a1 = 0.0f;
#pragma unroll 8
            for (int k = 0; k < 256; k += 2) { a0 += pull_ce5(p, q[k]); a1 += pull_ce5(p, q[k + 1]); }
            acc += a0 + a1;
        } else if (start == first) {
            for (int k = 0; k < 256; ++k) { float f = pull_ce5(p, q[k]); acc += k < lane ? f : 0.0f; }
        }
    }
    if (half) part[lane] = acc;
    __syncthreads();
    if (!half) out[row] = acc + part[lane];
}
__global__ void __launch_bounds__(512) drowsy_pelican_ce5_a(const float4* __restrict__ pos, float* __restrict__ out) {
    __shared__ float4 tile[512];
    __shared__ float part[256];
#pragma unroll 1
    for (int k = 0; k < 2; ++k) chunk_ce5(blockIdx.x * 2 + k, pos, out, tile, part);
}
__global__ void __launch_bounds__(512) drowsy_pelican_ce5_b(const float4* __restrict__ pos, float* __restrict__ out) {
    __shared__ float4 tile[512];
    __shared__ float part[256];
#pragma unroll 1
    for (int k = 0; k < 2; ++k) chunk_ce5(k ? 263 - blockIdx.x : blockIdx.x, pos, out, tile, part);
}
static void part05(Cases& c) {
    float *pos = harness::filled<float>(kCharges * 4, 51), *out = harness::empty<float>(kCharges);
    c.push_back({"drowsy_pelican_ce5_a", [=] { drowsy_pelican_ce5_a<<<132, 512>>>((const float4*)pos, out); }, out, kCharges, Output::f32});
    c.push_back({"drowsy_pelican_ce5_b", [=] { drowsy_pelican_ce5_b<<<132, 512>>>((const float4*)pos, out); }, out, kCharges, Output::f32});
}

// Inclusive scan of 64 million integers in one pass.
static const size_t kScan = 64u << 20;
__global__ void __launch_bounds__(256) woolly_beacon_ce5_a(const int4* __restrict__ in, int4* __restrict__ out, volatile unsigned long long* status, unsigned* ticket, unsigned epoch) {
    __shared__ int sums[32];
    __shared__ int base_s;
    __shared__ unsigned tile_s;
    const int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    if (t == 0) tile_s = atomicAdd(ticket, 1u) - epoch * gridDim.x;
    __syncthreads();
    const int tile = (int)tile_s;
    in += (size_t)tile * 1024; out += (size_t)tile * 1024;
    int4 v[4]; int incl[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = in[k * 256 + t];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        v[k].y += v[k].x; v[k].z += v[k].y; v[k].w += v[k].z;
        int s = v[k].w;
#pragma unroll
        for (int d = 1; d < 32; d <<= 1) { int o = __shfl_up_sync(~0u, s, d); if (lane >= d) s += o; }
        incl[k] = s - v[k].w;
        if (lane == 31) sums[k * 8 + warp] = s;
    }
    __syncthreads();
    if (warp == 0) {
        const int mine = sums[lane];
        int s = mine;
#pragma unroll
        for (int d = 1; d < 32; d <<= 1) { int o = __shfl_up_sync(~0u, s, d); if (lane >= d) s += o; }
        sums[lane] = s - mine;
        const int total = __shfl_sync(~0u, s, 31);
        const unsigned long long tag = (unsigned long long)(epoch + 1) << 34;
        if (lane == 0) status[tile] = tag | ((tile == 0 ? 2ull : 1ull) << 32) | (unsigned)total;
        int excl = 0;
        if (tile > 0) {
            for (int idx = tile - 1;; idx -= 32) {
                const int j = idx - lane;
                unsigned long long e;
                do { e = j >= 0 ? status[j] : (tag | (2ull << 32)); } while (!__all_sync(~0u, (e >> 34) == (tag >> 34)));
                const unsigned done = __ballot_sync(~0u, ((e >> 32) & 3ull) == 2ull);
                int val = (int)(unsigned)e;
                if (done && lane > __ffs(done) - 1) val = 0;
                excl += __reduce_add_sync(~0u, val);
                if (done) break;
            }
            if (lane == 0) status[tile] = tag | (2ull << 32) | (unsigned)(excl + total);
        }
        if (lane == 0) base_s = excl;
    }
    __syncthreads();
    const int base = base_s;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const int add = base + sums[k * 8 + warp] + incl[k];
        out[k * 256 + t] = make_int4(v[k].x + add, v[k].y + add, v[k].z + add, v[k].w + add);
    }
}
static void part29(Cases& c) {
    int *in = harness::indices(kScan, 7, 291), *out = harness::empty<int>(kScan);
    const unsigned tiles = kScan / 4096;
    unsigned long long* status; CHECK(cudaMalloc(&status, tiles * 8)); CHECK(cudaMemset(status, 0, tiles * 8));
    unsigned* ticket; CHECK(cudaMalloc(&ticket, 4)); CHECK(cudaMemset(ticket, 0, 4));
    static unsigned epoch = 0;
    c.push_back({"woolly_beacon_ce5_a", [=] { woolly_beacon_ce5_a<<<tiles, 256>>>((const int4*)in, (int4*)out, status, ticket, epoch); ++epoch; }, out, kScan, Output::i32});
}

// Greatest of three columns, row by row.
static const size_t kCols = 40u << 20;
__global__ void __launch_bounds__(256) frosty_ladle_ce5_a(const float* __restrict__ a, const float* __restrict__ b, const float* __restrict__ d, float* __restrict__ out) {
    size_t base = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float x[4], y[4], z[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { x[k] = a[base + k * 256]; y[k] = b[base + k * 256]; z[k] = d[base + k * 256]; }
#pragma unroll
    for (int k = 0; k < 4; ++k) out[base + k * 256] = fmaxf(fmaxf(x[k], y[k]), z[k]);
}
__global__ void __launch_bounds__(256) frosty_ladle_ce5_b(const float4* __restrict__ a, const float4* __restrict__ b, const float4* __restrict__ d, float4* __restrict__ out) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    float4 x = a[i], y = b[i], z = d[i];
    out[i] = make_float4(fmaxf(fmaxf(x.x, y.x), z.x), fmaxf(fmaxf(x.y, y.y), z.y), fmaxf(fmaxf(x.z, y.z), z.z), fmaxf(fmaxf(x.w, y.w), z.w));
}
static void part18(Cases& c) {
    float *a = harness::filled<float>(kCols, 181), *b = harness::filled<float>(kCols, 182), *d = harness::filled<float>(kCols, 183), *out = harness::empty<float>(kCols);
    c.push_back({"frosty_ladle_ce5_a", [=] { frosty_ladle_ce5_a<<<kCols / 1024, 256>>>(a, b, d, out); }, out, kCols, Output::f32});
    c.push_back({"frosty_ladle_ce5_b", [=] { frosty_ladle_ce5_b<<<kCols / 1024, 256>>>((const float4*)a, (const float4*)b, (const float4*)d, (float4*)out); }, out, kCols, Output::f32});
}

// Product of two FP64 matrices through wmma, 2816 x 1536 x 2048.
static const int kDm = 2816, kDn = 1536, kDk = 2048;
__device__ __forceinline__ void copy16_ce5(void* dst, const void* src) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(dst)), "l"(src) : "memory");
}
extern __shared__ __align__(128) double dtile_ce5[];
__global__ void __launch_bounds__(256, 2) stony_parasol_ce5_a(const double* __restrict__ A, const double* __restrict__ B, double* __restrict__ C) {
    using namespace nvcuda;
    const int LA = 20, LB = 68, SA = 128 * LA, SB = 16 * LB;
    double *sa = dtile_ce5, *sb = dtile_ce5 + 3 * SA;
    const int t = threadIdx.x, warp = t >> 5, wm = (warp >> 1) * 32, wn = (warp & 1) * 32;
    const double* pa = A + (size_t)blockIdx.y * 128 * kDk;
    const double* pb = B + blockIdx.x * 64;
    auto load = [&](int stage, int k0) {
#pragma unroll
        for (int i = 0; i < 4; ++i) { int u = t + i * 256, r = u >> 3, q = (u & 7) * 2; copy16_ce5(sa + stage * SA + r * LA + q, pa + (size_t)r * kDk + k0 + q); }
#pragma unroll
        for (int i = 0; i < 2; ++i) { int u = t + i * 256, r = u >> 5, q = (u & 31) * 2; copy16_ce5(sb + stage * SB + r * LB + q, pb + (size_t)(k0 + r) * kDn + q); }
    };
    wmma::fragment<wmma::accumulator, 8, 8, 4, double> acc[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(acc[i][j], 0.0);
    load(0, 0); asm volatile("cp.async.commit_group;");
    load(1, 16); asm volatile("cp.async.commit_group;");
    int stage = 0, next = 2;
    for (int k0 = 0; k0 < kDk; k0 += 16) {
        asm volatile("cp.async.wait_group 1;" ::: "memory");
        __syncthreads();
        if (k0 + 32 < kDk) load(next, k0 + 32);
        asm volatile("cp.async.commit_group;");
        const double *qa = sa + stage * SA + wm * LA, *qb = sb + stage * SB + wn;
#pragma unroll
        for (int k = 0; k < 16; k += 4) {
            wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> a[4];
            wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::row_major> b[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(a[i], qa + i * 8 * LA + k, LA);
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(b[j], qb + k * LB + j * 8, LB);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
        }
        stage = stage == 2 ? 0 : stage + 1; next = next == 2 ? 0 : next + 1;
    }
    double* pc = C + (size_t)(blockIdx.y * 128 + wm) * kDn + blockIdx.x * 64 + wn;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::store_matrix_sync(pc + (size_t)i * 8 * kDn + j * 8, acc[i][j], kDn, wmma::mem_row_major);
}
static void part27(Cases& c) {
    double *A = harness::filled<double>((size_t)kDm * kDk, 271), *B = harness::filled<double>((size_t)kDk * kDn, 272), *C = harness::empty<double>((size_t)kDm * kDn);
    const int bytes = 3 * (128 * 20 + 16 * 68) * 8;
    CHECK(cudaFuncSetAttribute(stony_parasol_ce5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    c.push_back({"stony_parasol_ce5_a", [=] { stony_parasol_ce5_a<<<dim3(kDn / 64, kDm / 128), 256, bytes>>>(A, B, C); }, C, (size_t)kDm * kDn, Output::f64});
}

// Late materialization: fetches a column by row ids and scales by a small dictionary.
static const size_t kIds = 32u << 20;
static const size_t kColumn = 128u << 20;
__device__ __forceinline__ void fetch_ce5(const int* __restrict__ rid, const float* __restrict__ col, const float* __restrict__ dict, float* __restrict__ out, float* s) {
    for (int i = threadIdx.x; i < 1024; i += 128) s[i] = dict[i];
    __syncthreads();
    size_t base = (size_t)blockIdx.x * 4096 + threadIdx.x;
#pragma unroll 1
    for (int k = 0; k < 32; ++k) {
        int r = rid[base + k * 128];
        out[base + k * 128] = col[r] * s[r & 1023];
    }
}
extern __shared__ float dyn_ce5[];
__global__ void __launch_bounds__(128) gravel_sonnet_ce5_a(const int* __restrict__ rid, const float* __restrict__ col, const float* __restrict__ dict, float* __restrict__ out) {
    fetch_ce5(rid, col, dict, out, dyn_ce5);
}
__global__ void __launch_bounds__(128) gravel_sonnet_ce5_b(const int* __restrict__ rid, const float* __restrict__ col, const float* __restrict__ dict, float* __restrict__ out) {
    fetch_ce5(rid, col, dict, out, dyn_ce5);
}
static void part07(Cases& c) {
    int* rid = harness::indices(kIds, (unsigned)kColumn, 71);
    float *col = harness::filled<float>(kColumn, 72), *dict = harness::filled<float>(1024, 73), *out = harness::empty<float>(kIds);
    CHECK(cudaFuncSetAttribute(gravel_sonnet_ce5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 98304));
    c.push_back({"gravel_sonnet_ce5_a", [=] { gravel_sonnet_ce5_a<<<kIds / 4096, 128, 98304>>>(rid, col, dict, out); }, out, kIds, Output::f32});
    c.push_back({"gravel_sonnet_ce5_b", [=] { gravel_sonnet_ce5_b<<<kIds / 4096, 128, 4096>>>(rid, col, dict, out); }, out, kIds, Output::f32});
}

// RMS normalization of rows of 4096 activations.
static const size_t kRows = 16384;
template <bool EXTRA>
__device__ __forceinline__ void rms_ce5(const float4* __restrict__ in, float4* __restrict__ out) {
    __shared__ float part[8];
    __shared__ float inv;
    const int t = threadIdx.x;
    in += (size_t)blockIdx.x * 1024; out += (size_t)blockIdx.x * 1024;
    float4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = in[k * 256 + t];
    if (EXTRA) __syncthreads();
    float s = 0.0f;
#pragma unroll
    for (int k = 0; k < 4; ++k) s += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
#pragma unroll
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    if (EXTRA) __syncthreads();
    if ((t & 31) == 0) part[t >> 5] = s;
    __syncthreads();
    float r;
    if (EXTRA) {
        if (t == 0) { float a = 0.0f; for (int w = 0; w < 8; ++w) a += part[w]; inv = rsqrtf(a * (1.0f / 4096.0f) + 1e-6f); }
        __syncthreads();
        r = inv;
    } else {
        float a = 0.0f;
#pragma unroll
        for (int w = 0; w < 8; ++w) a += part[w];
        r = rsqrtf(a * (1.0f / 4096.0f) + 1e-6f);
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) out[k * 256 + t] = make_float4(v[k].x * r, v[k].y * r, v[k].z * r, v[k].w * r);
}
__global__ void __launch_bounds__(256) brisk_walnut_ce5_a(const float4* __restrict__ in, float4* __restrict__ out) { rms_ce5<true>(in, out); }
__global__ void __launch_bounds__(256) brisk_walnut_ce5_b(const float4* __restrict__ in, float4* __restrict__ out) { rms_ce5<false>(in, out); }
static void part15(Cases& c) {
    float *in = harness::filled<float>(kRows * 4096, 151), *out = harness::empty<float>(kRows * 4096);
    c.push_back({"brisk_walnut_ce5_a", [=] { brisk_walnut_ce5_a<<<kRows, 256>>>((const float4*)in, (float4*)out); }, out, kRows * 4096, Output::f32});
    c.push_back({"brisk_walnut_ce5_b", [=] { brisk_walnut_ce5_b<<<kRows, 256>>>((const float4*)in, (float4*)out); }, out, kRows * 4096, Output::f32});
}

int main(int argc, char** argv) {
    Cases c;
    part21(c);
    part01(c);
    part11(c);
    part25(c);
    part14(c);
    part04(c);
    part28(c);
    part12(c);
    part06(c);
    part26(c);
    part16(c);
    part30(c);
    part02(c);
    part22(c);
    part17(c);
    part08(c);
    part23(c);
    part13(c);
    part31(c);
    part03(c);
    part19(c);
    part24(c);
    part05(c);
    part29(c);
    part18(c);
    part27(c);
    part07(c);
    part15(c);
    return harness::run(argc, argv, c);
}
