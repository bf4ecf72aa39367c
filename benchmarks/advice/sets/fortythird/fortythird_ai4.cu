// Eight measured cases about control flow and synchronization: before (_a) and after (_b).
#include "harness.cuh"

#include <numeric>

using harness::Case;
using harness::Output;

// ---- Fixed income: yield of each bond of a book from its price, three Newton steps over its remaining coupons (8 to 240, most of them few).
constexpr int kBonds = 1 << 20, kCoupons = 256;

__device__ __forceinline__ float bond_yield(float4 bond, int term, const float* curve) {
    float coupon = fmaf(0.01f, bond.x, 0.02f), target = fmaf(0.1f, bond.y, 1.0f), rate = fmaf(0.005f, bond.z, 0.02f);
    for (int step = 0; step < 3; ++step) {
        float v = __fdividef(1.0f, 1.0f + rate), discount = 1.0f, annuity = 0.0f, weighted = 0.0f, period = 0.0f;
#pragma unroll 4
        for (int k = 0; k < term; ++k) {
            discount *= v * curve[k];
            period += 1.0f;
            annuity += discount;
            weighted = fmaf(period, discount, weighted);
        }
        float value = fmaf(coupon, annuity, discount), slope = v * fmaf(coupon, weighted, period * discount);
        rate += __fdividef(value - target, slope + 0.01f);
        rate = fminf(fmaxf(rate, 0.001f), 0.2f);
    }
    return rate + 0.01f * bond.w;
}

__global__ void __launch_bounds__(256) walnut_harbor_ai4_a(const float4* __restrict__ bond, const int* __restrict__ term, const float* __restrict__ curve,
                                                           float* __restrict__ yield) {
    __shared__ float local[kCoupons];
    local[threadIdx.x] = curve[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    yield[i] = bond_yield(bond[i], term[i], local);
}

__global__ void __launch_bounds__(256) walnut_harbor_ai4_b(const float4* __restrict__ bond, const int* __restrict__ term, const int* __restrict__ order,
                                                           const float* __restrict__ curve, float* __restrict__ yield) {
    __shared__ float local[kCoupons];
    local[threadIdx.x] = curve[threadIdx.x];
    __syncthreads();
    int i = order[blockIdx.x * 256 + threadIdx.x];  // by falling term
    yield[i] = bond_yield(bond[i], term[i], local);
}

// ---- Dusty plasma: softened force and potential of 4096 charged grains at each of 135168 ions.
constexpr int kIons = 132 * 1024, kGrains = 4096, kBatch = 256;

__global__ void __launch_bounds__(256) cobalt_ferret_ai4_a(const float4* __restrict__ ion, const float4* __restrict__ grain, float4* __restrict__ force) {
    __shared__ float4 batch[kBatch];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float4 me = ion[i];
    float fx = 0.0f, fy = 0.0f, fz = 0.0f, potential = 0.0f;
    for (int from = 0; from < kGrains; from += kBatch) {
        __syncthreads();
        batch[t] = grain[from + t];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < kBatch; ++k) {
            float4 g = batch[k];
            float dx = me.x - g.x, dy = me.y - g.y, dz = me.z - g.z;
            float apart = fmaf(dx, dx, fmaf(dy, dy, dz * dz)) + 0.02;
            float inverse = rsqrtf(apart);
            float share = 0.7 * (g.w + 1.5) * inverse;
            float pull = share * inverse * inverse;
            potential += share;
            fx = fmaf(pull, dx, fx);
            fy = fmaf(pull, dy, fy);
            fz = fmaf(pull, dz, fz);
        }
    }
    force[i] = make_float4(fx, fy, fz, potential * (me.w + 2.0f));
}

__global__ void __launch_bounds__(256) cobalt_ferret_ai4_b(const float4* __restrict__ ion, const float4* __restrict__ grain, float4* __restrict__ force) {
    __shared__ float4 batch[kBatch];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float4 me = ion[i];
    float fx = 0.0f, fy = 0.0f, fz = 0.0f, potential = 0.0f;
    for (int from = 0; from < kGrains; from += kBatch) {
        __syncthreads();
        batch[t] = grain[from + t];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < kBatch; ++k) {
            float4 g = batch[k];
            float dx = me.x - g.x, dy = me.y - g.y, dz = me.z - g.z;
            float apart = fmaf(dx, dx, fmaf(dy, dy, dz * dz)) + 0.02f;
            float inverse = rsqrtf(apart);
            float share = 0.7f * (g.w + 1.5f) * inverse;
            float pull = share * inverse * inverse;
            potential += share;
            fx = fmaf(pull, dx, fx);
            fy = fmaf(pull, dy, fy);
            fz = fmaf(pull, dz, fz);
        }
    }
    force[i] = make_float4(fx, fy, fz, potential * (me.w + 2.0f));
}

// ---- Bird calls: distance of each clip's run of spectral frames (64 bands; 2 to 64 frames, most clips short) from its shifted template, a warp a clip.
constexpr int kHides = 264, kRounds = 16, kClips = kHides * 32 * kRounds;

template <bool kWide>
__device__ __forceinline__ void call_match(const int2* __restrict__ clips, const float2* __restrict__ templates, const float2* __restrict__ frames,
                                           float* __restrict__ distance, float2 (&bands)[32][32]) {
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    for (int round = 0; round < kRounds; ++round) {
        int clip = (round * kHides + blockIdx.x) * 32 + warp;
        int2 about = clips[clip];  // first frame; frames (even) and shift
        float2 tune = templates[(size_t)clip * 32 + lane];
        float loud = fmaf(tune.x, tune.x, tune.y * tune.y);
#pragma unroll
        for (int o = 16; o; o >>= 1) loud += __shfl_xor_sync(0xffffffffu, loud, o);
        float scale = rsqrtf(loud + 1e-6f);
        bands[warp][lane] = make_float2(tune.x * scale, tune.y * scale);
        if (kWide) __syncthreads(); else __syncwarp();
        int count = about.y & 0xffff, shift = about.y >> 16;
        float2 wanted = bands[warp][(lane + shift) & 31];
        const float2* run = frames + (size_t)about.x * 32 + lane;
        float far0 = 0.0f, far1 = 0.0f;
#pragma unroll 1
        for (int f = 0; f < count; f += 2) {
            float2 even = __ldcs(run + f * 32), odd = __ldcs(run + f * 32 + 32);
            far0 += fabsf(even.x - wanted.x) + fabsf(even.y - wanted.y);
            far1 += fabsf(odd.x - wanted.x) + fabsf(odd.y - wanted.y);
        }
        float far = far0 + far1;
#pragma unroll
        for (int o = 16; o; o >>= 1) far += __shfl_xor_sync(0xffffffffu, far, o);
        if (lane == 0) distance[clip] = far;
        if (kWide) __syncthreads(); else __syncwarp();
    }
}

__global__ void __launch_bounds__(1024, 2) heron_ladle_ai4_a(const int2* __restrict__ clips, const float2* __restrict__ templates,
                                                             const float2* __restrict__ frames, float* __restrict__ distance) {
    __shared__ float2 bands[32][32];
    call_match<true>(clips, templates, frames, distance, bands);
}

__global__ void __launch_bounds__(1024, 2) heron_ladle_ai4_b(const int2* __restrict__ clips, const float2* __restrict__ templates,
                                                             const float2* __restrict__ frames, float* __restrict__ distance) {
    __shared__ float2 bands[32][32];
    call_match<false>(clips, templates, frames, distance, bands);
}

// ---- Derivatives desk: mean and second moment of the payoff of eight Asian options, four simulated paths a thread, 32 fixings.
constexpr int kPathQuads = 1 << 18, kFixings = 32;

__device__ __forceinline__ float2 asian_payoff(const float4* __restrict__ shock, int i, int product) {
    float vol = 0.02f + 0.004f * product, drift = 0.0004f * product;
    float4 spot = make_float4(1.0f, 1.0f, 1.0f, 1.0f), total = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll 8
    for (int k = 0; k < kFixings; ++k) {
        float4 z = __ldcs(shock + (size_t)k * kPathQuads + i);
        spot.x = fmaf(spot.x, fmaf(vol, z.x, drift), spot.x); total.x += spot.x;
        spot.y = fmaf(spot.y, fmaf(vol, z.y, drift), spot.y); total.y += spot.y;
        spot.z = fmaf(spot.z, fmaf(vol, z.z, drift), spot.z); total.z += spot.z;
        spot.w = fmaf(spot.w, fmaf(vol, z.w, drift), spot.w); total.w += spot.w;
    }
    constexpr float share = 1.0f / kFixings;
    float a = fmaxf(fmaf(total.x, share, -0.97f), 0.0f), b = fmaxf(fmaf(total.y, share, -0.97f), 0.0f);
    float c = fmaxf(fmaf(total.z, share, -0.97f), 0.0f), d = fmaxf(fmaf(total.w, share, -0.97f), 0.0f);
    return make_float2(a + b + c + d, fmaf(a, a, fmaf(b, b, fmaf(c, c, d * d))));
}

__global__ void __launch_bounds__(256) maple_anchor_ai4_a(const float4* __restrict__ shock, float* __restrict__ moments) {
    int product = blockIdx.x & 7;
    float2 paid = asian_payoff(shock, blockIdx.x * 256 + threadIdx.x, product);
    atomicAdd(moments + 2 * product, paid.x);
    atomicAdd(moments + 2 * product + 1, paid.y);
}

__global__ void __launch_bounds__(256) maple_anchor_ai4_b(const float4* __restrict__ shock, float* __restrict__ moments) {
    __shared__ float2 part[8];
    int product = blockIdx.x & 7, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    float2 paid = asian_payoff(shock, blockIdx.x * 256 + threadIdx.x, product);
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        paid.x += __shfl_xor_sync(0xffffffffu, paid.x, o);
        paid.y += __shfl_xor_sync(0xffffffffu, paid.y, o);
    }
    if (lane == 0) part[warp] = paid;
    __syncthreads();
    if (threadIdx.x < 2) {
        float sum = 0.0f;
#pragma unroll
        for (int w = 0; w < 8; ++w) sum += threadIdx.x ? part[w].y : part[w].x;
        atomicAdd(moments + 2 * product + threadIdx.x, sum);
    }
}

// ---- Gamma spectrometer: live-time weighted spectrum of 64 channels from pulse heights; three quarters of the pulses are noise of channel 0.
constexpr int kPulseQuads = 1 << 23, kChannels = 64, kDetectors = 132 * 4;

__device__ __forceinline__ int pulse_channel(float height) {
    float h2 = height * height, h4 = h2 * h2, h8 = h4 * h4;
    return min((int)(64.0f * h8 * h8), kChannels - 1);
}
__device__ __forceinline__ unsigned pulse_weight(float height) { return 1u + ((__float_as_uint(height) >> 8) & 7u); }

__global__ void __launch_bounds__(512) turnip_comet_ai4_a(const float4* __restrict__ pulse, unsigned* __restrict__ spectrum) {
    __shared__ unsigned counts[kChannels];
    if (threadIdx.x < kChannels) counts[threadIdx.x] = 0u;
    __syncthreads();
#pragma unroll 2
    for (int i = blockIdx.x * 512 + threadIdx.x; i < kPulseQuads; i += kDetectors * 512) {
        float4 p = __ldcs(pulse + i);
        atomicAdd(counts + pulse_channel(p.x), pulse_weight(p.x));
        atomicAdd(counts + pulse_channel(p.y), pulse_weight(p.y));
        atomicAdd(counts + pulse_channel(p.z), pulse_weight(p.z));
        atomicAdd(counts + pulse_channel(p.w), pulse_weight(p.w));
    }
    __syncthreads();
    if (threadIdx.x < kChannels) atomicAdd(spectrum + threadIdx.x, counts[threadIdx.x]);
}

__global__ void __launch_bounds__(512) turnip_comet_ai4_b(const float4* __restrict__ pulse, unsigned* __restrict__ spectrum) {
    __shared__ unsigned counts[kChannels * 32];  // a copy for each lane, in its own bank
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    for (int k = threadIdx.x; k < kChannels * 32; k += 512) counts[k] = 0u;
    __syncthreads();
    unsigned* mine = counts + lane;
#pragma unroll 2
    for (int i = blockIdx.x * 512 + threadIdx.x; i < kPulseQuads; i += kDetectors * 512) {
        float4 p = __ldcs(pulse + i);
        atomicAdd(mine + pulse_channel(p.x) * 32, pulse_weight(p.x));
        atomicAdd(mine + pulse_channel(p.y) * 32, pulse_weight(p.y));
        atomicAdd(mine + pulse_channel(p.z) * 32, pulse_weight(p.z));
        atomicAdd(mine + pulse_channel(p.w) * 32, pulse_weight(p.w));
    }
    __syncthreads();
    for (int c = warp; c < kChannels; c += 16) {
        unsigned sum = __reduce_add_sync(0xffffffffu, counts[c * 32 + lane]);
        if (lane == 0) atomicAdd(spectrum + c, sum);
    }
}

// ---- Brain slice: 96 time steps of four kinds of nerve cells with their own membrane equations; states are kept kind by kind.
constexpr int kCells = 1 << 16, kMoments = 96;

__device__ __forceinline__ float2 cell_leaky(float2 s, float drive) {  // leaky integrate and fire, adapting threshold
#pragma unroll 4
    for (int k = 0; k < kMoments; ++k) {
        s.x = fmaf(0.05f, drive - s.x, s.x);
        s.y = fmaf(-0.02f, s.y - 0.4f, s.y);
        bool fires = s.x > s.y;
        s.x = fires ? s.x - 0.9f : s.x;
        s.y = fires ? s.y + 0.15f : s.y;
    }
    return s;
}
__device__ __forceinline__ float2 cell_cubic(float2 s, float drive) {  // FitzHugh-Nagumo
#pragma unroll 4
    for (int k = 0; k < kMoments; ++k) {
        float cube = s.x * s.x * s.x, du = fmaf(-0.333333f, cube, s.x) - s.y + drive;
        s.y = fmaf(0.008f, fmaf(-0.8f, s.y, s.x + 0.7f), s.y);
        s.x = fmaf(0.1f, du, s.x);
    }
    return s;
}
__device__ __forceinline__ float2 cell_sharp(float2 s, float drive) {  // exponential integrate and fire
#pragma unroll 4
    for (int k = 0; k < kMoments; ++k) {
        float rise = 0.1f * __expf(5.0f * (s.x - 0.8f));
        s.x = fmaf(0.05f, rise + drive - s.x - s.y, s.x);
        s.y = fmaf(0.01f, fmaf(0.3f, s.x, -s.y), s.y);
        s.x = s.x > 1.2f ? s.x - 1.1f : s.x;
    }
    return s;
}
__device__ __forceinline__ float2 cell_rotor(float2 s, float drive) {  // resonator on its limit cycle
#pragma unroll 4
    for (int k = 0; k < kMoments; ++k) {
        float size = fmaf(s.x, s.x, s.y * s.y), grow = fmaf(-0.05f, size, 0.05f);
        float x = fmaf(grow, s.x, fmaf(-0.12f, s.y, s.x)), y = fmaf(grow, s.y, fmaf(0.12f, s.x, s.y));
        s.x = fmaf(0.01f, drive, x);
        s.y = y;
    }
    return s;
}
__device__ __forceinline__ void cell_run(int kind, int cell, const float2* __restrict__ state, const float* __restrict__ drive, float2* __restrict__ later) {
    int at = kind * kCells + cell;
    float2 s = state[at];
    float d = fmaf(0.3f, drive[at], 0.6f);
    switch (kind) {
        case 0: s = cell_leaky(s, d); break;
        case 1: s = cell_cubic(s, d); break;
        case 2: s = cell_sharp(s, d); break;
        default: s = cell_rotor(s, d); break;
    }
    later[at] = s;
}

__global__ void __launch_bounds__(256) gravel_spoon_ai4_a(const float2* __restrict__ state, const float* __restrict__ drive, float2* __restrict__ later) {
    cell_run(threadIdx.x & 3, blockIdx.x * 64 + (threadIdx.x >> 2), state, drive, later);
}

__global__ void __launch_bounds__(256) gravel_spoon_ai4_b(const float2* __restrict__ state, const float* __restrict__ drive, float2* __restrict__ later) {
    int warp = threadIdx.x >> 5;
    cell_run(warp & 3, blockIdx.x * 64 + (warp >> 2) * 32 + (threadIdx.x & 31), state, drive, later);
}

// ---- Pottery kiln: thickness of the glaze on each tile after none to three further coats, as its first reading asks for.
constexpr int kTileQuads = 1 << 24;

__device__ __forceinline__ int coats_for(float reading) { return min((int)(2.0f * (reading + 1.0f)), 3); }
__device__ __forceinline__ float coat(float depth, float clay) { return fmaf(depth, fmaf(-0.125f, depth, 0.75f), clay); }

__device__ __forceinline__ float glaze_some(float reading, float clay) {
    float depth = 0.5f * reading;
    int coats = coats_for(reading);
#pragma unroll 1
    for (int k = 0; k < coats; ++k) depth = coat(depth, clay);
    return depth;
}
__device__ __forceinline__ float glaze_all(float reading, float clay) {
    float depth = 0.5f * reading;
    int coats = coats_for(reading);
#pragma unroll
    for (int k = 0; k < 3; ++k) depth = k < coats ? coat(depth, clay) : depth;
    return depth;
}

__global__ void __launch_bounds__(256) velvet_kiln_ai4_a(const float4* __restrict__ reading, const float4* __restrict__ clay, float4* __restrict__ depth) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 r = __ldcs(reading + i), c = __ldcs(clay + i);
    __stcs(depth + i, make_float4(glaze_some(r.x, c.x), glaze_some(r.y, c.y), glaze_some(r.z, c.z), glaze_some(r.w, c.w)));
}

__global__ void __launch_bounds__(256) velvet_kiln_ai4_b(const float4* __restrict__ reading, const float4* __restrict__ clay, float4* __restrict__ depth) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 r = __ldcs(reading + i), c = __ldcs(clay + i);
    __stcs(depth + i, make_float4(glaze_all(r.x, c.x), glaze_all(r.y, c.y), glaze_all(r.z, c.z), glaze_all(r.w, c.w)));
}

// ---- Bank ledger: running balance of each account over its 512 postings, a warp an account.
constexpr int kAccounts = 1 << 19, kPostings = 512;

__global__ void __launch_bounds__(256) pepper_lantern_ai4_a(const float4* __restrict__ posting, float4* __restrict__ balance) {
    int lane = threadIdx.x & 31;
    size_t at = ((size_t)blockIdx.x * 8 + (threadIdx.x >> 5)) * (kPostings / 4) + lane;
    float4 p[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) p[j] = __ldcs(posting + at + j * 32);
    float carry = 0.0f;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        p[j].y += p[j].x; p[j].z += p[j].y; p[j].w += p[j].z;
        float upto = p[j].w;
#pragma unroll
        for (int o = 1; o < 32; o <<= 1) {
            float lower = __shfl_up_sync(0xffffffffu, upto, o);
            if (lane >= o) upto += lower;
        }
        float ahead = carry + upto - p[j].w;
        carry += __shfl_sync(0xffffffffu, upto, 31);
        __stcs(balance + at + j * 32, make_float4(p[j].x + ahead, p[j].y + ahead, p[j].z + ahead, p[j].w + ahead));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::hash32; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };
    auto chance = [](uint32_t i) { return (hash32(i) >> 8) * (1.0f / 16777216.0f); };  // [0, 1)

    constexpr size_t kField = (size_t)kAccounts * kPostings;  // 1 GiB each
    float *one = filled<float>(kField, 411), *two = filled<float>((size_t)kTileQuads * 4, 412), *out = empty<float>(kField);
    static_assert((size_t)kTileQuads * 4 <= kField && (size_t)kPulseQuads * 4 <= kField && (size_t)kPathQuads * kFixings * 4 <= kField, "fields are too short");
    auto f2 = [](float* p) { return reinterpret_cast<float2*>(p); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float2 *one2 = f2(one), *out2 = f2(out);
    float4 *one4 = f4(one), *two4 = f4(two), *out4 = f4(out);

    {
        std::vector<int> term(kBonds), order(kBonds);
        std::vector<float> curve(kCoupons);
        for (int i = 0; i < kBonds; ++i) { float u = chance(i + 5000011u); term[i] = 8 + std::min((int)(233.0f * u * u * u), 232); }
        for (int k = 0; k < kCoupons; ++k) curve[k] = 1.0f - 0.002f * chance(k + 77u);
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return term[a] > term[b]; });
        int *terms = uploaded(term), *sorted = uploaded(order);
        float* curves = uploaded(curve);
        add("walnut_harbor_ai4_a", out, kBonds, Output::f32, [=] { walnut_harbor_ai4_a<<<kBonds / 256, 256>>>(one4, terms, curves, out); });
        add("walnut_harbor_ai4_b", out, kBonds, Output::f32, [=] { walnut_harbor_ai4_b<<<kBonds / 256, 256>>>(one4, terms, sorted, curves, out); });
    }

    add("cobalt_ferret_ai4_a", out, (size_t)kIons * 4, Output::f32, [=] { cobalt_ferret_ai4_a<<<kIons / 256, 256>>>(one4, two4, out4); });
    add("cobalt_ferret_ai4_b", out, (size_t)kIons * 4, Output::f32, [=] { cobalt_ferret_ai4_b<<<kIons / 256, 256>>>(one4, two4, out4); });

    {
        std::vector<int2> clip(kClips);
        int first = 0;
        for (int i = 0; i < kClips; ++i) {
            float u = chance(i + 9000041u), skew = u * u * u * u;
            int count = 2 * (1 + std::min((int)(32.0f * skew), 31)), shift = (int)(hash32(i + 31u) & 31u);
            clip[i] = make_int2(first, count | shift << 16);
            first += count;
        }
        int2* clips = uploaded(clip);
        float* frames = filled<float>((size_t)first * 64, 413);
        float2* frames2 = f2(frames);
        add("heron_ladle_ai4_a", out, kClips, Output::f32, [=] { heron_ladle_ai4_a<<<kHides, 1024>>>(clips, one2, frames2, out); });
        add("heron_ladle_ai4_b", out, kClips, Output::f32, [=] { heron_ladle_ai4_b<<<kHides, 1024>>>(clips, one2, frames2, out); });
    }

    float* moments = filled<float>(16, 414);
    add("maple_anchor_ai4_a", moments, 16, Output::f32, [=] { maple_anchor_ai4_a<<<kPathQuads / 256, 256>>>(one4, moments); });
    add("maple_anchor_ai4_b", moments, 16, Output::f32, [=] { maple_anchor_ai4_b<<<kPathQuads / 256, 256>>>(one4, moments); });

    unsigned* spectrum = empty<unsigned>(kChannels);
    add("turnip_comet_ai4_a", spectrum, kChannels, Output::i32, [=] { turnip_comet_ai4_a<<<kDetectors, 512>>>(one4, spectrum); });
    add("turnip_comet_ai4_b", spectrum, kChannels, Output::i32, [=] { turnip_comet_ai4_b<<<kDetectors, 512>>>(one4, spectrum); });

    add("gravel_spoon_ai4_a", out, (size_t)kCells * 8, Output::f32, [=] { gravel_spoon_ai4_a<<<kCells / 64, 256>>>(one2, two, out2); });
    add("gravel_spoon_ai4_b", out, (size_t)kCells * 8, Output::f32, [=] { gravel_spoon_ai4_b<<<kCells / 64, 256>>>(one2, two, out2); });

    add("velvet_kiln_ai4_a", out, (size_t)kTileQuads * 4, Output::f32, [=] { velvet_kiln_ai4_a<<<kTileQuads / 256, 256>>>(one4, two4, out4); });
    add("velvet_kiln_ai4_b", out, (size_t)kTileQuads * 4, Output::f32, [=] { velvet_kiln_ai4_b<<<kTileQuads / 256, 256>>>(one4, two4, out4); });

    add("pepper_lantern_ai4_a", out, kField, Output::f32, [=] { pepper_lantern_ai4_a<<<kAccounts / 8, 256>>>(one4, out4); });

    return harness::run(argc, argv, cases);
}
