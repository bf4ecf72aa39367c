// Six measured pairs from economy, genetics, orbits and the sea: before (_a) and after (_b), with one mild pair and one healthy kernel.
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Guilds: production of 64 branches in each of 528 regions over twelve quarters (input-output table, one for all regions).
constexpr int kBranches = 64, kRegions = 528, kQuarters = 12;

__device__ __forceinline__ float guild_quarter(const float* __restrict__ table, const float4* made, int branch, float asked) {
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll 4
    for (int j = 0; j < kBranches / 4; ++j) {
        float4 m = made[j];
        sum.x = fmaf(table[(4 * j + 0) * kBranches + branch], m.x, sum.x);
        sum.y = fmaf(table[(4 * j + 1) * kBranches + branch], m.y, sum.y);
        sum.z = fmaf(table[(4 * j + 2) * kBranches + branch], m.z, sum.z);
        sum.w = fmaf(table[(4 * j + 3) * kBranches + branch], m.w, sum.w);
    }
    return fminf(fmaxf(fmaf(0.1f, (sum.x + sum.y) + (sum.z + sum.w), asked), -4.0f), 4.0f);
}

__global__ void __launch_bounds__(256) guild_trade_ac3_a0(const float* __restrict__ table, const float* __restrict__ now, const float* __restrict__ asked,
                                                          float* __restrict__ next) {
    __shared__ __align__(16) float made[256];
    int t = threadIdx.x, at = blockIdx.x * 256 + t;
    made[t] = now[at];
    float want = asked[at];
    __syncthreads();
    next[at] = guild_quarter(table, reinterpret_cast<const float4*>(made + t / kBranches * kBranches), t % kBranches, want);
}

__global__ void __launch_bounds__(256) guild_trade_ac3_b(const float* __restrict__ table, const float* __restrict__ start, const float* __restrict__ asked,
                                                         float* __restrict__ end) {
    __shared__ __align__(16) float made[2][256];
    int t = threadIdx.x, at = blockIdx.x * 256 + t;
    float mine = start[at];
#pragma unroll 1
    for (int q = 0; q < kQuarters; ++q) {
        float want = asked[q * (kRegions * kBranches) + at];
        made[q % 2][t] = mine;
        __syncthreads();
        mine = guild_quarter(table, reinterpret_cast<const float4*>(made[q % 2] + t / kBranches * kBranches), t % kBranches, want);
    }
    end[at] = mine;
}

// ---- Kinship: sum of absolute differences of gene expression between each of 256 villagers and each of 256 forebears.
constexpr int kPeople = 256, kGenes = 6144, kGeneStep = 32, kKinSplits = 24;

template <int kSplits>
__device__ __forceinline__ void village_kinship(const float4* __restrict__ living, const float4* __restrict__ forebears, float4* __restrict__ apart) {
    __shared__ float4 left[2][kGeneStep][16], right[2][kGeneStep][16];
    int t = threadIdx.x, tx = t % 16, ty = t / 16;
    constexpr int kSteps = kGenes / kGeneStep / kSplits;
    size_t from = (size_t)blockIdx.z * kSteps * kGeneStep * (kPeople / 4);
    const float4 *l = living + from + ty * (kPeople / 4) + blockIdx.y * 16 + tx, *r = forebears + from + ty * (kPeople / 4) + blockIdx.x * 16 + tx;
    float4 l0 = l[0], l1 = l[16 * (kPeople / 4)], r0 = r[0], r1 = r[16 * (kPeople / 4)];
    float sum[4][4] = {};
    for (int s = 0; s < kSteps; ++s) {
        int now = s % 2;
        left[now][ty][tx] = l0; left[now][ty + 16][tx] = l1; right[now][ty][tx] = r0; right[now][ty + 16][tx] = r1;
        __syncthreads();
        if (s + 1 < kSteps) {
            l += kGeneStep * (kPeople / 4); r += kGeneStep * (kPeople / 4);
            l0 = l[0]; l1 = l[16 * (kPeople / 4)]; r0 = r[0]; r1 = r[16 * (kPeople / 4)];
        }
#pragma unroll 8
        for (int k = 0; k < kGeneStep; ++k) {
            float4 a4 = left[now][k][ty], b4 = right[now][k][tx];
            float a[4] = {a4.x, a4.y, a4.z, a4.w}, b[4] = {b4.x, b4.y, b4.z, b4.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] += fabsf(a[i] - b[j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        float4* to = apart + (blockIdx.y * 64 + ty * 4 + i) * (kPeople / 4) + blockIdx.x * 16 + tx;
        float4 v = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
        if (kSplits == 1) *to = v;
        else atomicAdd(to, v);
    }
}

__global__ void __launch_bounds__(256) village_kinship_ac3_a(const float4* __restrict__ living, const float4* __restrict__ forebears, float4* __restrict__ apart) {
    village_kinship<1>(living, forebears, apart);
}
__global__ void __launch_bounds__(256) village_kinship_ac3_b(const float4* __restrict__ living, const float4* __restrict__ forebears, float4* __restrict__ apart) {
    village_kinship<kKinSplits>(living, forebears, apart);
}

// ---- Comets: orbits of 303104 fragments around a flattened body (Runge-Kutta of fourth order), two fragments a thread.
constexpr int kFragments = 148 * 1024 * 2, kOrbitSteps = 900;

struct Place { float x, y, z; };

__device__ __forceinline__ Place pull_at(Place p) {
    float inv = rsqrtf(fmaf(p.x, p.x, fmaf(p.y, p.y, p.z * p.z))), inv2 = inv * inv, inv3 = -inv * inv2, flat = 1.6e-3f * inv2;
    float f = inv3 * fmaf(flat, fmaf(-5.0f * p.z * p.z, inv2, 1.0f), 1.0f);
    return {p.x * f, p.y * f, p.z * fmaf(2.0f * flat, inv3, f)};
}
__device__ __forceinline__ Place ahead(Place p, float h, Place v) { return {fmaf(h, v.x, p.x), fmaf(h, v.y, p.y), fmaf(h, v.z, p.z)}; }

template <int kThreads>
__device__ __forceinline__ void comet_ledger(const float* __restrict__ state, float* __restrict__ later) {
    int i = blockIdx.x * (kThreads * 2) + threadIdx.x;
    Place p[2], v[2];
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        const float* from = state + i + k * kThreads;
        p[k] = {fmaf(0.05f, from[0], 1.0f), 0.05f * from[kFragments], 0.05f * from[2 * kFragments]};
        v[k] = {0.05f * from[3 * kFragments], fmaf(0.05f, from[4 * kFragments], 1.0f), 0.05f * from[5 * kFragments]};
    }
    constexpr float h = 0.005f;
#pragma unroll 1
    for (int s = 0; s < kOrbitSteps; ++s) {
        Place a[2], dv[2], dp[2], w[2];
#pragma unroll
        for (int k = 0; k < 2; ++k) { a[k] = pull_at(p[k]); dv[k] = a[k]; dp[k] = v[k]; w[k] = v[k]; }
#pragma unroll
        for (int stage = 1; stage < 4; ++stage) {
            float step = stage == 3 ? h : h / 2, weight = stage == 3 ? 1.0f : 2.0f;
#pragma unroll
            for (int k = 0; k < 2; ++k) {
                Place there = ahead(p[k], step, w[k]);
                w[k] = ahead(v[k], step, a[k]);
                a[k] = pull_at(there);
                dv[k] = ahead(dv[k], weight, a[k]); dp[k] = ahead(dp[k], weight, w[k]);
            }
        }
#pragma unroll
        for (int k = 0; k < 2; ++k) { p[k] = ahead(p[k], h / 6, dp[k]); v[k] = ahead(v[k], h / 6, dv[k]); }
    }
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        float* to = later + i + k * kThreads;
        to[0] = p[k].x; to[kFragments] = p[k].y; to[2 * kFragments] = p[k].z;
        to[3 * kFragments] = v[k].x; to[4 * kFragments] = v[k].y; to[5 * kFragments] = v[k].z;
    }
}

__global__ void __launch_bounds__(1024) comet_ledger_ac3_a(const float* __restrict__ state, float* __restrict__ later) { comet_ledger<1024>(state, later); }
__global__ void __launch_bounds__(128) comet_ledger_ac3_b(const float* __restrict__ state, float* __restrict__ later) { comet_ledger<128>(state, later); }

// ---- Marsh whistles: recorded calls of 1024 samples brought to equal loudness, then softly limited.
constexpr int kCalls = 393216, kCallQuads = 256;  // quadruples a call

__device__ __forceinline__ float limited(float x) { return __fdividef(x, 1.0f + fabsf(x)); }
__device__ __forceinline__ float4 limited(float4 x) { return make_float4(limited(x.x), limited(x.y), limited(x.z), limited(x.w)); }
__device__ __forceinline__ float4 louder(float4 x, float g) { return make_float4(x.x * g, x.y * g, x.z * g, x.w * g); }

__device__ __forceinline__ float gain_of(const float4 (&x)[8]) {
    float power = 0.0f;
#pragma unroll
    for (int j = 0; j < 8; ++j) power = fmaf(x[j].x, x[j].x, fmaf(x[j].y, x[j].y, fmaf(x[j].z, x[j].z, fmaf(x[j].w, x[j].w, power))));
#pragma unroll
    for (int o = 16; o; o >>= 1) power += __shfl_xor_sync(0xffffffffu, power, o);
    return rsqrtf(fmaf(power, 1.0f / 1024, 1e-6f));
}

__global__ void __launch_bounds__(256) marsh_whistles_ac3_a0(const float4* __restrict__ call, float* __restrict__ gain) {
    int who = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    float4 x[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) x[j] = call[(size_t)who * kCallQuads + j * 32 + lane];
    float g = gain_of(x);
    if (lane == 0) gain[who] = g;
}

__global__ void __launch_bounds__(256) marsh_whistles_ac3_a1(const float4* __restrict__ call, const float* __restrict__ gain, float4* __restrict__ even) {
    size_t at = (size_t)blockIdx.x * 1024 + threadIdx.x;  // four calls a block
    float4 x[4]; float g[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { x[j] = call[at + j * 256]; g[j] = gain[blockIdx.x * 4 + j]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) even[at + j * 256] = louder(x[j], g[j]);
}

__global__ void __launch_bounds__(256) marsh_whistles_ac3_a2(const float4* __restrict__ even, float4* __restrict__ soft) {
    size_t at = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 x[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) x[j] = even[at + j * 256];
#pragma unroll
    for (int j = 0; j < 4; ++j) soft[at + j * 256] = limited(x[j]);
}

__global__ void __launch_bounds__(256) marsh_whistles_ac3_b(const float4* __restrict__ call, float4* __restrict__ soft) {
    int who = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    size_t at = (size_t)who * kCallQuads + lane;
    float4 x[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) x[j] = call[at + j * 32];
    float g = gain_of(x);
#pragma unroll
    for (int j = 0; j < 8; ++j) soft[at + j * 32] = limited(louder(x[j], g));
}

// ---- Kelp: density and sound speed of sea water from pairs of temperature and salinity in half precision.
constexpr int kBuckets = 56 << 20;

__device__ __forceinline__ __half2 sea_water(__half2 sample) {
    float2 s = __half22float2(sample);
    float density = fmaf(s.y, 0.78f, fmaf(s.x, fmaf(s.x, -0.07f, -0.2f), 0.3f)), speed = fmaf(s.y, 0.13f, fmaf(s.x, fmaf(s.x, -0.05f, 0.46f), 0.1f));
    return __floats2half2_rn(density, speed);
}

__global__ void __launch_bounds__(64) kelp_buckets_ac3_a(const __half2* __restrict__ sample, __half2* __restrict__ water) {
    int i = blockIdx.x * 64 + threadIdx.x;
    water[i] = sea_water(sample[i]);
}

__global__ void __launch_bounds__(64) kelp_buckets_ac3_b(const __half2* __restrict__ sample, __half2* __restrict__ water) {
    int i = blockIdx.x * (64 * 16) + threadIdx.x;
    __half2 s[16];
#pragma unroll
    for (int j = 0; j < 16; ++j) s[j] = sample[i + j * 64];
#pragma unroll
    for (int j = 0; j < 16; ++j) water[i + j * 64] = sea_water(s[j]);
}

// ---- Tavern ladders: value of an annuity to each of 36 maturities under each of 14784 yield curves, 160 payments each.
constexpr int kCurves = 132 * 7 * 8 * 2, kRungs = 36;

__device__ __forceinline__ float ladder_rung(float4 curve, int rung) {
    float gap = (rung + 1) * (1.0f / (36 * 160)), when = 0.5f * gap, left = 1.0f, worth = 0.0f;
    float level = fmaf(0.02f, curve.x, 0.05f), slope = 0.03f * curve.y, bend = 0.02f * curve.z, skew = 0.01f * curve.w;
#pragma unroll 8
    for (int p = 0; p < 160; ++p) {
        float rate = fmaf(when, fmaf(when, fmaf(when, skew, bend), slope), level);
        left = fmaf(-gap * rate, left, left);
        worth += left;
        when += gap;
    }
    return worth * gap;
}

__global__ void __launch_bounds__(36) tavern_ladders_ac3_a(const float4* __restrict__ curve, float* __restrict__ worth) {
    worth[blockIdx.x * kRungs + threadIdx.x] = ladder_rung(curve[blockIdx.x], threadIdx.x);
}

__global__ void __launch_bounds__(256) tavern_ladders_ac3_b(const float4* __restrict__ curve, float* __restrict__ worth) {
    int at = blockIdx.x * 256 + threadIdx.x;
    worth[at] = ladder_rung(curve[at / kRungs], at % kRungs);
}

// ---- Gondolas: attitude of each cabin (quaternion) after 96 readings of a steady turn rate.
constexpr int kCabins = (132 * 8 * 20 + 40) * 256;

template <int kThreads>
__device__ __forceinline__ void gondola_swings(const float4* __restrict__ start, const float4* __restrict__ turn, float4* __restrict__ end) {
    int i = blockIdx.x * kThreads + threadIdx.x;
    float4 q = start[i], w = turn[i];
    float x = 0.02f * w.x, y = 0.02f * w.y, z = 0.02f * w.z, drift = 0.001f * w.w;
#pragma unroll 4
    for (int s = 0; s < 96; ++s) {
        float a = fmaf(-x, q.y, fmaf(-y, q.z, fmaf(-z, q.w, q.x))), b = fmaf(x, q.x, fmaf(z, q.z, fmaf(-y, q.w, q.y)));
        float c = fmaf(y, q.x, fmaf(-z, q.y, fmaf(x, q.w, q.z))), d = fmaf(z, q.x, fmaf(y, q.y, fmaf(-x, q.z, q.w)));
        float fix = fmaf(-0.05f, fmaf(a, a, fmaf(b, b, fmaf(c, c, d * d))), 1.05f);
        q = make_float4(a * fix, b * fix, c * fix, d * fix);
        x += drift; z -= drift;
    }
    end[i] = q;
}

__global__ void __launch_bounds__(256) gondola_swings_ac3_a(const float4* __restrict__ start, const float4* __restrict__ turn, float4* __restrict__ end) {
    gondola_swings<256>(start, turn, end);
}
__global__ void __launch_bounds__(128) gondola_swings_ac3_b(const float4* __restrict__ start, const float4* __restrict__ turn, float4* __restrict__ end) {
    gondola_swings<128>(start, turn, end);
}

// ---- Curtain: cross-fade of two films in bytes at equal parts, sixteen bytes a load, two blocks a multiprocessor that walk over all frames.
constexpr int kFadeStride = 132 * 2 * 512, kFade = kFadeStride * 4 * 36;  // pieces of sixteen bytes

__device__ __forceinline__ unsigned halfway(unsigned a, unsigned b) { return (a & b) + (((a ^ b) >> 1) & 0x7f7f7f7fu); }

__global__ void __launch_bounds__(512, 2) curtain_fade_ac3_a(const uint4* __restrict__ one, const uint4* __restrict__ two, uint4* __restrict__ mixed) {
    for (int i = blockIdx.x * 512 + threadIdx.x; i < kFade; i += 4 * kFadeStride) {
        uint4 a[4], b[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) { a[j] = __ldcs(one + i + j * kFadeStride); b[j] = __ldcs(two + i + j * kFadeStride); }
#pragma unroll
        for (int j = 0; j < 4; ++j)
            __stcs(mixed + i + j * kFadeStride, make_uint4(halfway(a[j].x, b[j].x), halfway(a[j].y, b[j].y), halfway(a[j].z, b[j].z), halfway(a[j].w, b[j].w)));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type}); };

    // Shared by all: two input fields, a field for what lies between, one result.
    constexpr size_t kMost = (size_t)kCalls * 1024, kSmall = (size_t)kCabins * 4;
    float *one = filled<float>(kMost, 71), *two = filled<float>(kSmall > (size_t)kFade * 4 ? kSmall : (size_t)kFade * 4, 72), *mid = empty<float>(kMost), *out = empty<float>(kMost);
    float *gain = empty<float>(kCalls);
    __half* sea = filled<__half>((size_t)kBuckets * 2, 73);
    static_assert(kSmall <= kMost && (size_t)kFade * 4 <= kMost && (size_t)kBuckets <= kMost, "fields are too short");
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    auto u4 = [](float* p) { return reinterpret_cast<uint4*>(p); };
    float4 *one4 = f4(one), *two4 = f4(two), *mid4 = f4(mid), *out4 = f4(out);
    uint4 *oneb = u4(one), *twob = u4(two), *outb = u4(out);
    const __half2* sea2 = reinterpret_cast<const __half2*>(sea);
    __half2* out2 = reinterpret_cast<__half2*>(out);

    constexpr int kMade = kRegions * kBranches;
    add("guild_trade_ac3_a", out, kMade, [=] {
        for (int q = 0; q < kQuarters; ++q)
            guild_trade_ac3_a0<<<kMade / 256, 256>>>(two, q == 0 ? two + 8192 : q % 2 ? mid : out, one + q * kMade, q % 2 ? out : mid); });
    add("guild_trade_ac3_b", out, kMade, [=] { guild_trade_ac3_b<<<kMade / 256, 256>>>(two, two + 8192, one, out); });

    add("village_kinship_ac3_a", out, kPeople * kPeople, [=] { village_kinship_ac3_a<<<dim3(4, 4), 256>>>(one4, two4, out4); });
    add("village_kinship_ac3_b", out, kPeople * kPeople, [=] {
        CHECK(cudaMemsetAsync(out, 0, kPeople * kPeople * sizeof(float)));
        village_kinship_ac3_b<<<dim3(4, 4, kKinSplits), 256>>>(one4, two4, out4); });

    add("comet_ledger_ac3_a", out, (size_t)kFragments * 6, [=] { comet_ledger_ac3_a<<<kFragments / 2048, 1024>>>(one, out); });
    add("comet_ledger_ac3_b", out, (size_t)kFragments * 6, [=] { comet_ledger_ac3_b<<<kFragments / 256, 128>>>(one, out); });

    add("marsh_whistles_ac3_a", out, kMost, [=] {
        marsh_whistles_ac3_a0<<<kCalls / 8, 256>>>(one4, gain);
        marsh_whistles_ac3_a1<<<kCalls / 4, 256>>>(one4, gain, mid4);
        marsh_whistles_ac3_a2<<<kCalls / 4, 256>>>(mid4, out4); });
    add("marsh_whistles_ac3_b", out, kMost, [=] { marsh_whistles_ac3_b<<<kCalls / 8, 256>>>(one4, out4); });

    add("kelp_buckets_ac3_a", out, (size_t)kBuckets * 2, [=] { kelp_buckets_ac3_a<<<kBuckets / 64, 64>>>(sea2, out2); }, Output::f16);
    add("kelp_buckets_ac3_b", out, (size_t)kBuckets * 2, [=] { kelp_buckets_ac3_b<<<kBuckets / 1024, 64>>>(sea2, out2); }, Output::f16);

    add("tavern_ladders_ac3_a", out, kCurves * kRungs, [=] { tavern_ladders_ac3_a<<<kCurves, kRungs>>>(one4, out); });
    add("tavern_ladders_ac3_b", out, kCurves * kRungs, [=] { tavern_ladders_ac3_b<<<kCurves * kRungs / 256, 256>>>(one4, out); });

    add("gondola_swings_ac3_a", out, kSmall, [=] { gondola_swings_ac3_a<<<kCabins / 256, 256>>>(one4, two4, out4); });
    add("gondola_swings_ac3_b", out, kSmall, [=] { gondola_swings_ac3_b<<<kCabins / 128, 128>>>(one4, two4, out4); });

    add("curtain_fade_ac3_a", out, (size_t)kFade * 16, [=] { curtain_fade_ac3_a<<<132 * 2, 512>>>(oneb, twob, outb); }, Output::u8);

    return harness::run(argc, argv, cases);
}
