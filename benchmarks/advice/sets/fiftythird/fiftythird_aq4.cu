// Eight measured cases, before (_a) and after (_b): series, particles, mixing, dot product, weighted histogram, fixed points, rotations, row scan.
#include "harness.cuh"

#include <cuda_bf16.h>

using harness::Case;
using harness::Output;

// ---- Ragged series: sum of n[i] terms of a periodic bump at multiples of x[i].
constexpr int kSeries = 2000000;  // 15625 blocks of 128

__device__ __forceinline__ float bump(float k, float x) {
    float phase = k * x, whole = (phase + 12582912.0f) - 12582912.0f, t = phase - whole, tt = t * t;
    return tt * fmaf(-2.0f, tt, 1.0f);
}

__global__ void __launch_bounds__(128) marble_teapot_aq4_a(const float* __restrict__ x, const uint16_t* __restrict__ n, float* __restrict__ out) {
    int i = blockIdx.x * 128 + threadIdx.x, last = n[i];
    float xi = x[i], k = 0.0f, sum = 0.0f;
#pragma unroll 4
    for (int j = 0; j < last; ++j) {
        sum += bump(k, xi);
        k += 1.0f;
    }
    out[i] = sum;
}

__global__ void __launch_bounds__(128) marble_teapot_aq4_b(const float* __restrict__ x, const uint16_t* __restrict__ n, float* __restrict__ out) {
    int i = blockIdx.x * 128 + threadIdx.x, lane = threadIdx.x % 32, mine = n[i];
    float xi = x[i], result = 0.0f;
#pragma unroll 1
    for (int item = 0; item < 32; ++item) {
        int last = __shfl_sync(0xffffffffu, mine, item);
        float xs = __shfl_sync(0xffffffffu, xi, item), k = (float)lane, sum = 0.0f;
#pragma unroll 4
        for (int j = lane; j < last; j += 32) {
            sum += bump(k, xs);
            k += 32.0f;
        }
        __syncwarp();
#pragma unroll
        for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (lane == item) result = sum;
    }
    out[i] = result;
}

// ---- Particles on damped springs: energy after eight small steps.
constexpr int kParticles = 3072 * 320;

__global__ void __launch_bounds__(320) cedar_lantern_aq4_a(const float2* __restrict__ pos, const float2* __restrict__ vel, float* __restrict__ energy) {
    int i = blockIdx.x * 320 + threadIdx.x;
    float2 p = pos[i], v = vel[i];
#pragma unroll
    for (int s = 0; s < 8; ++s) {
        v.x = v.x * 0.985 - p.x * 0.04;
        v.y = v.y * 0.985 - p.y * 0.03;
        p.x += v.x * 0.05;
        p.y += v.y * 0.05;
    }
    energy[i] = v.x * v.x + v.y * v.y + 0.8f * (p.x * p.x + p.y * p.y);
}

__global__ void __launch_bounds__(320) cedar_lantern_aq4_b(const float2* __restrict__ pos, const float2* __restrict__ vel, float* __restrict__ energy) {
    int i = blockIdx.x * 320 + threadIdx.x;
    float2 p = pos[i], v = vel[i];
#pragma unroll
    for (int s = 0; s < 8; ++s) {
        v.x = v.x * 0.985f - p.x * 0.04f;
        v.y = v.y * 0.985f - p.y * 0.03f;
        p.x += v.x * 0.05f;
        p.y += v.y * 0.05f;
    }
    energy[i] = v.x * v.x + v.y * v.y + 0.8f * (p.x * p.x + p.y * p.y);
}

// ---- Integer mixing: 32 rounds; lanes of a warp exchange words through the warp's own row, then stir them as often as the round's entry says.
constexpr int kMixBlocks = 528, kRounds = 32;

__device__ __forceinline__ uint32_t stir(uint32_t v) {
    v = v * 1664525u + 1013904223u;
    return v ^ (v >> 13);
}

__global__ void __launch_bounds__(1024, 2) walnut_ferry_aq4_a(const int* __restrict__ seed, const uint8_t* __restrict__ turns, int* __restrict__ out) {
    __shared__ uint32_t row[32][32];
    int i = blockIdx.x * 1024 + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32, mine = turns[i];
    uint32_t v = seed[i];
#pragma unroll 1
    for (int r = 0; r < kRounds; ++r) {
        row[warp][lane] = v;
        __syncthreads();
        v += row[warp][(lane + 7) % 32] >> 3;
        __syncthreads();
        int quads = __shfl_sync(0xffffffffu, mine, r);
#pragma unroll 1
        for (int q = 0; q < quads; ++q) v = stir(stir(stir(stir(v))));
    }
    out[i] = (int)(v >> 1);
}

__global__ void __launch_bounds__(1024, 2) walnut_ferry_aq4_b(const int* __restrict__ seed, const uint8_t* __restrict__ turns, int* __restrict__ out) {
    __shared__ uint32_t row[32][32];
    int i = blockIdx.x * 1024 + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32, mine = turns[i];
    uint32_t v = seed[i];
#pragma unroll 1
    for (int r = 0; r < kRounds; ++r) {
        row[warp][lane] = v;
        __syncwarp();
        v += row[warp][(lane + 7) % 32] >> 3;
        __syncwarp();
        int quads = __shfl_sync(0xffffffffu, mine, r);
#pragma unroll 1
        for (int q = 0; q < quads; ++q) v = stir(stir(stir(stir(v))));
    }
    out[i] = (int)(v >> 1);
}

// ---- Squared distance of two bfloat16 vectors, 16 elements a thread.
constexpr int kDistBlocks = 264, kDist = kDistBlocks * 128 * 16;

__device__ __forceinline__ float square_gap(uint32_t a, uint32_t b) {
    float low = __uint_as_float(a << 16) - __uint_as_float(b << 16);
    float high = __uint_as_float(a & 0xffff0000u) - __uint_as_float(b & 0xffff0000u);
    return fmaf(low, low, high * high);
}
__device__ __forceinline__ float square_gap(uint4 a, uint4 b) {
    return (square_gap(a.x, b.x) + square_gap(a.y, b.y)) + (square_gap(a.z, b.z) + square_gap(a.w, b.w));
}

__global__ void __launch_bounds__(128) pebble_violin_aq4_a(const uint4* __restrict__ a, const uint4* __restrict__ b, float* __restrict__ total) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 a0 = a[i], a1 = a[i + 128], b0 = b[i], b1 = b[i + 128];
    float sum = square_gap(a0, b0) + square_gap(a1, b1);
    atomicAdd(total, sum);
}

__global__ void __launch_bounds__(128) pebble_violin_aq4_b(const uint4* __restrict__ a, const uint4* __restrict__ b, float* __restrict__ total) {
    __shared__ float part[4];
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 a0 = a[i], a1 = a[i + 128], b0 = b[i], b1 = b[i + 128];
    float sum = square_gap(a0, b0) + square_gap(a1, b1);
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(total, (part[0] + part[1]) + (part[2] + part[3]));
}

// ---- Weighted histogram: 96 bins, 8-bit keys of which most are alike, 8-bit weights, 16 a load.
constexpr int kBins = 96, kHistBlocks = 132 * 4, kHistSteps = 12, kHistQuads = kHistBlocks * 512 * kHistSteps;  // of 16 keys

__global__ void __launch_bounds__(512, 4) copper_meadow_aq4_a(const uint4* __restrict__ key, const uint4* __restrict__ weight, int* __restrict__ bins) {
    __shared__ int h[kBins];
    int t = threadIdx.x;
    if (t < kBins) h[t] = 0;
    __syncthreads();
#pragma unroll 1
    for (int i = blockIdx.x * 512 + t; i < kHistQuads; i += kHistBlocks * 512) {
        uint4 k = key[i], w = weight[i];
        uint32_t ks[4] = {k.x, k.y, k.z, k.w}, ws[4] = {w.x, w.y, w.z, w.w};
#pragma unroll
        for (int j = 0; j < 16; ++j) atomicAdd(&h[(ks[j / 4] >> (j % 4 * 8)) & 255u], (int)((ws[j / 4] >> (j % 4 * 8)) & 255u));
    }
    __syncthreads();
    if (t < kBins) atomicAdd(&bins[t], h[t]);
}

__global__ void __launch_bounds__(512, 4) copper_meadow_aq4_b(const uint4* __restrict__ key, const uint4* __restrict__ weight, int* __restrict__ bins) {
    __shared__ int h[kBins * 32];
    __shared__ int total[kBins];
    int t = threadIdx.x, lane = t % 32;
    for (int i = t; i < kBins * 32; i += 512) h[i] = 0;
    __syncthreads();
#pragma unroll 1
    for (int i = blockIdx.x * 512 + t; i < kHistQuads; i += kHistBlocks * 512) {
        uint4 k = key[i], w = weight[i];
        uint32_t ks[4] = {k.x, k.y, k.z, k.w}, ws[4] = {w.x, w.y, w.z, w.w};
#pragma unroll
        for (int j = 0; j < 16; ++j) atomicAdd(&h[((ks[j / 4] >> (j % 4 * 8)) & 255u) * 32 + lane], (int)((ws[j / 4] >> (j % 4 * 8)) & 255u));
    }
    __syncthreads();
#pragma unroll
    for (int bin = t / 32; bin < kBins; bin += 16) {
        int sum = __reduce_add_sync(0xffffffffu, h[bin * 32 + lane]);
        if (lane == 0) total[bin] = sum;
    }
    __syncthreads();
    if (t < kBins) atomicAdd(&bins[t], total[t]);
}

// ---- Fixed points: one element in eight needs 80 turns of an iteration, the others a short polynomial.
constexpr int kFixedBlocks = 132 * 8, kFixed = kFixedBlocks * 2048;

__device__ __forceinline__ float fixed_point(float m) {
    float e = m;
#pragma unroll 8
    for (int turn = 0; turn < 80; ++turn) {
        float ee = e * e, s = fmaf(ee, fmaf(ee, 0.008333f, -0.166667f), 1.0f);
        e = fmaf(0.6f, e * s, m);
    }
    return e;
}
__device__ __forceinline__ float short_form(float m) { return fmaf(fmaf(fmaf(0.11f, m, -0.2f), m, 0.35f), m, 1.5f); }

__global__ void __launch_bounds__(256, 8) thistle_wagon_aq4_a(const float* __restrict__ x, float* __restrict__ y) {
    int i = blockIdx.x * 2048 + threadIdx.x;
#pragma unroll 1
    for (int j = 0; j < 8; ++j, i += 256) {
        float m = x[i], r;
        if (m > 0.75f) r = fixed_point(m);
        else r = short_form(m);
        y[i] = r;
    }
}

__global__ void __launch_bounds__(256, 8) thistle_wagon_aq4_b(const float* __restrict__ x, float* __restrict__ y) {
    __shared__ float value[2048];
    __shared__ uint16_t place[2048];
    __shared__ int waiting;
    int t = threadIdx.x, lane = t % 32, base = blockIdx.x * 2048;
    if (t == 0) waiting = 0;
    __syncthreads();
#pragma unroll 4
    for (int j = 0; j < 8; ++j) {
        int at = j * 256 + t;
        float m = x[base + at];
        bool late = m > 0.75f;
        unsigned who = __ballot_sync(0xffffffffu, late);
        int slot = 0;
        if (lane == 0) slot = atomicAdd(&waiting, __popc(who));
        slot = __shfl_sync(0xffffffffu, slot, 0) + __popc(who & ((1u << lane) - 1u));
        if (late) { value[slot] = m; place[slot] = (uint16_t)at; }
        else y[base + at] = short_form(m);
    }
    __syncthreads();
    int count = waiting;
    for (int q = t; q < count; q += 256) y[base + place[q]] = fixed_point(value[q]);
}

// ---- Rotations: each complex number is turned by a fixed angle as often as its real part says (up to six times).
constexpr int kTurnBlocks = 96000;  // of 384 threads, two numbers each

__device__ __forceinline__ float2 times(float2 a, float2 b) { return make_float2(fmaf(a.x, b.x, -a.y * b.y), fmaf(a.x, b.y, a.y * b.x)); }
__device__ __forceinline__ float2 turn_loop(float2 z) {
    int k = (int)(fabsf(z.x) * 6.0f);
#pragma unroll 1
    for (int j = 0; j < k; ++j) z = times(z, make_float2(0.96f, 0.28f));
    return make_float2(fabsf(z.x), fabsf(z.y));
}
__device__ __forceinline__ float2 turn_bits(float2 z) {
    int k = (int)(fabsf(z.x) * 6.0f);
    z = times(z, make_float2(k & 1 ? 0.96f : 1.0f, k & 1 ? 0.28f : 0.0f));
    z = times(z, make_float2(k & 2 ? 0.8432f : 1.0f, k & 2 ? 0.5376f : 0.0f));
    z = times(z, make_float2(k & 4 ? 0.42197248f : 1.0f, k & 4 ? 0.90660864f : 0.0f));
    return make_float2(fabsf(z.x), fabsf(z.y));
}

__global__ void __launch_bounds__(384) saffron_canoe_aq4_a(const float4* __restrict__ z, float4* __restrict__ out) {
    int i = blockIdx.x * 384 + threadIdx.x;
    float4 v = z[i];
    float2 p = turn_loop(make_float2(v.x, v.y)), q = turn_loop(make_float2(v.z, v.w));
    out[i] = make_float4(p.x, p.y, q.x, q.y);
}

__global__ void __launch_bounds__(384) saffron_canoe_aq4_b(const float4* __restrict__ z, float4* __restrict__ out) {
    int i = blockIdx.x * 384 + threadIdx.x;
    float4 v = z[i];
    float2 p = turn_bits(make_float2(v.x, v.y)), q = turn_bits(make_float2(v.z, v.w));
    out[i] = make_float4(p.x, p.y, q.x, q.y);
}

// ---- Row scan: inclusive sums of squares along each of 100000 rows of 2560, a block a row, four elements a thread.
constexpr int kRows = 100000, kRow = 2560;

__global__ void __launch_bounds__(640, 3) juniper_attic_aq4_a(const float4* __restrict__ x, float4* __restrict__ out) {
    __shared__ float warp_sum[20];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, i = blockIdx.x * 640 + t;
    float4 v = x[i];
    v.x *= v.x;
    v.y = fmaf(v.y, v.y, v.x);
    v.z = fmaf(v.z, v.z, v.y);
    v.w = fmaf(v.w, v.w, v.z);
    float scan = v.w;
#pragma unroll
    for (int o = 1; o < 32; o <<= 1) {
        float below = __shfl_up_sync(0xffffffffu, scan, o);
        if (lane >= o) scan += below;
    }
    if (lane == 31) warp_sum[warp] = scan;
    __syncthreads();
    float before = lane < warp ? warp_sum[lane] : 0.0f;
#pragma unroll
    for (int o = 16; o; o >>= 1) before += __shfl_xor_sync(0xffffffffu, before, o);
    before += scan - v.w;
    out[i] = make_float4(before + v.x, before + v.y, before + v.z, before + v.w);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::hash32; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // Shared: a large input and a large output.
    constexpr size_t kMost = (size_t)kRows * kRow;
    static_assert((size_t)kTurnBlocks * 384 * 4 <= kMost && kFixed <= kMost && kSeries <= kMost && kParticles <= kMost, "fields are too short");
    float *big = filled<float>(kMost, 41), *out = empty<float>(kMost);
    float4 *big4 = reinterpret_cast<float4*>(big), *out4 = reinterpret_cast<float4*>(out);

    std::vector<uint16_t> terms(kSeries);
    for (int i = 0; i < kSeries; ++i) {
        float u = (hash32(i + 977u) >> 8) * (1.0f / 16777216.0f);
        terms[i] = (uint16_t)(64 + (int)(1984.0f * u * u * u * u));
    }
    uint16_t* n = uploaded(terms);
    float* series = filled<float>(kSeries, 42);
    add("marble_teapot_aq4_a", out, kSeries, Output::f32, [=] { marble_teapot_aq4_a<<<kSeries / 128, 128>>>(series, n, out); });
    add("marble_teapot_aq4_b", out, kSeries, Output::f32, [=] { marble_teapot_aq4_b<<<kSeries / 128, 128>>>(series, n, out); });

    float2 *pos = reinterpret_cast<float2*>(filled<float>(kParticles * 2, 43)), *vel = reinterpret_cast<float2*>(filled<float>(kParticles * 2, 44));
    float* energy = empty<float>(kParticles);
    add("cedar_lantern_aq4_a", energy, kParticles, Output::f32, [=] { cedar_lantern_aq4_a<<<kParticles / 320, 320>>>(pos, vel, energy); });
    add("cedar_lantern_aq4_b", energy, kParticles, Output::f32, [=] { cedar_lantern_aq4_b<<<kParticles / 320, 320>>>(pos, vel, energy); });

    // turns[block][warp][round]: in each round another warp of the block has much to do, and each warp has so once.
    std::vector<uint8_t> many((size_t)kMixBlocks * 1024);
    for (int b = 0; b < kMixBlocks; ++b)
        for (int w = 0; w < 32; ++w)
            for (int r = 0; r < kRounds; ++r) {
                uint32_t i = (uint32_t)(b * 32 + w) * 32 + r, dice = hash32(i + 31u);
                many[i] = (uint8_t)((r * 11 + b * 5) % 32 == w ? 56 + dice % 16 : 1 + dice % 4);
            }
    uint8_t* turns = uploaded(many);
    int *seed = harness::indices((size_t)kMixBlocks * 1024, 0x7fffffffu, 45), *mixed = empty<int>((size_t)kMixBlocks * 1024);
    add("walnut_ferry_aq4_a", mixed, (size_t)kMixBlocks * 1024, Output::i32, [=] { walnut_ferry_aq4_a<<<kMixBlocks, 1024>>>(seed, turns, mixed); });
    add("walnut_ferry_aq4_b", mixed, (size_t)kMixBlocks * 1024, Output::i32, [=] { walnut_ferry_aq4_b<<<kMixBlocks, 1024>>>(seed, turns, mixed); });

    const uint4 *left = reinterpret_cast<const uint4*>(filled<__nv_bfloat16>(kDist, 46)), *right = reinterpret_cast<const uint4*>(filled<__nv_bfloat16>(kDist, 47));
    float* total = filled<float>(1, 48);
    add("pebble_violin_aq4_a", total, 1, Output::f32, [=] { pebble_violin_aq4_a<<<kDistBlocks, 128>>>(left, right, total); });
    add("pebble_violin_aq4_b", total, 1, Output::f32, [=] { pebble_violin_aq4_b<<<kDistBlocks, 128>>>(left, right, total); });

    // 85% of the keys are alike.
    std::vector<uint8_t> keys((size_t)kHistQuads * 16), weights((size_t)kHistQuads * 16);
    for (size_t i = 0; i < keys.size(); ++i) {
        uint32_t dice = hash32((uint32_t)i + 5u);
        keys[i] = (uint8_t)((dice & 1023u) < 870u ? 37u : (dice >> 10) % (uint32_t)kBins);
        weights[i] = (uint8_t)(1u + (dice >> 28));
    }
    const uint4 *key = reinterpret_cast<const uint4*>(uploaded(keys)), *weight = reinterpret_cast<const uint4*>(uploaded(weights));
    int* bins = empty<int>(kBins);
    add("copper_meadow_aq4_a", bins, kBins, Output::i32, [=] { copper_meadow_aq4_a<<<kHistBlocks, 512>>>(key, weight, bins); });
    add("copper_meadow_aq4_b", bins, kBins, Output::i32, [=] { copper_meadow_aq4_b<<<kHistBlocks, 512>>>(key, weight, bins); });

    float *fixed_in = filled<float>(kFixed, 49), *fixed_out = empty<float>(kFixed);
    add("thistle_wagon_aq4_a", fixed_out, kFixed, Output::f32, [=] { thistle_wagon_aq4_a<<<kFixedBlocks, 256>>>(fixed_in, fixed_out); });
    add("thistle_wagon_aq4_b", fixed_out, kFixed, Output::f32, [=] { thistle_wagon_aq4_b<<<kFixedBlocks, 256>>>(fixed_in, fixed_out); });

    add("saffron_canoe_aq4_a", out, (size_t)kTurnBlocks * 384 * 4, Output::f32, [=] { saffron_canoe_aq4_a<<<kTurnBlocks, 384>>>(big4, out4); });
    add("saffron_canoe_aq4_b", out, (size_t)kTurnBlocks * 384 * 4, Output::f32, [=] { saffron_canoe_aq4_b<<<kTurnBlocks, 384>>>(big4, out4); });

    add("juniper_attic_aq4_a", out, kMost, Output::f32, [=] { juniper_attic_aq4_a<<<kRows, 640>>>(big4, out4); });

    return harness::run(argc, argv, cases);
}
