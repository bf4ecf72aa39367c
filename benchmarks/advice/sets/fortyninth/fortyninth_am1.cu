// Eight measured cases about memory accesses: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <utility>

using harness::Case;
using harness::Output;

__host__ __device__ inline uint32_t bits_of(float u) { return harness::hash32((uint32_t)((u + 1.0f) * 8388608.0f)); }

template <typename T>
__device__ __forceinline__ T block_sum(T v, T* part) {  // total in thread 0; whole warps only
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
    int warps = blockDim.x / 32;
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = threadIdx.x < warps ? part[threadIdx.x] : T(0);
#pragma unroll
        for (int o = 16; o; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
    }
    return v;
}

// ---- Update of a vector in double with one coefficient an element, which is one of the twelve of a row.
constexpr int kRowBlocks = 12504, kRows = kRowBlocks * 640;

__host__ __device__ inline double coefficient(float u, int k) { return 0.5 + 0.001 * k + 0.25 * u; }
struct Row {
    double c[12];
    __host__ __device__ explicit Row(float u) { for (int k = 0; k < 12; ++k) c[k] = coefficient(u, k); }
};
struct Seventh {
    double c;
    __host__ __device__ explicit Seventh(float u) { c = coefficient(u, 7); }
};

__global__ void __launch_bounds__(320) lantern_orchard_am1_a(const double* __restrict__ x, const double* __restrict__ y, const double* __restrict__ table,
                                                             double* __restrict__ out) {
    int i = blockIdx.x * 640 + threadIdx.x;
    double p[2], q[2], c[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) { p[j] = x[i + 320 * j]; q[j] = y[i + 320 * j]; c[j] = table[(i + 320 * j) * 12 + 7]; }
#pragma unroll
    for (int j = 0; j < 2; ++j) out[i + 320 * j] = fma(fma(c[j], p[j], q[j]), p[j], c[j]);
}

__global__ void __launch_bounds__(320) lantern_orchard_am1_b(const double* __restrict__ x, const double* __restrict__ y, const double* __restrict__ column,
                                                             double* __restrict__ out) {
    int i = blockIdx.x * 640 + threadIdx.x;
    double p[2], q[2], c[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) { p[j] = x[i + 320 * j]; q[j] = y[i + 320 * j]; c[j] = column[i + 320 * j]; }
#pragma unroll
    for (int j = 0; j < 2; ++j) out[i + 320 * j] = fma(fma(c[j], p[j], q[j]), p[j], c[j]);
}

// ---- Planes of 36 channels, scaled and rectified, to pixels of 36 channels.
constexpr int kPixels = 4224 * 32, kChannels = 36;

__global__ void __launch_bounds__(128) walnut_gable_am1_a(const float* __restrict__ planes, const float* __restrict__ gain, const float* __restrict__ shift,
                                                          float* __restrict__ pixels) {
    int p = blockIdx.x * 32 + threadIdx.x % 32, group = threadIdx.x / 32;
    float v[9];
#pragma unroll
    for (int k = 0; k < 9; ++k) v[k] = planes[(group + 4 * k) * kPixels + p];
#pragma unroll
    for (int k = 0; k < 9; ++k) {
        int c = group + 4 * k;
        pixels[p * kChannels + c] = fmaxf(fmaf(v[k], gain[c], shift[c]), 0.0f);
    }
}

__global__ void __launch_bounds__(128) walnut_gable_am1_b(const float* __restrict__ planes, const float* __restrict__ gain, const float* __restrict__ shift,
                                                          float* __restrict__ pixels) {
    __shared__ float tile[32][kChannels + 1];
    int lane = threadIdx.x % 32, group = threadIdx.x / 32, p = blockIdx.x * 32 + lane;
    float v[9];
#pragma unroll
    for (int k = 0; k < 9; ++k) v[k] = planes[(group + 4 * k) * kPixels + p];
#pragma unroll
    for (int k = 0; k < 9; ++k) {
        int c = group + 4 * k;
        tile[lane][c] = fmaxf(fmaf(v[k], gain[c], shift[c]), 0.0f);
    }
    __syncthreads();
    float* to = pixels + blockIdx.x * (32 * kChannels);
#pragma unroll
    for (int k = 0; k < 9; ++k) {
        int at = threadIdx.x + 128 * k;
        to[at] = tile[at / kChannels][at % kChannels];
    }
}

// ---- Turnover: sum of the products of two of the six 64-bit fields of each record.
constexpr int kTradeStep = 528 * 512, kTrades = kTradeStep * 4 * 41;

struct Trade {
    long long when, price, account, venue, flags, amount;
    __host__ __device__ explicit Trade(float u) {
        uint32_t h = bits_of(u), g = harness::hash32(h + 1), f = harness::hash32(h + 2), e = harness::hash32(h + 3);
        when = (long long)(((uint64_t)h << 31) | g);
        price = (h & 0xfffff) + 1;
        account = (long long)(((uint64_t)f << 31) | e);
        venue = (long long)(((uint64_t)g << 31) | f);
        flags = (long long)(((uint64_t)e << 31) | h);
        amount = (h >> 20) + 1;
    }
};
struct Price { long long v; __host__ __device__ explicit Price(float u) { v = (bits_of(u) & 0xfffff) + 1; } };
struct Amount { long long v; __host__ __device__ explicit Amount(float u) { v = (bits_of(u) >> 20) + 1; } };

__global__ void __launch_bounds__(512) ferry_saffron_am1_a(const Trade* __restrict__ trades, double* __restrict__ total) {
    __shared__ long long part[32];
    long long sum = 0;
    for (int i = blockIdx.x * 512 + threadIdx.x; i < kTrades; i += 4 * kTradeStep) {
        long long p[4], a[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) { p[j] = trades[i + j * kTradeStep].price; a[j] = trades[i + j * kTradeStep].amount; }
#pragma unroll
        for (int j = 0; j < 4; ++j) sum += p[j] * a[j];
    }
    sum = block_sum(sum, part);
    if (threadIdx.x == 0) total[blockIdx.x] = (double)sum;
}

__global__ void __launch_bounds__(512) ferry_saffron_am1_b(const long long* __restrict__ price, const long long* __restrict__ amount, double* __restrict__ total) {
    __shared__ long long part[32];
    long long sum = 0;
    for (int i = blockIdx.x * 512 + threadIdx.x; i < kTrades; i += 4 * kTradeStep) {
        long long p[4], a[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) { p[j] = price[i + j * kTradeStep]; a[j] = amount[i + j * kTradeStep]; }
#pragma unroll
        for (int j = 0; j < 4; ++j) sum += p[j] * a[j];
    }
    sum = block_sum(sum, part);
    if (threadIdx.x == 0) total[blockIdx.x] = (double)sum;
}

// ---- Cubic of each point with the four bfloat16 coefficients of the point's cell; points in random order or in that of their cells.
constexpr int kPointBlocks = 23440, kPoints = kPointBlocks * 768, kCells = 2 * kPoints;

__device__ __forceinline__ void cubic_points(const int2* __restrict__ points, const uint2* __restrict__ cells, float* __restrict__ out) {
    int i = blockIdx.x * 768 + threadIdx.x;
    int2 point[4];
    uint2 cell[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) point[j] = points[i + 192 * j];
#pragma unroll
    for (int j = 0; j < 4; ++j) cell[j] = cells[point[j].x];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float t = __int_as_float(point[j].y);
        float c0 = __uint_as_float(cell[j].x << 16), c1 = __uint_as_float(cell[j].x & 0xffff0000u);
        float c2 = __uint_as_float(cell[j].y << 16), c3 = __uint_as_float(cell[j].y & 0xffff0000u);
        out[i + 192 * j] = 4.0f + fmaf(fmaf(fmaf(c3, t, c2), t, c1), t, c0);
    }
}

__global__ void __launch_bounds__(192) quarry_thimble_am1_a(const int2* __restrict__ points, const uint2* __restrict__ cells, float* __restrict__ out) {
    cubic_points(points, cells, out);
}
__global__ void __launch_bounds__(192) quarry_thimble_am1_b(const int2* __restrict__ sorted, const uint2* __restrict__ cells, float* __restrict__ out) {
    cubic_points(sorted, cells, out);
}

// ---- Residual added to a signed 8-bit signal with saturation, stored with an offset of 128.
constexpr int kBytes = 3168 * 4096;

struct Byte { signed char v; __host__ __device__ explicit Byte(float u) { v = (signed char)((bits_of(u) & 255) - 128); } };

__device__ __forceinline__ int blend(int a, int b) { return min(max(a + ((b * 77) >> 7), -128), 127) + 128; }

__global__ void __launch_bounds__(512) bramble_kettle_am1_a(const signed char* __restrict__ base, const signed char* __restrict__ rest,
                                                            unsigned char* __restrict__ out) {
    int i = blockIdx.x * 512 + threadIdx.x;
    out[i] = (unsigned char)blend(base[i], rest[i]);
}

__device__ __forceinline__ unsigned blend4(unsigned a, unsigned b) {
    unsigned r = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) r |= (unsigned)blend((signed char)(a >> (8 * k)), (signed char)(b >> (8 * k))) << (8 * k);
    return r;
}

__global__ void __launch_bounds__(256) bramble_kettle_am1_b(const uint4* __restrict__ base, const uint4* __restrict__ rest, uint4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 a = base[i], b = rest[i];
    out[i] = make_uint4(blend4(a.x, b.x), blend4(a.y, b.y), blend4(a.z, b.z), blend4(a.w, b.w));
}

// ---- Energy of bags of twelve table rows of 16 halves each, eight lanes a bag; the rows follow a header.
constexpr int kBagBlocks = 16896, kBags = kBagBlocks * 16, kBook = 499979;

template <int kHeader>
__device__ __forceinline__ void bag_energy(const __half2* __restrict__ book, const int4* __restrict__ bags, __half2* __restrict__ energy) {
    int at = blockIdx.x * 128 + threadIdx.x, bag = at / 8, lane = at % 8;
    const __half2* rows = book + kHeader;
    float2 sum = make_float2(0.0f, 0.0f);
    int4 pick[3];
#pragma unroll
    for (int j = 0; j < 3; ++j) pick[j] = bags[bag * 3 + j];
    __half2 v[12];
#pragma unroll
    for (int j = 0; j < 3; ++j) {
        v[4 * j] = rows[pick[j].x * 8 + lane];
        v[4 * j + 1] = rows[pick[j].y * 8 + lane];
        v[4 * j + 2] = rows[pick[j].z * 8 + lane];
        v[4 * j + 3] = rows[pick[j].w * 8 + lane];
    }
#pragma unroll
    for (int j = 0; j < 12; ++j) {
        float2 f = __half22float2(v[j]);
        sum.x = fmaf(f.x, f.x, sum.x);
        sum.y = fmaf(f.y, f.y, sum.y);
    }
    energy[at] = __floats2half2_rn(sum.x, sum.y);
}

__global__ void __launch_bounds__(128) gannet_velvet_am1_a(const __half2* __restrict__ book, const int4* __restrict__ bags, __half2* __restrict__ energy) {
    bag_energy<3>(book, bags, energy);
}
__global__ void __launch_bounds__(128) gannet_velvet_am1_b(const __half2* __restrict__ book, const int4* __restrict__ bags, __half2* __restrict__ energy) {
    bag_energy<8>(book, bags, energy);
}

// ---- Sum of squared deviations of the elements 1 to n of a signal in double.
constexpr int kSignalStep = 264 * 768, kSignal = kSignalStep * 4 * 80;

__device__ __forceinline__ double deviation(double v, double mean) { double d = v - mean; return d * d; }

__global__ void __launch_bounds__(768) osier_drum_am1_a(const double* __restrict__ signal, double mean, double* __restrict__ total) {
    __shared__ double part[32];
    double sum = 0.0;
    for (int i = 1 + blockIdx.x * 768 + threadIdx.x; i <= kSignal; i += 4 * kSignalStep) {
        double v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = signal[i + j * kSignalStep];
#pragma unroll
        for (int j = 0; j < 4; ++j) sum += deviation(v[j], mean);
    }
    sum = block_sum(sum, part);
    if (threadIdx.x == 0) total[blockIdx.x] = sum;
}

__global__ void __launch_bounds__(768) osier_drum_am1_b(const double* __restrict__ signal, double mean, double* __restrict__ total) {
    __shared__ double part[32];
    double sum = 0.0;
    if (blockIdx.x == 0 && threadIdx.x == 0) sum = deviation(signal[kSignal], mean) - deviation(signal[0], mean);
    for (int i = blockIdx.x * 768 + threadIdx.x; i < kSignal; i += 4 * kSignalStep) {
        double v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = signal[i + j * kSignalStep];
#pragma unroll
        for (int j = 0; j < 4; ++j) sum += deviation(v[j], mean);
    }
    sum = block_sum(sum, part);
    if (threadIdx.x == 0) total[blockIdx.x] = sum;
}

// ---- Number of set bits in a large array, 64 bytes a thread and turn.
constexpr int kWordStep = 792 * 256, kWords = kTrades * 3;  // words of 128 bits
static_assert(kWords % (4 * kWordStep) == 0, "whole turns only");

__device__ __forceinline__ int set_bits(uint4 w) { return __popc(w.x) + __popc(w.y) + __popc(w.z) + __popc(w.w); }

__global__ void __launch_bounds__(256, 6) parsley_anvil_am1_a(const uint4* __restrict__ words, int* __restrict__ count) {
    __shared__ int part[32];
    int sum = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kWords; i += 4 * kWordStep) {
        uint4 w[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) w[j] = __ldcs(words + i + j * kWordStep);
#pragma unroll
        for (int j = 0; j < 4; ++j) sum += set_bits(w[j]);
    }
    sum = block_sum(sum, part);
    if (threadIdx.x == 0) count[blockIdx.x] = sum;
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    {
        double *x = filled<double>(kRows, 11), *y = filled<double>(kRows, 12), *out = empty<double>(kRows);
        double* table = reinterpret_cast<double*>(filled<Row>(kRows, 13));
        double* column = reinterpret_cast<double*>(filled<Seventh>(kRows, 13));
        add("lantern_orchard_am1_a", out, kRows, Output::f64, [=] { lantern_orchard_am1_a<<<kRowBlocks, 320>>>(x, y, table, out); });
        add("lantern_orchard_am1_b", out, kRows, Output::f64, [=] { lantern_orchard_am1_b<<<kRowBlocks, 320>>>(x, y, column, out); });
    }
    {
        constexpr size_t n = (size_t)kPixels * kChannels;
        float *planes = filled<float>(n, 21), *gain = filled<float>(kChannels, 22), *shift = filled<float>(kChannels, 23), *out = empty<float>(n);
        add("walnut_gable_am1_a", out, n, Output::f32, [=] { walnut_gable_am1_a<<<kPixels / 32, 128>>>(planes, gain, shift, out); });
        add("walnut_gable_am1_b", out, n, Output::f32, [=] { walnut_gable_am1_b<<<kPixels / 32, 128>>>(planes, gain, shift, out); });
    }
    Trade* trades = filled<Trade>(kTrades, 31);
    {
        long long* price = reinterpret_cast<long long*>(filled<Price>(kTrades, 31));
        long long* amount = reinterpret_cast<long long*>(filled<Amount>(kTrades, 31));
        double* out = empty<double>(528);
        add("ferry_saffron_am1_a", out, 528, Output::f64, [=] { ferry_saffron_am1_a<<<528, 512>>>(trades, out); });
        add("ferry_saffron_am1_b", out, 528, Output::f64, [=] { ferry_saffron_am1_b<<<528, 512>>>(price, amount, out); });
    }
    {
        uint2* cells = reinterpret_cast<uint2*>(filled<__nv_bfloat16>((size_t)kCells * 4, 41));
        std::vector<int2> order(kPoints);
        for (int i = 0; i < kPoints; ++i) {
            float t = harness::unit((uint32_t)i + 42u);
            int word;
            std::memcpy(&word, &t, sizeof word);
            order[i].x = 2 * i + (int)(harness::hash32((uint32_t)i) & 1u);
            order[i].y = word;
        }
        int2* sorted = uploaded(order);
        for (int i = kPoints - 1; i > 0; --i) std::swap(order[i], order[((uint64_t)harness::hash32((uint32_t)i + 43u) * (uint64_t)(i + 1)) >> 32]);
        int2* points = uploaded(order);
        float* out = empty<float>(kPoints);
        add("quarry_thimble_am1_a", out, kPoints, Output::f32, [=] { quarry_thimble_am1_a<<<kPointBlocks, 192>>>(points, cells, out); });
        add("quarry_thimble_am1_b", out, kPoints, Output::f32, [=] { quarry_thimble_am1_b<<<kPointBlocks, 192>>>(sorted, cells, out); });
    }
    {
        signed char* base = reinterpret_cast<signed char*>(filled<Byte>(kBytes, 51));
        signed char* rest = reinterpret_cast<signed char*>(filled<Byte>(kBytes, 52));
        unsigned char* out = empty<unsigned char>(kBytes);
        const uint4 *base4 = reinterpret_cast<const uint4*>(base), *rest4 = reinterpret_cast<const uint4*>(rest);
        uint4* out4 = reinterpret_cast<uint4*>(out);
        add("bramble_kettle_am1_a", out, kBytes, Output::u8, [=] { bramble_kettle_am1_a<<<kBytes / 512, 512>>>(base, rest, out); });
        add("bramble_kettle_am1_b", out, kBytes, Output::u8, [=] { bramble_kettle_am1_b<<<kBytes / 4096, 256>>>(base4, rest4, out4); });
    }
    {
        constexpr size_t n = (size_t)kBook * 16;  // halves of the rows; a half2 of the header is two of them
        __half *tight = filled<__half>(n + 64, 61), *even = filled<__half>(n + 64, 61);
        CHECK(cudaMemcpy(tight + 2 * 3, even + 2 * 8, n * sizeof(__half), cudaMemcpyDeviceToDevice));
        __half2 *tight2 = reinterpret_cast<__half2*>(tight), *even2 = reinterpret_cast<__half2*>(even);
        int4* bags = reinterpret_cast<int4*>(harness::indices((size_t)kBags * 12, kBook, 62));
        __half2* out = reinterpret_cast<__half2*>(empty<__half>((size_t)kBags * 16));
        add("gannet_velvet_am1_a", out, (size_t)kBags * 16, Output::f16, [=] { gannet_velvet_am1_a<<<kBagBlocks, 128>>>(tight2, bags, out); });
        add("gannet_velvet_am1_b", out, (size_t)kBags * 16, Output::f16, [=] { gannet_velvet_am1_b<<<kBagBlocks, 128>>>(even2, bags, out); });
    }
    {
        double *signal = filled<double>((size_t)kSignal + 32, 71), *out = empty<double>(264);
        add("osier_drum_am1_a", out, 264, Output::f64, [=] { osier_drum_am1_a<<<264, 768>>>(signal, 0.125, out); });
        add("osier_drum_am1_b", out, 264, Output::f64, [=] { osier_drum_am1_b<<<264, 768>>>(signal, 0.125, out); });
    }
    {
        const uint4* words = reinterpret_cast<const uint4*>(trades);
        int* out = empty<int>(792);
        add("parsley_anvil_am1_a", out, 792, Output::i32, [=] { parsley_anvil_am1_a<<<792, 256>>>(words, out); });
    }
    return harness::run(argc, argv, cases);
}
