// Measured before/after pairs: weather radar, e-commerce logs, seismology, medical imaging.
// Build: nvcc -arch=sm_90a -O3 -std=c++17 -I/tmp/blind ninetysecond_bo1.cu -o ninetysecond_bo1
#include "harness.cuh"

using harness::hash32;
using harness::unit;

__device__ __forceinline__ float warp_sum(float v) {
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}
// Sum over a block of 256 threads; valid in thread 0.
__device__ __forceinline__ float block_sum_256(float v) {
    __shared__ float part[8];
    v = warp_sum(v);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = v;
    __syncthreads();
    float s = 0.0f;
    if (threadIdx.x < 32) {
        s = threadIdx.x < 8 ? part[threadIdx.x] : 0.0f;
#pragma unroll
        for (int o = 4; o > 0; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    }
    __syncthreads();
    return s;
}

// ---- amber: semblance of 16 shots per receiver and time, delivered as time slices
constexpr int kShots = 16, kReceivers = 4096, kTimes = 2080;
__constant__ float shot_weight[kShots];

__global__ void __launch_bounds__(256) amber_kettle_bo1_a(const float* __restrict__ data, float* __restrict__ out) {
    const int r = blockIdx.x * 256 + threadIdx.x, t = blockIdx.y;
    float num = 0.0f, den = 0.0f;
#pragma unroll
    for (int s = 0; s < kShots; ++s) {
        const float x = data[((size_t)s * kReceivers + r) * kTimes + t];
        num = fmaf(shot_weight[s], x, num);
        den = fmaf(x, x, den);
    }
    out[(size_t)t * kReceivers + r] = __fdividef(num * num, den * kShots + 1e-3f);
}
__global__ void __launch_bounds__(256) amber_kettle_bo1_b(const float* __restrict__ data, float* __restrict__ out) {
    __shared__ float tile[32][33];
    const int t0 = blockIdx.x * 32, r0 = blockIdx.y * 32, tx = threadIdx.x, ty = threadIdx.y;
    float num[4] = {}, den[4] = {};
#pragma unroll 4
    for (int s = 0; s < kShots; ++s) {
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const float x = data[((size_t)s * kReceivers + r0 + ty + 8 * i) * kTimes + t0 + tx];
            num[i] = fmaf(shot_weight[s], x, num[i]);
            den[i] = fmaf(x, x, den[i]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) tile[ty + 8 * i][tx] = __fdividef(num[i] * num[i], den[i] * kShots + 1e-3f);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 4; ++i) out[(size_t)(t0 + ty + 8 * i) * kReceivers + r0 + tx] = tile[tx][ty + 8 * i];
}

// ---- cedar: 16 Chebyshev features of each shop order (price, quantity, age), one row an order
constexpr int kOrders = 1 << 23, kFeatures = 16;

__global__ void __launch_bounds__(256) cedar_lantern_bo1_a(const float* __restrict__ price, const float* __restrict__ quantity,
                                                           const float* __restrict__ age, float* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float x = price[i], q = 1.5f + quantity[i], a = 0.25f * age[i];
    float t0 = 1.0f, t1 = x;
    float* row = out + (size_t)i * kFeatures;
#pragma unroll
    for (int f = 0; f < kFeatures; ++f) {
        row[f] = fmaf(q, t0, a);
        const float t2 = fmaf(2.0f * x, t1, -t0);
        t0 = t1; t1 = t2;
    }
}
__global__ void __launch_bounds__(256) cedar_lantern_bo1_b(const float* __restrict__ price, const float* __restrict__ quantity,
                                                           const float* __restrict__ age, float* __restrict__ out) {
    __shared__ float stage[8][32 * 17];
    const int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x & 31;
    float* mine = stage[threadIdx.x >> 5];
    const float x = price[i], q = 1.5f + quantity[i], a = 0.25f * age[i];
    float t0 = 1.0f, t1 = x;
#pragma unroll
    for (int f = 0; f < kFeatures; ++f) {
        mine[lane * 17 + f] = fmaf(q, t0, a);
        const float t2 = fmaf(2.0f * x, t1, -t0);
        t0 = t1; t1 = t2;
    }
    __syncwarp();
    float* rows = out + (size_t)(i - lane) * kFeatures;
#pragma unroll
    for (int j = 0; j < kFeatures; ++j) {
        const int at = j * 32 + lane;
        rows[at] = mine[(at >> 4) * 17 + (at & 15)];
    }
}

// ---- copper: polarimetric rain rate of every radar gate
struct Gate { float zh, velocity, width, zdr, phidp, rhohv, snr, kdp; };
constexpr int kGates = 24 << 20;

__global__ void harness_gates(Gate* g, float* zh, float* zdr, float* rho, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float v[8];
        for (int k = 0; k < 8; ++k) v[k] = unit((uint32_t)i * 8u + k + 77u);
        g[i] = Gate{v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]};
        zh[i] = v[0]; zdr[i] = v[3]; rho[i] = v[5];
    }
}
__device__ __forceinline__ float rain_rate(float zh, float zdr, float rho) {
    const float base = 0.017f * exp2f(2.142f * zh);
    return rho > -0.5f ? base * (1.0f - 0.3f * zdr) : 0.1f * base;
}
__global__ void __launch_bounds__(256) copper_violin_bo1_a(const Gate* __restrict__ gates, float* __restrict__ rain) {
    const int first = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        const int i = first + 256 * j;
        rain[i] = rain_rate(gates[i].zh, gates[i].zdr, gates[i].rhohv);
    }
}
__global__ void __launch_bounds__(256) copper_violin_bo1_b(const float* __restrict__ zh, const float* __restrict__ zdr,
                                                           const float* __restrict__ rho, float* __restrict__ rain) {
    const int first = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        const int i = first + 256 * j;
        rain[i] = rain_rate(zh[i], zdr[i], rho[i]);
    }
}

// ---- maple: revenue of each hour of a click log, by the catalogue price of the item bought
constexpr int kHours = 32, kHourBits = 21, kItems = 1 << 20;

__global__ void harness_log(int* item, float* count, int* item2, float* count2) {
    const uint32_t per = 1u << kHourBits, mask = per - 1;
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < per * kHours; i += gridDim.x * blockDim.x) {
        const uint32_t hour = i >> kHourBits, k = i & mask;
        item2[i] = (int)(k >> 1);
        count2[i] = 1.25f + unit(i + 5u);
        uint32_t p = (k * 0x9E3779B1u + hour * 977u) & mask;  // a permutation of the hour
        p ^= p >> 11; p = (p * 0x85EBCA6Bu) & mask; p ^= p >> 9; p = (p * 0xC2B2AE35u) & mask;
        item[i] = (int)(p >> 1);
        count[i] = 1.25f + unit((hour << kHourBits) + p + 5u);
    }
}
__device__ __forceinline__ void hour_revenue(const int* __restrict__ item, const float* __restrict__ count,
                                             const float* __restrict__ price, float* __restrict__ out) {
    const size_t first = (size_t)blockIdx.x * 8192 + threadIdx.x;
    float sum = 0.0f;
#pragma unroll 8
    for (int j = 0; j < 32; ++j) sum = fmaf(count[first + 256 * j], 1.5f + __ldg(price + item[first + 256 * j]), sum);
    sum = block_sum_256(sum);
    if (threadIdx.x == 0) atomicAdd(out + (blockIdx.x >> (kHourBits - 13)), sum);
}
__global__ void __launch_bounds__(256) maple_compass_bo1_a(const int* __restrict__ item, const float* __restrict__ count,
                                                           const float* __restrict__ price, float* __restrict__ out) {
    hour_revenue(item, count, price, out);
}
__global__ void __launch_bounds__(256) maple_compass_bo1_b(const int* __restrict__ item, const float* __restrict__ count,
                                                           const float* __restrict__ price, float* __restrict__ out) {
    hour_revenue(item, count, price, out);
}

// ---- silver: phase-weighted stack of the first-arrival window of 32 samples over gathers of 32 traces
constexpr int kTraces = 1 << 22, kTraceSamples = 96;

__global__ void harness_traces(float* with_header, float* plain) {
    const size_t n = (size_t)kTraces * kTraceSamples;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        const size_t r = i / kTraceSamples, c = i % kTraceSamples;
        const float v = unit((uint32_t)i + 31u);
        with_header[r * (kTraceSamples + 1) + 1 + c] = v;
        if (c == 0) with_header[r * (kTraceSamples + 1)] = (float)(r & 1023);
        plain[i] = v;
    }
}
template <int PITCH, int SKIP>
__device__ __forceinline__ void window_stack(const float* __restrict__ traces, float* __restrict__ out) {
    const int gather = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    const float* p = traces + (size_t)gather * 32 * PITCH + SKIP + lane;
    float num = 0.0f, mag = 0.0f;
#pragma unroll 8
    for (int r = 0; r < 32; ++r) {
        const float x = p[r * PITCH];
        num += x;
        mag += fabsf(x);
    }
    out[gather * 32 + lane] = __fdividef(num * fabsf(num), mag + 1e-3f);
}
__global__ void __launch_bounds__(256) silver_thimble_bo1_a(const float* __restrict__ traces, float* __restrict__ out) {
    window_stack<kTraceSamples + 1, 1>(traces, out);
}
__global__ void __launch_bounds__(256) silver_thimble_bo1_b(const float* __restrict__ traces, float* __restrict__ out) {
    window_stack<kTraceSamples, 0>(traces, out);
}

// ---- olive: ultrasound frame persistence with a contrast curve, 8-bit pixels
constexpr size_t kPixels = (size_t)1 << 28;

__global__ void harness_bytes(uint8_t* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (uint8_t)(hash32((uint32_t)i + seed) >> 13);
}
__device__ __forceinline__ uint32_t persist(uint32_t now, uint32_t last) {
    const uint32_t v = (3u * last + now + 2u) >> 2;
    return (v + ((v * (255u - v)) >> 9)) & 255u;
}
__global__ void __launch_bounds__(256) olive_trumpet_bo1_a(const uint8_t* __restrict__ now, const uint8_t* __restrict__ last,
                                                           uint8_t* __restrict__ out) {
    const size_t first = (size_t)blockIdx.x * 4096 + threadIdx.x;
#pragma unroll 2
    for (int j = 0; j < 16; ++j) {
        const size_t i = first + 256 * j;
        out[i] = (uint8_t)persist(now[i], last[i]);
    }
}
__device__ __forceinline__ uint32_t persist4(uint32_t now, uint32_t last) {
    uint32_t r = 0;
#pragma unroll
    for (int b = 0; b < 32; b += 8) r |= persist((now >> b) & 255u, (last >> b) & 255u) << b;
    return r;
}
__global__ void __launch_bounds__(256) olive_trumpet_bo1_b(const uint4* __restrict__ now, const uint4* __restrict__ last,
                                                           uint4* __restrict__ out) {
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    const uint4 n = now[i], l = last[i];
    out[i] = make_uint4(persist4(n.x, l.x), persist4(n.y, l.y), persist4(n.z, l.z), persist4(n.w, l.w));
}

// ---- walnut: weighted least-squares diffusion tensor fit of every voxel, 64 directions, 7 unknowns
constexpr int kDirections = 64, kUnknowns = 7, kVoxels = 1 << 21;
__constant__ float basis[kDirections][kUnknowns];

__device__ __forceinline__ void tensor_fit(const float* __restrict__ logs, float* __restrict__ out) {
    const int v = blockIdx.x * 256 + threadIdx.x;
    float m[kUnknowns][kUnknowns], rhs[kUnknowns];
#pragma unroll
    for (int i = 0; i < kUnknowns; ++i) {
        rhs[i] = 0.0f;
#pragma unroll
        for (int j = 0; j <= i; ++j) m[i][j] = i == j ? 0.5f : 0.0f;
    }
#pragma unroll 4
    for (int d = 0; d < kDirections; ++d) {
        const float y = logs[(size_t)d * kVoxels + v];
        const float w = (y + 1.5f) * (y + 1.5f);
#pragma unroll
        for (int i = 0; i < kUnknowns; ++i) {
            const float wb = w * basis[d][i];
            rhs[i] = fmaf(wb, y, rhs[i]);
#pragma unroll
            for (int j = 0; j <= i; ++j) m[i][j] = fmaf(wb, basis[d][j], m[i][j]);
        }
    }
    // Cholesky factor in place (the diagonal holds reciprocals), then two triangular solves
#pragma unroll
    for (int j = 0; j < kUnknowns; ++j) {
#pragma unroll
        for (int k = 0; k < j; ++k) m[j][j] = fmaf(-m[j][k], m[j][k], m[j][j]);
        m[j][j] = rsqrtf(m[j][j]);
#pragma unroll
        for (int i = j + 1; i < kUnknowns; ++i) {
#pragma unroll
            for (int k = 0; k < j; ++k) m[i][j] = fmaf(-m[i][k], m[j][k], m[i][j]);
            m[i][j] *= m[j][j];
        }
    }
#pragma unroll
    for (int i = 0; i < kUnknowns; ++i) {
#pragma unroll
        for (int k = 0; k < i; ++k) rhs[i] = fmaf(-m[i][k], rhs[k], rhs[i]);
        rhs[i] *= m[i][i];
    }
#pragma unroll
    for (int i = kUnknowns - 1; i >= 0; --i) {
#pragma unroll
        for (int k = i + 1; k < kUnknowns; ++k) rhs[i] = fmaf(-m[k][i], rhs[k], rhs[i]);
        rhs[i] *= m[i][i];
    }
    const float mean = (rhs[0] + rhs[1] + rhs[2]) * (1.0f / 3.0f);
    out[v] = mean + 0.1f * (rhs[3] * rhs[3] + rhs[4] * rhs[4] + rhs[5] * rhs[5]) + rhs[6];
}
__global__ void __launch_bounds__(256, 8) walnut_bonnet_bo1_a(const float* __restrict__ logs, float* __restrict__ out) {
    tensor_fit(logs, out);
}
__global__ void __launch_bounds__(256) walnut_bonnet_bo1_b(const float* __restrict__ logs, float* __restrict__ out) {
    tensor_fit(logs, out);
}

// ---- coral: concentration of a shopping session's spend over 16 departments, 64 events a session
constexpr int kSessions = 1 << 21, kEvents = 64, kDepartments = 16;

__global__ void harness_events(uint32_t* p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = hash32((uint32_t)i + 4242u);
}
__global__ void __launch_bounds__(128) coral_saddle_bo1_a(const uint32_t* __restrict__ events, float* __restrict__ out) {
    const int s = blockIdx.x * 128 + threadIdx.x;
    float spend[kDepartments];
#pragma unroll
    for (int d = 0; d < kDepartments; ++d) spend[d] = 0.0f;
#pragma unroll 8
    for (int e = 0; e < kEvents; ++e) {
        const uint32_t w = events[(size_t)e * kSessions + s];
        spend[w & 15u] += (float)(w >> 20) * (1.0f / 4096.0f);
    }
    float sum = 0.0f, squares = 0.0f;
#pragma unroll
    for (int d = 0; d < kDepartments; ++d) { sum += spend[d]; squares = fmaf(spend[d], spend[d], squares); }
    out[s] = __fdividef(squares, sum * sum + 1e-6f);
}
__global__ void __launch_bounds__(128) coral_saddle_bo1_b(const uint32_t* __restrict__ events, float* __restrict__ out) {
    __shared__ float spend[kDepartments][128];
    const int s = blockIdx.x * 128 + threadIdx.x, me = threadIdx.x;
#pragma unroll
    for (int d = 0; d < kDepartments; ++d) spend[d][me] = 0.0f;
#pragma unroll 8
    for (int e = 0; e < kEvents; ++e) {
        const uint32_t w = events[(size_t)e * kSessions + s];
        spend[w & 15u][me] += (float)(w >> 20) * (1.0f / 4096.0f);
    }
    float sum = 0.0f, squares = 0.0f;
#pragma unroll
    for (int d = 0; d < kDepartments; ++d) { sum += spend[d][me]; squares = fmaf(spend[d][me], spend[d][me], squares); }
    out[s] = __fdividef(squares, sum * sum + 1e-6f);
}

// ---- indigo: score of each customer's chain of 32 linked log records of 512 bytes, the newest first
constexpr int kRecordBits = 20, kChains = 1 << (kRecordBits - 5), kTable = 512;

__host__ __device__ inline uint32_t record_slot(uint32_t k) {
    const uint32_t mask = (1u << kRecordBits) - 1;
    k = (k * 0x9E3779B1u + 12345u) & mask; k ^= k >> 10; k = (k * 0x85EBCA6Bu) & mask; k ^= k >> 9;
    return k;
}
__global__ void harness_records(float4* records, int* heads) {
    const uint32_t n = 32u << kRecordBits;
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const uint32_t k = i >> 5, lane = i & 31;
        float4 v = make_float4(unit(4 * i), unit(4 * i + 1), unit(4 * i + 2), unit(4 * i + 3));
        if (lane == 0) v.x = __int_as_float((int)record_slot((k + 1) & ((1u << kRecordBits) - 1)));
        records[(size_t)record_slot(k) * 32 + lane] = v;
        if (lane == 0 && (k & 31) == 0) heads[k >> 5] = (int)record_slot(k);
    }
}
__device__ __forceinline__ void chain_score(const float4* __restrict__ records, const int* __restrict__ heads,
                                            const float* __restrict__ weights, float* __restrict__ out) {
    extern __shared__ float table[];
    #pragma unroll
    for (int j = 0; j < kTable / 256; ++j) table[j * 256 + threadIdx.x] = weights[j * 256 + threadIdx.x];
    __syncthreads();
    const int chain = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    int at = heads[chain];
    float score = 0.0f;
#pragma unroll 1
    for (int step = 0; step < 32; ++step) {
        const float4 v = records[(size_t)at * 32 + lane];
        at = __shfl_sync(0xffffffffu, __float_as_int(v.x), 0);
        const float value = v.y + v.z * v.w + (lane ? v.x : 0.0f);
        score = fmaf(score, 0.9f, table[step * 15 + lane] * value);
    }
    out[chain * 32 + lane] = score;
}
__global__ void __launch_bounds__(256) indigo_basket_bo1_a(const float4* __restrict__ records, const int* __restrict__ heads,
                                                           const float* __restrict__ weights, float* __restrict__ out) {
    chain_score(records, heads, weights, out);
}
__global__ void __launch_bounds__(256) indigo_basket_bo1_b(const float4* __restrict__ records, const int* __restrict__ heads,
                                                           const float* __restrict__ weights, float* __restrict__ out) {
    chain_score(records, heads, weights, out);
}

// ---- scarlet: rank of each query price in a 64-way index of 268 million order prices, one warp a query
constexpr int kQueries = 1 << 21;
constexpr uint32_t kKeys = 1u << 28;
struct Index { const int2* level[5]; };

__host__ __device__ inline int key_of(uint32_t i) { return (int)(i * 7u + hash32(i) % 7u); }
__global__ void harness_level(int* keys, uint32_t nodes, int shift, uint32_t valid) {  // key i of node j leads the keys from (j*64+i) << shift
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < nodes * 64u; i += gridDim.x * blockDim.x)
        keys[i] = i < valid ? key_of(i << shift) : 0x7fffffff;
}
__device__ __forceinline__ void rank_queries(const Index& index, const int* __restrict__ query, int* __restrict__ out) {
    const int first = (blockIdx.x * blockDim.x + threadIdx.x) & ~31, lane = threadIdx.x & 31;
    const int mine = query[first + lane];
    int result = 0;
#pragma unroll 1
    for (int k = 0; k < 32; ++k) {
        const int q = __shfl_sync(0xffffffffu, mine, k);
        int node = 0;
#pragma unroll
        for (int l = 0; l < 5; ++l) {
            const int2 key = __ldg(index.level[l] + (size_t)node * 32 + lane);
            const int below = __popc(__ballot_sync(0xffffffffu, key.x <= q)) + __popc(__ballot_sync(0xffffffffu, key.y <= q));
            node = node * 64 + max(below - 1, 0);
        }
        if (lane == k) result = node;
    }
    out[first + lane] = result;
}
__global__ void scarlet_pebble_bo1_a(const Index index, const int* __restrict__ query, int* __restrict__ out) { rank_queries(index, query, out); }
__global__ void scarlet_pebble_bo1_b(const Index index, const int* __restrict__ query, int* __restrict__ out) { rank_queries(index, query, out); }

// ---- ivory: Teager energy of the continuous records of 40 seismic stations
constexpr int kStations = 40, kRecord = 1 << 21;

__device__ __forceinline__ void teager(const float* __restrict__ in, float* __restrict__ out, int from, int to) {
#pragma unroll 4
    for (int t = from + (int)threadIdx.x; t < to; t += 512) {
        const float before = in[max(t - 1, 0)], x = in[t], after = in[min(t + 1, kRecord - 1)];
        out[t] = fmaf(x, x, -before * after);
    }
}
__global__ void __launch_bounds__(512) ivory_ladder_bo1_a(const float* __restrict__ in, float* __restrict__ out) {
    const size_t station = (size_t)blockIdx.x * kRecord;
    teager(in + station, out + station, 0, kRecord);
}
__global__ void __launch_bounds__(512) ivory_ladder_bo1_b(const float* __restrict__ in, float* __restrict__ out) {
    const size_t station = (size_t)blockIdx.y * kRecord;
    const int part = kRecord / 64;
    teager(in + station, out + station, blockIdx.x * part, blockIdx.x * part + part);
}

// ---- russet: normal-mode sum (Legendre series of 96 degrees) at 35 million epicentral distances
constexpr int kDegrees = 96, kStrip = 8192, kStrips = 268 * 16;
__constant__ float mode_step[kDegrees], mode_gain[kDegrees];

template <int STRIPS>
__device__ __forceinline__ void mode_sum(const float4* __restrict__ distance, float4* __restrict__ out) {
    const int end = min((int)(blockIdx.x + 1) * STRIPS, kStrips);
#pragma unroll 1
    for (int strip = blockIdx.x * STRIPS; strip < end; ++strip) {
        const size_t at = (size_t)strip * (kStrip / 4) + threadIdx.x;
        const float4 a = distance[at], b = distance[at + 1024];
        float x[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w}, p0[8], p1[8], sum[8];
#pragma unroll
        for (int i = 0; i < 8; ++i) { x[i] *= 2.0f; p0[i] = 0.0f; p1[i] = 1.0f; sum[i] = 0.0f; }
#pragma unroll 8
        for (int l = 0; l < kDegrees; ++l) {
            const float g = mode_step[l], c = mode_gain[l];
#pragma unroll
            for (int i = 0; i < 8; ++i) {
                sum[i] = fmaf(c, p1[i], sum[i]);
                const float p2 = fmaf(x[i], p1[i], -g * p0[i]);
                p0[i] = p1[i]; p1[i] = p2;
            }
        }
        out[at] = make_float4(sum[0], sum[1], sum[2], sum[3]);
        out[at + 1024] = make_float4(sum[4], sum[5], sum[6], sum[7]);
    }
}
__global__ void __launch_bounds__(1024, 1) russet_candle_bo1_a(const float4* __restrict__ distance, float4* __restrict__ out) {
    mode_sum<16>(distance, out);
}
__global__ void __launch_bounds__(1024, 1) russet_candle_bo1_b(const float4* __restrict__ distance, float4* __restrict__ out) {
    mode_sum<33>(distance, out);
}

// ---- teal: saturated spend of each customer, customers listed by the length of their history
constexpr int kCustomers = 16896, kPerBlock = 16, kCustomerBlocks = kCustomers / kPerBlock;

__device__ __forceinline__ float saturated(float v) { return __fdividef(v * v, 1.0f + fabsf(v)); }
__device__ __forceinline__ void customer_spend(const float4* __restrict__ spend, const int* __restrict__ starts, float* __restrict__ out, int c) {
    const int end = starts[c + 1];
    float sum = 0.0f;
#pragma unroll 4
    for (int i = starts[c] + (int)threadIdx.x; i < end; i += 256) {
        const float4 v = spend[i];
        sum += saturated(v.x) + saturated(v.y) + saturated(v.z) + saturated(v.w);
    }
    sum = block_sum_256(sum);
    if (threadIdx.x == 0) out[c] = sum;
}
__global__ void __launch_bounds__(256) teal_hammer_bo1_a(const float4* __restrict__ spend, const int* __restrict__ starts, float* __restrict__ out) {
#pragma unroll 1
    for (int k = 0; k < kPerBlock; ++k) customer_spend(spend, starts, out, blockIdx.x * kPerBlock + k);
}
__global__ void __launch_bounds__(256) teal_hammer_bo1_b(const float4* __restrict__ spend, const int* __restrict__ starts, float* __restrict__ out) {
#pragma unroll 1
    for (int k = 0; k < kPerBlock; ++k) customer_spend(spend, starts, out, k * kCustomerBlocks + blockIdx.x);
}

// ---- ochre: echo amplitude from the in-phase and quadrature streams of a radar receiver
constexpr int kEchoes = 1 << 26;

__device__ __forceinline__ void amplitude(const float* __restrict__ in_phase, const float* __restrict__ quadrature, float* __restrict__ out) {
    const int first = blockIdx.x * 2048 + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        const float i = in_phase[first + 256 * j], q = quadrature[first + 256 * j];
        const float power = fmaf(i, i, q * q) + 1e-12f;
        out[first + 256 * j] = power * rsqrtf(power);
    }
}
__global__ void __launch_bounds__(256) ochre_button_bo1_a(const float* __restrict__ in_phase, const float* __restrict__ quadrature,
                                                          float* __restrict__ out) { amplitude(in_phase, quadrature, out); }
__global__ void __launch_bounds__(256) ochre_button_bo1_b(const float* __restrict__ in_phase, const float* __restrict__ quadrature,
                                                          float* __restrict__ out) { amplitude(in_phase, quadrature, out); }

// ---- lilac: combination of 8 receive coils of a magnetic resonance volume
constexpr int kCoils = 8, kPoints4 = 1 << 22;

__device__ __forceinline__ void combine(const float4* __restrict__ coils, const float* __restrict__ gains, float4* __restrict__ out) {
    extern __shared__ float gain[];
    gain[threadIdx.x] = gains[threadIdx.x];
    __syncthreads();
    const int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x & 31;
    float4 s = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll
    for (int half = 0; half < kCoils; half += 4) {
        float4 v[4];
#pragma unroll
        for (int c = 0; c < 4; ++c) v[c] = coils[(size_t)(half + c) * kPoints4 + i];
#pragma unroll
        for (int c = 0; c < 4; ++c) {
            const float g = gain[(half + c) * 32 + lane];
            s.x = fmaf(g * v[c].x, v[c].x, s.x); s.y = fmaf(g * v[c].y, v[c].y, s.y);
            s.z = fmaf(g * v[c].z, v[c].z, s.z); s.w = fmaf(g * v[c].w, v[c].w, s.w);
        }
    }
    out[i] = s;
}
__global__ void __launch_bounds__(256, 8) lilac_anvil_bo1_a(const float4* __restrict__ coils, const float* __restrict__ gains,
                                                            float4* __restrict__ out) { combine(coils, gains, out); }
__global__ void __launch_bounds__(256, 8) lilac_anvil_bo1_b(const float4* __restrict__ coils, const float* __restrict__ gains,
                                                            float4* __restrict__ out) { combine(coils, gains, out); }

// ---- crimson: demultiplexing of four-component seismic samples into component traces, with a gain
constexpr int kSamples = 1 << 25, kTile = 1024;
__constant__ float component_gain[4];

__global__ void __launch_bounds__(256) crimson_pillow_bo1_a(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float tile[4 * kTile];
    const size_t base = (size_t)blockIdx.x * 4 * kTile;
    const int c = threadIdx.x >> 6;
    const float gain = component_gain[c];
#pragma unroll
    for (int j = 0; j < 16; ++j) tile[j * 256 + threadIdx.x] = in[base + j * 256 + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 16; ++j) {
        const int t = j * 64 + (threadIdx.x & 63);
        out[(size_t)c * kSamples + (size_t)blockIdx.x * kTile + t] = gain * tile[t * 4 + c];
    }
}
__global__ void __launch_bounds__(256) crimson_pillow_bo1_b(const float* __restrict__ in, float* __restrict__ out) {
    constexpr int pitch = kTile + 8;
    __shared__ float tile[4 * pitch];
    const size_t base = (size_t)blockIdx.x * 4 * kTile;
    const int c = threadIdx.x >> 6;
    const float gain = component_gain[c];
#pragma unroll
    for (int j = 0; j < 16; ++j) tile[(threadIdx.x & 3) * pitch + j * 64 + (threadIdx.x >> 2)] = in[base + j * 256 + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 16; ++j) {
        const int t = j * 64 + (threadIdx.x & 63);
        out[(size_t)c * kSamples + (size_t)blockIdx.x * kTile + t] = gain * tile[c * pitch + t];
    }
}

// ---- hazel: net revenue of every order line from price, quantity and discount
constexpr int kLines4 = 1 << 23;

__device__ __forceinline__ float net(float p, float q, float d) { return (p + 1.5f) * (q + 2.0f) * (1.0f - 0.2f * d * d); }
__global__ void __launch_bounds__(256) hazel_drum_bo1_a(const float4* __restrict__ price, const float4* __restrict__ quantity,
                                                        const float4* __restrict__ discount, float4* __restrict__ out) {
    const int first = blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        const int i = first + 256 * j;
        const float4 p = price[i], q = quantity[i], d = discount[i];
        out[i] = make_float4(net(p.x, q.x, d.x), net(p.y, q.y, d.y), net(p.z, q.z, d.z), net(p.w, q.w, d.w));
    }
}

// ---- bronze: signal energy of each tomography sub-volume of 16384 voxels
constexpr int kVolumes = 8192;

__global__ void __launch_bounds__(256) bronze_feather_bo1_a(const float4* __restrict__ voxels, float* __restrict__ out) {
    const float4* p = voxels + (size_t)blockIdx.x * 4096 + threadIdx.x;
    float s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;
#pragma unroll 4
    for (int j = 0; j < 16; ++j) {
        const float4 v = p[256 * j];
        s0 = fmaf(v.x, v.x, s0); s1 = fmaf(v.y, v.y, s1); s2 = fmaf(v.z, v.z, s2); s3 = fmaf(v.w, v.w, s3);
    }
    const float sum = block_sum_256((s0 + s1) + (s2 + s3));
    if (threadIdx.x == 0) out[blockIdx.x] = sum * (1.0f / 16384.0f);
}

// ---- violet: smoothing of a large tomography slice with a star of radius 2
constexpr int kWide4 = 8192 / 4, kHigh = 12288;

__global__ void __launch_bounds__(256) violet_marble_bo1_a(const float4* __restrict__ in, float4* __restrict__ out) {
    __shared__ float4 tile[36][34];
    const int x0 = blockIdx.x * 32, y0 = blockIdx.y * 32, tx = threadIdx.x & 31, ty = threadIdx.x >> 5;
    const bool more = threadIdx.x < 36 * 34 - 1024;
    float4 held[5];
#pragma unroll
    for (int j = 0; j < 5; ++j) {
        const int at = j * 256 + threadIdx.x, row = at / 34, col = at % 34;
        const int x = min(max(x0 + col - 1, 0), kWide4 - 1), y = min(max(y0 + row - 2, 0), kHigh - 1);
        if (j < 4 || more) held[j] = in[(size_t)y * kWide4 + x];
    }
#pragma unroll
    for (int j = 0; j < 5; ++j)
        if (j < 4 || more) (&tile[0][0])[j * 256 + threadIdx.x] = held[j];
    __syncthreads();
    const float wc = 0.4f, w1 = 0.1f, w2 = 0.05f;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        const int row = ty + 8 * j;
        const float4 n2 = tile[row][tx + 1], n1 = tile[row + 1][tx + 1], c = tile[row + 2][tx + 1], s1 = tile[row + 3][tx + 1], s2 = tile[row + 4][tx + 1];
        const float4 l = tile[row + 2][tx], r = tile[row + 2][tx + 2];
        float4 o;
        o.x = wc * c.x + w1 * (n1.x + s1.x + l.w + c.y) + w2 * (n2.x + s2.x + l.z + c.z);
        o.y = wc * c.y + w1 * (n1.y + s1.y + c.x + c.z) + w2 * (n2.y + s2.y + l.w + c.w);
        o.z = wc * c.z + w1 * (n1.z + s1.z + c.y + c.w) + w2 * (n2.z + s2.z + c.x + r.x);
        o.w = wc * c.w + w1 * (n1.w + s1.w + c.z + r.x) + w2 * (n2.w + s2.w + c.y + r.y);
        out[(size_t)(y0 + row) * kWide4 + x0 + tx] = o;
    }
}

// ---- jade: normalisation of session embeddings of 1024 values, with scale and shift
constexpr int kRows = 1 << 17, kRow4 = 256;

__global__ void __launch_bounds__(256) jade_cottage_bo1_a(const float4* __restrict__ in, const float4* __restrict__ scale,
                                                          const float4* __restrict__ shift, float4* __restrict__ out) {
    const int row = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    const float4* p = in + (size_t)row * kRow4 + lane;
    float4 v[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = p[32 * j];
    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j < 8; ++j) sum += (v[j].x + v[j].y) + (v[j].z + v[j].w);
    const float mean = warp_sum(sum) * (1.0f / 1024.0f);
    float squares = 0.0f;
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        v[j].x -= mean; v[j].y -= mean; v[j].z -= mean; v[j].w -= mean;
        squares += (v[j].x * v[j].x + v[j].y * v[j].y) + (v[j].z * v[j].z + v[j].w * v[j].w);
    }
    const float inv = rsqrtf(warp_sum(squares) * (1.0f / 1024.0f) + 1e-5f);
    float4* o = out + (size_t)row * kRow4 + lane;
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        const float4 g = __ldg(scale + 32 * j + lane), b = __ldg(shift + 32 * j + lane);
        o[32 * j] = make_float4(fmaf(v[j].x * inv, g.x, b.x), fmaf(v[j].y * inv, g.y, b.y), fmaf(v[j].z * inv, g.z, b.z), fmaf(v[j].w * inv, g.w, b.w));
    }
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> launch, const void* out, size_t count, Output type = Output::f32) {
        cases.push_back(Case{name, std::move(launch), out, count, type});
    };

    {
        std::vector<float> w(kShots);
        for (int s = 0; s < kShots; ++s) w[s] = 0.8f + 0.4f * ((s * 7) % kShots) / kShots;
        CHECK(cudaMemcpyToSymbol(shot_weight, w.data(), sizeof(float) * kShots));
        const size_t n = (size_t)kReceivers * kTimes;
        float *data = filled<float>(n * kShots, 3), *out = empty<float>(n);
        add("amber_kettle_bo1_a", [=] { amber_kettle_bo1_a<<<dim3(kReceivers / 256, kTimes), 256>>>(data, out); }, out, n);
        add("amber_kettle_bo1_b", [=] { amber_kettle_bo1_b<<<dim3(kTimes / 32, kReceivers / 32), dim3(32, 8)>>>(data, out); }, out, n);
    }
    {
        const size_t n = (size_t)kOrders * kFeatures;
        float *p = filled<float>(kOrders, 11), *q = filled<float>(kOrders, 12), *a = filled<float>(kOrders, 13), *out = empty<float>(n);
        add("cedar_lantern_bo1_a", [=] { cedar_lantern_bo1_a<<<kOrders / 256, 256>>>(p, q, a, out); }, out, n);
        add("cedar_lantern_bo1_b", [=] { cedar_lantern_bo1_b<<<kOrders / 256, 256>>>(p, q, a, out); }, out, n);
    }
    {
        Gate* g; CHECK(cudaMalloc(&g, sizeof(Gate) * (size_t)kGates));
        float *zh = empty<float>(kGates), *zdr = empty<float>(kGates), *rho = empty<float>(kGates), *out = empty<float>(kGates);
        harness_gates<<<2048, 256>>>(g, zh, zdr, rho, kGates); CHECK(cudaGetLastError());
        add("copper_violin_bo1_a", [=] { copper_violin_bo1_a<<<kGates / 1024, 256>>>(g, out); }, out, kGates);
        add("copper_violin_bo1_b", [=] { copper_violin_bo1_b<<<kGates / 1024, 256>>>(zh, zdr, rho, out); }, out, kGates);
    }
    {
        const size_t n = (size_t)kHours << kHourBits;
        int *item = empty<int>(n), *item2 = empty<int>(n);
        float *count = empty<float>(n), *count2 = empty<float>(n), *price = filled<float>(kItems, 21), *out = empty<float>(kHours);
        harness_log<<<2048, 256>>>(item, count, item2, count2); CHECK(cudaGetLastError());
        add("maple_compass_bo1_a", [=] { CHECK(cudaMemsetAsync(out, 0, kHours * sizeof(float))); maple_compass_bo1_a<<<(int)(n / 8192), 256>>>(item, count, price, out); }, out, kHours);
        add("maple_compass_bo1_b", [=] { CHECK(cudaMemsetAsync(out, 0, kHours * sizeof(float))); maple_compass_bo1_b<<<(int)(n / 8192), 256>>>(item2, count2, price, out); }, out, kHours);
    }
    {
        float *with_header = empty<float>((size_t)kTraces * (kTraceSamples + 1)), *plain = empty<float>((size_t)kTraces * kTraceSamples), *out = empty<float>(kTraces);
        harness_traces<<<4096, 256>>>(with_header, plain); CHECK(cudaGetLastError());
        add("silver_thimble_bo1_a", [=] { silver_thimble_bo1_a<<<kTraces / 256, 256>>>(with_header, out); }, out, kTraces);
        add("silver_thimble_bo1_b", [=] { silver_thimble_bo1_b<<<kTraces / 256, 256>>>(plain, out); }, out, kTraces);
    }
    {
        uint8_t *now = empty<uint8_t>(kPixels), *last = empty<uint8_t>(kPixels), *out = empty<uint8_t>(kPixels);
        harness_bytes<<<4096, 256>>>(now, kPixels, 1); harness_bytes<<<4096, 256>>>(last, kPixels, 99); CHECK(cudaGetLastError());
        add("olive_trumpet_bo1_a", [=] { olive_trumpet_bo1_a<<<(int)(kPixels / 4096), 256>>>(now, last, out); }, out, kPixels, Output::u8);
        add("olive_trumpet_bo1_b", [=] { olive_trumpet_bo1_b<<<(int)(kPixels / 4096), 256>>>((const uint4*)now, (const uint4*)last, (uint4*)out); }, out, kPixels, Output::u8);
    }
    {
        std::vector<float> b(kDirections * kUnknowns);
        for (int d = 0; d < kDirections; ++d) {
            const float z = 1.0f - 2.0f * (d + 0.5f) / kDirections, r = std::sqrt(1.0f - z * z), x = r * std::cos(2.39996f * d), y = r * std::sin(2.39996f * d);
            const float row[kUnknowns] = {x * x, y * y, z * z, 2 * x * y, 2 * x * z, 2 * y * z, 0.5f + 0.5f * (d % 3)};
            std::memcpy(&b[d * kUnknowns], row, sizeof(row));
        }
        CHECK(cudaMemcpyToSymbol(basis, b.data(), b.size() * sizeof(float)));
        float *logs = filled<float>((size_t)kDirections * kVoxels, 31), *out = empty<float>(kVoxels);
        add("walnut_bonnet_bo1_a", [=] { walnut_bonnet_bo1_a<<<kVoxels / 256, 256>>>(logs, out); }, out, kVoxels);
        add("walnut_bonnet_bo1_b", [=] { walnut_bonnet_bo1_b<<<kVoxels / 256, 256>>>(logs, out); }, out, kVoxels);
    }
    {
        const size_t n = (size_t)kSessions * kEvents;
        uint32_t* events = empty<uint32_t>(n);
        float* out = empty<float>(kSessions);
        harness_events<<<4096, 256>>>(events, n); CHECK(cudaGetLastError());
        add("coral_saddle_bo1_a", [=] { coral_saddle_bo1_a<<<kSessions / 128, 128>>>(events, out); }, out, kSessions);
        add("coral_saddle_bo1_b", [=] { coral_saddle_bo1_b<<<kSessions / 128, 128>>>(events, out); }, out, kSessions);
    }
    {
        const int capacity = 100 * 1024, needed = kTable * (int)sizeof(float);
        float4* records; CHECK(cudaMalloc(&records, sizeof(float4) * ((size_t)32 << kRecordBits)));
        int* heads = empty<int>(kChains);
        float *weights = filled<float>(kTable, 41), *out = empty<float>((size_t)kChains * 32);
        harness_records<<<4096, 256>>>(records, heads); CHECK(cudaGetLastError());
        CHECK(cudaFuncSetAttribute(indigo_basket_bo1_a, cudaFuncAttributeMaxDynamicSharedMemorySize, capacity));
        add("indigo_basket_bo1_a", [=] { indigo_basket_bo1_a<<<kChains / 8, 256, capacity>>>(records, heads, weights, out); }, out, (size_t)kChains * 32);
        add("indigo_basket_bo1_b", [=] { indigo_basket_bo1_b<<<kChains / 8, 256, needed>>>(records, heads, weights, out); }, out, (size_t)kChains * 32);
    }
    {
        Index index;
        const uint32_t nodes[5] = {1, 16, 1024, 65536, 4194304};
        for (int l = 0; l < 5; ++l) {
            int* keys = empty<int>((size_t)nodes[l] * 64);
            harness_level<<<4096, 256>>>(keys, nodes[l], 24 - 6 * l, l == 0 ? 16u : 0xffffffffu); CHECK(cudaGetLastError());
            index.level[l] = (const int2*)keys;
        }
        int *query = indices(kQueries, kKeys * 7u, 51), *out = empty<int>(kQueries);
        add("scarlet_pebble_bo1_a", [=] { scarlet_pebble_bo1_a<<<kQueries / 32, 32>>>(index, query, out); }, out, kQueries, Output::i32);
        add("scarlet_pebble_bo1_b", [=] { scarlet_pebble_bo1_b<<<kQueries / 256, 256>>>(index, query, out); }, out, kQueries, Output::i32);
    }
    {
        const size_t n = (size_t)kStations * kRecord;
        float *in = filled<float>(n, 61), *out = empty<float>(n);
        add("ivory_ladder_bo1_a", [=] { ivory_ladder_bo1_a<<<kStations, 512>>>(in, out); }, out, n);
        add("ivory_ladder_bo1_b", [=] { ivory_ladder_bo1_b<<<dim3(64, kStations), 512>>>(in, out); }, out, n);
    }
    {
        std::vector<float> step(kDegrees), gain(kDegrees);
        for (int l = 0; l < kDegrees; ++l) {
            step[l] = 4.0f * l * l / (4.0f * l * l - 1.0f);
            gain[l] = 1.0f / (1.0f + 0.2f * l) * (l % 3 == 1 ? -1.0f : 1.0f);
        }
        step[0] = 1.0f;
        CHECK(cudaMemcpyToSymbol(mode_step, step.data(), kDegrees * sizeof(float)));
        CHECK(cudaMemcpyToSymbol(mode_gain, gain.data(), kDegrees * sizeof(float)));
        const size_t n = (size_t)kStrips * kStrip;
        float *in = filled<float>(n, 71), *out = empty<float>(n);
        add("russet_candle_bo1_a", [=] { russet_candle_bo1_a<<<kStrips / 16, 1024>>>((const float4*)in, (float4*)out); }, out, n);
        add("russet_candle_bo1_b", [=] { russet_candle_bo1_b<<<(kStrips + 32) / 33, 1024>>>((const float4*)in, (float4*)out); }, out, n);
    }
    {
        std::vector<int> starts(kCustomers + 1);
        for (int c = 0; c < kCustomers; ++c) starts[c + 1] = starts[c] + (c < kCustomers / 32 ? 25600 : 1024);
        int* s = uploaded(starts);
        float *spend = filled<float>((size_t)starts[kCustomers] * 4, 81), *out = empty<float>(kCustomers);
        add("teal_hammer_bo1_a", [=] { teal_hammer_bo1_a<<<kCustomerBlocks, 256>>>((const float4*)spend, s, out); }, out, kCustomers);
        add("teal_hammer_bo1_b", [=] { teal_hammer_bo1_b<<<kCustomerBlocks, 256>>>((const float4*)spend, s, out); }, out, kCustomers);
    }
    {
        float *i0 = filled<float>(kEchoes, 91), *q0 = filled<float>(kEchoes, 92), *i1 = empty<float>((size_t)kEchoes + 32), *q1 = empty<float>((size_t)kEchoes + 32), *out = empty<float>(kEchoes);
        CHECK(cudaMemcpy(i1 + 1, i0, (size_t)kEchoes * 4, cudaMemcpyDeviceToDevice));
        CHECK(cudaMemcpy(q1 + 1, q0, (size_t)kEchoes * 4, cudaMemcpyDeviceToDevice));
        add("ochre_button_bo1_a", [=] { ochre_button_bo1_a<<<kEchoes / 2048, 256>>>(i1 + 1, q1 + 1, out); }, out, kEchoes);
        add("ochre_button_bo1_b", [=] { ochre_button_bo1_b<<<kEchoes / 2048, 256>>>(i0, q0, out); }, out, kEchoes);
    }
    {
        const int capacity = 50 * 1024, needed = 256 * (int)sizeof(float);
        const size_t n = (size_t)kPoints4 * 4;
        float *coils = filled<float>(n * kCoils, 101), *gains = filled<float>(256, 102), *out = empty<float>(n);
        CHECK(cudaFuncSetAttribute(lilac_anvil_bo1_a, cudaFuncAttributeMaxDynamicSharedMemorySize, capacity));
        add("lilac_anvil_bo1_a", [=] { lilac_anvil_bo1_a<<<kPoints4 / 256, 256, capacity>>>((const float4*)coils, gains, (float4*)out); }, out, n);
        add("lilac_anvil_bo1_b", [=] { lilac_anvil_bo1_b<<<kPoints4 / 256, 256, needed>>>((const float4*)coils, gains, (float4*)out); }, out, n);
    }
    {
        const float g[4] = {1.0f, 0.9f, 1.1f, 1.2f};
        CHECK(cudaMemcpyToSymbol(component_gain, g, sizeof(g)));
        const size_t n = (size_t)kSamples * 4;
        float *in = filled<float>(n, 111), *out = empty<float>(n);
        add("crimson_pillow_bo1_a", [=] { crimson_pillow_bo1_a<<<kSamples / kTile, 256>>>(in, out); }, out, n);
        add("crimson_pillow_bo1_b", [=] { crimson_pillow_bo1_b<<<kSamples / kTile, 256>>>(in, out); }, out, n);
    }
    {
        const size_t n = (size_t)kLines4 * 4;
        float *p = filled<float>(n, 121), *q = filled<float>(n, 122), *d = filled<float>(n, 123), *out = empty<float>(n);
        add("hazel_drum_bo1_a", [=] { hazel_drum_bo1_a<<<kLines4 / 512, 256>>>((const float4*)p, (const float4*)q, (const float4*)d, (float4*)out); }, out, n);
    }
    {
        float *voxels = filled<float>((size_t)kVolumes * 16384, 131), *out = empty<float>(kVolumes);
        add("bronze_feather_bo1_a", [=] { bronze_feather_bo1_a<<<kVolumes, 256>>>((const float4*)voxels, out); }, out, kVolumes);
    }
    {
        const size_t n = (size_t)kWide4 * 4 * kHigh;
        float *in = filled<float>(n, 141), *out = empty<float>(n);
        add("violet_marble_bo1_a", [=] { violet_marble_bo1_a<<<dim3(kWide4 / 32, kHigh / 32), 256>>>((const float4*)in, (float4*)out); }, out, n);
    }
    {
        const size_t n = (size_t)kRows * kRow4 * 4;
        float *in = filled<float>(n, 151), *scale = filled<float>(1024, 152), *shift = filled<float>(1024, 153), *out = empty<float>(n);
        add("jade_cottage_bo1_a", [=] { jade_cottage_bo1_a<<<kRows / 8, 256>>>((const float4*)in, (const float4*)scale, (const float4*)shift, (float4*)out); }, out, n);
    }
    return run(argc, argv, cases);
}
