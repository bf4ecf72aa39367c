#include "harness.cuh"

using harness::Case;
using harness::Output;

// ------------------------------------------------------------------ set-up
__global__ void harness_planes(const float* __restrict__ rec, float* __restrict__ planes, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        for (int k = 0; k < 16; ++k) planes[(size_t)k * n + i] = rec[(size_t)i * 16 + k];
}

// ------------------------------------------------------------------ multichannel recording to planar tracks
constexpr int kChannels = 16;

__global__ void copper_lantern_bl1_a(const float* __restrict__ pcm, const float* __restrict__ gain, float* __restrict__ tracks, int frames) {
    int f = blockIdx.x * blockDim.x + threadIdx.x;
    int ch = blockIdx.y;
    if (f < frames) tracks[(size_t)ch * frames + f] = pcm[(size_t)f * kChannels + ch] * gain[ch];
}

__global__ void copper_lantern_bl1_b(const float* __restrict__ pcm, const float* __restrict__ gain, float* __restrict__ tracks, int frames) {
    __shared__ float tile[kChannels][66];
    int f0 = blockIdx.x * 64, tid = threadIdx.x;
    float4 v = reinterpret_cast<const float4*>(pcm)[(size_t)f0 * 4 + tid];
    int f = tid >> 2, c = (tid & 3) * 4;
    tile[c][f] = v.x; tile[c + 1][f] = v.y; tile[c + 2][f] = v.z; tile[c + 3][f] = v.w;
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int idx = tid + 256 * j, ch = idx >> 6, ff = idx & 63;
        tracks[(size_t)ch * frames + f0 + ff] = tile[ch][ff] * gain[ch];
    }
}

// ------------------------------------------------------------------ two-year demand forecast of every article
constexpr int kMonths = 24;

__global__ void velvet_harbor_bl1_a(const float* __restrict__ level, const float* __restrict__ trend, const float* __restrict__ season,
                                    float* __restrict__ forecast, int articles) {
    int a = blockIdx.x * blockDim.x + threadIdx.x;
    if (a >= articles) return;
    float l = level[a], t = trend[a];
    for (int m = 0; m < kMonths; ++m) forecast[(size_t)a * kMonths + m] = (2.0f + l + 0.01f * t * m) * season[m];
}

__global__ void velvet_harbor_bl1_b(const float* __restrict__ level, const float* __restrict__ trend, const float* __restrict__ season,
                                    float4* __restrict__ forecast, int articles) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= articles * (kMonths / 4)) return;
    int a = i / (kMonths / 4), m = (i - a * (kMonths / 4)) * 4;
    float l = level[a], t = trend[a];
    float4 s = *reinterpret_cast<const float4*>(season + m), r;
    r.x = (2.0f + l + 0.01f * t * m) * s.x;
    r.y = (2.0f + l + 0.01f * t * (m + 1)) * s.y;
    r.z = (2.0f + l + 0.01f * t * (m + 2)) * s.z;
    r.w = (2.0f + l + 0.01f * t * (m + 3)) * s.w;
    forecast[i] = r;
}

// ------------------------------------------------------------------ tangential velocities of a star catalogue
struct Star {
    float ra, dec, parallax, parallax_error;
    float pm_ra, pm_dec, pm_error, radial;
    float mag_g, mag_bp, mag_rp, extinction;
    float teff, logg, metallicity, ruwe;
};

__global__ void amber_thistle_bl1_a(const Star* __restrict__ stars, float* __restrict__ speed, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Star& s = stars[i];
    float dist = 1.0f / (1.5f + s.parallax);
    speed[i] = 4.74f * dist * sqrtf(s.pm_ra * s.pm_ra + s.pm_dec * s.pm_dec) + 0.1f * s.mag_g;
}

__global__ void amber_thistle_bl1_b(const float* __restrict__ parallax, const float* __restrict__ pm_ra, const float* __restrict__ pm_dec,
                                    const float* __restrict__ mag_g, float* __restrict__ speed, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float dist = 1.0f / (1.5f + parallax[i]);
    float a = pm_ra[i], d = pm_dec[i];
    speed[i] = 4.74f * dist * sqrtf(a * a + d * d) + 0.1f * mag_g[i];
}

// ------------------------------------------------------------------ score of the article in each clicked line
struct Taste { float w[8]; };

__global__ void pebble_orchard_bl1_a(const int* __restrict__ clicked, const float* __restrict__ attributes, Taste taste, float* __restrict__ score,
                                     int clicks, int articles) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= clicks) return;
    int id = clicked[i];
    float s = 1.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) s += taste.w[k] * attributes[(size_t)k * articles + id];
    score[i] = s;
}

__global__ void pebble_orchard_bl1_b(const int* __restrict__ clicked, const float* __restrict__ attributes, Taste taste, float* __restrict__ score,
                                     int clicks) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= clicks) return;
    const float4* row = reinterpret_cast<const float4*>(attributes + (size_t)clicked[i] * 16);
    float4 p = row[0], q = row[1];
    float s = 1.0f;
    s += taste.w[0] * p.x; s += taste.w[1] * p.y; s += taste.w[2] * p.z; s += taste.w[3] * p.w;
    s += taste.w[4] * q.x; s += taste.w[5] * q.y; s += taste.w[6] * q.z; s += taste.w[7] * q.w;
    score[i] = s;
}

// ------------------------------------------------------------------ tariff of shipments: four lanes per tariff row of 16 rates
__device__ __forceinline__ void tariff_rows(const float4* __restrict__ rates, const int* __restrict__ lane_of, float* __restrict__ price, int shipments) {
    int q = threadIdx.x & 3;
    int s = (blockIdx.x * blockDim.x + threadIdx.x) >> 2;
    int stride = shipments / 4;
    int id[4];
    float4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) id[j] = lane_of[s + j * stride];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = rates[(size_t)id[j] * 4 + q];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float p = v[j].x * 0.5f + v[j].y * 0.3f + v[j].z * 0.2f + v[j].w * 0.1f;
        p += __shfl_xor_sync(~0u, p, 1);
        p += __shfl_xor_sync(~0u, p, 2);
        if (q == 0) price[s + j * stride] = 5.0f + p;
    }
}

// The file starts with a header of four floats.
__global__ void marble_falcon_bl1_a(const float* __restrict__ file, const int* __restrict__ lane_of, float* __restrict__ price, int shipments) {
    tariff_rows(reinterpret_cast<const float4*>(file + 4), lane_of, price, shipments);
}
__global__ void marble_falcon_bl1_b(const float* __restrict__ rates, const int* __restrict__ lane_of, float* __restrict__ price, int shipments) {
    tariff_rows(reinterpret_cast<const float4*>(rates), lane_of, price, shipments);
}

// ------------------------------------------------------------------ mean of two 8-bit tracks
__global__ void quartz_meadow_bl1_a(const uint8_t* __restrict__ left, const uint8_t* __restrict__ right, uint8_t* __restrict__ mono, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) mono[i] = (left[i] + right[i] + 1) >> 1;
}

__global__ void quartz_meadow_bl1_b(const uint4* __restrict__ left, const uint4* __restrict__ right, uint4* __restrict__ mono, int n16) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n16) return;
    uint4 a = left[i], b = right[i];
    mono[i] = make_uint4(__vavgu4(a.x, b.x), __vavgu4(a.y, b.y), __vavgu4(a.z, b.z), __vavgu4(a.w, b.w));
}

// ------------------------------------------------------------------ harmonic fit of light curves: normal equations of eight terms
constexpr int kTerms = 8;

__device__ __forceinline__ void fit_curve(const float* __restrict__ flux, const float* __restrict__ noise, const float* __restrict__ basis,
                                          float* __restrict__ gain, int stars, int epochs) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= stars) return;
    float A[kTerms][kTerms], r[kTerms];
#pragma unroll
    for (int i = 0; i < kTerms; ++i) {
        r[i] = 0.0f;
#pragma unroll
        for (int j = 0; j <= i; ++j) A[i][j] = i == j ? 1.0f : 0.0f;
    }
#pragma unroll 4
    for (int e = 0; e < epochs; ++e) {
        float y = flux[(size_t)e * stars + s], sd = noise[(size_t)e * stars + s];
        float w = 0.2f + sd * sd;
        float4 lo = reinterpret_cast<const float4*>(basis)[2 * e], hi = reinterpret_cast<const float4*>(basis)[2 * e + 1];
        float b[kTerms] = {lo.x, lo.y, lo.z, lo.w, hi.x, hi.y, hi.z, hi.w};
#pragma unroll
        for (int i = 0; i < kTerms; ++i) {
            float wb = w * b[i];
            r[i] += wb * y;
#pragma unroll
            for (int j = 0; j <= i; ++j) A[i][j] += wb * b[j];
        }
    }
    float chi = 0.0f;
#pragma unroll
    for (int i = 0; i < kTerms; ++i) {
#pragma unroll
        for (int j = 0; j <= i; ++j) {
            float v = A[i][j];
#pragma unroll
            for (int k = 0; k < j; ++k) v -= A[i][k] * A[j][k];
            A[i][j] = i == j ? rsqrtf(v) : v * A[j][j];
        }
        float v = r[i];
#pragma unroll
        for (int k = 0; k < i; ++k) v -= A[i][k] * r[k];
        r[i] = v * A[i][i];
        chi += r[i] * r[i];
    }
    gain[s] = chi;
}

__global__ void __launch_bounds__(128, 16) saffron_glacier_bl1_a(const float* __restrict__ flux, const float* __restrict__ noise,
                                                                 const float* __restrict__ basis, float* __restrict__ gain, int stars, int epochs) {
    fit_curve(flux, noise, basis, gain, stars, epochs);
}
__global__ void __launch_bounds__(128) saffron_glacier_bl1_b(const float* __restrict__ flux, const float* __restrict__ noise,
                                                             const float* __restrict__ basis, float* __restrict__ gain, int stars, int epochs) {
    fit_curve(flux, noise, basis, gain, stars, epochs);
}

// ------------------------------------------------------------------ load mix of trucks: mass per parcel class
constexpr int kClasses = 16;

__global__ void willow_anchor_bl1_a(const float* __restrict__ parcels, float* __restrict__ mix, int trucks, int per_truck) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= trucks) return;
    float mass[kClasses];
    for (int c = 0; c < kClasses; ++c) mass[c] = 0.0f;
    for (int k = 0; k < per_truck; ++k) {
        float w = parcels[(size_t)k * trucks + t] + 1.0f;
        mass[(int)(w * 8.0f) & (kClasses - 1)] += w;
    }
    float total = 0.0f;
    for (int c = 0; c < kClasses; ++c) total += mass[c] * mass[c];
    mix[t] = total;
}

__global__ void willow_anchor_bl1_b(const float* __restrict__ parcels, float* __restrict__ mix, int trucks, int per_truck) {
    __shared__ float mass[kClasses][256];
    int t = blockIdx.x * blockDim.x + threadIdx.x, tid = threadIdx.x;
    if (t >= trucks) return;
    for (int c = 0; c < kClasses; ++c) mass[c][tid] = 0.0f;
#pragma unroll 8
    for (int k = 0; k < per_truck; ++k) {
        float w = parcels[(size_t)k * trucks + t] + 1.0f;
        mass[(int)(w * 8.0f) & (kClasses - 1)][tid] += w;
    }
    float total = 0.0f;
    for (int c = 0; c < kClasses; ++c) total += mass[c][tid] * mass[c][tid];
    mix[t] = total;
}

// ------------------------------------------------------------------ loyalty discounts of receipt lines
constexpr int kTiers = 32, kLinesPerThread = 16;

__device__ __forceinline__ void discount(const float4* __restrict__ amount, const uchar4* __restrict__ tier, const float* __restrict__ table,
                                         float4* __restrict__ net) {
    extern __shared__ float book[];
    for (int i = threadIdx.x; i < kTiers; i += blockDim.x) book[i] = table[i];
    __syncthreads();
    int base = blockIdx.x * blockDim.x * kLinesPerThread + threadIdx.x;
#pragma unroll 1
    for (int j = 0; j < kLinesPerThread; ++j) {
        int i = base + j * blockDim.x;
        float4 a = amount[i];
        uchar4 t = tier[i];
        net[i] = make_float4(a.x * book[t.x & (kTiers - 1)], a.y * book[t.y & (kTiers - 1)], a.z * book[t.z & (kTiers - 1)], a.w * book[t.w & (kTiers - 1)]);
    }
}
__global__ void hollow_cricket_bl1_a(const float4* __restrict__ amount, const uchar4* __restrict__ tier, const float* __restrict__ table, float4* __restrict__ net) {
    discount(amount, tier, table, net);
}
__global__ void hollow_cricket_bl1_b(const float4* __restrict__ amount, const uchar4* __restrict__ tier, const float* __restrict__ table, float4* __restrict__ net) {
    discount(amount, tier, table, net);
}

// ------------------------------------------------------------------ exposure of each pixel until it saturates
__device__ __forceinline__ void expose(const float* __restrict__ frames, float* __restrict__ depth, int pixels, int epochs, float full) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= pixels) return;
    float well = 0.0f;
    for (int e = 0; e < epochs; ++e) {
        well = 0.98f * well + 1.0f + frames[(size_t)e * pixels + p];
        if (well > full) break;
    }
    depth[p] = well;
}
__global__ void tundra_ribbon_bl1_a(const float* __restrict__ frames, float* __restrict__ depth, int pixels, int epochs, float full) {
    expose(frames, depth, pixels, epochs, full);
}
__global__ void tundra_ribbon_bl1_b(const float* __restrict__ frames, float* __restrict__ depth, int pixels, int epochs, float full) {
    expose(frames, depth, pixels, epochs, full);
}

// ------------------------------------------------------------------ soft clip of the stems of a song
__device__ __forceinline__ float clip(float x) { return x * (1.5f - 0.5f * x * x); }

__global__ void nickel_parade_bl1_a(const float* __restrict__ stems, const float* __restrict__ gain, float* __restrict__ out, int samples) {
    const float* x = stems + (size_t)blockIdx.x * samples;
    float* y = out + (size_t)blockIdx.x * samples;
    float g = gain[blockIdx.x];
    for (int i = threadIdx.x; i < samples; i += blockDim.x) y[i] = clip(x[i] * g);
}
__global__ void nickel_parade_bl1_b(const float* __restrict__ stems, const float* __restrict__ gain, float* __restrict__ out, int samples) {
    const float* x = stems + (size_t)blockIdx.y * samples;
    float* y = out + (size_t)blockIdx.y * samples;
    float g = gain[blockIdx.y];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < samples; i += gridDim.x * blockDim.x) y[i] = clip(x[i] * g);
}

// ------------------------------------------------------------------ cheapest depot of every customer
constexpr int kDepots = 128;

template <int Threads, int Rounds>
__device__ __forceinline__ void cheapest(const float* __restrict__ x, const float* __restrict__ y, const float4* __restrict__ depots, float* __restrict__ cost) {
    __shared__ float4 site[kDepots];
    if (threadIdx.x < kDepots) site[threadIdx.x] = depots[threadIdx.x];
    __syncthreads();
#pragma unroll 1
    for (int r = 0; r < Rounds; ++r) {
        int first = (blockIdx.x * Rounds + r) * Threads * 4 + threadIdx.x;
        float px[4], py[4], best[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) { px[j] = x[first + j * Threads]; py[j] = y[first + j * Threads]; best[j] = 1e9f; }
#pragma unroll 8
        for (int d = 0; d < kDepots; ++d) {
            float4 s = site[d];
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                float dx = px[j] - s.x, dy = py[j] - s.y;
                best[j] = fminf(best[j], fmaf(dx, dx * s.w, fmaf(dy, dy * s.w, s.z)));
            }
        }
#pragma unroll
        for (int j = 0; j < 4; ++j) cost[first + j * Threads] = best[j];
    }
}
__global__ void __launch_bounds__(1024, 1) crimson_ladder_bl1_a(const float* __restrict__ x, const float* __restrict__ y, const float4* __restrict__ depots,
                                                                float* __restrict__ cost) {
    cheapest<1024, 16>(x, y, depots, cost);
}
__global__ void __launch_bounds__(128) crimson_ladder_bl1_b(const float* __restrict__ x, const float* __restrict__ y, const float4* __restrict__ depots,
                                                            float* __restrict__ cost) {
    cheapest<128, 1>(x, y, depots, cost);
}

// ------------------------------------------------------------------ centred ratings per user
__global__ void dusty_beacon_bl1_a(const float* __restrict__ rating, const int* __restrict__ begin, const float2* __restrict__ user, float* __restrict__ centred) {
    float2 u = user[blockIdx.x];
    int end = begin[blockIdx.x + 1];
    for (int i = begin[blockIdx.x] + threadIdx.x; i < end; i += blockDim.x) centred[i] = (rating[i] - u.x) * u.y;
}
__global__ void dusty_beacon_bl1_b(const float* __restrict__ rating, const int4* __restrict__ piece, const float2* __restrict__ user, float* __restrict__ centred) {
    int4 p = piece[blockIdx.x];
    float2 u = user[p.x];
    for (int i = p.y + threadIdx.x; i < p.z; i += blockDim.x) centred[i] = (rating[i] - u.x) * u.y;
}

// ------------------------------------------------------------------ cross-fade of a take
__device__ __forceinline__ void fade(const float* __restrict__ take, float* __restrict__ out, float a, float b) {
    size_t i = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = take[i + 256 * j];
#pragma unroll
    for (int j = 0; j < 4; ++j) out[i + 256 * j] = a * v[j] + b;
}
__global__ void lunar_basket_bl1_a(const float* __restrict__ take, float* __restrict__ out, float a, float b) { fade(take + 1, out, a, b); }
__global__ void lunar_basket_bl1_b(const float* __restrict__ take, float* __restrict__ out, float a, float b) { fade(take, out, a, b); }

// ------------------------------------------------------------------ freight by zone
__device__ __forceinline__ void freight(const float4* __restrict__ mass, const uchar4* __restrict__ zone, const float* __restrict__ table, float4* __restrict__ price) {
    extern __shared__ float rate[];
    if (threadIdx.x < 32) rate[threadIdx.x] = table[threadIdx.x];
    __syncthreads();
    int base = blockIdx.x * 256 * 4 + threadIdx.x;
    float4 m[4];
    uchar4 z[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { m[j] = mass[base + 256 * j]; z[j] = zone[base + 256 * j]; }
#pragma unroll
    for (int j = 0; j < 4; ++j)
        price[base + 256 * j] = make_float4(2.0f + m[j].x * rate[z[j].x & 31], 2.0f + m[j].y * rate[z[j].y & 31],
                                            2.0f + m[j].z * rate[z[j].z & 31], 2.0f + m[j].w * rate[z[j].w & 31]);
}
__global__ void __launch_bounds__(256, 8) cedar_compass_bl1_a(const float4* __restrict__ mass, const uchar4* __restrict__ zone, const float* __restrict__ table,
                                                              float4* __restrict__ price) { freight(mass, zone, table, price); }
__global__ void __launch_bounds__(256, 8) cedar_compass_bl1_b(const float4* __restrict__ mass, const uchar4* __restrict__ zone, const float* __restrict__ table,
                                                              float4* __restrict__ price) { freight(mass, zone, table, price); }

// ------------------------------------------------------------------ smoothing of a waveform, with a thumbnail of it
struct Taps { float h[7]; };

__global__ void plaid_summit_bl1_a(const float* __restrict__ wave, Taps taps, float* __restrict__ smooth, float* __restrict__ thumb, int n) {
    __shared__ float buf[2048 + 8];
    int base = blockIdx.x * 2048, tid = threadIdx.x;
#pragma unroll
    for (int j = 0; j < 8; ++j) buf[tid + 256 * j] = wave[base + tid + 256 * j];
    if (tid < 8) buf[2048 + tid] = base + 2048 + tid < n ? wave[base + 2048 + tid] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        float s = 0.0f;
#pragma unroll
        for (int k = 0; k < 7; ++k) s += taps.h[k] * buf[tid + 256 * j + k];
        smooth[base + tid + 256 * j] = s;
    }
    if (tid < 32) thumb[blockIdx.x * 32 + tid] = buf[tid * 64];
}
__global__ void plaid_summit_bl1_b(const float* __restrict__ wave, Taps taps, float* __restrict__ smooth, float* __restrict__ thumb, int n) {
    __shared__ float buf[2048 + 8];
    int base = blockIdx.x * 2048, tid = threadIdx.x;
    float v[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) { v[j] = wave[base + tid + 256 * j]; buf[tid + 256 * j] = v[j]; }
    if (tid < 8) buf[2048 + tid] = base + 2048 + tid < n ? wave[base + 2048 + tid] : 0.0f;
    if ((tid & 63) == 0) {
#pragma unroll
        for (int j = 0; j < 8; ++j) thumb[blockIdx.x * 32 + j * 4 + (tid >> 6)] = v[j];
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        float s = 0.0f;
#pragma unroll
        for (int k = 0; k < 7; ++k) s += taps.h[k] * buf[tid + 256 * j + k];
        smooth[base + tid + 256 * j] = s;
    }
}

// ------------------------------------------------------------------ inverse of the optical distortion
struct Distortion { float c[24]; };

__device__ __forceinline__ void undistort(const float* __restrict__ seen, const Distortion& d, float* __restrict__ sky, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x0 = seen[i], x = x0;
#pragma unroll
    for (int it = 0; it < 8; ++it) {
        float p = d.c[23];
#pragma unroll
        for (int k = 22; k >= 0; --k) p = fmaf(p, x, d.c[k]);
        x = x0 - p;
    }
    sky[i] = 2.0f + x;
}
__global__ void frosty_violin_bl1_a(const float* __restrict__ seen, Distortion d, float* __restrict__ sky, int n) { undistort(seen, d, sky, n); }
__global__ void frosty_violin_bl1_b(const float* __restrict__ seen, Distortion d, float* __restrict__ sky, int n) { undistort(seen, d, sky, n); }

// ------------------------------------------------------------------ gain of a recording
__global__ void ivory_canyon_bl1_a(const float4* __restrict__ in, float4* __restrict__ out, float g) {
    int base = blockIdx.x * 1024 + threadIdx.x;
    float4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = in[base + 256 * j];
#pragma unroll
    for (int j = 0; j < 4; ++j) out[base + 256 * j] = make_float4(v[j].x * g, v[j].y * g, v[j].z * g, v[j].w * g);
}

// ------------------------------------------------------------------ turnover per shard
__global__ void spruce_dagger_bl1_a(const float4* __restrict__ lines, float* __restrict__ turnover) {
    __shared__ float part[8];
    size_t base = (size_t)blockIdx.x * 4096 + threadIdx.x;
    float s = 0.0f;
#pragma unroll
    for (int j = 0; j < 16; ++j) {
        float4 v = __ldcs(lines + base + 256 * j);
        s += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x < 8) {
        s = part[threadIdx.x];
        for (int o = 4; o; o >>= 1) s += __shfl_xor_sync(0xff, s, o);
        if (threadIdx.x == 0) turnover[blockIdx.x] = s;
    }
}

// ------------------------------------------------------------------ five-point smoothing of a sky image: a warp walks down 128 columns
constexpr int kWide = 8192, kStrip = 16;

__global__ void __launch_bounds__(128) tangle_pepper_bl1_a(const float* __restrict__ img, float* __restrict__ out) {
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int c = (blockIdx.x * 4 + warp) * 128 + lane * 4, r0 = blockIdx.y * kStrip;
    auto row = [&](int r) { return *reinterpret_cast<const float4*>(img + (size_t)min(max(r, 0), kWide - 1) * kWide + c); };
    float4 up = row(r0 - 1), cur = row(r0);
#pragma unroll 8
    for (int k = 0; k < kStrip; ++k) {
        int r = r0 + k;
        float4 down = row(r + 1);
        float l = __shfl_up_sync(~0u, cur.w, 1), t = __shfl_down_sync(~0u, cur.x, 1);
        if (lane == 0) l = img[(size_t)r * kWide + max(c - 1, 0)];
        if (lane == 31) t = img[(size_t)r * kWide + min(c + 4, kWide - 1)];
        float4 o;
        o.x = 1.0f + 0.6f * cur.x + 0.1f * (l + cur.y + up.x + down.x);
        o.y = 1.0f + 0.6f * cur.y + 0.1f * (cur.x + cur.z + up.y + down.y);
        o.z = 1.0f + 0.6f * cur.z + 0.1f * (cur.y + cur.w + up.z + down.z);
        o.w = 1.0f + 0.6f * cur.w + 0.1f * (cur.z + t + up.w + down.w);
        *reinterpret_cast<float4*>(out + (size_t)r * kWide + c) = o;
        up = cur; cur = down;
    }
}

// ------------------------------------------------------------------ layer norm of article embeddings, a warp per row of 1024
__global__ void __launch_bounds__(256) silent_bramble_bl1_a(const float4* __restrict__ in, const float4* __restrict__ scale, const float4* __restrict__ shift,
                                                            float4* __restrict__ out) {
    int lane = threadIdx.x & 31;
    size_t row = (size_t)blockIdx.x * 8 + (threadIdx.x >> 5);
    float4 v[8];
    float s = 0.0f;
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = in[row * 256 + lane + 32 * j];
#pragma unroll
    for (int j = 0; j < 8; ++j) s += v[j].x + v[j].y + v[j].z + v[j].w;
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    float mean = s * (1.0f / 1024), q = 0.0f;
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        v[j].x -= mean; v[j].y -= mean; v[j].z -= mean; v[j].w -= mean;
        q += v[j].x * v[j].x + v[j].y * v[j].y + v[j].z * v[j].z + v[j].w * v[j].w;
    }
    for (int o = 16; o; o >>= 1) q += __shfl_xor_sync(~0u, q, o);
    float inv = rsqrtf(q * (1.0f / 1024) + 1e-5f);
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        float4 a = scale[lane + 32 * j], b = shift[lane + 32 * j];
        out[row * 256 + lane + 32 * j] = make_float4(v[j].x * inv * a.x + b.x, v[j].y * inv * a.y + b.y, v[j].z * inv * a.z + b.z, v[j].w * inv * a.w + b.w);
    }
}

int main(int argc, char** argv) {
    const size_t M = 1u << 20;
    const int nrec = 16 * M;
    float* F = harness::filled<float>(256 * M, 1);        // records of 16 floats
    float* G = harness::filled<float>(64 * M + 64, 2);
    int* bytes = harness::indices(64 * M, 0xffffffffu, 3);
    int* ids = harness::indices(8 * M, nrec, 4);
    float *T, *H, *G1;
    CHECK(cudaMalloc(&T, 256 * M * 4));
    harness_planes<<<2048, 256>>>(F, T, nrec); CHECK(cudaGetLastError());
    CHECK(cudaMalloc(&H, 256 * M * 4 + 64));
    CHECK(cudaMemset(H, 0, 16));
    CHECK(cudaMemcpy(H + 4, F, 256 * M * 4, cudaMemcpyDeviceToDevice));
    CHECK(cudaMalloc(&G1, 64 * M * 4 + 256));
    CHECK(cudaMemset(G1, 0, 4));
    CHECK(cudaMemcpy(G1 + 1, G, 64 * M * 4, cudaMemcpyDeviceToDevice));
    float* O = harness::empty<float>(100 * M);
    float* P = harness::empty<float>(2 * M);

    std::vector<float> small(1024);
    for (int i = 0; i < 1024; ++i) small[i] = 1.0f + 0.5f * harness::unit(i + 77);
    float* table = harness::uploaded(small);

    std::vector<float> basis_host(64 * 8);
    for (int e = 0; e < 64; ++e)
        for (int k = 0; k < 8; ++k) basis_host[e * 8 + k] = k == 0 ? 1.0f : k & 1 ? std::sin(0.37f * e * (k + 1) / 2) : std::cos(0.37f * e * k / 2);
    float* basis = harness::uploaded(basis_host);

    std::vector<float4> depot_host(kDepots);
    for (int i = 0; i < kDepots; ++i) depot_host[i] = make_float4(harness::unit(4 * i), harness::unit(4 * i + 1), 0.05f * (1.1f + harness::unit(4 * i + 2)), 1.5f + harness::unit(4 * i + 3));
    float4* depots = harness::uploaded(depot_host);

    const int users = 16384;
    std::vector<int> begin_host(users + 1);
    std::vector<int4> piece_host;
    std::vector<float2> user_host(users);
    int at = 0;
    for (int u = 0; u < users; ++u) {
        int len = 512 + harness::hash32(u + 5) % 1024;
        if (u % 1400 == 700) len = 500000 + harness::hash32(u) % 200000;
        begin_host[u] = at;
        user_host[u] = make_float2(-1.5f + 0.2f * harness::unit(u), 1.0f + 0.2f * harness::unit(u + 99));
        for (int p = 0; p < len; p += 2048) piece_host.push_back(make_int4(u, at + p, at + std::min(p + 2048, len), 0));
        at += len;
    }
    begin_host[users] = at;
    const int ratings = at;
    int* begin = harness::uploaded(begin_host);
    int4* pieces = harness::uploaded(piece_host);
    float2* user = harness::uploaded(user_host);
    const int npieces = (int)piece_host.size();

    Taste taste;
    for (int k = 0; k < 8; ++k) taste.w[k] = 0.1f + 0.05f * k;
    Taps taps = {{0.05f, 0.1f, 0.2f, 0.3f, 0.2f, 0.1f, 0.05f}};
    Distortion dist;
    for (int k = 0; k < 24; ++k) dist.c[k] = 0.02f * harness::unit(k + 500) / (1 + k);

    const int book_bytes = 100 * 1024, zone_bytes = 48 * 1024;
    CHECK(cudaFuncSetAttribute(hollow_cricket_bl1_a, cudaFuncAttributeMaxDynamicSharedMemorySize, book_bytes));
    CHECK(cudaFuncSetAttribute(cedar_compass_bl1_a, cudaFuncAttributeMaxDynamicSharedMemorySize, zone_bytes));

    const int frames = 4 * M, articles = 4 * M, clicks = 8 * M, mono = 128 * M, stars = 792 * 128 * 10, trucks = M, pixels = 2 * M;
    const int stems = 24, samples = M, customers = 145 * 65536;
    const float4 *F4 = (const float4*)F, *G4 = (const float4*)G;
    float4* O4 = (float4*)O;
    const uint8_t* B = (const uint8_t*)bytes;
    const int dpix = (1056 * 60 + 100) * 256;

    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> f, size_t count, Output type = Output::f32) { cases.push_back({name, f, O, count, type}); };

    add("copper_lantern_bl1_a", [=] { copper_lantern_bl1_a<<<dim3(frames / 256, kChannels), 256>>>(G, table, O, frames); }, 64 * M);
    add("copper_lantern_bl1_b", [=] { copper_lantern_bl1_b<<<frames / 64, 256>>>(G, table, O, frames); }, 64 * M);
    add("velvet_harbor_bl1_a", [=] { velvet_harbor_bl1_a<<<articles / 256, 256>>>(G, G + 8 * M, table, O, articles); }, 96 * M);
    add("velvet_harbor_bl1_b", [=] { velvet_harbor_bl1_b<<<articles * 6 / 256, 256>>>(G, G + 8 * M, table, O4, articles); }, 96 * M);
    add("amber_thistle_bl1_a", [=] { amber_thistle_bl1_a<<<nrec / 256, 256>>>((const Star*)F, O, nrec); }, nrec);
    add("amber_thistle_bl1_b", [=] { amber_thistle_bl1_b<<<nrec / 256, 256>>>(T + (size_t)2 * nrec, T + (size_t)4 * nrec, T + (size_t)5 * nrec, T + (size_t)8 * nrec, O, nrec); }, nrec);
    add("pebble_orchard_bl1_a", [=] { pebble_orchard_bl1_a<<<clicks / 256, 256>>>(ids, T, taste, O, clicks, nrec); }, clicks);
    add("pebble_orchard_bl1_b", [=] { pebble_orchard_bl1_b<<<clicks / 256, 256>>>(ids, F, taste, O, clicks); }, clicks);
    add("marble_falcon_bl1_a", [=] { marble_falcon_bl1_a<<<clicks / 256, 256>>>(H, ids, O, clicks); }, clicks);
    add("marble_falcon_bl1_b", [=] { marble_falcon_bl1_b<<<clicks / 256, 256>>>(F, ids, O, clicks); }, clicks);
    add("quartz_meadow_bl1_a", [=] { quartz_meadow_bl1_a<<<mono / 256, 256>>>(B, B + mono, (uint8_t*)O, mono); }, mono, Output::u8);
    add("quartz_meadow_bl1_b", [=] { quartz_meadow_bl1_b<<<mono / 16 / 256, 256>>>((const uint4*)B, (const uint4*)(B + mono), (uint4*)O, mono / 16); }, mono, Output::u8);
    add("saffron_glacier_bl1_a", [=] { saffron_glacier_bl1_a<<<stars / 128, 128>>>(G, G + 32 * M, basis, O, stars, 32); }, stars);
    add("saffron_glacier_bl1_b", [=] { saffron_glacier_bl1_b<<<stars / 128, 128>>>(G, G + 32 * M, basis, O, stars, 32); }, stars);
    add("willow_anchor_bl1_a", [=] { willow_anchor_bl1_a<<<trucks / 256, 256>>>(G, O, trucks, 64); }, trucks);
    add("willow_anchor_bl1_b", [=] { willow_anchor_bl1_b<<<trucks / 256, 256>>>(G, O, trucks, 64); }, trucks);
    add("hollow_cricket_bl1_a", [=] { hollow_cricket_bl1_a<<<8192, 128, book_bytes>>>(G4, (const uchar4*)bytes, table, O4); }, 64 * M);
    add("hollow_cricket_bl1_b", [=] { hollow_cricket_bl1_b<<<8192, 128, kTiers * 4>>>(G4, (const uchar4*)bytes, table, O4); }, 64 * M);
    add("tundra_ribbon_bl1_a", [=] { tundra_ribbon_bl1_a<<<pixels / 32, 32>>>(G, O, pixels, 32, 1e6f); }, pixels);
    add("tundra_ribbon_bl1_b", [=] { tundra_ribbon_bl1_b<<<pixels / 256, 256>>>(G, O, pixels, 32, 1e6f); }, pixels);
    add("nickel_parade_bl1_a", [=] { nickel_parade_bl1_a<<<stems, 512>>>(F, table, O, samples); }, (size_t)stems * samples);
    add("nickel_parade_bl1_b", [=] { nickel_parade_bl1_b<<<dim3(256, stems), 256>>>(F, table, O, samples); }, (size_t)stems * samples);
    add("crimson_ladder_bl1_a", [=] { crimson_ladder_bl1_a<<<145, 1024>>>(G, G + 16 * M, depots, O); }, customers);
    add("crimson_ladder_bl1_b", [=] { crimson_ladder_bl1_b<<<145 * 128, 128>>>(G, G + 16 * M, depots, O); }, customers);
    add("dusty_beacon_bl1_a", [=] { dusty_beacon_bl1_a<<<users, 256>>>(F, begin, user, O); }, ratings);
    add("dusty_beacon_bl1_b", [=] { dusty_beacon_bl1_b<<<npieces, 256>>>(F, pieces, user, O); }, ratings);

    add("lunar_basket_bl1_a", [=] { lunar_basket_bl1_a<<<64 * M / 1024, 256>>>(G1, O, 0.7f, 2.0f); }, 64 * M);
    add("lunar_basket_bl1_b", [=] { lunar_basket_bl1_b<<<64 * M / 1024, 256>>>(G, O, 0.7f, 2.0f); }, 64 * M);
    add("cedar_compass_bl1_a", [=] { cedar_compass_bl1_a<<<16384, 256, zone_bytes>>>(G4, (const uchar4*)bytes, table, O4); }, 64 * M);
    add("cedar_compass_bl1_b", [=] { cedar_compass_bl1_b<<<16384, 256, 128>>>(G4, (const uchar4*)bytes, table, O4); }, 64 * M);
    add("plaid_summit_bl1_a", [=] { plaid_summit_bl1_a<<<64 * M / 2048, 256>>>(G, taps, O, P, 64 * M); }, 64 * M);
    add("plaid_summit_bl1_b", [=] { plaid_summit_bl1_b<<<64 * M / 2048, 256>>>(G, taps, O, P, 64 * M); }, 64 * M);
    add("frosty_violin_bl1_a", [=] { frosty_violin_bl1_a<<<dpix / 256, 256>>>(G, dist, O, dpix); }, dpix);
    add("frosty_violin_bl1_b", [=] { frosty_violin_bl1_b<<<dpix / 128, 128>>>(G, dist, O, dpix); }, dpix);

    add("ivory_canyon_bl1_a", [=] { ivory_canyon_bl1_a<<<16384, 256>>>(G4, O4, 0.8f); }, 64 * M);
    add("spruce_dagger_bl1_a", [=] { spruce_dagger_bl1_a<<<16384, 256>>>(F4, O); }, 16384);
    add("tangle_pepper_bl1_a", [=] { tangle_pepper_bl1_a<<<dim3(kWide / 512, kWide / kStrip), 128>>>(G, O); }, (size_t)kWide * kWide);
    add("silent_bramble_bl1_a", [=] { silent_bramble_bl1_a<<<8192, 256>>>(G4, (const float4*)table, (const float4*)table, O4); }, 64 * M);
    return harness::run(argc, argv, cases);
}
