// Eight measured cases about how global memory is read and written: before (_a) and after (_b).
#include "harness.cuh"

#include <numeric>

using harness::Case;
using harness::Output;

// ---- Meteorology: bias-corrected apparent temperature of each station; the bias is one of the 16 monthly and seasonal entries of the station's row.
constexpr int kStations = 1 << 24, kEntries = 16, kMonth = 5;

__device__ __forceinline__ float felt_of(float warm, float damp, float bias) {
    float corrected = fmaf(0.12f, bias, warm);
    return fmaf(corrected, fmaf(0.3f, damp, 0.9f), 0.05f * damp * damp + 0.4f);
}

__global__ void __launch_bounds__(256) walnut_ferry_an1_a(const float* __restrict__ table, const float4* __restrict__ warm, const float4* __restrict__ damp,
                                                          float4* __restrict__ felt) {
    int i = blockIdx.x * 256 + threadIdx.x;
    const float* row = table + (size_t)i * (4 * kEntries) + kMonth;
    float4 w = warm[i], d = damp[i];
    float b0 = row[0], b1 = row[kEntries], b2 = row[2 * kEntries], b3 = row[3 * kEntries];
    felt[i] = make_float4(felt_of(w.x, d.x, b0), felt_of(w.y, d.y, b1), felt_of(w.z, d.z, b2), felt_of(w.w, d.w, b3));
}

__global__ void __launch_bounds__(256) walnut_ferry_an1_b(const float4* __restrict__ month, const float4* __restrict__ warm, const float4* __restrict__ damp,
                                                          float4* __restrict__ felt) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 w = warm[i], d = damp[i], b = month[i];
    felt[i] = make_float4(felt_of(w.x, d.x, b.x), felt_of(w.y, d.y, b.y), felt_of(w.z, d.z, b.z), felt_of(w.w, d.w, b.w));
}

// ---- Radar: windowed, calibrated power of 8192 channels x 16384 samples, handed on sample by sample (all channels of a sample side by side).
constexpr int kChannels = 8192, kSamples = 16384;

__global__ void __launch_bounds__(256) velvet_anchor_an1_a(const float* __restrict__ echo, const float* __restrict__ gain, const float* __restrict__ window,
                                                           float* __restrict__ power) {
    int sample = blockIdx.x * 32 + threadIdx.x, channel = blockIdx.y * 32 + threadIdx.y;
    float e[4], g[4], w = window[sample];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        e[j] = echo[(size_t)(channel + 8 * j) * kSamples + sample];
        g[j] = gain[channel + 8 * j];
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float v = e[j] * w * (1.5f + g[j]);
        power[(size_t)sample * kChannels + channel + 8 * j] = v * v;
    }
}

__global__ void __launch_bounds__(256) velvet_anchor_an1_b(const float* __restrict__ echo, const float* __restrict__ gain, const float* __restrict__ window,
                                                           float* __restrict__ power) {
    __shared__ float tile[32][33];
    int tx = threadIdx.x, ty = threadIdx.y, sample0 = blockIdx.x * 32, channel0 = blockIdx.y * 32;
    float e[4], g[4], w = window[sample0 + tx];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        e[j] = echo[(size_t)(channel0 + ty + 8 * j) * kSamples + sample0 + tx];
        g[j] = gain[channel0 + ty + 8 * j];
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float v = e[j] * w * (1.5f + g[j]);
        tile[ty + 8 * j][tx] = v * v;
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) power[(size_t)(sample0 + ty + 8 * j) * kChannels + channel0 + tx] = tile[tx][ty + 8 * j];
}

// ---- Games: steering of each bird of a flock in Morton order from the seven birds around it in that order.
struct Bird {
    float px, py, pz, charge, vx, vy, vz, age, red, green, blue, alpha, energy, size, spin, hue;
};
static_assert(sizeof(Bird) == 64, "a bird has 16 fields");
constexpr int kBirds = 1250 * 256, kAround = 7, kFlock = kBirds + kAround - 1;

__global__ void __launch_bounds__(256) pepper_comet_an1_a(const Bird* __restrict__ birds, float* __restrict__ steer) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float mine = birds[i + kAround / 2].px, total = 0.0f, heading = 0.0f, heat = 0.0f;
#pragma unroll
    for (int k = 0; k < kAround; ++k) {
        float p = birds[i + k].px, v = birds[i + k].vx, e = birds[i + k].energy;
        float near = fmaf(-0.45f, fabsf(p - mine), 1.0f);
        total += near;
        heading = fmaf(near, v, heading);
        heat = fmaf(near, e, heat);
    }
    steer[i] = __fdividef(fmaf(0.25f, heat, heading), total) + 1.0f;
}

__global__ void __launch_bounds__(256) pepper_comet_an1_b(const float* __restrict__ px, const float* __restrict__ vx, const float* __restrict__ energy,
                                                          float* __restrict__ steer) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float mine = px[i + kAround / 2], total = 0.0f, heading = 0.0f, heat = 0.0f;
#pragma unroll
    for (int k = 0; k < kAround; ++k) {
        float p = px[i + k], v = vx[i + k], e = energy[i + k];
        float near = fmaf(-0.45f, fabsf(p - mine), 1.0f);
        total += near;
        heading = fmaf(near, v, heading);
        heat = fmaf(near, e, heat);
    }
    steer[i] = __fdividef(fmaf(0.25f, heat, heading), total) + 1.0f;
}

// ---- Database: amount of every sale from its quantity and from price and tax of its article (hash-less join on a dense key).
constexpr int kSales = 1 << 21, kArticles = 1 << 20;

__device__ __forceinline__ void sale_amounts(const int* __restrict__ article, const float* __restrict__ quantity, const float2* __restrict__ price,
                                             float* __restrict__ amount) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    int key[4];
    float q[4];
    float2 p[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { key[j] = article[i + 256 * j]; q[j] = quantity[i + 256 * j]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) p[j] = price[key[j]];
#pragma unroll
    for (int j = 0; j < 4; ++j) amount[i + 256 * j] = (1.5f + q[j]) * (2.0f + p[j].x) * fmaf(0.1f, p[j].y, 1.1f);
}

// sales in the order of their arrival
__global__ void __launch_bounds__(256) saddle_ivory_an1_a(const int* __restrict__ article, const float* __restrict__ quantity, const float2* __restrict__ price,
                                                          float* __restrict__ amount) {
    sale_amounts(article, quantity, price, amount);
}
// sales clustered by article when they were stored
__global__ void __launch_bounds__(256) saddle_ivory_an1_b(const int* __restrict__ article, const float* __restrict__ quantity, const float2* __restrict__ price,
                                                          float* __restrict__ amount) {
    sale_amounts(article, quantity, price, amount);
}

// ---- Video: cross-fade of two 8-bit frames.
constexpr int kPixels = 40960 * 256 * 16;

__global__ void __launch_bounds__(256) amber_thimble_an1_a(const uint8_t* __restrict__ from, const uint8_t* __restrict__ to, uint8_t* __restrict__ mixed,
                                                           unsigned weight) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    unsigned f[4], t[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { f[j] = from[i + 256 * j]; t[j] = to[i + 256 * j]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) mixed[i + 256 * j] = (uint8_t)((f[j] * (256u - weight) + t[j] * weight + 128u) >> 8);
}

__device__ __forceinline__ unsigned fade_four(unsigned f, unsigned t, unsigned weight) {  // four pixels in two halves of 16 bits each
    const unsigned mask = 0x00ff00ffu, half = 0x00800080u;
    unsigned even = (f & mask) * (256u - weight) + (t & mask) * weight + half;
    unsigned odd = ((f >> 8) & mask) * (256u - weight) + ((t >> 8) & mask) * weight + half;
    return ((even >> 8) & mask) | (odd & ~mask);
}

__global__ void __launch_bounds__(256) amber_thimble_an1_b(const uint4* __restrict__ from, const uint4* __restrict__ to, uint4* __restrict__ mixed,
                                                           unsigned weight) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 f = from[i], t = to[i];
    mixed[i] = make_uint4(fade_four(f.x, t.x, weight), fade_four(f.y, t.y, weight), fade_four(f.z, t.z, weight), fade_four(f.w, t.w, weight));
}

// ---- Machine learning: mean of 32 embedding rows of 16 floats for each bag, four lanes a bag.
constexpr int kRows = 1 << 23, kBags = 1 << 19;  // 32 ids a bag

__device__ __forceinline__ void add_row(float4& sum, const float4* __restrict__ table, int id, int part) {
    float4 r = table[(size_t)id * 4 + part];
    sum.x += r.x; sum.y += r.y; sum.z += r.z; sum.w += r.w;
}

__device__ __forceinline__ void bag_mean(const float4* __restrict__ table, const int4* __restrict__ ids, float4* __restrict__ mean) {
    int i = blockIdx.x * 256 + threadIdx.x, bag = i / 4, part = i % 4;
    int4 first = ids[(size_t)bag * 8 + part], second = ids[(size_t)bag * 8 + 4 + part];
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f), more = sum;
#pragma unroll
    for (int s = 0; s < 4; ++s) {
        int a = __shfl_sync(0xffffffffu, first.x, s, 4), b = __shfl_sync(0xffffffffu, first.y, s, 4);
        int c = __shfl_sync(0xffffffffu, first.z, s, 4), d = __shfl_sync(0xffffffffu, first.w, s, 4);
        int e = __shfl_sync(0xffffffffu, second.x, s, 4), f = __shfl_sync(0xffffffffu, second.y, s, 4);
        int g = __shfl_sync(0xffffffffu, second.z, s, 4), h = __shfl_sync(0xffffffffu, second.w, s, 4);
        add_row(sum, table, a, part); add_row(more, table, b, part); add_row(sum, table, c, part); add_row(more, table, d, part);
        add_row(sum, table, e, part); add_row(more, table, f, part); add_row(sum, table, g, part); add_row(more, table, h, part);
    }
    const float share = 1.0f / 32;
    mean[i] = make_float4(fmaf(sum.x + more.x, share, 1.0f), fmaf(sum.y + more.y, share, 1.0f), fmaf(sum.z + more.z, share, 1.0f),
                          fmaf(sum.w + more.w, share, 1.0f));
}

// the file's header of four floats stands before the first row
__global__ void __launch_bounds__(256) clover_mitten_an1_a(const float4* __restrict__ file, const int4* __restrict__ ids, float4* __restrict__ mean) {
    bag_mean(file + 1, ids, mean);
}
// the header is kept elsewhere
__global__ void __launch_bounds__(256) clover_mitten_an1_b(const float4* __restrict__ table, const int4* __restrict__ ids, float4* __restrict__ mean) {
    bag_mean(table, ids, mean);
}

// ---- Electricity: cost of each metered quarter of an hour from load and tariff; the load series may begin with one number of its own.
constexpr int kQuarters = 1 << 25;

template <int kSkip>
__device__ __forceinline__ void quarter_cost(const float* __restrict__ load, const float* __restrict__ tariff, float* __restrict__ cost) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float l[4], r[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { l[j] = load[i + 256 * j + kSkip]; r[j] = tariff[i + 256 * j]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) cost[i + 256 * j] = (1.2f + l[j]) * fmaf(0.3f, r[j], fmaf(0.05f, l[j], 0.6f));
}

__global__ void __launch_bounds__(256) harbor_quilt_an1_a(const float* __restrict__ load, const float* __restrict__ tariff, float* __restrict__ cost) {
    quarter_cost<1>(load, tariff, cost);
}
__global__ void __launch_bounds__(256) harbor_quilt_an1_b(const float* __restrict__ load, const float* __restrict__ tariff, float* __restrict__ cost) {
    quarter_cost<0>(load, tariff, cost);
}

// ---- Film: soft-light composite of two linear-light plates, two quadruples a thread.
constexpr int kPlate = kChannels * (kSamples / 4);  // quadruples

__device__ __forceinline__ float soft_light(float under, float over) { return fmaf(under, fmaf(0.5f, over, 0.75f), 0.2f * over * over); }

__global__ void __launch_bounds__(256) juniper_bell_an1_a(const float4* __restrict__ under, const float4* __restrict__ over, float4* __restrict__ film) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 u[2], o[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) { u[j] = __ldcs(under + i + 256 * j); o[j] = __ldcs(over + i + 256 * j); }
#pragma unroll
    for (int j = 0; j < 2; ++j)
        __stcs(film + i + 256 * j, make_float4(soft_light(u[j].x, o[j].x), soft_light(u[j].y, o[j].y), soft_light(u[j].z, o[j].z), soft_light(u[j].w, o[j].w)));
}

// Set-up on the host: one column of a table that harness::filled has written row by row.
static float* column_of(size_t rows, size_t width, size_t column, uint32_t seed) {
    std::vector<float> host(rows);
    for (size_t r = 0; r < rows; ++r) host[r] = harness::unit((uint32_t)(r * width + column) * 2654435761u + seed);
    return harness::uploaded(host);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type});
    };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };

    constexpr size_t kMost = (size_t)kChannels * kSamples;
    static_assert(kMost == (size_t)kPlate * 4 && kMost == (size_t)kRows * 16, "plates share buffers");
    float *out = empty<float>(kMost), *one = filled<float>(kMost, 51), *small = filled<float>(1 << 25, 52);
    float4 *out4 = f4(out), *one4 = f4(one), *small4 = f4(small);

    {
        float *table = filled<float>((size_t)kStations * kEntries, 61), *month = column_of(kStations, kEntries, kMonth, 61);
        float4* month4 = f4(month);
        add("walnut_ferry_an1_a", out, kStations, [=] { walnut_ferry_an1_a<<<kStations / 1024, 256>>>(table, one4, small4, out4); });
        add("walnut_ferry_an1_b", out, kStations, [=] { walnut_ferry_an1_b<<<kStations / 1024, 256>>>(month4, one4, small4, out4); });
    }
    {
        dim3 grid(kSamples / 32, kChannels / 32), block(32, 8);
        float *gain = filled<float>(kChannels, 62), *window = filled<float>(kSamples, 63);
        add("velvet_anchor_an1_a", out, kMost, [=] { velvet_anchor_an1_a<<<grid, block>>>(one, gain, window, out); });
        add("velvet_anchor_an1_b", out, kMost, [=] { velvet_anchor_an1_b<<<grid, block>>>(one, gain, window, out); });
    }
    {
        Bird* birds = reinterpret_cast<Bird*>(filled<float>((size_t)kFlock * 16, 64));
        float *px = column_of(kFlock, 16, 0, 64), *vx = column_of(kFlock, 16, 4, 64), *energy = column_of(kFlock, 16, 12, 64);
        add("pepper_comet_an1_a", out, kBirds, [=] { pepper_comet_an1_a<<<kBirds / 256, 256>>>(birds, out); });
        add("pepper_comet_an1_b", out, kBirds, [=] { pepper_comet_an1_b<<<kBirds / 256, 256>>>(px, vx, energy, out); });
    }
    {
        int* article = indices(kSales, kArticles, 65);
        float *quantity = filled<float>(kSales, 66), *price = filled<float>((size_t)kArticles * 2, 67);
        std::vector<int> key(kSales), order(kSales), sorted(kSales);
        for (int i = 0; i < kSales; ++i) key[i] = (int)(harness::hash32((uint32_t)i + 65u) % (uint32_t)kArticles);
        std::iota(order.begin(), order.end(), 0);
        std::sort(order.begin(), order.end(), [&](int a, int b) { return key[a] != key[b] ? key[a] < key[b] : a < b; });
        std::vector<float> moved(kSales);
        for (int i = 0; i < kSales; ++i) {
            sorted[i] = key[order[i]];
            moved[i] = harness::unit((uint32_t)order[i] * 2654435761u + 66u);
        }
        int* article_sorted = harness::uploaded(sorted);
        float* quantity_sorted = harness::uploaded(moved);
        const float2* price2 = reinterpret_cast<const float2*>(price);
        add("saddle_ivory_an1_a", out, kSales, [=] { saddle_ivory_an1_a<<<kSales / 1024, 256>>>(article, quantity, price2, out); });
        add("saddle_ivory_an1_b", out, kSales, [=] { saddle_ivory_an1_b<<<kSales / 1024, 256>>>(article_sorted, quantity_sorted, price2, out); });
    }
    {
        int *from = indices(kPixels / 4, 0xffffffffu, 68), *to = indices(kPixels / 4, 0xffffffffu, 0x40000000u);
        static_assert(kPixels % 4096 == 0 && (size_t)kPixels <= kMost * 4, "whole blocks");
        const uint8_t *from1 = reinterpret_cast<const uint8_t*>(from), *to1 = reinterpret_cast<const uint8_t*>(to);
        const uint4 *from16 = reinterpret_cast<const uint4*>(from), *to16 = reinterpret_cast<const uint4*>(to);
        uint8_t* mixed1 = reinterpret_cast<uint8_t*>(out);
        uint4* mixed16 = reinterpret_cast<uint4*>(out);
        add("amber_thimble_an1_a", out, kPixels, [=] { amber_thimble_an1_a<<<kPixels / 1024, 256>>>(from1, to1, mixed1, 93u); }, Output::u8);
        add("amber_thimble_an1_b", out, kPixels, [=] { amber_thimble_an1_b<<<kPixels / 4096, 256>>>(from16, to16, mixed16, 93u); }, Output::u8);
    }
    float *file = filled<float>((size_t)kRows * 16 + 4, 69), *rows = empty<float>((size_t)kRows * 16);
    CHECK(cudaMemcpy(rows, file + 4, (size_t)kRows * 16 * sizeof(float), cudaMemcpyDeviceToDevice));
    {
        const int4* ids = reinterpret_cast<const int4*>(indices((size_t)kBags * 32, kRows, 70));
        float4 *file4 = f4(file), *rows4 = f4(rows);
        add("clover_mitten_an1_a", out, (size_t)kBags * 16, [=] { clover_mitten_an1_a<<<kBags * 4 / 256, 256>>>(file4, ids, out4); });
        add("clover_mitten_an1_b", out, (size_t)kBags * 16, [=] { clover_mitten_an1_b<<<kBags * 4 / 256, 256>>>(rows4, ids, out4); });
    }
    {
        float *load = filled<float>((size_t)kQuarters + 4, 71), *plain = empty<float>(kQuarters);
        CHECK(cudaMemcpy(plain, load + 1, (size_t)kQuarters * sizeof(float), cudaMemcpyDeviceToDevice));
        add("harbor_quilt_an1_a", out, kQuarters, [=] { harbor_quilt_an1_a<<<kQuarters / 1024, 256>>>(load, small, out); });
        add("harbor_quilt_an1_b", out, kQuarters, [=] { harbor_quilt_an1_b<<<kQuarters / 1024, 256>>>(plain, small, out); });
    }
    {
        float4* rows4 = f4(rows);
        add("juniper_bell_an1_a", out, kMost, [=] { juniper_bell_an1_a<<<kPlate / 512, 256>>>(one4, rows4, out4); });
    }
    return harness::run(argc, argv, cases);
}
