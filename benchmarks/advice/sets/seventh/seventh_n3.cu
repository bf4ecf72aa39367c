// Control flow, synchronisation, atomics and latency, first part: cases <pair>_a, <pair>_b (mended), <pair>_h (healthy).
#include "harness.cuh"

#include <cuda_fp16.h>
#include <numeric>

using harness::Case;
using harness::Output;

__device__ __forceinline__ float rsqrt_approx(float x) { float y; asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x)); return y; }

// ---------------------------------------------------------------- neutron_collide: four kinds of collision per history
__device__ __forceinline__ float collide(float4 p, int kind) {
    float e = fabsf(p.x) + 0.5f, mu = p.y, w = p.z, s = 0.f;
    if (kind == 0) {  // elastic: repeated centre-of-mass rotation
        #pragma unroll 4
        for (int i = 0; i < 40; ++i) {
            float t = rsqrt_approx(fmaf(mu, 1.9f * mu, 1.2f + e));
            mu = fmaf(mu, 0.93f, 0.05f) * t; e = fmaf(e, 0.985f, 0.01f * mu); s = fmaf(e, mu, s);
        }
    } else if (kind == 1) {  // inelastic: level cascade
        #pragma unroll 4
        for (int i = 0; i < 40; ++i) {
            float q = fmaf(e, -0.31f, 0.77f), r = fmaf(q, q, 0.1f);
            e = fmaf(r, 0.45f, 0.5f * e); mu = fmaf(-mu, q, 0.2f * r); s = fmaf(r, w, s) - 0.1f * mu;
        }
    } else if (kind == 2) {  // fission: sampled secondaries
        uint32_t state = __float_as_uint(e) ^ 0x9e3779b9u;
        #pragma unroll 4
        for (int i = 0; i < 40; ++i) {
            state = state * 1664525u + 1013904223u; state ^= state >> 13;
            float u = (float)(state >> 8) * (1.f / 16777216.f);
            w = fmaf(w, 0.97f, 0.02f * u); s += u * w;
        }
    } else {  // capture: resonance tail
        #pragma unroll 4
        for (int i = 0; i < 40; ++i) {
            float g = fmaf(e, e, 0.25f * (1 + i)), a = fmaf(g, 0.01f, 1.f);
            float b = fmaf(a, a, -0.98f * a); e = fmaf(b, -0.02f, e); s = fmaf(b, w, s); w *= 0.985f;
        }
    }
    return s + e * 0.01f + mu;
}
__global__ void __launch_bounds__(256) neutron_collide_a(const float4* __restrict__ state, const int* __restrict__ kind, float* __restrict__ score, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) score[i] = collide(state[i], kind[i]);
}
__global__ void __launch_bounds__(256) neutron_collide_b(const float4* __restrict__ state, const int* __restrict__ kind, float* __restrict__ score, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;  // histories banked by kind
    if (i < n) score[i] = collide(state[i], kind[i]);
}

// ---------------------------------------------------------------- kepler_bodies: sub-steps by body
__device__ __forceinline__ float orbit(float4 b, int steps) {
    const float dt = 0.01f;
    float x = b.x, y = b.y, vx = b.z, vy = b.w;
    #pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        float ir = rsqrt_approx(fmaf(x, x, fmaf(y, y, 0.05f))), f = -dt * ir * ir * ir;
        vx = fmaf(f, x, vx); vy = fmaf(f, y, vy); x = fmaf(dt, vx, x); y = fmaf(dt, vy, y);
    }
    return 0.5f * fmaf(vx, vx, vy * vy) - rsqrt_approx(fmaf(x, x, fmaf(y, y, 0.05f)));
}
__global__ void __launch_bounds__(128) kepler_bodies_a(const float4* __restrict__ body, const unsigned short* __restrict__ steps, float* __restrict__ energy, int n) {
    int i = blockIdx.x * 128 + threadIdx.x;
    if (i < n) energy[i] = orbit(body[i], steps[i]);
}
__global__ void __launch_bounds__(128) kepler_bodies_b(const float4* __restrict__ body, const unsigned short* __restrict__ steps, float* __restrict__ energy, int n) {
    int i = blockIdx.x * 128 + threadIdx.x;  // bodies in order of their sub-steps, longest first
    if (i < n) energy[i] = orbit(body[i], steps[i]);
}

// ---------------------------------------------------------------- score_softmax: rows of 1024 scores, max, sum, entropy
__global__ void __launch_bounds__(1024) score_softmax_a(const float* __restrict__ score, float* __restrict__ prob) {
    __shared__ float red[1024];
    int t = threadIdx.x;
    size_t at = (size_t)blockIdx.x * 1024 + t;
    float v = score[at] * 6.f;
    red[t] = v; __syncthreads();
    for (int s = 512; s > 0; s >>= 1) { if (t < s) red[t] = fmaxf(red[t], red[t + s]); __syncthreads(); }
    float m = red[0]; __syncthreads();
    float e = __expf(v - m);
    red[t] = e; __syncthreads();
    for (int s = 512; s > 0; s >>= 1) { if (t < s) red[t] += red[t + s]; __syncthreads(); }
    float inv = 1.f / red[0]; __syncthreads();
    float p = e * inv;
    red[t] = p * (v - m); __syncthreads();
    for (int s = 512; s > 0; s >>= 1) { if (t < s) red[t] += red[t + s]; __syncthreads(); }
    prob[at] = p * (1.f - 0.1f * red[0]);
}
__global__ void __launch_bounds__(256) score_softmax_b(const float* __restrict__ score, float* __restrict__ prob) {
    int lane = threadIdx.x & 31;
    size_t at = ((size_t)blockIdx.x * 8 + (threadIdx.x >> 5)) * 1024 + lane;  // one warp per row
    float v[32], m = -1e30f;
    #pragma unroll
    for (int i = 0; i < 32; ++i) { v[i] = score[at + i * 32] * 6.f; }
    #pragma unroll
    for (int i = 0; i < 32; ++i) m = fmaxf(m, v[i]);
    #pragma unroll
    for (int o = 16; o > 0; o >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, o));
    float sum = 0.f, dot = 0.f;
    #pragma unroll
    for (int i = 0; i < 32; ++i) { float d = v[i] - m; v[i] = __expf(d); sum += v[i]; dot = fmaf(v[i], d, dot); }
    #pragma unroll
    for (int o = 16; o > 0; o >>= 1) { sum += __shfl_xor_sync(~0u, sum, o); dot += __shfl_xor_sync(~0u, dot, o); }
    float inv = 1.f / sum, scale = inv * (1.f - 0.1f * dot * inv);
    #pragma unroll
    for (int i = 0; i < 32; ++i) prob[at + i * 32] = v[i] * scale;
}

// ---------------------------------------------------------------- patch_solve: Cholesky factors of many 32 x 32 covariances
__global__ void __launch_bounds__(256) patch_solve_a(const float* __restrict__ cov, float* __restrict__ factor) {
    __shared__ float a[32][33];
    int t = threadIdx.x;
    size_t base = (size_t)blockIdx.x * 1024;
    #pragma unroll
    for (int e = t; e < 1024; e += 256) a[e >> 5][e & 31] = cov[base + e] + ((e >> 5) == (e & 31) ? 20.f : 0.f);
    __syncthreads();
    for (int k = 0; k < 32; ++k) {
        if (t < 32) {
            float r = rsqrtf(a[k][k]);
            __syncwarp();
            if (t >= k) a[t][k] *= r;
        }
        __syncthreads();
        #pragma unroll
        for (int e = t; e < 1024; e += 256) {
            int i = e >> 5, j = e & 31;
            if (j > k && j <= i) a[i][j] = fmaf(-a[i][k], a[j][k], a[i][j]);
        }
        __syncthreads();
    }
    #pragma unroll
    for (int e = t; e < 1024; e += 256) factor[base + e] = (e & 31) <= (e >> 5) ? a[e >> 5][e & 31] : 0.f;
}
__global__ void __launch_bounds__(128) patch_solve_b(const float* __restrict__ cov, float* __restrict__ factor) {
    __shared__ float tile[4][32][33];
    int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    size_t base = ((size_t)blockIdx.x * 4 + w) * 1024;  // one warp per matrix, a lane keeps a row
    #pragma unroll
    for (int i = 0; i < 32; ++i) tile[w][i][lane] = cov[base + i * 32 + lane] + (i == lane ? 20.f : 0.f);
    __syncwarp();
    float a[32];
    #pragma unroll
    for (int j = 0; j < 32; ++j) a[j] = tile[w][lane][j];
    #pragma unroll
    for (int k = 0; k < 32; ++k) {
        float l = a[k] * rsqrtf(__shfl_sync(~0u, a[k], k));
        a[k] = l;
        #pragma unroll
        for (int j = k + 1; j < 32; ++j) a[j] = fmaf(-l, __shfl_sync(~0u, l, j), a[j]);
    }
    __syncwarp();
    #pragma unroll
    for (int j = 0; j < 32; ++j) tile[w][lane][j] = a[j];
    __syncwarp();
    #pragma unroll
    for (int i = 0; i < 32; ++i) factor[base + i * 32 + lane] = lane <= i ? tile[w][i][lane] : 0.f;
}

// ---------------------------------------------------------------- photon_tally: fixed-point deposits in 64 zones
__device__ __forceinline__ int photon(float2 p, int& deposit) {
    float e = fabsf(p.x) + 0.2f, mu = p.y, depth = 0.f;
    #pragma unroll
    for (int i = 0; i < 6; ++i) {
        depth += fabsf(mu) * e; mu = fmaf(mu, 0.81f, -0.17f * e); e = fmaf(e, 0.88f, 0.03f * mu * mu);
    }
    deposit = (int)(e * 512.f) + 1;
    return (int)(depth * 4096.f) & 63;
}
__global__ void __launch_bounds__(256) photon_tally_a(const float2* __restrict__ ph, int* __restrict__ tally, int n) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        int d, z = photon(ph[i], d);
        atomicAdd(&tally[z], d);
    }
}
__global__ void __launch_bounds__(256) photon_tally_b(const float2* __restrict__ ph, int* __restrict__ tally, int n) {
    __shared__ int mine[8][64];
    for (int k = threadIdx.x; k < 512; k += 256) (&mine[0][0])[k] = 0;
    __syncthreads();
    int w = threadIdx.x >> 5;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        int d, z = photon(ph[i], d);
        atomicAdd(&mine[w][z], d);
    }
    __syncthreads();
    if (threadIdx.x < 64) {
        int s = 0;
        #pragma unroll
        for (int k = 0; k < 8; ++k) s += mine[k][threadIdx.x];
        atomicAdd(&tally[threadIdx.x], s);
    }
}

// ---------------------------------------------------------------- kmer_spectrum: counts of 6-mers of 2-bit bases
__global__ void __launch_bounds__(1024) kmer_spectrum_a(const uint32_t* __restrict__ read, int* __restrict__ count, int words) {
    for (int i = blockIdx.x * 1024 + threadIdx.x; i < words; i += gridDim.x * 1024) {
        uint64_t window = read[i] | (uint64_t)read[i + 1] << 32;
        #pragma unroll
        for (int j = 0; j < 16; ++j) atomicAdd(&count[(window >> (2 * j)) & 4095], 1);
    }
}
__global__ void __launch_bounds__(1024) kmer_spectrum_b(const uint32_t* __restrict__ read, int* __restrict__ count, int words) {
    __shared__ int mine[4096];
    for (int k = threadIdx.x; k < 4096; k += 1024) mine[k] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 1024 + threadIdx.x; i < words; i += gridDim.x * 1024) {
        uint64_t window = read[i] | (uint64_t)read[i + 1] << 32;
        #pragma unroll
        for (int j = 0; j < 16; ++j) atomicAdd(&mine[(window >> (2 * j)) & 4095], 1);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < 4096; k += 1024) if (mine[k]) atomicAdd(&count[k], mine[k]);
}

// ---------------------------------------------------------------- battery_cells: equivalent-circuit model in double, four cells a thread
struct Cell { double v, soc, i; };
__device__ __forceinline__ void cell_step(Cell& c, double load) {
    double ocv = fma(fma(0.31, c.soc, 0.9), c.soc, 3.0);
    c.i = fma(0.05, ocv - c.v, load);
    c.v = fma(0.97, c.v, 0.02 * c.i);
    c.soc = fma(-0.0004, c.i, c.soc);
}
__global__ void __launch_bounds__(128) battery_cells_a(const double* __restrict__ start, double* __restrict__ out, int steps) {
    int t = blockIdx.x * 128 + threadIdx.x, n = gridDim.x * 128;
    #pragma unroll 1
    for (int k = 0; k < 4; ++k) {
        double s = start[k * n + t], load = 0.3 + 0.1 * s;
        Cell c{0.2 * s, 0.7 + 0.2 * s, 0.0};
        #pragma unroll 4
        for (int i = 0; i < steps; ++i) cell_step(c, load);
        out[k * n + t] = c.soc + c.v;
    }
}
__global__ void __launch_bounds__(128) battery_cells_b(const double* __restrict__ start, double* __restrict__ out, int steps) {
    int t = blockIdx.x * 128 + threadIdx.x, n = gridDim.x * 128;
    double load[4]; Cell c[4];
    #pragma unroll
    for (int k = 0; k < 4; ++k) { double s = start[k * n + t]; load[k] = 0.3 + 0.1 * s; c[k] = Cell{0.2 * s, 0.7 + 0.2 * s, 0.0}; }
    #pragma unroll 4
    for (int i = 0; i < steps; ++i) {
        #pragma unroll
        for (int k = 0; k < 4; ++k) cell_step(c[k], load[k]);
    }
    #pragma unroll
    for (int k = 0; k < 4; ++k) out[k * n + t] = c[k].soc + c[k].v;
}

// ---------------------------------------------------------------- rbf_surface: compact radial basis, 2048 centres in shared memory, two points a thread
__device__ __forceinline__ void centre_term(float4 s, float3 p, float3 q, float& a, float& b) {
    float dx = s.x - p.x, dy = s.y - p.y, dz = s.z - p.z;
    float t = __saturatef(fmaf(-dx, dx, fmaf(-dy, dy, fmaf(-dz, dz, 1.f))));
    a = fmaf(s.w * t, t, a);
    float ex = s.x - q.x, ey = s.y - q.y, ez = s.z - q.z;
    float u = __saturatef(fmaf(-ex, ex, fmaf(-ey, ey, fmaf(-ez, ez, 1.f))));
    b = fmaf(s.w * u, u, b);
}
template <int FROM>
__device__ __forceinline__ void centre_run(const float4* s, float3 p, float3 q, float& a, float& b) {
    #pragma unroll
    for (int j = 0; j < 64; ++j) centre_term(s[FROM + j], p, q, a, b);
    if constexpr (FROM + 64 < 2048) centre_run<FROM + 64>(s, p, q, a, b);
}
template <bool UNROLLED>
__device__ __forceinline__ void surface(const float4* __restrict__ centre, const float* __restrict__ px, const float* __restrict__ py,
                                        const float* __restrict__ pz, float* __restrict__ value, int n) {
    __shared__ float4 s[2048];
    for (int i = threadIdx.x; i < 2048; i += 256) s[i] = centre[i];
    __syncthreads();
    #pragma unroll 1
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n / 2; i += gridDim.x * 256) {
        float3 p = make_float3(px[i], py[i], pz[i]), q = make_float3(px[i + n / 2], py[i + n / 2], pz[i + n / 2]);
        float a = 0.f, b = 0.f;
        asm volatile("" ::: "memory");  // the centres stay in shared memory
        if constexpr (UNROLLED) centre_run<0>(s, p, q, a, b);
        else {
            #pragma unroll 8
            for (int j = 0; j < 2048; ++j) centre_term(s[j], p, q, a, b);
        }
        value[i] = a; value[i + n / 2] = b;
    }
}
__global__ void __launch_bounds__(256) rbf_surface_a(const float4* __restrict__ centre, const float* __restrict__ px, const float* __restrict__ py,
                                                     const float* __restrict__ pz, float* __restrict__ value, int n) { surface<true>(centre, px, py, pz, value, n); }
__global__ void __launch_bounds__(256) rbf_surface_b(const float4* __restrict__ centre, const float* __restrict__ px, const float* __restrict__ py,
                                                     const float* __restrict__ pz, float* __restrict__ value, int n) { surface<false>(centre, px, py, pz, value, n); }

// ---------------------------------------------------------------- nearest_code: city-block distance of 8 half components to 256 codes
__device__ __forceinline__ __half2 pair_of(unsigned short lo, unsigned short hi) { return __halves2half2(__ushort_as_half(lo), __ushort_as_half(hi)); }
__device__ __forceinline__ void closer(const __half2 (&x)[4], __half2 p, __half2 q, __half2 r, __half2 t, int c, float& low, int& at) {
    __half2 a = __hadd2(__habs2(__hsub2(x[0], p)), __habs2(__hsub2(x[1], q))), b = __hadd2(__habs2(__hsub2(x[2], r)), __habs2(__hsub2(x[3], t)));
    a = __hadd2(a, b);
    float s = __low2float(a) + __high2float(a);
    if (s < low) { low = s; at = c; }
}
__device__ __forceinline__ void sample_of(const __half2* __restrict__ sample, int n, int i, __half2 (&x)[4]) {
    #pragma unroll
    for (int d = 0; d < 4; ++d) x[d] = sample[(size_t)d * n + i];
}
__global__ void __launch_bounds__(256) nearest_code_a(const __half2* __restrict__ sample, const unsigned short* __restrict__ code, int* __restrict__ best, int n) {
    __shared__ unsigned short plane[8][258];
    for (int k = threadIdx.x; k < 2048; k += 256) plane[k & 7][k >> 3] = code[k];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    __half2 x[4]; sample_of(sample, n, i, x);
    float low = 1e30f; int at = 0;
    #pragma unroll 1
    for (int c = 0; c < 256; ++c)
        closer(x, pair_of(plane[0][c], plane[1][c]), pair_of(plane[2][c], plane[3][c]), pair_of(plane[4][c], plane[5][c]), pair_of(plane[6][c], plane[7][c]), c, low, at);
    best[i] = at;
}
__global__ void __launch_bounds__(256) nearest_code_b(const __half2* __restrict__ sample, const uint4* __restrict__ code, int* __restrict__ best, int n) {
    __shared__ uint4 table[256];
    table[threadIdx.x] = code[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    __half2 x[4]; sample_of(sample, n, i, x);
    float low = 1e30f; int at = 0;
    #pragma unroll 2
    for (int c = 0; c < 256; ++c) {
        uint4 v = table[c];
        closer(x, *(__half2*)&v.x, *(__half2*)&v.y, *(__half2*)&v.z, *(__half2*)&v.w, c, low, at);
    }
    best[i] = at;
}

// ---------------------------------------------------------------- radar_turn: corner turn of complex pulses with a window
template <int PITCH>
__device__ __forceinline__ void corner_turn(const float2* __restrict__ in, const float* __restrict__ window, float2* __restrict__ out, int rows, int cols) {
    __shared__ float2 tile[32][PITCH];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    float w = window[x];
    #pragma unroll
    for (int j = 0; j < 32; j += 8) {
        float2 v = in[(size_t)(y + j) * cols + x];
        tile[threadIdx.y + j][threadIdx.x] = make_float2(v.x * w, -v.y * w);
    }
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x; y = blockIdx.x * 32 + threadIdx.y;
    #pragma unroll
    for (int j = 0; j < 32; j += 8) out[(size_t)(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
}
__global__ void __launch_bounds__(256) radar_turn_a(const float2* __restrict__ in, const float* __restrict__ w, float2* __restrict__ out, int rows, int cols) {
    corner_turn<32>(in, w, out, rows, cols);
}
__global__ void __launch_bounds__(256) radar_turn_b(const float2* __restrict__ in, const float* __restrict__ w, float2* __restrict__ out, int rows, int cols) {
    corner_turn<33>(in, w, out, rows, cols);
}

// ---------------------------------------------------------------- delay_population: delay equation, 16 past values per individual in shared memory
template <int PER_THREAD, int PER_SLOT>
__device__ __forceinline__ void delay_run(const float* __restrict__ start, float* __restrict__ out, int steps) {
    __shared__ float past[16 * 128];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    float x = 0.9f + 0.3f * start[i], beta = 0.2f + 0.01f * start[i];
    #pragma unroll 1
    for (int d = 0; d < 16; ++d) past[t * PER_THREAD + d * PER_SLOT] = x * (1.f + 0.01f * d);
    float peak = 0.f;
    #pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        int at = t * PER_THREAD + (s & 15) * PER_SLOT;
        float d = past[at];
        past[at] = x;
        float d2 = d * d, d4 = d2 * d2, d10 = d4 * d4 * d2;
        x = fmaf(x, 0.9f, __fdividef(beta * d, 1.f + d10));
        peak = fmaxf(peak, x);
    }
    out[i] = x + peak;
}
__global__ void __launch_bounds__(128) delay_population_a(const float* __restrict__ start, float* __restrict__ out, int steps) { delay_run<16, 1>(start, out, steps); }
__global__ void __launch_bounds__(128) delay_population_b(const float* __restrict__ start, float* __restrict__ out, int steps) { delay_run<1, 128>(start, out, steps); }

// ---------------------------------------------------------------- slice_turn: turning a float volume slice with a gain
template <int PITCH>
__device__ __forceinline__ void slice(const float* __restrict__ in, float* __restrict__ out, int rows, int cols, float gain, float offset) {
    __shared__ float tile[32][PITCH];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    #pragma unroll
    for (int j = 0; j < 32; j += 4) tile[threadIdx.y + j][threadIdx.x] = fmaf(in[(size_t)(y + j) * cols + x], gain, offset);
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x; y = blockIdx.x * 32 + threadIdx.y;
    #pragma unroll
    for (int j = 0; j < 32; j += 4) out[(size_t)(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
}
__global__ void __launch_bounds__(128) slice_turn_a(const float* __restrict__ in, float* __restrict__ out, int rows, int cols, float gain, float offset) {
    slice<34>(in, out, rows, cols, gain, offset);
}
__global__ void __launch_bounds__(128) slice_turn_b(const float* __restrict__ in, float* __restrict__ out, int rows, int cols, float gain, float offset) {
    slice<33>(in, out, rows, cols, gain, offset);
}

// ---------------------------------------------------------------- token_norm: layer norm, a warp per row of 1024
__global__ void __launch_bounds__(256) token_norm_vii_h(const float4* __restrict__ in, const float4* __restrict__ gain, float4* __restrict__ out) {
    int lane = threadIdx.x & 31;
    size_t at = ((size_t)blockIdx.x * 8 + (threadIdx.x >> 5)) * 256 + lane;
    float4 v[8]; float s = 0.f, q = 0.f;
    #pragma unroll
    for (int i = 0; i < 8; ++i) v[i] = __ldcs(in + at + i * 32);
    #pragma unroll
    for (int i = 0; i < 8; ++i) {
        s += v[i].x + v[i].y + v[i].z + v[i].w;
        q = fmaf(v[i].x, v[i].x, fmaf(v[i].y, v[i].y, fmaf(v[i].z, v[i].z, fmaf(v[i].w, v[i].w, q))));
    }
    #pragma unroll
    for (int o = 16; o > 0; o >>= 1) { s += __shfl_xor_sync(~0u, s, o); q += __shfl_xor_sync(~0u, q, o); }
    float mean = s * (1.f / 1024), r = rsqrtf(q * (1.f / 1024) - mean * mean + 1e-5f);
    #pragma unroll
    for (int i = 0; i < 8; ++i) {
        float4 g = gain[i * 32 + lane];
        __stcs(out + at + i * 32, make_float4((v[i].x - mean) * r * g.x, (v[i].y - mean) * r * g.y, (v[i].z - mean) * r * g.z, (v[i].w - mean) * r * g.w));
    }
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;

    // neutron_collide
    const int NH = 4 << 20;
    static float4 *h_a, *h_b; static int *hk_a, *hk_b; static float* h_out;
    {
        std::vector<float4> a(NH), b(NH); std::vector<int> ka(NH), kb(NH); size_t from[5] = {};
        for (int i = 0; i < NH; ++i) {
            a[i] = make_float4(unit(4 * i), unit(4 * i + 1), unit(4 * i + 2), unit(4 * i + 3));
            ka[i] = hash32(i + 99) & 3; from[ka[i] + 1]++;
        }
        for (int k = 0; k < 4; ++k) from[k + 1] += from[k];
        for (int i = 0; i < NH; ++i) { size_t to = from[ka[i]]++; b[to] = a[i]; kb[to] = ka[i]; }
        h_a = uploaded(a); h_b = uploaded(b); hk_a = uploaded(ka); hk_b = uploaded(kb); h_out = empty<float>(NH);
    }
    cases.push_back({"neutron_collide_a", [=] { neutron_collide_a<<<NH / 256, 256>>>(h_a, hk_a, h_out, NH); }, h_out, (size_t)NH, Output::f32});
    cases.push_back({"neutron_collide_b", [=] { neutron_collide_b<<<NH / 256, 256>>>(h_b, hk_b, h_out, NH); }, h_out, (size_t)NH, Output::f32});

    // kepler_bodies
    const int NB = 1 << 20;
    static float4 *b_a, *b_b; static unsigned short *bs_a, *bs_b; static float* b_out;
    {
        std::vector<float4> a(NB), b(NB); std::vector<unsigned short> sa(NB), sb(NB); std::vector<int> order(NB);
        for (int i = 0; i < NB; ++i) {
            a[i] = make_float4(1.5f + unit(4 * i + 7), unit(4 * i + 8), 0.5f * unit(4 * i + 9), 0.8f + 0.3f * unit(4 * i + 10));
            float u = 0.5f + 0.5f * unit(i + 123456789u);
            sa[i] = (unsigned short)(8 + 504 * u * u * u * u);
        }
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](int x, int y) { return sa[x] > sa[y]; });
        for (int i = 0; i < NB; ++i) { b[i] = a[order[i]]; sb[i] = sa[order[i]]; }
        b_a = uploaded(a); b_b = uploaded(b); bs_a = uploaded(sa); bs_b = uploaded(sb); b_out = empty<float>(NB);
    }
    cases.push_back({"kepler_bodies_a", [=] { kepler_bodies_a<<<NB / 128, 128>>>(b_a, bs_a, b_out, NB); }, b_out, (size_t)NB, Output::f32});
    cases.push_back({"kepler_bodies_b", [=] { kepler_bodies_b<<<NB / 128, 128>>>(b_b, bs_b, b_out, NB); }, b_out, (size_t)NB, Output::f32});

    // score_softmax
    const int ROWS = 32768; const size_t NS = (size_t)ROWS * 1024;
    static float *s_in = filled<float>(NS, 3), *s_out = empty<float>(NS);
    cases.push_back({"score_softmax_a", [=] { score_softmax_a<<<ROWS, 1024>>>(s_in, s_out); }, s_out, NS, Output::f32});
    cases.push_back({"score_softmax_b", [=] { score_softmax_b<<<ROWS / 8, 256>>>(s_in, s_out); }, s_out, NS, Output::f32});

    // patch_solve
    const int MATS = 16384; const size_t NM = (size_t)MATS * 1024;
    static float* m_in; static float* m_out = empty<float>(NM);
    {
        std::vector<float> m(NM);
        for (int b = 0; b < MATS; ++b) for (int i = 0; i < 32; ++i) for (int j = 0; j <= i; ++j)
            m[(size_t)b * 1024 + i * 32 + j] = m[(size_t)b * 1024 + j * 32 + i] = unit(b * 1024 + i * 32 + j);
        m_in = uploaded(m);
    }
    cases.push_back({"patch_solve_a", [=] { patch_solve_a<<<MATS, 256>>>(m_in, m_out); }, m_out, NM, Output::f32});
    cases.push_back({"patch_solve_b", [=] { patch_solve_b<<<MATS / 4, 128>>>(m_in, m_out); }, m_out, NM, Output::f32});

    // photon_tally
    const int NP = 2 << 20;
    static float2* p_in = (float2*)filled<float>(2 * (size_t)NP, 5); static int* p_out = empty<int>(64);
    cases.push_back({"photon_tally_a", [=] { photon_tally_a<<<528, 256>>>(p_in, p_out, NP); }, p_out, 64, Output::i32});
    cases.push_back({"photon_tally_b", [=] { photon_tally_b<<<528, 256>>>(p_in, p_out, NP); }, p_out, 64, Output::i32});

    // kmer_spectrum
    const int NW = 1 << 20;
    static uint32_t* k_in; static int* k_out = empty<int>(4096);
    {
        std::vector<uint32_t> w(NW + 1);
        static const uint32_t base[8] = {0, 0, 0, 1, 2, 3, 3, 3};
        for (int i = 0; i <= NW; ++i) {
            uint32_t v = 0;
            for (int j = 0; j < 16; ++j) v |= base[(hash32(i * 16 + j) >> 9) & 7] << (2 * j);
            w[i] = v;
        }
        k_in = uploaded(w);
    }
    cases.push_back({"kmer_spectrum_a", [=] { kmer_spectrum_a<<<132, 1024>>>(k_in, k_out, NW); }, k_out, 4096, Output::i32});
    cases.push_back({"kmer_spectrum_b", [=] { kmer_spectrum_b<<<132, 1024>>>(k_in, k_out, NW); }, k_out, 4096, Output::i32});

    // battery_cells
    const int CELLS = 132 * 128 * 4;
    static double *c_in = filled<double>(CELLS, 11), *c_out = empty<double>(CELLS);
    cases.push_back({"battery_cells_a", [=] { battery_cells_a<<<132, 128>>>(c_in, c_out, 1200); }, c_out, (size_t)CELLS, Output::f64});
    cases.push_back({"battery_cells_b", [=] { battery_cells_b<<<132, 128>>>(c_in, c_out, 1200); }, c_out, (size_t)CELLS, Output::f64});

    // rbf_surface
    const int PTS = 132 * 512 * 4;
    static float4* d_ch = (float4*)filled<float>(8192, 13);
    static float *d_x = filled<float>(PTS, 14), *d_y = filled<float>(PTS, 15), *d_z = filled<float>(PTS, 16), *d_out = empty<float>(PTS);
    cases.push_back({"rbf_surface_a", [=] { rbf_surface_a<<<264, 256>>>(d_ch, d_x, d_y, d_z, d_out, PTS); }, d_out, (size_t)PTS, Output::f32});
    cases.push_back({"rbf_surface_b", [=] { rbf_surface_b<<<264, 256>>>(d_ch, d_x, d_y, d_z, d_out, PTS); }, d_out, (size_t)PTS, Output::f32});

    // nearest_code
    const int NC = 2 << 20;
    static __half2* n_in = (__half2*)filled<__half>(8 * (size_t)NC, 17); static __half* n_code = filled<__half>(2048, 18); static int* n_out = empty<int>(NC);
    cases.push_back({"nearest_code_a", [=] { nearest_code_a<<<NC / 256, 256>>>(n_in, (const unsigned short*)n_code, n_out, NC); }, n_out, (size_t)NC, Output::i32});
    cases.push_back({"nearest_code_b", [=] { nearest_code_b<<<NC / 256, 256>>>(n_in, (const uint4*)n_code, n_out, NC); }, n_out, (size_t)NC, Output::i32});

    // radar_turn
    const int PULSES = 4096, RANGE = 4096; const size_t NR = (size_t)PULSES * RANGE;
    static float2 *r_in = (float2*)filled<float>(2 * NR, 19), *r_out = (float2*)empty<float>(2 * NR); static float* r_w = filled<float>(RANGE, 20);
    dim3 rg(RANGE / 32, PULSES / 32), rb(32, 8);
    cases.push_back({"radar_turn_a", [=] { radar_turn_a<<<rg, rb>>>(r_in, r_w, r_out, PULSES, RANGE); }, r_out, 2 * NR, Output::f32});
    cases.push_back({"radar_turn_b", [=] { radar_turn_b<<<rg, rb>>>(r_in, r_w, r_out, PULSES, RANGE); }, r_out, 2 * NR, Output::f32});

    // delay_population
    const int IND = 132 * 16 * 128;
    static float *y_in = filled<float>(IND, 21), *y_out = empty<float>(IND);
    cases.push_back({"delay_population_a", [=] { delay_population_a<<<IND / 128, 128>>>(y_in, y_out, 256); }, y_out, (size_t)IND, Output::f32});
    cases.push_back({"delay_population_b", [=] { delay_population_b<<<IND / 128, 128>>>(y_in, y_out, 256); }, y_out, (size_t)IND, Output::f32});

    // slice_turn (mild)
    const int SR = 8192, SC = 4096; const size_t NT = (size_t)SR * SC;
    static float *t_in = filled<float>(NT, 22), *t_out = empty<float>(NT);
    dim3 tg(SC / 32, SR / 32), tb(32, 4);
    cases.push_back({"slice_turn_a", [=] { slice_turn_a<<<tg, tb>>>(t_in, t_out, SR, SC, 1.7f, 0.2f); }, t_out, NT, Output::f32});
    cases.push_back({"slice_turn_b", [=] { slice_turn_b<<<tg, tb>>>(t_in, t_out, SR, SC, 1.7f, 0.2f); }, t_out, NT, Output::f32});

    // token_norm (healthy)
    const int TOK = 65536; const size_t NN = (size_t)TOK * 256;
    static float4 *l_in = (float4*)filled<float>(4 * NN, 23), *l_g = (float4*)filled<float>(1024, 24), *l_out = (float4*)empty<float>(4 * NN);
    cases.push_back({"token_norm_vii_h", [=] { token_norm_vii_h<<<TOK / 8, 256>>>(l_in, l_g, l_out); }, l_out, 4 * NN, Output::f32});

    return run(argc, argv, cases);
}
