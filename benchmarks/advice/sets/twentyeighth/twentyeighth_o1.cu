// Eleven measured cases from maps, markets, archives and pictures: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Pasture: grass height of a row-major map of 8192 x 8192 plots after one week of growth; tiles of 32 x 32 plots.
constexpr int kMapWide = 8192, kMapHigh = 8192;

__device__ __forceinline__ float grass_after(float g) { return fmaf(g, fmaf(-0.12f, g, 1.15f), 0.03f); }

__global__ void __launch_bounds__(256) pasture_map_o1_a(const float* __restrict__ now, float* __restrict__ next) {
    int row = blockIdx.x * 32 + threadIdx.x, col = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int k = 0; k < 32; k += 8) next[(size_t)row * kMapWide + col + k] = grass_after(now[(size_t)row * kMapWide + col + k]);
}

__global__ void __launch_bounds__(256) pasture_map_o1_b(const float* __restrict__ now, float* __restrict__ next) {
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int k = 0; k < 32; k += 8) next[(size_t)(row + k) * kMapWide + col] = grass_after(now[(size_t)(row + k) * kMapWide + col]);
}

// ---- Organ: spectra [time][pipe] of a telescope-like recorder, calibrated by the gain of the pipe and handed on as [pipe][time].
constexpr int kPipes = 4096, kMoments = 16384;

__global__ void __launch_bounds__(256) organ_pipes_o1_a(const float* __restrict__ spectra, const float* __restrict__ gain, float* __restrict__ series) {
    const int pipe = blockIdx.x * 32 + threadIdx.x, moment = blockIdx.y * 32 + threadIdx.y;
    const float g = gain[pipe];
#pragma unroll
    for (int k = 0; k < 32; k += 8)
        series[(size_t)pipe * kMoments + moment + k] = g * spectra[(size_t)(moment + k) * kPipes + pipe];
}

__global__ void __launch_bounds__(256) organ_pipes_o1_b(const float* __restrict__ spectra, const float* __restrict__ gain, float* __restrict__ series) {
    __shared__ float tile[32][33];
    const int pipe = blockIdx.x * 32 + threadIdx.x, moment = blockIdx.y * 32 + threadIdx.y;
    const float g = gain[pipe];
#pragma unroll
    for (int k = 0; k < 32; k += 8) tile[threadIdx.y + k][threadIdx.x] = g * spectra[(size_t)(moment + k) * kPipes + pipe];
    __syncthreads();
    const int at = blockIdx.y * 32 + threadIdx.x, first = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
    for (int k = 0; k < 32; k += 8) series[(size_t)(first + k) * kMoments + at] = tile[threadIdx.x][threadIdx.y + k];
}

// ---- Market: turnover of every trade of a day (price x amount, less the fee).
struct Trade {
    long long stamp;
    int instrument, venue;
    float price, bid, ask, mid;
    int buyer, seller, order, flags;
    float amount, filled, left, limit;
};
static_assert(sizeof(Trade) == 64, "a trade has 64 bytes");
constexpr int kTrades = 1 << 25;

__device__ __forceinline__ float turnover_of(float price, float amount) { return price * amount * 0.9985f; }

__global__ void __launch_bounds__(256) market_barrow_o1_a(const Trade* __restrict__ trades, float* __restrict__ turnover) {
    int i = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 1024; k += 256) turnover[i + k] = turnover_of(trades[i + k].price, trades[i + k].amount);
}

__global__ void __launch_bounds__(256) market_barrow_o1_b(const float* __restrict__ price, const float* __restrict__ amount, float* __restrict__ turnover) {
    int i = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 1024; k += 256) turnover[i + k] = turnover_of(price[i + k], amount[i + k]);
}

static __global__ void harness_trade_columns(const Trade* trades, float* price, float* amount) {
    int i = blockIdx.x * 256 + threadIdx.x;
    price[i] = trades[i].price; amount[i] = trades[i].amount;
}

// ---- Honeycomb: heat flow of each hexahedral cell of a mesh from the (temperature, conductivity) of its eight corner nodes.
constexpr int kCorners = 1 << 24, kMesh = 1 << 24;  // nodes, cells

__device__ __forceinline__ void honey_cells(const int4* __restrict__ lower, const int4* __restrict__ upper, const float2* __restrict__ node,
                                            float* __restrict__ flow) {
    const int cell = blockIdx.x * blockDim.x + threadIdx.x;
    const int4 lo = lower[cell], hi = upper[cell];
    const float2 n0 = node[lo.x], n1 = node[lo.y], n2 = node[lo.z], n3 = node[lo.w], n4 = node[hi.x], n5 = node[hi.y], n6 = node[hi.z], n7 = node[hi.w];
    const float below = n0.x + n1.x + n2.x + n3.x, above = n4.x + n5.x + n6.x + n7.x;
    const float conduct = n0.y + n1.y + n2.y + n3.y + n4.y + n5.y + n6.y + n7.y;
    flow[cell] = 0.125f * conduct * (0.25f * (above - below));
}

__global__ void __launch_bounds__(256) honey_cells_o1_a(const int4* __restrict__ lower, const int4* __restrict__ upper, const float2* __restrict__ node,
                                                        float* __restrict__ flow) { honey_cells(lower, upper, node, flow); }
__global__ void __launch_bounds__(256) honey_cells_o1_b(const int4* __restrict__ lower, const int4* __restrict__ upper, const float2* __restrict__ node,
                                                        float* __restrict__ flow) { honey_cells(lower, upper, node, flow); }

__device__ __forceinline__ int mesher_number(uint32_t n) {  // the order in which the mesh generator happened to number its nodes: a bijection
    constexpr uint32_t mask = kCorners - 1;
    n = (n * 0x9e3779b1u) & mask; n ^= n >> 11;
    n = (n * 0x85ebca6bu) & mask; n ^= n >> 13;
    n = (n * 0xc2b2ae35u) & mask; n ^= n >> 12;
    return (int)n;
}

// Cells and nodes of a lattice of 256 x 256 x 256: in the mesher's numbering, and renumbered along the lattice.
static __global__ void harness_mesh(int4* lower, int4* upper, int4* lower_sorted, int4* upper_sorted, const float2* node_sorted, float2* node) {
    uint32_t c = blockIdx.x * 256 + threadIdx.x, mask = kCorners - 1, up = c + 65536;
    uint32_t l[4] = {c, (c + 1) & mask, (c + 256) & mask, (c + 257) & mask}, u[4] = {up & mask, (up + 1) & mask, (up + 256) & mask, (up + 257) & mask};
    lower_sorted[c] = make_int4(l[0], l[1], l[2], l[3]); upper_sorted[c] = make_int4(u[0], u[1], u[2], u[3]);
    lower[c] = make_int4(mesher_number(l[0]), mesher_number(l[1]), mesher_number(l[2]), mesher_number(l[3]));
    upper[c] = make_int4(mesher_number(u[0]), mesher_number(u[1]), mesher_number(u[2]), mesher_number(u[3]));
    node[mesher_number(c)] = node_sorted[c];
}

// ---- Parish register: score of each asked entry of a table of eight numbers an entry; two lanes share an entry.
constexpr int kEntries = 1 << 24, kAsked = 1 << 25;
struct RegisterFile { const float4* blob; int header; };  // header: quadruples before the first entry

__device__ __forceinline__ void register_scores(RegisterFile file, const int* __restrict__ asked, float* __restrict__ score) {
    const float4* __restrict__ entry = file.blob + file.header;
    const int half = threadIdx.x & 1, first = blockIdx.x * 512 + (threadIdx.x >> 1);
    const float4 weight = half ? make_float4(0.5f, -0.25f, 0.75f, 0.1f) : make_float4(0.3f, 0.9f, -0.6f, 0.2f);
    int id[4]; float4 part[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) id[k] = asked[first + k * 128];
#pragma unroll
    for (int k = 0; k < 4; ++k) part[k] = __ldg(entry + (size_t)id[k] * 2 + half);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float s = fmaf(part[k].x, weight.x, fmaf(part[k].y, weight.y, fmaf(part[k].z, weight.z, part[k].w * weight.w)));
        s += __shfl_xor_sync(0xffffffffu, s, 1);
        if (half == 0) score[first + k * 128] = s;
    }
}

__global__ void __launch_bounds__(256) parish_register_o1_a(RegisterFile file, const int* __restrict__ asked, float* __restrict__ score) {
    register_scores(file, asked, score);
}
__global__ void __launch_bounds__(256) parish_register_o1_b(RegisterFile file, const int* __restrict__ asked, float* __restrict__ score) {
    register_scores(file, asked, score);
}

static __global__ void harness_shift_quads(const float4* from, float4* to) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    to[i] = from[i];
}

// ---- Moths: solarised grey pictures of wings (bright pixels become their negative).
constexpr int kWing = 1 << 28;

__global__ void __launch_bounds__(512) moth_wings_o1_a(const uint8_t* __restrict__ grey, uint8_t* __restrict__ sunny, int n) {
#pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint8_t v = grey[i];
        sunny[i] = v >= 128 ? 255 - v : v;
    }
}

__device__ __forceinline__ uint32_t solarised(uint32_t w) { return w ^ (((w >> 7) & 0x01010101u) * 255u); }

__global__ void __launch_bounds__(512) moth_wings_o1_b(const uint4* __restrict__ grey, uint4* __restrict__ sunny, int n) {
#pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint4 v = grey[i];
        sunny[i] = make_uint4(solarised(v.x), solarised(v.y), solarised(v.z), solarised(v.w));
    }
}

// ---- Stained glass: luma plane of a batch of interleaved 24-bit frames (BT.601 weights in 256ths).
constexpr int kGlassWide = 4096, kGlassHigh = 2160 * 16;

__device__ __forceinline__ uint32_t luma_of(uint32_t r, uint32_t g, uint32_t b) { return (77u * r + 150u * g + 29u * b + 128u) >> 8; }

__global__ void __launch_bounds__(256) stained_glass_o1_a(const uint8_t* __restrict__ rgb, uint8_t* __restrict__ luma, int pitch_in, int pitch_out) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    const uint8_t* pixel = rgb + (size_t)y * pitch_in + 3 * x;
    luma[(size_t)y * pitch_out + x] = (uint8_t)luma_of(pixel[0], pixel[1], pixel[2]);
}

__global__ void __launch_bounds__(256) stained_glass_o1_b(const uint8_t* __restrict__ rgb, uint8_t* __restrict__ luma, int pitch_in, int pitch_out) {
    const int x = (blockIdx.x * blockDim.x + threadIdx.x) * 4, y = blockIdx.y * blockDim.y + threadIdx.y;  // four pixels: three words in, one out
    const uint32_t* words = reinterpret_cast<const uint32_t*>(rgb + (size_t)y * pitch_in + 3 * x);
    const uint32_t p = words[0], q = words[1], r = words[2];
    const uint32_t l0 = luma_of(p & 255, (p >> 8) & 255, (p >> 16) & 255), l1 = luma_of(p >> 24, q & 255, (q >> 8) & 255);
    const uint32_t l2 = luma_of((q >> 16) & 255, q >> 24, r & 255), l3 = luma_of((r >> 8) & 255, (r >> 16) & 255, r >> 24);
    *reinterpret_cast<uint32_t*>(luma + (size_t)y * pitch_out + x) = l0 | l1 << 8 | l2 << 16 | l3 << 24;
}

// ---- Tea: bias, rectifier and residual of a layer of 4096 channels, FP16 throughout.
constexpr int kChannels = 4096, kTokens = 32768, kTea = kChannels * kTokens;

__global__ void __launch_bounds__(256) tea_blend_o1_a(const __half* __restrict__ x, const __half* __restrict__ bias, const __half* __restrict__ residual,
                                                      __half* __restrict__ out, int n) {
#pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = __hadd(__hmax(__hadd(x[i], bias[i % kChannels]), __float2half(0.0f)), residual[i]);
}

union Pack8 { uint4 bits; __half2 h[4]; };

__global__ void __launch_bounds__(256) tea_blend_o1_b(const uint4* __restrict__ x, const uint4* __restrict__ bias, const uint4* __restrict__ residual,
                                                      uint4* __restrict__ out, int n) {
#pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        Pack8 a, b, r;
        a.bits = x[i]; b.bits = bias[i % (kChannels / 8)]; r.bits = residual[i];
#pragma unroll
        for (int k = 0; k < 4; ++k) a.h[k] = __hadd2(__hmax2(__hadd2(a.h[k], b.h[k]), __float2half2_rn(0.0f)), r.h[k]);
        out[i] = a.bits;
    }
}

// ---- Seals: energy of the in-phase part of a double-precision hydrophone record in windows of 4096 samples.
constexpr int kCalls = 1 << 14, kWindow = 4096;

template <int kStep>
__device__ __forceinline__ void seal_calls(const double* __restrict__ phase, double* __restrict__ energy) {
    __shared__ double part[8];
    const double* mine = phase + ((size_t)blockIdx.x * kWindow + threadIdx.x) * kStep;
    double sum = 0.0;
#pragma unroll
    for (int k = 0; k < kWindow; k += 256) { double v = mine[(size_t)k * kStep]; sum = fma(v, v, sum); }
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        double all = part[0];
#pragma unroll
        for (int w = 1; w < 8; ++w) all += part[w];
        energy[blockIdx.x] = all;
    }
}

__global__ void __launch_bounds__(256) seal_calls_o1_a(const double* __restrict__ in_and_out_of_phase, double* __restrict__ energy) {
    seal_calls<2>(in_and_out_of_phase, energy);
}
__global__ void __launch_bounds__(256) seal_calls_o1_b(const double* __restrict__ in_phase, double* __restrict__ energy) { seal_calls<1>(in_phase, energy); }

static __global__ void harness_in_phase(const double2* both, double* in_phase) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    in_phase[i] = both[i].x;
}

// ---- Rye: yield of each strip from the rain series (behind a one-number header in its file) and the soil series.
constexpr int kStrips = 1 << 26;

__device__ __forceinline__ void rye_fields(const float* __restrict__ rain, const float* __restrict__ soil, float* __restrict__ yield) {
    const int i = blockIdx.x * 2048 + threadIdx.x;
    float r[8], s[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) { r[k] = rain[i + k * 256]; s[k] = soil[i + k * 256]; }
#pragma unroll
    for (int k = 0; k < 8; ++k) yield[i + k * 256] = fmaf(r[k], fmaf(0.3f, s[k], 0.5f), s[k]);
}

__global__ void __launch_bounds__(256) rye_fields_o1_a(const float* __restrict__ file, const float* __restrict__ soil, float* __restrict__ yield) {
    rye_fields(file + 1, soil, yield);
}
__global__ void __launch_bounds__(256) rye_fields_o1_b(const float* __restrict__ rain, const float* __restrict__ soil, float* __restrict__ yield) {
    rye_fields(rain, soil, yield);
}

static __global__ void harness_strip_header(const float* file, float* rain) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    rain[i] = file[i + 1];
}

// ---- Quilt: parity stripe of four data stripes of a storage array.
constexpr int kPatches = 1 << 24;  // quadruples of a stripe

__global__ void __launch_bounds__(256) quilt_patch_o1_a(const uint4* __restrict__ d0, const uint4* __restrict__ d1, const uint4* __restrict__ d2,
                                                        const uint4* __restrict__ d3, uint4* __restrict__ parity) {
    const int i = blockIdx.x * 512 + threadIdx.x;
    uint4 a[2], b[2], c[2], d[2];
#pragma unroll
    for (int k = 0; k < 2; ++k) { a[k] = __ldcs(d0 + i + k * 256); b[k] = __ldcs(d1 + i + k * 256); c[k] = __ldcs(d2 + i + k * 256); d[k] = __ldcs(d3 + i + k * 256); }
#pragma unroll
    for (int k = 0; k < 2; ++k)
        __stcs(parity + i + k * 256, make_uint4(a[k].x ^ b[k].x ^ c[k].x ^ d[k].x, a[k].y ^ b[k].y ^ c[k].y ^ d[k].y, a[k].z ^ b[k].z ^ c[k].z ^ d[k].z,
                                                a[k].w ^ b[k].w ^ c[k].w ^ d[k].w));
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    constexpr size_t kPlots = (size_t)kMapWide * kMapHigh, kSpectra = (size_t)kPipes * kMoments, kGlass = (size_t)kGlassWide * kGlassHigh;
    float* out = empty<float>(std::max(kPlots, kSpectra));  // 256 MB: the result of every case
    uint8_t* out8 = reinterpret_cast<uint8_t*>(out);
    __half* out16 = reinterpret_cast<__half*>(out);
    static_assert(kTrades <= kPlots && kAsked <= kPlots && (size_t)kWing <= kPlots * 4 && kGlass <= kPlots * 4 && (size_t)kTea <= kPlots * 2 && kStrips <= kPlots &&
                  (size_t)kPatches * 4 <= kPlots, "the result is too short");

    float *field = filled<float>(std::max(kPlots, kSpectra) + 64, 41), *soil = filled<float>(std::max<size_t>(kStrips, kPipes), 42);
    add("pasture_map_o1_a", out, kPlots, Output::f32, [=] { pasture_map_o1_a<<<dim3(kMapHigh / 32, kMapWide / 32), dim3(32, 8)>>>(field, out); });
    add("pasture_map_o1_b", out, kPlots, Output::f32, [=] { pasture_map_o1_b<<<dim3(kMapWide / 32, kMapHigh / 32), dim3(32, 8)>>>(field, out); });

    add("organ_pipes_o1_a", out, kSpectra, Output::f32, [=] { organ_pipes_o1_a<<<dim3(kPipes / 32, kMoments / 32), dim3(32, 8)>>>(field, soil, out); });
    add("organ_pipes_o1_b", out, kSpectra, Output::f32, [=] { organ_pipes_o1_b<<<dim3(kPipes / 32, kMoments / 32), dim3(32, 8)>>>(field, soil, out); });

    Trade* trades = reinterpret_cast<Trade*>(filled<float>((size_t)kTrades * 16, 43));
    float *price = empty<float>(kTrades), *amount = empty<float>(kTrades);
    harness_trade_columns<<<kTrades / 256, 256>>>(trades, price, amount); CHECK(cudaGetLastError());
    add("market_barrow_o1_a", out, kTrades, Output::f32, [=] { market_barrow_o1_a<<<kTrades / 1024, 256>>>(trades, out); });
    add("market_barrow_o1_b", out, kTrades, Output::f32, [=] { market_barrow_o1_b<<<kTrades / 1024, 256>>>(price, amount, out); });

    float2 *sorted = reinterpret_cast<float2*>(filled<float>((size_t)kCorners * 2, 44)), *node = empty<float2>(kCorners);
    int4 *lower = empty<int4>(kMesh), *upper = empty<int4>(kMesh), *lower_sorted = empty<int4>(kMesh), *upper_sorted = empty<int4>(kMesh);
    harness_mesh<<<kMesh / 256, 256>>>(lower, upper, lower_sorted, upper_sorted, sorted, node); CHECK(cudaGetLastError());
    add("honey_cells_o1_a", out, kMesh, Output::f32, [=] { honey_cells_o1_a<<<kMesh / 256, 256>>>(lower, upper, node, out); });
    add("honey_cells_o1_b", out, kMesh, Output::f32, [=] { honey_cells_o1_b<<<kMesh / 256, 256>>>(lower_sorted, upper_sorted, sorted, out); });

    float4 *entries = reinterpret_cast<float4*>(filled<float>((size_t)kEntries * 8, 45)), *blob = empty<float4>((size_t)kEntries * 2 + 1);
    harness_shift_quads<<<kEntries * 2 / 256, 256>>>(entries, blob + 1); CHECK(cudaGetLastError());
    int* asked = indices(kAsked, kEntries, 46);
    add("parish_register_o1_a", out, kAsked, Output::f32, [=] { parish_register_o1_a<<<kAsked / 512, 256>>>(RegisterFile{blob, 1}, asked, out); });
    add("parish_register_o1_b", out, kAsked, Output::f32, [=] { parish_register_o1_b<<<kAsked / 512, 256>>>(RegisterFile{entries, 0}, asked, out); });

    const uint8_t* bytes = reinterpret_cast<const uint8_t*>(indices(std::max<size_t>(kWing, kGlass * 3) / 4, 0xfffffffbu, 47));
    add("moth_wings_o1_a", out, kWing, Output::u8, [=] { moth_wings_o1_a<<<132 * 4, 512>>>(bytes, out8, kWing); });
    add("moth_wings_o1_b", out, kWing, Output::u8, [=] {
        moth_wings_o1_b<<<132 * 4, 512>>>(reinterpret_cast<const uint4*>(bytes), reinterpret_cast<uint4*>(out), kWing / 16); });

    add("stained_glass_o1_a", out, kGlass, Output::u8, [=] {
        stained_glass_o1_a<<<dim3(kGlassWide / 64, kGlassHigh / 4), dim3(64, 4)>>>(bytes, out8, kGlassWide * 3, kGlassWide); });
    add("stained_glass_o1_b", out, kGlass, Output::u8, [=] {
        stained_glass_o1_b<<<dim3(kGlassWide / 256, kGlassHigh / 4), dim3(64, 4)>>>(bytes, out8, kGlassWide * 3, kGlassWide); });

    __half *x = filled<__half>(kTea, 48), *residual = filled<__half>(kTea, 49), *bias = filled<__half>(kChannels, 50);
    auto u4 = [](const void* p) { return reinterpret_cast<const uint4*>(p); };
    const uint4 *x8 = u4(x), *residual8 = u4(residual), *bias8 = u4(bias);
    add("tea_blend_o1_a", out, kTea, Output::f16, [=] { tea_blend_o1_a<<<132 * 8, 256>>>(x, bias, residual, out16, kTea); });
    add("tea_blend_o1_b", out, kTea, Output::f16, [=] { tea_blend_o1_b<<<132 * 8, 256>>>(x8, bias8, residual8, reinterpret_cast<uint4*>(out), kTea / 8); });

    constexpr size_t kSamples = (size_t)kCalls * kWindow;
    double *both = filled<double>(kSamples * 2, 51), *in_phase = empty<double>(kSamples), *energy = reinterpret_cast<double*>(out);
    harness_in_phase<<<kSamples / 256, 256>>>(reinterpret_cast<const double2*>(both), in_phase); CHECK(cudaGetLastError());
    add("seal_calls_o1_a", out, kCalls, Output::f64, [=] { seal_calls_o1_a<<<kCalls, 256>>>(both, energy); });
    add("seal_calls_o1_b", out, kCalls, Output::f64, [=] { seal_calls_o1_b<<<kCalls, 256>>>(in_phase, energy); });

    float* rain = empty<float>(kStrips);
    harness_strip_header<<<kStrips / 256, 256>>>(field, rain); CHECK(cudaGetLastError());
    add("rye_fields_o1_a", out, kStrips, Output::f32, [=] { rye_fields_o1_a<<<kStrips / 2048, 256>>>(field, soil, out); });
    add("rye_fields_o1_b", out, kStrips, Output::f32, [=] { rye_fields_o1_b<<<kStrips / 2048, 256>>>(rain, soil, out); });

    const uint4 *d0 = u4(trades), *d1 = d0 + kPatches, *d2 = d1 + kPatches, *d3 = d2 + kPatches;
    add("quilt_patch_o1_a", out, (size_t)kPatches * 4, Output::i32, [=] { quilt_patch_o1_a<<<kPatches / 512, 256>>>(d0, d1, d2, d3, reinterpret_cast<uint4*>(out)); });

    return harness::run(argc, argv, cases);
}
