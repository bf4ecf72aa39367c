// Eight measured cases of arithmetic: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_bf16.h>

using harness::Case;
using harness::Output;

// ---- Cosine series of 20 harmonics at 48 million points, two points a thread.
constexpr int kHarmonics = 20, kSeries = 48000000;
__constant__ float series_coef[kHarmonics] = {0.91f, 0.83f, 0.77f, 0.69f, 0.62f, 0.58f, 0.51f, 0.47f, 0.43f, 0.39f,
                                              0.36f, 0.33f, 0.29f, 0.27f, 0.24f, 0.22f, 0.19f, 0.17f, 0.14f, 0.12f};

__global__ void __launch_bounds__(192) velvet_harbor_as6_a(const float2* __restrict__ angle, float2* __restrict__ value) {
    int i = blockIdx.x * 192 + threadIdx.x;
    float2 x = angle[i], sum = make_float2(0.75f, 0.75f);
#pragma unroll
    for (int k = 0; k < kHarmonics; ++k) {
        sum.x = fmaf(series_coef[k], __cosf((k + 1) * x.x), sum.x);
        sum.y = fmaf(series_coef[k], __cosf((k + 1) * x.y), sum.y);
    }
    value[i] = sum;
}

__global__ void __launch_bounds__(192) velvet_harbor_as6_b(const float2* __restrict__ angle, float2* __restrict__ value) {
    int i = blockIdx.x * 192 + threadIdx.x;
    float2 x = angle[i], sum = make_float2(0.75f, 0.75f);
    float2 prev = make_float2(1.0f, 1.0f), cur = make_float2(__cosf(x.x), __cosf(x.y)), twice = make_float2(2.0f * cur.x, 2.0f * cur.y);
#pragma unroll
    for (int k = 0; k < kHarmonics; ++k) {
        sum.x = fmaf(series_coef[k], cur.x, sum.x);
        sum.y = fmaf(series_coef[k], cur.y, sum.y);
        float2 next = make_float2(fmaf(twice.x, cur.x, -prev.x), fmaf(twice.y, cur.y, -prev.y));
        prev = cur; cur = next;
    }
    value[i] = sum;
}

// ---- Permutation of a tensor (b, h, c, w) to (b, c, h, w) with a weight for each channel, one int a thread.
constexpr unsigned kW = 96, kH = 45, kC = 36, kB = 27, kCells = kW * kH * kC * kB;
constexpr int kPermuteThreads = 320;
static_assert(kCells % kPermuteThreads == 0, "whole blocks");

__global__ void __launch_bounds__(kPermuteThreads) copper_meadow_as6_a(const int* __restrict__ in, const int* __restrict__ weight, int* __restrict__ out,
                                                                      long long width, long long height, long long chans) {
    long long i = (long long)blockIdx.x * kPermuteThreads + threadIdx.x;
    long long w = i % width, h = i / width % height, c = i / (width * height) % chans, b = i / (width * height * chans);
    out[i] = in[((b * height + h) * chans + c) * width + w] * weight[c] + 3;
}

__global__ void __launch_bounds__(kPermuteThreads) copper_meadow_as6_b(const int* __restrict__ in, const int* __restrict__ weight, int* __restrict__ out) {
    unsigned i = blockIdx.x * kPermuteThreads + threadIdx.x;
    unsigned w = i % kW, h = i / kW % kH, c = i / (kW * kH) % kC, b = i / (kW * kH * kC);
    out[i] = in[((b * kH + h) * kC + c) * kW + w] * weight[c] + 3;
}

// ---- Monte Carlo: mean square of 640 xorshift numbers of each of four streams a thread.
constexpr int kDraws = 640, kLanes = 132 * 128;

__device__ __forceinline__ void draw(unsigned& x, float& sum) {
    x ^= x << 13; x ^= x >> 17; x ^= x << 5;
    float u = __uint_as_float(0x3f800000u | (x >> 9)) - 1.0f;
    sum = fmaf(u, u, sum);
}

__global__ void __launch_bounds__(128) amber_thicket_as6_a(const unsigned* __restrict__ seed, float* __restrict__ mean) {
    int t = blockIdx.x * 128 + threadIdx.x;
#pragma unroll 1
    for (int s = 0; s < 4; ++s) {
        unsigned x = seed[s * kLanes + t] | 1u;
        float sum = 0.0f;
#pragma unroll 8
        for (int k = 0; k < kDraws; ++k) draw(x, sum);
        mean[s * kLanes + t] = sum * (1.0f / kDraws);
    }
}

__global__ void __launch_bounds__(128) amber_thicket_as6_b(const unsigned* __restrict__ seed, float* __restrict__ mean) {
    int t = blockIdx.x * 128 + threadIdx.x;
    unsigned x[4];
    float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll
    for (int s = 0; s < 4; ++s) x[s] = seed[s * kLanes + t] | 1u;
#pragma unroll 8
    for (int k = 0; k < kDraws; ++k)
#pragma unroll
        for (int s = 0; s < 4; ++s) draw(x[s], sum[s]);
#pragma unroll
    for (int s = 0; s < 4; ++s) mean[s * kLanes + t] = sum[s] * (1.0f / kDraws);
}

// ---- Markov chain: 40 steps of a 4 x 4 matrix on each of 8 million vectors of doubles (components in planes).
constexpr int kVectors = 8000000, kSteps = 40;
__constant__ double chain_matrix[16] = {0.52, 0.21, 0.17, 0.11, 0.19, 0.48, 0.16, 0.15, 0.14, 0.22, 0.51, 0.12, 0.16, 0.09, 0.18, 0.58};

__global__ void __launch_bounds__(256) walnut_ferry_as6_a(const double* __restrict__ in, double* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    double v[4], n[4];
#pragma unroll
    for (int r = 0; r < 4; ++r) v[r] = 1.0 + 0.5 * in[r * kVectors + i];
#pragma unroll 4
    for (int s = 0; s < kSteps; ++s) {
#pragma unroll
        for (int r = 0; r < 4; ++r) {
            n[r] = __dmul_rn(chain_matrix[4 * r], v[0]);
#pragma unroll
            for (int c = 1; c < 4; ++c) n[r] = __dadd_rn(n[r], __dmul_rn(chain_matrix[4 * r + c], v[c]));
        }
#pragma unroll
        for (int r = 0; r < 4; ++r) v[r] = n[r];
    }
#pragma unroll
    for (int r = 0; r < 4; ++r) out[r * kVectors + i] = v[r];
}

__global__ void __launch_bounds__(256) walnut_ferry_as6_b(const double* __restrict__ in, double* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    double v[4], n[4];
#pragma unroll
    for (int r = 0; r < 4; ++r) v[r] = 1.0 + 0.5 * in[r * kVectors + i];
#pragma unroll 4
    for (int s = 0; s < kSteps; ++s) {
#pragma unroll
        for (int r = 0; r < 4; ++r) {
            n[r] = chain_matrix[4 * r] * v[0];
#pragma unroll
            for (int c = 1; c < 4; ++c) n[r] = fma(chain_matrix[4 * r + c], v[c], n[r]);
        }
#pragma unroll
        for (int r = 0; r < 4; ++r) v[r] = n[r];
    }
#pragma unroll
    for (int r = 0; r < 4; ++r) out[r * kVectors + i] = v[r];
}

// ---- Linked lists: sum of the payloads of 256 nodes of each of four lists a thread, 24 MB of nodes in L2.
constexpr int kNodes = 3000000, kWalk = 256, kWalkers = 132 * 64;

__global__ void __launch_bounds__(64) crimson_lantern_as6_a(const int2* __restrict__ node, const int* __restrict__ head, float* __restrict__ total) {
    int t = blockIdx.x * 64 + threadIdx.x;
#pragma unroll 1
    for (int s = 0; s < 4; ++s) {
        int at = head[s * kWalkers + t];
        float sum = 0.0f;
#pragma unroll 4
        for (int k = 0; k < kWalk; ++k) {
            int2 n = node[at];
            sum += __int_as_float(n.y);
            at = n.x;
        }
        total[s * kWalkers + t] = sum;
    }
}

__global__ void __launch_bounds__(64) crimson_lantern_as6_b(const int2* __restrict__ node, const int* __restrict__ head, float* __restrict__ total) {
    int t = blockIdx.x * 64 + threadIdx.x, at[4];
    float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll
    for (int s = 0; s < 4; ++s) at[s] = head[s * kWalkers + t];
#pragma unroll 4
    for (int k = 0; k < kWalk; ++k) {
        int2 n[4];
#pragma unroll
        for (int s = 0; s < 4; ++s) n[s] = node[at[s]];
#pragma unroll
        for (int s = 0; s < 4; ++s) { sum[s] += __int_as_float(n[s].y); at[s] = n[s].x; }
    }
#pragma unroll
    for (int s = 0; s < 4; ++s) total[s * kWalkers + t] = sum[s];
}

// ---- Variance of each column of a bfloat16 matrix of 600 rows, a pair of columns a thread.
constexpr int kRows = 600, kPairs = 264 * 192, kAhead = 20;
static_assert(kRows % kAhead == 0, "whole batches");

__device__ __forceinline__ void moments(__nv_bfloat162 v, float2& sum, float2& square) {
    float2 f = __bfloat1622float2(v);
    sum.x += f.x; sum.y += f.y;
    square.x = fmaf(f.x, f.x, square.x); square.y = fmaf(f.y, f.y, square.y);
}
__device__ __forceinline__ float2 variance(float2 sum, float2 square) {
    float mx = sum.x * (1.0f / kRows), my = sum.y * (1.0f / kRows);
    return make_float2(fmaf(-mx, mx, square.x * (1.0f / kRows)), fmaf(-my, my, square.y * (1.0f / kRows)));
}

__global__ void __launch_bounds__(192) saffron_cloister_as6_a(const __nv_bfloat162* __restrict__ table, float2* __restrict__ spread) {
    int column = blockIdx.x * 192 + threadIdx.x;
    float2 sum = make_float2(0.0f, 0.0f), square = make_float2(0.0f, 0.0f);
#pragma unroll 1
    for (int r = 0; r < kRows; ++r) moments(table[r * kPairs + column], sum, square);
    spread[column] = variance(sum, square);
}

__global__ void __launch_bounds__(192) saffron_cloister_as6_b(const __nv_bfloat162* __restrict__ table, float2* __restrict__ spread) {
    int column = blockIdx.x * 192 + threadIdx.x;
    float2 sum = make_float2(0.0f, 0.0f), square = make_float2(0.0f, 0.0f);
#pragma unroll 1
    for (int r = 0; r < kRows; r += kAhead) {
        __nv_bfloat162 v[kAhead];
#pragma unroll
        for (int k = 0; k < kAhead; ++k) v[k] = table[(r + k) * kPairs + column];
#pragma unroll
        for (int k = 0; k < kAhead; ++k) moments(v[k], sum, square);
    }
    spread[column] = variance(sum, square);
}

// ---- Unit vectors: squared-length-normalized first component of 48 million pairs, a quadruple a thread.
constexpr int kQuads = 12000000;

__global__ void __launch_bounds__(384) pebble_orchard_as6_a(const float4* __restrict__ one, const float4* __restrict__ two, float4* __restrict__ out) {
    int i = blockIdx.x * 384 + threadIdx.x;
    float4 p = one[i], q = two[i], o;
    o.x = (1.5f + p.x) / sqrtf(fmaf(p.x, p.x, fmaf(q.x, q.x, 0.25f)));
    o.y = (1.5f + p.y) / sqrtf(fmaf(p.y, p.y, fmaf(q.y, q.y, 0.25f)));
    o.z = (1.5f + p.z) / sqrtf(fmaf(p.z, p.z, fmaf(q.z, q.z, 0.25f)));
    o.w = (1.5f + p.w) / sqrtf(fmaf(p.w, p.w, fmaf(q.w, q.w, 0.25f)));
    out[i] = o;
}

__global__ void __launch_bounds__(384) pebble_orchard_as6_b(const float4* __restrict__ one, const float4* __restrict__ two, float4* __restrict__ out) {
    int i = blockIdx.x * 384 + threadIdx.x;
    float4 p = one[i], q = two[i], o;
    o.x = (1.5f + p.x) * rsqrtf(fmaf(p.x, p.x, fmaf(q.x, q.x, 0.25f)));
    o.y = (1.5f + p.y) * rsqrtf(fmaf(p.y, p.y, fmaf(q.y, q.y, 0.25f)));
    o.z = (1.5f + p.z) * rsqrtf(fmaf(p.z, p.z, fmaf(q.z, q.z, 0.25f)));
    o.w = (1.5f + p.w) * rsqrtf(fmaf(p.w, p.w, fmaf(q.w, q.w, 0.25f)));
    out[i] = o;
}

// ---- Coupled maps: 700 turns of four quadratic maps a thread, all in registers.
constexpr int kMapBlocks = 132 * 8 * 10, kTurns = 700;

__global__ void __launch_bounds__(256, 8) thistle_banner_as6_a(const float4* __restrict__ start, float4* __restrict__ end) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 z = start[i];
    float ax = 0.9f * z.x, ay = 0.9f * z.y, az = 0.9f * z.z, aw = 0.9f * z.w;
#pragma unroll 10
    for (int turn = 0; turn < kTurns; ++turn) {
        float x = fmaf(-1.3f * ax, ax, 0.9f), y = fmaf(-1.3f * ay, ay, 0.9f), u = fmaf(-1.3f * az, az, 0.9f), v = fmaf(-1.3f * aw, aw, 0.9f);
        ax = fmaf(0.05f, y, x); ay = fmaf(0.05f, u, y); az = fmaf(0.05f, v, u); aw = fmaf(0.05f, x, v);
    }
    end[i] = make_float4(ax, ay, az, aw);
}

// A permutation of all nodes into one cycle, each node with the next one and a payload.
static std::vector<int2> shuffled_list(int count) {
    std::vector<int> order(count);
    for (int i = 0; i < count; ++i) order[i] = i;
    for (int i = count - 1; i > 0; --i) std::swap(order[i], order[harness::hash32((uint32_t)i * 2654435761u + 5u) % (uint32_t)(i + 1)]);
    std::vector<int2> list(count);
    for (int i = 0; i < count; ++i) {
        float payload = 1.0f + 0.5f * harness::unit((uint32_t)i);
        int bits; std::memcpy(&bits, &payload, 4);
        list[order[i]] = make_int2(order[i + 1 == count ? 0 : i + 1], bits);
    }
    return list;
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    static_assert(kSeries % 384 == 0 && kVectors % 256 == 0 && kQuads % 384 == 0 && kMapBlocks * 256 <= kQuads, "whole blocks");
    float *one = filled<float>(kSeries, 51), *two = filled<float>(kSeries, 52), *out = empty<float>(kSeries);
    static_assert(kQuads * 4 <= kSeries && kLanes * 4 <= kSeries && kWalkers * 4 <= kSeries && kPairs * 2 <= kSeries, "fields are too short");
    auto f2 = [](float* p) { return reinterpret_cast<float2*>(p); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float2 *one2 = f2(one), *out2 = f2(out);
    float4 *one4 = f4(one), *two4 = f4(two), *out4 = f4(out);

    add("velvet_harbor_as6_a", out, kSeries, Output::f32, [=] { velvet_harbor_as6_a<<<kSeries / 384, 192>>>(one2, out2); });
    add("velvet_harbor_as6_b", out, kSeries, Output::f32, [=] { velvet_harbor_as6_b<<<kSeries / 384, 192>>>(one2, out2); });

    int *cells = indices(kCells, 1000, 53), *weight = indices(kC, 90, 54), *permuted = empty<int>(kCells);
    add("copper_meadow_as6_a", permuted, kCells, Output::i32, [=] { copper_meadow_as6_a<<<kCells / kPermuteThreads, kPermuteThreads>>>(cells, weight, permuted, kW, kH, kC); });
    add("copper_meadow_as6_b", permuted, kCells, Output::i32, [=] { copper_meadow_as6_b<<<kCells / kPermuteThreads, kPermuteThreads>>>(cells, weight, permuted); });

    unsigned* seed = reinterpret_cast<unsigned*>(indices(kLanes * 4, 0xfffffff0u, 55));
    add("amber_thicket_as6_a", out, kLanes * 4, Output::f32, [=] { amber_thicket_as6_a<<<132, 128>>>(seed, out); });
    add("amber_thicket_as6_b", out, kLanes * 4, Output::f32, [=] { amber_thicket_as6_b<<<132, 128>>>(seed, out); });

    double *vectors = filled<double>((size_t)kVectors * 4, 56), *moved = empty<double>((size_t)kVectors * 4);
    add("walnut_ferry_as6_a", moved, (size_t)kVectors * 4, Output::f64, [=] { walnut_ferry_as6_a<<<kVectors / 256, 256>>>(vectors, moved); });
    add("walnut_ferry_as6_b", moved, (size_t)kVectors * 4, Output::f64, [=] { walnut_ferry_as6_b<<<kVectors / 256, 256>>>(vectors, moved); });

    int2* node = uploaded(shuffled_list(kNodes));
    int* head = indices(kWalkers * 4, kNodes, 57);
    add("crimson_lantern_as6_a", out, kWalkers * 4, Output::f32, [=] { crimson_lantern_as6_a<<<132, 64>>>(node, head, out); });
    add("crimson_lantern_as6_b", out, kWalkers * 4, Output::f32, [=] { crimson_lantern_as6_b<<<132, 64>>>(node, head, out); });

    __nv_bfloat162* table = reinterpret_cast<__nv_bfloat162*>(filled<__nv_bfloat16>((size_t)kRows * kPairs * 2, 58));
    add("saffron_cloister_as6_a", out, kPairs * 2, Output::f32, [=] { saffron_cloister_as6_a<<<264, 192>>>(table, out2); });
    add("saffron_cloister_as6_b", out, kPairs * 2, Output::f32, [=] { saffron_cloister_as6_b<<<264, 192>>>(table, out2); });

    add("pebble_orchard_as6_a", out, (size_t)kQuads * 4, Output::f32, [=] { pebble_orchard_as6_a<<<kQuads / 384, 384>>>(one4, two4, out4); });
    add("pebble_orchard_as6_b", out, (size_t)kQuads * 4, Output::f32, [=] { pebble_orchard_as6_b<<<kQuads / 384, 384>>>(one4, two4, out4); });

    add("thistle_banner_as6_a", out, (size_t)kMapBlocks * 1024, Output::f32, [=] { thistle_banner_as6_a<<<kMapBlocks, 256>>>(one4, out4); });

    return harness::run(argc, argv, cases);
}
