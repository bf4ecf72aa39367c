// Eight measured cases about how kernels touch global memory: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Finance: interest accrued by each loan from its notional, its days and two of the 24 terms of its contract.
constexpr int kLoans = 1536 * 1024, kTerms = 24, kCoupon = 5, kMargin = 17;

__device__ __forceinline__ float accrue(float notional, float days, float coupon, float margin) {
    float year = fmaf(days, 0.5f, 0.5f), rate = fmaf(coupon, 0.04f, 0.05f) + fmaf(margin, 0.01f, 0.012f);
    return fmaf(notional, 500.0f, 1000.0f) * rate * year * fmaf(0.5f * rate, year, 1.0f);
}

__global__ void __launch_bounds__(256) harbor_thimble_ai1_a(const float* __restrict__ notional, const float* __restrict__ days,
                                                            const float* __restrict__ terms, float* __restrict__ interest) {
    int i = blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 2; ++j, i += 256) {
        const float* contract = terms + (size_t)i * kTerms;
        interest[i] = accrue(notional[i], days[i], contract[kCoupon], contract[kMargin]);
    }
}

__global__ void __launch_bounds__(256) harbor_thimble_ai1_b(const float* __restrict__ notional, const float* __restrict__ days,
                                                            const float* __restrict__ coupon, const float* __restrict__ margin,
                                                            float* __restrict__ interest) {
    int i = blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 2; ++j, i += 256) interest[i] = accrue(notional[i], days[i], coupon[i], margin[i]);
}

// ---- Seismics: gathers of traces turned into time slices, with a gain for each sample time and a correction for each trace.
constexpr int kTraces = 4096, kSamples = 8192;

__global__ void __launch_bounds__(256) quarry_lantern_ai1_a(const float* __restrict__ gather, const float* __restrict__ gain,
                                                            const float* __restrict__ correction, float* __restrict__ slices) {
    int sample = blockIdx.x * 32 + threadIdx.x, trace = blockIdx.y * 32 + threadIdx.y;
    float lift = gain[sample];
    float v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = gather[(size_t)(trace + 8 * j) * kSamples + sample];
#pragma unroll
    for (int j = 0; j < 4; ++j) slices[(size_t)sample * kTraces + trace + 8 * j] = v[j] * lift * correction[trace + 8 * j];
}

__global__ void __launch_bounds__(256) quarry_lantern_ai1_b(const float* __restrict__ gather, const float* __restrict__ gain,
                                                            const float* __restrict__ correction, float* __restrict__ slices) {
    __shared__ float tile[32][33];
    int sample = blockIdx.x * 32 + threadIdx.x, trace = blockIdx.y * 32 + threadIdx.y;
    float lift = gain[sample];
    float v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = gather[(size_t)(trace + 8 * j) * kSamples + sample];
#pragma unroll
    for (int j = 0; j < 4; ++j) tile[threadIdx.y + 8 * j][threadIdx.x] = v[j] * lift * correction[trace + 8 * j];
    __syncthreads();
    int row = blockIdx.x * 32 + threadIdx.y, column = blockIdx.y * 32 + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 4; ++j) slices[(size_t)(row + 8 * j) * kTraces + column] = tile[threadIdx.x][threadIdx.y + 8 * j];
}

// ---- Games: threat of each agent of a crowd as seen from the player's place.
constexpr int kAgents = 28 * 1024 * 1024;

struct Agent {
    float x, y, z, heading;
    float vx, vy, vz, health;
    float armor, stamina, morale, hunger;
    float aggression, cooldown, range, team;
};
static_assert(sizeof(Agent) == 64, "an agent is sixteen floats");

__device__ __forceinline__ float threat_of(float x, float health, float aggression, float player) {
    float away = x - player, near = __fdividef(1.0f, fmaf(away, away, 0.25f));
    return fmaf(aggression, 0.5f, 0.5f) * fmaf(health, 0.4f, 0.6f) * near;
}

__global__ void __launch_bounds__(256) meadow_goblin_ai1_a(const Agent* __restrict__ crowd, float player, float* __restrict__ threat) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float x[4], health[4], aggression[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        const Agent& one = crowd[i + 256 * j];
        x[j] = one.x; health[j] = one.health; aggression[j] = one.aggression;
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) threat[i + 256 * j] = threat_of(x[j], health[j], aggression[j], player);
}

__global__ void __launch_bounds__(256) meadow_goblin_ai1_b(const float* __restrict__ xs, const float* __restrict__ healths,
                                                           const float* __restrict__ aggressions, float player, float* __restrict__ threat) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float x[4], health[4], aggression[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        x[j] = xs[i + 256 * j]; health[j] = healths[i + 256 * j]; aggression[j] = aggressions[i + 256 * j];
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) threat[i + 256 * j] = threat_of(x[j], health[j], aggression[j], player);
}

// ---- Genomics: likelihood ratio of each read at the site it fell on; a site is a pair (log odds, weight).
constexpr int kReads = 16 * 1024 * 1024, kSites = 16 * 1024 * 1024;

__device__ __forceinline__ void score_reads(const int* __restrict__ site, const float* __restrict__ quality, const float2* __restrict__ sites,
                                            float* __restrict__ score) {
    int i = blockIdx.x * 1024 + threadIdx.x, at[4];
    float q[4];
    float2 s[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { at[j] = site[i + 256 * j]; q[j] = quality[i + 256 * j]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) s[j] = sites[at[j]];
#pragma unroll
    for (int j = 0; j < 4; ++j) score[i + 256 * j] = __expf(fmaf(s[j].x, q[j], 0.3f * s[j].y)) * fmaf(s[j].y, 0.5f, 0.75f);
}

// Reads in the order of the sequencer.
__global__ void __launch_bounds__(256) otter_compass_ai1_a(const int* __restrict__ site, const float* __restrict__ quality,
                                                           const float2* __restrict__ sites, float* __restrict__ score) {
    score_reads(site, quality, sites, score);
}
// Reads sorted by their sites.
__global__ void __launch_bounds__(256) otter_compass_ai1_b(const int* __restrict__ site, const float* __restrict__ quality,
                                                           const float2* __restrict__ sites, float* __restrict__ score) {
    score_reads(site, quality, sites, score);
}

// ---- Photography: one 8-bit picture laid over another in screen mode.
constexpr int kPixels = 4096 * 3072;

__device__ __forceinline__ uint32_t screen_of(uint32_t top, uint32_t base) {
    uint32_t product = top * base + 128u;
    return top + base - ((product + (product >> 8)) >> 8);
}
__device__ __forceinline__ uint32_t screen_four(uint32_t top, uint32_t base) {
    uint32_t four = 0;
#pragma unroll
    for (int k = 0; k < 32; k += 8) four |= screen_of((top >> k) & 255u, (base >> k) & 255u) << k;
    return four;
}

__global__ void __launch_bounds__(256) velvet_postcard_ai1_a(const uint8_t* __restrict__ top, const uint8_t* __restrict__ base, uint8_t* __restrict__ picture) {
    int i = blockIdx.x * 256 + threadIdx.x;
    picture[i] = (uint8_t)screen_of(top[i], base[i]);
}

__global__ void __launch_bounds__(256) velvet_postcard_ai1_b(const uint4* __restrict__ top, const uint4* __restrict__ base, uint4* __restrict__ picture) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 t = top[i], b = base[i];
    picture[i] = make_uint4(screen_four(t.x, b.x), screen_four(t.y, b.y), screen_four(t.z, b.z), screen_four(t.w, b.w));
}

// ---- Machine learning: weighted sums of 32 embedding rows of 16 floats a bag, a warp a bag, from the image of a file with a header.
constexpr int kRows = 8 * 1024 * 1024, kBags = 512 * 1024, kShortHeader = 4, kPaddedHeader = 16;  // headers in floats

template <int kHeader>
__device__ __forceinline__ void embed_bag(const float* __restrict__ file, const int* __restrict__ token, const float* __restrict__ weight,
                                          float4* __restrict__ bags) {
    int lane = threadIdx.x % 32, bag = blockIdx.x * 8 + threadIdx.x / 32, part = lane % 4, slot = lane / 4;
    const float4* rows = reinterpret_cast<const float4*>(file + kHeader) + part;
    int mine = token[bag * 32 + lane];
    float share = weight[bag * 32 + lane];
    float4 v[4];
    float w[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int row = __shfl_sync(0xffffffffu, mine, j * 8 + slot);
        w[j] = __shfl_sync(0xffffffffu, share, j * 8 + slot);
        v[j] = rows[(size_t)row * 4];
    }
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        sum.x = fmaf(w[j], v[j].x, sum.x); sum.y = fmaf(w[j], v[j].y, sum.y);
        sum.z = fmaf(w[j], v[j].z, sum.z); sum.w = fmaf(w[j], v[j].w, sum.w);
    }
#pragma unroll
    for (int o = 4; o < 32; o *= 2) {
        sum.x += __shfl_xor_sync(0xffffffffu, sum.x, o); sum.y += __shfl_xor_sync(0xffffffffu, sum.y, o);
        sum.z += __shfl_xor_sync(0xffffffffu, sum.z, o); sum.w += __shfl_xor_sync(0xffffffffu, sum.w, o);
    }
    if (lane < 4) bags[bag * 4 + part] = sum;
}

__global__ void __launch_bounds__(256) walnut_chapel_ai1_a(const float* __restrict__ file, const int* __restrict__ token, const float* __restrict__ weight,
                                                           float4* __restrict__ bags) {
    embed_bag<kShortHeader>(file, token, weight, bags);
}
__global__ void __launch_bounds__(256) walnut_chapel_ai1_b(const float* __restrict__ file, const int* __restrict__ token, const float* __restrict__ weight,
                                                           float4* __restrict__ bags) {
    embed_bag<kPaddedHeader>(file, token, weight, bags);
}

// ---- Hydrology: runoff index of each hour from its rain and the flow of the hour after it.
constexpr int kHours = 32 * 1024 * 1024;

__device__ __forceinline__ float runoff_of(float rain, float flow) { return fmaf(fmaf(0.4f, rain, 0.6f), flow, 0.1f * rain); }

__global__ void __launch_bounds__(256) juniper_canal_ai1_a(const float* __restrict__ rain, const float* __restrict__ flow, float* __restrict__ runoff) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float r[4], f[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { r[j] = rain[i + 256 * j]; f[j] = flow[i + 256 * j + 1]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) runoff[i + 256 * j] = runoff_of(r[j], f[j]);
}

// The flow is stored from its second hour on.
__global__ void __launch_bounds__(256) juniper_canal_ai1_b(const float* __restrict__ rain, const float* __restrict__ later, float* __restrict__ runoff) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float r[4], f[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { r[j] = rain[i + 256 * j]; f[j] = later[i + 256 * j]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) runoff[i + 256 * j] = runoff_of(r[j], f[j]);
}

// ---- Climate: a forecast corrected by the long-run mean of its grid cell, two quadruples a thread.
constexpr int kCells = 57600 * 512;  // quadruples

__device__ __forceinline__ float corrected(float forecast, float mean) { return fmaf(0.85f, forecast - mean, mean); }

__global__ void __launch_bounds__(256) amber_pavilion_ai1_a(const float4* __restrict__ forecast, const float4* __restrict__ mean, float4* __restrict__ field) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 f[2], m[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) { f[j] = __ldcs(forecast + i + 256 * j); m[j] = __ldcs(mean + i + 256 * j); }
#pragma unroll
    for (int j = 0; j < 2; ++j)
        __stcs(field + i + 256 * j, make_float4(corrected(f[j].x, m[j].x), corrected(f[j].y, m[j].y), corrected(f[j].z, m[j].z), corrected(f[j].w, m[j].w)));
}

// What `filled` with this seed puts at an index; a buffer filled with a seed moved by `by` factors holds the same values `by` places earlier.
constexpr uint32_t kFactor = 2654435761u;
static float content(size_t index, uint32_t seed) { return harness::unit((uint32_t)index * kFactor + seed); }

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // A column, every `width`-th value of a table filled with `seed`, as an array of its own.
    auto column = [](size_t rows, size_t width, size_t at, uint32_t seed) {
        std::vector<float> host(rows);
        for (size_t i = 0; i < rows; ++i) host[i] = content(i * width + at, seed);
        return uploaded(host);
    };

    {
        float *notional = filled<float>(kLoans, 11), *days = filled<float>(kLoans, 12), *terms = filled<float>((size_t)kLoans * kTerms, 13);
        float *coupon = column(kLoans, kTerms, kCoupon, 13), *margin = column(kLoans, kTerms, kMargin, 13), *interest = empty<float>(kLoans);
        add("harbor_thimble_ai1_a", interest, kLoans, Output::f32, [=] { harbor_thimble_ai1_a<<<kLoans / 512, 256>>>(notional, days, terms, interest); });
        add("harbor_thimble_ai1_b", interest, kLoans, Output::f32, [=] { harbor_thimble_ai1_b<<<kLoans / 512, 256>>>(notional, days, coupon, margin, interest); });
    }
    {
        constexpr size_t kAll = (size_t)kTraces * kSamples;
        float *gather = filled<float>(kAll, 21), *gain = filled<float>(kSamples, 22), *correction = filled<float>(kTraces, 23), *slices = empty<float>(kAll);
        dim3 grid(kSamples / 32, kTraces / 32), block(32, 8);
        add("quarry_lantern_ai1_a", slices, kAll, Output::f32, [=] { quarry_lantern_ai1_a<<<grid, block>>>(gather, gain, correction, slices); });
        add("quarry_lantern_ai1_b", slices, kAll, Output::f32, [=] { quarry_lantern_ai1_b<<<grid, block>>>(gather, gain, correction, slices); });
    }
    float* crowd = filled<float>((size_t)kAgents * 16, 31);
    {
        float *x = column(kAgents, 16, 0, 31), *health = column(kAgents, 16, 7, 31), *aggression = column(kAgents, 16, 12, 31), *threat = empty<float>(kAgents);
        const Agent* agents = reinterpret_cast<const Agent*>(crowd);
        add("meadow_goblin_ai1_a", threat, kAgents, Output::f32, [=] { meadow_goblin_ai1_a<<<kAgents / 1024, 256>>>(agents, 0.3f, threat); });
        add("meadow_goblin_ai1_b", threat, kAgents, Output::f32, [=] { meadow_goblin_ai1_b<<<kAgents / 1024, 256>>>(x, health, aggression, 0.3f, threat); });
    }
    {
        std::vector<int> site(kReads), sorted(kReads), start((size_t)kSites + 1, 0);
        std::vector<float> quality(kReads), moved(kReads);
        for (int i = 0; i < kReads; ++i) {
            site[i] = (int)(harness::hash32((uint32_t)i + 41u) % (uint32_t)kSites);
            quality[i] = content(i, 42);
            ++start[site[i] + 1];
        }
        for (int s = 0; s < kSites; ++s) start[s + 1] += start[s];
        for (int i = 0; i < kReads; ++i) {
            int to = start[site[i]]++;
            sorted[to] = site[i]; moved[to] = quality[i];
        }
        int *order = uploaded(site), *ranked = uploaded(sorted);
        float *plain = uploaded(quality), *along = uploaded(moved), *score = empty<float>(kReads);
        const float2* sites = reinterpret_cast<const float2*>(filled<float>((size_t)kSites * 2, 43));
        add("otter_compass_ai1_a", score, kReads, Output::f32, [=] { otter_compass_ai1_a<<<kReads / 1024, 256>>>(order, plain, sites, score); });
        add("otter_compass_ai1_b", score, kReads, Output::f32, [=] { otter_compass_ai1_b<<<kReads / 1024, 256>>>(ranked, along, sites, score); });
    }
    {
        int *top = indices(kPixels / 4, 0xffffffffu, 51), *base = indices(kPixels / 4, 0xffffffffu, 0x5200000u), *picture = empty<int>(kPixels / 4);
        add("velvet_postcard_ai1_a", picture, kPixels, Output::u8, [=] {
            velvet_postcard_ai1_a<<<kPixels / 256, 256>>>(reinterpret_cast<const uint8_t*>(top), reinterpret_cast<const uint8_t*>(base),
                                                          reinterpret_cast<uint8_t*>(picture)); });
        add("velvet_postcard_ai1_b", picture, kPixels, Output::u8, [=] {
            velvet_postcard_ai1_b<<<kPixels / 4096, 256>>>(reinterpret_cast<const uint4*>(top), reinterpret_cast<const uint4*>(base),
                                                           reinterpret_cast<uint4*>(picture)); });
    }
    {
        constexpr uint32_t kSeed = 61;
        float* file = filled<float>((size_t)kRows * 16 + kShortHeader, kSeed);
        float* padded = filled<float>((size_t)kRows * 16 + kPaddedHeader, kSeed - (uint32_t)(kPaddedHeader - kShortHeader) * kFactor);
        int* token = indices((size_t)kBags * 32, kRows, 62);
        float *weight = filled<float>((size_t)kBags * 32, 63), *bags = empty<float>((size_t)kBags * 16);
        float4* sums = reinterpret_cast<float4*>(bags);
        add("walnut_chapel_ai1_a", bags, (size_t)kBags * 16, Output::f32, [=] { walnut_chapel_ai1_a<<<kBags / 8, 256>>>(file, token, weight, sums); });
        add("walnut_chapel_ai1_b", bags, (size_t)kBags * 16, Output::f32, [=] { walnut_chapel_ai1_b<<<kBags / 8, 256>>>(padded, token, weight, sums); });
    }
    {
        constexpr uint32_t kSeed = 72;
        float *rain = filled<float>(kHours, 71), *flow = filled<float>((size_t)kHours + 1, kSeed), *later = filled<float>(kHours, kSeed + kFactor);
        float* runoff = empty<float>(kHours);
        add("juniper_canal_ai1_a", runoff, kHours, Output::f32, [=] { juniper_canal_ai1_a<<<kHours / 1024, 256>>>(rain, flow, runoff); });
        add("juniper_canal_ai1_b", runoff, kHours, Output::f32, [=] { juniper_canal_ai1_b<<<kHours / 1024, 256>>>(rain, later, runoff); });
    }
    {
        constexpr size_t kApart = 200000000;  // floats between the two fields, both in the long buffer of the crowd
        static_assert((size_t)kCells * 4 <= kApart && kApart + (size_t)kCells * 4 <= (size_t)kAgents * 16, "fields overlap or are too long");
        const float4 *forecast = reinterpret_cast<const float4*>(crowd), *mean = reinterpret_cast<const float4*>(crowd + kApart);
        float* field = empty<float>((size_t)kCells * 4);
        float4* field4 = reinterpret_cast<float4*>(field);
        add("amber_pavilion_ai1_a", field, (size_t)kCells * 4, Output::f32, [=] { amber_pavilion_ai1_a<<<kCells / 512, 256>>>(forecast, mean, field4); });
    }

    return harness::run(argc, argv, cases);
}
