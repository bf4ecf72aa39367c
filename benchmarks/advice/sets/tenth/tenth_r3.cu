// Before/after pairs: control flow, synchronisation, contention (first ten).
#include "harness.cuh"

#include <cuda_pipeline.h>

// ---------------------------------------------------------------- inputs
__global__ void harness_fill_u16(uint16_t* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (uint16_t)(1200 + harness::hash32((uint32_t)i + seed) % 14000);
}
__global__ void harness_fill_u8(uint8_t* p, size_t n, uint32_t below, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (uint8_t)(harness::hash32((uint32_t)i * 747796405u + seed) % below);
}
__global__ void harness_fill_cover(uint8_t* p, int w, int h) {  // patches of 53 x 193 pixels
    size_t n = (size_t)w * h;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        uint32_t x = (uint32_t)(i % w), y = (uint32_t)(i / w);
        p[i] = (uint8_t)(harness::hash32((x / 53) * 9176u + ((y + 31 * (x / 53)) / 193) * 7919u + 5u) % 11u);
    }
}
__global__ void harness_fill_range(float* p, size_t n, float low, float high, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = low + (high - low) * 0.5f * (harness::unit((uint32_t)i * 2654435761u + seed) + 1.0f);
}
static float* ranged(size_t n, float low, float high, uint32_t seed) {
    float* p; CHECK(cudaMalloc(&p, n * sizeof(float)));
    harness_fill_range<<<2048, 256>>>(p, n, low, high, seed); CHECK(cudaGetLastError());
    return p;
}

// ---------------------------------------------------------------- 1 mosaic_invert: colour of a mosaic site chosen per thread
constexpr int SENSOR_W = 6032, SENSOR_H = 5414;
__device__ __forceinline__ float invert_green(float y) {
    float x = y;
    for (int k = 0; k < 7; ++k) {
        float p = __expf(1.6f * __logf(x));
        float f = 0.78f * x + 0.22f * p - y, d = 0.78f + 0.352f * __fdividef(p, x);
        x = fmaxf(x - __fdividef(f, d), 1e-3f);
    }
    return x;
}
__device__ __forceinline__ float invert_red(float y) {
    float x = y;
    for (int k = 0; k < 9; ++k) {
        float e = __expf(-2.7f * x), q = x * x;
        float f = x + 0.18f * (1.0f - e) + 0.02f * q * x - y, d = 1.0f + 0.486f * e + 0.06f * q;
        x = fmaxf(x - __fdividef(f, d), 1e-3f);
    }
    return x;
}
__device__ __forceinline__ float invert_blue(float y) {
    float x = y;
    for (int k = 0; k < 9; ++k) {
        float g = __fdividef(1.0f, 1.0f + 0.8f * x), s = sqrtf(x + 0.01f);
        float f = x + 0.3f * x * g + 0.05f * s - y, d = 1.0f + 0.3f * g * g + __fdividef(0.025f, s);
        x = fmaxf(x - __fdividef(f, d), 1e-3f);
    }
    return x;
}
__global__ void __launch_bounds__(256) mosaic_invert_r3_a(const uint16_t* __restrict__ raw, const float* __restrict__ flat,
                                                             float* __restrict__ out) {
    int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y;
    if (x >= SENSOR_W) return;
    size_t i = (size_t)y * SENSOR_W + x;
    float v = ((float)raw[i] - 511.0f) * (1.0f / 15872.0f) * flat[i];
    float r;
    if ((x + y) & 1) r = invert_green(v);
    else if (y & 1) r = invert_blue(v);
    else r = invert_red(v);
    out[i] = r;
}
__global__ void __launch_bounds__(256) mosaic_invert_r3_b(const uint16_t* __restrict__ raw, const float* __restrict__ flat,
                                                             float* __restrict__ out) {
    __shared__ float tile[256];
    int tid = threadIdx.x, x = blockIdx.x * 256 + tid, y = blockIdx.y;
    size_t i = (size_t)y * SENSOR_W + x;
    if (x < SENSOR_W) tile[tid] = ((float)raw[i] - 511.0f) * (1.0f / 15872.0f) * flat[i];
    __syncthreads();
    int site = (tid >> 6) * 64 + (tid & 31) * 2 + ((tid >> 5) & 1);  // each warp holds sites of one column parity only
    if (blockIdx.x * 256 + site < SENSOR_W) {
        float v = tile[site], r;
        if ((site + y) & 1) r = invert_green(v);
        else if (y & 1) r = invert_blue(v);
        else r = invert_red(v);
        tile[site] = r;
    }
    __syncthreads();
    if (x < SENSOR_W) out[i] = tile[tid];
}

// ---------------------------------------------------------------- 2 transit_outliers: a rare, long refit in nearly every warp
constexpr int TRANSIT_N = 14000003;
__device__ __forceinline__ float refit(float d, float s) {
    float mu = 0.1f * d;
    for (int k = 0; k < 24; ++k) {
        float r = d - mu;
        float w = 1.0f / (1.0f + r * r * s);
        mu += 0.31f * r * w * __expf(-0.5f * w * s);
    }
    return mu;
}
__global__ void __launch_bounds__(256) transit_outliers_r3_a(const float* __restrict__ flux, const float* __restrict__ model,
                                                             const float* __restrict__ noise, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= TRANSIT_N) return;
    float d = flux[i] - model[i], s = 1.0f + 0.1f * noise[i];
    float v = d / (1.0f + 0.2f * d * d);
    if (fabsf(d) > 1.44f * s) v = refit(d, s);
    out[i] = v;
}
__global__ void __launch_bounds__(256) transit_outliers_r3_b(const float* __restrict__ flux, const float* __restrict__ model,
                                                             const float* __restrict__ noise, float* __restrict__ out) {
    __shared__ float2 queued[2048];
    __shared__ uint16_t where[2048];
    __shared__ int waiting;
    int tid = threadIdx.x, lane = tid & 31, base = blockIdx.x * 2048;
    if (tid == 0) waiting = 0;
    __syncthreads();
    float d[8], s[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        int i = base + k * 256 + tid;
        d[k] = i < TRANSIT_N ? flux[i] - model[i] : 0.0f;
        s[k] = i < TRANSIT_N ? 1.0f + 0.1f * noise[i] : 1.0f;
    }
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        int i = base + k * 256 + tid;
        bool odd = fabsf(d[k]) > 1.44f * s[k];
        if (!odd && i < TRANSIT_N) out[i] = d[k] / (1.0f + 0.2f * d[k] * d[k]);
        unsigned vote = __ballot_sync(0xffffffffu, odd);
        int at = 0;
        if (lane == 0 && vote) at = atomicAdd(&waiting, __popc(vote));
        at = __shfl_sync(0xffffffffu, at, 0);
        if (odd) {
            int q = at + __popc(vote & ((1u << lane) - 1));
            queued[q] = make_float2(d[k], s[k]);
            where[q] = (uint16_t)(k * 256 + tid);
        }
    }
    __syncthreads();
    for (int q = tid; q < waiting; q += 256) out[base + where[q]] = refit(queued[q].x, queued[q].y);
}

// ---------------------------------------------------------------- 3 survey_spread: mean and spread of rows of 500
constexpr int SURVEY_ROWS = 200003, SURVEY_COLS = 500;
__global__ void __launch_bounds__(512) survey_spread_r3_a(const float* __restrict__ trace, float* __restrict__ spread) {
    __shared__ float part[512];
    int tid = threadIdx.x;
    for (int row = blockIdx.x; row < SURVEY_ROWS; row += gridDim.x) {
        float v = tid < SURVEY_COLS ? trace[(size_t)row * SURVEY_COLS + tid] : 0.0f;
        part[tid] = v;
        __syncthreads();
        for (int half = 256; half > 0; half >>= 1) {
            if (tid < half) part[tid] += part[tid + half];
            __syncthreads();
        }
        float mean = part[0] * (1.0f / SURVEY_COLS);
        __syncthreads();
        float d = tid < SURVEY_COLS ? v - mean : 0.0f;
        part[tid] = d * d;
        __syncthreads();
        for (int half = 256; half > 0; half >>= 1) {
            if (tid < half) part[tid] += part[tid + half];
            __syncthreads();
        }
        if (tid == 0) spread[row] = sqrtf(part[0] * (1.0f / (SURVEY_COLS - 1))) + 0.5f * mean;
        __syncthreads();
    }
}
__global__ void __launch_bounds__(256) survey_spread_r3_b(const float* __restrict__ trace, float* __restrict__ spread) {
    int lane = threadIdx.x & 31, warps = gridDim.x * 8;
    for (int row = blockIdx.x * 8 + (threadIdx.x >> 5); row < SURVEY_ROWS; row += warps) {
        const float* p = trace + (size_t)row * SURVEY_COLS;
        float v[16], sum = 0.0f, square = 0.0f;
#pragma unroll
        for (int k = 0; k < 16; ++k) v[k] = k * 32 + lane < SURVEY_COLS ? p[k * 32 + lane] : 0.0f;
#pragma unroll
        for (int k = 0; k < 16; ++k) sum += v[k];
        for (int o = 16; o > 0; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        float mean = sum * (1.0f / SURVEY_COLS);
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float d = k * 32 + lane < SURVEY_COLS ? v[k] - mean : 0.0f;
            square += d * d;
        }
        for (int o = 16; o > 0; o >>= 1) square += __shfl_xor_sync(0xffffffffu, square, o);
        if (lane == 0) spread[row] = sqrtf(square * (1.0f / (SURVEY_COLS - 1))) + 0.5f * mean;
    }
}

// ---------------------------------------------------------------- 4 catalyst_pellets: 32 shells per warp, but the whole block waits
constexpr int PELLETS = 4224, PELLET_STEPS = 500;
__device__ __forceinline__ void ignite(float& c, float& heat, int n) {
    for (int k = 0; k < n; ++k) {
        float u = __expf(-__fdividef(1.5f, 0.6f + heat));
        float burnt = u * c;
        heat += 0.02f * (burnt - 0.3f * heat);
        c -= 0.01f * burnt;
    }
}
__device__ __forceinline__ int stiffness(int pellet, int step) {
    uint32_t h = harness::hash32((uint32_t)pellet * 747796405u + (uint32_t)step);
    return (h & 15) == 0 ? 22 : 1 + (int)((h >> 8) & 3);
}
__global__ void __launch_bounds__(512) catalyst_pellets_r3_a(const float* __restrict__ start, const float* __restrict__ spread,
                                                             float* __restrict__ out) {
    __shared__ float shell[512];
    int tid = threadIdx.x, lane = tid & 31, pellet = blockIdx.x * 16 + (tid >> 5);
    float c = start[pellet * 32 + lane], heat = 0.4f, k = spread[pellet];
    for (int step = 0; step < PELLET_STEPS; ++step) {
        int n = stiffness(pellet, step);
        shell[tid] = c;
        __syncthreads();
        float inner = lane ? shell[tid - 1] : c, outer = lane < 31 ? shell[tid + 1] : 1.0f;
        __syncthreads();
        c += k * (inner - 2.0f * c + outer);
        ignite(c, heat, n);
    }
    out[pellet * 32 + lane] = c + heat;
}
__global__ void __launch_bounds__(512) catalyst_pellets_r3_b(const float* __restrict__ start, const float* __restrict__ spread,
                                                             float* __restrict__ out) {
    __shared__ float shell[512];
    int tid = threadIdx.x, lane = tid & 31, pellet = blockIdx.x * 16 + (tid >> 5);
    float c = start[pellet * 32 + lane], heat = 0.4f, k = spread[pellet];
    for (int step = 0; step < PELLET_STEPS; ++step) {
        int n = stiffness(pellet, step);
        shell[tid] = c;
        __syncwarp();
        float inner = lane ? shell[tid - 1] : c, outer = lane < 31 ? shell[tid + 1] : 1.0f;
        __syncwarp();
        c += k * (inner - 2.0f * c + outer);
        ignite(c, heat, n);
    }
    out[pellet * 32 + lane] = c + heat;
}

// ---------------------------------------------------------------- 5 ladder_voices: four-pole ladder with feedback, 4x oversampled
constexpr int VOICES = 16000, VOICE_SAMPLES = 1200, VOICE_BATCH = 24;
__global__ void __launch_bounds__(64) ladder_voices_r3_a(const float* __restrict__ tone, const float* __restrict__ cutoff,
                                                         const float* __restrict__ resonance, float* __restrict__ out) {
    __shared__ float ring[2][VOICE_BATCH][64];  // each thread fetches its own column ahead of use
    int tid = threadIdx.x, v = blockIdx.x * 64 + tid;
    if (v >= VOICES) return;
    float g = cutoff[v], k = resonance[v], y1 = 0, y2 = 0, y3 = 0, y4 = 0;
    for (int j = 0; j < VOICE_BATCH; ++j) __pipeline_memcpy_async(&ring[0][j][tid], &tone[j * VOICES + v], 4);
    __pipeline_commit();
#pragma unroll 1
    for (int t = 0, half = 0; t < VOICE_SAMPLES; t += VOICE_BATCH, half ^= 1) {
        if (t + VOICE_BATCH < VOICE_SAMPLES)
            for (int j = 0; j < VOICE_BATCH; ++j)
                __pipeline_memcpy_async(&ring[half ^ 1][j][tid], &tone[(t + VOICE_BATCH + j) * VOICES + v], 4);
        __pipeline_commit();
        __pipeline_wait_prior(1);
#pragma unroll 2
        for (int j = 0; j < VOICE_BATCH; ++j) {
            float x = ring[half][j][tid];
#pragma unroll
            for (int o = 0; o < 4; ++o) {
                float in = x - k * y4;
                y1 += g * (in - y1);
                y2 += g * (y1 - y2);
                y3 += g * (y2 - y3);
                y4 += g * (y3 - y4);
            }
            out[(t + j) * VOICES + v] = y4;
        }
    }
}
__global__ void __launch_bounds__(64) ladder_voices_r3_b(const float* __restrict__ tone, const float* __restrict__ cutoff,
                                                         const float* __restrict__ resonance, float* __restrict__ out) {
    __shared__ float ring[2][VOICE_BATCH][64];  // each thread fetches its own column ahead of use
    int tid = threadIdx.x, v = blockIdx.x * 64 + tid;
    if (v >= VOICES) return;
    float g = cutoff[v], k = resonance[v], y1 = 0, y2 = 0, y3 = 0, y4 = 0;
    float h = 1.0f - g, gh = g * h, ggh = g * gh, gggh = g * ggh, g2 = g * g, g3 = g2 * g, g4 = g3 * g;
    for (int j = 0; j < VOICE_BATCH; ++j) __pipeline_memcpy_async(&ring[0][j][tid], &tone[j * VOICES + v], 4);
    __pipeline_commit();
#pragma unroll 1
    for (int t = 0, half = 0; t < VOICE_SAMPLES; t += VOICE_BATCH, half ^= 1) {
        if (t + VOICE_BATCH < VOICE_SAMPLES)
            for (int j = 0; j < VOICE_BATCH; ++j)
                __pipeline_memcpy_async(&ring[half ^ 1][j][tid], &tone[(t + VOICE_BATCH + j) * VOICES + v], 4);
        __pipeline_commit();
        __pipeline_wait_prior(1);
#pragma unroll 2
        for (int j = 0; j < VOICE_BATCH; ++j) {
            float x = ring[half][j][tid];
#pragma unroll
            for (int o = 0; o < 4; ++o) {  // all stages from the old state: two multiply-adds on the feedback path
                float in = x - k * y4;
                float b4 = (h * y4 + gh * y3) + (ggh * y2 + gggh * y1);
                float b3 = h * y3 + (gh * y2 + ggh * y1), b2 = h * y2 + gh * y1, b1 = h * y1;
                y4 = g4 * in + b4; y3 = g3 * in + b3; y2 = g2 * in + b2; y1 = g * in + b1;
            }
            out[(t + j) * VOICES + v] = y4;
        }
    }
}

// ---------------------------------------------------------------- 6 stellar_blend: 192 spectral lines unrolled to the last
constexpr int STAR_POINTS = 60000, STAR_LINES = 192, STAR_LAYERS = 6;
struct StarLine { float centre, strength, width, damping; };
__constant__ StarLine star_lines[STAR_LINES];
__constant__ float4 star_layers[STAR_LAYERS];  // root of temperature, pressure, drift, inverse temperature
__device__ __forceinline__ float line_opacity(float wave, const StarLine& l, const float4& layer) {
    float w = l.width * layer.x;
    float u = (wave - l.centre) / w, a = l.damping * layer.y / w;
    float q = u * u, k;
    if (q > 30.0f) {
        k = a * 0.5641896f / (q + a * a) * (1.0f + 1.5f / q);
    } else {
        float e = expf(-q), r = 1.0f / (1.0f + 0.47047f * a);
        k = e * r * (0.3480242f + r * (-0.0958798f + r * 0.7478556f)) + a * q / (2.0f + q * (1.0f + q * (0.4f + 0.1f * q)));
    }
    return l.strength * k * expf(-l.centre * layer.w) / (1.0f + 0.05f * a);
}
__global__ void __launch_bounds__(128) stellar_blend_r3_a(const float* __restrict__ wave, float* __restrict__ flux) {
    int i = blockIdx.x * 128 + threadIdx.x;
    if (i >= STAR_POINTS) return;
    float lambda = wave[i], depth = 1.0f;
#pragma unroll 1
    for (int layer = 0; layer < STAR_LAYERS; ++layer) {
        float4 at = star_layers[layer];
        float shifted = lambda * (1.0f + at.z), tau = 0.0f;
#pragma unroll
        for (int l = 0; l < STAR_LINES; ++l) tau += line_opacity(shifted, star_lines[l], at);
        depth *= expf(-0.02f * tau);
    }
    flux[i] = depth;
}
__global__ void __launch_bounds__(128) stellar_blend_r3_b(const float* __restrict__ wave, float* __restrict__ flux) {
    int i = blockIdx.x * 128 + threadIdx.x;
    if (i >= STAR_POINTS) return;
    float lambda = wave[i], depth = 1.0f;
#pragma unroll 1
    for (int layer = 0; layer < STAR_LAYERS; ++layer) {
        float4 at = star_layers[layer];
        float shifted = lambda * (1.0f + at.z), tau = 0.0f;
#pragma unroll 4
        for (int l = 0; l < STAR_LINES; ++l) tau += line_opacity(shifted, star_lines[l], at);
        depth *= expf(-0.02f * tau);
    }
    flux[i] = depth;
}

// ---------------------------------------------------------------- 7 impact_materials: generated code for each of 32 materials
constexpr int MATERIALS = 32, IMPACT_GROUPS = 131000;
__host__ __device__ constexpr float material(int m, int j) { return 0.25f + (float)((m * 37 + j * 11 + m * j) % 64) * (1.0f / 80.0f); }
__constant__ float material_table[MATERIALS * 16];
template <typename Coefficient>
__device__ __forceinline__ float2 state_of(float rho, float e, Coefficient c) {
    float mu = rho / (0.8f + c(0)) - 1.0f;
    float cold = mu * (c(1) + mu * (c(2) + mu * (c(3) + mu * (c(4) + mu * c(5)))));
    float gamma = c(6) + c(7) * __expf(-c(8) * rho);
    float t = e;
#pragma unroll
    for (int k = 0; k < 6; ++k) {
        float root = sqrtf(t), s = 1.0f / (1.0f + __expf(-(t - c(12)) * (2.0f + c(13))));
        float f = (0.5f + c(9)) * t + c(10) * t * root + c(11) * s - e;
        float d = 0.5f + c(9) + 1.5f * c(10) * root + c(11) * (2.0f + c(13)) * s * (1.0f - s);
        t = fmaxf(t - f / d, 0.01f);
    }
    float p = cold + gamma * rho * t * (1.0f + c(14) * t);
    return make_float2(p, sqrtf(fabsf(p / rho) * (1.0f + gamma) + c(15) * t));
}
struct Tabled {
    int m;
    __device__ __forceinline__ float operator()(int j) const { return material_table[m * 16 + j]; }
};
#define MATERIAL_CASE(M) case M: r = state_of(rho, e, [](int j) { return material(M, j); }); break;
#define MATERIAL_CASES4(M) MATERIAL_CASE(M) MATERIAL_CASE(M + 1) MATERIAL_CASE(M + 2) MATERIAL_CASE(M + 3)
#define MATERIAL_CASES16(M) MATERIAL_CASES4(M) MATERIAL_CASES4(M + 4) MATERIAL_CASES4(M + 8) MATERIAL_CASES4(M + 12)
__global__ void __launch_bounds__(128) impact_materials_r3_a(const uint8_t* __restrict__ kind, const float* __restrict__ density,
                                                             const float* __restrict__ energy, float2* __restrict__ state) {
    int lane = threadIdx.x & 31, warps = gridDim.x * 4;
    for (int group = blockIdx.x * 4 + (threadIdx.x >> 5); group < IMPACT_GROUPS; group += warps) {
        int i = group * 32 + lane;
        float rho = density[i], e = energy[i];
        float2 r = make_float2(0, 0);
        switch (kind[group]) {
            MATERIAL_CASES16(0) MATERIAL_CASES16(16)
        }
        state[i] = r;
    }
}
__global__ void __launch_bounds__(128) impact_materials_r3_b(const uint8_t* __restrict__ kind, const float* __restrict__ density,
                                                             const float* __restrict__ energy, float2* __restrict__ state) {
    int lane = threadIdx.x & 31, warps = gridDim.x * 4;
    for (int group = blockIdx.x * 4 + (threadIdx.x >> 5); group < IMPACT_GROUPS; group += warps) {
        int i = group * 32 + lane;
        float rho = density[i], e = energy[i];
        state[i] = state_of(rho, e, Tabled{kind[group]});
    }
}

// ---------------------------------------------------------------- 8 landcover_yield: runs of one class flushed to eleven sums
constexpr int COVER_W = 8016, COVER_H = 6016, COVER_STRIP = 64, COVER_CLASSES = 11;
__global__ void __launch_bounds__(256) landcover_yield_r3_a(const uint8_t* __restrict__ cover, const float* __restrict__ canopy,
                                                            const float* __restrict__ rain, float* __restrict__ total) {
    int x = blockIdx.x * 256 + threadIdx.x, top = blockIdx.y * COVER_STRIP;
    if (x >= COVER_W) return;
    float run = 0.0f;
    int current = cover[(size_t)top * COVER_W + x];
    for (int r = 0; r < COVER_STRIP; r += 4) {
        int c[4];
        float v[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            size_t i = (size_t)(top + r + k) * COVER_W + x;
            c[k] = cover[i];
            v[k] = (0.6f + canopy[i]) * (1.0f + 0.3f * rain[i]);
        }
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            if (c[k] != current) {
                atomicAdd(&total[current], run);
                run = 0.0f;
                current = c[k];
            }
            run += v[k];
        }
    }
    atomicAdd(&total[current], run);
}
__global__ void __launch_bounds__(256) landcover_yield_r3_b(const uint8_t* __restrict__ cover, const float* __restrict__ canopy,
                                                            const float* __restrict__ rain, float* __restrict__ total) {
    __shared__ float own[COVER_CLASSES][256];
    int tid = threadIdx.x, x = blockIdx.x * 256 + tid, top = blockIdx.y * COVER_STRIP;
    for (int c = 0; c < COVER_CLASSES; ++c) own[c][tid] = 0.0f;
    if (x < COVER_W) {
        float run = 0.0f;
        int current = cover[(size_t)top * COVER_W + x];
        for (int r = 0; r < COVER_STRIP; r += 4) {
            int c[4];
            float v[4];
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                size_t i = (size_t)(top + r + k) * COVER_W + x;
                c[k] = cover[i];
                v[k] = (0.6f + canopy[i]) * (1.0f + 0.3f * rain[i]);
            }
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                if (c[k] != current) {
                    own[current][tid] += run;
                    run = 0.0f;
                    current = c[k];
                }
                run += v[k];
            }
        }
        own[current][tid] += run;
    }
    __syncthreads();
    for (int c = tid >> 5; c < COVER_CLASSES; c += 8) {
        float s = 0.0f;
        for (int k = tid & 31; k < 256; k += 32) s += own[c][k];
        for (int o = 16; o > 0; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
        if ((tid & 31) == 0 && s != 0.0f) atomicAdd(&total[c], s);
    }
}

// ---------------------------------------------------------------- 9 organ_dose: float sums of 24 organs in shared memory
constexpr int ORGANS = 24, DOSE_QUADS = 9000007;
__global__ void __launch_bounds__(128) organ_dose_r3_a(const uchar4* __restrict__ organ, const float4* __restrict__ dose,
                                                       float* __restrict__ total) {
    __shared__ float sum[ORGANS];
    int tid = threadIdx.x;
    if (tid < ORGANS) sum[tid] = 0.0f;
    __syncthreads();
#pragma unroll 2
    for (int i = blockIdx.x * 128 + tid; i < DOSE_QUADS; i += gridDim.x * 128) {
        uchar4 o = organ[i];
        float4 d = dose[i];
        atomicAdd(&sum[o.x], d.x * (1.0f + 0.1f * d.x));
        atomicAdd(&sum[o.y], d.y * (1.0f + 0.1f * d.y));
        atomicAdd(&sum[o.z], d.z * (1.0f + 0.1f * d.z));
        atomicAdd(&sum[o.w], d.w * (1.0f + 0.1f * d.w));
    }
    __syncthreads();
    if (tid < ORGANS) atomicAdd(&total[tid], sum[tid]);
}
__global__ void __launch_bounds__(128) organ_dose_r3_b(const uchar4* __restrict__ organ, const float4* __restrict__ dose,
                                                       float* __restrict__ total) {
    __shared__ float own[ORGANS][128];
    int tid = threadIdx.x;
    for (int k = 0; k < ORGANS; ++k) own[k][tid] = 0.0f;
#pragma unroll 2
    for (int i = blockIdx.x * 128 + tid; i < DOSE_QUADS; i += gridDim.x * 128) {
        uchar4 o = organ[i];
        float4 d = dose[i];
        own[o.x][tid] += d.x * (1.0f + 0.1f * d.x);
        own[o.y][tid] += d.y * (1.0f + 0.1f * d.y);
        own[o.z][tid] += d.z * (1.0f + 0.1f * d.z);
        own[o.w][tid] += d.w * (1.0f + 0.1f * d.w);
    }
    __syncthreads();
    for (int k = tid >> 5; k < ORGANS; k += 4) {
        float s = 0.0f;
        for (int j = tid & 31; j < 128; j += 32) s += own[k][j];
        for (int o = 16; o > 0; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
        if ((tid & 31) == 0) atomicAdd(&total[k], s);
    }
}

// ---------------------------------------------------------------- 10 healthy: value of each trading book
constexpr int BOOKS = 6336, BOOK_QUADS = 2048;
__global__ void __launch_bounds__(256) book_value_r3_a(const float4* __restrict__ position, const float4* __restrict__ price,
                                                       float* __restrict__ value) {
    __shared__ float part[8];
    int tid = threadIdx.x;
    const float4* a = position + (size_t)blockIdx.x * BOOK_QUADS;
    const float4* b = price + (size_t)blockIdx.x * BOOK_QUADS;
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
#pragma unroll 4
    for (int k = tid; k < BOOK_QUADS; k += 256) {
        float4 p = a[k], q = b[k];
        s0 += p.x * q.x; s1 += p.y * q.y; s2 += p.z * q.z; s3 += p.w * q.w;
    }
    float s = (s0 + s1) + (s2 + s3);
    for (int o = 16; o > 0; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    if ((tid & 31) == 0) part[tid >> 5] = s;
    __syncthreads();
    if (tid < 8) {
        s = part[tid];
        for (int o = 4; o > 0; o >>= 1) s += __shfl_xor_sync(0xffu, s, o);
        if (tid == 0) value[blockIdx.x] = s;
    }
}

int main(int argc, char** argv) {
    using harness::Output;
    std::vector<harness::Case> cases;
    {
        size_t n = (size_t)SENSOR_W * SENSOR_H;
        uint16_t* raw = harness::empty<uint16_t>(n);
        harness_fill_u16<<<2048, 256>>>(raw, n, 3);
        float *flat = ranged(n, 0.9f, 1.1f, 4), *out = harness::empty<float>(n);
        dim3 grid((SENSOR_W + 255) / 256, SENSOR_H);
        cases.push_back({"mosaic_invert_r3_a", [=] { mosaic_invert_r3_a<<<grid, 256>>>(raw, flat, out); }, out, n, Output::f32});
        cases.push_back({"mosaic_invert_r3_b", [=] { mosaic_invert_r3_b<<<grid, 256>>>(raw, flat, out); }, out, n, Output::f32});
    }
    {
        size_t n = TRANSIT_N;
        float *f = harness::filled<float>(n, 11), *m = harness::filled<float>(n, 12), *s = harness::filled<float>(n, 13);
        float* out = harness::empty<float>(n);
        cases.push_back({"transit_outliers_r3_a", [=] { transit_outliers_r3_a<<<(TRANSIT_N + 255) / 256, 256>>>(f, m, s, out); }, out, n,
                         Output::f32});
        cases.push_back({"transit_outliers_r3_b", [=] { transit_outliers_r3_b<<<(TRANSIT_N + 2047) / 2048, 256>>>(f, m, s, out); }, out, n,
                         Output::f32});
    }
    {
        float *t = harness::filled<float>((size_t)SURVEY_ROWS * SURVEY_COLS, 21), *out = harness::empty<float>(SURVEY_ROWS);
        cases.push_back({"survey_spread_r3_a", [=] { survey_spread_r3_a<<<132 * 4, 512>>>(t, out); }, out, SURVEY_ROWS, Output::f32});
        cases.push_back({"survey_spread_r3_b", [=] { survey_spread_r3_b<<<132 * 8, 256>>>(t, out); }, out, SURVEY_ROWS, Output::f32});
    }
    {
        float *start = ranged(PELLETS * 32, 0.2f, 1.2f, 31), *k = ranged(PELLETS, 0.05f, 0.3f, 32);
        float* out = harness::empty<float>(PELLETS * 32);
        cases.push_back({"catalyst_pellets_r3_a", [=] { catalyst_pellets_r3_a<<<PELLETS / 16, 512>>>(start, k, out); }, out, PELLETS * 32,
                         Output::f32});
        cases.push_back({"catalyst_pellets_r3_b", [=] { catalyst_pellets_r3_b<<<PELLETS / 16, 512>>>(start, k, out); }, out, PELLETS * 32,
                         Output::f32});
    }
    {
        size_t n = (size_t)VOICES * VOICE_SAMPLES;
        float *tone = harness::filled<float>(n, 41), *g = ranged(VOICES, 0.1f, 0.5f, 42), *k = ranged(VOICES, 0.2f, 2.5f, 43);
        float* out = harness::empty<float>(n);
        cases.push_back({"ladder_voices_r3_a", [=] { ladder_voices_r3_a<<<VOICES / 64, 64>>>(tone, g, k, out); }, out, n, Output::f32});
        cases.push_back({"ladder_voices_r3_b", [=] { ladder_voices_r3_b<<<VOICES / 64, 64>>>(tone, g, k, out); }, out, n, Output::f32});
    }
    {
        std::vector<StarLine> lines(STAR_LINES);
        for (int l = 0; l < STAR_LINES; ++l)
            lines[l] = {0.4f + 0.3f * (l + 0.4f * harness::unit(l)) / STAR_LINES, 1.0f + 0.5f * harness::unit(l + 500),
                        0.004f + 0.001f * harness::unit(l + 900), 0.002f + 0.001f * harness::unit(l + 1300)};
        std::vector<float4> layers(STAR_LAYERS);
        for (int k = 0; k < STAR_LAYERS; ++k) layers[k] = make_float4(0.9f + 0.05f * k, 0.5f + 0.2f * k, 1e-4f * k, 1.1f - 0.1f * k);
        CHECK(cudaMemcpyToSymbol(star_lines, lines.data(), sizeof(StarLine) * STAR_LINES));
        CHECK(cudaMemcpyToSymbol(star_layers, layers.data(), sizeof(float4) * STAR_LAYERS));
        std::vector<float> grid(STAR_POINTS);
        for (int i = 0; i < STAR_POINTS; ++i) grid[i] = 0.39f + 0.32f * i / STAR_POINTS;
        float *wave = harness::uploaded(grid), *out = harness::empty<float>(STAR_POINTS);
        int blocks = (STAR_POINTS + 127) / 128;
        cases.push_back({"stellar_blend_r3_a", [=] { stellar_blend_r3_a<<<blocks, 128>>>(wave, out); }, out, STAR_POINTS, Output::f32});
        cases.push_back({"stellar_blend_r3_b", [=] { stellar_blend_r3_b<<<blocks, 128>>>(wave, out); }, out, STAR_POINTS, Output::f32});
    }
    {
        std::vector<float> table(MATERIALS * 16);
        for (int m = 0; m < MATERIALS; ++m)
            for (int j = 0; j < 16; ++j) table[m * 16 + j] = material(m, j);
        CHECK(cudaMemcpyToSymbol(material_table, table.data(), table.size() * sizeof(float)));
        uint8_t* kind = harness::empty<uint8_t>(IMPACT_GROUPS);
        harness_fill_u8<<<256, 256>>>(kind, IMPACT_GROUPS, MATERIALS, 51);
        size_t n = (size_t)IMPACT_GROUPS * 32;
        float *rho = ranged(n, 0.7f, 1.9f, 52), *e = ranged(n, 0.3f, 2.5f, 53), *out = harness::empty<float>(2 * n);
        cases.push_back({"impact_materials_r3_a", [=] { impact_materials_r3_a<<<132 * 10, 128>>>(kind, rho, e, (float2*)out); }, out, 2 * n,
                         Output::f32});
        cases.push_back({"impact_materials_r3_b", [=] { impact_materials_r3_b<<<132 * 10, 128>>>(kind, rho, e, (float2*)out); }, out, 2 * n,
                         Output::f32});
    }
    {
        size_t n = (size_t)COVER_W * COVER_H;
        uint8_t* cover = harness::empty<uint8_t>(n);
        harness_fill_cover<<<2048, 256>>>(cover, COVER_W, COVER_H);
        float *canopy = ranged(n, 0.0f, 1.0f, 61), *rain = ranged(n, 0.2f, 1.4f, 62), *out = harness::empty<float>(COVER_CLASSES);
        dim3 grid((COVER_W + 255) / 256, COVER_H / COVER_STRIP);
        cases.push_back({"landcover_yield_r3_a", [=] { landcover_yield_r3_a<<<grid, 256>>>(cover, canopy, rain, out); }, out, COVER_CLASSES,
                         Output::f32});
        cases.push_back({"landcover_yield_r3_b", [=] { landcover_yield_r3_b<<<grid, 256>>>(cover, canopy, rain, out); }, out, COVER_CLASSES,
                         Output::f32});
    }
    {
        size_t n = (size_t)DOSE_QUADS * 4;
        uint8_t* organ = harness::empty<uint8_t>(n);
        harness_fill_u8<<<2048, 256>>>(organ, n, ORGANS, 71);
        float *dose = ranged(n, 0.0f, 1.0f, 72), *out = harness::empty<float>(ORGANS);
        cases.push_back({"organ_dose_r3_a", [=] { organ_dose_r3_a<<<132 * 16, 128>>>((uchar4*)organ, (float4*)dose, out); }, out, ORGANS,
                         Output::f32});
        cases.push_back({"organ_dose_r3_b", [=] { organ_dose_r3_b<<<132 * 16, 128>>>((uchar4*)organ, (float4*)dose, out); }, out, ORGANS,
                         Output::f32});
    }
    {
        size_t n = (size_t)BOOKS * BOOK_QUADS * 4;
        float *a = harness::filled<float>(n, 81), *b = ranged(n, 1.0f, 90.0f, 82), *out = harness::empty<float>(BOOKS);
        cases.push_back({"book_value_r3_a", [=] { book_value_r3_a<<<BOOKS, 256>>>((float4*)a, (float4*)b, out); }, out, BOOKS, Output::f32});
    }
    return harness::run(argc, argv, cases);
}
