// Eight measured cases of control flow, atomics and precision: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Salt works: reaction network of three species in every cell of a brine pond (operator splitting), classic Runge-Kutta with as many
// substeps as the stiffness of the cell asks for.
constexpr int kPondCells = 132 * 8 * 256 * 8;

struct Brine { float x, y, z; };

__device__ __forceinline__ Brine brine_rate(Brine b, float k) {
    float r = k * b.x * b.y;
    return {fmaf(-0.1f, b.x, 0.3f - r), fmaf(-0.4f, b.y, r), fmaf(-0.2f, b.z, 0.4f * b.y)};
}
__device__ __forceinline__ Brine brine_plus(Brine b, float h, Brine d) { return {fmaf(h, d.x, b.x), fmaf(h, d.y, b.y), fmaf(h, d.z, b.z)}; }

__device__ __forceinline__ void saltern_cell(int cell, const float4* __restrict__ start, const int* __restrict__ substeps, float4* __restrict__ end) {
    float4 s = start[cell];
    int n = substeps[cell];
    Brine b = {fabsf(s.x), fabsf(s.y), fabsf(s.z)};
    float k = 1.0f + fabsf(s.w), h = 2.0f / n;
    for (int step = 0; step < n; ++step) {
        Brine k1 = brine_rate(b, k);
        Brine k2 = brine_rate(brine_plus(b, 0.5f * h, k1), k);
        Brine k3 = brine_rate(brine_plus(b, 0.5f * h, k2), k);
        Brine k4 = brine_rate(brine_plus(b, h, k3), k);
        Brine sum = brine_plus(brine_plus(brine_plus(k1, 2.0f, k2), 2.0f, k3), 1.0f, k4);
        b = brine_plus(b, h * (1.0f / 6), sum);
    }
    end[cell] = make_float4(b.x, b.y, b.z, s.w);
}

__global__ void __launch_bounds__(256) saltern_brine_af4_a(const float4* __restrict__ start, const int* __restrict__ substeps, float4* __restrict__ end) {
    saltern_cell(blockIdx.x * 256 + threadIdx.x, start, substeps, end);
}
// Cells in the order of their substeps, most of them first.
__global__ void __launch_bounds__(256) saltern_brine_af4_b(const float4* __restrict__ start, const int* __restrict__ substeps, const int* __restrict__ order,
                                                           float4* __restrict__ end) {
    saltern_cell(order[blockIdx.x * 256 + threadIdx.x], start, substeps, end);
}

// ---- Sonar: water temperature from the measured speed of sound, salinity and depth (Mackenzie's equation, solved by 12 steps
// with the slope at 10 degrees).
constexpr int kPings = 132 * 8 * 192 * 8;

__global__ void __launch_bounds__(192) thole_echo_af4_a(const float* __restrict__ speed, const float* __restrict__ salt, const float* __restrict__ deep,
                                                        float* __restrict__ warmth) {
    int i = blockIdx.x * 192 + threadIdx.x;
    float c = 1500.0f + 20.0f * speed[i], s = salt[i], d = 500.0f + 400.0f * deep[i];
    float t = 10.0f;
#pragma unroll 1
    for (int turn = 0; turn < 12; ++turn) {
        float off = 1448.96 + t * (4.591 + t * (-5.304e-2 + t * 2.374e-4)) + 1.340 * s + d * (1.630e-2 + d * 1.675e-7) - t * (1.025e-2 * s + 7.139e-13 * d * d * d) - c;
        t = t - 0.28 * off;
    }
    warmth[i] = t;
}

__global__ void __launch_bounds__(192) thole_echo_af4_b(const float* __restrict__ speed, const float* __restrict__ salt, const float* __restrict__ deep,
                                                        float* __restrict__ warmth) {
    int i = blockIdx.x * 192 + threadIdx.x;
    float c = 1500.0f + 20.0f * speed[i], s = salt[i], d = 500.0f + 400.0f * deep[i];
    float t = 10.0f;
#pragma unroll 1
    for (int turn = 0; turn < 12; ++turn) {
        float off = 1448.96f + t * (4.591f + t * (-5.304e-2f + t * 2.374e-4f)) + 1.340f * s + d * (1.630e-2f + d * 1.675e-7f) -
                    t * (1.025e-2f * s + 7.139e-13f * d * d * d) - c;
        t = t - 0.28f * off;
    }
    warmth[i] = t;
}

// ---- Porridge stirrers: 32 nodes of each elastic rod relax under a load that grows in 12 steps; a warp a rod, and each rod has its own
// number of sweeps per load step (few, many where it touches the wall).
constexpr int kRods = 132 * 2 * 2 * 32, kLoadSteps = 12;

template <bool kTogether>
__device__ __forceinline__ void spurtle_relax(const float* __restrict__ rest, const uint8_t* __restrict__ sweeps, float* __restrict__ bent) {
    __shared__ float line[32][34];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, rod = blockIdx.x * 32 + warp;
    float mine = rest[rod * 32 + lane];
    int plan = lane < kLoadSteps ? sweeps[rod * 16 + lane] : 0;
    float* row = line[warp];
    if (lane == 0) { row[0] = 0.0f; row[33] = 0.0f; }
    float load = 0.0f;
    for (int step = 0; step < kLoadSteps; ++step) {
        load += 0.01f;
        int turns = __shfl_sync(0xffffffffu, plan, step);
#pragma unroll 1
        for (int turn = 0; turn < turns; ++turn) {
            row[lane + 1] = mine;
            __syncwarp();
            float left = row[lane], right = row[lane + 2];
            float pull = left + right - 2.0f * mine, tilt = right - left;
            mine = fmaf(0.4f, fmaf(pull, rsqrtf(fmaf(tilt, tilt, 1.0f)), load), mine);
            __syncwarp();
        }
        if (kTogether) __syncthreads(); else __syncwarp();
    }
    bent[rod * 32 + lane] = mine;
}

__global__ void __launch_bounds__(1024, 2) spurtle_rods_af4_a(const float* __restrict__ rest, const uint8_t* __restrict__ sweeps, float* __restrict__ bent) {
    spurtle_relax<true>(rest, sweeps, bent);
}
__global__ void __launch_bounds__(1024, 2) spurtle_rods_af4_b(const float* __restrict__ rest, const uint8_t* __restrict__ sweeps, float* __restrict__ bent) {
    spurtle_relax<false>(rest, sweeps, bent);
}

// ---- Tithe barn ledger: SELECT farm, SUM(sacks) GROUP BY farm, four rows a thread and turn, 3072 farms.
constexpr int kFarms = 3072, kLedgerQuads = 132 * 2 * 1024 * 22;

__global__ void __launch_bounds__(1024, 2) tithe_sacks_af4_a(const int4* __restrict__ farm, const int4* __restrict__ sacks, int* __restrict__ total) {
    for (int i = blockIdx.x * 1024 + threadIdx.x; i < kLedgerQuads; i += gridDim.x * 1024) {
        int4 f = farm[i], s = sacks[i];
        atomicAdd(total + f.x, s.x);
        atomicAdd(total + f.y, s.y);
        atomicAdd(total + f.z, s.z);
        atomicAdd(total + f.w, s.w);
    }
}

__global__ void __launch_bounds__(1024, 2) tithe_sacks_af4_b(const int4* __restrict__ farm, const int4* __restrict__ sacks, int* __restrict__ total) {
    __shared__ int part[kFarms];
    for (int k = threadIdx.x; k < kFarms; k += 1024) part[k] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 1024 + threadIdx.x; i < kLedgerQuads; i += gridDim.x * 1024) {
        int4 f = farm[i], s = sacks[i];
        atomicAdd(part + f.x, s.x);
        atomicAdd(part + f.y, s.y);
        atomicAdd(part + f.z, s.z);
        atomicAdd(part + f.w, s.w);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < kFarms; k += 1024) atomicAdd(total + k, part[k]);
}

// ---- Fish glue plates: energy of the exposure of each of 256 plates of 524288 half-precision grains, 32 grains a thread.
constexpr int kPlates = 256, kGrains = 1 << 19;

__device__ __forceinline__ float isinglass_part(const uint4* __restrict__ grains) {
    const uint4* from = grains + (size_t)blockIdx.y * (kGrains / 8) + blockIdx.x * (256 * 4) + threadIdx.x;
    uint4 g[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) g[j] = from[j * 256];
    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        const __half2* h = reinterpret_cast<const __half2*>(&g[j]);
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float2 v = __half22float2(h[k]);
            sum = fmaf(v.x, v.x, fmaf(v.y, v.y, sum));
        }
    }
    return sum;
}

__global__ void __launch_bounds__(256) isinglass_plates_af4_a(const uint4* __restrict__ grains, float* __restrict__ energy) {
    float sum = isinglass_part(grains);
    atomicAdd(energy + blockIdx.y, sum);
}

__global__ void __launch_bounds__(256) isinglass_plates_af4_b(const uint4* __restrict__ grains, float* __restrict__ energy) {
    __shared__ float part[8];
    float sum = isinglass_part(grains);
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        float all = 0.0f;
#pragma unroll
        for (int w = 0; w < 8; ++w) all += part[w];
        atomicAdd(energy + blockIdx.y, all);
    }
}

// ---- Bass lute: four courses are recorded as interleaved channels, each goes through the model of its own string.
constexpr int kFrames = 132 * 8 * 256 * 12;

__device__ __forceinline__ float course_gut(float x) {  // damped resonator
    float p = x, v = 0.1f;
#pragma unroll 8
    for (int k = 0; k < 48; ++k) { v = fmaf(-0.11f, p, 0.97f * v); p = fmaf(0.2f, v, p); }
    return p;
}
__device__ __forceinline__ float course_brass(float x) {  // soft saturation with a leak
    float s = x, leak = 0.02f * x;
#pragma unroll 8
    for (int k = 0; k < 48; ++k) { float g = fmaf(-0.3f, s * s, 1.2f); s = fmaf(s, g, -leak); }
    return s;
}
__device__ __forceinline__ float course_iron(float x) {  // buzzing bridge
    float q = 0.5f * x, w = 0.0f;
#pragma unroll 8
    for (int k = 0; k < 48; ++k) { q = fmaf(-0.6f * q, q, 0.4f); w = fmaf(0.9f, w, q); }
    return w;
}
__device__ __forceinline__ float course_silver(float x) {  // free rotation, energy on one axis
    float c = x, s = 0.3f, e = 0.0f;
#pragma unroll 8
    for (int k = 0; k < 48; ++k) { c = fmaf(-0.1f, s, c); s = fmaf(0.1f, c, s); e = fmaf(c, c, e); }
    return e;
}

__global__ void __launch_bounds__(256) theorbo_courses_af4_a(const float* __restrict__ in, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;  // one sample
    float x = in[i], y;
    switch (threadIdx.x % 4) {
        case 0: y = course_gut(x); break;
        case 1: y = course_brass(x); break;
        case 2: y = course_iron(x); break;
        default: y = course_silver(x); break;
    }
    out[i] = y;
}

__global__ void __launch_bounds__(256) theorbo_courses_af4_b(const float4* __restrict__ in, float4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;  // one frame of four samples
    float4 x = in[i], y;
    y.x = course_gut(x.x);
    y.y = course_brass(x.y);
    y.z = course_iron(x.z);
    y.w = course_silver(x.w);
    out[i] = y;
}

// ---- Engraving: depth of each stroke from the force of the hand, one curve for pushes and another for pulls.
constexpr int kStrokes = 132 * 8 * 256 * 64;  // quadruples

__device__ __forceinline__ float burin_push(float f) { return fmaf(f, fmaf(f, fmaf(f, fmaf(f, fmaf(f, 0.021f, -0.13f), 0.31f), -0.52f), 1.07f), 0.04f); }
__device__ __forceinline__ float burin_pull(float f) { return fmaf(f, fmaf(f, fmaf(f, fmaf(f, fmaf(f, 0.017f, 0.09f), -0.22f), 0.41f), 0.63f), 0.04f); }

__device__ __forceinline__ float burin_branch(float f) {
    if (f > 0.0f) return __fdividef(burin_push(f), 1.0f + f);
    return burin_pull(f) * __expf(0.25f * f);
}
__device__ __forceinline__ float burin_select(float f) {
    float a = __fdividef(burin_push(f), 1.0f + f), b = burin_pull(f) * __expf(0.25f * f);
    return f > 0.0f ? a : b;
}

__global__ void __launch_bounds__(256) burin_strokes_af4_a(const float4* __restrict__ force, float4* __restrict__ depth) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 f = force[i];
    depth[i] = make_float4(burin_branch(f.x), burin_branch(f.y), burin_branch(f.z), burin_branch(f.w));
}
__global__ void __launch_bounds__(256) burin_strokes_af4_b(const float4* __restrict__ force, float4* __restrict__ depth) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 f = force[i];
    depth[i] = make_float4(burin_select(f.x), burin_select(f.y), burin_select(f.z), burin_select(f.w));
}

// ---- Yellow pigment: joint histogram (32 x 32) of two scans of a painting, for their registration by mutual information.
constexpr int kScanBlocks = 132 * 3, kScanQuads = kScanBlocks * 512 * 2 * 32;

__device__ __forceinline__ int orpiment_bin(float a, float b) { return min((int)fmaf(a, 16.0f, 16.0f), 31) * 32 + min((int)fmaf(b, 16.0f, 16.0f), 31); }

__global__ void __launch_bounds__(512, 3) orpiment_layers_af4_a(const float4* __restrict__ xray, const float4* __restrict__ infrared, int* __restrict__ joint) {
    __shared__ int part[1024];
    part[threadIdx.x] = 0;
    part[threadIdx.x + 512] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 1024 + threadIdx.x; i < kScanQuads; i += kScanBlocks * 1024) {
        float4 a0 = __ldcs(xray + i), b0 = __ldcs(infrared + i), a1 = __ldcs(xray + i + 512), b1 = __ldcs(infrared + i + 512);
        atomicAdd(part + orpiment_bin(a0.x, b0.x), 1);
        atomicAdd(part + orpiment_bin(a0.y, b0.y), 1);
        atomicAdd(part + orpiment_bin(a0.z, b0.z), 1);
        atomicAdd(part + orpiment_bin(a0.w, b0.w), 1);
        atomicAdd(part + orpiment_bin(a1.x, b1.x), 1);
        atomicAdd(part + orpiment_bin(a1.y, b1.y), 1);
        atomicAdd(part + orpiment_bin(a1.z, b1.z), 1);
        atomicAdd(part + orpiment_bin(a1.w, b1.w), 1);
    }
    __syncthreads();
    atomicAdd(joint + threadIdx.x, part[threadIdx.x]);
    atomicAdd(joint + threadIdx.x + 512, part[threadIdx.x + 512]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    constexpr size_t kMost = (size_t)kStrokes * 4;
    static_assert((size_t)kScanQuads * 4 <= kMost && (size_t)kFrames * 4 <= kMost && (size_t)kPondCells * 4 <= kMost, "fields are too short");
    float *one = filled<float>(kMost, 41), *two = filled<float>((size_t)kScanQuads * 4, 42), *out = empty<float>(kMost);
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float4 *one4 = f4(one), *two4 = f4(two), *out4 = f4(out);

    {   // substeps of each cell: 12 to 480, mostly few; and the cells sorted by them (counting sort, stable)
        std::vector<int> substeps(kPondCells), order(kPondCells), first(482, 0);
        for (int i = 0; i < kPondCells; ++i) {
            float u = 0.5f * (harness::unit(i * 2654435761u + 43) + 1.0f);
            substeps[i] = 12 + (int)(468.0f * u * u * u * u);
            ++first[480 - substeps[i] + 1];
        }
        for (int k = 1; k < 482; ++k) first[k] += first[k - 1];
        for (int i = 0; i < kPondCells; ++i) order[first[480 - substeps[i]]++] = i;
        int *n = uploaded(substeps), *at = uploaded(order);
        add("saltern_brine_af4_a", out, (size_t)kPondCells * 4, Output::f32, [=] { saltern_brine_af4_a<<<kPondCells / 256, 256>>>(one4, n, out4); });
        add("saltern_brine_af4_b", out, (size_t)kPondCells * 4, Output::f32, [=] { saltern_brine_af4_b<<<kPondCells / 256, 256>>>(one4, n, at, out4); });
    }
    {
        float* warmth = empty<float>(kPings);
        const float *speed = one, *salt = one + kPings, *deep = one + 2 * kPings;
        add("thole_echo_af4_a", warmth, kPings, Output::f32, [=] { thole_echo_af4_a<<<kPings / 192, 192>>>(speed, salt, deep, warmth); });
        add("thole_echo_af4_b", warmth, kPings, Output::f32, [=] { thole_echo_af4_b<<<kPings / 192, 192>>>(speed, salt, deep, warmth); });
    }
    {   // sweeps of each rod per load step: one or two, forty where it touches the wall (one of 24)
        std::vector<uint8_t> sweeps((size_t)kRods * 16);
        for (size_t i = 0; i < sweeps.size(); ++i) {
            uint32_t r = harness::hash32((uint32_t)i * 2654435761u + 44);
            sweeps[i] = r % 24 == 0 ? 40 : 1 + (r >> 16) % 2;
        }
        uint8_t* plan = uploaded(sweeps);
        float* bent = empty<float>((size_t)kRods * 32);
        add("spurtle_rods_af4_a", bent, (size_t)kRods * 32, Output::f32, [=] { spurtle_rods_af4_a<<<kRods / 32, 1024>>>(one, plan, bent); });
        add("spurtle_rods_af4_b", bent, (size_t)kRods * 32, Output::f32, [=] { spurtle_rods_af4_b<<<kRods / 32, 1024>>>(one, plan, bent); });
    }
    {
        int *farm = indices((size_t)kLedgerQuads * 4, kFarms, 45), *sacks = indices((size_t)kLedgerQuads * 4, 1000, 46), *total = empty<int>(kFarms);
        const int4 *farm4 = reinterpret_cast<int4*>(farm), *sacks4 = reinterpret_cast<int4*>(sacks);
        add("tithe_sacks_af4_a", total, kFarms, Output::i32, [=] { tithe_sacks_af4_a<<<264, 1024>>>(farm4, sacks4, total); });
        add("tithe_sacks_af4_b", total, kFarms, Output::i32, [=] { tithe_sacks_af4_b<<<264, 1024>>>(farm4, sacks4, total); });
    }
    {
        const uint4* grains = reinterpret_cast<uint4*>(filled<__half>((size_t)kPlates * kGrains, 47));
        float* energy = empty<float>(kPlates);
        dim3 grid(kGrains / (256 * 32), kPlates);
        add("isinglass_plates_af4_a", energy, kPlates, Output::f32, [=] { isinglass_plates_af4_a<<<grid, 256>>>(grains, energy); });
        add("isinglass_plates_af4_b", energy, kPlates, Output::f32, [=] { isinglass_plates_af4_b<<<grid, 256>>>(grains, energy); });
    }
    add("theorbo_courses_af4_a", out, (size_t)kFrames * 4, Output::f32, [=] { theorbo_courses_af4_a<<<kFrames / 64, 256>>>(one, out); });
    add("theorbo_courses_af4_b", out, (size_t)kFrames * 4, Output::f32, [=] { theorbo_courses_af4_b<<<kFrames / 256, 256>>>(one4, out4); });

    add("burin_strokes_af4_a", out, kMost, Output::f32, [=] { burin_strokes_af4_a<<<kStrokes / 256, 256>>>(one4, out4); });
    add("burin_strokes_af4_b", out, kMost, Output::f32, [=] { burin_strokes_af4_b<<<kStrokes / 256, 256>>>(one4, out4); });

    {
        int* joint = empty<int>(1024);
        add("orpiment_layers_af4_a", joint, 1024, Output::i32, [=] { orpiment_layers_af4_a<<<kScanBlocks, 512>>>(one4, two4, joint); });
    }
    return harness::run(argc, argv, cases);
}
