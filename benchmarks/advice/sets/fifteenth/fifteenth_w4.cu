// Ten measured pairs of arithmetic work from nature, medicine and crafts: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Apiary: warmth of each bee of a winter cluster after 192 turns between core and mantle.
constexpr int kBees = 132 * 8 * 256 * 8, kTurns = 192;

__global__ void __launch_bounds__(256) beehive_warmth_w4_a(const float* __restrict__ air, const float* __restrict__ honey, float* __restrict__ warmth) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float t = 0.5f, outside = air[i], food = honey[i];
#pragma unroll 4
    for (int s = 0; s < kTurns; ++s) {
        float loss = 0.05 * (outside - t);
        float gain = food * (0.02 - 0.003 * t);
        t = t + loss + 0.9 * gain;
    }
    warmth[i] = t;
}

__global__ void __launch_bounds__(256) beehive_warmth_w4_b(const float* __restrict__ air, const float* __restrict__ honey, float* __restrict__ warmth) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float t = 0.5f, outside = air[i], food = honey[i];
#pragma unroll 4
    for (int s = 0; s < kTurns; ++s) {
        float loss = 0.05f * (outside - t);
        float gain = food * (0.02f - 0.003f * t);
        t = t + loss + 0.9f * gain;
    }
    warmth[i] = t;
}

// ---- Cryogenics: energy of each argon atom among the 256 of its cluster, a cluster a block (potential of powers 12 and 6).
constexpr int kClusters = 132 * 16;

template <bool kPower>
__device__ __forceinline__ void argon_well(const float* __restrict__ place, float* __restrict__ energy) {
    __shared__ float4 atoms[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    const int all = kClusters * 256;
    float4 me = make_float4(2.0f * place[i], 2.0f * place[all + i], 2.0f * place[2 * all + i], 0.0f);
    atoms[t] = me;
    __syncthreads();
    float sum = 0.0f;
#pragma unroll 4
    for (int j = 0; j < 256; ++j) {
        float4 o = atoms[j];
        float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
        float q = __fdividef(1.0f, fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.9f))));
        if (kPower) {
            sum += powf(q, 6.0f) - powf(q, 3.0f);
        } else {
            float q3 = q * q * q;
            sum = fmaf(q3, q3, sum) - q3;
        }
    }
    energy[i] = 4.0f * sum;
}

__global__ void __launch_bounds__(256) argon_well_w4_a(const float* __restrict__ place, float* __restrict__ energy) { argon_well<true>(place, energy); }
__global__ void __launch_bounds__(256) argon_well_w4_b(const float* __restrict__ place, float* __restrict__ energy) { argon_well<false>(place, energy); }

// ---- Weaving: shade of each crossing of a cloth in which twelve thread systems of given repeats lie over one another.
constexpr int kPicks = 4096, kEnds = 8192, kSystems = 12;
struct Repeats { int length[kSystems], over[kSystems], shift[kSystems], shade[kSystems]; unsigned magic[kSystems]; };

__global__ void __launch_bounds__(256) loom_repeat_w4_a(Repeats r, int4* __restrict__ cloth) {
    int end = (blockIdx.x * 256 + threadIdx.x) * 4, pick = blockIdx.y;
    int sum[4] = {0, 0, 0, 0};
#pragma unroll
    for (int s = 0; s < kSystems; ++s)
#pragma unroll
        for (int k = 0; k < 4; ++k) sum[k] += (pick * r.shift[s] + end + k) % r.length[s] < r.over[s] ? r.shade[s] : 0;
    cloth[(pick * kEnds + end) / 4] = make_int4(sum[0], sum[1], sum[2], sum[3]);
}

__global__ void __launch_bounds__(256) loom_repeat_w4_b(Repeats r, int4* __restrict__ cloth) {
    int end = (blockIdx.x * 256 + threadIdx.x) * 4, pick = blockIdx.y;
    int sum[4] = {0, 0, 0, 0};
#pragma unroll
    for (int s = 0; s < kSystems; ++s)
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            unsigned n = pick * r.shift[s] + end + k, whole = __umulhi(n, r.magic[s]);
            sum[k] += (int)(n - whole * r.length[s]) < r.over[s] ? r.shade[s] : 0;
        }
    cloth[(pick * kEnds + end) / 4] = make_int4(sum[0], sum[1], sum[2], sum[3]);
}

// ---- Retail: exponentially smoothed level at the end of 16 sales series of 8192 weeks for each of 16896 smoothing constants.
constexpr int kWeeks = 8192, kShops = 16, kConstants = 132 * 128;

template <int kChains>
__device__ __forceinline__ void smooth_sales(const float* __restrict__ sales, float* __restrict__ level) {
    __shared__ __align__(16) float weeks[kWeeks + 32];  // the last 32 only round off the reading ahead
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    if (t < 32) weeks[kWeeks + t] = 0.0f;
    float d = 0.9f + i * (0.09f / kConstants), step = 1.0f;
#pragma unroll
    for (int c = 0; c < kChains; ++c) step *= d;
#pragma unroll 1
    for (int shop = 0; shop < kShops; ++shop) {
        __syncthreads();
#pragma unroll
        for (int k = 0; k < kWeeks / 512; ++k)
            reinterpret_cast<float4*>(weeks)[t + 128 * k] = reinterpret_cast<const float4*>(sales + shop * kWeeks)[t + 128 * k];
        __syncthreads();
        float sum[kChains];
#pragma unroll
        for (int c = 0; c < kChains; ++c) sum[c] = 0.0f;
        float4 next[8], now[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) next[k] = reinterpret_cast<const float4*>(weeks)[k];
#pragma unroll 2
        for (int w = 1; w <= kWeeks / 32; ++w) {
#pragma unroll
            for (int k = 0; k < 8; ++k) now[k] = next[k];
#pragma unroll
            for (int k = 0; k < 8; ++k) next[k] = reinterpret_cast<const float4*>(weeks)[w * 8 + k];
#pragma unroll
            for (int k = 0; k < 8; ++k) {
                const float x[4] = {now[k].x, now[k].y, now[k].z, now[k].w};
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[(4 * k + j) % kChains] = fmaf(sum[(4 * k + j) % kChains], step, x[j]);
            }
        }
        float all = sum[0];
#pragma unroll
        for (int c = 1; c < kChains; ++c) all = fmaf(all, d, sum[c]);
        level[shop * kConstants + i] = (1.0f - d) * all;
    }
}

__global__ void __launch_bounds__(128, 1) sales_level_w4_a(const float* __restrict__ sales, float* __restrict__ level) { smooth_sales<1>(sales, level); }
__global__ void __launch_bounds__(128, 1) sales_level_w4_b(const float* __restrict__ sales, float* __restrict__ level) { smooth_sales<8>(sales, level); }

// ---- Tomography: magnetisation of each voxel after a train of 256 equal pulses (rotation with relaxation and recovery), two voxels a thread.
constexpr int kEchoThreads = 132 * 8 * 256 * 4, kPulses = 256;
struct Pulse { float m[3][3], back[3]; };

__device__ __forceinline__ float3 pulsed(const Pulse& p, float3 v) {
    return make_float3(fmaf(p.m[0][0], v.x, fmaf(p.m[0][1], v.y, fmaf(p.m[0][2], v.z, p.back[0]))),
                       fmaf(p.m[1][0], v.x, fmaf(p.m[1][1], v.y, fmaf(p.m[1][2], v.z, p.back[1]))),
                       fmaf(p.m[2][0], v.x, fmaf(p.m[2][1], v.y, fmaf(p.m[2][2], v.z, p.back[2]))));
}
__device__ __forceinline__ float row_apart(const float (&m)[3], float3 v, float back) {
    return __fadd_rn(__fmul_rn(m[0], v.x), __fadd_rn(__fmul_rn(m[1], v.y), __fadd_rn(__fmul_rn(m[2], v.z), back)));
}
__device__ __forceinline__ float3 pulsed_apart(const Pulse& p, float3 v) {
    return make_float3(row_apart(p.m[0], v, p.back[0]), row_apart(p.m[1], v, p.back[1]), row_apart(p.m[2], v, p.back[2]));
}

template <bool kApart>
__device__ __forceinline__ void echo_train(const Pulse& p, const float* __restrict__ start, float* __restrict__ signal) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float3 v = make_float3(start[i], 0.2f, 1.0f), w = make_float3(start[kEchoThreads + i], 0.1f, 0.8f);
#pragma unroll 4
    for (int s = 0; s < kPulses; ++s) {
        v = kApart ? pulsed_apart(p, v) : pulsed(p, v);
        w = kApart ? pulsed_apart(p, w) : pulsed(p, w);
    }
    signal[i] = v.x * v.x + v.y * v.y + v.z;
    signal[kEchoThreads + i] = w.x * w.x + w.y * w.y + w.z;
}

__global__ void __launch_bounds__(256) echo_train_w4_a(Pulse p, const float* __restrict__ start, float* __restrict__ signal) { echo_train<true>(p, start, signal); }
__global__ void __launch_bounds__(256) echo_train_w4_b(Pulse p, const float* __restrict__ start, float* __restrict__ signal) { echo_train<false>(p, start, signal); }

// ---- Dermatology: light left in each photon packet after the number of scatterings that was drawn for it; packets as drawn, or kept by that number.
constexpr int kPackets = 132 * 2048 * 8;

__device__ __forceinline__ float scattered(float start, int hops) {
    float weight = 1.0f, depth = 0.3f, bent = 0.6f + 0.4f * start, tilt = bent;
#pragma unroll 1
    for (int h = 0; h < hops; ++h) {
        tilt = fmaf(-0.8f * tilt, depth, 0.3f * bent);
        depth = fmaf(0.05f, tilt, depth * 0.97f);
        weight = fmaf(-0.02f * weight, depth * depth, weight);
        tilt = fmaf(0.1f, weight, tilt);
    }
    return weight;
}

__global__ void __launch_bounds__(256) photon_packets_w4_a(const float* __restrict__ start, const int* __restrict__ hops, float* __restrict__ light) {
    int i = blockIdx.x * 256 + threadIdx.x;
    light[i] = scattered(start[i], hops[i]);
}
__global__ void __launch_bounds__(256) photon_packets_w4_b(const float* __restrict__ start, const int* __restrict__ hops, float* __restrict__ light) {
    int i = blockIdx.x * 256 + threadIdx.x;
    light[i] = scattered(start[i], hops[i]);
}

// ---- Oceanography: growth rate from eight water properties by a trained net of 96 hidden nodes, one net for each of eight plankton species, a warp a species.
constexpr int kSpecies = 8, kTraits = 8, kHidden = 96, kSwarms = 132 * 2, kRounds = 16;
constexpr int kQuads = kSwarms * kRounds * 32, kWater = kQuads * 4;  // of each species

__host__ __device__ __forceinline__ float trained(int species, int node, int k) { return 0.5f * harness::unit((species * kHidden + node) * 12 + k + 1000); }
__device__ __forceinline__ float4 mad4(float w, float4 x, float4 s) { return make_float4(fmaf(w, x.x, s.x), fmaf(w, x.y, s.y), fmaf(w, x.z, s.z), fmaf(w, x.w, s.w)); }
__device__ __forceinline__ float4 rectified(float4 s) { return make_float4(fmaxf(s.x, 0.0f), fmaxf(s.y, 0.0f), fmaxf(s.z, 0.0f), fmaxf(s.w, 0.0f)); }

template <int kWhich>
__device__ __forceinline__ void grow_species(const float4* __restrict__ water, float4* __restrict__ growth) {
#pragma unroll 1
    for (int round = 0; round < kRounds; ++round) {
        int at = (round * kSwarms + blockIdx.x) * 32 + threadIdx.x % 32;
        float4 x[kTraits], rate = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll
        for (int k = 0; k < kTraits; ++k) x[k] = water[(kWhich * kTraits + k) * kQuads + at];
#pragma unroll
        for (int n = 0; n < kHidden; ++n) {
            float bias = trained(kWhich, n, 8);
            float4 s = make_float4(bias, bias, bias, bias);
#pragma unroll
            for (int k = 0; k < kTraits; ++k) s = mad4(trained(kWhich, n, k), x[k], s);
            rate = mad4(trained(kWhich, n, 9), rectified(s), rate);
        }
        growth[kWhich * kQuads + at] = rate;
    }
}

__global__ void __launch_bounds__(256, 2) plankton_nets_w4_a(const float4* __restrict__ water, float4* __restrict__ growth) {
    switch (threadIdx.x / 32) {
        case 0: grow_species<0>(water, growth); break;
        case 1: grow_species<1>(water, growth); break;
        case 2: grow_species<2>(water, growth); break;
        case 3: grow_species<3>(water, growth); break;
        case 4: grow_species<4>(water, growth); break;
        case 5: grow_species<5>(water, growth); break;
        case 6: grow_species<6>(water, growth); break;
        default: grow_species<7>(water, growth);
    }
}

__global__ void __launch_bounds__(256, 2) plankton_nets_w4_b(const float4* __restrict__ water, const float4* __restrict__ nets, float4* __restrict__ growth) {
    __shared__ float4 net[kSpecies * kHidden * 3];
#pragma unroll
    for (int k = 0; k < kSpecies * kHidden * 3 / 256; ++k) net[k * 256 + threadIdx.x] = nets[k * 256 + threadIdx.x];
    __syncthreads();
    int which = threadIdx.x / 32;
#pragma unroll 1
    for (int round = 0; round < kRounds; ++round) {
        int at = (round * kSwarms + blockIdx.x) * 32 + threadIdx.x % 32;
        float4 x[kTraits], rate = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll
        for (int k = 0; k < kTraits; ++k) x[k] = water[(which * kTraits + k) * kQuads + at];
#pragma unroll 4
        for (int n = 0; n < kHidden; ++n) {
            const float4* node = net + (which * kHidden + n) * 3;
            float4 u = node[0], v = node[1], b = node[2], s = make_float4(b.x, b.x, b.x, b.x);
            float w[kTraits] = {u.x, u.y, u.z, u.w, v.x, v.y, v.z, v.w};
#pragma unroll
            for (int k = 0; k < kTraits; ++k) s = mad4(w[k], x[k], s);
            rate = mad4(b.y, rectified(s), rate);
        }
        growth[which * kQuads + at] = rate;
    }
}

// ---- Glaciology: melt of a day from warmth, sun and whiteness of each cell of a glacier, four cells a thread.
constexpr int kIce = 132 * 8 * 256 * 4 * 48;

__device__ __forceinline__ float melted_apart(float warm, float sun, float white) { return 0.0085 * warm + 0.62 * sun * (1.0 - 0.3 * white); }
__device__ __forceinline__ float melted(float warm, float sun, float white) { return 0.0085f * warm + 0.62f * sun * (1.0f - 0.3f * white); }

__global__ void __launch_bounds__(256) glacier_melt_w4_a(const float4* __restrict__ warm, const float4* __restrict__ sun, const float4* __restrict__ white, float4* __restrict__ melt) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 a = warm[i], b = sun[i], c = white[i];
    melt[i] = make_float4(melted_apart(a.x, b.x, c.x), melted_apart(a.y, b.y, c.y), melted_apart(a.z, b.z, c.z), melted_apart(a.w, b.w, c.w));
}
__global__ void __launch_bounds__(256) glacier_melt_w4_b(const float4* __restrict__ warm, const float4* __restrict__ sun, const float4* __restrict__ white, float4* __restrict__ melt) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 a = warm[i], b = sun[i], c = white[i];
    melt[i] = make_float4(melted(a.x, b.x, c.x), melted(a.y, b.y, c.y), melted(a.z, b.z, c.z), melted(a.w, b.w, c.w));
}

// ---- Granaries: vapour tension over the grain from its moisture and its age, four samples a thread.
__global__ void __launch_bounds__(256) grain_vapour_w4_a(const float4* __restrict__ moist, const float4* __restrict__ age, float4* __restrict__ tension) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 m = moist[i], g = age[i];
    tension[i] = make_float4(g.x * logf(1.5f + m.x), g.y * logf(1.5f + m.y), g.z * logf(1.5f + m.z), g.w * logf(1.5f + m.w));
}
__global__ void __launch_bounds__(256) grain_vapour_w4_b(const float4* __restrict__ moist, const float4* __restrict__ age, float4* __restrict__ tension) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 m = moist[i], g = age[i];
    tension[i] = make_float4(g.x * __logf(1.5f + m.x), g.y * __logf(1.5f + m.y), g.z * __logf(1.5f + m.z), g.w * __logf(1.5f + m.w));
}

// ---- Gear making: where a cam profile of degree 47 touches its follower, 16 damped Newton steps from each of four starts a thread.
constexpr int kCams = 132 * 8 * 256 * 4, kTerms = 48;
struct Profile { float c[kTerms]; };

__global__ void __launch_bounds__(256) cam_contact_w4_a(Profile cam, const float4* __restrict__ start, float4* __restrict__ touch) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 s = start[i];
    float x[4] = {s.x, s.y, s.z, s.w};
#pragma unroll 1
    for (int step = 0; step < 16; ++step) {
        float p[4], slope[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) { p[j] = fmaf(cam.c[kTerms - 1], x[j], cam.c[kTerms - 2]); slope[j] = cam.c[kTerms - 1]; }
#pragma unroll
        for (int k = kTerms - 3; k >= 0; --k)
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                slope[j] = fmaf(slope[j], x[j], p[j]);
                p[j] = fmaf(p[j], x[j], cam.c[k]);
            }
#pragma unroll
        for (int j = 0; j < 4; ++j)
            x[j] = fminf(fmaxf(x[j] - 0.3f * __fdividef(p[j] * slope[j], fmaf(slope[j], slope[j], 1.0f)), -1.0f), 1.0f);
    }
    touch[i] = make_float4(x[0], x[1], x[2], x[3]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    auto quads = [](float* p) { return reinterpret_cast<float4*>(p); };

    float *air = filled<float>(kBees, 21), *honey = filled<float>(kBees, 22), *warmth = empty<float>(kBees);
    add("beehive_warmth_w4_a", warmth, kBees, Output::f32, [=] { beehive_warmth_w4_a<<<kBees / 256, 256>>>(air, honey, warmth); });
    add("beehive_warmth_w4_b", warmth, kBees, Output::f32, [=] { beehive_warmth_w4_b<<<kBees / 256, 256>>>(air, honey, warmth); });

    float *place = filled<float>(kClusters * 256 * 3, 23), *energy = empty<float>(kClusters * 256);
    add("argon_well_w4_a", energy, kClusters * 256, Output::f32, [=] { argon_well_w4_a<<<kClusters, 256>>>(place, energy); });
    add("argon_well_w4_b", energy, kClusters * 256, Output::f32, [=] { argon_well_w4_b<<<kClusters, 256>>>(place, energy); });

    Repeats repeats;
    const int lengths[kSystems] = {7, 10, 12, 15, 18, 21, 26, 33, 40, 45, 52, 63};
    for (int s = 0; s < kSystems; ++s) {
        repeats.length[s] = lengths[s];
        repeats.over[s] = lengths[s] / 2 - s % 3;
        repeats.shift[s] = 1 + s % 5;
        repeats.shade[s] = 3 + 2 * s;
        repeats.magic[s] = (unsigned)((1ull << 32) / lengths[s] + 1);
    }
    int4* cloth = reinterpret_cast<int4*>(empty<int>((size_t)kPicks * kEnds));
    add("loom_repeat_w4_a", cloth, (size_t)kPicks * kEnds, Output::i32, [=] { loom_repeat_w4_a<<<dim3(kEnds / 1024, kPicks), 256>>>(repeats, cloth); });
    add("loom_repeat_w4_b", cloth, (size_t)kPicks * kEnds, Output::i32, [=] { loom_repeat_w4_b<<<dim3(kEnds / 1024, kPicks), 256>>>(repeats, cloth); });

    float *sales = filled<float>(kShops * kWeeks, 24), *level = empty<float>(kShops * kConstants);
    add("sales_level_w4_a", level, kShops * kConstants, Output::f32, [=] { sales_level_w4_a<<<132, 128>>>(sales, level); });
    add("sales_level_w4_b", level, kShops * kConstants, Output::f32, [=] { sales_level_w4_b<<<132, 128>>>(sales, level); });

    Pulse pulse = {{{0.93f, -0.21f, 0.05f}, {0.20f, 0.92f, -0.11f}, {-0.04f, 0.12f, 0.95f}}, {0.001f, 0.002f, 0.03f}};
    float *start = filled<float>(kEchoThreads * 2, 25), *signal = empty<float>(kEchoThreads * 2);
    add("echo_train_w4_a", signal, kEchoThreads * 2, Output::f32, [=] { echo_train_w4_a<<<kEchoThreads / 256, 256>>>(pulse, start, signal); });
    add("echo_train_w4_b", signal, kEchoThreads * 2, Output::f32, [=] { echo_train_w4_b<<<kEchoThreads / 256, 256>>>(pulse, start, signal); });

    constexpr int kMost = 512;
    std::vector<int> drawn(kPackets), kept(kPackets), from(kMost + 2, 0);
    std::vector<float> angle(kPackets), kept_angle(kPackets);
    for (int i = 0; i < kPackets; ++i) {
        float u = 0.5f + 0.5f * harness::unit(i + 260000);
        drawn[i] = 4 + (int)((kMost - 5) * u * u * u * u);
        angle[i] = harness::unit(i + 9260000);
        ++from[kMost - drawn[i] + 1];
    }
    for (int h = 0; h <= kMost; ++h) from[h + 1] += from[h];
    for (int i = 0; i < kPackets; ++i) {
        int at = from[kMost - drawn[i]]++;
        kept[at] = drawn[i];
        kept_angle[at] = angle[i];
    }
    int *hops = harness::uploaded(drawn), *kept_hops = harness::uploaded(kept);
    float *angles = harness::uploaded(angle), *kept_angles = harness::uploaded(kept_angle), *light = empty<float>(kPackets);
    add("photon_packets_w4_a", light, kPackets, Output::f32, [=] { photon_packets_w4_a<<<kPackets / 256, 256>>>(angles, hops, light); });
    add("photon_packets_w4_b", light, kPackets, Output::f32, [=] { photon_packets_w4_b<<<kPackets / 256, 256>>>(kept_angles, kept_hops, light); });

    std::vector<float> weights(kSpecies * kHidden * 12, 0.0f);
    for (int n = 0; n < kSpecies * kHidden; ++n)
        for (int k = 0; k < 10; ++k) weights[n * 12 + k] = trained(n / kHidden, n % kHidden, k);
    float4 *nets = quads(harness::uploaded(weights)), *water = quads(filled<float>((size_t)kWater * kSpecies * kTraits, 27)), *growth = quads(empty<float>((size_t)kWater * kSpecies));
    add("plankton_nets_w4_a", growth, (size_t)kWater * kSpecies, Output::f32, [=] { plankton_nets_w4_a<<<kSwarms, 256>>>(water, growth); });
    add("plankton_nets_w4_b", growth, (size_t)kWater * kSpecies, Output::f32, [=] { plankton_nets_w4_b<<<kSwarms, 256>>>(water, nets, growth); });

    float4 *warm = quads(filled<float>(kIce, 28)), *sun = quads(filled<float>(kIce, 29)), *white = quads(filled<float>(kIce, 30)), *melt = quads(empty<float>(kIce));
    add("glacier_melt_w4_a", melt, kIce, Output::f32, [=] { glacier_melt_w4_a<<<kIce / 1024, 256>>>(warm, sun, white, melt); });
    add("glacier_melt_w4_b", melt, kIce, Output::f32, [=] { glacier_melt_w4_b<<<kIce / 1024, 256>>>(warm, sun, white, melt); });
    add("grain_vapour_w4_a", melt, kIce, Output::f32, [=] { grain_vapour_w4_a<<<kIce / 1024, 256>>>(warm, sun, melt); });
    add("grain_vapour_w4_b", melt, kIce, Output::f32, [=] { grain_vapour_w4_b<<<kIce / 1024, 256>>>(warm, sun, melt); });

    Profile cam;
    for (int k = 0; k < kTerms; ++k) cam.c[k] = 0.4f * harness::unit(k + 31000) / (1 + k / 4);
    float4 *starts = quads(filled<float>(kCams * 4, 31)), *touch = quads(empty<float>(kCams * 4));
    add("cam_contact_w4_a", touch, kCams * 4, Output::f32, [=] { cam_contact_w4_a<<<kCams / 256, 256>>>(cam, starts, touch); });

    return harness::run(argc, argv, cases);
}
