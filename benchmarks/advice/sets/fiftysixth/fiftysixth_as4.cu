// Eight measured cases: before (_a) and after (_b).
#include <cuda_fp16.h>

#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Quadratic recurrence in double: each item runs its own number of turns; tiles of 2048 items.
constexpr int kTile = 2048, kTiles = 132 * 8 * 4, kItems = kTile * kTiles;

__device__ __forceinline__ double turn_item(double x, int turns) {
    double h = 0.5 * x, y = x, acc = 0.0;
    for (int k = 0; k < turns; ++k) {
        y = fma(fma(y, -0.25, h), y, 0.4);
        acc = fma(y, y, acc);
    }
    return acc;
}

__global__ void __launch_bounds__(256) lantern_moss_as4_a(const double* __restrict__ x, const int* __restrict__ turns, double* __restrict__ out) {
    int base = blockIdx.x * kTile;
    for (int j = 0; j < kTile / 256; ++j) {
        int i = base + j * 256 + threadIdx.x;
        out[i] = turn_item(x[i], turns[i]);
    }
}

// plan: the tile's items in order of their turns, turns << 16 | place in the tile
__global__ void __launch_bounds__(256) lantern_moss_as4_b(const double* __restrict__ x, const int* __restrict__ plan, double* __restrict__ out) {
    __shared__ double tile[kTile];
    int base = blockIdx.x * kTile, t = threadIdx.x;
#pragma unroll
    for (int j = 0; j < kTile / 256; ++j) tile[j * 256 + t] = x[base + j * 256 + t];
    __syncthreads();
    for (int j = 0; j < kTile / 256; ++j) {
        int p = plan[base + j * 256 + (j & 1 ? 255 - t : t)], at = p & 0xffff;
        tile[at] = turn_item(tile[at], p >> 16);
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < kTile / 256; ++j) out[base + j * 256 + t] = tile[j * 256 + t];
}

// ---- Twelve steps of an oscillator with nonlinear damping, a float2 state a thread.
constexpr int kStates = 132 * 128 * 96;

__global__ void __launch_bounds__(128) walnut_ferry_as4_a(const float2* __restrict__ state, float2* __restrict__ energy) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float2 s = state[i];
    float x = s.x, v = s.y;
#pragma unroll
    for (int step = 0; step < 12; ++step) {
        v += 0.07 * (1.0 - x * x) * v - 0.05 * x;
        x += 0.05 * v;
    }
    energy[i] = make_float2(x * x, v * v);
}

__global__ void __launch_bounds__(128) walnut_ferry_as4_b(const float2* __restrict__ state, float2* __restrict__ energy) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float2 s = state[i];
    float x = s.x, v = s.y;
#pragma unroll
    for (int step = 0; step < 12; ++step) {
        v += 0.07f * (1.0f - x * x) * v - 0.05f * x;
        x += 0.05f * v;
    }
    energy[i] = make_float2(x * x, v * v);
}

// ---- Norms of ragged rows of half2, a warp a row, 32 rows a warp. Lengths are multiples of 128.
constexpr int kPacks = 132 * 4, kRounds = 32, kRows = kPacks * kRounds * 16;

__device__ __forceinline__ float row_part(const __half2* __restrict__ data, int from, int to, int lane) {
    float s = 0.0f;
    for (int k = from + lane; k < to; k += 128) {
        __half2 h[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) h[u] = data[k + u * 32];
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            float2 f = __half22float2(h[u]);
            s = fmaf(f.x, f.x, fmaf(f.y, f.y, s));
        }
    }
    return s;
}

__global__ void __launch_bounds__(512, 4) copper_heron_as4_a(const __half2* __restrict__ data, const int* __restrict__ start, float* __restrict__ norm) {
    __shared__ float pad[512];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    for (int round = 0; round < kRounds; ++round) {
        int row = (blockIdx.x * kRounds + round) * 16 + warp;
        float s = row_part(data, start[row], start[row + 1], lane);
#pragma unroll
        for (int o = 16; o; o >>= 1) {
            pad[t] = s;
            __syncthreads();
            s += pad[t ^ o];
            __syncthreads();
        }
        if (lane == 0) norm[row] = sqrtf(s);
    }
}

__global__ void __launch_bounds__(512, 4) copper_heron_as4_b(const __half2* __restrict__ data, const int* __restrict__ start, float* __restrict__ norm) {
    __shared__ float pad[512];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    for (int round = 0; round < kRounds; ++round) {
        int row = (blockIdx.x * kRounds + round) * 16 + warp;
        float s = row_part(data, start[row], start[row + 1], lane);
#pragma unroll
        for (int o = 16; o; o >>= 1) {
            pad[t] = s;
            __syncwarp();
            s += pad[t ^ o];
            __syncwarp();
        }
        if (lane == 0) norm[row] = sqrtf(s);
    }
}

// ---- Two checksums of 64-bit integers (sum, and sum of the mixed values).
using u64 = unsigned long long;
constexpr int kWalk = 11, kPairs64 = 132 * 4 * 512 * 2 * kWalk;  // of ulonglong2

__device__ __forceinline__ u64 mixed(u64 v) { return v ^ (v >> 7) ^ (v << 9); }
__device__ __forceinline__ u64 warp_total(u64 v) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void __launch_bounds__(512) marble_thistle_as4_a(const ulonglong2* __restrict__ in, u64* __restrict__ total) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    ulonglong2 p = in[i], q = in[i + 512];
    u64 plain = warp_total(p.x + p.y + q.x + q.y);
    u64 mix = warp_total(mixed(p.x) + mixed(p.y) + mixed(q.x) + mixed(q.y));
    if (threadIdx.x % 32 == 0) {
        atomicAdd(&total[0], plain);
        atomicAdd(&total[1], mix);
    }
}

__global__ void __launch_bounds__(512) marble_thistle_as4_b(const ulonglong2* __restrict__ in, u64* __restrict__ total) {
    __shared__ u64 part[2][16];
    u64 plain = 0, mix = 0;
    int t = threadIdx.x;
#pragma unroll 2
    for (int i = blockIdx.x * 1024 + t; i < kPairs64; i += gridDim.x * 1024) {
        ulonglong2 p = in[i], q = in[i + 512];
        plain += p.x + p.y + q.x + q.y;
        mix += mixed(p.x) + mixed(p.y) + mixed(q.x) + mixed(q.y);
    }
    plain = warp_total(plain); mix = warp_total(mix);
    if (t % 32 == 0) { part[0][t / 32] = plain; part[1][t / 32] = mix; }
    __syncthreads();
    if (t < 32) {  // lanes 0 to 15: plain, 16 to 31: mixed
        u64 v = part[t / 16][t % 16];
#pragma unroll
        for (int o = 8; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
        if (t % 16 == 0) atomicAdd(&total[t / 16], v);
    }
}

// ---- Weighted histogram of 96 bins; a word holds the bin (low 8 bits) and the weight (above). Three quarters fall into one bin.
constexpr int kBins = 96, kQuads = 132 * 2 * 1024 * 4;  // uint4, 4 a thread

__global__ void __launch_bounds__(1024) quince_harbor_as4_a(const uint4* __restrict__ words, unsigned* __restrict__ hist) {
    __shared__ unsigned bins[kBins];
    int t = threadIdx.x;
    if (t < kBins) bins[t] = 0;
    __syncthreads();
#pragma unroll 2
    for (int i = blockIdx.x * 1024 + t; i < kQuads; i += gridDim.x * 1024) {
        uint4 w = words[i];
        atomicAdd(&bins[w.x & 255], w.x >> 8);
        atomicAdd(&bins[w.y & 255], w.y >> 8);
        atomicAdd(&bins[w.z & 255], w.z >> 8);
        atomicAdd(&bins[w.w & 255], w.w >> 8);
    }
    __syncthreads();
    if (t < kBins) atomicAdd(&hist[t], bins[t]);
}

__global__ void __launch_bounds__(1024) quince_harbor_as4_b(const uint4* __restrict__ words, unsigned* __restrict__ hist) {
    __shared__ unsigned bins[kBins * 32];  // a copy a lane, each in its own bank
    int t = threadIdx.x, lane = t % 32;
#pragma unroll
    for (int k = 0; k < kBins * 32; k += 1024) bins[k + t] = 0;
    __syncthreads();
#pragma unroll 2
    for (int i = blockIdx.x * 1024 + t; i < kQuads; i += gridDim.x * 1024) {
        uint4 w = words[i];
        atomicAdd(&bins[(w.x & 255) * 32 + lane], w.x >> 8);
        atomicAdd(&bins[(w.y & 255) * 32 + lane], w.y >> 8);
        atomicAdd(&bins[(w.z & 255) * 32 + lane], w.z >> 8);
        atomicAdd(&bins[(w.w & 255) * 32 + lane], w.w >> 8);
    }
    __syncthreads();
    if (t < kBins) {
        unsigned s = 0;
#pragma unroll 8
        for (int k = 0; k < 32; ++k) s += bins[t * 32 + ((k + t) & 31)];
        atomicAdd(&hist[t], s);
    }
}

// ---- Potential of 2048 charges at each of 270336 places, two places a thread.
constexpr int kPlaces = 132 * 4 * 256 * 2, kCharges = 2048;

__global__ void __launch_bounds__(256) velvet_anvil_as4_a(const float4* __restrict__ place, const float4* __restrict__ charge, float* __restrict__ potential) {
    __shared__ float4 tile[256];
    int t = threadIdx.x, i = blockIdx.x * 512 + t;
    float4 p = place[i], r = place[i + 256];
    float sp = 0.0f, sr = 0.0f;
    for (int from = 0; from < kCharges; from += 256) {
        __syncthreads();
        tile[t] = charge[from + t];
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < 256; ++k) {
            float4 q = tile[k];
            float ax = p.x - q.x, ay = p.y - q.y, az = p.z - q.z, bx = r.x - q.x, by = r.y - q.y, bz = r.z - q.z;
            float a = fmaf(ax, ax, fmaf(ay, ay, az * az)), b = fmaf(bx, bx, fmaf(by, by, bz * bz));
            sp += (1.5f + q.w) * rsqrt(a + 0.01);
            sr += (1.5f + q.w) * rsqrt(b + 0.01);
        }
    }
    potential[i] = sp;
    potential[i + 256] = sr;
}

__global__ void __launch_bounds__(256) velvet_anvil_as4_b(const float4* __restrict__ place, const float4* __restrict__ charge, float* __restrict__ potential) {
    __shared__ float4 tile[256];
    int t = threadIdx.x, i = blockIdx.x * 512 + t;
    float4 p = place[i], r = place[i + 256];
    float sp = 0.0f, sr = 0.0f;
    for (int from = 0; from < kCharges; from += 256) {
        __syncthreads();
        tile[t] = charge[from + t];
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < 256; ++k) {
            float4 q = tile[k];
            float ax = p.x - q.x, ay = p.y - q.y, az = p.z - q.z, bx = r.x - q.x, by = r.y - q.y, bz = r.z - q.z;
            float a = fmaf(ax, ax, fmaf(ay, ay, az * az)), b = fmaf(bx, bx, fmaf(by, by, bz * bz));
            sp += (1.5f + q.w) * rsqrtf(a + 0.01f);
            sr += (1.5f + q.w) * rsqrtf(b + 0.01f);
        }
    }
    potential[i] = sp;
    potential[i + 256] = sr;
}

// ---- Particles that drift and bounce off a wall until they are behind it (at most three bounces).
constexpr int kGrains = 132 * 320 * 320;

__global__ void __launch_bounds__(320) saffron_kettle_as4_a(const float4* __restrict__ pos, const float4* __restrict__ vel, float4* __restrict__ next) {
    int i = blockIdx.x * 320 + threadIdx.x;
    float4 p = pos[i], v = vel[i];
    p.x = fmaf(0.1f, v.x, p.x);
    while (p.x > 0.3f) {
        p.x *= 0.6f;
        v.y = fmaf(-0.5f, v.y, p.x);
        p.w += 0.25f * v.y * v.y;
    }
    next[i] = make_float4(p.x, fmaf(0.1f, v.y, p.y), fmaf(0.1f, v.z, p.z), fmaf(0.01f, v.w, p.w));
}

__global__ void __launch_bounds__(320) saffron_kettle_as4_b(const float4* __restrict__ pos, const float4* __restrict__ vel, float4* __restrict__ next) {
    int i = blockIdx.x * 320 + threadIdx.x;
    float4 p = pos[i], v = vel[i];
    p.x = fmaf(0.1f, v.x, p.x);
#pragma unroll
    for (int k = 0; k < 3; ++k) {
        bool hit = p.x > 0.3f;
        float x = 0.6f * p.x, y = fmaf(-0.5f, v.y, x), w = p.w + 0.25f * y * y;
        p.x = hit ? x : p.x;
        v.y = hit ? y : v.y;
        p.w = hit ? w : p.w;
    }
    next[i] = make_float4(p.x, fmaf(0.1f, v.y, p.y), fmaf(0.1f, v.z, p.z), fmaf(0.01f, v.w, p.w));
}

// ---- Inclusive prefix sums of rows of 512 integers, a warp a row, four quadruples a lane.
constexpr int kScanRows = 132 * 1024;

__global__ void __launch_bounds__(192) juniper_cobalt_as4_a(const int4* __restrict__ in, int4* __restrict__ out) {
    int lane = threadIdx.x % 32;
    size_t at = ((size_t)blockIdx.x * 6 + threadIdx.x / 32) * 128 + lane;
    int4 v[4];
    int own[4], sum[4], carry = 0;
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = __ldcs(in + at + j * 32);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        v[j].y += v[j].x; v[j].z += v[j].y; v[j].w += v[j].z;
        own[j] = sum[j] = v[j].w;
    }
#pragma unroll
    for (int o = 1; o < 32; o <<= 1) {
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            int below = __shfl_up_sync(0xffffffffu, sum[j], o);
            if (lane >= o) sum[j] += below;
        }
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int add = carry + sum[j] - own[j];
        __stcs(out + at + j * 32, make_int4(v[j].x + add, v[j].y + add, v[j].z + add, v[j].w + add));
        carry += __shfl_sync(0xffffffffu, sum[j], 31);
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::hash32; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    {
        std::vector<int> turns(kItems), plan(kItems);
        for (int i = 0; i < kItems; ++i) {
            float u = (hash32(i + 991u) >> 8) * (1.0f / 16777216.0f);
            turns[i] = 6 + (int)(250.0f * u * u * u);
            plan[i] = turns[i] << 16 | (i % kTile);
        }
        for (int b = 0; b < kTiles; ++b) std::sort(plan.begin() + (size_t)b * kTile, plan.begin() + (size_t)(b + 1) * kTile);
        double *x = filled<double>(kItems, 11), *out = empty<double>(kItems);
        int *n = uploaded(turns), *order = uploaded(plan);
        add("lantern_moss_as4_a", out, kItems, Output::f64, [=] { lantern_moss_as4_a<<<kTiles, 256>>>(x, n, out); });
        add("lantern_moss_as4_b", out, kItems, Output::f64, [=] { lantern_moss_as4_b<<<kTiles, 256>>>(x, order, out); });
    }
    {
        const float2* state = reinterpret_cast<const float2*>(filled<float>((size_t)kStates * 2, 12));
        float* flat = empty<float>((size_t)kStates * 2);
        float2* out = reinterpret_cast<float2*>(flat);
        add("walnut_ferry_as4_a", flat, (size_t)kStates * 2, Output::f32, [=] { walnut_ferry_as4_a<<<kStates / 128, 128>>>(state, out); });
        add("walnut_ferry_as4_b", flat, (size_t)kStates * 2, Output::f32, [=] { walnut_ferry_as4_b<<<kStates / 128, 128>>>(state, out); });
    }
    {
        std::vector<int> start(kRows + 1);
        start[0] = 0;
        for (int b = 0; b < kPacks; ++b)
            for (int r = 0; r < kRounds; ++r)
                for (int w = 0; w < 16; ++w) {
                    int row = (b * kRounds + r) * 16 + w;
                    start[row + 1] = start[row] + (w == ((r * 5 + b) & 15) ? 1536 : 128);
                }
        const __half2* data = reinterpret_cast<const __half2*>(filled<__half>((size_t)start[kRows] * 2, 13));
        const int* from = uploaded(start);
        float* out = empty<float>(kRows);
        add("copper_heron_as4_a", out, kRows, Output::f32, [=] { copper_heron_as4_a<<<kPacks, 512>>>(data, from, out); });
        add("copper_heron_as4_b", out, kRows, Output::f32, [=] { copper_heron_as4_b<<<kPacks, 512>>>(data, from, out); });
    }
    {
        const ulonglong2* in = reinterpret_cast<const ulonglong2*>(indices((size_t)kPairs64 * 4, 2000000000u, 14));
        u64* out = empty<u64>(2);
        add("marble_thistle_as4_a", out, 4, Output::i32, [=] { marble_thistle_as4_a<<<kPairs64 / 1024, 512>>>(in, out); });
        add("marble_thistle_as4_b", out, 4, Output::i32, [=] { marble_thistle_as4_b<<<132 * 4, 512>>>(in, out); });
    }
    {
        std::vector<unsigned> words((size_t)kQuads * 4);
        for (size_t i = 0; i < words.size(); ++i) {
            unsigned h = hash32((unsigned)i + 515u), bin = (h & 3) ? 17u : (h >> 2) % kBins, weight = 1u + ((h >> 20) & 31);
            words[i] = weight << 8 | bin;
        }
        const uint4* in = reinterpret_cast<const uint4*>(uploaded(words));
        unsigned* out = empty<unsigned>(kBins);
        add("quince_harbor_as4_a", out, kBins, Output::i32, [=] { quince_harbor_as4_a<<<132 * 2, 1024>>>(in, out); });
        add("quince_harbor_as4_b", out, kBins, Output::i32, [=] { quince_harbor_as4_b<<<132 * 2, 1024>>>(in, out); });
    }
    {
        const float4* place = reinterpret_cast<const float4*>(filled<float>((size_t)kPlaces * 4, 16));
        const float4* charge = reinterpret_cast<const float4*>(filled<float>((size_t)kCharges * 4, 17));
        float* out = empty<float>(kPlaces);
        add("velvet_anvil_as4_a", out, kPlaces, Output::f32, [=] { velvet_anvil_as4_a<<<kPlaces / 512, 256>>>(place, charge, out); });
        add("velvet_anvil_as4_b", out, kPlaces, Output::f32, [=] { velvet_anvil_as4_b<<<kPlaces / 512, 256>>>(place, charge, out); });
    }
    {
        const float4* pos = reinterpret_cast<const float4*>(filled<float>((size_t)kGrains * 4, 18));
        const float4* vel = reinterpret_cast<const float4*>(filled<float>((size_t)kGrains * 4, 19));
        float* flat = empty<float>((size_t)kGrains * 4);
        float4* out = reinterpret_cast<float4*>(flat);
        add("saffron_kettle_as4_a", flat, (size_t)kGrains * 4, Output::f32, [=] { saffron_kettle_as4_a<<<kGrains / 320, 320>>>(pos, vel, out); });
        add("saffron_kettle_as4_b", flat, (size_t)kGrains * 4, Output::f32, [=] { saffron_kettle_as4_b<<<kGrains / 320, 320>>>(pos, vel, out); });
    }
    {
        const int4* in = reinterpret_cast<const int4*>(indices((size_t)kScanRows * 512, 1000u, 20));
        int* flat = empty<int>((size_t)kScanRows * 512);
        int4* out = reinterpret_cast<int4*>(flat);
        add("juniper_cobalt_as4_a", flat, (size_t)kScanRows * 512, Output::i32, [=] { juniper_cobalt_as4_a<<<kScanRows / 6, 192>>>(in, out); });
    }

    return harness::run(argc, argv, cases);
}
