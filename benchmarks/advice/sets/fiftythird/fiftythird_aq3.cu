// Eight measured cases of launch shapes: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Power series of degree 256 in double precision, four points a thread.
constexpr int kDegree = 256, kSeriesBlocks = 276, kPoints = kSeriesBlocks * 768 * 4;
__constant__ double series[kDegree + 1];

template <int kThreads>
__device__ __forceinline__ void lantern_moss(const double* __restrict__ x, double* __restrict__ y) {
    int at = blockIdx.x * (kThreads * 4) + threadIdx.x;
    double p[4], s[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { p[j] = x[at + j * kThreads]; s[j] = series[kDegree]; }
#pragma unroll 16
    for (int k = kDegree - 1; k >= 0; --k) {
        double c = series[k];
#pragma unroll
        for (int j = 0; j < 4; ++j) s[j] = fma(s[j], p[j], c);
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) y[at + j * kThreads] = s[j];
}

__global__ void __launch_bounds__(768, 2) lantern_moss_aq3_a(const double* __restrict__ x, double* __restrict__ y) { lantern_moss<768>(x, y); }
__global__ void __launch_bounds__(128, 16) lantern_moss_aq3_b(const double* __restrict__ x, double* __restrict__ y) { lantern_moss<128>(x, y); }

// ---- Density of each particle from all particles of its cell; cells hold 256, 512 or 1792 particles.
constexpr int kCells = 432;

__device__ __forceinline__ float cell_density(const float4* __restrict__ cell, int count, float4 me, float4* tile) {
    float sum = 0.0f;
    for (int from = 0; from < count; from += 256) {
        __syncthreads();
        float4 q = cell[from + threadIdx.x];
        tile[threadIdx.x] = make_float4(q.x, q.y, q.z, fmaf(0.5f, q.w, 1.0f));
        __syncthreads();
#pragma unroll 16
        for (int k = 0; k < 256; ++k) {
            float4 o = tile[k];
            float dx = me.x - o.x, dy = me.y - o.y, dz = me.z - o.z;
            float w = fmaxf(1.5f - fmaf(dx, dx, fmaf(dy, dy, dz * dz)), 0.0f);
            sum = fmaf(w * w, w * o.w, sum);
        }
    }
    return sum;
}

__global__ void __launch_bounds__(256) copper_otter_aq3_a(const float4* __restrict__ particle, const int2* __restrict__ cells, float* __restrict__ density) {
    __shared__ float4 tile[256];
    int2 cell = cells[blockIdx.x];  // first particle and how many
    for (int i = threadIdx.x; i < cell.y; i += 256)
        density[cell.x + i] = cell_density(particle + cell.x, cell.y, particle[cell.x + i], tile);
}

__global__ void __launch_bounds__(256) copper_otter_aq3_b(const float4* __restrict__ particle, const int4* __restrict__ parts, float* __restrict__ density) {
    __shared__ float4 tile[256];
    int4 part = parts[blockIdx.x];  // first particle of the cell, how many, first target within the cell
    int i = part.x + part.z + threadIdx.x;
    density[i] = cell_density(particle + part.x, part.y, particle[i], tile);
}

// ---- Camera frame of 6000 x 8000 pixels: 16-bit raw to linear light, shading correction by a half-precision map, tone curve to 8 bits.
constexpr int kPixels = 6000 * 8000, kFrameBlocks = kPixels / (320 * 8);
static_assert(kFrameBlocks * 320 * 8 == kPixels, "the frame must divide");

__device__ __forceinline__ float linear_of(unsigned short r) { return fmaxf((float)r - 512.0f, 0.0f) * (1.0f / 65023.0f); }
__device__ __forceinline__ float shaded(float v, float m) { return v * fmaf(0.25f, m, 1.0f); }
__device__ __forceinline__ unsigned char toned(float v) {
    float u = __saturatef(v);
    return (unsigned char)(fmaf(255.0f, u * fmaf(u, fmaf(u, 0.3f, -0.9f), 1.6f), 0.5f));
}
__device__ __forceinline__ float4 linear4(ushort4 r) { return make_float4(linear_of(r.x), linear_of(r.y), linear_of(r.z), linear_of(r.w)); }
__device__ __forceinline__ float4 shaded4(float4 v, uint2 map) {
    float2 lo = __half22float2(*reinterpret_cast<__half2*>(&map.x)), hi = __half22float2(*reinterpret_cast<__half2*>(&map.y));
    return make_float4(shaded(v.x, lo.x), shaded(v.y, lo.y), shaded(v.z, hi.x), shaded(v.w, hi.y));
}
__device__ __forceinline__ uchar4 toned4(float4 v) { return make_uchar4(toned(v.x), toned(v.y), toned(v.z), toned(v.w)); }

__global__ void __launch_bounds__(320) velvet_quay_aq3_a0(const ushort4* __restrict__ raw, float4* __restrict__ light) {
    int i = blockIdx.x * 640 + threadIdx.x;
    ushort4 r0 = raw[i], r1 = raw[i + 320];
    light[i] = linear4(r0);
    light[i + 320] = linear4(r1);
}

__global__ void __launch_bounds__(320) velvet_quay_aq3_a1(const float4* __restrict__ light, const uint2* __restrict__ map, float4* __restrict__ even) {
    int i = blockIdx.x * 640 + threadIdx.x;
    float4 v0 = light[i], v1 = light[i + 320];
    uint2 m0 = map[i], m1 = map[i + 320];
    even[i] = shaded4(v0, m0);
    even[i + 320] = shaded4(v1, m1);
}

__global__ void __launch_bounds__(320) velvet_quay_aq3_a2(const float4* __restrict__ even, uchar4* __restrict__ shown) {
    int i = blockIdx.x * 640 + threadIdx.x;
    float4 v0 = even[i], v1 = even[i + 320];
    shown[i] = toned4(v0);
    shown[i + 320] = toned4(v1);
}

__global__ void __launch_bounds__(320) velvet_quay_aq3_b(const ushort4* __restrict__ raw, const uint2* __restrict__ map, uchar4* __restrict__ shown) {
    int i = blockIdx.x * 640 + threadIdx.x;
    ushort4 r0 = raw[i], r1 = raw[i + 320];
    uint2 m0 = map[i], m1 = map[i + 320];
    shown[i] = toned4(shaded4(linear4(r0), m0));
    shown[i + 320] = toned4(shaded4(linear4(r1), m1));
}

// ---- 264 tridiagonal systems of 512 unknowns by parallel cyclic reduction; a row is (below, diagonal, above, right-hand side).
constexpr int kSystems = 264, kRows = 512;

__device__ __forceinline__ float4 row_of(float4 r) { return make_float4(0.4f * r.x, fmaf(0.3f, r.y, 2.0f), 0.4f * r.z, fmaf(0.8f, r.w, 1.2f)); }
__device__ __forceinline__ float4 reduced(float4 me, float4 up, float4 down) {
    float a = -__fdividef(me.x, up.y), c = -__fdividef(me.z, down.y);
    return make_float4(a * up.x, fmaf(a, up.z, fmaf(c, down.x, me.y)), c * down.z, fmaf(a, up.w, fmaf(c, down.w, me.w)));
}
__device__ __forceinline__ float4 outside() { return make_float4(0.0f, 1.0f, 0.0f, 0.0f); }

__global__ void __launch_bounds__(512) thistle_barn_aq3_a0(const float4* __restrict__ raw, float4* __restrict__ next) {
    int t = threadIdx.x, i = blockIdx.x * kRows + t;
    float4 me = row_of(raw[i]), up = outside(), down = outside();
    if (t >= 1) up = row_of(raw[i - 1]);
    if (t + 1 < kRows) down = row_of(raw[i + 1]);
    next[i] = reduced(me, up, down);
}

__global__ void __launch_bounds__(512) thistle_barn_aq3_a1(const float4* __restrict__ now, float4* __restrict__ next, int reach) {
    int t = threadIdx.x, i = blockIdx.x * kRows + t;
    float4 me = now[i], up = outside(), down = outside();
    if (t >= reach) up = now[i - reach];
    if (t + reach < kRows) down = now[i + reach];
    next[i] = reduced(me, up, down);
}

__global__ void __launch_bounds__(512) thistle_barn_aq3_a2(const float4* __restrict__ rows, float* __restrict__ unknown) {
    int i = blockIdx.x * kRows + threadIdx.x;
    float4 r = rows[i];
    unknown[i] = __fdividef(r.w, r.y);
}

__global__ void __launch_bounds__(512) thistle_barn_aq3_b(const float4* __restrict__ raw, float* __restrict__ unknown) {
    __shared__ float4 rows[2][kRows];
    int t = threadIdx.x, i = blockIdx.x * kRows + t, turn = 0;
    float4 me = row_of(raw[i]);
#pragma unroll
    for (int reach = 1; reach < kRows; reach *= 2) {
        float4* now = rows[turn];
        turn ^= 1;
        now[t] = me;
        __syncthreads();
        float4 up = outside(), down = outside();
        if (t >= reach) up = now[t - reach];
        if (t + reach < kRows) down = now[t + reach];
        me = reduced(me, up, down);
    }
    unknown[i] = __fdividef(me.w, me.y);
}

// ---- Quarter-circle hits of 1024 draws of each of 270336 random streams (64-bit permuted congruential generator).
constexpr int kStreams = 33 * 8 * 1024, kDraws = 1024;

__device__ __forceinline__ int hits_of(unsigned long long state) {
    int hits = 0;
#pragma unroll 8
    for (int d = 0; d < kDraws; ++d) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        unsigned mixed = (unsigned)(((state >> 18) ^ state) >> 27), turn = (unsigned)(state >> 59);
        unsigned draw = __funnelshift_r(mixed, mixed, turn), x = draw & 32767u, y = draw >> 17;
        hits += x * x + y * y < (1u << 30) ? 1 : 0;
    }
    return hits;
}

__global__ void __launch_bounds__(1024) marble_heron_aq3_a(const unsigned long long* __restrict__ seed, int* __restrict__ hits) {
#pragma unroll 1
    for (int k = 0; k < 8; ++k) {
        int i = (blockIdx.x * 8 + k) * 1024 + threadIdx.x;
        hits[i] = hits_of(seed[i]);
    }
}

__global__ void __launch_bounds__(256) marble_heron_aq3_b(const unsigned long long* __restrict__ seed, int* __restrict__ hits) {
    int i = blockIdx.x * 256 + threadIdx.x;
    hits[i] = hits_of(seed[i]);
}

// ---- Half-precision values standardized by mean and deviation that each block sums from 6144 partial statistics.
constexpr int kPartials = 6144, kSweep = 1056 * 256, kOctets = kSweep * 120;  // octets of halves

template <int kThreads>
__device__ __forceinline__ float2 scale_shift(const float4* __restrict__ partial) {
    __shared__ float2 warps[kThreads / 32];
    float sum = 0.0f, square = 0.0f;
#pragma unroll 8
    for (int k = threadIdx.x; k < kPartials / 4; k += kThreads) {
        float4 p = partial[k];
        sum += (p.x + p.y) + (p.z + p.w);
        square = fmaf(p.x, p.x, fmaf(p.y, p.y, fmaf(p.z, p.z, fmaf(p.w, p.w, square))));
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        sum += __shfl_xor_sync(0xffffffffu, sum, o);
        square += __shfl_xor_sync(0xffffffffu, square, o);
    }
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = make_float2(sum, square);
    __syncthreads();
    sum = square = 0.0f;
#pragma unroll
    for (int w = 0; w < kThreads / 32; ++w) { sum += warps[w].x; square += warps[w].y; }
    float mean = sum * (1.0f / kPartials), deviation = rsqrtf(fmaf(-mean, mean, square * (1.0f / kPartials)));
    return make_float2(deviation, fmaf(-mean, deviation, 1.5f));
}

__device__ __forceinline__ unsigned scaled2(unsigned bits, float2 by) {
    float2 v = __half22float2(*reinterpret_cast<__half2*>(&bits));
    __half2 r = __floats2half2_rn(fmaf(v.x, by.x, by.y), fmaf(v.y, by.x, by.y));
    return *reinterpret_cast<unsigned*>(&r);
}
__device__ __forceinline__ uint4 scaled8(uint4 v, float2 by) { return make_uint4(scaled2(v.x, by), scaled2(v.y, by), scaled2(v.z, by), scaled2(v.w, by)); }

__global__ void __launch_bounds__(64) saffron_kettle_aq3_a(const float4* __restrict__ partial, const uint4* __restrict__ in, uint4* __restrict__ out) {
    float2 by = scale_shift<64>(partial);
    int i = blockIdx.x * 64 + threadIdx.x;
    __stcs(out + i, scaled8(__ldcs(in + i), by));
}

__global__ void __launch_bounds__(256, 8) saffron_kettle_aq3_b(const float4* __restrict__ partial, const uint4* __restrict__ in, uint4* __restrict__ out) {
    float2 by = scale_shift<256>(partial);
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kOctets; i += 2 * kSweep) {
        uint4 v0 = __ldcs(in + i), v1 = __ldcs(in + i + kSweep);
        __stcs(out + i, scaled8(v0, by));
        __stcs(out + i + kSweep, scaled8(v1, by));
    }
}

// ---- Four epidemics a thread over 96 days from bfloat16 starting values (share susceptible, share infected).
constexpr int kTowns = 7432 * 512;  // quadruples; 14 waves of 528 blocks and 40 blocks

template <int kThreads>
__device__ __forceinline__ void willow_anvil(const uint4* __restrict__ start, float4* __restrict__ finish) {
    int at = blockIdx.x * kThreads + threadIdx.x;
    uint4 q = start[at];
    unsigned bits[4] = {q.x, q.y, q.z, q.w};
    float s[4], i[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {  // a bfloat16 is the upper half of a float
        s[j] = fmaf(0.25f, __uint_as_float(bits[j] << 16), 0.7f);
        i[j] = fmaf(0.04f, __uint_as_float(bits[j] & 0xffff0000u), 0.05f);
    }
#pragma unroll 8
    for (int day = 0; day < 96; ++day) {
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float met = s[j] * i[j];
            s[j] = fmaf(-0.24f, met, s[j]);
            i[j] = fmaf(0.24f, met, 0.93f * i[j]);
        }
    }
    finish[at] = make_float4(fmaf(0.5f, s[0], i[0]), fmaf(0.5f, s[1], i[1]), fmaf(0.5f, s[2], i[2]), fmaf(0.5f, s[3], i[3]));
}

__global__ void __launch_bounds__(512, 4) willow_anvil_aq3_a(const uint4* __restrict__ start, float4* __restrict__ finish) { willow_anvil<512>(start, finish); }
__global__ void __launch_bounds__(128, 16) willow_anvil_aq3_b(const uint4* __restrict__ start, float4* __restrict__ finish) { willow_anvil<128>(start, finish); }

// ---- Squared distance of two long double vectors: a partial sum a block of one wave.
constexpr int kPace = 132 * 5 * 384, kPairs = kPace * 2 * 40;  // double2

__global__ void __launch_bounds__(384, 5) juniper_slate_aq3_a(const double2* __restrict__ x, const double2* __restrict__ y, double* __restrict__ partial) {
    __shared__ double warps[12];
    double even = 0.0, odd = 0.0;
    for (int i = blockIdx.x * 384 + threadIdx.x; i < kPairs; i += 2 * kPace) {
        double2 a = __ldcs(x + i), b = __ldcs(y + i), c = __ldcs(x + i + kPace), d = __ldcs(y + i + kPace);
        double u = a.x - b.x, v = a.y - b.y, w = c.x - d.x, z = c.y - d.y;
        even = fma(u, u, fma(v, v, even));
        odd = fma(w, w, fma(z, z, odd));
    }
    double sum = even + odd;
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        sum = 0.0;
#pragma unroll
        for (int w = 0; w < 12; ++w) sum += warps[w];
        partial[blockIdx.x] = sum;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    {
        std::vector<double> c(kDegree + 1);
        for (int k = 0; k <= kDegree; ++k) c[k] = 0.5 / (k + 1) + 0.01;
        CHECK(cudaMemcpyToSymbol(series, c.data(), c.size() * sizeof(double)));
        double *x = filled<double>(kPoints, 11), *y = empty<double>(kPoints);
        add("lantern_moss_aq3_a", y, kPoints, Output::f64, [=] { lantern_moss_aq3_a<<<kSeriesBlocks, 768>>>(x, y); });
        add("lantern_moss_aq3_b", y, kPoints, Output::f64, [=] { lantern_moss_aq3_b<<<kSeriesBlocks * 6, 128>>>(x, y); });
    }
    {
        std::vector<int2> cells;
        int total = 0;
        for (int c = 0; c < kCells; ++c) {
            int count = c % 36 == 17 ? 1792 : harness::hash32(c + 5) % 2 ? 512 : 256;
            cells.push_back(make_int2(total, count));
            total += count;
        }
        std::vector<int4> parts;
        for (int2 c : cells)
            for (int from = 0; from < c.y; from += 256) parts.push_back(make_int4(c.x, c.y, from, 0));
        std::stable_sort(parts.begin(), parts.end(), [](const int4& l, const int4& r) { return l.y > r.y; });  // the longest first
        float4* particle = reinterpret_cast<float4*>(filled<float>((size_t)total * 4, 12));
        float* density = empty<float>(total);
        int2* cell = uploaded(cells);
        int4* part = uploaded(parts);
        int blocks = (int)parts.size();
        add("copper_otter_aq3_a", density, total, Output::f32, [=] { copper_otter_aq3_a<<<kCells, 256>>>(particle, cell, density); });
        add("copper_otter_aq3_b", density, total, Output::f32, [=] { copper_otter_aq3_b<<<blocks, 256>>>(particle, part, density); });
    }
    {
        ushort4* raw = reinterpret_cast<ushort4*>(indices(kPixels / 2, 0xffffffffu, 13));
        uint2* map = reinterpret_cast<uint2*>(filled<__half>(kPixels, 14));
        float4 *light = reinterpret_cast<float4*>(empty<float>(kPixels)), *even = reinterpret_cast<float4*>(empty<float>(kPixels));
        uchar4* shown = reinterpret_cast<uchar4*>(empty<unsigned char>(kPixels));
        add("velvet_quay_aq3_a", shown, kPixels, Output::u8, [=] {
            velvet_quay_aq3_a0<<<kFrameBlocks, 320>>>(raw, light);
            velvet_quay_aq3_a1<<<kFrameBlocks, 320>>>(light, map, even);
            velvet_quay_aq3_a2<<<kFrameBlocks, 320>>>(even, shown); });
        add("velvet_quay_aq3_b", shown, kPixels, Output::u8, [=] { velvet_quay_aq3_b<<<kFrameBlocks, 320>>>(raw, map, shown); });
    }
    {
        constexpr int kAll = kSystems * kRows;
        float4 *raw = reinterpret_cast<float4*>(filled<float>(kAll * 4, 15)), *one = reinterpret_cast<float4*>(empty<float>(kAll * 4)),
               *two = reinterpret_cast<float4*>(empty<float>(kAll * 4));
        float* unknown = empty<float>(kAll);
        add("thistle_barn_aq3_a", unknown, kAll, Output::f32, [=] {
            thistle_barn_aq3_a0<<<kSystems, kRows>>>(raw, one);
            float4 *now = one, *next = two;
            for (int reach = 2; reach < kRows; reach *= 2) {
                thistle_barn_aq3_a1<<<kSystems, kRows>>>(now, next, reach);
                std::swap(now, next);
            }
            thistle_barn_aq3_a2<<<kSystems, kRows>>>(now, unknown); });
        add("thistle_barn_aq3_b", unknown, kAll, Output::f32, [=] { thistle_barn_aq3_b<<<kSystems, kRows>>>(raw, unknown); });
    }
    {
        unsigned long long* seed = reinterpret_cast<unsigned long long*>(indices((size_t)kStreams * 2, 0xffffffffu, 16));
        int* hits = empty<int>(kStreams);
        add("marble_heron_aq3_a", hits, kStreams, Output::i32, [=] { marble_heron_aq3_a<<<kStreams / 8192, 1024>>>(seed, hits); });
        add("marble_heron_aq3_b", hits, kStreams, Output::i32, [=] { marble_heron_aq3_b<<<kStreams / 256, 256>>>(seed, hits); });
    }
    {
        float4* partial = reinterpret_cast<float4*>(filled<float>(kPartials, 17));
        uint4 *in = reinterpret_cast<uint4*>(filled<__half>((size_t)kOctets * 8, 18)), *out = reinterpret_cast<uint4*>(empty<__half>((size_t)kOctets * 8));
        add("saffron_kettle_aq3_a", out, (size_t)kOctets * 8, Output::f16, [=] { saffron_kettle_aq3_a<<<kOctets / 64, 64>>>(partial, in, out); });
        add("saffron_kettle_aq3_b", out, (size_t)kOctets * 8, Output::f16, [=] { saffron_kettle_aq3_b<<<1056, 256>>>(partial, in, out); });
    }
    {
        uint4* start = reinterpret_cast<uint4*>(filled<__nv_bfloat16>((size_t)kTowns * 8, 19));
        float4* finish = reinterpret_cast<float4*>(empty<float>((size_t)kTowns * 4));
        add("willow_anvil_aq3_a", finish, (size_t)kTowns * 4, Output::f32, [=] { willow_anvil_aq3_a<<<kTowns / 512, 512>>>(start, finish); });
        add("willow_anvil_aq3_b", finish, (size_t)kTowns * 4, Output::f32, [=] { willow_anvil_aq3_b<<<kTowns / 128, 128>>>(start, finish); });
    }
    {
        double2 *x = reinterpret_cast<double2*>(filled<double>((size_t)kPairs * 2, 20)), *y = reinterpret_cast<double2*>(filled<double>((size_t)kPairs * 2, 21));
        double* partial = empty<double>(660);
        add("juniper_slate_aq3_a", partial, 660, Output::f64, [=] { juniper_slate_aq3_a<<<660, 384>>>(x, y, partial); });
    }
    return harness::run(argc, argv, cases);
}
