// Eight measured cases of launch shape: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Pseudo-random integration: 64 xorshift draws from each seed, their mean of a cubic.
constexpr int kSeeds = 277 * 1024 * 8;

template <int kThreads, int kEach>
__device__ __forceinline__ void pebble_lantern(const uint32_t* __restrict__ seeds, float* __restrict__ area) {
    int first = blockIdx.x * (kThreads * kEach) + threadIdx.x;
#pragma unroll 1
    for (int j = 0; j < kEach; ++j) {
        uint32_t s = seeds[first + j * kThreads] | 1u;
        float sum = 0.0f;
#pragma unroll 8
        for (int draw = 0; draw < 64; ++draw) {
            s ^= s << 13; s ^= s >> 17; s ^= s << 5;
            float u = __uint_as_float((s >> 9) | 0x3f800000u) - 1.0f;
            sum = fmaf(u * u, u + 0.75f, sum);
        }
        area[first + j * kThreads] = sum * (1.0f / 64);
    }
}

__global__ void __launch_bounds__(1024, 2) pebble_lantern_ao3_a(const uint32_t* __restrict__ seeds, float* __restrict__ area) {
    pebble_lantern<1024, 8>(seeds, area);
}
__global__ void __launch_bounds__(128) pebble_lantern_ao3_b(const uint32_t* __restrict__ seeds, float* __restrict__ area) {
    pebble_lantern<128, 1>(seeds, area);
}

// ---- Dot products of ragged segments in double precision.
constexpr int kSegments = 3168, kLarge = 12, kLargeLength = 150000, kChunk = 2048;

__device__ __forceinline__ double otter_velvet(const double* __restrict__ x, const double* __restrict__ y, int from, int to) {
    __shared__ double part[8];
    int i = from + threadIdx.x, lane = threadIdx.x % 32;
    double sum = 0.0;
    for (; i + 768 < to; i += 1024) {
        double p[4], q[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) { p[j] = x[i + j * 256]; q[j] = y[i + j * 256]; }
#pragma unroll
        for (int j = 0; j < 4; ++j) sum = fma(p[j], q[j], sum);
    }
    for (; i < to; i += 256) sum = fma(x[i], y[i], sum);
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (lane == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = part[lane % 8];
#pragma unroll
    for (int o = 4; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    return sum;
}

__global__ void __launch_bounds__(256) otter_velvet_ao3_a(const double* __restrict__ x, const double* __restrict__ y, const int* __restrict__ offset,
                                                          double* __restrict__ dot) {
    double sum = otter_velvet(x, y, offset[blockIdx.x], offset[blockIdx.x + 1]);
    if (threadIdx.x == 0) dot[blockIdx.x] = sum;
}
__global__ void __launch_bounds__(256) otter_velvet_ao3_b(const double* __restrict__ x, const double* __restrict__ y, const int4* __restrict__ chunk,
                                                          double* __restrict__ dot) {
    int4 c = chunk[blockIdx.x];  // segment, from, to
    double sum = otter_velvet(x, y, c.y, c.z);
    if (threadIdx.x == 0) atomicAdd(dot + c.x, sum);
}

// ---- Half-precision chain: affine map, gate, residual with limits; eight elements in a quadruple of words.
constexpr int kOctets = 24000 * 768;

struct Octet { uint32_t w[4]; };  // eight halves
__device__ __forceinline__ Octet octet_of(const uint4* __restrict__ p, int i) { uint4 v = p[i]; return {{v.x, v.y, v.z, v.w}}; }
__device__ __forceinline__ uint4 raw_of(const Octet& v) { return make_uint4(v.w[0], v.w[1], v.w[2], v.w[3]); }
__device__ __forceinline__ __half2 pair_of(uint32_t w) { return *reinterpret_cast<const __half2*>(&w); }
__device__ __forceinline__ uint32_t word_of(__half2 h) { return *reinterpret_cast<const uint32_t*>(&h); }
__device__ __forceinline__ __half2 affine_of(__half2 x) { return __hfma2(x, __float2half2_rn(0.75f), __float2half2_rn(0.5f)); }
__device__ __forceinline__ __half2 gated_of(__half2 t, __half2 g) { return __hmul2_rn(t, g); }
__device__ __forceinline__ __half2 limited_of(__half2 u, __half2 r) {
    return __hmin2(__hmax2(__hfma2(r, __float2half2_rn(0.5f), u), __float2half2_rn(-0.25f)), __float2half2_rn(1.0f));
}

__global__ void __launch_bounds__(384) saffron_anvil_ao3_a0(const uint4* __restrict__ x, uint4* __restrict__ t) {
    int i = blockIdx.x * 768 + threadIdx.x;
    Octet v[2] = {octet_of(x, i), octet_of(x, i + 384)};
#pragma unroll
    for (int j = 0; j < 2; ++j) {
#pragma unroll
        for (int k = 0; k < 4; ++k) v[j].w[k] = word_of(affine_of(pair_of(v[j].w[k])));
        t[i + j * 384] = raw_of(v[j]);
    }
}
__global__ void __launch_bounds__(384) saffron_anvil_ao3_a1(const uint4* __restrict__ t, const uint4* __restrict__ gate, uint4* __restrict__ u) {
    int i = blockIdx.x * 768 + threadIdx.x;
    Octet v[2] = {octet_of(t, i), octet_of(t, i + 384)}, g[2] = {octet_of(gate, i), octet_of(gate, i + 384)};
#pragma unroll
    for (int j = 0; j < 2; ++j) {
#pragma unroll
        for (int k = 0; k < 4; ++k) v[j].w[k] = word_of(gated_of(pair_of(v[j].w[k]), pair_of(g[j].w[k])));
        u[i + j * 384] = raw_of(v[j]);
    }
}
__global__ void __launch_bounds__(384) saffron_anvil_ao3_a2(const uint4* __restrict__ u, const uint4* __restrict__ rest, uint4* __restrict__ out) {
    int i = blockIdx.x * 768 + threadIdx.x;
    Octet v[2] = {octet_of(u, i), octet_of(u, i + 384)}, r[2] = {octet_of(rest, i), octet_of(rest, i + 384)};
#pragma unroll
    for (int j = 0; j < 2; ++j) {
#pragma unroll
        for (int k = 0; k < 4; ++k) v[j].w[k] = word_of(limited_of(pair_of(v[j].w[k]), pair_of(r[j].w[k])));
        out[i + j * 384] = raw_of(v[j]);
    }
}
__global__ void __launch_bounds__(384) saffron_anvil_ao3_b(const uint4* __restrict__ x, const uint4* __restrict__ gate, const uint4* __restrict__ rest,
                                                           uint4* __restrict__ out) {
    int i = blockIdx.x * 768 + threadIdx.x;
    Octet v[2] = {octet_of(x, i), octet_of(x, i + 384)}, g[2] = {octet_of(gate, i), octet_of(gate, i + 384)};
    Octet r[2] = {octet_of(rest, i), octet_of(rest, i + 384)};
#pragma unroll
    for (int j = 0; j < 2; ++j) {
#pragma unroll
        for (int k = 0; k < 4; ++k) v[j].w[k] = word_of(limited_of(gated_of(affine_of(pair_of(v[j].w[k])), pair_of(g[j].w[k])), pair_of(r[j].w[k])));
        out[i + j * 384] = raw_of(v[j]);
    }
}

// ---- Inclusive scan of 140 rows of 2048 integers: 11 doubling steps, or a block a row.
constexpr int kRows = 140, kLong = 2048;

__global__ void __launch_bounds__(512) thimble_heron_ao3_a0(const int* __restrict__ now, int* __restrict__ next, int step) {
    int i = blockIdx.x * 512 + threadIdx.x, v = now[i];
    if (i % kLong >= step) v += now[i - step];
    next[i] = v;
}
__global__ void __launch_bounds__(512) thimble_heron_ao3_b(const int4* __restrict__ values, int4* __restrict__ scanned) {
    __shared__ int total[16];
    int at = blockIdx.x * (kLong / 4) + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int4 v = values[at];
    v.y += v.x; v.z += v.y; v.w += v.z;
    int sum = v.w;
#pragma unroll
    for (int o = 1; o < 32; o *= 2) {
        int other = __shfl_up_sync(0xffffffffu, sum, o);
        if (lane >= o) sum += other;
    }
    if (lane == 31) total[warp] = sum;
    __syncthreads();
    int lead = sum - v.w;
#pragma unroll
    for (int w = 0; w < 15; ++w) lead += w < warp ? total[w] : 0;
    scanned[at] = make_int4(v.x + lead, v.y + lead, v.z + lead, v.w + lead);
}

// ---- Dot products of ten pairs of vectors of 8-bit integers.
constexpr int kPairs = 10, kWords4 = 81920;  // quadruples of words in each vector

template <int kThreads, int kEach>
__device__ __forceinline__ int quince_harbor(const int4* __restrict__ x, const int4* __restrict__ y, int from) {
    __shared__ int part[kThreads / 32];
    int i = from + threadIdx.x, sum = 0;
#pragma unroll 5
    for (int j = 0; j < kEach; ++j) {
        int4 p = x[i + j * kThreads], q = y[i + j * kThreads];
        sum = __dp4a(p.x, q.x, sum); sum = __dp4a(p.y, q.y, sum); sum = __dp4a(p.z, q.z, sum); sum = __dp4a(p.w, q.w, sum);
    }
    sum = __reduce_add_sync(0xffffffffu, sum);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    return __reduce_add_sync(0xffffffffu, threadIdx.x % 32 < kThreads / 32 ? part[threadIdx.x % 32] : 0);
}

__global__ void __launch_bounds__(1024) quince_harbor_ao3_a(const int4* __restrict__ x, const int4* __restrict__ y, int* __restrict__ dot) {
    int sum = quince_harbor<1024, kWords4 / 1024>(x, y, blockIdx.x * kWords4);
    if (threadIdx.x == 0) dot[blockIdx.x] = sum;
}
__global__ void __launch_bounds__(256) quince_harbor_ao3_b(const int4* __restrict__ x, const int4* __restrict__ y, int* __restrict__ dot) {
    int sum = quince_harbor<256, 5>(x, y, blockIdx.y * kWords4 + blockIdx.x * 1280);
    if (threadIdx.x == 0) atomicAdd(dot + blockIdx.y, sum);
}

// ---- Chebyshev series of 160 terms in double precision (Clenshaw), three points a thread.
constexpr int kTerms = 160, kPoints = 3 * 45 * 256 * 80;
__constant__ double kSeries[kTerms];

template <int kThreads>
__device__ __forceinline__ void walnut_sextant(const double* __restrict__ x, double* __restrict__ value) {
    int i = blockIdx.x * (kThreads * 3) + threadIdx.x;
    double p[3], b1[3] = {0.0, 0.0, 0.0}, b2[3] = {0.0, 0.0, 0.0};
#pragma unroll
    for (int j = 0; j < 3; ++j) p[j] = 2.0 * x[i + j * kThreads];
#pragma unroll 8
    for (int k = kTerms - 1; k > 0; --k) {
        double c = kSeries[k];
#pragma unroll
        for (int j = 0; j < 3; ++j) {
            double b = fma(p[j], b1[j], c - b2[j]);
            b2[j] = b1[j]; b1[j] = b;
        }
    }
#pragma unroll
    for (int j = 0; j < 3; ++j) value[i + j * kThreads] = fma(0.5 * p[j], b1[j], kSeries[0] - b2[j]);
}

__global__ void __launch_bounds__(45) walnut_sextant_ao3_a(const double* __restrict__ x, double* __restrict__ value) { walnut_sextant<45>(x, value); }
__global__ void __launch_bounds__(128) walnut_sextant_ao3_b(const double* __restrict__ x, double* __restrict__ value) { walnut_sextant<128>(x, value); }

// ---- Particles in a quartic well: 64 leapfrog steps of place and speed in the plane.
constexpr int kParticles = (528 * 40 + 40) * 512;

template <int kThreads>
__device__ __forceinline__ void marigold_kettle(const float4* __restrict__ start, float4* __restrict__ end) {
    int i = blockIdx.x * kThreads + threadIdx.x;
    float4 s = start[i];
#pragma unroll 8
    for (int step = 0; step < 64; ++step) {
        float pull = fmaf(-0.002f, fmaf(s.x, s.x, s.y * s.y), -0.01f);
        s.z = fmaf(pull, s.x, s.z); s.w = fmaf(pull, s.y, s.w);
        s.x = fmaf(0.05f, s.z, s.x); s.y = fmaf(0.05f, s.w, s.y);
    }
    end[i] = s;
}

__global__ void __launch_bounds__(512) marigold_kettle_ao3_a(const float4* __restrict__ start, float4* __restrict__ end) { marigold_kettle<512>(start, end); }
__global__ void __launch_bounds__(128) marigold_kettle_ao3_b(const float4* __restrict__ start, float4* __restrict__ end) { marigold_kettle<128>(start, end); }

// ---- Sum of the squares of a long bfloat16 array: one wave of blocks, each with its partial sum.
constexpr int kFleet = 132 * 4, kStep = kFleet * 512, kBrain = kStep * 4 * 110;  // quadruples of words

__global__ void __launch_bounds__(512, 4) cobalt_willow_ao3_a(const uint4* __restrict__ data, float* __restrict__ squares) {
    __shared__ float part[16];
    float even = 0.0f, odd = 0.0f;
    for (int i = blockIdx.x * 512 + threadIdx.x; i < kBrain; i += 4 * kStep) {
        uint4 v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = data[i + j * kStep];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const uint32_t word[4] = {v[j].x, v[j].y, v[j].z, v[j].w};
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                float low = __uint_as_float(word[k] << 16), high = __uint_as_float(word[k] & 0xffff0000u);
                even = fmaf(low, low, even); odd = fmaf(high, high, odd);
            }
        }
    }
    float sum = even + odd;
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = part[threadIdx.x % 16];
#pragma unroll
    for (int o = 8; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (threadIdx.x == 0) squares[blockIdx.x] = sum;
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type}); };

    const uint32_t* seeds = reinterpret_cast<const uint32_t*>(indices(kSeeds, 0xffffffffu, 11));
    float* area = empty<float>(kSeeds);
    add("pebble_lantern_ao3_a", area, kSeeds, Output::f32, [=] { pebble_lantern_ao3_a<<<kSeeds / 8192, 1024>>>(seeds, area); });
    add("pebble_lantern_ao3_b", area, kSeeds, Output::f32, [=] { pebble_lantern_ao3_b<<<kSeeds / 128, 128>>>(seeds, area); });

    std::vector<int> offsets(1, 0);
    std::vector<int4> chunks;
    for (int s = 0; s < kSegments; ++s) {
        int from = offsets.back();
        int to = from + (s >= kSegments - kLarge ? kLargeLength : 1024 + (int)(harness::hash32(s + 12) % 1024));
        for (int c = from; c < to; c += kChunk) chunks.push_back(make_int4(s, c, std::min(c + kChunk, to), 0));
        offsets.push_back(to);
    }
    const int nchunks = (int)chunks.size();
    const double *dx = filled<double>(offsets.back(), 13), *dy = filled<double>(offsets.back(), 14);
    const int* offset = uploaded(offsets);
    const int4* chunk = uploaded(chunks);
    double* dots = empty<double>(kSegments);
    add("otter_velvet_ao3_a", dots, kSegments, Output::f64, [=] { otter_velvet_ao3_a<<<kSegments, 256>>>(dx, dy, offset, dots); });
    add("otter_velvet_ao3_b", dots, kSegments, Output::f64, [=] {
        CHECK(cudaMemsetAsync(dots, 0, kSegments * sizeof(double)));
        otter_velvet_ao3_b<<<nchunks, 256>>>(dx, dy, chunk, dots); });

    auto halves = [](uint32_t seed) { return reinterpret_cast<uint4*>(filled<__half>((size_t)kOctets * 8, seed)); };
    const uint4 *hx = halves(15), *gate = halves(16), *rest = halves(17);
    uint4 *ht = empty<uint4>(kOctets), *hu = empty<uint4>(kOctets), *ho = empty<uint4>(kOctets);
    add("saffron_anvil_ao3_a", ho, (size_t)kOctets * 8, Output::f16, [=] {
        saffron_anvil_ao3_a0<<<kOctets / 768, 384>>>(hx, ht);
        saffron_anvil_ao3_a1<<<kOctets / 768, 384>>>(ht, gate, hu);
        saffron_anvil_ao3_a2<<<kOctets / 768, 384>>>(hu, rest, ho); });
    add("saffron_anvil_ao3_b", ho, (size_t)kOctets * 8, Output::f16, [=] { saffron_anvil_ao3_b<<<kOctets / 768, 384>>>(hx, gate, rest, ho); });

    const int* values = indices(kRows * kLong, 1000, 18);
    int *other = empty<int>(kRows * kLong), *scanned = empty<int>(kRows * kLong);
    add("thimble_heron_ao3_a", scanned, kRows * kLong, Output::i32, [=] {
        for (int k = 0; k < 11; ++k)
            thimble_heron_ao3_a0<<<kRows * kLong / 512, 512>>>(k == 0 ? values : k % 2 ? scanned : other, k % 2 ? other : scanned, 1 << k); });
    add("thimble_heron_ao3_b", scanned, kRows * kLong, Output::i32, [=] {
        thimble_heron_ao3_b<<<kRows, 512>>>(reinterpret_cast<const int4*>(values), reinterpret_cast<int4*>(scanned)); });

    const int4* bx = reinterpret_cast<const int4*>(indices((size_t)kPairs * kWords4 * 4, 0xffffffffu, 19));
    const int4* by = reinterpret_cast<const int4*>(indices((size_t)kPairs * kWords4 * 4, 0xffffffffu, 900000019u));
    int* dot8 = empty<int>(kPairs);
    add("quince_harbor_ao3_a", dot8, kPairs, Output::i32, [=] { quince_harbor_ao3_a<<<kPairs, 1024>>>(bx, by, dot8); });
    add("quince_harbor_ao3_b", dot8, kPairs, Output::i32, [=] {
        CHECK(cudaMemsetAsync(dot8, 0, kPairs * sizeof(int)));
        quince_harbor_ao3_b<<<dim3(kWords4 / 1280, kPairs), 256>>>(bx, by, dot8); });

    std::vector<double> series(kTerms);
    for (int k = 0; k < kTerms; ++k) series[k] = (k % 3 ? 1.0 : -0.5) / (1.0 + 0.25 * k);
    CHECK(cudaMemcpyToSymbol(kSeries, series.data(), kTerms * sizeof(double)));
    const double* px = filled<double>(kPoints, 20);
    double* series_out = empty<double>(kPoints);
    add("walnut_sextant_ao3_a", series_out, kPoints, Output::f64, [=] { walnut_sextant_ao3_a<<<kPoints / 135, 45>>>(px, series_out); });
    add("walnut_sextant_ao3_b", series_out, kPoints, Output::f64, [=] { walnut_sextant_ao3_b<<<kPoints / 384, 128>>>(px, series_out); });

    const float4* start = reinterpret_cast<const float4*>(filled<float>((size_t)kParticles * 4, 21));
    float4* end = empty<float4>(kParticles);
    add("marigold_kettle_ao3_a", end, (size_t)kParticles * 4, Output::f32, [=] { marigold_kettle_ao3_a<<<kParticles / 512, 512>>>(start, end); });
    add("marigold_kettle_ao3_b", end, (size_t)kParticles * 4, Output::f32, [=] { marigold_kettle_ao3_b<<<kParticles / 128, 128>>>(start, end); });

    const uint4* brain = reinterpret_cast<const uint4*>(filled<__nv_bfloat16>((size_t)kBrain * 8, 22));
    float* squares = empty<float>(kFleet);
    add("cobalt_willow_ao3_a", squares, kFleet, Output::f32, [=] { cobalt_willow_ao3_a<<<kFleet, 512>>>(brain, squares); });

    return harness::run(argc, argv, cases);
}
