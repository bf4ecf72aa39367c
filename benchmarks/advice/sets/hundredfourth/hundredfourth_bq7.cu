// Kernels as they are found in assignments, open repositories and benchmark suites, each as found and mended.
#include "harness.cuh"

#include <vector>

using harness::Case;
using harness::Output;
static std::vector<Case> cases;

static void add(const char* name, std::function<void()> launch, const void* out, size_t count, Output type = Output::f32) {
    cases.push_back({name, std::move(launch), out, count, type});
}
template <typename T>
static T* blank(size_t n) {
    T* p; CHECK(cudaMalloc(&p, n * sizeof(T))); CHECK(cudaMemset(p, 0, n * sizeof(T)));
    return p;
}

// ---- amber_willow: one D2Q9 lattice Boltzmann step (pull streaming, BGK collision) on a periodic 2048 x 4096 lattice
constexpr int kLbX = 2048, kLbY = 4096;
constexpr size_t kLbCells = (size_t)kLbX * kLbY;

static __global__ void harness_lattice(float* by_cell, float* by_direction, int cells) {
    const float w[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cells) return;
#pragma unroll
    for (int q = 0; q < 9; ++q) {
        float v = w[q] * (1.0f + 0.2f * harness::unit((uint32_t)(c * 9 + q) + 11u));
        by_cell[(size_t)c * 9 + q] = v;
        by_direction[(size_t)q * cells + c] = v;
    }
}

__device__ __forceinline__ void collide(float (&f)[9], float omega) {
    float rho = ((f[0] + f[1]) + (f[2] + f[3])) + ((f[4] + f[5]) + (f[6] + f[7])) + f[8];
    float inv = __fdividef(1.0f, rho);
    float ux = (f[1] - f[3] + f[5] - f[6] - f[7] + f[8]) * inv;
    float uy = (f[2] - f[4] + f[5] + f[6] - f[7] - f[8]) * inv;
    float base = 1.0f - 1.5f * (ux * ux + uy * uy);
    constexpr float cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
    constexpr float cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    constexpr float w[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
#pragma unroll
    for (int q = 0; q < 9; ++q) {
        float cu = cx[q] * ux + cy[q] * uy;
        float eq = w[q] * rho * (base + cu * (3.0f + 4.5f * cu));
        f[q] += omega * (eq - f[q]);
    }
}

__global__ void __launch_bounds__(256) amber_willow_bq7_a(const float* __restrict__ src, float* __restrict__ dst, float omega) {
    int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y;
    int xm = (x + kLbX - 1) & (kLbX - 1), xp = (x + 1) & (kLbX - 1);
    int ym = (y + kLbY - 1) & (kLbY - 1), yp = (y + 1) & (kLbY - 1);
    float f[9];
    f[0] = src[(y * kLbX + x) * 9 + 0];
    f[1] = src[(y * kLbX + xm) * 9 + 1];
    f[2] = src[(ym * kLbX + x) * 9 + 2];
    f[3] = src[(y * kLbX + xp) * 9 + 3];
    f[4] = src[(yp * kLbX + x) * 9 + 4];
    f[5] = src[(ym * kLbX + xm) * 9 + 5];
    f[6] = src[(ym * kLbX + xp) * 9 + 6];
    f[7] = src[(yp * kLbX + xp) * 9 + 7];
    f[8] = src[(yp * kLbX + xm) * 9 + 8];
    collide(f, omega);
#pragma unroll
    for (int q = 0; q < 9; ++q) dst[(y * kLbX + x) * 9 + q] = f[q];
}

__global__ void __launch_bounds__(256) amber_willow_bq7_b(const float* __restrict__ src, float* __restrict__ dst, float omega) {
    constexpr int n = kLbX * kLbY;
    int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y;
    int xm = (x + kLbX - 1) & (kLbX - 1), xp = (x + 1) & (kLbX - 1);
    int ym = (y + kLbY - 1) & (kLbY - 1), yp = (y + 1) & (kLbY - 1);
    float f[9];
    f[0] = src[0 * n + y * kLbX + x];
    f[1] = src[1 * n + y * kLbX + xm];
    f[2] = src[2 * n + ym * kLbX + x];
    f[3] = src[3 * n + y * kLbX + xp];
    f[4] = src[4 * n + yp * kLbX + x];
    f[5] = src[5 * n + ym * kLbX + xm];
    f[6] = src[6 * n + ym * kLbX + xp];
    f[7] = src[7 * n + yp * kLbX + xp];
    f[8] = src[8 * n + yp * kLbX + xm];
    collide(f, omega);
#pragma unroll
    for (int q = 0; q < 9; ++q) dst[q * n + y * kLbX + x] = f[q];
}

static void setup_amber_willow() {
    float *cellwise = blank<float>(kLbCells * 9), *planes = blank<float>(kLbCells * 9), *out = blank<float>(kLbCells * 9);
    harness_lattice<<<(int)(kLbCells / 256), 256>>>(cellwise, planes, (int)kLbCells);
    dim3 grid(kLbX / 256, kLbY);
    add("amber_willow_bq7_a", [=] { amber_willow_bq7_a<<<grid, 256>>>(cellwise, out, 1.2f); }, out, kLbCells * 9);
    add("amber_willow_bq7_b", [=] { amber_willow_bq7_b<<<grid, 256>>>(planes, out, 1.2f); }, out, kLbCells * 9);
}

// ---- copper_meadow: first pass of a prefix sum, an inclusive scan of every tile of 4096 floats
constexpr int kScanItems = 16, kScanTile = 256 * kScanItems, kScanTiles = 24576;

__device__ __forceinline__ float before_me(float total, float* warp_totals) {
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    float incl = total;
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
        float o = __shfl_up_sync(0xffffffffu, incl, d);
        if (lane >= d) incl += o;
    }
    if (lane == 31) warp_totals[warp] = incl;
    __syncthreads();
    float ahead = 0.0f;
#pragma unroll
    for (int w = 0; w < 8; ++w) if (w < warp) ahead += warp_totals[w];
    return ahead + incl - total;
}

__global__ void __launch_bounds__(256) copper_meadow_bq7_a(const float* __restrict__ in, float* __restrict__ out, int each) {
    __shared__ float tile[kScanTile];
    __shared__ float warp_totals[8];
    int t = threadIdx.x, own = t * each;
    size_t base = (size_t)blockIdx.x * kScanTile;
#pragma unroll
    for (int j = 0; j < kScanItems; ++j) tile[j * 256 + t] = in[base + j * 256 + t];
    __syncthreads();
    float total = 0.0f;
#pragma unroll 4
    for (int j = 0; j < each; ++j) total += tile[own + j];
    float run = before_me(total, warp_totals);
#pragma unroll 4
    for (int j = 0; j < each; ++j) { run += tile[own + j]; tile[own + j] = run; }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < kScanItems; ++j) out[base + j * 256 + t] = tile[j * 256 + t];
}

__device__ __forceinline__ int padded(int i) { return i + (i >> 5); }

__global__ void __launch_bounds__(256) copper_meadow_bq7_b(const float* __restrict__ in, float* __restrict__ out, int each) {
    __shared__ float tile[kScanTile + kScanTile / 32];
    __shared__ float warp_totals[8];
    int t = threadIdx.x, own = t * each;
    size_t base = (size_t)blockIdx.x * kScanTile;
#pragma unroll
    for (int j = 0; j < kScanItems; ++j) tile[padded(t) + j * 264] = in[base + j * 256 + t];
    __syncthreads();
    float total = 0.0f;
#pragma unroll 4
    for (int j = 0; j < each; ++j) total += tile[padded(own + j)];
    float run = before_me(total, warp_totals);
#pragma unroll 4
    for (int j = 0; j < each; ++j) { run += tile[padded(own + j)]; tile[padded(own + j)] = run; }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < kScanItems; ++j) out[base + j * 256 + t] = tile[padded(t) + j * 264];
}

static void setup_copper_meadow() {
    const size_t n = (size_t)kScanTiles * kScanTile;
    float *in = harness::filled<float>(n, 21), *out = blank<float>(n);
    add("copper_meadow_bq7_a", [=] { copper_meadow_bq7_a<<<kScanTiles, 256>>>(in, out, kScanItems); }, out, n);
    add("copper_meadow_bq7_b", [=] { copper_meadow_bq7_b<<<kScanTiles, 256>>>(in, out, kScanItems); }, out, n);
}

// ---- linen_harbor: stream compaction, the values above a threshold packed into a list
constexpr int kPackTiles = 20480, kPackItems = 16;
constexpr size_t kPackN = (size_t)kPackTiles * kPackItems * 256, kPackRoom = kPackN / 10 * 3;

__global__ void __launch_bounds__(256) linen_harbor_bq7_a(const float* __restrict__ in, float* __restrict__ out, int* tail, float limit) {
    size_t base = (size_t)blockIdx.x * (kPackItems * 256) + threadIdx.x;
    float v[kPackItems];
#pragma unroll
    for (int j = 0; j < kPackItems; ++j) v[j] = in[base + j * 256];
#pragma unroll
    for (int j = 0; j < kPackItems; ++j)
        if (v[j] > limit) {
            int at = atomicAdd(tail, 1);
            out[at] = v[j];
        }
}

__global__ void __launch_bounds__(256) linen_harbor_bq7_b(const float* __restrict__ in, float* __restrict__ out, int* tail, float limit) {
    __shared__ int warp_count[8];
    __shared__ int block_start;
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    unsigned lower = (1u << lane) - 1u;
    size_t base = (size_t)blockIdx.x * (kPackItems * 256) + threadIdx.x;
    float v[kPackItems];
    int count = 0;
#pragma unroll
    for (int j = 0; j < kPackItems; ++j) v[j] = in[base + j * 256];
#pragma unroll
    for (int j = 0; j < kPackItems; ++j) count += __popc(__ballot_sync(0xffffffffu, v[j] > limit));
    if (lane == 0) warp_count[warp] = count;
    __syncthreads();
    if (threadIdx.x == 0) {
        int total = 0;
#pragma unroll
        for (int w = 0; w < 8; ++w) { int c = warp_count[w]; warp_count[w] = total; total += c; }
        block_start = atomicAdd(tail, total);
    }
    __syncthreads();
    int at = block_start + warp_count[warp];
#pragma unroll
    for (int j = 0; j < kPackItems; ++j) {
        unsigned keep = __ballot_sync(0xffffffffu, v[j] > limit);
        if (v[j] > limit) out[at + __popc(keep & lower)] = v[j];
        at += __popc(keep);
    }
}

static void setup_linen_harbor() {
    float *in = harness::filled<float>(kPackN, 31), *out = blank<float>(kPackRoom);
    int* tail = blank<int>(1);
    add("linen_harbor_bq7_a", [=] { cudaMemsetAsync(tail, 0, sizeof(int)); linen_harbor_bq7_a<<<kPackTiles, 256>>>(in, out, tail, 0.5f); }, out, kPackRoom);
    add("linen_harbor_bq7_b", [=] { cudaMemsetAsync(tail, 0, sizeof(int)); linen_harbor_bq7_b<<<kPackTiles, 256>>>(in, out, tail, 0.5f); }, out, kPackRoom);
}

// ---- tundra_pebble: direct Coulomb summation, the potential of 512 atoms on a 1024 x 512 slice of grid points
constexpr int kAtoms = 512, kSliceX = 1024, kSliceY = 512;

__global__ void __launch_bounds__(128) tundra_pebble_bq7_a(const float4* __restrict__ atoms, float* __restrict__ potential, float spacing, float height) {
    __shared__ float4 site[kAtoms];
    for (int i = threadIdx.x; i < kAtoms; i += 128) site[i] = atoms[i];
    __syncthreads();
    int p = blockIdx.x * 128 + threadIdx.x;
    float x = (p % kSliceX) * spacing - 1.0f, y = (p / kSliceX) * spacing - 1.0f;
    double energy = 0.0;
#pragma unroll 4
    for (int i = 0; i < kAtoms; ++i) {
        float4 a = site[i];
        float dx = x - a.x, dy = y - a.y, dz = height - a.z;
        energy += a.w / sqrt(dx * dx + dy * dy + dz * dz + 1.0e-3);
    }
    potential[p] = energy;
}

__global__ void __launch_bounds__(128) tundra_pebble_bq7_b(const float4* __restrict__ atoms, float* __restrict__ potential, float spacing, float height) {
    __shared__ float4 site[kAtoms];
    for (int i = threadIdx.x; i < kAtoms; i += 128) site[i] = atoms[i];
    __syncthreads();
    int p = blockIdx.x * 128 + threadIdx.x;
    float x = (p % kSliceX) * spacing - 1.0f, y = (p / kSliceX) * spacing - 1.0f;
    float energy = 0.0f;
#pragma unroll 4
    for (int i = 0; i < kAtoms; ++i) {
        float4 a = site[i];
        float dx = x - a.x, dy = y - a.y, dz = height - a.z;
        energy += a.w * rsqrtf(dx * dx + dy * dy + dz * dz + 1.0e-3f);
    }
    potential[p] = energy;
}

static void setup_tundra_pebble() {
    const int n = kSliceX * kSliceY;
    float4* atoms = (float4*)harness::filled<float>(kAtoms * 4, 41);
    float* out = blank<float>(n);
    add("tundra_pebble_bq7_a", [=] { tundra_pebble_bq7_a<<<n / 128, 128>>>(atoms, out, 0.00195f, 0.3f); }, out, n);
    add("tundra_pebble_bq7_b", [=] { tundra_pebble_bq7_b<<<n / 128, 128>>>(atoms, out, 0.00195f, 0.3f); }, out, n);
}

// ---- saffron_kettle: Morton codes of 33.5 million points, 10 bits an axis, for building a bounding volume hierarchy
constexpr int kPoints4 = 8388608;

__device__ __forceinline__ uint32_t cell_of(float v) { return (uint32_t)fminf(fmaxf((v + 1.0f) * 512.0f, 0.0f), 1023.0f); }
__device__ __forceinline__ uint32_t spread(uint32_t v) {
    v = (v | (v << 16)) & 0x030000FFu;
    v = (v | (v << 8)) & 0x0300F00Fu;
    v = (v | (v << 4)) & 0x030C30C3u;
    return (v | (v << 2)) & 0x09249249u;
}

__global__ void __launch_bounds__(256) saffron_kettle_bq7_a(const float4* __restrict__ px, const float4* __restrict__ py, const float4* __restrict__ pz, int4* __restrict__ codes, int bits) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 x = px[i], y = py[i], z = pz[i];
    uint32_t ix[4] = {cell_of(x.x), cell_of(x.y), cell_of(x.z), cell_of(x.w)};
    uint32_t iy[4] = {cell_of(y.x), cell_of(y.y), cell_of(y.z), cell_of(y.w)};
    uint32_t iz[4] = {cell_of(z.x), cell_of(z.y), cell_of(z.z), cell_of(z.w)};
    uint32_t c[4] = {0, 0, 0, 0};
    for (int b = 0; b < bits; ++b) {
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            c[k] |= ((ix[k] >> b) & 1u) << (3 * b);
            c[k] |= ((iy[k] >> b) & 1u) << (3 * b + 1);
            c[k] |= ((iz[k] >> b) & 1u) << (3 * b + 2);
        }
    }
    codes[i] = make_int4((int)c[0], (int)c[1], (int)c[2], (int)c[3]);
}

__global__ void __launch_bounds__(256) saffron_kettle_bq7_b(const float4* __restrict__ px, const float4* __restrict__ py, const float4* __restrict__ pz, int4* __restrict__ codes) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 x = px[i], y = py[i], z = pz[i];
    uint32_t ix[4] = {cell_of(x.x), cell_of(x.y), cell_of(x.z), cell_of(x.w)};
    uint32_t iy[4] = {cell_of(y.x), cell_of(y.y), cell_of(y.z), cell_of(y.w)};
    uint32_t iz[4] = {cell_of(z.x), cell_of(z.y), cell_of(z.z), cell_of(z.w)};
    uint32_t c[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) c[k] = spread(ix[k]) | (spread(iy[k]) << 1) | (spread(iz[k]) << 2);
    codes[i] = make_int4((int)c[0], (int)c[1], (int)c[2], (int)c[3]);
}

static void setup_saffron_kettle() {
    const size_t n = (size_t)kPoints4 * 4;
    float4 *x = (float4*)harness::filled<float>(n, 51), *y = (float4*)harness::filled<float>(n, 52), *z = (float4*)harness::filled<float>(n, 53);
    int4* out = (int4*)blank<int>(n);
    add("saffron_kettle_bq7_a", [=] { saffron_kettle_bq7_a<<<kPoints4 / 256, 256>>>(x, y, z, out, 10); }, out, n, Output::i32);
    add("saffron_kettle_bq7_b", [=] { saffron_kettle_bq7_b<<<kPoints4 / 256, 256>>>(x, y, z, out); }, out, n, Output::i32);
}

// ---- maple_lantern: shading of 16.8 million ray hits, one of four materials each, integrated over wavelengths
constexpr int kHits = 1 << 24;

static __global__ void harness_hits(float2* uv_mixed, int* kind_mixed, float2* uv_grouped, int* kind_grouped, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint32_t mask = (uint32_t)n - 1u, k = (uint32_t)i;     // a bijection of [0, n)
    k = (k * 0x9E3779B1u) & mask; k ^= k >> 11; k = (k * 0x85EBCA6Bu) & mask; k ^= k >> 13;
    float2 v = make_float2(0.5f + 0.5f * harness::unit(k * 2u + 61u), 0.5f + 0.5f * harness::unit(k * 2u + 62u));
    int kind = (int)(k / ((uint32_t)n / 4u));
    uv_mixed[i] = v; kind_mixed[i] = kind;
    uv_grouped[k] = v; kind_grouped[k] = kind;
}

__device__ __forceinline__ float shade(float2 h, int kind) {
    float u = h.x, v = h.y, sum = 0.0f;
    if (kind == 0) {                        // diffuse with a dye: absorption polynomial
#pragma unroll
        for (int l = 0; l < 16; ++l) {
            float s = 0.0625f * l, a = fmaf(u, s, 0.31f);
            a = fmaf(a, a, -0.42f * v); a = fmaf(a, u, 0.17f); a = fmaf(a, v, 0.55f); a = fmaf(a, a, 0.01f);
            sum = fmaf(a, 0.9f - 0.3f * s, sum); sum = fmaf(u, a * s, sum);
        }
    } else if (kind == 1) {                 // conductor: Schlick term
#pragma unroll
        for (int l = 0; l < 16; ++l) {
            float s = 0.0625f * l, f0 = fmaf(s, -0.35f, 0.95f), m = 1.0f - u, m2 = fmaf(m, m, 1e-3f * s), g = m2 * m2;
            g = fmaf(g, m, s * 0.02f); f0 = fmaf(1.0f - f0, g, f0); f0 = fmaf(f0, v, 0.07f * s);
            f0 = f0 * f0; sum = fmaf(f0, 0.8f + 0.1f * s, sum); sum = fmaf(v, g, sum);
        }
    } else if (kind == 2) {                 // cloth: sheen and fuzz
#pragma unroll
        for (int l = 0; l < 16; ++l) {
            float s = 0.0625f * l, a = fmaf(v, 0.6f, s), b = fmaf(u, -0.4f, s);
            a = a * b; b = fmaf(a, a, 0.23f); a = fmaf(b, v, a); b = fmaf(a, u, 0.5f * s); a = fmaf(b, b, a);
            sum = fmaf(a, 0.33f, sum); sum = fmaf(b, 0.21f + s, sum);
        }
    } else {                                // skin: two lobes of scattering
#pragma unroll
        for (int l = 0; l < 16; ++l) {
            float s = 0.0625f * l, a = fmaf(s, 1.7f, u * v), b = fmaf(s, -0.9f, u - v);
            a = fmaf(a, -0.25f, 1.0f); a = a * a; b = fmaf(b, 0.5f, 0.75f); b = b * b; a = fmaf(a, b, 0.11f);
            sum = fmaf(a, 1.1f - s, sum); sum = fmaf(b, 0.05f * u, sum);
        }
    }
    return sum;
}

__global__ void __launch_bounds__(256) maple_lantern_bq7_a(const float2* __restrict__ uv, const int* __restrict__ kind, float* __restrict__ radiance) {
    int i = blockIdx.x * 256 + threadIdx.x;
    radiance[i] = shade(uv[i], kind[i]);
}
__global__ void __launch_bounds__(256) maple_lantern_bq7_b(const float2* __restrict__ uv, const int* __restrict__ kind, float* __restrict__ radiance) {
    int i = blockIdx.x * 256 + threadIdx.x;
    radiance[i] = shade(uv[i], kind[i]);
}

static void setup_maple_lantern() {
    float2 *mixed = (float2*)blank<float>(2 * (size_t)kHits), *grouped = (float2*)blank<float>(2 * (size_t)kHits);
    int *kind_mixed = blank<int>(kHits), *kind_grouped = blank<int>(kHits);
    float* out = blank<float>(kHits);
    harness_hits<<<kHits / 256, 256>>>(mixed, kind_mixed, grouped, kind_grouped, kHits);
    add("maple_lantern_bq7_a", [=] { maple_lantern_bq7_a<<<kHits / 256, 256>>>(mixed, kind_mixed, out); }, out, kHits);
    add("maple_lantern_bq7_b", [=] { maple_lantern_bq7_b<<<kHits / 256, 256>>>(grouped, kind_grouped, out); }, out, kHits);
}

// ---- velvet_otter: batch normalisation statistics, mean and mean square of 16 channels over 384 maps of 128 x 128
constexpr int kChannels = 16, kImages = 384, kMap4 = 128 * 128 / 4, kSlices = 192;

__device__ __forceinline__ void channel_part(const float4* __restrict__ x, int channel, int first, int last, float* out) {
    __shared__ float part[2][8];
    float s = 0.0f, q = 0.0f;
    for (int n = first; n < last; ++n) {
        const float4* map = x + ((size_t)n * kChannels + channel) * kMap4;
#pragma unroll 4
        for (int i = threadIdx.x; i < kMap4; i += 256) {
            float4 v = map[i];
            s += (v.x + v.y) + (v.z + v.w);
            q += (v.x * v.x + v.y * v.y) + (v.z * v.z + v.w * v.w);
        }
    }
#pragma unroll
    for (int d = 16; d > 0; d /= 2) { s += __shfl_down_sync(0xffffffffu, s, d); q += __shfl_down_sync(0xffffffffu, q, d); }
    if ((threadIdx.x & 31) == 0) { part[0][threadIdx.x >> 5] = s; part[1][threadIdx.x >> 5] = q; }
    __syncthreads();
    if (threadIdx.x < 2) {
        float total = 0.0f;
#pragma unroll
        for (int w = 0; w < 8; ++w) total += part[threadIdx.x][w];
        atomicAdd(out + channel * 2 + threadIdx.x, total * (1.0f / ((float)kImages * kMap4 * 4)));
    }
}

__global__ void __launch_bounds__(256) velvet_otter_bq7_a(const float4* __restrict__ x, float* out) {
    channel_part(x, blockIdx.x, 0, kImages, out);
}
__global__ void __launch_bounds__(256) velvet_otter_bq7_b(const float4* __restrict__ x, float* out) {
    constexpr int each = kImages / kSlices;
    channel_part(x, blockIdx.x, blockIdx.y * each, blockIdx.y * each + each, out);
}

static void setup_velvet_otter() {
    float4* x = (float4*)harness::filled<float>((size_t)kChannels * kImages * kMap4 * 4, 71);
    float* out = blank<float>(kChannels * 2);
    add("velvet_otter_bq7_a", [=] { velvet_otter_bq7_a<<<kChannels, 256>>>(x, out); }, out, kChannels * 2);
    add("velvet_otter_bq7_b", [=] { velvet_otter_bq7_b<<<dim3(kChannels, kSlices), 256>>>(x, out); }, out, kChannels * 2);
}

// ---- cobalt_thimble: an ensemble of Lorenz-96 models of 24 variables, one member a thread, classical Runge-Kutta
constexpr int kVars = 24, kMembers = 2640 * 128, kRkSteps = 16;

__device__ __forceinline__ void tendency(const float (&s)[kVars], float (&d)[kVars]) {
#pragma unroll
    for (int i = 0; i < kVars; ++i)
        d[i] = fmaf(s[(i + 1) % kVars] - s[(i + kVars - 2) % kVars], s[(i + kVars - 1) % kVars], 8.0f - s[i]);
}
__device__ __forceinline__ void integrate(const float* __restrict__ start, float* __restrict__ end, int steps, float h) {
    int m = blockIdx.x * 128 + threadIdx.x;
    float x[kVars], s[kVars], d[kVars], a[kVars];
#pragma unroll
    for (int i = 0; i < kVars; ++i) x[i] = start[i * kMembers + m];
#pragma unroll 1
    for (int t = 0; t < steps; ++t) {
        tendency(x, d);
#pragma unroll
        for (int i = 0; i < kVars; ++i) { a[i] = fmaf(h / 6.0f, d[i], x[i]); s[i] = fmaf(0.5f * h, d[i], x[i]); }
        tendency(s, d);
#pragma unroll
        for (int i = 0; i < kVars; ++i) { a[i] = fmaf(h / 3.0f, d[i], a[i]); s[i] = fmaf(0.5f * h, d[i], x[i]); }
        tendency(s, d);
#pragma unroll
        for (int i = 0; i < kVars; ++i) { a[i] = fmaf(h / 3.0f, d[i], a[i]); s[i] = fmaf(h, d[i], x[i]); }
        tendency(s, d);
#pragma unroll
        for (int i = 0; i < kVars; ++i) x[i] = fmaf(h / 6.0f, d[i], a[i]);
    }
#pragma unroll
    for (int i = 0; i < kVars; ++i) end[i * kMembers + m] = x[i];
}
__global__ void __launch_bounds__(128, 10) cobalt_thimble_bq7_a(const float* __restrict__ start, float* __restrict__ end, int steps) {
    integrate(start, end, steps, 0.01f);
}
__global__ void __launch_bounds__(128) cobalt_thimble_bq7_b(const float* __restrict__ start, float* __restrict__ end, int steps) {
    integrate(start, end, steps, 0.01f);
}

static void setup_cobalt_thimble() {
    const size_t n = (size_t)kVars * kMembers;
    float *start = harness::filled<float>(n, 81), *out = blank<float>(n);
    add("cobalt_thimble_bq7_a", [=] { cobalt_thimble_bq7_a<<<kMembers / 128, 128>>>(start, out, kRkSteps); }, out, n);
    add("cobalt_thimble_bq7_b", [=] { cobalt_thimble_bq7_b<<<kMembers / 128, 128>>>(start, out, kRkSteps); }, out, n);
}

// ---- juniper_saddle: one min-plus product of two 1408 x 1408 distance matrices (all-pairs shortest paths by squaring)
constexpr int kNodes = 1408;

__global__ void __launch_bounds__(256) juniper_saddle_bq7_a(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c) {
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    float best = 1e30f;
    for (int k = 0; k < kNodes; ++k) best = fminf(best, a[row * kNodes + k] + b[k * kNodes + col]);
    c[row * kNodes + col] = best;
}

__global__ void __launch_bounds__(256) juniper_saddle_bq7_b(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c) {
    __shared__ __align__(16) float ta[16][68];
    __shared__ __align__(16) float tb[16][64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16;
    int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
    int ar = t / 4, ak = (t % 4) * 4, bk = t / 16, bc = (t % 16) * 4;
    float best[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) best[i][j] = 1e30f;
    float4 na = *(const float4*)&a[(row0 + ar) * kNodes + ak], nb = *(const float4*)&b[bk * kNodes + col0 + bc];
    for (int k0 = 0; k0 < kNodes; k0 += 16) {
        ta[ak][ar] = na.x; ta[ak + 1][ar] = na.y; ta[ak + 2][ar] = na.z; ta[ak + 3][ar] = na.w;
        *(float4*)&tb[bk][bc] = nb;
        __syncthreads();
        if (k0 + 16 < kNodes) {
            na = *(const float4*)&a[(row0 + ar) * kNodes + k0 + 16 + ak];
            nb = *(const float4*)&b[(k0 + 16 + bk) * kNodes + col0 + bc];
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 u = *(const float4*)&ta[k][ty * 4], v = *(const float4*)&tb[k][tx * 4];
            float us[4] = {u.x, u.y, u.z, u.w}, vs[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) best[i][j] = fminf(best[i][j], us[i] + vs[j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *(float4*)&c[(row0 + ty * 4 + i) * kNodes + col0 + tx * 4] = make_float4(best[i][0], best[i][1], best[i][2], best[i][3]);
}

static void setup_juniper_saddle() {
    const size_t n = (size_t)kNodes * kNodes;
    float *a = harness::filled<float>(n, 91), *b = harness::filled<float>(n, 92), *out = blank<float>(n);
    add("juniper_saddle_bq7_a", [=] { juniper_saddle_bq7_a<<<dim3(kNodes / 32, kNodes / 8), dim3(32, 8)>>>(a, b, out); }, out, n);
    add("juniper_saddle_bq7_b", [=] { juniper_saddle_bq7_b<<<dim3(kNodes / 64, kNodes / 64), 256>>>(a, b, out); }, out, n);
}

// ---- hazel_trumpet: squared norms of ragged rows, a warp a row
constexpr int kRagBlocks = 1056, kRagRounds = 16, kRagRows = kRagBlocks * kRagRounds * 16, kShort = 256, kLong = 8192, kRagGroup = 15 * kShort + kLong;

static __global__ void harness_offsets(int* offset, int rows) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r > rows) return;
    int g = r / 16, i = r % 16;
    offset[r] = g * kRagGroup + i * kShort + (i > (g * 7) % 16 ? kLong - kShort : 0);
}

__global__ void __launch_bounds__(512) hazel_trumpet_bq7_a(const float* __restrict__ value, const int* __restrict__ offset, float* __restrict__ norm) {
    __shared__ float part[512];
    int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    for (int k = 0; k < kRagRounds; ++k) {
        int r = (blockIdx.x * kRagRounds + k) * 16 + warp, end = offset[r + 1];
        float acc = 0.0f;
#pragma unroll 8
        for (int i = offset[r] + lane; i < end; i += 32) acc = fmaf(value[i], value[i], acc);
        part[t] = acc;
        __syncthreads();
        for (int s = 16; s > 0; s /= 2) {
            if (lane < s) part[t] += part[t + s];
            __syncthreads();
        }
        if (lane == 0) norm[r] = part[t];
    }
}

__global__ void __launch_bounds__(512) hazel_trumpet_bq7_b(const float* __restrict__ value, const int* __restrict__ offset, float* __restrict__ norm) {
    int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    for (int k = 0; k < kRagRounds; ++k) {
        int r = (blockIdx.x * kRagRounds + k) * 16 + warp, end = offset[r + 1];
        float acc = 0.0f;
#pragma unroll 8
        for (int i = offset[r] + lane; i < end; i += 32) acc = fmaf(value[i], value[i], acc);
#pragma unroll
        for (int s = 16; s > 0; s /= 2) acc += __shfl_down_sync(0xffffffffu, acc, s);
        if (lane == 0) norm[r] = acc;
    }
}

static void setup_hazel_trumpet() {
    float* value = harness::filled<float>((size_t)(kRagRows / 16) * kRagGroup, 101);
    int* offset = blank<int>(kRagRows + 1);
    float* out = blank<float>(kRagRows);
    harness_offsets<<<kRagRows / 256 + 1, 256>>>(offset, kRagRows);
    add("hazel_trumpet_bq7_a", [=] { hazel_trumpet_bq7_a<<<kRagBlocks, 512>>>(value, offset, out); }, out, kRagRows);
    add("hazel_trumpet_bq7_b", [=] { hazel_trumpet_bq7_b<<<kRagBlocks, 512>>>(value, offset, out); }, out, kRagRows);
}

// ---- marble_finch: an image pipeline of gain and offset, tone curve, and blending over a background, 8192 x 8192 floats
constexpr int kPix4 = 8192 * 8192 / 4;

__device__ __forceinline__ float gain1(float v) { return fmaf(v, 0.85f, 1.1f); }
__device__ __forceinline__ float tone1(float v) { return __fdividef(v * fmaf(v, 0.2f, 1.0f), v + 1.0f); }
__device__ __forceinline__ float blend1(float v, float b) { return fmaf(0.7f, v - b, b); }

__global__ void __launch_bounds__(256) marble_finch_bq7_a(const float4* __restrict__ in, float4* __restrict__ t) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = in[i];
    t[i] = make_float4(gain1(v.x), gain1(v.y), gain1(v.z), gain1(v.w));
}
__global__ void __launch_bounds__(256) marble_finch_bq7_a2(const float4* __restrict__ t, float4* __restrict__ u) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = t[i];
    u[i] = make_float4(tone1(v.x), tone1(v.y), tone1(v.z), tone1(v.w));
}
__global__ void __launch_bounds__(256) marble_finch_bq7_a3(const float4* __restrict__ u, const float4* __restrict__ back, float4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = u[i], b = back[i];
    out[i] = make_float4(blend1(v.x, b.x), blend1(v.y, b.y), blend1(v.z, b.z), blend1(v.w, b.w));
}
__global__ void __launch_bounds__(256) marble_finch_bq7_b(const float4* __restrict__ in, const float4* __restrict__ back, float4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = in[i], b = back[i];
    out[i] = make_float4(blend1(tone1(gain1(v.x)), b.x), blend1(tone1(gain1(v.y)), b.y), blend1(tone1(gain1(v.z)), b.z), blend1(tone1(gain1(v.w)), b.w));
}

static void setup_marble_finch() {
    const size_t n = (size_t)kPix4 * 4;
    float4 *in = (float4*)harness::filled<float>(n, 111), *back = (float4*)harness::filled<float>(n, 112);
    float4 *t = (float4*)blank<float>(n), *u = (float4*)blank<float>(n), *out = (float4*)blank<float>(n);
    add("marble_finch_bq7_a", [=] {
        marble_finch_bq7_a<<<kPix4 / 256, 256>>>(in, t);
        marble_finch_bq7_a2<<<kPix4 / 256, 256>>>(t, u);
        marble_finch_bq7_a3<<<kPix4 / 256, 256>>>(u, back, out);
    }, out, n);
    add("marble_finch_bq7_b", [=] { marble_finch_bq7_b<<<kPix4 / 256, 256>>>(in, back, out); }, out, n);
}

// ---- walnut_comet: exponentially smoothed end value of 1.08 million time series of 80 to 96 samples, each ended by a marker
constexpr int kSeries = 4224 * 256, kSamples = 97;

static __global__ void harness_series(float* sample, int* length, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n) return;
    int len = 80 + 8 * (int)(harness::hash32((uint32_t)(r >> 5)) % 3u);
    length[r] = len;
    for (int k = 0; k < kSamples; ++k) sample[(size_t)k * n + r] = k < len ? harness::unit((uint32_t)k * 1299709u + (uint32_t)r) : -9.0f;
}

__global__ void __launch_bounds__(256) walnut_comet_bq7_a(const float* __restrict__ sample, float* __restrict__ last) {
    int r = blockIdx.x * 256 + threadIdx.x, p = r;
    float s = 0.0f, v = sample[p];
    while (v > -2.0f) {
        s = fmaf(0.0625f, v - s, s);
        p += kSeries;
        v = sample[p];
    }
    last[r] = s;
}
__global__ void __launch_bounds__(256) walnut_comet_bq7_b(const float* __restrict__ sample, const int* __restrict__ length, float* __restrict__ last) {
    int r = blockIdx.x * 256 + threadIdx.x, n = length[r], k = 0;
    const float* p = sample + r;
    float s = 0.0f;
    for (; k + 8 <= n; k += 8) {
        float v[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) v[j] = p[j * kSeries];
#pragma unroll
        for (int j = 0; j < 8; ++j) s = fmaf(0.0625f, v[j] - s, s);
        p += 8 * kSeries;
    }
    for (; k < n; ++k, p += kSeries) s = fmaf(0.0625f, *p - s, s);
    last[r] = s;
}

static void setup_walnut_comet() {
    float* sample = blank<float>((size_t)kSeries * kSamples);
    int* length = blank<int>(kSeries);
    float* out = blank<float>(kSeries);
    harness_series<<<kSeries / 256, 256>>>(sample, length, kSeries);
    add("walnut_comet_bq7_a", [=] { walnut_comet_bq7_a<<<kSeries / 256, 256>>>(sample, out); }, out, kSeries);
    add("walnut_comet_bq7_b", [=] { walnut_comet_bq7_b<<<kSeries / 256, 256>>>(sample, length, out); }, out, kSeries);
}

// ---- cedar_ribbon: one hotspot step, temperatures of 8192 x 8192 cells under a power map
constexpr int kHot = 8192;

__global__ void __launch_bounds__(256) cedar_ribbon_bq7_a(const float* __restrict__ temp, const float* __restrict__ power, float* __restrict__ out) {
    int x = blockIdx.x * 256 + threadIdx.x, y0 = blockIdx.y * 4;
    int w = max(x - 1, 0), e = min(x + 1, kHot - 1);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int y = y0 + j, n = max(y - 1, 0), s = min(y + 1, kHot - 1);
        float c = temp[y * kHot + x];
        float flow = temp[n * kHot + x] + temp[s * kHot + x] + temp[y * kHot + w] + temp[y * kHot + e] - 4.0f * c + power[y * kHot + x];
        out[y * kHot + x] = c + 0.15 * flow;
    }
}
__global__ void __launch_bounds__(256) cedar_ribbon_bq7_b(const float* __restrict__ temp, const float* __restrict__ power, float* __restrict__ out) {
    int x = blockIdx.x * 256 + threadIdx.x, y0 = blockIdx.y * 4;
    int w = max(x - 1, 0), e = min(x + 1, kHot - 1);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int y = y0 + j, n = max(y - 1, 0), s = min(y + 1, kHot - 1);
        float c = temp[y * kHot + x];
        float flow = temp[n * kHot + x] + temp[s * kHot + x] + temp[y * kHot + w] + temp[y * kHot + e] - 4.0f * c + power[y * kHot + x];
        out[y * kHot + x] = c + 0.15f * flow;
    }
}

static void setup_cedar_ribbon() {
    const size_t n = (size_t)kHot * kHot;
    float *temp = harness::filled<float>(n, 121), *power = harness::filled<float>(n, 122), *out = blank<float>(n);
    dim3 grid(kHot / 256, kHot / 4);
    add("cedar_ribbon_bq7_a", [=] { cedar_ribbon_bq7_a<<<grid, 256>>>(temp, power, out); }, out, n);
    add("cedar_ribbon_bq7_b", [=] { cedar_ribbon_bq7_b<<<grid, 256>>>(temp, power, out); }, out, n);
}

// ---- pepper_anvil: a scaled sum of two vectors of 67 million floats
constexpr int kAxBlocks = 65536;

__device__ __forceinline__ void axpy_tile(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ z, float alpha) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float a[4], b[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { a[j] = x[i + j * 256]; b[j] = y[i + j * 256]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) z[i + j * 256] = fmaf(alpha, a[j], b[j]);
}
__global__ void __launch_bounds__(256) pepper_anvil_bq7_a(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ z, float alpha) {
    axpy_tile(x + 1, y + 1, z + 1, alpha);
}
__global__ void __launch_bounds__(256) pepper_anvil_bq7_b(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ z, float alpha) {
    axpy_tile(x, y, z, alpha);
}

static void setup_pepper_anvil() {
    const size_t n = (size_t)kAxBlocks * 1024;
    float *x = harness::filled<float>(n + 32, 131), *y = harness::filled<float>(n + 32, 132), *z = blank<float>(n + 32);
    float *x1 = blank<float>(n + 32), *y1 = blank<float>(n + 32);
    CHECK(cudaMemcpy(x1, x + 1, n * sizeof(float), cudaMemcpyDeviceToDevice));
    CHECK(cudaMemcpy(y1, y + 1, n * sizeof(float), cudaMemcpyDeviceToDevice));
    add("pepper_anvil_bq7_a", [=] { pepper_anvil_bq7_a<<<kAxBlocks, 256>>>(x, y, z, 1.7f); }, z, n + 32);
    add("pepper_anvil_bq7_b", [=] { pepper_anvil_bq7_b<<<kAxBlocks, 256>>>(x1, y1, z, 1.7f); }, z, n + 32);
}

// ---- lotus_hammer: one Adam step of 33.8 million parameters
constexpr int kAdamBlocks = 33000;

__device__ __forceinline__ float adam1(float p, float g, float& m, float& v) {
    m = fmaf(0.1f, g - m, m);
    v = fmaf(0.001f, g * g - v, v);
    return fmaf(-0.001f, __fdividef(m, sqrtf(fabsf(v)) + 1e-3f), p);
}
__global__ void __launch_bounds__(256) lotus_hammer_bq7_a(const float4* __restrict__ p, const float4* __restrict__ g, float4* __restrict__ m, float4* __restrict__ v, float4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 pi = p[i], gi = g[i], mi = m[i], vi = v[i], r;
    r.x = adam1(pi.x, gi.x, mi.x, vi.x);
    r.y = adam1(pi.y, gi.y, mi.y, vi.y);
    r.z = adam1(pi.z, gi.z, mi.z, vi.z);
    r.w = adam1(pi.w, gi.w, mi.w, vi.w);
    out[i] = r; m[i] = mi; v[i] = vi;
}

static void setup_lotus_hammer() {
    const size_t n = (size_t)kAdamBlocks * 1024;
    float4 *p = (float4*)harness::filled<float>(n, 141), *g = (float4*)harness::filled<float>(n, 142), *m = (float4*)harness::filled<float>(n, 143), *v = (float4*)harness::filled<float>(n, 144);
    float4* out = (float4*)blank<float>(n);
    add("lotus_hammer_bq7_a", [=] { lotus_hammer_bq7_a<<<kAdamBlocks, 256>>>(p, g, m, v, out); }, out, n);
}

// ---- birch_pocket: gravity of 4096 bodies at 270336 places
constexpr int kBodies = 4096, kPlaces = 264 * 1024;

__device__ __forceinline__ float rsqrt_quick(float x) { float r; asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x)); return r; }

__global__ void __launch_bounds__(128) birch_pocket_bq7_a(const float4* __restrict__ body, const float4* __restrict__ place, float4* __restrict__ field) {
    __shared__ float4 tile[128];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = place[i], q = place[i + 128];
    float ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0;
    for (int j0 = 0; j0 < kBodies; j0 += 128) {
        __syncthreads();
        tile[threadIdx.x] = body[j0 + threadIdx.x];
        __syncthreads();
#pragma unroll 16
        for (int j = 0; j < 128; ++j) {
            float4 b = tile[j];
            float dx = b.x - p.x, dy = b.y - p.y, dz = b.z - p.z;
            float r = rsqrt_quick(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 1e-3f))));
            float f = b.w * r * (r * r);
            ax = fmaf(f, dx, ax); ay = fmaf(f, dy, ay); az = fmaf(f, dz, az);
            float ex = b.x - q.x, ey = b.y - q.y, ez = b.z - q.z;
            float s = rsqrt_quick(fmaf(ex, ex, fmaf(ey, ey, fmaf(ez, ez, 1e-3f))));
            float h = b.w * s * (s * s);
            bx = fmaf(h, ex, bx); by = fmaf(h, ey, by); bz = fmaf(h, ez, bz);
        }
    }
    field[i] = make_float4(ax, ay, az, 0.0f);
    field[i + 128] = make_float4(bx, by, bz, 0.0f);
}

static void setup_birch_pocket() {
    float4 *body = (float4*)harness::filled<float>((size_t)kBodies * 4, 151), *place = (float4*)harness::filled<float>((size_t)kPlaces * 4, 152);
    float4* out = (float4*)blank<float>((size_t)kPlaces * 4);
    add("birch_pocket_bq7_a", [=] { birch_pocket_bq7_a<<<kPlaces / 256, 128>>>(body, place, out); }, out, (size_t)kPlaces * 4);
}

// ---- plum_gondola: a dense matrix of 33792 x 4096 times a vector, a warp a row
constexpr int kMvRows = 33792, kMvCols4 = 1024;

__global__ void __launch_bounds__(256) plum_gondola_bq7_a(const float4* __restrict__ a, const float4* __restrict__ x, float* __restrict__ y) {
    int row = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    const float4* line = a + (size_t)row * kMvCols4;
    float acc = 0.0f;
#pragma unroll 4
    for (int i = lane; i < kMvCols4; i += 32) {
        float4 u = __ldcs(line + i), v = x[i];
        acc = fmaf(u.x, v.x, acc); acc = fmaf(u.y, v.y, acc); acc = fmaf(u.z, v.z, acc); acc = fmaf(u.w, v.w, acc);
    }
#pragma unroll
    for (int s = 16; s > 0; s /= 2) acc += __shfl_down_sync(0xffffffffu, acc, s);
    if (lane == 0) y[row] = acc;
}

static void setup_plum_gondola() {
    float4 *a = (float4*)harness::filled<float>((size_t)kMvRows * kMvCols4 * 4, 161), *x = (float4*)harness::filled<float>((size_t)kMvCols4 * 4, 162);
    float* out = blank<float>(kMvRows);
    add("plum_gondola_bq7_a", [=] { plum_gondola_bq7_a<<<kMvRows / 8, 256>>>(a, x, out); }, out, kMvRows);
}

int main(int argc, char** argv) {
    setup_amber_willow();
    setup_copper_meadow();
    setup_linen_harbor();
    setup_tundra_pebble();
    setup_saffron_kettle();
    setup_maple_lantern();
    setup_velvet_otter();
    setup_cobalt_thimble();
    setup_juniper_saddle();
    setup_hazel_trumpet();
    setup_marble_finch();
    setup_walnut_comet();
    setup_cedar_ribbon();
    setup_pepper_anvil();
    setup_lotus_hammer();
    setup_birch_pocket();
    setup_plum_gondola();
    CHECK(cudaGetLastError());
    return harness::run(argc, argv, cases);
}
