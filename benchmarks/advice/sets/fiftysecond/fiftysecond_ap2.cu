// Eight measured cases of on-chip memory and occupancy: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <numeric>
#include <random>

using harness::Case;
using harness::Output;

// ---- Red-black relaxation of 54 points a thread, kept in registers, 60 sweeps.
constexpr int kPoints = 54, kSweeps = 60, kRods = 132 * 20 * 256;

__device__ __forceinline__ void relax_rod(const float* __restrict__ in, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float x[kPoints];
#pragma unroll
    for (int k = 0; k < kPoints; ++k) x[k] = in[k * kRods + i];
#pragma unroll 1
    for (int s = 0; s < kSweeps; ++s) {
#pragma unroll
        for (int parity = 0; parity < 2; ++parity)
#pragma unroll
            for (int k = parity; k < kPoints; k += 2)
                x[k] = fmaf(0.48f, x[(k + kPoints - 1) % kPoints] + x[(k + 1) % kPoints], 0.02f * x[k]);
    }
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < kPoints; ++k) sum = fmaf(x[k], 1.0f + 0.01f * k, sum);
    out[i] = sum + 2.0f;
}

__global__ void __launch_bounds__(256, 5) lantern_moss_ap2_a(const float* __restrict__ in, float* __restrict__ out) { relax_rod(in, out); }
__global__ void __launch_bounds__(256, 4) lantern_moss_ap2_b(const float* __restrict__ in, float* __restrict__ out) { relax_rod(in, out); }

// ---- Random numbers: lagged Fibonacci generator (17, 5) of 32-bit words, 255 draws a thread, mean of the upper bits.
constexpr int kLag = 17, kRounds = 15, kStreams = 132 * 8 * 256;

__device__ __forceinline__ void seed_state(unsigned seed, unsigned (&s)[kLag]) {
#pragma unroll
    for (int j = 0; j < kLag; ++j) {
        seed = seed * 1664525u + 1013904223u;
        s[j] = seed ^ (seed >> 15);
    }
}

__global__ void __launch_bounds__(256, 8) quill_ember_ap2_a(const int* __restrict__ seeds, float* __restrict__ mean) {
    int i = blockIdx.x * 256 + threadIdx.x;
    unsigned s[kLag], sum = 0;
    seed_state((unsigned)seeds[i], s);
    int p = 0, q = 12;
#pragma unroll 1
    for (int n = 0; n < kLag * kRounds; ++n) {
        unsigned v = s[p] + s[q];
        s[p] = v;
        sum += v >> 20;
        p = p == kLag - 1 ? 0 : p + 1;
        q = q == kLag - 1 ? 0 : q + 1;
    }
    mean[i] = sum * (1.0f / (4096.0f * kLag * kRounds));
}

__global__ void __launch_bounds__(256, 8) quill_ember_ap2_b(const int* __restrict__ seeds, float* __restrict__ mean) {
    int i = blockIdx.x * 256 + threadIdx.x;
    unsigned s[kLag], sum = 0;
    seed_state((unsigned)seeds[i], s);
#pragma unroll 1
    for (int n = 0; n < kRounds; ++n) {
#pragma unroll
        for (int j = 0; j < kLag; ++j) {
            s[j] += s[(j + 12) % kLag];
            sum += s[j] >> 20;
        }
    }
    mean[i] = sum * (1.0f / (4096.0f * kLag * kRounds));
}

// ---- Recursive filter along each row of a table of doubles, a thread a row, through tiles of 128 x 16.
constexpr int kRows = 132 * 8 * 128, kColumns = 128;

template <int kPitch>
__device__ __forceinline__ void filter_rows(const double* __restrict__ in, double* __restrict__ out) {
    __shared__ double tile[128 * kPitch];
    int t = threadIdx.x, c = t % 16, r = t / 16;
    size_t base = (size_t)blockIdx.x * 128 * kColumns;
    double y = 0.0;
    for (int from = 0; from < kColumns; from += 16) {
        double v[16];
#pragma unroll
        for (int j = 0; j < 16; ++j) v[j] = in[base + (r + 8 * j) * kColumns + from + c];
#pragma unroll
        for (int j = 0; j < 16; ++j) tile[(r + 8 * j) * kPitch + c] = v[j];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            y = fma(0.875, y, tile[t * kPitch + k] + 0.25);
            tile[t * kPitch + k] = y;
        }
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 16; ++j) out[base + (r + 8 * j) * kColumns + from + c] = tile[(r + 8 * j) * kPitch + c];
    }
}
// A thread fills the same elements of the tile that it has stored before, so no barrier is due between store and next fill.

__global__ void __launch_bounds__(128, 8) copper_heron_ap2_a(const double* __restrict__ in, double* __restrict__ out) { filter_rows<16>(in, out); }
__global__ void __launch_bounds__(128, 8) copper_heron_ap2_b(const double* __restrict__ in, double* __restrict__ out) { filter_rows<17>(in, out); }

// ---- Particles in a force field of 96^3 cells, 16 steps each, with a table of 512 drags in shared memory.
constexpr int kGrid = 96, kSteps = 16, kDrags = 512, kMotes = 132 * 16 * 128;

__device__ __forceinline__ void push_motes(const float4* __restrict__ field, const float4* __restrict__ drags, const float* __restrict__ start,
                                           float* __restrict__ out) {
    extern __shared__ float4 pool[];
    int i = blockIdx.x * 128 + threadIdx.x;
    pool[threadIdx.x] = drags[threadIdx.x];
    float x = fmaf(0.5f, start[i], 0.5f), y = fmaf(0.5f, start[kMotes + i], 0.5f), z = fmaf(0.5f, start[2 * kMotes + i], 0.5f);
    float u = 0.0f, v = 0.0f, w = 0.0f;
    const float* drag = reinterpret_cast<const float*>(pool);
    __syncthreads();
#pragma unroll 1
    for (int s = 0; s < kSteps; ++s) {
        int cell = ((int)(z * 95.99f) * kGrid + (int)(y * 95.99f)) * kGrid + (int)(x * 95.99f);
        float4 f = field[cell];
        float d = drag[cell % kDrags];
        u = fmaf(d, u, f.x); v = fmaf(d, v, f.y); w = fmaf(d, w, f.z);
        x = fmaf(f.w, u, x); y = fmaf(f.w, v, y); z = fmaf(f.w, w, z);
        x -= floorf(x); y -= floorf(y); z -= floorf(z);
    }
    out[i] = x + 2.0f * y + 3.0f * z;
}

// Dynamic shared memory: room for the drags of 50 species (a) or for those of the one species at work (b).
constexpr int kPoolA = 50 * kDrags * 4, kPoolB = kDrags * 4;
__global__ void __launch_bounds__(128, 16) thistle_barge_ap2_a(const float4* __restrict__ field, const float4* __restrict__ drags,
                                                               const float* __restrict__ start, float* __restrict__ out) {
    push_motes(field, drags, start, out);
}
__global__ void __launch_bounds__(128, 16) thistle_barge_ap2_b(const float4* __restrict__ field, const float4* __restrict__ drags,
                                                               const float* __restrict__ start, float* __restrict__ out) {
    push_motes(field, drags, start, out);
}

// ---- Linked lists of nodes of 32 halves, a warp a list, 40 nodes each: sum of what the nodes hold.
constexpr int kNodes = 150000, kLinks = 40, kLists = 132 * 64 * 12;

template <int kThreads>
__device__ __forceinline__ void walk_lists(const int* __restrict__ next, const __half* __restrict__ held, float* __restrict__ total) {
    int list = blockIdx.x * (kThreads / 32) + threadIdx.x / 32, lane = threadIdx.x % 32, node = list % kNodes;
    float sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kLinks; ++k) {
        float h = __half2float(held[node * 32 + lane]);
        node = next[node];
        sum = fmaf(h, h, sum);
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (lane == 0) total[list] = sum;
}

__global__ void __launch_bounds__(32) velvet_anchor_ap2_a(const int* __restrict__ next, const __half* __restrict__ held, float* __restrict__ total) {
    walk_lists<32>(next, held, total);
}
__global__ void __launch_bounds__(256) velvet_anchor_ap2_b(const int* __restrict__ next, const __half* __restrict__ held, float* __restrict__ total) {
    walk_lists<256>(next, held, total);
}

// ---- Binary search of 64-bit keys in a sorted table; one query in a thousand also takes the third moment of the 96 heights around its place.
constexpr int kKeys = 1500000, kAround = 96, kQueries = 132 * 2048 * 5;

__device__ __forceinline__ int place_of(const long long* __restrict__ keys, long long key) {
    int low = 0, count = kKeys;
#pragma unroll 1
    while (count > 1) {
        int half = count >> 1;
        if (keys[low + half] <= key) low += half;
        count -= half;
    }
    return low;
}

__global__ void __launch_bounds__(256) marrow_kite_ap2_a(const long long* __restrict__ keys, const float* __restrict__ height,
                                                         const long long* __restrict__ query, const float* __restrict__ odd, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x, low = place_of(keys, query[i]);
    float result = height[low] + 2.0f;
    if (odd[i] > 0.998f) {
        const float* h = height + min(max(low - kAround / 2, 0), kKeys - kAround);
        float v[kAround], sum = 0.0f, cubes = 0.0f;
#pragma unroll
        for (int k = 0; k < kAround; ++k) v[k] = h[k];
#pragma unroll
        for (int k = 0; k < kAround; ++k) sum += v[k];
        float mean = sum * (1.0f / kAround);
#pragma unroll
        for (int k = 0; k < kAround; ++k) { float d = v[k] - mean; cubes = fmaf(d * d, d, cubes); }
        result += cubes;
    }
    out[i] = result;
}

__global__ void __launch_bounds__(256) marrow_kite_ap2_b(const long long* __restrict__ keys, const float* __restrict__ height,
                                                         const long long* __restrict__ query, const float* __restrict__ odd, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x, low = place_of(keys, query[i]);
    float result = height[low] + 2.0f;
    if (odd[i] > 0.998f) {
        const float* h = height + min(max(low - kAround / 2, 0), kKeys - kAround);
        float sum = 0.0f, cubes = 0.0f;
#pragma unroll 8
        for (int k = 0; k < kAround; ++k) sum += h[k];
        float mean = sum * (1.0f / kAround);
#pragma unroll 8
        for (int k = 0; k < kAround; ++k) { float d = h[k] - mean; cubes = fmaf(d * d, d, cubes); }
        result += cubes;
    }
    out[i] = result;
}

// ---- Gain a channel and residual: rows of 4096 bfloat16, gains staged in shared memory.
constexpr int kChannels = 4096, kTokens = 132 * 12 * 64;

__device__ __forceinline__ uint4 scale_add(uint4 x, uint4 g, uint4 z) {
    uint4 y;
    const __nv_bfloat162 *xs = reinterpret_cast<const __nv_bfloat162*>(&x), *gs = reinterpret_cast<const __nv_bfloat162*>(&g),
                         *zs = reinterpret_cast<const __nv_bfloat162*>(&z);
    __nv_bfloat162* ys = reinterpret_cast<__nv_bfloat162*>(&y);
#pragma unroll
    for (int k = 0; k < 4; ++k) ys[k] = __hfma2(xs[k], gs[k], zs[k]);
    return y;
}

__device__ __forceinline__ void gain_rows(const uint4* __restrict__ in, const uint4* __restrict__ gain, const uint4* __restrict__ rest,
                                          uint4* __restrict__ out) {
    extern __shared__ uint4 gains[];
    int t = threadIdx.x;
    gains[t] = gain[t];
    gains[t + 256] = gain[t + 256];
    __syncthreads();
    for (int row = blockIdx.x; row < kTokens; row += gridDim.x) {
        size_t at = (size_t)row * (kChannels / 8) + t;
        uint4 x0 = __ldcs(in + at), x1 = __ldcs(in + at + 256), z0 = __ldcs(rest + at), z1 = __ldcs(rest + at + 256);
        __stcs(out + at, scale_add(x0, gains[t], z0));
        __stcs(out + at + 256, scale_add(x1, gains[t + 256], z1));
    }
}

constexpr int kGainsA = 50 * 1024, kGainsB = kChannels * 2;  // bytes
__global__ void __launch_bounds__(256, 6) saffron_gate_ap2_a(const uint4* __restrict__ in, const uint4* __restrict__ gain, const uint4* __restrict__ rest,
                                                             uint4* __restrict__ out) {
    gain_rows(in, gain, rest, out);
}
__global__ void __launch_bounds__(256, 6) saffron_gate_ap2_b(const uint4* __restrict__ in, const uint4* __restrict__ gain, const uint4* __restrict__ rest,
                                                             uint4* __restrict__ out) {
    gain_rows(in, gain, rest, out);
}

// ---- Softmax of rows of 768 floats, a warp a row, the row in registers.
constexpr int kWidth = 768, kSheets = 330000;

__global__ void __launch_bounds__(128) willow_drum_ap2_a(const float4* __restrict__ in, float4* __restrict__ out) {
    size_t at = ((size_t)blockIdx.x * 4 + threadIdx.x / 32) * (kWidth / 4) + threadIdx.x % 32;
    float4 v[6];
#pragma unroll
    for (int j = 0; j < 6; ++j) v[j] = __ldcs(in + at + 32 * j);
    float top = -3.0e38f, sum = 0.0f;
#pragma unroll
    for (int j = 0; j < 6; ++j) top = fmaxf(top, fmaxf(fmaxf(v[j].x, v[j].y), fmaxf(v[j].z, v[j].w)));
#pragma unroll
    for (int o = 16; o; o >>= 1) top = fmaxf(top, __shfl_xor_sync(0xffffffffu, top, o));
#pragma unroll
    for (int j = 0; j < 6; ++j) {
        v[j] = make_float4(__expf(v[j].x - top), __expf(v[j].y - top), __expf(v[j].z - top), __expf(v[j].w - top));
        sum += (v[j].x + v[j].y) + (v[j].z + v[j].w);
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    float scale = __fdividef(1.0f, sum);
#pragma unroll
    for (int j = 0; j < 6; ++j) __stcs(out + at + 32 * j, make_float4(v[j].x * scale, v[j].y * scale, v[j].z * scale, v[j].w * scale));
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    {
        float *in = filled<float>((size_t)kPoints * kRods, 11), *out = empty<float>(kRods);
        add("lantern_moss_ap2_a", out, kRods, Output::f32, [=] { lantern_moss_ap2_a<<<kRods / 256, 256>>>(in, out); });
        add("lantern_moss_ap2_b", out, kRods, Output::f32, [=] { lantern_moss_ap2_b<<<kRods / 256, 256>>>(in, out); });
    }
    {
        int* seeds = harness::indices(kStreams, 2000000011u, 12);
        float* mean = empty<float>(kStreams);
        add("quill_ember_ap2_a", mean, kStreams, Output::f32, [=] { quill_ember_ap2_a<<<kStreams / 256, 256>>>(seeds, mean); });
        add("quill_ember_ap2_b", mean, kStreams, Output::f32, [=] { quill_ember_ap2_b<<<kStreams / 256, 256>>>(seeds, mean); });
    }
    {
        constexpr size_t kAll = (size_t)kRows * kColumns;
        double *in = filled<double>(kAll, 13), *out = empty<double>(kAll);
        add("copper_heron_ap2_a", out, kAll, Output::f64, [=] { copper_heron_ap2_a<<<kRows / 128, 128>>>(in, out); });
        add("copper_heron_ap2_b", out, kAll, Output::f64, [=] { copper_heron_ap2_b<<<kRows / 128, 128>>>(in, out); });
    }
    {
        const float4 *field = reinterpret_cast<const float4*>(filled<float>((size_t)kGrid * kGrid * kGrid * 4, 14)),
                     *drags = reinterpret_cast<const float4*>(filled<float>(kDrags, 15));
        float *start = filled<float>((size_t)kMotes * 3, 16), *out = empty<float>(kMotes);
        CHECK(cudaFuncSetAttribute(thistle_barge_ap2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kPoolA));
        add("thistle_barge_ap2_a", out, kMotes, Output::f32, [=] { thistle_barge_ap2_a<<<kMotes / 128, 128, kPoolA>>>(field, drags, start, out); });
        add("thistle_barge_ap2_b", out, kMotes, Output::f32, [=] { thistle_barge_ap2_b<<<kMotes / 128, 128, kPoolB>>>(field, drags, start, out); });
    }
    {
        std::vector<int> order(kNodes), next(kNodes);  // one closed tour through all nodes, in random order
        std::iota(order.begin(), order.end(), 0);
        std::mt19937 random(17);
        std::shuffle(order.begin(), order.end(), random);
        for (int k = 0; k < kNodes; ++k) next[order[k]] = order[(k + 1) % kNodes];
        int* links = harness::uploaded(next);
        __half* held = filled<__half>((size_t)kNodes * 32, 18);
        float* total = empty<float>(kLists);
        add("velvet_anchor_ap2_a", total, kLists, Output::f32, [=] { velvet_anchor_ap2_a<<<kLists, 32>>>(links, held, total); });
        add("velvet_anchor_ap2_b", total, kLists, Output::f32, [=] { velvet_anchor_ap2_b<<<kLists / 8, 256>>>(links, held, total); });
    }
    {
        std::vector<long long> table(kKeys), asked(kQueries);
        for (int k = 0; k < kKeys; ++k) table[k] = (long long)k * 6000000007LL + harness::hash32(k + 19u);
        for (int i = 0; i < kQueries; ++i)  // the queries of a warp lie close together
            asked[i] = (long long)(harness::hash32(i / 32 + 20u) % (unsigned)(kKeys - 100)) * 6000000007LL + (long long)(i % 32) * 17000000001LL;
        long long *keys = harness::uploaded(table), *query = harness::uploaded(asked);
        float *height = filled<float>(kKeys, 21), *odd = filled<float>(kQueries, 22), *out = empty<float>(kQueries);
        add("marrow_kite_ap2_a", out, kQueries, Output::f32, [=] { marrow_kite_ap2_a<<<kQueries / 256, 256>>>(keys, height, query, odd, out); });
        add("marrow_kite_ap2_b", out, kQueries, Output::f32, [=] { marrow_kite_ap2_b<<<kQueries / 256, 256>>>(keys, height, query, odd, out); });
    }
    {
        constexpr size_t kAll = (size_t)kTokens * kChannels;
        const uint4 *in = reinterpret_cast<const uint4*>(filled<__nv_bfloat16>(kAll, 23)), *gain = reinterpret_cast<const uint4*>(filled<__nv_bfloat16>(kChannels, 24)),
                    *rest = reinterpret_cast<const uint4*>(filled<__nv_bfloat16>(kAll, 25));
        uint4* out = reinterpret_cast<uint4*>(empty<__nv_bfloat16>(kAll));
        CHECK(cudaFuncSetAttribute(saffron_gate_ap2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kGainsA));
        // The check reads the bits as f16 (all below 2 in bfloat16, so no infinities): equal outputs give equal sums.
        add("saffron_gate_ap2_a", out, kAll, Output::f16, [=] { saffron_gate_ap2_a<<<132 * 12, 256, kGainsA>>>(in, gain, rest, out); });
        add("saffron_gate_ap2_b", out, kAll, Output::f16, [=] { saffron_gate_ap2_b<<<132 * 12, 256, kGainsB>>>(in, gain, rest, out); });
    }
    {
        constexpr size_t kAll = (size_t)kSheets * kWidth;
        const float4* in = reinterpret_cast<const float4*>(filled<float>(kAll, 26));
        float* out = empty<float>(kAll);
        add("willow_drum_ap2_a", out, kAll, Output::f32, [=] { willow_drum_ap2_a<<<kSheets / 4, 128>>>(in, reinterpret_cast<float4*>(out)); });
    }
    return harness::run(argc, argv, cases);
}
