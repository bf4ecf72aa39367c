// Eleven measured cases of arithmetic from glaciers to vaults: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Glaciology (shallow ice): diffusivity of each cell by creep and by sliding from ice thickness and surface slope.
constexpr int kIce = 132 * 8 * 256 * 64;  // pairs of cells
struct Glen { float creepThick, creepSlope, slideThick, slideSlope, creep, slide; };

template <bool kSwift>
__device__ __forceinline__ float power(float x, float y) { return kSwift ? __powf(x, y) : powf(x, y); }

template <bool kSwift>
__device__ __forceinline__ float ice_diffusivity(float h, float g, const Glen& law) {
    float thick = 1.5f + h, slope = fmaf(g, g, 0.05f);
    float creep = law.creep * power<kSwift>(thick, law.creepThick) * power<kSwift>(slope, law.creepSlope);
    float slide = law.slide * power<kSwift>(thick, law.slideThick) * power<kSwift>(slope, law.slideSlope);
    return creep + slide;
}

template <bool kSwift>
__device__ __forceinline__ void ice_sheet(const float2* __restrict__ thick, const float2* __restrict__ slope, float2* __restrict__ flow, const Glen& law) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 h = thick[i], g = slope[i];
    flow[i] = make_float2(ice_diffusivity<kSwift>(h.x, g.x, law), ice_diffusivity<kSwift>(h.y, g.y, law));
}

__global__ void __launch_bounds__(256) ice_sheet_g6_a(const float2* __restrict__ thick, const float2* __restrict__ slope, float2* __restrict__ flow, Glen law) {
    ice_sheet<false>(thick, slope, flow, law);
}
__global__ void __launch_bounds__(256) ice_sheet_g6_b(const float2* __restrict__ thick, const float2* __restrict__ slope, float2* __restrict__ flow, Glen law) {
    ice_sheet<true>(thick, slope, flow, law);
}

// ---- Air quality: ozone at each map point from 512 measuring stations, weighted by the inverse cube of the distance.
constexpr int kMapPoints = 132 * 8 * 256 * 4, kMapWide = 1024, kStations = 512;

__device__ __forceinline__ float2 ozone_place(int i) {
    return make_float2((i % kMapWide) * (2.0f / kMapWide) - 1.0f, (i / kMapWide) * (2.0f / (kMapPoints / kMapWide)) - 1.0f);
}

__global__ void __launch_bounds__(256) ozone_map_g6_a(const float4* __restrict__ stations, float* __restrict__ map) {
    __shared__ float4 near[kStations];
#pragma unroll
    for (int s = 0; s < kStations; s += 256) near[s + threadIdx.x] = stations[s + threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 p = ozone_place(i);
    float sum = 0.0f, weights = 0.0f;
#pragma unroll 4
    for (int s = 0; s < kStations; ++s) {
        float4 st = near[s];
        float dx = p.x - st.x, dy = p.y - st.y, d2 = fmaf(dx, dx, fmaf(dy, dy, 1e-3f));
        float w = 1.0f / (d2 * sqrtf(d2));
        sum = fmaf(w, st.z, sum);
        weights += w;
    }
    map[i] = 1.5f + sum / weights;
}

__global__ void __launch_bounds__(256) ozone_map_g6_b(const float4* __restrict__ stations, float* __restrict__ map) {
    __shared__ float4 near[kStations];
#pragma unroll
    for (int s = 0; s < kStations; s += 256) near[s + threadIdx.x] = stations[s + threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 p = ozone_place(i);
    float sum = 0.0f, weights = 0.0f;
#pragma unroll 4
    for (int s = 0; s < kStations; ++s) {
        float4 st = near[s];
        float dx = p.x - st.x, dy = p.y - st.y, d2 = fmaf(dx, dx, fmaf(dy, dy, 1e-3f));
        float r = rsqrtf(d2), w = r * r * r;
        sum = fmaf(w, st.z, sum);
        weights += w;
    }
    map[i] = 1.5f + sum / weights;
}

// ---- Arcade game: a frame of 4096 x 2304 pixels composed of eight scrolling layers of tiles, each with its own tile and map size.
constexpr int kScreenWide = 4096, kScreenHigh = 2304, kLayers = 8, kTileKinds = 200, kBoard = 128 * 128;
struct Layer {
    unsigned tileWide, tileHigh, boardWide, boardHigh, scrollX, scrollY;
    unsigned perTileWide, perTileHigh, perBoardWide, perBoardHigh;  // floor(2^32 / size) + 1, exact for coordinates below 2^16
    float cover;
};
struct Scene { Layer layer[kLayers]; };

__global__ void __launch_bounds__(256) arcade_scene_g6_a(const int* __restrict__ boards, const float* __restrict__ atlas, float* __restrict__ frame,
                                                         const __grid_constant__ Scene scene, int layers) {
    unsigned x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y;
    float shade = 0.5f;
    for (int l = 0; l < layers; ++l) {
        const Layer& a = scene.layer[l];
        unsigned u = x + a.scrollX, v = y + a.scrollY;
        unsigned column = u / a.tileWide, row = v / a.tileHigh;
        unsigned px = u % a.tileWide, py = v % a.tileHigh;
        unsigned tile = boards[l * kBoard + (row % a.boardHigh) * a.boardWide + column % a.boardWide];
        float texel = atlas[(tile * a.tileHigh + py) * a.tileWide + px];
        shade = fmaf(a.cover, texel - shade, shade);
    }
    frame[y * kScreenWide + x] = shade;
}

__global__ void __launch_bounds__(256) arcade_scene_g6_b(const int* __restrict__ boards, const float* __restrict__ atlas, float* __restrict__ frame,
                                                         const __grid_constant__ Scene scene, int layers) {
    unsigned x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y;
    float shade = 0.5f;
    for (int l = 0; l < layers; ++l) {
        const Layer& a = scene.layer[l];
        unsigned u = x + a.scrollX, v = y + a.scrollY;
        unsigned column = __umulhi(u, a.perTileWide), row = __umulhi(v, a.perTileHigh);
        unsigned px = u - column * a.tileWide, py = v - row * a.tileHigh;
        column -= __umulhi(column, a.perBoardWide) * a.boardWide;
        row -= __umulhi(row, a.perBoardHigh) * a.boardHigh;
        unsigned tile = boards[l * kBoard + row * a.boardWide + column];
        float texel = atlas[(tile * a.tileHigh + py) * a.tileWide + px];
        shade = fmaf(a.cover, texel - shade, shade);
    }
    frame[y * kScreenWide + x] = shade;
}

// ---- Secret sharing (Shamir): eight shares of each secret, values of its polynomial with 16 coefficients modulo a prime.
constexpr int kSecrets = 132 * 8 * 256 * 8, kTerms = 16, kShares = 8;
constexpr unsigned kPrime = 2147483629u;
struct Holders { unsigned at[kShares], atScaled[kShares]; };  // places of the shares, and floor(at * 2^32 / prime)

__global__ void __launch_bounds__(256) vault_shares_g6_a(const unsigned* __restrict__ terms, unsigned* __restrict__ shares, const __grid_constant__ Holders who,
                                                         unsigned prime) {
    int i = blockIdx.x * 256 + threadIdx.x;
    unsigned c[kTerms];
#pragma unroll
    for (int k = 0; k < kTerms; ++k) c[k] = terms[k * kSecrets + i];
#pragma unroll 1
    for (int s = 0; s < kShares; ++s) {
        unsigned x = who.at[s], r = c[kTerms - 1];
#pragma unroll
        for (int k = kTerms - 2; k >= 0; --k) r = ((unsigned long long)r * x + c[k]) % prime;
        shares[s * kSecrets + i] = r;
    }
}

__global__ void __launch_bounds__(256) vault_shares_g6_b(const unsigned* __restrict__ terms, unsigned* __restrict__ shares, const __grid_constant__ Holders who,
                                                         unsigned prime) {
    int i = blockIdx.x * 256 + threadIdx.x;
    unsigned c[kTerms];
#pragma unroll
    for (int k = 0; k < kTerms; ++k) c[k] = terms[k * kSecrets + i];
#pragma unroll 1
    for (int s = 0; s < kShares; ++s) {
        unsigned x = who.at[s], scaled = who.atScaled[s], r = c[kTerms - 1];
#pragma unroll
        for (int k = kTerms - 2; k >= 0; --k) {
            r = r * x - __umulhi(r, scaled) * prime;  // below twice the prime
            r = min(r, r - prime) + c[k];
            r = min(r, r - prime);
        }
        shares[s * kSecrets + i] = r;
    }
}

// ---- Metagenomics of a reef: the smaller of each 31-mer (two bits a base) and its reverse complement.
constexpr int kMers = 1 << 25;

__device__ __forceinline__ unsigned long long mer_turned_walk(unsigned long long mer, int k) {
    unsigned long long back = 0;
    for (int b = 0; b < k; ++b) {
        back = (back << 2) | (3 - (mer & 3));
        mer >>= 2;
    }
    return back;
}
__device__ __forceinline__ unsigned long long mer_turned_whole(unsigned long long mer, int k) {
    unsigned long long back = __brevll(~mer);
    back = ((back >> 1) & 0x5555555555555555ull) | ((back & 0x5555555555555555ull) << 1);
    return back >> (64 - 2 * k);
}

__global__ void __launch_bounds__(256) reef_strands_g6_a(const ulonglong2* __restrict__ mers, ulonglong2* __restrict__ canon, int k) {
    int i = blockIdx.x * 256 + threadIdx.x;
    unsigned long long mask = (1ull << (2 * k)) - 1;
    ulonglong2 m = mers[i];
    m.x &= mask; m.y &= mask;
    canon[i] = make_ulonglong2(min(m.x, mer_turned_walk(m.x, k)), min(m.y, mer_turned_walk(m.y, k)));
}

__global__ void __launch_bounds__(256) reef_strands_g6_b(const ulonglong2* __restrict__ mers, ulonglong2* __restrict__ canon, int k) {
    int i = blockIdx.x * 256 + threadIdx.x;
    unsigned long long mask = (1ull << (2 * k)) - 1;
    ulonglong2 m = mers[i];
    m.x &= mask; m.y &= mask;
    canon[i] = make_ulonglong2(min(m.x, mer_turned_whole(m.x, k)), min(m.y, mer_turned_whole(m.y, k)));
}

// ---- Pension fund: present value of 65536 payments under 16896 discount factors, a thread a factor.
constexpr int kFactors = 132 * 128, kPage = 2048, kPages = 8;  // pages of quadruples

__device__ __forceinline__ void turn_page(float4* page, const float4* __restrict__ payments, int p) {
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kPage; k += 128) page[k + threadIdx.x] = payments[p * kPage + k + threadIdx.x];
    __syncthreads();
}

__global__ void __launch_bounds__(128) pension_value_g6_a(const float4* __restrict__ payments, const float* __restrict__ rate, float* __restrict__ value) {
    __shared__ float4 page[kPage];
    int i = blockIdx.x * 128 + threadIdx.x;
    float d = 1.0f - 0.0005f * (1.5f + rate[i]), v = 0.0f;
    for (int p = kPages - 1; p >= 0; --p) {
        turn_page(page, payments, p);
        float4 pay = page[kPage - 1];
#pragma unroll 16
        for (int k = kPage - 1; k >= 0; --k) {
            float4 next = page[(k + kPage - 1) % kPage];
            v = fmaf(v, d, pay.w);
            v = fmaf(v, d, pay.z);
            v = fmaf(v, d, pay.y);
            v = fmaf(v, d, pay.x);
            pay = next;
        }
    }
    value[i] = v;
}

__global__ void __launch_bounds__(128) pension_value_g6_b(const float4* __restrict__ payments, const float* __restrict__ rate, float* __restrict__ value) {
    __shared__ float4 page[kPage];
    int i = blockIdx.x * 128 + threadIdx.x;
    float d = 1.0f - 0.0005f * (1.5f + rate[i]), d4 = d * d * d * d;
    float4 v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    for (int p = kPages - 1; p >= 0; --p) {
        turn_page(page, payments, p);
        float4 pay = page[kPage - 1];
#pragma unroll 16
        for (int k = kPage - 1; k >= 0; --k) {
            float4 next = page[(k + kPage - 1) % kPage];
            v.w = fmaf(v.w, d4, pay.w);
            v.z = fmaf(v.z, d4, pay.z);
            v.y = fmaf(v.y, d4, pay.y);
            v.x = fmaf(v.x, d4, pay.x);
            pay = next;
        }
    }
    value[i] = fmaf(fmaf(fmaf(v.w, d, v.z), d, v.y), d, v.x);
}

// ---- Seismics: a cascade of 16 second-order filters over the traces of 540672 geophones, a thread a trace.
constexpr int kTraces = 132 * 16 * 256, kSamples = 64, kBands = 16;
struct Band { float b0, b1, b2, a1, a2; };
struct Bands { Band band[kBands]; };

__global__ void __launch_bounds__(256, 4) geophone_bands_g6_a(const float* __restrict__ raw, float* __restrict__ clean, const __grid_constant__ Bands filter) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float s1[kBands], s2[kBands];
#pragma unroll
    for (int b = 0; b < kBands; ++b) s1[b] = s2[b] = 0.0f;
#pragma unroll 1
    for (int n = 0; n < kSamples; n += 4) {
        float x[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) x[j] = raw[(n + j) * kTraces + i];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
#pragma unroll
            for (int b = 0; b < kBands; ++b) {  // rounded step by step like the reference on the host
                const Band& f = filter.band[b];
                float y = __fadd_rn(__fmul_rn(f.b0, x[j]), s1[b]);
                s1[b] = __fadd_rn(__fsub_rn(__fmul_rn(f.b1, x[j]), __fmul_rn(f.a1, y)), s2[b]);
                s2[b] = __fsub_rn(__fmul_rn(f.b2, x[j]), __fmul_rn(f.a2, y));
                x[j] = y;
            }
            clean[(n + j) * kTraces + i] = x[j];
        }
    }
}

__global__ void __launch_bounds__(256, 4) geophone_bands_g6_b(const float* __restrict__ raw, float* __restrict__ clean, const __grid_constant__ Bands filter) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float s1[kBands], s2[kBands];
#pragma unroll
    for (int b = 0; b < kBands; ++b) s1[b] = s2[b] = 0.0f;
#pragma unroll 1
    for (int n = 0; n < kSamples; n += 4) {
        float x[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) x[j] = raw[(n + j) * kTraces + i];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
#pragma unroll
            for (int b = 0; b < kBands; ++b) {
                const Band& f = filter.band[b];
                float y = fmaf(f.b0, x[j], s1[b]);
                s1[b] = fmaf(-f.a1, y, fmaf(f.b1, x[j], s2[b]));
                s2[b] = fmaf(-f.a2, y, f.b2 * x[j]);
                x[j] = y;
            }
            clean[(n + j) * kTraces + i] = x[j];
        }
    }
}

// ---- Phenology: first day of the year on which each orchard has gathered the warmth its trees need to bloom.
constexpr int kOrchards = 132 * 6 * 256, kDays = 512;

__global__ void __launch_bounds__(256) orchard_bloom_g6_a(const float* __restrict__ warmth, const float* __restrict__ need, int* __restrict__ bloom) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float missing = kDays * (0.88f + 0.03f * need[i]);
    int day = 0;
    for (; day < kDays; ++day) {
        missing -= fmaf(0.3f, warmth[day * kOrchards + i], 1.0f);
        if (missing <= 0.0f) break;
    }
    bloom[i] = day;
}

__global__ void __launch_bounds__(256) orchard_bloom_g6_b(const float* __restrict__ warmth, const float* __restrict__ need, int* __restrict__ bloom) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float missing = kDays * (0.88f + 0.03f * need[i]);
    int first = kDays;
    for (int day = 0; day < kDays && first == kDays; day += 8) {
        float w[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) w[j] = warmth[(day + j) * kOrchards + i];
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            missing -= fmaf(0.3f, w[j], 1.0f);
            if (missing <= 0.0f && first == kDays) first = day + j;
        }
    }
    bloom[i] = first;
}

// ---- Kalimba: energy of bars of 40 nodes after 96 steps of a damped wave, a thread a bar.
constexpr int kBars = 132 * 2 * 6 * 256, kNodes = 40, kSteps = 96;

__device__ __forceinline__ void bar_load(float (&u)[kNodes], float (&v)[kNodes], const float* __restrict__ shape, int i) {
#pragma unroll
    for (int n = 0; n < kNodes; ++n) { u[n] = shape[n * kBars + i]; v[n] = 0.0f; }
}
__device__ __forceinline__ void bar_step(float (&u)[kNodes], float (&v)[kNodes], float stiff, float keep) {
#pragma unroll
    for (int n = 0; n < kNodes; ++n) {
        float around = (n > 0 ? u[n - 1] : 0.0f) + (n + 1 < kNodes ? u[n + 1] : 0.0f);
        v[n] = fmaf(stiff, fmaf(-2.0f, u[n], around), keep * v[n]);
    }
#pragma unroll
    for (int n = 0; n < kNodes; ++n) u[n] = fmaf(0.5f, v[n], u[n]);
}
template <int kLeft>
__device__ __forceinline__ void bar_steps(float (&u)[kNodes], float (&v)[kNodes], float stiff, float keep) {
    bar_step(u, v, stiff, keep);
    if constexpr (kLeft > 1) bar_steps<kLeft - 1>(u, v, stiff, keep);
}
__device__ __forceinline__ float bar_energy(const float (&u)[kNodes], const float (&v)[kNodes]) {
    float sum = 0.0f;
#pragma unroll
    for (int n = 0; n < kNodes; ++n) sum = fmaf(u[n], u[n], fmaf(v[n], v[n], sum));
    return sum;
}

__global__ void __launch_bounds__(256, 2) kalimba_bars_g6_a(const float* __restrict__ shape, const float* __restrict__ wood, float* __restrict__ energy) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float u[kNodes], v[kNodes], stiff = fmaf(0.1f, wood[i], 0.3f), keep = 0.995f;
    bar_load(u, v, shape, i);
    bar_steps<kSteps>(u, v, stiff, keep);  // unrolled at compile time: no loop overhead
    energy[i] = bar_energy(u, v);
}

__global__ void __launch_bounds__(256, 2) kalimba_bars_g6_b(const float* __restrict__ shape, const float* __restrict__ wood, float* __restrict__ energy) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float u[kNodes], v[kNodes], stiff = fmaf(0.1f, wood[i], 0.3f), keep = 0.995f;
    bar_load(u, v, shape, i);
#pragma unroll 2
    for (int s = 0; s < kSteps; ++s) bar_step(u, v, stiff, keep);
    energy[i] = bar_energy(u, v);
}

// ---- Amber: light that comes through each pixel of a slab from the lamp and the path length, two quadruples a thread.
constexpr int kSlab = 132 * 8 * 512 * 20;  // quadruples

template <bool kSwift>
__device__ __forceinline__ float amber_light(float lamp, float path) {
    float depth = 1.5f + path;
    float dim = kSwift ? __expf(-0.8f * depth) : expf(-0.8f * depth);
    return kSwift ? __fdividef((1.25f + lamp) * dim, 1.0f + depth) : (1.25f + lamp) * dim / (1.0f + depth);
}
template <bool kSwift>
__device__ __forceinline__ void amber_slab(const float4* __restrict__ lamp, const float4* __restrict__ path, float4* __restrict__ light) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 l[2], p[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) { l[j] = lamp[i + j * 256]; p[j] = path[i + j * 256]; }
#pragma unroll
    for (int j = 0; j < 2; ++j)
        light[i + j * 256] = make_float4(amber_light<kSwift>(l[j].x, p[j].x), amber_light<kSwift>(l[j].y, p[j].y), amber_light<kSwift>(l[j].z, p[j].z),
                                         amber_light<kSwift>(l[j].w, p[j].w));
}

__global__ void __launch_bounds__(256) amber_slab_g6_a(const float4* __restrict__ lamp, const float4* __restrict__ path, float4* __restrict__ light) {
    amber_slab<false>(lamp, path, light);
}
__global__ void __launch_bounds__(256) amber_slab_g6_b(const float4* __restrict__ lamp, const float4* __restrict__ path, float4* __restrict__ light) {
    amber_slab<true>(lamp, path, light);
}

// ---- Lighthouse: key stream blocks (ChaCha, 20 rounds) of the signal books of many stations, a thread a block of 16 words.
constexpr int kBooks = 132 * 120 * 256;
struct Key { unsigned word[8]; };

__device__ __forceinline__ void quarter(unsigned& a, unsigned& b, unsigned& c, unsigned& d) {
    a += b; d = __byte_perm(d ^ a, 0, 0x1032);
    c += d; b ^= c; b = __funnelshift_l(b, b, 12);
    a += b; d = __byte_perm(d ^ a, 0, 0x2103);
    c += d; b ^= c; b = __funnelshift_l(b, b, 7);
}

__global__ void __launch_bounds__(256) lighthouse_book_g6_a(const unsigned* __restrict__ nonce, unsigned* __restrict__ stream, const __grid_constant__ Key key) {
    int i = blockIdx.x * 256 + threadIdx.x;
    unsigned start[16] = {0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u, key.word[0], key.word[1], key.word[2], key.word[3],
                          key.word[4], key.word[5], key.word[6], key.word[7], (unsigned)i, nonce[i], 0x4a000000u, 0u};
    unsigned x[16];
#pragma unroll
    for (int w = 0; w < 16; ++w) x[w] = start[w];
#pragma unroll 2
    for (int round = 0; round < 10; ++round) {
        quarter(x[0], x[4], x[8], x[12]); quarter(x[1], x[5], x[9], x[13]); quarter(x[2], x[6], x[10], x[14]); quarter(x[3], x[7], x[11], x[15]);
        quarter(x[0], x[5], x[10], x[15]); quarter(x[1], x[6], x[11], x[12]); quarter(x[2], x[7], x[8], x[13]); quarter(x[3], x[4], x[9], x[14]);
    }
#pragma unroll
    for (int w = 0; w < 16; ++w) stream[(size_t)w * kBooks + i] = x[w] + start[w];
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // Shared by all: two fields of floats, one of random bits, one result.
    constexpr size_t kMost = (size_t)kOrchards * kDays;
    float *one = filled<float>(kMost, 61), *two = filled<float>((size_t)kSlab * 4, 62), *out = empty<float>(kMost);
    int *bits = indices((size_t)kMers * 2, 0xffffffffu, 63), *whole = reinterpret_cast<int*>(out);
    static_assert((size_t)kIce * 2 <= kSlab * 4 && (size_t)kSlab * 4 <= kMost && (size_t)kMers * 2 <= kMost && (size_t)kBooks * 16 <= kMost &&
                  (size_t)kTraces * kSamples <= kMost && (size_t)kBars * kNodes <= kMost, "fields are too short");
    auto f2 = [](float* p) { return reinterpret_cast<float2*>(p); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float2 *one2 = f2(one), *two2 = f2(two), *out2 = f2(out);
    float4 *one4 = f4(one), *two4 = f4(two), *out4 = f4(out);

    Glen law{5.1f, 1.05f, 2.2f, 0.6f, 0.4f, 0.7f};
    add("ice_sheet_g6_a", out, (size_t)kIce * 2, Output::f32, [=] { ice_sheet_g6_a<<<kIce / 256, 256>>>(one2, two2, out2, law); });
    add("ice_sheet_g6_b", out, (size_t)kIce * 2, Output::f32, [=] { ice_sheet_g6_b<<<kIce / 256, 256>>>(one2, two2, out2, law); });

    add("ozone_map_g6_a", out, kMapPoints, Output::f32, [=] { ozone_map_g6_a<<<kMapPoints / 256, 256>>>(one4, out); });
    add("ozone_map_g6_b", out, kMapPoints, Output::f32, [=] { ozone_map_g6_b<<<kMapPoints / 256, 256>>>(one4, out); });

    Scene scene;
    for (unsigned l = 0; l < kLayers; ++l) {
        Layer& a = scene.layer[l];
        a = {32 - l, 20 + l, 128 - 5 * l, 90 + 4 * l, 37 * l + 11, 53 * l + 5, 0, 0, 0, 0, 0.25f + 0.03f * l};
        auto inverse = [](unsigned size) { return (unsigned)((1ull << 32) / size + 1); };
        a.perTileWide = inverse(a.tileWide); a.perTileHigh = inverse(a.tileHigh);
        a.perBoardWide = inverse(a.boardWide); a.perBoardHigh = inverse(a.boardHigh);
    }
    int* boards = indices((size_t)kLayers * kBoard, kTileKinds, 64);
    dim3 screen(kScreenWide / 256, kScreenHigh);
    add("arcade_scene_g6_a", out, (size_t)kScreenWide * kScreenHigh, Output::f32, [=] { arcade_scene_g6_a<<<screen, 256>>>(boards, one, out, scene, kLayers); });
    add("arcade_scene_g6_b", out, (size_t)kScreenWide * kScreenHigh, Output::f32, [=] { arcade_scene_g6_b<<<screen, 256>>>(boards, one, out, scene, kLayers); });

    Holders who;
    for (int s = 0; s < kShares; ++s) {
        who.at[s] = harness::hash32(s + 65) % kPrime;
        who.atScaled[s] = (unsigned)(((unsigned long long)who.at[s] << 32) / kPrime);
    }
    unsigned *terms = reinterpret_cast<unsigned*>(indices((size_t)kSecrets * kTerms, kPrime, 66)), *words = reinterpret_cast<unsigned*>(out);
    add("vault_shares_g6_a", out, (size_t)kSecrets * kShares, Output::i32, [=] { vault_shares_g6_a<<<kSecrets / 256, 256>>>(terms, words, who, kPrime); });
    add("vault_shares_g6_b", out, (size_t)kSecrets * kShares, Output::i32, [=] { vault_shares_g6_b<<<kSecrets / 256, 256>>>(terms, words, who, kPrime); });

    auto *mers = reinterpret_cast<ulonglong2*>(bits), *canon = reinterpret_cast<ulonglong2*>(out);
    add("reef_strands_g6_a", out, (size_t)kMers * 2, Output::i32, [=] { reef_strands_g6_a<<<kMers / 512, 256>>>(mers, canon, 31); });
    add("reef_strands_g6_b", out, (size_t)kMers * 2, Output::i32, [=] { reef_strands_g6_b<<<kMers / 512, 256>>>(mers, canon, 31); });

    std::vector<float> paid(kPages * kPage * 4);
    for (size_t k = 0; k < paid.size(); ++k) paid[k] = 0.75f + 0.25f * harness::unit((uint32_t)k + 67);
    float4* payments = f4(uploaded(paid));
    add("pension_value_g6_a", out, kFactors, Output::f32, [=] { pension_value_g6_a<<<kFactors / 128, 128>>>(payments, one, out); });
    add("pension_value_g6_b", out, kFactors, Output::f32, [=] { pension_value_g6_b<<<kFactors / 128, 128>>>(payments, one, out); });

    Bands filter;
    for (int b = 0; b < kBands; ++b) {  // peaking filters, alternately 3 dB up and down
        double w = 0.15 * (b + 1), gain = b % 2 ? 1.19 : 0.84, alpha = std::sin(w) * 0.5, a0 = 1 + alpha / gain;
        filter.band[b] = {(float)((1 + alpha * gain) / a0), (float)(-2 * std::cos(w) / a0), (float)((1 - alpha * gain) / a0),
                          (float)(-2 * std::cos(w) / a0), (float)((1 - alpha / gain) / a0)};
    }
    add("geophone_bands_g6_a", out, (size_t)kTraces * kSamples, Output::f32, [=] { geophone_bands_g6_a<<<kTraces / 256, 256>>>(one, out, filter); });
    add("geophone_bands_g6_b", out, (size_t)kTraces * kSamples, Output::f32, [=] { geophone_bands_g6_b<<<kTraces / 256, 256>>>(one, out, filter); });

    add("orchard_bloom_g6_a", out, kOrchards, Output::i32, [=] { orchard_bloom_g6_a<<<kOrchards / 256, 256>>>(one, two, whole); });
    add("orchard_bloom_g6_b", out, kOrchards, Output::i32, [=] { orchard_bloom_g6_b<<<kOrchards / 256, 256>>>(one, two, whole); });

    add("kalimba_bars_g6_a", out, kBars, Output::f32, [=] { kalimba_bars_g6_a<<<kBars / 256, 256>>>(one, two, out); });
    add("kalimba_bars_g6_b", out, kBars, Output::f32, [=] { kalimba_bars_g6_b<<<kBars / 256, 256>>>(one, two, out); });

    add("amber_slab_g6_a", out, (size_t)kSlab * 4, Output::f32, [=] { amber_slab_g6_a<<<kSlab / 512, 256>>>(one4, two4, out4); });
    add("amber_slab_g6_b", out, (size_t)kSlab * 4, Output::f32, [=] { amber_slab_g6_b<<<kSlab / 512, 256>>>(one4, two4, out4); });

    Key key;
    for (int w = 0; w < 8; ++w) key.word[w] = harness::hash32(w + 68);
    const unsigned* nonces = reinterpret_cast<const unsigned*>(bits);
    add("lighthouse_book_g6_a", out, (size_t)kBooks * 16, Output::i32, [=] { lighthouse_book_g6_a<<<kBooks / 256, 256>>>(nonces, words, key); });

    return harness::run(argc, argv, cases);
}
