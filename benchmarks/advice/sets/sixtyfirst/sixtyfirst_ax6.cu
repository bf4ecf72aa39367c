// Ten measured cases of needless arithmetic, its mild form and its look-alikes: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Film scanning: tone curve of 8-bit RGBA frames, four pixels a load, blocks that walk over all frames.
constexpr int kQuads = 10 * 3840 * 2160 / 4;  // uint4 of four pixels each

__device__ __forceinline__ unsigned tone_of(unsigned v, float gamma, float lift) {
    float shade = powf(v / 255.0f, gamma);
    return (unsigned)(fminf(lift + (255.0f - lift) * shade, 255.0f) + 0.5f);
}

__device__ __forceinline__ unsigned darkroom_pixel(unsigned p, float gamma, float lift) {
    unsigned r = tone_of(p & 255u, gamma, lift), g = tone_of((p >> 8) & 255u, gamma, lift), b = tone_of((p >> 16) & 255u, gamma, lift);
    return r | g << 8 | b << 16 | (p & 0xff000000u);
}

__global__ void __launch_bounds__(256) velvet_heron_ax6_a(const uint4* __restrict__ scan, uint4* __restrict__ print, int quads, float gamma, float lift) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < quads; i += gridDim.x * 256) {
        uint4 p = scan[i];
        print[i] = make_uint4(darkroom_pixel(p.x, gamma, lift), darkroom_pixel(p.y, gamma, lift), darkroom_pixel(p.z, gamma, lift),
                              darkroom_pixel(p.w, gamma, lift));
    }
}

__device__ __forceinline__ unsigned darkroom_lookup(unsigned p, const unsigned char* curve) {
    return curve[p & 255u] | (unsigned)curve[(p >> 8) & 255u] << 8 | (unsigned)curve[(p >> 16) & 255u] << 16 | (p & 0xff000000u);
}

__global__ void __launch_bounds__(256) velvet_heron_ax6_b(const uint4* __restrict__ scan, uint4* __restrict__ print, int quads, float gamma, float lift) {
    __shared__ unsigned char curve[256];
    curve[threadIdx.x] = (unsigned char)tone_of(threadIdx.x, gamma, lift);
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < quads; i += gridDim.x * 256) {
        uint4 p = scan[i];
        print[i] = make_uint4(darkroom_lookup(p.x, curve), darkroom_lookup(p.y, curve), darkroom_lookup(p.z, curve), darkroom_lookup(p.w, curve));
    }
}

// ---- Chemistry: bond energy from 48 evenly spaced radial Gaussians, a row of blocks for each kind of bond, two bonds a thread.
constexpr int kBondKinds = 6, kBondPairs = 1 << 18, kBells = 48;  // pairs of bonds of each kind
constexpr float kBellStep = 1.0f / kBells, kBellSharp = 40.0f;

__global__ void __launch_bounds__(128) copper_willow_ax6_a(const float2* __restrict__ reach, const float* __restrict__ weight, float2* __restrict__ energy) {
    __shared__ float share[kBells];
    int kind = blockIdx.y, i = kind * kBondPairs + blockIdx.x * 128 + threadIdx.x;
    if (threadIdx.x < kBells) share[threadIdx.x] = 1.5f + weight[kind * kBells + threadIdx.x];
    __syncthreads();
    float2 r = reach[i];
    float dx = 0.5f + 0.5f * r.x, dy = 0.5f + 0.5f * r.y, ex = 0.0f, ey = 0.0f;
#pragma unroll
    for (int k = 0; k < kBells; ++k) {
        float ux = dx - k * kBellStep, uy = dy - k * kBellStep;
        ex += share[k] * __expf(-kBellSharp * ux * ux);
        ey += share[k] * __expf(-kBellSharp * uy * uy);
    }
    energy[i] = make_float2(ex, ey);
}

__global__ void __launch_bounds__(128) copper_willow_ax6_b(const float2* __restrict__ reach, const float* __restrict__ weight, float2* __restrict__ energy) {
    __shared__ float share[kBells];
    int kind = blockIdx.y, i = kind * kBondPairs + blockIdx.x * 128 + threadIdx.x;
    if (threadIdx.x < kBells) share[threadIdx.x] = 1.5f + weight[kind * kBells + threadIdx.x];
    __syncthreads();
    float2 r = reach[i];
    float dx = 0.5f + 0.5f * r.x, dy = 0.5f + 0.5f * r.y, ex = 0.0f, ey = 0.0f;
    constexpr float kTilt = 2.0f * kBellSharp * kBellStep, kDrop = kBellSharp * kBellStep * kBellStep;
    float bx = __expf(-kBellSharp * dx * dx), by = __expf(-kBellSharp * dy * dy);        // the bell at 0
    float qx = __expf(kTilt * dx - kDrop), qy = __expf(kTilt * dy - kDrop);              // from bell k to bell k + 1
#pragma unroll
    for (int k = 0; k < kBells; ++k) {
        ex = fmaf(share[k], bx, ex);
        ey = fmaf(share[k], by, ey);
        bx *= qx; by *= qy;
        qx *= 0.965873677f; qy *= 0.965873677f;  // exp(-2 kDrop)
    }
    energy[i] = make_float2(ex, ey);
}

// ---- Cryptography: shares of secrets (Shamir): each secret's polynomial over a prime field at the point of each guardian.
constexpr int kSecrets = 1 << 18, kDegree = 24, kGuardians = 8;
constexpr unsigned kPrime = 998244353u;

__global__ void __launch_bounds__(256) thimble_oath_ax6_a(const unsigned* __restrict__ coef, const uint2* __restrict__ point, unsigned* __restrict__ share,
                                                          int secrets, int degree, unsigned prime) {
    int i = blockIdx.x * 256 + threadIdx.x;
    unsigned x = point[blockIdx.y].x;
    uint64_t s = 0;
#pragma unroll 4
    for (int k = 0; k < degree; ++k) s = (s * x + coef[k * secrets + i]) % prime;
    share[blockIdx.y * secrets + i] = (unsigned)s;
}

__global__ void __launch_bounds__(256) thimble_oath_ax6_b(const unsigned* __restrict__ coef, const uint2* __restrict__ point, unsigned* __restrict__ share,
                                                          int secrets, int degree, unsigned prime) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint2 p = point[blockIdx.y];  // the point and 2^32 times it over the prime
    unsigned s = 0;
#pragma unroll 4
    for (int k = 0; k < degree; ++k) {
        unsigned r = s * p.x - __umulhi(s, p.y) * prime;  // below 2 * prime
        r += coef[k * secrets + i];                       // below 3 * prime < 2^32
        r = min(r, r - prime);
        s = min(r, r - prime);
    }
    share[blockIdx.y * secrets + i] = s;
}

// ---- Computer graphics: 63-bit codes along the space-filling curve for the sort before a tree is built.
constexpr int kMotes = 1 << 20;

__device__ __forceinline__ unsigned cell_of(float v, float cells) { return (unsigned)fminf(fmaxf((0.5f + 0.5f * v) * cells, 0.0f), cells - 1.0f); }

__global__ void __launch_bounds__(192) saddle_brine_ax6_a(const float* __restrict__ px, const float* __restrict__ py, const float* __restrict__ pz,
                                                          unsigned long long* __restrict__ code, int motes, int levels) {
    int i = blockIdx.x * 192 + threadIdx.x;
    if (i >= motes) return;
    float cells = (float)(1 << levels);
    unsigned x = cell_of(px[i], cells), y = cell_of(py[i], cells), z = cell_of(pz[i], cells);
    unsigned long long c = 0;
    for (int b = 0; b < levels; ++b) {
        c |= (unsigned long long)((x >> b) & 1u) << (3 * b + 2);
        c |= (unsigned long long)((y >> b) & 1u) << (3 * b + 1);
        c |= (unsigned long long)((z >> b) & 1u) << (3 * b);
    }
    code[i] = c;
}

__device__ __forceinline__ unsigned long long spread_of(unsigned v) {
    unsigned long long x = v & 0x1fffffu;
    x = (x | x << 32) & 0x001f00000000ffffull;
    x = (x | x << 16) & 0x001f0000ff0000ffull;
    x = (x | x << 8) & 0x100f00f00f00f00full;
    x = (x | x << 4) & 0x10c30c30c30c30c3ull;
    return (x | x << 2) & 0x1249249249249249ull;
}

__global__ void __launch_bounds__(192) saddle_brine_ax6_b(const float* __restrict__ px, const float* __restrict__ py, const float* __restrict__ pz,
                                                          unsigned long long* __restrict__ code, int motes, int levels) {
    int i = blockIdx.x * 192 + threadIdx.x;
    if (i >= motes) return;
    float cells = (float)(1 << levels);
    unsigned x = cell_of(px[i], cells), y = cell_of(py[i], cells), z = cell_of(pz[i], cells);
    code[i] = spread_of(x) << 2 | spread_of(y) << 1 | spread_of(z);
}

// ---- Image search: score of each picture from the 16-bit counts of its 1024 visual words, a warp a picture, four pictures a warp.
constexpr int kPictures = 1 << 18, kWords = 1024;

__global__ void __launch_bounds__(256) magpie_ledger_ax6_a(const uint4* __restrict__ counts, const float* __restrict__ rarity, float* __restrict__ score) {
    __shared__ __align__(16) float rare[kWords];
    for (int w = threadIdx.x; w < kWords; w += 256) rare[w] = 1.5f + rarity[w];
    __syncthreads();
    int lane = threadIdx.x % 32, first = (blockIdx.x * 8 + threadIdx.x / 32) * 4;
    for (int p = first; p < first + 4; ++p) {
        float sum = 0.0f;
#pragma unroll
        for (int part = 0; part < 4; ++part) {
            uint4 c = counts[(size_t)p * (kWords / 8) + part * 32 + lane];
            const float4* r = reinterpret_cast<const float4*>(rare + part * 256 + lane * 8);
            float4 low = r[0], high = r[1];
            int n0 = c.x & 0xffff, n1 = c.x >> 16, n2 = c.y & 0xffff, n3 = c.y >> 16, n4 = c.z & 0xffff, n5 = c.z >> 16, n6 = c.w & 0xffff, n7 = c.w >> 16;
            sum += log(n0 + 1.0) * low.x; sum += log(n1 + 1.0) * low.y; sum += log(n2 + 1.0) * low.z; sum += log(n3 + 1.0) * low.w;
            sum += log(n4 + 1.0) * high.x; sum += log(n5 + 1.0) * high.y; sum += log(n6 + 1.0) * high.z; sum += log(n7 + 1.0) * high.w;
        }
#pragma unroll
        for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (lane == 0) score[p] = sum;
    }
}

__global__ void __launch_bounds__(256) magpie_ledger_ax6_b(const uint4* __restrict__ counts, const float* __restrict__ rarity, float* __restrict__ score) {
    __shared__ __align__(16) float rare[kWords];
    for (int w = threadIdx.x; w < kWords; w += 256) rare[w] = 1.5f + rarity[w];
    __syncthreads();
    int lane = threadIdx.x % 32, first = (blockIdx.x * 8 + threadIdx.x / 32) * 4;
    for (int p = first; p < first + 4; ++p) {
        float sum = 0.0f;
#pragma unroll
        for (int part = 0; part < 4; ++part) {
            uint4 c = counts[(size_t)p * (kWords / 8) + part * 32 + lane];
            const float4* r = reinterpret_cast<const float4*>(rare + part * 256 + lane * 8);
            float4 low = r[0], high = r[1];
            int n0 = c.x & 0xffff, n1 = c.x >> 16, n2 = c.y & 0xffff, n3 = c.y >> 16, n4 = c.z & 0xffff, n5 = c.z >> 16, n6 = c.w & 0xffff, n7 = c.w >> 16;
            sum += logf(n0 + 1.0f) * low.x; sum += logf(n1 + 1.0f) * low.y;
            sum += logf(n2 + 1.0f) * low.z; sum += logf(n3 + 1.0f) * low.w;
            sum += logf(n4 + 1.0f) * high.x; sum += logf(n5 + 1.0f) * high.y;
            sum += logf(n6 + 1.0f) * high.z; sum += logf(n7 + 1.0f) * high.w;
        }
#pragma unroll
        for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (lane == 0) score[p] = sum;
    }
}

// ---- Audio: low pass of 64 taps over a long recording, eight samples a thread, a tile of samples in shared memory (a pad word every eight).
constexpr int kTaps = 64, kFirTile = 1024, kSamples = 24 * 1024 * 1024;
__constant__ double kLowPass[kTaps];
__constant__ float kLowPassShort[kTaps];

__device__ __forceinline__ void fir_load(const float* __restrict__ sound, float* tile) {
    size_t base = (size_t)blockIdx.x * kFirTile;
    for (int s = threadIdx.x; s < kFirTile + kTaps; s += 128) tile[s + s / 8] = sound[base + s];
    __syncthreads();
}

__device__ __forceinline__ void fir_store(float* __restrict__ clean, float* tile, const float (&y)[8]) {
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 8; ++j) tile[9 * threadIdx.x + j] = y[j];
    __syncthreads();
    size_t base = (size_t)blockIdx.x * kFirTile;
#pragma unroll
    for (int s = threadIdx.x; s < kFirTile; s += 128) clean[base + s] = tile[s + s / 8];
}

__global__ void __launch_bounds__(128) cobalt_finch_ax6_a(const float* __restrict__ sound, float* __restrict__ clean) {
    __shared__ float tile[(kFirTile + kTaps) * 9 / 8];
    fir_load(sound, tile);
    double sum[8] = {};
    const float* mine = tile + 9 * threadIdx.x;
#pragma unroll
    for (int k = 0; k < kTaps + 7; ++k) {
        float x = mine[k + k / 8];
#pragma unroll
        for (int j = 0; j < 8; ++j)
            if (k >= j && k - j < kTaps) sum[j] += kLowPass[k - j] * x;
    }
    float y[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) y[j] = (float)sum[j];
    fir_store(clean, tile, y);
}

__global__ void __launch_bounds__(128) cobalt_finch_ax6_b(const float* __restrict__ sound, float* __restrict__ clean) {
    __shared__ float tile[(kFirTile + kTaps) * 9 / 8];
    fir_load(sound, tile);
    float sum[8] = {};
    const float* mine = tile + 9 * threadIdx.x;
#pragma unroll
    for (int k = 0; k < kTaps + 7; ++k) {
        float x = mine[k + k / 8];
#pragma unroll
        for (int j = 0; j < 8; ++j)
            if (k >= j && k - j < kTaps) sum[j] += kLowPassShort[k - j] * x;
    }
    fir_store(clean, tile, sum);
}

// ---- Pulsar timing: arrival times at the centre of mass of the solar system: four turns of t + r(t) . n with the orbit's polynomials, in double, two pulses a thread.
constexpr int kPulses = 24 * 1024 * 1024, kOrbit = 14;
__constant__ double kEarth[3][kOrbit];

__device__ __forceinline__ double orbit_rounded(const double* c, double t) {
    double v = c[kOrbit - 1];
#pragma unroll
    for (int k = kOrbit - 2; k >= 0; --k) v = __dadd_rn(__dmul_rn(v, t), c[k]);
    return v;
}

__global__ void __launch_bounds__(512) lichen_drum_ax6_a(const double2* __restrict__ arrival, double2* __restrict__ centred, double nx, double ny, double nz) {
    int i = blockIdx.x * 512 + threadIdx.x;
    double2 p = arrival[i], t = p;
#pragma unroll
    for (int turn = 0; turn < 4; ++turn) {
        double x0 = orbit_rounded(kEarth[0], t.x), x1 = orbit_rounded(kEarth[0], t.y), y0 = orbit_rounded(kEarth[1], t.x), y1 = orbit_rounded(kEarth[1], t.y);
        double z0 = orbit_rounded(kEarth[2], t.x), z1 = orbit_rounded(kEarth[2], t.y);
        t.x = __dadd_rn(__dadd_rn(__dadd_rn(p.x, __dmul_rn(x0, nx)), __dmul_rn(y0, ny)), __dmul_rn(z0, nz));
        t.y = __dadd_rn(__dadd_rn(__dadd_rn(p.y, __dmul_rn(x1, nx)), __dmul_rn(y1, ny)), __dmul_rn(z1, nz));
    }
    centred[i] = t;
}

__device__ __forceinline__ double orbit_at(const double* c, double t) {
    double v = c[kOrbit - 1];
#pragma unroll
    for (int k = kOrbit - 2; k >= 0; --k) v = fma(v, t, c[k]);
    return v;
}

__global__ void __launch_bounds__(512) lichen_drum_ax6_b(const double2* __restrict__ arrival, double2* __restrict__ centred, double nx, double ny, double nz) {
    int i = blockIdx.x * 512 + threadIdx.x;
    double2 p = arrival[i], t = p;
#pragma unroll
    for (int turn = 0; turn < 4; ++turn) {
        double x0 = orbit_at(kEarth[0], t.x), x1 = orbit_at(kEarth[0], t.y), y0 = orbit_at(kEarth[1], t.x), y1 = orbit_at(kEarth[1], t.y);
        double z0 = orbit_at(kEarth[2], t.x), z1 = orbit_at(kEarth[2], t.y);
        t.x = fma(z0, nz, fma(y0, ny, fma(x0, nx, p.x)));
        t.y = fma(z1, nz, fma(y1, ny, fma(x1, nx, p.y)));
    }
    centred[i] = t;
}

// ---- Machine learning: scale and shift of each channel of a batch of maps (inference of batch normalization), four values a thread.
constexpr unsigned kMaps = 64, kChannels = 256, kArea = 56 * 56, kMapQuads = kMaps * kChannels * kArea / 4;

__device__ __forceinline__ float4 shifted(float4 v, float s, float b) { return make_float4(fmaf(v.x, s, b), fmaf(v.y, s, b), fmaf(v.z, s, b), fmaf(v.w, s, b)); }

__global__ void __launch_bounds__(256) orchid_bellows_ax6_a(const float4* __restrict__ in, const float* __restrict__ scale, const float* __restrict__ shift,
                                                            float4* __restrict__ out, unsigned quads, unsigned channels) {
    unsigned i = blockIdx.x * 256 + threadIdx.x;
    unsigned c = i / quads % channels;
    out[i] = shifted(in[i], scale[c], shift[c]);
}

__global__ void __launch_bounds__(256) orchid_bellows_ax6_b(const float4* __restrict__ in, const float* __restrict__ scale, const float* __restrict__ shift,
                                                            float4* __restrict__ out, unsigned long long quads_inverse, unsigned channel_mask) {
    unsigned i = blockIdx.x * 256 + threadIdx.x;
    unsigned c = (unsigned)(i * quads_inverse >> 40) & channel_mask;  // 2^40 over the quads of a map, rounded up
    out[i] = shifted(in[i], scale[c], shift[c]);
}

// ---- Dynamics: mean energy of orbits of the Henon map, which is chaotic and lives on double precision, two orbits a thread.
constexpr int kOrbitPairs = 132 * 2048 * 4;

__global__ void __launch_bounds__(256) glacier_spindle_ax6_a(const double2* __restrict__ start, double2* __restrict__ energy) {
    int i = blockIdx.x * 256 + threadIdx.x;
    double2 s = start[i];
    double a = 1.2 + 0.15 * s.x, c = 1.2 + 0.15 * s.y, x = 0.1 * s.x, u = 0.1 * s.y, xp = u, up = x, ex = 0.0, eu = 0.0;
#pragma unroll 4
    for (int turn = 0; turn < 512; ++turn) {
        double xn = fma(-x, x, fma(0.3, xp, a)), un = fma(-u, u, fma(0.3, up, c));
        ex = fma(xn, xn, ex); eu = fma(un, un, eu);
        xp = x; up = u; x = xn; u = un;
    }
    energy[i] = make_double2(ex * (1.0 / 512), eu * (1.0 / 512));
}

// ---- Storage: SHA-256 of the (one-block) leaves of a Merkle tree, words of all leaves side by side, a leaf a thread.
constexpr int kLeaves = 1 << 22;
__constant__ unsigned kRound[64] = {
    0x428a2f98u, 0x71374491u, 0xb5c0fbcfu, 0xe9b5dba5u, 0x3956c25bu, 0x59f111f1u, 0x923f82a4u, 0xab1c5ed5u, 0xd807aa98u, 0x12835b01u, 0x243185beu,
    0x550c7dc3u, 0x72be5d74u, 0x80deb1feu, 0x9bdc06a7u, 0xc19bf174u, 0xe49b69c1u, 0xefbe4786u, 0x0fc19dc6u, 0x240ca1ccu, 0x2de92c6fu, 0x4a7484aau,
    0x5cb0a9dcu, 0x76f988dau, 0x983e5152u, 0xa831c66du, 0xb00327c8u, 0xbf597fc7u, 0xc6e00bf3u, 0xd5a79147u, 0x06ca6351u, 0x14292967u, 0x27b70a85u,
    0x2e1b2138u, 0x4d2c6dfcu, 0x53380d13u, 0x650a7354u, 0x766a0abbu, 0x81c2c92eu, 0x92722c85u, 0xa2bfe8a1u, 0xa81a664bu, 0xc24b8b70u, 0xc76c51a3u,
    0xd192e819u, 0xd6990624u, 0xf40e3585u, 0x106aa070u, 0x19a4c116u, 0x1e376c08u, 0x2748774cu, 0x34b0bcb5u, 0x391c0cb3u, 0x4ed8aa4au, 0x5b9cca4fu,
    0x682e6ff3u, 0x748f82eeu, 0x78a5636fu, 0x84c87814u, 0x8cc70208u, 0x90befffau, 0xa4506cebu, 0xbef9a3f7u, 0xc67178f2u};

__device__ __forceinline__ unsigned turned(unsigned v, int by) { return __funnelshift_r(v, v, by); }

__global__ void __launch_bounds__(256) turnip_anvil_ax6_a(const unsigned* __restrict__ leaf, unsigned* __restrict__ digest) {
    int i = blockIdx.x * 256 + threadIdx.x;
    unsigned w[16], a = 0x6a09e667u, b = 0xbb67ae85u, c = 0x3c6ef372u, d = 0xa54ff53au, e = 0x510e527fu, f = 0x9b05688cu, g = 0x1f83d9abu, h = 0x5be0cd19u;
#pragma unroll
    for (int k = 0; k < 16; ++k) w[k] = leaf[k * kLeaves + i];
#pragma unroll
    for (int k = 0; k < 64; ++k) {
        if (k >= 16) {
            unsigned p = w[(k + 1) % 16], q = w[(k + 14) % 16];
            w[k % 16] += (turned(p, 7) ^ turned(p, 18) ^ (p >> 3)) + w[(k + 9) % 16] + (turned(q, 17) ^ turned(q, 19) ^ (q >> 10));
        }
        unsigned t = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + kRound[k] + w[k % 16];
        unsigned m = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g; g = f; f = e; e = d + t; d = c; c = b; b = a; a = t + m;
    }
    digest[i] = a + 0x6a09e667u;
    digest[kLeaves + i] = b + 0xbb67ae85u;
    digest[2 * kLeaves + i] = c + 0x3c6ef372u;
    digest[3 * kLeaves + i] = d + 0xa54ff53au;
    digest[4 * kLeaves + i] = e + 0x510e527fu;
    digest[5 * kLeaves + i] = f + 0x9b05688cu;
    digest[6 * kLeaves + i] = g + 0x1f83d9abu;
    digest[7 * kLeaves + i] = h + 0x5be0cd19u;
}

// Counts of words in pictures: two 16-bit counts a word, mostly small.
static __global__ void fill_counts_ax6(unsigned* p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        unsigned h = harness::hash32((uint32_t)i + 91u);
        p[i] = (h & 0xffffu) % 23u | ((h >> 16) % 23u) << 16;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    uint4* scan = reinterpret_cast<uint4*>(indices((size_t)kQuads * 4, 0xffffffffu, 11));
    uint4* print = empty<uint4>(kQuads);
    add("velvet_heron_ax6_a", print, (size_t)kQuads * 16, Output::u8, [=] { velvet_heron_ax6_a<<<132 * 6, 256>>>(scan, print, kQuads, 0.4545f, 6.0f); });
    add("velvet_heron_ax6_b", print, (size_t)kQuads * 16, Output::u8, [=] { velvet_heron_ax6_b<<<132 * 6, 256>>>(scan, print, kQuads, 0.4545f, 6.0f); });

    constexpr size_t kBonds = (size_t)kBondKinds * kBondPairs * 2;
    float2* reach = reinterpret_cast<float2*>(filled<float>(kBonds, 12));
    float* weight = filled<float>(kBondKinds * kBells, 13);
    float2* energy = empty<float2>(kBonds / 2);
    add("copper_willow_ax6_a", energy, kBonds, Output::f32, [=] { copper_willow_ax6_a<<<dim3(kBondPairs / 128, kBondKinds), 128>>>(reach, weight, energy); });
    add("copper_willow_ax6_b", energy, kBonds, Output::f32, [=] { copper_willow_ax6_b<<<dim3(kBondPairs / 128, kBondKinds), 128>>>(reach, weight, energy); });

    std::vector<uint2> points;
    for (unsigned g = 0; g < (unsigned)kGuardians; ++g) {
        unsigned x = 1000003u * (g + 1) * 97u % kPrime;
        points.push_back(make_uint2(x, (unsigned)(((uint64_t)x << 32) / kPrime)));
    }
    uint2* point = harness::uploaded(points);
    unsigned* coef = reinterpret_cast<unsigned*>(indices((size_t)kSecrets * kDegree, kPrime, 14));
    unsigned* share = empty<unsigned>((size_t)kSecrets * kGuardians);
    add("thimble_oath_ax6_a", share, (size_t)kSecrets * kGuardians, Output::i32,
        [=] { thimble_oath_ax6_a<<<dim3(kSecrets / 256, kGuardians), 256>>>(coef, point, share, kSecrets, kDegree, kPrime); });
    add("thimble_oath_ax6_b", share, (size_t)kSecrets * kGuardians, Output::i32,
        [=] { thimble_oath_ax6_b<<<dim3(kSecrets / 256, kGuardians), 256>>>(coef, point, share, kSecrets, kDegree, kPrime); });

    float *px = filled<float>(kMotes, 15), *py = filled<float>(kMotes, 16), *pz = filled<float>(kMotes, 17);
    unsigned long long* code = empty<unsigned long long>(kMotes);
    add("saddle_brine_ax6_a", code, (size_t)kMotes * 2, Output::i32, [=] { saddle_brine_ax6_a<<<(kMotes + 191) / 192, 192>>>(px, py, pz, code, kMotes, 21); });
    add("saddle_brine_ax6_b", code, (size_t)kMotes * 2, Output::i32, [=] { saddle_brine_ax6_b<<<(kMotes + 191) / 192, 192>>>(px, py, pz, code, kMotes, 21); });

    unsigned* tallies = empty<unsigned>((size_t)kPictures * kWords / 2);
    fill_counts_ax6<<<2048, 256>>>(tallies, (size_t)kPictures * kWords / 2);
    CHECK(cudaGetLastError());
    const uint4* counts = reinterpret_cast<const uint4*>(tallies);
    float *rarity = filled<float>(kWords, 18), *score = empty<float>(kPictures);
    add("magpie_ledger_ax6_a", score, kPictures, Output::f32, [=] { magpie_ledger_ax6_a<<<kPictures / 32, 256>>>(counts, rarity, score); });
    add("magpie_ledger_ax6_b", score, kPictures, Output::f32, [=] { magpie_ledger_ax6_b<<<kPictures / 32, 256>>>(counts, rarity, score); });

    double taps[kTaps];
    float taps_short[kTaps];
    for (int k = 0; k < kTaps; ++k) {
        double at = (k - 31.5) * 0.15, window = 0.54 - 0.46 * std::cos(6.283185307179586 * k / (kTaps - 1));
        taps[k] = 0.05 + 0.15 * std::sin(at) / at * window;
        taps_short[k] = (float)taps[k];
    }
    CHECK(cudaMemcpyToSymbol(kLowPass, taps, sizeof taps));
    CHECK(cudaMemcpyToSymbol(kLowPassShort, taps_short, sizeof taps_short));
    float *sound = filled<float>((size_t)kSamples + kTaps, 19), *clean = empty<float>(kSamples);
    add("cobalt_finch_ax6_a", clean, kSamples, Output::f32, [=] { cobalt_finch_ax6_a<<<kSamples / kFirTile, 128>>>(sound, clean); });
    add("cobalt_finch_ax6_b", clean, kSamples, Output::f32, [=] { cobalt_finch_ax6_b<<<kSamples / kFirTile, 128>>>(sound, clean); });

    double earth[3][kOrbit];
    for (int axis = 0; axis < 3; ++axis)
        for (int k = 0; k < kOrbit; ++k) earth[axis][k] = std::cos(1.7 * axis + 0.9 * k) / (1.0 + k * k);
    CHECK(cudaMemcpyToSymbol(kEarth, earth, sizeof earth));
    double2 *arrival = reinterpret_cast<double2*>(filled<double>(kPulses, 20)), *centred = empty<double2>(kPulses / 2);
    add("lichen_drum_ax6_a", centred, kPulses, Output::f64, [=] { lichen_drum_ax6_a<<<kPulses / 1024, 512>>>(arrival, centred, 0.011, 0.007, -0.005); });
    add("lichen_drum_ax6_b", centred, kPulses, Output::f64, [=] { lichen_drum_ax6_b<<<kPulses / 1024, 512>>>(arrival, centred, 0.011, 0.007, -0.005); });

    float4 *maps = reinterpret_cast<float4*>(filled<float>((size_t)kMapQuads * 4, 21)), *normal = empty<float4>(kMapQuads);
    float *scale = filled<float>(kChannels, 22), *shift = filled<float>(kChannels, 23);
    constexpr unsigned long long kInverse = (1ull << 40) / (kArea / 4) + 1;
    add("orchid_bellows_ax6_a", normal, (size_t)kMapQuads * 4, Output::f32,
        [=] { orchid_bellows_ax6_a<<<kMapQuads / 256, 256>>>(maps, scale, shift, normal, kArea / 4, kChannels); });
    add("orchid_bellows_ax6_b", normal, (size_t)kMapQuads * 4, Output::f32,
        [=] { orchid_bellows_ax6_b<<<kMapQuads / 256, 256>>>(maps, scale, shift, normal, kInverse, kChannels - 1); });

    double2 *start = reinterpret_cast<double2*>(filled<double>((size_t)kOrbitPairs * 2, 24)), *mean = empty<double2>(kOrbitPairs);
    add("glacier_spindle_ax6_a", mean, (size_t)kOrbitPairs * 2, Output::f64, [=] { glacier_spindle_ax6_a<<<kOrbitPairs / 256, 256>>>(start, mean); });

    unsigned *leaf = reinterpret_cast<unsigned*>(indices((size_t)kLeaves * 16, 0xffffffffu, 25)), *digest = empty<unsigned>((size_t)kLeaves * 8);
    add("turnip_anvil_ax6_a", digest, (size_t)kLeaves * 8, Output::i32, [=] { turnip_anvil_ax6_a<<<kLeaves / 256, 256>>>(leaf, digest); });

    return harness::run(argc, argv, cases);
}
