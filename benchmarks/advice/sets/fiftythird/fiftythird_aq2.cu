// On-chip memory and occupancy: eight measured cases, before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Eight rounds of a 64-point rotation network (lattice of butterflies), a thread a signal.
constexpr int kSignals = 132 * 3 * 192 * 8, kPoints = 64;

__device__ __forceinline__ void saffron_kettle(const float* __restrict__ in, float* __restrict__ out) {
    int i = blockIdx.x * 192 + threadIdx.x;
    float v[kPoints];
#pragma unroll
    for (int k = 0; k < kPoints; ++k) v[k] = in[(size_t)k * kSignals + i];
#pragma unroll 1
    for (int round = 0; round < 8; ++round) {
#pragma unroll
        for (int level = 0; level < 6; ++level) {
            const float c = level % 3 == 0 ? 0.8f : level % 3 == 1 ? 0.96f : 0.6f, s = level % 3 == 0 ? 0.6f : level % 3 == 1 ? 0.28f : 0.8f;
#pragma unroll
            for (int p = 0; p < kPoints / 2; ++p) {
                const int a = ((p >> level) << (level + 1)) | (p & ((1 << level) - 1)), b = a + (1 << level);
                float x = v[a], y = v[b];
                v[a] = fmaf(c, x, s * y);
                v[b] = fmaf(c, y, -s * x);
            }
        }
    }
#pragma unroll
    for (int k = 0; k < kPoints; ++k) out[(size_t)k * kSignals + i] = v[k];
}

__global__ void __launch_bounds__(192, 8) saffron_kettle_aq2_a(const float* __restrict__ in, float* __restrict__ out) { saffron_kettle(in, out); }
__global__ void __launch_bounds__(192, 3) saffron_kettle_aq2_b(const float* __restrict__ in, float* __restrict__ out) { saffron_kettle(in, out); }

// ---- A histogram of 16 bins for each series of 128 bytes, a thread a series; its fullest bin and its sum of squares.
constexpr int kSeries = 132 * 1024, kPieces = 8;

__device__ __forceinline__ int tally_of(int best, int squares) { return best + squares; }

__global__ void __launch_bounds__(128) lantern_moss_aq2_a(const uint4* __restrict__ bytes, int* __restrict__ tally) {
    int i = blockIdx.x * 128 + threadIdx.x, bins[16];
#pragma unroll
    for (int b = 0; b < 16; ++b) bins[b] = 0;
#pragma unroll 2
    for (int piece = 0; piece < kPieces; ++piece) {
        uint4 four = bytes[piece * kSeries + i];
        uint32_t words[4] = {four.x, four.y, four.z, four.w};
#pragma unroll
        for (int k = 0; k < 16; ++k) bins[(words[k / 4] >> (k % 4 * 8 + 3)) & 15] += 1;
    }
    int best = 0, squares = 0;
#pragma unroll
    for (int b = 0; b < 16; ++b) { best = max(best, bins[b] * 16 + b); squares += bins[b] * bins[b]; }
    tally[i] = tally_of(best, squares);
}

__global__ void __launch_bounds__(128) lantern_moss_aq2_b(const uint4* __restrict__ bytes, int* __restrict__ tally) {
    __shared__ int bins[16][128];  // a thread's own column: no barrier
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
#pragma unroll
    for (int b = 0; b < 16; ++b) bins[b][t] = 0;
#pragma unroll 2
    for (int piece = 0; piece < kPieces; ++piece) {
        uint4 four = bytes[piece * kSeries + i];
        uint32_t words[4] = {four.x, four.y, four.z, four.w};
#pragma unroll
        for (int k = 0; k < 16; ++k) bins[(words[k / 4] >> (k % 4 * 8 + 3)) & 15][t] += 1;
    }
    int best = 0, squares = 0;
#pragma unroll
    for (int b = 0; b < 16; ++b) { int n = bins[b][t]; best = max(best, n * 16 + b); squares += n * n; }
    tally[i] = tally_of(best, squares);
}

// ---- First-order recursive filter along each row of 192 doubles, a lane a row, through a tile of the warp.
constexpr int kFilterBlocks = 132 * 8 * 5, kFilterCols = 192;
constexpr size_t kFilterCount = (size_t)kFilterBlocks * 96 * kFilterCols;

template <int kPitch>
__device__ __forceinline__ void walnut_ferry(const double* __restrict__ in, double* __restrict__ out) {
    __shared__ double tile[3][32][kPitch];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    size_t base = ((size_t)blockIdx.x * 3 + warp) * 32 * kFilterCols + lane;
    double y = 0.0;
    for (int col = 0; col < kFilterCols; col += 32) {
#pragma unroll
        for (int half = 0; half < 32; half += 16) {
            double v[16];
#pragma unroll
            for (int r = 0; r < 16; ++r) v[r] = in[base + (half + r) * kFilterCols + col];
#pragma unroll
            for (int r = 0; r < 16; ++r) tile[warp][half + r][lane] = v[r];
        }
        __syncwarp();
#pragma unroll
        for (int part = 0; part < 32; part += 8) {
            double v[8];
#pragma unroll
            for (int k = 0; k < 8; ++k) v[k] = tile[warp][lane][part + k];
#pragma unroll
            for (int k = 0; k < 8; ++k) { y = fma(0.875, y, v[k]); tile[warp][lane][part + k] = y; }
        }
        __syncwarp();
#pragma unroll 16
        for (int r = 0; r < 32; ++r) out[base + r * kFilterCols + col] = tile[warp][r][lane];
        __syncwarp();
    }
}

__global__ void __launch_bounds__(96) walnut_ferry_aq2_a(const double* __restrict__ in, double* __restrict__ out) { walnut_ferry<32>(in, out); }
__global__ void __launch_bounds__(96) walnut_ferry_aq2_b(const double* __restrict__ in, double* __restrict__ out) { walnut_ferry<33>(in, out); }

// ---- Tridiagonal systems of 128 unknowns by parallel cyclic reduction, a block a system.
constexpr int kSystems = 132 * 16 * 4, kUnknowns = 128, kLargest = 3072;

template <int kPitch>
__device__ __forceinline__ void thimble_orchard(const float* __restrict__ low, const float* __restrict__ diagonal, const float* __restrict__ up,
                                                const float* __restrict__ right, float* __restrict__ x) {
    extern __shared__ float rows[];  // [2][4][kPitch]
    int t = threadIdx.x, at = blockIdx.x * kUnknowns + t;
    float a = t == 0 ? 0.0f : low[at], b = 3.0f + diagonal[at], c = t == kUnknowns - 1 ? 0.0f : up[at], d = 1.0f + right[at];
    float* now = rows;
    float* other = rows + 4 * kPitch;
#pragma unroll
    for (int reach = 1; reach < kUnknowns; reach *= 2) {
        now[t] = a; now[kPitch + t] = b; now[2 * kPitch + t] = c; now[3 * kPitch + t] = d;
        __syncthreads();
        int l = max(t - reach, 0), r = min(t + reach, kUnknowns - 1);
        float left = t >= reach ? __fdividef(a, now[kPitch + l]) : 0.0f, rest = t + reach < kUnknowns ? __fdividef(c, now[kPitch + r]) : 0.0f;
        b = fmaf(-left, now[2 * kPitch + l], fmaf(-rest, now[r], b));
        d = fmaf(-left, now[3 * kPitch + l], fmaf(-rest, now[3 * kPitch + r], d));
        a = -left * now[l];
        c = -rest * now[2 * kPitch + r];
        float* swap = now; now = other; other = swap;
    }
    x[at] = __fdividef(d, b);
}

__global__ void __launch_bounds__(128) thimble_orchard_aq2_a(const float* __restrict__ low, const float* __restrict__ diagonal, const float* __restrict__ up,
                                                             const float* __restrict__ right, float* __restrict__ x) {
    thimble_orchard<kLargest>(low, diagonal, up, right, x);
}
__global__ void __launch_bounds__(128) thimble_orchard_aq2_b(const float* __restrict__ low, const float* __restrict__ diagonal, const float* __restrict__ up,
                                                             const float* __restrict__ right, float* __restrict__ x) {
    thimble_orchard<kUnknowns>(low, diagonal, up, right, x);
}

// ---- Walks over records of 64 halves, a warp a walker: the dot product of state and record tells where to go next.
constexpr int kWalkers = 132 * 64, kRecords = 1 << 16, kSteps = 200;

template <int kThreads>
__device__ __forceinline__ void pebble_violin(const __half2* __restrict__ records, const __half2* __restrict__ start, float2* __restrict__ end) {
    int lane = threadIdx.x % 32, walker = blockIdx.x * (kThreads / 32) + threadIdx.x / 32;
    float2 state = __half22float2(start[walker * 32 + lane]);
    int record = (walker * 97) & (kRecords - 1);
#pragma unroll 1
    for (int step = 0; step < kSteps; ++step) {
        float2 f = __half22float2(records[record * 32 + lane]);
        float dot = fmaf(f.x, state.x, f.y * state.y);
#pragma unroll
        for (int o = 16; o; o >>= 1) dot += __shfl_xor_sync(0xffffffffu, dot, o);
        state.x = fmaf(0.75f, state.x, f.x);
        state.y = fmaf(0.75f, state.y, f.y);
        record = (record * 5 + (int)(fabsf(dot) * 8192.0f) + 1) & (kRecords - 1);
    }
    end[walker * 32 + lane] = make_float2(state.x + 1.0f, state.y + 1.0f);
}

__global__ void __launch_bounds__(32) pebble_violin_aq2_a(const __half2* __restrict__ records, const __half2* __restrict__ start, float2* __restrict__ end) {
    pebble_violin<32>(records, start, end);
}
__global__ void __launch_bounds__(512) pebble_violin_aq2_b(const __half2* __restrict__ records, const __half2* __restrict__ start, float2* __restrict__ end) {
    pebble_violin<512>(records, start, end);
}

// ---- Look-up through links, with a rare repair (1 of 65536) that smooths 88 samples of the neighbourhood.
constexpr int kLinks = 132 * 8 * 256 * 256, kAround = 88;

template <int kUnroll>  // all of it: the samples lie in registers
__device__ __forceinline__ float repaired(const __nv_bfloat16* __restrict__ values, int i) {
    float v[kAround];
#pragma unroll kUnroll
    for (int k = 0; k < kAround; ++k) {
        int p = i + k * 4099;
        v[k] = __bfloat162float(values[p >= kLinks ? p - kLinks : p]);
    }
#pragma unroll 1
    for (int sweep = 0; sweep < 3; ++sweep) {
#pragma unroll kUnroll
        for (int k = 1; k < kAround - 1; ++k) v[k] = fmaf(0.25f, v[k - 1] + v[k + 1], 0.5f * v[k]);
        v[0] = fmaf(0.5f, v[kAround - 1], 0.5f * v[0]);
        v[kAround - 1] = fmaf(0.5f, v[kAround / 2], 0.5f * v[kAround - 1]);
    }
    float sum = 0.0f;
#pragma unroll kUnroll
    for (int k = 0; k < kAround; ++k) sum = fmaf(sum, 0.96875f, v[k]);
    return sum;
}

template <int kUnroll>
__device__ __forceinline__ void copper_thistle(const int* __restrict__ link, const __nv_bfloat16* __restrict__ values, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x, l = link[i];
    float v = __bfloat162float(values[i ^ (l & 63)]), result = fmaf(fmaf(0.5f, v, 0.25f), v, 1.0f);
    if (((l >> 6) & 65535) == 0) result += repaired<kUnroll>(values, i);
    out[i] = result;
}

__global__ void __launch_bounds__(256) copper_thistle_aq2_a(const int* __restrict__ link, const __nv_bfloat16* __restrict__ values, float* __restrict__ out) {
    copper_thistle<kAround>(link, values, out);
}
__global__ void __launch_bounds__(256) copper_thistle_aq2_b(const int* __restrict__ link, const __nv_bfloat16* __restrict__ values, float* __restrict__ out) {
    copper_thistle<8>(link, values, out);
}

// ---- Gains of four phases, shifting from row to row, applied to rows of 512 channels of int64, two channels a thread, 32 rows a block.
constexpr int kGainBlocks = 132 * 24, kChannels = 512, kGainRows = 32;
constexpr size_t kGainCount = (size_t)kGainBlocks * kGainRows * kChannels;

template <int kPitch>
__device__ __forceinline__ void marble_heron(const longlong2* __restrict__ in, const longlong2* __restrict__ table, longlong2* __restrict__ out) {
    extern __shared__ longlong2 gains[];  // [4][kPitch]
    int t = threadIdx.x;
#pragma unroll
    for (int j = 0; j < 4; ++j) gains[j * kPitch + t] = table[j * 256 + t];
    __syncthreads();
    size_t at = (size_t)blockIdx.x * kGainRows * 256 + t;
#pragma unroll 1
    for (int row = 0; row < kGainRows; row += 4, at += 4 * 256) {
        longlong2 v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = in[at + j * 256];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            longlong2 g = gains[j * kPitch + (t + row) % 256], h = gains[j * kPitch + (t + row + 1) % 256];
            out[at + j * 256] = make_longlong2((v[j].x ^ g.x) + h.y, (v[j].y ^ g.y) + h.x);
        }
    }
}

__global__ void __launch_bounds__(256, 6) marble_heron_aq2_a(const longlong2* __restrict__ in, const longlong2* __restrict__ table, longlong2* __restrict__ out) {
    marble_heron<832>(in, table, out);
}
__global__ void __launch_bounds__(256, 6) marble_heron_aq2_b(const longlong2* __restrict__ in, const longlong2* __restrict__ table, longlong2* __restrict__ out) {
    marble_heron<256>(in, table, out);
}

// ---- Layer norm of rows of 1280 halves, a warp a row, held in registers.
constexpr int kNormRows = 132 * 1024;

__global__ void __launch_bounds__(192) velvet_anchor_aq2_a(const uint4* __restrict__ in, uint4* __restrict__ out) {
    int lane = threadIdx.x % 32, row = blockIdx.x * 6 + threadIdx.x / 32;
    size_t at = (size_t)row * 160 + lane;
    uint4 raw[5];
#pragma unroll
    for (int j = 0; j < 5; ++j) raw[j] = __ldcs(in + at + j * 32);
    float2 v[20];
    float sum = 0.0f, squares = 0.0f;
#pragma unroll
    for (int k = 0; k < 20; ++k) {
        v[k] = __half22float2(reinterpret_cast<const __half2*>(raw)[k]);
        sum += v[k].x + v[k].y;
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    float mean = sum * (1.0f / 1280);
#pragma unroll
    for (int k = 0; k < 20; ++k) {
        v[k].x -= mean; v[k].y -= mean;
        squares = fmaf(v[k].x, v[k].x, fmaf(v[k].y, v[k].y, squares));
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) squares += __shfl_xor_sync(0xffffffffu, squares, o);
    float scale = 0.25f * rsqrtf(fmaf(squares, 1.0f / 1280, 1e-5f));
#pragma unroll
    for (int k = 0; k < 20; ++k) reinterpret_cast<__half2*>(raw)[k] = __floats2half2_rn(fmaf(v[k].x, scale, 1.0f), fmaf(v[k].y, scale, 1.0f));
#pragma unroll
    for (int j = 0; j < 5; ++j) __stcs(out + at + j * 32, raw[j]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    {
        constexpr size_t n = (size_t)kSignals * kPoints;
        float *in = filled<float>(n, 11), *out = empty<float>(n);
        add("saffron_kettle_aq2_a", out, n, Output::f32, [=] { saffron_kettle_aq2_a<<<kSignals / 192, 192>>>(in, out); });
        add("saffron_kettle_aq2_b", out, n, Output::f32, [=] { saffron_kettle_aq2_b<<<kSignals / 192, 192>>>(in, out); });
    }
    {
        const uint4* in = reinterpret_cast<const uint4*>(indices((size_t)kSeries * kPieces * 4, 0xfffffffbu, 12));
        int* out = empty<int>(kSeries);
        add("lantern_moss_aq2_a", out, kSeries, Output::i32, [=] { lantern_moss_aq2_a<<<kSeries / 128, 128>>>(in, out); });
        add("lantern_moss_aq2_b", out, kSeries, Output::i32, [=] { lantern_moss_aq2_b<<<kSeries / 128, 128>>>(in, out); });
    }
    {
        double *in = filled<double>(kFilterCount, 13), *out = empty<double>(kFilterCount);
        add("walnut_ferry_aq2_a", out, kFilterCount, Output::f64, [=] { walnut_ferry_aq2_a<<<kFilterBlocks, 96>>>(in, out); });
        add("walnut_ferry_aq2_b", out, kFilterCount, Output::f64, [=] { walnut_ferry_aq2_b<<<kFilterBlocks, 96>>>(in, out); });
    }
    {
        constexpr size_t n = (size_t)kSystems * kUnknowns;
        constexpr int before = 8 * kLargest * sizeof(float), after = 8 * kUnknowns * sizeof(float);
        float *low = filled<float>(n, 14), *diagonal = filled<float>(n, 15), *up = filled<float>(n, 16), *right = filled<float>(n, 17), *x = empty<float>(n);
        CHECK(cudaFuncSetAttribute(thimble_orchard_aq2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, before));
        add("thimble_orchard_aq2_a", x, n, Output::f32, [=] { thimble_orchard_aq2_a<<<kSystems, kUnknowns, before>>>(low, diagonal, up, right, x); });
        add("thimble_orchard_aq2_b", x, n, Output::f32, [=] { thimble_orchard_aq2_b<<<kSystems, kUnknowns, after>>>(low, diagonal, up, right, x); });
    }
    {
        const __half2 *records = reinterpret_cast<const __half2*>(filled<__half>((size_t)kRecords * 64, 18)),
                      *start = reinterpret_cast<const __half2*>(filled<__half>((size_t)kWalkers * 64, 19));
        float* end = empty<float>((size_t)kWalkers * 64);
        float2* end2 = reinterpret_cast<float2*>(end);
        add("pebble_violin_aq2_a", end, (size_t)kWalkers * 64, Output::f32, [=] { pebble_violin_aq2_a<<<kWalkers, 32>>>(records, start, end2); });
        add("pebble_violin_aq2_b", end, (size_t)kWalkers * 64, Output::f32, [=] { pebble_violin_aq2_b<<<kWalkers / 16, 512>>>(records, start, end2); });
    }
    {
        const int* link = indices(kLinks, 0x7fffffffu, 20);
        const __nv_bfloat16* values = filled<__nv_bfloat16>(kLinks, 21);
        float* out = empty<float>(kLinks);
        add("copper_thistle_aq2_a", out, kLinks, Output::f32, [=] { copper_thistle_aq2_a<<<kLinks / 256, 256>>>(link, values, out); });
        add("copper_thistle_aq2_b", out, kLinks, Output::f32, [=] { copper_thistle_aq2_b<<<kLinks / 256, 256>>>(link, values, out); });
    }
    {
        constexpr int before = 4 * 832 * 16, after = 4 * 256 * 16;
        const longlong2 *in = reinterpret_cast<const longlong2*>(indices(kGainCount * 2, 0x7fffffffu, 22)),
                        *table = reinterpret_cast<const longlong2*>(indices(4 * kChannels * 2, 0x3fffffffu, 23));
        int* out = empty<int>(kGainCount * 2);
        longlong2* out2 = reinterpret_cast<longlong2*>(out);
        CHECK(cudaFuncSetAttribute(marble_heron_aq2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, before));
        add("marble_heron_aq2_a", out, kGainCount * 2, Output::i32, [=] { marble_heron_aq2_a<<<kGainBlocks, 256, before>>>(in, table, out2); });
        add("marble_heron_aq2_b", out, kGainCount * 2, Output::i32, [=] { marble_heron_aq2_b<<<kGainBlocks, 256, after>>>(in, table, out2); });
    }
    {
        constexpr size_t n = (size_t)kNormRows * 1280;
        const uint4* in = reinterpret_cast<const uint4*>(filled<__half>(n, 24));
        __half* out = empty<__half>(n);
        uint4* out4 = reinterpret_cast<uint4*>(out);
        add("velvet_anchor_aq2_a", out, n, Output::f16, [=] { velvet_anchor_aq2_a<<<kNormRows / 6, 192>>>(in, out4); });
    }
    return harness::run(argc, argv, cases);
}
