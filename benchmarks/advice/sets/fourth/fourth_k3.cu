// Fourth set, share k3, first file: accidental FP64 and slow special functions.
#include "harness.cuh"

using namespace harness;

// ---------------------------------------------------------------------------------------------------------------------------------------
// 1. Smoothed-particle hydrodynamics: density of each particle from the candidates of its neighbourhood (Wendland C2 kernel).
//    a: the kernel polynomial is written with double literals.  b: float literals.
// ---------------------------------------------------------------------------------------------------------------------------------------
constexpr int kSphBlock = 192, kSphBlocks = 132 * 8, kSphCandidates = 1152;

__global__ void __launch_bounds__(kSphBlock) wendland_density_a(const float4* __restrict__ body, const float* __restrict__ mass,
                                                                float* __restrict__ density, float inv_h, int total) {
    __shared__ float4 near_[kSphBlock];
    const int i = blockIdx.x * kSphBlock + threadIdx.x;
    const float4 p = body[i];
    float rho = 0.0f;
    for (int base = 0; base < kSphCandidates; base += kSphBlock) {
        const int j = (blockIdx.x * kSphBlock + base + threadIdx.x) % total;
        float4 c = body[j];
        c.w = mass[j];
        __syncthreads();
        near_[threadIdx.x] = c;
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < kSphBlock; ++k) {
            const float4 n = near_[k];
            const float dx = p.x - n.x, dy = p.y - n.y, dz = p.z - n.z;
            const float r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 1e-12f)));
            const float q = r2 * rsqrtf(r2) * inv_h;
            const float s = fmaxf(0.0f, 1.0 - 0.5 * q);
            const float s2 = s * s;
            const float w = s2 * s2 * (2.0 * q + 1.0);
            rho = fmaf(n.w, w, rho);
        }
    }
    density[i] = rho;
}

__global__ void __launch_bounds__(kSphBlock) wendland_density_b(const float4* __restrict__ body, const float* __restrict__ mass,
                                                                float* __restrict__ density, float inv_h, int total) {
    __shared__ float4 near_[kSphBlock];
    const int i = blockIdx.x * kSphBlock + threadIdx.x;
    const float4 p = body[i];
    float rho = 0.0f;
    for (int base = 0; base < kSphCandidates; base += kSphBlock) {
        const int j = (blockIdx.x * kSphBlock + base + threadIdx.x) % total;
        float4 c = body[j];
        c.w = mass[j];
        __syncthreads();
        near_[threadIdx.x] = c;
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < kSphBlock; ++k) {
            const float4 n = near_[k];
            const float dx = p.x - n.x, dy = p.y - n.y, dz = p.z - n.z;
            const float r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 1e-12f)));
            const float q = r2 * rsqrtf(r2) * inv_h;
            const float s = fmaxf(0.0f, 1.0f - 0.5f * q);
            const float s2 = s * s;
            const float w = s2 * s2 * (2.0f * q + 1.0f);
            rho = fmaf(n.w, w, rho);
        }
    }
    density[i] = rho;
}

// ---------------------------------------------------------------------------------------------------------------------------------------
// 2. Derivatives desk: asset-or-nothing minus cash-or-nothing digital under Black-76, one quote (forward, strike, vol, expiry) a thread.
//    a: the normal distribution function calls the double overload of erfc, because M_SQRT1_2 is a double.  b: erfcf with a float.
// ---------------------------------------------------------------------------------------------------------------------------------------
__device__ __forceinline__ void quote_moneyness(float4 raw, float& forward, float& strike, float& d1, float& d2) {
    forward = fmaf(20.0f, raw.x, 100.0f);                       // book values are stored normalised to [-1, 1)
    strike = fmaf(25.0f, raw.y, 100.0f);
    const float vol = fmaf(0.15f, raw.z, 0.27f), years = fmaf(0.9f, raw.w, 1.0f);
    const float root = years * rsqrtf(years), sd = vol * root;
    d1 = __fdividef(__logf(__fdividef(forward, strike)), sd) + 0.5f * sd;
    d2 = d1 - sd;
}

__global__ void __launch_bounds__(256) digital_spread_quote_a(const float4* __restrict__ quotes, float* __restrict__ value) {
    const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    float forward, strike, d1, d2;
    quote_moneyness(quotes[i], forward, strike, d1, d2);
    const float asset = 0.5f * erfc(-d1 * M_SQRT1_2);
    const float cash = 0.5f * erfc(-d2 * M_SQRT1_2);
    value[i] = forward * asset - strike * cash;
}

__global__ void __launch_bounds__(256) digital_spread_quote_b(const float4* __restrict__ quotes, float* __restrict__ value) {
    const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    float forward, strike, d1, d2;
    quote_moneyness(quotes[i], forward, strike, d1, d2);
    const float asset = 0.5f * erfcf(-d1 * 0.70710678f);
    const float cash = 0.5f * erfcf(-d2 * 0.70710678f);
    value[i] = forward * asset - strike * cash;
}

// ---------------------------------------------------------------------------------------------------------------------------------------
// 3. Rotor aerodynamics: velocity that 1536 vortex segments (Biot-Savart) induce at every wake marker; all data single precision.
//    a: the three sums are kept in double.  b: float sums in two levels (one per tile of 128 segments), as accurate as the float terms.
// ---------------------------------------------------------------------------------------------------------------------------------------
constexpr int kWakeTile = 128, kWakeSegments = 1536;

__global__ void __launch_bounds__(512) wake_induction_a(const float4* __restrict__ marker, const float4* __restrict__ mid,
                                                        const float4* __restrict__ strength, float4* __restrict__ velocity, float core2) {
    __shared__ float4 at[kWakeTile], along[kWakeTile];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 m = marker[i];
    double ux = 0, uy = 0, uz = 0;
    for (int base = 0; base < kWakeSegments; base += kWakeTile) {
        __syncthreads();
        if (threadIdx.x < kWakeTile) at[threadIdx.x] = mid[base + threadIdx.x];
        else if (threadIdx.x < 2 * kWakeTile) along[threadIdx.x - kWakeTile] = strength[base + threadIdx.x - kWakeTile];
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < kWakeTile; ++k) {
            const float4 s = at[k], g = along[k];
            const float rx = m.x - s.x, ry = m.y - s.y, rz = m.z - s.z;
            const float r2 = fmaf(rx, rx, fmaf(ry, ry, fmaf(rz, rz, core2)));
            const float inv = rsqrtf(r2), w = inv * inv * inv;
            ux += w * (g.y * rz - g.z * ry);
            uy += w * (g.z * rx - g.x * rz);
            uz += w * (g.x * ry - g.y * rx);
        }
    }
    velocity[i] = make_float4((float)ux, (float)uy, (float)uz, m.w);
}

__global__ void __launch_bounds__(512) wake_induction_b(const float4* __restrict__ marker, const float4* __restrict__ mid,
                                                        const float4* __restrict__ strength, float4* __restrict__ velocity, float core2) {
    __shared__ float4 at[kWakeTile], along[kWakeTile];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 m = marker[i];
    float ux = 0, uy = 0, uz = 0;
    for (int base = 0; base < kWakeSegments; base += kWakeTile) {
        __syncthreads();
        if (threadIdx.x < kWakeTile) at[threadIdx.x] = mid[base + threadIdx.x];
        else if (threadIdx.x < 2 * kWakeTile) along[threadIdx.x - kWakeTile] = strength[base + threadIdx.x - kWakeTile];
        __syncthreads();
        float tx = 0, ty = 0, tz = 0;
#pragma unroll 4
        for (int k = 0; k < kWakeTile; ++k) {
            const float4 s = at[k], g = along[k];
            const float rx = m.x - s.x, ry = m.y - s.y, rz = m.z - s.z;
            const float r2 = fmaf(rx, rx, fmaf(ry, ry, fmaf(rz, rz, core2)));
            const float inv = rsqrtf(r2), w = inv * inv * inv;
            tx += w * (g.y * rz - g.z * ry);
            ty += w * (g.z * rx - g.x * rz);
            tz += w * (g.x * ry - g.y * rx);
        }
        ux += tx; uy += ty; uz += tz;
    }
    velocity[i] = make_float4(ux, uy, uz, m.w);
}

// ---------------------------------------------------------------------------------------------------------------------------------------
// 4. Radio astronomy: visibilities of a sky model, one baseline a thread, 16 equally spaced channels, 320 point sources.
//    a: sine and cosine of every (source, channel).  b: sine and cosine once for the first channel and once for the step, then rotation.
// ---------------------------------------------------------------------------------------------------------------------------------------
constexpr int kChannels = 16, kSources = 320;

__device__ __forceinline__ void fringe(float turns, float& c, float& s) {   // turns are reduced first: the fast functions are exact enough
    turns -= (turns + 12582912.0f) - 12582912.0f;
    __sincosf(6.2831853f * turns, &s, &c);
}

__global__ void __launch_bounds__(128) predict_visibility_a(const float4* __restrict__ uvw, const float4* __restrict__ sky,
                                                            float2* __restrict__ visibility, float f0, float df, int baselines) {
    __shared__ float4 source[kSources];
    for (int k = threadIdx.x; k < kSources; k += 128) source[k] = sky[k];
    __syncthreads();
    const int b = blockIdx.x * 128 + threadIdx.x;
    const float4 base = uvw[b];
    float2 sum[kChannels] = {};
#pragma unroll 1
    for (int k = 0; k < kSources; ++k) {
        const float4 src = source[k];
        const float path = fmaf(base.x, src.x, fmaf(base.y, src.y, base.z * src.z));
#pragma unroll
        for (int c = 0; c < kChannels; ++c) {
            float re, im;
            fringe(path * fmaf((float)c, df, f0), re, im);
            sum[c].x = fmaf(src.w, re, sum[c].x);
            sum[c].y = fmaf(src.w, im, sum[c].y);
        }
    }
#pragma unroll
    for (int c = 0; c < kChannels; ++c) visibility[(size_t)c * baselines + b] = sum[c];
}

__global__ void __launch_bounds__(128) predict_visibility_b(const float4* __restrict__ uvw, const float4* __restrict__ sky,
                                                            float2* __restrict__ visibility, float f0, float df, int baselines) {
    __shared__ float4 source[kSources];
    for (int k = threadIdx.x; k < kSources; k += 128) source[k] = sky[k];
    __syncthreads();
    const int b = blockIdx.x * 128 + threadIdx.x;
    const float4 base = uvw[b];
    float2 sum[kChannels] = {};
#pragma unroll 1
    for (int k = 0; k < kSources; ++k) {
        const float4 src = source[k];
        const float path = fmaf(base.x, src.x, fmaf(base.y, src.y, base.z * src.z));
        float re, im, step_re, step_im;
        fringe(path * f0, re, im);
        fringe(path * df, step_re, step_im);
        re *= src.w; im *= src.w;
#pragma unroll
        for (int c = 0; c < kChannels; ++c) {
            sum[c].x += re;
            sum[c].y += im;
            const float next = fmaf(re, step_re, -im * step_im);
            im = fmaf(re, step_im, im * step_re);
            re = next;
        }
    }
#pragma unroll
    for (int c = 0; c < kChannels; ++c) visibility[(size_t)c * baselines + b] = sum[c];
}

// ---------------------------------------------------------------------------------------------------------------------------------------
// 5. Population genetics: log likelihood that an individual comes from a population, from 2-bit genotypes and allele frequencies.
//    a: both logarithms of a locus are taken again by every individual.  b: once a block, kept in shared memory.
// ---------------------------------------------------------------------------------------------------------------------------------------
constexpr int kLoci = 1024;

__device__ __forceinline__ float dosage(uint32_t word, int k) {                // 0, 1 or 2 copies; without the conversion unit
    return __uint_as_float(((word >> (2 * k)) & 3u) | 0x4b000000u) - 8388608.0f;
}

__global__ void __launch_bounds__(256) ancestry_likelihood_a(const uint4* __restrict__ genotype, const float* __restrict__ frequency,
                                                             float* __restrict__ likelihood, int individuals) {
    __shared__ float freq[kLoci];
    for (int l = threadIdx.x; l < kLoci; l += 256) freq[l] = fmaf(0.46f, frequency[blockIdx.y * kLoci + l], 0.5f);
    __syncthreads();
    const int i = blockIdx.x * 256 + threadIdx.x;
    float sum = 0.0f;
    uint4 packed = genotype[i];
    for (int block = 0; block < kLoci / 64; ++block) {
        uint4 now = packed;
        packed = genotype[(size_t)min(block + 1, kLoci / 64 - 1) * individuals + i];
#pragma unroll 1
        for (int q = 0; q < 4; ++q) {
            const uint32_t word = now.x;
            now.x = now.y; now.y = now.z; now.z = now.w;
#pragma unroll
            for (int k = 0; k < 16; ++k) {
                const float p = freq[block * 64 + q * 16 + k];
                const float lp = logf(p), lq = logf(1.0f - p);
                sum = fmaf(dosage(word, k), lp - lq, sum + 2.0f * lq);
            }
        }
    }
    likelihood[(size_t)blockIdx.y * individuals + i] = sum;
}

__global__ void __launch_bounds__(256) ancestry_likelihood_b(const uint4* __restrict__ genotype, const float* __restrict__ frequency,
                                                             float* __restrict__ likelihood, int individuals) {
    __shared__ float2 odds[kLoci];
    for (int l = threadIdx.x; l < kLoci; l += 256) {
        const float p = fmaf(0.46f, frequency[blockIdx.y * kLoci + l], 0.5f);
        const float lp = logf(p), lq = logf(1.0f - p);
        odds[l] = make_float2(lp - lq, 2.0f * lq);
    }
    __syncthreads();
    const int i = blockIdx.x * 256 + threadIdx.x;
    float sum = 0.0f;
    uint4 packed = genotype[i];
    for (int block = 0; block < kLoci / 64; ++block) {
        uint4 now = packed;
        packed = genotype[(size_t)min(block + 1, kLoci / 64 - 1) * individuals + i];
#pragma unroll 1
        for (int q = 0; q < 4; ++q) {
            const uint32_t word = now.x;
            now.x = now.y; now.y = now.z; now.z = now.w;
#pragma unroll
            for (int k = 0; k < 16; ++k) {
                const float2 o = odds[block * 64 + q * 16 + k];
                sum = fmaf(dosage(word, k), o.x, sum + o.y);
            }
        }
    }
    likelihood[(size_t)blockIdx.y * individuals + i] = sum;
}

// ---------------------------------------------------------------------------------------------------------------------------------------
// 6. Image stitching: every thread scores one homography (and its inverse) on 768 matched points with a truncated symmetric error.
//    a: four IEEE divisions a match.  b: two reciprocals (fast), shared by the two coordinates.
// ---------------------------------------------------------------------------------------------------------------------------------------
constexpr int kMatches = 768;
struct Mapping { float m[8]; };

__device__ __forceinline__ Mapping mapping_of(const float* __restrict__ p, int i, int n) {
    Mapping h;
#pragma unroll
    for (int k = 0; k < 8; ++k) h.m[k] = p[(size_t)k * n + i] * (k < 6 ? 0.05f : 0.02f) + (k == 0 || k == 4 ? 1.0f : 0.0f);
    return h;
}

__global__ void __launch_bounds__(160) homography_vote_a(const float4* __restrict__ matches, const float* __restrict__ forward,
                                                         const float* __restrict__ back, float* __restrict__ score, int n) {
    __shared__ float4 match[kMatches];
    for (int k = threadIdx.x; k < kMatches; k += 160) match[k] = matches[k];
    __syncthreads();
    const int i = blockIdx.x * 160 + threadIdx.x;
    const Mapping f = mapping_of(forward, i, n), g = mapping_of(back, i, n);
    float total = 0.0f;
#pragma unroll 2
    for (int k = 0; k < kMatches; ++k) {
        const float4 p = match[k];
        const float tx = p.x + 0.03f * p.z, ty = p.y + 0.03f * p.w;           // where the detector saw the point again
        const float w = fmaf(f.m[6], p.x, fmaf(f.m[7], p.y, 1.0f)), v = fmaf(g.m[6], tx, fmaf(g.m[7], ty, 1.0f));
        const float ex = fmaf(f.m[0], p.x, fmaf(f.m[1], p.y, f.m[2])) / w - tx;
        const float ey = fmaf(f.m[3], p.x, fmaf(f.m[4], p.y, f.m[5])) / w - ty;
        const float hx = fmaf(g.m[0], tx, fmaf(g.m[1], ty, g.m[2])) / v - p.x;
        const float hy = fmaf(g.m[3], tx, fmaf(g.m[4], ty, g.m[5])) / v - p.y;
        total += fminf(0.02f, fmaf(ex, ex, ey * ey) + fmaf(hx, hx, hy * hy));
    }
    score[i] = total;
}

__global__ void __launch_bounds__(160) homography_vote_b(const float4* __restrict__ matches, const float* __restrict__ forward,
                                                         const float* __restrict__ back, float* __restrict__ score, int n) {
    __shared__ float4 match[kMatches];
    for (int k = threadIdx.x; k < kMatches; k += 160) match[k] = matches[k];
    __syncthreads();
    const int i = blockIdx.x * 160 + threadIdx.x;
    const Mapping f = mapping_of(forward, i, n), g = mapping_of(back, i, n);
    float total = 0.0f;
#pragma unroll 2
    for (int k = 0; k < kMatches; ++k) {
        const float4 p = match[k];
        const float tx = p.x + 0.03f * p.z, ty = p.y + 0.03f * p.w;
        const float w = fmaf(f.m[6], p.x, fmaf(f.m[7], p.y, 1.0f)), v = fmaf(g.m[6], tx, fmaf(g.m[7], ty, 1.0f));
        const float iw = __fdividef(1.0f, w), iv = __fdividef(1.0f, v);
        const float ex = fmaf(f.m[0], p.x, fmaf(f.m[1], p.y, f.m[2])) * iw - tx;
        const float ey = fmaf(f.m[3], p.x, fmaf(f.m[4], p.y, f.m[5])) * iw - ty;
        const float hx = fmaf(g.m[0], tx, fmaf(g.m[1], ty, g.m[2])) * iv - p.x;
        const float hy = fmaf(g.m[3], tx, fmaf(g.m[4], ty, g.m[5])) * iv - p.y;
        total += fminf(0.02f, fmaf(ex, ex, ey * ey) + fmaf(hx, hx, hy * hy));
    }
    score[i] = total;
}

// ---------------------------------------------------------------------------------------------------------------------------------------
// 7. Audio decoder: inverse quantiser sign(q) |q|^(4/3) * gain of the band, 1024 coefficients a frame, four frames a turn of a block.
//    a: powf.  b: |q| times its cube root, by the hardware logarithm and exponential.
// ---------------------------------------------------------------------------------------------------------------------------------------
__device__ __forceinline__ float expand_power(short q, float gain) {
    const float a = fabsf((float)(int)q);
    return copysignf(powf(a, 4.0f / 3.0f) * gain, (float)(int)q);
}
__device__ __forceinline__ float expand_root(short q, float gain) {
    const float a = fabsf((float)(int)q);
    return copysignf(a * exp2f(__log2f(a) * (1.0f / 3.0f)) * gain, (float)(int)q);
}

__global__ void __launch_bounds__(256) inverse_quantise_a(const short4* __restrict__ coded, const float* __restrict__ gain,
                                                          float4* __restrict__ spectrum, int frames) {
    for (int frame = blockIdx.x * 4; frame < frames; frame += gridDim.x * 4) {
        short4 q[4]; float g[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            q[k] = coded[(size_t)(frame + k) * 256 + threadIdx.x];
            g[k] = gain[(frame + k) * 32 + (threadIdx.x >> 3)];
        }
#pragma unroll
        for (int k = 0; k < 4; ++k)
            spectrum[(size_t)(frame + k) * 256 + threadIdx.x] = make_float4(expand_power(q[k].x, g[k]), expand_power(q[k].y, g[k]),
                                                                           expand_power(q[k].z, g[k]), expand_power(q[k].w, g[k]));
    }
}

__global__ void __launch_bounds__(256) inverse_quantise_b(const short4* __restrict__ coded, const float* __restrict__ gain,
                                                          float4* __restrict__ spectrum, int frames) {
    for (int frame = blockIdx.x * 4; frame < frames; frame += gridDim.x * 4) {
        short4 q[4]; float g[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            q[k] = coded[(size_t)(frame + k) * 256 + threadIdx.x];
            g[k] = gain[(frame + k) * 32 + (threadIdx.x >> 3)];
        }
#pragma unroll
        for (int k = 0; k < 4; ++k)
            spectrum[(size_t)(frame + k) * 256 + threadIdx.x] = make_float4(expand_root(q[k].x, g[k]), expand_root(q[k].y, g[k]),
                                                                           expand_root(q[k].z, g[k]), expand_root(q[k].w, g[k]));
    }
}

// ---------------------------------------------------------------------------------------------------------------------------------------
// 8. (healthy) Astronomy: three coordinates of a body from 48-term Chebyshev series in double precision (Clenshaw), four epochs a thread.
// ---------------------------------------------------------------------------------------------------------------------------------------
constexpr int kTerms = 48;

__global__ void __launch_bounds__(128) libration_series_a(const double2* __restrict__ epoch, const double* __restrict__ series,
                                                          double2* __restrict__ coordinate, int pairs) {
    __shared__ double coefficient[3 * kTerms];
    for (int k = threadIdx.x; k < 3 * kTerms; k += 128) coefficient[k] = series[k];
    __syncthreads();
    const int i = blockIdx.x * 256 + threadIdx.x;
    const double2 e0 = epoch[i], e1 = epoch[i + 128];
    const double x[4] = {e0.x, e0.y, e1.x, e1.y};
#pragma unroll
    for (int axis = 0; axis < 3; ++axis) {
        double b1[4] = {}, b2[4] = {};
#pragma unroll 8
        for (int k = kTerms - 1; k >= 0; --k) {
            const double c = coefficient[axis * kTerms + k];
#pragma unroll
            for (int e = 0; e < 4; ++e) {
                const double b0 = fma(2.0 * x[e], b1[e], c - b2[e]);
                b2[e] = b1[e]; b1[e] = b0;
            }
        }
        double y[4];
#pragma unroll
        for (int e = 0; e < 4; ++e) y[e] = fma(-x[e], b2[e], b1[e]);
        coordinate[(size_t)axis * pairs + i] = make_double2(y[0], y[1]);
        coordinate[(size_t)axis * pairs + i + 128] = make_double2(y[2], y[3]);
    }
}

// Quantised audio: magnitudes fall off with frequency and are mostly small, signs are random.
static __global__ void code_audio(short* q, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        const uint32_t h = hash32((uint32_t)i * 2654435761u + 99u);
        const float u = (float)((h >> 8) + 1) * (1.0f / 16777217.0f), slope = 60.0f * expf(-(float)(i & 1023) * 0.006f) + 1.5f;
        const int m = min(8191, (int)(-logf(u) * slope));
        q[i] = (short)(h & 1 ? -m : m);
    }
}

int main(int argc, char** argv) {
    std::vector<Case> cases;

    const int particles = kSphBlock * kSphBlocks;
    float4* body = (float4*)filled<float>((size_t)particles * 4, 11);
    float* mass = filled<float>(particles, 12);
    float* density = empty<float>(particles);
    cases.push_back({"wendland_density_a", [=] { wendland_density_a<<<kSphBlocks, kSphBlock>>>(body, mass, density, 1.6f, particles); }, density, (size_t)particles, Output::f32});
    cases.push_back({"wendland_density_b", [=] { wendland_density_b<<<kSphBlocks, kSphBlock>>>(body, mass, density, 1.6f, particles); }, density, (size_t)particles, Output::f32});

    const size_t quotes = 132u * 65536;
    float4* quote = (float4*)filled<float>(quotes * 4, 21);
    float* value = empty<float>(quotes);
    cases.push_back({"digital_spread_quote_a", [=] { digital_spread_quote_a<<<quotes / 256, 256>>>(quote, value); }, value, quotes, Output::f32});
    cases.push_back({"digital_spread_quote_b", [=] { digital_spread_quote_b<<<quotes / 256, 256>>>(quote, value); }, value, quotes, Output::f32});

    const size_t markers = 264 * 512;
    float4* marker = (float4*)filled<float>(markers * 4, 31);
    float4* mid = (float4*)filled<float>(kWakeSegments * 4, 32);
    float4* strength = (float4*)filled<float>(kWakeSegments * 4, 33);
    float4* velocity = (float4*)empty<float>(markers * 4);
    cases.push_back({"wake_induction_a", [=] { wake_induction_a<<<264, 512>>>(marker, mid, strength, velocity, 0.01f); }, velocity, markers * 4, Output::f32});
    cases.push_back({"wake_induction_b", [=] { wake_induction_b<<<264, 512>>>(marker, mid, strength, velocity, 0.01f); }, velocity, markers * 4, Output::f32});

    const int baselines = 132 * 6 * 128;
    float4* uvw = (float4*)filled<float>((size_t)baselines * 4, 41);
    float4* sky = (float4*)filled<float>(kSources * 4, 42);
    float2* visibility = (float2*)empty<float>((size_t)baselines * kChannels * 2);
    cases.push_back({"predict_visibility_a", [=] { predict_visibility_a<<<132 * 6, 128>>>(uvw, sky, visibility, 9.5f, 0.125f, baselines); }, visibility, (size_t)baselines * kChannels * 2, Output::f32});
    cases.push_back({"predict_visibility_b", [=] { predict_visibility_b<<<132 * 6, 128>>>(uvw, sky, visibility, 9.5f, 0.125f, baselines); }, visibility, (size_t)baselines * kChannels * 2, Output::f32});

    const int individuals = 264 * 256, populations = 4;
    std::vector<uint32_t> geno((size_t)individuals * kLoci / 16);
    for (size_t i = 0; i < geno.size(); ++i) {                                    // two alleles a locus, so 0, 1 or 2 copies
        const uint32_t h = hash32((uint32_t)i + 5u), both = h & (h >> 1) & 0x55555555u, one = (h ^ (h >> 1)) & 0x55555555u;
        geno[i] = one | both << 1;
    }
    uint4* genotype = (uint4*)uploaded(geno);
    float* frequency = filled<float>(kLoci * populations, 52);
    float* likelihood = empty<float>((size_t)individuals * populations);
    cases.push_back({"ancestry_likelihood_a", [=] { ancestry_likelihood_a<<<dim3(264, populations), 256>>>(genotype, frequency, likelihood, individuals); }, likelihood, (size_t)individuals * populations, Output::f32});
    cases.push_back({"ancestry_likelihood_b", [=] { ancestry_likelihood_b<<<dim3(264, populations), 256>>>(genotype, frequency, likelihood, individuals); }, likelihood, (size_t)individuals * populations, Output::f32});

    const int hypotheses = 132 * 8 * 160;
    float4* matches = (float4*)filled<float>(kMatches * 4, 61);
    float* forward = filled<float>((size_t)hypotheses * 8, 62);
    float* back = filled<float>((size_t)hypotheses * 8, 63);
    float* score = empty<float>(hypotheses);
    cases.push_back({"homography_vote_a", [=] { homography_vote_a<<<132 * 8, 160>>>(matches, forward, back, score, hypotheses); }, score, (size_t)hypotheses, Output::f32});
    cases.push_back({"homography_vote_b", [=] { homography_vote_b<<<132 * 8, 160>>>(matches, forward, back, score, hypotheses); }, score, (size_t)hypotheses, Output::f32});

    const int frames = 132 * 8 * 4 * 10;
    short* coded = empty<short>((size_t)frames * 1024);
    code_audio<<<2048, 256>>>(coded, (size_t)frames * 1024);
    float* gain = filled<float>((size_t)frames * 32, 71);
    float* spectrum = empty<float>((size_t)frames * 1024);
    cases.push_back({"inverse_quantise_a", [=] { inverse_quantise_a<<<132 * 8, 256>>>((const short4*)coded, gain, (float4*)spectrum, frames); }, spectrum, (size_t)frames * 1024, Output::f32});
    cases.push_back({"inverse_quantise_b", [=] { inverse_quantise_b<<<132 * 8, 256>>>((const short4*)coded, gain, (float4*)spectrum, frames); }, spectrum, (size_t)frames * 1024, Output::f32});

    const int pairs = 132 * 72 * 256;
    double* epochs = filled<double>((size_t)pairs * 2, 81);
    double* series = filled<double>(3 * kTerms, 82);
    double* coordinate = empty<double>((size_t)pairs * 6);
    cases.push_back({"libration_series_a", [=] { libration_series_a<<<132 * 72, 128>>>((const double2*)epochs, series, (double2*)coordinate, pairs); }, coordinate, (size_t)pairs * 6, Output::f64});

    return run(argc, argv, cases);
}
