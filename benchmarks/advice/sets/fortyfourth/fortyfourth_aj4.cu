// Eight measured cases about control flow, barriers, atomics and arithmetic width: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Seismology: travel time and epicentral offset of rays shot into a layered earth; a ray goes down until it turns.
constexpr int kLayers = 256, kRayBlocks = 132 * 16, kRays = kRayBlocks * 256;

__device__ __forceinline__ float ray_turning_velocity(float takeoff) {
    float u = 0.5f * takeoff + 0.5f, q = u * u;
    return fmaf(6.0f, q * q, 2.05f);
}

// layer: velocity and vertical slowness times thickness
__device__ __forceinline__ float2 ray_descend(const float2* layer, float p) {
    float time = 0.0f, offset = 0.0f;
    int k = 0;
    while (k < kLayers) {
        float2 l = layer[k];
        float pv = p * l.x;
        if (pv >= 1.0f) break;  // turned
        float r = rsqrtf(fmaxf(fmaf(-pv, pv, 1.0f), 1e-3f));
        time = fmaf(l.y, r, time);
        offset = fmaf(0.0625f * pv, r, offset);
        ++k;
    }
    return make_float2(2.0f * time, 2.0f * offset);
}

__global__ void __launch_bounds__(256) basalt_lantern_aj4_a(const float* __restrict__ takeoff, const float2* __restrict__ earth, float2* __restrict__ arrival) {
    __shared__ float2 layer[kLayers];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    layer[t] = earth[t];
    float p = __fdividef(1.0f, ray_turning_velocity(takeoff[i]));
    __syncthreads();
    arrival[i] = ray_descend(layer, p);
}

__global__ void __launch_bounds__(256) basalt_lantern_aj4_b(const float* __restrict__ takeoff, const float2* __restrict__ earth, float2* __restrict__ arrival) {
    __shared__ float2 layer[kLayers];
    __shared__ float slowness[256];
    __shared__ unsigned char owner[256];
    __shared__ int fill[32];
    int t = threadIdx.x, base = blockIdx.x * 256;
    layer[t] = earth[t];
    if (t < 32) fill[t] = 0;
    float turn = ray_turning_velocity(takeoff[base + t]), p = __fdividef(1.0f, turn);
    int depth = min(31, (int)((turn - 2.0f) * (32.0f / 6.0f)));
    __syncthreads();
    int place = atomicAdd(&fill[depth], 1);
    __syncthreads();
    if (t < 32) {
        int mine = fill[t], sum = mine;
#pragma unroll
        for (int o = 1; o < 32; o *= 2) {
            int below = __shfl_up_sync(0xffffffffu, sum, o);
            if (t >= o) sum += below;
        }
        fill[t] = sum - mine;
    }
    __syncthreads();
    place += fill[depth];
    slowness[place] = p;
    owner[place] = (unsigned char)t;
    __syncthreads();
    arrival[base + owner[t]] = ray_descend(layer, slowness[t]);
}

// ---- Epidemiology: two competing strains in each county, 40 midpoint steps; the shares of the two strains at the end.
constexpr int kCounties = 132 * 8 * 256, kDays = 40;

__global__ void __launch_bounds__(256) quince_harbor_aj4_a(const float2* __restrict__ county, float2* __restrict__ strains) {
    int n = blockIdx.x * 256 + threadIdx.x;
    float2 c = county[n];
    float beta = 0.32 + 0.08 * c.x, gamma = 0.27 + 0.05 * c.y;
    float s = 0.97, i = 0.02 + 0.01 * c.y, j = 0.01 + 0.005 * c.x;
#pragma unroll 4
    for (int day = 0; day < kDays; ++day) {
        float a = beta * s * i, b = gamma * s * j;
        float sm = s + 0.5 * (0.004 * (1.0 - s) - a - b);
        float im = i + 0.5 * (a - 0.11 * i);
        float jm = j + 0.5 * (b - 0.09 * j + 0.002 * i);
        a = beta * sm * im; b = gamma * sm * jm;
        s = s + 1.0 * (0.004 * (1.0 - sm) - a - b);
        i = i + 1.0 * (a - 0.11 * im);
        j = j + 1.0 * (b - 0.09 * jm + 0.002 * im);
    }
    strains[n] = make_float2(i, j);
}

__global__ void __launch_bounds__(256) quince_harbor_aj4_b(const float2* __restrict__ county, float2* __restrict__ strains) {
    int n = blockIdx.x * 256 + threadIdx.x;
    float2 c = county[n];
    float beta = 0.32f + 0.08f * c.x, gamma = 0.27f + 0.05f * c.y;
    float s = 0.97f, i = 0.02f + 0.01f * c.y, j = 0.01f + 0.005f * c.x;
#pragma unroll 4
    for (int day = 0; day < kDays; ++day) {
        float a = beta * s * i, b = gamma * s * j;
        float sm = s + 0.5f * (0.004f * (1.0f - s) - a - b);
        float im = i + 0.5f * (a - 0.11f * i);
        float jm = j + 0.5f * (b - 0.09f * j + 0.002f * i);
        a = beta * sm * im; b = gamma * sm * jm;
        s = s + 1.0f * (0.004f * (1.0f - sm) - a - b);
        i = i + 1.0f * (a - 0.11f * im);
        j = j + 1.0f * (b - 0.09f * jm + 0.002f * im);
    }
    strains[n] = make_float2(i, j);
}

// ---- Granular physics: abelian sand piles of 32 x 32 cells, a warp a pile, a lane a row kept as bit planes;
// grains fall one after another and the size of each avalanche is recorded.
constexpr int kPileWarps = 16, kPileBlocks = 132 * 2, kPiles = kPileBlocks * kPileWarps, kGrains = 192;

template <bool kWhole>
__device__ __forceinline__ void pile_settled() {
    if (kWhole) __syncthreads(); else __syncwarp();
}

__device__ __forceinline__ unsigned majority(unsigned x, unsigned y, unsigned z) { return (x & y) | (z & (x | y)); }

template <bool kWhole>
__device__ __forceinline__ void pile_drive(const int* __restrict__ start, const int* __restrict__ drops, int* __restrict__ sizes) {
    __shared__ unsigned falling[kPileWarps][2][34];
    __shared__ int slide[kPileWarps][32];
    const unsigned all = 0xffffffffu;
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, pile = blockIdx.x * kPileWarps + warp;
    if (lane < 4) falling[warp][lane / 2][(lane % 2) * 33] = 0;  // rows beyond the rim
    unsigned b0 = (unsigned)start[pile * 32 + lane], b1 = all, b2 = 0;
    int drop = 0, phase = 0;
    __syncwarp();
    for (int g = 0; g < kGrains; ++g) {
        if (g % 32 == 0) drop = drops[pile * kGrains + g + lane];
        int at = __shfl_sync(all, drop, g % 32);
        unsigned carry = lane == at / 32 ? 1u << (at % 32) : 0u, up = b0 & carry;
        b0 ^= carry;
        b2 = b1 & up;
        b1 ^= up;
        int toppled = 0;
        while (__any_sync(all, b2 != 0)) {
            unsigned t = b2;
            toppled += __popc(t);
            falling[warp][phase][lane + 1] = t;
            __syncwarp();
            unsigned north = falling[warp][phase][lane], south = falling[warp][phase][lane + 2], west = t << 1, east = t >> 1;
            phase ^= 1;
            unsigned three = west ^ east ^ north, twos = majority(west, east, north), ones = three ^ south, more = three & south;
            unsigned fours = twos & more, pair = twos ^ more, low = b0 & ones;
            b0 ^= ones;
            b2 = fours | majority(b1, pair, low);
            b1 ^= pair ^ low;
        }
        toppled = __reduce_add_sync(all, toppled);
        if (lane == 0) slide[warp][g % 32] = toppled;
        pile_settled<kWhole>();
        if (g % 32 == 31) {
            sizes[pile * kGrains + g - 31 + lane] = slide[warp][lane];
            __syncwarp();
        }
    }
}

__global__ void __launch_bounds__(512) thimble_heron_aj4_a(const int* __restrict__ start, const int* __restrict__ drops, int* __restrict__ sizes) {
    pile_drive<true>(start, drops, sizes);
}
__global__ void __launch_bounds__(512) thimble_heron_aj4_b(const int* __restrict__ start, const int* __restrict__ drops, int* __restrict__ sizes) {
    pile_drive<false>(start, drops, sizes);
}

// ---- Logistics: which of four million drones is best placed for each of four calls (smallest weighted distance);
// key: inverted distance above, drone below, the greatest key wins.
constexpr int kFleetBlocks = 132 * 4, kFleetThreads = kFleetBlocks * 256, kDrones = kFleetThreads * 32, kCalls = 4;
using Key = unsigned long long;

__device__ __forceinline__ void fleet_best(const float4* __restrict__ drones, const float4* __restrict__ calls, Key (&best)[kCalls]) {
    float4 call[kCalls];
    float least[kCalls];
    int who[kCalls], first = blockIdx.x * 256 + threadIdx.x;
#pragma unroll
    for (int c = 0; c < kCalls; ++c) { call[c] = calls[c]; least[c] = 1e30f; who[c] = first; }
    for (int i = first; i < kDrones; i += 4 * kFleetThreads) {
        float4 d[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) d[j] = drones[i + j * kFleetThreads];
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int c = 0; c < kCalls; ++c) {
                float x = d[j].x - call[c].x, y = d[j].y - call[c].y, z = d[j].z - call[c].z;
                float far = fmaf(x, x, fmaf(y, y, z * z)) * fmaf(0.4f, d[j].w, 1.5f);  // a drained battery counts as distance
                if (far < least[c]) { least[c] = far; who[c] = i + j * kFleetThreads; }
            }
    }
#pragma unroll
    for (int c = 0; c < kCalls; ++c) best[c] = ((Key)(~__float_as_uint(least[c])) << 32) | (unsigned)who[c];
}

__global__ void __launch_bounds__(256) saffron_kettle_aj4_a(const float4* __restrict__ drones, const float4* __restrict__ calls, Key* __restrict__ winner) {
    Key best[kCalls];
    fleet_best(drones, calls, best);
#pragma unroll
    for (int c = 0; c < kCalls; ++c) atomicMax(winner + c, best[c]);
}

__global__ void __launch_bounds__(256) saffron_kettle_aj4_b(const float4* __restrict__ drones, const float4* __restrict__ calls, Key* __restrict__ winner) {
    __shared__ Key squad[8][kCalls];
    Key best[kCalls];
    fleet_best(drones, calls, best);
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
#pragma unroll
    for (int c = 0; c < kCalls; ++c) {
#pragma unroll
        for (int o = 16; o; o >>= 1) {
            Key other = __shfl_xor_sync(0xffffffffu, best[c], o);
            best[c] = other > best[c] ? other : best[c];
        }
        if (lane == 0) squad[warp][c] = best[c];
    }
    __syncthreads();
    if (threadIdx.x < kCalls) {
        Key top = squad[0][threadIdx.x];
#pragma unroll
        for (int w = 1; w < 8; ++w) { Key other = squad[w][threadIdx.x]; top = other > top ? other : top; }
        atomicMax(winner + threadIdx.x, top);
    }
}

// ---- Intravascular ultrasound: co-occurrence matrix of 16 grey levels of each polar frame (128 depths of 512 angles, closed rings);
// a pixel holds its level (low nibble) and its confidence (high nibble), which weighs the pair.
constexpr int kFrames = 132 * 4, kQuads = 8, kFramePixels = 512 * 16 * kQuads;

template <typename Add>
__device__ __forceinline__ void texture_pairs(const uint4* __restrict__ frame, Add add) {
    int t = threadIdx.x, lane = t % 32;
#pragma unroll 2
    for (int q = 0; q < kQuads; ++q) {
        uint4 v = frame[q * 512 + t];
        unsigned word[5] = {v.x, v.y, v.z, v.w, __shfl_sync(0xffffffffu, v.x, (lane + 1) % 32)};
#pragma unroll
        for (int i = 0; i < 16; ++i) {
            unsigned here = word[i / 4] >> (8 * (i % 4)), next = word[(i + 1) / 4] >> (8 * ((i + 1) % 4));
            add((here & 15) * 16 + (next & 15), (here >> 4) & 15);
        }
    }
}

__global__ void __launch_bounds__(512) velvet_anchor_aj4_a(const uint4* __restrict__ pixels, int* __restrict__ matrix) {
    __shared__ int table[256];
    int t = threadIdx.x;
    if (t < 256) table[t] = 0;
    __syncthreads();
    texture_pairs(pixels + (size_t)blockIdx.x * (512 * kQuads), [&](unsigned key, unsigned weight) { atomicAdd(&table[key], (int)weight); });
    __syncthreads();
    if (t < 256) matrix[blockIdx.x * 256 + t] = table[t];
}

__global__ void __launch_bounds__(512) velvet_anchor_aj4_b(const uint4* __restrict__ pixels, int* __restrict__ matrix) {
    __shared__ __align__(16) int table[256 * 32];
    int t = threadIdx.x, lane = t % 32;
#pragma unroll
    for (int k = 0; k < 4; ++k) reinterpret_cast<int4*>(table)[k * 512 + t] = make_int4(0, 0, 0, 0);
    __syncthreads();
    texture_pairs(pixels + (size_t)blockIdx.x * (512 * kQuads), [&](unsigned key, unsigned weight) { atomicAdd(&table[key * 32 + lane], (int)weight); });
    __syncthreads();
    if (t < 256) {
        int sum = 0;
#pragma unroll 8
        for (int k = 0; k < 32; ++k) sum += table[t * 32 + (k + lane) % 32];
        matrix[blockIdx.x * 256 + t] = sum;
    }
}

// ---- Weather radar: calibration of four interleaved moments a gate (reflectivity, velocity, width, phase), each by its own formula.
constexpr int kGateBlocks = 132 * 8 * 12, kGates = kGateBlocks * 256;

__device__ __forceinline__ float moment_reflect(float x) {  // attenuation along the path
    float z = 0.1f * x, drive = fmaf(0.1f, x, 0.4f);
#pragma unroll
    for (int k = 0; k < 44; ++k) z = fmaf(-0.7f * z, z, drive);
    return z + 1.0f;
}
__device__ __forceinline__ float moment_velocity(float x) {  // cubic response undone
    float a = fmaf(0.3f, x, 0.9f), y = 1.0f;
#pragma unroll
    for (int k = 0; k < 28; ++k) { float c = y * y; y = fmaf(-0.25f, fmaf(c, y, -a), y); }
    return y;
}
__device__ __forceinline__ float moment_width(float x) {  // Chebyshev series
    float b1 = 0.0f, b2 = 0.0f, two = 1.9f * x;
#pragma unroll
    for (int k = 40; k > 0; --k) { float b = fmaf(two, b1, 1.0f / (k * k + 3) - b2); b2 = b1; b1 = b; }
    return fmaf(0.95f * x, b1, 2.0f - b2);
}
__device__ __forceinline__ float moment_phase(float x) {  // turning with range
    float re = 1.0f, im = 0.2f * x, turn = 0.05f * x;
#pragma unroll
    for (int k = 0; k < 24; ++k) {
        float r = fmaf(-turn, im, 0.999f * re);
        im = fmaf(turn, re, 0.999f * im);
        re = r;
    }
    return fmaf(re, re, im * im);
}

__device__ __forceinline__ int gate_slot(int e) { return e + e / 32; }

template <bool kByWarp>
__device__ __forceinline__ void gate_calibrate(const float4* __restrict__ raw, float4* __restrict__ clean) {
    __shared__ float tile[1024 + 32];
    int t = threadIdx.x, at = blockIdx.x * 256 + t, warp = t / 32, lane = t % 32;
    float4 v = raw[at];
    tile[gate_slot(4 * t)] = v.x; tile[gate_slot(4 * t + 1)] = v.y; tile[gate_slot(4 * t + 2)] = v.z; tile[gate_slot(4 * t + 3)] = v.w;
    __syncthreads();
#pragma unroll 1
    for (int j = 0; j < 4; ++j) {
        int e = kByWarp ? (((warp / 4) * 4 + j) * 32 + lane) * 4 + warp % 4 : j * 256 + t;
        float x = tile[gate_slot(e)], y;
        switch (e % 4) {
            case 0: y = moment_reflect(x); break;
            case 1: y = moment_velocity(x); break;
            case 2: y = moment_width(x); break;
            default: y = moment_phase(x); break;
        }
        tile[gate_slot(e)] = y;
    }
    __syncthreads();
    clean[at] = make_float4(tile[gate_slot(4 * t)], tile[gate_slot(4 * t + 1)], tile[gate_slot(4 * t + 2)], tile[gate_slot(4 * t + 3)]);
}

__global__ void __launch_bounds__(256) marble_otter_aj4_a(const float4* __restrict__ raw, float4* __restrict__ clean) { gate_calibrate<false>(raw, clean); }
__global__ void __launch_bounds__(256) marble_otter_aj4_b(const float4* __restrict__ raw, float4* __restrict__ clean) { gate_calibrate<true>(raw, clean); }

// ---- Radar interferometry: phase noise energy of each pixel, its phase first folded into half a turn either way.
constexpr int kFringes = 1 << 25;  // quadruples
constexpr float kPi = 3.14159265f, kTurn = 6.28318531f;

__device__ __forceinline__ float fringe_step(float x) {
    while (x > kPi) x -= kTurn;
    while (x < -kPi) x += kTurn;
    return x;
}
__device__ __forceinline__ float fringe_round(float x) { return fmaf(-kTurn, rintf(x * (1.0f / kTurn)), x); }

__global__ void __launch_bounds__(256) copper_willow_aj4_a(const float4* __restrict__ phase, const float4* __restrict__ coherence, float4* __restrict__ energy) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = __ldcs(phase + i), c = __ldcs(coherence + i);
    float x = fringe_step(12.0f * p.x), y = fringe_step(12.0f * p.y), z = fringe_step(12.0f * p.z), w = fringe_step(12.0f * p.w);
    __stcs(energy + i, make_float4(x * x * (c.x + 1.5f), y * y * (c.y + 1.5f), z * z * (c.z + 1.5f), w * w * (c.w + 1.5f)));
}

__global__ void __launch_bounds__(256) copper_willow_aj4_b(const float4* __restrict__ phase, const float4* __restrict__ coherence, float4* __restrict__ energy) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = __ldcs(phase + i), c = __ldcs(coherence + i);
    float x = fringe_round(12.0f * p.x), y = fringe_round(12.0f * p.y), z = fringe_round(12.0f * p.z), w = fringe_round(12.0f * p.w);
    __stcs(energy + i, make_float4(x * x * (c.x + 1.5f), y * y * (c.y + 1.5f), z * z * (c.z + 1.5f), w * w * (c.w + 1.5f)));
}

// ---- Battery telemetry: state of charge along each log of 4096 current samples (inclusive prefix sum of a row), a block a log.
constexpr int kLogs = 65536, kLogLength = 4096;

__global__ void __launch_bounds__(256) juniper_comet_aj4_a(const float4* __restrict__ current, float4* __restrict__ charge) {
    __shared__ float part[32];  // [quarter of the log][warp]
    const unsigned all = 0xffffffffu;
    int t = threadIdx.x, warp = t / 32, lane = t % 32;
    size_t base = (size_t)blockIdx.x * (kLogLength / 4) + t;
    float4 v[4];
    float run[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = __ldcs(current + base + j * 256);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        v[j].y += v[j].x; v[j].z += v[j].y; v[j].w += v[j].z;
        run[j] = v[j].w;
    }
#pragma unroll
    for (int o = 1; o < 32; o *= 2)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float below = __shfl_up_sync(all, run[j], o);
            if (lane >= o) run[j] += below;
        }
    if (lane == 31) {
#pragma unroll
        for (int j = 0; j < 4; ++j) part[j * 8 + warp] = run[j];
    }
    __syncthreads();
    float mine = part[lane], sum = mine;
#pragma unroll
    for (int o = 1; o < 32; o *= 2) {
        float below = __shfl_up_sync(all, sum, o);
        if (lane >= o) sum += below;
    }
    sum -= mine;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float lift = __shfl_sync(all, sum, j * 8 + warp) + (run[j] - v[j].w);
        __stcs(charge + base + j * 256, make_float4(v[j].x + lift, v[j].y + lift, v[j].z + lift, v[j].w + lift));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::hash32; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    {
        std::vector<float2> model(kLayers);
        for (int k = 0; k < kLayers; ++k) {
            float v = 2.0f + 6.0f / kLayers * (k + 0.4f * (hash32(k + 5) % 1000) / 1000.0f);
            model[k] = make_float2(v, 0.0625f / v);
        }
        float* takeoff = filled<float>(kRays, 41);
        float2 *earth = uploaded(model), *arrival = empty<float2>(kRays);
        add("basalt_lantern_aj4_a", arrival, (size_t)kRays * 2, Output::f32, [=] { basalt_lantern_aj4_a<<<kRayBlocks, 256>>>(takeoff, earth, arrival); });
        add("basalt_lantern_aj4_b", arrival, (size_t)kRays * 2, Output::f32, [=] { basalt_lantern_aj4_b<<<kRayBlocks, 256>>>(takeoff, earth, arrival); });
    }
    {
        float2 *county = reinterpret_cast<float2*>(filled<float>((size_t)kCounties * 2, 42)), *strains = empty<float2>(kCounties);
        add("quince_harbor_aj4_a", strains, (size_t)kCounties * 2, Output::f32, [=] { quince_harbor_aj4_a<<<kCounties / 256, 256>>>(county, strains); });
        add("quince_harbor_aj4_b", strains, (size_t)kCounties * 2, Output::f32, [=] { quince_harbor_aj4_b<<<kCounties / 256, 256>>>(county, strains); });
    }
    {
        int *start = indices((size_t)kPiles * 32, 0x7fffffffu, 43), *drops = indices((size_t)kPiles * kGrains, 1024, 977), *sizes = empty<int>((size_t)kPiles * kGrains);
        add("thimble_heron_aj4_a", sizes, (size_t)kPiles * kGrains, Output::i32, [=] { thimble_heron_aj4_a<<<kPileBlocks, 32 * kPileWarps>>>(start, drops, sizes); });
        add("thimble_heron_aj4_b", sizes, (size_t)kPiles * kGrains, Output::i32, [=] { thimble_heron_aj4_b<<<kPileBlocks, 32 * kPileWarps>>>(start, drops, sizes); });
    }
    {
        float4 *drones = reinterpret_cast<float4*>(filled<float>((size_t)kDrones * 4, 44)), *calls = reinterpret_cast<float4*>(filled<float>(kCalls * 4, 45));
        Key* winner = empty<Key>(kCalls);
        add("saffron_kettle_aj4_a", winner, kCalls * 2, Output::i32, [=] { saffron_kettle_aj4_a<<<kFleetBlocks, 256>>>(drones, calls, winner); });
        add("saffron_kettle_aj4_b", winner, kCalls * 2, Output::i32, [=] { saffron_kettle_aj4_b<<<kFleetBlocks, 256>>>(drones, calls, winner); });
    }
    {
        std::vector<uint8_t> image((size_t)kFrames * kFramePixels);
        for (size_t p = 0; p < image.size(); ++p) {  // tissue in patches of 64 angles by 4 depths, most of it of one level
            uint32_t patch = hash32((uint32_t)(p / 2048 * 8 + p % 512 / 64) + 17), level = patch % 10 < 7 ? 6 : (patch >> 8) % 16;
            image[p] = (uint8_t)(level | (hash32((uint32_t)p) % 15 + 1) << 4);
        }
        uint4* pixels = reinterpret_cast<uint4*>(uploaded(image));
        int* matrix = empty<int>((size_t)kFrames * 256);
        add("velvet_anchor_aj4_a", matrix, (size_t)kFrames * 256, Output::i32, [=] { velvet_anchor_aj4_a<<<kFrames, 512>>>(pixels, matrix); });
        add("velvet_anchor_aj4_b", matrix, (size_t)kFrames * 256, Output::i32, [=] { velvet_anchor_aj4_b<<<kFrames, 512>>>(pixels, matrix); });
    }
    {
        float4 *raw = reinterpret_cast<float4*>(filled<float>((size_t)kGates * 4, 46)), *clean = empty<float4>(kGates);
        add("marble_otter_aj4_a", clean, (size_t)kGates * 4, Output::f32, [=] { marble_otter_aj4_a<<<kGateBlocks, 256>>>(raw, clean); });
        add("marble_otter_aj4_b", clean, (size_t)kGates * 4, Output::f32, [=] { marble_otter_aj4_b<<<kGateBlocks, 256>>>(raw, clean); });
    }
    {
        float4 *phase = reinterpret_cast<float4*>(filled<float>((size_t)kFringes * 4, 47)), *coherence = reinterpret_cast<float4*>(filled<float>((size_t)kFringes * 4, 48));
        float4* energy = empty<float4>(kFringes);
        add("copper_willow_aj4_a", energy, (size_t)kFringes * 4, Output::f32, [=] { copper_willow_aj4_a<<<kFringes / 256, 256>>>(phase, coherence, energy); });
        add("copper_willow_aj4_b", energy, (size_t)kFringes * 4, Output::f32, [=] { copper_willow_aj4_b<<<kFringes / 256, 256>>>(phase, coherence, energy); });
    }
    {
        float4 *current = reinterpret_cast<float4*>(filled<float>((size_t)kLogs * kLogLength, 49)), *charge = empty<float4>((size_t)kLogs * kLogLength / 4);
        add("juniper_comet_aj4_a", charge, (size_t)kLogs * kLogLength, Output::f32, [=] { juniper_comet_aj4_a<<<kLogs, 256>>>(current, charge); });
    }

    return harness::run(argc, argv, cases);
}
