// Eleven measured cases from kilns to pearls: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

__device__ __forceinline__ float warp_sum(float v) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void harness_kinds(uint8_t* p, size_t n, uint32_t below, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (uint8_t)(harness::hash32((uint32_t)i + seed) % below);
}

// ---- Kilns: temperature of each probe from its voltage, by the curve of its wire type (eight types), four Newton steps.
constexpr int kProbes = 132 * 8 * 256 * 88, kTypes = 8, kTerms = 9;
__device__ constexpr float kCurve[kTypes][kTerms] = {
    {0.011f, 1.021f, 0.101f, 0.051f, 0.0203f, 0.0111f, 0.0052f, 0.0021f, 0.0011f}, {0.021f, 1.122f, 0.092f, 0.043f, 0.0214f, 0.0122f, 0.0041f, 0.0032f, 0.0012f},
    {0.031f, 1.223f, 0.083f, 0.055f, 0.0225f, 0.0133f, 0.0053f, 0.0023f, 0.0013f}, {0.041f, 1.324f, 0.074f, 0.047f, 0.0236f, 0.0144f, 0.0044f, 0.0034f, 0.0014f},
    {0.051f, 1.425f, 0.065f, 0.059f, 0.0247f, 0.0155f, 0.0055f, 0.0025f, 0.0015f}, {0.061f, 1.526f, 0.056f, 0.041f, 0.0258f, 0.0166f, 0.0046f, 0.0036f, 0.0016f},
    {0.071f, 1.627f, 0.047f, 0.053f, 0.0269f, 0.0177f, 0.0057f, 0.0027f, 0.0017f}, {0.081f, 1.728f, 0.038f, 0.045f, 0.0271f, 0.0188f, 0.0048f, 0.0038f, 0.0018f}};

__device__ __forceinline__ float kiln_solve(const float (&c)[kTerms], float volt) {
    float warm = volt;
#pragma unroll
    for (int step = 0; step < 4; ++step) {
        float e = c[kTerms - 1], slope = 0.0f;
#pragma unroll
        for (int k = kTerms - 2; k >= 0; --k) { slope = fmaf(slope, warm, e); e = fmaf(e, warm, c[k]); }
        warm -= __fdividef(e - volt, slope);
    }
    return warm;
}
template <int kType>
__device__ __forceinline__ float kiln_of(float volt) {
    constexpr const float(&row)[kTerms] = kCurve[kType];
    float c[kTerms] = {row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7], row[8]};
    return kiln_solve(c, volt);
}

__global__ void __launch_bounds__(256) kiln_probes_i4_a(const float* __restrict__ volts, const uint8_t* __restrict__ type, float* __restrict__ warmth) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float v = volts[i], r = 0.0f;
    switch (type[i]) {
        case 0: r = kiln_of<0>(v); break;
        case 1: r = kiln_of<1>(v); break;
        case 2: r = kiln_of<2>(v); break;
        case 3: r = kiln_of<3>(v); break;
        case 4: r = kiln_of<4>(v); break;
        case 5: r = kiln_of<5>(v); break;
        case 6: r = kiln_of<6>(v); break;
        case 7: r = kiln_of<7>(v); break;
    }
    warmth[i] = r;
}

__global__ void __launch_bounds__(256) kiln_probes_i4_b(const float* __restrict__ volts, const uint8_t* __restrict__ type, float* __restrict__ warmth) {
    __shared__ float curve[kTypes * kTerms];  // rows of nine words: eight types lie in eight banks
    int i = blockIdx.x * 256 + threadIdx.x;
    float v = volts[i];
    int row = type[i] * kTerms;
    if (threadIdx.x < kTypes * kTerms) curve[threadIdx.x] = (&kCurve[0][0])[threadIdx.x];
    __syncthreads();
    float c[kTerms];
#pragma unroll
    for (int k = 0; k < kTerms; ++k) c[k] = curve[row + k];
    warmth[i] = kiln_solve(c, v);
}

// ---- Meadow fire: one time step of heat; only burning cells (one in five) need the stiff sub-steps.
constexpr int kPatch = 256 * 8, kMeadow = 132 * 8 * 5 * kPatch;

__device__ __forceinline__ float meadow_burn(float heat, float fuel) {
    float left = 0.5f + 0.5f * fuel;
#pragma unroll 4
    for (int s = 0; s < 96; ++s) {
        float rate = left * fmaf(heat, fmaf(heat, 0.011f, 0.004f), 0.001f);
        left = fmaf(-0.7f, rate, left);
        heat = fmaf(-0.003f, heat, heat + rate);
    }
    return heat;
}

__global__ void __launch_bounds__(256) meadow_fire_i4_a(const float* __restrict__ heat, const float* __restrict__ fuel, float* __restrict__ next) {
    int base = blockIdx.x * kPatch + threadIdx.x;
#pragma unroll 1
    for (int j = 0; j < 8; ++j) {
        int i = base + j * 256;
        float h = heat[i];
        if (h > 0.6f) next[i] = meadow_burn(h, fuel[i]);
        else next[i] = 0.98f * h;
    }
}

__global__ void __launch_bounds__(256) meadow_fire_i4_b(const float* __restrict__ heat, const float* __restrict__ fuel, float* __restrict__ next) {
    __shared__ uint16_t queue[kPatch];
    __shared__ int queued;
    int t = threadIdx.x, lane = t % 32, base = blockIdx.x * kPatch;
    if (t == 0) queued = 0;
    __syncthreads();
#pragma unroll 1
    for (int j = 0; j < 8; ++j) {
        int local = t + j * 256;
        float h = heat[base + local];
        bool burning = h > 0.6f;
        unsigned who = __ballot_sync(0xffffffffu, burning);
        int from = 0;
        if (lane == 0 && who) from = atomicAdd(&queued, __popc(who));
        from = __shfl_sync(0xffffffffu, from, 0);
        if (burning) queue[from + __popc(who & ((1u << lane) - 1))] = (uint16_t)local;
        else next[base + local] = 0.98f * h;
    }
    __syncthreads();
    for (int q = t; q < queued; q += 256) {
        int i = base + queue[q];
        next[i] = meadow_burn(heat[i], fuel[i]);
    }
}

// ---- Orchard loans: present value of each loan, month by month to its own term.
constexpr int kLoans = 132 * 16 * 128 * 8;

__device__ __forceinline__ float loan_value(float size, float spread, int months) {
    float rate = 0.004f + 0.001f * spread, debt = 1.5f + size, pay = debt * (rate + 0.003f);
    float value = 0.0f, worth = 1.0f, alive = 1.0f;
#pragma unroll 1
    for (int m = 0; m < months; ++m) {
        float risk = fmaf(debt, 0.0004f, 0.0003f);
        alive = fmaf(-risk, alive, alive);
        worth = fmaf(-0.0025f, worth, worth);
        debt = fmaf(debt, rate, debt - pay);
        value = fmaf(worth * alive, pay, value);
        value = fmaf(worth * risk, 0.4f * debt, value);
    }
    return fmaf(worth * alive, debt, value);
}

__global__ void __launch_bounds__(128) orchard_loans_i4_a(const float* __restrict__ size, const float* __restrict__ spread, const int* __restrict__ months, float* __restrict__ value) {
    int i = blockIdx.x * 128 + threadIdx.x;
    value[i] = loan_value(size[i], spread[i], months[i]);
}

__global__ void __launch_bounds__(128) orchard_loans_i4_b(const float* __restrict__ size, const float* __restrict__ spread, const int* __restrict__ months, const int* __restrict__ by_term,
                                                          float* __restrict__ value) {
    int i = by_term[blockIdx.x * 128 + threadIdx.x];  // longest first
    value[i] = loan_value(size[i], spread[i], months[i]);
}

// ---- Echo room: adaptive echo canceller (normalised LMS), 512 taps, a block a line, 192 samples.
constexpr int kLines = 132 * 4 * 3, kTaps = 512, kSamples = 192, kSpoken = kTaps + kSamples;

__global__ void __launch_bounds__(512) echo_room_i4_a(const float* __restrict__ far, const float* __restrict__ mic, float* __restrict__ residue) {
    __shared__ float said[kSpoken], heard[kSamples], part[kTaps];
    int t = threadIdx.x, line = blockIdx.x;
    for (int k = t; k < kSpoken; k += kTaps) said[k] = far[(size_t)line * kSpoken + k];
    if (t < kSamples) heard[t] = mic[line * kSamples + t];
    __syncthreads();
    float tap = 0.0f, power = 170.0f;
    for (int n = 0; n < kSamples; ++n) {
        float x = said[n + kTaps - t];
        part[t] = tap * x;
        __syncthreads();
        for (int s = kTaps / 2; s > 0; s >>= 1) {
            if (t < s) part[t] += part[t + s];
            __syncthreads();
        }
        float error = heard[n] - part[0];
        __syncthreads();
        float come = said[n + kTaps], gone = said[n];
        power = fmaf(come, come, fmaf(-gone, gone, power));
        tap = fmaf(__fdividef(0.5f * error, fmaxf(power, 1.0f)), x, tap);
        if (t == 0) residue[line * kSamples + n] = error;
    }
}

__global__ void __launch_bounds__(512) echo_room_i4_b(const float* __restrict__ far, const float* __restrict__ mic, float* __restrict__ residue) {
    __shared__ float said[kSpoken], heard[kSamples], part[2][kTaps / 32];
    int t = threadIdx.x, line = blockIdx.x, lane = t % 32;
    for (int k = t; k < kSpoken; k += kTaps) said[k] = far[(size_t)line * kSpoken + k];
    if (t < kSamples) heard[t] = mic[line * kSamples + t];
    __syncthreads();
    float tap = 0.0f, power = 170.0f;
    for (int n = 0; n < kSamples; ++n) {
        float x = said[n + kTaps - t];
        float sum = warp_sum(tap * x);
        if (lane == 0) part[n % 2][t / 32] = sum;
        __syncthreads();
        sum = part[n % 2][lane % 16];
#pragma unroll
        for (int o = 8; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        float error = heard[n] - sum;
        float come = said[n + kTaps], gone = said[n];
        power = fmaf(come, come, fmaf(-gone, gone, power));
        tap = fmaf(__fdividef(0.5f * error, fmaxf(power, 1.0f)), x, tap);
        if (t == 0) residue[line * kSamples + n] = error;
    }
}

// ---- Zither: sound of a plucked string of 1024 points (wave equation, both ends fixed), read at one point, 384 time steps.
constexpr int kZithers = 132 * 2 * 4, kPoints = 1024, kMoves = 384, kPickup = 200;

__device__ __forceinline__ float zither_next(float left, float me, float right, float before) {
    return fmaf(0.36f, left + right, fmaf(1.2794f, me, -0.9995f * before));
}

__global__ void __launch_bounds__(1024) zither_pluck_i4_a(const float* __restrict__ shape, float* __restrict__ sound) {
    __shared__ float string[kPoints + 2];
    int t = threadIdx.x;
    float me = shape[blockIdx.x * kPoints + t], before = me;
    if (t < 2) string[t * (kPoints + 1)] = 0.0f;
    string[t + 1] = me;
    __syncthreads();
    for (int move = 0; move < kMoves; ++move) {
        float left = string[t], right = string[t + 2];
        __syncthreads();
        float now = zither_next(left, me, right, before);
        before = me; me = now;
        string[t + 1] = now;
        if (t == kPickup) sound[blockIdx.x * kMoves + move] = now;
        __syncthreads();
    }
}

constexpr int kOwn = kPoints / 32;  // points of a lane: a warp a string
__device__ __forceinline__ void zither_move(const float (&me)[kOwn], float (&before)[kOwn], int lane) {  // `before` becomes the next state
    float left = __shfl_up_sync(0xffffffffu, me[kOwn - 1], 1), right = __shfl_down_sync(0xffffffffu, me[0], 1);
    if (lane == 0) left = 0.0f;
    if (lane == 31) right = 0.0f;
#pragma unroll
    for (int k = 0; k < kOwn; ++k) before[k] = zither_next(k ? me[k - 1] : left, me[k], k < kOwn - 1 ? me[k + 1] : right, before[k]);
}

__global__ void __launch_bounds__(128) zither_pluck_i4_b(const float* __restrict__ shape, float* __restrict__ sound) {
    int lane = threadIdx.x % 32, string = blockIdx.x * 4 + threadIdx.x / 32;
    float one[kOwn], two[kOwn];
    const float4* from = reinterpret_cast<const float4*>(shape + string * kPoints + lane * kOwn);
#pragma unroll
    for (int k = 0; k < kOwn / 4; ++k) {
        float4 s = from[k];
        one[4 * k] = two[4 * k] = s.x; one[4 * k + 1] = two[4 * k + 1] = s.y; one[4 * k + 2] = two[4 * k + 2] = s.z; one[4 * k + 3] = two[4 * k + 3] = s.w;
    }
#pragma unroll 1
    for (int move = 0; move < kMoves; move += 2) {
        zither_move(one, two, lane);
        if (lane == kPickup / kOwn) sound[string * kMoves + move] = two[kPickup % kOwn];
        zither_move(two, one, lane);
        if (lane == kPickup / kOwn) sound[string * kMoves + move + 1] = one[kPickup % kOwn];
    }
}

// ---- Quarry scan: weight, centre and spread of a laser scan's points (x, y, z, weight).
constexpr int kLasers = 132 * 4 * 256, kHits = kLasers * 96, kMoments = 7;

__device__ __forceinline__ void quarry_moments(const float4* __restrict__ hits, float (&m)[kMoments]) {
#pragma unroll
    for (int k = 0; k < kMoments; ++k) m[k] = 0.0f;
#pragma unroll 4
    for (int j = 0; j < kHits / kLasers; ++j) {
        float4 h = __ldcs(hits + j * kLasers + blockIdx.x * 256 + threadIdx.x);
        float w = fabsf(h.w), x = h.x + 0.5f, y = h.y + 0.5f, z = h.z + 0.5f;
        m[0] += w; m[1] = fmaf(w, x, m[1]); m[2] = fmaf(w, y, m[2]); m[3] = fmaf(w, z, m[3]);
        m[4] = fmaf(w * x, x, m[4]); m[5] = fmaf(w * y, y, m[5]); m[6] = fmaf(w * z, z, m[6]);
    }
}

__global__ void __launch_bounds__(256) quarry_scan_i4_a(const float4* __restrict__ hits, float* __restrict__ moments) {
    float m[kMoments];
    quarry_moments(hits, m);
#pragma unroll
    for (int k = 0; k < kMoments; ++k) atomicAdd(moments + k, m[k]);
}

__global__ void __launch_bounds__(256) quarry_scan_i4_b(const float4* __restrict__ hits, float* __restrict__ moments) {
    __shared__ float part[8][kMoments];
    float m[kMoments];
    quarry_moments(hits, m);
    int t = threadIdx.x;
#pragma unroll
    for (int k = 0; k < kMoments; ++k) {
        m[k] = warp_sum(m[k]);
        if (t % 32 == 0) part[t / 32][k] = m[k];
    }
    __syncthreads();
    if (t < kMoments) {
        float sum = 0.0f;
#pragma unroll
        for (int w = 0; w < 8; ++w) sum += part[w][t];
        atomicAdd(moments + t, sum);
    }
}

// ---- Comet dust: charge of each grid cell from dust grains that are kept sorted by cell (about eighty a cell).
constexpr int kGrains = 132 * 8 * 256 * 4 * 24;

__global__ void __launch_bounds__(256) comet_dust_i4_a(const int4* __restrict__ cell, const float4* __restrict__ charge, float* __restrict__ field) {
    int i = blockIdx.x * 256 + threadIdx.x;
    int4 c = cell[i];
    float4 q = charge[i];
    atomicAdd(field + c.x, 0.5f * q.x + 0.5f);
    atomicAdd(field + c.y, 0.5f * q.y + 0.5f);
    atomicAdd(field + c.z, 0.5f * q.z + 0.5f);
    atomicAdd(field + c.w, 0.5f * q.w + 0.5f);
}

__global__ void __launch_bounds__(256) comet_dust_i4_b(const int4* __restrict__ cell, const float4* __restrict__ charge, float* __restrict__ field) {
    int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x % 32;
    int4 c = cell[i];
    float4 q = charge[i];
    int at = c.x;
    float sum = 0.5f * q.x + 0.5f;
    auto take = [&](int next, float more) {
        if (next != at) { atomicAdd(field + at, sum); at = next; sum = 0.0f; }
        sum += 0.5f * more + 0.5f;
    };
    take(c.y, q.y); take(c.z, q.z); take(c.w, q.w);
#pragma unroll
    for (int o = 1; o < 32; o *= 2) {  // lanes of one cell are neighbours
        float theirs = __shfl_down_sync(0xffffffffu, sum, o);
        int where = __shfl_down_sync(0xffffffffu, at, o);
        if (lane + o < 32 && where == at) sum += theirs;
    }
    int left = __shfl_up_sync(0xffffffffu, at, 1);
    if (lane == 0 || left != at) atomicAdd(field + at, sum);
}

// ---- Storm gates: power of each radar ray's echoes in twelve speed classes.
constexpr int kRays = 132 * 8 * 5, kEchoes = 8192, kSpeeds = 12;

__global__ void __launch_bounds__(256) storm_gates_i4_a(const float4* __restrict__ power, const uchar4* __restrict__ speed, float* __restrict__ gates) {
    __shared__ float sum[kSpeeds];
    int t = threadIdx.x, base = blockIdx.x * (kEchoes / 4) + t;
    if (t < kSpeeds) sum[t] = 0.0f;
    __syncthreads();
#pragma unroll 4
    for (int j = 0; j < kEchoes / 1024; ++j) {
        float4 p = power[base + j * 256];
        uchar4 s = speed[base + j * 256];
        atomicAdd(&sum[s.x], p.x * p.x);
        atomicAdd(&sum[s.y], p.y * p.y);
        atomicAdd(&sum[s.z], p.z * p.z);
        atomicAdd(&sum[s.w], p.w * p.w);
    }
    __syncthreads();
    if (t < kSpeeds) gates[blockIdx.x * kSpeeds + t] = sum[t];
}

__global__ void __launch_bounds__(256) storm_gates_i4_b(const float4* __restrict__ power, const uchar4* __restrict__ speed, float* __restrict__ gates) {
    __shared__ float sum[kSpeeds][256];  // a column a thread
    int t = threadIdx.x, base = blockIdx.x * (kEchoes / 4) + t;
#pragma unroll
    for (int k = 0; k < kSpeeds; ++k) sum[k][t] = 0.0f;
#pragma unroll 4
    for (int j = 0; j < kEchoes / 1024; ++j) {
        float4 p = power[base + j * 256];
        uchar4 s = speed[base + j * 256];
        sum[s.x][t] += p.x * p.x;
        sum[s.y][t] += p.y * p.y;
        sum[s.z][t] += p.z * p.z;
        sum[s.w][t] += p.w * p.w;
    }
    __syncthreads();
    for (int k = t / 32; k < kSpeeds; k += 8) {
        float all = 0.0f;
#pragma unroll
        for (int c = 0; c < 256; c += 32) all += sum[k][c + t % 32];
        all = warp_sum(all);
        if (t % 32 == 0) gates[blockIdx.x * kSpeeds + k] = all;
    }
}

// ---- Gallery light: filmic tone curve of a high-dynamic-range picture.
constexpr int kPixels = 8192 * 4096;

__device__ __forceinline__ float gallery_curve_a(float x) {
    x = fabsf(x);
    float y = 0.05 - 0.01 * x;
    y = y * x - 0.15;
    y = y * x + 0.3;
    y = y * x - 0.52;
    y = y * x + 0.9;
    y = y * x - 1.48;
    y = y * x + 1.9;
    y = y * x + 0.004;
    return y;
}
__device__ __forceinline__ float gallery_curve_b(float x) {
    x = fabsf(x);
    float y = 0.05f - 0.01f * x;
    y = y * x - 0.15f;
    y = y * x + 0.3f;
    y = y * x - 0.52f;
    y = y * x + 0.9f;
    y = y * x - 1.48f;
    y = y * x + 1.9f;
    y = y * x + 0.004f;
    return y;
}
__device__ __forceinline__ unsigned char gallery_byte(float v) { return (unsigned char)__float2uint_rn(255.0f * __saturatef(v)); }

__global__ void __launch_bounds__(256) gallery_light_i4_a(const float4* __restrict__ scene, uchar4* __restrict__ picture) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = scene[i];
    picture[i] = make_uchar4(gallery_byte(gallery_curve_a(p.x)), gallery_byte(gallery_curve_a(p.y)), gallery_byte(gallery_curve_a(p.z)), gallery_byte(p.w));
}
__global__ void __launch_bounds__(256) gallery_light_i4_b(const float4* __restrict__ scene, uchar4* __restrict__ picture) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = scene[i];
    picture[i] = make_uchar4(gallery_byte(gallery_curve_b(p.x)), gallery_byte(gallery_curve_b(p.y)), gallery_byte(gallery_curve_b(p.z)), gallery_byte(p.w));
}

// ---- Ferry log: corrected draught readings; the few from heavy seas (one in 200) pass a correction.
constexpr int kFerry = 132 * 8 * 256 * 64;  // quadruples

__device__ __forceinline__ float ferry_heavy(float d) {
    float over = d - 0.99f, r = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) r = fmaf(r, over, 0.7f - 0.05f * k);
    return 0.99f + __fdividef(over * r, 1.0f + over * over);
}
__device__ __forceinline__ float ferry_one_a(float d) {
    float r = fmaf(0.9f, d, 0.02f);
    if (d > 0.99f) r = ferry_heavy(d);
    return r;
}
__device__ __forceinline__ float ferry_one_b(float d) {
    float calm = fmaf(0.9f, d, 0.02f), heavy = ferry_heavy(d), is = d > 0.99f ? 1.0f : 0.0f;
    return fmaf(is, heavy, (1.0f - is) * calm);
}

__global__ void __launch_bounds__(256) ferry_log_i4_a(const float4* __restrict__ draught, float4* __restrict__ log) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 d = __ldcs(draught + i);
    __stcs(log + i, make_float4(ferry_one_a(d.x), ferry_one_a(d.y), ferry_one_a(d.z), ferry_one_a(d.w)));
}
__global__ void __launch_bounds__(256) ferry_log_i4_b(const float4* __restrict__ draught, float4* __restrict__ log) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 d = __ldcs(draught + i);
    __stcs(log + i, make_float4(ferry_one_b(d.x), ferry_one_b(d.y), ferry_one_b(d.z), ferry_one_b(d.w)));
}

// ---- Pearl sieve: keeps the large pearls (one in four), packed, in any order of the blocks.
constexpr int kBasket = 256 * 16, kPearls = 132 * 5 * 32 * kBasket;

__global__ void __launch_bounds__(256, 5) pearl_sieve_i4_a(const float4* __restrict__ pearls, float* __restrict__ kept, int* __restrict__ count) {
    __shared__ int tally[8], start;
    int t = threadIdx.x, lane = t % 32, warp = t / 32, base = blockIdx.x * (kBasket / 4) + t;
    float4 p[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) p[j] = __ldcs(pearls + base + j * 256);
    int mine = 0;
#pragma unroll
    for (int j = 0; j < 4; ++j) mine += (p[j].x > 0.5f) + (p[j].y > 0.5f) + (p[j].z > 0.5f) + (p[j].w > 0.5f);
    int warp_total = __reduce_add_sync(0xffffffffu, mine);
    if (lane == 0) tally[warp] = warp_total;
    __syncthreads();
    if (t == 0) {
        int all = 0;
#pragma unroll
        for (int w = 0; w < 8; ++w) { int n = tally[w]; tally[w] = all; all += n; }
        start = atomicAdd(count, all);
    }
    __syncthreads();
    float* to = kept + start + tally[warp];
    unsigned below = (1u << lane) - 1;
    auto keep = [&](float v) {
        unsigned who = __ballot_sync(0xffffffffu, v > 0.5f);
        if (v > 0.5f) to[__popc(who & below)] = v;
        to += __popc(who);
    };
#pragma unroll
    for (int j = 0; j < 4; ++j) { keep(p[j].x); keep(p[j].y); keep(p[j].z); keep(p[j].w); }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) { cases.push_back({name, launch, out, count, type}); };

    // Shared by all: two input fields and one result.
    constexpr size_t kMost = (size_t)kPixels * 4;
    static_assert((size_t)kHits * 4 <= kMost && (size_t)kFerry * 4 <= kMost && kPearls <= kMost && (size_t)kRays * kEchoes <= kMost, "fields are too short");
    static_assert(kProbes <= kMost && kMeadow <= kMost && kGrains <= kMost, "fields are too short");
    float *one = filled<float>(kMost, 41), *two = filled<float>(kMeadow, 42), *out = empty<float>(kMost);
    const float4* one4 = reinterpret_cast<float4*>(one);
    float4* out4 = reinterpret_cast<float4*>(out);

    uint8_t *types = empty<uint8_t>(kProbes), *speeds = empty<uint8_t>((size_t)kRays * kEchoes);
    harness_kinds<<<2048, 256>>>(types, kProbes, kTypes, 43); CHECK(cudaGetLastError());
    harness_kinds<<<2048, 256>>>(speeds, (size_t)kRays * kEchoes, kSpeeds, 44); CHECK(cudaGetLastError());
    const uchar4* speeds4 = reinterpret_cast<uchar4*>(speeds);

    // Terms of 12 to 360 months, most of them short, and the loans ordered by term, longest first.
    std::vector<int> months(kLoans), by_term(kLoans), starts(362, 0);
    for (int i = 0; i < kLoans; ++i) {
        float u = 0.5f + 0.5f * harness::unit(i + 77777u);
        months[i] = 12 + (int)(348.0f * u * u * u);
        ++starts[360 - months[i] + 1];
    }
    for (int k = 1; k < 362; ++k) starts[k] += starts[k - 1];
    for (int i = 0; i < kLoans; ++i) by_term[starts[360 - months[i]]++] = i;
    int *term = uploaded(months), *order = uploaded(by_term);

    // Sorted cells of the grains: runs of 40 to 120.
    std::vector<int> cell(kGrains);
    int cells = 0;
    for (int i = 0; i < kGrains; ++cells) {
        int run = 40 + (int)(harness::hash32(cells + 99u) % 81u);
        for (int k = 0; k < run && i < kGrains; ++k) cell[i++] = cells;
    }
    const int4* cell4 = reinterpret_cast<int4*>(uploaded(cell));
    float *moments = empty<float>(kMoments), *field = empty<float>(cells);
    int* count = empty<int>(1);
    CHECK(cudaMemset(moments, 0, kMoments * sizeof(float)));
    CHECK(cudaMemset(field, 0, cells * sizeof(float)));

    add("kiln_probes_i4_a", out, kProbes, [=] { kiln_probes_i4_a<<<kProbes / 256, 256>>>(one, types, out); });
    add("kiln_probes_i4_b", out, kProbes, [=] { kiln_probes_i4_b<<<kProbes / 256, 256>>>(one, types, out); });

    add("meadow_fire_i4_a", out, kMeadow, [=] { meadow_fire_i4_a<<<kMeadow / kPatch, 256>>>(one, two, out); });
    add("meadow_fire_i4_b", out, kMeadow, [=] { meadow_fire_i4_b<<<kMeadow / kPatch, 256>>>(one, two, out); });

    add("orchard_loans_i4_a", out, kLoans, [=] { orchard_loans_i4_a<<<kLoans / 128, 128>>>(one, two, term, out); });
    add("orchard_loans_i4_b", out, kLoans, [=] { orchard_loans_i4_b<<<kLoans / 128, 128>>>(one, two, term, order, out); });

    add("echo_room_i4_a", out, kLines * kSamples, [=] { echo_room_i4_a<<<kLines, 512>>>(one, two, out); });
    add("echo_room_i4_b", out, kLines * kSamples, [=] { echo_room_i4_b<<<kLines, 512>>>(one, two, out); });

    add("zither_pluck_i4_a", out, kZithers * kMoves, [=] { zither_pluck_i4_a<<<kZithers, 1024>>>(one, out); });
    add("zither_pluck_i4_b", out, kZithers * kMoves, [=] { zither_pluck_i4_b<<<kZithers / 4, 128>>>(one, out); });

    add("quarry_scan_i4_a", moments, kMoments, [=] { quarry_scan_i4_a<<<kLasers / 256, 256>>>(one4, moments); });
    add("quarry_scan_i4_b", moments, kMoments, [=] { quarry_scan_i4_b<<<kLasers / 256, 256>>>(one4, moments); });

    add("comet_dust_i4_a", field, cells, [=] { comet_dust_i4_a<<<kGrains / 1024, 256>>>(cell4, one4, field); });
    add("comet_dust_i4_b", field, cells, [=] { comet_dust_i4_b<<<kGrains / 1024, 256>>>(cell4, one4, field); });

    add("storm_gates_i4_a", out, kRays * kSpeeds, [=] { storm_gates_i4_a<<<kRays, 256>>>(one4, speeds4, out); });
    add("storm_gates_i4_b", out, kRays * kSpeeds, [=] { storm_gates_i4_b<<<kRays, 256>>>(one4, speeds4, out); });

    add("gallery_light_i4_a", out, (size_t)kPixels * 4, [=] { gallery_light_i4_a<<<kPixels / 256, 256>>>(one4, reinterpret_cast<uchar4*>(out)); }, Output::u8);
    add("gallery_light_i4_b", out, (size_t)kPixels * 4, [=] { gallery_light_i4_b<<<kPixels / 256, 256>>>(one4, reinterpret_cast<uchar4*>(out)); }, Output::u8);

    add("ferry_log_i4_a", out, (size_t)kFerry * 4, [=] { ferry_log_i4_a<<<kFerry / 256, 256>>>(one4, out4); });
    add("ferry_log_i4_b", out, (size_t)kFerry * 4, [=] { ferry_log_i4_b<<<kFerry / 256, 256>>>(one4, out4); });

    add("pearl_sieve_i4_a", out, kPearls, [=] {
        CHECK(cudaMemsetAsync(count, 0, sizeof(int)));
        pearl_sieve_i4_a<<<kPearls / kBasket, 256>>>(one4, out, count); });

    return harness::run(argc, argv, cases);
}
