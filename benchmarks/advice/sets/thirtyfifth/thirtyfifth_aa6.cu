// Eleven measured cases of arithmetic and latency: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Murals: scanned colour values decoded from the display curve, exposed and encoded again for print.
constexpr int kPigments = 3 << 25;  // quadruples

__device__ __forceinline__ float pigment_exact(float v) { return powf(0.8f * powf(fmaf(0.45f, v, 0.5f), 2.4f), 1.0f / 2.2f); }
__device__ __forceinline__ float pigment_quick(float v) { return __powf(0.8f * __powf(fmaf(0.45f, v, 0.5f), 2.4f), 1.0f / 2.2f); }

__global__ void __launch_bounds__(256) mural_pigment_aa6_a(const float4* __restrict__ scan, float4* __restrict__ print) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = scan[i];
    print[i] = make_float4(pigment_exact(v.x), pigment_exact(v.y), pigment_exact(v.z), pigment_exact(v.w));
}

__global__ void __launch_bounds__(256) mural_pigment_aa6_b(const float4* __restrict__ scan, float4* __restrict__ print) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = scan[i];
    print[i] = make_float4(pigment_quick(v.x), pigment_quick(v.y), pigment_quick(v.z), pigment_quick(v.w));
}

// ---- Radio interferometer: model visibility of each (u, v) sample from 40 point sources.
constexpr int kSamples = 132 * 8 * 256, kSources = 40;

template <bool kQuick>
__device__ __forceinline__ void beam_sum(const float2* __restrict__ uv, const float4* __restrict__ sky, float2* __restrict__ visibility) {
    __shared__ float4 source[kSources];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    if (t < kSources) source[t] = sky[t];
    float2 at = uv[i];
    float u = 8.0f * at.x, v = 8.0f * at.y, re = 0.0f, im = 0.0f;
    __syncthreads();
#pragma unroll 4
    for (int s = 0; s < kSources; ++s) {
        float4 p = source[s];
        float phase = fmaf(u, p.x, v * p.y), sine, cosine;
        if (kQuick) __sincosf(phase, &sine, &cosine); else sincosf(phase, &sine, &cosine);
        re = fmaf(p.z, cosine, re);
        im = fmaf(p.z, sine, im);
    }
    visibility[i] = make_float2(re, im);
}

__global__ void __launch_bounds__(256) lighthouse_beams_aa6_a(const float2* __restrict__ uv, const float4* __restrict__ sky, float2* __restrict__ visibility) {
    beam_sum<false>(uv, sky, visibility);
}
__global__ void __launch_bounds__(256) lighthouse_beams_aa6_b(const float2* __restrict__ uv, const float4* __restrict__ sky, float2* __restrict__ visibility) {
    beam_sum<true>(uv, sky, visibility);
}

// ---- Molecule: electrostatic potential of 128 charges on a lattice of 64 x 64 x 66 points.
constexpr int kLattice = 64 * 64 * 66, kCharges = 128;

template <bool kReciprocal>
__device__ __forceinline__ void lamp_glow(const float4* __restrict__ charges, float* __restrict__ potential) {
    __shared__ float4 charge[kCharges];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    if (t < kCharges) charge[t] = charges[t];
    float x = (i % 64) * (2.0f / 64) - 1.0f, y = (i / 64 % 64) * (2.0f / 64) - 1.0f, z = (i / 4096) * (2.0f / 66) - 1.0f, sum = 0.0f;
    __syncthreads();
#pragma unroll 4
    for (int k = 0; k < kCharges; ++k) {
        float4 q = charge[k];
        float dx = x - q.x, dy = y - q.y, dz = z - q.z;
        float square = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f)));
        if (kReciprocal) sum = fmaf(q.w, rsqrtf(square), sum);
        else sum += q.w / sqrtf(square);
    }
    potential[i] = sum;
}

__global__ void __launch_bounds__(256) garden_lamps_aa6_a(const float4* __restrict__ charges, float* __restrict__ potential) { lamp_glow<false>(charges, potential); }
__global__ void __launch_bounds__(256) garden_lamps_aa6_b(const float4* __restrict__ charges, float* __restrict__ potential) { lamp_glow<true>(charges, potential); }

// ---- Tensor framework: sum of a dense 5-D tensor and one broadcast over some of its dimensions, any shape.
constexpr int kTiles5 = 16 * 32 * 40 * 50 * 64;

struct FloorShape { int64_t size[5], stride[5]; uint32_t narrow[5], magic[5], shift[5]; };

__device__ __forceinline__ int64_t floor_offset(int64_t rest, const FloorShape& shape) {
    int64_t offset = 0;
#pragma unroll
    for (int k = 4; k > 0; --k) {
        offset += rest % shape.size[k] * shape.stride[k];
        rest /= shape.size[k];
    }
    return offset + rest * shape.stride[0];
}

__device__ __forceinline__ uint32_t floor_offset_quick(uint32_t rest, const FloorShape& shape) {  // exact below 2^31
    uint32_t offset = 0;
#pragma unroll
    for (int k = 4; k > 0; --k) {
        uint32_t q = (__umulhi(rest, shape.magic[k]) + rest) >> shape.shift[k];
        offset += (rest - q * shape.narrow[k]) * (uint32_t)shape.stride[k];
        rest = q;
    }
    return offset + rest * (uint32_t)shape.stride[0];
}

template <bool kQuick>
__device__ __forceinline__ void floor_add(const float* __restrict__ dense, const float* __restrict__ wide, float* __restrict__ out, const FloorShape& shape) {
    int first = blockIdx.x * 1024 + threadIdx.x;
    float d[4], w[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) d[j] = dense[first + j * 256];
#pragma unroll
    for (int j = 0; j < 4; ++j) w[j] = kQuick ? wide[floor_offset_quick(first + j * 256, shape)] : wide[floor_offset(first + j * 256, shape)];
#pragma unroll
    for (int j = 0; j < 4; ++j) out[first + j * 256] = d[j] + w[j];
}

__global__ void __launch_bounds__(256) parquet_floor_aa6_a(const float* __restrict__ dense, const float* __restrict__ wide, float* __restrict__ out, FloorShape shape) {
    floor_add<false>(dense, wide, out, shape);
}
__global__ void __launch_bounds__(256) parquet_floor_aa6_b(const float* __restrict__ dense, const float* __restrict__ wide, float* __restrict__ out, FloorShape shape) {
    floor_add<true>(dense, wide, out, shape);
}

// ---- Genomics: Rabin fingerprint of 24-mers packed by two bits a base, modulo a prime chosen at run time.
constexpr int kWords = 132 * 8 * 256, kBases = 24;

__global__ void __launch_bounds__(256) weaving_pattern_aa6_a(const unsigned long long* __restrict__ kmer, int* __restrict__ print, unsigned long long radix,
                                                             unsigned long long prime) {
    int i = blockIdx.x * 256 + threadIdx.x;
    unsigned long long bases = kmer[i], hash = 1;
#pragma unroll 4
    for (int b = 0; b < kBases; ++b) {
        hash = (hash * radix + (bases & 3) + 1) % prime;
        bases >>= 2;
    }
    print[i] = (int)hash;
}

__global__ void __launch_bounds__(256) weaving_pattern_aa6_b(const unsigned long long* __restrict__ kmer, int* __restrict__ print, unsigned long long radix,
                                                             unsigned long long prime, unsigned long long inverse) {
    int i = blockIdx.x * 256 + threadIdx.x;
    unsigned long long bases = kmer[i], hash = 1;
#pragma unroll 4
    for (int b = 0; b < kBases; ++b) {
        unsigned long long x = hash * radix + (bases & 3) + 1;
        x -= __umul64hi(x, inverse) * prime;  // inverse = floor(2^64 / prime): at most one prime too much is left
        hash = x >= prime ? x - prime : x;
        bases >>= 2;
    }
    print[i] = (int)hash;
}

// ---- Batteries: 2048 time steps of the charge of 16896 cells, each with a voltage curve of degree 31, a thread a cell.
constexpr int kCells = 132 * 128, kHours = 2048;

struct TrainCurve { float c[32]; };

__device__ __forceinline__ float train_volts(float s, const TrainCurve& curve) {
    float v = curve.c[31];
#pragma unroll
    for (int k = 30; k >= 0; --k) v = fmaf(v, s, curve.c[k]);
    return v;
}

__device__ __forceinline__ float train_volts_split(float s, const TrainCurve& curve) {  // four polynomials of s^4
    float s2 = s * s, s4 = s2 * s2, v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = curve.c[28 + j];
#pragma unroll
    for (int k = 24; k >= 0; k -= 4) {
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = fmaf(v[j], s4, curve.c[k + j]);
    }
    return fmaf(fmaf(v[3], s, v[2]), s2, fmaf(v[1], s, v[0]));
}

template <bool kSplit>
__device__ __forceinline__ void train_ride(const float2* __restrict__ start, float2* __restrict__ end, const TrainCurve& curve) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float2 cell = start[i];
    float charge = 0.5f * cell.x, demand = 0.3f * cell.y, sum = 0.0f;
#pragma unroll 4
    for (int hour = 0; hour < kHours; ++hour) {
        float volts = kSplit ? train_volts_split(charge, curve) : train_volts(charge, curve);
        sum += volts;
        charge = fmaf(0.002f, demand - volts, charge);
    }
    end[i] = make_float2(charge, sum * (1.0f / kHours));
}

__global__ void __launch_bounds__(128) night_train_aa6_a(const float2* __restrict__ start, float2* __restrict__ end, TrainCurve curve) { train_ride<false>(start, end, curve); }
__global__ void __launch_bounds__(128) night_train_aa6_b(const float2* __restrict__ start, float2* __restrict__ end, TrainCurve curve) { train_ride<true>(start, end, curve); }

// ---- Radio receiver: filter of 128 taps over a long signal, sixteen neighbouring outputs a thread.
constexpr int kTaps = 128, kSignal = 1 << 28;

template <bool kFused>
__device__ __forceinline__ float lock_step(float a, float b, float c) { return kFused ? __fmaf_rn(a, b, c) : __fadd_rn(__fmul_rn(a, b), c); }

__device__ __forceinline__ int lock_pad(int q) { return q + q / 4; }  // keeps threads 64 bytes apart on different banks

template <bool kFused>
__device__ __forceinline__ void lock_filter(const float4* __restrict__ signal, const float4* __restrict__ taps, float4* __restrict__ filtered) {
    constexpr int kQuads = 512 + kTaps / 4;
    __shared__ float4 part[kQuads + kQuads / 4], tap[kTaps / 4];
    int t = threadIdx.x, base = blockIdx.x * 512;
#pragma unroll
    for (int j = 0; j < 4; ++j) part[lock_pad(t + 128 * j)] = signal[base + t + 128 * j];
    if (t < kTaps / 4) { part[lock_pad(512 + t)] = signal[base + 512 + t]; tap[t] = taps[t]; }
    __syncthreads();
    float window[20], sum[16];
#pragma unroll
    for (int j = 0; j < 16; ++j) sum[j] = 0.0f;
    const float4* mine = part + 5 * t;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float4 v = mine[j];
        window[4 * j] = v.x; window[4 * j + 1] = v.y; window[4 * j + 2] = v.z; window[4 * j + 3] = v.w;
    }
#pragma unroll 1
    for (int k = 0; k < kTaps / 4; k += 4) {
        mine += 5;
#pragma unroll
        for (int q = 0; q < 4; ++q) {
            float4 next = mine[q], c = tap[k + q];
            window[16] = next.x; window[17] = next.y; window[18] = next.z; window[19] = next.w;
#pragma unroll
            for (int j = 0; j < 16; ++j) sum[j] = lock_step<kFused>(c.x, window[j], sum[j]);
#pragma unroll
            for (int j = 0; j < 16; ++j) sum[j] = lock_step<kFused>(c.y, window[j + 1], sum[j]);
#pragma unroll
            for (int j = 0; j < 16; ++j) sum[j] = lock_step<kFused>(c.z, window[j + 2], sum[j]);
#pragma unroll
            for (int j = 0; j < 16; ++j) sum[j] = lock_step<kFused>(c.w, window[j + 3], sum[j]);
#pragma unroll
            for (int j = 0; j < 16; ++j) window[j] = window[j + 4];
        }
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) part[5 * t + j] = make_float4(sum[4 * j], sum[4 * j + 1], sum[4 * j + 2], sum[4 * j + 3]);
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) filtered[base + t + 128 * j] = part[lock_pad(t + 128 * j)];
}

// Multiplies and adds are rounded apart, as in the reference of the test bench.
__global__ void __launch_bounds__(128) canal_locks_aa6_a(const float4* __restrict__ signal, const float4* __restrict__ taps, float4* __restrict__ filtered) {
    lock_filter<false>(signal, taps, filtered);
}
__global__ void __launch_bounds__(128) canal_locks_aa6_b(const float4* __restrict__ signal, const float4* __restrict__ taps, float4* __restrict__ filtered) {
    lock_filter<true>(signal, taps, filtered);
}

// ---- Finance: moving exponential mean of each of 67584 instruments over 3072 ticks, a thread an instrument.
constexpr int kStalls = 132 * 2 * 256, kDays = 3072, kBatch = 16;

__global__ void __launch_bounds__(256) market_stalls_aa6_a(const float* price, float* mean, int stalls, int days) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float level = 0.0f;
    for (int day = 0; day < days; ++day) {
        level = fmaf(0.06f, price[(size_t)day * stalls + i] - level, level);
        mean[(size_t)day * stalls + i] = level;
    }
}

__global__ void __launch_bounds__(256) market_stalls_aa6_b(const float* price, float* mean, int stalls, int days) {  // days: a multiple of kBatch
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float level = 0.0f;
    for (int day = 0; day < days; day += kBatch) {
        float p[kBatch];
#pragma unroll
        for (int k = 0; k < kBatch; ++k) p[k] = price[(size_t)(day + k) * stalls + i];
#pragma unroll
        for (int k = 0; k < kBatch; ++k) {
            level = fmaf(0.06f, p[k] - level, level);
            mean[(size_t)(day + k) * stalls + i] = level;
        }
    }
}

// ---- Geology: terrain height at scattered points from 1536 compact bumps in tiles of 512, four points a thread.
constexpr int kTile = 512, kBumps = 3 * kTile, kFlock = 132 * 2 * 256;

__device__ __forceinline__ float geese_bump(float x, float y, float4 b, float steep, float sum) {
    float dx = x - b.x, dy = y - b.y, near = __saturatef(fmaf(steep, fmaf(dx, dx, dy * dy), 1.0f));
    return fmaf(near * near, b.w, sum);
}

template <int kUnroll>
__device__ __forceinline__ void geese_height(const float4* __restrict__ bumps, const float4* __restrict__ points, float4* __restrict__ height) {
    __shared__ float4 bump[kTile];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float4 p = points[i], q = points[i + kFlock], sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll 1
    for (int from = 0; from < kBumps; from += kTile) {
        __syncthreads();
        bump[t] = bumps[from + t];
        bump[t + 256] = bumps[from + t + 256];
        __syncthreads();
#pragma unroll kUnroll
        for (int k = 0; k < kTile; ++k) {
            float4 b = bump[k];
            float steep = -b.z * b.z;
            sum.x = geese_bump(p.x, p.y, b, steep, sum.x);
            sum.y = geese_bump(p.z, p.w, b, steep, sum.y);
            sum.z = geese_bump(q.x, q.y, b, steep, sum.z);
            sum.w = geese_bump(q.z, q.w, b, steep, sum.w);
        }
    }
    height[i] = sum;
}

__global__ void __launch_bounds__(256) snow_geese_aa6_a(const float4* __restrict__ bumps, const float4* __restrict__ points, float4* __restrict__ height) {
    geese_height<kTile>(bumps, points, height);
}
__global__ void __launch_bounds__(256) snow_geese_aa6_b(const float4* __restrict__ bumps, const float4* __restrict__ points, float4* __restrict__ height) {
    geese_height<8>(bumps, points, height);
}

// ---- Savings: discount factor of each payment from its rate and its term.
constexpr int kJars = 1 << 25;  // quadruples

__global__ void __launch_bounds__(256) savings_jar_aa6_a(const float4* __restrict__ rate, const float4* __restrict__ term, float4* __restrict__ factor) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 r = rate[i], t = term[i];
    factor[i] = make_float4(expf(-r.x * t.x), expf(-r.y * t.y), expf(-r.z * t.z), expf(-r.w * t.w));
}

__global__ void __launch_bounds__(256) savings_jar_aa6_b(const float4* __restrict__ rate, const float4* __restrict__ term, float4* __restrict__ factor) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 r = rate[i], t = term[i];
    factor[i] = make_float4(__expf(-r.x * t.x), __expf(-r.y * t.y), __expf(-r.z * t.z), __expf(-r.w * t.w));
}

// ---- Clock towers: energy of the residuals of 64 clocks with drift polynomials of degree 7, at eight epochs a thread.
constexpr int kClocks = 64, kEpochs = 132 * 8 * 256 * 8 * 12;

__global__ void __launch_bounds__(256) clock_towers_aa6_a(const float4* __restrict__ drift, const float4* __restrict__ epoch, float4* __restrict__ energy) {
    __shared__ float4 model[kClocks * 2];
    if (threadIdx.x < kClocks * 2) model[threadIdx.x] = drift[threadIdx.x];
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 e0 = epoch[i], e1 = epoch[i + 256];
    float x[8] = {e0.x, e0.y, e0.z, e0.w, e1.x, e1.y, e1.z, e1.w}, sum[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) sum[j] = 0.0f;
    __syncthreads();
#pragma unroll 2
    for (int k = 0; k < kClocks; ++k) {
        float4 high = model[2 * k], low = model[2 * k + 1];
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            float r = fmaf(high.x, x[j], high.y);
            r = fmaf(r, x[j], high.z);
            r = fmaf(r, x[j], high.w);
            r = fmaf(r, x[j], low.x);
            r = fmaf(r, x[j], low.y);
            r = fmaf(r, x[j], low.z);
            r = fmaf(r, x[j], low.w);
            sum[j] = fmaf(r, r, sum[j]);
        }
    }
    energy[i] = make_float4(sum[0], sum[1], sum[2], sum[3]);
    energy[i + 256] = make_float4(sum[4], sum[5], sum[6], sum[7]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type}); };

    constexpr size_t kMost = (size_t)kPigments * 4;
    float *one = filled<float>(kMost, 61), *two = filled<float>((size_t)kJars * 4, 62), *few = filled<float>(65536, 63), *out = empty<float>(kMost);
    static_assert(kSignal + kTaps <= kMost && (size_t)kStalls * kDays <= kMost && kEpochs <= kMost && kTiles5 <= kMost, "fields are too short");
    auto f2 = [](float* p) { return reinterpret_cast<float2*>(p); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float2 *one2 = f2(one), *out2 = f2(out);
    float4 *one4 = f4(one), *two4 = f4(two), *few4 = f4(few), *out4 = f4(out);

    add("mural_pigment_aa6_a", out, kMost, [=] { mural_pigment_aa6_a<<<kPigments / 256, 256>>>(one4, out4); });
    add("mural_pigment_aa6_b", out, kMost, [=] { mural_pigment_aa6_b<<<kPigments / 256, 256>>>(one4, out4); });

    add("lighthouse_beams_aa6_a", out, kSamples * 2, [=] { lighthouse_beams_aa6_a<<<kSamples / 256, 256>>>(one2, few4, out2); });
    add("lighthouse_beams_aa6_b", out, kSamples * 2, [=] { lighthouse_beams_aa6_b<<<kSamples / 256, 256>>>(one2, few4, out2); });

    add("garden_lamps_aa6_a", out, kLattice, [=] { garden_lamps_aa6_a<<<kLattice / 256, 256>>>(few4, out); });
    add("garden_lamps_aa6_b", out, kLattice, [=] { garden_lamps_aa6_b<<<kLattice / 256, 256>>>(few4, out); });

    // Shape 16 x 32 x 40 x 50 x 64; the second tensor is 1 x 32 x 1 x 50 x 64.
    FloorShape shape = {{16, 32, 40, 50, 64}, {0, 50 * 64, 0, 64, 1}, {}, {}, {}};
    for (int k = 0; k < 5; ++k) {
        uint64_t size = shape.size[k];
        uint32_t shift = 0;
        while ((1ull << shift) < size) ++shift;
        shape.narrow[k] = (uint32_t)size;
        shape.shift[k] = shift;
        shape.magic[k] = (uint32_t)((1ull << 32) * ((1ull << shift) - size) / size + 1);
    }
    add("parquet_floor_aa6_a", out, kTiles5, [=] { parquet_floor_aa6_a<<<kTiles5 / 1024, 256>>>(one, two, out, shape); });
    add("parquet_floor_aa6_b", out, kTiles5, [=] { parquet_floor_aa6_b<<<kTiles5 / 1024, 256>>>(one, two, out, shape); });

    std::vector<unsigned long long> words(kWords);
    for (int i = 0; i < kWords; ++i) words[i] = (unsigned long long)harness::hash32(2 * i + 1) << 32 | harness::hash32(2 * i + 2);
    unsigned long long *kmer = harness::uploaded(words), prime = 2147483629ull, radix = 1103515245ull;
    unsigned long long inverse = ~0ull / prime;  // the prime divides no power of two, so this is floor(2^64 / prime)
    int* print = reinterpret_cast<int*>(out);
    add("weaving_pattern_aa6_a", out, kWords, [=] { weaving_pattern_aa6_a<<<kWords / 256, 256>>>(kmer, print, radix, prime); }, Output::i32);
    add("weaving_pattern_aa6_b", out, kWords, [=] { weaving_pattern_aa6_b<<<kWords / 256, 256>>>(kmer, print, radix, prime, inverse); }, Output::i32);

    TrainCurve curve;
    for (int k = 0; k < 32; ++k) curve.c[k] = k == 1 ? 1.0f : 0.2f * harness::unit(k + 640);
    add("night_train_aa6_a", out, kCells * 2, [=] { night_train_aa6_a<<<kCells / 128, 128>>>(one2, out2, curve); });
    add("night_train_aa6_b", out, kCells * 2, [=] { night_train_aa6_b<<<kCells / 128, 128>>>(one2, out2, curve); });

    add("canal_locks_aa6_a", out, kSignal, [=] { canal_locks_aa6_a<<<kSignal / 2048, 128>>>(one4, few4, out4); });
    add("canal_locks_aa6_b", out, kSignal, [=] { canal_locks_aa6_b<<<kSignal / 2048, 128>>>(one4, few4, out4); });

    add("market_stalls_aa6_a", out, (size_t)kStalls * kDays, [=] { market_stalls_aa6_a<<<kStalls / 256, 256>>>(one, out, kStalls, kDays); });
    add("market_stalls_aa6_b", out, (size_t)kStalls * kDays, [=] { market_stalls_aa6_b<<<kStalls / 256, 256>>>(one, out, kStalls, kDays); });

    add("snow_geese_aa6_a", out, kFlock * 4, [=] { snow_geese_aa6_a<<<kFlock / 256, 256>>>(few4, one4, out4); });
    add("snow_geese_aa6_b", out, kFlock * 4, [=] { snow_geese_aa6_b<<<kFlock / 256, 256>>>(few4, one4, out4); });

    add("savings_jar_aa6_a", out, (size_t)kJars * 4, [=] { savings_jar_aa6_a<<<kJars / 256, 256>>>(one4, two4, out4); });
    add("savings_jar_aa6_b", out, (size_t)kJars * 4, [=] { savings_jar_aa6_b<<<kJars / 256, 256>>>(one4, two4, out4); });

    add("clock_towers_aa6_a", out, kEpochs, [=] { clock_towers_aa6_a<<<kEpochs / 2048, 256>>>(few4, one4, out4); });

    return harness::run(argc, argv, cases);
}
