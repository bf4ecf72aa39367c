// Eight measured cases from insurance, radar, astronomy, databases, video, recommendation, seismology and dynamics: before (_a) and after (_b).
#include "harness.cuh"

#include <cstddef>

using harness::Case;
using harness::Output;

// ---- Insurance: reserve of each policy from its premium, its exposure and the factor of one policy year (16 yearly factors a policy).
constexpr int kPolicies = 1 << 24, kYears = 16;

__device__ __forceinline__ float policy_reserve(float premium, float exposure, float factor, float discount) {
    float paid = fmaf(premium, 400.0f, 1200.0f), risk = fmaf(exposure, 0.4f, 0.6f), load = fmaf(factor, 0.25f, 1.0f);
    return paid * discount * fmaf(risk, load, 0.05f);
}

// factors[policy][year]
__global__ void __launch_bounds__(256) copper_lantern_ay1_a(const float* __restrict__ premium, const float* __restrict__ exposure,
                                                            const float* __restrict__ factors, int year, float discount, float* __restrict__ reserve) {
    int first = blockIdx.x * 1024 + threadIdx.x;
    float p[4], e[4], f[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int i = first + k * 256;
        p[k] = premium[i]; e[k] = exposure[i]; f[k] = factors[(size_t)i * kYears + year];
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) reserve[first + k * 256] = policy_reserve(p[k], e[k], f[k], discount);
}

// factor[policy] of the wanted year: the table is kept year by year
__global__ void __launch_bounds__(256) copper_lantern_ay1_b(const float* __restrict__ premium, const float* __restrict__ exposure,
                                                            const float* __restrict__ factor, float discount, float* __restrict__ reserve) {
    int first = blockIdx.x * 1024 + threadIdx.x;
    float p[4], e[4], f[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int i = first + k * 256;
        p[k] = premium[i]; e[k] = exposure[i]; f[k] = factor[i];
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) reserve[first + k * 256] = policy_reserve(p[k], e[k], f[k], discount);
}

// ---- Radar: logarithmic power of windowed echoes, turned from pulse-major to range-major for the Doppler transform.
constexpr int kPulses = 1536, kBins = 2048;

__device__ __forceinline__ float echo_power(float2 e, float w) { return __log2f(fmaf(w * w, fmaf(e.x, e.x, e.y * e.y), 1.0f)); }

__global__ void __launch_bounds__(256) velvet_harbor_ay1_a(const float2* __restrict__ echo, const float* __restrict__ window, float* __restrict__ power) {
    int bin = blockIdx.x * 32 + threadIdx.x, pulse = blockIdx.y * 32 + threadIdx.y;
    float w = window[bin];
    float2 e[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) e[k] = echo[(pulse + 8 * k) * kBins + bin];
#pragma unroll
    for (int k = 0; k < 4; ++k) power[bin * kPulses + pulse + 8 * k] = echo_power(e[k], w);
}

__global__ void __launch_bounds__(256) velvet_harbor_ay1_b(const float2* __restrict__ echo, const float* __restrict__ window, float* __restrict__ power) {
    __shared__ float tile[32][33];
    int x = threadIdx.x, y = threadIdx.y, bins = blockIdx.x * 32, pulses = blockIdx.y * 32;
    float w = window[bins + x];
    float2 e[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) e[k] = echo[(pulses + y + 8 * k) * kBins + bins + x];
#pragma unroll
    for (int k = 0; k < 4; ++k) tile[y + 8 * k][x] = echo_power(e[k], w);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; ++k) power[(bins + y + 8 * k) * kPulses + pulses + x] = tile[x][y + 8 * k];
}

// ---- Astronomy: luminosity of each galaxy of a catalogue from its redshift and its red magnitude.
constexpr int kGalaxies = 1 << 25;

struct Galaxy {
    float ascension, declination, redshift, redshift_error, u, g, r_error, i, i_error, z, z_error, r, radius, ellipticity, angle, quality;
};
static_assert(sizeof(Galaxy) == 64, "sixteen floats a galaxy");

__device__ __forceinline__ float galaxy_light(float shift, float seen) {
    float z = fmaf(shift, 0.14f, 0.16f), magnitude = fmaf(seen, 2.0f, 19.0f);
    float modulus = fmaf(1.50515f, __log2f(4282.7f * z * fmaf(0.775f, z, 1.0f)), 25.0f);  // 5 log10 of the distance in Mpc
    return exp2f(1.328771f * (modulus - magnitude - 21.0f));
}

__global__ void __launch_bounds__(256) maple_comet_ay1_a(const Galaxy* __restrict__ catalogue, float* __restrict__ light) {
    int first = blockIdx.x * 1024 + threadIdx.x;
    float z[4], m[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { z[k] = catalogue[first + k * 256].redshift; m[k] = catalogue[first + k * 256].r; }
#pragma unroll
    for (int k = 0; k < 4; ++k) light[first + k * 256] = galaxy_light(z[k], m[k]);
}

__global__ void __launch_bounds__(256) maple_comet_ay1_b(const float* __restrict__ redshift, const float* __restrict__ red, float* __restrict__ light) {
    int first = blockIdx.x * 1024 + threadIdx.x;
    float z[4], m[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { z[k] = redshift[first + k * 256]; m[k] = red[first + k * 256]; }
#pragma unroll
    for (int k = 0; k < 4; ++k) light[first + k * 256] = galaxy_light(z[k], m[k]);
}

// ---- Databases: revenue of each row of a fact table, whose key finds price and discount in a dimension table (after: rows clustered by key).
constexpr int kFacts = 1 << 24, kArticles = 1 << 23;

__device__ __forceinline__ void join_revenue(const int* __restrict__ key, const float* __restrict__ quantity, const float2* __restrict__ article,
                                             float* __restrict__ revenue) {
    int first = blockIdx.x * 1024 + threadIdx.x, id[4];
    float q[4];
    float2 a[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { id[k] = key[first + k * 256]; q[k] = quantity[first + k * 256]; }
#pragma unroll
    for (int k = 0; k < 4; ++k) a[k] = article[id[k]];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float price = fmaf(a[k].x, 40.0f, 60.0f), keep = fmaf(a[k].y, -0.05f, 0.95f);
        revenue[first + k * 256] = fmaf(q[k], 5.0f, 6.0f) * price * keep;
    }
}

__global__ void __launch_bounds__(256) walnut_ferry_ay1_a(const int* __restrict__ key, const float* __restrict__ quantity,
                                                          const float2* __restrict__ article, float* __restrict__ revenue) {
    join_revenue(key, quantity, article, revenue);
}
__global__ void __launch_bounds__(256) walnut_ferry_ay1_b(const int* __restrict__ key, const float* __restrict__ quantity,
                                                          const float2* __restrict__ article, float* __restrict__ revenue) {
    join_revenue(key, quantity, article, revenue);
}

// ---- Video: one luma plane of 3840 x 2160 laid over another through an 8-bit mask.
constexpr int kPixels = 3840 * 2160;

__device__ __forceinline__ unsigned pixel_over(unsigned top, unsigned under, unsigned mask) {
    unsigned p = top * mask + under * (255u - mask) + 128u;
    return (p + (p >> 8)) >> 8;
}
__device__ __forceinline__ unsigned four_over(unsigned top, unsigned under, unsigned mask) {
    unsigned w = 0;
#pragma unroll
    for (int s = 0; s < 32; s += 8) w |= pixel_over((top >> s) & 255u, (under >> s) & 255u, (mask >> s) & 255u) << s;
    return w;
}

__global__ void __launch_bounds__(256) pepper_canvas_ay1_a(const uint8_t* __restrict__ top, const uint8_t* __restrict__ under,
                                                           const uint8_t* __restrict__ mask, uint8_t* __restrict__ shown) {
    int i = blockIdx.x * 256 + threadIdx.x;
    shown[i] = (uint8_t)pixel_over(top[i], under[i], mask[i]);
}

__global__ void __launch_bounds__(256) pepper_canvas_ay1_b(const uint4* __restrict__ top, const uint4* __restrict__ under,
                                                           const uint4* __restrict__ mask, uint4* __restrict__ shown) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 t = top[i], u = under[i], m = mask[i];
    shown[i] = make_uint4(four_over(t.x, u.x, m.x), four_over(t.y, u.y, m.y), four_over(t.z, u.z, m.z), four_over(t.w, u.w, m.w));
}

// ---- Recommendation: each bag of eight item numbers summed over its embeddings (16 floats a row), four lanes a bag.
constexpr int kBags = 1 << 21, kItems = 1 << 23;

template <int kHeader>  // 16-byte words of the table file before its first row
__device__ __forceinline__ void bag_sum(const float4* __restrict__ image, const int4* __restrict__ items, float4* __restrict__ sums) {
    int at = blockIdx.x * 256 + threadIdx.x, bag = at >> 2, part = at & 3;
    const float4* __restrict__ rows = image + kHeader;
    int4 lo = items[bag * 2], hi = items[bag * 2 + 1];
    int id[8] = {lo.x, lo.y, lo.z, lo.w, hi.x, hi.y, hi.z, hi.w};
    float4 v[8], s = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = rows[(size_t)id[k] * 4 + part];
#pragma unroll
    for (int k = 0; k < 8; ++k) { s.x += v[k].x; s.y += v[k].y; s.z += v[k].z; s.w += v[k].w; }
    sums[at] = make_float4(fmaxf(s.x, 0.0f), fmaxf(s.y, 0.0f), fmaxf(s.z, 0.0f), fmaxf(s.w, 0.0f));
}

__global__ void __launch_bounds__(256) quartz_meadow_ay1_a(const float4* __restrict__ image, const int4* __restrict__ items, float4* __restrict__ sums) {
    bag_sum<1>(image, items, sums);
}
__global__ void __launch_bounds__(256) quartz_meadow_ay1_b(const float4* __restrict__ image, const int4* __restrict__ items, float4* __restrict__ sums) {
    bag_sum<8>(image, items, sums);
}

// ---- Seismology: stack of two traces; the first begins with one sync sample.
constexpr int kSamples = 1 << 25;

template <int kSync>
__device__ __forceinline__ void trace_stack(const float* __restrict__ first, const float* __restrict__ second, float* __restrict__ stack) {
    int from = blockIdx.x * 1024 + threadIdx.x;
    float x[4], y[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { x[k] = first[from + k * 256 + kSync]; y[k] = second[from + k * 256]; }
#pragma unroll
    for (int k = 0; k < 4; ++k) stack[from + k * 256] = fmaf(x[k], 0.6f, fmaf(y[k], 0.4f, 1.25f));
}

__global__ void __launch_bounds__(256) amber_fiddle_ay1_a(const float* __restrict__ first, const float* __restrict__ second, float* __restrict__ stack) {
    trace_stack<1>(first, second, stack);
}
__global__ void __launch_bounds__(256) amber_fiddle_ay1_b(const float* __restrict__ first, const float* __restrict__ second, float* __restrict__ stack) {
    trace_stack<0>(first, second, stack);
}

// ---- Dynamics: places of all particles after one time step.
constexpr int kPlaces = 1 << 26;

__global__ void __launch_bounds__(256) cedar_orbit_ay1_a(const float4* __restrict__ place, const float4* __restrict__ speed, const float4* __restrict__ pull,
                                                         float step, float4* __restrict__ moved) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 x = __ldcs(place + i), v = __ldcs(speed + i), a = __ldcs(pull + i);
    float half = 0.5f * step;
    x.x = fmaf(step, fmaf(half, a.x, v.x), x.x + 1.5f); x.y = fmaf(step, fmaf(half, a.y, v.y), x.y + 1.5f);
    x.z = fmaf(step, fmaf(half, a.z, v.z), x.z + 1.5f); x.w = fmaf(step, fmaf(half, a.w, v.w), x.w + 1.5f);
    __stcs(moved + i, x);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::hash32; using harness::indices; using harness::unit; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type}); };

    // Shared by all: one large field of reproducible values (what stands at place i is known on the host too) and one result.
    constexpr size_t kPool = (size_t)1 << 29;
    constexpr uint32_t kSeed = 6211;
    static_assert((size_t)kPolicies * kYears <= kPool && (size_t)kGalaxies * 16 <= kPool && (size_t)kPlaces * 3 <= kPool &&
                  (size_t)kItems * 16 + 4 <= kPool && (size_t)kPulses * kBins * 2 <= kPool, "the pool is too short");
    float *pool = filled<float>(kPool, kSeed), *out = empty<float>(kPlaces);
    static_assert(kPolicies <= kPlaces && kGalaxies <= kPlaces && kFacts <= kPlaces && kBags * 16 <= kPlaces && kSamples <= kPlaces, "the result is too short");
    auto pooled = [](size_t i) { return unit((uint32_t)i * 2654435761u + kSeed); };

    {   // insurance
        constexpr int kYear = 9;
        float *premium = filled<float>(kPolicies, 21), *exposure = filled<float>(kPolicies, 22);
        std::vector<float> column(kPolicies);
        for (size_t i = 0; i < column.size(); ++i) column[i] = pooled(i * kYears + kYear);
        float* factor = uploaded(column);
        add("copper_lantern_ay1_a", out, kPolicies, [=] { copper_lantern_ay1_a<<<kPolicies / 1024, 256>>>(premium, exposure, pool, kYear, 0.97f, out); });
        add("copper_lantern_ay1_b", out, kPolicies, [=] { copper_lantern_ay1_b<<<kPolicies / 1024, 256>>>(premium, exposure, factor, 0.97f, out); });
    }
    {   // radar
        const float2* echo = reinterpret_cast<const float2*>(pool);
        float* window = filled<float>(kBins, 23);
        add("velvet_harbor_ay1_a", out, (size_t)kPulses * kBins, [=] { velvet_harbor_ay1_a<<<dim3(kBins / 32, kPulses / 32), dim3(32, 8)>>>(echo, window, out); });
        add("velvet_harbor_ay1_b", out, (size_t)kPulses * kBins, [=] { velvet_harbor_ay1_b<<<dim3(kBins / 32, kPulses / 32), dim3(32, 8)>>>(echo, window, out); });
    }
    {   // astronomy
        const Galaxy* catalogue = reinterpret_cast<const Galaxy*>(pool);
        std::vector<float> field(kGalaxies);
        for (size_t i = 0; i < field.size(); ++i) field[i] = pooled(i * 16 + offsetof(Galaxy, redshift) / 4);
        float* redshift = uploaded(field);
        for (size_t i = 0; i < field.size(); ++i) field[i] = pooled(i * 16 + offsetof(Galaxy, r) / 4);
        float* red = uploaded(field);
        add("maple_comet_ay1_a", out, kGalaxies, [=] { maple_comet_ay1_a<<<kGalaxies / 1024, 256>>>(catalogue, out); });
        add("maple_comet_ay1_b", out, kGalaxies, [=] { maple_comet_ay1_b<<<kGalaxies / 1024, 256>>>(redshift, red, out); });
    }
    {   // databases: the same rows in the order of their arrival and in that of their keys
        const float2* article = reinterpret_cast<const float2*>(filled<float>((size_t)kArticles * 2, 24));
        std::vector<int> key(kFacts), sorted_key(kFacts), begin(kArticles + 1, 0);
        std::vector<float> quantity(kFacts), sorted_quantity(kFacts);
        for (int i = 0; i < kFacts; ++i) {
            key[i] = (int)(hash32((uint32_t)i + 977u) % (uint32_t)kArticles);
            quantity[i] = unit((uint32_t)i * 2654435761u + 25u);
            ++begin[key[i] + 1];
        }
        for (int k = 0; k < kArticles; ++k) begin[k + 1] += begin[k];
        for (int i = 0; i < kFacts; ++i) {
            int at = begin[key[i]]++;
            sorted_key[at] = key[i]; sorted_quantity[at] = quantity[i];
        }
        int *key_a = uploaded(key), *key_b = uploaded(sorted_key);
        float *quantity_a = uploaded(quantity), *quantity_b = uploaded(sorted_quantity);
        add("walnut_ferry_ay1_a", out, kFacts, [=] { walnut_ferry_ay1_a<<<kFacts / 1024, 256>>>(key_a, quantity_a, article, out); });
        add("walnut_ferry_ay1_b", out, kFacts, [=] { walnut_ferry_ay1_b<<<kFacts / 1024, 256>>>(key_b, quantity_b, article, out); });
    }
    {   // video: random bytes
        static_assert(kPixels % (256 * 16) == 0, "whole blocks");
        int *top = indices(kPixels / 4, 0xffffffffu, 31), *under = indices(kPixels / 4, 0xffffffffu, 77000032u), *mask = indices(kPixels / 4, 0xffffffffu, 155000033u);
        uint8_t* shown = empty<uint8_t>(kPixels);
        const uint8_t *t1 = reinterpret_cast<const uint8_t*>(top), *u1 = reinterpret_cast<const uint8_t*>(under), *m1 = reinterpret_cast<const uint8_t*>(mask);
        const uint4 *t16 = reinterpret_cast<const uint4*>(top), *u16 = reinterpret_cast<const uint4*>(under), *m16 = reinterpret_cast<const uint4*>(mask);
        uint4* shown16 = reinterpret_cast<uint4*>(shown);
        add("pepper_canvas_ay1_a", shown, kPixels, [=] { pepper_canvas_ay1_a<<<kPixels / 256, 256>>>(t1, u1, m1, shown); }, Output::u8);
        add("pepper_canvas_ay1_b", shown, kPixels, [=] { pepper_canvas_ay1_b<<<kPixels / (256 * 16), 256>>>(t16, u16, m16, shown16); }, Output::u8);
    }
    {   // recommendation: a table file with a header of 16 bytes, and the same rows behind a header of 128 bytes
        const int4* items = reinterpret_cast<const int4*>(indices((size_t)kBags * 8, kItems, 41));
        float* padded = filled<float>((size_t)kItems * 16 + 32, 42);
        CHECK(cudaMemcpy(padded + 32, pool + 4, (size_t)kItems * 16 * sizeof(float), cudaMemcpyDeviceToDevice));
        const float4 *image_a = reinterpret_cast<const float4*>(pool), *image_b = reinterpret_cast<const float4*>(padded);
        float4* out4 = reinterpret_cast<float4*>(out);
        add("quartz_meadow_ay1_a", out, (size_t)kBags * 16, [=] { quartz_meadow_ay1_a<<<kBags * 4 / 256, 256>>>(image_a, items, out4); });
        add("quartz_meadow_ay1_b", out, (size_t)kBags * 16, [=] { quartz_meadow_ay1_b<<<kBags * 4 / 256, 256>>>(image_b, items, out4); });
    }
    {   // seismology
        float *second = filled<float>(kSamples, 51), *plain = empty<float>(kSamples);
        CHECK(cudaMemcpy(plain, pool + 1, (size_t)kSamples * sizeof(float), cudaMemcpyDeviceToDevice));
        add("amber_fiddle_ay1_a", out, kSamples, [=] { amber_fiddle_ay1_a<<<kSamples / 1024, 256>>>(pool, second, out); });
        add("amber_fiddle_ay1_b", out, kSamples, [=] { amber_fiddle_ay1_b<<<kSamples / 1024, 256>>>(plain, second, out); });
    }
    {   // dynamics
        const float4 *place = reinterpret_cast<const float4*>(pool), *speed = place + kPlaces / 4, *pull = speed + kPlaces / 4;
        float4* moved = reinterpret_cast<float4*>(out);
        add("cedar_orbit_ay1_a", out, kPlaces, [=] { cedar_orbit_ay1_a<<<kPlaces / 1024, 256>>>(place, speed, pull, 0.01f, moved); });
    }

    return harness::run(argc, argv, cases);
}
