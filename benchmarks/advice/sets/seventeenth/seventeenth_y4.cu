// Eleven measured cases about control flow, barriers, atomics and double precision: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Lanterns: brightness of each pane, whose glass is one of four kinds.
constexpr int kPanes = 132 * 1024 * 64;

__device__ __forceinline__ float clear_glass(float x, float y) {
    float h = fmaf(0.1f, y, 0.3f);
#pragma unroll 16
    for (int s = 0; s < 96; ++s) { x = fmaf(h, y, x); y = fmaf(-h, x, y); }
    return x;
}
__device__ __forceinline__ float milk_glass(float x, float y) {
#pragma unroll 16
    for (int s = 0; s < 64; ++s) { float q = y * y; x = fmaf(0.97f, x, 0.02f * q); y = fmaf(0.05f, x, 0.9f * y); }
    return x + y;
}
__device__ __forceinline__ float ribbed_glass(float x, float y) {
    float a = fmaf(0.4f, x, 1.0f), r = fmaf(0.1f, y, 0.8f);
#pragma unroll 16
    for (int s = 0; s < 48; ++s) { float q = a * r; r = r * fmaf(-0.5f * q, r, 1.5f); }
    return r;
}
__device__ __forceinline__ float ruby_glass(float x, float y) {
    float s0 = 0.5f;
#pragma unroll 16
    for (int s = 0; s < 96; ++s) { s0 = fmaf(s0, 0.7f, y); y = fmaf(-0.05f, s0, y); }
    return fmaf(s0, x, y);
}
__device__ __forceinline__ float pane(int kind, float2 ray) {
    switch (kind) {
        case 0: return clear_glass(ray.x, ray.y);
        case 1: return milk_glass(ray.x, ray.y);
        case 2: return ribbed_glass(ray.x, ray.y);
        default: return ruby_glass(ray.x, ray.y);
    }
}

__global__ void __launch_bounds__(256) lantern_glass_y4_a(const int* __restrict__ kind, const float2* __restrict__ ray, float* __restrict__ light) {
    int i = blockIdx.x * 256 + threadIdx.x;
    light[i] = pane(kind[i], ray[i]);
}

__global__ void __launch_bounds__(256) lantern_glass_y4_b(const int4* __restrict__ kind, const float2* __restrict__ ray, float* __restrict__ light) {
    __shared__ unsigned long long total[8];
    __shared__ unsigned short order[1024];  // the panes of the tile, one kind behind the other
    int t = threadIdx.x, lane = t % 32, w = t / 32, base = blockIdx.x * 1024;
    int4 k4 = kind[blockIdx.x * 256 + t];
    int k[4] = {k4.x, k4.y, k4.z, k4.w};
    unsigned long long mine = 0;  // four counts of sixteen bits
#pragma unroll
    for (int j = 0; j < 4; ++j) mine += 1ull << (16 * k[j]);
    unsigned long long scan = mine;
#pragma unroll
    for (int o = 1; o < 32; o *= 2) {
        unsigned long long v = __shfl_up_sync(0xffffffffu, scan, o);
        if (lane >= o) scan += v;
    }
    if (lane == 31) total[w] = scan;
    __syncthreads();
    unsigned long long before = scan - mine, all = 0;
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        unsigned long long v = total[j];
        all += v;
        if (j < w) before += v;
    }
    before += (all << 16) + (all << 32) + (all << 48);  // a kind begins behind the smaller kinds
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        order[(before >> (16 * k[j])) & 0xffff] = (unsigned short)(4 * t + j | k[j] << 10);
        before += 1ull << (16 * k[j]);
    }
    __syncthreads();
#pragma unroll 1
    for (int j = 0; j < 4; ++j) {
        int o = order[t + 256 * j], i = base + (o & 1023);
        light[i] = pane(o >> 10, ray[i]);
    }
}

// ---- Boreholes: travel time of a knock through 96 layers of sand, chalk or slate, told apart by their porosity.
constexpr int kHoles = 132 * 1024 * 48;

__device__ __forceinline__ float knock(float v, float p, float growth, float loss, float drag) {
#pragma unroll 16
    for (int l = 0; l < 96; ++l) {
        v = fmaf(growth * v, 1.0f - v, v);
        p = fmaf(p, loss, drag * v);
    }
    return p;
}

__global__ void __launch_bounds__(256) borehole_time_y4_a(const float* __restrict__ porosity, const float* __restrict__ speed, float* __restrict__ time) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float p = porosity[i], v = fmaf(0.4f, speed[i], 0.5f), r;
    if (p < -0.3333f) r = knock(v, p, 0.11f, 0.93f, 0.21f);
    else if (p < 0.3333f) r = knock(v, p, 0.23f, 0.95f, 0.13f);
    else r = knock(v, p, 0.37f, 0.91f, 0.17f);
    time[i] = r;
}

__global__ void __launch_bounds__(256) borehole_time_y4_b(const float* __restrict__ porosity, const float* __restrict__ speed, float* __restrict__ time) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float p = porosity[i], v = fmaf(0.4f, speed[i], 0.5f);
    bool sand = p < -0.3333f, chalk = p < 0.3333f;
    time[i] = knock(v, p, sand ? 0.11f : chalk ? 0.23f : 0.37f, sand ? 0.93f : chalk ? 0.95f : 0.91f, sand ? 0.21f : chalk ? 0.13f : 0.17f);
}

// ---- Pollen: where each grain is after as many gusts as it met, mostly few and seldom many.
constexpr int kGrains = 132 * 1024 * 32, kGrainsOfWarp = 1024;

__global__ void harness_gusts(const float* __restrict__ u, int* __restrict__ gusts) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = 0.5f * u[i] + 0.5f;
    gusts[i] = 1 + (int)(24.0f * v * v * v * v);
}

__device__ __forceinline__ void gust(float2& at, float& h) {
#pragma unroll
    for (int s = 0; s < 32; ++s) { at.x = fmaf(h, at.y, at.x); at.y = fmaf(-h, at.x, at.y); h *= 0.9995f; }
}

__global__ void __launch_bounds__(256) pollen_wander_y4_a(const int* __restrict__ gusts, const float2* __restrict__ start, float2* __restrict__ end) {
    int i = blockIdx.x * 256 + threadIdx.x, n = gusts[i];
    float2 at = start[i];
    float h = 0.2f;
    for (int g = 0; g < n; ++g) gust(at, h);
    end[i] = at;
}

__global__ void __launch_bounds__(256) pollen_wander_y4_b(const int* __restrict__ gusts, const float2* __restrict__ start, float2* __restrict__ end) {
    int lane = threadIdx.x % 32, first = (blockIdx.x * 8 + threadIdx.x / 32) * kGrainsOfWarp, stop = first + kGrainsOfWarp;
    int i = first + lane, next = first + 32, left = gusts[i];
    float2 at = start[i];
    float h = 0.2f;
    for (;;) {  // a lane that is done takes the next grain of its warp
        if (left > 0) {
            gust(at, h);
            --left;
            if (left == 0) end[i] = at;
        }
        unsigned done = __ballot_sync(0xffffffffu, left == 0);
        if (done) {
            if (next >= stop) { if (done == 0xffffffffu) break; continue; }
            if (left == 0) {
                int take = next + __popc(done & ((1u << lane) - 1));
                if (take < stop) { i = take; left = gusts[i]; at = start[i]; h = 0.2f; }
            }
            next += __popc(done);
        }
    }
}

// ---- Orchards: shares of 1024 owners in each harvest, projected onto the simplex by 24 bisections of the threshold.
constexpr int kHarvests = 132 * 32, kOwners = 1024, kBisections = 24;

__global__ void __launch_bounds__(1024) orchard_shares_y4_a(const float* __restrict__ claim, float* __restrict__ share) {
    __shared__ float part[kOwners];
    int t = threadIdx.x;
    float x = claim[blockIdx.x * kOwners + t], low = -1.0f, high = 1.0f;
    for (int step = 0; step < kBisections; ++step) {
        float mid = 0.5f * (low + high);
        part[t] = fmaxf(x - mid, 0.0f);
        __syncthreads();
        for (int half = kOwners / 2; half; half /= 2) {
            if (t < half) part[t] += part[t + half];
            __syncthreads();
        }
        float sum = part[0];
        __syncthreads();
        if (sum > 1.0f) low = mid; else high = mid;
    }
    share[blockIdx.x * kOwners + t] = fmaxf(x - low, 0.0f);
}

__global__ void __launch_bounds__(1024) orchard_shares_y4_b(const float* __restrict__ claim, float* __restrict__ share) {
    __shared__ float part[2][32];
    int t = threadIdx.x, lane = t % 32;
    float x = claim[blockIdx.x * kOwners + t], low = -1.0f, high = 1.0f;
    for (int step = 0; step < kBisections; ++step) {
        float mid = 0.5f * (low + high), sum = fmaxf(x - mid, 0.0f);
#pragma unroll
        for (int o = 16; o; o /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (lane == 0) part[step % 2][t / 32] = sum;
        __syncthreads();
        sum = part[step % 2][lane];
#pragma unroll
        for (int o = 16; o; o /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (sum > 1.0f) low = mid; else high = mid;
    }
    share[blockIdx.x * kOwners + t] = fmaxf(x - low, 0.0f);
}

// ---- Harps: 128 steps of the heat that runs along each of 8448 strings of 1024 points, cooled at both ends.
constexpr int kStrings = 132 * 64, kPoints = 1024, kHeatSteps = 128;

__global__ void __launch_bounds__(1024) harp_string_y4_a(const float* __restrict__ warm, const float* __restrict__ metal, float* __restrict__ end) {
    __shared__ float line[kPoints + 2];
    int t = threadIdx.x, i = blockIdx.x * kPoints + t;
    float u = warm[i], k = fmaf(0.2f, metal[i], 0.25f);
    if (t == 0) line[0] = line[kPoints + 1] = 0.0f;
    line[t + 1] = u;
    __syncthreads();
    for (int s = 0; s < kHeatSteps; ++s) {
        u = fmaf(k, fmaf(-2.0f, u, line[t] + line[t + 2]), u);
        __syncthreads();
        line[t + 1] = u;
        __syncthreads();
    }
    end[i] = u;
}

__global__ void __launch_bounds__(128) harp_string_y4_b(const float4* __restrict__ warm, const float4* __restrict__ metal, float4* __restrict__ end) {
    int lane = threadIdx.x % 32, i = (blockIdx.x * 4 + threadIdx.x / 32) * (kPoints / 4) + lane * 8;
    float u[32], k[32];
#pragma unroll
    for (int q = 0; q < 8; ++q) {
        float4 a = warm[i + q], b = metal[i + q];
        u[4 * q] = a.x; u[4 * q + 1] = a.y; u[4 * q + 2] = a.z; u[4 * q + 3] = a.w;
        k[4 * q] = fmaf(0.2f, b.x, 0.25f); k[4 * q + 1] = fmaf(0.2f, b.y, 0.25f); k[4 * q + 2] = fmaf(0.2f, b.z, 0.25f); k[4 * q + 3] = fmaf(0.2f, b.w, 0.25f);
    }
    for (int s = 0; s < kHeatSteps; ++s) {
        float left = __shfl_up_sync(0xffffffffu, u[31], 1), right = __shfl_down_sync(0xffffffffu, u[0], 1);
        if (lane == 0) left = 0.0f;
        if (lane == 31) right = 0.0f;
#pragma unroll
        for (int j = 0; j < 32; ++j) {
            float old = u[j];
            u[j] = fmaf(k[j], fmaf(-2.0f, old, left + (j < 31 ? u[j < 31 ? j + 1 : 31] : right)), old);
            left = old;
        }
    }
#pragma unroll
    for (int q = 0; q < 8; ++q) end[i + q] = make_float4(u[4 * q], u[4 * q + 1], u[4 * q + 2], u[4 * q + 3]);
}

// ---- Lighthouses: energy that each of sixteen lamps sent out, from 69 million readings.
constexpr int kLamps = 16, kLampBlocks = 132 * 64, kReadings = kLampBlocks * 8192;

__device__ __forceinline__ float lamp_energy(const float4* __restrict__ reading) {
    float4 v[8];
    float s = 0.0f;
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = reading[blockIdx.x * 2048 + threadIdx.x + 256 * j];
#pragma unroll
    for (int j = 0; j < 8; ++j) s = fmaf(v[j].x, v[j].x, fmaf(v[j].y, v[j].y, fmaf(v[j].z, v[j].z, fmaf(v[j].w, v[j].w, s))));
    return s;
}

__global__ void __launch_bounds__(256) lighthouse_lamps_y4_a(const float4* __restrict__ reading, float* __restrict__ energy) {
    atomicAdd(&energy[blockIdx.x % kLamps], lamp_energy(reading));
}

__global__ void __launch_bounds__(256) lighthouse_lamps_y4_b(const float4* __restrict__ reading, float* __restrict__ energy) {
    __shared__ float part[8];
    float s = lamp_energy(reading);
#pragma unroll
    for (int o = 16; o; o /= 2) s += __shfl_xor_sync(0xffffffffu, s, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
#pragma unroll
        for (int w = 1; w < 8; ++w) s += part[w];
        atomicAdd(&energy[blockIdx.x % kLamps], s);
    }
}

// ---- Spices: weight of each of eight spices in every warehouse, from a list of bags with spice and weight.
constexpr int kSpices = 8, kWarehouses = 132 * 8, kBags = 132 * 1024 * 384;

__global__ void harness_spices(uchar4* __restrict__ spice) {
    uint32_t h = harness::hash32(blockIdx.x * blockDim.x + threadIdx.x + 99u);
    spice[blockIdx.x * blockDim.x + threadIdx.x] = make_uchar4(h & 7, h >> 8 & 7, h >> 16 & 7, h >> 24 & 7);
}

__global__ void __launch_bounds__(256) spice_bags_y4_a(const uchar4* __restrict__ spice, const float4* __restrict__ weight, float* __restrict__ sum) {
    __shared__ float total[kSpices];
    int t = threadIdx.x;
    if (t < kSpices) total[t] = 0.0f;
    __syncthreads();
#pragma unroll 4
    for (int i = blockIdx.x * 256 + t; i < kBags / 4; i += kWarehouses * 256) {
        uchar4 s = spice[i];
        float4 w = weight[i];
        atomicAdd(&total[s.x], w.x * w.x);
        atomicAdd(&total[s.y], w.y * w.y);
        atomicAdd(&total[s.z], w.z * w.z);
        atomicAdd(&total[s.w], w.w * w.w);
    }
    __syncthreads();
    if (t < kSpices) sum[blockIdx.x * kSpices + t] = total[t];
}

__global__ void __launch_bounds__(256) spice_bags_y4_b(const uchar4* __restrict__ spice, const float4* __restrict__ weight, float* __restrict__ sum) {
    __shared__ float total[kSpices][256];  // a column for each thread
    int t = threadIdx.x;
#pragma unroll
    for (int k = 0; k < kSpices; ++k) total[k][t] = 0.0f;
#pragma unroll 4
    for (int i = blockIdx.x * 256 + t; i < kBags / 4; i += kWarehouses * 256) {
        uchar4 s = spice[i];
        float4 w = weight[i];
        total[s.x][t] += w.x * w.x;
        total[s.y][t] += w.y * w.y;
        total[s.z][t] += w.z * w.z;
        total[s.w][t] += w.w * w.w;
    }
    __syncthreads();
    float s = 0.0f;  // warp w adds up spice w
#pragma unroll
    for (int j = 0; j < 8; ++j) s += total[t / 32][t % 32 + 32 * j];
#pragma unroll
    for (int o = 16; o; o /= 2) s += __shfl_xor_sync(0xffffffffu, s, o);
    if (t % 32 == 0) sum[blockIdx.x * kSpices + t / 32] = s;
}

// ---- Amber: gloss of polished stones by a fit of twelve terms.
constexpr int kStones = 132 * 1024 * 256;

__device__ __forceinline__ float gloss_a(float x) {
    float r = 0.0021;
    r = r * x + 0.0113; r = r * x - 0.0372; r = r * x + 0.0716; r = r * x - 0.1049; r = r * x + 0.1327; r = r * x - 0.1618;
    r = r * x + 0.1931; r = r * x - 0.2467; r = r * x + 0.3319; r = r * x - 0.4987; r = r * x + 0.9993; r = r * x + 0.0127;
    return r;
}
__device__ __forceinline__ float gloss_b(float x) {
    float r = 0.0021f;
    r = r * x + 0.0113f; r = r * x - 0.0372f; r = r * x + 0.0716f; r = r * x - 0.1049f; r = r * x + 0.1327f; r = r * x - 0.1618f;
    r = r * x + 0.1931f; r = r * x - 0.2467f; r = r * x + 0.3319f; r = r * x - 0.4987f; r = r * x + 0.9993f; r = r * x + 0.0127f;
    return r;
}

__global__ void __launch_bounds__(256) amber_gloss_y4_a(const float4* __restrict__ stone, float4* __restrict__ gloss) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = stone[i];
    gloss[i] = make_float4(gloss_a(v.x), gloss_a(v.y), gloss_a(v.z), gloss_a(v.w));
}
__global__ void __launch_bounds__(256) amber_gloss_y4_b(const float4* __restrict__ stone, float4* __restrict__ gloss) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = stone[i];
    gloss[i] = make_float4(gloss_b(v.x), gloss_b(v.y), gloss_b(v.z), gloss_b(v.w));
}

// ---- Harbours: density of the tide gauges around each of two million ships, by a Gaussian kernel over 256 gauges.
constexpr int kShips = 132 * 1024 * 16, kGauges = 256;

__global__ void __launch_bounds__(256) tide_gauges_y4_a(const float* __restrict__ ship, const float* __restrict__ gauge, float* __restrict__ density) {
    __shared__ float at[kGauges];
    at[threadIdx.x] = 3.0f * gauge[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    float x = 3.0f * ship[i];
    double sum = 0.0;
#pragma unroll 4
    for (int g = 0; g < kGauges; ++g) {
        float d = x - at[g];
        sum += exp(-0.5 * d * d);
    }
    density[i] = sum * 0.0015583;
}

__global__ void __launch_bounds__(256) tide_gauges_y4_b(const float* __restrict__ ship, const float* __restrict__ gauge, float* __restrict__ density) {
    __shared__ float at[kGauges];
    at[threadIdx.x] = 3.0f * gauge[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    float x = 3.0f * ship[i], sum = 0.0f;
#pragma unroll 4
    for (int g = 0; g < kGauges; ++g) {
        float d = x - at[g];
        sum += expf(-0.5f * d * d);
    }
    density[i] = sum * 0.0015583f;
}

// ---- Frost on windows: a picture is brightened; pixels that froze over (one of 64) are thawed first.
constexpr int kPixels = 132 * 1024 * 256;

__device__ __forceinline__ float thaw(float x) {
    float r = x;
#pragma unroll
    for (int s = 0; s < 16; ++s) { float q = r * x; r = fmaf(-0.06f, q, r); }
    return r;
}

__global__ void __launch_bounds__(256) frost_window_y4_a(const float4* __restrict__ picture, const float4* __restrict__ flat, float4* __restrict__ bright) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p4 = picture[i], f4 = flat[i];
    float p[4] = {p4.x, p4.y, p4.z, p4.w}, f[4] = {f4.x, f4.y, f4.z, f4.w};
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        if (p[j] > 0.96875f) p[j] = thaw(p[j]);
        p[j] = fmaf(0.3f * f[j], p[j], p[j]);
    }
    bright[i] = make_float4(p[0], p[1], p[2], p[3]);
}

__global__ void __launch_bounds__(256) frost_window_y4_b(const float4* __restrict__ picture, const float4* __restrict__ flat, float4* __restrict__ bright) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p4 = picture[i], f4 = flat[i];
    float p[4] = {p4.x, p4.y, p4.z, p4.w}, f[4] = {f4.x, f4.y, f4.z, f4.w}, r[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) r[j] = thaw(p[j]);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float v = p[j] > 0.96875f ? r[j] : p[j];
        p[j] = fmaf(0.3f * f[j], v, v);
    }
    bright[i] = make_float4(p[0], p[1], p[2], p[3]);
}

// ---- Ferries: keeps the tickets above a price, packed at the front of each ferry's list of 4096.
constexpr int kFerries = 132 * 256, kTickets = 4096;

__global__ void __launch_bounds__(256) ferry_tickets_y4_a(const float* __restrict__ price, float* __restrict__ kept, int* __restrict__ count) {
    __shared__ int part[8];
    int lane = threadIdx.x % 32, w = threadIdx.x / 32;
    const float* from = price + (size_t)blockIdx.x * kTickets + w * 512 + lane;
    float v[16];
    unsigned mask[16];
    int n = 0;
#pragma unroll
    for (int j = 0; j < 16; ++j) v[j] = __ldcs(from + 32 * j);
#pragma unroll
    for (int j = 0; j < 16; ++j) { mask[j] = __ballot_sync(0xffffffffu, v[j] > 0.5f); n += __popc(mask[j]); }
    if (lane == 0) part[w] = n;
    __syncthreads();
    int at = 0;
#pragma unroll
    for (int k = 0; k < 7; ++k) at += k < w ? part[k] : 0;
    if (threadIdx.x == 255) count[blockIdx.x] = at + n;
    float* to = kept + (size_t)blockIdx.x * kTickets + at;
    unsigned below = (1u << lane) - 1;
#pragma unroll
    for (int j = 0; j < 16; ++j) {
        if (v[j] > 0.5f) to[__popc(mask[j] & below)] = v[j];
        to += __popc(mask[j]);
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    auto four = [](const float* p) { return reinterpret_cast<const float4*>(p); };
    auto four_out = [](float* p) { return reinterpret_cast<float4*>(p); };
    auto two = [](const float* p) { return reinterpret_cast<const float2*>(p); };

    constexpr size_t pool = (size_t)kFerries * kTickets;  // the largest number of floats that a case reads
    static_assert(pool >= (size_t)kReadings && pool >= (size_t)kBags && pool >= 2 * (size_t)kPixels && pool >= 4 * (size_t)kPanes, "shared");
    const float* sea = filled<float>(pool, 51);
    float* land = empty<float>(pool);

    const int* kind = indices(kPanes, 4, 52);
    add("lantern_glass_y4_a", land, kPanes, Output::f32, [=] { lantern_glass_y4_a<<<kPanes / 256, 256>>>(kind, two(sea), land); });
    add("lantern_glass_y4_b", land, kPanes, Output::f32, [=] { lantern_glass_y4_b<<<kPanes / 1024, 256>>>(reinterpret_cast<const int4*>(kind), two(sea), land); });

    add("borehole_time_y4_a", land, kHoles, Output::f32, [=] { borehole_time_y4_a<<<kHoles / 256, 256>>>(sea, sea + kHoles, land); });
    add("borehole_time_y4_b", land, kHoles, Output::f32, [=] { borehole_time_y4_b<<<kHoles / 256, 256>>>(sea, sea + kHoles, land); });

    int* gusts = empty<int>(kGrains);
    harness_gusts<<<kGrains / 256, 256>>>(sea + 2 * (size_t)kGrains, gusts); CHECK(cudaGetLastError());
    float2* end = reinterpret_cast<float2*>(land);
    add("pollen_wander_y4_a", land, 2 * (size_t)kGrains, Output::f32, [=] { pollen_wander_y4_a<<<kGrains / 256, 256>>>(gusts, two(sea), end); });
    add("pollen_wander_y4_b", land, 2 * (size_t)kGrains, Output::f32, [=] { pollen_wander_y4_b<<<kGrains / (8 * kGrainsOfWarp), 256>>>(gusts, two(sea), end); });

    add("orchard_shares_y4_a", land, (size_t)kHarvests * kOwners, Output::f32, [=] { orchard_shares_y4_a<<<kHarvests, kOwners>>>(sea, land); });
    add("orchard_shares_y4_b", land, (size_t)kHarvests * kOwners, Output::f32, [=] { orchard_shares_y4_b<<<kHarvests, kOwners>>>(sea, land); });

    constexpr size_t points = (size_t)kStrings * kPoints;
    add("harp_string_y4_a", land, points, Output::f32, [=] { harp_string_y4_a<<<kStrings, kPoints>>>(sea, sea + points, land); });
    add("harp_string_y4_b", land, points, Output::f32, [=] { harp_string_y4_b<<<kStrings / 4, 128>>>(four(sea), four(sea + points), four_out(land)); });

    float* energy = empty<float>(kLamps);
    add("lighthouse_lamps_y4_a", energy, kLamps, Output::f32, [=] { lighthouse_lamps_y4_a<<<kLampBlocks, 256>>>(four(sea), energy); });
    add("lighthouse_lamps_y4_b", energy, kLamps, Output::f32, [=] { lighthouse_lamps_y4_b<<<kLampBlocks, 256>>>(four(sea), energy); });

    uchar4* spice = reinterpret_cast<uchar4*>(empty<uint8_t>(kBags));
    harness_spices<<<kBags / 1024, 256>>>(spice); CHECK(cudaGetLastError());
    static_assert(kBags % (4 * 256 * kWarehouses) == 0, "whole rounds");
    add("spice_bags_y4_a", land, kWarehouses * kSpices, Output::f32, [=] { spice_bags_y4_a<<<kWarehouses, 256>>>(spice, four(sea), land); });
    add("spice_bags_y4_b", land, kWarehouses * kSpices, Output::f32, [=] { spice_bags_y4_b<<<kWarehouses, 256>>>(spice, four(sea), land); });

    add("amber_gloss_y4_a", land, kStones, Output::f32, [=] { amber_gloss_y4_a<<<kStones / 1024, 256>>>(four(sea), four_out(land)); });
    add("amber_gloss_y4_b", land, kStones, Output::f32, [=] { amber_gloss_y4_b<<<kStones / 1024, 256>>>(four(sea), four_out(land)); });

    add("tide_gauges_y4_a", land, kShips, Output::f32, [=] { tide_gauges_y4_a<<<kShips / 256, 256>>>(sea + kGauges, sea, land); });
    add("tide_gauges_y4_b", land, kShips, Output::f32, [=] { tide_gauges_y4_b<<<kShips / 256, 256>>>(sea + kGauges, sea, land); });

    add("frost_window_y4_a", land, kPixels, Output::f32, [=] { frost_window_y4_a<<<kPixels / 1024, 256>>>(four(sea), four(sea + kPixels), four_out(land)); });
    add("frost_window_y4_b", land, kPixels, Output::f32, [=] { frost_window_y4_b<<<kPixels / 1024, 256>>>(four(sea), four(sea + kPixels), four_out(land)); });

    int* count = empty<int>(kFerries);
    add("ferry_tickets_y4_a", land, pool, Output::f32, [=] { ferry_tickets_y4_a<<<kFerries, 256>>>(sea, land, count); });

    return harness::run(argc, argv, cases);
}
