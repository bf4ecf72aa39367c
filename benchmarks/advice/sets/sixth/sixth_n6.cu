// Mixed workloads, first part: data movement and arithmetic.
#include "harness.cuh"

// ---------------------------------------------------------------------------------------------------------------------
// Radio astronomy: a dynamic spectrum [time][channel] is bandpass-corrected and stored channel-major for the dedispersion.
constexpr int kTimes = 8192, kChannels = 8192;

__global__ void __launch_bounds__(256) waterfall_a(const float* __restrict__ power, const float* __restrict__ bandpass,
                                                   const float* __restrict__ floor_level, float* __restrict__ out) {
    const int ch = blockIdx.x * 32 + threadIdx.x;
    const int t0 = blockIdx.y * 32 + threadIdx.y;
    const float gain = 1.0f + 0.25f * bandpass[ch];
    const float base = floor_level[ch];
#pragma unroll
    for (int r = 0; r < 32; r += 8) {
        const int t = t0 + r;
        const float v = power[(size_t)t * kChannels + ch];
        out[(size_t)ch * kTimes + t] = fmaxf(v - base, -0.5f) * gain;
    }
}

__global__ void __launch_bounds__(256) waterfall_b(const float* __restrict__ power, const float* __restrict__ bandpass,
                                                   const float* __restrict__ floor_level, float* __restrict__ out) {
    __shared__ float tile[32][33];
    const int ch = blockIdx.x * 32 + threadIdx.x;
    const int t0 = blockIdx.y * 32 + threadIdx.y;
    const float gain = 1.0f + 0.25f * bandpass[ch];
    const float base = floor_level[ch];
#pragma unroll
    for (int r = 0; r < 32; r += 8) {
        const float v = power[(size_t)(t0 + r) * kChannels + ch];
        tile[threadIdx.y + r][threadIdx.x] = fmaxf(v - base, -0.5f) * gain;
    }
    __syncthreads();
    const int t = blockIdx.y * 32 + threadIdx.x;
#pragma unroll
    for (int r = 0; r < 32; r += 8) {
        const int c = blockIdx.x * 32 + threadIdx.y + r;
        out[(size_t)c * kTimes + t] = tile[threadIdx.x][threadIdx.y + r];
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Search engine: case folding of a document store, control characters become blanks.
__device__ __forceinline__ unsigned fold(unsigned c) {
    if (c - 'A' < 26u) c |= 0x20u;
    return c < 32u ? 32u : c;
}

__global__ void __launch_bounds__(256) casefold_a(const uint8_t* __restrict__ text, uint8_t* __restrict__ out, size_t n) {
    const size_t stride = (size_t)gridDim.x * blockDim.x;
#pragma unroll 1
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += stride) out[i] = (uint8_t)fold(text[i]);
}

__global__ void __launch_bounds__(256) casefold_b(const uint8_t* __restrict__ text, uint8_t* __restrict__ out, size_t n) {
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    const uint4* in16 = reinterpret_cast<const uint4*>(text);
    uint4* out16 = reinterpret_cast<uint4*>(out);
#pragma unroll 1
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n / 16; i += stride) {
        const uint4 v = in16[i];
        const unsigned w[4] = {v.x, v.y, v.z, v.w};
        unsigned r[4];
#pragma unroll
        for (int k = 0; k < 4; ++k)
            r[k] = fold(w[k] & 255u) | fold((w[k] >> 8) & 255u) << 8 | fold((w[k] >> 16) & 255u) << 16 | fold(w[k] >> 24) << 24;
        out16[i] = make_uint4(r[0], r[1], r[2], r[3]);
    }
    const size_t rest = n / 16 * 16 + blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (rest < n) out[rest] = (uint8_t)fold(text[rest]);
}

// ---------------------------------------------------------------------------------------------------------------------
// Radar interferometry: summed-area tables of 32 x 32 windows of a subsidence map, one window a warp.
constexpr int kMapWidth = 8192, kMapHeight = 4096;

template <int PITCH>
__device__ __forceinline__ void summed_area(const float* __restrict__ map, float* __restrict__ sums, float* window) {
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const int tile = blockIdx.x * 8 + warp;
    const int ty = tile / (kMapWidth / 32), tx = tile % (kMapWidth / 32);
    float* w = window + warp * 32 * PITCH;
    const float* src = map + (size_t)ty * 32 * kMapWidth + tx * 32 + lane;
#pragma unroll
    for (int y = 0; y < 32; ++y) w[y * PITCH + lane] = src[(size_t)y * kMapWidth];
    __syncwarp();
    float run = 0.0f;
#pragma unroll
    for (int x = 0; x < 32; ++x) {  // lane = row of the window
        run += w[lane * PITCH + x];
        w[lane * PITCH + x] = run;
    }
    __syncwarp();
    float* dst = sums + (size_t)ty * 32 * kMapWidth + tx * 32 + lane;
    run = 0.0f;
#pragma unroll
    for (int y = 0; y < 32; ++y) {  // lane = column of the window
        run += w[y * PITCH + lane];
        dst[(size_t)y * kMapWidth] = run;
    }
}

__global__ void __launch_bounds__(256) subsidence_a(const float* __restrict__ map, float* __restrict__ sums) {
    __shared__ float window[8 * 32 * 32];
    summed_area<32>(map, sums, window);
}
__global__ void __launch_bounds__(256) subsidence_b(const float* __restrict__ map, float* __restrict__ sums) {
    __shared__ float window[8 * 32 * 33];
    summed_area<33>(map, sums, window);
}

// ---------------------------------------------------------------------------------------------------------------------
// Wearables: every wearer's time in 16 activity bands, from accelerometer samples stored sample-major; one thread a wearer.
constexpr int kWearers = 132 * 2048, kSamples = 256, kBands = 16;

__device__ __forceinline__ int band_of(float a) { return min(max((int)((a + 1.0f) * 8.0f), 0), kBands - 1); }

__global__ void __launch_bounds__(256) activity_a(const float* __restrict__ accel, float* __restrict__ share) {
    const int who = blockIdx.x * 256 + threadIdx.x;
    float dwell[kBands];
#pragma unroll
    for (int b = 0; b < kBands; ++b) dwell[b] = 0.0f;
    float total = 0.0f;
    for (int s = 0; s < kSamples; s += 8) {
        float a[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) a[k] = accel[(size_t)(s + k) * kWearers + who];
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            const float weight = 1.0f + 0.5f * fabsf(a[k]);
            dwell[band_of(a[k])] += weight;
            total += weight;
        }
    }
    const float inv = 1.0f / total;
#pragma unroll
    for (int b = 0; b < kBands; ++b) share[(size_t)b * kWearers + who] = dwell[b] * inv;
}

__global__ void __launch_bounds__(256) activity_b(const float* __restrict__ accel, float* __restrict__ share) {
    __shared__ float dwell[kBands][256];
    const int who = blockIdx.x * 256 + threadIdx.x, me = threadIdx.x;
#pragma unroll
    for (int b = 0; b < kBands; ++b) dwell[b][me] = 0.0f;
    float total = 0.0f;
    for (int s = 0; s < kSamples; s += 8) {
        float a[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) a[k] = accel[(size_t)(s + k) * kWearers + who];
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            const float weight = 1.0f + 0.5f * fabsf(a[k]);
            dwell[band_of(a[k])][me] += weight;
            total += weight;
        }
    }
    const float inv = 1.0f / total;
#pragma unroll
    for (int b = 0; b < kBands; ++b) share[(size_t)b * kWearers + who] = dwell[b][me] * inv;
}

// ---------------------------------------------------------------------------------------------------------------------
// Astronomy: colour-magnitude diagram (16 x 16 cells) of a catalogue of stars in two bands.
__device__ __forceinline__ int cell_of(float g, float r) {
    const int colour = min(max((int)((g - r + 2.0f) * 4.0f), 0), 15);
    const int bright = min(max((int)((r + 1.0f) * 8.0f), 0), 15);
    return colour * 16 + bright;
}

__global__ void __launch_bounds__(256) colourmag_a(const float4* __restrict__ g, const float4* __restrict__ r, int* __restrict__ diagram, int n4) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n4; i += gridDim.x * 256) {
        const float4 a = g[i], b = r[i];
        atomicAdd(&diagram[cell_of(a.x, b.x)], 1);
        atomicAdd(&diagram[cell_of(a.y, b.y)], 1);
        atomicAdd(&diagram[cell_of(a.z, b.z)], 1);
        atomicAdd(&diagram[cell_of(a.w, b.w)], 1);
    }
}

__global__ void __launch_bounds__(256) colourmag_b(const float4* __restrict__ g, const float4* __restrict__ r, int* __restrict__ diagram, int n4) {
    __shared__ int mine[256];
    mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n4; i += gridDim.x * 256) {
        const float4 a = g[i], b = r[i];
        atomicAdd(&mine[cell_of(a.x, b.x)], 1);
        atomicAdd(&mine[cell_of(a.y, b.y)], 1);
        atomicAdd(&mine[cell_of(a.z, b.z)], 1);
        atomicAdd(&mine[cell_of(a.w, b.w)], 1);
    }
    __syncthreads();
    if (mine[threadIdx.x]) atomicAdd(&diagram[threadIdx.x], mine[threadIdx.x]);
}

// ---------------------------------------------------------------------------------------------------------------------
// Microscopy: an image is blurred with a measured 11 x 11 point spread function (input padded, no borders to test).
constexpr int kImage = 4096, kTaps = 11, kPitch = kImage + 32;
__constant__ float c_psf[kTaps * kTaps];

__global__ void __launch_bounds__(256) pointspread_a(const float* __restrict__ image, float* __restrict__ out) {
    const int x = blockIdx.x * 32 + threadIdx.x;
    const int y = blockIdx.y * 8 + threadIdx.y;
    float acc = 0.0f;
#pragma unroll
    for (int kx = 0; kx < kTaps; ++kx)
#pragma unroll
        for (int ky = 0; ky < kTaps; ++ky) acc = fmaf(c_psf[ky * kTaps + kx], image[(size_t)(y + ky) * kPitch + x + kx], acc);
    out[(size_t)y * kImage + x] = acc;
}

__global__ void __launch_bounds__(256) pointspread_b(const float* __restrict__ image, float* __restrict__ out) {
    constexpr int R = 8;  // outputs a thread, one below the other
    const int x = blockIdx.x * 32 + threadIdx.x;
    const int y = (blockIdx.y * 8 + threadIdx.y) * R;
    float acc[R];
#pragma unroll
    for (int r = 0; r < R; ++r) acc[r] = 0.0f;
#pragma unroll
    for (int kx = 0; kx < kTaps; ++kx) {
        float column[kTaps + R - 1];
#pragma unroll
        for (int j = 0; j < kTaps + R - 1; ++j) column[j] = image[(size_t)(y + j) * kPitch + x + kx];
#pragma unroll
        for (int ky = 0; ky < kTaps; ++ky)
#pragma unroll
            for (int r = 0; r < R; ++r) acc[r] = fmaf(c_psf[ky * kTaps + kx], column[ky + r], acc[r]);
    }
#pragma unroll
    for (int r = 0; r < R; ++r) out[(size_t)(y + r) * kImage + x] = acc[r];
}

// ---------------------------------------------------------------------------------------------------------------------
// Weather model: optical depth of every column, level by level from the top until the cloud is opaque, and that level.
constexpr int kColumns = 132 * 2048, kLevels = 256;

__global__ void __launch_bounds__(256) opticaldepth_a(const float* __restrict__ water, const float* __restrict__ layer, float* __restrict__ depth,
                                                      float opaque) {
    const int col = blockIdx.x * 256 + threadIdx.x;
    float tau = 0.0f;
    int k = 0;
    while (k < kLevels) {
        const float q = water[(size_t)k * kColumns + col];
        tau = fmaf(fabsf(q), layer[k], tau);
        ++k;
        if (tau > opaque) break;
    }
    depth[col] = tau;
    depth[kColumns + col] = (float)k;
}

__global__ void __launch_bounds__(256) opticaldepth_b(const float* __restrict__ water, const float* __restrict__ layer, float* __restrict__ depth,
                                                      float opaque) {
    const int col = blockIdx.x * 256 + threadIdx.x;
    float tau = 0.0f;
    int k = 0;
    while (k < kLevels) {  // eight levels at a time, the last eight again one by one where the cloud turns opaque
        float q[8], below[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) q[j] = water[(size_t)(k + j) * kColumns + col];
        below[0] = fmaf(fabsf(q[0]), layer[k], tau);
#pragma unroll
        for (int j = 1; j < 8; ++j) below[j] = fmaf(fabsf(q[j]), layer[k + j], below[j - 1]);
        tau = below[7];
        k += 8;
        if (tau > opaque) {
            k -= 7;
#pragma unroll
            for (int j = 6; j >= 0; --j)
                if (below[j] > opaque) tau = below[j];
#pragma unroll
            for (int j = 0; j < 7; ++j) k += below[j] <= opaque;
            break;
        }
    }
    depth[col] = tau;
    depth[kColumns + col] = (float)k;
}

// ---------------------------------------------------------------------------------------------------------------------
// Ecology: utilisation density of a home range at map points, a Gaussian kernel over 32 fixes of an animal.
constexpr int kFixes = 32;

__global__ void __launch_bounds__(256) homerange_a(const float2* __restrict__ points, const float4* __restrict__ fixes, float* __restrict__ density,
                                                   float bandwidth) {
    __shared__ float4 fix[kFixes];
    if (threadIdx.x < kFixes) fix[threadIdx.x] = fixes[threadIdx.x];
    __syncthreads();
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float2 p = points[i];
    const float scale = 1.0f / bandwidth;
    float sum = 0.0f;
#pragma unroll 4
    for (int j = 0; j < kFixes; ++j) {
        const float4 f = fix[j];
        const float dx = (p.x - f.x) * scale, dy = (p.y - f.y) * scale;
        const float q = pow(dx, 2.0) + pow(dy, 2.0);
        const float near = 1.0 - 0.125 * q + 0.0052 * q * q;          // truncated kernel of the method
        sum += (0.5 + 0.5 * f.z) * near * near / (1.0f + q);
    }
    density[i] = sum;
}

__global__ void __launch_bounds__(256) homerange_b(const float2* __restrict__ points, const float4* __restrict__ fixes, float* __restrict__ density,
                                                   float bandwidth) {
    __shared__ float4 fix[kFixes];
    if (threadIdx.x < kFixes) fix[threadIdx.x] = fixes[threadIdx.x];
    __syncthreads();
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float2 p = points[i];
    const float scale = 1.0f / bandwidth;
    float sum = 0.0f;
#pragma unroll 4
    for (int j = 0; j < kFixes; ++j) {
        const float4 f = fix[j];
        const float dx = (p.x - f.x) * scale, dy = (p.y - f.y) * scale;
        const float q = dx * dx + dy * dy;
        const float near = 1.0f - 0.125f * q + 0.0052f * q * q;
        sum += (0.5f + 0.5f * f.z) * near * near / (1.0f + q);
    }
    density[i] = sum;
}

// ---------------------------------------------------------------------------------------------------------------------
// Electrochemistry: screened (Debye) potential of 512 ions at the points of a grid.
constexpr int kPoints = 132 * 2048 * 2, kIons = 512;

__global__ void __launch_bounds__(256) screened_a(const float4* __restrict__ sites, const float4* __restrict__ ions, float* __restrict__ potential,
                                                  float debye) {
    __shared__ float4 ion[kIons];
    for (int j = threadIdx.x; j < kIons; j += 256) ion[j] = ions[j];
    __syncthreads();
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float4 p = sites[i];
    float phi = 0.0f;
#pragma unroll 4
    for (int j = 0; j < kIons; ++j) {
        const float4 s = ion[j];
        const float dx = p.x - s.x, dy = p.y - s.y, dz = p.z - s.z;
        const float r = sqrtf(dx * dx + dy * dy + dz * dz + 1e-3f);
        phi += s.w * expf(-r / debye) / r;
    }
    potential[i] = phi;
}

__global__ void __launch_bounds__(256) screened_b(const float4* __restrict__ sites, const float4* __restrict__ ions, float* __restrict__ potential,
                                                  float debye) {
    __shared__ float4 ion[kIons];
    for (int j = threadIdx.x; j < kIons; j += 256) ion[j] = ions[j];
    __syncthreads();
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float4 p = sites[i];
    const float minus_inverse = -1.0f / debye;
    float phi = 0.0f;
#pragma unroll 4
    for (int j = 0; j < kIons; ++j) {
        const float4 s = ion[j];
        const float dx = p.x - s.x, dy = p.y - s.y, dz = p.z - s.z;
        const float r2 = dx * dx + dy * dy + dz * dz + 1e-3f;
        const float inverse = rsqrtf(r2);
        phi += s.w * __expf(r2 * inverse * minus_inverse) * inverse;
    }
    potential[i] = phi;
}

// ---------------------------------------------------------------------------------------------------------------------
// ML layer: unfolding of image patches for a convolution, out[n][c][ky][kx][oy][ox] (stride 1, zero border of 1).
constexpr int kBatch = 56, kMaps = 64, kSide = 56;

__global__ void __launch_bounds__(256) unfold_a(const float* __restrict__ x, float* __restrict__ patches, int total, int C, int H, int W, int KH, int KW,
                                                int OH, int OW) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= total) return;
    int rest = i;
    const int ox = rest % OW; rest /= OW;
    const int oy = rest % OH; rest /= OH;
    const int kx = rest % KW; rest /= KW;
    const int ky = rest % KH; rest /= KH;
    const int c = rest % C;
    const int n = rest / C;
    const int ix = ox + kx - KW / 2, iy = oy + ky - KH / 2;
    float v = 0.0f;
    if (ix >= 0 && ix < W && iy >= 0 && iy < H) v = x[((n * C + c) * H + iy) * W + ix];
    patches[i] = v;
}

__global__ void __launch_bounds__(224) unfold_b(const float* __restrict__ x, float* __restrict__ patches, int C, int H, int W, int KH, int KW, int OH, int OW) {
    const int ky = blockIdx.x / KW, kx = blockIdx.x - ky * KW;   // once a plane
    const int c = blockIdx.y, n = blockIdx.z;
    const int ox = threadIdx.x, ix = ox + kx - KW / 2;
    const float* plane = x + (n * C + c) * H * W;
    float* out = patches + (size_t)((n * C + c) * KH * KW + blockIdx.x) * OH * OW;
#pragma unroll 7
    for (int oy = threadIdx.y; oy < OH; oy += 4) {
        const int iy = oy + ky - KH / 2;
        float v = 0.0f;
        if (ix >= 0 && ix < W && iy >= 0 && iy < H) v = plane[iy * W + ix];
        out[oy * OW + ox] = v;
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Radiology: detector frames are turned by 90 degrees and offset-corrected.
constexpr int kFrame = 8192;

template <int PITCH>
__device__ __forceinline__ void turn(const float* __restrict__ frame, const float* __restrict__ dark, float* __restrict__ out, float* tile) {
    const int x0 = blockIdx.x * 32, y0 = blockIdx.y * 32;
    const float d = 0.1f * dark[x0 + threadIdx.x];
#pragma unroll
    for (int r = 0; r < 32; r += 8)
        tile[(threadIdx.y + r) * PITCH + threadIdx.x] = frame[(size_t)(y0 + threadIdx.y + r) * kFrame + x0 + threadIdx.x] - d;
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 32; r += 8)
        out[(size_t)(kFrame - 1 - x0 - threadIdx.y - r) * kFrame + y0 + threadIdx.x] = tile[threadIdx.x * PITCH + threadIdx.y + r];
}

__global__ void __launch_bounds__(256) detector_a(const float* __restrict__ frame, const float* __restrict__ dark, float* __restrict__ out) {
    __shared__ float tile[32 * 34];
    turn<34>(frame, dark, out, tile);
}
__global__ void __launch_bounds__(256) detector_b(const float* __restrict__ frame, const float* __restrict__ dark, float* __restrict__ out) {
    __shared__ float tile[32 * 33];
    turn<33>(frame, dark, out, tile);
}

// ---------------------------------------------------------------------------------------------------------------------
// Language model: softmax with temperature over rows of 4096 attention scores, the row stays in registers.
__global__ void __launch_bounds__(256) attention_vi_a(const float4* __restrict__ scores, float4* __restrict__ probs, float inv_temperature) {
    __shared__ float part[2][8];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const size_t base = (size_t)blockIdx.x * 1024 + threadIdx.x;
    const float scale = inv_temperature * 1.44269504f;
    float4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = scores[base + k * 256];
    float top = -1e30f;
#pragma unroll
    for (int k = 0; k < 4; ++k) top = fmaxf(top, fmaxf(fmaxf(v[k].x, v[k].y), fmaxf(v[k].z, v[k].w)));
#pragma unroll
    for (int s = 16; s; s >>= 1) top = fmaxf(top, __shfl_xor_sync(~0u, top, s));
    if (lane == 0) part[0][warp] = top;
    __syncthreads();
#pragma unroll
    for (int w = 0; w < 8; ++w) top = fmaxf(top, part[0][w]);
    const float shift = -top * scale;
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        v[k].x = exp2f(fmaf(v[k].x, scale, shift)); v[k].y = exp2f(fmaf(v[k].y, scale, shift));
        v[k].z = exp2f(fmaf(v[k].z, scale, shift)); v[k].w = exp2f(fmaf(v[k].w, scale, shift));
        sum += (v[k].x + v[k].y) + (v[k].z + v[k].w);
    }
#pragma unroll
    for (int s = 16; s; s >>= 1) sum += __shfl_xor_sync(~0u, sum, s);
    if (lane == 0) part[1][warp] = sum;
    __syncthreads();
    sum = 0.0f;
#pragma unroll
    for (int w = 0; w < 8; ++w) sum += part[1][w];
    const float inv = 1.0f / sum;
#pragma unroll
    for (int k = 0; k < 4; ++k) probs[base + k * 256] = make_float4(v[k].x * inv, v[k].y * inv, v[k].z * inv, v[k].w * inv);
}

int main(int argc, char** argv) {
    using harness::Output;
    const size_t big = (size_t)kTimes * kChannels;                          // 64 Mi floats, 256 MiB
    float* src = harness::filled<float>((size_t)kWearers * kSamples, 3);    // 277 MB: also activity, optical depth, frames, scores
    float* src2 = harness::filled<float>(big, 5);
    float* side = harness::filled<float>(16384, 9);
    float* side2 = harness::filled<float>(16384, 10);
    std::vector<float> thickness(kLevels);  // of the model's layers, positive
    for (int i = 0; i < kLevels; ++i) thickness[i] = 0.75f + 0.5f * harness::unit(i);
    float* layers = harness::uploaded(thickness);
    float* out = harness::empty<float>((size_t)kBatch * kMaps * 9 * kSide * kSide);  // 405 MB, the largest output
    int* noise = harness::indices(32 << 20, 0x7fffffffu);                   // 128 MiB of bytes
    uint8_t* folded = harness::empty<uint8_t>((size_t)128 << 20);
    int* diagram = harness::empty<int>(256);
    std::vector<float> psf(kTaps * kTaps);
    for (int i = 0; i < kTaps * kTaps; ++i) psf[i] = (2.0f + harness::unit(i)) / (2.0f * kTaps * kTaps);
    CHECK(cudaMemcpyToSymbol(c_psf, psf.data(), psf.size() * sizeof(float)));

    const size_t text = ((size_t)128 << 20);
    const int stars4 = 6 << 20;
    const int patches = kBatch * kMaps * 9 * kSide * kSide;
    const int mapped = 1 << 20;  // points of the home range map
    auto bytes = (const uint8_t*)noise;
    auto f4 = [](const float* p) { return (const float4*)p; };

    std::vector<harness::Case> cases = {
        {"waterfall_a", [=] { waterfall_a<<<dim3(kChannels / 32, kTimes / 32), dim3(32, 8)>>>(src, side, side2, out); }, out, big},
        {"waterfall_b", [=] { waterfall_b<<<dim3(kChannels / 32, kTimes / 32), dim3(32, 8)>>>(src, side, side2, out); }, out, big},
        {"casefold_a", [=] { casefold_a<<<132 * 8, 256>>>(bytes, folded, text); }, folded, text, Output::u8},
        {"casefold_b", [=] { casefold_b<<<132 * 8, 256>>>(bytes, folded, text); }, folded, text, Output::u8},
        {"subsidence_a", [=] { subsidence_a<<<kMapWidth / 32 * (kMapHeight / 32) / 8, 256>>>(src, out); }, out, (size_t)kMapWidth * kMapHeight},
        {"subsidence_b", [=] { subsidence_b<<<kMapWidth / 32 * (kMapHeight / 32) / 8, 256>>>(src, out); }, out, (size_t)kMapWidth * kMapHeight},
        {"activity_a", [=] { activity_a<<<kWearers / 256, 256>>>(src, out); }, out, (size_t)kWearers * kBands},
        {"activity_b", [=] { activity_b<<<kWearers / 256, 256>>>(src, out); }, out, (size_t)kWearers * kBands},
        {"colourmag_a", [=] { cudaMemsetAsync(diagram, 0, 1024); colourmag_a<<<132 * 8, 256>>>(f4(src), f4(src2), diagram, stars4); }, diagram, 256, Output::i32},
        {"colourmag_b", [=] { cudaMemsetAsync(diagram, 0, 1024); colourmag_b<<<132 * 8, 256>>>(f4(src), f4(src2), diagram, stars4); }, diagram, 256, Output::i32},
        {"pointspread_a", [=] { pointspread_a<<<dim3(kImage / 32, kImage / 8), dim3(32, 8)>>>(src, out); }, out, (size_t)kImage * kImage},
        {"pointspread_b", [=] { pointspread_b<<<dim3(kImage / 32, kImage / 64), dim3(32, 8)>>>(src, out); }, out, (size_t)kImage * kImage},
        {"opticaldepth_a", [=] { opticaldepth_a<<<kColumns / 256, 256>>>(src, layers, out, 1e6f); }, out, (size_t)2 * kColumns},
        {"opticaldepth_b", [=] { opticaldepth_b<<<kColumns / 256, 256>>>(src, layers, out, 1e6f); }, out, (size_t)2 * kColumns},
        {"homerange_a", [=] { homerange_a<<<mapped / 256, 256>>>((const float2*)src, f4(src2), out, 0.7f); }, out, (size_t)mapped},
        {"homerange_b", [=] { homerange_b<<<mapped / 256, 256>>>((const float2*)src, f4(src2), out, 0.7f); }, out, (size_t)mapped},
        {"screened_a", [=] { screened_a<<<kPoints / 256, 256>>>(f4(src), f4(src2), out, 0.8f); }, out, (size_t)kPoints},
        {"screened_b", [=] { screened_b<<<kPoints / 256, 256>>>(f4(src), f4(src2), out, 0.8f); }, out, (size_t)kPoints},
        {"unfold_a", [=] { unfold_a<<<(patches + 255) / 256, 256>>>(src2, out, patches, kMaps, kSide, kSide, 3, 3, kSide, kSide); }, out, (size_t)patches},
        {"unfold_b", [=] { unfold_b<<<dim3(9, kMaps, kBatch), dim3(kSide, 4)>>>(src2, out, kMaps, kSide, kSide, 3, 3, kSide, kSide); }, out, (size_t)patches},
        {"detector_a", [=] { detector_a<<<dim3(kFrame / 32, kFrame / 32), dim3(32, 8)>>>(src, side, out); }, out, (size_t)kFrame * kFrame},
        {"detector_b", [=] { detector_b<<<dim3(kFrame / 32, kFrame / 32), dim3(32, 8)>>>(src, side, out); }, out, (size_t)kFrame * kFrame},
        {"attention_vi_a", [=] { attention_vi_a<<<16384, 256>>>(f4(src), (float4*)out, 1.7f); }, out, big},
    };
    return harness::run(argc, argv, cases);
}
