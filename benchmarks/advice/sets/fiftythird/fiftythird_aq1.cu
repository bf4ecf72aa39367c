// Eight measured kernels about memory accesses: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// Set-up only: one column of a row-major table as an array of its own.
template <typename T>
__global__ void harness_fill_column_aq1(const T* __restrict__ rows, T* __restrict__ column, size_t n, int width, int which) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) column[i] = rows[i * width + which];
}

// ---- Driven decay, double: two coefficients of each item come from a table of 16 columns, the other streams are plain arrays. Two items a thread.
constexpr int kDecayItems = 384 * 15625, kDecayColumns = 16, kGainColumn = 3, kLossColumn = 11;

__global__ void __launch_bounds__(192) maple_lantern_aq1_a(const double* __restrict__ table, const double* __restrict__ level,
                                                           const double* __restrict__ drive, double* __restrict__ out) {
    int i = blockIdx.x * 384 + threadIdx.x;
    double gain[2], loss[2], u[2], v[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        size_t at = i + j * 192;
        gain[j] = table[at * kDecayColumns + kGainColumn];
        loss[j] = table[at * kDecayColumns + kLossColumn];
        u[j] = level[at];
        v[j] = drive[at];
    }
#pragma unroll
    for (int j = 0; j < 2; ++j) out[i + j * 192] = fma(0.125, fma(gain[j], v[j], -loss[j] * u[j]), u[j]);
}

__global__ void __launch_bounds__(192) maple_lantern_aq1_b(const double* __restrict__ gains, const double* __restrict__ losses,
                                                           const double* __restrict__ level, const double* __restrict__ drive,
                                                           double* __restrict__ out) {
    int i = blockIdx.x * 384 + threadIdx.x;
    double gain[2], loss[2], u[2], v[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        int at = i + j * 192;
        gain[j] = gains[at];
        loss[j] = losses[at];
        u[j] = level[at];
        v[j] = drive[at];
    }
#pragma unroll
    for (int j = 0; j < 2; ++j) out[i + j * 192] = fma(0.125, fma(gain[j], v[j], -loss[j] * u[j]), u[j]);
}

// ---- Scaled and shifted transposition, float, 1888 x 2016, within L2: a tile of 32 x 32 a block, four elements a thread.
constexpr int kTallRows = 59 * 32, kTallColumns = 63 * 32;

__global__ void __launch_bounds__(256) copper_violin_aq1_a(const float* __restrict__ in, const float* __restrict__ scale,
                                                           const float* __restrict__ shift, float* __restrict__ out) {
    int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 32 + threadIdx.y;
    float add = shift[c], value[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) value[j] = fmaf(in[(r + 8 * j) * kTallColumns + c], scale[r + 8 * j], add);
#pragma unroll
    for (int j = 0; j < 4; ++j) out[c * kTallRows + r + 8 * j] = value[j];
}

__global__ void __launch_bounds__(256) copper_violin_aq1_b(const float* __restrict__ in, const float* __restrict__ scale,
                                                           const float* __restrict__ shift, float* __restrict__ out) {
    __shared__ float tile[32][33];
    int x = threadIdx.x, y = threadIdx.y, c = blockIdx.x * 32 + x, r = blockIdx.y * 32 + y;
    float add = shift[c];
#pragma unroll
    for (int j = 0; j < 4; ++j) tile[y + 8 * j][x] = fmaf(in[(r + 8 * j) * kTallColumns + c], scale[r + 8 * j], add);
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) out[(blockIdx.x * 32 + y + 8 * j) * kTallRows + blockIdx.y * 32 + x] = tile[x][y + 8 * j];
}

// ---- Momentum of particles, float: three of sixteen fields are used. Grid-stride, four particles a turn.
struct Grain { float place[3], speed[3], size, age, tint[4], mass, spin[3]; };
static_assert(sizeof(Grain) == 64, "a grain has 16 words");
constexpr int kGrainThreads = 132 * 5 * 320, kGrains = kGrainThreads * 4 * 34;

__global__ void __launch_bounds__(320, 5) walnut_harbor_aq1_a(const Grain* __restrict__ grains, float* __restrict__ out) {
    for (int i = blockIdx.x * 320 + threadIdx.x; i < kGrains; i += 4 * kGrainThreads) {
        float x[4], v[4], m[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const Grain& g = grains[i + j * kGrainThreads];
            x[j] = g.place[0]; v[j] = g.speed[0]; m[j] = g.mass;
        }
#pragma unroll
        for (int j = 0; j < 4; ++j) out[i + j * kGrainThreads] = fmaf(m[j] * v[j], v[j], 0.25f * x[j] * x[j]);
    }
}

__global__ void __launch_bounds__(320, 5) walnut_harbor_aq1_b(const float* __restrict__ place, const float* __restrict__ speed,
                                                              const float* __restrict__ mass, float* __restrict__ out) {
    for (int i = blockIdx.x * 320 + threadIdx.x; i < kGrains; i += 4 * kGrainThreads) {
        float x[4], v[4], m[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) { x[j] = place[i + j * kGrainThreads]; v[j] = speed[i + j * kGrainThreads]; m[j] = mass[i + j * kGrainThreads]; }
#pragma unroll
        for (int j = 0; j < 4; ++j) out[i + j * kGrainThreads] = fmaf(m[j] * v[j], v[j], 0.25f * x[j] * x[j]);
    }
}

// ---- Look-ups of 8-byte records (four 16-bit parts) by an index list; the mend's list is in rising order. Four look-ups a thread.
constexpr int kLookups = 512 * 23438, kRecords = 2 * kLookups;

__device__ __forceinline__ void record_mix(const ushort4* __restrict__ records, const int* __restrict__ which, float* __restrict__ out) {
    int i = blockIdx.x * 512 + threadIdx.x, id[4];
    ushort4 r[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) id[j] = which[i + j * 128];
#pragma unroll
    for (int j = 0; j < 4; ++j) r[j] = records[id[j]];
#pragma unroll
    for (int j = 0; j < 4; ++j)
        out[i + j * 128] = fmaf(0.5f, (float)r[j].x, fmaf(0.25f, (float)r[j].y, fmaf(-0.125f, (float)r[j].z, 0.0625f * (float)r[j].w)));
}

__global__ void __launch_bounds__(128) pebble_orchard_aq1_a(const ushort4* __restrict__ records, const int* __restrict__ which, float* __restrict__ out) {
    record_mix(records, which, out);
}
__global__ void __launch_bounds__(128) pebble_orchard_aq1_b(const ushort4* __restrict__ records, const int* __restrict__ which, float* __restrict__ out) {
    record_mix(records, which, out);
}

// ---- Blend of two 8-bit frames, three parts to one (two rounded averages), within L2.
constexpr int kPixels = 2112 * 256 * 16;

__global__ void __launch_bounds__(256) velvet_anchor_aq1_a(const uint8_t* __restrict__ now, const uint8_t* __restrict__ past, uint8_t* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint32_t a = now[i], b = past[i], mean = (a + b + 1) >> 1;
    out[i] = (uint8_t)((a + mean + 1) >> 1);
}

__device__ __forceinline__ uint32_t four_means(uint32_t a, uint32_t b) { return (a | b) - (((a ^ b) >> 1) & 0x7f7f7f7fu); }

__global__ void __launch_bounds__(256) velvet_anchor_aq1_b(const uint4* __restrict__ now, const uint4* __restrict__ past, uint4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 a = now[i], b = past[i];
    out[i] = make_uint4(four_means(a.x, four_means(a.x, b.x)), four_means(a.y, four_means(a.y, b.y)), four_means(a.z, four_means(a.z, b.z)),
                        four_means(a.w, four_means(a.w, b.w)));
}

// ---- Sums of 16 rows of 32 bfloat16 (64 bytes) a bag, chosen by lists; four lanes a bag. Before, the rows start 16 bytes behind a 64-byte boundary.
constexpr int kBags = 39063 * 32, kBagRows = 16, kRows = 5000000, kHeader = 8;

__device__ __forceinline__ void bag_sum(const uint4* __restrict__ rows, const int* __restrict__ lists, uint4* __restrict__ out) {
    int at = blockIdx.x * 128 + threadIdx.x, bag = at / 4, part = at % 4;
    float sum[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) sum[k] = 0.0f;
#pragma unroll
    for (int from = 0; from < kBagRows; from += 8) {
        uint4 piece[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) piece[j] = rows[(size_t)lists[(from + j) * kBags + bag] * 4 + part];
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            uint32_t word[4] = {piece[j].x, piece[j].y, piece[j].z, piece[j].w};
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                sum[2 * k] += __uint_as_float(word[k] << 16);
                sum[2 * k + 1] += __uint_as_float(word[k] & 0xffff0000u);
            }
        }
    }
    uint32_t packed[4];
#pragma unroll
    for (int k = 0; k < 4; ++k)
        packed[k] = (uint32_t)__half_as_ushort(__float2half_rn(sum[2 * k])) | ((uint32_t)__half_as_ushort(__float2half_rn(sum[2 * k + 1])) << 16);
    out[at] = make_uint4(packed[0], packed[1], packed[2], packed[3]);
}

__global__ void __launch_bounds__(128) thistle_ferry_aq1_a(const uint4* __restrict__ rows, const int* __restrict__ lists, uint4* __restrict__ out) {
    bag_sum(rows, lists, out);
}
__global__ void __launch_bounds__(128) thistle_ferry_aq1_b(const uint4* __restrict__ rows, const int* __restrict__ lists, uint4* __restrict__ out) {
    bag_sum(rows, lists, out);
}

// ---- Larger of two mixtures of two streams of 64-bit integers. Before, the first stream starts one element behind a boundary.
constexpr int kTicks = 1280 * 11719;

__device__ __forceinline__ void tick_larger(const long long* __restrict__ first, const long long* __restrict__ second, long long* __restrict__ out) {
    int i = blockIdx.x * 1280 + threadIdx.x;
    long long p[2], q[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) { p[j] = first[i + j * 640]; q[j] = second[i + j * 640]; }
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        long long one = (p[j] >> 1) + (q[j] >> 2), two = (q[j] >> 1) - (p[j] >> 3);
        out[i + j * 640] = one > two ? one : two;
    }
}

__global__ void __launch_bounds__(640) saffron_kettle_aq1_a(const long long* __restrict__ first, const long long* __restrict__ second,
                                                            long long* __restrict__ out) {
    tick_larger(first, second, out);
}
__global__ void __launch_bounds__(640) saffron_kettle_aq1_b(const long long* __restrict__ first, const long long* __restrict__ second,
                                                            long long* __restrict__ out) {
    tick_larger(first, second, out);
}

// ---- Half-precision update a * x + y, eight elements a vector, two vectors a thread.
constexpr int kHalfVectors = 768 * 16276;

union EightHalves { uint4 bits; __half2 pair[4]; __device__ EightHalves() {} };

__global__ void __launch_bounds__(384) gravel_sonnet_aq1_a(const uint4* __restrict__ x, const uint4* __restrict__ y, uint4* __restrict__ out, float a) {
    int i = blockIdx.x * 768 + threadIdx.x;
    __half2 factor = __float2half2_rn(a);
    EightHalves p[2], q[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) { p[j].bits = __ldcs(x + i + j * 384); q[j].bits = __ldcs(y + i + j * 384); }
#pragma unroll
    for (int j = 0; j < 2; ++j) {
#pragma unroll
        for (int k = 0; k < 4; ++k) q[j].pair[k] = __hfma2(factor, p[j].pair[k], q[j].pair[k]);
        __stcs(out + i + j * 384, q[j].bits);
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type}); };

    {
        double *table = filled<double>((size_t)kDecayItems * kDecayColumns, 11), *gains = empty<double>(kDecayItems), *losses = empty<double>(kDecayItems);
        double *level = filled<double>(kDecayItems, 12), *drive = filled<double>(kDecayItems, 13), *out = empty<double>(kDecayItems);
        harness_fill_column_aq1<double><<<2048, 256>>>(table, gains, kDecayItems, kDecayColumns, kGainColumn); CHECK(cudaGetLastError());
        harness_fill_column_aq1<double><<<2048, 256>>>(table, losses, kDecayItems, kDecayColumns, kLossColumn); CHECK(cudaGetLastError());
        add("maple_lantern_aq1_a", out, kDecayItems, Output::f64, [=] { maple_lantern_aq1_a<<<kDecayItems / 384, 192>>>(table, level, drive, out); });
        add("maple_lantern_aq1_b", out, kDecayItems, Output::f64, [=] { maple_lantern_aq1_b<<<kDecayItems / 384, 192>>>(gains, losses, level, drive, out); });
    }
    {
        constexpr size_t n = (size_t)kTallRows * kTallColumns;
        float *in = filled<float>(n, 21), *scale = filled<float>(kTallRows, 22), *shift = filled<float>(kTallColumns, 23), *out = empty<float>(n);
        dim3 grid(kTallColumns / 32, kTallRows / 32), block(32, 8);
        add("copper_violin_aq1_a", out, n, Output::f32, [=] { copper_violin_aq1_a<<<grid, block>>>(in, scale, shift, out); });
        add("copper_violin_aq1_b", out, n, Output::f32, [=] { copper_violin_aq1_b<<<grid, block>>>(in, scale, shift, out); });
    }
    {
        float *words = filled<float>((size_t)kGrains * 16, 31), *place = empty<float>(kGrains), *speed = empty<float>(kGrains), *mass = empty<float>(kGrains);
        float* out = empty<float>(kGrains);
        harness_fill_column_aq1<float><<<2048, 256>>>(words, place, kGrains, 16, 0); CHECK(cudaGetLastError());
        harness_fill_column_aq1<float><<<2048, 256>>>(words, speed, kGrains, 16, 3); CHECK(cudaGetLastError());
        harness_fill_column_aq1<float><<<2048, 256>>>(words, mass, kGrains, 16, 12); CHECK(cudaGetLastError());
        const Grain* grains = reinterpret_cast<const Grain*>(words);
        add("walnut_harbor_aq1_a", out, kGrains, Output::f32, [=] { walnut_harbor_aq1_a<<<132 * 5, 320>>>(grains, out); });
        add("walnut_harbor_aq1_b", out, kGrains, Output::f32, [=] { walnut_harbor_aq1_b<<<132 * 5, 320>>>(place, speed, mass, out); });
    }
    {
        std::vector<int> rising(kLookups);
        for (int i = 0; i < kLookups; ++i) rising[i] = 2 * i + (int)(harness::hash32((uint32_t)i + 5u) & 1u);
        std::vector<int> mixed = rising;
        for (int i = kLookups - 1; i > 0; --i) std::swap(mixed[i], mixed[harness::hash32((uint32_t)i * 3u + 77u) % (uint32_t)(i + 1)]);
        const int *in_order = uploaded(rising), *shuffled = uploaded(mixed);
        const ushort4* records = reinterpret_cast<const ushort4*>(indices((size_t)kRecords * 2, 0xffffffffu, 41));
        float* out = empty<float>(kLookups);
        add("pebble_orchard_aq1_a", out, kLookups, Output::f32, [=] { pebble_orchard_aq1_a<<<kLookups / 512, 128>>>(records, shuffled, out); });
        add("pebble_orchard_aq1_b", out, kLookups, Output::f32, [=] { pebble_orchard_aq1_b<<<kLookups / 512, 128>>>(records, in_order, out); });
    }
    {
        int *now = indices(kPixels / 4, 0xffffffffu, 51), *past = indices(kPixels / 4, 0xffffffffu, 90000052);
        uint8_t* out = empty<uint8_t>(kPixels);
        const uint8_t *now1 = reinterpret_cast<const uint8_t*>(now), *past1 = reinterpret_cast<const uint8_t*>(past);
        const uint4 *now16 = reinterpret_cast<const uint4*>(now), *past16 = reinterpret_cast<const uint4*>(past);
        uint4* out16 = reinterpret_cast<uint4*>(out);
        add("velvet_anchor_aq1_a", out, kPixels, Output::u8, [=] { velvet_anchor_aq1_a<<<kPixels / 256, 256>>>(now1, past1, out); });
        add("velvet_anchor_aq1_b", out, kPixels, Output::u8, [=] { velvet_anchor_aq1_b<<<kPixels / 4096, 256>>>(now16, past16, out16); });
    }
    {
        constexpr size_t n = (size_t)kRows * 32;
        __nv_bfloat16 *aligned = filled<__nv_bfloat16>(n, 61), *headed = filled<__nv_bfloat16>(n + kHeader, 62);
        CHECK(cudaMemcpy(headed + kHeader, aligned, n * sizeof(__nv_bfloat16), cudaMemcpyDeviceToDevice));
        const int* lists = indices((size_t)kBags * kBagRows, kRows, 63);
        __half* out = empty<__half>((size_t)kBags * 32);
        const uint4 *good = reinterpret_cast<const uint4*>(aligned), *off = reinterpret_cast<const uint4*>(headed + kHeader);
        uint4* out16 = reinterpret_cast<uint4*>(out);
        add("thistle_ferry_aq1_a", out, (size_t)kBags * 32, Output::f16, [=] { thistle_ferry_aq1_a<<<kBags / 32, 128>>>(off, lists, out16); });
        add("thistle_ferry_aq1_b", out, (size_t)kBags * 32, Output::f16, [=] { thistle_ferry_aq1_b<<<kBags / 32, 128>>>(good, lists, out16); });
    }
    {
        long long *whole = reinterpret_cast<long long*>(indices((size_t)kTicks * 2 + 2, 0xffffffffu, 71)), *moved = empty<long long>(kTicks);
        const long long* second = reinterpret_cast<const long long*>(indices((size_t)kTicks * 2, 0xffffffffu, 90000072));
        CHECK(cudaMemcpy(moved, whole + 1, (size_t)kTicks * sizeof(long long), cudaMemcpyDeviceToDevice));
        long long* out = empty<long long>(kTicks);
        const long long *off = whole + 1, *good = moved;
        add("saffron_kettle_aq1_a", out, (size_t)kTicks * 2, Output::i32, [=] { saffron_kettle_aq1_a<<<kTicks / 1280, 640>>>(off, second, out); });
        add("saffron_kettle_aq1_b", out, (size_t)kTicks * 2, Output::i32, [=] { saffron_kettle_aq1_b<<<kTicks / 1280, 640>>>(good, second, out); });
    }
    {
        constexpr size_t n = (size_t)kHalfVectors * 8;
        __half *x = filled<__half>(n, 81), *y = filled<__half>(n, 82), *out = empty<__half>(n);
        const uint4 *x16 = reinterpret_cast<const uint4*>(x), *y16 = reinterpret_cast<const uint4*>(y);
        uint4* out16 = reinterpret_cast<uint4*>(out);
        add("gravel_sonnet_aq1_a", out, n, Output::f16, [=] { gravel_sonnet_aq1_a<<<kHalfVectors / 768, 384>>>(x16, y16, out16, 0.75f); });
    }

    return harness::run(argc, argv, cases);
}
