// Six measured cases from insurance, oceanography, games, retail, sonar and geology: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Insurance: present value of the premiums of each policy over its remaining months, with Gompertz mortality. A thread a policy.
constexpr int kPolicies = 1 << 22;

__device__ __forceinline__ void harbour_ledger(const float4* __restrict__ policy, float* __restrict__ value) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = policy[i];                      // premium, first monthly hazard, monthly growth of the hazard, months left
    int months = (int)p.w;
    float alive = 1.0f, hazard = p.y, discount = 1.0f, worth = 0.0f;
#pragma unroll 4
    for (int m = 0; m < months; ++m) {
        alive = fmaf(-alive, hazard, alive);
        hazard = fminf(hazard * p.z, 1.0f);
        discount *= 0.9975f;
        worth = fmaf(alive, discount, worth);
    }
    value[i] = worth * p.x;
}

// The portfolio in the order of arrival (a), and sorted by the months left (b).
__global__ void __launch_bounds__(256) harbour_ledger_aw4_a(const float4* __restrict__ policy, float* __restrict__ value) { harbour_ledger(policy, value); }
__global__ void __launch_bounds__(256) harbour_ledger_aw4_b(const float4* __restrict__ policy, float* __restrict__ value) { harbour_ledger(policy, value); }

// ---- Oceanography: chlorophyll, attenuation and particulate carbon of each pixel from four reflectance bands.
constexpr int kPixels = 1 << 20;

__device__ __forceinline__ float band(float v) { return 0.02f + fabsf(v); }

__global__ void __launch_bounds__(256) plankton_bloom_aw4_a(const float4* __restrict__ bands, float4* __restrict__ product) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 b = bands[i];
    float blue = fmaxf(fmaxf(band(b.x), band(b.y)), band(b.z)), green = band(b.w);
    float r = fminf(fmaxf(0.30103f * __log2f(__fdividef(blue, green)), -0.6f), 1.2f);
    float chlorophyll = exp10(0.3272 + r * (-2.9940 + r * (2.7218 + r * (-1.2259 + r * -0.5683))));
    float attenuation = 0.0166 + exp10(-0.8515 + r * (-1.8263 + r * (1.8714 + r * (-2.4414 + r * -1.0690))));
    float carbon = 203.2 * exp10(r * (-1.034 + r * (0.1182 + r * -0.0417)));
    product[i] = make_float4(chlorophyll, attenuation, carbon, r);
}

__global__ void __launch_bounds__(256) plankton_bloom_aw4_b(const float4* __restrict__ bands, float4* __restrict__ product) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 b = bands[i];
    float blue = fmaxf(fmaxf(band(b.x), band(b.y)), band(b.z)), green = band(b.w);
    float r = fminf(fmaxf(0.30103f * __log2f(__fdividef(blue, green)), -0.6f), 1.2f);
    float chlorophyll = exp10f(0.3272f + r * (-2.9940f + r * (2.7218f + r * (-1.2259f + r * -0.5683f))));
    float attenuation = 0.0166f + exp10f(-0.8515f + r * (-1.8263f + r * (1.8714f + r * (-2.4414f + r * -1.0690f))));
    float carbon = 203.2f * exp10f(r * (-1.034f + r * (0.1182f + r * -0.0417f)));
    product[i] = make_float4(chlorophyll, attenuation, carbon, r);
}

// ---- Games: push and pressure on each walker of a crowd from the others of its cell (32 to 128 walkers). A warp a cell, 16 cells one after another.
constexpr int kCrowdBlocks = 132 * 12, kTeams = 16, kRounds = 16, kCells = kCrowdBlocks * kTeams * kRounds, kFullest = 128;

template <bool kWhole>
__device__ __forceinline__ void plaza_lantern(const float4* __restrict__ walkers, const int* __restrict__ start, float2* __restrict__ push) {
    __shared__ float4 stage[kTeams][kFullest];
    int lane = threadIdx.x % 32, team = threadIdx.x / 32, cell = (blockIdx.x * kTeams + team) * kRounds;
    float4* mine = stage[team];
    int begin = start[cell];
    for (int round = 0; round < kRounds; ++round) {
        int end = start[cell + round + 1], n = (end - begin) & ~31;  // whole warps only
#pragma unroll 2
        for (int i = lane; i < n; i += 32) mine[i] = walkers[begin + i];
        if (kWhole) __syncthreads(); else __syncwarp();
#pragma unroll 1
        for (int i = lane; i < n; i += 32) {
            float4 me = mine[i];
            float away = 0.0f, pressure = 0.0f;
#pragma unroll 4
            for (int j = 0; j < n; ++j) {
                float4 o = mine[j];
                float dx = me.x - o.x, dy = me.y - o.y, near = __saturatef(fmaf(-dx, dx, fmaf(-dy, dy, 1.0f)));
                float weight = near * fmaf(o.z, me.w, 1.5f);
                away = fmaf(weight, dx + dy, away);
                pressure = fmaf(weight, near, pressure);
            }
            push[begin + i] = make_float2(away, pressure);
        }
        if (kWhole) __syncthreads(); else __syncwarp();
        begin = end;
    }
}

__global__ void __launch_bounds__(512) plaza_lantern_aw4_a(const float4* __restrict__ walkers, const int* __restrict__ start, float2* __restrict__ push) {
    plaza_lantern<true>(walkers, start, push);
}
__global__ void __launch_bounds__(512) plaza_lantern_aw4_b(const float4* __restrict__ walkers, const int* __restrict__ start, float2* __restrict__ push) {
    plaza_lantern<false>(walkers, start, push);
}

// ---- Retail: revenue, tax, squares and large items of each of 16 shops from receipts of 512 lines. A warp a receipt.
constexpr int kReceipts = 1 << 17, kLines = 512, kShops = 16, kTillWarps = 32, kTillBlocks = 264;

struct Till { float revenue, tax, square, large; };

__device__ __forceinline__ void line(Till& t, float x) {
    float price = fabsf(x);
    t.revenue += price;
    t.tax = fmaf(price, price > 0.25f ? 0.19f : 0.07f, t.tax);
    t.square = fmaf(price, price, t.square);
    t.large += price > 0.75f ? 1.0f : 0.0f;
}
__device__ __forceinline__ Till receipt(const float4* __restrict__ lines, int r, int lane) {
    const float4* at = lines + (size_t)r * (kLines / 4) + lane;
    float4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = at[k * 32];
    Till t = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll
    for (int k = 0; k < 4; ++k) { line(t, v[k].x); line(t, v[k].y); line(t, v[k].z); line(t, v[k].w); }
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        t.revenue += __shfl_xor_sync(0xffffffffu, t.revenue, o);
        t.tax += __shfl_xor_sync(0xffffffffu, t.tax, o);
        t.square += __shfl_xor_sync(0xffffffffu, t.square, o);
        t.large += __shfl_xor_sync(0xffffffffu, t.large, o);
    }
    return t;
}

__global__ void __launch_bounds__(1024) copper_till_aw4_a(const float4* __restrict__ lines, const int* __restrict__ shop, float* __restrict__ total) {
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int r = blockIdx.x * kTillWarps + warp; r < kReceipts; r += kTillBlocks * kTillWarps) {
        int at = shop[r] * 4;
        Till t = receipt(lines, r, lane);
        if (lane == 0) {
            atomicAdd(total + at, t.revenue);
            atomicAdd(total + at + 1, t.tax);
            atomicAdd(total + at + 2, t.square);
            atomicAdd(total + at + 3, t.large);
        }
    }
}

__global__ void __launch_bounds__(1024) copper_till_aw4_b(const float4* __restrict__ lines, const int* __restrict__ shop, float* __restrict__ total) {
    __shared__ __align__(16) float drawer[kTillWarps][kShops * 4];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    drawer[warp][lane] = 0.0f; drawer[warp][lane + 32] = 0.0f;
    __syncwarp();
    for (int r = blockIdx.x * kTillWarps + warp; r < kReceipts; r += kTillBlocks * kTillWarps) {
        int at = shop[r] * 4;
        Till t = receipt(lines, r, lane);
        if (lane == 0) {
            float4* d = reinterpret_cast<float4*>(&drawer[warp][at]);
            float4 old = *d;
            *d = make_float4(old.x + t.revenue, old.y + t.tax, old.z + t.square, old.w + t.large);
        }
    }
    __syncthreads();
    if (threadIdx.x < kShops * 4) {
        float sum = 0.0f;
#pragma unroll
        for (int w = 0; w < kTillWarps; ++w) sum += drawer[w][threadIdx.x];
        atomicAdd(total + threadIdx.x, sum);
    }
}

// ---- Sonar: each echo as a mantissa in [0.5, 1) and the number of doublings that brought it there (12 at most), packed in one float.
constexpr int kEchoes = 1 << 26;

__device__ __forceinline__ float doubled(float x) {
    float v = fabsf(x);
    int turns = 0;
    while (v < 0.5f && turns < 12) { v += v; ++turns; }
    return copysignf(v, x) + 2.0f * turns;
}
__device__ __forceinline__ float shifted(float x) {
    float v = fabsf(x);
    int turns = min(max(126 - (__float_as_int(v) >> 23), 0), 12);
    return copysignf(v * __int_as_float((127 + turns) << 23), x) + 2.0f * turns;
}

__global__ void __launch_bounds__(256) velvet_gauge_aw4_a(const float4* __restrict__ echo, float4* __restrict__ packed) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 e = echo[i];
    packed[i] = make_float4(doubled(e.x), doubled(e.y), doubled(e.z), doubled(e.w));
}
__global__ void __launch_bounds__(256) velvet_gauge_aw4_b(const float4* __restrict__ echo, float4* __restrict__ packed) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 e = echo[i];
    packed[i] = make_float4(shifted(e.x), shifted(e.y), shifted(e.z), shifted(e.w));
}

// ---- Geology: how many pebbles of a scanned beach fall in each of 128 classes of size. A private count a warp.
constexpr int kPebbles = 1 << 27, kSizes = 128, kSieveWarps = 32, kSieveBlocks = 264;

__device__ __forceinline__ int size_class(float x) { return min(max((int)fmaf(x, 64.0f, 64.0f), 0), kSizes - 1); }

__global__ void __launch_bounds__(1024, 2) pebble_sieve_aw4_a(const float4* __restrict__ pebble, int* __restrict__ count) {
    __shared__ int tray[kSieveWarps][kSizes];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
#pragma unroll
    for (int k = 0; k < kSizes; k += 32) tray[warp][k + lane] = 0;
    __syncwarp();
    int* mine = tray[warp];
    constexpr int kStep = kSieveBlocks * 1024, kQuads = kPebbles / 4;
    int i = blockIdx.x * 1024 + threadIdx.x;
    for (; i + kStep < kQuads; i += 2 * kStep) {
        float4 p = pebble[i], q = pebble[i + kStep];
        atomicAdd(mine + size_class(p.x), 1); atomicAdd(mine + size_class(p.y), 1);
        atomicAdd(mine + size_class(p.z), 1); atomicAdd(mine + size_class(p.w), 1);
        atomicAdd(mine + size_class(q.x), 1); atomicAdd(mine + size_class(q.y), 1);
        atomicAdd(mine + size_class(q.z), 1); atomicAdd(mine + size_class(q.w), 1);
    }
    if (i < kQuads) {
        float4 p = pebble[i];
        atomicAdd(mine + size_class(p.x), 1); atomicAdd(mine + size_class(p.y), 1);
        atomicAdd(mine + size_class(p.z), 1); atomicAdd(mine + size_class(p.w), 1);
    }
    __syncthreads();
    if (threadIdx.x < kSizes) {
        int sum = 0;
#pragma unroll
        for (int w = 0; w < kSieveWarps; ++w) sum += tray[w][threadIdx.x];
        atomicAdd(count + threadIdx.x, sum);
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };
    auto chance = [](uint32_t i) { return (harness::hash32(i) >> 8) * (1.0f / 16777216.0f); };

    // Policies: 12 to 360 months left, most of them few.
    std::vector<float4> book(kPolicies);
    for (int i = 0; i < kPolicies; ++i) {
        float u = chance(4u * i + 1u);
        book[i] = make_float4(50.0f + 400.0f * chance(4u * i + 2u), 2e-5f + 4e-4f * chance(4u * i + 3u), 1.006f + 0.003f * chance(4u * i + 4u), std::floor(12.0f + 348.0f * u * u * u));
    }
    float4* arrived = uploaded(book);
    std::stable_sort(book.begin(), book.end(), [](const float4& x, const float4& y) { return x.w > y.w; });
    float4* sorted = uploaded(book);

    // Cells of the crowd: 32, 64, 96 or 128 walkers, most of them 32.
    std::vector<int> first(kCells + 1);
    first[0] = 0;
    for (int c = 0; c < kCells; ++c) {
        float u = chance(977u * c + 5u);
        first[c + 1] = first[c] + 32 * (1 + std::min(3, (int)(4.0f * u * u * u)));
    }
    const size_t all = first[kCells];
    int* start = uploaded(first);

    float* field = filled<float>(kPebbles, 61);
    float4* field4 = reinterpret_cast<float4*>(field);
    float4* walkers = reinterpret_cast<float4*>(filled<float>(all * 4, 62));
    int* shop = harness::indices(kReceipts, kShops, 63);
    float* out = empty<float>(std::max((size_t)kEchoes, all * 2));
    float4* out4 = reinterpret_cast<float4*>(out);
    float2* out2 = reinterpret_cast<float2*>(out);
    float4* sea = reinterpret_cast<float4*>(filled<float>((size_t)kPixels * 4, 64));
    float* total = filled<float>(kShops * 4, 65);
    int* count = harness::indices(kSizes, 100, 66);
    static_assert((size_t)kReceipts * kLines <= (size_t)kPebbles && kEchoes <= kPebbles && kPixels * 4 <= kEchoes && kPolicies <= kEchoes, "fields are too short");

    add("harbour_ledger_aw4_a", out, kPolicies, Output::f32, [=] { harbour_ledger_aw4_a<<<kPolicies / 256, 256>>>(arrived, out); });
    add("harbour_ledger_aw4_b", out, kPolicies, Output::f32, [=] { harbour_ledger_aw4_b<<<kPolicies / 256, 256>>>(sorted, out); });

    add("plankton_bloom_aw4_a", out, (size_t)kPixels * 4, Output::f32, [=] { plankton_bloom_aw4_a<<<kPixels / 256, 256>>>(sea, out4); });
    add("plankton_bloom_aw4_b", out, (size_t)kPixels * 4, Output::f32, [=] { plankton_bloom_aw4_b<<<kPixels / 256, 256>>>(sea, out4); });

    add("plaza_lantern_aw4_a", out, all * 2, Output::f32, [=] { plaza_lantern_aw4_a<<<kCrowdBlocks, kTeams * 32>>>(walkers, start, out2); });
    add("plaza_lantern_aw4_b", out, all * 2, Output::f32, [=] { plaza_lantern_aw4_b<<<kCrowdBlocks, kTeams * 32>>>(walkers, start, out2); });

    add("copper_till_aw4_a", total, kShops * 4, Output::f32, [=] { copper_till_aw4_a<<<kTillBlocks, 1024>>>(field4, shop, total); });
    add("copper_till_aw4_b", total, kShops * 4, Output::f32, [=] { copper_till_aw4_b<<<kTillBlocks, 1024>>>(field4, shop, total); });

    add("velvet_gauge_aw4_a", out, kEchoes, Output::f32, [=] { velvet_gauge_aw4_a<<<kEchoes / 1024, 256>>>(field4, out4); });
    add("velvet_gauge_aw4_b", out, kEchoes, Output::f32, [=] { velvet_gauge_aw4_b<<<kEchoes / 1024, 256>>>(field4, out4); });

    add("pebble_sieve_aw4_a", count, kSizes, Output::i32, [=] { pebble_sieve_aw4_a<<<kSieveBlocks, 1024>>>(field4, count); });

    return harness::run(argc, argv, cases);
}
