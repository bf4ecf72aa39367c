// Eight measured cases from science, sound, learning, radio, climate, mechanics, games and training: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Fluid rendering: smoothed density of 512 fluid particles at free query points (x, y, z, kernel width), four query points a thread.
constexpr int kDrops = 512, kQueries = 140 * 1024 * 4;

template <int kThreads>
__device__ __forceinline__ void otter_parasol(const float4* __restrict__ drops, const float4* __restrict__ query, float* __restrict__ density) {
    __shared__ float4 pool[kDrops];
    const int t = threadIdx.x, first = blockIdx.x * (kThreads * 4) + t;
    for (int s = t; s < kDrops; s += kThreads) {
        float4 d = drops[s];
        d.w = fmaf(0.5f, d.w, 1.0f);
        pool[s] = d;
    }
    float4 q[4];
    float sum[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        q[k] = query[first + k * kThreads];
        q[k].w = fmaf(-0.25f, q[k].w, -0.5f);
        sum[k] = 0.0f;
    }
    __syncthreads();
#pragma unroll 4
    for (int s = 0; s < kDrops; ++s) {
        const float4 d = pool[s];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float dx = q[k].x - d.x, dy = q[k].y - d.y, dz = q[k].z - d.z;
            float near = __saturatef(fmaf(q[k].w, fmaf(dx, dx, fmaf(dy, dy, dz * dz)), 1.0f));
            sum[k] = fmaf(near * near, d.w * near, sum[k]);
        }
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) density[first + k * kThreads] = sum[k];
}

__global__ void __launch_bounds__(1024, 1) otter_parasol_ai3_a(const float4* __restrict__ drops, const float4* __restrict__ query, float* __restrict__ density) {
    otter_parasol<1024>(drops, query, density);
}
__global__ void __launch_bounds__(128, 10) otter_parasol_ai3_b(const float4* __restrict__ drops, const float4* __restrict__ query, float* __restrict__ density) {
    otter_parasol<128>(drops, query, density);
}

// ---- Sound archive: every recording is levelled by its own gain and softly limited. Recordings lie end to end, in units of 1024 float4.
constexpr int kTapes = 1320, kUnit = 1024;

__device__ __forceinline__ float limited(float x, float gain) {
    float y = x * gain;
    return fmaf(0.25f, y, __fdividef(y, 1.0f + fabsf(y))) + 0.5f;
}
__device__ __forceinline__ float4 limited(float4 x, float gain) {
    return make_float4(limited(x.x, gain), limited(x.y, gain), limited(x.z, gain), limited(x.w, gain));
}
__device__ __forceinline__ void level_unit(const float4* __restrict__ wave, float4* __restrict__ level, float gain, int unit) {
    const int at = unit * kUnit + threadIdx.x;
    float4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = wave[at + k * 256];
#pragma unroll
    for (int k = 0; k < 4; ++k) level[at + k * 256] = limited(v[k], gain);
}

// a block a recording
__global__ void __launch_bounds__(256) velvet_turnip_ai3_a(const float4* __restrict__ wave, const float* __restrict__ gains, const int* __restrict__ starts,
                                                           float4* __restrict__ level) {
    const int tape = blockIdx.x, last = starts[tape + 1];
    const float gain = fmaf(0.75f, gains[tape], 1.5f);
    for (int unit = starts[tape]; unit < last; ++unit) level_unit(wave, level, gain, unit);
}
// a block a unit
__global__ void __launch_bounds__(256) velvet_turnip_ai3_b(const float4* __restrict__ wave, const float* __restrict__ gains, const int* __restrict__ owner,
                                                           float4* __restrict__ level) {
    const int unit = blockIdx.x;
    level_unit(wave, level, fmaf(0.75f, gains[owner[unit]], 1.5f), unit);
}

// ---- Transformer feed-forward: bias, gated activation and scaled residual of a 24576 x 4096 activation, two float4 a thread.
constexpr int kWidth4 = 1024, kAct4 = 24576 * kWidth4;  // quadruples

__device__ __forceinline__ float4 biased(float4 x, float4 b) { return make_float4(x.x + b.x, x.y + b.y, x.z + b.z, x.w + b.w); }
__device__ __forceinline__ float gated(float h) { return __fdividef(h, 1.0f + __expf(-1.702f * h)); }
__device__ __forceinline__ float4 gated(float4 h) { return make_float4(gated(h.x), gated(h.y), gated(h.z), gated(h.w)); }
__device__ __forceinline__ float4 joined(float4 g, float4 r) {
    return make_float4(fmaf(0.7f, g.x, r.x), fmaf(0.7f, g.y, r.y), fmaf(0.7f, g.z, r.z), fmaf(0.7f, g.w, r.w));
}

__global__ void __launch_bounds__(256) quill_marmot_ai3_a0(const float4* __restrict__ x, const float4* __restrict__ bias, float4* __restrict__ h) {
    const int i = blockIdx.x * 512 + threadIdx.x;
    const float4 u = x[i], v = x[i + 256];
    h[i] = biased(u, bias[i % kWidth4]);
    h[i + 256] = biased(v, bias[(i + 256) % kWidth4]);
}
__global__ void __launch_bounds__(256) quill_marmot_ai3_a1(const float4* __restrict__ h, float4* __restrict__ g) {
    const int i = blockIdx.x * 512 + threadIdx.x;
    const float4 u = h[i], v = h[i + 256];
    g[i] = gated(u);
    g[i + 256] = gated(v);
}
__global__ void __launch_bounds__(256) quill_marmot_ai3_a2(const float4* __restrict__ g, const float4* __restrict__ residual, float4* __restrict__ out) {
    const int i = blockIdx.x * 512 + threadIdx.x;
    const float4 u = g[i], v = g[i + 256], r = residual[i], s = residual[i + 256];
    out[i] = joined(u, r);
    out[i + 256] = joined(v, s);
}
__global__ void __launch_bounds__(256) quill_marmot_ai3_b(const float4* __restrict__ x, const float4* __restrict__ bias, const float4* __restrict__ residual,
                                                          float4* __restrict__ out) {
    const int i = blockIdx.x * 512 + threadIdx.x;
    const float4 u = x[i], v = x[i + 256], r = residual[i], s = residual[i + 256];
    out[i] = joined(gated(biased(u, bias[i % kWidth4])), r);
    out[i + 256] = joined(gated(biased(v, bias[(i + 256) % kWidth4])), s);
}

// ---- Spread-spectrum radio: Walsh-Hadamard spectrum of 264 frames of 1024 chips.
constexpr int kFrames = 264, kChips = 1024;

// one butterfly stage of all frames; may run in place
__global__ void __launch_bounds__(256) cinder_lullaby_ai3_a0(const float* from, float* to, int span) {
    const int pair = blockIdx.x * 256 + threadIdx.x, frame = pair >> 9, p = pair & 511, low = p & (span - 1);
    const int at = frame * kChips + ((p - low) << 1) + low;
    const float u = from[at], v = from[at + span];
    to[at] = u + v;
    to[at + span] = u - v;
}

// all ten stages: three in registers, five among lanes, two in registers after an exchange
__global__ void __launch_bounds__(128) cinder_lullaby_ai3_b(const float4* __restrict__ from, float* __restrict__ to) {
    __shared__ __align__(16) float chip[kChips];
    const int t = threadIdx.x;
    const float4 head = from[blockIdx.x * (kChips / 4) + t * 2], rest = from[blockIdx.x * (kChips / 4) + t * 2 + 1];
    float v[8] = {head.x, head.y, head.z, head.w, rest.x, rest.y, rest.z, rest.w};
#pragma unroll
    for (int span = 1; span < 8; span *= 2)
#pragma unroll
        for (int i = 0; i < 8; ++i)
            if (!(i & span)) {
                const float u = v[i], w = v[i + span];
                v[i] = u + w;
                v[i + span] = u - w;
            }
#pragma unroll
    for (int mask = 1; mask < 32; mask *= 2)
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            const float other = __shfl_xor_sync(0xffffffffu, v[i], mask);
            v[i] = t & mask ? other - v[i] : v[i] + other;
        }
    float4* chip4 = reinterpret_cast<float4*>(chip);
    chip4[t * 2] = make_float4(v[0], v[1], v[2], v[3]);
    chip4[t * 2 + 1] = make_float4(v[4], v[5], v[6], v[7]);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 8; ++i) v[i] = chip[t + 128 * i];
#pragma unroll
    for (int span = 2; span < 8; span *= 2)
#pragma unroll
        for (int i = 0; i < 8; ++i)
            if (!(i & span)) {
                const float u = v[i], w = v[i + span];
                v[i] = u + w;
                v[i + span] = u - w;
            }
#pragma unroll
    for (int i = 0; i < 8; ++i) to[blockIdx.x * kChips + t + 128 * i] = v[i];
}

// ---- Ocean model: mean absolute anomaly and variance of eight depth levels.
constexpr int kLevels = 8, kSlices = 132, kSlice4 = 8192, kLevel4 = kSlices * kSlice4;  // quadruples

__device__ __forceinline__ void gather_anomaly(float2& sum, float4 v) {
    sum.x += (fabsf(v.x) + fabsf(v.y)) + (fabsf(v.z) + fabsf(v.w));
    sum.y = fmaf(v.x, v.x, sum.y); sum.y = fmaf(v.y, v.y, sum.y);
    sum.y = fmaf(v.z, v.z, sum.y); sum.y = fmaf(v.w, v.w, sum.y);
}
template <int kThreads>
__device__ __forceinline__ float2 block_total(float2 sum) {  // right in thread 0
    __shared__ float2 warps[kThreads / 32];
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        sum.x += __shfl_xor_sync(0xffffffffu, sum.x, o);
        sum.y += __shfl_xor_sync(0xffffffffu, sum.y, o);
    }
    if (lane == 0) warps[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = lane < kThreads / 32 ? warps[lane] : make_float2(0.0f, 0.0f);
#pragma unroll
        for (int o = 16; o; o >>= 1) {
            sum.x += __shfl_xor_sync(0xffffffffu, sum.x, o);
            sum.y += __shfl_xor_sync(0xffffffffu, sum.y, o);
        }
    }
    __syncthreads();
    return sum;
}
template <int kThreads>
__device__ __forceinline__ float2 anomaly_of(const float4* __restrict__ field, int count) {
    float2 sum[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) sum[k] = make_float2(0.0f, 0.0f);
    for (int i = threadIdx.x; i < count; i += kThreads * 4) {
        float4 v[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] = field[i + k * kThreads];
#pragma unroll
        for (int k = 0; k < 4; ++k) gather_anomaly(sum[k], v[k]);
    }
    return block_total<kThreads>(make_float2((sum[0].x + sum[1].x) + (sum[2].x + sum[3].x), (sum[0].y + sum[1].y) + (sum[2].y + sum[3].y)));
}

// a block a level
__global__ void __launch_bounds__(1024) pewter_gazelle_ai3_a(const float4* __restrict__ field, float2* __restrict__ moments) {
    const float2 sum = anomaly_of<1024>(field + (size_t)blockIdx.x * kLevel4, kLevel4);
    if (threadIdx.x == 0) moments[blockIdx.x] = make_float2(sum.x / (kLevel4 * 4.0f), sum.y / (kLevel4 * 4.0f));
}
// a block a slice of a level; the last block of a level adds up its slices
__global__ void __launch_bounds__(256) pewter_gazelle_ai3_b(const float4* __restrict__ field, float2* partial, unsigned* ticket, float2* __restrict__ moments) {
    __shared__ bool last;
    const int slice = blockIdx.x, level = blockIdx.y;
    float2 sum = anomaly_of<256>(field + (size_t)level * kLevel4 + (size_t)slice * kSlice4, kSlice4);
    if (threadIdx.x == 0) {
        partial[level * kSlices + slice] = sum;
        __threadfence();
        last = atomicInc(ticket + level, kSlices - 1) == kSlices - 1;
    }
    __syncthreads();
    if (!last) return;
    __threadfence();
    sum = threadIdx.x < kSlices ? __ldcg(partial + level * kSlices + threadIdx.x) : make_float2(0.0f, 0.0f);
    sum = block_total<256>(sum);
    if (threadIdx.x == 0) moments[level] = make_float2(sum.x / (kLevel4 * 4.0f), sum.y / (kLevel4 * 4.0f));
}

// ---- Shell mechanics: stress and hardening of the 36 integration points of each element after 96 load steps (radial return).
constexpr int kShells = 45056, kGauss = 36, kLoads = 96;

__device__ __forceinline__ void saffron_kettle(const float2* __restrict__ start, float2* __restrict__ finish, int at, int point) {
    const float2 s = start[at];
    float stress = 0.1f * s.x, hard = fmaf(0.1f, s.y, 0.3f), strain = 0.0f;
    const float rate = fmaf(0.002f, (float)(point % 6), 0.01f), sway = fmaf(-0.001f, (float)(point / 6), 0.004f);
#pragma unroll 8
    for (int step = 0; step < kLoads; ++step) {
        float trial = stress + fmaf(sway, strain, rate), over = fmaxf(fabsf(trial) - hard, 0.0f);
        stress = fmaf(-0.8f, copysignf(over, trial), trial);
        hard = fmaf(0.15f, over, hard);
        strain = fmaf(0.8f, over, 0.995f * strain) + rate;
    }
    finish[at] = make_float2(stress, hard + strain);
}

// a block an element, a thread an integration point
__global__ void __launch_bounds__(36) saffron_kettle_ai3_a(const float2* __restrict__ start, float2* __restrict__ finish) {
    saffron_kettle(start, finish, blockIdx.x * kGauss + threadIdx.x, threadIdx.x);
}
__global__ void __launch_bounds__(256) saffron_kettle_ai3_b(const float2* __restrict__ start, float2* __restrict__ finish) {
    const int at = blockIdx.x * 256 + threadIdx.x;
    saffron_kettle(start, finish, at, at % kGauss);
}

// ---- Game terrain: height of each map point from twelve octaves of value noise above a base map.
constexpr int kTiles = 132 * 8 * 64 + 48, kMapWide = 4096;  // tiles of 256 points

__device__ __forceinline__ float lattice(uint32_t x, uint32_t y) {
    uint32_t h = x * 0x9e3779b1u ^ y * 0x85ebca77u;
    h ^= h >> 15; h *= 0x2c1b3c6du; h ^= h >> 13;
    return (float)(h & 0xffffu) * (1.0f / 65536.0f);
}
__device__ __forceinline__ void walrus_biscuit(const float* __restrict__ base, float* __restrict__ height, int at) {
    float x = (float)(at % kMapWide) * 0.0013f, y = (float)(at / kMapWide) * 0.0013f, sum = base[at], loud = 0.5f;
#pragma unroll 2
    for (int octave = 0; octave < 12; ++octave) {
        float fx = floorf(x), fy = floorf(y), u = x - fx, v = y - fy;
        uint32_t ix = (uint32_t)(int)fx + octave * 131u, iy = (uint32_t)(int)fy;
        u = u * u * fmaf(-2.0f, u, 3.0f);
        v = v * v * fmaf(-2.0f, v, 3.0f);
        float a = lattice(ix, iy), b = lattice(ix + 1, iy), c = lattice(ix, iy + 1), d = lattice(ix + 1, iy + 1);
        float top = fmaf(u, b - a, a), bottom = fmaf(u, d - c, c);
        sum = fmaf(loud, fmaf(v, bottom - top, top), sum);
        x *= 1.9f; y *= 1.9f; loud *= 0.55f;
    }
    height[at] = sum;
}

__global__ void __launch_bounds__(256, 8) walrus_biscuit_ai3_a(const float* __restrict__ base, float* __restrict__ height) {
    walrus_biscuit(base, height, blockIdx.x * 256 + threadIdx.x);
}
__global__ void __launch_bounds__(128, 16) walrus_biscuit_ai3_b(const float* __restrict__ base, float* __restrict__ height) {
    walrus_biscuit(base, height, blockIdx.x * 128 + threadIdx.x);
}

// ---- Training: momentum step of all weights, one wave of blocks that walk over them.
constexpr int kCrew = 132 * 8 * 256, kWeights4 = kCrew * 2 * 24;  // quadruples

__device__ __forceinline__ float4 pushed(float4 m, float4 g, float4 w) {
    return make_float4(fmaf(0.9f, m.x, fmaf(0.01f, w.x, g.x)), fmaf(0.9f, m.y, fmaf(0.01f, w.y, g.y)), fmaf(0.9f, m.z, fmaf(0.01f, w.z, g.z)),
                       fmaf(0.9f, m.w, fmaf(0.01f, w.w, g.w)));
}
__device__ __forceinline__ float4 moved(float4 w, float4 m) {
    return make_float4(fmaf(-0.05f, m.x, w.x), fmaf(-0.05f, m.y, w.y), fmaf(-0.05f, m.z, w.z), fmaf(-0.05f, m.w, w.w));
}
__global__ void __launch_bounds__(256, 4) juniper_anvil_ai3_a(const float4* __restrict__ weight, const float4* __restrict__ slope, const float4* __restrict__ drive,
                                                              float4* __restrict__ weight2, float4* __restrict__ drive2) {
    constexpr int kStep = kCrew / 2;  // four blocks an SM
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kWeights4; i += 2 * kStep) {
        float4 w[2], g[2], m[2];
#pragma unroll
        for (int k = 0; k < 2; ++k) { w[k] = __ldcs(weight + i + k * kStep); g[k] = __ldcs(slope + i + k * kStep); m[k] = __ldcs(drive + i + k * kStep); }
#pragma unroll
        for (int k = 0; k < 2; ++k) {
            const float4 p = pushed(m[k], g[k], w[k]);
            __stcs(drive2 + i + k * kStep, p);
            __stcs(weight2 + i + k * kStep, moved(w[k], p));
        }
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch) { cases.push_back({name, launch, out, count, Output::f32}); };

    // Shared by all: two input fields, two fields for what lies between, one result.
    constexpr size_t kMost = (size_t)kAct4 * 4;
    float *one = filled<float>(kMost, 311), *two = filled<float>(kMost, 312), *mid = empty<float>(kMost), *mid2 = empty<float>(kMost), *out = empty<float>(kMost);
    float *few = filled<float>(4096, 313), *third = filled<float>((size_t)kWeights4 * 4, 314);
    static_assert((size_t)kWeights4 <= kAct4 && (size_t)kQueries <= kAct4 && (size_t)kLevels * kLevel4 <= kAct4 && (size_t)kTiles * 256 <= kMost &&
                  (size_t)kShells * kGauss * 2 <= kMost && kTapes <= 4096 && kDrops * 4 <= 4096 && kWidth4 * 4 <= 4096, "fields are too short");
    static_assert(kShells * kGauss % 256 == 0 && kLevel4 % 4096 == 0 && kSlice4 % 1024 == 0 && kAct4 % 512 == 0, "uneven");
    auto f2 = [](float* p) { return reinterpret_cast<float2*>(p); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float2 *one2 = f2(one), *out2 = f2(out), *partial = f2(mid);
    float4 *one4 = f4(one), *two4 = f4(two), *mid4 = f4(mid), *mid24 = f4(mid2), *out4 = f4(out), *few4 = f4(few), *third4 = f4(third);

    // Lengths of the recordings in units: most are jingles of one or two, eight are whole concerts.
    std::vector<int> starts(kTapes + 1), owner;
    for (int tape = 0; tape < kTapes; ++tape) {
        starts[tape] = (int)owner.size();
        int units = tape % 160 == 77 ? 80 : 1 + (int)(harness::hash32(tape + 5) & 1u);
        owner.insert(owner.end(), units, tape);
    }
    starts[kTapes] = (int)owner.size();
    const int units = (int)owner.size();
    const int *starts_d = uploaded(starts), *owner_d = uploaded(owner);
    unsigned* ticket = uploaded(std::vector<unsigned>(kLevels, 0u));

    add("otter_parasol_ai3_a", out, kQueries, [=] { otter_parasol_ai3_a<<<kQueries / 4096, 1024>>>(few4, one4, out); });
    add("otter_parasol_ai3_b", out, kQueries, [=] { otter_parasol_ai3_b<<<kQueries / 512, 128>>>(few4, one4, out); });

    add("velvet_turnip_ai3_a", out, (size_t)units * kUnit * 4, [=] { velvet_turnip_ai3_a<<<kTapes, 256>>>(one4, few, starts_d, out4); });
    add("velvet_turnip_ai3_b", out, (size_t)units * kUnit * 4, [=] { velvet_turnip_ai3_b<<<units, 256>>>(one4, few, owner_d, out4); });

    add("quill_marmot_ai3_a", out, kMost, [=] {
        quill_marmot_ai3_a0<<<kAct4 / 512, 256>>>(one4, few4, mid4);
        quill_marmot_ai3_a1<<<kAct4 / 512, 256>>>(mid4, mid24);
        quill_marmot_ai3_a2<<<kAct4 / 512, 256>>>(mid24, two4, out4); });
    add("quill_marmot_ai3_b", out, kMost, [=] { quill_marmot_ai3_b<<<kAct4 / 512, 256>>>(one4, few4, two4, out4); });

    add("cinder_lullaby_ai3_a", out, kFrames * kChips, [=] {
        for (int span = 1; span < kChips; span *= 2) cinder_lullaby_ai3_a0<<<kFrames * kChips / 512, 256>>>(span == 1 ? one : out, out, span); });
    add("cinder_lullaby_ai3_b", out, kFrames * kChips, [=] { cinder_lullaby_ai3_b<<<kFrames, 128>>>(one4, out); });

    add("pewter_gazelle_ai3_a", out, kLevels * 2, [=] { pewter_gazelle_ai3_a<<<kLevels, 1024>>>(one4, out2); });
    add("pewter_gazelle_ai3_b", out, kLevels * 2, [=] { pewter_gazelle_ai3_b<<<dim3(kSlices, kLevels), 256>>>(one4, partial, ticket, out2); });

    add("saffron_kettle_ai3_a", out, (size_t)kShells * kGauss * 2, [=] { saffron_kettle_ai3_a<<<kShells, kGauss>>>(one2, out2); });
    add("saffron_kettle_ai3_b", out, (size_t)kShells * kGauss * 2, [=] { saffron_kettle_ai3_b<<<kShells * kGauss / 256, 256>>>(one2, out2); });

    add("walrus_biscuit_ai3_a", out, (size_t)kTiles * 256, [=] { walrus_biscuit_ai3_a<<<kTiles, 256>>>(one, out); });
    add("walrus_biscuit_ai3_b", out, (size_t)kTiles * 256, [=] { walrus_biscuit_ai3_b<<<kTiles * 2, 128>>>(one, out); });

    add("juniper_anvil_ai3_a", out, (size_t)kWeights4 * 4, [=] { juniper_anvil_ai3_a<<<132 * 4, 256>>>(one4, two4, third4, out4, mid4); });

    return harness::run(argc, argv, cases);
}
