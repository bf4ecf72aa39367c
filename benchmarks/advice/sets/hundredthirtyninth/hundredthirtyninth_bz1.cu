// Twenty measured pairs from unlike fields.
#include "harness.cuh"

#include <cuda_fp16.h>
#include <mma.h>

using harness::Case;
using harness::Output;

static __global__ void harness_words_fill(uint32_t* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = harness::hash32((uint32_t)i * 2654435761u + seed);
}
static uint32_t* words(size_t n, uint32_t seed) {
    uint32_t* p; CHECK(cudaMalloc(&p, n * 4));
    harness_words_fill<<<2048, 256>>>(p, n, seed); CHECK(cudaGetLastError());
    return p;
}
static void add(std::vector<Case>& cases, const char* name, std::function<void()> launch, const void* out, size_t count, Output type = Output::f32) {
    Case c; c.name = name; c.launch = launch; c.out = out; c.count = count; c.type = type;
    cases.push_back(c);
}

// Weather: column-integrated humidity over 80 levels.
static constexpr int kLevels = 80;
__global__ void __launch_bounds__(256) copper_lantern_bz1_a(const float* __restrict__ q, float* __restrict__ out, int columns) {
    int c = blockIdx.x * 256 + threadIdx.x;
    if (c >= columns) return;
    const float* mine = q + (size_t)c * kLevels;
    float acc = 0.0f;
#pragma unroll 8
    for (int k = 0; k < kLevels; ++k) acc = fmaf(mine[k], 1.0f + 0.01f * k, acc);
    out[c] = acc;
}
__global__ void __launch_bounds__(256) copper_lantern_bz1_b(const float* __restrict__ q, float* __restrict__ out, int columns) {
    int c = blockIdx.x * 256 + threadIdx.x;
    if (c >= columns) return;
    float acc = 0.0f;
#pragma unroll 8
    for (int k = 0; k < kLevels; ++k) acc = fmaf(q[(size_t)k * columns + c], 1.0f + 0.01f * k, acc);
    out[c] = acc;
}
static __global__ void harness_level_major(const float* in, float* out, int columns) {
    size_t n = (size_t)columns * kLevels;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        out[i] = in[(i % columns) * kLevels + i / columns];
}
static void add01(std::vector<Case>& cases) {
    const int columns = 1 << 20;
    float* q = harness::filled<float>((size_t)columns * kLevels, 11);
    float* t = harness::empty<float>((size_t)columns * kLevels);
    harness_level_major<<<2048, 256>>>(q, t, columns); CHECK(cudaGetLastError());
    float* out = harness::empty<float>(columns);
    add(cases, "copper_lantern_bz1_a", [=] { copper_lantern_bz1_a<<<columns / 256, 256>>>(q, out, columns); }, out, columns);
    add(cases, "copper_lantern_bz1_b", [=] { copper_lantern_bz1_b<<<columns / 256, 256>>>(t, out, columns); }, out, columns);
}

// Image codec: one level of a Haar wavelet on 32 x 32 tiles of 8-bit pixels, rows then columns, a warp a tile.
template <int P>
__device__ __forceinline__ void wavelet_tile(const uint8_t* __restrict__ image, float* __restrict__ out, int width, volatile float* s) {
    const int lane = threadIdx.x & 31, across = width / 32;
    const int tile = blockIdx.x * 8 + (threadIdx.x >> 5);
    const int ty = tile / across, tx = tile % across;
    const uint8_t* from = image + (size_t)ty * 32 * width + tx * 32;
    const int r = lane >> 3, c = (lane & 7) * 4;
    uchar4 px[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) px[j] = *reinterpret_cast<const uchar4*>(from + (size_t)(j * 4 + r) * width + c);
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        volatile float* to = s + (j * 4 + r) * P + c;
        to[0] = px[j].x - 128.0f; to[1] = px[j].y - 128.0f; to[2] = px[j].z - 128.0f; to[3] = px[j].w - 128.0f;
    }
    __syncwarp();
    float v[32];
#pragma unroll
    for (int k = 0; k < 32; ++k) v[k] = s[lane * P + k];
    __syncwarp();
#pragma unroll
    for (int k = 0; k < 16; ++k) {
        s[lane * P + k] = 0.5f * (v[2 * k] + v[2 * k + 1]);
        s[lane * P + 16 + k] = v[2 * k] - v[2 * k + 1];
    }
    __syncwarp();
#pragma unroll
    for (int k = 0; k < 32; ++k) v[k] = s[k * P + lane];
    float* to = out + (size_t)ty * 32 * width + tx * 32 + lane;
#pragma unroll
    for (int k = 0; k < 16; ++k) {
        to[(size_t)k * width] = 0.5f * (v[2 * k] + v[2 * k + 1]);
        to[(size_t)(16 + k) * width] = v[2 * k] - v[2 * k + 1];
    }
}
__global__ void __launch_bounds__(256) willow_biscuit_bz1_a(const uint8_t* __restrict__ image, float* __restrict__ out, int width) {
    __shared__ float tile[8 * 32 * 32];
    wavelet_tile<32>(image, out, width, tile + (threadIdx.x >> 5) * 32 * 32);
}
__global__ void __launch_bounds__(256) willow_biscuit_bz1_b(const uint8_t* __restrict__ image, float* __restrict__ out, int width) {
    __shared__ float tile[8 * 32 * 33];
    wavelet_tile<33>(image, out, width, tile + (threadIdx.x >> 5) * 32 * 33);
}
static void add02(std::vector<Case>& cases) {
    const int width = 8192; const size_t n = (size_t)width * width;
    const uint8_t* image = reinterpret_cast<uint8_t*>(words(n / 4, 21));
    float* out = harness::empty<float>(n);
    const int blocks = (width / 32) * (width / 32) / 8;
    add(cases, "willow_biscuit_bz1_a", [=] { willow_biscuit_bz1_a<<<blocks, 256>>>(image, out, width); }, out, n);
    add(cases, "willow_biscuit_bz1_b", [=] { willow_biscuit_bz1_b<<<blocks, 256>>>(image, out, width); }, out, n);
}

// Finance: present value of a bond along 64 coupon dates of a mean-reverting short rate.
__global__ void __launch_bounds__(256) marble_teapot_bz1_a(const float* __restrict__ coupon, const float* __restrict__ rate, float* __restrict__ out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    const auto c = 1.5 + 0.5 * coupon[i];
    auto r = 0.03 + 0.02 * rate[i];
    auto v = 100.0;
#pragma unroll 8
    for (int k = 0; k < 64; ++k) {
        r = r * 0.98 + 0.0006;
        v = (v + c) * (1.0 - r * (0.5 - 0.125 * r));
    }
    out[i] = v;
}
__global__ void __launch_bounds__(256) marble_teapot_bz1_b(const float* __restrict__ coupon, const float* __restrict__ rate, float* __restrict__ out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    const auto c = 1.5f + 0.5f * coupon[i];
    auto r = 0.03f + 0.02f * rate[i];
    auto v = 100.0f;
#pragma unroll 8
    for (int k = 0; k < 64; ++k) {
        r = r * 0.98f + 0.0006f;
        v = (v + c) * (1.0f - r * (0.5f - 0.125f * r));
    }
    out[i] = v;
}
static void add03(std::vector<Case>& cases) {
    const int n = 12 << 20;
    float* coupon = harness::filled<float>(n, 31); float* rate = harness::filled<float>(n, 32); float* out = harness::empty<float>(n);
    add(cases, "marble_teapot_bz1_a", [=] { marble_teapot_bz1_a<<<n / 256, 256>>>(coupon, rate, out, n); }, out, n);
    add(cases, "marble_teapot_bz1_b", [=] { marble_teapot_bz1_b<<<n / 256, 256>>>(coupon, rate, out, n); }, out, n);
}

// Robotics: particle weights of a range sensor, the product of the Gaussian likelihoods of 48 beams.
static constexpr int kBeams = 48;
__constant__ float beam_at[kBeams], beam_width[kBeams];
__device__ __forceinline__ float power_of_two(float x) { float y; asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x)); return y; }
__global__ void __launch_bounds__(256) saffron_ladder_bz1_a(const float* __restrict__ pose, float* __restrict__ out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    const float d = pose[i];
    float w = 1.0f;
#pragma unroll
    for (int k = 0; k < kBeams; ++k) {
        float x = d - beam_at[k];
        w *= power_of_two(x * x * beam_width[k]);
    }
    out[i] = w;
}
__global__ void __launch_bounds__(256) saffron_ladder_bz1_b(const float* __restrict__ pose, float* __restrict__ out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    const float d = pose[i];
    float e = 0.0f;
#pragma unroll
    for (int k = 0; k < kBeams; ++k) {
        float x = d - beam_at[k];
        e = fmaf(x * x, beam_width[k], e);
    }
    out[i] = power_of_two(e);
}
static void add04(std::vector<Case>& cases) {
    const int n = 32 << 20;
    float at[kBeams], wide[kBeams];
    for (int k = 0; k < kBeams; ++k) { at[k] = harness::unit(400 + k); wide[k] = -0.03f - 0.01f * harness::unit(500 + k); }
    CHECK(cudaMemcpyToSymbol(beam_at, at, sizeof at)); CHECK(cudaMemcpyToSymbol(beam_width, wide, sizeof wide));
    float* pose = harness::filled<float>(n, 41); float* out = harness::empty<float>(n);
    add(cases, "saffron_ladder_bz1_a", [=] { saffron_ladder_bz1_a<<<n / 256, 256>>>(pose, out, n); }, out, n);
    add(cases, "saffron_ladder_bz1_b", [=] { saffron_ladder_bz1_b<<<n / 256, 256>>>(pose, out, n); }, out, n);
}

// Cryptography: x^4097 modulo a 30-bit prime for every residue.
__global__ void __launch_bounds__(256) pebble_harbor_bz1_a(const int* __restrict__ in, int* __restrict__ out, int n, unsigned long long p, unsigned long long mu) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    const unsigned long long x = (unsigned)in[i];
    unsigned long long y = x;
#pragma unroll 1
    for (int k = 0; k < 12; ++k) y = y * y % p;
    out[i] = (int)(y * x % p);
}
__device__ __forceinline__ unsigned long long reduced(unsigned long long x, unsigned p, unsigned long long mu) {
    unsigned long long q = __umul64hi(x, mu);
    unsigned r = (unsigned)x - (unsigned)q * p;
    return r >= p ? r - p : r;
}
__global__ void __launch_bounds__(256) pebble_harbor_bz1_b(const int* __restrict__ in, int* __restrict__ out, int n, unsigned long long p, unsigned long long mu) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    const unsigned x = (unsigned)in[i];
    unsigned y = x;
#pragma unroll 4
    for (int k = 0; k < 12; ++k) y = (unsigned)reduced((unsigned long long)y * y, (unsigned)p, mu);
    out[i] = (int)reduced((unsigned long long)y * x, (unsigned)p, mu);
}
static void add05(std::vector<Case>& cases) {
    const int n = 16 << 20; const unsigned long long p = 998244353ull, mu = ~0ull / p;
    int* in = harness::indices(n, (uint32_t)p, 51); int* out = harness::empty<int>(n);
    add(cases, "pebble_harbor_bz1_a", [=] { pebble_harbor_bz1_a<<<n / 256, 256>>>(in, out, n, p, mu); }, out, n, Output::i32);
    add(cases, "pebble_harbor_bz1_b", [=] { pebble_harbor_bz1_b<<<n / 256, 256>>>(in, out, n, p, mu); }, out, n, Output::i32);
}

// Games: one tick of agents, each in one of six behaviours.
__device__ __forceinline__ float behave(int state, float x, float y) {
    switch (state) {
        case 0:
#pragma unroll 4
            for (int k = 0; k < 72; ++k) { x = fmaf(x, 0.9f, 0.1f * y); y = fmaf(-0.2f, x, 0.7f * y); }
            return x + y;
        case 1:
#pragma unroll 4
            for (int k = 0; k < 72; ++k) { x = fminf(fmaf(x, 1.1f, y), 1.0f); y = fmaxf(fmaf(y, 0.9f, -0.3f * x), -1.0f); }
            return x - y;
        case 2:
#pragma unroll 4
            for (int k = 0; k < 96; ++k) { float t = x * x; x = fmaf(t, -0.45f, 0.6f); y = fmaf(y, 0.6f, 0.2f * x); }
            return y;
        case 3:
#pragma unroll 4
            for (int k = 0; k < 72; ++k) { float t = x * y; x = fmaf(0.5f, x, 0.3f) - 0.2f * t; y = fmaf(0.4f, y, 0.1f); }
            return x * y;
        case 4:
#pragma unroll 4
            for (int k = 0; k < 72; ++k) { x = fabsf(x) * 0.8f - 0.4f; y = fmaxf(x, y * 0.95f); }
            return x + 2.0f * y;
        default:
#pragma unroll 4
            for (int k = 0; k < 72; ++k) { float t = fminf(x, y); y = 0.7f * fmaxf(x, y); x = fmaf(t, 0.6f, 0.05f); }
            return y - x;
    }
}
__global__ void __launch_bounds__(256) linen_compass_bz1_a(const int* __restrict__ state, const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) out[i] = behave(state[i], x[i], y[i]);
}
__global__ void __launch_bounds__(256) linen_compass_bz1_b(const int* __restrict__ state, const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) out[i] = behave(state[i], x[i], y[i]);
}
static void add06(std::vector<Case>& cases) {
    const int n = 8 << 20;
    std::vector<int> s(n), s2(n); std::vector<float> x(n), y(n), x2(n), y2(n);
    size_t at[7] = {0, 0, 0, 0, 0, 0, 0};
    for (int i = 0; i < n; ++i) {
        s[i] = harness::hash32(i + 600u) % 6; x[i] = harness::unit(i + 61000000u); y[i] = harness::unit(i + 62000000u);
        ++at[s[i] + 1];
    }
    for (int k = 0; k < 6; ++k) at[k + 1] += at[k];
    for (int i = 0; i < n; ++i) { size_t to = at[s[i]]++; s2[to] = s[i]; x2[to] = x[i]; y2[to] = y[i]; }
    int *ds = harness::uploaded(s), *ds2 = harness::uploaded(s2);
    float *dx = harness::uploaded(x), *dy = harness::uploaded(y), *dx2 = harness::uploaded(x2), *dy2 = harness::uploaded(y2);
    float* out = harness::empty<float>(n);
    add(cases, "linen_compass_bz1_a", [=] { linen_compass_bz1_a<<<n / 256, 256>>>(ds, dx, dy, out, n); }, out, n);
    add(cases, "linen_compass_bz1_b", [=] { linen_compass_bz1_b<<<n / 256, 256>>>(ds2, dx2, dy2, out, n); }, out, n);
}

// Bioinformatics: dinucleotide composition index of short reads of 128 bases, packed two bits a base.
__global__ void __launch_bounds__(256) maple_trumpet_bz1_a(const uint32_t* __restrict__ reads, float* __restrict__ out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    unsigned count[16];
#pragma unroll
    for (int b = 0; b < 16; ++b) count[b] = 0;
    for (int w = 0; w < 8; ++w) {
        uint32_t bases = reads[(size_t)w * n + i];
#pragma unroll
        for (int k = 0; k < 8; ++k) ++count[(bases >> (4 * k)) & 15];
    }
    unsigned index = 0;
#pragma unroll
    for (int b = 0; b < 16; ++b) index += count[b] * count[b];
    out[i] = index * (1.0f / 64.0f);
}
__global__ void __launch_bounds__(256) maple_trumpet_bz1_b(const uint32_t* __restrict__ reads, float* __restrict__ out, int n) {
    __shared__ unsigned count[16][256];
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
#pragma unroll
    for (int b = 0; b < 16; ++b) count[b][threadIdx.x] = 0;
    for (int w = 0; w < 8; ++w) {
        uint32_t bases = reads[(size_t)w * n + i];
#pragma unroll
        for (int k = 0; k < 8; ++k) ++count[(bases >> (4 * k)) & 15][threadIdx.x];
    }
    unsigned index = 0;
#pragma unroll
    for (int b = 0; b < 16; ++b) index += count[b][threadIdx.x] * count[b][threadIdx.x];
    out[i] = index * (1.0f / 64.0f);
}
static void add07(std::vector<Case>& cases) {
    const int n = 4 << 20;
    uint32_t* reads = words((size_t)n * 8, 71); float* out = harness::empty<float>(n);
    add(cases, "maple_trumpet_bz1_a", [=] { maple_trumpet_bz1_a<<<n / 256, 256>>>(reads, out, n); }, out, n);
    add(cases, "maple_trumpet_bz1_b", [=] { maple_trumpet_bz1_b<<<n / 256, 256>>>(reads, out, n); }, out, n);
}

// Weather: twelve sub-steps of a 56-species chemistry in every cell.
static constexpr int kSpecies = 56;
__device__ __forceinline__ void chemistry(const float* __restrict__ in, float* __restrict__ out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float s[kSpecies];
#pragma unroll
    for (int k = 0; k < kSpecies; ++k) s[k] = in[(size_t)k * n + i];
#pragma unroll 1
    for (int step = 0; step < 12; ++step) {
#pragma unroll
        for (int k = 0; k < kSpecies; ++k) s[k] = fmaf(s[k], 0.6f, fmaf(s[(k + 19) % kSpecies], 0.3f, 0.05f));
    }
    float total = 0.0f;
#pragma unroll
    for (int k = 0; k < kSpecies; ++k) total = fmaf(s[k], 1.0f + 0.03125f * k, total);
    out[i] = total;
}
__global__ void __launch_bounds__(256, 8) ivory_bucket_bz1_a(const float* __restrict__ in, float* __restrict__ out, int n) { chemistry(in, out, n); }
__global__ void __launch_bounds__(256, 3) ivory_bucket_bz1_b(const float* __restrict__ in, float* __restrict__ out, int n) { chemistry(in, out, n); }
static void add08(std::vector<Case>& cases) {
    const int n = 3 << 19;
    float* in = harness::filled<float>((size_t)n * kSpecies, 81); float* out = harness::empty<float>(n);
    add(cases, "ivory_bucket_bz1_a", [=] { ivory_bucket_bz1_a<<<n / 256, 256>>>(in, out, n); }, out, n);
    add(cases, "ivory_bucket_bz1_b", [=] { ivory_bucket_bz1_b<<<n / 256, 256>>>(in, out, n); }, out, n);
}

// Database: sum of the values of a column above a threshold, one partial sum a thread.
__global__ void __launch_bounds__(128) thistle_wagon_bz1_a(const float4* __restrict__ column, float* __restrict__ out, int rounds, float above) {
    const int stride = gridDim.x * 128, me = blockIdx.x * 128 + threadIdx.x;
    const float4* p = column + me;
    float acc = 0.0f;
#pragma unroll 1
    for (int k = 0; k < rounds; ++k, p += stride) {
        float4 v = *p;
        acc += (v.x > above ? v.x : 0.0f) + (v.y > above ? v.y : 0.0f) + (v.z > above ? v.z : 0.0f) + (v.w > above ? v.w : 0.0f);
    }
    out[me] = acc;
}
__global__ void __launch_bounds__(128) thistle_wagon_bz1_b(const float4* __restrict__ column, float* __restrict__ out, int rounds, float above) {
    const int stride = gridDim.x * 128, me = blockIdx.x * 128 + threadIdx.x;
    const float4* p = column + me;
    float acc = 0.0f;
#pragma unroll 1
    for (int k = 0; k < rounds; k += 8, p += 8 * (size_t)stride) {
        float4 v[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) v[j] = p[j * (size_t)stride];
#pragma unroll
        for (int j = 0; j < 8; ++j)
            acc += (v[j].x > above ? v[j].x : 0.0f) + (v[j].y > above ? v[j].y : 0.0f) + (v[j].z > above ? v[j].z : 0.0f) + (v[j].w > above ? v[j].w : 0.0f);
    }
    out[me] = acc;
}
static void add09(std::vector<Case>& cases) {
    const int blocks = 528, rounds = 384; const size_t n4 = (size_t)blocks * 128 * rounds;
    const float4* column = reinterpret_cast<float4*>(harness::filled<float>(n4 * 4, 91)); float* out = harness::empty<float>(blocks * 128);
    add(cases, "thistle_wagon_bz1_a", [=] { thistle_wagon_bz1_a<<<blocks, 128>>>(column, out, rounds, 0.25f); }, out, blocks * 128);
    add(cases, "thistle_wagon_bz1_b", [=] { thistle_wagon_bz1_b<<<blocks, 128>>>(column, out, rounds, 0.25f); }, out, blocks * 128);
}

// Database: grouped totals of amounts in cents over 256 groups.
__global__ void __launch_bounds__(512) amber_pillow_bz1_a(const int4* __restrict__ group, const int4* __restrict__ amount, int* __restrict__ total, int n4) {
    for (int i = blockIdx.x * 512 + threadIdx.x; i < n4; i += gridDim.x * 512) {
        int4 g = group[i], a = amount[i];
        atomicAdd(total + g.x, a.x); atomicAdd(total + g.y, a.y); atomicAdd(total + g.z, a.z); atomicAdd(total + g.w, a.w);
    }
}
__global__ void __launch_bounds__(512) amber_pillow_bz1_b(const int4* __restrict__ group, const int4* __restrict__ amount, int* __restrict__ total, int n4) {
    __shared__ int mine[2][256];
    mine[threadIdx.x >> 8][threadIdx.x & 255] = 0;
    __syncthreads();
    int* part = mine[threadIdx.x & 1];
#pragma unroll 2
    for (int i = blockIdx.x * 512 + threadIdx.x; i < n4; i += gridDim.x * 512) {
        int4 g = group[i], a = amount[i];
        atomicAdd(part + g.x, a.x); atomicAdd(part + g.y, a.y); atomicAdd(part + g.z, a.z); atomicAdd(part + g.w, a.w);
    }
    __syncthreads();
    if (threadIdx.x < 256) atomicAdd(total + threadIdx.x, mine[0][threadIdx.x] + mine[1][threadIdx.x]);
}
static void add10(std::vector<Case>& cases) {
    const int n = 24 << 20, n4 = n / 4;
    const int4* group = reinterpret_cast<int4*>(harness::indices(n, 256, 101));
    const int4* amount = reinterpret_cast<int4*>(harness::indices(n, 1000, 90000001));
    int* total = harness::empty<int>(256);
    add(cases, "amber_pillow_bz1_a", [=] { amber_pillow_bz1_a<<<528, 512>>>(group, amount, total, n4); }, total, 256, Output::i32);
    add(cases, "amber_pillow_bz1_b", [=] { amber_pillow_bz1_b<<<528, 512>>>(group, amount, total, n4); }, total, 256, Output::i32);
}

// Finance: profit of 4096 instruments under 4096 scenarios of 1024 risk factors (half in, float out).
__global__ void __launch_bounds__(256, 2) cedar_mitten_bz1_a(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int n, int k) {
    __shared__ float as[16][132];
    __shared__ float bs[16][128];
    const int t = threadIdx.x, tx = t & 15, ty = t >> 4;
    const __half* ap = a + (size_t)(blockIdx.y * 128 + t / 2) * k + (t & 1) * 8;
    const __half* bp = b + (size_t)(t / 16) * n + blockIdx.x * 128 + (t & 15) * 8;
    float acc[8][8];
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) acc[i][j] = 0.0f;
    uint4 av = *reinterpret_cast<const uint4*>(ap), bv = *reinterpret_cast<const uint4*>(bp);
    for (int k0 = 0; k0 < k; k0 += 16) {
        const __half2* ah = reinterpret_cast<const __half2*>(&av);
        const __half2* bh = reinterpret_cast<const __half2*>(&bv);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float2 f = __half22float2(ah[j]);
            as[(t & 1) * 8 + 2 * j][t / 2] = f.x; as[(t & 1) * 8 + 2 * j + 1][t / 2] = f.y;
        }
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            float2 f = __half22float2(bh[2 * j]), g = __half22float2(bh[2 * j + 1]);
            *reinterpret_cast<float4*>(&bs[t / 16][(t & 15) * 8 + 4 * j]) = make_float4(f.x, f.y, g.x, g.y);
        }
        __syncthreads();
        if (k0 + 16 < k) {
            av = *reinterpret_cast<const uint4*>(ap + k0 + 16);
            bv = *reinterpret_cast<const uint4*>(bp + (size_t)(k0 + 16) * n);
        }
#pragma unroll
        for (int kk = 0; kk < 16; ++kk) {
            float x[8], y[8];
            *reinterpret_cast<float4*>(x) = *reinterpret_cast<const float4*>(&as[kk][ty * 8]);
            *reinterpret_cast<float4*>(x + 4) = *reinterpret_cast<const float4*>(&as[kk][ty * 8 + 4]);
            *reinterpret_cast<float4*>(y) = *reinterpret_cast<const float4*>(&bs[kk][tx * 4]);
            *reinterpret_cast<float4*>(y + 4) = *reinterpret_cast<const float4*>(&bs[kk][64 + tx * 4]);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = fmaf(x[i], y[j], acc[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* to = c + (size_t)(blockIdx.y * 128 + ty * 8 + i) * n + blockIdx.x * 128 + tx * 4;
        *reinterpret_cast<float4*>(to) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *reinterpret_cast<float4*>(to + 64) = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}
__device__ __forceinline__ void copy16(void* to, const void* from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from));
}
__global__ void __launch_bounds__(256, 2) cedar_mitten_bz1_b(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int n, int k) {
    using namespace nvcuda;
    __shared__ __align__(128) __half as[2][128][40];
    __shared__ __align__(128) __half bs[2][32][136];
    const int t = threadIdx.x, warp = t >> 5, wm = warp >> 2, wn = warp & 3;
    const __half* ap = a + (size_t)blockIdx.y * 128 * k;
    const __half* bp = b + blockIdx.x * 128;
    auto fetch = [&](int stage, int k0) {
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            int e = t + j * 256, ar = e >> 2, ac = (e & 3) * 8, br = e >> 4, bc = (e & 15) * 8;
            copy16(&as[stage][ar][ac], ap + (size_t)ar * k + k0 + ac);
            copy16(&bs[stage][br][bc], bp + (size_t)(k0 + br) * n + bc);
        }
        asm volatile("cp.async.commit_group;\n");
    };
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[4][2];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
    fetch(0, 0);
    for (int k0 = 0, stage = 0; k0 < k; k0 += 32, stage ^= 1) {
        asm volatile("cp.async.wait_group 0;\n" ::: "memory");
        __syncthreads();
        if (k0 + 32 < k) fetch(stage ^ 1, k0 + 32);
#pragma unroll
        for (int kk = 0; kk < 32; kk += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> x[4];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> y[2];
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(x[i], &as[stage][wm * 64 + i * 16][kk], 40);
#pragma unroll
            for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(y[j], &bs[stage][kk][wn * 32 + j * 16], 136);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 2; ++j) wmma::mma_sync(acc[i][j], x[i], y[j], acc[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
            wmma::store_matrix_sync(c + (size_t)(blockIdx.y * 128 + wm * 64 + i * 16) * n + blockIdx.x * 128 + wn * 32 + j * 16, acc[i][j], n, wmma::mem_row_major);
}
static void add11(std::vector<Case>& cases) {
    const int m = 4096, n = 4096, k = 1024;
    __half* a = harness::filled<__half>((size_t)m * k, 111); __half* b = harness::filled<__half>((size_t)k * n, 112);
    float* c = harness::empty<float>((size_t)m * n);
    const dim3 grid(n / 128, m / 128);
    add(cases, "cedar_mitten_bz1_a", [=] { cedar_mitten_bz1_a<<<grid, 256>>>(a, b, c, n, k); }, c, (size_t)m * n);
    add(cases, "cedar_mitten_bz1_b", [=] { cedar_mitten_bz1_b<<<grid, 256>>>(a, b, c, n, k); }, c, (size_t)m * n);
}

// Bioinformatics: coverage energy of every 16384-base window of every contig.
__device__ __forceinline__ void window_energy(const float4* __restrict__ depth, float* __restrict__ out, int window, float* part) {
    const float4* p = depth + (size_t)window * 4096 + threadIdx.x;
    float acc = 0.0f;
#pragma unroll
    for (int h = 0; h < 16; h += 8) {
        float4 v[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) v[j] = p[(h + j) * 256];
#pragma unroll
        for (int j = 0; j < 8; ++j) acc += v[j].x * v[j].x + v[j].y * v[j].y + v[j].z * v[j].z + v[j].w * v[j].w;
    }
#pragma unroll
    for (int d = 16; d; d >>= 1) acc += __shfl_xor_sync(0xffffffffu, acc, d);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = acc;
    __syncthreads();
    if (threadIdx.x == 0) {
        float sum = 0.0f;
#pragma unroll
        for (int w = 0; w < 8; ++w) sum += part[w];
        out[window] = sum;
    }
    __syncthreads();
}
__global__ void __launch_bounds__(256) plum_barrel_bz1_a(const float4* __restrict__ depth, const int* __restrict__ first, float* __restrict__ out) {
    __shared__ float part[8];
    const int end = first[blockIdx.x + 1];
    for (int w = first[blockIdx.x]; w < end; ++w) window_energy(depth, out, w, part);
}
__global__ void __launch_bounds__(256) plum_barrel_bz1_b(const float4* __restrict__ depth, float* __restrict__ out) {
    __shared__ float part[8];
    window_energy(depth, out, blockIdx.x, part);
}
static void add12(std::vector<Case>& cases) {
    const int contigs = 4096;
    std::vector<int> first(contigs + 1, 0);
    for (int c = 0; c < contigs; ++c) first[c + 1] = first[c] + (c % 171 == 85 ? 64 : 1);
    const int windows = first[contigs];
    int* f = harness::uploaded(first);
    const float4* depth = reinterpret_cast<float4*>(harness::filled<float>((size_t)windows * 16384, 121));
    float* out = harness::empty<float>(windows);
    add(cases, "plum_barrel_bz1_a", [=] { plum_barrel_bz1_a<<<contigs, 256>>>(depth, f, out); }, out, windows);
    add(cases, "plum_barrel_bz1_b", [=] { plum_barrel_bz1_b<<<windows, 256>>>(depth, out); }, out, windows);
}

// Games: blend of two 8-bit light maps by an 8-bit mask.
__global__ void __launch_bounds__(256) tulip_hammock_bz1_a(const uint8_t* __restrict__ mask, const uint8_t* __restrict__ one, const uint8_t* __restrict__ two, uint8_t* __restrict__ out) {
    size_t i = (size_t)blockIdx.x * 4096 + threadIdx.x;
#pragma unroll 1
    for (int k = 0; k < 16; ++k, i += 256) {
        unsigned m = mask[i], a = one[i], b = two[i];
        out[i] = (uint8_t)((a * m + b * (255u - m) + 128u) >> 8);
    }
}
__device__ __forceinline__ unsigned blend4(unsigned m, unsigned a, unsigned b) {
    unsigned r = 0;
#pragma unroll
    for (int s = 0; s < 32; s += 8) {
        unsigned mm = (m >> s) & 255u;
        r |= ((((a >> s) & 255u) * mm + ((b >> s) & 255u) * (255u - mm) + 128u) >> 8) << s;
    }
    return r;
}
__global__ void __launch_bounds__(256) tulip_hammock_bz1_b(const uint4* __restrict__ mask, const uint4* __restrict__ one, const uint4* __restrict__ two, uint4* __restrict__ out) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    uint4 m = mask[i], a = one[i], b = two[i];
    out[i] = make_uint4(blend4(m.x, a.x, b.x), blend4(m.y, a.y, b.y), blend4(m.z, a.z, b.z), blend4(m.w, a.w, b.w));
}
static void add13(std::vector<Case>& cases) {
    const size_t n = (size_t)128 << 20; const int blocks = (int)(n / 4096);
    uint32_t *m = words(n / 4, 131), *a = words(n / 4, 132000), *b = words(n / 4, 133000000);
    uint8_t* out = harness::empty<uint8_t>(n);
    add(cases, "tulip_hammock_bz1_a", [=] { tulip_hammock_bz1_a<<<blocks, 256>>>((const uint8_t*)m, (const uint8_t*)a, (const uint8_t*)b, out); }, out, n, Output::u8);
    add(cases, "tulip_hammock_bz1_b", [=] { tulip_hammock_bz1_b<<<blocks, 256>>>((const uint4*)m, (const uint4*)a, (const uint4*)b, (uint4*)out); }, out, n, Output::u8);
}

// Robotics: depth image to traversal cost: calibrate, compress the range, weigh by confidence.
__device__ __forceinline__ float calibrated(float d) { return fmaf(d, fmaf(d, 0.05f, 1.02f), 0.1f); }
__device__ __forceinline__ float compressed(float d) { return __fdividef(d, 1.0f + fabsf(d)); }
__global__ void __launch_bounds__(256) walnut_ribbon_bz1_a(const float4* __restrict__ depth, float4* __restrict__ to) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = depth[i];
    to[i] = make_float4(calibrated(v.x), calibrated(v.y), calibrated(v.z), calibrated(v.w));
}
__global__ void __launch_bounds__(256) walnut_ribbon_bz1_a2(const float4* __restrict__ from, float4* __restrict__ to) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = from[i];
    to[i] = make_float4(compressed(v.x), compressed(v.y), compressed(v.z), compressed(v.w));
}
__global__ void __launch_bounds__(256) walnut_ribbon_bz1_a3(const float4* __restrict__ from, const float4* __restrict__ trust, float4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = from[i], w = trust[i];
    out[i] = make_float4(v.x * w.x, v.y * w.y, v.z * w.z, v.w * w.w);
}
__global__ void __launch_bounds__(256) walnut_ribbon_bz1_b(const float4* __restrict__ depth, const float4* __restrict__ trust, float4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = depth[i], w = trust[i];
    out[i] = make_float4(compressed(calibrated(v.x)) * w.x, compressed(calibrated(v.y)) * w.y, compressed(calibrated(v.z)) * w.z, compressed(calibrated(v.w)) * w.w);
}
static void add14(std::vector<Case>& cases) {
    const size_t n = (size_t)64 << 20; const int blocks = (int)(n / 1024);
    const float4 *depth = (const float4*)harness::filled<float>(n, 141), *trust = (const float4*)harness::filled<float>(n, 142000);
    float4 *t1 = (float4*)harness::empty<float>(n), *t2 = (float4*)harness::empty<float>(n), *out = (float4*)harness::empty<float>(n);
    add(cases, "walnut_ribbon_bz1_a", [=] {
        walnut_ribbon_bz1_a<<<blocks, 256>>>(depth, t1);
        walnut_ribbon_bz1_a2<<<blocks, 256>>>(t1, t2);
        walnut_ribbon_bz1_a3<<<blocks, 256>>>(t2, trust, out);
    }, out, n);
    add(cases, "walnut_ribbon_bz1_b", [=] { walnut_ribbon_bz1_b<<<blocks, 256>>>(depth, trust, out); }, out, n);
}

// Finance: payoff of a call spread on recorded prices.
__device__ __forceinline__ void spread(const float* __restrict__ price, const float* __restrict__ weight, float* __restrict__ out) {
    size_t i = (size_t)blockIdx.x * 2048 + threadIdx.x;
    float p[8], w[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) { p[k] = price[i + k * 256]; w[k] = weight[i + k * 256]; }
#pragma unroll
    for (int k = 0; k < 8; ++k) out[i + k * 256] = w[k] * fminf(fmaxf(p[k] + 0.2f, 0.0f), 0.7f);
}
__global__ void __launch_bounds__(256) clover_basin_bz1_a(const float* __restrict__ price, const float* __restrict__ weight, float* __restrict__ out) { spread(price + 3, weight + 3, out); }
__global__ void __launch_bounds__(256) clover_basin_bz1_b(const float* __restrict__ price, const float* __restrict__ weight, float* __restrict__ out) { spread(price, weight, out); }
static void add15(std::vector<Case>& cases) {
    const size_t n = (size_t)48 << 20; const int blocks = (int)(n / 2048);
    float *p = harness::filled<float>(n + 4, 151), *w = harness::filled<float>(n + 4, 152000), *out = harness::empty<float>(n);
    float *p0 = harness::empty<float>(n), *w0 = harness::empty<float>(n);
    CHECK(cudaMemcpy(p0, p + 3, n * 4, cudaMemcpyDeviceToDevice)); CHECK(cudaMemcpy(w0, w + 3, n * 4, cudaMemcpyDeviceToDevice));
    add(cases, "clover_basin_bz1_a", [=] { clover_basin_bz1_a<<<blocks, 256>>>(p, w, out); }, out, n);
    add(cases, "clover_basin_bz1_b", [=] { clover_basin_bz1_b<<<blocks, 256>>>(p0, w0, out); }, out, n);
}

// Games: one Euler step of a particle system.
__device__ __forceinline__ void euler(const float4* __restrict__ place, const float4* __restrict__ speed, float4* __restrict__ out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 p = place[i], v = speed[i];
    out[i] = make_float4(fmaf(v.x, 0.016f, p.x), fmaf(v.y, 0.016f, p.y) - 0.00125f, fmaf(v.z, 0.016f, p.z), p.w * 0.99f);
}
__global__ void quartz_apron_bz1_a(const float4* __restrict__ place, const float4* __restrict__ speed, float4* __restrict__ out) { euler(place, speed, out); }
__global__ void quartz_apron_bz1_b(const float4* __restrict__ place, const float4* __restrict__ speed, float4* __restrict__ out) { euler(place, speed, out); }
static void add16(std::vector<Case>& cases) {
    const int n = 3840 * 4096;
    const float4 *p = (const float4*)harness::filled<float>((size_t)n * 4, 161), *v = (const float4*)harness::filled<float>((size_t)n * 4, 162000);
    float4* out = (float4*)harness::empty<float>((size_t)n * 4);
    add(cases, "quartz_apron_bz1_a", [=] { quartz_apron_bz1_a<<<n / 240, 240>>>(p, v, out); }, out, (size_t)n * 4);
    add(cases, "quartz_apron_bz1_b", [=] { quartz_apron_bz1_b<<<n / 256, 256>>>(p, v, out); }, out, (size_t)n * 4);
}

// Cryptography: ChaCha20 keystream over a buffer of 64-byte blocks kept word by word.
__device__ __forceinline__ uint32_t turn(uint32_t x, int s) { return __funnelshift_l(x, x, s); }
__device__ __forceinline__ void quarter(uint32_t& a, uint32_t& b, uint32_t& c, uint32_t& d) {
    a += b; d = turn(d ^ a, 16); c += d; b = turn(b ^ c, 12);
    a += b; d = turn(d ^ a, 8); c += d; b = turn(b ^ c, 7);
}
__global__ void __launch_bounds__(256) ginger_saddle_bz1_a(const uint32_t* __restrict__ in, uint32_t* __restrict__ out, int n, uint4 key0, uint4 key1, uint32_t nonce) {
    int i = blockIdx.x * 256 + threadIdx.x;
    const uint32_t s[16] = {0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u, key0.x, key0.y, key0.z, key0.w,
                            key1.x, key1.y, key1.z, key1.w, (uint32_t)i, nonce, nonce ^ 0x5bd1e995u, nonce + 77u};
    uint32_t x[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) x[k] = s[k];
#pragma unroll 2
    for (int r = 0; r < 10; ++r) {
        quarter(x[0], x[4], x[8], x[12]); quarter(x[1], x[5], x[9], x[13]); quarter(x[2], x[6], x[10], x[14]); quarter(x[3], x[7], x[11], x[15]);
        quarter(x[0], x[5], x[10], x[15]); quarter(x[1], x[6], x[11], x[12]); quarter(x[2], x[7], x[8], x[13]); quarter(x[3], x[4], x[9], x[14]);
    }
#pragma unroll
    for (int k = 0; k < 16; ++k) out[(size_t)k * n + i] = in[(size_t)k * n + i] ^ (x[k] + s[k]);
}
static void add17(std::vector<Case>& cases) {
    const int n = 4 << 20;
    uint32_t* in = words((size_t)n * 16, 171); uint32_t* out = harness::empty<uint32_t>((size_t)n * 16);
    const uint4 k0 = make_uint4(0x01020304u, 0x15263748u, 0x9abcdef0u, 0x2468ace1u), k1 = make_uint4(0x13579bdfu, 0xdeadbeefu, 0x0badf00du, 0xc001d00du);
    add(cases, "ginger_saddle_bz1_a", [=] { ginger_saddle_bz1_a<<<n / 256, 256>>>(in, out, n, k0, k1, 0x4a000000u); }, out, (size_t)n * 16, Output::i32);
}

// Robotics: rigid motion of a point cloud.
struct Motion { float m[12]; };
__global__ void __launch_bounds__(256) mossy_kettle_bz1_a(const float4* __restrict__ cloud, float4* __restrict__ out, Motion r) {
    size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 p[2] = {cloud[i], cloud[i + 256]};
#pragma unroll
    for (int k = 0; k < 2; ++k)
        out[i + k * 256] = make_float4(fmaf(r.m[0], p[k].x, fmaf(r.m[1], p[k].y, fmaf(r.m[2], p[k].z, r.m[3]))),
                                       fmaf(r.m[4], p[k].x, fmaf(r.m[5], p[k].y, fmaf(r.m[6], p[k].z, r.m[7]))),
                                       fmaf(r.m[8], p[k].x, fmaf(r.m[9], p[k].y, fmaf(r.m[10], p[k].z, r.m[11]))), p[k].w);
}
static void add18(std::vector<Case>& cases) {
    const int n = 20 << 20;
    const float4* cloud = (const float4*)harness::filled<float>((size_t)n * 4, 181); float4* out = (float4*)harness::empty<float>((size_t)n * 4);
    Motion r = {{0.8f, -0.6f, 0.0f, 0.1f, 0.6f, 0.8f, 0.0f, -0.2f, 0.0f, 0.0f, 1.0f, 0.3f}};
    add(cases, "mossy_kettle_bz1_a", [=] { mossy_kettle_bz1_a<<<n / 512, 256>>>(cloud, out, r); }, out, (size_t)n * 4);
}

// Weather: one diffusion step on a 8192 x 8192 grid, eight rows a thread.
__global__ void __launch_bounds__(256) birch_button_bz1_a(const float* __restrict__ in, float* __restrict__ out, int width, int height) {
    const int x = (blockIdx.x * 256 + threadIdx.x) * 4, y0 = blockIdx.y * 8;
    const int left = max(x - 1, 0), right = min(x + 4, width - 1);
    const float4* columns = reinterpret_cast<const float4*>(in + x);
    const size_t pitch = width / 4;
    float4 up = columns[(size_t)max(y0 - 1, 0) * pitch], mid = columns[(size_t)y0 * pitch];
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        const int y = y0 + k;
        float4 down = columns[(size_t)min(y + 1, height - 1) * pitch];
        float l = in[(size_t)y * width + left], r = in[(size_t)y * width + right];
        float4 o;
        o.x = fmaf(0.2f, l + mid.y + up.x + down.x - 4.0f * mid.x, mid.x);
        o.y = fmaf(0.2f, mid.x + mid.z + up.y + down.y - 4.0f * mid.y, mid.y);
        o.z = fmaf(0.2f, mid.y + mid.w + up.z + down.z - 4.0f * mid.z, mid.z);
        o.w = fmaf(0.2f, mid.z + r + up.w + down.w - 4.0f * mid.w, mid.w);
        *reinterpret_cast<float4*>(out + (size_t)y * width + x) = o;
        up = mid; mid = down;
    }
}
static void add19(std::vector<Case>& cases) {
    const int side = 8192; const size_t n = (size_t)side * side;
    float *in = harness::filled<float>(n, 191), *out = harness::empty<float>(n);
    const dim3 grid(side / 1024, side / 8);
    add(cases, "birch_button_bz1_a", [=] { birch_button_bz1_a<<<grid, 256>>>(in, out, side, side); }, out, n);
}

// Image codec: planar RGB to YCbCr.
__global__ void __launch_bounds__(256) velour_spoon_bz1_a(const float4* __restrict__ rgb, float4* __restrict__ out, int plane) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 r = rgb[i], g = rgb[i + plane], b = rgb[i + 2 * plane];
    float4 y = make_float4(0.299f * r.x + 0.587f * g.x + 0.114f * b.x, 0.299f * r.y + 0.587f * g.y + 0.114f * b.y,
                           0.299f * r.z + 0.587f * g.z + 0.114f * b.z, 0.299f * r.w + 0.587f * g.w + 0.114f * b.w);
    out[i] = y;
    out[i + plane] = make_float4(0.564f * (b.x - y.x), 0.564f * (b.y - y.y), 0.564f * (b.z - y.z), 0.564f * (b.w - y.w));
    out[i + 2 * plane] = make_float4(0.713f * (r.x - y.x), 0.713f * (r.y - y.y), 0.713f * (r.z - y.z), 0.713f * (r.w - y.w));
}
static void add20(std::vector<Case>& cases) {
    const size_t n = (size_t)24 << 20; const int plane = (int)(n / 4);
    const float4* rgb = (const float4*)harness::filled<float>(3 * n, 201); float4* out = (float4*)harness::empty<float>(3 * n);
    add(cases, "velour_spoon_bz1_a", [=] { velour_spoon_bz1_a<<<plane / 256, 256>>>(rgb, out, plane); }, out, 3 * n);
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    add01(cases); add02(cases); add03(cases); add04(cases); add05(cases); add06(cases); add07(cases); add08(cases); add09(cases); add10(cases);
    add11(cases); add12(cases); add13(cases); add14(cases); add15(cases); add16(cases); add17(cases); add18(cases); add19(cases); add20(cases);
    return harness::run(argc, argv, cases);
}
