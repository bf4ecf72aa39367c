// Measured pairs, set eightysecond, suffix bm1.
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;
using harness::hash32;
using harness::unit;

// ---- spectrogram: complex half spectra [frame][bin] -> log power [bin][frame] ------------------------------------------------------
constexpr int kFrames = 32768, kBins = 2048;

__device__ inline float level(__half2 z) {
    float2 v = __half22float2(z);
    return __log2f(v.x * v.x + v.y * v.y + 1e-3f);
}
__global__ void lantern_sorrel_bm1_a(const __half2* __restrict__ spectra, __half* __restrict__ levels) {
    const int frame = blockIdx.x * blockDim.x + threadIdx.x, bin = blockIdx.y;
    levels[(size_t)bin * kFrames + frame] = __float2half(level(spectra[(size_t)frame * kBins + bin]));
}
__global__ void lantern_sorrel_bm1_b(const __half2* __restrict__ spectra, __half* __restrict__ levels) {
    __shared__ __half tile[32][66];
    const int frame0 = blockIdx.x * 64, bin0 = blockIdx.y * 32, x = threadIdx.x, y = threadIdx.y;
#pragma unroll
    for (int r = 0; r < 64; r += 8)
        tile[x][r + y] = __float2half(level(spectra[(size_t)(frame0 + r + y) * kBins + bin0 + x]));
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 32; r += 8)
        *(__half2*)&levels[(size_t)(bin0 + r + y) * kFrames + frame0 + 2 * x] = *(const __half2*)&tile[r + y][2 * x];
}

// ---- column store -> row store: twenty int columns become packed rows -----------------------------------------------------------
constexpr int kColumns = 20, kRows = 2 << 20;

__global__ void copper_meadow_bm1_a(const int* __restrict__ columns, int* __restrict__ rows) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll
    for (int c = 0; c < kColumns; ++c) rows[(size_t)row * kColumns + c] = columns[(size_t)c * kRows + row] ^ (c * 0x1111);
}
__global__ void copper_meadow_bm1_b(const int* __restrict__ columns, int* __restrict__ rows) {
    __shared__ int tile[128 * (kColumns + 1)];
    const int row0 = blockIdx.x * 128, t = threadIdx.x;
#pragma unroll
    for (int c = 0; c < kColumns; ++c) tile[t * (kColumns + 1) + c] = columns[(size_t)c * kRows + row0 + t] ^ (c * 0x1111);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kColumns; ++k) {
        const int i = k * 128 + t;
        rows[(size_t)row0 * kColumns + i] = tile[i / kColumns * (kColumns + 1) + i % kColumns];
    }
}

// ---- photon transport: energy that each photon packet leaves on its way -----------------------------------------------------------
struct Photon {
    float x, y, z, ux, uy, uz;
    float energy, weight;
    int layer, id;
    float path, clock;
    int scatterings, alive;
};
constexpr int kPhotons = 16 << 20;

__global__ void harness_photons(Photon* p, float* energy, float* weight, float* path) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < kPhotons; i += gridDim.x * blockDim.x) {
        const float e = 1.5f + unit(3 * i), w = 1.2f + unit(3 * i + 1), s = 1.1f + unit(3 * i + 2);
        Photon q = {e, w, s, -e, -w, -s, e, w, i & 3, i, s, e * s, i & 63, 1};
        p[i] = q; energy[i] = e; weight[i] = w; path[i] = s;
    }
}
__global__ void violet_harbor_bm1_a(const Photon* __restrict__ photons, float* __restrict__ deposit, float mu) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    deposit[i] = photons[i].energy * photons[i].weight * (1.0f - __expf(-mu * photons[i].path));
}
__global__ void violet_harbor_bm1_b(const float* __restrict__ energy, const float* __restrict__ weight, const float* __restrict__ path,
                                    float* __restrict__ deposit, float mu) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    deposit[i] = energy[i] * weight[i] * (1.0f - __expf(-mu * path[i]));
}

// ---- plasma: velocity push by the field of the particle's cell; particles in order of birth, or sorted by cell ------------------------
constexpr int kParticles = 16 << 20, kCells = 32 << 20;

__device__ inline uint32_t shuffled24(uint32_t i) {
    const uint32_t m = kParticles - 1;
    i = (i * 0x9e3779b1u) & m; i ^= i >> 13; i = (i * 0x85ebca6bu) & m; i ^= i >> 11; i = (i * 0xc2b2ae35u) & m;
    return i;
}
__global__ void harness_particles(int* cell, float* velocity, bool sorted) {
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < kParticles; i += gridDim.x * blockDim.x) {
        const uint32_t k = sorted ? i : shuffled24(i);
        cell[i] = 2 * k + (hash32(k) & 1);
        velocity[i] = unit(k + 99) + 0.5f;
    }
}
__device__ inline void push(const float2* __restrict__ field, const int* __restrict__ cell, const float* __restrict__ velocity,
                            float* __restrict__ pushed, float dt) {
    const int base = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const int i = base + k * 256;
        const float2 e = field[cell[i]];
        const float v = velocity[i];
        pushed[i] = v + dt * (e.x + v * e.y);
    }
}
__global__ void __launch_bounds__(256) paddle_finch_bm1_a(const float2* __restrict__ field, const int* __restrict__ cell,
                                                          const float* __restrict__ velocity, float* __restrict__ pushed, float dt) {
    push(field, cell, velocity, pushed, dt);
}
__global__ void __launch_bounds__(256) paddle_finch_bm1_b(const float2* __restrict__ field, const int* __restrict__ cell,
                                                          const float* __restrict__ velocity, float* __restrict__ pushed, float dt) {
    push(field, cell, velocity, pushed, dt);
}

// ---- recommender: sum of 32 rows of 16 floats a bag; rows packed behind a one-word header, or bare --------------------------------------
constexpr int kItems = 8 << 20, kBags = 256 << 10, kPerBag = 32;

__global__ void harness_items(float* table, int stride, int head) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)kItems * 16; i += (size_t)gridDim.x * blockDim.x) {
        const size_t row = i >> 4, column = i & 15;
        table[row * stride + head + column] = unit((uint32_t)i + 5) + 0.25f;
        if (head && column == 0) table[row * stride] = 1.0f;
    }
}
template <int STRIDE, int HEAD>
__device__ inline void pool(const float* __restrict__ table, const int* __restrict__ items, float* __restrict__ pooled) {
    const int bag = (blockIdx.x * blockDim.x + threadIdx.x) >> 4, lane = threadIdx.x & 15;
    float sum = 0;
#pragma unroll 16
    for (int j = 0; j < kPerBag; ++j) sum += table[(size_t)items[bag * kPerBag + j] * STRIDE + HEAD + lane];
    pooled[bag * 16 + lane] = sum;
}
__global__ void __launch_bounds__(256) walnut_ferry_bm1_a(const float* __restrict__ table, const int* __restrict__ items, float* __restrict__ pooled) {
    pool<17, 1>(table, items, pooled);
}
__global__ void __launch_bounds__(256) walnut_ferry_bm1_b(const float* __restrict__ table, const int* __restrict__ items, float* __restrict__ pooled) {
    pool<16, 0>(table, items, pooled);
}

// ---- storage: parity of four stripes -------------------------------------------------------------------------------------------------
constexpr size_t kStripe = 64u << 20;

__global__ void marble_thistle_bm1_a(const uint8_t* __restrict__ a, const uint8_t* __restrict__ b, const uint8_t* __restrict__ c,
                                     const uint8_t* __restrict__ d, uint8_t* __restrict__ parity) {
    const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    parity[i] = a[i] ^ b[i] ^ c[i] ^ d[i];
}
__global__ void marble_thistle_bm1_b(const uint8_t* __restrict__ a, const uint8_t* __restrict__ b, const uint8_t* __restrict__ c,
                                     const uint8_t* __restrict__ d, uint8_t* __restrict__ parity) {
    const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    const uint4 p = ((const uint4*)a)[i], q = ((const uint4*)b)[i], r = ((const uint4*)c)[i], s = ((const uint4*)d)[i];
    ((uint4*)parity)[i] = make_uint4(p.x ^ q.x ^ r.x ^ s.x, p.y ^ q.y ^ r.y ^ s.y, p.z ^ q.z ^ r.z ^ s.z, p.w ^ q.w ^ r.w ^ s.w);
}

// ---- chemistry: 24 species a cell, Runge-Kutta of fourth order ------------------------------------------------------------------------
constexpr int kSpecies = 24, kReactors = 2376 * 256, kSteps = 24;

__device__ inline void rates(const float (&y)[kSpecies], float (&r)[kSpecies], float a, float b) {
#pragma unroll
    for (int s = 0; s < kSpecies; ++s)
        r[s] = a * (y[(s + kSpecies - 1) % kSpecies] - y[s]) + b * y[(s + 5) % kSpecies] * (1.0f - y[s]);
}
__device__ inline void integrate(const float* __restrict__ start, float* __restrict__ end, float a, float b, float dt) {
    const int cell = blockIdx.x * blockDim.x + threadIdx.x;
    float y[kSpecies], t[kSpecies], sum[kSpecies], r[kSpecies];
#pragma unroll
    for (int s = 0; s < kSpecies; ++s) y[s] = 0.5f + 0.4f * start[(size_t)s * kReactors + cell];
#pragma unroll 1
    for (int step = 0; step < kSteps; ++step) {
        rates(y, r, a, b);
#pragma unroll
        for (int s = 0; s < kSpecies; ++s) { sum[s] = r[s]; t[s] = y[s] + 0.5f * dt * r[s]; }
        rates(t, r, a, b);
#pragma unroll
        for (int s = 0; s < kSpecies; ++s) { sum[s] += 2.0f * r[s]; t[s] = y[s] + 0.5f * dt * r[s]; }
        rates(t, r, a, b);
#pragma unroll
        for (int s = 0; s < kSpecies; ++s) { sum[s] += 2.0f * r[s]; t[s] = y[s] + dt * r[s]; }
        rates(t, r, a, b);
#pragma unroll
        for (int s = 0; s < kSpecies; ++s) y[s] += dt * (1.0f / 6.0f) * (sum[s] + r[s]);
    }
#pragma unroll
    for (int s = 0; s < kSpecies; ++s) end[(size_t)s * kReactors + cell] = y[s];
}
__global__ void __launch_bounds__(256, 6) cinder_oriole_bm1_a(const float* __restrict__ start, float* __restrict__ end, float a, float b, float dt) {
    integrate(start, end, a, b, dt);
}
__global__ void __launch_bounds__(256, 2) cinder_oriole_bm1_b(const float* __restrict__ start, float* __restrict__ end, float a, float b, float dt) {
    integrate(start, end, a, b, dt);
}

// ---- community labels: most frequent of the 32 neighbours' labels (0 to 15, four bits each) --------------------------------------------
constexpr int kNodes = 8 << 20;

__global__ void harness_votes(uint4* v) {
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < kNodes; i += gridDim.x * blockDim.x)
        v[i] = make_uint4(hash32(4 * i + 1), hash32(4 * i + 2), hash32(4 * i + 3), hash32(4 * i + 4));
}
__global__ void __launch_bounds__(256) juniper_anvil_bm1_a(const uint4* __restrict__ votes, int* __restrict__ label) {
    const int node = blockIdx.x * blockDim.x + threadIdx.x;
    const uint4 v = votes[node];
    const uint32_t words[4] = {v.x, v.y, v.z, v.w};
    int count[16];
#pragma unroll
    for (int l = 0; l < 16; ++l) count[l] = 0;
#pragma unroll
    for (int w = 0; w < 4; ++w)
#pragma unroll
        for (int k = 0; k < 8; ++k) ++count[(words[w] >> (4 * k)) & 15];
    int best = 0, most = count[0];
#pragma unroll
    for (int l = 1; l < 16; ++l)
        if (count[l] > most) { most = count[l]; best = l; }
    label[node] = best;
}
__global__ void __launch_bounds__(256) juniper_anvil_bm1_b(const uint4* __restrict__ votes, int* __restrict__ label) {
    const int node = blockIdx.x * blockDim.x + threadIdx.x;
    const uint4 v = votes[node];
    const uint32_t words[4] = {v.x, v.y, v.z, v.w};
    unsigned long long low = 0, high = 0;  // eight counters of eight bits each
#pragma unroll
    for (int w = 0; w < 4; ++w)
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            const uint32_t l = (words[w] >> (4 * k)) & 15;
            const unsigned long long one = 1ull << (8 * (l & 7));
            if (l < 8) low += one; else high += one;
        }
    int best = 0, most = (int)(low & 255);
#pragma unroll
    for (int l = 1; l < 16; ++l) {
        const int c = (int)(((l < 8 ? low : high) >> (8 * (l & 7))) & 255);
        if (c > most) { most = c; best = l; }
    }
    label[node] = best;
}

// ---- quantiser: groups of 1024 floats to bytes by their greatest magnitude ------------------------------------------------------------
constexpr int kGroup = 1024, kGroups = 64 << 10, kGroupsPerBlock = 8;
constexpr int kLargestGroup = 16384 + 2048;

__device__ inline void quantise(const float4* __restrict__ x, uchar4* __restrict__ q, float4* tile, float* peak) {
    const int t = threadIdx.x;
    for (int g = 0; g < kGroupsPerBlock; ++g) {
        const size_t base = ((size_t)blockIdx.x * kGroupsPerBlock + g) * (kGroup / 4);
        float m = 1e-6f;
#pragma unroll
        for (int k = 0; k < 2; ++k) {
            const float4 v = x[base + k * 128 + t];
            tile[k * 128 + t] = v;
            m = fmaxf(m, fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w))));
        }
#pragma unroll
        for (int o = 16; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, o));
        if ((t & 31) == 0) peak[t >> 5] = m;
        __syncthreads();
        const float scale = __fdividef(127.0f, fmaxf(fmaxf(peak[0], peak[1]), fmaxf(peak[2], peak[3])));
#pragma unroll
        for (int k = 0; k < 2; ++k) {
            const float4 v = tile[k * 128 + t];
            q[base + k * 128 + t] = make_uchar4(__float2int_rn(v.x * scale) + 128, __float2int_rn(v.y * scale) + 128,
                                                __float2int_rn(v.z * scale) + 128, __float2int_rn(v.w * scale) + 128);
        }
        __syncthreads();
    }
}
__global__ void __launch_bounds__(128) basalt_pigeon_bm1_a(const float4* __restrict__ x, uchar4* __restrict__ q) {
    extern __shared__ float4 pool_a[];
    __shared__ float peak[4];
    quantise(x, q, pool_a, peak);
}
__global__ void __launch_bounds__(128) basalt_pigeon_bm1_b(const float4* __restrict__ x, uchar4* __restrict__ q) {
    extern __shared__ float4 pool_b[];
    __shared__ float peak[4];
    quantise(x, q, pool_b, peak);
}

// ---- attention heads: normalisation of 64-wide query vectors, one warp a vector ------------------------------------------------------
constexpr int kHeads = 1 << 20;

__device__ inline void normalise_head(const float2* __restrict__ x, const float2* __restrict__ gain, float2* __restrict__ y, int head, int lane) {
    const float2 v = x[(size_t)head * 32 + lane];
    float mean = v.x + v.y;
#pragma unroll
    for (int o = 16; o; o >>= 1) mean += __shfl_xor_sync(~0u, mean, o);
    mean *= 1.0f / 64;
    const float dx = v.x - mean, dy = v.y - mean;
    float variance = dx * dx + dy * dy;
#pragma unroll
    for (int o = 16; o; o >>= 1) variance += __shfl_xor_sync(~0u, variance, o);
    const float r = rsqrtf(variance * (1.0f / 64) + 1e-5f);
    const float2 g = gain[lane];
    y[(size_t)head * 32 + lane] = make_float2(dx * r * g.x + 0.5f, dy * r * g.y + 0.5f);
}
__global__ void tundra_spindle_bm1_a(const float2* __restrict__ x, const float2* __restrict__ gain, float2* __restrict__ y) {
    normalise_head(x, gain, y, blockIdx.x, threadIdx.x);
}
__global__ void tundra_spindle_bm1_b(const float2* __restrict__ x, const float2* __restrict__ gain, float2* __restrict__ y) {
    normalise_head(x, gain, y, blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5), threadIdx.x & 31);
}

// ---- gravity: potential at every body of a cluster --------------------------------------------------------------------------------------
constexpr int kBodies = 12288, kSlices = 16;

__global__ void harness_bodies(float4* b) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < kBodies; i += gridDim.x * blockDim.x)
        b[i] = make_float4(unit(4 * i), unit(4 * i + 1), unit(4 * i + 2), 1.5f + unit(4 * i + 3));
}
__device__ inline float potential(const float4* __restrict__ bodies, float4 me, int from, int to) {
    float phi = 0;
#pragma unroll 8
    for (int j = from; j < to; ++j) {
        const float4 o = bodies[j];
        const float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
        phi += o.w * rsqrtf(dx * dx + dy * dy + dz * dz + 1e-4f);
    }
    return phi;
}
__global__ void __launch_bounds__(256) saffron_gutter_bm1_a(const float4* __restrict__ bodies, float* __restrict__ phi) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    phi[i] = potential(bodies, bodies[i], 0, kBodies);
}
__global__ void __launch_bounds__(512) saffron_gutter_bm1_b(const float4* __restrict__ bodies, float* __restrict__ phi) {
    __shared__ float part[kSlices][32];
    const int lane = threadIdx.x & 31, slice = threadIdx.x >> 5, i = blockIdx.x * 32 + lane;
    const int width = kBodies / kSlices;
    part[slice][lane] = potential(bodies, bodies[i], slice * width, (slice + 1) * width);
    __syncthreads();
    if (slice == 0) {
        float sum = 0;
#pragma unroll
        for (int s = 0; s < kSlices; ++s) sum += part[s][lane];
        phi[i] = sum;
    }
}

// ---- genomics: coverage of contigs, corrected by each contig's factor --------------------------------------------------------------------
struct Piece { int contig, begin, end; };

__device__ inline void correct(const float* __restrict__ depth, float* __restrict__ corrected, float factor, int begin, int end) {
#pragma unroll 4
    for (int i = begin + threadIdx.x; i < end; i += 256) {
        const float d = depth[i] + 1.0f;
        corrected[i] = factor * d + 0.1f * d * d;
    }
}
__global__ void __launch_bounds__(256) orchard_pulley_bm1_a(const float* __restrict__ depth, const float* __restrict__ factor,
                                                            const int* __restrict__ offset, float* __restrict__ corrected) {
    correct(depth, corrected, factor[blockIdx.x], offset[blockIdx.x], offset[blockIdx.x + 1]);
}
__global__ void __launch_bounds__(256) orchard_pulley_bm1_b(const float* __restrict__ depth, const float* __restrict__ factor,
                                                            const Piece* __restrict__ pieces, float* __restrict__ corrected) {
    const Piece p = pieces[blockIdx.x];
    correct(depth, corrected, factor[p.contig], p.begin, p.end);
}

// ---- mild: mixing of two tracks that start one sample late ---------------------------------------------------------------------------------
constexpr int kSamples = 64 << 20;

__global__ void harness_late(const float* x, float* y, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) y[i] = x[i + 1];
}
__device__ inline void mix(const float* __restrict__ left, const float* __restrict__ right, float* __restrict__ mixed, float pan) {
    const int base = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const int i = base + 256 * k;
        mixed[i] = pan * left[i] + (1.0f - pan) * right[i] + 0.3f;
    }
}
__global__ void __launch_bounds__(256) gravel_sonnet_bm1_a(const float* __restrict__ left, const float* __restrict__ right, float* __restrict__ mixed, float pan) {
    mix(left + 1, right + 1, mixed, pan);
}
__global__ void __launch_bounds__(256) gravel_sonnet_bm1_b(const float* __restrict__ left, const float* __restrict__ right, float* __restrict__ mixed, float pan) {
    mix(left, right, mixed, pan);
}

// ---- mild: colour curve of a film scan, its eight coefficients in shared memory ---------------------------------------------------------------
constexpr int kScan = 128 << 20;

__device__ inline float curve(float x, const float* c) {
    float y = c[7];
#pragma unroll
    for (int k = 6; k >= 0; --k) y = y * x + c[k];
    return y;
}
__device__ inline void grade(const float4* __restrict__ scan, float4* __restrict__ graded, const float* __restrict__ coefficients, float* c) {
    if (threadIdx.x < 8) c[threadIdx.x] = coefficients[threadIdx.x];
    const size_t base = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = scan[base + 256 * k];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; ++k)
        graded[base + 256 * k] = make_float4(curve(v[k].x, c), curve(v[k].y, c), curve(v[k].z, c), curve(v[k].w, c));
}
__global__ void __launch_bounds__(256) teapot_glacier_bm1_a(const float4* __restrict__ scan, float4* __restrict__ graded, const float* __restrict__ coefficients) {
    extern __shared__ float curves_a[];
    grade(scan, graded, coefficients, curves_a);
}
__global__ void __launch_bounds__(256) teapot_glacier_bm1_b(const float4* __restrict__ scan, float4* __restrict__ graded, const float* __restrict__ coefficients) {
    extern __shared__ float curves_b[];
    grade(scan, graded, coefficients, curves_b);
}

// ---- mild: energy of signal windows of 16384 samples --------------------------------------------------------------------------------------------
constexpr int kWindows = 8448, kWindow = 16384;

__device__ inline float window_share(const float4* __restrict__ signal) {
    float sum = 0;
#pragma unroll 8
    for (int k = 0; k < kWindow / 4; k += 256) {
        const float4 v = signal[(size_t)blockIdx.x * (kWindow / 4) + k + threadIdx.x];
        sum += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    return sum;
}
__global__ void __launch_bounds__(256) velvet_rudder_bm1_a(const float4* __restrict__ signal, float* __restrict__ energy) {
    __shared__ float s[256];
    const int t = threadIdx.x;
    s[t] = window_share(signal);
    __syncthreads();
    for (int stride = 1; stride < 256; stride *= 2) {
        const int i = 2 * stride * t;
        if (i < 256) s[i] += s[i + stride];
        __syncthreads();
    }
    if (t == 0) energy[blockIdx.x] = s[0];
}
__global__ void __launch_bounds__(256) velvet_rudder_bm1_b(const float4* __restrict__ signal, float* __restrict__ energy) {
    __shared__ float s[256];
    const int t = threadIdx.x;
    s[t] = window_share(signal);
    __syncthreads();
    for (int stride = 128; stride > 0; stride /= 2) {
        if (t < stride) s[t] += s[t + stride];
        __syncthreads();
    }
    if (t == 0) energy[blockIdx.x] = s[0];
}

// ---- mild: Chebyshev series of 256 terms ------------------------------------------------------------------------------------------------------------
constexpr int kPoints = 256 * (132 * 8 * 40 + 64), kTerms = 256;
__constant__ float terms[kTerms];

__device__ inline float series(float x) {
    float b1 = 0, b2 = 0;
    const float x2 = 2 * x;
#pragma unroll 32
    for (int k = kTerms - 1; k > 0; --k) { const float b = fmaf(x2, b1, terms[k] - b2); b2 = b1; b1 = b; }
    return fmaf(x, b1, terms[0] - b2);
}
__global__ void __launch_bounds__(256) biscuit_heron_bm1_a(const float* __restrict__ x, float* __restrict__ y) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    y[i] = series(x[i]);
}
__global__ void __launch_bounds__(64) biscuit_heron_bm1_b(const float* __restrict__ x, float* __restrict__ y) {
    const int i = blockIdx.x * 64 + threadIdx.x;
    y[i] = series(x[i]);
}

// ---- healthy: layer norm of half rows of 4096 ----------------------------------------------------------------------------------------------------------
constexpr int kTokens = 33792, kWidth = 4096;

__global__ void __launch_bounds__(256) pewter_canary_bm1_a(const uint4* __restrict__ x, const uint4* __restrict__ gain, uint4* __restrict__ y) {
    __shared__ float2 part[8];
    const int t = threadIdx.x;
    const size_t base = (size_t)blockIdx.x * (kWidth / 8);
    uint4 raw[2];
#pragma unroll
    for (int k = 0; k < 2; ++k) raw[k] = x[base + k * 256 + t];
    float s = 0, q = 0;
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        const __half2* h = (const __half2*)&raw[k];
#pragma unroll
        for (int j = 0; j < 4; ++j) { const float2 v = __half22float2(h[j]); s += v.x + v.y; q += v.x * v.x + v.y * v.y; }
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) { s += __shfl_xor_sync(~0u, s, o); q += __shfl_xor_sync(~0u, q, o); }
    if ((t & 31) == 0) part[t >> 5] = make_float2(s, q);
    __syncthreads();
    s = q = 0;
#pragma unroll
    for (int w = 0; w < 8; ++w) { s += part[w].x; q += part[w].y; }
    const float mean = s * (1.0f / kWidth), r = rsqrtf(q * (1.0f / kWidth) - mean * mean + 1e-5f);
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        const uint4 graw = gain[k * 256 + t];
        const __half2* h = (const __half2*)&raw[k];
        const __half2* g = (const __half2*)&graw;
        uint4 packed;
        __half2* o = (__half2*)&packed;
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const float2 v = __half22float2(h[j]), w = __half22float2(g[j]);
            o[j] = __floats2half2_rn((v.x - mean) * r * w.x, (v.y - mean) * r * w.y);
        }
        y[base + k * 256 + t] = packed;
    }
}

// ---- healthy: heat step on a periodic grid of 512^3 -------------------------------------------------------------------------------------------------------
constexpr int kGrid = 512, kLayers = 16;

__global__ void __launch_bounds__(256) bramble_quartz_bm1_a(const float* __restrict__ in, float* __restrict__ out, float c) {
    const int lane = threadIdx.x, x = blockIdx.x * 128 + lane * 4, y = blockIdx.y * 8 + threadIdx.y, z0 = blockIdx.z * kLayers, m = kGrid - 1;
    const size_t plane = (size_t)kGrid * kGrid;
    const size_t here = (size_t)y * kGrid + x, up = (size_t)((y + 1) & m) * kGrid + x, down = (size_t)((y - 1) & m) * kGrid + x;
    const size_t before = (size_t)y * kGrid + ((x - 1) & m), behind = (size_t)y * kGrid + ((x + 4) & m);
    float4 low = *(const float4*)(in + ((z0 - 1) & m) * plane + here), mid = *(const float4*)(in + z0 * plane + here);
#pragma unroll 1
    for (int z = z0; z < z0 + kLayers; ++z) {
        const float* p = in + z * plane;
        const float4 high = *(const float4*)(in + ((z + 1) & m) * plane + here);
        const float4 u = *(const float4*)(p + up), d = *(const float4*)(p + down);
        float l = __shfl_up_sync(~0u, mid.w, 1), r = __shfl_down_sync(~0u, mid.x, 1);
        if (lane == 0) l = p[before];
        if (lane == 31) r = p[behind];
        float4 o;
        o.x = mid.x + c * (l + mid.y + u.x + d.x + low.x + high.x - 6 * mid.x);
        o.y = mid.y + c * (mid.x + mid.z + u.y + d.y + low.y + high.y - 6 * mid.y);
        o.z = mid.z + c * (mid.y + mid.w + u.z + d.z + low.z + high.z - 6 * mid.z);
        o.w = mid.w + c * (mid.z + r + u.w + d.w + low.w + high.w - 6 * mid.w);
        *(float4*)(out + z * plane + here) = o;
        low = mid; mid = high;
    }
}

// ---- healthy: squared distance of two long vectors, a partial sum a block ---------------------------------------------------------------------------------
constexpr int kLoss = 64 << 20, kLossBlocks = 132 * 8;

__global__ void __launch_bounds__(256, 8) kettle_magnet_bm1_a(const float4* __restrict__ a, const float4* __restrict__ b, float* __restrict__ partial) {
    __shared__ float part[8];
    float s = 0;
#pragma unroll 2
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kLoss / 4; i += kLossBlocks * 256) {
        const float4 p = a[i], q = b[i];
        const float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z, dw = p.w - q.w;
        s += dx * dx + dy * dy + dz * dz + dw * dw;
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x == 0) partial[blockIdx.x] = part[0] + part[1] + part[2] + part[3] + part[4] + part[5] + part[6] + part[7];
}

// ---- healthy: rigid bodies (quaternion, place, radius), every field used: where a marker on the surface lies -------------------------------------------------
struct alignas(16) Body { float4 turn; float4 place; };
constexpr int kRigid = 16 << 20;

__global__ void __launch_bounds__(256) hazel_turbine_bm1_a(const Body* __restrict__ bodies, float4* __restrict__ marker) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float4 q = bodies[i].turn, p = bodies[i].place;
    const float n = __fdividef(p.w, q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w + 1e-3f);
    marker[i] = make_float4(p.x + n * 2 * (q.x * q.z + q.w * q.y), p.y + n * 2 * (q.y * q.z - q.w * q.x),
                            p.z + n * (q.w * q.w - q.x * q.x - q.y * q.y + q.z * q.z), p.w);
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> f, const void* out, size_t n, Output type = Output::f32) { cases.push_back({name, f, out, n, type}); };

    {
        __half2* in = (__half2*)harness::filled<__half>((size_t)kFrames * kBins * 2, 11);
        __half* out = harness::empty<__half>((size_t)kFrames * kBins);
        add("lantern_sorrel_bm1_a", [=] { lantern_sorrel_bm1_a<<<dim3(kFrames / 256, kBins), 256>>>(in, out); }, out, (size_t)kFrames * kBins, Output::f16);
        add("lantern_sorrel_bm1_b", [=] { lantern_sorrel_bm1_b<<<dim3(kFrames / 64, kBins / 32), dim3(32, 8)>>>(in, out); }, out, (size_t)kFrames * kBins, Output::f16);
    }
    {
        const size_t n = (size_t)kColumns * kRows;
        int* in = harness::indices(n, 1u << 30, 12);
        int* out = harness::empty<int>(n);
        add("copper_meadow_bm1_a", [=] { copper_meadow_bm1_a<<<kRows / 128, 128>>>(in, out); }, out, n, Output::i32);
        add("copper_meadow_bm1_b", [=] { copper_meadow_bm1_b<<<kRows / 128, 128>>>(in, out); }, out, n, Output::i32);
    }
    {
        Photon* p = harness::empty<Photon>(kPhotons);
        float *e = harness::empty<float>(kPhotons), *w = harness::empty<float>(kPhotons), *s = harness::empty<float>(kPhotons), *out = harness::empty<float>(kPhotons);
        harness_photons<<<2048, 256>>>(p, e, w, s);
        add("violet_harbor_bm1_a", [=] { violet_harbor_bm1_a<<<kPhotons / 256, 256>>>(p, out, 0.7f); }, out, kPhotons);
        add("violet_harbor_bm1_b", [=] { violet_harbor_bm1_b<<<kPhotons / 256, 256>>>(e, w, s, out, 0.7f); }, out, kPhotons);
    }
    {
        float2* field = (float2*)harness::filled<float>((size_t)kCells * 2, 13);
        int *c0 = harness::empty<int>(kParticles), *c1 = harness::empty<int>(kParticles);
        float *v0 = harness::empty<float>(kParticles), *v1 = harness::empty<float>(kParticles), *out = harness::empty<float>(kParticles);
        harness_particles<<<2048, 256>>>(c0, v0, false);
        harness_particles<<<2048, 256>>>(c1, v1, true);
        add("paddle_finch_bm1_a", [=] { paddle_finch_bm1_a<<<kParticles / 1024, 256>>>(field, c0, v0, out, 0.1f); }, out, kParticles);
        add("paddle_finch_bm1_b", [=] { paddle_finch_bm1_b<<<kParticles / 1024, 256>>>(field, c1, v1, out, 0.1f); }, out, kParticles);
    }
    {
        float *packed = harness::empty<float>((size_t)kItems * 17), *bare = harness::empty<float>((size_t)kItems * 16), *out = harness::empty<float>(kBags * 16);
        int* items = harness::indices((size_t)kBags * kPerBag, kItems, 14);
        harness_items<<<2048, 256>>>(packed, 17, 1);
        harness_items<<<2048, 256>>>(bare, 16, 0);
        add("walnut_ferry_bm1_a", [=] { walnut_ferry_bm1_a<<<kBags * 16 / 256, 256>>>(packed, items, out); }, out, kBags * 16);
        add("walnut_ferry_bm1_b", [=] { walnut_ferry_bm1_b<<<kBags * 16 / 256, 256>>>(bare, items, out); }, out, kBags * 16);
    }
    {
        uint8_t* s[4];
        for (int k = 0; k < 4; ++k) s[k] = (uint8_t*)harness::indices(kStripe / 4, 0xffffffffu, 15 + k);
        uint8_t *a = s[0], *b = s[1], *c = s[2], *d = s[3], *out = harness::empty<uint8_t>(kStripe);
        add("marble_thistle_bm1_a", [=] { marble_thistle_bm1_a<<<kStripe / 256, 256>>>(a, b, c, d, out); }, out, kStripe, Output::u8);
        add("marble_thistle_bm1_b", [=] { marble_thistle_bm1_b<<<kStripe / 16 / 256, 256>>>(a, b, c, d, out); }, out, kStripe, Output::u8);
    }
    {
        const size_t n = (size_t)kSpecies * kReactors;
        float *in = harness::filled<float>(n, 20), *out = harness::empty<float>(n);
        add("cinder_oriole_bm1_a", [=] { cinder_oriole_bm1_a<<<kReactors / 256, 256>>>(in, out, 0.8f, 0.3f, 0.05f); }, out, n);
        add("cinder_oriole_bm1_b", [=] { cinder_oriole_bm1_b<<<kReactors / 256, 256>>>(in, out, 0.8f, 0.3f, 0.05f); }, out, n);
    }
    {
        uint4* votes = harness::empty<uint4>(kNodes);
        int* out = harness::empty<int>(kNodes);
        harness_votes<<<2048, 256>>>(votes);
        add("juniper_anvil_bm1_a", [=] { juniper_anvil_bm1_a<<<kNodes / 256, 256>>>(votes, out); }, out, kNodes, Output::i32);
        add("juniper_anvil_bm1_b", [=] { juniper_anvil_bm1_b<<<kNodes / 256, 256>>>(votes, out); }, out, kNodes, Output::i32);
    }
    {
        const size_t n = (size_t)kGroup * kGroups;
        float4* in = (float4*)harness::filled<float>(n, 21);
        uchar4* out = (uchar4*)harness::empty<uint8_t>(n);
        CHECK(cudaFuncSetAttribute(basalt_pigeon_bm1_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kLargestGroup * 4));
        add("basalt_pigeon_bm1_a", [=] { basalt_pigeon_bm1_a<<<kGroups / kGroupsPerBlock, 128, kLargestGroup * 4>>>(in, out); }, out, n, Output::u8);
        add("basalt_pigeon_bm1_b", [=] { basalt_pigeon_bm1_b<<<kGroups / kGroupsPerBlock, 128, kGroup * 4>>>(in, out); }, out, n, Output::u8);
    }
    {
        float2 *in = (float2*)harness::filled<float>((size_t)kHeads * 64, 22), *gain = (float2*)harness::filled<float>(64, 23);
        float2* out = (float2*)harness::empty<float>((size_t)kHeads * 64);
        add("tundra_spindle_bm1_a", [=] { tundra_spindle_bm1_a<<<kHeads, 32>>>(in, gain, out); }, out, (size_t)kHeads * 64);
        add("tundra_spindle_bm1_b", [=] { tundra_spindle_bm1_b<<<kHeads / 8, 256>>>(in, gain, out); }, out, (size_t)kHeads * 64);
    }
    {
        float4* bodies = harness::empty<float4>(kBodies);
        float* out = harness::empty<float>(kBodies);
        harness_bodies<<<48, 256>>>(bodies);
        add("saffron_gutter_bm1_a", [=] { saffron_gutter_bm1_a<<<kBodies / 256, 256>>>(bodies, out); }, out, kBodies);
        add("saffron_gutter_bm1_b", [=] { saffron_gutter_bm1_b<<<kBodies / 32, 512>>>(bodies, out); }, out, kBodies);
    }
    {
        std::vector<int> offset{0};
        std::vector<float> factor;
        std::vector<Piece> pieces;
        for (uint32_t c = 0; c < 3000; ++c) {
            int length = 4096 + hash32(c + 77) % 12288;
            if (c % 250 == 117) length = 300000 + hash32(c) % 200000;
            if (c == 1617) length = 600000;
            const int begin = offset.back(), end = begin + (length + 31) / 32 * 32;
            for (int b = begin; b < end; b += 8192) pieces.push_back({(int)c, b, std::min(end, b + 8192)});
            offset.push_back(end);
            factor.push_back(1.0f + 0.5f * unit(c));
        }
        const size_t n = offset.back();
        const int contigs = 3000, count = (int)pieces.size();
        float *in = harness::filled<float>(n, 24), *f = harness::uploaded(factor), *out = harness::empty<float>(n);
        int* o = harness::uploaded(offset);
        Piece* p = harness::uploaded(pieces);
        add("orchard_pulley_bm1_a", [=] { orchard_pulley_bm1_a<<<contigs, 256>>>(in, f, o, out); }, out, n);
        add("orchard_pulley_bm1_b", [=] { orchard_pulley_bm1_b<<<count, 256>>>(in, f, p, out); }, out, n);
    }
    {
        const size_t n = kSamples;
        float *l0 = harness::filled<float>(n + 32, 25), *r0 = harness::filled<float>(n + 32, 26);
        float *l1 = harness::empty<float>(n), *r1 = harness::empty<float>(n), *out = harness::empty<float>(n);
        harness_late<<<2048, 256>>>(l0, l1, n);
        harness_late<<<2048, 256>>>(r0, r1, n);
        add("gravel_sonnet_bm1_a", [=] { gravel_sonnet_bm1_a<<<kSamples / 1024, 256>>>(l0, r0, out, 0.4f); }, out, n);
        add("gravel_sonnet_bm1_b", [=] { gravel_sonnet_bm1_b<<<kSamples / 1024, 256>>>(l1, r1, out, 0.4f); }, out, n);
    }
    {
        const size_t n = kScan;
        float4 *in = (float4*)harness::filled<float>(n, 27), *out = (float4*)harness::empty<float>(n);
        float* c = harness::filled<float>(8, 28);
        CHECK(cudaFuncSetAttribute(teapot_glacier_bm1_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 52 << 10));
        add("teapot_glacier_bm1_a", [=] { teapot_glacier_bm1_a<<<kScan / 4096, 256, 52 << 10>>>(in, out, c); }, out, n);
        add("teapot_glacier_bm1_b", [=] { teapot_glacier_bm1_b<<<kScan / 4096, 256, 32>>>(in, out, c); }, out, n);
    }
    {
        float4* in = (float4*)harness::filled<float>((size_t)kWindows * kWindow, 29);
        float* out = harness::empty<float>(kWindows);
        add("velvet_rudder_bm1_a", [=] { velvet_rudder_bm1_a<<<kWindows, 256>>>(in, out); }, out, kWindows);
        add("velvet_rudder_bm1_b", [=] { velvet_rudder_bm1_b<<<kWindows, 256>>>(in, out); }, out, kWindows);
    }
    {
        std::vector<float> host(kTerms);
        for (int k = 0; k < kTerms; ++k) host[k] = k == 0 ? 2.0f : unit(k) / k;
        CHECK(cudaMemcpyToSymbol(terms, host.data(), kTerms * sizeof(float)));
        float *in = harness::filled<float>(kPoints, 30), *out = harness::empty<float>(kPoints);
        add("biscuit_heron_bm1_a", [=] { biscuit_heron_bm1_a<<<kPoints / 256, 256>>>(in, out); }, out, kPoints);
        add("biscuit_heron_bm1_b", [=] { biscuit_heron_bm1_b<<<kPoints / 64, 64>>>(in, out); }, out, kPoints);
    }
    {
        const size_t n = (size_t)kTokens * kWidth;
        uint4 *in = (uint4*)harness::filled<__half>(n, 31), *gain = (uint4*)harness::filled<__half>(kWidth, 32), *out = (uint4*)harness::empty<__half>(n);
        add("pewter_canary_bm1_a", [=] { pewter_canary_bm1_a<<<kTokens, 256>>>(in, gain, out); }, out, n, Output::f16);
    }
    {
        const size_t n = (size_t)kGrid * kGrid * kGrid;
        float *in = harness::filled<float>(n, 33), *out = harness::empty<float>(n);
        add("bramble_quartz_bm1_a", [=] { bramble_quartz_bm1_a<<<dim3(kGrid / 128, kGrid / 8, kGrid / kLayers), dim3(32, 8)>>>(in, out, 0.1f); }, out, n);
    }
    {
        float4 *a = (float4*)harness::filled<float>(kLoss, 34), *b = (float4*)harness::filled<float>(kLoss, 35);
        float* out = harness::empty<float>(kLossBlocks);
        add("kettle_magnet_bm1_a", [=] { kettle_magnet_bm1_a<<<kLossBlocks, 256>>>(a, b, out); }, out, kLossBlocks);
    }
    {
        Body* in = (Body*)harness::filled<float>((size_t)kRigid * 8, 36);
        float4* out = (float4*)harness::empty<float>((size_t)kRigid * 4);
        add("hazel_turbine_bm1_a", [=] { hazel_turbine_bm1_a<<<kRigid / 256, 256>>>(in, out); }, out, (size_t)kRigid * 4);
    }
    CHECK(cudaGetLastError());
    return harness::run(argc, argv, cases);
}
