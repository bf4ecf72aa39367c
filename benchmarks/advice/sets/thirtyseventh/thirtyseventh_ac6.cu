// Eight measured cases from geodesy, ocean, archives and public health: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Vertical gravity at survey stations caused by 1536 buried point masses; masses pass through a shared tile.
constexpr int kStations = 132 * 8 * 6 * 256, kMasses = 1536;

struct NewtonByRoot {
    static __device__ __forceinline__ float pull(float m, float dz, float r2) { float r = sqrtf(r2); return m * dz / (r * r * r); }
};
struct NewtonByInverseRoot {
    static __device__ __forceinline__ float pull(float m, float dz, float r2) { float s = rsqrtf(r2); return m * dz * (s * s * s); }
};

template <class Law>
__device__ __forceinline__ void sunken_chapel(const float4* __restrict__ masses, const float2* __restrict__ stations, float* __restrict__ gravity) {
    __shared__ float4 tile[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 at = stations[i];
    float sum = 0.0f;
    for (int from = 0; from < kMasses; from += 256) {
        __syncthreads();
        float4 next = masses[from + threadIdx.x];
        tile[threadIdx.x] = make_float4(next.x, next.y, next.z + 1.5f, next.w);  // depth 0.5 to 2.5
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < 256; ++k) {
            float4 m = tile[k];
            float dx = m.x - at.x, dy = m.y - at.y;
            sum += Law::pull(m.w, m.z, fmaf(dx, dx, fmaf(dy, dy, m.z * m.z)));
        }
    }
    gravity[i] = sum;
}

__global__ void __launch_bounds__(256, 8) sunken_chapel_ac6_a(const float4* __restrict__ masses, const float2* __restrict__ stations, float* __restrict__ gravity) {
    sunken_chapel<NewtonByRoot>(masses, stations, gravity);
}
__global__ void __launch_bounds__(256, 8) sunken_chapel_ac6_b(const float4* __restrict__ masses, const float2* __restrict__ stations, float* __restrict__ gravity) {
    sunken_chapel<NewtonByInverseRoot>(masses, stations, gravity);
}

// ---- Spatial database: 64-bit quad-tree key of each tile position (32 bits of column and row interleaved).
constexpr int kTiles = 132 * 8 * 6 * 256;

__global__ void __launch_bounds__(256) stamp_album_ac6_a(const uint2* __restrict__ position, unsigned long long* __restrict__ key) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint2 p = position[i];
    unsigned long long k = 0;
    for (int bit = 0; bit < 32; ++bit) {
        k |= (unsigned long long)((p.x >> bit) & 1u) << (2 * bit);
        k |= (unsigned long long)((p.y >> bit) & 1u) << (2 * bit + 1);
    }
    key[i] = k;
}

__device__ __forceinline__ unsigned spread16(unsigned v) {
    v = (v | (v << 8)) & 0x00ff00ffu;
    v = (v | (v << 4)) & 0x0f0f0f0fu;
    v = (v | (v << 2)) & 0x33333333u;
    return (v | (v << 1)) & 0x55555555u;
}
__global__ void __launch_bounds__(256) stamp_album_ac6_b(const uint2* __restrict__ position, unsigned long long* __restrict__ key) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint2 p = position[i];
    unsigned low = spread16(p.x & 0xffffu) | spread16(p.y & 0xffffu) << 1, high = spread16(p.x >> 16) | spread16(p.y >> 16) << 1;
    key[i] = (unsigned long long)high << 32 | low;
}

// ---- Geochronology: nuclide inventory of each rock sample after 10240 spells of changing cosmic flux, each sample with its own retention.
constexpr int kSamples = 132 * 128, kSpells = 10240;

__device__ __forceinline__ void flux_history(const float4* __restrict__ flux, float4* history) {
#pragma unroll
    for (int k = 0; k < kSpells / 4; k += 128) history[k + threadIdx.x] = flux[k + threadIdx.x];
    __syncthreads();
}

__global__ void __launch_bounds__(128) pebble_beach_ac6_a(const float4* __restrict__ flux, const float* __restrict__ erosion, float* __restrict__ inventory) {
    __shared__ float4 history[kSpells / 4];
    int i = blockIdx.x * 128 + threadIdx.x;
    float keep = 0.999f + 0.0005f * erosion[i], stock = 0.0f;
    flux_history(flux, history);
#pragma unroll 8
    for (int k = 0; k < kSpells / 4; ++k) {
        float4 p = history[k];
        stock = fmaf(stock, keep, p.x);
        stock = fmaf(stock, keep, p.y);
        stock = fmaf(stock, keep, p.z);
        stock = fmaf(stock, keep, p.w);
    }
    inventory[i] = stock;
}

__global__ void __launch_bounds__(128) pebble_beach_ac6_b(const float4* __restrict__ flux, const float* __restrict__ erosion, float* __restrict__ inventory) {
    __shared__ float4 history[kSpells / 4];
    int i = blockIdx.x * 128 + threadIdx.x;
    float keep = 0.999f + 0.0005f * erosion[i], keep2 = keep * keep, keep4 = keep2 * keep2;
    float4 stock = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    flux_history(flux, history);
#pragma unroll 8
    for (int k = 0; k < kSpells / 4; ++k) {
        float4 p = history[k];
        stock.x = fmaf(stock.x, keep4, p.x);
        stock.y = fmaf(stock.y, keep4, p.y);
        stock.z = fmaf(stock.z, keep4, p.z);
        stock.w = fmaf(stock.w, keep4, p.w);
    }
    inventory[i] = fmaf(fmaf(fmaf(stock.x, keep, stock.y), keep, stock.z), keep, stock.w);
}

// ---- Ocean model: density, thermal expansion and haline contraction of sea water, each a polynomial of total degree 6 in salt, warmth and depth.
constexpr int kCells = 132 * 8 * 256 * 42, kDegree = 6, kTerms = 84;
__host__ __device__ constexpr float fitted(int term) { return (float)((term * 37 + 11) % 211 - 105) * 0.003f; }  // coefficients of the fit

struct AsReference {  // every operation rounded as the model's reference run does
    static __device__ __forceinline__ float horner(float p, float x, float c) { return __fadd_rn(__fmul_rn(p, x), c); }
};
struct AsFused {
    static __device__ __forceinline__ float horner(float p, float x, float c) { return __fmaf_rn(p, x, c); }
};

template <class Math>
__device__ __forceinline__ void herring_route(const float* __restrict__ salt, const float* __restrict__ warmth, const float* __restrict__ depth,
                                              float* __restrict__ state) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float s = salt[i], t = warmth[i], z = depth[i];
#pragma unroll
    for (int o = 0; o < 3; ++o) {
        int term = o * kTerms;
        float all = 0.0f;
#pragma unroll
        for (int k = 0; k <= kDegree; ++k) {
            float layer = 0.0f;
#pragma unroll
            for (int j = 0; j <= k; ++j) {
                float row = fitted(term++);
#pragma unroll
                for (int l = 0; l < j; ++l) row = Math::horner(row, s, fitted(term++));
                layer = j == 0 ? row : Math::horner(layer, t, row);
            }
            all = k == 0 ? layer : Math::horner(all, z, layer);
        }
        state[(size_t)o * kCells + i] = all;
    }
}

__global__ void __launch_bounds__(256) herring_route_ac6_a(const float* __restrict__ salt, const float* __restrict__ warmth, const float* __restrict__ depth,
                                                           float* __restrict__ state) {
    herring_route<AsReference>(salt, warmth, depth, state);
}
__global__ void __launch_bounds__(256) herring_route_ac6_b(const float* __restrict__ salt, const float* __restrict__ warmth, const float* __restrict__ depth,
                                                           float* __restrict__ state) {
    herring_route<AsFused>(salt, warmth, depth, state);
}

// ---- Fibre-optic sensing: a warp walks each of 2112 channels up to the first strong sample; its place and the energy before it are kept.
constexpr int kChannels = 132 * 16, kQuads = 32 * 8 * 480;

__global__ void harness_arrivals(float* record) {
    int c = blockIdx.x * 32 + threadIdx.x;
    if (c < kChannels) record[(size_t)(c + 1) * kQuads * 4 - 1 - harness::hash32(c) % (kQuads / 32)] = 4.0f;
}

__device__ __forceinline__ bool watch(float4 v, float& energy) {
    energy = fmaf(v.x, v.x, energy); energy = fmaf(v.y, v.y, energy); energy = fmaf(v.z, v.z, energy); energy = fmaf(v.w, v.w, energy);
    return __any_sync(0xffffffffu, fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w))) > 2.0f);
}
__device__ __forceinline__ void report(float2* __restrict__ arrival, int channel, int place, float energy) {
#pragma unroll
    for (int o = 16; o; o >>= 1) energy += __shfl_xor_sync(0xffffffffu, energy, o);
    if (threadIdx.x % 32 == 0) arrival[channel] = make_float2((float)place, energy);
}

__global__ void __launch_bounds__(128) night_watch_ac6_a(const float4* __restrict__ record, float2* __restrict__ arrival) {
    int channel = blockIdx.x * 4 + threadIdx.x / 32;
    const float4* mine = record + (size_t)channel * kQuads + threadIdx.x % 32;
    float energy = 0.0f;
    int place = 0;
    for (; place < kQuads; place += 32)
        if (watch(mine[place], energy)) break;
    report(arrival, channel, place, energy);
}

__global__ void __launch_bounds__(128) night_watch_ac6_b(const float4* __restrict__ record, float2* __restrict__ arrival) {
    int channel = blockIdx.x * 4 + threadIdx.x / 32;
    const float4* mine = record + (size_t)channel * kQuads + threadIdx.x % 32;
    float energy = 0.0f;
    int place = 0;
    bool seen = false;
    for (; place < kQuads && !seen;) {
        float4 v[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) v[j] = mine[place + 32 * j];
#pragma unroll
        for (int j = 0; j < 8; ++j)
            if (!seen) {
                seen = watch(v[j], energy);
                if (!seen) place += 32;
            }
    }
    report(arrival, channel, place, energy);
}

// ---- Epidemic forecast: 56 days (Runge-Kutta) of five age groups that mix, one parameter draw a thread; result: share of each group never ill.
constexpr int kDraws = 132 * 6 * 128 * 2, kDays = 56, kAges = 5;
struct Mixing { float c[kAges][kAges]; };
struct Town { float s[kAges], e[kAges], i[kAges], r[kAges]; };

__device__ __forceinline__ void spread_of(const Mixing& mix, const Town& y, float beta, float sigma, float gamma, Town& d) {
#pragma unroll
    for (int a = 0; a < kAges; ++a) {
        float force = 0.0f;
#pragma unroll
        for (int b = 0; b < kAges; ++b) force = fmaf(mix.c[a][b], y.i[b], force);
        float caught = beta * force * y.s[a], broke = sigma * y.e[a], healed = gamma * y.i[a];
        d.s[a] = fmaf(0.004f, y.r[a], -caught); d.e[a] = caught - broke; d.i[a] = broke - healed; d.r[a] = fmaf(-0.004f, y.r[a], healed);
    }
}
__device__ __forceinline__ void follow(Town& to, const Town& from, const Town& d, float h) {
#pragma unroll
    for (int a = 0; a < kAges; ++a) {
        to.s[a] = fmaf(h, d.s[a], from.s[a]); to.e[a] = fmaf(h, d.e[a], from.e[a]);
        to.i[a] = fmaf(h, d.i[a], from.i[a]); to.r[a] = fmaf(h, d.r[a], from.r[a]);
    }
}
__device__ __forceinline__ void day(const Mixing& mix, Town& y, float beta, float sigma, float gamma) {
    Town d, z, sum;
    spread_of(mix, y, beta, sigma, gamma, d); follow(sum, y, d, 1.0f / 6); follow(z, y, d, 0.5f);
    spread_of(mix, z, beta, sigma, gamma, d); follow(sum, sum, d, 1.0f / 3); follow(z, y, d, 0.5f);
    spread_of(mix, z, beta, sigma, gamma, d); follow(sum, sum, d, 1.0f / 3); follow(z, y, d, 1.0f);
    spread_of(mix, z, beta, sigma, gamma, d); follow(y, sum, d, 1.0f / 6);
}
__device__ __forceinline__ void outset(const float* __restrict__ draw, int at, Town& y, float& beta, float& sigma, float& gamma) {
    beta = fmaf(0.05f, draw[at], 0.15f); sigma = fmaf(0.05f, draw[kDraws + at], 0.25f); gamma = fmaf(0.03f, draw[2 * kDraws + at], 0.15f);
    float ill = fmaf(0.004f, draw[3 * kDraws + at], 0.01f);
#pragma unroll
    for (int a = 0; a < kAges; ++a) { y.s[a] = 1.0f - ill; y.e[a] = 0.0f; y.i[a] = ill; y.r[a] = 0.0f; }
}

__global__ void __launch_bounds__(128, 6) school_fair_ac6_a(const __grid_constant__ Mixing mix, const float* __restrict__ draw, float* __restrict__ spared) {
    int at = blockIdx.x * 128 + threadIdx.x;
    Town y; float beta, sigma, gamma;
    outset(draw, at, y, beta, sigma, gamma);
#pragma unroll
    for (int t = 0; t < kDays; ++t) day(mix, y, beta, sigma, gamma);
#pragma unroll
    for (int a = 0; a < kAges; ++a) spared[a * kDraws + at] = y.s[a];
}

__global__ void __launch_bounds__(128, 6) school_fair_ac6_b(const __grid_constant__ Mixing mix, const float* __restrict__ draw, float* __restrict__ spared) {
    int at = blockIdx.x * 128 + threadIdx.x;
    Town y; float beta, sigma, gamma;
    outset(draw, at, y, beta, sigma, gamma);
#pragma unroll 1
    for (int t = 0; t < kDays; ++t) day(mix, y, beta, sigma, gamma);
#pragma unroll
    for (int a = 0; a < kAges; ++a) spared[a * kDraws + at] = y.s[a];
}

// ---- Sonar: level in decibels of each echo sample plus the gain of its hydrophone.
constexpr int kEchoes = 132 * 8 * 256 * 32;  // quadruples

__device__ __forceinline__ float level_plain(float p) { return 20.0f * log10f(fabsf(p) + 0.001f); }
__device__ __forceinline__ float level_quick(float p) { return 20.0f * __log10f(fabsf(p) + 0.001f); }

__global__ void __launch_bounds__(256) whale_songs_ac6_a(const float4* __restrict__ echo, const float4* __restrict__ gain, float4* __restrict__ level) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 e = echo[i], g = gain[i];
    level[i] = make_float4(level_plain(e.x) + g.x, level_plain(e.y) + g.y, level_plain(e.z) + g.z, level_plain(e.w) + g.w);
}
__global__ void __launch_bounds__(256) whale_songs_ac6_b(const float4* __restrict__ echo, const float4* __restrict__ gain, float4* __restrict__ level) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 e = echo[i], g = gain[i];
    level[i] = make_float4(level_quick(e.x) + g.x, level_quick(e.y) + g.y, level_quick(e.z) + g.z, level_quick(e.w) + g.w);
}

// ---- Telemetry: ChaCha20 over packets of 64 bytes, a packet a thread; quarters of all packets lie side by side.
constexpr int kPackets = 132 * 8 * 256 * 15;
struct Key { unsigned k[8], nonce[3]; };

__device__ __forceinline__ unsigned turn(unsigned v, int n) { return __funnelshift_l(v, v, n); }
__device__ __forceinline__ void quarter(unsigned& a, unsigned& b, unsigned& c, unsigned& d) {
    a += b; d = turn(d ^ a, 16); c += d; b = turn(b ^ c, 12);
    a += b; d = turn(d ^ a, 8); c += d; b = turn(b ^ c, 7);
}

__global__ void __launch_bounds__(256) sealed_letters_ac6_a(const __grid_constant__ Key key, const uint4* __restrict__ plain, uint4* __restrict__ sealed) {
    int i = blockIdx.x * 256 + threadIdx.x;
    unsigned start[16] = {0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u, key.k[0], key.k[1], key.k[2], key.k[3], key.k[4], key.k[5],
                          key.k[6], key.k[7], (unsigned)i, key.nonce[0], key.nonce[1], key.nonce[2]}, x[16];
#pragma unroll
    for (int w = 0; w < 16; ++w) x[w] = start[w];
#pragma unroll 2
    for (int round = 0; round < 10; ++round) {
        quarter(x[0], x[4], x[8], x[12]); quarter(x[1], x[5], x[9], x[13]); quarter(x[2], x[6], x[10], x[14]); quarter(x[3], x[7], x[11], x[15]);
        quarter(x[0], x[5], x[10], x[15]); quarter(x[1], x[6], x[11], x[12]); quarter(x[2], x[7], x[8], x[13]); quarter(x[3], x[4], x[9], x[14]);
    }
#pragma unroll
    for (int q = 0; q < 4; ++q) {
        uint4 p = plain[(size_t)q * kPackets + i];
        sealed[(size_t)q * kPackets + i] = make_uint4(p.x ^ (x[4 * q] + start[4 * q]), p.y ^ (x[4 * q + 1] + start[4 * q + 1]),
                                                      p.z ^ (x[4 * q + 2] + start[4 * q + 2]), p.w ^ (x[4 * q + 3] + start[4 * q + 3]));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    constexpr size_t kField = (size_t)kEchoes * 4;
    float *one = filled<float>(kField, 61), *two = filled<float>(kField, 62), *three = filled<float>(kCells, 63), *out = empty<float>(kField);
    float* record = filled<float>((size_t)kChannels * kQuads * 4, 64);
    harness_arrivals<<<(kChannels + 31) / 32, 32>>>(record); CHECK(cudaGetLastError());
    int *places = indices((size_t)kTiles * 2, 0xffffffffu, 65), *plain = indices((size_t)kPackets * 16, 0xffffffffu, 66), *sealed = reinterpret_cast<int*>(empty<float>((size_t)kPackets * 16));
    Mixing mix;
    for (int a = 0; a < kAges; ++a) for (int b = 0; b < kAges; ++b) mix.c[a][b] = (a == b ? 0.6f : 0.1f) + 0.05f * harness::unit(a * 5 + b);
    Key key;
    for (int k = 0; k < 8; ++k) key.k[k] = harness::hash32(k + 68);
    for (int k = 0; k < 3; ++k) key.nonce[k] = harness::hash32(k + 69);
    static_assert((size_t)kStations * 2 <= kField && (size_t)kCells * 3 <= kField && (size_t)kDraws * 5 <= kField, "fields are too short");

    auto f2 = [](float* p) { return reinterpret_cast<float2*>(p); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float2 *two2 = f2(two), *out2 = f2(out);
    float4 *one4 = f4(one), *two4 = f4(two), *out4 = f4(out), *record4 = f4(record);
    const uint2* tiles = reinterpret_cast<uint2*>(places);
    unsigned long long* keys = reinterpret_cast<unsigned long long*>(out);

    add("sunken_chapel_ac6_a", out, kStations, Output::f32, [=] { sunken_chapel_ac6_a<<<kStations / 256, 256>>>(one4, two2, out); });
    add("sunken_chapel_ac6_b", out, kStations, Output::f32, [=] { sunken_chapel_ac6_b<<<kStations / 256, 256>>>(one4, two2, out); });

    add("stamp_album_ac6_a", out, (size_t)kTiles * 2, Output::i32, [=] { stamp_album_ac6_a<<<kTiles / 256, 256>>>(tiles, keys); });
    add("stamp_album_ac6_b", out, (size_t)kTiles * 2, Output::i32, [=] { stamp_album_ac6_b<<<kTiles / 256, 256>>>(tiles, keys); });

    add("pebble_beach_ac6_a", out, kSamples, Output::f32, [=] { pebble_beach_ac6_a<<<kSamples / 128, 128>>>(one4, two, out); });
    add("pebble_beach_ac6_b", out, kSamples, Output::f32, [=] { pebble_beach_ac6_b<<<kSamples / 128, 128>>>(one4, two, out); });

    add("herring_route_ac6_a", out, (size_t)kCells * 3, Output::f32, [=] { herring_route_ac6_a<<<kCells / 256, 256>>>(one, two, three, out); });
    add("herring_route_ac6_b", out, (size_t)kCells * 3, Output::f32, [=] { herring_route_ac6_b<<<kCells / 256, 256>>>(one, two, three, out); });

    add("night_watch_ac6_a", out, (size_t)kChannels * 2, Output::f32, [=] { night_watch_ac6_a<<<kChannels / 4, 128>>>(record4, out2); });
    add("night_watch_ac6_b", out, (size_t)kChannels * 2, Output::f32, [=] { night_watch_ac6_b<<<kChannels / 4, 128>>>(record4, out2); });

    add("school_fair_ac6_a", out, (size_t)kDraws * 5, Output::f32, [=] { school_fair_ac6_a<<<kDraws / 128, 128>>>(mix, one, out); });
    add("school_fair_ac6_b", out, (size_t)kDraws * 5, Output::f32, [=] { school_fair_ac6_b<<<kDraws / 128, 128>>>(mix, one, out); });

    add("whale_songs_ac6_a", out, kField, Output::f32, [=] { whale_songs_ac6_a<<<kEchoes / 256, 256>>>(one4, two4, out4); });
    add("whale_songs_ac6_b", out, kField, Output::f32, [=] { whale_songs_ac6_b<<<kEchoes / 256, 256>>>(one4, two4, out4); });

    add("sealed_letters_ac6_a", sealed, (size_t)kPackets * 16, Output::i32, [=] {
        sealed_letters_ac6_a<<<kPackets / 256, 256>>>(key, reinterpret_cast<uint4*>(plain), reinterpret_cast<uint4*>(sealed)); });

    return harness::run(argc, argv, cases);
}
