// Kernels in pairs, topic global memory, second half.
#include "harness.cuh"

#include <cuda_pipeline.h>

using harness::Output;

static __global__ void harness_words(uint32_t* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = harness::hash32((uint32_t)i * 2654435761u + seed);
}
template <typename T>
static T* random_bytes(size_t bytes, uint32_t seed) {
    void* p; CHECK(cudaMalloc(&p, bytes));
    harness_words<<<2048, 256>>>((uint32_t*)p, bytes / 4, seed); CHECK(cudaGetLastError());
    return (T*)p;
}

// ---------------------------------------------------------------- OFDM: conjugated, scaled samples into bit-reversed order, 2^24 complex
constexpr int kLogN = 24;
__global__ void __launch_bounds__(256) ofdm_reorder_q1_a(const float2* __restrict__ in, float2* __restrict__ out, float scale) {
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    float2 v = in[i];
    out[__brev(i) >> (32 - kLogN)] = make_float2(v.x * scale, -v.y * scale);
}
// index = [a:5][m:14][c:5]; a block takes all a and c of one m and turns them round in shared memory
__global__ void __launch_bounds__(256) ofdm_reorder_q1_b(const float2* __restrict__ in, float2* __restrict__ out, float scale) {
    __shared__ float2 tile[32][33];
    const uint32_t m = blockIdx.x, turned = __brev(m) >> (32 - (kLogN - 10)), lane = threadIdx.x;
    float2 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = in[((uint32_t)(threadIdx.y + 8 * j) << (kLogN - 5)) | (m << 5) | lane];
#pragma unroll
    for (int j = 0; j < 4; ++j) tile[__brev(threadIdx.y + 8 * j) >> 27][lane] = make_float2(v[j].x * scale, -v[j].y * scale);
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        uint32_t high = threadIdx.y + 8 * j;
        out[(high << (kLogN - 5)) | (turned << 5) | lane] = tile[lane][__brev(high) >> 27];
    }
}

// ---------------------------------------------------------------- geodesy: 16-bit heights kept as two byte planes, joined and moved to another datum
__global__ void __launch_bounds__(256) dem_byteplane_q1_a(const uint8_t* __restrict__ low, const uint8_t* __restrict__ high, short* __restrict__ out, int n, int datum) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = (short)((high[i] << 8 | low[i]) + datum);
}
__global__ void __launch_bounds__(256) dem_byteplane_q1_b(const uint2* __restrict__ low, const uint2* __restrict__ high, uint4* __restrict__ out, int n, int datum) {
    const int base = blockIdx.x * 512 + threadIdx.x;
    const uint32_t both = (uint32_t)(datum & 0xffff) * 0x10001u;
    uint2 l[2], h[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) { l[j] = low[base + j * 256]; h[j] = high[base + j * 256]; }
#pragma unroll
    for (int j = 0; j < 2; ++j)
        out[base + j * 256] = make_uint4(__vadd2(__byte_perm(l[j].x, h[j].x, 0x5140), both), __vadd2(__byte_perm(l[j].x, h[j].x, 0x7362), both),
                                         __vadd2(__byte_perm(l[j].y, h[j].y, 0x5140), both), __vadd2(__byte_perm(l[j].y, h[j].y, 0x7362), both));
}

// ---------------------------------------------------------------- ecology: Bray-Curtis dissimilarity of all pairs of two sets of samples
constexpr int kSites = 2048, kTaxa = 256;
__global__ void __launch_bounds__(256) braycurtis_q1_a(const float* __restrict__ a, const float* __restrict__ b, const float* __restrict__ total_a,
                                                       const float* __restrict__ total_b, float* __restrict__ out) {
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.f;
#pragma unroll 8
    for (int k = 0; k < kTaxa; ++k) sum += fabsf(a[k * kSites + i] - b[k * kSites + j]);
    out[(size_t)i * kSites + j] = __fdividef(sum, total_a[i] + total_b[j]);
}
__global__ void __launch_bounds__(256) braycurtis_q1_b(const float* __restrict__ a, const float* __restrict__ b, const float* __restrict__ total_a,
                                                       const float* __restrict__ total_b, float4* __restrict__ out) {
    __shared__ float4 as[2][16][16], bs[2][16][16];
    const int tx = threadIdx.x & 15, ty = threadIdx.x >> 4, i0 = blockIdx.y * 64, j0 = blockIdx.x * 64;
    float sum[4][4] = {};
    float4 na = *reinterpret_cast<const float4*>(a + (size_t)ty * kSites + i0 + tx * 4);
    float4 nb = *reinterpret_cast<const float4*>(b + (size_t)ty * kSites + j0 + tx * 4);
    for (int k0 = 0, s = 0; k0 < kTaxa; k0 += 16, s ^= 1) {
        as[s][ty][tx] = na; bs[s][ty][tx] = nb;
        __syncthreads();
        if (k0 + 16 < kTaxa) {
            na = *reinterpret_cast<const float4*>(a + (size_t)(k0 + 16 + ty) * kSites + i0 + tx * 4);
            nb = *reinterpret_cast<const float4*>(b + (size_t)(k0 + 16 + ty) * kSites + j0 + tx * 4);
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 u = as[s][k][ty], v = bs[s][k][tx];
            float p[4] = {u.x, u.y, u.z, u.w}, q[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
            for (int y = 0; y < 4; ++y)
#pragma unroll
                for (int x = 0; x < 4; ++x) sum[y][x] += fabsf(p[y] - q[x]);
        }
    }
    float4 tb = *reinterpret_cast<const float4*>(total_b + j0 + tx * 4);
#pragma unroll
    for (int y = 0; y < 4; ++y) {
        int i = i0 + ty * 4 + y;
        float ta = total_a[i];
        out[((size_t)i * kSites + j0) / 4 + tx] =
            make_float4(__fdividef(sum[y][0], ta + tb.x), __fdividef(sum[y][1], ta + tb.y), __fdividef(sum[y][2], ta + tb.z), __fdividef(sum[y][3], ta + tb.w));
    }
}
static __global__ void harness_abundance(float* p, size_t n, uint32_t seed, float low, float high) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = low + (high - low) * 0.5f * (harness::unit((uint32_t)i * 2654435761u + seed) + 1.f);
}
static float* between(size_t n, uint32_t seed, float low, float high) {
    float* p; CHECK(cudaMalloc(&p, n * sizeof(float)));
    harness_abundance<<<2048, 256>>>(p, n, seed, low, high); CHECK(cudaGetLastError());
    return p;
}

// ---------------------------------------------------------------- X-ray detector: flat field (kept in host memory by _a) over eight frames
__global__ void __launch_bounds__(256) xray_flatfield_q1_a(const float4* __restrict__ frames, const float4* __restrict__ flat, float4* __restrict__ out, int quads) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;
    float4 f = flat[i];
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        float4 v = frames[(size_t)k * quads + i];
        out[(size_t)k * quads + i] = make_float4((v.x - 0.02f) * f.x, (v.y - 0.02f) * f.y, (v.z - 0.02f) * f.z, (v.w - 0.02f) * f.w);
    }
}
__global__ void __launch_bounds__(256) xray_flatfield_q1_b(const float4* __restrict__ frames, const float4* __restrict__ flat, float4* __restrict__ out, int quads) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;
    float4 f = flat[i];
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        float4 v = frames[(size_t)k * quads + i];
        out[(size_t)k * quads + i] = make_float4((v.x - 0.02f) * f.x, (v.y - 0.02f) * f.y, (v.z - 0.02f) * f.z, (v.w - 0.02f) * f.w);
    }
}

// ---------------------------------------------------------------- radiotherapy: dose weighted by the organs that a voxel belongs to
struct Organs { float weight[8]; };
__global__ void __launch_bounds__(256) organ_dose_q1_a(const float4* __restrict__ dose, const float4* __restrict__ member, float4* __restrict__ out, size_t quads, Organs organs) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= quads) return;
    float4 d = __ldcs(dose + i), m[8];
#pragma unroll
    for (int o = 0; o < 8; ++o) m[o] = __ldcs(member + o * quads + i);
    float4 w = make_float4(0.f, 0.f, 0.f, 0.f);
#pragma unroll
    for (int o = 0; o < 8; ++o) {
        w.x = fmaf(organs.weight[o], m[o].x, w.x); w.y = fmaf(organs.weight[o], m[o].y, w.y);
        w.z = fmaf(organs.weight[o], m[o].z, w.z); w.w = fmaf(organs.weight[o], m[o].w, w.w);
    }
    __stcs(out + i, make_float4(d.x * w.x, d.y * w.y, d.z * w.z, d.w * w.w));
}
__device__ __forceinline__ float organ_weight(uint32_t bits, const Organs& organs) {
    float w = 0.f;
#pragma unroll
    for (int o = 0; o < 8; ++o) w += (bits >> o & 1u) ? organs.weight[o] : 0.f;
    return w;
}
__global__ void __launch_bounds__(256) organ_dose_q1_b(const float4* __restrict__ dose, const uint32_t* __restrict__ member, float4* __restrict__ out, size_t quads, Organs organs) {
    size_t i = blockIdx.x * (size_t)512 + threadIdx.x;
    float4 d[2]; uint32_t m[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) { d[j] = __ldcs(dose + i + j * 256); m[j] = __ldcs(member + i + j * 256); }
#pragma unroll
    for (int j = 0; j < 2; ++j)
        __stcs(out + i + j * 256, make_float4(d[j].x * organ_weight(m[j], organs), d[j].y * organ_weight(m[j] >> 8, organs),
                                              d[j].z * organ_weight(m[j] >> 16, organs), d[j].w * organ_weight(m[j] >> 24, organs)));
}
static __global__ void harness_members(const uint8_t* bits, float* member, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        for (int o = 0; o < 8; ++o) member[o * n + i] = (float)(bits[i] >> o & 1);
}

// ---------------------------------------------------------------- photography: development of a raw image held as three planes
struct Colour { float m[9]; };
__device__ __forceinline__ float linearise(float v, float gain) { v = fmaxf(0.f, fmaf(v, 0.5f, 0.49f)); return v * gain; }
__device__ __forceinline__ float tone(float v) { v = fmaxf(v, 0.f); return __fdividef(v * (1.f + 0.1f * v), v + 0.18f); }
__device__ __forceinline__ void mix(const Colour& c, float& r, float& g, float& b) {
    float x = c.m[0] * r + c.m[1] * g + c.m[2] * b, y = c.m[3] * r + c.m[4] * g + c.m[5] * b, z = c.m[6] * r + c.m[7] * g + c.m[8] * b;
    r = x; g = y; b = z;
}
__global__ void __launch_bounds__(256) raw_develop_q1_a(const float4* __restrict__ raw, float4* __restrict__ linear, size_t quads, float gain) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= quads) return;
    float4 v[3];
#pragma unroll
    for (int p = 0; p < 3; ++p) v[p] = raw[p * quads + i];
#pragma unroll
    for (int p = 0; p < 3; ++p) linear[p * quads + i] = make_float4(linearise(v[p].x, gain), linearise(v[p].y, gain), linearise(v[p].z, gain), linearise(v[p].w, gain));
}
__global__ void __launch_bounds__(256) raw_develop_q1_a_2(const float4* __restrict__ linear, float4* __restrict__ mixed, size_t quads, Colour c) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= quads) return;
    float4 r = linear[i], g = linear[quads + i], b = linear[2 * quads + i];
    mix(c, r.x, g.x, b.x); mix(c, r.y, g.y, b.y); mix(c, r.z, g.z, b.z); mix(c, r.w, g.w, b.w);
    mixed[i] = r; mixed[quads + i] = g; mixed[2 * quads + i] = b;
}
__global__ void __launch_bounds__(256) raw_develop_q1_a_3(const float4* __restrict__ mixed, float4* __restrict__ out, size_t quads) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= quads) return;
    float4 v[3];
#pragma unroll
    for (int p = 0; p < 3; ++p) v[p] = mixed[p * quads + i];
#pragma unroll
    for (int p = 0; p < 3; ++p) out[p * quads + i] = make_float4(tone(v[p].x), tone(v[p].y), tone(v[p].z), tone(v[p].w));
}
__global__ void __launch_bounds__(256) raw_develop_q1_b(const float4* __restrict__ raw, float4* __restrict__ out, size_t quads, float gain, Colour c) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= quads) return;
    float4 v[3];
#pragma unroll
    for (int p = 0; p < 3; ++p) v[p] = raw[p * quads + i];
#pragma unroll
    for (int p = 0; p < 3; ++p) v[p] = make_float4(linearise(v[p].x, gain), linearise(v[p].y, gain), linearise(v[p].z, gain), linearise(v[p].w, gain));
    mix(c, v[0].x, v[1].x, v[2].x); mix(c, v[0].y, v[1].y, v[2].y); mix(c, v[0].z, v[1].z, v[2].z); mix(c, v[0].w, v[1].w, v[2].w);
#pragma unroll
    for (int p = 0; p < 3; ++p) out[p * quads + i] = make_float4(tone(v[p].x), tone(v[p].y), tone(v[p].z), tone(v[p].w));
}

// ---------------------------------------------------------------- radar: bank of 16 Doppler filters over bursts of 55 pulses by 512 range bins
constexpr int kPulses = 55, kBins = 512, kFilters = 16, kBurst = kPulses * kBins;
__device__ __forceinline__ void burst_copy(float* tile, const float* __restrict__ burst) {
#pragma unroll
    for (int j = 0; j < (kBurst / 4 + 255) / 256; ++j) {
        int q = (j * 256 + threadIdx.x) * 4;
        if (q < kBurst) __pipeline_memcpy_async(tile + q, burst + q, 16);
    }
}
__device__ __forceinline__ void burst_filter(const float* tile, const float4 (*weight)[kFilters / 4], float* __restrict__ out) {
    float y0[kFilters], y1[kFilters];
#pragma unroll
    for (int f = 0; f < kFilters; ++f) y0[f] = y1[f] = 0.f;
#pragma unroll 5
    for (int p = 0; p < kPulses; ++p) {
        float v0 = tile[p * kBins + threadIdx.x], v1 = tile[p * kBins + 256 + threadIdx.x];
#pragma unroll
        for (int g = 0; g < kFilters / 4; ++g) {
            float4 w = weight[p][g];
            y0[g * 4] = fmaf(w.x, v0, y0[g * 4]); y0[g * 4 + 1] = fmaf(w.y, v0, y0[g * 4 + 1]);
            y0[g * 4 + 2] = fmaf(w.z, v0, y0[g * 4 + 2]); y0[g * 4 + 3] = fmaf(w.w, v0, y0[g * 4 + 3]);
            y1[g * 4] = fmaf(w.x, v1, y1[g * 4]); y1[g * 4 + 1] = fmaf(w.y, v1, y1[g * 4 + 1]);
            y1[g * 4 + 2] = fmaf(w.z, v1, y1[g * 4 + 2]); y1[g * 4 + 3] = fmaf(w.w, v1, y1[g * 4 + 3]);
        }
    }
    float m0 = 0.f, m1 = 0.f;
#pragma unroll
    for (int f = 0; f < kFilters; ++f) { m0 = fmaxf(m0, fabsf(y0[f])); m1 = fmaxf(m1, fabsf(y1[f])); }
    out[threadIdx.x] = m0; out[256 + threadIdx.x] = m1;
}
__global__ void __launch_bounds__(256) doppler_bank_q1_a(const float* __restrict__ bursts, const float4* __restrict__ bank, float* __restrict__ out, int n) {
    extern __shared__ float4 arena[];
    __shared__ float4 weight[kPulses][kFilters / 4];
    if (threadIdx.x < kPulses * kFilters / 4) (&weight[0][0])[threadIdx.x] = bank[threadIdx.x];
    float* tile = reinterpret_cast<float*>(arena);
    for (int b = blockIdx.x; b < n; b += gridDim.x) {
        burst_copy(tile, bursts + (size_t)b * kBurst);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        burst_filter(tile, weight, out + (size_t)b * kBins);
        __syncthreads();
    }
}
__global__ void __launch_bounds__(256) doppler_bank_q1_b(const float* __restrict__ bursts, const float4* __restrict__ bank, float* __restrict__ out, int n) {
    extern __shared__ float4 arena[];
    __shared__ float4 weight[kPulses][kFilters / 4];
    if (threadIdx.x < kPulses * kFilters / 4) (&weight[0][0])[threadIdx.x] = bank[threadIdx.x];
    float* tile = reinterpret_cast<float*>(arena);
    if ((int)blockIdx.x < n) burst_copy(tile, bursts + (size_t)blockIdx.x * kBurst);
    __pipeline_commit();
    int s = 0;
    for (int b = blockIdx.x; b < n; b += gridDim.x, s ^= 1) {
        int next = b + gridDim.x;
        if (next < n) burst_copy(tile + (s ^ 1) * kBurst, bursts + (size_t)next * kBurst);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        burst_filter(tile + s * kBurst, weight, out + (size_t)b * kBins);
        __syncthreads();
    }
}

// ---------------------------------------------------------------- structural monitoring: strain gauges, their calibration read from a settings page
__device__ __forceinline__ void strain(const float4* __restrict__ raw, float4* __restrict__ out, size_t n, float4 s) {
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += 4 * stride) {
        float4 v[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) if (i + u * stride < n) v[u] = raw[i + u * stride];
#pragma unroll
        for (int u = 0; u < 4; ++u)
            if (i + u * stride < n)
                out[i + u * stride] = make_float4(fmaf(fmaf(s.z, v[u].x, s.y), v[u].x, s.x) * s.w, fmaf(fmaf(s.z, v[u].y, s.y), v[u].y, s.x) * s.w,
                                                  fmaf(fmaf(s.z, v[u].z, s.y), v[u].z, s.x) * s.w, fmaf(fmaf(s.z, v[u].w, s.y), v[u].w, s.x) * s.w);
    }
}
__global__ void __launch_bounds__(256) strain_gauge_q1_a(const float4* __restrict__ raw, const float4* settings, float4* __restrict__ out, size_t n) {
    __shared__ float4 s;
    if (threadIdx.x == 0) s = *settings;  // pinned host page
    __syncthreads();
    strain(raw, out, n, s);
}
__global__ void __launch_bounds__(256) strain_gauge_q1_b(const float4* __restrict__ raw, const float4* settings, float4* __restrict__ out, size_t n) {
    __shared__ float4 s;
    if (threadIdx.x == 0) s = *settings;  // device copy
    __syncthreads();
    strain(raw, out, n, s);
}

// ---------------------------------------------------------------- astronomy: Kepler's equation for a catalogue of small bodies
__device__ __forceinline__ float kepler(float mean, float eccentricity, float axis) {
    float e = 0.45f * (eccentricity + 1.f), m = mean * 3.f, x = m;
#pragma unroll 4
    for (int k = 0; k < 32; ++k) {
        float s = __sinf(x), c = __cosf(x);
        x -= __fdividef(fmaf(-e, s, x) - m, fmaf(-e, c, 1.f));
    }
    return (2.f + axis) * fmaf(-e, __cosf(x), 1.f);
}
struct Elements { float axis, eccentricity, inclination, node, perihelion, mean; };
__global__ void __launch_bounds__(256) kepler_catalogue_q1_a(const Elements* __restrict__ body, float* __restrict__ radius, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    radius[i] = kepler(body[i].mean, body[i].eccentricity, body[i].axis);
}
__global__ void __launch_bounds__(256) kepler_catalogue_q1_b(const float* __restrict__ axis, const float* __restrict__ eccentricity, const float* __restrict__ mean,
                                                             float* __restrict__ radius, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    radius[i] = kepler(mean[i], eccentricity[i], axis[i]);
}
static __global__ void harness_split_elements(const Elements* body, float* axis, float* eccentricity, float* mean, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { axis[i] = body[i].axis; eccentricity[i] = body[i].eccentricity; mean[i] = body[i].mean; }
}

// ---------------------------------------------------------------- spacecraft telemetry: level and peak of each packet, frames brought in by bulk copies through a ring of four
constexpr int kFrame = 4096, kRing = 4;
__device__ __forceinline__ uint32_t shared_address(const void* p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void ring_fetch(float* slot, const float* frame, uint64_t* full) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(full)), "r"(kFrame * 4) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(shared_address(slot)), "l"(frame), "r"(kFrame * 4),
                 "r"(shared_address(full))
                 : "memory");
}
__device__ __forceinline__ void ring_wait(uint64_t* full, uint32_t parity) {
    uint32_t done = 0;
    while (!done)
        asm volatile("{\n .reg .pred p;\n mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n selp.u32 %0, 1, 0, p;\n}" : "=r"(done) : "r"(shared_address(full)), "r"(parity) : "memory");
}
__global__ void __launch_bounds__(256) telemetry_packet_q1_h(const float* __restrict__ stream, float2* __restrict__ out, int frames) {
    extern __shared__ __align__(128) float ring[];
    __shared__ uint64_t full[kRing];
    if (threadIdx.x == 0) {
        for (int s = 0; s < kRing; ++s) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(full + s)) : "memory");
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
        asm volatile("fence.proxy.async;" ::: "memory");
    }
    __syncthreads();
    if (threadIdx.x == 0)
        for (int s = 0; s < kRing; ++s) {
            int f = blockIdx.x + s * gridDim.x;
            if (f < frames) ring_fetch(ring + s * kFrame, stream + (size_t)f * kFrame, full + s);
        }
    const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    int turn = 0;
    for (int f = blockIdx.x; f < frames; f += gridDim.x, ++turn) {
        const int s = turn % kRing;
        ring_wait(full + s, (turn / kRing) & 1);
        const float4* packet = reinterpret_cast<const float4*>(ring + s * kFrame + warp * (kFrame / 8));
        float level = 0.f, peak = 0.f;
#pragma unroll
        for (int j = 0; j < kFrame / 8 / 128; ++j) {
            float4 v = packet[j * 32 + lane];
            level = fmaf(v.x, v.x, fmaf(v.y, v.y, fmaf(v.z, v.z, fmaf(v.w, v.w, level))));
            peak = fmaxf(peak, fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)));
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            int next = f + kRing * gridDim.x;
            if (next < frames) ring_fetch(ring + s * kFrame, stream + (size_t)next * kFrame, full + s);
        }
#pragma unroll
        for (int d = 16; d; d >>= 1) {
            level += __shfl_xor_sync(0xffffffffu, level, d);
            peak = fmaxf(peak, __shfl_xor_sync(0xffffffffu, peak, d));
        }
        if (lane == 0) out[(size_t)f * 8 + warp] = make_float2(level, peak);
    }
}

// ---------------------------------------------------------------- galaxy model: pull of 1536 heavy bodies on many tracers, two tracers a thread
constexpr int kHeavy = 1536;
__device__ __forceinline__ void pull(float4 h, float4 p, float3& acc) {
    float dx = h.x - p.x, dy = h.y - p.y, dz = h.z - p.z, inverse;
    float r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 1e-3f)));
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(r2));
    float s = h.w * inverse * (inverse * inverse);
    acc.x = fmaf(dx, s, acc.x); acc.y = fmaf(dy, s, acc.y); acc.z = fmaf(dz, s, acc.z);
}
__global__ void __launch_bounds__(256) tracer_pull_q1_h(const float4* __restrict__ heavy, const float4* __restrict__ tracer, float4* __restrict__ out) {
    __shared__ float4 source[kHeavy];
    for (int i = threadIdx.x; i < kHeavy; i += 256) source[i] = heavy[i];
    __syncthreads();
    const int i = blockIdx.x * 512 + threadIdx.x;
    float4 p = tracer[i], q = tracer[i + 256];
    float3 a = make_float3(0.f, 0.f, 0.f), b = a;
#pragma unroll 8
    for (int k = 0; k < kHeavy; ++k) { float4 h = source[k]; pull(h, p, a); pull(h, q, b); }
    out[i] = make_float4(a.x, a.y, a.z, p.w);
    out[i + 256] = make_float4(b.x, b.y, b.z, q.w);
}

int main(int argc, char** argv) {
    std::vector<harness::Case> cases;
    auto add = [&](const char* name, std::function<void()> f, const void* out, size_t count, Output type = Output::f32) {
        cases.push_back({name, f, out, count, type});
    };
    {
        const size_t n = (size_t)1 << kLogN;
        const float2* in = (const float2*)harness::filled<float>(n * 2, 31);
        float2* out = (float2*)harness::empty<float>(n * 2);
        add("ofdm_reorder_q1_a", [=] { ofdm_reorder_q1_a<<<(unsigned)(n / 256), 256>>>(in, out, 0.7f); }, out, n * 2);
        add("ofdm_reorder_q1_b", [=] { ofdm_reorder_q1_b<<<(unsigned)(n / 1024), dim3(32, 8)>>>(in, out, 0.7f); }, out, n * 2);
    }
    {
        const int n = 1 << 28;
        const uint8_t *low = random_bytes<uint8_t>(n, 32), *high = random_bytes<uint8_t>(n, 33);
        short* out = (short*)harness::empty<int>(n / 2);
        add("dem_byteplane_q1_a", [=] { dem_byteplane_q1_a<<<n / 256, 256>>>(low, high, out, n, 47); }, out, n / 2, Output::i32);
        add("dem_byteplane_q1_b", [=] { dem_byteplane_q1_b<<<n / 4096, 256>>>((const uint2*)low, (const uint2*)high, (uint4*)out, n, 47); }, out, n / 2, Output::i32);
    }
    {
        const float *a = between((size_t)kSites * kTaxa, 34, 0.1f, 3.f), *b = between((size_t)kSites * kTaxa, 35, 0.1f, 3.f);
        const float *ta = between(kSites, 36, 350.f, 420.f), *tb = between(kSites, 37, 350.f, 420.f);
        float* out = harness::empty<float>((size_t)kSites * kSites);
        add("braycurtis_q1_a", [=] { braycurtis_q1_a<<<dim3(kSites / 32, kSites / 8), dim3(32, 8)>>>(a, b, ta, tb, out); }, out, (size_t)kSites * kSites);
        add("braycurtis_q1_b", [=] { braycurtis_q1_b<<<dim3(kSites / 64, kSites / 64), 256>>>(a, b, ta, tb, (float4*)out); }, out, (size_t)kSites * kSites);
    }
    {
        const int quads = 2048 * 2048 / 4;
        const float4* frames = (const float4*)harness::filled<float>((size_t)quads * 4 * 8, 38);
        float* page; CHECK(cudaHostAlloc(&page, (size_t)quads * 16, cudaHostAllocMapped));
        const float* flat = between((size_t)quads * 4, 39, 0.8f, 1.3f);
        CHECK(cudaMemcpy(page, flat, (size_t)quads * 16, cudaMemcpyDeviceToHost));
        float* mapped; CHECK(cudaHostGetDevicePointer((void**)&mapped, page, 0));
        float4* out = (float4*)harness::empty<float>((size_t)quads * 4 * 8);
        add("xray_flatfield_q1_a", [=] { xray_flatfield_q1_a<<<quads / 256, 256>>>(frames, (const float4*)mapped, out, quads); }, out, (size_t)quads * 32);
        add("xray_flatfield_q1_b", [=] { xray_flatfield_q1_b<<<quads / 256, 256>>>(frames, (const float4*)flat, out, quads); }, out, (size_t)quads * 32);
    }
    {
        const size_t n = (size_t)1 << 24, quads = n / 4;
        const float4* dose = (const float4*)harness::filled<float>(n, 40);
        const uint8_t* bits = random_bytes<uint8_t>(n, 41);
        float* member; CHECK(cudaMalloc(&member, n * 8 * sizeof(float)));
        harness_members<<<2048, 256>>>(bits, member, n); CHECK(cudaGetLastError());
        float4* out = (float4*)harness::empty<float>(n);
        Organs organs; for (int o = 0; o < 8; ++o) organs.weight[o] = 0.3f + 0.17f * o;
        add("organ_dose_q1_a", [=] { organ_dose_q1_a<<<(unsigned)(quads / 256), 256>>>(dose, (const float4*)member, out, quads, organs); }, out, n);
        add("organ_dose_q1_b", [=] { organ_dose_q1_b<<<(unsigned)(quads / 512), 256>>>(dose, (const uint32_t*)bits, out, quads, organs); }, out, n);
    }
    {
        const size_t pixels = (size_t)1 << 24, quads = pixels / 4;
        const float4* raw = (const float4*)harness::filled<float>(pixels * 3, 42);
        float4 *linear = (float4*)harness::empty<float>(pixels * 3), *mixed = (float4*)harness::empty<float>(pixels * 3), *out = (float4*)harness::empty<float>(pixels * 3);
        const unsigned blocks = (unsigned)(quads / 256);
        Colour c = {{1.6f, -0.4f, -0.2f, -0.3f, 1.5f, -0.2f, 0.05f, -0.45f, 1.4f}};
        add("raw_develop_q1_a", [=] {
            raw_develop_q1_a<<<blocks, 256>>>(raw, linear, quads, 1.3f);
            raw_develop_q1_a_2<<<blocks, 256>>>(linear, mixed, quads, c);
            raw_develop_q1_a_3<<<blocks, 256>>>(mixed, out, quads);
        }, out, pixels * 3);
        add("raw_develop_q1_b", [=] { raw_develop_q1_b<<<blocks, 256>>>(raw, out, quads, 1.3f, c); }, out, pixels * 3);
    }
    {
        const int n = 132 * 40;
        const float* bursts = harness::filled<float>((size_t)n * kBurst, 43);
        const float4* bank = (const float4*)harness::filled<float>(kPulses * kFilters, 44);
        float* out = harness::empty<float>((size_t)n * kBins);
        CHECK(cudaFuncSetAttribute(doppler_bank_q1_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kBurst * 4));
        CHECK(cudaFuncSetAttribute(doppler_bank_q1_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kBurst * 8));
        add("doppler_bank_q1_a", [=] { doppler_bank_q1_a<<<132, 256, kBurst * 4>>>(bursts, bank, out, n); }, out, (size_t)n * kBins);
        add("doppler_bank_q1_b", [=] { doppler_bank_q1_b<<<132, 256, kBurst * 8>>>(bursts, bank, out, n); }, out, (size_t)n * kBins);
    }
    {
        const size_t n = (size_t)1 << 24;  // float4
        const float4* raw = (const float4*)harness::filled<float>(n * 4, 45);
        float4* out = (float4*)harness::empty<float>(n * 4);
        float* page; CHECK(cudaHostAlloc(&page, 4096, cudaHostAllocMapped));
        page[0] = 0.013f; page[1] = 1.07f; page[2] = -0.021f; page[3] = 2.11f;
        float* mapped; CHECK(cudaHostGetDevicePointer((void**)&mapped, page, 0));
        const float* settings = harness::uploaded(std::vector<float>(page, page + 4));
        add("strain_gauge_q1_a", [=] { strain_gauge_q1_a<<<132 * 8, 256>>>(raw, (const float4*)mapped, out, n); }, out, n * 4);
        add("strain_gauge_q1_b", [=] { strain_gauge_q1_b<<<132 * 8, 256>>>(raw, (const float4*)settings, out, n); }, out, n * 4);
    }
    {
        const int n = 1 << 22;
        const Elements* body = (const Elements*)harness::filled<float>((size_t)n * 6, 46);
        float *axis = harness::empty<float>(n), *eccentricity = harness::empty<float>(n), *mean = harness::empty<float>(n), *radius = harness::empty<float>(n);
        harness_split_elements<<<n / 256, 256>>>(body, axis, eccentricity, mean, n); CHECK(cudaGetLastError());
        add("kepler_catalogue_q1_a", [=] { kepler_catalogue_q1_a<<<n / 256, 256>>>(body, radius, n); }, radius, n);
        add("kepler_catalogue_q1_b", [=] { kepler_catalogue_q1_b<<<n / 256, 256>>>(axis, eccentricity, mean, radius, n); }, radius, n);
    }
    {
        const int frames = 32768;
        const float* stream = harness::filled<float>((size_t)frames * kFrame, 47);
        float2* out = (float2*)harness::empty<float>((size_t)frames * 16);
        const int bytes = kRing * kFrame * 4;
        CHECK(cudaFuncSetAttribute(telemetry_packet_q1_h, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        add("telemetry_packet_q1_h", [=] { telemetry_packet_q1_h<<<132 * 3, 256, bytes>>>(stream, out, frames); }, out, (size_t)frames * 16);
    }
    {
        const int tracers = 132 * 4 * 512;
        const float4 *heavy = (const float4*)harness::filled<float>(kHeavy * 4, 48), *tracer = (const float4*)harness::filled<float>((size_t)tracers * 4, 49);
        float4* out = (float4*)harness::empty<float>((size_t)tracers * 4);
        add("tracer_pull_q1_h", [=] { tracer_pull_q1_h<<<tracers / 512, 256>>>(heavy, tracer, out); }, out, (size_t)tracers * 4);
    }
    return harness::run(argc, argv, cases);
}
