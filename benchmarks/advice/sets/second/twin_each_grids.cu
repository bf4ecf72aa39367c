// Pairs about how work fills the machine: pharmacokinetics, lidar lines, loans, mass spectra, epidemics, river basins, synthesiser voices, spin rings.
#include "harness.cuh"
using harness::Case; using harness::Output;

// ---- physiologically based pharmacokinetics: 20 organs coupled through blood, classical Runge-Kutta -------------------
constexpr int kOrgans = 20;
__constant__ float perfusion[kOrgans] = {0.031f, 0.047f, 0.012f, 0.083f, 0.025f, 0.066f, 0.018f, 0.052f, 0.039f, 0.071f,
                                         0.015f, 0.028f, 0.044f, 0.059f, 0.022f, 0.035f, 0.077f, 0.009f, 0.041f, 0.063f};
__constant__ float partition_of[kOrgans] = {0.91f, 0.62f, 1.31f, 0.77f, 0.58f, 1.12f, 0.84f, 0.69f, 1.05f, 0.96f,
                                            0.73f, 1.22f, 0.88f, 0.55f, 1.17f, 0.81f, 0.66f, 1.27f, 0.93f, 0.71f};
__device__ __forceinline__ float organ_slopes(const float (&y)[kOrgans], float blood, float (&dy)[kOrgans]) {
    float back = 0.0f;
#pragma unroll
    for (int o = 0; o < kOrgans; ++o) { dy[o] = perfusion[o] * fmaf(-partition_of[o], y[o], blood); back -= dy[o]; }
    return fmaf(-0.05f, blood, back);
}
__device__ __forceinline__ void dose_patient(const float* __restrict__ weight, const float* __restrict__ drug, float* __restrict__ exposure, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float y[kOrgans], w = 1.0f + 0.3f * weight[i], blood = 4.0f + drug[i], auc = 0.0f;
#pragma unroll
    for (int o = 0; o < kOrgans; ++o) y[o] = w * (0.01f * o);
    const float h = 0.5f;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        float k[kOrgans], sum[kOrgans], at[kOrgans], kb, sb, ab;
        kb = organ_slopes(y, blood, k); sb = kb; ab = fmaf(0.5f * h, kb, blood);
#pragma unroll
        for (int o = 0; o < kOrgans; ++o) { sum[o] = k[o]; at[o] = fmaf(0.5f * h, k[o], y[o]); }
        kb = organ_slopes(at, ab, k); sb = fmaf(2.0f, kb, sb); ab = fmaf(0.5f * h, kb, blood);
#pragma unroll
        for (int o = 0; o < kOrgans; ++o) { sum[o] = fmaf(2.0f, k[o], sum[o]); at[o] = fmaf(0.5f * h, k[o], y[o]); }
        kb = organ_slopes(at, ab, k); sb = fmaf(2.0f, kb, sb); ab = fmaf(h, kb, blood);
#pragma unroll
        for (int o = 0; o < kOrgans; ++o) { sum[o] = fmaf(2.0f, k[o], sum[o]); at[o] = fmaf(h, k[o], y[o]); }
        kb = organ_slopes(at, ab, k); blood = fmaf(h / 6.0f, sb + kb, blood);
#pragma unroll
        for (int o = 0; o < kOrgans; ++o) y[o] = fmaf(h / 6.0f, sum[o] + k[o], y[o]);
        auc += blood + y[7];
    }
    float body = 0.0f;
#pragma unroll
    for (int o = 0; o < kOrgans; ++o) body = fmaf(y[o], 0.5f + 0.03f * o, body);
    exposure[i] = fmaf(h, auc, body);
}
__global__ void __launch_bounds__(256, 8) dose_organs_a(const float* __restrict__ weight, const float* __restrict__ drug, float* __restrict__ exposure, int n, int steps) { dose_patient(weight, drug, exposure, n, steps); }
__global__ void __launch_bounds__(256) dose_organs_b(const float* __restrict__ weight, const float* __restrict__ drug, float* __restrict__ exposure, int n, int steps) { dose_patient(weight, drug, exposure, n, steps); }

// ---- curvature of lidar scan lines (eleven neighbours), a line a block ------------------------------------------------
constexpr int kReturns = 1024;
__device__ __forceinline__ void line_curvature(const float4* __restrict__ ranges, float4* __restrict__ curvature, float* line) {
    int t = threadIdx.x;
    float4* line4 = reinterpret_cast<float4*>(line);
    float4 own = ranges[(size_t)blockIdx.x * (kReturns / 4) + t];
    line4[t + 2] = own;
    if (t == 0) line4[0] = line4[1] = make_float4(own.x, own.x, own.x, own.x);
    if (t == kReturns / 4 - 1) line4[t + 3] = line4[t + 4] = make_float4(own.w, own.w, own.w, own.w);
    __syncthreads();
    float r[20];
#pragma unroll
    for (int j = 0; j < 5; ++j) { float4 q = line4[t + j]; r[4 * j] = q.x; r[4 * j + 1] = q.y; r[4 * j + 2] = q.z; r[4 * j + 3] = q.w; }
    float sum = 0.0f, c[4];
#pragma unroll
    for (int j = 3; j <= 13; ++j) sum += r[j];
#pragma unroll
    for (int j = 0; j < 4; ++j) { float d = fmaf(-11.0f, r[8 + j], sum); c[j] = d * d; sum += r[14 + j] - r[3 + j]; }
    curvature[(size_t)blockIdx.x * (kReturns / 4) + t] = make_float4(c[0], c[1], c[2], c[3]);
}
extern __shared__ float4 scan_line[];
__global__ void scan_curvature_a(const float4* __restrict__ ranges, float4* __restrict__ curvature) { line_curvature(ranges, curvature, reinterpret_cast<float*>(scan_line)); }
__global__ void scan_curvature_b(const float4* __restrict__ ranges, float4* __restrict__ curvature) { line_curvature(ranges, curvature, reinterpret_cast<float*>(scan_line)); }

// ---- month in which a loan defaults: hazards month by month until a threshold -----------------------------------------
__device__ __forceinline__ void loan_default(const float* __restrict__ hazard, const float* __restrict__ strength, int* __restrict__ month, int loans, int months) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= loans) return;
    float limit = 0.22f + 0.30f * fabsf(strength[i]), total = 0.0f;
    int m = 0;
#pragma unroll 1
    for (; m < months; ++m) {
        total += 0.01f * fabsf(hazard[(size_t)m * loans + i]);
        if (total > limit) break;
    }
    month[i] = m;
}
__global__ void default_month_a(const float* __restrict__ hazard, const float* __restrict__ strength, int* __restrict__ month, int loans, int months) { loan_default(hazard, strength, month, loans, months); }
__global__ void default_month_b(const float* __restrict__ hazard, const float* __restrict__ strength, int* __restrict__ month, int loans, int months) { loan_default(hazard, strength, month, loans, months); }

// ---- baseline of mass spectra, vial by vial ----------------------------------------------------------------------------
__device__ __forceinline__ void subtract_baseline(const float2* __restrict__ counts, const float* __restrict__ slope, float2* __restrict__ clean, int pairs) {
    int vial = blockIdx.y;
    float s = 1e-7f * slope[vial], off = 0.1f + 0.05f * slope[vial + gridDim.y], gain = 1.5f + slope[vial + 2 * gridDim.y];
    const float2* in = counts + (size_t)vial * pairs; float2* out = clean + (size_t)vial * pairs;
#pragma unroll 4
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x) {
        float2 c = in[i]; float base = fmaf(s, (float)i, off);
        out[i] = make_float2(fmaxf(c.x - base, 0.0f) * gain, fmaxf(c.y - base, 0.0f) * gain);
    }
}
__global__ void vial_baseline_a(const float2* __restrict__ counts, const float* __restrict__ slope, float2* __restrict__ clean, int pairs) { subtract_baseline(counts, slope, clean, pairs); }
__global__ void vial_baseline_b(const float2* __restrict__ counts, const float* __restrict__ slope, float2* __restrict__ clean, int pairs) { subtract_baseline(counts, slope, clean, pairs); }

// ---- ensembles of county epidemics: eight counties a thread ------------------------------------------------------------
__device__ __forceinline__ void run_epidemic(const float4* __restrict__ contact, const float4* __restrict__ recovery, float4* __restrict__ infected, int days) {
    size_t t = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float beta[8], keep[8], s[8], i[8];
#pragma unroll
    for (int q = 0; q < 2; ++q) {
        float4 b = contact[2 * t + q], r = recovery[2 * t + q];
        float bs[4] = {b.x, b.y, b.z, b.w}, rs[4] = {r.x, r.y, r.z, r.w};
#pragma unroll
        for (int j = 0; j < 4; ++j) { int c = 4 * q + j; beta[c] = 0.02f + 0.008f * bs[j]; keep[c] = 0.99f + 0.005f * rs[j]; s[c] = 0.98f; i[c] = 0.02f; }
    }
#pragma unroll 4
    for (int d = 0; d < days; ++d)
#pragma unroll
        for (int c = 0; c < 8; ++c) {
            float met = s[c] * i[c];
            s[c] = fmaf(-beta[c], met, s[c]);
            i[c] = fmaf(beta[c], met, i[c] * keep[c]);
        }
    infected[2 * t] = make_float4(i[0], i[1], i[2], i[3]);
    infected[2 * t + 1] = make_float4(i[4], i[5], i[6], i[7]);
}
__global__ void __launch_bounds__(1024) county_epidemic_a(const float4* __restrict__ contact, const float4* __restrict__ recovery, float4* __restrict__ infected, int days) { run_epidemic(contact, recovery, infected, days); }
__global__ void __launch_bounds__(1024) county_epidemic_b(const float4* __restrict__ contact, const float4* __restrict__ recovery, float4* __restrict__ infected, int days) { run_epidemic(contact, recovery, infected, days); }

// ---- water leaving river basins ---------------------------------------------------------------------------------------
__device__ __forceinline__ float basin_part(const float* __restrict__ rain, const float* __restrict__ area, int from, int to) {
    __shared__ float part[8];
    float sum = 0.0f;
#pragma unroll 4
    for (int i = from + threadIdx.x; i < to; i += 256) sum = fmaf(fmaxf(rain[i], 0.0f), 1.0f + area[i], sum);
    for (int m = 16; m; m >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, m);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = 0.0f;
    if (threadIdx.x == 0) for (int w = 0; w < 8; ++w) sum += part[w];
    return sum;
}
__global__ void __launch_bounds__(256) basin_runoff_a(const float* __restrict__ rain, const float* __restrict__ area, const int* __restrict__ first, float* __restrict__ runoff) {
    float sum = basin_part(rain, area, first[blockIdx.x], first[blockIdx.x + 1]);
    if (threadIdx.x == 0) atomicAdd(runoff + blockIdx.x, sum);
}
__global__ void __launch_bounds__(256) basin_runoff_b(const float* __restrict__ rain, const float* __restrict__ area, const int4* __restrict__ stretch, float* __restrict__ runoff) {
    int4 s = stretch[blockIdx.x];  // basin, from, to
    float sum = basin_part(rain, area, s.y, s.z);
    if (threadIdx.x == 0) atomicAdd(runoff + s.x, sum);
}

// ---- control-rate synthesis of voices of five kinds --------------------------------------------------------------------
__device__ __forceinline__ void run_voice(const int* __restrict__ kind, const float* __restrict__ pitch, const float* __restrict__ colour, float* __restrict__ level, int n, int ticks) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n) return;
    float p = pitch[v], c = colour[v], x = 0.3f + 0.2f * p, y = 0.1f + 0.1f * c, out = 0.0f;
    switch (kind[v]) {
        case 0:  // chaotic fold
            for (int t = 0; t < ticks; ++t) { x = (3.3f + 0.25f * c) * x * (1.0f - x); out = fmaf(0.9f, out, 0.1f * x); }
            break;
        case 1: {  // rotating oscillator with soft limit
            float co = 0.98f, si = 0.19f + 0.005f * p;
            for (int t = 0; t < ticks; ++t) { float n0 = co * x - si * y; y = fmaf(si, x, co * y); x = n0; float g = fmaf(-0.1f, x * x + y * y, 1.01f); x *= g; y *= g; }
            out = x + 0.5f * y; break; }
        case 2:  // odd shaper
            for (int t = 0; t < ticks; ++t) { x = x * fmaf(-0.5f * x, x, 1.5f); x = fmaf(-0.06f, x - c, 0.93f * x); y = fmaf(x, 0.2f, 0.8f * y); out = fmaf(0.95f, out, y * x); }
            break;
        case 3: {  // resonator driven by a ramp
            float r = 1.6f + 0.1f * p, q = -0.81f - 0.05f * c, ramp = 0.0f;
            for (int t = 0; t < ticks; ++t) { float n0 = fmaf(r, x, q * y) + 0.01f * ramp; y = x; x = n0; ramp = ramp > 1.0f ? ramp - 1.0f : ramp + 0.07f; }
            out = x; break; }
        default:  // plucked body, three one-pole filters
            for (int t = 0; t < ticks; ++t) { x = fmaf(0.97f, x, 0.01f * p); y = fmaf(0.2f, x - y, y); out = fmaf(0.3f, y - out, out); x = fmaf(-0.02f, out, x); }
    }
    level[v] = out;
}
__global__ void synth_voices_a(const int* __restrict__ kind, const float* __restrict__ pitch, const float* __restrict__ colour, float* __restrict__ level, int n, int ticks) { run_voice(kind, pitch, colour, level, n, ticks); }
__global__ void synth_voices_b(const int* __restrict__ kind, const float* __restrict__ pitch, const float* __restrict__ colour, float* __restrict__ level, int n, int ticks) { run_voice(kind, pitch, colour, level, n, ticks); }

// ---- rings of 32 classical spins, a warp a ring, with a field solved anew from time to time ----------------------
#define RING_STEPS(SYNC)                                                                                        \
    __shared__ float spin[1024];                                                                                \
    int t = threadIdx.x, warp = t / 32, lane = t % 32, base = t - lane;                                         \
    size_t at = (size_t)blockIdx.x * 1024 + t;                                                                  \
    float s = start[at], field = 0.1f;                                                                          \
    for (int step = 0; step < steps; ++step) {                                                                  \
        spin[t] = s;                                                                                            \
        SYNC;                                                                                                   \
        float left = spin[base + ((lane + 31) & 31)], right = spin[base + ((lane + 1) & 31)];                   \
        s = fmaf(0.12f, left + right - 2.0f * s, s * fmaf(-0.05f * s, s, 1.01f)) - 0.01f * field;               \
        if (((step + 5 * warp) & 31) == 0)                                                                      \
            for (int k = 0; k < 160; ++k) field = fmaf(field, fmaf(-0.25f, field, 0.9f), 0.03f * s);            \
        SYNC;                                                                                                   \
    }                                                                                                           \
    end[at] = s
__global__ void __launch_bounds__(1024) spin_rings_a(const float* __restrict__ start, float* __restrict__ end, int steps) { RING_STEPS(__syncthreads()); }
__global__ void __launch_bounds__(1024) spin_rings_b(const float* __restrict__ start, float* __restrict__ end, int steps) { RING_STEPS(__syncwarp()); }

int main(int argc, char** argv) {
    std::vector<Case> cases;
    {
        const int n = 2112 * 256, steps = 24; float* w = harness::filled<float>(n, 71); float* d = harness::filled<float>(n, 72);
        float* oa = harness::empty<float>(n); float* ob = harness::empty<float>(n);
        cases.push_back({"dose_organs_a", [=] { dose_organs_a<<<n / 256, 256>>>(w, d, oa, n, steps); }, oa, (size_t)n});
        cases.push_back({"dose_organs_b", [=] { dose_organs_b<<<n / 256, 256>>>(w, d, ob, n, steps); }, ob, (size_t)n});
    }
    {
        const int lines = 65536; size_t count = (size_t)lines * kReturns;
        float* r = harness::filled<float>(count, 73); float* oa = harness::empty<float>(count); float* ob = harness::empty<float>(count);
        const int most = 100 * 1024, exact = (kReturns + 16) * 4;
        CHECK(cudaFuncSetAttribute(scan_curvature_a, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
        cases.push_back({"scan_curvature_a", [=] { scan_curvature_a<<<lines, kReturns / 4, most>>>((const float4*)r, (float4*)oa); }, oa, count});
        cases.push_back({"scan_curvature_b", [=] { scan_curvature_b<<<lines, kReturns / 4, exact>>>((const float4*)r, (float4*)ob); }, ob, count});
    }
    {
        const int loans = 1 << 21, months = 60; float* h = harness::filled<float>((size_t)loans * months, 75); float* s = harness::filled<float>(loans, 76);
        int* oa = harness::empty<int>(loans); int* ob = harness::empty<int>(loans);
        cases.push_back({"default_month_a", [=] { default_month_a<<<loans / 32, 32>>>(h, s, oa, loans, months); }, oa, (size_t)loans, Output::i32});
        cases.push_back({"default_month_b", [=] { default_month_b<<<loans / 256, 256>>>(h, s, ob, loans, months); }, ob, (size_t)loans, Output::i32});
    }
    {
        const int vials = 24, pairs = 540672; size_t count = (size_t)vials * pairs * 2;
        float* c = harness::filled<float>(count, 77); float* s = harness::filled<float>(vials * 3, 78);
        float* oa = harness::empty<float>(count); float* ob = harness::empty<float>(count);
        cases.push_back({"vial_baseline_a", [=] { vial_baseline_a<<<dim3(1, vials), 512>>>((const float2*)c, s, (float2*)oa, pairs); }, oa, count});
        cases.push_back({"vial_baseline_b", [=] { vial_baseline_b<<<dim3(44, vials), 512>>>((const float2*)c, s, (float2*)ob, pairs); }, ob, count});
    }
    {
        const int blocks = 408, days = 480; size_t threads = (size_t)blocks * 1024, count = threads * 8;
        float* c = harness::filled<float>(count, 79); float* r = harness::filled<float>(count, 80);
        float* oa = harness::empty<float>(count); float* ob = harness::empty<float>(count);
        cases.push_back({"county_epidemic_a", [=] { county_epidemic_a<<<blocks, 1024>>>((const float4*)c, (const float4*)r, (float4*)oa, days); }, oa, count});
        cases.push_back({"county_epidemic_b", [=] { county_epidemic_b<<<blocks * 8, 128>>>((const float4*)c, (const float4*)r, (float4*)ob, days); }, ob, count});
    }
    {
        const int basins = 3000; std::vector<int> first(basins + 1, 0); std::vector<int4> stretch;
        for (int b = 0; b < basins; ++b) {
            int cells = 4000 + (int)(harness::hash32(b + 900u) % 16000u);
            if (b == 700 || b == 1501 || b == 1502 || b == 2204) cells = 700000 + 1000 * (b % 7);
            first[b + 1] = first[b] + cells;
            for (int f = first[b]; f < first[b + 1]; f += 16384) stretch.push_back(make_int4(b, f, std::min(f + 16384, first[b + 1]), 0));
        }
        size_t cells = first[basins]; int pieces = (int)stretch.size();
        float* r = harness::filled<float>(cells, 81); float* a = harness::filled<float>(cells, 82); int* df = harness::uploaded(first); int4* ds = harness::uploaded(stretch);
        float* oa = harness::empty<float>(basins); float* ob = harness::empty<float>(basins);
        cases.push_back({"basin_runoff_a", [=] { basin_runoff_a<<<basins, 256>>>(r, a, df, oa); }, oa, (size_t)basins});
        cases.push_back({"basin_runoff_b", [=] { basin_runoff_b<<<pieces, 256>>>(r, a, ds, ob); }, ob, (size_t)basins});
    }
    {
        const int n = 1536000, ticks = 120; std::vector<int> kind(n), kinds; std::vector<float> p(n), c(n), ps, cs;
        for (int v = 0; v < n; ++v) { kind[v] = (int)(harness::hash32(v + 31337u) % 5u); p[v] = harness::unit(v + 5u); c[v] = harness::unit(v + 50000000u); }
        for (int k = 0; k < 5; ++k) for (int v = 0; v < n; ++v) if (kind[v] == k) { kinds.push_back(k); ps.push_back(p[v]); cs.push_back(c[v]); }
        int* ka = harness::uploaded(kind); float* pa = harness::uploaded(p); float* ca = harness::uploaded(c);
        int* kb = harness::uploaded(kinds); float* pb = harness::uploaded(ps); float* cb = harness::uploaded(cs);
        float* oa = harness::empty<float>(n); float* ob = harness::empty<float>(n);
        cases.push_back({"synth_voices_a", [=] { synth_voices_a<<<n / 192, 192>>>(ka, pa, ca, oa, n, ticks); }, oa, (size_t)n});
        cases.push_back({"synth_voices_b", [=] { synth_voices_b<<<n / 192, 192>>>(kb, pb, cb, ob, n, ticks); }, ob, (size_t)n});
    }
    {
        const int blocks = 1056, steps = 256; size_t count = (size_t)blocks * 1024;
        float* s = harness::filled<float>(count, 85); float* oa = harness::empty<float>(count); float* ob = harness::empty<float>(count);
        cases.push_back({"spin_rings_a", [=] { spin_rings_a<<<blocks, 1024>>>(s, oa, steps); }, oa, count});
        cases.push_back({"spin_rings_b", [=] { spin_rings_b<<<blocks, 1024>>>(s, ob, steps); }, ob, count});
    }
    return harness::run(argc, argv, cases);
}
