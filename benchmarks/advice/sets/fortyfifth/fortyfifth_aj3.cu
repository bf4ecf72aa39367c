// Eight measured pairs from accelerators, proteins, spectroscopy, cardiology, radio, seismology, chess and astronomy: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Storage ring: largest excursion of each particle over 256 turns of a lattice with one sextupole (linear rotation and kick), eight particles a thread.
constexpr int kBunch = 8, kTurns = 256, kParticles = 148 * 1024 * kBunch;

template <int kThreads>
__device__ __forceinline__ void ring_track(const float4* __restrict__ start, float* __restrict__ reach, float4 turn, float kick) {
    int base = blockIdx.x * (kThreads * kBunch) + threadIdx.x;
    float x[kBunch], px[kBunch], y[kBunch], py[kBunch], most[kBunch];
#pragma unroll
    for (int j = 0; j < kBunch; ++j) {
        float4 s = start[base + j * kThreads];
        x[j] = 0.1f * s.x; px[j] = 0.1f * s.y; y[j] = 0.1f * s.z; py[j] = 0.1f * s.w; most[j] = 0.0f;
    }
#pragma unroll 1
    for (int n = 0; n < kTurns; ++n) {
#pragma unroll
        for (int j = 0; j < kBunch; ++j) {
            float bend = x[j] * x[j] - y[j] * y[j], skew = x[j] * y[j];
            float qx = fmaf(kick, bend, px[j]), qy = fmaf(-2.0f * kick, skew, py[j]);
            float nx = fmaf(turn.x, x[j], turn.y * qx), ny = fmaf(turn.z, y[j], turn.w * qy);
            px[j] = fmaf(turn.x, qx, -turn.y * x[j]); py[j] = fmaf(turn.z, qy, -turn.w * y[j]);
            x[j] = nx; y[j] = ny;
            most[j] = fmaxf(most[j], fmaf(nx, nx, ny * ny));
        }
    }
#pragma unroll
    for (int j = 0; j < kBunch; ++j) reach[base + j * kThreads] = most[j];
}

__global__ void __launch_bounds__(1024) walnut_ferry_aj3_a(const float4* __restrict__ start, float* __restrict__ reach, float4 turn, float kick) {
    ring_track<1024>(start, reach, turn, kick);
}
__global__ void __launch_bounds__(128, 9) walnut_ferry_aj3_b(const float4* __restrict__ start, float* __restrict__ reach, float4 turn, float kick) {
    ring_track<128>(start, reach, turn, kick);
}

// ---- Proteins: half-sphere exposure of every residue (weighted neighbours on the side that its side chain points to), chains of very different length.
constexpr int kChains = 2000, kPatch = 128;

__device__ __forceinline__ void exposure_patch(const float4* __restrict__ atom, const float4* __restrict__ chain_dir, float* __restrict__ exposure, float4* patch,
                                               int first, int length, int from) {
    int t = threadIdx.x, me = first + from + t;
    float4 p = atom[me], u = chain_dir[me];
    float sum = 0.0f;
    for (int s = 0; s < length; s += kPatch) {
        __syncthreads();
        patch[t] = atom[first + s + t];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < kPatch; ++k) {
            float4 q = patch[k];
            float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
            float near = __saturatef(fmaf(-0.7f, fmaf(dx, dx, fmaf(dy, dy, dz * dz)), 1.0f));
            float side = fmaf(dx, u.x, fmaf(dy, u.y, dz * u.z));
            float w = fmaf(0.25f, q.w, 1.0f);
            sum = fmaf(near, side > 0.0f ? w : 0.0f, sum);
        }
    }
    exposure[me] = sum;
}

__global__ void __launch_bounds__(128) copper_heron_aj3_a(const float4* __restrict__ atom, const float4* __restrict__ dir, const int2* __restrict__ chains,
                                                          float* __restrict__ exposure) {
    __shared__ float4 patch[kPatch];
    int2 c = chains[blockIdx.x];  // first residue, length
    for (int from = 0; from < c.y; from += kPatch) exposure_patch(atom, dir, exposure, patch, c.x, c.y, from);
}

__global__ void __launch_bounds__(128) copper_heron_aj3_b(const float4* __restrict__ atom, const float4* __restrict__ dir, const int4* __restrict__ parts,
                                                          float* __restrict__ exposure) {
    __shared__ float4 patch[kPatch];
    int4 c = parts[blockIdx.x];  // first residue, length, part of the chain; longest chains first
    exposure_patch(atom, dir, exposure, patch, c.x, c.y, c.z);
}

// ---- Spectroscopy: half-precision counts to corrected, smoothed (Savitzky-Golay, 7 points) and normalized spectra, 2048 channels each.
constexpr int kSpectra = 16384, kChannels = 2048, kQuads = kChannels / 4;

__device__ __forceinline__ float4 corrected(uint2 raw, float4 dark, float4 flat) {
    float2 lo = __half22float2(*reinterpret_cast<const __half2*>(&raw.x)), hi = __half22float2(*reinterpret_cast<const __half2*>(&raw.y));
    return make_float4((lo.x - 0.05f * dark.x) * fmaf(0.1f, flat.x, 1.0f), (lo.y - 0.05f * dark.y) * fmaf(0.1f, flat.y, 1.0f),
                       (hi.x - 0.05f * dark.z) * fmaf(0.1f, flat.z, 1.0f), (hi.y - 0.05f * dark.w) * fmaf(0.1f, flat.w, 1.0f));
}
__device__ __forceinline__ float golay(float a, float b, float c, float d, float e, float f, float g) {
    return fmaf(7.0f / 21, d, fmaf(6.0f / 21, c + e, fmaf(3.0f / 21, b + f, (-2.0f / 21) * (a + g))));
}
__device__ __forceinline__ float4 smoothed(float4 l, float4 m, float4 r) {
    return make_float4(golay(l.y, l.z, l.w, m.x, m.y, m.z, m.w), golay(l.z, l.w, m.x, m.y, m.z, m.w, r.x), golay(l.w, m.x, m.y, m.z, m.w, r.x, r.y),
                       golay(m.x, m.y, m.z, m.w, r.x, r.y, r.z));
}
__device__ __forceinline__ float row_scale(float4 v, float* part) {  // 1 / root mean square over the 512 threads
    float s = fmaf(v.x, v.x, fmaf(v.y, v.y, fmaf(v.z, v.z, v.w * v.w)));
#pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    float total = part[threadIdx.x % 16];
#pragma unroll
    for (int o = 8; o; o >>= 1) total += __shfl_xor_sync(0xffffffffu, total, o);
    return rsqrtf(fmaf(total, 1.0f / kChannels, 1e-6f));
}

__global__ void __launch_bounds__(512) velvet_gourd_aj3_a0(const uint2* __restrict__ raw, const float4* __restrict__ dark, const float4* __restrict__ flat,
                                                           float4* __restrict__ clean) {
    size_t at = (size_t)blockIdx.x * kQuads + threadIdx.x;
    clean[at] = corrected(raw[at], dark[threadIdx.x], flat[threadIdx.x]);
}

__global__ void __launch_bounds__(512) velvet_gourd_aj3_a1(const float4* __restrict__ clean, float4* __restrict__ smooth) {
    int t = threadIdx.x;
    const float4* row = clean + (size_t)blockIdx.x * kQuads;
    float4 m = row[t], l = row[max(t - 1, 0)], r = row[min(t + 1, kQuads - 1)];
    smooth[(size_t)blockIdx.x * kQuads + t] = smoothed(l, m, r);
}

__global__ void __launch_bounds__(512) velvet_gourd_aj3_a2(const float4* __restrict__ smooth, float4* __restrict__ spectrum) {
    __shared__ float part[16];
    size_t at = (size_t)blockIdx.x * kQuads + threadIdx.x;
    float4 v = smooth[at];
    float s = row_scale(v, part);
    spectrum[at] = make_float4(v.x * s, v.y * s, v.z * s, v.w * s);
}

__global__ void __launch_bounds__(512) velvet_gourd_aj3_b(const uint2* __restrict__ raw, const float4* __restrict__ dark, const float4* __restrict__ flat,
                                                          float4* __restrict__ spectrum) {
    __shared__ float4 row[kQuads];
    __shared__ float part[16];
    int t = threadIdx.x;
    size_t at = (size_t)blockIdx.x * kQuads + t;
    float4 m = corrected(raw[at], dark[t], flat[t]);
    row[t] = m;
    __syncthreads();
    float4 v = smoothed(row[max(t - 1, 0)], m, row[min(t + 1, kQuads - 1)]);
    float s = row_scale(v, part);
    spectrum[at] = make_float4(v.x * s, v.y * s, v.z * s, v.w * s);
}

// ---- Cardiology: eight levels of the 5/3 lifting wavelet of short ECG strips, details shrunk by a soft threshold.
constexpr int kStrips = 528, kBeat = 1024, kLevels = 8;

__device__ __forceinline__ float soft(float d) { return copysignf(fmaxf(fabsf(d) - 0.05f, 0.0f), d); }
__device__ __forceinline__ float2 lift(const float2* __restrict__ pairs, int k, int half) {  // approximation, detail
    float2 m = pairs[k], l = pairs[max(k - 1, 0)], r = pairs[min(k + 1, half - 1)];
    float next = k + 1 < half ? r.x : m.x;
    float d = m.y - 0.5f * (m.x + next), before = k > 0 ? l.y - 0.5f * (l.x + m.x) : d;
    return make_float2(fmaf(0.25f, before + d, m.x), d);
}

__global__ void __launch_bounds__(256) saffron_ledge_aj3_a0(const float* __restrict__ signal, float* __restrict__ coarse, int coarse_pitch, float* __restrict__ coef,
                                                            int log_half) {
    int i = blockIdx.x * 256 + threadIdx.x, half = 1 << log_half, strip = i >> log_half, k = i & (half - 1);
    if (strip >= kStrips) return;
    float2 v = lift(reinterpret_cast<const float2*>(signal) + (size_t)strip * half, k, half);
    coarse[strip * coarse_pitch + k] = v.x;
    coef[strip * kBeat + half + k] = soft(v.y);
}

__global__ void __launch_bounds__(256) saffron_ledge_aj3_b(const float4* __restrict__ signal, float* __restrict__ coef) {
    __shared__ __align__(16) float strip[2][kBeat];
    int t = threadIdx.x;
    float* out = coef + blockIdx.x * kBeat;
    reinterpret_cast<float4*>(strip[0])[t] = signal[blockIdx.x * (kBeat / 4) + t];
    __syncthreads();
#pragma unroll
    for (int level = 0; level < kLevels; ++level) {
        int half = kBeat >> (level + 1);
        float* coarse = level + 1 < kLevels ? strip[(level + 1) % 2] : out;
        for (int k = t; k < half; k += 256) {
            float2 v = lift(reinterpret_cast<const float2*>(strip[level % 2]), k, half);
            coarse[k] = v.x;
            out[half + k] = soft(v.y);
        }
        __syncthreads();
    }
}

// ---- Radio: 24 beams formed from 64 antennas by delay and sum with linear interpolation between samples.
constexpr int kBeams = 24, kAntennas = 64, kSamples = 16384, kMaxDelay = 512, kPitch = kSamples + 1024;

__device__ __forceinline__ void beam_sum(const float* __restrict__ volts, const int* __restrict__ delay, const float* __restrict__ fraction, float* __restrict__ beam,
                                         int which, int from, int to) {
    __shared__ int lag[kAntennas];
    __shared__ float part[kAntennas];
    int t = threadIdx.x;
    if (t < kAntennas) {
        lag[t] = t * kPitch + delay[which * kAntennas + t];
        part[t] = fmaf(0.5f, fraction[which * kAntennas + t], 0.5f);
    }
    __syncthreads();
    for (int s = from + t; s < to; s += 512) {
        float sum = 0.0f;
#pragma unroll 8
        for (int a = 0; a < kAntennas; ++a) {
            const float* v = volts + lag[a] + s;
            float now = v[0], next = v[1];
            sum += fmaf(part[a], next - now, now);
        }
        beam[which * kSamples + s] = sum;
    }
}

__global__ void __launch_bounds__(512) thistle_organ_aj3_a(const float* __restrict__ volts, const int* __restrict__ delay, const float* __restrict__ fraction,
                                                           float* __restrict__ beam) {
    beam_sum(volts, delay, fraction, beam, blockIdx.x, 0, kSamples);
}
__global__ void __launch_bounds__(512) thistle_organ_aj3_b(const float* __restrict__ volts, const int* __restrict__ delay, const float* __restrict__ fraction,
                                                           float* __restrict__ beam) {
    int share = kSamples / gridDim.x;
    beam_sum(volts, delay, fraction, beam, blockIdx.y, blockIdx.x * share, (blockIdx.x + 1) * share);
}

// ---- Seismology: band-pass of geophone recordings with a Kaiser-windowed filter of 64 taps, designed by each block, 256 samples a tile.
constexpr int kTaps = 64, kTile = 256, kTiles = 65536;

__device__ __forceinline__ float bessel_i0(float x) {
    float q = 0.25f * x * x, term = 1.0f, sum = 1.0f;
#pragma unroll
    for (int k = 1; k <= 24; ++k) { term *= q * (1.0f / (k * k)); sum += term; }
    return sum;
}
__device__ __forceinline__ float kaiser_tap(int k, float low, float high, float beta) {
    float m = k - 31.5f, r = m * (1.0f / 32);
    float window = bessel_i0(beta * sqrtf(1.0f - r * r)) / bessel_i0(beta);
    return (sinpif(high * m) - sinpif(low * m)) / (3.14159265f * m) * window;
}
__device__ __forceinline__ void bandpass_load(const float4* __restrict__ trace, float4* wave, int tile) {
    int t = threadIdx.x;
    wave[t] = trace[(size_t)tile * (kTile / 4) + t];
    if (t < 16) wave[64 + t] = trace[(size_t)tile * (kTile / 4) + 64 + t];
}
__device__ __forceinline__ float4 bandpass_tile(const float4* wave, const float4* tap) {
    int t = threadIdx.x;
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f), w = wave[t];
#pragma unroll
    for (int k = 0; k < kTaps / 4; ++k) {
        float4 c = tap[k], n = wave[t + k + 1];
        sum.x = fmaf(c.x, w.x, fmaf(c.y, w.y, fmaf(c.z, w.z, fmaf(c.w, w.w, sum.x))));
        sum.y = fmaf(c.x, w.y, fmaf(c.y, w.z, fmaf(c.z, w.w, fmaf(c.w, n.x, sum.y))));
        sum.z = fmaf(c.x, w.z, fmaf(c.y, w.w, fmaf(c.z, n.x, fmaf(c.w, n.y, sum.z))));
        sum.w = fmaf(c.x, w.w, fmaf(c.y, n.x, fmaf(c.z, n.y, fmaf(c.w, n.z, sum.w))));
        w = n;
    }
    return sum;
}

__global__ void __launch_bounds__(64) marrow_lantern_aj3_a(const float4* __restrict__ trace, float4* __restrict__ band, float low, float high, float beta) {
    __shared__ __align__(16) float tap[kTaps];
    __shared__ float4 wave[kTile / 4 + kTaps / 4];
    int t = threadIdx.x;
    bandpass_load(trace, wave, blockIdx.x);
    tap[t] = kaiser_tap(t, low, high, beta);
    __syncthreads();
    band[(size_t)blockIdx.x * (kTile / 4) + t] = bandpass_tile(wave, reinterpret_cast<const float4*>(tap));
}

__global__ void __launch_bounds__(64) marrow_lantern_aj3_b(const float4* __restrict__ trace, float4* __restrict__ band, float low, float high, float beta) {
    __shared__ __align__(16) float tap[kTaps];
    __shared__ float4 wave[kTile / 4 + kTaps / 4];
    int t = threadIdx.x;
    tap[t] = kaiser_tap(t, low, high, beta);
    for (int tile = blockIdx.x; tile < kTiles; tile += gridDim.x) {
        bandpass_load(trace, wave, tile);
        __syncthreads();
        band[(size_t)tile * (kTile / 4) + t] = bandpass_tile(wave, reinterpret_cast<const float4*>(tap));
        __syncthreads();
    }
}

// ---- Chess: mobility of the sliding pieces of each position (eight occluded fills of a 64-bit board).
constexpr int kPositions = 42256 * 256;  // 40 waves of 1056 blocks of 256 threads and 16 blocks

template <int kShift>
__device__ __forceinline__ uint64_t moved(uint64_t b) { return kShift > 0 ? b << (kShift & 63) : b >> (-kShift & 63); }
template <int kShift>
__device__ __forceinline__ uint64_t ray(uint64_t piece, uint64_t open, uint64_t wrap) {
    open &= wrap;
    piece |= open & moved<kShift>(piece);
    open &= moved<kShift>(open);
    piece |= open & moved<2 * kShift>(piece);
    open &= moved<2 * kShift>(open);
    piece |= open & moved<4 * kShift>(piece);
    return moved<kShift>(piece) & wrap;
}

template <int kThreads>
__device__ __forceinline__ void slider_mobility(const uint4* __restrict__ position, float* __restrict__ mobility) {
    int i = blockIdx.x * kThreads + threadIdx.x;
    uint4 p = position[i];
    uint64_t one = p.x | (uint64_t)p.y << 32, two = p.z | (uint64_t)p.w << 32;
    uint64_t taken = one & (two << 9 | two >> 55), rooks = taken & (one >> 13 | one << 51), bishops = taken & ~rooks, open = ~taken;
    constexpr uint64_t kAll = ~0ull, kNotA = 0xfefefefefefefefeull, kNotH = 0x7f7f7f7f7f7f7f7full;
    uint64_t straight = ray<8>(rooks, open, kAll) | ray<-8>(rooks, open, kAll), flat = ray<1>(rooks, open, kNotA) | ray<-1>(rooks, open, kNotH);
    uint64_t rise = ray<9>(bishops, open, kNotA) | ray<-9>(bishops, open, kNotH), fall = ray<7>(bishops, open, kNotH) | ray<-7>(bishops, open, kNotA);
    mobility[i] = 0.5f * __popcll(straight & ~taken) + 0.75f * __popcll(flat & ~taken) + 0.375f * (__popcll(rise & ~taken) + __popcll(fall & ~taken)) +
                  0.125f * __popcll((straight | flat) & (rise | fall));
}

__global__ void __launch_bounds__(256, 8) juniper_spool_aj3_a(const uint4* __restrict__ position, float* __restrict__ mobility) {
    slider_mobility<256>(position, mobility);
}
__global__ void __launch_bounds__(128, 16) juniper_spool_aj3_b(const uint4* __restrict__ position, float* __restrict__ mobility) {
    slider_mobility<128>(position, mobility);
}

// ---- Polarimetry: debiased degree of linear polarization from the Stokes maps I, Q and U, one wave of blocks that walk over all pixels.
constexpr int kWalk = 132 * 8 * 256, kSky = kWalk * 124;  // quadruples

__device__ __forceinline__ float polarized(float i, float q, float u) {
    return sqrtf(fmaxf(fmaf(q, q, u * u) - 0.01f, 0.0f)) * __frcp_rn(1.5f + i);
}

__global__ void __launch_bounds__(256, 8) ochre_gannet_aj3_a(const float4* __restrict__ stokes_i, const float4* __restrict__ stokes_q,
                                                             const float4* __restrict__ stokes_u, float4* __restrict__ degree) {
    for (int k = blockIdx.x * 256 + threadIdx.x; k < kSky; k += kWalk) {
        float4 i = __ldcs(stokes_i + k), q = __ldcs(stokes_q + k), u = __ldcs(stokes_u + k);
        __stcs(degree + k, make_float4(polarized(i.x, q.x, u.x), polarized(i.y, q.y, u.y), polarized(i.z, q.z, u.z), polarized(i.w, q.w, u.w)));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch) { cases.push_back({name, launch, out, count, Output::f32}); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };

    {
        float4* start = f4(filled<float>((size_t)kParticles * 4, 11));
        float* reach = empty<float>(kParticles);
        float4 turn = make_float4(0.309017f * 0.999f, 0.951057f * 0.999f, 0.156434f * 0.999f, 0.987688f * 0.999f);  // slightly damped rotations
        add("walnut_ferry_aj3_a", reach, kParticles, [=] { walnut_ferry_aj3_a<<<kParticles / kBunch / 1024, 1024>>>(start, reach, turn, 0.3f); });
        add("walnut_ferry_aj3_b", reach, kParticles, [=] { walnut_ferry_aj3_b<<<kParticles / kBunch / 128, 128>>>(start, reach, turn, 0.3f); });
    }
    {
        std::vector<int2> chains; std::vector<int4> parts;
        int residues = 0;
        for (int c = 0; c < kChains; ++c) {
            int length = c % 50 == 31 ? 2304 : kPatch * (1 + (int)(harness::hash32(c + 77) % 3));  // 40 long chains among short ones
            chains.push_back(make_int2(residues, length));
            for (int from = 0; from < length; from += kPatch) parts.push_back(make_int4(residues, length, from, 0));
            residues += length;
        }
        std::stable_sort(parts.begin(), parts.end(), [](const int4& a, const int4& b) { return a.y > b.y; });
        float4 *atom = f4(filled<float>((size_t)residues * 4, 21)), *dir = f4(filled<float>((size_t)residues * 4, 22));
        float* exposure = empty<float>(residues);
        int2* chain_list = uploaded(chains);
        int4* part_list = uploaded(parts);
        int part_count = (int)parts.size();
        add("copper_heron_aj3_a", exposure, residues, [=] { copper_heron_aj3_a<<<kChains, 128>>>(atom, dir, chain_list, exposure); });
        add("copper_heron_aj3_b", exposure, residues, [=] { copper_heron_aj3_b<<<part_count, 128>>>(atom, dir, part_list, exposure); });
    }
    {
        constexpr size_t kCount = (size_t)kSpectra * kChannels;
        const uint2* raw = reinterpret_cast<const uint2*>(filled<__half>(kCount, 31));
        float4 *dark = f4(filled<float>(kChannels, 32)), *flat = f4(filled<float>(kChannels, 33));
        float4 *clean = f4(empty<float>(kCount)), *smooth = f4(empty<float>(kCount)), *spectrum = f4(empty<float>(kCount));
        add("velvet_gourd_aj3_a", spectrum, kCount, [=] {
            velvet_gourd_aj3_a0<<<kSpectra, 512>>>(raw, dark, flat, clean);
            velvet_gourd_aj3_a1<<<kSpectra, 512>>>(clean, smooth);
            velvet_gourd_aj3_a2<<<kSpectra, 512>>>(smooth, spectrum); });
        add("velvet_gourd_aj3_b", spectrum, kCount, [=] { velvet_gourd_aj3_b<<<kSpectra, 512>>>(raw, dark, flat, spectrum); });
    }
    {
        constexpr size_t kCount = (size_t)kStrips * kBeat;
        float *signal = filled<float>(kCount, 41), *ping = empty<float>(kCount), *pong = empty<float>(kCount), *coef = empty<float>(kCount);
        add("saffron_ledge_aj3_a", coef, kCount, [=] {
            for (int level = 0; level < kLevels; ++level) {
                int half = kBeat >> (level + 1);
                bool last = level + 1 == kLevels;
                saffron_ledge_aj3_a0<<<(kStrips * half + 255) / 256, 256>>>(level == 0 ? signal : level % 2 ? ping : pong, last ? coef : level % 2 ? pong : ping,
                                                                            last ? kBeat : half, coef, 9 - level);
            } });
        add("saffron_ledge_aj3_b", coef, kCount, [=] { saffron_ledge_aj3_b<<<kStrips, 256>>>(reinterpret_cast<const float4*>(signal), coef); });
    }
    {
        float *volts = filled<float>((size_t)kAntennas * kPitch, 51), *fraction = filled<float>(kBeams * kAntennas, 52), *beam = empty<float>(kBeams * kSamples);
        int* delay = indices(kBeams * kAntennas, kMaxDelay, 53);
        add("thistle_organ_aj3_a", beam, kBeams * kSamples, [=] { thistle_organ_aj3_a<<<kBeams, 512>>>(volts, delay, fraction, beam); });
        add("thistle_organ_aj3_b", beam, kBeams * kSamples, [=] { thistle_organ_aj3_b<<<dim3(16, kBeams), 512>>>(volts, delay, fraction, beam); });
    }
    {
        constexpr size_t kCount = (size_t)kTiles * kTile;
        float4 *trace = f4(filled<float>(kCount + kTaps, 61)), *band = f4(empty<float>(kCount));
        add("marrow_lantern_aj3_a", band, kCount, [=] { marrow_lantern_aj3_a<<<kTiles, 64>>>(trace, band, 0.12f, 0.42f, 7.5f); });
        add("marrow_lantern_aj3_b", band, kCount, [=] { marrow_lantern_aj3_b<<<132 * 24, 64>>>(trace, band, 0.12f, 0.42f, 7.5f); });
    }
    {
        const uint4* position = reinterpret_cast<const uint4*>(filled<float>((size_t)kPositions * 4, 71));
        float* mobility = empty<float>(kPositions);
        add("juniper_spool_aj3_a", mobility, kPositions, [=] { juniper_spool_aj3_a<<<kPositions / 256, 256>>>(position, mobility); });
        add("juniper_spool_aj3_b", mobility, kPositions, [=] { juniper_spool_aj3_b<<<kPositions / 128, 128>>>(position, mobility); });
    }
    {
        constexpr size_t kCount = (size_t)kSky * 4;
        float4 *i = f4(filled<float>(kCount, 81)), *q = f4(filled<float>(kCount, 82)), *u = f4(filled<float>(kCount, 83)), *degree = f4(empty<float>(kCount));
        add("ochre_gannet_aj3_a", degree, kCount, [=] { ochre_gannet_aj3_a<<<132 * 8, 256>>>(i, q, u, degree); });
    }
    return harness::run(argc, argv, cases);
}
