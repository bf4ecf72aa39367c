// Memory accesses: six defects, one mild pair, one healthy kernel; before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// Set-up only: dst[i] = src[i * width + at].
__global__ void setup_pick_ak1(const float* __restrict__ src, float* __restrict__ dst, int n, int width, int at) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) dst[i] = src[(size_t)i * width + at];
}
__global__ void setup_pick_double_ak1(const double* __restrict__ src, double* __restrict__ dst, int n, int width, int at) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) dst[i] = src[(size_t)i * width + at];
}

// ---- 1. Weighted product of two double streams plus one column of a table of nine columns.
constexpr int kLedger = 9000001, kColumns = 9, kColumn = 4;

__global__ void __launch_bounds__(384) walnut_ferry_ak1_a(const double* __restrict__ p, const double* __restrict__ q, const double* __restrict__ table,
                                                         double* __restrict__ out) {
    int i = blockIdx.x * 384 + threadIdx.x;
    if (i >= kLedger) return;
    double extra = table[(size_t)i * kColumns + kColumn];  // row-major
    out[i] = fma(0.75, extra, fma(p[i], q[i], 2.0));
}

__global__ void __launch_bounds__(384) walnut_ferry_ak1_b(const double* __restrict__ p, const double* __restrict__ q, const double* __restrict__ column,
                                                         double* __restrict__ out) {
    int i = blockIdx.x * 384 + threadIdx.x;
    if (i >= kLedger) return;
    double extra = column[i];  // the table lies column by column
    out[i] = fma(0.75, extra, fma(p[i], q[i], 2.0));
}

// ---- 2. Transposed squares of a float matrix of 12000 rows and 9024 columns; 32 x 8 threads for a tile of 32 x 32.
constexpr int kRows = 12000, kCols = 9024;

__global__ void __launch_bounds__(256) bramble_spoon_ak1_a(const float* __restrict__ in, float* __restrict__ out) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    float v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = in[(size_t)(y + 8 * k) * kCols + x];
#pragma unroll
    for (int k = 0; k < 4; ++k) out[(size_t)x * kRows + y + 8 * k] = fmaf(v[k], v[k], 0.5f);
}

__global__ void __launch_bounds__(256) bramble_spoon_ak1_b(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    float v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = in[(size_t)(y + 8 * k) * kCols + x];
#pragma unroll
    for (int k = 0; k < 4; ++k) tile[threadIdx.y + 8 * k][threadIdx.x] = fmaf(v[k], v[k], 0.5f);
    __syncthreads();
    int column = blockIdx.y * 32 + threadIdx.x, row = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
    for (int k = 0; k < 4; ++k) out[(size_t)(row + 8 * k) * kRows + column] = tile[threadIdx.x][threadIdx.y + 8 * k];
}

// ---- 3. Five-point stencil on one field of a grid of cells with twelve fields, weighted with another; data in L2.
constexpr int kWide = 704, kHigh = 708, kFields = 12;
struct Cell { float level, flow[2], slope, spare[6], rough, drift; };
static_assert(sizeof(Cell) == kFields * sizeof(float), "twelve floats");

__global__ void __launch_bounds__(192) pewter_gull_ak1_a(const Cell* __restrict__ cells, float* __restrict__ out) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 6 + threadIdx.y;
    int west = max(x - 1, 0), east = min(x + 1, kWide - 1), north = max(y - 1, 0), south = min(y + 1, kHigh - 1);
    float mid = cells[y * kWide + x].level, weight = cells[y * kWide + x].rough;
    float around = cells[y * kWide + west].level + cells[y * kWide + east].level + cells[north * kWide + x].level + cells[south * kWide + x].level;
    out[y * kWide + x] = fmaf(0.2f * weight, around - 4.0f * mid, mid) + 2.0f;
}

__global__ void __launch_bounds__(192) pewter_gull_ak1_b(const float* __restrict__ level, const float* __restrict__ rough, float* __restrict__ out) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 6 + threadIdx.y;
    int west = max(x - 1, 0), east = min(x + 1, kWide - 1), north = max(y - 1, 0), south = min(y + 1, kHigh - 1);
    float mid = level[y * kWide + x], weight = rough[y * kWide + x];
    float around = level[y * kWide + west] + level[y * kWide + east] + level[north * kWide + x] + level[south * kWide + x];
    out[y * kWide + x] = fmaf(0.2f * weight, around - 4.0f * mid, mid) + 2.0f;
}

// ---- 4. Piecewise polynomials of degree seven: each query looks up the eight coefficients of its piece.
constexpr int kPieces = 700000, kQueries = 8000000;

__global__ void __launch_bounds__(128) cobalt_thimble_ak1_a(const float* __restrict__ coef, const int* __restrict__ piece, const float* __restrict__ at,
                                                           float* __restrict__ out) {
    int i = blockIdx.x * 128 + threadIdx.x;
    int j = __ldcs(piece + i);
    float x = __ldcs(at + i), c[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) c[k] = coef[k * kPieces + j];  // eight arrays of coefficients
    float s = c[7];
#pragma unroll
    for (int k = 6; k >= 0; --k) s = fmaf(s, x, c[k]);
    __stcs(out + i, s + 3.0f);
}

__global__ void __launch_bounds__(128) cobalt_thimble_ak1_b(const float4* __restrict__ coef, const int* __restrict__ piece, const float* __restrict__ at,
                                                           float* __restrict__ out) {
    int i = blockIdx.x * 128 + threadIdx.x;
    int j = __ldcs(piece + i);
    float x = __ldcs(at + i);
    float4 low = coef[2 * j], high = coef[2 * j + 1];  // one packed record of 32 bytes
    float s = fmaf(high.w, x, high.z);
    s = fmaf(s, x, high.y);
    s = fmaf(s, x, high.x);
    s = fmaf(s, x, low.w);
    s = fmaf(s, x, low.z);
    s = fmaf(s, x, low.y);
    s = fmaf(s, x, low.x);
    __stcs(out + i, s + 3.0f);
}

// ---- 5. Absolute difference of two 8-bit pictures of 3840 x 2560; data in L2.
constexpr int kPixels = 3840 * 2560;

__global__ void __launch_bounds__(320) otter_pillow_ak1_a(const uint8_t* __restrict__ first, const uint8_t* __restrict__ second, uint8_t* __restrict__ out) {
    int i = blockIdx.x * 320 + threadIdx.x;
    int d = (int)first[i] - (int)second[i];
    out[i] = (uint8_t)(d < 0 ? -d : d);
}

__global__ void __launch_bounds__(320) otter_pillow_ak1_b(const uint4* __restrict__ first, const uint4* __restrict__ second, uint4* __restrict__ out) {
    int i = blockIdx.x * 320 + threadIdx.x;
    uint4 a = first[i], b = second[i];
    out[i] = make_uint4(__vabsdiffu4(a.x, b.x), __vabsdiffu4(a.y, b.y), __vabsdiffu4(a.z, b.z), __vabsdiffu4(a.w, b.w));
}

// ---- 6. Mean of sixteen looked-up rows of 32 half numbers (64 bytes) for each of 600000 bags; four threads a bag.
constexpr int kTableRows = 3000000, kBags = 600000, kShortHeader = 8, kLongHeader = 64;  // headers of 16 and of 128 bytes before the rows

__device__ __forceinline__ void add_eight(float* s, uint4 r) {
    const unsigned w[4] = {r.x, r.y, r.z, r.w};
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        __half2 h = *reinterpret_cast<const __half2*>(&w[k]);
        float2 f = __half22float2(h);
        s[2 * k] += f.x;
        s[2 * k + 1] += f.y;
    }
}

template <int kHeader>
__device__ __forceinline__ void bag_mean(const __half* __restrict__ table, const int4* __restrict__ picks, uint4* __restrict__ out) {
    int t = blockIdx.x * 512 + threadIdx.x, bag = t >> 2, part = t & 3;
    if (bag >= kBags) return;
    const uint4* rows = reinterpret_cast<const uint4*>(table + kHeader) + part;
    float s[8] = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll 2
    for (int q = 0; q < 4; ++q) {
        int4 j = picks[bag * 4 + q];
        uint4 r0 = rows[(size_t)j.x * 4], r1 = rows[(size_t)j.y * 4], r2 = rows[(size_t)j.z * 4], r3 = rows[(size_t)j.w * 4];
        add_eight(s, r0);
        add_eight(s, r1);
        add_eight(s, r2);
        add_eight(s, r3);
    }
    unsigned w[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        __half2 h = __floats2half2_rn(fmaf(0.0625f, s[2 * k], 1.0f), fmaf(0.0625f, s[2 * k + 1], 1.0f));
        w[k] = *reinterpret_cast<unsigned*>(&h);
    }
    out[t] = make_uint4(w[0], w[1], w[2], w[3]);
}

__global__ void __launch_bounds__(512) sorrel_lantern_ak1_a(const __half* __restrict__ table, const int4* __restrict__ picks, uint4* __restrict__ out) {
    bag_mean<kShortHeader>(table, picks, out);
}
__global__ void __launch_bounds__(512) sorrel_lantern_ak1_b(const __half* __restrict__ table, const int4* __restrict__ picks, uint4* __restrict__ out) {
    bag_mean<kLongHeader>(table, picks, out);
}

// ---- 7. Mild: products of complex numbers, the second stream one element on; one wave of blocks, two numbers a turn.
constexpr int kTurn = 132 * 8 * 256, kPhasors = kTurn * 2 * 66;

__device__ __forceinline__ float2 complex_times(float2 a, float2 b) {
    return make_float2(fmaf(a.x, b.x, fmaf(-a.y, b.y, 0.5f)), fmaf(a.x, b.y, fmaf(a.y, b.x, 0.5f)));
}

__global__ void __launch_bounds__(256, 8) quince_harbor_ak1_a(const float2* __restrict__ a, const float2* __restrict__ b, float2* __restrict__ out) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kPhasors; i += 2 * kTurn) {
        float2 a0 = a[i], a1 = a[i + kTurn], b0 = b[i + 1], b1 = b[i + 1 + kTurn];
        out[i] = complex_times(a0, b0);
        out[i + kTurn] = complex_times(a1, b1);
    }
}

__global__ void __launch_bounds__(256, 8) quince_harbor_ak1_b(const float2* __restrict__ a, const float2* __restrict__ b, float2* __restrict__ out) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kPhasors; i += 2 * kTurn) {
        float2 a0 = a[i], a1 = a[i + kTurn], b0 = b[i], b1 = b[i + kTurn];
        out[i] = complex_times(a0, b0);
        out[i + kTurn] = complex_times(a1, b1);
    }
}

// ---- 8. Healthy: float products of two bfloat16 streams, four quadruples a thread.
constexpr int kQuads = 640 * 4 * 23400;

__device__ __forceinline__ float low_of(unsigned v) { return __uint_as_float(v << 16); }
__device__ __forceinline__ float high_of(unsigned v) { return __uint_as_float(v & 0xffff0000u); }

__global__ void __launch_bounds__(640) maple_anchor_ak1_a(const uint2* __restrict__ x, const uint2* __restrict__ y, float4* __restrict__ out) {
    int i = blockIdx.x * (640 * 4) + threadIdx.x;
    uint2 u[4], v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { u[k] = __ldcs(x + i + k * 640); v[k] = __ldcs(y + i + k * 640); }
#pragma unroll
    for (int k = 0; k < 4; ++k)
        __stcs(out + i + k * 640, make_float4(fmaf(low_of(u[k].x), low_of(v[k].x), 1.0f), fmaf(high_of(u[k].x), high_of(v[k].x), 1.0f),
                                              fmaf(low_of(u[k].y), low_of(v[k].y), 1.0f), fmaf(high_of(u[k].y), high_of(v[k].y), 1.0f)));
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type}); };

    // One result buffer for all: the longest is that of the healthy kernel.
    constexpr size_t kMost = (size_t)kQuads * 4;
    static_assert((size_t)kRows * kCols <= kMost && (size_t)kPhasors * 2 <= kMost && (size_t)kLedger * 2 <= kMost && (size_t)kBags * 16 <= kMost, "out is too short");
    float* out = empty<float>(kMost);

    double *p = filled<double>(kLedger, 11), *q = filled<double>(kLedger, 12), *table = filled<double>((size_t)kLedger * kColumns, 13);
    double *column = empty<double>(kLedger), *out_d = reinterpret_cast<double*>(out);
    setup_pick_double_ak1<<<(kLedger + 255) / 256, 256>>>(table, column, kLedger, kColumns, kColumn); CHECK(cudaGetLastError());
    add("walnut_ferry_ak1_a", out, kLedger, Output::f64, [=] { walnut_ferry_ak1_a<<<(kLedger + 383) / 384, 384>>>(p, q, table, out_d); });
    add("walnut_ferry_ak1_b", out, kLedger, Output::f64, [=] { walnut_ferry_ak1_b<<<(kLedger + 383) / 384, 384>>>(p, q, column, out_d); });

    static_assert(kRows % 32 == 0 && kCols % 32 == 0, "whole tiles");
    float* matrix = filled<float>((size_t)kRows * kCols, 21);
    dim3 tiles(kCols / 32, kRows / 32), tile(32, 8);
    add("bramble_spoon_ak1_a", out, (size_t)kRows * kCols, Output::f32, [=] { bramble_spoon_ak1_a<<<tiles, tile>>>(matrix, out); });
    add("bramble_spoon_ak1_b", out, (size_t)kRows * kCols, Output::f32, [=] { bramble_spoon_ak1_b<<<tiles, tile>>>(matrix, out); });

    static_assert(kWide % 32 == 0 && kHigh % 6 == 0, "whole blocks");
    constexpr int kCells = kWide * kHigh;
    float *grid = filled<float>((size_t)kCells * kFields, 31), *level = empty<float>(kCells), *rough = empty<float>(kCells);
    const Cell* cells = reinterpret_cast<const Cell*>(grid);
    setup_pick_ak1<<<(kCells + 255) / 256, 256>>>(grid, level, kCells, kFields, 0); CHECK(cudaGetLastError());
    setup_pick_ak1<<<(kCells + 255) / 256, 256>>>(grid, rough, kCells, kFields, 10); CHECK(cudaGetLastError());
    dim3 patches(kWide / 32, kHigh / 6), patch(32, 6);
    add("pewter_gull_ak1_a", out, kCells, Output::f32, [=] { pewter_gull_ak1_a<<<patches, patch>>>(cells, out); });
    add("pewter_gull_ak1_b", out, kCells, Output::f32, [=] { pewter_gull_ak1_b<<<patches, patch>>>(level, rough, out); });

    static_assert(kQueries % 128 == 0, "whole blocks");
    float *packed = filled<float>((size_t)kPieces * 8, 41), *apart = empty<float>((size_t)kPieces * 8), *at = filled<float>(kQueries, 42);
    int* piece = indices(kQueries, kPieces, 43);
    for (int k = 0; k < 8; ++k) {
        setup_pick_ak1<<<(kPieces + 255) / 256, 256>>>(packed, apart + (size_t)k * kPieces, kPieces, 8, k); CHECK(cudaGetLastError());
    }
    const float4* records = reinterpret_cast<const float4*>(packed);
    add("cobalt_thimble_ak1_a", out, kQueries, Output::f32, [=] { cobalt_thimble_ak1_a<<<kQueries / 128, 128>>>(apart, piece, at, out); });
    add("cobalt_thimble_ak1_b", out, kQueries, Output::f32, [=] { cobalt_thimble_ak1_b<<<kQueries / 128, 128>>>(records, piece, at, out); });

    static_assert(kPixels % (320 * 16) == 0, "whole blocks");
    int *bits1 = indices(kPixels / 4, 0xfffffff1u, 51), *bits2 = indices(kPixels / 4, 0xfffffff1u, 52000001);  // random bytes
    uint8_t *pic1 = reinterpret_cast<uint8_t*>(bits1), *pic2 = reinterpret_cast<uint8_t*>(bits2), *out_b = reinterpret_cast<uint8_t*>(out);
    uint4 *pic1v = reinterpret_cast<uint4*>(bits1), *pic2v = reinterpret_cast<uint4*>(bits2), *out_v = reinterpret_cast<uint4*>(out);
    add("otter_pillow_ak1_a", out, kPixels, Output::u8, [=] { otter_pillow_ak1_a<<<kPixels / 320, 320>>>(pic1, pic2, out_b); });
    add("otter_pillow_ak1_b", out, kPixels, Output::u8, [=] { otter_pillow_ak1_b<<<kPixels / (320 * 16), 320>>>(pic1v, pic2v, out_v); });

    constexpr size_t kTable = (size_t)kTableRows * 32;
    __half *shifted = filled<__half>(kTable + kShortHeader, 61), *aligned = empty<__half>(kTable + kLongHeader);
    CHECK(cudaMemcpy(aligned + kLongHeader, shifted + kShortHeader, kTable * sizeof(__half), cudaMemcpyDeviceToDevice));
    const int4* picks = reinterpret_cast<const int4*>(indices((size_t)kBags * 16, kTableRows, 62));
    constexpr int kBagBlocks = (kBags * 4 + 511) / 512;
    add("sorrel_lantern_ak1_a", out, (size_t)kBags * 32, Output::f16, [=] { sorrel_lantern_ak1_a<<<kBagBlocks, 512>>>(shifted, picks, out_v); });
    add("sorrel_lantern_ak1_b", out, (size_t)kBags * 32, Output::f16, [=] { sorrel_lantern_ak1_b<<<kBagBlocks, 512>>>(aligned, picks, out_v); });

    float *left = filled<float>((size_t)kPhasors * 2, 71), *right = filled<float>((size_t)kPhasors * 2 + 2, 72), *right_at = empty<float>((size_t)kPhasors * 2);
    CHECK(cudaMemcpy(right_at, right + 2, (size_t)kPhasors * 2 * sizeof(float), cudaMemcpyDeviceToDevice));
    const float2 *left2 = reinterpret_cast<const float2*>(left), *right2 = reinterpret_cast<const float2*>(right);
    const float2* right_at2 = reinterpret_cast<const float2*>(right_at);
    float2* out2 = reinterpret_cast<float2*>(out);
    add("quince_harbor_ak1_a", out, (size_t)kPhasors * 2, Output::f32, [=] { quince_harbor_ak1_a<<<132 * 8, 256>>>(left2, right2, out2); });
    add("quince_harbor_ak1_b", out, (size_t)kPhasors * 2, Output::f32, [=] { quince_harbor_ak1_b<<<132 * 8, 256>>>(left2, right_at2, out2); });

    const uint2* volts = reinterpret_cast<const uint2*>(filled<__nv_bfloat16>(kMost, 81));
    const uint2* amps = reinterpret_cast<const uint2*>(filled<__nv_bfloat16>(kMost, 82));
    float4* out4 = reinterpret_cast<float4*>(out);
    add("maple_anchor_ak1_a", out, kMost, Output::f32, [=] { maple_anchor_ak1_a<<<kQuads / (640 * 4), 640>>>(volts, amps, out4); });

    return harness::run(argc, argv, cases);
}
