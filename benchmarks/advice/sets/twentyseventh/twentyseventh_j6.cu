// Eleven measured cases from observatories, laboratories and stages: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Interferometer: visibility that each baseline sample of a dish array sees of 64 point sources (direct Fourier sum).
constexpr int kSamples = 132 * 8 * 256 * 8, kSources = 64;

template <bool kQuick>
__device__ __forceinline__ void dish_array(const float4* __restrict__ sources, const float4* __restrict__ uvw, float2* __restrict__ visibility) {
    __shared__ float4 sky[kSources];
    if (threadIdx.x < kSources) sky[threadIdx.x] = sources[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = uvw[i];
    float re = 0.0f, im = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kSources; ++k) {
        float4 s = sky[k];
        float turns = fmaf(3.0f * p.x, s.x, fmaf(3.0f * p.y, s.y, p.z * s.z)), sine, cosine;
        turns -= rintf(turns);
        if constexpr (kQuick) __sincosf(6.2831853f * turns, &sine, &cosine);
        else sincosf(6.2831853f * turns, &sine, &cosine);
        re = fmaf(s.w, cosine, re);
        im = fmaf(s.w, sine, im);
    }
    visibility[i] = make_float2(re, im);
}

__global__ void __launch_bounds__(256) dish_array_j6_a(const float4* __restrict__ sources, const float4* __restrict__ uvw, float2* __restrict__ visibility) {
    dish_array<false>(sources, uvw, visibility);
}
__global__ void __launch_bounds__(256) dish_array_j6_b(const float4* __restrict__ sources, const float4* __restrict__ uvw, float2* __restrict__ visibility) {
    dish_array<true>(sources, uvw, visibility);
}

// ---- Film: colour grading of scanned frames: decode the transfer curve, lift and gain in linear light, encode for the display.
constexpr int kFilm = 132 * 8 * 256 * 64;  // quadruples

template <bool kQuick>
__device__ __forceinline__ float grade(float code, float gain, float lift) {
    float scan = fmaf(0.49f, code, 0.5f);
    float light = kQuick ? __powf(scan, 2.4f) : powf(scan, 2.4f);
    light = fmaf(gain, light, lift);
    return kQuick ? __powf(light, 0.4545f) : powf(light, 0.4545f);
}

__global__ void __launch_bounds__(256) velvet_film_j6_a(const float4* __restrict__ scan, float4* __restrict__ screen, float gain, float lift) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 c = scan[i];
    screen[i] = make_float4(grade<false>(c.x, gain, lift), grade<false>(c.y, gain, lift), grade<false>(c.z, gain, lift), grade<false>(c.w, gain, lift));
}
__global__ void __launch_bounds__(256) velvet_film_j6_b(const float4* __restrict__ scan, float4* __restrict__ screen, float gain, float lift) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 c = scan[i];
    screen[i] = make_float4(grade<true>(c.x, gain, lift), grade<true>(c.y, gain, lift), grade<true>(c.z, gain, lift), grade<true>(c.w, gain, lift));
}

// ---- Etchings: one reweighted-least-squares sweep over a scanned plate, 7 x 7 neighbours with weights of the absolute difference.
constexpr int kPlateW = 4096, kPlateH = 2304, kReach = 3, kInkW = 32 + 2 * kReach, kInkH = 8 + 2 * kReach;

template <bool kQuick>
__device__ __forceinline__ void etching_plate(const float* __restrict__ plate, float* __restrict__ clean, float soft) {
    __shared__ float ink[kInkH][kInkW];
    int x0 = blockIdx.x * 32 - kReach, y0 = blockIdx.y * 8 - kReach;
    for (int s = threadIdx.y * 32 + threadIdx.x; s < kInkW * kInkH; s += 256) {
        int x = min(max(x0 + s % kInkW, 0), kPlateW - 1), y = min(max(y0 + s / kInkW, 0), kPlateH - 1);
        ink[s / kInkW][s % kInkW] = plate[y * kPlateW + x];
    }
    __syncthreads();
    float mine = ink[threadIdx.y + kReach][threadIdx.x + kReach], sum = 0.0f, weight = 0.0f;
#pragma unroll 1
    for (int dy = 0; dy <= 2 * kReach; ++dy) {
        float fall = 1.0f - 0.05f * ((dy - kReach) * (dy - kReach));
#pragma unroll
        for (int dx = 0; dx <= 2 * kReach; ++dx) {
            float v = ink[threadIdx.y + dy][threadIdx.x + dx], d = v - mine, square = fmaf(d, d, soft);
            float w = kQuick ? fall * rsqrtf(square) : fall / sqrtf(square);
            sum = fmaf(w, v, sum);
            weight += w;
        }
    }
    clean[(y0 + kReach + threadIdx.y) * kPlateW + x0 + kReach + threadIdx.x] = sum / weight;
}

__global__ void __launch_bounds__(256) etching_plate_j6_a(const float* __restrict__ plate, float* __restrict__ clean, float soft) { etching_plate<false>(plate, clean, soft); }
__global__ void __launch_bounds__(256) etching_plate_j6_b(const float* __restrict__ plate, float* __restrict__ clean, float soft) { etching_plate<true>(plate, clean, soft); }

// ---- Scalar field on a four-dimensional periodic lattice: one relaxation sweep over the eight neighbours of every site.
constexpr int kLx = 96, kLy = 64, kLz = 64, kLt = 64, kSites = kLx * kLy * kLz * kLt;

struct Extent {  // of one direction
    int n;
    __device__ __forceinline__ int over(int v) const { return v / n; }
    __device__ __forceinline__ int wrap(int v) const { return v % n; }
};
struct ReadyExtent {  // with multiplier and shift for quotients of numbers from 0 to 2^31 - 1
    int n;
    uint32_t multiplier, shift;
    explicit ReadyExtent(int extent) : n(extent), shift(0) {
        while ((1ull << shift) < (uint64_t)n) ++shift;
        multiplier = (uint32_t)(((1ull << 32) * ((1ull << shift) - n)) / n + 1);
    }
    __device__ __forceinline__ int over(int v) const { return (int)((__umulhi((uint32_t)v, multiplier) + (uint32_t)v) >> shift); }
    __device__ __forceinline__ int wrap(int v) const { return v - over(v) * n; }
};

template <typename E>
__device__ __forceinline__ void torus_field(const float* __restrict__ phi, float* __restrict__ next, E ex, E ey, E ez, E et) {
    int i = blockIdx.x * 256 + threadIdx.x;
    int row = ex.over(i), x = i - row * ex.n, plane = ey.over(row), y = row - plane * ey.n, t = ez.over(plane), z = plane - t * ez.n;
    auto site = [&](int a, int b, int c, int d) { return phi[((d * ez.n + c) * ey.n + b) * ex.n + a]; };
    float sum = site(ex.wrap(x + 1), y, z, t) + site(ex.wrap(x + ex.n - 1), y, z, t);
    sum += site(x, ey.wrap(y + 1), z, t) + site(x, ey.wrap(y + ey.n - 1), z, t);
    sum += site(x, y, ez.wrap(z + 1), t) + site(x, y, ez.wrap(z + ez.n - 1), t);
    sum += site(x, y, z, et.wrap(t + 1)) + site(x, y, z, et.wrap(t + et.n - 1));
    float f = phi[i];
    next[i] = fmaf(0.08f, sum, f * fmaf(-0.05f * f, f, 0.3f));
}

__global__ void __launch_bounds__(256) torus_field_j6_a(const float* __restrict__ phi, float* __restrict__ next, Extent ex, Extent ey, Extent ez, Extent et) {
    torus_field(phi, next, ex, ey, ez, et);
}
__global__ void __launch_bounds__(256) torus_field_j6_b(const float* __restrict__ phi, float* __restrict__ next, ReadyExtent ex, ReadyExtent ey, ReadyExtent ez, ReadyExtent et) {
    torus_field(phi, next, ex, ey, ez, et);
}

// ---- Seaweed survey: nearest of 24 sample barcodes to each sequenced tag of 128 bases (two bits a base), by mismatches.
constexpr int kTags = 132 * 8 * 256 * 8, kWords = 8, kCodes = 24;

template <bool kWide>
__device__ __forceinline__ int mismatches(uint32_t one, uint32_t two) {
    uint32_t x = one ^ two;
    if constexpr (kWide) return __popc((x | (x >> 1)) & 0x55555555u);
    int count = 0;
#pragma unroll
    for (int base = 0; base < 16; ++base) count += ((x >> (2 * base)) & 3u) != 0;
    return count;
}

template <bool kWide>
__device__ __forceinline__ void kelp_tags(const uint32_t* __restrict__ tags, const uint4* __restrict__ codes, int* __restrict__ nearest) {
    __shared__ uint4 kit[kCodes * 2];
    if (threadIdx.x < kCodes * 2) kit[threadIdx.x] = codes[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    uint32_t tag[kWords];
#pragma unroll
    for (int w = 0; w < kWords; ++w) tag[w] = tags[w * kTags + i];
    int best = 1 << 30;
#pragma unroll 1
    for (int c = 0; c < kCodes; ++c) {
        uint4 low = kit[2 * c], high = kit[2 * c + 1];
        int far = mismatches<kWide>(tag[0], low.x) + mismatches<kWide>(tag[1], low.y) + mismatches<kWide>(tag[2], low.z) + mismatches<kWide>(tag[3], low.w) +
                  mismatches<kWide>(tag[4], high.x) + mismatches<kWide>(tag[5], high.y) + mismatches<kWide>(tag[6], high.z) + mismatches<kWide>(tag[7], high.w);
        best = min(best, far * 32 + c);
    }
    nearest[i] = best;
}

__global__ void __launch_bounds__(256) kelp_tags_j6_a(const uint32_t* __restrict__ tags, const uint4* __restrict__ codes, int* __restrict__ nearest) { kelp_tags<false>(tags, codes, nearest); }
__global__ void __launch_bounds__(256) kelp_tags_j6_b(const uint32_t* __restrict__ tags, const uint4* __restrict__ codes, int* __restrict__ nearest) { kelp_tags<true>(tags, codes, nearest); }

// ---- Hearing: what is left of one recording in each of 16896 leaky memories, every one with its own decay.
constexpr int kMemories = 132 * 128, kRecording = 65536, kReel = 8192;

__device__ __forceinline__ void next_reel(float4* reel, const float4* __restrict__ sound) {
    __syncthreads();
#pragma unroll
    for (int s = 0; s < kReel / 4; s += 128) reel[s + threadIdx.x] = sound[s + threadIdx.x];
    __syncthreads();
}

__global__ void __launch_bounds__(128) fading_echo_j6_a(const float4* __restrict__ sound, const float* __restrict__ decays, float* __restrict__ level) {
    __shared__ float4 reel[kReel / 4];
    int i = blockIdx.x * 128 + threadIdx.x;
    float decay = fmaf(0.049f, decays[i], 0.95f), left = 0.0f;
    for (int from = 0; from < kRecording / 4; from += kReel / 4) {
        next_reel(reel, sound + from);
#pragma unroll 16
        for (int s = 0; s < kReel / 4; ++s) {
            float4 v = reel[s];
            left = fmaf(left, decay, v.x);
            left = fmaf(left, decay, v.y);
            left = fmaf(left, decay, v.z);
            left = fmaf(left, decay, v.w);
        }
    }
    level[i] = left;
}

__global__ void __launch_bounds__(128) fading_echo_j6_b(const float4* __restrict__ sound, const float* __restrict__ decays, float* __restrict__ level) {
    __shared__ float4 reel[kReel / 4];
    int i = blockIdx.x * 128 + threadIdx.x;
    float decay = fmaf(0.049f, decays[i], 0.95f), four = decay * decay * decay * decay;
    float4 left = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    for (int from = 0; from < kRecording / 4; from += kReel / 4) {
        next_reel(reel, sound + from);
#pragma unroll 16
        for (int s = 0; s < kReel / 4; ++s) {
            float4 v = reel[s];
            left.x = fmaf(left.x, four, v.x);
            left.y = fmaf(left.y, four, v.y);
            left.z = fmaf(left.z, four, v.z);
            left.w = fmaf(left.w, four, v.w);
        }
    }
    level[i] = fmaf(fmaf(fmaf(left.x, decay, left.y), decay, left.z), decay, left.w);
}

// ---- Drones: 128 control steps of the roll state (angle, rate, motor, integral) of two million simulated flights.
constexpr int kFlights = 132 * 8 * 256 * 8, kControl = 128;
struct Roll { float m[4][4], wind[4]; };

struct Rounded { static __device__ __forceinline__ float add(float a, float b, float c) { return __fadd_rn(__fmul_rn(a, b), c); } };
struct Fused { static __device__ __forceinline__ float add(float a, float b, float c) { return fmaf(a, b, c); } };

template <typename Sum>
__device__ __forceinline__ void drone_swarm(const float4* __restrict__ start, const float* __restrict__ gust, float4* __restrict__ end, const Roll& roll) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 s = start[i];
    float g = gust[i], push[4];
#pragma unroll
    for (int r = 0; r < 4; ++r) push[r] = roll.wind[r] * g;
#pragma unroll 4
    for (int step = 0; step < kControl; ++step) {
        float n[4];
#pragma unroll
        for (int r = 0; r < 4; ++r)
            n[r] = Sum::add(roll.m[r][3], s.w, Sum::add(roll.m[r][2], s.z, Sum::add(roll.m[r][1], s.y, Sum::add(roll.m[r][0], s.x, push[r]))));
        s = make_float4(n[0], n[1], n[2], n[3]);
    }
    end[i] = s;
}

__global__ void __launch_bounds__(256) drone_swarm_j6_a(const float4* __restrict__ start, const float* __restrict__ gust, float4* __restrict__ end, const __grid_constant__ Roll roll) {
    drone_swarm<Rounded>(start, gust, end, roll);
}
__global__ void __launch_bounds__(256) drone_swarm_j6_b(const float4* __restrict__ start, const float* __restrict__ gust, float4* __restrict__ end, const __grid_constant__ Roll roll) {
    drone_swarm<Fused>(start, gust, end, roll);
}

// ---- Weather: rain falling through the 512 levels of each of 33792 columns of a regional model, from the top down.
constexpr int kColumns = 132 * 256, kLevels = 512;

__device__ __forceinline__ float rain_below(float rain, float vapour, float lift) {
    float made = fmaxf(fmaf(0.4f, lift, vapour), 0.0f);
    return fmaf(0.93f, rain, 0.1f * made);
}

__global__ void __launch_bounds__(256) monsoon_rain_j6_a(const float* vapour, const float* lift, float* rain) {
    int c = blockIdx.x * 256 + threadIdx.x;
    float falling = 0.0f;
    for (int level = 0; level < kLevels; ++level) {
        int at = level * kColumns + c;
        falling = rain_below(falling, vapour[at], lift[at]);
        rain[at] = falling;
    }
}

__global__ void __launch_bounds__(256) monsoon_rain_j6_b(const float* vapour, const float* lift, float* rain) {
    int c = blockIdx.x * 256 + threadIdx.x;
    float falling = 0.0f;
    for (int level = 0; level < kLevels; level += 16) {
        float v[16], l[16];
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            int at = (level + k) * kColumns + c;
            v[k] = vapour[at]; l[k] = lift[at];
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            falling = rain_below(falling, v[k], l[k]);
            rain[(level + k) * kColumns + c] = falling;
        }
    }
}

// ---- Organ: loudness of each of a million synthesised voices; the eight warps of a block play eight stops (patches).
constexpr int kVoices = 132 * 8 * 256 * 4, kChunk = 128, kChunks = 4;

template <int kStop, int kUnroll>
__device__ __forceinline__ float organ_stop(float4 pipe) {
    constexpr float e1 = 0.031f + 0.0043f * kStop, e2 = 0.052f + 0.0071f * kStop, e3 = 0.017f + 0.0029f * kStop;
    constexpr float mix = 0.41f - 0.03f * kStop, bend = 0.11f + 0.01f * kStop, cut = 0.21f + 0.02f * kStop;
    float a = pipe.x, b = pipe.y, c = pipe.z, d = pipe.w, e = 0.5f * pipe.x, f = 0.5f * pipe.z, low = 0.0f, lower = 0.0f, loud = 0.0f;
#pragma unroll 1
    for (int chunk = 0; chunk < kChunks; ++chunk) {
#pragma unroll kUnroll
        for (int s = 0; s < kChunk; ++s) {
            a = fmaf(-e1, b, a); b = fmaf(e1, a, b);  // three oscillators
            c = fmaf(-e2, d, c); d = fmaf(e2, c, d);
            e = fmaf(-e3, f, e); f = fmaf(e3, e, f);
            float tone = fmaf(mix, c, fmaf(0.3f, e, 0.4f * a));
            tone = tone * fmaf(-bend * tone, tone, 1.0f);  // soft clipping
            low = fmaf(cut, tone - low, low);  // two poles
            lower = fmaf(cut, low - lower, lower);
            loud = fmaf(lower, lower, loud);
        }
    }
    return loud;
}

template <int kUnroll>
__device__ __forceinline__ void organ_pipes(const float4* __restrict__ pipes, float* __restrict__ loud) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 pipe = pipes[i];
    float level = 0.0f;
    switch (threadIdx.x / 32) {
        case 0: level = organ_stop<0, kUnroll>(pipe); break;
        case 1: level = organ_stop<1, kUnroll>(pipe); break;
        case 2: level = organ_stop<2, kUnroll>(pipe); break;
        case 3: level = organ_stop<3, kUnroll>(pipe); break;
        case 4: level = organ_stop<4, kUnroll>(pipe); break;
        case 5: level = organ_stop<5, kUnroll>(pipe); break;
        case 6: level = organ_stop<6, kUnroll>(pipe); break;
        default: level = organ_stop<7, kUnroll>(pipe); break;
    }
    loud[i] = level;
}

__global__ void __launch_bounds__(256) organ_pipes_j6_a(const float4* __restrict__ pipes, float* __restrict__ loud) { organ_pipes<kChunk>(pipes, loud); }
__global__ void __launch_bounds__(256) organ_pipes_j6_b(const float4* __restrict__ pipes, float* __restrict__ loud) { organ_pipes<4>(pipes, loud); }

// ---- X-rays: line integrals of attenuation from detector counts and the gain of each detector element.
constexpr int kRays = 132 * 8 * 256 * 64;  // quadruples

template <bool kQuick>
__device__ __forceinline__ float depth_of(float count, float gain) {
    float share = fmaf(0.4f, count, 0.5f) * fmaf(0.2f, gain, 0.8f);
    return -(kQuick ? __logf(share) : logf(share));
}
template <bool kQuick>
__device__ __forceinline__ void xray_bench(const float4* __restrict__ counts, const float4* __restrict__ gains, float4* __restrict__ depth) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 c = counts[i], g = gains[i];
    depth[i] = make_float4(depth_of<kQuick>(c.x, g.x), depth_of<kQuick>(c.y, g.y), depth_of<kQuick>(c.z, g.z), depth_of<kQuick>(c.w, g.w));
}
__global__ void __launch_bounds__(256) xray_bench_j6_a(const float4* __restrict__ counts, const float4* __restrict__ gains, float4* __restrict__ depth) { xray_bench<false>(counts, gains, depth); }
__global__ void __launch_bounds__(256) xray_bench_j6_b(const float4* __restrict__ counts, const float4* __restrict__ gains, float4* __restrict__ depth) { xray_bench<true>(counts, gains, depth); }

// ---- Dice: table of random words from a counter-based stream (ChaCha20 core), sixteen words a thread in four planes.
constexpr int kCups = 132 * 8 * 256 * 16;

__device__ __forceinline__ uint32_t turned(uint32_t v, int by) { return __funnelshift_l(v, v, by); }
__device__ __forceinline__ void shake(uint32_t& a, uint32_t& b, uint32_t& c, uint32_t& d) {
    a += b; d = turned(d ^ a, 16);
    c += d; b = turned(b ^ c, 12);
    a += b; d = turned(d ^ a, 8);
    c += d; b = turned(b ^ c, 7);
}

__global__ void __launch_bounds__(256) dice_cups_j6_a(const uint4* __restrict__ key, uint4* __restrict__ dice) {
    uint32_t i = blockIdx.x * 256 + threadIdx.x;
    uint4 k0 = key[0], k1 = key[1];
    const uint32_t in[16] = {0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u, k0.x, k0.y, k0.z, k0.w, k1.x, k1.y, k1.z, k1.w, i, 0u, 7u, 11u};
    uint32_t v[16];
#pragma unroll
    for (int w = 0; w < 16; ++w) v[w] = in[w];
#pragma unroll 2
    for (int twice = 0; twice < 10; ++twice) {
        shake(v[0], v[4], v[8], v[12]); shake(v[1], v[5], v[9], v[13]); shake(v[2], v[6], v[10], v[14]); shake(v[3], v[7], v[11], v[15]);
        shake(v[0], v[5], v[10], v[15]); shake(v[1], v[6], v[11], v[12]); shake(v[2], v[7], v[8], v[13]); shake(v[3], v[4], v[9], v[14]);
    }
#pragma unroll
    for (int w = 0; w < 16; w += 4)
        dice[(w / 4) * (size_t)kCups + i] = make_uint4(v[w] + in[w], v[w + 1] + in[w + 1], v[w + 2] + in[w + 2], v[w + 3] + in[w + 3]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type}); };

    // Shared by all: two input fields, one field of integers, one result.
    constexpr size_t kMost = (size_t)kFilm * 4;
    static_assert(kSites <= kMost && (size_t)kLevels * kColumns <= kMost && (size_t)kRays * 4 <= kMost && (size_t)kCups * 16 <= kMost && (size_t)kFlights * 4 <= kMost, "fields are too short");
    float *one = filled<float>(kMost, 61), *two = filled<float>(kMost, 62), *out = empty<float>(kMost);
    int* words = indices((size_t)kTags * kWords, 0xffffffffu, 63);
    uint32_t* tags = reinterpret_cast<uint32_t*>(words);
    const uint4* codes = reinterpret_cast<const uint4*>(indices(kCodes * kWords, 0xffffffffu, 1234567u));
    float2* out2 = reinterpret_cast<float2*>(out);
    float4 *one4 = reinterpret_cast<float4*>(one), *two4 = reinterpret_cast<float4*>(two), *out4 = reinterpret_cast<float4*>(out);
    int* outi = reinterpret_cast<int*>(out);
    uint4* outu4 = reinterpret_cast<uint4*>(out);

    add("dish_array_j6_a", out, (size_t)kSamples * 2, [=] { dish_array_j6_a<<<kSamples / 256, 256>>>(two4, one4, out2); });
    add("dish_array_j6_b", out, (size_t)kSamples * 2, [=] { dish_array_j6_b<<<kSamples / 256, 256>>>(two4, one4, out2); });

    add("velvet_film_j6_a", out, kMost, [=] { velvet_film_j6_a<<<kFilm / 256, 256>>>(one4, out4, 0.92f, 0.02f); });
    add("velvet_film_j6_b", out, kMost, [=] { velvet_film_j6_b<<<kFilm / 256, 256>>>(one4, out4, 0.92f, 0.02f); });

    add("etching_plate_j6_a", out, (size_t)kPlateW * kPlateH, [=] { etching_plate_j6_a<<<dim3(kPlateW / 32, kPlateH / 8), dim3(32, 8)>>>(one, out, 0.01f); });
    add("etching_plate_j6_b", out, (size_t)kPlateW * kPlateH, [=] { etching_plate_j6_b<<<dim3(kPlateW / 32, kPlateH / 8), dim3(32, 8)>>>(one, out, 0.01f); });

    add("torus_field_j6_a", out, kSites, [=] { torus_field_j6_a<<<kSites / 256, 256>>>(one, out, Extent{kLx}, Extent{kLy}, Extent{kLz}, Extent{kLt}); });
    add("torus_field_j6_b", out, kSites, [=] { torus_field_j6_b<<<kSites / 256, 256>>>(one, out, ReadyExtent(kLx), ReadyExtent(kLy), ReadyExtent(kLz), ReadyExtent(kLt)); });

    add("kelp_tags_j6_a", out, kTags, [=] { kelp_tags_j6_a<<<kTags / 256, 256>>>(tags, codes, outi); }, Output::i32);
    add("kelp_tags_j6_b", out, kTags, [=] { kelp_tags_j6_b<<<kTags / 256, 256>>>(tags, codes, outi); }, Output::i32);

    add("fading_echo_j6_a", out, kMemories, [=] { fading_echo_j6_a<<<kMemories / 128, 128>>>(one4, two, out); });
    add("fading_echo_j6_b", out, kMemories, [=] { fading_echo_j6_b<<<kMemories / 128, 128>>>(one4, two, out); });

    Roll roll = {{{0.998f, 0.010f, 0.001f, -0.002f}, {-0.040f, 0.965f, 0.050f, -0.010f}, {-0.030f, -0.060f, 0.900f, 0.020f}, {0.010f, 0.002f, -0.003f, 0.990f}},
                 {0.001f, 0.020f, 0.005f, 0.002f}};
    add("drone_swarm_j6_a", out, (size_t)kFlights * 4, [=] { drone_swarm_j6_a<<<kFlights / 256, 256>>>(one4, two, out4, roll); });
    add("drone_swarm_j6_b", out, (size_t)kFlights * 4, [=] { drone_swarm_j6_b<<<kFlights / 256, 256>>>(one4, two, out4, roll); });

    add("monsoon_rain_j6_a", out, (size_t)kLevels * kColumns, [=] { monsoon_rain_j6_a<<<kColumns / 256, 256>>>(one, two, out); });
    add("monsoon_rain_j6_b", out, (size_t)kLevels * kColumns, [=] { monsoon_rain_j6_b<<<kColumns / 256, 256>>>(one, two, out); });

    add("organ_pipes_j6_a", out, kVoices, [=] { organ_pipes_j6_a<<<kVoices / 256, 256>>>(one4, out); });
    add("organ_pipes_j6_b", out, kVoices, [=] { organ_pipes_j6_b<<<kVoices / 256, 256>>>(one4, out); });

    add("xray_bench_j6_a", out, (size_t)kRays * 4, [=] { xray_bench_j6_a<<<kRays / 256, 256>>>(one4, two4, out4); });
    add("xray_bench_j6_b", out, (size_t)kRays * 4, [=] { xray_bench_j6_b<<<kRays / 256, 256>>>(one4, two4, out4); });

    add("dice_cups_j6_a", out, (size_t)kCups * 16, [=] { dice_cups_j6_a<<<kCups / 256, 256>>>(reinterpret_cast<const uint4*>(words), outu4); }, Output::i32);

    return harness::run(argc, argv, cases);
}
