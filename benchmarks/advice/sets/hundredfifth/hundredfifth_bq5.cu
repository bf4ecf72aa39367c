#include "harness.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

namespace {

template <typename T>
__global__ void harness_bq5_range(T* p, size_t n, float lo, float hi, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (T)(lo + (hi - lo) * (0.5f * harness::unit((uint32_t)i * 2654435761u + seed) + 0.5f));
}
__global__ void harness_bq5_words(uint32_t* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = harness::hash32((uint32_t)i * 2654435761u + seed);
}
__global__ void harness_bq5_counts(short* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (short)(int)(2000.0f * harness::unit((uint32_t)i * 2654435761u + seed));
}
template <typename T>
T* ranged(size_t n, float lo, float hi, uint32_t seed) {
    T* p; CHECK(cudaMalloc(&p, n * sizeof(T)));
    harness_bq5_range<T><<<2048, 256>>>(p, n, lo, hi, seed); CHECK(cudaGetLastError());
    return p;
}
template <typename T>
T* zeroed(size_t n) {
    T* p; CHECK(cudaMalloc(&p, n * sizeof(T))); CHECK(cudaMemset(p, 0, n * sizeof(T)));
    return p;
}

}  // namespace

// ---------------------------------------------------------------------------------------------------------------------------
// marble_lantern: running signal energy of seismic traces, recorded sample by sample, delivered trace by trace.
constexpr int kTraces = 393216, kTraceSamples = 192;

__global__ __launch_bounds__(256) void marble_lantern_bq5_a(const short* __restrict__ adc, const float* __restrict__ gain,
                                                            float* __restrict__ energy) {
    const int trace = blockIdx.x * 256 + threadIdx.x;
    const float g = gain[trace];
    float e = 0.0f;
    for (int s0 = 0; s0 < kTraceSamples; s0 += 32) {
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            short raw[16];
#pragma unroll
            for (int j = 0; j < 16; ++j) raw[j] = adc[(size_t)(s0 + half * 16 + j) * kTraces + trace];
#pragma unroll
            for (int j = 0; j < 16; ++j) {
                const float v = (float)raw[j] * g;
                e = fmaf(0.08f, fmaf(v, v, -e), e);
                energy[(size_t)trace * kTraceSamples + s0 + half * 16 + j] = e;
            }
        }
    }
}

__global__ __launch_bounds__(256) void marble_lantern_bq5_b(const short* __restrict__ adc, const float* __restrict__ gain,
                                                            float* __restrict__ energy) {
    __shared__ float tile[8][32][33];
    const int trace = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    float* dst = energy + (size_t)(trace - lane) * kTraceSamples + lane;
    const float g = gain[trace];
    float e = 0.0f;
    for (int s0 = 0; s0 < kTraceSamples; s0 += 32) {
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            short raw[16];
#pragma unroll
            for (int j = 0; j < 16; ++j) raw[j] = adc[(size_t)(s0 + half * 16 + j) * kTraces + trace];
#pragma unroll
            for (int j = 0; j < 16; ++j) {
                const float v = (float)raw[j] * g;
                e = fmaf(0.08f, fmaf(v, v, -e), e);
                tile[warp][lane][half * 16 + j] = e;
            }
        }
        __syncwarp();
#pragma unroll 8
        for (int r = 0; r < 32; ++r) dst[(size_t)r * kTraceSamples + s0] = tile[warp][r][lane];
        __syncwarp();
    }
}

// ---------------------------------------------------------------------------------------------------------------------------
// copper_willow: re-ranking of image candidates, each a 64-byte descriptor fetched by its number and scored against a query.
constexpr int kDescriptors = 1 << 24, kCandidates = 1 << 24;

__device__ __forceinline__ void rerank(const uint4* __restrict__ table, const int* __restrict__ candidate,
                                       const uint4* __restrict__ query, int* __restrict__ score) {
    const int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x & 31, part = lane & 3;
    const int mine = candidate[i];
    const uint4 q = query[part];
    uint4 d[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const int row = __shfl_sync(0xffffffffu, mine, (lane & 28) + k);
        d[k] = table[(size_t)row * 4 + part];
    }
    unsigned result = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        unsigned s = __dp4a(d[k].x, q.x, __dp4a(d[k].y, q.y, __dp4a(d[k].z, q.z, __dp4a(d[k].w, q.w, 0u))));
        s += __shfl_xor_sync(0xffffffffu, s, 1);
        s += __shfl_xor_sync(0xffffffffu, s, 2);
        if (part == k) result = s;
    }
    score[i] = (int)result;
}
__global__ __launch_bounds__(256) void copper_willow_bq5_a(const uint4* __restrict__ table, const int* __restrict__ candidate,
                                                           const uint4* __restrict__ query, int* __restrict__ score) {
    rerank(table, candidate, query, score);
}
__global__ __launch_bounds__(256) void copper_willow_bq5_b(const uint4* __restrict__ table, const int* __restrict__ candidate,
                                                           const uint4* __restrict__ query, int* __restrict__ score) {
    rerank(table, candidate, query, score);
}

// ---------------------------------------------------------------------------------------------------------------------------
// saffron_kettle: one implicit time step of a price equation for many contracts, each a line of 48 price nodes.
constexpr int kNodes = 48, kContracts = 128 * 10912;
struct Sweep { float lower, scale[kNodes], upper[kNodes]; };

template <int kPitch>
__device__ __forceinline__ void implicit_step(const float* __restrict__ value, float* __restrict__ next, const Sweep& sweep) {
    __shared__ float lines[128 * kPitch];
    const int tid = threadIdx.x;
    const size_t base = (size_t)blockIdx.x * 128 * kNodes;
#pragma unroll 8
    for (int k = 0; k < kNodes; ++k) {
        const int i = k * 128 + tid, row = i / kNodes;
        __pipeline_memcpy_async(&lines[row * kPitch + (i - row * kNodes)], value + base + i, 4);
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    volatile float* own = lines + tid * kPitch;
    float d[kNodes];
#pragma unroll
    for (int c = 0; c < kNodes; ++c) d[c] = own[c];
    d[0] *= sweep.scale[0];
#pragma unroll
    for (int c = 1; c < kNodes; ++c) d[c] = fmaf(sweep.lower, d[c - 1], d[c]) * sweep.scale[c];
#pragma unroll
    for (int c = kNodes - 2; c >= 0; --c) d[c] = fmaf(sweep.upper[c], d[c + 1], d[c]);
#pragma unroll
    for (int c = 0; c < kNodes; ++c) own[c] = d[c];
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < kNodes; ++k) {
        const int i = k * 128 + tid, row = i / kNodes;
        next[base + i] = lines[row * kPitch + (i - row * kNodes)];
    }
}
__global__ __launch_bounds__(128) void saffron_kettle_bq5_a(const float* __restrict__ value, float* __restrict__ next, const __grid_constant__ Sweep sweep) {
    implicit_step<kNodes>(value, next, sweep);
}
__global__ __launch_bounds__(128) void saffron_kettle_bq5_b(const float* __restrict__ value, float* __restrict__ next, const __grid_constant__ Sweep sweep) {
    implicit_step<kNodes + 1>(value, next, sweep);
}

// ---------------------------------------------------------------------------------------------------------------------------
// linen_harbor: columns of neuron compartments, one column a warp, that relax once a step or 16 times when the column spikes.
constexpr int kColumnBlocks = 1056, kSpikeSteps = 64, kCompartments = 24;
struct Drive { float b[kCompartments]; };

template <bool kWhole>
__device__ __forceinline__ void relax_columns(const unsigned long long* __restrict__ spikes, const float* __restrict__ start,
                                              float* __restrict__ charge, const Drive& drive) {
    __shared__ float edge[32][32];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, i = blockIdx.x * 1024 + threadIdx.x;
    const unsigned long long train = spikes[blockIdx.x * 32 + warp];
    const float first = start[i];
    float v[kCompartments];
#pragma unroll
    for (int c = 0; c < kCompartments; ++c) v[c] = first + 0.01f * c;
#pragma unroll 1
    for (int s = 0; s < kSpikeSteps; ++s) {
        const int times = (train >> s) & 1ull ? 16 : 1;
#pragma unroll 1
        for (int r = 0; r < times; ++r) {
#pragma unroll
            for (int c = 0; c < kCompartments; ++c) v[c] = fmaf(v[c], 0.96875f, drive.b[c]);
        }
        edge[warp][lane] = v[0];
        if (kWhole) __syncthreads(); else __syncwarp();
        const float beside = edge[warp][(lane + 1) & 31];
        v[kCompartments - 1] = fmaf(0.1f, beside - v[kCompartments - 1], v[kCompartments - 1]);
        if (kWhole) __syncthreads(); else __syncwarp();
    }
    float sum = 0.0f;
#pragma unroll
    for (int c = 0; c < kCompartments; ++c) sum += v[c];
    charge[i] = sum;
}
__global__ __launch_bounds__(1024) void linen_harbor_bq5_a(const unsigned long long* __restrict__ spikes, const float* __restrict__ start,
                                                           float* __restrict__ charge, const __grid_constant__ Drive drive) {
    relax_columns<true>(spikes, start, charge, drive);
}
__global__ __launch_bounds__(1024) void linen_harbor_bq5_b(const unsigned long long* __restrict__ spikes, const float* __restrict__ start,
                                                           float* __restrict__ charge, const __grid_constant__ Drive drive) {
    relax_columns<false>(spikes, start, charge, drive);
}

// ---------------------------------------------------------------------------------------------------------------------------
// pewter_finch: flooded cells of each river basin, from an elevation raster and a basin map that is 32 rows coarser.
constexpr int kRasterWidth = 12672, kRasterStrips = 256, kBasins = 24, kFloodBlocks = 528;

template <bool kLocal>
__device__ __forceinline__ void count_flooded(const float* __restrict__ elevation, const int* __restrict__ basin,
                                              const float* __restrict__ level, int* __restrict__ flooded) {
    __shared__ int local[kBasins];
    if (kLocal) {
        if (threadIdx.x < kBasins) local[threadIdx.x] = 0;
        __syncthreads();
    }
    for (int s = blockIdx.x * 512 + threadIdx.x; s < kRasterWidth * kRasterStrips; s += kFloodBlocks * 512) {
        const int strip = s / kRasterWidth, column = s - strip * kRasterWidth, b = basin[s];
        const float water = level[b];
        const float* cell = elevation + (size_t)strip * 32 * kRasterWidth + column;
        int below = 0;
#pragma unroll 8
        for (int r = 0; r < 32; ++r) below += cell[(size_t)r * kRasterWidth] < water;
        atomicAdd(kLocal ? &local[b] : &flooded[b], below);
    }
    if (kLocal) {
        __syncthreads();
        if (threadIdx.x < kBasins) atomicAdd(&flooded[threadIdx.x], local[threadIdx.x]);
    }
}
__global__ __launch_bounds__(512) void pewter_finch_bq5_a(const float* __restrict__ elevation, const int* __restrict__ basin,
                                                          const float* __restrict__ level, int* __restrict__ flooded) {
    count_flooded<false>(elevation, basin, level, flooded);
}
__global__ __launch_bounds__(512) void pewter_finch_bq5_b(const float* __restrict__ elevation, const int* __restrict__ basin,
                                                          const float* __restrict__ level, int* __restrict__ flooded) {
    count_flooded<true>(elevation, basin, level, flooded);
}

// ---------------------------------------------------------------------------------------------------------------------------
// cedar_thimble: pulse-height spectra of a 32-channel detector, 256 bins a channel, from a list of packed events.
constexpr int kEventQuads = 270336 * 72, kSpectrum = 8192;

__device__ __forceinline__ int pulse_bin(int event) {
    const int channel = event >> 16, amplitude = event & 0xffff;
    return channel * 256 + ((amplitude * (200 + channel)) >> 16);
}
__global__ __launch_bounds__(1024) void cedar_thimble_bq5_a(const int4* __restrict__ events, int* __restrict__ spectrum) {
#pragma unroll 2
    for (int i = blockIdx.x * 1024 + threadIdx.x; i < kEventQuads; i += 264 * 1024) {
        const int4 e = events[i];
        atomicAdd(&spectrum[pulse_bin(e.x)], 1);
        atomicAdd(&spectrum[pulse_bin(e.y)], 1);
        atomicAdd(&spectrum[pulse_bin(e.z)], 1);
        atomicAdd(&spectrum[pulse_bin(e.w)], 1);
    }
}
__global__ __launch_bounds__(1024) void cedar_thimble_bq5_b(const int4* __restrict__ events, int* __restrict__ spectrum) {
    __shared__ int local[kSpectrum];
    for (int b = threadIdx.x; b < kSpectrum; b += 1024) local[b] = 0;
    __syncthreads();
#pragma unroll 2
    for (int i = blockIdx.x * 1024 + threadIdx.x; i < kEventQuads; i += 264 * 1024) {
        const int4 e = events[i];
        atomicAdd(&local[pulse_bin(e.x)], 1);
        atomicAdd(&local[pulse_bin(e.y)], 1);
        atomicAdd(&local[pulse_bin(e.z)], 1);
        atomicAdd(&local[pulse_bin(e.w)], 1);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < kSpectrum; b += 1024)
        if (local[b]) atomicAdd(&spectrum[b], local[b]);
}

// ---------------------------------------------------------------------------------------------------------------------------
// russet_meadow: sea-water density anomalies (EOS-80) summed over the surface and two reference depths, four samples a thread.
constexpr int kSamples = 1 << 25;

__device__ __forceinline__ float anomaly_plain(float t, float s) {
    const float rs = s * sqrtf(s);
    const float rho = 999.842594 + t * (6.793952e-2 + t * (-9.095290e-3 + t * (1.001685e-4 + t * (-1.120083e-6 + t * 6.536332e-9))))
        + s * (8.24493e-1 + t * (-4.0899e-3 + t * (7.6438e-5 + t * (-8.2467e-7 + t * 5.3875e-9))))
        + rs * (-5.72466e-3 + t * (1.0227e-4 - t * 1.6546e-6)) + s * s * 4.8314e-4;
    const float k0 = 19652.21 + t * (148.4206 + t * (-2.327105 + t * (1.360477e-2 - t * 5.155288e-5)))
        + s * (54.6746 + t * (-0.603459 + t * (1.09987e-2 - t * 6.1670e-5))) + rs * (7.944e-2 + t * (1.6483e-2 - t * 5.3009e-4));
    const float k1 = 3.239908 + t * (1.43713e-3 + t * (1.16092e-4 - t * 5.77905e-7))
        + s * (2.2838e-3 + t * (-1.0981e-5 - t * 1.6078e-6)) + rs * 1.91075e-4;
    const float k2 = 8.50935e-5 + t * (-6.12293e-6 + t * 5.2787e-8) + s * (-9.9348e-7 + t * (2.0816e-8 + t * 9.1697e-10));
    return (rho - 1000.0) + (rho / (1.0 - 200.0 / (k0 + 200.0 * (k1 + 200.0 * k2))) - 1000.0)
        + (rho / (1.0 - 400.0 / (k0 + 400.0 * (k1 + 400.0 * k2))) - 1000.0);
}
__device__ __forceinline__ float anomaly_short(float t, float s) {
    const float rs = s * sqrtf(s);
    const float rho = 999.842594f + t * (6.793952e-2f + t * (-9.095290e-3f + t * (1.001685e-4f + t * (-1.120083e-6f + t * 6.536332e-9f))))
        + s * (8.24493e-1f + t * (-4.0899e-3f + t * (7.6438e-5f + t * (-8.2467e-7f + t * 5.3875e-9f))))
        + rs * (-5.72466e-3f + t * (1.0227e-4f - t * 1.6546e-6f)) + s * s * 4.8314e-4f;
    const float k0 = 19652.21f + t * (148.4206f + t * (-2.327105f + t * (1.360477e-2f - t * 5.155288e-5f)))
        + s * (54.6746f + t * (-0.603459f + t * (1.09987e-2f - t * 6.1670e-5f))) + rs * (7.944e-2f + t * (1.6483e-2f - t * 5.3009e-4f));
    const float k1 = 3.239908f + t * (1.43713e-3f + t * (1.16092e-4f - t * 5.77905e-7f))
        + s * (2.2838e-3f + t * (-1.0981e-5f - t * 1.6078e-6f)) + rs * 1.91075e-4f;
    const float k2 = 8.50935e-5f + t * (-6.12293e-6f + t * 5.2787e-8f) + s * (-9.9348e-7f + t * (2.0816e-8f + t * 9.1697e-10f));
    return (rho - 1000.0f) + (rho / (1.0f - 200.0f / (k0 + 200.0f * (k1 + 200.0f * k2))) - 1000.0f)
        + (rho / (1.0f - 400.0f / (k0 + 400.0f * (k1 + 400.0f * k2))) - 1000.0f);
}
__global__ __launch_bounds__(256) void russet_meadow_bq5_a(const float4* __restrict__ temperature, const float4* __restrict__ salinity,
                                                           float4* __restrict__ anomaly) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float4 t = temperature[i], s = salinity[i];
    anomaly[i] = make_float4(anomaly_plain(t.x, s.x), anomaly_plain(t.y, s.y), anomaly_plain(t.z, s.z), anomaly_plain(t.w, s.w));
}
__global__ __launch_bounds__(256) void russet_meadow_bq5_b(const float4* __restrict__ temperature, const float4* __restrict__ salinity,
                                                           float4* __restrict__ anomaly) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float4 t = temperature[i], s = salinity[i];
    anomaly[i] = make_float4(anomaly_short(t.x, s.x), anomaly_short(t.y, s.y), anomaly_short(t.z, s.z), anomaly_short(t.w, s.w));
}

// ---------------------------------------------------------------------------------------------------------------------------
// ivory_trumpet: a synthetic sky image of Sersic galaxies, 12 of them touching each tile of 32 x 32 pixels.
constexpr int kSky = 4096, kTileSources = 12, kCatalogue = (kSky / 32) * (kSky / 32) * kTileSources;

template <bool kQuick>
__device__ __forceinline__ void render_tile(const float4* __restrict__ catalogue, float* __restrict__ sky) {
    __shared__ float4 packed[kTileSources * 2];
    const int tile = blockIdx.y * (kSky / 32) + blockIdx.x, x = threadIdx.x & 31, y0 = threadIdx.x >> 5;
    if (threadIdx.x < kTileSources * 2) packed[threadIdx.x] = catalogue[(size_t)tile * kTileSources * 2 + threadIdx.x];
    __syncthreads();
    float light[4] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll 1
    for (int k = 0; k < kTileSources; ++k) {
        const float4 a = packed[2 * k], b = packed[2 * k + 1];
        const float sx = a.x * 64.0f - 16.0f, sy = a.y * 64.0f - 16.0f, radius = 4.0f + 12.0f * a.z, squeeze = 0.5f + a.w;
        const float power = 0.25f + 0.75f * b.x, steep = 1.7f + 2.0f * b.y, peak = 0.5f + b.z;
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const float dx = x - sx, dy = y0 + 8 * j - sy;
            const float r2 = fmaf(dx, dx, fmaf(squeeze * dy, dy, 0.25f));
            if (kQuick) {
                const float r = r2 * rsqrtf(r2);
                light[j] += peak * __expf(-steep * (__powf(__fdividef(r, radius), power) - 1.0f));
            } else {
                const float r = sqrtf(r2);
                light[j] += peak * expf(-steep * (powf(r / radius, power) - 1.0f));
            }
        }
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) sky[(size_t)(blockIdx.y * 32 + y0 + 8 * j) * kSky + blockIdx.x * 32 + x] = light[j];
}
__global__ __launch_bounds__(256) void ivory_trumpet_bq5_a(const float4* __restrict__ catalogue, float* __restrict__ sky) {
    render_tile<false>(catalogue, sky);
}
__global__ __launch_bounds__(256) void ivory_trumpet_bq5_b(const float4* __restrict__ catalogue, float* __restrict__ sky) {
    render_tile<true>(catalogue, sky);
}

// ---------------------------------------------------------------------------------------------------------------------------
// cobalt_sparrow: dry run of an asymmetric-numeral-system coder over many streams of 4-bit residuals (a checksum of what it would emit).
constexpr int kStreams = 1081344, kStreamWords = 32;
struct Coder { uint32_t share[16], first[16], inverse[16], shift[16]; };

__global__ __launch_bounds__(256) void cobalt_sparrow_bq5_a(const uint32_t* __restrict__ residual, int* __restrict__ digest,
                                                            const __grid_constant__ Coder coder) {
    __shared__ uint32_t symbol[16];
    if (threadIdx.x < 16) symbol[threadIdx.x] = coder.share[threadIdx.x] | coder.first[threadIdx.x] << 12;
    __syncthreads();
    const int stream = blockIdx.x * 256 + threadIdx.x;
    uint32_t x = 1u << 15, sum = 0;
    for (int w = 0; w < kStreamWords; ++w) {
        const uint32_t word = residual[(size_t)w * kStreams + stream];
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            const uint32_t s = symbol[word >> 4 * k & 15], share = s & 4095, first = s >> 12;
            if (x >= share << 19) { sum = sum * 31 + (x & 0xffff); x >>= 16; }
            const uint32_t q = x / share, r = x % share;
            x = (q << 12) + r + first;
        }
    }
    digest[stream] = (int)((sum ^ x) >> 4);
}
__global__ __launch_bounds__(256) void cobalt_sparrow_bq5_b(const uint32_t* __restrict__ residual, int* __restrict__ digest,
                                                            const __grid_constant__ Coder coder) {
    __shared__ uint2 symbol[16];
    if (threadIdx.x < 16)
        symbol[threadIdx.x] = make_uint2(coder.share[threadIdx.x] | coder.first[threadIdx.x] << 12 | coder.shift[threadIdx.x] << 24, coder.inverse[threadIdx.x]);
    __syncthreads();
    const int stream = blockIdx.x * 256 + threadIdx.x;
    uint32_t x = 1u << 15, sum = 0;
    for (int w = 0; w < kStreamWords; ++w) {
        const uint32_t word = residual[(size_t)w * kStreams + stream];
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            const uint2 s = symbol[word >> 4 * k & 15];
            const uint32_t share = s.x & 4095, first = s.x >> 12 & 4095;
            if (x >= share << 19) { sum = sum * 31 + (x & 0xffff); x >>= 16; }
            const uint32_t q = __umulhi(x, s.y) >> (s.x >> 24), r = x - q * share;
            x = (q << 12) + r + first;
        }
    }
    digest[stream] = (int)((sum ^ x) >> 4);
}

// ---------------------------------------------------------------------------------------------------------------------------
// hazel_pillow: rays through a graded-index fibre, 256 steps each, and the detector response where each ray lands.
constexpr int kFibreBlocks = 1056, kRaysPerThread = 16, kFibreSteps = 256, kResponse = 24576;

template <int kTogether>
__device__ __forceinline__ void trace_rays(const float2* __restrict__ ray, const float4* __restrict__ response, float* __restrict__ signal,
                                           float grade, float bend, float step) {
    extern __shared__ float4 fibre_response[];
    for (int i = threadIdx.x; i < kResponse / 4; i += 128) __pipeline_memcpy_async(&fibre_response[i], &response[i], 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    const float* table = reinterpret_cast<const float*>(fibre_response);
    const size_t base = (size_t)blockIdx.x * 128 * kRaysPerThread + threadIdx.x;
#pragma unroll 1
    for (int n = 0; n < kRaysPerThread; n += kTogether) {
        float x[kTogether], v[kTogether];
#pragma unroll
        for (int j = 0; j < kTogether; ++j) {
            const float2 start = ray[base + (size_t)(n + j) * 128];
            x[j] = start.x; v[j] = start.y;
        }
#pragma unroll 8
        for (int s = 0; s < kFibreSteps; ++s) {
#pragma unroll
            for (int j = 0; j < kTogether; ++j) {
                x[j] = fmaf(step, v[j], x[j]);
                const float pull = __fmul_rn(x[j], fmaf(bend, __fmul_rn(x[j], x[j]), grade));
                v[j] = fmaf(-step, pull, v[j]);
            }
        }
#pragma unroll
        for (int j = 0; j < kTogether; ++j) {
            const int bin = min(max((int)((x[j] * 0.25f + 0.5f) * kResponse), 0), kResponse - 1);
            signal[base + (size_t)(n + j) * 128] = table[bin];
        }
    }
}
__global__ __launch_bounds__(128) void hazel_pillow_bq5_a(const float2* __restrict__ ray, const float4* __restrict__ response,
                                                          float* __restrict__ signal, float grade, float bend, float step) {
    trace_rays<1>(ray, response, signal, grade, bend, step);
}
__global__ __launch_bounds__(128) void hazel_pillow_bq5_b(const float2* __restrict__ ray, const float4* __restrict__ response,
                                                          float* __restrict__ signal, float grade, float bend, float step) {
    trace_rays<4>(ray, response, signal, grade, bend, step);
}

// ---------------------------------------------------------------------------------------------------------------------------
// crimson_orchard: arrival time of laser returns, 25 samples a return, by a window that moves onto the pulse in four rounds.
constexpr int kReturnSamples = 25, kReturnTiles = 132 * 24, kReturnTileFloats = 1024 * kReturnSamples;

__device__ __forceinline__ void fetch_tile(float* to, const float* __restrict__ from) {
    for (int i = threadIdx.x * 4; i < kReturnTileFloats; i += 4096) __pipeline_memcpy_async(to + i, from + i, 16);
}
__device__ __forceinline__ float2 locate_pulse(const float* wave) {
    float s[kReturnSamples], weight = 0.0f, moment = 0.0f;
#pragma unroll
    for (int j = 0; j < kReturnSamples; ++j) {
        s[j] = wave[j];
        weight += s[j];
        moment = fmaf(s[j], (float)j, moment);
    }
    float centre = __fdividef(moment, weight);
#pragma unroll 1
    for (int round = 0; round < 4; ++round) {
        weight = 0.0f; moment = 0.0f;
#pragma unroll
        for (int j = 0; j < kReturnSamples; ++j) {
            const float d = (float)j - centre, w = s[j] * fmaxf(fmaf(d * -0.03f, d, 1.0f), 0.0f);
            weight += w;
            moment = fmaf(w, d, moment);
        }
        centre += __fdividef(moment, weight);
    }
    return make_float2(centre, weight);
}
__global__ __launch_bounds__(1024) void crimson_orchard_bq5_a(const float* __restrict__ returns, float2* __restrict__ arrival) {
    extern __shared__ float4 orchard_tiles[];
    float* tile = reinterpret_cast<float*>(orchard_tiles);
    for (int t = blockIdx.x; t < kReturnTiles; t += gridDim.x) {
        fetch_tile(tile, returns + (size_t)t * kReturnTileFloats);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        arrival[(size_t)t * 1024 + threadIdx.x] = locate_pulse(tile + threadIdx.x * kReturnSamples);
        __syncthreads();
    }
}
__global__ __launch_bounds__(1024) void crimson_orchard_bq5_b(const float* __restrict__ returns, float2* __restrict__ arrival) {
    extern __shared__ float4 orchard_tiles[];
    float* tile = reinterpret_cast<float*>(orchard_tiles);
    fetch_tile(tile, returns + (size_t)blockIdx.x * kReturnTileFloats);
    __pipeline_commit();
    int now = 0;
    for (int t = blockIdx.x; t < kReturnTiles; t += gridDim.x, now ^= 1) {
        const int next = t + gridDim.x;
        if (next < kReturnTiles) fetch_tile(tile + (now ^ 1) * kReturnTileFloats, returns + (size_t)next * kReturnTileFloats);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        arrival[(size_t)t * 1024 + threadIdx.x] = locate_pulse(tile + now * kReturnTileFloats + threadIdx.x * kReturnSamples);
        __syncthreads();
    }
}

// ---------------------------------------------------------------------------------------------------------------------------
// silver_bramble: beam weights (half) times antenna samples (half), accumulated in float.
constexpr int kBeams = 4224, kMoments = 4096, kAntennas = 1024;

template <int BM, int BN, int BK, int WM, int WN, int kStages>
__device__ __forceinline__ void tensor_product(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int n, int k) {
    using namespace nvcuda;
    constexpr int kThreads = (BM / WM) * (BN / WN) * 32, LA = BK + 8, LB = BN + 8, SA = BM * LA, SB = BK * LB;
    extern __shared__ float4 tensor_tiles[];
    __half* tiles = reinterpret_cast<__half*>(tensor_tiles);
    const int tid = threadIdx.x, warp = tid >> 5, wm = warp / (BN / WN) * WM, wn = warp % (BN / WN) * WN;
    const __half* from_a = a + (size_t)blockIdx.x * BM * k;
    const __half* from_b = b + (size_t)blockIdx.y * BN;
    auto fetch = [&](int stage, int k0) {
        __half* sa = tiles + stage * (SA + SB);
        __half* sb = sa + SA;
#pragma unroll
        for (int i = tid; i < BM * BK / 8; i += kThreads) {
            const int r = i / (BK / 8), s = i % (BK / 8) * 8;
            __pipeline_memcpy_async(sa + r * LA + s, from_a + (size_t)r * k + k0 + s, 16);
        }
#pragma unroll
        for (int i = tid; i < BK * BN / 8; i += kThreads) {
            const int r = i / (BN / 8), s = i % (BN / 8) * 8;
            __pipeline_memcpy_async(sb + r * LB + s, from_b + (size_t)(k0 + r) * n + s, 16);
        }
    };
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[WM / 16][WN / 16];
#pragma unroll
    for (int i = 0; i < WM / 16; ++i)
#pragma unroll
        for (int j = 0; j < WN / 16; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
#pragma unroll
    for (int s = 0; s < kStages - 1; ++s) { fetch(s, s * BK); __pipeline_commit(); }
    const int steps = k / BK;
    for (int t = 0; t < steps; ++t) {
        __pipeline_wait_prior(kStages - 2);
        __syncthreads();
        if (t + kStages - 1 < steps) fetch((t + kStages - 1) % kStages, (t + kStages - 1) * BK);
        __pipeline_commit();
        const __half* sa = tiles + t % kStages * (SA + SB);
        const __half* sb = sa + SA;
#pragma unroll
        for (int kk = 0; kk < BK; kk += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa[WM / 16];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb[WN / 16];
#pragma unroll
            for (int i = 0; i < WM / 16; ++i) wmma::load_matrix_sync(fa[i], sa + (wm + 16 * i) * LA + kk, LA);
#pragma unroll
            for (int j = 0; j < WN / 16; ++j) wmma::load_matrix_sync(fb[j], sb + kk * LB + wn + 16 * j, LB);
#pragma unroll
            for (int i = 0; i < WM / 16; ++i)
#pragma unroll
                for (int j = 0; j < WN / 16; ++j) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
    }
    float* to = c + ((size_t)blockIdx.x * BM + wm) * n + (size_t)blockIdx.y * BN + wn;
#pragma unroll
    for (int i = 0; i < WM / 16; ++i)
#pragma unroll
        for (int j = 0; j < WN / 16; ++j) wmma::store_matrix_sync(to + (size_t)(16 * i) * n + 16 * j, acc[i][j], n, wmma::mem_row_major);
}
template <int BM, int BN, int BK, int kStages>
constexpr int tensor_bytes() { return kStages * (BM * (BK + 8) + BK * (BN + 8)) * 2; }

__device__ __forceinline__ void widen(const uint4& packed, float (&wide)[8]) {
    const uint32_t word[4] = {packed.x, packed.y, packed.z, packed.w};
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        const float2 f = __half22float2(*reinterpret_cast<const __half2*>(&word[j]));
        wide[2 * j] = f.x; wide[2 * j + 1] = f.y;
    }
}
__global__ __launch_bounds__(256, 2) void silver_bramble_bq5_a(const __half* __restrict__ weight, const __half* __restrict__ sample,
                                                               float* __restrict__ beam) {
    __shared__ __align__(16) float sa[2][16][128];
    __shared__ __align__(16) float sb[2][16][128];
    const int tid = threadIdx.x, ty = tid >> 4, tx = tid & 15;
    const int ar = tid >> 1, ak = (tid & 1) * 8, bk = tid >> 4, bc = (tid & 15) * 8;
    const __half* from_a = weight + ((size_t)blockIdx.x * 128 + ar) * kAntennas + ak;
    const __half* from_b = sample + (size_t)bk * kMoments + blockIdx.y * 128 + bc;
    float acc[8][8] = {};
    uint4 pa = *reinterpret_cast<const uint4*>(from_a), pb = *reinterpret_cast<const uint4*>(from_b);
    auto place = [&](int buffer) {
        float wide[8];
        widen(pa, wide);
#pragma unroll
        for (int j = 0; j < 8; ++j) sa[buffer][ak + j][ar ^ (ak << 1)] = wide[j];
        widen(pb, wide);
        *reinterpret_cast<float4*>(&sb[buffer][bk][bc]) = make_float4(wide[0], wide[1], wide[2], wide[3]);
        *reinterpret_cast<float4*>(&sb[buffer][bk][bc + 4]) = make_float4(wide[4], wide[5], wide[6], wide[7]);
    };
    place(0);
    __syncthreads();
    for (int t = 0; t < kAntennas / 16; ++t) {
        const int now = t & 1;
        if (t + 1 < kAntennas / 16) {
            from_a += 16; from_b += (size_t)16 * kMoments;
            pa = *reinterpret_cast<const uint4*>(from_a); pb = *reinterpret_cast<const uint4*>(from_b);
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            const int twist = (k >> 3) << 4;
            const float4 a0 = *reinterpret_cast<const float4*>(&sa[now][k][(ty * 4) ^ twist]);
            const float4 a1 = *reinterpret_cast<const float4*>(&sa[now][k][(64 + ty * 4) ^ twist]);
            const float4 b0 = *reinterpret_cast<const float4*>(&sb[now][k][tx * 4]);
            const float4 b1 = *reinterpret_cast<const float4*>(&sb[now][k][64 + tx * 4]);
            const float fa[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w};
            const float fb[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = fmaf(fa[i], fb[j], acc[i][j]);
        }
        if (t + 1 < kAntennas / 16) place(now ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        const int row = blockIdx.x * 128 + (i < 4 ? ty * 4 + i : 60 + ty * 4 + i);
        float* to = beam + (size_t)row * kMoments + blockIdx.y * 128 + tx * 4;
        *reinterpret_cast<float4*>(to) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *reinterpret_cast<float4*>(to + 64) = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}
__global__ __launch_bounds__(256, 2) void silver_bramble_bq5_b(const __half* __restrict__ weight, const __half* __restrict__ sample,
                                                               float* __restrict__ beam) {
    tensor_product<128, 128, 32, 64, 32, 4>(weight, sample, beam, kMoments, kAntennas);
}

// ---------------------------------------------------------------------------------------------------------------------------
// olive_wagon: 24 days of an epidemic in 67584 districts, half-hour steps, another contact rate every day.
constexpr int kDistricts = 67584, kDays = 24;
struct Contact { float rate[kDays]; };

__device__ __forceinline__ float4 pass_day(float4 y, float contact) {
    constexpr float onset = 0.2f / 48.0f, recovery = 0.1f / 48.0f;
    const float force = contact * (1.0f / 48.0f);
#pragma unroll 8
    for (int s = 0; s < 48; ++s) {
        const float caught = force * y.x * y.z, ill = onset * y.y;
        y.w = fmaf(recovery, y.z, y.w);
        y.z = fmaf(-recovery, y.z, y.z) + ill;
        y.y = y.y - ill + caught;
        y.x -= caught;
    }
    return y;
}
__global__ __launch_bounds__(128) void olive_wagon_bq5_a(const float4* __restrict__ start, const float* __restrict__ mixing, float4* __restrict__ state, float rate) {
    const int i = blockIdx.x * 128 + threadIdx.x;
    state[i] = pass_day(start[i], rate * mixing[i]);
}
__global__ __launch_bounds__(128) void olive_wagon_bq5_a2(const float* __restrict__ mixing, float4* __restrict__ state, float rate) {
    const int i = blockIdx.x * 128 + threadIdx.x;
    state[i] = pass_day(state[i], rate * mixing[i]);
}
__global__ __launch_bounds__(128) void olive_wagon_bq5_b(const float4* __restrict__ start, const float* __restrict__ mixing, float4* __restrict__ state,
                                                         const __grid_constant__ Contact contact) {
    const int i = blockIdx.x * 128 + threadIdx.x;
    const float own = mixing[i];
    float4 y = start[i];
#pragma unroll 1
    for (int day = 0; day < kDays; ++day) y = pass_day(y, contact.rate[day] * own);
    state[i] = y;
}

// ---------------------------------------------------------------------------------------------------------------------------
// pearl_candle: mean of the logistic orbit for a sweep of growth rates.
constexpr int kOrbits = (1056 * 4 + 20) * 2048, kOrbitSteps = 336;

template <int kEach>
__device__ __forceinline__ void orbit_means(const float* __restrict__ growth, float* __restrict__ mean) {
#pragma unroll 1
    for (int j = 0; j < kEach; ++j) {
        const int i = (blockIdx.x * kEach + j) * 256 + threadIdx.x;
        const float r = growth[i];
        float x = 0.5f, sum = 0.0f;
#pragma unroll 8
        for (int s = 0; s < kOrbitSteps; ++s) {
            x = __fmul_rn(r, fmaf(-x, x, x));
            sum = __fadd_rn(sum, x);
        }
        mean[i] = sum * (1.0f / kOrbitSteps);
    }
}
__global__ __launch_bounds__(256, 8) void pearl_candle_bq5_a(const float* __restrict__ growth, float* __restrict__ mean) { orbit_means<8>(growth, mean); }
__global__ __launch_bounds__(256, 8) void pearl_candle_bq5_b(const float* __restrict__ growth, float* __restrict__ mean) { orbit_means<1>(growth, mean); }

// ---------------------------------------------------------------------------------------------------------------------------
// jasper_feather: world positions of tool tips, one 3 x 4 pose each.
constexpr int kPoses = 6291456;

template <int kPitch>
__device__ __forceinline__ void move_tips(const float* __restrict__ pose, float* __restrict__ tip, float px, float py, float pz) {
    __shared__ float poses[128 * kPitch];
    const int tid = threadIdx.x;
    const size_t base = (size_t)blockIdx.x * 128 * 12;
#pragma unroll
    for (int k = 0; k < 12; ++k) {
        const int i = k * 128 + tid, row = i / 12;
        __pipeline_memcpy_async(&poses[row * kPitch + (i - row * 12)], pose + base + i, 4);
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    volatile float* own = poses + tid * kPitch;
    float m[12];
#pragma unroll
    for (int c = 0; c < 12; ++c) m[c] = own[c];
    const size_t i = (size_t)blockIdx.x * 128 + tid;
#pragma unroll
    for (int r = 0; r < 3; ++r) tip[(size_t)r * kPoses + i] = fmaf(m[4 * r], px, fmaf(m[4 * r + 1], py, fmaf(m[4 * r + 2], pz, m[4 * r + 3])));
}
__global__ __launch_bounds__(128) void jasper_feather_bq5_a(const float* __restrict__ pose, float* __restrict__ tip, float px, float py, float pz) {
    move_tips<14>(pose, tip, px, py, pz);
}
__global__ __launch_bounds__(128) void jasper_feather_bq5_b(const float* __restrict__ pose, float* __restrict__ tip, float px, float py, float pz) {
    move_tips<13>(pose, tip, px, py, pz);
}

// ---------------------------------------------------------------------------------------------------------------------------
// maroon_basket: 8-bit weights with one scale for every 128, unpacked to half.
constexpr int kPackedPairs = 1 << 25;

__device__ __forceinline__ uint32_t unpack_pair(uint32_t word, int at, float scale) {
    const __half2 h = __floats2half2_rn((float)(word >> at & 255) * scale, (float)(word >> (at + 8) & 255) * scale);
    return *reinterpret_cast<const uint32_t*>(&h);
}
template <bool kStaged>
__device__ __forceinline__ void unpack_weights(const uint2* __restrict__ packed, const float* __restrict__ scale, uint4* __restrict__ wide) {
    __shared__ float staged[128];
    const int first = blockIdx.x * 2048 + threadIdx.x;
    uint2 p[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) p[k] = packed[first + k * 256];
    if (kStaged) {
        if (threadIdx.x < 128) staged[threadIdx.x] = scale[blockIdx.x * 128 + threadIdx.x];
        __syncthreads();
    }
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        const float s = kStaged ? staged[(k * 256 + threadIdx.x) >> 4] : scale[(first + k * 256) >> 4];
        wide[first + k * 256] = make_uint4(unpack_pair(p[k].x, 0, s), unpack_pair(p[k].x, 16, s), unpack_pair(p[k].y, 0, s), unpack_pair(p[k].y, 16, s));
    }
}
__global__ __launch_bounds__(256) void maroon_basket_bq5_a(const uint2* __restrict__ packed, const float* __restrict__ scale, uint4* __restrict__ wide) {
    unpack_weights<true>(packed, scale, wide);
}
__global__ __launch_bounds__(256) void maroon_basket_bq5_b(const uint2* __restrict__ packed, const float* __restrict__ scale, uint4* __restrict__ wide) {
    unpack_weights<false>(packed, scale, wide);
}

// ---------------------------------------------------------------------------------------------------------------------------
// teal_violin: activations (half) times weights (half), accumulated in float.
constexpr int kTokens = 5632, kOutputs = 3840, kInputs = 4096;

__global__ __launch_bounds__(256) void teal_violin_bq5_a(const __half* __restrict__ activation, const __half* __restrict__ weight, float* __restrict__ output) {
    tensor_product<256, 128, 64, 64, 64, 3>(activation, weight, output, kOutputs, kInputs);
}

// ---------------------------------------------------------------------------------------------------------------------------
// umber_button: turnover of each account, its bookings lying in a row, one warp an account.
constexpr int kAccounts = 98304;

__global__ __launch_bounds__(256) void umber_button_bq5_a(const float4* __restrict__ booking, const int* __restrict__ begin, float* __restrict__ turnover) {
    const int account = (blockIdx.x * 256 + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    const int end = begin[account + 1];
    float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    int i = begin[account] + lane;
    for (; i + 96 < end; i += 128) {
        float4 v[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] = booking[i + 32 * k];
#pragma unroll
        for (int k = 0; k < 4; ++k) sum[k] += fabsf(v[k].x) + fabsf(v[k].y) + (fabsf(v[k].z) + fabsf(v[k].w));
    }
#pragma unroll
    for (int k = 0; k < 3; ++k)
        if (i + 32 * k < end) {
            const float4 v = booking[i + 32 * k];
            sum[k] += fabsf(v.x) + fabsf(v.y) + (fabsf(v.z) + fabsf(v.w));
        }
    float total = (sum[0] + sum[1]) + (sum[2] + sum[3]);
#pragma unroll
    for (int d = 16; d; d >>= 1) total += __shfl_xor_sync(0xffffffffu, total, d);
    if (lane == 0) turnover[account] = total;
}

// ---------------------------------------------------------------------------------------------------------------------------
// coral_ladder: row-wise softmax of 65536 x 1024 logits with a temperature for each row, one warp a row.
constexpr int kLogitRows = 65536;

__global__ __launch_bounds__(256) void coral_ladder_bq5_a(const float4* __restrict__ logit, const float* __restrict__ coldness, float4* __restrict__ share) {
    const int row = (blockIdx.x * 256 + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    const size_t base = (size_t)row * 256 + lane;
    const float k = coldness[row] * 1.44269504f;
    float4 v[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = logit[base + 32 * j];
    float top = v[0].x;
#pragma unroll
    for (int j = 0; j < 8; ++j) top = fmaxf(top, fmaxf(fmaxf(v[j].x, v[j].y), fmaxf(v[j].z, v[j].w)));
#pragma unroll
    for (int d = 16; d; d >>= 1) top = fmaxf(top, __shfl_xor_sync(0xffffffffu, top, d));
    const float shift = -top * k;
    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        v[j].x = exp2f(fmaf(v[j].x, k, shift)); v[j].y = exp2f(fmaf(v[j].y, k, shift));
        v[j].z = exp2f(fmaf(v[j].z, k, shift)); v[j].w = exp2f(fmaf(v[j].w, k, shift));
        sum += (v[j].x + v[j].y) + (v[j].z + v[j].w);
    }
#pragma unroll
    for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, d);
    const float scale = 1.0f / sum;
#pragma unroll
    for (int j = 0; j < 8; ++j) share[base + 32 * j] = make_float4(v[j].x * scale, v[j].y * scale, v[j].z * scale, v[j].w * scale);
}

// ---------------------------------------------------------------------------------------------------------------------------
// amber_thistle: 24 spectral planes of 1984 x 2496 turned on their side.
constexpr int kPlanes = 24, kPlaneRows = 1984, kPlaneColumns = 2496;

__global__ __launch_bounds__(256) void amber_thistle_bq5_a(const float* __restrict__ plane, float* __restrict__ turned) {
    __shared__ float tile[64][65];
    const int x = threadIdx.x & 63, y = threadIdx.x >> 6;
    const size_t base = (size_t)blockIdx.z * kPlaneRows * kPlaneColumns;
    const float* from = plane + base + (size_t)(blockIdx.y * 64 + y) * kPlaneColumns + blockIdx.x * 64 + x;
#pragma unroll
    for (int r = 0; r < 16; ++r) tile[y + 4 * r][x] = from[(size_t)(4 * r) * kPlaneColumns];
    __syncthreads();
    float* to = turned + base + (size_t)(blockIdx.x * 64 + y) * kPlaneRows + blockIdx.y * 64 + x;
#pragma unroll
    for (int r = 0; r < 16; ++r) to[(size_t)(4 * r) * kPlaneRows] = tile[x][y + 4 * r];
}

// ---------------------------------------------------------------------------------------------------------------------------
int main(int argc, char** argv) {
    using harness::Output;
    std::vector<harness::Case> cases;
    auto add = [&](const char* name, std::function<void()> launch, const void* out, size_t count, Output type) {
        cases.push_back({name, std::move(launch), out, count, type});
    };
    {
        const size_t n = (size_t)kTraces * kTraceSamples;
        short* adc; CHECK(cudaMalloc(&adc, n * sizeof(short)));
        harness_bq5_counts<<<2048, 256>>>(adc, n, 11u); CHECK(cudaGetLastError());
        float* gain = ranged<float>(kTraces, 0.0005f, 0.002f, 12u);
        float* energy = harness::empty<float>(n);
        add("marble_lantern_bq5_a", [=] { marble_lantern_bq5_a<<<kTraces / 256, 256>>>(adc, gain, energy); }, energy, n, Output::f32);
        add("marble_lantern_bq5_b", [=] { marble_lantern_bq5_b<<<kTraces / 256, 256>>>(adc, gain, energy); }, energy, n, Output::f32);
    }
    {
        const size_t words = (size_t)kDescriptors * 16;
        uint32_t *packed, *even;
        CHECK(cudaMalloc(&packed, (words + 4) * 4)); CHECK(cudaMalloc(&even, words * 4));
        harness_bq5_words<<<2048, 256>>>(packed + 4, words, 21u); CHECK(cudaGetLastError());
        harness_bq5_words<<<2048, 256>>>(even, words, 21u); CHECK(cudaGetLastError());
        uint32_t* ask; CHECK(cudaMalloc(&ask, 64));
        harness_bq5_words<<<1, 32>>>(ask, 16, 22u); CHECK(cudaGetLastError());
        int* candidate = harness::indices(kCandidates, kDescriptors, 23u);
        int* score = harness::empty<int>(kCandidates);
        const uint4 *with_header = reinterpret_cast<const uint4*>(packed + 4), *bare = reinterpret_cast<const uint4*>(even), *query = reinterpret_cast<const uint4*>(ask);
        add("copper_willow_bq5_a", [=] { copper_willow_bq5_a<<<kCandidates / 256, 256>>>(with_header, candidate, query, score); }, score, kCandidates, Output::i32);
        add("copper_willow_bq5_b", [=] { copper_willow_bq5_b<<<kCandidates / 256, 256>>>(bare, candidate, query, score); }, score, kCandidates, Output::i32);
    }
    {
        const size_t n = (size_t)kContracts * kNodes;
        float* value = ranged<float>(n, 0.5f, 1.5f, 31u);
        float* next = harness::empty<float>(n);
        // (-a, 1 + 2a, -a) with a that grows mildly along the nodes, factored once
        Sweep sweep;
        double upper[kNodes];
        const double a = 0.4;
        for (int c = 0; c < kNodes; ++c) {
            const double pivot = 1.0 + 2.0 * a + 0.001 * c - (c ? a * upper[c - 1] : 0.0);
            upper[c] = a / pivot;
            sweep.scale[c] = (float)(1.0 / pivot);
            sweep.upper[c] = (float)upper[c];
        }
        sweep.lower = (float)a;
        add("saffron_kettle_bq5_a", [=] { saffron_kettle_bq5_a<<<kContracts / 128, 128>>>(value, next, sweep); }, next, n, Output::f32);
        add("saffron_kettle_bq5_b", [=] { saffron_kettle_bq5_b<<<kContracts / 128, 128>>>(value, next, sweep); }, next, n, Output::f32);
    }
    {
        std::vector<unsigned long long> trains(kColumnBlocks * 32);
        for (size_t w = 0; w < trains.size(); ++w) {
            unsigned long long t = ~0ull;
            for (uint32_t k = 0; k < 3; ++k)
                t &= (unsigned long long)harness::hash32((uint32_t)w * 6u + 2u * k + 1u) << 32 | harness::hash32((uint32_t)w * 6u + 2u * k + 2u);
            trains[w] = t;
        }
        unsigned long long* spikes = harness::uploaded(trains);
        const size_t n = (size_t)kColumnBlocks * 1024;
        float* start = ranged<float>(n, 0.5f, 1.0f, 41u);
        float* charge = harness::empty<float>(n);
        Drive drive;
        for (int c = 0; c < kCompartments; ++c) drive.b[c] = 0.01f + 0.0005f * c;
        add("linen_harbor_bq5_a", [=] { linen_harbor_bq5_a<<<kColumnBlocks, 1024>>>(spikes, start, charge, drive); }, charge, n, Output::f32);
        add("linen_harbor_bq5_b", [=] { linen_harbor_bq5_b<<<kColumnBlocks, 1024>>>(spikes, start, charge, drive); }, charge, n, Output::f32);
    }
    {
        const size_t strips = (size_t)kRasterWidth * kRasterStrips;
        float* elevation = ranged<float>(strips * 32, 0.0f, 1.0f, 51u);
        int* basin = harness::indices(strips, kBasins, 52u);
        float* level = ranged<float>(kBasins, 0.2f, 0.8f, 53u);
        int* flooded = zeroed<int>(kBasins);
        add("pewter_finch_bq5_a", [=] { pewter_finch_bq5_a<<<kFloodBlocks, 512>>>(elevation, basin, level, flooded); }, flooded, kBasins, Output::i32);
        add("pewter_finch_bq5_b", [=] { pewter_finch_bq5_b<<<kFloodBlocks, 512>>>(elevation, basin, level, flooded); }, flooded, kBasins, Output::i32);
    }
    {
        const int4* events = reinterpret_cast<const int4*>(harness::indices((size_t)kEventQuads * 4, 1u << 21, 61u));
        int* spectrum = zeroed<int>(kSpectrum);
        add("cedar_thimble_bq5_a", [=] { cedar_thimble_bq5_a<<<264, 1024>>>(events, spectrum); }, spectrum, kSpectrum, Output::i32);
        add("cedar_thimble_bq5_b", [=] { cedar_thimble_bq5_b<<<264, 1024>>>(events, spectrum); }, spectrum, kSpectrum, Output::i32);
    }
    {
        const float4* t = reinterpret_cast<const float4*>(ranged<float>(kSamples, 1.0f, 29.0f, 71u));
        const float4* s = reinterpret_cast<const float4*>(ranged<float>(kSamples, 30.0f, 38.0f, 72u));
        float* out = harness::empty<float>(kSamples);
        float4* anomaly = reinterpret_cast<float4*>(out);
        add("russet_meadow_bq5_a", [=] { russet_meadow_bq5_a<<<kSamples / 1024, 256>>>(t, s, anomaly); }, out, kSamples, Output::f32);
        add("russet_meadow_bq5_b", [=] { russet_meadow_bq5_b<<<kSamples / 1024, 256>>>(t, s, anomaly); }, out, kSamples, Output::f32);
    }
    {
        const float4* catalogue = reinterpret_cast<const float4*>(ranged<float>((size_t)kCatalogue * 8, 0.0f, 1.0f, 81u));
        const size_t n = (size_t)kSky * kSky;
        float* sky = harness::empty<float>(n);
        const dim3 grid(kSky / 32, kSky / 32);
        add("ivory_trumpet_bq5_a", [=] { ivory_trumpet_bq5_a<<<grid, 256>>>(catalogue, sky); }, sky, n, Output::f32);
        add("ivory_trumpet_bq5_b", [=] { ivory_trumpet_bq5_b<<<grid, 256>>>(catalogue, sky); }, sky, n, Output::f32);
    }
    {
        uint32_t* residual; const size_t words = (size_t)kStreams * kStreamWords;
        CHECK(cudaMalloc(&residual, words * 4));
        harness_bq5_words<<<2048, 256>>>(residual, words, 91u); CHECK(cudaGetLastError());
        int* digest = harness::empty<int>(kStreams);
        // shares of 4096, peaked in the middle
        static const uint32_t share[16] = {23, 51, 97, 149, 211, 283, 367, 821, 829, 373, 281, 223, 157, 101, 67, 63};
        Coder coder;
        uint32_t sum = 0;
        for (int s = 0; s < 16; ++s) {
            uint32_t shift = 0;
            while (share[s] > 1u << shift) ++shift;
            coder.share[s] = share[s]; coder.first[s] = sum; coder.shift[s] = shift - 1;
            coder.inverse[s] = (uint32_t)(((1ull << (shift + 31)) + share[s] - 1) / share[s]);
            sum += share[s];
        }
        if (sum != 4096) { std::fprintf(stderr, "shares sum to %u\n", sum); return 1; }
        add("cobalt_sparrow_bq5_a", [=] { cobalt_sparrow_bq5_a<<<kStreams / 256, 256>>>(residual, digest, coder); }, digest, kStreams, Output::i32);
        add("cobalt_sparrow_bq5_b", [=] { cobalt_sparrow_bq5_b<<<kStreams / 256, 256>>>(residual, digest, coder); }, digest, kStreams, Output::i32);
    }
    {
        const size_t n = (size_t)kFibreBlocks * 128 * kRaysPerThread;
        const float2* ray = reinterpret_cast<const float2*>(harness::filled<float>(n * 2, 101u));
        const float4* response = reinterpret_cast<const float4*>(ranged<float>(kResponse, 0.5f, 1.5f, 102u));
        float* signal = harness::empty<float>(n);
        const int bytes = kResponse * 4;
        CHECK(cudaFuncSetAttribute(hazel_pillow_bq5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        CHECK(cudaFuncSetAttribute(hazel_pillow_bq5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        add("hazel_pillow_bq5_a", [=] { hazel_pillow_bq5_a<<<kFibreBlocks, 128, bytes>>>(ray, response, signal, 1.0f, -0.1f, 0.05f); }, signal, n, Output::f32);
        add("hazel_pillow_bq5_b", [=] { hazel_pillow_bq5_b<<<kFibreBlocks, 128, bytes>>>(ray, response, signal, 1.0f, -0.1f, 0.05f); }, signal, n, Output::f32);
    }
    {
        const size_t waves = (size_t)kReturnTiles * 1024;
        float* returns = ranged<float>(waves * kReturnSamples, 0.05f, 1.0f, 111u);
        float* out = harness::empty<float>(waves * 2);
        float2* arrival = reinterpret_cast<float2*>(out);
        const int bytes = kReturnTileFloats * 4;
        CHECK(cudaFuncSetAttribute(crimson_orchard_bq5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        CHECK(cudaFuncSetAttribute(crimson_orchard_bq5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * bytes));
        add("crimson_orchard_bq5_a", [=] { crimson_orchard_bq5_a<<<132, 1024, bytes>>>(returns, arrival); }, out, waves * 2, Output::f32);
        add("crimson_orchard_bq5_b", [=] { crimson_orchard_bq5_b<<<132, 1024, 2 * bytes>>>(returns, arrival); }, out, waves * 2, Output::f32);
    }
    {
        __half* weight = ranged<__half>((size_t)kBeams * kAntennas, 0.05f, 1.0f, 121u);
        __half* sample = ranged<__half>((size_t)kAntennas * kMoments, 0.05f, 1.0f, 122u);
        const size_t n = (size_t)kBeams * kMoments;
        float* beam = harness::empty<float>(n);
        const dim3 grid(kBeams / 128, kMoments / 128);
        constexpr int bytes = tensor_bytes<128, 128, 32, 4>();
        CHECK(cudaFuncSetAttribute(silver_bramble_bq5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        add("silver_bramble_bq5_a", [=] { silver_bramble_bq5_a<<<grid, 256>>>(weight, sample, beam); }, beam, n, Output::f32);
        add("silver_bramble_bq5_b", [=] { silver_bramble_bq5_b<<<grid, 256, bytes>>>(weight, sample, beam); }, beam, n, Output::f32);
    }
    {
        std::vector<float4> districts(kDistricts);
        for (int i = 0; i < kDistricts; ++i) {
            const float sick = 0.001f + 0.004f * (0.5f * harness::unit((uint32_t)i + 131u) + 0.5f);
            districts[i] = make_float4(1.0f - 3.0f * sick, 2.0f * sick, sick, 0.0f);
        }
        float4* start = harness::uploaded(districts);
        float* mixing = ranged<float>(kDistricts, 0.7f, 1.3f, 132u);
        float* out = harness::empty<float>((size_t)kDistricts * 4);
        float4* state = reinterpret_cast<float4*>(out);
        Contact contact;
        for (int d = 0; d < kDays; ++d) contact.rate[d] = 0.25f + 0.1f * std::sin(0.2f * d);
        add("olive_wagon_bq5_a", [=] {
            olive_wagon_bq5_a<<<kDistricts / 128, 128>>>(start, mixing, state, contact.rate[0]);
            for (int d = 1; d < kDays; ++d) olive_wagon_bq5_a2<<<kDistricts / 128, 128>>>(mixing, state, contact.rate[d]);
        }, out, (size_t)kDistricts * 4, Output::f32);
        add("olive_wagon_bq5_b", [=] { olive_wagon_bq5_b<<<kDistricts / 128, 128>>>(start, mixing, state, contact); }, out, (size_t)kDistricts * 4, Output::f32);
    }
    {
        float* growth = ranged<float>(kOrbits, 2.8f, 3.99f, 141u);
        float* mean = harness::empty<float>(kOrbits);
        add("pearl_candle_bq5_a", [=] { pearl_candle_bq5_a<<<kOrbits / 2048, 256>>>(growth, mean); }, mean, kOrbits, Output::f32);
        add("pearl_candle_bq5_b", [=] { pearl_candle_bq5_b<<<kOrbits / 256, 256>>>(growth, mean); }, mean, kOrbits, Output::f32);
    }
    {
        float* pose = ranged<float>((size_t)kPoses * 12, 0.1f, 1.0f, 151u);
        const size_t n = (size_t)kPoses * 3;
        float* tip = harness::empty<float>(n);
        add("jasper_feather_bq5_a", [=] { jasper_feather_bq5_a<<<kPoses / 128, 128>>>(pose, tip, 0.3f, 0.5f, 0.7f); }, tip, n, Output::f32);
        add("jasper_feather_bq5_b", [=] { jasper_feather_bq5_b<<<kPoses / 128, 128>>>(pose, tip, 0.3f, 0.5f, 0.7f); }, tip, n, Output::f32);
    }
    {
        uint32_t* words; CHECK(cudaMalloc(&words, (size_t)kPackedPairs * 8));
        harness_bq5_words<<<2048, 256>>>(words, (size_t)kPackedPairs * 2, 161u); CHECK(cudaGetLastError());
        const uint2* packed = reinterpret_cast<const uint2*>(words);
        float* scale = ranged<float>(kPackedPairs / 16, 0.005f, 0.02f, 162u);
        const size_t n = (size_t)kPackedPairs * 8;
        __half* out = harness::empty<__half>(n);
        uint4* wide = reinterpret_cast<uint4*>(out);
        add("maroon_basket_bq5_a", [=] { maroon_basket_bq5_a<<<kPackedPairs / 2048, 256>>>(packed, scale, wide); }, out, n, Output::f16);
        add("maroon_basket_bq5_b", [=] { maroon_basket_bq5_b<<<kPackedPairs / 2048, 256>>>(packed, scale, wide); }, out, n, Output::f16);
    }
    {
        __half* activation = ranged<__half>((size_t)kTokens * kInputs, 0.05f, 1.0f, 171u);
        __half* weight = ranged<__half>((size_t)kInputs * kOutputs, 0.05f, 1.0f, 172u);
        const size_t n = (size_t)kTokens * kOutputs;
        float* output = harness::empty<float>(n);
        const dim3 grid(kTokens / 256, kOutputs / 128);
        constexpr int bytes = tensor_bytes<256, 128, 64, 3>();
        CHECK(cudaFuncSetAttribute(teal_violin_bq5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        add("teal_violin_bq5_a", [=] { teal_violin_bq5_a<<<grid, 256, bytes>>>(activation, weight, output); }, output, n, Output::f32);
    }
    {
        std::vector<int> first(kAccounts + 1, 0);
        for (int a = 0; a < kAccounts; ++a) first[a + 1] = first[a] + 128 + (int)(harness::hash32((uint32_t)a + 181u) % 257u);
        int* begin = harness::uploaded(first);
        const float4* booking = reinterpret_cast<const float4*>(harness::filled<float>((size_t)first[kAccounts] * 4, 182u));
        float* turnover = harness::empty<float>(kAccounts);
        add("umber_button_bq5_a", [=] { umber_button_bq5_a<<<kAccounts / 8, 256>>>(booking, begin, turnover); }, turnover, kAccounts, Output::f32);
    }
    {
        const size_t n = (size_t)kLogitRows * 1024;
        const float4* logit = reinterpret_cast<const float4*>(harness::filled<float>(n, 191u));
        float* coldness = ranged<float>(kLogitRows, 0.5f, 4.0f, 192u);
        float* out = harness::empty<float>(n);
        float4* share = reinterpret_cast<float4*>(out);
        add("coral_ladder_bq5_a", [=] { coral_ladder_bq5_a<<<kLogitRows / 8, 256>>>(logit, coldness, share); }, out, n, Output::f32);
    }
    {
        const size_t n = (size_t)kPlanes * kPlaneRows * kPlaneColumns;
        float* plane = ranged<float>(n, 0.1f, 1.0f, 201u);
        float* turned = harness::empty<float>(n);
        const dim3 grid(kPlaneColumns / 64, kPlaneRows / 64, kPlanes);
        add("amber_thistle_bq5_a", [=] { amber_thistle_bq5_a<<<grid, 256>>>(plane, turned); }, turned, n, Output::f32);
    }
    return harness::run(argc, argv, cases);
}
