// Twelve kernels with nothing to mend (only _a) and three pairs whose visible defect costs next to nothing: arithmetic of many fields.
#include "harness.cuh"

using harness::Case;
using harness::Output;

// An addition as multiply-add with a factor that only the launch knows: it goes to the multiplier and leaves the logic pipe to the rest.
__device__ __forceinline__ uint32_t plus(uint32_t a, uint32_t b, uint32_t one) { uint32_t r; asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(one), "r"(b)); return r; }
__device__ __forceinline__ float fast_rcp(float x) { float r; asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x)); return r; }
__device__ __forceinline__ float fast_rsqrt(float x) { float r; asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x)); return r; }
__device__ __forceinline__ float fast_sqrt(float x) { float r; asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x)); return r; }
__device__ __forceinline__ float fast_exp2(float x) { float r; asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x)); return r; }
__device__ __forceinline__ float fast_log2(float x) { float r; asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x)); return r; }

// ---- Harbour radio: a ChaCha20 key stream over a log, one 64-byte block a thread.
constexpr int kSealBlocks = 1 << 22;
struct SealKey { uint32_t w[11]; };

__global__ void __launch_bounds__(256) harbor_seals_b2_a(const uint4* __restrict__ text, uint4* __restrict__ sealed, SealKey key, uint32_t one) {
    uint32_t i = blockIdx.x * 256 + threadIdx.x, s[16], v[16];
    s[0] = 0x61707865u; s[1] = 0x3320646eu; s[2] = 0x79622d32u; s[3] = 0x6b206574u;
#pragma unroll
    for (int k = 0; k < 8; ++k) s[4 + k] = key.w[k];
    s[12] = i; s[13] = key.w[8]; s[14] = key.w[9]; s[15] = key.w[10];
#pragma unroll
    for (int k = 0; k < 16; ++k) v[k] = s[k];
    auto quarter = [&](int a, int b, int c, int d) {
        v[a] = plus(v[a], v[b], one); v[d] = __byte_perm(v[d] ^ v[a], 0, 0x1032);
        v[c] = plus(v[c], v[d], one); v[b] = __funnelshift_l(v[b] ^ v[c], v[b] ^ v[c], 12);
        v[a] = plus(v[a], v[b], one); v[d] = __byte_perm(v[d] ^ v[a], 0, 0x2103);
        v[c] = plus(v[c], v[d], one); v[b] = __funnelshift_l(v[b] ^ v[c], v[b] ^ v[c], 7);
    };
#pragma unroll 2
    for (int r = 0; r < 10; ++r) {
        quarter(0, 4, 8, 12); quarter(1, 5, 9, 13); quarter(2, 6, 10, 14); quarter(3, 7, 11, 15);
        quarter(0, 5, 10, 15); quarter(1, 6, 11, 12); quarter(2, 7, 8, 13); quarter(3, 4, 9, 14);
    }
    uint4 t[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) t[k] = text[(size_t)i * 4 + k];
#pragma unroll
    for (int k = 0; k < 4; ++k)
        sealed[(size_t)i * 4 + k] = make_uint4(t[k].x ^ plus(v[4 * k], s[4 * k], one), t[k].y ^ plus(v[4 * k + 1], s[4 * k + 1], one),
                                               t[k].z ^ plus(v[4 * k + 2], s[4 * k + 2], one), t[k].w ^ plus(v[4 * k + 3], s[4 * k + 3], one));
}

// ---- Stamps of nuts: SHA-256 compression of one 64-byte record a thread (one level of a hash tree); words of all records side by side.
constexpr int kStamps = 1 << 22;
__device__ constexpr uint32_t kShaRound[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

template <int r> __device__ __forceinline__ uint32_t turn(uint32_t x) { return __funnelshift_r(x, x, r); }

__global__ void __launch_bounds__(256) walnut_stamps_b2_a(const uint32_t* __restrict__ record, uint32_t* __restrict__ stamp, uint32_t one) {
    uint32_t i = blockIdx.x * 256 + threadIdx.x, w[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) w[k] = record[(size_t)k * kStamps + i];
    const uint32_t iv[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    uint32_t a = iv[0], b = iv[1], c = iv[2], d = iv[3], e = iv[4], f = iv[5], g = iv[6], h = iv[7];
#pragma unroll
    for (int r = 0; r < 64; ++r) {
        if (r >= 16) {
            uint32_t x = w[(r + 1) % 16], y = w[(r + 14) % 16];
            uint32_t low = turn<7>(x) ^ turn<18>(x) ^ (x >> 3), high = turn<17>(y) ^ turn<19>(y) ^ (y >> 10);
            w[r % 16] = plus(low, plus(high, plus(w[(r + 9) % 16], w[r % 16], one), one), one);
        }
        uint32_t s1 = turn<6>(e) ^ turn<11>(e) ^ turn<25>(e), ch = (e & f) ^ (~e & g);
        uint32_t t = plus(s1, plus(ch, plus(w[r % 16], plus(h, kShaRound[r], one), one), one), one);
        uint32_t s0 = turn<2>(a) ^ turn<13>(a) ^ turn<22>(a), most = (a & b) ^ (a & c) ^ (b & c);
        h = g; g = f; f = e; e = plus(d, t, one); d = c; c = b; b = a; a = plus(s0, plus(most, t, one), one);
    }
    const uint32_t last[8] = {a, b, c, d, e, f, g, h};
#pragma unroll
    for (int k = 0; k < 8; ++k) stamp[(size_t)k * kStamps + i] = last[k] + iv[k];
}

// ---- Pollen: length of 128 random free flights of each grain (Philox4x32-10, exponential waiting).
constexpr int kGrains = 1 << 22;

__global__ void __launch_bounds__(256) pollen_paths_b2_a(const uint32_t* __restrict__ grain, float* __restrict__ path, uint2 by) {
    uint32_t i = blockIdx.x * 256 + threadIdx.x, mine = grain[i];
    float sum0 = 0.0f, sum1 = 0.0f;
#pragma unroll 2
    for (uint32_t step = 0; step < 32; ++step) {
        uint32_t c0 = step, c1 = i, c2 = mine, c3 = 0x5eed5eedu, k0 = 0xa4093822u, k1 = 0x299f31d0u;
#pragma unroll
        for (int r = 0; r < 10; ++r) {
            uint64_t p, q;
            asm("mul.wide.u32 %0, %1, %2;" : "=l"(p) : "r"(c0), "r"(by.x));
            asm("mul.wide.u32 %0, %1, %2;" : "=l"(q) : "r"(c2), "r"(by.y));
            c0 = (uint32_t)(q >> 32) ^ c1 ^ k0; c1 = (uint32_t)q;
            c2 = (uint32_t)(p >> 32) ^ c3 ^ k1; c3 = (uint32_t)p;
            k0 += 0x9e3779b9u; k1 += 0xbb67ae85u;
        }
        auto flight = [](uint32_t x) { return fast_log2(2.0f - __uint_as_float((x & 0x007fffffu) | 0x3f800000u)); };
        sum0 += flight(c0); sum1 += flight(c1); sum0 += flight(c2); sum1 += flight(c3);
    }
    path[i] = -0.69314718f * (sum0 + sum1);
}

// ---- Grain market: implied volatility of each option by six Newton steps from the point of inflection, two options a thread.
constexpr int kOptions = 1 << 24;

__device__ __forceinline__ float normal_tail(float t) {
    return t * fmaf(t, fmaf(t, fmaf(t, fmaf(t, 1.330274429f, -1.821255978f), 1.781477937f), -0.356563782f), 0.319381530f);
}
// Price of a call over its strike, and its slope, at total volatility v; m is forward over strike, x its logarithm.
__device__ __forceinline__ float call_price(float m, float x, float v, float* slope) {
    float d1 = fmaf(x, fast_rcp(v), 0.5f * v), d2 = d1 - v;
    float bell = m * 0.39894228f * fast_exp2(-0.72134752f * d1 * d1);  // m phi(d1) == phi(d2)
    float a = fmaf(0.2316419f, fabsf(d1), 1.0f), b = fmaf(0.2316419f, fabsf(d2), 1.0f), q = fast_rcp(a * b);
    float n1 = bell * normal_tail(q * b), n2 = bell * normal_tail(q * a);
    *slope = bell;
    return (d1 > 0.0f ? m - n1 : n1) - (d2 > 0.0f ? 1.0f - n2 : n2);
}
__device__ __forceinline__ float implied(float spot, float strike, float years, float price) {
    float inv = fast_rcp(strike), m = spot * inv, c = price * inv, x = 0.69314718f * fast_log2(m);
    float v = fast_sqrt(fmaf(2.0f, fabsf(x), 0.01f)), slope;
#pragma unroll
    for (int s = 0; s < 6; ++s) {
        float off = call_price(m, x, v, &slope) - c;
        v = fmaf(-off, fast_rcp(slope), v);
    }
    return v * fast_rsqrt(years);
}
__global__ void harness_quote(float* spot, float* strike, float* years, float* price) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < kOptions; i += gridDim.x * blockDim.x) {
        float s = 100.0f + 12.0f * harness::unit(i * 4u + 9u), k = 100.0f + 12.0f * harness::unit(i * 4u + 10u), t = 1.25f + harness::unit(i * 4u + 11u);
        float vol = 0.4f + 0.2f * harness::unit(i * 4u + 12u), slope;
        spot[i] = s; strike[i] = k; years[i] = t;
        price[i] = k * call_price(s / k, logf(s / k), vol * sqrtf(t), &slope);
    }
}

__global__ void __launch_bounds__(256) grain_futures_b2_a(const float2* __restrict__ spot, const float2* __restrict__ strike, const float2* __restrict__ years,
                                                          const float2* __restrict__ price, float2* __restrict__ vol) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 s = spot[i], k = strike[i], t = years[i], p = price[i];
    vol[i] = make_float2(implied(s.x, k.x, t.x, p.x), implied(s.y, k.y, t.y, p.y));
}

// ---- Paper lanterns: pull of 16384 lanterns on each of 135168 drifting probes, two probes a thread, tiles in shared memory.
constexpr int kProbes = 132 * 2 * 512, kLanterns = 16384;

__global__ void __launch_bounds__(256, 2) lantern_drift_b2_a(const float4* __restrict__ lantern, const float4* __restrict__ probe, float4* __restrict__ pull) {
    __shared__ float4 tile[512];
    int t = threadIdx.x, i = blockIdx.x * 512 + t;
    float4 me[2] = {probe[i], probe[i + 256]};
    float3 sum[2] = {};
    for (int from = 0; from < kLanterns; from += 512) {
        __syncthreads();
        tile[t] = lantern[from + t]; tile[t + 256] = lantern[from + t + 256];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 512; ++k) {
            float4 l = tile[k];
#pragma unroll
            for (int j = 0; j < 2; ++j) {
                float dx = l.x - me[j].x, dy = l.y - me[j].y, dz = l.z - me[j].z;
                float inv = fast_rsqrt(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 1e-3f)))), f = l.w * inv * (inv * inv);
                sum[j].x = fmaf(dx, f, sum[j].x); sum[j].y = fmaf(dy, f, sum[j].y); sum[j].z = fmaf(dz, f, sum[j].z);
            }
        }
    }
#pragma unroll
    for (int j = 0; j < 2; ++j) pull[i + 256 * j] = make_float4(sum[j].x, sum[j].y, sum[j].z, me[j].w);
}

// ---- Comet almanac: 384 leapfrog steps of each comet around the sun in doubles (the ephemeris is kept in doubles).
constexpr int kComets = 132 * 2048 * 2;

__global__ void __launch_bounds__(256, 8) comet_almanac_b2_a(const double* __restrict__ start, double* __restrict__ end) {
    size_t i = blockIdx.x * 256 + threadIdx.x;
    double x = 2.0 + start[i], y = start[i + kComets], z = start[i + 2 * kComets];
    double u = 0.3 * start[i + 3 * kComets], v = 0.6 + 0.2 * start[i + 4 * kComets], w = 0.3 * start[i + 5 * kComets];
#pragma unroll 4
    for (int s = 0; s < 384; ++s) {
        double r2 = fma(x, x, fma(y, y, fma(z, z, 1e-6))), g;
        asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(g) : "d"(r2));
        double gg = g * g, e = fma(-r2, gg, 1.0), cube = g * gg;             // 1/r^3 = g^3 (1 - e)^(-3/2)
        double f = cube * fma(e, fma(e, -0.01875, -0.015), -0.01);           // step 0.01, negative pull
        u = fma(x, f, u); v = fma(y, f, v); w = fma(z, f, w);
        x = fma(0.01, u, x); y = fma(0.01, v, y); z = fma(0.01, w, z);
    }
    end[i] = x; end[i + kComets] = y; end[i + 2 * kComets] = z;
    end[i + 3 * kComets] = u; end[i + 4 * kComets] = v; end[i + 5 * kComets] = w;
}

// ---- Organ timbre: wave shaping of samples by a polynomial of degree 127, sixteen samples a thread.
constexpr int kSamples = 49152 * 1024;
__constant__ float timbre_term[128];

__global__ void __launch_bounds__(256) organ_timbre_b2_a(const float4* __restrict__ sample, float4* __restrict__ shaped) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = sample[i + 256 * j];
    float x[16] = {v[0].x, v[0].y, v[0].z, v[0].w, v[1].x, v[1].y, v[1].z, v[1].w, v[2].x, v[2].y, v[2].z, v[2].w, v[3].x, v[3].y, v[3].z, v[3].w}, y[16];
#pragma unroll
    for (int j = 0; j < 16; ++j) y[j] = 0.0f;
#pragma unroll 1
    for (int k = 0; k < 128; k += 32)  // highest term first
#pragma unroll
        for (int m = 0; m < 32; ++m)
#pragma unroll
            for (int j = 0; j < 16; ++j) y[j] = fmaf(y[j], x[j], timbre_term[k + m]);
#pragma unroll
    for (int j = 0; j < 4; ++j) shaped[i + 256 * j] = make_float4(y[4 * j], y[4 * j + 1], y[4 * j + 2], y[4 * j + 3]);
}

// ---- Moth wings: Tanimoto likeness of one pattern of 1024 bits to each of 8 M patterns, eight lanes a pattern.
constexpr int kMoths = 1 << 23;

__global__ void __launch_bounds__(256) moth_wings_b2_a(const uint4* __restrict__ wing, const uint4* __restrict__ sought, const int* __restrict__ spots, float* __restrict__ likeness) {
    int lane = threadIdx.x % 32, sub = lane % 8, first = (blockIdx.x * 8 + threadIdx.x / 32) * 32;
    const uint4* from = wing + (size_t)first * 8 + lane;
    uint4 w[8], s = sought[sub];
#pragma unroll
    for (int j = 0; j < 8; ++j) w[j] = __ldcs(from + j * 32);
    int index = first + sub * 4 + lane / 8, mine = spots[index] & 1023, own = __popc(s.x) + __popc(s.y) + __popc(s.z) + __popc(s.w);
    int sum[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) sum[j] = __popc(w[j].x & s.x) + __popc(w[j].y & s.y) + __popc(w[j].z & s.z) + __popc(w[j].w & s.w);
    // Transposing sum over eight lanes: lane `sub` ends with the sum of pattern `sub`; two counts a word.
    int pack[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) pack[j] = sum[j] | sum[j + 4] << 16;
    int two[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        bool up = sub & 2;
        int keep = up ? pack[j + 2] : pack[j], give = up ? pack[j] : pack[j + 2];
        two[j] = keep + __shfl_xor_sync(0xffffffffu, give, 2);
    }
    bool odd = sub & 1;
    int keep = odd ? two[1] : two[0], give = odd ? two[0] : two[1];
    int both = keep + __shfl_xor_sync(0xffffffffu, give, 1);
    both += __shfl_xor_sync(0xffffffffu, both, 4);
    own += __shfl_xor_sync(0xffffffffu, own, 1); own += __shfl_xor_sync(0xffffffffu, own, 2); own += __shfl_xor_sync(0xffffffffu, own, 4);
    int shared = sub & 4 ? both >> 16 : both & 0xffff;
    likeness[index] = __fdividef((float)shared, (float)(own + mine - shared + 1));
}

// ---- Secret parcels: shares of a secret, a polynomial of degree 15 over a prime field of 254 bits at each parcel's place (Montgomery products).
constexpr int kParcels = 132 * 1536 * 7;
constexpr uint32_t kPrimeInverse = 0xefffffffu;
__constant__ uint32_t parcel_term[16][8];

__device__ __forceinline__ void chain_add(uint32_t* acc, const uint32_t* a, uint32_t b) {  // acc += a[even] * b, the carry stays behind
    asm volatile("mad.lo.cc.u32 %0, %1, %2, %0;" : "+r"(acc[0]) : "r"(a[0]), "r"(b));
    asm volatile("madc.hi.cc.u32 %0, %1, %2, %0;" : "+r"(acc[1]) : "r"(a[0]), "r"(b));
#pragma unroll
    for (int j = 2; j < 8; j += 2) {
        asm volatile("madc.lo.cc.u32 %0, %1, %2, %0;" : "+r"(acc[j]) : "r"(a[j]), "r"(b));
        asm volatile("madc.hi.cc.u32 %0, %1, %2, %0;" : "+r"(acc[j + 1]) : "r"(a[j]), "r"(b));
    }
}
__device__ __forceinline__ void parcel_row(uint32_t* even, uint32_t* odd, const uint32_t* a, uint32_t b, const uint32_t* p, bool first) {
    if (first) {
#pragma unroll
        for (int j = 0; j < 8; j += 2) {
            uint64_t o = (uint64_t)a[j + 1] * b, e = (uint64_t)a[j] * b;
            odd[j] = (uint32_t)o; odd[j + 1] = (uint32_t)(o >> 32); even[j] = (uint32_t)e; even[j + 1] = (uint32_t)(e >> 32);
        }
    } else {
        asm volatile("add.cc.u32 %0, %0, %1;" : "+r"(even[0]) : "r"(odd[1]));
#pragma unroll
        for (int j = 0; j < 6; j += 2) {
            asm volatile("madc.lo.cc.u32 %0, %1, %2, %3;" : "=r"(odd[j]) : "r"(a[j + 1]), "r"(b), "r"(odd[j + 2]));
            asm volatile("madc.hi.cc.u32 %0, %1, %2, %3;" : "=r"(odd[j + 1]) : "r"(a[j + 1]), "r"(b), "r"(odd[j + 3]));
        }
        asm volatile("madc.lo.cc.u32 %0, %1, %2, 0;" : "=r"(odd[6]) : "r"(a[7]), "r"(b));
        asm volatile("madc.hi.u32 %0, %1, %2, 0;" : "=r"(odd[7]) : "r"(a[7]), "r"(b));
        chain_add(even, a, b);
        asm volatile("addc.u32 %0, %0, 0;" : "+r"(odd[7]));
    }
    uint32_t m = even[0] * kPrimeInverse;
    chain_add(odd, p + 1, m);  // p[8] is a zero that is never multiplied
    chain_add(even, p, m);
    asm volatile("addc.u32 %0, %0, 0;" : "+r"(odd[7]));
}
__device__ __forceinline__ void parcel_product(uint32_t* r, const uint32_t* x, const uint32_t* p) {  // r = r * x / 2^256, below twice the prime
    uint32_t even[8], odd[8];
#pragma unroll
    for (int i = 0; i < 8; i += 2) {
        parcel_row(even, odd, r, x[i], p, i == 0);
        parcel_row(odd, even, r, x[i + 1], p, false);
    }
    asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(r[0]) : "r"(even[0]), "r"(odd[1]));
#pragma unroll
    for (int j = 1; j < 7; ++j) asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(r[j]) : "r"(even[j]), "r"(odd[j + 1]));
    asm volatile("addc.u32 %0, %1, 0;" : "=r"(r[7]) : "r"(even[7]));
}

__global__ void __launch_bounds__(128, 12) secret_parcels_b2_a(const uint4* __restrict__ place, uint4* __restrict__ share) {
    const uint32_t p[9] = {0xf0000001u, 0x43e1f593u, 0x79b97091u, 0x2833e848u, 0x8181585du, 0xb85045b6u, 0xe131a029u, 0x30644e72u, 0};
    int i = blockIdx.x * 128 + threadIdx.x;
    uint4 low = place[i], high = place[i + kParcels];
    uint32_t x[8] = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w & 0x1fffffffu}, r[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) r[k] = parcel_term[15][k];
#pragma unroll 1
    for (int n = 14; n >= 0; --n) {
        parcel_product(r, x, p);
        asm volatile("add.cc.u32 %0, %0, %1;" : "+r"(r[0]) : "r"(parcel_term[n][0]));
#pragma unroll
        for (int k = 1; k < 7; ++k) asm volatile("addc.cc.u32 %0, %0, %1;" : "+r"(r[k]) : "r"(parcel_term[n][k]));
        asm volatile("addc.u32 %0, %0, %1;" : "+r"(r[7]) : "r"(parcel_term[n][7]));
    }
#pragma unroll
    for (int s = 0; s < 2; ++s) {
        uint32_t d[8], under;
        asm volatile("sub.cc.u32 %0, %1, %2;" : "=r"(d[0]) : "r"(r[0]), "r"(p[0]));
#pragma unroll
        for (int k = 1; k < 8; ++k) asm volatile("subc.cc.u32 %0, %1, %2;" : "=r"(d[k]) : "r"(r[k]), "r"(p[k]));
        asm volatile("subc.u32 %0, 0, 0;" : "=r"(under));
#pragma unroll
        for (int k = 0; k < 8; ++k) r[k] = under ? r[k] : d[k];
    }
    share[i] = make_uint4(r[0], r[1], r[2], r[3]);
    share[i + kParcels] = make_uint4(r[4], r[5], r[6], r[7]);
}

// ---- Granite votes: products of two questions with rows of 2048 signed bytes, a warp two rows at a time, the questions in registers.
constexpr int kVoteWarps = 132 * 3 * 8, kVoteRows = kVoteWarps * 2 * 84;

__global__ void __launch_bounds__(256, 3) granite_votes_b2_a(const int4* __restrict__ rows, const int4* __restrict__ question, int4* __restrict__ votes) {
    int lane = threadIdx.x % 32, warp = blockIdx.x * 8 + threadIdx.x / 32;
    int4 q[2][4];
#pragma unroll
    for (int n = 0; n < 2; ++n)
#pragma unroll
        for (int k = 0; k < 4; ++k) q[n][k] = question[n * 128 + k * 32 + lane];
#pragma unroll 1
    for (int pair = warp; pair < kVoteRows / 2; pair += kVoteWarps) {
        const int4* from = rows + (size_t)pair * 256 + lane;
        int4 v[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) v[k] = __ldcs(from + k * 32);
        int sum[4] = {};
#pragma unroll
        for (int k = 0; k < 8; ++k)
#pragma unroll
            for (int n = 0; n < 2; ++n) {
                int s = sum[k / 4 * 2 + n];
                s = __dp4a(v[k].x, q[n][k % 4].x, s); s = __dp4a(v[k].y, q[n][k % 4].y, s);
                s = __dp4a(v[k].z, q[n][k % 4].z, s); s = __dp4a(v[k].w, q[n][k % 4].w, s);
                sum[k / 4 * 2 + n] = s;
            }
#pragma unroll
        for (int n = 0; n < 4; ++n) sum[n] = __reduce_add_sync(0xffffffffu, sum[n]);
        if (lane == 0) votes[pair] = make_int4(sum[0], sum[1], sum[2], sum[3]);
    }
}

// ---- Coral edges: escape time under z*z + c of each point of a list that is sorted by the times of a former frame, longest first.
constexpr int kCorals = 1 << 22, kMostTurns = 1024;

__device__ __forceinline__ void coral_turn(float& x, float& y) {
    float u = fmaf(x, x, fmaf(-y, y, -0.1226f));
    y = fmaf(x + x, y, 0.7449f); x = u;
}
__device__ __forceinline__ int coral_time(float2 start) {
    float x = start.x, y = start.y;
    int n = 0;
#pragma unroll 1
    for (; n < kMostTurns; n += 16) {
        float u = x, v = y;
#pragma unroll
        for (int k = 0; k < 16; ++k) coral_turn(u, v);
        if (!(fmaf(u, u, v * v) <= 4.0f)) break;  // also for what overflowed
        x = u; y = v;
    }
    if (n < kMostTurns)
#pragma unroll 1
        while (fmaf(x, x, y * y) <= 4.0f) { coral_turn(x, y); ++n; }
    return n;
}
__global__ void harness_coral(float2* point, int* time) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < kCorals; i += gridDim.x * blockDim.x) {
        float2 c = make_float2(1.1f * harness::unit(2u * i + 5u), 0.8f * harness::unit(2u * i + 6u));
        point[i] = c; time[i] = coral_time(c);
    }
}

__global__ void __launch_bounds__(128) coral_edges_b2_a(const float2* __restrict__ point, int* __restrict__ time) {
    int i = blockIdx.x * 128 + threadIdx.x;
    time[i] = coral_time(point[i]);
}

// ---- Silk: best local alignment of two queries of 128 letters (two scores of 16 bits a word) to each of many chains of 256 letters;
// eight lanes a chain, sixteen rows of the queries a lane, the letters and the lowest row wander from lane to lane.
constexpr int kChains = 132 * 7 * 16 * 8, kChain = 256, kLetters = 21;  // letter 20 matches nothing
constexpr uint32_t kFloor = 0x00400040u, kGap = 0x00060006u;             // scores start at 64, so that no half borrows

__global__ void __launch_bounds__(128, 7) silk_threads_b2_a(const uint32_t* __restrict__ chain, const uint4* __restrict__ profile, uint32_t* __restrict__ best, uint32_t one) {
    __shared__ uint4 row[kLetters * 32];  // [letter][chunk of 4 rows][lane]: a lane always reads its own banks
    for (int k = threadIdx.x; k < kLetters * 32; k += 128) row[k] = profile[k];
    __syncthreads();
    int sub = threadIdx.x % 8, mine = blockIdx.x * 16 + threadIdx.x / 8;
    const uint32_t* from = chain + (size_t)mine * (kChain / 4);
    uint32_t left[16], top = kFloor, most = kFloor, letter = 20, minus = 0u - kGap;
#pragma unroll
    for (int k = 0; k < 16; ++k) left[k] = kFloor;
    uint32_t four = from[0];
#pragma unroll 1
    for (int s = 0; s < kChain / 4 + 2; ++s) {
        uint32_t next = s + 1 < kChain / 4 ? from[s + 1] : 0x14141414u;
#pragma unroll
        for (int b = 0; b < 4; ++b) {
            uint32_t above = __shfl_up_sync(0xffffffffu, left[15], 1, 8), passed = __shfl_up_sync(0xffffffffu, letter, 1, 8);
            letter = sub == 0 ? __byte_perm(four, 0, 0x4440 + b) : passed;
            uint32_t up = sub == 0 ? kFloor : above, slant = top;
            top = up;
#pragma unroll
            for (int c = 0; c < 4; ++c) {
                uint4 score = row[letter * 32 + c * 8 + sub];
                const uint32_t match[4] = {score.x, score.y, score.z, score.w};
                uint32_t cell[4];
#pragma unroll
                for (int k = 0; k < 4; ++k) {
                    uint32_t old = left[c * 4 + k], edge = __vmaxu2(up, old);
                    cell[k] = __vimax3_u16x2(plus(slant, match[k], one), plus(edge, minus, one), kFloor);
                    slant = old; up = cell[k]; left[c * 4 + k] = cell[k];
                }
                most = __vimax3_u16x2(most, cell[0], cell[1]);
                most = __vimax3_u16x2(most, cell[2], cell[3]);
            }
        }
        four = next;
    }
#pragma unroll
    for (int o = 4; o; o >>= 1) most = __vmaxu2(most, __shfl_xor_sync(0xffffffffu, most, o));
    if (sub == 0) best[mine] = most - kFloor;
}

// ---- Glacier: melt of each cell from depth, sun and shade. Mild pair: one factor is a double. DRAM binds.
constexpr int kIce = 40960 * 1024;  // floats

__global__ void __launch_bounds__(256) glacier_melt_b2_a(const float4* __restrict__ depth, const float4* __restrict__ sun, const float4* __restrict__ shade, float4* __restrict__ melt) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 d[2] = {depth[i], depth[i + 256]}, s[2] = {sun[i], sun[i + 256]}, h[2] = {shade[i], shade[i + 256]};
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        float4 r;
        r.x = fmaf(d[j].x, s[j].x, h[j].x) * 0.334000123; r.y = fmaf(d[j].y, s[j].y, h[j].y) * 0.334000123;
        r.z = fmaf(d[j].z, s[j].z, h[j].z) * 0.334000123; r.w = fmaf(d[j].w, s[j].w, h[j].w) * 0.334000123;
        melt[i + 256 * j] = r;
    }
}
__global__ void __launch_bounds__(256) glacier_melt_b2_b(const float4* __restrict__ depth, const float4* __restrict__ sun, const float4* __restrict__ shade, float4* __restrict__ melt) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 d[2] = {depth[i], depth[i + 256]}, s[2] = {sun[i], sun[i + 256]}, h[2] = {shade[i], shade[i + 256]};
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        float4 r;
        r.x = fmaf(d[j].x, s[j].x, h[j].x) * 0.334000123f; r.y = fmaf(d[j].y, s[j].y, h[j].y) * 0.334000123f;
        r.z = fmaf(d[j].z, s[j].z, h[j].z) * 0.334000123f; r.w = fmaf(d[j].w, s[j].w, h[j].w) * 0.334000123f;
        melt[i + 256 * j] = r;
    }
}

// ---- Theatre rows: every row of eight seats sorted by price, a row a thread, rows and lanes exchanged through shared memory.
// Mild pair: two-way bank conflicts, mended by a swizzle. DRAM binds.
constexpr int kRows = 1 << 24;

__device__ __forceinline__ void seat_pair(int& a, int& b) { int low = min(a, b), high = max(a, b); a = low; b = high; }

template <bool kSwizzle>
__device__ __forceinline__ void theatre_rows(const int4* __restrict__ seat, int4* __restrict__ sorted) {
    __shared__ int4 hall[8][64];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    size_t base = ((size_t)blockIdx.x * 8 + warp) * 128 + lane;  // two batches of 32 rows a warp
    int4* stage = hall[warp];
    auto at = [](int k) { return kSwizzle ? k ^ (k >> 3 & 1) : k; };
    int4 in[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) in[k] = seat[base + 32 * k];
#pragma unroll
    for (int n = 0; n < 2; ++n) {
        __syncwarp();
        stage[at(lane)] = in[2 * n]; stage[at(lane + 32)] = in[2 * n + 1];
        __syncwarp();
        int4 p = stage[at(2 * lane)], q = stage[at(2 * lane + 1)];
        int v[8] = {p.x, p.y, p.z, p.w, q.x, q.y, q.z, q.w};
        seat_pair(v[0], v[1]); seat_pair(v[2], v[3]); seat_pair(v[4], v[5]); seat_pair(v[6], v[7]);
        seat_pair(v[0], v[2]); seat_pair(v[1], v[3]); seat_pair(v[4], v[6]); seat_pair(v[5], v[7]);
        seat_pair(v[1], v[2]); seat_pair(v[5], v[6]); seat_pair(v[0], v[4]); seat_pair(v[1], v[5]);
        seat_pair(v[2], v[6]); seat_pair(v[3], v[7]); seat_pair(v[2], v[4]); seat_pair(v[3], v[5]);
        seat_pair(v[1], v[2]); seat_pair(v[3], v[4]); seat_pair(v[5], v[6]);
        stage[at(2 * lane)] = make_int4(v[0], v[1], v[2], v[3]); stage[at(2 * lane + 1)] = make_int4(v[4], v[5], v[6], v[7]);
        __syncwarp();
        sorted[base + 64 * n] = stage[at(lane)]; sorted[base + 64 * n + 32] = stage[at(lane + 32)];
    }
}
__global__ void __launch_bounds__(256) theatre_rows_b2_a(const int4* __restrict__ seat, int4* __restrict__ sorted) { theatre_rows<false>(seat, sorted); }
__global__ void __launch_bounds__(256) theatre_rows_b2_b(const int4* __restrict__ seat, int4* __restrict__ sorted) { theatre_rows<true>(seat, sorted); }

// ---- Lamp wicks: glow of four wicks a thread after six draughts; cotton and linen wicks (a random bit) burn by different rules.
// Mild pair: half the lanes of every warp wait for the other half; mended by choosing the numbers, not the way. DRAM binds.
constexpr int kWicks = 49152 * 1024;  // floats

__device__ __forceinline__ float4 wick_draught(float4 g, float4 v, float a, float b) {
    return make_float4(fmaf(g.x, fmaf(a, v.x, b), v.x), fmaf(g.y, fmaf(a, v.y, b), v.y), fmaf(g.z, fmaf(a, v.z, b), v.z), fmaf(g.w, fmaf(a, v.w, b), v.w));
}
template <bool kBranch>
__device__ __forceinline__ void lamp_wicks(const float4* __restrict__ wick, float4* __restrict__ glow) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 in[2] = {wick[i], wick[i + 256]};
    bool linen = __float_as_uint(in[0].x) >> 12 & 1;
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        float4 v = in[j], g = v;
        if (kBranch) {
            if (linen) {
#pragma unroll 1
                for (int k = 0; k < 6; ++k) g = wick_draught(g, v, 0.31f, 0.22f);
            } else {
#pragma unroll 1
                for (int k = 0; k < 6; ++k) g = wick_draught(g, v, -0.27f, 0.45f);
            }
        } else {
            float a = linen ? 0.31f : -0.27f, b = linen ? 0.22f : 0.45f;
#pragma unroll 1
            for (int k = 0; k < 6; ++k) g = wick_draught(g, v, a, b);
        }
        glow[i + 256 * j] = g;
    }
}
__global__ void __launch_bounds__(256) lamp_wicks_b2_a(const float4* __restrict__ wick, float4* __restrict__ glow) { lamp_wicks<true>(wick, glow); }
__global__ void __launch_bounds__(256) lamp_wicks_b2_b(const float4* __restrict__ wick, float4* __restrict__ glow) { lamp_wicks<false>(wick, glow); }

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // One large field of random words, three of random floats, one result; the special inputs apart.
    constexpr size_t kWords = (size_t)kVoteRows * 512;
    int* words = indices(kWords, 0xffffffffu, 21);
    float *one = filled<float>(kWicks, 31), *two = filled<float>(kWicks, 32), *three = filled<float>(kWicks, 33), *out = empty<float>((size_t)kRows * 8);
    double* ephemeris = filled<double>((size_t)kComets * 6, 34);
    int* lists = out ? reinterpret_cast<int*>(out) : nullptr;
    static_assert(kWords >= (size_t)kMoths * 32 && kWords >= (size_t)kRows * 8 && kWords >= (size_t)kParcels * 8, "too few words");
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    uint4 *words4 = reinterpret_cast<uint4*>(words), *out4 = reinterpret_cast<uint4*>(out);
    uint32_t *wordsu = reinterpret_cast<uint32_t*>(words), *outu = reinterpret_cast<uint32_t*>(out);

    SealKey key;
    for (int k = 0; k < 11; ++k) key.w[k] = harness::hash32(k + 77);
    std::vector<float> terms(128);
    for (int k = 0; k < 128; ++k) terms[k] = harness::unit(k + 900) / (1 + k % 7);
    CHECK(cudaMemcpyToSymbol(timbre_term, terms.data(), sizeof(float) * 128));
    std::vector<uint32_t> parcel(128);
    for (int k = 0; k < 128; ++k) parcel[k] = harness::hash32(k + 1234) & (k % 8 == 7 ? 0x1fffffffu : 0xffffffffu);
    CHECK(cudaMemcpyToSymbol(parcel_term, parcel.data(), sizeof(uint32_t) * 128));

    float *spot = empty<float>(kOptions), *strike = empty<float>(kOptions), *years = empty<float>(kOptions), *price = empty<float>(kOptions);
    harness_quote<<<2048, 256>>>(spot, strike, years, price); CHECK(cudaGetLastError());

    // Corals sorted by time, longest first.
    float2* coral = empty<float2>(kCorals);
    {
        int* time = empty<int>(kCorals);
        harness_coral<<<4096, 256>>>(coral, time); CHECK(cudaGetLastError());
        std::vector<float2> raw(kCorals), sorted(kCorals);
        std::vector<int> times(kCorals), place(kMostTurns + 2, 0);
        CHECK(cudaMemcpy(raw.data(), coral, sizeof(float2) * kCorals, cudaMemcpyDeviceToHost));
        CHECK(cudaMemcpy(times.data(), time, sizeof(int) * kCorals, cudaMemcpyDeviceToHost));
        for (int t : times) ++place[kMostTurns - t + 1];
        for (int k = 0; k <= kMostTurns; ++k) place[k + 1] += place[k];
        for (int k = 0; k < kCorals; ++k) sorted[place[kMostTurns - times[k]]++] = raw[k];
        CHECK(cudaMemcpy(coral, sorted.data(), sizeof(float2) * kCorals, cudaMemcpyHostToDevice));
        CHECK(cudaFree(time));
    }

    // Chains of letters 0..19, and scores of both queries' letters against each letter, in the order of the lanes.
    std::vector<uint32_t> letters((size_t)kChains * kChain / 4);
    for (size_t k = 0; k < letters.size(); ++k) {
        uint32_t h = harness::hash32((uint32_t)k + 4242u);
        letters[k] = (h & 255) % 20 | (h >> 8 & 255) % 20 << 8 | (h >> 16 & 255) % 20 << 16 | (h >> 24) % 20 << 24;
    }
    std::vector<uint32_t> scores(kLetters * 128);
    for (int l = 0; l < kLetters; ++l)
        for (int c = 0; c < 4; ++c)
            for (int lane = 0; lane < 8; ++lane)
                for (int k = 0; k < 4; ++k) {
                    int at = lane * 16 + c * 4 + k, s[2];
                    for (int q = 0; q < 2; ++q) {
                        int own = harness::hash32(at + 1000 * q + 5) % 20;
                        s[q] = l == 20 ? -30 : own == l ? 5 : -(int)(harness::hash32(own * 20 + l) % 4);
                    }
                    scores[((l * 4 + c) * 8 + lane) * 4 + k] = (uint32_t)(s[0] + s[1] * 65536);
                }
    uint32_t* chain = uploaded(letters);
    const uint4* profile = reinterpret_cast<const uint4*>(uploaded(scores));

    add("harbor_seals_b2_a", out, (size_t)kSealBlocks * 16, Output::i32, [=] { harbor_seals_b2_a<<<kSealBlocks / 256, 256>>>(words4, out4, key, 1); });
    add("walnut_stamps_b2_a", out, (size_t)kStamps * 8, Output::i32, [=] { walnut_stamps_b2_a<<<kStamps / 256, 256>>>(wordsu, outu, 1); });
    add("pollen_paths_b2_a", out, kGrains, Output::f32, [=] { pollen_paths_b2_a<<<kGrains / 256, 256>>>(wordsu, out, make_uint2(0xd2511f53u, 0xcd9e8d57u)); });
    add("grain_futures_b2_a", out, kOptions, Output::f32, [=] {
        grain_futures_b2_a<<<kOptions / 512, 256>>>((float2*)spot, (float2*)strike, (float2*)years, (float2*)price, (float2*)out); });
    add("lantern_drift_b2_a", out, (size_t)kProbes * 4, Output::f32, [=] { lantern_drift_b2_a<<<kProbes / 512, 256>>>(f4(one), f4(two), f4(out)); });
    add("comet_almanac_b2_a", out, (size_t)kComets * 6, Output::f64, [=] { comet_almanac_b2_a<<<kComets / 256, 256>>>(ephemeris, (double*)out); });
    add("organ_timbre_b2_a", out, kSamples, Output::f32, [=] { organ_timbre_b2_a<<<kSamples / 4096, 256>>>(f4(one), f4(out)); });
    add("moth_wings_b2_a", out, kMoths, Output::f32, [=] { moth_wings_b2_a<<<kMoths / 256, 256>>>(words4, (uint4*)two, (int*)one, out); });
    add("secret_parcels_b2_a", out, (size_t)kParcels * 8, Output::i32, [=] { secret_parcels_b2_a<<<kParcels / 128, 128>>>(words4, out4); });
    add("granite_votes_b2_a", out, (size_t)kVoteRows * 2, Output::i32, [=] { granite_votes_b2_a<<<132 * 3, 256>>>((int4*)words, (int4*)two, (int4*)out); });
    add("coral_edges_b2_a", out, kCorals, Output::i32, [=] { coral_edges_b2_a<<<kCorals / 128, 128>>>(coral, lists); });
    add("silk_threads_b2_a", out, kChains, Output::i32, [=] { silk_threads_b2_a<<<kChains / 16, 128>>>(chain, profile, outu, 1); });

    add("glacier_melt_b2_a", out, kIce, Output::f32, [=] { glacier_melt_b2_a<<<kIce / 2048, 256>>>(f4(one), f4(two), f4(three), f4(out)); });
    add("glacier_melt_b2_b", out, kIce, Output::f32, [=] { glacier_melt_b2_b<<<kIce / 2048, 256>>>(f4(one), f4(two), f4(three), f4(out)); });
    add("theatre_rows_b2_a", out, (size_t)kRows * 8, Output::i32, [=] { theatre_rows_b2_a<<<kRows / 512, 256>>>((int4*)words, (int4*)out); });
    add("theatre_rows_b2_b", out, (size_t)kRows * 8, Output::i32, [=] { theatre_rows_b2_b<<<kRows / 512, 256>>>((int4*)words, (int4*)out); });
    add("lamp_wicks_b2_a", out, kWicks, Output::f32, [=] { lamp_wicks_b2_a<<<kWicks / 2048, 256>>>(f4(one), f4(out)); });
    add("lamp_wicks_b2_b", out, kWicks, Output::f32, [=] { lamp_wicks_b2_b<<<kWicks / 2048, 256>>>(f4(one), f4(out)); });

    return harness::run(argc, argv, cases);
}
