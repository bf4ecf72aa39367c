// Eight measured cases of control flow and synchronization: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Oscillators: each item swings for its own number of turns (most few, one of sixteen many).
constexpr int kItems = 462000;

__device__ __forceinline__ float swing_of(float place, int turns) {
    float speed = 0.1f, heat = 0.0f;
    for (int k = 0; k < turns; ++k) {
        speed = fmaf(-0.02f, place, 0.998f * speed);
        place = fmaf(0.05f, speed, place);
        heat = fmaf(place, place, heat);
    }
    return heat;
}

__global__ void __launch_bounds__(128) copper_lantern_ap4_a(const float* __restrict__ seed, const uint16_t* __restrict__ turns, float* __restrict__ out) {
    int i = blockIdx.x * 128 + threadIdx.x;
    if (i >= kItems) return;
    out[i] = swing_of(seed[i], turns[i]);
}

__global__ void __launch_bounds__(128) copper_lantern_ap4_b(const float* __restrict__ seed, const uint16_t* __restrict__ turns, const int* __restrict__ order,
                                                            float* __restrict__ out) {
    int i = blockIdx.x * 128 + threadIdx.x;
    if (i >= kItems) return;
    int at = order[i];  // items by falling number of turns
    out[at] = swing_of(seed[at], turns[at]);
}

// ---- Polynomial of degree ten of each element, four elements a thread.
constexpr int kQuads = 132 * 320 * 25;

__device__ __forceinline__ float curve_wide(float x) {
    float s = 0.11f;
    s = s * x + 0.31;
    s = s * x + 0.73;
    s = s * x - 0.27;
    s = s * x + 0.59;
    s = s * x - 0.41;
    s = s * x + 0.83;
    s = s * x + 0.17;
    s = s * x - 0.63;
    s = s * x + 0.37;
    s = s * x + 1.91;
    return s;
}

__device__ __forceinline__ float curve_lean(float x) {
    float s = 0.11f;
    s = s * x + 0.31f;
    s = s * x + 0.73f;
    s = s * x - 0.27f;
    s = s * x + 0.59f;
    s = s * x - 0.41f;
    s = s * x + 0.83f;
    s = s * x + 0.17f;
    s = s * x - 0.63f;
    s = s * x + 0.37f;
    s = s * x + 1.91f;
    return s;
}

__global__ void __launch_bounds__(320) velvet_acorn_ap4_a(const float4* __restrict__ in, float4* __restrict__ out) {
    int i = blockIdx.x * 320 + threadIdx.x;
    float4 v = in[i];
    out[i] = make_float4(curve_wide(v.x), curve_wide(v.y), curve_wide(v.z), curve_wide(v.w));
}

__global__ void __launch_bounds__(320) velvet_acorn_ap4_b(const float4* __restrict__ in, float4* __restrict__ out) {
    int i = blockIdx.x * 320 + threadIdx.x;
    float4 v = in[i];
    out[i] = make_float4(curve_lean(v.x), curve_lean(v.y), curve_lean(v.z), curve_lean(v.w));
}

// ---- Each warp passes values round its own 32 places and relaxes them, in three of sixty steps for long.
constexpr int kSteps = 60, kTeams = 132 * 2 * 5;

template <bool kBlock>
__device__ __forceinline__ void meet() {
    if (kBlock) __syncthreads();
    else __syncwarp();
}

template <bool kBlock>
__device__ __forceinline__ void relax(const float* __restrict__ start, const unsigned long long* __restrict__ plans, float* __restrict__ finish) {
    __shared__ float slot[1024];
    int t = threadIdx.x, i = blockIdx.x * 1024 + t, base = t & ~31;
    unsigned long long plan = plans[i / 32];
    float x = start[i];
    for (int s = 0; s < kSteps; ++s) {
        slot[t] = x;
        meet<kBlock>();
        float y = slot[base | ((t + s + 1) & 31)];
        meet<kBlock>();
        int rounds = (plan >> s) & 1 ? 40 : 1;
#pragma unroll 1
        for (int r = 0; r < rounds; ++r) {
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                float u = fmaf(-x, x, 0.6f), w = fmaf(u, 0.5f, y);
                x = fmaf(w, 0.4f, 0.1f);
            }
        }
    }
    finish[i] = x;
}

__global__ void __launch_bounds__(1024, 2) marsh_piccolo_ap4_a(const float* __restrict__ start, const unsigned long long* __restrict__ plans, float* __restrict__ finish) {
    relax<true>(start, plans, finish);
}
__global__ void __launch_bounds__(1024, 2) marsh_piccolo_ap4_b(const float* __restrict__ start, const unsigned long long* __restrict__ plans, float* __restrict__ finish) {
    relax<false>(start, plans, finish);
}

// ---- Twelve dot products of long rows in FP64, sixteen elements a thread.
constexpr int kRows = 12, kParts = 147, kRowPairs = kParts * 256 * 8;

__device__ __forceinline__ double part_of(const double2* __restrict__ a, const double2* __restrict__ b) {
    size_t at = (size_t)blockIdx.y * kRowPairs + blockIdx.x * (256 * 8) + threadIdx.x;
    double s = 0.0, r = 0.0;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        double2 p = a[at + k * 256], q = b[at + k * 256];
        s = fma(p.x, q.x, s);
        r = fma(p.y, q.y, r);
    }
    return s + r;
}

__global__ void __launch_bounds__(256) tundra_biscuit_ap4_a(const double2* __restrict__ a, const double2* __restrict__ b, double* __restrict__ dots) {
    double s = part_of(a, b);
    atomicAdd(dots + blockIdx.y, s);
}

__global__ void __launch_bounds__(256) tundra_biscuit_ap4_b(const double2* __restrict__ a, const double2* __restrict__ b, double* __restrict__ dots) {
    __shared__ double part[8];
    int t = threadIdx.x;
    double s = part_of(a, b);
#pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    if (t % 32 == 0) part[t / 32] = s;
    __syncthreads();
    if (t < 8) {
        s = part[t];
#pragma unroll
        for (int o = 4; o; o >>= 1) s += __shfl_xor_sync(0xffu, s, o);
        if (t == 0) atomicAdd(dots + blockIdx.y, s);
    }
}

// ---- Weighted histogram of 48 bins of 16-bit records (bin in the low 6 bits, weight in the high 3), most records in one bin.
constexpr int kBins = 48, kBase = 2016000, kCopies = 10, kPacks = kBase * kCopies;  // packs of eight records

template <int kLanes>
__device__ __forceinline__ void tally(const uint4* __restrict__ packs, int* __restrict__ total) {
    __shared__ int bins[kBins * kLanes];
    int t = threadIdx.x, lane = t % kLanes;
    for (int k = t; k < kBins * kLanes; k += 256) bins[k] = 0;
    __syncthreads();
#pragma unroll 2
    for (int i = blockIdx.x * 256 + t; i < kPacks; i += gridDim.x * 256) {
        uint4 p = packs[i];
        unsigned words[4] = {p.x, p.y, p.z, p.w};
#pragma unroll
        for (int w = 0; w < 4; ++w) {
            unsigned v = words[w];
            atomicAdd(bins + (v & 63) * kLanes + lane, (int)((v >> 13) & 7));
            atomicAdd(bins + ((v >> 16) & 63) * kLanes + lane, (int)(v >> 29));
        }
    }
    __syncthreads();
    if (t < kBins) {
        int sum = 0;
        for (int k = 0; k < kLanes; ++k) sum += bins[t * kLanes + (k + t) % kLanes];
        atomicAdd(total + t, sum);
    }
}

__global__ void __launch_bounds__(256) quill_harvest_ap4_a(const uint4* __restrict__ packs, int* __restrict__ total) { tally<1>(packs, total); }
__global__ void __launch_bounds__(256) quill_harvest_ap4_b(const uint4* __restrict__ packs, int* __restrict__ total) { tally<32>(packs, total); }

// ---- Four kinds of random number generators, each with its own plane of streams.
constexpr int kDraws = 192, kGrid = 132 * 4 * 20, kStreams = kGrid * 448 / 4;

__device__ __forceinline__ float draw(uint32_t x, int kind) {
    uint32_t acc = 0;
    if (kind == 0) {
#pragma unroll 8
        for (int k = 0; k < kDraws; ++k) { x = x * 1664525u + 1013904223u; acc ^= x >> 9; }
    } else if (kind == 1) {
#pragma unroll 8
        for (int k = 0; k < kDraws; ++k) { x ^= x << 13; x ^= x >> 17; x ^= x << 5; acc += x; }
    } else if (kind == 2) {
#pragma unroll 8
        for (int k = 0; k < kDraws; ++k) { x += 0x9e3779b9u; uint32_t y = (x ^ (x >> 15)) * 0x2c1b3c6du; acc += y ^ (y >> 12); }
    } else {
        uint32_t carry = 362436u;
#pragma unroll 8
        for (int k = 0; k < kDraws; ++k) {
            uint64_t wide = (uint64_t)x * 4294957665u + carry;
            x = (uint32_t)wide; carry = (uint32_t)(wide >> 32);
            acc ^= x;
        }
    }
    return (float)(acc >> 8) * (1.0f / 16777216.0f);
}

__global__ void __launch_bounds__(448) ember_sandal_ap4_a(const int* __restrict__ seed, float* __restrict__ out) {
    int t = blockIdx.x * 448 + threadIdx.x, kind = t % 4, stream = t / 4;
    int at = kind * kStreams + stream;
    out[at] = draw((uint32_t)seed[at] + 1u, kind);
}

__global__ void __launch_bounds__(448) ember_sandal_ap4_b(const int* __restrict__ seed, float* __restrict__ out) {
    int t = blockIdx.x * 448 + threadIdx.x, kind = t / 32 % 4, stream = t / 128 * 32 + t % 32;
    int at = kind * kStreams + stream;
    out[at] = draw((uint32_t)seed[at] + 1u, kind);
}

// ---- Stream of halves, each octet damped none to three times as two bits of its first element say.
constexpr int kOctets = 640 * 37000;

__global__ void __launch_bounds__(640) gusty_pebble_ap4_a(const uint4* __restrict__ in, uint4* __restrict__ out) {
    int i = blockIdx.x * 640 + threadIdx.x;
    uint4 p = in[i];
    int times = p.x & 3;
    __half2* h = reinterpret_cast<__half2*>(&p);
    float2 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = __half22float2(h[k]);
#pragma unroll 1
    for (int n = 0; n < times; ++n) {
#pragma unroll
        for (int k = 0; k < 4; ++k) { v[k].x = fmaf(0.75f, v[k].x, 0.125f); v[k].y = fmaf(0.75f, v[k].y, 0.125f); }
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) h[k] = __float22half2_rn(v[k]);
    out[i] = p;
}

__global__ void __launch_bounds__(640) gusty_pebble_ap4_b(const uint4* __restrict__ in, uint4* __restrict__ out) {
    int i = blockIdx.x * 640 + threadIdx.x;
    uint4 p = in[i];
    float gain = (p.x & 1 ? 0.75f : 1.0f) * (p.x & 2 ? 0.5625f : 1.0f), bias = 0.5f - 0.5f * gain;
    __half2* h = reinterpret_cast<__half2*>(&p);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float2 v = __half22float2(h[k]);
        h[k] = __float22half2_rn(make_float2(fmaf(gain, v.x, bias), fmaf(gain, v.y, bias)));
    }
    out[i] = p;
}

// ---- Inclusive scan of each of 27000 rows of 4096 integers, a block a row, sixteen elements a thread.
constexpr int kScanRows = 27000;

__device__ __forceinline__ int warp_scan(int v, int lane) {
#pragma unroll
    for (int o = 1; o < 32; o <<= 1) {
        int u = __shfl_up_sync(0xffffffffu, v, o);
        if (lane >= o) v += u;
    }
    return v;
}

__global__ void __launch_bounds__(256) walnut_canopy_ap4_a(const int4* __restrict__ in, int4* __restrict__ out) {
    __shared__ int totals[32];  // of four tiles by eight warps
    int t = threadIdx.x, lane = t % 32, warp = t / 32, upto[4];
    size_t at = (size_t)blockIdx.x * 1024 + t;
    int4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = __ldcs(in + at + k * 256);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        v[k].y += v[k].x; v[k].z += v[k].y; v[k].w += v[k].z;
        int sum = warp_scan(v[k].w, lane);
        upto[k] = sum - v[k].w;
        if (lane == 31) totals[k * 8 + warp] = sum;
    }
    __syncthreads();
    int mine = totals[lane], before = warp_scan(mine, lane) - mine;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int base = upto[k] + __shfl_sync(0xffffffffu, before, k * 8 + warp);
        __stcs(out + at + k * 256, make_int4(v[k].x + base, v[k].y + base, v[k].z + base, v[k].w + base));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::hash32; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    {
        std::vector<uint16_t> host(kItems);
        for (int i = 0; i < kItems; ++i) {
            uint32_t h = hash32(i + 77u);
            host[i] = (uint16_t)(8 + (h % 16 == 0 ? 600 : (h >> 8) % 64));
        }
        std::vector<int> rank(kItems);
        for (int i = 0; i < kItems; ++i) rank[i] = i;
        std::stable_sort(rank.begin(), rank.end(), [&](int a, int b) { return host[a] > host[b]; });
        float *seed = filled<float>(kItems, 11), *out = empty<float>(kItems);
        uint16_t* turns = uploaded(host);
        int* order = uploaded(rank);
        constexpr int blocks = (kItems + 127) / 128;
        add("copper_lantern_ap4_a", out, kItems, Output::f32, [=] { copper_lantern_ap4_a<<<blocks, 128>>>(seed, turns, out); });
        add("copper_lantern_ap4_b", out, kItems, Output::f32, [=] { copper_lantern_ap4_b<<<blocks, 128>>>(seed, turns, order, out); });
    }
    {
        float4* in = reinterpret_cast<float4*>(filled<float>((size_t)kQuads * 4, 12));
        float4* out = reinterpret_cast<float4*>(empty<float>((size_t)kQuads * 4));
        add("velvet_acorn_ap4_a", out, (size_t)kQuads * 4, Output::f32, [=] { velvet_acorn_ap4_a<<<kQuads / 320, 320>>>(in, out); });
        add("velvet_acorn_ap4_b", out, (size_t)kQuads * 4, Output::f32, [=] { velvet_acorn_ap4_b<<<kQuads / 320, 320>>>(in, out); });
    }
    {
        std::vector<unsigned long long> host(kTeams * 32);
        for (size_t w = 0; w < host.size(); ++w) {  // three different steps of sixty
            unsigned long long plan = 0;
            for (uint32_t k = 0, set = 0; set < 3; ++k) {
                unsigned long long bit = 1ull << (hash32((uint32_t)w * 64u + k) % kSteps);
                if (!(plan & bit)) { plan |= bit; ++set; }
            }
            host[w] = plan;
        }
        unsigned long long* plans = uploaded(host);
        float *start = filled<float>(kTeams * 1024, 13), *finish = empty<float>(kTeams * 1024);
        add("marsh_piccolo_ap4_a", finish, kTeams * 1024, Output::f32, [=] { marsh_piccolo_ap4_a<<<kTeams, 1024>>>(start, plans, finish); });
        add("marsh_piccolo_ap4_b", finish, kTeams * 1024, Output::f32, [=] { marsh_piccolo_ap4_b<<<kTeams, 1024>>>(start, plans, finish); });
    }
    {
        constexpr size_t n = (size_t)kRows * kRowPairs * 2;
        double2 *a = reinterpret_cast<double2*>(filled<double>(n, 14)), *b = reinterpret_cast<double2*>(filled<double>(n, 15));
        double* dots = filled<double>(kRows, 16);
        add("tundra_biscuit_ap4_a", dots, kRows, Output::f64, [=] { tundra_biscuit_ap4_a<<<dim3(kParts, kRows), 256>>>(a, b, dots); });
        add("tundra_biscuit_ap4_b", dots, kRows, Output::f64, [=] { tundra_biscuit_ap4_b<<<dim3(kParts, kRows), 256>>>(a, b, dots); });
    }
    {
        std::vector<uint16_t> host((size_t)kBase * 8);
        for (size_t i = 0; i < host.size(); ++i) {
            uint32_t h = hash32((uint32_t)i + 991u), bin = h % 100 < 85 ? 5 : (h >> 8) % kBins, weight = 1 + (h >> 20) % 7;
            host[i] = (uint16_t)(bin | weight << 13);
        }
        uint4* packs = empty<uint4>(kPacks);
        for (int c = 0; c < kCopies; ++c) CHECK(cudaMemcpy(packs + (size_t)c * kBase, host.data(), host.size() * 2, cudaMemcpyHostToDevice));
        int* total = indices(kBins, 100, 17);
        add("quill_harvest_ap4_a", total, kBins, Output::i32, [=] { quill_harvest_ap4_a<<<132 * 8, 256>>>(packs, total); });
        add("quill_harvest_ap4_b", total, kBins, Output::i32, [=] { quill_harvest_ap4_b<<<132 * 8, 256>>>(packs, total); });
    }
    {
        int* seed = indices((size_t)kStreams * 4, 2000000000u, 18);
        float* out = empty<float>((size_t)kStreams * 4);
        add("ember_sandal_ap4_a", out, (size_t)kStreams * 4, Output::f32, [=] { ember_sandal_ap4_a<<<kGrid, 448>>>(seed, out); });
        add("ember_sandal_ap4_b", out, (size_t)kStreams * 4, Output::f32, [=] { ember_sandal_ap4_b<<<kGrid, 448>>>(seed, out); });
    }
    {
        uint4* in = reinterpret_cast<uint4*>(filled<__half>((size_t)kOctets * 8, 19));
        uint4* out = empty<uint4>(kOctets);
        add("gusty_pebble_ap4_a", out, (size_t)kOctets * 8, Output::f16, [=] { gusty_pebble_ap4_a<<<kOctets / 640, 640>>>(in, out); });
        add("gusty_pebble_ap4_b", out, (size_t)kOctets * 8, Output::f16, [=] { gusty_pebble_ap4_b<<<kOctets / 640, 640>>>(in, out); });
    }
    {
        int4* in = reinterpret_cast<int4*>(indices((size_t)kScanRows * 4096, 100, 20));
        int4* out = empty<int4>((size_t)kScanRows * 1024);
        add("walnut_canopy_ap4_a", out, (size_t)kScanRows * 4096, Output::i32, [=] { walnut_canopy_ap4_a<<<kScanRows, 256>>>(in, out); });
    }
    return harness::run(argc, argv, cases);
}
