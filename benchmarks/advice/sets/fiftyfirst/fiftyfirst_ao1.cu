// Eight cases of memory access: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- One column of a row-major table of doubles joins two streams.
constexpr int kRows = 192 * 28700, kColumns = 12, kColumn = 5;

__global__ void __launch_bounds__(192) velvet_otter_ao1_a(const double* __restrict__ x, const double* __restrict__ y, const double* __restrict__ table,
                                                          double scale, double* __restrict__ out) {
    int i = blockIdx.x * 192 + threadIdx.x;
    double drift = table[(size_t)i * kColumns + kColumn];
    out[i] = fma(scale, x[i], y[i] * drift);
}

__global__ void __launch_bounds__(192) velvet_otter_ao1_b(const double* __restrict__ x, const double* __restrict__ y, const double* __restrict__ column,
                                                          double scale, double* __restrict__ out) {
    int i = blockIdx.x * 192 + threadIdx.x;
    double drift = column[i];
    out[i] = fma(scale, x[i], y[i] * drift);
}

// ---- Scaled transposition of a float matrix, blocks of 32 x 8 threads for 32 x 32 elements.
constexpr int kHigh = 1504, kWide = 1888;

__global__ void __launch_bounds__(256) copper_lantern_ao1_a(const float* __restrict__ in, const float* __restrict__ bias, float* __restrict__ out) {
    int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 32 + threadIdx.y;
    float shift = bias[c], v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = in[(r + 8 * j) * kWide + c];
#pragma unroll
    for (int j = 0; j < 4; ++j) out[c * kHigh + r + 8 * j] = fmaf(1.25f, v[j], shift);
}

__global__ void __launch_bounds__(256) copper_lantern_ao1_b(const float* __restrict__ in, const float* __restrict__ bias, float* __restrict__ out) {
    __shared__ float tile[32][33];
    int tx = threadIdx.x, ty = threadIdx.y, c = blockIdx.x * 32 + tx, r = blockIdx.y * 32 + ty;
    float shift = bias[c], v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = in[(r + 8 * j) * kWide + c];
#pragma unroll
    for (int j = 0; j < 4; ++j) tile[ty + 8 * j][tx] = fmaf(1.25f, v[j], shift);
    __syncthreads();
    int oc = blockIdx.y * 32 + tx, orow = blockIdx.x * 32 + ty;
#pragma unroll
    for (int j = 0; j < 4; ++j) out[(orow + 8 * j) * kHigh + oc] = tile[tx][ty + 8 * j];
}

// ---- Energy of particles, three fields of twelve, two particles a thread.
struct Grain { float x, y, z, u, v, w, mass, charge, age, spin, heat, tag; };
constexpr int kGrains = 512 * 66000;

__device__ __forceinline__ float grain_energy(float x, float mass, float age) {
    float half = 0.5f * (1.5f + mass);
    return fmaf(half * x, x, fmaf(-0.25f * age, age, 0.1f * age));
}

__global__ void __launch_bounds__(256) maple_quarrel_ao1_a(const Grain* __restrict__ grains, float* __restrict__ energy) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float e[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        const Grain& g = grains[i + 256 * j];
        e[j] = grain_energy(g.x, g.mass, g.age);
    }
#pragma unroll
    for (int j = 0; j < 2; ++j) energy[i + 256 * j] = e[j];
}

__global__ void __launch_bounds__(256) maple_quarrel_ao1_b(const float* __restrict__ x, const float* __restrict__ mass, const float* __restrict__ age,
                                                           float* __restrict__ energy) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float e[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) e[j] = grain_energy(x[i + 256 * j], mass[i + 256 * j], age[i + 256 * j]);
#pragma unroll
    for (int j = 0; j < 2; ++j) energy[i + 256 * j] = e[j];
}

// ---- Cubic of a query's value with the four half coefficients of its cell; the queries in order of arrival (a) or of their cells (b).
constexpr int kQueries = 384 * 30000, kCells = 12100000;

__device__ __forceinline__ float cell_cubic(uint2 record, float t) {
    float2 low = __half22float2(*reinterpret_cast<__half2*>(&record.x)), high = __half22float2(*reinterpret_cast<__half2*>(&record.y));
    return fmaf(fmaf(fmaf(high.y, t, high.x), t, low.y), t, low.x);
}

__global__ void __launch_bounds__(384) thimble_harbor_ao1_a(const int* __restrict__ cell, const float* __restrict__ value, const uint2* __restrict__ cubic,
                                                            float* __restrict__ out) {
    int i = blockIdx.x * 384 + threadIdx.x;
    float t = value[i];
    out[i] = cell_cubic(cubic[cell[i]], t);
}

__global__ void __launch_bounds__(384) thimble_harbor_ao1_b(const int* __restrict__ sorted_cell, const float* __restrict__ sorted_value,
                                                            const uint2* __restrict__ cubic, float* __restrict__ out) {
    int i = blockIdx.x * 384 + threadIdx.x;
    float t = sorted_value[i];
    out[i] = cell_cubic(cubic[sorted_cell[i]], t);
}

// ---- Blend of two 8-bit images, weights a / 256 and (256 - a) / 256.
constexpr int kPixels = 256 * 16 * 2400;

__global__ void __launch_bounds__(256) walnut_fiddle_ao1_a(const uint8_t* __restrict__ x, const uint8_t* __restrict__ y, uint32_t a, uint8_t* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = (uint8_t)((x[i] * a + y[i] * (256u - a) + 128u) >> 8);
}

__device__ __forceinline__ uint32_t blend_four(uint32_t x, uint32_t y, uint32_t a) {
    const uint32_t mask = 0x00ff00ffu, round = 0x00800080u, b = 256u - a;
    uint32_t even = (x & mask) * a + (y & mask) * b + round, odd = ((x >> 8) & mask) * a + ((y >> 8) & mask) * b + round;
    return ((even >> 8) & mask) | (odd & ~mask);
}

__global__ void __launch_bounds__(256) walnut_fiddle_ao1_b(const uint4* __restrict__ x, const uint4* __restrict__ y, uint32_t a, uint4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 p = x[i], q = y[i];
    out[i] = make_uint4(blend_four(p.x, q.x, a), blend_four(p.y, q.y, a), blend_four(p.z, q.z, a), blend_four(p.w, q.w, a));
}

// ---- Sums of ten rows each of a table of 32 bfloat16 a row (64 bytes), four lanes a sum; the table lies behind a header of 16 bytes (a) or not (b).
constexpr int kEntries = 5000000, kBag = 10, kBags = 32 * 45000;

__device__ __forceinline__ void bag_sum(const int* __restrict__ pick, const uint4* __restrict__ rows, float4* __restrict__ out) {
    int bag = blockIdx.x * 32 + threadIdx.x / 4, part = threadIdx.x % 4;
    const int2* mine = reinterpret_cast<const int2*>(pick) + (size_t)bag * (kBag / 2);
    uint4 got[kBag];
#pragma unroll
    for (int k = 0; k < kBag / 2; ++k) {
        int2 two = mine[k];
        got[2 * k] = rows[(size_t)two.x * 4 + part];
        got[2 * k + 1] = rows[(size_t)two.y * 4 + part];
    }
    float sum[8] = {};
#pragma unroll
    for (int k = 0; k < kBag; ++k) {
        const uint32_t word[4] = {got[k].x, got[k].y, got[k].z, got[k].w};
#pragma unroll
        for (int e = 0; e < 4; ++e) {
            sum[2 * e] += __uint_as_float(word[e] << 16);
            sum[2 * e + 1] += __uint_as_float(word[e] & 0xffff0000u);
        }
    }
    size_t at = ((size_t)bag * 4 + part) * 2;
    out[at] = make_float4(sum[0], sum[1], sum[2], sum[3]);
    out[at + 1] = make_float4(sum[4], sum[5], sum[6], sum[7]);
}

__global__ void __launch_bounds__(128) saffron_pebble_ao1_a(const int* __restrict__ pick, const uint4* __restrict__ file, float4* __restrict__ out) {
    bag_sum(pick, file + 1, out);
}
__global__ void __launch_bounds__(128) saffron_pebble_ao1_b(const int* __restrict__ pick, const uint4* __restrict__ rows, float4* __restrict__ out) {
    bag_sum(pick, rows, out);
}

// ---- Integer update of a long stream by its neighbour stream, four elements a thread.
constexpr int kTicks = 640 * 4 * 15600;

__global__ void __launch_bounds__(640) juniper_saddle_ao1_a(const int* __restrict__ x, const int* __restrict__ y, int* __restrict__ out) {
    int i = blockIdx.x * 2560 + threadIdx.x, v[4], w[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { v[j] = x[i + 640 * j + 1]; w[j] = y[i + 640 * j]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) out[i + 640 * j] = (v[j] & 0xfffff) * 5 + (w[j] >> 6);
}

__global__ void __launch_bounds__(640) juniper_saddle_ao1_b(const int* __restrict__ x, const int* __restrict__ y, int* __restrict__ out) {
    int i = blockIdx.x * 2560 + threadIdx.x, v[4], w[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { v[j] = x[i + 640 * j]; w[j] = y[i + 640 * j]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) out[i + 640 * j] = (v[j] & 0xfffff) * 5 + (w[j] >> 6);
}

// ---- Mixing of two streams of 64-bit words, two pairs a thread.
constexpr int kWords = 1024 * 30760;  // pairs of 64-bit words

__device__ __forceinline__ unsigned long long mix_words(unsigned long long a, unsigned long long b) { return a + ((b << 13) | (b >> 51)); }

__global__ void __launch_bounds__(512) quartz_heron_ao1_a(const ulonglong2* __restrict__ a, const ulonglong2* __restrict__ b, ulonglong2* __restrict__ out) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    ulonglong2 p[2], q[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) { p[j] = __ldcs(a + i + 512 * j); q[j] = __ldcs(b + i + 512 * j); }
#pragma unroll
    for (int j = 0; j < 2; ++j) __stcs(out + i + 512 * j, make_ulonglong2(mix_words(p[j].x, q[j].x), mix_words(p[j].y, q[j].y)));
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };
    auto entry = [](size_t i, uint32_t seed) { return harness::unit((uint32_t)i * 2654435761u + seed); };  // what `filled` writes

    // Result of all, and the two streams of words of the last two cases.
    constexpr size_t kMost = (size_t)kWords * 4;
    int *one = indices(kMost, 0xffffffffu, 1000003u), *two = indices(kMost, 0xffffffffu, 2900000011u), *out = empty<int>(kMost);
    static_assert((size_t)kRows * 2 <= kMost && kGrains <= kMost && (size_t)kBags * 32 <= kMost && (size_t)kTicks + 1 <= kMost, "fields are too short");
    static_assert(kHigh % 32 == 0 && kWide % 32 == 0 && kHigh * kWide <= kGrains && kPixels / 4 <= kGrains && kBag % 2 == 0, "shapes do not fit");
    float* outf = reinterpret_cast<float*>(out);

    {
        double *x = filled<double>(kRows, 11), *y = filled<double>(kRows, 12), *table = filled<double>((size_t)kRows * kColumns, 13), *result = reinterpret_cast<double*>(out);
        std::vector<double> host(kRows);
        for (size_t i = 0; i < kRows; ++i) host[i] = entry(i * kColumns + kColumn, 13);
        double* column = uploaded(host);
        add("velvet_otter_ao1_a", out, kRows, Output::f64, [=] { velvet_otter_ao1_a<<<kRows / 192, 192>>>(x, y, table, 0.75, result); });
        add("velvet_otter_ao1_b", out, kRows, Output::f64, [=] { velvet_otter_ao1_b<<<kRows / 192, 192>>>(x, y, column, 0.75, result); });
    }
    {
        float *in = filled<float>((size_t)kHigh * kWide, 21), *bias = filled<float>(kWide, 22);
        add("copper_lantern_ao1_a", out, kHigh * kWide, Output::f32, [=] { copper_lantern_ao1_a<<<dim3(kWide / 32, kHigh / 32), dim3(32, 8)>>>(in, bias, outf); });
        add("copper_lantern_ao1_b", out, kHigh * kWide, Output::f32, [=] { copper_lantern_ao1_b<<<dim3(kWide / 32, kHigh / 32), dim3(32, 8)>>>(in, bias, outf); });
    }
    {
        static_assert(sizeof(Grain) == 48, "twelve floats");
        const Grain* grains = reinterpret_cast<const Grain*>(filled<float>((size_t)kGrains * 12, 31));
        std::vector<float> host(kGrains);
        float* field[3];
        const int place[3] = {0, 6, 8};
        for (int f = 0; f < 3; ++f) {
            for (size_t i = 0; i < kGrains; ++i) host[i] = entry(i * 12 + place[f], 31);
            field[f] = uploaded(host);
        }
        float *x = field[0], *mass = field[1], *age = field[2];
        add("maple_quarrel_ao1_a", out, kGrains, Output::f32, [=] { maple_quarrel_ao1_a<<<kGrains / 512, 256>>>(grains, outf); });
        add("maple_quarrel_ao1_b", out, kGrains, Output::f32, [=] { maple_quarrel_ao1_b<<<kGrains / 512, 256>>>(x, mass, age, outf); });
    }
    {
        const uint2* cubic = reinterpret_cast<const uint2*>(filled<__half>((size_t)kCells * 4, 41));
        std::vector<int> cell(kQueries), sorted_cell(kQueries), start(kCells + 1, 0);
        std::vector<float> value(kQueries), sorted_value(kQueries);
        for (int i = 0; i < kQueries; ++i) {
            cell[i] = (int)(harness::hash32((uint32_t)i + 77777u) % (uint32_t)kCells);
            value[i] = entry(i, 42);
            ++start[cell[i] + 1];
        }
        for (int c = 0; c < kCells; ++c) start[c + 1] += start[c];
        for (int i = 0; i < kQueries; ++i) {
            int to = start[cell[i]]++;
            sorted_cell[to] = cell[i]; sorted_value[to] = value[i];
        }
        int *c = uploaded(cell), *sc = uploaded(sorted_cell);
        float *v = uploaded(value), *sv = uploaded(sorted_value);
        add("thimble_harbor_ao1_a", out, kQueries, Output::f32, [=] { thimble_harbor_ao1_a<<<kQueries / 384, 384>>>(c, v, cubic, outf); });
        add("thimble_harbor_ao1_b", out, kQueries, Output::f32, [=] { thimble_harbor_ao1_b<<<kQueries / 384, 384>>>(sc, sv, cubic, outf); });
    }
    {
        const void *x = indices(kPixels / 4, 0xffffffffu, 51000u), *y = indices(kPixels / 4, 0xffffffffu, 3052000000u);
        void* result = out;
        add("walnut_fiddle_ao1_a", out, kPixels, Output::u8, [=] {
            walnut_fiddle_ao1_a<<<kPixels / 256, 256>>>((const uint8_t*)x, (const uint8_t*)y, 91u, (uint8_t*)result); });
        add("walnut_fiddle_ao1_b", out, kPixels, Output::u8, [=] {
            walnut_fiddle_ao1_b<<<kPixels / 4096, 256>>>((const uint4*)x, (const uint4*)y, 91u, (uint4*)result); });
    }
    {
        __nv_bfloat16 *file = filled<__nv_bfloat16>((size_t)kEntries * 32 + 8, 61), *rows;
        CHECK(cudaMalloc(&rows, (size_t)kEntries * 64));
        CHECK(cudaMemcpy(rows, file + 8, (size_t)kEntries * 64, cudaMemcpyDeviceToDevice));
        int* pick = indices((size_t)kBags * kBag, kEntries, 62);
        const uint4 *file4 = reinterpret_cast<const uint4*>(file), *rows4 = reinterpret_cast<const uint4*>(rows);
        float4* result = reinterpret_cast<float4*>(out);
        add("saffron_pebble_ao1_a", out, (size_t)kBags * 32, Output::f32, [=] { saffron_pebble_ao1_a<<<kBags / 32, 128>>>(pick, file4, result); });
        add("saffron_pebble_ao1_b", out, (size_t)kBags * 32, Output::f32, [=] { saffron_pebble_ao1_b<<<kBags / 32, 128>>>(pick, rows4, result); });
    }
    {
        int* aligned;
        CHECK(cudaMalloc(&aligned, (size_t)kTicks * 4));
        CHECK(cudaMemcpy(aligned, one + 1, (size_t)kTicks * 4, cudaMemcpyDeviceToDevice));
        add("juniper_saddle_ao1_a", out, kTicks, Output::i32, [=] { juniper_saddle_ao1_a<<<kTicks / 2560, 640>>>(one, two, out); });
        add("juniper_saddle_ao1_b", out, kTicks, Output::i32, [=] { juniper_saddle_ao1_b<<<kTicks / 2560, 640>>>(aligned, two, out); });
    }
    {
        const ulonglong2 *a = reinterpret_cast<const ulonglong2*>(one), *b = reinterpret_cast<const ulonglong2*>(two);
        ulonglong2* result = reinterpret_cast<ulonglong2*>(out);
        add("quartz_heron_ao1_a", out, kMost, Output::i32, [=] { quartz_heron_ao1_a<<<kWords / 1024, 512>>>(a, b, result); });
    }
    return harness::run(argc, argv, cases);
}
