// Eight measured cases of arithmetic: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Growth of animals of given food supply: 192 steps of allometric uptake against maintenance, a thread an animal.
constexpr int kAnimals = 132 * 256, kSeasons = 192;

__global__ void __launch_bounds__(256) copper_lantern_ao6_a(const float* __restrict__ food, float* __restrict__ mass, float power) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float f = 1.5f + 0.5f * food[i], m = 0.4f;
#pragma unroll 2
    for (int s = 0; s < kSeasons; ++s) {
        float eaten = log1pf(f / (m + 0.5f)) * powf(m, power);
        m = fmaf(0.05f, eaten - 0.6f * m, m);
    }
    mass[i] = m;
}

__global__ void __launch_bounds__(256) copper_lantern_ao6_b(const float* __restrict__ food, float* __restrict__ mass, float power) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float f = 1.5f + 0.5f * food[i], m = 0.4f;
#pragma unroll 2
    for (int s = 0; s < kSeasons; ++s) {
        float eaten = __logf(1.0f + __fdividef(f, m + 0.5f)) * __powf(m, power);
        m = fmaf(0.05f, eaten - 0.6f * m, m);
    }
    mass[i] = m;
}

// ---- Permutation of a 4-D tensor [a][c][b][d] to [a][b][c][d] with a factor per c, four elements a thread.
constexpr int kExtA = 160, kExtB = 75, kExtC = 56, kExtD = 40, kTensor = kExtA * kExtB * kExtC * kExtD;
static_assert(kTensor % 1024 == 0, "whole blocks only");

__global__ void __launch_bounds__(256) velvet_compass_ao6_a(const float* __restrict__ in, const float* __restrict__ factor, float* __restrict__ out,
                                                            long long nb, long long nc, long long nd) {
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        long long i = (long long)blockIdx.x * 1024 + k * 256 + threadIdx.x;
        long long d = i % nd, rest = i / nd;
        long long c = rest % nc;
        rest /= nc;
        long long b = rest % nb, a = rest / nb;
        out[i] = factor[c] * in[((a * nc + c) * nb + b) * nd + d];
    }
}

struct Divider {
    unsigned by, magic, shift;
    __device__ __forceinline__ unsigned quotient(unsigned n) const { return (__umulhi(n, magic) + n) >> shift; }  // n below 2^31
};
static Divider divider(unsigned by) {
    unsigned shift = 0;
    while ((1ull << shift) < by) ++shift;
    return {by, (unsigned)(((1ull << 32) * ((1ull << shift) - by)) / by + 1), shift};
}

__global__ void __launch_bounds__(256) velvet_compass_ao6_b(const float* __restrict__ in, const float* __restrict__ factor, float* __restrict__ out,
                                                            Divider nb, Divider nc, Divider nd) {
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        unsigned i = blockIdx.x * 1024 + k * 256 + threadIdx.x;
        unsigned i1 = nd.quotient(i), d = i - i1 * nd.by;
        unsigned i2 = nc.quotient(i1), c = i1 - i2 * nc.by;
        unsigned a = nb.quotient(i2), b = i2 - a * nb.by;
        out[i] = factor[c] * in[((a * nc.by + c) * nb.by + b) * nd.by + d];
    }
}

// ---- Harvested logistic populations in double: eight of them a thread, 600 years each.
constexpr int kHabitats = 132 * 128, kPools = 8, kYears = 600;

__global__ void __launch_bounds__(128) marble_orchard_ao6_a(const double* __restrict__ start, double* __restrict__ finish) {
    int i = blockIdx.x * 128 + threadIdx.x;
#pragma unroll 1
    for (int k = 0; k < kPools; ++k) {
        double x = 2.0 + start[k * kHabitats + i];
#pragma unroll 8
        for (int y = 0; y < kYears; ++y) x = fma(x, fma(-0.002, x, 1.006), -0.001);
        finish[k * kHabitats + i] = x;
    }
}

__global__ void __launch_bounds__(128) marble_orchard_ao6_b(const double* __restrict__ start, double* __restrict__ finish) {
    int i = blockIdx.x * 128 + threadIdx.x;
    double x[kPools];
#pragma unroll
    for (int k = 0; k < kPools; ++k) x[k] = 2.0 + start[k * kHabitats + i];
#pragma unroll 4
    for (int y = 0; y < kYears; ++y) {
#pragma unroll
        for (int k = 0; k < kPools; ++k) x[k] = fma(x[k], fma(-0.002, x[k], 1.006), -0.001);
    }
#pragma unroll
    for (int k = 0; k < kPools; ++k) finish[k * kHabitats + i] = x[k];
}

// ---- Complex polynomial of degree 127 at six million points, two points a thread and round.
constexpr int kTerms = 128, kPairs = 132 * 6 * 320 * 12;

template <bool kFused>
__device__ __forceinline__ void horner_step(float& u, float& v, float x, float y, float re, float im) {
    float p, q;
    if (kFused) {
        p = __fmaf_rn(u, x, __fmaf_rn(-v, y, re));
        q = __fmaf_rn(u, y, __fmaf_rn(v, x, im));
    } else {
        p = __fadd_rn(__fmul_rn(u, x), __fadd_rn(__fmul_rn(-v, y), re));
        q = __fadd_rn(__fmul_rn(u, y), __fadd_rn(__fmul_rn(v, x), im));
    }
    u = p; v = q;
}

template <bool kFused>
__device__ __forceinline__ void horner(const float4* __restrict__ z, const float* __restrict__ coef, float4* __restrict__ value) {
    __shared__ __align__(16) float terms[2 * kTerms];
    if (threadIdx.x < 2 * kTerms) terms[threadIdx.x] = 0.75f + 0.5f * coef[threadIdx.x];
    __syncthreads();
    for (int i = blockIdx.x * 320 + threadIdx.x; i < kPairs; i += gridDim.x * 320) {
        float4 p = z[i], r = make_float4(0.5f, 0.25f, 0.5f, 0.25f);
        p.x *= 0.68f; p.y *= 0.68f; p.z *= 0.68f; p.w *= 0.68f;
#pragma unroll 8
        for (int k = 0; k < kTerms; k += 2) {
            float4 c = *reinterpret_cast<const float4*>(terms + 2 * k);
            horner_step<kFused>(r.x, r.y, p.x, p.y, c.x, c.y);
            horner_step<kFused>(r.z, r.w, p.z, p.w, c.x, c.y);
            horner_step<kFused>(r.x, r.y, p.x, p.y, c.z, c.w);
            horner_step<kFused>(r.z, r.w, p.z, p.w, c.z, c.w);
        }
        value[i] = r;
    }
}

__global__ void __launch_bounds__(320) willow_anchor_ao6_a(const float4* __restrict__ z, const float* __restrict__ coef, float4* __restrict__ value) {
    horner<false>(z, coef, value);
}
__global__ void __launch_bounds__(320) willow_anchor_ao6_b(const float4* __restrict__ z, const float* __restrict__ coef, float4* __restrict__ value) {
    horner<true>(z, coef, value);
}

// ---- Walks through a graph of 2.1 million nodes with one successor each: eight walks of 96 hops a thread.
constexpr int kNodes = 2100000, kWalkers = 132 * 64, kWalks = 8, kHops = 96;

__global__ void __launch_bounds__(64) thimble_raven_ao6_a(const int* __restrict__ next, const int* __restrict__ entry, int* __restrict__ toll) {
    int i = blockIdx.x * 64 + threadIdx.x;
#pragma unroll 1
    for (int k = 0; k < kWalks; ++k) {
        int node = entry[k * kWalkers + i], sum = 0;
#pragma unroll 4
        for (int h = 0; h < kHops; ++h) {
            node = next[node];
            sum += node & 63;
        }
        toll[k * kWalkers + i] = sum;
    }
}

__global__ void __launch_bounds__(64) thimble_raven_ao6_b(const int* __restrict__ next, const int* __restrict__ entry, int* __restrict__ toll) {
    int i = blockIdx.x * 64 + threadIdx.x;
    int node[kWalks], sum[kWalks];
#pragma unroll
    for (int k = 0; k < kWalks; ++k) { node[k] = entry[k * kWalkers + i]; sum[k] = 0; }
#pragma unroll 2
    for (int h = 0; h < kHops; ++h) {
#pragma unroll
        for (int k = 0; k < kWalks; ++k) node[k] = next[node[k]];
#pragma unroll
        for (int k = 0; k < kWalks; ++k) sum[k] += node[k] & 63;
    }
#pragma unroll
    for (int k = 0; k < kWalks; ++k) toll[k * kWalkers + i] = sum[k];
}

// ---- Small recurrent network in half precision: 32 turns of state = input + W state with eight channels, four states a thread.
constexpr int kStates = 132 * 8 * 256 * 15, kTurns = 32;  // states in quadruples; channel by channel in memory
struct __align__(8) Quad { __half2 lo, hi; };

template <bool kFused>
__device__ __forceinline__ __half2 mix(__half2 w, __half2 x, __half2 sum) {
    return kFused ? __hfma2(w, x, sum) : __hadd2_rn(__hmul2_rn(w, x), sum);
}

template <bool kFused>
__device__ __forceinline__ void recur(const Quad* __restrict__ in, const float* __restrict__ weight, Quad* __restrict__ out) {
    __shared__ __half2 w[8][8];
    if (threadIdx.x < 64) w[threadIdx.x / 8][threadIdx.x % 8] = __float2half2_rn(0.1f + 0.05f * weight[threadIdx.x]);
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    Quad drive[8], state[8];
    const __half2 quarter = __float2half2_rn(0.25f);
#pragma unroll
    for (int c = 0; c < 8; ++c) {
        Quad v = in[(size_t)c * kStates + i];
        drive[c].lo = __hmul2(__habs2(v.lo), quarter);
        drive[c].hi = __hmul2(__habs2(v.hi), quarter);
        state[c] = drive[c];
    }
#pragma unroll 1
    for (int turn = 0; turn < kTurns; ++turn) {
        Quad fresh[8];
#pragma unroll
        for (int c = 0; c < 8; ++c) fresh[c] = drive[c];
#pragma unroll
        for (int k = 0; k < 8; ++k) {
#pragma unroll
            for (int c = 0; c < 8; ++c) {
                fresh[c].lo = mix<kFused>(w[k][c], state[k].lo, fresh[c].lo);
                fresh[c].hi = mix<kFused>(w[k][c], state[k].hi, fresh[c].hi);
            }
        }
#pragma unroll
        for (int c = 0; c < 8; ++c) state[c] = fresh[c];
    }
#pragma unroll
    for (int c = 0; c < 8; ++c) out[(size_t)c * kStates + i] = state[c];
}

__global__ void __launch_bounds__(256) saffron_kettle_ao6_a(const Quad* __restrict__ in, const float* __restrict__ weight, Quad* __restrict__ out) {
    recur<false>(in, weight, out);
}
__global__ void __launch_bounds__(256) saffron_kettle_ao6_b(const Quad* __restrict__ in, const float* __restrict__ weight, Quad* __restrict__ out) {
    recur<true>(in, weight, out);
}

// ---- Relative length of two-component vectors, four a thread.
constexpr int kLengths = 512 * 70000;  // quadruples

__device__ __forceinline__ float relative_exact(float a, float b) { return sqrtf(fmaf(a, a, b * b)) / (1.25f + a); }
__device__ __forceinline__ float relative_quick(float a, float b) {
    float h = fmaf(a, a, fmaf(b, b, 1e-20f));
    return __fdividef(h * rsqrtf(h), 1.25f + a);
}

__global__ void __launch_bounds__(512) pebble_sonata_ao6_a(const float4* __restrict__ p, const float4* __restrict__ q, float4* __restrict__ out) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 a = p[i], b = q[i];
    out[i] = make_float4(relative_exact(a.x, b.x), relative_exact(a.y, b.y), relative_exact(a.z, b.z), relative_exact(a.w, b.w));
}
__global__ void __launch_bounds__(512) pebble_sonata_ao6_b(const float4* __restrict__ p, const float4* __restrict__ q, float4* __restrict__ out) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 a = p[i], b = q[i];
    out[i] = make_float4(relative_quick(a.x, b.x), relative_quick(a.y, b.y), relative_quick(a.z, b.z), relative_quick(a.w, b.w));
}

// ---- Chebyshev series of 256 terms in double, four places a thread and round.
constexpr int kOrders = 256, kPlaceBlocks = 132 * 6, kPlacesAll = kPlaceBlocks * 192 * 4 * 26;

__global__ void __launch_bounds__(192) juniper_ferry_ao6_a(const double* __restrict__ place, const double* __restrict__ moment, double* __restrict__ density) {
    __shared__ __align__(16) double share[kOrders];
    for (int k = threadIdx.x; k < kOrders; k += 192) share[k] = 0.5 + 0.4 * moment[k];
    __syncthreads();
    for (int from = blockIdx.x * 768 + threadIdx.x; from < kPlacesAll; from += gridDim.x * 768) {
        double twice[4], older[4], newer[4], sum[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            double x = 0.98 * place[from + j * 192];
            twice[j] = 2.0 * x; older[j] = 1.0; newer[j] = x; sum[j] = 4.0;
        }
#pragma unroll 4
        for (int k = 0; k < kOrders; k += 2) {
            double2 c = *reinterpret_cast<const double2*>(share + k);
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                sum[j] = fma(c.x, older[j], sum[j]);
                older[j] = fma(twice[j], newer[j], -older[j]);
                sum[j] = fma(c.y, newer[j], sum[j]);
                newer[j] = fma(twice[j], older[j], -newer[j]);
            }
        }
#pragma unroll
        for (int j = 0; j < 4; ++j) density[from + j * 192] = sum[j];
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };

    {
        const float* food = filled<float>(kAnimals, 11);
        float* mass = empty<float>(kAnimals);
        add("copper_lantern_ao6_a", mass, kAnimals, Output::f32, [=] { copper_lantern_ao6_a<<<kAnimals / 256, 256>>>(food, mass, 0.67f); });
        add("copper_lantern_ao6_b", mass, kAnimals, Output::f32, [=] { copper_lantern_ao6_b<<<kAnimals / 256, 256>>>(food, mass, 0.67f); });
    }
    {
        const float *in = filled<float>(kTensor, 21), *factor = filled<float>(kExtC, 22);
        float* out = empty<float>(kTensor);
        Divider nb = divider(kExtB), nc = divider(kExtC), nd = divider(kExtD);
        add("velvet_compass_ao6_a", out, kTensor, Output::f32, [=] { velvet_compass_ao6_a<<<kTensor / 1024, 256>>>(in, factor, out, kExtB, kExtC, kExtD); });
        add("velvet_compass_ao6_b", out, kTensor, Output::f32, [=] { velvet_compass_ao6_b<<<kTensor / 1024, 256>>>(in, factor, out, nb, nc, nd); });
    }
    {
        const double* start = filled<double>(kHabitats * kPools, 31);
        double* finish = empty<double>(kHabitats * kPools);
        add("marble_orchard_ao6_a", finish, kHabitats * kPools, Output::f64, [=] { marble_orchard_ao6_a<<<kHabitats / 128, 128>>>(start, finish); });
        add("marble_orchard_ao6_b", finish, kHabitats * kPools, Output::f64, [=] { marble_orchard_ao6_b<<<kHabitats / 128, 128>>>(start, finish); });
    }
    {
        const float4* z = reinterpret_cast<const float4*>(filled<float>((size_t)kPairs * 4, 41));
        const float* coef = filled<float>(2 * kTerms, 42);
        float* value = empty<float>((size_t)kPairs * 4);
        float4* value4 = reinterpret_cast<float4*>(value);
        add("willow_anchor_ao6_a", value, (size_t)kPairs * 4, Output::f32, [=] { willow_anchor_ao6_a<<<132 * 6, 320>>>(z, coef, value4); });
        add("willow_anchor_ao6_b", value, (size_t)kPairs * 4, Output::f32, [=] { willow_anchor_ao6_b<<<132 * 6, 320>>>(z, coef, value4); });
    }
    {
        const int *next = indices(kNodes, kNodes, 51), *entry = indices(kWalkers * kWalks, kNodes, 52000000);
        int* toll = empty<int>(kWalkers * kWalks);
        add("thimble_raven_ao6_a", toll, kWalkers * kWalks, Output::i32, [=] { thimble_raven_ao6_a<<<kWalkers / 64, 64>>>(next, entry, toll); });
        add("thimble_raven_ao6_b", toll, kWalkers * kWalks, Output::i32, [=] { thimble_raven_ao6_b<<<kWalkers / 64, 64>>>(next, entry, toll); });
    }
    {
        const Quad* in = reinterpret_cast<const Quad*>(filled<__half>((size_t)kStates * 32, 61));
        const float* weight = filled<float>(64, 62);
        Quad* out = reinterpret_cast<Quad*>(empty<__half>((size_t)kStates * 32));
        add("saffron_kettle_ao6_a", out, (size_t)kStates * 32, Output::f16, [=] { saffron_kettle_ao6_a<<<kStates / 256, 256>>>(in, weight, out); });
        add("saffron_kettle_ao6_b", out, (size_t)kStates * 32, Output::f16, [=] { saffron_kettle_ao6_b<<<kStates / 256, 256>>>(in, weight, out); });
    }
    {
        const float4 *p = reinterpret_cast<const float4*>(filled<float>((size_t)kLengths * 4, 71));
        const float4 *q = reinterpret_cast<const float4*>(filled<float>((size_t)kLengths * 4, 72));
        float* out = empty<float>((size_t)kLengths * 4);
        float4* out4 = reinterpret_cast<float4*>(out);
        add("pebble_sonata_ao6_a", out, (size_t)kLengths * 4, Output::f32, [=] { pebble_sonata_ao6_a<<<kLengths / 512, 512>>>(p, q, out4); });
        add("pebble_sonata_ao6_b", out, (size_t)kLengths * 4, Output::f32, [=] { pebble_sonata_ao6_b<<<kLengths / 512, 512>>>(p, q, out4); });
    }
    {
        const double *place = filled<double>(kPlacesAll, 81), *moment = filled<double>(kOrders, 82);
        double* density = empty<double>(kPlacesAll);
        add("juniper_ferry_ao6_a", density, kPlacesAll, Output::f64, [=] { juniper_ferry_ao6_a<<<kPlaceBlocks, 192>>>(place, moment, density); });
    }

    return harness::run(argc, argv, cases);
}
