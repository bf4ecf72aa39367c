// Eleven measured cases from fields that work on matrices, tiles and neighbourhoods: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>
#include <cuda_pipeline.h>

using harness::Case;
using harness::Output;

// ---- Finance: value of each of 2048 accounts in each of 2112 market scenarios (holdings times scenario prices).
constexpr int kAccounts = 2048, kScenarios = 2112, kAssets = 1024;

__global__ void __launch_bounds__(256) market_ledgers_n5_a(const float* __restrict__ holding, const float* __restrict__ price, float* __restrict__ value) {
    int scenario = blockIdx.x * 16 + threadIdx.x, account = blockIdx.y * 16 + threadIdx.y;
    float sum = 0.0f;
    for (int k = 0; k < kAssets; ++k) sum = fmaf(holding[account * kAssets + k], price[k * kScenarios + scenario], sum);
    value[account * kScenarios + scenario] = sum;
}

__global__ void __launch_bounds__(256) market_ledgers_n5_b(const float* __restrict__ holding, const float* __restrict__ price, float* __restrict__ value) {
    __shared__ float hold[64][17];
    __shared__ __align__(16) float cost[16][64];
    int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx, column = blockIdx.x * 64, row = blockIdx.y * 64;
    float sum[4][4] = {};
    for (int from = 0; from < kAssets; from += 16) {
#pragma unroll
        for (int j = 0; j < 4; ++j) hold[ty + 16 * j][tx] = holding[(row + ty + 16 * j) * kAssets + from + tx];
        *reinterpret_cast<float4*>(&cost[t / 16][t % 16 * 4]) = *reinterpret_cast<const float4*>(&price[(from + t / 16) * kScenarios + column + t % 16 * 4]);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 c = *reinterpret_cast<const float4*>(&cost[k][tx * 4]);
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                float h = hold[ty * 4 + j][k];
                sum[j][0] = fmaf(h, c.x, sum[j][0]); sum[j][1] = fmaf(h, c.y, sum[j][1]);
                sum[j][2] = fmaf(h, c.z, sum[j][2]); sum[j][3] = fmaf(h, c.w, sum[j][3]);
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < 4; ++j)
        *reinterpret_cast<float4*>(&value[(row + ty * 4 + j) * kScenarios + column + tx * 4]) = make_float4(sum[j][0], sum[j][1], sum[j][2], sum[j][3]);
}

// ---- Remote sensing: 256 new channels of each pixel from its 256 spectral bands (a 1 x 1 convolution, planes of 4096 pixels, 33 scenes).
constexpr int kBands = 256, kChannels = 256, kPlane = 4096, kScenes = 33, kPitch = 136;

__global__ void harness_round(float* p, size_t n) {  // ten bits of mantissa, as the sensor delivers
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) p[i] = __half2float(__float2half(p[i]));
}

__device__ __forceinline__ float4 band_load(const float* p) { return *reinterpret_cast<const float4*>(p); }

// weight is packed [band][channel]
__global__ void __launch_bounds__(256, 2) meadow_bands_n5_a(const float* __restrict__ scene, const float* __restrict__ weight, const float* __restrict__ offset,
                                                           float* __restrict__ out) {
    __shared__ __align__(16) float ws[16 * kPitch], xs[16 * kPitch];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, pixel = blockIdx.x * 128, channel = blockIdx.y * 128;
    const float* x = scene + (size_t)blockIdx.z * kBands * kPlane;
    float sum[8][8] = {};
    for (int from = 0; from < kBands; from += 16) {
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            int k = t / 32 + 8 * j, c = t % 32 * 4;
            *reinterpret_cast<float4*>(ws + k * kPitch + c) = band_load(weight + (from + k) * kChannels + channel + c);
            *reinterpret_cast<float4*>(xs + k * kPitch + c) = band_load(x + (size_t)(from + k) * kPlane + pixel + c);
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float w[8], v[8];
            *reinterpret_cast<float4*>(w) = band_load(ws + k * kPitch + ty * 4);
            *reinterpret_cast<float4*>(w + 4) = band_load(ws + k * kPitch + 64 + ty * 4);
            *reinterpret_cast<float4*>(v) = band_load(xs + k * kPitch + tx * 4);
            *reinterpret_cast<float4*>(v + 4) = band_load(xs + k * kPitch + 64 + tx * 4);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(w[i], v[j], sum[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        int c = channel + (i / 4) * 64 + ty * 4 + i % 4;
        float b = offset[c], *row = out + ((size_t)blockIdx.z * kChannels + c) * kPlane + pixel + tx * 4;
#pragma unroll
        for (int j = 0; j < 2; ++j)
            *reinterpret_cast<float4*>(row + 64 * j) = make_float4(fmaxf(sum[i][4 * j] + b, 0.0f), fmaxf(sum[i][4 * j + 1] + b, 0.0f),
                                                                   fmaxf(sum[i][4 * j + 2] + b, 0.0f), fmaxf(sum[i][4 * j + 3] + b, 0.0f));
    }
}

__device__ __forceinline__ float tf32_of(float v) {
    uint32_t r;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(v));
    return __uint_as_float(r);
}
__device__ __forceinline__ float4 tf32_of(float4 v) { return make_float4(tf32_of(v.x), tf32_of(v.y), tf32_of(v.z), tf32_of(v.w)); }

__device__ __forceinline__ void mma_tf32(float (&c)[4], const float (&a)[4], const float (&b)[2]) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(__float_as_uint(a[0])), "r"(__float_as_uint(a[1])), "r"(__float_as_uint(a[2])), "r"(__float_as_uint(a[3])),
                   "r"(__float_as_uint(b[0])), "r"(__float_as_uint(b[1])));
}

__global__ void __launch_bounds__(256, 2) meadow_bands_n5_b(const float* __restrict__ scene, const float* __restrict__ weight, const float* __restrict__ offset,
                                                           float* __restrict__ out) {
    __shared__ __align__(16) float ws[16 * kPitch], xs[16 * kPitch];
    int t = threadIdx.x, lane = t % 32, g = lane / 4, q = lane % 4, pixel = blockIdx.x * 128, channel = blockIdx.y * 128;
    int high = t / 128 * 64, wide = t / 32 % 4 * 32;  // the warp's 64 channels x 32 pixels
    const float* x = scene + (size_t)blockIdx.z * kBands * kPlane;
    float sum[4][4][4] = {};
    for (int from = 0; from < kBands; from += 16) {
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            int k = t / 32 + 8 * j, c = t % 32 * 4;
            *reinterpret_cast<float4*>(ws + k * kPitch + c) = tf32_of(band_load(weight + (from + k) * kChannels + channel + c));
            *reinterpret_cast<float4*>(xs + k * kPitch + c) = tf32_of(band_load(x + (size_t)(from + k) * kPlane + pixel + c));
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k += 8) {
            const float *w0 = ws + (k + q) * kPitch + high + g, *x0 = xs + (k + q) * kPitch + wide + g;
            float a[4][4], b[4][2];
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                a[i][0] = w0[16 * i]; a[i][1] = w0[16 * i + 8]; a[i][2] = w0[4 * kPitch + 16 * i]; a[i][3] = w0[4 * kPitch + 16 * i + 8];
                b[i][0] = x0[8 * i]; b[i][1] = x0[4 * kPitch + 8 * i];
            }
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) mma_tf32(sum[i][j], a[i], b[j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int r = 0; r < 2; ++r) {
            int c = channel + high + 16 * i + 8 * r + g;
            float b = offset[c], *row = out + ((size_t)blockIdx.z * kChannels + c) * kPlane + pixel + wide + 2 * q;
#pragma unroll
            for (int j = 0; j < 4; ++j)
                *reinterpret_cast<float2*>(row + 8 * j) = make_float2(fmaxf(sum[i][j][2 * r] + b, 0.0f), fmaxf(sum[i][j][2 * r + 1] + b, 0.0f));
        }
}

// ---- Orbit determination: coupling block of the normal equations (2048 orbit against 2112 station unknowns over 2048 observations), double.
constexpr int kSeen = 2048, kOrbit = 2048, kStation = 2112, kWideRow = 68;

__device__ __forceinline__ void comet_stage(double* to, const double* __restrict__ from, int pitch) {
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int k = threadIdx.x / 32 + 4 * j, c = threadIdx.x % 32 * 2;
        *reinterpret_cast<double2*>(to + k * kWideRow + c) = *reinterpret_cast<const double2*>(from + (size_t)k * pitch + c);
    }
}

__global__ void __launch_bounds__(128) comet_residuals_n5_a(const double* __restrict__ orbit, const double* __restrict__ station, double* __restrict__ normal) {
    __shared__ __align__(16) double os[16 * kWideRow], ss[16 * kWideRow];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16, row = blockIdx.y * 64, column = blockIdx.x * 64;
    double sum[8][4] = {};
    for (int from = 0; from < kSeen; from += 16) {
        comet_stage(os, orbit + (size_t)from * kOrbit + row, kOrbit);
        comet_stage(ss, station + (size_t)from * kStation + column, kStation);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            double a[8], b[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) *reinterpret_cast<double2*>(a + 2 * i) = *reinterpret_cast<const double2*>(os + k * kWideRow + 16 * i + 2 * ty);
#pragma unroll
            for (int j = 0; j < 2; ++j) *reinterpret_cast<double2*>(b + 2 * j) = *reinterpret_cast<const double2*>(ss + k * kWideRow + 32 * j + 2 * tx);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] = fma(a[i], b[j], sum[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
            *reinterpret_cast<double2*>(normal + (size_t)(row + i / 2 * 16 + 2 * ty + i % 2) * kStation + column + 32 * j + 2 * tx) =
                make_double2(sum[i][2 * j], sum[i][2 * j + 1]);
}

__device__ __forceinline__ void mma_f64(double (&c)[4], const double (&a)[8], const double (&b)[4]) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%0,%1,%2,%3};"
                 : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
                 : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
}

__global__ void __launch_bounds__(128) comet_residuals_n5_b(const double* __restrict__ orbit, const double* __restrict__ station, double* __restrict__ normal) {
    __shared__ __align__(16) double os[16 * kWideRow], ss[16 * kWideRow];
    int lane = threadIdx.x % 32, g = lane / 4, q = lane % 4, row = blockIdx.y * 64, column = blockIdx.x * 64;
    int high = threadIdx.x / 64 * 32, wide = threadIdx.x / 32 % 2 * 32;  // the warp's 32 x 32
    double sum[2][4][4] = {};
    for (int from = 0; from < kSeen; from += 16) {
        comet_stage(os, orbit + (size_t)from * kOrbit + row, kOrbit);
        comet_stage(ss, station + (size_t)from * kStation + column, kStation);
        __syncthreads();
        double a[2][8];
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int k = 0; k < 8; ++k) a[i][k] = os[(q + k / 2 * 4) * kWideRow + high + 16 * i + k % 2 * 8 + g];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            double b[4];
#pragma unroll
            for (int k = 0; k < 4; ++k) b[k] = ss[(q + k * 4) * kWideRow + wide + 8 * j + g];
#pragma unroll
            for (int i = 0; i < 2; ++i) mma_f64(sum[i][j], a[i], b);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int r = 0; r < 2; ++r)
                *reinterpret_cast<double2*>(normal + (size_t)(row + high + 16 * i + 8 * r + g) * kStation + column + wide + 8 * j + 2 * q) =
                    make_double2(sum[i][j][2 * r], sum[i][j][2 * r + 1]);
}

// ---- Windowed attention: scores of the 64 tokens of each 8 x 8 image window against one another (64 half-precision features), a block a window.
constexpr int kWindows = 132 * 96, kTokens = 64, kFeatures = 64, kTokenRow = 72;

__device__ __forceinline__ void ldmatrix4(uint32_t (&r)[4], const __half* p) {
    uint32_t at = (uint32_t)__cvta_generic_to_shared(p);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at));
}
__device__ __forceinline__ void mma_f16(float (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

__device__ __forceinline__ void window_stage(__half* qs, __half* ks, const __half* __restrict__ query, const __half* __restrict__ key) {
    size_t base = (size_t)blockIdx.x * kTokens * kFeatures;
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        int e = (j * 256 + threadIdx.x) * 8, at = e / kFeatures * kTokenRow + e % kFeatures;
        *reinterpret_cast<uint4*>(qs + at) = *reinterpret_cast<const uint4*>(query + base + e);
        *reinterpret_cast<uint4*>(ks + at) = *reinterpret_cast<const uint4*>(key + base + e);
    }
    __syncthreads();
}
__device__ __forceinline__ void eight_of(float (&to)[8], const __half* p) {
    uint4 raw = *reinterpret_cast<const uint4*>(p);
    const __half2* h = reinterpret_cast<const __half2*>(&raw);
#pragma unroll
    for (int i = 0; i < 4; ++i) { float2 f = __half22float2(h[i]); to[2 * i] = f.x; to[2 * i + 1] = f.y; }
}

__global__ void __launch_bounds__(256) window_gossip_n5_a(const __half* __restrict__ query, const __half* __restrict__ key, float* __restrict__ score) {
    __shared__ __align__(16) __half qs[kTokens * kTokenRow], ks[kTokens * kTokenRow];
    window_stage(qs, ks, query, key);
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    float sum[4][4] = {};
#pragma unroll 2
    for (int d = 0; d < kFeatures; d += 8) {
        float a[4][8];
#pragma unroll
        for (int i = 0; i < 4; ++i) eight_of(a[i], qs + (ty + 16 * i) * kTokenRow + d);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float b[8];
            eight_of(b, ks + (tx + 16 * j) * kTokenRow + d);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int k = 0; k < 8; ++k) sum[i][j] = fmaf(a[i][k], b[k], sum[i][j]);
        }
    }
    float* to = score + (size_t)blockIdx.x * kTokens * kTokens;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) to[(ty + 16 * i) * kTokens + tx + 16 * j] = 0.125f * sum[i][j];
}

__global__ void __launch_bounds__(256) window_gossip_n5_b(const __half* __restrict__ query, const __half* __restrict__ key, float* __restrict__ score) {
    __shared__ __align__(16) __half qs[kTokens * kTokenRow], ks[kTokens * kTokenRow];
    window_stage(qs, ks, query, key);
    int lane = threadIdx.x % 32, high = threadIdx.x / 64 * 16, wide = threadIdx.x / 32 % 2 * 32;  // the warp's 16 x 32 scores
    float sum[4][4] = {};
#pragma unroll
    for (int d = 0; d < kFeatures; d += 16) {
        uint32_t a[4], b[2][4];
        ldmatrix4(a, qs + (high + lane % 16) * kTokenRow + d + lane / 16 * 8);
#pragma unroll
        for (int j = 0; j < 2; ++j) ldmatrix4(b[j], ks + (wide + 16 * j + lane % 8 + lane / 16 * 8) * kTokenRow + d + lane / 8 % 2 * 8);
#pragma unroll
        for (int j = 0; j < 4; ++j) mma_f16(sum[j], a, b[j / 2][j % 2 * 2], b[j / 2][j % 2 * 2 + 1]);
    }
    float* to = score + (size_t)blockIdx.x * kTokens * kTokens + (high + lane / 4) * kTokens + wide + lane % 4 * 2;
#pragma unroll
    for (int j = 0; j < 4; ++j)
#pragma unroll
        for (int r = 0; r < 2; ++r) *reinterpret_cast<float2*>(to + r * 8 * kTokens + 8 * j) = make_float2(0.125f * sum[j][2 * r], 0.125f * sum[j][2 * r + 1]);
}

// ---- Instrument recognition: a linear layer of 4096 half-precision outputs on 4096 sound frames of 2048 features.
constexpr int kFrames = 4096, kUnits = 4096, kDepth = 2048, kStep = 32, kStepRow = 40, kStage = (128 + 256) * kStepRow;

__device__ __forceinline__ void violin_stage(__half* stage, const __half* __restrict__ frame, const __half* __restrict__ weight, int from) {
#pragma unroll
    for (int j = 0; j < 6; ++j) {
        int chunk = j * 256 + threadIdx.x, row = chunk / 4, c = chunk % 4 * 8;
        const __half* src = j < 2 ? frame + (size_t)(blockIdx.y * 128 + row) * kDepth : weight + (size_t)(blockIdx.x * 256 + row - 128) * kDepth;
        __pipeline_memcpy_async(stage + row * kStepRow + c, src + from + c, 16);
    }
}

__device__ __forceinline__ void violin_step(float (&sum)[4][8][4], const __half* stage) {
    int lane = threadIdx.x % 32, high = threadIdx.x / 128 * 64, wide = 128 + threadIdx.x / 32 % 4 * 64;  // the warp's 64 x 64
#pragma unroll
    for (int k = 0; k < kStep; k += 16) {
        uint32_t a[4][4], b[4][4];
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            ldmatrix4(a[i], stage + (high + 16 * i + lane % 16) * kStepRow + k + lane / 16 * 8);
            ldmatrix4(b[i], stage + (wide + 16 * i + lane % 8 + lane / 16 * 8) * kStepRow + k + lane / 8 % 2 * 8);
        }
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 8; ++j) mma_f16(sum[i][j], a[i], b[j / 2][j % 2 * 2], b[j / 2][j % 2 * 2 + 1]);
    }
}

__device__ __forceinline__ void violin_store(const float (&sum)[4][8][4], __half* __restrict__ out) {
    int lane = threadIdx.x % 32, row = blockIdx.y * 128 + threadIdx.x / 128 * 64 + lane / 4, column = blockIdx.x * 256 + threadIdx.x / 32 % 4 * 64 + lane % 4 * 2;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j)
#pragma unroll
            for (int r = 0; r < 2; ++r)
                *reinterpret_cast<__half2*>(out + (size_t)(row + 16 * i + 8 * r) * kUnits + column + 8 * j) =
                    __floats2half2_rn(sum[i][j][2 * r], sum[i][j][2 * r + 1]);
}

__global__ void __launch_bounds__(256) violin_layers_n5_a(const __half* __restrict__ frame, const __half* __restrict__ weight, __half* __restrict__ out) {
    extern __shared__ __align__(16) __half violin_tiles[];
    float sum[4][8][4] = {};
    for (int from = 0; from < kDepth; from += kStep) {
        violin_stage(violin_tiles, frame, weight, from);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        violin_step(sum, violin_tiles);
        __syncthreads();
    }
    violin_store(sum, out);
}

__global__ void __launch_bounds__(256) violin_layers_n5_b(const __half* __restrict__ frame, const __half* __restrict__ weight, __half* __restrict__ out) {
    extern __shared__ __align__(16) __half violin_tiles[];
    float sum[4][8][4] = {};
#pragma unroll
    for (int s = 0; s < 2; ++s) { violin_stage(violin_tiles + s * kStage, frame, weight, s * kStep); __pipeline_commit(); }
    int now = 0, ahead = 2;
    for (int from = 0; from < kDepth; from += kStep) {
        __pipeline_wait_prior(1);
        __syncthreads();
        if (from + 2 * kStep < kDepth) violin_stage(violin_tiles + ahead * kStage, frame, weight, from + 2 * kStep);
        __pipeline_commit();
        violin_step(sum, violin_tiles + now * kStage);
        now = now == 2 ? 0 : now + 1; ahead = ahead == 2 ? 0 : ahead + 1;
    }
    violin_store(sum, out);
}

// ---- Seismology: envelope (largest of four samples, in four bands of 12 taps) of one long record; one block an SM walks over pieces of it.
constexpr int kTaps = 12, kNotes = 4, kPiece = 16384, kPieces = 132 * 48, kPieceRoom = kPiece + kTaps;

__constant__ float c_taps[kNotes * kTaps];

__device__ __forceinline__ void quake_filter(const float* piece, float* __restrict__ envelope) {
#pragma unroll 1
    for (int c = threadIdx.x; c < kPiece / 4; c += 1024) {
        float v[kTaps + 4], y[kNotes][4] = {}, loud = 0.0f;
#pragma unroll
        for (int k = 0; k < kTaps / 4 + 1; ++k) *reinterpret_cast<float4*>(v + 4 * k) = *reinterpret_cast<const float4*>(piece + 4 * c + 4 * k);
#pragma unroll
        for (int k = 0; k < kTaps; ++k)
#pragma unroll
            for (int b = 0; b < kNotes; ++b)
#pragma unroll
                for (int j = 0; j < 4; ++j) y[b][j] = fmaf(c_taps[b * kTaps + k], v[j + k], y[b][j]);
#pragma unroll
        for (int b = 0; b < kNotes; ++b) loud += fmaxf(fmaxf(fabsf(y[b][0]), fabsf(y[b][1])), fmaxf(fabsf(y[b][2]), fabsf(y[b][3])));
        envelope[c] = loud;
    }
}

__global__ void __launch_bounds__(1024) quake_listener_n5_a(const float* __restrict__ record, float* __restrict__ envelope) {
    extern __shared__ __align__(16) float quake_pieces[];
    float4* piece = reinterpret_cast<float4*>(quake_pieces);
    for (int p = blockIdx.x; p < kPieces; p += gridDim.x) {
        const float4* from = reinterpret_cast<const float4*>(record + (size_t)p * kPiece);
#pragma unroll
        for (int j = 0; j < 4; ++j) piece[j * 1024 + threadIdx.x] = from[j * 1024 + threadIdx.x];
        if (threadIdx.x < kTaps / 4) piece[kPiece / 4 + threadIdx.x] = from[kPiece / 4 + threadIdx.x];
        __syncthreads();
        quake_filter(quake_pieces, envelope + (size_t)p * (kPiece / 4));
        __syncthreads();
    }
}

__device__ __forceinline__ void quake_fetch(float* to, const float* __restrict__ record, int p) {
    if (p < kPieces) {
        const float* from = record + (size_t)p * kPiece;
#pragma unroll
        for (int j = 0; j < 4; ++j) __pipeline_memcpy_async(to + (j * 1024 + threadIdx.x) * 4, from + (j * 1024 + threadIdx.x) * 4, 16);
        if (threadIdx.x < kTaps / 4) __pipeline_memcpy_async(to + kPiece + threadIdx.x * 4, from + kPiece + threadIdx.x * 4, 16);
    }
    __pipeline_commit();
}

__global__ void __launch_bounds__(1024) quake_listener_n5_b(const float* __restrict__ record, float* __restrict__ envelope) {
    extern __shared__ __align__(16) float quake_pieces[];
    int turn = 0;
    quake_fetch(quake_pieces, record, blockIdx.x);
    for (int p = blockIdx.x; p < kPieces; p += gridDim.x, turn ^= 1) {
        quake_fetch(quake_pieces + (turn ^ 1) * kPieceRoom, record, p + gridDim.x);
        __pipeline_wait_prior(1);
        __syncthreads();
        quake_filter(quake_pieces + turn * kPieceRoom, envelope + (size_t)p * (kPiece / 4));
        __syncthreads();
    }
}

// ---- Art conservation: a 9 x 9 sharpening kernel over a scan of a fresco (4096 x 4096, padded input).
constexpr int kScan = 4096, kScanRow = kScan + 32;

__constant__ float c_mask[81];

__global__ void __launch_bounds__(256) fresco_scan_n5_a(const float* __restrict__ scan, float* __restrict__ clean) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.0f;
#pragma unroll
    for (int dy = 0; dy < 9; ++dy)
#pragma unroll
        for (int dx = 0; dx < 9; ++dx) sum = fmaf(c_mask[dy * 9 + dx], scan[(y + dy) * kScanRow + x + dx], sum);
    clean[y * kScan + x] = sum;
}

__global__ void __launch_bounds__(256) fresco_scan_n5_b(const float* __restrict__ scan, float* __restrict__ clean) {
    __shared__ float tile[72][40];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 32, y = blockIdx.y * 64;
    for (int e = ty * 32 + tx; e < 72 * 40; e += 256) tile[e / 40][e % 40] = scan[(y + e / 40) * kScanRow + x + e % 40];
    __syncthreads();
    float sum[8] = {};
#pragma unroll
    for (int dx = 0; dx < 9; ++dx) {
        float v[16];
#pragma unroll
        for (int r = 0; r < 16; ++r) v[r] = tile[ty * 8 + r][tx + dx];
#pragma unroll
        for (int dy = 0; dy < 9; ++dy)
#pragma unroll
            for (int r = 0; r < 8; ++r) sum[r] = fmaf(c_mask[dy * 9 + dx], v[r + dy], sum[r]);
    }
#pragma unroll
    for (int r = 0; r < 8; ++r) clean[(y + ty * 8 + r) * kScan + x + tx] = sum[r];
}

// ---- Oil exploration: one time step of the acoustic wave equation, eighth order in space, 512 x 512 x 384 cells within a halo.
constexpr int kX = 512, kY = 512, kZ = 384, kRow = kX + 64, kSlab = kRow * (kY + 8), kVolume = kSlab * (kZ + 8), kFirst = 4 * kSlab + 4 * kRow + 32;

#define C0 -2.847222222f
#define C1 1.6f
#define C2 -0.2f
#define C3 0.025396825f
#define C4 -0.001785714f

__global__ void __launch_bounds__(256) salt_dome_n5_a(const float* __restrict__ now, const float* __restrict__ before, const float* __restrict__ speed,
                                                     float* __restrict__ next) {
    int i = kFirst + blockIdx.z * kSlab + (blockIdx.y * 8 + threadIdx.y) * kRow + blockIdx.x * 32 + threadIdx.x;
    float me = now[i], sum = 3.0f * C0 * me;
    sum += C1 * (now[i - 1] + now[i + 1] + now[i - kRow] + now[i + kRow] + now[i - kSlab] + now[i + kSlab]);
    sum += C2 * (now[i - 2] + now[i + 2] + now[i - 2 * kRow] + now[i + 2 * kRow] + now[i - 2 * kSlab] + now[i + 2 * kSlab]);
    sum += C3 * (now[i - 3] + now[i + 3] + now[i - 3 * kRow] + now[i + 3 * kRow] + now[i - 3 * kSlab] + now[i + 3 * kSlab]);
    sum += C4 * (now[i - 4] + now[i + 4] + now[i - 4 * kRow] + now[i + 4 * kRow] + now[i - 4 * kSlab] + now[i + 4 * kSlab]);
    next[i] = 2.0f * me - before[i] + 0.05f * speed[i] * sum;
}

constexpr int kMarch = 128;  // slabs that a block marches through

__global__ void __launch_bounds__(512) salt_dome_n5_b(const float* __restrict__ now, const float* __restrict__ before, const float* __restrict__ speed,
                                                     float* __restrict__ next) {
    __shared__ float tile[2][24][40];
    int tx = threadIdx.x, ty = threadIdx.y;
    int i = kFirst + blockIdx.z * kMarch * kSlab + (blockIdx.y * 16 + ty) * kRow + blockIdx.x * 32 + tx;
    float column[9];
#pragma unroll
    for (int k = 0; k < 8; ++k) column[k + 1] = now[i + (k - 4) * kSlab];
    // halo: rows above and below by ty < 8, sides by the next eight rows of threads (two lots of 16 x 8 cells)
    bool ends = ty < 8, sides = !ends && tx < 16;
    int hy = ends ? (ty < 4 ? ty : ty + 16) : (ty - 8) * 2 + tx / 8 + 4, hx = ends ? tx + 4 : (tx % 8 < 4 ? tx % 8 : tx % 8 + 32);
    int h = i + (hy - 4 - ty) * kRow + hx - 4 - tx;
#pragma unroll 8
    for (int z = 0; z < kMarch; ++z) {
#pragma unroll
        for (int k = 0; k < 8; ++k) column[k] = column[k + 1];
        column[8] = now[i + 4 * kSlab];
        float (*plane)[40] = tile[z % 2];
        plane[ty + 4][tx + 4] = column[4];
        if (ends || sides) plane[hy][hx] = now[h];
        float old = before[i], c = speed[i];
        __syncthreads();
        float me = column[4], sum = 3.0f * C0 * me;
        const float* p = &plane[ty + 4][tx + 4];
        sum += C1 * (p[-1] + p[1] + p[-40] + p[40] + column[3] + column[5]);
        sum += C2 * (p[-2] + p[2] + p[-80] + p[80] + column[2] + column[6]);
        sum += C3 * (p[-3] + p[3] + p[-120] + p[120] + column[1] + column[7]);
        sum += C4 * (p[-4] + p[4] + p[-160] + p[160] + column[0] + column[8]);
        next[i] = 2.0f * me - old + 0.05f * c * sum;
        i += kSlab; h += kSlab;
    }
}

// ---- Recommender: sum of the 16 feature rows that each of 32768 visits looks up in each of 128 tables of 65536 rows of 32 halves.
constexpr int kShelves = 128, kGoods = 65536, kVisits = 32768, kBag = 16;

__device__ __forceinline__ void shelf_sum(const uint4* __restrict__ rows, const int4* __restrict__ wanted, uint4* __restrict__ out, int shelf, int chunk) {
    int lane = threadIdx.x % 4;
    size_t visit = (size_t)shelf * kVisits + chunk * 64 + threadIdx.x / 4;
    const uint4* table = rows + (size_t)shelf * kGoods * 4 + lane;
    int4 w = wanted[visit * 4 + lane];
    float sum[8] = {};
#pragma unroll
    for (int k = 0; k < kBag; k += 8) {
        uint4 row[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            int mine = j % 4 == 0 ? w.x : j % 4 == 1 ? w.y : j % 4 == 2 ? w.z : w.w;
            row[j] = table[__shfl_sync(0xffffffffu, mine, (k + j) / 4, 4) * 4];
        }
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            const __half2* h = reinterpret_cast<const __half2*>(&row[j]);
#pragma unroll
            for (int e = 0; e < 4; ++e) { float2 f = __half22float2(h[e]); sum[2 * e] += f.x; sum[2 * e + 1] += f.y; }
        }
    }
    uint4 packed;
    __half2* h = reinterpret_cast<__half2*>(&packed);
#pragma unroll
    for (int e = 0; e < 4; ++e) h[e] = __floats2half2_rn(sum[2 * e], sum[2 * e + 1]);
    out[visit * 4 + lane] = packed;
}

__global__ void __launch_bounds__(256) shop_shelves_n5_a(const uint4* __restrict__ rows, const int4* __restrict__ wanted, uint4* __restrict__ out) {
    shelf_sum(rows, wanted, out, blockIdx.x, blockIdx.y);
}
__global__ void __launch_bounds__(256) shop_shelves_n5_b(const uint4* __restrict__ rows, const int4* __restrict__ wanted, uint4* __restrict__ out) {
    shelf_sum(rows, wanted, out, blockIdx.y, blockIdx.x);
}

// ---- Allergy forecast: pollen at each place from 2048 plumes of compact support (all pairs, tiles of 256 plumes, two places a thread).
constexpr int kSpots = 132 * 24 * 512, kPlumes = 2048;

__device__ __forceinline__ float pollen_of(float4 s, float4 p) {
    float dx = p.x - s.x, dy = p.y - s.y, dz = p.z - s.z;
    float near = __saturatef(fmaf(-dx, dx, fmaf(-dy, dy, fmaf(-dz, dz, 1.0f))));
    return near * near * near;
}
__device__ __forceinline__ void pollen_tile(const float4* tile, float4 first, float4 second, float& one, float& two) {
#pragma unroll 8
    for (int k = 0; k < 256; ++k) {
        float4 p = tile[k];
        one = fmaf(p.w, pollen_of(first, p), one);
        two = fmaf(p.w, pollen_of(second, p), two);
    }
}

__global__ void __launch_bounds__(256) pollen_cloud_n5_a(const float4* __restrict__ spot, const float4* __restrict__ plume, float* __restrict__ load) {
    __shared__ float4 tile[256];
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 first = spot[i], second = spot[i + 256];
    float one = 0.0f, two = 0.0f;
    for (int from = 0; from < kPlumes; from += 256) {
        tile[threadIdx.x] = plume[from + threadIdx.x];
        __syncthreads();
        pollen_tile(tile, first, second, one, two);
        __syncthreads();
    }
    load[i] = one; load[i + 256] = two;
}

__global__ void __launch_bounds__(256) pollen_cloud_n5_b(const float4* __restrict__ spot, const float4* __restrict__ plume, float* __restrict__ load) {
    __shared__ float4 tile[2][256];
    int i = blockIdx.x * 512 + threadIdx.x, turn = 0;
    float4 first = spot[i], second = spot[i + 256];
    float one = 0.0f, two = 0.0f;
    __pipeline_memcpy_async(&tile[0][threadIdx.x], plume + threadIdx.x, 16);
    __pipeline_commit();
    for (int from = 0; from < kPlumes; from += 256, turn ^= 1) {
        if (from + 256 < kPlumes) __pipeline_memcpy_async(&tile[turn ^ 1][threadIdx.x], plume + from + 256 + threadIdx.x, 16);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        pollen_tile(tile[turn], first, second, one, two);
        __syncthreads();
    }
    load[i] = one; load[i + 256] = two;
}

// ---- Limnology: one step of heat spreading in the ice of a lake, 16384 x 8192 cells, four columns and eight rows a thread.
constexpr int kShore = 16384, kReach = 8192, kShoreRow = kShore + 64;  // 32 cells of margin on both sides

__global__ void __launch_bounds__(256) lake_ice_n5_a(const float* __restrict__ now, float* __restrict__ next) {
    int lane = threadIdx.x % 32;
    size_t at = (size_t)(blockIdx.y * 8 + 1) * kShoreRow + 32 + blockIdx.x * 1024 + threadIdx.x * 4;
    float4 row[10];
    float side[8];
#pragma unroll
    for (int r = 0; r < 10; ++r) row[r] = *reinterpret_cast<const float4*>(now + at + (r - 1) * (long)kShoreRow);
#pragma unroll
    for (int r = 0; r < 8; ++r) side[r] = 0.0f;
    if (lane == 0 || lane == 31) {
        const float* beside = now + at + (lane ? 4 : -1);
#pragma unroll
        for (int r = 0; r < 8; ++r) side[r] = beside[r * (size_t)kShoreRow];
    }
#pragma unroll
    for (int r = 0; r < 8; ++r) {
        float4 up = row[r], me = row[r + 1], down = row[r + 2];
        float left = __shfl_up_sync(0xffffffffu, me.w, 1), right = __shfl_down_sync(0xffffffffu, me.x, 1);
        if (lane == 0) left = side[r];
        if (lane == 31) right = side[r];
        float4 n = make_float4(fmaf(0.2f, left + me.y + up.x + down.x, 0.2f * me.x), fmaf(0.2f, me.x + me.z + up.y + down.y, 0.2f * me.y),
                               fmaf(0.2f, me.y + me.w + up.z + down.z, 0.2f * me.z), fmaf(0.2f, me.z + right + up.w + down.w, 0.2f * me.w));
        *reinterpret_cast<float4*>(next + at + r * (size_t)kShoreRow) = n;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    std::vector<float> weights(160);
    for (int i = 0; i < 160; ++i) weights[i] = 0.2f * harness::unit(i * 2654435761u + 5);
    CHECK(cudaMemcpyToSymbol(c_taps, weights.data(), sizeof(float) * kNotes * kTaps));
    CHECK(cudaMemcpyToSymbol(c_mask, weights.data() + kNotes * kTaps, sizeof(float) * 81));

    // Shared by all: float fields (two filled ones, one with ten bits of mantissa), two of halves, two of doubles, one result.
    constexpr size_t kMost = (size_t)kShoreRow * (kReach + 2) + 64;
    static_assert(kMost >= (size_t)kVolume && kMost >= (size_t)kPieces * kPiece + kTaps, "fields are too short");
    float *one = filled<float>(kMost, 51), *two = filled<float>(kVolume, 52), *three = filled<float>(kVolume, 53), *out = empty<float>(kMost);
    float *scene = filled<float>((size_t)kScenes * kBands * kPlane, 54), *weight = filled<float>(kBands * kChannels, 55);
    harness_round<<<2048, 256>>>(scene, (size_t)kScenes * kBands * kPlane); harness_round<<<256, 256>>>(weight, kBands * kChannels);
    CHECK(cudaGetLastError());
    constexpr size_t kHalves = (size_t)kShelves * kGoods * 32, kOut = (size_t)kShelves * kVisits * 32;
    __half *half1 = filled<__half>(kHalves, 56), *half2 = filled<__half>((size_t)kWindows * kTokens * kFeatures, 57), *halfout = empty<__half>(kOut);
    double *orbit = filled<double>((size_t)kSeen * kOrbit, 58), *station = filled<double>((size_t)kSeen * kStation, 59), *normal = empty<double>((size_t)kOrbit * kStation);
    int* wanted = indices((size_t)kShelves * kVisits * kBag, kGoods, 60);
    uint4 *rows4 = reinterpret_cast<uint4*>(half1), *bag4 = reinterpret_cast<uint4*>(halfout);
    int4* wanted4 = reinterpret_cast<int4*>(wanted);
    float4 *one4 = reinterpret_cast<float4*>(one), *two4 = reinterpret_cast<float4*>(two);

    add("market_ledgers_n5_a", out, kAccounts * kScenarios, Output::f32, [=] { market_ledgers_n5_a<<<dim3(kScenarios / 16, kAccounts / 16), dim3(16, 16)>>>(one, two, out); });
    add("market_ledgers_n5_b", out, kAccounts * kScenarios, Output::f32, [=] { market_ledgers_n5_b<<<dim3(kScenarios / 64, kAccounts / 64), dim3(16, 16)>>>(one, two, out); });

    constexpr dim3 fields(kPlane / 128, kChannels / 128, kScenes);
    add("meadow_bands_n5_a", out, (size_t)kScenes * kChannels * kPlane, Output::f32, [=] { meadow_bands_n5_a<<<fields, 256>>>(scene, weight, two, out); });
    add("meadow_bands_n5_b", out, (size_t)kScenes * kChannels * kPlane, Output::f32, [=] { meadow_bands_n5_b<<<fields, 256>>>(scene, weight, two, out); });

    constexpr dim3 coupling(kStation / 64, kOrbit / 64);
    add("comet_residuals_n5_a", normal, (size_t)kOrbit * kStation, Output::f64, [=] { comet_residuals_n5_a<<<coupling, 128>>>(orbit, station, normal); });
    add("comet_residuals_n5_b", normal, (size_t)kOrbit * kStation, Output::f64, [=] { comet_residuals_n5_b<<<coupling, 128>>>(orbit, station, normal); });

    add("window_gossip_n5_a", out, (size_t)kWindows * kTokens * kTokens, Output::f32, [=] { window_gossip_n5_a<<<kWindows, 256>>>(half1, half2, out); });
    add("window_gossip_n5_b", out, (size_t)kWindows * kTokens * kTokens, Output::f32, [=] { window_gossip_n5_b<<<kWindows, 256>>>(half1, half2, out); });

    constexpr dim3 layer(kUnits / 256, kFrames / 128);
    constexpr int kOne = kStage * sizeof(__half), kThree = 3 * kOne;
    CHECK(cudaFuncSetAttribute(violin_layers_n5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kThree));
    add("violin_layers_n5_a", halfout, (size_t)kFrames * kUnits, Output::f16, [=] { violin_layers_n5_a<<<layer, 256, kOne>>>(half1, half2, halfout); });
    add("violin_layers_n5_b", halfout, (size_t)kFrames * kUnits, Output::f16, [=] { violin_layers_n5_b<<<layer, 256, kThree>>>(half1, half2, halfout); });

    constexpr int kRoom = kPieceRoom * sizeof(float);
    CHECK(cudaFuncSetAttribute(quake_listener_n5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kRoom));
    CHECK(cudaFuncSetAttribute(quake_listener_n5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * kRoom));
    add("quake_listener_n5_a", out, (size_t)kPieces * kPiece / 4, Output::f32, [=] { quake_listener_n5_a<<<132, 1024, kRoom>>>(one, out); });
    add("quake_listener_n5_b", out, (size_t)kPieces * kPiece / 4, Output::f32, [=] { quake_listener_n5_b<<<132, 1024, 2 * kRoom>>>(one, out); });

    add("fresco_scan_n5_a", out, kScan * kScan, Output::f32, [=] { fresco_scan_n5_a<<<dim3(kScan / 32, kScan / 8), dim3(32, 8)>>>(one, out); });
    add("fresco_scan_n5_b", out, kScan * kScan, Output::f32, [=] { fresco_scan_n5_b<<<dim3(kScan / 32, kScan / 64), dim3(32, 8)>>>(one, out); });

    add("salt_dome_n5_a", out, kVolume, Output::f32, [=] { salt_dome_n5_a<<<dim3(kX / 32, kY / 8, kZ), dim3(32, 8)>>>(one, two, three, out); });
    add("salt_dome_n5_b", out, kVolume, Output::f32, [=] { salt_dome_n5_b<<<dim3(kX / 32, kY / 16, kZ / kMarch), dim3(32, 16)>>>(one, two, three, out); });

    add("shop_shelves_n5_a", halfout, kOut, Output::f16, [=] { shop_shelves_n5_a<<<dim3(kShelves, kVisits / 64), 256>>>(rows4, wanted4, bag4); });
    add("shop_shelves_n5_b", halfout, kOut, Output::f16, [=] { shop_shelves_n5_b<<<dim3(kVisits / 64, kShelves), 256>>>(rows4, wanted4, bag4); });

    add("pollen_cloud_n5_a", out, kSpots, Output::f32, [=] { pollen_cloud_n5_a<<<kSpots / 512, 256>>>(one4, two4, out); });
    add("pollen_cloud_n5_b", out, kSpots, Output::f32, [=] { pollen_cloud_n5_b<<<kSpots / 512, 256>>>(one4, two4, out); });

    add("lake_ice_n5_a", out, kMost, Output::f32, [=] { lake_ice_n5_a<<<dim3(kShore / 1024, kReach / 8), 256>>>(one, out); });

    return harness::run(argc, argv, cases);
}
