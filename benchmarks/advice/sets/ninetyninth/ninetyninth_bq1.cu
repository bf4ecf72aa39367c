// Measured before/after pairs, set ninetyninth, suffix bq1.
#include "harness.cuh"

#include <numeric>

using harness::Case;
using harness::Output;

// ---- copper_lantern: drawdown curve of every fund from its monthly returns
constexpr int kFunds = 4224 * 256;
constexpr int kMonths = 60;

__global__ void __launch_bounds__(256) copper_lantern_bq1_a(const float* __restrict__ returns, float* __restrict__ curve) {
    const int fund = blockIdx.x * 256 + threadIdx.x;
    float level = 0.0f, peak = 0.0f;
#pragma unroll 12
    for (int month = 0; month < kMonths; ++month) {
        level = fmaf(0.05f, returns[fund * kMonths + month], level);
        peak = fmaxf(peak, level);
        curve[fund * kMonths + month] = peak - level;
    }
}
__global__ void __launch_bounds__(256) copper_lantern_bq1_b(const float* __restrict__ returns, float* __restrict__ curve) {
    const int fund = blockIdx.x * 256 + threadIdx.x;
    float level = 0.0f, peak = 0.0f;
#pragma unroll 12
    for (int month = 0; month < kMonths; ++month) {
        level = fmaf(0.05f, returns[month * kFunds + fund], level);
        peak = fmaxf(peak, level);
        curve[month * kFunds + fund] = peak - level;
    }
}
__global__ void harness_bq1_months_first(const float* from, float* to) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)kFunds * kMonths; i += (size_t)gridDim.x * blockDim.x)
        to[(i % kMonths) * kFunds + i / kMonths] = from[i];
}

// ---- quiet_teapot: normalised echo height of laser-scan points
constexpr int kEchoes = 24 * 1024 * 1024;

struct Echo {
    float east, north, height, strength, red, green, blue;
    unsigned flags;
    float stamp;
};

__device__ __forceinline__ float echo_score(float height, float strength, unsigned flags) {
    return fmaf(height, 1.5f, -0.125f * strength * (float)(flags & 7u));
}
__global__ void __launch_bounds__(256) quiet_teapot_bq1_a(const Echo* __restrict__ echoes, float* __restrict__ score) {
    const int base = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const int i = base + k * 256;
        score[i] = echo_score(echoes[i].height, echoes[i].strength, echoes[i].flags);
    }
}
__global__ void __launch_bounds__(256) quiet_teapot_bq1_b(const float* __restrict__ height, const float* __restrict__ strength,
                                                          const unsigned* __restrict__ flags, float* __restrict__ score) {
    const int base = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const int i = base + k * 256;
        score[i] = echo_score(height[i], strength[i], flags[i]);
    }
}
__global__ void harness_bq1_echoes(Echo* echoes, float* height, float* strength, unsigned* flags) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < kEchoes; i += gridDim.x * blockDim.x) {
        Echo e;
        e.east = harness::unit(9u * i); e.north = harness::unit(9u * i + 1); e.height = harness::unit(9u * i + 2);
        e.strength = harness::unit(9u * i + 3); e.red = harness::unit(9u * i + 4); e.green = harness::unit(9u * i + 5);
        e.blue = harness::unit(9u * i + 6); e.flags = harness::hash32(9u * i + 7); e.stamp = harness::unit(9u * i + 8);
        echoes[i] = e;
        height[i] = e.height; strength[i] = e.strength; flags[i] = e.flags;
    }
}

// ---- maple_button: click score of user/item events from eight item features
constexpr int kItems = 9000000;
constexpr int kEvents = 12 * 1024 * 1024;

__global__ void __launch_bounds__(256) maple_button_bq1_a(const float* __restrict__ features, const int* __restrict__ item, float* __restrict__ score) {
    const int e = blockIdx.x * 256 + threadIdx.x;
    const float* f = features + item[e];
    const float s = 0.31f * f[0] - 0.22f * f[kItems] + 0.17f * f[2 * kItems] + 0.41f * f[3 * kItems] - 0.09f * f[4 * kItems] +
                    0.26f * f[5 * kItems] - 0.35f * f[6 * kItems] + 0.12f * f[7 * kItems];
    score[e] = fmaxf(s, 0.1f * s);
}
__global__ void __launch_bounds__(256) maple_button_bq1_b(const float4* __restrict__ features, const int* __restrict__ item, float* __restrict__ score) {
    const int e = blockIdx.x * 256 + threadIdx.x;
    const float4* f = features + 2 * item[e];
    const float4 p = f[0], q = f[1];
    const float s = 0.31f * p.x - 0.22f * p.y + 0.17f * p.z + 0.41f * p.w - 0.09f * q.x + 0.26f * q.y - 0.35f * q.z + 0.12f * q.w;
    score[e] = fmaxf(s, 0.1f * s);
}
__global__ void harness_bq1_rows(const float* columns, float* rows) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)kItems * 8; i += (size_t)gridDim.x * blockDim.x)
        rows[i] = columns[(i % 8) * kItems + i / 8];
}

// ---- silver_ladder: second parity (Q) of a five-disk stripe in GF(256)
constexpr int kStripe = 96 * 1024 * 1024;

__global__ void __launch_bounds__(512) silver_ladder_bq1_a(const uint8_t* __restrict__ d0, const uint8_t* __restrict__ d1, const uint8_t* __restrict__ d2,
                                                           const uint8_t* __restrict__ d3, const uint8_t* __restrict__ d4, uint8_t* __restrict__ parity) {
    const int i = blockIdx.x * 512 + threadIdx.x;
    const unsigned v[5] = {d0[i], d1[i], d2[i], d3[i], d4[i]};
    unsigned q = v[4];
#pragma unroll
    for (int k = 3; k >= 0; --k) q = ((q << 1) & 0xfeu) ^ ((q >> 7) * 0x1du) ^ v[k];
    parity[i] = (uint8_t)q;
}
__device__ __forceinline__ unsigned next_power(unsigned q) { return ((q << 1) & 0xfefefefeu) ^ (((q >> 7) & 0x01010101u) * 0x1du); }
__global__ void __launch_bounds__(512) silver_ladder_bq1_b(const uint4* __restrict__ d0, const uint4* __restrict__ d1, const uint4* __restrict__ d2,
                                                           const uint4* __restrict__ d3, const uint4* __restrict__ d4, uint4* __restrict__ parity) {
    const int i = blockIdx.x * 512 + threadIdx.x;
    const uint4 v[5] = {d0[i], d1[i], d2[i], d3[i], d4[i]};
    uint4 q = v[4];
#pragma unroll
    for (int k = 3; k >= 0; --k) {
        q.x = next_power(q.x) ^ v[k].x;
        q.y = next_power(q.y) ^ v[k].y;
        q.z = next_power(q.z) ^ v[k].z;
        q.w = next_power(q.w) ^ v[k].w;
    }
    parity[i] = q;
}
__global__ void harness_bq1_words(unsigned* p, size_t n, unsigned seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = harness::hash32((unsigned)i * 2654435761u + seed);
}

// ---- amber_walrus: substeps of an air-chemistry exchange among the species of each grid cell
constexpr int kCells = 3168 * 256;
constexpr int kSpecies = 56;
constexpr int kSubsteps = 16;

__device__ __forceinline__ void exchange(float& a, float& b, float rate, float rest) {
    const float drive = fmaf(a, rest, -b);
    a = fmaf(-rate, drive, a);
    b = fmaf(rate, drive, b);
}
__device__ __forceinline__ void react(const float* __restrict__ start, float* __restrict__ burden) {
    const int cell = blockIdx.x * 256 + threadIdx.x;
    float c[kSpecies];
#pragma unroll
    for (int i = 0; i < kSpecies; ++i) c[i] = start[i * kCells + cell];
#pragma unroll 1
    for (int step = 0; step < kSubsteps; ++step) {
#pragma unroll
        for (int i = 0; i < kSpecies / 2; ++i) exchange(c[i], c[i + kSpecies / 2], 0.02f * (1 + i * 5 % 7), 0.6f + 0.15f * (i % 5));
#pragma unroll
        for (int i = 0; i < kSpecies / 2; ++i)
            exchange(c[2 * i + 1], c[(2 * i + 2) % kSpecies], 0.015f * (1 + i * 3 % 11), 0.8f + 0.25f * (i % 3));
    }
    float sum = 0.0f;
#pragma unroll
    for (int i = 0; i < kSpecies; ++i) sum = fmaf(c[i], 0.5f + 0.01f * i, sum);
    burden[cell] = sum;
}
__global__ void __launch_bounds__(256, 6) amber_walrus_bq1_a(const float* __restrict__ start, float* __restrict__ burden) { react(start, burden); }
__global__ void __launch_bounds__(256, 2) amber_walrus_bq1_b(const float* __restrict__ start, float* __restrict__ burden) { react(start, burden); }

// ---- gentle_violin: low-complexity score of 64-base DNA windows from their triplet counts
constexpr int kWindows = 12672 * 128;

__device__ __forceinline__ float low_complexity(int pairs) { return (float)pairs * (0.5f / 61.0f); }
__global__ void __launch_bounds__(128) gentle_violin_bq1_a(const uint4* __restrict__ windows, float* __restrict__ score) {
    const int i = blockIdx.x * 128 + threadIdx.x;
    const uint4 w = windows[i];
    const unsigned bases[5] = {w.x, w.y, w.z, w.w, 0u};
    int count[64];
#pragma unroll
    for (int t = 0; t < 64; ++t) count[t] = 0;
#pragma unroll
    for (int k = 0; k < 62; ++k) {
        const unsigned triplet = __funnelshift_r(bases[k / 16], bases[k / 16 + 1], 2 * (k % 16)) & 63u;
        count[triplet] += 1;
    }
    int pairs = 0;
#pragma unroll
    for (int t = 0; t < 64; ++t) pairs += count[t] * (count[t] - 1);
    score[i] = low_complexity(pairs);
}
__global__ void __launch_bounds__(128) gentle_violin_bq1_b(const uint4* __restrict__ windows, float* __restrict__ score) {
    __shared__ unsigned packed[16][128];  // four byte counters a word, a column per thread
    const int i = blockIdx.x * 128 + threadIdx.x;
    const uint4 w = windows[i];
    const unsigned bases[5] = {w.x, w.y, w.z, w.w, 0u};
    unsigned char* count = reinterpret_cast<unsigned char*>(&packed[0][threadIdx.x]);
#pragma unroll
    for (int t = 0; t < 16; ++t) packed[t][threadIdx.x] = 0;
#pragma unroll
    for (int k = 0; k < 62; ++k) {
        const unsigned triplet = __funnelshift_r(bases[k / 16], bases[k / 16 + 1], 2 * (k % 16)) & 63u;
        count[(triplet >> 2) * 512 + (triplet & 3u)] += 1;
    }
    int pairs = 0;
#pragma unroll
    for (int t = 0; t < 16; ++t) {
        const unsigned four = packed[t][threadIdx.x];
#pragma unroll
        for (int b = 0; b < 4; ++b) {
            const int n = (int)((four >> (8 * b)) & 255u);
            pairs += n * (n - 1);
        }
    }
    score[i] = low_complexity(pairs);
}

// ---- marble_pocket: decayed weight sum of graph nodes whose edges lie in chained pages of 128
constexpr int kNodes = 8448 * 8;
constexpr int kChain = 16;
constexpr int kPages = kNodes * kChain;
constexpr int kDecayBytes = 4096;
constexpr int kRoomBytes = 96 * 1024;

__device__ __forceinline__ void follow(const float4* __restrict__ edges, const int* __restrict__ next, const int* __restrict__ first,
                                       const float4* __restrict__ decay, float* __restrict__ total) {
    extern __shared__ float4 factors[];
    factors[threadIdx.x] = decay[threadIdx.x];
    __syncthreads();
    const int node = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    float sum = 0.0f;
    int depth = 0;
    for (int page = first[node]; page >= 0;) {
        const int following = next[page];
        const float4 e = edges[page * 32 + lane];
        const float4 f = factors[(depth & 7) * 32 + lane];
        sum = fmaf(e.x, f.x, fmaf(e.y, f.y, fmaf(e.z, f.z, fmaf(e.w, f.w, sum))));
        page = following;
        ++depth;
    }
#pragma unroll
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    if (lane == 0) total[node] = sum;
}
__global__ void __launch_bounds__(256) marble_pocket_bq1_a(const float4* __restrict__ edges, const int* __restrict__ next, const int* __restrict__ first,
                                                           const float4* __restrict__ decay, float* __restrict__ total) {
    follow(edges, next, first, decay, total);
}
__global__ void __launch_bounds__(256) marble_pocket_bq1_b(const float4* __restrict__ edges, const int* __restrict__ next, const int* __restrict__ first,
                                                           const float4* __restrict__ decay, float* __restrict__ total) {
    follow(edges, next, first, decay, total);
}

// ---- rustic_kettle: decoding of zigzag deltas to sensor readings, one series a warp
constexpr int kSeries = 8448 * 8;
constexpr int kReadings = 1024;

__device__ __forceinline__ void decode(const int* __restrict__ codes, int* __restrict__ readings, int series, int lane) {
    const int* from = codes + series * kReadings + lane;
    int* to = readings + series * kReadings + lane;
    int carry = 0;
#pragma unroll 1
    for (int k = 0; k < kReadings; k += 32) {
        const int code = from[k];
        int value = (code >> 1) ^ -(code & 1);
#pragma unroll
        for (int d = 1; d < 32; d *= 2) {
            const int before = __shfl_up_sync(~0u, value, d);
            if (lane >= d) value += before;
        }
        value += carry;
        to[k] = value;
        carry = __shfl_sync(~0u, value, 31);
    }
}
__global__ void __launch_bounds__(32) rustic_kettle_bq1_a(const int* __restrict__ codes, int* __restrict__ readings) {
    decode(codes, readings, blockIdx.x, threadIdx.x);
}
__global__ void __launch_bounds__(256) rustic_kettle_bq1_b(const int* __restrict__ codes, int* __restrict__ readings) {
    decode(codes, readings, blockIdx.x * 8 + threadIdx.x / 32, threadIdx.x % 32);
}

// ---- purple_comet: scale correction of map raster tiles by a conformal series
constexpr int kTiles = 36;
constexpr int kTileWidth = 768;
constexpr int kTilePixels = 704 * kTileWidth;
constexpr int kShare = 6144;

__device__ __forceinline__ float map_scale(int tile, int pixel) {
    constexpr float series[6] = {8.37e-4f, 7.61e-4f, 1.19e-3f, 2.44e-3f, 5.75e-3f, 1.63e-2f};
    const float lon = 0.0007f * (pixel % kTileWidth) + 0.01f * tile;
    float lat = 0.9f - 0.0009f * (pixel / kTileWidth) + 0.002f * tile;
#pragma unroll
    for (int round = 0; round < 4; ++round) {
        const float sine = __sinf(lat), cosine = __cosf(lat);
        const float cr = 2.0f * cosine * cosine - 1.0f, ci = lon * sine * cosine;
        float r1 = 0.0f, i1 = 0.0f, r2 = 0.0f, i2 = 0.0f;
#pragma unroll
        for (int k = 0; k < 6; ++k) {
            const float r = fmaf(cr, r1, fmaf(-ci, i1, series[k] - r2)), i = fmaf(cr, i1, fmaf(ci, r1, -i2));
            r2 = r1; i2 = i1; r1 = r; i1 = i;
        }
        lat = fmaf(0.5f, r1 - 0.3f * i1, lat);
    }
    return lat;
}
__global__ void __launch_bounds__(512) purple_comet_bq1_a(float* __restrict__ scale) {
    const int tile = blockIdx.x;
    for (int p = threadIdx.x; p < kTilePixels; p += 512) scale[tile * kTilePixels + p] = map_scale(tile, p);
}
__global__ void __launch_bounds__(512) purple_comet_bq1_b(float* __restrict__ scale) {
    const int tile = blockIdx.y, from = blockIdx.x * kShare;
    for (int p = from + threadIdx.x; p < from + kShare; p += 512) scale[tile * kTilePixels + p] = map_scale(tile, p);
}

// ---- wooden_thimble: particle density within fluid drops (poly6 kernel), drops sorted by size
constexpr int kDrops = 12672;
constexpr int kBigDrops = 704;
constexpr int kBigSize = 1024, kSmallSize = 256;
constexpr int kDropsPerBlock = 16;
constexpr int kParticles = kBigDrops * kBigSize + (kDrops - kBigDrops) * kSmallSize;

__device__ __forceinline__ void drop_density(const float4* __restrict__ particles, const int* __restrict__ first, int drop, float4* tile,
                                             float* __restrict__ density) {
    const int start = first[drop], size = first[drop + 1] - start;
    __syncthreads();
    for (int i = threadIdx.x; i < size; i += 256) tile[i] = particles[start + i];
    __syncthreads();
    for (int i = threadIdx.x; i < size; i += 256) {
        const float4 p = tile[i];
        float sum = 0.0f;
#pragma unroll 8
        for (int j = 0; j < size; ++j) {
            const float4 o = tile[j];
            const float dx = p.x - o.x, dy = p.y - o.y, dz = p.z - o.z;
            const float q = fmaxf(fmaf(-dx, dx, fmaf(-dy, dy, fmaf(-dz, dz, 1.0f))), 0.0f);
            sum = fmaf(q * q, q * o.w, sum);
        }
        density[start + i] = sum;
    }
}
__global__ void __launch_bounds__(256, 6) wooden_thimble_bq1_a(const float4* __restrict__ particles, const int* __restrict__ first, float* __restrict__ density) {
    __shared__ float4 tile[kBigSize];
    for (int k = 0; k < kDropsPerBlock; ++k) drop_density(particles, first, blockIdx.x * kDropsPerBlock + k, tile, density);
}
__global__ void __launch_bounds__(256, 6) wooden_thimble_bq1_b(const float4* __restrict__ particles, const int* __restrict__ first, float* __restrict__ density) {
    __shared__ float4 tile[kBigSize];
    drop_density(particles, first, blockIdx.x, tile, density);
}

// ---- sunny_basket: two-phase mobility of reservoir cells, one fitted model for each rock type
constexpr int kRocks = 16 * 1024 * 1024;
constexpr int kFits = 24;

__device__ __forceinline__ float mobility(int type, float s, float p) {
    float m = 0.0f;
    switch (type) {
        case 0:
#pragma unroll 4
            for (int k = 0; k < kFits; ++k) { s = fmaf(s, 0.82f, 0.11f * p); p = fmaf(-0.3f, s, 0.74f * p); m = fmaf(s, p, 0.9f * m); }
            break;
        case 1:
#pragma unroll 4
            for (int k = 0; k < kFits; ++k) { s = fmaf(p, 0.31f, 0.63f * s); m = fmaf(s, 0.5f, 0.7f * m); p = fmaf(0.81f, p, -0.2f * m); }
            break;
        case 2:
#pragma unroll 4
            for (int k = 0; k < kFits; ++k) { p = fmaxf(fmaf(p, 0.9f, 0.07f * s), -0.8f); s = fminf(fmaf(s, p, 0.1f), 0.8f); m += s * 0.05f; }
            break;
        case 3:
#pragma unroll 4
            for (int k = 0; k < kFits; ++k) { const float t = s * p; s = fmaf(t, 0.4f, 0.5f * s); p = fmaf(-0.3f, t, 0.65f * p); m = fmaf(0.95f, m, t); }
            break;
        case 4:
#pragma unroll 4
            for (int k = 0; k < kFits; ++k) { s = 0.02f + fabsf(fmaf(s, 0.77f, -0.21f * p)); p = fmaf(p, s, 0.04f); m = fmaf(p, -0.3f, 0.8f * m); }
            break;
        case 5:
#pragma unroll 4
            for (int k = 0; k < kFits; ++k) { p = fmaf(-0.45f, p, 0.33f * s); m = fmaf(p, p, 0.66f * m); s = fmaf(m, 0.21f, 0.51f * s); }
            break;
        case 6:
#pragma unroll 4
            for (int k = 0; k < kFits; ++k) { m = fmaf(m, 0.58f, s - 0.4f * p); s = fmaf(0.87f, s, -0.12f * p); p = fmaf(s, 0.14f, 0.86f * p); }
            break;
        default:
#pragma unroll 4
            for (int k = 0; k < kFits; ++k) { const float t = fmaf(s, s, -p * p); p = fmaf(t, 0.23f, 0.6f * p); s = fmaf(t, -0.19f, 0.7f * s); m += 0.5f * t; }
            break;
    }
    return m;
}
__global__ void __launch_bounds__(256) sunny_basket_bq1_a(const float* __restrict__ saturation, const float* __restrict__ pressure,
                                                          const int* __restrict__ type, float* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = mobility(type[i], saturation[i], pressure[i]);
}
__global__ void __launch_bounds__(256) sunny_basket_bq1_b(const float* __restrict__ saturation, const float* __restrict__ pressure,
                                                          const int* __restrict__ type, float* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = mobility(type[i], saturation[i], pressure[i]);
}

// ---- frosty_pigeon: development of a raw photograph (black level, lens shading, tone curve, masked mix)
constexpr int kQuads = 12 * 1024 * 1024;

__device__ __forceinline__ float leveled(float raw) { return fmaf(raw, 1.9f, -0.0625f); }
__device__ __forceinline__ float toned(float x) { return __fdividef(x, 1.0f + fabsf(x)); }
__device__ __forceinline__ float mixed(float x, float mask) { return fmaf(mask, 0.25f - x, x); }

__global__ void __launch_bounds__(256) frosty_pigeon_bq1_a(const float4* __restrict__ raw, float4* __restrict__ out) {
    const int base = blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        const int i = base + k * 256;
        const float4 v = raw[i];
        out[i] = make_float4(leveled(v.x), leveled(v.y), leveled(v.z), leveled(v.w));
    }
}
__global__ void __launch_bounds__(256) frosty_pigeon_bq1_a2(const float4* __restrict__ in, const float4* __restrict__ shade, float4* __restrict__ out) {
    const int base = blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        const int i = base + k * 256;
        const float4 v = in[i], s = shade[i];
        out[i] = make_float4(v.x * s.x, v.y * s.y, v.z * s.z, v.w * s.w);
    }
}
__global__ void __launch_bounds__(256) frosty_pigeon_bq1_a3(const float4* __restrict__ in, float4* __restrict__ out) {
    const int base = blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        const int i = base + k * 256;
        const float4 v = in[i];
        out[i] = make_float4(toned(v.x), toned(v.y), toned(v.z), toned(v.w));
    }
}
__global__ void __launch_bounds__(256) frosty_pigeon_bq1_a4(const float4* __restrict__ in, const float4* __restrict__ mask, float4* __restrict__ out) {
    const int base = blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        const int i = base + k * 256;
        const float4 v = in[i], m = mask[i];
        out[i] = make_float4(mixed(v.x, m.x), mixed(v.y, m.y), mixed(v.z, m.z), mixed(v.w, m.w));
    }
}
__global__ void __launch_bounds__(256) frosty_pigeon_bq1_b(const float4* __restrict__ raw, const float4* __restrict__ shade, const float4* __restrict__ mask,
                                                           float4* __restrict__ out) {
    const int base = blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        const int i = base + k * 256;
        const float4 v = raw[i], s = shade[i], m = mask[i];
        out[i] = make_float4(mixed(toned(leveled(v.x) * s.x), m.x), mixed(toned(leveled(v.y) * s.y), m.y),
                             mixed(toned(leveled(v.z) * s.z), m.z), mixed(toned(leveled(v.w) * s.w), m.w));
    }
}

// ---- humble_saddle: forecast residual of a long series against its model
constexpr int kHours = 80 * 1024 * 1024;

__device__ __forceinline__ void residual(const float* __restrict__ seen, const float* __restrict__ model, float* __restrict__ out) {
    const int base = blockIdx.x * 2048 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        const int i = base + k * 256;
        out[i] = fmaf(-0.7f, model[i], seen[i]);
    }
}
__global__ void __launch_bounds__(256) humble_saddle_bq1_a(const float* __restrict__ seen, const float* __restrict__ model, float* __restrict__ out) {
    residual(seen, model, out);
}
__global__ void __launch_bounds__(256) humble_saddle_bq1_b(const float* __restrict__ seen, const float* __restrict__ model, float* __restrict__ out) {
    residual(seen, model, out);
}

// ---- crimson_turnip: radiometric calibration of a 256-band image, counts to radiance
constexpr int kPixels = 12672 * 32;
constexpr int kBands = 256;

__global__ void __launch_bounds__(256, 4) crimson_turnip_bq1_a(const uint2* __restrict__ counts, const float4* __restrict__ gain, const float4* __restrict__ dark,
                                                               float4* __restrict__ radiance) {
    const int quarter = threadIdx.x % 64, row = threadIdx.x / 64;
    const float4 g = gain[quarter], d = dark[quarter];
    const int base = (blockIdx.x * 64 + row) * 64 + quarter;
    uint2 c[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) c[k] = counts[base + k * 256];
#pragma unroll
    for (int k = 0; k < 16; ++k)
        radiance[base + k * 256] = make_float4(fmaf((float)(c[k].x & 0xffffu), g.x, d.x), fmaf((float)(c[k].x >> 16), g.y, d.y),
                                               fmaf((float)(c[k].y & 0xffffu), g.z, d.z), fmaf((float)(c[k].y >> 16), g.w, d.w));
}
__global__ void __launch_bounds__(256, 8) crimson_turnip_bq1_b(const uint2* __restrict__ counts, const float4* __restrict__ gain, const float4* __restrict__ dark,
                                                               float4* __restrict__ radiance) {
    const int quarter = threadIdx.x % 64, row = threadIdx.x / 64;
    const float4 g = gain[quarter], d = dark[quarter];
    const int base = (blockIdx.x * 16 + row) * 64 + quarter;
    uint2 c[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) c[k] = counts[base + k * 256];
#pragma unroll
    for (int k = 0; k < 4; ++k)
        radiance[base + k * 256] = make_float4(fmaf((float)(c[k].x & 0xffffu), g.x, d.x), fmaf((float)(c[k].x >> 16), g.y, d.y),
                                               fmaf((float)(c[k].y & 0xffffu), g.z, d.z), fmaf((float)(c[k].y >> 16), g.w, d.w));
}

// ---- lively_orchid: six-axis motion records sorted into one plane for each axis
constexpr int kSamples = 43520 * 384;

__global__ void __launch_bounds__(192) lively_orchid_bq1_a(const float* __restrict__ records, float* __restrict__ planes) {
    __shared__ float stage[2304];
    const float* from = records + blockIdx.x * 2304 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 12; ++k) stage[threadIdx.x + k * 192] = from[k * 192];
    __syncthreads();
    const int axis = threadIdx.x / 32, lane = threadIdx.x % 32;
    const float unit = axis < 3 ? 9.81f : 0.0175f;
    float* to = planes + axis * kSamples + blockIdx.x * 384 + lane;
#pragma unroll
    for (int k = 0; k < 12; ++k) to[k * 32] = unit * stage[(k * 32 + lane) * 6 + axis];
}
__global__ void __launch_bounds__(192) lively_orchid_bq1_b(const float* __restrict__ records, float* __restrict__ planes) {
    __shared__ float stage[2304 + 24];
    const float* from = records + blockIdx.x * 2304 + threadIdx.x;
    const int slot = threadIdx.x + threadIdx.x / 96;
#pragma unroll
    for (int k = 0; k < 12; ++k) stage[slot + k * 194] = from[k * 192];
    __syncthreads();
    const int axis = threadIdx.x / 32, lane = threadIdx.x % 32;
    const float unit = axis < 3 ? 9.81f : 0.0175f;
    float* to = planes + axis * kSamples + blockIdx.x * 384 + lane;
#pragma unroll
    for (int k = 0; k < 12; ++k) to[k * 32] = unit * stage[(k * 32 + lane) * 6 + k * 2 + lane / 16 + axis];
}

// ---- polite_dragon: drift of particle coordinates by velocity and acceleration
constexpr int kMoves = 12 * 1024 * 1024;

__device__ __forceinline__ float drift(float x, float v, float a) { return fmaf(0.01f, fmaf(0.005f, a, v), x); }
__global__ void __launch_bounds__(256) polite_dragon_bq1_a(const float4* __restrict__ x, const float4* __restrict__ v, const float4* __restrict__ a,
                                                           float4* __restrict__ moved) {
    const int base = blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        const int i = base + k * 256;
        const float4 p = x[i], q = v[i], r = a[i];
        moved[i] = make_float4(drift(p.x, q.x, r.x), drift(p.y, q.y, r.y), drift(p.z, q.z, r.z), drift(p.w, q.w, r.w));
    }
}

// ---- dusty_cello: Huber loss of predictions, one partial for each block
constexpr int kLossBlocks = 4224;
constexpr int kLossQuads = kLossBlocks * 256 * 16;

__device__ __forceinline__ float huber(float p, float t) {
    const float d = fabsf(p - t), c = fminf(d, 0.6f);
    return c * fmaf(-0.5f, c, d);
}
__global__ void __launch_bounds__(256) dusty_cello_bq1_a(const float4* __restrict__ predicted, const float4* __restrict__ target, float* __restrict__ partial) {
    __shared__ float warps[8];
    const int base = blockIdx.x * 4096 + threadIdx.x;
    float sum = 0.0f;
#pragma unroll 2
    for (int k = 0; k < 16; ++k) {
        const float4 p = predicted[base + k * 256], t = target[base + k * 256];
        sum += (huber(p.x, t.x) + huber(p.y, t.y)) + (huber(p.z, t.z) + huber(p.w, t.w));
    }
#pragma unroll
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        float all = 0.0f;
#pragma unroll
        for (int w = 0; w < 8; ++w) all += warps[w];
        partial[blockIdx.x] = all;
    }
}

// ---- bright_falcon: layer normalisation of token vectors of 768, one a warp
constexpr int kTokens = 131072;
constexpr int kWidth = 768;

__global__ void __launch_bounds__(256) bright_falcon_bq1_a(const float4* __restrict__ tokens, const float4* __restrict__ gamma, const float4* __restrict__ beta,
                                                           float4* __restrict__ out) {
    const int lane = threadIdx.x % 32, base = (blockIdx.x * 8 + threadIdx.x / 32) * (kWidth / 4) + lane;
    float4 v[6];
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 6; ++k) v[k] = tokens[base + k * 32];
#pragma unroll
    for (int k = 0; k < 6; ++k) sum += (v[k].x + v[k].y) + (v[k].z + v[k].w);
#pragma unroll
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    const float mean = sum * (1.0f / kWidth);
    float square = 0.0f;
#pragma unroll
    for (int k = 0; k < 6; ++k) {
        v[k].x -= mean; v[k].y -= mean; v[k].z -= mean; v[k].w -= mean;
        square += (v[k].x * v[k].x + v[k].y * v[k].y) + (v[k].z * v[k].z + v[k].w * v[k].w);
    }
#pragma unroll
    for (int d = 16; d > 0; d /= 2) square += __shfl_xor_sync(~0u, square, d);
    const float scale = rsqrtf(fmaf(square, 1.0f / kWidth, 1e-5f));
#pragma unroll
    for (int k = 0; k < 6; ++k) {
        const float4 g = gamma[lane + k * 32], b = beta[lane + k * 32];
        out[base + k * 32] = make_float4(fmaf(v[k].x * scale, g.x, b.x), fmaf(v[k].y * scale, g.y, b.y), fmaf(v[k].z * scale, g.z, b.z),
                                         fmaf(v[k].w * scale, g.w, b.w));
    }
}

// ---- mellow_anchor: one step of heat conduction on a 512 x 480 x 396 grid, marching along z
constexpr int kNx = 512, kNy = 480, kNz = 396;
constexpr int kSlab = 36;

__global__ void __launch_bounds__(256) mellow_anchor_bq1_a(const float* __restrict__ heat, float* __restrict__ out) {
    constexpr int plane = kNx * kNy;
    const int lane = threadIdx.x % 32, x = blockIdx.x * 128 + lane * 4, y = blockIdx.y * 8 + threadIdx.x / 32, z0 = blockIdx.z * kSlab;
    const float* here = heat + y * kNx + x;
    const int north = (y > 0 ? -kNx : 0), south = (y < kNy - 1 ? kNx : 0);
    const int rim = lane == 0 ? (x > 0 ? -1 : 0) : (x + 4 < kNx ? 4 : 3);
    const auto at = [](const float* p) { return *reinterpret_cast<const float4*>(p); };
    float4 below = at(here + (z0 > 0 ? z0 - 1 : 0) * plane), c = at(here + z0 * plane), above = at(here + (z0 + 1) * plane);
#pragma unroll 2
    for (int z = z0; z < z0 + kSlab; ++z) {
        const float4 ahead = at(here + (z + 2 < kNz ? z + 2 : kNz - 1) * plane);
        const float4 n = at(here + z * plane + north), s = at(here + z * plane + south);
        float west = __shfl_up_sync(~0u, c.w, 1), east = __shfl_down_sync(~0u, c.x, 1);
        if (lane == 0 || lane == 31) {
            const float edge = here[z * plane + rim];
            if (lane == 0) west = edge; else east = edge;
        }
        float4 r;
        r.x = fmaf(0.12f, ((west + c.y) + (n.x + s.x)) + (below.x + above.x), 0.28f * c.x);
        r.y = fmaf(0.12f, ((c.x + c.z) + (n.y + s.y)) + (below.y + above.y), 0.28f * c.y);
        r.z = fmaf(0.12f, ((c.y + c.w) + (n.z + s.z)) + (below.z + above.z), 0.28f * c.z);
        r.w = fmaf(0.12f, ((c.z + east) + (n.w + s.w)) + (below.w + above.w), 0.28f * c.w);
        *reinterpret_cast<float4*>(out + z * plane + y * kNx + x) = r;
        below = c; c = above; above = ahead;
    }
}

static float4* quads(float* p) { return reinterpret_cast<float4*>(p); }
static unsigned* random_words(size_t n, unsigned seed) {
    unsigned* p = harness::empty<unsigned>(n);
    harness_bq1_words<<<2048, 256>>>(p, n, seed); CHECK(cudaGetLastError());
    return p;
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    const auto add = [&](const char* name, std::function<void()> launch, const void* out, size_t count, Output type = Output::f32) {
        cases.push_back(Case{name, std::move(launch), out, count, type});
    };

    {
        const size_t n = (size_t)kFunds * kMonths;
        float *by_fund = harness::filled<float>(n, 11), *by_month = harness::empty<float>(n), *curve = harness::empty<float>(n);
        harness_bq1_months_first<<<4096, 256>>>(by_fund, by_month); CHECK(cudaGetLastError());
        add("copper_lantern_bq1_a", [=] { copper_lantern_bq1_a<<<kFunds / 256, 256>>>(by_fund, curve); }, curve, n);
        add("copper_lantern_bq1_b", [=] { copper_lantern_bq1_b<<<kFunds / 256, 256>>>(by_month, curve); }, curve, n);
    }
    {
        Echo* echoes = harness::empty<Echo>(kEchoes);
        float *height = harness::empty<float>(kEchoes), *strength = harness::empty<float>(kEchoes), *score = harness::empty<float>(kEchoes);
        unsigned* flags = harness::empty<unsigned>(kEchoes);
        harness_bq1_echoes<<<4096, 256>>>(echoes, height, strength, flags); CHECK(cudaGetLastError());
        add("quiet_teapot_bq1_a", [=] { quiet_teapot_bq1_a<<<kEchoes / 1024, 256>>>(echoes, score); }, score, kEchoes);
        add("quiet_teapot_bq1_b", [=] { quiet_teapot_bq1_b<<<kEchoes / 1024, 256>>>(height, strength, flags, score); }, score, kEchoes);
    }
    {
        float *columns = harness::filled<float>((size_t)kItems * 8, 13), *rows = harness::empty<float>((size_t)kItems * 8);
        float* score = harness::empty<float>(kEvents);
        int* item = harness::indices(kEvents, kItems, 17);
        harness_bq1_rows<<<4096, 256>>>(columns, rows); CHECK(cudaGetLastError());
        add("maple_button_bq1_a", [=] { maple_button_bq1_a<<<kEvents / 256, 256>>>(columns, item, score); }, score, kEvents);
        add("maple_button_bq1_b", [=] { maple_button_bq1_b<<<kEvents / 256, 256>>>(quads(rows), item, score); }, score, kEvents);
    }
    {
        uint8_t* d[5];
        for (int k = 0; k < 5; ++k) d[k] = reinterpret_cast<uint8_t*>(random_words(kStripe / 4, 19 + k));
        uint8_t *d0 = d[0], *d1 = d[1], *d2 = d[2], *d3 = d[3], *d4 = d[4], *parity = harness::empty<uint8_t>(kStripe);
        const auto wide = [](uint8_t* p) { return reinterpret_cast<uint4*>(p); };
        add("silver_ladder_bq1_a", [=] { silver_ladder_bq1_a<<<kStripe / 512, 512>>>(d0, d1, d2, d3, d4, parity); }, parity, kStripe, Output::u8);
        add("silver_ladder_bq1_b", [=] { silver_ladder_bq1_b<<<kStripe / 8192, 512>>>(wide(d0), wide(d1), wide(d2), wide(d3), wide(d4), wide(parity)); },
            parity, kStripe, Output::u8);
    }
    {
        float *start = harness::filled<float>((size_t)kCells * kSpecies, 29), *burden = harness::empty<float>(kCells);
        add("amber_walrus_bq1_a", [=] { amber_walrus_bq1_a<<<kCells / 256, 256>>>(start, burden); }, burden, kCells);
        add("amber_walrus_bq1_b", [=] { amber_walrus_bq1_b<<<kCells / 256, 256>>>(start, burden); }, burden, kCells);
    }
    {
        uint4* windows = reinterpret_cast<uint4*>(random_words((size_t)kWindows * 4, 31));
        float* score = harness::empty<float>(kWindows);
        add("gentle_violin_bq1_a", [=] { gentle_violin_bq1_a<<<kWindows / 128, 128>>>(windows, score); }, score, kWindows);
        add("gentle_violin_bq1_b", [=] { gentle_violin_bq1_b<<<kWindows / 128, 128>>>(windows, score); }, score, kWindows);
    }
    {
        std::vector<int> place(kPages), link(kPages), head(kNodes);
        std::iota(place.begin(), place.end(), 0);
        for (int i = kPages - 1; i > 0; --i) std::swap(place[i], place[harness::hash32(37u + i) % (unsigned)(i + 1)]);
        for (int node = 0; node < kNodes; ++node) {
            head[node] = place[node * kChain];
            for (int k = 0; k < kChain; ++k) link[place[node * kChain + k]] = k + 1 < kChain ? place[node * kChain + k + 1] : -1;
        }
        int *next = harness::uploaded(link), *first = harness::uploaded(head);
        float *edges = harness::filled<float>((size_t)kPages * 128, 41), *decay = harness::filled<float>(1024, 43), *total = harness::empty<float>(kNodes);
        CHECK(cudaFuncSetAttribute(marble_pocket_bq1_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kRoomBytes));
        add("marble_pocket_bq1_a", [=] { marble_pocket_bq1_a<<<kNodes / 8, 256, kRoomBytes>>>(quads(edges), next, first, quads(decay), total); }, total, kNodes);
        add("marble_pocket_bq1_b", [=] { marble_pocket_bq1_b<<<kNodes / 8, 256, kDecayBytes>>>(quads(edges), next, first, quads(decay), total); }, total, kNodes);
    }
    {
        const size_t n = (size_t)kSeries * kReadings;
        int *codes = harness::indices(n, 128, 47), *readings = harness::empty<int>(n);
        add("rustic_kettle_bq1_a", [=] { rustic_kettle_bq1_a<<<kSeries, 32>>>(codes, readings); }, readings, n, Output::i32);
        add("rustic_kettle_bq1_b", [=] { rustic_kettle_bq1_b<<<kSeries / 8, 256>>>(codes, readings); }, readings, n, Output::i32);
    }
    {
        const size_t n = (size_t)kTiles * kTilePixels;
        float* scale = harness::empty<float>(n);
        add("purple_comet_bq1_a", [=] { purple_comet_bq1_a<<<kTiles, 512>>>(scale); }, scale, n);
        add("purple_comet_bq1_b", [=] { purple_comet_bq1_b<<<dim3(kTilePixels / kShare, kTiles), 512>>>(scale); }, scale, n);
    }
    {
        std::vector<int> start(kDrops + 1, 0);
        for (int d = 0; d < kDrops; ++d) start[d + 1] = start[d] + (d < kBigDrops ? kBigSize : kSmallSize);
        int* first = harness::uploaded(start);
        float *particles = harness::filled<float>((size_t)kParticles * 4, 53), *density = harness::empty<float>(kParticles);
        add("wooden_thimble_bq1_a", [=] { wooden_thimble_bq1_a<<<kDrops / kDropsPerBlock, 256>>>(quads(particles), first, density); }, density, kParticles);
        add("wooden_thimble_bq1_b", [=] { wooden_thimble_bq1_b<<<kDrops, 256>>>(quads(particles), first, density); }, density, kParticles);
    }
    {
        std::vector<float> s(kRocks), p(kRocks), grouped_s(kRocks), grouped_p(kRocks);
        std::vector<int> t(kRocks), grouped_t(kRocks);
        size_t begin[9] = {0};
        for (int i = 0; i < kRocks; ++i) {
            s[i] = harness::unit(3u * i + 59); p[i] = harness::unit(3u * i + 60); t[i] = (int)(harness::hash32(3u * i + 61) >> 29);
            ++begin[t[i] + 1];
        }
        for (int k = 0; k < 8; ++k) begin[k + 1] += begin[k];
        for (int i = 0; i < kRocks; ++i) {
            const size_t to = begin[t[i]]++;
            grouped_s[to] = s[i]; grouped_p[to] = p[i]; grouped_t[to] = t[i];
        }
        float *saturation = harness::uploaded(s), *pressure = harness::uploaded(p), *saturation_g = harness::uploaded(grouped_s), *pressure_g = harness::uploaded(grouped_p);
        int *type = harness::uploaded(t), *type_g = harness::uploaded(grouped_t);
        float* out = harness::empty<float>(kRocks);
        add("sunny_basket_bq1_a", [=] { sunny_basket_bq1_a<<<kRocks / 256, 256>>>(saturation, pressure, type, out); }, out, kRocks);
        add("sunny_basket_bq1_b", [=] { sunny_basket_bq1_b<<<kRocks / 256, 256>>>(saturation_g, pressure_g, type_g, out); }, out, kRocks);
    }
    {
        const size_t n = (size_t)kQuads * 4;
        float *raw = harness::filled<float>(n, 67), *shade = harness::filled<float>(n, 71), *mask = harness::filled<float>(n, 73);
        float *one = harness::empty<float>(n), *two = harness::empty<float>(n), *out = harness::empty<float>(n);
        add("frosty_pigeon_bq1_a", [=] {
            frosty_pigeon_bq1_a<<<kQuads / 512, 256>>>(quads(raw), quads(one));
            frosty_pigeon_bq1_a2<<<kQuads / 512, 256>>>(quads(one), quads(shade), quads(two));
            frosty_pigeon_bq1_a3<<<kQuads / 512, 256>>>(quads(two), quads(one));
            frosty_pigeon_bq1_a4<<<kQuads / 512, 256>>>(quads(one), quads(mask), quads(out));
        }, out, n);
        add("frosty_pigeon_bq1_b", [=] { frosty_pigeon_bq1_b<<<kQuads / 512, 256>>>(quads(raw), quads(shade), quads(mask), quads(out)); }, out, n);
    }
    {
        float *seen = harness::filled<float>(kHours, 79), *model = harness::filled<float>(kHours, 83), *out = harness::empty<float>(kHours);
        float* shifted = harness::empty<float>((size_t)kHours + 32) + 1;
        CHECK(cudaMemcpy(shifted, model, (size_t)kHours * sizeof(float), cudaMemcpyDeviceToDevice));
        add("humble_saddle_bq1_a", [=] { humble_saddle_bq1_a<<<kHours / 2048, 256>>>(seen, shifted, out); }, out, kHours);
        add("humble_saddle_bq1_b", [=] { humble_saddle_bq1_b<<<kHours / 2048, 256>>>(seen, model, out); }, out, kHours);
    }
    {
        const size_t n = (size_t)kPixels * kBands;
        unsigned* counts = random_words(n / 2, 89);
        float *gain = harness::filled<float>(kBands, 97), *dark = harness::filled<float>(kBands, 101), *radiance = harness::empty<float>(n);
        add("crimson_turnip_bq1_a", [=] {
            crimson_turnip_bq1_a<<<kPixels / 64, 256>>>(reinterpret_cast<uint2*>(counts), quads(gain), quads(dark), quads(radiance));
        }, radiance, n);
        add("crimson_turnip_bq1_b", [=] {
            crimson_turnip_bq1_b<<<kPixels / 16, 256>>>(reinterpret_cast<uint2*>(counts), quads(gain), quads(dark), quads(radiance));
        }, radiance, n);
    }
    {
        const size_t n = (size_t)kSamples * 6;
        float *records = harness::filled<float>(n, 103), *planes = harness::empty<float>(n);
        add("lively_orchid_bq1_a", [=] { lively_orchid_bq1_a<<<kSamples / 384, 192>>>(records, planes); }, planes, n);
        add("lively_orchid_bq1_b", [=] { lively_orchid_bq1_b<<<kSamples / 384, 192>>>(records, planes); }, planes, n);
    }
    {
        const size_t n = (size_t)kMoves * 4;
        float *x = harness::filled<float>(n, 107), *v = harness::filled<float>(n, 109), *a = harness::filled<float>(n, 113), *moved = harness::empty<float>(n);
        add("polite_dragon_bq1_a", [=] { polite_dragon_bq1_a<<<kMoves / 512, 256>>>(quads(x), quads(v), quads(a), quads(moved)); }, moved, n);
    }
    {
        const size_t n = (size_t)kLossQuads * 4;
        float *predicted = harness::filled<float>(n, 127), *target = harness::filled<float>(n, 131), *partial = harness::empty<float>(kLossBlocks);
        add("dusty_cello_bq1_a", [=] { dusty_cello_bq1_a<<<kLossBlocks, 256>>>(quads(predicted), quads(target), partial); }, partial, kLossBlocks);
    }
    {
        const size_t n = (size_t)kTokens * kWidth;
        float *tokens = harness::filled<float>(n, 137), *gamma = harness::filled<float>(kWidth, 139), *beta = harness::filled<float>(kWidth, 149);
        float* out = harness::empty<float>(n);
        add("bright_falcon_bq1_a", [=] { bright_falcon_bq1_a<<<kTokens / 8, 256>>>(quads(tokens), quads(gamma), quads(beta), quads(out)); }, out, n);
    }
    {
        const size_t n = (size_t)kNx * kNy * kNz;
        float *heat = harness::filled<float>(n, 151), *out = harness::empty<float>(n);
        add("mellow_anchor_bq1_a", [=] { mellow_anchor_bq1_a<<<dim3(kNx / 128, kNy / 8, kNz / kSlab), 256>>>(heat, out); }, out, n);
    }
    return harness::run(argc, argv, cases);
}
