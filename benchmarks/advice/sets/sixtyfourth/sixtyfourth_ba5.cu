#include "harness.cuh"
#include <cuda_pipeline.h>

#define FULL 0xffffffffu

// ---- maple_comet: particles walk linked cell pages; now and then a cell asks for an implicit 10x10 solve
__device__ __forceinline__ float solve10(const float* __restrict__ coef, int lane, float rhs) {
    float A[10][10], b[10];
#pragma unroll
    for (int i = 0; i < 10; ++i) {
#pragma unroll
        for (int j = 0; j < 10; ++j) A[i][j] = coef[(i * 10 + j) * 32 + lane];
        A[i][i] += 12.f;
        b[i] = rhs + (float)i * 0.25f;
    }
#pragma unroll
    for (int k = 0; k < 10; ++k) {
        float inv = __frcp_rn(A[k][k]);
#pragma unroll
        for (int i = k + 1; i < 10; ++i) {
            float f = A[i][k] * inv;
#pragma unroll
            for (int j = k + 1; j < 10; ++j) A[i][j] -= f * A[k][j];
            b[i] -= f * b[k];
        }
    }
    float s = 0.f;
#pragma unroll
    for (int k = 9; k >= 0; --k) {
        float v = b[k];
#pragma unroll
        for (int j = k + 1; j < 10; ++j) v -= A[k][j] * b[j];
        b[k] = v / A[k][k];
        s += b[k];
    }
    return s;
}
__device__ __forceinline__ void track_body(const int* __restrict__ pages, const float* __restrict__ coef, float* __restrict__ out, int npages, int steps) {
    int gid = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    int p = (int)(harness::hash32(gid >> 5) % (unsigned)npages);
    float acc = 0.f;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        int v = pages[(size_t)p * 32 + lane];
        acc = fmaf(acc, 0.97f, (float)(v & 4095) * (1.f / 4096.f));
        p = __shfl_sync(FULL, v, s & 31);
        if ((p & 2047) == 77) acc += solve10(coef + (p & 15) * 3200, lane, acc);
    }
    out[gid] = acc;
}
__global__ void __launch_bounds__(256) maple_comet_ba5_a(const int* __restrict__ pages, const float* __restrict__ coef, float* __restrict__ out, int npages, int steps) {
    track_body(pages, coef, out, npages, steps);
}
__global__ void __launch_bounds__(256, 5) maple_comet_ba5_b(const int* __restrict__ pages, const float* __restrict__ coef, float* __restrict__ out, int npages, int steps) {
    track_body(pages, coef, out, npages, steps);
}

// ---- otter_lamp: trace back through decoder links, then replay the labels in forward order
constexpr int DEPTH = 112;
__global__ void __launch_bounds__(192) otter_lamp_ba5_a(const uint8_t* __restrict__ label, const int* __restrict__ link, int* __restrict__ out, int mask) {
    int gid = blockIdx.x * 192 + threadIdx.x, lane = threadIdx.x & 31;
    int p = (int)(harness::hash32(gid >> 5) & (unsigned)mask);
    int path[DEPTH];
#pragma unroll
    for (int t = 0; t < DEPTH; ++t) {
        path[t] = label[(size_t)p * 32 + lane];
        p = (p * 5 + link[p]) & mask;
    }
    int h = 17;
#pragma unroll
    for (int t = DEPTH - 1; t >= 0; --t) h = (h * 31 + path[t]) ^ (h >> 15);
    out[gid] = h & 0xffff;
}
__global__ void __launch_bounds__(192) otter_lamp_ba5_b(const uint8_t* __restrict__ label, const int* __restrict__ link, int* __restrict__ out, int mask) {
    __shared__ uint8_t path[DEPTH][192];
    int gid = blockIdx.x * 192 + threadIdx.x, lane = threadIdx.x & 31;
    int p = (int)(harness::hash32(gid >> 5) & (unsigned)mask);
#pragma unroll 4
    for (int t = 0; t < DEPTH; ++t) {
        uint8_t l = label[(size_t)p * 32 + lane];
        p = (p * 5 + link[p]) & mask;
        path[t][threadIdx.x] = l;
    }
    int h = 17;
#pragma unroll 8
    for (int t = DEPTH - 1; t >= 0; --t) h = (h * 31 + path[t][threadIdx.x]) ^ (h >> 15);
    out[gid] = h & 0xffff;
}

// ---- quartz_ferry: neighbour candidates kept per thread, then summed
__device__ __forceinline__ void neigh_body(float* keep, int rows, const float* __restrict__ pos, const int* __restrict__ links, float* __restrict__ out, int npages, int steps) {
    int tid = threadIdx.x, gid = blockIdx.x * 128 + tid, lane = tid & 31;
    int p = (int)(harness::hash32(gid >> 5) % (unsigned)npages);
    int n = 0;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        int nx = links[(size_t)p * 8 + (s & 7)];
        float x = pos[(size_t)p * 32 + lane];
        if (fabsf(x) < 0.2f && n < rows) { keep[n * 128 + tid] = x; ++n; }
        p = nx;
    }
    float e = 0.f, m = 0.f;
    for (int k = 0; k < n; ++k) { float x = keep[k * 128 + tid]; m += x; e += rsqrtf(x * x + 0.01f); }
    out[gid] = e + 0.1f * m;
}
__global__ void __launch_bounds__(128) quartz_ferry_ba5_a(const float* __restrict__ pos, const int* __restrict__ links, float* __restrict__ out, int npages, int steps, int rows) {
    extern __shared__ float dyn[];
    neigh_body(dyn, rows, pos, links, out, npages, steps);
}
__global__ void __launch_bounds__(128) quartz_ferry_ba5_b(const float* __restrict__ pos, const int* __restrict__ links, float* __restrict__ out, int npages, int steps, int rows) {
    extern __shared__ float dyn[];
    neigh_body(dyn, rows, pos, links, out, npages, steps);
}

// ---- velvet_anchor: Walsh-Hadamard transform of rows of 16384
constexpr int WH = 16384;
__device__ __forceinline__ float lane_wht(float v, int lane) {
#pragma unroll
    for (int h = 1; h < 32; h <<= 1) { float o = __shfl_xor_sync(FULL, v, h); v = (lane & h) ? o - v : v + o; }
    return v;
}
__global__ void __launch_bounds__(128) velvet_anchor_ba5_a(const float* __restrict__ in, float* __restrict__ out) {
    extern __shared__ float dyn[];
    float *src = dyn, *dst = dyn + WH;
    int tid = threadIdx.x, lane = tid & 31;
    const float* row = in + (size_t)blockIdx.x * WH;
#pragma unroll 8
    for (int i = tid; i < WH; i += 128) src[i] = lane_wht(row[i], lane);
    __syncthreads();
#pragma unroll 1
    for (int h = 32; h < WH; h <<= 1) {
#pragma unroll 2
        for (int j = tid; j < WH / 2; j += 128) {
            int i = ((j & ~(h - 1)) << 1) | (j & (h - 1));
            float a = src[i], b = src[i + h];
            dst[i] = a + b; dst[i + h] = a - b;
        }
        __syncthreads();
        float* t = src; src = dst; dst = t;
    }
    float* o = out + (size_t)blockIdx.x * WH;
#pragma unroll 8
    for (int i = tid; i < WH; i += 128) o[i] = src[i] * 0.0078125f;
}
__global__ void __launch_bounds__(128) velvet_anchor_ba5_b(const float* __restrict__ in, float* __restrict__ out) {
    extern __shared__ float dyn[];
    int tid = threadIdx.x, lane = tid & 31;
    const float* row = in + (size_t)blockIdx.x * WH;
#pragma unroll 8
    for (int i = tid; i < WH; i += 128) dyn[i] = lane_wht(row[i], lane);
    __syncthreads();
#pragma unroll 1
    for (int h = 32; h < WH; h <<= 1) {
#pragma unroll 2
        for (int j = tid; j < WH / 2; j += 128) {
            int i = ((j & ~(h - 1)) << 1) | (j & (h - 1));
            float a = dyn[i], b = dyn[i + h];
            dyn[i] = a + b; dyn[i + h] = a - b;
        }
        __syncthreads();
    }
    float* o = out + (size_t)blockIdx.x * WH;
#pragma unroll 8
    for (int i = tid; i < WH; i += 128) o[i] = dyn[i] * 0.0078125f;
}

// ---- cobalt_meadow: a warp looks keys up in a 33-ary search tree
__device__ __forceinline__ void tree_body(int w, int lane, const float* __restrict__ keys, const float* __restrict__ queries, float* __restrict__ out) {
    float q0 = queries[(size_t)w * 64 + lane], q1 = queries[(size_t)w * 64 + 32 + lane];
    float r0 = 0.f, r1 = 0.f;
#pragma unroll 1
    for (int k = 0; k < 64; ++k) {
        float q = __shfl_sync(FULL, k < 32 ? q0 : q1, k & 31);
        int node = 0; float v = 0.f;
#pragma unroll 1
        for (int d = 0; d < 5; ++d) {
            v = keys[(size_t)node * 32 + lane];
            int c = __popc(__ballot_sync(FULL, v < q));
            node = node * 33 + 1 + ((c + k * 5 + d) & 31);
        }
        if ((k & 31) == lane) { if (k < 32) r0 = (float)(node & 1023) + v; else r1 = (float)(node & 1023) + v; }
    }
    out[(size_t)w * 64 + lane] = r0; out[(size_t)w * 64 + 32 + lane] = r1;
}
__global__ void cobalt_meadow_ba5_a(const float* __restrict__ keys, const float* __restrict__ queries, float* __restrict__ out) {
    tree_body(blockIdx.x, threadIdx.x, keys, queries, out);
}
__global__ void cobalt_meadow_ba5_b(const float* __restrict__ keys, const float* __restrict__ queries, float* __restrict__ out) {
    tree_body(blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5), threadIdx.x & 31, keys, queries, out);
}

// ---- pepper_canal: adaptive replay of a 16-bit frame store
__device__ __forceinline__ void replay_body(size_t pix, const unsigned short* __restrict__ vol, int* __restrict__ out, size_t npix, int steps) {
    unsigned f = (unsigned)(pix >> 5) & 63u;
    int acc = 0;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        unsigned v = vol[f * npix + pix];
        acc = (acc >> 1) + (int)(v & 1023u);
        f = (f * 5u + 1u + (__shfl_sync(FULL, v, s) & 15u) * 4u) & 63u;
    }
    out[pix] = acc;
}
__global__ void pepper_canal_ba5_a(const unsigned short* __restrict__ vol, int* __restrict__ out, size_t npix, int steps) {
    replay_body((size_t)blockIdx.x * 704 + threadIdx.y * 44 + threadIdx.x, vol, out, npix, steps);
}
__global__ void pepper_canal_ba5_b(const unsigned short* __restrict__ vol, int* __restrict__ out, size_t npix, int steps) {
    replay_body((size_t)blockIdx.x * 512 + threadIdx.y * 32 + threadIdx.x, vol, out, npix, steps);
}

// ---- walnut_signal: antenna cross products per channel
constexpr int ANT = 96, TS = 16;
template <int NT, int TX, int NJ>
__device__ __forceinline__ void xengine(const float2* __restrict__ x, float2* __restrict__ vis, int T) {
    __shared__ float2 s[TS][ANT];
    constexpr int NI = 12;
    int tx = threadIdx.x % TX, ty = threadIdx.x / TX;
    float re[NI][NJ], im[NI][NJ];
#pragma unroll
    for (int i = 0; i < NI; ++i)
#pragma unroll
        for (int j = 0; j < NJ; ++j) re[i][j] = im[i][j] = 0.f;
    const float2* in = x + (size_t)blockIdx.x * T * ANT;
#pragma unroll 1
    for (int t0 = 0; t0 < T; t0 += TS) {
        __syncthreads();
#pragma unroll 6
        for (int k = threadIdx.x; k < TS * ANT; k += NT) (&s[0][0])[k] = in[(size_t)t0 * ANT + k];
        __syncthreads();
#pragma unroll 1
        for (int t = 0; t < TS; ++t) {
            float2 b[NJ];
#pragma unroll
            for (int j = 0; j < NJ; ++j) b[j] = s[t][tx + TX * j];
#pragma unroll
            for (int i = 0; i < NI; ++i) {
                float2 a = s[t][ty + 8 * i];
#pragma unroll
                for (int j = 0; j < NJ; ++j) {
                    re[i][j] = fmaf(a.x, b[j].x, re[i][j]); re[i][j] = fmaf(a.y, b[j].y, re[i][j]);
                    im[i][j] = fmaf(a.y, b[j].x, im[i][j]); im[i][j] = fmaf(-a.x, b[j].y, im[i][j]);
                }
            }
        }
    }
    float2* o = vis + (size_t)blockIdx.x * ANT * ANT;
#pragma unroll
    for (int i = 0; i < NI; ++i)
#pragma unroll
        for (int j = 0; j < NJ; ++j) o[(ty + 8 * i) * ANT + tx + TX * j] = make_float2(re[i][j], im[i][j]);
}
__global__ void __launch_bounds__(64) walnut_signal_ba5_a(const float2* __restrict__ x, float2* __restrict__ vis, int T) { xengine<64, 8, 12>(x, vis, T); }
__global__ void __launch_bounds__(128) walnut_signal_ba5_b(const float2* __restrict__ x, float2* __restrict__ vis, int T) { xengine<128, 16, 6>(x, vis, T); }

// ---- hazel_rocket: Dormand-Prince steps of a ring of ten coupled species
constexpr int ND = 10;
__device__ __forceinline__ void rhs(const float (&y)[ND], float (&k)[ND]) {
#pragma unroll
    for (int i = 0; i < ND; ++i) k[i] = fmaf(0.7f, y[(i + 1) % ND], fmaf(-1.1f, y[i], 0.2f * y[(i + 3) % ND] * y[(i + 7) % ND]));
}
__device__ __forceinline__ void dopri_body(const float* __restrict__ y0, float* __restrict__ out, int n, int steps) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    float y[ND], k1[ND], k2[ND], k3[ND], k4[ND], k5[ND], k6[ND], z[ND];
    const float h = 0.02f;
#pragma unroll
    for (int i = 0; i < ND; ++i) y[i] = y0[(size_t)i * n + g];
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        rhs(y, k1);
#pragma unroll
        for (int i = 0; i < ND; ++i) z[i] = y[i] + h * 0.2f * k1[i];
        rhs(z, k2);
#pragma unroll
        for (int i = 0; i < ND; ++i) z[i] = y[i] + h * (0.075f * k1[i] + 0.225f * k2[i]);
        rhs(z, k3);
#pragma unroll
        for (int i = 0; i < ND; ++i) z[i] = y[i] + h * (0.9777778f * k1[i] - 3.7333333f * k2[i] + 3.5555556f * k3[i]);
        rhs(z, k4);
#pragma unroll
        for (int i = 0; i < ND; ++i) z[i] = y[i] + h * (2.9525987f * k1[i] - 11.5957933f * k2[i] + 9.8228929f * k3[i] - 0.2908093f * k4[i]);
        rhs(z, k5);
#pragma unroll
        for (int i = 0; i < ND; ++i) z[i] = y[i] + h * (2.8462753f * k1[i] - 10.7575758f * k2[i] + 8.9064227f * k3[i] + 0.2784091f * k4[i] - 0.2735313f * k5[i]);
        rhs(z, k6);
#pragma unroll
        for (int i = 0; i < ND; ++i) y[i] += h * (0.0911458f * k1[i] + 0.4492363f * k3[i] + 0.6510417f * k4[i] - 0.3223762f * k5[i] + 0.1309524f * k6[i]);
    }
#pragma unroll
    for (int i = 0; i < ND; ++i) out[(size_t)i * n + g] = y[i];
}
__global__ void __launch_bounds__(1024, 2) hazel_rocket_ba5_a(const float* __restrict__ y0, float* __restrict__ out, int n, int steps) { dopri_body(y0, out, n, steps); }
__global__ void __launch_bounds__(1024, 1) hazel_rocket_ba5_b(const float* __restrict__ y0, float* __restrict__ out, int n, int steps) { dopri_body(y0, out, n, steps); }

// ---- saffron_pillar: voxel march
__global__ void __launch_bounds__(256) saffron_pillar_ba5_a(const float* __restrict__ dir, int* __restrict__ out, int n, int steps) {
    int g = blockIdx.x * 256 + threadIdx.x;
    float t[3], dt[3]; int cell[3], step[3];
#pragma unroll
    for (int a = 0; a < 3; ++a) {
        float d = dir[(size_t)a * n + g];
        d = d >= 0.f ? d + 0.05f : d - 0.05f;
        dt[a] = 1.f / fabsf(d); t[a] = dt[a] * 0.5f; step[a] = d > 0.f ? 1 : -1; cell[a] = 512;
    }
    int acc = 0;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        int ax = t[0] < t[1] ? (t[0] < t[2] ? 0 : 2) : (t[1] < t[2] ? 1 : 2);
        t[ax] += dt[ax];
        cell[ax] += step[ax];
        acc += (cell[0] * 73 ^ cell[1] * 19 ^ cell[2] * 83) & 7;
    }
    out[g] = acc;
}
__global__ void __launch_bounds__(256) saffron_pillar_ba5_b(const float* __restrict__ dir, int* __restrict__ out, int n, int steps) {
    int g = blockIdx.x * 256 + threadIdx.x;
    float t[3], dt[3]; int cell[3], step[3];
#pragma unroll
    for (int a = 0; a < 3; ++a) {
        float d = dir[(size_t)a * n + g];
        d = d >= 0.f ? d + 0.05f : d - 0.05f;
        dt[a] = 1.f / fabsf(d); t[a] = dt[a] * 0.5f; step[a] = d > 0.f ? 1 : -1; cell[a] = 512;
    }
    int acc = 0;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        int ax = t[0] < t[1] ? (t[0] < t[2] ? 0 : 2) : (t[1] < t[2] ? 1 : 2);
#pragma unroll
        for (int a = 0; a < 3; ++a) if (ax == a) { t[a] += dt[a]; cell[a] += step[a]; }
        acc += (cell[0] * 73 ^ cell[1] * 19 ^ cell[2] * 83) & 7;
    }
    out[g] = acc;
}

// ---- tundra_violin: 32-tap filter along time, a channel per thread
constexpr int TAPS = 32;
struct Taps { float w[TAPS]; };
__global__ void __launch_bounds__(256) tundra_violin_ba5_a(const float* __restrict__ x, float* __restrict__ y, const Taps taps, int chans, int T, int head) {
    int c = blockIdx.x * 256 + threadIdx.x;
    float ring[TAPS];
#pragma unroll
    for (int j = 0; j < TAPS; ++j) ring[j] = 0.f;
    float nx = x[c];
#pragma unroll 1
    for (int t = 0; t < T; ++t) {
        ring[head] = nx;
        nx = t + 1 < T ? x[(size_t)(t + 1) * chans + c] : 0.f;
        float s = 0.f;
#pragma unroll
        for (int j = 0; j < TAPS; ++j) s = fmaf(taps.w[j], ring[(head - j) & (TAPS - 1)], s);
        y[(size_t)t * chans + c] = s;
        head = (head + 1) & (TAPS - 1);
    }
}
__global__ void __launch_bounds__(256) tundra_violin_ba5_b(const float* __restrict__ x, float* __restrict__ y, const Taps taps, int chans, int T, int head) {
    int c = blockIdx.x * 256 + threadIdx.x;
    float ring[TAPS];
#pragma unroll
    for (int j = 0; j < TAPS; ++j) ring[j] = 0.f;
    float nx = x[c];
#pragma unroll 1
    for (int t0 = 0; t0 < T; t0 += TAPS) {
#pragma unroll
        for (int u = 0; u < TAPS; ++u) {
            int t = t0 + u;
            ring[u] = nx;
            nx = t + 1 < T ? x[(size_t)(t + 1) * chans + c] : 0.f;
            float s = 0.f;
#pragma unroll
            for (int j = 0; j < TAPS; ++j) s = fmaf(taps.w[j], ring[(u - j) & (TAPS - 1)], s);
            y[(size_t)t * chans + c] = s;
        }
    }
}

// ---- ember_locket (mild): gain and offset of a stream
__device__ __forceinline__ void stream_body(size_t w, int lane, const float4* __restrict__ x, float4* __restrict__ y, float a, float b) {
    const float4* in = x + w * 1024; float4* o = y + w * 1024;
#pragma unroll 1
    for (int it = 0; it < 8; ++it) {
        float4 v[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] = in[it * 128 + k * 32 + lane];
#pragma unroll
        for (int k = 0; k < 4; ++k)
            o[it * 128 + k * 32 + lane] = make_float4(fmaf(a, v[k].x, b), fmaf(a, v[k].y, b), fmaf(a, v[k].z, b), fmaf(a, v[k].w, b));
    }
}
__global__ void ember_locket_ba5_a(const float4* __restrict__ x, float4* __restrict__ y, float a, float b) { stream_body(blockIdx.x, threadIdx.x, x, y, a, b); }
__global__ void ember_locket_ba5_b(const float4* __restrict__ x, float4* __restrict__ y, float a, float b) {
    stream_body((size_t)blockIdx.x * 8 + (threadIdx.x >> 5), threadIdx.x & 31, x, y, a, b);
}

// ---- nickel_garden (mild): 24 series per sample, weighed together
constexpr int NC = 256, NZ = 24, NW = 16;
__constant__ float series[NC];
__device__ __forceinline__ void weigh_body(const float* __restrict__ x, const float* __restrict__ wt, float* __restrict__ out, int n) {
    int g = blockIdx.x * 256 + threadIdx.x;
    float v = x[g], r[NZ], z[NZ], w[NW];
#pragma unroll
    for (int i = 0; i < NW; ++i) w[i] = wt[(size_t)i * n + g];
#pragma unroll
    for (int i = 0; i < NW; ++i) asm volatile("" : "+f"(w[i]));
#pragma unroll
    for (int i = 0; i < NZ; ++i) { z[i] = v * (0.9f - 0.02f * i); r[i] = 0.f; }
#pragma unroll 2
    for (int c = 0; c < NC; ++c) {
        float k = series[c];
#pragma unroll
        for (int i = 0; i < NZ; ++i) r[i] = fmaf(r[i], z[i], k);
    }
    float s = 0.f;
#pragma unroll
    for (int i = 0; i < NZ; ++i) s = fmaf(r[i], w[i % NW] + 1.5f, s);
    out[g] = s;
}
__global__ void __launch_bounds__(256, 4) nickel_garden_ba5_a(const float* __restrict__ x, const float* __restrict__ wt, float* __restrict__ out, int n) { weigh_body(x, wt, out, n); }
__global__ void __launch_bounds__(256, 3) nickel_garden_ba5_b(const float* __restrict__ x, const float* __restrict__ wt, float* __restrict__ out, int n) { weigh_body(x, wt, out, n); }

// ---- dune_parcel (healthy): a long series at many points
constexpr int PT = 56;
__global__ void __launch_bounds__(128) dune_parcel_ba5_a(const float* __restrict__ x, float* __restrict__ out) {
    size_t base = (size_t)blockIdx.x * 128 * PT + threadIdx.x;
    float z[PT], r[PT];
#pragma unroll
    for (int i = 0; i < PT; ++i) { z[i] = x[base + i * 128] * 0.9f; r[i] = 0.f; }
#pragma unroll 2
    for (int c = 0; c < NC; ++c) {
        float k = series[c];
#pragma unroll
        for (int i = 0; i < PT; ++i) r[i] = fmaf(r[i], z[i], k);
    }
#pragma unroll
    for (int i = 0; i < PT; ++i) out[base + i * 128] = r[i];
}

// ---- fjord_basket (healthy): energy of rows of 8192
constexpr int RS = 6, ROWF4 = 2048;
__global__ void __launch_bounds__(256) fjord_basket_ba5_a(const float4* __restrict__ x, float* __restrict__ out, int rows) {
    extern __shared__ float4 ring4[];
    int tid = threadIdx.x;
    int count = (rows - (int)blockIdx.x + (int)gridDim.x - 1) / (int)gridDim.x;
    auto fetch = [&](int k) {
        if (k < count) {
            const float4* src = x + (size_t)(blockIdx.x + (size_t)k * gridDim.x) * ROWF4;
            float4* d = ring4 + (k % RS) * ROWF4;
#pragma unroll
            for (int i = 0; i < 8; ++i) __pipeline_memcpy_async(d + i * 256 + tid, src + i * 256 + tid, 16);
        }
        __pipeline_commit();
    };
    for (int k = 0; k < RS - 1; ++k) fetch(k);
#pragma unroll 1
    for (int k = 0; k < count; ++k) {
        fetch(k + RS - 1);
        __pipeline_wait_prior(RS - 1);
        float s = 0.f;
        const float4* d = ring4 + (k % RS) * ROWF4;
#pragma unroll
        for (int i = 0; i < 8; ++i) { float4 v = d[i * 256 + tid]; s = fmaf(v.x, v.x, s); s = fmaf(v.y, v.y, s); s = fmaf(v.z, v.z, s); s = fmaf(v.w, v.w, s); }
#pragma unroll
        for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(FULL, s, o);
        if ((tid & 31) == 0) out[(size_t)(blockIdx.x + (size_t)k * gridDim.x) * 8 + (tid >> 5)] = s;
    }
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cs;
    auto dynamic = [](const void* f, int bytes) { CHECK(cudaFuncSetAttribute(f, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)); };
    const int NP = 1 << 21;
    {
        int* pages = indices((size_t)NP * 32, NP, 11); float* coef = filled<float>(16 * 3200 + 64, 3);
        const int blocks = 4224; size_t n = (size_t)blocks * 256; float* out = empty<float>(n);
        cs.push_back({"maple_comet_ba5_a", [=] { maple_comet_ba5_a<<<blocks, 256>>>(pages, coef, out, NP, 48); }, out, n});
        cs.push_back({"maple_comet_ba5_b", [=] { maple_comet_ba5_b<<<blocks, 256>>>(pages, coef, out, NP, 48); }, out, n});
    }
    {
        std::vector<uint8_t> host((size_t)NP * 64);
        for (size_t i = 0; i < host.size(); ++i) host[i] = (uint8_t)hash32((uint32_t)i + 99u);
        uint8_t* label = uploaded(host); int* link = indices((size_t)NP * 2, NP * 2, 5);
        const int blocks = 132 * 36; size_t n = (size_t)blocks * 192; int* out = empty<int>(n);
        cs.push_back({"otter_lamp_ba5_a", [=] { otter_lamp_ba5_a<<<blocks, 192>>>(label, link, out, NP * 2 - 1); }, out, n, Output::i32});
        cs.push_back({"otter_lamp_ba5_b", [=] { otter_lamp_ba5_b<<<blocks, 192>>>(label, link, out, NP * 2 - 1); }, out, n, Output::i32});
    }
    {
        float* pos = filled<float>((size_t)NP * 32, 21); int* links = indices((size_t)NP * 8, NP, 31);
        const int blocks = 132 * 64; size_t n = (size_t)blocks * 128; float* out = empty<float>(n);
        dynamic((const void*)quartz_ferry_ba5_a, 192 * 512); dynamic((const void*)quartz_ferry_ba5_b, 40 * 512);
        cs.push_back({"quartz_ferry_ba5_a", [=] { quartz_ferry_ba5_a<<<blocks, 128, 192 * 512>>>(pos, links, out, NP, 40, 192); }, out, n});
        cs.push_back({"quartz_ferry_ba5_b", [=] { quartz_ferry_ba5_b<<<blocks, 128, 40 * 512>>>(pos, links, out, NP, 40, 40); }, out, n});
    }
    {
        const int blocks = 132 * 24; size_t n = (size_t)blocks * WH; float* in = filled<float>(n, 41); float* out = empty<float>(n);
        dynamic((const void*)velvet_anchor_ba5_a, WH * 8); dynamic((const void*)velvet_anchor_ba5_b, WH * 4);
        cs.push_back({"velvet_anchor_ba5_a", [=] { velvet_anchor_ba5_a<<<blocks, 128, WH * 8>>>(in, out); }, out, n});
        cs.push_back({"velvet_anchor_ba5_b", [=] { velvet_anchor_ba5_b<<<blocks, 128, WH * 4>>>(in, out); }, out, n});
    }
    {
        size_t nodes = 1 + 33 + 1089 + 35937 + 1185921; float* keys = filled<float>(nodes * 32, 51);
        const int warps = 132 * 32 * 8; size_t n = (size_t)warps * 64; float* q = filled<float>(n, 52); float* out = empty<float>(n);
        cs.push_back({"cobalt_meadow_ba5_a", [=] { cobalt_meadow_ba5_a<<<warps, 32>>>(keys, q, out); }, out, n});
        cs.push_back({"cobalt_meadow_ba5_b", [=] { cobalt_meadow_ba5_b<<<warps / 8, 256>>>(keys, q, out); }, out, n});
    }
    {
        size_t npix = (size_t)6336 * 704; int* raw = indices(npix * 32, 0x7fffffff, 61); const unsigned short* vol = (const unsigned short*)raw; int* out = empty<int>(npix);
        cs.push_back({"pepper_canal_ba5_a", [=] { pepper_canal_ba5_a<<<6336, dim3(44, 16)>>>(vol, out, npix, 24); }, out, npix, Output::i32});
        cs.push_back({"pepper_canal_ba5_b", [=] { pepper_canal_ba5_b<<<8712, dim3(32, 16)>>>(vol, out, npix, 24); }, out, npix, Output::i32});
    }
    {
        const int ch = 2112, T = 256; float2* x = (float2*)filled<float>((size_t)ch * T * ANT * 2, 71); size_t n = (size_t)ch * ANT * ANT * 2; float* vis = empty<float>(n);
        cs.push_back({"walnut_signal_ba5_a", [=] { walnut_signal_ba5_a<<<ch, 64>>>(x, (float2*)vis, T); }, vis, n});
        cs.push_back({"walnut_signal_ba5_b", [=] { walnut_signal_ba5_b<<<ch, 128>>>(x, (float2*)vis, T); }, vis, n});
    }
    {
        const int blocks = 132 * 8, n = blocks * 1024; float* y0 = filled<float>((size_t)n * ND, 81); float* out = empty<float>((size_t)n * ND);
        cs.push_back({"hazel_rocket_ba5_a", [=] { hazel_rocket_ba5_a<<<blocks, 1024>>>(y0, out, n, 24); }, out, (size_t)n * ND});
        cs.push_back({"hazel_rocket_ba5_b", [=] { hazel_rocket_ba5_b<<<blocks, 1024>>>(y0, out, n, 24); }, out, (size_t)n * ND});
    }
    {
        const int blocks = 132 * 32, n = blocks * 256; float* d = filled<float>((size_t)n * 3, 91); int* out = empty<int>(n);
        cs.push_back({"saffron_pillar_ba5_a", [=] { saffron_pillar_ba5_a<<<blocks, 256>>>(d, out, n, 200); }, out, (size_t)n, Output::i32});
        cs.push_back({"saffron_pillar_ba5_b", [=] { saffron_pillar_ba5_b<<<blocks, 256>>>(d, out, n, 200); }, out, (size_t)n, Output::i32});
    }
    {
        const int chans = 132 * 4096, T = 128; size_t n = (size_t)chans * T; float* x = filled<float>(n, 101); float* y = empty<float>(n);
        Taps tp; for (int j = 0; j < TAPS; ++j) tp.w[j] = 0.02f + 0.01f * (j % 7);
        cs.push_back({"tundra_violin_ba5_a", [=] { tundra_violin_ba5_a<<<chans / 256, 256>>>(x, y, tp, chans, T, 0); }, y, n});
        cs.push_back({"tundra_violin_ba5_b", [=] { tundra_violin_ba5_b<<<chans / 256, 256>>>(x, y, tp, chans, T, 0); }, y, n});
    }
    {
        const int warps = 33792; size_t n = (size_t)warps * 4096; float* x = filled<float>(n, 111); float* y = empty<float>(n);
        cs.push_back({"ember_locket_ba5_a", [=] { ember_locket_ba5_a<<<warps, 32>>>((const float4*)x, (float4*)y, 1.25f, 0.5f); }, y, n});
        cs.push_back({"ember_locket_ba5_b", [=] { ember_locket_ba5_b<<<warps / 8, 256>>>((const float4*)x, (float4*)y, 1.25f, 0.5f); }, y, n});
    }
    std::vector<float> co(NC); for (int i = 0; i < NC; ++i) co[i] = unit(i + 500u);
    CHECK(cudaMemcpyToSymbol(series, co.data(), NC * sizeof(float)));
    {
        const int blocks = 132 * 36; size_t n = (size_t)blocks * 256; float* x = filled<float>(n, 121); float* wt = filled<float>(n * NW, 122); float* out = empty<float>(n);
        cs.push_back({"nickel_garden_ba5_a", [=] { nickel_garden_ba5_a<<<blocks, 256>>>(x, wt, out, (int)n); }, out, n});
        cs.push_back({"nickel_garden_ba5_b", [=] { nickel_garden_ba5_b<<<blocks, 256>>>(x, wt, out, (int)n); }, out, n});
    }
    {
        const int blocks = 132 * 4 * 12; size_t n = (size_t)blocks * 128 * PT; float* x = filled<float>(n, 131); float* out = empty<float>(n);
        cs.push_back({"dune_parcel_ba5_a", [=] { dune_parcel_ba5_a<<<blocks, 128>>>(x, out); }, out, n});
    }
    {
        const int rows = 132 * 160; float* x = filled<float>((size_t)rows * 8192, 141); size_t n = (size_t)rows * 8; float* out = empty<float>(n);
        dynamic((const void*)fjord_basket_ba5_a, RS * ROWF4 * 16);
        cs.push_back({"fjord_basket_ba5_a", [=] { fjord_basket_ba5_a<<<132, 256, RS * ROWF4 * 16>>>((const float4*)x, out, rows); }, out, n});
    }
    return run(argc, argv, cs);
}
