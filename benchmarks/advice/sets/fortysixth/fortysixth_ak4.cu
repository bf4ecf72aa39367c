// Seven measured pairs and one single kernel: walks, relaxations, moments, weighted counts, colour curves, settling and selection.
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Coupled walk: every item goes its own number of steps (1 to 64) from its start.
constexpr int kItems = 1024 * 132 * 8 * 8;

__device__ __forceinline__ float2 walk(float2 s, int steps) {
    float x = s.x, y = s.y;
#pragma unroll 1
    for (int k = 0; k < steps; ++k) {
        float g = fmaf(-y, x, 0.4f), h = fmaf(x, x, -y);
        x = fmaf(0.04f, fmaf(-0.5f, x, g), x);
        y = fmaf(0.04f, fmaf(-0.3f, y, h), y);
        float r = fmaf(-0.01f, fmaf(x, x, __fmul_rn(y, y)), 1.0f);
        x = __fmul_rn(x, r);
        y = __fmul_rn(y, r);
    }
    return make_float2(x, y);
}

__global__ void __launch_bounds__(256, 8) willow_kettle_ak4_a(const float2* __restrict__ start, const uint16_t* __restrict__ steps, float2* __restrict__ finish) {
    int i = blockIdx.x * 256 + threadIdx.x;
    finish[i] = walk(start[i], steps[i]);
}

__global__ void __launch_bounds__(256, 8) willow_kettle_ak4_b(const float2* __restrict__ start, const uint16_t* __restrict__ steps, float2* __restrict__ finish) {
    __shared__ float2 item[1024];
    __shared__ unsigned order[1024];
    __shared__ int place[64];
    int t = threadIdx.x, w = t / 32, lane = t % 32, base = blockIdx.x * 1024, len[4], rank[4];
    if (t < 64) place[t] = 0;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int i = k * 256 + t;
        item[i] = start[base + i];
        len[k] = (int)steps[base + i];
        rank[k] = atomicAdd(&place[len[k] - 1], 1);
    }
    __syncthreads();
    if (t < 32) {  // exclusive scan of the 64 counts, two a lane
        int lo = place[2 * t], hi = place[2 * t + 1], run = lo + hi;
#pragma unroll
        for (int o = 1; o < 32; o *= 2) {
            int other = __shfl_up_sync(0xffffffffu, run, o);
            if (t >= o) run += other;
        }
        place[2 * t] = run - lo - hi;
        place[2 * t + 1] = run - hi;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; ++k) order[place[len[k] - 1] + rank[k]] = ((unsigned)len[k] << 16) | (unsigned)(k * 256 + t);
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < 4; ++k) {
        int group = k * 8 + (k % 2 ? 7 - w : w);
        unsigned o = order[group * 32 + lane];
        int i = (int)(o & 0xffffu);
        item[i] = walk(item[i], (int)(o >> 16));
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; ++k) finish[base + k * 256 + t] = item[k * 256 + t];
}

// ---- Relaxation of half-precision levels towards a driven balance, eight a thread, twelve turns.
constexpr int kLevelBlocks = 6336, kLevels = kLevelBlocks * 128 * 8;

__global__ void __launch_bounds__(128) copper_lantern_ak4_a(const uint4* __restrict__ in, uint4* __restrict__ out) {
    int i = blockIdx.x * 128 + threadIdx.x;
    uint4 q = in[i];
    __half2* pair = reinterpret_cast<__half2*>(&q);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float2 y = __half22float2(pair[k]);
        float dx = fmaf(0.5f, fabsf(y.x), 0.8f), dy = fmaf(0.5f, fabsf(y.y), 0.8f);
#pragma unroll
        for (int turn = 0; turn < 12; ++turn) {
            y.x = y.x + 0.15 * (dx - y.x * (y.x + 1.3));
            y.y = y.y + 0.15 * (dy - y.y * (y.y + 1.3));
        }
        pair[k] = __floats2half2_rn(y.x, y.y);
    }
    out[i] = q;
}

__global__ void __launch_bounds__(128) copper_lantern_ak4_b(const uint4* __restrict__ in, uint4* __restrict__ out) {
    int i = blockIdx.x * 128 + threadIdx.x;
    uint4 q = in[i];
    __half2* pair = reinterpret_cast<__half2*>(&q);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float2 y = __half22float2(pair[k]);
        float dx = fmaf(0.5f, fabsf(y.x), 0.8f), dy = fmaf(0.5f, fabsf(y.y), 0.8f);
#pragma unroll
        for (int turn = 0; turn < 12; ++turn) {
            y.x = y.x + 0.15f * (dx - y.x * (y.x + 1.3f));
            y.y = y.y + 0.15f * (dy - y.y * (y.y + 1.3f));
        }
        pair[k] = __floats2half2_rn(y.x, y.y);
    }
    out[i] = q;
}

// ---- Rings of 32 cells, a warp a ring: 48 exchanges with the neighbours, between them substeps by a plan (double).
constexpr int kRingWarps = 24, kExchanges = 48, kRingBlocks = 792, kCells = kRingBlocks * kRingWarps * 32;

__device__ __forceinline__ double substeps(double x, double pull, int n) {
    for (int k = 0; k < n; ++k) {
        double d = pull - x;
        x = fma(0.02, __dmul_rn(d, fma(d, d, 0.5)), x);
    }
    return x;
}

__global__ void __launch_bounds__(768, 2) quill_harbor_ak4_a(const double* __restrict__ in, const uint8_t* __restrict__ plan, double* __restrict__ out) {
    __shared__ double cell[kRingWarps][32];
    int w = threadIdx.x / 32, lane = threadIdx.x % 32, i = blockIdx.x * 768 + threadIdx.x;
    double x = in[i];
    for (int s = 0; s < kExchanges; ++s) {
        int n = plan[s * kRingWarps + w];
        cell[w][lane] = x;
        __syncthreads();
        double pull = 0.5 * (cell[w][(lane + 31) % 32] + cell[w][(lane + 1) % 32]);
        __syncthreads();
        x = substeps(x, pull, n);
    }
    out[i] = x;
}

__global__ void __launch_bounds__(768, 2) quill_harbor_ak4_b(const double* __restrict__ in, const uint8_t* __restrict__ plan, double* __restrict__ out) {
    __shared__ double cell[kRingWarps][32];
    int w = threadIdx.x / 32, lane = threadIdx.x % 32, i = blockIdx.x * 768 + threadIdx.x;
    double x = in[i];
    for (int s = 0; s < kExchanges; ++s) {
        int n = plan[s * kRingWarps + w];
        cell[w][lane] = x;
        __syncwarp();
        double pull = 0.5 * (cell[w][(lane + 31) % 32] + cell[w][(lane + 1) % 32]);
        __syncwarp();
        x = substeps(x, pull, n);
    }
    out[i] = x;
}

// ---- Three second moments of two long columns of doubles.
constexpr int kMomentThreads = 132 * 2 * 512, kMomentPairs = kMomentThreads * 16;  // double2

__device__ __forceinline__ void moments(const double2* __restrict__ x, const double2* __restrict__ y, double* m) {
    int i = blockIdx.x * 512 + threadIdx.x;
    double xx = 0.0, xy = 0.0, yy = 0.0;
#pragma unroll 4
    for (int k = 0; k < 16; ++k) {
        double2 p = x[i + k * kMomentThreads], q = y[i + k * kMomentThreads];
        xx = fma(p.x, p.x, fma(p.y, p.y, xx));
        xy = fma(p.x, q.x, fma(p.y, q.y, xy));
        yy = fma(q.x, q.x, fma(q.y, q.y, yy));
    }
    m[0] = xx; m[1] = xy; m[2] = yy;
}

__global__ void __launch_bounds__(512) saffron_anvil_ak4_a(const double2* __restrict__ x, const double2* __restrict__ y, double* __restrict__ total) {
    double m[3];
    moments(x, y, m);
#pragma unroll
    for (int j = 0; j < 3; ++j) atomicAdd(&total[j], m[j]);
}

__global__ void __launch_bounds__(512) saffron_anvil_ak4_b(const double2* __restrict__ x, const double2* __restrict__ y, double* __restrict__ total) {
    __shared__ double part[3][16];
    double m[3];
    moments(x, y, m);
    int t = threadIdx.x;
#pragma unroll
    for (int j = 0; j < 3; ++j) {
#pragma unroll
        for (int o = 16; o; o >>= 1) m[j] += __shfl_xor_sync(0xffffffffu, m[j], o);
        if (t % 32 == 0) part[j][t / 32] = m[j];
    }
    __syncthreads();
    if (t < 3) {
        double sum = 0.0;
#pragma unroll
        for (int k = 0; k < 16; ++k) sum += part[t][k];
        atomicAdd(&total[t], sum);
    }
}

// ---- Weighted counts in 16 classes: the upper four bits of each 16-bit sample are its class, the lower seven its weight.
constexpr int kCountBlocks = 132 * 8, kCountQuads = 3, kCountStep = kCountBlocks * 256, kSamples = kCountStep * kCountQuads * 8;

__global__ void __launch_bounds__(256, 8) pebble_orchard_ak4_a(const uint4* __restrict__ samples, int* __restrict__ counts) {
    __shared__ int bins[16];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    uint4 q[kCountQuads];
#pragma unroll
    for (int k = 0; k < kCountQuads; ++k) q[k] = samples[i + k * kCountStep];
    if (t < 16) bins[t] = 0;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kCountQuads; ++k) {
        unsigned word[4] = {q[k].x, q[k].y, q[k].z, q[k].w};
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            atomicAdd(&bins[(word[j] >> 12) & 15u], 1 + (int)(word[j] & 127u));
            atomicAdd(&bins[word[j] >> 28], 1 + (int)((word[j] >> 16) & 127u));
        }
    }
    __syncthreads();
    if (t < 16) atomicAdd(&counts[t], bins[t]);
}

__global__ void __launch_bounds__(256, 8) pebble_orchard_ak4_b(const uint4* __restrict__ samples, int* __restrict__ counts) {
    __shared__ int own[16 * 256];  // a column a thread
    __shared__ int bins[16];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    uint4 q[kCountQuads];
#pragma unroll
    for (int k = 0; k < kCountQuads; ++k) q[k] = samples[i + k * kCountStep];
#pragma unroll
    for (int j = 0; j < 16; ++j) own[j * 256 + t] = 0;
#pragma unroll
    for (int k = 0; k < kCountQuads; ++k) {
        unsigned word[4] = {q[k].x, q[k].y, q[k].z, q[k].w};
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            own[((word[j] >> 12) & 15u) * 256 + t] += 1 + (int)(word[j] & 127u);
            own[(word[j] >> 28) * 256 + t] += 1 + (int)((word[j] >> 16) & 127u);
        }
    }
    __syncthreads();
#pragma unroll
    for (int b = 0; b < 2; ++b) {  // two classes a warp
        int bin = t / 32 * 2 + b, sum = 0;
#pragma unroll
        for (int k = 0; k < 8; ++k) sum += own[bin * 256 + k * 32 + t % 32];
#pragma unroll
        for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (t % 32 == 0) bins[bin] = sum;
    }
    __syncthreads();
    if (t < 16) atomicAdd(&counts[t], bins[t]);
}

// ---- Colour curves: each of the four channels of a pixel has its own transfer curve.
constexpr int kPixels = 1024 * 24000;

__device__ __forceinline__ float curve_red(float x) {
#pragma unroll
    for (int k = 0; k < 24; ++k) x = fmaf(x, fmaf(-0.3f, x, 0.9f), 0.05f);
    return x;
}
__device__ __forceinline__ float curve_green(float x) {
    float c = 0.1f;
#pragma unroll
    for (int k = 0; k < 24; ++k) { x = fmaf(x, 0.97f, c); c = fmaf(c, -x, 0.02f); }
    return x;
}
__device__ __forceinline__ float curve_blue(float x) {
    float u = x, v = 0.5f;
#pragma unroll
    for (int k = 0; k < 12; ++k) {
        float next = fmaf(0.98f, u, __fmul_rn(-0.19f, v));
        v = fmaf(0.19f, u, __fmul_rn(0.98f, v));
        u = next;
    }
    return fmaf(u, v, 1.0f);
}
__device__ __forceinline__ float curve_alpha(float x) {
#pragma unroll
    for (int k = 0; k < 16; ++k) x = fmaf(-0.1f, __fmul_rn(fmaf(x, x, -0.5f), x), x);
    return x;
}

__global__ void __launch_bounds__(1024, 2) thimble_marsh_ak4_a(const float* __restrict__ in, float* __restrict__ out) {
    int i = blockIdx.x * 1024 + threadIdx.x, channel = threadIdx.x % 4;
    float x = in[i], y;
    if (channel == 0) y = curve_red(x);
    else if (channel == 1) y = curve_green(x);
    else if (channel == 2) y = curve_blue(x);
    else y = curve_alpha(x);
    out[i] = y;
}

__global__ void __launch_bounds__(512, 4) thimble_marsh_ak4_b(const float4* __restrict__ in, float4* __restrict__ out) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 p = in[i];
    out[i] = make_float4(curve_red(p.x), curve_green(p.y), curve_blue(p.z), curve_alpha(p.w));
}

// ---- Settling of doubles: one to four turns each, by two bits of the value itself.
constexpr int kSettleBlocks = 150000;
constexpr size_t kSettlePairs = (size_t)kSettleBlocks * 384;  // double2

__device__ __forceinline__ double settle_turn(double y, double x) { return fma(0.25, fma(-0.3, __dmul_rn(y, y), x), y); }

__device__ __forceinline__ double settle_each(double x) {
    int n = 1 + (__double2hiint(x) & 3);
    double y = x;
#pragma unroll 1
    for (int k = 0; k < n; ++k) y = settle_turn(y, x);
    return y;
}

__device__ __forceinline__ double settle_all(double x) {
    int n = 1 + (__double2hiint(x) & 3);
    double y = settle_turn(x, x);
#pragma unroll
    for (int k = 1; k < 4; ++k) {
        double next = settle_turn(y, x);
        y = k < n ? next : y;
    }
    return y;
}

__global__ void __launch_bounds__(192) velvet_ferry_ak4_a(const double2* __restrict__ in, double2* __restrict__ out) {
    size_t i = (size_t)blockIdx.x * 384 + threadIdx.x;
    double2 p = __ldcs(in + i), q = __ldcs(in + i + 192);
    __stcs(out + i, make_double2(settle_each(p.x), settle_each(p.y)));
    __stcs(out + i + 192, make_double2(settle_each(q.x), settle_each(q.y)));
}

__global__ void __launch_bounds__(192) velvet_ferry_ak4_b(const double2* __restrict__ in, double2* __restrict__ out) {
    size_t i = (size_t)blockIdx.x * 384 + threadIdx.x;
    double2 p = __ldcs(in + i), q = __ldcs(in + i + 192);
    __stcs(out + i, make_double2(settle_all(p.x), settle_all(p.y)));
    __stcs(out + i + 192, make_double2(settle_all(q.x), settle_all(q.y)));
}

// ---- Selection: the floats above a bound, packed (order of the tiles free), one cursor step a tile.
constexpr int kTiles = 132 * 3 * 31, kTile = 8192;
constexpr size_t kFloats = (size_t)kTiles * kTile;

__global__ void __launch_bounds__(512, 3) walnut_chapel_ak4_a(const float4* __restrict__ in, float* __restrict__ out, unsigned long long* __restrict__ cursor, float bound) {
    __shared__ float kept[kTile];
    __shared__ int part[16];
    __shared__ unsigned long long where;
    int t = threadIdx.x, lane = t % 32, w = t / 32;
    const float4* tile = in + (size_t)blockIdx.x * (kTile / 4);
    float4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = __ldcs(tile + k * 512 + t);
    int mine = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) mine += (v[k].x > bound) + (v[k].y > bound) + (v[k].z > bound) + (v[k].w > bound);
    int run = mine;
#pragma unroll
    for (int o = 1; o < 32; o *= 2) {
        int other = __shfl_up_sync(0xffffffffu, run, o);
        if (lane >= o) run += other;
    }
    if (lane == 31) part[w] = run;
    __syncthreads();
    int ahead = 0, total = 0;
#pragma unroll
    for (int k = 0; k < 16; ++k) { int p = part[k]; ahead += k < w ? p : 0; total += p; }
    if (t == 0) {  // tickets in the upper bits: the last tile puts the cursor back for the next launch
        unsigned long long old = atomicAdd(cursor, (1ull << 40) + (unsigned long long)total);
        if ((old >> 40) == (unsigned long long)(gridDim.x - 1)) *cursor = 0;
        where = old & ((1ull << 40) - 1);
    }
    int at = ahead + run - mine;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        if (v[k].x > bound) kept[at++] = v[k].x;
        if (v[k].y > bound) kept[at++] = v[k].y;
        if (v[k].z > bound) kept[at++] = v[k].z;
        if (v[k].w > bound) kept[at++] = v[k].w;
    }
    __syncthreads();
    float* to = out + where;
    for (int k = t; k < total; k += 512) __stcs(to + k, kept[k]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // Walk: more short ways than long ones.
    float* start = filled<float>((size_t)kItems * 2, 461);
    float* finish = empty<float>((size_t)kItems * 2);
    std::vector<uint16_t> ways(kItems);
    for (int i = 0; i < kItems; ++i) {
        float u = (harness::hash32((uint32_t)i * 3u + 17u) >> 8) * (1.0f / 16777216.0f);
        ways[i] = (uint16_t)std::min(64, 1 + (int)(64.0f * u * u));
    }
    uint16_t* steps = uploaded(ways);
    float2 *start2 = reinterpret_cast<float2*>(start), *finish2 = reinterpret_cast<float2*>(finish);
    add("willow_kettle_ak4_a", finish, (size_t)kItems * 2, Output::f32, [=] { willow_kettle_ak4_a<<<kItems / 256, 256>>>(start2, steps, finish2); });
    add("willow_kettle_ak4_b", finish, (size_t)kItems * 2, Output::f32, [=] { willow_kettle_ak4_b<<<kItems / 1024, 256>>>(start2, steps, finish2); });

    __half *level = filled<__half>(kLevels, 462), *balance = empty<__half>(kLevels);
    uint4 *level4 = reinterpret_cast<uint4*>(level), *balance4 = reinterpret_cast<uint4*>(balance);
    add("copper_lantern_ak4_a", balance, kLevels, Output::f16, [=] { copper_lantern_ak4_a<<<kLevelBlocks, 128>>>(level4, balance4); });
    add("copper_lantern_ak4_b", balance, kLevels, Output::f16, [=] { copper_lantern_ak4_b<<<kLevelBlocks, 128>>>(level4, balance4); });

    double *cells = filled<double>(kCells, 463), *relaxed = empty<double>(kCells);
    std::vector<uint8_t> hours(kExchanges * kRingWarps);
    for (int s = 0; s < kExchanges; ++s)
        for (int w = 0; w < kRingWarps; ++w) hours[s * kRingWarps + w] = (uint8_t)(w == s * 7 % kRingWarps ? 64 : 2);
    uint8_t* plan = uploaded(hours);
    add("quill_harbor_ak4_a", relaxed, kCells, Output::f64, [=] { quill_harbor_ak4_a<<<kRingBlocks, 768>>>(cells, plan, relaxed); });
    add("quill_harbor_ak4_b", relaxed, kCells, Output::f64, [=] { quill_harbor_ak4_b<<<kRingBlocks, 768>>>(cells, plan, relaxed); });

    double *left = filled<double>((size_t)kMomentPairs * 2, 464), *right = filled<double>((size_t)kMomentPairs * 2, 465), *total = empty<double>(3);
    double2 *left2 = reinterpret_cast<double2*>(left), *right2 = reinterpret_cast<double2*>(right);
    add("saffron_anvil_ak4_a", total, 3, Output::f64, [=] { saffron_anvil_ak4_a<<<kMomentThreads / 512, 512>>>(left2, right2, total); });
    add("saffron_anvil_ak4_b", total, 3, Output::f64, [=] { saffron_anvil_ak4_b<<<kMomentThreads / 512, 512>>>(left2, right2, total); });

    std::vector<uint16_t> raw(kSamples);
    for (int i = 0; i < kSamples; ++i) {
        uint32_t h = harness::hash32((uint32_t)i + 4660u), kind = (h >> 16) % 100u < 85u ? 5u : (h >> 8) & 15u;
        raw[i] = (uint16_t)((kind << 12) | (h & 127u));
    }
    uint4* samples = reinterpret_cast<uint4*>(uploaded(raw));
    int* counts = empty<int>(16);
    add("pebble_orchard_ak4_a", counts, 16, Output::i32, [=] { pebble_orchard_ak4_a<<<kCountBlocks, 256>>>(samples, counts); });
    add("pebble_orchard_ak4_b", counts, 16, Output::i32, [=] { pebble_orchard_ak4_b<<<kCountBlocks, 256>>>(samples, counts); });

    // Colour curves and selection share their fields.
    static_assert((size_t)kPixels * 4 <= kFloats, "fields are too short");
    float *wide = filled<float>(kFloats, 467), *packed = empty<float>(kFloats);
    float4 *wide4 = reinterpret_cast<float4*>(wide), *packed4 = reinterpret_cast<float4*>(packed);
    add("thimble_marsh_ak4_a", packed, (size_t)kPixels * 4, Output::f32, [=] { thimble_marsh_ak4_a<<<kPixels / 256, 1024>>>(wide, packed); });
    add("thimble_marsh_ak4_b", packed, (size_t)kPixels * 4, Output::f32, [=] { thimble_marsh_ak4_b<<<kPixels / 512, 512>>>(wide4, packed4); });

    double *rough = filled<double>(kSettlePairs * 2, 468), *calm = empty<double>(kSettlePairs * 2);
    double2 *rough2 = reinterpret_cast<double2*>(rough), *calm2 = reinterpret_cast<double2*>(calm);
    add("velvet_ferry_ak4_a", calm, kSettlePairs * 2, Output::f64, [=] { velvet_ferry_ak4_a<<<kSettleBlocks, 192>>>(rough2, calm2); });
    add("velvet_ferry_ak4_b", calm, kSettlePairs * 2, Output::f64, [=] { velvet_ferry_ak4_b<<<kSettleBlocks, 192>>>(rough2, calm2); });

    unsigned long long* cursor = uploaded(std::vector<unsigned long long>(1, 0ull));
    add("walnut_chapel_ak4_a", packed, kFloats, Output::f32, [=] { walnut_chapel_ak4_a<<<kTiles, 512>>>(wide4, packed, cursor, 0.4f); });

    return harness::run(argc, argv, cases);
}
