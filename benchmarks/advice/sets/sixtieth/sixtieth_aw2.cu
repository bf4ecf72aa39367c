// Eight measured cases on on-chip memory and occupancy: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Bank of 48 Horner recurrences a thread, driven by one common signal.
constexpr int kTaps = 48, kDrive = 300, kBank = 132 * 12 * 384;

__device__ __forceinline__ void horner_bank(const float* __restrict__ seed, const float* __restrict__ drive, float* __restrict__ out) {
    int i = blockIdx.x * 384 + threadIdx.x;
    float s = seed[i], acc[kTaps];
#pragma unroll
    for (int j = 0; j < kTaps; ++j) acc[j] = s * (0.02f * j + 0.1f);
#pragma unroll 1
    for (int k = 0; k < kDrive; ++k) {
        float v = drive[k];
#pragma unroll
        for (int j = 0; j < kTaps; ++j) acc[j] = fmaf(acc[j], v, 0.01f * j + 0.05f);
    }
    float total = 0.0f;
#pragma unroll
    for (int j = 0; j < kTaps; ++j) total = fmaf(acc[j], 0.25f + 0.03f * j, total);
    out[i] = total + 0.125f * s;
}

__global__ void __launch_bounds__(384, 4) lantern_moss_aw2_a(const float* __restrict__ seed, const float* __restrict__ drive, float* __restrict__ out) {
    horner_bank(seed, drive, out);
}
__global__ void __launch_bounds__(384, 2) lantern_moss_aw2_b(const float* __restrict__ seed, const float* __restrict__ drive, float* __restrict__ out) {
    horner_bank(seed, drive, out);
}

// ---- Counts of the sixteen nibble values in 64 bytes a thread, and their weighted squares.
constexpr int kNibble = 132 * 12 * 128;

__global__ void __launch_bounds__(128) copper_heron_aw2_a(const uint4* __restrict__ in, float* __restrict__ out) {
    int i = blockIdx.x * 128 + threadIdx.x;
    unsigned bins[16];
#pragma unroll
    for (int b = 0; b < 16; ++b) bins[b] = 0;
#pragma unroll 1
    for (int k = 0; k < 4; ++k) {
        uint4 v = in[k * kNibble + i];
        unsigned word[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int w = 0; w < 4; ++w)
#pragma unroll
            for (int s = 0; s < 32; s += 4) bins[(word[w] >> s) & 15] += 1;
    }
    float sum = 0.0f;
#pragma unroll
    for (int b = 0; b < 16; ++b) sum = fmaf((float)(bins[b] * bins[b]), 1.0f + 0.5f * b, sum);
    out[i] = sum;
}

__global__ void __launch_bounds__(128) copper_heron_aw2_b(const uint4* __restrict__ in, float* __restrict__ out) {
    __shared__ unsigned columns[16 * 128];  // one column a thread, hence no barrier and no bank conflict
    int i = blockIdx.x * 128 + threadIdx.x;
    unsigned* bins = columns + threadIdx.x;
#pragma unroll
    for (int b = 0; b < 16; ++b) bins[b * 128] = 0;
#pragma unroll 1
    for (int k = 0; k < 4; ++k) {
        uint4 v = in[k * kNibble + i];
        unsigned word[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int w = 0; w < 4; ++w)
#pragma unroll
            for (int s = 0; s < 32; s += 4) bins[((word[w] >> s) & 15) * 128] += 1;
    }
    float sum = 0.0f;
#pragma unroll
    for (int b = 0; b < 16; ++b) sum = fmaf((float)(bins[b * 128] * bins[b * 128]), 1.0f + 0.5f * b, sum);
    out[i] = sum;
}

// ---- First-order recursive filter along rows of 160 doubles, 64 rows a block, a thread a row, tiles of 32 columns.
constexpr int kFilterBlocks = 132 * 13 * 2, kFilterCols = 160;

template <int kPitch>
__device__ __forceinline__ void row_filter(const double* __restrict__ in, double* __restrict__ out) {
    __shared__ double tile[64 * kPitch];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    size_t first = (size_t)blockIdx.x * 64 * kFilterCols + lane;
    double state = 0.0;
#pragma unroll 1
    for (int from = 0; from < kFilterCols; from += 32) {
#pragma unroll 8
        for (int r = warp; r < 64; r += 2) tile[r * kPitch + lane] = in[first + r * kFilterCols + from];
        __syncthreads();
#pragma unroll 8
        for (int c = 0; c < 32; ++c) {
            state = fma(0.9, state, tile[t * kPitch + c]);
            tile[t * kPitch + c] = state;
        }
        __syncthreads();
#pragma unroll 8
        for (int r = warp; r < 64; r += 2) out[first + r * kFilterCols + from] = tile[r * kPitch + lane];
        // the next tile's stores go where the same thread has just read: no barrier needed
    }
}

__global__ void __launch_bounds__(64) velvet_anchor_aw2_a(const double* __restrict__ in, double* __restrict__ out) { row_filter<32>(in, out); }
__global__ void __launch_bounds__(64) velvet_anchor_aw2_b(const double* __restrict__ in, double* __restrict__ out) { row_filter<33>(in, out); }

// ---- Random walk of each warp over records of 32 pairs of 16-bit numbers, weighted by a table of 256 weights.
constexpr int kRecords = 132000, kSteps = 96, kWalkBlocks = 132 * 8 * 2;

__device__ __forceinline__ void record_walk(const unsigned* __restrict__ records, const float* __restrict__ weights, float* __restrict__ out) {
    extern __shared__ float table[];
    int t = threadIdx.x, i = blockIdx.x * 256 + t, lane = t % 32;
    table[t] = weights[t];
    __syncthreads();
    unsigned row = __umulhi(harness::hash32(i / 32), kRecords);
    float sum = 0.0f;
#pragma unroll 1
    for (int step = 0; step < kSteps; ++step) {
        unsigned v = records[row * 32 + lane];
        sum = fmaf(table[(v >> 16) & 255], (float)(v & 65535u), sum);
        row = __umulhi(__shfl_sync(0xffffffffu, v, step & 31), kRecords);
    }
    out[i] = sum * 1e-4f;
}

__global__ void __launch_bounds__(256) thistle_drum_aw2_a(const unsigned* __restrict__ records, const float* __restrict__ weights, float* __restrict__ out) {
    record_walk(records, weights, out);
}
__global__ void __launch_bounds__(256) thistle_drum_aw2_b(const unsigned* __restrict__ records, const float* __restrict__ weights, float* __restrict__ out) {
    record_walk(records, weights, out);
}

// ---- Dot product of permuted rows of 32 values with their 8-bit codes' entries in a codebook, a warp a row, eight rows a warp.
constexpr int kRowsEach = 8, kCodeWarps = 132 * 64 * 4, kCodeRows = kCodeWarps * kRowsEach;

template <int kThreads>
__device__ __forceinline__ void code_rows(const int* __restrict__ at, const uint8_t* __restrict__ codes, const float* __restrict__ values,
                                          const float* __restrict__ book, float* __restrict__ out) {
    int warp = blockIdx.x * (kThreads / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    float mine = 0.0f;
#pragma unroll 1
    for (int r = 0; r < kRowsEach; ++r) {
        int start = at[warp * kRowsEach + r] * 32 + lane;
        float p = values[start] * book[codes[start]];
#pragma unroll
        for (int o = 16; o; o >>= 1) p += __shfl_xor_sync(0xffffffffu, p, o);
        if (lane == r) mine = p;
    }
    if (lane < kRowsEach) out[warp * kRowsEach + lane] = mine;
}

__global__ void __launch_bounds__(32) pewter_gull_aw2_a(const int* __restrict__ at, const uint8_t* __restrict__ codes, const float* __restrict__ values,
                                                        const float* __restrict__ book, float* __restrict__ out) {
    code_rows<32>(at, codes, values, book, out);
}
__global__ void __launch_bounds__(256) pewter_gull_aw2_b(const int* __restrict__ at, const uint8_t* __restrict__ codes, const float* __restrict__ values,
                                                         const float* __restrict__ book, float* __restrict__ out) {
    code_rows<256>(at, codes, values, book, out);
}

// ---- Descent of a 32-ary tree of 64-bit keys, a warp a query, 16 queries a warp; one leaf in 512 is refined by 96 recurrences.
constexpr int kInner = 1 + 32 + 1024 + 32768, kLeaves = 1 << 20, kAsk = 16, kTreeBlocks = 132 * 8 * 4;

__device__ __forceinline__ float refine_wide(const float* __restrict__ value, int leaf, int lane) {
    float a[96], base = 0.02f * lane, total = 0.0f;
#pragma unroll
    for (int j = 0; j < 96; ++j) a[j] = fmaf(0.01f, (float)j, base);
#pragma unroll 1
    for (int k = 0; k < 8; ++k) {
        float v = value[(leaf + k * 37) & (kLeaves - 1)];
#pragma unroll
        for (int j = 0; j < 96; ++j) a[j] = fmaf(a[j], v, 0.005f * (float)(j + 1));
    }
#pragma unroll
    for (int j = 0; j < 96; ++j) total = fmaf(a[j], a[j], total);
    return total;
}

__device__ __forceinline__ float refine_narrow(const float* __restrict__ value, int leaf, int lane) {
    float base = 0.02f * lane, total = 0.0f;
#pragma unroll 1
    for (int g = 0; g < 96; g += 4) {
        float a[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) a[u] = fmaf(0.01f, (float)(g + u), base);
#pragma unroll 1
        for (int k = 0; k < 8; ++k) {
            float v = value[(leaf + k * 37) & (kLeaves - 1)];
#pragma unroll
            for (int u = 0; u < 4; ++u) a[u] = fmaf(a[u], v, 0.005f * (float)(g + u + 1));
        }
#pragma unroll
        for (int u = 0; u < 4; ++u) total = fmaf(a[u], a[u], total);
    }
    return total;
}

template <bool kWide>
__device__ __forceinline__ void tree_descent(const long long* __restrict__ keys, const long long* __restrict__ query, const float* __restrict__ value,
                                             float* __restrict__ out) {
    int warp = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    float mine = 0.0f;
#pragma unroll 1
    for (int q = 0; q < kAsk; ++q) {
        long long want = query[warp * kAsk + q];
        int node = 0;
#pragma unroll 1
        for (int level = 0; level < 4; ++level) {
            int below = __popc(__ballot_sync(0xffffffffu, keys[node * 32 + lane] <= want));
            node = node * 32 + 1 + min(below, 31);
        }
        int leaf = node - kInner;
        float score = value[leaf];
        if ((harness::hash32(leaf) & 511) == 0) score += kWide ? refine_wide(value, leaf, lane) : refine_narrow(value, leaf, lane);
        if (lane == q) mine = score;
    }
    if (lane < kAsk) out[warp * kAsk + lane] = mine;
}

__global__ void __launch_bounds__(256) saffron_loom_aw2_a(const long long* __restrict__ keys, const long long* __restrict__ query,
                                                          const float* __restrict__ value, float* __restrict__ out) {
    tree_descent<true>(keys, query, value, out);
}
__global__ void __launch_bounds__(256) saffron_loom_aw2_b(const long long* __restrict__ keys, const long long* __restrict__ query,
                                                          const float* __restrict__ value, float* __restrict__ out) {
    tree_descent<false>(keys, query, value, out);
}

// ---- Half-precision groups of eight scaled by their 8-bit code's factor, one wave of blocks that walk over all groups.
constexpr int kScaleBlocks = 132 * 8, kScaleTurns = 100, kGroups = kScaleBlocks * 512 * kScaleTurns;

__device__ __forceinline__ uint4 scaled(uint4 v, float factor) {
    __half2 f = __float2half2_rn(factor);
    __half2* h = reinterpret_cast<__half2*>(&v);
#pragma unroll
    for (int k = 0; k < 4; ++k) h[k] = __hmul2(h[k], f);
    return v;
}

__device__ __forceinline__ void group_scale(const uint4* __restrict__ in, const uint8_t* __restrict__ codes, const float* __restrict__ factors,
                                            uint4* __restrict__ out) {
    extern __shared__ float table[];
    int t = threadIdx.x;
    table[t] = factors[t];
    __syncthreads();
#pragma unroll 1
    for (int i = blockIdx.x * 512 + t; i < kGroups; i += kScaleBlocks * 512) {
        uint4 v = in[i], w = in[i + 256];
        int cv = codes[i], cw = codes[i + 256];
        out[i] = scaled(v, table[cv]);
        out[i + 256] = scaled(w, table[cw]);
    }
}

__global__ void __launch_bounds__(256) marble_otter_aw2_a(const uint4* __restrict__ in, const uint8_t* __restrict__ codes,
                                                          const float* __restrict__ factors, uint4* __restrict__ out) {
    group_scale(in, codes, factors, out);
}
__global__ void __launch_bounds__(256) marble_otter_aw2_b(const uint4* __restrict__ in, const uint8_t* __restrict__ codes,
                                                          const float* __restrict__ factors, uint4* __restrict__ out) {
    group_scale(in, codes, factors, out);
}

// ---- Softmax of rows of 1024 bfloat16 logits into halves, a warp a row, the row in registers.
constexpr int kSoftRows = 132 * 8 * 8 * 56;

__global__ void __launch_bounds__(256) juniper_bell_aw2_a(const uint4* __restrict__ logits, uint4* __restrict__ out) {
    int row = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    size_t at = (size_t)row * 128 + lane;
    uint4 raw[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) raw[j] = logits[at + j * 32];
    float e[32], top = -1e30f, sum = 0.0f;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        unsigned word[4] = {raw[j].x, raw[j].y, raw[j].z, raw[j].w};
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            e[j * 8 + k * 2] = __uint_as_float(word[k] << 16);
            e[j * 8 + k * 2 + 1] = __uint_as_float(word[k] & 0xffff0000u);
        }
    }
#pragma unroll
    for (int k = 0; k < 32; ++k) top = fmaxf(top, e[k]);
#pragma unroll
    for (int o = 16; o; o >>= 1) top = fmaxf(top, __shfl_xor_sync(0xffffffffu, top, o));
#pragma unroll
    for (int k = 0; k < 32; ++k) { e[k] = __expf(2.0f * (e[k] - top)); sum += e[k]; }
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    float scale = __fdividef(32.0f, sum);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        uint4 r;
        __half2* h = reinterpret_cast<__half2*>(&r);
#pragma unroll
        for (int k = 0; k < 4; ++k) h[k] = __floats2half2_rn(e[j * 8 + k * 2] * scale, e[j * 8 + k * 2 + 1] * scale);
        out[at + j * 32] = r;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };

    float *seed = filled<float>(kBank, 3), *drive = filled<float>(kDrive, 5), *bank = empty<float>(kBank);
    add("lantern_moss_aw2_a", bank, kBank, Output::f32, [=] { lantern_moss_aw2_a<<<kBank / 384, 384>>>(seed, drive, bank); });
    add("lantern_moss_aw2_b", bank, kBank, Output::f32, [=] { lantern_moss_aw2_b<<<kBank / 384, 384>>>(seed, drive, bank); });

    const uint4* words = reinterpret_cast<const uint4*>(indices((size_t)kNibble * 16, 0xffffffffu, 11));
    float* counted = empty<float>(kNibble);
    add("copper_heron_aw2_a", counted, kNibble, Output::f32, [=] { copper_heron_aw2_a<<<kNibble / 128, 128>>>(words, counted); });
    add("copper_heron_aw2_b", counted, kNibble, Output::f32, [=] { copper_heron_aw2_b<<<kNibble / 128, 128>>>(words, counted); });

    constexpr size_t kFilter = (size_t)kFilterBlocks * 64 * kFilterCols;
    double *wave = filled<double>(kFilter, 13), *smooth = empty<double>(kFilter);
    add("velvet_anchor_aw2_a", smooth, kFilter, Output::f64, [=] { velvet_anchor_aw2_a<<<kFilterBlocks, 64>>>(wave, smooth); });
    add("velvet_anchor_aw2_b", smooth, kFilter, Output::f64, [=] { velvet_anchor_aw2_b<<<kFilterBlocks, 64>>>(wave, smooth); });

    constexpr int kWalkShared = 110 * 1024;
    CHECK(cudaFuncSetAttribute(thistle_drum_aw2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kWalkShared));
    const unsigned* records = reinterpret_cast<const unsigned*>(indices((size_t)kRecords * 32, 0xffffffffu, 17));
    float *weights = filled<float>(256, 19), *walked = empty<float>((size_t)kWalkBlocks * 256);
    add("thistle_drum_aw2_a", walked, (size_t)kWalkBlocks * 256, Output::f32,
        [=] { thistle_drum_aw2_a<<<kWalkBlocks, 256, kWalkShared>>>(records, weights, walked); });
    add("thistle_drum_aw2_b", walked, (size_t)kWalkBlocks * 256, Output::f32,
        [=] { thistle_drum_aw2_b<<<kWalkBlocks, 256, 1024>>>(records, weights, walked); });

    int* at = indices(kCodeRows, kCodeRows, 23);
    const uint8_t* codes = reinterpret_cast<const uint8_t*>(indices((size_t)kCodeRows * 8, 0xffffffffu, 29));
    float *values = filled<float>((size_t)kCodeRows * 32, 31), *book = filled<float>(256, 37), *dots = empty<float>(kCodeRows);
    add("pewter_gull_aw2_a", dots, kCodeRows, Output::f32, [=] { pewter_gull_aw2_a<<<kCodeWarps, 32>>>(at, codes, values, book, dots); });
    add("pewter_gull_aw2_b", dots, kCodeRows, Output::f32, [=] { pewter_gull_aw2_b<<<kCodeWarps / 8, 256>>>(at, codes, values, book, dots); });

    constexpr size_t kQueries = (size_t)kTreeBlocks * 8 * kAsk;
    const long long* keys = reinterpret_cast<const long long*>(indices((size_t)kInner * 64, 0x7fffffffu, 41));
    const long long* query = reinterpret_cast<const long long*>(indices(kQueries * 2, 0x7fffffffu, 43));
    float *leaves = filled<float>(kLeaves, 47), *scores = empty<float>(kQueries);
    add("saffron_loom_aw2_a", scores, kQueries, Output::f32, [=] { saffron_loom_aw2_a<<<kTreeBlocks, 256>>>(keys, query, leaves, scores); });
    add("saffron_loom_aw2_b", scores, kQueries, Output::f32, [=] { saffron_loom_aw2_b<<<kTreeBlocks, 256>>>(keys, query, leaves, scores); });

    constexpr int kScaleShared = 52 * 1024;
    CHECK(cudaFuncSetAttribute(marble_otter_aw2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kScaleShared));
    const uint4* groups = reinterpret_cast<const uint4*>(filled<__half>((size_t)kGroups * 8, 53));
    const uint8_t* factorOf = reinterpret_cast<const uint8_t*>(indices((size_t)kGroups / 4, 0xffffffffu, 59));
    float* factors = filled<float>(256, 61);
    uint4* scaledGroups = reinterpret_cast<uint4*>(empty<__half>((size_t)kGroups * 8));
    add("marble_otter_aw2_a", scaledGroups, (size_t)kGroups * 8, Output::f16,
        [=] { marble_otter_aw2_a<<<kScaleBlocks, 256, kScaleShared>>>(groups, factorOf, factors, scaledGroups); });
    add("marble_otter_aw2_b", scaledGroups, (size_t)kGroups * 8, Output::f16,
        [=] { marble_otter_aw2_b<<<kScaleBlocks, 256, 1024>>>(groups, factorOf, factors, scaledGroups); });

    constexpr size_t kSoft = (size_t)kSoftRows * 1024;
    const uint4* logits = reinterpret_cast<const uint4*>(filled<__nv_bfloat16>(kSoft, 67));
    uint4* shares = reinterpret_cast<uint4*>(empty<__half>(kSoft));
    add("juniper_bell_aw2_a", shares, kSoft, Output::f16, [=] { juniper_bell_aw2_a<<<kSoftRows / 8, 256>>>(logits, shares); });

    return harness::run(argc, argv, cases);
}
