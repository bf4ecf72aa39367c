// Arithmetic of finance and insurance, plus a few of logistics and databases.
#include "harness.cuh"
#include <cuda_runtime.h>

// ---------------------------------------------------------------- tenor risk: sensitivity of a trade to 40 tenors
constexpr int kTenors = 40, kFlows = 64;
__device__ __forceinline__ void tenor_body(const float* __restrict__ basis, const float* __restrict__ notional, const float* __restrict__ decay, float* __restrict__ risk) {
    __shared__ __align__(16) float b[kFlows][kTenors];
    for (int k = threadIdx.x; k < kFlows * kTenors; k += 256) (&b[0][0])[k] = basis[k];
    __syncthreads();
    int trade = blockIdx.x * 256 + threadIdx.x;
    float flow = notional[trade], d = 0.95f + 0.04f * decay[trade];
    float acc[kTenors];
#pragma unroll
    for (int k = 0; k < kTenors; ++k) acc[k] = 0.f;
#pragma unroll 1
    for (int f = 0; f < kFlows; ++f) {
#pragma unroll
        for (int k = 0; k < kTenors; k += 4) {
            float4 w = *reinterpret_cast<const float4*>(&b[f][k]);
            acc[k] = fmaf(flow, w.x, acc[k]); acc[k + 1] = fmaf(flow, w.y, acc[k + 1]);
            acc[k + 2] = fmaf(flow, w.z, acc[k + 2]); acc[k + 3] = fmaf(flow, w.w, acc[k + 3]);
        }
        flow *= d;
    }
    float total = 0.f;
#pragma unroll
    for (int k = 0; k < kTenors; ++k) total = fmaf(acc[k], acc[k], total);
    risk[trade] = total;
}
__global__ void __launch_bounds__(256, 8) tenor_risk_a(const float* __restrict__ basis, const float* __restrict__ notional, const float* __restrict__ decay, float* __restrict__ risk) { tenor_body(basis, notional, decay, risk); }
__global__ void __launch_bounds__(256) tenor_risk_b(const float* __restrict__ basis, const float* __restrict__ notional, const float* __restrict__ decay, float* __restrict__ risk) { tenor_body(basis, notional, decay, risk); }

// ---------------------------------------------------------------- order depth: size resting at 24 price levels, a book a thread
constexpr int kLevels = 24, kOrders = 96;
__device__ __forceinline__ int level_of(float v) { return min((int)((v + 1.f) * 12.f), kLevels - 1); }
__global__ void __launch_bounds__(128) order_depth_a(const float* __restrict__ orders, float* __restrict__ deepest, int books) {
    int t = blockIdx.x * 128 + threadIdx.x;
    float depth[kLevels];
#pragma unroll
    for (int k = 0; k < kLevels; ++k) depth[k] = 0.f;
#pragma unroll 4
    for (int o = 0; o < kOrders; ++o) {
        float v = orders[(size_t)o * books + t];
        depth[level_of(v)] += fmaf(v, v, 0.5f);
    }
    float best = 0.f;
#pragma unroll
    for (int k = 0; k < kLevels; ++k) best = fmaxf(best, depth[k]);
    deepest[t] = best;
}
__global__ void __launch_bounds__(128) order_depth_b(const float* __restrict__ orders, float* __restrict__ deepest, int books) {
    __shared__ float depth[kLevels][128];
    int t = blockIdx.x * 128 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < kLevels; ++k) depth[k][threadIdx.x] = 0.f;
#pragma unroll 4
    for (int o = 0; o < kOrders; ++o) {
        float v = orders[(size_t)o * books + t];
        depth[level_of(v)][threadIdx.x] += fmaf(v, v, 0.5f);
    }
    float best = 0.f;
#pragma unroll
    for (int k = 0; k < kLevels; ++k) best = fmaxf(best, depth[k][threadIdx.x]);
    deepest[t] = best;
}

// ---------------------------------------------------------------- courier reach: nearest of 96 depots and how many lie in reach
constexpr int kDepots = 96;
__device__ __forceinline__ void reach_body(const float2* __restrict__ address, const float2* __restrict__ depots, float2* __restrict__ out, int n) {
    __shared__ float2 d[kDepots];
    if (threadIdx.x < kDepots) d[threadIdx.x] = depots[threadIdx.x];
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float2 a = address[i];
        float best = 1e30f, inside = 0.f;
#pragma unroll 8
        for (int k = 0; k < kDepots; ++k) {
            float dx = a.x - d[k].x, dy = a.y - d[k].y;
            float r = fmaf(dx, dx, dy * dy);
            best = fminf(best, r);
            if (r < 0.09f) inside += 1.f;
        }
        out[i] = make_float2(best, inside);
    }
}
__global__ void courier_reach_a(const float2* __restrict__ address, const float2* __restrict__ depots, float2* __restrict__ out, int n) { reach_body(address, depots, out, n); }
__global__ void courier_reach_b(const float2* __restrict__ address, const float2* __restrict__ depots, float2* __restrict__ out, int n) { reach_body(address, depots, out, n); }

// ---------------------------------------------------------------- treaty layers: 32 excess-of-loss layers over 96 events, a scenario a thread
constexpr int kLayers = 32, kEvents = 96;
__device__ __forceinline__ void treaty_body(const float* __restrict__ losses, const float* __restrict__ severity, const float* __restrict__ retention, float* __restrict__ ceded, int units) {
    __shared__ float loss[kEvents];
    if (threadIdx.x < kEvents) loss[threadIdx.x] = 2.f + losses[threadIdx.x];
    __syncthreads();
    for (int u = blockIdx.x; u < units; u += gridDim.x) {
        int s = u * 1024 + threadIdx.x;
        float sev = 1.5f + severity[s], ret = 1.f + 0.2f * retention[s];
        float acc[kLayers], attach[kLayers];
#pragma unroll
        for (int k = 0; k < kLayers; ++k) { acc[k] = 0.f; attach[k] = ret * (1.f + 0.08f * k); }
#pragma unroll 1
        for (int e = 0; e < kEvents; ++e) {
            float x = loss[e] * sev;
#pragma unroll
            for (int k = 0; k < kLayers; ++k) acc[k] += fminf(fmaxf(x - attach[k], 0.f), 0.75f);
        }
        float total = 0.f;
#pragma unroll
        for (int k = 0; k < kLayers; ++k) total = fmaf(acc[k], 1.f / (k + 1), total);
        ceded[s] = total;
    }
}
__global__ void __launch_bounds__(1024, 1) treaty_layers_a(const float* __restrict__ losses, const float* __restrict__ severity, const float* __restrict__ retention, float* __restrict__ ceded, int units) { treaty_body(losses, severity, retention, ceded, units); }
__global__ void __launch_bounds__(1024, 1) treaty_layers_b(const float* __restrict__ losses, const float* __restrict__ severity, const float* __restrict__ retention, float* __restrict__ ceded, int units) { treaty_body(losses, severity, retention, ceded, units); }

// ---------------------------------------------------------------- premium line: each line of business has a model of its own
__device__ __forceinline__ void premium_body(const int* __restrict__ line, const float* __restrict__ exposure, float* __restrict__ premium, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = exposure[i], p = 0.f, q = 1.f;
    switch (line[i]) {
        case 0:  // motor
#pragma unroll 4
            for (int k = 0; k < 80; ++k) { p = fmaf(p, 0.97f, x); q = fmaf(q, 0.5f, p); } break;
        case 1:  // household
#pragma unroll 4
            for (int k = 0; k < 72; ++k) { p = fmaf(p, x, 0.4f); q = fminf(q + p, 40.f); } break;
        case 2:  // marine
#pragma unroll 4
            for (int k = 0; k < 90; ++k) { q = fmaf(q, 0.9f, -x); p = fmaxf(p, q) * 0.99f; } break;
        case 3:  // life
#pragma unroll 4
            for (int k = 0; k < 64; ++k) { p = fmaf(q, 0.02f, p); q = q * 0.985f; p = fmaf(p, 0.999f, x * q); } break;
        case 4:  // liability
#pragma unroll 4
            for (int k = 0; k < 84; ++k) { p = fabsf(fmaf(p, -0.8f, x)); q = fmaf(p, 0.1f, q); } break;
        default: // travel
#pragma unroll 4
            for (int k = 0; k < 76; ++k) { p = fmaf(p, p * 0.25f, x * 0.5f); q = fmaf(q, 0.95f, p); } break;
    }
    premium[i] = p + q;
}
__global__ void premium_line_a(const int* __restrict__ line, const float* __restrict__ exposure, float* __restrict__ premium, int n) { premium_body(line, exposure, premium, n); }
__global__ void premium_line_b(const int* __restrict__ line, const float* __restrict__ exposure, float* __restrict__ premium, int n) { premium_body(line, exposure, premium, n); }

// ---------------------------------------------------------------- lapse project: reserve and survivors of a policy over 120 months
__global__ void __launch_bounds__(192) lapse_project_a(const float* __restrict__ premium, const float* __restrict__ rate, float* __restrict__ reserve, int n) {
    int i = blockIdx.x * 192 + threadIdx.x;
    if (i >= n) return;
    float p = premium[i], q = 0.01f + 0.005f * rate[i], r = 0.f, alive = 1.f;
#pragma unroll 4
    for (int m = 0; m < 120; ++m) {
        r = r * 1.0025 + p * alive;
        alive = alive - q * alive;
        r = fminf(r, 400.f);
    }
    reserve[i] = r + alive;
}
__global__ void __launch_bounds__(192) lapse_project_b(const float* __restrict__ premium, const float* __restrict__ rate, float* __restrict__ reserve, int n) {
    int i = blockIdx.x * 192 + threadIdx.x;
    if (i >= n) return;
    float p = premium[i], q = 0.01f + 0.005f * rate[i], r = 0.f, alive = 1.f;
#pragma unroll 4
    for (int m = 0; m < 120; ++m) {
        r = r * 1.0025f + p * alive;
        alive = alive - q * alive;
        r = fminf(r, 400.f);
    }
    reserve[i] = r + alive;
}

// ---------------------------------------------------------------- swap annuity: sum of 80 quarterly discount factors
constexpr int kQuarters = 80;
__device__ __forceinline__ float pow2(float x) { float y; asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x)); return y; }
__global__ void swap_annuity_a(const float* __restrict__ zero, const float* __restrict__ fixed, float* __restrict__ value, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float r = (0.03f + 0.02f * zero[i]) * 1.44269504f, sum = 0.f, t = 0.f;
#pragma unroll 8
        for (int k = 0; k < kQuarters; ++k) { t += 0.25f; sum += pow2(-r * t); }
        value[i] = (1.f + fixed[i]) * sum;
    }
}
__global__ void swap_annuity_b(const float* __restrict__ zero, const float* __restrict__ fixed, float* __restrict__ value, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float r = (0.03f + 0.02f * zero[i]) * 1.44269504f, sum = 0.f;
        float step = pow2(-r * 0.25f), df = 1.f;
#pragma unroll 8
        for (int k = 0; k < kQuarters; ++k) { df *= step; sum += df; }
        value[i] = (1.f + fixed[i]) * sum;
    }
}

// ---------------------------------------------------------------- shard route: smallest of eight candidate slots of a row key
__global__ void shard_route_a(const unsigned long long* __restrict__ key, int* __restrict__ slot, unsigned long long slots, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long h = key[i] * 0x9E3779B97F4A7C15ull;
    int best = INT_MAX;
#pragma unroll 2
    for (int p = 0; p < 8; ++p) {
        h = (h ^ (h >> 29)) * 0xBF58476D1CE4E5B9ull;
        best = min(best, (int)(h % slots));
    }
    slot[i] = best;
}
__global__ void shard_route_b(const unsigned long long* __restrict__ key, int* __restrict__ slot, unsigned long long slots, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long h = key[i] * 0x9E3779B97F4A7C15ull;
    int best = INT_MAX;
#pragma unroll 2
    for (int p = 0; p < 8; ++p) {
        h = (h ^ (h >> 29)) * 0xBF58476D1CE4E5B9ull;
        best = min(best, (int)(h & (slots - 1)));  // slots is a power of two
    }
    slot[i] = best;
}

// ---------------------------------------------------------------- gas storage: rule-driven level of a storage contract under eight price shocks
constexpr int kDays = 365, kShocks = 8;
__device__ __forceinline__ void storage_day(float price, float strike, float rate, float& level, float& cash) {
    float want = fminf(fmaxf((strike - price) * 0.6f, -rate), rate);
    float moved = want * rsqrtf(level + 1.f);
    float next = fminf(fmaxf(level + moved, 0.f), 3.f);
    cash = fmaf(level - next, price, cash);
    level = next;
}
__global__ void __launch_bounds__(64) gas_storage_a(const float* __restrict__ curve, const float* __restrict__ strikes, const float* __restrict__ rates, float* __restrict__ value) {
    __shared__ float price[kDays];
    for (int t = threadIdx.x; t < kDays; t += 64) price[t] = 1.f + 0.5f * curve[t];
    __syncthreads();
    int c = blockIdx.x * 64 + threadIdx.x;
    float strike = 1.f + 0.2f * strikes[c], rate = 0.2f + 0.1f * rates[c], total = 0.f;
#pragma unroll 1
    for (int s = 0; s < kShocks; ++s) {
        float shock = 0.86f + 0.04f * s, level = 0.5f, cash = 0.f;
#pragma unroll 4
        for (int t = 0; t < kDays; ++t) storage_day(price[t] * shock, strike, rate, level, cash);
        total += cash;
    }
    value[c] = total;
}
__global__ void __launch_bounds__(64) gas_storage_b(const float* __restrict__ curve, const float* __restrict__ strikes, const float* __restrict__ rates, float* __restrict__ value) {
    __shared__ float price[kDays];
    for (int t = threadIdx.x; t < kDays; t += 64) price[t] = 1.f + 0.5f * curve[t];
    __syncthreads();
    int c = blockIdx.x * 64 + threadIdx.x;
    float strike = 1.f + 0.2f * strikes[c], rate = 0.2f + 0.1f * rates[c], total = 0.f;
    float level[kShocks], cash[kShocks];
#pragma unroll
    for (int s = 0; s < kShocks; ++s) { level[s] = 0.5f; cash[s] = 0.f; }
#pragma unroll 1
    for (int t = 0; t < kDays; ++t) {
        float p = price[t];
#pragma unroll
        for (int s = 0; s < kShocks; ++s) storage_day(p * (0.86f + 0.04f * s), strike, rate, level[s], cash[s]);
    }
#pragma unroll
    for (int s = 0; s < kShocks; ++s) total += cash[s];
    value[c] = total;
}

// ---------------------------------------------------------------- fx haircut (mild): collateral after haircut, plus what is held already
__global__ void __launch_bounds__(512) fx_haircut_a(const float4* __restrict__ posted, const float4* __restrict__ held, float4* __restrict__ out, int n) {
    int i = blockIdx.x * 512 + threadIdx.x;
    if (i >= n) return;
    float4 p = posted[i], h = held[i];
    out[i] = make_float4(h.x + (float)(p.x * 0.9725), h.y + (float)(p.y * 0.9725), h.z + (float)(p.z * 0.9725), h.w + (float)(p.w * 0.9725));
}
__global__ void __launch_bounds__(512) fx_haircut_b(const float4* __restrict__ posted, const float4* __restrict__ held, float4* __restrict__ out, int n) {
    int i = blockIdx.x * 512 + threadIdx.x;
    if (i >= n) return;
    float4 p = posted[i], h = held[i];
    out[i] = make_float4(h.x + p.x * 0.9725f, h.y + p.y * 0.9725f, h.z + p.z * 0.9725f, h.w + p.w * 0.9725f);
}

// ---------------------------------------------------------------- hazard iter (healthy): 512 steps of a quadratic hazard map, eight policies a thread
__global__ void __launch_bounds__(256) hazard_iter_a(const float4* __restrict__ start, float4* __restrict__ hazard, float c) {
    size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 u = start[i], v = start[i + 256];
    float x[8] = {u.x, u.y, u.z, u.w, v.x, v.y, v.z, v.w};
#pragma unroll 8
    for (int k = 0; k < 512; ++k) {
#pragma unroll
        for (int j = 0; j < 8; ++j) x[j] = fmaf(x[j], x[j], c);
    }
    hazard[i] = make_float4(x[0], x[1], x[2], x[3]);
    hazard[i + 256] = make_float4(x[4], x[5], x[6], x[7]);
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;
    const size_t kBig = 27000000;
    float* in1 = filled<float>(kBig, 301);
    float* in2 = filled<float>(kBig, 302);
    float* out = empty<float>(kBig);

    {   const int trades = 4224 * 256;
        const float* basis = filled<float>(kFlows * kTenors, 9);
        cases.push_back({"tenor_risk_a", [=] { tenor_risk_a<<<trades / 256, 256>>>(basis, in1, in2, out); }, out, (size_t)trades});
        cases.push_back({"tenor_risk_b", [=] { tenor_risk_b<<<trades / 256, 256>>>(basis, in1, in2, out); }, out, (size_t)trades});
    }
    {   const int books = 132 * 2048;   // 96 orders each: 104 MB
        cases.push_back({"order_depth_a", [=] { order_depth_a<<<books / 128, 128>>>(in1, out, books); }, out, (size_t)books});
        cases.push_back({"order_depth_b", [=] { order_depth_b<<<books / 128, 128>>>(in1, out, books); }, out, (size_t)books});
    }
    {   const int n = 1500000;
        cases.push_back({"courier_reach_a", [=] { courier_reach_a<<<44, 256>>>((const float2*)in1, (const float2*)in2, (float2*)out, n); }, out, (size_t)n * 2});
        cases.push_back({"courier_reach_b", [=] { courier_reach_b<<<132 * 8, 256>>>((const float2*)in1, (const float2*)in2, (float2*)out, n); }, out, (size_t)n * 2});
    }
    {   const int units = 172 * 3;
        cases.push_back({"treaty_layers_a", [=] { treaty_layers_a<<<172, 1024>>>(in1, in2, in1 + 1000000, out, units); }, out, (size_t)units * 1024});
        cases.push_back({"treaty_layers_b", [=] { treaty_layers_b<<<132, 1024>>>(in1, in2, in1 + 1000000, out, units); }, out, (size_t)units * 1024});
    }
    {   const int n = 4000000, lines = 6;
        std::vector<int> line(n), sorted; std::vector<float> x(n), y;
        for (int i = 0; i < n; ++i) { line[i] = hash32(i + 4242u) % lines; x[i] = 0.9f * unit(3u * i + 5u); }
        for (int l = 0; l < lines; ++l) for (int i = 0; i < n; ++i) if (line[i] == l) { sorted.push_back(l); y.push_back(x[i]); }
        const int *la = uploaded(line), *lb = uploaded(sorted); const float *xa = uploaded(x), *xb = uploaded(y);
        cases.push_back({"premium_line_a", [=] { premium_line_a<<<(n + 255) / 256, 256>>>(la, xa, out, n); }, out, (size_t)n});
        cases.push_back({"premium_line_b", [=] { premium_line_b<<<(n + 255) / 256, 256>>>(lb, xb, out, n); }, out, (size_t)n});
    }
    {   const int n = 2400000;
        cases.push_back({"lapse_project_a", [=] { lapse_project_a<<<(n + 191) / 192, 192>>>(in1, in2, out, n); }, out, (size_t)n});
        cases.push_back({"lapse_project_b", [=] { lapse_project_b<<<(n + 191) / 192, 192>>>(in1, in2, out, n); }, out, (size_t)n});
    }
    {   const int n = 5000000;
        cases.push_back({"swap_annuity_a", [=] { swap_annuity_a<<<132 * 16, 128>>>(in1, in2, out, n); }, out, (size_t)n});
        cases.push_back({"swap_annuity_b", [=] { swap_annuity_b<<<132 * 16, 128>>>(in1, in2, out, n); }, out, (size_t)n});
    }
    {   const int n = 8000000;
        const unsigned long long* key = (const unsigned long long*)indices(2ull * n, 0xfffffffbu, 17);
        cases.push_back({"shard_route_a", [=] { shard_route_a<<<(n + 383) / 384, 384>>>(key, (int*)out, 1ull << 22, n); }, out, (size_t)n, Output::i32});
        cases.push_back({"shard_route_b", [=] { shard_route_b<<<(n + 383) / 384, 384>>>(key, (int*)out, 1ull << 22, n); }, out, (size_t)n, Output::i32});
    }
    {   const int blocks = 264;
        cases.push_back({"gas_storage_a", [=] { gas_storage_a<<<blocks, 64>>>(in1, in2, in1 + 500000, out); }, out, (size_t)blocks * 64});
        cases.push_back({"gas_storage_b", [=] { gas_storage_b<<<blocks, 64>>>(in1, in2, in1 + 500000, out); }, out, (size_t)blocks * 64});
    }
    {   const int n = (int)(kBig / 4);
        cases.push_back({"fx_haircut_a", [=] { fx_haircut_a<<<(n + 511) / 512, 512>>>((const float4*)in1, (const float4*)in2, (float4*)out, n); }, out, kBig});
        cases.push_back({"fx_haircut_b", [=] { fx_haircut_b<<<(n + 511) / 512, 512>>>((const float4*)in1, (const float4*)in2, (float4*)out, n); }, out, kBig});
    }
    {   const int blocks = 4224;
        cases.push_back({"hazard_iter_a", [=] { hazard_iter_a<<<blocks, 256>>>((const float4*)in1, (float4*)out, -0.71f); }, out, (size_t)blocks * 2048});
    }
    return run(argc, argv, cases);
}
