// Mixture q6, second half: seismology, rendering, microscopy, training, acoustics, speech decoding, video, audio, photography, diffusion, route planning.
#include "harness.cuh"

#include <cuda_pipeline.h>

// ---------------------------------------------------------------- seismology: matched filter of 32 taps, peak of every four lags
constexpr int kTaps = 32, kTile = 16384, kTileIn = kTile + kTaps, kQuakeThreads = 512;
__constant__ float quake_tap[kTaps];

__device__ __forceinline__ void quake_fetch(float* to, const float* from) {
    for (int i = threadIdx.x; i < kTileIn / 4; i += kQuakeThreads) __pipeline_memcpy_async(to + i * 4, from + i * 4, 16);
    __pipeline_commit();
}
__device__ __forceinline__ void quake_correlate(const float* tile, float* out) {
    for (int g = 0; g < kTile / 4 / kQuakeThreads; ++g) {
        int at = g * kQuakeThreads + threadIdx.x;
        const float4* s = reinterpret_cast<const float4*>(tile) + at;
        float w[kTaps + 4];
#pragma unroll
        for (int k = 0; k < kTaps / 4 + 1; ++k) {
            float4 v = s[k];
            w[4 * k] = v.x; w[4 * k + 1] = v.y; w[4 * k + 2] = v.z; w[4 * k + 3] = v.w;
        }
        float a0 = 0, a1 = 0, a2 = 0, a3 = 0;
#pragma unroll
        for (int k = 0; k < kTaps; ++k) {
            float t = quake_tap[k];
            a0 = fmaf(t, w[k], a0); a1 = fmaf(t, w[k + 1], a1); a2 = fmaf(t, w[k + 2], a2); a3 = fmaf(t, w[k + 3], a3);
        }
        out[at] = fmaxf(fmaxf(fabsf(a0), fabsf(a1)), fmaxf(fabsf(a2), fabsf(a3)));
    }
}

__global__ void __launch_bounds__(kQuakeThreads) quake_match_q6_a(const float* __restrict__ trace, float* __restrict__ peak, int tiles) {
    extern __shared__ __align__(16) float quake_tile[];
    for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
        quake_fetch(quake_tile, trace + (size_t)t * kTile);
        __pipeline_wait_prior(0);
        __syncthreads();
        quake_correlate(quake_tile, peak + (size_t)t * (kTile / 4));
        __syncthreads();
    }
}

__global__ void __launch_bounds__(kQuakeThreads) quake_match_q6_b(const float* __restrict__ trace, float* __restrict__ peak, int tiles) {
    extern __shared__ __align__(16) float quake_tile[];
    int turn = 0;
    if (blockIdx.x < tiles) quake_fetch(quake_tile, trace + (size_t)blockIdx.x * kTile);
    for (int t = blockIdx.x; t < tiles; t += gridDim.x, turn ^= 1) {
        int next = t + gridDim.x;
        if (next < tiles) quake_fetch(quake_tile + (turn ^ 1) * kTileIn, trace + (size_t)next * kTile);  // in flight while this tile is used
        else __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        quake_correlate(quake_tile + turn * kTileIn, peak + (size_t)t * (kTile / 4));
        __syncthreads();
    }
}

// ---------------------------------------------------------------- rendering: shading of ray hits of six materials, 16 light samples a hit
constexpr int kLights = 16;

__device__ __forceinline__ float over(float a, float b) { return __fdividef(a, b); }
__device__ __forceinline__ float root(float a) { return a * rsqrtf(a); }
__device__ __forceinline__ float shade(int material, float mu, float rough, float tint, const float* __restrict__ light) {
    float sum = 0.f;
    switch (material) {
        case 0:  // Lambert with wrap
#pragma unroll 4
            for (int s = 0; s < kLights; ++s) {
                float l = light[s], wrap = fmaxf(0.f, over(mu * l + rough, 1.0f + rough * l));
                sum += wrap * wrap * (tint * 0.318f + 0.1f * l * l) + 0.05f * rough * root(l + mu);
            }
            break;
        case 1:  // GGX
#pragma unroll 4
            for (int s = 0; s < kLights; ++s) {
                float l = light[s], h = (mu + l) * rsqrtf(2.0f + 2.0f * mu * l), a2 = rough * rough * rough * rough;
                float d = h * h * (a2 - 1.0f) + 1.0f, g = mu * root(a2 + (1.0f - a2) * l * l) + l * root(a2 + (1.0f - a2) * mu * mu);
                sum += over(tint * a2 * 0.5f, 3.14159f * d * d * g);
            }
            break;
        case 2:  // cloth
#pragma unroll 4
            for (int s = 0; s < kLights; ++s) {
                float l = light[s], h = 0.5f * (mu + l), inv = over(1.0f, rough), sin2 = 1.0f - h * h;
                sum += over((2.0f + inv) * __powf(sin2 + 0.01f, 0.5f * inv) * 0.159f, 4.0f * (l + mu - l * mu)) * tint;
            }
            break;
        case 3:  // thin film
#pragma unroll 4
            for (int s = 0; s < kLights; ++s) {
                float l = light[s], path = 12.0f * rough * root(1.77f - (1.0f - l * l)), phase = __cosf(path) * __cosf(path * 1.3f) + __sinf(path * 0.7f);
                sum += over((0.5f + 0.25f * phase) * tint * l, 0.2f + mu * mu * l);
            }
            break;
        case 4:  // subsurface
#pragma unroll 4
            for (int s = 0; s < kLights; ++s) {
                float l = light[s], r = 0.3f + rough * (1.0f - l * mu);
                sum += over(tint * (__expf(-r) + __expf(-r * 0.3333f)), 8.0f * 3.14159f * r) + 0.2f * __logf(1.0f + l * r);
            }
            break;
        default:  // clear coat with Fresnel
#pragma unroll 4
            for (int s = 0; s < kLights; ++s) {
                float l = light[s], c = 1.0f - 0.5f * (mu + l), c2 = c * c, fresnel = 0.04f + 0.96f * c2 * c2 * c;
                float k = (rough + 1.0f) * (rough + 1.0f) * 0.125f, g = over(mu * l, (mu * (1.0f - k) + k) * (l * (1.0f - k) + k));
                sum += (1.0f - fresnel) * tint * l * 0.318f + over(fresnel * g, 4.0f * mu);
            }
    }
    return sum * (1.0f / kLights);
}

__global__ void __launch_bounds__(256) hit_shade_q6_a(const int* __restrict__ material, const float* __restrict__ mu, const float* __restrict__ rough, const float* __restrict__ tint,
                                                      const float* __restrict__ light, float* __restrict__ radiance, int hits) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= hits) return;
    radiance[i] = shade(material[i], 0.55f + 0.44f * mu[i], 0.5f + 0.4f * rough[i], 0.6f + 0.3f * tint[i], light);
}

__global__ void __launch_bounds__(256) hit_shade_q6_b(const int* __restrict__ order, const int* __restrict__ material, const float* __restrict__ mu, const float* __restrict__ rough,
                                                      const float* __restrict__ tint, const float* __restrict__ light, float* __restrict__ radiance, int hits) {
    int t = blockIdx.x * 256 + threadIdx.x;
    if (t >= hits) return;
    int i = order[t];  // hits sorted by material (stably)
    radiance[i] = shade(material[i], 0.55f + 0.44f * mu[i], 0.5f + 0.4f * rough[i], 0.6f + 0.3f * tint[i], light);
}

// ---------------------------------------------------------------- microscopy: flat field, variance stabilising, window, gamma
__device__ __forceinline__ float flat_one(float r, float d, float g) { return (r + 1.2f - 0.1f * d) * (1.0f + 0.2f * g); }
__device__ __forceinline__ float stabilise_one(float v) { return 2.0f * sqrtf(fmaxf(v, 0.f) + 0.375f); }
__device__ __forceinline__ float window_one(float v, float lo, float inv) { return __saturatef((v - lo) * inv); }
__device__ __forceinline__ float gamma_one(float v) { return v * (0.4f + v * (1.1f - 0.5f * v)); }
template <typename F> __device__ __forceinline__ float4 each(float4 v, F f) { return make_float4(f(v.x), f(v.y), f(v.z), f(v.w)); }

__global__ void __launch_bounds__(256) cell_plate_q6_a(const float4* __restrict__ raw, const float4* __restrict__ dark, const float4* __restrict__ gain, float4* __restrict__ out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float4 r = raw[i], d = dark[i], g = gain[i];
    out[i] = make_float4(flat_one(r.x, d.x, g.x), flat_one(r.y, d.y, g.y), flat_one(r.z, d.z, g.z), flat_one(r.w, d.w, g.w));
}
__global__ void __launch_bounds__(256) cell_plate_q6_a_2(const float4* __restrict__ in, float4* __restrict__ out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) out[i] = each(in[i], [](float v) { return stabilise_one(v); });
}
__global__ void __launch_bounds__(256) cell_plate_q6_a_3(const float4* __restrict__ in, float4* __restrict__ out, int n, float lo, float inv) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) out[i] = each(in[i], [=](float v) { return window_one(v, lo, inv); });
}
__global__ void __launch_bounds__(256) cell_plate_q6_a_4(const float4* __restrict__ in, float4* __restrict__ out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) out[i] = each(in[i], [](float v) { return gamma_one(v); });
}
__global__ void __launch_bounds__(256) cell_plate_q6_b(const float4* __restrict__ raw, const float4* __restrict__ dark, const float4* __restrict__ gain, float4* __restrict__ out, int n, float lo,
                                                       float inv) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float4 r = raw[i], d = dark[i], g = gain[i];
    float4 v = make_float4(flat_one(r.x, d.x, g.x), flat_one(r.y, d.y, g.y), flat_one(r.z, d.z, g.z), flat_one(r.w, d.w, g.w));
    out[i] = each(v, [=](float a) { return gamma_one(window_one(stabilise_one(a), lo, inv)); });
}

// ---------------------------------------------------------------- training: mean and variance of the channels of an NCHW activation
__device__ __forceinline__ void moment_block(float& s, float& q) {
    __shared__ float2 part[16];
#pragma unroll
    for (int d = 16; d; d >>= 1) {
        s += __shfl_xor_sync(0xffffffffu, s, d);
        q += __shfl_xor_sync(0xffffffffu, q, d);
    }
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = make_float2(s, q);
    __syncthreads();
    s = q = 0.f;
#pragma unroll
    for (int w = 0; w < 16; ++w) { s += part[w].x; q += part[w].y; }
}
__device__ __forceinline__ void moment_image(const float4* __restrict__ p, int plane4, float& s, float& q) {
#pragma unroll 4
    for (int i = threadIdx.x; i < plane4; i += 512) {
        float4 v = p[i];
        s += (v.x + v.y) + (v.z + v.w);
        q += (v.x * v.x + v.y * v.y) + (v.z * v.z + v.w * v.w);
    }
}

__global__ void __launch_bounds__(512) channel_moments_q6_a(const float4* __restrict__ x, float* __restrict__ mean_var, int batch, int channels, int plane4) {
    int c = blockIdx.x;
    float s = 0.f, q = 0.f;
    for (int n = 0; n < batch; ++n) moment_image(x + ((size_t)n * channels + c) * plane4, plane4, s, q);
    moment_block(s, q);
    if (threadIdx.x == 0) {
        float inv = 1.0f / (4.0f * plane4 * batch), mean = s * inv;
        mean_var[c] = mean;
        mean_var[channels + c] = q * inv - mean * mean;
    }
}

__global__ void __launch_bounds__(512) channel_moments_q6_b(const float4* __restrict__ x, float* __restrict__ mean_var, float2* __restrict__ partial, unsigned* __restrict__ ticket, int batch,
                                                            int channels, int plane4) {
    int c = blockIdx.x, parts = gridDim.y, each_n = batch / parts;
    float s = 0.f, q = 0.f;
    for (int n = blockIdx.y * each_n; n < (blockIdx.y + 1) * each_n; ++n) moment_image(x + ((size_t)n * channels + c) * plane4, plane4, s, q);
    moment_block(s, q);
    if (threadIdx.x == 0) {
        partial[c * parts + blockIdx.y] = make_float2(s, q);
        __threadfence();
        if (atomicInc(&ticket[c], parts - 1) == parts - 1) {  // the last block of the channel
            __threadfence();
            s = q = 0.f;
            for (int k = 0; k < parts; ++k) { float2 v = __ldcg(&partial[c * parts + k]); s += v.x; q += v.y; }
            float inv = 1.0f / (4.0f * plane4 * batch), mean = s * inv;
            mean_var[c] = mean;
            mean_var[channels + c] = q * inv - mean * mean;
        }
    }
}

// ---------------------------------------------------------------- acoustics: one resonator (biquad) a microphone channel, chunks of 32 samples staged by the warp
template <int kPitch>
__device__ __forceinline__ void resonate(const float* __restrict__ x, const float4* __restrict__ coef, float* __restrict__ y, int samples, float (*tile)[kPitch]) {
    int lane = threadIdx.x & 31;
    int c0 = (blockIdx.x * 4 + (threadIdx.x >> 5)) * 32;
    float4 k = coef[c0 + lane];  // b0, b1, a1, a2
    float b0 = 0.4f + 0.2f * k.x, b1 = 0.2f * k.y, a1 = 0.5f * k.z, a2 = 0.3f * k.w, z1 = 0.f, z2 = 0.f;
    for (int s0 = 0; s0 < samples; s0 += 32) {
#pragma unroll
        for (int r = 0; r < 32; ++r) tile[r][lane] = x[(size_t)(c0 + r) * samples + s0 + lane];
        __syncwarp();
#pragma unroll
        for (int s = 0; s < 32; ++s) {
            float in = tile[lane][s];
            float o = fmaf(b0, in, z1);
            z1 = fmaf(b1, in, fmaf(-a1, o, z2));
            z2 = fmaf(0.1f, in, -a2 * o);
            tile[lane][s] = o;
        }
        __syncwarp();
#pragma unroll
        for (int r = 0; r < 32; ++r) y[(size_t)(c0 + r) * samples + s0 + lane] = tile[r][lane];
        __syncwarp();
    }
}
__global__ void __launch_bounds__(128) mic_resonator_q6_a(const float* __restrict__ x, const float4* __restrict__ coef, float* __restrict__ y, int samples) {
    __shared__ float tile[4][32][32];
    resonate<32>(x, coef, y, samples, tile[threadIdx.x >> 5]);
}
__global__ void __launch_bounds__(128) mic_resonator_q6_b(const float* __restrict__ x, const float4* __restrict__ coef, float* __restrict__ y, int samples) {
    __shared__ float tile[4][32][33];
    resonate<33>(x, coef, y, samples, tile[threadIdx.x >> 5]);
}

// ---------------------------------------------------------------- speech decoding: posteriors of 1024 tokens, with temperature
__global__ void __launch_bounds__(1024) token_posterior_q6_a(const float* __restrict__ logit, float* __restrict__ post, float inv_temp) {
    __shared__ float red[1024];
    int t = threadIdx.x;
    size_t at = (size_t)blockIdx.x * 1024 + t;
    float v = logit[at] * inv_temp;
    red[t] = v;
    __syncthreads();
    for (int s = 512; s > 0; s >>= 1) {
        if (t < s) red[t] = fmaxf(red[t], red[t + s]);
        __syncthreads();
    }
    float peak = red[0];
    __syncthreads();
    float e = __expf(v - peak);
    red[t] = e;
    __syncthreads();
    for (int s = 512; s > 0; s >>= 1) {
        if (t < s) red[t] += red[t + s];
        __syncthreads();
    }
    post[at] = __fdividef(e, red[0]);
}

__global__ void __launch_bounds__(256) token_posterior_q6_b(const float* __restrict__ logit, float* __restrict__ post, float inv_temp) {
    int lane = threadIdx.x & 31;
    size_t row = ((size_t)blockIdx.x * 8 + (threadIdx.x >> 5)) * 256;  // a warp a row, all in registers
    const float4* in = reinterpret_cast<const float4*>(logit) + row;
    float4* out = reinterpret_cast<float4*>(post) + row;
    float4 v[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = in[j * 32 + lane];
    float peak = -1e30f;
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        v[j].x *= inv_temp; v[j].y *= inv_temp; v[j].z *= inv_temp; v[j].w *= inv_temp;
        peak = fmaxf(peak, fmaxf(fmaxf(v[j].x, v[j].y), fmaxf(v[j].z, v[j].w)));
    }
#pragma unroll
    for (int d = 16; d; d >>= 1) peak = fmaxf(peak, __shfl_xor_sync(0xffffffffu, peak, d));
    float sum = 0.f;
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        v[j].x = __expf(v[j].x - peak); v[j].y = __expf(v[j].y - peak); v[j].z = __expf(v[j].z - peak); v[j].w = __expf(v[j].w - peak);
        sum += (v[j].x + v[j].y) + (v[j].z + v[j].w);
    }
#pragma unroll
    for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, d);
    float inv = __fdividef(1.0f, sum);
#pragma unroll
    for (int j = 0; j < 8; ++j) out[j * 32 + lane] = make_float4(v[j].x * inv, v[j].y * inv, v[j].z * inv, v[j].w * inv);
}

// ---------------------------------------------------------------- video: studio range to full range, bytes
__global__ void harness_fill_bytes(uint32_t* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) p[i] = harness::hash32((uint32_t)i + seed);
}
__device__ __forceinline__ uint32_t expand(uint32_t v) { return min(max((int)(v * 298u) - 4640, 0) >> 8, 255); }

__global__ void __launch_bounds__(256) luma_expand_q6_a(const uint8_t* __restrict__ in, uint8_t* __restrict__ out, int n) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) out[i] = (uint8_t)expand(in[i]);
}

__device__ __forceinline__ uint32_t expand4(uint32_t w) {
    return expand(w & 255u) | expand((w >> 8) & 255u) << 8 | expand((w >> 16) & 255u) << 16 | expand(w >> 24) << 24;
}
__global__ void __launch_bounds__(256) luma_expand_q6_b(const uint4* __restrict__ in, uint4* __restrict__ out, int n16) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n16; i += gridDim.x * 256) {
        uint4 v = in[i];
        out[i] = make_uint4(expand4(v.x), expand4(v.y), expand4(v.z), expand4(v.w));
    }
}

// ---------------------------------------------------------------- audio (mild): smoothing of an interleaved stereo track into two planes, 512 frames a block
__global__ void __launch_bounds__(256) stereo_smooth_q6_a(const float4* __restrict__ track, float* __restrict__ planes, int frames) {
    __shared__ __align__(16) float tile[1024];  // interleaved: neighbours of a channel lie two apart
    int t = threadIdx.x;
    reinterpret_cast<float4*>(tile)[t] = track[(size_t)blockIdx.x * 256 + t];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int ch = t >> 7, f = j * 128 + (t & 127);
        float before = tile[2 * max(f - 1, 0) + ch], here = tile[2 * f + ch], after = tile[2 * min(f + 1, 511) + ch];
        planes[(size_t)ch * frames + (size_t)blockIdx.x * 512 + f] = 0.25f * before + 0.5f * here + 0.25f * after;
    }
}

__global__ void __launch_bounds__(256) stereo_smooth_q6_b(const float4* __restrict__ track, float* __restrict__ planes, int frames) {
    __shared__ __align__(16) float tile[2][512];  // taken apart on the way in
    int t = threadIdx.x;
    float4 v = track[(size_t)blockIdx.x * 256 + t];
    reinterpret_cast<float2*>(tile[0])[t] = make_float2(v.x, v.z);
    reinterpret_cast<float2*>(tile[1])[t] = make_float2(v.y, v.w);
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int ch = t >> 7, f = j * 128 + (t & 127);
        float before = tile[ch][max(f - 1, 0)], here = tile[ch][f], after = tile[ch][min(f + 1, 511)];
        planes[(size_t)ch * frames + (size_t)blockIdx.x * 512 + f] = 0.25f * before + 0.5f * here + 0.25f * after;
    }
}

// ---------------------------------------------------------------- photography (mild): vignette gain of rows and columns
__global__ void __launch_bounds__(256) vignette_gain_q6_a(const float4* __restrict__ img, const float* __restrict__ rows, const float4* __restrict__ cols, float4* __restrict__ out, int n, int width4) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    int y = i / width4, x = i % width4;
    float4 v = img[i], c = cols[x];
    float r = rows[y];
    out[i] = make_float4(v.x * r * c.x, v.y * r * c.y, v.z * r * c.z, v.w * r * c.w);
}

__global__ void __launch_bounds__(256) vignette_gain_q6_b(const float4* __restrict__ img, const float* __restrict__ rows, const float4* __restrict__ cols, float4* __restrict__ out, int n, int width4) {
    int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y;
    if (x >= width4) return;
    int i = y * width4 + x;
    float4 v = img[i], c = cols[x];
    float r = rows[y];
    out[i] = make_float4(v.x * r * c.x, v.y * r * c.y, v.z * r * c.z, v.w * r * c.w);
}

// ---------------------------------------------------------------- reaction-diffusion (healthy): nine-point Laplacian, a warp holds 128 columns of 10 rows in registers
constexpr int kRd = 8192;

__global__ void __launch_bounds__(128) turing_step_q6_h(const float* __restrict__ u, float* __restrict__ out, float rate) {
    int lane = threadIdx.x & 31, x4 = blockIdx.x * 32 + lane;
    int y0 = (blockIdx.y * 4 + (threadIdx.x >> 5)) * 8;
    float4 v[10];
    float edge[10];
#pragma unroll
    for (int r = 0; r < 10; ++r) {
        int y = (y0 + r - 1) & (kRd - 1);
        v[r] = reinterpret_cast<const float4*>(u + (size_t)y * kRd)[x4];
    }
    int xe = lane == 0 ? (x4 * 4 - 1) & (kRd - 1) : (x4 * 4 + 4) & (kRd - 1);
    bool border = lane == 0 || lane == 31;
#pragma unroll
    for (int r = 0; r < 10; ++r) edge[r] = border ? u[(size_t)((y0 + r - 1) & (kRd - 1)) * kRd + xe] : 0.f;
    float h[10][4];  // sums of left and right neighbours and twice the middle
#pragma unroll
    for (int r = 0; r < 10; ++r) {
        float left = __shfl_up_sync(0xffffffffu, v[r].w, 1), right = __shfl_down_sync(0xffffffffu, v[r].x, 1);
        if (lane == 0) left = edge[r];
        if (lane == 31) right = edge[r];
        h[r][0] = left + 2.0f * v[r].x + v[r].y;
        h[r][1] = v[r].x + 2.0f * v[r].y + v[r].z;
        h[r][2] = v[r].y + 2.0f * v[r].z + v[r].w;
        h[r][3] = v[r].z + 2.0f * v[r].w + right;
    }
#pragma unroll
    for (int r = 1; r < 9; ++r) {
        float c[4] = {v[r].x, v[r].y, v[r].z, v[r].w}, o[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float lap = (h[r - 1][k] + 2.0f * h[r][k] + h[r + 1][k]) * 0.0625f - c[k];
            o[k] = c[k] + rate * (lap + c[k] * (1.0f - c[k] * c[k]));
        }
        reinterpret_cast<float4*>(out + (size_t)(y0 + r - 1) * kRd)[x4] = make_float4(o[0], o[1], o[2], o[3]);
    }
}

// ---------------------------------------------------------------- route planning (healthy): product of cost matrices over (min, +); the left one is kept transposed
constexpr int kStage = 2 * 16 * 128;

__device__ __forceinline__ void route_fetch(float* to, const float* __restrict__ at, const float* __restrict__ b, int n, int k0, int i0, int j0) {
#pragma unroll
    for (int r = 0; r < 2; ++r) {
        int k = (threadIdx.x >> 5) + r * 8, c = (threadIdx.x & 31) * 4;
        __pipeline_memcpy_async(to + k * 128 + c, at + (size_t)(k0 + k) * n + i0 + c, 16);
        __pipeline_memcpy_async(to + 16 * 128 + k * 128 + c, b + (size_t)(k0 + k) * n + j0 + c, 16);
    }
}

__global__ void __launch_bounds__(256, 2) route_product_q6_h(const float* __restrict__ at, const float* __restrict__ b, float* __restrict__ cost, int n) {
    extern __shared__ __align__(16) float route_tile[];
    int tx = threadIdx.x & 15, ty = threadIdx.x >> 4, i0 = blockIdx.y * 128, j0 = blockIdx.x * 128, steps = n / 16;
    float acc[8][8];
#pragma unroll
    for (int a = 0; a < 8; ++a)
#pragma unroll
        for (int c = 0; c < 8; ++c) acc[a][c] = 1e30f;
    for (int s = 0; s < 2; ++s) { route_fetch(route_tile + s * kStage, at, b, n, s * 16, i0, j0); __pipeline_commit(); }
    int slot = 0, fill = 2;
    for (int s = 0; s < steps; ++s) {
        __pipeline_wait_prior(1);
        __syncthreads();
        if (s + 2 < steps) route_fetch(route_tile + fill * kStage, at, b, n, (s + 2) * 16, i0, j0);
        __pipeline_commit();
        const float4 *as = reinterpret_cast<const float4*>(route_tile + slot * kStage), *bs = as + 16 * 32;
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 a0 = as[k * 32 + ty], a1 = as[k * 32 + 16 + ty], b0 = bs[k * 32 + tx], b1 = bs[k * 32 + 16 + tx];
            float p[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w}, q[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
            for (int a = 0; a < 8; ++a)
#pragma unroll
                for (int c = 0; c < 8; ++c) acc[a][c] = fminf(acc[a][c], p[a] + q[c]);
        }
        slot = slot == 2 ? 0 : slot + 1;
        fill = fill == 2 ? 0 : fill + 1;
    }
#pragma unroll
    for (int a = 0; a < 8; ++a) {
        size_t i = i0 + (a < 4 ? ty * 4 + a : 64 + ty * 4 + a - 4);
        float4* o = reinterpret_cast<float4*>(cost + i * n + j0);
        o[tx] = make_float4(acc[a][0], acc[a][1], acc[a][2], acc[a][3]);
        o[16 + tx] = make_float4(acc[a][4], acc[a][5], acc[a][6], acc[a][7]);
    }
}

// ----------------------------------------------------------------
int main(int argc, char** argv) {
    using harness::Output;
    std::vector<harness::Case> cases;
    {
        const int tiles = 132 * 16;
        const size_t n = (size_t)tiles * kTile, m = n / 4;
        std::vector<float> tap(kTaps);
        for (int k = 0; k < kTaps; ++k) tap[k] = std::sin(0.4f * k + 0.2f) * std::exp(-0.05f * k);
        CHECK(cudaMemcpyToSymbol(quake_tap, tap.data(), kTaps * sizeof(float)));
        const int one = kTileIn * 4, two = 2 * kTileIn * 4;
        CHECK(cudaFuncSetAttribute(quake_match_q6_a, cudaFuncAttributeMaxDynamicSharedMemorySize, one));
        CHECK(cudaFuncSetAttribute(quake_match_q6_b, cudaFuncAttributeMaxDynamicSharedMemorySize, two));
        float *x = harness::filled<float>(n + kTaps, 11), *p = harness::empty<float>(m);
        cases.push_back({"quake_match_q6_a", [=] { quake_match_q6_a<<<132, kQuakeThreads, one>>>(x, p, tiles); }, p, m, Output::f32});
        cases.push_back({"quake_match_q6_b", [=] { quake_match_q6_b<<<132, kQuakeThreads, two>>>(x, p, tiles); }, p, m, Output::f32});
    }
    {
        const int hits = 2 << 20;
        std::vector<int> mat(hits), order(hits);
        int first[7] = {0};
        for (int i = 0; i < hits; ++i) { mat[i] = harness::hash32(i + 77) % 6; ++first[mat[i] + 1]; }
        for (int k = 0; k < 6; ++k) first[k + 1] += first[k];
        for (int i = 0; i < hits; ++i) order[first[mat[i]]++] = i;
        std::vector<float> light(kLights);
        for (int k = 0; k < kLights; ++k) light[k] = 0.1f + 0.055f * k;
        int *m = harness::uploaded(mat), *o = harness::uploaded(order);
        float *a = harness::filled<float>(hits, 21), *b = harness::filled<float>(hits, 22), *c = harness::filled<float>(hits, 23), *l = harness::uploaded(light), *r = harness::empty<float>(hits);
        cases.push_back({"hit_shade_q6_a", [=] { hit_shade_q6_a<<<hits / 256, 256>>>(m, a, b, c, l, r, hits); }, r, (size_t)hits, Output::f32});
        cases.push_back({"hit_shade_q6_b", [=] { hit_shade_q6_b<<<hits / 256, 256>>>(o, m, a, b, c, l, r, hits); }, r, (size_t)hits, Output::f32});
    }
    {
        const int n = 8 << 20;
        const size_t e = (size_t)n * 4;
        float4 *raw = (float4*)harness::filled<float>(e, 31), *dark = (float4*)harness::filled<float>(e, 32), *gain = (float4*)harness::filled<float>(e, 33);
        float4 *t1 = (float4*)harness::empty<float>(e), *t2 = (float4*)harness::empty<float>(e), *out = (float4*)harness::empty<float>(e);
        const float lo = 1.1f, inv = 0.45f;
        cases.push_back({"cell_plate_q6_a", [=] {
            cell_plate_q6_a<<<n / 256, 256>>>(raw, dark, gain, t1, n);
            cell_plate_q6_a_2<<<n / 256, 256>>>(t1, t2, n);
            cell_plate_q6_a_3<<<n / 256, 256>>>(t2, t1, n, lo, inv);
            cell_plate_q6_a_4<<<n / 256, 256>>>(t1, out, n);
        }, out, e, Output::f32});
        cases.push_back({"cell_plate_q6_b", [=] { cell_plate_q6_b<<<n / 256, 256>>>(raw, dark, gain, out, n, lo, inv); }, out, e, Output::f32});
    }
    {
        const int batch = 64, channels = 32, plane4 = 112 * 112 / 4, parts = 16;
        float4* x = (float4*)harness::filled<float>((size_t)batch * channels * plane4 * 4, 41);
        float* mv = harness::empty<float>(2 * channels);
        float2* p = (float2*)harness::empty<float>(2 * channels * parts);
        unsigned* t = harness::uploaded(std::vector<unsigned>(channels, 0u));
        cases.push_back({"channel_moments_q6_a", [=] { channel_moments_q6_a<<<channels, 512>>>(x, mv, batch, channels, plane4); }, mv, (size_t)2 * channels, Output::f32});
        cases.push_back({"channel_moments_q6_b", [=] { channel_moments_q6_b<<<dim3(channels, parts), 512>>>(x, mv, p, t, batch, channels, plane4); }, mv, (size_t)2 * channels, Output::f32});
    }
    {
        const int channels = 131072, samples = 256;
        const size_t n = (size_t)channels * samples;
        float *x = harness::filled<float>(n, 51), *y = harness::empty<float>(n);
        float4* k = (float4*)harness::filled<float>((size_t)channels * 4, 52);
        cases.push_back({"mic_resonator_q6_a", [=] { mic_resonator_q6_a<<<channels / 128, 128>>>(x, k, y, samples); }, y, n, Output::f32});
        cases.push_back({"mic_resonator_q6_b", [=] { mic_resonator_q6_b<<<channels / 128, 128>>>(x, k, y, samples); }, y, n, Output::f32});
    }
    {
        const int rows = 65536;
        const size_t n = (size_t)rows * 1024;
        float *x = harness::filled<float>(n, 61), *y = harness::empty<float>(n);
        cases.push_back({"token_posterior_q6_a", [=] { token_posterior_q6_a<<<rows, 1024>>>(x, y, 3.0f); }, y, n, Output::f32});
        cases.push_back({"token_posterior_q6_b", [=] { token_posterior_q6_b<<<rows / 8, 256>>>(x, y, 3.0f); }, y, n, Output::f32});
    }
    {
        const int n = 3840 * 2160 * 24;
        uint32_t *x = (uint32_t*)harness::empty<uint8_t>(n), *y = (uint32_t*)harness::empty<uint8_t>(n);
        harness_fill_bytes<<<2048, 256>>>(x, n / 4, 71); CHECK(cudaGetLastError());
        cases.push_back({"luma_expand_q6_a", [=] { luma_expand_q6_a<<<132 * 8, 256>>>((const uint8_t*)x, (uint8_t*)y, n); }, y, (size_t)n, Output::u8});
        cases.push_back({"luma_expand_q6_b", [=] { luma_expand_q6_b<<<132 * 8, 256>>>((const uint4*)x, (uint4*)y, n / 16); }, y, (size_t)n, Output::u8});
    }
    {
        const int frames = 32 << 20;
        float4* x = (float4*)harness::filled<float>((size_t)frames * 2, 81);
        float* y = harness::empty<float>((size_t)frames * 2);
        cases.push_back({"stereo_smooth_q6_a", [=] { stereo_smooth_q6_a<<<frames / 512, 256>>>(x, y, frames); }, y, (size_t)frames * 2, Output::f32});
        cases.push_back({"stereo_smooth_q6_b", [=] { stereo_smooth_q6_b<<<frames / 512, 256>>>(x, y, frames); }, y, (size_t)frames * 2, Output::f32});
    }
    {
        const int width4 = 2048, height = 6000, n = width4 * height;
        float4 *x = (float4*)harness::filled<float>((size_t)n * 4, 91), *c = (float4*)harness::filled<float>(width4 * 4, 93), *y = (float4*)harness::empty<float>((size_t)n * 4);
        float* r = harness::filled<float>(height, 92);
        cases.push_back({"vignette_gain_q6_a", [=] { vignette_gain_q6_a<<<(n + 255) / 256, 256>>>(x, r, c, y, n, width4); }, y, (size_t)n * 4, Output::f32});
        cases.push_back({"vignette_gain_q6_b", [=] { vignette_gain_q6_b<<<dim3((width4 + 255) / 256, height), 256>>>(x, r, c, y, n, width4); }, y, (size_t)n * 4, Output::f32});
    }
    {
        const size_t n = (size_t)kRd * kRd;
        float *u = harness::filled<float>(n, 101), *o = harness::empty<float>(n);
        cases.push_back({"turing_step_q6_h", [=] { turing_step_q6_h<<<dim3(kRd / 128, kRd / 32), 128>>>(u, o, 0.15f); }, o, n, Output::f32});
    }
    {
        const int n = 2048;
        const size_t e = (size_t)n * n;
        const int bytes = 3 * kStage * 4;
        CHECK(cudaFuncSetAttribute(route_product_q6_h, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        float *a = harness::filled<float>(e, 111), *b = harness::filled<float>(e, 112), *c = harness::empty<float>(e);
        cases.push_back({"route_product_q6_h", [=] { route_product_q6_h<<<dim3(n / 128, n / 128), 256, bytes>>>(a, b, c, n); }, c, e, Output::f32});
    }
    return harness::run(argc, argv, cases);
}
