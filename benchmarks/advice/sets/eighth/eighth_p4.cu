// Author 4, file 1: compute-side defects (fp64 by accident, slow-path math, integer work, unfused arithmetic), two small fusions,
// one case of many small independent launches, healthy kernels at the FMA, integer, XU and DRAM roofs.
#include "harness.cuh"
#include <cuda_fp16.h>

// ------------------------------------------------------------------ helpers
__device__ __forceinline__ float ex2_fast(float x) { float y; asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x)); return y; }
template <typename T> __device__ __forceinline__ T warp_sum(T v) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}
__device__ __forceinline__ float warp_max(float v) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}

// ------------------------------------------------------------------ 1 sph_density: cluster-pair density sum, literals without f
constexpr int kCluster = 128, kNear = 16;
__global__ void __launch_bounds__(kCluster) sph_density_a(const float4* __restrict__ pos, const int* __restrict__ near_list,
                                                          float inv_h2, float* __restrict__ rho) {
    __shared__ float4 tile[kCluster];
    int i = blockIdx.x * kCluster + threadIdx.x;
    float4 pi = pos[i];
    float sum = 0.0f;
    for (int c = 0; c < kNear; ++c) {
        int cl = near_list[blockIdx.x * kNear + c];
        __syncthreads();
        tile[threadIdx.x] = pos[cl * kCluster + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < kCluster; ++j) {
            float4 pj = tile[j];
            float dx = pi.x - pj.x, dy = pi.y - pj.y, dz = pi.z - pj.z;
            float u = (dx * dx + dy * dy + dz * dz) * inv_h2;
            float w = 0.9973 - 2.9134 * u + 2.8417 * u * u - 0.9256 * u * u * u;
            sum += u < 1.0f ? pj.w * w : 0.0f;
        }
    }
    rho[i] = sum;
}
__global__ void __launch_bounds__(kCluster) sph_density_b(const float4* __restrict__ pos, const int* __restrict__ near_list,
                                                          float inv_h2, float* __restrict__ rho) {
    __shared__ float4 tile[kCluster];
    int i = blockIdx.x * kCluster + threadIdx.x;
    float4 pi = pos[i];
    float sum = 0.0f;
    for (int c = 0; c < kNear; ++c) {
        int cl = near_list[blockIdx.x * kNear + c];
        __syncthreads();
        tile[threadIdx.x] = pos[cl * kCluster + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < kCluster; ++j) {
            float4 pj = tile[j];
            float dx = pi.x - pj.x, dy = pi.y - pj.y, dz = pi.z - pj.z;
            float u = (dx * dx + dy * dy + dz * dz) * inv_h2;
            float w = ((-0.9256f * u + 2.8417f) * u - 2.9134f) * u + 0.9973f;
            sum += u < 1.0f ? pj.w * w : 0.0f;
        }
    }
    rho[i] = sum;
}

// ------------------------------------------------------------------ 2 softplus_f16: log(1.0 + exp(x)) on half data
__device__ __forceinline__ float softplus_wide(float x) { return log(1.0 + exp(x)); }
__device__ __forceinline__ float softplus_single(float x) { return logf(1.0f + expf(x)); }
__global__ void __launch_bounds__(256) softplus_f16_a(const uint4* __restrict__ in, uint4* __restrict__ out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    uint4 v = in[i];
    __half2* h = reinterpret_cast<__half2*>(&v);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float2 f = __half22float2(h[k]);
        h[k] = __floats2half2_rn(softplus_wide(f.x), softplus_wide(f.y));
    }
    out[i] = v;
}
__global__ void __launch_bounds__(256) softplus_f16_b(const uint4* __restrict__ in, uint4* __restrict__ out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    uint4 v = in[i];
    __half2* h = reinterpret_cast<__half2*>(&v);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float2 f = __half22float2(h[k]);
        h[k] = __floats2half2_rn(softplus_single(f.x), softplus_single(f.y));
    }
    out[i] = v;
}

// ------------------------------------------------------------------ 3 matched_filter: 64-tap correlation, accumulators
constexpr int kTaps = 64;
__constant__ float c_taps[kTaps];
template <typename Acc>
__device__ __forceinline__ void correlate(const float* __restrict__ x, float* __restrict__ y) {
    __shared__ float4 win[256 + kTaps / 4];
    size_t base = (size_t)blockIdx.x * 256;  // in float4
    const float4* x4 = reinterpret_cast<const float4*>(x);
    win[threadIdx.x] = x4[base + threadIdx.x];
    if (threadIdx.x < kTaps / 4) win[256 + threadIdx.x] = x4[base + 256 + threadIdx.x];
    __syncthreads();
    Acc acc[4] = {0, 0, 0, 0};
    float4 cur = win[threadIdx.x];
#pragma unroll
    for (int q = 0; q < kTaps / 4; ++q) {
        float4 nxt = win[threadIdx.x + q + 1];
        float w[8] = {cur.x, cur.y, cur.z, cur.w, nxt.x, nxt.y, nxt.z, nxt.w};
#pragma unroll
        for (int k = 0; k < 4; ++k)
#pragma unroll
            for (int o = 0; o < 4; ++o) acc[o] += c_taps[4 * q + k] * w[k + o];
        cur = nxt;
    }
    reinterpret_cast<float4*>(y)[base + threadIdx.x] = make_float4((float)acc[0], (float)acc[1], (float)acc[2], (float)acc[3]);
}
__global__ void __launch_bounds__(256) matched_filter_a(const float* __restrict__ x, float* __restrict__ y) { correlate<double>(x, y); }
__global__ void __launch_bounds__(256) matched_filter_b(const float* __restrict__ x, float* __restrict__ y) { correlate<float>(x, y); }

// ------------------------------------------------------------------ 4 srgb_encode: pow(float, 1.0/2.4)
__device__ __forceinline__ float encode_wide(float v) {
    v = fabsf(v);
    return v <= 0.0031308f ? 12.92f * v : 1.055f * (float)pow(v, 1.0 / 2.4) - 0.055f;
}
__device__ __forceinline__ float encode_single(float v) {
    v = fabsf(v);
    return v <= 0.0031308f ? 12.92f * v : 1.055f * powf(v, 1.0f / 2.4f) - 0.055f;
}
__global__ void __launch_bounds__(256) srgb_encode_a(const float2* __restrict__ in, float2* __restrict__ out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float2 v = in[i];
    out[i] = make_float2(encode_wide(v.x), encode_wide(v.y));
}
__global__ void __launch_bounds__(256) srgb_encode_b(const float2* __restrict__ in, float2* __restrict__ out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float2 v = in[i];
    out[i] = make_float2(encode_single(v.x), encode_single(v.y));
}

// ------------------------------------------------------------------ 5 row_moments (mild): double accumulators in a streaming reduction
template <typename Acc>
__device__ __forceinline__ void moments(const float4* __restrict__ x, float2* __restrict__ out) {
    __shared__ Acc part[2][8];
    const float4* row = x + (size_t)blockIdx.x * 1024;
    float4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = row[threadIdx.x + 256 * k];
    Acc s = 0, q = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        Acc a = v[k].x, b = v[k].y, c = v[k].z, d = v[k].w;
        s += a; s += b; s += c; s += d;
        q += a * a; q += b * b; q += c * c; q += d * d;
    }
    s = warp_sum(s); q = warp_sum(q);
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    if (lane == 0) { part[0][warp] = s; part[1][warp] = q; }
    __syncthreads();
    if (threadIdx.x == 0) {
        Acc ts = 0, tq = 0;
#pragma unroll
        for (int k = 0; k < 8; ++k) { ts += part[0][k]; tq += part[1][k]; }
        Acc mean = ts * (Acc)(1.0 / 4096), var = tq * (Acc)(1.0 / 4096) - mean * mean;
        out[blockIdx.x] = make_float2((float)mean, (float)var);
    }
}
__global__ void __launch_bounds__(256) row_moments_a(const float4* __restrict__ x, float2* __restrict__ out) { moments<double>(x, out); }
__global__ void __launch_bounds__(256) row_moments_b(const float4* __restrict__ x, float2* __restrict__ out) { moments<float>(x, out); }

// ------------------------------------------------------------------ 6 glint_lights: specular powf
constexpr int kLights = 8;
__constant__ float4 c_light[kLights];  // direction, diffuse weight
__constant__ float4 c_halfway[kLights];  // halfway vector, specular weight
__global__ void __launch_bounds__(256) glint_lights_a(const float* __restrict__ nx, const float* __restrict__ ny, const float* __restrict__ nz,
                                                      float gloss, float* __restrict__ shade, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float x = 0.577f * nx[i], y = 0.577f * ny[i], z = 0.577f * nz[i], acc = 0.02f;
#pragma unroll
    for (int l = 0; l < kLights; ++l) {
        float d = x * c_light[l].x + y * c_light[l].y + z * c_light[l].z;
        float h = x * c_halfway[l].x + y * c_halfway[l].y + z * c_halfway[l].z;
        acc += c_light[l].w * fmaxf(d, 0.0f) + c_halfway[l].w * powf(fmaxf(h, 0.0f), gloss);
    }
    shade[i] = acc;
}
__global__ void __launch_bounds__(256) glint_lights_b(const float* __restrict__ nx, const float* __restrict__ ny, const float* __restrict__ nz,
                                                      float* __restrict__ shade, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float x = 0.577f * nx[i], y = 0.577f * ny[i], z = 0.577f * nz[i], acc = 0.02f;
#pragma unroll
    for (int l = 0; l < kLights; ++l) {
        float d = x * c_light[l].x + y * c_light[l].y + z * c_light[l].z;
        float h = x * c_halfway[l].x + y * c_halfway[l].y + z * c_halfway[l].z;
        float p = fmaxf(h, 0.0f);
        p *= p; p *= p; p *= p;  // ^8
        acc += c_light[l].w * fmaxf(d, 0.0f) + c_halfway[l].w * (p * p * p);  // ^24
    }
    shade[i] = acc;
}

// ------------------------------------------------------------------ 7 vis_predict: radio visibilities of point sources
constexpr int kSources = 256;
__global__ void __launch_bounds__(256) vis_predict_a(const float* __restrict__ u, const float* __restrict__ v, const float* __restrict__ w,
                                                     const float4* __restrict__ sky, float2* __restrict__ vis) {
    __shared__ float4 src[kSources];
    src[threadIdx.x] = sky[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    float ui = 900.0f * u[i], vi = 900.0f * v[i], wi = 300.0f * w[i], re = 0, im = 0;
#pragma unroll 4
    for (int s = 0; s < kSources; ++s) {
        float4 p = src[s];
        float turns = 0.2f * (ui * p.x + vi * p.y + wi * p.z), sn, cs;
        sincosf(6.2831853f * turns, &sn, &cs);
        re += p.w * cs; im += p.w * sn;
    }
    vis[i] = make_float2(re, im);
}
__global__ void __launch_bounds__(256) vis_predict_b(const float* __restrict__ u, const float* __restrict__ v, const float* __restrict__ w,
                                                     const float4* __restrict__ sky, float2* __restrict__ vis) {
    __shared__ float4 src[kSources];
    src[threadIdx.x] = sky[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    float ui = 900.0f * u[i], vi = 900.0f * v[i], wi = 300.0f * w[i], re = 0, im = 0;
#pragma unroll 4
    for (int s = 0; s < kSources; ++s) {
        float4 p = src[s];
        float turns = 0.2f * (ui * p.x + vi * p.y + wi * p.z);
        float frac = turns - ((turns + 12582912.0f) - 12582912.0f);  // to the nearest whole turn
        float arg = 6.2831853f * frac;
        re += p.w * __cosf(arg); im += p.w * __sinf(arg);
    }
    vis[i] = make_float2(re, im);
}

// ------------------------------------------------------------------ 8 lens_march: light bending round a point mass, sqrt and division
template <bool Reciprocal>
__device__ __forceinline__ void march(const float* __restrict__ seed, float2* __restrict__ exit_dir) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float s = seed[i], t = seed[i + (1 << 21)];
    float x = -6.0f, y = 4.0f + 0.8f * s, z = 0.5f * t, vx = 1.0f, vy = 0.0f, vz = 0.05f * s;
    float hx = y * vz - z * vy, hy = z * vx - x * vz, hz = x * vy - y * vx;
    float k = -1.5f * (hx * hx + hy * hy + hz * hz);
    const float dt = 0.1f;
#pragma unroll 2
    for (int step = 0; step < 128; ++step) {
        float r2 = x * x + y * y + z * z, f;
        if (Reciprocal) { float ri = rsqrtf(r2), ri2 = ri * ri; f = k * (ri2 * ri2) * ri; }
        else { float r = sqrtf(r2); f = k / (r2 * r2 * r); }
        f *= dt;
        vx += f * x; vy += f * y; vz += f * z;
        x += dt * vx; y += dt * vy; z += dt * vz;
    }
    exit_dir[i] = make_float2(vx, vy + vz);
}
__global__ void __launch_bounds__(128) lens_march_a(const float* __restrict__ seed, float2* __restrict__ o) { march<false>(seed, o); }
__global__ void __launch_bounds__(128) lens_march_b(const float* __restrict__ seed, float2* __restrict__ o) { march<true>(seed, o); }

// ------------------------------------------------------------------ 9 edge_smooth: bilateral filter of radius 4
constexpr int kR = 4, kBX = 32, kBY = 8;
template <bool OneExp>
__device__ __forceinline__ void bilateral(const float* __restrict__ img, float* __restrict__ out, int w, int h, float is2, float ir2) {
    __shared__ float tile[kBY + 2 * kR][kBX + 2 * kR];
    int x0 = blockIdx.x * kBX - kR, y0 = blockIdx.y * kBY - kR;
    for (int ty = threadIdx.y; ty < kBY + 2 * kR; ty += kBY)
        for (int tx = threadIdx.x; tx < kBX + 2 * kR; tx += kBX)
            tile[ty][tx] = img[(size_t)min(max(y0 + ty, 0), h - 1) * w + min(max(x0 + tx, 0), w - 1)];
    __syncthreads();
    float c = tile[threadIdx.y + kR][threadIdx.x + kR], num = 0, den = 0, fdy = -(float)kR;
    const float ks = -is2 * 1.44269504f, kr = -ir2 * 1.44269504f;
#pragma unroll 1
    for (int dy = 0; dy <= 2 * kR; ++dy, fdy += 1.0f) {
        const float* row = &tile[threadIdx.y + dy][threadIdx.x];
#pragma unroll
        for (int dx = -kR; dx <= kR; ++dx) {
            float p = row[dx + kR], d = p - c, wt;
            if (OneExp) wt = ex2_fast(d * d * kr + ks * (fdy * fdy + (float)(dx * dx)));
            else wt = expf(-(fdy * fdy + (float)(dx * dx)) * is2) * expf(-d * d * ir2);
            num += wt * p; den += wt;
        }
    }
    out[(size_t)(y0 + kR + threadIdx.y) * w + x0 + kR + threadIdx.x] = __fdividef(num, den);
}
__global__ void __launch_bounds__(256) edge_smooth_a(const float* __restrict__ img, float* __restrict__ out, int w, int h, float is2, float ir2) { bilateral<false>(img, out, w, h, is2, ir2); }
__global__ void __launch_bounds__(256) edge_smooth_b(const float* __restrict__ img, float* __restrict__ out, int w, int h, float is2, float ir2) { bilateral<true>(img, out, w, h, is2, ir2); }

// ------------------------------------------------------------------ 10 swish_bias (mild): exp and exact division, but streaming fp32
__global__ void __launch_bounds__(256) swish_bias_a(const float4* __restrict__ in, float4* __restrict__ out, float bias, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float4 v = in[i];
    v.x += bias; v.y += bias; v.z += bias; v.w += bias;
    out[i] = make_float4(v.x / (1.0f + expf(-v.x)), v.y / (1.0f + expf(-v.y)), v.z / (1.0f + expf(-v.z)), v.w / (1.0f + expf(-v.w)));
}
__global__ void __launch_bounds__(256) swish_bias_b(const float4* __restrict__ in, float4* __restrict__ out, float bias, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float4 v = in[i];
    v.x += bias; v.y += bias; v.z += bias; v.w += bias;
    out[i] = make_float4(__fdividef(v.x, 1.0f + __expf(-v.x)), __fdividef(v.y, 1.0f + __expf(-v.y)),
                         __fdividef(v.z, 1.0f + __expf(-v.z)), __fdividef(v.w, 1.0f + __expf(-v.w)));
}

// ------------------------------------------------------------------ 11 mirror_pad: reflect padding of NCHW with a channel bias
__global__ void __launch_bounds__(256) mirror_pad_a(const float* __restrict__ in, const float* __restrict__ bias, float* __restrict__ out,
                                                    long long total, long long channels, long long h, long long w, long long pad) {
    long long ow = w + 2 * pad, oh = h + 2 * pad;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        long long i = (long long)blockIdx.x * 1024 + k * 256 + threadIdx.x;
        if (i >= total) return;
        long long x = i % ow - pad, y = (i / ow) % oh - pad, c = (i / (ow * oh)) % channels, b = i / (ow * oh * channels);
        x = x < 0 ? -x : x >= w ? 2 * w - 2 - x : x;
        y = y < 0 ? -y : y >= h ? 2 * h - 2 - y : y;
        out[i] = in[((b * channels + c) * h + y) * w + x] + bias[c];
    }
}
__global__ void __launch_bounds__(256) mirror_pad_b(const float* __restrict__ in, const float* __restrict__ bias, float* __restrict__ out,
                                                    int channels, int h, int w, int pad) {
    int ow = w + 2 * pad, oh = h + 2 * pad, plane = blockIdx.z * channels + blockIdx.y;
    int y = (int)blockIdx.x - pad;
    y = y < 0 ? -y : y >= h ? 2 * h - 2 - y : y;
    const float* src = in + ((size_t)plane * h + y) * w;
    float* dst = out + ((size_t)plane * oh + blockIdx.x) * ow;
    float add = bias[blockIdx.y];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int ox = k * 256 + threadIdx.x;
        if (ox >= ow) return;
        int x = ox - pad;
        x = x < 0 ? -x : x >= w ? 2 * w - 2 - x : x;
        dst[ox] = src[x] + add;
    }
}

// ------------------------------------------------------------------ 12 minhash_sig: universal hashes of k-mers, (a x + b) mod p
constexpr int kMers = 256;
__global__ void __launch_bounds__(128) minhash_sig_a(const int* __restrict__ kmers, const int* __restrict__ mul, const int* __restrict__ add,
                                                     unsigned long long prime, int* __restrict__ sig) {
    __shared__ uint32_t km[kMers];
    for (int j = threadIdx.x; j < kMers; j += 128) km[j] = kmers[blockIdx.x * kMers + j];
    __syncthreads();
    unsigned long long m = (uint32_t)mul[threadIdx.x], a = (uint32_t)add[threadIdx.x];
    uint32_t best = 0xffffffffu;
#pragma unroll 4
    for (int j = 0; j < kMers; ++j) best = min(best, (uint32_t)((m * km[j] + a) % prime));
    sig[blockIdx.x * 128 + threadIdx.x] = (int)best;
}
__global__ void __launch_bounds__(128) minhash_sig_b(const int* __restrict__ kmers, const int* __restrict__ mul, const int* __restrict__ add,
                                                     int* __restrict__ sig) {
    __shared__ uint32_t km[kMers];
    for (int j = threadIdx.x; j < kMers; j += 128) km[j] = kmers[blockIdx.x * kMers + j];
    __syncthreads();
    unsigned long long m = (uint32_t)mul[threadIdx.x], a = (uint32_t)add[threadIdx.x];
    const uint32_t p = 0x7fffffffu;
    uint32_t best = 0xffffffffu;
#pragma unroll 4
    for (int j = 0; j < kMers; ++j) {
        unsigned long long v = m * km[j] + a;                    // under 2^62
        uint32_t s = ((uint32_t)v & p) + (uint32_t)(v >> 31);    // Mersenne fold: at most 2^32 - 2
        s = (s & p) + (s >> 31);
        s = min(s, s - p);                                       // unsigned wrap keeps s when s < p
        best = min(best, s);
    }
    sig[blockIdx.x * 128 + threadIdx.x] = (int)best;
}

// ------------------------------------------------------------------ 13 ring_fir: FIR over ring buffers of a run-time capacity
constexpr int kRingTaps = 64;
__constant__ float c_ring[kRingTaps];
__global__ void __launch_bounds__(256) ring_fir_a(const float* __restrict__ ring, const int* __restrict__ head, unsigned cap, float* __restrict__ y, int n) {
    int t = blockIdx.x * 256 + threadIdx.x;
    const float* buf = ring + (size_t)blockIdx.y * cap;
    unsigned start = head[blockIdx.y] + t;
    float acc = 0;
#pragma unroll 8
    for (int k = 0; k < kRingTaps; ++k) acc += c_ring[k] * buf[(start + k) % cap];
    y[(size_t)blockIdx.y * n + t] = acc;
}
__global__ void __launch_bounds__(256) ring_fir_b(const float* __restrict__ ring, const int* __restrict__ head, unsigned cap, float* __restrict__ y, int n) {
    int t = blockIdx.x * 256 + threadIdx.x;
    const float* buf = ring + (size_t)blockIdx.y * cap;
    unsigned pos = (head[blockIdx.y] + t) % cap;
    float acc = 0;
    if (pos + kRingTaps <= cap) {
        const float* p = buf + pos;
#pragma unroll 8
        for (int k = 0; k < kRingTaps; ++k) acc += c_ring[k] * p[k];
    } else {
#pragma unroll 8
        for (int k = 0; k < kRingTaps; ++k) { acc += c_ring[k] * buf[pos]; if (++pos == cap) pos = 0; }
    }
    y[(size_t)blockIdx.y * n + t] = acc;
}

// ------------------------------------------------------------------ 14 ligand_scan: Tanimoto similarity of 1024-bit fingerprints
constexpr int kProbe = 32;
__device__ __forceinline__ int bits_by_hand(uint32_t x) {
    x = (x & 0x55555555u) + ((x >> 1) & 0x55555555u);
    x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
    x = (x & 0x0f0f0f0fu) + ((x >> 4) & 0x0f0f0f0fu);
    x += x >> 8;
    x += x >> 16;
    return x & 63;
}
template <bool Native> __device__ __forceinline__ int bit_count(uint32_t x) { return Native ? __popc(x) : bits_by_hand(x); }
template <bool Native>
__device__ __forceinline__ void tanimoto(const uint4* __restrict__ db, int n, float* __restrict__ best) {
    __shared__ uint4 probe[kProbe][8];
    __shared__ int weight[kProbe];
    if (threadIdx.x < kProbe) {
        int wgt = 0;
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            uint4 q = db[(size_t)k * n + threadIdx.x * 997];
            probe[threadIdx.x][k] = q;
            wgt += __popc(q.x) + __popc(q.y) + __popc(q.z) + __popc(q.w);
        }
        weight[threadIdx.x] = wgt;
    }
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x, own = 0;
    uint4 d[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        d[k] = db[(size_t)k * n + i];
        own += __popc(d[k].x) + __popc(d[k].y) + __popc(d[k].z) + __popc(d[k].w);
    }
    float top = 0;
#pragma unroll 1
    for (int p = 0; p < kProbe; ++p) {
        int both = 0;
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            uint4 q = probe[p][k];
            both += bit_count<Native>(q.x & d[k].x) + bit_count<Native>(q.y & d[k].y) + bit_count<Native>(q.z & d[k].z) + bit_count<Native>(q.w & d[k].w);
        }
        top = fmaxf(top, __fdividef((float)both, (float)(own + weight[p] - both)));
    }
    best[i] = top;
}
__global__ void __launch_bounds__(256) ligand_scan_a(const uint4* __restrict__ db, int n, float* __restrict__ best) { tanimoto<false>(db, n, best); }
__global__ void __launch_bounds__(256) ligand_scan_b(const uint4* __restrict__ db, int n, float* __restrict__ best) { tanimoto<true>(db, n, best); }

// ------------------------------------------------------------------ 15 sip_invert: telescope distortion polynomial inverted by fixed point
__constant__ float c_sip[2][21];
template <bool Fused> __device__ __forceinline__ float mad(float a, float b, float c) { return Fused ? fmaf(a, b, c) : __fadd_rn(__fmul_rn(a, b), c); }
template <bool Fused> __device__ __forceinline__ float sip_poly(const int axis, float x, float y) {
    float r = 0;
    int at = 0;
#pragma unroll
    for (int i = 5; i >= 0; --i) {  // power of y, highest first; in x of degree 5 - i
        float q = c_sip[axis][at++];
#pragma unroll
        for (int j = 0; j < 5 - i; ++j) q = mad<Fused>(q, x, c_sip[axis][at++]);
        r = i == 5 ? q : mad<Fused>(r, y, q);
    }
    return r;
}
template <bool Fused> __device__ __forceinline__ void sip_solve(const float2* __restrict__ u, const float2* __restrict__ v, float2* __restrict__ ox, float2* __restrict__ oy, int n) {
    int i = blockIdx.x * 192 + threadIdx.x;
    if (i >= n) return;
    float2 a = u[i], b = v[i], x = a, y = b;
#pragma unroll 1
    for (int it = 0; it < 5; ++it) {
        float p0 = sip_poly<Fused>(0, x.x, y.x), q0 = sip_poly<Fused>(1, x.x, y.x);
        float p1 = sip_poly<Fused>(0, x.y, y.y), q1 = sip_poly<Fused>(1, x.y, y.y);
        x = make_float2(a.x - p0, a.y - p1);
        y = make_float2(b.x - q0, b.y - q1);
    }
    ox[i] = x; oy[i] = y;
}
__global__ void __launch_bounds__(192) sip_invert_a(const float2* __restrict__ u, const float2* __restrict__ v, float2* __restrict__ ox, float2* __restrict__ oy, int n) { sip_solve<false>(u, v, ox, oy, n); }
__global__ void __launch_bounds__(192) sip_invert_b(const float2* __restrict__ u, const float2* __restrict__ v, float2* __restrict__ ox, float2* __restrict__ oy, int n) { sip_solve<true>(u, v, ox, oy, n); }

// ------------------------------------------------------------------ 16 tone_bank: Goertzel resonators, 512 bins a frame
constexpr int kFrame = 512;
template <bool Fused> __device__ __forceinline__ float resonate(float x, float c, float s1, float s2) {
    return Fused ? fmaf(c, s1, x - s2) : __fadd_rn(__fmul_rn(c, s1), __fsub_rn(x, s2));
}
template <bool Fused> __device__ __forceinline__ void goertzel(const float4* __restrict__ signal, const float* __restrict__ coef, float* __restrict__ power) {
    __shared__ float4 frame[kFrame / 4];
    if (threadIdx.x < kFrame / 4) frame[threadIdx.x] = signal[(size_t)blockIdx.x * (kFrame / 4) + threadIdx.x];
    float c[2], s1[2] = {0, 0}, s2[2] = {0, 0};
#pragma unroll
    for (int k = 0; k < 2; ++k) c[k] = coef[threadIdx.x + 256 * k];
    __syncthreads();
#pragma unroll 4
    for (int j = 0; j < kFrame / 4; ++j) {
        float4 x = frame[j];
#pragma unroll
        for (int k = 0; k < 2; ++k) {
            float a = resonate<Fused>(x.x, c[k], s1[k], s2[k]);
            float b = resonate<Fused>(x.y, c[k], a, s1[k]);
            s2[k] = resonate<Fused>(x.z, c[k], b, a);
            s1[k] = resonate<Fused>(x.w, c[k], s2[k], b);
        }
    }
#pragma unroll
    for (int k = 0; k < 2; ++k)
        power[(size_t)blockIdx.x * 512 + threadIdx.x + 256 * k] = s1[k] * s1[k] + s2[k] * s2[k] - c[k] * s1[k] * s2[k];
}
__global__ void __launch_bounds__(256) tone_bank_viii_a(const float4* __restrict__ s, const float* __restrict__ c, float* __restrict__ p) { goertzel<false>(s, c, p); }
__global__ void __launch_bounds__(256) tone_bank_viii_b(const float4* __restrict__ s, const float* __restrict__ c, float* __restrict__ p) { goertzel<true>(s, c, p); }

// ------------------------------------------------------------------ 17 halo_force: softened gravity of 4096 bodies on many probes
constexpr int kBodies = 4096;
template <bool Fused> __device__ __forceinline__ void attract(const float* __restrict__ probe, const float4* __restrict__ body, float soft2, float* __restrict__ acc, int n) {
    __shared__ float4 tile[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float x = probe[i], y = probe[i + n], z = probe[i + 2 * n], ax = 0, ay = 0, az = 0;
    for (int t = 0; t < kBodies; t += 256) {
        __syncthreads();
        tile[threadIdx.x] = body[t + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < 256; ++j) {
            float4 b = tile[j];
            float dx = b.x - x, dy = b.y - y, dz = b.z - z;
            float r2 = mad<Fused>(dx, dx, mad<Fused>(dy, dy, mad<Fused>(dz, dz, soft2)));
            float ri;
            asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(ri) : "f"(r2));
            float f = b.w * ri * (ri * ri);
            ax = mad<Fused>(f, dx, ax); ay = mad<Fused>(f, dy, ay); az = mad<Fused>(f, dz, az);
        }
    }
    acc[i] = ax; acc[i + n] = ay; acc[i + 2 * n] = az;
}
__global__ void __launch_bounds__(256) halo_force_a(const float* __restrict__ p, const float4* __restrict__ b, float s, float* __restrict__ o, int n) { attract<false>(p, b, s, o, n); }
__global__ void __launch_bounds__(256) halo_force_b(const float* __restrict__ p, const float4* __restrict__ b, float s, float* __restrict__ o, int n) { attract<true>(p, b, s, o, n); }

// ------------------------------------------------------------------ 18 row_quant: absmax of a row, then int8 quantisation (rows of 4096 halves)
__device__ __forceinline__ float abs_max8(uint4 v) {
    const __half2* h = reinterpret_cast<const __half2*>(&v);
    __half2 m = __hmax2(__hmax2(__habs2(h[0]), __habs2(h[1])), __hmax2(__habs2(h[2]), __habs2(h[3])));
    return fmaxf(__low2float(m), __high2float(m));
}
__device__ __forceinline__ uint32_t pack4(__half2 a, __half2 b, float s) {
    float2 f = __half22float2(a), g = __half22float2(b);
    int p = __float2int_rn(f.x * s), q = __float2int_rn(f.y * s), r = __float2int_rn(g.x * s), t = __float2int_rn(g.y * s);
    return (p & 255) | (q & 255) << 8 | (r & 255) << 16 | (uint32_t)(t & 255) << 24;
}
__device__ __forceinline__ uint2 pack8(uint4 v, float s) {
    const __half2* h = reinterpret_cast<const __half2*>(&v);
    return make_uint2(pack4(h[0], h[1], s), pack4(h[2], h[3], s));
}
__device__ __forceinline__ float block_max(float m) {
    __shared__ float part[8];
    m = warp_max(m);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = m;
    __syncthreads();
    return warp_max(part[threadIdx.x & 7]);
}
__global__ void __launch_bounds__(256) row_quant_a(const uint4* __restrict__ in, float* __restrict__ scale) {
    const uint4* row = in + (size_t)blockIdx.x * 512;
    float m = block_max(fmaxf(abs_max8(row[threadIdx.x]), abs_max8(row[threadIdx.x + 256])));
    if (threadIdx.x == 0) scale[blockIdx.x] = __fdividef(127.0f, fmaxf(m, 1e-6f));
}
__global__ void __launch_bounds__(256) row_quant_a_pack(const uint4* __restrict__ in, const float* __restrict__ scale, uint2* __restrict__ out) {
    size_t at = (size_t)blockIdx.x * 512 + threadIdx.x;
    uint4 v = in[at], w = in[at + 256];
    float s = scale[blockIdx.x];
    out[at] = pack8(v, s); out[at + 256] = pack8(w, s);
}
__global__ void __launch_bounds__(256) row_quant_b(const uint4* __restrict__ in, float* __restrict__ scale, uint2* __restrict__ out) {
    size_t at = (size_t)blockIdx.x * 512 + threadIdx.x;
    uint4 v = in[at], w = in[at + 256];
    float s = __fdividef(127.0f, fmaxf(block_max(fmaxf(abs_max8(v), abs_max8(w))), 1e-6f));
    if (threadIdx.x == 0) scale[blockIdx.x] = s;
    out[at] = pack8(v, s); out[at + 256] = pack8(w, s);
}

// ------------------------------------------------------------------ 19 eos_speed: pressure from conserved variables, then wave speed
__device__ __forceinline__ float eos(float r, float mx, float my, float mz, float e) {
    return 0.4f * (e + 4.0f - __fdividef(0.5f * (mx * mx + my * my + mz * mz), r + 2.0f));
}
__device__ __forceinline__ float wave(float p, float r, float mx) {
    float inv = __fdividef(1.0f, r + 2.0f);
    return fabsf(mx) * inv + __fsqrt_rn(1.4f * p * inv);
}
__global__ void __launch_bounds__(256) eos_speed_a(const float4* __restrict__ rho, const float4* __restrict__ mx, const float4* __restrict__ my, const float4* __restrict__ mz,
                                                   const float4* __restrict__ en, float4* __restrict__ p, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float4 r = rho[i], a = mx[i], b = my[i], c = mz[i], e = en[i];
    p[i] = make_float4(eos(r.x, a.x, b.x, c.x, e.x), eos(r.y, a.y, b.y, c.y, e.y), eos(r.z, a.z, b.z, c.z, e.z), eos(r.w, a.w, b.w, c.w, e.w));
}
__global__ void __launch_bounds__(256) eos_speed_a_wave(const float4* __restrict__ p, const float4* __restrict__ rho, const float4* __restrict__ mx, float4* __restrict__ s, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float4 q = p[i], r = rho[i], a = mx[i];
    s[i] = make_float4(wave(q.x, r.x, a.x), wave(q.y, r.y, a.y), wave(q.z, r.z, a.z), wave(q.w, r.w, a.w));
}
__global__ void __launch_bounds__(256) eos_speed_b(const float4* __restrict__ rho, const float4* __restrict__ mx, const float4* __restrict__ my, const float4* __restrict__ mz,
                                                   const float4* __restrict__ en, float4* __restrict__ p, float4* __restrict__ s, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float4 r = rho[i], a = mx[i], b = my[i], c = mz[i], e = en[i];
    float4 q = make_float4(eos(r.x, a.x, b.x, c.x, e.x), eos(r.y, a.y, b.y, c.y, e.y), eos(r.z, a.z, b.z, c.z, e.z), eos(r.w, a.w, b.w, c.w, e.w));
    p[i] = q;
    s[i] = make_float4(wave(q.x, r.x, a.x), wave(q.y, r.y, a.y), wave(q.z, r.z, a.z), wave(q.w, r.w, a.w));
}

// ------------------------------------------------------------------ 20 despeckle_cam: 3x3 median of six camera frames
__device__ __forceinline__ void order(float& a, float& b) { float t = fminf(a, b); b = fmaxf(a, b); a = t; }
__device__ __forceinline__ float median9(float* p) {
    order(p[1], p[2]); order(p[4], p[5]); order(p[7], p[8]); order(p[0], p[1]); order(p[3], p[4]); order(p[6], p[7]);
    order(p[1], p[2]); order(p[4], p[5]); order(p[7], p[8]); p[3] = fmaxf(p[0], p[3]); p[5] = fminf(p[5], p[8]);
    order(p[4], p[7]); p[6] = fmaxf(p[3], p[6]); p[4] = fmaxf(p[1], p[4]); p[2] = fminf(p[2], p[5]); p[4] = fminf(p[4], p[7]);
    order(p[4], p[2]); p[4] = fmaxf(p[6], p[4]);
    return fminf(p[4], p[2]);
}
__device__ __forceinline__ void median_at(const float* __restrict__ img, float* __restrict__ out, int w, int h) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    int xl = max(x - 1, 0), xr = min(x + 1, w - 1);
    float p[9];
#pragma unroll
    for (int k = 0; k < 3; ++k) {
        const float* row = img + min(max(y + k - 1, 0), h - 1) * w;
        p[3 * k] = row[xl]; p[3 * k + 1] = row[x]; p[3 * k + 2] = row[xr];
    }
    out[y * w + x] = median9(p);
}
__global__ void __launch_bounds__(256) despeckle_cam_a(const float* __restrict__ img, float* __restrict__ out, int w, int h) { median_at(img, out, w, h); }
__global__ void __launch_bounds__(256) despeckle_cam_b(const float* __restrict__ img, float* __restrict__ out, int w, int h) {
    size_t off = (size_t)blockIdx.z * w * h;
    median_at(img + off, out + off, w, h);
}

// ------------------------------------------------------------------ healthy: FMA roof
__global__ void __launch_bounds__(256) duffing_sweep_h(const float4* __restrict__ x0, const float4* __restrict__ v0, float4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 a = x0[i], b = v0[i];
    float x[4] = {a.x, a.y, a.z, a.w}, v[4] = {b.x, b.y, b.z, b.w};
    const float dt = 0.02f, alpha = 1.0f, beta = 0.35f, damp = 0.1f;
    auto acc = [&](float p, float q) { return fmaf(-damp, q, fmaf(-beta * p, p, -alpha) * p); };
#pragma unroll 1
    for (int s = 0; s < 64; ++s) {
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float k1 = acc(x[k], v[k]);
            float v2 = fmaf(0.5f * dt, k1, v[k]), k2 = acc(fmaf(0.5f * dt, v[k], x[k]), v2);
            float v3 = fmaf(0.5f * dt, k2, v[k]), k3 = acc(fmaf(0.5f * dt, v2, x[k]), v3);
            float v4 = fmaf(dt, k3, v[k]), k4 = acc(fmaf(dt, v3, x[k]), v4);
            x[k] = fmaf(dt / 6, fmaf(2.0f, v2 + v3, v[k] + v4), x[k]);
            v[k] = fmaf(dt / 6, fmaf(2.0f, k2 + k3, k1 + k4), v[k]);
        }
    }
    out[i] = make_float4(x[0], x[1], x[2], x[3]);
}

// ------------------------------------------------------------------ healthy: integer roof
__device__ __forceinline__ uint32_t rot(uint32_t x, int n) { return __funnelshift_l(x, x, n); }
#define CHACHA_QR(a, b, c, d) a += b; d = rot(d ^ a, 16); c += d; b = rot(b ^ c, 12); a += b; d = rot(d ^ a, 8); c += d; b = rot(b ^ c, 7);
__global__ void __launch_bounds__(256) chacha_fill_h(uint4 key0, uint4 key1, uint4* __restrict__ out, int n) {
    uint32_t ctr = blockIdx.x * 256 + threadIdx.x;
    const uint32_t in[16] = {0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u, key0.x, key0.y, key0.z, key0.w,
                             key1.x, key1.y, key1.z, key1.w, ctr, 0x4a000000u, 0x09000000u, 7u};
    uint32_t s[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) s[k] = in[k];
#pragma unroll 2
    for (int r = 0; r < 10; ++r) {
        CHACHA_QR(s[0], s[4], s[8], s[12]) CHACHA_QR(s[1], s[5], s[9], s[13]) CHACHA_QR(s[2], s[6], s[10], s[14]) CHACHA_QR(s[3], s[7], s[11], s[15])
        CHACHA_QR(s[0], s[5], s[10], s[15]) CHACHA_QR(s[1], s[6], s[11], s[12]) CHACHA_QR(s[2], s[7], s[8], s[13]) CHACHA_QR(s[3], s[4], s[9], s[14])
    }
#pragma unroll
    for (int k = 0; k < 4; ++k)  // interleaved key stream: one plane for each quarter of the block
        out[(size_t)k * n + ctr] = make_uint4(s[4 * k] + in[4 * k], s[4 * k + 1] + in[4 * k + 1], s[4 * k + 2] + in[4 * k + 2], s[4 * k + 3] + in[4 * k + 3]);
}

// ------------------------------------------------------------------ healthy: XU roof
constexpr int kCentres = 1024;
__global__ void __launch_bounds__(256) rbf_field_h(const float4* __restrict__ at, const float4* __restrict__ centre, float2* __restrict__ out) {
    __shared__ float4 c[kCentres];  // x, y, -log2(e)/sigma^2, weight
    for (int k = threadIdx.x; k < kCentres; k += 256) {
        float4 v = centre[k];
        v.z = -2.0f - v.z;
        c[k] = v;
    }
    __syncthreads();
    float4 both = at[blockIdx.x * 256 + threadIdx.x];
    float2 p = make_float2(both.x, both.y), q = make_float2(both.z, both.w);
    float f = 0, g = 0;
#pragma unroll 8
    for (int k = 0; k < kCentres; ++k) {
        float4 v = c[k];
        float dx = p.x - v.x, dy = p.y - v.y, ex = q.x - v.x, ey = q.y - v.y;
        f = fmaf(v.w, ex2_fast(fmaf(dx, dx, dy * dy) * v.z), f);
        g = fmaf(v.w, ex2_fast(fmaf(ex, ex, ey * ey) * v.z), g);
    }
    out[blockIdx.x * 256 + threadIdx.x] = make_float2(f, g);
}

// ------------------------------------------------------------------ healthy: DRAM roof
__global__ void __launch_bounds__(512) resid_rms_h(const float4* __restrict__ x, const float4* __restrict__ r, const float4* __restrict__ gain,
                                                   float4* __restrict__ y, float4* __restrict__ h) {
    __shared__ float part[16];
    size_t at = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 v[2];
    float q = 0;
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        float4 a = x[at + 512 * k], b = r[at + 512 * k];
        v[k] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
    }
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        h[at + 512 * k] = v[k];
        q += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
    }
    q = warp_sum(q);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = q;
    __syncthreads();
    float t = part[threadIdx.x & 15];
#pragma unroll
    for (int o = 8; o; o >>= 1) t += __shfl_xor_sync(0xffffffffu, t, o);
    float s = rsqrtf(t * (1.0f / 4096) + 1e-6f);
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        float4 g = gain[threadIdx.x + 512 * k];
        y[at + 512 * k] = make_float4(v[k].x * s * g.x, v[k].y * s * g.y, v[k].z * s * g.z, v[k].w * s * g.w);
    }
}

int main(int argc, char** argv) {
    using namespace harness;
    const size_t M = 1 << 20;
    float* A = filled<float>(64 * M, 11);
    float* B = filled<float>(64 * M, 23);
    __half* H = filled<__half>(64 * M, 37);
    float* O = empty<float>(68 * M);
    std::vector<Case> cases;
    auto host_values = [](size_t n, uint32_t seed, float scale) { std::vector<float> v(n); for (size_t i = 0; i < n; ++i) v[i] = scale * unit((uint32_t)i * 7919u + seed); return v; };

    {   // 1
        const int clusters = 2048;
        int* nl = indices((size_t)clusters * kNear, clusters, 5);
        const float4* pos = (const float4*)A;
        cases.push_back({"sph_density_a", [=] { sph_density_a<<<clusters, kCluster>>>(pos, nl, 0.25f, O); }, O, (size_t)clusters * kCluster});
        cases.push_back({"sph_density_b", [=] { sph_density_b<<<clusters, kCluster>>>(pos, nl, 0.25f, O); }, O, (size_t)clusters * kCluster});
    }
    {   // 2
        int n = 8 * M;
        cases.push_back({"softplus_f16_a", [=] { softplus_f16_a<<<n / 256, 256>>>((const uint4*)H, (uint4*)O, n); }, O, 64 * M, Output::f16});
        cases.push_back({"softplus_f16_b", [=] { softplus_f16_b<<<n / 256, 256>>>((const uint4*)H, (uint4*)O, n); }, O, 64 * M, Output::f16});
    }
    {   // 3
        auto t = host_values(kTaps, 3, 1.0f);
        CHECK(cudaMemcpyToSymbol(c_taps, t.data(), sizeof(float) * kTaps));
        cases.push_back({"matched_filter_a", [=] { matched_filter_a<<<32 * M / 1024, 256>>>(A, O); }, O, 32 * M});
        cases.push_back({"matched_filter_b", [=] { matched_filter_b<<<32 * M / 1024, 256>>>(A, O); }, O, 32 * M});
    }
    {   // 4
        int n = 16 * M;
        cases.push_back({"srgb_encode_a", [=] { srgb_encode_a<<<n / 256, 256>>>((const float2*)B, (float2*)O, n); }, O, 32 * M});
        cases.push_back({"srgb_encode_b", [=] { srgb_encode_b<<<n / 256, 256>>>((const float2*)B, (float2*)O, n); }, O, 32 * M});
    }
    {   // 5
        cases.push_back({"row_moments_a", [=] { row_moments_a<<<16384, 256>>>((const float4*)A, (float2*)O); }, O, 32768});
        cases.push_back({"row_moments_b", [=] { row_moments_b<<<16384, 256>>>((const float4*)A, (float2*)O); }, O, 32768});
    }
    {   // 6
        auto l = host_values(kLights * 4, 17, 0.7f), h = host_values(kLights * 4, 91, 0.9f);
        for (int k = 0; k < kLights; ++k) { l[4 * k + 3] = 0.1f + 0.02f * k; h[4 * k + 3] = 0.5f + 0.05f * k; }
        CHECK(cudaMemcpyToSymbol(c_light, l.data(), sizeof(float4) * kLights));
        CHECK(cudaMemcpyToSymbol(c_halfway, h.data(), sizeof(float4) * kLights));
        int n = 16 * M;
        cases.push_back({"glint_lights_a", [=] { glint_lights_a<<<n / 256, 256>>>(A, A + n, A + 2 * (size_t)n, 24.0f, O, n); }, O, (size_t)n});
        cases.push_back({"glint_lights_b", [=] { glint_lights_b<<<n / 256, 256>>>(A, A + n, A + 2 * (size_t)n, O, n); }, O, (size_t)n});
    }
    {   // 7
        int n = M;
        cases.push_back({"vis_predict_a", [=] { vis_predict_a<<<n / 256, 256>>>(A, A + n, A + 2 * n, (const float4*)B, (float2*)O); }, O, 2 * (size_t)n});
        cases.push_back({"vis_predict_b", [=] { vis_predict_b<<<n / 256, 256>>>(A, A + n, A + 2 * n, (const float4*)B, (float2*)O); }, O, 2 * (size_t)n});
    }
    {   // 8
        int n = 2 * M;
        cases.push_back({"lens_march_a", [=] { lens_march_a<<<n / 128, 128>>>(A, (float2*)O); }, O, 2 * (size_t)n});
        cases.push_back({"lens_march_b", [=] { lens_march_b<<<n / 128, 128>>>(A, (float2*)O); }, O, 2 * (size_t)n});
    }
    {   // 9
        int w = 4096, h = 4096;
        dim3 g(w / kBX, h / kBY), b(kBX, kBY);
        cases.push_back({"edge_smooth_a", [=] { edge_smooth_a<<<g, b>>>(A, O, w, h, 0.08f, 2.5f); }, O, (size_t)w * h});
        cases.push_back({"edge_smooth_b", [=] { edge_smooth_b<<<g, b>>>(A, O, w, h, 0.08f, 2.5f); }, O, (size_t)w * h});
    }
    {   // 10
        int n = 16 * M;
        cases.push_back({"swish_bias_a", [=] { swish_bias_a<<<n / 256, 256>>>((const float4*)A, (float4*)O, 0.125f, n); }, O, 64 * M});
        cases.push_back({"swish_bias_b", [=] { swish_bias_b<<<n / 256, 256>>>((const float4*)A, (float4*)O, 0.125f, n); }, O, 64 * M});
    }
    {   // 11
        int batch = 4, channels = 15, h = 1008, w = 1008, pad = 8;
        long long total = (long long)batch * channels * 1024 * 1024;
        cases.push_back({"mirror_pad_a", [=] { mirror_pad_a<<<(int)(total / 1024), 256>>>(A, B, O, total, channels, h, w, pad); }, O, (size_t)total});
        cases.push_back({"mirror_pad_b", [=] { mirror_pad_b<<<dim3(1024, channels, batch), 256>>>(A, B, O, channels, h, w, pad); }, O, (size_t)total});
    }
    {   // 12
        int rows = 8192;
        int *km = indices((size_t)rows * kMers, 0x7ffffffeu, 3), *mu = indices(128, 0x7ffffffeu, 4001), *ad = indices(128, 0x7ffffffeu, 9001);
        cases.push_back({"minhash_sig_a", [=] { minhash_sig_a<<<rows, 128>>>(km, mu, ad, 0x7fffffffull, (int*)O); }, O, (size_t)rows * 128, Output::i32});
        cases.push_back({"minhash_sig_b", [=] { minhash_sig_b<<<rows, 128>>>(km, mu, ad, (int*)O); }, O, (size_t)rows * 128, Output::i32});
    }
    {   // 13
        auto t = host_values(kRingTaps, 57, 0.2f);
        CHECK(cudaMemcpyToSymbol(c_ring, t.data(), sizeof(float) * kRingTaps));
        int channels = 4096, n = 2048;
        unsigned cap = 3001;
        int* head = indices(channels, cap, 77);
        cases.push_back({"ring_fir_a", [=] { ring_fir_a<<<dim3(n / 256, channels), 256>>>(A, head, cap, O, n); }, O, (size_t)channels * n});
        cases.push_back({"ring_fir_b", [=] { ring_fir_b<<<dim3(n / 256, channels), 256>>>(A, head, cap, O, n); }, O, (size_t)channels * n});
    }
    {   // 14
        int n = 512 * 1024;
        const uint4* db = (const uint4*)indices((size_t)n * 32, 0xffffffffu, 31);
        cases.push_back({"ligand_scan_a", [=] { ligand_scan_a<<<n / 256, 256>>>(db, n, O); }, O, (size_t)n});
        cases.push_back({"ligand_scan_b", [=] { ligand_scan_b<<<n / 256, 256>>>(db, n, O); }, O, (size_t)n});
    }
    {   // 15
        auto c = host_values(42, 29, 0.02f);
        CHECK(cudaMemcpyToSymbol(c_sip, c.data(), sizeof(float) * 42));
        int n = 16 * M;
        const float2 *u = (const float2*)A, *v = (const float2*)B;
        float2 *ox = (float2*)O, *oy = ox + n;
        cases.push_back({"sip_invert_a", [=] { sip_invert_a<<<(n + 191) / 192, 192>>>(u, v, ox, oy, n); }, O, 64 * M});
        cases.push_back({"sip_invert_b", [=] { sip_invert_b<<<(n + 191) / 192, 192>>>(u, v, ox, oy, n); }, O, 64 * M});
    }
    {   // 16
        std::vector<float> c(512);
        for (int k = 0; k < 512; ++k) c[k] = 2.0f * std::cos(0.3 + 2.5 * k / 512);
        float* coef = uploaded(c);
        cases.push_back({"tone_bank_viii_a", [=] { tone_bank_viii_a<<<6144, 256>>>((const float4*)A, coef, O); }, O, 6144 * 512});
        cases.push_back({"tone_bank_viii_b", [=] { tone_bank_viii_b<<<6144, 256>>>((const float4*)A, coef, O); }, O, 6144 * 512});
    }
    {   // 17
        int n = 262144;
        cases.push_back({"halo_force_a", [=] { halo_force_a<<<n / 256, 256>>>(A, (const float4*)B, 0.01f, O, n); }, O, 3 * (size_t)n});
        cases.push_back({"halo_force_b", [=] { halo_force_b<<<n / 256, 256>>>(A, (const float4*)B, 0.01f, O, n); }, O, 3 * (size_t)n});
    }
    {   // 18
        int rows = 16384;
        float* scale = empty<float>(rows);
        cases.push_back({"row_quant_a", [=] { row_quant_a<<<rows, 256>>>((const uint4*)H, scale); row_quant_a_pack<<<rows, 256>>>((const uint4*)H, scale, (uint2*)O); }, O, 64 * M, Output::u8});
        cases.push_back({"row_quant_b", [=] { row_quant_b<<<rows, 256>>>((const uint4*)H, scale, (uint2*)O); }, O, 64 * M, Output::u8});
    }
    {   // 19
        size_t n = 20 * M;
        int q = n / 4;
        const float4 *rho = (const float4*)A, *mx = rho + q, *my = mx + q, *mz = (const float4*)B, *en = mz + q;
        float4 *p = (float4*)O, *s = p + q;
        cases.push_back({"eos_speed_a", [=] { eos_speed_a<<<q / 256, 256>>>(rho, mx, my, mz, en, p, q); eos_speed_a_wave<<<q / 256, 256>>>(p, rho, mx, s, q); }, O, 2 * n});
        cases.push_back({"eos_speed_b", [=] { eos_speed_b<<<q / 256, 256>>>(rho, mx, my, mz, en, p, s, q); }, O, 2 * n});
    }
    {   // 20
        int w = 1024, h = 512, frames = 6;
        dim3 g(w / 32, h / 8), b(32, 8);
        cases.push_back({"despeckle_cam_a", [=] { for (int f = 0; f < frames; ++f) despeckle_cam_a<<<g, b>>>(A + (size_t)f * w * h, O + (size_t)f * w * h, w, h); }, O, (size_t)frames * w * h});
        cases.push_back({"despeckle_cam_b", [=] { despeckle_cam_b<<<dim3(g.x, g.y, frames), b>>>(A, O, w, h); }, O, (size_t)frames * w * h});
    }
    // healthy
    cases.push_back({"duffing_sweep_h", [=] { duffing_sweep_h<<<4096, 256>>>((const float4*)A, (const float4*)B, (float4*)O); }, O, 4 * M});
    cases.push_back({"chacha_fill_h", [=] { chacha_fill_h<<<4 * M / 256, 256>>>(make_uint4(1, 22, 333, 4444), make_uint4(55555, 6666, 777, 88), (uint4*)O, 4 * M); }, O, 64 * M, Output::i32});
    cases.push_back({"rbf_field_h", [=] { rbf_field_h<<<1056, 256>>>((const float4*)A, (const float4*)B, (float2*)O); }, O, 1056 * 512});
    cases.push_back({"resid_rms_h", [=] { resid_rms_h<<<8192, 512>>>((const float4*)A, (const float4*)B, (const float4*)A, (float4*)O, (float4*)(O + 33554432)); }, O, 64 * M});
    return run(argc, argv, cases);
}
