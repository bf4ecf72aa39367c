// Seven measured pairs and one single kernel from finance, chemistry, games, medicine, networks, ecology, oceanography and hydrology.
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Finance: present value and weighted life of each bond of a book, month by month under a mean-reverting short rate.
constexpr int kBonds = 132 * 256 * 96, kMonths = 480;

__device__ __forceinline__ float2 bond_value(float4 bond) {  // coupon, first rate, pull, term in months
    const int term = __float_as_int(bond.w);
    float rate = 0.004f + 0.002f * bond.y, pull = 0.02f + 0.01f * bond.z, coupon = 0.005f + 0.001f * bond.x;
    float discount = 1.0f, alive = 1.0f, value = 0.0f, life = 0.0f, month = 0.0f;
#pragma unroll 4
    for (int m = 0; m < term; ++m) {
        rate = fmaf(pull, 0.0035f - rate, rate);
        discount *= fmaf(rate, fmaf(0.5f, rate, -1.0f), 1.0f);
        alive *= fmaf(-0.06f, rate, 0.9998f);
        float paid = fmaf(coupon, alive, 0.0004f * (1.0f - alive)) * discount;
        month += 1.0f;
        value += paid;
        life = fmaf(paid, month, life);
    }
    return make_float2(fmaf(discount, alive, value), life);
}

__global__ void __launch_bounds__(256) juniper_lantern_ao4_a(const float4* __restrict__ book, float2* __restrict__ worth) {
    int i = blockIdx.x * 256 + threadIdx.x;
    worth[i] = bond_value(book[i]);
}

__global__ void __launch_bounds__(256) juniper_lantern_ao4_b(const float4* __restrict__ book, const int* __restrict__ by_term, float2* __restrict__ worth) {
    int i = by_term[blockIdx.x * 256 + threadIdx.x];  // longest terms first
    worth[i] = bond_value(book[i]);
}

// ---- Chemistry: docking map, charge and steric potential of 1024 protein atoms at each probe point.
constexpr int kProbes = 132 * 8 * 128, kAtoms = 1024;

__global__ void __launch_bounds__(128) quartz_otter_ao4_a(const float4* __restrict__ probes, const float4* __restrict__ atoms, float* __restrict__ map) {
    __shared__ float4 near[kAtoms];
    for (int k = threadIdx.x; k < kAtoms; k += 128) near[k] = atoms[k];
    int i = blockIdx.x * 128 + threadIdx.x;
    float4 p = probes[i];
    float size = 0.03f + 0.01f * p.w, phi = 0.0f;
    __syncthreads();
#pragma unroll 4
    for (int k = 0; k < kAtoms; ++k) {
        float4 a = near[k];
        float dx = a.x - p.x, dy = a.y - p.y, dz = a.z - p.z;
        float inv = rsqrtf(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.02f))));
        float s2 = size * inv * inv, s6 = s2 * s2 * s2;
        phi += (1.5f + a.w) * inv + 4.0 * s6 * (s6 - 0.5);
    }
    map[i] = phi;
}

__global__ void __launch_bounds__(128) quartz_otter_ao4_b(const float4* __restrict__ probes, const float4* __restrict__ atoms, float* __restrict__ map) {
    __shared__ float4 near[kAtoms];
    for (int k = threadIdx.x; k < kAtoms; k += 128) near[k] = atoms[k];
    int i = blockIdx.x * 128 + threadIdx.x;
    float4 p = probes[i];
    float size = 0.03f + 0.01f * p.w, phi = 0.0f;
    __syncthreads();
#pragma unroll 4
    for (int k = 0; k < kAtoms; ++k) {
        float4 a = near[k];
        float dx = a.x - p.x, dy = a.y - p.y, dz = a.z - p.z;
        float inv = rsqrtf(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.02f))));
        float s2 = size * inv * inv, s6 = s2 * s2 * s2;
        phi += (1.5f + a.w) * inv + 4.0f * s6 * (s6 - 0.5f);
    }
    map[i] = phi;
}

// ---- Games: ropes of 32 nodes, a warp a rope, a node a lane; a calm rope takes 6 substeps, one in 24 is violent and takes some 384.
constexpr int kRopeBlocks = 132 * 3, kRopeWarps = 16, kRopeRounds = 32, kRopes = kRopeBlocks * kRopeWarps * kRopeRounds;

template <bool kWholeBlock>
__device__ __forceinline__ void rope_fence() {
    if (kWholeBlock) __syncthreads();
    else __syncwarp();
}

template <bool kWholeBlock>
__device__ __forceinline__ void rope_swing(const float4* __restrict__ ropes, const int* __restrict__ substeps, float4* __restrict__ moved) {
    __shared__ __align__(16) float nodes[kRopeWarps][96];
    const int w = threadIdx.x / 32, lane = threadIdx.x % 32;
    float* mine = nodes[w];
    float4* packed = reinterpret_cast<float4*>(mine);
    const float loose = lane == 0 ? 0.0f : 0.05f;  // the first node hangs on a hook
    for (int round = 0; round < kRopeRounds; ++round) {
        const int rope = (round * kRopeBlocks + blockIdx.x) * kRopeWarps + w;
        const int turns = substeps[rope];
        if (lane < 24) packed[lane] = ropes[(size_t)rope * 24 + lane];
        rope_fence<kWholeBlock>();
        float x = mine[3 * lane], y = mine[3 * lane + 1], z = mine[3 * lane + 2];
        float vx = 0.1f * y, vy = 0.1f * z, vz = 0.1f * x;
        for (int s = 0; s < turns; ++s) {
            float ax = __shfl_up_sync(0xffffffffu, x, 1) - x, ay = __shfl_up_sync(0xffffffffu, y, 1) - y, az = __shfl_up_sync(0xffffffffu, z, 1) - z;
            float bx = __shfl_down_sync(0xffffffffu, x, 1) - x, by = __shfl_down_sync(0xffffffffu, y, 1) - y, bz = __shfl_down_sync(0xffffffffu, z, 1) - z;
            float pa = 1.0f - 0.1f * rsqrtf(fmaf(ax, ax, fmaf(ay, ay, fmaf(az, az, 0.01f))));
            float pb = 1.0f - 0.1f * rsqrtf(fmaf(bx, bx, fmaf(by, by, fmaf(bz, bz, 0.01f))));
            vx = fmaf(0.2f, fmaf(pa, ax, pb * bx), 0.98f * vx);
            vy = fmaf(0.2f, fmaf(pa, ay, pb * by), fmaf(0.98f, vy, -0.01f));
            vz = fmaf(0.2f, fmaf(pa, az, pb * bz), 0.98f * vz);
            x = fmaf(loose, vx, x); y = fmaf(loose, vy, y); z = fmaf(loose, vz, z);
        }
        mine[3 * lane] = x; mine[3 * lane + 1] = y; mine[3 * lane + 2] = z;
        rope_fence<kWholeBlock>();
        if (lane < 24) moved[(size_t)rope * 24 + lane] = packed[lane];
        rope_fence<kWholeBlock>();
    }
}

__global__ void __launch_bounds__(512, 3) saffron_harbor_ao4_a(const float4* __restrict__ ropes, const int* __restrict__ substeps, float4* __restrict__ moved) {
    rope_swing<true>(ropes, substeps, moved);
}
__global__ void __launch_bounds__(512, 3) saffron_harbor_ao4_b(const float4* __restrict__ ropes, const int* __restrict__ substeps, float4* __restrict__ moved) {
    rope_swing<false>(ropes, substeps, moved);
}

// ---- Medicine: power of the electroencephalogram by sleep stage; epochs of 64 samples, half a warp an epoch, added to running totals.
constexpr int kEpochBlocks = 132 * 2, kEpochsBlock = 512, kEpochs = kEpochBlocks * kEpochsBlock, kStages = 8, kHalves = 32;

__device__ __forceinline__ float epoch_power(float4 v) {
    float e = fmaf(v.x, v.x, fmaf(v.y, v.y, fmaf(v.z, v.z, v.w * v.w)));
#pragma unroll
    for (int o = 8; o; o >>= 1) e += __shfl_xor_sync(0xffffffffu, e, o);
    return e;
}

__global__ void __launch_bounds__(512) walnut_sonnet_ao4_a(const float4* __restrict__ samples, const int* __restrict__ stages, float* __restrict__ power) {
    const int half = threadIdx.x / 16, lane = threadIdx.x % 16, first = blockIdx.x * kEpochsBlock + half;
#pragma unroll 1
    for (int batch = 0; batch < kEpochsBlock / kHalves; batch += 8) {
        float4 v[8];
        int stage[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            int epoch = first + (batch + j) * kHalves;
            v[j] = samples[(size_t)epoch * 16 + lane];
            stage[j] = stages[epoch];
        }
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            float e = epoch_power(v[j]);
            if (lane == 0) atomicAdd(power + stage[j], e);
        }
    }
}

__global__ void __launch_bounds__(512) walnut_sonnet_ao4_b(const float4* __restrict__ samples, const int* __restrict__ stages, float* __restrict__ power) {
    __shared__ float tally[kHalves * kStages];  // a row for each half warp
    const int half = threadIdx.x / 16, lane = threadIdx.x % 16, first = blockIdx.x * kEpochsBlock + half;
    if (threadIdx.x < kHalves * kStages) tally[threadIdx.x] = 0.0f;
    __syncthreads();
#pragma unroll 1
    for (int batch = 0; batch < kEpochsBlock / kHalves; batch += 8) {
        float4 v[8];
        int stage[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            int epoch = first + (batch + j) * kHalves;
            v[j] = samples[(size_t)epoch * 16 + lane];
            stage[j] = stages[epoch];
        }
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            float e = epoch_power(v[j]);
            if (lane == 0) tally[half * kStages + stage[j]] += e;
        }
    }
    __syncthreads();
    if (threadIdx.x < kStages) {
        float sum = 0.0f;
#pragma unroll
        for (int h = 0; h < kHalves; ++h) sum += tally[h * kStages + threadIdx.x];
        atomicAdd(power + threadIdx.x, sum);
    }
}

// ---- Networks: bytes by traffic class (64) of packed packet records, class << 16 | bytes; a table for each block. Most packets are of one class.
constexpr int kPacketBlocks = 132 * 8, kPacketTurns = 56, kPacketQuads = kPacketBlocks * 256 * kPacketTurns, kClasses = 64;

__global__ void __launch_bounds__(256) copper_heron_ao4_a(const uint4* __restrict__ packets, unsigned* __restrict__ tables) {
    __shared__ unsigned bytes[kClasses];
    const int t = threadIdx.x;
    if (t < kClasses) bytes[t] = 0;
    __syncthreads();
#pragma unroll 1
    for (int turn = 0; turn < kPacketTurns; turn += 4) {
        uint4 p[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) p[j] = packets[((turn + j) * kPacketBlocks + blockIdx.x) * 256 + t];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            atomicAdd(bytes + (p[j].x >> 16), p[j].x & 0xffffu);
            atomicAdd(bytes + (p[j].y >> 16), p[j].y & 0xffffu);
            atomicAdd(bytes + (p[j].z >> 16), p[j].z & 0xffffu);
            atomicAdd(bytes + (p[j].w >> 16), p[j].w & 0xffffu);
        }
    }
    __syncthreads();
    if (t < kClasses) tables[blockIdx.x * kClasses + t] = bytes[t];
}

__global__ void __launch_bounds__(256) copper_heron_ao4_b(const uint4* __restrict__ packets, unsigned* __restrict__ tables) {
    __shared__ unsigned bytes[kClasses * 32];  // a copy of the table for each lane, each in its own bank
    const int t = threadIdx.x, lane = t % 32;
    for (int k = t; k < kClasses * 32; k += 256) bytes[k] = 0;
    __syncthreads();
    unsigned* mine = bytes + lane;
#pragma unroll 1
    for (int turn = 0; turn < kPacketTurns; turn += 4) {
        uint4 p[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) p[j] = packets[((turn + j) * kPacketBlocks + blockIdx.x) * 256 + t];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            atomicAdd(mine + (p[j].x >> 16) * 32, p[j].x & 0xffffu);
            atomicAdd(mine + (p[j].y >> 16) * 32, p[j].y & 0xffffu);
            atomicAdd(mine + (p[j].z >> 16) * 32, p[j].z & 0xffffu);
            atomicAdd(mine + (p[j].w >> 16) * 32, p[j].w & 0xffffu);
        }
    }
    __syncthreads();
    for (int c = t / 32; c < kClasses; c += 8) {
        unsigned sum = __reduce_add_sync(0xffffffffu, bytes[c * 32 + lane]);
        if (lane == 0) tables[blockIdx.x * kClasses + c] = sum;
    }
}

// ---- Ecology: each animal of a savanna plans 32 moves by its mood (rest, graze, flee, hunt); moods are mixed at random.
constexpr int kHerdBlocks = 132 * 8, kHerdBlock = 1024, kAnimals = kHerdBlocks * kHerdBlock, kMoves = 32;

__device__ __forceinline__ float4 animal_plan(float4 s, int mood) {  // place x, y and speed z, w
    if (mood == 0) {
        float calm = 0.0f;
#pragma unroll 8
        for (int m = 0; m < kMoves; ++m) {
            s.z = fmaf(-0.05f, s.x, 0.94f * s.z);
            s.w = fmaf(-0.06f, s.y, 0.93f * s.w);
            s.x = fmaf(0.1f, s.z, s.x);
            s.y = fmaf(0.1f, s.w, s.y);
            calm = fmaf(fabsf(s.z), 0.2f, calm * 0.9f) + fabsf(s.w);
        }
        s.x += 0.01f * calm;
    } else if (mood == 1) {
        float grass = 1.0f;
#pragma unroll 8
        for (int m = 0; m < kMoves; ++m) {
            float slope = fmaf(s.x, 0.3f, s.y * s.x);
            grass = fmaf(-0.03f, grass, fmaf(0.01f, slope, grass));
            s.z = fmaf(0.04f, grass - s.x, 0.9f * s.z);
            s.w = fmaf(0.03f, grass + slope, 0.85f * s.w);
            s.x = fmaf(0.05f, s.z, s.x);
            s.y = fminf(fmaf(0.05f, s.w, s.y), 1.0f);
        }
        s.w += grass;
    } else if (mood == 2) {
        float fear = 0.5f;
#pragma unroll 8
        for (int m = 0; m < kMoves; ++m) {
            float away = fmaf(s.x, s.x, s.y * s.y);
            fear = fmaxf(fmaf(-0.1f, away, fear), 0.05f);
            s.z = fmaf(fear, s.x, 0.8f * s.z);
            s.w = fmaf(fear, s.y, 0.8f * s.w);
            s.x = fmaf(0.02f, s.z, s.x);
            s.y = fmaf(0.02f, s.w, s.y);
        }
        s.z += fear;
    } else {
        float px = -s.y, py = 0.5f * s.x;
#pragma unroll 8
        for (int m = 0; m < kMoves; ++m) {
            px = fmaf(0.03f, py, px);
            py = fmaf(-0.03f, px, py);
            float dx = px - s.x, dy = py - s.y;
            s.z = fminf(fmaf(0.2f, dx, 0.7f * s.z), 0.5f);
            s.w = fminf(fmaf(0.2f, dy, 0.7f * s.w), 0.5f);
            s.x += s.z;
            s.y += s.w;
        }
        s.z += px; s.w += py;
    }
    return s;
}

__global__ void __launch_bounds__(256, 8) maple_trellis_ao4_a(const float4* __restrict__ herd, const int* __restrict__ moods, float4* __restrict__ next) {
#pragma unroll 1
    for (int j = 0; j < 4; ++j) {
        int i = blockIdx.x * kHerdBlock + j * 256 + threadIdx.x;
        next[i] = animal_plan(herd[i], moods[i]);
    }
}

__global__ void __launch_bounds__(256, 8) maple_trellis_ao4_b(const float4* __restrict__ herd, const int* __restrict__ moods, float4* __restrict__ next) {
    __shared__ float4 den[kHerdBlock];
    __shared__ unsigned short queue[kHerdBlock];  // places in den, ordered by mood (mood << 10 | place)
    __shared__ int number[4];
    const int t = threadIdx.x, lane = t % 32, base = blockIdx.x * kHerdBlock;
    if (t < 4) number[t] = 0;
    __syncthreads();
    int mood[4], rank[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { den[j * 256 + t] = herd[base + j * 256 + t]; mood[j] = moods[base + j * 256 + t]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        unsigned low = __ballot_sync(0xffffffffu, mood[j] & 1), high = __ballot_sync(0xffffffffu, mood[j] & 2);
        unsigned same = (mood[j] & 1 ? low : ~low) & (mood[j] & 2 ? high : ~high);
        int leader = __ffs(same) - 1, start = 0;
        if (lane == leader) start = atomicAdd(number + mood[j], __popc(same));
        rank[j] = __shfl_sync(0xffffffffu, start, leader) + __popc(same & ((1u << lane) - 1u));
    }
    __syncthreads();
    const int n0 = number[0], n1 = n0 + number[1], n2 = n1 + number[2];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int from = mood[j] == 0 ? 0 : mood[j] == 1 ? n0 : mood[j] == 2 ? n1 : n2;
        queue[from + rank[j]] = (unsigned short)(mood[j] << 10 | (j * 256 + t));
    }
    __syncthreads();
#pragma unroll 1
    for (int j = 0; j < 4; ++j) {
        int entry = queue[j * 256 + t], place = entry & 1023;
        den[place] = animal_plan(den[place], entry >> 10);
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) next[base + j * 256 + t] = den[j * 256 + t];
}

// ---- Oceanography: temperature corrected for salt by one to four rounds of a relaxation, as many as the salt asks for.
constexpr int kOcean = 256 * 2 * 80000;  // quadruples

__device__ __forceinline__ int salt_rounds(float salt) { return 1 + (int)fmaf(1.999f, salt, 1.999f); }  // 1 to 4
__device__ __forceinline__ float salt_step(float t, float salt) { return fmaf(fmaf(-0.11f, t, 0.2f * salt), t, 0.9f * t + 0.05f); }

__device__ __forceinline__ float salt_loop(float t, float salt) {
    const int rounds = salt_rounds(salt);
#pragma unroll 1
    for (int k = 0; k < rounds; ++k) t = salt_step(t, salt);
    return t;
}
__device__ __forceinline__ float salt_select(float t, float salt) {
    const int rounds = salt_rounds(salt);
    t = salt_step(t, salt);
#pragma unroll
    for (int k = 1; k < 4; ++k) {
        float u = salt_step(t, salt);
        t = k < rounds ? u : t;
    }
    return t;
}

template <bool kLoop>
__device__ __forceinline__ float salt_one(float t, float salt) { return kLoop ? salt_loop(t, salt) : salt_select(t, salt); }

template <bool kLoop>
__device__ __forceinline__ void ocean_heat(const float4* __restrict__ heat, const float4* __restrict__ salt, float4* __restrict__ right) {
    const int i = blockIdx.x * 512 + threadIdx.x;
    float4 h[2], s[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) { h[j] = heat[i + j * 256]; s[j] = salt[i + j * 256]; }
#pragma unroll
    for (int j = 0; j < 2; ++j)
        right[i + j * 256] = make_float4(salt_one<kLoop>(h[j].x, s[j].x), salt_one<kLoop>(h[j].y, s[j].y), salt_one<kLoop>(h[j].z, s[j].z),
                                         salt_one<kLoop>(h[j].w, s[j].w));
}

__global__ void __launch_bounds__(256) indigo_turnip_ao4_a(const float4* __restrict__ heat, const float4* __restrict__ salt, float4* __restrict__ right) {
    ocean_heat<true>(heat, salt, right);
}
__global__ void __launch_bounds__(256) indigo_turnip_ao4_b(const float4* __restrict__ heat, const float4* __restrict__ salt, float4* __restrict__ right) {
    ocean_heat<false>(heat, salt, right);
}

// ---- Hydrology: rain fallen since the start of the record at each of 512 readings of a gauge (running sum), a warp a gauge.
constexpr int kGauges = 8 * 65536, kReadings = 512;

__global__ void __launch_bounds__(256) velvet_gannet_ao4_a(const float4* __restrict__ rain, float4* __restrict__ fallen) {
    const int gauge = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    const size_t at = (size_t)gauge * (kReadings / 4) + lane;
    float4 r[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) r[j] = __ldcs(rain + at + j * 32);
    float carry = 0.0f;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float a = fabsf(r[j].x), b = a + fabsf(r[j].y), c = b + fabsf(r[j].z), d = c + fabsf(r[j].w), sum = d;
#pragma unroll
        for (int o = 1; o < 32; o <<= 1) {
            float left = __shfl_up_sync(0xffffffffu, sum, o);
            if (lane >= o) sum += left;
        }
        float start = carry + (sum - d);
        carry += __shfl_sync(0xffffffffu, sum, 31);
        __stcs(fallen + at + j * 32, make_float4(start + a, start + b, start + c, start + d));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::uploaded; using harness::unit; using harness::hash32;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type});
    };
    auto f2 = [](float* p) { return reinterpret_cast<float2*>(p); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };

    {   // Bonds: terms from 12 to 480 months, most of them short.
        std::vector<float4> book(kBonds);
        std::vector<int> term(kBonds), order(kBonds), place(kMonths + 2, 0);
        for (int i = 0; i < kBonds; ++i) {
            float u = 0.5f * (unit(4u * i + 3u) + 1.0f);
            term[i] = std::min(kMonths, 12 + (int)(469.0f * u * u * u * u));
            float bits; std::memcpy(&bits, &term[i], 4);
            book[i] = make_float4(unit(4u * i), unit(4u * i + 1u), unit(4u * i + 2u), bits);
            ++place[kMonths - term[i] + 1];
        }
        for (int k = 1; k <= kMonths + 1; ++k) place[k] += place[k - 1];
        for (int i = 0; i < kBonds; ++i) order[place[kMonths - term[i]]++] = i;
        float4* d_book = uploaded(book); int* d_order = uploaded(order); float* worth = empty<float>((size_t)kBonds * 2);
        add("juniper_lantern_ao4_a", worth, (size_t)kBonds * 2, [=] { juniper_lantern_ao4_a<<<kBonds / 256, 256>>>(d_book, f2(worth)); });
        add("juniper_lantern_ao4_b", worth, (size_t)kBonds * 2, [=] { juniper_lantern_ao4_b<<<kBonds / 256, 256>>>(d_book, d_order, f2(worth)); });
    }
    {   // Docking map
        float *probes = filled<float>((size_t)kProbes * 4, 41), *atoms = filled<float>((size_t)kAtoms * 4, 42), *map = empty<float>(kProbes);
        add("quartz_otter_ao4_a", map, kProbes, [=] { quartz_otter_ao4_a<<<kProbes / 128, 128>>>(f4(probes), f4(atoms), map); });
        add("quartz_otter_ao4_b", map, kProbes, [=] { quartz_otter_ao4_b<<<kProbes / 128, 128>>>(f4(probes), f4(atoms), map); });
    }
    {   // Ropes
        std::vector<int> turns(kRopes);
        for (int i = 0; i < kRopes; ++i) {
            uint32_t h = hash32(i * 2654435761u + 43u);
            turns[i] = h % 24u == 0 ? 352 + (int)((h >> 12) % 64u) : 5 + (int)((h >> 12) % 3u);
        }
        int* d_turns = uploaded(turns);
        float *ropes = filled<float>((size_t)kRopes * 96, 44), *moved = empty<float>((size_t)kRopes * 96);
        add("saffron_harbor_ao4_a", moved, (size_t)kRopes * 96, [=] { saffron_harbor_ao4_a<<<kRopeBlocks, kRopeWarps * 32>>>(f4(ropes), d_turns, f4(moved)); });
        add("saffron_harbor_ao4_b", moved, (size_t)kRopes * 96, [=] { saffron_harbor_ao4_b<<<kRopeBlocks, kRopeWarps * 32>>>(f4(ropes), d_turns, f4(moved)); });
    }
    {   // Sleep stages
        float *samples = filled<float>((size_t)kEpochs * 64, 45), *power = empty<float>(kStages);
        int* stages = harness::indices(kEpochs, kStages, 46);
        add("walnut_sonnet_ao4_a", power, kStages, [=] { walnut_sonnet_ao4_a<<<kEpochBlocks, 512>>>(f4(samples), stages, power); });
        add("walnut_sonnet_ao4_b", power, kStages, [=] { walnut_sonnet_ao4_b<<<kEpochBlocks, 512>>>(f4(samples), stages, power); });
    }
    {   // Packets: 72% of class 17
        std::vector<uint32_t> packets((size_t)kPacketQuads * 4);
        for (size_t i = 0; i < packets.size(); ++i) {
            uint32_t h = hash32((uint32_t)i * 2654435761u + 47u), kind = (h & 127u) < 92u ? 17u : (h >> 8) & 63u;
            packets[i] = kind << 16 | (40u + (h >> 16) % 1461u);
        }
        uint4* d_packets = reinterpret_cast<uint4*>(uploaded(packets));
        unsigned* tables = empty<unsigned>((size_t)kPacketBlocks * kClasses);
        add("copper_heron_ao4_a", tables, (size_t)kPacketBlocks * kClasses, [=] { copper_heron_ao4_a<<<kPacketBlocks, 256>>>(d_packets, tables); }, Output::i32);
        add("copper_heron_ao4_b", tables, (size_t)kPacketBlocks * kClasses, [=] { copper_heron_ao4_b<<<kPacketBlocks, 256>>>(d_packets, tables); }, Output::i32);
    }
    {   // Savanna
        float *herd = filled<float>((size_t)kAnimals * 4, 48), *next = empty<float>((size_t)kAnimals * 4);
        int* moods = harness::indices(kAnimals, 4, 49);
        add("maple_trellis_ao4_a", next, (size_t)kAnimals * 4, [=] { maple_trellis_ao4_a<<<kHerdBlocks, 256>>>(f4(herd), moods, f4(next)); });
        add("maple_trellis_ao4_b", next, (size_t)kAnimals * 4, [=] { maple_trellis_ao4_b<<<kHerdBlocks, 256>>>(f4(herd), moods, f4(next)); });
    }
    {   // Ocean
        float *heat = filled<float>((size_t)kOcean * 4, 50), *salt = filled<float>((size_t)kOcean * 4, 51), *right = empty<float>((size_t)kOcean * 4);
        add("indigo_turnip_ao4_a", right, (size_t)kOcean * 4, [=] { indigo_turnip_ao4_a<<<kOcean / 512, 256>>>(f4(heat), f4(salt), f4(right)); });
        add("indigo_turnip_ao4_b", right, (size_t)kOcean * 4, [=] { indigo_turnip_ao4_b<<<kOcean / 512, 256>>>(f4(heat), f4(salt), f4(right)); });
    }
    {   // Rain
        float *rain = filled<float>((size_t)kGauges * kReadings, 52), *fallen = empty<float>((size_t)kGauges * kReadings);
        add("velvet_gannet_ao4_a", fallen, (size_t)kGauges * kReadings, [=] { velvet_gannet_ao4_a<<<kGauges / 8, 256>>>(f4(rain), f4(fallen)); });
    }
    return harness::run(argc, argv, cases);
}
