// Ten more measured pairs about global-memory access: before (_a) and after (_b).
#include "harness.cuh"
#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Concert recording: soft limiter on eight interleaved channels, each with its own gain.
constexpr int kFrames = 132 * 1024 * 64, kChannels = 8;

__device__ __forceinline__ float limited(float x) { return fmaf(-0.3333333f * x * x, x, x); }

__global__ void __launch_bounds__(256) orchestra_mix_x1_a(const float* __restrict__ sound, const float* __restrict__ gain, float* __restrict__ mix) {
    int channel = blockIdx.y, frame = blockIdx.x * 1024 + threadIdx.x;
    float g = 1.0f + 0.5f * gain[channel], v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = sound[(frame + 256 * j) * kChannels + channel];
#pragma unroll
    for (int j = 0; j < 4; ++j) mix[(frame + 256 * j) * kChannels + channel] = limited(g * v[j]);
}

__global__ void __launch_bounds__(256) orchestra_mix_x1_b(const float4* __restrict__ sound, const float4* __restrict__ gain, float4* __restrict__ mix) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 g = gain[i % 2], v[2] = {sound[i], sound[i + 256]};
    g = make_float4(1.0f + 0.5f * g.x, 1.0f + 0.5f * g.y, 1.0f + 0.5f * g.z, 1.0f + 0.5f * g.w);
#pragma unroll
    for (int j = 0; j < 2; ++j) mix[i + 256 * j] = make_float4(limited(g.x * v[j].x), limited(g.y * v[j].y), limited(g.z * v[j].z), limited(g.w * v[j].w));
}

// ---- Entomology: sixteen Chebyshev shape coefficients of the outline of each moth's wing.
constexpr int kMoths = 132 * 256 * 256, kShapes = 16;

template <int kAcross, int kDown>  // words from one moth and from one coefficient to the next
__device__ __forceinline__ void wing(const float* __restrict__ bend, const float* __restrict__ size, float* __restrict__ shape) {
    int m = blockIdx.x * 256 + threadIdx.x;
    float x = bend[m], s = 1.5f + size[m], before = 1.0f, now = x;
    float* to = shape + (size_t)m * kAcross;
    to[0] = s;
#pragma unroll
    for (int k = 1; k < kShapes; ++k) {
        to[(size_t)k * kDown] = s * now;
        float next = fmaf(2.0f * x, now, -before);
        before = now;
        now = next;
    }
}

__global__ void __launch_bounds__(256) moth_wings_x1_a(const float* __restrict__ bend, const float* __restrict__ size, float* __restrict__ shape) { wing<kShapes, 1>(bend, size, shape); }
__global__ void __launch_bounds__(256) moth_wings_x1_b(const float* __restrict__ bend, const float* __restrict__ size, float* __restrict__ shape) { wing<1, kMoths>(bend, size, shape); }

// ---- Apiculture: worth of each visit of a bee from four properties of the flower that she happens to choose.
constexpr int kFlowers = 16 << 20, kVisits = 132 * 512 * 128;

__global__ void harness_meadow(const float* __restrict__ nectar, const float* __restrict__ pollen, const float* __restrict__ water, const float* __restrict__ way, float4* __restrict__ meadow) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    meadow[i] = make_float4(nectar[i], pollen[i], water[i], way[i]);
}

__device__ __forceinline__ float worth(float nectar, float pollen, float water, float way) {
    return (2.0f + nectar) * (1.0f + 0.3f * pollen) + 0.2f * water - 0.5f * way * way;
}

__global__ void __launch_bounds__(128) bee_forage_x1_a(const int4* __restrict__ visit, const float* __restrict__ nectar, const float* __restrict__ pollen,
                                                       const float* __restrict__ water, const float* __restrict__ way, float4* __restrict__ gain) {
    int i = blockIdx.x * 128 + threadIdx.x;
    int4 v = visit[i];
    gain[i] = make_float4(worth(nectar[v.x], pollen[v.x], water[v.x], way[v.x]), worth(nectar[v.y], pollen[v.y], water[v.y], way[v.y]),
                          worth(nectar[v.z], pollen[v.z], water[v.z], way[v.z]), worth(nectar[v.w], pollen[v.w], water[v.w], way[v.w]));
}

__global__ void __launch_bounds__(128) bee_forage_x1_b(const int4* __restrict__ visit, const float4* __restrict__ meadow, float4* __restrict__ gain) {
    int i = blockIdx.x * 128 + threadIdx.x;
    int4 v = visit[i];
    float4 a = meadow[v.x], b = meadow[v.y], c = meadow[v.z], d = meadow[v.w];
    gain[i] = make_float4(worth(a.x, a.y, a.z, a.w), worth(b.x, b.y, b.z, b.w), worth(c.x, c.y, c.z, c.w), worth(d.x, d.y, d.z, d.w));
}

// ---- Marine botany: drift of kelp from current and wind in half precision.
constexpr int kKelp = 132 * 2048 * 512;

__global__ void harness_half(const float* __restrict__ from, __half* __restrict__ to, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) to[i] = __float2half(from[i]);
}

__device__ __forceinline__ float drift(float current, float wind) { return fmaf(0.03f * wind, fabsf(wind), 0.9f * current); }

__global__ void __launch_bounds__(512) kelp_drift_x1_a(const __half* __restrict__ current, const __half* __restrict__ wind, __half* __restrict__ way) {
    int i = blockIdx.x * 512 + threadIdx.x;
    way[i] = __float2half(drift(__half2float(current[i]), __half2float(wind[i])));
}

__global__ void __launch_bounds__(512) kelp_drift_x1_b(const uint4* __restrict__ current, const uint4* __restrict__ wind, uint4* __restrict__ way) {
    int i = blockIdx.x * 512 + threadIdx.x;
    uint4 c4 = current[i], w4 = wind[i], r4;
    const __half2 *c = reinterpret_cast<const __half2*>(&c4), *w = reinterpret_cast<const __half2*>(&w4);
    __half2* r = reinterpret_cast<__half2*>(&r4);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float2 x = __half22float2(c[j]), y = __half22float2(w[j]);
        r[j] = __floats2half2_rn(drift(x.x, y.x), drift(x.y, y.y));
    }
    way[i] = r4;
}

// ---- Climatology: total and variance of the rain at each of 16896 stations over 8192 days, a day a row.
constexpr int kDays = 8192, kStations = 132 * 128;

__device__ __forceinline__ float variance(float sum, float squares) { float mean = sum * (1.0f / kDays); return squares * (1.0f / kDays) - mean * mean; }

__global__ void __launch_bounds__(256) rain_stations_x1_a(const float* __restrict__ rain, float* __restrict__ spread) {
    __shared__ float2 part[8];
    int station = blockIdx.x, t = threadIdx.x;
    float sum = 0.0f, squares = 0.0f;
#pragma unroll 8
    for (int day = t; day < kDays; day += 256) {
        float v = rain[day * kStations + station];
        sum += v;
        squares = fmaf(v, v, squares);
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        sum += __shfl_xor_sync(0xffffffffu, sum, o);
        squares += __shfl_xor_sync(0xffffffffu, squares, o);
    }
    if (t % 32 == 0) part[t / 32] = make_float2(sum, squares);
    __syncthreads();
    if (t == 0) {
        for (int w = 1; w < 8; ++w) { sum += part[w].x; squares += part[w].y; }
        spread[station] = variance(sum, squares);
    }
}

__global__ void __launch_bounds__(512) rain_stations_x1_b(const float2* __restrict__ rain, float2* __restrict__ spread) {
    __shared__ float4 part[16][32];
    int lane = threadIdx.x % 32, w = threadIdx.x / 32, pair = blockIdx.x * 32 + lane;
    float4 s = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll 8
    for (int day = w; day < kDays; day += 16) {
        float2 v = rain[day * (kStations / 2) + pair];
        s.x += v.x; s.y += v.y;
        s.z = fmaf(v.x, v.x, s.z); s.w = fmaf(v.y, v.y, s.w);
    }
    part[w][lane] = s;
    __syncthreads();
    if (w == 0) {
#pragma unroll
        for (int k = 1; k < 16; ++k) { float4 p = part[k][lane]; s.x += p.x; s.y += p.y; s.z += p.z; s.w += p.w; }
        spread[pair] = make_float2(variance(s.x, s.z), variance(s.y, s.w));
    }
}

// ---- Comets: energy of each comet at its apparition from year, speed and mass in a record of 64 bytes.
struct Comet { float x, y; int year; float z, inclination, node, speed, albedo, radius, tail, dust, mass, gas, spin, error; int flags; };
constexpr int kComets = 132 * 1024 * 128;

__global__ void harness_comets(Comet* __restrict__ comets, int* __restrict__ year, float* __restrict__ speed, float* __restrict__ mass) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    using harness::unit;
    uint32_t s = i * 16u;
    Comet c = {unit(s), unit(s + 1), (int)(harness::hash32(s + 2) % 2000u), unit(s + 3), unit(s + 4), unit(s + 5), unit(s + 6), unit(s + 7),
               unit(s + 8), unit(s + 9), unit(s + 10), unit(s + 11), unit(s + 12), unit(s + 13), unit(s + 14), (int)s};
    comets[i] = c;
    year[i] = c.year; speed[i] = c.speed; mass[i] = c.mass;
}

__device__ __forceinline__ float comet_energy(int year, float speed, float mass) { return (1.5f + mass) * speed * speed * fmaf(-0.0002f, (float)year, 1.0f); }

__global__ void __launch_bounds__(192) comet_energy_x1_a(const Comet* __restrict__ comets, float* __restrict__ energy) {
    int i = blockIdx.x * 192 + threadIdx.x;
    energy[i] = comet_energy(comets[i].year, comets[i].speed, comets[i].mass);
}

__global__ void __launch_bounds__(192) comet_energy_x1_b(const int4* __restrict__ year, const float4* __restrict__ speed, const float4* __restrict__ mass, float4* __restrict__ energy) {
    int i = blockIdx.x * 192 + threadIdx.x;
    int4 y = year[i];
    float4 s = speed[i], m = mass[i];
    energy[i] = make_float4(comet_energy(y.x, s.x, m.x), comet_energy(y.y, s.y, m.y), comet_energy(y.z, s.z, m.z), comet_energy(y.w, s.w, m.w));
}

// ---- Mycology: number of spores (bytes brighter than 160) on microscope slides, a count a block.
constexpr int kSlides = 132 * 8, kDots = kSlides * 256 * 2048;

__device__ __forceinline__ void slide_total(int n, int* __restrict__ count) {
    __shared__ int part[8];
    n = __reduce_add_sync(0xffffffffu, n);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = n;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; ++w) n += part[w];
        count[blockIdx.x] = n;
    }
}

__global__ void __launch_bounds__(256) spore_count_x1_a(const uint8_t* __restrict__ slide, int* __restrict__ count) {
    int n = 0;
#pragma unroll 4
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kDots; i += kSlides * 256) n += slide[i] > 160;
    slide_total(n, count);
}

__global__ void __launch_bounds__(256) spore_count_x1_b(const uint4* __restrict__ slide, int* __restrict__ count) {
    int n = 0;
#pragma unroll 4
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kDots / 16; i += kSlides * 256) {
        uint4 v = slide[i];
        n += __popc(__vcmpgtu4(v.x, 0xa0a0a0a0u)) + __popc(__vcmpgtu4(v.y, 0xa0a0a0a0u)) + __popc(__vcmpgtu4(v.z, 0xa0a0a0a0u)) + __popc(__vcmpgtu4(v.w, 0xa0a0a0a0u));
    }
    slide_total(n / 8, count);
}

// ---- Peat bogs: carbon of each layer from density and depth in double precision; the logs begin behind one word of eight bytes.
constexpr int kLayers = 132 * 1024 * 256;

__device__ __forceinline__ void carbon(const double* __restrict__ density, const double* __restrict__ depth, double* __restrict__ mass) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    double p[4], d[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { p[j] = density[i + 256 * j]; d[j] = depth[i + 256 * j]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) mass[i + 256 * j] = fma(p[j], d[j], p[j]);
}

__global__ void __launch_bounds__(256) peat_carbon_x1_a(const double* __restrict__ density, const double* __restrict__ depth, double* __restrict__ mass) { carbon(density, depth, mass); }
__global__ void __launch_bounds__(256) peat_carbon_x1_b(const double* __restrict__ density, const double* __restrict__ depth, double* __restrict__ mass) { carbon(density, depth, mass); }

// ---- Clockmaking: angle of each pendulum after 256 steps of its swing.
constexpr int kPendulums = 132 * 1024 * 200;

template <int kApart>  // words between the four pendulums of a thread; 1: they are neighbours
__device__ __forceinline__ void swing(const float* __restrict__ length, float* __restrict__ angle) {
    int i = blockIdx.x * 1024 + threadIdx.x * (kApart == 1 ? 4 : 1);
    float h[4], x[4], y[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { h[j] = fmaf(0.02f, length[i + kApart * j], 0.05f); x[j] = 1.0f; y[j] = 0.0f; }
#pragma unroll 16
    for (int step = 0; step < 256; ++step) {
#pragma unroll
        for (int j = 0; j < 4; ++j) x[j] = fmaf(h[j], y[j], x[j]);
#pragma unroll
        for (int j = 0; j < 4; ++j) y[j] = fmaf(-h[j], x[j], y[j]);
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) angle[i + kApart * j] = x[j];
}

__global__ void __launch_bounds__(256) pendulum_swing_x1_a(const float* __restrict__ length, float* __restrict__ angle) { swing<1>(length, angle); }
__global__ void __launch_bounds__(256) pendulum_swing_x1_b(const float* __restrict__ length, float* __restrict__ angle) { swing<256>(length, angle); }

// ---- Speleology: loudness of 67584 echoes of 2048 samples, an echo a warp.
constexpr int kEchoes = 132 * 512, kSamples = 2048;

__global__ void __launch_bounds__(256) cave_echo_x1_a(const float4* __restrict__ echo, float* __restrict__ loudness) {
    int e = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    const float4* row = echo + (size_t)e * (kSamples / 4) + lane;
    float sum = 0.0f;
#pragma unroll 8
    for (int s = 0; s < kSamples / 4; s += 32) {
        float4 v = __ldcs(row + s);
        sum = fmaf(v.x, v.x, fmaf(v.y, v.y, fmaf(v.z, v.z, fmaf(v.w, v.w, sum))));
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (lane == 0) loudness[e] = sqrtf(sum * (1.0f / kSamples));
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    auto four = [](const float* p) { return reinterpret_cast<const float4*>(p); };

    constexpr size_t pool = (size_t)kEchoes * kSamples;  // the largest number of floats that a case reads
    static_assert(pool == (size_t)kDays * kStations && pool == (size_t)kKelp && pool >= (size_t)kFrames * kChannels && pool * 4 == (size_t)kDots, "shared");
    const float* sea = filled<float>(pool, 31);

    float *gain = filled<float>(kChannels, 32), *mix = empty<float>((size_t)kFrames * kChannels);
    add("orchestra_mix_x1_a", mix, (size_t)kFrames * kChannels, Output::f32, [=] { orchestra_mix_x1_a<<<dim3(kFrames / 1024, kChannels), 256>>>(sea, gain, mix); });
    add("orchestra_mix_x1_b", mix, (size_t)kFrames * kChannels, Output::f32, [=] {
        orchestra_mix_x1_b<<<kFrames / 256, 256>>>(four(sea), four(gain), reinterpret_cast<float4*>(mix)); });

    float* shape = empty<float>((size_t)kMoths * kShapes);
    add("moth_wings_x1_a", shape, (size_t)kMoths * kShapes, Output::f32, [=] { moth_wings_x1_a<<<kMoths / 256, 256>>>(sea, sea + kMoths, shape); });
    add("moth_wings_x1_b", shape, (size_t)kMoths * kShapes, Output::f32, [=] { moth_wings_x1_b<<<kMoths / 256, 256>>>(sea, sea + kMoths, shape); });

    const float *nectar = sea, *pollen = sea + kFlowers, *water = sea + 2 * kFlowers, *way = sea + 3 * kFlowers;
    float4 *meadow = reinterpret_cast<float4*>(empty<float>((size_t)kFlowers * 4)), *worths = reinterpret_cast<float4*>(empty<float>(kVisits));
    const int4* visit = reinterpret_cast<const int4*>(indices(kVisits, kFlowers, 33));
    harness_meadow<<<kFlowers / 256, 256>>>(nectar, pollen, water, way, meadow); CHECK(cudaGetLastError());
    add("bee_forage_x1_a", worths, kVisits, Output::f32, [=] { bee_forage_x1_a<<<kVisits / 512, 128>>>(visit, nectar, pollen, water, way, worths); });
    add("bee_forage_x1_b", worths, kVisits, Output::f32, [=] { bee_forage_x1_b<<<kVisits / 512, 128>>>(visit, meadow, worths); });

    __half *current = reinterpret_cast<__half*>(empty<uint16_t>(kKelp)), *wind = reinterpret_cast<__half*>(empty<uint16_t>(kKelp)),
           *drifted = reinterpret_cast<__half*>(empty<uint16_t>(kKelp));
    float* breeze = filled<float>(kKelp, 34);
    harness_half<<<2048, 256>>>(sea, current, kKelp); CHECK(cudaGetLastError());
    harness_half<<<2048, 256>>>(breeze, wind, kKelp); CHECK(cudaGetLastError());
    add("kelp_drift_x1_a", drifted, kKelp, Output::f16, [=] { kelp_drift_x1_a<<<kKelp / 512, 512>>>(current, wind, drifted); });
    add("kelp_drift_x1_b", drifted, kKelp, Output::f16, [=] {
        kelp_drift_x1_b<<<kKelp / 4096, 512>>>(reinterpret_cast<const uint4*>(current), reinterpret_cast<const uint4*>(wind), reinterpret_cast<uint4*>(drifted)); });

    float* spread = empty<float>(kStations);
    add("rain_stations_x1_a", spread, kStations, Output::f32, [=] { rain_stations_x1_a<<<kStations, 256>>>(sea, spread); });
    add("rain_stations_x1_b", spread, kStations, Output::f32, [=] {
        rain_stations_x1_b<<<kStations / 64, 512>>>(reinterpret_cast<const float2*>(sea), reinterpret_cast<float2*>(spread)); });

    Comet* comets = reinterpret_cast<Comet*>(empty<float>((size_t)kComets * 16));
    int* year = empty<int>(kComets);
    float *speed = empty<float>(kComets), *mass = empty<float>(kComets), *energy = empty<float>(kComets);
    harness_comets<<<kComets / 256, 256>>>(comets, year, speed, mass); CHECK(cudaGetLastError());
    static_assert(sizeof(Comet) == 64 && kComets % 768 == 0, "layout");
    add("comet_energy_x1_a", energy, kComets, Output::f32, [=] { comet_energy_x1_a<<<kComets / 192, 192>>>(comets, energy); });
    add("comet_energy_x1_b", energy, kComets, Output::f32, [=] {
        comet_energy_x1_b<<<kComets / 768, 192>>>(reinterpret_cast<const int4*>(year), four(speed), four(mass), reinterpret_cast<float4*>(energy)); });

    int* count = empty<int>(kSlides);
    const int* slide = indices(kDots / 4, 0xffffffffu, 35);
    add("spore_count_x1_a", count, kSlides, Output::i32, [=] { spore_count_x1_a<<<kSlides, 256>>>(reinterpret_cast<const uint8_t*>(slide), count); });
    add("spore_count_x1_b", count, kSlides, Output::i32, [=] { spore_count_x1_b<<<kSlides, 256>>>(reinterpret_cast<const uint4*>(slide), count); });

    double *density = filled<double>(kLayers + 1, 36), *depth = filled<double>(kLayers + 1, 37), *sorted = empty<double>((size_t)kLayers * 2), *peat = empty<double>(kLayers);
    CHECK(cudaMemcpy(sorted, density + 1, kLayers * sizeof(double), cudaMemcpyDeviceToDevice));
    CHECK(cudaMemcpy(sorted + kLayers, depth + 1, kLayers * sizeof(double), cudaMemcpyDeviceToDevice));
    add("peat_carbon_x1_a", peat, kLayers, Output::f64, [=] { peat_carbon_x1_a<<<kLayers / 1024, 256>>>(density + 1, depth + 1, peat); });
    add("peat_carbon_x1_b", peat, kLayers, Output::f64, [=] { peat_carbon_x1_b<<<kLayers / 1024, 256>>>(sorted, sorted + kLayers, peat); });

    float* angle = empty<float>(kPendulums);
    add("pendulum_swing_x1_a", angle, kPendulums, Output::f32, [=] { pendulum_swing_x1_a<<<kPendulums / 1024, 256>>>(sea, angle); });
    add("pendulum_swing_x1_b", angle, kPendulums, Output::f32, [=] { pendulum_swing_x1_b<<<kPendulums / 1024, 256>>>(sea, angle); });

    float* loudness = empty<float>(kEchoes);
    add("cave_echo_x1_a", loudness, kEchoes, Output::f32, [=] { cave_echo_x1_a<<<kEchoes / 8, 256>>>(four(sea), loudness); });

    return harness::run(argc, argv, cases);
}
