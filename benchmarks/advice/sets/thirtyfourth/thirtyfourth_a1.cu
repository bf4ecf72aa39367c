// Irregular work with nothing left to mend (thirteen healthy kernels) and two mild pairs.
#include "harness.cuh"

using harness::Case;
using harness::Output;

__device__ __forceinline__ void add_to(float4& s, float w, const float4& v) {
    s.x = fmaf(w, v.x, s.x); s.y = fmaf(w, v.y, s.y); s.z = fmaf(w, v.z, s.z); s.w = fmaf(w, v.w, s.w);
}

// ---- Ferries: load of each ferry, a weighted sum of the 32-piece cargo of 16 ports (sparse matrix times 32 columns), eight lanes a ferry.
constexpr int kFerries = 1 << 19, kPorts = 1 << 22;

__global__ void __launch_bounds__(256) ferry_manifest_a1_a(const int2* __restrict__ port, const float2* __restrict__ toll, const float4* __restrict__ cargo,
                                                           float4* __restrict__ load) {
    int t = blockIdx.x * 256 + threadIdx.x, part = t & 7;
    int2 c = port[t];
    float2 w = toll[t];
    float4 s = make_float4(0, 0, 0, 0);
#pragma unroll
    for (int half = 0; half < 2; ++half) {
        float4 v[8];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            v[2 * k] = cargo[__shfl_sync(0xffffffffu, c.x, half * 4 + k, 8) * 8 + part];
            v[2 * k + 1] = cargo[__shfl_sync(0xffffffffu, c.y, half * 4 + k, 8) * 8 + part];
        }
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            add_to(s, __shfl_sync(0xffffffffu, w.x, half * 4 + k, 8), v[2 * k]);
            add_to(s, __shfl_sync(0xffffffffu, w.y, half * 4 + k, 8), v[2 * k + 1]);
        }
    }
    load[t] = s;
}

// ---- Opera tickets: draws from an alias table of 2^26 seats, eight draws a thread.
constexpr int kSeats = 1 << 26, kDraws = 1 << 24;

__global__ void __launch_bounds__(256) opera_tickets_a1_a(const int4* __restrict__ seat, const float4* __restrict__ coin, const float2* __restrict__ alias,
                                                          int4* __restrict__ ticket) {
    int i = blockIdx.x * 512 + threadIdx.x;
    int4 s[2] = {__ldcs(seat + i), __ldcs(seat + i + 256)};
    float4 c[2] = {__ldcs(coin + i), __ldcs(coin + i + 256)};
    float2 a[8];
#pragma unroll
    for (int j = 0; j < 2; ++j) { a[4 * j] = alias[s[j].x]; a[4 * j + 1] = alias[s[j].y]; a[4 * j + 2] = alias[s[j].z]; a[4 * j + 3] = alias[s[j].w]; }
#pragma unroll
    for (int j = 0; j < 2; ++j)
        __stcs(ticket + i + j * 256, make_int4(c[j].x < a[4 * j].x ? s[j].x : __float_as_int(a[4 * j].y), c[j].y < a[4 * j + 1].x ? s[j].y : __float_as_int(a[4 * j + 1].y),
                                               c[j].z < a[4 * j + 2].x ? s[j].z : __float_as_int(a[4 * j + 2].y),
                                               c[j].w < a[4 * j + 3].x ? s[j].w : __float_as_int(a[4 * j + 3].y)));
}

// ---- Moth wings: is each wing pattern in a blocked bloom filter (a 32-byte block a pattern, two lanes a block, four bits a lane).
constexpr int kWings = 1 << 24;  // the filter: 2^24 blocks of 32 bytes, 512 MB

__device__ __forceinline__ bool all_set(const uint4& b, uint32_t h) {
    return ((b.x >> (h & 31)) & (b.y >> ((h >> 5) & 31)) & (b.z >> ((h >> 10) & 31)) & (b.w >> ((h >> 15) & 31))) & 1;
}

__global__ void __launch_bounds__(256) moth_wings_a1_a(const uint4* __restrict__ wing, const uint4* __restrict__ filter, uint8_t* __restrict__ seen) {
    int t = blockIdx.x * 256 + threadIdx.x, pair = t >> 1, side = t & 1;
    uint4 k0 = wing[pair * 2], k1 = wing[pair * 2 + 1];
    uint32_t key[8] = {k0.x, k0.y, k0.z, k0.w, k1.x, k1.y, k1.z, k1.w};
    uint4 b[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) b[j] = filter[(key[j] * 0x9e3779b1u >> 8) * 2 + side];
    uint32_t bits = 0;
#pragma unroll
    for (int j = 0; j < 8; ++j) bits |= (uint32_t)all_set(b[j], key[j] * (side ? 0x85ebca6bu : 0xc2b2ae35u) >> 12) << j;
    bits &= __shfl_xor_sync(0xffffffffu, bits, 1);
    if (side == 0) seen[pair] = (uint8_t)bits;
}

// ---- Pebbles: how often each word of 13 letters (or its mirror) is met in a text of two-bit letters: 2^26 counters, sixteen words a thread.
constexpr int kPages = 1 << 20;

__device__ __forceinline__ uint32_t mirror26(uint32_t w) {
    uint32_t r = __brev(~w);
    return (((r >> 1) & 0x55555555u) | ((r << 1) & 0xaaaaaaaau)) >> 6;
}

__global__ void __launch_bounds__(256) pebble_census_a1_a(const uint32_t* __restrict__ text, int* __restrict__ count) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint32_t now = text[i], next = text[i + 1];
#pragma unroll
    for (int j = 0; j < 16; ++j) {
        uint32_t w = __funnelshift_r(now, next, 2 * j) & 0x3ffffffu;
        atomicAdd(count + min(w, mirror26(w)), 1);
    }
}

// ---- Whistles: hits of an automaton of 256 states and 64 signs (table in shared memory) in 270336 interleaved recordings of 1024 signs.
constexpr int kRecorders = 132 * 2 * 1024, kQuads = 64;

__device__ __forceinline__ void four_signs(uint32_t w, const uint16_t* table, uint32_t& state, uint32_t& hits) {
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        uint32_t e = table[state | ((w >> (8 * k)) & 63)];
        hits += e >> 15;
        state = e & 0x7fff;
    }
}

__global__ void __launch_bounds__(1024, 2) harbor_whistle_a1_a(const uint4* __restrict__ sound, const uint4* __restrict__ rules, int* __restrict__ found) {
    __shared__ uint4 copy[2048];
    copy[threadIdx.x] = rules[threadIdx.x];
    copy[threadIdx.x + 1024] = rules[threadIdx.x + 1024];
    __syncthreads();
    const uint16_t* table = reinterpret_cast<const uint16_t*>(copy);
    int i = blockIdx.x * 1024 + threadIdx.x;
    uint32_t state = 0, hits = 0;
    uint4 next = __ldcs(sound + i);
#pragma unroll 1
    for (int q = 1; q <= kQuads; ++q) {
        uint4 now = next;
        if (q < kQuads) next = __ldcs(sound + i + q * kRecorders);
        four_signs(now.x, table, state, hits); four_signs(now.y, table, state, hits);
        four_signs(now.z, table, state, hits); four_signs(now.w, table, state, hits);
    }
    found[i] = (int)(hits * 256 + (state >> 6));
}

// ---- Villages: nearest of 64 wells by street distance in 16 dimensions, four villages a thread.
constexpr int kVillageQuads = 132 * 2 * 256 * 12, kWells = 64;

__global__ void __launch_bounds__(256, 2) village_wells_a1_a(const float4* __restrict__ village, const float4* __restrict__ well, int4* __restrict__ nearest) {
    __shared__ float4 wells[kWells * 4];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float4 x[16];
#pragma unroll
    for (int d = 0; d < 16; ++d) x[d] = village[(size_t)d * kVillageQuads + i];
    wells[t] = well[t];
    __syncthreads();
    float4 least = make_float4(1e30f, 1e30f, 1e30f, 1e30f);
    int4 best = make_int4(0, 0, 0, 0);
#pragma unroll 2
    for (int w = 0; w < kWells; ++w) {
        float4 s = make_float4(0, 0, 0, 0);
#pragma unroll
        for (int q = 0; q < 4; ++q) {
            float4 c = wells[w * 4 + q];
            float part[4] = {c.x, c.y, c.z, c.w};
#pragma unroll
            for (int d = 0; d < 4; ++d) {
                float4 v = x[4 * q + d], far = make_float4(fabsf(v.x - part[d]), fabsf(v.y - part[d]), fabsf(v.z - part[d]), fabsf(v.w - part[d]));
                s = q + d == 0 ? far : make_float4(s.x + far.x, s.y + far.y, s.z + far.z, s.w + far.w);
            }
        }
        if (s.x < least.x) { least.x = s.x; best.x = w; }
        if (s.y < least.y) { least.y = s.y; best.y = w; }
        if (s.z < least.z) { least.z = s.z; best.z = w; }
        if (s.w < least.w) { least.w = s.w; best.w = w; }
    }
    nearest[i] = best;
}

// ---- Tavern ledger: counts of the second digit (base 256) of each tile of 16384 keys.
constexpr int kTiles = 132 * 8 * 12;

__global__ void __launch_bounds__(256, 8) tavern_ledger_a1_a(const uint4* __restrict__ entry, int* __restrict__ tally) {
    __shared__ int bin[256];
    int t = threadIdx.x;
    bin[t] = 0;
    __syncthreads();
    const uint4* mine = entry + (size_t)blockIdx.x * 4096 + t;
#pragma unroll 1
    for (int r = 0; r < 4; ++r) {
        uint4 e[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) e[j] = __ldcs(mine + r * 1024 + j * 256);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            atomicAdd(bin + ((e[j].x >> 8) & 255), 1); atomicAdd(bin + ((e[j].y >> 8) & 255), 1);
            atomicAdd(bin + ((e[j].z >> 8) & 255), 1); atomicAdd(bin + ((e[j].w >> 8) & 255), 1);
        }
    }
    __syncthreads();
    tally[blockIdx.x * 256 + t] = bin[t];
}

// ---- Lantern routes: frontier of 2^21 junctions with 16 roads each; roads that lead to places not yet lit (bit map of 2^27 places, in L2).
constexpr int kFrontier = 1 << 21, kJunctions = 1 << 23, kMap = 1 << 27;

__device__ __forceinline__ int unlit(int place, uint32_t word) { return (word >> (place & 31)) & 1 ? -1 : place; }

__global__ void __launch_bounds__(256) lantern_routes_a1_a(const int4* __restrict__ frontier, const int4* __restrict__ roads, const uint32_t* __restrict__ lit,
                                                           int4* __restrict__ reach) {
    int t = blockIdx.x * 256 + threadIdx.x, group = t >> 2, part = t & 3;
    int4 f = frontier[group];  // four junctions, four lanes each
    int4 r[4] = {__ldcs(roads + f.x * 4 + part), __ldcs(roads + f.y * 4 + part), __ldcs(roads + f.z * 4 + part), __ldcs(roads + f.w * 4 + part)};
    uint32_t w[16];
#pragma unroll
    for (int j = 0; j < 4; ++j) { w[4 * j] = lit[r[j].x >> 5]; w[4 * j + 1] = lit[r[j].y >> 5]; w[4 * j + 2] = lit[r[j].z >> 5]; w[4 * j + 3] = lit[r[j].w >> 5]; }
#pragma unroll
    for (int j = 0; j < 4; ++j)
        __stcs(reach + (group * 4 + j) * 4 + part, make_int4(unlit(r[j].x, w[4 * j]), unlit(r[j].y, w[4 * j + 1]), unlit(r[j].z, w[4 * j + 2]), unlit(r[j].w, w[4 * j + 3])));
}

// ---- Island clans: the clans that each marriage joins (roots of a flat forest of 2^26 people), four marriages a thread.
constexpr int kPeople = 1 << 26, kMarriages = 1 << 23;

__device__ __forceinline__ int2 join(int a, int b) { return a == b ? make_int2(-1, -1) : make_int2(max(a, b), min(a, b)); }

__global__ void __launch_bounds__(256) island_clans_a1_a(const int4* __restrict__ bride, const int4* __restrict__ groom, const int* __restrict__ clan, int4* __restrict__ hook) {
    int i = blockIdx.x * 256 + threadIdx.x;
    int4 u = bride[i], v = groom[i];
    int a0 = clan[u.x], a1 = clan[u.y], a2 = clan[u.z], a3 = clan[u.w], b0 = clan[v.x], b1 = clan[v.y], b2 = clan[v.z], b3 = clan[v.w];
    int2 j0 = join(a0, b0), j1 = join(a1, b1), j2 = join(a2, b2), j3 = join(a3, b3);
    int lows = kMarriages / 4;  // higher roots first, then lower ones
    hook[i] = make_int4(j0.x, j1.x, j2.x, j3.x);
    hook[i + lows] = make_int4(j0.y, j1.y, j2.y, j3.y);
}

// ---- Bell changes: bit map of the strokes at which a new bell sounds (heads of runs), sixteen strokes a thread.
constexpr int kStrokeBlocks = 132 * 8 * 32;  // of 4096 strokes

__global__ void __launch_bounds__(256) bell_changes_a1_a(const int4* __restrict__ bell, uint32_t* __restrict__ heads) {
    int lane = threadIdx.x & 31;
    size_t warp = blockIdx.x * 8 + threadIdx.x / 32;
    const int4* mine = bell + warp * 128 + lane;
    int4 b[4];
    int before = 0;
#pragma unroll
    for (int j = 0; j < 4; ++j) b[j] = __ldcs(mine + j * 32);
    if (lane == 0 && warp) before = reinterpret_cast<const int*>(mine)[-1];
    uint32_t word = 0;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int left = __shfl_up_sync(0xffffffffu, b[j].w, 1);
        if (lane == 0) left = before;
        before = __shfl_sync(0xffffffffu, b[j].w, 31);
        uint32_t m = (b[j].x != left) | (b[j].y != b[j].x) << 1 | (b[j].z != b[j].y) << 2 | (b[j].w != b[j].z) << 3;
        m <<= 4 * (lane & 7);
        m |= __shfl_xor_sync(0xffffffffu, m, 1); m |= __shfl_xor_sync(0xffffffffu, m, 2); m |= __shfl_xor_sync(0xffffffffu, m, 4);
        m = __shfl_sync(0xffffffffu, m, (lane & 3) * 8);
        if (lane / 4 == j) word = m;
    }
    if (lane < 16) heads[warp * 16 + lane] = word;
}

// ---- Market tolls: sum of each batch of 64 tolls, added to the account of the batch's trader (2^20 accounts), sixteen lanes a batch.
constexpr int kTollBlocks = 132 * 8 * 32;  // of 4096 tolls, 64 batches

__global__ void __launch_bounds__(256) market_tolls_a1_a(const float4* __restrict__ toll, const int* __restrict__ trader, float* __restrict__ account) {
    int group = blockIdx.x * 16 + threadIdx.x / 16, lane = threadIdx.x & 15;
    const float4* mine = toll + (size_t)group * 64 + lane;
    float s[4];
    int who = lane < 4 ? trader[group * 4 + lane] : 0;
    float4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = __ldcs(mine + j * 16);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        s[j] = (v[j].x + v[j].y) + (v[j].z + v[j].w);
#pragma unroll
        for (int o = 8; o; o >>= 1) s[j] += __shfl_xor_sync(0xffffffffu, s[j], o);
    }
    float sum = lane == 0 ? s[0] : lane == 1 ? s[1] : lane == 2 ? s[2] : s[3];
    if (lane < 4) atomicAdd(account + who, sum);
}

// ---- Comets: positions of the readings above a threshold, each block into a list of its own.
constexpr int kWatches = 132 * 8 * 12, kListed = 64;  // blocks of 16384 readings

__global__ void __launch_bounds__(256, 8) comet_watch_a1_a(const float4* __restrict__ light, float limit, int* __restrict__ list) {
    __shared__ int used;
    int t = threadIdx.x;
    if (t == 0) used = 0;
    __syncthreads();
    const float4* mine = light + (size_t)blockIdx.x * 4096 + t;
    int* out = list + blockIdx.x * kListed;
#pragma unroll 1
    for (int r = 0; r < 4; ++r) {
        float4 v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = __ldcs(mine + r * 1024 + j * 256);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            if (fmaxf(fmaxf(v[j].x, v[j].y), fmaxf(v[j].z, v[j].w)) > limit) {
                float part[4] = {v[j].x, v[j].y, v[j].z, v[j].w};
#pragma unroll
                for (int k = 0; k < 4; ++k)
                    if (part[k] > limit) {
                        int at = atomicAdd(&used, 1);
                        if (at < kListed) out[at] = (r * 1024 + j * 256 + t) * 4 + k;
                    }
            }
        }
    }
}

// ---- Cheese cellar (mild): price of each wheel; in _a a literal in double precision, in _b in single precision.
constexpr int kWheels = 132 * 8 * 256 * 4 * 20;  // quadruples

__device__ __forceinline__ float cheese_double(float x) { return (float)(x * 1.0371 + 0.2513); }
__device__ __forceinline__ float cheese_float(float x) { return fmaf(x, 1.0371f, 0.2513f); }

__global__ void __launch_bounds__(256) cheese_cellar_a1_a(const float4* __restrict__ wheel, float4* __restrict__ price) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = wheel[i + j * 256];
#pragma unroll
    for (int j = 0; j < 4; ++j) price[i + j * 256] = make_float4(cheese_double(v[j].x), cheese_double(v[j].y), cheese_double(v[j].z), cheese_double(v[j].w));
}
__global__ void __launch_bounds__(256) cheese_cellar_a1_b(const float4* __restrict__ wheel, float4* __restrict__ price) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = wheel[i + j * 256];
#pragma unroll
    for (int j = 0; j < 4; ++j) price[i + j * 256] = make_float4(cheese_float(v[j].x), cheese_float(v[j].y), cheese_float(v[j].z), cheese_float(v[j].w));
}

// ---- Quilt (mild): a cloth of 12672 x 8192 patches turned over its diagonal, tiles of 64 x 64; pitch 66 conflicts two ways, 65 does not.
constexpr int kQuiltWide = 8192, kQuiltHigh = 132 * 96;

template <int kPitch>
__device__ __forceinline__ void quilt_turn(const float* __restrict__ patch, float* __restrict__ turned) {
    __shared__ float tile[64 * kPitch];
    int x = threadIdx.x % 64, y = threadIdx.x / 64;
    size_t from = (size_t)(blockIdx.y * 64 + y) * kQuiltWide + blockIdx.x * 64 + x, to = (size_t)(blockIdx.x * 64 + y) * kQuiltHigh + blockIdx.y * 64 + x;
#pragma unroll
    for (int r = 0; r < 16; ++r) tile[(y + 4 * r) * kPitch + x] = patch[from + (size_t)(4 * r) * kQuiltWide];
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 16; ++r) turned[to + (size_t)(4 * r) * kQuiltHigh] = tile[x * kPitch + y + 4 * r];
}

__global__ void __launch_bounds__(256) quilt_turn_a1_a(const float* __restrict__ patch, float* __restrict__ turned) { quilt_turn<66>(patch, turned); }
__global__ void __launch_bounds__(256) quilt_turn_a1_b(const float* __restrict__ patch, float* __restrict__ turned) { quilt_turn<65>(patch, turned); }

// ---- Orchard lottery: winning key of each row of 512 tickets (smallest -log(u)/w), a warp a row.
constexpr int kOrchards = 132 * 8 * 8 * 24;

__device__ __forceinline__ float lottery_key(float u, float w) {
    float p = fmaf(0.5f, u, 0.5f) + 1e-7f, q = fmaf(0.5f, w, 0.75f);
    return -__fdividef(__logf(p), q);
}

__device__ __forceinline__ void orchard_lottery(const float4* __restrict__ luck, const float4* __restrict__ stake, float* __restrict__ win) {
    int row = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x & 31;
    size_t at = (size_t)row * 128 + lane;
    float4 u[4], w[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { u[j] = __ldcs(luck + at + j * 32); w[j] = __ldcs(stake + at + j * 32); }
    float least = 1e30f;
#pragma unroll
    for (int j = 0; j < 4; ++j)
        least = fminf(least, fminf(fminf(lottery_key(u[j].x, w[j].x), lottery_key(u[j].y, w[j].y)),
                                   fminf(lottery_key(u[j].z, w[j].z), lottery_key(u[j].w, w[j].w))));
#pragma unroll
    for (int o = 16; o; o >>= 1) least = fminf(least, __shfl_xor_sync(0xffffffffu, least, o));
    if (lane == 0) win[row] = least;
}

__global__ void __launch_bounds__(256) orchard_lottery_a1_a(const float4* __restrict__ luck, const float4* __restrict__ stake, float* __restrict__ win) { orchard_lottery(luck, stake, win); }

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };
    auto f2 = [](void* p) { return reinterpret_cast<float2*>(p); };
    auto f4 = [](void* p) { return reinterpret_cast<float4*>(p); };
    auto i4 = [](void* p) { return reinterpret_cast<int4*>(p); };
    auto u4 = [](void* p) { return reinterpret_cast<uint4*>(p); };

    // Shared by all: two fields of numbers, one of random bits, one result.
    constexpr size_t kMost = (size_t)kTiles * 16384;
    static_assert((size_t)kWheels * 4 <= kMost && (size_t)kPorts * 32 <= kMost && (size_t)kOrchards * 512 <= kMost && (size_t)kStrokeBlocks * 4096 <= kMost, "fields");
    static_assert((size_t)kQuiltWide * kQuiltHigh <= kMost && (size_t)kRecorders * kQuads * 4 <= kMost && (size_t)kVillageQuads * 64 <= kMost && (size_t)kSeats * 2 <= kMost, "fields");
    float *one = filled<float>(kMost, 41), *two = filled<float>(kMost, 0x30000000u), *out = empty<float>(kMost);
    int *bits = indices(kMost, 0xffffffffu, 0x10000000u), *outi = reinterpret_cast<int*>(out);

    int *port = indices((size_t)kFerries * 16, kPorts, 0x20000000u);
    add("ferry_manifest_a1_a", out, (size_t)kFerries * 32, Output::f32, [=] { ferry_manifest_a1_a<<<kFerries / 32, 256>>>(reinterpret_cast<int2*>(port), f2(two), f4(one), f4(out)); });

    int *seat = indices(kDraws, kSeats, 0x30000000u);
    add("opera_tickets_a1_a", out, kDraws, Output::i32, [=] { opera_tickets_a1_a<<<kDraws / 2048, 256>>>(i4(seat), f4(two), f2(one), i4(out)); });

    int *wing = indices(kWings, 0xffffffffu, 0x40000000u);
    add("moth_wings_a1_a", out, kWings / 8, Output::u8, [=] { moth_wings_a1_a<<<kWings / 1024, 256>>>(u4(wing), u4(bits), reinterpret_cast<uint8_t*>(out)); });

    int *count = empty<int>(1 << 26);
    add("pebble_census_a1_a", count, 1 << 26, Output::i32, [=] { pebble_census_a1_a<<<kPages / 256, 256>>>(reinterpret_cast<uint32_t*>(bits), count); });

    std::vector<uint16_t> rule(256 * 64);
    for (uint32_t s = 0; s < rule.size(); ++s) { uint32_t next = harness::hash32(s + 77) & 255; rule[s] = (uint16_t)(next * 64 | (next % 16 == 3 ? 0x8000 : 0)); }
    uint16_t* rules = harness::uploaded(rule);
    add("harbor_whistle_a1_a", out, kRecorders, Output::i32, [=] { harbor_whistle_a1_a<<<264, 1024>>>(u4(bits), u4(rules), outi); });

    add("village_wells_a1_a", out, (size_t)kVillageQuads * 4, Output::i32, [=] { village_wells_a1_a<<<kVillageQuads / 256, 256>>>(f4(one), f4(two), i4(out)); });

    add("tavern_ledger_a1_a", out, (size_t)kTiles * 256, Output::i32, [=] { tavern_ledger_a1_a<<<kTiles, 256>>>(u4(bits), outi); });

    int *frontier = indices(kFrontier, kJunctions, 0x50000000u), *roads = indices((size_t)kJunctions * 16, kMap, 0x60000000u);
    add("lantern_routes_a1_a", out, (size_t)kFrontier * 16, Output::i32, [=] { lantern_routes_a1_a<<<kFrontier / 256, 256>>>(i4(frontier), i4(roads), reinterpret_cast<uint32_t*>(bits), i4(out)); });

    int *bride = indices(kMarriages, kPeople, 0x70000000u), *groom = indices(kMarriages, kPeople, 0x80000000u), *clan = indices(kPeople, kPeople / 8, 0x90000000u);
    add("island_clans_a1_a", out, (size_t)kMarriages * 2, Output::i32, [=] { island_clans_a1_a<<<kMarriages / 1024, 256>>>(i4(bride), i4(groom), clan, i4(out)); });

    int *bell = indices((size_t)kStrokeBlocks * 4096, 3, 0xa0000000u);
    add("bell_changes_a1_a", out, (size_t)kStrokeBlocks * 128, Output::i32, [=] { bell_changes_a1_a<<<kStrokeBlocks, 256>>>(i4(bell), reinterpret_cast<uint32_t*>(out)); });

    int *trader = indices((size_t)kTollBlocks * 64, 1 << 20, 0xb0000000u);
    float *account = empty<float>(1 << 20);
    CHECK(cudaMemset(account, 0, sizeof(float) << 20));
    add("market_tolls_a1_a", account, 1 << 20, Output::f32, [=] { market_tolls_a1_a<<<kTollBlocks, 256>>>(f4(one), trader, account); });

    add("comet_watch_a1_a", out, (size_t)kWatches * kListed, Output::i32, [=] { comet_watch_a1_a<<<kWatches, 256>>>(f4(two), 0.998f, outi); });

    add("orchard_lottery_a1_a", out, kOrchards, Output::f32, [=] { orchard_lottery_a1_a<<<kOrchards / 8, 256>>>(f4(one), f4(two), out); });

    add("cheese_cellar_a1_a", out, (size_t)kWheels * 4, Output::f32, [=] { cheese_cellar_a1_a<<<kWheels / 1024, 256>>>(f4(one), f4(out)); });
    add("cheese_cellar_a1_b", out, (size_t)kWheels * 4, Output::f32, [=] { cheese_cellar_a1_b<<<kWheels / 1024, 256>>>(f4(one), f4(out)); });

    dim3 quilt(kQuiltWide / 64, kQuiltHigh / 64);
    add("quilt_turn_a1_a", out, (size_t)kQuiltWide * kQuiltHigh, Output::f32, [=] { quilt_turn_a1_a<<<quilt, 256>>>(two, out); });
    add("quilt_turn_a1_b", out, (size_t)kQuiltWide * kQuiltHigh, Output::f32, [=] { quilt_turn_a1_b<<<quilt, 256>>>(two, out); });

    return harness::run(argc, argv, cases);
}
