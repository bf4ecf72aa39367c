// Measured pairs about on-chip memory and occupancy: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Bank of 40 one-pole filters a channel: every channel is a thread, samples come in rows of all channels (float).
constexpr int kChannels = 132 * 16 * 256, kSamples = 96, kPoles = 40;

__device__ __forceinline__ void pole_bank(const float* __restrict__ sample, float* __restrict__ energy) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float acc[kPoles];
#pragma unroll
    for (int k = 0; k < kPoles; ++k) acc[k] = 0.0f;
#pragma unroll 2
    for (int s = 0; s < kSamples; ++s) {
        float x = sample[(size_t)s * kChannels + i];
#pragma unroll
        for (int k = 0; k < kPoles; ++k) acc[k] = fmaf(acc[k], 0.5f + 0.01f * k, x);
    }
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < kPoles; ++k) sum = fmaf(acc[k], acc[k], sum);
    energy[i] = sum;
}

__global__ void __launch_bounds__(256, 8) walnut_ferry_ak2_a(const float* __restrict__ sample, float* __restrict__ energy) { pole_bank(sample, energy); }
__global__ void __launch_bounds__(256) walnut_ferry_ak2_b(const float* __restrict__ sample, float* __restrict__ energy) { pole_bank(sample, energy); }

// ---- Counts of the 16 nibble values in each thread's 64 nibbles, and the sum of their squares (int).
constexpr int kPacks = 132 * 16 * 128;  // threads

__global__ void __launch_bounds__(128) candle_orchard_ak2_a(const uint4* __restrict__ word, int* __restrict__ score) {
    int i = blockIdx.x * 128 + threadIdx.x;
    uint4 u = word[i], v = word[i + kPacks];
    unsigned w[8] = {u.x, u.y, u.z, u.w, v.x, v.y, v.z, v.w};
    int bin[16];
#pragma unroll
    for (int b = 0; b < 16; ++b) bin[b] = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k)
#pragma unroll
        for (int s = 0; s < 32; s += 4) ++bin[(w[k] >> s) & 15u];
    int sum = 0;
#pragma unroll
    for (int b = 0; b < 16; ++b) sum += bin[b] * bin[b];
    score[i] = sum;
}

__global__ void __launch_bounds__(128) candle_orchard_ak2_b(const uint4* __restrict__ word, int* __restrict__ score) {
    __shared__ int bin[16 * 128];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    uint4 u = word[i], v = word[i + kPacks];
    unsigned w[8] = {u.x, u.y, u.z, u.w, v.x, v.y, v.z, v.w};
#pragma unroll
    for (int b = 0; b < 16; ++b) bin[b * 128 + t] = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k)
#pragma unroll
        for (int s = 0; s < 32; s += 4) ++bin[((w[k] >> s) & 15u) * 128 + t];
    int sum = 0;
#pragma unroll
    for (int b = 0; b < 16; ++b) sum += bin[b * 128 + t] * bin[b * 128 + t];
    score[i] = sum;
}

// ---- Smoothing of rows of 40 doubles forward and backward, a row a thread, the rows of a block staged in shared memory.
constexpr int kRowLength = 40, kRowThreads = 96, kRowBlocks = 132 * 7 * 10;

template <int kPitch>
__device__ __forceinline__ void smooth_rows(const double* __restrict__ in, double* __restrict__ out) {
    __shared__ double tile[kRowThreads * kPitch];
    int t = threadIdx.x;
    size_t base = (size_t)blockIdx.x * (kRowThreads * kRowLength);
#pragma unroll 10
    for (int j = 0; j < kRowLength; ++j) {
        int at = t + j * kRowThreads;
        tile[at / kRowLength * kPitch + at % kRowLength] = in[base + at];
    }
    __syncthreads();
    double* row = tile + t * kPitch;
    double y = 0.0;
#pragma unroll 8
    for (int k = 0; k < kRowLength; ++k) { y = fma(0.6, y, row[k]); row[k] = y; }
    double z = 0.0;
#pragma unroll 8
    for (int k = kRowLength - 1; k >= 0; --k) { z = fma(0.55, z, row[k]); row[k] = z; }
    __syncthreads();
#pragma unroll 10
    for (int j = 0; j < kRowLength; ++j) {
        int at = t + j * kRowThreads;
        double v = tile[at / kRowLength * kPitch + at % kRowLength];
        out[base + at] = v * v;
    }
}

__global__ void __launch_bounds__(kRowThreads) thimble_gravel_ak2_a(const double* __restrict__ in, double* __restrict__ out) { smooth_rows<kRowLength>(in, out); }
__global__ void __launch_bounds__(kRowThreads) thimble_gravel_ak2_b(const double* __restrict__ in, double* __restrict__ out) { smooth_rows<kRowLength + 1>(in, out); }

// ---- Largest of seven neighbouring integers, tiles of 128 staged in shared memory, 20 tiles a block.
constexpr int kTileBlocks = 132 * 15, kTilesEach = 20, kCells = kTileBlocks * kTilesEach * 128, kRoomBytes = 72 * 1024;

__device__ __forceinline__ void window_max(const int* __restrict__ in, int* __restrict__ out, int* tile) {
    int t = threadIdx.x;
#pragma unroll 1
    for (int j = 0; j < kTilesEach; ++j) {
        int base = (blockIdx.x + j * kTileBlocks) * 128;
        int* now = tile + (j & 1) * 160;
        now[t + 3] = in[base + t];
        if (t < 6) {
            int cell = t < 3 ? base - 3 + t : base + 125 + t;
            now[t < 3 ? t : t + 128] = in[min(max(cell, 0), kCells - 1)];
        }
        __syncthreads();
        int top = now[t];
#pragma unroll
        for (int k = 1; k < 7; ++k) top = max(top, now[t + k]);
        out[base + t] = top;
    }
}

__global__ void __launch_bounds__(128) pepper_harbour_ak2_a(const int* __restrict__ in, int* __restrict__ out) {
    extern __shared__ int roomy_cells[];  // room for the largest tile any caller may ask for
    window_max(in, out, roomy_cells);
}
__global__ void __launch_bounds__(128) pepper_harbour_ak2_b(const int* __restrict__ in, int* __restrict__ out) {
    __shared__ int cells[2 * 160];
    window_max(in, out, cells);
}

// ---- Norm of each ragged segment of 17 to 64 floats, a warp a segment, one wave of blocks.
constexpr int kSegments = 2000003;

template <int kThreads>
__device__ __forceinline__ void ragged_norm(const int* __restrict__ from, const float* __restrict__ value, float* __restrict__ norm) {
    int lane = threadIdx.x % 32;
#pragma unroll 1
    for (int s = blockIdx.x * (kThreads / 32) + threadIdx.x / 32; s < kSegments; s += gridDim.x * (kThreads / 32)) {
        int at = from[s] + lane, end = from[s + 1];
        float v = at < end ? value[at] : 0.0f, w = at + 32 < end ? value[at + 32] : 0.0f;
        float sum = fmaf(v, v, w * w);
#pragma unroll
        for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (lane == 0) norm[s] = sqrtf(sum);
    }
}

__global__ void __launch_bounds__(32) velvet_otter_ak2_a(const int* __restrict__ from, const float* __restrict__ value, float* __restrict__ norm) {
    ragged_norm<32>(from, value, norm);
}
__global__ void __launch_bounds__(256) velvet_otter_ak2_b(const int* __restrict__ from, const float* __restrict__ value, float* __restrict__ norm) {
    ragged_norm<256>(from, value, norm);
}

// ---- A warp follows a list of pages of 32 floats; about one page in a thousand also asks for the kurtosis of a side record of 96 floats.
constexpr int kPages = 50000, kWalks = 132 * 64, kHops = 64, kRecord = 24, kRecords = 256;

struct kurtosis_in_registers {
    static __device__ __forceinline__ float of(const float4* __restrict__ record) {
        float4 v[kRecord];
        float mean = 0.0f, two = 0.0f, four = 0.0f;
#pragma unroll
        for (int k = 0; k < kRecord; ++k) v[k] = record[k];
#pragma unroll
        for (int k = 0; k < kRecord; ++k) mean += (v[k].x + v[k].y) + (v[k].z + v[k].w);
        mean *= 1.0f / (4 * kRecord);
#pragma unroll
        for (int k = 0; k < kRecord; ++k) {
            float a = v[k].x - mean, b = v[k].y - mean, c = v[k].z - mean, d = v[k].w - mean;
            a *= a; b *= b; c *= c; d *= d;
            two += (a + b) + (c + d);
            four += fmaf(a, a, b * b) + fmaf(c, c, d * d);
        }
        return __fdividef(four * (4 * kRecord), two * two);
    }
};

struct kurtosis_in_loops {
    static __device__ __forceinline__ float of(const float4* __restrict__ record) {
        float mean = 0.0f, two = 0.0f, four = 0.0f;
#pragma unroll 2
        for (int k = 0; k < kRecord; ++k) { float4 v = record[k]; mean += (v.x + v.y) + (v.z + v.w); }
        mean *= 1.0f / (4 * kRecord);
#pragma unroll 2
        for (int k = 0; k < kRecord; ++k) {
            float4 v = record[k];
            float a = v.x - mean, b = v.y - mean, c = v.z - mean, d = v.w - mean;
            a *= a; b *= b; c *= c; d *= d;
            two += (a + b) + (c + d);
            four += fmaf(a, a, b * b) + fmaf(c, c, d * d);
        }
        return __fdividef(four * (4 * kRecord), two * two);
    }
};

template <typename Kurtosis>
__device__ __forceinline__ void page_walk(const int2* __restrict__ link, const float* __restrict__ page, const float4* __restrict__ side, float* __restrict__ total) {
    int i = blockIdx.x * 128 + threadIdx.x, walk = i / 32, lane = i % 32, at = walk;
    float sum = 0.0f;
#pragma unroll 1
    for (int h = 0; h < kHops; ++h) {
        int2 next = link[at];
        float v = page[at * 32 + lane];
        sum = fmaf(v, v, sum);
        if (next.y < kPages / 1000) sum += Kurtosis::of(side + (at % kRecords) * kRecord);
        at = next.x + walk;
        if (at >= kPages) at -= kPages;
    }
    total[i] = sum;
}

__global__ void __launch_bounds__(128) saffron_ladder_ak2_a(const int2* __restrict__ link, const float* __restrict__ page, const float4* __restrict__ side,
                                                            float* __restrict__ total) {
    page_walk<kurtosis_in_registers>(link, page, side, total);
}
__global__ void __launch_bounds__(128) saffron_ladder_ak2_b(const int2* __restrict__ link, const float* __restrict__ page, const float4* __restrict__ side,
                                                            float* __restrict__ total) {
    page_walk<kurtosis_in_loops>(link, page, side, total);
}

// ---- Gain of each of 640 features and an offset over a long table of halves, eight halves a load, four loads a thread and round.
constexpr int kGainBlocks = 132 * 16, kRounds = 14, kOctets = kGainBlocks * 512 * 4 * kRounds, kFeatures = 80, kDeskBytes = 100 * 1024;

__device__ __forceinline__ void feature_gain(const uint4* __restrict__ in, const uint4* __restrict__ table, uint4* __restrict__ out, uint4* gain) {
    int t = threadIdx.x;
    if (t < kFeatures) gain[t] = table[t];
    __syncthreads();
    const __half2 shift = __float2half2_rn(0.25f);
#pragma unroll 1
    for (int r = 0; r < kRounds; ++r) {
        int i = (r * kGainBlocks + blockIdx.x) * 2048 + t;
        uint4 v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = __ldcs(in + i + j * 512);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            uint4 g = gain[(i + j * 512) % kFeatures];
            __half2* x = reinterpret_cast<__half2*>(&v[j]);
            const __half2* y = reinterpret_cast<const __half2*>(&g);
#pragma unroll
            for (int k = 0; k < 4; ++k) x[k] = __hfma2(x[k], y[k], shift);
            __stcs(out + i + j * 512, v[j]);
        }
    }
}

__global__ void __launch_bounds__(512) marble_finch_ak2_a(const uint4* __restrict__ in, const uint4* __restrict__ table, uint4* __restrict__ out) {
    extern __shared__ uint4 roomy_gain[];  // room for the widest table any caller may bring
    feature_gain(in, table, out, roomy_gain);
}
__global__ void __launch_bounds__(512) marble_finch_ak2_b(const uint4* __restrict__ in, const uint4* __restrict__ table, uint4* __restrict__ out) {
    __shared__ uint4 gain[kFeatures];
    feature_gain(in, table, out, gain);
}

// ---- Layer normalization of rows of 768 floats, a warp a row, the row in registers.
constexpr int kNormBlocks = 132 * 320, kNormRows = kNormBlocks * 8, kQuads = 192;

__global__ void __launch_bounds__(256) juniper_kettle_ak2_a(const float4* __restrict__ in, const float4* __restrict__ gamma, const float4* __restrict__ beta,
                                                            float4* __restrict__ out) {
    int lane = threadIdx.x % 32;
    size_t base = (size_t)(blockIdx.x * 8 + threadIdx.x / 32) * kQuads + lane;
    float4 v[6];
    float sum = 0.0f, square = 0.0f;
#pragma unroll
    for (int k = 0; k < 6; ++k) v[k] = __ldcs(in + base + k * 32);
#pragma unroll
    for (int k = 0; k < 6; ++k) sum += (v[k].x + v[k].y) + (v[k].z + v[k].w);
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    float mean = sum * (1.0f / 768);
#pragma unroll
    for (int k = 0; k < 6; ++k) {
        v[k].x -= mean; v[k].y -= mean; v[k].z -= mean; v[k].w -= mean;
        square = fmaf(v[k].x, v[k].x, square); square = fmaf(v[k].y, v[k].y, square);
        square = fmaf(v[k].z, v[k].z, square); square = fmaf(v[k].w, v[k].w, square);
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) square += __shfl_xor_sync(0xffffffffu, square, o);
    float scale = rsqrtf(fmaf(square, 1.0f / 768, 1e-5f));
#pragma unroll
    for (int k = 0; k < 6; ++k) {
        float4 g = gamma[k * 32 + lane], b = beta[k * 32 + lane];
        __stcs(out + base + k * 32, make_float4(fmaf(v[k].x * scale, g.x, b.x), fmaf(v[k].y * scale, g.y, b.y), fmaf(v[k].z * scale, g.z, b.z),
                                                fmaf(v[k].w * scale, g.w, b.w)));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // One pool of floats to read and one to write, shared by the large cases.
    constexpr size_t kPool = (size_t)kNormRows * 768;
    static_assert((size_t)kChannels * kSamples <= kPool && (size_t)kSegments * 64 <= kPool && (size_t)kOctets * 4 <= kPool, "pool is too short");
    float *pool = filled<float>(kPool, 461), *out = empty<float>(kPool);
    int* outi = reinterpret_cast<int*>(out);

    add("walnut_ferry_ak2_a", out, kChannels, Output::f32, [=] { walnut_ferry_ak2_a<<<kChannels / 256, 256>>>(pool, out); });
    add("walnut_ferry_ak2_b", out, kChannels, Output::f32, [=] { walnut_ferry_ak2_b<<<kChannels / 256, 256>>>(pool, out); });

    const uint4* word = reinterpret_cast<const uint4*>(harness::indices((size_t)kPacks * 8, 4294967295u, 462));
    add("candle_orchard_ak2_a", outi, kPacks, Output::i32, [=] { candle_orchard_ak2_a<<<kPacks / 128, 128>>>(word, outi); });
    add("candle_orchard_ak2_b", outi, kPacks, Output::i32, [=] { candle_orchard_ak2_b<<<kPacks / 128, 128>>>(word, outi); });

    constexpr size_t kDoubles = (size_t)kRowBlocks * kRowThreads * kRowLength;
    static_assert(kDoubles * 2 <= kPool, "pool is too short");
    double *rows = filled<double>(kDoubles, 463), *outd = reinterpret_cast<double*>(out);
    add("thimble_gravel_ak2_a", outd, kDoubles, Output::f64, [=] { thimble_gravel_ak2_a<<<kRowBlocks, kRowThreads>>>(rows, outd); });
    add("thimble_gravel_ak2_b", outd, kDoubles, Output::f64, [=] { thimble_gravel_ak2_b<<<kRowBlocks, kRowThreads>>>(rows, outd); });

    CHECK(cudaFuncSetAttribute(pepper_harbour_ak2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kRoomBytes));
    int* cells = harness::indices(kCells, 1000000u, 464);
    add("pepper_harbour_ak2_a", outi, kCells, Output::i32, [=] { pepper_harbour_ak2_a<<<kTileBlocks, 128, kRoomBytes>>>(cells, outi); });
    add("pepper_harbour_ak2_b", outi, kCells, Output::i32, [=] { pepper_harbour_ak2_b<<<kTileBlocks, 128>>>(cells, outi); });

    std::vector<int> starts(kSegments + 1);
    for (int s = 0; s < kSegments; ++s) starts[s + 1] = starts[s] + 17 + (int)(harness::hash32((uint32_t)s + 465u) % 48u);
    int* from = harness::uploaded(starts);
    add("velvet_otter_ak2_a", out, kSegments, Output::f32, [=] { velvet_otter_ak2_a<<<132 * 32, 32>>>(from, pool, out); });
    add("velvet_otter_ak2_b", out, kSegments, Output::f32, [=] { velvet_otter_ak2_b<<<132 * 8, 256>>>(from, pool, out); });

    const int2* link = reinterpret_cast<const int2*>(harness::indices((size_t)kPages * 2, kPages, 466));
    const float4* side = reinterpret_cast<const float4*>(filled<float>((size_t)kRecords * kRecord * 4, 467));
    add("saffron_ladder_ak2_a", out, kWalks * 32, Output::f32, [=] { saffron_ladder_ak2_a<<<kWalks / 4, 128>>>(link, pool, side, out); });
    add("saffron_ladder_ak2_b", out, kWalks * 32, Output::f32, [=] { saffron_ladder_ak2_b<<<kWalks / 4, 128>>>(link, pool, side, out); });

    CHECK(cudaFuncSetAttribute(marble_finch_ak2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kDeskBytes));
    const uint4* halves = reinterpret_cast<const uint4*>(filled<__half>((size_t)kOctets * 8, 468));
    const uint4* table = reinterpret_cast<const uint4*>(filled<__half>(kFeatures * 8, 469));
    uint4* outu = reinterpret_cast<uint4*>(out);
    add("marble_finch_ak2_a", outu, (size_t)1 << 26, Output::f16, [=] { marble_finch_ak2_a<<<kGainBlocks, 512, kDeskBytes>>>(halves, table, outu); });
    add("marble_finch_ak2_b", outu, (size_t)1 << 26, Output::f16, [=] { marble_finch_ak2_b<<<kGainBlocks, 512>>>(halves, table, outu); });

    const float4 *pool4 = reinterpret_cast<const float4*>(pool), *gamma = reinterpret_cast<const float4*>(filled<float>(768, 470)),
                 *beta = reinterpret_cast<const float4*>(filled<float>(768, 471));
    float4* out4 = reinterpret_cast<float4*>(out);
    add("juniper_kettle_ak2_a", out, (size_t)1 << 26, Output::f32, [=] { juniper_kettle_ak2_a<<<kNormBlocks, 256>>>(pool4, gamma, beta, out4); });

    return harness::run(argc, argv, cases);
}
