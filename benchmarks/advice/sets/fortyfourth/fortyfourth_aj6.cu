// Eight measured cases from botany, lattice field theory, network reliability, accelerators, databases, cryptography, spectroscopy and celestial mechanics.
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Botany: squared radius of a leaf's outline at measured arc positions, from its elliptic Fourier descriptors (24 harmonics).
constexpr int kLeaves = 65536, kRim = 256, kHarmonics = 24;

__global__ void __launch_bounds__(128, 8) maple_outline_aj6_a(const float* __restrict__ arc, const float4* __restrict__ descriptor, float* __restrict__ radius) {
    __shared__ float4 shape[kHarmonics];
    int t = threadIdx.x;
    size_t at = (size_t)blockIdx.x * kRim + t;
    float a0 = 3.14159265f * arc[at], a1 = 3.14159265f * arc[at + 128];
    if (t < kHarmonics) shape[t] = descriptor[blockIdx.x * kHarmonics + t];
    __syncthreads();
    float x0 = 0.0f, y0 = 0.0f, x1 = 0.0f, y1 = 0.0f;
#pragma unroll 2
    for (int k = 0; k < kHarmonics; ++k) {
        float4 d = shape[k];
        float s0, c0, s1, c1;
        sincosf((k + 1) * a0, &s0, &c0);
        sincosf((k + 1) * a1, &s1, &c1);
        x0 = fmaf(d.x, c0, fmaf(d.y, s0, x0)); y0 = fmaf(d.z, c0, fmaf(d.w, s0, y0));
        x1 = fmaf(d.x, c1, fmaf(d.y, s1, x1)); y1 = fmaf(d.z, c1, fmaf(d.w, s1, y1));
    }
    radius[at] = fmaf(x0, x0, y0 * y0);
    radius[at + 128] = fmaf(x1, x1, y1 * y1);
}

__global__ void __launch_bounds__(128, 8) maple_outline_aj6_b(const float* __restrict__ arc, const float4* __restrict__ descriptor, float* __restrict__ radius) {
    __shared__ float4 shape[kHarmonics];
    int t = threadIdx.x;
    size_t at = (size_t)blockIdx.x * kRim + t;
    float a0 = 3.14159265f * arc[at], a1 = 3.14159265f * arc[at + 128];
    if (t < kHarmonics) shape[t] = descriptor[blockIdx.x * kHarmonics + t];
    __syncthreads();
    float x0 = 0.0f, y0 = 0.0f, x1 = 0.0f, y1 = 0.0f, p0, q0, p1, q1;
    sincosf(a0, &p0, &q0);
    sincosf(a1, &p1, &q1);
    float s0 = p0, c0 = q0, s1 = p1, c1 = q1;
#pragma unroll 8
    for (int k = 0; k < kHarmonics; ++k) {
        float4 d = shape[k];
        x0 = fmaf(d.x, c0, fmaf(d.y, s0, x0)); y0 = fmaf(d.z, c0, fmaf(d.w, s0, y0));
        x1 = fmaf(d.x, c1, fmaf(d.y, s1, x1)); y1 = fmaf(d.z, c1, fmaf(d.w, s1, y1));
        float n0 = fmaf(s0, q0, c0 * p0), n1 = fmaf(s1, q1, c1 * p1);
        c0 = fmaf(c0, q0, -s0 * p0); c1 = fmaf(c1, q1, -s1 * p1);
        s0 = n0; s1 = n1;
    }
    radius[at] = fmaf(x0, x0, y0 * y0);
    radius[at + 128] = fmaf(x1, x1, y1 * y1);
}

// ---- Lattice field theory: action density of a scalar field with quartic coupling on a periodic four-dimensional lattice.
constexpr int kNx = 48, kNy = 40, kNz = 36, kNt = 24, kSites = kNx * kNy * kNz * kNt;

__device__ __forceinline__ float link_energy(float phi, float up, float down) {
    float f = up - phi, b = phi - down;
    return 0.25f * fmaf(f, f, b * b);
}
__device__ __forceinline__ float site_energy(float phi) { float s = phi * phi; return s * fmaf(0.125f, s, 0.18f); }

__global__ void __launch_bounds__(256) meson_hamlet_aj6_a(const float* __restrict__ field, float* __restrict__ density, long long nx, long long ny,
                                                          long long nz, long long nt) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nx * ny * nz * nt) return;
    long long x = i % nx, y = i / nx % ny, z = i / (nx * ny) % nz, t = i / (nx * ny * nz);
    long long row = nx, sheet = nx * ny, cube = nx * ny * nz;
    float phi = field[i];
    float xu = field[i - x + (x + 1) % nx], xd = field[i - x + (x + nx - 1) % nx];
    float yu = field[i + ((y + 1) % ny - y) * row], yd = field[i + ((y + ny - 1) % ny - y) * row];
    float zu = field[i + ((z + 1) % nz - z) * sheet], zd = field[i + ((z + nz - 1) % nz - z) * sheet];
    float tu = field[i + ((t + 1) % nt - t) * cube], td = field[i + ((t + nt - 1) % nt - t) * cube];
    density[i] = site_energy(phi) + link_energy(phi, xu, xd) + link_energy(phi, yu, yd) + link_energy(phi, zu, zd) + link_energy(phi, tu, td);
}

struct Divider { unsigned by, magic, shift; };  // exact for dividends below 2^31
static Divider divider(unsigned by) {
    unsigned s = 1;
    while ((1ull << s) < by) ++s;
    return {by, (unsigned)(((1ull << (31 + s)) + by - 1) / by), s - 1};
}
__device__ __forceinline__ unsigned quotient(unsigned n, Divider d) { return __umulhi(n, d.magic) >> d.shift; }

__global__ void __launch_bounds__(256) meson_hamlet_aj6_b(const float* __restrict__ field, float* __restrict__ density, Divider dx, Divider dy, Divider dz,
                                                          int nt) {
    unsigned i = blockIdx.x * 256u + threadIdx.x;
    int nx = dx.by, ny = dy.by, nz = dz.by, row = nx, sheet = nx * ny, cube = nx * ny * nz;
    if ((int)i >= cube * nt) return;
    unsigned a = quotient(i, dx), b = quotient(a, dy), c = quotient(b, dz);
    int x = i - a * nx, y = a - b * ny, z = b - c * nz, t = c;
    const float* at = field + i;
    float phi = at[0];
    float xu = at[x == nx - 1 ? 1 - nx : 1], xd = at[x == 0 ? nx - 1 : -1];
    float yu = at[y == ny - 1 ? row - sheet : row], yd = at[y == 0 ? sheet - row : -row];
    float zu = at[z == nz - 1 ? sheet - cube : sheet], zd = at[z == 0 ? cube - sheet : -sheet];
    float tu = at[t == nt - 1 ? cube * (1 - nt) : cube], td = at[t == 0 ? cube * (nt - 1) : -cube];
    density[i] = site_energy(phi) + link_energy(phi, xu, xd) + link_energy(phi, yu, yd) + link_energy(phi, zu, zd) + link_energy(phi, tu, td);
}

// ---- Network reliability: polynomial of 16384 counts of working states at the link probability of each of 16896 scenarios.
constexpr int kCounts = 16384, kPart = 2048, kParts = kCounts / kPart, kScenarios = 132 * 128;

__device__ __forceinline__ float4 count_of(float4 c) {
    return make_float4(fmaf(0.5f, c.x, 0.5f), fmaf(0.5f, c.y, 0.5f), fmaf(0.5f, c.z, 0.5f), fmaf(0.5f, c.w, 0.5f));
}

__global__ void __launch_bounds__(128) bridge_rumor_aj6_a(const float4* __restrict__ counts, const float* __restrict__ link, float* __restrict__ works) {
    __shared__ float4 part[kPart / 4];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    float p = fmaf(0.499f, link[i], 0.5f), sum = 0.0f;
    float4 next[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) next[j] = counts[(kParts - 1) * (kPart / 4) + j * 128 + t];
    for (int from = kParts - 1; from >= 0; --from) {
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 4; ++j) part[j * 128 + t] = count_of(next[j]);
        __syncthreads();
        if (from > 0) {
#pragma unroll
            for (int j = 0; j < 4; ++j) next[j] = counts[(from - 1) * (kPart / 4) + j * 128 + t];
        }
#pragma unroll 8
        for (int k = kPart / 4 - 1; k >= 0; --k) {
            float4 c = part[k];
            sum = fmaf(sum, p, c.w); sum = fmaf(sum, p, c.z); sum = fmaf(sum, p, c.y); sum = fmaf(sum, p, c.x);
        }
    }
    works[i] = sum;
}

__global__ void __launch_bounds__(128) bridge_rumor_aj6_b(const float4* __restrict__ counts, const float* __restrict__ link, float* __restrict__ works) {
    __shared__ float4 part[kPart / 4];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    float p = fmaf(0.499f, link[i], 0.5f), p2 = p * p, p4 = p2 * p2, p8 = p4 * p4;
    float4 low = make_float4(0.0f, 0.0f, 0.0f, 0.0f), high = low, next[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) next[j] = counts[(kParts - 1) * (kPart / 4) + j * 128 + t];
    for (int from = kParts - 1; from >= 0; --from) {
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 4; ++j) part[j * 128 + t] = count_of(next[j]);
        __syncthreads();
        if (from > 0) {
#pragma unroll
            for (int j = 0; j < 4; ++j) next[j] = counts[(from - 1) * (kPart / 4) + j * 128 + t];
        }
#pragma unroll 8
        for (int k = kPart / 4 - 2; k >= 0; k -= 2) {
            float4 c = part[k], d = part[k + 1];
            low.x = fmaf(low.x, p8, c.x); low.y = fmaf(low.y, p8, c.y); low.z = fmaf(low.z, p8, c.z); low.w = fmaf(low.w, p8, c.w);
            high.x = fmaf(high.x, p8, d.x); high.y = fmaf(high.y, p8, d.y); high.z = fmaf(high.z, p8, d.z); high.w = fmaf(high.w, p8, d.w);
        }
    }
    float lower = fmaf(fmaf(fmaf(low.w, p, low.z), p, low.y), p, low.x), upper = fmaf(fmaf(fmaf(high.w, p, high.z), p, high.y), p, high.x);
    works[i] = fmaf(upper, p4, lower);
}

// ---- Accelerators: actions of particles after 8 turns through a ring of 64 coupled linear elements (6 x 6 transfer maps), four particles a thread.
constexpr int kElements = 64, kTurns = 8, kBeam = 132 * 3 * 1024;

template <bool kFused>
__device__ __forceinline__ float ring_term(float m, float v, float sum) { return kFused ? fmaf(m, v, sum) : __fadd_rn(sum, __fmul_rn(m, v)); }

template <bool kFused>
__device__ __forceinline__ void track(const float* __restrict__ start, const float4* __restrict__ maps, float4* __restrict__ action, float4* ring) {
    int t = threadIdx.x, first = blockIdx.x * 1024 + t;
    for (int k = t; k < kElements * 9; k += 256) ring[k] = maps[k];
    float v[4][6];
#pragma unroll
    for (int j = 0; j < 4; ++j)
#pragma unroll
        for (int c = 0; c < 6; ++c) v[j][c] = start[c * kBeam + first + j * 256];
    __syncthreads();
#pragma unroll 2
    for (int step = 0; step < kTurns * kElements; ++step) {
        const float4* map = ring + (step % kElements) * 9;
        float w[4][6];
#pragma unroll
        for (int pair = 0; pair < 3; ++pair) {
            float4 a = map[pair * 3], b = map[pair * 3 + 1], c = map[pair * 3 + 2];
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                float r = __fmul_rn(a.x, v[j][0]), s = __fmul_rn(b.z, v[j][0]);
                r = ring_term<kFused>(a.y, v[j][1], r); s = ring_term<kFused>(b.w, v[j][1], s);
                r = ring_term<kFused>(a.z, v[j][2], r); s = ring_term<kFused>(c.x, v[j][2], s);
                r = ring_term<kFused>(a.w, v[j][3], r); s = ring_term<kFused>(c.y, v[j][3], s);
                r = ring_term<kFused>(b.x, v[j][4], r); s = ring_term<kFused>(c.z, v[j][4], s);
                r = ring_term<kFused>(b.y, v[j][5], r); s = ring_term<kFused>(c.w, v[j][5], s);
                w[j][pair * 2] = r; w[j][pair * 2 + 1] = s;
            }
        }
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int c = 0; c < 6; ++c) v[j][c] = w[j][c];
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float jx = fmaf(v[j][0], v[j][0], v[j][1] * v[j][1]), jy = fmaf(v[j][2], v[j][2], v[j][3] * v[j][3]), jz = fmaf(v[j][4], v[j][4], v[j][5] * v[j][5]);
        action[first + j * 256] = make_float4(jx, jy, jz, fmaf(v[j][0], v[j][0], v[j][2] * v[j][2]));
    }
}

__global__ void __launch_bounds__(256, 3) quartz_ferry_aj6_a(const float* __restrict__ start, const float4* __restrict__ maps, float4* __restrict__ action) {
    __shared__ float4 ring[kElements * 9];
    track<false>(start, maps, action, ring);
}
__global__ void __launch_bounds__(256, 3) quartz_ferry_aj6_b(const float* __restrict__ start, const float4* __restrict__ maps, float4* __restrict__ action) {
    __shared__ float4 ring[kElements * 9];
    track<true>(start, maps, action, ring);
}

// ---- Databases: rank of each search key in an implicit tree of five levels of 32 separators (a warp descends; a lane keeps each of its 32 answers).
constexpr int kLevels = 5, kSearchBlocks = 132 * 4, kSearchWarps = kSearchBlocks * 8, kSearches = kSearchWarps * 32 * 30;
constexpr size_t kLeafKeys = 1u << 25, kTreeKeys = 32 + 1024 + 32768 + 1048576 + kLeafKeys;

__global__ void __launch_bounds__(256, 4) ledger_otter_aj6_a(const unsigned* __restrict__ tree, const unsigned* __restrict__ wanted, int* __restrict__ rank) {
    int lane = threadIdx.x % 32, warp = blockIdx.x * 8 + threadIdx.x / 32;
    for (int batch = warp; batch < kSearches / 32; batch += kSearchWarps) {
        unsigned key = wanted[batch * 32 + lane];
        int mine = 0;
#pragma unroll 1
        for (int q = 0; q < 32; ++q) {
            unsigned look = __shfl_sync(0xffffffffu, key, q);
            unsigned node = 0, base = 0;
#pragma unroll
            for (int level = 0; level < kLevels; ++level) {
                unsigned separator = __ldg(tree + base + node * 32 + lane);
                node = node * 32 + __popc(__ballot_sync(0xffffffffu, separator <= look)) - 1;
                base = base * 32 + 32;
            }
            if (lane == q) mine = (int)node;
        }
        rank[batch * 32 + lane] = mine;
    }
}

__global__ void __launch_bounds__(256, 4) ledger_otter_aj6_b(const unsigned* __restrict__ tree, const unsigned* __restrict__ wanted, int* __restrict__ rank) {
    int lane = threadIdx.x % 32, warp = blockIdx.x * 8 + threadIdx.x / 32;
    for (int batch = warp; batch < kSearches / 32; batch += kSearchWarps) {
        unsigned key = wanted[batch * 32 + lane];
        int mine = 0;
#pragma unroll 1
        for (int q = 0; q < 32; q += 8) {
            unsigned look[8], node[8], base = 0;
#pragma unroll
            for (int j = 0; j < 8; ++j) { look[j] = __shfl_sync(0xffffffffu, key, q + j); node[j] = 0; }
#pragma unroll
            for (int level = 0; level < kLevels; ++level) {
                unsigned separator[8];
#pragma unroll
                for (int j = 0; j < 8; ++j) separator[j] = __ldg(tree + base + node[j] * 32 + lane);
#pragma unroll
                for (int j = 0; j < 8; ++j) node[j] = node[j] * 32 + __popc(__ballot_sync(0xffffffffu, separator[j] <= look[j])) - 1;
                base = base * 32 + 32;
            }
#pragma unroll
            for (int j = 0; j < 8; ++j)
                if (lane == q + j) mine = (int)node[j];
        }
        rank[batch * 32 + lane] = mine;
    }
}

// ---- Cryptography: password stretching by 64 chained block encryptions (XTEA, 32 cycles) that feed back into the key.
constexpr int kStretch = 64, kPhrases = 264 * 128;

__device__ __forceinline__ void xtea(unsigned& v0, unsigned& v1, const unsigned (&key)[4]) {
    unsigned sum = 0;
#pragma unroll
    for (int cycle = 0; cycle < 32; ++cycle) {
        v0 += (((v1 << 4) ^ (v1 >> 5)) + v1) ^ (sum + key[sum & 3]);
        sum += 0x9e3779b9u;
        v1 += (((v0 << 4) ^ (v0 >> 5)) + v0) ^ (sum + key[(sum >> 11) & 3]);
    }
}

__global__ void __launch_bounds__(128) walnut_cipher_aj6_a(const uint4* __restrict__ phrase, int* __restrict__ digest) {
    int i = blockIdx.x * 128 + threadIdx.x;
    uint4 word = phrase[i];
    unsigned key[4] = {word.x, word.y, word.z, word.w}, v0 = word.x ^ 0x5bd1e995u, v1 = word.w ^ 0x1b873593u;
#pragma unroll
    for (int round = 0; round < kStretch; ++round) {
        xtea(v0, v1, key);
        key[0] ^= v0; key[1] += v1; key[2] ^= v1; key[3] += v0;
    }
    digest[i] = (int)((v0 ^ v1) >> 1);
}

__global__ void __launch_bounds__(128) walnut_cipher_aj6_b(const uint4* __restrict__ phrase, int* __restrict__ digest) {
    int i = blockIdx.x * 128 + threadIdx.x;
    uint4 word = phrase[i];
    unsigned key[4] = {word.x, word.y, word.z, word.w}, v0 = word.x ^ 0x5bd1e995u, v1 = word.w ^ 0x1b873593u;
#pragma unroll 1
    for (int round = 0; round < kStretch; ++round) {
        xtea(v0, v1, key);
        key[0] ^= v0; key[1] += v1; key[2] ^= v1; key[3] += v0;
    }
    digest[i] = (int)((v0 ^ v1) >> 1);
}

// ---- Spectroscopy: concentration from the light before and behind the sample, corrected for stray light.
constexpr int kSamples4 = 1 << 24;  // quadruples

template <bool kQuick>
__device__ __forceinline__ float concentration(float before, float behind) {
    float i0 = fmaf(0.5f, before, 3.0f), i1 = fmaf(0.5f, behind, 2.0f);
    if (kQuick) {
        float a = __log10f(__fdividef(i0, i1));
        return __fdividef(a, fmaf(-0.12f, a, 0.85f));
    }
    float a = log10f(i0 / i1);
    return a / fmaf(-0.12f, a, 0.85f);
}

template <bool kQuick>
__device__ __forceinline__ void cuvette(const float4* __restrict__ before, const float4* __restrict__ behind, float4* __restrict__ amount) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 p[2], q[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) { p[j] = __ldcs(before + i + j * 256); q[j] = __ldcs(behind + i + j * 256); }
#pragma unroll
    for (int j = 0; j < 2; ++j)
        __stcs(amount + i + j * 256, make_float4(concentration<kQuick>(p[j].x, q[j].x), concentration<kQuick>(p[j].y, q[j].y),
                                                 concentration<kQuick>(p[j].z, q[j].z), concentration<kQuick>(p[j].w, q[j].w)));
}

__global__ void __launch_bounds__(256) amber_cuvette_aj6_a(const float4* __restrict__ before, const float4* __restrict__ behind, float4* __restrict__ amount) {
    cuvette<false>(before, behind, amount);
}
__global__ void __launch_bounds__(256) amber_cuvette_aj6_b(const float4* __restrict__ before, const float4* __restrict__ behind, float4* __restrict__ amount) {
    cuvette<true>(before, behind, amount);
}

// ---- Celestial mechanics: moment of inertia of eleven bodies at 1024 epochs of each interval of a polynomial ephemeris, four epochs a thread.
constexpr int kIntervals = 132 * 5 * 24, kBodies = 11, kDegree = 14, kTerms = kDegree + 2;  // the 16th of each series holds the mass

__global__ void __launch_bounds__(256, 4) orrery_lamp_aj6_a(const double* __restrict__ series, double* __restrict__ inertia) {
    __shared__ __align__(16) double term[kBodies * 3 * kTerms];
    int t = threadIdx.x;
    for (int k = t; k < kBodies * 3 * kTerms; k += 256) term[k] = series[blockIdx.x * (kBodies * 3 * kTerms) + k];
    double at[4], sum[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { at[j] = (j * 256 + t) * (2.0 / 1023.0) - 1.0; sum[j] = 0.0; }
    __syncthreads();
#pragma unroll 1
    for (int body = 0; body < kBodies * 3; ++body) {
        const double2* c = reinterpret_cast<const double2*>(term + body * kTerms);
        double2 last = c[kTerms / 2 - 1];
        double p[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) p[j] = last.x;
#pragma unroll
        for (int k = kTerms / 2 - 2; k >= 0; --k) {
            double2 two = c[k];
#pragma unroll
            for (int j = 0; j < 4; ++j) p[j] = fma(p[j], at[j], two.y);
#pragma unroll
            for (int j = 0; j < 4; ++j) p[j] = fma(p[j], at[j], two.x);
        }
        double mass = fma(last.y, 0.5, 1.0);
#pragma unroll
        for (int j = 0; j < 4; ++j) sum[j] = fma(mass * p[j], p[j], sum[j]);
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) inertia[blockIdx.x * 1024 + j * 256 + t] = sum[j];
}

// Transfer maps: products of plane rotations, so that no amplitude grows.
static std::vector<float> ring_maps() {
    static const int planes[7][2] = {{0, 1}, {2, 3}, {4, 5}, {0, 2}, {1, 3}, {0, 4}, {1, 5}};
    std::vector<float> maps(kElements * 36);
    for (int e = 0; e < kElements; ++e) {
        double m[6][6];
        for (int r = 0; r < 6; ++r) for (int c = 0; c < 6; ++c) m[r][c] = r == c;
        for (int k = 0; k < 7; ++k) {
            double angle = 0.6 * harness::unit(e * 7 + k + 99), cs = std::cos(angle), sn = std::sin(angle);
            for (int c = 0; c < 6; ++c) {
                double u = m[planes[k][0]][c], w = m[planes[k][1]][c];
                m[planes[k][0]][c] = cs * u + sn * w; m[planes[k][1]][c] = cs * w - sn * u;
            }
        }
        for (int r = 0; r < 6; ++r) for (int c = 0; c < 6; ++c) maps[e * 36 + r * 6 + c] = (float)m[r][c];
    }
    return maps;
}

// Sorted keys in the leaves, the first key of each subtree above them.
static std::vector<unsigned> search_tree() {
    std::vector<unsigned> tree(kTreeKeys);
    size_t base = 0, span = kLeafKeys / 32;
    for (int level = 0; level < kLevels; ++level, span /= 32) {
        size_t count = kLeafKeys / span;
        for (size_t k = 0; k < count; ++k) {
            unsigned place = (unsigned)(k * span);
            tree[base + k] = place == 0 ? 0u : place * 64u + harness::hash32(place) % 64u;
        }
        base = base * 32 + 32;
    }
    return tree;
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };

    constexpr size_t kMost = (size_t)kSamples4 * 4;
    static_assert((size_t)kLeaves * kRim <= kMost && (size_t)kBeam * 6 <= kMost && kSites <= kMost && kSearches <= kMost, "fields are too short");
    float *one = filled<float>(kMost, 51), *two = filled<float>(kMost, 52), *out = empty<float>(kMost);
    float4 *one4 = f4(one), *two4 = f4(two), *out4 = f4(out);
    int* whole = reinterpret_cast<int*>(out);

    add("maple_outline_aj6_a", out, (size_t)kLeaves * kRim, Output::f32, [=] { maple_outline_aj6_a<<<kLeaves, 128>>>(one, two4, out); });
    add("maple_outline_aj6_b", out, (size_t)kLeaves * kRim, Output::f32, [=] { maple_outline_aj6_b<<<kLeaves, 128>>>(one, two4, out); });

    Divider dx = divider(kNx), dy = divider(kNy), dz = divider(kNz);
    add("meson_hamlet_aj6_a", out, kSites, Output::f32, [=] { meson_hamlet_aj6_a<<<(kSites + 255) / 256, 256>>>(one, out, kNx, kNy, kNz, kNt); });
    add("meson_hamlet_aj6_b", out, kSites, Output::f32, [=] { meson_hamlet_aj6_b<<<(kSites + 255) / 256, 256>>>(one, out, dx, dy, dz, kNt); });

    add("bridge_rumor_aj6_a", out, kScenarios, Output::f32, [=] { bridge_rumor_aj6_a<<<kScenarios / 128, 128>>>(one4, two, out); });
    add("bridge_rumor_aj6_b", out, kScenarios, Output::f32, [=] { bridge_rumor_aj6_b<<<kScenarios / 128, 128>>>(one4, two, out); });

    const float4* maps = f4(harness::uploaded(ring_maps()));
    add("quartz_ferry_aj6_a", out, (size_t)kBeam * 4, Output::f32, [=] { quartz_ferry_aj6_a<<<kBeam / 1024, 256>>>(one, maps, out4); });
    add("quartz_ferry_aj6_b", out, (size_t)kBeam * 4, Output::f32, [=] { quartz_ferry_aj6_b<<<kBeam / 1024, 256>>>(one, maps, out4); });

    const unsigned* tree = harness::uploaded(search_tree());
    const unsigned* wanted = reinterpret_cast<const unsigned*>(harness::indices(kSearches, 1u << 31, 53));
    add("ledger_otter_aj6_a", out, kSearches, Output::i32, [=] { ledger_otter_aj6_a<<<kSearchBlocks, 256>>>(tree, wanted, whole); });
    add("ledger_otter_aj6_b", out, kSearches, Output::i32, [=] { ledger_otter_aj6_b<<<kSearchBlocks, 256>>>(tree, wanted, whole); });

    const uint4* phrase = reinterpret_cast<const uint4*>(harness::indices((size_t)kPhrases * 4, 0xfffffff1u, 54));
    add("walnut_cipher_aj6_a", out, kPhrases, Output::i32, [=] { walnut_cipher_aj6_a<<<kPhrases / 128, 128>>>(phrase, whole); });
    add("walnut_cipher_aj6_b", out, kPhrases, Output::i32, [=] { walnut_cipher_aj6_b<<<kPhrases / 128, 128>>>(phrase, whole); });

    add("amber_cuvette_aj6_a", out, kMost, Output::f32, [=] { amber_cuvette_aj6_a<<<kSamples4 / 512, 256>>>(one4, two4, out4); });
    add("amber_cuvette_aj6_b", out, kMost, Output::f32, [=] { amber_cuvette_aj6_b<<<kSamples4 / 512, 256>>>(one4, two4, out4); });

    const double* series = filled<double>((size_t)kIntervals * kBodies * 3 * kTerms, 55);
    double* inertia = empty<double>((size_t)kIntervals * 1024);
    add("orrery_lamp_aj6_a", inertia, (size_t)kIntervals * 1024, Output::f64, [=] { orrery_lamp_aj6_a<<<kIntervals, 256>>>(series, inertia); });

    return harness::run(argc, argv, cases);
}
