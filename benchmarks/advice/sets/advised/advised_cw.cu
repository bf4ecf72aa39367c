// Launches that were labelled healthy or mild (_a, as they were measured) and the same work with what the advisor told carried out (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;
using harness::unit;

// ---------------------------------------------------------------- direct Coulomb summation on one lattice plane (silver_walnut_bx1_a)
#define CP_NX 528
#define CP_NY 512
#define CP_ATOMS 2048
__constant__ float4 cp_atoms[CP_ATOMS];
__global__ void __launch_bounds__(128) silver_walnut_cw_a(float* __restrict__ grid, float spacing) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float x = spacing * (i % CP_NX), y = spacing * (i / CP_NX), energy = 0.f;
#pragma unroll 4
    for (int a = 0; a < CP_ATOMS; ++a) {
        float dx = x - cp_atoms[a].x, dy = y - cp_atoms[a].y;
        energy += cp_atoms[a].w / sqrtf(dx * dx + dy * dy + cp_atoms[a].z);
    }
    grid[i] = energy;
}
__global__ void __launch_bounds__(512, 4) silver_walnut_cw_b(const float4* __restrict__ atoms, float* __restrict__ grid, float spacing) {
    __shared__ float4 table[CP_ATOMS];
    for (int a = threadIdx.x; a < CP_ATOMS; a += 512) table[a] = atoms[a];
    __syncthreads();
    int i = blockIdx.x * 512 + threadIdx.x;
    float x = spacing * (i % CP_NX), y = spacing * (i / CP_NX), energy = 0.f;
#pragma unroll 4
    for (int a = 0; a < CP_ATOMS; ++a) {
        float4 q = table[a];
        float dx = x - q.x, dy = y - q.y;
        energy += q.w / sqrtf(dx * dx + dy * dy + q.z);
    }
    grid[i] = energy;
}

// ---------------------------------------------------------------- Coulomb potential of 512 charges at scattered points (quiet_turnip_be2_a)
__global__ void harness_fill_layout(float* p, int items, int fields, int mode, uint32_t seed, float scale, float offset) {
    size_t n = (size_t)items * fields;
    for (size_t j = blockIdx.x * (size_t)blockDim.x + threadIdx.x; j < n; j += (size_t)gridDim.x * blockDim.x) {
        uint32_t item, field;
        if (mode == 0) { item = j / fields; field = j % fields; }
        else { field = j / items; item = j % items; }
        if (mode == 2) { uint32_t q = items / 4; item = (item % q) * 4 + item / q; }
        p[j] = scale * harness::unit((item * (uint32_t)fields + field) * 2654435761u + seed) + offset;
    }
}
static float* layout(int items, int fields, int mode, uint32_t seed, float scale = 1.f, float offset = 0.f) {
    float* p; CHECK(cudaMalloc(&p, (size_t)items * fields * sizeof(float)));
    harness_fill_layout<<<2048, 256>>>(p, items, fields, mode, seed, scale, offset); CHECK(cudaGetLastError());
    return p;
}
__constant__ float4 charges[512];
__device__ __forceinline__ float coulomb(float x, float y, float z) {
    float e = 0.f;
#pragma unroll 8
    for (int k = 0; k < 512; ++k) {
        float4 q = charges[k];
        float dx = x - q.x, dy = y - q.y, dz = z - q.z;
        e += q.w * rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
    }
    return e;
}
struct Point { float x, y, z, mass, vx, vy, vz; };
__global__ void quiet_turnip_cw_a(const Point* __restrict__ points, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = coulomb(points[i].x, points[i].y, points[i].z);
}
__global__ void quiet_turnip_cw_b(const Point* __restrict__ points, const float4* __restrict__ charge, float* __restrict__ out, int n) {
    __shared__ float4 table[512];
    for (int k = threadIdx.x; k < 512; k += blockDim.x) table[k] = charge[k];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = points[i].x, y = points[i].y, z = points[i].z, e = 0.f;
#pragma unroll 8
    for (int k = 0; k < 512; ++k) {
        float4 q = table[k];
        float dx = x - q.x, dy = y - q.y, dz = z - q.z;
        e += q.w * rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
    }
    out[i] = e;
}

// ---------------------------------------------------------------- lottery tickets unfolded into picks (lottery_syndicate_t3_a and _b)
constexpr int kGames = 16, kDrums = 6;
struct Drum { unsigned balls, magic, shift; };
struct Game { Drum drum[kDrums]; unsigned drawn_low, drawn_high; };
static_assert(sizeof(Game) == 80, "five times 16 bytes");
__constant__ Game season[kGames];
__device__ __forceinline__ unsigned drawn(const Game& g, unsigned pick) {
    return ((pick < 32 ? g.drawn_low : g.drawn_high) >> (pick & 31)) & 1u;
}
__global__ void lottery_syndicate_cw_a(const unsigned* __restrict__ serial, int* __restrict__ winnings, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned ticket = serial[i];
    int won = 0;
#pragma unroll 1
    for (int g = 0; g < kGames; ++g) {
        unsigned rest = ticket >> 1, hits = 0;
#pragma unroll
        for (int d = 0; d < kDrums; ++d) {
            unsigned balls = season[g].drum[d].balls;
            unsigned next = rest / balls;
            hits += drawn(season[g], rest % balls);
            rest = next + (ticket >> (d + 4));
        }
        won += hits * hits;
        ticket = ticket * 1664525u + 1013904223u;
    }
    winnings[i] = won;
}
__global__ void lottery_syndicate_cw_b(const unsigned* __restrict__ serial, int* __restrict__ winnings, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned ticket = serial[i];
    int won = 0;
#pragma unroll 1
    for (int g = 0; g < kGames; ++g) {
        unsigned rest = ticket >> 1, hits = 0;
#pragma unroll
        for (int d = 0; d < kDrums; ++d) {
            const Drum& drum = season[g].drum[d];
            unsigned next = __umulhi(rest, drum.magic) >> drum.shift;
            hits += drawn(season[g], rest - next * drum.balls);
            rest = next + (ticket >> (d + 4));
        }
        won += hits * hits;
        ticket = ticket * 1664525u + 1013904223u;
    }
    winnings[i] = won;
}
// The same as lottery_syndicate_cw_b (velvet_parcel_cw_a), and with the season in shared memory, read four words at a time (velvet_parcel_cw_b).
__global__ void velvet_parcel_cw_a(const unsigned* __restrict__ serial, int* __restrict__ winnings, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned ticket = serial[i];
    int won = 0;
#pragma unroll 1
    for (int g = 0; g < kGames; ++g) {
        unsigned rest = ticket >> 1, hits = 0;
#pragma unroll
        for (int d = 0; d < kDrums; ++d) {
            const Drum& drum = season[g].drum[d];
            unsigned next = __umulhi(rest, drum.magic) >> drum.shift;
            hits += drawn(season[g], rest - next * drum.balls);
            rest = next + (ticket >> (d + 4));
        }
        won += hits * hits;
        ticket = ticket * 1664525u + 1013904223u;
    }
    winnings[i] = won;
}
__global__ void velvet_parcel_cw_b(const unsigned* __restrict__ serial, const uint4* __restrict__ games, int* __restrict__ winnings, int n) {
    __shared__ uint4 table[kGames * 5];
    for (int k = threadIdx.x; k < kGames * 5; k += blockDim.x) table[k] = games[k];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned ticket = serial[i];
    int won = 0;
#pragma unroll 1
    for (int g = 0; g < kGames; ++g) {
        unsigned v[20];  // six drums of three words, then the balls drawn
#pragma unroll
        for (int q = 0; q < 5; ++q) { uint4 u = table[g * 5 + q]; v[4 * q] = u.x; v[4 * q + 1] = u.y; v[4 * q + 2] = u.z; v[4 * q + 3] = u.w; }
        unsigned rest = ticket >> 1, hits = 0;
#pragma unroll
        for (int d = 0; d < kDrums; ++d) {
            unsigned next = __umulhi(rest, v[3 * d + 1]) >> v[3 * d + 2], pick = rest - next * v[3 * d];
            hits += ((pick < 32 ? v[18] : v[19]) >> (pick & 31)) & 1u;
            rest = next + (ticket >> (d + 4));
        }
        won += hits * hits;
        ticket = ticket * 1664525u + 1013904223u;
    }
    winnings[i] = won;
}
static Drum drum_of(unsigned balls) {
    unsigned log = 0;
    while ((1u << log) < balls) ++log;
    unsigned p = 31 + log;
    return {balls, (unsigned)(((1ull << p) + balls - 1) / balls), p - 32};
}

// ---------------------------------------------------------------- float sums of 24 organs (organ_dose_r3_a and _b)
constexpr int ORGANS = 24, DOSE_QUADS = 9000007;
__global__ void harness_fill_u8(uint8_t* p, size_t n, uint32_t below, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (uint8_t)(harness::hash32((uint32_t)i * 747796405u + seed) % below);
}
__global__ void harness_fill_range(float* p, size_t n, float low, float high, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = low + (high - low) * 0.5f * (harness::unit((uint32_t)i * 2654435761u + seed) + 1.0f);
}
static float* ranged(size_t n, float low, float high, uint32_t seed) {
    float* p; CHECK(cudaMalloc(&p, n * sizeof(float)));
    harness_fill_range<<<2048, 256>>>(p, n, low, high, seed); CHECK(cudaGetLastError());
    return p;
}
__global__ void __launch_bounds__(128) organ_dose_cw_a(const uchar4* __restrict__ organ, const float4* __restrict__ dose,
                                                       float* __restrict__ total) {
    __shared__ float sum[ORGANS];
    int tid = threadIdx.x;
    if (tid < ORGANS) sum[tid] = 0.0f;
    __syncthreads();
#pragma unroll 2
    for (int i = blockIdx.x * 128 + tid; i < DOSE_QUADS; i += gridDim.x * 128) {
        uchar4 o = organ[i];
        float4 d = dose[i];
        atomicAdd(&sum[o.x], d.x * (1.0f + 0.1f * d.x));
        atomicAdd(&sum[o.y], d.y * (1.0f + 0.1f * d.y));
        atomicAdd(&sum[o.z], d.z * (1.0f + 0.1f * d.z));
        atomicAdd(&sum[o.w], d.w * (1.0f + 0.1f * d.w));
    }
    __syncthreads();
    if (tid < ORGANS) atomicAdd(&total[tid], sum[tid]);
}
// a copy of the counters for each warp, summed by the block, one global atomic a block and counter
__global__ void __launch_bounds__(128) organ_dose_cw_b(const uchar4* __restrict__ organ, const float4* __restrict__ dose,
                                                       float* __restrict__ total) {
    __shared__ float copies[4][32];
    int tid = threadIdx.x;
    copies[tid >> 5][tid & 31] = 0.0f;
    __syncthreads();
    float* sum = copies[tid >> 5];
#pragma unroll 2
    for (int i = blockIdx.x * 128 + tid; i < DOSE_QUADS; i += gridDim.x * 128) {
        uchar4 o = organ[i];
        float4 d = dose[i];
        atomicAdd(&sum[o.x], d.x * (1.0f + 0.1f * d.x));
        atomicAdd(&sum[o.y], d.y * (1.0f + 0.1f * d.y));
        atomicAdd(&sum[o.z], d.z * (1.0f + 0.1f * d.z));
        atomicAdd(&sum[o.w], d.w * (1.0f + 0.1f * d.w));
    }
    __syncthreads();
    if (tid < ORGANS) atomicAdd(&total[tid], copies[0][tid] + copies[1][tid] + copies[2][tid] + copies[3][tid]);
}
// The same with a column of counters for each thread (copper_saddle_cw_a repeats organ_dose_r3_b); _b in 264 blocks of 1024 threads, all resident at once.
__global__ void __launch_bounds__(128) copper_saddle_cw_a(const uchar4* __restrict__ organ, const float4* __restrict__ dose,
                                                          float* __restrict__ total) {
    __shared__ float own[ORGANS][128];
    int tid = threadIdx.x;
    for (int k = 0; k < ORGANS; ++k) own[k][tid] = 0.0f;
#pragma unroll 2
    for (int i = blockIdx.x * 128 + tid; i < DOSE_QUADS; i += gridDim.x * 128) {
        uchar4 o = organ[i];
        float4 d = dose[i];
        own[o.x][tid] += d.x * (1.0f + 0.1f * d.x);
        own[o.y][tid] += d.y * (1.0f + 0.1f * d.y);
        own[o.z][tid] += d.z * (1.0f + 0.1f * d.z);
        own[o.w][tid] += d.w * (1.0f + 0.1f * d.w);
    }
    __syncthreads();
    for (int k = tid >> 5; k < ORGANS; k += 4) {
        float s = 0.0f;
        for (int j = tid & 31; j < 128; j += 32) s += own[k][j];
        for (int o = 16; o > 0; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
        if ((tid & 31) == 0) atomicAdd(&total[k], s);
    }
}
constexpr int kSaddleBytes = ORGANS * 1024 * 4;
__global__ void __launch_bounds__(1024, 2) copper_saddle_cw_b(const uchar4* __restrict__ organ, const float4* __restrict__ dose,
                                                              float* __restrict__ total) {
    extern __shared__ float own[];
    int tid = threadIdx.x;
    for (int k = 0; k < ORGANS; ++k) own[k * 1024 + tid] = 0.0f;
#pragma unroll 2
    for (int i = blockIdx.x * 1024 + tid; i < DOSE_QUADS; i += gridDim.x * 1024) {
        uchar4 o = organ[i];
        float4 d = dose[i];
        own[o.x * 1024 + tid] += d.x * (1.0f + 0.1f * d.x);
        own[o.y * 1024 + tid] += d.y * (1.0f + 0.1f * d.y);
        own[o.z * 1024 + tid] += d.z * (1.0f + 0.1f * d.z);
        own[o.w * 1024 + tid] += d.w * (1.0f + 0.1f * d.w);
    }
    __syncthreads();
    int k = tid >> 5;
    if (k < ORGANS) {
        float s = 0.0f;
#pragma unroll 8
        for (int j = tid & 31; j < 1024; j += 32) s += own[k * 1024 + j];
        for (int o = 16; o > 0; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
        if ((tid & 31) == 0) atomicAdd(&total[k], s);
    }
}

// ---------------------------------------------------------------- energy through a food web, compressed sparse rows of 48 to 64 (trophic_web_v4_a)
constexpr int kSpecies = 512 << 10;
__global__ void harness_web(const int* __restrict__ start, int* __restrict__ prey, float* __restrict__ share, float* __restrict__ stock) {
    int s = blockIdx.x * blockDim.x + threadIdx.x, from = start[s], many = start[s + 1] - from;
    stock[s] = 1.5f + harness::unit(s);
    for (int j = 0; j < many; ++j) {
        prey[from + j] = (s + (j - many / 2) * 8 + (int)(harness::hash32(from + j) % 8)) & (kSpecies - 1);
        share[from + j] = 1.5f + harness::unit(from + j + 77);
    }
}
__global__ void __launch_bounds__(256) trophic_web_cw_a(const int* __restrict__ start, const int* __restrict__ prey, const float* __restrict__ share,
                                                        const float* __restrict__ stock, float* __restrict__ energy) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    int to = start[s + 1];
    for (int i = start[s]; i < to; ++i) sum += share[i] * stock[prey[i]];
    energy[s] = sum;
}
// sixteen threads a row, interleaved over its entries, four entries of each thread at a time
__global__ void __launch_bounds__(256) trophic_web_cw_b(const int* __restrict__ start, const int* __restrict__ prey, const float* __restrict__ share,
                                                        const float* __restrict__ stock, float* __restrict__ energy) {
    int s = (blockIdx.x * 256 + threadIdx.x) / 16, lane = threadIdx.x % 16;
    float sum = 0.0f;
    int to = start[s + 1];
    for (int i = start[s] + lane; i < to; i += 64) {
        int p[4];
        float w[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            bool in = i + 16 * j < to;
            p[j] = in ? prey[i + 16 * j] : 0;
            w[j] = in ? share[i + 16 * j] : 0.0f;
        }
#pragma unroll
        for (int j = 0; j < 4; ++j) sum += w[j] * stock[p[j]];
    }
#pragma unroll
    for (int o = 8; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (lane == 0) energy[s] = sum;
}

// ---------------------------------------------------------------- half of every element's neighbour and one (plain_shift_a)
__device__ __forceinline__ int self() { return blockIdx.x * blockDim.x + threadIdx.x; }
__global__ void plain_shift_cw_a(const float* in, float* out, int n) { int i = self(); if (i < n) out[i] = in[i + 1] * 0.5f + 1.0f; }
__global__ void plain_shift_cw_b(const float* in, float* out, int n) {
    for (int i = self(); i < n; i += gridDim.x * blockDim.x) out[i] = in[i + 1] * 0.5f + 1.0f;
}

// ---------------------------------------------------------------- how often each word of 13 letters, or its mirror, is met in a text (pebble_census_a1_a)
constexpr int kPages = 1 << 20, kWords = 1 << 26;
__device__ __forceinline__ uint32_t mirror26(uint32_t w) {
    uint32_t r = __brev(~w);
    return (((r >> 1) & 0x55555555u) | ((r << 1) & 0xaaaaaaaau)) >> 6;
}
__global__ void __launch_bounds__(256) pebble_census_cw_a(const uint32_t* __restrict__ text, int* __restrict__ count) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint32_t now = text[i], next = text[i + 1];
#pragma unroll
    for (int j = 0; j < 16; ++j) {
        uint32_t w = __funnelshift_r(now, next, 2 * j) & 0x3ffffffu;
        atomicAdd(count + min(w, mirror26(w)), 1);
    }
}
// Sorted into 16 parts of 16 MB of the table first (4096 words a block, in order in shared memory), then added part after part.
constexpr int kParts = 16, kRoom = 1 << 21, kPartShift = 22;  // kRoom words at most in a part
__global__ void __launch_bounds__(256) pebble_census_cw_b(const uint32_t* __restrict__ text, int* __restrict__ used, uint32_t* __restrict__ list) {
    __shared__ int many[kParts], first[kParts], place[kParts];
    __shared__ uint32_t sorted[4096];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    if (t < kParts) many[t] = 0;
    __syncthreads();
    uint32_t now = text[i], next = text[i + 1], word[16];
    int rank[16];
#pragma unroll
    for (int j = 0; j < 16; ++j) {
        uint32_t w = __funnelshift_r(now, next, 2 * j) & 0x3ffffffu;
        word[j] = min(w, mirror26(w));
        rank[j] = atomicAdd(&many[word[j] >> kPartShift], 1);
    }
    __syncthreads();
    if (t < 32) {
        int mine = t < kParts ? many[t] : 0, sum = mine;
#pragma unroll
        for (int o = 1; o < kParts; o <<= 1) { int left = __shfl_up_sync(0xffffffffu, sum, o); if (t >= o) sum += left; }
        if (t < kParts) { first[t] = sum - mine; place[t] = t * kRoom + atomicAdd(&used[t], mine) - (sum - mine); }
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 16; ++j) sorted[first[word[j] >> kPartShift] + rank[j]] = word[j];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 16; ++j) {
        uint32_t w = sorted[j * 256 + t];
        list[place[w >> kPartShift] + j * 256 + t] = w;
    }
}
__global__ void __launch_bounds__(256) pebble_census_cw_b2(const int* __restrict__ used, const uint4* __restrict__ list, int* __restrict__ count) {
    int part = blockIdx.y, many = used[part], at = (blockIdx.x * 1024 + threadIdx.x) * 4;  // blocks of 4096 words
    if (blockIdx.x * 4096 >= many) return;
    const uint4* mine = list + (size_t)part * (kRoom / 4);
    uint4 v[4];
#pragma unroll
    for (int q = 0; q < 4; ++q) if (at + q * 1024 < many) v[q] = mine[at / 4 + q * 256];
#pragma unroll
    for (int q = 0; q < 4; ++q) {
        int from = at + q * 1024;
        if (from < many) atomicAdd(count + v[q].x, 1);
        if (from + 1 < many) atomicAdd(count + v[q].y, 1);
        if (from + 2 < many) atomicAdd(count + v[q].z, 1);
        if (from + 3 < many) atomicAdd(count + v[q].w, 1);
    }
}

// ---------------------------------------------------------------- height of the geoid from 256 radial basis functions (meridian_bowl_ax4_a)
constexpr int kSites = 132 * 8 * 256, kCentres = 256;
__global__ void __launch_bounds__(256) meridian_bowl_cw_a(const double* __restrict__ site, const double2* __restrict__ centre, double* __restrict__ height) {
    int i = blockIdx.x * 256 + threadIdx.x;
    double x = site[i], y = site[i + kSites], z = site[i + 2 * kSites], sum = 0.0;
#pragma unroll 4
    for (int c = 0; c < kCentres; ++c) {
        double2 a = centre[2 * c], b = centre[2 * c + 1];
        double dx = x - a.x, dy = y - a.y, dz = z - b.x, s = fma(dx, dx, fma(dy, dy, dz * dz));
        double p = fma(s, 1.1e-9, -2.6e-8);
        p = fma(p, s, 3.9e-7); p = fma(p, s, -5.1e-6); p = fma(p, s, 6.3e-5); p = fma(p, s, -7.2e-4);
        p = fma(p, s, 6.8e-3); p = fma(p, s, -5.2e-2); p = fma(p, s, 0.27); p = fma(p, s, -0.81); p = fma(p, s, 1.6);
        sum = fma(p, b.y, sum);
    }
    height[i] = sum;
}
// 792 persistent blocks share out pieces of 32 sites, eight threads a site
__global__ void __launch_bounds__(256, 6) meridian_bowl_cw_b(const double* __restrict__ site, const double2* __restrict__ centre, double* __restrict__ height) {
    int lane = threadIdx.x & 7;
#pragma unroll 1
    for (int piece = blockIdx.x; piece < kSites / 32; piece += gridDim.x) {
        int i = piece * 32 + threadIdx.x / 8;
        double x = site[i], y = site[i + kSites], z = site[i + 2 * kSites], sum = 0.0;
#pragma unroll 4
        for (int c = lane; c < kCentres; c += 8) {
            double2 a = centre[2 * c], b = centre[2 * c + 1];
            double dx = x - a.x, dy = y - a.y, dz = z - b.x, s = fma(dx, dx, fma(dy, dy, dz * dz));
            double p = fma(s, 1.1e-9, -2.6e-8);
            p = fma(p, s, 3.9e-7); p = fma(p, s, -5.1e-6); p = fma(p, s, 6.3e-5); p = fma(p, s, -7.2e-4);
            p = fma(p, s, 6.8e-3); p = fma(p, s, -5.2e-2); p = fma(p, s, 0.27); p = fma(p, s, -0.81); p = fma(p, s, 1.6);
            sum = fma(p, b.y, sum);
        }
#pragma unroll
        for (int o = 4; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (lane == 0) height[i] = sum;
    }
}

// ---------------------------------------------------------------- product with k-major operands, 4096 x 4096 x 512 (harbor_velcro_bn5_a)
constexpr int kG = 4096, kGK = 512;
__global__ void __launch_bounds__(256, 2) harbor_velcro_cw_a(const float* __restrict__ p, const float* __restrict__ q, float* __restrict__ out) {
    __shared__ __align__(16) float ps[2][16][128], qs[2][16][128];
    const int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4;
    const int lr = tid >> 5, lc = (tid & 31) * 4;
    const float* pg = p + lr * kG + blockIdx.y * 128 + lc;
    const float* qg = q + lr * kG + blockIdx.x * 128 + lc;
    float acc[8][8] = {};
    float4 a[2], b[2];
#pragma unroll
    for (int u = 0; u < 2; ++u) {
        *reinterpret_cast<float4*>(&ps[0][lr + 8 * u][lc]) = *reinterpret_cast<const float4*>(pg + 8 * u * kG);
        *reinterpret_cast<float4*>(&qs[0][lr + 8 * u][lc]) = *reinterpret_cast<const float4*>(qg + 8 * u * kG);
    }
    __syncthreads();
    int cur = 0;
#pragma unroll 1
    for (int k0 = 16; k0 <= kGK; k0 += 16) {
        if (k0 < kGK)
#pragma unroll
            for (int u = 0; u < 2; ++u) {
                a[u] = *reinterpret_cast<const float4*>(pg + (k0 + 8 * u) * kG);
                b[u] = *reinterpret_cast<const float4*>(qg + (k0 + 8 * u) * kG);
            }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float x[8], y[8];
            *reinterpret_cast<float4*>(x) = *reinterpret_cast<float4*>(&ps[cur][k][ty * 4]);
            *reinterpret_cast<float4*>(x + 4) = *reinterpret_cast<float4*>(&ps[cur][k][64 + ty * 4]);
            *reinterpret_cast<float4*>(y) = *reinterpret_cast<float4*>(&qs[cur][k][tx * 4]);
            *reinterpret_cast<float4*>(y + 4) = *reinterpret_cast<float4*>(&qs[cur][k][64 + tx * 4]);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = fmaf(x[i], y[j], acc[i][j]);
        }
        if (k0 < kGK) {
            cur ^= 1;
#pragma unroll
            for (int u = 0; u < 2; ++u) {
                *reinterpret_cast<float4*>(&ps[cur][lr + 8 * u][lc]) = a[u];
                *reinterpret_cast<float4*>(&qs[cur][lr + 8 * u][lc]) = b[u];
            }
            __syncthreads();
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* o = out + (size_t)(blockIdx.y * 128 + (i >> 2) * 64 + ty * 4 + (i & 3)) * kG + blockIdx.x * 128 + tx * 4;
        *reinterpret_cast<float4*>(o) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *reinterpret_cast<float4*>(o + 64) = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}
// tf32 matrix instructions: tiles of 128 x 128, four warps of 64 x 64, asynchronous copies into three buffers of 32 steps, two blocks an SM
constexpr int kVelcroPitch = 136, kVelcroStage = 2 * 32 * kVelcroPitch, kVelcroBytes = 3 * kVelcroStage * 4;
__device__ __forceinline__ void velcro_copy(float* to, const float* from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}
__device__ __forceinline__ uint32_t velcro_round(float x) { uint32_t r; asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(x)); return r; }
__global__ void __launch_bounds__(128, 2) harbor_velcro_cw_b(const float* __restrict__ p, const float* __restrict__ q, float* __restrict__ out) {
    extern __shared__ __align__(16) float pool[];
    const int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5, group = lane >> 2, quad = lane & 3;
    const int wm = (warp >> 1) * 64, wn = (warp & 1) * 64;
    const float* pg = p + warp * kG + blockIdx.y * 128 + lane * 4;
    const float* qg = q + warp * kG + blockIdx.x * 128 + lane * 4;
    auto fetch = [&](int step, int s) {
        float* ps = pool + s * kVelcroStage + warp * kVelcroPitch + lane * 4;
        float* qs = ps + 32 * kVelcroPitch;
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            velcro_copy(ps + 4 * j * kVelcroPitch, pg + (step * 32 + 4 * j) * kG);
            velcro_copy(qs + 4 * j * kVelcroPitch, qg + (step * 32 + 4 * j) * kG);
        }
    };
    float acc[4][8][4] = {};
    fetch(0, 0); asm volatile("cp.async.commit_group;" ::: "memory");
    fetch(1, 1); asm volatile("cp.async.commit_group;" ::: "memory");
    int s = 0;
#pragma unroll 1
    for (int step = 0; step < kGK / 32; ++step) {
        asm volatile("cp.async.wait_group 1;" ::: "memory");
        __syncthreads();
        if (step + 2 < kGK / 32) fetch(step + 2, s == 0 ? 2 : s - 1);
        asm volatile("cp.async.commit_group;" ::: "memory");
        const float* ps = pool + s * kVelcroStage + quad * kVelcroPitch + wm + group;
        const float* qs = pool + s * kVelcroStage + (32 + quad) * kVelcroPitch + wn + group;
#pragma unroll
        for (int k = 0; k < 32; k += 8) {
            uint32_t a[4][4], b[8][2];
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                a[i][0] = velcro_round(ps[k * kVelcroPitch + 16 * i]);
                a[i][1] = velcro_round(ps[k * kVelcroPitch + 16 * i + 8]);
                a[i][2] = velcro_round(ps[(k + 4) * kVelcroPitch + 16 * i]);
                a[i][3] = velcro_round(ps[(k + 4) * kVelcroPitch + 16 * i + 8]);
            }
#pragma unroll
            for (int j = 0; j < 8; ++j) {
                b[j][0] = velcro_round(qs[k * kVelcroPitch + 8 * j]);
                b[j][1] = velcro_round(qs[(k + 4) * kVelcroPitch + 8 * j]);
            }
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j)
                    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                                 : "+f"(acc[i][j][0]), "+f"(acc[i][j][1]), "+f"(acc[i][j][2]), "+f"(acc[i][j][3])
                                 : "r"(a[i][0]), "r"(a[i][1]), "r"(a[i][2]), "r"(a[i][3]), "r"(b[j][0]), "r"(b[j][1]));
        }
        s = s == 2 ? 0 : s + 1;
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            float* o = out + (size_t)(blockIdx.y * 128 + wm + 16 * i + group) * kG + blockIdx.x * 128 + wn + 8 * j + 2 * quad;
            *reinterpret_cast<float2*>(o) = make_float2(acc[i][j][0], acc[i][j][1]);
            *reinterpret_cast<float2*>(o + 8 * kG) = make_float2(acc[i][j][2], acc[i][j][3]);
        }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> launch, const void* out, size_t count, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type});
    };
    {
        std::vector<float4> h(CP_ATOMS);
        for (int a = 0; a < CP_ATOMS; ++a) h[a] = make_float4(26.f * (1 + unit(4 * a)), 26.f * (1 + unit(4 * a + 1)), 0.3f + (1 + unit(4 * a + 2)), 1.f + 0.5f * unit(4 * a + 3));
        CHECK(cudaMemcpyToSymbol(cp_atoms, h.data(), CP_ATOMS * sizeof(float4)));
        const float4* atoms = uploaded(h);
        const int n = CP_NX * CP_NY;
        float* o = empty<float>(n);
        add("silver_walnut_cw_a", [=] { silver_walnut_cw_a<<<n / 128, 128>>>(o, 0.1f); }, o, n);
        add("silver_walnut_cw_b", [=] { silver_walnut_cw_b<<<n / 512, 512>>>(atoms, o, 0.1f); }, o, n);
    }
    {
        const int n = 2 << 20;
        std::vector<float4> q(512);
        for (int k = 0; k < 512; ++k) q[k] = make_float4(harness::unit(4 * k), harness::unit(4 * k + 1), harness::unit(4 * k + 2), 0.02f + 0.01f * harness::unit(4 * k + 3));
        CHECK(cudaMemcpyToSymbol(charges, q.data(), 512 * sizeof(float4)));
        const float4* charge = uploaded(q);
        float *aos = layout(n, 7, 0, 171), *out = empty<float>(n);
        add("quiet_turnip_cw_a", [=] { quiet_turnip_cw_a<<<n / 128, 128>>>((const Point*)aos, out, n); }, out, n);
        add("quiet_turnip_cw_b", [=] { quiet_turnip_cw_b<<<n / 128, 128>>>((const Point*)aos, charge, out, n); }, out, n);
    }
    {
        std::vector<Game> games(kGames);
        for (int g = 0; g < kGames; ++g) {
            for (int d = 0; d < kDrums; ++d) games[g].drum[d] = drum_of(59 - (3 * g + 5 * d) % 23);
            games[g].drawn_low = harness::hash32(g) & harness::hash32(g + 99);
            games[g].drawn_high = harness::hash32(g + 500) & harness::hash32(g + 999);
        }
        CHECK(cudaMemcpyToSymbol(season, games.data(), sizeof(Game) * kGames));
        const uint4* table = (const uint4*)uploaded(games);
        const int tickets = 6 << 20;
        auto* serial = (unsigned*)indices(tickets, 0xffffffffu, 11);
        int* winnings = empty<int>(tickets);
        add("lottery_syndicate_cw_a", [=] { lottery_syndicate_cw_a<<<tickets / 256, 256>>>(serial, winnings, tickets); }, winnings, tickets, Output::i32);
        add("lottery_syndicate_cw_b", [=] { lottery_syndicate_cw_b<<<tickets / 256, 256>>>(serial, winnings, tickets); }, winnings, tickets, Output::i32);
        add("velvet_parcel_cw_a", [=] { velvet_parcel_cw_a<<<tickets / 256, 256>>>(serial, winnings, tickets); }, winnings, tickets, Output::i32);
        add("velvet_parcel_cw_b", [=] { velvet_parcel_cw_b<<<tickets / 256, 256>>>(serial, table, winnings, tickets); }, winnings, tickets, Output::i32);
    }
    {
        size_t n = (size_t)DOSE_QUADS * 4;
        uint8_t* organ = empty<uint8_t>(n);
        harness_fill_u8<<<2048, 256>>>(organ, n, ORGANS, 71); CHECK(cudaGetLastError());
        float *dose = ranged(n, 0.0f, 1.0f, 72), *out = empty<float>(ORGANS);
        CHECK(cudaMemset(out, 0, ORGANS * sizeof(float)));
        CHECK(cudaFuncSetAttribute(copper_saddle_cw_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kSaddleBytes));
        add("organ_dose_cw_a", [=] { organ_dose_cw_a<<<132 * 16, 128>>>((uchar4*)organ, (float4*)dose, out); }, out, ORGANS);
        add("organ_dose_cw_b", [=] { organ_dose_cw_b<<<132 * 16, 128>>>((uchar4*)organ, (float4*)dose, out); }, out, ORGANS);
        add("copper_saddle_cw_a", [=] { copper_saddle_cw_a<<<132 * 16, 128>>>((uchar4*)organ, (float4*)dose, out); }, out, ORGANS);
        add("copper_saddle_cw_b", [=] { copper_saddle_cw_b<<<132 * 2, 1024, kSaddleBytes>>>((uchar4*)organ, (float4*)dose, out); }, out, ORGANS);
    }
    {
        std::vector<int> starts(kSpecies + 1, 0);
        for (int s = 0; s < kSpecies; ++s) starts[s + 1] = starts[s] + 48 + (int)(harness::hash32(s + 5) % 17);
        const int* start = uploaded(starts);
        int* prey = empty<int>(starts[kSpecies]);
        float *share = empty<float>(starts[kSpecies]), *stock = empty<float>(kSpecies), *energy = empty<float>(kSpecies);
        harness_web<<<kSpecies / 256, 256>>>(start, prey, share, stock); CHECK(cudaGetLastError());
        add("trophic_web_cw_a", [=] { trophic_web_cw_a<<<kSpecies / 256, 256>>>(start, prey, share, stock, energy); }, energy, kSpecies);
        add("trophic_web_cw_b", [=] { trophic_web_cw_b<<<kSpecies / 16, 256>>>(start, prey, share, stock, energy); }, energy, kSpecies);
    }
    {
        constexpr int kMany = 48 << 20, kRecords = 12 << 20;
        float *in = filled<float>((size_t)kRecords * 8, 1), *out = empty<float>((size_t)kMany);
        add("plain_shift_cw_a", [=] { plain_shift_cw_a<<<kMany / 256, 256>>>(in, out, kMany); }, out, kMany);
        add("plain_shift_cw_b", [=] { plain_shift_cw_b<<<4224, 256>>>(in, out, kMany); }, out, kMany);
    }
    {
        const uint32_t* text = reinterpret_cast<uint32_t*>(indices(kPages + 1, 0xffffffffu, 0x10000000u));
        int *count = empty<int>(kWords), *used = empty<int>(kParts);
        uint32_t* list = reinterpret_cast<uint32_t*>(empty<int>((size_t)kParts * kRoom));
        CHECK(cudaMemset(count, 0, sizeof(int) << 26));
        add("pebble_census_cw_a", [=] { pebble_census_cw_a<<<kPages / 256, 256>>>(text, count); }, count, kWords, Output::i32);
        add("pebble_census_cw_b", [=] {
            CHECK(cudaMemsetAsync(used, 0, kParts * sizeof(int)));
            pebble_census_cw_b<<<kPages / 256, 256>>>(text, used, list);
            pebble_census_cw_b2<<<dim3(kRoom / 4096, kParts), 256>>>(used, reinterpret_cast<const uint4*>(list), count);
        }, count, kWords, Output::i32);
    }
    {
        double *site = filled<double>((size_t)kSites * 3, 25), *height = empty<double>(kSites);
        double2* centre = reinterpret_cast<double2*>(filled<double>(kCentres * 4, 26));
        add("meridian_bowl_cw_a", [=] { meridian_bowl_cw_a<<<kSites / 256, 256>>>(site, centre, height); }, height, kSites, Output::f64);
        add("meridian_bowl_cw_b", [=] { meridian_bowl_cw_b<<<792, 256>>>(site, centre, height); }, height, kSites, Output::f64);
    }
    {
        float *p = filled<float>((size_t)kGK * kG, 131), *q = filled<float>((size_t)kGK * kG, 132), *o = empty<float>((size_t)kG * kG);
        CHECK(cudaFuncSetAttribute(harbor_velcro_cw_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kVelcroBytes));
        add("harbor_velcro_cw_a", [=] { harbor_velcro_cw_a<<<dim3(32, 32), 256>>>(p, q, o); }, o, (size_t)kG * kG);
        add("harbor_velcro_cw_b", [=] { harbor_velcro_cw_b<<<dim3(32, 32), 128, kVelcroBytes>>>(p, q, o); }, o, (size_t)kG * kG);
    }
    return harness::run(argc, argv, cases);
}
