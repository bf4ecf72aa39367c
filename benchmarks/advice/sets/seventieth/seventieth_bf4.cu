// Signal, image, audio, radar, geodata and imaging kernels of one processing pipeline.
#include "harness.cuh"

using harness::Case;
using harness::Output;
using harness::hash32;
using harness::unit;

// ---------------------------------------------------------------- test data

template <typename T>
__global__ void prepare_range(T* p, size_t n, float lo, float hi, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (T)(lo + (hi - lo) * 0.5f * (1.0f + unit((uint32_t)i * 2654435761u + seed)));
}
template <typename T>
T* ranged(size_t n, float lo, float hi, uint32_t seed) {
    T* p; CHECK(cudaMalloc(&p, n * sizeof(T)));
    prepare_range<T><<<2048, 256>>>(p, n, lo, hi, seed); CHECK(cudaGetLastError());
    return p;
}
__global__ void prepare_classes(uint8_t* p, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= width) return;
    uint32_t patch = hash32((x / 13) * 7919u + (y / 11) * 104729u), noise = hash32(y * (uint32_t)width + x);
    p[(size_t)y * width + x] = (noise % 100 < 30) ? (noise >> 16) % 24 : patch % 24;
}
__global__ void prepare_terrain(float* p, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= width) return;
    p[(size_t)y * width + x] = 500.0f + 200.0f * sinf(x * 0.011f) * cosf(y * 0.017f) + 6.0f * unit(y * (uint32_t)width + x);
}
__global__ void prepare_modalities(uint8_t* ct, uint8_t* mr, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        uint32_t h = hash32((uint32_t)i), g = hash32(h ^ 0x51ed27u);
        if (h % 100 < 15) { ct[i] = 2; mr[i] = 1; }
        else {
            int a = ((h >> 8) & 127) + ((h >> 15) & 127);
            int b = 255 - a + (int)(g & 63) - 32;
            ct[i] = a; mr[i] = b < 0 ? 0 : b > 255 ? 255 : b;
        }
    }
}
__global__ void prepare_echoes(float* power, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        power[i] = -logf(((hash32((uint32_t)i + 99u) >> 8) + 1) * (1.0f / 16777217.0f));
}
__global__ void prepare_traces(int16_t* p, int traces, int samples) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= traces) return;
    int arrival = 800 + (int)(150.0f * sinf(c * 0.0004f)) + (int)(hash32(c) & 63);
    for (int t = blockIdx.y; t < samples; t += gridDim.y) {
        float v = unit((uint32_t)t * 262147u + c);
        p[(size_t)t * traces + c] = (int16_t)(v * (t < arrival ? 200.0f : 9000.0f));
    }
}

// ---------------------------------------------------------------- recursive smoothing of a volume along its rows

__global__ void copper_lantern_bf4_a(const float* __restrict__ in, float* __restrict__ out, int rows, int width, float alpha) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const float* src = in + (size_t)row * width;
    float* dst = out + (size_t)row * width;
    float y = src[0];
    for (int x = 0; x < width; ++x) {
        y += alpha * (src[x] - y);
        dst[x] = y;
    }
}

__global__ void __launch_bounds__(128) copper_lantern_bf4_b(const float* __restrict__ in, float* __restrict__ out, int rows, int width, float alpha) {
    __shared__ float tiles[4][32][33];
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    int row0 = (blockIdx.x * 4 + warp) * 32;
    if (row0 >= rows) return;
    float (*tile)[33] = tiles[warp];
    const float* src = in + (size_t)row0 * width + lane;
    float* dst = out + (size_t)row0 * width + lane;
    float y = 0.0f;
    for (int x0 = 0; x0 < width; x0 += 32) {
#pragma unroll
        for (int r = 0; r < 32; ++r) tile[r][lane] = src[(size_t)r * width + x0];
        __syncwarp();
        if (x0 == 0) y = tile[lane][0];
#pragma unroll 8
        for (int k = 0; k < 32; ++k) {
            y += alpha * (tile[lane][k] - y);
            tile[lane][k] = y;
        }
        __syncwarp();
#pragma unroll 8
        for (int r = 0; r < 32; ++r) dst[(size_t)r * width + x0] = tile[r][lane];
        __syncwarp();
    }
}

// ---------------------------------------------------------------- delay-and-sum beams of a 24-microphone array

constexpr int kMics = 24, kBeams = 8, kMaxDelay = 32, kBeamBlock = 256;
__constant__ int c_delay[kBeams * kMics];

__global__ void velvet_anchor_bf4_a(const float* __restrict__ frames, float* __restrict__ power, int samples) {
    constexpr int pitch = kMics;
    __shared__ float tile[(kBeamBlock + kMaxDelay) * pitch];
    int t0 = blockIdx.x * kBeamBlock, tid = threadIdx.x;
    const float* src = frames + (size_t)t0 * kMics;
    for (int i = tid; i < (kBeamBlock + kMaxDelay) * kMics; i += kBeamBlock)
        tile[i / kMics * pitch + i % kMics] = src[i];
    __syncthreads();
#pragma unroll
    for (int b = 0; b < kBeams; ++b) {
        float sum = 0.0f;
#pragma unroll
        for (int m = 0; m < kMics; ++m) sum += tile[(tid + c_delay[b * kMics + m]) * pitch + m];
        power[(size_t)b * samples + t0 + tid] = sum * sum;
    }
}

__global__ void velvet_anchor_bf4_b(const float* __restrict__ frames, float* __restrict__ power, int samples) {
    constexpr int pitch = kMics + 1;
    __shared__ float tile[(kBeamBlock + kMaxDelay) * pitch];
    int t0 = blockIdx.x * kBeamBlock, tid = threadIdx.x;
    const float* src = frames + (size_t)t0 * kMics;
    for (int i = tid; i < (kBeamBlock + kMaxDelay) * kMics; i += kBeamBlock)
        tile[i / kMics * pitch + i % kMics] = src[i];
    __syncthreads();
#pragma unroll
    for (int b = 0; b < kBeams; ++b) {
        float sum = 0.0f;
#pragma unroll
        for (int m = 0; m < kMics; ++m) sum += tile[(tid + c_delay[b * kMics + m]) * pitch + m];
        power[(size_t)b * samples + t0 + tid] = sum * sum;
    }
}

// ---------------------------------------------------------------- majority filter of a land-cover raster, 7 x 7 window, 24 classes

constexpr int kCoverX = 32, kCoverY = 8, kCoverR = 3, kClasses = 24;

__device__ __forceinline__ void load_cover(uint8_t (*tile)[kCoverX + 2 * kCoverR], const uint8_t* __restrict__ cover, int width, int height) {
    int x0 = blockIdx.x * kCoverX - kCoverR, y0 = blockIdx.y * kCoverY - kCoverR;
    for (int ty = threadIdx.y; ty < kCoverY + 2 * kCoverR; ty += kCoverY)
        for (int tx = threadIdx.x; tx < kCoverX + 2 * kCoverR; tx += kCoverX) {
            int x = min(max(x0 + tx, 0), width - 1), y = min(max(y0 + ty, 0), height - 1);
            tile[ty][tx] = cover[(size_t)y * width + x];
        }
}

__global__ void amber_quill_bf4_a(const uint8_t* __restrict__ cover, uint8_t* __restrict__ out, int width, int height) {
    __shared__ uint8_t tile[kCoverY + 2 * kCoverR][kCoverX + 2 * kCoverR];
    load_cover(tile, cover, width, height);
    __syncthreads();
    int votes[kClasses] = {0};
    for (int dy = 0; dy < 7; ++dy)
        for (int dx = 0; dx < 7; ++dx) votes[tile[threadIdx.y + dy][threadIdx.x + dx]]++;
    int best = 0;
    for (int c = 1; c < kClasses; ++c)
        if (votes[c] > votes[best]) best = c;
    out[(size_t)(blockIdx.y * kCoverY + threadIdx.y) * width + blockIdx.x * kCoverX + threadIdx.x] = best;
}

__global__ void amber_quill_bf4_b(const uint8_t* __restrict__ cover, uint8_t* __restrict__ out, int width, int height) {
    __shared__ uint8_t tile[kCoverY + 2 * kCoverR][kCoverX + 2 * kCoverR];
    __shared__ int votes[kClasses][kCoverX * kCoverY];
    int tid = threadIdx.y * kCoverX + threadIdx.x;
    for (int c = 0; c < kClasses; ++c) votes[c][tid] = 0;
    load_cover(tile, cover, width, height);
    __syncthreads();
    int best = 0;
    for (int dy = 0; dy < 7; ++dy)
        for (int dx = 0; dx < 7; ++dx) votes[tile[threadIdx.y + dy][threadIdx.x + dx]][tid]++;
    for (int c = 1; c < kClasses; ++c)
        if (votes[c][tid] > votes[best][tid]) best = c;
    out[(size_t)(blockIdx.y * kCoverY + threadIdx.y) * width + blockIdx.x * kCoverX + threadIdx.x] = best;
}

// ---------------------------------------------------------------- hill shading of an elevation model

__global__ void silver_meadow_bf4_a(const float* __restrict__ dem, float* __restrict__ shade, int width, int height, float cell,
                                    float zfactor, float azimuth_deg, float cos_zenith, float sin_zenith) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int xl = max(x - 1, 0), xr = min(x + 1, width - 1);
    const float* up = dem + (size_t)max(y - 1, 0) * width;
    const float* mid = dem + (size_t)y * width;
    const float* down = dem + (size_t)min(y + 1, height - 1) * width;
    float a = up[xl], b = up[x], c = up[xr], d = mid[xl], f = mid[xr], g = down[xl], h = down[x], i = down[xr];
    auto dzdx = ((c + 2 * f + i) - (a + 2 * d + g)) / (8.0 * cell);
    auto dzdy = ((g + 2 * h + i) - (a + 2 * b + c)) / (8.0 * cell);
    auto slope = atan(zfactor * sqrt(dzdx * dzdx + dzdy * dzdy));
    auto aspect = atan2(dzdy, -dzdx);
    auto azimuth = azimuth_deg * M_PI / 180.0;
    auto v = 255.0 * (cos_zenith * cos(slope) + sin_zenith * sin(slope) * cos(azimuth - aspect));
    shade[(size_t)y * width + x] = v > 0.0 ? v : 0.0;
}

__global__ void silver_meadow_bf4_b(const float* __restrict__ dem, float* __restrict__ shade, int width, int height, float cell,
                                    float zfactor, float azimuth_deg, float cos_zenith, float sin_zenith) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int xl = max(x - 1, 0), xr = min(x + 1, width - 1);
    const float* up = dem + (size_t)max(y - 1, 0) * width;
    const float* mid = dem + (size_t)y * width;
    const float* down = dem + (size_t)min(y + 1, height - 1) * width;
    float a = up[xl], b = up[x], c = up[xr], d = mid[xl], f = mid[xr], g = down[xl], h = down[x], i = down[xr];
    float scale = 1.0f / (8.0f * cell);
    float dzdx = ((c + 2 * f + i) - (a + 2 * d + g)) * scale;
    float dzdy = ((g + 2 * h + i) - (a + 2 * b + c)) * scale;
    float slope = atanf(zfactor * sqrtf(dzdx * dzdx + dzdy * dzdy));
    float aspect = atan2f(dzdy, -dzdx);
    float azimuth = azimuth_deg * (float)(M_PI / 180.0);
    float v = 255.0f * (cos_zenith * cosf(slope) + sin_zenith * sinf(slope) * cosf(azimuth - aspect));
    shade[(size_t)y * width + x] = v > 0.0f ? v : 0.0f;
}

// ---------------------------------------------------------------- joint histogram of two modalities (mutual information)

__global__ void paper_falcon_bf4_a(const uchar4* __restrict__ fixed_image, const uchar4* __restrict__ moving_image, int* __restrict__ joint, int quads) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
        uchar4 f = fixed_image[i], m = moving_image[i];
        atomicAdd(&joint[(f.x >> 2) * 64 + (m.x >> 2)], 1);
        atomicAdd(&joint[(f.y >> 2) * 64 + (m.y >> 2)], 1);
        atomicAdd(&joint[(f.z >> 2) * 64 + (m.z >> 2)], 1);
        atomicAdd(&joint[(f.w >> 2) * 64 + (m.w >> 2)], 1);
    }
}

__global__ void paper_falcon_bf4_b(const uchar4* __restrict__ fixed_image, const uchar4* __restrict__ moving_image, int* __restrict__ joint, int quads) {
    __shared__ int bins[4096];
    for (int k = threadIdx.x; k < 4096; k += blockDim.x) bins[k] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
        uchar4 f = fixed_image[i], m = moving_image[i];
        atomicAdd(&bins[(f.x >> 2) * 64 + (m.x >> 2)], 1);
        atomicAdd(&bins[(f.y >> 2) * 64 + (m.y >> 2)], 1);
        atomicAdd(&bins[(f.z >> 2) * 64 + (m.z >> 2)], 1);
        atomicAdd(&bins[(f.w >> 2) * 64 + (m.w >> 2)], 1);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < 4096; k += blockDim.x)
        if (bins[k]) atomicAdd(&joint[k], bins[k]);
}

// ---------------------------------------------------------------- detections in a range-Doppler map, refined to a fraction of a cell

__device__ __forceinline__ float refine_peak(float left, float centre, float right) {
    float d = 0.0f, amplitude = centre;
    const float beam = 1.4f;
    for (int it = 0; it < 10; ++it) {
        float el = expf(-beam * (d + 1.0f) * (d + 1.0f)), ec = expf(-beam * d * d), er = expf(-beam * (d - 1.0f) * (d - 1.0f));
        amplitude = (left * el + centre * ec + right * er) / (el * el + ec * ec + er * er);
        float gl = -2.0f * beam * (d + 1.0f) * el * amplitude, gc = -2.0f * beam * d * ec * amplitude, gr = -2.0f * beam * (d - 1.0f) * er * amplitude;
        float num = (left - amplitude * el) * gl + (centre - amplitude * ec) * gc + (right - amplitude * er) * gr;
        d += 0.7f * num / (gl * gl + gc * gc + gr * gr + 1e-6f);
        d = fminf(fmaxf(d, -0.5f), 0.5f);
    }
    return amplitude + 0.1f * d;
}

__global__ void hollow_bridge_bf4_a(const float* __restrict__ power, const float* __restrict__ noise, float* __restrict__ detections, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float p = power[i], result = 0.0f;
    if (p > 3.5f * noise[i])
        result = refine_peak(power[max(i - 1, 0)], p, power[min(i + 1, n - 1)]);
    detections[i] = result;
}

__global__ void hollow_bridge_bf4_b(const float* __restrict__ power, const float* __restrict__ noise, float* __restrict__ detections, int n) {
    constexpr int per_thread = 8, block = 256;
    __shared__ int candidates[per_thread * block];
    __shared__ int found;
    if (threadIdx.x == 0) found = 0;
    __syncthreads();
    int base = blockIdx.x * per_thread * block + threadIdx.x;
    float p[per_thread], limit[per_thread];
#pragma unroll
    for (int k = 0; k < per_thread; ++k) {
        int i = base + k * block;
        p[k] = i < n ? power[i] : 0.0f;
        limit[k] = i < n ? noise[i] : 1.0f;
    }
#pragma unroll
    for (int k = 0; k < per_thread; ++k) {
        int i = base + k * block;
        if (p[k] > 3.5f * limit[k]) candidates[atomicAdd(&found, 1)] = i;
        else if (i < n) detections[i] = 0.0f;
    }
    __syncthreads();
    for (int k = threadIdx.x; k < found; k += block) {
        int i = candidates[k];
        detections[i] = refine_peak(power[max(i - 1, 0)], power[i], power[min(i + 1, n - 1)]);
    }
}

// ---------------------------------------------------------------- first breaks of seismic traces (16-bit, time-major)

__global__ void rusty_compass_bf4_a(const int16_t* __restrict__ record, int* __restrict__ pick, int traces, int samples, float attack, float threshold) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= traces) return;
    float envelope = 0.0f;
    int first = samples;
    for (int t = 0; t < samples; ++t) {
        float s = fabsf((float)record[(size_t)t * traces + c]);
        envelope += attack * (s - envelope);
        if (envelope > threshold) { first = t; break; }
    }
    pick[c] = first;
}

__global__ void rusty_compass_bf4_b(const int16_t* __restrict__ record, int* __restrict__ pick, int traces, int samples, float attack, float threshold) {
    constexpr int batch = 16;
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= traces) return;
    float envelope = 0.0f;
    int first = samples;
    for (int t0 = 0; t0 < samples && first == samples; t0 += batch) {
        int16_t s[batch];
#pragma unroll
        for (int k = 0; k < batch; ++k) s[k] = record[(size_t)(t0 + k) * traces + c];
#pragma unroll
        for (int k = 0; k < batch; ++k) {
            envelope += attack * (fabsf((float)s[k]) - envelope);
            if (envelope > threshold && first == samples) first = t0 + k;
        }
    }
    pick[c] = first;
}

// ---------------------------------------------------------------- levelling of 1024-sample audio frames

__global__ void gentle_harbor_bf4_a(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float buf[1024];
    int tid = threadIdx.x;
    size_t at = (size_t)blockIdx.x * 1024 + tid;
    float x = in[at];

    buf[tid] = x;
    __syncthreads();
    for (int s = 512; s > 0; s >>= 1) {
        if (tid < s) buf[tid] += buf[tid + s];
        __syncthreads();
    }
    float mean = buf[0] * (1.0f / 1024);
    __syncthreads();

    float d = x - mean;
    buf[tid] = d * d;
    __syncthreads();
    for (int s = 512; s > 0; s >>= 1) {
        if (tid < s) buf[tid] += buf[tid + s];
        __syncthreads();
    }
    float variance = buf[0] * (1.0f / 1024);
    __syncthreads();

    buf[tid] = fabsf(d);
    __syncthreads();
    for (int s = 512; s > 0; s >>= 1) {
        if (tid < s) buf[tid] = fmaxf(buf[tid], buf[tid + s]);
        __syncthreads();
    }
    out[at] = 0.5f * buf[0] + 0.1f * d * rsqrtf(variance + 1e-6f);
}

__global__ void __launch_bounds__(256) gentle_harbor_bf4_b(const float4* __restrict__ in, float4* __restrict__ out) {
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    size_t at = ((size_t)blockIdx.x * 8 + warp) * 256 + lane;
    float4 v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = in[at + k * 32];
    float mean = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) mean += v[k].x + v[k].y + v[k].z + v[k].w;
    for (int s = 16; s > 0; s >>= 1) mean += __shfl_xor_sync(~0u, mean, s);
    mean *= 1.0f / 1024;
    float variance = 0.0f, peak = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        v[k].x -= mean; v[k].y -= mean; v[k].z -= mean; v[k].w -= mean;
        variance += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
        peak = fmaxf(peak, fmaxf(fmaxf(fabsf(v[k].x), fabsf(v[k].y)), fmaxf(fabsf(v[k].z), fabsf(v[k].w))));
    }
    for (int s = 16; s > 0; s >>= 1) {
        variance += __shfl_xor_sync(~0u, variance, s);
        peak = fmaxf(peak, __shfl_xor_sync(~0u, peak, s));
    }
    float gain = 0.1f * rsqrtf(variance * (1.0f / 1024) + 1e-6f), lift = 0.5f * peak;
#pragma unroll
    for (int k = 0; k < 8; ++k)
        out[at + k * 32] = make_float4(lift + gain * v[k].x, lift + gain * v[k].y, lift + gain * v[k].z, lift + gain * v[k].w);
}

// ---------------------------------------------------------------- additive synthesis: 64 partials, frames of 2048 samples

constexpr int kPartials = 64, kSynth = 2048, kSynthBlock = 128, kPerThread = kSynth / kSynthBlock;

__global__ void quiet_walnut_bf4_a(const float4* __restrict__ partials, float* __restrict__ power) {
    __shared__ float4 bank[kPartials];
    int tid = threadIdx.x;
    if (tid < kPartials) bank[tid] = partials[(size_t)blockIdx.x * kPartials + tid];
    __syncthreads();
    float acc[kPerThread];
#pragma unroll
    for (int j = 0; j < kPerThread; ++j) acc[j] = 0.0f;
    for (int k = 0; k < kPartials; ++k) {
        float amplitude = bank[k].x, omega = 0.15f * (1.05f + bank[k].y), phase = 3.0f * bank[k].z;
#pragma unroll
        for (int j = 0; j < kPerThread; ++j) acc[j] += amplitude * __cosf(omega * (float)(tid + j * kSynthBlock) + phase);
    }
#pragma unroll
    for (int j = 0; j < kPerThread; ++j) power[(size_t)blockIdx.x * kSynth + j * kSynthBlock + tid] = acc[j] * acc[j];
}

__global__ void quiet_walnut_bf4_b(const float4* __restrict__ partials, float* __restrict__ power) {
    __shared__ float4 bank[kPartials];
    int tid = threadIdx.x;
    if (tid < kPartials) {
        float4 p = partials[(size_t)blockIdx.x * kPartials + tid];
        float omega = 0.15f * (1.05f + p.y);
        bank[tid] = make_float4(p.x, omega, 3.0f * p.z, 2.0f * cosf(omega * kSynthBlock));
    }
    __syncthreads();
    float acc[kPerThread];
#pragma unroll
    for (int j = 0; j < kPerThread; ++j) acc[j] = 0.0f;
    for (int k = 0; k < kPartials; ++k) {
        float4 p = bank[k];
        float now = p.x * __cosf(p.y * (float)tid + p.z), before = p.x * __cosf(p.y * (float)(tid - kSynthBlock) + p.z);
#pragma unroll
        for (int j = 0; j < kPerThread; ++j) {
            acc[j] += now;
            float next = p.w * now - before;
            before = now;
            now = next;
        }
    }
#pragma unroll
    for (int j = 0; j < kPerThread; ++j) power[(size_t)blockIdx.x * kSynth + j * kSynthBlock + tid] = acc[j] * acc[j];
}

// ---------------------------------------------------------------- line integrals from raw X-ray projections

__global__ void narrow_orchard_bf4_a0(const ushort4* __restrict__ raw, const float4* __restrict__ dark, float4* __restrict__ signal, int quads, int per_frame) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;
    ushort4 r = raw[i];
    float4 d = dark[i & (per_frame - 1)];
    signal[i] = make_float4(r.x - d.x, r.y - d.y, r.z - d.z, r.w - d.w);
}
__global__ void narrow_orchard_bf4_a1(const float4* __restrict__ signal, const float4* __restrict__ gain, float4* __restrict__ transmission, int quads, int per_frame) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;
    float4 s = signal[i], g = gain[i & (per_frame - 1)];
    transmission[i] = make_float4(s.x * g.x, s.y * g.y, s.z * g.z, s.w * g.w);
}
__global__ void narrow_orchard_bf4_a2(const float4* __restrict__ transmission, float4* __restrict__ integrals, int quads) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;
    float4 t = transmission[i];
    integrals[i] = make_float4(-__logf(fmaxf(t.x, 1e-4f)), -__logf(fmaxf(t.y, 1e-4f)), -__logf(fmaxf(t.z, 1e-4f)), -__logf(fmaxf(t.w, 1e-4f)));
}
__global__ void narrow_orchard_bf4_b(const ushort4* __restrict__ raw, const float4* __restrict__ dark, const float4* __restrict__ gain,
                                     float4* __restrict__ integrals, int quads, int per_frame) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;
    ushort4 r = raw[i];
    float4 d = dark[i & (per_frame - 1)], g = gain[i & (per_frame - 1)];
    integrals[i] = make_float4(-__logf(fmaxf((r.x - d.x) * g.x, 1e-4f)), -__logf(fmaxf((r.y - d.y) * g.y, 1e-4f)),
                               -__logf(fmaxf((r.z - d.z) * g.z, 1e-4f)), -__logf(fmaxf((r.w - d.w) * g.w, 1e-4f)));
}

// ---------------------------------------------------------------- template correlation, 15 x 15

constexpr int kTap = 15;
__constant__ float c_template[kTap * kTap];

__global__ void brisk_marble_bf4_a(const float* __restrict__ image, float* __restrict__ score, int width, int height, int pitch) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x >= width || y >= height) return;
    float sum = 0.0f;
#pragma unroll
    for (int ky = 0; ky < kTap; ++ky)
#pragma unroll
        for (int kx = 0; kx < kTap; ++kx) sum += c_template[ky * kTap + kx] * image[(y + ky) * pitch + x + kx];
    score[(size_t)y * width + x] = sum;
}

__global__ void brisk_marble_bf4_b(const float* __restrict__ image, float* __restrict__ score, int width, int height, int pitch) {
    constexpr int strip = 8, tile_w = 32 + kTap - 1, tile_h = 8 * strip + kTap - 1;
    __shared__ float tile[tile_h][tile_w];
    int x0 = blockIdx.x * 32, y0 = blockIdx.y * 8 * strip;
    for (int ty = threadIdx.y; ty < tile_h; ty += 8)
        for (int tx = threadIdx.x; tx < tile_w; tx += 32) tile[ty][tx] = image[(y0 + ty) * pitch + x0 + tx];
    __syncthreads();
    float sum[strip];
#pragma unroll
    for (int s = 0; s < strip; ++s) sum[s] = 0.0f;
    int row = threadIdx.y * strip;
#pragma unroll 1
    for (int kx = 0; kx < kTap; ++kx) {
        float column[strip + kTap - 1];
#pragma unroll
        for (int r = 0; r < strip + kTap - 1; ++r) column[r] = tile[row + r][threadIdx.x + kx];
#pragma unroll
        for (int ky = 0; ky < kTap; ++ky) {
            float w = c_template[ky * kTap + kx];
#pragma unroll
            for (int s = 0; s < strip; ++s) sum[s] += w * column[s + ky];
        }
    }
#pragma unroll
    for (int s = 0; s < strip; ++s) score[(size_t)(y0 + row + s) * width + x0 + threadIdx.x] = sum[s];
}

// ---------------------------------------------------------------- moving RMS of many sensor channels (time-major)

constexpr int kMaxWindow = 128, kRmsBlock = 128;

__global__ void tidy_canyon_bf4_a(const float* __restrict__ x, float* __restrict__ rms, int channels, int chunk, int window) {
    extern __shared__ float ring[];  // kMaxWindow slots per channel
    int tid = threadIdx.x, channel = blockIdx.x * kRmsBlock + tid, t0 = blockIdx.y * chunk;
    float sum = 0.0f, scale = 1.0f / window;
    for (int k = 0; k < window; ++k) {
        int t = t0 - window + k;
        float v = t >= 0 ? x[(size_t)t * channels + channel] : 0.0f;
        ring[k * kRmsBlock + tid] = v * v;
        sum += v * v;
    }
    int slot = 0;
    for (int t = t0; t < t0 + chunk; ++t) {
        float v = x[(size_t)t * channels + channel];
        v *= v;
        sum += v - ring[slot * kRmsBlock + tid];
        ring[slot * kRmsBlock + tid] = v;
        if (++slot == window) slot = 0;
        rms[(size_t)t * channels + channel] = sqrtf(fmaxf(sum, 0.0f) * scale);
    }
}

__global__ void tidy_canyon_bf4_b(const float* __restrict__ x, float* __restrict__ rms, int channels, int chunk, int window) {
    extern __shared__ float ring[];  // window slots per channel
    int tid = threadIdx.x, channel = blockIdx.x * kRmsBlock + tid, t0 = blockIdx.y * chunk;
    float sum = 0.0f, scale = 1.0f / window;
    for (int k = 0; k < window; ++k) {
        int t = t0 - window + k;
        float v = t >= 0 ? x[(size_t)t * channels + channel] : 0.0f;
        ring[k * kRmsBlock + tid] = v * v;
        sum += v * v;
    }
    int slot = 0;
    for (int t = t0; t < t0 + chunk; ++t) {
        float v = x[(size_t)t * channels + channel];
        v *= v;
        sum += v - ring[slot * kRmsBlock + tid];
        ring[slot * kRmsBlock + tid] = v;
        if (++slot == window) slot = 0;
        rms[(size_t)t * channels + channel] = sqrtf(fmaxf(sum, 0.0f) * scale);
    }
}

// ---------------------------------------------------------------- rescaling of a scan, slope per slice and gain per row

__global__ void olive_thunder_bf4_a(const float4* __restrict__ in, float4* __restrict__ out, const float* __restrict__ slope,
                                    const float* __restrict__ gain, int quads, int width, int height) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;
    int row = (4 * i) / width % height, slice = (4 * i) / (width * height);
    float k = slope[slice] * gain[row];
    float4 v = in[i];
    out[i] = make_float4(v.x * k, v.y * k, v.z * k, v.w * k);
}

__global__ void olive_thunder_bf4_b(const float4* __restrict__ in, float4* __restrict__ out, const float* __restrict__ slope,
                                    const float* __restrict__ gain, int quads, int width, int height) {
    int row = blockIdx.x * blockDim.y + threadIdx.y, slice = blockIdx.y;
    int i = (slice * height + row) * (width / 4) + threadIdx.x;
    float k = slope[slice] * gain[row];
    float4 v = in[i];
    out[i] = make_float4(v.x * k, v.y * k, v.z * k, v.w * k);
}

// ---------------------------------------------------------------- energy of recording segments

__global__ void plain_sparrow_bf4_a(const float4* __restrict__ in, float* __restrict__ energy) {
    __shared__ float part[256];
    int tid = threadIdx.x;
    const float4* src = in + (size_t)blockIdx.x * 4096;
    float e = 0.0f;
#pragma unroll 8
    for (int k = 0; k < 16; ++k) {
        float4 v = src[k * 256 + tid];
        e += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    part[tid] = e;
    __syncthreads();
    for (int s = 1; s < 256; s *= 2) {
        int i = 2 * s * tid;
        if (i < 256) part[i] += part[i + s];
        __syncthreads();
    }
    if (tid == 0) energy[blockIdx.x] = part[0];
}

__global__ void plain_sparrow_bf4_b(const float4* __restrict__ in, float* __restrict__ energy) {
    __shared__ float part[8];
    int tid = threadIdx.x;
    const float4* src = in + (size_t)blockIdx.x * 4096;
    float e = 0.0f;
#pragma unroll 8
    for (int k = 0; k < 16; ++k) {
        float4 v = src[k * 256 + tid];
        e += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    for (int s = 16; s > 0; s >>= 1) e += __shfl_xor_sync(~0u, e, s);
    if ((tid & 31) == 0) part[tid >> 5] = e;
    __syncthreads();
    if (tid == 0) {
        float total = 0.0f;
        for (int w = 0; w < 8; ++w) total += part[w];
        energy[blockIdx.x] = total;
    }
}

// ---------------------------------------------------------------- corner turn of a complex radar matrix

__global__ void frost_ribbon_bf4_a(const float2* __restrict__ in, float2* __restrict__ out, int pulses, int gates) {
    __shared__ float2 tile[32][33];
    int g = blockIdx.x * 32 + threadIdx.x, p0 = blockIdx.y * 32;
#pragma unroll
    for (int r = 0; r < 32; r += 8) tile[threadIdx.y + r][threadIdx.x] = in[(size_t)(p0 + threadIdx.y + r) * gates + g];
    __syncthreads();
    int p = p0 + threadIdx.x, g0 = blockIdx.x * 32;
#pragma unroll
    for (int r = 0; r < 32; r += 8) out[(size_t)(g0 + threadIdx.y + r) * pulses + p] = tile[threadIdx.x][threadIdx.y + r];
}

// ---------------------------------------------------------------- complex echoes to 8-bit decibels for the display

__device__ __forceinline__ unsigned char decibel(float re, float im) {
    float db = 128.0f + 10.0f * __log10f(re * re + im * im + 1e-9f);
    return (unsigned char)fminf(fmaxf(db, 0.0f), 255.0f);
}
__global__ void dusty_pepper_bf4_a(const float4* __restrict__ echoes, uchar4* __restrict__ display, int quads) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;
    float4 u = echoes[2 * (size_t)i], v = echoes[2 * (size_t)i + 1];
    display[i] = make_uchar4(decibel(u.x, u.y), decibel(u.z, u.w), decibel(v.x, v.y), decibel(v.z, v.w));
}

// ---------------------------------------------------------------- datum shift of survey points (millimetres at geocentric size)

struct Helmert { double m[9], t[3]; };

__global__ void royal_saddle_bf4_a(const double2* __restrict__ xs, const double2* __restrict__ ys, const double2* __restrict__ zs,
                                   double2* __restrict__ out, int pairs, Helmert h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs) return;
    double2 x = xs[i], y = ys[i], z = zs[i];
    out[i] = make_double2(h.t[0] + h.m[0] * x.x + h.m[1] * y.x + h.m[2] * z.x, h.t[0] + h.m[0] * x.y + h.m[1] * y.y + h.m[2] * z.y);
    out[(size_t)pairs + i] = make_double2(h.t[1] + h.m[3] * x.x + h.m[4] * y.x + h.m[5] * z.x, h.t[1] + h.m[3] * x.y + h.m[4] * y.y + h.m[5] * z.y);
    out[2 * (size_t)pairs + i] = make_double2(h.t[2] + h.m[6] * x.x + h.m[7] * y.x + h.m[8] * z.x, h.t[2] + h.m[6] * x.y + h.m[7] * y.y + h.m[8] * z.y);
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> launch, const void* out, size_t count, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type});
    };

    {
        const int rows = 1024 * 512, width = 192;
        float *in = ranged<float>((size_t)rows * width, 0.0f, 1.0f, 11), *out = harness::empty<float>((size_t)rows * width);
        add("copper_lantern_bf4_a", [=] { copper_lantern_bf4_a<<<rows / 256, 256>>>(in, out, rows, width, 0.2f); }, out, (size_t)rows * width);
        add("copper_lantern_bf4_b", [=] { copper_lantern_bf4_b<<<rows / 128, 128>>>(in, out, rows, width, 0.2f); }, out, (size_t)rows * width);
    }
    {
        const int samples = 8192 * kBeamBlock;
        std::vector<int> delay(kBeams * kMics);
        for (int b = 0; b < kBeams; ++b)
            for (int m = 0; m < kMics; ++m) delay[b * kMics + m] = (int)(m * b * 31 / ((kMics - 1) * (kBeams - 1)));
        CHECK(cudaMemcpyToSymbol(c_delay, delay.data(), delay.size() * sizeof(int)));
        float *frames = harness::filled<float>((size_t)(samples + kMaxDelay) * kMics, 12), *power = harness::empty<float>((size_t)samples * kBeams);
        add("velvet_anchor_bf4_a", [=] { velvet_anchor_bf4_a<<<samples / kBeamBlock, kBeamBlock>>>(frames, power, samples); }, power, (size_t)samples * kBeams);
        add("velvet_anchor_bf4_b", [=] { velvet_anchor_bf4_b<<<samples / kBeamBlock, kBeamBlock>>>(frames, power, samples); }, power, (size_t)samples * kBeams);
    }
    {
        const int width = 4096, height = 2048;
        uint8_t *cover = harness::empty<uint8_t>((size_t)width * height), *out = harness::empty<uint8_t>((size_t)width * height);
        prepare_classes<<<dim3(width / 256, height), 256>>>(cover, width, height);
        dim3 grid(width / kCoverX, height / kCoverY), block(kCoverX, kCoverY);
        add("amber_quill_bf4_a", [=] { amber_quill_bf4_a<<<grid, block>>>(cover, out, width, height); }, out, (size_t)width * height, Output::u8);
        add("amber_quill_bf4_b", [=] { amber_quill_bf4_b<<<grid, block>>>(cover, out, width, height); }, out, (size_t)width * height, Output::u8);
    }
    {
        const int width = 8192, height = 4096;
        float *dem = harness::empty<float>((size_t)width * height), *shade = harness::empty<float>((size_t)width * height);
        prepare_terrain<<<dim3(width / 256, height), 256>>>(dem, width, height);
        dim3 block(32, 8), grid(width / 32, height / 8);
        float cz = cosf(0.7854f), sz = sinf(0.7854f);
        add("silver_meadow_bf4_a", [=] { silver_meadow_bf4_a<<<grid, block>>>(dem, shade, width, height, 10.0f, 1.5f, 315.0f, cz, sz); }, shade, (size_t)width * height);
        add("silver_meadow_bf4_b", [=] { silver_meadow_bf4_b<<<grid, block>>>(dem, shade, width, height, 10.0f, 1.5f, 315.0f, cz, sz); }, shade, (size_t)width * height);
    }
    {
        const int quads = 5 * 1024 * 1024;
        uint8_t *ct = harness::empty<uint8_t>((size_t)quads * 4), *mr = harness::empty<uint8_t>((size_t)quads * 4);
        int* joint = harness::empty<int>(4096);
        prepare_modalities<<<2048, 256>>>(ct, mr, (size_t)quads * 4);
        add("paper_falcon_bf4_a", [=] { paper_falcon_bf4_a<<<132 * 4, 512>>>((uchar4*)ct, (uchar4*)mr, joint, quads); }, joint, 4096, Output::i32);
        add("paper_falcon_bf4_b", [=] { paper_falcon_bf4_b<<<132 * 4, 512>>>((uchar4*)ct, (uchar4*)mr, joint, quads); }, joint, 4096, Output::i32);
    }
    {
        const int n = 16 * 1024 * 1024;
        float *power = harness::empty<float>(n), *noise = ranged<float>(n, 0.9f, 1.1f, 13), *found = harness::empty<float>(n);
        prepare_echoes<<<2048, 256>>>(power, n);
        add("hollow_bridge_bf4_a", [=] { hollow_bridge_bf4_a<<<n / 256, 256>>>(power, noise, found, n); }, found, n);
        add("hollow_bridge_bf4_b", [=] { hollow_bridge_bf4_b<<<n / 2048, 256>>>(power, noise, found, n); }, found, n);
    }
    {
        const int traces = 262144, samples = 1024;
        int16_t* record = harness::empty<int16_t>((size_t)traces * samples);
        int* pick = harness::empty<int>(traces);
        prepare_traces<<<dim3(traces / 256, 16), 256>>>(record, traces, samples);
        add("rusty_compass_bf4_a", [=] { rusty_compass_bf4_a<<<traces / 256, 256>>>(record, pick, traces, samples, 0.1f, 1500.0f); }, pick, traces, Output::i32);
        add("rusty_compass_bf4_b", [=] { rusty_compass_bf4_b<<<traces / 256, 256>>>(record, pick, traces, samples, 0.1f, 1500.0f); }, pick, traces, Output::i32);
    }
    {
        const int frames = 65536;
        const size_t n = (size_t)frames * 1024;
        float *in = harness::filled<float>(n, 14), *out = harness::empty<float>(n);
        add("gentle_harbor_bf4_a", [=] { gentle_harbor_bf4_a<<<frames, 1024>>>(in, out); }, out, n);
        add("gentle_harbor_bf4_b", [=] { gentle_harbor_bf4_b<<<frames / 8, 256>>>((const float4*)in, (float4*)out); }, out, n);
    }
    {
        const int frames = 8192;
        float *partials = harness::filled<float>((size_t)frames * kPartials * 4, 15), *power = harness::empty<float>((size_t)frames * kSynth);
        add("quiet_walnut_bf4_a", [=] { quiet_walnut_bf4_a<<<frames, kSynthBlock>>>((const float4*)partials, power); }, power, (size_t)frames * kSynth);
        add("quiet_walnut_bf4_b", [=] { quiet_walnut_bf4_b<<<frames, kSynthBlock>>>((const float4*)partials, power); }, power, (size_t)frames * kSynth);
    }
    {
        const int frame = 1024 * 1024, count = 64, quads = frame / 4 * count, per_frame = frame / 4;
        const size_t n = (size_t)frame * count;
        uint16_t* raw = ranged<uint16_t>(n, 500.0f, 4000.0f, 16);
        float *dark = ranged<float>(frame, 50.0f, 80.0f, 17), *gain = ranged<float>(frame, 1.0f / 6000.0f, 1.0f / 5000.0f, 18);
        float *signal = harness::empty<float>(n), *transmission = harness::empty<float>(n), *integrals = harness::empty<float>(n);
        add("narrow_orchard_bf4_a", [=] {
            narrow_orchard_bf4_a0<<<quads / 256, 256>>>((ushort4*)raw, (float4*)dark, (float4*)signal, quads, per_frame);
            narrow_orchard_bf4_a1<<<quads / 256, 256>>>((float4*)signal, (float4*)gain, (float4*)transmission, quads, per_frame);
            narrow_orchard_bf4_a2<<<quads / 256, 256>>>((float4*)transmission, (float4*)integrals, quads);
        }, integrals, n);
        add("narrow_orchard_bf4_b", [=] {
            narrow_orchard_bf4_b<<<quads / 256, 256>>>((ushort4*)raw, (float4*)dark, (float4*)gain, (float4*)integrals, quads, per_frame);
        }, integrals, n);
    }
    {
        const int width = 4096, height = 2048, pitch = width + 32;
        std::vector<float> taps(kTap * kTap);
        for (int y = 0; y < kTap; ++y)
            for (int x = 0; x < kTap; ++x) taps[y * kTap + x] = 0.01f * expf(-0.03f * ((y - 7) * (y - 7) + (x - 6) * (x - 6)));
        CHECK(cudaMemcpyToSymbol(c_template, taps.data(), taps.size() * sizeof(float)));
        float *image = ranged<float>((size_t)pitch * (height + kTap), 0.0f, 1.0f, 19), *score = harness::empty<float>((size_t)width * height);
        add("brisk_marble_bf4_a", [=] { brisk_marble_bf4_a<<<dim3(width / 32, height / 8), dim3(32, 8)>>>(image, score, width, height, pitch); }, score, (size_t)width * height);
        add("brisk_marble_bf4_b", [=] { brisk_marble_bf4_b<<<dim3(width / 32, height / 64), dim3(32, 8)>>>(image, score, width, height, pitch); }, score, (size_t)width * height);
    }
    {
        const int channels = 8192, samples = 16384, chunk = 256, window = 16;
        const size_t n = (size_t)channels * samples;
        float *x = harness::filled<float>(n, 20), *rms = harness::empty<float>(n);
        dim3 grid(channels / kRmsBlock, samples / chunk);
        const int most = kMaxWindow * kRmsBlock * (int)sizeof(float), need = window * kRmsBlock * (int)sizeof(float);
        CHECK(cudaFuncSetAttribute(tidy_canyon_bf4_a, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
        add("tidy_canyon_bf4_a", [=] { tidy_canyon_bf4_a<<<grid, kRmsBlock, most>>>(x, rms, channels, chunk, window); }, rms, n);
        add("tidy_canyon_bf4_b", [=] { tidy_canyon_bf4_b<<<grid, kRmsBlock, need>>>(x, rms, channels, chunk, window); }, rms, n);
    }
    {
        const int width = 512, height = 512, slices = 512, quads = width / 4 * height * slices;
        const size_t n = (size_t)quads * 4;
        float *in = ranged<float>(n, 0.0f, 1.0f, 21), *out = harness::empty<float>(n);
        float *slope = ranged<float>(slices, 0.5f, 2.0f, 22), *gain = ranged<float>(height, 0.9f, 1.1f, 23);
        add("olive_thunder_bf4_a", [=] { olive_thunder_bf4_a<<<quads / 256, 256>>>((float4*)in, (float4*)out, slope, gain, quads, width, height); }, out, n);
        add("olive_thunder_bf4_b", [=] { olive_thunder_bf4_b<<<dim3(height / 2, slices), dim3(128, 2)>>>((float4*)in, (float4*)out, slope, gain, quads, width, height); }, out, n);
    }
    {
        const int segments = 8192;
        float *in = harness::filled<float>((size_t)segments * 16384, 24), *energy = harness::empty<float>(segments);
        add("plain_sparrow_bf4_a", [=] { plain_sparrow_bf4_a<<<segments, 256>>>((float4*)in, energy); }, energy, segments);
        add("plain_sparrow_bf4_b", [=] { plain_sparrow_bf4_b<<<segments, 256>>>((float4*)in, energy); }, energy, segments);
    }
    {
        const int pulses = 6144, gates = 8192;
        const size_t n = (size_t)pulses * gates;
        float *in = ranged<float>(2 * n, 0.0f, 1.0f, 25), *out = harness::empty<float>(2 * n);
        add("frost_ribbon_bf4_a", [=] { frost_ribbon_bf4_a<<<dim3(gates / 32, pulses / 32), dim3(32, 8)>>>((float2*)in, (float2*)out, pulses, gates); }, out, 2 * n);
    }
    {
        const int quads = 16 * 1024 * 1024;
        float* echoes = harness::filled<float>((size_t)quads * 8, 26);
        uint8_t* display = harness::empty<uint8_t>((size_t)quads * 4);
        add("dusty_pepper_bf4_a", [=] { dusty_pepper_bf4_a<<<quads / 256, 256>>>((float4*)echoes, (uchar4*)display, quads); }, display, (size_t)quads * 4, Output::u8);
    }
    {
        const int pairs = 8 * 1024 * 1024;
        const size_t n = (size_t)pairs * 2;
        double *x = ranged<double>(n, 3.8e6f, 4.2e6f, 27), *y = ranged<double>(n, 5e5f, 9e5f, 28), *z = ranged<double>(n, 4.7e6f, 5.1e6f, 29);
        double* out = harness::empty<double>(3 * n);
        Helmert h = {{1.0000067, -1.2e-5, 7.4e-6, 1.2e-5, 1.0000067, -9.8e-7, -7.4e-6, 9.8e-7, 1.0000067}, {598.1, 73.7, 418.2}};
        add("royal_saddle_bf4_a", [=] { royal_saddle_bf4_a<<<pairs / 256, 256>>>((double2*)x, (double2*)y, (double2*)z, (double2*)out, pairs, h); }, out, 3 * n, Output::f64);
    }
    return harness::run(argc, argv, cases);
}
