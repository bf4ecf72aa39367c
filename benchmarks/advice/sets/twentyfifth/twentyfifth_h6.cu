// Eleven measured cases from workshops, villages and observatories: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Harbour: brightness of 64 lamps with fixed phases in each of two million directions (far field of an array).
constexpr int kLamps = 64, kViews = 132 * 8 * 256 * 8;

template <bool kSwift>
__device__ __forceinline__ void harbor_lights(const float4* __restrict__ lamps, const float2* __restrict__ view, float* __restrict__ bright) {
    __shared__ float4 lamp[kLamps];
    if (threadIdx.x < kLamps) lamp[threadIdx.x] = lamps[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 v = view[i];
    float re = 0.0f, im = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kLamps; ++k) {
        float4 l = lamp[k];
        float phase = fmaf(l.x, v.x, fmaf(l.y, v.y, l.w)), s, c;
        if (kSwift) __sincosf(phase, &s, &c);
        else { s = sinf(phase); c = cosf(phase); }
        re = fmaf(l.z, c, re);
        im = fmaf(l.z, s, im);
    }
    bright[i] = fmaf(re, re, im * im);
}

__global__ void __launch_bounds__(256) harbor_lights_h6_a(const float4* __restrict__ lamps, const float2* __restrict__ view, float* __restrict__ bright) { harbor_lights<false>(lamps, view, bright); }
__global__ void __launch_bounds__(256) harbor_lights_h6_b(const float4* __restrict__ lamps, const float2* __restrict__ view, float* __restrict__ bright) { harbor_lights<true>(lamps, view, bright); }

// ---- Glass beads: specular light of eight lamps on each pixel of a G-buffer (normal and shininess), Phong.
constexpr int kBeadPixels = 4096 * 3072, kSuns = 8;
struct Suns { float4 at[kSuns]; };  // direction and power

template <bool kSwift>
__device__ __forceinline__ void glass_beads(const float4* __restrict__ normal, float* __restrict__ gloss, const Suns& suns) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 n = normal[i];
    float shine = fmaf(12.0f, n.w, 20.0f), light = 0.05f;
#pragma unroll
    for (int k = 0; k < kSuns; ++k) {
        float d = fmaxf(fmaf(n.x, suns.at[k].x, fmaf(n.y, suns.at[k].y, n.z * suns.at[k].z)), 1e-4f);
        light = fmaf(suns.at[k].w, kSwift ? __powf(d, shine) : powf(d, shine), light);
    }
    gloss[i] = light;
}

__global__ void __launch_bounds__(192) glass_beads_h6_a(const float4* __restrict__ normal, float* __restrict__ gloss, const __grid_constant__ Suns suns) { glass_beads<false>(normal, gloss, suns); }
__global__ void __launch_bounds__(192) glass_beads_h6_b(const float4* __restrict__ normal, float* __restrict__ gloss, const __grid_constant__ Suns suns) { glass_beads<true>(normal, gloss, suns); }

// ---- Villages: pull of 256 wells on each house (softened 1/r potential).
constexpr int kWells = 256, kHouses = 132 * 32 * 256;

template <bool kSwift>
__device__ __forceinline__ void village_wells(const float4* __restrict__ wells, const float* __restrict__ hx, const float* __restrict__ hy,
                                              const float* __restrict__ hz, float* __restrict__ pull) {
    __shared__ float4 well[kWells];
    int i = blockIdx.x * 256 + threadIdx.x;
    well[threadIdx.x] = wells[threadIdx.x];
    __syncthreads();
    float x = hx[i], y = hy[i], z = hz[i], sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kWells; ++k) {
        float4 w = well[k];
        float dx = w.x - x, dy = w.y - y, dz = w.z - z;
        float d2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 1e-3f)));
        if (kSwift) sum = fmaf(w.w, rsqrtf(d2), sum);
        else sum += w.w / sqrtf(d2);
    }
    pull[i] = sum;
}

__global__ void __launch_bounds__(256) village_wells_h6_a(const float4* __restrict__ wells, const float* __restrict__ hx, const float* __restrict__ hy, const float* __restrict__ hz, float* __restrict__ pull) {
    village_wells<false>(wells, hx, hy, hz, pull);
}
__global__ void __launch_bounds__(256) village_wells_h6_b(const float4* __restrict__ wells, const float* __restrict__ hx, const float* __restrict__ hy, const float* __restrict__ hz, float* __restrict__ pull) {
    village_wells<true>(wells, hx, hy, hz, pull);
}

// ---- Mosaic: cut images (batch, height, width, channels) into windows of side x side pixels (as windowed attention does).
constexpr int kMosBatch = 16, kMosHigh = 224, kMosWide = 224, kMosDeep = 96, kMosSide = 7;
constexpr int kMosaic = kMosBatch * kMosHigh * kMosWide * kMosDeep;

__global__ void __launch_bounds__(256) mosaic_tiles_h6_a(const float* __restrict__ image, float* __restrict__ windows, int count, int high, int wide, int deep, int side) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= count) return;
    int down = high / side, across = wide / side, rest = i;
    int c = rest % deep; rest /= deep;
    int wx = rest % side; rest /= side;
    int wy = rest % side; rest /= side;
    int gx = rest % across; rest /= across;
    int gy = rest % down;
    int b = rest / down;
    windows[i] = image[((b * high + gy * side + wy) * wide + gx * side + wx) * deep + c];
}

struct Divisor {  // n / d for 0 <= n < 2^31 by one high product and a shift, multiplier from the host
    unsigned d, mul, shift;
    Divisor(unsigned by) : d(by) {
        shift = 0;
        while ((1ull << shift) < by) ++shift;
        mul = (unsigned)(((1ull << 32) * ((1ull << shift) - by)) / by + 1);
    }
    __device__ __forceinline__ unsigned split(unsigned n, unsigned& rest) const {
        unsigned q = (__umulhi(n, mul) + n) >> shift;
        rest = n - q * d;
        return q;
    }
};

__global__ void __launch_bounds__(256) mosaic_tiles_h6_b(const float* __restrict__ image, float* __restrict__ windows, int count, int high, int wide, Divisor deep, Divisor side,
                                                        Divisor across, Divisor down) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= count) return;
    unsigned c, wx, wy, gx, gy;
    unsigned rest = deep.split(i, c);
    rest = side.split(rest, wx);
    rest = side.split(rest, wy);
    rest = across.split(rest, gx);
    unsigned b = down.split(rest, gy);
    windows[i] = image[((b * high + gy * side.d + wy) * wide + gx * side.d + wx) * deep.d + c];
}

// ---- Library: signature of 128 hash functions for each of 8448 books of 256 shingles (MinHash).
constexpr int kBooks = 132 * 64, kShingles = 256, kSigns = 128;

__global__ void __launch_bounds__(128) library_cards_h6_a(const uint32_t* __restrict__ shingles, const uint2* __restrict__ functions, uint32_t* __restrict__ signature, uint32_t prime) {
    __shared__ uint32_t word[kShingles];
    int t = threadIdx.x;
    for (int s = 0; s < kShingles; s += kSigns) word[s + t] = shingles[blockIdx.x * kShingles + s + t];
    __syncthreads();
    uint2 f = functions[t];
    uint32_t least = 0xffffffffu;
    for (int s = 0; s < kShingles; ++s) {
        uint64_t v = (uint64_t)f.x * word[s] + f.y;
        least = min(least, (uint32_t)(v % prime));
    }
    signature[blockIdx.x * kSigns + t] = least;
}

__global__ void __launch_bounds__(128) library_cards_h6_b(const uint32_t* __restrict__ shingles, const uint2* __restrict__ functions, uint32_t* __restrict__ signature, uint32_t prime, uint64_t inverse) {
    __shared__ uint32_t word[kShingles];
    int t = threadIdx.x;
    for (int s = 0; s < kShingles; s += kSigns) word[s + t] = shingles[blockIdx.x * kShingles + s + t];
    __syncthreads();
    uint2 f = functions[t];
    uint32_t least = 0xffffffffu;
    for (int s = 0; s < kShingles; ++s) {
        uint64_t v = (uint64_t)f.x * word[s] + f.y;
        uint32_t r = (uint32_t)v - (uint32_t)__umul64hi(v, inverse) * prime;  // Barrett: r below 2 * prime
        least = min(least, min(r, r - prime));
    }
    signature[blockIdx.x * kSigns + t] = least;
}

// ---- Letter chest: four parity shards of eight data shards over GF(256) (Reed-Solomon), four bytes a thread.
constexpr int kLetters = 1 << 21, kShards = 8, kParity = 4;
struct Keys { uint8_t at[kParity][kShards]; };

__device__ __forceinline__ uint32_t chest_times(uint32_t a, uint32_t c) {  // one byte
    uint32_t p = 0;
#pragma unroll
    for (int bit = 0; bit < 8; ++bit) {
        if (c & 1) p ^= a;
        c >>= 1;
        bool high = a & 0x80;
        a = (a << 1) & 0xff;
        if (high) a ^= 0x1d;
    }
    return p;
}

__device__ __forceinline__ uint32_t chest_times4(uint32_t a, uint32_t c) {  // four bytes at once
    uint32_t p = 0;
#pragma unroll
    for (int bit = 0; bit < 8; ++bit) {
        if (c & 1) p ^= a;
        c >>= 1;
        a = ((a & 0x7f7f7f7fu) << 1) ^ (((a >> 7) & 0x01010101u) * 0x1du);
    }
    return p;
}

template <bool kPacked>
__device__ __forceinline__ void letter_chest(const uint32_t* __restrict__ data, uint32_t* __restrict__ parity, const Keys& keys) {
    int i = blockIdx.x * 128 + threadIdx.x;
    uint32_t sum[kParity] = {};
#pragma unroll 2
    for (int s = 0; s < kShards; ++s) {
        uint32_t word = data[s * kLetters + i];
#pragma unroll
        for (int k = 0; k < kParity; ++k) {
            uint32_t c = keys.at[k][s];
            if (kPacked) {
                sum[k] ^= chest_times4(word, c);
            } else {
#pragma unroll
                for (int byte = 0; byte < 4; ++byte) sum[k] ^= chest_times((word >> (8 * byte)) & 0xff, c) << (8 * byte);
            }
        }
    }
#pragma unroll
    for (int k = 0; k < kParity; ++k) parity[k * kLetters + i] = sum[k];
}

__global__ void __launch_bounds__(128) letter_chest_h6_a(const uint32_t* __restrict__ data, uint32_t* __restrict__ parity, const __grid_constant__ Keys keys) { letter_chest<false>(data, parity, keys); }
__global__ void __launch_bounds__(128) letter_chest_h6_b(const uint32_t* __restrict__ data, uint32_t* __restrict__ parity, const __grid_constant__ Keys keys) { letter_chest<true>(data, parity, keys); }

// ---- Comet diary: misfit of 16896 candidate tracks (start and speed) to 16384 sightings, compensated sums.
constexpr int kTracks = 132 * 128, kSightings = 16384, kPage = 2048;

struct Tally {
    float sum = 0.0f, lost = 0.0f;
    __device__ __forceinline__ void add(float v) {
        float y = v - lost, t = sum + y;
        lost = (t - sum) - y;
        sum = t;
    }
};

template <int kTallies>
__device__ __forceinline__ void comet_diary(const float2* __restrict__ sightings, const float2* __restrict__ track, float* __restrict__ misfit) {
    __shared__ __align__(16) float2 page[kPage];
    int i = blockIdx.x * 128 + threadIdx.x;
    float2 me = track[i];
    Tally tally[kTallies];
    for (int from = 0; from < kSightings; from += kPage) {
        __syncthreads();
#pragma unroll
        for (int s = 0; s < kPage; s += 128) page[s + threadIdx.x] = sightings[from + s + threadIdx.x];
        __syncthreads();
#pragma unroll 2
        for (int s = 0; s < kPage; s += 4) {
            float4 p = *reinterpret_cast<const float4*>(page + s), q = *reinterpret_cast<const float4*>(page + s + 2);
            float r0 = fmaf(-me.y, p.x, p.y - me.x), r1 = fmaf(-me.y, p.z, p.w - me.x), r2 = fmaf(-me.y, q.x, q.y - me.x), r3 = fmaf(-me.y, q.z, q.w - me.x);
            tally[0].add(r0 * r0);
            tally[1 % kTallies].add(r1 * r1);
            tally[2 % kTallies].add(r2 * r2);
            tally[3 % kTallies].add(r3 * r3);
        }
    }
#pragma unroll
    for (int k = 1; k < kTallies; ++k) { tally[0].add(tally[k].sum); tally[0].add(-tally[k].lost); }
    misfit[i] = tally[0].sum;
}

__global__ void __launch_bounds__(128) comet_diary_h6_a(const float2* __restrict__ sightings, const float2* __restrict__ track, float* __restrict__ misfit) { comet_diary<1>(sightings, track, misfit); }
__global__ void __launch_bounds__(128) comet_diary_h6_b(const float2* __restrict__ sightings, const float2* __restrict__ track, float* __restrict__ misfit) { comet_diary<4>(sightings, track, misfit); }

// ---- Sledge run: six coordinates of each sledge (two a thread) through the linear maps of 64 bends, as beam tracking does.
constexpr int kSledges = 132 * 5 * 256 * 6, kBends = 64;  // pairs

__device__ __forceinline__ float sledge_step(float m, float x, float sum, bool reference) {
    return reference ? __fadd_rn(sum, __fmul_rn(m, x)) : fmaf(m, x, sum);
}

template <bool kReference>
__device__ __forceinline__ void sledge_run(const float4* __restrict__ bends, const float2* __restrict__ start, float2* __restrict__ finish) {
    __shared__ float4 bend[kBends * 9];
#pragma unroll
    for (int from = 0; from < kBends * 9; from += 256)
        if (from + threadIdx.x < kBends * 9) bend[from + threadIdx.x] = bends[from + threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 x[6];
#pragma unroll
    for (int j = 0; j < 6; ++j) x[j] = start[j * kSledges + i];
#pragma unroll 1
    for (int k = 0; k < kBends; ++k) {
        float2 y[6];
#pragma unroll
        for (int half = 0; half < 3; ++half) {
            float4 u = bend[k * 9 + half * 3], v = bend[k * 9 + half * 3 + 1], w = bend[k * 9 + half * 3 + 2];
            float m[12] = {u.x, u.y, u.z, u.w, v.x, v.y, v.z, v.w, w.x, w.y, w.z, w.w};
#pragma unroll
            for (int row = 0; row < 2; ++row) {
                float2 sum = make_float2(__fmul_rn(m[row * 6], x[0].x), __fmul_rn(m[row * 6], x[0].y));
#pragma unroll
                for (int j = 1; j < 6; ++j) {
                    sum.x = sledge_step(m[row * 6 + j], x[j].x, sum.x, kReference);
                    sum.y = sledge_step(m[row * 6 + j], x[j].y, sum.y, kReference);
                }
                y[half * 2 + row] = sum;
            }
        }
#pragma unroll
        for (int j = 0; j < 6; ++j) x[j] = y[j];
    }
#pragma unroll
    for (int j = 0; j < 6; ++j) finish[j * kSledges + i] = x[j];
}

__global__ void __launch_bounds__(256) sledge_run_h6_a(const float4* __restrict__ bends, const float2* __restrict__ start, float2* __restrict__ finish) { sledge_run<true>(bends, start, finish); }
__global__ void __launch_bounds__(256) sledge_run_h6_b(const float4* __restrict__ bends, const float2* __restrict__ start, float2* __restrict__ finish) { sledge_run<false>(bends, start, finish); }

// ---- Rain gauges: exponential smoothing of 1536 readings of each of 33792 gauges.
constexpr int kGauges = 132 * 256, kReadings = 1536;

__global__ void __launch_bounds__(256) rain_gauges_h6_a(const float* rain, float* smooth, int readings, float share) {
    int g = blockIdx.x * 256 + threadIdx.x;
    float level = 0.0f;
    for (int r = 0; r < readings; ++r) {
        level = fmaf(share, rain[r * kGauges + g] - level, level);
        smooth[r * kGauges + g] = level;
    }
}

__global__ void __launch_bounds__(256) rain_gauges_h6_b(const float* __restrict__ rain, float* __restrict__ smooth, int readings, float share) {
    int g = blockIdx.x * 256 + threadIdx.x;
    float level = 0.0f;
    for (int r = 0; r < readings; r += 24) {
        float ahead[24];
#pragma unroll
        for (int k = 0; k < 24; ++k) ahead[k] = rain[(r + k) * kGauges + g];
#pragma unroll
        for (int k = 0; k < 24; ++k) {
            level = fmaf(share, ahead[k] - level, level);
            smooth[(r + k) * kGauges + g] = level;
        }
    }
}

// ---- Winter apples: sugar of each apple from the light through it (Beer's law) and its bias, four apples a thread.
constexpr int kApples = 1 << 24;  // quadruples

template <bool kSwift>
__device__ __forceinline__ float apple_sugar(float light, float bias) {
    float through = fabsf(light) + 1e-3f;
    return fmaf(-0.8f, kSwift ? __logf(through) : logf(through), bias);
}

template <bool kSwift>
__device__ __forceinline__ void winter_apples(const float4* __restrict__ light, const float4* __restrict__ bias, float4* __restrict__ sugar) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 l = light[i], b = bias[i];
    sugar[i] = make_float4(apple_sugar<kSwift>(l.x, b.x), apple_sugar<kSwift>(l.y, b.y), apple_sugar<kSwift>(l.z, b.z), apple_sugar<kSwift>(l.w, b.w));
}

__global__ void __launch_bounds__(256) winter_apples_h6_a(const float4* __restrict__ light, const float4* __restrict__ bias, float4* __restrict__ sugar) { winter_apples<false>(light, bias, sugar); }
__global__ void __launch_bounds__(256) winter_apples_h6_b(const float4* __restrict__ light, const float4* __restrict__ bias, float4* __restrict__ sugar) { winter_apples<true>(light, bias, sugar); }

// ---- Brass lens: undistorted radius of each image point: r (1 + k1 r^2 + ... + k12 r^24) = seen, seven Newton steps, four points a thread.
constexpr int kPoints = 132 * 8 * 256 * 24, kTerms = 12;  // quadruples
struct Brass { float k[kTerms], slope[kTerms]; };

__device__ __forceinline__ float brass_inverse(float v) { float r; asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(v)); return r; }

__global__ void __launch_bounds__(256) brass_lens_h6_a(const float4* __restrict__ seen, float4* __restrict__ radius, const __grid_constant__ Brass lens) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 s = seen[i];
    float goal[4] = {s.x, s.y, s.z, s.w}, r[4] = {s.x, s.y, s.z, s.w};
#pragma unroll 1
    for (int step = 0; step < 7; ++step) {
        float u[4], p[4], d[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) { u[j] = r[j] * r[j]; p[j] = lens.k[kTerms - 1]; d[j] = lens.slope[kTerms - 1]; }
#pragma unroll
        for (int k = kTerms - 2; k >= 0; --k)
#pragma unroll
            for (int j = 0; j < 4; ++j) { p[j] = fmaf(p[j], u[j], lens.k[k]); d[j] = fmaf(d[j], u[j], lens.slope[k]); }
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float error = fmaf(r[j], fmaf(p[j], u[j], 1.0f), -goal[j]), slope = fmaf(d[j], u[j], 1.0f);
            r[j] = fmaf(-error, brass_inverse(slope), r[j]);
        }
    }
    radius[i] = make_float4(r[0], r[1], r[2], r[3]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) { cases.push_back({name, launch, out, count, type}); };

    constexpr size_t kMost = kMosaic;
    static_assert(kMost >= (size_t)kPoints * 4 && kMost >= (size_t)kApples * 4 && kMost >= (size_t)kBeadPixels * 4 && kMost >= (size_t)kSledges * 12 && kMost >= (size_t)kGauges * kReadings && kMost >= (size_t)kLetters * kShards, "fields are too short");
    static_assert(kReadings % 24 == 0 && kMosaic % 256 == 0 && kBeadPixels % 192 == 0 && kLetters % 128 == 0, "sizes");
    float *one = filled<float>(kMost, 61), *two = filled<float>((size_t)kApples * 4, 62), *small = filled<float>(4096, 63), *out = empty<float>(kMost);
    auto f2 = [](float* p) { return reinterpret_cast<float2*>(p); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float2 *one2 = f2(one), *two2 = f2(two), *out2 = f2(out);
    float4 *one4 = f4(one), *two4 = f4(two), *small4 = f4(small), *out4 = f4(out);
    uint32_t* outw = reinterpret_cast<uint32_t*>(out);

    add("harbor_lights_h6_a", out, kViews, [=] { harbor_lights_h6_a<<<kViews / 256, 256>>>(small4, one2, out); });
    add("harbor_lights_h6_b", out, kViews, [=] { harbor_lights_h6_b<<<kViews / 256, 256>>>(small4, one2, out); });

    Suns suns;
    for (int k = 0; k < kSuns; ++k) suns.at[k] = make_float4(0.55f * cosf(0.7f * k), 0.55f * sinf(0.7f * k), 0.3f + 0.03f * k, 0.4f + 0.05f * k);
    add("glass_beads_h6_a", out, kBeadPixels, [=] { glass_beads_h6_a<<<kBeadPixels / 192, 192>>>(one4, out, suns); });
    add("glass_beads_h6_b", out, kBeadPixels, [=] { glass_beads_h6_b<<<kBeadPixels / 192, 192>>>(one4, out, suns); });

    add("village_wells_h6_a", out, kHouses, [=] { village_wells_h6_a<<<kHouses / 256, 256>>>(small4, one, one + kHouses, one + 2 * kHouses, out); });
    add("village_wells_h6_b", out, kHouses, [=] { village_wells_h6_b<<<kHouses / 256, 256>>>(small4, one, one + kHouses, one + 2 * kHouses, out); });

    Divisor deep(kMosDeep), side(kMosSide), across(kMosWide / kMosSide), down(kMosHigh / kMosSide);
    add("mosaic_tiles_h6_a", out, kMosaic, [=] { mosaic_tiles_h6_a<<<kMosaic / 256, 256>>>(one, out, kMosaic, kMosHigh, kMosWide, kMosDeep, kMosSide); });
    add("mosaic_tiles_h6_b", out, kMosaic, [=] { mosaic_tiles_h6_b<<<kMosaic / 256, 256>>>(one, out, kMosaic, kMosHigh, kMosWide, deep, side, across, down); });

    uint32_t prime = 2147483629u;
    uint64_t inverse = ~0ull / prime;
    uint32_t* words = reinterpret_cast<uint32_t*>(indices((size_t)kLetters * kShards, 0xffffffffu, 64));
    uint2* functions = reinterpret_cast<uint2*>(indices(kSigns * 2, prime, 65));
    static_assert(kBooks * kShingles <= kLetters * kShards, "words");
    add("library_cards_h6_a", out, kBooks * kSigns, [=] { library_cards_h6_a<<<kBooks, kSigns>>>(words, functions, outw, prime); }, Output::i32);
    add("library_cards_h6_b", out, kBooks * kSigns, [=] { library_cards_h6_b<<<kBooks, kSigns>>>(words, functions, outw, prime, inverse); }, Output::i32);

    Keys keys;
    for (int k = 0; k < kParity; ++k)
        for (int s = 0; s < kShards; ++s) keys.at[k][s] = (uint8_t)(harness::hash32(k * 8 + s + 99) | 1);
    add("letter_chest_h6_a", out, (size_t)kLetters * kParity, [=] { letter_chest_h6_a<<<kLetters / 128, 128>>>(words, outw, keys); }, Output::i32);
    add("letter_chest_h6_b", out, (size_t)kLetters * kParity, [=] { letter_chest_h6_b<<<kLetters / 128, 128>>>(words, outw, keys); }, Output::i32);

    add("comet_diary_h6_a", out, kTracks, [=] { comet_diary_h6_a<<<kTracks / 128, 128>>>(one2, two2, out); });
    add("comet_diary_h6_b", out, kTracks, [=] { comet_diary_h6_b<<<kTracks / 128, 128>>>(one2, two2, out); });

    std::vector<float> maps(kBends * 36);
    for (int k = 0; k < kBends * 36; ++k) maps[k] = (k % 36 % 7 == 0 ? 1.0f : 0.0f) + 0.03f * harness::unit(k + 5);
    float4* bends = f4(uploaded(maps));
    add("sledge_run_h6_a", out, (size_t)kSledges * 12, [=] { sledge_run_h6_a<<<kSledges / 256, 256>>>(bends, one2, out2); });
    add("sledge_run_h6_b", out, (size_t)kSledges * 12, [=] { sledge_run_h6_b<<<kSledges / 256, 256>>>(bends, one2, out2); });

    add("rain_gauges_h6_a", out, (size_t)kGauges * kReadings, [=] { rain_gauges_h6_a<<<kGauges / 256, 256>>>(one, out, kReadings, 0.15f); });
    add("rain_gauges_h6_b", out, (size_t)kGauges * kReadings, [=] { rain_gauges_h6_b<<<kGauges / 256, 256>>>(one, out, kReadings, 0.15f); });

    add("winter_apples_h6_a", out, (size_t)kApples * 4, [=] { winter_apples_h6_a<<<kApples / 256, 256>>>(one4, two4, out4); });
    add("winter_apples_h6_b", out, (size_t)kApples * 4, [=] { winter_apples_h6_b<<<kApples / 256, 256>>>(one4, two4, out4); });

    Brass lens;
    for (int k = 0; k < kTerms; ++k) { lens.k[k] = 0.08f / (1 + k * k); lens.slope[k] = (2 * k + 3) * lens.k[k]; }
    add("brass_lens_h6_a", out, (size_t)kPoints * 4, [=] { brass_lens_h6_a<<<kPoints / 256, 256>>>(one4, out4, lens); });

    return harness::run(argc, argv, cases);
}
