// Control and synchronization: seven pairs before (_a) and after (_b) and one kernel alone.
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Oscillators, each advanced by its own number of steps (4 to 499, skewed to the short): energy summed over the steps.
constexpr int kOtterTile = 2048, kOtterBlocks = 132 * 8 * 4, kOtters = kOtterTile * kOtterBlocks;

__device__ __forceinline__ float otter_swing(float x, int n) {
    float y = 0.25f, e = 0.0f;
#pragma unroll 4
    for (int s = 0; s < n; ++s) {
        y = fmaf(-0.02f, x, y);
        x = fmaf(0.02f, y, x);
        e = fmaf(x, x, e);
    }
    return e;
}

__global__ void __launch_bounds__(256, 8) quiet_otter_av4_a(const float* __restrict__ start, const uint16_t* __restrict__ steps, float* __restrict__ energy) {
    int base = blockIdx.x * kOtterTile + threadIdx.x;
#pragma unroll 1
    for (int k = 0; k < 8; ++k) {
        int i = base + k * 256;
        energy[i] = otter_swing(start[i], steps[i]);
    }
}

__global__ void __launch_bounds__(256, 8) quiet_otter_av4_b(const float* __restrict__ start, const uint16_t* __restrict__ steps, float* __restrict__ energy) {
    __shared__ int bin[32];
    __shared__ uint16_t order[kOtterTile];
    int t = threadIdx.x, base = blockIdx.x * kOtterTile;
    uint32_t mark[8];  // bin in the high half, rank in the low half
    if (t < 32) bin[t] = 0;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        int b = steps[base + k * 256 + t] >> 4;
        mark[k] = (uint32_t)b << 16 | (uint32_t)atomicAdd(&bin[b], 1);
    }
    __syncthreads();
    if (t < 32) {
        int own = bin[t], sum = own;
#pragma unroll
        for (int o = 1; o < 32; o <<= 1) { int v = __shfl_up_sync(0xffffffffu, sum, o); if (t >= o) sum += v; }
        bin[t] = sum - own;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 8; ++k) order[bin[mark[k] >> 16] + (int)(mark[k] & 0xffffu)] = (uint16_t)(k * 256 + t);
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < 8; ++k) {
        int i = base + order[k * 256 + (k & 1 ? 255 - t : t)];
        energy[i] = otter_swing(start[i], steps[i]);
    }
}

// ---- Two pendulums a thread under a steady wind, 24 steps.
constexpr int kFerryBlocks = 2640, kFerries = kFerryBlocks * 192 * 2;  // pendulums (place, speed)

__global__ void __launch_bounds__(192) maple_ferry_av4_a(const float4* __restrict__ from, const float2* __restrict__ wind, float4* __restrict__ to) {
    int i = blockIdx.x * 192 + threadIdx.x;
    float4 s = from[i];
    float2 w = wind[i];
#pragma unroll 8
    for (int step = 0; step < 24; ++step) {
        s.y += 0.02 * (0.8 * w.x - 1.1 * s.x - 0.15 * s.y);
        s.x += 0.02 * s.y;
        s.w += 0.02 * (0.8 * w.y - 1.1 * s.z - 0.15 * s.w);
        s.z += 0.02 * s.w;
    }
    to[i] = make_float4(s.x * s.x, s.y * s.y, s.z * s.z, s.w * s.w);
}

__global__ void __launch_bounds__(192) maple_ferry_av4_b(const float4* __restrict__ from, const float2* __restrict__ wind, float4* __restrict__ to) {
    int i = blockIdx.x * 192 + threadIdx.x;
    float4 s = from[i];
    float2 w = wind[i];
#pragma unroll 8
    for (int step = 0; step < 24; ++step) {
        s.y += 0.02f * (0.8f * w.x - 1.1f * s.x - 0.15f * s.y);
        s.x += 0.02f * s.y;
        s.w += 0.02f * (0.8f * w.y - 1.1f * s.z - 0.15f * s.w);
        s.z += 0.02f * s.w;
    }
    to[i] = make_float4(s.x * s.x, s.y * s.y, s.z * s.z, s.w * s.w);
}

// ---- Walks through a table of a warp's own (16 rows of 32), one row of it renewed in each of 48 rounds; the length of a walk is the warp's and the round's.
constexpr int kLarkRounds = 48, kLarkBlocks = 132 * 4, kLarkWarps = kLarkBlocks * 16;

template <bool kWhole>
__device__ __forceinline__ void lark_meet() { if (kWhole) __syncthreads(); else __syncwarp(); }

template <bool kWhole>
__device__ __forceinline__ void lark_walk(const int* __restrict__ table, const int* __restrict__ fresh, const uint8_t* __restrict__ length, int* __restrict__ total) {
    __shared__ uint32_t cells[16 * 16 * 32];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, w = blockIdx.x * 16 + warp;
    uint32_t* own = cells + warp * 512;
#pragma unroll
    for (int r = 0; r < 16; ++r) own[r * 32 + lane] = (uint32_t)table[(w * 16 + r) * 32 + lane];
    lark_meet<kWhole>();
    uint32_t sum = 0, k = lane & 15, next = (uint32_t)fresh[w * 32 + lane];
    int n = length[w];
#pragma unroll 1
    for (int r = 0; r < kLarkRounds; ++r) {
        own[(r & 15) * 32 + ((lane + 7) & 31)] = next;
        lark_meet<kWhole>();
        int ahead = r + 1 < kLarkRounds ? r + 1 : r, steps = n;
        next = (uint32_t)fresh[(ahead * kLarkWarps + w) * 32 + lane];
        n = length[ahead * kLarkWarps + w];
#pragma unroll 4
        for (int j = 0; j < steps; ++j) {
            uint32_t v = own[k * 32 + lane];
            sum += v >> 8;
            k = (k + v) & 15;
        }
        lark_meet<kWhole>();
    }
    total[w * 32 + lane] = (int)(sum & 0x3fffffffu);
}

__global__ void __launch_bounds__(512, 4) copper_lark_av4_a(const int* __restrict__ table, const int* __restrict__ fresh, const uint8_t* __restrict__ length,
                                                            int* __restrict__ total) { lark_walk<true>(table, fresh, length, total); }
__global__ void __launch_bounds__(512, 4) copper_lark_av4_b(const int* __restrict__ table, const int* __restrict__ fresh, const uint8_t* __restrict__ length,
                                                            int* __restrict__ total) { lark_walk<false>(table, fresh, length, total); }

// ---- Squared distance of two vectors of doubles.
constexpr int kAnchorSpan = 132 * 8 * 256, kAnchors = kAnchorSpan * 12;  // pairs of doubles

__device__ __forceinline__ double anchor_warp(double v) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}
__device__ __forceinline__ double anchor_term(double2 a, double2 b, double s) {
    double dx = a.x - b.x, dy = a.y - b.y;
    return fma(dx, dx, fma(dy, dy, s));
}

__global__ void __launch_bounds__(256) velvet_anchor_av4_a(const double2* __restrict__ a, const double2* __restrict__ b, double* __restrict__ distance) {
    int i = blockIdx.x * 256 + threadIdx.x;
    double s = anchor_warp(anchor_term(a[i], b[i], 0.0));
    if ((threadIdx.x & 31) == 0) atomicAdd(distance, s);
}

__global__ void __launch_bounds__(256) velvet_anchor_av4_b(const double2* __restrict__ a, const double2* __restrict__ b, double* __restrict__ distance) {
    __shared__ double part[8];
    double s = 0.0;
#pragma unroll 4
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kAnchors; i += kAnchorSpan) s = anchor_term(a[i], b[i], s);
    s = anchor_warp(s);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x < 32) {
        s = anchor_warp(threadIdx.x < 8 ? part[threadIdx.x] : 0.0);
        if (threadIdx.x == 0) atomicAdd(distance, s);
    }
}

// ---- Weights summed by key (64 keys, seven of ten elements of one key): 16-bit elements, 10 bits weight and 6 bits key; one row of sums a block.
constexpr int kGateBlocks = 132 * 4, kGateLoads = 8, kGates = kGateBlocks * 512 * kGateLoads;  // octets of elements

__global__ void __launch_bounds__(512) saffron_gate_av4_a(const uint4* __restrict__ in, int* __restrict__ sums) {
    __shared__ int h[64];
    int t = threadIdx.x, base = blockIdx.x * 512 * kGateLoads + t;
    if (t < 64) h[t] = 0;
    __syncthreads();
#pragma unroll 2
    for (int k = 0; k < kGateLoads; ++k) {
        uint4 q = in[base + k * 512];
        uint32_t w[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            atomicAdd(&h[w[j] & 63], (int)((w[j] >> 6) & 1023));
            atomicAdd(&h[(w[j] >> 16) & 63], (int)(w[j] >> 22));
        }
    }
    __syncthreads();
    if (t < 64) sums[blockIdx.x * 64 + t] = h[t];
}

__global__ void __launch_bounds__(512) saffron_gate_av4_b(const uint4* __restrict__ in, int* __restrict__ sums) {
    __shared__ int h[64 * 32];  // a copy a lane
    int t = threadIdx.x, lane = t & 31, base = blockIdx.x * 512 * kGateLoads + t;
#pragma unroll
    for (int k = 0; k < 4; ++k) h[k * 512 + t] = 0;
    __syncthreads();
#pragma unroll 2
    for (int k = 0; k < kGateLoads; ++k) {
        uint4 q = in[base + k * 512];
        uint32_t w[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            atomicAdd(&h[(w[j] & 63) * 32 + lane], (int)((w[j] >> 6) & 1023));
            atomicAdd(&h[((w[j] >> 16) & 63) * 32 + lane], (int)(w[j] >> 22));
        }
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int key = (t >> 5) * 4 + k, s = __reduce_add_sync(0xffffffffu, h[key * 32 + lane]);
        if (lane == 0) sums[blockIdx.x * 64 + key] = s;
    }
}

// ---- Four interleaved channels of doubles, each with a recurrence of its own.
constexpr int kDrumBlocks = 132 * 320, kDrums = kDrumBlocks * 384;

__device__ __forceinline__ double drum_curve(int channel, double v) {
    double w = 0.3, s = 0.1;
    if (channel == 0) {
#pragma unroll 8
        for (int k = 0; k < 96; ++k) v = fma(v * v, -0.25, 0.6);
        s = v;
    } else if (channel == 1) {
#pragma unroll 8
        for (int k = 0; k < 96; ++k) { v = fma(-0.05, w, v); w = fma(0.05, v, w); }
        s = fma(v, v, w * w);
    } else if (channel == 2) {
#pragma unroll 8
        for (int k = 0; k < 64; ++k) v = fma(fma(0.1, v, -0.2), v * v, 0.5);
        s = v;
    } else {
#pragma unroll 8
        for (int k = 0; k < 48; ++k) { w = fma(0.9, w, 0.1 * v); s = fma(w, w, s); v = fma(-0.01, w, v); }
    }
    return s;
}

__global__ void __launch_bounds__(384) willow_drum_av4_a(const double* __restrict__ in, double* __restrict__ out) {
    int i = blockIdx.x * 384 + threadIdx.x;
    out[i] = drum_curve(threadIdx.x & 3, in[i]);
}

__global__ void __launch_bounds__(384) willow_drum_av4_b(const double* __restrict__ in, double* __restrict__ out) {
    __shared__ double tile[96 * 5];  // 96 samples of 4 channels, one column of padding
    int t = threadIdx.x, i = blockIdx.x * 384 + t, warp = t >> 5;
    int home = (t >> 2) * 5 + (t & 3), mine = ((warp >> 2) * 32 + (t & 31)) * 5 + (warp & 3);
    tile[home] = in[i];
    __syncthreads();
    tile[mine] = drum_curve(warp & 3, tile[mine]);
    __syncthreads();
    out[i] = tile[home];
}

// ---- Reciprocals by Newton's iteration.
constexpr int kKiteBlocks = 132 * 600, kKites = kKiteBlocks * 320;  // quadruples

__device__ __forceinline__ float kite_until(float x) {
    float a = fmaf(0.45f, x, 1.0f), y = fmaf(-0.88f, a, 1.9f), e = fmaf(-a, y, 1.0f);
#pragma unroll 1
    while (fabsf(e) > 1e-4f) { y = fmaf(y, e, y); e = fmaf(-a, y, 1.0f); }
    return y;
}
__device__ __forceinline__ float kite_fixed(float x) {
    float a = fmaf(0.45f, x, 1.0f), y = fmaf(-0.88f, a, 1.9f);
#pragma unroll
    for (int k = 0; k < 3; ++k) y = fmaf(y, fmaf(-a, y, 1.0f), y);
    return y;
}

__global__ void __launch_bounds__(320) amber_kite_av4_a(const float4* __restrict__ in, float4* __restrict__ out) {
    int i = blockIdx.x * 320 + threadIdx.x;
    float4 v = in[i];
    out[i] = make_float4(kite_until(v.x), kite_until(v.y), kite_until(v.z), kite_until(v.w));
}

__global__ void __launch_bounds__(320) amber_kite_av4_b(const float4* __restrict__ in, float4* __restrict__ out) {
    int i = blockIdx.x * 320 + threadIdx.x;
    float4 v = in[i];
    out[i] = make_float4(kite_fixed(v.x), kite_fixed(v.y), kite_fixed(v.z), kite_fixed(v.w));
}

// ---- Inclusive prefix sums of rows of 3072 integers, a block a row.
constexpr int kPlumeRow = 3072, kPlumeRows = 60000;

__global__ void __launch_bounds__(256, 6) granite_plume_av4_a(const int4* __restrict__ in, int4* __restrict__ out) {
    __shared__ int part[32];
    int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    size_t base = (size_t)blockIdx.x * (kPlumeRow / 4) + t;
    int4 v[3];
    int before[3];
#pragma unroll
    for (int j = 0; j < 3; ++j) v[j] = __ldcs(in + base + j * 256);
#pragma unroll
    for (int j = 0; j < 3; ++j) {
        v[j].y += v[j].x; v[j].z += v[j].y; v[j].w += v[j].z;
        int sum = v[j].w;
#pragma unroll
        for (int o = 1; o < 32; o <<= 1) { int u = __shfl_up_sync(0xffffffffu, sum, o); if (lane >= o) sum += u; }
        before[j] = sum - v[j].w;
        if (lane == 31) part[j * 8 + warp] = sum;
    }
    __syncthreads();
    int own = lane < 24 ? part[lane] : 0, run = own;
#pragma unroll
    for (int o = 1; o < 32; o <<= 1) { int u = __shfl_up_sync(0xffffffffu, run, o); if (lane >= o) run += u; }
    run -= own;
#pragma unroll
    for (int j = 0; j < 3; ++j) {
        int add = before[j] + __shfl_sync(0xffffffffu, run, j * 8 + warp);
        __stcs(out + base + j * 256, make_int4(v[j].x + add, v[j].y + add, v[j].z + add, v[j].w + add));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::hash32; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };
    auto draw = [](uint32_t i) { return (hash32(i) >> 8) * (1.0 / 16777216.0); };

    {
        std::vector<uint16_t> host(kOtters);
        for (int i = 0; i < kOtters; ++i) { double u = draw((uint32_t)i + 11u); host[i] = (uint16_t)(4 + (int)(496 * u * u)); }
        uint16_t* steps = uploaded(host);
        float *start = filled<float>(kOtters, 41), *energy = empty<float>(kOtters);
        add("quiet_otter_av4_a", energy, kOtters, Output::f32, [=] { quiet_otter_av4_a<<<kOtterBlocks, 256>>>(start, steps, energy); });
        add("quiet_otter_av4_b", energy, kOtters, Output::f32, [=] { quiet_otter_av4_b<<<kOtterBlocks, 256>>>(start, steps, energy); });
    }
    {
        const float4* from = reinterpret_cast<const float4*>(filled<float>((size_t)kFerries * 2, 42));
        const float2* wind = reinterpret_cast<const float2*>(filled<float>(kFerries, 43));
        float* to = empty<float>((size_t)kFerries * 2);
        float4* to4 = reinterpret_cast<float4*>(to);
        add("maple_ferry_av4_a", to, (size_t)kFerries * 2, Output::f32, [=] { maple_ferry_av4_a<<<kFerryBlocks, 192>>>(from, wind, to4); });
        add("maple_ferry_av4_b", to, (size_t)kFerries * 2, Output::f32, [=] { maple_ferry_av4_b<<<kFerryBlocks, 192>>>(from, wind, to4); });
    }
    {
        std::vector<uint8_t> host((size_t)kLarkRounds * kLarkWarps);
        for (size_t i = 0; i < host.size(); ++i) { double u = draw((uint32_t)i + 77777u); host[i] = (uint8_t)(4 + (int)(120 * u * u * u * u * u)); }
        uint8_t* length = uploaded(host);
        int *table = indices((size_t)kLarkWarps * 512, 1u << 20, 44), *fresh = indices((size_t)kLarkRounds * kLarkWarps * 32, 1u << 20, 45);
        int* total = empty<int>((size_t)kLarkWarps * 32);
        add("copper_lark_av4_a", total, (size_t)kLarkWarps * 32, Output::i32, [=] { copper_lark_av4_a<<<kLarkBlocks, 512>>>(table, fresh, length, total); });
        add("copper_lark_av4_b", total, (size_t)kLarkWarps * 32, Output::i32, [=] { copper_lark_av4_b<<<kLarkBlocks, 512>>>(table, fresh, length, total); });
    }
    {
        const double2* a = reinterpret_cast<const double2*>(filled<double>((size_t)kAnchors * 2, 46));
        const double2* b = reinterpret_cast<const double2*>(filled<double>((size_t)kAnchors * 2, 470000));
        double* distance = empty<double>(1);
        add("velvet_anchor_av4_a", distance, 1, Output::f64, [=] { velvet_anchor_av4_a<<<kAnchors / 256, 256>>>(a, b, distance); });
        add("velvet_anchor_av4_b", distance, 1, Output::f64, [=] { velvet_anchor_av4_b<<<kAnchorSpan / 256, 256>>>(a, b, distance); });
    }
    {
        std::vector<uint16_t> host((size_t)kGates * 8);
        for (size_t i = 0; i < host.size(); ++i) {
            uint32_t r = hash32((uint32_t)i + 909u), key = r % 10 < 7 ? 5 : (r >> 8) & 63;
            host[i] = (uint16_t)((r >> 22) << 6 | key);
        }
        const uint4* in = reinterpret_cast<const uint4*>(uploaded(host));
        int* sums = empty<int>((size_t)kGateBlocks * 64);
        add("saffron_gate_av4_a", sums, (size_t)kGateBlocks * 64, Output::i32, [=] { saffron_gate_av4_a<<<kGateBlocks, 512>>>(in, sums); });
        add("saffron_gate_av4_b", sums, (size_t)kGateBlocks * 64, Output::i32, [=] { saffron_gate_av4_b<<<kGateBlocks, 512>>>(in, sums); });
    }
    {
        double *in = filled<double>(kDrums, 48), *out = empty<double>(kDrums);
        add("willow_drum_av4_a", out, kDrums, Output::f64, [=] { willow_drum_av4_a<<<kDrumBlocks, 384>>>(in, out); });
        add("willow_drum_av4_b", out, kDrums, Output::f64, [=] { willow_drum_av4_b<<<kDrumBlocks, 384>>>(in, out); });
    }
    {
        const float4* in = reinterpret_cast<const float4*>(filled<float>((size_t)kKites * 4, 49));
        float* out = empty<float>((size_t)kKites * 4);
        float4* out4 = reinterpret_cast<float4*>(out);
        add("amber_kite_av4_a", out, (size_t)kKites * 4, Output::f32, [=] { amber_kite_av4_a<<<kKiteBlocks, 320>>>(in, out4); });
        add("amber_kite_av4_b", out, (size_t)kKites * 4, Output::f32, [=] { amber_kite_av4_b<<<kKiteBlocks, 320>>>(in, out4); });
    }
    {
        constexpr size_t n = (size_t)kPlumeRows * kPlumeRow;
        const int4* in = reinterpret_cast<const int4*>(indices(n, 1000, 50));
        int* out = empty<int>(n);
        int4* out4 = reinterpret_cast<int4*>(out);
        add("granite_plume_av4_a", out, n, Output::i32, [=] { granite_plume_av4_a<<<kPlumeRows, 256>>>(in, out4); });
    }
    return harness::run(argc, argv, cases);
}
