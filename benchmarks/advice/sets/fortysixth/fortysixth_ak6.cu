// Eight measured cases of arithmetic: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Power of a sum of 60 harmonics at each angle, two angles a thread.
constexpr int kHarmonics = 60, kAngleBlocks = 21500, kAngles = kAngleBlocks * 512;
struct Tones { float c[kHarmonics]; };

__device__ __forceinline__ float harmonics_direct(float angle, const Tones& tones) {
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < kHarmonics; ++k) sum = fmaf(tones.c[k], __cosf((float)(k + 1) * angle), sum);
    return sum * sum;
}

__device__ __forceinline__ float harmonics_clenshaw(float angle, const Tones& tones) {
    float c = __cosf(angle), twice = 2.0f * c, b1 = 0.0f, b2 = 0.0f;
#pragma unroll
    for (int k = kHarmonics - 1; k >= 0; --k) {
        float b = fmaf(twice, b1, tones.c[k] - b2);
        b2 = b1;
        b1 = b;
    }
    float sum = fmaf(c, b1, -b2);
    return sum * sum;
}

__global__ void __launch_bounds__(256) lantern_moss_ak6_a(const float2* __restrict__ in, float2* __restrict__ out, const Tones tones) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 v = in[i];
    out[i] = make_float2(harmonics_direct(fmaf(1.1f, v.x, 1.6f), tones), harmonics_direct(fmaf(1.1f, v.y, 1.6f), tones));
}

__global__ void __launch_bounds__(256) lantern_moss_ak6_b(const float2* __restrict__ in, float2* __restrict__ out, const Tones tones) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 v = in[i];
    out[i] = make_float2(harmonics_clenshaw(fmaf(1.1f, v.x, 1.6f), tones), harmonics_clenshaw(fmaf(1.1f, v.y, 1.6f), tones));
}

// ---- Twelve echoes of a stereo signal (half2) held in a ring buffer that is addressed by the absolute sample number.
constexpr int kEchoes = 12, kRingBlocks = 3907, kRing = kRingBlocks * 192;  // 750144 samples, a multiple of 32
struct Echoes { unsigned long long delay[kEchoes]; float gain[kEchoes]; };
struct Places { unsigned start[kEchoes]; float gain[kEchoes]; };

__global__ void __launch_bounds__(192) pebble_crane_ak6_a(const __half2* __restrict__ ring, float2* __restrict__ out, unsigned long long head,
                                                          unsigned long long length, const Echoes echoes) {
    unsigned long long i = blockIdx.x * 192u + threadIdx.x;
    float left = 0.0f, right = 0.0f;
#pragma unroll
    for (int e = 0; e < kEchoes; ++e) {
        float2 v = __half22float2(ring[(head + i + echoes.delay[e]) % length]);
        left = fmaf(echoes.gain[e], v.x, left);
        right = fmaf(echoes.gain[e], v.y, right);
    }
    out[i] = make_float2(left, right);
}

__global__ void __launch_bounds__(192) pebble_crane_ak6_b(const __half2* __restrict__ ring, float2* __restrict__ out, unsigned length, const Places places) {
    unsigned i = blockIdx.x * 192u + threadIdx.x;
    float left = 0.0f, right = 0.0f;
#pragma unroll
    for (int e = 0; e < kEchoes; ++e) {
        unsigned at = places.start[e] + i;  // below 2 * length
        at = min(at, at - length);
        float2 v = __half22float2(ring[at]);
        left = fmaf(places.gain[e], v.x, left);
        right = fmaf(places.gain[e], v.y, right);
    }
    out[i] = make_float2(left, right);
}

// ---- Power series of 4096 terms in double at 16896 places, a place a thread.
constexpr int kTerms = 4096, kSpots = 132 * 128;

__device__ __forceinline__ void stage_terms(const double2* __restrict__ terms, double2* held) {
#pragma unroll
    for (int s = 0; s < kTerms / 2; s += 128) held[s + threadIdx.x] = terms[s + threadIdx.x];
    __syncthreads();
}

__global__ void __launch_bounds__(128) walnut_ferry_ak6_a(const double2* __restrict__ terms, const double* __restrict__ at, double* __restrict__ value) {
    __shared__ double2 held[kTerms / 2];
    int i = blockIdx.x * 128 + threadIdx.x;
    double x = at[i], p = 0.0;
    stage_terms(terms, held);
#pragma unroll 8
    for (int k = kTerms / 2 - 1; k >= 0; --k) {
        double2 c = held[k];
        p = fma(p, x, c.y);
        p = fma(p, x, c.x);
    }
    value[i] = p;
}

__global__ void __launch_bounds__(128) walnut_ferry_ak6_b(const double2* __restrict__ terms, const double* __restrict__ at, double* __restrict__ value) {
    __shared__ double2 held[kTerms / 2];
    int i = blockIdx.x * 128 + threadIdx.x;
    double x = at[i], x2 = x * x, x4 = x2 * x2, x8 = x4 * x4, q[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) q[j] = 0.0;
    stage_terms(terms, held);
#pragma unroll 4
    for (int m = kTerms / 8 - 1; m >= 0; --m) {
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            double2 c = held[m * 4 + j];
            q[2 * j] = fma(q[2 * j], x8, c.x);
            q[2 * j + 1] = fma(q[2 * j + 1], x8, c.y);
        }
    }
    double p = q[7];
#pragma unroll
    for (int j = 6; j >= 0; --j) p = fma(p, x, q[j]);
    value[i] = p;
}

// ---- 300 steps of a linear system of four states, a system a thread.
constexpr int kSteps = 300, kSystemBlocks = 21875, kSystems = kSystemBlocks * 192;
struct Mix { float m[16]; };

__device__ __forceinline__ float row_apart(const float* m, float4 s) {
    return __fadd_rn(__fadd_rn(__fadd_rn(__fmul_rn(m[0], s.x), __fmul_rn(m[1], s.y)), __fmul_rn(m[2], s.z)), __fmul_rn(m[3], s.w));
}
__device__ __forceinline__ float row_joined(const float* m, float4 s) { return fmaf(m[3], s.w, fmaf(m[2], s.z, fmaf(m[1], s.y, m[0] * s.x))); }

__global__ void __launch_bounds__(192) saddle_thimble_ak6_a(const float4* __restrict__ start, float4* __restrict__ finish, const Mix mix) {
    int i = blockIdx.x * 192 + threadIdx.x;
    float4 s = start[i];
    s.x += 1.5f; s.y += 1.5f; s.z += 1.5f; s.w += 1.5f;
#pragma unroll 4
    for (int step = 0; step < kSteps; ++step)
        s = make_float4(row_apart(mix.m, s), row_apart(mix.m + 4, s), row_apart(mix.m + 8, s), row_apart(mix.m + 12, s));
    finish[i] = s;
}

__global__ void __launch_bounds__(192) saddle_thimble_ak6_b(const float4* __restrict__ start, float4* __restrict__ finish, const Mix mix) {
    int i = blockIdx.x * 192 + threadIdx.x;
    float4 s = start[i];
    s.x += 1.5f; s.y += 1.5f; s.z += 1.5f; s.w += 1.5f;
#pragma unroll 4
    for (int step = 0; step < kSteps; ++step)
        s = make_float4(row_joined(mix.m, s), row_joined(mix.m + 4, s), row_joined(mix.m + 8, s), row_joined(mix.m + 12, s));
    finish[i] = s;
}

// ---- Walk of 48 hops along each of 67584 linked lists in a table of 40 million nodes, eight lists a thread.
constexpr int kNodes = 40000000, kHops = 48, kWalkers = 132 * 64, kLists = kWalkers * 8;

__global__ void __launch_bounds__(64) otter_quilt_ak6_a(const int* __restrict__ next, const int* __restrict__ heads, int* __restrict__ total) {
    int t = blockIdx.x * 64 + threadIdx.x;
#pragma unroll 1
    for (int list = t; list < kLists; list += kWalkers) {
        int node = heads[list], sum = 0;
#pragma unroll 4
        for (int hop = 0; hop < kHops; ++hop) {
            node = next[node];
            sum += node & 1023;
        }
        total[list] = sum;
    }
}

__global__ void __launch_bounds__(64) otter_quilt_ak6_b(const int* __restrict__ next, const int* __restrict__ heads, int* __restrict__ total) {
    int t = blockIdx.x * 64 + threadIdx.x, node[8], sum[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) { node[j] = heads[t + j * kWalkers]; sum[j] = 0; }
#pragma unroll 2
    for (int hop = 0; hop < kHops; ++hop) {
#pragma unroll
        for (int j = 0; j < 8; ++j) node[j] = next[node[j]];
#pragma unroll
        for (int j = 0; j < 8; ++j) sum[j] += node[j] & 1023;
    }
#pragma unroll
    for (int j = 0; j < 8; ++j) total[t + j * kWalkers] = sum[j];
}

// ---- Chain of 96 pairs of shears, one of 48 recipes for each tile of 128 elements, four elements a thread.
constexpr int kRecipes = 48, kGains = 192, kTiles = 39600;

__host__ __device__ constexpr float gain_of(unsigned recipe, unsigned k) {
    unsigned h = (recipe * 977u + k + 1u) * 2654435761u;
    h = (h ^ (h >> 15)) * 2246822519u;
    return (float)((int)(h >> 24) * 2 - 255) * (1.0f / 8192.0f);
}

__device__ __forceinline__ void shear_pair(float (&x)[4], float (&y)[4], float g, float h) {
#pragma unroll
    for (int e = 0; e < 4; ++e) y[e] = fmaf(x[e], g, y[e]);
#pragma unroll
    for (int e = 0; e < 4; ++e) x[e] = fmaf(y[e], h, x[e]);
}

template <int kRecipe, int kFrom>
__device__ __forceinline__ void written_out(float (&x)[4], float (&y)[4]) {
    if constexpr (kFrom < kGains) {
#pragma unroll
        for (int k = kFrom; k < kFrom + 16; k += 2) shear_pair(x, y, gain_of(kRecipe, k), gain_of(kRecipe, k + 1));
        written_out<kRecipe, kFrom + 16>(x, y);
    }
}

#define RECIPE(r) case (r): written_out<(r), 0>(x, y); break;
#define RECIPES8(r) RECIPE((r)) RECIPE((r) + 1) RECIPE((r) + 2) RECIPE((r) + 3) RECIPE((r) + 4) RECIPE((r) + 5) RECIPE((r) + 6) RECIPE((r) + 7)

__global__ void __launch_bounds__(256) barley_anvil_ak6_a(const int* __restrict__ recipe, const float4* __restrict__ in, float4* __restrict__ out) {
    int tile = blockIdx.x * 8 + threadIdx.x / 32, i = tile * 32 + threadIdx.x % 32;
    float4 v = in[i];
    float x[4] = {v.x, v.y, v.z, v.w}, y[4] = {1.0f - v.x, 1.0f - v.y, 1.0f - v.z, 1.0f - v.w};
    switch (recipe[tile]) {
        RECIPES8(0) RECIPES8(8) RECIPES8(16) RECIPES8(24) RECIPES8(32) RECIPES8(40)
    }
    out[i] = make_float4(fmaf(x[0], x[0], y[0] * y[0]), fmaf(x[1], x[1], y[1] * y[1]), fmaf(x[2], x[2], y[2] * y[2]), fmaf(x[3], x[3], y[3] * y[3]));
}

__global__ void __launch_bounds__(256) barley_anvil_ak6_b(const int* __restrict__ recipe, const float4* __restrict__ gains, const float4* __restrict__ in,
                                                          float4* __restrict__ out) {
    int tile = blockIdx.x * 8 + threadIdx.x / 32, i = tile * 32 + threadIdx.x % 32;
    float4 v = in[i];
    float x[4] = {v.x, v.y, v.z, v.w}, y[4] = {1.0f - v.x, 1.0f - v.y, 1.0f - v.z, 1.0f - v.w};
    const float4* row = gains + recipe[tile] * (kGains / 4);
#pragma unroll 4
    for (int k = 0; k < kGains / 4; ++k) {
        float4 g = row[k];
        shear_pair(x, y, g.x, g.y);
        shear_pair(x, y, g.z, g.w);
    }
    out[i] = make_float4(fmaf(x[0], x[0], y[0] * y[0]), fmaf(x[1], x[1], y[1] * y[1]), fmaf(x[2], x[2], y[2] * y[2]), fmaf(x[3], x[3], y[3] * y[3]));
}

// ---- Gated SiLU over 160 million elements, two quadruples a thread.
constexpr int kGateBlocks = 62500, kGated = kGateBlocks * 320 * 2;  // quadruples

__device__ __forceinline__ float gate_exact(float a, float b) { return a / (1.0f + expf(-a)) * (b + 1.5f); }
__device__ __forceinline__ float gate_quick(float a, float b) { return __fdividef(a, 1.0f + __expf(-a)) * (b + 1.5f); }

__global__ void __launch_bounds__(320) cobalt_heron_ak6_a(const float4* __restrict__ a, const float4* __restrict__ b, float4* __restrict__ out) {
    int i = blockIdx.x * 640 + threadIdx.x;
    float4 u = a[i], v = a[i + 320], p = b[i], q = b[i + 320];
    out[i] = make_float4(gate_exact(u.x, p.x), gate_exact(u.y, p.y), gate_exact(u.z, p.z), gate_exact(u.w, p.w));
    out[i + 320] = make_float4(gate_exact(v.x, q.x), gate_exact(v.y, q.y), gate_exact(v.z, q.z), gate_exact(v.w, q.w));
}

__global__ void __launch_bounds__(320) cobalt_heron_ak6_b(const float4* __restrict__ a, const float4* __restrict__ b, float4* __restrict__ out) {
    int i = blockIdx.x * 640 + threadIdx.x;
    float4 u = a[i], v = a[i + 320], p = b[i], q = b[i + 320];
    out[i] = make_float4(gate_quick(u.x, p.x), gate_quick(u.y, p.y), gate_quick(u.z, p.z), gate_quick(u.w, p.w));
    out[i + 320] = make_float4(gate_quick(v.x, q.x), gate_quick(v.y, q.y), gate_quick(v.z, q.z), gate_quick(v.w, q.w));
}

// ---- Network of two inputs and 2000 clipped hidden units at each of 1.08 million places, eight places a thread.
constexpr int kUnits = 2000, kFieldThreads = 132 * 4 * 256;

__global__ void __launch_bounds__(256, 4) juniper_sail_ak6_a(const float4* __restrict__ units, const float4* __restrict__ px, const float4* __restrict__ py,
                                                             float4* __restrict__ out) {
    __shared__ float4 held[kUnits];
    for (int s = threadIdx.x; s < kUnits; s += 256) held[s] = units[s];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 xa = px[i], xb = px[i + kFieldThreads], ya = py[i], yb = py[i + kFieldThreads];
    float x[8] = {xa.x, xa.y, xa.z, xa.w, xb.x, xb.y, xb.z, xb.w}, y[8] = {ya.x, ya.y, ya.z, ya.w, yb.x, yb.y, yb.z, yb.w}, sum[8];
#pragma unroll
    for (int e = 0; e < 8; ++e) sum[e] = 0.0f;
    __syncthreads();
#pragma unroll 4
    for (int s = 0; s < kUnits; ++s) {
        float4 u = held[s];
#pragma unroll
        for (int e = 0; e < 8; ++e) sum[e] = fmaf(u.w, __saturatef(fmaf(u.x, x[e], fmaf(u.y, y[e], u.z))), sum[e]);
    }
    out[i] = make_float4(sum[0], sum[1], sum[2], sum[3]);
    out[i + kFieldThreads] = make_float4(sum[4], sum[5], sum[6], sum[7]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };

    {
        float2* in = reinterpret_cast<float2*>(filled<float>(kAngles, 11));
        float2* out = reinterpret_cast<float2*>(empty<float>(kAngles));
        Tones tones;
        for (int k = 0; k < kHarmonics; ++k) tones.c[k] = (k % 3 == 1 ? -0.9f : 0.7f) / (1.0f + 0.1f * k);
        add("lantern_moss_ak6_a", out, kAngles, Output::f32, [=] { lantern_moss_ak6_a<<<kAngleBlocks, 256>>>(in, out, tones); });
        add("lantern_moss_ak6_b", out, kAngles, Output::f32, [=] { lantern_moss_ak6_b<<<kAngleBlocks, 256>>>(in, out, tones); });
    }
    {
        __half2* ring = reinterpret_cast<__half2*>(filled<__half>((size_t)kRing * 2, 12));
        float2* out = reinterpret_cast<float2*>(empty<float>((size_t)kRing * 2));
        const unsigned long long head = 12000000ull * kRing + 4096ull;
        Echoes echoes;
        Places places;
        for (int e = 0; e < kEchoes; ++e) {
            echoes.delay[e] = 32ull * (1601ull * e + 77ull);
            echoes.gain[e] = places.gain[e] = 0.8f / (1.0f + 0.3f * e);
            places.start[e] = (unsigned)((head + echoes.delay[e]) % kRing);
        }
        add("pebble_crane_ak6_a", out, (size_t)kRing * 2, Output::f32, [=] {
            pebble_crane_ak6_a<<<kRingBlocks, 192>>>(ring, out, head, (unsigned long long)kRing, echoes); });
        add("pebble_crane_ak6_b", out, (size_t)kRing * 2, Output::f32, [=] { pebble_crane_ak6_b<<<kRingBlocks, 192>>>(ring, out, (unsigned)kRing, places); });
    }
    {
        double2* terms = reinterpret_cast<double2*>(filled<double>(kTerms, 13));
        double *at = filled<double>(kSpots, 14), *value = empty<double>(kSpots);
        add("walnut_ferry_ak6_a", value, kSpots, Output::f64, [=] { walnut_ferry_ak6_a<<<kSpots / 128, 128>>>(terms, at, value); });
        add("walnut_ferry_ak6_b", value, kSpots, Output::f64, [=] { walnut_ferry_ak6_b<<<kSpots / 128, 128>>>(terms, at, value); });
    }
    {
        float4* start = reinterpret_cast<float4*>(filled<float>((size_t)kSystems * 4, 15));
        float4* finish = reinterpret_cast<float4*>(empty<float>((size_t)kSystems * 4));
        const float share[4] = {0.6f, 0.2f, 0.15f, 0.05f};
        Mix mix;
        for (int r = 0; r < 4; ++r)
            for (int c = 0; c < 4; ++c) mix.m[r * 4 + c] = 0.9995f * share[(c - r + 4) % 4];
        add("saddle_thimble_ak6_a", finish, (size_t)kSystems * 4, Output::f32, [=] { saddle_thimble_ak6_a<<<kSystemBlocks, 192>>>(start, finish, mix); });
        add("saddle_thimble_ak6_b", finish, (size_t)kSystems * 4, Output::f32, [=] { saddle_thimble_ak6_b<<<kSystemBlocks, 192>>>(start, finish, mix); });
    }
    {
        int *next = indices(kNodes, kNodes, 16), *heads = indices(kLists, kNodes, 900000017u), *total = empty<int>(kLists);
        add("otter_quilt_ak6_a", total, kLists, Output::i32, [=] { otter_quilt_ak6_a<<<kWalkers / 64, 64>>>(next, heads, total); });
        add("otter_quilt_ak6_b", total, kLists, Output::i32, [=] { otter_quilt_ak6_b<<<kWalkers / 64, 64>>>(next, heads, total); });
    }
    {
        int* recipe = indices(kTiles, kRecipes, 18);
        float4* in = reinterpret_cast<float4*>(filled<float>((size_t)kTiles * 128, 19));
        float4* out = reinterpret_cast<float4*>(empty<float>((size_t)kTiles * 128));
        std::vector<float> table((size_t)kRecipes * kGains);
        for (int r = 0; r < kRecipes; ++r)
            for (int k = 0; k < kGains; ++k) table[(size_t)r * kGains + k] = gain_of((unsigned)r, (unsigned)k);
        float4* gains = reinterpret_cast<float4*>(uploaded(table));
        add("barley_anvil_ak6_a", out, (size_t)kTiles * 128, Output::f32, [=] { barley_anvil_ak6_a<<<kTiles / 8, 256>>>(recipe, in, out); });
        add("barley_anvil_ak6_b", out, (size_t)kTiles * 128, Output::f32, [=] { barley_anvil_ak6_b<<<kTiles / 8, 256>>>(recipe, gains, in, out); });
    }
    {
        float4* a = reinterpret_cast<float4*>(filled<float>((size_t)kGated * 4, 20));
        float4* b = reinterpret_cast<float4*>(filled<float>((size_t)kGated * 4, 21));
        float4* out = reinterpret_cast<float4*>(empty<float>((size_t)kGated * 4));
        add("cobalt_heron_ak6_a", out, (size_t)kGated * 4, Output::f32, [=] { cobalt_heron_ak6_a<<<kGateBlocks, 320>>>(a, b, out); });
        add("cobalt_heron_ak6_b", out, (size_t)kGated * 4, Output::f32, [=] { cobalt_heron_ak6_b<<<kGateBlocks, 320>>>(a, b, out); });
    }
    {
        float4* units = reinterpret_cast<float4*>(filled<float>((size_t)kUnits * 4, 22));
        float4* px = reinterpret_cast<float4*>(filled<float>((size_t)kFieldThreads * 8, 23));
        float4* py = reinterpret_cast<float4*>(filled<float>((size_t)kFieldThreads * 8, 24));
        float4* out = reinterpret_cast<float4*>(empty<float>((size_t)kFieldThreads * 8));
        add("juniper_sail_ak6_a", out, (size_t)kFieldThreads * 8, Output::f32, [=] { juniper_sail_ak6_a<<<kFieldThreads / 256, 256>>>(units, px, py, out); });
    }

    return harness::run(argc, argv, cases);
}
