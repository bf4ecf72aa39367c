// Measured pairs: arithmetic and instructions (tasting, kites, clocks, roasting, lotteries, bridges, epidemics), second file.
#include "harness.cuh"

using harness::Case;
using harness::Output;

// Wine tasting statistics: the log likelihood of a panel score under a mixture of latent quality classes.
constexpr int kClasses = 10;
struct QualityClass { float centre, spread, share; };
__constant__ QualityClass quality[kClasses];
__global__ void tasting_mixture_t3_a(const float* __restrict__ score, float* __restrict__ loglik, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = 2.0f * score[i], density = 1e-6f;
    for (int c = 0; c < kClasses; ++c) {
        float u = (s - quality[c].centre) * quality[c].spread;
        density += quality[c].share * exp(-0.5 * u * u);
    }
    loglik[i] = -log((double)density);
}
__global__ void tasting_mixture_t3_b(const float* __restrict__ score, float* __restrict__ loglik, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = 2.0f * score[i], density = 1e-6f;
    for (int c = 0; c < kClasses; ++c) {
        float u = (s - quality[c].centre) * quality[c].spread;
        density += quality[c].share * expf(-0.5f * u * u);
    }
    loglik[i] = -logf(density);
}

// Kite aerodynamics: lift, drag and twist of a sail summed over its panels for many wind states.
constexpr int kSail = 96;
__global__ void kite_polar_t3_a(const float4* __restrict__ sail, const float2* __restrict__ wind, float* __restrict__ glide, int n) {
    __shared__ float4 panel[kSail];  // normal across, normal along, area, camber
    if (threadIdx.x < kSail) panel[threadIdx.x] = sail[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 w = wind[i];
    double lift = 0, drag = 0, twist = 0;
#pragma unroll 8
    for (int p = 0; p < kSail; ++p) {
        float4 q = panel[p];
        double load = (q.x * w.x + q.y * w.y + q.w) * q.z;
        lift += load;
        drag += load * load;
        twist += load * load * load;
    }
    glide[i] = (float)((lift + 0.1 * twist) / (1.0 + drag));
}
__global__ void kite_polar_t3_b(const float4* __restrict__ sail, const float2* __restrict__ wind, float* __restrict__ glide, int n) {
    __shared__ float4 panel[kSail];
    if (threadIdx.x < kSail) panel[threadIdx.x] = sail[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 w = wind[i];
    float lift = 0, drag = 0, twist = 0;
#pragma unroll 8
    for (int p = 0; p < kSail; ++p) {
        float4 q = panel[p];
        float load = (q.x * w.x + q.y * w.y + q.w) * q.z;
        lift += load;
        drag += load * load;
        twist += load * load * load;
    }
    glide[i] = (lift + 0.1f * twist) / (1.0f + drag);
}

// Kite aerodynamics: pull on a tether whose segments hang in the shear profile of the launch site (one site a block).
constexpr int kSegments = 40;
__global__ void kite_tether_t3_a(const float* __restrict__ shear, const float2* __restrict__ tether, float* __restrict__ pull) {
    float exponent = 0.2f + 0.1f * shear[blockIdx.x];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float2 t = tether[i];
    float sum = 0.0f, slope = 0.6f + 0.3f * t.x;
    for (int s = 0; s < kSegments; ++s) {
        float speed = 7.0f * powf((10.0f + 5.0f * (float)s) / 10.0f, exponent);
        float across = speed * slope + t.y;
        sum += across * across;
        slope *= 0.99f;
    }
    pull[i] = sum;
}
__global__ void kite_tether_t3_b(const float* __restrict__ shear, const float2* __restrict__ tether, float* __restrict__ pull) {
    __shared__ float profile[kSegments];
    if (threadIdx.x < kSegments) {
        float exponent = 0.2f + 0.1f * shear[blockIdx.x];
        profile[threadIdx.x] = 7.0f * powf((10.0f + 5.0f * (float)threadIdx.x) / 10.0f, exponent);
    }
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float2 t = tether[i];
    float sum = 0.0f, slope = 0.6f + 0.3f * t.x;
    for (int s = 0; s < kSegments; ++s) {
        float across = profile[s] * slope + t.y;
        sum += across * across;
        slope *= 0.99f;
    }
    pull[i] = sum;
}

// Clock making: which leaf of each arbor of a striking train meets which tooth at a given tick since the clock was set going.
constexpr int kArbors = 8;
struct Train { unsigned leaves[kArbors], teeth[kArbors]; };
__constant__ Train train;
__global__ void striking_train_t3_a(const unsigned* __restrict__ tick, int* __restrict__ mesh, int n, unsigned set_going) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long t = (unsigned long long)set_going + tick[i];
    int met = 0;
#pragma unroll 1
    for (int a = 0; a < kArbors; ++a) {
        unsigned long long turned = t * train.leaves[a];
        met += (a + 1) * (int)(turned % (unsigned long long)train.teeth[a]);
        t += 977;
    }
    mesh[i] = met;
}
__global__ void striking_train_t3_b(const unsigned* __restrict__ tick, int* __restrict__ mesh, int n, unsigned set_going) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned t = set_going + tick[i];
    int met = 0;
#pragma unroll 1
    for (int a = 0; a < kArbors; ++a) {
        unsigned turned = (t % train.teeth[a]) * train.leaves[a];
        met += (a + 1) * (int)(turned % train.teeth[a]);
        t += 977;
    }
    mesh[i] = met;
}

// Kite aerodynamics: pressure on the cells of a ram-air canopy; cells alternate between the upper skin and the lower skin.
__device__ __forceinline__ float upper_skin(float chord, float camber) {
    float boundary = 0.1f, suction = 0.0f;
    for (int s = 0; s < 40; ++s) {
        float edge = 1.0f + camber * (1.0f - boundary);
        boundary += 0.02f * (edge * 0.4f - boundary * chord);
        suction = fmaf(edge, edge, 0.9f * suction);
    }
    return suction;
}
__device__ __forceinline__ float lower_skin(float chord, float porosity) {
    float leak = 0.2f, inside = 1.0f;
    for (int s = 0; s < 44; ++s) {
        leak = 0.95f * leak + 0.03f * porosity * (inside - leak);
        inside = fmaxf(inside - 0.04f * leak * chord, 0.1f) + 0.01f;
    }
    return inside - leak;
}
__global__ void canopy_cells_t3_a(const float* __restrict__ chord, const float* __restrict__ skin, float* __restrict__ pressure, int n) {
    int cell = blockIdx.x * blockDim.x + threadIdx.x;
    if (cell >= n) return;
    float c = 1.0f + 0.4f * chord[cell], k = 0.5f + 0.3f * skin[cell];
    pressure[cell] = threadIdx.x % 2 == 0 ? upper_skin(c, k) : lower_skin(c, k);
}
__global__ void canopy_cells_t3_b(const float* __restrict__ chord, const float* __restrict__ skin, float* __restrict__ pressure, int n) {
    int half = blockDim.x / 2, lower = threadIdx.x >= half;
    int cell = blockIdx.x * blockDim.x + 2 * (threadIdx.x - lower * half) + lower;
    if (cell >= n) return;
    float c = 1.0f + 0.4f * chord[cell], k = 0.5f + 0.3f * skin[cell];
    pressure[cell] = lower ? lower_skin(c, k) : upper_skin(c, k);
}

// Coffee roasting: what a logger's converter makes of a bean probe; every sample is rounded to a code and the code fed back.
__global__ void bean_probe_t3_a(const float2* __restrict__ probe, int* __restrict__ code_sum, int n, float gain, float hold) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 level = make_float2(probe[i].x * gain, probe[i].y * gain);
    int sum = 0;
#pragma unroll 4
    for (int s = 0; s < 96; ++s) {
        int cx = __float2int_rn(level.x), cy = __float2int_rn(level.y);
        sum += cx - cy;
        level.x = fmaf((float)cx, -hold, level.x) * 5.7f + 14.1f;
        level.y = fmaf((float)cy, -hold, level.y) * 4.9f + 21.7f;
    }
    code_sum[i] = sum;
}
__global__ void bean_probe_t3_b(const float2* __restrict__ probe, int* __restrict__ code_sum, int n, float gain, float hold) {
    constexpr float kShift = 12582912.0f;  // 1.5 x 2^23: adding it rounds to whole codes
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 level = make_float2(probe[i].x * gain, probe[i].y * gain);
    int sum = 0;
#pragma unroll 4
    for (int s = 0; s < 96; ++s) {
        float sx = level.x + kShift, sy = level.y + kShift;
        sum += __float_as_int(sx) - __float_as_int(sy);
        level.x = fmaf(sx - kShift, -hold, level.x) * 5.7f + 14.1f;
        level.y = fmaf(sy - kShift, -hold, level.y) * 4.9f + 21.7f;
    }
    code_sum[i] = sum;
}

// Epidemiology: reported cases drawn towards yesterday's smoothed curve, region by region.
__global__ void case_smoothing_t3_a(const float4* __restrict__ reported, const float4* __restrict__ before, float4* __restrict__ smooth, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 r = reported[i], b = before[i];
    smooth[i] = make_float4(2.0f + 0.3 * r.x + 0.7 * b.x, 2.0f + 0.3 * r.y + 0.7 * b.y, 2.0f + 0.3 * r.z + 0.7 * b.z, 2.0f + 0.3 * r.w + 0.7 * b.w);
}
__global__ void case_smoothing_t3_b(const float4* __restrict__ reported, const float4* __restrict__ before, float4* __restrict__ smooth, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 r = reported[i], b = before[i];
    smooth[i] = make_float4(2.0f + 0.3f * r.x + 0.7f * b.x, 2.0f + 0.3f * r.y + 0.7f * b.y, 2.0f + 0.3f * r.z + 0.7f * b.z, 2.0f + 0.3f * r.w + 0.7f * b.w);
}

// Lottery simulation: ticket sales of two draws at each outlet scaled by the factor of the outlet's place in the draw's weekly round.
__global__ void outlet_sales_t3_a(const float4* __restrict__ sales, const float* __restrict__ factor, float4* __restrict__ scaled, long long n, long long period) {
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i >= n) return;
    float f = 2.0f + factor[i % period];
    float4 s = sales[i], r = sales[i + n];
    scaled[i] = make_float4((3.0f + s.x) * f, (3.0f + s.y) * f, (3.0f + s.z) * f, (3.0f + s.w) * f);
    scaled[i + n] = make_float4((3.0f + r.x) * f, (3.0f + r.y) * f, (3.0f + r.z) * f, (3.0f + r.w) * f);
}
__global__ void outlet_sales_t3_b(const float4* __restrict__ sales, const float* __restrict__ factor, float4* __restrict__ scaled, unsigned n, unsigned period) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float f = 2.0f + factor[i % period];
    float4 s = sales[i], r = sales[i + n];
    scaled[i] = make_float4((3.0f + s.x) * f, (3.0f + s.y) * f, (3.0f + s.z) * f, (3.0f + s.w) * f);
    scaled[i + n] = make_float4((3.0f + r.x) * f, (3.0f + r.y) * f, (3.0f + r.z) * f, (3.0f + r.w) * f);
}

// Bridge engineering: a lane's influence line (a fitted series for each axle) read at four places a thread.
constexpr int kAxles = 12, kOrder = 16;
__constant__ float influence[kAxles * kOrder];
__global__ void influence_lane_t3_a(const float4* __restrict__ place, float4* __restrict__ moment) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 at = place[i];
    float m[4] = {};
#pragma unroll 3
    for (int a = 0; a < kAxles; ++a) {
        float p[4] = {};
#pragma unroll
        for (int k = 0; k < kOrder; ++k) {
            float c = influence[a * kOrder + k];
            p[0] = fmaf(p[0], at.x, c); p[1] = fmaf(p[1], at.y, c); p[2] = fmaf(p[2], at.z, c); p[3] = fmaf(p[3], at.w, c);
        }
#pragma unroll
        for (int q = 0; q < 4; ++q) m[q] = fmaf(p[q], p[q], m[q]);
    }
    moment[i] = make_float4(m[0], m[1], m[2], m[3]);
}

// Epidemiology: infection pressure of today from the case curves of the last seven days, weighted by the generation interval.
struct Week { float w[7]; };
__device__ __forceinline__ void weigh(float4& s, float4 d, float w) { s.x = fmaf(d.x, w, s.x); s.y = fmaf(d.y, w, s.y); s.z = fmaf(d.z, w, s.z); s.w = fmaf(d.w, w, s.w); }
__global__ void incidence_week_t3_a(const float4* __restrict__ days, float4* __restrict__ pressure, int regions, Week week) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 day[7], sum = make_float4(1.0f, 1.0f, 1.0f, 1.0f);
#pragma unroll
    for (int d = 0; d < 7; ++d) day[d] = __ldcs(days + (size_t)d * regions + i);
#pragma unroll
    for (int d = 0; d < 7; ++d) weigh(sum, day[d], week.w[d]);
    __stcs(pressure + i, sum);
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    auto pair = [&](const char* name, const char* end, std::function<void()> f, const void* out, size_t count, Output type = Output::f32) {
        cases.push_back({std::string(name) + "_t3_" + end, f, out, count, type});
    };

    std::vector<QualityClass> classes(kClasses);
    for (int c = 0; c < kClasses; ++c) classes[c] = {-2.0f + 0.41f * c, 1.3f + 0.17f * c, 0.02f + 0.013f * c};
    CHECK(cudaMemcpyToSymbol(quality, classes.data(), sizeof(QualityClass) * kClasses));
    const int glasses = 12 << 20;
    float *score = harness::filled<float>(glasses, 3), *loglik = harness::empty<float>(glasses);
    pair("tasting_mixture", "a", [=] { tasting_mixture_t3_a<<<glasses / 256, 256>>>(score, loglik, glasses); }, loglik, glasses);
    pair("tasting_mixture", "b", [=] { tasting_mixture_t3_b<<<glasses / 256, 256>>>(score, loglik, glasses); }, loglik, glasses);

    const int winds = 4 << 20;
    auto *sail = (float4*)harness::filled<float>(4 * kSail, 5);
    auto *wind = (float2*)harness::filled<float>(2 * winds, 7);
    float* glide = harness::empty<float>(winds);
    pair("kite_polar", "a", [=] { kite_polar_t3_a<<<winds / 256, 256>>>(sail, wind, glide, winds); }, glide, winds);
    pair("kite_polar", "b", [=] { kite_polar_t3_b<<<winds / 256, 256>>>(sail, wind, glide, winds); }, glide, winds);

    const int tethers = 6 << 20;
    float *shear = harness::filled<float>(tethers / 256, 11), *pull = harness::empty<float>(tethers);
    auto* tether = (float2*)harness::filled<float>(2 * tethers, 13);
    pair("kite_tether", "a", [=] { kite_tether_t3_a<<<tethers / 256, 256>>>(shear, tether, pull); }, pull, tethers);
    pair("kite_tether", "b", [=] { kite_tether_t3_b<<<tethers / 256, 256>>>(shear, tether, pull); }, pull, tethers);

    const int ticks = 8 << 20;
    Train wheels;
    for (int a = 0; a < kArbors; ++a) { wheels.leaves[a] = 7 + (5 * a) % 9; wheels.teeth[a] = 60 + (17 * a) % 43; }
    CHECK(cudaMemcpyToSymbol(train, &wheels, sizeof wheels));
    auto* tick = (unsigned*)harness::indices(ticks, 2000000000u, 17);
    int* mesh = harness::empty<int>(ticks);
    pair("striking_train", "a", [=] { striking_train_t3_a<<<ticks / 256, 256>>>(tick, mesh, ticks, 2000000000u); }, mesh, ticks, Output::i32);
    pair("striking_train", "b", [=] { striking_train_t3_b<<<ticks / 256, 256>>>(tick, mesh, ticks, 2000000000u); }, mesh, ticks, Output::i32);

    const int cells = 24 << 20;
    float *chord = harness::filled<float>(cells, 19), *skin = harness::filled<float>(cells, 23), *pressure = harness::empty<float>(cells);
    pair("canopy_cells", "a", [=] { canopy_cells_t3_a<<<cells / 256, 256>>>(chord, skin, pressure, cells); }, pressure, cells);
    pair("canopy_cells", "b", [=] { canopy_cells_t3_b<<<cells / 256, 256>>>(chord, skin, pressure, cells); }, pressure, cells);

    const int probes = 6 << 20;
    auto* probe = (float2*)harness::filled<float>(2 * probes, 29);
    int* code_sum = harness::empty<int>(probes);
    pair("bean_probe", "a", [=] { bean_probe_t3_a<<<probes / 256, 256>>>(probe, code_sum, probes, 512.0f, 0.9f); }, code_sum, probes, Output::i32);
    pair("bean_probe", "b", [=] { bean_probe_t3_b<<<probes / 256, 256>>>(probe, code_sum, probes, 512.0f, 0.9f); }, code_sum, probes, Output::i32);

    const int regions = 12 << 20;  // of float4
    auto *reported = (float4*)harness::filled<float>((size_t)4 * regions, 31), *before = (float4*)harness::filled<float>((size_t)4 * regions, 37);
    float* smooth = harness::empty<float>((size_t)4 * regions);
    pair("case_smoothing", "a", [=] { case_smoothing_t3_a<<<regions / 256, 256>>>(reported, before, (float4*)smooth, regions); }, smooth, (size_t)4 * regions);
    pair("case_smoothing", "b", [=] { case_smoothing_t3_b<<<regions / 256, 256>>>(reported, before, (float4*)smooth, regions); }, smooth, (size_t)4 * regions);

    const int outlets = 10 << 20;  // of float4, a draw
    auto* sales = (float4*)harness::filled<float>((size_t)8 * outlets, 41);
    float *factor = harness::filled<float>(1001, 43), *scaled = harness::empty<float>((size_t)8 * outlets);
    pair("outlet_sales", "a", [=] { outlet_sales_t3_a<<<outlets / 256, 256>>>(sales, factor, (float4*)scaled, outlets, 1001); }, scaled, (size_t)8 * outlets);
    pair("outlet_sales", "b", [=] { outlet_sales_t3_b<<<outlets / 256, 256>>>(sales, factor, (float4*)scaled, outlets, 1001); }, scaled, (size_t)8 * outlets);

    std::vector<float> series(kAxles * kOrder);
    for (int k = 0; k < kAxles * kOrder; ++k) series[k] = harness::unit(k + 77);
    CHECK(cudaMemcpyToSymbol(influence, series.data(), sizeof(float) * series.size()));
    const int places = 6 << 20;  // of float4
    auto* place = (float4*)harness::filled<float>((size_t)4 * places, 47);
    float* moment = harness::empty<float>((size_t)4 * places);
    pair("influence_lane", "a", [=] { influence_lane_t3_a<<<places / 256, 256>>>(place, (float4*)moment); }, moment, (size_t)4 * places);

    const int districts = 4 << 20;  // of float4, a day
    auto* days = (float4*)harness::filled<float>((size_t)28 * districts, 53);
    float* force = harness::empty<float>((size_t)4 * districts);
    Week week = {{0.05f, 0.14f, 0.24f, 0.23f, 0.17f, 0.11f, 0.06f}};
    pair("incidence_week", "a", [=] { incidence_week_t3_a<<<districts / 256, 256>>>(days, (float4*)force, districts, week); }, force, (size_t)4 * districts);

    return harness::run(argc, argv, cases);
}
