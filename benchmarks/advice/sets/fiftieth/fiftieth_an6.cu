// Eight measured cases about arithmetic and waiting: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Cosine series of 80 terms at each of n phases, two phases a thread.
constexpr int kTerms = 80, kPhases = 192 * 2 * 5280;

__global__ void __launch_bounds__(192) velvet_harbor_an6_a(const float* __restrict__ phase, const float4* __restrict__ coef, float* __restrict__ out) {
    __shared__ float4 c4[kTerms / 4];
    int t = threadIdx.x, i = blockIdx.x * 384 + t;
    if (t < kTerms / 4) c4[t] = coef[t];
    float x0 = phase[i], x1 = phase[i + 192], s0 = 2.0f, s1 = 2.0f;
    __syncthreads();
#pragma unroll
    for (int q = 0; q < kTerms / 4; ++q) {
        float4 c = c4[q];
        s0 = fmaf(c.x, __cosf((4 * q + 1) * x0), s0); s1 = fmaf(c.x, __cosf((4 * q + 1) * x1), s1);
        s0 = fmaf(c.y, __cosf((4 * q + 2) * x0), s0); s1 = fmaf(c.y, __cosf((4 * q + 2) * x1), s1);
        s0 = fmaf(c.z, __cosf((4 * q + 3) * x0), s0); s1 = fmaf(c.z, __cosf((4 * q + 3) * x1), s1);
        s0 = fmaf(c.w, __cosf((4 * q + 4) * x0), s0); s1 = fmaf(c.w, __cosf((4 * q + 4) * x1), s1);
    }
    out[i] = s0; out[i + 192] = s1;
}

__device__ __forceinline__ void series_step(float c, float twice, float& now, float& last, float& sum) {
    sum = fmaf(c, now, sum);
    float next = fmaf(twice, now, -last);
    last = now; now = next;
}

__global__ void __launch_bounds__(192) velvet_harbor_an6_b(const float* __restrict__ phase, const float4* __restrict__ coef, float* __restrict__ out) {
    __shared__ float4 c4[kTerms / 4];
    int t = threadIdx.x, i = blockIdx.x * 384 + t;
    if (t < kTerms / 4) c4[t] = coef[t];
    float n0 = __cosf(phase[i]), n1 = __cosf(phase[i + 192]), t0 = 2.0f * n0, t1 = 2.0f * n1, l0 = 1.0f, l1 = 1.0f, s0 = 2.0f, s1 = 2.0f;
    __syncthreads();
#pragma unroll
    for (int q = 0; q < kTerms / 4; ++q) {
        float4 c = c4[q];
        series_step(c.x, t0, n0, l0, s0); series_step(c.x, t1, n1, l1, s1);
        series_step(c.y, t0, n0, l0, s0); series_step(c.y, t1, n1, l1, s1);
        series_step(c.z, t0, n0, l0, s0); series_step(c.z, t1, n1, l1, s1);
        series_step(c.w, t0, n0, l0, s0); series_step(c.w, t1, n1, l1, s1);
    }
    out[i] = s0; out[i + 192] = s1;
}

// ---- Cyclic shift of every plane of a batch x channel x height x width tensor, scaled by channel; four elements a thread.
constexpr int kWidth = 448, kHeight = 212, kChannels = 36, kBatch = 14, kTensor = kWidth * kHeight * kChannels * kBatch;

__global__ void __launch_bounds__(448) copper_orchard_an6_a(const float* __restrict__ in, const float* __restrict__ gain, float* __restrict__ out, long long width,
                                                            long long height, long long channels, long long sx, long long sy) {
    long long first = (long long)blockIdx.x * (448 * 4) + threadIdx.x;
    float v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        long long i = first + k * 448, row = i / width, x = i % width, y = row % height, plane = i / (width * height), c = plane % channels;
        v[k] = in[(plane * height + (y + sy) % height) * width + (x + sx) % width] * gain[c];
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) out[first + k * 448] = v[k];
}

__global__ void __launch_bounds__(448) copper_orchard_an6_b(const float* __restrict__ in, const float* __restrict__ gain, float* __restrict__ out, int width,
                                                            int height, int channels, int sx, int sy) {
    int x = threadIdx.x, xs = x + sx, plane = blockIdx.z * channels + blockIdx.y, y = blockIdx.x * 4;
    if (xs >= width) xs -= width;
    float g = gain[blockIdx.y], v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int ys = y + k + sy;
        if (ys >= height) ys -= height;
        v[k] = in[(plane * height + ys) * width + xs] * g;
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) out[(plane * height + y + k) * width + x] = v[k];
}

// ---- Energy of 67584 Van der Pol oscillators after 2400 time steps, four oscillators a thread.
constexpr int kSwings = 132 * 128, kSteps = 2400;

__device__ __forceinline__ void swing_step(float& x, float& v) {
    float a = fmaf(-x, x, 1.0f), b = a * v, c = fmaf(0.8f, b, -x);
    v = fmaf(0.01f, c, v);
    x = fmaf(0.01f, v, x);
}

__global__ void __launch_bounds__(128) marmot_ladle_an6_a(const float2* __restrict__ start, float* __restrict__ energy) {
    int i = blockIdx.x * 128 + threadIdx.x;
#pragma unroll 1
    for (int s = 0; s < 4; ++s) {
        float2 p = start[s * kSwings + i];
#pragma unroll 16
        for (int step = 0; step < kSteps; ++step) swing_step(p.x, p.y);
        energy[s * kSwings + i] = p.x * p.x + p.y * p.y;
    }
}

__global__ void __launch_bounds__(128) marmot_ladle_an6_b(const float2* __restrict__ start, float* __restrict__ energy) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float2 p[4];
#pragma unroll
    for (int s = 0; s < 4; ++s) p[s] = start[s * kSwings + i];
#pragma unroll 4
    for (int step = 0; step < kSteps; ++step) {
#pragma unroll
        for (int s = 0; s < 4; ++s) swing_step(p[s].x, p[s].y);
    }
#pragma unroll
    for (int s = 0; s < 4; ++s) energy[s * kSwings + i] = p[s].x * p[s].x + p[s].y * p[s].y;
}

// ---- Midpoint rule with 12 nodes of a polynomial of degree 19 over one interval a thread, in double precision.
constexpr int kIntervals = 384 * 132 * 400, kNodes = 12, kCoefs = 20;

template <bool kSplit>
__device__ __forceinline__ double horner(double p, double x, double c) {
    return kSplit ? __dadd_rn(__dmul_rn(p, x), c) : fma(p, x, c);
}

template <bool kSplit>
__device__ __forceinline__ void midpoint_rule(const double* __restrict__ left, const double* __restrict__ coef, double* __restrict__ area) {
    __shared__ double c[kCoefs];
    int t = threadIdx.x, i = blockIdx.x * 384 + t;
    if (t < kCoefs) c[t] = coef[t];
    double a = left[i], sum = 10.0;
    __syncthreads();
#pragma unroll
    for (int g = 0; g < kNodes; g += 4) {
        double x[4], p[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) { x[j] = a + 0.4 * (g + j + 0.5) / kNodes; p[j] = c[kCoefs - 1]; }
#pragma unroll
        for (int k = kCoefs - 2; k >= 0; --k) {
#pragma unroll
            for (int j = 0; j < 4; ++j) p[j] = horner<kSplit>(p[j], x[j], c[k]);
        }
        sum += (p[0] + p[1]) + (p[2] + p[3]);
    }
    area[i] = sum * (0.4 / kNodes);
}

__global__ void __launch_bounds__(384) walnut_parasol_an6_a(const double* __restrict__ left, const double* __restrict__ coef, double* __restrict__ area) {
    midpoint_rule<true>(left, coef, area);
}
__global__ void __launch_bounds__(384) walnut_parasol_an6_b(const double* __restrict__ left, const double* __restrict__ coef, double* __restrict__ area) {
    midpoint_rule<false>(left, coef, area);
}

// ---- Sum of the loads along eight trails of 40 linked nodes a thread.
constexpr int kLinked = 2900000, kTrails = 132 * 64, kHops = 40;

__global__ void __launch_bounds__(64) thimble_meadow_an6_a(const int2* __restrict__ node, const int* __restrict__ head, int* __restrict__ total) {
    int i = blockIdx.x * 64 + threadIdx.x;
#pragma unroll 1
    for (int s = 0; s < 8; ++s) {
        int at = head[s * kTrails + i], sum = 0;
#pragma unroll 4
        for (int hop = 0; hop < kHops; ++hop) {
            int2 n = node[at];
            at = n.x; sum += n.y;
        }
        total[s * kTrails + i] = sum;
    }
}

__global__ void __launch_bounds__(64) thimble_meadow_an6_b(const int2* __restrict__ node, const int* __restrict__ head, int* __restrict__ total) {
    int i = blockIdx.x * 64 + threadIdx.x, at[8], sum[8];
#pragma unroll
    for (int s = 0; s < 8; ++s) { at[s] = head[s * kTrails + i]; sum[s] = 0; }
#pragma unroll 2
    for (int hop = 0; hop < kHops; ++hop) {
        int2 n[8];
#pragma unroll
        for (int s = 0; s < 8; ++s) n[s] = node[at[s]];
#pragma unroll
        for (int s = 0; s < 8; ++s) { at[s] = n[s].x; sum[s] += n[s].y; }
    }
#pragma unroll
    for (int s = 0; s < 8; ++s) total[s * kTrails + i] = sum[s];
}

// ---- Sum of squares of each column of a 66000 x 4096 half matrix in 66 bands of rows, four columns a thread.
constexpr int kBands = 66, kBandRows = 1000, kQuads = 1024;

__device__ __forceinline__ void add_squares(float4& s, uint2 raw) {
    float2 lo = __half22float2(*reinterpret_cast<const __half2*>(&raw.x)), hi = __half22float2(*reinterpret_cast<const __half2*>(&raw.y));
    s.x = fmaf(lo.x, lo.x, s.x); s.y = fmaf(lo.y, lo.y, s.y); s.z = fmaf(hi.x, hi.x, s.z); s.w = fmaf(hi.y, hi.y, s.w);
}

__global__ void __launch_bounds__(256) gazebo_turnip_an6_a(const uint2* __restrict__ matrix, float4* __restrict__ squares) {
    int quad = blockIdx.x * 256 + threadIdx.x;
    const uint2* from = matrix + (size_t)blockIdx.y * kBandRows * kQuads + quad;
    float4 s = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll 1
    for (int r = 0; r < kBandRows; ++r) add_squares(s, from[r * kQuads]);
    squares[blockIdx.y * kQuads + quad] = s;
}

__global__ void __launch_bounds__(256) gazebo_turnip_an6_b(const uint2* __restrict__ matrix, float4* __restrict__ squares) {
    int quad = blockIdx.x * 256 + threadIdx.x;
    const uint2* from = matrix + (size_t)blockIdx.y * kBandRows * kQuads + quad;
    float4 s = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll 1
    for (int r = 0; r < kBandRows; r += 10) {
        uint2 raw[10];
#pragma unroll
        for (int k = 0; k < 10; ++k) raw[k] = from[(r + k) * kQuads];
#pragma unroll
        for (int k = 0; k < 10; ++k) add_squares(s, raw[k]);
    }
    squares[blockIdx.y * kQuads + quad] = s;
}

// ---- Gated activation y / (1 + exp(-x)) of two fields, two quadruples a thread.
constexpr int kGates = 320 * 2 * 15840;  // quadruples

__device__ __forceinline__ float gate_exact(float x, float y) { return y / (1.0f + expf(-x)); }
__device__ __forceinline__ float gate_quick(float x, float y) { return __fdividef(y, 1.0f + __expf(-x)); }

__global__ void __launch_bounds__(320) saffron_kettle_an6_a(const float4* __restrict__ x, const float4* __restrict__ y, float4* __restrict__ out) {
    int i = blockIdx.x * 640 + threadIdx.x;
    float4 a[2] = {x[i], x[i + 320]}, b[2] = {y[i], y[i + 320]};
#pragma unroll
    for (int k = 0; k < 2; ++k)
        out[i + k * 320] = make_float4(gate_exact(a[k].x, b[k].x), gate_exact(a[k].y, b[k].y), gate_exact(a[k].z, b[k].z), gate_exact(a[k].w, b[k].w));
}

__global__ void __launch_bounds__(320) saffron_kettle_an6_b(const float4* __restrict__ x, const float4* __restrict__ y, float4* __restrict__ out) {
    int i = blockIdx.x * 640 + threadIdx.x;
    float4 a[2] = {x[i], x[i + 320]}, b[2] = {y[i], y[i + 320]};
#pragma unroll
    for (int k = 0; k < 2; ++k)
        out[i + k * 320] = make_float4(gate_quick(a[k].x, b[k].x), gate_quick(a[k].y, b[k].y), gate_quick(a[k].z, b[k].z), gate_quick(a[k].w, b[k].w));
}

// ---- Quartic potential of 3072 sources at 1081344 places, eight places a thread.
constexpr int kPoints = 132 * 4 * 256 * 8, kSources = 3072, kTile = 768;

__global__ void __launch_bounds__(256, 4) badger_violin_an6_a(const float2* __restrict__ place, const float4* __restrict__ source, float* __restrict__ field) {
    __shared__ float4 tile[kTile];
    int t = threadIdx.x, first = blockIdx.x * (256 * 8) + t;
    float2 p[8];
    float sum[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) { p[k] = place[first + k * 256]; sum[k] = 0.0f; }
    for (int from = 0; from < kSources; from += kTile) {
        __syncthreads();
#pragma unroll
        for (int j = 0; j < kTile / 256; ++j) tile[t + j * 256] = source[from + t + j * 256];
        __syncthreads();
#pragma unroll 4
        for (int s = 0; s < kTile; ++s) {
            float4 q = tile[s];
#pragma unroll
            for (int k = 0; k < 8; ++k) {
                float dx = p[k].x - q.x, dy = p[k].y - q.y, r = fmaf(dx, dx, fmaf(dy, dy, q.z));
                sum[k] = fmaf(r * r, q.w, sum[k]);
            }
        }
    }
#pragma unroll
    for (int k = 0; k < 8; ++k) field[first + k * 256] = sum[k];
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    {
        float *phase = filled<float>(kPhases, 11), *coef = filled<float>(kTerms, 12), *out = empty<float>(kPhases);
        const float4* coef4 = reinterpret_cast<const float4*>(coef);
        add("velvet_harbor_an6_a", out, kPhases, Output::f32, [=] { velvet_harbor_an6_a<<<kPhases / 384, 192>>>(phase, coef4, out); });
        add("velvet_harbor_an6_b", out, kPhases, Output::f32, [=] { velvet_harbor_an6_b<<<kPhases / 384, 192>>>(phase, coef4, out); });
    }
    {
        static_assert(kHeight % 4 == 0 && kWidth == 448, "whole rows");
        float *in = filled<float>(kTensor, 21), *gain = filled<float>(kChannels, 22), *out = empty<float>(kTensor);
        add("copper_orchard_an6_a", out, kTensor, Output::f32, [=] {
            copper_orchard_an6_a<<<kTensor / 1792, 448>>>(in, gain, out, kWidth, kHeight, kChannels, 64, 37); });
        add("copper_orchard_an6_b", out, kTensor, Output::f32, [=] {
            copper_orchard_an6_b<<<dim3(kHeight / 4, kChannels, kBatch), 448>>>(in, gain, out, kWidth, kHeight, kChannels, 64, 37); });
    }
    {
        float *start = filled<float>((size_t)kSwings * 8, 31), *energy = empty<float>(kSwings * 4);
        const float2* start2 = reinterpret_cast<const float2*>(start);
        add("marmot_ladle_an6_a", energy, kSwings * 4, Output::f32, [=] { marmot_ladle_an6_a<<<kSwings / 128, 128>>>(start2, energy); });
        add("marmot_ladle_an6_b", energy, kSwings * 4, Output::f32, [=] { marmot_ladle_an6_b<<<kSwings / 128, 128>>>(start2, energy); });
    }
    {
        double *left = filled<double>(kIntervals, 41), *coef = filled<double>(kCoefs, 42), *area = empty<double>(kIntervals);
        add("walnut_parasol_an6_a", area, kIntervals, Output::f64, [=] { walnut_parasol_an6_a<<<kIntervals / 384, 384>>>(left, coef, area); });
        add("walnut_parasol_an6_b", area, kIntervals, Output::f64, [=] { walnut_parasol_an6_b<<<kIntervals / 384, 384>>>(left, coef, area); });
    }
    {
        std::vector<int2> host(kLinked);
        for (int i = 0; i < kLinked; ++i)
            host[i] = make_int2((int)(harness::hash32(2u * i + 1u) % (uint32_t)kLinked), 1 + (int)(harness::hash32(3u * i + 77u) & 1023u));
        int2* node = harness::uploaded(host);
        int *head = harness::indices((size_t)kTrails * 8, kLinked, 51), *total = empty<int>((size_t)kTrails * 8);
        add("thimble_meadow_an6_a", total, (size_t)kTrails * 8, Output::i32, [=] { thimble_meadow_an6_a<<<kTrails / 64, 64>>>(node, head, total); });
        add("thimble_meadow_an6_b", total, (size_t)kTrails * 8, Output::i32, [=] { thimble_meadow_an6_b<<<kTrails / 64, 64>>>(node, head, total); });
    }
    {
        __half* matrix = filled<__half>((size_t)kBands * kBandRows * kQuads * 4, 61);
        float* squares = empty<float>((size_t)kBands * kQuads * 4);
        const uint2* quads = reinterpret_cast<const uint2*>(matrix);
        float4* squares4 = reinterpret_cast<float4*>(squares);
        add("gazebo_turnip_an6_a", squares, (size_t)kBands * kQuads * 4, Output::f32, [=] { gazebo_turnip_an6_a<<<dim3(kQuads / 256, kBands), 256>>>(quads, squares4); });
        add("gazebo_turnip_an6_b", squares, (size_t)kBands * kQuads * 4, Output::f32, [=] { gazebo_turnip_an6_b<<<dim3(kQuads / 256, kBands), 256>>>(quads, squares4); });
    }
    {
        float *x = filled<float>((size_t)kGates * 4, 71), *y = filled<float>((size_t)kGates * 4, 72), *out = empty<float>((size_t)kGates * 4);
        const float4 *x4 = reinterpret_cast<const float4*>(x), *y4 = reinterpret_cast<const float4*>(y);
        float4* out4 = reinterpret_cast<float4*>(out);
        add("saffron_kettle_an6_a", out, (size_t)kGates * 4, Output::f32, [=] { saffron_kettle_an6_a<<<kGates / 640, 320>>>(x4, y4, out4); });
        add("saffron_kettle_an6_b", out, (size_t)kGates * 4, Output::f32, [=] { saffron_kettle_an6_b<<<kGates / 640, 320>>>(x4, y4, out4); });
    }
    {
        float *place = filled<float>((size_t)kPoints * 2, 81), *source = filled<float>((size_t)kSources * 4, 82), *field = empty<float>(kPoints);
        const float2* place2 = reinterpret_cast<const float2*>(place);
        const float4* source4 = reinterpret_cast<const float4*>(source);
        add("badger_violin_an6_a", field, kPoints, Output::f32, [=] { badger_violin_an6_a<<<kPoints / 2048, 256>>>(place2, source4, field); });
    }

    return harness::run(argc, argv, cases);
}
