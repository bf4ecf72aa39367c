// Eleven measured cases from trade, nature and craft: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Harbour bonds: knock-out contracts, half of them struck out above a barrier and half below one; one path of 256 steps a contract.
constexpr int kBonds = 132 * 8 * 256 * 4;
constexpr int kDays = 256;

__device__ __forceinline__ float dice(uint32_t& seed) {
    seed = seed * 1664525u + 1013904223u;
    return __uint_as_float((seed >> 9) | 0x3f800000u) - 1.5f;
}

__global__ void __launch_bounds__(256) harbour_bonds_c4_a(const int* __restrict__ falls, const float* __restrict__ drift, const float* __restrict__ swing,
                                                          float* __restrict__ worth) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint32_t seed = i * 747796405u + 2891336453u;
    float x = 0.0f, d = 0.0004f * drift[i], v = 0.02f + 0.01f * swing[i], pay = 0.0f;
    if (falls[i]) {
        float low = 0.0f;
#pragma unroll 4
        for (int day = 0; day < kDays; ++day) {
            x += fmaf(v, dice(seed), d);
            low = fminf(low, x);
        }
        if (low > -0.25f) pay = fmaxf(__expf(x) - 0.95f, 0.0f);
    } else {
        float high = 0.0f;
#pragma unroll 4
        for (int day = 0; day < kDays; ++day) {
            x += fmaf(v, dice(seed), d);
            high = fmaxf(high, x);
        }
        if (high < 0.25f) pay = fmaxf(__expf(x) - 0.95f, 0.0f);
    }
    worth[i] = pay;
}

__global__ void __launch_bounds__(256) harbour_bonds_c4_b(const int* __restrict__ falls, const float* __restrict__ drift, const float* __restrict__ swing,
                                                          float* __restrict__ worth) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint32_t seed = i * 747796405u + 2891336453u;
    float side = falls[i] ? -1.0f : 1.0f;  // a falling barrier is a rising one in the mirror
    float x = 0.0f, d = side * (0.0004f * drift[i]), v = side * (0.02f + 0.01f * swing[i]), high = 0.0f;
#pragma unroll 4
    for (int day = 0; day < kDays; ++day) {
        x += fmaf(v, dice(seed), d);
        high = fmaxf(high, x);
    }
    worth[i] = high < 0.25f ? fmaxf(__expf(side * x) - 0.95f, 0.0f) : 0.0f;
}

// ---- Spore drift: where each spore lies after its own number of time steps in the air (flight lengths fall off exponentially).
constexpr int kSpores = 1 << 21, kPatch = 1 << 14;

__device__ __forceinline__ float2 spore_fly(float2 p, int steps) {
#pragma unroll 4
    for (int s = 0; s < steps; ++s) {
        float x = fmaf(0.02f, p.y, p.x), pull = fmaf(0.1f * x, x, 0.3f);
        p.y = fmaf(-0.05f * pull, x, 0.98f * p.y);
        p.x = x;
    }
    return p;
}

__global__ void __launch_bounds__(128) spore_drift_c4_a(const float2* __restrict__ start, const int* __restrict__ steps, float2* __restrict__ end) {
    int i = blockIdx.x * 128 + threadIdx.x;
    end[i] = spore_fly(start[i], steps[i]);
}

__global__ void __launch_bounds__(128) spore_drift_c4_b(const float2* __restrict__ start, const int* __restrict__ steps, const int* __restrict__ order,
                                                        float2* __restrict__ end) {
    int i = order[blockIdx.x * 128 + threadIdx.x];  // within a patch of 16384: longest flights first
    end[i] = spore_fly(start[i], steps[i]);
}

// ---- Loom frames: makes the eight vectors of 512 numbers of each frame orthonormal (modified Gram-Schmidt), a block a frame.
constexpr int kFrames = 8448, kWarp = 512, kWeft = 8;

struct TreeSum {
    float* room;
    __device__ __forceinline__ float operator()(float v) {
        int t = threadIdx.x;
        room[t] = v;
        __syncthreads();
        for (int s = blockDim.x / 2; s > 0; s >>= 1) {
            if (t < s) room[t] += room[t + s];
            __syncthreads();
        }
        float sum = room[0];
        __syncthreads();
        return sum;
    }
};

struct LaneSum {
    float (*room)[16];
    int turn;
    __device__ __forceinline__ float operator()(float v) {
        int t = threadIdx.x;
#pragma unroll
        for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
        float* now = room[turn];
        turn ^= 1;
        if (t % 32 == 0) now[t / 32] = v;
        __syncthreads();
        v = now[t % 16];
#pragma unroll
        for (int o = 8; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
        return v;
    }
};

template <typename Sum>
__device__ __forceinline__ void loom_frame(const float* __restrict__ in, float* __restrict__ out, Sum sum) {
    size_t base = (size_t)blockIdx.x * (kWarp * kWeft) + threadIdx.x;
    float v[kWeft];
#pragma unroll
    for (int j = 0; j < kWeft; ++j) v[j] = in[base + j * kWarp];
#pragma unroll
    for (int j = 0; j < kWeft; ++j) {
#pragma unroll
        for (int i = 0; i < j; ++i) v[j] = fmaf(-sum(v[i] * v[j]), v[i], v[j]);
        v[j] *= rsqrtf(sum(v[j] * v[j]));
    }
#pragma unroll
    for (int j = 0; j < kWeft; ++j) out[base + j * kWarp] = v[j];
}

__global__ void __launch_bounds__(512) loom_frames_c4_a(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float room[kWarp];
    loom_frame(in, out, TreeSum{room});
}
__global__ void __launch_bounds__(512) loom_frames_c4_b(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float room[2][16];
    loom_frame(in, out, LaneSum{room, 0});
}

// ---- Bell tower: puts the 1024 loudness readings of every hour into ascending order, a block an hour (bitonic network).
constexpr int kHours = 132 * 2 * 62;

__global__ void __launch_bounds__(1024) bell_tower_c4_a(const float* __restrict__ loud, float* __restrict__ sorted) {
    __shared__ float key[1024];
    int t = threadIdx.x;
    key[t] = loud[blockIdx.x * 1024 + t];
    __syncthreads();
#pragma unroll
    for (int k = 2; k <= 1024; k <<= 1)
#pragma unroll
        for (int j = k >> 1; j > 0; j >>= 1) {
            float mine = key[t], other = key[t ^ j];
            bool keep_low = ((t & j) == 0) == ((t & k) == 0);
            __syncthreads();
            key[t] = keep_low ? fminf(mine, other) : fmaxf(mine, other);
            __syncthreads();
        }
    sorted[blockIdx.x * 1024 + t] = key[t] * (1.0f + t * 0.0009765625f);
}

__global__ void __launch_bounds__(1024) bell_tower_c4_b(const float* __restrict__ loud, float* __restrict__ sorted) {
    __shared__ float key[1024];
    int t = threadIdx.x;
    float mine = loud[blockIdx.x * 1024 + t];
#pragma unroll
    for (int k = 2; k <= 1024; k <<= 1) {
#pragma unroll
        for (int j = k >> 1; j >= 32; j >>= 1) {
            key[t] = mine;
            __syncthreads();
            float other = key[t ^ j];
            bool keep_low = ((t & j) == 0) == ((t & k) == 0);
            mine = keep_low ? fminf(mine, other) : fmaxf(mine, other);
            __syncthreads();
        }
#pragma unroll
        for (int j = k >> 1 < 16 ? k >> 1 : 16; j > 0; j >>= 1) {  // partners within a warp
            float other = __shfl_xor_sync(0xffffffffu, mine, j);
            bool keep_low = ((t & j) == 0) == ((t & k) == 0);
            mine = keep_low ? fminf(mine, other) : fmaxf(mine, other);
        }
    }
    sorted[blockIdx.x * 1024 + t] = mine * (1.0f + t * 0.0009765625f);
}

// ---- Field survey: how many pixels of a twelve-band aerial image fall into each of twelve classes of soil moisture.
constexpr int kPixels = 132 * 8 * 256 * 16, kBands = 12, kSoils = 12;

__device__ __forceinline__ int soil_of(const float* __restrict__ image, int i) {
    float sum = 0.0f;
#pragma unroll
    for (int b = 0; b < kBands; ++b) sum = fmaf(0.7f + 0.05f * b, image[(size_t)b * kPixels + i], sum);
    return min(max((int)fmaf(sum, 1.5f, 6.0f), 0), kSoils - 1);
}

__global__ void __launch_bounds__(256) field_survey_c4_a(const float* __restrict__ image, int* __restrict__ count) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kPixels; i += gridDim.x * 256) atomicAdd(count + soil_of(image, i), 1);
}

__global__ void __launch_bounds__(256) field_survey_c4_b(const float* __restrict__ image, int* __restrict__ count) {
    __shared__ int local[kSoils];
    if (threadIdx.x < kSoils) local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kPixels; i += gridDim.x * 256) atomicAdd(local + soil_of(image, i), 1);
    __syncthreads();
    if (threadIdx.x < kSoils) atomicAdd(count + threadIdx.x, local[threadIdx.x]);
}

// ---- Bakery receipts: turnover of each customer from receipts that lie sorted by customer (about ninety a customer).
constexpr int kReceipts = 132 * 8 * 1024 * 32;

__global__ void __launch_bounds__(256) bakery_receipts_c4_a(const int* __restrict__ customer, const float* __restrict__ price, float* __restrict__ turnover) {
    int base = blockIdx.x * 1024 + threadIdx.x, who[4];
    float paid[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { who[j] = customer[base + j * 256]; paid[j] = price[base + j * 256]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) atomicAdd(turnover + who[j], fmaf(1.07f, paid[j], 2.0f));
}

__global__ void __launch_bounds__(256) bakery_receipts_c4_b(const int* __restrict__ customer, const float* __restrict__ price, float* __restrict__ turnover) {
    int base = blockIdx.x * 1024 + threadIdx.x, lane = threadIdx.x % 32, who[4];
    float paid[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { who[j] = customer[base + j * 256]; paid[j] = price[base + j * 256]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float sum = fmaf(1.07f, paid[j], 2.0f);
        int before = __shfl_up_sync(0xffffffffu, who[j], 1);
        bool head = lane == 0 || before != who[j];
        unsigned later = __ballot_sync(0xffffffffu, head) & (0xfffffffeu << lane);
        int end = later ? __ffs(later) - 1 : 32;  // first lane of the next customer
#pragma unroll
        for (int o = 1; o < 32; o <<= 1) {
            float more = __shfl_down_sync(0xffffffffu, sum, o);
            if (lane + o < end) sum += more;
        }
        if (head) atomicAdd(turnover + who[j], sum);
    }
}

// ---- Toll tickets: money taken in each of four classes of vehicle; a ticket is one word (class in bits 0-1, cents in bits 20-31).
constexpr int kTickets = 132 * 8 * 256 * 64;  // quadruples

__global__ void __launch_bounds__(256) toll_tickets_c4_a(const uint4* __restrict__ ticket, unsigned* __restrict__ taken) {
    __shared__ unsigned till[4];
    int t = threadIdx.x;
    if (t < 4) till[t] = 0;
    __syncthreads();
#pragma unroll 2
    for (int i = blockIdx.x * 256 + t; i < kTickets; i += 132 * 8 * 256) {
        uint4 q = ticket[i];
        atomicAdd(till + (q.x & 3), q.x >> 20);
        atomicAdd(till + (q.y & 3), q.y >> 20);
        atomicAdd(till + (q.z & 3), q.z >> 20);
        atomicAdd(till + (q.w & 3), q.w >> 20);
    }
    __syncthreads();
    if (t < 4) atomicAdd(taken + t, till[t]);
}

__device__ __forceinline__ void toll_put(unsigned (&purse)[4], unsigned word) {
#pragma unroll
    for (unsigned c = 0; c < 4; ++c) purse[c] += (word & 3) == c ? word >> 20 : 0u;
}

__global__ void __launch_bounds__(256) toll_tickets_c4_b(const uint4* __restrict__ ticket, unsigned* __restrict__ taken) {
    __shared__ unsigned till[4];
    int t = threadIdx.x;
    if (t < 4) till[t] = 0;
    __syncthreads();
    unsigned purse[4] = {0, 0, 0, 0};
#pragma unroll 2
    for (int i = blockIdx.x * 256 + t; i < kTickets; i += 132 * 8 * 256) {
        uint4 q = ticket[i];
        toll_put(purse, q.x);
        toll_put(purse, q.y);
        toll_put(purse, q.z);
        toll_put(purse, q.w);
    }
#pragma unroll
    for (int c = 0; c < 4; ++c) {
        unsigned sum = __reduce_add_sync(0xffffffffu, purse[c]);
        if (t % 32 == 0) atomicAdd(till + c, sum);
    }
    __syncthreads();
    if (t < 4) atomicAdd(taken + t, till[t]);
}

// ---- Pond species: two kinds of water flea that compete for the same food, 256 time steps in each of a million ponds.
constexpr int kPonds = 132 * 16 * 128 * 4;

__global__ void __launch_bounds__(128) pond_species_c4_a(const float2* __restrict__ start, float2* __restrict__ end) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float2 s = start[i];
    float a = 0.6 + 0.4 * s.x, b = 0.6 + 0.4 * s.y;
#pragma unroll 4
    for (int step = 0; step < 256; ++step) {
        float grow_a = 0.03 * (1.0 - a - 0.4 * b), grow_b = 0.02 * (0.9 - b - 0.5 * a);
        a += a * grow_a;
        b += b * grow_b;
    }
    end[i] = make_float2(a, b);
}

__global__ void __launch_bounds__(128) pond_species_c4_b(const float2* __restrict__ start, float2* __restrict__ end) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float2 s = start[i];
    float a = 0.6f + 0.4f * s.x, b = 0.6f + 0.4f * s.y;
#pragma unroll 4
    for (int step = 0; step < 256; ++step) {
        float grow_a = 0.03f * (1.0f - a - 0.4f * b), grow_b = 0.02f * (0.9f - b - 0.5f * a);
        a += a * grow_a;
        b += b * grow_b;
    }
    end[i] = make_float2(a, b);
}

// ---- Portrait light: edge-preserving smoothing of a grey portrait, 5 x 5 neighbours (bilateral filter; the input has a frame of 2 pixels).
constexpr int kFace = 2048, kCanvas = kFace + 4;

__global__ void __launch_bounds__(256) portrait_light_c4_a(const float* __restrict__ grey, float* __restrict__ smooth) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float centre = grey[(y + 2) * kCanvas + x + 2], sum = 0.0f, weight = 0.0f;
#pragma unroll 1
    for (int dy = -2; dy <= 2; ++dy) {
        const float* row = grey + (y + 2 + dy) * kCanvas + x + 2;
#pragma unroll
        for (int dx = -2; dx <= 2; ++dx) {
            float there = row[dx], d = there - centre;
            float w = exp(-5.5 * d * d - 0.125 * (dx * dx + dy * dy));
            sum = fmaf(w, there, sum);
            weight += w;
        }
    }
    smooth[y * kFace + x] = sum / weight;
}

__global__ void __launch_bounds__(256) portrait_light_c4_b(const float* __restrict__ grey, float* __restrict__ smooth) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float centre = grey[(y + 2) * kCanvas + x + 2], sum = 0.0f, weight = 0.0f;
#pragma unroll 1
    for (int dy = -2; dy <= 2; ++dy) {
        const float* row = grey + (y + 2 + dy) * kCanvas + x + 2;
#pragma unroll
        for (int dx = -2; dx <= 2; ++dx) {
            float there = row[dx], d = there - centre;
            float w = expf(-5.5f * d * d - 0.125f * (dx * dx + dy * dy));
            sum = fmaf(w, there, sum);
            weight += w;
        }
    }
    smooth[y * kFace + x] = sum / weight;
}

// ---- Pendulum hall: new angle of each pendulum from its angle and speed, brought back to one turn.
constexpr int kPendulums = 132 * 8 * 256 * 48;  // quadruples
constexpr float kPi = 3.14159265f, kTurn = 6.28318531f;

__device__ __forceinline__ float hall_loop(float a) {
#pragma unroll 1
    while (a > kPi) a -= kTurn;
#pragma unroll 1
    while (a < -kPi) a += kTurn;
    return a;
}
__device__ __forceinline__ float hall_flat(float a) { return fmaf(-kTurn, rintf(a * (1.0f / kTurn)), a); }

__global__ void __launch_bounds__(256) pendulum_hall_c4_a(const float4* __restrict__ angle, const float4* __restrict__ speed, float4* __restrict__ next) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 a = angle[i], s = speed[i];
    next[i] = make_float4(hall_loop(fmaf(3.4f, a.x, 0.8f * s.x)), hall_loop(fmaf(3.4f, a.y, 0.8f * s.y)), hall_loop(fmaf(3.4f, a.z, 0.8f * s.z)),
                          hall_loop(fmaf(3.4f, a.w, 0.8f * s.w)));
}

__global__ void __launch_bounds__(256) pendulum_hall_c4_b(const float4* __restrict__ angle, const float4* __restrict__ speed, float4* __restrict__ next) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 a = angle[i], s = speed[i];
    next[i] = make_float4(hall_flat(fmaf(3.4f, a.x, 0.8f * s.x)), hall_flat(fmaf(3.4f, a.y, 0.8f * s.y)), hall_flat(fmaf(3.4f, a.z, 0.8f * s.z)),
                          hall_flat(fmaf(3.4f, a.w, 0.8f * s.w)));
}

// ---- Comet shells: histogram of the squared distance of dust grains (position and mass) from the nucleus, 512 shells.
constexpr int kDustStep = 132 * 4 * 512, kDust = kDustStep * 256, kShells = 512;

__global__ void __launch_bounds__(512, 4) comet_shells_c4_a(const float4* __restrict__ dust, int* __restrict__ shells) {
    __shared__ int local[kShells];
    int t = threadIdx.x;
    local[t] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 512 + t; i < kDust; i += 4 * kDustStep) {
        float4 g[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) g[j] = __ldcs(dust + i + j * kDustStep);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float far = fmaf(g[j].x, g[j].x, fmaf(g[j].y, g[j].y, g[j].z * g[j].z)) + 0.05f * g[j].w;
            atomicAdd(local + min(max((int)(far * 165.0f), 0), kShells - 1), 1);
        }
    }
    __syncthreads();
    atomicAdd(shells + t, local[t]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::hash32;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type});
    };

    constexpr size_t kMost = (size_t)kPendulums * 4;
    float *one = filled<float>((size_t)kDust * 4, 41), *two = filled<float>(kMost, 42), *out = empty<float>(kMost);
    static_assert((size_t)kFrames * kWarp * kWeft <= kMost && kHours * 1024 <= kMost && kReceipts <= kMost, "fields are too short");
    int *falls = harness::indices(kBonds, 2, 43), *tickets = harness::indices((size_t)kTickets * 4, 0xffffffffu, 44);
    int* outi = reinterpret_cast<int*>(out);
    auto f2 = [](float* p) { return reinterpret_cast<float2*>(p); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float2 *one2 = f2(one), *out2 = f2(out);
    float4 *one4 = f4(one), *two4 = f4(two), *out4 = f4(out);
    const uint4* tickets4 = reinterpret_cast<const uint4*>(tickets);

    // Flight lengths, exponential with mean 128, and an order of the spores that puts like lengths together within every patch.
    std::vector<int> length(kSpores), like(kSpores);
    for (int i = 0; i < kSpores; ++i) {
        length[i] = 1 + std::min(2000, (int)(-128.0 * std::log(((hash32(i + 45) >> 8) + 1) / 16777217.0)));
        like[i] = i;
    }
    for (int from = 0; from < kSpores; from += kPatch)
        std::stable_sort(like.begin() + from, like.begin() + from + kPatch, [&](int a, int b) { return length[a] > length[b]; });
    int *steps = harness::uploaded(length), *order = harness::uploaded(like);

    // Receipts sorted by customer: 60 to 123 in a row.
    std::vector<int> buyer(kReceipts);
    int customers = 0;
    for (int i = 0, left = 0; i < kReceipts; ++i) {
        if (left == 0) { ++customers; left = 60 + hash32(customers + 46) % 64; }
        buyer[i] = customers - 1; --left;
    }
    int* customer = harness::uploaded(buyer);

    add("harbour_bonds_c4_a", out, kBonds, [=] { harbour_bonds_c4_a<<<kBonds / 256, 256>>>(falls, one, two, out); });
    add("harbour_bonds_c4_b", out, kBonds, [=] { harbour_bonds_c4_b<<<kBonds / 256, 256>>>(falls, one, two, out); });

    add("spore_drift_c4_a", out, kSpores * 2, [=] { spore_drift_c4_a<<<kSpores / 128, 128>>>(one2, steps, out2); });
    add("spore_drift_c4_b", out, kSpores * 2, [=] { spore_drift_c4_b<<<kSpores / 128, 128>>>(one2, steps, order, out2); });

    add("loom_frames_c4_a", out, (size_t)kFrames * kWarp * kWeft, [=] { loom_frames_c4_a<<<kFrames, 512>>>(one, out); });
    add("loom_frames_c4_b", out, (size_t)kFrames * kWarp * kWeft, [=] { loom_frames_c4_b<<<kFrames, 512>>>(one, out); });

    add("bell_tower_c4_a", out, kHours * 1024, [=] { bell_tower_c4_a<<<kHours, 1024>>>(one, out); });
    add("bell_tower_c4_b", out, kHours * 1024, [=] { bell_tower_c4_b<<<kHours, 1024>>>(one, out); });

    add("field_survey_c4_a", out, kSoils, [=] { field_survey_c4_a<<<132 * 8, 256>>>(one, outi); }, Output::i32);
    add("field_survey_c4_b", out, kSoils, [=] { field_survey_c4_b<<<132 * 8, 256>>>(one, outi); }, Output::i32);

    add("bakery_receipts_c4_a", out, customers, [=] { bakery_receipts_c4_a<<<kReceipts / 1024, 256>>>(customer, two, out); });
    add("bakery_receipts_c4_b", out, customers, [=] { bakery_receipts_c4_b<<<kReceipts / 1024, 256>>>(customer, two, out); });

    add("toll_tickets_c4_a", out, 4, [=] { toll_tickets_c4_a<<<132 * 8, 256>>>(tickets4, (unsigned*)outi); }, Output::i32);
    add("toll_tickets_c4_b", out, 4, [=] { toll_tickets_c4_b<<<132 * 8, 256>>>(tickets4, (unsigned*)outi); }, Output::i32);

    add("pond_species_c4_a", out, kPonds * 2, [=] { pond_species_c4_a<<<kPonds / 128, 128>>>(one2, out2); });
    add("pond_species_c4_b", out, kPonds * 2, [=] { pond_species_c4_b<<<kPonds / 128, 128>>>(one2, out2); });

    dim3 face(kFace / 32, kFace / 8), brush(32, 8);
    add("portrait_light_c4_a", out, kFace * kFace, [=] { portrait_light_c4_a<<<face, brush>>>(one, out); });
    add("portrait_light_c4_b", out, kFace * kFace, [=] { portrait_light_c4_b<<<face, brush>>>(one, out); });

    add("pendulum_hall_c4_a", out, kMost, [=] { pendulum_hall_c4_a<<<kPendulums / 256, 256>>>(one4, two4, out4); });
    add("pendulum_hall_c4_b", out, kMost, [=] { pendulum_hall_c4_b<<<kPendulums / 256, 256>>>(one4, two4, out4); });

    add("comet_shells_c4_a", out, kShells, [=] { comet_shells_c4_a<<<132 * 4, 512>>>(one4, outi); }, Output::i32);

    return harness::run(argc, argv, cases);
}
