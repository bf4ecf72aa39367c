// Measured pairs of memory access: strided loads and stores, fields of structures, narrow accesses; with mild and healthy kernels.
#include "harness.cuh"
#include <cuda_fp16.h>

constexpr size_t N = 38928384;  // 132 * 32 * 9216 words: 155.7 MB

// ---- electricity feeders: one day of ten-minute readings each; mean, peak and roughness of the load curve
constexpr int kFeeders = 270336, kReadings = 144;
__global__ void __launch_bounds__(256) feeder_day_a(const float* __restrict__ load, float* __restrict__ out) {
    int f = blockIdx.x * 256 + threadIdx.x;
    const float* row = load + (size_t)f * kReadings;
    float sum = 0, square = 0, peak = -1e30f;
#pragma unroll 8
    for (int t = 0; t < kReadings; ++t) { float v = row[t]; sum += v; square = fmaf(v, v, square); peak = fmaxf(peak, v); }
    out[f] = sum * (1.0f / kReadings) + 0.25f * peak + 0.01f * square;
}
__global__ void __launch_bounds__(256) feeder_day_b(const float* __restrict__ load, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x, f = i >> 2, part = i & 3;  // four lanes a feeder, 64 contiguous bytes a step
    const float4* row = (const float4*)(load + (size_t)f * kReadings) + part;
    float4 v[9];
#pragma unroll
    for (int k = 0; k < 9; ++k) v[k] = row[4 * k];
    float sum = 0, square = 0, peak = -1e30f;
#pragma unroll
    for (int k = 0; k < 9; ++k) {
        sum += v[k].x + v[k].y + v[k].z + v[k].w;
        square = fmaf(v[k].x, v[k].x, fmaf(v[k].y, v[k].y, fmaf(v[k].z, v[k].z, fmaf(v[k].w, v[k].w, square))));
        peak = fmaxf(fmaxf(peak, fmaxf(v[k].x, v[k].y)), fmaxf(v[k].z, v[k].w));
    }
#pragma unroll
    for (int d = 1; d < 4; d *= 2) {
        sum += __shfl_xor_sync(~0u, sum, d); square += __shfl_xor_sync(~0u, square, d);
        peak = fmaxf(peak, __shfl_xor_sync(~0u, peak, d));
    }
    if (part == 0) out[f] = sum * (1.0f / kReadings) + 0.25f * peak + 0.01f * square;
}

// ---- photographs held upright: quarter turn of RGBA pixels with the channels swapped to BGRA
constexpr int kPhotoH = 4224, kPhotoW = 9216;
__device__ __forceinline__ uint32_t bgra(uint32_t p) { return __byte_perm(p, 0, 0x3012); }
__global__ void __launch_bounds__(256) photo_upright_a(const uint32_t* __restrict__ in, uint32_t* __restrict__ out) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;  // of the turned picture, kPhotoH wide
    uint32_t p[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) p[k] = in[(size_t)(kPhotoH - 1 - x) * kPhotoW + y + 8 * k];
#pragma unroll
    for (int k = 0; k < 4; ++k) out[(size_t)(y + 8 * k) * kPhotoH + x] = bgra(p[k]);
}
__global__ void __launch_bounds__(256) photo_upright_b(const uint32_t* __restrict__ in, uint32_t* __restrict__ out) {
    __shared__ uint32_t tile[32][33];
    int x0 = blockIdx.x * 32, y0 = blockIdx.y * 32, tx = threadIdx.x, ty = threadIdx.y;
#pragma unroll
    for (int k = 0; k < 4; ++k) tile[ty + 8 * k][tx] = in[(size_t)(kPhotoH - 1 - x0 - ty - 8 * k) * kPhotoW + y0 + tx];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; ++k) out[(size_t)(y0 + ty + 8 * k) * kPhotoH + x0 + tx] = bgra(tile[tx][ty + 8 * k]);
}

// ---- satellite downlink: frames of 64 channels (24-bit counts in 32-bit words) to one calibrated series a channel
constexpr int kChannels = 64, kTimes = 608256;
__device__ __forceinline__ float volts(int raw, float gain) { return (float)(raw >> 8) * gain - 0.5f; }
__global__ void __launch_bounds__(256) downlink_series_a(const int* __restrict__ frames, const float* __restrict__ gain, float* __restrict__ series) {
    int c = threadIdx.x & 63, t = blockIdx.x * 32 + (threadIdx.x >> 6);
    float g = gain[c];
    int raw[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) raw[k] = frames[(size_t)(t + 4 * k) * kChannels + c];
#pragma unroll
    for (int k = 0; k < 8; ++k) series[(size_t)c * kTimes + t + 4 * k] = volts(raw[k], g);
}
__global__ void __launch_bounds__(256) downlink_series_b(const int* __restrict__ frames, const float* __restrict__ gain, float* __restrict__ series) {
    __shared__ float tile[64][33];
    int c = threadIdx.x & 63, r = threadIdx.x >> 6, t0 = blockIdx.x * 32;
    float g = gain[c];
    int raw[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) raw[k] = frames[(size_t)(t0 + r + 4 * k) * kChannels + c];
#pragma unroll
    for (int k = 0; k < 8; ++k) tile[c][r + 4 * k] = volts(raw[k], g);
    __syncthreads();
    int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
#pragma unroll
    for (int k = 0; k < 8; ++k) series[(size_t)(w + 8 * k) * kTimes + t0 + lane] = tile[w + 8 * k][lane];
}

// ---- map drawing: cubic Bezier segments to eight points of a polyline each
constexpr int kSegments = 2162688;
__device__ __forceinline__ float2 bezier_at(float4 p, float4 q, float u) {
    float v = 1 - u, a = v * v * v, b = 3 * v * v * u, c = 3 * v * u * u, d = u * u * u;
    return make_float2(a * p.x + b * p.z + c * q.x + d * q.z, a * p.y + b * p.w + c * q.y + d * q.w);
}
__global__ void __launch_bounds__(192) road_polyline_a(const float4* __restrict__ from, const float4* __restrict__ to, float2* __restrict__ points) {
    int s = blockIdx.x * 192 + threadIdx.x;
    float4 p = from[s], q = to[s];
#pragma unroll
    for (int k = 0; k < 8; ++k) points[(size_t)s * 8 + k] = bezier_at(p, q, k * 0.125f);
}
__global__ void __launch_bounds__(192) road_polyline_b(const float4* __restrict__ from, const float4* __restrict__ to, float2* __restrict__ points) {
    int i = blockIdx.x * 192 + threadIdx.x, s = i >> 2;  // four lanes a segment, two points each
    float4 p = from[s], q = to[s];
    float u = (i & 3) * 0.25f;
    float2 e = bezier_at(p, q, u), f = bezier_at(p, q, u + 0.125f);
    ((float4*)points)[i] = make_float4(e.x, e.y, f.x, f.y);
}

// ---- custody positions: market value from five of the ten fields of a position
struct Position { float id, quantity, cost, price, branch, fx, opened, accrued, limit, haircut; };
constexpr int kPositions = 3886080;
__device__ __forceinline__ float worth(float q, float p, float fx, float a, float h) { return fmaf(q * p, fx, a) * (1.0f - 0.1f * h * h); }
__global__ void __launch_bounds__(320) custody_worth_a(const Position* __restrict__ book, float* __restrict__ value) {
    int i = blockIdx.x * 320 + threadIdx.x;
    const Position& p = book[i];
    value[i] = worth(p.quantity, p.price, p.fx, p.accrued, p.haircut);
}
__global__ void __launch_bounds__(320) custody_worth_b(const float* __restrict__ q, const float* __restrict__ p, const float* __restrict__ fx,
                                                       const float* __restrict__ a, const float* __restrict__ h, float* __restrict__ value) {
    int i = blockIdx.x * 320 + threadIdx.x;
    value[i] = worth(q[i], p[i], fx[i], a[i], h[i]);
}

// ---- game geometry: 20-byte vertices (position, texture coordinate) through a rigid motion and an atlas window
struct Vertex { float x, y, z, u, v; };
struct Motion { float m[12], su, sv, ou, ov; };
constexpr int kVertices = 7785472;
__device__ __forceinline__ Vertex moved(Vertex p, const Motion& t) {
    return {t.m[0] * p.x + t.m[1] * p.y + t.m[2] * p.z + t.m[3], t.m[4] * p.x + t.m[5] * p.y + t.m[6] * p.z + t.m[7],
            t.m[8] * p.x + t.m[9] * p.y + t.m[10] * p.z + t.m[11], t.su * p.u + t.ou, t.sv * p.v + t.ov};
}
__global__ void __launch_bounds__(256) prop_vertices_a(const Vertex* __restrict__ in, Vertex* __restrict__ out, Motion t) {
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = moved(in[i], t);
}
__global__ void __launch_bounds__(128) prop_vertices_b(const Vertex* __restrict__ in, Vertex* __restrict__ out, Motion t) {
    __shared__ float4 stage[640];  // 512 vertices; a lane's stride of five words is free of bank conflicts
    const float4* from = (const float4*)in + (size_t)blockIdx.x * 640;
    float4* to = (float4*)out + (size_t)blockIdx.x * 640;
    Vertex* local = (Vertex*)stage;
    float4 v[5];
#pragma unroll
    for (int k = 0; k < 5; ++k) v[k] = from[threadIdx.x + 128 * k];
#pragma unroll
    for (int k = 0; k < 5; ++k) stage[threadIdx.x + 128 * k] = v[k];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; ++k) local[threadIdx.x + 128 * k] = moved(local[threadIdx.x + 128 * k], t);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 5; ++k) to[threadIdx.x + 128 * k] = stage[threadIdx.x + 128 * k];
}

// ---- mammograms: window and level of 8-bit pixels
__device__ __forceinline__ uint32_t windowed(uint32_t p, int low, int gain) { return (uint32_t)min(max(((int)p - low) * gain >> 8, 0), 255); }
__global__ void __launch_bounds__(512) mammogram_window_a(const uint8_t* __restrict__ in, uint8_t* __restrict__ out, int low, int gain) {
    uint32_t i = blockIdx.x * 2048u + threadIdx.x;
    uint32_t p[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) p[k] = in[i + 512 * k];
#pragma unroll
    for (int k = 0; k < 4; ++k) out[i + 512 * k] = (uint8_t)windowed(p[k], low, gain);
}
__device__ __forceinline__ uint32_t windowed4(uint32_t w, int low, int gain) {
    return windowed(w & 255, low, gain) | windowed(w >> 8 & 255, low, gain) << 8 | windowed(w >> 16 & 255, low, gain) << 16 | windowed(w >> 24, low, gain) << 24;
}
__global__ void __launch_bounds__(512) mammogram_window_b(const uint4* __restrict__ in, uint4* __restrict__ out, int low, int gain) {
    uint32_t i = blockIdx.x * 512u + threadIdx.x;
    uint4 p = in[i];
    out[i] = make_uint4(windowed4(p.x, low, gain), windowed4(p.y, low, gain), windowed4(p.z, low, gain), windowed4(p.w, low, gain));
}

// ---- storage array: the two parities of four disks (XOR, and the Galois field sum by powers of two)
__global__ void __launch_bounds__(256) disk_parity_a(const uint8_t* __restrict__ disks, uint8_t* __restrict__ p, uint8_t* __restrict__ q, uint32_t bytes) {
    uint32_t i = blockIdx.x * 256u + threadIdx.x;
    uint32_t d[4], x = 0, g = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) d[k] = disks[(size_t)k * bytes + i];
#pragma unroll
    for (int k = 3; k >= 0; --k) { x ^= d[k]; g = ((g << 1) & 0xfe) ^ ((g >> 7) * 0x1d) ^ d[k]; }
    p[i] = (uint8_t)x; q[i] = (uint8_t)g;
}
__device__ __forceinline__ uint32_t doubled(uint32_t g) { return ((g << 1) & 0xfefefefeu) ^ ((g >> 7 & 0x01010101u) * 0x1d); }
__global__ void __launch_bounds__(256) disk_parity_b(const uint4* __restrict__ disks, uint4* __restrict__ p, uint4* __restrict__ q, uint32_t words) {
    uint32_t i = blockIdx.x * 256u + threadIdx.x;
    uint4 d[4], x = make_uint4(0, 0, 0, 0), g = x;
#pragma unroll
    for (int k = 0; k < 4; ++k) d[k] = disks[(size_t)k * words + i];
#pragma unroll
    for (int k = 3; k >= 0; --k) {
        x.x ^= d[k].x; x.y ^= d[k].y; x.z ^= d[k].z; x.w ^= d[k].w;
        g.x = doubled(g.x) ^ d[k].x; g.y = doubled(g.y) ^ d[k].y; g.z = doubled(g.z) ^ d[k].z; g.w = doubled(g.w) ^ d[k].w;
    }
    p[i] = x; q[i] = g;
}

// ---- speech training: mix every clip's half-precision spectrogram with a partner's
constexpr int kClips = 720, kClipSize = 65536;
__global__ void __launch_bounds__(256) clip_mixup_a(const __half* __restrict__ x, const int* __restrict__ partner, const float* __restrict__ share, __half* __restrict__ y) {
    size_t at = (size_t)blockIdx.y * kClipSize, other = (size_t)partner[blockIdx.y] * kClipSize;
    float s = share[blockIdx.y];
    int i = blockIdx.x * 512 + threadIdx.x;
    __half a0 = x[at + i], a1 = x[at + i + 256], b0 = x[other + i], b1 = x[other + i + 256];
    y[at + i] = __float2half(s * __half2float(a0) + (1 - s) * __half2float(b0));
    y[at + i + 256] = __float2half(s * __half2float(a1) + (1 - s) * __half2float(b1));
}
__global__ void __launch_bounds__(256) clip_mixup_b(const __half* __restrict__ x, const int* __restrict__ partner, const float* __restrict__ share, __half* __restrict__ y) {
    size_t at = (size_t)blockIdx.y * kClipSize, other = (size_t)partner[blockIdx.y] * kClipSize;
    float s = share[blockIdx.y];
    int i = blockIdx.x * 2048 + threadIdx.x * 8;
    uint4 a = *(const uint4*)(x + at + i), b = *(const uint4*)(x + other + i), r;
    const __half2 *ah = (const __half2*)&a, *bh = (const __half2*)&b;
    __half2* rh = (__half2*)&r;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float2 u = __half22float2(ah[k]), v = __half22float2(bh[k]);
        rh[k] = __floats2half2_rn(s * u.x + (1 - s) * v.x, s * u.y + (1 - s) * v.y);
    }
    *(uint4*)(y + at + i) = r;
}

// ---- borehole temperatures: quadratic calibration of the samples that follow a record's first word (mild)
__global__ void __launch_bounds__(256) borehole_calib_a(const float* __restrict__ x, float* __restrict__ y, float a, float b, size_t n) {
    size_t i = blockIdx.x * (size_t)2048 + threadIdx.x + 1;
    float v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = i + 256 * k < n ? x[i + 256 * k] : 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) if (i + 256 * k < n) y[i + 256 * k] = fmaf(v[k], fmaf(v[k], b, a), 0.125f);
}
__global__ void __launch_bounds__(256) borehole_calib_b(const float* __restrict__ x, float* __restrict__ y, float a, float b, size_t n) {
    size_t i = blockIdx.x * (size_t)2048 + threadIdx.x;  // starts on the boundary before the first sample and leaves that word alone
    float v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = i + 256 * k < n ? x[i + 256 * k] : 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) if (i + 256 * k < n && i + 256 * k > 0) y[i + 256 * k] = fmaf(v[k], fmaf(v[k], b, a), 0.125f);
}

// ---- weather balloons: humidity corrected for the sensor's temperature (mild)
__device__ __forceinline__ float humid(float h, float t) { return h * fmaf(t, 0.0123f, 1.0546f) - 0.02f * t; }
__global__ void __launch_bounds__(256) balloon_humidity_a(const float* __restrict__ h, const float* __restrict__ t, float* __restrict__ out) {
    uint32_t i = blockIdx.x * 1024u + threadIdx.x;
    float a[4], b[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { a[k] = h[i + 256 * k]; b[k] = t[i + 256 * k]; }
#pragma unroll
    for (int k = 0; k < 4; ++k) out[i + 256 * k] = humid(a[k], b[k]);
}
__global__ void __launch_bounds__(256) balloon_humidity_b(const float4* __restrict__ h, const float4* __restrict__ t, float4* __restrict__ out) {
    uint32_t i = blockIdx.x * 256u + threadIdx.x;
    float4 a = h[i], b = t[i];
    out[i] = make_float4(humid(a.x, b.x), humid(a.y, b.y), humid(a.z, b.z), humid(a.w, b.w));
}

// ---- escrow accounts in 64-bit cents: closing = opening - fee share + movement (healthy stream)
__global__ void __launch_bounds__(256) escrow_close_a(const longlong2* __restrict__ opening, const longlong2* __restrict__ movement, longlong2* __restrict__ closing) {
    uint32_t i = blockIdx.x * 512u + threadIdx.x;
    longlong2 a0 = opening[i], a1 = opening[i + 256], b0 = movement[i], b1 = movement[i + 256];
    closing[i] = make_longlong2(a0.x - (a0.x >> 7) + b0.x, a0.y - (a0.y >> 7) + b0.y);
    closing[i + 256] = make_longlong2(a1.x - (a1.x >> 7) + b1.x, a1.y - (a1.y >> 7) + b1.y);
}

// ---- seismic survey: shot-ordered traces to receiver order with a gain (healthy transposition)
constexpr int kShots = 4224, kReceivers = 9216;
__global__ void __launch_bounds__(256) shot_reorder_a(const float* __restrict__ in, float* __restrict__ out, float gain) {
    __shared__ float tile[32][33];
    int c0 = blockIdx.x * 32, r0 = blockIdx.y * 32, tx = threadIdx.x, ty = threadIdx.y;
#pragma unroll
    for (int k = 0; k < 4; ++k) tile[ty + 8 * k][tx] = in[(size_t)(r0 + ty + 8 * k) * kReceivers + c0 + tx];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; ++k) out[(size_t)(c0 + ty + 8 * k) * kShots + r0 + tx] = gain * tile[tx][ty + 8 * k];
}

// ---- translation model: layer norm of 1024 half-precision features, a warp a row kept in registers (healthy)
constexpr int kRows = 46080, kWidth = 1024;
__global__ void __launch_bounds__(128) stanza_layernorm_a(const __half* __restrict__ x, const __half* __restrict__ scale, const __half* __restrict__ shift, __half* __restrict__ y) {
    int lane = threadIdx.x & 31;
    size_t row = blockIdx.x * (size_t)4 + (threadIdx.x >> 5);
    const uint4* from = (const uint4*)(x + row * kWidth) + lane;
    uint4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = from[32 * k];
    float sum = 0, square = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k)
#pragma unroll
        for (int j = 0; j < 4; ++j) { float2 f = __half22float2(((const __half2*)&v[k])[j]); sum += f.x + f.y; square = fmaf(f.x, f.x, fmaf(f.y, f.y, square)); }
#pragma unroll
    for (int d = 16; d; d >>= 1) { sum += __shfl_xor_sync(~0u, sum, d); square += __shfl_xor_sync(~0u, square, d); }
    float mean = sum * (1.0f / kWidth), inv = rsqrtf(square * (1.0f / kWidth) - mean * mean + 1e-5f);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        uint4 g = ((const uint4*)scale)[lane + 32 * k], b = ((const uint4*)shift)[lane + 32 * k], r;
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float2 f = __half22float2(((const __half2*)&v[k])[j]), s = __half22float2(((const __half2*)&g)[j]), t = __half22float2(((const __half2*)&b)[j]);
            ((__half2*)&r)[j] = __floats2half2_rn(fmaf((f.x - mean) * inv, s.x, t.x), fmaf((f.y - mean) * inv, s.y, t.y));
        }
        ((uint4*)(y + row * kWidth))[lane + 32 * k] = r;
    }
}

int main(int argc, char** argv) {
    using harness::Output;
    float* F = harness::filled<float>(N, 11);                                  // 155.7 MB
    float* O = harness::empty<float>(N);                                       // 155.7 MB
    __half* H = harness::filled<__half>((size_t)kClips * kClipSize, 23);       // 94.4 MB
    float* gain = harness::filled<float>(1024, 5);
    __half *scale = harness::filled<__half>(kWidth, 6), *shift = harness::filled<__half>(kWidth, 8);
    float* column[5];                                                          // 77.7 MB
    {
        const int field[5] = {1, 3, 5, 7, 9};
        std::vector<float> all(N), one(kPositions);
        CHECK(cudaMemcpy(all.data(), F, N * 4, cudaMemcpyDeviceToHost));
        for (int c = 0; c < 5; ++c) {
            for (int i = 0; i < kPositions; ++i) one[i] = all[(size_t)i * 10 + field[c]];
            column[c] = harness::uploaded(one);
        }
    }
    std::vector<int> partners(kClips); std::vector<float> shares(kClips);
    for (int b = 0; b < kClips; ++b) { partners[b] = (b * 371 + 97) % kClips; shares[b] = 0.5f + 0.45f * harness::unit(b + 900); }
    int* partner = harness::uploaded(partners); float* share = harness::uploaded(shares);
    Motion turn = {{0.36f, 0.48f, -0.8f, 0.5f, -0.8f, 0.6f, 0.0f, -0.25f, 0.48f, 0.64f, 0.6f, 0.125f}, 0.5f, 0.25f, 0.125f, 0.375f};
    const uint32_t disk = N;  // bytes of a disk: four of them are F
    const size_t half = N / 2;
    dim3 tile(32, 8);
    std::vector<harness::Case> cases = {
        {"feeder_day_a", [=] { feeder_day_a<<<kFeeders / 256, 256>>>(F, O); }, O, kFeeders, Output::f32},
        {"feeder_day_b", [=] { feeder_day_b<<<kFeeders / 64, 256>>>(F, O); }, O, kFeeders, Output::f32},
        {"photo_upright_a", [=] { photo_upright_a<<<dim3(kPhotoH / 32, kPhotoW / 32), tile>>>((uint32_t*)F, (uint32_t*)O); }, O, N, Output::i32},
        {"photo_upright_b", [=] { photo_upright_b<<<dim3(kPhotoH / 32, kPhotoW / 32), tile>>>((uint32_t*)F, (uint32_t*)O); }, O, N, Output::i32},
        {"downlink_series_a", [=] { downlink_series_a<<<kTimes / 32, 256>>>((int*)F, gain, O); }, O, N, Output::f32},
        {"downlink_series_b", [=] { downlink_series_b<<<kTimes / 32, 256>>>((int*)F, gain, O); }, O, N, Output::f32},
        {"road_polyline_a", [=] { road_polyline_a<<<kSegments / 192, 192>>>((float4*)F, (float4*)F + kSegments, (float2*)O); }, O, (size_t)kSegments * 16, Output::f32},
        {"road_polyline_b", [=] { road_polyline_b<<<kSegments / 48, 192>>>((float4*)F, (float4*)F + kSegments, (float2*)O); }, O, (size_t)kSegments * 16, Output::f32},
        {"custody_worth_a", [=] { custody_worth_a<<<kPositions / 320, 320>>>((Position*)F, O); }, O, kPositions, Output::f32},
        {"custody_worth_b", [=] { custody_worth_b<<<kPositions / 320, 320>>>(column[0], column[1], column[2], column[3], column[4], O); }, O, kPositions, Output::f32},
        {"prop_vertices_a", [=] { prop_vertices_a<<<kVertices / 256, 256>>>((Vertex*)F, (Vertex*)O, turn); }, O, (size_t)kVertices * 5, Output::f32},
        {"prop_vertices_b", [=] { prop_vertices_b<<<kVertices / 512, 128>>>((Vertex*)F, (Vertex*)O, turn); }, O, (size_t)kVertices * 5, Output::f32},
        {"mammogram_window_a", [=] { mammogram_window_a<<<N / 512, 512>>>((uint8_t*)F, (uint8_t*)O, 40, 380); }, O, N * 4, Output::u8},
        {"mammogram_window_b", [=] { mammogram_window_b<<<N / 2048, 512>>>((uint4*)F, (uint4*)O, 40, 380); }, O, N * 4, Output::u8},
        {"disk_parity_a", [=] { disk_parity_a<<<disk / 256, 256>>>((uint8_t*)F, (uint8_t*)O, (uint8_t*)O + disk, disk); }, O, (size_t)disk * 2, Output::u8},
        {"disk_parity_b", [=] { disk_parity_b<<<disk / 4096, 256>>>((uint4*)F, (uint4*)O, (uint4*)O + disk / 16, disk / 16); }, O, (size_t)disk * 2, Output::u8},
        {"clip_mixup_a", [=] { clip_mixup_a<<<dim3(kClipSize / 512, kClips), 256>>>(H, partner, share, (__half*)O); }, O, (size_t)kClips * kClipSize, Output::f16},
        {"clip_mixup_b", [=] { clip_mixup_b<<<dim3(kClipSize / 2048, kClips), 256>>>(H, partner, share, (__half*)O); }, O, (size_t)kClips * kClipSize, Output::f16},
        {"borehole_calib_a", [=] { borehole_calib_a<<<N / 2048, 256>>>(F, O, 1.5f, 0.25f, N); }, O, N, Output::f32},
        {"borehole_calib_b", [=] { borehole_calib_b<<<N / 2048, 256>>>(F, O, 1.5f, 0.25f, N); }, O, N, Output::f32},
        {"balloon_humidity_a", [=] { balloon_humidity_a<<<half / 1024, 256>>>(F, F + half, O); }, O, half, Output::f32},
        {"balloon_humidity_b", [=] { balloon_humidity_b<<<half / 1024, 256>>>((float4*)F, (float4*)(F + half), (float4*)O); }, O, half, Output::f32},
        {"escrow_close_a", [=] { escrow_close_a<<<N / 4 / 1024, 256>>>((longlong2*)F, (longlong2*)(F + half), (longlong2*)O); }, O, half, Output::i32},
        {"shot_reorder_a", [=] { shot_reorder_a<<<dim3(kReceivers / 32, kShots / 32), tile>>>(F, O, 0.75f); }, O, N, Output::f32},
        {"stanza_layernorm_a", [=] { stanza_layernorm_a<<<kRows / 4, 128>>>(H, scale, shift, (__half*)O); }, O, (size_t)kRows * kWidth, Output::f16},
    };
    return harness::run(argc, argv, cases);
}
