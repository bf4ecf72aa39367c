// Eight measured cases on the shape of launches: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Chebyshev series of 129 terms at pairs of points in double, by Clenshaw's recurrence.
constexpr int kTerms = 128, kSeriesBlocks = 280, kSeries = kSeriesBlocks * 1024 * 4;  // pairs
__constant__ double series_term[kTerms + 1];

__device__ __forceinline__ double2 clenshaw(double2 x) {
    double2 b1 = make_double2(0.0, 0.0), b2 = b1, twice = make_double2(x.x + x.x, x.y + x.y);
#pragma unroll 8
    for (int k = kTerms; k > 0; --k) {
        double c = series_term[k];
        double2 b = make_double2(fma(twice.x, b1.x, c - b2.x), fma(twice.y, b1.y, c - b2.y));
        b2 = b1; b1 = b;
    }
    return make_double2(fma(x.x, b1.x, series_term[0] - b2.x), fma(x.y, b1.y, series_term[0] - b2.y));
}

__global__ void __launch_bounds__(1024, 2) walnut_ferry_ay3_a(const double2* __restrict__ x, double2* __restrict__ value) {
    int i = blockIdx.x * 4096 + threadIdx.x;
#pragma unroll 1
    for (int j = 0; j < 4; ++j, i += 1024) value[i] = clenshaw(x[i]);
}

__global__ void __launch_bounds__(256, 8) walnut_ferry_ay3_b(const double2* __restrict__ x, double2* __restrict__ value) {
    int i = blockIdx.x * 256 + threadIdx.x;
    value[i] = clenshaw(x[i]);
}

// ---- Field of soft particles: all pairs inside each of 1056 cells that hold 256 to 2048 particles.
constexpr int kCells = 1056;

__device__ __forceinline__ void cell_field(const float4* __restrict__ body, float* __restrict__ field, int start, int n, int first) {
    __shared__ float4 tile[256];
    int i = start + first + threadIdx.x;
    float4 me = body[i];
    float sum = 0.0f;
    for (int from = 0; from < n; from += 256) {
        __syncthreads();
        tile[threadIdx.x] = body[start + from + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < 256; ++j) {
            float4 o = tile[j];
            float dx = me.x - o.x, dy = me.y - o.y, dz = me.z - o.z;
            float w = __saturatef(fmaf(-0.5f, fmaf(dx, dx, fmaf(dy, dy, dz * dz)), 1.0f));
            sum = fmaf(w * w, o.w + 1.5f, sum);
        }
    }
    field[i] = sum;
}

__global__ void __launch_bounds__(256) pepper_attic_ay3_a(const float4* __restrict__ body, const int2* __restrict__ cell, float* __restrict__ field) {
    int2 c = cell[blockIdx.x];  // start, number
    for (int first = 0; first < c.y; first += 256) cell_field(body, field, c.x, c.y, first);
}

__global__ void __launch_bounds__(256) pepper_attic_ay3_b(const float4* __restrict__ body, const int4* __restrict__ part, float* __restrict__ field) {
    int4 p = part[blockIdx.x];  // start, number, first; from the fullest cells to the emptiest
    cell_field(body, field, p.x, p.y, p.z);
}

// ---- Weighted squared distance of each row of x from the same row of y: difference, weighted square, row sum.
constexpr int kLines = 10000, kLine4 = 960, kPoints4 = kLines * kLine4;  // float4

__device__ __forceinline__ float4 minus(float4 a, float4 b) { return make_float4(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w); }
__device__ __forceinline__ float4 square(float4 d, float4 w) {
    return make_float4((w.x + 1.25f) * d.x * d.x, (w.y + 1.25f) * d.y * d.y, (w.z + 1.25f) * d.z * d.z, (w.w + 1.25f) * d.w * d.w);
}

__device__ __forceinline__ void line_sum(float sum, float* __restrict__ total) {  // 320 threads
    __shared__ float part[10];
    int t = threadIdx.x;
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (t % 32 == 0) part[t / 32] = sum;
    __syncthreads();
    if (t < 32) {
        sum = t < 10 ? part[t] : 0.0f;
#pragma unroll
        for (int o = 8; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (t == 0) total[blockIdx.x] = sum;
    }
}

__global__ void __launch_bounds__(256) linen_gravel_ay3_a0(const float4* __restrict__ x, const float4* __restrict__ y, float4* __restrict__ apart) {
    int i = blockIdx.x * 256 + threadIdx.x;
    apart[i] = minus(x[i], y[i]);
}

__global__ void __launch_bounds__(256) linen_gravel_ay3_a1(const float4* __restrict__ apart, const float4* __restrict__ weight, float4* __restrict__ squared) {
    int i = blockIdx.x * 256 + threadIdx.x;
    squared[i] = square(apart[i], weight[i]);
}

__global__ void __launch_bounds__(320) linen_gravel_ay3_a2(const float4* __restrict__ squared, float* __restrict__ total) {
    int i = blockIdx.x * kLine4 + threadIdx.x;
    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j < 3; ++j) {
        float4 s = squared[i + j * 320];
        sum += (s.x + s.y) + (s.z + s.w);
    }
    line_sum(sum, total);
}

__global__ void __launch_bounds__(320) linen_gravel_ay3_b(const float4* __restrict__ x, const float4* __restrict__ y, const float4* __restrict__ weight,
                                                          float* __restrict__ total) {
    int i = blockIdx.x * kLine4 + threadIdx.x;
    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j < 3; ++j) {
        float4 s = square(minus(x[i + j * 320], y[i + j * 320]), weight[i + j * 320]);
        sum += (s.x + s.y) + (s.z + s.w);
    }
    line_sum(sum, total);
}

// ---- Inclusive prefix sums of 264 rows of 1500 integers.
constexpr int kRows = 264, kCols = 1500;

__global__ void __launch_bounds__(256) copper_thistle_ay3_a0(const int* __restrict__ from, int* __restrict__ to, int reach) {
    int c = blockIdx.x * 256 + threadIdx.x, at = blockIdx.y * kCols + c;
    if (c < kCols) {
        int v = from[at];
        if (c >= reach) v += from[at - reach];
        to[at] = v;
    }
}

__global__ void __launch_bounds__(384) copper_thistle_ay3_b(const int4* __restrict__ from, int4* __restrict__ to) {
    __shared__ int whole[12];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, at = blockIdx.x * (kCols / 4) + t;
    int4 v = make_int4(0, 0, 0, 0);
    if (t < kCols / 4) v = from[at];
    v.y += v.x; v.z += v.y; v.w += v.z;
    int sum = v.w;
#pragma unroll
    for (int o = 1; o < 32; o *= 2) {
        int s = __shfl_up_sync(0xffffffffu, sum, o);
        if (lane >= o) sum += s;
    }
    if (lane == 31) whole[warp] = sum;
    __syncthreads();
    int base = sum - v.w;
#pragma unroll
    for (int w = 0; w < 11; ++w) base += w < warp ? whole[w] : 0;
    if (t < kCols / 4) to[at] = make_int4(v.x + base, v.y + base, v.z + base, v.w + base);
}

// ---- Dot products of 24 pairs of long 8-bit vectors.
constexpr int kVectors = 24, kParts = 44, kLong = kParts * 256 * 8;  // int4 a vector
static_assert(kLong % 4096 == 0, "whole batches");

__device__ __forceinline__ int dot16(int4 a, int4 b, int sum) {
    sum = __dp4a(a.x, b.x, sum); sum = __dp4a(a.y, b.y, sum); sum = __dp4a(a.z, b.z, sum);
    return __dp4a(a.w, b.w, sum);
}

template <int kThreads>
__device__ __forceinline__ int block_sum(int sum) {  // valid in the first warp
    __shared__ int part[kThreads / 32];
    int t = threadIdx.x;
    sum = __reduce_add_sync(0xffffffffu, sum);
    if (t % 32 == 0) part[t / 32] = sum;
    __syncthreads();
    return t < 32 ? __reduce_add_sync(0xffffffffu, t < kThreads / 32 ? part[t] : 0) : 0;
}

__global__ void __launch_bounds__(1024) velvet_anchor_ay3_a(const int4* __restrict__ x, const int4* __restrict__ y, int* __restrict__ dot) {
    size_t from = (size_t)blockIdx.x * kLong;
    int sum = 0;
    for (int i = threadIdx.x; i < kLong; i += 4096) {
        int4 a[4], b[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) { a[j] = x[from + i + j * 1024]; b[j] = y[from + i + j * 1024]; }
#pragma unroll
        for (int j = 0; j < 4; ++j) sum = dot16(a[j], b[j], sum);
    }
    sum = block_sum<1024>(sum);
    if (threadIdx.x == 0) dot[blockIdx.x] = sum;
}

__global__ void __launch_bounds__(256) velvet_anchor_ay3_b(const int4* __restrict__ x, const int4* __restrict__ y, int* part, unsigned* done, int* __restrict__ dot) {
    size_t from = (size_t)blockIdx.y * kLong + blockIdx.x * 2048 + threadIdx.x;
    int sum = 0;
#pragma unroll 1
    for (int i = 0; i < 2048; i += 1024) {
        int4 a[4], b[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) { a[j] = x[from + i + j * 256]; b[j] = y[from + i + j * 256]; }
#pragma unroll
        for (int j = 0; j < 4; ++j) sum = dot16(a[j], b[j], sum);
    }
    sum = block_sum<256>(sum);
    if (threadIdx.x >= 32) return;
    unsigned before = 0;
    if (threadIdx.x == 0) {
        __stcg(part + blockIdx.y * kParts + blockIdx.x, sum);
        __threadfence();
        before = atomicInc(done + blockIdx.y, kParts - 1);  // turns back to 0 after the last
    }
    if (__shfl_sync(0xffffffffu, before, 0) != kParts - 1) return;
    __threadfence();
    const int* mine = part + blockIdx.y * kParts;
    int both = __ldcg(mine + threadIdx.x) + (threadIdx.x + 32 < kParts ? __ldcg(mine + threadIdx.x + 32) : 0);
    both = __reduce_add_sync(0xffffffffu, both);
    if (threadIdx.x == 0) dot[blockIdx.y] = both;
}

// ---- Curve of 2048 steps applied to 16-bit samples, eight a quadruple word, results in half.
constexpr int kCurve = 2048, kSheets = 130000, kSamples8 = kSheets * 64, kSheetWave = 132 * 8 * 256;

template <int kThreads>
__device__ __forceinline__ void take_curve(const float4* __restrict__ curve, float4* table) {
#pragma unroll
    for (int k = 0; k < kCurve / 4; k += kThreads) table[k + threadIdx.x] = curve[k + threadIdx.x];
    __syncthreads();
}
__device__ __forceinline__ unsigned look_up(unsigned two, const float* table) {
    __half2 h = __floats2half2_rn(table[two & (kCurve - 1)], table[(two >> 16) & (kCurve - 1)]);
    return *reinterpret_cast<unsigned*>(&h);
}
__device__ __forceinline__ uint4 look_up8(uint4 v, const float* table) {
    return make_uint4(look_up(v.x, table), look_up(v.y, table), look_up(v.z, table), look_up(v.w, table));
}

__global__ void __launch_bounds__(64) maple_lantern_ay3_a(const uint4* __restrict__ sample, const float4* __restrict__ curve, uint4* __restrict__ shade) {
    __shared__ __align__(16) float table[kCurve];
    int i = blockIdx.x * 64 + threadIdx.x;
    uint4 v = sample[i];
    take_curve<64>(curve, reinterpret_cast<float4*>(table));
    shade[i] = look_up8(v, table);
}

__global__ void __launch_bounds__(256, 8) maple_lantern_ay3_b(const uint4* __restrict__ sample, const float4* __restrict__ curve, uint4* __restrict__ shade) {
    __shared__ __align__(16) float table[kCurve];
    take_curve<256>(curve, reinterpret_cast<float4*>(table));
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kSamples8; i += 2 * kSheetWave) {
        int k = i + kSheetWave;
        uint4 v = sample[i], w = sample[k < kSamples8 ? k : i];
        shade[i] = look_up8(v, table);
        if (k < kSamples8) shade[k] = look_up8(w, table);
    }
}

// ---- Mean of 128 numbers of each of many xorshift generators.
constexpr int kDice = (132 * 8 * 8 + 80) * 1024;

__device__ __forceinline__ float throw_dice(unsigned s) {
    unsigned sum = 0;
    s |= 1u;
#pragma unroll 8
    for (int k = 0; k < 128; ++k) {
        s ^= s << 13; s ^= s >> 17; s ^= s << 5;
        sum += s >> 8;
    }
    return sum * (1.0f / 2147483648.0f);
}

__global__ void __launch_bounds__(256, 8) saffron_harbor_ay3_a(const unsigned* __restrict__ seed, float* __restrict__ mean) {
    int i = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll 1
    for (int j = 0; j < 4; ++j, i += 256) mean[i] = throw_dice(seed[i]);
}

__global__ void __launch_bounds__(256, 8) saffron_harbor_ay3_b(const unsigned* __restrict__ seed, float* __restrict__ mean) {
    int i = blockIdx.x * 256 + threadIdx.x;
    mean[i] = throw_dice(seed[i]);
}

// ---- z = 3 x + y of 64-bit integers, one wave of blocks that walk over all pairs.
constexpr int kWave = 132 * 4 * 512, kWhole2 = kWave * 2 * 58;  // pairs

__global__ void __launch_bounds__(512, 4) pebble_organ_ay3_a(const longlong2* __restrict__ x, const longlong2* __restrict__ y, longlong2* __restrict__ z) {
    for (int i = blockIdx.x * 512 + threadIdx.x; i < kWhole2; i += 2 * kWave) {
        longlong2 a = __ldcs(x + i), b = __ldcs(y + i), c = __ldcs(x + i + kWave), d = __ldcs(y + i + kWave);
        __stcs(z + i, make_longlong2(3 * a.x + b.x, 3 * a.y + b.y));
        __stcs(z + i + kWave, make_longlong2(3 * c.x + d.x, 3 * c.y + d.y));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    {
        std::vector<double> term(kTerms + 1);
        for (int k = 0; k <= kTerms; ++k) term[k] = (1.5 + harness::unit(k + 77)) / (1.0 + k);
        CHECK(cudaMemcpyToSymbol(series_term, term.data(), term.size() * sizeof(double)));
        double *x = filled<double>((size_t)kSeries * 2, 11), *value = empty<double>((size_t)kSeries * 2);
        auto x2 = reinterpret_cast<const double2*>(x);
        auto value2 = reinterpret_cast<double2*>(value);
        add("walnut_ferry_ay3_a", value, (size_t)kSeries * 2, Output::f64, [=] { walnut_ferry_ay3_a<<<kSeriesBlocks, 1024>>>(x2, value2); });
        add("walnut_ferry_ay3_b", value, (size_t)kSeries * 2, Output::f64, [=] { walnut_ferry_ay3_b<<<kSeries / 256, 256>>>(x2, value2); });
    }
    {
        std::vector<int2> cell(kCells);
        std::vector<int4> part;
        int bodies = 0;
        for (int c = 0; c < kCells; ++c) {
            int n = 256 * (c % 32 == 31 ? 8 : 1 + (int)(harness::hash32(c + 5) % 3));
            cell[c] = make_int2(bodies, n);
            for (int first = 0; first < n; first += 256) part.push_back(make_int4(bodies, n, first, 0));
            bodies += n;
        }
        std::stable_sort(part.begin(), part.end(), [](const int4& a, const int4& b) { return a.y > b.y; });
        const int parts = (int)part.size();
        const int2* cells = uploaded(cell);
        const int4* list = uploaded(part);
        auto body = reinterpret_cast<const float4*>(filled<float>((size_t)bodies * 4, 12));
        float* field = empty<float>(bodies);
        add("pepper_attic_ay3_a", field, bodies, Output::f32, [=] { pepper_attic_ay3_a<<<kCells, 256>>>(body, cells, field); });
        add("pepper_attic_ay3_b", field, bodies, Output::f32, [=] { pepper_attic_ay3_b<<<parts, 256>>>(body, list, field); });
    }
    {
        auto field = [](uint32_t seed) { return reinterpret_cast<float4*>(filled<float>((size_t)kPoints4 * 4, seed)); };
        const float4 *x = field(13), *y = field(14), *weight = field(15);
        auto apart = reinterpret_cast<float4*>(empty<float>((size_t)kPoints4 * 4)), squared = reinterpret_cast<float4*>(empty<float>((size_t)kPoints4 * 4));
        float* total = empty<float>(kLines);
        add("linen_gravel_ay3_a", total, kLines, Output::f32, [=] {
            linen_gravel_ay3_a0<<<kPoints4 / 256, 256>>>(x, y, apart);
            linen_gravel_ay3_a1<<<kPoints4 / 256, 256>>>(apart, weight, squared);
            linen_gravel_ay3_a2<<<kLines, 320>>>(squared, total); });
        add("linen_gravel_ay3_b", total, kLines, Output::f32, [=] { linen_gravel_ay3_b<<<kLines, 320>>>(x, y, weight, total); });
    }
    {
        const int* from = indices((size_t)kRows * kCols, 100, 16);
        int *mid = empty<int>((size_t)kRows * kCols), *to = empty<int>((size_t)kRows * kCols);
        auto from4 = reinterpret_cast<const int4*>(from);
        auto to4 = reinterpret_cast<int4*>(to);
        add("copper_thistle_ay3_a", to, (size_t)kRows * kCols, Output::i32, [=] {
            for (int pass = 0; pass < 11; ++pass)
                copper_thistle_ay3_a0<<<dim3(6, kRows), 256>>>(pass == 0 ? from : pass % 2 ? to : mid, pass % 2 ? mid : to, 1 << pass); });
        add("copper_thistle_ay3_b", to, (size_t)kRows * kCols, Output::i32, [=] { copper_thistle_ay3_b<<<kRows, 384>>>(from4, to4); });
    }
    {
        auto x = reinterpret_cast<const int4*>(indices((size_t)kVectors * kLong * 4, 0x7fffffffu, 17));
        auto y = reinterpret_cast<const int4*>(indices((size_t)kVectors * kLong * 4, 0x7fffffffu, 1234567));
        int *part = empty<int>(kVectors * kParts), *dot = empty<int>(kVectors);
        unsigned* done = uploaded(std::vector<unsigned>(kVectors, 0u));
        add("velvet_anchor_ay3_a", dot, kVectors, Output::i32, [=] { velvet_anchor_ay3_a<<<kVectors, 1024>>>(x, y, dot); });
        add("velvet_anchor_ay3_b", dot, kVectors, Output::i32, [=] { velvet_anchor_ay3_b<<<dim3(kParts, kVectors), 256>>>(x, y, part, done, dot); });
    }
    {
        auto sample = reinterpret_cast<const uint4*>(indices((size_t)kSamples8 * 4, 0x7fffffffu, 18));
        auto curve = reinterpret_cast<const float4*>(filled<float>(kCurve, 19));
        uint4* shade = empty<uint4>(kSamples8);
        add("maple_lantern_ay3_a", shade, (size_t)kSamples8 * 8, Output::f16, [=] { maple_lantern_ay3_a<<<kSheets, 64>>>(sample, curve, shade); });
        add("maple_lantern_ay3_b", shade, (size_t)kSamples8 * 8, Output::f16, [=] { maple_lantern_ay3_b<<<kSheetWave / 256, 256>>>(sample, curve, shade); });
    }
    {
        auto seed = reinterpret_cast<const unsigned*>(indices(kDice, 0x7fffffffu, 20));
        float* mean = empty<float>(kDice);
        add("saffron_harbor_ay3_a", mean, kDice, Output::f32, [=] { saffron_harbor_ay3_a<<<kDice / 1024, 256>>>(seed, mean); });
        add("saffron_harbor_ay3_b", mean, kDice, Output::f32, [=] { saffron_harbor_ay3_b<<<kDice / 256, 256>>>(seed, mean); });
    }
    {
        auto x = reinterpret_cast<const longlong2*>(indices((size_t)kWhole2 * 4, 1000003, 21));
        auto y = reinterpret_cast<const longlong2*>(indices((size_t)kWhole2 * 4, 1000003, 7654321));
        longlong2* z = empty<longlong2>(kWhole2);
        add("pebble_organ_ay3_a", z, (size_t)kWhole2 * 4, Output::i32, [=] { pebble_organ_ay3_a<<<kWave / 512, 512>>>(x, y, z); });
    }
    return harness::run(argc, argv, cases);
}
