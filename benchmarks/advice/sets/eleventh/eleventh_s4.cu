// Pairs _s4: image, video, audio, radar and medical signal processing.
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- clutter_canceller: weighted three-pulse MTI canceller over a radar cube x[pulse][gate] --------------------------------------
__device__ __forceinline__ float cancelled_power(const float2* __restrict__ x, const float* __restrict__ taper, int p, int g, int gates) {
    size_t at = (size_t)p * gates + g;
    float2 u = x[at], v = x[at + gates], w = x[at + 2 * (size_t)gates];
    float re = u.x - 2.0f * v.x + w.x, im = u.y - 2.0f * v.y + w.y;
    return taper[p] * (re * re + im * im);
}
__global__ void __launch_bounds__(256) clutter_canceller_s4_a(const float2* __restrict__ x, const float* __restrict__ taper,
                                                              float* __restrict__ power, int pulses, int gates) {
    int p = threadIdx.x, g = blockIdx.x * blockDim.y + threadIdx.y;  // a thread per pulse of the burst, four range gates to the block
    if (p < pulses && g < gates) power[(size_t)p * gates + g] = cancelled_power(x, taper, p, g, gates);
}
__global__ void __launch_bounds__(256) clutter_canceller_s4_b(const float2* __restrict__ x, const float* __restrict__ taper,
                                                              float* __restrict__ power, int pulses, int gates) {
    int p = blockIdx.x * blockDim.y + threadIdx.y, g = blockIdx.y * blockDim.x + threadIdx.x;
    if (p < pulses && g < gates) power[(size_t)p * gates + g] = cancelled_power(x, taper, p, g, gates);
}

// ---- codec_dct8: forward 8x8 cosine transform of a residual picture and its scaling, a 32x32 tile to the block ---------------------
__device__ __forceinline__ void dct8(float v[8]) {
    float s0 = v[0] + v[7], s1 = v[1] + v[6], s2 = v[2] + v[5], s3 = v[3] + v[4];
    float d0 = v[0] - v[7], d1 = v[1] - v[6], d2 = v[2] - v[5], d3 = v[3] - v[4];
    float e0 = s0 + s3, e1 = s1 + s2, f0 = s0 - s3, f1 = s1 - s2;
    v[0] = 0.35355339f * (e0 + e1);
    v[4] = 0.35355339f * (e0 - e1);
    v[2] = 0.46193977f * f0 + 0.19134172f * f1;
    v[6] = 0.19134172f * f0 - 0.46193977f * f1;
    v[1] = 0.49039264f * d0 + 0.41573481f * d1 + 0.27778512f * d2 + 0.09754516f * d3;
    v[3] = 0.41573481f * d0 - 0.09754516f * d1 - 0.49039264f * d2 - 0.27778512f * d3;
    v[5] = 0.27778512f * d0 - 0.49039264f * d1 + 0.09754516f * d2 + 0.41573481f * d3;
    v[7] = 0.09754516f * d0 - 0.27778512f * d1 + 0.41573481f * d2 - 0.49039264f * d3;
}
#define CODEC_DCT8_BODY                                                                                     \
    extern __shared__ float tile[];                                                                         \
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;                                                   \
    size_t corner = (size_t)blockIdx.y * 32 * width + blockIdx.x * 32;                                      \
    _Pragma("unroll") for (int k = 0; k < 8; ++k)                                                           \
        tile[(warp * 8 + k) * pitch + lane] = residual[corner + (size_t)(warp * 8 + k) * width + lane];     \
    __syncthreads();                                                                                        \
    float v[8];                                                                                             \
    _Pragma("unroll") for (int k = 0; k < 8; ++k) v[k] = tile[lane * pitch + warp * 8 + k];                 \
    dct8(v);                                                                                                \
    _Pragma("unroll") for (int k = 0; k < 8; ++k) tile[lane * pitch + warp * 8 + k] = v[k];                 \
    __syncthreads();                                                                                        \
    _Pragma("unroll") for (int k = 0; k < 8; ++k) v[k] = tile[(warp * 8 + k) * pitch + lane];               \
    dct8(v);                                                                                                \
    _Pragma("unroll") for (int k = 0; k < 8; ++k)                                                           \
        coef[corner + (size_t)(warp * 8 + k) * width + lane] = v[k] * scale[k * 8 + (lane & 7)];
__global__ void __launch_bounds__(128) codec_dct8_s4_a(const float* __restrict__ residual, const float* __restrict__ scale,
                                                       float* __restrict__ coef, int width, int pitch) {
    CODEC_DCT8_BODY
}
__global__ void __launch_bounds__(128) codec_dct8_s4_b(const float* __restrict__ residual, const float* __restrict__ scale,
                                                       float* __restrict__ coef, int width, int pitch) {
    CODEC_DCT8_BODY
}

// ---- kspace_sort: raw scanner order [slice][echo][phase][coil][readout] to [coil][echo][slice][phase][readout], gain per coil -------
struct ScanShape { int readout, coil, phase, echo, slice; };
__global__ void __launch_bounds__(256) kspace_sort_s4_a(const short2* __restrict__ raw, const float* __restrict__ gain,
                                                        __half2* __restrict__ sorted, ScanShape s, long long n) {
    long long first = (long long)blockIdx.x * 1024 + threadIdx.x;
    short2 part[4];
#pragma unroll
    for (int j = 0; j < 4; ++j)
        if (first + j * 256 < n) part[j] = raw[first + j * 256];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        long long i = first + j * 256;
        if (i >= n) return;
        long long r = i % s.readout;
        long long c = i / s.readout % s.coil;
        long long p = i / ((long long)s.readout * s.coil) % s.phase;
        long long e = i / ((long long)s.readout * s.coil * s.phase) % s.echo;
        long long z = i / ((long long)s.readout * s.coil * s.phase * s.echo);
        short2 iq = part[j];
        float k = gain[c];
        sorted[(((c * s.echo + e) * s.slice + z) * s.phase + p) * s.readout + r] = __floats2half2_rn(iq.x * k, iq.y * k);
    }
}
struct Reciprocal { unsigned by, factor, shift; };  // n / by for n < 2^31 as one high product and a shift
static Reciprocal reciprocal(unsigned by) {
    unsigned l = 0;
    while ((1ull << l) < by) ++l;
    return {by, (unsigned)(((1ull << (31 + l)) + by - 1) / by), l - 1};
}
__device__ __forceinline__ unsigned split(unsigned& n, Reciprocal d) {  // n becomes the quotient, the remainder is returned
    unsigned q = __umulhi(n, d.factor) >> d.shift, r = n - q * d.by;
    n = q;
    return r;
}
__global__ void __launch_bounds__(256) kspace_sort_s4_b(const short2* __restrict__ raw, const float* __restrict__ gain,
                                                        __half2* __restrict__ sorted, ScanShape s, Reciprocal by_readout,
                                                        Reciprocal by_coil, Reciprocal by_phase, Reciprocal by_echo, unsigned n) {
    unsigned first = blockIdx.x * 1024 + threadIdx.x;
    short2 part[4];
#pragma unroll
    for (int j = 0; j < 4; ++j)
        if (first + j * 256 < n) part[j] = raw[first + j * 256];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        unsigned i = first + j * 256;
        if (i >= n) return;
        unsigned z = i, r = split(z, by_readout), c = split(z, by_coil), p = split(z, by_phase), e = split(z, by_echo);
        short2 iq = part[j];
        float k = gain[c];
        sorted[(((c * s.echo + e) * s.slice + z) * s.phase + p) * s.readout + r] = __floats2half2_rn(iq.x * k, iq.y * k);
    }
}

// ---- tissue_class_sums: intensity sum and sum of squares of each of eight segmented tissues, four voxels at a time -----------------------
constexpr int kTissues = 8;
__device__ __forceinline__ void tissue_flush(const float (&total)[kTissues], const float (&square)[kTissues], float* out) {
    __shared__ float block_total[kTissues], block_square[kTissues];
    if (threadIdx.x < kTissues) block_total[threadIdx.x] = block_square[threadIdx.x] = 0.0f;
    __syncthreads();
#pragma unroll
    for (int c = 0; c < kTissues; ++c) {
        float t = total[c], v = square[c];
        for (int o = 16; o; o >>= 1) t += __shfl_down_sync(~0u, t, o), v += __shfl_down_sync(~0u, v, o);
        if ((threadIdx.x & 31) == 0) {
            atomicAdd(&block_total[c], t);
            atomicAdd(&block_square[c], v);
        }
    }
    __syncthreads();
    if (threadIdx.x < kTissues) {
        atomicAdd(&out[threadIdx.x], block_total[threadIdx.x]);
        atomicAdd(&out[kTissues + threadIdx.x], block_square[threadIdx.x]);
    }
}
__global__ void __launch_bounds__(256) tissue_class_sums_s4_a(const ushort4* __restrict__ scan, const uchar4* __restrict__ label,
                                                              float* __restrict__ out, int quads) {
    float total[kTissues];
    float square[kTissues];
#pragma unroll
    for (int c = 0; c < kTissues; ++c) total[c] = square[c] = 0.0f;
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += 2 * stride) {  // quads is a multiple of two strides
        ushort4 v = scan[i], w = scan[i + stride];
        uchar4 t = label[i], u = label[i + stride];
        total[t.x] += v.x, square[t.x] += (float)v.x * v.x;
        total[t.y] += v.y, square[t.y] += (float)v.y * v.y;
        total[t.z] += v.z, square[t.z] += (float)v.z * v.z;
        total[t.w] += v.w, square[t.w] += (float)v.w * v.w;
        total[u.x] += w.x, square[u.x] += (float)w.x * w.x;
        total[u.y] += w.y, square[u.y] += (float)w.y * w.y;
        total[u.z] += w.z, square[u.z] += (float)w.z * w.z;
        total[u.w] += w.w, square[u.w] += (float)w.w * w.w;
    }
    tissue_flush(total, square, out);
}
__device__ __forceinline__ void tissue_add(float (&total)[kTissues], float (&square)[kTissues], int t, float v) {
#pragma unroll
    for (int c = 0; c < kTissues; ++c)
        if (t == c) total[c] += v, square[c] += v * v;
}
__global__ void __launch_bounds__(256) tissue_class_sums_s4_b(const ushort4* __restrict__ scan, const uchar4* __restrict__ label,
                                                              float* __restrict__ out, int quads) {
    float total[kTissues];
    float square[kTissues];
#pragma unroll
    for (int c = 0; c < kTissues; ++c) total[c] = square[c] = 0.0f;
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += 2 * stride) {  // quads is a multiple of two strides
        ushort4 v = scan[i], w = scan[i + stride];
        uchar4 t = label[i], u = label[i + stride];
        tissue_add(total, square, t.x, v.x);
        tissue_add(total, square, t.y, v.y);
        tissue_add(total, square, t.z, v.z);
        tissue_add(total, square, t.w, v.w);
        tissue_add(total, square, u.x, w.x);
        tissue_add(total, square, u.y, w.y);
        tissue_add(total, square, u.z, w.z);
        tissue_add(total, square, u.w, w.w);
    }
    tissue_flush(total, square, out);
}

// ---- quad_character: four-channel surround stem, each channel through its own memoryless effect --------------------------------------
__device__ __forceinline__ float triode(float x) {
    float y = x;
#pragma unroll
    for (int k = 0; k < 16; ++k) {
        float e = y * y;
        y = x - y * e * (0.21f - 0.043f * e) + 0.013f * (k + 1) * e;
    }
    return y;
}
__device__ __forceinline__ float harmonics(float x, float drive) {
    float before = 1.0f, now = x, sum = x;
#pragma unroll
    for (int k = 2; k < 28; ++k) {
        float next = 2.0f * x * now - before;
        before = now, now = next;
        sum = fmaf(drive * (1.0f / (float)(k * k + 3)), next, sum);
    }
    return sum;
}
__device__ __forceinline__ float leveller(float x) {
    float level = __logf(fabsf(x) + 1e-4f), g = 0.1f;
#pragma unroll
    for (int k = 0; k < 24; ++k) g = fmaf(g, fmaf(-0.031f - 0.002f * k, level, 0.37f), 0.05f * level);
    return x * __expf(fminf(fmaxf(g, -4.0f), 1.0f));
}
__device__ __forceinline__ float phaser(float x) {
    float y = x, d = 0.0f;
#pragma unroll
    for (int k = 0; k < 18; ++k) {
        float c = 0.9f - 0.041f * k, t = y - c * d;
        y = fmaf(c, t, d);
        d = 0.5f * t;
    }
    return 0.6f * x + 0.4f * __sinf(y);
}
__device__ __forceinline__ void quad_channel(const float* __restrict__ in, float* __restrict__ out, int c, float drive, size_t at, int step) {
    float v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = in[at + j * step];
    if (c == 0) {
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = triode(v[j]);
    } else if (c == 1) {
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = harmonics(v[j], drive);
    } else if (c == 2) {
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = leveller(v[j]);
    } else {
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = phaser(v[j]);
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) out[at + j * step] = v[j];
}
__global__ void __launch_bounds__(256) quad_character_s4_a(const float* __restrict__ in, float* __restrict__ out, float drive, int samples) {
    int c = threadIdx.x & 3, s = blockIdx.x * 256 + (threadIdx.x >> 2);  // neighbouring threads take the four channels of a sample
    quad_channel(in, out, c, drive, (size_t)c * samples + s, 64);
}
__global__ void __launch_bounds__(256) quad_character_s4_b(const float* __restrict__ in, float* __restrict__ out, float drive, int samples) {
    int c = threadIdx.x >> 6, s = blockIdx.x * 256 + (threadIdx.x & 63);  // two warps to the channel
    quad_channel(in, out, c, drive, (size_t)c * samples + s, 64);
}

// ---- slice_roughness: total variation along rows and energy of each slice of a CT volume ----------------------------------------------
__device__ __forceinline__ void roughness_rows(const float* __restrict__ slice, int first, int last, int width, float* out) {
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
    float variation = 0.0f, energy = 0.0f;
    for (int y = first + warp; y < last; y += warps) {
        const float* row = slice + (size_t)y * width;
#pragma unroll 4
        for (int x = lane; x < width - 1; x += 32) {
            float u = row[x];
            variation += fabsf(row[x + 1] - u);
            energy += u * u;
        }
    }
    __shared__ float part[2][32];
    for (int o = 16; o; o >>= 1) {
        variation += __shfl_down_sync(~0u, variation, o);
        energy += __shfl_down_sync(~0u, energy, o);
    }
    if (lane == 0) part[0][warp] = variation, part[1][warp] = energy;
    __syncthreads();
    if (warp < 2) {
        float v = part[warp][lane];
        for (int o = 16; o; o >>= 1) v += __shfl_down_sync(~0u, v, o);
        if (lane == 0) atomicAdd(&out[warp], v);
    }
}
__global__ void __launch_bounds__(1024) slice_roughness_s4_a(const float* __restrict__ volume, float* __restrict__ out, int height, int width) {
    roughness_rows(volume + (size_t)blockIdx.x * height * width, 0, height, width, out + 2 * blockIdx.x);
}
__global__ void __launch_bounds__(1024) slice_roughness_s4_b(const float* __restrict__ volume, float* __restrict__ out, int height, int width) {
    int band = height / gridDim.y, first = band * blockIdx.y;
    roughness_rows(volume + (size_t)blockIdx.x * height * width, first, first + band, width, out + 2 * blockIdx.x);
}

// ---- camera_match: black level and gain, colour matrix, transfer curve of planar video ------------------------------------------------
struct Colour { float black, gain[3], matrix[9], slope, power; };
struct Quad3 { float4 r, g, b; };
__device__ __forceinline__ Quad3 planes_in(const float4* __restrict__ p, int i, int n) { return {p[i], p[n + i], p[2 * n + i]}; }
__device__ __forceinline__ void planes_out(float4* __restrict__ p, int i, int n, const Quad3& q) { p[i] = q.r, p[n + i] = q.g, p[2 * n + i] = q.b; }
__device__ __forceinline__ float lift(float v, float black, float gain) { return fmaxf(fabsf(v) - black, 0.0f) * gain; }
__device__ __forceinline__ float4 lift(float4 v, float black, float gain) {
    return make_float4(lift(v.x, black, gain), lift(v.y, black, gain), lift(v.z, black, gain), lift(v.w, black, gain));
}
__device__ __forceinline__ float4 weigh(const Quad3& q, float a, float b, float c) {
    return make_float4(a * q.r.x + b * q.g.x + c * q.b.x, a * q.r.y + b * q.g.y + c * q.b.y, a * q.r.z + b * q.g.z + c * q.b.z,
                       a * q.r.w + b * q.g.w + c * q.b.w);
}
__device__ __forceinline__ float curve(float v, const Colour& k) { return __saturatef(k.slope * __powf(fmaxf(v, 1e-5f), k.power) - 0.02f); }
__device__ __forceinline__ float4 curve(float4 v, const Colour& k) { return make_float4(curve(v.x, k), curve(v.y, k), curve(v.z, k), curve(v.w, k)); }
__device__ __forceinline__ Quad3 lifted(const Quad3& q, const Colour& k) {
    return {lift(q.r, k.black, k.gain[0]), lift(q.g, k.black, k.gain[1]), lift(q.b, k.black, k.gain[2])};
}
__device__ __forceinline__ Quad3 mixed(const Quad3& q, const Colour& k) {
    return {weigh(q, k.matrix[0], k.matrix[1], k.matrix[2]), weigh(q, k.matrix[3], k.matrix[4], k.matrix[5]),
            weigh(q, k.matrix[6], k.matrix[7], k.matrix[8])};
}
__device__ __forceinline__ Quad3 curved(const Quad3& q, const Colour& k) { return {curve(q.r, k), curve(q.g, k), curve(q.b, k)}; }
__global__ void __launch_bounds__(256) camera_match_s4_a(const float4* __restrict__ in, float4* __restrict__ out, Colour k, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) planes_out(out, i, n, lifted(planes_in(in, i, n), k));
}
__global__ void __launch_bounds__(256) camera_match_s4_a2(const float4* __restrict__ in, float4* __restrict__ out, Colour k, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) planes_out(out, i, n, mixed(planes_in(in, i, n), k));
}
__global__ void __launch_bounds__(256) camera_match_s4_a3(const float4* __restrict__ in, float4* __restrict__ out, Colour k, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) planes_out(out, i, n, curved(planes_in(in, i, n), k));
}
__global__ void __launch_bounds__(256) camera_match_s4_b(const float4* __restrict__ in, float4* __restrict__ out, Colour k, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) planes_out(out, i, n, curved(mixed(lifted(planes_in(in, i, n), k), k), k));
}

// ---- eeg_epochs: electrode records with a header in front, tapered and scaled into epochs of 2048 samples ------------------------------
__device__ __forceinline__ void taper_epoch(const float* __restrict__ samples, const float* __restrict__ taper, float unit, float* __restrict__ epoch) {
    float v[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = samples[threadIdx.x + j * 256];
#pragma unroll
    for (int j = 0; j < 8; ++j) epoch[threadIdx.x + j * 256] = v[j] * unit * taper[threadIdx.x + j * 256];
}
__global__ void __launch_bounds__(256) eeg_epochs_s4_a(const float* __restrict__ records, const float* __restrict__ taper,
                                                       const float* __restrict__ unit, float* __restrict__ epochs) {
    taper_epoch(records + (size_t)blockIdx.x * 2061 + 13, taper, unit[blockIdx.x & 63], epochs + (size_t)blockIdx.x * 2048);
}
__global__ void __launch_bounds__(256) eeg_epochs_s4_b(const float* __restrict__ records, const float* __restrict__ taper,
                                                       const float* __restrict__ unit, float* __restrict__ epochs) {
    taper_epoch(records + (size_t)blockIdx.x * 2080 + 32, taper, unit[blockIdx.x & 63], epochs + (size_t)blockIdx.x * 2048);
}

// ---- diffusion_adc: apparent diffusion coefficient of each voxel from three b-values (least squares of the logarithms) -----------------
__device__ __forceinline__ float adc(float s0, float s1, float s2, float k1, float k2) {
    float l0 = __logf(fabsf(s0) + 0.5f), l1 = __logf(fabsf(s1) + 0.4f), l2 = __logf(fabsf(s2) + 0.3f);
    return fmaxf(k1 * (l0 - l1) + k2 * (l0 - l2), 0.0f);
}
__device__ __forceinline__ void adc_quad(const float4* __restrict__ b0, const float4* __restrict__ b500, const float4* __restrict__ b1000,
                                         float4* __restrict__ map, float k1, float k2, int i) {
    float4 u = b0[i], v = b500[i], w = b1000[i];
    map[i] = make_float4(adc(u.x, v.x, w.x, k1, k2), adc(u.y, v.y, w.y, k1, k2), adc(u.z, v.z, w.z, k1, k2), adc(u.w, v.w, w.w, k1, k2));
}
__global__ void __launch_bounds__(256) diffusion_adc_s4_a(const float4* __restrict__ b0, const float4* __restrict__ b500,
                                                          const float4* __restrict__ b1000, float4* __restrict__ map, float k1, float k2, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) adc_quad(b0, b500, b1000, map, k1, k2, i);
}
__global__ void __launch_bounds__(256) diffusion_adc_s4_b(const float4* __restrict__ b0, const float4* __restrict__ b500,
                                                          const float4* __restrict__ b1000, float4* __restrict__ map, float k1, float k2, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) adc_quad(b0, b500, b1000, map, k1, k2, i);
}

// ---- sar_multilook: Pauli powers and co-polar correlation of a polarimetric scene, three azimuth looks; two range samples a thread ------
__global__ void __launch_bounds__(256) sar_multilook_s4_a(const float4* __restrict__ hh, const float4* __restrict__ hv, const float4* __restrict__ vv,
                                                          float2* __restrict__ odd, float2* __restrict__ even, float2* __restrict__ cross,
                                                          float4* __restrict__ copol, int pairs) {
    int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y;
    float4 h[3], c[3], v[3];
#pragma unroll
    for (int k = 0; k < 3; ++k) {
        size_t at = (size_t)(3 * y + k) * pairs + x;
        h[k] = hh[at], c[k] = hv[at], v[k] = vv[at];
    }
    float2 o = {0, 0}, e = {0, 0}, z = {0, 0};
    float4 s = {0, 0, 0, 0};
#pragma unroll
    for (int k = 0; k < 3; ++k) {
        float a = h[k].x + v[k].x, b = h[k].y + v[k].y, p = h[k].x - v[k].x, q = h[k].y - v[k].y;
        o.x += a * a + b * b, e.x += p * p + q * q, z.x += c[k].x * c[k].x + c[k].y * c[k].y;
        a = h[k].z + v[k].z, b = h[k].w + v[k].w, p = h[k].z - v[k].z, q = h[k].w - v[k].w;
        o.y += a * a + b * b, e.y += p * p + q * q, z.y += c[k].z * c[k].z + c[k].w * c[k].w;
        s.x += h[k].x * v[k].x + h[k].y * v[k].y, s.y += h[k].y * v[k].x - h[k].x * v[k].y;
        s.z += h[k].z * v[k].z + h[k].w * v[k].w, s.w += h[k].w * v[k].z - h[k].z * v[k].w;
    }
    size_t at = (size_t)y * pairs + x;
    constexpr float third = 1.0f / 3.0f;
    odd[at] = make_float2(o.x * third, o.y * third), even[at] = make_float2(e.x * third, e.y * third);
    cross[at] = make_float2(z.x * third, z.y * third);
    copol[at] = make_float4(s.x * third, s.y * third, s.z * third, s.w * third);
}

// ---- inputs -----------------------------------------------------------------------------------------------------------------------------
__global__ void harness_scan_bits(unsigned* p, size_t n, unsigned mask, unsigned seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = harness::hash32((unsigned)i * 2654435761u + seed) & mask;
}
__global__ void harness_repitch(float* to, const float* from) {
    for (int i = threadIdx.x; i < 2080; i += blockDim.x)
        to[(size_t)blockIdx.x * 2080 + i] = i < 32 ? 0.5f : from[(size_t)blockIdx.x * 2061 + 13 + i - 32];
}
static unsigned* bits(size_t words, unsigned mask, unsigned seed) {
    unsigned* p = harness::empty<unsigned>(words);
    harness_scan_bits<<<2048, 256>>>(p, words, mask, seed);
    CHECK(cudaGetLastError());
    return p;
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    // One field of measured values serves all float cases, one pool takes their results: cases run one after the other.
    const float* field = harness::filled<float>(115000000, 11);
    float* pool = harness::empty<float>(64000000);
    const float* small = harness::filled<float>(4096, 5);

    {  // 66 pulses of 331216 gates: 175 MB in, 85 MB out
        int pulses = 64, gates = 331216;
        auto x = (const float2*)field;
        size_t count = (size_t)pulses * gates;
        cases.push_back({"clutter_canceller_s4_a", [=] {
            clutter_canceller_s4_a<<<(gates + 3) / 4, dim3(64, 4)>>>(x, small, pool, pulses, gates); }, pool, count, Output::f32});
        cases.push_back({"clutter_canceller_s4_b", [=] {
            clutter_canceller_s4_b<<<dim3(pulses / 8, (gates + 31) / 32), dim3(32, 8)>>>(x, small, pool, pulses, gates); },
            pool, count, Output::f32});
    }
    {  // 7200 x 5600 residual picture
        dim3 grid(7200 / 32, 5600 / 32);
        size_t count = (size_t)7200 * 5600;
        cases.push_back({"codec_dct8_s4_a", [=] {
            codec_dct8_s4_a<<<grid, 128, 32 * 32 * 4>>>(field, small, pool, 7200, 32); }, pool, count, Output::f32});
        cases.push_back({"codec_dct8_s4_b", [=] {
            codec_dct8_s4_b<<<grid, 128, 32 * 33 * 4>>>(field, small, pool, 7200, 33); }, pool, count, Output::f32});
    }
    {  // 16-bit complex k-space, 198 MB in and out
        ScanShape s{352, 20, 272, 3, 9};
        long long n = (long long)s.readout * s.coil * s.phase * s.echo * s.slice;
        auto raw = (const short2*)bits(n, 0x0fff0fffu, 3);
        auto sorted = (__half2*)pool;
        Reciprocal r = reciprocal(s.readout), c = reciprocal(s.coil), p = reciprocal(s.phase), e = reciprocal(s.echo);
        unsigned grid = (unsigned)((n + 1023) / 1024);
        cases.push_back({"kspace_sort_s4_a", [=] { kspace_sort_s4_a<<<grid, 256>>>(raw, small, sorted, s, n); }, pool, (size_t)n * 2, Output::f16});
        cases.push_back({"kspace_sort_s4_b", [=] {
            kspace_sort_s4_b<<<grid, 256>>>(raw, small, sorted, s, r, c, p, e, (unsigned)n); }, pool, (size_t)n * 2, Output::f16});
    }
    {  // 20.5 M quads of voxels: 164 MB of intensities, 82 MB of labels
        int quads = 132 * 8 * 256 * 76;
        auto scan = (const ushort4*)bits((size_t)quads * 2, 0x0fff0fffu, 17);
        auto label = (const uchar4*)bits(quads, 0x07070707u, 29);
        float* out = harness::empty<float>(16);
        CHECK(cudaMemset(out, 0, 64));
        cases.push_back({"tissue_class_sums_s4_a", [=] { tissue_class_sums_s4_a<<<132 * 8, 256>>>(scan, label, out, quads); }, out, 16, Output::f32});
        cases.push_back({"tissue_class_sums_s4_b", [=] { tissue_class_sums_s4_b<<<132 * 8, 256>>>(scan, label, out, quads); }, out, 16, Output::f32});
    }
    {  // four channels of 11.5 M samples
        int blocks = 45037, samples = blocks * 256;
        size_t count = (size_t)samples * 4;
        cases.push_back({"quad_character_s4_a", [=] { quad_character_s4_a<<<blocks, 256>>>(field, pool, 0.8f, samples); }, pool, count, Output::f32});
        cases.push_back({"quad_character_s4_b", [=] { quad_character_s4_b<<<blocks, 256>>>(field, pool, 0.8f, samples); }, pool, count, Output::f32});
    }
    {  // 36 slices of 1152 x 1300
        float* out = harness::empty<float>(72);
        CHECK(cudaMemset(out, 0, 72 * 4));
        cases.push_back({"slice_roughness_s4_a", [=] { slice_roughness_s4_a<<<36, 1024>>>(field, out, 1152, 1300); }, out, 72, Output::f32});
        cases.push_back({"slice_roughness_s4_b", [=] { slice_roughness_s4_b<<<dim3(36, 36), 1024>>>(field, out, 1152, 1300); }, out, 72, Output::f32});
    }
    {  // three planes of 13.1 M pixels (157 MB a picture set)
        Colour k{0.05f, {1.9f, 1.0f, 1.6f}, {1.62f, -0.51f, -0.11f, -0.19f, 1.43f, -0.24f, 0.02f, -0.47f, 1.45f}, 1.04f, 0.45f};
        int n = 3276801;
        auto in = (const float4*)field;
        auto lifted_to = (float4*)harness::empty<float>((size_t)n * 12), mixed_to = (float4*)harness::empty<float>((size_t)n * 12);
        auto out = (float4*)pool;
        int grid = (n + 255) / 256;
        cases.push_back({"camera_match_s4_a", [=] {
            camera_match_s4_a<<<grid, 256>>>(in, lifted_to, k, n);
            camera_match_s4_a2<<<grid, 256>>>(lifted_to, mixed_to, k, n);
            camera_match_s4_a3<<<grid, 256>>>(mixed_to, out, k, n); }, pool, (size_t)n * 12, Output::f32});
        cases.push_back({"camera_match_s4_b", [=] { camera_match_s4_b<<<grid, 256>>>(in, out, k, n); }, pool, (size_t)n * 12, Output::f32});
    }
    {  // 26000 records
        int records = 26000;
        float* even = harness::empty<float>((size_t)records * 2080);
        harness_repitch<<<records, 256>>>(even, field);
        CHECK(cudaGetLastError());
        const float* unit = small + 2048;
        size_t count = (size_t)records * 2048;
        cases.push_back({"eeg_epochs_s4_a", [=] { eeg_epochs_s4_a<<<records, 256>>>(field, small, unit, pool); }, pool, count, Output::f32});
        cases.push_back({"eeg_epochs_s4_b", [=] { eeg_epochs_s4_b<<<records, 256>>>(even, small, unit, pool); }, pool, count, Output::f32});
    }
    {  // three acquisitions of 20 M voxels
        int n = 5000000;
        auto b0 = (const float4*)field, b500 = b0 + n, b1000 = b500 + n;
        auto map = (float4*)pool;
        cases.push_back({"diffusion_adc_s4_a", [=] {
            diffusion_adc_s4_a<<<(n + 199) / 200, 200>>>(b0, b500, b1000, map, 0.4f, 0.8f, n); }, pool, (size_t)n * 4, Output::f32});
        cases.push_back({"diffusion_adc_s4_b", [=] {
            diffusion_adc_s4_b<<<(n + 255) / 256, 256>>>(b0, b500, b1000, map, 0.4f, 0.8f, n); }, pool, (size_t)n * 4, Output::f32});
    }
    {  // 4608 range samples, 4020 azimuth lines, three polarisations: 445 MB in, 123 MB out
        int pairs = 2304, lines = 1340;
        size_t in = (size_t)pairs * lines * 3, out = (size_t)pairs * lines;
        auto hh = (const float4*)field, hv = hh + in, vv = hv + in;
        auto odd = (float2*)pool, even = odd + out, cross = even + out;
        auto copol = (float4*)(cross + out);
        cases.push_back({"sar_multilook_s4_a", [=] {
            sar_multilook_s4_a<<<dim3(pairs / 256, lines), 256>>>(hh, hv, vv, odd, even, cross, copol, pairs); }, pool, out * 10, Output::f32});
    }
    return harness::run(argc, argv, cases);
}
