// Eight measured cases from spectroscopy, storage, weather, radio, finance, biology, ocean and physics: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Spectroscopy: magnitude of the free induction decay of each voxel, 64 lines (amplitude, decay, frequency, phase), 4096 samples a voxel.
constexpr int kLines = 64, kVoxels = 132 * 4 * 2, kEchoes = 16, kEchoBlock = 256, kRecord = kEchoes * kEchoBlock;
constexpr float kTick = 1.0f / kRecord;

__device__ __forceinline__ float4 line_of(const float4* __restrict__ lines) {
    float4 l = lines[blockIdx.x * kLines + threadIdx.x];
    return make_float4(1.5f + l.x, 1.5f + l.y, 90.0f * l.z, 3.0f * l.w);
}

__global__ void __launch_bounds__(kEchoBlock, 4) thistle_echo_at6_a(const float4* __restrict__ lines, float* __restrict__ power) {
    __shared__ float4 line[kLines];
    int t = threadIdx.x;
    if (t < kLines) line[t] = line_of(lines);
    __syncthreads();
    float re[kEchoes], im[kEchoes];
#pragma unroll
    for (int k = 0; k < kEchoes; ++k) re[k] = im[k] = 0.0f;
#pragma unroll 1
    for (int j = 0; j < kLines; ++j) {
        float4 l = line[j];
#pragma unroll
        for (int k = 0; k < kEchoes; ++k) {
            float when = (t + k * kEchoBlock) * kTick, s, c;
            float size = l.x * __expf(-l.y * when);
            __sincosf(fmaf(l.z, when, l.w), &s, &c);
            re[k] = fmaf(size, c, re[k]);
            im[k] = fmaf(size, s, im[k]);
        }
    }
    float* mine = power + (size_t)blockIdx.x * kRecord + t;
#pragma unroll
    for (int k = 0; k < kEchoes; ++k) mine[k * kEchoBlock] = fmaf(re[k], re[k], im[k] * im[k]);
}

__global__ void __launch_bounds__(kEchoBlock, 4) thistle_echo_at6_b(const float4* __restrict__ lines, float* __restrict__ power) {
    __shared__ float4 line[kLines];
    __shared__ float2 turn[kLines];  // what 256 samples do to a line
    int t = threadIdx.x;
    if (t < kLines) {
        float4 l = line_of(lines);
        float s, c, fade = __expf(-l.y * (kEchoBlock * kTick));
        __sincosf(l.z * (kEchoBlock * kTick), &s, &c);
        line[t] = l;
        turn[t] = make_float2(fade * c, fade * s);
    }
    __syncthreads();
    float re[kEchoes], im[kEchoes], when = t * kTick;
#pragma unroll
    for (int k = 0; k < kEchoes; ++k) re[k] = im[k] = 0.0f;
#pragma unroll 1
    for (int j = 0; j < kLines; ++j) {
        float4 l = line[j];
        float2 r = turn[j];
        float s, c, size = l.x * __expf(-l.y * when);
        __sincosf(fmaf(l.z, when, l.w), &s, &c);
        float x = size * c, y = size * s;
#pragma unroll
        for (int k = 0; k < kEchoes; ++k) {
            re[k] += x;
            im[k] += y;
            float u = fmaf(x, r.x, -y * r.y);
            y = fmaf(x, r.y, y * r.x);
            x = u;
        }
    }
    float* mine = power + (size_t)blockIdx.x * kRecord + t;
#pragma unroll
    for (int k = 0; k < kEchoes; ++k) mine[k * kEchoBlock] = fmaf(re[k], re[k], im[k] * im[k]);
}

// ---- Object storage: the four slots of the placement table in which each 64-bit object key keeps its copies (double hashing), two keys a thread.
constexpr int kKeys = 1 << 24;

__device__ __forceinline__ uint64_t stir(uint64_t k, uint64_t by) {
    k ^= k >> 33; k *= by; k ^= k >> 29; k *= 0xc4ceb9fe1a85ec53ull; k ^= k >> 32;
    return k;
}

__global__ void __launch_bounds__(256) parcel_harbor_at6_a(const uint64_t* __restrict__ keys, int4* __restrict__ slots, uint64_t table) {
    int i = blockIdx.x * 512 + threadIdx.x;
    uint64_t key[2] = {keys[i], keys[i + 256]};
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        uint64_t h = stir(key[j], 0xff51afd7ed558ccdull), step = stir(key[j], 0x9e3779b97f4a7c15ull) | 1;
        slots[i + j * 256] = make_int4((int)(h % table), (int)((h + step) % table), (int)((h + 2 * step) % table), (int)((h + 3 * step) % table));
    }
}

__device__ __forceinline__ int slot_of(uint64_t h, uint64_t table, uint64_t inverse) {  // h % table, inverse = floor(2^64 / table)
    uint64_t rest = h - __umul64hi(h, inverse) * table;
    return (int)(rest >= table ? rest - table : rest);
}

__global__ void __launch_bounds__(256) parcel_harbor_at6_b(const uint64_t* __restrict__ keys, int4* __restrict__ slots, uint64_t table, uint64_t inverse) {
    int i = blockIdx.x * 512 + threadIdx.x;
    uint64_t key[2] = {keys[i], keys[i + 256]};
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        uint64_t h = stir(key[j], 0xff51afd7ed558ccdull), step = stir(key[j], 0x9e3779b97f4a7c15ull) | 1;
        slots[i + j * 256] = make_int4(slot_of(h, table, inverse), slot_of(h + step, table, inverse), slot_of(h + 2 * step, table, inverse),
                                       slot_of(h + 3 * step, table, inverse));
    }
}

// ---- Weather: mean absolute departure of each station's observation from its region's 3072 ensemble members, compensated (Kahan) summation.
constexpr int kMembers = 3072, kRegions = 132, kStations = 128;

__device__ __forceinline__ void gather_ensemble(const float4* __restrict__ ensemble, float4* member) {
    const float4* from = ensemble + blockIdx.x * (kMembers / 4);
#pragma unroll
    for (int k = 0; k < kMembers / 4; k += kStations) member[k + threadIdx.x] = from[k + threadIdx.x];
    __syncthreads();
}
__device__ __forceinline__ void compensated(float& sum, float& lost, float value) {
    float y = value - lost, next = sum + y;
    lost = (next - sum) - y;
    sum = next;
}

__global__ void __launch_bounds__(kStations) sparrow_verdict_at6_a(const float4* __restrict__ ensemble, const float* __restrict__ seen, float* __restrict__ score) {
    __shared__ float4 member[kMembers / 4];
    int i = blockIdx.x * kStations + threadIdx.x;
    float x = seen[i], sum = 0.0f, lost = 0.0f;
    gather_ensemble(ensemble, member);
#pragma unroll 4
    for (int k = 0; k < kMembers / 4; ++k) {
        float4 m = member[k];
        compensated(sum, lost, fabsf(x - m.x));
        compensated(sum, lost, fabsf(x - m.y));
        compensated(sum, lost, fabsf(x - m.z));
        compensated(sum, lost, fabsf(x - m.w));
    }
    score[i] = (sum - lost) * (1.0f / kMembers);
}

__global__ void __launch_bounds__(kStations) sparrow_verdict_at6_b(const float4* __restrict__ ensemble, const float* __restrict__ seen, float* __restrict__ score) {
    __shared__ float4 member[kMembers / 4];
    int i = blockIdx.x * kStations + threadIdx.x;
    float x = seen[i], sum[8], lost[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) sum[j] = lost[j] = 0.0f;
    gather_ensemble(ensemble, member);
#pragma unroll 2
    for (int k = 0; k < kMembers / 4; k += 2) {
        float4 m = member[k], n = member[k + 1];
        compensated(sum[0], lost[0], fabsf(x - m.x));
        compensated(sum[1], lost[1], fabsf(x - m.y));
        compensated(sum[2], lost[2], fabsf(x - m.z));
        compensated(sum[3], lost[3], fabsf(x - m.w));
        compensated(sum[4], lost[4], fabsf(x - n.x));
        compensated(sum[5], lost[5], fabsf(x - n.y));
        compensated(sum[6], lost[6], fabsf(x - n.z));
        compensated(sum[7], lost[7], fabsf(x - n.w));
    }
#pragma unroll
    for (int j = 1; j < 8; ++j) { compensated(sum[0], lost[0], sum[j]); lost[0] += lost[j]; }
    score[i] = (sum[0] - lost[0]) * (1.0f / kMembers);
}

// ---- Radio: best metric of each received word of 8 samples among 512 code words (correlation plus prior), eight words a thread.
constexpr int kCodes = 512, kHeld = 8, kCodeBlock = 256, kWordBlocks = 132 * 2 * 4, kWords = kWordBlocks * kCodeBlock * kHeld;

struct Fused { static __device__ __forceinline__ float add(float a, float b, float c) { return fmaf(a, b, c); } };
struct Apart { static __device__ __forceinline__ float add(float a, float b, float c) { return __fadd_rn(__fmul_rn(a, b), c); } };

template <typename Math>
__device__ __forceinline__ void best_code(const float4* __restrict__ words, const float4* __restrict__ codes, const float* __restrict__ prior,
                                          float* __restrict__ best) {
    __shared__ float4 code[kCodes * 2];
    __shared__ float chance[kCodes];
    int t = threadIdx.x, i = blockIdx.x * (kCodeBlock * kHeld) + t;
#pragma unroll
    for (int k = 0; k < kCodes * 2; k += kCodeBlock) code[k + t] = codes[k + t];
#pragma unroll
    for (int k = 0; k < kCodes; k += kCodeBlock) chance[k + t] = prior[k + t];
    float4 low[kHeld], high[kHeld];
    float top[kHeld];
#pragma unroll
    for (int j = 0; j < kHeld; ++j) {
        low[j] = words[2 * (size_t)(i + j * kCodeBlock)];
        high[j] = words[2 * (size_t)(i + j * kCodeBlock) + 1];
        top[j] = -1e30f;
    }
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < kCodes; ++k) {
        float4 p = code[2 * k], q = code[2 * k + 1];
        float start = chance[k];
#pragma unroll
        for (int j = 0; j < kHeld; ++j) {
            float m = start;
            m = Math::add(low[j].x, p.x, m); m = Math::add(low[j].y, p.y, m); m = Math::add(low[j].z, p.z, m); m = Math::add(low[j].w, p.w, m);
            m = Math::add(high[j].x, q.x, m); m = Math::add(high[j].y, q.y, m); m = Math::add(high[j].z, q.z, m); m = Math::add(high[j].w, q.w, m);
            top[j] = fmaxf(top[j], m);
        }
    }
#pragma unroll
    for (int j = 0; j < kHeld; ++j) best[i + j * kCodeBlock] = top[j];
}

__global__ void __launch_bounds__(kCodeBlock, 2) beacon_cipher_at6_a(const float4* __restrict__ words, const float4* __restrict__ codes,
                                                                     const float* __restrict__ prior, float* __restrict__ best) {
    best_code<Apart>(words, codes, prior, best);
}
__global__ void __launch_bounds__(kCodeBlock, 2) beacon_cipher_at6_b(const float4* __restrict__ words, const float4* __restrict__ codes,
                                                                     const float* __restrict__ prior, float* __restrict__ best) {
    best_code<Fused>(words, codes, prior, best);
}

// ---- Finance: how far each simulated path comes before it falls through the barrier, 512 days a path, a thread a path (days are rows).
constexpr int kPaths = 132 * 512, kDays = 512;
constexpr float kBarrier = -0.25f;

__global__ void __launch_bounds__(256) ledger_cliff_at6_a(const float* __restrict__ moves, float* __restrict__ worth) {
    int p = blockIdx.x * 256 + threadIdx.x, day = 0;
    const float* move = moves + p;
    float level = 0.0f;
#pragma unroll 1
    for (; day < kDays; ++day) {
        level = fmaf(0.01f, move[day * kPaths], level);
        if (level < kBarrier) break;
    }
    worth[p] = fmaf(0.01f, (float)day, level);
}

__global__ void __launch_bounds__(256) ledger_cliff_at6_b(const float* __restrict__ moves, float* __restrict__ worth) {
    constexpr int kAhead = 16;
    int p = blockIdx.x * 256 + threadIdx.x, days = kDays;
    const float* move = moves + p;
    float level = 0.0f;
    bool alive = true;
#pragma unroll 1
    for (int day = 0; day < kDays && alive; day += kAhead) {
        float next[kAhead];
#pragma unroll
        for (int j = 0; j < kAhead; ++j) next[j] = move[(day + j) * kPaths];
#pragma unroll
        for (int j = 0; j < kAhead; ++j) {
            level = alive ? fmaf(0.01f, next[j], level) : level;
            if (alive && level < kBarrier) { alive = false; days = day + j; }
        }
    }
    worth[p] = fmaf(0.01f, (float)days, level);
}

// ---- Biology: total branch length from each species to the root, summed over eight gene trees (node 0 is the root of each).
constexpr int kTrees = 8, kGenerations = 24, kKin = 8192, kNodes = 1 + kGenerations * kKin, kSpecies = 132 * 128;

__global__ void __launch_bounds__(128) willow_kinship_at6_a(const int2* __restrict__ trees, const int* __restrict__ leaves, float* __restrict__ length) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float total = 0.0f;
#pragma unroll 1
    for (int tree = 0; tree < kTrees; ++tree) {
        const int2* nodes = trees + tree * kNodes;
        int node = leaves[tree * kSpecies + i];
        while (node != 0) {
            int2 link = nodes[node];
            total += __int_as_float(link.y);
            node = link.x;
        }
    }
    length[i] = total;
}

__global__ void __launch_bounds__(128) willow_kinship_at6_b(const int2* __restrict__ trees, const int* __restrict__ leaves, float* __restrict__ length) {
    int i = blockIdx.x * 128 + threadIdx.x, node[kTrees], left = 0;
    float total = 0.0f;
#pragma unroll
    for (int tree = 0; tree < kTrees; ++tree) { node[tree] = leaves[tree * kSpecies + i]; left |= node[tree]; }
#pragma unroll 1
    while (left != 0) {
        int2 link[kTrees];
#pragma unroll
        for (int tree = 0; tree < kTrees; ++tree) link[tree] = trees[tree * kNodes + node[tree]];  // the root leads to itself, with length 0
        left = 0;
#pragma unroll
        for (int tree = 0; tree < kTrees; ++tree) {
            total += __int_as_float(link[tree].y);
            node[tree] = link[tree].x;
            left |= node[tree];
        }
    }
    length[i] = total;
}

// ---- Ocean: steepness of the waves in each cell from height and period anomaly, two quadruples a thread.
constexpr int kSeaBlocks = 132 * 8 * 72, kSea = kSeaBlocks * 512;  // quadruples

struct Exact { static __device__ __forceinline__ float steep(float h, float p) { return (1.5f + h) * sqrtf(fmaf(p, p, 1.0f)) / (1.2f + p); } };
struct Quick {
    static __device__ __forceinline__ float steep(float h, float p) {
        float s = fmaf(p, p, 1.0f);
        return __fdividef((1.5f + h) * (s * rsqrtf(s)), 1.2f + p);
    }
};

template <typename Math>
__device__ __forceinline__ void wave_steepness(const float4* __restrict__ height, const float4* __restrict__ period, float4* __restrict__ steep) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 h[2], p[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) { h[j] = height[i + j * 256]; p[j] = period[i + j * 256]; }
#pragma unroll
    for (int j = 0; j < 2; ++j)
        steep[i + j * 256] = make_float4(Math::steep(h[j].x, p[j].x), Math::steep(h[j].y, p[j].y), Math::steep(h[j].z, p[j].z), Math::steep(h[j].w, p[j].w));
}

__global__ void __launch_bounds__(256) brine_ripple_at6_a(const float4* __restrict__ height, const float4* __restrict__ period, float4* __restrict__ steep) {
    wave_steepness<Exact>(height, period, steep);
}
__global__ void __launch_bounds__(256) brine_ripple_at6_b(const float4* __restrict__ height, const float4* __restrict__ period, float4* __restrict__ steep) {
    wave_steepness<Quick>(height, period, steep);
}

// ---- Physics: field strength at each charge from its cell's complex local expansion of 192 terms in double (2-D fast multipole), four charges a thread.
constexpr int kTerms = 192, kCells = 512, kFieldBlocks = 132 * 4 * 24, kCharges = kFieldBlocks * 1024;

__global__ void __launch_bounds__(256, 4) quartz_meadow_at6_a(const double2* __restrict__ places, const double2* __restrict__ expansions,
                                                              double* __restrict__ field) {
    __shared__ double2 term[kTerms];
    int t = threadIdx.x, i = blockIdx.x * 1024 + t;
    if (t < kTerms) term[t] = expansions[(blockIdx.x % kCells) * kTerms + t];
    double zr[4], zi[4], re[4], im[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        double2 z = places[i + j * 256];
        zr[j] = 0.6 * z.x; zi[j] = 0.6 * z.y;
        re[j] = im[j] = 0.0;
    }
    __syncthreads();
#pragma unroll 4
    for (int k = 0; k < kTerms; ++k) {
        double2 c = term[k];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            double u = fma(re[j], zr[j], fma(-im[j], zi[j], c.x));
            im[j] = fma(re[j], zi[j], fma(im[j], zr[j], c.y));
            re[j] = u;
        }
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) field[i + j * 256] = fma(re[j], re[j], im[j] * im[j]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::uploaded; using harness::hash32;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type}); };

    {
        const float4* lines = reinterpret_cast<const float4*>(filled<float>((size_t)kVoxels * kLines * 4, 11));
        size_t count = (size_t)kVoxels * kRecord;
        float* power = empty<float>(count);
        add("thistle_echo_at6_a", power, count, Output::f32, [=] { thistle_echo_at6_a<<<kVoxels, kEchoBlock>>>(lines, power); });
        add("thistle_echo_at6_b", power, count, Output::f32, [=] { thistle_echo_at6_b<<<kVoxels, kEchoBlock>>>(lines, power); });
    }
    {
        const uint64_t* keys = reinterpret_cast<const uint64_t*>(filled<float>((size_t)kKeys * 2, 12));
        int* slots = empty<int>((size_t)kKeys * 4);
        int4* slots4 = reinterpret_cast<int4*>(slots);
        uint64_t table = 3000017, inverse = ~0ull / table;  // odd, so floor(2^64 / table) too
        add("parcel_harbor_at6_a", slots, (size_t)kKeys * 4, Output::i32, [=] { parcel_harbor_at6_a<<<kKeys / 512, 256>>>(keys, slots4, table); });
        add("parcel_harbor_at6_b", slots, (size_t)kKeys * 4, Output::i32, [=] { parcel_harbor_at6_b<<<kKeys / 512, 256>>>(keys, slots4, table, inverse); });
    }
    {
        const float4* ensemble = reinterpret_cast<const float4*>(filled<float>((size_t)kRegions * kMembers, 13));
        const float* seen = filled<float>(kRegions * kStations, 14);
        float* score = empty<float>(kRegions * kStations);
        add("sparrow_verdict_at6_a", score, kRegions * kStations, Output::f32, [=] { sparrow_verdict_at6_a<<<kRegions, kStations>>>(ensemble, seen, score); });
        add("sparrow_verdict_at6_b", score, kRegions * kStations, Output::f32, [=] { sparrow_verdict_at6_b<<<kRegions, kStations>>>(ensemble, seen, score); });
    }
    {
        const float4* words = reinterpret_cast<const float4*>(filled<float>((size_t)kWords * 8, 15));
        const float4* codes = reinterpret_cast<const float4*>(filled<float>(kCodes * 8, 16));
        const float* prior = filled<float>(kCodes, 17);
        float* best = empty<float>(kWords);
        add("beacon_cipher_at6_a", best, kWords, Output::f32, [=] { beacon_cipher_at6_a<<<kWordBlocks, kCodeBlock>>>(words, codes, prior, best); });
        add("beacon_cipher_at6_b", best, kWords, Output::f32, [=] { beacon_cipher_at6_b<<<kWordBlocks, kCodeBlock>>>(words, codes, prior, best); });
    }
    {
        const float* moves = filled<float>((size_t)kPaths * kDays, 18);
        float* worth = empty<float>(kPaths);
        add("ledger_cliff_at6_a", worth, kPaths, Output::f32, [=] { ledger_cliff_at6_a<<<kPaths / 256, 256>>>(moves, worth); });
        add("ledger_cliff_at6_b", worth, kPaths, Output::f32, [=] { ledger_cliff_at6_b<<<kPaths / 256, 256>>>(moves, worth); });
    }
    {
        std::vector<int2> nodes((size_t)kTrees * kNodes);
        std::vector<int> tips((size_t)kTrees * kSpecies);
        for (int tree = 0; tree < kTrees; ++tree) {
            int2* mine = nodes.data() + (size_t)tree * kNodes;
            mine[0] = make_int2(0, 0);
            for (int g = 0; g < kGenerations; ++g)
                for (int k = 0; k < kKin; ++k) {
                    uint32_t h = hash32((uint32_t)((tree * kGenerations + g) * kKin + k) + 1901u);
                    float branch = 0.25f + (h >> 16) * (1.0f / 65536.0f);
                    int bits;
                    std::memcpy(&bits, &branch, sizeof bits);
                    mine[1 + g * kKin + k] = make_int2(g == 0 ? 0 : 1 + (g - 1) * kKin + (int)(h % kKin), bits);
                }
            for (int s = 0; s < kSpecies; ++s)
                tips[(size_t)tree * kSpecies + s] = 1 + (kGenerations - 1) * kKin + (int)(hash32((uint32_t)(tree * kSpecies + s) + 77003u) % kKin);
        }
        const int2* trees = uploaded(nodes);
        const int* leaves = uploaded(tips);
        float* length = empty<float>(kSpecies);
        add("willow_kinship_at6_a", length, kSpecies, Output::f32, [=] { willow_kinship_at6_a<<<kSpecies / 128, 128>>>(trees, leaves, length); });
        add("willow_kinship_at6_b", length, kSpecies, Output::f32, [=] { willow_kinship_at6_b<<<kSpecies / 128, 128>>>(trees, leaves, length); });
    }
    {
        size_t count = (size_t)kSea * 4;
        const float4* height = reinterpret_cast<const float4*>(filled<float>(count, 19));
        const float4* period = reinterpret_cast<const float4*>(filled<float>(count, 20));
        float* steep = empty<float>(count);
        float4* steep4 = reinterpret_cast<float4*>(steep);
        add("brine_ripple_at6_a", steep, count, Output::f32, [=] { brine_ripple_at6_a<<<kSeaBlocks, 256>>>(height, period, steep4); });
        add("brine_ripple_at6_b", steep, count, Output::f32, [=] { brine_ripple_at6_b<<<kSeaBlocks, 256>>>(height, period, steep4); });
    }
    {
        const double2* places = reinterpret_cast<const double2*>(filled<double>((size_t)kCharges * 2, 21));
        const double2* expansions = reinterpret_cast<const double2*>(filled<double>((size_t)kCells * kTerms * 2, 22));
        double* field = empty<double>(kCharges);
        add("quartz_meadow_at6_a", field, kCharges, Output::f64, [=] { quartz_meadow_at6_a<<<kFieldBlocks, 256>>>(places, expansions, field); });
    }

    return harness::run(argc, argv, cases);
}
