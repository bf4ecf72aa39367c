// Eleven measured cases of orchards, ferries, markets and museums: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Orchard: yield score of each tree from its 64 measured features (linear model), one tree a thread.
constexpr int kFeatures = 64, kTrees = 132 * 2048 * 8;
__constant__ float c_weight[kFeatures];

__global__ void __launch_bounds__(128) orchard_score_p1_a(const float* __restrict__ features, float* __restrict__ score, int trees) {
    int tree = blockIdx.x * blockDim.x + threadIdx.x;
    if (tree >= trees) return;
    const float* mine = features + (size_t)tree * kFeatures;
    float sum = 0.25f;
#pragma unroll 16
    for (int f = 0; f < kFeatures; ++f) sum = fmaf(c_weight[f], mine[f], sum);
    score[tree] = sum;
}

__global__ void __launch_bounds__(128) orchard_score_p1_b(const float* __restrict__ features, float* __restrict__ score, int trees) {
    int tree = blockIdx.x * blockDim.x + threadIdx.x;
    if (tree >= trees) return;
    const float* mine = features + tree;
    float sum = 0.25f;
#pragma unroll 16
    for (int f = 0; f < kFeatures; ++f) sum = fmaf(c_weight[f], mine[(size_t)f * trees], sum);
    score[tree] = sum;
}

__global__ void harness_turn(const float* by_tree, float* by_feature, int trees) {  // 32 trees a block
    __shared__ float tile[32][kFeatures + 1];
    size_t first = (size_t)blockIdx.x * 32;
    for (int k = threadIdx.x; k < 32 * kFeatures; k += 256) tile[k / kFeatures][k % kFeatures] = by_tree[first * kFeatures + k];
    __syncthreads();
    for (int k = threadIdx.x; k < 32 * kFeatures; k += 256) by_feature[(size_t)(k / 32) * trees + first + k % 32] = tile[k % 32][k / 32];
}

// ---- Ferry fares: simulated price paths (Euler steps of a geometric walk); every step of every path is kept for later exercise decisions.
constexpr int kSteps = 64, kPaths = 132 * 2048 * 4;

struct Drift { float spot, mean, vol; };

__global__ void __launch_bounds__(256) ferry_paths_p1_a(const float* __restrict__ shock, float* __restrict__ path, int paths, Drift d) {
    int p = blockIdx.x * 256 + threadIdx.x;
    if (p >= paths) return;
    float price = d.spot;
#pragma unroll 8
    for (int s = 0; s < kSteps; ++s) {
        price *= fmaf(d.vol, shock[(size_t)s * paths + p], d.mean);
        path[(size_t)p * kSteps + s] = price;
    }
}

__global__ void __launch_bounds__(256) ferry_paths_p1_b(const float* __restrict__ shock, float* __restrict__ path, int paths, Drift d) {
    int p = blockIdx.x * 256 + threadIdx.x;
    if (p >= paths) return;
    float price = d.spot;
#pragma unroll 8
    for (int s = 0; s < kSteps; ++s) {
        price *= fmaf(d.vol, shock[(size_t)s * paths + p], d.mean);
        path[(size_t)s * paths + p] = price;
    }
}

// ---- Market: revenue that a discount rule would bring over the sales of a span of days (a scan with predicate, partial sums a block).
constexpr int kSales = 1 << 24, kSaleThreads = 128, kSalesEach = 8;

struct Sale {
    long long key, customer;
    int day;
    float quantity, tax;
    int flag;
    float price, discount;
    char comment[24];
};
static_assert(sizeof(Sale) == 64, "a sale is 64 bytes");

struct SaleColumns { const int* day; const float* price; const float* discount; };

__device__ __forceinline__ void market_total(float mine, float* __restrict__ partial) {
    __shared__ float part[kSaleThreads / 32];
#pragma unroll
    for (int o = 16; o; o >>= 1) mine += __shfl_xor_sync(0xffffffffu, mine, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = mine;
    __syncthreads();
    if (threadIdx.x == 0) partial[blockIdx.x] = (part[0] + part[1]) + (part[2] + part[3]);
}

__global__ void __launch_bounds__(kSaleThreads) market_rows_p1_a(const Sale* __restrict__ sales, float* __restrict__ partial, int from, int to) {
    int first = blockIdx.x * (kSaleThreads * kSalesEach) + threadIdx.x;
    int day[kSalesEach];
    float price[kSalesEach], discount[kSalesEach], revenue = 0.0f;
#pragma unroll
    for (int k = 0; k < kSalesEach; ++k) {
        const Sale& s = sales[first + k * kSaleThreads];
        day[k] = s.day; price[k] = s.price; discount[k] = s.discount;
    }
#pragma unroll
    for (int k = 0; k < kSalesEach; ++k) revenue += (day[k] >= from && day[k] < to) ? price[k] * discount[k] : 0.0f;
    market_total(revenue, partial);
}

__global__ void __launch_bounds__(kSaleThreads) market_rows_p1_b(SaleColumns sales, float* __restrict__ partial, int from, int to) {
    int first = blockIdx.x * (kSaleThreads * kSalesEach) + threadIdx.x;
    int day[kSalesEach];
    float price[kSalesEach], discount[kSalesEach], revenue = 0.0f;
#pragma unroll
    for (int k = 0; k < kSalesEach; ++k) {
        int i = first + k * kSaleThreads;
        day[k] = __ldg(sales.day + i); price[k] = __ldg(sales.price + i); discount[k] = __ldg(sales.discount + i);
    }
#pragma unroll
    for (int k = 0; k < kSalesEach; ++k) revenue += (day[k] >= from && day[k] < to) ? price[k] * discount[k] : 0.0f;
    market_total(revenue, partial);
}

__global__ void harness_sales(Sale* rows, int* day, float* price, float* discount) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Sale s = {};
    s.key = i; s.customer = harness::hash32(i + 5u);
    s.day = (int)(harness::hash32(i * 3u + 1u) % 2556u);
    s.quantity = harness::unit(i + 11u); s.tax = harness::unit(i + 13u); s.flag = i & 3;
    s.price = 2.0f + harness::unit(i * 5u + 2u); s.discount = 0.06f + 0.04f * harness::unit(i * 7u + 3u);
    for (int c = 0; c < 24; ++c) s.comment[c] = (char)('a' + (i + c) % 26);
    rows[i] = s; day[i] = s.day; price[i] = s.price; discount[i] = s.discount;
}

// ---- Lattice: pull of each bond of a honeycomb of nodes, from the displacements of the two nodes it joins.
constexpr uint32_t kNodes = 1u << 25, kLatticeWide = 8192;

__device__ __forceinline__ void lattice_pull(const int2* __restrict__ bond, const float* __restrict__ stiffness, const float* __restrict__ place,
                                             float* __restrict__ pull) {
    int first = blockIdx.x * 1024 + threadIdx.x;
    int2 b[4];
    float k[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { b[j] = bond[first + j * 256]; k[j] = stiffness[first + j * 256]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) pull[first + j * 256] = k[j] * (place[b[j].y] - place[b[j].x]);
}

__global__ void __launch_bounds__(256) lattice_pull_p1_a(const int2* __restrict__ bond, const float* __restrict__ stiffness,
                                                         const float* __restrict__ place, float* __restrict__ pull) {
    lattice_pull(bond, stiffness, place, pull);  // nodes numbered as the mesher made them
}
__global__ void __launch_bounds__(256) lattice_pull_p1_b(const int2* __restrict__ bond, const float* __restrict__ stiffness,
                                                         const float* __restrict__ place, float* __restrict__ pull) {
    lattice_pull(bond, stiffness, place, pull);  // nodes numbered along the rows of the lattice
}

__host__ __device__ inline uint32_t harness_number(uint32_t x) {  // a bijection of [0, kNodes)
    constexpr uint32_t mask = kNodes - 1;
    x ^= x >> 13; x = (x * 0x7feb352du) & mask;
    x ^= x >> 12; x = (x * 0x846ca68bu) & mask;
    x ^= x >> 14; x = (x * 0x9e3779b1u) & mask;
    return x ^ (x >> 13);
}
__global__ void harness_lattice(int2* given, int2* ordered, float* place_given, float* place_ordered) {
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x, to = (i + (i & 1 ? kLatticeWide : 1u)) & (kNodes - 1);
    ordered[i] = make_int2((int)i, (int)to);
    given[i] = make_int2((int)harness_number(i), (int)harness_number(to));
    float v = harness::unit(i * 2654435761u + 77u);
    place_ordered[i] = v; place_given[harness_number(i)] = v;
}

// ---- Museum: mean embedding of the 16 exhibits each visitor has seen (table rows of 16 floats), four lanes a visitor.
constexpr int kExhibits = 1 << 23, kVisitors = 1 << 20, kSeen = 16, kHeader = 4;  // the file's header: four words before the first row

__device__ __forceinline__ void museum_bags(const float4* __restrict__ table, const int4* __restrict__ seen, float4* __restrict__ mean) {
    int lane = threadIdx.x % 4, at = blockIdx.x * 256 + threadIdx.x;
    int4 mine = seen[at];
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll
    for (int from = 0; from < 4; from += 2) {
        float4 row[8];
#pragma unroll
        for (int k = 0; k < 2; ++k) {
            row[4 * k + 0] = table[(size_t)__shfl_sync(0xffffffffu, mine.x, from + k, 4) * 4 + lane];
            row[4 * k + 1] = table[(size_t)__shfl_sync(0xffffffffu, mine.y, from + k, 4) * 4 + lane];
            row[4 * k + 2] = table[(size_t)__shfl_sync(0xffffffffu, mine.z, from + k, 4) * 4 + lane];
            row[4 * k + 3] = table[(size_t)__shfl_sync(0xffffffffu, mine.w, from + k, 4) * 4 + lane];
        }
#pragma unroll
        for (int k = 0; k < 8; ++k) { sum.x += row[k].x; sum.y += row[k].y; sum.z += row[k].z; sum.w += row[k].w; }
    }
    constexpr float scale = 1.0f / kSeen;
    mean[at] = make_float4(sum.x * scale, sum.y * scale, sum.z * scale, sum.w * scale);
}

__global__ void __launch_bounds__(256) museum_bags_p1_a(const float* __restrict__ file, const int4* __restrict__ seen, float4* __restrict__ mean) {
    museum_bags(reinterpret_cast<const float4*>(file + kHeader), seen, mean);
}
__global__ void __launch_bounds__(256) museum_bags_p1_b(const float* __restrict__ rows, const int4* __restrict__ seen, float4* __restrict__ mean) {
    museum_bags(reinterpret_cast<const float4*>(rows), seen, mean);
}

// ---- Twilight: cross-fade of two sequences of 8-bit grey frames.
constexpr int kGrey = 1 << 27;

__device__ __forceinline__ uint32_t fade(uint32_t day, uint32_t night, uint32_t w) { return (day * w + night * (256 - w) + 128) >> 8; }

__global__ void __launch_bounds__(256) twilight_fade_p1_a(const uint8_t* __restrict__ day, const uint8_t* __restrict__ night, uint8_t* __restrict__ out,
                                                          uint32_t w, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = (uint8_t)fade(day[i], night[i], w);
}

__device__ __forceinline__ uint32_t fade4(uint32_t day, uint32_t night, uint32_t w) {
    uint32_t r = 0;
#pragma unroll
    for (int k = 0; k < 32; k += 8) r |= fade((day >> k) & 255, (night >> k) & 255, w) << k;
    return r;
}

__global__ void __launch_bounds__(256) twilight_fade_p1_b(const uint4* __restrict__ day, const uint4* __restrict__ night, uint4* __restrict__ out,
                                                          uint32_t w, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 16) {
        uint4 d = day[i], m = night[i];
        out[i] = make_uint4(fade4(d.x, m.x, w), fade4(d.y, m.y, w), fade4(d.z, m.z, w), fade4(d.w, m.w, w));
    }
}

// ---- Mosaic: luma of packed 24-bit colour frames (3840 x 2160, eight of them), rows with a pitch.
constexpr int kFrameWide = 3840, kFrameHigh = 2160, kFrames = 8;

struct Picture { const uint8_t* colour; uint8_t* luma; int colourPitch, lumaPitch; };

__device__ __forceinline__ uint32_t luma_of(uint32_t r, uint32_t g, uint32_t b) { return (77 * r + 150 * g + 29 * b + 128) >> 8; }

__global__ void __launch_bounds__(256) mosaic_luma_p1_a(Picture p) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y + blockIdx.z * kFrameHigh;
    const uint8_t* __restrict__ c = p.colour + (size_t)y * p.colourPitch + 3 * x;
    p.luma[(size_t)y * p.lumaPitch + x] = (uint8_t)luma_of(c[0], c[1], c[2]);
}

__global__ void __launch_bounds__(256) mosaic_luma_p1_b(Picture p) {
    int x = (blockIdx.x * 32 + threadIdx.x) * 4, y = blockIdx.y * 8 + threadIdx.y + blockIdx.z * kFrameHigh;
    const uint32_t* __restrict__ c = reinterpret_cast<const uint32_t*>(p.colour + (size_t)y * p.colourPitch + 3 * x);
    uint32_t u = c[0], v = c[1], w = c[2];
    uint32_t l0 = luma_of(u & 255, (u >> 8) & 255, (u >> 16) & 255), l1 = luma_of(u >> 24, v & 255, (v >> 8) & 255);
    uint32_t l2 = luma_of((v >> 16) & 255, v >> 24, w & 255), l3 = luma_of((w >> 8) & 255, (w >> 16) & 255, w >> 24);
    *reinterpret_cast<uint32_t*>(p.luma + (size_t)y * p.lumaPitch + x) = l0 | l1 << 8 | l2 << 16 | l3 << 24;
}

__global__ void harness_bytes(uint32_t* p, size_t words, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < words; i += (size_t)gridDim.x * blockDim.x)
        p[i] = harness::hash32((uint32_t)i + seed);
}

// ---- Canal: scaled residual of a layer's activations in half precision.
constexpr int kActivations = 1 << 27;

__global__ void __launch_bounds__(512) canal_residual_p1_a(const __half* __restrict__ branch, const __half* __restrict__ trunk, __half* __restrict__ out,
                                                           float scale, int n) {
    int i = blockIdx.x * 512 + threadIdx.x;
    if (i >= n) return;
    out[i] = __float2half_rn(fmaf(scale, __half2float(branch[i]), __half2float(trunk[i])));
}

__device__ __forceinline__ uint32_t canal_two(uint32_t branch, uint32_t trunk, float scale) {
    float2 b = __half22float2(*reinterpret_cast<__half2*>(&branch)), t = __half22float2(*reinterpret_cast<__half2*>(&trunk));
    __half2 r = __floats2half2_rn(fmaf(scale, b.x, t.x), fmaf(scale, b.y, t.y));
    return *reinterpret_cast<uint32_t*>(&r);
}

__global__ void __launch_bounds__(512) canal_residual_p1_b(const uint4* __restrict__ branch, const uint4* __restrict__ trunk, uint4* __restrict__ out,
                                                           float scale, int n) {
    int i = blockIdx.x * 512 + threadIdx.x;
    if (i >= n / 8) return;
    uint4 b = branch[i], t = trunk[i];
    out[i] = make_uint4(canal_two(b.x, t.x, scale), canal_two(b.y, t.y, scale), canal_two(b.z, t.z, scale), canal_two(b.w, t.w, scale));
}

// ---- Chapel: peak level of the left channel of a long stereo recording, one window of 4096 frames a block.
constexpr int kRecorded = 1 << 27, kWindow = 4096;

template <int kChannels>
__device__ __forceinline__ void chapel_peak(const float* __restrict__ left, float* __restrict__ peak) {
    __shared__ float part[8];
    const float* __restrict__ window = left + (size_t)blockIdx.x * kWindow * kChannels;
    float top = 0.0f;
#pragma unroll
    for (int k = 0; k < kWindow; k += 256) top = fmaxf(top, fabsf(window[(k + threadIdx.x) * kChannels]));
#pragma unroll
    for (int o = 16; o; o >>= 1) top = fmaxf(top, __shfl_xor_sync(0xffffffffu, top, o));
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = top;
    __syncthreads();
    if (threadIdx.x == 0) {
#pragma unroll
        for (int k = 1; k < 8; ++k) top = fmaxf(top, part[k]);
        peak[blockIdx.x] = top;
    }
}

__global__ void __launch_bounds__(256) chapel_peak_p1_a(const float* __restrict__ stereo, float* __restrict__ peak) { chapel_peak<2>(stereo, peak); }
__global__ void __launch_bounds__(256) chapel_peak_p1_b(const float* __restrict__ left, float* __restrict__ peak) { chapel_peak<1>(left, peak); }

__global__ void harness_stereo(float2* stereo, float* left) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float l = 0.9f * harness::unit(i * 3u + 9u) * harness::unit(i / kWindow + 4u);
    stereo[i] = make_float2(l, harness::unit(i * 3u + 10u)); left[i] = l;
}

// ---- Quake: ground motion from the recorded trace less its pedestal; a recording begins with one word of station number.
constexpr int kGround = 1 << 26;

__device__ __forceinline__ void quake_trace(const float* __restrict__ trace, const float* __restrict__ pedestal, float* __restrict__ motion) {
    int first = blockIdx.x * 1024 + threadIdx.x;
    float t[4], p[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { t[j] = trace[first + j * 256]; p[j] = pedestal[first + j * 256]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) motion[first + j * 256] = 1.8f * (t[j] - p[j]);
}

__global__ void __launch_bounds__(256) quake_trace_p1_a(const float* __restrict__ recording, const float* __restrict__ pedestal, float* __restrict__ motion) {
    quake_trace(recording + 1, pedestal, motion);
}
__global__ void __launch_bounds__(256) quake_trace_p1_b(const float* __restrict__ trace, const float* __restrict__ pedestal, float* __restrict__ motion) {
    quake_trace(trace, pedestal, motion);
}

// ---- Gauze: a veil laid over a stage picture (premultiplied colour over colour), two pixels a thread.
constexpr int kVeil = 132 * 8 * 512 * 32;

__device__ __forceinline__ float4 over(float4 veil, float4 stage) {
    float through = 1.0f - veil.w;
    return make_float4(fmaf(through, stage.x, veil.x), fmaf(through, stage.y, veil.y), fmaf(through, stage.z, veil.z), fmaf(through, stage.w, veil.w));
}

__global__ void __launch_bounds__(256) gauze_over_p1_a(const float4* __restrict__ veil, const float4* __restrict__ stage, float4* __restrict__ out) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 v0 = __ldcs(veil + i), v1 = __ldcs(veil + i + 256), s0 = __ldcs(stage + i), s1 = __ldcs(stage + i + 256);
    __stcs(out + i, over(v0, s0));
    __stcs(out + i + 256, over(v1, s1));
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type}); };

    // Shared by all: one result, two fields of floats.
    constexpr size_t kMost = (size_t)kTrees * kFeatures;  // 138 million
    static_assert((size_t)kPaths * kSteps <= kMost && (size_t)kVeil * 4 <= kMost && (size_t)kExhibits * kSeen <= kMost && kGround < kMost, "fields are too short");
    float *out = empty<float>(kMost), *one = filled<float>(kMost, 41), *two = filled<float>(kMost, 42);

    // Orchard: the same features tree by tree (one) and feature by feature.
    float* by_feature; CHECK(cudaMalloc(&by_feature, kMost * sizeof(float)));
    {
        harness_turn<<<kTrees / 32, 256>>>(one, by_feature, kTrees); CHECK(cudaGetLastError());
        float weight[kFeatures];
        for (int f = 0; f < kFeatures; ++f) weight[f] = 0.5f * harness::unit(f + 17u);
        CHECK(cudaMemcpyToSymbol(c_weight, weight, sizeof weight));
    }
    add("orchard_score_p1_a", out, kTrees, Output::f32, [=] { orchard_score_p1_a<<<kTrees / 128, 128>>>(one, out, kTrees); });
    add("orchard_score_p1_b", out, kTrees, Output::f32, [=] { orchard_score_p1_b<<<kTrees / 128, 128>>>(by_feature, out, kTrees); });

    Drift drift{1.5f, 1.0004f, 0.02f};
    add("ferry_paths_p1_a", out, (size_t)kPaths * kSteps, Output::f32, [=] { ferry_paths_p1_a<<<kPaths / 256, 256>>>(one, out, kPaths, drift); });
    add("ferry_paths_p1_b", out, (size_t)kPaths * kSteps, Output::f32, [=] { ferry_paths_p1_b<<<kPaths / 256, 256>>>(one, out, kPaths, drift); });

    Sale* rows = empty<Sale>(kSales);
    int* day = empty<int>(kSales);
    float *price = empty<float>(kSales), *discount = empty<float>(kSales);
    harness_sales<<<kSales / 256, 256>>>(rows, day, price, discount); CHECK(cudaGetLastError());
    SaleColumns columns{day, price, discount};
    constexpr int kSaleBlocks = kSales / (kSaleThreads * kSalesEach);
    add("market_rows_p1_a", out, kSaleBlocks, Output::f32, [=] { market_rows_p1_a<<<kSaleBlocks, kSaleThreads>>>(rows, out, 730, 1826); });
    add("market_rows_p1_b", out, kSaleBlocks, Output::f32, [=] { market_rows_p1_b<<<kSaleBlocks, kSaleThreads>>>(columns, out, 730, 1826); });

    int2 *given = empty<int2>(kNodes), *ordered = empty<int2>(kNodes);
    float *place_given = empty<float>(kNodes), *place_ordered = empty<float>(kNodes);
    harness_lattice<<<kNodes / 256, 256>>>(given, ordered, place_given, place_ordered); CHECK(cudaGetLastError());
    add("lattice_pull_p1_a", out, kNodes, Output::f32, [=] { lattice_pull_p1_a<<<kNodes / 1024, 256>>>(given, two, place_given, out); });
    add("lattice_pull_p1_b", out, kNodes, Output::f32, [=] { lattice_pull_p1_b<<<kNodes / 1024, 256>>>(ordered, two, place_ordered, out); });

    float* file = filled<float>((size_t)kExhibits * 16 + kHeader, 43);
    CHECK(cudaMemcpy(file + kHeader, two, (size_t)kExhibits * 64, cudaMemcpyDeviceToDevice));
    int4* seen = reinterpret_cast<int4*>(harness::indices((size_t)kVisitors * kSeen, kExhibits, 44));
    float4* out4 = reinterpret_cast<float4*>(out);
    add("museum_bags_p1_a", out, (size_t)kVisitors * 16, Output::f32, [=] { museum_bags_p1_a<<<kVisitors / 64, 256>>>(file, seen, out4); });
    add("museum_bags_p1_b", out, (size_t)kVisitors * 16, Output::f32, [=] { museum_bags_p1_b<<<kVisitors / 64, 256>>>(two, seen, out4); });

    uint32_t *light = empty<uint32_t>((size_t)kGrey / 2), *dark = empty<uint32_t>(kGrey / 4);  // light: 256 MB, also the colour frames
    harness_bytes<<<2048, 256>>>(light, (size_t)kGrey / 2, 51); harness_bytes<<<2048, 256>>>(dark, kGrey / 4, 52); CHECK(cudaGetLastError());
    add("twilight_fade_p1_a", out, kGrey, Output::u8, [=] {
        twilight_fade_p1_a<<<kGrey / 256, 256>>>((const uint8_t*)light, (const uint8_t*)dark, (uint8_t*)out, 90, kGrey); });
    add("twilight_fade_p1_b", out, kGrey, Output::u8, [=] {
        twilight_fade_p1_b<<<kGrey / 4096, 256>>>((const uint4*)light, (const uint4*)dark, (uint4*)out, 90, kGrey); });

    constexpr size_t kPixels = (size_t)kFrameWide * kFrameHigh * kFrames;
    static_assert(kPixels * 3 <= (size_t)kGrey * 2, "colour frames are too long");
    Picture picture{(const uint8_t*)light, (uint8_t*)out, kFrameWide * 3, kFrameWide};
    add("mosaic_luma_p1_a", out, kPixels, Output::u8, [=] { mosaic_luma_p1_a<<<dim3(kFrameWide / 32, kFrameHigh / 8, kFrames), dim3(32, 8)>>>(picture); });
    add("mosaic_luma_p1_b", out, kPixels, Output::u8, [=] { mosaic_luma_p1_b<<<dim3(kFrameWide / 128, kFrameHigh / 8, kFrames), dim3(32, 8)>>>(picture); });

    __half *branch = filled<__half>(kActivations, 61), *trunk = filled<__half>(kActivations, 62);
    add("canal_residual_p1_a", out, kActivations, Output::f16, [=] {
        canal_residual_p1_a<<<kActivations / 512, 512>>>(branch, trunk, (__half*)out, 0.7f, kActivations); });
    add("canal_residual_p1_b", out, kActivations, Output::f16, [=] {
        canal_residual_p1_b<<<kActivations / 4096, 512>>>((const uint4*)branch, (const uint4*)trunk, (uint4*)out, 0.7f, kActivations); });

    float2* stereo = empty<float2>(kRecorded);
    float* left = empty<float>(kRecorded);
    harness_stereo<<<kRecorded / 256, 256>>>(stereo, left); CHECK(cudaGetLastError());
    add("chapel_peak_p1_a", out, kRecorded / kWindow, Output::f32, [=] { chapel_peak_p1_a<<<kRecorded / kWindow, 256>>>((const float*)stereo, out); });
    add("chapel_peak_p1_b", out, kRecorded / kWindow, Output::f32, [=] { chapel_peak_p1_b<<<kRecorded / kWindow, 256>>>(left, out); });

    float* trace = empty<float>(kGround);
    CHECK(cudaMemcpy(trace, one + 1, (size_t)kGround * sizeof(float), cudaMemcpyDeviceToDevice));
    add("quake_trace_p1_a", out, kGround, Output::f32, [=] { quake_trace_p1_a<<<kGround / 1024, 256>>>(one, two, out); });
    add("quake_trace_p1_b", out, kGround, Output::f32, [=] { quake_trace_p1_b<<<kGround / 1024, 256>>>(trace, two, out); });

    add("gauze_over_p1_a", out, (size_t)kVeil * 4, Output::f32, [=] {
        gauze_over_p1_a<<<kVeil / 512, 256>>>(reinterpret_cast<const float4*>(one), reinterpret_cast<const float4*>(two), out4); });

    return harness::run(argc, argv, cases);
}
