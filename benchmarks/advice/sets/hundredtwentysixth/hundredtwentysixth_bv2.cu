// Measured before/after pairs, set hundredtwentysixth, suffix bv2.
#include "harness.cuh"

#include <cuda_fp16.h>
#include <mma.h>

using harness::Case;
using harness::Output;

// Bijections on 22 and 25 bits, for shuffled numberings.
__host__ __device__ inline uint32_t shuffled(uint32_t x, int bits) {
    const uint32_t mask = (1u << bits) - 1;
    x = (x * 0x9E3779B1u) & mask; x ^= x >> (bits / 2 + 1);
    x = (x * 0x85EBCA6Bu) & mask; x ^= x >> (bits / 2);
    x = (x * 0xC2B2AE35u) & mask; x ^= x >> (bits / 2 + 1);
    return x;
}

// ---- Risk desk: simulated price paths, stored path by path from step-major normals.
constexpr int kPaths = 1 << 20, kSteps = 64;
__global__ __launch_bounds__(256) void amber_fiddle_bv2_a(const float* __restrict__ z, float* __restrict__ out, float drift, float vol) {
    const int p = blockIdx.x * 256 + threadIdx.x;
    float s = 1.0f;
#pragma unroll 8
    for (int t = 0; t < kSteps; ++t) {
        s *= __expf(drift + vol * z[(size_t)t * kPaths + p]);
        out[(size_t)p * kSteps + t] = s;
    }
}
__global__ __launch_bounds__(256) void amber_fiddle_bv2_b(const float* __restrict__ z, float* __restrict__ out, float drift, float vol) {
    __shared__ float tile[8][32][33];
    const int p = blockIdx.x * 256 + threadIdx.x, warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    const size_t first = (size_t)(p - lane) * kSteps;
    float s = 1.0f;
    for (int t0 = 0; t0 < kSteps; t0 += 32) {
#pragma unroll 8
        for (int t = 0; t < 32; ++t) {
            s *= __expf(drift + vol * z[(size_t)(t0 + t) * kPaths + p]);
            tile[warp][lane][t] = s;
        }
        __syncwarp();
#pragma unroll 8
        for (int r = 0; r < 32; ++r) out[first + (size_t)r * kSteps + t0 + lane] = tile[warp][r][lane];
        __syncwarp();
    }
}
static void add01(std::vector<Case>& cases) {
    const size_t n = (size_t)kPaths * kSteps;
    float *z = harness::filled<float>(n, 11), *out = harness::empty<float>(n);
    cases.push_back({"amber_fiddle_bv2_a", [=] { amber_fiddle_bv2_a<<<kPaths / 256, 256>>>(z, out, -0.0002f, 0.02f); }, out, n, Output::f32});
    cases.push_back({"amber_fiddle_bv2_b", [=] { amber_fiddle_bv2_b<<<kPaths / 256, 256>>>(z, out, -0.0002f, 0.02f); }, out, n, Output::f32});
}

// ---- Airborne laser survey: height of each return above the ground raster cell under it.
constexpr int kReturnBits = 25, kReturns = 1 << kReturnBits, kCells = 2 * kReturns;
__global__ void harness_returns(int* cell, float* z, int ordered) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < kReturns; i += gridDim.x * blockDim.x) {
        const uint32_t r = ordered ? (uint32_t)i : shuffled((uint32_t)i, kReturnBits);
        cell[i] = (int)(2 * r + (harness::hash32(r) & 1));
        z[i] = 3.0f + harness::unit(r * 747796405u + 5u);
    }
}
__device__ __forceinline__ void above_ground(const int* __restrict__ cell, const float* __restrict__ z, const float* __restrict__ ground, float* __restrict__ out) {
    const int base = blockIdx.x * 1024 + threadIdx.x;
    int c[4]; float h[4], g[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { c[k] = cell[base + 256 * k]; h[k] = z[base + 256 * k]; }
#pragma unroll
    for (int k = 0; k < 4; ++k) g[k] = ground[c[k]];
#pragma unroll
    for (int k = 0; k < 4; ++k) out[base + 256 * k] = fmaxf(h[k] - g[k], 0.0f);
}
__global__ __launch_bounds__(256) void copper_meadow_bv2_a(const int* __restrict__ cell, const float* __restrict__ z, const float* __restrict__ ground, float* __restrict__ out) {
    above_ground(cell, z, ground, out);
}
__global__ __launch_bounds__(256) void copper_meadow_bv2_b(const int* __restrict__ cell, const float* __restrict__ z, const float* __restrict__ ground, float* __restrict__ out) {
    above_ground(cell, z, ground, out);
}
static void add02(std::vector<Case>& cases) {
    int *c0 = harness::empty<int>(kReturns), *c1 = harness::empty<int>(kReturns);
    float *z0 = harness::empty<float>(kReturns), *z1 = harness::empty<float>(kReturns);
    float *ground = harness::filled<float>(kCells, 21), *out = harness::empty<float>(kReturns);
    harness_returns<<<2048, 256>>>(c0, z0, 0); CHECK(cudaGetLastError());
    harness_returns<<<2048, 256>>>(c1, z1, 1); CHECK(cudaGetLastError());
    cases.push_back({"copper_meadow_bv2_a", [=] { copper_meadow_bv2_a<<<kReturns / 1024, 256>>>(c0, z0, ground, out); }, out, (size_t)kReturns, Output::f32});
    cases.push_back({"copper_meadow_bv2_b", [=] { copper_meadow_bv2_b<<<kReturns / 1024, 256>>>(c1, z1, ground, out); }, out, (size_t)kReturns, Output::f32});
}

// ---- Satellite imagery: merging the quality-flag planes of two overpasses.
constexpr size_t kFlags = (size_t)1 << 28;
__global__ void harness_flags(uint32_t* p, size_t words, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < words; i += (size_t)gridDim.x * blockDim.x) p[i] = harness::hash32((uint32_t)i + seed);
}
__global__ __launch_bounds__(256) void willow_button_bv2_a(const uint8_t* __restrict__ a, const uint8_t* __restrict__ b, uint8_t* __restrict__ out, size_t n, uint32_t keep) {
    const size_t stride = (size_t)gridDim.x * blockDim.x;
#pragma unroll 1
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += stride) {
        const uint32_t x = a[i], y = b[i];
        out[i] = (uint8_t)((x & keep) | ((x ^ y) & ~keep));
    }
}
__global__ __launch_bounds__(256) void willow_button_bv2_b(const uint4* __restrict__ a, const uint4* __restrict__ b, uint4* __restrict__ out, size_t n, uint32_t keep) {
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    const uint32_t k = keep * 0x01010101u;
#pragma unroll 1
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n / 16; i += stride) {
        const uint4 x = a[i], y = b[i];
        out[i] = make_uint4((x.x & k) | ((x.x ^ y.x) & ~k), (x.y & k) | ((x.y ^ y.y) & ~k), (x.z & k) | ((x.z ^ y.z) & ~k), (x.w & k) | ((x.w ^ y.w) & ~k));
    }
}
static void add03(std::vector<Case>& cases) {
    uint8_t *a = harness::empty<uint8_t>(kFlags), *b = harness::empty<uint8_t>(kFlags), *out = harness::empty<uint8_t>(kFlags);
    harness_flags<<<2048, 256>>>((uint32_t*)a, kFlags / 4, 31); CHECK(cudaGetLastError());
    harness_flags<<<2048, 256>>>((uint32_t*)b, kFlags / 4, 977); CHECK(cudaGetLastError());
    cases.push_back({"willow_button_bv2_a", [=] { willow_button_bv2_a<<<1056, 256>>>(a, b, out, kFlags, 0x3cu); }, out, kFlags, Output::u8});
    cases.push_back({"willow_button_bv2_b", [=] { willow_button_bv2_b<<<1056, 256>>>((const uint4*)a, (const uint4*)b, (uint4*)out, kFlags, 0x3cu); }, out, kFlags, Output::u8});
}

// ---- Combustion: forty coupled species advanced in every cell of a reactor.
constexpr int kSpecies = 40, kReactor = 1 << 20;
__device__ __forceinline__ void react(const float* __restrict__ in, float* __restrict__ out, float dt) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    float c[kSpecies];
#pragma unroll
    for (int s = 0; s < kSpecies; ++s) c[s] = fabsf(in[(size_t)s * kReactor + i]) + 0.1f;
#pragma unroll 1
    for (int step = 0; step < 32; ++step) {
#pragma unroll
        for (int s = 0; s < kSpecies; ++s) {
            const float f = dt * c[s] * c[(s + 7) % kSpecies];
            c[s] -= f;
            c[(s + 17) % kSpecies] = fmaf(0.9f, f, c[(s + 17) % kSpecies]);
        }
    }
#pragma unroll
    for (int s = 0; s < kSpecies; ++s) out[(size_t)s * kReactor + i] = c[s];
}
__global__ __launch_bounds__(256, 8) void saddle_comet_bv2_a(const float* __restrict__ in, float* __restrict__ out, float dt) { react(in, out, dt); }
__global__ __launch_bounds__(256, 4) void saddle_comet_bv2_b(const float* __restrict__ in, float* __restrict__ out, float dt) { react(in, out, dt); }
static void add04(std::vector<Case>& cases) {
    const size_t n = (size_t)kSpecies * kReactor;
    float *in = harness::filled<float>(n, 41), *out = harness::empty<float>(n);
    cases.push_back({"saddle_comet_bv2_a", [=] { saddle_comet_bv2_a<<<kReactor / 256, 256>>>(in, out, 0.01f); }, out, n, Output::f32});
    cases.push_back({"saddle_comet_bv2_b", [=] { saddle_comet_bv2_b<<<kReactor / 256, 256>>>(in, out, 0.01f); }, out, n, Output::f32});
}

// ---- Field ecology: Simpson diversity of sixteen size classes at every sampling site.
constexpr int kSites = 1 << 21, kSamples = 64;
__global__ __launch_bounds__(256) void pickle_harbor_bv2_a(const float* __restrict__ size, float* __restrict__ out) {
    const int site = blockIdx.x * 256 + threadIdx.x;
    int seen[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) seen[k] = 0;
#pragma unroll 8
    for (int s = 0; s < kSamples; ++s) {
        const int k = (int)((size[(size_t)s * kSites + site] + 1.0f) * 8.0f) & 15;
        seen[k] += 1;
    }
    float d = 0.0f;
#pragma unroll
    for (int k = 0; k < 16; ++k) d += (float)(seen[k] * seen[k]);
    out[site] = 1.0f - d * (1.0f / (kSamples * kSamples));
}
__global__ __launch_bounds__(256) void pickle_harbor_bv2_b(const float* __restrict__ size, float* __restrict__ out) {
    __shared__ int seen[16][256];
    const int site = blockIdx.x * 256 + threadIdx.x, me = threadIdx.x;
#pragma unroll
    for (int k = 0; k < 16; ++k) seen[k][me] = 0;
#pragma unroll 8
    for (int s = 0; s < kSamples; ++s) {
        const int k = (int)((size[(size_t)s * kSites + site] + 1.0f) * 8.0f) & 15;
        seen[k][me] += 1;
    }
    float d = 0.0f;
#pragma unroll
    for (int k = 0; k < 16; ++k) d += (float)(seen[k][me] * seen[k][me]);
    out[site] = 1.0f - d * (1.0f / (kSamples * kSamples));
}
static void add05(std::vector<Case>& cases) {
    float *in = harness::filled<float>((size_t)kSites * kSamples, 51), *out = harness::empty<float>(kSites);
    cases.push_back({"pickle_harbor_bv2_a", [=] { pickle_harbor_bv2_a<<<kSites / 256, 256>>>(in, out); }, out, (size_t)kSites, Output::f32});
    cases.push_back({"pickle_harbor_bv2_b", [=] { pickle_harbor_bv2_b<<<kSites / 256, 256>>>(in, out); }, out, (size_t)kSites, Output::f32});
}

// ---- Ledger store: balance of each account over its chain of transaction pages.
constexpr int kPageBits = 22, kPages = 1 << kPageBits, kChain = 32, kAccounts = kPages / kChain;
__global__ void harness_pages(int2* pages, int* head) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)kPages * 32; i += (size_t)gridDim.x * blockDim.x) {
        const uint32_t order = (uint32_t)(i / 32), lane = (uint32_t)(i % 32), page = shuffled(order, kPageBits);
        int2 v = make_int2(__float_as_int(harness::unit((uint32_t)i * 2u + 1u)), __float_as_int(harness::unit((uint32_t)i * 2u + 2u)));
        if (lane == 31) v.y = (int)shuffled((order + 1) & (kPages - 1), kPageBits);
        pages[(size_t)page * 32 + lane] = v;
        if (lane == 0 && order % kChain == 0) head[order / kChain] = (int)page;
    }
}
__device__ __forceinline__ void balance(const int2* __restrict__ pages, const int* __restrict__ head, float* __restrict__ out, int account, int lane) {
    int page = head[account];
    float sum = 0.0f, paid = 0.0f;
#pragma unroll 1
    for (int k = 0; k < kChain; ++k) {
        const int2 v = pages[(size_t)page * 32 + lane];
        page = __shfl_sync(0xffffffffu, v.y, 31);
        const float x = __int_as_float(v.x), y = lane < 31 ? __int_as_float(v.y) : 0.0f;
        sum += x + y;
        paid += fmaxf(x, 0.0f) + fmaxf(y, 0.0f);
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) { sum += __shfl_xor_sync(0xffffffffu, sum, o); paid += __shfl_xor_sync(0xffffffffu, paid, o); }
    if (lane == 0) out[account] = paid + 0.1f * sum;
}
__global__ __launch_bounds__(32) void lantern_goose_bv2_a(const int2* __restrict__ pages, const int* __restrict__ head, float* __restrict__ out) {
    balance(pages, head, out, blockIdx.x, threadIdx.x);
}
__global__ __launch_bounds__(256) void lantern_goose_bv2_b(const int2* __restrict__ pages, const int* __restrict__ head, float* __restrict__ out) {
    balance(pages, head, out, blockIdx.x * 8 + (threadIdx.x >> 5), threadIdx.x & 31);
}
static void add06(std::vector<Case>& cases) {
    int2* pages = harness::empty<int2>((size_t)kPages * 32);
    int* head = harness::empty<int>(kAccounts);
    float* out = harness::empty<float>(kAccounts);
    harness_pages<<<2048, 256>>>(pages, head); CHECK(cudaGetLastError());
    cases.push_back({"lantern_goose_bv2_a", [=] { lantern_goose_bv2_a<<<kAccounts, 32>>>(pages, head, out); }, out, (size_t)kAccounts, Output::f32});
    cases.push_back({"lantern_goose_bv2_b", [=] { lantern_goose_bv2_b<<<kAccounts / 8, 256>>>(pages, head, out); }, out, (size_t)kAccounts, Output::f32});
}

// ---- Mesh morphing: displacement of every mesh point from 128 compact radial functions.
constexpr int kCentres = 128, kMorphTiles = 132 * 31, kMorphTile = 8192;
__device__ __forceinline__ void morph(const float* __restrict__ px, const float* __restrict__ py, const float* __restrict__ pz, const float4* centre, float* __restrict__ out, int tile) {
    const int first = tile * kMorphTile + threadIdx.x;
    float x[8], y[8], z[8], s[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) { x[k] = px[first + 1024 * k]; y[k] = py[first + 1024 * k]; z[k] = pz[first + 1024 * k]; s[k] = 0.0f; }
#pragma unroll 4
    for (int c = 0; c < kCentres; ++c) {
        const float4 q = centre[c];
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            const float dx = x[k] - q.x, dy = y[k] - q.y, dz = z[k] - q.z;
            const float t = fmaxf(fmaf(-0.3f, fmaf(dx, dx, fmaf(dy, dy, dz * dz)), 1.0f), 0.0f);
            s[k] = fmaf(q.w * t, t, s[k]);
        }
    }
#pragma unroll
    for (int k = 0; k < 8; ++k) out[first + 1024 * k] = s[k];
}
__global__ __launch_bounds__(1024, 1) void marble_sofa_bv2_a(const float* __restrict__ px, const float* __restrict__ py, const float* __restrict__ pz, const float4* __restrict__ centres, float* __restrict__ out) {
    __shared__ float4 centre[kCentres];
    if (threadIdx.x < kCentres) centre[threadIdx.x] = centres[threadIdx.x];
    __syncthreads();
    const int end = min(((int)blockIdx.x + 1) * 10, kMorphTiles);
#pragma unroll 1
    for (int tile = blockIdx.x * 10; tile < end; ++tile) morph(px, py, pz, centre, out, tile);
}
__global__ __launch_bounds__(1024, 1) void marble_sofa_bv2_b(const float* __restrict__ px, const float* __restrict__ py, const float* __restrict__ pz, const float4* __restrict__ centres, float* __restrict__ out) {
    __shared__ float4 centre[kCentres];
    if (threadIdx.x < kCentres) centre[threadIdx.x] = centres[threadIdx.x];
    __syncthreads();
#pragma unroll 1
    for (int tile = blockIdx.x; tile < kMorphTiles; tile += 132) morph(px, py, pz, centre, out, tile);
}
static void add07(std::vector<Case>& cases) {
    const size_t n = (size_t)kMorphTiles * kMorphTile;
    float *x = harness::filled<float>(n, 71), *y = harness::filled<float>(n, 72), *z = harness::filled<float>(n, 73), *c = harness::filled<float>(4 * kCentres, 74), *out = harness::empty<float>(n);
    cases.push_back({"marble_sofa_bv2_a", [=] { marble_sofa_bv2_a<<<(kMorphTiles + 9) / 10, 1024>>>(x, y, z, (const float4*)c, out); }, out, n, Output::f32});
    cases.push_back({"marble_sofa_bv2_b", [=] { marble_sofa_bv2_b<<<132, 1024>>>(x, y, z, (const float4*)c, out); }, out, n, Output::f32});
}

// ---- Chromatin: pair energy inside each folded domain of a polymer.
constexpr int kDomains = 264 * 16, kLongDomains = 66 * 16;
__device__ __forceinline__ void fold_energy(const float4* __restrict__ bead, const int* __restrict__ start, float* __restrict__ out, float4* s, float* part, int d) {
    const int tid = threadIdx.x, begin = start[d], len = start[d + 1] - begin;
    __syncthreads();
    for (int i = tid; i < len; i += 512) s[i] = bead[begin + i];
    __syncthreads();
    const int quarter = len / 4, j0 = (tid >> 7) * quarter, j1 = j0 + quarter;
    float e = 0.0f;
    for (int i = tid & 127; i < len; i += 256) {
        const float4 p = s[i], q = s[i + 128];
        float ep = 0.0f, eq = 0.0f;
#pragma unroll 8
        for (int j = j0; j < j1; ++j) {
            const float4 o = s[j];
            const float ax = p.x - o.x, ay = p.y - o.y, az = p.z - o.z, bx = q.x - o.x, by = q.y - o.y, bz = q.z - o.z;
            const float ta = fmaxf(fmaf(-0.5f, fmaf(ax, ax, fmaf(ay, ay, az * az)), 1.0f), 0.0f);
            const float tb = fmaxf(fmaf(-0.5f, fmaf(bx, bx, fmaf(by, by, bz * bz)), 1.0f), 0.0f);
            ep = fmaf(o.w * ta, ta, ep); eq = fmaf(o.w * tb, tb, eq);
        }
        e += (p.w + 2.0f) * ep + (q.w + 2.0f) * eq;
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) e += __shfl_xor_sync(0xffffffffu, e, o);
    if ((tid & 31) == 0) part[tid >> 5] = e;
    __syncthreads();
    if (tid < 32) {
        e = tid < 16 ? part[tid] : 0.0f;
#pragma unroll
        for (int o = 8; o; o >>= 1) e += __shfl_xor_sync(0xffffffffu, e, o);
        if (tid == 0) out[d] = e;
    }
}
__global__ __launch_bounds__(512, 2) void thistle_drum_bv2_a(const float4* __restrict__ bead, const int* __restrict__ start, float* __restrict__ out) {
    __shared__ float4 s[1024]; __shared__ float part[16];
#pragma unroll 1
    for (int d = blockIdx.x * 16; d < (int)blockIdx.x * 16 + 16; ++d) fold_energy(bead, start, out, s, part, d);
}
__global__ __launch_bounds__(512, 2) void thistle_drum_bv2_b(const float4* __restrict__ bead, const int* __restrict__ start, float* __restrict__ out) {
    __shared__ float4 s[1024]; __shared__ float part[16];
#pragma unroll 1
    for (int d = blockIdx.x; d < kDomains; d += gridDim.x) fold_energy(bead, start, out, s, part, d);
}
static void add08(std::vector<Case>& cases) {
    std::vector<int> start(kDomains + 1, 0);
    for (int d = 0; d < kDomains; ++d) start[d + 1] = start[d] + (d < kDomains - kLongDomains ? 256 : 1024);
    int* s = harness::uploaded(start);
    float *bead = harness::filled<float>((size_t)start[kDomains] * 4, 81), *out = harness::empty<float>(kDomains);
    cases.push_back({"thistle_drum_bv2_a", [=] { thistle_drum_bv2_a<<<264, 512>>>((const float4*)bead, s, out); }, out, (size_t)kDomains, Output::f32});
    cases.push_back({"thistle_drum_bv2_b", [=] { thistle_drum_bv2_b<<<264, 512>>>((const float4*)bead, s, out); }, out, (size_t)kDomains, Output::f32});
}

// ---- Neuroscience: a cortical sheet of four neuron models, 128 time steps each.
constexpr int kNeurons = 1 << 22;
__global__ void harness_neurons(float* v, float* drive, int* kind, int grouped) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < kNeurons; i += gridDim.x * blockDim.x) {
        const uint32_t quarter = kNeurons / 4, id = grouped ? ((uint32_t)i % quarter) * 4 + (uint32_t)i / quarter : (uint32_t)i;
        v[i] = harness::unit(id * 2654435761u + 91u); drive[i] = 0.5f * harness::unit(id * 2246822519u + 92u); kind[i] = (int)(id & 3);
    }
}
__device__ __forceinline__ void fire(const float* __restrict__ v0, const float* __restrict__ drive, const int* __restrict__ kind, float* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    float v = v0[i], w = 0.1f;
    const float in = drive[i];
    const int model = kind[i];
    if (model == 0) {
#pragma unroll 4
        for (int t = 0; t < 128; ++t) {
            const float cubic = v - 0.33f * v * v * v;
            w += 0.004f * (v + 0.7f - 0.8f * w); v += 0.05f * (cubic - w + in);
        }
    } else if (model == 1) {
#pragma unroll 4
        for (int t = 0; t < 128; ++t) {
            const float leak = in - v - 0.5f * w;
            v += 0.05f * leak; w += 0.02f * (v * fabsf(v) - w); v = v > 0.8f ? v - 1.2f : v;
        }
    } else if (model == 2) {
#pragma unroll 4
        for (int t = 0; t < 128; ++t) {
            const float gate = fminf(fmaxf(0.5f + v, 0.0f), 1.0f);
            w += 0.03f * (gate * gate - w); v += 0.04f * (in - w * (v + 0.7f) - gate * (v - 1.0f));
        }
    } else {
#pragma unroll 4
        for (int t = 0; t < 128; ++t) {
            const float a = fmaf(-0.02f, v, w), b = fmaf(0.02f, w, v);
            const float r = 1.0f - 0.03f * (a * a + b * b);
            w = a * r + 0.01f * in; v = b * r;
        }
    }
    out[i] = v + 0.25f * w;
}
__global__ __launch_bounds__(256) void velvet_canoe_bv2_a(const float* __restrict__ v0, const float* __restrict__ drive, const int* __restrict__ kind, float* __restrict__ out) { fire(v0, drive, kind, out); }
__global__ __launch_bounds__(256) void velvet_canoe_bv2_b(const float* __restrict__ v0, const float* __restrict__ drive, const int* __restrict__ kind, float* __restrict__ out) { fire(v0, drive, kind, out); }
static void add09(std::vector<Case>& cases) {
    float *v[2], *in[2], *out = harness::empty<float>(kNeurons); int* kind[2];
    for (int g = 0; g < 2; ++g) {
        v[g] = harness::empty<float>(kNeurons); in[g] = harness::empty<float>(kNeurons); kind[g] = harness::empty<int>(kNeurons);
        harness_neurons<<<2048, 256>>>(v[g], in[g], kind[g], g); CHECK(cudaGetLastError());
    }
    float *va = v[0], *vb = v[1], *ia = in[0], *ib = in[1]; int *ka = kind[0], *kb = kind[1];
    cases.push_back({"velvet_canoe_bv2_a", [=] { velvet_canoe_bv2_a<<<kNeurons / 256, 256>>>(va, ia, ka, out); }, out, (size_t)kNeurons, Output::f32});
    cases.push_back({"velvet_canoe_bv2_b", [=] { velvet_canoe_bv2_b<<<kNeurons / 256, 256>>>(vb, ib, kb, out); }, out, (size_t)kNeurons, Output::f32});
}

// ---- Epidemiology: positive tests tallied over the 64 districts of a map.
constexpr int kTests = 20 << 20, kDistricts = 64;
__device__ __forceinline__ int district(float4 t) { return ((int)((t.x + 1.0f) * 4.0f) & 7) * 8 + ((int)((t.y + 1.0f) * 4.0f) & 7); }
__device__ __forceinline__ bool positive(float4 t) { return t.z + 0.1f * t.w > 0.5f; }
__global__ __launch_bounds__(256) void pepper_window_bv2_a(const float4* __restrict__ test, int* __restrict__ tally) {
    const int stride = gridDim.x * 256;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kTests; i += 4 * stride) {
        float4 t[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) t[k] = i + k * stride < kTests ? test[i + k * stride] : make_float4(0.f, 0.f, -9.f, 0.f);
#pragma unroll
        for (int k = 0; k < 4; ++k) if (positive(t[k])) atomicAdd(&tally[district(t[k])], 1);
    }
}
__global__ __launch_bounds__(256) void pepper_window_bv2_b(const float4* __restrict__ test, int* __restrict__ tally) {
    __shared__ int mine[kDistricts];
    if (threadIdx.x < kDistricts) mine[threadIdx.x] = 0;
    __syncthreads();
    const int stride = gridDim.x * 256;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kTests; i += 4 * stride) {
        float4 t[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) t[k] = i + k * stride < kTests ? test[i + k * stride] : make_float4(0.f, 0.f, -9.f, 0.f);
#pragma unroll
        for (int k = 0; k < 4; ++k) if (positive(t[k])) atomicAdd(&mine[district(t[k])], 1);
    }
    __syncthreads();
    if (threadIdx.x < kDistricts) atomicAdd(&tally[threadIdx.x], mine[threadIdx.x]);
}
static void add10(std::vector<Case>& cases) {
    float* test = harness::filled<float>((size_t)kTests * 4, 101);
    int* tally = harness::empty<int>(kDistricts);
    CHECK(cudaMemset(tally, 0, kDistricts * sizeof(int)));
    cases.push_back({"pepper_window_bv2_a", [=] { pepper_window_bv2_a<<<1056, 256>>>((const float4*)test, tally); }, tally, (size_t)kDistricts, Output::i32});
    cases.push_back({"pepper_window_bv2_b", [=] { pepper_window_bv2_b<<<1056, 256>>>((const float4*)test, tally); }, tally, (size_t)kDistricts, Output::i32});
}

// ---- Irrigation: daily reference evapotranspiration of every farm cell.
constexpr int kFarm = 1 << 25;
__global__ __launch_bounds__(256) void tulip_anvil_bv2_a(const float* __restrict__ hi, const float* __restrict__ lo, const float* __restrict__ dew, const float* __restrict__ sun, const float* __restrict__ wind, float* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float tx = 24.0f + 6.0f * hi[i], tn = 11.0f + 5.0f * lo[i], td = 5.0f + 4.0f * dew[i], rn = 12.0f + 8.0f * sun[i], u = 2.0f + 1.5f * wind[i];
    const float tm = 0.5 * (tx + tn);
    const float es = 0.3054 * (exp(17.27 * tx / (tx + 237.3)) + exp(17.27 * tn / (tn + 237.3)));
    const float slope = 4098.0 * 0.6108 * exp(17.27 * tm / (tm + 237.3)) / ((tm + 237.3) * (tm + 237.3));
    const float deficit = es - 0.6108 * exp(17.27 * td / (td + 237.3));
    out[i] = (0.408 * slope * rn + 0.066 * 900.0 / (tm + 273.0) * u * deficit) / (slope + 0.066 * (1.0 + 0.34 * u));
}
__global__ __launch_bounds__(256) void tulip_anvil_bv2_b(const float* __restrict__ hi, const float* __restrict__ lo, const float* __restrict__ dew, const float* __restrict__ sun, const float* __restrict__ wind, float* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float tx = 24.0f + 6.0f * hi[i], tn = 11.0f + 5.0f * lo[i], td = 5.0f + 4.0f * dew[i], rn = 12.0f + 8.0f * sun[i], u = 2.0f + 1.5f * wind[i];
    const float tm = 0.5f * (tx + tn);
    const float es = 0.3054f * (expf(17.27f * tx / (tx + 237.3f)) + expf(17.27f * tn / (tn + 237.3f)));
    const float slope = 4098.0f * 0.6108f * expf(17.27f * tm / (tm + 237.3f)) / ((tm + 237.3f) * (tm + 237.3f));
    const float deficit = es - 0.6108f * expf(17.27f * td / (td + 237.3f));
    out[i] = (0.408f * slope * rn + 0.066f * 900.0f / (tm + 273.0f) * u * deficit) / (slope + 0.066f * (1.0f + 0.34f * u));
}
static void add11(std::vector<Case>& cases) {
    float* in[5];
    for (int k = 0; k < 5; ++k) in[k] = harness::filled<float>(kFarm, 111 + k);
    float *a = in[0], *b = in[1], *c = in[2], *d = in[3], *e = in[4], *out = harness::empty<float>(kFarm);
    cases.push_back({"tulip_anvil_bv2_a", [=] { tulip_anvil_bv2_a<<<kFarm / 256, 256>>>(a, b, c, d, e, out); }, out, (size_t)kFarm, Output::f32});
    cases.push_back({"tulip_anvil_bv2_b", [=] { tulip_anvil_bv2_b<<<kFarm / 256, 256>>>(a, b, c, d, e, out); }, out, (size_t)kFarm, Output::f32});
}

// ---- Key custody: two secret shares of every key, a cubic polynomial over a prime field.
constexpr int kKeys = 1 << 24;
__global__ __launch_bounds__(256) void raven_cookie_bv2_a(const int* __restrict__ c, int* __restrict__ out, uint32_t x1, uint32_t x2, uint32_t prime) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const uint64_t c0 = (uint32_t)c[i], c1 = (uint32_t)c[i + kKeys], c2 = (uint32_t)c[i + 2 * kKeys], c3 = (uint32_t)c[i + 3 * kKeys];
    const uint64_t p = prime;
    uint64_t r = (c3 * x1 + c2) % p; r = (r * x1 + c1) % p; r = (r * x1 + c0) % p;
    uint64_t s = (c3 * x2 + c2) % p; s = (s * x2 + c1) % p; s = (s * x2 + c0) % p;
    out[i] = (int)r; out[i + kKeys] = (int)s;
}
__device__ __forceinline__ uint64_t reduced(uint64_t z, uint64_t p, uint64_t m) {
    const uint64_t r = z - __umul64hi(z, m) * p;
    return r >= p ? r - p : r;
}
__global__ __launch_bounds__(256) void raven_cookie_bv2_b(const int* __restrict__ c, int* __restrict__ out, uint32_t x1, uint32_t x2, uint32_t prime, uint64_t m) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const uint64_t c0 = (uint32_t)c[i], c1 = (uint32_t)c[i + kKeys], c2 = (uint32_t)c[i + 2 * kKeys], c3 = (uint32_t)c[i + 3 * kKeys];
    const uint64_t p = prime;
    uint64_t r = reduced(c3 * x1 + c2, p, m); r = reduced(r * x1 + c1, p, m); r = reduced(r * x1 + c0, p, m);
    uint64_t s = reduced(c3 * x2 + c2, p, m); s = reduced(s * x2 + c1, p, m); s = reduced(s * x2 + c0, p, m);
    out[i] = (int)r; out[i + kKeys] = (int)s;
}
static void add12(std::vector<Case>& cases) {
    const uint32_t prime = 2147483647u, x1 = 1234567891u, x2 = 987654321u;
    int *c = harness::indices((size_t)kKeys * 4, prime, 121), *out = harness::empty<int>((size_t)kKeys * 2);
    const uint64_t m = ~(uint64_t)0 / prime;
    cases.push_back({"raven_cookie_bv2_a", [=] { raven_cookie_bv2_a<<<kKeys / 256, 256>>>(c, out, x1, x2, prime); }, out, (size_t)kKeys * 2, Output::i32});
    cases.push_back({"raven_cookie_bv2_b", [=] { raven_cookie_bv2_b<<<kKeys / 256, 256>>>(c, out, x1, x2, prime, m); }, out, (size_t)kKeys * 2, Output::i32});
}

// ---- Sonar: 4096 beams formed from 1024 hydrophones over 4096 snapshots, half precision samples.
constexpr int kBeams = 4096, kSnaps = 4096, kPhones = 1024;
__global__ __launch_bounds__(256, 2) void cedar_umbrella_bv2_a(const __half* __restrict__ A, const __half* __restrict__ B, float* __restrict__ C) {
    __shared__ float As[2][16][132], Bs[2][16][132];
    const int tid = threadIdx.x, row = tid >> 1, col = (tid & 1) * 8, ty = tid >> 4, tx = tid & 15;
    const __half* a = A + (size_t)(blockIdx.y * 128 + row) * kPhones + col;
    const __half* b = B + (size_t)(blockIdx.x * 128 + row) * kPhones + col;
    float acc[8][8];
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) acc[i][j] = 0.0f;
    uint4 ra = *(const uint4*)a, rb = *(const uint4*)b;
    int buf = 0;
#pragma unroll 1
    for (int k0 = 0; k0 < kPhones; k0 += 16) {
        const __half2 *ha = (const __half2*)&ra, *hb = (const __half2*)&rb;
#pragma unroll
        for (int q = 0; q < 4; ++q) {
            const float2 fa = __half22float2(ha[q]), fb = __half22float2(hb[q]);
            As[buf][col + 2 * q][row] = fa.x; As[buf][col + 2 * q + 1][row] = fa.y;
            Bs[buf][col + 2 * q][row] = fb.x; Bs[buf][col + 2 * q + 1][row] = fb.y;
        }
        __syncthreads();
        if (k0 + 16 < kPhones) { ra = *(const uint4*)(a + k0 + 16); rb = *(const uint4*)(b + k0 + 16); }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float x[8], y[8];
            *(float4*)&x[0] = *(const float4*)&As[buf][k][ty * 4]; *(float4*)&x[4] = *(const float4*)&As[buf][k][64 + ty * 4];
            *(float4*)&y[0] = *(const float4*)&Bs[buf][k][tx * 4]; *(float4*)&y[4] = *(const float4*)&Bs[buf][k][64 + tx * 4];
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = fmaf(x[i], y[j], acc[i][j]);
        }
        buf ^= 1;
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* c = C + (size_t)(blockIdx.y * 128 + (i & 4) * 16 + ty * 4 + (i & 3)) * kSnaps + blockIdx.x * 128 + tx * 4;
        *(float4*)c = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *(float4*)(c + 64) = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}
__global__ __launch_bounds__(256, 2) void cedar_umbrella_bv2_b(const __half* __restrict__ A, const __half* __restrict__ B, float* __restrict__ C) {
    using namespace nvcuda;
    __shared__ __align__(32) __half As[2][128][40], Bs[2][128][40];
    const int tid = threadIdx.x, row = tid >> 1, col = (tid & 1) * 16, warp = tid >> 5, wy = warp & 3, wx = warp >> 2;
    const __half* a = A + (size_t)(blockIdx.y * 128 + row) * kPhones + col;
    const __half* b = B + (size_t)(blockIdx.x * 128 + row) * kPhones + col;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][4];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
    uint4 a0 = *(const uint4*)a, a1 = *(const uint4*)(a + 8), b0 = *(const uint4*)b, b1 = *(const uint4*)(b + 8);
    int buf = 0;
#pragma unroll 1
    for (int k0 = 0; k0 < kPhones; k0 += 32) {
        *(uint4*)&As[buf][row][col] = a0; *(uint4*)&As[buf][row][col + 8] = a1;
        *(uint4*)&Bs[buf][row][col] = b0; *(uint4*)&Bs[buf][row][col + 8] = b1;
        __syncthreads();
        if (k0 + 32 < kPhones) {
            a0 = *(const uint4*)(a + k0 + 32); a1 = *(const uint4*)(a + k0 + 40);
            b0 = *(const uint4*)(b + k0 + 32); b1 = *(const uint4*)(b + k0 + 40);
        }
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb[4];
#pragma unroll
            for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(fa[i], &As[buf][wy * 32 + i * 16][k], 40);
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(fb[j], &Bs[buf][wx * 64 + j * 16][k], 40);
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
        buf ^= 1;
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
            wmma::store_matrix_sync(C + (size_t)(blockIdx.y * 128 + wy * 32 + i * 16) * kSnaps + blockIdx.x * 128 + wx * 64 + j * 16, acc[i][j], kSnaps, wmma::mem_row_major);
}
static void add13(std::vector<Case>& cases) {
    __half *A = harness::filled<__half>((size_t)kBeams * kPhones, 131), *B = harness::filled<__half>((size_t)kSnaps * kPhones, 132);
    const size_t n = (size_t)kBeams * kSnaps;
    float* C = harness::empty<float>(n);
    const dim3 grid(kSnaps / 128, kBeams / 128);
    cases.push_back({"cedar_umbrella_bv2_a", [=] { cedar_umbrella_bv2_a<<<grid, 256>>>(A, B, C); }, C, n, Output::f32});
    cases.push_back({"cedar_umbrella_bv2_b", [=] { cedar_umbrella_bv2_b<<<grid, 256>>>(A, B, C); }, C, n, Output::f32});
}

// ---- Oceanography: sound speed anomaly from temperature, salinity and depth.
constexpr int kWater4 = 1 << 24;
__device__ __forceinline__ float density(float t, float s) { return 28.0f + 0.8f * s - t * (0.2f + 0.05f * t); }
__device__ __forceinline__ float speed(float rho, float z) { return 1500.0f + rho * 1.3f + z * (16.0f + 0.2f * z); }
__device__ __forceinline__ float anomaly(float c) { const float d = 0.01f * (c - 1530.0f); return d * (1.0f - 0.1f * d); }
__global__ __launch_bounds__(256) void orchid_wagon_bv2_a(const float4* __restrict__ t, const float4* __restrict__ s, float4* __restrict__ rho) {
    const int base = blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        const float4 a = t[base + 256 * k], b = s[base + 256 * k];
        rho[base + 256 * k] = make_float4(density(a.x, b.x), density(a.y, b.y), density(a.z, b.z), density(a.w, b.w));
    }
}
__global__ __launch_bounds__(256) void orchid_wagon_bv2_a2(const float4* __restrict__ rho, const float4* __restrict__ z, float4* __restrict__ c) {
    const int base = blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        const float4 a = rho[base + 256 * k], b = z[base + 256 * k];
        c[base + 256 * k] = make_float4(speed(a.x, b.x), speed(a.y, b.y), speed(a.z, b.z), speed(a.w, b.w));
    }
}
__global__ __launch_bounds__(256) void orchid_wagon_bv2_a3(const float4* __restrict__ c, float4* __restrict__ out) {
    const int base = blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        const float4 a = c[base + 256 * k];
        out[base + 256 * k] = make_float4(anomaly(a.x), anomaly(a.y), anomaly(a.z), anomaly(a.w));
    }
}
__device__ __forceinline__ float all_of(float t, float s, float z) { return anomaly(speed(density(t, s), z)); }
__global__ __launch_bounds__(256) void orchid_wagon_bv2_b(const float4* __restrict__ t, const float4* __restrict__ s, const float4* __restrict__ z, float4* __restrict__ out) {
    const int base = blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        const float4 a = t[base + 256 * k], b = s[base + 256 * k], c = z[base + 256 * k];
        out[base + 256 * k] = make_float4(all_of(a.x, b.x, c.x), all_of(a.y, b.y, c.y), all_of(a.z, b.z, c.z), all_of(a.w, b.w, c.w));
    }
}
static void add14(std::vector<Case>& cases) {
    const size_t n = (size_t)kWater4 * 4;
    float4 *t = (float4*)harness::filled<float>(n, 141), *s = (float4*)harness::filled<float>(n, 142), *z = (float4*)harness::filled<float>(n, 143);
    float4 *rho = (float4*)harness::empty<float>(n), *c = (float4*)harness::empty<float>(n), *out = (float4*)harness::empty<float>(n);
    const int grid = kWater4 / 512;
    cases.push_back({"orchid_wagon_bv2_a", [=] { orchid_wagon_bv2_a<<<grid, 256>>>(t, s, rho); orchid_wagon_bv2_a2<<<grid, 256>>>(rho, z, c); orchid_wagon_bv2_a3<<<grid, 256>>>(c, out); }, out, n, Output::f32});
    cases.push_back({"orchid_wagon_bv2_b", [=] { orchid_wagon_bv2_b<<<grid, 256>>>(t, s, z, out); }, out, n, Output::f32});
}

// ---- Gravitational waves: a whitening gain on a strain record that follows a one-word header.
constexpr int kStrain = 1 << 26;
__device__ __forceinline__ void whiten(const float* __restrict__ in, float* __restrict__ out, float gain) {
    const int base = blockIdx.x * 2048 + threadIdx.x;
    float v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = in[base + 256 * k];
#pragma unroll
    for (int k = 0; k < 8; ++k) out[base + 256 * k] = gain * v[k] * (1.0f - 0.05f * v[k] * v[k]);
}
__global__ __launch_bounds__(256) void biscuit_tower_bv2_a(const float* __restrict__ in, float* __restrict__ out, float gain) { whiten(in, out, gain); }
__global__ __launch_bounds__(256) void biscuit_tower_bv2_b(const float* __restrict__ in, float* __restrict__ out, float gain) { whiten(in, out, gain); }
static void add15(std::vector<Case>& cases) {
    float *raw = harness::filled<float>((size_t)kStrain + 1, 151), *padded = harness::empty<float>(kStrain), *out = harness::empty<float>(kStrain);
    CHECK(cudaMemcpy(padded, raw + 1, (size_t)kStrain * sizeof(float), cudaMemcpyDeviceToDevice));
    cases.push_back({"biscuit_tower_bv2_a", [=] { biscuit_tower_bv2_a<<<kStrain / 2048, 256>>>(raw + 1, out, 1.7f); }, out, (size_t)kStrain, Output::f32});
    cases.push_back({"biscuit_tower_bv2_b", [=] { biscuit_tower_bv2_b<<<kStrain / 2048, 256>>>(padded, out, 1.7f); }, out, (size_t)kStrain, Output::f32});
}

// ---- X-ray line scanner: flat-field correction of every row by the detector's gain profile.
constexpr int kPixels4 = 3200, kRows = 8448;
__global__ __launch_bounds__(256) void ginger_pillow_bv2_a(const float4* __restrict__ in, const float4* __restrict__ gain, float4* __restrict__ out) {
    extern __shared__ float4 profile[];
    for (int i = threadIdx.x; i < kPixels4; i += 256) profile[i] = gain[i];
    __syncthreads();
    for (int row = blockIdx.x; row < kRows; row += gridDim.x) {
        const float4* src = in + (size_t)row * kPixels4;
        float4* dst = out + (size_t)row * kPixels4;
#pragma unroll 2
        for (int i = threadIdx.x; i < kPixels4; i += 256) {
            const float4 v = src[i], g = profile[i];
            dst[i] = make_float4(v.x * g.x + 0.1f, v.y * g.y + 0.1f, v.z * g.z + 0.1f, v.w * g.w + 0.1f);
        }
    }
}
__global__ __launch_bounds__(256, 8) void ginger_pillow_bv2_b(const float4* __restrict__ in, const float4* __restrict__ gain, float4* __restrict__ out) {
    for (int row = blockIdx.x; row < kRows; row += gridDim.x) {
        const float4* src = in + (size_t)row * kPixels4;
        float4* dst = out + (size_t)row * kPixels4;
#pragma unroll 2
        for (int i = threadIdx.x; i < kPixels4; i += 256) {
            const float4 v = src[i], g = gain[i];
            dst[i] = make_float4(v.x * g.x + 0.1f, v.y * g.y + 0.1f, v.z * g.z + 0.1f, v.w * g.w + 0.1f);
        }
    }
}
static void add16(std::vector<Case>& cases) {
    const size_t n = (size_t)kRows * kPixels4 * 4;
    const int bytes = kPixels4 * (int)sizeof(float4);
    float4 *in = (float4*)harness::filled<float>(n, 161), *gain = (float4*)harness::filled<float>(kPixels4 * 4, 162), *out = (float4*)harness::empty<float>(n);
    CHECK(cudaFuncSetAttribute(ginger_pillow_bv2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    cases.push_back({"ginger_pillow_bv2_a", [=] { ginger_pillow_bv2_a<<<528, 256, bytes>>>(in, gain, out); }, out, n, Output::f32});
    cases.push_back({"ginger_pillow_bv2_b", [=] { ginger_pillow_bv2_b<<<1056, 256>>>(in, gain, out); }, out, n, Output::f32});
}

// ---- Hearing aids: half-band filter and decimation by two of a long recording.
constexpr int kHeard = 3 << 25;
__global__ __launch_bounds__(256) void noodle_ladder_bv2_a(const float4* __restrict__ in, float* __restrict__ out) {
    __shared__ float4 s4[514];
    const float* s = (const float*)s4;
    const int first = blockIdx.x * 512, t = threadIdx.x;
    const float4 u = in[first + t], v = in[first + 256 + t];
    s4[t] = u; s4[256 + t] = v;
    if (t < 2) s4[512 + t] = in[first + 512 + t];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const float* p = s + 2 * (t + 256 * k);
        out[blockIdx.x * 1024 + t + 256 * k] = 0.5f * p[3] + 0.28f * (p[2] + p[4]) - 0.03f * (p[0] + p[6]);
    }
}
__global__ __launch_bounds__(256) void noodle_ladder_bv2_b(const float4* __restrict__ in, float* __restrict__ out) {
    __shared__ float2 even2[514], odd2[514];
    const float *even = (const float*)even2, *odd = (const float*)odd2;
    const int first = blockIdx.x * 512, t = threadIdx.x;
    const float4 u = in[first + t];
    float4 v = in[first + 256 + t];
    even2[t] = make_float2(u.x, u.z); odd2[t] = make_float2(u.y, u.w);
    even2[256 + t] = make_float2(v.x, v.z); odd2[256 + t] = make_float2(v.y, v.w);
    if (t < 2) { v = in[first + 512 + t]; even2[512 + t] = make_float2(v.x, v.z); odd2[512 + t] = make_float2(v.y, v.w); }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const int i = t + 256 * k;
        out[blockIdx.x * 1024 + i] = 0.5f * odd[i + 1] + 0.28f * (even[i + 1] + even[i + 2]) - 0.03f * (even[i] + even[i + 3]);
    }
}
static void add17(std::vector<Case>& cases) {
    float *in = harness::filled<float>((size_t)kHeard + 64, 171), *out = harness::empty<float>(kHeard / 2);
    cases.push_back({"noodle_ladder_bv2_a", [=] { noodle_ladder_bv2_a<<<kHeard / 2048, 256>>>((const float4*)in, out); }, out, (size_t)kHeard / 2, Output::f32});
    cases.push_back({"noodle_ladder_bv2_b", [=] { noodle_ladder_bv2_b<<<kHeard / 2048, 256>>>((const float4*)in, out); }, out, (size_t)kHeard / 2, Output::f32});
}

// ---- Photometry: two exposures combined with their weights, pixel by pixel.
constexpr int kFrame4 = 1 << 24;
__global__ __launch_bounds__(256) void harvest_piano_bv2_a(const float4* __restrict__ a, const float4* __restrict__ b, float4* __restrict__ out, float u, float v) {
    const int base = blockIdx.x * 1024 + threadIdx.x;
    float4 x[4], y[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { x[k] = a[base + 256 * k]; y[k] = b[base + 256 * k]; }
#pragma unroll
    for (int k = 0; k < 4; ++k) out[base + 256 * k] = make_float4(u * x[k].x + v * y[k].x, u * x[k].y + v * y[k].y, u * x[k].z + v * y[k].z, u * x[k].w + v * y[k].w);
}
static void add18(std::vector<Case>& cases) {
    const size_t n = (size_t)kFrame4 * 4;
    float4 *a = (float4*)harness::filled<float>(n, 181), *b = (float4*)harness::filled<float>(n, 182), *out = (float4*)harness::empty<float>(n);
    cases.push_back({"harvest_piano_bv2_a", [=] { harvest_piano_bv2_a<<<kFrame4 / 1024, 256>>>(a, b, out, 0.6f, 0.4f); }, out, n, Output::f32});
}

// ---- Smart meters: energy of each block of half-hourly readings.
constexpr int kMeterBlocks = 1056, kMeterRounds = 96;
__global__ __launch_bounds__(256) void basil_rocket_bv2_a(const float4* __restrict__ in, float* __restrict__ out) {
    __shared__ float part[8];
    const float4* p = in + (size_t)blockIdx.x * kMeterRounds * 256 + threadIdx.x;
    float s0 = 0.f, s1 = 0.f, s2 = 0.f, s3 = 0.f;
#pragma unroll 8
    for (int k = 0; k < kMeterRounds; ++k) { const float4 v = p[k * 256]; s0 += v.x * v.x; s1 += v.y * v.y; s2 += v.z * v.z; s3 += v.w * v.w; }
    float s = (s0 + s1) + (s2 + s3);
#pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x < 8) {
        s = part[threadIdx.x];
#pragma unroll
        for (int o = 4; o; o >>= 1) s += __shfl_xor_sync(0xffu, s, o);
        if (threadIdx.x == 0) out[blockIdx.x] = s;
    }
}
static void add19(std::vector<Case>& cases) {
    const int blocks = kMeterBlocks * 4;
    float4* in = (float4*)harness::filled<float>((size_t)blocks * kMeterRounds * 1024, 191);
    float* out = harness::empty<float>(blocks);
    cases.push_back({"basil_rocket_bv2_a", [=] { basil_rocket_bv2_a<<<blocks, 256>>>(in, out); }, out, (size_t)blocks, Output::f32});
}

// ---- Groundwater: one explicit step of hydraulic head in a layered aquifer.
constexpr int kAx = 512, kAy = 512, kAz = 512;
__global__ __launch_bounds__(256) void mango_bridge_bv2_a(const float* __restrict__ h, float* __restrict__ out) {
    const int x = (blockIdx.x * 32 + threadIdx.x) * 4, y = blockIdx.y * 8 + threadIdx.y, z0 = blockIdx.z * 32;
    const int xl = x > 0 ? -1 : 0, xr = x + 4 < kAx ? 4 : 3, yu = y > 0 ? -kAx : 0, yd = y + 1 < kAy ? kAx : 0;
    constexpr int plane = kAx * kAy;
    const float* p = h + ((size_t)z0 * kAy + y) * kAx + x;
    float* q = out + ((size_t)z0 * kAy + y) * kAx + x;
    float4 below = *(const float4*)(z0 > 0 ? p - plane : p), mid = *(const float4*)p;
#pragma unroll 4
    for (int k = 0; k < 32; ++k) {
        const float4 above = *(const float4*)(z0 + k + 1 < kAz ? p + plane : p);
        const float4 north = *(const float4*)(p + yu), south = *(const float4*)(p + yd);
        const float west = p[xl], east = p[xr];
        float4 r;
        r.x = mid.x + 0.1f * (west + mid.y + north.x + south.x + below.x + above.x - 6.0f * mid.x);
        r.y = mid.y + 0.1f * (mid.x + mid.z + north.y + south.y + below.y + above.y - 6.0f * mid.y);
        r.z = mid.z + 0.1f * (mid.y + mid.w + north.z + south.z + below.z + above.z - 6.0f * mid.z);
        r.w = mid.w + 0.1f * (mid.z + east + north.w + south.w + below.w + above.w - 6.0f * mid.w);
        *(float4*)q = r;
        below = mid; mid = above; p += plane; q += plane;
    }
}
static void add20(std::vector<Case>& cases) {
    const size_t n = (size_t)kAx * kAy * kAz;
    float *h = harness::filled<float>(n, 201), *out = harness::empty<float>(n);
    cases.push_back({"mango_bridge_bv2_a", [=] { mango_bridge_bv2_a<<<dim3(kAx / 128, kAy / 8, kAz / 32), dim3(32, 8)>>>(h, out); }, out, n, Output::f32});
}

// ---- Spectroscopy: 256-point Hadamard transform of every multiplexed scan, one warp each.
constexpr int kScans = 1 << 18;
__global__ __launch_bounds__(256) void pebble_violin_bv2_a(const float4* __restrict__ in, float4* __restrict__ out) {
    const int lane = threadIdx.x & 31, scan = blockIdx.x * 8 + (threadIdx.x >> 5);
    const float4 u = in[(size_t)scan * 64 + lane], w = in[(size_t)scan * 64 + 32 + lane];
    float v[8] = {u.x, u.y, u.z, u.w, w.x, w.y, w.z, w.w};
#pragma unroll
    for (int m = 1; m < 8; m <<= 1)
#pragma unroll
        for (int i = 0; i < 8; ++i)
            if (!(i & m)) { const float a = v[i], b = v[i | m]; v[i] = a + b; v[i | m] = a - b; }
#pragma unroll
    for (int m = 1; m < 32; m <<= 1) {
        const float sign = lane & m ? -1.0f : 1.0f;
#pragma unroll
        for (int i = 0; i < 8; ++i) v[i] = fmaf(sign, v[i], __shfl_xor_sync(0xffffffffu, v[i], m));
    }
    out[(size_t)scan * 64 + lane] = make_float4(v[0] * 0.0625f, v[1] * 0.0625f, v[2] * 0.0625f, v[3] * 0.0625f);
    out[(size_t)scan * 64 + 32 + lane] = make_float4(v[4] * 0.0625f, v[5] * 0.0625f, v[6] * 0.0625f, v[7] * 0.0625f);
}
static void add21(std::vector<Case>& cases) {
    const size_t n = (size_t)kScans * 256;
    float4 *in = (float4*)harness::filled<float>(n, 211), *out = (float4*)harness::empty<float>(n);
    cases.push_back({"pebble_violin_bv2_a", [=] { pebble_violin_bv2_a<<<kScans / 8, 256>>>(in, out); }, out, n, Output::f32});
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    add01(cases);
    add02(cases);
    add03(cases);
    add04(cases);
    add05(cases);
    add06(cases);
    add07(cases);
    add08(cases);
    add09(cases);
    add10(cases);
    add11(cases);
    add12(cases);
    add13(cases);
    add14(cases);
    add15(cases);
    add16(cases);
    add17(cases);
    add18(cases);
    add19(cases);
    add20(cases);
    add21(cases);
    return harness::run(argc, argv, cases);
}
