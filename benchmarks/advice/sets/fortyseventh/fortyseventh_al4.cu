// Eight measured cases from chemistry, neuroscience, structural engineering, plasma physics, detectors, graphics, radar and radiology.
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Atmospheric chemistry: three species and a temperature in each grid cell, integrated over one transport step with as many
// sub-steps as the cell's stiffness asks for (4 to 124). The order sorts the cells of each tile of 4096 by their sub-steps.
constexpr int kCells = 132 * 15 * 4096, kCellTile = 4096;  // 8.1 million

__device__ __forceinline__ float4 react_cell(float4 raw, int substeps) {
    float a = 1.1f + raw.x, b = 1.1f + raw.y, c = 1.1f + raw.z, warm = fmaf(0.2f, raw.w, 1.0f);
    float h = __fdividef(0.8f, (float)substeps);
    float k1 = 0.9f * warm, k2 = 0.35f * warm * warm, k3 = 0.6f * fmaf(0.3f, warm, 0.7f), back = 0.15f * warm;
#pragma unroll 1
    for (int s = 0; s < substeps; ++s) {
        float lossA = fmaf(k2, b, k1), gainA = fmaf(back, c, 0.02f);
        a = __fdividef(fmaf(h, gainA, a), fmaf(h, lossA, 1.0f));
        float lossB = fmaf(k2, a, k3 * c), gainB = fmaf(k1, a, 0.01f);
        b = __fdividef(fmaf(h, gainB, b), fmaf(h, lossB, 1.0f));
        float lossC = fmaf(k3, b, back), gainC = k2 * a * b;
        c = __fdividef(fmaf(h, gainC, c), fmaf(h, lossC, 1.0f));
        warm = fmaf(h * 0.01f, gainC - 0.3f * warm, warm);
    }
    return make_float4(a, b, c, warm);
}

__global__ void __launch_bounds__(256) juniper_kettle_al4_a(const float4* __restrict__ air, const int* __restrict__ substeps, float4* __restrict__ next) {
    int cell = blockIdx.x * 256 + threadIdx.x;
    next[cell] = react_cell(air[cell], substeps[cell]);
}

__global__ void __launch_bounds__(256) juniper_kettle_al4_b(const float4* __restrict__ air, const int* __restrict__ substeps, const int* __restrict__ order,
                                                            float4* __restrict__ next) {
    int cell = order[blockIdx.x * 256 + threadIdx.x];
    next[cell] = react_cell(air[cell], substeps[cell]);
}

// ---- Neuroscience: 32 half-millisecond ticks of a population of Izhikevich neurons, one a thread.
constexpr int kNeurons = 132 * 8 * 256 * 4, kTicks = 32;

__global__ void __launch_bounds__(256) copper_finch_al4_a(const float4* __restrict__ start, float2* __restrict__ finish) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 s = start[i];
    float v = fmaf(10.0f, s.x, -65.0f), u = fmaf(2.0f, s.y, -13.0f), drive = fmaf(6.0f, s.z, 10.0f), kick = fmaf(2.0f, s.w, 6.0f);
#pragma unroll 4
    for (int tick = 0; tick < kTicks; ++tick) {
        v += 0.5 * (0.04 * v * v + 5.0 * v + 140.0 - u + drive);
        u += 0.01 * (0.2 * v - u);
        if (v >= 30.0f) { v = -65.0f; u += kick; }
    }
    finish[i] = make_float2(v, u);
}

__global__ void __launch_bounds__(256) copper_finch_al4_b(const float4* __restrict__ start, float2* __restrict__ finish) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 s = start[i];
    float v = fmaf(10.0f, s.x, -65.0f), u = fmaf(2.0f, s.y, -13.0f), drive = fmaf(6.0f, s.z, 10.0f), kick = fmaf(2.0f, s.w, 6.0f);
#pragma unroll 4
    for (int tick = 0; tick < kTicks; ++tick) {
        v += 0.5f * (0.04f * v * v + 5.0f * v + 140.0f - u + drive);
        u += 0.01f * (0.2f * v - u);
        if (v >= 30.0f) { v = -65.0f; u += kick; }
    }
    finish[i] = make_float2(v, u);
}

// ---- Structural engineering: each warp relaxes one cable of 64 nodes (two a lane) through 64 load steps; how many sweeps a step
// needs differs from cable to cable.
constexpr int kCables = 264 * 32, kLoadSteps = 64;

template <bool kWhole>
__device__ __forceinline__ void relax_cable(const float2* __restrict__ gust, const int* __restrict__ sweeps, const float* __restrict__ weight,
                                            float2* __restrict__ sag) {
    __shared__ float low[32][34], high[32][34];  // nodes 2l and 2l + 1 of lane l at l + 1; anchors at both ends
    int lane = threadIdx.x % 32, w = threadIdx.x / 32, cable = blockIdx.x * 32 + w;
    float heavy = fmaf(0.3f, weight[cable], 1.0f);
    float2 me = make_float2(0.0f, 0.0f);
    if (lane < 2) { low[w][lane * 33] = 0.0f; high[w][lane * 33] = 0.0f; }
    for (int step = 0; step < kLoadSteps; ++step) {
        float2 g = gust[step * 32 + lane];
        float fx = 0.02f * fmaf(heavy, g.x, 1.5f), fy = 0.02f * fmaf(heavy, g.y, 1.5f);
        int count = sweeps[cable * kLoadSteps + step];
#pragma unroll 1
        for (int s = 0; s < count; ++s) {
            low[w][lane + 1] = me.x;
            high[w][lane + 1] = me.y;
            __syncwarp();
            float left = high[w][lane], right = low[w][lane + 2];
            __syncwarp();
            float nx = fmaf(0.5f, left + me.y, fx), ny = fmaf(0.5f, me.x + right, fy);
            me.x = fmaf(0.85f, nx - me.x, me.x);
            me.y = fmaf(0.85f, ny - me.y, me.y);
        }
        if (kWhole) __syncthreads(); else __syncwarp();  // the row of this load step is done with
    }
    sag[cable * 32 + lane] = me;
}

__global__ void __launch_bounds__(1024, 2) velvet_anchor_al4_a(const float2* __restrict__ gust, const int* __restrict__ sweeps, const float* __restrict__ weight,
                                                               float2* __restrict__ sag) {
    relax_cable<true>(gust, sweeps, weight, sag);
}
__global__ void __launch_bounds__(1024, 2) velvet_anchor_al4_b(const float2* __restrict__ gust, const int* __restrict__ sweeps, const float* __restrict__ weight,
                                                               float2* __restrict__ sag) {
    relax_cable<false>(gust, sweeps, weight, sag);
}

// ---- Plasma physics: energy and momentum of all particles (velocity and mass), four totals.
constexpr int kParticles = 132 * 8 * 256 * 16;

__device__ __forceinline__ float4 particle_share(float4 p) {
    float mass = fmaf(0.25f, p.w, 1.0f), vx = p.x + 0.3f, vy = p.y + 0.2f, vz = p.z + 0.1f;
    float square = fmaf(vx, vx, fmaf(vy, vy, vz * vz));
    return make_float4(0.5f * mass * square, mass * vx, mass * vy, mass * vz);
}

__device__ __forceinline__ float4 warp_total(float4 s) {
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        s.x += __shfl_xor_sync(0xffffffffu, s.x, o);
        s.y += __shfl_xor_sync(0xffffffffu, s.y, o);
        s.z += __shfl_xor_sync(0xffffffffu, s.z, o);
        s.w += __shfl_xor_sync(0xffffffffu, s.w, o);
    }
    return s;
}

__device__ __forceinline__ float pick(float4 s, int k) { return k == 0 ? s.x : k == 1 ? s.y : k == 2 ? s.z : s.w; }

__global__ void __launch_bounds__(256) amber_walrus_al4_a(const float4* __restrict__ particles, float* __restrict__ totals) {
    int lane = threadIdx.x % 32;
#pragma unroll 4
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kParticles; i += 132 * 8 * 256) {
        float4 s = warp_total(particle_share(particles[i]));
        if (lane < 4) atomicAdd(totals + lane, pick(s, lane));
    }
}

__global__ void __launch_bounds__(256) amber_walrus_al4_b(const float4* __restrict__ particles, float* __restrict__ totals) {
    __shared__ float part[8][4];
    int lane = threadIdx.x % 32, w = threadIdx.x / 32;
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll 4
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kParticles; i += 132 * 8 * 256) {
        float4 s = particle_share(particles[i]);
        sum.x += s.x; sum.y += s.y; sum.z += s.z; sum.w += s.w;
    }
    sum = warp_total(sum);
    if (lane < 4) part[w][lane] = pick(sum, lane);
    __syncthreads();
    if (threadIdx.x < 4) {
        float all = 0.0f;
#pragma unroll
        for (int k = 0; k < 8; ++k) all += part[k][threadIdx.x];
        atomicAdd(totals + threadIdx.x, all);
    }
}

// ---- Detectors: charge collected by each of 64 pads; an event packs the pad (6 bits) and its charge (10 bits). The beam hits one
// pad more than all others together.
constexpr int kPads = 64, kShotThreads = 528 * 512, kShots4 = kShotThreads * 8;  // quadruples of events

template <int kCopies>
__device__ __forceinline__ void pad_charge(const uint4* __restrict__ events, int* __restrict__ charge) {
    __shared__ int pads[kPads * kCopies];
    __shared__ int sums[kPads];
    int t = threadIdx.x, lane = t % 32, copy = lane % kCopies;
    for (int k = t; k < kPads * kCopies; k += 512) pads[k] = 0;
    __syncthreads();
#pragma unroll 4
    for (int i = blockIdx.x * 512 + t; i < kShots4; i += kShotThreads) {
        uint4 e = events[i];
        atomicAdd(&pads[(e.x & 63u) * kCopies + copy], (int)(e.x >> 6 & 1023u));
        atomicAdd(&pads[(e.y & 63u) * kCopies + copy], (int)(e.y >> 6 & 1023u));
        atomicAdd(&pads[(e.z & 63u) * kCopies + copy], (int)(e.z >> 6 & 1023u));
        atomicAdd(&pads[(e.w & 63u) * kCopies + copy], (int)(e.w >> 6 & 1023u));
    }
    __syncthreads();
    if (kCopies == 1) {
        if (t < kPads) atomicAdd(charge + t, pads[t]);
    } else {
        for (int pad = t / 32; pad < kPads; pad += 16) {
            int all = __reduce_add_sync(0xffffffffu, pads[pad * kCopies + copy]);
            if (lane == 0) sums[pad] = all;
        }
        __syncthreads();
        if (t < kPads) atomicAdd(charge + t, sums[t]);
    }
}

__global__ void __launch_bounds__(512, 4) saffron_otter_al4_a(const uint4* __restrict__ events, int* __restrict__ charge) { pad_charge<1>(events, charge); }
__global__ void __launch_bounds__(512, 4) saffron_otter_al4_b(const uint4* __restrict__ events, int* __restrict__ charge) { pad_charge<32>(events, charge); }

// ---- Graphics: rays against an implicit blob: a cheap test on the bounding disc, then 96 marching steps for those that pass (a tenth).
constexpr int kRayTile = 4096, kRayTiles = 132 * 16, kRays = kRayTile * kRayTiles;

__device__ __forceinline__ bool ray_near(float4 r) { return fmaf(r.x, r.x, r.y * r.y) < 0.127f; }
__device__ __forceinline__ float ray_sky(float4 r) { return fmaf(0.1f, fmaf(r.x, r.z, r.y * r.w), 2.0f); }
__device__ __forceinline__ float ray_march(float4 r) {
    float rho = fmaf(r.x, r.x, r.y * r.y), z = fmaf(0.2f, r.z, -1.2f), tilt = 0.15f * r.w, glow = 0.0f;
#pragma unroll 4
    for (int s = 0; s < 96; ++s) {
        float square = fmaf(z, z, rho), ripple = z * fmaf(-0.1666f * z, z, 1.0f);
        float gap = fmaf(tilt, ripple, square - 0.6f), soft = fmaf(-0.25f * gap, gap, 1.0f);
        z = fmaf(0.12f * soft, gap, z);
        glow = fmaf(0.02f, soft * soft, glow);
    }
    return glow + 0.3f * z;
}

__global__ void __launch_bounds__(256) hazel_comet_al4_a(const float4* __restrict__ rays, float* __restrict__ light) {
    int base = blockIdx.x * kRayTile;
    for (int k = threadIdx.x; k < kRayTile; k += 256) {
        float4 r = rays[base + k];
        float shade;
        if (ray_near(r)) shade = ray_march(r);
        else shade = ray_sky(r);
        light[base + k] = shade;
    }
}

__global__ void __launch_bounds__(256) hazel_comet_al4_b(const float4* __restrict__ rays, float* __restrict__ light) {
    __shared__ unsigned short queue[kRayTile];
    __shared__ int queued;
    int base = blockIdx.x * kRayTile, lane = threadIdx.x % 32;
    if (threadIdx.x == 0) queued = 0;
    __syncthreads();
#pragma unroll 4
    for (int k = threadIdx.x; k < kRayTile; k += 256) {
        float4 r = rays[base + k];
        bool hit = ray_near(r);
        unsigned who = __ballot_sync(0xffffffffu, hit);
        int at = 0;
        if (lane == 0 && who) at = atomicAdd(&queued, __popc(who));
        at = __shfl_sync(0xffffffffu, at, 0);
        if (hit) queue[at + __popc(who & ((1u << lane) - 1u))] = (unsigned short)k;
        else light[base + k] = ray_sky(r);
    }
    __syncthreads();
    int count = queued;
    for (int q = threadIdx.x; q < count; q += 256) {
        int k = queue[q];
        light[base + k] = ray_march(rays[base + k]);
    }
}

// ---- Radar: strength of each echo from its amplitude and its phase in turns, which is first brought back to half a turn either way.
constexpr int kEchoes4 = 132 * 8 * 256 * 148;  // quadruples

template <bool kLoop>
__device__ __forceinline__ float echo_strength(float amplitude, float phase) {
    float p = 2.4f * phase;
    if (kLoop) {
        while (p > 0.5f) p -= 1.0f;
        while (p < -0.5f) p += 1.0f;
    } else {
        p -= rintf(p);
    }
    float q = p * p, wave = fmaf(q, fmaf(q, fmaf(q, fmaf(q, 60.24f, -85.46f), 64.94f), -19.739f), 1.0f);
    return (1.5f + amplitude) * (1.2f + wave);
}

template <bool kLoop>
__device__ __forceinline__ void echo_all(const float4* __restrict__ amplitude, const float4* __restrict__ phase, float4* __restrict__ strength) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 a = __ldcs(amplitude + i), p = __ldcs(phase + i);
    __stcs(strength + i, make_float4(echo_strength<kLoop>(a.x, p.x), echo_strength<kLoop>(a.y, p.y), echo_strength<kLoop>(a.z, p.z),
                                     echo_strength<kLoop>(a.w, p.w)));
}

__global__ void __launch_bounds__(256) thistle_harbor_al4_a(const float4* __restrict__ amplitude, const float4* __restrict__ phase, float4* __restrict__ strength) {
    echo_all<true>(amplitude, phase, strength);
}
__global__ void __launch_bounds__(256) thistle_harbor_al4_b(const float4* __restrict__ amplitude, const float4* __restrict__ phase, float4* __restrict__ strength) {
    echo_all<false>(amplitude, phase, strength);
}

// ---- Radiology: dose gathered along each of 32768 beams of 4096 voxels (inclusive prefix sum of a row), a block a beam.
constexpr int kBeams = 32768, kVoxels = 4096;

__global__ void __launch_bounds__(256) marble_pigeon_al4_a(const float4* __restrict__ dose, float4* __restrict__ gathered) {
    __shared__ float ends[32];  // total of each warp of each of the four chunks of 1024 voxels, in the order of the row
    int t = threadIdx.x, lane = t % 32, w = t / 32;
    size_t base = (size_t)blockIdx.x * (kVoxels / 4) + t;
    float4 d[4];
    float before[4];
#pragma unroll
    for (int c = 0; c < 4; ++c) d[c] = __ldcs(dose + base + c * 256);
#pragma unroll
    for (int c = 0; c < 4; ++c) {
        d[c].y += d[c].x; d[c].z += d[c].y; d[c].w += d[c].z;
        float sum = d[c].w;
#pragma unroll
        for (int o = 1; o < 32; o <<= 1) {
            float other = __shfl_up_sync(0xffffffffu, sum, o);
            if (lane >= o) sum += other;
        }
        before[c] = sum - d[c].w;
        if (lane == 31) ends[c * 8 + w] = sum;
    }
    __syncthreads();
    float mine = ends[lane], upto = mine;
#pragma unroll
    for (int o = 1; o < 32; o <<= 1) {
        float other = __shfl_up_sync(0xffffffffu, upto, o);
        if (lane >= o) upto += other;
    }
    upto -= mine;
#pragma unroll
    for (int c = 0; c < 4; ++c) {
        float add = before[c] + __shfl_sync(0xffffffffu, upto, c * 8 + w);
        __stcs(gathered + base + c * 256, make_float4(d[c].x + add, d[c].y + add, d[c].z + add, d[c].w + add));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // Shared by all: two input fields, one result.
    constexpr size_t kMost = (size_t)kEchoes4 * 4;
    static_assert((size_t)kBeams * kVoxels <= kMost && (size_t)kCells * 4 <= kMost && (size_t)kRays * 4 <= kMost, "fields are too short");
    static_assert((size_t)kParticles * 4 <= kMost && (size_t)kNeurons * 4 <= kMost && (size_t)kCables * 64 <= kMost, "fields are too short");
    float *one = filled<float>(kMost, 471), *two = filled<float>(kMost, 472), *out = empty<float>(kMost);
    float4 *one4 = reinterpret_cast<float4*>(one), *two4 = reinterpret_cast<float4*>(two), *out4 = reinterpret_cast<float4*>(out);
    float2 *two2 = reinterpret_cast<float2*>(two), *out2 = reinterpret_cast<float2*>(out);

    auto chance = [](uint32_t i, uint32_t seed) { return 0.5f * (harness::unit(i * 2654435761u + seed) + 1.0f); };  // in [0, 1)

    // Sub-steps of the cells (few need many) and the order of the cells of each tile from many sub-steps to few.
    std::vector<int> need(kCells), order(kCells);
    for (int i = 0; i < kCells; ++i) {
        float u = chance((uint32_t)i, 11u), cube = u * u * u;
        need[i] = 4 + (int)(120.0f * cube * cube);
    }
    for (int from = 0; from < kCells; from += kCellTile) {
        std::vector<int> first(130, 0);
        for (int i = 0; i < kCellTile; ++i) ++first[128 - need[from + i] + 1];
        for (int k = 1; k < 130; ++k) first[k] += first[k - 1];
        for (int i = 0; i < kCellTile; ++i) order[from + first[128 - need[from + i]]++] = from + i;
    }
    int *substeps = uploaded(need), *sorted = uploaded(order);

    // Sweeps of each cable in each load step.
    std::vector<int> sweep(kCables * kLoadSteps);
    for (int i = 0; i < kCables * kLoadSteps; ++i) {
        float u = chance((uint32_t)i, 12u), quad = u * u * u * u;
        sweep[i] = 2 + (int)(94.0f * quad * quad);
    }
    int* sweeps = uploaded(sweep);

    // Events: six tenths on pad 21.
    std::vector<uint32_t> event((size_t)kShots4 * 4);
    for (size_t i = 0; i < event.size(); ++i) {
        uint32_t h = harness::hash32((uint32_t)i + 77u), g = harness::hash32((uint32_t)i * 2u + 40000001u);
        uint32_t pad = h % 10u < 6u ? 21u : g % 64u;
        event[i] = (g >> 8 & 1023u) << 6 | pad;
    }
    const uint4* events = reinterpret_cast<const uint4*>(uploaded(event));
    int* charge = empty<int>(kPads);
    float* totals = empty<float>(4);
    CHECK(cudaMemset(charge, 0, kPads * sizeof(int)));
    CHECK(cudaMemset(totals, 0, 4 * sizeof(float)));

    add("juniper_kettle_al4_a", out, (size_t)kCells * 4, Output::f32, [=] { juniper_kettle_al4_a<<<kCells / 256, 256>>>(one4, substeps, out4); });
    add("juniper_kettle_al4_b", out, (size_t)kCells * 4, Output::f32, [=] { juniper_kettle_al4_b<<<kCells / 256, 256>>>(one4, substeps, sorted, out4); });

    add("copper_finch_al4_a", out, (size_t)kNeurons * 2, Output::f32, [=] { copper_finch_al4_a<<<kNeurons / 256, 256>>>(one4, out2); });
    add("copper_finch_al4_b", out, (size_t)kNeurons * 2, Output::f32, [=] { copper_finch_al4_b<<<kNeurons / 256, 256>>>(one4, out2); });

    add("velvet_anchor_al4_a", out, (size_t)kCables * 64, Output::f32, [=] { velvet_anchor_al4_a<<<kCables / 32, 1024>>>(two2, sweeps, one, out2); });
    add("velvet_anchor_al4_b", out, (size_t)kCables * 64, Output::f32, [=] { velvet_anchor_al4_b<<<kCables / 32, 1024>>>(two2, sweeps, one, out2); });

    add("amber_walrus_al4_a", totals, 4, Output::f32, [=] { amber_walrus_al4_a<<<132 * 8, 256>>>(one4, totals); });
    add("amber_walrus_al4_b", totals, 4, Output::f32, [=] { amber_walrus_al4_b<<<132 * 8, 256>>>(one4, totals); });

    add("saffron_otter_al4_a", charge, kPads, Output::i32, [=] { saffron_otter_al4_a<<<528, 512>>>(events, charge); });
    add("saffron_otter_al4_b", charge, kPads, Output::i32, [=] { saffron_otter_al4_b<<<528, 512>>>(events, charge); });

    add("hazel_comet_al4_a", out, kRays, Output::f32, [=] { hazel_comet_al4_a<<<kRayTiles, 256>>>(one4, out); });
    add("hazel_comet_al4_b", out, kRays, Output::f32, [=] { hazel_comet_al4_b<<<kRayTiles, 256>>>(one4, out); });

    add("thistle_harbor_al4_a", out, kMost, Output::f32, [=] { thistle_harbor_al4_a<<<kEchoes4 / 256, 256>>>(one4, two4, out4); });
    add("thistle_harbor_al4_b", out, kMost, Output::f32, [=] { thistle_harbor_al4_b<<<kEchoes4 / 256, 256>>>(one4, two4, out4); });

    add("marble_pigeon_al4_a", out, (size_t)kBeams * kVoxels, Output::f32, [=] { marble_pigeon_al4_a<<<kBeams, 256>>>(one4, out4); });

    return harness::run(argc, argv, cases);
}
