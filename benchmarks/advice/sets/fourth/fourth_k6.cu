// Dependency-stall and thread-divergence pairs.
#include "harness.cuh"
#include <cuda_fp16.h>
__device__ __forceinline__ float root(float x) { return x * rsqrtf(x + 1e-12f); }  // x >= 0
using harness::Case; using harness::Output; using harness::hash32; using harness::unit;

// ---------------------------------------------------------------------------------------------------------------------------------
// vocoder_synth: 132 speakers x 128 formant variants, all-pole synthesis filter of order 32, y[n] = e[n] + sum a[k] y[n-k].
// One voice is a serial recurrence, so there are only 16896 threads; the history lives in registers.
// a: one accumulator, newest history value first: 32 dependent FMAs a sample.
// b: four partial sums over the older history, which can start early; the newest value enters last.
constexpr int VOC_ORDER = 32, VOC_THREADS = 128, VOC_SPEAKERS = 132, VOC_GROUPS = 512;  // groups of 8 samples
constexpr int VOC_CHANNELS = VOC_THREADS * VOC_SPEAKERS;

template <bool SPLIT>
__device__ __forceinline__ void vocoder(const uint4* __restrict__ source, const float* __restrict__ lpc, uint4* __restrict__ speech) {
    const int voice = blockIdx.x * VOC_THREADS + threadIdx.x;
    float a[VOC_ORDER], y[VOC_ORDER];
#pragma unroll
    for (int k = 0; k < VOC_ORDER; ++k) { a[k] = lpc[k * VOC_CHANNELS + voice]; y[k] = 0.0f; }
    const uint4* src = source + (size_t)blockIdx.x * VOC_GROUPS;  // the excitation of the speaker, the same for all its variants
    uint4 in[4];
#pragma unroll
    for (int g = 0; g < 4; ++g) in[g] = __ldg(src + g);
#pragma unroll 1
    for (int base = 0; base < VOC_GROUPS; base += 4) {
        uint4 next[4];
        const int ahead = base + 4 < VOC_GROUPS ? base + 4 : base;
#pragma unroll
        for (int g = 0; g < 4; ++g) next[g] = __ldg(src + ahead + g);
#pragma unroll
        for (int g = 0; g < 4; ++g) {
            const unsigned w[4] = {in[g].x, in[g].y, in[g].z, in[g].w};
            unsigned o[4];
#pragma unroll
            for (int h = 0; h < 4; ++h) {
                __half2 pair; memcpy(&pair, &w[h], 4);
                float2 e = __half22float2(pair), r;
#pragma unroll
                for (int s = 0; s < 2; ++s) {
                    const int n = g * 8 + h * 2 + s;
                    float v = s ? e.y : e.x;
                    if (!SPLIT) {
#pragma unroll
                        for (int k = 1; k <= VOC_ORDER; ++k) v = fmaf(a[k - 1], y[(n - k) & 31], v);
                    } else {
                        float p[4] = {v, 0.0f, 0.0f, 0.0f};
#pragma unroll
                        for (int k = VOC_ORDER; k >= 2; --k)
                            p[k & 3] = (k + 4 > VOC_ORDER && (k & 3)) ? a[k - 1] * y[(n - k) & 31] : fmaf(a[k - 1], y[(n - k) & 31], p[k & 3]);
                        v = fmaf(a[0], y[(n - 1) & 31], (p[0] + p[3]) + (p[1] + p[2]));
                    }
                    y[n & 31] = v;
                    if (s) r.y = v; else r.x = v;
                }
                __half2 packed = __float22half2_rn(r); memcpy(&o[h], &packed, 4);
            }
            speech[(size_t)(base + g) * VOC_CHANNELS + voice] = make_uint4(o[0], o[1], o[2], o[3]);
        }
#pragma unroll
        for (int g = 0; g < 4; ++g) in[g] = next[g];
    }
}
__global__ void __launch_bounds__(VOC_THREADS) vocoder_synth_a(const uint4* __restrict__ source, const float* __restrict__ lpc, uint4* __restrict__ speech) {
    vocoder<false>(source, lpc, speech);
}
__global__ void __launch_bounds__(VOC_THREADS) vocoder_synth_b(const uint4* __restrict__ source, const float* __restrict__ lpc, uint4* __restrict__ speech) {
    vocoder<true>(source, lpc, speech);
}

// ---------------------------------------------------------------------------------------------------------------------------------
// secret_shares: Shamir sharing; 132 secrets, each a polynomial of 16384 coefficients mod a 31-bit prime, evaluated for 128 holders.
// a: one Horner chain of Montgomery products.  b: four interleaved Horner chains in x^4, joined at the end (the same residues).
constexpr unsigned SHR_P = 2147483629u;
constexpr unsigned shr_neg_inverse() { unsigned v = 1; for (int i = 0; i < 6; ++i) v *= 2u - SHR_P * v; return 0u - v; }
constexpr unsigned SHR_NINV = shr_neg_inverse();
constexpr int SHR_HOLDERS = 128, SHR_QUADS = 4096, SHR_CHUNK = 512;

__device__ __forceinline__ unsigned shr_mul(unsigned a, unsigned b) {
    const unsigned long long t = (unsigned long long)a * b;
    const unsigned m = (unsigned)t * SHR_NINV;
    const unsigned u = (unsigned)((t + (unsigned long long)m * SHR_P) >> 32);
    return min(u, u - SHR_P);
}
__device__ __forceinline__ unsigned shr_add(unsigned a, unsigned b) { const unsigned s = a + b; return min(s, s - SHR_P); }

template <bool FOUR>
__device__ __forceinline__ void shares(const uint4* __restrict__ coefficients, const unsigned* __restrict__ holder_point, unsigned* __restrict__ share) {
    __shared__ uint4 chunk[SHR_CHUNK];
    const uint4* mine = coefficients + (size_t)blockIdx.x * SHR_QUADS;
    const unsigned x = holder_point[threadIdx.x];
    const unsigned x2 = shr_mul(x, x), x3 = shr_mul(x2, x), x4 = shr_mul(x2, x2);
    unsigned acc = 0, a0 = 0, a1 = 0, a2 = 0, a3 = 0;
    uint4 fetched[SHR_CHUNK / SHR_HOLDERS];
#pragma unroll
    for (int i = 0; i < SHR_CHUNK / SHR_HOLDERS; ++i) fetched[i] = mine[i * SHR_HOLDERS + threadIdx.x];
#pragma unroll 1
    for (int c = 0; c < SHR_QUADS; c += SHR_CHUNK) {
        __syncthreads();
#pragma unroll
        for (int i = 0; i < SHR_CHUNK / SHR_HOLDERS; ++i) chunk[i * SHR_HOLDERS + threadIdx.x] = fetched[i];
        __syncthreads();
        const int ahead = c + SHR_CHUNK < SHR_QUADS ? c + SHR_CHUNK : c;
#pragma unroll
        for (int i = 0; i < SHR_CHUNK / SHR_HOLDERS; ++i) fetched[i] = mine[ahead + i * SHR_HOLDERS + threadIdx.x];
#pragma unroll 4
        for (int i = 0; i < SHR_CHUNK; ++i) {
            const uint4 q = chunk[i];
            if (!FOUR) {
                acc = shr_add(shr_mul(acc, x), q.x);
                acc = shr_add(shr_mul(acc, x), q.y);
                acc = shr_add(shr_mul(acc, x), q.z);
                acc = shr_add(shr_mul(acc, x), q.w);
            } else {
                a0 = shr_add(shr_mul(a0, x4), q.x);
                a1 = shr_add(shr_mul(a1, x4), q.y);
                a2 = shr_add(shr_mul(a2, x4), q.z);
                a3 = shr_add(shr_mul(a3, x4), q.w);
            }
        }
    }
    if (FOUR) acc = shr_add(shr_add(shr_mul(a0, x3), shr_mul(a1, x2)), shr_add(shr_mul(a2, x), a3));
    share[blockIdx.x * SHR_HOLDERS + threadIdx.x] = acc;
}
__global__ void __launch_bounds__(SHR_HOLDERS) secret_shares_a(const uint4* __restrict__ coefficients, const unsigned* __restrict__ points, unsigned* __restrict__ share) {
    shares<false>(coefficients, points, share);
}
__global__ void __launch_bounds__(SHR_HOLDERS) secret_shares_b(const uint4* __restrict__ coefficients, const unsigned* __restrict__ points, unsigned* __restrict__ share) {
    shares<true>(coefficients, points, share);
}

// ---------------------------------------------------------------------------------------------------------------------------------
// tone_bank: Goertzel power of 384 tones in each of 132 double-precision recordings (one block a recording, one thread a tone).
// a: s = (x + c s1) - s2 over the whole recording: two dependent FP64 operations a sample.
// b: the two halves of the recording run side by side, and x - s2, which is ready early, is taken off the chain; joined by a phase.
constexpr int TON_BINS = 384, TON_CHUNKS = 40;  // a chunk: 384 double2 = 768 samples
__global__ void __launch_bounds__(TON_BINS) tone_bank_a(const double2* __restrict__ record, double* __restrict__ power) {
    __shared__ double2 chunk[TON_BINS];
    const double2* mine = record + (size_t)blockIdx.x * TON_BINS * TON_CHUNKS;
    const double turn = 0.05 + 0.00229 * threadIdx.x + 3.1e-6 * blockIdx.x, c = 2.0 * cospi(turn);  // half turns a sample
    double s1 = 0.0, s2 = 0.0;
    double2 fetched = mine[threadIdx.x];
#pragma unroll 1
    for (int k = 0; k < TON_CHUNKS; ++k) {
        __syncthreads();
        chunk[threadIdx.x] = fetched;
        __syncthreads();
        fetched = mine[min(k + 1, TON_CHUNKS - 1) * TON_BINS + threadIdx.x];
#pragma unroll 8
        for (int i = 0; i < TON_BINS; ++i) {
            const double2 x = chunk[i];
            const double even = x.x + c * s1 - s2;
            const double odd = x.y + c * even - s1;
            s2 = even; s1 = odd;
        }
    }
    power[blockIdx.x * TON_BINS + threadIdx.x] = s1 * s1 + s2 * s2 - c * s1 * s2;
}
__global__ void __launch_bounds__(TON_BINS) tone_bank_b(const double2* __restrict__ record, double* __restrict__ power) {
    __shared__ double2 early[TON_BINS], late[TON_BINS];
    constexpr int HALF = TON_CHUNKS / 2;
    const double2* mine = record + (size_t)blockIdx.x * TON_BINS * TON_CHUNKS;
    const double turn = 0.05 + 0.00229 * threadIdx.x + 3.1e-6 * blockIdx.x, c = 2.0 * cospi(turn);  // half turns a sample
    double p1 = 0.0, p2 = 0.0, q1 = 0.0, q2 = 0.0;
    double2 e = mine[threadIdx.x], l = mine[HALF * TON_BINS + threadIdx.x];
#pragma unroll 1
    for (int k = 0; k < HALF; ++k) {
        __syncthreads();
        early[threadIdx.x] = e; late[threadIdx.x] = l;
        __syncthreads();
        const int ahead = min(k + 1, HALF - 1);
        e = mine[ahead * TON_BINS + threadIdx.x]; l = mine[(HALF + ahead) * TON_BINS + threadIdx.x];
#pragma unroll 8
        for (int i = 0; i < TON_BINS; ++i) {
            const double2 x = early[i], z = late[i];
            const double pe = fma(c, p1, x.x - p2), qe = fma(c, q1, z.x - q2);
            const double po = fma(c, pe, x.y - p1), qo = fma(c, qe, z.y - q1);
            p2 = pe; p1 = po; q2 = qe; q1 = qo;
        }
    }
    double sine, cosine, ps, pc;
    sincospi(turn, &sine, &cosine);
    sincospi(turn * (double)(HALF * TON_BINS * 2), &ps, &pc);
    const double pr = p1 - cosine * p2, pi = sine * p2;      // s1 - exp(-j pi turn) s2
    const double qr = q1 - cosine * q2, qi = sine * q2;
    const double re = pr * pc - pi * ps + qr, im = pr * ps + pi * pc + qi;
    power[blockIdx.x * TON_BINS + threadIdx.x] = re * re + im * im;
}

// ---------------------------------------------------------------------------------------------------------------------------------
// surface_shade_f: a deferred-shading G-buffer whose samples carry one of six materials, eight lights each.
// a: a thread a sample, switch (material): neighbours differ, so a warp walks through most of the six models.
// b: each block sorts its tile of 1536 samples by material in shared memory, then shades (nearly) uniform warps.
constexpr int SUR_THREADS = 192, SUR_PER_THREAD = 8, SUR_TILE = SUR_THREADS * SUR_PER_THREAD, SUR_LIGHTS = 8;
constexpr int SUR_BLOCKS = 132 * 40, SUR_SAMPLES = SUR_BLOCKS * SUR_TILE;
__constant__ float4 sur_lights[SUR_LIGHTS];  // direction, intensity

__device__ __forceinline__ float sur_model(int material, float4 s) {
    const float inv = rsqrtf(s.x * s.x + s.y * s.y + s.z * s.z + 0.01f);
    const float nx = s.x * inv, ny = s.y * inv, nz = s.z * inv, rough = 0.15f + 0.4f * fabsf(s.w);
    float sum = 0.0f;
    switch (material) {
    case 0:  // diffuse with retro-reflection
#pragma unroll 1
        for (int l = 0; l < SUR_LIGHTS; ++l) {
            const float4 L = sur_lights[l];
            const float nl = fmaxf(nx * L.x + ny * L.y + nz * L.z, 0.0f), nv = fabsf(nz);
            const float st = root(fmaxf((1.0f - nl * nl) * (1.0f - nv * nv), 1e-4f)), back = (1.0f - nl) * (1.0f - nl), b5 = back * back * (1.0f - nl);
            const float A = 1.0f - 0.5f * __fdividef(rough, rough + 0.33f), B = 0.45f * __fdividef(rough, rough + 0.09f);
            sum += L.w * nl * (A + B * __fdividef(st, fmaxf(nl, nv) + 0.05f)) * (1.0f - 0.2f * rough * b5);
        }
        break;
    case 1:  // metal, microfacets
#pragma unroll 1
        for (int l = 0; l < SUR_LIGHTS; ++l) {
            const float4 L = sur_lights[l];
            const float hx = L.x, hy = L.y, hz = L.z + 1.0f, hi = rsqrtf(hx * hx + hy * hy + hz * hz + 1e-3f);
            const float nh = fmaxf((nx * hx + ny * hy + nz * hz) * hi, 0.0f), nl = fmaxf(nx * L.x + ny * L.y + nz * L.z, 0.0f), lh = hz * hi;
            const float a2 = rough * rough, d = nh * nh * (a2 - 1.0f) + 1.0f, k = 0.5f * rough;
            const float f1 = 1.0f - lh, f2 = f1 * f1, fresnel = 0.9f + 0.1f * f2 * f2 * f1;
            sum += L.w * nl * fresnel * __fdividef(a2, d * d * (nl * (1.0f - k) + k) * (fabsf(nz) * (1.0f - k) + k) * 4.0f + 1e-3f);
        }
        break;
    case 2:  // cloth sheen
#pragma unroll 1
        for (int l = 0; l < SUR_LIGHTS; ++l) {
            const float4 L = sur_lights[l];
            const float nl = fmaxf(nx * L.x + ny * L.y + nz * L.z, 0.0f), nv = fabsf(nz), ch = 0.5f * (nl + nv);
            const float sheen = __powf(1.0f - ch * ch + 1e-3f, __fdividef(0.5f, rough)) * (2.0f + __fdividef(1.0f, rough)) * 0.159f;
            sum += L.w * (nl * 0.3f + __fdividef(sheen * nl, 4.0f * (nl + nv - nl * nv) + 1e-2f));
        }
        break;
    case 3:  // skin: wrapped diffuse and three scattering lobes
#pragma unroll 1
        for (int l = 0; l < SUR_LIGHTS; ++l) {
            const float4 L = sur_lights[l];
            const float c = nx * L.x + ny * L.y + nz * L.z, wrap = fmaxf((c + 0.4f) * 0.7142857f, 0.0f), t = 1.0f - wrap;
            const float narrow = __expf(-t * t * 2.5f), n3 = narrow * narrow * narrow;
            const float lobe = 0.6f * n3 + 0.3f * narrow + 0.1f * __expf(-t * t * (0.7f + rough));
            sum += L.w * (wrap * 0.7f + lobe * 0.3f);
        }
        break;
    case 4:  // glass: Fresnel and absorption along the refracted path
#pragma unroll 1
        for (int l = 0; l < SUR_LIGHTS; ++l) {
            const float4 L = sur_lights[l];
            const float c = fabsf(nx * L.x + ny * L.y + nz * L.z), bend = rsqrtf(1.25f + c * c);  // about 1 / path cosine
            const float m = 1.0f - fminf(c, 1.0f), m2 = m * m, fresnel = 0.04f + 0.96f * m2 * m2 * m;
            const float tint = __expf(-(0.5f + rough) * bend), t2 = tint * tint, t4 = t2 * t2;
            sum += L.w * (fresnel * c + (1.0f - fresnel) * (0.5f * tint + 0.3f * t2 + 0.2f * t4 * t2));
        }
        break;
    default:  // brushed: anisotropic
#pragma unroll 1
        for (int l = 0; l < SUR_LIGHTS; ++l) {
            const float4 L = sur_lights[l];
            const float lt = L.x * nz - L.z * nx, vt = -nx, lb = L.y * nz - L.z * ny, vb = -ny;
            const float st = root(fmaxf((1.0f - lt * lt) * (1.0f - vt * vt), 0.0f)) - lt * vt;
            const float sb = root(fmaxf((1.0f - lb * lb) * (1.0f - vb * vb), 0.0f)) - lb * vb;
            const float s2 = fmaxf(st, 0.01f) * st, s4 = s2 * s2, s8 = s4 * s4, b2 = fmaxf(sb, 0.01f) * sb, b4 = b2 * b2;
            sum += L.w * (s8 * (rough + (1.0f - rough) * s8) + 0.4f * b2 * (rough + (1.0f - rough) * b4));
        }
        break;
    }
    return sum;
}
__global__ void __launch_bounds__(SUR_THREADS) surface_shade_f_a(const float4* __restrict__ sample, const uint8_t* __restrict__ material, float* __restrict__ radiance) {
    const int base = blockIdx.x * SUR_TILE + threadIdx.x;
#pragma unroll 1
    for (int j = 0; j < SUR_PER_THREAD; ++j) {
        const int i = base + j * SUR_THREADS;
        radiance[i] = sur_model(material[i], sample[i]);
    }
}
__global__ void __launch_bounds__(SUR_THREADS) surface_shade_f_b(const float4* __restrict__ sample, const uint8_t* __restrict__ material, float* __restrict__ radiance) {
    __shared__ float4 sorted[SUR_TILE];
    __shared__ float result[SUR_TILE];
    __shared__ uint16_t origin[SUR_TILE];
    __shared__ int count[6], start[7];
    const int t = threadIdx.x, lane = t & 31, base = blockIdx.x * SUR_TILE;
    if (t < 6) count[t] = 0;
    __syncthreads();
    int kind[SUR_PER_THREAD], rank[SUR_PER_THREAD];
#pragma unroll
    for (int j = 0; j < SUR_PER_THREAD; ++j) kind[j] = material[base + j * SUR_THREADS + t];
#pragma unroll
    for (int j = 0; j < SUR_PER_THREAD; ++j) {
        const unsigned peers = __match_any_sync(~0u, kind[j]);
        const int leader = __ffs(peers) - 1;
        int first = 0;
        if (lane == leader) first = atomicAdd(&count[kind[j]], __popc(peers));
        rank[j] = __shfl_sync(~0u, first, leader) + __popc(peers & ((1u << lane) - 1));
    }
    __syncthreads();
    if (t == 0) { int s = 0; for (int k = 0; k < 6; ++k) { start[k] = s; s += count[k]; } start[6] = s; }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < SUR_PER_THREAD; ++j) {
        const int to = start[kind[j]] + rank[j];
        sorted[to] = sample[base + j * SUR_THREADS + t];
        origin[to] = (uint16_t)(j * SUR_THREADS + t);
    }
    __syncthreads();
#pragma unroll 1
    for (int j = 0; j < SUR_PER_THREAD; ++j) {
        const int i = j * SUR_THREADS + t;
        int m = 0;
#pragma unroll
        for (int k = 1; k < 6; ++k) m += i >= start[k];
        result[origin[i]] = sur_model(m, sorted[i]);
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < SUR_PER_THREAD; ++j) radiance[base + j * SUR_THREADS + t] = result[j * SUR_THREADS + t];
}

// ---------------------------------------------------------------------------------------------------------------------------------
// neutron_walk: slab transport by delta tracking; a history ends when it is absorbed or leaves; 16 histories a thread.
// a: nested loops: the warp waits at every history for its longest walk.
// b: one flattened loop: a lane whose walk has ended stores it and starts its next history at once.
constexpr int NEU_THREADS = 128, NEU_BLOCKS = 132 * 32, NEU_PER_THREAD = 16;
struct Neutron { float depth, cosine, weight, tally; unsigned seed; };
__device__ __forceinline__ Neutron neu_born(unsigned history) {
    const unsigned seed = hash32(history * 2654435761u + 12345u);
    return Neutron{0.0f, 0.2f + 0.8f * (seed & 0xffff) * (1.0f / 65536.0f), 1.0f, 0.0f, seed};
}
__device__ __forceinline__ float neu_random(unsigned& seed) { seed = seed * 1664525u + 1013904223u; unsigned h = seed ^ (seed >> 15); h *= 0x2c1b3c6du; return ((h >> 8) + 0.5f) * (1.0f / 16777216.0f); }
__device__ __forceinline__ bool neu_step(Neutron& n) {  // true: the history has ended
    const float flight = -__logf(neu_random(n.seed)) * 0.7f;
    n.depth += n.cosine * flight;
    if (n.depth < 0.0f || n.depth > 12.0f) return true;
    const float u = n.depth * 0.5f, sigma = 0.55f + 0.45f * __cosf(u);           // local to majorant cross section
    n.tally += n.weight * flight * sigma;
    if (neu_random(n.seed) < sigma) {                                             // a real collision
        const float u1 = neu_random(n.seed);
        const float mu = 2.0f * u1 - 1.0f + 0.3f * (1.0f - u1) * u1, az = __cosf(6.2831853f * neu_random(n.seed));
        n.cosine = n.cosine * mu + root(fmaxf((1.0f - n.cosine * n.cosine) * (1.0f - mu * mu), 0.0f)) * az;
        n.weight *= 0.93f;
        return neu_random(n.seed) < 0.09f;
    }
    return false;
}
__global__ void __launch_bounds__(NEU_THREADS) neutron_walk_a(float* __restrict__ dose) {
    const unsigned first = blockIdx.x * (NEU_THREADS * NEU_PER_THREAD) + threadIdx.x;
#pragma unroll 1
    for (int j = 0; j < NEU_PER_THREAD; ++j) {
        Neutron n = neu_born(first + j * NEU_THREADS);
#pragma unroll 1
        while (!neu_step(n)) {}
        dose[first + j * NEU_THREADS] = n.tally;
    }
}
__global__ void __launch_bounds__(NEU_THREADS) neutron_walk_b(float* __restrict__ dose) {
    unsigned history = blockIdx.x * (NEU_THREADS * NEU_PER_THREAD) + threadIdx.x;
    const unsigned end = history + NEU_THREADS * NEU_PER_THREAD;
    Neutron n = neu_born(history);
#pragma unroll 1
    while (history < end) {
        if (neu_step(n)) {
            dose[history] = n.tally;
            history += NEU_THREADS;
            n = neu_born(history);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------------------
// symbolic_regress: genetic programming; 202752 programs of 24 instructions, each scored on 64 rows of 16 features.
// a: a lane a program: every instruction is a nested switch with up to a dozen different targets in the warp.
// b: a warp a program, a lane a row: the same interpreter, but the whole warp takes the same case; the errors are added by shuffles.
constexpr int SYM_PROGRAMS = 132 * 6 * 256, SYM_LENGTH = 24, SYM_FEATURES = 16, SYM_ROWS = 64, SYM_THREADS = 256;
__device__ __forceinline__ void sym_execute(unsigned op, float x, float& acc, float& aux) {
    switch (op >> 8) {
    case 0:
        switch (op & 3) {
        case 0: acc = acc + x * 0.5f; break;
        case 1: acc = acc * x + 0.25f; break;
        case 2: acc = x - acc * fminf(fmaxf(aux, -1.0f), 1.0f); break;
        default: acc = __fdividef(acc, x * x + 0.5f); break;
        }
        break;
    case 1:
        switch (op & 3) {
        case 0: acc = __sinf(acc) + x; break;
        case 1: acc = __expf(-acc * acc) - x; break;
        case 2: acc = __logf(acc * acc + 1.0f) * x; break;
        default: acc = root(acc * acc + x * x); break;
        }
        break;
    case 2:
        switch (op & 3) {
        case 0: { const float t = acc; acc = aux + x; aux = t; break; }
        case 1: aux = acc * 0.75f + x; break;
        case 2: aux = fminf(fmaxf(aux, x - 1.0f), x + 1.0f); break;
        default: acc = acc > x ? acc - aux : aux - x * acc; break;
        }
        break;
    default: acc = __fdividef(acc, 1.0f + fabsf(acc)) * x; break;
    }
}
__global__ void __launch_bounds__(SYM_THREADS) symbolic_regress_a(const unsigned* __restrict__ code, const float* __restrict__ feature, const float* __restrict__ target, float* __restrict__ error) {
    __shared__ float row[SYM_ROWS * SYM_FEATURES];
    __shared__ unsigned program[SYM_LENGTH * SYM_THREADS];  // [instruction][program]
    for (int i = threadIdx.x; i < SYM_ROWS * SYM_FEATURES; i += SYM_THREADS) row[i] = feature[i];
    for (int i = 0; i < SYM_LENGTH; ++i) program[i * SYM_THREADS + threadIdx.x] = code[i * SYM_PROGRAMS + blockIdx.x * SYM_THREADS + threadIdx.x];
    __syncthreads();
    float sum = 0.0f;
#pragma unroll 1
    for (int r = 0; r < SYM_ROWS; ++r) {
        float acc = row[r * SYM_FEATURES], aux = 1.0f;
#pragma unroll 1
        for (int i = 0; i < SYM_LENGTH; ++i) {
            const unsigned op = program[i * SYM_THREADS + threadIdx.x];
            sym_execute(op >> 8, row[r * SYM_FEATURES + (op & 15)], acc, aux);
        }
        const float d = __fdividef(acc, 1.0f + fabsf(acc)) - target[r];
        sum += d * d;
    }
    error[blockIdx.x * SYM_THREADS + threadIdx.x] = sum;
}
__global__ void __launch_bounds__(SYM_THREADS) symbolic_regress_b(const unsigned* __restrict__ code, const float* __restrict__ feature, const float* __restrict__ target, float* __restrict__ error) {
    __shared__ float column[SYM_FEATURES * (SYM_ROWS + 1)];
    __shared__ unsigned program[SYM_LENGTH * SYM_THREADS];
    for (int i = threadIdx.x; i < SYM_ROWS * SYM_FEATURES; i += SYM_THREADS) column[(i % SYM_FEATURES) * (SYM_ROWS + 1) + i / SYM_FEATURES] = feature[i];
    for (int i = 0; i < SYM_LENGTH; ++i) program[i * SYM_THREADS + threadIdx.x] = code[i * SYM_PROGRAMS + blockIdx.x * SYM_THREADS + threadIdx.x];
    __syncthreads();
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
#pragma unroll 1
    for (int p = warp * 32; p < warp * 32 + 32; ++p) {
        float sum = 0.0f;
#pragma unroll 1
        for (int r = lane; r < SYM_ROWS; r += 32) {
            float acc = column[r], aux = 1.0f;
#pragma unroll 1
            for (int i = 0; i < SYM_LENGTH; ++i) {
                const unsigned op = program[i * SYM_THREADS + p];
                sym_execute(op >> 8, column[(op & 15) * (SYM_ROWS + 1) + r], acc, aux);
            }
            const float d = __fdividef(acc, 1.0f + fabsf(acc)) - target[r];
            sum += d * d;
        }
        for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(~0u, sum, o);
        if (lane == 0) error[blockIdx.x * SYM_THREADS + p] = sum;
    }
}

// ---------------------------------------------------------------------------------------------------------------------------------
// plasma_collide: a particle push of several sub-steps; about a third of the particles then undergo an ionising collision.
// a: the collision sits under an if in the particle loop: nearly every warp runs it with a third of its lanes.
// b: a warp parks its colliding particles in a shared queue and runs the collision whenever 32 have gathered.
constexpr int PLA_THREADS = 256, PLA_PER_THREAD = 16, PLA_BLOCKS = 132 * 16;
constexpr int PLA_COUNT = PLA_THREADS * PLA_PER_THREAD * PLA_BLOCKS;
__device__ __forceinline__ float4 pla_push(float4 p) {  // x, vx, vy, vz
#pragma unroll 1
    for (int s = 0; s < 8; ++s) {
        const float ex = 0.3f * __sinf(p.x * 2.1f), bz = 0.8f + 0.2f * __cosf(p.x), by = 0.1f * p.x;
        const float vx = p.y + 0.05f * ex, vy = p.z, vz = p.w;
        const float ty = by * 0.05f, tz = bz * 0.05f, sf = __fdividef(2.0f, 1.0f + ty * ty + tz * tz);
        const float ux = vx + vy * tz - vz * ty, uy = vy - vx * tz, uz = vz + vx * ty;
        p.y = vx + sf * (uy * tz - uz * ty) + 0.05f * ex;
        p.z = vy - sf * ux * tz;
        p.w = vz + sf * ux * ty;
        p.x = fmaf(0.1f, p.y, p.x);
    }
    return p;
}
__device__ __forceinline__ bool pla_hit(float4 p, unsigned id) {
    const float energy = p.y * p.y + p.z * p.z + p.w * p.w;
    return ((hash32(id) >> 8) * (1.0f / 16777216.0f)) < 0.42f * __fdividef(energy, energy + 0.25f);
}
__device__ __forceinline__ float4 pla_collide(float4 p, unsigned id) {
    unsigned seed = id * 747796405u + 2891336453u;
#pragma unroll 1
    for (int k = 0; k < 4; ++k) {  // the ejected electrons, one after another
        seed = hash32(seed + k);
        const float u = ((seed >> 16) + 0.5f) * (1.0f / 65536.0f), w = (seed & 0xffff) * (1.0f / 65536.0f);
        const float e = p.y * p.y + p.z * p.z + p.w * p.w + 1e-3f, loss = 0.1f * e * u * (0.7f + 0.3f * u);
        const float cs = 1.0f - __fdividef(2.0f * u * (1.0f - u), 1.0f + e * u), sn = root(fmaxf(1.0f - cs * cs, 0.0f));
        const float ph = 6.2831853f * w, cp = __cosf(ph), sp = __sinf(ph);
        const float inv = rsqrtf(e), nx = p.y * inv, ny = p.z * inv, nz = p.w * inv, q = rsqrtf(nx * nx + ny * ny + 1e-3f);
        const float speed = root(fmaxf(e - loss, 1e-4f));
        p.y = speed * (nx * cs + q * sn * (nx * nz * cp - ny * sp));
        p.z = speed * (ny * cs + q * sn * (ny * nz * cp + nx * sp));
        p.w = speed * (nz * cs - sn * cp * (nx * nx + ny * ny + 1e-3f) * q);
    }
    return p;
}
__global__ void __launch_bounds__(PLA_THREADS) plasma_collide_a(const float4* __restrict__ before, float4* __restrict__ after) {
    const unsigned base = blockIdx.x * (PLA_THREADS * PLA_PER_THREAD) + threadIdx.x;
    float4 next = before[base];
#pragma unroll 1
    for (int j = 0; j < PLA_PER_THREAD; ++j) {
        const unsigned i = base + j * PLA_THREADS;
        float4 p = next;
        if (j + 1 < PLA_PER_THREAD) next = before[i + PLA_THREADS];
        p = pla_push(p);
        if (pla_hit(p, i)) p = pla_collide(p, i);
        after[i] = p;
    }
}
__global__ void __launch_bounds__(PLA_THREADS) plasma_collide_b(const float4* __restrict__ before, float4* __restrict__ after) {
    __shared__ float4 parked[PLA_THREADS / 32][64];
    __shared__ unsigned parked_id[PLA_THREADS / 32][64];
    const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    const unsigned base = blockIdx.x * (PLA_THREADS * PLA_PER_THREAD) + threadIdx.x;
    int waiting = 0;
    float4 next = before[base];
#pragma unroll 1
    for (int j = 0; j < PLA_PER_THREAD; ++j) {
        const unsigned i = base + j * PLA_THREADS;
        float4 p = next;
        if (j + 1 < PLA_PER_THREAD) next = before[i + PLA_THREADS];
        p = pla_push(p);
        const bool hit = pla_hit(p, i);
        const unsigned hits = __ballot_sync(~0u, hit);
        if (hit) {
            const int to = waiting + __popc(hits & ((1u << lane) - 1));
            parked[warp][to] = p; parked_id[warp][to] = i;
        } else {
            after[i] = p;
        }
        waiting += __popc(hits);
        __syncwarp();
        if (waiting >= 32) {
            waiting -= 32;
            const unsigned id = parked_id[warp][waiting + lane];
            after[id] = pla_collide(parked[warp][waiting + lane], id);
            __syncwarp();
        }
    }
    if (lane < waiting) { const unsigned id = parked_id[warp][lane]; after[id] = pla_collide(parked[warp][lane], id); }
}

// ---------------------------------------------------------------------------------------------------------------------------------
// sensor_linearise (mild): 8192 scans of 4096 multiplexed channels, three kinds of transducer, one formula each; a DRAM-bound stream.
// a: the kinds alternate irregularly over the channels.  b: the channels are ordered by kind (the order of the output differs).
constexpr int SEN_CHANNELS = 4096, SEN_SCANS = 8192, SEN_THREADS = 256;
__device__ __forceinline__ float sen_formula(int kind, float r) {
    if (kind == 0) return fmaf(62.5f, r, 12.0f);                                                    // 4-20 mA loop
    if (kind == 1) {                                                                                // platinum
        float t = fmaf(r, 0.00031f, -0.0057f); t = fmaf(t, r, 0.091f); t = fmaf(t, r, -0.64f); t = fmaf(t, r, 2.58f);
        t = fmaf(t, r, -13.1f); t = fmaf(t, r, 236.0f); return fmaf(t, r, -242.0f);
    }
    const float l = __logf(r * r + 1.5f);                                                           // thermistor
    float t = fmaf(l, 0.021f, 0.17f); t = fmaf(t, l, -1.9f); t = fmaf(t, l, 21.0f); return fmaf(t, l, 4.2f);
}
__device__ __forceinline__ void sen_scan(const float4* __restrict__ raw, const uchar4* __restrict__ kind, float4* __restrict__ value) {
    const size_t i = (size_t)blockIdx.y * (SEN_CHANNELS / 4) + blockIdx.x * SEN_THREADS + threadIdx.x;
    const uchar4 k = kind[blockIdx.x * SEN_THREADS + threadIdx.x];
    const float4 r = __ldcs(raw + i);
    __stcs(value + i, make_float4(sen_formula(k.x, r.x), sen_formula(k.y, r.y), sen_formula(k.z, r.z), sen_formula(k.w, r.w)));
}
__global__ void __launch_bounds__(SEN_THREADS) sensor_linearise_a(const float4* __restrict__ raw, const uchar4* __restrict__ kind, float4* __restrict__ value) { sen_scan(raw, kind, value); }
__global__ void __launch_bounds__(SEN_THREADS) sensor_linearise_b(const float4* __restrict__ raw, const uchar4* __restrict__ kind, float4* __restrict__ value) { sen_scan(raw, kind, value); }

// ---------------------------------------------------------------------------------------------------------------------------------
// telemetry_gain (mild): calibrates a stream in place of the raw one; about one sample in 800 is out of range and is booked, weighted,
// to one of 64 global counters.  a: the rare sample books by a global atomic.  b: counters of the block in shared memory, flushed at the end.
constexpr int TEL_COUNT4 = SEN_CHANNELS * SEN_SCANS / 4, TEL_THREADS = 512, TEL_BLOCKS = 132 * 4, TEL_BINS = 64;
template <bool BLOCK>
__device__ __forceinline__ void telemetry(const float4* __restrict__ raw, float4* __restrict__ calibrated, int* __restrict__ booked) {
    __shared__ int local[BLOCK ? TEL_BINS : 1];
    if (BLOCK) { if (threadIdx.x < TEL_BINS) local[threadIdx.x] = 0; __syncthreads(); }
    constexpr int STRIDE = TEL_BLOCKS * TEL_THREADS;
    for (int i = blockIdx.x * TEL_THREADS + threadIdx.x; i < TEL_COUNT4; i += 2 * STRIDE) {
        const bool two = i + STRIDE < TEL_COUNT4;
        float4 v[2] = {__ldcs(raw + i), two ? __ldcs(raw + i + STRIDE) : make_float4(0.0f, 0.0f, 0.0f, 0.0f)};
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            const float worst = fmaxf(fmaxf(fabsf(v[h].x), fabsf(v[h].y)), fmaxf(fabsf(v[h].z), fabsf(v[h].w)));
            if (worst > 0.99875f) {
                const int bin = (i + h * STRIDE) & (TEL_BINS - 1), weight = 1 + (int)((worst - 0.99875f) * 8000.0f);
                if (BLOCK) atomicAdd(&local[bin], weight); else atomicAdd(&booked[bin], weight);
            }
            if (h == 0 || two) __stcs(calibrated + i + h * STRIDE, make_float4(v[h].x * 1.02f + 0.1f, v[h].y * 0.98f + 0.2f, v[h].z * 1.01f - 0.1f, v[h].w * 0.97f));
        }
    }
    if (BLOCK) { __syncthreads(); if (threadIdx.x < TEL_BINS && local[threadIdx.x]) atomicAdd(&booked[threadIdx.x], local[threadIdx.x]); }
}
__global__ void __launch_bounds__(TEL_THREADS) telemetry_gain_a(const float4* __restrict__ raw, float4* __restrict__ calibrated, int* __restrict__ booked) { telemetry<false>(raw, calibrated, booked); }
__global__ void __launch_bounds__(TEL_THREADS) telemetry_gain_b(const float4* __restrict__ raw, float4* __restrict__ calibrated, int* __restrict__ booked) { telemetry<true>(raw, calibrated, booked); }

// ---------------------------------------------------------------------------------------------------------------------------------
int main(int argc, char** argv) {
    std::vector<Case> cases;
    float* const arena = harness::empty<float>((size_t)36 << 20);  // the output of every case in turn
    {
        const float* lpc; std::vector<float> c((size_t)VOC_ORDER * VOC_CHANNELS);
        for (size_t i = 0; i < c.size(); ++i) c[i] = 0.05f * unit((uint32_t)i * 2654435761u + 3u) / (1.0f + 0.03f * (i / VOC_CHANNELS));
        lpc = harness::uploaded(c);
        std::vector<__half> e((size_t)VOC_SPEAKERS * VOC_GROUPS * 8);
        for (size_t i = 0; i < e.size(); ++i) e[i] = __float2half(unit((uint32_t)i * 2654435761u + 5u));
        const uint4* source = (const uint4*)harness::uploaded(e);
        const size_t n = (size_t)VOC_GROUPS * 8 * VOC_CHANNELS;
        uint4* out_a = (uint4*)arena; uint4* out_b = (uint4*)arena;
        cases.push_back({"vocoder_synth_a", [=] { vocoder_synth_a<<<VOC_SPEAKERS, VOC_THREADS>>>(source, lpc, out_a); }, out_a, n, Output::f16});
        cases.push_back({"vocoder_synth_b", [=] { vocoder_synth_b<<<VOC_SPEAKERS, VOC_THREADS>>>(source, lpc, out_b); }, out_b, n, Output::f16});
    }
    {
        std::vector<unsigned> c((size_t)132 * SHR_QUADS * 4), x(SHR_HOLDERS);
        for (size_t i = 0; i < c.size(); ++i) c[i] = hash32((uint32_t)i + 17u) % SHR_P;
        for (int i = 0; i < SHR_HOLDERS; ++i) x[i] = hash32(i + 990001u) % SHR_P;
        const uint4* coefficients = (const uint4*)harness::uploaded(c); const unsigned* points = harness::uploaded(x);
        const size_t n = 132 * SHR_HOLDERS;
        unsigned* out_a = (unsigned*)arena; unsigned* out_b = (unsigned*)arena;
        cases.push_back({"secret_shares_a", [=] { secret_shares_a<<<132, SHR_HOLDERS>>>(coefficients, points, out_a); }, out_a, n, Output::i32});
        cases.push_back({"secret_shares_b", [=] { secret_shares_b<<<132, SHR_HOLDERS>>>(coefficients, points, out_b); }, out_b, n, Output::i32});
    }
    {
        const double2* record = (const double2*)harness::filled<double>((size_t)132 * TON_CHUNKS * TON_BINS * 2, 11);
        const size_t n = 132 * TON_BINS;
        double* out_a = (double*)arena; double* out_b = (double*)arena;
        cases.push_back({"tone_bank_a", [=] { tone_bank_a<<<132, TON_BINS>>>(record, out_a); }, out_a, n, Output::f64});
        cases.push_back({"tone_bank_b", [=] { tone_bank_b<<<132, TON_BINS>>>(record, out_b); }, out_b, n, Output::f64});
    }
    {
        float4 lights[SUR_LIGHTS];
        for (int l = 0; l < SUR_LIGHTS; ++l) {
            float x = unit(l * 3 + 1), y = unit(l * 3 + 2), z = 0.5f + 0.5f * std::fabs(unit(l * 3 + 3)), s = 1.0f / std::sqrt(x * x + y * y + z * z);
            lights[l] = make_float4(x * s, y * s, z * s, 0.4f + 0.1f * l);
        }
        CHECK(cudaMemcpyToSymbol(sur_lights, lights, sizeof lights));
        const float4* sample = (const float4*)harness::filled<float>((size_t)SUR_SAMPLES * 4, 21);
        std::vector<uint8_t> kinds(SUR_SAMPLES);
        for (int i = 0; i < SUR_SAMPLES; ++i) { const unsigned r = hash32(i + 77u) % 100; kinds[i] = r < 26 ? 0 : r < 47 ? 1 : r < 64 ? 2 : r < 78 ? 3 : r < 90 ? 4 : 5; }
        const uint8_t* material = harness::uploaded(kinds);
        float* out_a = (float*)arena; float* out_b = (float*)arena;
        cases.push_back({"surface_shade_f_a", [=] { surface_shade_f_a<<<SUR_BLOCKS, SUR_THREADS>>>(sample, material, out_a); }, out_a, (size_t)SUR_SAMPLES, Output::f32});
        cases.push_back({"surface_shade_f_b", [=] { surface_shade_f_b<<<SUR_BLOCKS, SUR_THREADS>>>(sample, material, out_b); }, out_b, (size_t)SUR_SAMPLES, Output::f32});
    }
    {
        const size_t n = (size_t)NEU_BLOCKS * NEU_THREADS * NEU_PER_THREAD;
        float* out_a = (float*)arena; float* out_b = (float*)arena;
        cases.push_back({"neutron_walk_a", [=] { neutron_walk_a<<<NEU_BLOCKS, NEU_THREADS>>>(out_a); }, out_a, n, Output::f32});
        cases.push_back({"neutron_walk_b", [=] { neutron_walk_b<<<NEU_BLOCKS, NEU_THREADS>>>(out_b); }, out_b, n, Output::f32});
    }
    {
        std::vector<unsigned> words((size_t)SYM_PROGRAMS * SYM_LENGTH);
        for (size_t i = 0; i < words.size(); ++i) {
            const unsigned h = hash32((uint32_t)i + 4242u), r = h % 100, kind = r < 35 ? 0 : r < 57 ? 1 : r < 94 ? 2 : 3;
            words[i] = kind << 16 | ((h >> 12) & 3) << 8 | ((h >> 20) & 15);
        }
        const unsigned* code = harness::uploaded(words);
        const float* feature = harness::filled<float>(SYM_ROWS * SYM_FEATURES, 31); const float* target = harness::filled<float>(SYM_ROWS, 32);
        float* out_a = (float*)arena; float* out_b = (float*)arena;
        const int blocks = SYM_PROGRAMS / SYM_THREADS;
        cases.push_back({"symbolic_regress_a", [=] { symbolic_regress_a<<<blocks, SYM_THREADS>>>(code, feature, target, out_a); }, out_a, (size_t)SYM_PROGRAMS, Output::f32});
        cases.push_back({"symbolic_regress_b", [=] { symbolic_regress_b<<<blocks, SYM_THREADS>>>(code, feature, target, out_b); }, out_b, (size_t)SYM_PROGRAMS, Output::f32});
    }
    {
        const float4* state = (const float4*)harness::filled<float>((size_t)PLA_COUNT * 4, 41);
        const size_t n = (size_t)PLA_COUNT * 4;
        float4* out_a = (float4*)arena; float4* out_b = (float4*)arena;
        cases.push_back({"plasma_collide_a", [=] { plasma_collide_a<<<PLA_BLOCKS, PLA_THREADS>>>(state, out_a); }, out_a, n, Output::f32});
        cases.push_back({"plasma_collide_b", [=] { plasma_collide_b<<<PLA_BLOCKS, PLA_THREADS>>>(state, out_b); }, out_b, n, Output::f32});
    }
    {
        std::vector<uint8_t> kind_a(SEN_CHANNELS), kind_b; std::vector<int> order;
        for (int c = 0; c < SEN_CHANNELS; ++c) kind_a[c] = hash32(c + 606u) % 3;
        for (int k = 0; k < 3; ++k) for (int c = 0; c < SEN_CHANNELS; ++c) if (kind_a[c] == k) { order.push_back(c); kind_b.push_back(k); }
        const size_t n = (size_t)SEN_CHANNELS * SEN_SCANS;
        std::vector<float> mixed(n), ordered(n);
        for (size_t i = 0; i < n; ++i) mixed[i] = unit((uint32_t)i * 2654435761u + 51u);
        for (size_t s = 0; s < n; s += SEN_CHANNELS) for (int c = 0; c < SEN_CHANNELS; ++c) ordered[s + c] = mixed[s + order[c]];
        const float4* raw_a = (const float4*)harness::uploaded(mixed); const float4* raw_b = (const float4*)harness::uploaded(ordered);
        const uchar4* ka = (const uchar4*)harness::uploaded(kind_a); const uchar4* kb = (const uchar4*)harness::uploaded(kind_b);
        const dim3 grid(SEN_CHANNELS / 4 / SEN_THREADS, SEN_SCANS);
        float4* out = (float4*)arena;
        cases.push_back({"sensor_linearise_a", [=] { sensor_linearise_a<<<grid, SEN_THREADS>>>(raw_a, ka, out); }, out, n, Output::f32});
        cases.push_back({"sensor_linearise_b", [=] { sensor_linearise_b<<<grid, SEN_THREADS>>>(raw_b, kb, out); }, out, n, Output::f32});
        int* booked = harness::empty<int>(TEL_BINS);
        cases.push_back({"telemetry_gain_a", [=] { telemetry_gain_a<<<TEL_BLOCKS, TEL_THREADS>>>(raw_a, out, booked); }, booked, (size_t)TEL_BINS, Output::i32});
        cases.push_back({"telemetry_gain_b", [=] { telemetry_gain_b<<<TEL_BLOCKS, TEL_THREADS>>>(raw_a, out, booked); }, booked, (size_t)TEL_BINS, Output::i32});
    }
    return harness::run(argc, argv, cases);
}
