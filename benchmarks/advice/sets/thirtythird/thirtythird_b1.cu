// Twelve healthy kernels that move data and three mild pairs whose mend does not pay: before (_a) and, for the mild ones, after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Lanterns: two half-precision glow maps blended into a third.
constexpr int kGlow = 32768 * 1024;  // groups of eight halves

__device__ __forceinline__ unsigned glow_pair(unsigned a, unsigned b) {
    __half2 x = *reinterpret_cast<__half2*>(&a), y = *reinterpret_cast<__half2*>(&b);
    __half2 z = __hfma2(__hsub2(y, x), __float2half2_rn(0.375f), x);
    return *reinterpret_cast<unsigned*>(&z);
}

__global__ void __launch_bounds__(256) lantern_glow_b1_a(const uint4* __restrict__ dusk, const uint4* __restrict__ night, uint4* __restrict__ glow) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    uint4 a[4], b[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { a[j] = __ldcs(dusk + i + j * 256); b[j] = __ldcs(night + i + j * 256); }
#pragma unroll
    for (int j = 0; j < 4; ++j)
        __stcs(glow + i + j * 256, make_uint4(glow_pair(a[j].x, b[j].x), glow_pair(a[j].y, b[j].y), glow_pair(a[j].z, b[j].z), glow_pair(a[j].w, b[j].w)));
}

// ---- Postcards: cards of 128 bytes picked from a big archive in the order of a list, eight lanes a card.
constexpr int kPicks = 1 << 22, kArchive = 12970000;

__global__ void __launch_bounds__(256) postcard_pick_b1_a(const uint4* __restrict__ archive, const int* __restrict__ list, uint4* __restrict__ album) {
    int warp = (blockIdx.x * 256 + threadIdx.x) / 32, lane = threadIdx.x % 32, first = warp * 16 + lane / 8, part = lane % 8;
    int which[4];
    uint4 card[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) which[k] = list[first + k * 4];
#pragma unroll
    for (int k = 0; k < 4; ++k) card[k] = __ldcs(archive + (size_t)which[k] * 8 + part);
#pragma unroll
    for (int k = 0; k < 4; ++k) __stcs(album + (size_t)(first + k * 4) * 8 + part, card[k]);
}

// ---- Cloakroom: hook of each ticket from a hash table of buckets of four (ticket, hook), two lanes a bucket, four tickets at a time.
constexpr unsigned kRacks = 1u << 24;
constexpr int kGuests = 1 << 24;

__device__ __forceinline__ unsigned rack_of(unsigned ticket) { return harness::hash32(ticket ^ 0x5bd1e995u) & (kRacks - 1); }

__global__ void harness_racks(const unsigned* tickets, uint2* racks) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < kGuests; i += gridDim.x * blockDim.x)
        if (i % 4 != 3) racks[(size_t)rack_of(tickets[i]) * 4 + i % 4] = make_uint2(tickets[i], (tickets[i] >> 3) + 1);
}

__global__ void __launch_bounds__(256) cloakroom_ticket_b1_a(const uint4* __restrict__ tickets, const uint4* __restrict__ racks, uint2* __restrict__ hooks) {
    int at = blockIdx.x * 256 + threadIdx.x, side = at & 1;
    uint4 four = tickets[at / 2];
    unsigned ticket[4] = {four.x, four.y, four.z, four.w}, hook[4];
    uint4 slots[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) slots[k] = __ldcs(racks + (size_t)rack_of(ticket[k]) * 2 + side);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        unsigned mine = slots[k].x == ticket[k] ? slots[k].y : slots[k].z == ticket[k] ? slots[k].w : 0;
        hook[k] = max(mine, __shfl_xor_sync(0xffffffffu, mine, 1));
    }
    hooks[at] = side ? make_uint2(hook[2], hook[3]) : make_uint2(hook[0], hook[1]);
}

// ---- Parcels: parcels of 64 bytes put on the shelf that a list names (each shelf once), four lanes a parcel.
constexpr unsigned kParcels = 1u << 23;

__global__ void harness_shelves(int* shelf) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < kParcels; i += gridDim.x * blockDim.x) {
        unsigned x = (i * 0x9e3779b1u + 12345u) & (kParcels - 1);
        x ^= x >> 11; x = (x * 0x85ebca6bu) & (kParcels - 1); x ^= x >> 12;
        shelf[i] = (int)x;
    }
}

__global__ void __launch_bounds__(256) parcel_shelf_b1_a(const uint4* __restrict__ belt, const int* __restrict__ shelf, uint4* __restrict__ store) {
    int warp = (blockIdx.x * 256 + threadIdx.x) / 32, lane = threadIdx.x % 32, first = warp * 32 + lane / 4, part = lane % 4;
    int to[4];
    uint4 parcel[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { to[k] = shelf[first + k * 8]; parcel[k] = __ldcs(belt + (size_t)(first + k * 8) * 4 + part); }
#pragma unroll
    for (int k = 0; k < 4; ++k) __stcs(store + (size_t)to[k] * 4 + part, parcel[k]);
}

// ---- Reservoirs: sum of the gauge readings of each of 16 reservoirs; a row of blocks a reservoir, its last block adds the parts.
constexpr int kLakes = 16, kDams = 1056, kSteps = 5, kGauges = kDams * kSteps * 1024;  // quadruples a lake

__device__ __forceinline__ float block_total(float v, float* space) {
    int t = threadIdx.x;
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    if (t % 32 == 0) space[t / 32] = v;
    __syncthreads();
    v = space[t % 8];
#pragma unroll
    for (int o = 4; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void __launch_bounds__(256) reservoir_total_b1_a(const float4* __restrict__ gauges, float* __restrict__ parts, unsigned* __restrict__ done,
                                                            float* __restrict__ total) {
    __shared__ float space[8], again[8];
    __shared__ bool last;
    int lake = blockIdx.y, t = threadIdx.x;
    const float4* g = gauges + (size_t)lake * kGauges + blockIdx.x * (kSteps * 1024) + t;
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll 1
    for (int s = 0; s < kSteps; ++s, g += 1024) {
        float4 v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = __ldcs(g + j * 256);
#pragma unroll
        for (int j = 0; j < 4; ++j) { sum.x += v[j].x; sum.y += v[j].y; sum.z += v[j].z; sum.w += v[j].w; }
    }
    float all = block_total((sum.x + sum.y) + (sum.z + sum.w), space);
    if (t == 0) {
        parts[lake * kDams + blockIdx.x] = all;
        __threadfence();
        last = atomicInc(done + lake, kDams - 1) == kDams - 1;
    }
    __syncthreads();
    if (!last) return;
    __threadfence();
    float rest = 0.0f;
    for (int k = t; k < kDams; k += 256) rest += __ldcg(parts + lake * kDams + k);
    rest = block_total(rest, again);
    if (t == 0) total[lake] = rest;
}

// ---- Lost umbrellas: the long ones of a list kept, close together, in the order of the blocks' arrival.
constexpr int kHeaps = 132 * 8 * 31, kUmbrellas = kHeaps * 4096;

__global__ void __launch_bounds__(256) lost_umbrella_b1_a(const int4* __restrict__ found, int* __restrict__ kept, unsigned long long* __restrict__ place,
                                                          int* __restrict__ count) {
    __shared__ int pile[4096];
    __shared__ unsigned share[8];
    __shared__ unsigned start;
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    int v[16];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int4 q = __ldcs(found + (size_t)blockIdx.x * 1024 + j * 256 + t);
        v[4 * j] = q.x; v[4 * j + 1] = q.y; v[4 * j + 2] = q.z; v[4 * j + 3] = q.w;
    }
    unsigned mine = 0;
#pragma unroll
    for (int j = 0; j < 16; ++j) mine += __popc(__ballot_sync(0xffffffffu, v[j] > 800000000));
    if (lane == 0) share[warp] = mine;
    __syncthreads();
    unsigned at = 0, total = 0, below = (1u << lane) - 1;
#pragma unroll
    for (int w = 0; w < 8; ++w) { unsigned s = share[w]; if (w < warp) at += s; total += s; }
    if (t == 0) {
        unsigned long long old = atomicAdd(place, (1ull << 32) | total);  // blocks so far, umbrellas so far
        start = (unsigned)old;
        if ((unsigned)(old >> 32) == gridDim.x - 1) { *count = (int)((unsigned)old + total); *place = 0; }
    }
#pragma unroll
    for (int j = 0; j < 16; ++j) {
        bool good = v[j] > 800000000;
        unsigned who = __ballot_sync(0xffffffffu, good);
        if (good) pile[at + __popc(who & below)] = v[j];
        at += __popc(who);
    }
    __syncthreads();
    int* to = kept + start;
    for (unsigned i = t; i < total; i += 256) to[i] = pile[i];
}

// ---- Pebbles: how often each of 256 shades occurs in each photograph of 512 KB of a beach; a counter for each lane and shade.
constexpr int kPhotos = 132 * 2 * 12, kPhotoQuads = 32768;

__device__ __forceinline__ void count_one(char* counter, unsigned at) { atomicAdd(reinterpret_cast<unsigned*>(counter + at), 1u); }
__device__ __forceinline__ void count_four(char* counter, unsigned lane4, unsigned w) {
    count_one(counter, ((w << 7) & 0x7f80u) | lane4);
    count_one(counter, ((w >> 1) & 0x7f80u) | lane4);
    count_one(counter, ((w >> 9) & 0x7f80u) | lane4);
    count_one(counter, ((w >> 17) & 0x7f80u) | lane4);
}

__global__ void __launch_bounds__(1024, 2) pebble_shade_b1_a(const uint4* __restrict__ photos, unsigned* __restrict__ shades) {
    __shared__ __align__(16) unsigned counter[256 * 32];
    int t = threadIdx.x;
    uint4* clear = reinterpret_cast<uint4*>(counter);
    clear[t] = clear[t + 1024] = make_uint4(0, 0, 0, 0);
    __syncthreads();
    const uint4* photo = photos + (size_t)blockIdx.x * kPhotoQuads + t;
    char* all = reinterpret_cast<char*>(counter);
    unsigned lane4 = (t & 31) * 4;
#pragma unroll 1
    for (int s = 0; s < kPhotoQuads; s += 2048) {
        uint4 p = __ldcs(photo + s), q = __ldcs(photo + s + 1024);
        count_four(all, lane4, p.x); count_four(all, lane4, p.y); count_four(all, lane4, p.z); count_four(all, lane4, p.w);
        count_four(all, lane4, q.x); count_four(all, lane4, q.y); count_four(all, lane4, q.z); count_four(all, lane4, q.w);
    }
    __syncthreads();
    int shade = t / 4, part = t % 4;
    unsigned sum = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) sum += counter[shade * 32 + part * 8 + ((k + shade) & 7)];
    sum += __shfl_xor_sync(0xffffffffu, sum, 1);
    sum += __shfl_xor_sync(0xffffffffu, sum, 2);
    if (part == 0) shades[blockIdx.x * 256 + shade] = sum;
}

// ---- Stairs: height reached at each of the 4096 steps of each staircase (prefix sums, a block a staircase).
constexpr int kStairs = 132 * 8 * 30;

__global__ void __launch_bounds__(256) stair_height_b1_a(const uint4* __restrict__ rise, uint4* __restrict__ height) {
    __shared__ unsigned flight[8];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    size_t at = (size_t)blockIdx.x * 1024 + warp * 128 + lane;
    uint4 v[4];
    unsigned sum[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = __ldcs(rise + at + j * 32);
#pragma unroll
    for (int j = 0; j < 4; ++j) { v[j].y += v[j].x; v[j].z += v[j].y; v[j].w += v[j].z; sum[j] = v[j].w; }
#pragma unroll
    for (int o = 1; o < 32; o <<= 1) {
#pragma unroll
        for (int j = 0; j < 4; ++j) { unsigned s = __shfl_up_sync(0xffffffffu, sum[j], o); if (lane >= o) sum[j] += s; }
    }
    unsigned carry = 0;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        unsigned base = carry + sum[j] - v[j].w;
        carry += __shfl_sync(0xffffffffu, sum[j], 31);
        v[j].x += base; v[j].y += base; v[j].z += base; v[j].w += base;
    }
    if (lane == 0) flight[warp] = carry;
    __syncthreads();
    unsigned below = 0;
#pragma unroll
    for (int w = 0; w < 7; ++w) if (w < warp) below += flight[w];
#pragma unroll
    for (int j = 0; j < 4; ++j) __stcs(height + at + j * 32, make_uint4(v[j].x + below, v[j].y + below, v[j].z + below, v[j].w + below));
}

// ---- Mural: strips of 1920 pixels from a padded picture store into a dense one, red and blue exchanged.
constexpr int kStrips = 132 * 4 * 33 * 4, kDense = 480, kPadded = 496;  // rows; 16-byte groups a row

__device__ __forceinline__ uint4 red_blue(uint4 p) {
    return make_uint4(__byte_perm(p.x, 0, 0x3012), __byte_perm(p.y, 0, 0x3012), __byte_perm(p.z, 0, 0x3012), __byte_perm(p.w, 0, 0x3012));
}

__global__ void __launch_bounds__(480) mural_strip_b1_a(const uint4* __restrict__ store, uint4* __restrict__ wall) {
    int t = threadIdx.x, row = blockIdx.x * 4;
    uint4 p[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) p[j] = __ldcs(store + (size_t)(row + j) * kPadded + t);
#pragma unroll
    for (int j = 0; j < 4; ++j) __stcs(wall + (size_t)(row + j) * kDense + t, red_blue(p[j]));
}

// ---- Orchard: yield of each tree from 8192 weighed influences (matrix times vector), four trees a block.
constexpr int kTrees = 132 * 96 * 4, kInfluences = 8192;

__device__ __forceinline__ float dot4(float4 a, float4 b, float s) { return fmaf(a.x, b.x, fmaf(a.y, b.y, fmaf(a.z, b.z, fmaf(a.w, b.w, s)))); }

__global__ void __launch_bounds__(256) orchard_scale_b1_a(const float4* __restrict__ weight, const float4* __restrict__ influence, float* __restrict__ yield) {
    __shared__ float space[4][8];
    int t = threadIdx.x;
    const float4* w = weight + (size_t)blockIdx.x * kInfluences + t;  // four rows of kInfluences / 4 quadruples
    float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll 2
    for (int s = 0; s < kInfluences / 4; s += 256) {
        float4 x = __ldg(influence + s + t), a[4];
#pragma unroll
        for (int r = 0; r < 4; ++r) a[r] = __ldcs(w + s + r * (kInfluences / 4));
#pragma unroll
        for (int r = 0; r < 4; ++r) sum[r] = dot4(a[r], x, sum[r]);
    }
#pragma unroll
    for (int r = 0; r < 4; ++r) {
#pragma unroll
        for (int o = 16; o; o >>= 1) sum[r] += __shfl_xor_sync(0xffffffffu, sum[r], o);
        if (t % 32 == 0) space[r][t / 32] = sum[r];
    }
    __syncthreads();
    if (t >= 32) return;
    float v = space[t / 8][t % 8];
#pragma unroll
    for (int o = 4; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    if (t % 8 == 0) yield[blockIdx.x * 4 + t / 8] = v;
}

// ---- Rumours: what each town hears from some 512 others of a million (sparse rows of 384 to 640 entries, a warp a row).
constexpr int kTowns = 131072, kSources = 1 << 20;

__global__ void __launch_bounds__(128) rumour_spread_b1_a(const int* __restrict__ begin, const float4* __restrict__ trust, const int4* __restrict__ source,
                                                          const float* __restrict__ rumour, float* __restrict__ heard) {
    int town = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    int p = begin[town] / 4 + lane, end = begin[town + 1] / 4;
    float s = 0.0f, u = 0.0f;
    for (; p < end; p += 32) {
        int4 c = __ldcs(source + p);
        float4 w = __ldcs(trust + p);
        float a = __ldg(rumour + c.x), b = __ldg(rumour + c.y), d = __ldg(rumour + c.z), e = __ldg(rumour + c.w);
        s = fmaf(w.x, a, fmaf(w.y, b, s));
        u = fmaf(w.z, d, fmaf(w.w, e, u));
    }
    s += u;
#pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    if (lane == 0) heard[town] = s;
}

// ---- Tavern ledger: takings and number of the bills of a season for each of four kinds of tables, per page of 16384 bills.
constexpr int kPages = 132 * 4 * 16;

__global__ void __launch_bounds__(256, 4) tavern_ledger_b1_a(const unsigned* __restrict__ kind, const float4* __restrict__ bill, const int4* __restrict__ day,
                                                             float2* __restrict__ page) {
    __shared__ float2 space[4][8];
    int t = threadIdx.x;
    size_t at = (size_t)blockIdx.x * 4096 + t;
    float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    unsigned counts = 0;  // four bytes: at most 64 bills a thread
#pragma unroll 1
    for (int s = 0; s < 4; ++s, at += 1024) {
        unsigned k[4];
        float4 b[4];
        int4 d[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) { k[j] = __ldcs(kind + at + j * 256); b[j] = __ldcs(bill + at + j * 256); d[j] = __ldcs(day + at + j * 256); }
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float money[4] = {b[j].x, b[j].y, b[j].z, b[j].w};
            int when[4] = {d[j].x, d[j].y, d[j].z, d[j].w};
#pragma unroll
            for (int e = 0; e < 4; ++e) {
                unsigned which = (k[j] >> (8 * e)) & 3u;
                bool in = (unsigned)(when[e] - 100000000) < 1500000000u;
                counts += in ? 1u << (8 * which) : 0u;
                which = in ? which : 4u;
#pragma unroll
                for (unsigned g = 0; g < 4; ++g) sum[g] += which == g ? money[e] : 0.0f;
            }
        }
    }
#pragma unroll
    for (int g = 0; g < 4; ++g) {
        float v = sum[g], n = (float)((counts >> (8 * g)) & 255u);
#pragma unroll
        for (int o = 16; o; o >>= 1) { v += __shfl_xor_sync(0xffffffffu, v, o); n += __shfl_xor_sync(0xffffffffu, n, o); }
        if (t % 32 == 0) space[g][t / 32] = make_float2(v, n);
    }
    __syncthreads();
    if (t >= 32) return;
    float2 v = space[t / 8][t % 8];
#pragma unroll
    for (int o = 4; o; o >>= 1) { v.x += __shfl_xor_sync(0xffffffffu, v.x, o); v.y += __shfl_xor_sync(0xffffffffu, v.y, o); }
    if (t % 8 == 0) page[blockIdx.x * 4 + t / 8] = v;
}

// ---- Quilt: a big pattern turned over its diagonal in patches of 64 x 64 (mild: the writes into the patch conflict four-fold).
constexpr int kQuiltDown = 257, kQuiltOver = 193;  // patches

template <bool kPlain>
__device__ __forceinline__ void quilt_turn(const float4* __restrict__ pattern, float4* __restrict__ turned) {
    constexpr int kPitch = kPlain ? 68 : 64;
    __shared__ __align__(16) float patch[64 * kPitch];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, low = lane % 8, high = lane / 8;
    float4 v[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        int unit = warp + 8 * i, row = unit / 2 * 4 + high, quad = unit % 2 * 8 + low;
        v[i] = __ldcs(pattern + (size_t)(blockIdx.y * 64 + row) * (kQuiltOver * 16) + blockIdx.x * 16 + quad);
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        int unit = warp + 8 * i, row = unit / 2 * 4 + high, quad = unit % 2 * 8 + low;
        float* to = patch + 4 * quad * kPitch + (kPlain ? row : row ^ (4 * quad));
        to[0] = v[i].x; to[kPitch] = v[i].y; to[2 * kPitch] = v[i].z; to[3 * kPitch] = v[i].w;
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        int unit = warp + 8 * i, group = unit / 2, row = group * 4 + high, quad = unit % 2 * 8 + low;
        float4 w = *reinterpret_cast<const float4*>(patch + row * kPitch + (kPlain ? 4 * quad : 4 * (quad ^ group)));
        __stcs(turned + (size_t)(blockIdx.x * 64 + row) * (kQuiltDown * 16) + blockIdx.y * 16 + quad, w);
    }
}

__global__ void __launch_bounds__(256) quilt_turn_b1_a(const float4* __restrict__ pattern, float4* __restrict__ turned) { quilt_turn<true>(pattern, turned); }
__global__ void __launch_bounds__(256) quilt_turn_b1_b(const float4* __restrict__ pattern, float4* __restrict__ turned) { quilt_turn<false>(pattern, turned); }

// ---- Gulls: energy of each gull from its two speeds (mild: 4 bytes a lane and load, sixteen loads in flight).
constexpr int kGulls = 32768 * 4096;

__device__ __forceinline__ float gull_of(float x, float y) { return 0.5f * fmaf(x, x, y * y); }

__global__ void __launch_bounds__(256) gull_energy_b1_a(const float* __restrict__ east, const float* __restrict__ north, float* __restrict__ energy) {
    int i = blockIdx.x * 4096 + threadIdx.x;
#pragma unroll 1
    for (int s = 0; s < 2; ++s, i += 2048) {
        float x[8], y[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) { x[j] = __ldcs(east + i + j * 256); y[j] = __ldcs(north + i + j * 256); }
#pragma unroll
        for (int j = 0; j < 8; ++j) __stcs(energy + i + j * 256, gull_of(x[j], y[j]));
    }
}

__global__ void __launch_bounds__(256) gull_energy_b1_b(const float4* __restrict__ east, const float4* __restrict__ north, float4* __restrict__ energy) {
    int i = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll 1
    for (int s = 0; s < 2; ++s, i += 512) {
        float4 x[2], y[2];
#pragma unroll
        for (int j = 0; j < 2; ++j) { x[j] = __ldcs(east + i + j * 256); y[j] = __ldcs(north + i + j * 256); }
#pragma unroll
        for (int j = 0; j < 2; ++j)
            __stcs(energy + i + j * 256, make_float4(gull_of(x[j].x, y[j].x), gull_of(x[j].y, y[j].y), gull_of(x[j].z, y[j].z), gull_of(x[j].w, y[j].w)));
    }
}

// ---- Kilns: temperatures from one scale into another (mild: double constants between float data).
constexpr int kKilns = 32768 * 1024;  // quadruples

template <typename Real>
__device__ __forceinline__ float degree_of(float c) { return (float)(c * (Real)1.8 + (Real)32.0); }

template <typename Real>
__device__ __forceinline__ void kiln_degree(const float4* __restrict__ celsius, float4* __restrict__ other) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float4 c[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) c[j] = __ldcs(celsius + i + j * 256);
#pragma unroll
    for (int j = 0; j < 4; ++j)
        __stcs(other + i + j * 256, make_float4(degree_of<Real>(c[j].x), degree_of<Real>(c[j].y), degree_of<Real>(c[j].z), degree_of<Real>(c[j].w)));
}

__global__ void __launch_bounds__(256) kiln_degree_b1_a(const float4* __restrict__ celsius, float4* __restrict__ other) { kiln_degree<double>(celsius, other); }
__global__ void __launch_bounds__(256) kiln_degree_b1_b(const float4* __restrict__ celsius, float4* __restrict__ other) { kiln_degree<float>(celsius, other); }

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type}); };

    // Shared by most: a field of floats, a field of random words, one result.
    constexpr size_t kFloats = (size_t)kTrees * kInfluences, kWords = (size_t)kPhotos * kPhotoQuads * 4, kResult = (size_t)1 << 28;
    static_assert((size_t)kArchive * 32 <= kFloats && (size_t)kLakes * kGauges * 4 <= kFloats && (size_t)kGulls * 2 <= kFloats, "floats are too short");
    static_assert((size_t)kPages * 20480 <= kWords && (size_t)kStrips * kPadded * 4 <= kWords && (size_t)kUmbrellas <= kWords, "words are too short");
    static_assert((size_t)kQuiltDown * kQuiltOver * 4096 <= kResult && (size_t)kStrips * kDense * 4 <= kResult, "result is too short");
    float *floats = filled<float>(kFloats, 331), *out = empty<float>(kResult);
    int* words = indices(kWords, 0xffffffffu, 332);
    __half *dusk = filled<__half>((size_t)kGlow * 8, 333), *night = filled<__half>((size_t)kGlow * 8, 334);
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    auto u4 = [](void* p) { return reinterpret_cast<uint4*>(p); };
    float4 *floats4 = f4(floats), *out4 = f4(out);
    uint4 *words4 = u4(words), *floatbits = u4(floats), *outbits = u4(out), *dusk4 = u4(dusk), *night4 = u4(night);

    add("lantern_glow_b1_a", out, (size_t)kGlow * 8, Output::f16, [=] { lantern_glow_b1_a<<<kGlow / 1024, 256>>>(dusk4, night4, outbits); });

    int* list = indices(kPicks, kArchive, 335);
    add("postcard_pick_b1_a", out, (size_t)kPicks * 32, Output::f32, [=] { postcard_pick_b1_a<<<kPicks / 128, 256>>>(floatbits, list, outbits); });

    int* tickets = indices(kGuests, 0xfffffff0u, 336);
    uint4* racks = u4(empty<uint4>((size_t)kRacks * 2));
    harness_racks<<<2048, 256>>>(reinterpret_cast<unsigned*>(tickets), reinterpret_cast<uint2*>(racks)); CHECK(cudaGetLastError());
    uint4* tickets4 = u4(tickets);
    add("cloakroom_ticket_b1_a", out, kGuests, Output::i32, [=] {
        cloakroom_ticket_b1_a<<<kGuests / 512, 256>>>(tickets4, racks, reinterpret_cast<uint2*>(out)); });

    int* shelf = empty<int>(kParcels);
    harness_shelves<<<2048, 256>>>(shelf); CHECK(cudaGetLastError());
    add("parcel_shelf_b1_a", out, (size_t)kParcels * 16, Output::f32, [=] { parcel_shelf_b1_a<<<kParcels / 256, 256>>>(floatbits, shelf, outbits); });

    float *parts = empty<float>(kLakes * kDams), *total = empty<float>(kLakes);
    unsigned* done = empty<unsigned>(kLakes);
    CHECK(cudaMemset(done, 0, kLakes * sizeof(unsigned)));
    add("reservoir_total_b1_a", total, kLakes, Output::f32, [=] { reservoir_total_b1_a<<<dim3(kDams, kLakes), 256>>>(floats4, parts, done, total); });

    unsigned long long* place = empty<unsigned long long>(1);
    CHECK(cudaMemset(place, 0, sizeof(unsigned long long)));
    int* count = empty<int>(1);
    add("lost_umbrella_b1_a", out, kUmbrellas / 4, Output::i32, [=] {
        lost_umbrella_b1_a<<<kHeaps, 256>>>(reinterpret_cast<int4*>(words), reinterpret_cast<int*>(out), place, count); });

    add("pebble_shade_b1_a", out, kPhotos * 256, Output::i32, [=] { pebble_shade_b1_a<<<kPhotos, 1024>>>(words4, reinterpret_cast<unsigned*>(out)); });

    add("stair_height_b1_a", out, (size_t)kStairs * 4096, Output::i32, [=] { stair_height_b1_a<<<kStairs, 256>>>(words4, outbits); });

    add("mural_strip_b1_a", out, (size_t)kStrips * kDense * 4, Output::i32, [=] { mural_strip_b1_a<<<kStrips / 4, 480>>>(words4, outbits); });

    float4* influence = f4(filled<float>(kInfluences, 337));
    add("orchard_scale_b1_a", out, kTrees, Output::f32, [=] { orchard_scale_b1_a<<<kTrees / 4, 256>>>(floats4, influence, out); });

    std::vector<int> starts(kTowns + 1);
    for (int i = 0; i < kTowns; ++i) starts[i + 1] = starts[i] + 128 * (3 + (int)(harness::hash32(i + 338) % 3));
    int *begin = uploaded(starts), *source = indices(starts[kTowns], kSources, 339);
    float* rumour = filled<float>(kSources, 340);
    add("rumour_spread_b1_a", out, kTowns, Output::f32, [=] {
        rumour_spread_b1_a<<<kTowns / 4, 128>>>(begin, floats4, reinterpret_cast<int4*>(source), rumour, out); });

    int4* days = reinterpret_cast<int4*>(words + (size_t)kPages * 4096);
    add("tavern_ledger_b1_a", out, kPages * 8, Output::f32, [=] {
        tavern_ledger_b1_a<<<kPages, 256>>>(reinterpret_cast<unsigned*>(words), floats4, days, reinterpret_cast<float2*>(out)); });

    add("quilt_turn_b1_a", out, (size_t)kQuiltDown * kQuiltOver * 4096, Output::f32, [=] {
        quilt_turn_b1_a<<<dim3(kQuiltOver, kQuiltDown), 256>>>(floats4, out4); });
    add("quilt_turn_b1_b", out, (size_t)kQuiltDown * kQuiltOver * 4096, Output::f32, [=] {
        quilt_turn_b1_b<<<dim3(kQuiltOver, kQuiltDown), 256>>>(floats4, out4); });

    float* north = floats + kGulls;
    float4* north4 = f4(north);
    add("gull_energy_b1_a", out, kGulls, Output::f32, [=] { gull_energy_b1_a<<<kGulls / 4096, 256>>>(floats, north, out); });
    add("gull_energy_b1_b", out, kGulls, Output::f32, [=] { gull_energy_b1_b<<<kGulls / 4096, 256>>>(floats4, north4, out4); });

    add("kiln_degree_b1_a", out, (size_t)kKilns * 4, Output::f32, [=] { kiln_degree_b1_a<<<kKilns / 1024, 256>>>(floats4, out4); });
    add("kiln_degree_b1_b", out, (size_t)kKilns * 4, Output::f32, [=] { kiln_degree_b1_b<<<kKilns / 1024, 256>>>(floats4, out4); });

    return harness::run(argc, argv, cases);
}
