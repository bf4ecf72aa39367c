// Eleven cases of plain course work: nine pairs and a mild one, before (_a) and after (_b), and one that is well as it is.
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Pendulums: resting place of lanterns that swing in air or under water.
constexpr int kLanterns = 132 * 8 * 256 * 16, kSwings = 128;

__global__ void harness_kinds(unsigned char* kind, size_t n, unsigned kinds, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        kind[i] = harness::hash32((uint32_t)i * 2654435761u + seed) % kinds;
}

__device__ __forceinline__ void swing(float& angle, float& speed, float pull, float drag) {
    float turn = angle * fmaf(-0.16f, angle * angle, 1.0f);
    speed = fmaf(-pull, turn, speed);
    speed = fmaf(-drag * fabsf(speed), speed, speed);
    angle = fmaf(0.05f, speed, angle);
}

__global__ void __launch_bounds__(256) lantern_walk_k4_a(const float* __restrict__ start, const unsigned char* __restrict__ wet, float* __restrict__ rest) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float angle = start[i], speed = 0.0f;
    if (wet[i]) {
#pragma unroll 4
        for (int s = 0; s < kSwings; ++s) swing(angle, speed, 0.021f, 0.085f);
    } else {
#pragma unroll 4
        for (int s = 0; s < kSwings; ++s) swing(angle, speed, 0.049f, 0.003f);
    }
    rest[i] = angle;
}

__global__ void __launch_bounds__(256) lantern_walk_k4_b(const float* __restrict__ start, const unsigned char* __restrict__ wet, float* __restrict__ rest) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float angle = start[i], speed = 0.0f;
    bool water = wet[i];
    float pull = water ? 0.021f : 0.049f, drag = water ? 0.085f : 0.003f;
#pragma unroll 4
    for (int s = 0; s < kSwings; ++s) swing(angle, speed, pull, drag);
    rest[i] = angle;
}

// ---- Rendering: brightness of samples of four materials, each with a series of its own.
constexpr int kStalls = 132 * 8 * 256 * 16;

__device__ __forceinline__ float shade(int kind, float u) {
    float lit = 0.0f;
    switch (kind) {
        case 0: {  // matte: repeated bounces between two walls
            float ray = 1.0f + 0.5f * u;
#pragma unroll 4
            for (int k = 0; k < 96; ++k) { ray = fmaf(-0.31f * ray, ray, 0.9f + 0.1f * ray); lit = fmaf(0.97f, lit, ray); }
            break;
        }
        case 1: {  // metal: powers of the half angle
            float power = 1.0f, half = 0.5f + 0.45f * u;
#pragma unroll 4
            for (int k = 0; k < 112; ++k) { power = fmaf(power, half, 0.01f); lit = fmaf(power, 0.8f - lit * 0.1f, lit * 0.5f); }
            break;
        }
        case 2: {  // glass: light running to and fro inside a pane
            float in = 0.9f, out = 0.1f * u;
#pragma unroll 4
            for (int k = 0; k < 96; ++k) { float pass = in * 0.93f + out * 0.04f; out = fmaf(0.9f, out, 0.05f * in); in = pass; lit += out * u; }
            break;
        }
        default: {  // cloth: fibres one behind another
            float through = 1.0f;
#pragma unroll 4
            for (int k = 0; k < 96; ++k) { float dense = fmaf(0.04f, through, 0.03f + 0.02f * u); lit = fmaf(through, dense, lit); through -= through * dense; }
        }
    }
    return lit;
}

__global__ void __launch_bounds__(256) market_stalls_k4_a(const unsigned char* __restrict__ kind, const float* __restrict__ angle, float* __restrict__ light) {
    int i = blockIdx.x * 256 + threadIdx.x;
    light[i] = shade(kind[i], angle[i]);
}

__global__ void __launch_bounds__(256) market_stalls_k4_b(const unsigned char* __restrict__ kind, const float* __restrict__ angle, float* __restrict__ light) {
    __shared__ int count[32];           // of kind k in warp w at k * 8 + w
    __shared__ unsigned short who[256];
    __shared__ unsigned char kinds[256];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, first = blockIdx.x * 256, mine = kind[first + t];
    unsigned same = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        unsigned m = __ballot_sync(0xffffffffu, mine == k);
        if (mine == k) same = m;
        if (lane == 0) count[k * 8 + warp] = __popc(m);
    }
    __syncthreads();
    if (t < 32) {
        int own = count[t], sum = own;
#pragma unroll
        for (int o = 1; o < 32; o *= 2) { int left = __shfl_up_sync(0xffffffffu, sum, o); if (lane >= o) sum += left; }
        count[t] = sum - own;
    }
    __syncthreads();
    int place = count[mine * 8 + warp] + __popc(same & ((1u << lane) - 1));
    who[place] = t;
    kinds[place] = mine;
    __syncthreads();
    int i = first + who[t];
    light[i] = shade(kinds[t], angle[i]);
}

// ---- Finance: expected loss of loans of 12 to 360 months.
constexpr int kLoans = 132 * 4 * 256 * 16;

__device__ __forceinline__ float loan_loss(float size, float risk, int months) {
    float balance = 1.0f, alive = 1.0f, loss = 0.0f, rate = 0.004f + 0.002f * risk, pay = rate + 1.0f / months;
#pragma unroll 1
    for (int m = 0; m < months; ++m) {
        float early = fmaf(0.004f, balance, 0.002f);
        float hazard = fmaf(0.003f * balance, 1.0f + 0.5f * risk, 0.0005f);
        loss = fmaf(alive * hazard, balance * 0.4f, loss);
        alive -= alive * (hazard + early);
        balance = fmaxf(fmaf(balance, rate, balance) - pay * 0.9f, 0.0f);
    }
    return loss * (2.0f + size);
}

__global__ void __launch_bounds__(256) loan_ladder_k4_a(const float* __restrict__ size, const float* __restrict__ risk, const int* __restrict__ months,
                                                        float* __restrict__ loss) {
    int i = blockIdx.x * 256 + threadIdx.x;
    loss[i] = loan_loss(size[i], risk[i], months[i]);
}

__global__ void __launch_bounds__(256) loan_ladder_k4_b(const float* __restrict__ size, const float* __restrict__ risk, const int* __restrict__ months,
                                                        const int* __restrict__ order, float* __restrict__ loss) {
    int i = order[blockIdx.x * 256 + threadIdx.x];
    loss[i] = loan_loss(size[i], risk[i], months[i]);
}

// ---- Softmax of rows of 1024, a block of 512 a row.
constexpr int kChoirs = 132 * 4 * 64, kVoices = 1024;

__global__ void __launch_bounds__(512) choir_rows_k4_a(const float* __restrict__ score, float* __restrict__ share) {
    __shared__ float part[512];
    int t = threadIdx.x;
    const float* row = score + (size_t)blockIdx.x * kVoices;
    float x = row[t], y = row[t + 512];
    part[t] = fmaxf(x, y);
    __syncthreads();
    for (int s = 256; s > 0; s >>= 1) {
        if (t < s) part[t] = fmaxf(part[t], part[t + s]);
        __syncthreads();
    }
    float top = part[0];
    __syncthreads();
    x = __expf(x - top); y = __expf(y - top);
    part[t] = x + y;
    __syncthreads();
    for (int s = 256; s > 0; s >>= 1) {
        if (t < s) part[t] += part[t + s];
        __syncthreads();
    }
    float scale = 1.0f / part[0];
    share[(size_t)blockIdx.x * kVoices + t] = x * scale;
    share[(size_t)blockIdx.x * kVoices + t + 512] = y * scale;
}

__global__ void __launch_bounds__(512) choir_rows_k4_b(const float* __restrict__ score, float* __restrict__ share) {
    __shared__ float highs[16], totals[16];
    int t = threadIdx.x;
    const float* row = score + (size_t)blockIdx.x * kVoices;
    float x = row[t], y = row[t + 512], top = fmaxf(x, y);
#pragma unroll
    for (int o = 16; o; o >>= 1) top = fmaxf(top, __shfl_xor_sync(0xffffffffu, top, o));
    if (t % 32 == 0) highs[t / 32] = top;
    __syncthreads();
    top = highs[t % 16];
#pragma unroll
    for (int o = 8; o; o >>= 1) top = fmaxf(top, __shfl_xor_sync(0xffffffffu, top, o));
    x = __expf(x - top); y = __expf(y - top);
    float sum = x + y;
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (t % 32 == 0) totals[t / 32] = sum;
    __syncthreads();
    sum = totals[t % 16];
#pragma unroll
    for (int o = 8; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    float scale = 1.0f / sum;
    share[(size_t)blockIdx.x * kVoices + t] = x * scale;
    share[(size_t)blockIdx.x * kVoices + t + 512] = y * scale;
}

// ---- Running totals along rows of 8192 whole numbers, a block of 1024 a row.
constexpr int kRivers = 132 * 2 * 16, kMiles = 8192;

__global__ void __launch_bounds__(1024) river_miles_k4_a(const int* __restrict__ step, int* __restrict__ way) {
    __shared__ int sum[1024];
    int t = threadIdx.x, carry = 0;
    size_t at = (size_t)blockIdx.x * kMiles + t;
    int next = step[at];
    for (int from = 0; from < kMiles; from += 1024) {
        sum[t] = next;
        if (from + 1024 < kMiles) next = step[at + from + 1024];
        __syncthreads();
        for (int o = 1; o < 1024; o *= 2) {
            int left = t >= o ? sum[t - o] : 0;
            __syncthreads();
            sum[t] += left;
            __syncthreads();
        }
        way[at + from] = carry + sum[t];
        carry += sum[1023];
        __syncthreads();
    }
}

__global__ void __launch_bounds__(1024) river_miles_k4_b(const int* __restrict__ step, int* __restrict__ way) {
    __shared__ int part[2][32];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, carry = 0, page = 0;
    size_t at = (size_t)blockIdx.x * kMiles + t;
    int next = step[at];
    for (int from = 0; from < kMiles; from += 1024) {
        int sum = next;
        if (from + 1024 < kMiles) next = step[at + from + 1024];
#pragma unroll
        for (int o = 1; o < 32; o *= 2) { int left = __shfl_up_sync(0xffffffffu, sum, o); if (lane >= o) sum += left; }
        if (lane == 31) part[page][warp] = sum;
        __syncthreads();
        int other = part[page][lane];
        int before = __reduce_add_sync(0xffffffffu, lane < warp ? other : 0), all = __reduce_add_sync(0xffffffffu, other);
        way[at + from] = carry + before + sum;
        carry += all;
        page ^= 1;
    }
}

// ---- Mean colour of a poster of 16 M pixels in floats, sixteen pixels a thread.
constexpr int kTints = 132 * 8 * 256 * 64, kTintBlocks = kTints / (256 * 16);

__device__ __forceinline__ float4 tint_of(const float4* __restrict__ pixel) {
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll
    for (int k = 0; k < 16; ++k) {
        float4 p = pixel[(size_t)blockIdx.x * 4096 + k * 256 + threadIdx.x];
        sum.x += p.x * p.x; sum.y += p.y * p.y; sum.z += p.z * p.z; sum.w += p.w * p.w;
    }
    const float each = 1.0f / kTints;
    return make_float4(sum.x * each, sum.y * each, sum.z * each, sum.w * each);
}

__global__ void __launch_bounds__(256) poster_tint_k4_a(const float4* __restrict__ pixel, float* __restrict__ mean) {
    float4 sum = tint_of(pixel);
    atomicAdd(mean, sum.x);
    atomicAdd(mean + 1, sum.y);
    atomicAdd(mean + 2, sum.z);
    atomicAdd(mean + 3, sum.w);
}

__global__ void __launch_bounds__(256) poster_tint_k4_b(const float4* __restrict__ pixel, float* __restrict__ mean) {
    __shared__ float part[4][8];
    float4 sum = tint_of(pixel);
    int t = threadIdx.x;
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        sum.x += __shfl_xor_sync(0xffffffffu, sum.x, o); sum.y += __shfl_xor_sync(0xffffffffu, sum.y, o);
        sum.z += __shfl_xor_sync(0xffffffffu, sum.z, o); sum.w += __shfl_xor_sync(0xffffffffu, sum.w, o);
    }
    if (t % 32 == 0) { part[0][t / 32] = sum.x; part[1][t / 32] = sum.y; part[2][t / 32] = sum.z; part[3][t / 32] = sum.w; }
    __syncthreads();
    if (t < 32) {
        float v = part[t / 8][t % 8];
#pragma unroll
        for (int o = 4; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
        if (t % 8 == 0) atomicAdd(mean + t / 8, v);
    }
}

// ---- Point cloud: sums of the points of each cell; the points come sorted by cell, some sixty a cell.
constexpr int kApples = 132 * 8 * 256 * 64, kCrates = kApples / 64 + 1;

__global__ void harness_crates(int* crate) {
    int i = blockIdx.x * 256 + threadIdx.x, b = i / 64;
    crate[i] = b + (i % 64 >= (int)(harness::hash32(b) % 64));
}

__global__ void __launch_bounds__(256) apple_crates_k4_a(const float4* __restrict__ apple, const int* __restrict__ crate, float* __restrict__ sum) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = apple[i];
    float* to = sum + 4 * crate[i];
    atomicAdd(to, v.x);
    atomicAdd(to + 1, v.y);
    atomicAdd(to + 2, v.z);
    atomicAdd(to + 3, v.w);
}

__global__ void __launch_bounds__(256) apple_crates_k4_b(const float4* __restrict__ apple, const int* __restrict__ crate, float* __restrict__ sum) {
    int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x % 32, own = crate[i];
    float4 v = apple[i];
#pragma unroll
    for (int o = 1; o < 32; o *= 2) {
        float x = __shfl_down_sync(0xffffffffu, v.x, o), y = __shfl_down_sync(0xffffffffu, v.y, o);
        float z = __shfl_down_sync(0xffffffffu, v.z, o), w = __shfl_down_sync(0xffffffffu, v.w, o);
        int other = __shfl_down_sync(0xffffffffu, own, o);
        if (lane + o < 32 && other == own) { v.x += x; v.y += y; v.z += z; v.w += w; }
    }
    int before = __shfl_up_sync(0xffffffffu, own, 1);
    if (lane == 0 || before != own) {
        float* to = sum + 4 * own;
        atomicAdd(to, v.x);
        atomicAdd(to + 1, v.y);
        atomicAdd(to + 2, v.z);
        atomicAdd(to + 3, v.w);
    }
}

// ---- Database: turnover of orders in four states (most are delivered), totals of each block in a row of their own.
constexpr int kDesks = 132 * 8, kParcels = kDesks * 256 * 4 * 64;

__global__ void harness_states(unsigned char* state) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < kParcels; i += gridDim.x * blockDim.x) {
        uint32_t h = harness::hash32((uint32_t)i * 2654435761u + 99u);
        state[i] = h % 100 < 80 ? 2 : (h >> 16) % 4;
    }
}

__global__ void __launch_bounds__(256) parcel_desk_k4_a(const uchar4* __restrict__ state, const int4* __restrict__ price, int* __restrict__ total) {
    __shared__ int sum[4];
    int t = threadIdx.x;
    if (t < 4) sum[t] = 0;
    __syncthreads();
#pragma unroll 4
    for (int i = blockIdx.x * 256 + t; i < kParcels / 4; i += kDesks * 256) {
        uchar4 s = state[i];
        int4 p = price[i];
        atomicAdd(&sum[s.x], p.x);
        atomicAdd(&sum[s.y], p.y);
        atomicAdd(&sum[s.z], p.z);
        atomicAdd(&sum[s.w], p.w);
    }
    __syncthreads();
    if (t < 4) total[blockIdx.x * 4 + t] = sum[t];
}

__global__ void __launch_bounds__(256) parcel_desk_k4_b(const uchar4* __restrict__ state, const int4* __restrict__ price, int* __restrict__ total) {
    __shared__ int sum[4];
    int t = threadIdx.x, own[4] = {0, 0, 0, 0};
    if (t < 4) sum[t] = 0;
    __syncthreads();
#pragma unroll 4
    for (int i = blockIdx.x * 256 + t; i < kParcels / 4; i += kDesks * 256) {
        uchar4 s = state[i];
        int4 p = price[i];
#pragma unroll
        for (int k = 0; k < 4; ++k) own[k] += (s.x == k ? p.x : 0) + (s.y == k ? p.y : 0) + (s.z == k ? p.z : 0) + (s.w == k ? p.w : 0);
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int all = __reduce_add_sync(0xffffffffu, own[k]);
        if (t % 32 == 0) atomicAdd(&sum[k], all);
    }
    __syncthreads();
    if (t < 4) total[blockIdx.x * 4 + t] = sum[t];
}

// ---- N bodies: pull of 512 beacons on a million places.
constexpr int kPlaces = 132 * 64 * 128, kBeacons = 512;

__global__ void __launch_bounds__(128) beacon_field_k4_a(const float* __restrict__ east, const float* __restrict__ north, const float* __restrict__ up,
                                                         const float4* __restrict__ beacon, float4* __restrict__ pull) {
    __shared__ float4 tile[128];
    int i = blockIdx.x * 128 + threadIdx.x;
    float x = east[i], y = north[i], z = up[i], fx = 0.0f, fy = 0.0f, fz = 0.0f;
    for (int from = 0; from < kBeacons; from += 128) {
        __syncthreads();
        tile[threadIdx.x] = beacon[from + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < 128; ++j) {
            float4 b = tile[j];
            float dx = b.x - x, dy = b.y - y, dz = b.z - z;
            float square = dx * dx + dy * dy + dz * dz + 1e-3;
            float inverse = rsqrtf(square);
            float force = b.w * inverse * inverse * inverse * 0.0667;
            fx += force * dx; fy += force * dy; fz += force * dz;
        }
    }
    pull[i] = make_float4(fx, fy, fz, 0.0f);
}

__global__ void __launch_bounds__(128) beacon_field_k4_b(const float* __restrict__ east, const float* __restrict__ north, const float* __restrict__ up,
                                                         const float4* __restrict__ beacon, float4* __restrict__ pull) {
    __shared__ float4 tile[128];
    int i = blockIdx.x * 128 + threadIdx.x;
    float x = east[i], y = north[i], z = up[i], fx = 0.0f, fy = 0.0f, fz = 0.0f;
    for (int from = 0; from < kBeacons; from += 128) {
        __syncthreads();
        tile[threadIdx.x] = beacon[from + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < 128; ++j) {
            float4 b = tile[j];
            float dx = b.x - x, dy = b.y - y, dz = b.z - z;
            float square = dx * dx + dy * dy + dz * dz + 1e-3f;
            float inverse = rsqrtf(square);
            float force = b.w * inverse * inverse * inverse * 0.0667f;
            fx += force * dx; fy += force * dy; fz += force * dz;
        }
    }
    pull[i] = make_float4(fx, fy, fz, 0.0f);
}

// ---- Audio: soft knee for the few samples near full scale.
constexpr int kTakes = 132 * 8 * 256 * 64;

__device__ __forceinline__ float knee(float x) {
    float over = fabsf(x) - 0.985f;
    return copysignf(0.985f + __fdividef(0.015f * (1.0f - __expf(-66.0f * over)), 1.0f + over * over), x);
}

__global__ void __launch_bounds__(256) drum_takes_k4_a(const float4* __restrict__ take, float4* __restrict__ soft) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = take[i];
    if (fabsf(v.x) > 0.985f) v.x = knee(v.x);
    if (fabsf(v.y) > 0.985f) v.y = knee(v.y);
    if (fabsf(v.z) > 0.985f) v.z = knee(v.z);
    if (fabsf(v.w) > 0.985f) v.w = knee(v.w);
    soft[i] = v;
}

__device__ __forceinline__ float knee_or_not(float x) {
    float bent = knee(fabsf(x) > 0.985f ? x : 0.985f);
    return fabsf(x) > 0.985f ? bent : x;
}

__global__ void __launch_bounds__(256) drum_takes_k4_b(const float4* __restrict__ take, float4* __restrict__ soft) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = take[i];
    soft[i] = make_float4(knee_or_not(v.x), knee_or_not(v.y), knee_or_not(v.z), knee_or_not(v.w));
}

// ---- Astronomy: how many meteors of each of 256 speeds.
constexpr int kWatches = 132 * 8, kMeteors = kWatches * 256 * 128;

__global__ void __launch_bounds__(256) meteor_log_k4_a(const float4* __restrict__ meteor, int* __restrict__ log) {
    __shared__ int own[256];
    int t = threadIdx.x;
    own[t] = 0;
    __syncthreads();
#pragma unroll 4
    for (int i = blockIdx.x * 256 + t; i < kMeteors; i += kWatches * 256) {
        float4 v = meteor[i];
        float square = v.x * v.x + v.y * v.y + v.z * v.z + 0.25f * v.w * v.w;
        atomicAdd(&own[min((int)(square * 78.0f), 255)], 1);
    }
    __syncthreads();
    if (own[t]) atomicAdd(&log[t], own[t]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    auto kinds = [](size_t n, unsigned below, uint32_t seed) {
        unsigned char* p = empty<unsigned char>(n);
        harness_kinds<<<2048, 256>>>(p, n, below, seed); CHECK(cudaGetLastError());
        return p;
    };

    float *start = filled<float>(kLanterns, 31), *rest = empty<float>(kLanterns);
    unsigned char* wet = kinds(kLanterns, 2, 32);
    add("lantern_walk_k4_a", rest, kLanterns, Output::f32, [=] { lantern_walk_k4_a<<<kLanterns / 256, 256>>>(start, wet, rest); });
    add("lantern_walk_k4_b", rest, kLanterns, Output::f32, [=] { lantern_walk_k4_b<<<kLanterns / 256, 256>>>(start, wet, rest); });

    float *angle = filled<float>(kStalls, 33), *light = empty<float>(kStalls);
    unsigned char* kind = kinds(kStalls, 4, 34);
    add("market_stalls_k4_a", light, kStalls, Output::f32, [=] { market_stalls_k4_a<<<kStalls / 256, 256>>>(kind, angle, light); });
    add("market_stalls_k4_b", light, kStalls, Output::f32, [=] { market_stalls_k4_b<<<kStalls / 256, 256>>>(kind, angle, light); });

    float *size = filled<float>(kLoans, 35), *risk = filled<float>(kLoans, 36), *loss = empty<float>(kLoans);
    std::vector<int> term(kLoans), rank(kLoans), from(362, 0);
    for (int i = 0; i < kLoans; ++i) { float u = 0.5f + 0.5f * harness::unit(i * 2654435761u + 37u); term[i] = 12 + (int)(348.0f * u * u * u); }
    for (int v : term) ++from[360 - v + 1];
    for (int v = 1; v < 362; ++v) from[v] += from[v - 1];
    for (int i = 0; i < kLoans; ++i) rank[from[360 - term[i]]++] = i;  // the longest first
    int *months = harness::uploaded(term), *order = harness::uploaded(rank);
    add("loan_ladder_k4_a", loss, kLoans, Output::f32, [=] { loan_ladder_k4_a<<<kLoans / 256, 256>>>(size, risk, months, loss); });
    add("loan_ladder_k4_b", loss, kLoans, Output::f32, [=] { loan_ladder_k4_b<<<kLoans / 256, 256>>>(size, risk, months, order, loss); });

    constexpr size_t voices = (size_t)kChoirs * kVoices;
    float *score = filled<float>(voices, 38), *share = empty<float>(voices);
    add("choir_rows_k4_a", share, voices, Output::f32, [=] { choir_rows_k4_a<<<kChoirs, 512>>>(score, share); });
    add("choir_rows_k4_b", share, voices, Output::f32, [=] { choir_rows_k4_b<<<kChoirs, 512>>>(score, share); });

    constexpr size_t miles = (size_t)kRivers * kMiles;
    int *step = indices(miles, 100, 39), *way = empty<int>(miles);
    add("river_miles_k4_a", way, miles, Output::i32, [=] { river_miles_k4_a<<<kRivers, 1024>>>(step, way); });
    add("river_miles_k4_b", way, miles, Output::i32, [=] { river_miles_k4_b<<<kRivers, 1024>>>(step, way); });

    const float4* pixel = reinterpret_cast<const float4*>(filled<float>((size_t)kTints * 4, 40));
    float* mean = empty<float>(4);
    CHECK(cudaMemset(mean, 0, 16));
    add("poster_tint_k4_a", mean, 4, Output::f32, [=] { poster_tint_k4_a<<<kTintBlocks, 256>>>(pixel, mean); });
    add("poster_tint_k4_b", mean, 4, Output::f32, [=] { poster_tint_k4_b<<<kTintBlocks, 256>>>(pixel, mean); });

    const float4* apple = reinterpret_cast<const float4*>(filled<float>((size_t)kApples * 4, 41));
    int* crate = empty<int>(kApples);
    harness_crates<<<kApples / 256, 256>>>(crate); CHECK(cudaGetLastError());
    float* fill = empty<float>((size_t)kCrates * 4);
    CHECK(cudaMemset(fill, 0, (size_t)kCrates * 16));
    add("apple_crates_k4_a", fill, (size_t)kCrates * 4, Output::f32, [=] { apple_crates_k4_a<<<kApples / 256, 256>>>(apple, crate, fill); });
    add("apple_crates_k4_b", fill, (size_t)kCrates * 4, Output::f32, [=] { apple_crates_k4_b<<<kApples / 256, 256>>>(apple, crate, fill); });

    unsigned char* state = empty<unsigned char>(kParcels);
    harness_states<<<2048, 256>>>(state); CHECK(cudaGetLastError());
    const int4* price = reinterpret_cast<const int4*>(indices(kParcels, 5000, 42));
    const uchar4* states = reinterpret_cast<const uchar4*>(state);
    int* total = empty<int>(kDesks * 4);
    add("parcel_desk_k4_a", total, kDesks * 4, Output::i32, [=] { parcel_desk_k4_a<<<kDesks, 256>>>(states, price, total); });
    add("parcel_desk_k4_b", total, kDesks * 4, Output::i32, [=] { parcel_desk_k4_b<<<kDesks, 256>>>(states, price, total); });

    float *east = filled<float>(kPlaces, 43), *north = filled<float>(kPlaces, 44), *up = filled<float>(kPlaces, 45);
    const float4* beacon = reinterpret_cast<const float4*>(filled<float>(kBeacons * 4, 46));
    float4* pull = reinterpret_cast<float4*>(empty<float>((size_t)kPlaces * 4));
    add("beacon_field_k4_a", pull, (size_t)kPlaces * 4, Output::f32, [=] { beacon_field_k4_a<<<kPlaces / 128, 128>>>(east, north, up, beacon, pull); });
    add("beacon_field_k4_b", pull, (size_t)kPlaces * 4, Output::f32, [=] { beacon_field_k4_b<<<kPlaces / 128, 128>>>(east, north, up, beacon, pull); });

    const float4* take = reinterpret_cast<const float4*>(filled<float>((size_t)kTakes * 4, 47));
    float4* soft = reinterpret_cast<float4*>(empty<float>((size_t)kTakes * 4));
    add("drum_takes_k4_a", soft, (size_t)kTakes * 4, Output::f32, [=] { drum_takes_k4_a<<<kTakes / 256, 256>>>(take, soft); });
    add("drum_takes_k4_b", soft, (size_t)kTakes * 4, Output::f32, [=] { drum_takes_k4_b<<<kTakes / 256, 256>>>(take, soft); });

    const float4* meteor = reinterpret_cast<const float4*>(filled<float>((size_t)kMeteors * 4, 48));
    int* log = empty<int>(256);
    CHECK(cudaMemset(log, 0, 1024));
    add("meteor_log_k4_a", log, 256, Output::i32, [=] { meteor_log_k4_a<<<kWatches, 256>>>(meteor, log); });

    return harness::run(argc, argv, cases);
}
