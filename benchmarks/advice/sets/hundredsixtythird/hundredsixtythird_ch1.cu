// One program of measured pairs, set hundredsixtythird, suffix ch1.
#include "harness.cuh"
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>
using harness::Output;
static std::vector<harness::Case> cases;
static void add(const char* n, std::function<void()> f, const void* out, size_t c, Output t = Output::f32) { cases.push_back({n, f, out, c, t}); }
static float *P, *OUT;   // 256M floats in [-1,1); 128M floats of output
static int *Q;           // 64M random words

// ---- star catalogue: absolute magnitude and colour excess from three columns
struct Star { float ra, dec, plx, pmra, pmdec, rv, eplx, epm, eg, g, bp, rp, teff, logg, feh, ruwe; };
constexpr int STARn = 1 << 23;
__global__ void harness_star_columns(const Star* s, float* plx, float* g, float* bp) {
    int i = blockIdx.x * 256 + threadIdx.x; plx[i] = s[i].plx; g[i] = s[i].g; bp[i] = s[i].bp;
}
__device__ __forceinline__ float star_mag(float plx, float g, float bp) {
    float d = fabsf(plx) + 0.05f;
    return g + 5.0f * __log2f(d) * 0.30103f + 5.0f - 0.4f * (bp - g);
}
__global__ void __launch_bounds__(192) velvet_harbor_ch1_a(const Star* __restrict__ s, float* __restrict__ o, int n) {
    int i = blockIdx.x * 192 + threadIdx.x;
    if (i < n) o[i] = star_mag(s[i].plx, s[i].g, s[i].bp);
}
__global__ void __launch_bounds__(192) velvet_harbor_ch1_b(const float* __restrict__ plx, const float* __restrict__ g, const float* __restrict__ bp,
                                                          float* __restrict__ o, int n) {
    int i = blockIdx.x * 192 + threadIdx.x;
    if (i < n) o[i] = star_mag(plx[i], g[i], bp[i]);
}
static void r01() {
    const Star* s = (const Star*)P; float* c = harness::empty<float>(3ull * STARn);
    harness_star_columns<<<STARn / 256, 256>>>(s, c, c + STARn, c + 2 * STARn);
    add("velvet_harbor_ch1_a", [=] { velvet_harbor_ch1_a<<<(STARn + 191) / 192, 192>>>(s, OUT, STARn); }, OUT, STARn);
    add("velvet_harbor_ch1_b", [=] { velvet_harbor_ch1_b<<<(STARn + 191) / 192, 192>>>(c, c + STARn, c + 2 * STARn, OUT, STARn); }, OUT, STARn);
}

// ---- genomics: bases of low quality become N (code 4)
constexpr int SEQn = 1 << 27;
__global__ void __launch_bounds__(256) crimson_ladder_ch1_a(const uint8_t* __restrict__ base, const uint8_t* __restrict__ qual, uint8_t* __restrict__ o, int cut) {
    int i = blockIdx.x * 256 + threadIdx.x;
    o[i] = (qual[i] & 63) < cut ? 4 : base[i] & 3;
}
__device__ __forceinline__ unsigned mask_word(unsigned b, unsigned q, unsigned cut4) {
    unsigned low = __vcmpltu4(q & 0x3f3f3f3fu, cut4);
    return (low & 0x04040404u) | (~low & b & 0x03030303u);
}
__global__ void __launch_bounds__(256) crimson_ladder_ch1_b(const uint4* __restrict__ base, const uint4* __restrict__ qual, uint4* __restrict__ o, int cut) {
    int i = blockIdx.x * 256 + threadIdx.x;
    unsigned c = cut * 0x01010101u;
    uint4 b = base[i], q = qual[i];
    o[i] = make_uint4(mask_word(b.x, q.x, c), mask_word(b.y, q.y, c), mask_word(b.z, q.z, c), mask_word(b.w, q.w, c));
}
static void r02() {
    const uint8_t *b = (const uint8_t*)Q, *q = b + SEQn; uint8_t* o = (uint8_t*)OUT;
    add("crimson_ladder_ch1_a", [=] { crimson_ladder_ch1_a<<<SEQn / 256, 256>>>(b, q, o, 20); }, o, SEQn, Output::u8);
    add("crimson_ladder_ch1_b", [=] { crimson_ladder_ch1_b<<<SEQn / 4096, 256>>>((const uint4*)b, (const uint4*)q, (uint4*)o, 20); }, o, SEQn, Output::u8);
}

// ---- chemistry: RK4 of a 16-species reaction network, one cell a thread
constexpr int CHn = 1 << 20, CHs = 16;
__device__ __forceinline__ void kinetics(const float (&y)[CHs], float (&d)[CHs]) {
#pragma unroll
    for (int i = 0; i < CHs; ++i) d[i] = 0.0f;
#pragma unroll
    for (int i = 0; i < CHs; ++i) {
        float r = (0.11f + 0.07f * i) * y[i] * y[(i + 3) % CHs];
        d[i] -= r; d[(i + 3) % CHs] -= 0.5f * r; d[(i + 7) % CHs] += r; d[(i + 10) % CHs] += 0.5f * r;
    }
}
__device__ __forceinline__ void network(const float* __restrict__ in, float* __restrict__ o, int steps, float h) {
    int c = blockIdx.x * 128 + threadIdx.x;
    float y[CHs], a[CHs], d[CHs], t[CHs];
#pragma unroll
    for (int i = 0; i < CHs; ++i) y[i] = fabsf(in[i * CHn + c]);
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        kinetics(y, d);
#pragma unroll
        for (int i = 0; i < CHs; ++i) { a[i] = d[i]; t[i] = y[i] + 0.5f * h * d[i]; }
        kinetics(t, d);
#pragma unroll
        for (int i = 0; i < CHs; ++i) { a[i] += 2.0f * d[i]; t[i] = y[i] + 0.5f * h * d[i]; }
        kinetics(t, d);
#pragma unroll
        for (int i = 0; i < CHs; ++i) { a[i] += 2.0f * d[i]; t[i] = y[i] + h * d[i]; }
        kinetics(t, d);
#pragma unroll
        for (int i = 0; i < CHs; ++i) y[i] += h * (1.0f / 6.0f) * (a[i] + d[i]);
    }
#pragma unroll
    for (int i = 0; i < CHs; ++i) o[i * CHn + c] = y[i];
}
__global__ void __launch_bounds__(128, 16) amber_turnip_ch1_a(const float* __restrict__ in, float* __restrict__ o, int steps, float h) { network(in, o, steps, h); }
__global__ void __launch_bounds__(128, 5) amber_turnip_ch1_b(const float* __restrict__ in, float* __restrict__ o, int steps, float h) { network(in, o, steps, h); }
static void r03() {
    add("amber_turnip_ch1_a", [=] { amber_turnip_ch1_a<<<CHn / 128, 128>>>(P, OUT, 10, 0.02f); }, OUT, (size_t)CHn * CHs);
    add("amber_turnip_ch1_b", [=] { amber_turnip_ch1_b<<<CHn / 128, 128>>>(P, OUT, 10, 0.02f); }, OUT, (size_t)CHn * CHs);
}

// ---- logistics: load of a courier's 16 zones from packed parcels (zone in the top bits, grams below), then its unevenness
constexpr int COn = 1 << 18, COk = 128;
__global__ void __launch_bounds__(256) quiet_saddle_ch1_a(const unsigned* __restrict__ parcel, float* __restrict__ o, int per) {
    int c = blockIdx.x * 256 + threadIdx.x;
    float load[16];
#pragma unroll
    for (int z = 0; z < 16; ++z) load[z] = 0.0f;
#pragma unroll 8
    for (int k = 0; k < per; ++k) {
        unsigned w = parcel[k * COn + c];
        load[w >> 28] += (float)(w & 0xfffu);
    }
    float top = 0.0f, sq = 0.0f;
#pragma unroll
    for (int z = 0; z < 16; ++z) { top = fmaxf(top, load[z]); sq += load[z] * load[z]; }
    o[c] = top * rsqrtf(sq + 1.0f);
}
__global__ void __launch_bounds__(256) quiet_saddle_ch1_b(const unsigned* __restrict__ parcel, float* __restrict__ o, int per) {
    __shared__ float load[16][256];
    int c = blockIdx.x * 256 + threadIdx.x, t = threadIdx.x;
#pragma unroll
    for (int z = 0; z < 16; ++z) load[z][t] = 0.0f;
#pragma unroll 8
    for (int k = 0; k < per; ++k) {
        unsigned w = parcel[k * COn + c];
        load[w >> 28][t] += (float)(w & 0xfffu);
    }
    float top = 0.0f, sq = 0.0f;
#pragma unroll
    for (int z = 0; z < 16; ++z) { float l = load[z][t]; top = fmaxf(top, l); sq += l * l; }
    o[c] = top * rsqrtf(sq + 1.0f);
}
static void r04() {
    add("quiet_saddle_ch1_a", [=] { quiet_saddle_ch1_a<<<COn / 256, 256>>>((unsigned*)Q, OUT, COk); }, OUT, COn);
    add("quiet_saddle_ch1_b", [=] { quiet_saddle_ch1_b<<<COn / 256, 256>>>((unsigned*)Q, OUT, COk); }, OUT, COn);
}

// ---- audio: room response of 64 taps; the block's shared memory is sized by the host
constexpr int FIRn = 1 << 25, FIRt = 64;
__global__ void __launch_bounds__(128) marble_pigeon_ch1_a(const float* __restrict__ x, const float* __restrict__ taps, float* __restrict__ o) {
    extern __shared__ float4 firs[];
    float* s = (float*)firs;             // 64 earlier samples, then 512
    float* h = s + 512 + FIRt;
    int t = threadIdx.x; size_t first = (size_t)blockIdx.x * 512;
    if (t < 16) firs[t] = first ? ((const float4*)(x + first - FIRt))[t] : make_float4(0, 0, 0, 0);
    else if (t < 32) ((float4*)h)[t - 16] = ((const float4*)taps)[t - 16];
    firs[16 + t] = ((const float4*)(x + first))[t];
    __syncthreads();
    float4 acc = make_float4(0, 0, 0, 0), cur = firs[16 + t];
#pragma unroll
    for (int k = 0; k < FIRt / 4; ++k) {
        float4 pre = firs[15 + t - k], w = ((float4*)h)[k];
        acc.x += w.x * cur.x + w.y * pre.w + w.z * pre.z + w.w * pre.y;
        acc.y += w.x * cur.y + w.y * cur.x + w.z * pre.w + w.w * pre.z;
        acc.z += w.x * cur.z + w.y * cur.y + w.z * cur.x + w.w * pre.w;
        acc.w += w.x * cur.w + w.y * cur.z + w.z * cur.y + w.w * cur.x;
        cur = pre;
    }
    ((float4*)(o + first))[t] = acc;
}
__global__ void __launch_bounds__(128) marble_pigeon_ch1_b(const float* __restrict__ x, const float* __restrict__ taps, float* __restrict__ o) {
    extern __shared__ float4 firs[];
    float* s = (float*)firs;
    float* h = s + 512 + FIRt;
    int t = threadIdx.x; size_t first = (size_t)blockIdx.x * 512;
    if (t < 16) firs[t] = first ? ((const float4*)(x + first - FIRt))[t] : make_float4(0, 0, 0, 0);
    else if (t < 32) ((float4*)h)[t - 16] = ((const float4*)taps)[t - 16];
    firs[16 + t] = ((const float4*)(x + first))[t];
    __syncthreads();
    float4 acc = make_float4(0, 0, 0, 0), cur = firs[16 + t];
#pragma unroll
    for (int k = 0; k < FIRt / 4; ++k) {
        float4 pre = firs[15 + t - k], w = ((float4*)h)[k];
        acc.x += w.x * cur.x + w.y * pre.w + w.z * pre.z + w.w * pre.y;
        acc.y += w.x * cur.y + w.y * cur.x + w.z * pre.w + w.w * pre.z;
        acc.z += w.x * cur.z + w.y * cur.y + w.z * cur.x + w.w * pre.w;
        acc.w += w.x * cur.w + w.y * cur.z + w.z * cur.y + w.w * cur.x;
        cur = pre;
    }
    ((float4*)(o + first))[t] = acc;
}
static void r05() {
    CHECK(cudaFuncSetAttribute(marble_pigeon_ch1_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 104 * 1024));
    add("marble_pigeon_ch1_a", [=] { marble_pigeon_ch1_a<<<FIRn / 512, 128, 104 * 1024>>>(P, P + FIRn, OUT); }, OUT, FIRn);
    add("marble_pigeon_ch1_b", [=] { marble_pigeon_ch1_b<<<FIRn / 512, 128, (512 + 2 * FIRt) * 4>>>(P, P + FIRn, OUT); }, OUT, FIRn);
}

// ---- chemistry: bond-order sum over a list of 32 neighbours, one warp an atom
constexpr int NBn = 1 << 20;
__global__ void harness_neighbours(int* nb) {
    int i = blockIdx.x * 256 + threadIdx.x;
    nb[i] = ((i >> 5) + (int)(harness::hash32(i) % 2048u) - 1024) & (NBn - 1);
}
__device__ __forceinline__ void bond(const int* __restrict__ nb, const float* __restrict__ q, float* __restrict__ o, int atom, int lane) {
    float own = q[atom];
    float d = q[nb[atom * 32 + lane]] - own;
    float e = __fdividef(d, 1.0f + d * d);
#pragma unroll
    for (int s = 16; s; s >>= 1) e += __shfl_xor_sync(~0u, e, s);
    if (lane == 0) o[atom] = own + 0.03f * e;
}
__global__ void __launch_bounds__(32) copper_thistle_ch1_a(const int* __restrict__ nb, const float* __restrict__ q, float* __restrict__ o) {
    bond(nb, q, o, blockIdx.x, threadIdx.x);
}
__global__ void __launch_bounds__(256) copper_thistle_ch1_b(const int* __restrict__ nb, const float* __restrict__ q, float* __restrict__ o) {
    bond(nb, q, o, blockIdx.x * 8 + (threadIdx.x >> 5), threadIdx.x & 31);
}
static void r06() {
    int* nb = harness::empty<int>((size_t)NBn * 32);
    harness_neighbours<<<NBn / 8, 256>>>(nb);
    add("copper_thistle_ch1_a", [=] { copper_thistle_ch1_a<<<NBn, 32>>>(nb, P, OUT); }, OUT, NBn);
    add("copper_thistle_ch1_b", [=] { copper_thistle_ch1_b<<<NBn / 8, 256>>>(nb, P, OUT); }, OUT, NBn);
}

// ---- radio astronomy: strongest dedispersed power of each trial dispersion
constexpr int DMn = 40, DMc = 64, DMt = 32768, DMpad = 36864;
__device__ __forceinline__ float dm_peak(const float* __restrict__ x, int dm, int from, int to) {
    float top = 0.0f;
    for (int t = from + threadIdx.x; t < to; t += 256) {
        float s = 0.0f;
#pragma unroll 16
        for (int c = 0; c < DMc; ++c) s += x[c * DMpad + t + ((c * (dm + 3)) >> 1)];
        top = fmaxf(top, s * s);
    }
    __shared__ float part[8];
    for (int k = 16; k; k >>= 1) top = fmaxf(top, __shfl_xor_sync(~0u, top, k));
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = top;
    __syncthreads();
    top = part[threadIdx.x & 7];
    for (int k = 4; k; k >>= 1) top = fmaxf(top, __shfl_xor_sync(~0u, top, k));
    return top;
}
__global__ void __launch_bounds__(256) silver_orchard_ch1_a(const float* __restrict__ x, float* __restrict__ o) {
    float top = dm_peak(x, blockIdx.x, 0, DMt);
    if (threadIdx.x == 0) o[blockIdx.x] = top;
}
__global__ void __launch_bounds__(256) silver_orchard_ch1_b(const float* __restrict__ x, float* __restrict__ o, int span) {
    float top = dm_peak(x, blockIdx.x, blockIdx.y * span, (blockIdx.y + 1) * span);
    if (threadIdx.x == 0) atomicMax((int*)o + blockIdx.x, __float_as_int(top));
}
static void r07() {
    add("silver_orchard_ch1_a", [=] { silver_orchard_ch1_a<<<DMn, 256>>>(P, OUT); }, OUT, DMn);
    add("silver_orchard_ch1_b", [=] { silver_orchard_ch1_b<<<dim3(DMn, 32), 256>>>(P, OUT, DMt / 32); }, OUT, DMn);
}

// ---- molecular surface: density of compact blobs at grid points, 8 points of a row a thread
constexpr int MSb = 410, MSa = 512, MSp = 8;
template <int T>
__device__ __forceinline__ void blobs(const float4* __restrict__ atom, float* __restrict__ o) {
    __shared__ float4 s[MSa];
    for (int i = threadIdx.x; i < MSa; i += T) s[i] = atom[i];
    __syncthreads();
    int row = blockIdx.x * T + threadIdx.x;
    float x0 = (row & 63) * 0.03f - 1.0f, y = ((row >> 6) & 511) * 0.004f - 1.0f, z = (row >> 15) * 0.12f - 1.0f;
    float px[MSp], rho[MSp];
#pragma unroll
    for (int i = 0; i < MSp; ++i) { px[i] = x0 + i * 0.0037f; rho[i] = 0.0f; }
#pragma unroll 4
    for (int a = 0; a < MSa; ++a) {
        float4 p = s[a];
        float dy = y - p.y, dz = z - p.z, r = dy * dy + dz * dz;
        float w = fabsf(p.w) + 0.3f;
#pragma unroll
        for (int i = 0; i < MSp; ++i) {
            float dx = px[i] - p.x, t = fmaxf(1.0f - w * (r + dx * dx), 0.0f);
            rho[i] += t * t * t;
        }
    }
    float4* q = (float4*)(o + (size_t)row * MSp);
    q[0] = make_float4(rho[0], rho[1], rho[2], rho[3]); q[1] = make_float4(rho[4], rho[5], rho[6], rho[7]);
}
__global__ void __launch_bounds__(1024, 1) walnut_comet_ch1_a(const float4* __restrict__ atom, float* __restrict__ o) { blobs<1024>(atom, o); }
__global__ void __launch_bounds__(128, 8) walnut_comet_ch1_b(const float4* __restrict__ atom, float* __restrict__ o) { blobs<128>(atom, o); }
static void r08() {
    size_t n = (size_t)MSb * 1024 * MSp;
    add("walnut_comet_ch1_a", [=] { walnut_comet_ch1_a<<<MSb, 1024>>>((const float4*)P, OUT); }, OUT, n);
    add("walnut_comet_ch1_b", [=] { walnut_comet_ch1_b<<<MSb * 8, 128>>>((const float4*)P, OUT); }, OUT, n);
}

// ---- genomics: pairs of variants in linkage, upper triangle; groups of 8 rows against all later columns
constexpr int LDn = 8192, LDw = 32;
__device__ __forceinline__ void linkage(const unsigned* __restrict__ bits, int* __restrict__ o, int group, unsigned (*s)[LDw], int* count) {
    int t = threadIdx.x, first = group * 8;
    if (t < 8 * LDw) s[t >> 5][t & 31] = bits[(t & 31) * LDn + first + (t >> 5)];
    if (t < 8) count[t] = 0;
    __syncthreads();
    int cnt[8] = {};
    for (int j = first + 1 + t; j < LDn; j += 1024) {
        int c[8] = {};
#pragma unroll 1
        for (int w = 0; w < LDw; w += 4) {
            unsigned v0 = bits[w * LDn + j], v1 = bits[(w + 1) * LDn + j], v2 = bits[(w + 2) * LDn + j], v3 = bits[(w + 3) * LDn + j];
#pragma unroll
            for (int r = 0; r < 8; ++r) {
                uint4 u = *(const uint4*)&s[r][w];
                c[r] += __popc(u.x & v0) + __popc(u.y & v1) + __popc(u.z & v2) + __popc(u.w & v3);
            }
        }
#pragma unroll
        for (int r = 0; r < 8; ++r) cnt[r] += (j > first + r && c[r] > 262);
    }
#pragma unroll
    for (int r = 0; r < 8; ++r) {
        int c = __reduce_add_sync(~0u, cnt[r]);
        if ((t & 31) == 0) atomicAdd(&count[r], c);
    }
    __syncthreads();
    if (t < 8) o[first + t] = count[t];
    __syncthreads();
}
__global__ void __launch_bounds__(1024, 1) meadow_anvil_ch1_a(const unsigned* __restrict__ bits, int* __restrict__ o) {
    __shared__ __align__(16) unsigned s[8][LDw];
    __shared__ int count[8];
    for (int g = 0; g < 8; ++g) linkage(bits, o, blockIdx.x * 8 + g, s, count);
}
__global__ void __launch_bounds__(1024, 1) meadow_anvil_ch1_b(const unsigned* __restrict__ bits, int* __restrict__ o) {
    __shared__ __align__(16) unsigned s[8][LDw];
    __shared__ int count[8];
    for (int g = 0; g < 8; ++g) linkage(bits, o, g * 128 + (g & 1 ? 127 - blockIdx.x : blockIdx.x), s, count);
}
static void r09() {
    add("meadow_anvil_ch1_a", [=] { meadow_anvil_ch1_a<<<LDn / 64, 1024>>>((const unsigned*)Q, (int*)OUT); }, OUT, LDn, Output::i32);
    add("meadow_anvil_ch1_b", [=] { meadow_anvil_ch1_b<<<LDn / 64, 1024>>>((const unsigned*)Q, (int*)OUT); }, OUT, LDn, Output::i32);
}

// ---- geochemistry: Gibbs energy of a mineral cell by its phase (0..3); grouped() gives the same cells phase by phase
constexpr int GBn = 1 << 23;
__global__ void harness_phases(const float* p, float* temp, uint8_t* phase, float* temp2, uint8_t* phase2) {
    int i = blockIdx.x * 256 + threadIdx.x;          // a multiset of cells with exactly a quarter in each phase
    int k = (i & ~3) | ((i ^ (harness::hash32(i >> 2) & 3)) & 3);
    temp[i] = p[k]; phase[i] = k & 3;
    int g = (i & 3) * (GBn / 4) + (i >> 2);
    temp2[g] = p[i]; phase2[g] = i & 3;
}
__device__ __forceinline__ float gibbs(float t, int phase) {
    float x = 0.4f * t, g = 0.1f;
    if (phase == 0) {
#pragma unroll 4
        for (int k = 0; k < 48; ++k) g = g * x + 0.21f * g * g - 0.013f;
    } else if (phase == 1) {
#pragma unroll 4
        for (int k = 0; k < 24; ++k) { float e = __expf(-x * g); g = 0.5f * g + 0.2f * e; }
    } else if (phase == 2) {
#pragma unroll 4
        for (int k = 0; k < 24; ++k) g = 0.4f * rsqrtf(1.0f + g * g + x * x) + 0.1f * g;
    } else {
#pragma unroll 4
        for (int k = 0; k < 24; ++k) g = 0.3f * __log2f(2.0f + g * x) + 0.2f * x;
    }
    return g;
}
__global__ void __launch_bounds__(320) hollow_ribbon_ch1_a(const float* __restrict__ temp, const uint8_t* __restrict__ phase, float* __restrict__ o, int n) {
    int i = blockIdx.x * 320 + threadIdx.x;
    if (i < n) o[i] = gibbs(temp[i], phase[i]);
}
__global__ void __launch_bounds__(320) hollow_ribbon_ch1_b(const float* __restrict__ temp, const uint8_t* __restrict__ phase, float* __restrict__ o, int n) {
    int i = blockIdx.x * 320 + threadIdx.x;
    if (i < n) o[i] = gibbs(temp[i], phase[i]);
}
static void r10() {
    float *t = harness::empty<float>(2ull * GBn); uint8_t* p = harness::empty<uint8_t>(2ull * GBn);
    harness_phases<<<GBn / 256, 256>>>(P, t, p, t + GBn, p + GBn);
    int b = (GBn + 319) / 320;
    add("hollow_ribbon_ch1_a", [=] { hollow_ribbon_ch1_a<<<b, 320>>>(t, p, OUT, GBn); }, OUT, GBn);
    add("hollow_ribbon_ch1_b", [=] { hollow_ribbon_ch1_b<<<b, 320>>>(t + GBn, p + GBn, OUT, GBn); }, OUT, GBn);
}

// ---- freight manifests: 32 measures of each line added to its shipment; the lines come shipment by shipment
constexpr int MFn = 1 << 20, MFper = 700, MFs = MFn / MFper + 1;
__global__ void harness_shipments(int* ship) { int i = blockIdx.x * 256 + threadIdx.x; ship[i] = (i + (int)(harness::hash32(i / MFper) % 97u)) / MFper; }
__global__ void __launch_bounds__(256) frosty_barrel_ch1_a(const int* __restrict__ ship, const float* __restrict__ line, float* __restrict__ o) {
    int r = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    float v = line[(size_t)r * 32 + lane];
    atomicAdd(&o[ship[r] * 32 + lane], 0.5f + 0.5f * v);
}
__global__ void __launch_bounds__(256) frosty_barrel_ch1_b(const int* __restrict__ ship, const float* __restrict__ line, float* __restrict__ o) {
    int w = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31, r0 = w * 32;
    int mine = ship[r0 + lane], last = __shfl_sync(~0u, mine, 0);
    float acc = 0.0f;
#pragma unroll 8
    for (int k = 0; k < 32; ++k) {
        int s = __shfl_sync(~0u, mine, k);
        float v = line[(size_t)(r0 + k) * 32 + lane];
        if (s != last) { atomicAdd(&o[last * 32 + lane], acc); acc = 0.0f; last = s; }
        acc += 0.5f + 0.5f * v;
    }
    atomicAdd(&o[last * 32 + lane], acc);
}
static void r11() {
    int* ship = harness::empty<int>(MFn);
    harness_shipments<<<MFn / 256, 256>>>(ship);
    add("frosty_barrel_ch1_a", [=] { frosty_barrel_ch1_a<<<MFn / 8, 256>>>(ship, P, OUT); }, OUT, (size_t)(MFs + 1) * 32);
    add("frosty_barrel_ch1_b", [=] { frosty_barrel_ch1_b<<<MFn / 256, 256>>>(ship, P, OUT); }, OUT, (size_t)(MFs + 1) * 32);
}

// ---- astronomy: limb-darkened flux of a transit, a small series a point
constexpr int LMn = 1 << 25;
__global__ void __launch_bounds__(256) tender_quarry_ch1_a(const float* __restrict__ mu, float* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float m = fabsf(mu[i]), f = 0.0f;
#pragma unroll
    for (int k = 0; k < 12; ++k) {
        float c = 1.0 - 0.37 * m - 0.21 * m * m;
        f = f * 0.62 + c * (0.031 + 0.007 * k);
        m = 0.97 * m + 0.013 * f;
    }
    o[i] = f;
}
__global__ void __launch_bounds__(256) tender_quarry_ch1_b(const float* __restrict__ mu, float* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float m = fabsf(mu[i]), f = 0.0f;
#pragma unroll
    for (int k = 0; k < 12; ++k) {
        float c = 1.0f - 0.37f * m - 0.21f * m * m;
        f = f * 0.62f + c * (0.031f + 0.007f * k);
        m = 0.97f * m + 0.013f * f;
    }
    o[i] = f;
}
static void r12() {
    add("tender_quarry_ch1_a", [=] { tender_quarry_ch1_a<<<LMn / 256, 256>>>(P, OUT); }, OUT, LMn);
    add("tender_quarry_ch1_b", [=] { tender_quarry_ch1_b<<<LMn / 256, 256>>>(P, OUT); }, OUT, LMn);
}

// ---- lattice field: five-dimensional array into another order of its axes with periodic shifts, out[a][b][c][d][e] = in[c'][a'][d'][b'][e]
struct Lattice { size_t na, nb, nc, nd, ne, sa, sb, sc, sd; };
__global__ void __launch_bounds__(256) rusty_falcon_ch1_a(const float* __restrict__ in, float* __restrict__ o, Lattice l, size_t n) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    if (i >= n) return;
    size_t e = i % l.ne, r = i / l.ne;
    size_t d = (r % l.nd + l.sd) % l.nd; r /= l.nd;
    size_t c = (r % l.nc + l.sc) % l.nc; r /= l.nc;
    size_t b = (r % l.nb + l.sb) % l.nb, a = (r / l.nb + l.sa) % l.na;
    o[i] = in[(((c * l.na + a) * l.nd + d) * l.nb + b) * l.ne + e];
}
__global__ void __launch_bounds__(192) rusty_falcon_ch1_b(const float* __restrict__ in, float* __restrict__ o, Lattice l) {
    int na = l.na, nb = l.nb, nc = l.nc, nd = l.nd, ne = l.ne;
    int c0 = blockIdx.x, b0 = blockIdx.y, a0 = blockIdx.z;
    int c = (c0 + (int)l.sc) % nc, b = (b0 + (int)l.sb) % nb, a = (a0 + (int)l.sa) % na;
    const float* src = in + ((size_t)(c * na + a) * nd * nb + b) * ne + threadIdx.x;
    float* dst = o + (size_t)((a0 * nb + b0) * nc + c0) * nd * ne + threadIdx.x;
#pragma unroll 4
    for (int d0 = threadIdx.y; d0 < nd; d0 += 2) {
        int d = d0 + (int)l.sd; if (d >= nd) d -= nd;
        dst[d0 * ne] = src[(size_t)d * nb * ne];
    }
}
static void r13() {
    Lattice l{30, 17, 26, 22, 96, 4, 5, 9, 7};
    size_t n = l.na * l.nb * l.nc * l.nd * l.ne;
    add("rusty_falcon_ch1_a", [=] { rusty_falcon_ch1_a<<<(n + 255) / 256, 256>>>(P, OUT, l, n); }, OUT, n);
    add("rusty_falcon_ch1_b", [=] { rusty_falcon_ch1_b<<<dim3(26, 17, 30), dim3(96, 2)>>>(P, OUT, l); }, OUT, n);
}

// ---- genomics: polynomial fingerprint modulo 2^31-1 of a long read, one read a thread, 16 symbols a load
constexpr int RDn = 132 * 128, RDw = 512;   // reads; uint4 a read
__device__ __forceinline__ unsigned mod_step(unsigned h, unsigned base, unsigned sym) {
    unsigned long long v = (unsigned long long)h * base + sym;
    unsigned r = ((unsigned)v & 0x7fffffffu) + (unsigned)(v >> 31);
    return min(r, r - 0x7fffffffu);
}
__global__ void __launch_bounds__(128) salty_violin_ch1_a(const uint4* __restrict__ read, int* __restrict__ o, unsigned base) {
    int i = blockIdx.x * 128 + threadIdx.x;
    uint4 cur[8], nxt[8];
    unsigned h = 7;
#pragma unroll
    for (int k = 0; k < 8; ++k) cur[k] = read[k * RDn + i];
#pragma unroll 1
    for (int w = 0; w < RDw; w += 8) {
        int f = w + 8 < RDw ? w + 8 : w;
#pragma unroll
        for (int k = 0; k < 8; ++k) nxt[k] = read[(f + k) * RDn + i];
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            unsigned word[4] = {cur[k].x, cur[k].y, cur[k].z, cur[k].w};
#pragma unroll
            for (int m = 0; m < 4; ++m) {
                h = mod_step(h, base, word[m] & 255u);
                h = mod_step(h, base, (word[m] >> 8) & 255u);
                h = mod_step(h, base, (word[m] >> 16) & 255u);
                h = mod_step(h, base, word[m] >> 24);
            }
        }
#pragma unroll
        for (int k = 0; k < 8; ++k) cur[k] = nxt[k];
    }
    o[i] = (int)h;
}
__global__ void __launch_bounds__(128) salty_violin_ch1_b(const uint4* __restrict__ read, int* __restrict__ o, unsigned base) {
    int i = blockIdx.x * 128 + threadIdx.x;
    uint4 cur[8], nxt[8];
    unsigned b2 = mod_step(base, base, 0), b4 = mod_step(b2, b2, 0);
    unsigned h0 = 0, h1 = 0, h2 = 0, h3 = 7;      // the seed sits one place before the first symbol
#pragma unroll
    for (int k = 0; k < 8; ++k) cur[k] = read[k * RDn + i];
#pragma unroll 1
    for (int w = 0; w < RDw; w += 8) {
        int f = w + 8 < RDw ? w + 8 : w;
#pragma unroll
        for (int k = 0; k < 8; ++k) nxt[k] = read[(f + k) * RDn + i];
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            unsigned word[4] = {cur[k].x, cur[k].y, cur[k].z, cur[k].w};
#pragma unroll
            for (int m = 0; m < 4; ++m) {
                h0 = mod_step(h0, b4, word[m] & 255u);
                h1 = mod_step(h1, b4, (word[m] >> 8) & 255u);
                h2 = mod_step(h2, b4, (word[m] >> 16) & 255u);
                h3 = mod_step(h3, b4, word[m] >> 24);
            }
        }
#pragma unroll
        for (int k = 0; k < 8; ++k) cur[k] = nxt[k];
    }
    unsigned h = mod_step(h0, base, h1);
    h = mod_step(h, base, h2);
    o[i] = (int)mod_step(h, base, h3);
}
static void r14() {
    add("salty_violin_ch1_a", [=] { salty_violin_ch1_a<<<RDn / 128, 128>>>((const uint4*)Q, (int*)OUT, 1000003u); }, OUT, RDn, Output::i32);
    add("salty_violin_ch1_b", [=] { salty_violin_ch1_b<<<RDn / 128, 128>>>((const uint4*)Q, (int*)OUT, 1000003u); }, OUT, RDn, Output::i32);
}

// ---- radio astronomy: power of 32 beams from 64 antennas, tiles of 256 samples through shared memory, one block an SM
constexpr int BFa = 64, BFb = 32, BFt = 256, BFk = 24, BFg = 132, BFtile = BFa * BFt;
__device__ __forceinline__ void beam_tile(const float* s, const float* w, int bg, int tg, float (&pw)[8]) {
    float acc[8][4] = {};
#pragma unroll 4
    for (int a = 0; a < BFa; ++a) {
        float4 x = ((const float4*)(s + a * BFt))[tg];
        float4 u = ((const float4*)(w + a * BFb))[bg * 2], v = ((const float4*)(w + a * BFb))[bg * 2 + 1];
        float c[8] = {u.x, u.y, u.z, u.w, v.x, v.y, v.z, v.w};
#pragma unroll
        for (int i = 0; i < 8; ++i) { acc[i][0] += c[i] * x.x; acc[i][1] += c[i] * x.y; acc[i][2] += c[i] * x.z; acc[i][3] += c[i] * x.w; }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) pw[i] += acc[i][0] * acc[i][0] + acc[i][1] * acc[i][1] + acc[i][2] * acc[i][2] + acc[i][3] * acc[i][3];
}
__device__ __forceinline__ void beam_end(float (&pw)[8], float* red, float* o, int bg) {
    int warp = threadIdx.x >> 5;
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        for (int k = 16; k; k >>= 1) pw[i] += __shfl_xor_sync(~0u, pw[i], k);
        if ((threadIdx.x & 31) == 0) red[warp * 8 + i] = pw[i];
    }
    __syncthreads();
    if (threadIdx.x < BFb) { int g = threadIdx.x >> 3, i = threadIdx.x & 7; o[blockIdx.x * BFb + threadIdx.x] = red[g * 16 + i] + red[g * 16 + 8 + i]; }
}
__global__ void __launch_bounds__(256, 1) cedar_lantern_ch1_a(const float* __restrict__ x, const float* __restrict__ weight, float* __restrict__ o) {
    extern __shared__ float4 bfs[];
    __shared__ __align__(16) float w[BFa * BFb];
    __shared__ float red[64];
    int t = threadIdx.x, bg = t >> 6, tg = t & 63;
    for (int i = t; i < BFa * BFb; i += 256) w[i] = weight[i];
    float pw[8] = {};
    const float4* src = (const float4*)(x + (size_t)blockIdx.x * BFk * BFtile);
    for (int k = 0; k < BFk; ++k) {
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 16; ++i) bfs[i * 256 + t] = src[(size_t)k * (BFtile / 4) + i * 256 + t];
        __syncthreads();
        beam_tile((float*)bfs, w, bg, tg, pw);
    }
    beam_end(pw, red, o, bg);
}
__global__ void __launch_bounds__(256, 1) cedar_lantern_ch1_b(const float* __restrict__ x, const float* __restrict__ weight, float* __restrict__ o) {
    extern __shared__ float4 bfs[];
    __shared__ __align__(16) float w[BFa * BFb];
    __shared__ float red[64];
    int t = threadIdx.x, bg = t >> 6, tg = t & 63;
    for (int i = t; i < BFa * BFb; i += 256) w[i] = weight[i];
    float pw[8] = {};
    const float4* src = (const float4*)(x + (size_t)blockIdx.x * BFk * BFtile);
#pragma unroll
    for (int i = 0; i < 16; ++i) __pipeline_memcpy_async(&bfs[i * 256 + t], &src[i * 256 + t], 16);
    __pipeline_commit();
    for (int k = 0; k < BFk; ++k) {
        if (k + 1 < BFk) {
#pragma unroll
            for (int i = 0; i < 16; ++i)
                __pipeline_memcpy_async(&bfs[((k + 1) & 1) * 4096 + i * 256 + t], &src[(size_t)(k + 1) * (BFtile / 4) + i * 256 + t], 16);
        }
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        beam_tile((float*)(bfs + (k & 1) * 4096), w, bg, tg, pw);
        __syncthreads();
    }
    beam_end(pw, red, o, bg);
}
static void r15() {
    CHECK(cudaFuncSetAttribute(cedar_lantern_ch1_a, cudaFuncAttributeMaxDynamicSharedMemorySize, BFtile * 4));
    CHECK(cudaFuncSetAttribute(cedar_lantern_ch1_b, cudaFuncAttributeMaxDynamicSharedMemorySize, BFtile * 8));
    const float* w = P + (1 << 27);
    add("cedar_lantern_ch1_a", [=] { cedar_lantern_ch1_a<<<BFg, 256, BFtile * 4>>>(P, w, OUT); }, OUT, BFg * BFb);
    add("cedar_lantern_ch1_b", [=] { cedar_lantern_ch1_b<<<BFg, 256, BFtile * 8>>>(P, w, OUT); }, OUT, BFg * BFb);
}

// ---- population genetics: kinship product of two dosage panels in half precision
constexpr int KNm = 1536, KNk = 2048;
__global__ void harness_dosage(const float* p, __half* h) { int i = blockIdx.x * 256 + threadIdx.x; h[i] = __float2half(fabsf(p[i])); }
__global__ void __launch_bounds__(1024) paper_gondola_ch1_a(const __half* __restrict__ A, const __half* __restrict__ B, float* __restrict__ C, int n, int kk) {
    __shared__ __half as[32][32], bs[32][32];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 32 + ty, col = blockIdx.x * 32 + tx;
    float acc = 0.0f;
    for (int k = 0; k < kk; k += 32) {
        as[ty][tx] = A[(size_t)row * kk + k + tx];
        bs[ty][tx] = B[(size_t)(k + ty) * n + col];
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 32; ++j) acc += __half2float(as[ty][j]) * __half2float(bs[j][tx]);
        __syncthreads();
    }
    C[(size_t)row * n + col] = acc;
}
__global__ void __launch_bounds__(128) paper_gondola_ch1_b(const __half* __restrict__ A, const __half* __restrict__ B, float* __restrict__ C, int n, int kk) {
    using namespace nvcuda;
    __shared__ __align__(32) __half as[2][64][40], bs[2][32][72];
    int t = threadIdx.x, warp = t >> 5, wr = (warp >> 1) * 32, wc = (warp & 1) * 32;
    size_t row = (size_t)blockIdx.y * 64, col = (size_t)blockIdx.x * 64;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[2][2];
    for (int i = 0; i < 4; ++i) wmma::fill_fragment(c[i >> 1][i & 1], 0.0f);
    auto stage = [&](int b, int k) {
        for (int i = t; i < 256; i += 128) {
            __pipeline_memcpy_async(&as[b][i >> 2][(i & 3) * 8], &A[(row + (i >> 2)) * kk + k + (i & 3) * 8], 16);
            __pipeline_memcpy_async(&bs[b][i >> 3][(i & 7) * 8], &B[(size_t)(k + (i >> 3)) * n + col + (i & 7) * 8], 16);
        }
    };
    stage(0, 0); __pipeline_commit();
    for (int k = 0, b = 0; k < kk; k += 32, b ^= 1) {
        if (k + 32 < kk) stage(b ^ 1, k + 32);
        __pipeline_commit(); __pipeline_wait_prior(1); __syncthreads();
#pragma unroll
        for (int j = 0; j < 32; j += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> f[2];
            for (int i = 0; i < 2; ++i) {
                wmma::load_matrix_sync(a[i], &as[b][wr + i * 16][j], 40);
                wmma::load_matrix_sync(f[i], &bs[b][j][wc + i * 16], 72);
            }
            for (int i = 0; i < 4; ++i) wmma::mma_sync(c[i >> 1][i & 1], a[i >> 1], f[i & 1], c[i >> 1][i & 1]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i)
        wmma::store_matrix_sync(&C[(row + wr + (i >> 1) * 16) * n + col + wc + (i & 1) * 16], c[i >> 1][i & 1], n, wmma::mem_row_major);
}
static void r16() {
    __half* h = harness::empty<__half>(2ull * KNm * KNk);
    harness_dosage<<<2 * KNm * KNk / 256, 256>>>(P, h);
    const __half *A = h, *B = h + (size_t)KNm * KNk;
    add("paper_gondola_ch1_a", [=] { paper_gondola_ch1_a<<<dim3(KNm / 32, KNm / 32), dim3(32, 32)>>>(A, B, OUT, KNm, KNk); }, OUT, (size_t)KNm * KNm);
    add("paper_gondola_ch1_b", [=] { paper_gondola_ch1_b<<<dim3(KNm / 64, KNm / 64), 128>>>(A, B, OUT, KNm, KNk); }, OUT, (size_t)KNm * KNm);
}

// ---- mild: audio gain with a literal in double, bound by DRAM
constexpr int GNn = 1 << 26;
__global__ void __launch_bounds__(256) misty_candle_ch1_a(const float4* __restrict__ x, float4* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = x[i];
    o[i] = make_float4(v.x * 0.8912509, v.y * 0.8912509, v.z * 0.8912509, v.w * 0.8912509);
}
__global__ void __launch_bounds__(256) misty_candle_ch1_b(const float4* __restrict__ x, float4* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = x[i];
    o[i] = make_float4(v.x * 0.8912509f, v.y * 0.8912509f, v.z * 0.8912509f, v.w * 0.8912509f);
}
static void r17() {
    add("misty_candle_ch1_a", [=] { misty_candle_ch1_a<<<GNn / 1024, 256>>>((const float4*)P, (float4*)OUT); }, OUT, GNn);
    add("misty_candle_ch1_b", [=] { misty_candle_ch1_b<<<GNn / 1024, 256>>>((const float4*)P, (float4*)OUT); }, OUT, GNn);
}

// ---- mild: spectroscopy, a long series at 8 wavelengths a thread; shared memory larger than the table needs
constexpr int SPn = 1 << 21, SPk = 512;
__global__ void __launch_bounds__(256) loyal_pepper_ch1_a(const float4* __restrict__ x, const float4* __restrict__ coef, float4* __restrict__ o) {
    extern __shared__ float4 sps[];
    for (int i = threadIdx.x; i < SPk / 4; i += 256) sps[i] = coef[i];
    __syncthreads();
    size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 u = x[i], v = x[i + 256];
    float z[8] = {u.x, u.y, u.z, u.w, v.x, v.y, v.z, v.w}, f[8] = {};
#pragma unroll 4
    for (int k = 0; k < SPk / 4; ++k) {
        float4 c = sps[k];
#pragma unroll
        for (int j = 0; j < 8; ++j) f[j] = (((f[j] * z[j] + c.x) * z[j] + c.y) * z[j] + c.z) * z[j] + c.w;
    }
    o[i] = make_float4(f[0], f[1], f[2], f[3]); o[i + 256] = make_float4(f[4], f[5], f[6], f[7]);
}
__global__ void __launch_bounds__(256) loyal_pepper_ch1_b(const float4* __restrict__ x, const float4* __restrict__ coef, float4* __restrict__ o) {
    extern __shared__ float4 sps[];
    for (int i = threadIdx.x; i < SPk / 4; i += 256) sps[i] = coef[i];
    __syncthreads();
    size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 u = x[i], v = x[i + 256];
    float z[8] = {u.x, u.y, u.z, u.w, v.x, v.y, v.z, v.w}, f[8] = {};
#pragma unroll 4
    for (int k = 0; k < SPk / 4; ++k) {
        float4 c = sps[k];
#pragma unroll
        for (int j = 0; j < 8; ++j) f[j] = (((f[j] * z[j] + c.x) * z[j] + c.y) * z[j] + c.z) * z[j] + c.w;
    }
    o[i] = make_float4(f[0], f[1], f[2], f[3]); o[i + 256] = make_float4(f[4], f[5], f[6], f[7]);
}
static void r18() {
    CHECK(cudaFuncSetAttribute(loyal_pepper_ch1_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 56 * 1024));
    const float4 *x = (const float4*)P, *c = (const float4*)(P + (1 << 27));
    add("loyal_pepper_ch1_a", [=] { loyal_pepper_ch1_a<<<SPn * 8 / 2048, 256, 56 * 1024>>>(x, c, (float4*)OUT); }, OUT, SPn * 8);
    add("loyal_pepper_ch1_b", [=] { loyal_pepper_ch1_b<<<SPn * 8 / 2048, 256, SPk * 4>>>(x, c, (float4*)OUT); }, OUT, SPn * 8);
}

// ---- mild: ocean acoustics, softened monopole field at receivers from source tiles, with a barrier more than needed
constexpr int OAr = 132 * 2048, OAs = 4096;
template <bool MORE>
__device__ __forceinline__ void monopoles(const float4* __restrict__ src, const float4* __restrict__ rec, float* __restrict__ o, int ns) {
    __shared__ float4 s[256];
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 p = rec[i], q = rec[i + 256];
    float f = 0.0f, g = 0.0f;
    for (int k = 0; k < ns; k += 256) {
        s[threadIdx.x] = src[k + threadIdx.x];
        __syncthreads();
#pragma unroll 16
        for (int j = 0; j < 256; ++j) {
            float4 v = s[j];
            float x = v.x - p.x, y = v.y - p.y, z = v.z - p.z; f += v.w * rsqrtf(x * x + y * y + z * z + 0.01f);
            x = v.x - q.x; y = v.y - q.y; z = v.z - q.z; g += v.w * rsqrtf(x * x + y * y + z * z + 0.01f);
        }
        if (MORE) { __syncthreads(); f *= 0.999f; g *= 0.999f; __syncthreads(); }
        else { f *= 0.999f; g *= 0.999f; __syncthreads(); }
    }
    o[i] = f; o[i + 256] = g;
}
__global__ void __launch_bounds__(256) windy_plank_ch1_a(const float4* __restrict__ s, const float4* __restrict__ r, float* __restrict__ o, int n) { monopoles<true>(s, r, o, n); }
__global__ void __launch_bounds__(256) windy_plank_ch1_b(const float4* __restrict__ s, const float4* __restrict__ r, float* __restrict__ o, int n) { monopoles<false>(s, r, o, n); }
static void r19() {
    const float4 *s = (const float4*)P, *r = (const float4*)(P + (1 << 26));
    add("windy_plank_ch1_a", [=] { windy_plank_ch1_a<<<OAr / 512, 256>>>(s, r, OUT, OAs); }, OUT, OAr);
    add("windy_plank_ch1_b", [=] { windy_plank_ch1_b<<<OAr / 512, 256>>>(s, r, OUT, OAs); }, OUT, OAr);
}

// ---- mild: orbits, fixed-point solution of Kepler's equation from records of 5 floats; the records are split or not
constexpr int KPn = 1 << 21;
__global__ void harness_orbits(const float* p, float* m, float* e) { int i = blockIdx.x * 256 + threadIdx.x; m[i] = p[i * 5 + 1]; e[i] = p[i * 5 + 3]; }
__device__ __forceinline__ float kepler(float m, float ecc) {
    float e = 0.3f + 0.3f * ecc, E = m;
#pragma unroll 4
    for (int k = 0; k < 40; ++k) {
        float s = __sinf(E), c = __cosf(E);
        E -= __fdividef(E - e * s - m, 1.0f - e * c);
    }
    return E;
}
__global__ void __launch_bounds__(384) noble_radish_ch1_a(const float* __restrict__ rec, float* __restrict__ o, int n) {
    int i = blockIdx.x * 384 + threadIdx.x;
    if (i < n) o[i] = kepler(rec[i * 5 + 1], rec[i * 5 + 3]);
}
__global__ void __launch_bounds__(384) noble_radish_ch1_b(const float* __restrict__ m, const float* __restrict__ e, float* __restrict__ o, int n) {
    int i = blockIdx.x * 384 + threadIdx.x;
    if (i < n) o[i] = kepler(m[i], e[i]);
}
static void r20() {
    float* c = harness::empty<float>(2ull * KPn);
    harness_orbits<<<KPn / 256, 256>>>(P, c, c + KPn);
    int b = (KPn + 383) / 384;
    add("noble_radish_ch1_a", [=] { noble_radish_ch1_a<<<b, 384>>>(P, OUT, KPn); }, OUT, KPn);
    add("noble_radish_ch1_b", [=] { noble_radish_ch1_b<<<b, 384>>>(c, c + KPn, OUT, KPn); }, OUT, KPn);
}

// ---- mild: telescope frames, gain of the row and offset of the column; a division a thread under a stream bound by DRAM
constexpr int TFw = 4608, TFh = 12288;
__global__ void __launch_bounds__(288) brave_kettle_ch1_a(const float4* __restrict__ x, const float* __restrict__ gain, const float4* __restrict__ off,
                                                        float4* __restrict__ o, int w4) {
    int i = blockIdx.x * 288 + threadIdx.x, row = i / w4, col = i - row * w4;
    float g = gain[row]; float4 v = x[i], f = off[col];
    o[i] = make_float4(g * v.x + f.x, g * v.y + f.y, g * v.z + f.z, g * v.w + f.w);
}
__global__ void __launch_bounds__(288) brave_kettle_ch1_b(const float4* __restrict__ x, const float* __restrict__ gain, const float4* __restrict__ off,
                                                        float4* __restrict__ o, int w4) {
    int row = blockIdx.y, col = blockIdx.x * 288 + threadIdx.x, i = row * w4 + col;
    float g = gain[row]; float4 v = x[i], f = off[col];
    o[i] = make_float4(g * v.x + f.x, g * v.y + f.y, g * v.z + f.z, g * v.w + f.w);
}
static void r21() {
    const float* g = P + (1 << 27); const float4* f = (const float4*)(P + (1 << 27) + TFh);
    add("brave_kettle_ch1_a", [=] { brave_kettle_ch1_a<<<TFw / 4 / 288 * TFh, 288>>>((const float4*)P, g, f, (float4*)OUT, TFw / 4); }, OUT, (size_t)TFw * TFh);
    add("brave_kettle_ch1_b", [=] { brave_kettle_ch1_b<<<dim3(TFw / 4 / 288, TFh), 288>>>((const float4*)P, g, f, (float4*)OUT, TFw / 4); }, OUT, (size_t)TFw * TFh);
}

// ---- healthy: tidal current speed from two components, a stream
constexpr int TCn = 1 << 26;
__global__ void __launch_bounds__(256) sunny_compass_ch1_a(const float4* __restrict__ u, const float4* __restrict__ v, float4* __restrict__ o) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 a = __ldcs(u + i), b = __ldcs(v + i), c = __ldcs(u + i + 256), d = __ldcs(v + i + 256);
    __stcs(o + i, make_float4(__fsqrt_rn(a.x * a.x + b.x * b.x), __fsqrt_rn(a.y * a.y + b.y * b.y), __fsqrt_rn(a.z * a.z + b.z * b.z), __fsqrt_rn(a.w * a.w + b.w * b.w)));
    __stcs(o + i + 256, make_float4(__fsqrt_rn(c.x * c.x + d.x * d.x), __fsqrt_rn(c.y * c.y + d.y * d.y), __fsqrt_rn(c.z * c.z + d.z * d.z), __fsqrt_rn(c.w * c.w + d.w * d.w)));
}
static void r22() {
    add("sunny_compass_ch1_a", [=] { sunny_compass_ch1_a<<<TCn / 2048, 256>>>((const float4*)P, (const float4*)(P + TCn), (float4*)OUT); }, OUT, TCn);
}

// ---- healthy: audio loudness and peak of a long recording, partials of a block
constexpr int LOb = 132 * 4; constexpr size_t LOn = 1ull << 28;
__global__ void __launch_bounds__(512) gentle_hammer_ch1_a(const float4* __restrict__ x, float2* __restrict__ o, int n4) {
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0, m = 0;
    int step = gridDim.x * 512;
#pragma unroll 4
    for (int i = blockIdx.x * 512 + threadIdx.x; i < n4; i += step) {
        float4 v = __ldcs(x + i);
        s0 += v.x * v.x; s1 += v.y * v.y; s2 += v.z * v.z; s3 += v.w * v.w;
        m = fmaxf(m, fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w))));
    }
    float s = (s0 + s1) + (s2 + s3);
    __shared__ float ps[16], pm[16];
    for (int k = 16; k; k >>= 1) { s += __shfl_xor_sync(~0u, s, k); m = fmaxf(m, __shfl_xor_sync(~0u, m, k)); }
    if ((threadIdx.x & 31) == 0) { ps[threadIdx.x >> 5] = s; pm[threadIdx.x >> 5] = m; }
    __syncthreads();
    if (threadIdx.x < 32) {
        s = threadIdx.x < 16 ? ps[threadIdx.x] : 0.0f; m = threadIdx.x < 16 ? pm[threadIdx.x] : 0.0f;
        for (int k = 8; k; k >>= 1) { s += __shfl_xor_sync(~0u, s, k); m = fmaxf(m, __shfl_xor_sync(~0u, m, k)); }
        if (threadIdx.x == 0) o[blockIdx.x] = make_float2(s, m);
    }
}
static void r23() {
    add("gentle_hammer_ch1_a", [=] { gentle_hammer_ch1_a<<<LOb, 512>>>((const float4*)P, (float2*)OUT, (int)(LOn / 4)); }, OUT, 2 * LOb);
}

// ---- healthy: heat in rock, 7-point stencil of 512^3, four points of x a thread, marching through z
constexpr int HRn = 512;
__global__ void __launch_bounds__(256) purple_canoe_ch1_a(const float* __restrict__ t, float* __restrict__ o, int depth, float k) {
    int x4 = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, z0 = blockIdx.z * depth;
    const int row = HRn, plane = HRn * HRn;
    int c = y * row + x4 * 4, up = (y ? -row : 0), dn = (y < HRn - 1 ? row : 0), le = (x4 ? -1 : 0), ri = (x4 < HRn / 4 - 1 ? 4 : 3);
    const float* p = t + (size_t)z0 * plane + c;
    float4 below = *(const float4*)(z0 ? p - plane : p), mid = *(const float4*)p;
#pragma unroll 4
    for (int z = z0; z < z0 + depth; ++z, p += plane) {
        float4 above = z < HRn - 1 ? *(const float4*)(p + plane) : mid;
        float4 n = *(const float4*)(p + up), s = *(const float4*)(p + dn);
        float l = p[le], r = p[ri];
        float4 q;
        q.x = mid.x + k * (below.x + above.x + n.x + s.x + l + mid.y - 6.0f * mid.x);
        q.y = mid.y + k * (below.y + above.y + n.y + s.y + mid.x + mid.z - 6.0f * mid.y);
        q.z = mid.z + k * (below.z + above.z + n.z + s.z + mid.y + mid.w - 6.0f * mid.z);
        q.w = mid.w + k * (below.w + above.w + n.w + s.w + mid.z + r - 6.0f * mid.w);
        *(float4*)(o + (size_t)z * plane + c) = q;
        below = mid; mid = above;
    }
}
static void r24() {
    add("purple_canoe_ch1_a", [=] { purple_canoe_ch1_a<<<dim3(4, 64, 8), dim3(32, 8)>>>(P, OUT, 64, 0.12f); }, OUT, (size_t)HRn * HRn * HRn);
}

// ---- healthy: seismology, running sum along each trace of 1024 samples
constexpr int TRn = 1 << 16;
__global__ void __launch_bounds__(256) eager_blanket_ch1_a(const float4* __restrict__ x, float4* __restrict__ o) {
    __shared__ float part[8];
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    float4 v = x[i];
    v.y += v.x; v.z += v.y; v.w += v.z;
    float s = v.w;
#pragma unroll
    for (int k = 1; k < 32; k <<= 1) { float u = __shfl_up_sync(~0u, s, k); if (lane >= k) s += u; }
    if (lane == 31) part[warp] = s;
    __syncthreads();
    float before = s - v.w;
#pragma unroll
    for (int w = 0; w < 7; ++w) before += w < warp ? part[w] : 0.0f;
    o[i] = make_float4(v.x + before, v.y + before, v.z + before, v.w + before);
}
static void r25() {
    add("eager_blanket_ch1_a", [=] { eager_blanket_ch1_a<<<TRn, 256>>>((const float4*)P, (float4*)OUT); }, OUT, (size_t)TRn * 1024);
}

// ---- healthy: RMS norm of expression profiles of 1024 genes, one warp a profile
constexpr int PRn = 1 << 16;
__global__ void __launch_bounds__(256) ivory_tractor_ch1_a(const float4* __restrict__ x, const float4* __restrict__ gain, float4* __restrict__ o) {
    size_t row = (size_t)blockIdx.x * 8 + (threadIdx.x >> 5); int lane = threadIdx.x & 31;
    const float4* p = x + row * 256 + lane;
    float4 v[8]; float s = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = p[k * 32];
#pragma unroll
    for (int k = 0; k < 8; ++k) s += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
#pragma unroll
    for (int k = 16; k; k >>= 1) s += __shfl_xor_sync(~0u, s, k);
    float r = rsqrtf(s * (1.0f / 1024.0f) + 1e-6f);
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        float4 g = __ldg(gain + k * 32 + lane);
        o[row * 256 + k * 32 + lane] = make_float4(v[k].x * r * g.x, v[k].y * r * g.y, v[k].z * r * g.z, v[k].w * r * g.w);
    }
}
static void r26() {
    add("ivory_tractor_ch1_a", [=] { ivory_tractor_ch1_a<<<PRn / 8, 256>>>((const float4*)P, (const float4*)(P + (1 << 27)), (float4*)OUT); }, OUT, (size_t)PRn * 1024);
}

// ---- healthy: structure factors, product in plain FP32 (exactness wanted), 128x128 tiles, 8x8 a thread, two stages
constexpr int SFm = 2816, SFn = 3072, SFk = 1024;
__global__ void __launch_bounds__(256, 2) jolly_granite_ch1_a(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C) {
    __shared__ __align__(16) float as[2][8][132], bs[2][8][128];
    int t = threadIdx.x, tx = t & 15, ty = t >> 4;
    size_t row = (size_t)blockIdx.y * 128, col = (size_t)blockIdx.x * 128;
    const float* pa = A + (row + (t >> 1)) * SFk + (t & 1) * 4;
    const float* pb = B + (size_t)(t >> 5) * SFn + col + (t & 31) * 4;
    float acc[8][8] = {};
    float4 ra = *(const float4*)pa, rb = *(const float4*)pb;
    auto put = [&](int s) {
        int k = (t & 1) * 4, m = t >> 1;
        as[s][k][m] = ra.x; as[s][k + 1][m] = ra.y; as[s][k + 2][m] = ra.z; as[s][k + 3][m] = ra.w;
        *(float4*)&bs[s][t >> 5][(t & 31) * 4] = rb;
    };
    put(0); __syncthreads();
    for (int k = 0, s = 0; k < SFk; k += 8, s ^= 1) {
        bool more = k + 8 < SFk;
        if (more) { pa += 8; pb += 8 * SFn; ra = *(const float4*)pa; rb = *(const float4*)pb; }
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            float4 a0 = *(float4*)&as[s][j][ty * 4], a1 = *(float4*)&as[s][j][64 + ty * 4];
            float4 b0 = *(float4*)&bs[s][j][tx * 4], b1 = *(float4*)&bs[s][j][64 + tx * 4];
            float a[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w}, b[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
            for (int m = 0; m < 8; ++m)
#pragma unroll
                for (int n = 0; n < 8; ++n) acc[m][n] += a[m] * b[n];
        }
        if (more) { put(s ^ 1); __syncthreads(); }
    }
#pragma unroll
    for (int m = 0; m < 8; ++m) {
        float* c = C + (row + (m >> 2) * 64 + ty * 4 + (m & 3)) * SFn + col + tx * 4;
        *(float4*)c = make_float4(acc[m][0], acc[m][1], acc[m][2], acc[m][3]);
        *(float4*)(c + 64) = make_float4(acc[m][4], acc[m][5], acc[m][6], acc[m][7]);
    }
}
static void r27() {
    add("jolly_granite_ch1_a", [=] { jolly_granite_ch1_a<<<dim3(SFn / 128, SFm / 128), 256>>>(P, P + (1 << 27), OUT); }, OUT, (size_t)SFm * SFn);
}

// ---- healthy: SU(3) matrix times colour vector at every site, columns of float2
constexpr int SUn = 1 << 22;
__global__ void __launch_bounds__(128) olive_kitten_ch1_a(const float2* __restrict__ u, const float2* __restrict__ v, float2* __restrict__ w) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float2 m[9], x[3];
#pragma unroll
    for (int k = 0; k < 9; ++k) m[k] = u[(size_t)k * SUn + i];
#pragma unroll
    for (int k = 0; k < 3; ++k) x[k] = v[(size_t)k * SUn + i];
#pragma unroll
    for (int r = 0; r < 3; ++r) {
        float2 s = make_float2(0.0f, 0.0f);
#pragma unroll
        for (int c = 0; c < 3; ++c) {
            s.x += m[r * 3 + c].x * x[c].x - m[r * 3 + c].y * x[c].y;
            s.y += m[r * 3 + c].x * x[c].y + m[r * 3 + c].y * x[c].x;
        }
        w[(size_t)r * SUn + i] = s;
    }
}
static void r28() {
    add("olive_kitten_ch1_a", [=] { olive_kitten_ch1_a<<<SUn / 128, 128>>>((const float2*)P, (const float2*)P + 9ull * SUn, (float2*)OUT); }, OUT, 6ull * SUn);
}
int main(int argc, char** argv) {
    P = harness::filled<float>(1ull << 28, 3); OUT = harness::empty<float>(1ull << 27);
    Q = harness::indices(1ull << 26, 0xffffffffu, 11);
    r01(); r02(); r03(); r04(); r05(); r06(); r07(); r08(); r09(); r10(); r11(); r12(); r13(); r14();
    r15(); r16(); r17(); r18(); r19(); r20(); r21(); r22(); r23(); r24(); r25(); r26(); r27(); r28();
    return harness::run(argc, argv, cases);
}
