// Eleven measured cases from trade, weather, sound and sky: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Bond desk: present value over 120 months of contracts of four kinds (bond, loan, capped floater, convertible).
constexpr int kDeskTile = 1024, kDeskTiles = 132 * 32, kContracts = kDeskTile * kDeskTiles, kMonths = 120;

__device__ __forceinline__ float bond_value(float4 c) {
    float v = 0.996f + 0.002f * c.x, df = 1.0f, pv = 0.0f, coupon = 0.004f + 0.001f * c.y, step = 1.0e-5f * c.z;
#pragma unroll 4
    for (int m = 0; m < kMonths; ++m) {
        v = fmaf(step, 1.0f - v, v);
        df *= v;
        coupon = fmaf(coupon, 0.0004f, coupon);
        pv = fmaf(coupon, df, pv);
        pv = fmaf(pv, 1.0e-6f, pv);
    }
    return pv + df;
}
__device__ __forceinline__ float loan_value(float4 c) {
    float v = 0.996f + 0.002f * c.x, df = 1.0f, pv = 0.0f, debt = 1.0f + 0.2f * c.y, rate = 0.004f + 0.001f * c.z, pay = 0.013f;
#pragma unroll 4
    for (int m = 0; m < kMonths; ++m) {
        debt = fmaf(debt, rate, debt);
        float paid = fminf(pay, debt);
        debt -= paid;
        df *= v;
        pv = fmaf(paid, df, pv);
    }
    return pv + debt * df;
}
__device__ __forceinline__ float floater_value(float4 c) {
    float v = 0.996f + 0.002f * c.x, df = 1.0f, pv = 0.0f, rate = 0.004f + 0.004f * c.y, mean = 0.0001f + 0.00002f * c.z;
#pragma unroll 4
    for (int m = 0; m < kMonths; ++m) {
        rate = fmaf(0.97f, rate, mean);
        float coupon = fminf(fmaxf(rate, 0.002f), 0.006f);
        df *= v;
        pv = fmaf(coupon, df, pv);
    }
    return pv + df;
}
__device__ __forceinline__ float convertible_value(float4 c) {
    float v = 0.996f + 0.002f * c.x, alive = 1.0f, pv = 0.0f, share = 1.0f + 0.2f * c.y, strike = 1.0f, grow = 1.002f + 0.003f * c.z;
#pragma unroll 4
    for (int m = 0; m < kMonths; ++m) {
        share *= grow;
        strike = fmaf(strike, 0.001f, strike);
        float gain = fmaxf(share - strike, 0.0f);
        alive *= v;
        pv = fmaf(0.01f * gain, alive, pv);
    }
    return pv + alive;
}
__device__ __forceinline__ float contract_value(int kind, float4 c) {
    switch (kind) {
        case 0: return bond_value(c);
        case 1: return loan_value(c);
        case 2: return floater_value(c);
        default: return convertible_value(c);
    }
}

__global__ void __launch_bounds__(256) bond_desk_h4_a(const int* __restrict__ kind, const float4* __restrict__ terms, float* __restrict__ value) {
    int i = blockIdx.x * 256 + threadIdx.x;
    value[i] = contract_value(kind[i], terms[i]);
}

__global__ void __launch_bounds__(256) bond_desk_h4_b(const int* __restrict__ kind, const float4* __restrict__ terms, float* __restrict__ value) {
    __shared__ int count[4];
    __shared__ unsigned short order[kDeskTile];
    int t = threadIdx.x, lane = t % 32, base = blockIdx.x * kDeskTile, mine[4], rank[4];
    if (t < 4) count[t] = 0;
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) mine[j] = kind[base + j * 256 + t];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        unsigned peers = __match_any_sync(0xffffffffu, mine[j]);
        int leader = __ffs(peers) - 1, at = 0;
        if (lane == leader) at = atomicAdd(&count[mine[j]], __popc(peers));
        rank[j] = __shfl_sync(0xffffffffu, at, leader) + __popc(peers & ((1u << lane) - 1));
    }
    __syncthreads();
    int c0 = count[0], c1 = c0 + count[1], c2 = c1 + count[2];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int from = mine[j] == 0 ? 0 : mine[j] == 1 ? c0 : mine[j] == 2 ? c1 : c2;
        order[from + rank[j]] = (unsigned short)(j * 256 + t);
    }
    __syncthreads();
#pragma unroll 1
    for (int j = 0; j < 4; ++j) {
        int at = j * 256 + t, i = base + order[at];
        value[i] = contract_value(at < c0 ? 0 : at < c1 ? 1 : at < c2 ? 2 : 3, terms[i]);
    }
}

// ---- Comets: nearest approach of a body in a soft well, each followed for its own number of steps (8 to 255).
constexpr int kCometTile = 1024, kCometTiles = 132 * 32, kComets = kCometTile * kCometTiles;

__device__ __forceinline__ float comet_near(float4 s, int steps) {
    float x = s.x, y = s.y, u = 0.5f * s.z, w = 0.5f * s.w, near = 8.0f;
    for (int k = 0; k < steps; ++k) {
        float r2 = fmaf(x, x, y * y), pull = fmaf(-0.002f, r2, -0.02f);
        u = fmaf(pull, x, u);
        w = fmaf(pull, y, w);
        x = fmaf(0.02f, u, x);
        y = fmaf(0.02f, w, y);
        near = fminf(near, r2);
    }
    return near;
}

__global__ void __launch_bounds__(128) comet_path_h4_a(const float4* __restrict__ start, const int* __restrict__ steps, float* __restrict__ nearest) {
    int i = blockIdx.x * 128 + threadIdx.x;
    nearest[i] = comet_near(start[i], steps[i]);
}

__global__ void __launch_bounds__(256) comet_path_h4_b(const float4* __restrict__ start, const int* __restrict__ steps, float* __restrict__ nearest) {
    __shared__ int count[32], next;
    __shared__ unsigned short order[kCometTile];
    int t = threadIdx.x, lane = t % 32, base = blockIdx.x * kCometTile, bucket[4], rank[4];
    if (t < 32) count[t] = 0;
    if (t == 0) next = 0;
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) bucket[j] = 31 - (steps[base + j * 256 + t] >> 3);  // the longest first
#pragma unroll
    for (int j = 0; j < 4; ++j) rank[j] = atomicAdd(&count[bucket[j]], 1);
    __syncthreads();
    if (t < 32) {
        int own = count[t], sum = own;
#pragma unroll
        for (int o = 1; o < 32; o <<= 1) {
            int below = __shfl_up_sync(0xffffffffu, sum, o);
            if (lane >= o) sum += below;
        }
        count[t] = sum - own;
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) order[count[bucket[j]] + rank[j]] = (unsigned short)(j * 256 + t);
    __syncthreads();
    for (;;) {
        int chunk = 0;
        if (lane == 0) chunk = atomicAdd(&next, 1);
        chunk = __shfl_sync(0xffffffffu, chunk, 0);
        if (chunk >= kCometTile / 32) break;
        int i = base + order[chunk * 32 + lane];
        nearest[i] = comet_near(start[i], steps[i]);
    }
}

// ---- Street tolls: median of the 512 tolls of each street by 24 halvings of the range, a block a street.
constexpr int kStreets = 132 * 4 * 32, kTolls = 512, kHalvings = 24;

__global__ void __launch_bounds__(512) street_toll_h4_a(const float* __restrict__ toll, float* __restrict__ median) {
    __shared__ int below[kTolls];
    int t = threadIdx.x;
    float v = toll[blockIdx.x * kTolls + t], low = -1.0f, high = 1.0f;
    for (int h = 0; h < kHalvings; ++h) {
        float middle = 0.5f * (low + high);
        below[t] = v < middle ? 1 : 0;
        __syncthreads();
        for (int s = kTolls / 2; s > 0; s >>= 1) {
            if (t < s) below[t] += below[t + s];
            __syncthreads();
        }
        if (below[0] > kTolls / 2) high = middle; else low = middle;
        __syncthreads();
    }
    if (t == 0) median[blockIdx.x] = low;
}

__global__ void __launch_bounds__(512) street_toll_h4_b(const float* __restrict__ toll, float* __restrict__ median) {
    int t = threadIdx.x;
    float v = toll[blockIdx.x * kTolls + t], low = -1.0f, high = 1.0f;
    for (int h = 0; h < kHalvings; ++h) {
        float middle = 0.5f * (low + high);
        if (__syncthreads_count(v < middle) > kTolls / 2) high = middle; else low = middle;
    }
    if (t == 0) median[blockIdx.x] = low;
}

// ---- Ropes: closed ropes of 1024 points swing for 96 time steps (wave equation with a little loss).
constexpr int kRopes = 132 * 64, kPoints = 1024, kSwings = 96;

__device__ __forceinline__ float rope_point(float left, float me, float right, float before) {
    return fmaf(0.3f, left + right, fmaf(1.398f, me, -0.999f * before));
}

__global__ void __launch_bounds__(1024) rope_swing_h4_a(const float* __restrict__ now, const float* __restrict__ before, float* __restrict__ later) {
    __shared__ float rope[kPoints];
    int t = threadIdx.x, at = blockIdx.x * kPoints + t, left = (t + kPoints - 1) % kPoints, right = (t + 1) % kPoints;
    float me = now[at], old = before[at];
    rope[t] = me;
    __syncthreads();
#pragma unroll 4
    for (int s = 0; s < kSwings; ++s) {
        float next = rope_point(rope[left], me, rope[right], old);
        old = me;
        me = next;
        __syncthreads();
        rope[t] = me;
        __syncthreads();
    }
    later[at] = me;
}

__device__ __forceinline__ void rope_step(const float (&me)[32], float (&old)[32], int lane) {
    float left = __shfl_sync(0xffffffffu, me[31], (lane + 31) % 32), right = __shfl_sync(0xffffffffu, me[0], (lane + 1) % 32);
#pragma unroll
    for (int k = 0; k < 32; ++k) old[k] = rope_point(k == 0 ? left : me[k == 0 ? 0 : k - 1], me[k], k == 31 ? right : me[k == 31 ? 31 : k + 1], old[k]);
}

__global__ void __launch_bounds__(128) rope_swing_h4_b(const float4* __restrict__ now, const float4* __restrict__ before, float4* __restrict__ later) {
    int rope = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32, at = rope * (kPoints / 4) + lane * 8;
    float me[32], old[32];
#pragma unroll
    for (int q = 0; q < 8; ++q) {
        float4 n = now[at + q], b = before[at + q];
        me[4 * q] = n.x; me[4 * q + 1] = n.y; me[4 * q + 2] = n.z; me[4 * q + 3] = n.w;
        old[4 * q] = b.x; old[4 * q + 1] = b.y; old[4 * q + 2] = b.z; old[4 * q + 3] = b.w;
    }
#pragma unroll 1
    for (int s = 0; s < kSwings; s += 2) { rope_step(me, old, lane); rope_step(old, me, lane); }
#pragma unroll
    for (int q = 0; q < 8; ++q) later[at + q] = make_float4(me[4 * q], me[4 * q + 1], me[4 * q + 2], me[4 * q + 3]);
}

// ---- Lamps: power of four lamps from interleaved runs of 8192 samples.
constexpr int kGlowRuns = 132 * 64, kGlowRun = 8192;

__device__ __forceinline__ float glow_of(const float4* __restrict__ light) {
    float4 v[8];
    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = light[blockIdx.x * (kGlowRun / 4) + j * 256 + threadIdx.x];
#pragma unroll
    for (int j = 0; j < 8; ++j) sum += fmaf(v[j].x, v[j].x, v[j].y * v[j].y) + fmaf(v[j].z, v[j].z, v[j].w * v[j].w);
    return sum;
}

__global__ void __launch_bounds__(256) lamp_glow_h4_a(const float4* __restrict__ light, float* __restrict__ power) {
    float sum = glow_of(light);
    atomicAdd(&power[blockIdx.x % 4], sum);
}

__global__ void __launch_bounds__(256) lamp_glow_h4_b(const float4* __restrict__ light, float* __restrict__ power) {
    __shared__ float part[8];
    float sum = glow_of(light);
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
#pragma unroll
        for (int w = 1; w < 8; ++w) sum += part[w];
        atomicAdd(&power[blockIdx.x % 4], sum);
    }
}

// ---- Rain: water of each river basin from map cells that are ordered by basin (4 to some 50 cells a basin).
constexpr int kRainBlocks = 132 * 128, kRainCells = kRainBlocks * 4096, kBasins = kRainCells / 64 * 3;

__global__ void harness_basins(int* basin, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint32_t h = harness::hash32(i / 64 + 77u);
        int at = i % 64, first = 4 + h % 24, second = first + 4 + (h >> 8) % 24;
        basin[i] = i / 64 * 3 + (at >= first) + (at >= second);
    }
}

__global__ void __launch_bounds__(256) rain_basin_h4_a(const int4* __restrict__ basin, const float4* __restrict__ rain, float* __restrict__ water) {
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int i = blockIdx.x * 1024 + j * 256 + threadIdx.x;
        int4 b = basin[i];
        float4 r = rain[i];
        atomicAdd(&water[b.x], fmaf(0.4f, r.x, 0.6f));
        atomicAdd(&water[b.y], fmaf(0.4f, r.y, 0.6f));
        atomicAdd(&water[b.z], fmaf(0.4f, r.z, 0.6f));
        atomicAdd(&water[b.w], fmaf(0.4f, r.w, 0.6f));
    }
}

__device__ __forceinline__ void rain_cell(int basin, float rain, int& run, float& sum, float* __restrict__ water) {
    if (basin != run) { atomicAdd(&water[run], sum); run = basin; sum = 0.0f; }
    sum += fmaf(0.4f, rain, 0.6f);
}

__global__ void __launch_bounds__(256) rain_basin_h4_b(const int4* __restrict__ basin, const float4* __restrict__ rain, float* __restrict__ water) {
    int lane = threadIdx.x % 32;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int i = blockIdx.x * 1024 + j * 256 + threadIdx.x;
        int4 b = basin[i];
        float4 r = rain[i];
        int run = b.x;
        float sum = fmaf(0.4f, r.x, 0.6f);
        rain_cell(b.y, r.y, run, sum, water);
        rain_cell(b.z, r.z, run, sum, water);
        rain_cell(b.w, r.w, run, sum, water);
#pragma unroll
        for (int o = 1; o < 32; o <<= 1) {
            int other = __shfl_up_sync(0xffffffffu, run, o);
            float more = __shfl_up_sync(0xffffffffu, sum, o);
            if (lane >= o && other == run) sum += more;
        }
        int behind = __shfl_down_sync(0xffffffffu, run, 1);
        if (lane == 31 || behind != run) atomicAdd(&water[run], sum);
    }
}

// ---- Wind rose: energy of the gusts from each of eight directions, per station of 8192 readings.
constexpr int kStations = 132 * 32, kReadings = 8192;

__global__ void harness_directions(unsigned char* d, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        d[i] = harness::hash32((uint32_t)i + 991u) % 8;
}

__global__ void __launch_bounds__(256) wind_rose_h4_a(const uchar4* __restrict__ from, const float4* __restrict__ gust, float* __restrict__ rose) {
    __shared__ float petal[8];
    int t = threadIdx.x, base = blockIdx.x * (kReadings / 4) + t;
    if (t < 8) petal[t] = 0.0f;
    __syncthreads();
#pragma unroll 2
    for (int j = 0; j < kReadings / 4; j += 256) {
        uchar4 d = from[base + j];
        float4 g = gust[base + j];
        atomicAdd(&petal[d.x], g.x * g.x);
        atomicAdd(&petal[d.y], g.y * g.y);
        atomicAdd(&petal[d.z], g.z * g.z);
        atomicAdd(&petal[d.w], g.w * g.w);
    }
    __syncthreads();
    if (t < 8) rose[blockIdx.x * 8 + t] = petal[t];
}

__global__ void __launch_bounds__(256) wind_rose_h4_b(const uchar4* __restrict__ from, const float4* __restrict__ gust, float* __restrict__ rose) {
    __shared__ float petal[8][256];
    int t = threadIdx.x, base = blockIdx.x * (kReadings / 4) + t;
#pragma unroll
    for (int d = 0; d < 8; ++d) petal[d][t] = 0.0f;
#pragma unroll 2
    for (int j = 0; j < kReadings / 4; j += 256) {
        uchar4 d = from[base + j];
        float4 g = gust[base + j];
        petal[d.x][t] += g.x * g.x;
        petal[d.y][t] += g.y * g.y;
        petal[d.z][t] += g.z * g.z;
        petal[d.w][t] += g.w * g.w;
    }
    __syncthreads();
    int w = t / 32, lane = t % 32;
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) sum += petal[w][k * 32 + lane];
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (lane == 0) rose[blockIdx.x * 8 + w] = sum;
}

// ---- Yeast: sugar, yeast and alcohol of a vat after 128 hours of fermentation.
constexpr int kVats = 132 * 2048 * 8, kHours = 128;

__global__ void __launch_bounds__(256) yeast_vat_h4_a(const float4* __restrict__ start, float4* __restrict__ end) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = start[i];
    float sugar = 1.5 + 0.4 * v.x, yeast = 0.2 + 0.1 * v.y, alcohol = 0.1 + 0.05 * v.z, warm = 1.0 + 0.2 * v.w;
    for (int h = 0; h < kHours; ++h) {
        float grow = 0.30 * yeast * sugar * warm;
        float fade = 0.12 * yeast * alcohol;
        yeast += 0.05 * (grow - fade);
        sugar -= 0.085 * grow;
        alcohol += 0.045 * grow;
    }
    end[i] = make_float4(sugar, yeast, alcohol, warm);
}

__global__ void __launch_bounds__(256) yeast_vat_h4_b(const float4* __restrict__ start, float4* __restrict__ end) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = start[i];
    float sugar = 1.5f + 0.4f * v.x, yeast = 0.2f + 0.1f * v.y, alcohol = 0.1f + 0.05f * v.z, warm = 1.0f + 0.2f * v.w;
    for (int h = 0; h < kHours; ++h) {
        float grow = 0.30f * yeast * sugar * warm;
        float fade = 0.12f * yeast * alcohol;
        yeast += 0.05f * (grow - fade);
        sugar -= 0.085f * grow;
        alcohol += 0.045f * grow;
    }
    end[i] = make_float4(sugar, yeast, alcohol, warm);
}

// ---- Fish: density of 48 schools (Gaussian clouds) at each sounding of a survey.
constexpr int kSoundings = 132 * 2048 * 16, kSchools = 48;

__device__ __forceinline__ void fish_chart(const float4* __restrict__ schools, float4* chart) {
    if (threadIdx.x < kSchools) {
        float4 s = schools[threadIdx.x];
        chart[threadIdx.x] = make_float4(s.x, s.y, fmaf(1.5f, s.z, 2.5f), fmaf(0.4f, s.w, 0.6f));
    }
    __syncthreads();
}

__global__ void __launch_bounds__(128) fish_school_h4_a(const float2* __restrict__ place, const float4* __restrict__ schools, float* __restrict__ density) {
    __shared__ float4 chart[kSchools];
    fish_chart(schools, chart);
    int i = blockIdx.x * 128 + threadIdx.x;
    float2 p = place[i];
    float sum = 0;
    for (int k = 0; k < kSchools; ++k) {
        float4 s = chart[k];
        float dx = p.x - s.x, dy = p.y - s.y;
        sum += s.w * exp(-0.5 * s.z * (dx * dx + dy * dy));
    }
    density[i] = sum;
}

__global__ void __launch_bounds__(128) fish_school_h4_b(const float2* __restrict__ place, const float4* __restrict__ schools, float* __restrict__ density) {
    __shared__ float4 chart[kSchools];
    fish_chart(schools, chart);
    int i = blockIdx.x * 128 + threadIdx.x;
    float2 p = place[i];
    float sum = 0;
    for (int k = 0; k < kSchools; ++k) {
        float4 s = chart[k];
        float dx = p.x - s.x, dy = p.y - s.y;
        sum += s.w * expf(-0.5f * s.z * (dx * dx + dy * dy));
    }
    density[i] = sum;
}

// ---- Compass needles: heading and drift added and brought back to the half circle either side of north.
constexpr int kNeedleBlocks = 132 * 256, kNeedles = kNeedleBlocks * 2048;

__device__ __forceinline__ float turn_loop(float heading, float drift) {
    float a = 1.75f * (heading + drift);
    while (a > 3.14159265f) a -= 6.28318531f;
    while (a < -3.14159265f) a += 6.28318531f;
    return a;
}
__device__ __forceinline__ float turn_round(float heading, float drift) {
    float a = 1.75f * (heading + drift);
    return fmaf(-6.28318531f, rintf(a * 0.159154943f), a);
}

__global__ void __launch_bounds__(256) needle_turn_h4_a(const float4* __restrict__ heading, const float4* __restrict__ drift, float4* __restrict__ needle) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 h0 = heading[i], h1 = heading[i + 256], d0 = drift[i], d1 = drift[i + 256];
    needle[i] = make_float4(turn_loop(h0.x, d0.x), turn_loop(h0.y, d0.y), turn_loop(h0.z, d0.z), turn_loop(h0.w, d0.w));
    needle[i + 256] = make_float4(turn_loop(h1.x, d1.x), turn_loop(h1.y, d1.y), turn_loop(h1.z, d1.z), turn_loop(h1.w, d1.w));
}

__global__ void __launch_bounds__(256) needle_turn_h4_b(const float4* __restrict__ heading, const float4* __restrict__ drift, float4* __restrict__ needle) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 h0 = heading[i], h1 = heading[i + 256], d0 = drift[i], d1 = drift[i + 256];
    needle[i] = make_float4(turn_round(h0.x, d0.x), turn_round(h0.y, d0.y), turn_round(h0.z, d0.z), turn_round(h0.w, d0.w));
    needle[i + 256] = make_float4(turn_round(h1.x, d1.x), turn_round(h1.y, d1.y), turn_round(h1.z, d1.z), turn_round(h1.w, d1.w));
}

// ---- Stars: how many stars of a catalogue have each squared speed (weighted by a fourth column), 512 classes.
constexpr int kSkyStep = 132 * 8 * 256, kStars = kSkyStep * 4 * 48, kClasses = 512;

__global__ void __launch_bounds__(256, 8) star_speed_h4_a(const float4* __restrict__ star, int* __restrict__ stars) {
    __shared__ int seen[kClasses];
    int t = threadIdx.x;
    seen[t] = 0;
    seen[t + 256] = 0;
    __syncthreads();
#pragma unroll 1
    for (int i = blockIdx.x * 256 + t; i < kStars; i += 4 * kSkyStep) {
        float4 s[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) s[j] = __ldcs(star + i + j * kSkyStep);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float speed = fmaf(s[j].x, s[j].x, fmaf(s[j].y, s[j].y, s[j].z * s[j].z)) * fmaf(0.2f, s[j].w, 0.8f);
            atomicAdd(&seen[min((int)(speed * (kClasses / 3.0f)), kClasses - 1)], 1);
        }
    }
    __syncthreads();
    atomicAdd(&stars[t], seen[t]);
    atomicAdd(&stars[t + 256], seen[t + 256]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch) { cases.push_back({name, launch, out, count, Output::f32}); };

    // Shared by all: two input fields and one result; beside them the whole-numbered inputs of single cases.
    constexpr size_t kOne = (size_t)kStars * 4, kTwo = kNeedles;
    static_assert((size_t)kContracts * 4 <= kOne && (size_t)kComets * 4 <= kOne && (size_t)kRopes * kPoints <= kTwo && (size_t)kStreets * kTolls <= kOne &&
                  (size_t)kGlowRuns * kGlowRun <= kOne && (size_t)kRainCells <= kOne && (size_t)kStations * kReadings <= kOne && (size_t)kVats * 4 <= kTwo &&
                  (size_t)kSoundings * 2 <= kOne, "fields are too short");
    float *one = filled<float>(kOne, 41), *two = filled<float>(kTwo, 42), *out = empty<float>(kTwo);
    int *kinds = harness::indices(kContracts, 4), *basins = empty<int>(kRainCells), *stars = empty<int>(kClasses);
    unsigned char* directions = empty<unsigned char>((size_t)kStations * kReadings);
    harness_basins<<<2048, 256>>>(basins, kRainCells); CHECK(cudaGetLastError());
    harness_directions<<<2048, 256>>>(directions, (size_t)kStations * kReadings); CHECK(cudaGetLastError());
    std::vector<int> lengths(kComets);
    for (int i = 0; i < kComets; ++i) {
        float u = ((harness::hash32(i + 5u) >> 8) + 1) * (1.0f / 16777217.0f);
        lengths[i] = std::min(255, 8 + (int)(-44.0f * std::log(u)));
    }
    int* steps = harness::uploaded(lengths);
    auto f2 = [](float* p) { return reinterpret_cast<float2*>(p); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float2* one2 = f2(one);
    float4 *one4 = f4(one), *two4 = f4(two), *out4 = f4(out);
    int4* basins4 = reinterpret_cast<int4*>(basins);
    uchar4* directions4 = reinterpret_cast<uchar4*>(directions);

    add("bond_desk_h4_a", out, kContracts, [=] { bond_desk_h4_a<<<kContracts / 256, 256>>>(kinds, one4, out); });
    add("bond_desk_h4_b", out, kContracts, [=] { bond_desk_h4_b<<<kDeskTiles, 256>>>(kinds, one4, out); });

    add("comet_path_h4_a", out, kComets, [=] { comet_path_h4_a<<<kComets / 128, 128>>>(one4, steps, out); });
    add("comet_path_h4_b", out, kComets, [=] { comet_path_h4_b<<<kCometTiles, 256>>>(one4, steps, out); });

    add("street_toll_h4_a", out, kStreets, [=] { street_toll_h4_a<<<kStreets, kTolls>>>(one, out); });
    add("street_toll_h4_b", out, kStreets, [=] { street_toll_h4_b<<<kStreets, kTolls>>>(one, out); });

    add("rope_swing_h4_a", out, kRopes * kPoints, [=] { rope_swing_h4_a<<<kRopes, kPoints>>>(one, two, out); });
    add("rope_swing_h4_b", out, kRopes * kPoints, [=] { rope_swing_h4_b<<<kRopes / 4, 128>>>(one4, two4, out4); });

    add("lamp_glow_h4_a", out, 4, [=] { lamp_glow_h4_a<<<kGlowRuns, 256>>>(one4, out); });
    add("lamp_glow_h4_b", out, 4, [=] { lamp_glow_h4_b<<<kGlowRuns, 256>>>(one4, out); });

    add("rain_basin_h4_a", out, kBasins, [=] { rain_basin_h4_a<<<kRainBlocks, 256>>>(basins4, one4, out); });
    add("rain_basin_h4_b", out, kBasins, [=] { rain_basin_h4_b<<<kRainBlocks, 256>>>(basins4, one4, out); });

    add("wind_rose_h4_a", out, kStations * 8, [=] { wind_rose_h4_a<<<kStations, 256>>>(directions4, one4, out); });
    add("wind_rose_h4_b", out, kStations * 8, [=] { wind_rose_h4_b<<<kStations, 256>>>(directions4, one4, out); });

    add("yeast_vat_h4_a", out, (size_t)kVats * 4, [=] { yeast_vat_h4_a<<<kVats / 256, 256>>>(one4, out4); });
    add("yeast_vat_h4_b", out, (size_t)kVats * 4, [=] { yeast_vat_h4_b<<<kVats / 256, 256>>>(one4, out4); });

    add("fish_school_h4_a", out, kSoundings, [=] { fish_school_h4_a<<<kSoundings / 128, 128>>>(one2, two4, out); });
    add("fish_school_h4_b", out, kSoundings, [=] { fish_school_h4_b<<<kSoundings / 128, 128>>>(one2, two4, out); });

    add("needle_turn_h4_a", out, kNeedles, [=] { needle_turn_h4_a<<<kNeedleBlocks, 256>>>(one4, two4, out4); });
    add("needle_turn_h4_b", out, kNeedles, [=] { needle_turn_h4_b<<<kNeedleBlocks, 256>>>(one4, two4, out4); });

    cases.push_back({"star_speed_h4_a", [=] { star_speed_h4_a<<<132 * 8, 256>>>(one4, stars); }, stars, kClasses, Output::i32});

    return harness::run(argc, argv, cases);
}
