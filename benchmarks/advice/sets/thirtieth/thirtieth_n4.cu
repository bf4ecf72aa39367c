// Eleven measured cases from reefs, banks, lecture halls, rovers, weather, tills, towers, foxes, frescoes, kilns and night skies: before (_a), after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Reef: cover of each reef site after 96 weeks; hard corals crowd, soft corals are grazed, sponges gain larvae.
constexpr int kSites = 132 * 8 * 256 * 64, kWeeks = 96;

__global__ void __launch_bounds__(256) reef_corals_n4_a(const int* __restrict__ kind, const float* __restrict__ light, float* __restrict__ cover) {
    int i = blockIdx.x * 256 + threadIdx.x, k = kind[i];
    float l = light[i], v = fmaf(0.1f, l, 0.4f);
    if (k == 0) {
        float grow = fmaf(0.02f, l, 1.05f);
#pragma unroll 8
        for (int w = 0; w < kWeeks; ++w) v = fmaf(v, fmaf(-0.06f, v, grow), -0.002f);
    } else if (k == 1) {
        float grow = fmaf(0.05f, l, 1.10f);
#pragma unroll 8
        for (int w = 0; w < kWeeks; ++w) v = fmaf(v, fmaf(-0.13f, v, grow), -0.008f);
    } else {
        float grow = fmaf(0.01f, l, 0.97f);
#pragma unroll 8
        for (int w = 0; w < kWeeks; ++w) v = fmaf(v, fmaf(-0.02f, v, grow), 0.011f);
    }
    cover[i] = v;
}

__global__ void __launch_bounds__(256) reef_corals_n4_b(const int* __restrict__ kind, const float* __restrict__ light, float* __restrict__ cover) {
    int i = blockIdx.x * 256 + threadIdx.x, k = kind[i];
    float l = light[i], v = fmaf(0.1f, l, 0.4f);
    float slope = k == 0 ? 0.02f : k == 1 ? 0.05f : 0.01f, base = k == 0 ? 1.05f : k == 1 ? 1.10f : 0.97f;
    float crowd = k == 0 ? -0.06f : k == 1 ? -0.13f : -0.02f, gain = k == 0 ? -0.002f : k == 1 ? -0.008f : 0.011f;
    float grow = fmaf(slope, l, base);
#pragma unroll 8
    for (int w = 0; w < kWeeks; ++w) v = fmaf(v, fmaf(crowd, v, grow), gain);
    cover[i] = v;
}

// ---- Bank: present value of each cottage loan, month by month over its own term with early repayment (12 to 360 months, most of them short).
constexpr int kBooks = 132 * 8 * 4, kBook = 1024, kLoans = kBooks * kBook;

__device__ __forceinline__ float loan_value(float2 terms, int months) {
    float coupon = fmaf(0.02f, terms.x, 0.05f) * (1.0f / 12), rate = fmaf(0.02f, terms.y, 0.04f) * (1.0f / 12);
    float owed = 1.0f, discount = 1.0f, value = 0.0f, due = coupon + 0.004f;
    for (int m = 0; m < months; ++m) {
        rate = fmaf(0.03f, 0.0035f - rate, rate);
        float early = __saturatef(fmaf(2.5f, coupon - rate, 0.006f));
        float interest = owed * coupon, paid = fminf(due - interest, owed);
        float rest = owed - paid, ahead = rest * early;
        discount = fmaf(-rate, discount, discount);
        value = fmaf(discount, interest + paid + ahead, value);
        owed = rest - ahead;
    }
    return fmaf(discount, owed, value);
}

__global__ void __launch_bounds__(256) cottage_loans_n4_a(const float2* __restrict__ terms, const int* __restrict__ months, float* __restrict__ value) {
    int i = blockIdx.x * 256 + threadIdx.x;
    value[i] = loan_value(terms[i], months[i]);
}

__global__ void __launch_bounds__(256) cottage_loans_n4_b(const float2* __restrict__ terms, const int* __restrict__ months, float* __restrict__ value) {
    __shared__ int bin[64], length[kBook];
    __shared__ short order[kBook];
    int t = threadIdx.x, base = blockIdx.x * kBook, place[4], rank[4];
    if (t < 64) bin[t] = 0;
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        int m = months[base + r * 256 + t];
        length[r * 256 + t] = m;
        place[r] = (360 - m) / 8;  // longest first
        rank[r] = atomicAdd(&bin[place[r]], 1);
    }
    __syncthreads();
    if (t < 32) {
        int x = bin[2 * t], y = bin[2 * t + 1], sum = x + y;
#pragma unroll
        for (int o = 1; o < 32; o <<= 1) { int u = __shfl_up_sync(0xffffffffu, sum, o); if (t >= o) sum += u; }
        bin[2 * t] = sum - x - y; bin[2 * t + 1] = sum - y;
    }
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 4; ++r) order[bin[place[r]] + rank[r]] = (short)(r * 256 + t);
    __syncthreads();
#pragma unroll 1
    for (int r = 0; r < 4; ++r) {
        int loan = order[r * 256 + (r % 2 ? 255 - t : t)];
        value[base + loan] = loan_value(terms[base + loan], length[loan]);
    }
}

// ---- Lecture hall: each frame of 1024 samples is freed of its mean and scaled to unit power.
constexpr int kFrames = 132 * 2 * 200;

__global__ void __launch_bounds__(1024, 2) lecture_frames_n4_a(const float* __restrict__ voice, float* __restrict__ level) {
    __shared__ float part[1024];
    int t = threadIdx.x;
    size_t at = (size_t)blockIdx.x * 1024 + t;
    float x = voice[at];
    part[t] = x;
    __syncthreads();
    for (int s = 512; s > 0; s >>= 1) {
        if (t < s) part[t] += part[t + s];
        __syncthreads();
    }
    float d = x - part[0] * (1.0f / 1024);
    __syncthreads();
    part[t] = d * d;
    __syncthreads();
    for (int s = 512; s > 0; s >>= 1) {
        if (t < s) part[t] += part[t + s];
        __syncthreads();
    }
    level[at] = d * rsqrtf(fmaf(part[0], 1.0f / 1024, 1e-6f));
}

__device__ __forceinline__ float warp_total(float v) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void __launch_bounds__(1024, 2) lecture_frames_n4_b(const float* __restrict__ voice, float* __restrict__ level) {
    __shared__ float means[32], powers[32];
    int t = threadIdx.x, lane = t % 32;
    size_t at = (size_t)blockIdx.x * 1024 + t;
    float x = voice[at];
    float sum = warp_total(x);
    if (lane == 0) means[t / 32] = sum;
    __syncthreads();
    float d = x - warp_total(means[lane]) * (1.0f / 1024);
    float power = warp_total(d * d);
    if (lane == 0) powers[t / 32] = power;
    __syncthreads();
    level[at] = d * rsqrtf(fmaf(warp_total(powers[lane]), 1.0f / 1024, 1e-6f));
}

// ---- Rover: upper Cholesky factor of the damped 32 x 32 normal matrix of each local map (only the upper triangle is read).
constexpr int kMaps = 132 * 2 * 140;
constexpr float kDamp = 40.0f;

__global__ void __launch_bounds__(1024, 2) rover_poses_n4_a(const float* __restrict__ normal, float* __restrict__ factor) {
    __shared__ float tile[32][32], row[32];
    int t = threadIdx.x, i = t / 32, j = t % 32;
    size_t at = (size_t)blockIdx.x * 1024 + t;
    tile[i][j] = normal[at] + (i == j ? kDamp : 0.0f);
    __syncthreads();
    for (int k = 0; k < 32; ++k) {
        if (i == k) row[j] = tile[k][j] * rsqrtf(tile[k][k]);
        __syncthreads();
        if (i > k) tile[i][j] -= row[i] * row[j];
        else if (i == k) tile[k][j] = row[j];
        __syncthreads();
    }
    factor[at] = j >= i ? tile[i][j] : 0.0f;
}

__global__ void __launch_bounds__(128) rover_poses_n4_b(const float* __restrict__ normal, float* __restrict__ factor) {
    int lane = threadIdx.x % 32;
    size_t at = ((size_t)blockIdx.x * 4 + threadIdx.x / 32) * 1024 + lane;
    float column[32];
#pragma unroll
    for (int i = 0; i < 32; ++i) column[i] = normal[at + i * 32] + (i == lane ? kDamp : 0.0f);
#pragma unroll
    for (int k = 0; k < 32; ++k) {
        float u = column[k] * rsqrtf(__shfl_sync(0xffffffffu, column[k], k));
        factor[at + k * 32] = lane >= k ? u : 0.0f;
#pragma unroll
        for (int i = k + 1; i < 32; ++i) column[i] = fmaf(-__shfl_sync(0xffffffffu, u, i), u, column[i]);
    }
}

// ---- Weather: squared misfit of a rain forecast at each of 40 gauges (524288 hours each).
constexpr int kGauges = 40, kGaugeBlocks = 256;

__device__ __forceinline__ float misfit(float4 a, float4 b, float sum) {
    float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z, w = a.w - b.w;
    return fmaf(x, x, fmaf(y, y, fmaf(z, z, fmaf(w, w, sum))));
}

__global__ void __launch_bounds__(256) rain_gauges_n4_a(const float4* __restrict__ seen, const float4* __restrict__ forecast, float* __restrict__ score) {
    size_t at = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 s0 = seen[at], f0 = forecast[at], s1 = seen[at + 256], f1 = forecast[at + 256];
    atomicAdd(&score[blockIdx.x / kGaugeBlocks], misfit(s0, f0, misfit(s1, f1, 0.0f)));
}

__global__ void __launch_bounds__(256) rain_gauges_n4_b(const float4* __restrict__ seen, const float4* __restrict__ forecast, float* __restrict__ score) {
    __shared__ float part[8];
    int t = threadIdx.x;
    size_t at = (size_t)blockIdx.x * 512 + t;
    float4 s0 = seen[at], f0 = forecast[at], s1 = seen[at + 256], f1 = forecast[at + 256];
    float sum = warp_total(misfit(s0, f0, misfit(s1, f1, 0.0f)));
    if (t % 32 == 0) part[t / 32] = sum;
    __syncthreads();
    if (t < 8) {
        sum = part[t];
#pragma unroll
        for (int o = 4; o; o >>= 1) sum += __shfl_xor_sync(0xffu, sum, o);
        if (t == 0) atomicAdd(&score[blockIdx.x / kGaugeBlocks], sum);
    }
}

// ---- Shops: takings in cents per till of a chain (4096 tills) from the day's receipts: SELECT till, SUM(cents) GROUP BY till.
constexpr int kTills = 4096, kTillBlocks = 132 * 2, kReceipts = kTillBlocks * 1024 * 32;  // quadruples

__global__ void __launch_bounds__(256) till_receipts_n4_a(const int4* __restrict__ till, const int4* __restrict__ cents, int* __restrict__ takings) {
    int i = blockIdx.x * 256 + threadIdx.x;
    int4 k = till[i], c = cents[i];
    atomicAdd(&takings[k.x], c.x);
    atomicAdd(&takings[k.y], c.y);
    atomicAdd(&takings[k.z], c.z);
    atomicAdd(&takings[k.w], c.w);
}

__global__ void __launch_bounds__(1024, 2) till_receipts_n4_b(const int4* __restrict__ till, const int4* __restrict__ cents, int* __restrict__ takings) {
    __shared__ int local[kTills];
    int t = threadIdx.x;
    for (int b = t; b < kTills; b += 1024) local[b] = 0;
    __syncthreads();
#pragma unroll 2
    for (int i = blockIdx.x * 1024 + t; i < kReceipts; i += kTillBlocks * 1024) {
        int4 k = till[i], c = cents[i];
        atomicAdd(&local[k.x], c.x);
        atomicAdd(&local[k.y], c.y);
        atomicAdd(&local[k.z], c.z);
        atomicAdd(&local[k.w], c.w);
    }
    __syncthreads();
    for (int b = t; b < kTills; b += 1024) atomicAdd(&takings[b], local[b]);
}

// ---- Mobile network: bytes of each of four service classes at every port from its trace of 65536 packets (two bits of class, 14 of length).
constexpr int kPorts = 132 * 8 * 4, kTrace = 8192;  // words of eight packets

__device__ __forceinline__ unsigned word_of(uint4 w, int p) { return p == 0 ? w.x : p == 1 ? w.y : p == 2 ? w.z : w.w; }

__global__ void __launch_bounds__(256) tower_packets_n4_a(const uint4* __restrict__ trace, unsigned* __restrict__ bytes) {
    __shared__ unsigned volume[4];
    int t = threadIdx.x;
    if (t < 4) volume[t] = 0;
    __syncthreads();
    const uint4* mine = trace + (size_t)blockIdx.x * kTrace + t;
#pragma unroll 2
    for (int i = 0; i < kTrace; i += 256) {
        uint4 w = mine[i];
#pragma unroll
        for (int p = 0; p < 4; ++p) {
            unsigned u = word_of(w, p);
            atomicAdd(&volume[(u >> 14) & 3], u & 0x3fff);
            atomicAdd(&volume[u >> 30], (u >> 16) & 0x3fff);
        }
    }
    __syncthreads();
    if (t < 4) bytes[blockIdx.x * 4 + t] = volume[t];
}

__global__ void __launch_bounds__(256) tower_packets_n4_b(const uint4* __restrict__ trace, unsigned* __restrict__ bytes) {
    __shared__ unsigned volume[4][32];  // one copy a lane
    int t = threadIdx.x, lane = t % 32;
    if (t < 128) volume[t / 32][lane] = 0;
    __syncthreads();
    const uint4* mine = trace + (size_t)blockIdx.x * kTrace + t;
#pragma unroll 2
    for (int i = 0; i < kTrace; i += 256) {
        uint4 w = mine[i];
#pragma unroll
        for (int p = 0; p < 4; ++p) {
            unsigned u = word_of(w, p);
            atomicAdd(&volume[(u >> 14) & 3][lane], u & 0x3fff);
            atomicAdd(&volume[u >> 30][lane], (u >> 16) & 0x3fff);
        }
    }
    __syncthreads();
    if (t < 128) {
        unsigned sum = __reduce_add_sync(0xffffffffu, volume[t / 32][lane]);
        if (lane == 0) bytes[blockIdx.x * 4 + t / 32] = sum;
    }
}

// ---- Wildlife: hares and foxes of each valley after 48 steps of the predator-prey equations.
constexpr int kValleys = 132 * 8 * 256 * 32, kSeasons = 48;

__global__ void __launch_bounds__(256) fox_hares_n4_a(const float2* __restrict__ spring, float2* __restrict__ autumn) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 s = spring[i];
    float hares = 1.0 + 0.5 * s.x, foxes = 1.0 + 0.5 * s.y;
#pragma unroll 4
    for (int n = 0; n < kSeasons; ++n) {
        float born = hares + 0.02 * hares * (0.9 - 0.8 * foxes);
        foxes = foxes + 0.02 * foxes * (0.6 * hares - 0.7);
        hares = born;
    }
    autumn[i] = make_float2(hares, foxes);
}

__global__ void __launch_bounds__(256) fox_hares_n4_b(const float2* __restrict__ spring, float2* __restrict__ autumn) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 s = spring[i];
    float hares = 1.0f + 0.5f * s.x, foxes = 1.0f + 0.5f * s.y;
#pragma unroll 4
    for (int n = 0; n < kSeasons; ++n) {
        float born = hares + 0.02f * hares * (0.9f - 0.8f * foxes);
        foxes = foxes + 0.02f * foxes * (0.6f * hares - 0.7f);
        hares = born;
    }
    autumn[i] = make_float2(hares, foxes);
}

// ---- Fresco: edge-preserving smoothing of a grey scan of 2048 x 2048 points with a 7 x 7 window (scan padded by three points).
constexpr int kScan = 2048, kScanPitch = 2080, kScanRows = kScan + 6;

__global__ void __launch_bounds__(256) fresco_scan_n4_a(const float* __restrict__ scan, float* __restrict__ clean) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const float* corner = scan + y * kScanPitch + x;
    float centre = corner[3 * kScanPitch + 3];
    double sum = 0.0, weights = 0.0;
    for (int v = 0; v < 7; ++v) {
#pragma unroll
        for (int u = 0; u < 7; ++u) {
            float grey = corner[v * kScanPitch + u], d = grey - centre;
            int far = (u - 3) * (u - 3) + (v - 3) * (v - 3);
            double weight = exp(-0.055 * far - 1.5 * d * d);
            sum += weight * grey;
            weights += weight;
        }
    }
    clean[y * kScan + x] = sum / weights;
}

__global__ void __launch_bounds__(256) fresco_scan_n4_b(const float* __restrict__ scan, float* __restrict__ clean) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const float* corner = scan + y * kScanPitch + x;
    float centre = corner[3 * kScanPitch + 3];
    float sum = 0.0f, weights = 0.0f;
    for (int v = 0; v < 7; ++v) {
#pragma unroll
        for (int u = 0; u < 7; ++u) {
            float grey = corner[v * kScanPitch + u], d = grey - centre;
            int far = (u - 3) * (u - 3) + (v - 3) * (v - 3);
            float weight = expf(-0.055f * far - 1.5f * d * d);
            sum += weight * grey;
            weights += weight;
        }
    }
    clean[y * kScan + x] = sum / weights;
}

// ---- Kiln: temperature from each probe reading; the few readings above the knee are linearised by a long polynomial.
constexpr int kProbes = 132 * 8 * 256 * 48;  // quadruples

__device__ __forceinline__ float above_knee(float v) {
    float d = v - 0.94f, p = 0.031f;
    const float c[12] = {-0.12f, 0.21f, -0.33f, 0.27f, -0.18f, 0.44f, -0.52f, 0.61f, -0.35f, 0.83f, -0.74f, 1.12f};
#pragma unroll
    for (int k = 0; k < 12; ++k) p = fmaf(p, d, c[k]);
    return fmaf(p, d, 0.94f);
}

__device__ __forceinline__ float probe_branch(float v) {
    if (v > 0.94f) v = above_knee(v);
    return fmaf(620.0f, v, 700.0f);
}
__device__ __forceinline__ float probe_select(float v) {
    float high = above_knee(v);
    return fmaf(620.0f, v > 0.94f ? high : v, 700.0f);
}

__global__ void __launch_bounds__(256) kiln_probe_n4_a(const float4* __restrict__ reading, float4* __restrict__ heat) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 r = reading[i];
    heat[i] = make_float4(probe_branch(r.x), probe_branch(r.y), probe_branch(r.z), probe_branch(r.w));
}
__global__ void __launch_bounds__(256) kiln_probe_n4_b(const float4* __restrict__ reading, float4* __restrict__ heat) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 r = reading[i];
    heat[i] = make_float4(probe_select(r.x), probe_select(r.y), probe_select(r.z), probe_select(r.w));
}

// ---- Night sky: all brightness samples over the threshold are gathered into one dense list (any order).
constexpr int kSky = 32768 * 1024;  // quadruples

__global__ void __launch_bounds__(256) night_flashes_n4_a(const float4* __restrict__ sky, float* __restrict__ flashes, int* __restrict__ found) {
    __shared__ float list[4096];
    __shared__ int start[9];
    __shared__ int base;
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    const float4* mine = sky + (size_t)blockIdx.x * 1024 + t;
    float v[16];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float4 q = __ldcs(mine + j * 256);
        v[4 * j] = q.x; v[4 * j + 1] = q.y; v[4 * j + 2] = q.z; v[4 * j + 3] = q.w;
    }
    int own = 0;
#pragma unroll
    for (int j = 0; j < 16; ++j) own += v[j] > 0.9f;
    int upto = own;
#pragma unroll
    for (int o = 1; o < 32; o <<= 1) { int u = __shfl_up_sync(0xffffffffu, upto, o); if (lane >= o) upto += u; }
    if (lane == 31) start[warp] = upto;
    __syncthreads();
    if (t < 8) {
        int n = start[t], sum = n;
#pragma unroll
        for (int o = 1; o < 8; o <<= 1) { int u = __shfl_up_sync(0xffu, sum, o); if (t >= o) sum += u; }
        start[t] = sum - n;
        if (t == 7) { start[8] = sum; base = atomicAdd(found, sum); }
    }
    __syncthreads();
    int at = start[warp] + upto - own;
#pragma unroll
    for (int j = 0; j < 16; ++j)
        if (v[j] > 0.9f) list[at++] = v[j];
    __syncthreads();
    for (int k = t; k < start[8]; k += 256) flashes[base + k] = list[k];
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // Shared by all: two fields of floats, two of indices, one result.
    constexpr size_t kMost = (size_t)kSky * 4;
    float *one = filled<float>(kMost, 41), *two = filled<float>((size_t)kLoans * 8, 42), *out = empty<float>(kMost);
    int *kinds = indices(kSites, 3, 43), *tills = indices((size_t)kReceipts * 4, kTills, 44), *cents = indices((size_t)kReceipts * 4, 1000, 45);
    int *packets = indices((size_t)kPorts * kTrace * 4, 0xffffffffu, 46), *found = empty<int>(1), *counts = empty<int>(kPorts * 4);
    CHECK(cudaMemset(counts, 0, kPorts * 4 * sizeof(int)));
    float* score = empty<float>(kGauges);
    CHECK(cudaMemset(score, 0, kGauges * sizeof(float)));
    std::vector<int> lengths(kLoans);
    for (int i = 0; i < kLoans; ++i) { float h = 0.5f * harness::unit(i + 4747u) + 0.5f; lengths[i] = 12 + (int)(348.0f * h * h * h); }
    int* months = harness::uploaded(lengths);
    static_assert((size_t)kFrames * 1024 <= kMost && (size_t)kMaps * 1024 <= kMost && (size_t)kValleys * 2 <= kMost && (size_t)kProbes * 4 <= kMost &&
                  (size_t)kGauges * kGaugeBlocks * 2048 <= (size_t)kLoans * 8 && (size_t)kScanPitch * kScanRows <= kMost, "fields are too short");
    auto f2 = [](float* p) { return reinterpret_cast<float2*>(p); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float2 *one2 = f2(one), *out2 = f2(out);
    float4 *one4 = f4(one), *two4 = f4(two), *out4 = f4(out);
    const int4 *tills4 = reinterpret_cast<const int4*>(tills), *cents4 = reinterpret_cast<const int4*>(cents);
    const uint4* packets4 = reinterpret_cast<const uint4*>(packets);
    unsigned* bytes = reinterpret_cast<unsigned*>(counts);

    add("reef_corals_n4_a", out, kSites, Output::f32, [=] { reef_corals_n4_a<<<kSites / 256, 256>>>(kinds, one, out); });
    add("reef_corals_n4_b", out, kSites, Output::f32, [=] { reef_corals_n4_b<<<kSites / 256, 256>>>(kinds, one, out); });

    add("cottage_loans_n4_a", out, kLoans, Output::f32, [=] { cottage_loans_n4_a<<<kLoans / 256, 256>>>(one2, months, out); });
    add("cottage_loans_n4_b", out, kLoans, Output::f32, [=] { cottage_loans_n4_b<<<kBooks, 256>>>(one2, months, out); });

    add("lecture_frames_n4_a", out, (size_t)kFrames * 1024, Output::f32, [=] { lecture_frames_n4_a<<<kFrames, 1024>>>(one, out); });
    add("lecture_frames_n4_b", out, (size_t)kFrames * 1024, Output::f32, [=] { lecture_frames_n4_b<<<kFrames, 1024>>>(one, out); });

    add("rover_poses_n4_a", out, (size_t)kMaps * 1024, Output::f32, [=] { rover_poses_n4_a<<<kMaps, 1024>>>(one, out); });
    add("rover_poses_n4_b", out, (size_t)kMaps * 1024, Output::f32, [=] { rover_poses_n4_b<<<kMaps / 4, 128>>>(one, out); });

    add("rain_gauges_n4_a", score, kGauges, Output::f32, [=] { rain_gauges_n4_a<<<kGauges * kGaugeBlocks, 256>>>(one4, two4, score); });
    add("rain_gauges_n4_b", score, kGauges, Output::f32, [=] { rain_gauges_n4_b<<<kGauges * kGaugeBlocks, 256>>>(one4, two4, score); });

    add("till_receipts_n4_a", counts, kTills, Output::i32, [=] { till_receipts_n4_a<<<kReceipts / 256, 256>>>(tills4, cents4, counts); });
    add("till_receipts_n4_b", counts, kTills, Output::i32, [=] { till_receipts_n4_b<<<kTillBlocks, 1024>>>(tills4, cents4, counts); });

    add("tower_packets_n4_a", counts, kPorts * 4, Output::i32, [=] { tower_packets_n4_a<<<kPorts, 256>>>(packets4, bytes); });
    add("tower_packets_n4_b", counts, kPorts * 4, Output::i32, [=] { tower_packets_n4_b<<<kPorts, 256>>>(packets4, bytes); });

    add("fox_hares_n4_a", out, (size_t)kValleys * 2, Output::f32, [=] { fox_hares_n4_a<<<kValleys / 256, 256>>>(one2, out2); });
    add("fox_hares_n4_b", out, (size_t)kValleys * 2, Output::f32, [=] { fox_hares_n4_b<<<kValleys / 256, 256>>>(one2, out2); });

    dim3 panes(kScan / 32, kScan / 8), pane(32, 8);
    add("fresco_scan_n4_a", out, (size_t)kScan * kScan, Output::f32, [=] { fresco_scan_n4_a<<<panes, pane>>>(one, out); });
    add("fresco_scan_n4_b", out, (size_t)kScan * kScan, Output::f32, [=] { fresco_scan_n4_b<<<panes, pane>>>(one, out); });

    add("kiln_probe_n4_a", out, (size_t)kProbes * 4, Output::f32, [=] { kiln_probe_n4_a<<<kProbes / 256, 256>>>(one4, out4); });
    add("kiln_probe_n4_b", out, (size_t)kProbes * 4, Output::f32, [=] { kiln_probe_n4_b<<<kProbes / 256, 256>>>(one4, out4); });

    add("night_flashes_n4_a", out, kMost, Output::f32, [=] {
        cudaMemsetAsync(found, 0, sizeof(int));
        night_flashes_n4_a<<<kSky / 1024, 256>>>(one4, out, found); });

    return harness::run(argc, argv, cases);
}
