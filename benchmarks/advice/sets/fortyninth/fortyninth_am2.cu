// Eight measured cases of on-chip memory and occupancy: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Power of forty Chebyshev moments of a stretched set of 96 nodes, a set a thread (float).
constexpr int kSets = 132 * 512 * 12, kNodes = 96, kMoments = 40;

__device__ __forceinline__ void thistle_body(const float2* __restrict__ stretch, const float2* __restrict__ node, float* __restrict__ power) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float2 s = stretch[i];
    float acc[kMoments];
#pragma unroll
    for (int p = 0; p < kMoments; ++p) acc[p] = 0.0f;
#pragma unroll 1
    for (int k = 0; k < kNodes; ++k) {
        float2 n = node[k];
        float x = 0.5f * fmaf(s.x, n.x, s.y), twice = 2.0f * x, low = n.y, high = n.y * x;
#pragma unroll
        for (int p = 0; p < kMoments; ++p) {
            acc[p] += low;
            float next = fmaf(twice, high, -low);
            low = high;
            high = next;
        }
    }
    float sum = 0.0f;
#pragma unroll
    for (int p = 0; p < kMoments; ++p) sum = fmaf(acc[p], acc[p], sum);
    power[i] = sum;
}

__global__ void __launch_bounds__(512, 4) thistle_lantern_am2_a(const float2* __restrict__ stretch, const float2* __restrict__ node, float* __restrict__ power) {
    thistle_body(stretch, node, power);
}
__global__ void __launch_bounds__(512, 2) thistle_lantern_am2_b(const float2* __restrict__ stretch, const float2* __restrict__ node, float* __restrict__ power) {
    thistle_body(stretch, node, power);
}

// ---- Weighted repeat count of 128 byte keys in 24 bins, a series a thread (uint8 keys, four a word).
constexpr int kSeries = 792 * 256, kWords = 32, kBins = 24;

__global__ void __launch_bounds__(256) gravel_sonnet_am2_a(const unsigned* __restrict__ words, int* __restrict__ repeat) {
    int i = blockIdx.x * 256 + threadIdx.x, count[kBins];
#pragma unroll
    for (int b = 0; b < kBins; ++b) count[b] = 0;
#pragma unroll 4
    for (int k = 0; k < kWords; ++k) {
        unsigned w = words[k * kSeries + i];
#pragma unroll
        for (int j = 0; j < 4; ++j) ++count[((w >> (8 * j)) & 255u) * kBins >> 8];
    }
    int sum = 0;
#pragma unroll
    for (int b = 0; b < kBins; ++b) sum += count[b] * count[b] * (b + 1);
    repeat[i] = sum;
}

__global__ void __launch_bounds__(256) gravel_sonnet_am2_b(const unsigned* __restrict__ words, int* __restrict__ repeat) {
    __shared__ int count[kBins * 256];  // a column a thread
    int i = blockIdx.x * 256 + threadIdx.x, *mine = count + threadIdx.x;
#pragma unroll
    for (int b = 0; b < kBins; ++b) mine[b * 256] = 0;
#pragma unroll 4
    for (int k = 0; k < kWords; ++k) {
        unsigned w = words[k * kSeries + i];
#pragma unroll
        for (int j = 0; j < 4; ++j) ++mine[(((w >> (8 * j)) & 255u) * kBins >> 8) * 256];
    }
    int sum = 0;
#pragma unroll
    for (int b = 0; b < kBins; ++b) sum += mine[b * 256] * mine[b * 256] * (b + 1);
    repeat[i] = sum;
}

// ---- Exponential smoothing of rows of 32 doubles, a row a thread, staged through shared memory.
constexpr int kTiles = 132 * 6 * 4, kRow = 32, kTileRows = 128;

template <int kPitch>
__device__ __forceinline__ void pewter_body(const double* __restrict__ raw, double* __restrict__ smooth) {
    __shared__ double tile[kTileRows * kPitch];
    int t = threadIdx.x, from = (t / kRow) * kPitch + t % kRow;
    size_t base = (size_t)blockIdx.x * (kTileRows * kRow) + t;
#pragma unroll 16
    for (int j = 0; j < kRow; ++j) tile[from + j * (4 * kPitch)] = raw[base + j * kTileRows];
    __syncthreads();
    double y = tile[t * kPitch];
#pragma unroll 8
    for (int k = 0; k < kRow; ++k) {
        y = fma(0.3, tile[t * kPitch + k] - y, y);
        tile[t * kPitch + k] = y;
    }
    __syncthreads();
#pragma unroll 16
    for (int j = 0; j < kRow; ++j) smooth[base + j * kTileRows] = tile[from + j * (4 * kPitch)];
}

__global__ void __launch_bounds__(128) pewter_marsh_am2_a(const double* __restrict__ raw, double* __restrict__ smooth) { pewter_body<kRow>(raw, smooth); }
__global__ void __launch_bounds__(128) pewter_marsh_am2_b(const double* __restrict__ raw, double* __restrict__ smooth) { pewter_body<kRow + 1>(raw, smooth); }

// ---- Walk through linked records of 32 int64, a warp a walk, weighted by a table of 64 in shared memory.
constexpr int kRecords = 80000, kWalks = 132 * 64, kHops = 32, kWeights = 64;
constexpr int kRoomBefore = 100 * 1024, kRoomAfter = kWeights * 8;  // bytes of shared memory a block

__device__ __forceinline__ void quince_body(const unsigned long long* __restrict__ record, const int* __restrict__ head, double* __restrict__ total) {
    extern __shared__ unsigned long long weight[];
    int t = threadIdx.x, lane = t % 32, walk = blockIdx.x * 4 + t / 32;
    unsigned at = head[walk];
    if (t < kWeights) weight[t] = 1 + (head[t] & 63);
    __syncthreads();
    unsigned long long sum = 0;
    for (int h = 0; h < kHops; ++h) {
        unsigned long long v = record[(size_t)at * 32 + lane];
        sum += (v >> 40) * weight[(h + lane) % kWeights];
        at = __shfl_sync(0xffffffffu, (unsigned)v, h % 32) % kRecords;
    }
    total[walk * 32 + lane] = (double)sum;
}

__global__ void __launch_bounds__(128) quince_ferry_am2_a(const unsigned long long* __restrict__ record, const int* __restrict__ head, double* __restrict__ total) {
    quince_body(record, head, total);
}
__global__ void __launch_bounds__(128) quince_ferry_am2_b(const unsigned long long* __restrict__ record, const int* __restrict__ head, double* __restrict__ total) {
    quince_body(record, head, total);
}

// ---- Twelve look-ups in a row in a nine-way search tree of int keys, eight lanes a seeker; each look-up gives the next key.
constexpr int kLevels = 7, kTree = 597871, kLeaves = 4782969, kSeekers = 132 * 64 * 2 * 4, kLookups = 12;

template <int kThreads>
__device__ __forceinline__ void willow_body(const int* __restrict__ keys, const int* __restrict__ value, const int* __restrict__ start, int* __restrict__ found) {
    int lane = threadIdx.x % 32, seeker = (blockIdx.x * kThreads + threadIdx.x) / 8, shift = lane / 8 * 8;
    unsigned want = start[seeker];
    int sum = 0;
#pragma unroll 1
    for (int turn = 0; turn < kLookups; ++turn) {
        int node = 0;
#pragma unroll
        for (int level = 0; level < kLevels; ++level) {
            unsigned below = __ballot_sync(0xffffffffu, (unsigned)keys[node * 8 + lane % 8] <= want);
            node = node * 9 + 1 + __popc((below >> shift) & 255u);
        }
        int v = value[node - kTree];
        sum += v;
        want = (want * 1664525u + (unsigned)v * 2654435761u) >> 1;
    }
    if (lane % 8 == 0) found[seeker] = sum;
}

__global__ void __launch_bounds__(32) willow_anvil_am2_a(const int* __restrict__ keys, const int* __restrict__ value, const int* __restrict__ start, int* __restrict__ found) {
    willow_body<32>(keys, value, start, found);
}
__global__ void __launch_bounds__(256) willow_anvil_am2_b(const int* __restrict__ keys, const int* __restrict__ value, const int* __restrict__ start, int* __restrict__ found) {
    willow_body<256>(keys, value, start, found);
}

// ---- Sums of twenty looked-up rows of 64 bfloat16, a bag a warp; one bag in 500 is rescaled by the spread of 120 reference rows.
constexpr int kBags = 6 * 66000, kBagRows = 20, kTableRows = 5000000, kRefs = 120;

template <bool kKeep>
__device__ __forceinline__ void saffron_body(const __nv_bfloat162* __restrict__ table, const int* __restrict__ ids, const float* __restrict__ doubt,
                                             const float* __restrict__ ref, float2* __restrict__ bag) {
    int lane = threadIdx.x % 32, warp = blockIdx.x * 6 + threadIdx.x / 32;
    int id = lane < kBagRows ? ids[warp * kBagRows + lane] : 0;
    float unsure = doubt[warp];
    float2 sum = make_float2(0.0f, 0.0f);
#pragma unroll 4
    for (int j = 0; j < kBagRows; ++j) {
        float2 r = __bfloat1622float2(table[(size_t)__shfl_sync(0xffffffffu, id, j) * 32 + lane]);
        sum.x += r.x;
        sum.y += r.y;
    }
    if (unsure < -0.996f) {
        float mean = 0.0f, spread = 1e-3f;
        if (kKeep) {
            float v[kRefs];
#pragma unroll
            for (int k = 0; k < kRefs; ++k) v[k] = ref[k * 32 + lane];
#pragma unroll
            for (int k = 0; k < kRefs; ++k) mean += v[k];
            mean *= 1.0f / kRefs;
#pragma unroll
            for (int k = 0; k < kRefs; ++k) spread = fmaf(v[k] - mean, v[k] - mean, spread);
        } else {
#pragma unroll 8
            for (int k = 0; k < kRefs; ++k) mean += ref[k * 32 + lane];
            mean *= 1.0f / kRefs;
#pragma unroll 8
            for (int k = 0; k < kRefs; ++k) {
                float d = ref[k * 32 + lane] - mean;
                spread = fmaf(d, d, spread);
            }
        }
        float scale = rsqrtf(spread);
        sum.x = (sum.x - mean) * scale;
        sum.y = (sum.y - mean) * scale;
    }
    bag[(size_t)warp * 32 + lane] = sum;
}

__global__ void __launch_bounds__(192) saffron_kettle_am2_a(const __nv_bfloat162* __restrict__ table, const int* __restrict__ ids, const float* __restrict__ doubt,
                                                            const float* __restrict__ ref, float2* __restrict__ bag) {
    saffron_body<true>(table, ids, doubt, ref, bag);
}
__global__ void __launch_bounds__(192) saffron_kettle_am2_b(const __nv_bfloat162* __restrict__ table, const int* __restrict__ ids, const float* __restrict__ doubt,
                                                            const float* __restrict__ ref, float2* __restrict__ bag) {
    saffron_body<false>(table, ids, doubt, ref, bag);
}

// ---- Gains of 64 interleaved channels applied to half samples, four packs of eight a thread; the gains lie in shared memory.
constexpr int kMixBlocks = 7128, kMixPacks = kMixBlocks * 2048;
constexpr int kDeskBefore = 100 * 1024, kDeskAfter = 128;  // bytes of shared memory a block

__device__ __forceinline__ void mossy_body(const uint4* __restrict__ sample, const uint4* __restrict__ gain, uint4* __restrict__ mixed) {
    extern __shared__ uint4 desk[];
    int t = threadIdx.x, i = blockIdx.x * 2048 + t;
    uint4 s[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) s[j] = __ldcs(sample + i + j * 512);
    if (t < 8) desk[t] = gain[t];
    __syncthreads();
    uint4 g = desk[t % 8];
    const __half2* gh = reinterpret_cast<const __half2*>(&g);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        __half2* h = reinterpret_cast<__half2*>(&s[j]);
#pragma unroll
        for (int c = 0; c < 4; ++c) h[c] = __hfma2(h[c], gh[c], h[c]);
        __stcs(mixed + i + j * 512, s[j]);
    }
}

__global__ void __launch_bounds__(512) mossy_trumpet_am2_a(const uint4* __restrict__ sample, const uint4* __restrict__ gain, uint4* __restrict__ mixed) {
    mossy_body(sample, gain, mixed);
}
__global__ void __launch_bounds__(512) mossy_trumpet_am2_b(const uint4* __restrict__ sample, const uint4* __restrict__ gain, uint4* __restrict__ mixed) {
    mossy_body(sample, gain, mixed);
}

// ---- Layer normalization of rows of 640 floats, a row a warp, held in registers.
constexpr int kLayerRows = 132 * 8 * 8 * 40, kQuads = 160;

__device__ __forceinline__ float warp_sum(float v) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void __launch_bounds__(256) heron_velvet_am2_a(const float4* __restrict__ x, const float4* __restrict__ gamma, const float4* __restrict__ beta, float4* __restrict__ y) {
    int lane = threadIdx.x % 32;
    size_t at = (size_t)(blockIdx.x * 8 + threadIdx.x / 32) * kQuads + lane;
    float4 v[5];
    float sum = 0.0f, square = 0.0f;
#pragma unroll
    for (int j = 0; j < 5; ++j) v[j] = __ldcs(x + at + j * 32);
#pragma unroll
    for (int j = 0; j < 5; ++j) sum += (v[j].x + v[j].y) + (v[j].z + v[j].w);
    float mean = warp_sum(sum) * (1.0f / 640);
#pragma unroll
    for (int j = 0; j < 5; ++j) {
        v[j].x -= mean; v[j].y -= mean; v[j].z -= mean; v[j].w -= mean;
        square += (v[j].x * v[j].x + v[j].y * v[j].y) + (v[j].z * v[j].z + v[j].w * v[j].w);
    }
    float scale = rsqrtf(fmaf(warp_sum(square), 1.0f / 640, 1e-5f));
#pragma unroll
    for (int j = 0; j < 5; ++j) {
        float4 g = gamma[lane + j * 32], b = beta[lane + j * 32];
        __stcs(y + at + j * 32, make_float4(fmaf(v[j].x * scale, g.x, b.x), fmaf(v[j].y * scale, g.y, b.y), fmaf(v[j].z * scale, g.z, b.z), fmaf(v[j].w * scale, g.w, b.w)));
    }
}

// Keys of the search tree, breadth first: node n has eight rising keys and the children 9n+1 .. 9n+9.
static std::vector<int> tree_keys() {
    std::vector<int> keys((size_t)kTree * 8);
    std::vector<std::pair<long long, long long>> span(kTree);
    span[0] = {0, 1ll << 31};
    for (long long n = 0; n < kTree; ++n) {
        long long low = span[n].first, wide = span[n].second - low, edge[10];
        edge[0] = low; edge[9] = span[n].second;
        for (int j = 0; j < 8; ++j) {
            long long shake = (long long)(harness::hash32((uint32_t)(n * 8 + j)) % 1000) - 500;
            edge[j + 1] = low + wide * (j + 1) / 9 + wide * shake / 18000;
            keys[n * 8 + j] = (int)edge[j + 1];
        }
        for (int c = 0; c < 9; ++c)
            if (n * 9 + 1 + c < kTree) span[n * 9 + 1 + c] = {edge[c], edge[c + 1]};
    }
    return keys;
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    {
        float2 *stretch = reinterpret_cast<float2*>(filled<float>((size_t)kSets * 2, 11)), *node = reinterpret_cast<float2*>(filled<float>(kNodes * 2, 12));
        float* power = empty<float>(kSets);
        add("thistle_lantern_am2_a", power, kSets, Output::f32, [=] { thistle_lantern_am2_a<<<kSets / 512, 512>>>(stretch, node, power); });
        add("thistle_lantern_am2_b", power, kSets, Output::f32, [=] { thistle_lantern_am2_b<<<kSets / 512, 512>>>(stretch, node, power); });
    }
    {
        unsigned* words = reinterpret_cast<unsigned*>(indices((size_t)kSeries * kWords, 0xffffffffu, 21));
        int* repeat = empty<int>(kSeries);
        add("gravel_sonnet_am2_a", repeat, kSeries, Output::i32, [=] { gravel_sonnet_am2_a<<<kSeries / 256, 256>>>(words, repeat); });
        add("gravel_sonnet_am2_b", repeat, kSeries, Output::i32, [=] { gravel_sonnet_am2_b<<<kSeries / 256, 256>>>(words, repeat); });
    }
    {
        constexpr size_t kCells = (size_t)kTiles * kTileRows * kRow;
        double *raw = filled<double>(kCells, 31), *smooth = empty<double>(kCells);
        add("pewter_marsh_am2_a", smooth, kCells, Output::f64, [=] { pewter_marsh_am2_a<<<kTiles, kTileRows>>>(raw, smooth); });
        add("pewter_marsh_am2_b", smooth, kCells, Output::f64, [=] { pewter_marsh_am2_b<<<kTiles, kTileRows>>>(raw, smooth); });
    }
    {
        unsigned long long* record = reinterpret_cast<unsigned long long*>(indices((size_t)kRecords * 64, 0xffffffffu, 41));
        int* head = indices(kWalks, kRecords, 42);
        double* total = empty<double>((size_t)kWalks * 32);
        CHECK(cudaFuncSetAttribute(quince_ferry_am2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kRoomBefore));
        add("quince_ferry_am2_a", total, (size_t)kWalks * 32, Output::f64, [=] { quince_ferry_am2_a<<<kWalks / 4, 128, kRoomBefore>>>(record, head, total); });
        add("quince_ferry_am2_b", total, (size_t)kWalks * 32, Output::f64, [=] { quince_ferry_am2_b<<<kWalks / 4, 128, kRoomAfter>>>(record, head, total); });
    }
    {
        int *keys = uploaded(tree_keys()), *value = indices(kLeaves, 1u << 20, 51), *start = indices(kSeekers, 1u << 31, 52), *found = empty<int>(kSeekers);
        add("willow_anvil_am2_a", found, kSeekers, Output::i32, [=] { willow_anvil_am2_a<<<kSeekers / 4, 32>>>(keys, value, start, found); });
        add("willow_anvil_am2_b", found, kSeekers, Output::i32, [=] { willow_anvil_am2_b<<<kSeekers / 32, 256>>>(keys, value, start, found); });
    }
    {
        __nv_bfloat162* table = reinterpret_cast<__nv_bfloat162*>(filled<__nv_bfloat16>((size_t)kTableRows * 64, 61));
        int* ids = indices((size_t)kBags * kBagRows, kTableRows, 62);
        float *doubt = filled<float>(kBags, 63), *ref = filled<float>(kRefs * 32, 64), *sums = empty<float>((size_t)kBags * 64);
        float2* bag = reinterpret_cast<float2*>(sums);
        add("saffron_kettle_am2_a", sums, (size_t)kBags * 64, Output::f32, [=] { saffron_kettle_am2_a<<<kBags / 6, 192>>>(table, ids, doubt, ref, bag); });
        add("saffron_kettle_am2_b", sums, (size_t)kBags * 64, Output::f32, [=] { saffron_kettle_am2_b<<<kBags / 6, 192>>>(table, ids, doubt, ref, bag); });
    }
    {
        uint4 *sample = reinterpret_cast<uint4*>(filled<__half>((size_t)kMixPacks * 8, 71)), *gain = reinterpret_cast<uint4*>(filled<__half>(64, 72));
        uint4* mixed = reinterpret_cast<uint4*>(empty<__half>((size_t)kMixPacks * 8));
        CHECK(cudaFuncSetAttribute(mossy_trumpet_am2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kDeskBefore));
        add("mossy_trumpet_am2_a", mixed, (size_t)kMixPacks * 8, Output::f16, [=] { mossy_trumpet_am2_a<<<kMixBlocks, 512, kDeskBefore>>>(sample, gain, mixed); });
        add("mossy_trumpet_am2_b", mixed, (size_t)kMixPacks * 8, Output::f16, [=] { mossy_trumpet_am2_b<<<kMixBlocks, 512, kDeskAfter>>>(sample, gain, mixed); });
    }
    {
        constexpr size_t kAll = (size_t)kLayerRows * 640;
        float4 *x = reinterpret_cast<float4*>(filled<float>(kAll, 81)), *gamma = reinterpret_cast<float4*>(filled<float>(640, 82)), *beta = reinterpret_cast<float4*>(filled<float>(640, 83));
        float* y = empty<float>(kAll);
        add("heron_velvet_am2_a", y, kAll, Output::f32, [=] { heron_velvet_am2_a<<<kLayerRows / 8, 256>>>(x, gamma, beta, reinterpret_cast<float4*>(y)); });
    }

    return harness::run(argc, argv, cases);
}
