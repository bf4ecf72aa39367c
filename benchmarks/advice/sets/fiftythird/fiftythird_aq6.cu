// Eight measured cases of arithmetic: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Series of 32 decaying exponentials at each sample, two samples a thread.
constexpr int kDecays = 32, kSampleBlocks = 7900;  // blocks of 192 threads, two samples a thread
struct Series { float c[kDecays]; };

__global__ void __launch_bounds__(192) lantern_moss_aq6_a(const float2* __restrict__ time, float2* __restrict__ level, Series s) {
    int i = blockIdx.x * 192 + threadIdx.x;
    float2 t = time[i], sum = make_float2(0.0f, 0.0f);
    t.x = 0.3f * t.x + 0.35f;
    t.y = 0.3f * t.y + 0.35f;
#pragma unroll
    for (int k = 0; k < kDecays; ++k) {
        sum.x = fmaf(s.c[k], __expf(-(k + 1) * t.x), sum.x);
        sum.y = fmaf(s.c[k], __expf(-(k + 1) * t.y), sum.y);
    }
    level[i] = sum;
}

__global__ void __launch_bounds__(192) lantern_moss_aq6_b(const float2* __restrict__ time, float2* __restrict__ level, Series s) {
    int i = blockIdx.x * 192 + threadIdx.x;
    float2 t = time[i], sum = make_float2(0.0f, 0.0f);
    float qx = __expf(-(0.3f * t.x + 0.35f)), qy = __expf(-(0.3f * t.y + 0.35f));
#pragma unroll
    for (int k = kDecays - 1; k >= 0; --k) {
        sum.x = fmaf(sum.x, qx, s.c[k]);
        sum.y = fmaf(sum.y, qy, s.c[k]);
    }
    level[i] = make_float2(sum.x * qx, sum.y * qy);
}

// ---- Seven-point sum of neighbours in a periodic box of 320 x 212 x 140 counts.
constexpr int kNx = 320, kNy = 212, kNz = 140, kBox = kNx * kNy * kNz;

__global__ void __launch_bounds__(256) pebble_orchard_aq6_a(const int* __restrict__ grain, int* __restrict__ next, long long nx, long long ny, long long nz) {
    long long i = blockIdx.x * 256LL + threadIdx.x;
    long long x = i % nx, y = i / nx % ny, z = i / (nx * ny);
    long long west = (x + nx - 1) % nx, east = (x + 1) % nx;
    long long south = (y + ny - 1) % ny, north = (y + 1) % ny;
    long long below = (z + nz - 1) % nz, above = (z + 1) % nz;
    int sum = grain[(z * ny + y) * nx + west] + grain[(z * ny + y) * nx + east];
    sum += grain[(z * ny + south) * nx + x] + grain[(z * ny + north) * nx + x];
    sum += grain[(below * ny + y) * nx + x] + grain[(above * ny + y) * nx + x];
    next[i] = sum - 3 * grain[i];
}

__global__ void __launch_bounds__(256) pebble_orchard_aq6_b(const int* __restrict__ grain, int* __restrict__ next, int nx, int ny, int nz) {
    int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, z = blockIdx.z;
    int row = nx, layer = nx * ny, i = z * layer + y * row + x;
    int west = x == 0 ? i + (nx - 1) : i - 1, east = x == nx - 1 ? i - (nx - 1) : i + 1;
    int south = y == 0 ? i + (ny - 1) * row : i - row, north = y == ny - 1 ? i - (ny - 1) * row : i + row;
    int below = z == 0 ? i + (nz - 1) * layer : i - layer, above = z == nz - 1 ? i - (nz - 1) * layer : i + layer;
    int sum = grain[west] + grain[east] + grain[south] + grain[north] + grain[below] + grain[above];
    next[i] = sum - 3 * grain[i];
}

// ---- Leaky integrator driven by a periodic signal of 16 samples, 640 periods, a decay a thread.
constexpr int kPeriod = 16, kPeriods = 640;

__global__ void __launch_bounds__(128) walnut_ferry_aq6_a(const float* __restrict__ signal, const float* __restrict__ decay, float* __restrict__ charge) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float x = 0.999f * decay[i], p = 0.0f, drive[kPeriod];
#pragma unroll
    for (int j = 0; j < kPeriod; ++j) drive[j] = 1.0f + 0.5f * signal[j];
#pragma unroll 2
    for (int n = 0; n < kPeriods; ++n) {
#pragma unroll
        for (int j = 0; j < kPeriod; ++j) p = fmaf(p, x, drive[j]);
    }
    charge[i] = p;
}

__global__ void __launch_bounds__(128) walnut_ferry_aq6_b(const float* __restrict__ signal, const float* __restrict__ decay, float* __restrict__ charge) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float x = 0.999f * decay[i], x2 = x * x, x4 = x2 * x2, x8 = x4 * x4, p[8] = {}, drive[kPeriod];
#pragma unroll
    for (int j = 0; j < kPeriod; ++j) drive[j] = 1.0f + 0.5f * signal[j];
#pragma unroll 4
    for (int n = 0; n < kPeriods; ++n) {
#pragma unroll
        for (int j = 0; j < kPeriod; ++j) p[j % 8] = fmaf(p[j % 8], x8, drive[j]);
    }
    float sum = p[0];
#pragma unroll
    for (int j = 1; j < 8; ++j) sum = fmaf(sum, x, p[j]);
    charge[i] = sum;
}

// ---- A surface of 16 x 16 double coefficients at 3.0 million places, two places a thread.
constexpr int kOrder = 16, kPlaceBlocks = 4700;  // blocks of 320 threads, two places a thread
struct Surface { double c[kOrder * kOrder]; };

__global__ void __launch_bounds__(320) heron_attic_aq6_a(const double2* __restrict__ px, const double2* __restrict__ py, double2* __restrict__ height, Surface s) {
    int i = blockIdx.x * 320 + threadIdx.x;
    double2 x = px[i], y = py[i], sum = make_double2(0.0, 0.0);
#pragma unroll
    for (int r = 0; r < kOrder; ++r) {
        double2 u = make_double2(s.c[r * kOrder], s.c[r * kOrder]);
#pragma unroll
        for (int k = 1; k < kOrder; ++k) {
            u.x = __dadd_rn(__dmul_rn(u.x, x.x), s.c[r * kOrder + k]);
            u.y = __dadd_rn(__dmul_rn(u.y, x.y), s.c[r * kOrder + k]);
        }
        sum.x = __dadd_rn(__dmul_rn(sum.x, y.x), u.x);
        sum.y = __dadd_rn(__dmul_rn(sum.y, y.y), u.y);
    }
    height[i] = sum;
}

__global__ void __launch_bounds__(320) heron_attic_aq6_b(const double2* __restrict__ px, const double2* __restrict__ py, double2* __restrict__ height, Surface s) {
    int i = blockIdx.x * 320 + threadIdx.x;
    double2 x = px[i], y = py[i], sum = make_double2(0.0, 0.0);
#pragma unroll
    for (int r = 0; r < kOrder; ++r) {
        double2 u = make_double2(s.c[r * kOrder], s.c[r * kOrder]);
#pragma unroll
        for (int k = 1; k < kOrder; ++k) {
            u.x = fma(u.x, x.x, s.c[r * kOrder + k]);
            u.y = fma(u.y, x.y, s.c[r * kOrder + k]);
        }
        sum.x = fma(sum.x, y.x, u.x);
        sum.y = fma(sum.y, y.y, u.y);
    }
    height[i] = sum;
}

// ---- Walks of 40 hops through 20 million linked records, eight walks a thread.
constexpr int kRecords = 20000000, kHops = 40, kWalks = 8, kWalkers = 132 * 128;

__global__ void __launch_bounds__(128) saffron_gate_aq6_a(const int2* __restrict__ record, const int* __restrict__ start, int* __restrict__ toll) {
    int i = blockIdx.x * 128 + threadIdx.x;
#pragma unroll 1
    for (int w = 0; w < kWalks; ++w) {
        int at = start[w * kWalkers + i], sum = 0;
#pragma unroll 4
        for (int hop = 0; hop < kHops; ++hop) {
            int2 r = record[at];
            at = r.x;
            sum += r.y & 1023;
        }
        toll[w * kWalkers + i] = sum;
    }
}

__global__ void __launch_bounds__(128) saffron_gate_aq6_b(const int2* __restrict__ record, const int* __restrict__ start, int* __restrict__ toll) {
    int i = blockIdx.x * 128 + threadIdx.x, at[kWalks], sum[kWalks];
#pragma unroll
    for (int w = 0; w < kWalks; ++w) { at[w] = start[w * kWalkers + i]; sum[w] = 0; }
#pragma unroll 2
    for (int hop = 0; hop < kHops; ++hop) {
        int2 r[kWalks];
#pragma unroll
        for (int w = 0; w < kWalks; ++w) r[w] = record[at[w]];
#pragma unroll
        for (int w = 0; w < kWalks; ++w) { at[w] = r[w].x; sum[w] += r[w].y & 1023; }
    }
#pragma unroll
    for (int w = 0; w < kWalks; ++w) toll[w * kWalkers + i] = sum[w];
}

// ---- 1800 turns of a quadratic map in pairs of halves, four pairs a thread.
constexpr int kTurns = 1800, kPairs = 4, kMappers = 132 * 256;

__global__ void __launch_bounds__(256) tundra_cello_aq6_a(const __half2* __restrict__ first, const __half2* __restrict__ shift, __half2* __restrict__ last) {
    int i = blockIdx.x * 256 + threadIdx.x;
    const __half2 a = __float2half2_rn(0.25f), b = __float2half2_rn(0.5f), fifth = __float2half2_rn(0.2f);
#pragma unroll 1
    for (int p = 0; p < kPairs; ++p) {
        __half2 z = first[p * kMappers + i], c = __hmul2(fifth, shift[p * kMappers + i]);
#pragma unroll 20
        for (int turn = 0; turn < kTurns; ++turn) z = __hfma2(__hfma2(a, z, b), z, c);
        last[p * kMappers + i] = z;
    }
}

__global__ void __launch_bounds__(256) tundra_cello_aq6_b(const __half2* __restrict__ first, const __half2* __restrict__ shift, __half2* __restrict__ last) {
    int i = blockIdx.x * 256 + threadIdx.x;
    const __half2 a = __float2half2_rn(0.25f), b = __float2half2_rn(0.5f), fifth = __float2half2_rn(0.2f);
    __half2 z[kPairs], c[kPairs];
#pragma unroll
    for (int p = 0; p < kPairs; ++p) { z[p] = first[p * kMappers + i]; c[p] = __hmul2(fifth, shift[p * kMappers + i]); }
#pragma unroll 4
    for (int turn = 0; turn < kTurns; ++turn) {
        __half2 u[kPairs];
#pragma unroll
        for (int p = 0; p < kPairs; ++p) u[p] = __hfma2(a, z[p], b);
#pragma unroll
        for (int p = 0; p < kPairs; ++p) z[p] = __hfma2(u[p], z[p], c[p]);
    }
#pragma unroll
    for (int p = 0; p < kPairs; ++p) last[p * kMappers + i] = z[p];
}

// ---- Normalized slope x / sqrt(1 + y * y) of a long stream.
constexpr int kSlopeBlocks = 88000;  // blocks of 512 threads, four elements a thread
constexpr size_t kSlopes = (size_t)kSlopeBlocks * 512 * 4;

__device__ __forceinline__ float sine_precise(float x, float y) { return x / sqrtf(fmaf(y, y, 1.0f)); }
__device__ __forceinline__ float sine_quick(float x, float y) { return x * rsqrtf(fmaf(y, y, 1.0f)); }

__global__ void __launch_bounds__(512) basil_anchor_aq6_a(const float4* __restrict__ rise, const float4* __restrict__ run, float4* __restrict__ slope) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 x = __ldcs(rise + i), y = __ldcs(run + i);
    __stcs(slope + i, make_float4(sine_precise(x.x + 2.0f, y.x), sine_precise(x.y + 2.0f, y.y), sine_precise(x.z + 2.0f, y.z), sine_precise(x.w + 2.0f, y.w)));
}

__global__ void __launch_bounds__(512) basil_anchor_aq6_b(const float4* __restrict__ rise, const float4* __restrict__ run, float4* __restrict__ slope) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 x = __ldcs(rise + i), y = __ldcs(run + i);
    __stcs(slope + i, make_float4(sine_quick(x.x + 2.0f, y.x), sine_quick(x.y + 2.0f, y.y), sine_quick(x.z + 2.0f, y.z), sine_quick(x.w + 2.0f, y.w)));
}

// ---- 3000 steps of 4.3 million springs, four springs a thread.
constexpr int kSprings = 132 * 8 * 4 * 256 * 4, kSteps = 3000;

__global__ void __launch_bounds__(256) velvet_plover_aq6_a(const float4* __restrict__ place, const float4* __restrict__ stiff, float4* __restrict__ final_place) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = place[i], s = stiff[i];
    float x[4] = {p.x, p.y, p.z, p.w}, v[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    float k[4] = {-0.03f - 0.02f * s.x, -0.03f - 0.02f * s.y, -0.03f - 0.02f * s.z, -0.03f - 0.02f * s.w};
#pragma unroll 10
    for (int step = 0; step < kSteps; ++step) {
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = fmaf(k[j], x[j], v[j]);
#pragma unroll
        for (int j = 0; j < 4; ++j) x[j] = fmaf(0.5f, v[j], x[j]);
    }
    final_place[i] = make_float4(x[0], x[1], x[2], x[3]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // Shared by all float cases: two long input fields and one result.
    float *one = filled<float>(kSlopes, 61), *two = filled<float>(kSlopes, 62), *out = empty<float>(kSlopes);
    float4 *one4 = reinterpret_cast<float4*>(one), *two4 = reinterpret_cast<float4*>(two), *out4 = reinterpret_cast<float4*>(out);

    constexpr int kSamples = kSampleBlocks * 192 * 2;
    float2 *one2 = reinterpret_cast<float2*>(one), *out2 = reinterpret_cast<float2*>(out);
    Series series;
    for (int k = 0; k < kDecays; ++k) series.c[k] = 1.0f + 0.4f * harness::unit(k + 900);
    add("lantern_moss_aq6_a", out, kSamples, Output::f32, [=] { lantern_moss_aq6_a<<<kSampleBlocks, 192>>>(one2, out2, series); });
    add("lantern_moss_aq6_b", out, kSamples, Output::f32, [=] { lantern_moss_aq6_b<<<kSampleBlocks, 192>>>(one2, out2, series); });

    int *grain = indices(kBox, 1000, 63), *next = empty<int>(kBox);
    static_assert(kBox % 256 == 0 && kNx % 64 == 0 && kNy % 4 == 0, "box must be whole blocks");
    add("pebble_orchard_aq6_a", next, kBox, Output::i32, [=] { pebble_orchard_aq6_a<<<kBox / 256, 256>>>(grain, next, kNx, kNy, kNz); });
    add("pebble_orchard_aq6_b", next, kBox, Output::i32, [=] {
        pebble_orchard_aq6_b<<<dim3(kNx / 64, kNy / 4, kNz), dim3(64, 4)>>>(grain, next, kNx, kNy, kNz); });

    add("walnut_ferry_aq6_a", out, 132 * 128, Output::f32, [=] { walnut_ferry_aq6_a<<<132, 128>>>(two, one, out); });
    add("walnut_ferry_aq6_b", out, 132 * 128, Output::f32, [=] { walnut_ferry_aq6_b<<<132, 128>>>(two, one, out); });

    constexpr size_t kSpots = (size_t)kPlaceBlocks * 640;
    double2 *px = reinterpret_cast<double2*>(filled<double>(kSpots, 64)), *py = reinterpret_cast<double2*>(filled<double>(kSpots, 65));
    double2* height = reinterpret_cast<double2*>(empty<double>(kSpots));
    Surface surface;
    for (int k = 0; k < kOrder * kOrder; ++k) surface.c[k] = 1.0 + 0.5 * harness::unit(k + 1900);
    add("heron_attic_aq6_a", height, kSpots, Output::f64, [=] { heron_attic_aq6_a<<<kPlaceBlocks, 320>>>(px, py, height, surface); });
    add("heron_attic_aq6_b", height, kSpots, Output::f64, [=] { heron_attic_aq6_b<<<kPlaceBlocks, 320>>>(px, py, height, surface); });

    int2* record = reinterpret_cast<int2*>(indices((size_t)kRecords * 2, kRecords, 66));
    int *start = indices((size_t)kWalkers * kWalks, kRecords, 90000067), *toll = empty<int>((size_t)kWalkers * kWalks);
    add("saffron_gate_aq6_a", toll, (size_t)kWalkers * kWalks, Output::i32, [=] { saffron_gate_aq6_a<<<132, 128>>>(record, start, toll); });
    add("saffron_gate_aq6_b", toll, (size_t)kWalkers * kWalks, Output::i32, [=] { saffron_gate_aq6_b<<<132, 128>>>(record, start, toll); });

    constexpr size_t kHalves = (size_t)kMappers * kPairs * 2;
    __half2 *first = reinterpret_cast<__half2*>(filled<__half>(kHalves, 68)), *shift = reinterpret_cast<__half2*>(filled<__half>(kHalves, 69));
    __half2* last = reinterpret_cast<__half2*>(empty<__half>(kHalves));
    add("tundra_cello_aq6_a", last, kHalves, Output::f16, [=] { tundra_cello_aq6_a<<<132, 256>>>(first, shift, last); });
    add("tundra_cello_aq6_b", last, kHalves, Output::f16, [=] { tundra_cello_aq6_b<<<132, 256>>>(first, shift, last); });

    add("basil_anchor_aq6_a", out, kSlopes, Output::f32, [=] { basil_anchor_aq6_a<<<kSlopeBlocks, 512>>>(one4, two4, out4); });
    add("basil_anchor_aq6_b", out, kSlopes, Output::f32, [=] { basil_anchor_aq6_b<<<kSlopeBlocks, 512>>>(one4, two4, out4); });

    add("velvet_plover_aq6_a", out, kSprings, Output::f32, [=] { velvet_plover_aq6_a<<<kSprings / 1024, 256>>>(one4, two4, out4); });

    return harness::run(argc, argv, cases);
}
