// Control flow and cooperation: insurance, bonds, light transport, molecules, relays, pictures, expert rules.
#include <numeric>
#include "harness.cuh"
using harness::Case; using harness::Output;

// ---- claims_payout: eight kinds of policy, each with its own projection -----------------------------------------------------------
__device__ __forceinline__ float claim_value(int kind, float amount, float rate) {
    float v = amount, r = rate;
    switch (kind) {
        case 0:  // annuity
#pragma unroll 4
            for (int m = 0; m < 48; ++m) { v = fmaf(v, 1.0f + r, -0.01f * amount); r = r * 0.999f; }
            break;
        case 1:  // decreasing term
            { float left = amount;
#pragma unroll 4
              for (int m = 0; m < 40; ++m) { left = fmaf(left, -0.03f, left); v = fmaf(r, left, v * 0.97f); } }
            break;
        case 2:  // index linked
            { float level = 1.0f, drift = rate;
#pragma unroll 4
              for (int m = 0; m < 36; ++m) { level = fmaf(level, drift, level); drift = fmaf(0.1f, 0.02f - drift, drift); v = fmaf(level, 0.01f, v * 0.99f); } }
            break;
        case 3:  // capped
#pragma unroll 4
            for (int m = 0; m < 44; ++m) { v = fminf(fmaf(v, r, v), 1.9f); v = fmaxf(v - 0.004f, -1.5f); }
            break;
        case 4:  // two lives
            { float p = 0.99f, q = 0.985f;
#pragma unroll 4
              for (int m = 0; m < 32; ++m) { p *= 0.996f; q *= 0.994f; v = fmaf(p + q - p * q, 0.01f * r, v); } }
            break;
        case 5:  // bonus
            { float b = 0.f;
#pragma unroll 4
              for (int m = 0; m < 40; ++m) { b = fmaf(v, 0.002f, b * 1.001f); v = fmaf(b, r, v * 0.998f); } }
            break;
        case 6:  // lapse
            { float in = 1.0f;
#pragma unroll 4
              for (int m = 0; m < 42; ++m) { in = in - in * in * 0.01f; v = fmaf(in * r, amount, v * 0.995f); } }
            break;
        default:  // reserve roll-forward
            { float x = 0.2f;
#pragma unroll 4
              for (int m = 0; m < 40; ++m) { x = fmaf(x, -x, 0.9f * x + 0.05f); v = fmaf(x, r, v * 0.99f); } }
    }
    return v;
}
__global__ void __launch_bounds__(256) claims_payout_a(const int* __restrict__ kind, const float* __restrict__ amount, const float* __restrict__ rate, float* __restrict__ payout, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) payout[i] = claim_value(kind[i], amount[i], rate[i]);
}
__global__ void __launch_bounds__(256) claims_payout_b(const int* __restrict__ kind, const float* __restrict__ amount, const float* __restrict__ rate, float* __restrict__ payout, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) payout[i] = claim_value(kind[i], amount[i], rate[i]);
}

// ---- bond_flows: present value of bonds of very different maturities ----------------------------------------------------------------
__device__ __forceinline__ float bond_value(int months, float coupon, float yield) {
    float disc = 1.f, pv = 0.f, v = 1.f / (1.f + yield), c = coupon;
#pragma unroll 1
    for (int m = 0; m < months; ++m) {
        disc *= v;
        v = fmaf(v, -1e-5f, v);
        pv = fmaf(c, disc, pv);
        c = fmaf(c, 2e-4f, c);
    }
    return fmaf(10.f, disc, pv);
}
__global__ void __launch_bounds__(128) bond_flows_a(const int* __restrict__ months, const float* __restrict__ coupon, const float* __restrict__ yield, float* __restrict__ value, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) value[i] = bond_value(months[i], 0.05f + 0.03f * coupon[i], 0.01f + 0.005f * yield[i]);
}
__global__ void __launch_bounds__(128) bond_flows_b(const int* __restrict__ months, const float* __restrict__ coupon, const float* __restrict__ yield, float* __restrict__ value, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) value[i] = bond_value(months[i], 0.05f + 0.03f * coupon[i], 0.01f + 0.005f * yield[i]);
}

// ---- tissue_scatter: two media with different transport sums, media mixed at random -------------------------------------------------
__device__ __forceinline__ float through_fat(float x) {
    float t = 1.f, s = 0.f, w = fabsf(x) + 0.2f;
#pragma unroll 8
    for (int k = 0; k < 64; ++k) { t = fmaf(-t, 0.03f * w, t); s = fmaf(t, w, s); w = fmaf(w, 0.99f, 0.004f); }
    return s;
}
__device__ __forceinline__ float through_bone(float x) {
    float a = x + 0.5f, b = 0.3f, s = 1.f;
#pragma unroll 8
    for (int k = 0; k < 56; ++k) { float c = fmaf(a, b, 0.05f); a = fmaf(a, 0.9f, -0.2f * c); b = fmaf(b, 0.97f, 0.01f); s = fmaf(s, 0.98f, c); }
    return s;
}
__global__ void __launch_bounds__(256) tissue_scatter_a(const float* __restrict__ depth, float* __restrict__ flux) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    float x = depth[i], y;
    if (x < 0.f) y = through_fat(x); else y = through_bone(x);
    flux[i] = y;
}
__global__ void __launch_bounds__(256) tissue_scatter_b(const float* __restrict__ depth, float* __restrict__ flux) {
    __shared__ float item[256], result[256];
    __shared__ short origin[256];
    __shared__ int fats[8];
    size_t base = blockIdx.x * (size_t)256;
    int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5;
    float x = depth[base + tid];
    bool fat = x < 0.f;
    unsigned votes = __ballot_sync(~0u, fat);
    if (lane == 0) fats[warp] = __popc(votes);
    __syncthreads();
    int before = 0, all = 0;
#pragma unroll
    for (int w = 0; w < 8; ++w) { int f = fats[w]; before += w < warp ? f : 0; all += f; }
    int rank = __popc(votes & ((1u << lane) - 1u));
    int place = fat ? before + rank : all + (warp * 32 - before) + (lane - rank);
    item[place] = x;
    origin[place] = (short)tid;
    __syncthreads();
    x = item[tid];
    float y;
    if (x < 0.f) y = through_fat(x); else y = through_bone(x);
    result[origin[tid]] = y;
    __syncthreads();
    flux[base + tid] = result[tid];
}

// ---- cluster_strain: pair strain of clusters of eight atoms ---------------------------------------------------------------------------
template <int Group>  // lanes given to a cluster
__device__ __forceinline__ void cluster_body(const float4* __restrict__ atom, float* __restrict__ strain, int clusters) {
    int cluster = (int)((blockIdx.x * (size_t)blockDim.x + threadIdx.x) / Group), lane = threadIdx.x & (Group - 1);
    if (cluster >= clusters) return;
    if (lane < 8) {
        unsigned members = __activemask();
        float4 me = atom[(size_t)cluster * 8 + lane];
        float e = 0.f;
#pragma unroll
        for (int k = 1; k < 8; ++k) {
            int other = lane ^ k;
            float dx = me.x - __shfl_sync(members, me.x, other, 8), dy = me.y - __shfl_sync(members, me.y, other, 8), dz = me.z - __shfl_sync(members, me.z, other, 8);
            float mix = me.w * __shfl_sync(members, me.w, other, 8);
            float r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.3f)));
            float s = fmaf(r2, -0.21f, 1.7f), t = fmaf(s, s, -0.4f), u = fmaf(t, s, 0.11f * mix);
#pragma unroll
            for (int p = 0; p < 10; ++p) u = fmaf(u, fmaf(t, 0.03f, 0.4f), mix * 0.02f + s * 0.1f);
            e += u;
        }
        e += __shfl_xor_sync(members, e, 4, 8);
        e += __shfl_xor_sync(members, e, 2, 8);
        e += __shfl_xor_sync(members, e, 1, 8);
        if (lane == 0) strain[cluster] = 0.5f * e;
    }
}
__global__ void __launch_bounds__(256) cluster_strain_a(const float4* atom, float* strain, int clusters) { cluster_body<32>(atom, strain, clusters); }
__global__ void __launch_bounds__(256) cluster_strain_b(const float4* atom, float* strain, int clusters) { cluster_body<8>(atom, strain, clusters); }

// ---- relay_rounds: each warp relaxes its own ring of stations; rounds take few or many sweeps ----------------------------------------
__device__ __forceinline__ float soft_rsqrt(float x) { float r; asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x)); return r; }
constexpr int kRounds = 64;
template <bool Whole>
__device__ __forceinline__ void relay_body(const unsigned char* __restrict__ sweeps, const float* __restrict__ start, float* __restrict__ state) {
    __shared__ float ring[32][32];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    size_t global_warp = blockIdx.x * (size_t)32 + warp;
    float v = start[global_warp * 32 + lane];
    for (int r = 0; r < kRounds; ++r) {
        ring[warp][lane] = v;
        if (Whole) __syncthreads(); else __syncwarp();
        float peer = ring[warp][(lane + r + 1) & 31];
        int count = sweeps[global_warp * kRounds + r];
        for (int s = 0; s < count; ++s) v = fmaf(v, 0.25f * soft_rsqrt(fmaf(v, v, 0.5f)), peer * 0.5f);
        if (Whole) __syncthreads(); else __syncwarp();
    }
    state[global_warp * 32 + lane] = v;
}
__global__ void __launch_bounds__(1024) relay_rounds_a(const unsigned char* sweeps, const float* start, float* state) { relay_body<true>(sweeps, start, state); }
__global__ void __launch_bounds__(1024) relay_rounds_b(const unsigned char* sweeps, const float* start, float* state) { relay_body<false>(sweeps, start, state); }

// ---- exposure_norm: rows of 1024 brightened to a common mean, spread and peak ----------------------------------------------------------
struct Tree {
    template <typename Op>
    static __device__ __forceinline__ float all(float v, float* pad, Op op) {
        int t = threadIdx.x;
        pad[t] = v;
        __syncthreads();
        for (int s = 512; s > 0; s >>= 1) {
            if (t < s) pad[t] = op(pad[t], pad[t + s]);
            __syncthreads();
        }
        float r = pad[0];
        __syncthreads();
        return r;
    }
};
struct Shuffles {
    template <typename Op>
    static __device__ __forceinline__ float all(float v, float* pad, Op op) {
        for (int s = 16; s > 0; s >>= 1) v = op(v, __shfl_xor_sync(~0u, v, s));
        if ((threadIdx.x & 31) == 0) pad[threadIdx.x >> 5] = v;
        __syncthreads();
        v = pad[threadIdx.x & 31];
        for (int s = 16; s > 0; s >>= 1) v = op(v, __shfl_xor_sync(~0u, v, s));
        __syncthreads();
        return v;
    }
};
template <typename Reduce>
__device__ __forceinline__ void exposure_body(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float pad[1024];
    size_t at = blockIdx.x * (size_t)1024 + threadIdx.x;
    float v = in[at];
    auto add = [](float a, float b) { return a + b; };
    float mean = Reduce::all(v, pad, add) * (1.f / 1024.f);
    v -= mean;
    float spread = Reduce::all(v * v, pad, add) * (1.f / 1024.f);
    v *= rsqrtf(spread + 1e-5f);
    float peak = Reduce::all(fabsf(v), pad, [](float a, float b) { return fmaxf(a, b); });
    out[at] = __fdividef(v, peak) + 0.5f;
}
__global__ void __launch_bounds__(1024) exposure_norm_a(const float* in, float* out) { exposure_body<Tree>(in, out); }
__global__ void __launch_bounds__(1024) exposure_norm_b(const float* in, float* out) { exposure_body<Shuffles>(in, out); }

// ---- rule_book: 48 fitted rules of degree 127, one rule a tile of 128 readings ----------------------------------------------------------
constexpr int kRules = 48, kTerms = 128;
__host__ __device__ constexpr uint32_t rule_hash(uint32_t x) { x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; x ^= x >> 16; return x; }
__host__ __device__ constexpr float rule_term(int rule, int k) { return ((int)(rule_hash(rule * 1009u + k * 7919u + 17u) >> 8) - 8388608) * (1.f / 16777216.f); }
__device__ __forceinline__ int rule_of(int tile) { return (int)(harness::hash32(tile * 2654435761u + 5u) % kRules); }
template <int Rule>
__device__ __forceinline__ float4 spelled(float4 x) {
    float4 y = make_float4(0.1f, 0.2f, 0.3f, 0.4f);
#pragma unroll
    for (int k = 0; k < kTerms; ++k) {
        const float c = rule_term(Rule, k);
        y.x = fmaf(y.x, x.x, c); y.y = fmaf(y.y, x.y, c); y.z = fmaf(y.z, x.z, c); y.w = fmaf(y.w, x.w, c);
    }
    return y;
}
#define R1(n) case n: y = spelled<n>(x); break;
#define R4(n) R1(n) R1(n + 1) R1(n + 2) R1(n + 3)
#define R16(n) R4(n) R4(n + 4) R4(n + 8) R4(n + 12)
__global__ void __launch_bounds__(256) rule_book_a(const float4* __restrict__ in, float4* __restrict__ out, int tiles) {
    int warps = gridDim.x * 8;
    for (int tile = blockIdx.x * 8 + (threadIdx.x >> 5); tile < tiles; tile += warps) {
        size_t at = (size_t)tile * 32 + (threadIdx.x & 31);
        float4 x = in[at], y = x;
        switch (rule_of(tile)) { R16(0) R16(16) R16(32) }
        out[at] = y;
    }
}
__device__ float rule_table[kRules * kTerms];
__global__ void __launch_bounds__(256) rule_book_b(const float4* __restrict__ in, float4* __restrict__ out, int tiles) {
    __shared__ float4 term[kRules * kTerms / 4];
    for (int k = threadIdx.x; k < kRules * kTerms / 4; k += 256) term[k] = reinterpret_cast<const float4*>(rule_table)[k];
    __syncthreads();
    int warps = gridDim.x * 8;
    for (int tile = blockIdx.x * 8 + (threadIdx.x >> 5); tile < tiles; tile += warps) {
        size_t at = (size_t)tile * 32 + (threadIdx.x & 31);
        float4 x = in[at], y = make_float4(0.1f, 0.2f, 0.3f, 0.4f);
        const float4* rule = term + rule_of(tile) * (kTerms / 4);
#pragma unroll 4
        for (int k = 0; k < kTerms / 4; ++k) {
            float4 c = rule[k];
#define STEP(c) y.x = fmaf(y.x, x.x, c); y.y = fmaf(y.y, x.y, c); y.z = fmaf(y.z, x.z, c); y.w = fmaf(y.w, x.w, c);
            STEP(c.x) STEP(c.y) STEP(c.z) STEP(c.w)
        }
        out[at] = y;
    }
}

// ---- frost_index (mild): cold and warm formulas of felt temperature on streamed weather ------------------------------------------------
__device__ __forceinline__ float cold_side(float t, float w) { return fmaf(0.6215f, t, 0.13f) - w * fmaf(-0.39f, t, 1.1f) + w * w * fmaf(0.02f, t, 0.3f) - 0.013f * w * w * w * t; }
__device__ __forceinline__ float warm_side(float t, float w) { return fmaf(t, fmaf(t, fmaf(t, fmaf(t, 0.011f, -0.07f), 0.21f), 0.9f), 0.02f) + w * fmaf(t, fmaf(t, 0.05f, -0.12f), 0.4f); }
__global__ void __launch_bounds__(256) frost_index_a(const float4* __restrict__ temperature, const float4* __restrict__ wind, float4* __restrict__ felt, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 t = temperature[i], w = wind[i], y;
    if (t.x < 0.f) {
        y = make_float4(cold_side(t.x, w.x), cold_side(t.y, w.y), cold_side(t.z, w.z), cold_side(t.w, w.w));
        y.x = sqrtf(fabsf(y.x)) - y.y; y.z = y.z / (1.5f + fabsf(y.w));
    } else {
        y = make_float4(warm_side(t.x, w.x), warm_side(t.y, w.y), warm_side(t.z, w.z), warm_side(t.w, w.w));
        y.y = sqrtf(fabsf(y.x)) + y.y; y.w = y.z / (1.7f + fabsf(y.w));
    }
    felt[i] = y;
}
__global__ void __launch_bounds__(256) frost_index_b(const float4* __restrict__ temperature, const float4* __restrict__ wind, float4* __restrict__ felt, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 t = temperature[i], w = wind[i];
    bool cold = t.x < 0.f;
    float4 c = make_float4(cold_side(t.x, w.x), cold_side(t.y, w.y), cold_side(t.z, w.z), cold_side(t.w, w.w));
    float4 h = make_float4(warm_side(t.x, w.x), warm_side(t.y, w.y), warm_side(t.z, w.z), warm_side(t.w, w.w));
    float root = sqrtf(fabsf(cold ? c.x : h.x));
    float ratio = (cold ? c.z : h.z) / (cold ? 1.5f + fabsf(c.w) : 1.7f + fabsf(h.w));
    felt[i] = cold ? make_float4(root - c.y, c.y, ratio, c.w) : make_float4(h.x, root + h.y, h.z, ratio);
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    {
        int n = 8 << 20;
        std::vector<int> kind(n), grouped(n);
        std::vector<float> amount(n), rate(n), grouped_amount(n), grouped_rate(n);
        for (int i = 0; i < n; ++i) { kind[i] = harness::hash32(i + 17) >> 29; amount[i] = 1.f + 0.5f * harness::unit(i); rate[i] = 0.01f + 0.005f * harness::unit(i + n); }
        size_t at = 0;
        for (int k = 0; k < 8; ++k)
            for (int i = 0; i < n; ++i) if (kind[i] == k) { grouped[at] = k; grouped_amount[at] = amount[i]; grouped_rate[at++] = rate[i]; }
        int *k0 = harness::uploaded(kind), *k1 = harness::uploaded(grouped);
        float *a0 = harness::uploaded(amount), *a1 = harness::uploaded(grouped_amount), *r0 = harness::uploaded(rate), *r1 = harness::uploaded(grouped_rate), *o = harness::empty<float>(n);
        cases.push_back({"claims_payout_a", [=] { claims_payout_a<<<n / 256, 256>>>(k0, a0, r0, o, n); }, o, (size_t)n, Output::f32});
        cases.push_back({"claims_payout_b", [=] { claims_payout_b<<<n / 256, 256>>>(k1, a1, r1, o, n); }, o, (size_t)n, Output::f32});
    }
    {
        int n = 4 << 20;
        std::vector<int> months(n), sorted(n), order(n);
        std::vector<float> c(n), y(n), c1(n), y1(n);
        for (int i = 0; i < n; ++i) {
            float u = ((harness::hash32(i * 3 + 1) >> 8) + 0.5f) / 16777216.f;
            months[i] = std::min(480, 6 + (int)(-60.f * std::log(u))); c[i] = harness::unit(i); y[i] = harness::unit(i + n);
        }
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](int l, int r) { return months[l] > months[r]; });
        for (int i = 0; i < n; ++i) { sorted[i] = months[order[i]]; c1[i] = c[order[i]]; y1[i] = y[order[i]]; }
        int *m0 = harness::uploaded(months), *m1 = harness::uploaded(sorted);
        float *dc0 = harness::uploaded(c), *dc1 = harness::uploaded(c1), *dy0 = harness::uploaded(y), *dy1 = harness::uploaded(y1), *o = harness::empty<float>(n);
        cases.push_back({"bond_flows_a", [=] { bond_flows_a<<<n / 128, 128>>>(m0, dc0, dy0, o, n); }, o, (size_t)n, Output::f32});
        cases.push_back({"bond_flows_b", [=] { bond_flows_b<<<n / 128, 128>>>(m1, dc1, dy1, o, n); }, o, (size_t)n, Output::f32});
    }
    {
        size_t n = 24u << 20;
        float *in = harness::filled<float>(n, 31), *o = harness::empty<float>(n);
        cases.push_back({"tissue_scatter_a", [=] { tissue_scatter_a<<<(unsigned)(n / 256), 256>>>(in, o); }, o, n, Output::f32});
        cases.push_back({"tissue_scatter_b", [=] { tissue_scatter_b<<<(unsigned)(n / 256), 256>>>(in, o); }, o, n, Output::f32});
    }
    {
        int clusters = 1 << 20;
        float4* in = (float4*)harness::filled<float>((size_t)clusters * 32, 41);
        float* o = harness::empty<float>(clusters);
        cases.push_back({"cluster_strain_a", [=] { cluster_strain_a<<<clusters / 8, 256>>>(in, o, clusters); }, o, (size_t)clusters, Output::f32});
        cases.push_back({"cluster_strain_b", [=] { cluster_strain_b<<<clusters / 32, 256>>>(in, o, clusters); }, o, (size_t)clusters, Output::f32});
    }
    {
        int blocks = 132; size_t warps = (size_t)blocks * 32, n = warps * 32;
        std::vector<unsigned char> plan(warps * kRounds);
        for (size_t i = 0; i < plan.size(); ++i) plan[i] = harness::hash32((uint32_t)i + 333) % 16 == 0 ? 80 : 4 + harness::hash32((uint32_t)i + 999) % 3;
        unsigned char* p = harness::uploaded(plan);
        float *s = harness::filled<float>(n, 51), *o = harness::empty<float>(n);
        cases.push_back({"relay_rounds_a", [=] { relay_rounds_a<<<blocks, 1024>>>(p, s, o); }, o, n, Output::f32});
        cases.push_back({"relay_rounds_b", [=] { relay_rounds_b<<<blocks, 1024>>>(p, s, o); }, o, n, Output::f32});
    }
    {
        int rows = 33792; size_t n = (size_t)rows * 1024;
        float *in = harness::filled<float>(n, 61), *o = harness::empty<float>(n);
        cases.push_back({"exposure_norm_a", [=] { exposure_norm_a<<<rows, 1024>>>(in, o); }, o, n, Output::f32});
        cases.push_back({"exposure_norm_b", [=] { exposure_norm_b<<<rows, 1024>>>(in, o); }, o, n, Output::f32});
    }
    {
        int tiles = 132 * 8 * 8 * 16; size_t n = (size_t)tiles * 128;
        std::vector<float> host(kRules * kTerms);
        for (int r = 0; r < kRules; ++r) for (int k = 0; k < kTerms; ++k) host[r * kTerms + k] = rule_term(r, k);
        CHECK(cudaMemcpyToSymbol(rule_table, host.data(), host.size() * sizeof(float)));
        float *in = harness::filled<float>(n, 71), *o = harness::empty<float>(n);
        cases.push_back({"rule_book_a", [=] { rule_book_a<<<132 * 8, 256>>>((const float4*)in, (float4*)o, tiles); }, o, n, Output::f32});
        cases.push_back({"rule_book_b", [=] { rule_book_b<<<132 * 8, 256>>>((const float4*)in, (float4*)o, tiles); }, o, n, Output::f32});
    }
    {
        int n4 = 12 << 20; size_t n = (size_t)n4 * 4;
        float *t = harness::filled<float>(n, 81), *w = harness::filled<float>(n, 82), *o = harness::empty<float>(n);
        cases.push_back({"frost_index_a", [=] { frost_index_a<<<n4 / 256, 256>>>((const float4*)t, (const float4*)w, (float4*)o, n4); }, o, n, Output::f32});
        cases.push_back({"frost_index_b", [=] { frost_index_b<<<n4 / 256, 256>>>((const float4*)t, (const float4*)w, (float4*)o, n4); }, o, n, Output::f32});
    }
    return harness::run(argc, argv, cases);
}
